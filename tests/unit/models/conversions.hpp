// Shared by the tests and the fuzz target of dml_tensor_convert.hpp, in addition to models/copies.hpp: conversions by
// integer arithmetic, which rounds only where the contract does; the faults of a call; and a function that repeats
// a call on every path with every hint. If the contract allows one rounding or two, both results are right. Arithmetic
// in FLOAT64 is that of the machine: std::fma rounds once.
#pragma once

#include "dml_tensor_convert.hpp"
#include "models/copies.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace convert_support
{

using namespace copy_support;

inline constexpr DML_TENSOR_DATA_TYPE AllTypes[] = {Float32, Float16, UInt8,  Int8,   UInt16, Int16, UInt4,
                                                    Int4,    Float64, UInt32, UInt64, Int32,  Int64};
static_assert(sizeof(AllTypes) / sizeof(AllTypes[0]) == reference_model::LastDataType);

constexpr bool IsConverted(DML_TENSOR_DATA_TYPE type) { return type >= 1 && type <= reference_model::LastDataType; }

constexpr bool IsFloat(DML_TENSOR_DATA_TYPE type) { return type == Float32 || type == Float16 || type == Float64; }

// Whether a type makes the arithmetic FLOAT64.
constexpr bool IsWide(DML_TENSOR_DATA_TYPE type)
{
    return type == Float64 || type == UInt32 || type == Int32 || type == UInt64 || type == Int64;
}

constexpr std::uint32_t BitsOfType(DML_TENSOR_DATA_TYPE type)
{
    return reference_model::BitsOf(static_cast<std::uint32_t>(type));
}

// ---- numbers --------------------------------------------------------------------------------------------------------

// A format of IEEE 754: a sign bit, the exponent field and the mantissa.
struct Format
{
    int mantissaBits;
    int exponentBits;

    constexpr std::uint64_t LastField() const { return (std::uint64_t{1} << exponentBits) - 1; }
    constexpr std::uint64_t Infinity() const { return LastField() << mantissaBits; }
    constexpr int LeastExponent() const { return 2 - (1 << (exponentBits - 1)) - mantissaBits; } // of the least number
};
inline constexpr Format SingleFormat = {23, 8};
inline constexpr Format HalfFormat = {10, 5};
inline constexpr Format DoubleFormat = {52, 11};

constexpr Format FormatOf(DML_TENSOR_DATA_TYPE type)
{
    return type == Float64 ? DoubleFormat : type == Float32 ? SingleFormat : HalfFormat;
}

enum class Kind
{
    Finite,
    Infinite,
    NotANumber
};

// An exact number: (-1)^isNegative * magnitude * 2^exponent.
struct Number
{
    Kind kind = Kind::Finite;
    bool isNegative = false;
    std::uint64_t magnitude = 0;
    int exponent = 0;

    bool IsZero() const { return kind == Kind::Finite && magnitude == 0; }
};

// Returns the position of the leading 1. Requires: magnitude is not 0.
inline int TopBit(std::uint64_t magnitude)
{
    int top = 0;
    for (int step = 32; step > 0; step /= 2)
    {
        if (magnitude >> top >> step != 0) { top += step; }
    }
    return top;
}

// Returns magnitude / 2^shift, rounded to the nearest integer, ties to even.
inline std::uint64_t Shifted(std::uint64_t magnitude, int shift)
{
    if (shift <= 0) { return magnitude << -shift; }
    if (shift > 63) { return 0; }
    const std::uint64_t kept = magnitude >> shift;
    const std::uint64_t rest = magnitude - (kept << shift);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    return kept + (rest > half || (rest == half && kept % 2 == 1) ? 1 : 0);
}

inline Number Decode(std::uint64_t bits, const Format& format)
{
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << format.mantissaBits) - 1);
    const std::uint64_t field = bits >> format.mantissaBits & format.LastField();
    const bool isNegative = (bits >> format.mantissaBits >> format.exponentBits & 1U) != 0;
    if (field == format.LastField()) { return {mantissa == 0 ? Kind::Infinite : Kind::NotANumber, isNegative, 0, 0}; }
    if (field == 0) { return {Kind::Finite, isNegative, mantissa, format.LeastExponent()}; }
    return {Kind::Finite, isNegative, mantissa + (std::uint64_t{1} << format.mantissaBits),
            static_cast<int>(field) - 1 + format.LeastExponent()};
}

