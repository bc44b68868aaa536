// =====================================================================================================================
//   dml_tensor_relation.hpp: says why two tensors for DirectML differ
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_compare.hpp, the headers that it includes, and the standard library. No function allocates
//   or throws.
//
//   Synopsis
//
//     Summarize          counts, extremes, mean and standard deviation of a tensor: TensorStatistics
//     MeasureSimilarity  root mean square error, cosine similarity and signal-to-noise ratio of two tensors: Similarity
//     FindRelation       finds what a program did to one tensor so that it differs from another, such as another order
//                        of memory, reversed rows or a factor of 255: Relation
//     Explain            each of them as a sentence
//
//     const Relation relation = FindRelation(expected, actual, {0, 0.001});
//     if (relation) { puts(Explain(relation).c_str()); } // all agree if the actual tensor's axis 1 is reversed (...)
//
// =====================================================================================================================

#ifndef DML_TENSOR_RELATION_HPP
#define DML_TENSOR_RELATION_HPP

#include "dml_tensor_compare.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_relation.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

/// What Summarize returns. Coordinates are positions in the tensor's sizes. An element that a stride of 0 repeats
/// counts each time.
struct [[nodiscard]] TensorStatistics
{
    Diagnosis reason;                   ///< why nothing was read; Ok if it was
    std::uint64_t count = 0;            ///< the number of elements
    std::uint64_t nan = 0;              ///< how many of them are NaN
    std::uint64_t positiveInfinity = 0; ///< how many of them are +infinity
    std::uint64_t negativeInfinity = 0; ///< how many of them are -infinity
    std::uint64_t zero = 0;             ///< how many of them are 0 or -0
    std::uint64_t subnormal = 0;        ///< how many of them are subnormal
    double minimum = 0;                 ///< the smallest finite element (64-bit integers rounded); 0 if none is finite
    double maximum = 0;                 ///< the largest finite element
    Dimensions minimumAt;               ///< where the minimum is first in row-major order; empty if none is finite
    Dimensions maximumAt;               ///< where the maximum is first in row-major order
    double mean = 0;                    ///< of the finite elements
    double standardDeviation = 0;       ///< of the finite elements: the square root of the mean of (element - mean)^2

    /// Whether the tensor was read.
    constexpr explicit operator bool() const noexcept { return reason.Ok() && count != 0; }
};

/// What MeasureSimilarity returns. Only elements that are finite on both sides count: e is such an expected element,
/// and a the actual element at the same coordinates.
struct [[nodiscard]] Similarity
{
    Diagnosis reason;           ///< why nothing was compared; Ok if the tensors were compared
    std::uint64_t compared = 0; ///< the number of elements that are finite on both sides
    double rootMeanSquareError = 0;
    double cosineSimilarity = 0; ///< dot(e, a) / (|e| |a|); 1 if both tensors are all 0, and 0 if one is
    double signalToNoise = 0;    ///< in dB: 10 log10(sum of e^2 / sum of (e - a)^2); infinite if all are equal,
                                 ///< -infinite if only the expected tensor is all 0
    double largestExpected = 0;  ///< the largest |e|

    /// Returns the peak signal-to-noise ratio in dB, 20 log10(peak / rootMeanSquareError); infinite if all are equal.
    /// peak: the largest value that an element can have, such as 255.
    double PeakSignalToNoise(double peak) const noexcept { return 20 * std::log10(peak / rootMeanSquareError); }
};

/// How two tensors are related. E is an expected element, a the actual element at the same coordinates.
enum class RelationKind : std::uint32_t
{
    None,         ///< nothing fits, or all elements agree
    Constant,     ///< all actual elements are `value`
    MemoryOrder,  ///< the memory of `tensor` is in another order of the axes: `axes`, `layout`, `reversed`
    AxesReversed, ///< the axes `axes` of the actual tensor are reversed
    Reordered,    ///< position i of axis axes[0] of the expected tensor is position order[i] of the actual one
    Rolled,       ///< position i of axis axes[0] of the expected tensor is position (i + by) % size of the actual one:
                  ///< by 1, the expected row 1 2 3 4 5 is 5 1 2 3 4 in the actual tensor
    Repeated,     ///< the actual tensor repeats the first position of the expected one's axis axes[0]
    RowPitch,     ///< positions along axis axes[0] of `tensor` are `by` elements apart in memory: `layout`
    LeadingPart,  ///< the first `by` elements agree, all others are `value`. They are the first ones in row-major order
                  ///< or, if `axes` is not empty, in the order of memory, whose slowest axis is axes[0]
    StartOffset,  ///< `tensor` starts `startInBytes` later in its buffer
    Shifted,      ///< a is the expected element `by` positions before, on axis axes[0] or, if that is empty, in memory
    ByteOrder,    ///< the bytes of each actual element are swapped
    ElementType,  ///< the elements of `tensor` have the data type `type`
    BFloat16,     ///< the elements of `tensor` are bfloat16, the upper halves of FLOAT32
    LinearMap,    ///< a = factor[0] * e + offset[0]
    NegativeToZero,       ///< negative elements became 0 in `tensor`
    LinearMapPerPosition, ///< the same with factor[i] and offset[i] at each position of axis axes[0]
    SameValues,           ///< the values are equal, in another order
    Rounding              ///< all errors are at most 2^-8 of `range`
};

/// What FindRelation returns.
struct [[nodiscard]] Relation
{
    Diagnosis reason; ///< why nothing was compared; Ok if the tensors were compared
    RelationKind kind = RelationKind::None;
    std::uint32_t tensor = Diagnosis::Actual; ///< the tensor that is read differently: Diagnosis::Expected or Actual
    TensorLayout layout;                      ///< MemoryOrder, RowPitch, StartOffset in whole elements: the layout with
        ///< which they agree, ready for CopyTensor; else the given layout of `tensor`
    Dimensions axes;                  ///< MemoryOrder: all axes, slowest first; else the axes that are meant
    Dimensions reversed;              ///< MemoryOrder: axes that are reversed as well; AxesReversed: `axes`
    Dimensions order;                 ///< Reordered: the positions
    std::uint64_t by = 0;             ///< see RelationKind
    std::int64_t startInBytes = 0;    ///< StartOffset; Shifted: negative if an actual element comes before
    DML_TENSOR_DATA_TYPE type{};      ///< ElementType: the type with which they agree; else that of `tensor`
    std::uint64_t different = 0;      ///< the number of elements that differ without the relation
    double range = 0;                 ///< the largest minus the smallest of the finite expected elements
    double factor[4] = {1, 1, 1, 1};  ///< LinearMap, also beside another kind if factor[0] is not 1
    double offset[4] = {};            ///< the offset that belongs to each factor
    double value = 0;                 ///< Constant, LeadingPart
    std::uint64_t stillDifferent = 0; ///< elements that differ with the relation: at most 1 in 64 of `different`
    double largestError = 0;          ///< of the finite elements, with the relation
    bool isRounded = false;           ///< whether errors of up to 2^-8 of `range` were allowed, too
    std::uint32_t others = 0;         ///< how many relations of the same step fit, too: symmetric or constant data
    RelationKind otherKind = RelationKind::None; ///< the first of them

    /// Whether a relation was found.
    constexpr explicit operator bool() const noexcept { return kind != RelationKind::None; }
};

namespace detail
{
// =====================================================================================================================
//   Elements as doubles
//
//   Statistics, similarities and lines are computed with the values of elements as doubles, a block at a time. Doubles
//   are exact except for 64-bit integers. Where the rounding of such an integer would show, its bits are used as well.
// =====================================================================================================================

// Tuned: the number of elements of a block. A tile of FLOAT32 has three blocks. Measured: blocks of 256 elements take a
// fifth more time.
inline constexpr std::size_t ValuesInBlock = 512;

// Loops over whole blocks combine elements that are a quarter of the block apart, because compilers do not vectorise a
// loop that adds one value after the other.
inline constexpr std::size_t QuarterOfBlock = ValuesInBlock / 4;

inline std::uint64_t BitsOf(double value) noexcept { return BitsAs<std::uint64_t>(value); }
inline bool IsFinite(double value) noexcept { return MagnitudeBits(value) < InfinityBits; }
inline bool IsNan(double value) noexcept { return MagnitudeBits(value) > InfinityBits; }
inline bool AreEqualOrNan(double a, double b) noexcept { return a == b || (IsNan(a) && IsNan(b)); }
template <class Value> Value Larger(Value a, Value b) noexcept { return a > b ? a : b; }
template <class Value> Value Smaller(Value a, Value b) noexcept { return a < b ? a : b; }

// Returns the sum of term(i) for each element i of a block.
template <class Term> double SumOfBlock(const Term& term) noexcept
{
    constexpr std::size_t Quarter = QuarterOfBlock;
    double sums[Quarter];
    for (std::size_t i = 0; i < Quarter; ++i)
    {
        sums[i] = (term(i) + term(i + Quarter)) + (term(i + 2 * Quarter) + term(i + 3 * Quarter));
    }
    return SumOf(sums);
}

// Returns the largest value(i) of the elements i of a block.
template <class ValueAt> double LargestOfBlock(const ValueAt& value) noexcept
{
    constexpr std::size_t Quarter = QuarterOfBlock;
    decltype(value(0)) largest[Quarter];
    for (std::size_t i = 0; i < Quarter; ++i)
    {
        largest[i] =
            Larger(Larger(value(i), value(i + Quarter)), Larger(value(i + 2 * Quarter), value(i + 3 * Quarter)));
    }
    return static_cast<double>(LargestOf(largest));
}

// bfloat16: the upper half of a FLOAT32.
struct BFloat16Elements
{
    static constexpr bool AreFloats = true;
    using Bits = std::uint16_t;

    static double Value(Bits bits) noexcept { return Float32Elements::Value(std::uint32_t{bits} << 16); }
};

// Walks through the elements of two tensors, a block at a time:
//
//     for (ValueWalk block(copy, expected, actual); block.Next();) { use block.Values(0) and block.Values(1) }
//
// A side is 0 for the expected tensor, and 1 for the actual tensor. A side that is not asked for is not read.
class ValueWalk
{
public:
    std::size_t count = 0;     // the number of elements of the block
    std::uint64_t visited = 0; // the number of elements of all blocks so far

    // Requires: `expected` is broadcast to the sizes of `actual`, and both sides have no `reading`.
    ValueWalk(const Copier& copy, const ComparedSide& expected, const ComparedSide& actual) noexcept
        : m_walk(copy, expected, actual), m_sides{&expected, &actual},
          m_haveFloats(expected.source.type == DML_TENSOR_DATA_TYPE_FLOAT32
                       && actual.source.type == DML_TENSOR_DATA_TYPE_FLOAT32 && !FlushesSubnormals())
    {
    }

    // Goes to the next block. Returns false after the last one.
    bool Next() noexcept
    {
        m_first += count;
        if (m_first == m_tileCount)
        {
            if (visited != 0 && !m_walk.tile.Next()) { return false; }
            m_first = 0;
            m_tileCount = m_walk.TileCount();
            m_tiles[0] = m_tiles[1] = nullptr;
        }
        count = Min(m_tileCount - m_first, ValuesInBlock);
        visited += count;
        return true;
    }

    // Returns the first element of the block, in memory without gaps.
    const unsigned char* Elements(std::size_t side) noexcept
    {
        if (m_tiles[side] == nullptr) { m_tiles[side] = side == 0 ? m_walk.Expected() : m_walk.Actual(); }
        return m_tiles[side] + m_first * StagedSize(m_sides[side]->source.type);
    }

    // Returns the values of the block. The caller may change them.
    double* Values(std::size_t side) noexcept
    {
        const Widening toDoubles = WideningFrom<Float64Elements>(m_sides[side]->source.type);
        if (toDoubles == nullptr) { std::memcpy(m_values[side], Elements(side), count * sizeof(double)); }
        else { toDoubles(Elements(side), count, reinterpret_cast<unsigned char*>(m_values[side])); }
        return m_values[side];
    }

    // Whether the block is full and its elements are floats, which may be used without Values. Measured: that is twice
    // as fast.
    bool HasFloats() const noexcept { return m_haveFloats && count == ValuesInBlock; }

