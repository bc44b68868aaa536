// AsMdspan, where the standard library has std::mdspan. It must be included before the header, which asks for it.
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_mdspan)
#include <mdspan>
#endif
#endif

#include "dml_tensor_copy.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace
{

using namespace dml_tensor_utils;

#if defined(__cpp_lib_mdspan)

// Every element of the span is that of the layout's own offset.
template <std::size_t Rank> bool ShowsElementsOf(const TensorLayout& layout)
{
    std::vector<int> memory(static_cast<std::size_t>(layout.FirstElement() + layout.ElementSpan()));
    const auto span = AsMdspan<int, Rank>(memory.data(), layout);
    bool isSame = span.data_handle() != nullptr && span.size() == layout.ElementCount();
    for (std::size_t axis = 0; axis < Rank; ++axis) { isSame = isSame && span.extent(axis) == layout.Sizes()[axis]; }
    layout.ForEach(
        [&](const Dimensions& coordinates, std::uint64_t offset)
        {
            std::array<std::size_t, Rank> at = {};
            for (std::size_t axis = 0; axis < Rank; ++axis) { at[axis] = coordinates[axis]; }
            isSame = isSame && &span[at] == &memory[static_cast<std::size_t>(offset)];
        });
    return isSame;
}

template <std::size_t Rank> bool IsEmpty(const TensorLayout& layout)
{
    std::vector<int> memory(64);
    const auto span = AsMdspan<int, Rank>(memory.data(), layout);
    return span.data_handle() == nullptr && span.empty();
}

TEST(AsMdspan, ShowsTheElementsOfALayout)
{
    EXPECT_TRUE(ShowsElementsOf<4>(TensorLayout::Packed({2, 3, 4, 5})));
    EXPECT_TRUE(ShowsElementsOf<4>(TensorLayout::Packed({2, 3, 4, 5}, Layout::NHWC)));
    EXPECT_TRUE(ShowsElementsOf<4>(TensorLayout::Packed({1, 3, 1, 5}, Layout::NHWC)));
    EXPECT_TRUE(ShowsElementsOf<1>(TensorLayout::Packed({7})));
    EXPECT_TRUE(ShowsElementsOf<8>(TensorLayout::Packed({1, 2, 1, 2, 1, 2, 1, 2})));
    EXPECT_TRUE(ShowsElementsOf<2>(TensorLayout::Packed({4, 6}).WithStride(0, 9)));
    EXPECT_TRUE(ShowsElementsOf<2>(TensorLayout::Packed({4, 6}).Transposed({1, 0})));
}

TEST(AsMdspan, StartsAtTheFirstElement)
{
    EXPECT_TRUE(ShowsElementsOf<3>(TensorLayout::Packed({2, 6, 4}).Sliced(1, 1, 2, 3)));
}

TEST(AsMdspan, AStrideOfAnAxisOfSizeOneDoesNotMatter)
{
    EXPECT_TRUE(ShowsElementsOf<3>(TensorLayout::Strided({1, 4, 1}, {0, 2, 1})));
    EXPECT_TRUE(ShowsElementsOf<2>(TensorLayout::Strided({1, 1}, {0, 0})));
}

TEST(AsMdspan, KeepsAConstElement)
{
    const std::array<float, 6> memory = {0, 1, 2, 3, 4, 5};
    const auto span = AsMdspan<const float, 2>(memory.data(), TensorLayout::Packed({2, 3}));
    EXPECT_EQ((span[std::array<int, 2>{1, 2}]), 5.0F);
}

TEST(AsMdspan, IsEmptyWhereThereIsNoView)
{
    EXPECT_TRUE(IsEmpty<2>(TensorLayout()));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({2, 0})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({2, 3, 4})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Strided({3, 4}, {1, 1})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({1, 4}).BroadcastTo({3, 4})));
    // No two elements meet, but neither axis steps over the other, as std::layout_stride demands.
    EXPECT_FALSE(TensorLayout::Strided({2, 3}, {3, 2}).HasOverlap());
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Strided({2, 3}, {3, 2})));
}

#else

TEST(AsMdspan, NeedsTheStandardLibrary) { GTEST_SKIP() << "the standard library has no std::mdspan"; }

#endif

} // namespace
