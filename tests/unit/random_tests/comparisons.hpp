// Random tests of CompareTensors with any types, layouts, buffers, tolerances and arguments. An oracle compares one
// element at a time in row-major order, and a model lists the faults of a call. No call may write to memory.
#pragma once

#include "dml_tensor_compare.hpp"
#include "models/copies.hpp"
#include "random_tests/descriptors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace random_comparisons
{

using namespace copy_support;
using test_support::Met;

// ---- the oracle -----------------------------------------------------------------------------------------------------

// Given by number, because older target versions of the SDK hide the names of 4-bit types.
enum class Kind : std::uint32_t
{
    Float,
    Unsigned,
    Signed
};

// Returns the bits of the fraction of a floating-point type.
constexpr std::uint32_t FractionBitsOf(DML_TENSOR_DATA_TYPE type)
{
    return type == Float16 ? 10 : type == Float32 ? 23 : 52;
}

constexpr Kind KindOf(DML_TENSOR_DATA_TYPE type)
{
    const auto value = static_cast<std::uint32_t>(type);
    return value <= 2 || value == 9                                   ? Kind::Float
           : (value >= 3 && value <= 5) || value == 10 || value == 12 ? Kind::Unsigned
                                                                      : Kind::Signed;
}

// Returns the bits of an element of up to 64 bits; the others are 0. Requires a little-endian machine, as the header does.
inline std::uint64_t ReadBits(const void* src, std::uint64_t element, std::uint32_t bits)
{
    std::uint64_t value = 0;
    unsigned char bytes[sizeof(value)] = {};
    MoveElement(bits, bytes, 0, static_cast<const unsigned char*>(src), element);
    std::memcpy(&value, bytes, sizeof(value));
    return value;
}

inline void WriteBits(void* dst, std::uint64_t element, std::uint32_t bits, std::uint64_t value)
{
    unsigned char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));
    MoveElement(bits, static_cast<unsigned char*>(dst), element, bytes, 0);
}

// An element: its place among the sorted values of its type, where 0 has place 0, and its value.
struct Number
{
    bool isNan = false;
    bool isFinite = true;
    std::int64_t place = 0; // for UINT64 minus 2^63
    double value = 0;
};

inline Number NumberOf(std::uint64_t bits, DML_TENSOR_DATA_TYPE type)
{
    const std::uint32_t width = ElementSizeInBits(type);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const bool isSet = (bits & sign) != 0;
    Number number;
    if (KindOf(type) == Kind::Unsigned)
    {
        number.place = AsSigned(width == 64 ? bits ^ sign : bits);
        number.value = static_cast<double>(bits);
        return number;
    }
    if (KindOf(type) == Kind::Signed)
    {
        number.place = AsSigned(isSet ? bits - sign - sign : bits);
        number.value = static_cast<double>(number.place);
        return number;
    }
    const std::uint32_t fractionBits = FractionBitsOf(type);
    const std::uint64_t magnitude = bits & (sign - 1);
    const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << fractionBits) - 1);
    const auto exponent = static_cast<int>(magnitude >> fractionBits);
    const int largest = (1 << (width - 1 - fractionBits)) - 1;
    number.place = isSet ? -AsSigned(magnitude) : AsSigned(magnitude);
    number.isFinite = exponent != largest;
    number.isNan = !number.isFinite && fraction != 0;
    const std::uint64_t mantissa = exponent == 0 ? fraction : fraction + (std::uint64_t{1} << fractionBits);
    const int power = (exponent == 0 ? 1 : exponent) - largest / 2 - static_cast<int>(fractionBits);
    number.value = number.isNan       ? std::numeric_limits<double>::quiet_NaN()
                   : !number.isFinite ? std::numeric_limits<double>::infinity()
                                      : std::ldexp(static_cast<double>(mantissa), power);
    number.value = isSet ? -number.value : number.value;
    return number;
}

// Returns the number of steps from one value to the other. Requires: both have one type.
inline std::uint64_t StepsBetween(const Number& a, const Number& b)
{
    const auto from = static_cast<std::uint64_t>((std::min)(a.place, b.place));
    return static_cast<std::uint64_t>((std::max)(a.place, b.place)) - from;
}

