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
//   How an element is read, its value, and of two elements how far they are apart. What a compiler that was told that
//   there is no NaN may not change is asked of the bits.
// =====================================================================================================================

template <class Bits> std::uint64_t Between(Bits a, Bits b) noexcept { return a < b ? b - a : a - b; }

inline std::uint64_t BitsOf(double value) noexcept
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

inline double Magnitude(double value) noexcept
{
    const std::uint64_t bits = BitsOf(value) & Max64 >> 1;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// d <= limit as real numbers; no d is within a limit that is NaN.
inline bool IsWithin(double d, double limit) noexcept { return d <= limit; }
inline bool IsWithin(std::uint64_t d, double limit) noexcept
{
    constexpr double Beyond = 18446744073709551616.0; // 2^64
    return limit >= Beyond || (limit >= 0 && d <= static_cast<std::uint64_t>(limit));
}

// Of two elements: whether neither is infinite or NaN, whether they are equal, how far apart they are as numbers, in
// steps, and |expected|.
template <class Distance> struct Pair
{
    bool areFinite;
    bool areEqual;
    Distance distance;
    std::uint64_t steps;
    double magnitude;
};

// IEEE 754 of 16, 32 or 64 bits, with so many bits of fraction. Halves and FLOAT32 in double, where their difference is
// exact or rounds once.
template <class Stored, std::uint32_t FractionBits> struct FloatElements
{
    using Bits = Stored;
    static constexpr bool IsStored = true;
    using Distance = double;
    static constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    static constexpr Bits Infinity = static_cast<Bits>(Sign - (Bits{1} << FractionBits));

    static Bits Load(const unsigned char* from, std::size_t position) noexcept
    {
        Bits bits;
        std::memcpy(&bits, from + position * sizeof(Bits), sizeof(Bits));
        return bits;
    }

    static double Value(Bits bits) noexcept
    {
        if constexpr (sizeof(Bits) == 2)
        {
            // A subnormal is its fraction times 2^-24; of the others exponent and fraction move to where double has them.
            const std::uint64_t magnitude = bits & (Sign - 1U);
            const double fraction = static_cast<double>(static_cast<std::int32_t>(magnitude)) / 16777216;
            const std::uint64_t normal =
                (magnitude << 42) + (std::uint64_t{magnitude < Infinity ? 1008U : 2016U} << 52);
            const std::uint64_t moved =
                (magnitude >> FractionBits != 0 ? normal : BitsOf(fraction)) | (std::uint64_t{bits} & Sign) << 48;
            double value = 0;
            std::memcpy(&value, &moved, sizeof(value));
            return value;
        }
        else
        {
            std::conditional_t<sizeof(Bits) == 4, float, double> value;
            std::memcpy(&value, &bits, sizeof(value));
            return value;
        }
    }

    static Pair<Distance> Compare(Bits e, Bits a) noexcept
    {
        const auto ofE = static_cast<Bits>(e & (Sign - 1U));
        const auto ofA = static_cast<Bits>(a & (Sign - 1U));
        const double difference = Value(e) - Value(a);
        const double value = Value(e);
        return {ofE < Infinity && ofA < Infinity, e == a || (ofE | ofA) == 0 || (ofE > Infinity && ofA > Infinity),
                Magnitude(difference), (e ^ a) < Sign ? Between(ofE, ofA) : std::uint64_t{ofE} + ofA, Magnitude(value)};
    }
};

// Integers of up to 32 bits, whose distance double holds, and of 64 bits.
template <class Stored> struct IntegerElements
{
    using Bits = Stored;
    static constexpr bool IsStored = true; // as it is in a buffer
    using Distance = std::conditional_t<sizeof(Stored) == 8, std::uint64_t, double>;

    static Bits Load(const unsigned char* from, std::size_t position) noexcept
    {
        Bits bits;
        std::memcpy(&bits, from + position * sizeof(Bits), sizeof(Bits));
        return bits;
    }

    static double Value(Bits bits) noexcept { return static_cast<double>(bits); }

    static Pair<Distance> Compare(Bits e, Bits a) noexcept
    {
        // Modulo 2^64, where the difference of the larger and the smaller is right whatever their signs.
        const auto ofE = static_cast<std::uint64_t>(e);
        const auto ofA = static_cast<std::uint64_t>(a);
        const std::uint64_t steps = e < a ? ofA - ofE : ofE - ofA;
        const double value = Value(e);
        return {true, e == a, static_cast<Distance>(steps), steps, Magnitude(value)};
    }
};

// Two to a byte; with the sign in bit 3 or none.
template <std::uint32_t Sign> struct NibbleElements : IntegerElements<std::int8_t>
{
    static constexpr bool IsStored = false;

    static Bits Load(const unsigned char* from, std::size_t position) noexcept
    {
        return static_cast<Bits>(static_cast<int>(NibbleAt(from, position) ^ Sign) - static_cast<int>(Sign));
    }
};

// =====================================================================================================================
//   Walks
//
//   Two passes. The first, in whatever order is fast, counts and finds how large the largest error is; the second, in
//   row-major order and only where something was found, finds where: so the coordinates do not depend on the first.
// =====================================================================================================================

// Of two tensors, as CopyPlan: `to` are steps in actual and `from` in expected, in elements.
template <class Elements> struct CompareRun
{
    using Bits = typename Elements::Bits;
    using Distance = typename Elements::Distance;
    static constexpr std::size_t BlockElements = 64;
    static constexpr std::size_t TileBytes = 12288; // with what copies take beside it, below 48 KiB of stack

    const Tolerance& tolerance;
    const unsigned char* expected;
    const unsigned char* actual;
    std::uint64_t different = 0;
    Distance largest = 0;
    // Of the second pass: how many elements it has passed, and the numbers of those that it looks for.
    bool locates = false;
    std::uint64_t passed = 0;
    std::uint64_t firstAt = Max64;
    std::uint64_t largestAt = Max64;

    bool IsDone() const noexcept
    {
        return locates && (different == 0 || firstAt != Max64) && (!(largest > 0) || largestAt != Max64);
    }

    // From these positions; `of` is where expected is.
    void Row(const unsigned char* of, std::size_t expectedAt, std::size_t actualAt, const CopyAxis& row) noexcept
    {
        Bits expectedBlock[BlockElements];
        Bits actualBlock[BlockElements];
        const bool isContiguous = Elements::IsStored && row.from == 1 && row.to == 1;
        for (std::size_t first = 0; first < row.size && !IsDone(); first += BlockElements)
        {
            const std::size_t count = row.size - first < BlockElements ? row.size - first : BlockElements;
            const std::size_t e = expectedAt + first * row.from;
            const std::size_t a = actualAt + first * row.to;
            // Equal bits are equal elements, whose error is 0.
            if (!isContiguous
                || std::memcmp(of + e * sizeof(Bits), actual + a * sizeof(Bits), count * sizeof(Bits)) != 0)
            {
                Read(expectedBlock, of, e, row.from, count);
                Read(actualBlock, actual, a, row.to, count);
                locates ? Locate(expectedBlock, actualBlock, count) : Count(expectedBlock, actualBlock, count);
            }
            passed += count;
        }
    }

    // A plan whose axes may be in any order, the last of them the rows.
    void Rows(CopyPlan plan) noexcept
    {
        const CopyAxis row = plan.TakeInner();
        Positions at(plan.axes, plan.rank);
        do {
            Row(expected, plan.firstFrom + at.from, plan.firstTo + at.to, row);
        } while (at.Next() && !IsDone());
    }

    // Rows of actual cross those of expected: parts of these are copied to where they are in the order of actual.
    void Tiles(const CopyPlan& plan, std::uint32_t outer, const Kernels* kernels) noexcept
    {
        constexpr std::size_t Room = TileBytes / sizeof(Bits);
        constexpr std::size_t LeastRows = 2 * LineBytes / sizeof(Bits); // two lines of expected
        const CopyAxis& rows = plan.axes[outer];
        const CopyAxis& columns = plan.axes[plan.rank - 1];
        Cut cuts[MaxRank];
        const std::size_t least = rows.size < LeastRows ? rows.size : LeastRows;
        const std::size_t width = columns.size < Room / least ? columns.size : Room / least;
        cuts[plan.rank - 1].step = width;
        cuts[outer].step = rows.size < Room / width ? rows.size : Room / width;
        alignas(LineBytes) unsigned char tile[TileBytes];
        Boxes box(plan, cuts);
        do {
            const std::size_t height = box.Count(outer);
            const std::size_t boxWidth = box.Count(plan.rank - 1);
            CopyPlan gather;
            gather.Insert(height, boxWidth, rows.from);
            gather.Insert(boxWidth, 1, columns.from);
            gather.to = tile;
            gather.from = expected + (plan.firstFrom + box.from) * sizeof(Bits);
            ByteMove move;
            (void)move.Lower(gather, 8 * sizeof(Bits));
            CopyRun{kernels, false}.Run(move);
            CopyPlan compared;
            compared.rank = 2;
            compared.axes[0] = {height, rows.to, boxWidth, 0};
            compared.axes[1] = {boxWidth, columns.to, 1, 0};
            compared.Merge();
            const CopyAxis row = compared.TakeInner();
            Positions at(compared.axes, compared.rank);
            do {
                Row(tile, at.from, plan.firstTo + box.to + at.to, row);
            } while (at.Next());
        } while (box.Next());
    }

    // At a position, and so many steps from it.
    static void Read(Bits* to, const unsigned char* from, std::size_t at, std::size_t step, std::size_t count) noexcept
    {
        if (step == 1 && Elements::IsStored) { std::memcpy(to, from + at * sizeof(Bits), count * sizeof(Bits)); }
        else
        {
            for (std::size_t i = 0; i < count; ++i) { to[i] = Elements::Load(from, at + i * step); }
        }
    }

    // Whether they are equal within the tolerance, and their distance, 0 where one is not finite.
    bool AreEqual(Bits e, Bits a, Distance& error) const noexcept
    {
        const Pair<Distance> pair = Elements::Compare(e, a);
        // As a double: a machine of wider registers would compare the product as it is there.
        const double relative = Magnitude(tolerance.relative * pair.magnitude);
        const bool isWithin = IsWithin(pair.distance, tolerance.absolute) || IsWithin(pair.distance, relative)
                              || pair.steps <= tolerance.ulps;
        error = pair.areFinite ? pair.distance : Distance{};
        return pair.areEqual || (pair.areFinite && isWithin);
    }

    void Count(const Bits* e, const Bits* a, std::size_t count) noexcept
    {
        std::uint64_t equal = 0;
        Distance most = largest;
        for (std::size_t i = 0; i < count; ++i)
        {
            Distance error;
            equal += AreEqual(e[i], a[i], error) ? 1U : 0U;
            most = error > most ? error : most;
        }
        different += count - equal;
        largest = most;
    }

    void Locate(const Bits* e, const Bits* a, std::size_t count) noexcept
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            Distance error;
            const bool isEqual = AreEqual(e[i], a[i], error);
            if (!isEqual && firstAt == Max64) { firstAt = passed + i; }
            if (error >= largest && largestAt == Max64) { largestAt = passed + i; }
        }
    }
};

