// Conversions between any two layouts, and rejections. convert_test.cpp tests the values.
#include "models/conversions.hpp"
#include "random_tests/conversions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace convert_layout_test
{

namespace
{

using namespace convert_support;
using test_support::Max64;

constexpr Variants EveryPathAuto{true, false};
constexpr Variants BestPathAuto{false, false};

// The default Conversion.
constexpr Conversion Plain;
static_assert(Plain.scale == 1 && Plain.bias == 0 && Plain.scales.size() == 0 && Plain.biases.size() == 0
              && Plain.axis == 1);
static_assert(std::is_aggregate_v<Conversion>);

// Floats can be made from any container, but not from a temporary, which would not live long enough.
constexpr float Three[] = {1, 2, 3};
constexpr std::array<float, 2> Two{1, 2};
static_assert(Floats().size() == 0 && Floats().data() == nullptr && Floats(Three).size() == 3
              && Floats(Three).data() == Three && Floats(Two).size() == 2 && Floats(Two).data() == Two.data()
              && Floats(Three, 2).size() == 2 && Floats(Three, std::int8_t{-1}).size() == 0);
static_assert(std::is_convertible_v<std::vector<float>&, Floats> && std::is_convertible_v<const float (&)[3], Floats>);
static_assert(!std::is_constructible_v<Floats, std::vector<float>>);
static_assert(!std::is_constructible_v<Floats, const std::array<float, 2>>);
static_assert(!std::is_constructible_v<Floats, std::vector<double>&>);
static_assert(!std::is_convertible_v<std::nullptr_t, Floats>);

// Calls with another order of the sides do not compile.
template <class First, class Second, class = void> inline constexpr bool IsConversion = false;
template <class First, class Second>
inline constexpr bool IsConversion<
    First, Second, std::void_t<decltype(ConvertTensor(std::declval<const First&>(), std::declval<const Second&>()))>> =
    true;
static_assert(IsConversion<Destination, Source>);
static_assert(!IsConversion<Source, Destination> && !IsConversion<Destination, Destination>);

// Which of the two arrays are given.
enum class Arrays
{
    None,
    Scales,
    Biases,
    Both
};
constexpr Arrays AllArrays[] = {Arrays::None, Arrays::Scales, Arrays::Biases, Arrays::Both};

// One scale and bias per position along the axis, or one for all.
Factors FactorsAlong(Random& random, const Dimensions& sizes, std::uint32_t axis, Arrays arrays)
{
    Factors factors;
    factors.axis = axis;
    factors.scale = RandomFactor(random);
    factors.bias = RandomFactor(random);
    if (arrays == Arrays::Scales || arrays == Arrays::Both) { factors.scales = RandomFactors(random, sizes[axis]); }
    if (arrays == Arrays::Biases || arrays == Arrays::Both) { factors.biases = RandomFactors(random, sizes[axis]); }
    return factors;
}

Convert Make(const Types& types, const TensorLayout& to, const TensorLayout& from, const Factors& factors = {})
{
    return {{types.to, to, from}, types.from, factors};
}

// Every pair of types, the destination's first.
class ConvertOfTypes : public testing::TestWithParam<std::tuple<DML_TENSOR_DATA_TYPE, DML_TENSOR_DATA_TYPE>>
{
protected:
    Types types{std::get<0>(GetParam()), std::get<1>(GetParam())};
    Random random{static_cast<std::uint64_t>(types.to) * 16 + static_cast<std::uint64_t>(types.from)};
};

INSTANTIATE_TEST_SUITE_P(Convert, ConvertOfTypes,
                         testing::Combine(testing::ValuesIn(AllTypes), testing::ValuesIn(AllTypes)));

// Whether a pattern holds the coefficients of a step of a row, and of the smallest plane of every kernel.
constexpr bool FitsPattern(const detail::ConvertKernels& table)
{
    bool fits = detail::RepeatedPattern <= detail::PatternCapacity && table.minLength <= detail::WidestVector;
    for (const detail::PlaneKernels* const from : table.planes)
    {
        for (std::uint32_t to = 0; from != nullptr && to < detail::PlaneTypes; ++to)
        {
            for (const detail::PlaneKernel& kernel : from[to].kernels)
            {
                fits = fits && std::size_t{kernel.minRows} * kernel.rowRepeat <= detail::PatternCapacity
                       && std::size_t{kernel.minColumns} * kernel.columnRepeat <= detail::PatternCapacity
                       && kernel.minPattern <= detail::PatternCapacity;
            }
        }
    }
    return fits;
}
static_assert(FitsPattern(detail::scalar::Table<void>) && FitsPattern(detail::convert128::Table<void>));
#if DTU_IS_X86
static_assert(FitsPattern(detail::convert256::Table<void>));
#endif

// Each path has its own kernels: for single elements, and for vectors if the machine supports them.
TEST(Convert, EachPathHasItsOwnKernels)
{
    EXPECT_EQ(detail::PathKernelsOf(CopyPath::Portable).convert->minLength, 1U);
    const auto* const best = detail::PathKernelsOf(detail::BestConvertPath()).convert;
    // The intrinsics variant has no kernels of 16 bytes on x86.
    EXPECT_EQ(best->minLength, detail::BestConvertPath() >= CopyPath::Vector256   ? 8U
                               : detail::BestConvertPath() == CopyPath::Vector128 ? detail::convert128::Width
                                                                                  : 1U);
}

std::string WayText(const detail::ConvertWay& way)
{
    switch (way.method)
    {
    case detail::ConvertMethod::Rows: return "rows";
    case detail::ConvertMethod::Planes:
        return way.planeKernel->pixels == detail::Pixels::None ? "planes" : "planes of pixels";
    case detail::ConvertMethod::BytePixels: return "byte pixels";
    case detail::ConvertMethod::Slice: return "slice";
    case detail::ConvertMethod::EachChannel: return "each channel";
    case detail::ConvertMethod::ReorderedPlanes: return "reordered planes";
    case detail::ConvertMethod::ChannelTiles: return "channel tiles";
    case detail::ConvertMethod::Tiles: break;
    }
    return "tiles";
}

// How conversions are done, at the start of a cache line. Nothing is converted here.
TEST(Convert, HasTheWayOfItsTypesAndLayouts)
{
    struct Case
    {
        const char* name;
        Types types;
        TensorLayout destination;
        TensorLayout source;
        const char* vector256; // with AVX2
        const char* portable;
        Dimensions channels = {};
        CopyHint hint = CopyHint::Auto;
    };
    const Dimensions rgb{1, 3, 224, 224};
    const Dimensions rgba{1, 4, 224, 224};
    const Dimensions large{1, 64, 512, 512}; // 64 MiB of FLOAT32
    const auto planes = [](const Dimensions& sizes) { return TensorLayout::Packed(sizes); };
    const auto pixels = [](const Dimensions& sizes) { return TensorLayout::Packed(sizes, Layout::NHWC); };
    const Types fromBytes{Float16, UInt8};
    const Types fromFloats{Float16, Float32};
    const Case cases[] = {
        {"the same layout", fromFloats, planes(rgb), planes(rgb), "rows", "rows"},
        {"one element", fromFloats, planes({1}), planes({1}), "rows", "rows"},
        {"one element of 4 bits", {Float16, TypeOfBits(4)}, planes({1}), planes({1}), "tiles", "tiles"},
        {"RGB to planes", fromBytes, planes(rgb), pixels(rgb), "planes of pixels", "tiles"},
        {"planes to RGB", {UInt8, Float16}, pixels(rgb), planes(rgb), "planes of pixels", "tiles"},
        {"RGBX to planes", fromBytes, planes(rgb), pixels(rgba).Sliced(1, 0, 3), "planes of pixels", "tiles"},
        {"64 channels to NHWC", fromFloats, pixels({8, 64, 56, 56}), planes({8, 64, 56, 56}), "planes", "tiles"},
        {"green of RGBA", fromBytes, planes({1, 1, 224, 224}), pixels(rgba).Sliced(1, 1, 1), "planes of pixels",
         "tiles"},
        {"RGBX to RGB", fromBytes, pixels(rgb), pixels(rgba).Sliced(1, 0, 3), "byte pixels", "tiles"},
        {"RGBX of INT8 to RGB",
         {Float16, DML_TENSOR_DATA_TYPE_INT8},
         pixels(rgb),
         pixels(rgba).Sliced(1, 0, 3),
         "tiles",
         "tiles"},
        {"other axes", {Float32, DML_TENSOR_DATA_TYPE_INT32}, pixels(rgb), planes(rgb), "tiles", "tiles"},
        {"to an upload heap", fromFloats, planes(rgb), planes(rgb), "tiles", "rows", {}, CopyHint::Streaming},
        {"larger than the caches", {Float32, UInt8}, planes(large), planes(large), "tiles", "rows"},
        {"the first three of four channels", fromBytes, planes(rgb), pixels(rgba), "slice", "slice", {0, 1, 2}},
        {"BGR planes to RGB planes", fromFloats, planes(rgb), planes(rgb), "each channel", "each channel", {2, 1, 0}},
        {"BGRX to RGB", fromBytes, pixels(rgb), pixels(rgba), "byte pixels", "tiles", {2, 1, 0}},
        {"BGR to RGBA", fromBytes, pixels(rgba), pixels(rgb), "byte pixels", "tiles", {2, 1, 0, NoChannel}},
        {"BGRX to planes", fromBytes, planes(rgb), pixels(rgba), "reordered planes", "tiles", {2, 1, 0}},
        {"gray to planes", fromBytes, planes(rgb), pixels(rgba), "channel tiles", "tiles", {0, 0, 0}},
        {"BGR of FLOAT32 to planes", fromFloats, planes(rgb), pixels(rgb), "channel tiles", "tiles", {2, 1, 0}},
        {"BGRX to planes of an upload heap",
         fromBytes,
         planes(rgb),
         pixels(rgba),
         "channel tiles",
         "tiles",
         {2, 1, 0},
         CopyHint::Streaming},
        {"nine channels reversed",
         fromBytes,
         planes({1, 9, 64, 64}),
         pixels({1, 9, 64, 64}),
         "tiles",
         "tiles",
         {8, 7, 6, 5, 4, 3, 2, 1}},
        {"BGR of FLOAT64 to planes",
         {Float32, DML_TENSOR_DATA_TYPE_FLOAT64},
         planes(rgb),
         pixels(rgb),
         "tiles",
         "tiles",
         {2, 1, 0}},
        {"4-bit channels reversed", {Float32, TypeOfBits(4)}, planes(rgb), pixels(rgb), "tiles", "tiles", {2, 1, 0}},
    };
    alignas(64) static unsigned char memory[64];
    const auto expectWay = [&](const Case& one, CopyPath path, const char* expected)
    {
        Conversion conversion;
        conversion.channels = one.channels;
        detail::CopyPlan plan;
        detail::InsertAll(plan, one.destination, one.source, conversion);
        const detail::Converter run = detail::MakeConverter(plan, {detail::PathKernelsOf(path),
                                                                   {one.types.to, memory, 0, one.destination},
                                                                   {one.types.from, memory, 0, one.source},
                                                                   conversion,
                                                                   false,
                                                                   one.hint});
        EXPECT_EQ(WayText(detail::WayOf(run, plan)), expected) << one.name;
    };
    for (const Case& one : cases)
    {
        expectWay(one, CopyPath::Portable, one.portable);
        if (detail::BestConvertPath() >= CopyPath::Vector256) { expectWay(one, CopyPath::Vector256, one.vector256); }
    }
}

// Channels that follow each other in the source are a slice of it, which needs no list of channels.
TEST(Convert, ConsecutiveChannelsAreConverted)
{
    EXPECT_TRUE(detail::AreConsecutive({0}));
    EXPECT_TRUE(detail::AreConsecutive({2, 3, 4}));
    EXPECT_FALSE(detail::AreConsecutive({}));
    EXPECT_FALSE(detail::AreConsecutive({1, 0}));
    EXPECT_FALSE(detail::AreConsecutive({0, 2}));
    EXPECT_FALSE(detail::AreConsecutive({NoChannel}));
    EXPECT_FALSE(detail::AreConsecutive({0, NoChannel}));
}

// Pixels of three floats: at 16 modulo 64 there is one tile more than at 0; the first ends with a cache line.
TEST(Convert, TilesDoNotDependOnTheAddress)
{
    alignas(64) static unsigned char memory[128];
    for (const std::size_t pixels : {std::size_t{1920}, std::size_t{100000}})
    {
        std::size_t tiles[4] = {};
        for (std::size_t i = 0; i < 4; ++i)
        {
            detail::CopyPlan plan;
            plan.destination = memory + 16 * i;
            plan.Insert(pixels, 3, 1);
            plan.Insert(3, 1, pixels);
            detail::Tiling tilings[detail::MaxRank];
            detail::TilePlan(plan, 4, 960, tilings);
            detail::TileIterator tile(plan, tilings);
            do {
                ++tiles[i];
                EXPECT_EQ(tile.Count(1), 3U);
                // Every tile except the first starts at a cache line.
                EXPECT_TRUE(tile.destinationOffset == 0 || (16 * i + 4 * tile.destinationOffset) % 64 == 0)
                    << i << ' ' << tile.destinationOffset;
            } while (tile.Next());
        }
        EXPECT_EQ(tiles[0], (pixels + 255) / 256);
        for (const std::size_t other : {tiles[1], tiles[2], tiles[3]}) { EXPECT_LE(other, tiles[0] + 1); }
    }
}

// ---- layouts --------------------------------------------------------------------------------------------------------

TEST_P(ConvertOfTypes, AgreesWithTheOracleForLayoutsOfEveryKind)
{
    const bool hasKernels = BitsOfType(types.to) > 4 && BitsOfType(types.from) > 4 && !IsWide(types.to)
                            && !IsWide(types.from) && types.to != UInt16 && types.to != Int16 && types.from != UInt16
                            && types.from != Int16;
    for (int round = 0; round < (hasKernels ? 200 : 30); ++round)
    {
        const Copy sides = KindOfCopy(random, types.to).Make();
        const std::uint32_t axis = random.Below(sides.destination.Rank());
        const Factors factors = random.OneIn(3)
                                    ? Factors{}
                                    : FactorsAlong(random, sides.destination.Sizes(), axis, AllArrays[random.Below(4)]);
        ASSERT_EQ(Failures({sides, types.from, factors}, random.OneIn(2) ? EveryPathAuto : Variants{}), "")
            << "round " << round;
    }
}

// A pixel of the source begins before the one before it ends: four channels, and the next pixel three or two later.
TEST_P(ConvertOfTypes, ReadsOverlappingPixels)
{
    const Dimensions sizes{4, 100};
    for (const std::uint32_t pixel : {2U, 3U})
    {
        const TensorLayout from = TensorLayout::Strided(sizes, {1, pixel});
        ASSERT_EQ(Failures(Make(types, TensorLayout::Packed(sizes), from), EveryPathAuto), "") << pixel;
    }
}

// Pixels with a scale for each channel. The channels of some repeat after each step of a kernel, the rest in the pattern
// of scales; numbers of pixels around whole steps, and without one.
TEST_P(ConvertOfTypes, HasPixelsOfUpToThirteenChannels)
{
    for (const std::uint32_t channels : {1U, 2U, 3U, 4U, 5U, 6U, 8U, 12U, 13U})
    {
        for (const std::uint32_t pixels : {1U, 2U, 3U, 7U, 8U, 11U, 16U, 50U})
        {
            const TensorLayout layout = TensorLayout::Packed({pixels, channels});
            const Factors factors = FactorsAlong(random, layout.Sizes(), 1, Arrays::Both);
            ASSERT_EQ(Failures(Make(types, layout, layout, factors), EveryPathAuto), "") << channels << ' ' << pixels;
        }
    }
}

// ---- random layouts -------------------------------------------------------------------------------------------------

TEST(Convert, RandomCallsAgreeWithTheOracle)
{
    EXPECT_EQ(
        test_support::FirstProblem(random_conversions::Check, 2000, 1,
                                   "None; UnknownDataType; ConversionTypes; AxisOutOfRange; ZeroSize; RankDiffers; "
                                   "SizesDiffer; DestinationOverlaps; SpanLimit; NullPointer; DestinationTooSmall; "
                                   "SourceTooSmall; BuffersOverlap"),
        "");
}

// Equal types of any kind with the default Conversion.
TEST(Convert, EqualTypesAreACopy)
{
    Random random(0x72);
    for (int round = 0; round < 1000; ++round)
    {
        const Copy copy = RandomCopy(random, 200);
        Factors factors;
        factors.bias = random.OneIn(2) ? 0.0F : -0.0F;
        factors.axis = random.OneIn(2) ? 1 : random.Between(8, 0xFFFFFFFF);
        ASSERT_EQ(Failures({copy, copy.type, factors}), "") << "round " << round;
    }
}

// ---- large conversions ----------------------------------------------------------------------------------------------

// Conversions large enough to be staged.
TEST(Convert, LargeImagesAreConvertedWhole)
{
    const Dimensions sizes{1, 3, 121, 1001};
    const TensorLayout planar = TensorLayout::Packed(sizes);
    const TensorLayout pixels = TensorLayout::Packed(sizes, Layout::NHWC);
    Random random(0x81);
    const Factors factors = FactorsAlong(random, sizes, 1, Arrays::Both);
    EXPECT_EQ(Failures(Make({Float16, UInt8}, planar, pixels.WithStride(2, 3072), factors), EveryPathAuto), "");
    EXPECT_EQ(Failures(Make({Float32, UInt8}, planar, pixels, factors), BestPathAuto), "");
    EXPECT_EQ(Failures(Make({UInt8, Float16}, pixels.WithStride(2, 3072), planar, factors), EveryPathAuto), "");
    const Dimensions features{2, 64, 40, 41};
    EXPECT_EQ(
        Failures(Make({Float16, Float32}, TensorLayout::Packed(features, Layout::NHWC), TensorLayout::Packed(features)),
                 BestPathAuto),
        "");
    EXPECT_EQ(
        Failures(Make({Float32, Float16}, TensorLayout::Packed(features), TensorLayout::Packed(features, Layout::NHWC),
                      FactorsAlong(random, features, 1, Arrays::Scales)),
                 BestPathAuto),
        "");
}

// 24 MB from 12, enough for non-temporal stores.
TEST(Convert, ImagesLargerThanTheCachesAreConvertedWhole)
{
    const TensorLayout layout = TensorLayout::Packed({3, 2000001});
    EXPECT_EQ(Failures(Make({Float32, Float16}, layout, layout), BestPathAuto), "");
}

// Auto writes by non-temporal stores if both tensors exceed the caches, the destination is FLOAT32, and planes have short
// rows of whole cache lines. Nothing is converted here.
TEST(Convert, StoresOfLargeConversionsAreNonTemporalBeyondTheCaches)
{
    struct Case
    {
        const char* name;
        TensorLayout destination;
        TensorLayout source;
        std::size_t sizes[2]; // of an element of the destination, of the source
        std::size_t address;
        bool isNonTemporal;
    };
    const auto turned = [](std::uint32_t rows, std::uint32_t columns) {
        return TensorLayout::Packed({columns, rows}).Transposed({1, 0});
    };
    const TensorLayout row = TensorLayout::Packed({1 << 23});
    const Case cases[] = {
        {"a row of 40 MiB with its source", row, row, {4, 1}, 16, true},
        {"a row of 24 MiB with its source", row, row, {2, 1}, 16, false},
        {"a row of 30 MiB with its source",
         TensorLayout::Packed({6 << 20}),
         TensorLayout::Packed({6 << 20}),
         {4, 1},
         16,
         false},
        {"a row of FLOAT16", row, row, {2, 4}, 16, false},
        {"planes with rows of 64", TensorLayout::Packed({1 << 17, 64}), turned(1 << 17, 64), {4, 1}, 0, true},
        {"planes that start inside an element",
         TensorLayout::Packed({1 << 17, 64}),
         turned(1 << 17, 64),
         {4, 1},
         1,
         false},
        {"planes with rows of 100", TensorLayout::Packed({1 << 17, 100}), turned(1 << 17, 100), {4, 1}, 0, false},
        {"planes with rows of 2048", TensorLayout::Packed({1 << 12, 2048}), turned(1 << 12, 2048), {4, 1}, 0, true},
        {"planes with rows of 2064", TensorLayout::Packed({1 << 12, 2064}), turned(1 << 12, 2064), {4, 1}, 0, false},
    };
    alignas(64) static unsigned char memory[64];
    for (const Case& one : cases)
    {
        detail::CopyPlan plan;
        plan.destination = memory + one.address;
        plan.InsertAll(one.destination, one.source);
        EXPECT_EQ(detail::IsNonTemporalFaster(plan, one.sizes[0], one.sizes[1]), one.isNonTemporal) << one.name;
    }
}

// ---- rejections -----------------------------------------------------------------------------------------------------

class ConvertRejects : public testing::Test
{
protected:
    ConvertRejects() : destinationBuffer(24, 0, Room::Guards, 1), sourceBuffer(24, 0, Room::Guards, 2) {}

    // Six bytes to six halves; the test cases change parts of it.
    ConvertCall Good()
    {
        const TensorLayout packed = TensorLayout::Packed({2, 3});
        ConvertCall call{{{Float16, destinationBuffer.Data(), 12, packed}, {UInt8, sourceBuffer.Data(), 6, packed}},
                         {}};
        call.conversion.scales = factors;
        return call;
    }

    // The same call with other types, and buffers that are large enough for three elements of any type.
    ConvertCall GoodOfTypes(std::uint32_t to, std::uint32_t from)
    {
        ConvertCall call = Good();
        call.sides.destination.type = static_cast<DML_TENSOR_DATA_TYPE>(to);
        call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(from);
        call.sides.destination.bytes = 24;
        call.sides.source.bytes = 24;
        return call;
    }

    // Every path with every hint rejects the call with these numbers and writes nothing.
    void Expect(const ConvertCall& call, const Diagnosis& expected)
    {
        EXPECT_EQ(Failures(call, destinationBuffer, sourceBuffer), "");
        EXPECT_EQ(ConvertTensor(call.sides.destination, call.sides.source, call.conversion), expected);
    }

    std::string Explained(const ConvertCall& call)
    {
        return test_support::SentenceOf(ConvertTensor(call.sides.destination, call.sides.source, call.conversion));
    }

    const float factors[3] = {};
    Buffer destinationBuffer;
    Buffer sourceBuffer;
};

TEST_F(ConvertRejects, UnknownTypesAreNamed)
{
    for (std::uint32_t to = 0; to <= 15; ++to)
    {
        for (std::uint32_t from = 0; from <= 15; ++from)
        {
            ConvertCall call = GoodOfTypes(to, from);
            call.sides.destination.layout = TensorLayout::Packed({3});
            call.sides.source.layout = TensorLayout::Packed({3});
            call.conversion.axis = 0;
            const Diagnosis types{TensorError::ConversionTypes, NoAxis, from, to, NoAxis};
            const bool isConverted = IsConverted(call.sides.destination.type) && IsConverted(call.sides.source.type);
            // With arrays, with one scale, and without either.
            Expect(call, isConverted ? Diagnosis{} : types);
            call.conversion.scales = {};
            call.conversion.bias = 2;
            Expect(call, isConverted ? Diagnosis{} : types);
            call.conversion.bias = 0;
            const Diagnosis unknown{TensorError::UnknownDataType, NoAxis, from, LastType, NoAxis};
            Expect(call, isConverted ? Diagnosis{} : from == to ? unknown : types);
        }
    }
    ConvertCall call = Good();
    call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(99);
    EXPECT_EQ(Explained(call), "type 99 (unknown) elements cannot be converted to FLOAT16");
    call.sides.destination.type = static_cast<DML_TENSOR_DATA_TYPE>(0);
    call.sides.source.type = Float64;
    EXPECT_EQ(Explained(call), "FLOAT64 elements cannot be converted to UNKNOWN");
    call.sides.destination.type = static_cast<DML_TENSOR_DATA_TYPE>(99);
    call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(0xFFFFFFFF);
    call.conversion = {};
    Expect(call, {TensorError::ConversionTypes, NoAxis, 0xFFFFFFFF, 99, NoAxis});
}

// DirectMLCast has only types of 8, 16 and 32 bits, also if both are equal, and no scales.
TEST_F(ConvertRejects, WhatCastDoesNotHave)
{
    for (std::uint32_t to = 0; to <= 15; ++to)
    {
        for (std::uint32_t from = 0; from <= 15; ++from)
        {
            ConvertCall call = GoodOfTypes(to, from);
            call.conversion = {};
            call.conversion.rule = ConversionRule::DirectMLCast;
            const bool isConverted = IsCastType(call.sides.destination.type) && IsCastType(call.sides.source.type);
            Expect(call, isConverted ? Diagnosis{} : Diagnosis{TensorError::ConversionTypes, NoAxis, from, to, NoAxis});
        }
    }
    ConvertCall call = Good();
    call.conversion.rule = ConversionRule::DirectMLCast;
    const Diagnosis scaled{TensorError::ValueRange, NoAxis, 0, 0, NoAxis};
    Expect(call, scaled);
    call.conversion.scales = {};
    Expect(call, {});
    call.conversion.bias = -1;
    Expect(call, scaled);
    call.conversion.bias = 0;
    call.conversion.scale = FloatOf(0x7FC00000);
    Expect(call, scaled);
    EXPECT_EQ(Explained(call), "ConversionRule::DirectMLCast needs scale 1, bias 0, no scales and no biases");
    call.sides.source.type = Int64;
    EXPECT_EQ(Explained(call),
              "ConversionRule::DirectMLCast cannot convert INT64 to FLOAT16; both types must have 8, 16 or 32 bits");
}

TEST_F(ConvertRejects, AnAxisOutsideTheDestination)
{
    for (const std::uint32_t axis : {2U, 3U, 8U, 0x80000000U, 0xFFFFFFFFU})
    {
        for (const Arrays arrays : AllArrays)
        {
            ConvertCall call = Good();
            call.conversion.axis = axis;
            const bool hasScales = arrays == Arrays::Scales || arrays == Arrays::Both;
            call.conversion.scales = hasScales ? Floats(factors) : Floats();
            call.conversion.biases = arrays != Arrays::None && arrays != Arrays::Scales ? Floats(factors) : Floats();
            // Without an array the axis is not used.
            Expect(call, arrays == Arrays::None
                             ? Diagnosis{}
                             : Diagnosis{TensorError::AxisOutOfRange, NoAxis, axis, 2, Diagnosis::Destination});
            call.conversion.axis = 1;
            Expect(call, {});
        }
    }
    ConvertCall call = Good();
    call.conversion.axis = 2;
    EXPECT_EQ(Explained(call), "destination: Conversion::axis is 2; it must be below 2, the number of dimensions");
    call.conversion.axis = static_cast<std::uint32_t>(-1);
    EXPECT_EQ(Explained(call), "destination: Conversion::axis is -1; axes count from 0: the last of 2 is 1");
    call.conversion.axis = 2;
    // A copy has no arrays.
    call.sides.source.type = Float16;
    call.sides.source.bytes = 12;
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 2, 2, Diagnosis::Destination});
    // Only one axis, whose number is 0 instead of the default.
    call = Good();
    call.sides.destination.layout = TensorLayout::Packed({6});
    call.sides.source.layout = TensorLayout::Packed({6});
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 1, 1, Diagnosis::Destination});
    call.conversion.axis = 0;
    const float six[6] = {};
    call.conversion.scales = six;
    Expect(call, {});
}

