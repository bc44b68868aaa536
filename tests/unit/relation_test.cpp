// Summarize, MeasureSimilarity and FindRelation: numbers compared with long double over random layouts and all types,
// rejections in their order, every kind of relation with layouts other than packed ones, pairs without a relation, the
// rates of models/relations.hpp, and the sentences.
#include "dml_tensor_relation.hpp"
#include "models/copies.hpp"
#include "models/relations.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace relation_test
{

using namespace relation_support;
using detail::CopyPath;

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

DML_TENSOR_DATA_TYPE TypeOf(std::uint32_t value) { return static_cast<DML_TENSOR_DATA_TYPE>(value); }

static_assert(!TensorStatistics{} && !Relation{} && Relation{}.kind == RelationKind::None);
static_assert(Relation{}.factor[0] == 1 && Relation{}.factor[3] == 1 && Relation{}.offset[0] == 0);

// ---- random tensors -------------------------------------------------------------------------------------------------

// A tensor in a buffer that ends right behind its last element, so that sanitizers see what is read outside.
struct Stored
{
    DML_TENSOR_DATA_TYPE type = Float32;
    TensorLayout layout;
    std::vector<unsigned char> bytes;

    Source Get() const { return SourceOf(type, bytes.data(), bytes.size(), layout); }
};

// Returns a layout of these sizes with any order, padding, first element, or repeated axes.
TensorLayout RandomLayout(const Dimensions& sizes, Random& random)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < sizes.size(); ++i)
    {
        order.insert(
            order.begin() + static_cast<std::ptrdiff_t>(random.Below(static_cast<std::uint32_t>(order.size()) + 1)), i);
    }
    const bool isPadded = random.OneIn(2);
    std::vector<std::uint32_t> strides(sizes.size());
    std::uint32_t stride = isPadded ? random.Between(1, 2) : 1;
    for (std::size_t n = order.size(); n > 0; --n)
    {
        const std::uint32_t axis = order[n - 1];
        strides[axis] = random.OneIn(12) ? 0 : stride;
        stride = stride * sizes[axis] + (isPadded ? random.Below(3) : 0);
    }
    return TensorLayout::Strided(sizes, strides, random.OneIn(2) ? 0 : random.Below(5));
}

Dimensions RandomSizes(Random& random)
{
    std::vector<std::uint32_t> sizes(random.Between(1, 4));
    for (std::uint32_t& size : sizes) { size = random.OneIn(4) ? 1 : random.Between(1, random.OneIn(3) ? 40 : 9); }
    return sizes;
}

// Fills a buffer for the layout. kind: 0 any bits, 1 small numbers with zeros, 2 numbers around a large one, 3 extreme
// FLOAT64.
Stored RandomTensor(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout, std::uint32_t kind, Random& random)
{
    Stored tensor = {type, layout, std::vector<unsigned char>(static_cast<std::size_t>(layout.EndInBytes(type)))};
    for (unsigned char& byte : tensor.bytes) { byte = static_cast<unsigned char>(random.Below(256)); }
    const std::size_t count = tensor.bytes.size() * 8 / ElementSizeInBits(type);
    if (kind == 0 || ElementSizeInBits(type) == 4) { return tensor; }
    std::vector<double> values(count);
    const double scale = random.OneIn(2) ? 0x1p-1070 : 0x1p1020;
    for (double& value : values)
    {
        value = kind == 1 && random.OneIn(3) ? 0 : 4 * Normal(random);
        if (kind == 2) { value = 1000 + value; }
        if (kind == 3) { value *= scale; }
    }
    const TensorLayout flat = TensorLayout::Packed({count});
    (void)ConvertTensor(DestinationOf(type, tensor.bytes.data(), tensor.bytes.size(), flat),
                        SourceOf(Float64, values.data(), count * 8, flat));
    return tensor;
}

// ---- the oracle: elements one at a time in long double --------------------------------------------------------------

struct Number
{
    long double value = 0;
    bool isNan = false, isInfinite = false, isSubnormal = false;

    bool IsFinite() const { return !isNan && !isInfinite; }
};

Number NumberAt(const Stored& tensor, std::uint64_t position)
{
    const std::uint32_t bits = ElementSizeInBits(tensor.type);
    std::uint64_t raw = 0;
    if (bits == 4) { raw = tensor.bytes[static_cast<std::size_t>(position / 2)] >> (position % 2 * 4) & 15; }
    else { std::memcpy(&raw, &tensor.bytes[static_cast<std::size_t>(position * (bits / 8))], bits / 8); }
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    const auto type = static_cast<std::uint32_t>(tensor.type);
    Number number;
    if (type <= 2 || type == 9)
    {
        const std::uint32_t fractionBits = bits == 16 ? 10 : bits == 32 ? 23 : 52;
        const std::uint64_t magnitude = raw & (sign - 1),
                            fraction = magnitude & ((std::uint64_t{1} << fractionBits) - 1);
        const auto exponent = static_cast<int>(magnitude >> fractionBits);
        const int largest = (1 << (bits - 1 - fractionBits)) - 1;
        number.isNan = exponent == largest && fraction != 0;
        number.isInfinite = exponent == largest && fraction == 0;
        number.isSubnormal = exponent == 0 && fraction != 0;
        const std::uint64_t mantissa = exponent == 0 ? fraction : fraction + (std::uint64_t{1} << fractionBits);
        number.value = std::ldexp(static_cast<long double>(mantissa),
                                  (exponent == 0 ? 1 : exponent) - largest / 2 - static_cast<int>(fractionBits));
        number.value = (raw & sign) != 0 ? -number.value : number.value;
        return number;
    }
    const bool isSigned = type == 6 || type == 7 || type == 8 || type == 11 || type == 13;
    number.value = static_cast<long double>(raw);
    if (isSigned && (raw & sign) != 0)
    {
        number.value = -static_cast<long double>(bits == 64 ? 0 - raw : 2 * sign - raw);
    }
    return number;
}

std::vector<Number> NumbersOf(const Stored& tensor, const Dimensions& sizes)
{
    std::vector<Number> numbers;
    tensor.layout.BroadcastTo(sizes).ForEach([&](const Dimensions&, std::uint64_t offset)
                                             { numbers.push_back(NumberAt(tensor, offset)); });
    return numbers;
}

// Returns what is wrong with statistics, or "".
std::string ProblemOf(const Stored& tensor, const TensorStatistics& found)
{
    TensorStatistics counted;
    const std::vector<Number> numbers = NumbersOf(tensor, tensor.layout.Sizes());
    std::size_t lowest = numbers.size(), highest = numbers.size();
    long double sum = 0, largest = 0, finite = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
        const Number& n = numbers[i];
        counted.nan += n.isNan ? 1U : 0U;
        counted.positiveInfinity += n.isInfinite && n.value > 0 ? 1U : 0U;
        counted.negativeInfinity += n.isInfinite && n.value < 0 ? 1U : 0U;
        counted.zero += n.IsFinite() && n.value == 0 ? 1U : 0U;
        counted.subnormal += n.isSubnormal ? 1U : 0U;
        if (!n.IsFinite()) { continue; }
        if (lowest == numbers.size() || n.value < numbers[lowest].value) { lowest = i; }
        if (highest == numbers.size() || n.value > numbers[highest].value) { highest = i; }
        sum += n.value;
        ++finite;
        largest = std::max(largest, std::fabs(n.value));
    }
    const bool isEqual = found.nan == counted.nan && found.positiveInfinity == counted.positiveInfinity
                         && found.negativeInfinity == counted.negativeInfinity && found.zero == counted.zero
                         && found.subnormal == counted.subnormal && found.count == numbers.size() && found;
    if (!isEqual) { return "counts: " + std::string(Explain(found).c_str()); }
    if (finite == 0)
    {
        return found.minimumAt.empty() && found.maximumAt.empty() && found.mean == 0 ? "" : "no number";
    }
    if (found.minimumAt != tensor.layout.Coordinates(lowest) || found.maximumAt != tensor.layout.Coordinates(highest))
    {
        return "coordinates: " + std::string(Explain(found).c_str());
    }
    if (std::memcmp(&found.minimum, &found.minimum, 8) != 0
        || found.minimum != static_cast<double>(numbers[lowest].value)
        || found.maximum != static_cast<double>(numbers[highest].value))
    {
        return "extremes: " + std::string(Explain(found).c_str());
    }
    const long double mean = sum / finite;
    long double squares = 0;
    for (const Number& n : numbers) { squares += n.IsFinite() ? (n.value - mean) * (n.value - mean) : 0; }
    const long double deviation = std::sqrt(squares / finite);
    const long double slack = std::ldexp(largest, -45) + std::ldexp(1.0L, -1074);
    if (std::fabs(found.mean - mean) > slack) { return "mean: " + std::string(Explain(found).c_str()); }
    if (std::fabs(found.standardDeviation - deviation) > slack + std::ldexp(deviation, -40)) { return "deviation"; }
    return "";
}

bool IsNear(double found, long double wanted, long double relative, long double absolute)
{
    if (std::isinf(wanted) || std::isinf(found)) { return found == wanted; }
    return std::fabs(found - wanted) <= relative * std::fabs(wanted) + absolute;
}

