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

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 2
#error "dml_tensor_compare.hpp 1.2 needs dml_tensor_utils.hpp 1.2 and found another: copy all from one release"
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

/// What still counts as equal: finite values e (expected) and a (actual) are where one of these holds. A step leads from
/// one representable value of the type to the next; -0 and 0 are one value, and of integers a step is 1.
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
    Dimensions largestErrorAt; ///< of the first element in row-major order that has it; empty where it is 0

    /// It was compared, and nothing differs.
    constexpr explicit operator bool() const noexcept { return reason.Ok() && compared != 0 && different == 0; }
};

namespace detail
{
// =====================================================================================================================
//   Kinds of elements
//
//   What an element is worth, and its place among the values of its type, of which the next one has the next place. What
//   a compiler that was told that there is no NaN may not change is asked of the bits.
// =====================================================================================================================

template <class To, class From> To BitsAs(From from) noexcept
{
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof(to));
    return to;
}

inline double Magnitude(double value) noexcept { return BitsAs<double>(BitsAs<std::uint64_t>(value) & Max64 >> 1); }

inline std::uint64_t Between(std::uint64_t a, std::uint64_t b) noexcept { return a < b ? b - a : a - b; }

// d <= limit as real numbers; no d is within a limit that is NaN.
inline bool IsWithin(double d, double limit) noexcept { return d <= limit; }
inline bool IsWithin(std::uint64_t d, double limit) noexcept
{
    constexpr double Beyond = 18446744073709551616.0; // 2^64
    return limit >= Beyond || (limit >= 0 && d <= static_cast<std::uint64_t>(limit));
}

// IEEE 754, with so many bits of fraction. Halves and FLOAT32 in double, where their difference is exact or rounds once.
template <class Stored, std::uint32_t FractionBits> struct FloatElements
{
    using Bits = Stored;
    static constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    static constexpr Bits Infinity = static_cast<Bits>(Sign - (Bits{1} << FractionBits));

    static double Value(Bits bits) noexcept
    {
        if constexpr (sizeof(Bits) == 8) { return BitsAs<double>(bits); }
        else if constexpr (sizeof(Bits) == 4) { return BitsAs<float>(bits); }
        else
        {
            // A subnormal is its fraction times 2^-24; of the others exponent and fraction move to where double has them.
            const std::uint32_t magnitude = bits & (Sign - 1U);
            const double subnormal = static_cast<double>(static_cast<std::int32_t>(magnitude)) / 16777216;
            const std::uint64_t exponent = magnitude < Infinity ? 1008 : 2016;
            const std::uint64_t normal = (std::uint64_t{magnitude} << 42) + (exponent << 52);
            const std::uint64_t moved = magnitude >> FractionBits != 0 ? normal : BitsAs<std::uint64_t>(subnormal);
            return BitsAs<double>(moved | (std::uint64_t{bits} & Sign) << 48);
        }
    }

    static bool IsFinite(Bits bits) noexcept { return (bits & (Sign - 1U)) < Infinity; }
    static double Apart(Bits e, Bits a) noexcept { return Magnitude(Value(e) - Value(a)); }

    // One of both zeros, and one of all NaN.
    static std::uint64_t Place(Bits bits) noexcept
    {
        const std::uint64_t magnitude = bits & static_cast<Bits>(Sign - 1U);
        const std::uint64_t isNegative = bits >= Sign ? 1U : 0U;
        return magnitude > Infinity ? Max64 : Sign + ((magnitude ^ (0 - isNegative)) + isNegative);
    }
};

template <class Stored> struct IntegerElements
{
    using Bits = Stored;

    static double Value(Bits bits) noexcept { return static_cast<double>(bits); }
    static bool IsFinite(Bits) noexcept { return true; }
    static std::uint64_t Apart(Bits e, Bits a) noexcept { return Between(Place(e), Place(a)); }

    // Modulo 2^64, from 2^63 on where there is a sign.
    static std::uint64_t Place(Bits bits) noexcept
    {
        return static_cast<std::uint64_t>(bits) + (std::is_signed_v<Bits> ? Max64 / 2 + 1 : 0);
    }
};