    // Returns an element's row-major index in the whole tensor.
    std::uint64_t NumberOf(std::size_t i) const noexcept { return m_walk.NumberOf(m_first + i); }
    // Returns the coordinates of the element with this index, or none for Max64.
    Dimensions Coordinates(std::uint64_t number) const noexcept { return m_walk.Coordinates(number); }
    // Returns a number that is at most NumberOf of each element of the block.
    std::uint64_t LowestNumber() const noexcept { return m_walk.tile.auxiliaryOffset; }

private:
    TileWalk m_walk;
    const ComparedSide* const m_sides[2];
    const unsigned char* m_tiles[2] = {}; // the packed elements of the tile; null before a side is asked for
    double m_values[2][ValuesInBlock];
    const bool m_haveFloats;
    std::size_t m_first = 0; // the index of the block's first element in the tile
    std::size_t m_tileCount = 0;
};

// Returns a side that has the element at `position` in memory as its only element.
inline ComparedSide OneElement(const ComparedSide& side, std::uint64_t position) noexcept
{
    ComparedSide result = side;
    result.source.layout = TensorLayout::Strided({1}, {1}, position);
    result.reversedAxes = 0;
    return result;
}

// Returns the value of the element at `position` in memory. Requires: the side has no `reading`.
inline double ValueAt(const Copier& copy, const ComparedSide& side, std::uint64_t position) noexcept
{
    const ComparedSide one = OneElement(side, position);
    ValueWalk block(copy, one, one);
    (void)block.Next();
    return block.Values(1)[0];
}

// ---- numbers whose squares would be subnormal or infinite -----------------------------------------------------------
//
// Such numbers are FLOAT64. A block of them is multiplied by a power of 2 before its numbers are squared.

// Returns value * 2^exponent. If exponent is not 0, a product below 2^-970 becomes 0. That changes no sum of squares:
// ScaleFor makes the largest number of a block at least 1. The function uses integers, because the processor may flush
// subnormals to zero. Requires: the product is finite.
inline double Scaled(double value, int exponent) noexcept
{
    if (exponent == 0 || MagnitudeBits(value) == 0) { return value; }
    const NormalMagnitude magnitude(MagnitudeBits(value));
    const int scaled = magnitude.exponent + exponent;
    if (scaled < -1022) { return 0; } // the product is significand * 2^scaled, and the significand is at least 2^52
    const std::uint64_t fraction = magnitude.significand - (std::uint64_t{1} << 52);
    const std::uint64_t sign = BitsOf(value) >> 63 << 63;
    const int biased = scaled + 1075; // 1023, and 52 because the significand is an integer
    return BitsAs<double>(sign | static_cast<std::uint64_t>(biased) << 52 | fraction);
}

// Returns value / 2^exponent, rounded once, also if the quotient is subnormal.
inline double Unscaled(double value, int exponent) noexcept
{
    const int power = -exponent;
    const std::uint64_t powerBits =
        power >= -1022 ? static_cast<std::uint64_t>(power + 1023) << 52 : std::uint64_t{1} << (power + 1074);
    const double magnitude = BitsAs<double>(ProductBits(MagnitudeBits(value), powerBits));
    return value < 0 ? -magnitude : magnitude;
}

// Returns the exponent for a block with this largest magnitude: its numbers are multiplied by 2^exponent before they
// are squared. Returns 0 if the squares, and the sums of many squares, are neither subnormal nor infinite without that.
inline int ScaleFor(std::uint64_t magnitudeBits) noexcept
{
    constexpr int Limit = 400;
    if (magnitudeBits == 0) { return 0; }
    const int exponent = NormalMagnitude(magnitudeBits).exponent + 52; // the magnitude is at least 2^exponent
    return exponent < Limit && exponent > -Limit ? 0 : -exponent;
}

// A sum of scaled numbers that also adds up what each addition rounds away. Measured: a PairwiseSum takes 15 % more
// time for each block.
struct ScaledSum
{
    double sum = 0;
    double lost = 0;  // what the additions rounded away
    int exponent = 0; // sum + lost is the true sum times 2^exponent

    // Adds value / 2^valueExponent to the true sum.
    void Add(double value, int valueExponent) noexcept
    {
        if (value == 0) { return; }
        if (valueExponent != exponent)
        {
            const int common = CommonExponent(valueExponent);
            value = Scaled(value, common - valueExponent);
            sum = Scaled(sum, common - exponent);
            lost = Scaled(lost, common - exponent);
            exponent = common;
        }
        const double total = sum + value;
        lost += Magnitude(sum) >= Magnitude(value) ? (sum - total) + value : (value - total) + sum;
        sum = total;
    }

    double Total() const noexcept { return sum + lost; }

    // Returns the smaller one of this sum's exponent and of another one, so that neither sum grows when it gets that
    // exponent. A sum of 0 may have any exponent.
    int CommonExponent(int other) const noexcept { return Total() == 0 ? other : Smaller(exponent, other); }
};

// =====================================================================================================================
//   Summarize
// =====================================================================================================================

// The number of values, their sum, and the sum of the squares of the values' differences from the mean.
struct Moments
{
    double count = 0;
    ScaledSum sum;
    ScaledSum squaredDeviations; // its exponent is even

    // Adds the moments of a block whose values were multiplied by 2^exponent. The formula of Chan, Golub and LeVeque
    // combines sums of squared deviations from the mean. Sums of the squares of the values are not exact enough:
    // measured, the standard deviation of values around 1e6 was 69 % wrong.
    void Add(double blockCount, double blockSum, double blockSquaredDeviations, int exponent) noexcept
    {
        if (blockCount == 0) { return; }
        if (count != 0)
        {
            const int common = sum.CommonExponent(exponent);
            double blockMean = blockSum / blockCount, mean = sum.Total() / count;
            if (exponent != sum.exponent)
            {
                blockMean = Scaled(blockMean, common - exponent);
                mean = Scaled(mean, common - sum.exponent);
            }
            const double weight = count / (count + blockCount) * blockCount;
            squaredDeviations.Add((blockMean - mean) * (blockMean - mean) * weight, 2 * common);
        }
        squaredDeviations.Add(blockSquaredDeviations, 2 * exponent);
        sum.Add(blockSum, exponent);
        count += blockCount;
    }
};

// The smallest or the largest element so far.
struct Extreme
{
    std::uint64_t key = Max64; // an integer that grows with the element; inverted for the largest element
    std::uint64_t at = Max64;  // the number of the first element with this key, in row-major order

    // Whether an element with this key and number replaces the extreme.
    bool IsReplacedBy(std::uint64_t otherKey, std::uint64_t number) const noexcept
    {
        return otherKey < key || (otherKey == key && number < at);
    }
};

// Summarizes the actual tensor of a walk, block after block.
class SummaryRun
{
public:
    TensorStatistics counts;
    Moments moments;
    Extreme lowest, highest;

    explicit SummaryRun(DML_TENSOR_DATA_TYPE type) noexcept
        : m_smallestNormal(SmallestNormalOf(type)), m_isWide(!IsFloatingPoint(type) && ElementSizeInBits(type) == 64),
          m_signBit(m_isWide && IsSigned(type) ? std::uint64_t{1} << 63 : 0)
    {
    }

    // Adds a block, as a whole if it has normal numbers and zeros only, and otherwise one element after the other.
    void Add(ValueWalk& block) noexcept
    {
        if (block.HasFloats() && AddNormalBlock<Float32Elements>(block, block.Elements(1))) { return; }
        double* const values = block.Values(1);
        const bool mayBeNormal = block.count == ValuesInBlock && !m_isWide;
        const auto* const bytes = reinterpret_cast<const unsigned char*>(values);
        if (mayBeNormal && AddNormalBlock<Float64Elements>(block, bytes)) { return; }
        AddEach(values, block.count);
        FindExtremes(block);
    }

private:
    const double m_smallestNormal;
    const bool m_isWide;           // whether elements are 64-bit integers, which doubles may round
    const std::uint64_t m_signBit; // the sign bit if the elements are signed 64-bit integers, else 0

    // Returns the smallest magnitude that is neither 0 nor subnormal.
    static double SmallestNormalOf(DML_TENSOR_DATA_TYPE type) noexcept
    {
        if (!IsFloatingPoint(type)) { return 1; }
        if (type == DML_TENSOR_DATA_TYPE_FLOAT16) { return 0x1p-14; }
        return type == DML_TENSOR_DATA_TYPE_FLOAT32 ? 0x1p-126 : DBL_MIN;
    }

    // Returns an integer that grows with the value.
    static std::uint64_t KeyOf(double value) noexcept { return Float64Elements::Rank(BitsOf(value)); }

    // Adds a whole block of floats or doubles without a branch for each element. Returns false, and adds nothing, if an
    // element is subnormal or not finite, or if the squares need scaling.
    template <class Elements> bool AddNormalBlock(ValueWalk& block, const unsigned char* src) noexcept
    {
        using Value = std::conditional_t<sizeof(typename Elements::Bits) == 4, float, double>;
        using Signed = std::make_signed_t<typename Elements::Bits>; // SSE2 compares signed integers only
        const auto load = [src](std::size_t i) { return LoadElement<Value>(src, i); };
        const auto magnitude = [src](std::size_t i)
        { return static_cast<Signed>(LoadElement<typename Elements::Bits>(src, i) & (Elements::Sign - 1)); };
        const auto smallestNormal = BitsAs<Signed>(static_cast<Value>(m_smallestNormal));
        Signed tinyCount = 0, zeros = 0;
        for (std::size_t i = 0; i < ValuesInBlock; ++i) { tinyCount += magnitude(i) < smallestNormal ? 1 : 0; }
        for (std::size_t i = 0; tinyCount != 0 && i < ValuesInBlock; ++i) { zeros += magnitude(i) == 0 ? 1 : 0; }
        const double sum = SumOfBlock([=](std::size_t i) { return static_cast<double>(load(i)); });
        const double smallest = -LargestOfBlock([=](std::size_t i) { return -load(i); });
        const double largest = LargestOfBlock(load), mean = sum / static_cast<double>(ValuesInBlock);
        const bool hasSubnormal = zeros != tinyCount; // a tiny element is 0 or subnormal
        const bool needsScaling = ScaleFor(Larger(MagnitudeBits(smallest), MagnitudeBits(largest))) != 0;
        if (hasSubnormal || !IsFinite(sum) || needsScaling) { return false; } // an infinity or NaN reaches the sum
        const double squaredDeviations = SumOfBlock(
            [=](std::size_t i)
            {
                const double difference = static_cast<double>(load(i)) - mean;
                return difference * difference;
            });
        counts.zero += static_cast<std::uint64_t>(zeros);
        moments.Add(static_cast<double>(ValuesInBlock), sum, squaredDeviations, 0);
        // Most blocks have no new extreme, so its place is not searched for.
        const std::uint64_t first = block.LowestNumber();
        const bool mayHaveExtreme =
            lowest.IsReplacedBy(KeyOf(smallest), first) || highest.IsReplacedBy(~KeyOf(largest), first);
        if (mayHaveExtreme) { FindExtremes(block); }
        return true;
    }

    // Adds elements one by one. The finite elements, scaled, replace the values.
    void AddEach(double* values, std::size_t count) noexcept
    {
        std::size_t finiteCount = 0;
        std::uint64_t largest = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::uint64_t magnitude = MagnitudeBits(values[i]);
            counts.zero += magnitude == 0 ? 1U : 0U;
            counts.subnormal += magnitude != 0 && magnitude < BitsOf(m_smallestNormal) ? 1U : 0U;
            counts.nan += magnitude > InfinityBits ? 1U : 0U;
            if (magnitude == InfinityBits) { ++(values[i] < 0 ? counts.negativeInfinity : counts.positiveInfinity); }
            if (magnitude >= InfinityBits) { continue; }
            values[finiteCount++] = values[i];
            largest = Larger(largest, magnitude);
        }
        const int exponent = ScaleFor(largest);
        double sum = 0, squaredDeviations = 0;
        for (std::size_t i = 0; i < finiteCount; ++i)
        {
            values[i] = Scaled(values[i], exponent);
            sum += values[i];
        }
        const double mean = finiteCount == 0 ? 0 : sum / static_cast<double>(finiteCount);
        for (std::size_t i = 0; i < finiteCount; ++i) { squaredDeviations += (values[i] - mean) * (values[i] - mean); }
        moments.Add(static_cast<double>(finiteCount), sum, squaredDeviations, exponent);
    }

    // Replaces the extremes by the elements of the block. Tiles are not visited in row-major order, so that an equal
    // element may come before an earlier one.
    void FindExtremes(ValueWalk& block) noexcept
    {
        const double* const values = block.Values(1);
        for (std::size_t i = 0; i < block.count; ++i)
        {
            if (!IsFinite(values[i])) { continue; }
            const std::uint64_t key =
                m_isWide ? LoadElement<std::uint64_t>(block.Elements(1), i) ^ m_signBit : KeyOf(values[i]);
            if (key <= lowest.key) { Replace(lowest, key, block.NumberOf(i)); }
            if (~key <= highest.key) { Replace(highest, ~key, block.NumberOf(i)); }
        }
    }

    static void Replace(Extreme& extreme, std::uint64_t key, std::uint64_t number) noexcept
    {
        if (extreme.IsReplacedBy(key, number)) { extreme = {key, number}; }
    }
};

// Summarizes a tensor. Requires: the source was checked.
inline TensorStatistics SummarizeSide(const Copier& copy, const ComparedSide& side) noexcept
{
    SummaryRun run(side.source.type);
    ValueWalk block(copy, side, side);
    while (block.Next()) { run.Add(block); }

    // An element that a stride of 0 repeats is visited once.
    const TensorLayout& layout = side.source.layout;
    TensorStatistics result = run.counts;
    result.count = layout.ElementCount();
    for (std::uint64_t* const count :
         {&result.nan, &result.positiveInfinity, &result.negativeInfinity, &result.zero, &result.subnormal})
    {
        *count *= result.count / block.visited;
    }
    const Moments& moments = run.moments;
    if (moments.count == 0) { return result; }
    result.minimumAt = block.Coordinates(run.lowest.at);
    result.maximumAt = block.Coordinates(run.highest.at);
    result.minimum = ValueAt(copy, side, layout.ElementOffset(result.minimumAt));
    result.maximum = ValueAt(copy, side, layout.ElementOffset(result.maximumAt));
    result.mean = result.minimum;
    const bool areEqual = run.lowest.key == ~run.highest.key; // all finite elements; the key of `highest` is inverted
    if (areEqual) { return result; }
    result.mean = Unscaled(moments.sum.Total() / moments.count, moments.sum.exponent);
    const double variance = moments.squaredDeviations.Total() / moments.count;
    result.standardDeviation = Unscaled(std::sqrt(variance), moments.squaredDeviations.exponent / 2);
    return result;
}

