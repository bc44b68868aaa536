// =====================================================================================================================
//   dml_tensor_compare.hpp: compares tensors for DirectML on the CPU
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   This header is C++17 and needs dml_tensor_copy.hpp and dml_tensor_utils.hpp. No function allocates or throws.
//
//   Synopsis
//
//     CompareTensors   counts the elements of two tensors that differ, and finds the first different element, the
//                      largest error and the mean error, for any two layouts and any two data types
//     Comparison       the result, with coordinates
//     Tolerance        the differences that count as equal: absolute, relative, units in the last place
//     Explain          the result as a sentence
//
//   To check what was read back from the GPU:
//
//     const Comparison comparison =
//         CompareTensors(SourceOf(reference, TensorLayout::Packed(sizes)), // a std::vector<float>
//                        SourceOf(tensor, readBack, readBackBytes), {0, 0.001}); // a BufferTensorDesc of FLOAT16
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
    std::uint64_t ulps = 0; ///< e and a differ by at most this number of units in the last place. For integers a unit
                            ///< is 1. -0 equals 0. If the two data types differ, `ulps` must be 0
};

/// The result of CompareTensors. Coordinates are positions in the actual tensor's sizes.
struct [[nodiscard]] Comparison
{
    Diagnosis reason;            ///< why nothing was compared; Ok if the tensors were compared
    std::uint64_t compared = 0;  ///< the number of elements
    std::uint64_t different = 0; ///< the number of elements that differ by more than the tolerance
    Dimensions firstDifferent;   ///< the first different element in row-major order; empty if no element differs
    double expected = 0;         ///< the expected value there (64-bit integers rounded); 0 if no element differs
    double actual = 0;           ///< the actual value there (64-bit integers rounded); 0 if no element differs
    double largestError = 0;     ///< the largest |e - a| of all elements that are finite on both sides
    Dimensions largestErrorAt;   ///< the first element in row-major order with that error; empty if the error is 0
    double meanError = 0;        ///< the mean of |e - a| of all elements that are finite on both sides; 0 without any
    std::uint64_t notFinite = 0; ///< the number of different elements with NaN or infinity on at least one side
    std::uint64_t bothNan = 0;   ///< the number of elements that agree because both are NaN

    /// Whether the tensors were compared and no element differs.
    constexpr explicit operator bool() const noexcept { return reason.Ok() && compared != 0 && different == 0; }
    template <class WriteIfComparison = void> bool Equal() const = delete; ///< write if (comparison)
};

namespace detail
{
// =====================================================================================================================
//   Elements
//
//   FloatElements, IntegerElements and SignedOrUnsigned64 interpret the bits of an element. The distance of two
//   elements is an integer. For two integers, it is their difference. For two floating-point numbers e and a, it is the
//   bits of the double |e - a|: if two doubles are not negative, the larger double has the larger bits.
//
//   A processor may flush subnormals to zero (FTZ, DAZ), and -ffast-math may ignore NaN. The results are the same with
//   and without them, because subnormals are scaled to normal numbers, and bits are compared.
// =====================================================================================================================

// Returns the value of the type Result that has the same bits as `value`.
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

// The magnitude of a double other than 0 and NaN: significand * 2^exponent, with 2^52 <= significand < 2^53. That of
// infinity is 2^1024.
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
        // A subnormal has the exponent of the smallest normal number, and is shifted until it has 53 bits.
        for (++exponent; significand >> 52 == 0; --exponent) { significand <<= 1; }
    }
};

// Whether a distance is at most the product of two magnitudes. The three arguments are bits of doubles, and are not 0.
// The product is rounded once, to 53 bits, even if no double has its exponent. A multiplication of doubles would not
// do: it may flush a subnormal operand or product to zero. An infinite distance counts as 2^1024.
inline bool IsAtMostProduct(std::uint64_t distance, std::uint64_t aBits, std::uint64_t bBits) noexcept
{
    const NormalMagnitude d(distance), a(aBits), b(bBits);
    const double product = static_cast<double>(a.significand) * static_cast<double>(b.significand);
    // The product is below 2^106, and the distance's significand is at least 2^52. So larger shifts change nothing.
    constexpr int MaxShift = 200;
    const int shift = a.exponent + b.exponent - d.exponent;
    const int limited = shift < -MaxShift ? -MaxShift : shift > MaxShift ? MaxShift : shift;
    const auto power = BitsAs<double>(static_cast<std::uint64_t>(1023 + limited) << 52); // 2^limited
    return static_cast<double>(d.significand) <= product * power;
}

// Returns the product of two finite magnitudes as the bits of a double, rounded once to nearest even. It may be
// subnormal or infinite. The function uses integers, because a multiplication of doubles could flush a subnormal
// operand or result to zero. Only dml_tensor_relation.hpp calls it. Requires: the second magnitude is not 0.
inline std::uint64_t ProductBits(std::uint64_t aBits, std::uint64_t bBits) noexcept
{
    if (aBits == 0) { return 0; }
    const NormalMagnitude a(aBits), b(bBits);
    // The factors are multiplied in parts of 27 and 26 bits. The product has 105 or 106 bits. `high` has the bits above
    // the lowest 42. Its last bit is also set if one of the lowest 42 bits is set, because rounding only depends on
    // whether one of them is set.
    constexpr std::uint64_t Lower27 = (std::uint64_t{1} << 27) - 1;
    const std::uint64_t aHigh = a.significand >> 27, aLow = a.significand & Lower27;
    const std::uint64_t bHigh = b.significand >> 27, bLow = b.significand & Lower27;
    const std::uint64_t low = aLow * bLow;
    const std::uint64_t middle = aHigh * bLow + aLow * bHigh + (low >> 27);
    const std::uint64_t lower54 = (middle & Lower27) << 27 | (low & Lower27);
    const std::uint64_t isInexact = lower54 << 22 != 0 ? 1U : 0U;
    const std::uint64_t high = (aHigh * bHigh + (middle >> 27)) << 12 | lower54 >> 42 | isInexact;
    // Rounding leaves 53 bits. It leaves fewer bits for a subnormal product, whose last bit is 2^-1074.
    const int exponent = a.exponent + b.exponent + 42;
    const int spare = high >> 63 != 0 ? 11 : 10;
    const int dropped = exponent + spare >= -1074 ? spare : -1074 - exponent;
    if (dropped > 64) { return 0; }
    constexpr std::uint64_t Half = std::uint64_t{1} << 63;
    const std::uint64_t remainder = high << (64 - dropped);
    std::uint64_t rounded = high >> (dropped - 1) >> 1; // two shifts, because `dropped` may be 64
    if (remainder > Half || (remainder == Half && rounded % 2 != 0)) { ++rounded; }
    constexpr std::uint64_t Infinity = std::uint64_t{0x7FF} << 52;
    // Bit 52 of `rounded`, which a normal number has, adds 1 to the exponent.
    return Min((static_cast<std::uint64_t>(exponent + dropped + 1074) << 52) + rounded, Infinity);
}

// Returns the value of a FLOAT16. The function computes with normal numbers only, because the processor may flush
// subnormals. It has no branch, because compilers then vectorise the calling loop.
inline float HalfToFloat(std::uint32_t half) noexcept
{
    constexpr std::uint32_t Rebias = 112U << 23; // 127 - 15, the difference of the biases of the exponents
    const std::uint32_t magnitude = half & 0x7FFF;
    const std::uint32_t isSubnormal = (magnitude - 0x0400) >> 31, isNotFinite = (0x7BFF - magnitude) >> 31;
    const auto read = BitsAs<float>((magnitude << 13) + Rebias + (Rebias & (0 - isNotFinite)));
    // For a subnormal, `read` is 2^-15 * (1 + fraction / 2^10) instead of 2^-14 * fraction / 2^10.
    const std::uint32_t correction = BitsAs<std::uint32_t>(read - 0x1p-14F) & (0 - isSubnormal);
    const auto value = BitsAs<std::uint32_t>(read + BitsAs<float>(correction)) & 0x7FFFFFFF;
    return BitsAs<float>(value | (half & 0x8000) << 16);
}