// Returns the nearest number of the format, ties to even; infinity beyond the largest number.
inline std::uint64_t Encode(const Number& number, const Format& format)
{
    const std::uint64_t sign = number.isNegative ? std::uint64_t{1} << format.mantissaBits << format.exponentBits : 0;
    std::uint64_t bits = format.Infinity();
    if (number.kind == Kind::NotANumber) { bits += std::uint64_t{1} << (format.mantissaBits - 1); }
    if (number.kind == Kind::Finite)
    {
        const int top = number.exponent + TopBit(number.magnitude);
        const int unit = (std::max)(top - format.mantissaBits, format.LeastExponent());
        // The leading 1 of a normal number adds 1 to the exponent field, and so does a mantissa that rounds up to 2.
        const auto field = static_cast<std::uint64_t>(unit - format.LeastExponent());
        bits = (std::min)(bits, (field << format.mantissaBits) + Shifted(number.magnitude, unit - number.exponent));
    }
    return number.IsZero() ? sign : sign + bits;
}

constexpr bool IsSigned(DML_TENSOR_DATA_TYPE type)
{
    return type == Int4 || type == Int8 || type == Int16 || type == Int32 || type == Int64;
}

// Returns the bits that a type has.
constexpr std::uint64_t MaskOf(DML_TENSOR_DATA_TYPE type) { return test_support::Max64 >> (64 - BitsOfType(type)); }

// Returns the nearest integer of a type, ties to even.
inline std::uint64_t ToInteger(const Number& number, DML_TENSOR_DATA_TYPE type)
{
    if (number.kind == Kind::NotANumber || number.IsZero()) { return 0; }
    const std::uint64_t largest = MaskOf(type) >> (IsSigned(type) ? 1 : 0);
    const std::uint64_t most = !number.isNegative ? largest : IsSigned(type) ? largest + 1 : 0; // magnitude
    const bool isBeyond = number.kind == Kind::Infinite || number.exponent + TopBit(number.magnitude) > 63;
    const std::uint64_t rounded = isBeyond ? most : (std::min)(Shifted(number.magnitude, -number.exponent), most);
    return (number.isNegative ? 0 - rounded : rounded) & MaskOf(type);
}

// Returns the exact product. Requires: factors of up to 24 bits.
inline Number Product(const Number& a, const Number& b)
{
    const bool isNegative = a.isNegative != b.isNegative;
    if (a.kind == Kind::Finite && b.kind == Kind::Finite)
    {
        return {Kind::Finite, isNegative, a.magnitude * b.magnitude, a.exponent + b.exponent};
    }
    const bool isNone = a.kind == Kind::NotANumber || b.kind == Kind::NotANumber || a.IsZero() || b.IsZero();
    return {isNone ? Kind::NotANumber : Kind::Infinite, isNegative, 0, 0};
}

// Returns the sum to 61 bits. The last bit is 1 if a lower one is, so that rounding to 24 bits is right. Requires:
// terms of up to 48 bits.
inline Number Sum(Number a, Number b)
{
    if (a.kind == Kind::NotANumber || b.kind == Kind::NotANumber) { return {Kind::NotANumber, false, 0, 0}; }
    if (a.kind == Kind::Infinite || b.kind == Kind::Infinite)
    {
        const bool isNone = a.kind == b.kind && a.isNegative != b.isNegative;
        return {isNone ? Kind::NotANumber : Kind::Infinite, a.kind == Kind::Infinite ? a.isNegative : b.isNegative, 0,
                0};
    }
    if (a.IsZero() && b.IsZero()) { return {Kind::Finite, a.isNegative && b.isNegative, 0, 0}; }
    if (a.IsZero() || b.IsZero()) { return a.IsZero() ? b : a; }
    for (Number* part : {&a, &b})
    {
        const int shift = 61 - TopBit(part->magnitude);
        part->magnitude <<= shift;
        part->exponent -= shift;
    }
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.magnitude < b.magnitude)) { std::swap(a, b); }
    const int apart = a.exponent - b.exponent;
    const std::uint64_t moved = apart > 63 ? 0 : b.magnitude >> apart;
    const bool isCut = apart > 63 || moved << apart != b.magnitude;
    const std::uint64_t other = moved | (isCut ? 1U : 0U);
    const bool isSum = a.isNegative == b.isNegative;
    const std::uint64_t magnitude = isSum ? a.magnitude + other : a.magnitude - other;
    return {Kind::Finite, a.isNegative && magnitude != 0, magnitude, a.exponent};
}