std::string ProblemOf(const Stored& expected, const Stored& actual, const Similarity& found)
{
    const std::vector<Number> es = NumbersOf(expected, actual.layout.Sizes());
    const std::vector<Number> as = NumbersOf(actual, actual.layout.Sizes());
    const auto isFloat = [](const Stored& t)
    { return static_cast<std::uint32_t>(t.type) <= 2 || static_cast<std::uint32_t>(t.type) == 9; };
    const bool areIntegers = !isFloat(expected) && !isFloat(actual);
    long double ee = 0, aa = 0, ea = 0, dd = 0, largest = 0;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < es.size(); ++i)
    {
        if (!es[i].IsFinite() || !as[i].IsFinite()) { continue; }
        // A 64-bit integer is rounded to a double if the other type is a floating-point type.
        const long double e = areIntegers ? es[i].value : static_cast<double>(es[i].value);
        const long double a = areIntegers ? as[i].value : static_cast<double>(as[i].value);
        ee += e * e;
        aa += a * a;
        ea += e * a;
        dd += (e - a) * (e - a);
        largest = std::max(largest, std::fabs(e));
        ++count;
    }
    const auto text = [&](const char* what) { return std::string(what) + ": " + Explain(found).c_str(); };
    if (!found.reason.Ok() || found.compared != count) { return text("count"); }
    if (found.largestExpected != static_cast<double>(largest)) { return text("largest"); }
    if (!IsNear(found.rootMeanSquareError, count == 0 ? 0 : std::sqrt(dd / count), 1e-13L, 0x1p-1074L))
    {
        return text("error");
    }
    const long double cosine = ee == 0 && aa == 0 ? 1 : ee == 0 || aa == 0 ? 0 : ea / (std::sqrt(ee) * std::sqrt(aa));
    if (!IsNear(found.cosineSimilarity, cosine, 0, 1e-13L)) { return text("cosine"); }
    const long double noise = dd == 0 ? Infinity : ee == 0 ? -Infinity : 10 * (std::log10(ee) - std::log10(dd));
    if (!IsNear(found.signalToNoise, noise, 1e-13L, 1e-9L)) { return text("noise"); }
    return "";
}

template <class Function> auto Flushed(Function function)
{
    const test_support::FlushedSubnormals flushed;
    return function();
}

TEST(RelationNumbers, StatisticsOfAllTypesAndLayoutsAreThoseOfLongDouble)
{
    for (std::uint64_t seed = 0; seed < 1300; ++seed)
    {
        Random random(seed);
        const DML_TENSOR_DATA_TYPE type = TypeOf(1 + static_cast<std::uint32_t>(seed % 13));
        const Dimensions sizes = RandomSizes(random);
        const std::uint32_t kind = type == Float64 ? random.Below(4) : random.Below(3);
        const Stored tensor = RandomTensor(type, RandomLayout(sizes, random), kind, random);
        EXPECT_EQ(ProblemOf(tensor, Summarize(tensor.Get())), "") << "seed " << seed;
        const auto path = static_cast<CopyPath>(seed % (static_cast<std::uint32_t>(detail::BestCopyPath()) + 1));
        EXPECT_EQ(ProblemOf(tensor, Flushed([&] { return detail::SummarizeBy<void>(path, tensor.Get()); })), "")
            << "flushed, seed " << seed;
    }
}

TEST(RelationNumbers, SimilarityOfAllTypesAndLayoutsIsThatOfLongDouble)
{
    for (std::uint64_t seed = 0; seed < 1690; ++seed)
    {
        Random random(seed);
        const DML_TENSOR_DATA_TYPE types[] = {TypeOf(1 + static_cast<std::uint32_t>(seed % 13)),
                                              TypeOf(1 + static_cast<std::uint32_t>(seed / 13 % 13))};
        const Dimensions sizes = RandomSizes(random);
        Dimensions expectedSizes = sizes;
        if (random.OneIn(4)) { expectedSizes = Dimensions(sizes.begin() + 1, sizes.size() - 1); }
        if (expectedSizes.empty()) { expectedSizes = {1}; }
        const std::uint32_t kind = random.Below(4);
        const auto kindOf = [&](DML_TENSOR_DATA_TYPE type) { return kind == 3 && type != Float64 ? 1 : kind; };
        Stored expected = RandomTensor(types[0], RandomLayout(expectedSizes, random), kindOf(types[0]), random);
        Stored actual = RandomTensor(types[1], RandomLayout(sizes, random), kindOf(types[1]), random);
        if (types[0] == types[1] && random.OneIn(4)) { actual = expected; }
        EXPECT_EQ(ProblemOf(expected, actual, MeasureSimilarity(expected.Get(), actual.Get())), "") << "seed " << seed;
        const auto path = static_cast<CopyPath>(seed % (static_cast<std::uint32_t>(detail::BestCopyPath()) + 1));
        EXPECT_EQ(
            ProblemOf(expected, actual,
                      Flushed([&] { return detail::MeasureSimilarityBy<void>(path, expected.Get(), actual.Get()); })),
            "")
            << "flushed, seed " << seed;
    }
}

template <class T> Source AllOf(const std::vector<T>& values)
{
    return SourceOf(values, TensorLayout::Packed({values.size()}));
}

// Whole blocks, and tiles of several of them, with and without special elements.
TEST(RelationNumbers, LargeTensorsOfAllTypesHaveTheirNumbers)
{
    for (std::uint32_t seed = 0; seed < 52; ++seed)
    {
        Random random(seed);
        const DML_TENSOR_DATA_TYPE type = TypeOf(1 + seed % 13);
        const TensorLayout layout =
            TensorLayout::Packed({3, 41, 67}, seed % 2 == 0 ? Dimensions{0, 1, 2} : Dimensions{2, 0, 1});
        const std::uint32_t kind = seed < 13 ? 2 : seed < 26 ? 1 : seed < 39 ? 2 : 0;
        const Stored expected = RandomTensor(type, TensorLayout::Packed({3, 41, 67}), kind, random);
        Stored actual = RandomTensor(type, layout, kind, random);
        EXPECT_EQ(ProblemOf(actual, Summarize(actual.Get())), "") << seed;
        EXPECT_EQ(ProblemOf(expected, actual, MeasureSimilarity(expected.Get(), actual.Get())), "") << seed;
        EXPECT_EQ(ProblemOf(expected, actual, Flushed([&] { return MeasureSimilarity(expected.Get(), actual.Get()); })),
                  "")
            << seed;
    }
}

// Four Mi values of deviation 1 about 0 to 1e6: sums of squares would be wrong by up to 69 %.
TEST(RelationNumbers, TheDeviationAboutALargeMeanIsRight)
{
    for (const double about : {0.0, 1e3, 1e6})
    {
        Random random(7);
        std::vector<float> values(1 << 18);
        long double sum = 0, squares = 0;
        for (float& value : values)
        {
            value = static_cast<float>(about + Normal(random));
            sum += value;
        }
        const long double mean = sum / values.size();
        for (const float value : values) { squares += (value - mean) * (value - mean); }
        const TensorStatistics found = Summarize(AllOf(values));
        EXPECT_NEAR(found.mean, static_cast<double>(mean), 1e-12 * (1 + about));
        EXPECT_NEAR(found.standardDeviation, static_cast<double>(std::sqrt(squares / values.size())), 1e-11);
    }
}

TEST(RelationNumbers, SimilarityIsDefinedForZerosAndEqualTensors)
{
    const std::vector<double> zeros(3), ones = {1, -1, 1}, nans(3, NaN);
    const Similarity equal = MeasureSimilarity(AllOf(ones), AllOf(ones));
    EXPECT_EQ(equal.rootMeanSquareError, 0);
    EXPECT_EQ(equal.cosineSimilarity, 1);
    EXPECT_EQ(equal.signalToNoise, Infinity);
    EXPECT_EQ(equal.PeakSignalToNoise(255), Infinity);
    const Similarity lost = MeasureSimilarity(AllOf(ones), AllOf(zeros));
    EXPECT_EQ(lost.cosineSimilarity, 0);
    EXPECT_NEAR(lost.signalToNoise, 0, 1e-15); // x87 processors round only one of the two logarithms to double
    EXPECT_EQ(lost.PeakSignalToNoise(10), 20);
    const Similarity appeared = MeasureSimilarity(AllOf(zeros), AllOf(ones));
    EXPECT_EQ(appeared.cosineSimilarity, 0);
    EXPECT_EQ(appeared.signalToNoise, -Infinity);
    const Similarity none = MeasureSimilarity(AllOf(nans), AllOf(ones));
    EXPECT_EQ(none.compared, 0U);
    EXPECT_EQ(none.rootMeanSquareError, 0);
    EXPECT_EQ(MeasureSimilarity(AllOf(ones), AllOf(std::vector<double>{-1, 1, -1})).cosineSimilarity, -1);
    // Differences beyond the largest double.
    const std::vector<double> high = {1.7e308, 0, 0, 0}, low = {-1.7e308, 0, 0, 0};
    const Similarity opposite = MeasureSimilarity(AllOf(high), AllOf(low));
    EXPECT_NEAR(opposite.rootMeanSquareError / 1.7e308, 1, 1e-14);
    EXPECT_NEAR(opposite.signalToNoise, -6.0206, 1e-4);
    EXPECT_EQ(MeasureSimilarity(AllOf(std::vector<double>{1.7e308}), AllOf(std::vector<double>{-1.7e308}))
                  .rootMeanSquareError,
              Infinity);
}

