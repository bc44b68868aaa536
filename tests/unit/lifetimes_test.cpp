// Sizes(), Strides() and Layout() of a temporary return values, which outlive it. Otherwise clang would reject the
// constant expressions here, and the address sanitizer would report an error.
#include "dml_tensor_utils.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace lifetimes_test
{

namespace
{

using namespace dml_tensor_utils;

// ---- what is returned -----------------------------------------------------------------------------------------------
template <class Object> using SizesOf = decltype(std::declval<Object>().Sizes());
template <class Object> using StridesOf = decltype(std::declval<Object>().Strides());
template <class Object> using LayoutOf = decltype(std::declval<Object>().Layout());

static_assert(std::is_same_v<SizesOf<TensorLayout&>, const Dimensions&>);
static_assert(std::is_same_v<SizesOf<const TensorLayout&>, const Dimensions&>);
static_assert(std::is_same_v<SizesOf<TensorLayout>, Dimensions>);
static_assert(std::is_same_v<SizesOf<const TensorLayout>, Dimensions>);

static_assert(std::is_same_v<StridesOf<TensorLayout&>, const Dimensions&>);
static_assert(std::is_same_v<StridesOf<const TensorLayout&>, const Dimensions&>);
static_assert(std::is_same_v<StridesOf<TensorLayout>, Dimensions>);
static_assert(std::is_same_v<StridesOf<const TensorLayout>, Dimensions>);

static_assert(std::is_same_v<LayoutOf<BufferTensorDesc&>, const TensorLayout&>);
static_assert(std::is_same_v<LayoutOf<const BufferTensorDesc&>, const TensorLayout&>);
static_assert(std::is_same_v<LayoutOf<BufferTensorDesc>, TensorLayout>);
static_assert(std::is_same_v<LayoutOf<const BufferTensorDesc>, TensorLayout>);

// Nothing is copied from an object that is not a temporary.
constexpr bool AreTheObjectsOwn(const BufferTensorDesc& tensor)
{
    const TensorLayout& layout = tensor.Layout();
    return &layout == &tensor.Layout() && &layout.Sizes() == &layout.Sizes() && &layout.Strides() == &layout.Strides()
           && layout.Sizes().data() == layout.Sizes().begin()
           && layout.Sizes().end() == layout.Sizes().data() + layout.Rank();
}

// ---- what is read of temporaries ------------------------------------------------------------------------------------
// The values as digits of a number with base 100.
template <class Values> constexpr std::uint64_t Digits(Values&& values)
{
    std::uint64_t digits = 0;
    for (const std::uint32_t value : values) { digits = 100 * digits + value; }
    return digits;
}

constexpr std::uint64_t StridesInALoop(const Dimensions& sizes)
{
    std::uint64_t digits = 0;
    for (const std::uint32_t stride : TensorLayout::Packed(sizes).Strides()) { digits = 100 * digits + stride; }
    return digits;
}

// A reference extends the lifetime of the returned value.
constexpr std::uint64_t KeptByReference(const Dimensions& sizes)
{
    const Dimensions& strides = TensorLayout::Packed(sizes).Strides();
    auto&& ofTensor = BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed(sizes)).Layout();
    const Dimensions& tensorStrides = ofTensor.Strides();
    return Digits(strides) == Digits(tensorStrides) ? Digits(strides) : 0;
}

// From a const object that is moved from.
constexpr std::uint64_t OfConstThatIsGivenUp(const Dimensions& sizes)
{
    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed(sizes));
    const TensorLayout& layout = tensor.Layout();
    const Dimensions& strides = static_cast<const TensorLayout&&>(layout).Strides();
    const TensorLayout& copied = static_cast<const BufferTensorDesc&&>(tensor).Layout();
    return &strides != &layout.Strides() && &copied != &layout && strides == copied.Strides() ? Digits(strides) : 0;
}

constexpr bool AllAreRight(const Dimensions& sizes)
{
    return StridesInALoop(sizes) == 200501 && KeptByReference(sizes) == 200501 && OfConstThatIsGivenUp(sizes) == 200501
           && AreTheObjectsOwn(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed(sizes)));
}
static_assert(AllAreRight({3, 4, 5}));

TEST(Lifetimes, ResultsOfATemporaryOutliveIt)
{
    const std::vector<std::uint32_t> values{3, 4, 5}; // unknown at compile time
    const Dimensions sizes(values);
    EXPECT_TRUE(AllAreRight(sizes));
}

} // namespace

} // namespace lifetimes_test
