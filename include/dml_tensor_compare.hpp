// =====================================================================================================================
//   dml_tensor_compare.hpp: compares tensors for DirectML on the CPU
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_copy.hpp, dml_tensor_utils.hpp and the standard library. No function allocates or throws.
//
//   Synopsis
//
//     CompareTensors   counts the elements of two tensors that differ, and finds the first of them and the largest
//                      error, between any two layouts, for every data type
//     Comparison       the result, with coordinates
//     Tolerance        the differences that count as equal: absolute, relative, units in the last place
//     Explain          the result as a sentence
//
//   To check what was read back from the GPU:
//
//     const Comparison comparison =
//         CompareTensors(DML_TENSOR_DATA_TYPE_FLOAT16, SourceOf(reference, TensorLayout::Packed(sizes)),
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

#include <cfloat>
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

/// Finite values e (expected) and a (actual) count as equal if at least one of these conditions holds.
struct Tolerance
{
    double absolute = 0;    ///< |e - a| <= absolute
    double relative = 0;    ///< |e - a| <= relative * |e|
    std::uint64_t ulps = 0; ///< at most `ulps` units in the last place apart; for integers a unit is 1; -0 equals 0
};

/// The result of CompareTensors. Coordinates are positions in the actual tensor's sizes.
struct [[nodiscard]] Comparison
{
    Diagnosis reason;            ///< why nothing was compared; Ok if the tensors were compared
    std::uint64_t compared = 0;  ///< the number of elements
    std::uint64_t different = 0; ///< the number of elements that differ by more than the tolerance
    Dimensions firstDifferent;   ///< the first of them in row-major order; empty if none differs
    double expected = 0;         ///< the expected value there (64-bit integers rounded); 0 if none differs
    double actual = 0;           ///< the actual value there (64-bit integers rounded); 0 if none differs
    double largestError = 0;     ///< the largest |e - a| of all elements that are finite on both sides
    Dimensions largestErrorAt;   ///< the first element in row-major order with that error; empty if it is 0
    std::uint64_t notFinite = 0; ///< the number of different elements with NaN or infinity on at least one side

    /// Whether the tensors were compared and no element differs.
    constexpr explicit operator bool() const noexcept { return reason.Ok() && compared != 0 && different == 0; }
};

namespace detail
{
// =====================================================================================================================
//   Elements
//
//   FloatElements and IntegerElements interpret the bits of an element. The distance of two elements is a 64-bit
//   number: the difference of two integers, or |e - a| as the bits of a double, whose order is that of the numbers.
//
//   Results do not depend on the processor flushing subnormals to zero (FTZ, DAZ) or on -ffast-math: subnormals are
//   scaled to normal numbers, and bits are compared.
// =====================================================================================================================

// Returns the value of another type with the same bits.
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

// The magnitude of a finite double other than 0: significand * 2^exponent, with 2^52 <= significand < 2^53.
struct NormalMagnitude
{
    std::uint64_t significand;
    int exponent;