// ---- rejections -----------------------------------------------------------------------------------------------------

TEST(RelationErrors, AreThoseOfCompareTensorsInItsOrder)
{
    std::vector<float> values(24);
    const TensorLayout good = TensorLayout::Packed({2, 3, 4}), bad = TensorLayout::Packed({2, 0, 4});
    const Source tensors[] = {
        SourceOf(values, good),
        SourceOf(values, bad),
        SourceOf(TypeOf(99), values.data(), 96, good),
        SourceOf(values, TensorLayout::Packed({1, 2, 3, 4})),
        SourceOf(values, TensorLayout::Packed({2, 3, 5})),
        SourceOf(Float32, nullptr, 96, good),
        SourceOf(Float32, values.data(), 95, good),
        SourceOf(Float32, values.data(), Infinity > 0 ? test_support::Max64 : 0,
                 TensorLayout::Strided({2, 3, 4}, {1, 1, 1}, test_support::Max64 / 2)),
        SourceOf(Float16, values.data(), 96, good),
    };
    Tolerance nan, negative, units;
    nan.absolute = NaN;
    negative.relative = -1;
    units.ulps = 1;
    for (const Source& expected : tensors)
    {
        for (const Source& actual : tensors)
        {
            for (const Tolerance& tolerance : {Tolerance{}, nan, negative, units})
            {
                const Comparison comparison = CompareTensors(expected, actual, tolerance);
                const Relation relation = FindRelation(expected, actual, tolerance);
                EXPECT_EQ(relation.reason, comparison.reason);
                if (!comparison.reason.Ok())
                {
                    EXPECT_FALSE(relation);
                    EXPECT_STREQ(Explain(relation).c_str(), Explain(comparison).c_str());
                }
            }
            const Comparison comparison = CompareTensors(expected, actual);
            const Similarity similarity = MeasureSimilarity(expected, actual);
            EXPECT_EQ(similarity.reason, comparison.reason);
            if (!comparison.reason.Ok()) { EXPECT_STREQ(Explain(similarity).c_str(), Explain(comparison).c_str()); }
        }
        Diagnosis wanted = CompareTensors(expected, expected).reason;
        if (!wanted.Ok()) { wanted.tensor = Diagnosis::Source; }
        EXPECT_EQ(Summarize(expected).reason, wanted);
        EXPECT_EQ(static_cast<bool>(Summarize(expected)), wanted.Ok());
    }
    EXPECT_STREQ(Explain(Summarize(tensors[6])).c_str(), Explain(Summarize(tensors[6]).reason).c_str());
}

// ---- relations ------------------------------------------------------------------------------------------------------

// Values in a buffer with any layout. `values` are in row-major order.
Stored Store(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout, const std::vector<double>& values,
             std::size_t spare = 0)
{
    Stored tensor = {type, layout,
                     std::vector<unsigned char>(static_cast<std::size_t>(layout.EndInBytes(type) + spare))};
    const Dimensions sizes = layout.Sizes();
    (void)ConvertTensor(DestinationOf(type, tensor.bytes.data(), tensor.bytes.size(), layout),
                        SourceOf(Float64, values.data(), values.size() * 8, TensorLayout::Packed(sizes)));
    return tensor;
}

struct Case
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout expected, actual;
};

constexpr std::uint32_t N = 2, C = 4, H = 6, W = 7;
const Dimensions Sizes{N, C, H, W};

// Layouts and types with which every relation without a buffer of its own must be found.
std::vector<Case> Cases()
{
    const TensorLayout packed = TensorLayout::Packed(Sizes), pixels = TensorLayout::Packed(Sizes, Layout::NHWC);
    const TensorLayout padded = packed.WithStrideMultiple(2, 16);
    const TensorLayout slice = TensorLayout::Packed({N, 2 * C, H, W}).Sliced(1, 1, C, 2);
    return {{Float32, packed, packed},  {Float16, packed, padded},   {UInt8, pixels, packed},
            {Float64, slice, pixels},   {TypeOf(6), padded, slice},  {TypeOf(10), packed, pixels},
            {TypeOf(7), slice, padded}, {TypeOf(11), pixels, pixels}};
}

std::vector<double> Values(std::uint64_t seed = 3, std::size_t count = N * C * H * W)
{
    Random random(seed);
    std::vector<double> values(count);
    for (double& value : values) { value = random.Below(100) + 1; }
    return values;
}

template <class At> std::vector<double> Made(const std::vector<double>& values, At at)
{
    Tensor t;
    t.n = N;
    t.c = C;
    t.h = H;
    t.w = W;
    t.values = values;
    return t.Each([&](std::uint32_t b, std::uint32_t k, std::uint32_t y, std::uint32_t x) { return at(t, b, k, y, x); })
        .values;
}

// Requires a relation for all cases, with and without errors within the tolerance.
template <class At, class Check> void ExpectRelation(At at, Check check, const Tolerance& tolerance = {})
{
    std::size_t number = 0;
    for (const Case& one : Cases())
    {
        const std::vector<double> values = Values();
        const Stored expected = Store(one.type, one.expected, values),
                     actual = Store(one.type, one.actual, Made(values, at));
        const Relation found = FindRelation(expected.Get(), actual.Get(), tolerance);
        EXPECT_TRUE(check(found)) << "case " << number << ": " << Explain(found).c_str();
        EXPECT_EQ(found.range, 99) << number;
        const Relation portable =
            detail::FindRelationBy<void>(CopyPath::Portable, expected.Get(), actual.Get(), tolerance);
        EXPECT_EQ(portable.kind, found.kind);
        ++number;
    }
}

TEST(FindRelation, ReversedAxesInAnyLayoutAndType)
{
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x) { return t.values[t.At(b, k, H - 1 - y, x)]; },
                   [](const Relation& r)
                   { return r.kind == Kind::AxesReversed && r.axes == Dimensions{2} && r.reversed == r.axes; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x) { return t.values[t.At(b, k, y, W - 1 - x)]; },
                   [](const Relation& r) { return r.kind == Kind::AxesReversed && r.axes == Dimensions{3}; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return t.values[t.At(1 - b, C - 1 - k, H - 1 - y, W - 1 - x)]; },
                   [](const Relation& r) {
                       return r.kind == Kind::AxesReversed && r.axes == Dimensions{0, 1, 2, 3};
                   });
}

TEST(FindRelation, PositionsInAnotherOrderOrRolled)
{
    ExpectRelation(
        [](const Tensor& t, auto b, auto k, auto y, auto x)
        {
            constexpr std::uint32_t Order[] = {2, 1, 0, 3};
            return t.values[t.At(b, Order[k], y, x)];
        },
        [](const Relation& r) {
            return r.kind == Kind::Reordered && r.axes == Dimensions{1} && r.order == Dimensions{2, 1, 0, 3};
        });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return t.values[t.At(b, k, y, (x + W - 3) % W)]; },
                   [](const Relation& r) { return r.kind == Kind::Rolled && r.axes == Dimensions{3} && r.by == 3; });
}

TEST(FindRelation, RepeatedAndShifted)
{
    ExpectRelation([](const Tensor& t, auto, auto k, auto y, auto x) { return t.values[t.At(0, k, y, x)]; },
                   [](const Relation& r) { return r.kind == Kind::Repeated && r.axes == Dimensions{0}; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return y < 2 ? 50.0 : t.values[t.At(b, k, y - 2, x)]; },
                   [](const Relation& r)
                   { return r.kind == Kind::Shifted && r.axes == Dimensions{2} && r.by == 2 && r.startInBytes > 0; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return y == H - 1 ? 50.0 : t.values[t.At(b, k, y + 1, x)]; },
                   [](const Relation& r)
                   { return r.kind == Kind::Shifted && r.axes == Dimensions{2} && r.by == 1 && r.startInBytes < 0; });
}

TEST(FindRelation, OneValueAndLeadingPart)
{
    ExpectRelation([](const Tensor&, auto, auto, auto, auto) { return 7.0; },
                   [](const Relation& r) { return r.kind == Kind::Constant && r.value == 7; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return t.At(b, k, y, x) < 100 ? t.values[t.At(b, k, y, x)] : 0.0; },
                   [](const Relation& r)
                   { return r.kind == Kind::LeadingPart && r.by == 100 && r.value == 0 && r.axes.empty(); });
}

TEST(FindRelation, ALeadingPartInTheOrderOfMemory)
{
    const TensorLayout pixels = TensorLayout::Packed(Sizes, Layout::NHWC);
    const Stored expected = Store(Float32, pixels, Values());
    Stored actual = expected;
    std::memset(actual.bytes.data() + 120 * 4, 0, actual.bytes.size() - 120 * 4);
    const Relation found = FindRelation(expected.Get(), actual.Get());
    EXPECT_EQ(found.kind, Kind::LeadingPart);
    EXPECT_EQ(found.by, 120U);
    EXPECT_EQ(found.axes, (Dimensions{0, 2, 3, 1}));
    EXPECT_STREQ(Explain(found).c_str(), "the first 120 elements in the order of memory agree, and all others are 0");
}