// Elements of an IEEE 754 type with FractionCount bits of fraction: FLOAT16, FLOAT32 and FLOAT64.
template <class Stored, std::uint32_t FractionCount> struct FloatElements
{
    static constexpr bool AreFloats = true;
    static constexpr std::uint32_t FractionBits = FractionCount;
    using Bits = Stored;
    using DistanceType = std::uint64_t;
    static constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    static constexpr Bits Infinity = static_cast<Bits>(Sign - (Bits{1} << FractionBits));
    static constexpr Bits SmallestNormal = Bits{1} << FractionBits;
    // A magnitude below this constant, other than 0, is called tiny. A tiny number is subnormal, or it is a FLOAT64
    // below 2^-917. The difference of two such numbers can be subnormal.
    static constexpr Bits SmallestNotTiny = Bits{sizeof(Bits) == 8 ? 106 : 1} << FractionBits;

    // Returns the exact value. A subnormal of FLOAT32 is its fraction times the smallest subnormal.
    static double Value(Bits bits) noexcept
    {
        if constexpr (sizeof(Bits) == 8) { return BitsAs<double>(bits); }
        else if constexpr (FractionBits == 10) { return static_cast<double>(HalfToFloat(bits)); }
        else
        {
            static_assert(FractionBits == 23, "how is a value of this type read?");
            const Bits magnitude = bits & (Sign - 1U);
            if (magnitude >> FractionBits != 0) { return static_cast<double>(BitsAs<float>(bits)); }
            const double subnormal = static_cast<double>(magnitude) * 0x1p-149;
            return bits >= Sign ? -subnormal : subnormal;
        }
    }

    static bool IsNan(Bits bits) noexcept { return (bits & (Sign - 1U)) > Infinity; }
    static bool IsFinite(Bits bits) noexcept { return (bits & (Sign - 1U)) < Infinity; }

    // Returns |e - a| as the bits of a double, exact or rounded once. Requires: both are finite.
    static std::uint64_t Distance(Bits e, Bits a) noexcept
    {
        // The difference of two tiny doubles may be subnormal, and a processor may flush it to zero, so both are scaled
        // up. If only one of them is tiny and flushed, the rounded difference is the same. Values of shorter types are
        // never subnormal as doubles.
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

    // Returns whether the distance is at most tolerance * |e|. An infinite tolerance times 0 counts as 0.
    static bool IsWithinRelative(std::uint64_t distance, double tolerance, Bits e) noexcept
    {
        const bool isZero = (e & (Sign - 1U)) == 0;
        if (isZero) { return distance == 0; }
        if constexpr (sizeof(Bits) == 8)
        {
            // Measured: this product in double gives 2.8 times the speed for blocks with one element that differs. The
            // product is NaN if the tolerance is infinite and e is flushed to zero; the bits of NaN exceed all others.
            const std::uint64_t product = MagnitudeBits(tolerance * Value(e));
            if (product > SmallestNormal || distance == 0) { return distance <= product; }
            const std::uint64_t limit = MagnitudeBits(tolerance);
            return limit != 0 && IsAtMostProduct(distance, limit, e & (Sign - 1U));
        }
        else { return distance <= MagnitudeBits(tolerance * Value(e)); }
    }

    static double ErrorOf(std::uint64_t distance) noexcept { return BitsAs<double>(distance); }

    // ---- for loops that compilers vectorise: these functions have no branch -----------------------------------------

    // Returns the exact value of a FLOAT32 or FLOAT64. Requires: the element is not special (see IsSpecial).
    static double NormalValue(Bits bits) noexcept
    {
        return BitsAs<std::conditional_t<sizeof(Bits) == 8, double, float>>(bits);
    }

    // Returns a number whose highest bit is set if the element is special: tiny, infinite or NaN.
    static Bits IsSpecial(Bits bits) noexcept
    {
        const Bits magnitude = bits & (Sign - 1U);
        const Bits isBelow = magnitude - SmallestNotTiny, isNotZero = 0 - magnitude;
        return (isBelow & isNotZero) | IsNotFinite(bits);
    }

    // Returns a number whose highest bit is set if the element is infinite or NaN.
    static Bits IsNotFinite(Bits bits) noexcept { return static_cast<Bits>((bits & Infinity) + SmallestNormal); }

    // Returns the rank of an element among all values of the type. The ranks of two elements differ by their distance
    // in units in the last place. Both zeros have the same rank, and all NaN have the same rank.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        const std::uint64_t magnitude = bits & static_cast<Bits>(Sign - 1U);
        const std::uint64_t isNegative = bits >= Sign ? 1U : 0U;
        const std::uint64_t signedMagnitude = (magnitude ^ (0 - isNegative)) + isNegative; // in two's complement
        return magnitude > Infinity ? Max64 : Sign + signedMagnitude;
    }

    // Returns the distance in units in the last place.
    static std::uint64_t Units(Bits e, Bits a) noexcept { return AbsoluteDifference(Rank(e), Rank(a)); }

    // Returns whether a FLOAT64 is 0 or tiny. 2^1074 times such a number is an integer, which is 0 or normal.
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

    // Returns the bits of scaled / 2^1074, for an integer. Up to 2^52 the integer is itself the bits of a subnormal.
    static std::uint64_t UnscaledBits(double scaled) noexcept
    {
        return scaled < 0x1p52 ? static_cast<std::uint64_t>(scaled)
                               : BitsAs<std::uint64_t>(scaled) - (std::uint64_t{1074} << 52);
    }
};

// The bits of an infinite double.
inline constexpr std::uint64_t InfinityBits = FloatElements<std::uint64_t, 52>::Infinity;

template <class Stored> struct IntegerElements
{
    static constexpr bool AreFloats = false;
    using Bits = Stored;
    using DistanceType = std::uint64_t;

    static double Value(Bits bits) noexcept { return static_cast<double>(bits); }
    static bool IsFinite(Bits) noexcept { return true; }
    static std::uint64_t Distance(Bits e, Bits a) noexcept { return AbsoluteDifference(Rank(e), Rank(a)); }
    static std::uint64_t Units(Bits e, Bits a) noexcept { return Distance(e, a); }

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

    // Returns the rank of an element among all values of the type. A signed type is shifted by 2^63: -2^63 has rank 0.
    static std::uint64_t Rank(Bits bits) noexcept
    {
        return static_cast<std::uint64_t>(bits) + (std::is_signed_v<Bits> ? Max64 / 2 + 1 : 0);
    }
};

using Float16Elements = FloatElements<std::uint16_t, 10>;
using Float32Elements = FloatElements<std::uint32_t, 23>;
using Float64Elements = FloatElements<std::uint64_t, 52>;

// A number that is an INT64 or a UINT64: its lower 64 bits in two's complement, and whether it is negative.
struct Integer65
{
    std::uint64_t low;
    std::uint64_t isNegative; // 1 or 0; it has 64 bits, so that the struct has no padding
};

// The elements of a comparison of a UINT64 with a signed integer. Each is an Integer65, and distances have 65 bits.
struct SignedOrUnsigned64
{
    static constexpr bool AreFloats = false;
    using Bits = Integer65;

    struct DistanceType
    {
        std::uint64_t high;
        std::uint64_t low;

        friend bool operator==(const DistanceType& a, const DistanceType& b) noexcept
        {
            return a.high == b.high && a.low == b.low;
        }
        friend bool operator>(const DistanceType& a, const DistanceType& b) noexcept
        {
            return a.high != b.high ? a.high > b.high : a.low > b.low;
        }
    };

    static double Value(Bits bits) noexcept
    {
        const double magnitude = static_cast<double>(bits.isNegative != 0 ? 0 - bits.low : bits.low);
        return bits.isNegative != 0 ? -magnitude : magnitude;
    }
    static bool IsFinite(Bits) noexcept { return true; }

    // Returns |e - a|. If only one is negative, the two magnitudes are added, which can carry into bit 64.
    static DistanceType Distance(Bits e, Bits a) noexcept
    {
        if (e.isNegative == a.isNegative) { return {0, AbsoluteDifference(e.low, a.low)}; }
        const std::uint64_t above = e.isNegative != 0 ? a.low : e.low;
        const std::uint64_t below = 0 - (e.isNegative != 0 ? e.low : a.low); // the magnitude of the negative number
        return {above + below < above ? 1U : 0U, above + below};
    }

    // Whether the distance is at most a tolerance. Requires: the tolerance is not negative.
    static bool IsWithin(const DistanceType& distance, double tolerance) noexcept
    {
        if (tolerance >= 0x1p65) { return true; }
        const std::uint64_t high = tolerance >= 0x1p64 ? 1U : 0U;
        const DistanceType limit = {high, static_cast<std::uint64_t>(high != 0 ? tolerance - 0x1p64 : tolerance)};
        return !(distance > limit);
    }

    static bool IsWithinRelative(const DistanceType& distance, double tolerance, Bits e) noexcept
    {
        return (e.low | e.isNegative) == 0 ? distance == DistanceType{}
                                           : IsWithin(distance, tolerance * Magnitude(Value(e)));
    }

    static double ErrorOf(const DistanceType& distance) noexcept
    {
        if (distance.high == 0) { return static_cast<double>(distance.low); }
        // A distance of 65 bits is rounded once. The two lowest bits become one bit, which is 1 if either of them is 1.
        return 2 * static_cast<double>(std::uint64_t{1} << 63 | distance.low >> 1 | (distance.low & 1U));
    }

