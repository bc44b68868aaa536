// Microsoft's documented functions: the numbers of the documentation, random inputs with an exact model, and every case
// in which the documented code is wrong. Each table runs in a static_assert and in a TEST.
#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace documented_functions_test
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Max32;
using test_support::Max64;
using test_support::Random;

namespace
{

// Given by number, because old target versions of the SDK hide some enumerators.
constexpr DML_TENSOR_DATA_TYPE Type(std::uint32_t value) { return static_cast<DML_TENSOR_DATA_TYPE>(value); }

// ---- The exact results, in 128 bits, where nothing wraps ------------------------------------------------------------

using reference_model::BitsOf;
using reference_model::Wide;

constexpr std::uint64_t TrueSize(std::uint32_t type, std::uint32_t count, const std::uint32_t* sizes,
                                 const std::uint32_t* strides)
{
    if (BitsOf(type) == 0 || count == 0 || count > 8 || sizes == nullptr) { return 0; }
    for (std::uint32_t i = 0; i < count; ++i)
    {
        if (sizes[i] == 0) { return 0; }
    }
    reference_model::Tensor tensor;
    tensor.dataType = type;
    tensor.dimensionCount = count;
    tensor.sizes = sizes;
    tensor.strides = strides;
    const Wide bytes = reference_model::TrueSize(tensor);
    return reference_model::ElementSpan(tensor).high != 0 || bytes.high != 0 ? 0 : bytes.low;
}

// ---------------------------------------------------------------------------------------------------------------------
// The documented arithmetic, with the integer types of the two versions of the documented code
// ---------------------------------------------------------------------------------------------------------------------

enum class Printing
{
    Of2019,
    Newer
};

constexpr std::uint64_t ListedSize(Printing printing, DML_TENSOR_DATA_TYPE dataType, std::uint32_t count,
                                   const std::uint32_t* sizes, const std::uint32_t* strides)
{
    const std::uint32_t type = static_cast<std::uint32_t>(dataType);
    const bool listed = type >= 1 && type <= (printing == Printing::Of2019 ? 8u : 11u);
    const std::uint32_t elementSize = listed ? BitsOf(type) / 8 : 0;
    if (elementSize == 0) { return 0; }
    std::uint64_t bytes = elementSize;
    if (strides == nullptr)
    {
        for (std::uint32_t i = 0; i < count; ++i) { bytes *= sizes[i]; }
    }
    else
    {
        std::uint32_t last = 0;
        for (std::uint32_t i = 0; i < count; ++i) { last += (sizes[i] - 1) * strides[i]; }
        const std::uint32_t narrow = (last + 1) * elementSize;
        bytes = printing == Printing::Of2019 ? narrow : (std::uint64_t{last} + 1) * elementSize;
    }
    return (bytes + 3) / 4 * 4;
}

constexpr std::array<std::uint32_t, 4> ListedStrides(Layout layout, std::array<std::uint32_t, 4> sizes,
                                                     std::array<bool, 4> broadcast)
{
    std::array<std::uint32_t, 4> strides{};
    for (std::size_t i = 0; i < 4; ++i) { sizes[i] = broadcast[i] ? 1 : sizes[i]; }
    if (layout == Layout::NCHW) { strides = {sizes[1] * sizes[2] * sizes[3], sizes[2] * sizes[3], sizes[3], 1}; }
    if (layout == Layout::NHWC) { strides = {sizes[1] * sizes[2] * sizes[3], 1, sizes[3] * sizes[1], sizes[1]}; }
    for (std::size_t i = 0; i < 4; ++i) { strides[i] = broadcast[i] ? 0 : strides[i]; }
    return strides;
}

// ---- The documentation's numbers ------------------------------------------------------------------------------------

struct SizeCase
{
    const char* name;
    DML_TENSOR_DATA_TYPE dataType;
    std::uint32_t count;
    std::array<std::uint32_t, 8> sizes;
    bool strided;
    std::array<std::uint32_t, 8> strides;
    std::uint64_t expected;
};

constexpr bool Holds(const SizeCase& one)
{
    const std::uint32_t* const strides = one.strided ? one.strides.data() : nullptr;
    return DMLCalcBufferTensorSize(one.dataType, one.count, one.sizes.data(), strides) == one.expected
           && TrueSize(static_cast<std::uint32_t>(one.dataType), one.count, one.sizes.data(), strides) == one.expected;
}

constexpr std::array DocumentedSizes{
    SizeCase{"F16 {3}", Float16, 1, {3}, false, {}, 8},
    SizeCase{"U8 {2,3}/{5,1}", UInt8, 2, {2, 3}, true, {5, 1}, 8},
    SizeCase{"F32 {2,3}/{5,1}", Float32, 2, {2, 3}, true, {5, 1}, 32},
    SizeCase{"F32 {2,3}/{0,1}", Float32, 2, {2, 3}, true, {0, 1}, 12},
    SizeCase{"F16 {5,55}/{9,3}", Float16, 2, {5, 55}, true, {9, 3}, 400},
    SizeCase{"U4 {9}", UInt4, 1, {9}, false, {}, 8},
    SizeCase{"F32 {65535,65537}", Float32, 2, {65535, 65537}, false, {}, 17179869180},
    SizeCase{"F32 {1073741825}/{1}", Float32, 1, {1073741825}, true, {1}, 4294967300},
    SizeCase{"F32 {65537,65537}/{65537,1}", Float32, 2, {65537, 65537}, true, {65537, 1}, 17180393476},
    SizeCase{"F32 {0,3}/{3,1}", Float32, 2, {0, 3}, true, {3, 1}, 0},
    SizeCase{"U8 {2^31,2^31,5}", UInt8, 3, {2147483648, 2147483648, 5}, false, {}, 0},
};

constexpr std::array LimitSizes{
    SizeCase{"2^64-4 bytes", UInt8, 3, {Max32, 5, 2}, true, {Max32, 3221225470, 1}, Max64 - 3},
    SizeCase{"2^64-3 bytes", UInt8, 3, {Max32, 5, 3}, true, {Max32, 3221225470, 1}, 0},
    SizeCase{"2^64-1 bytes", UInt8, 2, {Max32, 5}, true, {Max32, 3221225471}, 0},
    SizeCase{"2^64 bytes", UInt8, 3, {Max32, 5, 2}, true, {Max32, 3221225471, 1}, 0},
    SizeCase{"2^64-1 nibbles", UInt4, 2, {Max32, 5}, true, {Max32, 3221225471}, 0x8000000000000000},
    SizeCase{"2^64 bytes of 4-byte elements, packed", Float32, 2, {2147483648, 2147483648}, false, {}, 0},
    SizeCase{"2^64+2^48 bytes, packed", UInt8, 4, {65536, 65536, 65536, 65537}, false, {}, 0},
    SizeCase{"a wide broadcast",
             Float32,
             8,
             {Max32, Max32, Max32, Max32, Max32, Max32, Max32, 3},
             true,
             {0, 0, 0, 0, 0, 0, 0, 1},
             12},
};

// 4-bit elements: the bytes of more than 2^64-1 elements would fit, but not their count.
constexpr std::array NibbleSizes{
    SizeCase{"2^64-1 nibbles, packed", UInt4, 5, {65535, 65537, 641, 6700417, 1}, false, {}, 0x8000000000000000},
    SizeCase{"2^64 nibbles", UInt4, 3, {Max32, 5, 2}, true, {Max32, 3221225471, 1}, 0},
    SizeCase{"2^64 nibbles, packed", UInt4, 4, {65536, 65536, 65536, 65536}, false, {}, 0},
    SizeCase{"2^65-2^34 nibbles, packed", UInt4, 3, {2147483647, 2147483648, 8}, false, {}, 0},
};

TEST(DocumentedFunctions, SizesAreThoseOfTheDocumentation) { ExpectTwice<DocumentedSizes>(); }

TEST(DocumentedFunctions, SizesAreExactAtTheLimits) { ExpectTwice<LimitSizes>(); }

TEST(DocumentedFunctions, SizesOfMoreThan64BitsOfNibblesAre0) { ExpectTwice<NibbleSizes>(); }

template <std::size_t N> struct StridesCase
{
    const char* name;
    Layout layout;
    std::array<std::uint32_t, N> sizes;
    std::array<bool, N> broadcast;
    std::array<std::uint32_t, N> expected;
};
using Strides4 = StridesCase<4>;
using Strides5 = StridesCase<5>;

// std::array compares at compile time in C++20 only.
template <std::size_t N>
constexpr bool Same(const std::array<std::uint32_t, N>& one, const std::array<std::uint32_t, N>& other)
{
    for (std::size_t i = 0; i < N; ++i)
    {
        if (one[i] != other[i]) { return false; }
    }
    return true;
}

template <std::size_t N> constexpr bool Holds(const StridesCase<N>& one)
{
    return Same(CalculateStrides(one.layout, one.sizes, one.broadcast), one.expected);
}

constexpr std::array DocumentedStrides{
    Strides4{"NCHW", Layout::NCHW, {2, 3, 4, 5}, {}, {60, 20, 5, 1}},
    Strides4{"NHWC", Layout::NHWC, {2, 3, 4, 5}, {}, {60, 1, 15, 3}},
    Strides4{"NHWC broadcasting W", Layout::NHWC, {2, 3, 4, 5}, {false, false, false, true}, {12, 1, 3, 0}},
    Strides4{"NHWC broadcasting C", Layout::NHWC, {2, 3, 4, 5}, {false, true, false, false}, {20, 0, 5, 1}},
    Strides4{"NCHW broadcasting all", Layout::NCHW, {2, 3, 4, 5}, {true, true, true, true}, {0, 0, 0, 0}},
    Strides4{"a stride of 2^32-1", Layout::NCHW, {2, 1, 65535, 65537}, {}, {Max32, Max32, 65537, 1}},
    Strides4{
        "a broadcast makes it fit", Layout::NCHW, {2, 65536, 65536, 3}, {false, false, true, false}, {196608, 3, 0, 1}},
};

constexpr std::array Strides5D{
    Strides5{"NCDHW", Layout::NCHW, {2, 3, 4, 5, 6}, {}, {360, 120, 30, 6, 1}},
    Strides5{"NDHWC", Layout::NHWC, {2, 3, 4, 5, 6}, {}, {360, 1, 90, 18, 3}},
    Strides5{"NDHWC broadcasting N and W",
             Layout::NHWC,
             {2, 3, 4, 5, 6},
             {true, false, false, false, true},
             {0, 1, 15, 3, 0}},
    Strides5{"beyond 32 bits", Layout::NCHW, {2, 3, 4, 65536, 65536}, {}, {Max32, Max32, Max32, 65536, 1}},
    Strides5{
        "2^64 would wrap to 0", Layout::NCHW, {2, 65536, 65536, 65536, 65536}, {}, {Max32, Max32, Max32, 65536, 1}},
};

TEST(DocumentedFunctions, StridesAreThoseOfTheDocumentation) { ExpectTwice<DocumentedStrides>(); }

TEST(DocumentedFunctions, StridesOfFiveDimensionsAreThoseOfTheListing) { ExpectTwice<Strides5D>(); }

// Code that follows the documentation: braced lists, arrays passed on, and the documented types for the results.
constexpr std::uint64_t DescribeAsDocumented()
{
    const std::array<std::uint32_t, 4> sizes = {2, 3, 4, 5};
    std::array<std::uint32_t, 4> strides = CalculateStrides(Layout::NHWC, sizes, {false, false, false, false});
    return DMLCalcBufferTensorSize(Float16, 4, sizes.data(), strides.data());
}
static_assert(DescribeAsDocumented() == 240);
static_assert(Same(CalculateStrides(Layout::NHWC, {1, 1, 3, 5}, {false, false, false, false}),
                   std::array<std::uint32_t, 4>{15, 1, 5, 1}));
static_assert(std::is_same_v<decltype(CalculateStrides(Layout::NCHW, {1, 2, 3, 4}, {})), std::array<std::uint32_t, 4>>);
static_assert(std::is_same_v<decltype(DMLCalcBufferTensorSize(Float32, 0, nullptr, nullptr)), std::uint64_t>);

TEST(DocumentedFunctions, CompileAsTheListingDoes)
{
    EXPECT_EQ(DescribeAsDocumented(), 240u);
    const unsigned int sizes[4] = {1, 1, 3, 5};
    EXPECT_EQ(DMLCalcBufferTensorSize(Float32, 4, sizes, nullptr), 60u);
    EXPECT_EQ(CalculateStrides(Layout::NHWC, {1, 1, 3, 5}, {false, false, false, false}),
              (std::array<std::uint32_t, 4>{15, 1, 5, 1}));
}

// ---- Random inputs against the exact model --------------------------------------------------------------------------

std::uint32_t RandomValue(Random& random)
{
    const std::uint32_t limits[6] = {4, 16, 1000, 70000, 2000000, Max32};
    switch (random.Below(24))
    {
    case 0: return 0;
    case 1: return Max32 - random.Below(3);
    case 2: return std::uint32_t{1} << random.Below(32);
    default: return 1 + random.Below(limits[random.Below(6)]);
    }
}

// Arrays on the heap with exactly the given number of values, so that a sanitizer detects a read beyond the end.
TEST(DocumentedFunctions, SizesAgreeWithTheExactModel)
{
    Random random(0x31);
    int asListed = 0;
    int otherwise = 0;
    int none = 0;
    for (int round = 0; round < 30000; ++round)
    {
        const std::uint32_t count = random.OneIn(30) ? random.Below(12) : 1 + random.Below(round % 3 == 0 ? 8u : 3u);
        const std::uint32_t type = random.Below(16);
        std::vector<std::uint32_t> sizes(count);
        std::vector<std::uint32_t> strides(count);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            sizes[i] = RandomValue(random);
            strides[i] = RandomValue(random);
        }
        const std::uint32_t* const given = random.OneIn(2) ? strides.data() : nullptr;

        const std::uint64_t expected = TrueSize(type, count, sizes.data(), given);
        EXPECT_EQ(DMLCalcBufferTensorSize(Type(type), count, sizes.data(), given), expected)
            << "type " << type << ' ' << testing::PrintToString(sizes)
            << (given == nullptr ? " packed" : "/" + testing::PrintToString(strides));
        const std::uint64_t listed = ListedSize(Printing::Newer, Type(type), count, sizes.data(), given);
        none += expected == 0 ? 1 : 0;
        asListed += expected != 0 && listed == expected ? 1 : 0;
        otherwise += expected != 0 && listed != expected ? 1 : 0;
    }
    // Both sides of every limit occurred often.
    EXPECT_GT(none, 3000);
    EXPECT_GT(asListed, 3000);
    EXPECT_GT(otherwise, 3000);
}

