// Conversions between any two layouts, and what is refused. convert_test.cpp has the values.
#include "convert_support.hpp"
#include "random_conversions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

constexpr auto Float64 = DML_TENSOR_DATA_TYPE_FLOAT64;
constexpr std::uint64_t AllOnes = test_support::AllOnes;
constexpr Ways EveryPathAuto{true, false};
constexpr Ways BestPathAuto{false, false};

// What a Conversion is that nothing is said of.
constexpr Conversion Plain;
static_assert(Plain.scale == 1 && Plain.bias == 0 && Plain.scales.size() == 0 && Plain.biases.size() == 0
              && Plain.axis == 1);
static_assert(std::is_aggregate_v<Conversion>);

// Floats come from whatever holds some, but from no temporary, which would be gone.
constexpr float Three[] = {1, 2, 3};
constexpr std::array<float, 2> Two{1, 2};
static_assert(Floats().size() == 0 && Floats().data() == nullptr && Floats(Three).size() == 3
              && Floats(Three).data() == Three && Floats(Two).size() == 2 && Floats(Two).data() == Two.data()
              && Floats(Three, 2).size() == 2 && Floats(Three, std::int8_t{-1}).size() == 0);
static_assert(std::is_convertible_v<std::vector<float>&, Floats> && std::is_convertible_v<const float (&)[3], Floats>);
static_assert(
    !std::is_constructible_v<
        Floats,
        std::vector<
            float>> && !std::is_constructible_v<Floats, const std::array<float, 2>> && !std::is_constructible_v<Floats, std::vector<double>&> && !std::is_convertible_v<std::nullptr_t, Floats>);

// The sides cannot be given in another order.
template <class First, class Second, class = void> inline constexpr bool IsConversion = false;
template <class First, class Second>
inline constexpr bool IsConversion<
    First, Second,
    std::void_t<decltype(ConvertTensor(UInt8, std::declval<const First&>(), Float16, std::declval<const Second&>()))>> =
    true;
static_assert(IsConversion<Destination, Source>);
static_assert(!IsConversion<Source, Destination> && !IsConversion<Destination, Destination>);

// Which of the two arrays there are.
enum class Arrays
{
    None,
    Scales,
    Biases,
    Both
};
constexpr Arrays AllArrays[] = {Arrays::None, Arrays::Scales, Arrays::Biases, Arrays::Both};

// One scale and bias for each position along the axis, or one for all.
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

// Addresses that are multiples of nothing now and then, and no room around now and then.
Convert Somewhere(Random& random, Convert convert)
{
    convert.sides.destinationMisalignment = random.OneIn(2) ? random.Below(64) : 0;
    convert.sides.sourceMisalignment = random.OneIn(2) ? random.Below(64) : 0;
    convert.sides.room = static_cast<Room>(random.Below(3));
    return convert;
}

// Every pair of types, the destination's first.
class ConvertOfTypes : public testing::TestWithParam<std::tuple<DML_TENSOR_DATA_TYPE, DML_TENSOR_DATA_TYPE>>
{
protected:
    Types types{std::get<0>(GetParam()), std::get<1>(GetParam())};
    Random random{static_cast<std::uint64_t>(types.to) * 16 + static_cast<std::uint64_t>(types.from)};
};

INSTANTIATE_TEST_SUITE_P(Convert, ConvertOfTypes,
                         testing::Combine(testing::ValuesIn(ConvertedTypes), testing::ValuesIn(ConvertedTypes)));

// What the tests call by path is what the paths are for: single elements, and vectors where the machine has them.
TEST(Convert, KernelsOfEachPath)
{
    EXPECT_EQ(detail::ConvertKernelsOf(CopyPath::Portable)->minCount, 1U);
    const auto* const best = detail::ConvertKernelsOf(detail::BestConvertPath());
    // By intrinsics there are none of 16 bytes on x86.
    EXPECT_EQ(best->minCount, detail::BestConvertPath() >= CopyPath::Vector256   ? 8U
                              : detail::BestConvertPath() == CopyPath::Vector128 ? detail::convert128::Width
                                                                                 : 1U);
}