// Returns the first error of a tensor that is summarized, in the order that Summarize documents.
inline Diagnosis CheckSummarized(const Source& source) noexcept
{
    Diagnosis reason = source.layout.Reason();
    if (reason.Ok()) { reason = CheckDataType(source.type, Argument::Type); }
    if (!reason.Ok()) { return WithTensorIndex(reason, Diagnosis::Source); }
    const Buffer buffer(source, TensorError::SourceTooSmall, Diagnosis::Source);
    return CheckBuffers({&buffer});
}

// Does what Summarize documents with the kernels of one path.
template <class Dependent> TensorStatistics SummarizeBy(CopyPath path, const Source& source) noexcept
{
    TensorStatistics result;
    result.reason = CheckSummarized(source);
    return result.reason.Ok() ? SummarizeSide({KernelsOf<Dependent>(path), false /*isNonTemporal*/}, {source}) : result;
}

// =====================================================================================================================
//   MeasureSimilarity
// =====================================================================================================================

// Calls visit(FloatElements<...>{}), visit(IntegerElements<...>{}) or visit(SignedOrUnsigned64{}) for the type to which
// CompareTensors widens the elements of two sides, and returns the result of visit.
template <class Visit>
auto VisitCommonElements(const ComparedSide& expected, const ComparedSide& actual, const Visit& visit) noexcept
{
    const DML_TENSOR_DATA_TYPE type = CommonType(expected, actual);
    return type == DML_TENSOR_DATA_TYPE_UNKNOWN ? visit(SignedOrUnsigned64{}) : VisitElements(type, visit);
}

// Adds up the squares of expected elements, actual elements and errors, and the products of expected and actual
// elements. Only pairs that are finite on both sides count.
class PairRun
{
public:
    PairRun(const ComparedSide& expected, const ComparedSide& actual) noexcept : m_sides{&expected, &actual} {}

    // Adds a block of pairs. A full block of FLOAT32 is not converted to doubles if all its elements are finite.
    void Add(ValueWalk& block) noexcept
    {
        if (block.HasFloats() && AddBlock<float>(block.Elements(0), block.Elements(1), ValuesInBlock, {})) { return; }
        double* const numbers[] = {block.Values(0), block.Values(1), m_errors};
        VisitCommonElements(*m_sides[0], *m_sides[1], [&](auto elements) { SetErrors<decltype(elements)>(block); });
        const std::size_t finite = KeepFinite(numbers, block.count);
        int exponents[3] = {};
        if (LargestMagnitude(m_errors) == InfinityBits) // the difference of two FLOAT64 may exceed the largest double
        {
            exponents[2] = -1;
            for (std::size_t i = 0; i < finite; ++i) { m_errors[i] = 0.5 * numbers[0][i] - 0.5 * numbers[1][i]; }
        }
        m_largestExpected = Larger(m_largestExpected, LargestMagnitude(numbers[0]));
        for (std::size_t n = 0; n < 3; ++n) { exponents[n] += Scale(numbers[n]); }
        (void)AddBlock<double>(reinterpret_cast<const unsigned char*>(numbers[0]),
                               reinterpret_cast<const unsigned char*>(numbers[1]), finite, exponents);
    }

    // Returns the similarity of the pairs so far.
    Similarity Result() const noexcept
    {
        constexpr double DecibelsOfTwo = 3.01029995663981195214; // 10 log10(2)
        constexpr double Infinity = std::numeric_limits<double>::infinity();
        const double e = m_expected.Total(), a = m_actual.Total(), errors = m_squaredErrors.Total();
        Similarity result;
        result.compared = m_count;
        result.largestExpected = BitsAs<double>(m_largestExpected);
        if (m_count != 0)
        {
            const double mean = errors / static_cast<double>(m_count);
            result.rootMeanSquareError = Unscaled(std::sqrt(mean), m_squaredErrors.exponent / 2);
        }
        result.cosineSimilarity = e == 0 && a == 0 ? 1 : 0;
        if (e != 0 && a != 0)
        {
            const int exponent = (m_expected.exponent + m_actual.exponent) / 2 - m_products.exponent;
            const double cosine = Scaled(m_products.Total() / (std::sqrt(e) * std::sqrt(a)), exponent);
            result.cosineSimilarity = Larger(-1.0, Smaller(1.0, cosine));
        }
        if (errors == 0) { result.signalToNoise = Infinity; }
        else if (e == 0) { result.signalToNoise = -Infinity; }
        else
        {
            result.signalToNoise = 10 * (std::log10(e) - std::log10(errors))
                                   - DecibelsOfTwo * (m_expected.exponent - m_squaredErrors.exponent);
        }
        return result;
    }

private:
    const ComparedSide* const m_sides[2];
    std::uint64_t m_count = 0;
    ScaledSum m_expected, m_actual, m_squaredErrors; // the sums of the squares; their exponents are even
    ScaledSum m_products;
    std::uint64_t m_largestExpected = 0; // the bits of the largest |e|
    double m_errors[ValuesInBlock];      // |e - a| of the block, unless AddBlock computes it

    // Sets m_errors for the elements of the block, exact or rounded once, as CompareTensors computes errors.
    template <class Elements> void SetErrors(ValueWalk& block) noexcept
    {
        using Bits = typename Elements::Bits;
        const ComparedSide &expected = *m_sides[0], &actual = *m_sides[1];
        const PackedSide sides[] = {
            {block.Elements(0), StagedSize(expected.source.type), WideningOf<Elements>(expected, actual)},
            {block.Elements(1), StagedSize(actual.source.type), WideningOf<Elements>(actual, expected)}};
        unsigned char room[2][QuarterOfBlock * sizeof(Bits)];
        for (std::size_t first = 0; first < block.count; first += QuarterOfBlock)
        {
            const std::size_t count = Min(block.count - first, QuarterOfBlock);
            const unsigned char* const e = sides[0].Block(first, count, room[0]);
            const unsigned char* const a = sides[1].Block(first, count, room[1]);
            for (std::size_t i = 0; i < count; ++i)
            {
                const auto distance = Elements::Distance(LoadElement<Bits>(e, i), LoadElement<Bits>(a, i));
                m_errors[first + i] = Elements::ErrorOf(distance);
            }
        }
    }

    // Removes the pairs in which an element is not finite, sets the rest of the block to 0, and returns the number of
    // pairs that remain. numbers: the expected elements, the actual elements, and the errors.
    static std::size_t KeepFinite(double* const (&numbers)[3], std::size_t count) noexcept
    {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            const bool isFinite = IsFinite(numbers[0][i]) && IsFinite(numbers[1][i]);
            for (double* const values : numbers) { values[kept] = values[i]; }
            kept += isFinite ? 1U : 0U;
        }
        for (double* const values : numbers)
        {
            for (std::size_t i = kept; i < ValuesInBlock; ++i) { values[i] = 0; }
        }
        return kept;
    }

    // Returns the bits of the largest magnitude of a block.
    static std::uint64_t LargestMagnitude(const double* values) noexcept
    {
        std::uint64_t largest = 0;
        for (std::size_t i = 0; i < ValuesInBlock; ++i) { largest = Larger(largest, MagnitudeBits(values[i])); }
        return largest;
    }

    // Multiplies the values of a block by 2 to the returned exponent.
    static int Scale(double* values) noexcept
    {
        const int exponent = ScaleFor(LargestMagnitude(values));
        for (std::size_t i = 0; exponent != 0 && i < ValuesInBlock; ++i) { values[i] = Scaled(values[i], exponent); }
        return exponent;
    }

    // Adds a block of floats, or of doubles that were multiplied by 2^exponents[0] (the expected ones) and
    // 2^exponents[1]. It has `count` pairs, and zeros after them. Returns false, and adds nothing, if one of the floats
    // is not finite.
    template <class Value>
    bool AddBlock(const unsigned char* expected, const unsigned char* actual, std::size_t count,
                  const int (&exponents)[3]) noexcept
    {
        constexpr bool AreFloats = std::is_same_v<Value, float>;
        const auto e = [=](std::size_t i) { return static_cast<double>(LoadElement<Value>(expected, i)); };
        const auto a = [=](std::size_t i) { return static_cast<double>(LoadElement<Value>(actual, i)); };
        const auto error = [this, e, a](std::size_t i) { return AreFloats ? e(i) - a(i) : m_errors[i]; };
        if constexpr (AreFloats)
        {
            // This loop reads both sides in the order of memory. Measured: if the next one read them first, a quarter
            // apart, it would take 1.7 times as long for tensors that exceed the caches.
            std::int32_t largest[2] = {}; // the bits of the largest magnitudes; SSE2 compares signed integers only
            for (std::size_t i = 0; i < ValuesInBlock; ++i)
            {
                largest[0] = Larger(largest[0], LoadElement<std::int32_t>(expected, i) & 0x7FFFFFFF);
                largest[1] = Larger(largest[1], LoadElement<std::int32_t>(actual, i) & 0x7FFFFFFF);
            }
            const std::int32_t infinity = BitsAs<std::int32_t>(std::numeric_limits<float>::infinity());
            if (Larger(largest[0], largest[1]) >= infinity) { return false; }
            m_largestExpected = Larger(m_largestExpected, BitsOf(static_cast<double>(BitsAs<float>(largest[0]))));
        }
        // Measured: four calls of SumOfBlock take half as much time again.
        constexpr std::size_t Quarter = QuarterOfBlock;
        double squares[2][Quarter], products[Quarter], errors[Quarter];
        for (std::size_t i = 0; i < Quarter; ++i)
        {
            const double e0 = e(i), e1 = e(i + Quarter), e2 = e(i + 2 * Quarter), e3 = e(i + 3 * Quarter);
            const double a0 = a(i), a1 = a(i + Quarter), a2 = a(i + 2 * Quarter), a3 = a(i + 3 * Quarter);
            const double d0 = error(i), d1 = error(i + Quarter);
            const double d2 = error(i + 2 * Quarter), d3 = error(i + 3 * Quarter);
            squares[0][i] = (e0 * e0 + e1 * e1) + (e2 * e2 + e3 * e3);
            squares[1][i] = (a0 * a0 + a1 * a1) + (a2 * a2 + a3 * a3);
            products[i] = (e0 * a0 + e1 * a1) + (e2 * a2 + e3 * a3);
            errors[i] = (d0 * d0 + d1 * d1) + (d2 * d2 + d3 * d3);
        }
        m_count += count;
        m_expected.Add(SumOf(squares[0]), 2 * exponents[0]);
        m_actual.Add(SumOf(squares[1]), 2 * exponents[1]);
        m_products.Add(SumOf(products), exponents[0] + exponents[1]);
        m_squaredErrors.Add(SumOf(errors), 2 * exponents[2]);
        return true;
    }
};

// Does what MeasureSimilarity documents with the kernels of one path.
template <class Dependent>
Similarity MeasureSimilarityBy(CopyPath path, const Source& expected, const Source& actual) noexcept
{
    Similarity result;
    result.reason = CheckSides(expected, actual, {});
    if (!result.reason.Ok()) { return result; }
    const Copier copy = {KernelsOf<Dependent>(path), false /*isNonTemporal*/};
    const ComparedSide sides[] = {{BroadcastSource(expected, actual.layout.Sizes())}, {actual}};
    PairRun run(sides[0], sides[1]);
    ValueWalk block(copy, sides[0], sides[1]);
    while (block.Next()) { run.Add(block); }
    result = run.Result();
    result.compared *=
        actual.layout.ElementCount() / block.visited; // an element that both sides repeat is visited once
    return result;
}

// =====================================================================================================================
//   Hypotheses
//
//   A hypothesis is a relation, and the two sides as it reads them. It is tried first on the samples: a few elements
//   that differ as the tensors were given. If the samples agree with it, all elements are compared, tile by tile, by
//   the rule of CompareTensors.
// =====================================================================================================================

// The number 2^-8: errors up to this share of the range look like rounding.
inline constexpr double RoundingShare = 1.0 / 256;

// A part of an axis: position first[0] + i of the expected tensor belongs to position first[1] + i of the actual one,
// for each i below `count`.
struct Part
{
    std::uint64_t first[2];
    std::uint64_t count;
};

// The expected and the actual tensor, as a hypothesis reads them.
struct SidePair
{
    ComparedSide sides[2];

    // Returns the two sides with only this part of the axis.
    SidePair Cut(std::uint32_t axis, const Part& part) const noexcept
    {
        SidePair pair = *this;
        for (std::size_t side = 0; side < 2; ++side)
        {
            TensorLayout& layout = pair.sides[side].source.layout;
            layout = layout.Sliced(axis, part.first[side], part.count);
        }
        return pair;
    }
};

// Returns the position in memory of an element with these coordinates, as a side reads it.
inline std::uint64_t PositionIn(const ComparedSide& side, const Dimensions& at) noexcept
{
    const TensorLayout& layout = side.source.layout;
    std::uint64_t position = layout.FirstElement();
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        const bool isReversed = (side.reversedAxes >> i & 1) != 0;
        position += std::uint64_t{layout.Strides()[i]} * (isReversed ? layout.Sizes()[i] - 1 - at[i] : at[i]);
    }
    return position;
}

// Pairs of finite elements to which a line is fitted.
struct Pairs
{
    // 48 samples, 2 extremes, and 2 elements that missed each of the 6 kinds of lines of TryLineOf.
    static constexpr std::size_t Capacity = 64;

    double values[2][Capacity]; // the expected and the actual elements
    std::size_t count = 0;

