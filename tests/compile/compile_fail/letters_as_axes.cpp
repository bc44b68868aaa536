#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

// As numbers, letters would be axes that do not exist. AxisOrder reads letters.
void Use(const Dimensions& sizes, const TensorLayout& layout)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    const char* const order = "NHWC";
    static_cast<void>(TensorLayout::Packed(sizes, "NHWC"));   // error: (use of|call to) deleted .*Packed
    static_cast<void>(TensorLayout::Packed(sizes, order));    // error: (use of|call to) deleted .*Packed
    static_cast<void>(TensorLayout::Packed(sizes, L"NHWC"));  // error: (use of|call to) deleted .*Packed
    static_cast<void>(TensorLayout::Packed(sizes, u"NHWC"));  // error: (use of|call to) deleted .*Packed
    static_cast<void>(TensorLayout::Packed(sizes, U"NHWC"));  // error: (use of|call to) deleted .*Packed
    static_cast<void>(TensorLayout::Packed(sizes, u8"NHWC")); // error: (use of|call to) deleted .*Packed
    static_cast<void>(layout.Transposed("NHWC"));             // says: GiveIntegers
    static_cast<void>(layout.Transposed(L"NHWC"));            // says: GiveIntegers
    static_cast<void>(layout.PlacedOn(4, "NHWC"));            // says: GiveIntegers
#endif
    static_cast<void>(TensorLayout::Packed(sizes, AxisOrder("NCHW", "NHWC")));
    static_cast<void>(layout.Transposed(AxisOrder("NCHW", "NHWC")));

    // A list of one 0 could also be a null pointer to letters. It is a list.
    static_cast<void>(TensorLayout::Packed({7}, {0}));
    static_cast<void>(TensorLayout::Packed(sizes, {0}));
    static_cast<void>(layout.Transposed({0}));
    static_cast<void>(layout.PlacedOn(4, {0}));
}