// =====================================================================================================================
//   Numbers as text
//
//   What std::to_chars writes of a double. <charconv> alone costs a quarter of what including the copy header does under
//   clang, so the few digits are found here, by exact decimal arithmetic. It takes microseconds, for a sentence.
// =====================================================================================================================

// mantissa * 2^exponent, exactly: decimal digits, the last one first.
struct Decimal
{
    static constexpr std::uint32_t Capacity = 1100; // more than 2^-1076 has behind the point
    unsigned char digits[Capacity] = {};
    std::uint32_t count = 0;
    std::uint32_t behindPoint = 0;

    Decimal(std::uint64_t mantissa, std::int32_t exponent) noexcept
    {
        for (; mantissa != 0; mantissa /= 10) { digits[count++] = static_cast<unsigned char>(mantissa % 10); }
        behindPoint = exponent < 0 ? static_cast<std::uint32_t>(-exponent) : 0;
        const std::uint32_t times = exponent < 0 ? behindPoint : static_cast<std::uint32_t>(exponent);
        for (std::uint32_t i = 0; i < times; ++i) { Multiply(exponent < 0 ? 5 : 2); }
    }

    void Multiply(std::uint32_t factor) noexcept
    {
        std::uint32_t carry = 0;
        for (std::uint32_t i = 0; i < count || carry != 0; ++i)
        {
            carry += digits[i] * factor;
            digits[i] = static_cast<unsigned char>(carry % 10);
            carry /= 10;
            count = i < count ? count : i + 1;
        }
    }

