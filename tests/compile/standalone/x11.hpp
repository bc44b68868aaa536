#pragma once

// Uses the headers beside the macros of X11, as the configuration section of dml_tensor_utils.hpp recommends.
#include "standalone/check.hpp"

// Macros of X11/X.h and X11/Xlib.h.
// NOLINTBEGIN(readability-identifier-naming)
#define None 0L
#define Always 2
#define Bool int
#define Complex 0
#define Convex 2
#define False 0
#define Status int
#define Success 0
#define True 1
#define Unsorted 0
// NOLINTEND(readability-identifier-naming)

#pragma push_macro("None")
#undef None
#include "dml_tensor_convert.hpp"
#pragma pop_macro("None")

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
    CHECK(CopyTensor(DestinationOf(tensor, to, 6), SourceOf(tensor, "ABCDEF", 6)).Ok());
    CHECK(to[0] == 'A' && to[5] == 'F');
    float wide[6] = {};
    CHECK(ConvertTensor(DestinationOf(wide, layout), SourceOf(tensor, to, 6)).Ok());
    CHECK(wide[0] == 'A' && wide[5] == 'F');
    CHECK(Explain(layout.WithStride(0, 2).Reason()).size() > 0);
}

void UseInOtherUnit();