    // Adds an expected and an actual element if both are finite.
    void Add(double e, double a) noexcept
    {
        if (!IsFinite(e) || !IsFinite(a)) { return; }
        values[0][count] = e;
        values[1][count] = a;
        ++count;
    }

    // Returns the number of different values of a side: 1, 2, 2 are two. Stops at `limit`.
    std::size_t ValueCount(std::size_t side, std::size_t limit) const noexcept
    {
        std::size_t different = 0;
        for (std::size_t i = 0; i < count && different < limit; ++i)
        {
            std::size_t same = 0; // the first element with the value of element i
            while (values[side][same] != values[side][i]) { ++same; }
            different += same == i ? 1U : 0U;
        }
        return different;
    }
};

// How far the pairs of expected and actual elements are from a line. Pairs with NaN or infinity are left out.
struct LineErrors
{
    double largest = 0; // the largest error
    double allowed = 0; // the sum of the errors that the pairs may have
    double count = 0;   // the number of pairs
};

// A line a = factor * e + offset, and by how much an actual element may miss it: absolute + relative * |line| + units *
// (|factor * e| + |offset| + |a|).
struct Line
{
    double factor = 1;
    double offset = 0;
    bool isUsual = false;     // whether factor and offset are near usual numbers, such as 255 and 0.5
    bool isRectified = false; // NegativeToZero: a is the larger one of e and 0
    bool isHalf = false;      // whether the actual elements are FLOAT16, which become infinite from 65504 on
    double absolute = 0;
    double relative = 0;
    double units = 0;

    // Returns by how much an actual element may miss the line. Requires: both elements are finite.
    double Allowed(double e, double a) const noexcept
    {
        const double product = factor * e, value = isRectified ? Larger(e, 0.0) : product + offset;
        return absolute + relative * Magnitude(value) + units * (Magnitude(product) + Magnitude(offset) + Magnitude(a));
    }

    // Returns whether an actual element is on the line. Elements that are not finite must correspond.
    bool Accepts(double e, double a, LineErrors& errors) const noexcept
    {
        constexpr double LargestHalf = 65504;
        if (IsNan(e) || IsNan(a)) { return IsNan(e) && IsNan(a); }
        const double value = isRectified ? Larger(e, 0.0) : factor * e + offset;
        if (!IsFinite(a))
        {
            const bool overflows = isHalf && Magnitude(value) >= LargestHalf;
            return (overflows || !IsFinite(e)) && (value < 0) == (a < 0);
        }
        if (!IsFinite(e)) { return isRectified && e < 0 && a == 0; }
        const double error = Magnitude(value - a), allowed = Allowed(e, a);
        errors.largest = Larger(errors.largest, error);
        errors.allowed += allowed;
        ++errors.count;
        return error <= allowed;
    }
};

struct Hypothesis : SidePair
{
    Relation relation;

    // Without parts, each element has its partner at the same coordinates. With parts, each part of an axis has its
    // partner elsewhere. An axis of size 5 that is rolled by 2 has two parts: positions 0 to 2 become 2 to 4, and
    // positions 3 and 4 become 0 and 1.
    std::uint32_t axis = 0; // the axis that consists of parts
    std::uint32_t partCount = 0;
    Part parts[4] = {};
    Line lines[4]; // LinearMapPerPosition: the line of each part; otherwise, lines[0] is the line of all elements

    // Returns the number of pairs (see PairAt), which together visit all elements that have a partner.
    std::uint32_t PairCount() const noexcept { return Larger(partCount, 1U); }
    SidePair PairAt(std::uint32_t i) const noexcept
    {
        const SidePair& whole = *this;
        return partCount == 0 ? whole : Cut(axis, parts[i]);
    }
};