    // Below 0, 0 or above 0, as the order of this and the other, which have as many digits behind the point.
    int Compare(const Decimal& other) const noexcept
    {
        std::uint32_t i = count > other.count ? count : other.count;
        while (i > 0 && digits[i - 1] == other.digits[i - 1]) { --i; }
        return i == 0 ? 0 : digits[i - 1] - other.digits[i - 1];
    }

    // The digits behind the first `kept` become 0, or those of the next larger number of so many digits.
    Decimal Rounded(std::uint32_t kept, bool up) const noexcept
    {
        Decimal rounded = *this;
        const std::uint32_t dropped = count - kept;
        for (std::uint32_t i = 0; i < dropped; ++i) { rounded.digits[i] = 0; }
        for (std::uint32_t i = dropped; up; ++i)
        {
            up = digits[i] == 9;
            rounded.digits[i] = static_cast<unsigned char>(up ? 0 : digits[i] + 1);
            rounded.count = i < count ? count : i + 1;
        }
        return rounded;
    }
};

// With a point or an exponent, whichever is shorter. An integer is written by its own digits, `exact`.
template <class Writer> void AppendDigits(Writer& writer, const Decimal& shortest, const Decimal& exact) noexcept
{
    const auto digit = [](const Decimal& of, std::uint32_t i) { return static_cast<char>('0' + of.digits[i]); };
    std::uint32_t zeros = 0;
    while (shortest.digits[zeros] == 0) { ++zeros; }
    const std::uint32_t digits = shortest.count - zeros;
    // Of the first digit, by how many places it stands in front of the point; below 0 behind it.
    const auto exponent =
        static_cast<std::int32_t>(shortest.count) - 1 - static_cast<std::int32_t>(shortest.behindPoint);
    const auto size = static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent);
    const std::uint32_t withExponent = digits + (digits > 1 ? 1 : 0) + (size < 100 ? 4 : 5);
    const std::uint32_t withPoint = exponent < 0 ? size + digits + 1 : size + 1 >= digits ? size + 1 : digits + 1;
    if (withPoint <= withExponent && exponent >= 0 && size + 1 >= digits)
    {
        for (std::uint32_t i = exact.count; i > exact.behindPoint; --i) { writer.Append(digit(exact, i - 1)); }
        return;
    }
    const bool hasExponent = withPoint > withExponent;
    const std::uint32_t inFront = hasExponent ? 1 : exponent < 0 ? 0 : size + 1; // digits in front of the point
    if (inFront == 0)
    {
        writer.Append("0.");
        for (std::uint32_t i = 1; i < size; ++i) { writer.Append('0'); }
    }
    for (std::uint32_t i = 0; i < digits; ++i)
    {
        if (i == inFront && inFront != 0) { writer.Append('.'); }
        writer.Append(digit(shortest, shortest.count - 1 - i));
    }
    if (hasExponent)
    {
        writer.Append(exponent < 0 ? "e-" : "e+");
        writer.Append(size < 10 ? "0" : "");
        writer.AppendNumber(size);
    }
}