// The distance of two integers of any types: a number of 65 bits.
struct Steps
{
    std::uint64_t high;
    std::uint64_t low;
};

inline bool IsMore(const Steps& a, const Steps& b) { return a.high != b.high ? a.high > b.high : a.low > b.low; }

// Returns the distance of two integers, both shifted by 2^63 so that they are not negative.
inline Steps StepsBetweenIntegers(std::uint64_t e, DML_TENSOR_DATA_TYPE eType, std::uint64_t a,
                                  DML_TENSOR_DATA_TYPE aType)
{
    const auto shifted = [](std::uint64_t bits, DML_TENSOR_DATA_TYPE type)
    {
        constexpr std::uint64_t Half = std::uint64_t{1} << 63;
        if (KindOf(type) == Kind::Signed)
        {
            return Steps{0, static_cast<std::uint64_t>(NumberOf(bits, type).place) + Half};
        }
        return Steps{bits >= Half ? 1U : 0U, bits + Half};
    };
    Steps more = shifted(e, eType), less = shifted(a, aType);
    if (IsMore(less, more)) { std::swap(more, less); }
    return {more.high - less.high - (more.low < less.low ? 1U : 0U), more.low - less.low};
}

// Whether steps <= limit as real numbers.
inline bool IsAtMost(const Steps& steps, double limit)
{
    if (std::isnan(limit) || limit < 0) { return false; }
    if (limit >= std::ldexp(1.0, 65)) { return true; }
    const double high = std::floor(std::ldexp(limit, -64));
    return !IsMore(steps, {static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(limit - std::ldexp(high, 64))});
}

inline bool IsInteger(DML_TENSOR_DATA_TYPE type) { return KindOf(type) != Kind::Float; }

struct Verdict
{
    bool areEqual;
    bool areFinite;
    double error; // 0 if one is not finite
    Steps exact;  // for integers
};

inline Verdict CompareNumbers(std::uint64_t eBits, DML_TENSOR_DATA_TYPE eType, std::uint64_t aBits,
                              DML_TENSOR_DATA_TYPE aType, const Tolerance& tolerance)
{
    const Number e = NumberOf(eBits, eType), a = NumberOf(aBits, aType);
    if (!e.isFinite || !a.isFinite)
    {
        const bool isSameInfinity = !e.isNan && !a.isNan && !e.isFinite && !a.isFinite && e.value == a.value;
        return {(e.isNan && a.isNan) || isSameInfinity, false, 0, {}};
    }
    volatile double limit = tolerance.relative * std::fabs(e.value);
    if (IsInteger(eType) && IsInteger(aType))
    {
        const Steps steps = StepsBetweenIntegers(eBits, eType, aBits, aType);
        const bool isEqual = (steps.high | steps.low) == 0 || IsAtMost(steps, tolerance.absolute)
                             || IsAtMost(steps, limit) || !IsMore(steps, {0, tolerance.ulps});
        // Long double may be double: a number of 65 bits is rounded once if its last bits are joined first.
        const double rounded = steps.high == 0
                                   ? static_cast<double>(steps.low)
                                   : 2 * static_cast<double>(std::uint64_t{1} << 63 | steps.low >> 1 | (steps.low & 1));
        return {isEqual, true, rounded, steps};
    }
    volatile double difference = std::fabs(e.value - a.value);
    // A limit below the normal numbers is not rounded to a subnormal, so it is compared with both sides scaled up.
    const int scale = limit < std::numeric_limits<double>::min() ? 512 : 0;
    volatile double scaledLimit = tolerance.relative * std::ldexp(std::fabs(e.value), scale);
    const bool isWithin = difference <= limit && (scale == 0 || std::ldexp(difference, scale) <= scaledLimit);
    const bool isClose = eType == aType && StepsBetween(e, a) <= tolerance.ulps;
    return {difference == 0 || difference <= tolerance.absolute || isWithin || isClose, true, difference, {}};
}