TEST(FindRelation, LinesInAnyLayoutAndType)
{
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x) { return 2 * t.values[t.At(b, k, y, x)] - 1; },
                   [](const Relation& r)
                   { return r.kind == Kind::LinearMap && r.factor[0] == 2 && r.offset[0] == -1; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x) { return t.values[t.At(b, k, y, x)] + 13; },
                   [](const Relation& r)
                   { return r.kind == Kind::LinearMap && r.factor[0] == 1 && r.offset[0] == 13; });
    ExpectRelation(
        [](const Tensor& t, auto b, auto k, auto y, auto x) { return 2 * t.values[t.At(b, C - 1 - k, y, x)]; },
        [](const Relation& r) { return r.kind == Kind::AxesReversed && r.axes == Dimensions{1} && r.factor[0] == 2; });
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return (1 + k % 2) * t.values[t.At(b, k, y, x)] + 10 * k; },
                   [](const Relation& r)
                   {
                       return r.kind == Kind::LinearMapPerPosition && r.axes == Dimensions{1}
                              && std::fabs(r.factor[1] - 2) < 0.02 && std::fabs(r.offset[3] - 30) < 1;
                   });
}

// Large elements carry most of the rounding, and small ones may miss a line least.
TEST(FindRelation, LinesWhoseOffsetIsSmallBesideTheElements)
{
    for (const DML_TENSOR_DATA_TYPE type : {Float32, Float16, Float64})
    {
        for (const double factor : {1.0, -2.41})
        {
            Random random(6);
            std::vector<double> values(3000);
            for (double& value : values) { value = type == Float16 ? random.Below(64) : 50 * Normal(random); }
            const TensorLayout layout = TensorLayout::Packed({1, 3, 250, 4});
            const Stored expected = Store(type, layout, values);
            for (double& value : values) { value = factor * value + 1.3; }
            const Relation found = FindRelation(expected.Get(), Store(type, layout, values).Get());
            EXPECT_EQ(found.kind, Kind::LinearMap) << Explain(found).c_str();
            EXPECT_NEAR(found.factor[0], factor, 1e-3);
            EXPECT_NEAR(found.offset[0], 1.3, 1e-2);
            EXPECT_FALSE(found.isRounded);
        }
    }
}

// Errors that are a little larger than the tolerance: lines fit many elements, but not all.
TEST(FindRelation, LinesThatMissAFewElements)
{
    for (std::uint64_t seed = 0; seed < 60; ++seed)
    {
        Random random(seed);
        std::vector<float> values(3000), line(3000);
        const double largest = 1.002 + 0.004 * static_cast<double>(seed % 10);
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            values[i] = static_cast<float>(random.Below(1000)) / 10;
            line[i] = 2 * values[i] + static_cast<float>(largest * (2 * Uniform(random) - 1));
        }
        const Relation found = FindRelation(AllOf(values), AllOf(line), {1});
        EXPECT_TRUE(found.kind != Kind::LinearMap || found.isRounded) << seed << ": " << Explain(found).c_str();
    }
}

// A relation must leave less than a quarter of the errors.
TEST(FindRelation, ALargeToleranceExplainsNothing)
{
    Random random(3);
    const TensorLayout packed = TensorLayout::Packed(Sizes);
    const std::vector<double> values = Values();
    const std::vector<double> mirrored =
        Made(values, [&](const Tensor& t, auto b, auto k, auto y, auto x)
             { return t.values[t.At(b, k, y, W - 1 - x)] + 60 * Uniform(random) - 30; });
    const Relation found =
        FindRelation(Store(Float32, packed, values).Get(), Store(Float32, packed, mirrored).Get(), {30});
    EXPECT_FALSE(found) << Explain(found).c_str();
}

// Small integers, read as FLOAT32, are 0 within the tolerance, and so is the other tensor.
TEST(FindRelation, AToleranceAboveTheElementsIsNoEvidence)
{
    Random random(4);
    std::vector<std::int32_t> integers(200);
    std::vector<float> small(200);
    for (std::int32_t& integer : integers) { integer = static_cast<std::int32_t>(random.Below(256)); }
    for (float& value : small) { value = static_cast<float>(0.002 * Normal(random)); }
    const Relation found = FindRelation(AllOf(integers), AllOf(small), {0.01});
    EXPECT_FALSE(found) << Explain(found).c_str();
}

// All elements of a mask that differ are equal.
TEST(FindRelation, AMaskWithSwappedBytes)
{
    Random random(4);
    std::vector<std::int16_t> mask(100), swapped(100);
    for (std::size_t i = 0; i < mask.size(); ++i)
    {
        mask[i] = random.OneIn(2) ? 1 : 0;
        swapped[i] = mask[i] == 0 ? std::int16_t{0} : std::int16_t{256};
    }
    const Relation found = FindRelation(AllOf(mask), AllOf(swapped));
    EXPECT_EQ(found.kind, Kind::ByteOrder) << Explain(found).c_str();
}

// The upper halves are 0, so that a pitch of 2 elements fits, too.
TEST(FindRelation, Int64ReadAsInt32)
{
    Random random(4);
    std::vector<std::int64_t> labels(64);
    for (std::int64_t& label : labels) { label = random.Below(100); }
    const Relation found =
        FindRelation(AllOf(labels), SourceOf(TypeOf(7), labels.data(), 512, TensorLayout::Packed({64})));
    EXPECT_EQ(found.kind, Kind::ElementType) << Explain(found).c_str();
    EXPECT_EQ(ElementSizeInBits(found.type), 64U);
}

// Axis 1 is also the last axis.
TEST(FindRelation, TwoAxesWithoutARelation)
{
    Random random(4);
    const TensorLayout rows = TensorLayout::Packed({40, 3});
    std::vector<float> values[2];
    for (std::vector<float>& side : values)
    {
        for (std::size_t i = 0; i < 120; ++i) { side.push_back(static_cast<float>(Normal(random))); }
    }
    EXPECT_FALSE(FindRelation(SourceOf(values[0], rows), SourceOf(values[1], rows)));
}

TEST(FindRelation, ElementsOfFourBitsWithoutARelation)
{
    Random random(3);
    const TensorLayout packed = TensorLayout::Packed({1, 3, 10, 10});
    std::vector<double> values[2];
    for (std::vector<double>& side : values)
    {
        for (std::size_t i = 0; i < 300; ++i) { side.push_back(random.Below(16)); }
    }
    EXPECT_FALSE(FindRelation(Store(TypeOf(12), packed, values[0]).Get(), Store(TypeOf(12), packed, values[1]).Get()));
}

// A double cannot tell 64-bit integers above 2^53 apart.
TEST(FindRelation, LargeIntegersAreNotRounded)
{
    for (const DML_TENSOR_DATA_TYPE type : {TypeOf(10), TypeOf(11)}) // UINT64, INT64
    {
        Random random(8);
        std::vector<std::uint64_t> values(60), others(60), shuffled(60), halves(60);
        for (std::uint64_t& value : values) { value = random.Next() >> 2; }
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            others[i] = values[i] + 11;
            shuffled[i] = values[i * 7 % 60];
            halves[i] = values[i] / 2 - 100;
        }
        const TensorLayout layout = TensorLayout::Packed({values.size()});
        const auto find = [&](const std::vector<std::uint64_t>& actual)
        { return FindRelation(SourceOf(type, values, layout), SourceOf(type, actual, layout)); };
        EXPECT_EQ(find(others).kind, Kind::Rounding) << Explain(find(others)).c_str();
        EXPECT_EQ(find(shuffled).kind, Kind::SameValues) << Explain(find(shuffled)).c_str();
        EXPECT_FALSE(find(halves)) << Explain(find(halves)).c_str();
        const DML_TENSOR_DATA_TYPE other = TypeOf(21 - static_cast<std::uint32_t>(type));
        EXPECT_FALSE(FindRelation(SourceOf(type, values, layout), SourceOf(other, shuffled, layout)));
    }
}

TEST(FindRelation, NegativeElementsBecameZeroWithinALargeTolerance)
{
    Random random(8);
    std::vector<float> weights(400), positive(400);
    for (std::size_t i = 0; i < weights.size(); ++i)
    {
        weights[i] = static_cast<float>(0.05 * Normal(random));
        positive[i] = weights[i] < 0 ? 0 : weights[i];
    }
    EXPECT_EQ(FindRelation(AllOf(weights), AllOf(positive), {0.01}).kind, Kind::NegativeToZero);
}

TEST(FindRelation, ALineThroughManyElementsAndBeyondTheLargestHalf)
{
    Random random(4);
    std::vector<float> values(5000), line(5000);
    std::vector<std::uint16_t> halves(5000);
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        values[i] = static_cast<float>(Normal(random));
        line[i] = 3 * values[i] + 7;
    }
    const Relation found = FindRelation(AllOf(values), AllOf(line));
    EXPECT_EQ(found.kind, Kind::LinearMap);
    EXPECT_NEAR(found.factor[0], 3, 1e-5);
    EXPECT_NEAR(found.offset[0], 7, 1e-5);
    line[4000] += 1;
    EXPECT_FALSE(FindRelation(AllOf(values), AllOf(line)).kind == Kind::LinearMap);
    // 65535 * 1.5 is infinite as FLOAT16.
    values[10] = 1.5F;
    values[11] = -1.5F;
    for (std::size_t i = 0; i < values.size(); ++i) { line[i] = 65535 * values[i] / (i == 10 || i == 11 ? 1 : 4); }
    for (std::size_t i = 0; i < values.size(); ++i) { values[i] /= i == 10 || i == 11 ? 1 : 4; }
    const TensorLayout layout = TensorLayout::Packed({values.size()});
    (void)ConvertTensor(DestinationOf(Float16, halves, layout), SourceOf(line, layout));
    const Relation infinite = FindRelation(AllOf(values), SourceOf(Float16, halves, layout));
    EXPECT_EQ(infinite.kind, Kind::LinearMap) << Explain(infinite).c_str();
    EXPECT_EQ(infinite.factor[0], 65535);
    // An infinity is on the line only if the line is beyond the largest half there.
    halves[100] = 0x7C00;
    EXPECT_NE(FindRelation(AllOf(values), SourceOf(Float16, halves, layout)).kind, Kind::LinearMap);
}