    explicit NormalMagnitude(std::uint64_t bits) noexcept
        : significand(bits & ((std::uint64_t{1} << 52) - 1)), exponent(static_cast<int>(bits >> 52) - 1075)
    {
        if (bits >> 52 != 0)
        {
            significand |= std::uint64_t{1} << 52;
            return;
        }
        for (++exponent; significand >> 52 == 0; --exponent) { significand <<= 1; }
    }
};

// Whether a multiplication of doubles rounds once, so that a normal or infinite product is right. The x87 rounds to 64
// bits first.
inline constexpr bool RoundsDoublesOnce = FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1;

// Returns the product of two finite magnitudes, the second not 0, as the bits of a double: rounded once to nearest even,
// subnormal or infinite if need be. Uses integers: a multiplication of doubles could flush a subnormal operand or result to zero.
inline std::uint64_t ProductBits(std::uint64_t aBits, std::uint64_t bBits) noexcept
{
    if (aBits == 0) { return 0; }
    const NormalMagnitude a(aBits), b(bBits);
    // The product has 105 or 106 bits: `high` times 2^42 plus 42 bits, of which only matters whether one is set.
    constexpr std::uint64_t Lower27 = (std::uint64_t{1} << 27) - 1;
    const std::uint64_t aHigh = a.significand >> 27, aLow = a.significand & Lower27;
    const std::uint64_t bHigh = b.significand >> 27, bLow = b.significand & Lower27;
    const std::uint64_t low = aLow * bLow;
    const std::uint64_t middle = aHigh * bLow + aLow * bHigh + (low >> 27);
    const std::uint64_t lower54 = (middle & Lower27) << 27 | (low & Lower27);
    const std::uint64_t isInexact = lower54 << 22 != 0 ? 1U : 0U;
    const std::uint64_t high = (aHigh * bHigh + (middle >> 27)) << 12 | lower54 >> 42 | isInexact;
    // Drops all but 53 bits, or more so that the last bit that is left is at least 2^-1074.
    const int exponent = a.exponent + b.exponent + 42;
    const int spare = high >> 63 != 0 ? 11 : 10;
    const int dropped = exponent + spare >= -1074 ? spare : -1074 - exponent;
    if (dropped > 64) { return 0; }
    constexpr std::uint64_t Half = std::uint64_t{1} << 63;
    const std::uint64_t remainder = high << (64 - dropped);
    std::uint64_t rounded = high >> (dropped - 1) >> 1;
    if (remainder > Half || (remainder == Half && rounded % 2 != 0)) { ++rounded; }
    constexpr std::uint64_t Infinity = std::uint64_t{0x7FF} << 52;
    return Min((static_cast<std::uint64_t>(exponent + dropped + 1074) << 52) + rounded, Infinity);
}

// Elements of an IEEE 754 type with FractionBits bits of fraction: FLOAT16, FLOAT32 and FLOAT64.
template <class Stored, std::uint32_t FractionBits> struct FloatElements
{
    static constexpr bool AreFloats = true;
    using Bits = Stored;
    using Wide = std::conditional_t<sizeof(Bits) == 8, std::uint64_t, std::uint32_t>;
    static constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    static constexpr Bits Infinity = static_cast<Bits>(Sign - (Bits{1} << FractionBits));
    static constexpr Bits SmallestNormal = Bits{1} << FractionBits;
    // A smaller magnitude, other than 0, is tiny: it is subnormal, or it is a FLOAT64 below 2^-917, so that a difference
    // can be subnormal.
    static constexpr Bits SmallestNotTiny = Bits{sizeof(Bits) == 8 ? 106 : 1} << FractionBits;

    // Returns the exact value. A subnormal of a shorter type is its fraction times the smallest subnormal. Infinity and
    // NaN have the largest exponent.
    static double Value(Bits bits) noexcept
    {
        if constexpr (sizeof(Bits) == 8) { return BitsAs<double>(bits); }
        else
        {
            constexpr Wide LargestExponent = 0x7F800000;
            constexpr double SmallestSubnormal = sizeof(Bits) == 4 ? 0x1p-149 : 0x1p-24;
            const Bits magnitude = bits & static_cast<Bits>(Sign - 1U);
            if (magnitude >= Infinity) { return BitsAs<float>(Widen(bits) | LargestExponent); }
            if (magnitude >> FractionBits != 0) { return WideValue(Widen(bits)); }
            const double subnormal = static_cast<double>(magnitude) * SmallestSubnormal;
            return bits >= Sign ? -subnormal : subnormal;
        }
    }

    static bool IsFinite(Bits bits) noexcept { return (bits & (Sign - 1U)) < Infinity; }

    // Returns |e - a| as the bits of a double, exact or rounded once. Requires: both are finite.
    static std::uint64_t Distance(Bits e, Bits a) noexcept
    {
        if constexpr (sizeof(Bits) == 8)
        {
            if (NeedsScaling(e) && NeedsScaling(a)) { return UnscaledBits(Magnitude(Scaled(e) - Scaled(a))); }
        }
        return MagnitudeBits(Value(e) - Value(a));
    }

    // Whether the distance is at most a tolerance. Requires: the tolerance is not negative.
    static bool IsWithin(std::uint64_t distance, double tolerance) noexcept
    {
        return distance <= MagnitudeBits(tolerance);
    }

    // Whether the distance is at most tolerance * |e|; 0 times an infinite tolerance is 0 here.
    static bool IsWithinRelative(std::uint64_t distance, double tolerance, Bits e) noexcept
    {
        const bool isZero = (e & (Sign - 1U)) == 0;
        if (isZero) { return distance == 0; }
        if constexpr (sizeof(Bits) == 8)
        {
            // Measured: 2.8 times the speed for blocks with one element that differs.
            if constexpr (RoundsDoublesOnce)
            {
                const std::uint64_t product = MagnitudeBits(tolerance * Value(e));
                if (product >= SmallestNormal) { return distance <= product; }
            }
            const std::uint64_t limit = MagnitudeBits(tolerance);
            if (limit == Infinity) { return true; }
            return distance <= ProductBits(limit, e & (Sign - 1U));
        }
        else { return distance <= MagnitudeBits(tolerance * Value(e)); }
    }

    static double ErrorOf(std::uint64_t distance) noexcept { return BitsAs<double>(distance); }

    // ---- For loops that compilers vectorise: without branches, for elements that are not special

    // Returns the bits of a FLOAT16 at the positions of a FLOAT32, which makes its value 2^112 times as small. The bits
    // of the others stay as they are.
    static constexpr Wide Widen(Bits bits) noexcept
    {
        const Wide wide = bits;
        return sizeof(Bits) > 2 ? wide : (wide & Sign) << 16 | (wide & (Sign - 1U)) << 13;
    }

    // Returns the exact value of an element that is not special, from its widened bits.
    static double WideValue(Wide bits) noexcept
    {
        if constexpr (sizeof(Bits) == 8) { return BitsAs<double>(bits); }
        else { return BitsAs<float>(bits) * (sizeof(Bits) == 2 ? 0x1p112F : 1.0F); }
    }

    // Whether an element is special, in the highest bit of the result: tiny, infinite or NaN.
    static Wide IsSpecial(Wide bits) noexcept
    {
        const Wide magnitude = bits & (Widen(Sign) - 1U);
        const Wide isBelow = magnitude - Widen(SmallestNotTiny), isNotZero = 0 - magnitude;
        const Wide isNotFinite = Widen(Infinity) - 1U - magnitude;
        return (isBelow & isNotZero) | isNotFinite;
    }

    // Returns the rank among all values of the type, for distances in ULP. Both zeros have the same rank; so have all
    // NaN.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        const std::uint64_t magnitude = bits & static_cast<Bits>(Sign - 1U);
        const std::uint64_t isNegative = bits >= Sign ? 1U : 0U;
        return magnitude > Infinity ? Max64 : Sign + ((magnitude ^ (0 - isNegative)) + isNegative);
    }

private:
    // Whether a FLOAT64 is 0 or tiny. Scaled by 2^1074, such a number is an integer, and normal unless it is 0.
    static bool NeedsScaling(Bits bits) noexcept { return (bits & (Sign - 1U)) < SmallestNotTiny; }