TEST_F(ConvertRejects, AWrongNumberOfScalesOrBiases)
{
    for (Floats Conversion::*const which : {&Conversion::scales, &Conversion::biases})
    {
        ConvertCall call = Good();
        for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{4}, Max64})
        {
            call.conversion.*which = {factors, count};
            Expect(call, {TensorError::SizesDiffer, 1, count, 3, Diagnosis::Destination});
        }
        EXPECT_EQ(Explained(call),
                  "the number of scales or biases is 18446744073709551615; it must be 3, the destination's "
                  "Sizes[1]; if the channels are another axis, set Conversion::axis to it");
        call.conversion.*which = {factors, 4};
        EXPECT_EQ(
            Explained(call),
            "the number of scales or biases is 4; it must be 3, the destination's Sizes[1]. If they are those of a "
            "Normalization, InOrder must list each channel of the image, such as 2, 1, 0, NoChannel for B, G, R, "
            "A");
        // Checked before null pointers; a null pointer to no values is valid.
        call.conversion.*which = {nullptr, 2};
        Expect(call, {TensorError::SizesDiffer, 1, 2, 3, Diagnosis::Destination});
        call.conversion.*which = {nullptr, 3};
        Expect(call, {TensorError::NullPointer, NoAxis, 0, 3, NoAxis});
        EXPECT_EQ(Explained(call), "the pointer is null; point it to 3 values");
        call.conversion.*which = {nullptr, 0};
        Expect(call, {});
        // An invalid Floats is rejected before all other errors of the conversion.
        call.conversion.*which = {factors, -3};
        EXPECT_EQ((call.conversion.*which).size(), 0U);
        call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(99);
        const auto convert = [&] { return ConvertTensor(call.sides.destination, call.sides.source, call.conversion); };
        EXPECT_EQ(convert(), (Diagnosis{TensorError::ValueRange, NoAxis, Max64 - 2, Max64}));
        EXPECT_STREQ(Explain(convert()).c_str(), "count is -3; it must be at least 0 [ValueRange]");
        call.sides.source.layout = TensorLayout();
        EXPECT_EQ(convert(), TensorError::DimensionCount);
    }
}

