#pragma once

// Included by every translation unit of the program, after dml_tensor_interop.hpp and dml_tensor_operators.hpp in portable or in native mode.

#include "standalone/interop_units.hpp"
#include "standalone/use_the_interop_api.hpp"
#include "standalone/use_the_operators_api.hpp"

// Dimensions is the unit's own type: it keeps the instances of the two modes apart.
template <class Dimensions> InteropUnit RunUnit()
{
    namespace dtu = dml_tensor_utils;
    UseTheInteropApi<Dimensions>();
    UseTheOperatorsApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
    dtu::Message (*const instance)(const Dimensions&) noexcept = &dtu::ToText<>;
    dtu::OperatorDiagnosis (*const judge)(const dtu::DML_OPERATOR_DESC&) noexcept = &dtu::ValidateOperator<>;
    return {reinterpret_cast<const void*>(&dtu::OnnxTypeOf), reinterpret_cast<const void*>(instance),
            &dtu::detail::ForeignTypes, reinterpret_cast<const void*>(judge), &dtu::detail::OperatorRows};
}