// Pixels of three floats: the boxes of 16 modulo 64 are those of 0, and one that ends with a line.
TEST(Convert, BoxesDoNotHangOnTheAddress)
{
    alignas(64) static unsigned char memory[128];
    for (const std::size_t pixels : {std::size_t{1920}, std::size_t{100000}})
    {
        std::size_t boxes[4] = {};
        for (std::size_t i = 0; i < 4; ++i)
        {
            detail::CopyPlan plan;
            plan.destination = memory + 16 * i;
            plan.Insert(pixels, 3, 1);
            plan.Insert(3, 1, pixels);
            detail::Tiling cuts[detail::MaxRank];
            detail::TilePlan(plan, 4, 960, cuts);
            detail::TileIterator box(plan, cuts);
            do {
                ++boxes[i];
                EXPECT_EQ(box.Count(1), 3U);
                // Every box but the first begins where a line does.
                EXPECT_TRUE(box.destinationOffset == 0 || (16 * i + 4 * box.destinationOffset) % 64 == 0)
                    << i << ' ' << box.destinationOffset;
            } while (box.Next());
        }
        EXPECT_EQ(boxes[0], (pixels + 255) / 256);
        for (const std::size_t other : {boxes[1], boxes[2], boxes[3]}) { EXPECT_LE(other, boxes[0] + 1); }
    }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

TEST_P(ConvertOfTypes, RunsOfEveryLength)
{
    for (std::uint32_t length = 1; length <= 140; ++length)
    {
        const Arrays arrays = AllArrays[length % 4];
        const TensorLayout run = TensorLayout::Strided({length}, {1}, random.Below(3));
        ASSERT_EQ(
            Failures(Somewhere(
                random, Make(types, run, run, length % 8 < 4 ? Factors{} : FactorsAlong(random, {length}, 0, arrays)))),
            "");
        const Dimensions sizes{3, length};
        const std::uint32_t padding = random.Below(10);
        const TensorLayout to = TensorLayout::Strided(sizes, {length + padding, 1});
        const TensorLayout from = TensorLayout::Strided(sizes, {length + 9 - padding, 1}, random.Below(3));
        ASSERT_EQ(Failures(Somewhere(random, Make(types, to, from, FactorsAlong(random, sizes, length % 2, arrays)))),
                  "");
    }
}

// Around the sizes in bytes of what may be converted at a time.
TEST_P(ConvertOfTypes, LongRuns)
{
    const auto unit = static_cast<std::uint32_t>((std::max)(BytesOf(types.to), BytesOf(types.from)));
    for (const std::uint32_t bytes : {512U, 1024U, 2048U, 4096U, 8192U, 16384U})
    {
        for (const std::uint32_t length : {bytes / unit - 1, bytes / unit, bytes / unit + 1})
        {
            const TensorLayout run = TensorLayout::Packed({length});
            ASSERT_EQ(Failures(Somewhere(random, Make(types, run, run)), EveryPathAuto), "");
        }
        const Dimensions sizes{2, bytes / unit + random.Below(3) - 1};
        const TensorLayout rows = TensorLayout::Strided(sizes, {sizes[1] + random.Below(3), 1});
        const Factors factors = FactorsAlong(random, sizes, random.Below(2), AllArrays[random.Below(4)]);
        ASSERT_EQ(Failures(Somewhere(random, Make(types, rows, TensorLayout::Packed(sizes), factors)), EveryPathAuto),
                  "");
    }
}

// Every second, third ... element of either side, and both.
TEST_P(ConvertOfTypes, StepsOnTheFastestAxis)
{
    for (const std::uint32_t length : {1U, 2U, 15U, 16U, 33U, 100U})
    {
        for (std::uint32_t step = 1; step <= 4; ++step)
        {
            const Dimensions sizes{3, length};
            const TensorLayout steps = TensorLayout::Strided(sizes, {length * step + 3, step}, step);
            const TensorLayout packed = TensorLayout::Packed(sizes);
            const Factors factors = FactorsAlong(random, sizes, step % 2, AllArrays[random.Below(4)]);
            ASSERT_EQ(Failures(Make(types, packed, steps)), "");
            ASSERT_EQ(Failures(Make(types, steps, packed, factors)), "");
            ASSERT_EQ(Failures(Make(types, steps, steps, factors)), "");
        }
    }
}

// ---- scales and biases along an axis --------------------------------------------------------------------------------

// Channels that stand beside each other make a pattern that repeats along a row, of any length.
TEST_P(ConvertOfTypes, PatternsOfAnyPeriod)
{
    for (const std::uint32_t channels : {1U, 2U, 3U, 4U, 5U, 17U, 64U, 1000U, 3000U})
    {
        const std::uint32_t pixels = channels > 64 ? 2 : 200 / channels + 19;
        const Dimensions sizes{channels > 64 ? 1 : 2, channels, pixels};
        const TensorLayout planar = TensorLayout::Packed(sizes);
        const TensorLayout interleaved = TensorLayout::Packed(sizes, Layout::NHWC);
        // One pixel takes more room than its channels.
        const TensorLayout wide =
            TensorLayout::Packed({sizes[0], channels + 2, pixels}, Layout::NHWC).Sliced(1, 1, channels);
        const TensorLayout layouts[][2] = {
            {interleaved, interleaved}, {interleaved, planar}, {planar, interleaved}, {planar, planar},
            {wide, interleaved},        {interleaved, wide},   {planar, wide}};
        std::uint32_t arrays = random.Below(4);
        for (const auto& layout : layouts)
        {
            arrays = arrays % 3 + 1;
            const Factors factors = FactorsAlong(random, sizes, 1, AllArrays[arrays]);
            ASSERT_EQ(Failures(Somewhere(random, Make(types, layout[0], layout[1], factors)), EveryPathAuto), "");
        }
    }
}

// Positions of which each has a few elements along a row.
TEST_P(ConvertOfTypes, FactorsOfShortRuns)
{
    for (const std::uint32_t run : {1U, 2U, 3U, 5U, 8U, 16U, 21U})
    {
        for (const std::uint32_t count : {1U, 2U, 7U, 40U})
        {
            const Dimensions sizes{2, count, run};
            const Factors factors = FactorsAlong(random, sizes, 1, AllArrays[random.Between(1, 3)]);
            const TensorLayout packed = TensorLayout::Packed(sizes);
            ASSERT_EQ(Failures(Make(types, packed, packed, factors)), "");
            ASSERT_EQ(Failures(Somewhere(random, Make(types, packed, TensorLayout::Packed(sizes, {2, 1, 0}), factors))),
                      "");
            ASSERT_EQ(Failures(Somewhere(random, Make(types, packed.WithStride(1, run + 3), packed, factors))), "");
        }
    }
}

TEST_P(ConvertOfTypes, FactorsAlongEveryAxis)
{
    const Values all{2, 3, 1, 2, 3, 2, 2, 5};
    for (std::uint32_t rank = 1; rank <= 8; ++rank)
    {
        const Dimensions sizes(all.data() + 8 - rank, rank);
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            const TensorLayout to = TensorLayout::Packed(sizes, ToDimensions(RandomOrder(random, rank)));
            const TensorLayout from = TensorLayout::Packed(sizes, ToDimensions(RandomOrder(random, rank)));
            for (const Arrays arrays : AllArrays)
            {
                const Factors factors = FactorsAlong(random, sizes, axis, arrays);
                ASSERT_EQ(Failures(Somewhere(random, Make(types, to, from, factors)), EveryPathAuto), "");
            }
        }
    }
}