    // Returns a number of units that no tolerance allows, because `ulps` is 0 for two data types.
    static std::uint64_t Units(Bits, Bits) noexcept { return Max64; }
};

// =====================================================================================================================
//   Elements of two types
//
//   Elements of two data types are widened, a block at a time, to a type that has the exact values of both. INT8 and
//   FLOAT16 become FLOAT32. Only a 64-bit integer is rounded, if the other data type is a floating-point type.
// =====================================================================================================================

// A function that converts `count` elements at `src` to a wider type at `dst`.
using Widening = void (*)(const unsigned char* src, std::size_t count, unsigned char* dst) noexcept;

// Stores a value as element number `i` of an array that need not be aligned.
template <class Value> void StoreElement(unsigned char* dst, std::size_t i, Value value) noexcept
{
    std::memcpy(dst + i * sizeof(value), &value, sizeof(value));
}

// Returns the element of type To that has the value of an element of type From. Only halves and integers of up to 16
// bits become FLOAT32.
template <class To, class From> typename To::Bits Widened(typename From::Bits bits) noexcept
{
    if constexpr (std::is_same_v<typename To::Bits, Integer65>)
    {
        return {static_cast<std::uint64_t>(bits),
                std::is_signed_v<typename From::Bits> ? static_cast<std::uint64_t>(bits) >> 63 : 0};
    }
    else if constexpr (!To::AreFloats) { return static_cast<typename To::Bits>(bits); }
    else if constexpr (sizeof(typename To::Bits) == 8) { return BitsAs<std::uint64_t>(From::Value(bits)); }
    else if constexpr (From::AreFloats)
    {
        static_assert(From::FractionBits == 10, "how is a value of this type widened to FLOAT32?");
        return BitsAs<std::uint32_t>(HalfToFloat(bits));
    }
    else { return BitsAs<std::uint32_t>(static_cast<float>(bits)); }
}

// Widens `count` elements of type From at `src` to elements of type To at `dst`.
template <class To, class From>
void WidenElements(const unsigned char* src, std::size_t count, unsigned char* dst) noexcept
{
    for (std::size_t i = 0; i < count; ++i)
    {
        StoreElement(dst, i, Widened<To, From>(LoadElement<typename From::Bits>(src, i)));
    }
}

// The class, FloatElements or IntegerElements, that interprets elements stored as a C++ type.
template <class Stored>
using ElementsStoredAs = std::conditional_t<
    std::is_same_v<Stored, double>, Float64Elements,
    std::conditional_t<std::is_same_v<Stored, float>, Float32Elements,
                       std::conditional_t<std::is_same_v<Stored, Half>, Float16Elements, IntegerElements<Stored>>>>;

// Calls visit(FloatElements<...>{}) or visit(IntegerElements<...>{}) for a data type, and returns the result of visit.
// A 4-bit type counts as a type of bytes, because 4-bit elements are staged as bytes.
template <class Visit> auto VisitElements(DML_TENSOR_DATA_TYPE type, const Visit& visit) noexcept
{
    return CallWithElement(type, [&](auto element) { return visit(ElementsStoredAs<decltype(element)>{}); });
}

// Returns whether CommonType can need this widening, because no other widening is compiled. CommonType needs the
// widenings to types of 64 bits and to Integer65, and those from at most 16 bits to FLOAT32.
template <class To, class From> constexpr bool IsWidening() noexcept
{
    constexpr std::size_t to = sizeof(typename To::Bits), from = sizeof(typename From::Bits);
    return !std::is_same_v<To, From> && (to > 4 || (std::is_same_v<To, Float32Elements> && from < 4))
           && (To::AreFloats || !From::AreFloats);
}

// Returns the conversion from a type to `To`, or null if there is nothing to convert.
template <class To> Widening WideningFrom(DML_TENSOR_DATA_TYPE type) noexcept
{
    return VisitElements(type,
                         [](auto from) -> Widening
                         {
                             using From = decltype(from);
                             if constexpr (IsWidening<To, From>()) { return &WidenElements<To, From>; }
                             else { return nullptr; }
                         });
}

