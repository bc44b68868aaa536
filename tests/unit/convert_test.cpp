// The values of conversions: every element of up to 16 bits to every type, numbers close to each number where the result changes, and any
// scale and bias. convert_layout_test.cpp tests layouts and rejections.
#include "models/conversions.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace convert_test
{

namespace
{

using namespace convert_support;

constexpr Variants EveryPathAuto{true, false};

using Values = std::vector<std::uint64_t>; // bits of elements

std::string Name(const Types& types) { return std::string(ToString(types.from)) + " to " + ToString(types.to); }

template <class Visit> void ForEachPair(Visit visit)
{
    for (const DML_TENSOR_DATA_TYPE from : AllTypes)
    {
        for (const DML_TENSOR_DATA_TYPE to : AllTypes) { visit(Types{to, from}); }
    }
}

// Converts elements with these bits, in rows of `width` elements with gaps between them. The last row is filled up with
// the first elements. A width of 0 means one row.
std::string FailuresOf(const Types& types, Values bits, const Factors& factors = {}, std::uint32_t width = 0)
{
    for (std::size_t i = 0; width != 0 && bits.size() % width != 0; ++i) { bits.push_back(bits[i]); }
    const auto count = static_cast<std::uint32_t>(bits.size());
    const TensorLayout layout =
        width == 0 ? TensorLayout::Packed({count}) : TensorLayout::Strided({count / width, width}, {width + 1, 1});
    Buffer destination(layout.EndInBytes(types.to), 0, Room::Guards, 1);
    Buffer source(layout.EndInBytes(types.from), 0, Room::Exactly, 2);
    for (std::size_t i = 0; i < bits.size(); ++i)
    {
        const std::size_t element = width == 0 ? i : i / width * (width + 1) + i % width;
        WriteElement(source.Data(), element, types.from, bits[i]);
    }
    const ConvertCall call{{{types.to, destination.Data(), destination.Size(), layout},
                            {types.from, source.Data(), source.Size(), layout}},
                           factors.Get()};
    return Failures(call, destination, source, EveryPathAuto);
}

// Returns every element of a type of up to 16 bits.
Values EveryElement(DML_TENSOR_DATA_TYPE type)
{
    Values bits(static_cast<std::size_t>(MaskOf(type)) + 1);
    for (std::size_t i = 0; i < bits.size(); ++i) { bits[i] = i; }
    return bits;
}

void Add(Values& values, const Values& more) { values.insert(values.end(), more.begin(), more.end()); }

// Returns these floats and their neighbours, with both signs.
void AddAround(Values& values, std::uint64_t bits)
{
    for (const std::uint64_t sign : {0U, 0x80000000U})
    {
        Add(values, {sign | (bits - 1), sign | bits, sign | (bits + 1)});
    }
}

// Special numbers and their neighbours.
Values SpecialFloats()
{
    Values values;
    for (const std::uint32_t bits : {0x00000001U,              // the smallest subnormal
                                     0x00400000U, 0x007FFFFFU, // large subnormals, up to the smallest normal number
                                     0x33000000U,              // 2^-25, half of the smallest half
                                     0x33800000U,              // 2^-24, the smallest half
                                     0x387FC000U,              // the largest subnormal half
                                     0x387FE000U,              // between that and the smallest normal half
                                     0x38800000U,              // 2^-14, the smallest normal half
                                     0x3F800000U,              // 1
                                     0x477FE000U,              // 65504, the largest half
                                     0x477FF000U,              // 65520: rounds to infinity
                                     0x47800000U,              // 65536
                                     0x4B000000U,              // 2^23: this and larger floats are integers
                                     0x4F000000U, 0x4F800000U, 0x5F000000U, 0x5F800000U, // 2^31, 2^32, 2^63, 2^64
                                     0x7F000000U,
                                     0x7F7FFFFFU, // the largest, beside infinity
                                     0x7F800001U, // NaNs, whose payload does not fit a half
                                     0x7F801FFFU, 0x7FA00000U, 0x7FBFFFFFU, 0x7FC00000U, 0x7FC00001U, 0x7FFFFFFEU})
    {
        AddAround(values, bits);
    }
    return values;
}

// Returns each half, and the tie after it with its two neighbours.
Values FloatsAroundHalves()
{
    Values values;
    for (std::uint32_t half = 0; half <= 0x7C00; ++half)
    {
        // The tie after the largest half is calculated as if infinity were 65536.
        const std::uint64_t bits = half == 0x7C00 ? 0x47800000U : BitsAs(NumberOf(half, Float16), Float32);
        // A step of a half is 2^-24 below 2^-14, and 0x2000 in the bits of a float above.
        const Number tie{Kind::Finite, false, std::uint64_t{2} * half + 1, -25};
        Add(values, {bits, 0x80000000U | bits});
        AddAround(values, half < 0x400 ? BitsAs(tie, Float32) : bits + 0x1000);
    }
    return values;
}

// Returns every multiple of an eighth close to the range of bytes, and its neighbours.
Values FloatsAroundBytes()
{
    Values values;
    for (std::uint32_t eighths = 1; eighths < 8 * 300; ++eighths)
    {
        AddAround(values, BitsAs({Kind::Finite, false, eighths, -3}, Float32));
    }
    return values;
}

Values RandomFloats(std::uint64_t seed, std::size_t count)
{
    Random random(seed);
    Values values(count);
    for (std::uint64_t& bits : values)
    {
        // Any float, or one between the smallest subnormal half and the largest half.
        const std::uint32_t any = random.Between(0, 0xFFFFFFFF);
        bits = random.OneIn(3) ? any : (any & 0x807FFFFF) | random.Between(101, 143) << 23;
    }
    return values;
}

// ---- the oracle -----------------------------------------------------------------------------------------------------

struct Known
{
    std::uint32_t from;
    std::uint32_t to;
};

// Calculated by hand from the formats of IEEE 754.
TEST(Convert, TheOracleAgreesWithKnownValues)
{
    constexpr Known halfOfFloat[] = {
        {0x00000000, 0x0000}, {0x80000000, 0x8000}, {0x3F800000, 0x3C00}, {0xC0000000, 0xC000}, // 1, -2
        {0x3EAAAAAB, 0x3555},                                                                   // a third
        {0x477FE000, 0x7BFF}, {0x477FEFFF, 0x7BFF}, // 65504, and a float that is closer to it than to 65536
        {0x477FF000, 0x7C00}, {0xFF7FFFFF, 0xFC00}, // 65520, and the largest float: infinite
        {0x38800000, 0x0400}, {0x387FC000, 0x03FF}, {0x33800000, 0x0001}, {0x33000001, 0x0001},
        {0x33000000, 0x0000}, {0xB3000000, 0x8000}, // above 2^-25, and 2^-25: a tie
        {0x33C00000, 0x0002}, {0x34200000, 0x0002}, // 1.5 and 2.5 times the least half, both to 2 of it
        {0x3F801000, 0x3C00}, {0x3F803000, 0x3C02}, // 1 + 2^-11 and 1 + 3 * 2^-11
        {0x7F800000, 0x7C00}, {0xFF800000, 0xFC00}, {0x00000001, 0x0000}};
    for (const Known& known : halfOfFloat)
    {
        EXPECT_EQ(BitsAs(NumberOf(known.from, Float32), Float16), known.to) << known.from;
    }
    constexpr Known floatOfHalf[] = {{0x0001, 0x33800000}, {0x03FF, 0x387FC000}, {0x8400, 0xB8800000},
                                     {0x3555, 0x3EAAA000}, {0x7BFF, 0x477FE000}, {0xFC00, 0xFF800000}};
    for (const Known& known : floatOfHalf)
    {
        EXPECT_EQ(BitsAs(NumberOf(known.from, Float16), Float32), known.to) << known.from;
    }
    for (const std::uint32_t nan : {0x7F800001U, 0x7F801FFFU, 0xFFC00000U, 0x7FFFFFFFU})
    {
        EXPECT_TRUE(IsNaN(BitsAs(NumberOf(nan, Float32), Float16), Float16)) << nan;
        EXPECT_EQ(BitsAs(NumberOf(nan, Float32), UInt8), 0U) << nan;
        EXPECT_EQ(BitsAs(NumberOf(nan, Float32), Int8), 0U) << nan;
    }
    // 0.5, 1.5, 2.5, -0.5, -1.5, 254.5, 255.5, 127.5, -128.5, -129, 1e9, -infinity
    constexpr std::uint32_t floats[] = {0x3F000000, 0x3FC00000, 0x40200000, 0xBF000000, 0xBFC00000, 0x437E8000,
                                        0x437F8000, 0x42FF0000, 0xC3008000, 0xC3010000, 0x4E6E6B28, 0xFF800000};
    constexpr std::uint32_t asUInt8[] = {0, 2, 2, 0, 0, 254, 255, 128, 0, 0, 255, 0};
    constexpr std::uint32_t asInt8[] = {0, 2, 2, 0, 0xFE, 127, 127, 127, 0x80, 0x80, 127, 0x80};
    for (std::size_t i = 0; i < sizeof(floats) / sizeof(floats[0]); ++i)
    {
        EXPECT_EQ(BitsAs(NumberOf(floats[i], Float32), UInt8), asUInt8[i]) << i;
        EXPECT_EQ(BitsAs(NumberOf(floats[i], Float32), Int8), asInt8[i]) << i;
    }
    // (1 - 2^-23) * (1 + 2^-23) - 1 is -2^-46, or 0 if the product is rounded first.
    const Allowed allowed = Converted(0x3F7FFFFE, {Float32, Float32}, FloatOf(0x3F800001), -1);
    EXPECT_EQ(allowed.once, 0xA8800000U);
    EXPECT_EQ(allowed.twice, 0U);
    // 3 * 3.0e38 - 3.0e38: infinite if the product is rounded first, and 6.0e38 exceeds the floats as well.
    EXPECT_EQ(Converted(3, {Float32, UInt8}, 3.0e38F, -3.0e38F).once, 0x7F800000U);
    EXPECT_EQ(Converted(2, {Float32, UInt8}, 3.0e38F, -3.0e38F).once, BitsOf(3.0e38F));
    EXPECT_EQ(Converted(2, {Float32, UInt8}, 3.0e38F, -3.0e38F).twice, 0x7F800000U);
    EXPECT_EQ(Converted(0x8000, {Float16, Float16}, 2, 0).once, 0U);
    EXPECT_EQ(Converted(0x8000, {Float16, Float16}, 2, -0.0F).once, 0x8000U);
    EXPECT_EQ(Converted(200, {Int8, UInt8}, 0.5F, -164.25F).once, 0xC0U);
}

// ---- the value itself -----------------------------------------------------------------------------------------------

TEST(Convert, EveryElementOfUpTo16BitsBecomesTheNearestOne)
{
    for (const DML_TENSOR_DATA_TYPE from : {Float16, UInt16, Int16})
    {
        for (const DML_TENSOR_DATA_TYPE to : AllTypes)
        {
            for (const std::uint32_t width : {0U, 7U})
            {
                EXPECT_EQ(FailuresOf({to, from}, EveryElement(from), {}, width), "") << Name({to, from});
            }
        }
    }
    for (const DML_TENSOR_DATA_TYPE from : {UInt8, Int8, UInt4, Int4})
    {
        for (const DML_TENSOR_DATA_TYPE to : AllTypes)
        {
            for (const std::uint32_t width : {0U, 1U, 3U, 8U, 19U, 64U, 71U, 200U})
            {
                EXPECT_EQ(FailuresOf({to, from}, EveryElement(from), {}, width), "") << Name({to, from});
            }
        }
    }
}

// Returns integers of any length, and those where a rounding to FLOAT16, FLOAT32 or FLOAT64 changes.
Values Integers(DML_TENSOR_DATA_TYPE type)
{
    Values values = {
        0, 1, MaskOf(type), MaskOf(type) / 2, MaskOf(type) / 2 + 1, MaskOf(type) / 2 + 2, MaskOf(type) - 1};
    for (const bool isNegative : {false, true})
    {
        for (int top = 1; top < 64; ++top)
        {
            for (const int kept : {11, 24, 53})
            {
                const std::uint64_t power = std::uint64_t{1} << top;
                const std::uint64_t half = top < kept ? 0 : power >> kept; // of the last place of a rounded number
                for (const std::uint64_t odd : {0U, 1U, 3U})
                {
                    for (const std::uint64_t near : {half * odd - 1, half * odd, half * odd + 1})
                    {
                        values.push_back((isNegative ? 0 - (power + near) : power + near) & MaskOf(type));
                    }
                }
            }
        }
    }
    return values;
}

// Returns numbers where a rounding changes: to every half, to FLOAT32 and to integers of each size.
Values Doubles()
{
    Values values;
    for (const std::uint64_t bits : FloatsAroundHalves())
    {
        const std::uint64_t wide = BitsAs(NumberOf(bits, Float32), Float64);
        Add(values, {wide, wide + 1, wide - 1});
    }
    for (const std::uint64_t bits : SpecialFloats())
    {
        const std::uint64_t wide = BitsAs(NumberOf(bits, Float32), Float64);
        constexpr std::uint64_t Tie = std::uint64_t{1} << 28; // half of the last place of FLOAT32
        Add(values, {wide, wide + 1, wide - 1, wide + Tie, wide + Tie + 1, wide + Tie - 1});
    }
    for (const int bits : {4, 7, 8, 15, 16, 31, 32, 52, 53, 62, 63, 64, 65, 127, 128, 1023})
    {
        for (std::uint32_t quarters = 0; quarters < 16; ++quarters)
        {
            const Number number{Kind::Finite, false, (std::uint64_t{1} << 52) + quarters, bits - 52};
            const std::uint64_t near = bits < 1023 ? BitsAs(number, Float64) : 0x7FEFFFFFFFFFFFF8 + quarters;
            // Integers and their halves close to a limit.
            const std::uint64_t limit =
                bits < 50 ? BitsAs({Kind::Finite, false, (std::uint64_t{4} << bits) + quarters - 8, -2}, Float64)
                          : near;
            for (const std::uint64_t one : {near, near - 16, limit})
            {
                Add(values, {one, one | std::uint64_t{1} << 63});
            }
        }
    }
    Add(values, {0x0000000000000001, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x7FF0000000000001, 0x7FF8000000000000,
                 0xFFFFFFFFFFFFFFFF});
    return values;
}

TEST(Convert, EveryTypeOf32And64BitsAgreesWithTheOracle)
{
    Random random(0x31);
    for (const DML_TENSOR_DATA_TYPE from : {Float64, UInt64, Int64, UInt32, Int32, Float32})
    {
        Values values = from == Float64 ? Doubles() : from == Float32 ? SpecialFloats() : Integers(from);
        for (int i = 0; i < 5000; ++i) { values.push_back(RandomElement(random, from)); }
        for (const DML_TENSOR_DATA_TYPE to : AllTypes)
        {
            EXPECT_EQ(FailuresOf({to, from}, values, {}, random.OneIn(2) ? 0 : 13), "") << Name({to, from});
        }
    }
}

// Calculated by hand.
TEST(Convert, HasTheWrittenOutIntegers)
{
    constexpr std::int64_t large[] = {9007199254740993, -9007199254740993, 2147483648, -129}; // 2^53 + 1
    constexpr std::int32_t saturated[] = {2147483647, -2147483647 - 1, 2147483647, -129};
    std::int32_t ints[4] = {};
    float floats[4] = {};
    const TensorLayout row = TensorLayout::Packed({4});
    ASSERT_TRUE(ConvertTensor(DestinationOf(ints, row), SourceOf(large, row)).Ok());
    EXPECT_EQ(std::memcmp(ints, saturated, sizeof(ints)), 0);
    // 2^24 + 1 is a tie of FLOAT32, and 2^62 + 2^38 + 1 is above one, which a rounding to FLOAT64 would hide.
    constexpr std::int64_t ties[] = {16777217, 16777219, (std::int64_t{1} << 62) + (std::int64_t{1} << 38) + 1,
                                     (std::int64_t{1} << 62) + (std::int64_t{1} << 38)};
    ASSERT_TRUE(ConvertTensor(DestinationOf(floats, row), SourceOf(ties, row)).Ok());
    const std::uint32_t rounded[] = {0x4B800000, 0x4B800002, 0x5E800001, 0x5E800000};
    std::uint32_t bits[4];
    std::memcpy(bits, floats, sizeof(bits));
    EXPECT_EQ(std::memcmp(bits, rounded, sizeof(bits)), 0);
    // An array in which one scale is 1 keeps that channel's value.
    constexpr float scales[] = {1, 2, 1, 0.5F};
    std::int64_t scaled[4] = {};
    Conversion conversion;
    conversion.scales = scales;
    conversion.axis = 0;
    ASSERT_TRUE(ConvertTensor(DestinationOf(scaled, row), SourceOf(large, row), conversion).Ok());
    constexpr std::int64_t expected[] = {9007199254740993, -18014398509481984, 2147483648, -64}; // -64.5 is a tie
    EXPECT_EQ(std::memcmp(scaled, expected, sizeof(scaled)), 0);
    // Five 4-bit elements from the second position on; the first one and the last one of the bytes stay.
    unsigned char nibbles[] = {0xAA, 0xAA, 0xAA, 0xAA};
    constexpr float values[] = {-9, 7.5F, 2.5F, -0.6F, 3};
    ASSERT_TRUE(ConvertTensor(DestinationOf(Int4, nibbles, TensorLayout::Strided({5}, {1}, 1)),
                              SourceOf(values, TensorLayout::Packed({5})))
                    .Ok());
    constexpr unsigned char packed[] = {0x8A, 0x27, 0x3F, 0xAA};
    EXPECT_EQ(std::memcmp(nibbles, packed, sizeof(nibbles)), 0);
}

TEST(Convert, FloatsAroundEveryHalfAreRounded)
{
    Values values = FloatsAroundHalves();
    Add(values, SpecialFloats());
    EXPECT_EQ(FailuresOf({Float16, Float32}, values), "");
    EXPECT_EQ(FailuresOf({Float16, Float32}, values, {}, 13), "");
}

TEST(Convert, AMillionFloatsBecomeTheNearestHalves)
{
    for (std::uint64_t seed = 0; seed < 8; ++seed)
    {
        ASSERT_EQ(FailuresOf({Float16, Float32}, RandomFloats(seed, 0x20000)), "") << "seed " << seed;
    }
}

TEST(Convert, FloatsAreRoundedToBytes)
{
    Values values = FloatsAroundBytes();
    Add(values, SpecialFloats());
    Add(values, RandomFloats(9, 50000));
    for (const DML_TENSOR_DATA_TYPE to : {UInt8, Int8})
    {
        EXPECT_EQ(FailuresOf({to, Float32}, values), "") << ToString(to);
        EXPECT_EQ(FailuresOf({to, Float32}, values, {}, 11), "") << ToString(to);
    }
}

// ---- DirectMLCast ---------------------------------------------------------------------------------------------------

// The types that DirectML's CAST was executed with.
constexpr DML_TENSOR_DATA_TYPE CastTypes[] = {Float32, Float16, UInt8, Int8, UInt16, Int16, UInt32, Int32};

const Factors AsCast = {1, 0, {}, {}, 1, ConversionRule::DirectMLCast};

TEST(Convert, CastOfEveryElementOfUpTo16Bits)
{
    for (const DML_TENSOR_DATA_TYPE from : {Float16, UInt16, Int16, UInt8, Int8})
    {
        for (const DML_TENSOR_DATA_TYPE to : CastTypes)
        {
            for (const std::uint32_t width : {0U, 7U})
            {
                EXPECT_EQ(FailuresOf({to, from}, EveryElement(from), AsCast, width), "") << Name({to, from});
            }
        }
    }
}

TEST(Convert, CastOf32Bits)
{
    Random random(0x32);
    for (const DML_TENSOR_DATA_TYPE from : {UInt32, Int32, Float32})
    {
        Values values = from == Float32 ? SpecialFloats() : Integers(from);
        if (from == Float32) { Add(values, FloatsAroundBytes()); }
        for (int i = 0; i < 5000; ++i) { values.push_back(RandomElement(random, from)); }
        for (const DML_TENSOR_DATA_TYPE to : CastTypes)
        {
            EXPECT_EQ(FailuresOf({to, from}, values, AsCast, random.OneIn(2) ? 0 : 13), "") << Name({to, from});
        }
    }
}

// ---- scale and bias -------------------------------------------------------------------------------------------------

Values SomeElements(DML_TENSOR_DATA_TYPE type)
{
    if (BitsOfType(type) <= 8) { return EveryElement(type); }
    Random random(0x21);
    Values values;
    if (type == Float32)
    {
        values = SpecialFloats();
        Add(values, RandomFloats(0x22, 3000));
    }
    else if (BitsOfType(type) == 16)
    {
        for (std::uint32_t half = 0; half < 0x10000; half += random.Between(1, 40)) { values.push_back(half); }
        Add(values, {0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0xFE00});
    }
    for (int i = 0; i < 1000; ++i) { values.push_back(RandomElement(random, type)); }
    return values;
}

struct ScaleAndBias
{
    std::uint32_t scale;
    std::uint32_t bias;
};

constexpr ScaleAndBias ScalesAndBiases[] = {
    {0x3F800000, 0x00000000}, // 1, 0: the value itself
    {0x3F800000, 0x80000000}, // 1, -0: the same
    {0x3F800000, 0x3F000000}, {0x3F800000, 0xC3000000}, {0x3F800000, 0x00000001}, {0x3F800000, 0x7F800000},
    {0xBF800000, 0x00000000}, {0xBF800000, 0x437F0000}, // -1, and 255 - x
    {0x40000000, 0x00000000}, {0x40000000, 0x80000000}, {0x3F000000, 0x00000000}, {0x3F000000, 0x3E800000},
    {0x3B808081, 0x00000000}, {0x3C008081, 0xBF800000},                           // x / 255, x / 127.5 - 1
    {0x3C8C4DB8, 0xC0078D50}, {0x437F0000, 0x00000000}, {0x42690000, 0x42F70000}, // (x / 255 - .485) / .229, and back
    {0x00000000, 0x00000000}, {0x80000000, 0x40A00000}, {0x00000000, 0x7FC00000}, {0x33800000, 0x00000000},
    {0x33800000, 0x33000000}, {0x34000001, 0x80000001},                           // to the subnormal halves
    {0x00000001, 0x00000000}, {0x00000003, 0x00000001}, {0x006CE3EE, 0x80800000}, // to the subnormal floats
    {0x7E967699, 0x00000000}, {0x7E967699, 0xFF61B1E6}, {0xFE967699, 0x7F7FFFFF}, // beyond the largest float
    {0x7F800000, 0x00000000}, {0x7F800000, 0xFF800000}, {0x7FC00000, 0x3F800000}, {0x7F800001, 0x00000000},
    {0x477FE000, 0xC77FE000}, {0x4B000001, 0xCB000000}, {0x3F7FFFFF, 0x3F7FFFFF}};

TEST(Convert, ScaleAndBiasApplyToEveryPairOfTypes)
{
    ForEachPair(
        [](const Types& types)
        {
            const Values values = SomeElements(types.from);
            const bool hasKernels = BitsOfType(types.to) <= 32 && BitsOfType(types.from) <= 32 && !IsWide(types.to);
            std::uint32_t width = 0;
            std::uint32_t number = 0;
            for (const ScaleAndBias& by : ScalesAndBiases)
            {
                if (!hasKernels && ++number % 4 != 0) { continue; }
                Factors factors;
                factors.scale = FloatOf(by.scale);
                factors.bias = FloatOf(by.bias);
                EXPECT_EQ(FailuresOf(types, values, factors, width), "") << Name(types);
                width = width == 0 ? 5 : width == 5 ? 37 : 0;
            }
        });
}

// The arrays are indexed by the position along the axis.
TEST(Convert, HasTheWrittenOutResult)
{
    // Two pixels of red, green and blue to planes of halves: (x - mean) / deviation.
    const unsigned char pixels[] = {0, 100, 255, 255, 200, 5};
    const float scales[] = {0.5F, 0.25F, 2};
    const float biases[] = {-1, 0, 10};
    unsigned char planes[12] = {};
    Conversion conversion;
    conversion.scales = scales;
    conversion.biases = biases;
    conversion.scale = 99; // not used beside the arrays
    conversion.bias = 99;
    ASSERT_EQ(ConvertTensor(DestinationOf(Float16, planes, TensorLayout::Packed({1, 3, 1, 2})),
                            SourceOf(pixels, TensorLayout::Packed({1, 3, 1, 2}, Layout::NHWC)), conversion),
              Diagnosis{});
    // -1, 126.5, 25, 50, 520, 20
    constexpr std::uint32_t expected[] = {0xBC00, 0x57E8, 0x4E40, 0x5240, 0x6010, 0x4D00};
    for (std::size_t i = 0; i < 6; ++i) { EXPECT_EQ(ReadElement(planes, i, Float16), expected[i]) << i; }

    // And back, with the axis of the destination, which is a different one.
    const float backScales[] = {2, 4, 0.5F};
    const float backBiases[] = {2, 0, -5};
    conversion.scales = backScales;
    conversion.biases = backBiases;
    conversion.axis = 2;
    unsigned char back[6] = {};
    ASSERT_EQ(ConvertTensor(DestinationOf(back, TensorLayout::Packed({1, 2, 3})),
                            SourceOf(Float16, planes, TensorLayout::Packed({1, 3, 2}).Transposed({0, 2, 1})),
                            conversion),
              Diagnosis{});
    EXPECT_EQ(std::memcmp(back, pixels, 6), 0);
}

} // namespace

} // namespace convert_test
