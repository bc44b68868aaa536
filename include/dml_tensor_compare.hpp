// =====================================================================================================================
//   dml_tensor_compare.hpp: compare tensors for DirectML on the CPU
//
//   SPDX-License-Identifier: MIT
//   Version: that of dml_tensor_utils.hpp
// =====================================================================================================================
//
//   One header, C++17, nothing but dml_tensor_copy.hpp and what that includes. Nothing allocates or throws.
//
//   Synopsis
//
//     CompareTensors   how many elements of two tensors differ, the first of them and the largest error, each by its
//                      coordinates, between any two layouts, of every element type
//     Tolerance        what still counts as equal: absolute, relative, units in the last place
//     Explain          what was found, as a sentence
//
//   Is what was read back from the GPU what it should be?
//
//     const Comparison comparison =
//         CompareTensors(DML_TENSOR_DATA_TYPE_FLOAT16, Source{reference, referenceBytes, TensorLayout::Packed(sizes)},
//                        Source{readBack, readBackBytes, tensor.Layout()}, {0, 0.001});
//     if (!comparison) { puts(Explain(comparison).c_str()); }
//
// =====================================================================================================================

#ifndef DML_TENSOR_COMPARE_HPP
#define DML_TENSOR_COMPARE_HPP

#include "dml_tensor_copy.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_compare.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

/// What still counts as equal: finite values e (expected) and a (actual) are where one of these holds. A step leads
/// from one representable value of the type to the next; -0 and 0 are one value, and of integers a step is 1.
struct Tolerance
{
    double absolute = 0;    ///< |e - a| is at most this
    double relative = 0;    ///< |e - a| is at most this times |e|
    std::uint64_t ulps = 0; ///< at most so many steps lie between them (units in the last place)
};

/// What CompareTensors found. Coordinates are those of the actual tensor's sizes.
struct [[nodiscard]] Comparison
{
    Diagnosis reason;            ///< why nothing was compared; None where it was
    std::uint64_t compared = 0;  ///< elements
    std::uint64_t different = 0; ///< of them beyond the tolerance
    Dimensions firstDifferent;   ///< of the first of them in row-major order; empty where none differs
    double expected = 0;         ///< the value there, 64-bit integers rounded; 0 where none differs
    double actual = 0;           ///< likewise
    double largestError = 0; ///< |e - a|, over all elements that are finite on both sides, within the tolerance or not
    Dimensions largestErrorAt;   ///< of the first element in row-major order that has it; empty where it is 0
    std::uint64_t notFinite = 0; ///< of the different elements: those that are NaN or infinite on one side or both

    /// It was compared, and nothing differs.
    constexpr explicit operator bool() const noexcept { return reason.Ok() && compared != 0 && different == 0; }
};