// Returns the type to which elements of two types are widened. Returns UNKNOWN for UINT64 and a signed integer, because
// only SignedOrUnsigned64 can compare these.
constexpr DML_TENSOR_DATA_TYPE CommonType(DML_TENSOR_DATA_TYPE a, DML_TENSOR_DATA_TYPE b) noexcept
{
    if (a == b) { return a; }
    if (IsFloatingPoint(a) || IsFloatingPoint(b))
    {
        const auto isExactAsFloat32 = [](DML_TENSOR_DATA_TYPE type)
        { return type == DML_TENSOR_DATA_TYPE_FLOAT32 || ElementSizeInBits(type) <= 16; };
        return isExactAsFloat32(a) && isExactAsFloat32(b) ? DML_TENSOR_DATA_TYPE_FLOAT32 : DML_TENSOR_DATA_TYPE_FLOAT64;
    }
    if (a != DML_TENSOR_DATA_TYPE_UINT64 && b != DML_TENSOR_DATA_TYPE_UINT64) { return DML_TENSOR_DATA_TYPE_INT64; }
    return IsUnsigned(a) && IsUnsigned(b) ? DML_TENSOR_DATA_TYPE_UINT64 : DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// =====================================================================================================================
//   Running a comparison
//
//   Both tensors are divided into the same tiles. A tile that is not packed is first copied to a staging buffer on the
//   stack, so that only packed tiles are compared. An element's number is its position in the row-major order of the
//   whole tensor, but tiles are visited in the order of memory. Therefore a later tile may have an element with a lower
//   number that differs, or that has the largest error. Such a tile is searched a second time.
//
//   Tiles are compared in blocks. Most blocks are compared without a branch for each element: blocks with equal bytes,
//   blocks of floats that all differ little, and blocks of integers.
// =====================================================================================================================

// Tuned: the bytes of each of the two staging buffers. docs/limitations.md promises that a comparison needs at most
// 56 KiB of stack, and the copy of a tile needs a part of that.
inline constexpr std::size_t ComparedBytes = 6144;

// Returns a 4-bit element as a byte of the same value.
inline unsigned char NibbleByte(DML_TENSOR_DATA_TYPE type, const unsigned char* data, std::size_t position) noexcept
{
    const unsigned signBit = IsSigned(type) ? 8 : 0;
    return static_cast<unsigned char>((NibbleAt(data, position) ^ signBit) - signBit);
}

// Copies 4-bit elements to bytes of the same value. `first` is the position of the plan's first element in `data`.
inline void NibblesToBytes(CopyPlan& plan, DML_TENSOR_DATA_TYPE type, const unsigned char* data, std::size_t first,
                           unsigned char* bytes) noexcept
{
    const CopyAxis row = plan.TakeInner();
    TileIterator at(plan);
    do {
        for (std::size_t i = 0; i < row.size; ++i)
        {
            bytes[at.destinationOffset + i] = NibbleByte(type, data, first + at.sourceOffset + i * row.sourceStride);
        }
    } while (at.Next());
}

// Returns the packed elements of a part of a tensor: a pointer into `data` if they are packed there, or else a pointer
// to a copy in `staged`. In the copy, 4-bit elements are bytes. The part starts at element `first`. Requires: `part`
// has packed destination strides.
inline const unsigned char* PackedElements(const Copier& copy, DML_TENSOR_DATA_TYPE type, CopyPlan& part,
                                           const unsigned char* data, std::size_t first, unsigned char* staged) noexcept
{
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

// Reverses the order of `count` items.
inline void ReverseItems(unsigned char* items, std::size_t count, std::size_t itemSize) noexcept
{
    for (std::size_t first = 0, last = count - 1; first < last; ++first, --last)
    {
        unsigned char* const a = items + first * itemSize;
        unsigned char* const b = items + last * itemSize;
        for (std::size_t i = 0; i < itemSize;)
        {
            unsigned char moved[8];
            const std::size_t bytes = Min(itemSize - i, sizeof(moved));
            std::memcpy(moved, a + i, bytes);
            std::memcpy(a + i, b + i, bytes);
            std::memcpy(b + i, moved, bytes);
            i += bytes;
        }
    }
}

// The elements of one side of a tile, packed.
struct PackedSide
{
    const unsigned char* elements;
    std::size_t elementSize; // the bytes of an element before it is widened
    Widening widening;       // null if the elements are not widened

    // Returns the elements of a block. If they must be widened, writes them to `room` and returns `room`.
    const unsigned char* Block(std::size_t first, std::size_t count, unsigned char* room) const noexcept
    {
        const unsigned char* const block = elements + first * elementSize;
        if (widening == nullptr) { return block; }
        widening(block, count, room);
        return room;
    }
};

// Returns the sum of an array. The second half is added to the first half, then the second quarter to the first
// quarter, and so on. Compilers vectorise that. They do not vectorise a loop that adds one value after the other,
// because floating-point additions may not be reordered.
template <class Value, std::size_t Count> double SumOf(const Value (&values)[Count]) noexcept
{
    double halves[Count / 2];
    for (std::size_t i = 0; i < Count / 2; ++i)
    {
        halves[i] = static_cast<double>(values[i]) + static_cast<double>(values[i + Count / 2]);
    }
    if constexpr (Count == 2) { return halves[0]; }
    else { return SumOf(halves); }
}

// Returns the largest value of an array. It compares the two halves of the array element by element, as SumOf adds
// them.
template <class Value, std::size_t Count> Value LargestOf(const Value (&values)[Count]) noexcept
{
    Value halves[Count / 2];
    for (std::size_t i = 0; i < Count / 2; ++i)
    {
        halves[i] = values[i] > values[i + Count / 2] ? values[i] : values[i + Count / 2];
    }
    if constexpr (Count == 2) { return halves[0]; }
    else { return LargestOf(halves); }
}

// A sum that adds its terms by pairs: two terms make a sum of two terms, two such sums make a sum of four terms, and so
// on. The rounding error of such a sum grows only with the logarithm of the number of terms. Measured: if 2^18 blocks
// are instead added one after the other, the relative error of the mean is 4e-12.
class PairwiseSum
{
public:
    // Adds a term to a sum of as many terms, while there is one: as a binary number is incremented.
    void Add(double term) noexcept
    {
        std::uint32_t level = 0;
        for (; (m_count >> level & 1) != 0; ++level) { term += m_sums[level]; }
        m_sums[level] = term;
        ++m_count;
    }

    double Total() const noexcept
    {
        double total = 0;
        for (std::uint32_t level = 0; m_count >> level != 0; ++level)
        {
            if ((m_count >> level & 1) != 0) { total += m_sums[level]; }
        }
        return total;
    }

private:
    std::uint64_t m_count = 0;
    double m_sums[64]; // m_sums[i] is a sum of 2^i terms; it is only set if bit i of the count of terms is 1
};

// Whether the processor flushes a subnormal float to 0, as an operand or as a result.
inline bool FlushesSubnormals() noexcept
{
    const volatile float smallestNormal = FLT_MIN;
    const volatile float subnormal = smallestNormal * 0.5F;
    return subnormal * 2.0F != smallestNormal;
}

// Returns the largest float that is at most a number. Requires: the number is not negative.
inline float FloatAtMost(double number) noexcept
{
    if (number >= static_cast<double>(FLT_MAX)) { return FLT_MAX; }
    const auto nearest = static_cast<float>(number);
    const bool isAbove = static_cast<double>(nearest) > number;
    return isAbove ? BitsAs<float>(BitsAs<std::uint32_t>(nearest) - 1) : nearest;
}

// Returns whether two elements are equal within the tolerance. Sets `error` to their distance, or to 0 if an element is
// not finite.
template <class Elements>
bool AreEqual(typename Elements::Bits e, typename Elements::Bits a, const Tolerance& tolerance,
              typename Elements::DistanceType& error) noexcept
{
    const bool areFinite = Elements::IsFinite(e) && Elements::IsFinite(a);
    error = areFinite ? Elements::Distance(e, a) : typename Elements::DistanceType{};
    if (areFinite
        && (Elements::IsWithin(error, tolerance.absolute) || Elements::IsWithinRelative(error, tolerance.relative, e)))
    {
        return true;
    }
    // If an element is not finite, the two are equal only if they are the same infinity or both NaN.
    return Elements::Units(e, a) <= (areFinite ? tolerance.ulps : 0);
}

// What CompareRun found in the tiles that it has compared. The counts of elements are in Comparison.
struct Findings
{
    std::uint64_t firstAt = Max64;   // the number of the first different element; Max64 if none differs
    std::uint64_t largestAt = Max64; // the number of the first element with the largest distance; Max64 if all are 0
    PairwiseSum errors;              // the sum of the errors of the elements that are finite on both sides
    std::uint64_t bothInfinite = 0;  // how many elements are the same infinity on both sides
};

// Compares tile after tile and collects the result.
template <class Elements> class CompareRun : public Findings
{
public:
    using Bits = typename Elements::Bits;
    using DistanceType = typename Elements::DistanceType;

    DistanceType largest{}; // the largest distance

    // Computes the limits with which blocks are compared from the tolerance.
    CompareRun(const Tolerance& tolerance, Comparison& result) noexcept : m_tolerance(tolerance), m_result(result)
    {
        if constexpr (Elements::AreFloats)
        {
            // Two elements are at most n units apart if their difference is at most n * 2^-(FractionBits + 2) of their
            // magnitude, and at most half of their magnitude.
            constexpr double UnitsToRelative = 1 / static_cast<double>(std::uint64_t{4} << Elements::FractionBits);
            const double units = static_cast<double>(Min(tolerance.ulps, std::uint64_t{1} << 53)) * UnitsToRelative;
            const double relative = tolerance.relative > units ? tolerance.relative : units;
            // The factor is below 1, because AreNear rounds two floats.
            m_nearRelative = static_cast<float>((relative < 0.5 ? relative : 0.5) * (1 - 0x1p-22));
            m_nearAbsolute = FloatAtMost(Magnitude(tolerance.absolute)); // 0 if the tolerance is -0
            if constexpr (sizeof(Bits) == 2) { m_comparesFloats = true; }
            if constexpr (sizeof(Bits) == 4) { m_comparesFloats = !FlushesSubnormals(); }
        }
        else if constexpr (IsBuiltInInteger)
        {
            m_limit = tolerance.absolute >= 0x1p64 ? Max64 : static_cast<std::uint64_t>(tolerance.absolute);
            m_limit = m_limit > tolerance.ulps ? m_limit : tolerance.ulps;
        }
    }

    // Compares two packed tiles. It counts the different elements, and keeps the first of them and the largest error.
    // Tiles are not visited in row-major order, so a tile is searched again if it may have an earlier element.
    void Compare(const CopyPlan& plan, const TileIterator& tile, const PackedSide& expected,
                 const PackedSide& actual) noexcept
    {
        CopyAxes axes;
        for (std::uint32_t i = 0; i < plan.rank; ++i)
        {
            axes.Append({tile.Count(i), 0, 0, plan.axes[i].auxiliaryStride});
        }
        const std::size_t count = axes.Count();
        const bool areWidened = expected.widening != nullptr || actual.widening != nullptr;
        if (!areWidened && std::memcmp(expected.elements, actual.elements, count * sizeof(Bits)) == 0)
        {
            if constexpr (Elements::AreFloats) { CountNotFinite(expected.elements, count); }
            return;
        }
        // A tile after the first element with the largest distance only matters if the tile has a larger distance.
        const bool isAfter = tile.auxiliaryOffset > largestAt;
        if constexpr (Elements::AreFloats)
        {
            const std::uint64_t below = largest == 0 || isAfter ? largest : largest - 1;
            m_nearUnimportant = BitsAs<std::uint32_t>(FloatAtMost(BitsAs<double>(below)));
        }
        DistanceType maximum{};
        m_tileErrors = 0;
        const std::uint64_t differing = CountDifferent(expected, actual, count, maximum);
        errors.Add(m_tileErrors);
        m_result.different += differing;
        if (maximum > largest)
        {
            largest = maximum;
            largestAt = Max64;
        }
        const bool mayHaveFirst = differing != 0 && tile.auxiliaryOffset < firstAt;
        const bool mayHaveLargest = maximum > DistanceType{} && maximum == largest && tile.auxiliaryOffset < largestAt;
        if (mayHaveFirst || mayHaveLargest) { Search(axes, tile.auxiliaryOffset, expected, actual, mayHaveLargest); }
    }

private:
    // Whether the elements are integers of a built-in type of C++, and not Integer65.
    static constexpr bool IsBuiltInInteger = std::is_integral_v<Bits> && !Elements::AreFloats;

    // Tuned: the number of elements in a block. Measured: if one element of a thousand differs, the speed without
    // blocks is a quarter. With blocks of 64 bytes instead of 256, a comparison of bytes takes one and a half times as
    // long.
    static constexpr std::size_t BlockSize = IsBuiltInInteger ? 256 / sizeof(Bits) : 64;

    // The result of a function that counts a block without branches, if only CountEach can count it.
    static constexpr std::uint64_t NotCounted = Max64;

    // FLOAT16 is compared as FLOAT32, in which its values are exact and normal.
    using InBlocks = std::conditional_t<sizeof(Bits) == 2, Float32Elements, Elements>;

    const Tolerance& m_tolerance;
    Comparison& m_result;                // its coordinates are set by the caller from the numbers in Findings
    double m_tileErrors = 0;             // the sum of the errors of the tile's blocks so far
    std::uint64_t m_limit = 0;           // the largest distance of integers that `absolute` or `ulps` allows
    float m_nearRelative = 0;            // elements that differ by at most this part of |e| are equal
    float m_nearAbsolute = 0;            // elements that differ by at most this much are equal
    std::uint32_t m_nearUnimportant = 0; // the bits of a float; distances up to it change neither largest nor largestAt
    bool m_comparesFloats = false;       // whether AreNear may be called: no subnormal float is flushed

    static Bits Load(const unsigned char* src, std::size_t i) noexcept { return LoadElement<Bits>(src, i); }

    bool AreEqual(Bits e, Bits a, DistanceType& error) const noexcept
    {
        return detail::AreEqual<Elements>(e, a, m_tolerance, error);
    }

    // Searches a tile for a different element whose number is lower than that of the first different element so far.
    // `start` is the number of the tile's first element. If mayHaveLargest is true, also searches for an element with
    // the largest distance.
    void Search(const CopyAxes& axes, std::uint64_t start, const PackedSide& expected, const PackedSide& actual,
                bool mayHaveLargest) noexcept
    {
        unsigned char room[2][BlockSize * sizeof(Bits)];
        const std::size_t count = axes.Count();
        TileIterator at(axes);
        for (std::size_t first = 0; first < count; first += BlockSize)
        {
            const std::size_t inBlock = Min(count - first, BlockSize);
            const unsigned char* const expectedBlock = expected.Block(first, inBlock, room[0]);
            const unsigned char* const actualBlock = actual.Block(first, inBlock, room[1]);
            for (std::size_t i = 0; i < inBlock; ++i, at.Next())
            {
                const std::uint64_t number = start + at.auxiliaryOffset;
                const Bits e = Load(expectedBlock, i), a = Load(actualBlock, i);
                DistanceType error{};
                if (!AreEqual(e, a, error) && number < firstAt)
                {
                    firstAt = number;
                    m_result.expected = Elements::Value(e);
                    m_result.actual = Elements::Value(a);
                }
                if (mayHaveLargest && error == largest && number < largestAt) { largestAt = number; }
            }
        }
    }

    // Counts the different elements of a block one by one, and raises `maximum` to their largest distance.
    std::uint64_t CountEach(const unsigned char* e, const unsigned char* a, std::size_t count,
                            DistanceType& maximum) noexcept
    {
        std::uint64_t differing = 0;
        double blockErrors = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            const Bits eBits = Load(e, i), aBits = Load(a, i);
            DistanceType error{};
            const bool areEqual = AreEqual(eBits, aBits, error);
            differing += areEqual ? 0U : 1U;
            if (Elements::IsFinite(eBits) && Elements::IsFinite(aBits))
            {
                blockErrors += Elements::ErrorOf(error);
                maximum = error > maximum ? error : maximum;
            }
            else if (!areEqual) { ++m_result.notFinite; }
            else if constexpr (Elements::AreFloats) { ++(Elements::IsNan(eBits) ? m_result.bothNan : bothInfinite); }
        }
        m_tileErrors += blockErrors;
        return differing;
    }

    // Whether no element is infinite or NaN. Measured: one load for each iteration takes 1.5 times as long as four.
    template <std::size_t Count> static bool AreFinite(const unsigned char* src) noexcept
    {
        constexpr std::size_t Quarter = Count / 4;
        const auto isNotFinite = [src](std::size_t i) { return Elements::IsNotFinite(Load(src, i)); };
        Bits isAnyNotFinite = 0;
        for (std::size_t i = 0; i < Quarter; ++i)
        {
            isAnyNotFinite = static_cast<Bits>(isAnyNotFinite | isNotFinite(i) | isNotFinite(i + Quarter)
                                               | isNotFinite(i + 2 * Quarter) | isNotFinite(i + 3 * Quarter));
        }
        return isAnyNotFinite < Elements::Sign;
    }

    // Counts the NaN and infinities of elements that are equal on both sides.
    void CountNotFinite(const unsigned char* src, std::size_t count) noexcept
    {
        std::size_t first = 0;
        while (first < count)
        {
            const unsigned char* const at = src + first * sizeof(Bits);
            const bool isLong = count - first >= 4 * BlockSize;
            const std::size_t inBlock = isLong ? 4 * BlockSize : Min(count - first, BlockSize);
            first += inBlock;
            if (isLong ? AreFinite<4 * BlockSize>(at) : inBlock == BlockSize && AreFinite<BlockSize>(at)) { continue; }
            for (std::size_t i = 0; i < inBlock; ++i)
            {
                if (!Elements::IsFinite(Load(at, i)))
                {
                    ++(Elements::IsNan(Load(at, i)) ? m_result.bothNan : bothInfinite);
                }
            }
        }
    }

    // Returns whether all elements of a block of FLOAT32 are near. Two elements are near if two conditions are true.
    // Their difference is less than half of their magnitude, because then the difference is exact. And it is at most
    // the tolerance, rounded down to a float. If all elements are near, raises `maximum` to their largest distance,
    // unless that is at most m_nearUnimportant. Each condition is the highest bit of an integer, because g++ vectorises
    // such conditions, and because NaN then cannot pass as near.
    bool AreNear(const unsigned char* e, const unsigned char* a, std::uint64_t& maximum) noexcept
    {
        constexpr std::uint32_t MagnitudeMask = 0x7FFFFFFF;
        std::uint32_t distances[BlockSize];
        std::uint32_t isFar = 0, isImportant = 0;
        for (std::size_t i = 0; i < BlockSize; ++i)
        {
            const auto eValue = LoadElement<float>(e, i), aValue = LoadElement<float>(a, i);
            const float magnitude = BitsAs<float>(BitsAs<std::uint32_t>(eValue) & MagnitudeMask);
            distances[i] = BitsAs<std::uint32_t>(eValue - aValue) & MagnitudeMask;
            // `half` is the float just below half of the magnitude: a distance above half may be rounded down to half.
            const float half = magnitude * 0x1.fffffep-2F;
            const float absolute = half < m_nearAbsolute ? half : m_nearAbsolute;
            const float relative = magnitude * m_nearRelative - FLT_MIN; // a subnormal product may be rounded up
            isFar |= BitsAs<std::uint32_t>(relative > absolute ? relative : absolute) - distances[i];
            isImportant |= m_nearUnimportant - distances[i];
        }
        if (isFar >> 31 != 0) { return false; }
        if (isImportant >> 31 != 0)
        {
            std::int32_t largestBits = 0;
            for (const std::uint32_t distance : distances)
            {
                const auto bits = static_cast<std::int32_t>(distance);
                largestBits = bits > largestBits ? bits : largestBits;
            }
            if (largestBits >= static_cast<std::int32_t>(Float32Elements::Infinity)) { return false; }
            const std::uint64_t distance =
                MagnitudeBits(Float32Elements::Value(static_cast<std::uint32_t>(largestBits)));
            maximum = distance > maximum ? distance : maximum;
        }
        float values[BlockSize];
        std::memcpy(values, distances, sizeof(values));
        m_tileErrors += SumOf(values);
        return true;
    }

    // Returns how many elements of a block of FLOAT32 or FLOAT64 differ, and raises `maximum` to their largest
    // distance. Returns NotCounted in three cases: an element is special; the relative tolerance is infinite; `ulps`
    // may accept an element that differs.
    std::uint64_t CountFar(const unsigned char* e, const unsigned char* a, std::uint64_t& maximum) noexcept
    {
        using BlockBits = typename InBlocks::Bits;
        const std::uint64_t absolute = MagnitudeBits(m_tolerance.absolute);
        const double relative = m_tolerance.relative;
        double distances[BlockSize];
        std::uint64_t beyond = 0; // counts elements above the limit, for which limit - distance has the highest bit set
        BlockBits isSpecial = 0;
        for (std::size_t i = 0; i < BlockSize; ++i)
        {
            const auto eBits = LoadElement<BlockBits>(e, i), aBits = LoadElement<BlockBits>(a, i);
            const double eValue = InBlocks::NormalValue(eBits);
            distances[i] = Magnitude(eValue - InBlocks::NormalValue(aBits));
            const auto distance = BitsAs<std::uint64_t>(distances[i]);
            beyond += ((absolute - distance) & (MagnitudeBits(relative * eValue) - distance)) >> 63;
            isSpecial |= InBlocks::IsSpecial(eBits) | InBlocks::IsSpecial(aBits);
        }
        const bool isFinite = MagnitudeBits(relative) < InfinityBits;
        if (!isFinite || (beyond != 0 && m_tolerance.ulps != 0) || isSpecial >= InBlocks::Sign) { return NotCounted; }
        const auto bits = BitsAs<std::uint64_t>(LargestOf(distances));
        maximum = bits > maximum ? bits : maximum;
        m_tileErrors += SumOf(distances);
        return beyond;
    }

    // Returns how many elements of a block of floating-point numbers differ, or NotCounted.
    std::uint64_t CountFloats(const unsigned char* e, const unsigned char* a, std::uint64_t& maximum) noexcept
    {
        if constexpr (sizeof(Bits) == 2)
        {
            unsigned char expected[4 * BlockSize], actual[4 * BlockSize];
            WidenElements<Float32Elements, Elements>(e, BlockSize, expected);
            WidenElements<Float32Elements, Elements>(a, BlockSize, actual);
            return AreNear(expected, actual, maximum) ? 0 : CountFar(expected, actual, maximum);
        }
        else if constexpr (sizeof(Bits) == 4)
        {
            return m_comparesFloats && AreNear(e, a, maximum) ? 0 : CountFar(e, a, maximum);
        }
        else { return CountFar(e, a, maximum); }
    }

    // Returns how many elements of a block of integers differ, and raises `maximum` to their largest distance. Returns
    // NotCounted if a distance exceeds m_limit and the relative tolerance is infinite, or above 0 for 64-bit integers.
    std::uint64_t CountIntegers(const unsigned char* e, const unsigned char* a, std::uint64_t& maximum) noexcept
    {
        using Unsigned = std::make_unsigned_t<Bits>;
        Unsigned distances[BlockSize];
        Unsigned largestDistance = 0;
        for (std::size_t i = 0; i < BlockSize; ++i)
        {
            const Bits eValue = Load(e, i), aValue = Load(a, i);
            const auto eBits = static_cast<Unsigned>(eValue), aBits = static_cast<Unsigned>(aValue);
            distances[i] = static_cast<Unsigned>(eValue > aValue ? eBits - aBits : aBits - eBits);
            largestDistance = distances[i] > largestDistance ? distances[i] : largestDistance;
        }
        std::uint64_t differing = 0;
        if (largestDistance > m_limit)
        {
            const double relative = m_tolerance.relative;
            if (relative > (sizeof(Bits) == 8 ? 0 : DBL_MAX)) { return NotCounted; }
            for (std::size_t i = 0; i < BlockSize; ++i)
            {
                const bool isBeyond =
                    static_cast<double>(distances[i]) > relative * Magnitude(Elements::Value(Load(e, i)));
                differing += distances[i] > m_limit && (relative == 0 || isBeyond) ? 1U : 0U;
            }
        }
        maximum = largestDistance > maximum ? largestDistance : maximum;
        m_tileErrors += SumOfIntegers(distances);
        return differing;
    }

    // Returns the sum of a block of distances. The sum of 64-bit integers is rounded once; all other sums are exact.
    template <class Unsigned> static double SumOfIntegers(const Unsigned (&distances)[BlockSize]) noexcept
    {
        std::conditional_t<sizeof(Unsigned) < 4, std::uint32_t, std::uint64_t> sum = 0, carry = 0;
        for (const Unsigned distance : distances)
        {
            sum += distance;
            if constexpr (sizeof(Unsigned) == 8) { carry += sum < distance ? 1U : 0U; }
        }
        return static_cast<double>(carry) * 0x1p64 + static_cast<double>(sum);
    }

    // Returns how many elements of two packed tiles differ, and sets `maximum` to their largest distance.
    std::uint64_t CountDifferent(const PackedSide& expected, const PackedSide& actual, std::size_t count,
                                 DistanceType& maximum) noexcept
    {
        unsigned char room[2][BlockSize * sizeof(Bits)];
        std::uint64_t differing = 0;
        for (std::size_t first = 0; first < count; first += BlockSize)
        {
            const std::size_t inBlock = Min(count - first, BlockSize);
            const unsigned char* const e = expected.Block(first, inBlock, room[0]);
            const unsigned char* const a = actual.Block(first, inBlock, room[1]);
            std::uint64_t inWhole = NotCounted; // only a block with BlockSize elements is counted without branches
            if (std::memcmp(e, a, inBlock * sizeof(Bits)) == 0)
            {
                if constexpr (Elements::AreFloats) { CountNotFinite(e, inBlock); }
                continue;
            }
            if (inBlock == BlockSize)
            {
                if constexpr (Elements::AreFloats) { inWhole = CountFloats(e, a, maximum); }
                else if constexpr (IsBuiltInInteger) { inWhole = CountIntegers(e, a, maximum); }
            }
            if (inWhole != NotCounted)
            {
                differing += inWhole;
                continue;
            }
            differing += CountEach(e, a, inBlock, maximum);
        }
        return differing;
    }
};

// =====================================================================================================================
//   Numbers as text
// =====================================================================================================================

// The shortest decimal number in scientific notation that reads back as the same value.
struct ShortestNumber
{
    char text[64] = {};     // what snprintf wrote, with the locale's decimal point and an exponent
    std::size_t length = 0; // the characters of the text before the exponent
    int decimals = 0;       // the digits after the decimal point
    int exponent = 0;
};

// Returns the shortest number for a finite magnitude. If the magnitude is the value of a float, the number reads back
// as that float; otherwise it reads back as the same double. Both 0.1 and double{0.1f} give 1e-01. std::to_chars would
// do the same, but <charconv> takes clang a quarter of the time that the copy header takes to compile.
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
        // Just below a power of two, floats are twice as dense. There, the nearest decimal number of this length may
        // read back as another float, while the one with its last digit increased by 1 reads back right.
        if (end[-1] == '9') { continue; }
        ++end[-1];
        if (readsBack(number.text)) { return number; }
    }
}

