// The views of a layout, tensors of any rank and several layouts together: numbers at the limits of 32 and 64 bits, the
// errors of the arguments, and recorded examples. random_tests/layouts.hpp tests the rules with small layouts.
#include "layout_cases.hpp"
#include "tables.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace layout_views_test
{

using namespace layout_cases;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Says;

namespace
{

using L = TensorLayout;
using E = TensorError;

// ---- views ----------------------------------------------------------------------------------------------------------

// clang-format off
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
        View{"of 4 bits: two elements a byte", L::Packed({2, 9}).WithStrideInBytes(0, 5, UInt4),
            L::Strided({2, 9}, {10, 1})},
        View{"the largest stride", L::Packed({2, 3}).WithStrideInBytes(0, std::uint64_t{Max32} * 8, Float64),
            L::Strided({2, 3}, {Max32, 1})},
        View{"a texture's rows of 256 bytes", L::Packed({1, 3, 1080, 1900}).WithStrideMultipleInBytes(2, 256, UInt8),
            L::Strided({1, 3, 1080, 1900}, {6635520, 2211840, 2048, 1})},
        View{"rows of size 1 of 32 bytes", L::Packed({3, 1, 2}, {2, 1, 0}).WithStrideMultipleInBytes(1, 32, Float32),
            L::Strided({3, 1, 2}, {1, 8, 8})},
        View{"6 bytes and 4 have 12 in common", L::Packed({2, 4}).WithStrideMultipleInBytes(0, 6, Float32),
            L::Strided({2, 4}, {6, 1})},
        View{"up to the largest stride", L::Packed({2, 3}).WithStrideMultipleInBytes(0, std::uint64_t{Max32} * 2, Float16),
            L::Strided({2, 3}, {Max32, 1})},
        View{"4 GiB of 64 bits", L::Packed({2, 3}).WithStrideMultipleInBytes(0, 0x100000000, Float64),
            L::Strided({2, 3}, {0x20000000, 1})},
        View{"a chain",
            L::Packed({2, 4, 5, 3}).Transposed(AxisOrder("NHWC", "NCHW")).Sliced(1, 0, 2).WithStrideMultiple(2, 16),
         L::Strided({2, 2, 4, 5}, {64, 1, 16, 3})},
        // A broadcast axis is neither faster nor slower: the slower axis of size 1 comes after the padded one.
        View{"broadcast axes do not count for packed strides", L::Strided({1, 7, 1}, {5, 0, 0}).WithStride(2, 9),
         L::Strided({1, 7, 1}, {9, 0, 9})},
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
        Rejection{"low rank", L::Packed({2, 3, 4, 5}).PlacedOn(3, {0, 1, 2}), E::RankDiffers, NoAxis, 3, 4},
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
        Rejection{"no whole element of 16 bits", layout.WithStrideInBytes(1, Max64, Float16), E::StrideInBytes, 1, Max64,
            2},
        Rejection{"no whole element before too small", layout.WithStrideInBytes(0, 5, Float32), E::StrideInBytes, 0, 5, 4},
        Rejection{"no such type", layout.WithStrideInBytes(0, 20, NoType), E::UnknownDataType, NoAxis, NoType, LastType},
        Rejection{"beyond 32 bits", layout.WithStrideInBytes(0, 0x400000000, Float32), E::StrideLimit, 0, 0x400000000,
            4 * std::uint64_t{Max32}},
        Rejection{"as many bytes as there are", layout.WithStrideInBytes(0, Max64, UInt8), E::StrideLimit, 0, Max64,
            Max32},
        Rejection{"a slower axis beyond 32 bits", L::Packed({2, 65535, 65537}).WithStrideInBytes(1, 131076, Float16),
            E::StrideLimit, 0, 8590065660, 2 * std::uint64_t{Max32}},
        Rejection{"a position beyond 64 bits", L::Strided({2, 3}, {3, 1}, Max64 - 5).WithStrideInBytes(0, 16, Float32),
            E::SpanLimit, NoAxis, Max64, Max64},
        Rejection{"a multiple beyond 32 bits", layout.WithStrideMultipleInBytes(0, 0x400000000, Float32), E::StrideLimit, 0,
            0x400000000, 4 * std::uint64_t{Max32}},
        Rejection{"the largest power of two", layout.WithStrideMultipleInBytes(0, std::uint64_t{1} << 63, Float64),
            E::StrideLimit, 0, std::uint64_t{1} << 63, 8 * std::uint64_t{Max32}},
        Rejection{"all bytes and one element have 2^67 - 8 in common", layout.WithStrideMultipleInBytes(0, Max64, Float64),
            E::StrideLimit, 0, Max64, 8 * std::uint64_t{Max32}},
        Rejection{"4-bit elements: 2^32-1 are half a byte more", layout.WithStrideInBytes(0, 0x80000000, UInt4),
            E::StrideLimit, 0, 0x80000000, 0x7FFFFFFF},
        Rejection{"more 4-bit elements than 64 bits can count", layout.WithStrideInBytes(0, Max64, UInt4), E::StrideLimit,
            0, Max64, 0x7FFFFFFF},
        Rejection{"a multiple that 64 bits cannot count", layout.WithStrideMultipleInBytes(0, Max64 / 2 + 1, UInt4),
            E::StrideLimit, 0, Max64 / 2 + 1, 0x7FFFFFFF},
        Rejection{"a span of 3 elements in bytes", layout.WithStrideInBytes(0, 8, Float32), E::StrideTooSmall, 0, 8, 12},
        Rejection{"a span of half a byte", layout.WithStrideInBytes(0, 1, UInt4), E::StrideTooSmall, 0, 1, 2},
        Rejection{"a multiple of a stride of 0 bytes", L::Strided({1}, {0}).WithStrideMultipleInBytes(0, 6, Float32),
            E::StrideTooSmall, 0, 0, 4},
        Rejection{"not whole, in bytes", L::Strided({2, 2, 3}, {7, 3, 1}).WithStrideInBytes(1, 8, Float16), E::NotAView, 0,
            14, 6},
        Rejection{"not whole, 4-bit elements", L::Strided({2, 2, 3}, {10, 4, 1}).WithStrideInBytes(1, 3, UInt4),
            E::NotAView, 0, 5, 2},
        Rejection{"not whole, halves of bytes in elements",
            L::Strided({2, 2, 3}, {7, 4, 1}).WithStrideInBytes(1, 3, UInt4), E::NotAView, 0, 7, 4},
    };
}
// clang-format on