// Adds errors in long double, scaled so that the sum does not overflow where long double is double. A mean whose sum is
// beyond double is the largest error. An element that both sides repeat is one term of that sum.
struct MeanError
{
    static constexpr int Scale = 64;

    long double sum = 0;
    std::uint64_t count = 0;

    void Add(double error)
    {
        sum += std::ldexp(static_cast<long double>(error), -Scale);
        ++count;
    }
    double Value(double largestError, std::uint64_t repeats) const
    {
        const long double limit = std::ldexp(static_cast<long double>(std::numeric_limits<double>::max()), -Scale);
        const bool isBeyond = sum / static_cast<long double>(repeats) > limit;
        return isBeyond     ? largestError
               : count == 0 ? 0
                            : static_cast<double>(std::ldexp(sum / static_cast<long double>(count), Scale));
    }
};

// Requires: the call is accepted.
inline Comparison CompareEach(const Source& expected, const Source& actual, const Tolerance& tolerance)
{
    const std::uint32_t expectedBits = reference_model::BitsOf(static_cast<std::uint32_t>(expected.type));
    const std::uint32_t actualBits = reference_model::BitsOf(static_cast<std::uint32_t>(actual.type));
    const std::uint32_t rank = actual.layout.Rank();
    Comparison result;
    Steps exact{};
    MeanError mean;
    const auto visit = [&](const Coordinates& at)
    {
        const std::uint64_t e = ReadBits(expected.data, ElementAt(expected.layout, at, rank), expectedBits);
        const std::uint64_t a = ReadBits(actual.data, ElementAt(actual.layout, at, rank), actualBits);
        const Verdict verdict = CompareNumbers(e, expected.type, a, actual.type, tolerance);
        const Dimensions place(at.data(), rank);
        ++result.compared;
        if (verdict.areFinite) { mean.Add(verdict.error); }
        else if (!verdict.areEqual) { ++result.notFinite; }
        else if (NumberOf(e, expected.type).isNan) { ++result.bothNan; }
        if (!verdict.areEqual && ++result.different == 1)
        {
            result.firstDifferent = place;
            result.expected = NumberOf(e, expected.type).value;
            result.actual = NumberOf(a, actual.type).value;
        }
        const bool isAsLarge = !IsMore(exact, verdict.exact);
        if (IsMore(verdict.exact, exact) || (isAsLarge && verdict.error > result.largestError))
        {
            exact = verdict.exact;
            result.largestError = verdict.error;
            result.largestErrorAt = place;
        }
    };
    ForEachCoordinate(actual.layout.Sizes(), visit);
    const TensorLayout broadcast = expected.layout.BroadcastTo(actual.layout.Sizes());
    std::uint64_t repeats = 1;
    for (std::uint32_t axis = 0; axis < rank; ++axis)
    {
        const bool isRepeated = broadcast.Strides()[axis] == 0 && actual.layout.Strides()[axis] == 0;
        repeats *= isRepeated ? actual.layout.Sizes()[axis] : 1;
    }
    result.meanError = mean.Value(result.largestError, repeats);
    return result;
}