    // Returns the value times 2^1074.
    static double Scaled(Bits bits) noexcept
    {
        const Bits magnitude = bits & (Sign - 1U);
        const bool isSubnormal = magnitude >> FractionBits == 0;
        const double scaled = isSubnormal ? static_cast<double>(static_cast<std::int64_t>(magnitude))
                                          : BitsAs<double>(magnitude + (std::uint64_t{1074} << 52));
        return bits >= Sign ? -scaled : scaled;
    }

    // Returns the bits of scaled / 2^1074. If that is subnormal, its bits are the scaled number as an integer; adding
    // 2^52 moves that integer to the lowest bits and rounds it as a division would.
    static std::uint64_t UnscaledBits(double scaled) noexcept
    {
        if (scaled < 0x1p52) { return BitsAs<std::uint64_t>(scaled + 0x1p52) - BitsAs<std::uint64_t>(0x1p52); }
        const auto bits = BitsAs<std::uint64_t>(scaled);
        return bits < Infinity ? bits - (std::uint64_t{1074} << 52) : bits;
    }
};

// The bits of an infinite double.
inline constexpr std::uint64_t InfinityBits = FloatElements<std::uint64_t, 52>::Infinity;

template <class Stored> struct IntegerElements
{
    static constexpr bool AreFloats = false;
    using Bits = Stored;

    static double Value(Bits bits) noexcept { return static_cast<double>(bits); }
    static bool IsFinite(Bits) noexcept { return true; }
    static std::uint64_t Distance(Bits e, Bits a) noexcept { return AbsoluteDifference(Rank(e), Rank(a)); }

    // Whether the distance is at most a tolerance. Requires: the tolerance is not negative.
    static bool IsWithin(std::uint64_t distance, double tolerance) noexcept
    {
        return tolerance >= 0x1p64 || distance <= static_cast<std::uint64_t>(tolerance);
    }

    static bool IsWithinRelative(std::uint64_t distance, double tolerance, Bits e) noexcept
    {
        return e == 0 ? distance == 0 : IsWithin(distance, Magnitude(tolerance * Value(e)));
    }

    static double ErrorOf(std::uint64_t distance) noexcept { return static_cast<double>(distance); }

    // Returns the rank among all values of the type: signed types are shifted by 2^63.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        return static_cast<std::uint64_t>(bits) + (std::is_signed_v<Bits> ? Max64 / 2 + 1 : 0);
    }
};

// =====================================================================================================================
//   Running a comparison
//
//   Both tensors are divided into the same tiles. A tile that is not packed is first copied to a staging buffer on the
//   stack, so that only packed tiles are compared. Elements are numbered in row-major order of the whole tensor, but
//   tiles are visited in the order of memory. A tile is therefore searched a second time if it may contain an earlier
//   first difference, or the first element with the largest error.
// =====================================================================================================================