TEST(LayoutViews, AreExactAtTheLimits)
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

TEST(LayoutViews, NameTheWrongArgument)
{
    ExpectTwice<Rejections>();
    // A rank below the number of axes cannot hold each axis once.
    EXPECT_FALSE(L::Packed({2, 3}).PlacedOn(1, {0, 0}));
    EXPECT_FALSE(L::Packed({2}).PlacedOn(0, {0}));
    // The errors of reshaping name the axis of the result that has no stride.
    EXPECT_EQ(L::Strided({2, 2, 1, 2, 3}, {6, 12, 6, 3, 1}).Reshaped({4, 6}).Reason().axis, 0u);
    EXPECT_EQ(L::Strided({2, 3}, {4, 1}).Reshaped({6}).Error(), E::NotAView);
    // The only possible strides do not fit 32 bits.
    EXPECT_FALSE(L::Packed({2147483648, 4}).Reshaped({2, 2147483648, 2}));
    // Values that the compiler cannot evaluate beforehand.
    const std::vector<std::uint32_t> most(4, Max32);
    EXPECT_TRUE(Says(L::Packed({6}).Reshaped(most).Reason(), E::NotAView, NoAxis, 6, Max64));
    EXPECT_TRUE(Says(L::Strided({3}, {most[0]}).Sliced(0, 0, 2, 2).Reason(), E::StrideLimit, 0, 8589934590, Max32));
}

// ---- tensors of more axes than DirectML takes -----------------------------------------------------------------------

constexpr std::int64_t Least64 = (std::numeric_limits<std::int64_t>::min)();
constexpr std::int64_t Most64 = (std::numeric_limits<std::int64_t>::max)();

// The arrays are parameters, because g++ 12 cannot compare a pointer into a temporary table with null at compile time.
template <std::size_t N> constexpr L OfAnyRank(const std::int64_t (&sizes)[N], std::uint64_t first = 0)
{
    return L::OfAnyRank(sizes, nullptr, N, first);
}

template <std::size_t N>
constexpr L OfAnyRank(const std::int64_t (&sizes)[N], const std::int64_t (&strides)[N], std::uint64_t first = 0)
{
    return L::OfAnyRank(sizes, strides, N, first);
}