// ---- elements -------------------------------------------------------------------------------------------------------

// A float's bits. The tests do no arithmetic with floats, because that is what they test.
inline std::uint32_t BitsOf(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

inline float FloatOf(std::uint32_t bits)
{
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

inline std::uint64_t BitsOf(double value)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

// Returns the bits of element number `index`, in the low bits.
inline std::uint64_t ReadElement(const unsigned char* base, std::size_t index, DML_TENSOR_DATA_TYPE type)
{
    const std::size_t bits = BitsOfType(type);
    if (bits == 4) { return base[index / 2] >> (index % 2 * 4) & 15U; }
    std::uint64_t element = 0;
    std::memcpy(&element, base + index * (bits / 8), bits / 8); // little-endian
    return element;
}

inline void WriteElement(unsigned char* base, std::size_t index, DML_TENSOR_DATA_TYPE type, std::uint64_t element)
{
    const std::size_t bits = BitsOfType(type);
    if (bits != 4)
    {
        std::memcpy(base + index * (bits / 8), &element, bits / 8);
        return;
    }
    const unsigned shift = index % 2 == 0 ? 0 : 4;
    const unsigned kept = base[index / 2] & ~(15U << shift);
    base[index / 2] = static_cast<unsigned char>(kept | static_cast<unsigned>(element) << shift);
}

inline Number NumberOf(std::uint64_t bits, DML_TENSOR_DATA_TYPE type)
{
    if (IsFloat(type)) { return Decode(bits, FormatOf(type)); }
    const bool isNegative = IsSigned(type) && bits > MaskOf(type) / 2;
    return {Kind::Finite, isNegative, isNegative ? (0 - bits) & MaskOf(type) : bits, 0};
}

inline std::uint64_t BitsAs(const Number& number, DML_TENSOR_DATA_TYPE type)
{
    return IsFloat(type) ? Encode(number, FormatOf(type)) : ToInteger(number, type);
}

inline bool IsNaN(std::uint64_t bits, DML_TENSOR_DATA_TYPE type)
{
    return IsFloat(type) && Decode(bits, FormatOf(type)).kind == Kind::NotANumber;
}

// The results that are allowed for an element: with one rounding and with two. All NaNs count as equal.
struct Allowed
{
    std::uint64_t once;
    std::uint64_t twice;
    std::uint64_t extended; // of a machine that calculates in more bits than a double has

    bool Holds(std::uint64_t bits, DML_TENSOR_DATA_TYPE type) const
    {
        return bits == once || bits == twice || bits == extended
               || (IsNaN(bits, type) && (IsNaN(once, type) || IsNaN(twice, type)));
    }
};

struct Types
{
    DML_TENSOR_DATA_TYPE to;
    DML_TENSOR_DATA_TYPE from;
};

// Whether DirectML's CAST was executed with a type.
constexpr bool IsCastType(DML_TENSOR_DATA_TYPE type)
{
    return IsConverted(type) && BitsOfType(type) >= 8 && BitsOfType(type) <= 32;
}

// Returns what DirectML's CAST makes of an element that becomes an integer: floats lose their fraction, and integers are
// read as 32 bits with the sign of the new type.
inline Number CastNumber(std::uint64_t bits, const Types& types)
{
    Number number = NumberOf(bits, types.from);
    if (!IsFloat(types.from))
    {
        const std::uint64_t word = number.isNegative ? 0 - number.magnitude : number.magnitude;
        return NumberOf(word & 0xFFFFFFFF, IsSigned(types.to) ? Int32 : UInt32);
    }
    if (number.exponent < 0)
    {
        number.magnitude = number.exponent > -64 ? number.magnitude >> -number.exponent : 0;
        number.exponent = 0;
    }
    return number;
}

inline Allowed ConvertedValue(std::uint64_t bits, const Types& types, ConversionRule rule = ConversionRule::Nearest)
{
    const bool isCast = rule == ConversionRule::DirectMLCast && !IsFloat(types.to);
    const Number number = isCast ? CastNumber(bits, types) : NumberOf(bits, types.from);
    const std::uint64_t value = types.to == types.from ? bits : BitsAs(number, types.to);
    return {value, value, value};
}

// Returns the allowed results of convert(source * scale + bias) in FLOAT64. They are stored, because some machines
// calculate in more bits.
inline Allowed ConvertedInDouble(std::uint64_t bits, const Types& types, float scale, float bias)
{
    const std::uint64_t doubleBits = BitsAs(NumberOf(bits, types.from), Float64);
    double value = 0;
    std::memcpy(&value, &doubleBits, sizeof(value));
    const double once = std::fma(value, scale, bias);
    const volatile double product = value * scale;
    const volatile double twice = product + bias;
    const volatile auto extended = static_cast<double>(static_cast<long double>(value) * scale + bias);
    const auto convert = [&](double sum) { return BitsAs(Decode(BitsOf(sum), DoubleFormat), types.to); };
    return {convert(once), convert(twice), FLT_EVAL_METHOD == 2 ? convert(extended) : convert(twice)};
}

// Returns the allowed results of convert(source * scale + bias).
inline Allowed Converted(std::uint64_t bits, const Types& types, float scale, float bias)
{
    if (IsWide(types.to) || IsWide(types.from)) { return ConvertedInDouble(bits, types, scale, bias); }
    const Number product = Product(NumberOf(bits, types.from), Decode(BitsOf(scale), SingleFormat));
    const Number rounded = Decode(Encode(product, SingleFormat), SingleFormat);
    const Number added = Decode(BitsOf(bias), SingleFormat);
    const auto convert = [&](const Number& sum)
    { return BitsAs(Decode(Encode(sum, SingleFormat), SingleFormat), types.to); };
    return {convert(Sum(product, added)), convert(Sum(rounded, added)), convert(Sum(rounded, added))};
}

// ---- conversions ----------------------------------------------------------------------------------------------------

// A Conversion and the arrays that it refers to. An empty array is not passed.
struct Factors
{
    float scale = 1;
    float bias = 0;
    std::vector<float> scales;
    std::vector<float> biases;
    std::uint32_t axis = 1;
    ConversionRule rule = ConversionRule::Nearest;

    Conversion Get() const
    {
        Conversion conversion;
        conversion.scale = scale;
        conversion.bias = bias;
        conversion.scales = scales;
        conversion.biases = biases;
        conversion.axis = axis;
        conversion.rule = rule;
        return conversion;
    }
};

inline bool HasArrays(const Conversion& conversion)
{
    return conversion.scales.size() != 0 || conversion.biases.size() != 0;
}

// Whether the conversion changes only the type.
inline bool IsPlain(const Conversion& conversion)
{
    return !HasArrays(conversion) && conversion.scale == 1 && conversion.bias == 0;
}

struct ConvertCall
{
    CopyCall sides;
    Conversion conversion;
};

inline bool IsCopy(const ConvertCall& call)
{
    return call.sides.destination.type == call.sides.source.type && IsPlain(call.conversion);
}

inline Faults FaultsOf(const ConvertCall& call)
{
    const bool isCast = call.conversion.rule == ConversionRule::DirectMLCast;
    if (IsCopy(call) && !isCast) { return FaultsOf(call.sides); }
    Faults faults = FaultsOfLayouts(call.sides);
    if (!faults.empty()) { return faults; }
    const auto toType = static_cast<std::uint32_t>(call.sides.destination.type);
    const auto fromType = static_cast<std::uint32_t>(call.sides.source.type);
    const auto hasType = [&](DML_TENSOR_DATA_TYPE type) { return isCast ? IsCastType(type) : IsConverted(type); };
    if (!hasType(call.sides.destination.type) || !hasType(call.sides.source.type))
    {
        return {{TensorError::ConversionTypes, NoAxis, fromType, toType, NoAxis}};
    }
    if (isCast && !IsPlain(call.conversion)) { return {{TensorError::ValueRange, NoAxis, 0, 0, NoAxis}}; }
    const Dimensions& sizes = call.sides.destination.layout.Sizes();
    const std::uint32_t axis = call.conversion.axis;
    if (HasArrays(call.conversion) && axis >= sizes.size())
    {
        return {{TensorError::AxisOutOfRange, NoAxis, axis, sizes.size(), Diagnosis::Destination}};
    }
    for (const Floats& floats : {call.conversion.scales, call.conversion.biases})
    {
        if (floats.size() == 0) { continue; }
        if (floats.size() != sizes[axis])
        {
            faults.push_back({TensorError::SizesDiffer, axis, floats.size(), sizes[axis], Diagnosis::Destination});
        }
        if (floats.data() == nullptr)
        {
            faults.push_back({TensorError::NullPointer, NoAxis, 0, floats.size(), NoAxis});
        }
    }
    AddFaultsOfSides(faults, call.sides, reference_model::BitsOf(toType), reference_model::BitsOf(fromType));
    return faults;
}

inline std::string Text(const ConvertCall& call)
{
    const Conversion& by = call.conversion;
    const auto number = [](float value) { return std::to_string(BitsOf(value)); };
    return (by.rule == ConversionRule::DirectMLCast ? "as CAST, by " : "by ")
           + (by.scales.size() != 0 ? "scales" : "scale of bits " + number(by.scale)) + " and "
           + (by.biases.size() != 0 ? "biases" : "bias of bits " + number(by.bias)) + " along axis "
           + std::to_string(by.axis) + ", " + Text(call.sides);
}

// The elements of a destination with their allowed results.
class Elements
{
public:
    Elements() = default;

    // Requires: the call is accepted and is not a copy. Writes a result of each element to `after`, in which the
    // destination begins at `start`.
    Elements(const ConvertCall& call, std::vector<unsigned char>& after, std::size_t start)
        : m_types{call.sides.destination.type, call.sides.source.type}
    {
        const CopyCall& sides = call.sides;
        const std::uint32_t rank = sides.destination.layout.Rank();
        const auto* const from = static_cast<const unsigned char*>(sides.source.data);
        const bool isPlain = IsPlain(call.conversion);
        ForEachCoordinate(sides.destination.layout.Sizes(),
                          [&](const Coordinates& at)
                          {
                              const auto to = static_cast<std::size_t>(ElementAt(sides.destination.layout, at, rank));
                              const auto read = static_cast<std::size_t>(ElementAt(sides.source.layout, at, rank));
                              const std::uint64_t bits = ReadElement(from, read, m_types.from);
                              const Allowed allowed = isPlain ? ConvertedValue(bits, m_types, call.conversion.rule)
                                                              : By(call.conversion, at, bits);
                              m_elements.push_back({to, bits, allowed});
                              WriteElement(&after[start], to, m_types.to, allowed.once);
                          });
        m_start = start;
    }

    // Replaces results in `after` by those in `written`, if they are allowed. Describes the first one that is not.
    std::string Settle(const Buffer& written, std::vector<unsigned char>& after) const
    {
        std::string wrong;
        if (written.IsWhole(after)) { return wrong; }
        for (const Element& element : m_elements)
        {
            const std::uint64_t bits =
                ReadElement(written.Data() + (m_start - written.Start()), element.at, m_types.to);
            const bool isRight = element.allowed.Holds(bits, m_types.to);
            if (isRight) { WriteElement(&after[m_start], element.at, m_types.to, bits); }
            else if (wrong.empty())
            {
                wrong = " (from the bits " + std::to_string(element.from) + ", which become "
                        + std::to_string(element.allowed.once) + " or " + std::to_string(element.allowed.twice)
                        + ", came " + std::to_string(bits) + ')';
            }
        }
        return wrong;
    }

private:
    struct Element
    {
        std::size_t at; // its position in the destination
        std::uint64_t from;
        Allowed allowed;
    };

    // With scale 1 and bias 0 the value itself is allowed too, because the formula changes -0 to 0.
    Allowed By(const Conversion& by, const Coordinates& at, std::uint64_t bits) const
    {
        const float scale = by.scales.size() != 0 ? by.scales.data()[at[by.axis]] : by.scale;
        const float bias = by.biases.size() != 0 ? by.biases.data()[at[by.axis]] : by.bias;
        Allowed allowed = Converted(bits, m_types, scale, bias);
        if (scale == 1 && bias == 0)
        {
            const Allowed value = ConvertedValue(bits, m_types);
            if (IsWide(m_types.to) || IsWide(m_types.from)) { return value; }
            allowed.twice = value.once;
        }
        return allowed;
    }

    Types m_types{};
    std::size_t m_start = 0; // of the destination in `after`
    std::vector<Element> m_elements;
};

// Converts with the kernels of one path.
inline Diagnosis ConvertBy(CopyPath path, const Destination& destination, const Source& source,
                           const Conversion& conversion, CopyHint hint)
{
    return detail::ConvertTensorBy(detail::PathKernelsOf(path), destination, source, conversion, hint);
}

// Returns what is wrong with a call, or "". The destination is in `written`; the source is in either buffer. A
// conversion that changes only the type must have the same result on every path, down to the bits of a NaN.
inline std::string Failures(const ConvertCall& call, Buffer& written, const Buffer& read, const Variants& variants = {})
{
    const Faults faults = FaultsOf(call);
    const CopyCall& sides = call.sides;
    const std::uint32_t bits = BitsOfType(sides.destination.type);
    const auto* const destination = static_cast<const unsigned char*>(sides.destination.data);
    const std::vector<unsigned char> readBefore = read.Whole();
    std::vector<unsigned char> after = written.Whole();
    Elements elements;
    if (faults.empty())
    {
        const auto start = written.Start() + static_cast<std::size_t>(destination - written.Data());
        if (IsCopy(call)) { MoveElements(sides, &after[start]); }
        else { elements = Elements(call, after, start); }
    }

    RepeatedCall repeated(written, after, faults);
    std::string wrong;
    const auto make = [&](const std::string& variant, auto run)
    {
        const auto runAndSettle = [&]
        {
            const Diagnosis found = run();
            const std::string first = elements.Settle(written, after);
            wrong += wrong.empty() ? first : "";
            if (IsPlain(call.conversion)) { elements = {}; }
            return found;
        };
        repeated.Run(variant, destination, sides.destination.layout, bits, runAndSettle);
    };
    ForEachVariant(
        variants,
        [&](const std::string& variant, CopyPath path, CopyHint hint)
        { make(variant, [&] { return ConvertBy(path, sides.destination, sides.source, call.conversion, hint); }); },
        detail::BestConvertPath());
    make("ConvertTensor", [&] { return ConvertTensor(sides.destination, sides.source, call.conversion); });
    const std::string problems =
        repeated.Problems() + (read.IsWhole(readBefore) ? "" : "\n  the source was written to");
    return problems.empty() ? "" : Text(call) + "; expected " + Listed(faults) + problems + wrong;
}

// ---- conversions that are not rejected ------------------------------------------------------------------------------

struct Convert
{
    Copy sides; // its type is the destination's
    DML_TENSOR_DATA_TYPE sourceType;
    Factors factors;
};

// Returns a scale or bias. Most keep the results within the types' ranges; a few have random bits.
inline float RandomFactor(Random& random)
{
    const std::uint32_t mantissa = random.OneIn(2) ? random.Below(1U << 23) : random.Below(8) << 20;
    const std::uint32_t sign = random.Below(2) << 31;
    switch (random.Below(10))
    {
    case 0: return 1;
    case 1: return 0;
    case 2: return random.OneIn(4) ? FloatOf(random.Between(0, 0xFFFFFFFF)) : FloatOf(0x80000000);
    default: return FloatOf(sign | random.Between(118, 135) << 23 | mantissa);
    }
}

inline std::vector<float> RandomFactors(Random& random, std::uint32_t count)
{
    std::vector<float> factors(count);
    for (float& factor : factors) { factor = RandomFactor(random); }
    return factors;
}

// Returns scales and biases for a destination of these sizes: often none, else for all elements or along an axis.
inline Factors RandomFactors(Random& random, const Dimensions& sizes)
{
    Factors factors;
    factors.axis = random.OneIn(3) ? random.Between(0, 0xFFFFFFFF) : 1;
    const std::uint32_t kind = random.Below(6);
    if (kind < 2) { return factors; }
    factors.scale = RandomFactor(random);
    factors.bias = RandomFactor(random);
    if (kind < 3) { return factors; }
    factors.axis = random.Below(static_cast<std::uint32_t>(sizes.size()));
    if (kind != 3) { factors.scales = RandomFactors(random, sizes[factors.axis]); }
    if (kind != 4) { factors.biases = RandomFactors(random, sizes[factors.axis]); }
    return factors;
}

// Returns an element: any value, more often a small one, or one halfway between two numbers of another type.
inline std::uint64_t RandomElement(Random& random, DML_TENSOR_DATA_TYPE type)
{
    if (BitsOfType(type) <= 8) { return random.Below(1U << BitsOfType(type)); }
    if (random.OneIn(4)) { return random.Next() & MaskOf(type); }
    const bool isNegative = random.OneIn(3);
    const auto bits = static_cast<int>(random.Between(1, 64));
    if (!IsFloat(type))
    {
        // A number of any length, close to a power of two.
        const std::uint64_t number = (random.OneIn(2) ? random.Next() : random.Below(4) - 2) >> (64 - bits);
        return (isNegative ? 0 - number : number) & MaskOf(type);
    }
    if (type == Float64 && random.OneIn(2))
    {
        // An integer of 64 bits or its half, or a tie between two FLOAT32, and its neighbours.
        const Number number{Kind::Finite, isNegative, random.Next() >> (64 - bits), -static_cast<int>(random.Below(2))};
        const std::uint64_t near = BitsAs(number, Float64);
        return random.OneIn(2) ? near : (near & ~((std::uint64_t{1} << 29) - 1)) + (1U << 28) + random.Below(3) - 1;
    }
    if (type != Float32 || random.OneIn(2))
    {
        const std::uint64_t magnitude = random.Below(random.OneIn(4) ? 140000 : 1200);
        return BitsAs({Kind::Finite, isNegative, magnitude, -static_cast<int>(random.Below(4))}, type);
    }
    const std::uint32_t half = random.Below(0x7C00) | (isNegative ? 0x8000U : 0U);
    return BitsAs(NumberOf(half, Float16), Float32) + 0xFFF + random.Below(3);
}

inline void PutElements(Random& random, Buffer& buffer, DML_TENSOR_DATA_TYPE type)
{
    if (!IsConverted(type)) { return; }
    for (std::size_t i = 0; (i + 1) * BitsOfType(type) <= 8 * buffer.Size(); ++i)
    {
        WriteElement(buffer.Data(), i, type, RandomElement(random, type));
    }
}

// The same for a conversion between two buffers of the required sizes.
inline std::string Failures(const Convert& convert, const Variants& variants = {})
{
    const Copy& copy = convert.sides;
    const std::uint32_t destinationBits = BitsOfType(copy.type);
    const std::uint32_t sourceBits = BitsOfType(convert.sourceType);
    Buffer destination(MemoryOf(nullptr, 0, copy.destination, destinationBits).end, copy.destinationMisalignment,
                       copy.room, 1);
    Buffer source(MemoryOf(nullptr, 0, copy.source, sourceBits).end, copy.sourceMisalignment, copy.room, 2);
    Random random(3);
    PutElements(random, source, convert.sourceType);
    const ConvertCall call{{{copy.type, destination.Data(), destination.Size(), copy.destination},
                            {convert.sourceType, source.Data(), source.Size(), copy.source}},
                           convert.factors.Get()};
    const Faults faults = FaultsOf(call);
    return faults.empty() ? Failures(call, destination, source, variants)
                          : Text(call) + " is no conversion: " + Listed(faults);
}

// Returns a random conversion between two of the types.
inline Convert RandomConvert(Random& random, std::uint32_t limit)
{
    Copy copy = RandomCopy(random, limit);
    // More often two of the first types, which have kernels.
    const std::uint32_t types = random.OneIn(2) ? 8 : reference_model::LastDataType;
    copy.type = AllTypes[random.Below(types)];
    const DML_TENSOR_DATA_TYPE sourceType = AllTypes[random.Below(types)];
    Factors factors = RandomFactors(random, copy.destination.Sizes());
    if (random.OneIn(4) && IsCastType(copy.type) && IsCastType(sourceType))
    {
        factors = {};
        factors.rule = ConversionRule::DirectMLCast;
    }
    return {copy, sourceType, factors};
}

// Changes the Conversion at random; the call may then be rejected.
inline void BreakConversion(Random& random, ConvertCall& call)
{
    static const float array[200] = {};
    Conversion& by = call.conversion;
    Floats& floats = random.OneIn(2) ? by.scales : by.biases;
    switch (random.Below(8))
    {
    case 0: call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(random.Below(16)); break;
    case 1:
        call.sides.source.type = static_cast<DML_TENSOR_DATA_TYPE>(
            random.OneIn(2) ? 0 : random.Between(reference_model::LastDataType + 1, 0xFFFFFFFF));
        call.sides.destination.type = call.sides.source.type;
        by = random.OneIn(2) ? Conversion{} : by;
        break;
    case 2: by.axis = random.OneIn(2) ? random.Below(9) : random.Between(0, 0xFFFFFFFF); break;
    case 3:
        floats = {random.OneIn(4) ? nullptr : array, random.Below(200)};
        by.axis = random.Below(9);
        break;
    case 4: by.rule = ConversionRule::DirectMLCast; break;
    default: break;
    }
}

} // namespace convert_support