// The fewest digits that read back as the number: of those between the middles to its neighbours the nearest. `low`,
// `value` and `high` have as many digits behind the point; the middles themselves count where the mantissa is even.
inline Decimal Shortest(const Decimal& low, const Decimal& value, const Decimal& high, bool takesMiddles) noexcept
{
    const int limit = takesMiddles ? 0 : -1;
    for (std::uint32_t kept = 1; kept < value.count; ++kept)
    {
        const Decimal down = value.Rounded(kept, false);
        const Decimal up = value.Rounded(kept, true);
        const bool fitsDown = low.Compare(down) <= limit;
        const bool fitsUp = up.Compare(high) <= limit;
        // The half of the step from one to the other is nearer to the upper one; neither is where they are equally near.
        const std::uint32_t next = value.count - kept - 1;
        Decimal half = down;
        half.digits[next] = 5;
        const int side = value.Compare(half);
        const bool isUpNearer = side > 0 || (side == 0 && down.digits[next + 1] % 2 != 0);
        if (fitsDown || fitsUp) { return fitsUp && (isUpNearer || !fitsDown) ? up : down; }
    }
    return value;
}

template <class Writer> void AppendReal(Writer& writer, double number) noexcept
{
    std::uint64_t bits = BitsOf(number) & Max64 >> 1;
    const bool isNegative = BitsOf(number) != bits;
    constexpr std::uint64_t Infinity = std::uint64_t{2047} << 52;
    if (bits >= Infinity || bits == 0)
    {
        writer.Append(isNegative && bits <= Infinity ? "-" : "");
        return writer.Append(bits > Infinity ? "nan" : bits == 0 ? "0" : "inf");
    }
    // As a float where it is one, whose neighbours are farther away.
    constexpr double LargestFloat = 340282346638528859811704183484516925440.0;
    const double magnitude = Magnitude(number);
    const float narrow = static_cast<float>(magnitude <= LargestFloat ? magnitude : 0);
    const double wide = narrow;
    std::uint32_t fractionBits = 52;
    std::int32_t bias = 1023;
    if (BitsOf(wide) == bits)
    {
        std::uint32_t narrowBits = 0;
        std::memcpy(&narrowBits, &narrow, sizeof(narrowBits));
        bits = narrowBits;
        fractionBits = 23;
        bias = 127;
    }
    const std::uint64_t hidden = std::uint64_t{1} << fractionBits;
    const std::uint64_t fraction = bits & (hidden - 1);
    const auto stored = static_cast<std::int32_t>(bits >> fractionBits);
    const std::uint64_t mantissa = stored == 0 ? fraction : fraction + hidden;
    const std::int32_t exponent = (stored == 0 ? 1 : stored) - bias - static_cast<std::int32_t>(fractionBits) - 2;
    const Decimal value(4 * mantissa, exponent);
    const Decimal low(4 * mantissa - (fraction == 0 && stored > 1 ? 1 : 2), exponent);
    const Decimal shortest = Shortest(low, value, Decimal(4 * mantissa + 2, exponent), mantissa % 2 == 0);
    writer.Append(isNegative ? "-" : "");
    AppendDigits(writer, shortest, value);
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

inline Diagnosis CheckComparison(DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
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
        const std::uint64_t end = sides[i]->layout.EndInBytes(type);
        if (end != 0 && sides[i]->bytes < end)
        {
            return {TensorError::SourceTooSmall, None32, sides[i]->bytes, end, OfExpected + i};
        }
        if (end == 0 || end > LargestBuffer) { return {TensorError::SpanLimit, None32, Max64, Max64, OfExpected + i}; }
    }
    return FirstOf(CheckTolerance(tolerance.absolute), CheckTolerance(tolerance.relative));
}