// ---------------------------------------------------------------------------------------------------------------------
// Cases in which the results differ from the documented code. docs/microsoft_compatibility.md has a row for each name.
// ---------------------------------------------------------------------------------------------------------------------

// The result of the documented code, and the right one.
struct DifferenceCase
{
    const char* name;
    Printing printing;
    DML_TENSOR_DATA_TYPE dataType;
    std::uint32_t count;
    std::array<std::uint32_t, 9> sizes;
    bool strided;
    std::array<std::uint32_t, 9> strides;
    std::uint64_t listed;
    std::uint64_t ours;
};

constexpr auto Newer = Printing::Newer;
constexpr auto Of2019 = Printing::Of2019; // the version that multiplies by the element size in 32 bits

// clang-format off
constexpr std::array Differences{
    DifferenceCase{"SixtyFourBitTypes", Of2019, Float64, 1, {3}, false, {}, 0, 24},
    DifferenceCase{"SixtyFourBitTypes", Of2019, UInt64, 1, {3}, false, {}, 0, 24},
    DifferenceCase{"SixtyFourBitTypes", Of2019, Int64, 2, {2, 3}, true, {5, 1}, 0, 64},
    DifferenceCase{"ThirtyTwoBitProduct", Newer, Float32, 2, {65537, 65537}, true, {65537, 1}, 524292, 17180393476},
    DifferenceCase{"ThirtyTwoBitProduct", Newer, UInt8, 1, {3}, true, {2147483648}, 4, 4294967300},
    DifferenceCase{"ThirtyTwoBitProduct", Newer, UInt8, 1, {65537}, true, {65536}, 4, 4294967300},
    DifferenceCase{"ThirtyTwoBitSum", Newer, UInt8, 2, {2, 2}, true, {2147483648, 2147483648}, 4, 4294967300},
    DifferenceCase{"ThirtyTwoBitSum", Newer, Float32, 2, {2, 2}, true, {4294967295, 3}, 12, 17179869196},
    DifferenceCase{"ThirtyTwoBitBytes", Of2019, Float32, 1, {1073741825}, true, {1}, 4, 4294967300},
    DifferenceCase{"ThirtyTwoBitBytes", Of2019, UInt8, 1, {2}, true, {4294967295}, 0, 4294967296},
    DifferenceCase{"SixtyFourBitProduct", Newer, UInt8, 3, {2147483648, 2147483648, 5}, false, {},
                   0x4000000000000000, 0},
    DifferenceCase{"SixtyFourBitProduct", Newer, Float32, 2, {2147483649, 2147483648}, false, {}, 8589934592, 0},
    DifferenceCase{"ZeroSize", Newer, Float32, 2, {0, 3}, true, {3, 1}, 17179869184, 0},
    DifferenceCase{"ZeroSize", Newer, UInt8, 1, {0}, true, {0}, 4, 0},
    // With strides the documented code has one element; without, it reads the first size.
    DifferenceCase{"NoDimensions", Newer, Float32, 0, {2, 3}, true, {3, 1}, 4, 0},
    DifferenceCase{"NoDimensions", Of2019, Float16, 0, {2, 3}, true, {3, 1}, 4, 0},
    DifferenceCase{"MoreThanEightDimensions", Newer, Float32, 9, {1, 1, 1, 1, 1, 1, 1, 2, 3}, false, {}, 24, 0},
    DifferenceCase{"MoreThanEightDimensions", Newer, Float32, 9, {1, 1, 1, 1, 1, 1, 1, 2, 3}, true,
                   {6, 6, 6, 6, 6, 6, 6, 3, 1}, 24, 0},
    DifferenceCase{"FourBitTypes", Newer, UInt4, 1, {9}, false, {}, 0, 8},
    DifferenceCase{"FourBitTypes", Newer, Int4, 1, {8}, false, {}, 0, 4},
    DifferenceCase{"FourBitTypes", Newer, Int4, 2, {2, 3}, true, {5, 1}, 0, 4},
    DifferenceCase{"FourBitTypes", Newer, UInt4, 2, {2, 3}, true, {6, 1}, 0, 8},
};
// clang-format on