// Tuned: the size of each of the two staging buffers. docs/limitations.md promises less than 49 KiB of stack, with that
// of a copy.
inline constexpr std::size_t ComparedBytes = 6144;

// Copies 4-bit elements to bytes of the same value. `first` is the position of the plan's first element in `data`.
inline void NibblesToBytes(CopyPlan& plan, DML_TENSOR_DATA_TYPE type, const unsigned char* data, std::size_t first,
                           unsigned char* bytes) noexcept
{
    const unsigned signBit = static_cast<ElementType>(type) == ElementType::Int4 ? 8 : 0;
    const CopyAxis row = plan.TakeInner();
    TileIterator at(plan);
    do {
        for (std::size_t i = 0; i < row.size; ++i)
        {
            const unsigned nibble = NibbleAt(data, first + at.sourceOffset + i * row.sourceStride);
            bytes[at.destinationOffset + i] = static_cast<unsigned char>((nibble ^ signBit) - signBit);
        }
    } while (at.Next());
}

// Returns the packed elements of a tile of one side: those in `data` if they are packed, or else a copy in `staged`.
// 4-bit elements become bytes. `stride` selects the side, `first` is the position of the tile's first element in
// `data`.
inline const unsigned char* PackedTile(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const CopyPlan& plan,
                                       const TileIterator& tile, std::size_t CopyAxis::*stride,
                                       const unsigned char* data, std::size_t first, unsigned char* staged) noexcept
{
    CopyPlan part;
    std::size_t count = 1;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        part.Insert(tile.Count(i - 1), count, plan.axes[i - 1].*stride);
        count *= tile.Count(i - 1);
    }
    part.Coalesce();
    const std::uint32_t bits = ElementSizeInBits(type);
    if (bits == 4)
    {
        NibblesToBytes(part, type, data, first, staged);
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

// Compares tile after tile and collects the result.
template <class Elements> struct CompareRun
{
    using Bits = typename Elements::Bits;
    const Tolerance& tolerance;
    Comparison& result;              // its two coordinates are set by the caller from the numbers below
    std::uint64_t firstAt = Max64;   // the number of the first different element
    std::uint64_t largestAt = Max64; // the number of the first element with the largest distance
    std::uint64_t largest = 0;       // the largest distance

    static Bits Load(const unsigned char* src, std::size_t i) noexcept
    {
        Bits bits;
        std::memcpy(&bits, src + i * sizeof(bits), sizeof(bits));
        return bits;
    }

    // Whether two elements are equal within the tolerance. Sets `error` to their distance, or to 0 if one is not
    // finite.
    bool AreEqual(Bits e, Bits a, std::uint64_t& error) const noexcept
    {
        const bool areFinite = Elements::IsFinite(e) && Elements::IsFinite(a);
        error = areFinite ? Elements::Distance(e, a) : 0;
        if (areFinite
            && (Elements::IsWithin(error, tolerance.absolute)
                || Elements::IsWithinRelative(error, tolerance.relative, e)))
        {
            return true;
        }
        const std::uint64_t ulps = AbsoluteDifference(Elements::Rank(e), Elements::Rank(a));
        return ulps == 0 || (areFinite && ulps <= tolerance.ulps);
    }

    // Tuned: the elements of a block. Measured: without blocks a quarter of the speed if one element of a thousand
    // differs.
    static constexpr std::size_t Block = 64;

    // Whether all elements of a block are within the tolerance. If so, raises `maximum` to their largest distance.
    // Returns false for blocks with special elements and for an infinite relative tolerance: AreEqual decides there.
    // The conditions are the highest bits of integers, which g++ vectorises, while it does not vectorise comparisons.
    // Measured for a FLOAT32: 1.2 ns, with comparisons 2.5 ns, by AreEqual 3.3 ns.
    bool AreWithin(const unsigned char* e, const unsigned char* a, std::uint64_t& maximum) const noexcept
    {
        using Wide = typename Elements::Wide;
        const std::uint64_t absolute = MagnitudeBits(tolerance.absolute);
        const double relative = tolerance.relative;
        std::uint64_t distances[Block];
        std::uint64_t isFar = 0; // limit - distance has the highest bit if the distance exceeds the limit
        Wide isSpecial = 0;
        for (std::size_t i = 0; i < Block; ++i)
        {
            const Wide eBits = Elements::Widen(Load(e, i)), aBits = Elements::Widen(Load(a, i));
            const double eValue = Elements::WideValue(eBits), aValue = Elements::WideValue(aBits);
            distances[i] = MagnitudeBits(eValue - aValue);
            isFar |= (absolute - distances[i]) & (MagnitudeBits(relative * eValue) - distances[i]);
            isSpecial |= Elements::IsSpecial(eBits) | Elements::IsSpecial(aBits);
        }
        const bool isFinite = MagnitudeBits(relative) < InfinityBits;
        if (!isFinite || isFar >> 63 != 0 || isSpecial >> (8 * sizeof(Wide) - 1) != 0) { return false; }
        for (const std::uint64_t distance : distances) { maximum = distance > maximum ? distance : maximum; }
        return true;
    }

    // Returns how many elements of two packed tiles differ, and sets `maximum` to their largest distance. Skips blocks
    // of equal bytes.
    std::uint64_t CountDifferent(const unsigned char* e, const unsigned char* a, std::size_t count,
                                 std::uint64_t& maximum) noexcept
    {
        std::uint64_t differing = 0;
        for (std::size_t first = 0; first < count; first += Block)
        {
            const std::size_t end = count - first < Block ? count : first + Block;
            const std::size_t at = first * sizeof(Bits);
            if (std::memcmp(e + at, a + at, (end - first) * sizeof(Bits)) == 0) { continue; }
            if constexpr (Elements::AreFloats)
            {
                if (end - first == Block && AreWithin(e + at, a + at, maximum)) { continue; }
            }
            for (std::size_t i = first; i < end; ++i)
            {
                std::uint64_t error = 0;
                const bool areEqual = AreEqual(Load(e, i), Load(a, i), error);
                if (!areEqual)
                {
                    ++differing;
                    const bool areFinite = Elements::IsFinite(Load(e, i)) && Elements::IsFinite(Load(a, i));
                    result.notFinite += areFinite ? 0U : 1U;
                }
                maximum = error > maximum ? error : maximum;
            }
        }
        return differing;
    }

    // Compares two packed tiles: counts the different elements, and keeps the first of them and the largest error.
    // Tiles are not visited in row-major order, so a tile is searched whenever it may have an earlier element.
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
        std::uint64_t maximum = 0;
        const std::uint64_t differing = CountDifferent(e, a, count, maximum);
        result.different += differing;
        if (maximum > largest)
        {
            largest = maximum;
            largestAt = Max64;
        }
        const bool mayHaveFirst = differing != 0 && tile.auxiliaryOffset < firstAt;
        const bool mayHaveLargest = maximum > 0 && maximum == largest && tile.auxiliaryOffset < largestAt;
        if (!mayHaveFirst && !mayHaveLargest) { return; }
        TileIterator at(axes);
        for (std::size_t i = 0; i < count; ++i, at.Next())
        {
            const std::uint64_t number = tile.auxiliaryOffset + at.auxiliaryOffset;
            std::uint64_t error = 0;
            if (!AreEqual(Load(e, i), Load(a, i), error) && number < firstAt)
            {
                firstAt = number;
                result.expected = Elements::Value(Load(e, i));
                result.actual = Elements::Value(Load(a, i));
            }
            if (mayHaveLargest && error == largest && number < largestAt) { largestAt = number; }
        }
    }
};