// Of what was not refused.
template <class Elements>
void CompareElements(const Kernels* kernels, const Source& expected, const Source& actual, const Tolerance& tolerance,
                     Comparison& result) noexcept
{
    // Along some axes neither side moves: the first position stands for all of them.
    const TensorLayout from = expected.layout.BroadcastTo(actual.layout.Sizes());
    CopyPlan fast;
    CopyPlan logical;
    std::uint32_t sizes[MaxRank];
    std::uint64_t repeats = 1;
    const std::uint32_t rank = actual.layout.Rank();
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        const std::uint32_t size = actual.layout.Sizes()[i];
        const CopyAxis axis = {size, actual.layout.Strides()[i], from.Strides()[i], 0};
        const bool stays = axis.to == 0 && axis.from == 0;
        repeats *= stays ? size : 1;
        sizes[i] = stays ? 1 : size;
        fast.Insert(sizes[i], axis.to, axis.from);
        if (sizes[i] != 1) { logical.axes[logical.rank++] = axis; }
    }
    fast.Merge();
    logical.Merge();
    logical.firstTo = fast.firstTo = static_cast<std::size_t>(actual.layout.FirstElement());
    logical.firstFrom = fast.firstFrom = static_cast<std::size_t>(from.FirstElement());

    CompareRun<Elements> run{tolerance, static_cast<const unsigned char*>(expected.data),
                             static_cast<const unsigned char*>(actual.data)};
    const std::uint32_t contiguous = fast.AxisOfSource(1);
    const bool crosses = contiguous != 0 && contiguous != fast.rank && fast.axes[fast.rank - 1].from != 0;
    if (crosses && Elements::IsStored) { run.Tiles(fast, contiguous - 1, kernels); }
    else { run.Rows(fast); }
    result.compared = actual.layout.ElementCount();
    result.different = run.different * repeats;
    result.largestError = static_cast<double>(run.largest);
    run.locates = true;
    run.passed = 0;
    if (!run.IsDone()) { run.Rows(logical); }

    const TensorLayout places = TensorLayout::Strided(Dimensions(sizes, rank), actual.layout.Strides());
    if (run.largest > 0) { result.largestErrorAt = places.Coordinates(run.largestAt); }
    if (run.different == 0) { return; }
    result.firstDifferent = places.Coordinates(run.firstAt);
    const auto value = [&](const Source& of, const TensorLayout& layout)
    {
        std::uint64_t at = layout.FirstElement();
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            at += std::uint64_t{result.firstDifferent[i]} * layout.Strides()[i];
        }
        return Elements::Value(
            Elements::Load(static_cast<const unsigned char*>(of.data), static_cast<std::size_t>(at)));
    };
    result.expected = value(expected, from);
    result.actual = value(actual, actual.layout);
}

