// CompareTensors and its sentences: the rule for differences on chosen values and on every half, rejections in their
// order, and all layouts compared with a loop. The random test is in random_tests/comparisons.hpp.
#include "dml_tensor_compare.hpp"
#include "random_tests/comparisons.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace compare_test
{

using namespace random_comparisons;
using test_support::FirstProblem;

constexpr DML_TENSOR_DATA_TYPE Float32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr DML_TENSOR_DATA_TYPE Float16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

static_assert(Tolerance{}.absolute == 0 && Tolerance{}.relative == 0 && Tolerance{}.ulps == 0);
static_assert(Comparison{}.reason.Ok() && Comparison{}.compared == 0 && Comparison{}.different == 0);
static_assert(Comparison{}.firstDifferent.empty() && Comparison{}.expected == 0 && Comparison{}.actual == 0);
static_assert(Comparison{}.largestError == 0 && Comparison{}.largestErrorAt.empty() && !Comparison{});
static_assert(Comparison{}.meanError == 0 && Comparison{}.notFinite == 0 && Comparison{}.bothNan == 0);
static_assert(std::is_same_v<decltype(Explain(Comparison{})), Message>);

template <class T> Source AllOf(DML_TENSOR_DATA_TYPE type, const std::vector<T>& values)
{
    return SourceOf(type, values, TensorLayout::Packed({values.size()}));
}

template <class T>
Comparison Compare(const std::vector<T>& expected, const std::vector<T>& actual, const Tolerance& tolerance = {},
                   DML_TENSOR_DATA_TYPE type = DataTypeOf<T>)
{
    return CompareTensors(AllOf(type, expected), AllOf(type, actual), tolerance);
}

// Whether one value equals another.
template <class T>
bool AreEqual(T expected, T actual, const Tolerance& tolerance = {}, DML_TENSOR_DATA_TYPE type = DataTypeOf<T>)
{
    return static_cast<bool>(Compare<T>({expected}, {actual}, tolerance, type));
}

// ---- sentences ------------------------------------------------------------------------------------------------------

TEST(CompareExplain, SaysWhatWasFoundAndWhere)
{
    const std::vector<float> expected = {1, 2, 0.5F, 4, 5, 6};
    std::vector<float> actual = expected;
    const TensorLayout layout = TensorLayout::Packed({2, 3});
    const auto explain = [&]
    { return std::string(Explain(CompareTensors(SourceOf(expected, layout), SourceOf(actual, layout))).c_str()); };
    EXPECT_EQ(explain(), "all 6 elements agree");
    actual[2] = 0.25F;
    EXPECT_EQ(explain(), "1 of 6 elements differ, the first at {0, 2}: 0.5 expected, 0.25 found; the largest error is "
                         "0.25, at {0, 2}");
    actual[4] = -1;
    EXPECT_EQ(explain(), "2 of 6 elements differ, the first at {0, 2}: 0.5 expected, 0.25 found; the largest error is "
                         "6, at {1, 1}");
    actual = expected;
    actual[3] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(explain(), "1 of 6 elements differ, the first at {1, 0}: 4 expected, nan found; 1 are NaN or "
                         "infinite on one side");
    actual[3] = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(explain(), "1 of 6 elements differ, the first at {1, 0}: 4 expected, -inf found; 1 are NaN or "
                         "infinite on one side");

    actual[5] = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> alsoNan = expected;
    alsoNan[5] = actual[5];
    EXPECT_STREQ(Explain(Compare<float>(alsoNan, actual)).c_str(),
                 "1 of 6 elements differ, the first at {3}: 4 expected, -inf found; 1 are NaN or infinite on one "
                 "side; 1 are NaN on both sides");
    EXPECT_STREQ(Explain(Compare<float>(alsoNan, alsoNan)).c_str(), "all 6 elements agree; 1 are NaN on both sides");

    EXPECT_STREQ(Explain(Compare<float>({1}, {1})).c_str(), "all 1 elements agree");
    EXPECT_STREQ(Explain(CompareTensors({Float32, nullptr, 4, layout}, SourceOf(actual, layout))).c_str(),
                 "expected: the pointer is null; point it to a buffer of 24 bytes [NullPointer]");
    EXPECT_STREQ(Explain(CompareTensors(SourceOf(actual, layout), {Float32, actual.data(), 23, layout})).c_str(),
                 "actual: the buffer has 23 bytes; its layout needs 24 [SourceTooSmall]");
}

TEST(CompareExplain, TheLongestSentenceFits)
{
    Comparison longest;
    longest.compared = longest.different = longest.notFinite = longest.bothNan = test_support::Max64;
    longest.expected = longest.actual = -std::numeric_limits<double>::max();
    longest.largestError = 1.7976931348623157e+308;
    // Eight sizes with a product of 64 bits, which have the longest coordinates.
    longest.firstDifferent = longest.largestErrorAt = {1000, 100, 100, 100, 100, 100, 100, 1000};
    const std::string text = Explain(longest).c_str();
    EXPECT_LT(text.size() + 1, sizeof(Message) - sizeof(std::size_t));
    EXPECT_EQ(text.substr(text.size() - 10), "both sides");
}

std::string TextOfNumber(double number)
{
    Comparison comparison;
    comparison.compared = comparison.different = 1;
    comparison.expected = number;
    const std::string text = Explain(comparison).c_str();
    const std::size_t from = text.find(": ") + 2;
    return text.substr(from, text.find(" expected") - from);
}

TEST(CompareExplain, NumbersAreTheShortestThatReadBack)
{
    const struct
    {
        double number;
        const char* text;
    } cases[] = {{0, "0"},
                 {-0.0, "-0"},
                 {1, "1"},
                 {0.1, "0.1"},
                 {double{0.1F}, "0.1"},
                 {-0.3, "-0.3"},
                 {0.001, "0.001"},
                 {0.00001, "1e-05"},
                 {65504, "65504"},
                 {100000, "1e+05"},
                 {123456, "123456"},
                 {16777216, "16777216"},
                 {double{3.4028234663852886e38F}, "3.4028235e+38"},
                 {3.4028235677973366e38, "3.4028235677973366e+38"}, // half a step more
                 {1.401298464324817e-45, "1e-45"},
                 {5e-324, "5e-324"},
                 {9007199254740993.0, "9.007199e+15"},
                 {9223372036854775808.0, "9.223372e+18"},
                 {9007199254740994.0, "9007199254740994"},
                 {1.7976931348623157e308, "1.7976931348623157e+308"},
                 {2.2250738585072014e-308, "2.2250738585072014e-308"},
                 {Infinity, "inf"},
                 {-Infinity, "-inf"},
                 {NaN, "nan"},
                 {-NaN, "nan"}};
    for (const auto& each : cases) { EXPECT_EQ(TextOfNumber(each.number), each.text); }
    Random random(1);
    for (std::uint32_t i = 0; i < 3000; ++i)
    {
        // Any double, any float, integers of any width, decimal fractions, powers of two.
        const std::uint64_t bits = random.Next();
        const auto narrowBits = static_cast<std::uint32_t>(bits);
        double number = 0;
        float narrow = 0;
        std::memcpy(&number, &bits, sizeof(bits));
        std::memcpy(&narrow, &narrowBits, sizeof(narrow));
        switch (i % 16)
        {
        case 0: break;
        case 1:
        case 2:
        case 3: number = static_cast<double>(bits >> random.Below(64)); break;
        case 4:
        case 5:
        case 6: number = static_cast<double>(random.Below(100000)) / 1000; break;
        case 7: number = std::ldexp(1.0, static_cast<int>(random.Below(300)) - 150); break;
        default: number = double{narrow};
        }
        const std::string text = TextOfNumber(number);
        const bool isFloat = std::fabs(number) <= double{std::numeric_limits<float>::max()}
                             && double{static_cast<float>(number)} == number;
        if (std::isnan(number))
        {
            ASSERT_EQ(text, "nan");
            continue;
        }
        if (isFloat) { ASSERT_EQ(double{std::strtof(text.c_str(), nullptr)}, number) << text; }
        else { ASSERT_EQ(std::strtod(text.c_str(), nullptr), number) << text; }
#if defined(__cpp_lib_to_chars)
        char room[64];
        const auto end = isFloat ? std::to_chars(room, room + sizeof(room), static_cast<float>(number))
                                 : std::to_chars(room, room + sizeof(room), number);
        ASSERT_EQ(text, std::string(room, end.ptr));
#endif
    }
}

// In other rounding modes, printing and reading may round differently; then all digits are printed.
TEST(CompareExplain, NumbersAreTheSameInOtherRoundingModes)
{
    Random random(2);
    for (const int rounding : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    {
        for (std::uint32_t i = 0; i < 100; ++i)
        {
            const double number = 1 + std::ldexp(static_cast<double>(random.Next() >> 12), -52);
            std::fesetround(rounding);
            const std::string text = TextOfNumber(number);
            std::fesetround(FE_TONEAREST);
            EXPECT_NEAR(std::strtod(text.c_str(), nullptr), number, std::ldexp(1.0, -51)) << text;
        }
    }
}

// ---- the rule -------------------------------------------------------------------------------------------------------

TEST(CompareRule, EveryHalfIsComparedWithItsNeighbours)
{
    // All halves from -infinity to infinity with their places, in which -0 and 0 are equal.
    std::vector<std::uint16_t> halves;
    std::vector<std::uint32_t> below;
    for (std::uint32_t bits = 0xFC00; bits >= 0x8000; --bits) { halves.push_back(static_cast<std::uint16_t>(bits)); }
    for (std::uint32_t bits = 0; bits <= 0x7C00; ++bits) { halves.push_back(static_cast<std::uint16_t>(bits)); }
    for (std::uint32_t i = 0; i < halves.size(); ++i) { below.push_back(i - (halves[i] < 0x8000 ? 1 : 0)); }
    const auto isInfinite = [](std::uint16_t bits) { return (bits & 0x7FFF) == 0x7C00; };

    for (std::size_t apart = 0; apart < 6; ++apart)
    {
        const std::vector<std::uint16_t> low(halves.begin(), halves.end() - static_cast<std::ptrdiff_t>(apart));
        const std::vector<std::uint16_t> high(halves.begin() + static_cast<std::ptrdiff_t>(apart), halves.end());
        for (std::uint32_t ulps = 0; ulps < 6; ++ulps)
        {
            std::uint64_t different = 0;
            std::uint64_t first = test_support::Max64;
            for (std::size_t i = 0; i < low.size(); ++i)
            {
                const std::uint32_t steps = below[i + apart] - below[i];
                const bool differs = steps != 0 && (steps > ulps || isInfinite(low[i]) || isInfinite(high[i]));
                first = differs && different == 0 ? i : first;
                different += differs ? 1 : 0;
            }
            // The largest step between finite halves is 32, first at the lowest finite half.
            const double largest = apart == 0 ? 0 : 32.0 * static_cast<double>(apart);
            for (const bool isSwapped : {false, true})
            {
                Tolerance tolerance;
                tolerance.ulps = ulps;
                const Comparison found = Compare(isSwapped ? high : low, isSwapped ? low : high, tolerance, Float16);
                EXPECT_EQ(found.compared, low.size());
                EXPECT_EQ(found.different, different) << apart << " apart, " << ulps;
                EXPECT_EQ(found.firstDifferent, different == 0 ? Dimensions{} : Dimensions{first});
                EXPECT_EQ(found.largestError, largest);
                EXPECT_EQ(found.largestErrorAt, apart == 0 ? Dimensions{} : Dimensions{1});
            }
        }
    }
}

template <class T> void CheckSpecialNumbers()
{
    using Limits = std::numeric_limits<T>;
    const T infinity = Limits::infinity();
    const T nan = Limits::quiet_NaN();
    const T largest = Limits::max();
    const T tiny = Limits::denorm_min();
    const Tolerance everything{Infinity, Infinity, test_support::Max64};
    EXPECT_TRUE(AreEqual<T>(nan, -nan));
    EXPECT_TRUE(AreEqual<T>(-T{0}, T{0}));
    EXPECT_TRUE(AreEqual<T>(T{0}, -T{0}));
    EXPECT_TRUE(AreEqual<T>(-infinity, -infinity));
    for (const T other : {T{0}, T{1}, largest, -largest, infinity, -infinity})
    {
        EXPECT_FALSE(AreEqual<T>(nan, other, everything));
        EXPECT_FALSE(AreEqual<T>(other, nan, everything));
        EXPECT_EQ((AreEqual<T>(infinity, other, everything)), other == infinity);
        EXPECT_EQ((AreEqual<T>(other, -infinity, everything)), other == -infinity);
    }
    // Steps: across zero, to the smallest normal number, and none from the largest number to infinity.
    EXPECT_TRUE(AreEqual<T>(-tiny, tiny, {0, 0, 2}));
    EXPECT_FALSE(AreEqual<T>(-tiny, tiny, {0, 0, 1}));
    EXPECT_TRUE(AreEqual<T>(Limits::min(), Limits::min() - tiny, {0, 0, 1}));
    EXPECT_FALSE(AreEqual<T>(largest, infinity, {0, 0, 1}));
    EXPECT_TRUE(AreEqual<T>(-largest, largest, {0, 0, test_support::Max64}));
    // Absolute and relative tolerance; the latter depends only on |expected|.
    EXPECT_TRUE(AreEqual<T>(T{1}, T{1.5}, {0.5}));
    EXPECT_FALSE(AreEqual<T>(T{1}, T{1.5}, {0.49}));
    EXPECT_TRUE(AreEqual<T>(-T{2}, -T{3}, {0, 0.5}));
    EXPECT_FALSE(AreEqual<T>(T{3}, T{2}, {0, 0.33}));
    EXPECT_TRUE(AreEqual<T>(T{3}, T{2}, {0, 0.34}));
    EXPECT_FALSE(AreEqual<T>(T{0}, tiny, {0, Infinity}));
    EXPECT_TRUE(AreEqual<T>(tiny, largest, {0, Infinity}));
}

TEST(CompareRule, NanInfinityZeroAndSubnormalsFollowTheRule)
{
    CheckSpecialNumbers<float>();
    CheckSpecialNumbers<double>();
}

// ---- whole blocks, and processors that flush subnormals to zero -----------------------------------------------------

// Returns values of either sign: 0, subnormals, values around those that need scaling, 1, the largest, infinity and NaN.
template <class Bits> std::vector<Bits> SpecialValues(Bits smallestNormal, Bits one)
{
    const Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    const std::uint64_t infinity = sign - std::uint64_t{smallestNormal};
    const std::uint64_t normal = smallestNormal;
    std::vector<std::uint64_t> magnitudes = {0,        1,           2,          3,   1000,           normal - 1,
                                             normal,   normal + 1,  2 * normal, one, 2 * normal + 1, infinity - 1,
                                             infinity, infinity + 1};
    if (sizeof(Bits) > 2)
    {
        magnitudes.insert(magnitudes.end(), {52 * normal, 53 * normal + 7, 105 * normal, 106 * normal - 1, 106 * normal,
                                             106 * normal + 1, 107 * normal});
    }
    std::vector<Bits> values;
    for (const std::uint64_t magnitude : magnitudes)
    {
        values.push_back(static_cast<Bits>(magnitude));
        values.push_back(static_cast<Bits>(magnitude | sign));
    }
    return values;
}

// Compares every pair with every tolerance, alone and as a block of its copies, which is flushed.
template <class Bits> void ExpectTheSameFlushedInBlocks(DML_TENSOR_DATA_TYPE type, Bits smallestNormal, Bits one)
{
    constexpr std::size_t Copies = 65; // a block and one more
    const std::vector<Bits> values = SpecialValues(smallestNormal, one);
    const double least = std::numeric_limits<double>::denorm_min();
    for (const double absolute :
         {0.0, least, 1000 * least, std::numeric_limits<double>::min(), 1e-300, 1e-45, 1e-38, 1.0, Infinity})
    {
        for (const double relative : {0.0, least, 1e-310, 1e-16, 0.001, 0.5, 1.0, 1e265, 1e300, Infinity})
        {
            const Tolerance tolerance{absolute, relative, 0};
            for (const Bits e : values)
            {
                for (const Bits a : values)
                {
                    Comparison exact = Compare<Bits>({e}, {a}, tolerance, type);
                    exact.compared *= Copies;
                    exact.different *= Copies;
                    exact.notFinite *= Copies;
                    exact.bothNan *= Copies;
                    const auto flushed = [&]
                    {
                        const test_support::FlushedSubnormals flush;
                        return Compare(std::vector<Bits>(Copies, e), std::vector<Bits>(Copies, a), tolerance, type);
                    }();
                    ASSERT_TRUE(random_comparisons::AreSame(exact, flushed))
                        << std::hex << e << " and " << a << ", tolerance " << absolute << ' ' << relative << ": "
                        << random_comparisons::TextOf(exact) << " | " << random_comparisons::TextOf(flushed);
                }
            }
        }
    }
}

// A distance just above half of the expected value is no float. The block's errors are those of its elements.
TEST(CompareRule, ErrorsOfBlocksAreExact)
{
    const float e = 0x1p-20F, a = 0x1.fffffep-22F;
    const Comparison found = Compare(std::vector<float>(65, e), std::vector<float>(65, a), Tolerance{1});
    EXPECT_EQ(found.different, 0U);
    EXPECT_EQ(found.largestError, static_cast<double>(e) - static_cast<double>(a));
    EXPECT_EQ(found.largestErrorAt, Dimensions{0});
    EXPECT_NEAR(found.meanError, found.largestError, found.largestError * 1e-13);
    EXPECT_NE(found.largestError, static_cast<double>(e - a)) << "it is rounded as a float";
}

TEST(CompareRule, SubnormalsDifferEvenIfTheyAreFlushed)
{
    {
        const test_support::FlushedSubnormals flush;
        EXPECT_FALSE(AreEqual<std::uint32_t>(0, 1, {}, Float32));
        EXPECT_FALSE(AreEqual<std::uint64_t>(0, 1, {}, DML_TENSOR_DATA_TYPE_FLOAT64));
        EXPECT_FALSE(AreEqual<std::uint64_t>(0x0010000000000000, 0x0010000000000001, {}, DML_TENSOR_DATA_TYPE_FLOAT64));
    }
    ExpectTheSameFlushedInBlocks<std::uint16_t>(Float16, 0x0400, 0x3C00);
    ExpectTheSameFlushedInBlocks<std::uint32_t>(Float32, 0x00800000, 0x3F800000);
    ExpectTheSameFlushedInBlocks<std::uint64_t>(DML_TENSOR_DATA_TYPE_FLOAT64, 0x0010000000000000, 0x3FF0000000000000);
}

// Whole blocks in which every element differs by as much, for tolerances just below and at that distance.
TEST(CompareRule, BlocksAtTheLimitOfAToleranceAreEqual)
{
    const auto differing = [](float e, float a, const Tolerance& tolerance)
    {
        const std::vector<float> expected(128, e), actual(128, a);
        return Compare(expected, actual, tolerance).different;
    };
    const auto below = [](double value) { return std::nextafter(value, 0.0); };
    for (const float e : {1.0F, -1.0F, 0.75F, 3e38F, 2e-38F, 1e-45F})
    {
        for (const float factor : {1.0F + 0x1p-23F, 1.25F, 0.75F, 2.0F, -1.0F, 0.0F})
        {
            const float a = std::isinf(e * factor) ? e / 2 : e * factor;
            const double distance = std::fabs(double{e} - double{a});
            const std::uint64_t all = distance == 0 ? 0 : 128;
            EXPECT_EQ(differing(e, a, {}), all) << e << ' ' << a;
            EXPECT_EQ(differing(e, a, {-0.0, -0.0}), all) << e << ' ' << a;
            EXPECT_EQ(differing(e, a, {distance}), 0U) << e << ' ' << a;
            EXPECT_EQ(differing(e, a, {below(distance)}), all) << e << ' ' << a;
            const double relative = distance / std::fabs(double{e}); // exact for these values or rounded
            EXPECT_EQ(differing(e, a, {0, relative * (1 + 0x1p-50)}), 0U) << e << ' ' << a;
            EXPECT_EQ(differing(e, a, {0, relative * (1 - 0x1p-50)}), all) << e << ' ' << a;
        }
    }
    // Steps: 2^-23 above 1, 2^-24 below it.
    const float one = 1;
    EXPECT_EQ(differing(one, one + 3 * 0x1p-23F, {0, 0, 3}), 0U);
    EXPECT_EQ(differing(one, one + 3 * 0x1p-23F, {0, 0, 2}), 128U);
    EXPECT_EQ(differing(one, one - 8 * 0x1p-24F, {0, 0, 8}), 0U);
    EXPECT_EQ(differing(one, one - 8 * 0x1p-24F, {0, 0, 7}), 128U);
    EXPECT_EQ(differing(one, 1.5F, {0, 0, 0x400000}), 0U);
    EXPECT_EQ(differing(one, 1.5F, {0, 0, 0x3FFFFF}), 128U);
}

// Blocks of integers: the distances of every width, and a limit that is a fraction.
template <class T> void CheckBlocksOfIntegers()
{
    constexpr T Lowest = std::numeric_limits<T>::min(), Highest = std::numeric_limits<T>::max();
    std::vector<T> expected(520, 3), actual(520, 5);
    actual[300] = Highest;
    actual[301] = Lowest;
    expected[301] = Highest;
    const Comparison found = Compare(expected, actual, {2.9});
    EXPECT_EQ(found.different, 2U);
    EXPECT_EQ(found.firstDifferent, (Dimensions{300}));
    EXPECT_EQ(found.largestErrorAt, (Dimensions{301}));
    EXPECT_EQ(found.largestError, static_cast<double>(Highest) - static_cast<double>(Lowest));
    const double sum =
        518 * 2.0 + (static_cast<double>(Highest) - 3) + (static_cast<double>(Highest) - static_cast<double>(Lowest));
    EXPECT_NEAR(found.meanError, sum / 520, sum * 1e-15);
    EXPECT_EQ(Compare(expected, actual, {1.9}).different, 520U);
    EXPECT_EQ(Compare(expected, actual, {0, 0.67}).different, 2U);
    EXPECT_EQ(Compare(expected, actual, {0, 0.66}).different, 520U);
    EXPECT_EQ(Compare(expected, actual, {0, Infinity}).different, 0U);
    EXPECT_EQ(Compare(expected, actual, {0, 0, 2}).different, 2U);
    EXPECT_EQ(Compare(expected, actual, {1, 0, 1}).different, 520U);
    EXPECT_EQ(Compare(std::vector<T>(520), actual, {0, Infinity}).different, 519U + (Lowest == 0 ? 0 : 1));
}

TEST(CompareRule, BlocksOfIntegersAgreeWithSingleElements)
{
    CheckBlocksOfIntegers<std::uint8_t>();
    CheckBlocksOfIntegers<std::int8_t>();
    CheckBlocksOfIntegers<std::uint16_t>();
    CheckBlocksOfIntegers<std::int16_t>();
    CheckBlocksOfIntegers<std::uint32_t>();
    CheckBlocksOfIntegers<std::int32_t>();
    CheckBlocksOfIntegers<std::uint64_t>();
    CheckBlocksOfIntegers<std::int64_t>();
}

// NaN and infinities anywhere in long rows that are equal, or almost.
TEST(CompareRule, NanAndInfinityAreCountedInBlocks)
{
    constexpr float FloatNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float FloatInfinity = std::numeric_limits<float>::infinity();
    for (const std::size_t at : {0U, 1U, 63U, 64U, 200U, 255U, 256U, 1500U, 1999U})
    {
        for (const bool isNear : {false, true})
        {
            std::vector<float> expected(2000, 1.5F);
            expected[at] = FloatNan;
            expected[(at + 700) % 2000] = FloatInfinity;
            std::vector<float> actual = expected;
            for (float& each : actual) { each = isNear && each == 1.5F ? 1.5F + 0x1p-23F : each; }
            const Comparison found = Compare(expected, actual, {0, 0x1p-20});
            EXPECT_TRUE(found) << at;
            EXPECT_EQ(found.bothNan, 1U) << at;
            EXPECT_EQ(found.meanError, isNear ? 0x1p-23 : 0) << at;
            actual[at] = FloatInfinity;
            actual[(at + 700) % 2000] = -FloatInfinity;
            actual[(at + 900) % 2000] = FloatNan;
            const Comparison other = Compare(expected, actual, {Infinity, Infinity});
            EXPECT_EQ(other.different, 3U) << at;
            EXPECT_EQ(other.notFinite, 3U) << at;
            EXPECT_EQ(other.bothNan, 0U) << at;
        }
    }
}

// ---- relative tolerances of FLOAT64 ---------------------------------------------------------------------------------

// Returns |a * b|, multiplied bit by bit and rounded once, to 53 bits, to nearest even. If no double has this product,
// returns the largest double below it.
double ProductBitByBit(double a, double b)
{
    constexpr int Bits = 53;
    const double factors[2] = {std::fabs(a), std::fabs(b)};
    if (factors[0] == 0 || factors[1] == 0) { return 0; }
    std::uint64_t significands[2] = {};
    int exponent = -2 * Bits; // of the product's lowest bit
    for (int n = 0; n < 2; ++n)
    {
        int power = 0;
        significands[n] = static_cast<std::uint64_t>(std::ldexp(std::frexp(factors[n], &power), Bits));
        exponent += power;
    }
    int product[2 * Bits + 1] = {}; // the lowest bit first
    for (int i = 0; i < Bits; ++i)
    {
        for (int k = 0; k < Bits; ++k) { product[i + k] += (significands[0] >> i & significands[1] >> k & 1) != 0; }
    }
    int highest = 0;
    for (int i = 0; i < 2 * Bits; ++i)
    {
        product[i + 1] += product[i] / 2;
        product[i] %= 2;
        highest = product[i] != 0 ? i : highest;
    }
    const int lowest = highest - (Bits - 1); // of the bits that are kept
    double kept = 0;
    bool isMore = false; // than half of the lowest bit is dropped
    for (int i = highest; i >= lowest; --i) { kept = 2 * kept + product[i]; }
    for (int i = 0; i <= highest && i < lowest - 1; ++i) { isMore = isMore || product[i] != 0; }
    const bool isHalf = lowest > 0 && lowest - 1 <= highest && product[lowest - 1] != 0;
    if (isHalf && (isMore || std::fmod(kept, 2) != 0)) { kept += 1; }
    const int below = (std::max)(0, -1074 - (lowest + exponent)); // how many of the kept bits a double lacks
    return std::ldexp(std::floor(std::ldexp(kept, -below)), lowest + exponent + below);
}

// Whether a distance is within relative * |e| in a processor that flushes subnormals.
bool IsWithinProduct(std::uint64_t distance, double relative, double e)
{
    using Elements = detail::FloatElements<std::uint64_t, 52>;
    const auto bits = detail::BitsAs<std::uint64_t>(e);
    const test_support::FlushedSubnormals flush;
    return Elements::IsWithinRelative(distance, relative, bits);
}

// Every exponent of the two factors is as likely as any other, so products are subnormal and beyond double too.
TEST(CompareRule, RelativeToleranceOfDoublesIsRoundedOnce)
{
    constexpr std::uint64_t Slack = FLT_EVAL_METHOD == 2 ? 1 : 0; // in units: x87 processors round a product twice
    std::uint64_t met[4] = {};                                    // products that are 0, subnormal, normal and infinite
    test_support::Random random(45);
    for (int round = 0; round < 200000; ++round)
    {
        double factors[2] = {};
        for (double& factor : factors)
        {
            // Few bits that are set at either end of the fraction make products that are halfway between two doubles.
            std::uint64_t fraction = random.Next() >> 12;
            if (random.OneIn(2)) { fraction &= ~std::uint64_t{0} << random.Below(52); }
            if (random.OneIn(4)) { fraction &= (std::uint64_t{2} << random.Below(52)) - 1; }
            factor = detail::BitsAs<double>(std::uint64_t{random.Below(2047)} << 52 | fraction);
        }
        const double e = random.OneIn(2) ? factors[1] : -factors[1];
        const double limit = ProductBitByBit(factors[0], e);
        const auto bits = detail::BitsAs<std::uint64_t>(limit);
        ++met[bits == 0 ? 0 : limit < std::numeric_limits<double>::min() ? 1 : limit < Infinity ? 2 : 3];
        ASSERT_TRUE(IsWithinProduct(bits - detail::Min(bits, Slack), factors[0], e))
            << factors[0] << ' ' << e << ' ' << limit;
        ASSERT_FALSE(IsWithinProduct(bits + 1 + Slack, factors[0], e)) << factors[0] << ' ' << e << ' ' << limit;
    }
    for (const std::uint64_t times : met) { EXPECT_GT(times, 1000U); }
}

TEST(CompareRule, RelativeToleranceOfDoublesAtTheLimits)
{
    const double least = std::numeric_limits<double>::denorm_min();
    const double largest = std::numeric_limits<double>::max();
    // 1e265 * 1e-280 is 1e-15, and 2 is further away.
    EXPECT_FALSE(AreEqual<double>(1e-280, 2, {0, 1e265}));
    EXPECT_TRUE(AreEqual<double>(1e-280, 0.9e-15, {0, 1e265}));
    EXPECT_FALSE(AreEqual<double>(1e-280, 1.1e-15, {0, 1e265}));
    EXPECT_TRUE(AreEqual<double>(least, 1e-16, {0, largest})); // 2^-1074 * 2^1024 is 8.9e-16
    EXPECT_FALSE(AreEqual<double>(least, 1e-15, {0, largest}));
    EXPECT_TRUE(AreEqual<double>(1e300, 1e300 + 1e285, {0, 1e-14}));
    EXPECT_TRUE(AreEqual<double>(largest, -largest, {0, largest})); // the product and the distance are infinite
    // The limit is 1.5 smallest subnormals. It is not rounded to 2 of them.
    EXPECT_TRUE(AreEqual<double>(3 * least, 4 * least, {0, 0.5}));
    EXPECT_FALSE(AreEqual<double>(3 * least, 5 * least, {0, 0.5}));
    EXPECT_FALSE(AreEqual<double>(least, 2 * least, {0, std::nextafter(1.0, 0)}));
    EXPECT_TRUE(AreEqual<double>(least, 2 * least, {0, 1}));
}

TEST(CompareRule, ErrorsBeyondDoubleAreInfinite)
{
    const double largest = std::numeric_limits<double>::max();
    const Comparison found = Compare<double>({0, largest}, {1, -largest});
    EXPECT_EQ(found.largestError, Infinity);
    EXPECT_EQ(found.largestErrorAt, (Dimensions{1}));
    EXPECT_FALSE(AreEqual<double>(largest, -largest, {largest}));
    EXPECT_TRUE(AreEqual<double>(largest, -largest, {Infinity}));
    EXPECT_TRUE(AreEqual<double>(largest, -largest, {0, 2}));
    EXPECT_FALSE(AreEqual<double>(largest, -largest, {0, 1}));
}

TEST(CompareRule, IntegersOf64BitsByTheirExactDistance)
{
    constexpr std::int64_t Lowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t Highest = std::numeric_limits<std::int64_t>::max();
    constexpr std::uint64_t All = test_support::Max64;
    const double all = 18446744073709551616.0; // 2^64
    EXPECT_FALSE(AreEqual<std::int64_t>(Lowest, Highest, {0, 0, All - 1}));
    EXPECT_TRUE(AreEqual<std::int64_t>(Lowest, Highest, {0, 0, All}));
    EXPECT_TRUE(AreEqual<std::int64_t>(Highest, Lowest, {all}));
    EXPECT_FALSE(AreEqual<std::int64_t>(Highest, Lowest, {std::nextafter(all, 0.0)}));
    EXPECT_FALSE(AreEqual<std::uint64_t>(0, All, {std::nextafter(all, 0.0)}));
    EXPECT_EQ(Compare<std::uint64_t>({0}, {All}).largestError, all);
    // 2^53 and one more, which a double does not hold.
    constexpr std::uint64_t Wide = std::uint64_t{1} << 53;
    EXPECT_FALSE(AreEqual<std::uint64_t>(Wide, Wide + 1));
    EXPECT_FALSE(AreEqual<std::uint64_t>(0, Wide + 1, {static_cast<double>(Wide)}));
    EXPECT_TRUE(AreEqual<std::uint64_t>(0, Wide + 1, {static_cast<double>(Wide + 2)}));
    EXPECT_TRUE(AreEqual<std::uint64_t>(5, 7, {2.9}));
    EXPECT_FALSE(AreEqual<std::uint64_t>(5, 7, {1.9, 0.39, 1}));
    EXPECT_TRUE(AreEqual<std::uint64_t>(5, 7, {0, 0.4}));
    EXPECT_FALSE(AreEqual<std::uint64_t>(0, 1, {0, Infinity}));
    const Comparison found = Compare<std::uint64_t>({0, 0, 0}, {Wide, Wide + 1, Wide + 1});
    EXPECT_EQ(found.largestError, static_cast<double>(Wide));
    EXPECT_EQ(found.largestErrorAt, (Dimensions{1}));
    EXPECT_EQ(found.firstDifferent, (Dimensions{0}));
}

TEST(CompareRule, FourBitElementsAreComparedOneByOne)
{
    const unsigned char expected[] = {0x1F, 0x08};
    const unsigned char actual[] = {0xFF, 0xF8}; // the last four bits belong to no element
    const TensorLayout layout = TensorLayout::Packed({3});
    const auto compare = [&](std::uint32_t type)
    {
        const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
        return std::string(
            Explain(CompareTensors(SourceOf(dataType, expected, layout), SourceOf(dataType, actual, layout))).c_str());
    };
    EXPECT_EQ(compare(12),
              "1 of 3 elements differ, the first at {1}: 1 expected, 15 found; the largest error is 14, at "
              "{1}");
    EXPECT_EQ(compare(13), "1 of 3 elements differ, the first at {1}: 1 expected, -1 found; the largest error is 2, at "
                           "{1}");
}

// ---- the mean error -------------------------------------------------------------------------------------------------

TEST(CompareMean, OfElementsThatAreFiniteOnBothSides)
{
    constexpr float FloatNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float FloatInfinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(Compare<float>({1, 2, 3, 4}, {1, 2.5F, 2, 4}, {1}).meanError, 0.375); // within the tolerance or not
    const Comparison found = Compare<float>({1, FloatNan, FloatNan, FloatInfinity, FloatInfinity, 8},
                                            {3, FloatNan, 1, FloatInfinity, -FloatInfinity, 9});
    EXPECT_EQ(found.meanError, 1.5);
    EXPECT_EQ(found.bothNan, 1U);
    EXPECT_EQ(found.notFinite, 2U);
    EXPECT_EQ(found.different, 4U);
    EXPECT_EQ(Compare<float>({FloatNan}, {1}).meanError, 0);
    EXPECT_EQ(Compare<float>({FloatNan}, {FloatNan}).meanError, 0);
}

// The sum is beyond double.
TEST(CompareMean, IsAtMostTheLargestError)
{
    constexpr double Largest = std::numeric_limits<double>::max();
    EXPECT_EQ(Compare<double>({0, 0, 0}, {Largest, Largest, -Largest}).meanError, Largest);
    EXPECT_EQ(Compare<double>({0, Largest}, {0, -Largest}).meanError, Infinity);
}

TEST(CompareMean, CountsEachRepeatedElement)
{
    const float expected[] = {1, 2};
    const float actual[] = {1, 5};
    const TensorLayout layout = TensorLayout::Strided({100000, 2, 100000}, {0, 1, 0});
    EXPECT_EQ(CompareTensors(SourceOf(expected, layout), SourceOf(actual, layout)).meanError, 1.5);
}

// Each expected value meets each actual one, so that few bytes have many errors.
Comparison CompareEachPair(const std::vector<double>& expected, const std::vector<double>& actual)
{
    const Dimensions sizes{actual.size(), expected.size()};
    return CompareTensors(SourceOf(expected, TensorLayout::Strided(sizes, {0, 1})),
                          SourceOf(actual, TensorLayout::Strided(sizes, {1, 0})));
}

// 2^24 errors. Added one after the other, the sums of their blocks would give a mean that is off by 4e-13.
TEST(CompareMean, DoesNotDriftWithTheCount)
{
    const std::vector<double> zeros(4096), tenths(4096, 0.1);
    EXPECT_EQ(CompareEachPair(zeros, tenths).meanError, 0.1); // the sum of 2^n equal errors is exact
}

// The same for blocks whose elements are compared one by one, because they have an infinity.
TEST(CompareMean, DoesNotDriftBesideInfinities)
{
    const std::vector<double> zeros(1024);
    std::vector<double> tenths(4096, 0.1);
    for (std::size_t i = 0; i < tenths.size(); i += 64) { tenths[i] = Infinity; }
    const Comparison found = CompareEachPair(tenths, zeros);
    EXPECT_EQ(found.notFinite, 64U * 1024);
    EXPECT_NEAR(found.meanError, 0.1, 1e-16);
}

// ---- two types ------------------------------------------------------------------------------------------------------

template <class T>
Comparison CompareTypes(DML_TENSOR_DATA_TYPE expectedType, const std::vector<T>& expected,
                        DML_TENSOR_DATA_TYPE actualType, const std::vector<T>& actual, const Tolerance& tolerance = {})
{
    return CompareTensors(AllOf(expectedType, expected), AllOf(actualType, actual), tolerance);
}

template <class E, class A>
Comparison CompareValues(const std::vector<E>& expected, const std::vector<A>& actual, const Tolerance& tolerance = {})
{
    return CompareTensors(AllOf(DataTypeOf<E>, expected), AllOf(DataTypeOf<A>, actual), tolerance);
}

// All values of FLOAT16 are in FLOAT32 and FLOAT64.
TEST(CompareTwoTypes, EveryHalfEqualsItsValue)
{
    std::vector<std::uint16_t> halves;
    std::vector<float> floats;
    std::vector<double> doubles;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits)
    {
        halves.push_back(static_cast<std::uint16_t>(bits));
        doubles.push_back(NumberOf(bits, Float16).value);
        floats.push_back(static_cast<float>(doubles.back()));
    }
    const auto check = [&](const Comparison& found)
    {
        EXPECT_TRUE(found) << Explain(found).c_str();
        EXPECT_EQ(found.compared, 0x10000U);
        EXPECT_EQ(found.bothNan, 2 * 1023U);
        EXPECT_EQ(found.largestError, 0);
    };
    check(CompareTensors(AllOf(Float16, halves), AllOf(Float32, floats)));
    check(CompareTensors(AllOf(DML_TENSOR_DATA_TYPE_FLOAT64, doubles), AllOf(Float16, halves)));
    check(CompareTensors(AllOf(Float32, floats), AllOf(DML_TENSOR_DATA_TYPE_FLOAT64, doubles)));
}

// Two integers in each element, of which the second is 1 more on one side.
TEST(CompareTwoTypes, EveryPairOfTypesAgreesWithALoop)
{
    for (std::uint32_t expectedType = 1; expectedType <= reference_model::LastDataType; ++expectedType)
    {
        for (std::uint32_t actualType = 1; actualType <= reference_model::LastDataType; ++actualType)
        {
            const auto type = [](std::uint32_t value) { return static_cast<DML_TENSOR_DATA_TYPE>(value); };
            const auto put = [&](std::uint32_t toType, const std::vector<std::uint64_t>& values)
            {
                std::vector<unsigned char> bytes(8 * values.size());
                for (std::size_t i = 0; i < values.size(); ++i)
                {
                    WriteBits(bytes.data(), i, ElementSizeInBits(type(toType)),
                              NearBits(values[i], DML_TENSOR_DATA_TYPE_UINT8, type(toType)));
                }
                return bytes;
            };
            std::vector<std::uint64_t> values;
            for (std::uint64_t i = 0; i < 200; ++i) { values.push_back(i * i % 7); }
            const std::vector<unsigned char> expected = put(expectedType, values);
            values[130] = 7;
            const std::vector<unsigned char> actual = put(actualType, values);
            const TensorLayout layout = TensorLayout::Packed({10, 20});
            const auto compare = [&](const Tolerance& tolerance)
            {
                return CompareTensors(SourceOf(type(expectedType), expected, layout),
                                      SourceOf(type(actualType), actual, layout), tolerance);
            };
            const Comparison found = compare({});
            EXPECT_EQ(found.different, 1U) << expectedType << ' ' << actualType << Explain(found).c_str();
            EXPECT_EQ(found.firstDifferent, (Dimensions{6, 10}));
            EXPECT_EQ(found.expected, 130 * 130 % 7);
            EXPECT_EQ(found.actual, 7);
            EXPECT_EQ(found.largestError, 7 - 130 * 130 % 7);
            EXPECT_EQ(found.meanError, found.largestError / 200);
            EXPECT_EQ(found.largestErrorAt, (Dimensions{6, 10}));
            EXPECT_TRUE(compare({7}));
            EXPECT_FALSE(compare({0, 0.5}));
        }
    }
}

TEST(CompareTwoTypes, IntegersOf64BitsAreComparedExactly)
{
    constexpr std::int64_t Lowest = std::numeric_limits<std::int64_t>::min();
    constexpr std::uint64_t All = test_support::Max64;
    constexpr std::int64_t Wide = std::int64_t{1} << 53;
    using Signed = std::vector<std::int64_t>;
    using Unsigned = std::vector<std::uint64_t>;
    EXPECT_TRUE(CompareValues(Signed{Wide + 1}, Unsigned{static_cast<std::uint64_t>(Wide) + 1}));
    EXPECT_FALSE(CompareValues(Signed{Wide}, Unsigned{static_cast<std::uint64_t>(Wide) + 1}));
    EXPECT_FALSE(CompareValues(Signed{-1}, Unsigned{All})); // the same bits
    EXPECT_FALSE(CompareValues(Unsigned{All}, std::vector<std::int32_t>{-1}));
    EXPECT_FALSE(CompareValues(Signed{Wide + 1}, std::vector<std::int32_t>{1}));
    EXPECT_FALSE(CompareValues(Unsigned{All}, std::vector<std::uint8_t>{255}));

    // The distance of the outermost values has 65 bits: 2^64 + 2^63 - 1.
    const Comparison found = CompareValues(Signed{0, Lowest, Lowest}, Unsigned{5, All - 1, All});
    EXPECT_EQ(found.largestError, 27670116110564327424.0);
    EXPECT_EQ(found.largestErrorAt, (Dimensions{2})); // one less is another distance, although no other double
    EXPECT_EQ(found.meanError, 18446744073709551616.0);
    EXPECT_EQ(found.expected, 0);
    EXPECT_TRUE(CompareValues(Signed{Lowest}, Unsigned{All}, {27670116110564327424.0}));
    EXPECT_FALSE(CompareValues(Signed{Lowest}, Unsigned{All}, {std::nextafter(27670116110564327424.0, 0.0)}));
    EXPECT_TRUE(CompareValues(Unsigned{All}, Signed{Lowest}, {0, 1.5}));
    EXPECT_FALSE(CompareValues(Unsigned{All}, Signed{Lowest}, {0, std::nextafter(1.5, 0.0)}));
    EXPECT_FALSE(CompareValues(Unsigned{0}, Signed{-1}, {0, Infinity}));
    // With a floating-point number they are rounded to a double.
    EXPECT_TRUE(CompareValues(Signed{Wide + 1}, std::vector<double>{static_cast<double>(Wide)}));
    EXPECT_TRUE(CompareValues(std::vector<float>{18446744073709551616.0F}, Unsigned{All}));
}

TEST(CompareTwoTypes, UlpsMustBe0)
{
    Tolerance tolerance;
    tolerance.ulps = 3;
    const Comparison found = CompareValues<float, double>({1}, {1}, tolerance);
    EXPECT_TRUE((found.reason == Diagnosis{TensorError::ValueRange, NoAxis, 3, 0, NoAxis}));
    const std::string sentence = "ulps is 3; it must be 0, because the data types differ; use relative or absolute";
    EXPECT_EQ(Explain(found).c_str(),
              sentence + ", such as relative = 0x1p-24, the rounding error of FLOAT32 [ValueRange]");
    const auto sentenceOf = [&](DML_TENSOR_DATA_TYPE expected, DML_TENSOR_DATA_TYPE actual)
    {
        const std::vector<std::uint32_t> zeros(2);
        const TensorLayout layout = TensorLayout::Packed({1});
        return std::string(
            Explain(CompareTensors({expected, zeros.data(), 8, layout}, {actual, zeros.data(), 8, layout}, tolerance))
                .c_str());
    };
    const std::string ofHalf = ", such as relative = 0x1p-11, the rounding error of FLOAT16 [ValueRange]";
    EXPECT_EQ(sentenceOf(DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_DATA_TYPE_FLOAT16), sentence + ofHalf);
    EXPECT_EQ(sentenceOf(DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_DATA_TYPE_FLOAT64), sentence + ofHalf);
    EXPECT_EQ(sentenceOf(DML_TENSOR_DATA_TYPE_UINT8, DML_TENSOR_DATA_TYPE_FLOAT32), sentence + " [ValueRange]");
    tolerance.relative = -1; // the other fields come first
    const Comparison other = CompareValues<float, double>({1}, {1}, tolerance);
    EXPECT_STREQ(Explain(other).c_str(), "relative is negative; it must be at least 0 [ValueRange]");
    EXPECT_TRUE((CompareValues<float, double>({1}, {1})));
}

TEST(CompareTwoTypes, NamesTheUnknownType)
{
    const std::vector<std::uint32_t> bits = {1}; // a container of floats would name the type of its elements
    const auto none = NoType;
    const auto reason = [&](DML_TENSOR_DATA_TYPE expected, DML_TENSOR_DATA_TYPE actual)
    { return CompareTypes(expected, bits, actual, bits).reason; };
    EXPECT_TRUE(
        (reason(none, none) == Diagnosis{TensorError::UnknownDataType, NoAxis, NoType, LastType, Diagnosis::Expected}));
    EXPECT_TRUE((reason(Float32, none)
                 == Diagnosis{TensorError::UnknownDataType, NoAxis, NoType, LastType, Diagnosis::Actual}));
    EXPECT_STREQ(Explain(reason(Float32, none)).c_str(),
                 "actual: the element type is 14; it must be 1 (FLOAT32) to 13 (INT4) [UnknownDataType]");
}

// ---- rejections -----------------------------------------------------------------------------------------------------

TEST(CompareRejections, AreFoundInOrder)
{
    const float values[6] = {};
    const TensorLayout layout = TensorLayout::Packed({2, 3});
    const TensorLayout endless = TensorLayout::Strided({2, 3}, {3, 1}, std::uint64_t{1} << 62);
    // All arguments are wrong. Each reported error is corrected, and the next one must follow.
    Source expected{DML_TENSOR_DATA_TYPE_UNKNOWN, nullptr, 0, TensorLayout::Packed({0})};
    Source actual{NoType, nullptr, 0, TensorLayout::Packed({2, 0})};
    Tolerance tolerance{-0.5, NaN};
    const auto reason = [&] { return CompareTensors(expected, actual, tolerance).reason; };
    const auto is = [&](TensorError error, std::uint32_t axis, std::uint64_t found, std::uint64_t required,
                        std::uint32_t tensor) {
        return reason() == Diagnosis{error, axis, found, required, tensor};
    };
    EXPECT_TRUE(is(TensorError::ZeroSize, 0, 0, 1, Diagnosis::Expected));
    expected.layout = TensorLayout::Packed({2, 2, 3});
    EXPECT_TRUE(is(TensorError::ZeroSize, 1, 0, 1, Diagnosis::Actual));
    actual.layout = endless;
    EXPECT_TRUE(is(TensorError::UnknownDataType, NoAxis, 0, LastType, Diagnosis::Expected));
    expected.type = Float32;
    EXPECT_TRUE(is(TensorError::UnknownDataType, NoAxis, NoType, LastType, Diagnosis::Actual));
    actual.type = Float32;
    EXPECT_TRUE(is(TensorError::RankDiffers, NoAxis, 3, 2, Diagnosis::Expected));
    expected.layout = TensorLayout::Packed({2});
    EXPECT_TRUE(is(TensorError::SizesDiffer, 1, 3, 2, Diagnosis::Expected));
    expected.layout = layout;
    EXPECT_TRUE(is(TensorError::NullPointer, NoAxis, 0, 24, Diagnosis::Expected));
    expected.data = values;
    EXPECT_EQ(reason(), TensorError::NullPointer);
    EXPECT_EQ(reason().tensor, Diagnosis::Actual);
    actual.data = values;
    EXPECT_TRUE(is(TensorError::SourceTooSmall, NoAxis, 0, 24, Diagnosis::Expected));
    expected.bytes = 24;
    EXPECT_TRUE(is(TensorError::SpanLimit, NoAxis, test_support::Max64, test_support::Max64, Diagnosis::Actual));
    actual.layout = layout;
    EXPECT_TRUE(is(TensorError::SourceTooSmall, NoAxis, 0, 24, Diagnosis::Actual));
    actual.bytes = 24;
    EXPECT_TRUE(is(TensorError::ValueRange, NoAxis, test_support::Max64, test_support::Max64, NoAxis));
    EXPECT_STREQ(Explain(reason()).c_str(), "absolute is negative; it must be at least 0 [ValueRange]");
    tolerance.absolute = -0.0;
    EXPECT_EQ(reason(), TensorError::ValueRange);
    EXPECT_STREQ(Explain(reason()).c_str(), "relative is NaN; it must be at least 0 [ValueRange]");
    tolerance.relative = 1e300;
    EXPECT_TRUE(reason().Ok());
    EXPECT_FALSE(Comparison{});
    const Comparison rejected = CompareTensors({Float32, nullptr, 24, layout}, actual, tolerance);
    EXPECT_FALSE(rejected);
    EXPECT_EQ(rejected.compared, 0U);
    // One buffer for both is no mistake.
    EXPECT_TRUE(CompareTensors(expected, expected));
}

// ---- layouts --------------------------------------------------------------------------------------------------------

// An axis along which neither side moves is compared once.
TEST(CompareLayouts, RepeatedElementsCountIndividually)
{
    const float expected[] = {1, 2};
    const float actual[] = {1, 3};
    const TensorLayout layout = TensorLayout::Strided({100000, 2, 100000}, {0, 1, 0});
    const Comparison found = CompareTensors(SourceOf(expected, layout), SourceOf(actual, layout));
    EXPECT_EQ(found.compared, 20000000000U);
    EXPECT_EQ(found.different, 10000000000U);
    EXPECT_EQ(found.firstDifferent, (Dimensions{0, 1, 0}));
    EXPECT_EQ(found.largestErrorAt, (Dimensions{0, 1, 0}));
    EXPECT_EQ(found.actual, 3);
}

TEST(CompareRandom, AgreesWithALoop)
{
    EXPECT_EQ(FirstProblem(Check, 4000, 5,
                           "equal; different; two types agree; two types differ; equal with an error; "
                           "different without an error; ZeroSize; "
                           "DimensionCount; UnknownDataType; RankDiffers; SizesDiffer; NullPointer; SourceTooSmall; "
                           "SpanLimit; ValueRange"),
              "");
}

TEST(Compare, StreamsWriteTheSentence)
{
    Comparison found;
    found.compared = 6;
    EXPECT_EQ(::testing::PrintToString(found), "all 6 elements agree");
}

// Relations multiply magnitudes by powers of two and by factors, whose products may be subnormal. Constants are compared,
// because a multiplication of doubles may round twice on x87.
TEST(CompareProducts, AreRoundedOnceToNearestEven)
{
    constexpr std::uint64_t OneBits = 0x3FF0000000000000, InfiniteBits = 0x7FF0000000000000;
    const struct
    {
        std::uint64_t a, b, product;
    } rows[] = {
        {OneBits, OneBits, OneBits},
        {OneBits + 1, 0x3FF4000000000000, 0x3FF4000000000001}, // 1.25 units above 1.25 are 1
        {OneBits + 1, 0x3FFC000000000000, 0x3FFC000000000002}, // 1.75 are 2
        {OneBits + 1, 0x3FF8000000000000, 0x3FF8000000000002}, // 1.5 are 2
        {OneBits + 3, 0x3FF8000000000000, 0x3FF8000000000004}, // 4.5 are 4
        {OneBits + 1, OneBits + 1, OneBits + 2},
        {0x3FF8000000000000, 0x3FF8000000000000, 0x4002000000000000}, // 1.5 * 1.5 = 2.25
        {0, OneBits, 0},
        {0x0010000000000000, 0x3FE0000000000000, 0x0008000000000000}, // a product that is subnormal
        {3, 0x3FE0000000000000, 2},                                   // 1.5 times the smallest subnormal
        {1, 0x3FE0000000000000, 0},
        {1, 1, 0},
        {InfiniteBits - 1, 0x4000000000000000, InfiniteBits},
    };
    for (const auto& [a, b, product] : rows)
    {
        EXPECT_EQ(detail::ProductBits(a, b), product) << std::hex << a << ' ' << b;
        EXPECT_EQ(a == 0 ? 0 : detail::ProductBits(b, a), product) << std::hex << b << ' ' << a;
    }
}

} // namespace compare_test