// Elements that are not finite are on a line only if both sides agree about them.
TEST(FindRelation, LinesThroughInfinitiesAndNan)
{
    const auto f = [](double value) { return static_cast<float>(value); };
    const std::vector<double> values = Values();
    std::vector<float> expected, line, positive;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const double special[] = {NaN, Infinity, -Infinity};
        const double value = i % 16 == 7 ? special[i / 16 % 3] : i % 2 == 0 ? -values[i] : values[i];
        expected.push_back(f(value));
        line.push_back(f(2 * value - 1));
        positive.push_back(f(value < 0 ? 0 : value));
    }
    Relation found = FindRelation(AllOf(expected), AllOf(line));
    EXPECT_EQ(found.kind, Kind::LinearMap) << Explain(found).c_str();
    EXPECT_EQ(found.factor[0], 2);
    EXPECT_EQ(found.offset[0], -1);
    EXPECT_EQ(FindRelation(AllOf(expected), AllOf(positive)).kind, Kind::NegativeToZero);
    EXPECT_EQ(FindRelation(AllOf(positive), AllOf(expected)).kind, Kind::NegativeToZero);
    const std::size_t finite = 20, nan = 7, infinite = 23, negative = 39;
    const std::pair<std::size_t, double> changes[] = {{finite, NaN}, {finite, Infinity},    {nan, 1},
                                                      {infinite, 1}, {infinite, -Infinity}, {infinite, NaN},
                                                      {negative, 1}};
    for (const auto& change : changes)
    {
        std::vector<float> other = line, cut = positive;
        other[change.first] = cut[change.first] = f(change.second);
        EXPECT_NE(FindRelation(AllOf(expected), AllOf(other)).kind, Kind::LinearMap) << change.first;
        EXPECT_NE(FindRelation(AllOf(expected), AllOf(cut)).kind, Kind::NegativeToZero) << change.first;
    }
}

TEST(FindRelation, ValuesInAnotherOrder)
{
    ExpectRelation([](const Tensor& t, auto b, auto k, auto y, auto x)
                   { return t.values[t.At(b, k, y, x) * 61 % t.values.size()]; },
                   [](const Relation& r) { return r.kind == Kind::SameValues; });
    std::vector<float> values, shuffled;
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        values.push_back(static_cast<float>(i % 10 == 7 ? NaN : i * i % 64 - 10.0));
    }
    for (std::uint32_t i = 0; i < 100; ++i) { shuffled.push_back(values[i * 37 % 100]); }
    EXPECT_EQ(FindRelation(AllOf(values), AllOf(shuffled)).kind, Kind::SameValues);
}

TEST(FindRelation, NegativeElementsBecameZeroOnEitherSide)
{
    for (const DML_TENSOR_DATA_TYPE type : {Float32, Float16, TypeOf(6), TypeOf(8), Float64})
    {
        std::vector<double> values = Values(), positive;
        for (double& value : values) { value -= 50; }
        for (const double value : values) { positive.push_back(value < 0 ? 0 : value); }
        const Stored all = Store(type, TensorLayout::Packed(Sizes), values);
        const Stored some = Store(type, TensorLayout::Packed(Sizes, Layout::NHWC), positive);
        const Relation lost = FindRelation(all.Get(), some.Get());
        EXPECT_EQ(lost.kind, Kind::NegativeToZero);
        EXPECT_EQ(lost.tensor, Diagnosis::Actual);
        EXPECT_STREQ(Explain(lost).c_str(), "all agree if negative values became 0 in the actual tensor");
        const Relation appeared = FindRelation(some.Get(), all.Get());
        EXPECT_EQ(appeared.kind, Kind::NegativeToZero);
        EXPECT_EQ(appeared.tensor, Diagnosis::Expected);
    }
}

TEST(FindRelation, MemoryOrdersGiveALayoutForCopyTensor)
{
    for (const DML_TENSOR_DATA_TYPE type : {Float32, Float16, UInt8, Float64, TypeOf(12)})
    {
        for (const bool isExpected : {false, true})
        {
            std::vector<double> values = Values();
            for (double& value : values) { value = type == TypeOf(12) ? std::fmod(value, 16) : value; }
            const TensorLayout packed = TensorLayout::Packed(Sizes), pixels = TensorLayout::Packed(Sizes, Layout::NHWC);
            const Stored right = Store(type, packed, values);
            Stored wrong = Store(type, pixels, values);
            wrong.layout = packed;
            const Relation found =
                isExpected ? FindRelation(wrong.Get(), right.Get()) : FindRelation(right.Get(), wrong.Get());
            ASSERT_EQ(found.kind, Kind::MemoryOrder) << Explain(found).c_str();
            const Source other = isExpected ? right.Get() : right.Get();
            Source read = wrong.Get();
            if (found.tensor == (isExpected ? Diagnosis::Expected : Diagnosis::Actual))
            {
                read.layout = found.layout;
                EXPECT_TRUE(CompareTensors(other, read));
                EXPECT_EQ(found.axes, (Dimensions{0, 2, 3, 1}));
            }
        }
    }
}

// Of six axes there are 720 orders.
TEST(FindRelation, MemoryOrdersOfMoreThanFiveAxesAreNotTried)
{
    for (const bool isTried : {true, false})
    {
        const Dimensions sizes = isTried ? Dimensions{2, 3, 2, 2, 3, 1} : Dimensions{2, 3, 2, 2, 3, 2};
        const TensorLayout reversed = TensorLayout::Packed(sizes, {5, 4, 3, 2, 1, 0});
        const std::vector<double> values = Values(3, static_cast<std::size_t>(reversed.ElementCount()));
        const Stored expected = Store(Float32, TensorLayout::Packed(sizes), values);
        Stored actual = Store(Float32, reversed, values);
        actual.layout = expected.layout;
        const Relation found = FindRelation(expected.Get(), actual.Get());
        EXPECT_EQ(found.kind, isTried ? Kind::MemoryOrder : Kind::SameValues) << Explain(found).c_str();
    }
}

TEST(FindRelation, TwoMistakes)
{
    const std::vector<double> values = Values();
    const Stored expected = Store(Float32, TensorLayout::Packed(Sizes).WithStrideMultiple(2, 8), values);
    Stored actual = Store(Float32, TensorLayout::Packed(Sizes, Layout::NHWC),
                          Made(values, [](const Tensor& t, auto b, auto k, auto y, auto x)
                               { return t.values[t.At(b, C - 1 - k, y, x)]; }));
    actual.layout = TensorLayout::Packed(Sizes);
    const Relation found = FindRelation(expected.Get(), actual.Get());
    EXPECT_EQ(found.kind, Kind::MemoryOrder);
    EXPECT_EQ(found.reversed, Dimensions{1});
    EXPECT_STREQ(Explain(found).c_str(),
                 "all agree if the actual tensor's memory is read in the order {0, 2, 3, 1} of its axes (NHWC) and "
                 "axis 1 is reversed (such as BGR for RGB)");
}

TEST(FindRelation, RowsThatAreFartherApart)
{
    for (const bool isExpected : {false, true})
    {
        const std::vector<double> values = Values();
        const Stored right = Store(Float16, TensorLayout::Packed(Sizes, Layout::NHWC), values);
        Stored wrong = Store(Float16, TensorLayout::Packed(Sizes).WithStride(2, 32), values, 10);
        wrong.layout = TensorLayout::Packed(Sizes);
        const Relation found =
            isExpected ? FindRelation(wrong.Get(), right.Get()) : FindRelation(right.Get(), wrong.Get());
        ASSERT_EQ(found.kind, Kind::RowPitch) << Explain(found).c_str();
        EXPECT_EQ(found.by, 32U);
        EXPECT_EQ(found.axes, Dimensions{2});
        EXPECT_EQ(found.tensor, isExpected ? Diagnosis::Expected : Diagnosis::Actual);
        EXPECT_TRUE(found.layout.SameElements(TensorLayout::Packed(Sizes).WithStride(2, 32)));
    }
    // Pitches beyond 4096 elements are tried if they fill the buffer.
    const Dimensions sizes{1, 1, 4, 6};
    const std::vector<double> values = Values(3, 24);
    const Stored right = Store(Float32, TensorLayout::Packed(sizes), values);
    Stored wrong = Store(Float32, TensorLayout::Packed(sizes).WithStride(2, 5000), values, (5000 - 6) * 4);
    wrong.layout = TensorLayout::Packed(sizes);
    EXPECT_EQ(FindRelation(right.Get(), wrong.Get()).by, 5000U);
    EXPECT_STREQ(Explain(FindRelation(right.Get(), wrong.Get())).c_str(),
                 "all agree if the rows of the actual tensor are 5000 elements (20000 bytes) apart");
}