// Returns a number whose bits depend on all bits of the value: a hash, or a pseudo-random number.
inline std::uint64_t Mixed(std::uint64_t value) noexcept
{
    value += 0x9E3779B97F4A7C15;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

// Returns the coordinates of a pseudo-random element. The same number gives the same element.
inline Dimensions PlaceIn(const TensorLayout& layout, std::uint64_t number) noexcept
{
    return layout.Coordinates(Mixed(number) % layout.ElementCount());
}

// Makes the next permutation in lexicographic order. Returns false after the last one.
inline bool NextPermutation(std::uint32_t* values, std::uint32_t count) noexcept
{
    std::uint32_t pivot = count - 1, next = count - 1;
    while (pivot > 0 && values[pivot - 1] >= values[pivot]) { --pivot; }
    if (pivot == 0) { return false; }
    while (values[next] <= values[pivot - 1]) { --next; }
    const std::uint32_t moved = values[pivot - 1];
    values[pivot - 1] = values[next];
    values[next] = moved;
    ReverseItems(reinterpret_cast<unsigned char*>(values + pivot), count - pivot, sizeof(values[0]));
    return true;
}

// =====================================================================================================================
//   FindRelation
// =====================================================================================================================

template <class Dependent> class RelationSearch
{
public:
    // Requires: the arguments were checked.
    RelationSearch(const Copier& copy, const Source& expected, const Source& actual,
                   const Tolerance& tolerance) noexcept
        : m_copy(copy), m_given{expected, actual}, m_tolerance(tolerance), m_layout(m_given[1].layout),
          m_count(m_layout.ElementCount()), m_budget(MaxPasses * m_count)
    {
        m_base.sides[0].source = BroadcastSource(expected, m_layout.Sizes());
        m_base.sides[1].source = actual;
    }

    // Tries the steps of each stage until a step finds a relation.
    Relation Find() noexcept
    {
        m_baseComparison = CompareAll(m_base, m_tolerance, Max64);
        m_visited = MaxPasses * m_count - m_budget;
        if (m_baseComparison.different != 0) { PrepareEvidence(); }
        m_found = Propose(Kind::None).relation;
        if (m_baseComparison.different == 0) { return m_found; }
        // Geometry with a line is tried before a line for each position. Otherwise, a ramp whose channels were reversed
        // (BGR) and multiplied by 255 would be explained by a factor for each channel.
        static constexpr Step Steps[] = {
            {&RelationSearch::TryConstant, Exact},
            {&RelationSearch::RequireEvidence, Exact | Rounded | Outliers},
            {&RelationSearch::TryGeometry, Exact | Rounded | Outliers, CountsOthers},
            {&RelationSearch::TryTwoMistakes, Exact | Rounded | Outliers, CountsOthers},
            {&RelationSearch::TryRolled, Exact | Rounded | Outliers, CountsOthers},
            {&RelationSearch::TryRepeated, Exact | Outliers, CountsOthers},
            {&RelationSearch::TryBits, Exact, CountsOthers}, // INT64 read as INT32 has a pitch, too
            {&RelationSearch::TryRowPitches, Exact},
            {&RelationSearch::TryLeadingPart, Exact},
            {&RelationSearch::TryStarts, Exact},
            {&RelationSearch::TryShifts, Exact},
            {&RelationSearch::TryLine, Exact | Rounded},
            {&RelationSearch::TryNegativeToZero, Exact | Rounded},
            {&RelationSearch::TryGeometry, Exact | Rounded, CountsOthers | FitsLine},
            {&RelationSearch::TryTwoMistakes, Exact | Rounded, CountsOthers | FitsLine},
            {&RelationSearch::TryLinePerPosition, Exact | Rounded},
            {&RelationSearch::TrySameValues, Exact},
            {&RelationSearch::TryRounding, Exact},
        };
        for (const std::uint32_t stage : {Exact, Rounded, Outliers})
        {
            m_stage = stage;
            m_isOver = false;
            for (const Step& step : Steps)
            {
                m_options = step.options;
                if ((step.stages & stage) != 0 && !m_isOver && !IsFound()) { (this->*step.propose)(); }
            }
        }
        return m_found;
    }

private:
    using Kind = RelationKind;

    // The stages say how well a hypothesis has to fit. Exact: within the tolerance. Rounded: within RoundingShare of
    // the range. Outliers: within the tolerance, except a few elements.
    static constexpr std::uint32_t Exact = 1, Rounded = 2, Outliers = 4;

    // Options. CountsOthers: the step goes on after a relation was found, and counts the others that fit. FitsLine: the
    // actual elements are factor * e + offset as well.
    static constexpr std::uint32_t CountsOthers = 1, FitsLine = 2;

    struct Step
    {
        void (RelationSearch::*propose)();
        std::uint32_t stages;
        std::uint32_t options = 0;
    };

    static constexpr std::uint64_t MaxPasses = 13; // how often the search may visit all elements
    static constexpr std::uint64_t LineCost = 4;   // measured: a pass with a line takes as long as four without
    // After the first relation was found, the search may visit all elements twice, and 2^18 elements in addition.
    static constexpr std::uint64_t MaxOtherPasses = 2, FreeElements = 1 << 18;
    static constexpr std::size_t MaxSamples = 48;
    static constexpr std::uint64_t MaxTries = 2048;   // how many pseudo-random elements are tried as samples
    static constexpr double EnoughBits = 20;          // a wrong relation fits by chance once in 2^20 pairs of tensors
    static constexpr std::uint64_t OutlierShare = 64; // 1 in 64 of the elements that differed may still differ
    static constexpr double MinImprovement = 4;    // the errors must be at most a quarter of those without a relation
    static constexpr std::size_t Sides[] = {1, 0}; // the actual tensor is tried first

    const Copier& m_copy;
    const Source m_given[2];
    const Tolerance m_tolerance;
    Hypothesis m_base;            // the tensors as they were given
    const TensorLayout& m_layout; // of the actual tensor
    const std::uint64_t m_count;
    std::uint64_t m_budget;      // how many more elements the search may visit
    std::uint64_t m_visited = 0; // how many elements one pass visits: one that both sides repeat is visited once
    Relation m_found;
    Comparison m_baseComparison; // the comparison of the tensors as they were given
    TensorStatistics m_statistics[2];
    bool m_areExact = true; // whether doubles have the exact values of all elements: 64-bit integers may be too large
    double m_rounding = 0;  // the largest error that looks like rounding
    Dimensions m_samples[MaxSamples + 2];
    std::size_t m_sampleCount = 0; // without the extremes of the expected tensor, which follow the samples
    double m_bits = 0;             // how many bits of evidence each element that differs brings
    bool m_isOver = false;         // whether the stage has ended without a relation
    std::uint32_t m_stage = Exact;
    std::uint32_t m_options = 0; // the options of the current step

    void Spend(std::uint64_t elements) noexcept { m_budget -= Min(m_budget, elements); }
    bool IsFound() const noexcept { return m_found.kind != Kind::None; }
    bool Has(std::uint32_t option) const noexcept { return (m_options & option) != 0; }
    bool MayTry() const noexcept { return m_budget >= m_count && (!IsFound() || Has(CountsOthers)); }
    std::uint32_t SizeOf(std::uint32_t axis) const noexcept { return m_layout.Sizes()[axis]; }
    std::uint32_t Rank() const noexcept { return m_layout.Rank(); }

    // Compares all elements until more than `limit` differ.
    Comparison CompareAll(const SidePair& pair, const Tolerance& tolerance, std::uint64_t limit) noexcept
    {
        Comparison result;
        Spend(CompareSides<Dependent>(m_copy, pair.sides[0], pair.sides[1], tolerance, limit, result));
        return result;
    }

    // ---- samples and evidence ---------------------------------------------------------------------------------------

    // Computes what later steps compare relations with: the statistics of both tensors, the samples, and how many bits
    // of evidence a sample gives.
    void PrepareEvidence() noexcept
    {
        for (std::size_t i = 0; i < 2; ++i)
        {
            m_statistics[i] = SummarizeSide(m_copy, m_base.sides[i]);
            const double largest = LargestMagnitudeOf(m_statistics[i]);
            m_areExact = m_areExact && (IsFloatingPoint(m_given[i].type) || largest <= 0x1p53);
        }
        Spend(2 * m_count);
        m_base.relation.range = m_statistics[0].maximum - m_statistics[0].minimum;
        m_base.relation.different = m_baseComparison.different;
        m_rounding = RoundingOf(m_statistics[0]);
        AddSample(m_baseComparison.firstDifferent);
        AddSample(m_baseComparison.largestErrorAt);
        for (std::uint64_t i = 0; i < MaxTries && m_sampleCount < MaxSamples; ++i) { AddSample(PlaceIn(m_layout, i)); }
        m_samples[m_sampleCount] = m_statistics[0].minimumAt;
        m_samples[m_sampleCount + 1] = m_statistics[0].maximumAt;
        m_bits = BitsPerSample();
    }

    // Returns the largest magnitude of the finite elements.
    static double LargestMagnitudeOf(const TensorStatistics& statistics) noexcept
    {
        return Larger(Magnitude(statistics.minimum), Magnitude(statistics.maximum));
    }

    // Returns the largest error that looks like rounding: RoundingShare of the tensor's range, which may be infinite.
    static double RoundingOf(const TensorStatistics& statistics) noexcept
    {
        return statistics.maximum * RoundingShare - statistics.minimum * RoundingShare;
    }

    // Adds an element to the samples if it differs and is none of them.
    void AddSample(const Dimensions& at) noexcept
    {
        bool isNew = !Agree(m_base, at);
        for (std::size_t i = 0; i < m_sampleCount; ++i) { isNew = isNew && at != m_samples[i]; }
        if (isNew) { m_samples[m_sampleCount++] = at; }
    }

    // Returns the value of the element of a given tensor.
    double ValueOf(std::size_t side, const Dimensions& at) const noexcept
    {
        return ValueAt(m_copy, m_base.sides[side], PositionIn(m_base.sides[side], at));
    }

    // Returns the mean number of bits of evidence of a sample. The share of the expected elements that equal the
    // sample's is the chance that a wrong hypothesis fits it, and the bits are -log2 of this share. The share is
    // estimated with 128 elements. If none of them equals the sample's, the sample has 7 bits.
    double BitsPerSample() const noexcept
    {
        constexpr std::uint32_t Places = 128;
        double samples[MaxSamples], bits = 0;
        std::uint32_t equal[MaxSamples] = {}, others[MaxSamples] = {};
        for (std::size_t i = 0; i < m_sampleCount; ++i) { samples[i] = ValueOf(0, m_samples[i]); }
        for (std::uint32_t place = 0; place < Places; ++place)
        {
            const Dimensions at = PlaceIn(m_layout, place + MaxTries);
            const double value = ValueOf(0, at);
            for (std::size_t i = 0; i < m_sampleCount; ++i)
            {
                const bool isOther = at != m_samples[i];
                others[i] += isOther ? 1U : 0U;
                equal[i] += isOther && AreEqualOrNan(samples[i], value) ? 1U : 0U;
            }
        }
        for (std::size_t i = 0; i < m_sampleCount; ++i)
        {
            bits -= std::log2(equal[i] == 0 ? 1.0 / Places : static_cast<double>(equal[i]) / others[i]);
        }
        return bits / static_cast<double>(m_sampleCount);
    }

    // Ends the stage if so few elements differ that a wrong relation could fit them by chance. An element that a stride
    // of 0 repeats counts once. With rounding, at least eight elements must differ; EnoughBits alone could be reached
    // with three. Measured: among floats with random exponents, a few are large, and the others are almost 0 beside
    // them. Many wrong relations then fit to 2^-8 of the range.
    void RequireEvidence() noexcept
    {
        constexpr std::uint64_t MinElementsWithRounding = 8;
        const std::uint64_t repeats = m_count / m_visited;
        std::uint64_t different = m_baseComparison.different, needed = 0;
        if (m_stage == Rounded)
        {
            // If an element has a bit, more than these are enough, and the others need not be counted.
            const std::uint64_t limit = m_bits < 1 ? Max64 : static_cast<std::uint64_t>(EnoughBits) * repeats;
            different = CompareAll(m_base, ToleranceOf(m_base), limit).different;
            needed = MinElementsWithRounding;
        }
        different /= repeats;
        m_isOver = different < needed || m_bits * static_cast<double>(different) < EnoughBits;
    }

    // ---- checks -----------------------------------------------------------------------------------------------------

    // Returns the tolerance for a hypothesis. Between two different data types, units in the last place are not
    // allowed.
    Tolerance ToleranceOf(const Hypothesis& h) const noexcept
    {
        Tolerance tolerance = m_tolerance;
        if (h.sides[0].source.type != h.sides[1].source.type) { tolerance.ulps = 0; }
        if (m_stage == Rounded) { tolerance.absolute = Larger(tolerance.absolute, m_rounding); }
        return tolerance;
    }

    // Sets the positions in memory of the expected element with these coordinates and of its partner. Returns false if
    // the element has no partner.
    bool FindPair(const Hypothesis& h, const Dimensions& at, std::uint64_t (&positions)[2]) const noexcept
    {
        // For elements that are shifted in memory, a part counts elements of memory, not positions of an axis.
        const bool isInMemory = h.relation.kind == Kind::Shifted && h.relation.axes.empty();
        const SidePair& read = isInMemory ? m_base : h;
        for (std::size_t i = 0; i < 2; ++i) { positions[i] = PositionIn(read.sides[i], at); }
        const std::uint64_t place = isInMemory ? positions[1] - m_layout.FirstElement() : at[h.axis];
        for (std::uint32_t i = 0; i < h.partCount; ++i)
        {
            const Part& part = h.parts[i];
            if (place - part.first[0] >= part.count) { continue; } // a place before the part gives a huge difference
            positions[1] += (part.first[1] - part.first[0]) * h.sides[1].source.layout.Strides()[h.axis];
            return true;
        }
        return h.partCount == 0;
    }

    // Whether the expected element with these coordinates agrees with its partner, or has none.
    bool Agree(const Hypothesis& h, const Dimensions& at) const noexcept
    {
        std::uint64_t positions[2];
        return !FindPair(h, at, positions) || AgreeAt(h, positions);
    }

    // Whether two elements agree. positions: the places of the expected and of the actual element in memory.
    bool AgreeAt(const Hypothesis& h, const std::uint64_t (&positions)[2]) const noexcept
    {
        const ComparedSide expected = OneElement(h.sides[0], positions[0]);
        const ComparedSide actual = OneElement(h.sides[1], positions[1]);
        Comparison comparison;
        (void)CompareSides<Dependent>(m_copy, expected, actual, ToleranceOf(h), 0, comparison);
        return comparison.different == 0;
    }

    // Whether a sample, or an extreme of the expected tensor, does not agree with the partner of another one. If all
    // agree with any partner, the hypothesis says nothing, such as that small integers, read as FLOAT32, are 0 within
    // the tolerance.
    bool SamplesAreDistinct(const Hypothesis& h) const noexcept
    {
        for (std::size_t i = 1; i < m_sampleCount + 2; ++i)
        {
            std::uint64_t positions[2], others[2];
            const bool havePartners = FindPair(h, m_samples[i - 1], others) && FindPair(h, m_samples[i], positions);
            if (havePartners && !AgreeAt(h, {positions[0], others[1]})) { return true; }
        }
        return false;
    }

    // Whether enough samples agree.
    bool SamplesAgree(const Hypothesis& h) const noexcept
    {
        constexpr std::size_t MinSamplesWithOutliers = 32;
        const std::uint32_t allowed = m_stage == Outliers && m_sampleCount >= MinSamplesWithOutliers ? 2 : 0;
        std::uint32_t different = 0;
        for (std::size_t i = 0; i < m_sampleCount && different <= allowed; ++i)
        {
            different += Agree(h, m_samples[i]) ? 0U : 1U;
        }
        return different <= allowed;
    }

    // Tries a hypothesis on the samples, and then on all elements.
    void Try(const Hypothesis& h) noexcept
    {
        if (!MayTry() || !IsInBuffers(h)) { return; }
        if (Has(FitsLine)) { return TryLineOf(h); }
        if (!SamplesAgree(h) || !SamplesAreDistinct(h)) { return; }
        if (h.relation.kind == Kind::Shifted && !HasEnoughPartners(h)) { return; }
        const std::uint64_t limit = m_stage == Outliers ? m_baseComparison.different / OutlierShare : 0;
        std::uint64_t different = 0;
        double largestError = 0, errors = 0;
        for (std::uint32_t i = 0; i < h.PairCount() && different <= limit; ++i)
        {
            const Comparison part = CompareAll(h.PairAt(i), ToleranceOf(h), limit - different);
            different += part.different;
            largestError = Larger(largestError, part.largestError);
            errors += part.meanError * static_cast<double>(part.compared);
        }
        const bool isBetter = MinImprovement * errors <= m_baseComparison.meanError * static_cast<double>(m_count);
        if (different <= limit && isBetter) { Accept(h, largestError, different); }
    }

    // Keeps the first hypothesis that fits, and counts the others.
    void Accept(const Hypothesis& h, double largestError, std::uint64_t stillDifferent = 0) noexcept
    {
        if (IsFound())
        {
            if (m_found.others++ == 0) { m_found.otherKind = h.relation.kind; }
            return;
        }
        // From here on, the search only counts other relations, and may visit few elements for that.
        m_budget = Min(m_budget, FreeElements + MaxOtherPasses * m_count);
        m_found = h.relation;
        m_found.largestError = largestError;
        m_found.stillDifferent = stillDifferent;
        m_found.isRounded = m_stage == Rounded;
        for (std::size_t i = 0; i < 4; ++i)
        {
            m_found.factor[i] = h.lines[i].factor;
            m_found.offset[i] = h.lines[i].offset;
        }
    }

    // Returns a hypothesis that reads one tensor differently.
    Hypothesis Propose(Kind kind, std::size_t side = 1) const noexcept
    {
        Hypothesis h = m_base;
        h.relation.kind = kind;
        h.relation.tensor = Diagnosis::Expected + static_cast<std::uint32_t>(side);
        h.relation.layout = m_given[side].layout;
        h.relation.type = m_given[side].type;
        return h;
    }

    // Returns a hypothesis about one axis, which reads one tensor differently.
    Hypothesis ProposeOnAxis(Kind kind, std::uint32_t axis, std::size_t side = 1) const noexcept
    {
        Hypothesis h = Propose(kind, side);
        h.relation.axes = {axis};
        h.axis = axis;
        return h;
    }

    // Whether a hypothesis reads only elements that the buffers hold.
    static bool IsInBuffers(const Hypothesis& h) noexcept
    {
        for (const ComparedSide& side : h.sides)
        {
            const std::uint64_t end = side.source.layout.EndInBytes(side.source.type);
            if (end - 1 >= side.source.bytes) { return false; } // also if the end is 0: the layout has an error
        }
        return true;
    }

    // Returns a layout with the same sizes and strides that starts at another element of the buffer.
    static TensorLayout StartingAt(const TensorLayout& layout, std::uint64_t first) noexcept
    {
        return TensorLayout::Strided(layout.Sizes(), layout.Strides(), first);
    }

    // Returns a side that has the element at `position` at all coordinates.
    ComparedSide Repeated(const ComparedSide& side, std::uint64_t position) const noexcept
    {
        ComparedSide result = OneElement(side, position);
        result.source.layout = result.source.layout.BroadcastTo(side.source.layout.Sizes());
        return result;
    }

    // ---- one value --------------------------------------------------------------------------------------------------

    // Whether the actual tensor has the same value at all samples.
    bool SamplesHaveOneValue() const noexcept
    {
        for (std::size_t i = 1; i < m_sampleCount; ++i)
        {
            if (!AreEqualOrNan(ValueOf(1, m_samples[0]), ValueOf(1, m_samples[i]))) { return false; }
        }
        return true;
    }

    // Tries whether all elements of the actual tensor have one value.
    void TryConstant() noexcept
    {
        Hypothesis h = Propose(Kind::Constant);
        h.relation.value = ValueAt(m_copy, h.sides[1], m_layout.FirstElement()) + 0.0; // -0 becomes 0
        h.sides[0] = Repeated(h.sides[1], m_layout.FirstElement());
        if (SamplesHaveOneValue() && CompareAll(h, {}, 0).different == 0) { Accept(h, 0); }
    }

    // Tries whether the first elements agree and all others have one value. "First" is meant in row-major order, and if
    // that does not fit, in the order of memory.
    void TryLeadingPart() noexcept
    {
        constexpr std::uint64_t MinElements = 4;
        if (!SamplesHaveOneValue()) { return; }
        for (const bool isInMemory : {false, true})
        {
            if (!MayTry() || (isInMemory && m_layout.IsRowMajor())) { return; }
            Hypothesis h = Propose(Kind::LeadingPart);
            if (isInMemory) { SortAxes(h); }
            ComparedSide& actual = h.sides[1];
            const TensorLayout& layout = actual.source.layout;
            const std::uint64_t by = NumberOf(CompareAll(h, m_tolerance, Max64).firstDifferent, layout);
            // Each actual element, from the last to the first, is compared with the last element. The first difference
            // is the last element that has another value. It must be one of the first `by`.
            actual.reversedAxes = (1U << Rank()) - 1;
            const std::uint64_t last = PositionIn(actual, layout.Coordinates(0));
            h.sides[0] = Repeated(actual, last);
            h.relation.by = by;
            h.relation.value = ValueAt(m_copy, actual, last);
            const Comparison backward = CompareAll(h, {}, by);
            const std::uint64_t others = NumberOf(backward.firstDifferent, layout);
            const bool othersAreEqual = backward.different <= by && others >= m_count - by;
            if (by != 0 && others >= MinElements && othersAreEqual) { return Accept(h, 0); }
        }
    }

    // Transposes both sides so that the axes of the actual tensor are in the order of memory, slowest first.
    void SortAxes(Hypothesis& h) const noexcept
    {
        const AxesByStride sorted(m_layout.Sizes().data(), m_layout.Strides().data(), Rank());
        std::uint32_t order[MaxRank];
        for (std::uint32_t i = 0; i < Rank(); ++i) { order[i] = sorted.axes[Rank() - 1 - i]; }
        h.relation.axes = Dimensions(order, Rank());
        for (ComparedSide& side : h.sides) { side.source.layout = side.source.layout.Transposed(h.relation.axes); }
    }

    // Returns an element's index in row-major order.
    static std::uint64_t NumberOf(const Dimensions& at, const TensorLayout& layout) noexcept
    {
        std::uint64_t number = 0;
        for (std::uint32_t i = 0; i < layout.Rank(); ++i) { number = number * layout.Sizes()[i] + at[i]; }
        return number;
    }

    // ---- geometry ---------------------------------------------------------------------------------------------------

    // Tries other orders of memory, reversed axes, and positions in another order.
    void TryGeometry() noexcept
    {
        for (const std::size_t side : Sides) { TryMemoryOrders(side, false); }
        TryReversed();
        TryReordered();
    }

    // Tries other orders of memory together with one reversed axis.
    void TryTwoMistakes() noexcept
    {
        for (const std::size_t side : Sides) { TryMemoryOrders(side, true); }
    }

    // Tries all orders of those axes of a tensor that have a size above 1. With reversesAxis, tries each order once for
    // each axis, with this axis reversed.
    void TryMemoryOrders(std::size_t side, bool reversesAxis) noexcept
    {
        constexpr std::uint32_t MaxPermutedAxes = 5;
        const TensorLayout& layout = m_given[side].layout;
        std::uint32_t order[MaxRank], count = 0, fixed = 0; // the axes of size 1 come first, and stay there
        for (const bool isLong : {false, true})
        {
            fixed = count;
            for (std::uint32_t i = 0; i < layout.Rank(); ++i)
            {
                if ((layout.Sizes()[i] > 1) == isLong) { order[count++] = i; }
            }
        }
        // A tensor of one element has no axis to permute, but gives no evidence, either.
        const bool isTried = layout.IsPacked() && !IsFound() && count - fixed <= MaxPermutedAxes;
        if (!isTried) { return; }
        do {
            Hypothesis h = Propose(Kind::MemoryOrder, side);
            TensorLayout& read = h.relation.layout;
            h.relation.axes = Dimensions(order, count);
            read = StartingAt(TensorLayout::Packed(layout.Sizes(), h.relation.axes), layout.FirstElement());
            if (read.SameElements(layout)) { continue; }
            h.sides[side].source.layout = read.BroadcastTo(m_layout.Sizes());
            if (!reversesAxis) { Try(h); }
            for (std::uint32_t axis = 0; reversesAxis && axis < Rank(); ++axis)
            {
                h.relation.reversed = {axis};
                h.sides[1].reversedAxes = 1U << axis;
                if (SizeOf(axis) > 1) { Try(h); }
            }
        } while (NextPermutation(order + fixed, count - fixed));
    }

    // Tries all sets of reversed axes of size above 1.
    void TryReversed() noexcept
    {
        for (std::uint32_t axes = 1; axes < 1U << Rank(); ++axes)
        {
            Hypothesis h = Propose(Kind::AxesReversed);
            h.sides[1].reversedAxes = axes;
            std::uint32_t list[MaxRank], count = 0;
            bool areLong = true;
            for (std::uint32_t i = 0; i < Rank(); ++i)
            {
                if ((axes >> i & 1) == 0) { continue; }
                areLong = areLong && SizeOf(i) > 1;
                list[count++] = i;
            }
            h.relation.axes = h.relation.reversed = Dimensions(list, count);
            if (areLong) { Try(h); }
        }
    }

    // Tries all orders of the positions of an axis of size 3 or 4, except the reversed one.
    void TryReordered() noexcept
    {
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            const std::uint32_t size = SizeOf(axis);
            if (size != 3 && size != 4) { continue; }
            std::uint32_t order[] = {0, 1, 2, 3};
            while (NextPermutation(order, size))
            {
                const bool isReversed = order[0] == size - 1 && order[1] == size - 2 && order[size - 1] == 0;
                Hypothesis h = ProposeOnAxis(Kind::Reordered, axis);
                h.relation.order = Dimensions(static_cast<const std::uint32_t*>(order), size);
                h.partCount = size;
                for (std::uint32_t i = 0; i < size; ++i) { h.parts[i] = {{i, order[i]}, 1}; }
                if (!isReversed) { Try(h); }
            }
        }
    }

    // Tries all distances by which an axis may be rolled.
    void TryRolled() noexcept
    {
        constexpr std::uint32_t MinSize = 5, MaxSize = 4096;
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            const std::uint32_t size = SizeOf(axis);
            Hypothesis h = ProposeOnAxis(Kind::Rolled, axis);
            h.partCount = 2;
            for (std::uint64_t by = 1; by < size && size >= MinSize && size <= MaxSize; ++by)
            {
                h.relation.by = by;
                h.parts[0] = {{0, by}, size - by};
                h.parts[1] = {{size - by, 0}, by};
                Try(h);
            }
        }
    }

    // Tries for each axis whether the actual tensor repeats the first position of the expected one.
    void TryRepeated() noexcept
    {
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            Hypothesis h = ProposeOnAxis(Kind::Repeated, axis, 0);
            TensorLayout& layout = h.sides[0].source.layout;
            layout = layout.Sliced(axis, 0, 1).BroadcastTo(layout.Sizes());
            if (SizeOf(axis) > 1) { Try(h); }
        }
    }

    // ---- memory -----------------------------------------------------------------------------------------------------

    // Tries larger strides of each tensor in the orders NCHW and NHWC.
    void TryRowPitches() noexcept
    {
        for (const std::size_t side : Sides)
        {
            const Dimensions& sizes = m_given[side].layout.Sizes();
            TryRowPitches(side, TensorLayout::Packed(sizes));
            if (sizes.size() >= 3) { TryRowPitches(side, TensorLayout::Packed(sizes, Layout::NHWC)); }
        }
    }

    // Tries larger strides for each axis of a packed layout, as far as the buffer has room for them.
    void TryRowPitches(std::size_t side, const TensorLayout& packed) noexcept
    {
        constexpr std::uint64_t MaxPadding = 4096;
        const Source& source = m_given[side];
        const std::uint64_t first = source.layout.FirstElement();
        const std::uint64_t all = ElementsIn(source.bytes, ElementSizeInBits(source.type));
        const std::uint64_t room = all - Min(all, first);
        for (std::uint32_t axis = 0; axis < packed.Rank(); ++axis)
        {
            const std::uint64_t width = packed.Strides()[axis]; // the elements of a row, which is all faster axes
            const std::uint64_t rows = packed.ElementCount() / width;
            if (packed.Sizes()[axis] == 1 || room <= packed.ElementCount()) { continue; }
            const std::uint64_t last = Min((room - width) / (rows - 1), width + MaxPadding);
            const std::uint64_t whole = room % rows == 0 ? room / rows : 0; // the pitch with which rows fill the buffer
            const auto tryPitch = [&](std::uint64_t pitch)
            {
                Hypothesis h = ProposeOnAxis(Kind::RowPitch, axis, side);
                h.relation.by = pitch;
                h.relation.layout = StartingAt(packed.WithStride(axis, pitch), first);
                h.sides[side].source.layout = h.relation.layout.BroadcastTo(m_layout.Sizes());
                Try(h);
            };
            for (std::uint64_t pitch = width + 1; pitch <= last && MayTry(); ++pitch) { tryPitch(pitch); }
            if (whole > last && MayTry()) { tryPitch(whole); }
        }
    }

    // Tries later starts in a buffer that is longer than its tensor needs: all spare bytes, and then 1 to 256 bytes.
    void TryStarts() noexcept
    {
        constexpr std::uint64_t MaxBytes = 256;
        for (const std::size_t side : Sides)
        {
            const Source& given = m_given[side];
            const std::uint32_t elementSize = ElementSizeInBits(given.type) / 8; // 0 for elements of 4 bits
            const std::uint64_t spare = given.bytes - given.layout.EndInBytes(given.type);
            for (std::uint64_t n = 0; elementSize != 0 && spare != 0 && n <= Min(spare, MaxBytes); ++n)
            {
                const std::uint64_t bytes = n == 0 ? spare : n;
                Hypothesis h = Propose(Kind::StartOffset, side);
                Source& source = h.sides[side].source;
                source.data = static_cast<const unsigned char*>(source.data) + static_cast<std::size_t>(bytes);
                source.bytes -= bytes;
                h.relation.startInBytes = static_cast<std::int64_t>(bytes);
                const bool isWhole = bytes % elementSize == 0;
                const std::uint64_t first = given.layout.FirstElement() + (isWhole ? bytes / elementSize : 0);
                h.relation.layout = StartingAt(given.layout, first);
                Try(h);
            }
        }
    }

    // Tries shifts in memory and along each axis. With a shift, some elements have no partner.
    void TryShifts() noexcept
    {
        constexpr std::uint64_t MaxElements = 16, MaxPositions = 8;
        const TensorLayout expected = StartingAt(m_base.sides[0].source.layout, m_layout.FirstElement());
        const bool hasOneOrder = m_layout.IsPacked() && expected.SameElements(m_layout);
        if (hasOneOrder)
        {
            Hypothesis h = Propose(Kind::Shifted);
            for (ComparedSide& side : h.sides)
            {
                side.source.layout = TensorLayout::Strided({m_count}, {1}, side.source.layout.FirstElement());
            }
            TryShifts(h, MaxElements);
        }
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            TryShifts(ProposeOnAxis(Kind::Shifted, axis), MaxPositions);
        }
    }

    // Tries shifts of up to `maxShift` positions of an axis.
    void TryShifts(Hypothesis h, std::uint64_t maxShift) noexcept
    {
        const TensorLayout& layout = h.sides[1].source.layout;
        const std::uint64_t size = layout.Sizes()[h.axis];
        h.partCount = 1;
        for (std::uint64_t by = 1; by <= Min(maxShift, size - 1); ++by)
        {
            // Half a byte is rounded up, so that startInBytes is not 0 and has the sign of the shift.
            const std::uint64_t bits = by * layout.Strides()[h.axis] * ElementSizeInBits(m_given[1].type);
            const auto bytes = static_cast<std::int64_t>((bits + 7) / 8);
            h.relation.by = by;
            h.relation.startInBytes = bytes;
            h.parts[0] = {{0, by}, size - by};
            Try(h);
            h.relation.startInBytes = -bytes;
            h.parts[0] = {{by, 0}, size - by};
            Try(h);
        }
    }

    // Returns whether, of the elements that differ without the shift, more than half have a partner and more than half
    // are the partner of another element. Each of these two sets of elements must be enough evidence. Requiring both
    // excludes tensors that are constant along the axis and differ only at one of its ends.
    bool HasEnoughPartners(const Hypothesis& h) noexcept
    {
        // Elements with a partner begin at the first position of the expected tensor's part, their partners at that of
        // the actual tensor's part. Both tensors are compared there without the shift.
        for (const std::uint64_t first : h.parts[0].first)
        {
            const SidePair samePlaces = h.Cut(h.axis, {{first, first}, h.parts[0].count});
            const std::uint64_t different = CompareAll(samePlaces, ToleranceOf(h), Max64).different;
            const double visited = static_cast<double>(m_visited) / static_cast<double>(m_count);
            const double bits = m_bits * static_cast<double>(different) * visited;
            if (different <= m_baseComparison.different / 2 || bits < EnoughBits) { return false; }
        }
        return true;
    }

    // Tries whether the bytes of elements are swapped, or elements have another data type.
    void TryBits() noexcept
    {
        Hypothesis swapped = Propose(Kind::ByteOrder);
        swapped.sides[1].isSwapped = true;
        if (ElementSizeInBits(m_given[1].type) > 8) { Try(swapped); }
        for (const std::size_t side : Sides)
        {
            const std::uint32_t bits = ElementSizeInBits(m_given[side].type);
            for (std::uint32_t i = 1; i <= LastDataType && bits != 4; ++i)
            {
                const auto type = static_cast<DML_TENSOR_DATA_TYPE>(i);
                Hypothesis h = Propose(Kind::ElementType, side);
                h.relation.type = h.sides[side].source.type = type;
                if (type != m_given[side].type && ElementSizeInBits(type) != 4) { Try(h); }
            }
            Hypothesis h = Propose(Kind::BFloat16, side);
            h.sides[side].reading = &WidenElements<Float64Elements, BFloat16Elements>;
            h.sides[side].source.type = DML_TENSOR_DATA_TYPE_UINT16;
            if (bits != 4) { Try(h); }
        }
    }

    // ---- lines ------------------------------------------------------------------------------------------------------

    enum class LineFit
    {
        Factor,
        Offset,
        Both
    };

    void TryLine() noexcept { TryLineOf(Propose(Kind::LinearMap)); }

    // Tries a factor alone, an offset alone, and both. The first element that misses a line joins the pairs; then
    // another line is fitted to them.
    void TryLineOf(const Hypothesis& h) noexcept
    {
        constexpr std::size_t MinValues = 3;
        constexpr std::uint64_t MinElements = 8, MinElementsOfTwoValues = 16;
        constexpr std::uint32_t MaxFits = 2;
        Pairs pairs = PairsOf(h);
        const std::size_t values = pairs.ValueCount(0, MinValues);
        if (values < 2 || m_visited < (values == 2 ? MinElementsOfTwoValues : MinElements)) { return; }
        if (pairs.ValueCount(1, 2) < 2) { return; }
        // Usual numbers such as 2, 255 or 0.5 come first, because within the rounding of integers, 2 * expected - 1 is
        // almost 1.98 * expected. A line fits any two values. So with only two values, it is accepted only if both of
        // its numbers are usual.
        for (const bool isUsual : {true, false})
        {
            for (const LineFit fit : {LineFit::Factor, LineFit::Offset, LineFit::Both})
            {
                Hypothesis found = h;
                Line& line = found.lines[0];
                line = FittedLine(pairs, fit, isUsual);
                const bool isTried = isUsual ? line.isUsual : values > 2 || fit != LineFit::Both;
                const bool isAlmostOne = line.factor > 0.99 && line.factor < 1.01;
                bool mayFit = isTried && !(Has(FitsLine) && isAlmostOne);
                for (std::uint32_t fits = 0; mayFit && fits < MaxFits && PairsFit(pairs, line); ++fits)
                {
                    const std::size_t count = pairs.count;
                    if (AcceptIfAllFit(found, pairs)) { return; }
                    mayFit = pairs.count != count;
                    line = FittedLine(pairs, fit, isUsual);
                }
            }
        }
    }

    // Returns the pairs of the samples and of the extremes of the expected tensor.
    Pairs PairsOf(const Hypothesis& h) const noexcept
    {
        Pairs pairs;
        for (std::size_t i = 0; i < m_sampleCount + 2; ++i)
        {
            std::uint64_t at[2];
            (void)FindPair(h, m_samples[i], at); // lines are combined with relations in which all have partners
            pairs.Add(ValueAt(m_copy, h.sides[0], at[0]), ValueAt(m_copy, h.sides[1], at[1]));
        }
        return pairs;
    }

    // Returns the line with the smallest sum of squared errors, each as a share of the error that is allowed. Without
    // these weights, the rounding of large elements would move the line by more than small elements may miss it. The
    // allowed errors depend on the line, so that a first line is fitted without weights.
    Line FittedLine(const Pairs& pairs, LineFit fit, bool isSnapped) const noexcept
    {
        double weights[Pairs::Capacity];
        for (double& weight : weights) { weight = 1; }
        const Line line = WeightedLine(pairs, weights, fit, isSnapped);
        SetWeights(pairs, line, weights);
        return WeightedLine(pairs, weights, fit, isSnapped);
    }

    // Sets the weight of each pair: (the smallest error above 0 that is allowed for a pair / the one of this pair)^2.
    static void SetWeights(const Pairs& pairs, const Line& line, double* weights) noexcept
    {
        double smallest = 0;
        for (std::size_t i = 0; i < pairs.count; ++i)
        {
            weights[i] = line.Allowed(pairs.values[0][i], pairs.values[1][i]);
            if (weights[i] > 0 && (smallest == 0 || weights[i] < smallest)) { smallest = weights[i]; }
        }
        for (std::size_t i = 0; i < pairs.count; ++i)
        {
            const double share = weights[i] > 0 ? smallest / weights[i] : 0;
            weights[i] = share * share;
        }
    }

    // Returns the line with the smallest weighted sum of squared errors, and sets by how much elements may miss it.
    // isSnapped: a factor near a known number becomes this number, and an offset near a multiple of 1/2 becomes this
    // multiple.
    Line WeightedLine(const Pairs& pairs, const double* weights, LineFit fit, bool isSnapped) const noexcept
    {
        double sum = 0, eMean = 0, aMean = 0, squares = 0, products = 0;
        for (std::size_t i = 0; i < pairs.count; ++i) { sum += weights[i]; }
        for (std::size_t i = 0; fit != LineFit::Factor && i < pairs.count; ++i)
        {
            eMean += weights[i] / sum * pairs.values[0][i];
            aMean += weights[i] / sum * pairs.values[1][i];
        }
        for (std::size_t i = 0; i < pairs.count; ++i)
        {
            squares += weights[i] * (pairs.values[0][i] - eMean) * (pairs.values[0][i] - eMean);
            products += weights[i] * (pairs.values[0][i] - eMean) * (pairs.values[1][i] - aMean);
        }
        Line line;
        if (fit != LineFit::Offset) { line.factor = products / squares; }
        const double factor = KnownFactor(line.factor);
        if (isSnapped && factor != 0) { line.factor = factor; }
        line.offset = aMean - line.factor * eMean;
        const double offset = std::round(2 * line.offset) / 2;
        const bool isNear = Magnitude(line.offset - offset) <= KnownShare * Larger(1.0, Magnitude(line.offset));
        if (isSnapped && isNear) { line.offset = offset; }
        line.isUsual = factor != 0 && isNear;
        AllowErrors(line);
        return line;
    }

    static constexpr double KnownShare = 2e-4; // how far from a known number, as a share of it

    // Returns the known factor that is near, or 0.
    double KnownFactor(double factor) const noexcept
    {
        constexpr double Known[] = {1, 2, 255, 256, 127, 127.5, 128, 1023, 4095, 65535};
        const double largest = LargestMagnitudeOf(m_statistics[1]);
        const bool isInteger = !IsFloatingPoint(m_given[1].type);
        const double share = isInteger && largest > 64 ? Larger(KnownShare, 1 / largest) : KnownShare;
        for (const double known : Known)
        {
            for (const double candidate : {known, 1 / known})
            {
                const double signedCandidate = factor < 0 ? -candidate : candidate;
                if (Magnitude(factor - signedCandidate) <= share * candidate) { return signedCandidate; }
            }
        }
        return 0;
    }

    // Sets the members of a line that say by how much an actual element may miss the line.
    void AllowErrors(Line& line) const noexcept
    {
        constexpr double SmallestHalf = 0x1p-24;
        const DML_TENSOR_DATA_TYPE type = m_given[1].type;
        line.isHalf = type == DML_TENSOR_DATA_TYPE_FLOAT16;
        const double ulps = type == m_given[0].type ? static_cast<double>(m_tolerance.ulps) : 0;
        line.relative = m_tolerance.relative + ulps * UnitOf(type);
        // A tensor that has lost its negative elements has a smaller range than the other tensor.
        const double rounding = line.isRectified ? Smaller(RoundingOf(m_statistics[0]), RoundingOf(m_statistics[1]))
                                                 : Magnitude(line.factor) * m_rounding;
        line.absolute = Larger(m_tolerance.absolute, m_stage == Rounded ? rounding : 0);
        if (line.isRectified) { return; }
        // Elements that are integers or subnormal FLOAT16 are rounded to multiples of this number.
        line.absolute += !IsFloatingPoint(type) ? 1 : line.isHalf ? SmallestHalf : 0;
        line.units = UnitOf(type) + UnitOf(m_given[0].type) / 2 + 4 * DBL_EPSILON; // a fitted line is rounded, too
    }

    // Returns the distance between neighbouring values in [1, 2], the epsilon, of a floating-point type. Elements of
    // other types are read as doubles, so the result is then the epsilon of double.
    static double UnitOf(DML_TENSOR_DATA_TYPE type) noexcept
    {
        if (type == DML_TENSOR_DATA_TYPE_FLOAT16) { return 0x1p-10; }
        return type == DML_TENSOR_DATA_TYPE_FLOAT32 ? 0x1p-23 : DBL_EPSILON;
    }

    // Returns whether all pairs are on a line.
    bool PairsFit(const Pairs& pairs, const Line& line) const noexcept
    {
        bool fit = line.factor != 0 && IsFinite(line.factor) && IsFinite(line.offset);
        LineErrors errors;
        for (std::size_t i = 0; i < pairs.count; ++i)
        {
            fit = fit && line.Accepts(pairs.values[0][i], pairs.values[1][i], errors);
        }
        return fit;
    }

    // Accepts a hypothesis if all elements fit its lines. Any line would fit if the allowed errors were too large, such
    // as 1 for bytes of 0 and 1. So the sum of the errors that a line allows must be less than a quarter of the sum of
    // the errors without the relation, and less than the standard deviation of the actual elements times their number.
    // Otherwise, adds the first element that misses its line to the pairs.
    bool AcceptIfAllFit(const Hypothesis& h, Pairs& pairs) noexcept
    {
        LineErrors errors;
        bool fits = MayTry() && m_budget >= LineCost * m_count && m_areExact;
        for (std::uint32_t i = 0; i < h.PairCount() && fits; ++i)
        {
            const Line line = h.lines[h.relation.kind == Kind::LinearMapPerPosition ? i : 0];
            const SidePair pair = h.PairAt(i);
            ValueWalk block(m_copy, pair.sides[0], pair.sides[1]);
            while (fits && block.Next())
            {
                const double *const e = block.Values(0), *const a = block.Values(1);
                for (std::size_t n = 0; fits && n < block.count; ++n)
                {
                    fits = line.Accepts(e[n], a[n], errors);
                    if (!fits) { pairs.Add(e[n], a[n]); }
                }
            }
            Spend(LineCost * block.visited);
        }
        const bool isBetter = m_baseComparison.meanError * errors.count > MinImprovement * errors.allowed
                              && m_statistics[1].standardDeviation * errors.count > errors.allowed;
        if (!fits || (!isBetter && !h.lines[0].isRectified)) { return false; }
        Accept(h, errors.largest);
        return true;
    }

    // Tries whether negative elements of one tensor became 0, as by a ReLU.
    void TryNegativeToZero() noexcept
    {
        for (const std::size_t side : Sides)
        {
            // The side that has lost its negative elements is read as the actual one.
            Hypothesis h = Propose(Kind::NegativeToZero, side);
            h.sides[0] = m_base.sides[1 - side];
            h.sides[1] = m_base.sides[side];
            h.lines[0].isRectified = true;
            AllowErrors(h.lines[0]);
            Pairs pairs = PairsOf(h);
            if (MayTry() && PairsFit(pairs, h.lines[0])) { (void)AcceptIfAllFit(h, pairs); }
        }
    }

    // Tries a line for each position of one axis: of axis 1, of the last axis, and of axis 0. The first two have the
    // channels of NCHW and of NHWC.
    void TryLinePerPosition() noexcept
    {
        constexpr std::uint32_t MinSize = 2, MaxSize = 4;
        constexpr std::uint64_t MinElements = 8; // at each position
        std::uint32_t tried = 0;                 // a bit for each axis
        for (const std::uint32_t axis : {std::uint32_t{1}, Rank() - 1, std::uint32_t{0}})
        {
            const std::uint32_t size = SizeOf(axis); // 0 if there is no such axis
            const bool isTried = (tried >> axis & 1) == 0 && size >= MinSize && size <= MaxSize;
            if (!isTried || m_visited / size < MinElements || !MayTry()) { continue; }
            tried |= 1U << axis;
            Hypothesis h = ProposeOnAxis(Kind::LinearMapPerPosition, axis);
            h.partCount = size;
            bool fit = true;
            for (std::uint32_t i = 0; i < size; ++i)
            {
                h.parts[i] = {{i, i}, 1};
                fit = fit && FindLine(h.PairAt(i), h.lines[i]);
            }
            Pairs unused;
            if (fit) { (void)AcceptIfAllFit(h, unused); }
        }
    }

    // Finds a line for all elements of a pair, from some of them.
    bool FindLine(const SidePair& pair, Line& line) const noexcept
    {
        constexpr std::size_t MinValues = 4;
        Pairs pairs;
        for (std::uint64_t i = 0; i < MaxTries && pairs.count < MaxSamples; ++i)
        {
            const Dimensions at = PlaceIn(pair.sides[1].source.layout, i);
            pairs.Add(ValueAt(m_copy, pair.sides[0], PositionIn(pair.sides[0], at)),
                      ValueAt(m_copy, pair.sides[1], PositionIn(pair.sides[1], at)));
        }
        if (pairs.ValueCount(0, MinValues) < MinValues || pairs.ValueCount(1, 2) < 2) { return false; }
        for (const bool isSnapped : {true, false})
        {
            line = FittedLine(pairs, LineFit::Both, isSnapped);
            if (PairsFit(pairs, line)) { return true; }
        }
        return false;
    }

    // ---- values -----------------------------------------------------------------------------------------------------

    // Compares the sums of the hashes of all elements, because these sums do not depend on the order of the elements.
    // Large 64-bit integers are hashed as they are, and other elements as doubles.
    void TrySameValues() noexcept
    {
        constexpr std::uint64_t MinElements = 16;
        constexpr std::size_t MinValues = 3;
        const TensorStatistics &e = m_statistics[0], &a = m_statistics[1];
        const bool mayBeSame =
            e.minimum == a.minimum && e.maximum == a.maximum && (m_areExact || m_given[0].type == m_given[1].type);
        const bool hasValues = m_count >= MinElements && PairsOf(m_base).ValueCount(0, MinValues) == MinValues;
        if (!mayBeSame || !hasValues || !MayTry()) { return; }
        std::uint64_t sums[2] = {};
        ValueWalk block(m_copy, m_base.sides[0], m_base.sides[1]);
        while (block.Next())
        {
            for (std::size_t side = 0; side < 2; ++side)
            {
                const double* const values = block.Values(side);
                for (std::size_t i = 0; i < block.count; ++i)
                {
                    const double value = MagnitudeBits(values[i]) == 0 ? 0 : values[i]; // -0 equals 0
                    const std::uint64_t bits = IsNan(value) ? InfinityBits + 1 : BitsOf(value);
                    sums[side] += Mixed(m_areExact ? bits : LoadElement<std::uint64_t>(block.Elements(side), i));
                }
            }
        }
        Spend(block.visited);
        if (sums[0] == sums[1]) { Accept(Propose(Kind::SameValues), m_baseComparison.largestError); }
    }

    void TryRounding() noexcept
    {
        const bool areRounded = m_baseComparison.notFinite == 0 && m_baseComparison.largestError <= m_rounding;
        if (areRounded) { Accept(Propose(Kind::Rounding), m_baseComparison.largestError); }
    }
};

