#pragma once

// Uses dml_tensor_operators.hpp, which was included before, in either mode and with any macros. The type of the
// parameter gives the two modes different functions if both are linked into one program.

#include "standalone/check.hpp"

inline void UseTheOperatorsApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    const dtu::PinnedTensorDesc a(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 3})));
    const dtu::PinnedTensorDesc b(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 1})));
    // DML_ELEMENT_WISE_ADD_OPERATOR_DESC.
    const dtu::DML_TENSOR_DESC* add[] = {a.Get(), a.Get(), a.Get()};
#if DML_TENSOR_UTILS_NATIVE
    constexpr auto Add = static_cast<dtu::DML_OPERATOR_TYPE>(4);
#else
    constexpr auto Add = dtu::DML_OPERATOR_ELEMENT_WISE_ADD;
    static_assert(Add == 4 && dtu::DML_OPERATOR_GATHER == 67 && dtu::DML_OPERATOR_UNFOLD == 177);
#endif
    CHECK(dtu::ValidateOperator({Add, add}).Ok());
    add[1] = b.Get();
    const dtu::OperatorDiagnosis reason = dtu::ValidateOperator({Add, add});
    CHECK(reason.Refused() && reason.error == dtu::OperatorError::SizesDiffer && reason.field == 1 && reason.axis == 1
          && reason.actual == 1 && reason.required == 3);
    CHECK(dtu::Explain(reason).size() > 0 && dtu::ToString(reason.error)[0] == 'S' && dtu::ToString(Add)[0] == 'E');
    CHECK(dtu::ValidateOperator({dtu::DML_OPERATOR_INVALID, add}).error == dtu::OperatorError::Unknown);
}