// =====================================================================================================================
//   Numbers as text
// =====================================================================================================================

// The shortest decimal number in scientific notation that reads back as the same value.
struct ShortestNumber
{
    char text[64] = {};     // as snprintf writes it: with the locale's decimal point and an exponent
    std::size_t length = 0; // of the part before the exponent
    int decimals = 0;       // digits after the decimal point
    int exponent = 0;
};

// Returns the shortest number for a finite magnitude, which reads back as the same float if the magnitude is one, or
// else as the same double. std::to_chars would do, but its header adds a quarter to the cost of including the copy
// header under clang.
inline ShortestNumber ShortestNumberOf(double magnitude) noexcept
{
    constexpr double LargestFloat = 340282346638528859811704183484516925440.0;
    constexpr int MaxDecimals = 16; // enough for every double
    const auto bits = BitsAs<std::uint64_t>(magnitude);
    const auto narrow = static_cast<float>(magnitude <= LargestFloat ? magnitude : 0);
    const bool isFloat = BitsAs<std::uint64_t>(static_cast<double>(narrow)) == bits;
    const auto readsBack = [&](const char* text)
    {
        return isFloat ? BitsAs<std::uint32_t>(std::strtof(text, nullptr)) == BitsAs<std::uint32_t>(narrow)
                       : BitsAs<std::uint64_t>(std::strtod(text, nullptr)) == bits;
    };
    ShortestNumber number;
    for (;; ++number.decimals)
    {
        (void)std::snprintf(number.text, sizeof(number.text), "%.*e", number.decimals, magnitude);
        char* const end = std::strchr(number.text, 'e');
        number.length = static_cast<std::size_t>(end - number.text);
        number.exponent = static_cast<int>(std::strtol(end + 1, nullptr, 10));
        if (number.decimals == MaxDecimals || readsBack(number.text)) { return number; }
        // Just below a power of two values are twice as dense, so the next digit may read back where the nearest does
        // not.
        if (end[-1] == '9') { continue; }
        ++end[-1];
        if (readsBack(number.text)) { return number; }
    }
}