// A source that repeats is converted at each position by the factors of that position.
TEST_P(ConvertOfTypes, BroadcastsOfEveryAxis)
{
    const Dimensions sizes{3, 5, 4, 17};
    for (std::uint32_t repeated = 0; repeated < 16; ++repeated)
    {
        Values ones(sizes.begin(), sizes.end());
        for (std::uint32_t axis = 0; axis < 4; ++axis) { ones[axis] = (repeated >> axis & 1U) != 0 ? 1 : ones[axis]; }
        const TensorLayout source = TensorLayout::Packed(ToDimensions(ones));
        const TensorLayout planar = TensorLayout::Packed(sizes);
        const TensorLayout pixels = TensorLayout::Packed(sizes, Layout::NHWC);
        const Factors factors = FactorsAlong(random, sizes, repeated % 4, AllArrays[random.Below(4)]);
        ASSERT_EQ(Failures(Somewhere(random, Make(types, planar, source)), EveryPathAuto), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, planar, source, factors)), EveryPathAuto), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, pixels, source, factors))), "");
        ASSERT_EQ(Failures(Make(types, planar.WithStride(2, 20), source.BroadcastTo(sizes), factors)), "");
    }
    for (std::uint32_t rank = 1; rank < 4; ++rank)
    {
        const TensorLayout lower = TensorLayout::Packed(Dimensions(sizes.data() + 4 - rank, rank));
        const Factors factors = FactorsAlong(random, sizes, random.Below(4), Arrays::Both);
        ASSERT_EQ(Failures(Make(types, TensorLayout::Packed(sizes), lower, factors)), "");
    }
}