namespace detail
{
// =====================================================================================================================
//   Kinds of elements
//
//   An element's value, and its rank among all values of its type, for distances in ULP. The distance of two elements
//   is a 64-bit number in the order of |expected - actual|: the difference of integers, or the bits of a double.
//   Nothing here depends on whether the processor flushes subnormals to zero (FTZ, DAZ) or the compiler assumes that
//   there is no NaN: subnormals are scaled to normal numbers, and comparisons are of bits.
// =====================================================================================================================

template <class Result, class Value> Result BitsAs(Value value) noexcept
{
    static_assert(sizeof(Result) == sizeof(Value));
    Result result;
    std::memcpy(&result, &value, sizeof(result));
    return result;
}

inline std::uint64_t MagnitudeBits(double value) noexcept { return BitsAs<std::uint64_t>(value) & Max64 >> 1; }
inline double Magnitude(double value) noexcept { return BitsAs<double>(MagnitudeBits(value)); }

inline std::uint64_t AbsoluteDifference(std::uint64_t a, std::uint64_t b) noexcept { return a < b ? b - a : a - b; }

// Elements of an IEEE 754 type with FractionBits bits of fraction: FLOAT16, FLOAT32 and FLOAT64.
template <class Stored, std::uint32_t FractionBits> struct FloatElements
{
    using Bits = Stored;
    static constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    static constexpr Bits Infinity = static_cast<Bits>(Sign - (Bits{1} << FractionBits));

    // Exact in a double. A subnormal of a shorter type is its fraction times the smallest subnormal.
    static double Value(Bits bits) noexcept
    {
        const Bits magnitude = bits & static_cast<Bits>(Sign - 1U);
        if constexpr (sizeof(Bits) == 8) { return BitsAs<double>(bits); }
        else if constexpr (sizeof(Bits) == 4)
        {
            if (magnitude >> FractionBits != 0) { return BitsAs<float>(bits); }
            const double subnormal = static_cast<double>(magnitude) * 0x1p-149;
            return bits >= Sign ? -subnormal : subnormal;
        }
        else
        {
            // Exponent and fraction move to where double has them.
            const double subnormal = static_cast<double>(static_cast<std::int32_t>(magnitude)) * 0x1p-24;
            const std::uint64_t exponent = magnitude < Infinity ? 1008 : 2016;
            const std::uint64_t normal = (std::uint64_t{magnitude} << 42) + (exponent << 52);
            const std::uint64_t moved = magnitude >> FractionBits != 0 ? normal : BitsAs<std::uint64_t>(subnormal);
            return BitsAs<double>(moved | (std::uint64_t{bits} & Sign) << 48);
        }
    }

    static bool IsFinite(Bits bits) noexcept { return (bits & (Sign - 1U)) < Infinity; }

    // |e - a| as the bits of a double, for finite elements exact or rounded once.
    static std::uint64_t Distance(Bits e, Bits a) noexcept
    {
        if constexpr (sizeof(Bits) == 8)
        {
            if (IsTiny(e) && IsTiny(a)) { return UnscaledBits(Magnitude(Scaled(e) - Scaled(a))); }
        }
        return MagnitudeBits(Value(e) - Value(a));
    }

    // Whether the distance is at most a tolerance of 0 or more.
    static bool IsWithin(std::uint64_t distance, double tolerance) noexcept
    {
        return distance <= MagnitudeBits(tolerance);
    }

    // Whether the distance is at most tolerance * |e|, which is 0 if e is 0.
    static bool IsWithinRelative(std::uint64_t distance, double tolerance, Bits e) noexcept
    {
        if ((e & (Sign - 1U)) == 0) { return distance == 0; }
        if constexpr (sizeof(Bits) == 8)
        {
            if (IsTiny(e)) { return distance <= UnscaledBits(Magnitude(tolerance * Scaled(e))); }
        }
        return distance <= MagnitudeBits(tolerance * Value(e));
    }

    static double ErrorOf(std::uint64_t distance) noexcept { return BitsAs<double>(distance); }

    // The rank among all values of the type. Both zeros have one, and so have all NaN.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        const std::uint64_t magnitude = bits & static_cast<Bits>(Sign - 1U);
        const std::uint64_t isNegative = bits >= Sign ? 1U : 0U;
        return magnitude > Infinity ? Max64 : Sign + ((magnitude ^ (0 - isNegative)) + isNegative);
    }

private:
    // FLOAT64 below 2^-917: numbers of which differences can be subnormal. Scaled by 2^1074 they are integers, and
    // normal.
    static bool IsTiny(Bits bits) noexcept { return (bits & (Sign - 1U)) >> FractionBits <= 105; }

    static double Scaled(Bits bits) noexcept
    {
        const Bits magnitude = bits & (Sign - 1U);
        const bool isSubnormal = magnitude >> FractionBits == 0;
        const double scaled = isSubnormal ? static_cast<double>(static_cast<std::int64_t>(magnitude))
                                          : BitsAs<double>(magnitude + (std::uint64_t{1074} << 52));
        return bits >= Sign ? -scaled : scaled;
    }

    // The bits of scaled / 2^1074. Below 2^52 that is subnormal, and its bits are the scaled number as an integer: the
    // last bits of 2^52 + scaled, which is rounded as the quotient would be.
    static std::uint64_t UnscaledBits(double scaled) noexcept
    {
        if (scaled < 0x1p52) { return BitsAs<std::uint64_t>(scaled + 0x1p52) - BitsAs<std::uint64_t>(0x1p52); }
        const auto bits = BitsAs<std::uint64_t>(scaled);
        return bits < Infinity ? bits - (std::uint64_t{1074} << 52) : bits;
    }
};