TEST(FindRelation, StartsInTheBuffer)
{
    for (const std::size_t start : {1U, 6U, 120U, 256U, 1000U})
    {
        for (const bool isExpected : {false, true})
        {
            const Stored right = Store(Float16, TensorLayout::Packed(Sizes, Layout::NHWC), Values());
            Stored wrong = Store(Float16, TensorLayout::Packed(Sizes), Values());
            const std::vector<unsigned char> other =
                Store(UInt8, TensorLayout::Packed({start}), Values(9, start)).bytes;
            wrong.bytes.insert(wrong.bytes.begin(), other.begin(), other.end());
            const Relation found =
                isExpected ? FindRelation(wrong.Get(), right.Get()) : FindRelation(right.Get(), wrong.Get());
            ASSERT_EQ(found.kind, Kind::StartOffset) << Explain(found).c_str();
            EXPECT_EQ(found.startInBytes, static_cast<std::int64_t>(start));
            if (start % 2 != 0) { continue; }
            wrong.layout = found.layout;
            EXPECT_TRUE(CompareTensors(right.Get(), wrong.Get()));
        }
    }
}

TEST(FindRelation, ShiftedInMemory)
{
    for (const std::int64_t distance : {1, -1, 5, -16})
    {
        const Stored expected = Store(TypeOf(6), TensorLayout::Packed(Sizes, Layout::NHWC), Values());
        Stored actual = expected;
        const std::size_t bytes = static_cast<std::size_t>(distance < 0 ? -distance : distance) * 4;
        std::memset(actual.bytes.data(), 1, actual.bytes.size());
        std::memcpy(actual.bytes.data() + (distance > 0 ? bytes : 0),
                    expected.bytes.data() + (distance < 0 ? bytes : 0), expected.bytes.size() - bytes);
        const Relation found = FindRelation(expected.Get(), actual.Get());
        ASSERT_EQ(found.kind, Kind::Shifted) << Explain(found).c_str();
        EXPECT_EQ(found.startInBytes, distance * 4);
        EXPECT_TRUE(found.axes.empty());
    }
}

TEST(FindRelation, ElementsOfFourBitsAreRelatedToo)
{
    const TensorLayout packed = TensorLayout::Packed(Sizes), pixels = TensorLayout::Packed(Sizes, Layout::NHWC);
    std::vector<double> values = Values();
    for (double& value : values) { value = std::fmod(value, 16); }
    const DML_TENSOR_DATA_TYPE type = TypeOf(12);
    const Stored expected = Store(type, packed, values);
    const auto find = [&](auto at)
    { return FindRelation(expected.Get(), Store(type, pixels, Made(values, at)).Get()); };
    const Relation mirrored =
        find([](const Tensor& t, auto b, auto k, auto y, auto x) { return t.values[t.At(b, k, y, W - 1 - x)]; });
    EXPECT_EQ(mirrored.kind, Kind::AxesReversed);
    EXPECT_EQ(mirrored.axes, Dimensions{3});
    const Relation rolled =
        find([](const Tensor& t, auto b, auto k, auto y, auto x) { return t.values[t.At(b, k, y, (x + 2) % W)]; });
    EXPECT_EQ(rolled.kind, Kind::Rolled);
    EXPECT_EQ(rolled.by, 5U);
    const Relation shifted = find([](const Tensor& t, auto b, auto k, auto y, auto x)
                                  { return y == H - 1 ? 9.0 : t.values[t.At(b, k, y + 1, x)]; });
    EXPECT_EQ(shifted.kind, Kind::Shifted);
    EXPECT_LT(shifted.startInBytes, 0);
}

TEST(FindRelation, ARangeBeyondDoubleIsNoRounding)
{
    Random random(1);
    std::vector<double> values(N * C * H * W), others = values;
    for (double& value : values) { value = random.OneIn(2) ? 1e308 : -1e308 * Uniform(random); }
    for (double& value : others) { value = 1e307 * Uniform(random); }
    EXPECT_FALSE(FindRelation(AllOf(values), AllOf(others)));
}

TEST(FindRelation, BytesAndTypes)
{
    const TensorLayout packed = TensorLayout::Packed(Sizes), padded = packed.WithStrideMultiple(2, 8);
    for (const DML_TENSOR_DATA_TYPE type : {Float32, Float16, Float64, TypeOf(3), TypeOf(7)})
    {
        const Stored expected = Store(type, padded, Values());
        Stored actual = Store(type, packed, Values());
        const std::size_t size = ElementSizeInBits(type) / 8;
        for (std::size_t i = 0; i < actual.bytes.size(); i += size)
        {
            std::reverse(&actual.bytes[i], &actual.bytes[i] + size);
        }
        EXPECT_EQ(FindRelation(expected.Get(), actual.Get()).kind, Kind::ByteOrder);
    }
    Stored halves = Store(Float16, padded, Values());
    halves.type = TypeOf(4); // UINT16
    const Relation asHalves = FindRelation(Store(Float32, packed, Values()).Get(), halves.Get());
    EXPECT_EQ(asHalves.kind, Kind::ElementType);
    EXPECT_EQ(asHalves.type, Float16);
    EXPECT_STREQ(Explain(asHalves).c_str(), "all agree if the actual tensor's elements are read as FLOAT16");
    const Relation reversed = FindRelation(halves.Get(), Store(Float32, packed, Values()).Get());
    EXPECT_EQ(reversed.kind, Kind::ElementType);
    EXPECT_EQ(reversed.tensor, Diagnosis::Expected);
    // bfloat16
    const Stored floats = Store(Float32, packed, Values());
    Stored upper = {Float16, packed, {}};
    for (std::size_t i = 0; i < floats.bytes.size(); i += 4)
    {
        upper.bytes.insert(upper.bytes.end(), &floats.bytes[i + 2], &floats.bytes[i + 2] + 2);
    }
    EXPECT_STREQ(Explain(FindRelation(floats.Get(), upper.Get())).c_str(),
                 "all agree if the actual tensor's elements are read as bfloat16");
    EXPECT_EQ(FindRelation(upper.Get(), floats.Get()).tensor, Diagnosis::Expected);
    upper.type = TypeOf(4); // UINT16
    EXPECT_EQ(FindRelation(floats.Get(), upper.Get()).kind, Kind::BFloat16);
    upper.type = Float16;
    EXPECT_EQ(FindRelation(upper.Get(), floats.Get()).kind, Kind::BFloat16);
    upper.bytes.resize(2 * upper.bytes.size()); // a buffer for FLOAT32 of which half is used
    upper.type = Float32;
    EXPECT_EQ(FindRelation(floats.Get(), upper.Get()).kind, Kind::BFloat16);
}

TEST(FindRelation, RoundingAndRelationsWithRounding)
{
    Random random(5);
    const TensorLayout packed = TensorLayout::Packed(Sizes), pixels = TensorLayout::Packed(Sizes, Layout::NHWC);
    const auto rounded = [&](double value) { return value + 0.3 * (Uniform(random) - 0.5); };
    const std::vector<double> values = Values();
    const Stored expected = Store(Float32, packed, values);
    const auto find = [&](auto at)
    { return FindRelation(expected.Get(), Store(Float32, pixels, Made(values, at)).Get()); };
    const Relation plain =
        find([&](const Tensor& t, auto b, auto k, auto y, auto x) { return rounded(t.values[t.At(b, k, y, x)]); });
    EXPECT_EQ(plain.kind, Kind::Rounding);
    EXPECT_LE(plain.largestError, 0.1501);
    EXPECT_NE(std::string(Explain(plain).c_str()).find("the errors look like rounding: at most 0.1"),
              std::string::npos);
    const Relation mirrored = find([&](const Tensor& t, auto b, auto k, auto y, auto x)
                                   { return rounded(t.values[t.At(b, k, y, W - 1 - x)]); });
    EXPECT_EQ(mirrored.kind, Kind::AxesReversed);
    EXPECT_TRUE(mirrored.isRounded);
    EXPECT_STREQ(Explain(mirrored).c_str(),
                 "all agree to 2^-8 of the range if the actual tensor's axis 3 is reversed (mirrored)");
    const Relation tolerated = FindRelation(expected.Get(),
                                            Store(Float32, pixels,
                                                  Made(values, [&](const Tensor& t, auto b, auto k, auto y, auto x)
                                                       { return rounded(t.values[t.At(b, k, y, W - 1 - x)]); }))
                                                .Get(),
                                            {0.2});
    EXPECT_EQ(tolerated.kind, Kind::AxesReversed);
    EXPECT_FALSE(tolerated.isRounded);
    const Relation line =
        find([&](const Tensor& t, auto b, auto k, auto y, auto x) { return 3 * rounded(t.values[t.At(b, k, y, x)]); });
    EXPECT_EQ(line.kind, Kind::LinearMap);
    EXPECT_TRUE(line.isRounded);
}

TEST(FindRelation, AFewElementsMayStillDiffer)
{
    const std::vector<double> values = Values();
    const Stored expected = Store(Float32, TensorLayout::Packed(Sizes), values);
    std::vector<double> made = Made(values, [](const Tensor& t, auto b, auto k, auto y, auto x)
                                    { return t.values[t.At(b, C - 1 - k, y, x)]; });
    made[17] = 0;
    made[100] = 101;
    const Relation found =
        FindRelation(expected.Get(), Store(Float32, TensorLayout::Packed(Sizes, Layout::NHWC), made).Get());
    EXPECT_EQ(found.kind, Kind::AxesReversed);
    EXPECT_EQ(found.stillDifferent, 2U);
    EXPECT_STREQ(Explain(found).c_str(),
                 "all but 2 agree if the actual tensor's axis 1 is reversed (such as BGR for RGB)");
}