// =====================================================================================================================
//   Running a comparison
//
//   In boxes, of which both sides are packed in the same order: where they stand, or in a tile on the stack, to which
//   the copy header moves them. So there is one way for all layouts. Elements have their row-major number, and a box
//   knows the lowest of its own: one that has a difference or an error to be remembered is looked at a second time.
// =====================================================================================================================

// Tuned: of each of the two tiles; with what copies take beside them, below 48 KiB of stack.
inline constexpr std::size_t ComparedBytes = 6144;

// A box of one side, of which this is a step along an axis, from element number `first` on: where it stands if it is
// packed there, else in the tile. Elements of 4 bits become bytes.
template <class Later = void>
const unsigned char* PackedBox(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const CopyPlan& plan, const Boxes& box,
                               std::size_t CopyAxis::*step, const unsigned char* data, std::size_t first,
                               unsigned char* tile) noexcept
{
    CopyPlan part;
    std::size_t count = 1;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        part.Insert(box.Count(i - 1), count, plan.axes[i - 1].*step);
        count *= box.Count(i - 1);
    }
    part.Merge();
    const std::uint32_t bits = ElementSizeInBits(type);
    if (bits == 4)
    {
        const unsigned sign = static_cast<std::uint32_t>(type) == LastDataType ? 8 : 0; // of INT4
        const CopyAxis row = part.TakeInner();
        Boxes at(part);
        do {
            for (std::size_t i = 0; i < row.size; ++i)
            {
                const unsigned nibble = NibbleAt(data, first + at.from + i * row.from);
                tile[at.to + i] = static_cast<unsigned char>((nibble ^ sign) - sign);
            }
        } while (at.Next());
        return tile;
    }
    part.to = tile;
    part.from = data + first * (bits / 8);
    if (part.rank == 0 || (part.rank == 1 && part.axes[0].from == 1)) { return part.from; }
    ByteMove move;
    (void)move.Lower(part, bits);
    copy.Run(move);
    return tile;
}