template <class Stored> struct IntegerElements
{
    using Bits = Stored;

    static double Value(Bits bits) noexcept { return static_cast<double>(bits); }
    static bool IsFinite(Bits) noexcept { return true; }
    static std::uint64_t Distance(Bits e, Bits a) noexcept { return AbsoluteDifference(Rank(e), Rank(a)); }

    // Whether the distance is at most a tolerance of 0 or more, as real numbers.
    static bool IsWithin(std::uint64_t distance, double tolerance) noexcept
    {
        return tolerance >= 0x1p64 || distance <= static_cast<std::uint64_t>(tolerance);
    }

    static bool IsWithinRelative(std::uint64_t distance, double tolerance, Bits e) noexcept
    {
        return e == 0 ? distance == 0 : IsWithin(distance, Magnitude(tolerance * Value(e)));
    }

    static double ErrorOf(std::uint64_t distance) noexcept { return static_cast<double>(distance); }

    // The rank among all values of the type: modulo 2^64, from 2^63 on for signed types.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        return static_cast<std::uint64_t>(bits) + (std::is_signed_v<Bits> ? Max64 / 2 + 1 : 0);
    }
};

// =====================================================================================================================
//   Running a comparison
//
//   Both tensors are divided into the same tiles. A tile is compared in place if it is packed, else in a staging buffer
//   on the stack that the copy header fills, so all layouts are compared in one way. Elements are numbered in row-major
//   order. A tile is read a second time only if its lowest number could be that of the first difference, or of the
//   largest error, so far.
// =====================================================================================================================

// Tuned: the size of each of the two staging buffers. With the stack that copies take it is below 49 KiB.
inline constexpr std::size_t ComparedBytes = 6144;

// Returns the elements of a tile of one side, packed: in place if they are packed there, else copied to `staged`.
// `step` is the member with this side's stride, `first` the number of the tile's first element. 4-bit elements become
// bytes.
inline const unsigned char* PackedTile(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const CopyPlan& plan,
                                       const TileIterator& tile, std::size_t CopyAxis::*step, const unsigned char* data,
                                       std::size_t first, unsigned char* staged) noexcept
{
    CopyPlan part;
    std::size_t count = 1;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        part.Insert(tile.Count(i - 1), count, plan.axes[i - 1].*step);
        count *= tile.Count(i - 1);
    }
    part.Merge();
    const std::uint32_t bits = ElementSizeInBits(type);
    if (bits == 4)
    {
        const unsigned sign = static_cast<std::uint32_t>(type) == LastDataType ? 8 : 0; // of INT4
        const CopyAxis row = part.TakeInner();
        TileIterator at(part);
        do {
            for (std::size_t i = 0; i < row.size; ++i)
            {
                const unsigned nibble = NibbleAt(data, first + at.sourceOffset + i * row.sourceStride);
                staged[at.destinationOffset + i] = static_cast<unsigned char>((nibble ^ sign) - sign);
            }
        } while (at.Next());
        return staged;
    }
    part.destination = staged;
    part.source = data + first * (bits / 8);
    if (part.rank == 0 || (part.rank == 1 && part.axes[0].sourceStride == 1)) { return part.source; }
    ByteMove move;
    (void)move.FromElements(part, bits);
    copy.Run(move);
    return staged;
}