inline bool AreSame(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

// The order of a sum is the library's choice.
inline bool IsSameMean(double a, double b)
{
    return a == b || std::fabs(a - b) <= 1e-13 * std::fabs(a) + 2 * std::numeric_limits<double>::denorm_min();
}

inline bool AreSame(const Comparison& a, const Comparison& b)
{
    return a.reason == b.reason && a.compared == b.compared && a.different == b.different
           && a.firstDifferent == b.firstDifferent && AreSame(a.expected, b.expected) && AreSame(a.actual, b.actual)
           && AreSame(a.largestError, b.largestError) && a.largestErrorAt == b.largestErrorAt
           && IsSameMean(a.meanError, b.meanError) && a.notFinite == b.notFinite && a.bothNan == b.bothNan
           && static_cast<bool>(a) == static_cast<bool>(b);
}

inline std::string TextOf(const Comparison& comparison)
{
    char numbers[80] = {};
    (void)std::snprintf(numbers, sizeof(numbers), " (largest error %.17g, mean error %.17g)", comparison.largestError,
                        comparison.meanError);
    return Explain(comparison).c_str() + std::string(numbers);
}

// ---- the faults of a call -------------------------------------------------------------------------------------------

inline Faults FaultsOf(const Source& expected, const Source& actual, const Tolerance& tolerance)
{
    Faults faults;
    AddLayoutFault(faults, expected.layout, Diagnosis::Expected);
    AddLayoutFault(faults, actual.layout, Diagnosis::Actual);
    if (!faults.empty()) { return faults; }
    const auto addTypeFault = [&](DML_TENSOR_DATA_TYPE type, std::uint32_t tensor)
    {
        const auto value = static_cast<std::uint32_t>(type);
        constexpr std::uint32_t last = reference_model::LastDataType;
        if (value < 1 || value > last)
        {
            faults.push_back({TensorError::UnknownDataType, NoAxis, value, last, tensor});
        }
    };
    addTypeFault(expected.type, Diagnosis::Expected);
    addTypeFault(actual.type, Diagnosis::Actual);
    if (!faults.empty()) { return faults; }
    AddSizeFaults(faults, actual.layout, expected.layout, Diagnosis::Expected);
    const auto addMemoryFaults = [&](const Source& side, std::uint32_t tensor)
    {
        const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(side.type));
        AddMemoryFaults(faults, MemoryOf(side.data, side.bytes, side.layout, bits), TensorError::SourceTooSmall,
                        tensor);
    };
    addMemoryFaults(expected, Diagnosis::Expected);
    addMemoryFaults(actual, Diagnosis::Actual);
    for (const double each : {tolerance.absolute, tolerance.relative})
    {
        if (each >= 0) { continue; }
        const double lowest = -std::ldexp(1.0, each < 0 ? 62 : 63); // for NaN a number that no tolerance has
        const auto shown = static_cast<std::int64_t>(std::floor(each > lowest ? each : lowest));
        faults.push_back(
            {TensorError::ValueRange, NoAxis, static_cast<std::uint64_t>(shown), test_support::Max64, NoAxis});
    }
    if (expected.type != actual.type && tolerance.ulps != 0)
    {
        faults.push_back({TensorError::ValueRange, NoAxis, tolerance.ulps, 0, NoAxis});
    }
    return faults;
}

// ---- calls ----------------------------------------------------------------------------------------------------------

// Returns what is wrong with a call on any path, or "".
inline std::string Failures(const Source& expected, const Source& actual, const Tolerance& tolerance, Met& met)
{
    Comparison right;
    const Faults faults = FaultsOf(expected, actual, tolerance);
    if (faults.empty())
    {
        right = CompareEach(expected, actual, tolerance);
        ++met[right.different != 0 ? "different" : "equal"];
    }
    else
    {
        Count(faults, "", met);
        right.reason = CompareTensors(expected, actual, tolerance).reason;
        if (!Agrees(right.reason, faults)) { return "found " + Text(right.reason) + ", expected " + Listed(faults); }
    }
    if (right.reason.Ok() && !right && right.largestErrorAt.empty()) { ++met["different without an error"]; }
    if (right && !right.largestErrorAt.empty()) { ++met["equal with an error"]; }
    std::string problems;
    const auto check = [&](const std::string& variant, const Comparison& found)
    {
        if (!AreSame(found, right)) { problems += "\n  " + variant + ": " + TextOf(found); }
    };
    check("CompareTensors", CompareTensors(expected, actual, tolerance));
    if (expected.type != actual.type && right.reason.Ok())
    {
        ++met[right.different != 0 ? "two types differ" : "two types agree"];
    }
    ForEachPath({},
                [&](CopyPath path) { check(Name(path), detail::CompareTensorsBy(path, expected, actual, tolerance)); });
    if (problems.empty()) { return ""; }
    const auto number = [](DML_TENSOR_DATA_TYPE type) { return std::to_string(static_cast<std::uint32_t>(type)); };
    return "types " + number(expected.type) + " and " + number(actual.type) + ", expected " + Text(expected.layout)
           + ", actual " + Text(actual.layout) + ", tolerance " + std::to_string(tolerance.absolute) + ", "
           + std::to_string(tolerance.relative) + ", " + std::to_string(tolerance.ulps) + "; right is " + TextOf(right)
           + problems;
}