template <class Elements> struct CompareRun
{
    using Bits = typename Elements::Bits;
    using Distance = decltype(Elements::Apart(0, 0));

    const Tolerance& tolerance;
    Comparison& found; // but for the places, whose numbers these are
    std::uint64_t firstAt = Max64;
    std::uint64_t largestAt = Max64;
    Distance largest = 0;

    static Bits Load(const unsigned char* from, std::size_t i) noexcept
    {
        Bits bits;
        std::memcpy(&bits, from + i * sizeof(bits), sizeof(bits));
        return bits;
    }

    // Whether they are equal within the tolerance, and their distance, 0 where one is not finite. Of what is near nothing
    // branches by its sign or by which is larger: that would take 7.6 ns for a FLOAT32 instead of 1.5.
    bool AreEqual(Bits e, Bits a, Distance& error) const noexcept
    {
        const Distance distance = Elements::Apart(e, a);
        const bool areFinite = Elements::IsFinite(e) && Elements::IsFinite(a);
        error = areFinite ? distance : 0;
        // As a double: a machine of wider registers would compare the product as it is there.
        const double relative = Magnitude(tolerance.relative * Elements::Value(e));
        const bool isAbsolute = IsWithin(distance, tolerance.absolute);
        const bool isRelative = IsWithin(distance, relative);
        if (areFinite && isAbsolute | isRelative) { return true; }
        const std::uint64_t steps = Between(Elements::Place(e), Elements::Place(a));
        return steps == 0 || (areFinite && steps <= tolerance.ulps);
    }

    // How many of two packed rows differ, and their largest error. Equal bits are equal elements, whose error is 0.
    std::uint64_t Count(const unsigned char* e, const unsigned char* a, std::size_t count,
                        Distance& most) const noexcept
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
                Distance error = 0;
                differing += AreEqual(Load(e, i), Load(a, i), error) ? 0U : 1U;
                most = error > most ? error : most;
            }
        }
        return differing;
    }

    void Compare(const CopyPlan& plan, const Boxes& box, const unsigned char* e, const unsigned char* a) noexcept
    {
        CopyAxes axes;
        for (std::uint32_t i = 0; i < plan.rank; ++i) { axes.Append({box.Count(i), 0, 0, plan.axes[i].index}); }
        const std::size_t count = axes.Count();
        if (std::memcmp(e, a, count * sizeof(Bits)) == 0) { return; }
        Distance most = 0;
        const std::uint64_t differing = Count(e, a, count, most);
        found.different += differing;
        if (most > largest)
        {
            largest = most;
            largestAt = Max64;
        }
        const bool hasFirst = differing != 0 && box.index < firstAt;
        const bool hasLargest = most > 0 && most == largest && box.index < largestAt;
        if (!hasFirst && !hasLargest) { return; }
        Boxes at(axes);
        for (std::size_t i = 0; i < count; ++i, at.Next())
        {
            const std::uint64_t number = box.index + at.index;
            Distance error = 0;
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
        // Below a power of two the next value is nearer than above it: the nearest text may not read back, but the next.
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
    // Whatever the locale has for a point, of one byte or several, is left out; there is one behind digit number `last`.
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

// ValueRange of a tolerance that is NaN or below 0, with the integer at or below it; of NaN and what is far below, the
// least one.
inline Diagnosis CheckTolerance(double tolerance) noexcept
{
    constexpr double Least = -4611686018427387904.0; // as far as a sentence shows the sign
    if (IsWithin(0.0, tolerance)) { return {}; }
    const double value = IsWithin(Least, tolerance) ? tolerance : Least;
    const auto whole = static_cast<std::int64_t>(value);
    const std::int64_t below = static_cast<double>(whole) > value ? whole - 1 : whole;
    return {TensorError::ValueRange, None32, static_cast<std::uint64_t>(below), Max64, None32};
}

template <class Later = void>
Diagnosis CheckComparison(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                          const Tolerance& tolerance) noexcept
{
    const Source* const sides[] = {&expected, &actual};
    Diagnosis reason =
        FirstOf(OfTensor(expected.layout.Reason(), OfExpected), OfTensor(actual.layout.Reason(), OfActual));
    if (reason.Ok()) { reason = CheckDataType(type); }
    if (reason.Ok()) { reason = OfTensor(CheckSizes(actual.layout, expected.layout), OfExpected); }
    if (!reason.Ok()) { return reason; }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const std::uint64_t end = sides[i]->layout.EndInBytes(type);
        if (sides[i]->data == nullptr) { return {TensorError::NullPointer, None32, 0, end, OfExpected + i}; }
    }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const UsedBytes used = UsedBytesOf(sides[i]->layout, type);
        reason = FirstOf(reason, CheckBuffers({{sides[i]->data, sides[i]->bytes, used, TensorError::SourceTooSmall,
                                                OfExpected + i}}));
    }
    return FirstOf(reason, FirstOf(CheckTolerance(tolerance.absolute), CheckTolerance(tolerance.relative)));
}