template <class Elements> struct CompareRun
{
    using Bits = typename Elements::Bits;
    const Tolerance& tolerance;
    Comparison& found; // but for the places, whose numbers these are
    std::uint64_t firstAt = Max64;
    std::uint64_t largestAt = Max64;
    std::uint64_t largest = 0; // distance

    static Bits Load(const unsigned char* from, std::size_t i) noexcept
    {
        Bits bits;
        std::memcpy(&bits, from + i * sizeof(bits), sizeof(bits));
        return bits;
    }

    // Whether two elements are equal within the tolerance. Stores their distance, 0 if one is not finite.
    // Measured: a FLOAT32 takes 1.5 ns, and 7.6 if its sign or the larger of the two decided a branch.
    bool AreEqual(Bits e, Bits a, std::uint64_t& error) const noexcept
    {
        const std::uint64_t distance = Elements::Distance(e, a);
        const bool areFinite = Elements::IsFinite(e) && Elements::IsFinite(a);
        error = areFinite ? distance : 0;
        const bool isAbsolute = Elements::IsWithin(distance, tolerance.absolute);
        const bool isRelative = Elements::IsWithinRelative(distance, tolerance.relative, e);
        if (areFinite && isAbsolute | isRelative) { return true; }
        const std::uint64_t ulps = AbsoluteDifference(Elements::Rank(e), Elements::Rank(a));
        return ulps == 0 || (areFinite && ulps <= tolerance.ulps);
    }

    // How many of two packed rows differ, and their largest error. Equal bits are equal elements, whose error is 0.
    std::uint64_t Count(const unsigned char* e, const unsigned char* a, std::size_t count, std::uint64_t& most) noexcept
    {
        // Tuned: where one of a thousand differs, four times as fast as without blocks. g++ -O2 can be brought to make
        // vectors of the rule, by which a FLOAT32 took as long: 2.8 ns with those of 16 bytes, 2.7 so.
        constexpr std::size_t Block = 64;
        std::uint64_t differing = 0;
        for (std::size_t first = 0; first < count; first += Block)
        {
            const std::size_t end = count - first < Block ? count : first + Block;
            const std::size_t at = first * sizeof(Bits);
            if (std::memcmp(e + at, a + at, (end - first) * sizeof(Bits)) == 0) { continue; }
            for (std::size_t i = first; i < end; ++i)
            {
                std::uint64_t error = 0;
                const bool areEqual = AreEqual(Load(e, i), Load(a, i), error);
                differing += areEqual ? 0U : 1U;
                found.notFinite +=
                    areEqual || (Elements::IsFinite(Load(e, i)) && Elements::IsFinite(Load(a, i))) ? 0U : 1U;
                most = error > most ? error : most;
            }
        }
        return differing;
    }

    void Compare(const CopyPlan& plan, const TileIterator& tile, const unsigned char* e,
                 const unsigned char* a) noexcept
    {
        CopyAxes axes;
        for (std::uint32_t i = 0; i < plan.rank; ++i)
        {
            axes.Append({tile.Count(i), 0, 0, plan.axes[i].auxiliaryStride});
        }
        const std::size_t count = axes.Count();
        if (std::memcmp(e, a, count * sizeof(Bits)) == 0) { return; }
        std::uint64_t most = 0;
        const std::uint64_t differing = Count(e, a, count, most);
        found.different += differing;
        if (most > largest)
        {
            largest = most;
            largestAt = Max64;
        }
        const bool hasFirst = differing != 0 && tile.index < firstAt;
        const bool hasLargest = most > 0 && most == largest && tile.index < largestAt;
        if (!hasFirst && !hasLargest) { return; }
        TileIterator at(axes);
        for (std::size_t i = 0; i < count; ++i, at.Next())
        {
            const std::uint64_t number = tile.index + at.index;
            std::uint64_t error = 0;
            if (!AreEqual(Load(e, i), Load(a, i), error) && number < firstAt)
            {
                firstAt = number;
                found.expected = Elements::Value(Load(e, i));
                found.actual = Elements::Value(Load(a, i));
            }
            if (hasLargest && error == largest && number < largestAt) { largestAt = number; }
        }
    }
};

// =====================================================================================================================
//   Numbers as text
// =====================================================================================================================