TEST(FindRelation, SymmetricDataFitTwice)
{
    const std::vector<double> all = Values();
    const std::vector<double> values = Made(all, [](const Tensor& t, auto b, auto k, auto y, auto x)
                                            { return t.values[t.At(b, k, y, std::min(x, W - 1 - x))]; });
    const Stored expected = Store(Float32, TensorLayout::Packed(Sizes), values);
    const Stored actual = Store(Float32, TensorLayout::Packed(Sizes),
                                Made(values, [](const Tensor& t, auto b, auto k, auto y, auto x)
                                     { return t.values[t.At(b, k, H - 1 - y, x)]; }));
    const Relation found = FindRelation(expected.Get(), actual.Get());
    EXPECT_EQ(found.axes, Dimensions{2});
    EXPECT_EQ(found.others, 1U);
    EXPECT_EQ(found.otherKind, Kind::AxesReversed);
    EXPECT_STREQ(
        Explain(found).c_str(),
        "all agree if the actual tensor's axis 2 is reversed (rows from bottom to top); also: 1 other relation fits; "
        "the data are symmetric or constant along an axis");
}

TEST(FindRelation, BroadcastExpectedTensorsAndTwoTypes)
{
    Random random(9);
    std::vector<double> row(W), values;
    for (double& value : row) { value = random.Below(1000); }
    for (std::size_t i = 0; i < N * C * H; ++i) { values.insert(values.end(), row.rbegin(), row.rend()); }
    const Stored expected = Store(TypeOf(6), TensorLayout::Packed({W}), row);
    const Stored actual = Store(Float16, TensorLayout::Packed(Sizes, Layout::NHWC), values);
    const Relation found = FindRelation(expected.Get(), actual.Get());
    EXPECT_EQ(found.kind, Kind::AxesReversed);
    EXPECT_EQ(found.axes, Dimensions{3});
}

// Random tensors in buffers that end exactly where they must, so that sanitizers see what is read outside. If a layout
// is named, the tensors agree with it.
TEST(FindRelation, RandomTensorsOfAllTypesAndLayouts)
{
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
    {
        Random random(seed);
        const DML_TENSOR_DATA_TYPE type = TypeOf(1 + static_cast<std::uint32_t>(seed % 13));
        const Dimensions sizes = RandomSizes(random);
        // Each number is drawn in a statement of its own, because compilers order the arguments of a call differently.
        const TensorLayout layout = RandomLayout(sizes, random);
        const Stored expected = RandomTensor(type, layout, 1, random);
        const TensorLayout otherLayout = RandomLayout(sizes, random);
        const DML_TENSOR_DATA_TYPE otherType = random.OneIn(2) ? type : TypeOf(random.Between(1, 13));
        Stored actual = RandomTensor(otherType, otherLayout, 1, random);
        if (random.OneIn(2))
        {
            const TensorLayout packed = TensorLayout::Packed(sizes);
            actual = {type, packed, std::vector<unsigned char>(static_cast<std::size_t>(packed.EndInBytes(type)))};
            ASSERT_TRUE(
                CopyTensor(DestinationOf(type, actual.bytes.data(), actual.bytes.size(), packed), expected.Get()).Ok());
            actual.bytes.insert(actual.bytes.begin(), random.Below(300), 7);
        }
        const auto path = static_cast<CopyPath>(seed % (static_cast<std::uint32_t>(detail::BestCopyPath()) + 1));
        const Relation relation = detail::FindRelationBy<void>(path, expected.Get(), actual.Get(), {});
        ASSERT_TRUE(relation.reason.Ok());
        const bool hasLayout = relation.kind == Kind::MemoryOrder || relation.kind == Kind::RowPitch
                               || (relation.kind == Kind::StartOffset && relation.layout != actual.layout);
        if (!hasLayout || relation.tensor != Diagnosis::Actual || relation.factor[0] != 1 || relation.isRounded
            || !relation.reversed.empty())
        {
            continue;
        }
        ++found;
        actual.layout = relation.layout;
        EXPECT_EQ(CompareTensors(expected.Get(), actual.Get()).different, relation.stillDifferent) << seed;
    }
    EXPECT_GE(found, 20U);
}

TEST(FindRelation, NothingIsSaidOfEqualUnrelatedOrTooFewElements)
{
    const Stored expected = Store(Float32, TensorLayout::Packed(Sizes), Values());
    const Relation equal = FindRelation(expected.Get(), expected.Get());
    EXPECT_EQ(equal.kind, Kind::None);
    EXPECT_EQ(equal.different, 0U);
    EXPECT_STREQ(Explain(equal).c_str(), "all elements agree");
    const Stored other = Store(Float32, TensorLayout::Packed(Sizes, Layout::NHWC), Values(4));
    EXPECT_STREQ(Explain(FindRelation(expected.Get(), other.Get())).c_str(), "no relation was found");
    Stored one = expected;
    one.bytes[5] ^= 1;
    EXPECT_FALSE(FindRelation(expected.Get(), one.Get()));
}

// A few huge elements of many tiny ones say nothing, because any tiny element is within 2^-8 of the range.
TEST(FindRelation, FloatsOfAnyExponentAreNotRounded)
{
    for (std::uint64_t seed = 0; seed < 200; ++seed)
    {
        Random random(seed);
        std::vector<double> values[2];
        for (std::vector<double>& side : values)
        {
            for (std::size_t i = 0; i < 20; ++i)
            {
                side.push_back(std::ldexp(Normal(random), static_cast<int>(random.Below(1000)) - 500));
            }
        }
        const Relation found = FindRelation(AllOf(values[0]), AllOf(values[1]));
        EXPECT_TRUE(!found || found.kind == Kind::Rounding) << seed << ": " << Explain(found).c_str();
    }
}

// Elements that an error of 1 may hide are on any line, and repeated elements are no evidence.
TEST(FindRelation, LinesThatExplainNothing)
{
    Random random(1);
    std::vector<std::uint8_t> masks[2];
    for (std::size_t i = 0; i < 100; ++i)
    {
        masks[0].push_back(random.OneIn(2) ? 0 : 255);
        masks[1].push_back(random.OneIn(2) ? 0 : 1);
    }
    const Relation mask = FindRelation(AllOf(masks[0]), AllOf(masks[1]));
    EXPECT_FALSE(mask) << Explain(mask).c_str();
    const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                             steps = {5, 5, 5, 5, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9};
    const TensorLayout rows = TensorLayout::Packed({2, 8});
    const Relation constant = FindRelation(SourceOf(values, rows), SourceOf(steps, rows));
    EXPECT_FALSE(constant) << Explain(constant).c_str();
    const std::vector<float> three = {1, 2, 4}, line = {3, 5, 9};
    const TensorLayout repeated = TensorLayout::Packed({3}).BroadcastTo({30, 3});
    const Relation few = FindRelation(SourceOf(three, repeated), SourceOf(line, repeated));
    EXPECT_FALSE(few) << Explain(few).c_str();
}

TEST(FindRelation, SubnormalsThatTheProcessorFlushes)
{
    std::vector<std::uint32_t> bits(N * C * H * W);
    Random random(2);
    for (std::uint32_t& each : bits) { each = random.Between(1, 1000); }
    std::vector<std::uint32_t> mirrored = bits;
    for (std::size_t i = 0; i < bits.size(); ++i) { mirrored[i] = bits[i / W * W + W - 1 - i % W]; }
    const TensorLayout layout = TensorLayout::Packed(Sizes);
    const Relation found =
        Flushed([&] { return FindRelation(SourceOf(Float32, bits, layout), SourceOf(Float32, mirrored, layout)); });
    EXPECT_EQ(found.kind, Kind::AxesReversed);
    EXPECT_EQ(found.axes, Dimensions{3});
}

// ---- rates ----------------------------------------------------------------------------------------------------------

// tests/strength/relation_rates.cpp measures more pairs.
TEST(FindRelation, RatesOfSyntheticPairs)
{
    Rates large, all, never;
    for (std::size_t data = 0; data < DataCount; ++data)
    {
        for (const Mistake& mistake : Mistakes)
        {
            const Rates rates = Measure(data, mistake, 6, 1, [](const Pair&, const Relation&, const char*) {});
            all.Add(rates);
            if (data < 7) { large.Add(rates); }
            if (data < 5 && data != 2) { never.Add(rates); }
        }
    }
    EXPECT_GE(large.right * 100, large.pairs * 94) << large.right << " of " << large.pairs;
    EXPECT_LE(all.untrue * 10000, all.unrelated * 35) << all.untrue << " of " << all.unrelated;
    EXPECT_EQ(never.untrue, 0U);
}

// ---- sentences ------------------------------------------------------------------------------------------------------