// ---- planes and permutations ----------------------------------------------------------------------------------------

TEST_P(ConvertOfTypes, TransposesAroundTheBlockSizes)
{
    for (const std::uint32_t rows : {1U, 7U, 8U, 16U, 17U, 33U, 64U, 65U})
    {
        for (const std::uint32_t columns : {1U, 3U, 8U, 15U, 16U, 32U, 33U, 65U})
        {
            const Dimensions sizes{rows, columns};
            const TensorLayout to = TensorLayout::Strided(sizes, {columns + random.Below(3), 1});
            const TensorLayout from = TensorLayout::Strided(sizes, {1, rows + random.Below(3)});
            const Factors factors = FactorsAlong(random, sizes, random.Below(2), AllArrays[random.Below(4)]);
            ASSERT_EQ(Failures(Somewhere(random, Make(types, to, from)), EveryPathAuto), "");
            ASSERT_EQ(Failures(Somewhere(random, Make(types, to, from, factors)), BestPathAuto), "");
        }
    }
}

TEST_P(ConvertOfTypes, EveryPermutationOfFourAxes)
{
    const Dimensions sizes{2, 5, 9, 4};
    Values order{0, 1, 2, 3};
    do {
        const TensorLayout source = TensorLayout::Packed(sizes, ToDimensions(order));
        const Factors factors = FactorsAlong(random, sizes, random.Below(4), AllArrays[random.Below(4)]);
        ASSERT_EQ(Failures(Make(types, TensorLayout::Packed(sizes), source), EveryPathAuto), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, source.WithStrideMultiple(order[2], 7),
                                                  TensorLayout::Packed(sizes).WithStrideMultiple(1, 6), factors)),
                           EveryPathAuto),
                  "");
    } while (std::next_permutation(order.begin(), order.end()));
}

// Pictures: pixels whose rows have a pitch, and planes; channels in another order; parts of both.
TEST_P(ConvertOfTypes, Pictures)
{
    for (const std::uint32_t width : {1U, 5U, 16U, 43U, 64U, 130U, 700U})
    {
        const std::uint32_t height = width > 100 ? 3 : 7;
        const Dimensions sizes{1, 3, height, width};
        const TensorLayout planar = TensorLayout::Packed(sizes);
        const TensorLayout pixels = TensorLayout::Packed(sizes, Layout::NHWC).WithStride(2, 3 * width + 13);
        // Blue, green, red and something else: the planes in reverse have no layout, so each is one conversion.
        const TensorLayout four = TensorLayout::Packed({1, 4, height, width}, Layout::NHWC).Sliced(1, 0, 3);
        const Factors factors = FactorsAlong(random, sizes, 1, Arrays::Both);
        ASSERT_EQ(Failures(Somewhere(random, Make(types, planar, pixels, factors))), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, pixels, planar, factors))), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, planar.WithStrideMultiple(2, 64), four, factors))), "");
        ASSERT_EQ(Failures(Somewhere(random, Make(types, four, planar))), "");
        const std::uint32_t channel = random.Below(3);
        ASSERT_EQ(
            Failures(Somewhere(random, Make(types, planar.Sliced(1, channel, 1), four.Sliced(1, 2 - channel, 1)))), "");
    }
}

// ---- random layouts -------------------------------------------------------------------------------------------------

TEST(Convert, RandomCalls)
{
    EXPECT_EQ(
        test_support::FirstProblem(random_conversions::Check, 2000, 1,
                                   "None; UnknownDataType; ConversionTypes; AxisOutOfRange; ZeroSize; RankDiffers; "
                                   "SizesDiffer; DestinationOverlaps; SpanLimit; NullPointer; DestinationTooSmall; "
                                   "SourceTooSmall; BuffersOverlap"),
        "");
}