// What std::to_chars writes, whose header alone costs a quarter of what including the copy header does under clang: the
// fewest digits that read back as the same float, or as the same double where it is no float; with a point or an
// exponent, whichever is shorter. An integer is written by its own digits.
template <class Writer> void AppendReal(Writer& writer, double number) noexcept
{
    const double magnitude = Magnitude(number);
    const auto bits = BitsAs<std::uint64_t>(magnitude);
    constexpr std::uint64_t Infinity = std::uint64_t{2047} << 52;
    if (bits != BitsAs<std::uint64_t>(number) && bits <= Infinity) { writer.Append('-'); }
    if (bits == 0 || bits >= Infinity) { return writer.Append(bits == 0 ? "0" : bits > Infinity ? "nan" : "inf"); }
    constexpr double LargestFloat = 340282346638528859811704183484516925440.0;
    const auto narrow = static_cast<float>(magnitude <= LargestFloat ? magnitude : 0);
    const bool isFloat = BitsAs<std::uint64_t>(static_cast<double>(narrow)) == bits;
    const auto readsBack = [&](const char* text)
    {
        return isFloat ? BitsAs<std::uint32_t>(std::strtof(text, nullptr)) == BitsAs<std::uint32_t>(narrow)
                       : BitsAs<std::uint64_t>(std::strtod(text, nullptr)) == bits;
    };
    constexpr int MostDecimals = 16; // of the first of the digits, which always read back then
    char text[64];
    char* end = text; // of the digits
    int decimals = -1;
    bool isFound = false;
    while (!isFound && decimals < MostDecimals)
    {
        ++decimals;
        (void)std::snprintf(text, sizeof(text), "%.*e", decimals, magnitude);
        end = std::strchr(text, 'e');
        isFound = readsBack(text);
        // Below a power of two the next value is nearer than above it: the nearest text may not read back, but the
        // next.
        if (!isFound && end[-1] != '9')
        {
            ++end[-1];
            isFound = readsBack(text);
        }
    }
    const auto exponent = static_cast<int>(std::strtol(end + 1, nullptr, 10));
    const int size = exponent < 0 ? -exponent : exponent;
    const int withExponent = decimals + (decimals > 0 ? 2 : 1) + (size < 100 ? 4 : 5);
    const int withPoint = exponent < 0 ? size + decimals + 2 : decimals > exponent ? decimals + 2 : exponent + 1;
    const bool hasExponent = withPoint > withExponent;
    if (!hasExponent && exponent > decimals)
    {
        (void)std::snprintf(text, sizeof(text), "%.0f", magnitude);
        return writer.Append(text);
    }
    // The locale's decimal point, which may have several bytes, is skipped; a point is written after digit `last`.
    const int last = hasExponent ? 0 : exponent;
    for (int i = last; i < 0; ++i) { writer.Append(i == last ? "0." : "0"); }
    int passed = 0;
    for (const char* each = text; each != end; ++each)
    {
        if (static_cast<unsigned>(*each - '0') >= 10) { continue; }
        writer.Append(*each);
        writer.Append(passed == last && passed < decimals ? "." : "");
        ++passed;
    }
    if (!hasExponent) { return; }
    writer.Append(exponent < 0 ? "e-" : "e+");
    writer.Append(size < 10 ? "0" : "");
    writer.AppendNumber(static_cast<std::uint64_t>(size));
}

// =====================================================================================================================
//   Comparing two tensors
// =====================================================================================================================

// Diagnosis::tensor of a comparison.
inline constexpr std::uint32_t OfExpected = 5;
inline constexpr std::uint32_t OfActual = 6;

// ValueRange for a tolerance that is NaN or negative. Diagnosis::actual is NanTolerance, or the tolerance rounded down
// and limited to -2^62.
inline Diagnosis CheckTolerance(double tolerance, Argument argument) noexcept
{
    constexpr std::uint64_t Infinity = std::uint64_t{2047} << 52;
    constexpr double Lowest = -0x1p62;
    if (MagnitudeBits(tolerance) > Infinity)
    {
        return {TensorError::ValueRange, None32, NanTolerance, Max64, None32, argument};
    }
    if (tolerance >= 0) { return {}; }
    const double value = tolerance > Lowest ? tolerance : Lowest;
    const auto whole = static_cast<std::int64_t>(value);
    const std::int64_t below = static_cast<double>(whole) > value ? whole - 1 : whole;
    return {TensorError::ValueRange, None32, static_cast<std::uint64_t>(below), Max64, None32, argument};
}