// Whether the number is shorter with an exponent: 1.5e-07 has 7 characters, 0.00000015 has 10.
inline bool IsShorterWithExponent(const ShortestNumber& number) noexcept
{
    const int exponent = number.exponent;
    const int withExponent = number.decimals + (number.decimals > 0 ? 6 : 5);
    // From 1 on, a point never makes a number longer than an exponent does; only the zeros of an integer such as 100000
    // do. So the digits before the point are counted.
    const int withPoint = exponent < 0 ? number.decimals + 2 - exponent : exponent + 1;
    return withPoint > withExponent;
}

// Appends the digits with a decimal point after digit `pointAfter`, counted from 0. If that is negative, zeros precede
// the digits.
template <class Writer> void AppendDigits(Writer& writer, const ShortestNumber& number, int pointAfter) noexcept
{
    for (int i = pointAfter; i < 0; ++i) { writer.Append(i == pointAfter ? "0." : "0"); }
    int index = 0;
    for (std::size_t i = 0; i < number.length; ++i)
    {
        if (static_cast<unsigned>(number.text[i] - '0') >= 10) { continue; } // the locale's decimal point
        writer.Append(number.text[i]);
        writer.Append(index == pointAfter && index < number.decimals ? "." : "");
        ++index;
    }
}

// Appends a number: its shortest digits, with a decimal point or an exponent, whichever is shorter. An integer without
// an exponent is written with all of its digits.
template <class Writer> void AppendReal(Writer& writer, double value) noexcept
{
    const std::uint64_t magnitude = MagnitudeBits(value);
    if (magnitude != BitsAs<std::uint64_t>(value) && magnitude <= InfinityBits) { writer.Append('-'); }
    if (magnitude >= InfinityBits) { return writer.Append(magnitude > InfinityBits ? "nan" : "inf"); }
    const ShortestNumber number = ShortestNumberOf(Magnitude(value));
    if (IsShorterWithExponent(number))
    {
        const int size = number.exponent < 0 ? -number.exponent : number.exponent;
        AppendDigits(writer, number, 0);
        writer.Append(number.exponent < 0 ? "e-" : "e+");
        writer.Append(size < 10 ? "0" : "");
        writer.AppendNumber(static_cast<std::uint64_t>(size));
    }
    else if (number.exponent > number.decimals)
    {
        char integer[32];
        (void)std::snprintf(integer, sizeof(integer), "%.0f", Magnitude(value));
        writer.Append(integer);
    }
    else { AppendDigits(writer, number, number.exponent); }
}

// =====================================================================================================================
//   Comparing two tensors
// =====================================================================================================================

// Returns ValueRange for a tolerance that is NaN or negative. Diagnosis::actual is NanTolerance, or the tolerance
// rounded down and limited to -2^62.
inline Diagnosis CheckTolerance(double tolerance, Argument argument) noexcept
{
    constexpr double Lowest = -0x1p62;
    if (MagnitudeBits(tolerance) > InfinityBits)
    {
        return {TensorError::ValueRange, None32, NanTolerance, Max64, None32, argument, Cause::NotANumber};
    }
    if (tolerance >= 0) { return {}; }
    const double value = tolerance > Lowest ? tolerance : Lowest;
    const auto whole = static_cast<std::int64_t>(value);
    const std::int64_t below = static_cast<double>(whole) > value ? whole - 1 : whole;
    const auto found = static_cast<std::uint64_t>(below);
    return {TensorError::ValueRange, None32, found, Max64, None32, argument, Cause::Negative};
}

// Returns the first error of a comparison, in the order that CompareTensors documents.
inline Diagnosis CheckComparison(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                                 const Tolerance& tolerance) noexcept
{
    const Source* const sides[] = {&expected, &actual};
    Diagnosis reason = FirstError(WithTensorIndex(expected.layout.Reason(), Diagnosis::Expected),
                                  WithTensorIndex(actual.layout.Reason(), Diagnosis::Actual));
    if (reason.Ok()) { reason = CheckDataType(type); }
    if (reason.Ok()) { reason = CheckBroadcast(actual.layout, expected.layout, Diagnosis::Expected); }
    if (!reason.Ok()) { return reason; }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const std::uint64_t end = sides[i]->layout.EndInBytes(type);
        if (sides[i]->data == nullptr) { return {TensorError::NullPointer, None32, 0, end, Diagnosis::Expected + i}; }
    }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const UsedBytes used = UsedBytesOf(sides[i]->layout, type);
        reason = FirstError(reason, CheckBuffers({{sides[i]->data, sides[i]->bytes, used, TensorError::SourceTooSmall,
                                                   Diagnosis::Expected + i}}));
    }
    return FirstError(reason, FirstError(CheckTolerance(tolerance.absolute, Argument::Absolute),
                                         CheckTolerance(tolerance.relative, Argument::Relative)));
}