// Two equal types of any kind, where nothing is said of scale and bias.
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
    for (std::uint32_t type = 1; type <= 13; ++type)
    {
        const TensorLayout to = TensorLayout::Strided({5, 7}, {9, 1}, 1);
        const TensorLayout from = TensorLayout::Strided({5, 7}, {1, 6}, 3);
        const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
        ASSERT_EQ(Failures(Make({dataType, dataType}, to, from)), "");
    }
}

// A conversion made of conversions of slices is the conversion, in the same way.
TEST(Convert, SlicesMakeTheWhole)
{
    const Dimensions sizes{4, 6, 5, 8};
    const TensorLayout to = TensorLayout::Packed(sizes, Layout::NHWC);
    const TensorLayout from = TensorLayout::Packed(sizes).WithStride(2, 9);
    Random random(0x73);
    const Factors factors = FactorsAlong(random, sizes, 1, Arrays::Both);
    Buffer source(from.EndInBytes(UInt8), 0, Room::Guards, 1);
    Buffer whole(to.EndInBytes(Float16), 0, Room::Guards, 2);
    ASSERT_EQ(ConvertTensor(Float16, Destination{whole.Data(), whole.Size(), to}, UInt8,
                            Source{source.Data(), source.Size(), from}, factors.Get()),
              Diagnosis{});
    for (std::uint32_t axis = 0; axis < 4; ++axis)
    {
        Buffer pieces(to.EndInBytes(Float16), 0, Room::Guards, 2);
        const std::uint32_t half = sizes[axis] / 2;
        for (const std::uint32_t start : {0U, half})
        {
            const std::uint32_t count = start == 0 ? half : sizes[axis] - half;
            Conversion conversion = factors.Get();
            if (axis == 1)
            {
                conversion.scales = {conversion.scales.data() + start, count};
                conversion.biases = {conversion.biases.data() + start, count};
            }
            ASSERT_EQ(ConvertTensor(Float16, Destination{pieces.Data(), pieces.Size(), to.Sliced(axis, start, count)},
                                    UInt8, Source{source.Data(), source.Size(), from.Sliced(axis, start, count)},
                                    conversion),
                      Diagnosis{});
        }
        EXPECT_TRUE(pieces.IsWhole(whole.Whole())) << "axis " << axis;
    }
}

// ---- large conversions ----------------------------------------------------------------------------------------------

// Beyond the sizes at which what is copied may be staged.
TEST(Convert, LargePictures)
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

// 18 MB are written: beyond the size from which that may be past the caches.
TEST(Convert, LargerThanTheCaches)
{
    const TensorLayout layout = TensorLayout::Packed({3, 1500001});
    EXPECT_EQ(Failures(Make({Float32, UInt8}, layout, layout), BestPathAuto), "");
}

// ---- refusals -------------------------------------------------------------------------------------------------------

class ConvertRefuses : public testing::Test
{
protected:
    ConvertRefuses() : destinationBuffer(24, 0, Room::Guards, 1), sourceBuffer(24, 0, Room::Guards, 2) {}

    // Six bytes to six halves, or whatever is changed of it.
    ConvertCall Good()
    {
        const TensorLayout packed = TensorLayout::Packed({2, 3});
        ConvertCall call{{Float16, destinationBuffer.Data(), 12, packed, sourceBuffer.Data(), 6, packed}, UInt8, {}};
        call.conversion.scales = factors;
        return call;
    }

    // Refused with these numbers in every way, and nothing is written.
    void Expect(const ConvertCall& call, const Expected& expected)
    {
        EXPECT_EQ(Failures(call, destinationBuffer, sourceBuffer), "");
        const CopyCall& sides = call.sides;
        const Diagnosis said =
            ConvertTensor(sides.type, SideWritten(sides), call.sourceType, SideRead(sides), call.conversion);
        EXPECT_TRUE(Agrees(said, expected)) << "expected " << Text(expected) << ", said " << Text(said);
        EXPECT_EQ(said.error == TensorError::None, expected.error == TensorError::None);
    }