inline Diagnosis CheckComparison(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                                 const Tolerance& tolerance) noexcept
{
    const Source* const sides[] = {&expected, &actual};
    Diagnosis reason = FirstError(WithTensorIndex(expected.layout.Reason(), OfExpected),
                                  WithTensorIndex(actual.layout.Reason(), OfActual));
    if (reason.Ok()) { reason = CheckDataType(type); }
    if (reason.Ok()) { reason = WithTensorIndex(CheckSizes(actual.layout, expected.layout), OfExpected); }
    if (!reason.Ok()) { return reason; }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const std::uint64_t end = sides[i]->layout.EndInBytes(type);
        if (sides[i]->data == nullptr) { return {TensorError::NullPointer, None32, 0, end, OfExpected + i}; }
    }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const UsedBytes used = UsedBytesOf(sides[i]->layout, type);
        reason = FirstError(reason, CheckBuffers({{sides[i]->data, sides[i]->bytes, used, TensorError::SourceTooSmall,
                                                   OfExpected + i}}));
    }
    return FirstError(reason, FirstError(CheckTolerance(tolerance.absolute, Argument::Absolute),
                                         CheckTolerance(tolerance.relative, Argument::Relative)));
}

// Of what was not refused.
template <class Elements>
void CompareElements(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                     const Tolerance& tolerance, Comparison& result) noexcept
{
    // Along some axes neither side moves: the first position stands for all of them.
    const TensorLayout expectedLayout = expected.layout.BroadcastTo(actual.layout.Sizes());
    const TensorLayout& actualLayout = actual.layout;
    CopyPlan plan;
    std::uint32_t sizes[MaxRank];
    std::uint64_t count = 1;
    for (std::uint32_t i = actualLayout.Rank(); i > 0; --i)
    {
        sizes[i - 1] = actualLayout.Strides()[i - 1] == 0 && expectedLayout.Strides()[i - 1] == 0
                           ? 1
                           : actualLayout.Sizes()[i - 1];
        plan.Insert(sizes[i - 1], actualLayout.Strides()[i - 1], expectedLayout.Strides()[i - 1], count);
        count *= sizes[i - 1];
    }
    plan.Merge();
    plan.destinationStart = actualLayout.FirstElement() & static_cast<std::size_t>(-1);
    plan.sourceStart = expectedLayout.FirstElement() & static_cast<std::size_t>(-1);

    // A tile takes all positions of the innermost axes, but leaves room for two cache lines along the axis on which
    // `expected` is contiguous.
    constexpr std::size_t Unit = sizeof(typename Elements::Bits);
    const auto smaller = [](std::size_t a, std::size_t b) { return a < b ? a : b; };
    const std::uint32_t crossed = plan.FindSourceStride(1);
    std::size_t kept = crossed == 0 ? 1 : smaller(plan.axes[crossed - 1].size, 2 * CacheLineBytes / Unit);
    std::size_t room = ComparedBytes / Unit;
    Tiling tilings[MaxRank];
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        kept = i == crossed ? 1 : kept;
        tilings[i - 1].step = smaller(plan.axes[i - 1].size, room / kept);
        room /= tilings[i - 1].step;
    }

    CompareRun<Elements> run{tolerance, result};
    alignas(CacheLineBytes) unsigned char staging[2][ComparedBytes];
    TileIterator tile(plan, tilings);
    do {
        const auto packed = [&](const Source& side, std::size_t CopyAxis::*step, std::size_t first,
                                unsigned char* staged) {
            return PackedTile(copy, type, plan, tile, step, static_cast<const unsigned char*>(side.data), first,
                              staged);
        };
        run.Compare(
            plan, tile, packed(expected, &CopyAxis::sourceStride, plan.sourceStart + tile.sourceOffset, staging[0]),
            packed(actual, &CopyAxis::destinationStride, plan.destinationStart + tile.destinationOffset, staging[1]));
    } while (tile.Next());

    const TensorLayout places = TensorLayout::Strided(Dimensions(sizes, actualLayout.Rank()), actualLayout.Strides());
    result.compared = actualLayout.ElementCount();
    result.different *= result.compared / count;
    result.notFinite *= result.compared / count;
    result.largestError = Elements::ErrorOf(run.largest);
    if (run.firstAt != Max64) { result.firstDifferent = places.Coordinates(run.firstAt); }
    if (run.largestAt != Max64) { result.largestErrorAt = places.Coordinates(run.largestAt); }
}