constexpr auto MergedLayouts()
{
    return std::array{
        View{"nine axes merge to one", OfAnyRank({2, 3, 2, 3, 2, 3, 2, 3, 2}), L::Packed({2592})},
        View{"nine axes merge to two",
             OfAnyRank({2, 3, 2, 3, 2, 3, 2, 3, 2}, {1944, 648, 324, 108, 54, 18, 9, 3, 1}, 5),
             L::Strided({1296, 2}, {3, 1}, 5)},
        View{"the stride of size 1 has no effect", OfAnyRank({1, 2, 1, 3, 1}, {-1, 3, Least64, 1, Most64}),
             L::Packed({6})},
        View{"no axis is left",
             OfAnyRank({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                       {-7, 0, Most64, 1, 2, Least64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3),
             L::Strided({1}, {1}, 3)},
        View{"broadcast axes merge with each other alone", OfAnyRank({2, 3, 4, 5}, {0, 0, 5, 1}),
             L::Strided({6, 20}, {0, 1})},
        View{"eight axes remain",
             OfAnyRank({1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2},
                       {0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128}),
             L::Strided({2, 2, 2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128})},
        View{"a stride of 2^32 + 2 disappears", OfAnyRank({2, 2}, {0x100000002, 0x80000001}),
             L::Strided({4}, {0x80000001})},
        View{"axes that would have 2^32 elements", OfAnyRank({2, 65536, 65536}, {0, 65536, 1}),
             L::Strided({2, 65536, 65536}, {0, 65536, 1})},
        View{"the widest merged axis", OfAnyRank({65537, 65535}), L::Packed({Max32})},
        View{"a stride of 2^33 disappears", OfAnyRank({2, 65536, 65536, 2}), L::Packed({131072, 131072})},
        View{"the last possible position", OfAnyRank({2, 3}, Max64 - 5), L::Strided({6}, {1}, Max64 - 5)},
    };
}

constexpr auto AnyRankRejections()
{
    return std::array{
        Rejection{"a size below 0", OfAnyRank({2, -1, 4}), E::ValueRange, 1, Max64, Max32},
        Rejection{"a size of 2^32", OfAnyRank({0x100000000, 3, 4}), E::ValueRange, 0, 0x100000000, Max32},
        Rejection{"the size of axis 11", OfAnyRank({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -3}), E::ValueRange, 11, Max64 - 2,
                  Max32},
        Rejection{"a stride below 0, before one of size 1", OfAnyRank({2, 3, 1}, {3, -1, -5}), E::ValueRange, 1, Max64,
                  Max32},
        Rejection{"a stride before a zero", OfAnyRank({0, 3}, {3, -1}), E::ValueRange, 1, Max64, Max32},
        Rejection{"a zero among ten", OfAnyRank({2, 2, 2, 2, 2, 2, 2, 2, 2, 0}), E::ZeroSize, 9, 0, 1},
        Rejection{"nine axes", OfAnyRank({2, 2, 2, 2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128, 256}),
                  E::DimensionCount, NoAxis, 9, 8},
        Rejection{"a stride of 2^32", OfAnyRank({2, 3}, {0x100000000, 1}), E::StrideLimit, 0, 0x100000000, Max32},
        Rejection{"the stride of the last axis", OfAnyRank({1, 2, 1, 3}, {5, 1, 5, Most64}), E::StrideLimit, 3,
                  0x7FFFFFFFFFFFFFFF, Max32},
        Rejection{"a packed stride beyond 32 bits", OfAnyRank({65537, 65537, 65537}), E::StrideLimit, 0, 4295098369,
                  Max32},
        Rejection{"a packed stride of 2^64", OfAnyRank({2, 65536, 65536, 65536, 65536}), E::StrideLimit, 0, Max64,
                  Max32},
        Rejection{"a position of 2^64", OfAnyRank({2, 65535}, {4, 4}, Max64 - 3), E::SpanLimit, NoAxis, Max64, Max64},
        Rejection{"a count beyond 64 bits", OfAnyRank({Max32, Max32, Max32}, {0, 0, 0}), E::SpanLimit, NoAxis, Max64,
                  Max64},
        Rejection{"a size below 0 before a zero",
                  OfAnyRank({2, 2, 2, 0, 2, -2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128, 256}), E::ValueRange, 5,
                  Max64 - 1, Max32},
        Rejection{"a zero before nine axes", OfAnyRank({2, 2, 2, 0, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128, 256}),
                  E::ZeroSize, 3, 0, 1},
        Rejection{"nine axes before a stride",
                  OfAnyRank({2, 2, 2, 2, 2, 2, 2, 2, Max32}, {1, 2, 4, 8, 16, 32, 64, 128, Most64}), E::DimensionCount,
                  NoAxis, 9, 8},
        Rejection{"a stride before the count", OfAnyRank({Max32, Max32}, {0x100000000, 0}, Max64), E::StrideLimit, 0,
                  0x100000000, Max32},
    };
}

TEST(AnyRank, MergesAxesOrNamesTheReason)
{
    ExpectTwice<MergedLayouts>();
    ExpectTwice<AnyRankRejections>();
}

constexpr bool NullSizesAndRanks()
{
    const std::uint32_t* const none = nullptr;
    const std::uint32_t sizes[] = {2, 3};
    return Says(L::OfAnyRank(none, nullptr, 3).Reason(), E::NullPointer, NoAxis, 0, 3)
           && Says(L::OfAnyRank(none, sizes, 2).Reason(), E::NullPointer, NoAxis, 0, 2)
           && L::OfAnyRank(none, nullptr, 0) == L::Packed({1}) && L::OfAnyRank(none, none, 0, 4).FirstElement() == 4
           && L::OfAnyRank(sizes, none, 2) == L::Packed({6})
           && L::OfAnyRank(sizes, nullptr, 2) == L::Packed({6})
           // Nothing is read if there are so many axes.
           && Says(L::OfAnyRank(sizes, nullptr, -1).Reason(), E::DimensionCount, NoAxis, Max64, 8)
           && Says(L::OfAnyRank(sizes, nullptr, std::int64_t{-7}).Reason(), E::DimensionCount, NoAxis, Max64 - 6, 8);
}

// Characters, bools and floats are not sizes.
template <class Value, class = void> constexpr bool IsTaken = false;
template <class Value>
constexpr bool IsTaken<Value, std::void_t<decltype(L::OfAnyRank(std::declval<const Value*>(), nullptr, 2))>> = true;
template <class... Values> constexpr bool AreTaken = (IsTaken<Values> && ...);
template <class... Values> constexpr bool IsAnyTaken = (IsTaken<Values> || ...);
static_assert(AreTaken<int, unsigned char, signed char>);
static_assert(!IsAnyTaken<bool, char, wchar_t, char16_t, char32_t, float>);

TEST(AnyRank, NullSizesAreRejectedUnlessThereAreNone) { ExpectTwice<NullSizesAndRanks>(); }

TEST(AnyRank, AgreesWithTheExamples)
{
    const auto rows = verdict_file::Table("rank_examples.csv",
                                          "name,dimension_count,sizes,strides,total_float32,collapsed_axes,collapsed_"
                                          "sizes,collapsed_strides,directml_original,directml_collapsed");
    ASSERT_EQ(rows.size(), 33u);
    int valid = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(row[0]);
        const std::vector<std::uint64_t> sizes = verdict_file::Numbers(row[2]);
        const std::vector<std::uint64_t> strides = verdict_file::Numbers(row[3]);
        const std::uint64_t axes = verdict_file::Number(row[5]);
        ASSERT_EQ(sizes.size(), verdict_file::Number(row[1]));
        ASSERT_EQ(strides.size(), sizes.size());
        ASSERT_EQ(row[9], axes <= 8 ? "1" : "0"); // DirectML's verdict about the collapsed tensor
        const TensorLayout layout = TensorLayout::OfAnyRank(sizes.data(), strides.data(), sizes.size());
        if (axes > 8)
        {
            EXPECT_TRUE(Says(layout.Reason(), E::DimensionCount, NoAxis, axes, 8)) << ::testing::PrintToString(layout);
            continue;
        }
        ++valid;
        EXPECT_EQ(layout, TensorLayout::Strided(Dimensions(verdict_file::Numbers(row[6])),
                                                Dimensions(verdict_file::Numbers(row[7]))));
        EXPECT_EQ(layout.Rank(), axes);
        const BufferTensorDesc desc(DML_TENSOR_DATA_TYPE_FLOAT32, layout);
        EXPECT_TRUE(Validate(desc, TensorRole::Input).Ok());
        EXPECT_EQ(desc.TotalTensorSizeInBytes(), verdict_file::Number(row[4]));
    }
    EXPECT_EQ(valid, 23);
}

// ---- BroadcastSizes -------------------------------------------------------------------------------------------------

struct Common
{
    Dimensions a;
    Dimensions b;
    Dimensions result;
};

// The recorded examples below have others.
constexpr Common CommonSizes[] = {
    {{8, 1, 6, 1}, {7, 1, 5}, {8, 7, 6, 5}},
    {{Max32}, {Max32}, {Max32}},
    {{Max32, 1}, {Max32}, {Max32, Max32}}, // too many elements for a tensor are not too many for sizes
    // A scalar has no axes.
    {{}, {2, 3}, {2, 3}},
    {{}, {}, {}},
    // Size 0 is valid here; BroadcastTo rejects it.
    {{0}, {1}, {0}},
    {{2, 0}, {0}, {2, 0}},
};

constexpr bool Holds(const Common& each)
{
    return BroadcastSizes(each.a, each.b) == each.result && BroadcastSizes(each.b, each.a) == each.result;
}

// The example of the documentation on broadcasting: a bias.
static_assert(L::Packed({3, 1, 1}).BroadcastTo(BroadcastSizes({3, 1, 1}, {2, 3, 4, 5}))
              == L::Strided({2, 3, 4, 5}, {0, 1, 0, 0}));

struct NoCommon
{
    Dimensions result;
    E error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto NoCommonSizes()
{
    const Dimensions nine{1, 1, 1, 1, 1, 1, 1, 1, 1};
    return std::array{
        NoCommon{BroadcastSizes({2, 3}, {2, 4}), E::BroadcastSizes, 1, 3, 4},
        NoCommon{BroadcastSizes({2, 4}, {2, 3}), E::BroadcastSizes, 1, 4, 3},
        NoCommon{BroadcastSizes({2, 3}, {2}), E::BroadcastSizes, 1, 3, 2},
        NoCommon{BroadcastSizes({2}, {2, 3}), E::BroadcastSizes, 1, 2, 3},
        // The last axis that does not match, by its number in the result.
        NoCommon{BroadcastSizes({5, 6, 7, 1}, {8, 9, 1}), E::BroadcastSizes, 2, 7, 9},
        NoCommon{BroadcastSizes({4, 5, 1}, {9, 4, 3, 2}), E::BroadcastSizes, 2, 5, 3},
        NoCommon{BroadcastSizes({2, 1}, {8, 4, 3}), E::BroadcastSizes, 1, 2, 4},
        NoCommon{BroadcastSizes({2, 0}, {2, 3}), E::BroadcastSizes, 1, 0, 3},
        NoCommon{BroadcastSizes({Max32}, {Max32 - 1}), E::BroadcastSizes, 0, Max32, Max32 - 1},
        NoCommon{BroadcastSizes({-2, 3}, {2, 4}), E::ValueRange, 0, Max64 - 1, Max32},
        NoCommon{BroadcastSizes({2, 3}, {0x100000000, 4}), E::ValueRange, 0, 0x100000000, Max32},
        NoCommon{BroadcastSizes(nine, {2, -4}), E::DimensionCount, NoAxis, 9, 8},
        NoCommon{BroadcastSizes({2, -4}, nine), E::ValueRange, 1, Max64 - 3, Max32},
    };
}

constexpr bool Holds(const NoCommon& each)
{
    return each.result.Error() == each.error && each.result.empty()
           && Says(each.result.Reason(), each.error, each.axis, each.actual, each.required);
}

TEST(BroadcastSizes, ReturnsTheCommonSizesOrTheReason)
{
    ExpectTwice<CommonSizes>();
    ExpectTwice<NoCommonSizes>();
}

// The strides that DirectML accepts for all element-wise operators. An axis of size 1 may have any stride.
TEST(BroadcastSizes, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table("broadcast_examples.csv",
                                          "a_sizes,b_sizes,result_sizes,a_strides,b_strides,without_strides_accepted,"
                                          "leading_ones_accepted,size_one_stride_zero_accepted,broadcast_accepted");
    ASSERT_EQ(rows.size(), 37u);
    int common = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(&row - rows.data() + 2); // the line
        const Dimensions a(verdict_file::Numbers(row[0]));
        const Dimensions b(verdict_file::Numbers(row[1]));
        const Dimensions result = BroadcastSizes(a, b);
        EXPECT_EQ(BroadcastSizes(b, a).Error(), result.Error());
        if (row[2].empty())
        {
            EXPECT_EQ(result.Error(), E::BroadcastSizes) << ::testing::PrintToString(result);
            continue;
        }
        ++common;
        ASSERT_EQ(row[8], "1");
        EXPECT_EQ(result, Dimensions(verdict_file::Numbers(row[2])));
        EXPECT_EQ(BroadcastSizes(b, a), result);
        for (const std::size_t tensor : {std::size_t{0}, std::size_t{1}})
        {
            const Dimensions& sizes = tensor == 0 ? a : b;
            const TensorLayout view = TensorLayout::Packed(sizes).BroadcastTo(result);
            EXPECT_TRUE(
                view.SameElements(TensorLayout::Strided(result, Dimensions(verdict_file::Numbers(row[3 + tensor])))))
                << ::testing::PrintToString(view);
            EXPECT_TRUE(Validate(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, view), TensorRole::Input).Ok());
            // DirectML itself takes equal sizes alone.
            EXPECT_EQ(row[5] == "1", a == b);
        }
    }
    EXPECT_EQ(common, 30);
}