// Divides a comparison into tiles. A tile has all positions of the innermost axes, but leaves room for a cache line
// along the axis on which `expected` is contiguous.
// Measured with two cache lines (Zen 4, NCHW with NHWC): .5 to .65 of the speed for {8,64,56,56}, .6 to 1.0 for
// {1,96,56,56}, .7 to 1.2 for 256 channels and more.
inline void TileComparison(const CopyPlan& plan, std::size_t elementSize, Tiling (&tilings)[MaxRank]) noexcept
{
    const std::uint32_t expectedAxis = plan.FindSourceStride(1);
    std::size_t reserved = expectedAxis == None32 ? 1 : Min(plan.axes[expectedAxis].size, CacheLineBytes / elementSize);
    std::size_t room = ComparedBytes / elementSize;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        if (i - 1 == expectedAxis) { reserved = 1; }
        tilings[i - 1].step = Min(plan.axes[i - 1].size, room / reserved);
        room /= tilings[i - 1].step;
    }
}

// Makes the plan of a comparison: `actual` is its destination, `expected` its source, and the auxiliary offset of an
// element is its number. If both sides repeat along an axis, only its first position is compared. Sets the sizes that
// are compared, and returns the number of elements.
inline std::uint64_t PlanComparison(CopyPlan& plan, const TensorLayout& expected, const TensorLayout& actual,
                                    std::uint32_t (&sizes)[MaxRank]) noexcept
{
    std::uint64_t count = 1;
    for (std::uint32_t i = actual.Rank(); i > 0; --i)
    {
        const std::uint32_t axis = i - 1;
        const std::uint32_t stride = actual.Strides()[axis], expectedStride = expected.Strides()[axis];
        sizes[axis] = stride == 0 && expectedStride == 0 ? 1 : actual.Sizes()[axis];
        plan.Insert(sizes[axis], stride, expectedStride, count);
        count *= sizes[axis];
    }
    plan.Coalesce();
    plan.destinationStart = actual.FirstElement() & static_cast<std::size_t>(-1);
    plan.sourceStart = expected.FirstElement() & static_cast<std::size_t>(-1);
    return count;
}

// Compares two tensors. Requires: the arguments were checked.
template <class Elements>
void CompareElements(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                     const Tolerance& tolerance, Comparison& result) noexcept
{
    CopyPlan plan;
    std::uint32_t sizes[MaxRank];
    const std::uint64_t count =
        PlanComparison(plan, expected.layout.BroadcastTo(actual.layout.Sizes()), actual.layout, sizes);
    Tiling tilings[MaxRank];
    TileComparison(plan, sizeof(typename Elements::Bits), tilings);
    CompareRun<Elements> run{tolerance, result};
    alignas(CacheLineBytes) unsigned char staging[2][ComparedBytes];
    TileIterator tile(plan, tilings);
    do {
        const unsigned char* const expectedTile = PackedTile(copy, type, plan, tile, &CopyAxis::sourceStride,
                                                             static_cast<const unsigned char*>(expected.data),
                                                             plan.sourceStart + tile.sourceOffset, staging[0]);
        const unsigned char* const actualTile = PackedTile(copy, type, plan, tile, &CopyAxis::destinationStride,
                                                           static_cast<const unsigned char*>(actual.data),
                                                           plan.destinationStart + tile.destinationOffset, staging[1]);
        run.Compare(plan, tile, expectedTile, actualTile);
    } while (tile.Next());

    // An element that both sides repeat counts as often as it is repeated.
    result.compared = actual.layout.ElementCount();
    result.different *= result.compared / count;
    result.notFinite *= result.compared / count;
    const TensorLayout numbered =
        TensorLayout::Strided(Dimensions(sizes, actual.layout.Rank()), actual.layout.Strides());
    result.largestError = Elements::ErrorOf(run.largest);
    result.firstDifferent = numbered.Coordinates(run.firstAt); // none if the number is Max64
    result.largestErrorAt = numbered.Coordinates(run.largestAt);
}