    std::string Explained(const ConvertCall& call)
    {
        const CopyCall& sides = call.sides;
        return test_support::SentenceOf(
            ConvertTensor(sides.type, SideWritten(sides), call.sourceType, SideRead(sides), call.conversion));
    }

    const float factors[3] = {};
    Buffer destinationBuffer;
    Buffer sourceBuffer;
};

TEST_F(ConvertRefuses, TypesThatAreNotConverted)
{
    for (std::uint32_t to = 0; to <= 15; ++to)
    {
        for (std::uint32_t from = 0; from <= 15; ++from)
        {
            ConvertCall call = Good();
            call.sides.type = static_cast<DML_TENSOR_DATA_TYPE>(to);
            call.sourceType = static_cast<DML_TENSOR_DATA_TYPE>(from);
            call.sides.destinationLayout = TensorLayout::Packed({3});
            call.sides.sourceLayout = TensorLayout::Packed({3});
            call.sides.destinationBytes = 24;
            call.sides.sourceBytes = 24;
            call.conversion.axis = 0;
            const Expected types{TensorError::ConversionTypes, NoAxis, from, to, NoAxis};
            const bool isConverted = IsConverted(call.sides.type) && IsConverted(call.sourceType);
            // By arrays, by one scale, and as it is.
            Expect(call, isConverted ? Expected{} : types);
            call.conversion.scales = {};
            call.conversion.bias = 2;
            Expect(call, isConverted ? Expected{} : types);
            call.conversion.bias = 0;
            if (from == to)
            {
                const bool isKnown = from >= 1 && from <= 13;
                Expect(call, isKnown ? Expected{} : Expected{TensorError::UnknownDataType, NoAxis, from, 13, NoAxis});
            }
            else { Expect(call, isConverted ? Expected{} : types); }
        }
    }
    ConvertCall call = Good();
    call.sourceType = Float64;
    EXPECT_EQ(Explained(call), "FLOAT64 elements cannot be converted to FLOAT16");
    call.sides.type = static_cast<DML_TENSOR_DATA_TYPE>(99);
    EXPECT_EQ(Explained(call), "FLOAT64 elements cannot be converted to ?");
    call.sourceType = static_cast<DML_TENSOR_DATA_TYPE>(0xFFFFFFFF);
    call.conversion = {};
    Expect(call, {TensorError::ConversionTypes, NoAxis, 0xFFFFFFFF, 99, NoAxis});
}

TEST_F(ConvertRefuses, AnAxisThatTheDestinationHasNot)
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
            // Nothing is looked up along it where there is no array.
            Expect(call, arrays == Arrays::None
                             ? Expected{}
                             : Expected{TensorError::AxisOutOfRange, NoAxis, axis, 2, OfDestination});
            call.conversion.axis = 1;
            Expect(call, {});
        }
    }
    ConvertCall call = Good();
    call.conversion.axis = 2;
    EXPECT_EQ(Explained(call), "destination: Conversion::axis is 2; it must be below 2, the number of dimensions");
    call.conversion.axis = static_cast<std::uint32_t>(-1);
    EXPECT_EQ(Explained(call), "destination: Conversion::axis is -1; it must be below 2, the number of dimensions");
    call.conversion.axis = 2;
    // A copy has no arrays.
    call.sourceType = Float16;
    call.sides.sourceBytes = 12;
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 2, 2, OfDestination});
    // One axis alone, whose number is 0 and not what stands there where nothing is said.
    call = Good();
    call.sides.destinationLayout = TensorLayout::Packed({6});
    call.sides.sourceLayout = TensorLayout::Packed({6});
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 1, 1, OfDestination});
    call.conversion.axis = 0;
    const float six[6] = {};
    call.conversion.scales = six;
    Expect(call, {});
}