// ---- CollapsedTogether ----------------------------------------------------------------------------------------------

// The documented example {2,3,2,2,2,3,2,2,2,2} has ten axes, too many for a layout. Its first two and last two axes
// merge in each tensor, so that it is given here with eight.
constexpr Dimensions TenAxes{6, 2, 2, 2, 3, 2, 2, 4};

constexpr bool CollapsesTogether()
{
    const L a = L::Packed(TenAxes);
    const L b = L::Strided(TenAxes, {0, 0, 96, 48, 16, 8, 4, 1});
    const L c = L::Strided(TenAxes, {384, 192, 2, 1, 64, 32, 16, 4});
    const auto two = CollapsedTogether(std::array<L, 2>{a, b});
    const auto three = CollapsedTogether(std::array<L, 3>{a, b, c});
    return two[0] == L::Strided({12, 192}, {192, 1}) && two[1] == L::Strided({12, 192}, {0, 1})
           && three[0] == L::Strided({12, 4, 48}, {192, 48, 1}) && three[1] == L::Strided({12, 4, 48}, {0, 48, 1})
           && three[2] == L::Strided({12, 4, 48}, {192, 1, 4});
}

struct Pair
{
    L a;
    L b;
    L collapsedA;
    L collapsedB;
};

// The random tests have pairs of small layouts.
constexpr auto Pairs()
{
    return std::array{
        // Axes that one tensor cannot merge are merged in none.
        Pair{L::Packed({2, 3, 4}), L::Strided({2, 3, 4}, {16, 5, 1}), L::Packed({2, 3, 4}),
             L::Strided({2, 3, 4}, {16, 5, 1})},
        // Axes of size 1 disappear, whatever their strides; if all have size 1, one axis remains.
        Pair{L::Strided({2, 1, 3, 1}, {3, 9, 1, Max32}), L::Strided({2, 1, 3, 1}, {3, 0, 1, 7}), L::Packed({6}),
             L::Packed({6})},
        Pair{L::Strided({1, 1}, {5, 6}), L::Strided({1, 1}, {0, Max32}), L::Packed({1}), L::Packed({1})},
        // The first elements do not change.
        Pair{L::Strided({2, 3}, {3, 1}, 7), L::Strided({2, 3}, {3, 1}, Max64 - 5), L::Strided({6}, {1}, 7),
             L::Strided({6}, {1}, Max64 - 5)},
        // A merged size must fit 32 bits.
        Pair{L::Packed({65536, 65536}), L::Strided({65536, 65536}, {0, 0}), L::Packed({65536, 65536}),
             L::Strided({65536, 65536}, {0, 0})},
        Pair{L::Packed({65537, 65535}), L::Strided({65537, 65535}, {0, 0}), L::Packed({Max32}),
             L::Strided({Max32}, {0})},
        // 65535 * 65538 is 2^32 + 65534, which wraps to 65534 in 32 bits.
        Pair{L::Strided({2, 65535}, {65534, 65538}), L::Packed({2, 65535}), L::Strided({2, 65535}, {65534, 65538}),
             L::Packed({2, 65535})},
    };
}