// Does what CompareTensors documents with the kernels of one path.
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
    switch (static_cast<ElementType>(type))
    {
    case ElementType::Float32: compare(FloatElements<std::uint32_t, 23>{}); break;
    case ElementType::Float16: compare(FloatElements<std::uint16_t, 10>{}); break;
    case ElementType::Float64: compare(FloatElements<std::uint64_t, 52>{}); break;
    case ElementType::UInt32: compare(IntegerElements<std::uint32_t>{}); break;
    case ElementType::UInt16: compare(IntegerElements<std::uint16_t>{}); break;
    case ElementType::UInt64: compare(IntegerElements<std::uint64_t>{}); break;
    case ElementType::Int32: compare(IntegerElements<std::int32_t>{}); break;
    case ElementType::Int16: compare(IntegerElements<std::int16_t>{}); break;
    case ElementType::Int64: compare(IntegerElements<std::int64_t>{}); break;
    case ElementType::Int8:
    case ElementType::Int4: compare(IntegerElements<std::int8_t>{}); break; // INT4 is widened to bytes
    default: compare(IntegerElements<std::uint8_t>{}); break;               // UINT8, and UINT4 widened to bytes
    }
    return result;
}
} // namespace detail

/// Compares two tensors element by element. Nothing is written, and the buffers may overlap.
///
/// type: the data type of both. expected, actual: buffers, whose sizes are in bytes and whose addresses need no
/// alignment. The sizes of `expected` are broadcast to those of `actual`: right-aligned, a size of 1 repeats.
/// tolerance: see Tolerance.
///
/// Two elements are equal if both are NaN, if their values are equal (-0 equals 0), or if both are finite and within
/// the tolerance. FLOAT16 and FLOAT32 are compared in double, integers by their exact difference.
///
/// Errors in Comparison::reason, in this order; nothing is read; Diagnosis::tensor is Expected or Actual: the
/// error of a layout · UnknownDataType · RankDiffers (expected has more axes) · SizesDiffer (axis, the actual tensor's
/// size, the expected one's) · NullPointer · SourceTooSmall (bytes given, bytes needed) or SpanLimit (the end in bytes
/// exceeds 64 bits) · ValueRange (a tolerance is NaN or negative).
template <class Dependent = void>
Comparison CompareTensors(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                          const Tolerance& tolerance = {}) noexcept
{
    return detail::CompareTensorsBy<Dependent>(detail::BestCopyPath(), type, expected, actual, tolerance);
}

/// Compares the values of containers: arrays, and whatever has data() and size(), such as std::vector and std::span.
/// Their bytes are counted, and DataTypeOf their elements is the data type. Does not compile if it is UNKNOWN, if the two
/// types differ, or for elements of std::uint16_t, which may be FLOAT16. Errors: as above.
template <class ExpectedContainer, class ActualContainer,
          class = detail::IfContainers<ExpectedContainer, ActualContainer>>
Comparison CompareTensors(ExpectedContainer&& expected, const TensorLayout& expectedLayout, ActualContainer&& actual,
                          const TensorLayout& actualLayout, const Tolerance& tolerance = {}) noexcept
{
    constexpr DML_TENSOR_DATA_TYPE Type = detail::DataTypeOfElements<ExpectedContainer>();
    static_assert(Type == detail::DataTypeOfElements<ActualContainer>(),
                  "the two containers have different data types: convert one of them first");
    return CompareTensors(Type, SourceOf(expected, expectedLayout), SourceOf(actual, actualLayout), tolerance);
}

/// Compares the values of containers whose elements have another C++ type than DataTypeOf knows, such as FLOAT16 in
/// std::uint16_t, or 4-bit elements in bytes.
template <class ExpectedContainer, class ActualContainer,
          class = detail::IfContainers<ExpectedContainer, ActualContainer>>
Comparison CompareTensors(DML_TENSOR_DATA_TYPE type, ExpectedContainer&& expected, const TensorLayout& expectedLayout,
                          ActualContainer&& actual, const TensorLayout& actualLayout,
                          const Tolerance& tolerance = {}) noexcept
{
    return CompareTensors(type, SourceOf(expected, expectedLayout), SourceOf(actual, actualLayout), tolerance);
}

/// Returns the result as a sentence: "all 150528 elements agree", or "3 of 150528 elements differ, the first at
/// {0, 2, 17, 4}: 0.5 expected, 0.25 found; the largest error is 0.3, at {0, 0, 1, 1}", or the sentence of
/// Comparison::reason. Numbers have the fewest digits that read back as the same float or, if the value is not a float,
/// as the same double.
inline Message Explain(const Comparison& comparison) noexcept
{
    if (!comparison.reason.Ok()) { return Explain(comparison.reason); }
    detail::MessageWriter writer;
    if (comparison.different == 0)
    {
        writer.Append("all ");
        writer.AppendNumber(comparison.compared);
        writer.Append(" elements agree");
        return writer.message;
    }
    writer.AppendNumber(comparison.different);
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