// Does what FindRelation documents with the kernels of one path.
template <class Dependent>
Relation FindRelationBy(CopyPath path, const Source& expected, const Source& actual,
                        const Tolerance& tolerance) noexcept
{
    Relation result;
    result.reason = CheckSides(expected, actual, tolerance);
    if (!result.reason.Ok()) { return result; }
    const Copier copy = {KernelsOf<Dependent>(path), false /*isNonTemporal*/};
    return RelationSearch<Dependent>(copy, expected, actual, tolerance).Find();
}

// =====================================================================================================================
//   Sentences
// =====================================================================================================================

// Appends a number, rounded to at most 6 digits.
inline void AppendRounded(MessageWriter& writer, double value) noexcept
{
    char text[32];
    (void)std::snprintf(text, sizeof(text), "%.5e", value);
    AppendReal(writer, std::strtod(text, nullptr));
}

// Appends a text, and a number after it.
inline void AppendWithReal(MessageWriter& writer, const char* text, double value) noexcept
{
    writer.Append(text);
    AppendReal(writer, value);
}

// Appends "1 element" or "2 elements".
inline void AppendCount(MessageWriter& writer, std::uint64_t count, const char* name) noexcept
{
    writer.Append(count, ' ', name, count == 1 ? "" : "s");
}