// Each fault together with all faults that are checked later.
TEST_F(ConvertRejects, TheFirstReasonInOrder)
{
    const std::uint64_t far = std::uint64_t{1} << 63;
    const auto unknown = NoType;
    ConvertCall call{{{unknown, nullptr, 0, TensorLayout::Packed({2, 0})}, {Int8, nullptr, 0, TensorLayout()}}, {}};
    call.conversion.biases = factors;
    call.conversion.axis = 9;
    Expect(call, {TensorError::ZeroSize, 1, 0, 1, Diagnosis::Destination});
    call.sides.destination.layout = TensorLayout::Strided({2, 3}, {0, 1}, far);
    Expect(call, {TensorError::DimensionCount, NoAxis, 0, 8, Diagnosis::Source});
    call.sides.source.layout = TensorLayout::Strided({2, 2, 4}, {1, 1, 1}, Max64 - 7);
    Expect(call, {TensorError::ConversionTypes, NoAxis, 8, NoType, NoAxis});
    call.sides.destination.type = Float16;
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 9, 2, Diagnosis::Destination});
    call.conversion.axis = 0;
    Expect(call, {TensorError::SizesDiffer, 0, 3, 2, Diagnosis::Destination});
    call.conversion.axis = 1;
    Expect(call, {TensorError::RankDiffers, NoAxis, 3, 2, Diagnosis::Source});
    call.sides.source.layout = TensorLayout::Strided({2, 4}, {1, 1}, far);
    Expect(call, {TensorError::SizesDiffer, 1, 3, 4, Diagnosis::Source});
    call.sides.source.layout = TensorLayout::Strided({2, 3}, {1, 1}, far);
    Expect(call, {TensorError::DestinationOverlaps, 0, 0, 1, Diagnosis::Destination});
    call.sides.destination.layout = TensorLayout::Strided({2, 3}, {3, 1}, far);
    Expect(call, {TensorError::SpanLimit, NoAxis, Max64, Max64, Diagnosis::Destination});
    call.sides.destination.layout = TensorLayout::Packed({2, 3});
    call.sides.source.layout = TensorLayout::Packed({2, 3});
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 12, Diagnosis::Destination});
    call.sides.destination.data = destinationBuffer.Data();
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 6, Diagnosis::Source});
    call.sides.source.data = destinationBuffer.Data();
    Expect(call, {TensorError::DestinationTooSmall, NoAxis, 0, 12, Diagnosis::Destination});
    call.sides.destination.bytes = 12;
    Expect(call, {TensorError::SourceTooSmall, NoAxis, 0, 6, Diagnosis::Source});
    call.sides.source.bytes = 6;
    Expect(call, {TensorError::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Destination});
    call.sides.source.data = sourceBuffer.Data();
    Expect(call, {});
}

} // namespace

} // namespace convert_layout_test