// By one path.
template <class Dependent = void>
Comparison CompareTensorsBy(CopyPath path, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                            const Tolerance& tolerance) noexcept
{
    Comparison result;
    result.reason = CheckComparison(type, expected, actual, tolerance);
    if (!result.reason.Ok()) { return result; }
    const CopyRun copy = {KernelsOf<Dependent>(path), false};
    const auto compare = [&](auto elements)
    { CompareElements<decltype(elements)>(copy, type, expected, actual, tolerance, result); };
    // By the value of the type, of which an SDK may not have all names.
    switch (static_cast<std::uint32_t>(type))
    {
    case 1: compare(FloatElements<std::uint32_t, 23>{}); break;
    case 2: compare(FloatElements<std::uint16_t, 10>{}); break;
    case 3: compare(IntegerElements<std::uint32_t>{}); break;
    case 4: compare(IntegerElements<std::uint16_t>{}); break;
    case 6: compare(IntegerElements<std::int32_t>{}); break;
    case 7: compare(IntegerElements<std::int16_t>{}); break;
    case 9: compare(FloatElements<std::uint64_t, 52>{}); break;
    case 10: compare(IntegerElements<std::uint64_t>{}); break;
    case 11: compare(IntegerElements<std::int64_t>{}); break;
    case 8: // INT8, and INT4 in bytes
    case 13: compare(IntegerElements<std::int8_t>{}); break;
    default: compare(IntegerElements<std::uint8_t>{}); break; // UINT8, and UINT4 in bytes
    }
    return result;
}
} // namespace detail

/// Compares what the two layouts, of equal sizes, show of two buffers; `expected` is broadcast to the sizes of `actual`
/// where it has fewer axes or axes of size 1. Nothing is written, and the buffers may overlap. Bytes between elements
/// are not read as elements.
///
/// Equal are two NaN, equal values (-0 and 0, infinities of one sign), and finite values within the tolerance. FLOAT16
/// and FLOAT32 are compared in double; integers by their exact distance.
///
/// Nothing is read where the reason is not Ok. tensor is 5 for expected and 6 for actual: the error that a layout
/// carries · UnknownDataType · RankDiffers (expected has more axes) and SizesDiffer (axis, the actual tensor's size,
/// the expected one's) · NullPointer · SourceTooSmall (bytes given, bytes needed) or SpanLimit (no end in bytes) ·
/// ValueRange (a tolerance that is NaN or below 0).
template <class Dependent = void>
Comparison CompareTensors(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                          const Tolerance& tolerance = {}) noexcept
{
    return detail::CompareTensorsBy<Dependent>(detail::BestCopyPath(), type, expected, actual, tolerance);
}

/// "3 of 150528 elements differ, the first at {0, 2, 17, 4}: 0.5 expected, 0.25 found; the largest error is 0.3, at
/// {0, 0, 1, 1}", which ends after "found" where there is no such place; "all 150528 elements agree"; of a refusal its
/// sentence. A number is the shortest that reads back as the same float, or as the same double where it is no float.
inline Message Explain(const Comparison& comparison) noexcept
{
    if (!comparison.reason.Ok()) { return Explain(comparison.reason); }
    detail::MessageWriter writer;
    const bool differs = comparison.different != 0;
    writer.Append(differs ? "" : "all ");
    writer.AppendNumber(differs ? comparison.different : comparison.compared);
    if (!differs)
    {
        writer.Append(" elements agree");
        return writer.message;
    }
    writer.Append(" of ");
    writer.AppendNumber(comparison.compared);
    writer.Append(" elements differ, the first at ");
    writer.AppendList(comparison.firstDifferent.data(), comparison.firstDifferent.size());
    writer.Append(": ");
    detail::AppendReal(writer, comparison.expected);
    writer.Append(" expected, ");
    detail::AppendReal(writer, comparison.actual);
    writer.Append(" found");
    if (!comparison.largestErrorAt.empty())
    {
        writer.Append("; the largest error is ");
        detail::AppendReal(writer, comparison.largestError);
        writer.Append(", at ");
        writer.AppendList(comparison.largestErrorAt.data(), comparison.largestErrorAt.size());
    }
    if (comparison.notFinite != 0)
    {
        writer.Append("; ");
        writer.AppendNumber(comparison.notFinite);
        writer.Append(" of them are NaN or infinite on one side");
    }
    return writer.message;
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_COMPARE_HPP