inline Tolerance RandomTolerance(Random& random)
{
    const auto number = [&random]() -> double
    {
        switch (random.Below(8))
        {
        case 0: return std::ldexp(random.Below(64), -static_cast<int>(random.Below(20)));
        case 1: return random.Below(4);
        case 2: return random.OneIn(4) ? std::numeric_limits<double>::infinity() : 1e18;
        case 3: return std::ldexp(1 + random.Below(4), random.OneIn(2) ? -10 : random.OneIn(2) ? -23 : -52);
        default: return 0;
        }
    };
    Tolerance tolerance;
    tolerance.absolute = number();
    tolerance.relative = number();
    tolerance.ulps = random.OneIn(2) ? 0 : random.OneIn(8) ? random.Next() : random.Below(4);
    return tolerance;
}

// Returns small numbers, numbers with a special meaning in some type, or any.
inline std::uint64_t RandomBits(Random& random, std::uint32_t bits)
{
    const std::uint64_t sign = std::uint64_t{random.Below(2)} << (bits - 1);
    const std::uint32_t exponentBits = bits == 16 ? 5 : bits == 32 ? 8 : 11;
    switch (random.Below(6))
    {
    case 0: return sign;
    case 1: return sign | random.Below(8);
    case 2: // infinity, or its neighbours: NaN and the largest numbers
        return bits < 16 ? random.Next()
                         : sign
                               | ((((std::uint64_t{1} << exponentBits) - 1) << (bits - 1 - exponentBits))
                                  + random.Below(5) - 2);
    case 3: return (std::uint64_t{1} << (bits - 1)) + random.Below(4) - 2;
    default: return random.Next();
    }
}

// Returns 0 or a float of either sign from 1 to below 4. Integers of these bits are as good as any.
inline std::uint64_t RandomNormalBits(Random& random, std::uint32_t bits)
{
    if (random.OneIn(8)) { return 0; }
    const std::uint32_t fractionBits = bits == 16 ? 10 : bits == 32 ? 23 : 52;
    const std::uint64_t one = bits == 16 ? 0x3C00 : bits == 32 ? 0x3F800000 : 0x3FF0000000000000;
    const std::uint64_t sign = std::uint64_t{random.Below(2)} << (bits - 1);
    return sign | (one + (random.Next() & ((std::uint64_t{2} << fractionBits) - 1)));
}

// Fills both tensors. The actual one has the expected elements, except for some that differ slightly or completely. Or
// all elements differ slightly, as in two computations of the same values, and few of them are special.
inline void PutElements(Random& random, DML_TENSOR_DATA_TYPE type, unsigned char* expected,
                        const TensorLayout& ofExpected, unsigned char* actual, const TensorLayout& ofActual)
{
    const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(type));
    const std::uint32_t rank = ofActual.Rank();
    const bool isNear = random.OneIn(3);
    const std::uint32_t rarity = isNear || random.OneIn(4) ? 1 : random.OneIn(2) ? 8 : 200;
    const auto randomBits = [&]
    { return isNear && !random.OneIn(100) ? RandomNormalBits(random, bits) : RandomBits(random, bits); };
    const auto visit = [&](auto put)
    {
        ForEachCoordinate(ofActual.Sizes(), [&](const Coordinates& at)
                          { put(ElementAt(ofExpected, at, rank), ElementAt(ofActual, at, rank)); });
    };
    if (isNear || random.OneIn(2))
    {
        visit([&](std::uint64_t from, std::uint64_t) { WriteBits(expected, from, bits, randomBits()); });
    }
    visit([&](std::uint64_t from, std::uint64_t to) { WriteBits(actual, to, bits, ReadBits(expected, from, bits)); });
    if (random.OneIn(4)) { return; }
    visit(
        [&](std::uint64_t from, std::uint64_t to)
        {
            if (!random.OneIn(rarity)) { return; }
            const std::uint64_t expectedBits = ReadBits(expected, from, bits);
            const bool isOther = isNear ? random.OneIn(200) : random.OneIn(2);
            const std::uint64_t near = isNear && expectedBits == 0 ? 0 : expectedBits + random.Below(7) - 3;
            WriteBits(actual, to, bits, isOther ? RandomBits(random, bits) : near);
        });
}

