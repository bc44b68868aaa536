#pragma once

// Uses the copy, convert and compare headers while None is a macro.
#include "standalone/check.hpp"

#if !defined(None)
#error "None is defined no more"
#endif
static_assert(None == 0 && sizeof(None) == sizeof(long), "None is another macro now");

inline void UseBesideX11()
{
    using namespace dml_tensor_utils;
    constexpr auto layout = TensorLayout::Packed({2, 3});
    static_assert(layout.Reason().Ok() && !TensorLayout::Packed({2, 0}).Reason().Ok());
    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_UINT8, layout);
    CHECK(Validate(tensor, TensorRole::Input).Ok());
    char to[] = "......";
    CHECK(CopyTensor(tensor.DataType(), Destination{to, 6, layout}, Source{"ABCDEF", 6, layout}).Ok());
    CHECK(to[0] == 'A' && to[5] == 'F');
    float wide[6] = {};
    CHECK(ConvertTensor(DML_TENSOR_DATA_TYPE_FLOAT32, Destination{wide, sizeof(wide), layout}, tensor.DataType(),
                        Source{to, 6, layout})
              .Ok());
    CHECK(wide[0] == 'A' && wide[5] == 'F');
    CHECK(Explain(layout.WithStride(0, 2).Reason()).size() > 0);
}

void UseInOtherUnit();