// Of what was not refused.
template <class Elements>
void CompareElements(const CopyRun& copy, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                     const Tolerance& tolerance, Comparison& result) noexcept
{
    // Along some axes neither side moves: the first position stands for all of them.
    const TensorLayout from = expected.layout.BroadcastTo(actual.layout.Sizes());
    const TensorLayout& to = actual.layout;
    CopyPlan plan;
    std::uint32_t sizes[MaxRank];
    std::uint64_t count = 1;
    for (std::uint32_t i = to.Rank(); i > 0; --i)
    {
        sizes[i - 1] = to.Strides()[i - 1] == 0 && from.Strides()[i - 1] == 0 ? 1 : to.Sizes()[i - 1];
        plan.Insert(sizes[i - 1], to.Strides()[i - 1], from.Strides()[i - 1], count);
        count *= sizes[i - 1];
    }
    plan.Merge();
    plan.firstTo = to.FirstElement() & static_cast<std::size_t>(-1);
    plan.firstFrom = from.FirstElement() & static_cast<std::size_t>(-1);

    // A box takes all positions of the fastest axes, but leaves room for lines along that on which `expected` has some.
    constexpr std::size_t Unit = sizeof(typename Elements::Bits);
    const auto least = [](std::size_t a, std::size_t b) { return a < b ? a : b; };
    const std::uint32_t crossed = plan.AxisOfSource(1);
    std::size_t kept = crossed == 0 ? 1 : least(plan.axes[crossed - 1].size, 2 * LineBytes / Unit);
    std::size_t room = ComparedBytes / Unit;
    Cut cuts[MaxRank];
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        kept = i == crossed ? 1 : kept;
        cuts[i - 1].step = least(plan.axes[i - 1].size, room / kept);
        room /= cuts[i - 1].step;
    }

    CompareRun<Elements> run{tolerance, result};
    alignas(LineBytes) unsigned char tiles[2][ComparedBytes];
    Boxes box(plan, cuts);
    do {
        const auto packed = [&](const Source& side, std::size_t CopyAxis::*step, std::size_t first, unsigned char* tile)
        { return PackedBox(copy, type, plan, box, step, static_cast<const unsigned char*>(side.data), first, tile); };
        run.Compare(plan, box, packed(expected, &CopyAxis::from, plan.firstFrom + box.from, tiles[0]),
                    packed(actual, &CopyAxis::to, plan.firstTo + box.to, tiles[1]));
    } while (box.Next());

    const TensorLayout places = TensorLayout::Strided(Dimensions(sizes, to.Rank()), to.Strides());
    result.compared = to.ElementCount();
    result.different *= result.compared / count;
    result.largestError = static_cast<double>(run.largest);
    if (run.firstAt != Max64) { result.firstDifferent = places.Coordinates(run.firstAt); }
    if (run.largestAt != Max64) { result.largestErrorAt = places.Coordinates(run.largestAt); }
}

// By one path.
template <class Later = void>
Comparison CompareTensorsBy(CopyPath path, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                            const Tolerance& tolerance) noexcept
{
    Comparison result;
    result.reason = CheckComparison(type, expected, actual, tolerance);
    if (!result.reason.Ok()) { return result; }
    const CopyRun copy = {KernelsOf<Later>(path), false};
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
/// carries · UnknownDataType · RankDiffers (expected has more axes) and SizesDiffer (axis, the actual tensor's size, the
/// expected one's) · NullPointer · SourceTooSmall (bytes given, bytes needed) or SpanLimit (no end in bytes) · ValueRange
/// (a tolerance that is NaN or below 0).
template <class Later = void>
Comparison CompareTensors(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                          const Tolerance& tolerance = {}) noexcept
{
    return detail::CompareTensorsBy<Later>(detail::BestCopyPath(), type, expected, actual, tolerance);
}

/// "3 of 150528 elements differ, the first at {0, 2, 17, 4}: 0.5 expected, 0.25 found; the largest error is 0.3, at
/// {0, 0, 1, 1}", which ends after "found" where there is no such place; "all 150528 elements agree"; of a refusal its
/// sentence. A number is the shortest that reads back as the same float, or as the same double where it is no float.
template <class Later = void> Message Explain(const Comparison& comparison) noexcept
{
    if (!comparison.reason.Ok()) { return Explain<Later>(comparison.reason); }
    detail::MessageWriter<Later> writer;
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
    return writer.message;
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_COMPARE_HPP