// Returns whether the number is shorter with an exponent: 1.5e-07 has 7 characters, 0.00000015 has 10.
inline bool IsShorterWithExponent(const ShortestNumber& number) noexcept
{
    const int exponent = number.exponent;
    const int withExponent = number.decimals + (number.decimals > 0 ? 6 : 5);
    // A number of at least 1 is longer with a point only because of zeros before the point: 100000 has 6 characters,
    // 1e+05 has 5. So only the digits before the point are counted.
    const int withPoint = exponent < 0 ? number.decimals + 2 - exponent : exponent + 1;
    return withPoint > withExponent;
}

// Appends the digits with a decimal point after digit `pointAfter`, counted from 0: digits 125 with 0 are "1.25". If
// `pointAfter` is negative, zeros come before the digits: 125 with -2 are "0.0125".
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

// Appends the shortest digits of a number, with a decimal point or with an exponent, whichever is shorter. An integer
// that is shorter without an exponent is written with all of its digits.
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
        writer.Append(number.exponent < 0 ? "e-" : "e+", size < 10 ? "0" : "", static_cast<std::uint32_t>(size));
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

// Returns ValueRange for a tolerance that is NaN or negative. Diagnosis::actual is ActualNan, or the tolerance rounded
// down to an integer, at least -2^62.
inline Diagnosis CheckTolerance(double tolerance, Argument argument) noexcept
{
    constexpr double Lowest = -0x1p62;
    if (MagnitudeBits(tolerance) > InfinityBits)
    {
        const Diagnosis nan = ArgumentError(argument, TensorError::ValueRange, None32, ActualNan, Max64);
        return WithCause(nan, Cause::NotANumber);
    }
    if (tolerance >= 0) { return {}; }
    const double value = tolerance > Lowest ? tolerance : Lowest;
    const auto whole = static_cast<std::int64_t>(value);
    const auto rounded = static_cast<std::uint64_t>(static_cast<double>(whole) > value ? whole - 1 : whole);
    return WithCause(ArgumentError(argument, TensorError::ValueRange, None32, rounded, Max64), Cause::Negative);
}