// Writes the sentence of a relation.
struct RelationSentence : MessageWriter
{
    const Relation& relation;
    const char* const tensor;

    explicit RelationSentence(const Relation& named) noexcept
        : relation(named), tensor(named.tensor == Diagnosis::Expected ? "the expected tensor" : "the actual tensor")
    {
        AppendSentence();
    }

    void AppendSentence() noexcept
    {
        const Dimensions &axes = relation.axes, &sizes = relation.layout.Sizes();
        switch (relation.kind)
        {
        case RelationKind::None:
            if (!relation.layout) { return Append("nothing was compared"); }
            return Append(relation.different == 0 ? "all elements agree" : "no relation was found");
        case RelationKind::Constant:
            Append("every element of the actual tensor is ");
            return AppendReal(*this, relation.value);
        case RelationKind::MemoryOrder:
            AppendIf(tensor, "'s memory is read in the order ", axes, " of its axes");
            Append(axes == Dimensions{0, 2, 3, 1} ? " (NHWC)" : "");
            if (!relation.reversed.empty())
            {
                Append(relation.factor[0] == 1 ? " and " : ", ");
                AppendReversed(relation.reversed);
            }
            return AppendLineToo();
        case RelationKind::AxesReversed:
            AppendIf(tensor, "'s ");
            AppendReversed(axes);
            return AppendLineToo();
        case RelationKind::Reordered:
            AppendIf("the positions of ", tensor, "'s axis ", axes[0], " are taken in the order ", relation.order);
            return AppendLineToo();
        case RelationKind::Rolled:
            return AppendIf(tensor, "'s axis ", axes[0], " is rolled back by ", relation.by, " of ", sizes[axes[0]]);
        case RelationKind::Repeated:
            return AppendIf("the actual tensor repeats the first position of the expected tensor's axis ", axes[0],
                            ", as a stride of 0 does");
        case RelationKind::RowPitch:
            if (axes[0] + 2 == sizes.size()) { AppendIf("the rows of "); }
            else { AppendIf("the positions of axis ", axes[0], " of "); }
            return Append(tensor, " are ", relation.by, " elements (",
                          relation.by * ElementSizeInBits(relation.type) / 8, " bytes) apart");
        case RelationKind::LeadingPart:
            Append("the first ");
            AppendCount(*this, relation.by, "element");
            Append(axes.empty() ? "" : " in the order of memory", relation.by == 1 ? " agrees" : " agree",
                   ", and all others are ");
            return AppendReal(*this, relation.value);
        case RelationKind::StartOffset:
        {
            const std::uint64_t bits = ElementSizeInBits(relation.type),
                                first = relation.layout.FirstElement() * bits / 8;
            const auto start = static_cast<std::uint64_t>(relation.startInBytes);
            const bool isInLayout = start * 8 % bits == 0; // relation.layout already starts whole elements later
            return AppendIf(tensor, " starts at byte ", isInLayout ? first : first + start, " (a header?)");
        }
        case RelationKind::Shifted:
            AppendIf(tensor, " starts ");
            AppendCount(*this, relation.by, axes.empty() ? "element" : "position");
            Append(relation.startInBytes < 0 ? " earlier" : " later");
            return axes.empty() ? Append("") : Append(" along axis ", axes[0]);
        case RelationKind::ByteOrder:
            return AppendIf("the bytes of ", tensor, "'s elements are swapped (another byte order)");
        case RelationKind::ElementType: return AppendIf(tensor, "'s elements are read as ", ToString(relation.type));
        case RelationKind::BFloat16: return AppendIf(tensor, "'s elements are read as bfloat16");
        case RelationKind::LinearMap:
            AppendAll();
            Append(" with actual = ");
            return AppendLine(0);
        case RelationKind::NegativeToZero: return AppendIf("negative values became 0 in ", tensor);
        case RelationKind::LinearMapPerPosition:
            AppendIf("each position of axis ", axes[0], " has its own factor and offset: ");
            for (std::uint32_t i = 0; i < Min(sizes[axes[0]], std::uint32_t{4}); ++i)
            {
                Append(i == 0 ? "" : ", ");
                AppendLine(i);
            }
            return Append(" (a mean and a deviation)");
        case RelationKind::SameValues: return Append("the values are equal, in another order");
        case RelationKind::Rounding:
            Append("the errors look like rounding: at most ");
            AppendRounded(*this, relation.largestError);
            AppendWithReal(*this, ", 2^", std::ceil(std::log2(relation.largestError / relation.range)));
            return Append(" of the range");
        }
        Append("?");
    }