TEST(RelationSentences, HaveTheirNumbers)
{
    const std::vector<float> values = {1,         0,    -2, 3.5F, static_cast<float>(NaN), static_cast<float>(Infinity),
                                       0x1p-140F, -0.0F};
    EXPECT_STREQ(Explain(Summarize(AllOf(values))).c_str(),
                 "8 elements from -2 at {2} to 3.5 at {3}, mean 0.416667, standard deviation 1.64359; "
                 "2 are 0, 1 is subnormal, 1 is NaN, 1 is infinite");
    EXPECT_STREQ(Explain(Summarize(AllOf(std::vector<float>{static_cast<float>(-Infinity)}))).c_str(),
                 "1 element; 1 is -infinite");
    EXPECT_STREQ(Explain(MeasureSimilarity(AllOf(std::vector<float>{3, 4}), AllOf(std::vector<float>{4, 3}))).c_str(),
                 "2 elements: root mean square error 1, cosine similarity 0.96, signal-to-noise ratio 10.9691 dB, peak "
                 "signal-to-noise ratio "
                 "12.0412 dB (of 4)");
    std::ostringstream stream;
    stream << Summarize(AllOf(values)) << MeasureSimilarity(AllOf(values), AllOf(values)) << Relation{};
    EXPECT_EQ(stream.str(), std::string(Explain(Summarize(AllOf(values))).c_str())
                                + Explain(MeasureSimilarity(AllOf(values), AllOf(values))).c_str()
                                + "nothing was compared");
}

TEST(RelationSentences, OfNothing)
{
    EXPECT_STREQ(Explain(Comparison{}).c_str(), "nothing was compared");
    EXPECT_STREQ(Explain(Relation{}).c_str(), "nothing was compared");
    const TensorStatistics nothing;
    EXPECT_FALSE(nothing);
    EXPECT_STREQ(Explain(nothing).c_str(), "nothing was read");
    EXPECT_STREQ(
        Explain(MeasureSimilarity(AllOf(std::vector<double>{NaN, 1}), AllOf(std::vector<double>{1, Infinity}))).c_str(),
        "no element is finite on both sides");
}

Relation RelationOf(Kind kind, const Dimensions& axes)
{
    Relation relation;
    relation.kind = kind;
    relation.axes = axes;
    relation.reversed = kind == Kind::AxesReversed ? axes : Dimensions{};
    relation.layout = TensorLayout::Packed({2, 3, 6, 10});
    relation.type = Float32;
    return relation;
}

TEST(RelationSentences, SayWhatEachKindMeans)
{
    Relation r = RelationOf(Kind::MemoryOrder, {0, 2, 3, 1});
    r.reversed = {1};
    r.factor[0] = 255;
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor's memory is read in the order {0, 2, 3, 1} of its "
                                     "axes (NHWC), axis 1 is reversed "
                                     "(such as BGR for RGB), and actual = 255 * expected");
    EXPECT_STREQ(Explain(RelationOf(Kind::MemoryOrder, {0, 1, 3, 2})).c_str(),
                 "all agree if the actual tensor's memory is read in the order {0, 1, 3, 2} of its axes");
    EXPECT_STREQ(Explain(RelationOf(Kind::AxesReversed, {2, 3})).c_str(),
                 "all agree if the actual tensor's axes 2 and 3 are reversed (turned by 180 degrees)");
    EXPECT_STREQ(Explain(RelationOf(Kind::AxesReversed, {0, 1, 3})).c_str(),
                 "all agree if the actual tensor's axes 0, 1 and 3 are reversed");
    r = RelationOf(Kind::AxesReversed, {2});
    r.layout = TensorLayout::Packed({2, 3, 6});
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor's axis 2 is reversed");
    r.layout = TensorLayout::Packed({2, 6, 6, 6});
    r.axes = {1};
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor's axis 1 is reversed");
    r = RelationOf(Kind::Reordered, {1});
    r.order = {1, 0, 2};
    EXPECT_STREQ(Explain(r).c_str(),
                 "all agree if the positions of the actual tensor's axis 1 are taken in the order {1, 0, 2}");
    r = RelationOf(Kind::Rolled, {3});
    r.by = 6;
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor's axis 3 is rolled back by 6 of 10");
    EXPECT_STREQ(
        Explain(RelationOf(Kind::Repeated, {0})).c_str(),
        "all agree if the actual tensor repeats the first position of the expected tensor's axis 0, as a stride "
        "of 0 does");
    r = RelationOf(Kind::StartOffset, {});
    r.startInBytes = 100; // from element 5 to element 30
    r.layout = TensorLayout::Strided({2, 3, 4}, {12, 4, 1}, 30);
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor starts at byte 120 (a header?)");
    r.startInBytes = 7;
    r.layout = TensorLayout::Strided({2, 3, 4}, {12, 4, 1}, 5);
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor starts at byte 27 (a header?)");
    r = RelationOf(Kind::Shifted, {});
    r.by = 1;
    EXPECT_STREQ(Explain(r).c_str(), "all that have a partner agree if the actual tensor starts 1 element later");
    r.startInBytes = -4;
    r.by = 2;
    EXPECT_STREQ(Explain(r).c_str(), "all that have a partner agree if the actual tensor starts 2 elements earlier");
    r.axes = {2};
    EXPECT_STREQ(Explain(r).c_str(),
                 "all that have a partner agree if the actual tensor starts 2 positions earlier along axis 2");
    EXPECT_STREQ(Explain(RelationOf(Kind::ByteOrder, {})).c_str(),
                 "all agree if the bytes of the actual tensor's elements are swapped (another byte order)");
    r = RelationOf(Kind::LinearMap, {});
    r.factor[0] = 2;
    r.offset[0] = -1;
    EXPECT_STREQ(Explain(r).c_str(), "all agree with actual = 2 * expected - 1");
    r.offset[0] = 1000000007;
    EXPECT_STREQ(Explain(r).c_str(), "all agree with actual = 2 * expected + 1000000007");
    r = RelationOf(Kind::LinearMapPerPosition, {1});
    r.factor[0] = 1 / 0.229;
    r.offset[0] = -0.485 / 0.229;
    r.offset[1] = 0.5;
    EXPECT_STREQ(Explain(r).c_str(),
                 "all agree if each position of axis 1 has its own factor and offset: 4.36681 * expected - 2.1179, "
                 "expected + 0.5, expected (a mean and a deviation)");
    r = RelationOf(Kind::Constant, {});
    r.value = NaN;
    EXPECT_STREQ(Explain(r).c_str(), "every element of the actual tensor is nan");
    EXPECT_STREQ(Explain(RelationOf(Kind::SameValues, {})).c_str(), "the values are equal, in another order");
    EXPECT_STREQ(Explain(RelationOf(static_cast<Kind>(19), {})).c_str(), "?");
    r = RelationOf(Kind::RowPitch, {0});
    r.by = 200;
    EXPECT_STREQ(Explain(r).c_str(),
                 "all agree if the positions of axis 0 of the actual tensor are 200 elements (800 bytes) apart");
    // Other axes of a ramp may be reversed with the opposite factor.
    r = RelationOf(Kind::AxesReversed, {1});
    r.factor[0] = 128;
    r.others = 1;
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the actual tensor's axis 1 is reversed (such as BGR for RGB), and "
                                     "actual = 128 * expected; also: 1 other relation fits");
    // Within a tolerance, other axes may fit without symmetry.
    r = RelationOf(Kind::AxesReversed, {3});
    r.largestError = 0.1;
    r.others = 1;
    EXPECT_STREQ(Explain(r).c_str(),
                 "all agree if the actual tensor's axis 3 is reversed (mirrored); also: 1 other relation fits");
    r = RelationOf(Kind::BFloat16, {});
    r.tensor = Diagnosis::Expected;
    EXPECT_STREQ(Explain(r).c_str(), "all agree if the expected tensor's elements are read as bfloat16");
    r = RelationOf(Kind::ElementType, {});
    r.others = 1;
    EXPECT_STREQ(Explain(r).c_str(),
                 "all agree if the actual tensor's elements are read as FLOAT32; also: 1 other relation fits");
    r = RelationOf(Kind::LeadingPart, {});
    r.by = 1;
    r.others = 2;
    EXPECT_STREQ(Explain(r).c_str(), "the first 1 element agrees, and all others are 0; also: 2 other relations fit");
}

TEST(RelationSentences, SayWhichElementsStillDiffer)
{
    // Every kind that is tried with rounding or with outliers.
    for (const Kind kind : {Kind::MemoryOrder, Kind::AxesReversed, Kind::Reordered, Kind::Rolled, Kind::Repeated,
                            Kind::LinearMap, Kind::NegativeToZero, Kind::LinearMapPerPosition})
    {
        Relation r = RelationOf(kind, {1});
        r.isRounded = true;
        EXPECT_EQ(std::string(Explain(r).c_str()).find("all agree to 2^-8 of the range "), 0U) << Explain(r);
        r.isRounded = false;
        r.stillDifferent = 4;
        EXPECT_EQ(std::string(Explain(r).c_str()).find("all but 4 agree "), 0U) << Explain(r);
    }
    // Where the expected elements are negative, the actual ones are not 0, but almost.
    std::vector<float> expected, actual;
    for (int i = 0; i < 500; ++i)
    {
        expected.push_back(static_cast<float>(i * 37 % 101 - 50));
        actual.push_back(expected.back() < 0 ? -0.125F : expected.back());
    }
    EXPECT_STREQ(Explain(FindRelation(AllOf(expected), AllOf(actual))).c_str(),
                 "all agree to 2^-8 of the range if negative values became 0 in the actual tensor");
}

} // namespace relation_test