// Returns the first error of a comparison, in the order that CompareTensors documents.
inline Diagnosis CheckSides(const Source& expected, const Source& actual, const Tolerance& tolerance) noexcept
{
    const Source* const sides[] = {&expected, &actual};
    Diagnosis reason = FirstError(WithTensorIndex(expected.layout.Reason(), Diagnosis::Expected),
                                  WithTensorIndex(actual.layout.Reason(), Diagnosis::Actual));
    if (reason.Ok()) { reason = WithTensorIndex(CheckDataType(expected.type, Argument::Type), Diagnosis::Expected); }
    if (reason.Ok()) { reason = WithTensorIndex(CheckDataType(actual.type, Argument::Type), Diagnosis::Actual); }
    if (reason.Ok()) { reason = CheckBroadcast(actual.layout, expected.layout, Diagnosis::Expected); }
    if (!reason.Ok()) { return reason; }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const std::uint64_t end = sides[i]->layout.EndInBytes(sides[i]->type);
        if (sides[i]->data == nullptr) { return {TensorError::NullPointer, None32, 0, end, Diagnosis::Expected + i}; }
    }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const Buffer buffer(*sides[i], TensorError::SourceTooSmall, Diagnosis::Expected + i);
        reason = FirstError(reason, CheckBuffers({&buffer}));
    }
    reason = FirstError(reason, FirstError(CheckTolerance(tolerance.absolute, Argument::Absolute),
                                           CheckTolerance(tolerance.relative, Argument::Relative)));
    if (!reason.Ok() || expected.type == actual.type || tolerance.ulps == 0) { return reason; }
    const bool areFloats = IsFloatingPoint(expected.type) && IsFloatingPoint(actual.type);
    const bool hasHalf = expected.type == DML_TENSOR_DATA_TYPE_FLOAT16 || actual.type == DML_TENSOR_DATA_TYPE_FLOAT16;
    return WithCause(ArgumentError(Argument::Ulps, TensorError::ValueRange, None32, tolerance.ulps, 0),
                     !areFloats ? Cause::TwoTypes
                     : hasHalf  ? Cause::TwoTypesHalf
                                : Cause::TwoTypesSingle);
}