TEST_F(ConvertRefuses, FactorsThatAreNotOneForEachPosition)
{
    for (Floats Conversion::*const which : {&Conversion::scales, &Conversion::biases})
    {
        ConvertCall call = Good();
        for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{4}, AllOnes})
        {
            call.conversion.*which = {factors, count};
            Expect(call, {TensorError::SizesDiffer, 1, count, 3, OfDestination});
        }
        EXPECT_EQ(Explained(call),
                  "18446744073709551615 scales or biases were given for the destination's Sizes[1] of 3; "
                  "give one for each position");
        // Before a null pointer; and one to none is none.
        call.conversion.*which = {nullptr, 2};
        Expect(call, {TensorError::SizesDiffer, 1, 2, 3, OfDestination});
        call.conversion.*which = {nullptr, 3};
        Expect(call, {TensorError::NullPointer, NoAxis, 0, 3, NoAxis});
        EXPECT_EQ(Explained(call), "the pointer is null; point it to 3 values");
        call.conversion.*which = {nullptr, 0};
        Expect(call, {});
        // What a Floats cannot be is refused before anything else of the conversion.
        call.conversion.*which = {factors, -3};
        EXPECT_EQ((call.conversion.*which).size(), 0U);
        call.sourceType = Float64;
        const auto convert = [&]
        { return ConvertTensor(Float16, SideWritten(call.sides), Float64, SideRead(call.sides), call.conversion); };
        EXPECT_EQ(convert(), (Diagnosis{TensorError::ValueRange, NoAxis, AllOnes - 2, AllOnes}));
        EXPECT_STREQ(Explain(convert()).c_str(), "count is -3; it must be at least 0 [ValueRange]");
        call.sides.sourceLayout = TensorLayout();
        EXPECT_EQ(convert(), Exactly(TensorLayout().Reason(), OfSource).error);
    }
}

// Each fault together with all that are looked for later.
TEST_F(ConvertRefuses, TheFirstReasonInOrder)
{
    const std::uint64_t far = std::uint64_t{1} << 63;
    ConvertCall call{{Float64, nullptr, 0, TensorLayout::Packed({2, 0}), nullptr, 0, TensorLayout()}, Int8, {}};
    call.conversion.biases = factors;
    call.conversion.axis = 9;
    Expect(call, {TensorError::ZeroSize, 1, 0, 1, OfDestination});
    call.sides.destinationLayout = TensorLayout::Strided({2, 3}, {0, 1}, far);
    Expect(call, Exactly(TensorLayout().Reason(), OfSource));
    call.sides.sourceLayout = TensorLayout::Strided({2, 2, 4}, {1, 1, 1}, AllOnes - 7);
    Expect(call, {TensorError::ConversionTypes, NoAxis, 8, 9, NoAxis});
    call.sides.type = Float16;
    Expect(call, {TensorError::AxisOutOfRange, NoAxis, 9, 2, OfDestination});
    call.conversion.axis = 0;
    Expect(call, {TensorError::SizesDiffer, 0, 3, 2, OfDestination});
    call.conversion.axis = 1;
    Expect(call, {TensorError::RankDiffers, NoAxis, 3, 2, OfSource});
    call.sides.sourceLayout = TensorLayout::Strided({2, 4}, {1, 1}, far);
    Expect(call, {TensorError::SizesDiffer, 1, 3, 4});
    call.sides.sourceLayout = TensorLayout::Strided({2, 3}, {1, 1}, far);
    Expect(call, {TensorError::DestinationOverlaps, 0, 0, 1, OfDestination});
    call.sides.destinationLayout = TensorLayout::Strided({2, 3}, {3, 1}, far);
    Expect(call, {TensorError::SpanLimit, NoAxis, AllOnes, AllOnes, OfDestination});
    call.sides.destinationLayout = TensorLayout::Packed({2, 3});
    call.sides.sourceLayout = TensorLayout::Packed({2, 3});
    Expect(call, {TensorError::NullPointer, NoAxis, Open, Open, OfDestination});
    call.sides.destination = destinationBuffer.Data();
    Expect(call, {TensorError::NullPointer, NoAxis, Open, Open, OfSource});
    call.sides.source = destinationBuffer.Data();
    Expect(call, {TensorError::DestinationTooSmall, NoAxis, 0, 12, OfDestination});
    call.sides.destinationBytes = 12;
    Expect(call, {TensorError::SourceTooSmall, NoAxis, 0, 6, OfSource});
    call.sides.sourceBytes = 6;
    Expect(call, {TensorError::BuffersOverlap});
    call.sides.source = sourceBuffer.Data();
    Expect(call, {});
}

} // namespace

} // namespace convert_layout_test
