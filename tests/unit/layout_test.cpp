// TensorLayout: construction, sizes, spans, offsets, classification, overlap and rejections, including the worked
// examples of Microsoft's documentation. Each table runs in a static_assert and in a TEST.
#include "layout_cases.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace layout_test
{

using namespace layout_cases;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Says;
using E = TensorError;
using L = TensorLayout;

namespace
{

// Given by number, because old target versions of the SDK hide some enumerators.
constexpr auto Unknown = static_cast<DML_TENSOR_DATA_TYPE>(0);

// ---- Classification -------------------------------------------------------------------------------------------------

// The results of the predicates as one number.
constexpr unsigned None = 0;
constexpr unsigned Packed = 1;
constexpr unsigned RowMajor = 2;
constexpr unsigned Broadcast = 4;
constexpr unsigned Padded = 8;
constexpr unsigned Overlap = 16;

constexpr unsigned ClassesOf(const TensorLayout& layout)
{
    return (layout.IsPacked() ? Packed : None) | (layout.IsRowMajor() ? RowMajor : None)
           | (layout.IsBroadcast() ? Broadcast : None) | (layout.IsPadded() ? Padded : None)
           | (layout.HasOverlap() ? Overlap : None);
}

struct Case
{
    const char* name;
    TensorLayout layout;
    Dimensions strides;
    std::uint64_t count;
    std::uint64_t span;
    unsigned classes;
};

constexpr bool Holds(const Case& one)
{
    const TensorLayout& layout = one.layout;
    return layout && layout.Error() == TensorError::None && layout.Reason().Ok()
           && layout.Rank() == layout.Sizes().size() && layout.Strides() == one.strides && layout.FirstElement() == 0
           && layout.ElementCount() == one.count && layout.ElementSpan() == one.span
           && ClassesOf(layout) == one.classes;
}

// clang-format off
constexpr auto Layouts()
{
    return std::array{
        // Of the documentation.
        Case{"row-major HW", L::Packed({2, 3}), {3, 1}, 6, 6, Packed | RowMajor},
        Case{"column-major WH", L::Packed({2, 3}, AxisOrder("HW", "WH")), {1, 2}, 6, 6, Packed},
        Case{"DHW", L::Packed({2, 2, 3}), {6, 3, 1}, 12, 12, Packed | RowMajor},
        Case{"row broadcast", L::Strided({2, 3}, {0, 1}), {0, 1}, 6, 3, Broadcast | Overlap},
        Case{"one row, broadcast", L::Packed({1, 3}).BroadcastTo({2, 3}), {0, 1}, 6, 3, Broadcast | Overlap},
        Case{"padded rows", L::Strided({2, 3}, {5, 1}), {5, 1}, 6, 8, Padded},
        Case{"padded rows by their stride", L::Packed({2, 3}).WithStride(0, 5), {5, 1}, 6, 8, Padded},
        Case{"2D as 4D, NCHW", L::Packed({1, 1, 3, 5}), {15, 15, 5, 1}, 15, 15, Packed | RowMajor},
        Case{"2D as 4D, NHWC", L::Packed({1, 1, 3, 5}, Layout::NHWC), {15, 1, 5, 1}, 15, 15, Packed | RowMajor},
        Case{"NCHW", L::Packed({2, 3, 4, 5}, Layout::NCHW), {60, 20, 5, 1}, 120, 120, Packed | RowMajor},
        Case{"NHWC", L::Packed({2, 3, 4, 5}, Layout::NHWC), {60, 1, 15, 3}, 120, 120, Packed},
        Case{"channels last of 3", L::Packed({2, 3, 4}, Layout::NHWC), {12, 1, 3}, 24, 24, Packed},
        Case{"one element", L::Packed({1}), {1}, 1, 1, Packed | RowMajor},
        Case{"the widest axis", L::Packed({Max32}), {1}, Max32, Max32, Packed | RowMajor},
        Case{"the largest stride", L::Packed({Max32, Max32}), {Max32, 1}, Square, Square, Packed | RowMajor},
        Case{"beyond 32 bits on size 1", L::Packed({1, Max32, 2}), {Max32, 2, 1}, 8589934590, 8589934590,
            Packed | RowMajor},
        Case{"the same as NHWC", L::Packed({Max32, Max32, 1}, Layout::NHWC), {Max32, 1, Max32}, Square, Square,
            Packed | RowMajor},
        Case{"one element", L::Strided({1, 1}, {0, Max32}), {0, Max32}, 1, 1, Packed | RowMajor},
        Case{"stride 0 on size 1 is no broadcast", L::Strided({1, 3}, {0, 1}), {0, 1}, 3, 3, Packed | RowMajor},
        Case{"a hidden overlap", L::Strided({2, 3, 4}, {22, 3, 1}), {22, 3, 1}, 24, 32, Padded | Overlap},
        Case{"the largest stride", L::Strided({2, 2}, {Max32, 1}), {Max32, 1}, 4, 4294967297, Padded},
        Case{"the largest span", L::Strided({Max32, 5}, {Max32, 3221225471}), {Max32, 3221225471}, 21474836475, Max64,
            Padded},
        Case{"the largest count", L::Strided({Max32, 641, 6700417}, {0, 0, 0}), {0, 0, 0}, Max64, 1,
            Broadcast | Overlap},
    };
}
// clang-format on

TEST(TensorLayout, HasItsStridesCountsAndClasses) { ExpectTwice<Layouts>(); }

// ---- Sizes in bytes -------------------------------------------------------------------------------------------------

struct Bytes
{
    const char* name;
    DML_TENSOR_DATA_TYPE dataType;
    TensorLayout layout;
    std::uint64_t size;
    std::uint64_t end;
};

// clang-format off
constexpr auto SizesInBytes()
{
    const L widest = L::Strided({Max32, 5}, {Max32, 3221225471});          // span 2^64 - 1
    const L fourBelow = L::Strided({Max32, 5, 2}, {Max32, 3221225470, 1}); // span 2^64 - 4
    const L quarter = L::Packed({2147483648, 2147483648});                 // span 2^62
    const L last = L::Strided({1}, {1}, Max64);                            // position 2^64 - 1
    return std::array{
        Bytes{"F16 {3}", Float16, L::Packed({3}), 8, 6},
        Bytes{"U8 {2,3}/{5,1}", UInt8, L::Strided({2, 3}, {5, 1}), 8, 8},
        Bytes{"F32 {2,3}/{5,1}", Float32, L::Strided({2, 3}, {5, 1}), 32, 32},
        Bytes{"F32 {2,3}/{0,1}", Float32, L::Strided({2, 3}, {0, 1}), 12, 12},
        Bytes{"F16 {5,55}/{9,3}", Float16, L::Strided({5, 55}, {9, 3}), 400, 398},
        Bytes{"U4 {9}", UInt4, L::Packed({9}), 8, 5},
        Bytes{"U4 {8}", UInt4, L::Packed({8}), 4, 4},
        Bytes{"I4 {1}", Int4, L::Packed({1}), 4, 1},
        Bytes{"F32 {1073741825}/{1}", Float32, L::Strided({1073741825}, {1}), 4294967300, 4294967300},
        Bytes{"F32 {65537,65537}/{65537,1}", Float32, L::Strided({65537, 65537}, {65537, 1}), 17180393476, 17180393476},
        Bytes{"F32 {0,3}/{3,1}", Float32, L::Strided({0, 3}, {3, 1}), 0, 0},
        Bytes{"U8 {2^31,2^31,5}", UInt8, L::Packed({2147483648, 2147483648, 5}), 0, 0},
        Bytes{"no data type", Unknown, L::Packed({3}), 0, 0},
        Bytes{"one byte, rounded up", UInt8, L::Packed({1}), 4, 1},
        Bytes{"F64", Float64, L::Packed({3}), 24, 24},
        Bytes{"the end counts the first element", Float16, L::Strided({3}, {1}, 4), 8, 14},
        Bytes{"a nibble that starts a byte", UInt4, L::Strided({2}, {1}, 4), 4, 3},
        Bytes{"nibbles that end in a byte's middle", Int4, L::Strided({2}, {1}, 3), 4, 3},
        Bytes{"2^64-1 bytes cannot be rounded up", UInt8, widest, 0, Max64},
        Bytes{"2^64-1 elements of 2 bytes", Float16, widest, 0, 0},
        Bytes{"2^64-1 nibbles", UInt4, widest, 0x8000000000000000, 0x8000000000000000},
        Bytes{"2^64-4 bytes", UInt8, fourBelow, Max64 - 3, Max64 - 3},
        Bytes{"2^64 bytes", Float32, quarter, 0, 0},
        Bytes{"2^63 bytes", Float16, quarter, 0x8000000000000000, 0x8000000000000000},
        Bytes{"the last position, in bytes", UInt8, last, 4, 0},
        Bytes{"a byte before the last position", UInt8, L::Strided({1}, {1}, Max64 - 1), 4, Max64},
        Bytes{"the last nibble", UInt4, last, 4, 0x8000000000000000},
        Bytes{"the last two nibbles", Int4, L::Strided({2}, {1}, Max64 - 1), 4, 0x8000000000000000},
        Bytes{"an end beyond 64 bits, a size within", Float32, L::Strided({1}, {1}, 0x4000000000000000), 4, 0},
    };
}
// clang-format on

constexpr bool Holds(const Bytes& one)
{
    return one.layout.SizeInBytes(one.dataType) == one.size && one.layout.EndInBytes(one.dataType) == one.end;
}

TEST(TensorLayout, SizesAndEndsInBytesAreRoundedAndFit64Bits) { ExpectTwice<SizesInBytes>(); }

// ---- Offsets and coordinates ----------------------------------------------------------------------------------------

struct Offset
{
    const char* name;
    TensorLayout layout;
    Dimensions coordinates;
    std::uint64_t offset;
};

constexpr auto OffsetCases()
{
    const L widest = L::Strided({Max32, 5}, {Max32, 3221225471});
    return std::array{
        Offset{"DHW, the letter H", L::Packed({2, 2, 3}), {1, 0, 1}, 7},
        Offset{"the last of the largest span", widest, {4294967294, 4}, Max64 - 1},
        Offset{"the last of the packed", L::Packed({Max32, Max32}), {4294967294, 4294967294}, Square - 1},
        Offset{"beyond axis 0", L::Packed({2, 3}), {2, 0}, NoOffset},
        Offset{"far beyond", L::Packed({2, 3}), {0, Max32}, NoOffset},
        Offset{"too few coordinates", L::Packed({2, 3}), {1}, NoOffset},
        Offset{"too many coordinates", L::Packed({2, 3}), {0, 1, 2}, NoOffset},
        Offset{"no coordinates", L::Packed({2, 3}), {}, NoOffset},
        Offset{"no layout", L(), {0}, NoOffset},
    };
}

constexpr bool Holds(const Offset& one) { return one.layout.ElementOffset(one.coordinates) == one.offset; }
static_assert(NoOffset == Max64);

TEST(TensorLayout, ElementOffsetsFollowStrides) { ExpectTwice<OffsetCases>(); }

// ---- HasOverlap, with results that follow from arithmetic -----------------------------------------------------------

struct OverlapCase
{
    const char* name;
    TensorLayout layout;
    bool overlap;
};

// Strides qr, pr, pq with pairwise coprime p, q, r. Two elements have the same offset only if their coordinates differ
// by multiples of p, q and r, and these multiples add up to 0. Elements thus overlap exactly if at least two sizes
// exceed their own number.
constexpr std::uint64_t P = 65521;
constexpr std::uint64_t Q = 65519;
constexpr std::uint64_t R = 65497;

constexpr TensorLayout ThreePrimes(std::uint64_t p, std::uint64_t q, std::uint64_t r)
{
    return TensorLayout::Strided(std::array{p, q, r}, std::array{Q * R, P * R, P * Q});
}

constexpr auto OverlapCases()
{
    return std::array{
        OverlapCase{"stride 0 of size 1", L::Strided({1, 3}, {0, 1}), false},
        OverlapCase{"stride 0 of the widest axis", L::Strided({Max32}, {0}), true},
        OverlapCase{"the widest axis", L::Strided({Max32}, {Max32}), false},
        // Two axes. random_tests/layouts.hpp tests those where both are shorter.
        OverlapCase{"wide and coprime below", L::Strided({2147483648, 2147483648}, {Max32, 4294967294}), false},
        OverlapCase{"wide with a common factor", L::Strided({3, Max32}, {4294967294, 2147483647}), true},
        OverlapCase{"a span of 2^64-1", L::Strided({Max32, 5}, {Max32, 3221225471}), false},
        OverlapCase{"one axis is the sum of two", L::Strided({2, 2, 2}, {4294967294, 4294967293, 1}), true},
        OverlapCase{"one axis is nearly the sum of two", L::Strided({2, 2, 2}, {Max32, 4294967293, 1}), false},
        OverlapCase{"three primes, all at the limit", ThreePrimes(P, Q, R), false},
        OverlapCase{"three primes, the first above", ThreePrimes(P + 1, Q, R), false},
        OverlapCase{"three primes, the first two above", ThreePrimes(P + 1, Q + 1, R), true},
        // Conway and Guy's sets: no two subsets have the same sum.
        OverlapCase{"distinct sums of 8", L::Strided({2, 2, 2, 2, 2, 2, 2, 2}, {40, 60, 71, 77, 80, 82, 83, 84}),
                    false},
        OverlapCase{"71 + 84 is 75 + 80", L::Strided({2, 2, 2, 2, 2, 2, 2, 2}, {40, 60, 71, 75, 80, 82, 83, 84}), true},
        OverlapCase{"too many elements", L::Strided({4, 4, 4, 4, 4, 4, 4, 4}, {61, 67, 71, 73, 79, 83, 89, 97}), true},
        OverlapCase{"powers of ten, eight axes",
                    L::Strided({9, 9, 9, 9, 9, 9, 9, 9}, {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000}), false},
        OverlapCase{"one digit too many",
                    L::Strided({9, 9, 9, 9, 11, 9, 9, 9}, {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000}), true},
    };
}

constexpr bool Holds(const OverlapCase& one)
{
    return one.layout && one.layout.HasOverlap() == one.overlap && (!one.overlap || !one.layout.IsPacked());
}

TEST(TensorLayout, HasOverlapAgreesWithArithmetic) { ExpectTwice<OverlapCases>(); }

// ---- ForEach --------------------------------------------------------------------------------------------------------

struct Visit
{
    std::array<std::uint32_t, 2> coordinates;
    std::uint64_t offset;
};

struct Recorder
{
    std::array<Visit, 8>* visits;
    std::size_t* count;

    constexpr void operator()(const Dimensions& coordinates, std::uint64_t offset) const noexcept
    {
        (*visits)[*count] = Visit{{coordinates[0], coordinates[1]}, offset};
        ++*count;
    }
};

constexpr bool VisitsRowMajor()
{
    std::array<Visit, 8> visits{};
    std::size_t count = 0;
    TensorLayout::Strided({2, 3}, {1, 4}, 10).ForEach(Recorder{&visits, &count});
    const std::array<Visit, 6> expected{Visit{{0, 0}, 10}, Visit{{0, 1}, 14}, Visit{{0, 2}, 18},
                                        Visit{{1, 0}, 11}, Visit{{1, 1}, 15}, Visit{{1, 2}, 19}};
    if (count != expected.size()) { return false; }
    for (std::size_t i = 0; i < count; ++i)
    {
        if (visits[i].coordinates[0] != expected[i].coordinates[0]
            || visits[i].coordinates[1] != expected[i].coordinates[1] || visits[i].offset != expected[i].offset)
        {
            return false;
        }
    }
    return true;
}

// ForEach is noexcept exactly if its visitor is.
struct ThrowingVisitor
{
    void operator()(const Dimensions&, std::uint64_t) const {}
};
static_assert(noexcept(TensorLayout().ForEach(Recorder{})) && !noexcept(TensorLayout().ForEach(ThrowingVisitor{})));

TEST(TensorLayout, ForEachIsRowMajor) { ExpectTwice<VisitsRowMajor>(); }

// ---- Rejections -----------------------------------------------------------------------------------------------------

constexpr auto PackedErrors()
{
    const int nine[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    return std::array{
        Rejection{"default", L(), E::DimensionCount, NoAxis, 0, 8},
        Rejection{"no sizes", L::Packed({}), E::DimensionCount, NoAxis, 0, 8},
        Rejection{"nine sizes", L::Packed(nine), E::DimensionCount, NoAxis, 9, 8},
        Rejection{"a size below 0", L::Packed({1, -5}), E::ValueRange, 1, 0xFFFFFFFFFFFFFFFB, Max32},
        Rejection{"a size above 32 bits", L::Packed({4294967296, 2}), E::ValueRange, 0, 4294967296, Max32},
        Rejection{"a null pointer", L::Packed(Dimensions(static_cast<const int*>(nullptr), 4)), E::NullPointer, NoAxis,
                  0, 4},
        Rejection{"a size of 0", L::Packed({2, 0, 3}), E::ZeroSize, 1, 0, 1},
        Rejection{"a stride of 2^32", L::Packed({3, 65536, 65536}), E::StrideLimit, 0, 4294967296, Max32},
        Rejection{"U8 {2^31,2^31,5}", L::Packed({2147483648, 2147483648, 5}), E::StrideLimit, 0, 10737418240, Max32},
        Rejection{"2^32 as NHWC", L::Packed({2, 65536, 65536}, Layout::NHWC), E::StrideLimit, 0, 4294967296, Max32},
        Rejection{"an axis named twice", L::Packed({2, 3, 4}, {0, 2, 2}), E::AxisOrder, 2, 2, 3},
        Rejection{"an order too short", L::Packed({2, 3, 4}, {0, 1}), E::AxisOrder, NoAxis, 2, 3},
        Rejection{"an order below 0", L::Packed({2, 3}, {0, -1}), E::ValueRange, 1, Max64, Max32},
        Rejection{"sizes before the order", L::Packed({2, -1}, {-1, 0}), E::ValueRange, 1, Max64, Max32},
        Rejection{"the order before a zero", L::Packed({0, 3}, {1, 1}), E::AxisOrder, 1, 1, 2},
        Rejection{"a zero before the stride", L::Packed({0, 65536, 65536}, Layout::NHWC), E::ZeroSize, 0, 0, 1},
    };
}

constexpr auto StridedErrors()
{
    const int nine[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    return std::array{
        Rejection{"no sizes", L::Strided({}, {}), E::DimensionCount, NoAxis, 0, 8},
        Rejection{"nine sizes", L::Strided(nine, {1}), E::DimensionCount, NoAxis, 9, 8},
        Rejection{"nine strides", L::Strided({1}, nine), E::DimensionCount, NoAxis, 9, 8},
        Rejection{"sizes before strides", L::Strided({-1}, nine), E::ValueRange, 0, Max64, Max32},
        Rejection{"a stride below 0", L::Strided({2, 3}, {3, -1}), E::ValueRange, 1, Max64, Max32},
        Rejection{"too few strides", L::Strided({2, 3}, {1}), E::RankDiffers, NoAxis, 1, 2},
        Rejection{"a size of 0", L::Strided({0, 3}, {3, 1}), E::ZeroSize, 0, 0, 1},
        Rejection{"a zero before the span", L::Strided({Max32, Max32, 0}, {Max32, Max32, 1}), E::ZeroSize, 2, 0, 1},
        Rejection{"a count of 2^64", L::Strided({65536, 65536, 65536, 65536}, {0, 0, 0, 0}), E::SpanLimit, NoAxis,
                  Max64, Max64},
        Rejection{"a count far beyond", L::Strided({Max32, Max32, Max32, Max32, Max32}, {0, 0, 0, 0, 0}), E::SpanLimit,
                  NoAxis, Max64, Max64},
        Rejection{"a span of 2^64", L::Strided({Max32, 5, 2}, {Max32, 3221225471, 1}), E::SpanLimit, NoAxis, Max64,
                  Max64},
        Rejection{"a position of 2^64", L::Strided({2}, {1}, Max64), E::SpanLimit, NoAxis, Max64, Max64},
        Rejection{"a position far beyond", L::Strided({Max32}, {Max32}, Max64), E::SpanLimit, NoAxis, Max64, Max64},
    };
}

// The last position of 2^64 - 1 fits; one more does not.
static_assert(TensorLayout::Strided({1}, {1}, Max64) && TensorLayout::Strided({1}, {1}, Max64).FirstElement() == Max64);
static_assert(TensorLayout::Strided({2}, {1}, Max64 - 1) && TensorLayout::Strided({2}, {0}, Max64));
static_assert(TensorLayout::Strided({1}, {Max32}, Max64));
static_assert(TensorLayout::Strided({Max32, 5}, {Max32, 3221225471}, 1));

// A layout with an error has no order of axes.
static_assert(TensorLayout::Packed({2, 3, 4}, static_cast<Layout>(2)).Error() == TensorError::AxisOrder);
static_assert(TensorLayout::Packed({2, 3, 4}, static_cast<Layout>(-1)).Error() == TensorError::AxisOrder);
static_assert(IsVoid(TensorLayout::Packed({2, 3, 4}, static_cast<Layout>(2))));

TEST(TensorLayout, PackedNamesTheWrongSizeOrOrder)
{
    ExpectTwice<PackedErrors>();
    EXPECT_EQ(TensorLayout::Packed({2, 3, 4}, static_cast<Layout>(2)).Error(), TensorError::AxisOrder);
    // Both slow strides are too large. The error may name either.
    EXPECT_EQ(TensorLayout::Packed({2, Max32, Max32, Max32}).Error(), TensorError::StrideLimit);
}

TEST(TensorLayout, StridedNamesTheWrongSizeOrStride)
{
    ExpectTwice<StridedErrors>();
    EXPECT_EQ(TensorLayout::Strided({1}, {1}, Max64).FirstElement(), Max64);
    // 2^64 - 1 is (2^32 - 1) * (2^32 + 1): 2^32 + 1 of the largest steps reach the last position, which has no span.
    const std::vector<std::uint32_t> strides(3, Max32);
    EXPECT_TRUE(
        Says(TensorLayout::Strided({2, 3, Max32}, strides).Reason(), TensorError::SpanLimit, NoAxis, Max64, Max64));
    EXPECT_EQ(TensorLayout::Strided({2, 3, Max32}, {Max32 - 1, strides[1], Max32}).ElementSpan(), Max64);
}

// ---- From the SDK's struct ------------------------------------------------------------------------------------------

constexpr DML_BUFFER_TENSOR_DESC Described(std::uint32_t count, const std::uint32_t* sizes,
                                           const std::uint32_t* strides)
{
    DML_BUFFER_TENSOR_DESC desc{};
    desc.DimensionCount = count;
    desc.Sizes = sizes;
    desc.Strides = strides;
    return desc;
}

constexpr std::uint32_t TwoByThree[2] = {2, 3};
constexpr std::uint32_t FiveOne[2] = {5, 1};
constexpr std::uint32_t ZeroZero[2] = {0, 0};
constexpr std::uint32_t Wide[3] = {2, 65536, 65536};
constexpr std::uint32_t WidestTwice[2] = {Max32, Max32};

constexpr bool ReadsDescriptions()
{
    return L::Of(Described(2, TwoByThree, nullptr)) == L::Packed({2, 3})
           && L::Of(Described(2, TwoByThree, FiveOne)) == L::Strided({2, 3}, {5, 1})
           && L::Of(Described(2, TwoByThree, ZeroZero)) == L::Strided({2, 3}, {0, 0})
           && L::Of(Described(1, TwoByThree, FiveOne)) == L::Strided({2}, {5})
           && L::Of(Described(2, TwoByThree, FiveOne), 9) == L::Strided({2, 3}, {5, 1}, 9)
           && L::Of(Described(2, TwoByThree, nullptr), Max64 - 5).FirstElement() == Max64 - 5;
}

constexpr auto DescriptionErrors()
{
    return std::array{
        Rejection{"all zero", L::Of(DML_BUFFER_TENSOR_DESC{}), E::DimensionCount, NoAxis, 0, 8},
        Rejection{"nine, nothing read", L::Of(Described(9, TwoByThree, FiveOne)), E::DimensionCount, NoAxis, 9, 8},
        Rejection{"the count before null sizes", L::Of(Described(9, nullptr, nullptr)), E::DimensionCount, NoAxis, 9,
                  8},
        Rejection{"a size of 0", L::Of(Described(2, ZeroZero, nullptr)), E::ZeroSize, 0, 0, 1},
        Rejection{"a stride beyond 32 bits", L::Of(Described(3, Wide, nullptr)), E::StrideLimit, 0, 4294967296, Max32},
        Rejection{"a span beyond 64 bits", L::Of(Described(2, WidestTwice, WidestTwice)), E::SpanLimit, NoAxis, Max64,
                  Max64},
        Rejection{"a position of 2^64", L::Of(Described(2, TwoByThree, nullptr), Max64 - 4), E::SpanLimit, NoAxis,
                  Max64, Max64},
    };
}
static_assert(TensorLayout::Of(Described(2, nullptr, nullptr)).Error() == TensorError::NullSizes);
static_assert(IsVoid(TensorLayout::Of(Described(2, nullptr, FiveOne))));
constexpr std::uint32_t TwoZero[] = {2, 0};
static_assert(IsVoid(TensorLayout::Of(Described(2, TwoZero, nullptr), 7)));
static_assert(IsVoid(TensorLayout::Of(Described(2, TwoZero, FiveOne), 7)));

TEST(TensorLayout, OfADescriptionReadsSizesAndStridesAlone)
{
    ExpectTwice<ReadsDescriptions>();
    ExpectTwice<DescriptionErrors>();
    EXPECT_EQ(TensorLayout::Of(Described(2, nullptr, FiveOne)).Error(), TensorError::NullSizes);

    // A layout does not read these members.
    const std::vector<std::uint32_t> sizes{2, 3};
    DML_BUFFER_TENSOR_DESC desc = Described(2, sizes.data(), nullptr);
    desc.TotalTensorSizeInBytes = 1;
    desc.GuaranteedBaseOffsetAlignment = 3;
    EXPECT_EQ(TensorLayout::Of(desc), TensorLayout::Packed({2, 3}));
}

// ---- Properties of the declarations ---------------------------------------------------------------------------------

static_assert(!std::is_convertible_v<TensorLayout, bool> && std::is_constructible_v<bool, TensorLayout>);

// ---------------------------------------------------------------------------------------------------------------------
// Checked arithmetic: in halves, and by the compiler's built-in functions, which not all compilers have
// ---------------------------------------------------------------------------------------------------------------------

struct Product
{
    std::uint64_t a;
    std::uint32_t b;
    std::uint64_t product; // modulo 2^64
    bool fits;
};

constexpr Product Products[] = {
    {0, Max32, 0, true},
    {Max32, Max32, Square, true},
    {std::uint64_t{1} << 32, Max32, 0xFFFFFFFF00000000, true},
    {0xFFFFFFFFFFFFFFFF, 1, 0xFFFFFFFFFFFFFFFF, true},
    {0xFFFFFFFFFFFFFFFF, 0, 0, true},
    {28778071877862015, 641, 0xFFFFFFFFFFFFFFFF, true},
    {28778071877862016, 641, 640, false},
    {std::uint64_t{1} << 32, std::uint32_t{1} << 31, std::uint64_t{1} << 63, true},
    {std::uint64_t{1} << 33, std::uint32_t{1} << 31, 0, false},
    {0x8000000000000000, 2, 0, false},
    {0x8000000000000001, 3, 0x8000000000000003, false},
    {0xFFFFFFFFFFFFFFFF, Max32, 0xFFFFFFFF00000001, false},
};

constexpr bool Holds(const Product& expected)
{
    std::uint64_t product = 1;
    std::uint64_t inHalves = 1;
    return detail::Multiply(expected.a, expected.b, product) == expected.fits && product == expected.product
           && detail::MultiplyInHalves(expected.a, expected.b, inHalves) == expected.fits
           && inHalves == expected.product;
}

TEST(CheckedArithmetic, ProductsAreTheSameInHalvesAndByTheCompiler) { ExpectTwice<Products>(); }

} // namespace

} // namespace layout_test