// Returns the bytes of an element in a packed tile, in which 4-bit elements are bytes.
constexpr std::size_t StagedSize(DML_TENSOR_DATA_TYPE type) noexcept { return (ElementSizeInBits(type) + 7) / 8; }

// Divides a comparison into tiles. A tile grows along the innermost axes first, but keeps room for a cache line along
// the axis on which `expected` is contiguous. Measured (Zen 4, NCHW with NHWC), speed with room for two cache lines
// divided by speed with room for one: .5 to .65 for {8,64,56,56}, .6 to 1.0 for {1,96,56,56}, and .7 to 1.2 for 256
// channels and more.
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

// One side of a comparison: a tensor, and how its memory is read. Only dml_tensor_relation.hpp changes the last three
// members, to find out whether the tensors would agree if the memory was read in another way.
struct ComparedSide
{
    Source source;
    std::uint32_t reversedAxes = 0; // bit i is set if axis i is read from its last position to its first
    bool isSwapped = false;         // the bytes of each element are in the other order
    Widening reading = nullptr; // if not null, converts the elements to doubles instead of the data type's conversion
};

// Returns the type to which the elements of two sides are widened. UNKNOWN stands for SignedOrUnsigned64.
constexpr DML_TENSOR_DATA_TYPE CommonType(const ComparedSide& expected, const ComparedSide& actual) noexcept
{
    if (expected.reading != nullptr || actual.reading != nullptr) { return DML_TENSOR_DATA_TYPE_FLOAT64; }
    return CommonType(expected.source.type, actual.source.type);
}

// Walks through the tiles of two tensors of equal sizes: `actual` is the destination of the plan, `expected` its
// source, and the auxiliary offset of an element is its number. If both sides repeat along an axis, only its first
// position is visited.
class TileWalk
{
public:
    // Requires: `expected` is broadcast to the sizes of `actual`. The sides outlive this object.
    TileWalk(const Copier& copy, const ComparedSide& expected, const ComparedSide& actual) noexcept
        : m_copy(copy), m_sides{&expected, &actual}, m_count(Plan()), tile(plan, m_tilings)
    {
    }
    TileWalk(const TileWalk&) = delete;
    TileWalk& operator=(const TileWalk&) = delete;

    // These return the number of elements that are visited: in all tiles, and in the current tile.
    std::uint64_t Count() const noexcept { return m_count; }
    std::size_t TileCount() const noexcept
    {
        std::size_t count = 1;
        for (std::uint32_t i = 0; i < plan.rank; ++i) { count *= tile.Count(i); }
        return count;
    }

    // Returns the row-major index of an element in the whole tensor, from its row-major index in the tile. The plan's
    // auxiliary strides are the strides of the row-major tensor.
    std::uint64_t NumberOf(std::size_t index) const noexcept
    {
        std::uint64_t number = tile.auxiliaryOffset;
        for (std::uint32_t i = plan.rank; i > 0; --i)
        {
            number += index % tile.Count(i - 1) * plan.axes[i - 1].auxiliaryStride;
            index /= tile.Count(i - 1);
        }
        return number;
    }

    // Returns the coordinates of the element with this number, or none for Max64.
    Dimensions Coordinates(std::uint64_t number) const noexcept
    {
        if (number == Max64) { return {}; }
        const std::uint32_t rank = m_sides[1]->source.layout.Rank();
        std::uint32_t coordinates[MaxRank];
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            coordinates[i] = static_cast<std::uint32_t>(number / m_numberStrides[i] % m_sizes[i]);
        }
        return Dimensions(coordinates, rank);
    }

    // These return the packed elements of the tile of one side.
    const unsigned char* Expected() noexcept
    {
        return Packed(0, plan.sourceStart + tile.sourceOffset, &CopyAxis::sourceStride);
    }
    const unsigned char* Actual() noexcept
    {
        return Packed(1, plan.destinationStart + tile.destinationOffset, &CopyAxis::destinationStride);
    }

    CopyPlan plan;

private:
    // Makes the plan and its tiles, and returns the number of elements.
    std::uint64_t Plan() noexcept
    {
        const TensorLayout& expected = m_sides[0]->source.layout;
        const TensorLayout& actual = m_sides[1]->source.layout;
        std::uint64_t count = 1;
        for (std::uint32_t i = actual.Rank(); i > 0; --i)
        {
            const std::uint32_t axis = i - 1;
            const std::uint32_t stride = actual.Strides()[axis], expectedStride = expected.Strides()[axis];
            m_sizes[axis] = stride == 0 && expectedStride == 0 ? 1 : actual.Sizes()[axis];
            plan.Insert(m_sizes[axis], stride, expectedStride, count);
            m_numberStrides[axis] = count;
            count *= m_sizes[axis];
        }
        if ((m_sides[0]->reversedAxes | m_sides[1]->reversedAxes) == 0) { plan.Coalesce(); }
        plan.destinationStart = actual.FirstElement() & static_cast<std::size_t>(-1);
        plan.sourceStart = expected.FirstElement() & static_cast<std::size_t>(-1);
        const std::size_t sizes[] = {StagedSize(m_sides[0]->source.type), StagedSize(m_sides[1]->source.type)};
        TileComparison(plan, sizes[sizes[0] < sizes[1] ? 1 : 0], m_tilings);
        return count;
    }

    // Returns whether a side is read from the last position to the first along an axis of the plan. The plan of such a
    // side is not coalesced, so each of its axes is the axis of the tensor with the same stride of the numbers.
    bool IsReversed(std::size_t side, const CopyAxis& axis) const noexcept
    {
        // Each axis of the plan has the stride of an axis of the tensor. Later axes with the same stride have size 1.
        std::uint32_t i = 0;
        while (m_numberStrides[i] != axis.auxiliaryStride) { ++i; }
        return (m_sides[side]->reversedAxes >> i & 1) != 0;
    }

    // Returns the packed elements of the tile of one side, whose first element is at `first`.
    const unsigned char* Packed(std::size_t side, std::size_t first, std::size_t CopyAxis::*stride) noexcept
    {
        const ComparedSide& read = *m_sides[side];
        CopyPlan part;
        std::size_t count = 1;
        for (std::uint32_t i = plan.rank; i > 0; --i)
        {
            const CopyAxis& axis = plan.axes[i - 1];
            part.Insert(tile.Count(i - 1), count, axis.*stride);
            count *= tile.Count(i - 1);
            if (read.reversedAxes != 0 && IsReversed(side, axis))
            {
                // The tile's positions as counted from the other end of the axis. The difference may wrap.
                const std::size_t mirrored = axis.size - tile.First(i - 1) - tile.Count(i - 1);
                first += (mirrored - tile.First(i - 1)) * axis.*stride;
            }
        }
        const auto* const data = static_cast<const unsigned char*>(read.source.data);
        const unsigned char* const packed =
            PackedElements(m_copy, read.source.type, part, data, first, m_staging[side]);
        return read.reversedAxes == 0 && !read.isSwapped ? packed : Reordered(side, packed, count);
    }

    // Returns a staged copy of the tile in which axes are reversed and the bytes of elements are swapped, as the side
    // demands.
    const unsigned char* Reordered(std::size_t side, const unsigned char* packed, std::size_t count) noexcept
    {
        const ComparedSide& read = *m_sides[side];
        unsigned char* const staged = m_staging[side];
        const std::size_t elementSize = StagedSize(read.source.type);
        if (packed != staged) { std::memcpy(staged, packed, count * elementSize); }
        std::size_t itemSize = elementSize; // the bytes of one position of the axis, which has all faster axes
        for (std::uint32_t i = plan.rank; i > 0; --i)
        {
            const std::size_t size = tile.Count(i - 1), lineSize = size * itemSize; // a line: all positions of the axis
            for (std::size_t at = 0; IsReversed(side, plan.axes[i - 1]) && at < count * elementSize; at += lineSize)
            {
                ReverseItems(staged + at, size, itemSize);
            }
            itemSize = lineSize;
        }
        for (std::size_t n = 0; read.isSwapped && n < count; ++n)
        {
            ReverseItems(staged + n * elementSize, elementSize, 1);
        }
        return staged;
    }

    const Copier& m_copy;
    const ComparedSide* m_sides[2];
    std::uint32_t m_sizes[MaxRank] = {};         // the sizes that are visited: 1 on an axis that both sides repeat
    std::uint64_t m_numberStrides[MaxRank] = {}; // how much an element's number grows with each position of an axis
    Tiling m_tilings[MaxRank];
    alignas(CacheLineBytes) unsigned char m_staging[2][ComparedBytes];
    std::uint64_t m_count;

