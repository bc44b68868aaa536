#pragma once

// Asks dml_tensor_operators.hpp for sizes and reasons, in whatever mode and under whatever macros it was included before.
// The type of the parameter keeps the functions of the two modes apart where both are linked into one program.

#include "standalone/check.hpp"

inline void UseTheOperatorsApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    static_assert(dtu::ConvolutionOutput({1, 3, 9, 9}, {8, 3, 3, 3}, {{2, 2}, {}, {}, {}, {}})
                  == dtu::TensorLayout::Packed({1, 8, 4, 4}));
    static_assert(dtu::JoinOutput({{2, 3}, {4, 3}}, 0) == dtu::TensorLayout::Packed({6, 3}));
    static_assert(dtu::GemmOutput({2, 3}, {4, 5}).Error() == dtu::TensorError::SizesDiffer);

    const dtu::PinnedTensorDesc a(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 3})));
    const dtu::PinnedTensorDesc b(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 1})));
    // DML_ELEMENT_WISE_ADD_OPERATOR_DESC, number 4.
    const dtu::DML_TENSOR_DESC* add[] = {a.Get(), a.Get(), a.Get()};
    constexpr auto Add = static_cast<dtu::DML_OPERATOR_TYPE>(4);
    CHECK(dtu::ValidateOperator({Add, add}).Ok());
    add[1] = b.Get();
    const dtu::OperatorDiagnosis reason = dtu::ValidateOperator({Add, add});
    CHECK(reason.Refused() && reason.error == dtu::OperatorError::SizesDiffer && reason.field == 1 && reason.axis == 1
          && reason.actual == 1 && reason.required == 3);
    CHECK(dtu::Explain(reason).size() > 0 && dtu::ToString(reason.error)[0] == 'S' && dtu::ToString(Add)[0] == 'E');
    CHECK(dtu::ValidateOperator({dtu::DML_OPERATOR_INVALID, add}).error == dtu::OperatorError::Unknown);
}