// Returns the bits of an element of another type whose value is near that of an element.
inline std::uint64_t NearBits(std::uint64_t bits, DML_TENSOR_DATA_TYPE type, DML_TENSOR_DATA_TYPE toType)
{
    const Number from = NumberOf(bits, type);
    const std::uint32_t width = ElementSizeInBits(toType);
    if (IsInteger(type) && IsInteger(toType))
    {
        return KindOf(type) == Kind::Unsigned ? bits : static_cast<std::uint64_t>(from.place);
    }
    if (IsInteger(toType))
    {
        const int magnitudeBits = static_cast<int>(width) - (KindOf(toType) == Kind::Signed ? 1 : 0);
        const double limit = std::nextafter(std::ldexp(1.0, magnitudeBits), 0.0);
        const double magnitude = from.isNan ? 0 : (std::min)(std::fabs(from.value), limit);
        const auto whole = static_cast<std::uint64_t>(magnitude);
        return from.value < 0 && KindOf(toType) == Kind::Signed ? 0 - whole : whole;
    }
    const std::uint32_t fractionBits = FractionBitsOf(toType);
    const std::uint64_t infinity = ((std::uint64_t{1} << (width - 1 - fractionBits)) - 1) << fractionBits;
    const std::uint64_t sign = std::signbit(from.value) ? std::uint64_t{1} << (width - 1) : 0;
    if (from.isNan) { return infinity + 1 + (bits & 1); }
    if (from.value == 0) { return sign; }
    const int bias = (1 << (width - 2 - fractionBits)) - 1;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(from.value), &exponent); // from 0.5 to below 1
    if (!from.isFinite || exponent - 1 > bias) { return sign | infinity; }
    const int lowest = 2 - bias; // frexp's exponent of the smallest normal number
    const int shift = static_cast<int>(fractionBits) + 1 + (std::min)(exponent - lowest, 0);
    const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, shift));
    const auto steps = static_cast<std::uint64_t>((std::max)(exponent - lowest, 0));
    return sign | (significand + (steps << fractionBits));
}

// Fills tensors of two types: most actual elements have values near the expected ones.
inline void PutElementsOfTwoTypes(Random& random, DML_TENSOR_DATA_TYPE expectedType, unsigned char* expected,
                                  const TensorLayout& ofExpected, DML_TENSOR_DATA_TYPE actualType,
                                  unsigned char* actual, const TensorLayout& ofActual)
{
    const std::uint32_t expectedBits = ElementSizeInBits(expectedType), actualBits = ElementSizeInBits(actualType);
    const std::uint32_t rank = ofActual.Rank();
    const std::uint32_t kind = random.Below(4);
    const auto small = [&] { return NearBits(random.Below(8), DML_TENSOR_DATA_TYPE_UINT8, expectedType); };
    ForEachCoordinate(ofActual.Sizes(),
                      [&](const Coordinates& at)
                      {
                          const std::uint64_t bits = kind == 0            ? small()
                                                     : random.OneIn(kind) ? RandomBits(random, expectedBits)
                                                                          : RandomNormalBits(random, expectedBits);
                          WriteBits(expected, ElementAt(ofExpected, at, rank), expectedBits, bits);
                      });
    ForEachCoordinate(ofActual.Sizes(),
                      [&](const Coordinates& at)
                      {
                          const std::uint64_t e = ReadBits(expected, ElementAt(ofExpected, at, rank), expectedBits);
                          std::uint64_t bits = NearBits(e, expectedType, actualType);
                          if (kind > 1 && random.OneIn(8)) { bits += random.Below(5) - 2; }
                          if (kind > 2 && random.OneIn(30)) { bits = RandomBits(random, actualBits); }
                          WriteBits(actual, ElementAt(ofActual, at, rank), actualBits, bits);
                      });
}