public:
    TileIterator tile; // the current tile; it is the last member, because it is made of the plan and the tilings
};

// Sets the mean and the coordinates. If both sides repeat an element, it was visited once but counts as often as it is
// repeated, so the counts are multiplied.
inline void FinishComparison(const TileWalk& walk, const TensorLayout& layout, const Findings& found,
                             Comparison& result) noexcept
{
    const std::uint64_t finite = walk.Count() - result.notFinite - result.bothNan - found.bothInfinite;
    const double total = found.errors.Total();
    const double mean = finite == 0 ? 0 : total / static_cast<double>(finite);
    // The mean may be wrong: rounding, or a sum beyond the largest double, may make it larger than the largest error,
    // and the sum is 0 in a processor that flushes subnormal numbers. Then the largest error stands for the mean. Bits
    // are compared, because such a processor reads subnormal numbers as 0.
    const bool isMean = MagnitudeBits(total) != 0 && MagnitudeBits(mean) < MagnitudeBits(result.largestError);
    result.meanError = isMean ? mean : result.largestError;
    result.compared = layout.ElementCount();
    const std::uint64_t repeats = result.compared / walk.Count();
    result.different *= repeats;
    result.notFinite *= repeats;
    result.bothNan *= repeats;
    result.firstDifferent = walk.Coordinates(found.firstAt); // empty if the number is Max64
    result.largestErrorAt = walk.Coordinates(found.largestAt);
}

// Returns the conversion of a side's elements to the type in which it is compared with another side, or null.
template <class Elements> Widening WideningOf(const ComparedSide& side, const ComparedSide& other) noexcept
{
    if (side.reading != nullptr) { return side.reading; }
    const bool isWidened = other.reading != nullptr || side.source.type != other.source.type;
    return isWidened ? WideningFrom<Elements>(side.source.type) : nullptr;
}

// Compares two tensors until more than `limit` elements differ, and returns how many elements were visited. Requires:
// the arguments were checked, and `expected` is broadcast to the sizes of `actual`.
template <class Elements>
std::uint64_t CompareElements(const Copier& copy, const ComparedSide& expected, const ComparedSide& actual,
                              const Tolerance& tolerance, std::uint64_t limit, Comparison& result) noexcept
{
    PackedSide sides[] = {{nullptr, StagedSize(expected.source.type), WideningOf<Elements>(expected, actual)},
                          {nullptr, StagedSize(actual.source.type), WideningOf<Elements>(actual, expected)}};
    CompareRun<Elements> run{tolerance, result};
    TileWalk walk(copy, expected, actual);
    std::uint64_t visited = 0;
    do {
        visited += walk.TileCount();
        sides[0].elements = walk.Expected();
        sides[1].elements = walk.Actual();
        run.Compare(walk.plan, walk.tile, sides[0], sides[1]);
    } while (result.different <= limit && walk.tile.Next());

    result.largestError = Elements::ErrorOf(run.largest);
    FinishComparison(walk, actual.source.layout, run, result);
    return visited;
}

// Compares two tensors in the type to which their elements are widened. Requires: what CompareElements requires.
template <class Dependent>
std::uint64_t CompareSides(const Copier& copy, const ComparedSide& expected, const ComparedSide& actual,
                           const Tolerance& tolerance, std::uint64_t limit, Comparison& result) noexcept
{
    const auto compare = [&](auto elements)
    { return CompareElements<decltype(elements)>(copy, expected, actual, tolerance, limit, result); };
    const DML_TENSOR_DATA_TYPE type = CommonType(expected, actual);
    return type == DML_TENSOR_DATA_TYPE_UNKNOWN ? compare(SignedOrUnsigned64{}) : VisitElements(type, compare);
}

// Returns the tensor broadcast to these sizes. Requires: the layout can be broadcast to them.
inline Source BroadcastSource(const Source& source, const Dimensions& sizes) noexcept
{
    return {source.type, source.data, source.bytes, source.layout.BroadcastTo(sizes)};
}

// Does what CompareTensors documents. The kernels are those of `path`.
template <class Dependent = void>
Comparison CompareTensorsBy(CopyPath path, const Source& expected, const Source& actual,
                            const Tolerance& tolerance) noexcept
{
    Comparison result;
    result.reason = CheckSides(expected, actual, tolerance);
    if (!result.reason.Ok()) { return result; }
    const Copier copy = {KernelsOf<Dependent>(path), false /*isNonTemporal*/};
    const ComparedSide sides[] = {{BroadcastSource(expected, actual.layout.Sizes())}, {actual}};
    (void)CompareSides<Dependent>(copy, sides[0], sides[1], tolerance, Max64, result);
    return result;
}
} // namespace detail

/// Compares two tensors element by element, within a tolerance. Nothing is written, and the buffers may overlap.
///
/// The two sides may have any two data types. The sizes of `expected` are broadcast to those of `actual`: the last axes
/// are aligned, and a size of 1 repeats.
///
/// Two elements are equal if both are NaN, if their values are equal (-0 equals 0), or if both are finite and within
/// the tolerance. Floating-point elements are compared in double, integers by their exact difference. A 64-bit integer
/// is rounded to a double if the other type is a floating-point type.
///
/// If there is an error, Comparison::reason is the error, and no element is read. Diagnosis::tensor is Expected or
/// Actual. Each check looks at `expected` before `actual`.
/// Errors, in order:
///   - the error that a layout carries, which may be an error of SourceOf.
///   - UnknownDataType: a data type does not exist.
///   - RankDiffers: `expected` has more axes. required: the rank of `actual`.
///   - SizesDiffer: a size of `expected` (required) is neither 1 nor the size of `actual` (actual).
///   - NullPointer: a pointer is null. required: the bytes of the layout.
///   - SourceTooSmall: a buffer has fewer bytes than its layout. actual: the buffer's bytes. required: the layout's.
///   - SpanLimit, before SourceTooSmall of `actual`: a layout's end exceeds 64 bits or half of the address space.
///   - ValueRange: a tolerance is NaN or negative, or `ulps` is not 0 for two data types.
template <class Dependent = void> // delays the kernels: only files that call this function compile them
Comparison CompareTensors(const Source& expected, const Source& actual, const Tolerance& tolerance = {}) noexcept
{
    return detail::CompareTensorsBy<Dependent>(detail::BestCopyPath(), expected, actual, tolerance);
}

/// Returns the result as a sentence: "all 150528 elements agree", "nothing was compared", or "3 of 150528 elements
/// differ, the first at {0, 2, 17, 4}: 0.5 expected, 0.25 found; the largest error is 0.3, at {0, 0, 1, 1}", or the
/// sentence of Comparison::reason. If there are NaN, the sentence says how many. Numbers have the fewest digits that
/// read back as the same float or, if the value is not a float, as the same double.
inline Message Explain(const Comparison& comparison) noexcept
{
    if (!comparison.reason.Ok()) { return Explain(comparison.reason); }
    detail::MessageWriter writer;
    if (comparison.compared == 0) { writer.Append("nothing was compared"); }
    else if (comparison.different == 0) { writer.Append("all ", comparison.compared, " elements agree"); }
    else
    {
        writer.Append(comparison.different, " of ", comparison.compared, " elements differ, the first at ",
                      comparison.firstDifferent, ": ");
        detail::AppendReal(writer, comparison.expected);
        writer.Append(" expected, ");
        detail::AppendReal(writer, comparison.actual);
        writer.Append(" found");
        if (!comparison.largestErrorAt.empty())
        {
            writer.Append("; the largest error is ");
            detail::AppendReal(writer, comparison.largestError);
            writer.Append(", at ", comparison.largestErrorAt);
        }
        if (comparison.notFinite != 0)
        {
            writer.Append("; ", comparison.notFinite, " are NaN or infinite on one side");
        }
    }
    if (comparison.bothNan != 0) { writer.Append("; ", comparison.bothNan, " are NaN on both sides"); }
    return writer.message;
}

/// Writes Explain(comparison) to a stream of any character type. Include `<ostream>` yourself.
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const Comparison& comparison)
{
    return stream << Explain(comparison);
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_COMPARE_HPP