    // Appends "all agree if " and a condition.
    template <class... Parts> void AppendIf(const Parts&... condition) noexcept
    {
        AppendAll();
        Append(" if ", condition...);
    }

    // Appends "all agree", or "all but 3 agree".
    void AppendAll() noexcept
    {
        Append("all");
        if (relation.stillDifferent != 0) { Append(" but ", relation.stillDifferent); }
        Append(relation.kind == RelationKind::Shifted ? " that have a partner" : "", " agree");
        Append(relation.isRounded ? " to 2^-8 of the range" : "");
    }

    // Appends "axis 2 is reversed" or "axes 2 and 3 are reversed", and what that may mean.
    void AppendReversed(const Dimensions& axes) noexcept
    {
        const Dimensions& sizes = relation.layout.Sizes();
        Append(axes.size() == 1 ? "axis " : "axes ");
        for (std::size_t i = 0; i < axes.size(); ++i)
        {
            Append(i == 0 ? "" : i + 1 == axes.size() ? " and " : ", ", axes[i]);
        }
        Append(axes.size() == 1 ? " is reversed" : " are reversed");
        if (sizes.size() != 4) { return; }
        const bool hasColors = sizes[1] == 3 || sizes[1] == 4;
        if (axes == Dimensions{1} && hasColors) { Append(" (such as BGR for RGB)"); }
        if (axes == Dimensions{2}) { Append(" (rows from bottom to top)"); }
        if (axes == Dimensions{3}) { Append(" (mirrored)"); }
        if (axes == Dimensions{2, 3}) { Append(" (turned by 180 degrees)"); }
    }

    // Appends ", and actual = 2 * expected - 1" if the elements in another order also have a factor.
    void AppendLineToo() noexcept
    {
        if (relation.factor[0] == 1) { return; }
        Append(", and actual = ");
        AppendLine(0);
    }

    // Appends "2 * expected - 1".
    void AppendLine(std::uint32_t i) noexcept
    {
        const double factor = relation.factor[i], offset = relation.offset[i];
        if (factor != 1)
        {
            AppendRounded(*this, factor);
            Append(" * ");
        }
        Append("expected");
        if (offset == 0) { return; }
        Append(offset < 0 ? " - " : " + ");
        const bool isHalf = 2 * offset == std::round(2 * offset); // such as the offset of integers
        isHalf ? AppendReal(*this, Magnitude(offset)) : AppendRounded(*this, Magnitude(offset));
    }
};
} // namespace detail

// =====================================================================================================================
//   Public functions
// =====================================================================================================================

/// Returns counts, extremes, mean and standard deviation of a tensor. Nothing is written.
///
/// Counts, extremes and coordinates are exact, also if the processor flushes subnormals to zero. The error of the mean
/// is at most 2^-45 of the largest magnitude. The error of the standard deviation is at most that plus 2^-40 of the
/// deviation.
///
/// Errors in TensorStatistics::reason, in this order. After an error, nothing was read, and Diagnosis::tensor is
/// Source:
///   - the error of the layout, with what SourceOf found.
///   - UnknownDataType.
///   - NullPointer.
///   - SourceTooSmall: actual: the bytes of the buffer. required: those of the layout.
///   - SpanLimit: the end of the layout in bytes exceeds 64 bits, or half of the address space.
template <class Dependent = void> // delays the kernels: only files that call this function compile them
TensorStatistics Summarize(const Source& source) noexcept
{
    return detail::SummarizeBy<Dependent>(detail::BestCopyPath(), source);
}

/// Returns how similar two tensors are, over the elements that are finite on both sides. Data types, broadcasting and
/// errors are those of CompareTensors.
template <class Dependent = void> Similarity MeasureSimilarity(const Source& expected, const Source& actual) noexcept
{
    return detail::MeasureSimilarityBy<Dependent>(detail::BestCopyPath(), expected, actual);
}

/// Returns why two tensors differ: the first relation that fits all elements. Returns RelationKind::None if they agree
/// (Relation::different is 0), if nothing fits, or if too few elements differ to tell. docs/design.md says in which
/// order relations are tried, and how often the answer is right.
///
/// tolerance: see Tolerance. Data types, broadcasting and errors are those of CompareTensors. Reads nothing outside
/// Source::bytes: a relation that would need other bytes is not tried. If a buffer is longer than its tensor needs,
/// later starts and larger distances of rows are tried. For elements of 4 bits, no other types and starts are tried.
/// Other orders of memory are tried for packed layouts only. Factors, offsets and lost negative elements are not tried
/// for 64-bit integers above 2^53, which a double cannot hold.
template <class Dependent = void>
Relation FindRelation(const Source& expected, const Source& actual, const Tolerance& tolerance = {}) noexcept
{
    return detail::FindRelationBy<Dependent>(detail::BestCopyPath(), expected, actual, tolerance);
}

/// Returns statistics as a sentence: "150528 elements from -2.1 at {0, 0, 1, 7} to 2.6 at {0, 2, 0, 0}, mean 0.1,
/// standard deviation 1.2; 12 are 0", or the sentence of TensorStatistics::reason.
inline Message Explain(const TensorStatistics& statistics) noexcept
{
    if (!statistics.reason.Ok()) { return Explain(statistics.reason); }
    detail::MessageWriter writer;
    if (statistics.count == 0)
    {
        writer.Append("nothing was read");
        return writer.message;
    }
    detail::AppendCount(writer, statistics.count, "element");
    if (!statistics.minimumAt.empty())
    {
        detail::AppendWithReal(writer, " from ", statistics.minimum);
        writer.Append(" at ", statistics.minimumAt);
        detail::AppendWithReal(writer, " to ", statistics.maximum);
        writer.Append(" at ", statistics.maximumAt, ", mean ");
        detail::AppendRounded(writer, statistics.mean);
        writer.Append(", standard deviation ");
        detail::AppendRounded(writer, statistics.standardDeviation);
    }
    const std::uint64_t counts[] = {statistics.zero, statistics.subnormal, statistics.nan, statistics.positiveInfinity,
                                    statistics.negativeInfinity};
    constexpr const char* Names[] = {"0", "subnormal", "NaN", "infinite", "-infinite"};
    const char* separator = "; ";
    for (std::size_t i = 0; i < 5; ++i)
    {
        if (counts[i] == 0) { continue; }
        writer.Append(separator, counts[i], counts[i] == 1 ? " is " : " are ", Names[i]);
        separator = ", ";
    }
    return writer.message;
}

/// Returns a similarity as a sentence: "150528 elements: root mean square error 0.002, cosine similarity 0.99998,
/// signal-to-noise ratio 45.2 dB, peak signal-to-noise ratio 51 dB (of 2.6)", or the sentence of Similarity::reason.
inline Message Explain(const Similarity& similarity) noexcept
{
    if (!similarity.reason.Ok()) { return Explain(similarity.reason); }
    detail::MessageWriter writer;
    if (similarity.compared == 0)
    {
        writer.Append("no element is finite on both sides");
        return writer.message;
    }
    detail::AppendCount(writer, similarity.compared, "element");
    writer.Append(": root mean square error ");
    detail::AppendRounded(writer, similarity.rootMeanSquareError);
    writer.Append(", cosine similarity ");
    detail::AppendRounded(writer, similarity.cosineSimilarity);
    writer.Append(", signal-to-noise ratio ");
    detail::AppendRounded(writer, similarity.signalToNoise);
    writer.Append(" dB, peak signal-to-noise ratio ");
    detail::AppendRounded(writer, similarity.PeakSignalToNoise(similarity.largestExpected));
    detail::AppendWithReal(writer, " dB (of ", similarity.largestExpected);
    writer.Append(")");
    return writer.message;
}

/// Returns a relation as a sentence: "all agree if the actual tensor's axis 2 is reversed (rows from bottom to top)",
/// "no relation was found", "all elements agree", or the sentence of Relation::reason.
inline Message Explain(const Relation& relation) noexcept
{
    if (!relation.reason.Ok()) { return Explain(relation.reason); }
    detail::RelationSentence writer(relation);
    if (relation.others == 0) { return writer.message; }
    writer.Append("; also: ", relation.others, relation.others == 1 ? " other relation fits" : " other relations fit");
    const bool isOfAxes = relation.kind >= RelationKind::MemoryOrder && relation.kind <= RelationKind::Repeated
                          && relation.factor[0] == 1 && relation.largestError == 0;
    writer.Append(isOfAxes ? "; the data are symmetric or constant along an axis" : "");
    return writer.message;
}

/// Write the sentence to a stream of any character type. Include `<ostream>` yourself.
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const TensorStatistics& statistics)
{
    return stream << Explain(statistics);
}
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const Similarity& similarity)
{
    return stream << Explain(similarity);
}
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const Relation& relation)
{
    return stream << Explain(relation);
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_RELATION_HPP
