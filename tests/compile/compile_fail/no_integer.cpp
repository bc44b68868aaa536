#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

// No function accepts a value that is not an integer, alone or in a list. Every line compiles with an int, so only the
// type can be the mistake.
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
using Type = DML_TENSOR_UTILS_TEST_TYPE;
#else
using Type = int;
#endif

struct View
{
    const Type* data() const;
    std::size_t size() const;
};

constexpr auto UInt16 = DML_TENSOR_DATA_TYPE_UINT16;

void Use(const TensorLayout& layout, const BufferTensorDesc& tensor, const DML_BUFFER_TENSOR_DESC& desc,
         BufferPlacement& placement, const int* sizes, const Type value, const View& view)
{
    const Type list[] = {value, value};
    const std::array<Type, 2> array{{value, value}};

    static_cast<void>(Dimensions{1, value});     // error: .
    static_cast<void>(Dimensions{value});        // error: .
    static_cast<void>(Dimensions(list));         // error: .
    static_cast<void>(Dimensions(array));        // error: .
    static_cast<void>(Dimensions(view));         // error: .
    static_cast<void>(Dimensions(&value, 1));    // error: .
    static_cast<void>(Dimensions(sizes, value)); // error: .

    static_cast<void>(TensorLayout::Packed({1, value}));                  // error: .
    static_cast<void>(TensorLayout::Packed({1, value}, Layout::NHWC));    // error: .
    static_cast<void>(TensorLayout::Packed({1, 2}, {1, value}));          // error: .
    static_cast<void>(TensorLayout::Packed({1, 2}, list));                // error: .
    static_cast<void>(TensorLayout::Strided({1, value}, {1, 1}));         // error: .
    static_cast<void>(TensorLayout::Strided({1, 1}, {1, value}));         // error: .
    static_cast<void>(TensorLayout::Strided({1}, {1}, value));            // error: .
    static_cast<void>(TensorLayout::Of(desc, value));                     // error: .
    static_cast<void>(TensorLayout::OfAnyRank(&value, nullptr, 1));       // error: .
    static_cast<void>(TensorLayout::OfAnyRank(sizes, nullptr, value));    // error: .
    static_cast<void>(TensorLayout::OfAnyRank(sizes, nullptr, 1, value)); // error: .

    static_cast<void>(layout.ElementOffset({1, value}));   // error: .
    static_cast<void>(layout.Coordinates(value));          // error: .
    static_cast<void>(layout.Transposed({1, value}));      // error: .
    static_cast<void>(layout.Transposed(list));            // error: .
    static_cast<void>(layout.BroadcastTo({1, value}));     // error: .
    static_cast<void>(layout.PromotedTo(value));           // error: .
    static_cast<void>(layout.PlacedOn(value, {1, 2}));     // error: .
    static_cast<void>(layout.PlacedOn(4, {1, value}));     // error: .
    static_cast<void>(layout.Reshaped({1, value}));        // error: .
    static_cast<void>(layout.Sliced(value, 0, 1));         // error: .
    static_cast<void>(layout.Sliced(0, value, 1));         // error: .
    static_cast<void>(layout.Sliced(0, 0, value));         // error: .
    static_cast<void>(layout.Sliced(0, 0, 1, value));      // error: .
    static_cast<void>(BroadcastSizes({1, 2}, {1, value})); // error: .

    static_cast<void>(layout.WithStride(value, 8));                        // error: .
    static_cast<void>(layout.WithStride(0, value));                        // error: .
    static_cast<void>(layout.WithStrideMultiple(value, 8));                // error: .
    static_cast<void>(layout.WithStrideMultiple(0, value));                // error: .
    static_cast<void>(layout.WithStrideInBytes(value, 8, UInt16));         // error: .
    static_cast<void>(layout.WithStrideInBytes(0, value, UInt16));         // error: .
    static_cast<void>(layout.WithStrideMultipleInBytes(value, 8, UInt16)); // error: .
    static_cast<void>(layout.WithStrideMultipleInBytes(0, value, UInt16)); // error: .

    static_cast<void>(tensor.WithTotalSize(value));            // error: .
    static_cast<void>(tensor.WithAlignment(value));            // error: .
    static_cast<void>(placement.Place(value, 16));             // error: .
    static_cast<void>(placement.Place(16, value));             // error: .
    static_cast<void>(GatherOutput({1, value}, {1, 1}, 0, 1)); // error: .
    static_cast<void>(GatherOutput({1, 1}, {1, value}, 0, 1)); // error: .
    static_cast<void>(GatherOutput({1, 1}, {1, 1}, value, 1)); // error: .
    static_cast<void>(GatherOutput({1, 1}, {1, 1}, 0, value)); // error: .
    static_cast<void>(GatherFromOnnx({1, 1}, {1, 1}, value));  // error: .
}