constexpr bool Holds(const Pair& each)
{
    const std::array<L, 2> there = CollapsedTogether(std::array<L, 2>{each.a, each.b});
    const std::array<L, 2> back = CollapsedTogether(std::array<L, 2>{each.b, each.a});
    return there[0] == each.collapsedA && there[1] == each.collapsedB && back[0] == each.collapsedB
           && back[1] == each.collapsedA && there[0] && there[1];
}

// No tensor, and one, for which the result is Collapsed().
static_assert(CollapsedTogether(std::array<L, 0>{}).empty());
static_assert(CollapsedTogether(std::array<L, 1>{L::Packed({2, 3})})[0] == L::Packed({6}));
static_assert(CollapsedTogether(std::array<L, 1>{L::Strided({2, 3, 4}, {16, 5, 1})})[0]
              == L::Strided({2, 3, 4}, {16, 5, 1}).Collapsed());

struct Rejected
{
    std::array<L, 3> together;
    E error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto RejectedTogether()
{
    const L fine = L::Packed({2, 3});
    const L zero = L::Packed({2, 0});
    const L twice = fine.Transposed({0, 0});
    const auto together = [](const L& a, const L& b, const L& c) {
        return CollapsedTogether(std::array<L, 3>{a, b, c});
    };
    return std::array{
        Rejected{together(L(), fine, fine), E::DimensionCount, NoAxis, 0, 8},
        Rejected{together(fine, zero, twice), E::ZeroSize, 1, 0, 1},
        Rejected{together(fine, twice, zero), E::AxisOrder, 1, 0, 2},
        // An error of a layout comes before different sizes. The error has the size and that of the first layout.
        Rejected{together(fine, L::Packed({2, 4}), zero), E::ZeroSize, 1, 0, 1},
        Rejected{together(fine, fine, L::Packed({2, 4})), E::SizesDiffer, 1, 4, 3},
        Rejected{together(L::Packed({2, 4}), fine, fine), E::SizesDiffer, 1, 3, 4},
        Rejected{together(fine, L::Packed({4, 3}), L::Packed({2, 4})), E::SizesDiffer, 0, 4, 2},
        // Sizes must be equal: equal after broadcasting, or an equal number of elements, is not enough.
        Rejected{together(fine, L::Packed({1, 3}), fine), E::SizesDiffer, 0, 1, 2},
        Rejected{together(fine, L::Packed({3, 2}), fine), E::SizesDiffer, 0, 3, 2},
        Rejected{together(fine, L::Packed({1, 2, 3}), fine), E::SizesDiffer, NoAxis, 3, 2},
        Rejected{together(fine, fine, L::Packed({2})), E::SizesDiffer, NoAxis, 1, 2},
    };
}

constexpr bool Holds(const Rejected& each)
{
    for (const L& layout : each.together)
    {
        if (layout || !Says(layout.Reason(), each.error, each.axis, each.actual, each.required)) { return false; }
    }
    return true;
}

TEST(CollapsedTogether, MergesWhatAllLayoutsCanMergeOrNamesTheReason)
{
    ExpectTwice<CollapsesTogether>();
    ExpectTwice<Pairs>();
    ExpectTwice<RejectedTogether>();
    // Sizes that the compiler cannot evaluate beforehand.
    for (const std::uint32_t size : std::vector<std::uint32_t>{2, 4, 0})
    {
        const std::array<L, 3> three{L::Packed({2, 4}), L::Packed({2, size}), L::Packed({3, 4})};
        EXPECT_EQ(CollapsedTogether(three)[2].Error(), size == 0 ? E::ZeroSize : E::SizesDiffer);
        EXPECT_EQ(BroadcastSizes({2, -1}, {size}).Error(), E::ValueRange);
    }
}

// A framework may set any stride on an axis of size 1, so that stride is not read.
TEST(LayoutViews, OfAnyRankReadsTheStridesOfLongerAxesAlone)
{
    const std::int64_t sizes[] = {2, 1, 3}, strides[] = {3, -7, 1}, negative[] = {-3, 3, 1};
    const auto layout = L::OfAnyRank(sizes, strides, 3);
    EXPECT_TRUE(layout.Reason().Ok());
    EXPECT_EQ(layout, L::OfAnyRank(sizes, static_cast<const std::int64_t*>(nullptr), 3));
    EXPECT_EQ(L::OfAnyRank(sizes, negative, 3).Error(), E::ValueRange);
}

} // namespace

} // namespace layout_views_test