// By one path.
template <class Later = void>
Comparison CompareTensorsBy(CopyPath path, DML_TENSOR_DATA_TYPE type, const Source& expected, const Source& actual,
                            const Tolerance& tolerance) noexcept
{
    Comparison result;
    result.reason = CheckComparison(type, expected, actual, tolerance);
    if (!result.reason.Ok()) { return result; }
    const Kernels* const kernels = KernelsOf<Later>(path);
    const auto compare = [&](auto elements)
    { CompareElements<decltype(elements)>(kernels, expected, actual, tolerance, result); };
    // By the value of the type, of which an SDK may not have all names.
    switch (static_cast<std::uint32_t>(type))
    {
    case 1: compare(FloatElements<std::uint32_t, 23>{}); break;
    case 2: compare(FloatElements<std::uint16_t, 10>{}); break;
    case 3: compare(IntegerElements<std::uint32_t>{}); break;
    case 4: compare(IntegerElements<std::uint16_t>{}); break;
    case 5: compare(IntegerElements<std::uint8_t>{}); break;
    case 6: compare(IntegerElements<std::int32_t>{}); break;
    case 7: compare(IntegerElements<std::int16_t>{}); break;
    case 8: compare(IntegerElements<std::int8_t>{}); break;
    case 9: compare(FloatElements<std::uint64_t, 52>{}); break;
    case 10: compare(IntegerElements<std::uint64_t>{}); break;
    case 11: compare(IntegerElements<std::int64_t>{}); break;
    case 12: compare(NibbleElements<0>{}); break;
    default: compare(NibbleElements<8>{}); break;
    }
    return result;
}

template <class Writer> void AppendPlace(Writer& writer, const Dimensions& place) noexcept
{
    writer.Append('{');
    for (std::size_t i = 0; i < place.size(); ++i)
    {
        writer.Append(i == 0 ? "" : ", ");
        writer.AppendNumber(place[i]);
    }
    writer.Append('}');
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
    detail::AppendPlace(writer, comparison.firstDifferent);
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
        detail::AppendPlace(writer, comparison.largestErrorAt);
    }
    return writer.message;
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_COMPARE_HPP