// Returns the type of the other tensor: often the same.
inline DML_TENSOR_DATA_TYPE OtherType(Random& random, DML_TENSOR_DATA_TYPE type)
{
    return random.OneIn(2) ? type : static_cast<DML_TENSOR_DATA_TYPE>(random.Between(1, reference_model::LastDataType));
}

// Returns layouts of at most `limit` elements. Sometimes elements of the actual tensor overlap.
inline Copy RandomSides(Random& random, std::uint32_t limit)
{
    Copy sides = RandomCopy(random, limit);
    const TensorLayout& actual = sides.destination;
    if (random.OneIn(6)) { sides.destination = WithValue(actual, true, random.Below(actual.Rank()), random.Below(3)); }
    return sides;
}

inline std::string CheckCompare(Random& random, Met& met)
{
    constexpr std::uint32_t limits[] = {60, 400, 1000, 5000};
    const Copy sides = RandomSides(random, limits[random.Below(4)]);
    const DML_TENSOR_DATA_TYPE expectedType = OtherType(random, sides.type);
    Buffer actual(sides.destination.EndInBytes(sides.type), sides.destinationMisalignment, sides.room, 1);
    Buffer expected(sides.source.EndInBytes(expectedType), sides.sourceMisalignment, sides.room, 2);
    Tolerance tolerance = RandomTolerance(random);
    if (expectedType == sides.type)
    {
        PutElements(random, sides.type, expected.Data(), sides.source, actual.Data(), sides.destination);
    }
    else
    {
        PutElementsOfTwoTypes(random, expectedType, expected.Data(), sides.source, sides.type, actual.Data(),
                              sides.destination);
        tolerance.ulps = random.OneIn(20) ? tolerance.ulps : 0;
    }
    const std::vector<unsigned char> before[] = {expected.Whole(), actual.Whole()};
    const std::string problem = Failures({expectedType, expected.Data(), expected.Size(), sides.source},
                                         {sides.type, actual.Data(), actual.Size(), sides.destination}, tolerance, met);
    return problem + (expected.IsWhole(before[0]) && actual.IsWhole(before[1]) ? "" : "\n  it wrote");
}

// Checks a call whose arguments may be wrong, and whose buffers may overlap.
inline std::string CheckBrokenCompare(Random& random, Met& met)
{
    const Copy sides = RandomSides(random, 100);
    const std::uint64_t end = sides.destination.EndInBytes(sides.type);
    const DML_TENSOR_DATA_TYPE otherType = OtherType(random, sides.type);
    const Buffer other(sides.source.EndInBytes(otherType), sides.sourceMisalignment, sides.room, 1);
    Buffer buffer(end + other.Size(), sides.destinationMisalignment, sides.room, 2);
    CopyCall call{{sides.type, buffer.Data(), end, sides.destination},
                  {otherType, other.Data(), other.Size(), sides.source}};
    Tolerance tolerance = RandomTolerance(random);
    for (std::uint32_t faults = random.Below(3); faults > 0; --faults) { BreakCall(random, call, buffer); }
    double& broken = random.OneIn(2) ? tolerance.absolute : tolerance.relative;
    switch (random.Below(12))
    {
    case 0: broken = std::numeric_limits<double>::quiet_NaN(); break;
    case 1: broken = -std::ldexp(1 + random.Below(9), static_cast<int>(random.Below(80)) - 10); break;
    case 2: broken = -std::numeric_limits<double>::infinity(); break;
    case 3: broken = -0.0; break;
    default: break;
    }
    const Source actual = {call.destination.type, call.destination.data, call.destination.bytes,
                           call.destination.layout};
    return Failures(call.source, actual, tolerance, met);
}

inline std::string Check(Random& random, Met& met)
{
    return random.Below(3) < 2 ? CheckCompare(random, met) : CheckBrokenCompare(random, met);
}

} // namespace random_comparisons
