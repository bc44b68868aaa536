#pragma once

// Included by every translation unit of the program, in portable or in native mode.
#include "dml_tensor_convert.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_owned_operator.hpp"

#include "standalone/use_the_api.hpp"

// What one translation unit uses of the headers, without their types, so that both modes share it: the addresses of
// variables, functions, template instances and kernels.
using Addresses = std::array<const void*, 15>;

// Each function uses the headers and counts its failures in `failures`.
Addresses RunOtherUnit();
Addresses RunNativeUnit();

// The types are the unit's own, so the two modes have different instances.
template <class Hint, class Dimensions> Addresses RunUnit()
{
    namespace dtu = dml_tensor_utils;
    UseTheCopyApi(Hint::Auto);
    UseTheConvertApi(Hint::Auto);
    UseTheInteropApi<Dimensions>();
    UseTheOperatorsApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
    UseTheOwnedOperatorApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
    UseTheGraphApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
    const char* (*const name)(dtu::TensorError) noexcept = dtu::ToString;
    dtu::Diagnosis (*const copy)(const dtu::Destination&, const dtu::Source&, Hint) noexcept = dtu::CopyTensor;
    dtu::Message (*const text)(const Dimensions&) noexcept = &dtu::ToText;
    dtu::OperatorDiagnosis (*const judge)(const dtu::DML_OPERATOR_DESC&) noexcept = &dtu::ValidateOperator;
    dtu::GraphDiagnosis (*const judgeGraph)(const dtu::DML_GRAPH_DESC&, const dtu::DML_OPERATOR_DESC* const*) noexcept =
        &dtu::ValidateGraph;
    const auto address = [](auto* function) { return reinterpret_cast<const void*>(function); };
    return {&dtu::NoOffset,
            address(name),
            address(&dtu::DMLCalcBufferTensorSize<>),
            address(copy),
            address(&dtu::GatherTensor),
            address(&dtu::ConvertTensor<>),
            dtu::detail::KernelsOf(dtu::detail::BestCopyPath()),
            dtu::detail::PathKernelsOf(dtu::detail::BestConvertPath()).convert,
            address(&dtu::OnnxTypeOf),
            address(text),
            &dtu::detail::ElementRows,
            address(judge),
            address(&dtu::ForEachTensor<void(const dtu::OperatorTensor&)>),
            address(judgeGraph),
            &dtu::detail::OperatorRowFields};
}