constexpr bool Holds(const DifferenceCase& one)
{
    const std::uint32_t* const strides = one.strided ? one.strides.data() : nullptr;
    return one.listed != one.ours
           && ListedSize(one.printing, one.dataType, one.count, one.sizes.data(), strides) == one.listed
           && DMLCalcBufferTensorSize(one.dataType, one.count, one.sizes.data(), strides) == one.ours;
}

TEST(DocumentedFunctions, CompatDifference) { ExpectTwice<Differences>(); }

// Without strides the documented code returns 0, too.
TEST(DocumentedFunctions, ZeroSizeWithoutStridesIs0)
{
    const std::uint32_t sizes[2] = {0, 3};
    EXPECT_EQ(ListedSize(Newer, Float32, 2, sizes, nullptr), 0u);
    EXPECT_EQ(DMLCalcBufferTensorSize(Float32, 2, sizes, nullptr), 0u);
}

// The count is checked before anything is read through the pointers.
TEST(DocumentedFunctions, InvalidCountsReadNothing)
{
    const std::vector<std::uint32_t> one(1, 2);
    EXPECT_EQ(DMLCalcBufferTensorSize(Float32, 0, one.data(), nullptr), 0u);
    EXPECT_EQ(DMLCalcBufferTensorSize(Float32, 9, one.data(), one.data()), 0u);
    EXPECT_EQ(DMLCalcBufferTensorSize(Float32, Max32, one.data(), nullptr), 0u);
}

