// The views of a layout at the limits of 32 and 64 bits, and the errors of their arguments. random_tests/layouts.hpp tests
// the rules with small layouts. Each table runs in a static_assert and in a TEST.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace layout_views_test
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::Max32;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;

namespace
{

using L = TensorLayout;
using E = TensorError;

constexpr std::uint64_t Square = 0xFFFFFFFE00000001; // (2^32 - 1) squared

// A view and what it must equal: sizes, strides and first element.
struct View
{
    const char* name;
    TensorLayout view;
    TensorLayout expected;
};

constexpr bool Holds(const View& one) { return one.expected && one.view == one.expected; }

struct Rejection
{
    const char* name;
    TensorLayout view;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr bool Holds(const Rejection& one)
{
    return !one.view && one.view.Error() == one.error && one.view.Rank() == 0 && one.view.ElementCount() == 0
           && Says(one.view.Reason(), one.error, one.axis, one.actual, one.required);
}

constexpr auto F64 = DML_TENSOR_DATA_TYPE_FLOAT64;
constexpr auto F32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto F16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto U8 = DML_TENSOR_DATA_TYPE_UINT8;
constexpr auto U4 = static_cast<DML_TENSOR_DATA_TYPE>(12);
constexpr auto NoType = static_cast<DML_TENSOR_DATA_TYPE>(14);

constexpr auto Views()
{
    return std::array{
        View{"NHWC sizes to NCHW", L::Packed({2, 4, 5, 3}).Transposed(AxisOrder("NHWC", "NCHW")),
             L::Packed({2, 3, 4, 5}, Layout::NHWC)},
        View{"an inserted 1 has the packed stride", L::Strided({3, 5}, {5, 1}).BroadcastTo({1, 3, 5}),
             L::Strided({1, 3, 5}, {15, 5, 1})},
        View{"to eight axes", L::Packed({2}).BroadcastTo({2, 2, 2, 2, 2, 2, 2, 2}),
             L::Strided({2, 2, 2, 2, 2, 2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 1})},
        View{"to eight", L::Packed({7}).PromotedTo(8), L::Packed({1, 1, 1, 1, 1, 1, 1, 7})},
        View{"beyond 32 bits", L::Packed({65536, 65536}).PromotedTo(4),
             L::Strided({1, 1, 65536, 65536}, {Max32, Max32, 65536, 1})},
        View{"beyond 32 bits", L::Packed({65536, 65536}).PlacedOn(3, {1, 2}),
             L::Strided({1, 65536, 65536}, {Max32, 65536, 1})},
        View{"all of size 1", L::Strided({1, 1, 1}, {7, 0, 9}, 3).Squeezed(), L::Strided({1}, {1}, 3)},
        View{"NHWC to three", L::Packed({2, 3, 4, 5}, Layout::NHWC).Collapsed(), L::Strided({2, 3, 20}, {60, 1, 3})},
        View{"total sizes alone would merge it", L::Strided({2, 2, 1, 2, 3}, {6, 12, 6, 3, 1}).Collapsed(),
             L::Strided({2, 2, 6}, {6, 12, 1})},
        View{"the widest merged axis", L::Packed({3, 1431655765}).Collapsed(), L::Packed({Max32})},
        View{"merged it would have 2^32", L::Packed({65536, 65536}).Collapsed(), L::Packed({65536, 65536})},
        View{"a broadcast would have 2^32", L::Strided({65536, 65536}, {0, 0}).Collapsed(),
             L::Strided({65536, 65536}, {0, 0})},
        View{"{2,2,1,2,3}/{6,12,6,3,1} as {2,2,6}", L::Strided({2, 2, 1, 2, 3}, {6, 12, 6, 3, 1}).Reshaped({2, 2, 6}),
             L::Strided({2, 2, 6}, {6, 12, 1})},
        View{"across an axis of 2^32", L::Packed({65536, 65536, 4}).Reshaped({131072, 131072}),
             L::Packed({131072, 131072})},
        View{"an axis of 2^32-1", L::Packed({65535, 65537, 65535}).Reshaped({65535, Max32}), L::Packed({65535, Max32})},
        View{"the last of the largest span",
             L::Strided({Max32, 5}, {Max32, 3221225471}).Sliced(0, 4294967294, 1).Sliced(1, 4, 1),
             L::Strided({1, 1}, {Max32, 3221225471}, Max64 - 1)},
        View{"the last position that there is", L::Strided({2}, {1}, Max64 - 1).Sliced(0, 1, 1),
             L::Strided({1}, {1}, Max64)},
        View{"the largest step", L::Strided({Max32}, {1}).Sliced(0, 0, 2, 4294967294), L::Strided({2}, {4294967294})},
        View{"a stride of 2^32-1", L::Strided({4}, {1431655765}).Sliced(0, 0, 2, 3), L::Strided({2}, {Max32})},
        View{"size 1 moves the slower axes apart", L::Strided({4, 1, 3}, {3, 3, 1}).WithStride(1, 5),
             L::Strided({4, 1, 3}, {5, 5, 1})},
        View{"size 1 is faster than a higher axis", L::Packed({3, 1, 2}, {2, 1, 0}).WithStrideMultiple(1, 8),
             L::Strided({3, 1, 2}, {1, 8, 8})},
        View{"size 1 is faster than a lower axis", L::Strided({2, 1, 3}, {3, 3, 1}).WithStride(1, 4),
             L::Strided({2, 1, 3}, {4, 4, 1})},
        View{"of two axes of size 1 the higher is faster", L::Packed({2, 1, 1}).WithStride(1, 8),
             L::Strided({2, 1, 1}, {8, 8, 1})},
        View{"size 1 of stride 0 beside a broadcast", L::Strided({2, 1}, {0, 0}).WithStride(1, 5),
             L::Strided({2, 1}, {0, 5})},
        View{"the largest stride", L::Packed({2, 3}).WithStride(0, Max32), L::Strided({2, 3}, {Max32, 1})},
        View{"rows of a multiple of 64", L::Packed({1, 3, 1080, 1900}).WithStrideMultiple(2, 64),
             L::Strided({1, 3, 1080, 1900}, {6220800, 2073600, 1920, 1})},
        View{"up to the largest stride", L::Packed({2, 3}).WithStrideMultiple(0, Max32),
             L::Strided({2, 3}, {Max32, 1})},
        View{"of 4 bits: two elements a byte", L::Packed({2, 9}).WithStrideInBytes(0, 5, U4),
             L::Strided({2, 9}, {10, 1})},
        View{"the largest stride", L::Packed({2, 3}).WithStrideInBytes(0, std::uint64_t{Max32} * 8, F64),
             L::Strided({2, 3}, {Max32, 1})},
        View{"a texture's rows of 256 bytes", L::Packed({1, 3, 1080, 1900}).WithStrideMultipleInBytes(2, 256, U8),
             L::Strided({1, 3, 1080, 1900}, {6635520, 2211840, 2048, 1})},
        View{"rows of size 1 of 32 bytes", L::Packed({3, 1, 2}, {2, 1, 0}).WithStrideMultipleInBytes(1, 32, F32),
             L::Strided({3, 1, 2}, {1, 8, 8})},
        View{"6 bytes and 4 have 12 in common", L::Packed({2, 4}).WithStrideMultipleInBytes(0, 6, F32),
             L::Strided({2, 4}, {6, 1})},
        View{"up to the largest stride", L::Packed({2, 3}).WithStrideMultipleInBytes(0, std::uint64_t{Max32} * 2, F16),
             L::Strided({2, 3}, {Max32, 1})},
        View{"4 GiB of 64 bits", L::Packed({2, 3}).WithStrideMultipleInBytes(0, 0x100000000, F64),
             L::Strided({2, 3}, {0x20000000, 1})},
    };
}

constexpr auto Rejections()
{
    const L layout = L::Packed({2, 3});
    return std::array{
        Rejection{"no axes", L::Packed({3}).BroadcastTo({}), E::RankDiffers, NoAxis, 0, 1},
        Rejection{"to nothing", L::Packed({1, 3}).BroadcastTo({0, 3}), E::ZeroSize, 0, 0, 1},
        Rejection{"to nothing, before other sizes", L::Packed({2, 3}).BroadcastTo({3, 0}), E::ZeroSize, 1, 0, 1},
        Rejection{"to 2^64 elements", L::Packed({1}).BroadcastTo({65536, 65536, 65536, 65536}), E::SpanLimit, NoAxis,
                  Max64, Max64},
        Rejection{"no rank", L::Packed({3}).PromotedTo(0), E::RankDiffers, NoAxis, 0, 1},
        Rejection{"as many as there can be", L::Packed({3}).PromotedTo(Max32), E::DimensionCount, NoAxis, Max32, 8},
        Rejection{"no axes", L::Packed({2, 3}).PlacedOn(4, {}), E::RankDiffers, NoAxis, 0, 2},
        Rejection{"more than 64 bits of elements", L::Packed({6}).Reshaped({Max32, Max32, Max32}), E::NotAView, NoAxis,
                  6, 0xFFFFFFFFFFFFFFFF},
        Rejection{"fewer of many elements", L::Packed({Max32, Max32}).Reshaped({Max32}), E::NotAView, NoAxis, Square,
                  Max32},
        Rejection{"no sizes", L::Packed({1}).Reshaped({}), E::DimensionCount, NoAxis, 0, 8},
        Rejection{"the axis before the range", L::Packed({4, 6}).Sliced(2, 9, 0, 0), E::AxisOutOfRange, NoAxis, 2, 2},
        Rejection{"32 bits would wrap to 1", L::Packed({4, 6}).Sliced(0, Max32, 2, 2), E::SliceRange, 0, Max32, 4},
        Rejection{"64 bits would wrap to 1", L::Packed({4, 6}).Sliced(1, 5, Max32, Max32), E::SliceRange, 1, Max32, 1},
        Rejection{"one more than fits", L::Packed({4, 6}).Sliced(1, 2, 3, 2), E::SliceRange, 1, 3, 2},
        Rejection{"an end in place of a count", L::Packed({4, 64}).Sliced(1, 60, 64), E::SliceRange, 1, 64, 4},
        Rejection{"a stride beyond 32 bits", L::Strided({3}, {Max32}).Sliced(0, 0, 2, 2), E::StrideLimit, 0, 8589934590,
                  Max32},
        Rejection{"a stride of 2^32", L::Strided({2, 65537}, {1, 65536}).Sliced(1, 0, 2, 65536), E::StrideLimit, 1,
                  4294967296, Max32},
        Rejection{"the first axis that is none, before the multiple", L::Packed({2, 3}).WithStrideMultiple(2, 0),
                  E::AxisOutOfRange, NoAxis, 2, 2},
        Rejection{"the axis after the last possible one", L::Packed({1, 1, 1, 1, 1, 1, 2, 3}).WithStrideMultiple(8, 5),
                  E::AxisOutOfRange, NoAxis, 8, 8},
        Rejection{"a stride of 0 is a multiple", L::Strided({1}, {0}).WithStrideMultiple(0, 3), E::StrideTooSmall, 0, 0,
                  1},
        Rejection{"a tie with a higher axis: faster", L::Strided({2, 2}, {4, 4}).WithStride(0, 4), E::StrideTooSmall, 0,
                  4, 5},
        Rejection{"a slower one beyond 32 bits", L::Packed({2, 65535, 65537}).WithStride(1, 65538), E::StrideLimit, 0,
                  4295032830, Max32},
        Rejection{"not whole before 32 bits", L::Strided({2, 2, 2, 3}, {4294967292, 7, 3, 1}).WithStride(2, 4),
                  E::NotAView, 1, 7, 3},
        Rejection{"a multiple beyond 32 bits", L::Packed({2, Max32}).WithStrideMultiple(0, 2), E::StrideLimit, 0,
                  4294967296, Max32},
        Rejection{"a position beyond 64 bits", L::Strided({2, 3}, {3, 1}, Max64 - 5).WithStride(0, 4), E::SpanLimit,
                  NoAxis, Max64, Max64},
        Rejection{"no whole element of 16 bits", layout.WithStrideInBytes(1, Max64, F16), E::StrideInBytes, 1, Max64,
                  2},
        Rejection{"no whole element before too small", layout.WithStrideInBytes(0, 5, F32), E::StrideInBytes, 0, 5, 4},
        Rejection{"no such type", layout.WithStrideInBytes(0, 20, NoType), E::UnknownDataType, NoAxis, 14, 13},
        Rejection{"beyond 32 bits", layout.WithStrideInBytes(0, 0x400000000, F32), E::StrideLimit, 0, 0x400000000,
                  4 * std::uint64_t{Max32}},
        Rejection{"as many bytes as there are", layout.WithStrideInBytes(0, Max64, U8), E::StrideLimit, 0, Max64,
                  Max32},
        Rejection{"a slower axis beyond 32 bits", L::Packed({2, 65535, 65537}).WithStrideInBytes(1, 131076, F16),
                  E::StrideLimit, 0, 8590065660, 2 * std::uint64_t{Max32}},
        Rejection{"a position beyond 64 bits", L::Strided({2, 3}, {3, 1}, Max64 - 5).WithStrideInBytes(0, 16, F32),
                  E::SpanLimit, NoAxis, Max64, Max64},
        Rejection{"a multiple beyond 32 bits", layout.WithStrideMultipleInBytes(0, 0x400000000, F32), E::StrideLimit, 0,
                  0x400000000, 4 * std::uint64_t{Max32}},
        Rejection{"the largest power of two", layout.WithStrideMultipleInBytes(0, std::uint64_t{1} << 63, F64),
                  E::StrideLimit, 0, std::uint64_t{1} << 63, 8 * std::uint64_t{Max32}},
        Rejection{"all bytes and one element have 2^67 - 8 in common", layout.WithStrideMultipleInBytes(0, Max64, F64),
                  E::StrideLimit, 0, Max64, 8 * std::uint64_t{Max32}},
        Rejection{"4-bit elements: 2^32-1 are half a byte more", layout.WithStrideInBytes(0, 0x80000000, U4),
                  E::StrideLimit, 0, 0x80000000, 0x7FFFFFFF},
        Rejection{"more 4-bit elements than 64 bits can count", layout.WithStrideInBytes(0, Max64, U4), E::StrideLimit,
                  0, Max64, 0x7FFFFFFF},
        Rejection{"a multiple that 64 bits cannot count", layout.WithStrideMultipleInBytes(0, Max64 / 2 + 1, U4),
                  E::StrideLimit, 0, Max64 / 2 + 1, 0x7FFFFFFF},
        Rejection{"a span of 3 elements in bytes", layout.WithStrideInBytes(0, 8, F32), E::StrideTooSmall, 0, 8, 12},
        Rejection{"a span of half a byte", layout.WithStrideInBytes(0, 1, U4), E::StrideTooSmall, 0, 1, 2},
        Rejection{"a multiple of a stride of 0 bytes", L::Strided({1}, {0}).WithStrideMultipleInBytes(0, 6, F32),
                  E::StrideTooSmall, 0, 0, 4},
        Rejection{"not whole, in bytes", L::Strided({2, 2, 3}, {7, 3, 1}).WithStrideInBytes(1, 8, F16), E::NotAView, 0,
                  14, 6},
        Rejection{"not whole, 4-bit elements", L::Strided({2, 2, 3}, {10, 4, 1}).WithStrideInBytes(1, 3, U4),
                  E::NotAView, 0, 5, 2},
        Rejection{"not whole, halves of bytes in elements",
                  L::Strided({2, 2, 3}, {7, 4, 1}).WithStrideInBytes(1, 3, U4), E::NotAView, 0, 7, 4},
    };
}

// Not possible without moving elements. The error names the axis of the result that has no stride.
struct Moved
{
    const char* name;
    TensorLayout view;
    std::uint32_t axis;
};

constexpr auto NotViews()
{
    const L mixed = L::Strided({2, 2, 1, 2, 3}, {6, 12, 6, 3, 1});
    return std::array{
        Moved{"{2,2,1,2,3}/{6,12,6,3,1} as two axes", mixed.Reshaped({4, 6}), 0},
        Moved{"{2,3}/{4,1} as {6}", L::Strided({2, 3}, {4, 1}).Reshaped({6}), 0},
    };
}

constexpr bool Holds(const Moved& one)
{
    return !one.view && one.view.Error() == E::NotAView && one.view.Reason().axis == one.axis
           && one.view.ElementCount() == 0;
}

// More 4-bit elements than 64 bits can count.
constexpr bool RejectsTooManyNibbles()
{
    const L layout = L::Packed({2, 3});
    return layout.WithStrideInBytes(0, Max64, U4).Error() == E::StrideLimit
           && layout.WithStrideInBytes(0, Max64, U4).Reason().actual > Max32
           && layout.WithStrideInBytes(0, (std::uint64_t{1} << 63) + 2, U4).Error() == E::StrideLimit
           && layout.WithStrideMultipleInBytes(0, Max64, U4).Error() == E::StrideLimit
           && layout.WithStrideMultipleInBytes(0, std::uint64_t{1} << 63, U4).Error() == E::StrideLimit
           && layout.WithStrideMultipleInBytes(0, std::uint64_t{1} << 63, U4).Reason().actual > Max32;
}

TEST(LayoutViews, AtTheLimits)
{
    ExpectTwice<Views>();
    // Beyond 2^32 - 1 there are several ways to merge axes to the same number.
    const L merged = L::Packed({65536, 2, 32768, 65535}).Collapsed();
    EXPECT_EQ(merged.ElementCount(), 65536ull * 2 * 32768 * 65535);
    EXPECT_EQ(merged.Rank(), 2u);
    EXPECT_TRUE(merged.IsRowMajor());
    // The stride of one element has no effect, so it cannot be too large.
    EXPECT_TRUE(L::Strided({3}, {Max32}).Sliced(0, 2, 1, Max32).SameElements(L::Strided({1}, {1}, 8589934590)));
}

TEST(LayoutViews, Rejections)
{
    ExpectTwice<Rejections>();
    ExpectTwice<NotViews>();
    ExpectTwice<RejectsTooManyNibbles>();
    // A rank below the number of axes cannot hold each axis once.
    EXPECT_FALSE(L::Packed({2, 3}).PlacedOn(1, {0, 0}));
    EXPECT_FALSE(L::Packed({2}).PlacedOn(0, {0}));
    // The only possible strides do not fit 32 bits.
    EXPECT_FALSE(L::Packed({2147483648, 4}).Reshaped({2, 2147483648, 2}));
    // Two of the table, with values that the compiler cannot evaluate beforehand.
    const std::vector<std::uint32_t> most(4, Max32);
    EXPECT_TRUE(Says(L::Packed({6}).Reshaped(most).Reason(), E::NotAView, NoAxis, 6, Max64));
    EXPECT_TRUE(Says(L::Strided({3}, {most[0]}).Sliced(0, 0, 2, 2).Reason(), E::StrideLimit, 0, 8589934590, Max32));
}

// A chain in one constant expression, checked once at its end.
constexpr TensorLayout Chained =
    TensorLayout::Packed({2, 4, 5, 3}).Transposed(AxisOrder("NHWC", "NCHW")).Sliced(1, 0, 2).WithStrideMultiple(2, 16);
static_assert(Chained == TensorLayout::Strided({2, 2, 4, 5}, {64, 1, 16, 3}));

TEST(LayoutViews, AChainAtRunTime)
{
    std::vector<std::uint32_t> sizes{2, 4, 5, 3};
    const std::string order = "NHWC";
    EXPECT_EQ(TensorLayout::Packed(Dimensions(sizes.data(), sizes.size()))
                  .Transposed(AxisOrder(order.c_str(), "NCHW"))
                  .Sliced(1, 0, 2)
                  .WithStrideMultiple(2, 16),
              Chained);
    sizes[1] = 0;
    EXPECT_TRUE(Says(TensorLayout::Packed(Dimensions(sizes.data(), sizes.size()))
                         .Transposed(AxisOrder(order.c_str(), "NCHW"))
                         .Sliced(1, 0, 2)
                         .Reason(),
                     TensorError::ZeroSize, 1, 0, 1));
}

// A broadcast axis is neither faster nor slower: the slower axis of size 1 comes after the padded one.
constexpr bool BroadcastAxesDoNotCountForPackedStrides()
{
    return TensorLayout::Strided({1, 7, 1}, {5, 0, 0}).WithStride(2, 9).Strides() == Dimensions{9, 0, 9};
}

TEST(LayoutViews, BroadcastAxesDoNotCountForPackedStrides) { ExpectTwice<BroadcastAxesDoNotCountForPackedStrides>(); }
} // namespace

} // namespace layout_views_test