// The documented code reads through the null pointer.
constexpr bool NullSizesAreNoTensor()
{
    const std::uint32_t strides[2] = {3, 1};
    return DMLCalcBufferTensorSize(Float32, 2, nullptr, nullptr) == 0
           && DMLCalcBufferTensorSize(Float32, 2, nullptr, strides) == 0
           && DMLCalcBufferTensorSize(Float32, 0, nullptr, nullptr) == 0
           && DMLCalcBufferTensorSize(UInt4, 8, nullptr, nullptr) == 0;
}

TEST(DocumentedFunctions, CompatDifference_NullSizes) { ExpectTwice<NullSizesAreNoTensor>(); }

struct StridesDifference
{
    Layout layout;
    std::array<std::uint32_t, 4> sizes;
    std::array<bool, 4> broadcast;
    std::array<std::uint32_t, 4> listed;
    std::array<std::uint32_t, 4> ours;
};

constexpr bool Holds(const StridesDifference& one)
{
    return !Same(one.listed, one.ours) && Same(ListedStrides(one.layout, one.sizes, one.broadcast), one.listed)
           && Same(CalculateStrides(one.layout, one.sizes, one.broadcast), one.ours);
}

constexpr std::array StridesBeyond32Bits{
    StridesDifference{Layout::NCHW, {2, 3, 65536, 65536}, {}, {0, 0, 65536, 1}, {Max32, Max32, 65536, 1}},
    StridesDifference{Layout::NCHW, {1, 2, 65537, 65537}, {}, {262146, 131073, 65537, 1}, {Max32, Max32, 65537, 1}},
    StridesDifference{Layout::NHWC, {2, 65536, 2, 65536}, {}, {0, 1, 0, 65536}, {Max32, 1, Max32, 65536}},
    StridesDifference{Layout::NHWC, {2, 65536, 65537, 1}, {}, {65536, 1, 65536, 65536}, {Max32, 1, 65536, 65536}},
};

TEST(DocumentedFunctions, CompatDifference_StridesBeyond32Bits)
{
    ExpectTwice<StridesBeyond32Bits>();
    // A layout with such a stride is never small.
    const std::array<std::uint32_t, 4> sizes = {2, 3, 65536, 65536};
    const std::array<std::uint32_t, 4> strides = CalculateStrides(Layout::NCHW, sizes, {false, false, false, false});
    EXPECT_GE(DMLCalcBufferTensorSize(UInt8, 4, sizes.data(), strides.data()), std::uint64_t{Max32});
}

constexpr std::array UnknownLayout{
    StridesDifference{static_cast<Layout>(2), {2, 3, 4, 5}, {}, {0, 0, 0, 0}, {Max32, Max32, Max32, Max32}},
    StridesDifference{
        static_cast<Layout>(-1), {2, 3, 4, 5}, {false, true, false, true}, {0, 0, 0, 0}, {Max32, 0, Max32, 0}},
};

TEST(DocumentedFunctions, CompatDifference_UnknownLayout)
{
    ExpectTwice<UnknownLayout>();
    const std::array<std::uint32_t, 5> sizes = {2, 3, 4, 5, 6};
    EXPECT_EQ(CalculateStrides(static_cast<Layout>(2), sizes, std::array<bool, 5>{true, false, false, false, false}),
              (std::array<std::uint32_t, 5>{0, Max32, Max32, Max32, Max32}));
}

// No difference: the documented result for an unknown type.
TEST(DocumentedFunctions, UnknownTypesReturn0AsDocumented)
{
    const std::uint32_t sizes[2] = {2, 3};
    const std::uint32_t strides[2] = {5, 1};
    for (const std::uint32_t type : {0u, LastType + 1, LastType + 2})
    {
        EXPECT_EQ(ListedSize(Printing::Newer, Type(type), 2, sizes, strides), 0u);
        EXPECT_EQ(DMLCalcBufferTensorSize(Type(type), 2, sizes, strides), 0u);
        EXPECT_EQ(DMLCalcBufferTensorSize(Type(type), 2, sizes, nullptr), 0u);
        EXPECT_EQ(DMLCalcBufferTensorSize(Type(type), 9, sizes, nullptr), 0u);
    }
}

} // namespace

} // namespace documented_functions_test
