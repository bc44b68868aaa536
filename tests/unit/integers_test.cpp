// Every parameter that takes an integer, with every integer type and the values at the ends of each, and around those
// that truncation to 32 bits would make plausible: the right result, or the error with the value. One table of the
// parameters runs in static_asserts and in a TEST.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace integers_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::AllOnes;
using test_support::ExpectTwice;
using test_support::NoAxis;

using E = TensorError;

constexpr auto UInt16 = DML_TENSOR_DATA_TYPE_UINT16;
constexpr auto UInt8 = DML_TENSOR_DATA_TYPE_UINT8;
constexpr auto UInt4 = DML_TENSOR_DATA_TYPE_UINT4;
constexpr std::uint64_t Limit = 0xFFFFFFFF;

// ---- the values -----------------------------------------------------------------------------------------------------
// Truncated to 32 bits the last ones of each list are small, and would be taken for good strides, axes or counts.
// clang-format off
constexpr std::int64_t Negative[] = {
    -1, -2, -128, -129, -32768, -2147483647 - 1, -2147483649, -4294967296, (std::numeric_limits<std::int64_t>::min)(),
    -4294967295, -4294967294, -4294967293, (std::numeric_limits<std::int64_t>::min)() + 3};
constexpr std::uint64_t NotNegative[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 100, 127, 128, 255, 256, 32767, 65535, 65536, 0x7FFFFFFF, 0x80000000,
    0xFFFFFFFE, 0xFFFFFFFF, 0x100000000, 0x1FFFFFFFE, 0x1FFFFFFFF, 0x200000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000,
    0xFFFFFFFFFFFFFFEF, 0xFFFFFFFFFFFFFFF0, 0xFFFFFFFFFFFFFFFA, 0xFFFFFFFFFFFFFFFB, 0xFFFFFFFFFFFFFFFE,
    0xFFFFFFFFFFFFFFFF, 0x100000001, 0x100000002, 0x100000003, 0x100000005, 0x100000010, 0x100000100,
    0x8000000000000001, 0x8000000000000003, 0xFFFFFFFF00000000, 0xFFFFFFFF00000003};
// clang-format on

// A value as mathematics has it.
struct Exact
{
    bool isNegative;
    std::uint64_t bits; // two's complement
};

constexpr bool FitsIn32(Exact value) { return !value.isNegative && value.bits <= Limit; }

// check(a value of the type, the same as mathematics has it) for each value that the type can hold; how many passed
// before the first that did not, or -1 where all did.
template <class Integer, class Check> constexpr int FirstThatFails(Check check)
{
    using Limits = std::numeric_limits<Integer>;
    int passed = 0;
    for (const std::int64_t value : Negative)
    {
        if (!Limits::is_signed || value < static_cast<std::int64_t>((Limits::min)())) { continue; }
        if (!check(static_cast<Integer>(value), Exact{true, static_cast<std::uint64_t>(value)})) { return passed; }
        ++passed;
    }
    for (const std::uint64_t value : NotNegative)
    {
        if (value > static_cast<std::uint64_t>((Limits::max)())) { continue; }
        if (!check(static_cast<Integer>(value), Exact{false, value})) { return passed; }
        ++passed;
    }
    return passed > 0 ? -1 : 0;
}

template <class... Integers> struct Types
{
};
// int8_t to int64_t, uint8_t to uint64_t, size_t, ptrdiff_t and Windows' UINT and UINT64 are other names of these.
using AllTypes = Types<signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, long long,
                       unsigned long long>;
// For what runs: functions for all of them would take as long to compile as several other tests together.
using SomeTypes = Types<std::int8_t, std::int64_t, std::uint64_t>;
#if defined(DML_TENSOR_UTILS_ALL_TESTS)
using ConstantTypes = AllTypes;
#else
using ConstantTypes = Types<std::int64_t>;
#endif

// ---- what a function makes of them ----------------------------------------------------------------------------------
struct Outcome
{
    Diagnosis reason;
    std::uint64_t value; // of the result, where it shows what arrived; with an error 0, or NoOffset
};

constexpr bool operator==(const Outcome& left, const Outcome& right)
{
    return left.reason == right.reason && left.value == right.value;
}

constexpr Outcome Gives(std::uint64_t value) { return {Diagnosis{}, value}; }

constexpr Outcome Refuses(E error, std::uint32_t axis, std::uint64_t actual, std::uint64_t required,
                          std::uint32_t tensor = NoAxis)
{
    return {Diagnosis{error, axis, actual, required, tensor}, 0};
}

// `otherwise` where the parameter can hold the value: 32 bits, or 64.
constexpr Outcome In32(Exact value, std::uint32_t axis, const Outcome& otherwise, std::uint32_t tensor = NoAxis)
{
    return FitsIn32(value) ? otherwise : Refuses(E::ValueRange, axis, value.bits, Limit, tensor);
}
constexpr Outcome In64(Exact value, const Outcome& otherwise)
{
    return value.isNegative ? Refuses(E::ValueRange, NoAxis, value.bits, AllOnes) : otherwise;
}

// The second value of a list, whatever 32 bits hold.
constexpr Outcome AsListed(Exact value) { return In32(value, 1, Gives(value.bits)); }

// The position of the picture's first element: the last one lies 5 behind it.
constexpr Outcome AsFirstElement(Exact value)
{
    return In64(value, value.bits > AllOnes - 5 ? Refuses(E::SpanLimit, NoAxis, AllOnes, AllOnes) : Gives(value.bits));
}

// A size: neither 0 nor beyond 32 bits.
constexpr Outcome AsSize(Exact value, std::uint32_t axis, const Outcome& otherwise, std::uint32_t tensor = NoAxis)
{
    return In32(value, axis, value.bits == 0 ? Refuses(E::ZeroSize, axis, 0, 1, tensor) : otherwise, tensor);
}

constexpr Outcome AsSecondSize(Exact value) { return AsSize(value, 1, Gives(value.bits)); }

// An axis of the picture below, with what the two axes give.
constexpr Outcome AsAxis(Exact value, std::uint64_t first, std::uint64_t second)
{
    return value.isNegative || value.bits >= 2 ? Refuses(E::AxisOutOfRange, NoAxis, value.bits, 2)
                                               : Gives(value.bits == 0 ? first : second);
}

// A rank that the picture is brought to.
constexpr Outcome AsRank(Exact value)
{
    return value.isNegative || value.bits > 8 ? Refuses(E::DimensionCount, NoAxis, value.bits, 8)
           : value.bits < 2                   ? Refuses(E::RankDiffers, NoAxis, value.bits, 2)
                                              : Gives(value.bits);
}

constexpr Outcome AsPaddedAxis(Exact value) { return AsAxis(value, 8 + 2 + 1, 24 + 16 + 1); } // at a stride of 8

// The row stride of the picture.
constexpr Outcome AsRowStride(std::uint64_t elements)
{
    return elements < 3       ? Refuses(E::StrideTooSmall, 0, elements, 3)
           : elements > Limit ? Refuses(E::StrideLimit, 0, elements, Limit)
                              : Gives(elements);
}

// The least multiple that is at least 3, the picture's row stride.
constexpr std::uint64_t MultipleFrom3(std::uint64_t of) { return of == 1 ? 3 : of == 2 ? 4 : of; }

constexpr TensorLayout Picture = TensorLayout::Packed({2, 3});
constexpr BufferTensorDesc Tensor(UInt8, Picture); // 8 bytes
constexpr std::uint32_t PictureSizes[2] = {2, 3};
constexpr std::uint32_t PictureStrides[2] = {3, 1};

constexpr DML_BUFFER_TENSOR_DESC PictureDesc(const std::uint32_t* strides)
{
    return {UInt8, DML_TENSOR_FLAG_NONE, 2, PictureSizes, strides, 8, 0};
}

// A view as std::span is one, which C++17 does not have.
template <class Integer> struct View
{
    const Integer* values;
    std::size_t count;

    constexpr const Integer* data() const noexcept { return values; }
    constexpr std::size_t size() const noexcept { return count; }
};

constexpr Outcome Second(const Dimensions& made) { return {made.Reason(), made[1]}; }
constexpr Outcome SpanOf(const TensorLayout& made) { return {made.Reason(), made.ElementSpan()}; }
constexpr Outcome CountOf(const TensorLayout& made) { return {made.Reason(), made.ElementCount()}; }
constexpr Outcome FirstOf(const TensorLayout& made) { return {made.Reason(), made.FirstElement()}; }
constexpr Outcome RankOf(const TensorLayout& made) { return {made.Reason(), made.Rank()}; }
constexpr Outcome SizeOf(const TensorLayout& made, std::size_t axis) { return {made.Reason(), made.Sizes()[axis]}; }
constexpr Outcome StrideOf(const TensorLayout& made, std::size_t axis) { return {made.Reason(), made.Strides()[axis]}; }

template <class Ask, class Expect> struct Parameter
{
    const char* name;
    Ask ask;       // the Outcome of the function with a value of any type
    Expect expect; // the Outcome that an Exact value must have
};
template <class Ask, class Expect> Parameter(const char*, Ask, Expect) -> Parameter<Ask, Expect>;

// Of a parameter what is asked with a value of any type, and what must come of it.
#define OF(value, ...) [](auto value) { return __VA_ARGS__; }
#define EXACTLY(value, ...) [](Exact value) { return __VA_ARGS__; }

constexpr auto DimensionsParameters = std::tuple{
    Parameter{"Dimensions: index", OF(value, Outcome{{}, Dimensions{5, 6, 7}[value]}),
              EXACTLY(value, Outcome{{}, !value.isNegative && value.bits < 3 ? value.bits + 5 : 0})},
    Parameter{"Dimensions of a list", OF(value, Second(Dimensions{1, value, 3})), AsListed},
    Parameter{"Dimensions of a C array",
              [](auto value)
              {
                  const decltype(value) values[] = {1, value};
                  return Second(Dimensions(values));
              },
              AsListed},
    Parameter{"Dimensions of a std::array", OF(value, Second(Dimensions(std::array<decltype(value), 2>{{1, value}}))),
              AsListed},
    Parameter{"Dimensions by pointer",
              [](auto value)
              {
                  const decltype(value) values[] = {1, value};
                  return Second(Dimensions(values + 0, 2));
              },
              AsListed},
    Parameter{"Dimensions of a view",
              [](auto value)
              {
                  const decltype(value) values[] = {1, value};
                  return Second(Dimensions(View<decltype(value)>{values, 2}));
              },
              AsListed},
    Parameter{"Dimensions: count",
              [](auto count)
              {
                  const int values[] = {1, 2, 3, 4, 5, 6, 7, 8};
                  const Dimensions made(values, count);
                  return Outcome{made.Reason(), made.size()};
              },
              EXACTLY(value, value.isNegative || value.bits > 8 ? Refuses(E::DimensionCount, NoAxis, value.bits, 8)
                                                                : Gives(value.bits))},
};

constexpr auto MakingParameters = std::tuple{
    Parameter{"Packed: size", OF(size, SizeOf(TensorLayout::Packed({2, size}), 1)), AsSecondSize},
    Parameter{"Packed with a Layout: size", OF(size, SizeOf(TensorLayout::Packed({size, 2, 3}, Layout::NHWC), 0)),
              EXACTLY(value, AsSize(value, 0, Gives(value.bits)))},
    Parameter{"Packed: axis order", OF(axis, StrideOf(TensorLayout::Packed({2, 3}, {1, axis}), 1)),
              EXACTLY(value, In32(value, 1, value.bits == 0 ? Gives(2) : Refuses(E::AxisOrder, 1, value.bits, 2)))},
    Parameter{"Strided: size", OF(size, SizeOf(TensorLayout::Strided({2, size}, {3, 1}), 1)), AsSecondSize},
    Parameter{"Strided: stride", OF(stride, StrideOf(TensorLayout::Strided({2, 3}, {stride, 1}), 0)),
              EXACTLY(value, In32(value, 0, Gives(value.bits)))},
    Parameter{"Strided: firstElement", OF(first, FirstOf(TensorLayout::Strided({2, 3}, {3, 1}, first))),
              AsFirstElement},
    Parameter{"Of: firstElement", OF(first, FirstOf(TensorLayout::Of(PictureDesc(PictureStrides), first))),
              AsFirstElement},
    Parameter{"Of without strides: firstElement", OF(first, FirstOf(TensorLayout::Of(PictureDesc(nullptr), first))),
              AsFirstElement},
    Parameter{"OfAnyRank: size",
              [](auto size)
              {
                  const decltype(size) sizes[] = {2, size};
                  return CountOf(TensorLayout::OfAnyRank(sizes, nullptr, 2));
              },
              EXACTLY(value, AsSize(value, 1, Gives(2 * value.bits)))},
    Parameter{"OfAnyRank: stride",
              [](auto stride)
              {
                  const decltype(stride) sizes[] = {2, 3};
                  const decltype(stride) strides[] = {stride, 1};
                  return SpanOf(TensorLayout::OfAnyRank(sizes, strides, 2));
              },
              EXACTLY(value, value.isNegative     ? Refuses(E::ValueRange, 0, value.bits, Limit)
                             : value.bits > Limit ? Refuses(E::StrideLimit, 0, value.bits, Limit)
                                                  : Gives(value.bits + 2 + 1))},
    Parameter{"OfAnyRank: stride of an axis of size 1",
              [](auto stride)
              {
                  const decltype(stride) sizes[] = {1, 3};
                  const decltype(stride) strides[] = {stride, 1};
                  return SpanOf(TensorLayout::OfAnyRank(sizes, strides, 2));
              },
              [](Exact) { return Gives(3); }},
    Parameter{"OfAnyRank: firstElement",
              [](auto first)
              {
                  const int sizes[] = {2, 3};
                  return FirstOf(TensorLayout::OfAnyRank(sizes, nullptr, 2, first));
              },
              AsFirstElement},
};

constexpr auto ViewParameters = std::tuple{
    Parameter{"ElementOffset: coordinate", OF(coordinate, Gives(Picture.ElementOffset({1, coordinate}))),
              EXACTLY(value, Gives(!value.isNegative && value.bits < 3 ? 3 + value.bits : NoOffset))},
    Parameter{"Coordinates: linearIndex",
              [](auto linearIndex)
              {
                  // {1, c} as 4 + c: none, as those of an index that is outside, are 0.
                  const Dimensions made = Picture.Coordinates(linearIndex);
                  return Outcome{made.Reason(), made.empty() ? 0 : 1 + std::uint64_t{3} * made[0] + made[1]};
              },
              EXACTLY(value, In64(value, Gives(value.bits < 6 ? 1 + value.bits : 0)))},
    Parameter{"Transposed: axis", OF(axis, SizeOf(Picture.Transposed({axis, 0}), 0)),
              EXACTLY(value, In32(value, 0,
                                  value.bits == 1   ? Gives(3)
                                  : value.bits == 0 ? Refuses(E::AxisOrder, 1, 0, 2)
                                                    : Refuses(E::AxisOrder, 0, value.bits, 2)))},
    Parameter{"BroadcastTo: size", OF(size, SizeOf(TensorLayout::Packed({2, 1}).BroadcastTo({2, size}), 1)),
              AsSecondSize},
    Parameter{"PromotedTo: rank", OF(rank, RankOf(Picture.PromotedTo(rank))), AsRank},
    Parameter{"PlacedOn: rank", OF(rank, RankOf(Picture.PlacedOn(rank, {0, 1}))), AsRank},
    Parameter{"PlacedOn: axis", OF(axis, StrideOf(Picture.PlacedOn(4, {0, axis}), 1)),
              [](Exact value)
              {
                  // {2, 3} on axes 0 and a: {2, 3, 1, 1}, {2, 1, 3, 1} and {2, 1, 1, 3}.
                  return In32(value, 1,
                              value.bits == 0  ? Refuses(E::AxisOrder, 1, 0, 4)
                              : value.bits > 3 ? Refuses(E::AxisOutOfRange, 1, value.bits, 4)
                                               : Gives(value.bits == 1 ? 1 : 3));
              }},
    Parameter{
        "Reshaped: size", OF(size, SizeOf(Picture.Reshaped({size, 3}), 0)),
        EXACTLY(value, AsSize(value, 0, value.bits == 2 ? Gives(2) : Refuses(E::NotAView, NoAxis, 6, 3 * value.bits)))},
    Parameter{"Sliced: axis", OF(axis, CountOf(Picture.Sliced(axis, 0, 1))), EXACTLY(value, AsAxis(value, 3, 2))},
    Parameter{
        "Sliced: start", OF(start, FirstOf(TensorLayout::Packed({8, 3}).Sliced(0, start, 2))),
        EXACTLY(value, In32(value, NoAxis,
                            value.bits <= 6 ? Gives(3 * value.bits) : Refuses(E::SliceRange, 0, value.bits + 1, 8)))},
    Parameter{"Sliced: count", OF(count, SizeOf(TensorLayout::Packed({8, 3}).Sliced(0, 1, count), 0)),
              EXACTLY(value, In32(value, NoAxis,
                                  value.bits == 0  ? Refuses(E::SliceRange, 0, 0, 1)
                                  : value.bits > 7 ? Refuses(E::SliceRange, 0, value.bits, 8)
                                                   : Gives(value.bits)))},
    Parameter{"Sliced: step", OF(step, StrideOf(TensorLayout::Packed({8, 3}).Sliced(0, 0, 3, step), 0)),
              EXACTLY(value, In32(value, NoAxis,
                                  value.bits == 0  ? Refuses(E::SliceRange, 0, 0, 1)
                                  : value.bits > 3 ? Refuses(E::SliceRange, 0, 2 * value.bits, 8)
                                                   : Gives(3 * value.bits)))},
    Parameter{"BroadcastSizes: size", OF(size, Second(BroadcastSizes({2, 1}, {2, size}))), AsListed},
};

constexpr auto PaddingParameters = std::tuple{
    Parameter{"WithStride: axis", OF(axis, SpanOf(Picture.WithStride(axis, 8))), AsPaddedAxis},
    Parameter{"WithStride: stride", OF(stride, StrideOf(Picture.WithStride(0, stride), 0)),
              EXACTLY(value, In32(value, NoAxis, AsRowStride(value.bits)))},
    Parameter{"WithStrideMultiple: axis", OF(axis, SpanOf(Picture.WithStrideMultiple(axis, 8))), AsPaddedAxis},
    Parameter{"WithStrideMultiple: elements", OF(elements, StrideOf(Picture.WithStrideMultiple(0, elements), 0)),
              EXACTLY(value, In32(value, NoAxis,
                                  value.bits == 0 ? Refuses(E::StrideTooSmall, 0, 0, 1)
                                                  : AsRowStride(MultipleFrom3(value.bits))))},
    Parameter{"WithStrideInBytes: axis", OF(axis, SpanOf(Picture.WithStrideInBytes(axis, 16, UInt16))), AsPaddedAxis},
    Parameter{"WithStrideInBytes: bytes", OF(bytes, StrideOf(Picture.WithStrideInBytes(0, bytes, UInt16), 0)),
              EXACTLY(value, In64(value, value.bits % 2 != 0 ? Refuses(E::StrideInBytes, 0, value.bits, 2)
                                                             : AsRowStride(value.bits / 2)))},
    Parameter{"WithStrideInBytes: bytes of 4-bit elements",
              OF(bytes, StrideOf(Picture.WithStrideInBytes(0, bytes, UInt4), 0)),
              EXACTLY(value, In64(value, AsRowStride(value.bits > AllOnes / 2 ? AllOnes : value.bits * 2)))},
    Parameter{"WithStrideMultipleInBytes: axis", OF(axis, SpanOf(Picture.WithStrideMultipleInBytes(axis, 16, UInt16))),
              AsPaddedAxis},
    Parameter{"WithStrideMultipleInBytes: bytes",
              OF(bytes, StrideOf(Picture.WithStrideMultipleInBytes(0, bytes, UInt16), 0)),
              [](Exact value)
              {
                  // A multiple of an odd number of bytes is one of as many elements.
                  const std::uint64_t elements = value.bits % 2 != 0 ? value.bits : value.bits / 2;
                  return In64(value, elements == 0 ? Refuses(E::StrideTooSmall, 0, 0, 1)
                                                   : AsRowStride(MultipleFrom3(elements)));
              }},
};

constexpr auto OtherParameters = std::tuple{
    Parameter{
        "WithTotalSize",
        [](auto bytes)
        {
            const BufferTensorDesc made = Tensor.WithTotalSize(bytes);
            return Outcome{made.Reason(), made.TotalTensorSizeInBytes()};
        },
        EXACTLY(value,
                In64(value, value.bits<8 ? Refuses(E::TotalSizeTooSmall, NoAxis, value.bits, 8) : value.bits> Limit
                                ? Refuses(E::TotalSizeLimit, NoAxis, value.bits, Limit)
                                : Gives(value.bits)))},
    Parameter{"WithAlignment",
              [](auto alignment)
              {
                  const BufferTensorDesc made = Tensor.WithAlignment(alignment);
                  return Outcome{made.Reason(), made.Alignment()};
              },
              [](Exact value)
              {
                  const bool isAlignment =
                      value.bits == 0 || (value.bits >= 16 && (value.bits & (value.bits - 1)) == 0);
                  return In32(value, NoAxis,
                              isAlignment ? Gives(value.bits) : Refuses(E::Alignment, NoAxis, value.bits, 16));
              }},
    Parameter{"BufferPlacement::Place: bytes",
              [](auto bytes)
              {
                  BufferPlacement placement;
                  const bool isPlaced = placement.Place(1, 16) == 0 && placement.Place(bytes, 16) == 16;
                  return Outcome{placement.Reason(), isPlaced ? placement.SizeInBytes() : 0};
              },
              EXACTLY(value, In64(value, value.bits > AllOnes - 16 ? Refuses(E::SpanLimit, NoAxis, AllOnes, AllOnes)
                                                                   : Gives(16 + value.bits)))},
    Parameter{"BufferPlacement::Place: alignment",
              [](auto alignment)
              {
                  BufferPlacement placement;
                  const bool isFirst = placement.Place(1, 0) == 0;
                  const std::uint64_t offset = placement.Place(1, alignment);
                  return Outcome{placement.Reason(), isFirst && offset != NoOffset ? offset : 0};
              },
              [](Exact value)
              {
                  const bool isAlignment = (value.bits & (value.bits - 1)) == 0;
                  return In64(value, isAlignment ? Gives(value.bits < 16 ? 16 : value.bits)
                                                 : Refuses(E::Alignment, NoAxis, value.bits, 16));
              }},
    Parameter{"GatherOutput: input size", OF(size, SizeOf(GatherOutput({4, size}, {1, 5}, 0, 1), 1)),
              EXACTLY(value, AsSize(value, 1, Gives(value.bits), 0))},
    Parameter{"GatherOutput: indices size", OF(size, SizeOf(GatherOutput({4, 3}, {1, size}, 0, 1), 0)),
              EXACTLY(value, AsSize(value, 1, Gives(value.bits), 1))},
    Parameter{"GatherOutput: axis", OF(axis, CountOf(GatherOutput({4, 3}, {1, 5}, axis, 1))),
              EXACTLY(value, value.isNegative || value.bits >= 2 ? Refuses(E::GatherAxis, NoAxis, value.bits, 2)
                                                                 : Gives(value.bits == 0 ? 5 * 3 : 4 * 5))},
    Parameter{
        "GatherOutput: indexDimensions", OF(count, CountOf(GatherOutput({4, 3}, {1, 1}, 0, count))),
        EXACTLY(value, In32(value, NoAxis,
                            value.bits <= 2 ? Gives(3) : Refuses(E::GatherIndexDimensions, NoAxis, value.bits, 2)))},
};

// ---- the table, at compile time and at run time ---------------------------------------------------------------------
// One constant for each parameter and type: a single one would exceed what compilers are ready to evaluate.
template <const auto& Parameters, std::size_t I, class Integer>
inline constexpr bool AllTake =
    FirstThatFails<Integer>([](Integer value, Exact exact)
                            { return std::get<I>(Parameters).ask(value) == std::get<I>(Parameters).expect(exact); })
    == -1;

template <const auto& Parameters, std::size_t I, class... Integers> constexpr bool HoldsOf(Types<Integers...>)
{
    return (AllTake<Parameters, I, Integers> && ...);
}
template <const auto& Parameters, std::size_t... I> constexpr bool AllHoldOf(std::index_sequence<I...>)
{
    return (HoldsOf<Parameters, I>(ConstantTypes{}) && ...);
}
template <const auto& Parameters> constexpr bool AllHoldAtCompileTime()
{
    constexpr std::size_t Count = std::tuple_size_v<std::remove_cv_t<std::remove_reference_t<decltype(Parameters)>>>;
    return AllHoldOf<Parameters>(std::make_index_sequence<Count>{});
}

static_assert(AllHoldAtCompileTime<DimensionsParameters>());
static_assert(AllHoldAtCompileTime<MakingParameters>());
static_assert(AllHoldAtCompileTime<ViewParameters>());
static_assert(AllHoldAtCompileTime<PaddingParameters>());
static_assert(AllHoldAtCompileTime<OtherParameters>());

// No template: hundreds of them call it.
bool IsExpected(const char* name, std::size_t bytes, Exact value, const Outcome& outcome, const Outcome& expected)
{
    EXPECT_EQ(outcome.reason, expected.reason);
    EXPECT_EQ(outcome.value, expected.value);
    EXPECT_TRUE(outcome == expected) << name << ", " << static_cast<std::int64_t>(value.bits) << " in " << bytes
                                     << " bytes, " << (value.isNegative ? "negative" : "not negative");
    return outcome == expected;
}

template <class Ask, class Expect, class... Integers>
void Check(const Parameter<Ask, Expect>& parameter, Types<Integers...>)
{
    const auto failsAt = [&](auto type)
    {
        using Integer = decltype(type);
        return FirstThatFails<Integer>(
            [&](Integer value, Exact exact) {
                return IsExpected(parameter.name, sizeof(value), exact, parameter.ask(value), parameter.expect(exact));
            });
    };
    EXPECT_TRUE(((failsAt(Integers{}) == -1) && ...)) << parameter.name;
}

template <class... Parameters> void Check(const std::tuple<Parameters...>& parameters)
{
    std::apply([](const auto&... each) { (Check(each, SomeTypes{}), ...); }, parameters);
}

TEST(Integers, OfDimensions) { Check(DimensionsParameters); }
TEST(Integers, OfWhatMakesALayout) { Check(MakingParameters); }
TEST(Integers, OfViews) { Check(ViewParameters); }
TEST(Integers, OfPadding) { Check(PaddingParameters); }
TEST(Integers, OfDescriptorsPlacementsAndGathers) { Check(OtherParameters); }

// What cannot be a table's constant expression: a std::vector.
TEST(Integers, OfAVector)
{
    Check(std::tuple{Parameter{"Dimensions of a std::vector",
                               OF(value, Second(Dimensions(std::vector<decltype(value)>{1, value}))), AsListed},
                     Parameter{"a std::vector where Dimensions are asked",
                               OF(value, SizeOf(TensorLayout::Packed(std::vector<decltype(value)>{1, value}), 1)),
                               AsSecondSize}});
}

// As many values as the rank says are read: it may be no more than there are, but for one that 32 bits cannot hold.
constexpr auto AnyRankParameter =
    Parameter{"OfAnyRank: rank",
              [](auto rank)
              {
                  const int sizes[9] = {2, 3, 1, 1, 1, 1, 1, 1, 7};
                  return CountOf(TensorLayout::OfAnyRank(sizes, nullptr, rank));
              },
              EXACTLY(value, !FitsIn32(value)  ? Refuses(E::DimensionCount, NoAxis, value.bits, 8)
                             : value.bits == 0 ? Gives(1)
                             : value.bits == 1 ? Gives(2)
                             : value.bits == 9 ? Gives(42)
                                               : Gives(6))};

template <class Integer> constexpr bool RanksHold()
{
    return FirstThatFails<Integer>(
               [](Integer value, Exact exact) {
                   return (FitsIn32(exact) && exact.bits > 9)
                          || AnyRankParameter.ask(value) == AnyRankParameter.expect(exact);
               })
           == -1;
}

template <class... Integers> constexpr bool RanksHold(Types<Integers...>) { return (RanksHold<Integers>() && ...); }
static_assert(RanksHold(AllTypes{}));
TEST(Integers, OfARankThatIsRead) { EXPECT_TRUE(RanksHold(AllTypes{})); }

// ---- lists of variables of several types ----------------------------------------------------------------------------
// As Windows and Direct3D have them.
struct TextureDesc
{
    std::uint64_t Width;
    std::uint32_t Height;
    std::uint16_t DepthOrArraySize;
};

enum Axes
{
    Batch,
    Channel,
    Row,
    Column,
};
enum Wide : std::uint64_t
{
    WideFive = 5,
    WideTooWide = 0x100000005,
};
enum Signed : std::int8_t
{
    SignedMinusOne = -1,
    SignedSix = 6,
};
enum
{
    Unnamed = 3,
};

constexpr int SizeConstant = 4;
constexpr std::uint64_t WideConstant = 0x100000004;

struct Listed
{
    const char* name;
    TensorLayout made;
    TensorLayout expected;
};

// With variables, of which no compiler can know here that they fit.
constexpr auto ListedOf(TextureDesc desc, std::size_t count, long long batch, signed char small)
{
    const std::size_t constCount = count;
    const auto constBatch = batch;
    const std::uint64_t* const width = &desc.Width;
    struct Bits
    {
        unsigned height : 11;
        unsigned long long width : 33;
    };
    const Bits bits{1080, 1920};
    const std::uint8_t bytes[] = {1, 2};

    return std::array{
        Listed{"UINT64 and size_t beside constants", TensorLayout::Packed({1, 4, desc.Height, desc.Width}),
               TensorLayout::Packed({1, 4, 1080, 1920})},
        Listed{"every type", TensorLayout::Packed({batch, count, desc.DepthOrArraySize, desc.Height, *width, small}),
               TensorLayout::Packed({2, 3, 5, 1080, 1920, 7})},
        Listed{"const variables", TensorLayout::Packed({constBatch, constCount, SizeConstant}),
               TensorLayout::Packed({2, 3, 4})},
        Listed{"what is computed from them",
               TensorLayout::Packed({desc.Width / 2, count + 1, small - 1, desc.DepthOrArraySize * 2}),
               TensorLayout::Packed({960, 4, 6, 10})},
        Listed{"members that are bits", TensorLayout::Packed({bits.height, bits.width}),
               TensorLayout::Packed({1080, 1920})},
        Listed{"constants of every suffix", TensorLayout::Packed({1, 2U, 3L, 4UL, 5LL, 6ULL, 0x7, 1'0}),
               TensorLayout::Packed({1, 2, 3, 4, 5, 6, 7, 10})},
        Listed{"enumerators", TensorLayout::Packed({SignedSix, WideFive, Unnamed, Row}),
               TensorLayout::Packed({6, 5, 3, 2})},
        Listed{"strides and the first element",
               TensorLayout::Strided({count, small}, {desc.Width, 1}, desc.Width * count),
               TensorLayout::Strided({3, 7}, {1920, 1}, 5760)},
        Listed{"enumerators as an axis order",
               TensorLayout::Packed({2, 3, 4, 5}).Transposed({Batch, Row, Column, Channel}),
               TensorLayout::Packed({2, 3, 4, 5}).Transposed({0, 2, 3, 1})},
        Listed{"an enumerator as an axis", TensorLayout::Packed({2, 3, 4, 5}).Sliced(Row, Batch, Unnamed),
               TensorLayout::Packed({2, 3, 4, 5}).Sliced(2, 0, 3)},
        Listed{"an enumerator as a rank", TensorLayout::Packed({2, 3}).PromotedTo(Column),
               TensorLayout::Packed({1, 2, 3})},
        Listed{"variables as arguments", TensorLayout::Packed({8, 3}).Sliced(Batch, constCount, batch, small - 5),
               TensorLayout::Packed({8, 3}).Sliced(0, 3, 2, 2)},
        Listed{"a pointer in braces", TensorLayout::Packed(Dimensions{bytes, count - 1}), TensorLayout::Packed({1, 2})},
        Listed{"an enumerator that is negative", TensorLayout::Packed({1, SignedMinusOne}),
               TensorLayout::Packed({1, -1})},
        Listed{"an enumerator beyond 32 bits", TensorLayout::Packed({1, WideTooWide}),
               TensorLayout::Packed({1, 0x100000005})},
        Listed{"a constant beyond 32 bits", TensorLayout::Packed({1, WideConstant}),
               TensorLayout::Packed({1, 0x100000004})},
        Listed{"a product beyond 32 bits", TensorLayout::Packed({1, desc.Width << 32}),
               TensorLayout::Packed({1, 0x78000000000})},
    };
}

constexpr bool Holds(const Listed& listed) { return listed.made == listed.expected; }

constexpr auto ListedCases() { return ListedOf({1920, 1080, 5}, 3, 2, 7); }
static_assert(TensorLayout::Packed({1, WideTooWide}).Reason() == Diagnosis{E::ValueRange, 1, 0x100000005, Limit});
static_assert(TensorLayout::Packed({1, SignedMinusOne}).Reason() == Diagnosis{E::ValueRange, 1, AllOnes, Limit});
static_assert(Picture.Sliced(SignedMinusOne, 0, 1).Reason() == Diagnosis{E::AxisOutOfRange, NoAxis, AllOnes, 2});

TEST(Integers, OfSeveralTypesInOneList) { ExpectTwice<ListedCases>(); }

// ---- which error comes first ----------------------------------------------------------------------------------------
// A carried error, then ValueRange, then AxisOutOfRange, then the rest.
struct Ordered
{
    const char* name;
    Diagnosis found;
    Diagnosis expected;
};

constexpr auto OrderCases()
{
    const TensorLayout broken = TensorLayout::Packed({2, 0});
    const Diagnosis own = broken.Reason();
    const Diagnosis minusOne{E::ValueRange, NoAxis, AllOnes, Limit};
    const Diagnosis minusOneOf64{E::ValueRange, NoAxis, AllOnes, AllOnes};
    const Diagnosis listed{E::ValueRange, 1, AllOnes, Limit};
    const BufferTensorDesc brokenTensor(UInt8, broken);
    const DML_BUFFER_TENSOR_DESC noDesc = {};
    BufferPlacement placement;
    const bool isRefused = placement.Place(brokenTensor) == NoOffset && placement.Place(-1, -1) == NoOffset;
    BufferPlacement bytesFirst;
    const bool isRefusedToo = bytesFirst.Place(-1, 3) == NoOffset;

    return std::array{
        Ordered{"PlacedOn: the axes' own", Picture.PlacedOn(-1, {0, -1}).Reason(), listed},
        Ordered{"Sliced: start before axis", Picture.Sliced(2, -1, 1).Reason(), minusOne},
        Ordered{"Sliced: count before axis", Picture.Sliced(-7, 0, -1).Reason(), minusOne},
        Ordered{"Sliced: step before axis", Picture.Sliced(-7, 0, 0, -1).Reason(), minusOne},
        Ordered{"Sliced: count before a start outside", Picture.Sliced(0, 9, -1).Reason(), minusOne},
        Ordered{
            "Sliced: axis before a start outside", Picture.Sliced(2, 9, 0).Reason(), {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStride: stride before axis", Picture.WithStride(2, -1).Reason(), minusOne},
        Ordered{"WithStride: axis before a stride too small",
                Picture.WithStride(2, 0).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideMultiple: multiple before axis", Picture.WithStrideMultiple(2, -1).Reason(), minusOne},
        Ordered{"WithStrideMultiple: axis before a multiple of 0",
                Picture.WithStrideMultiple(2, 0).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideInBytes: bytes before axis", Picture.WithStrideInBytes(2, -1, UInt16).Reason(),
                minusOneOf64},
        Ordered{"WithStrideInBytes: axis before bytes that are no element",
                Picture.WithStrideInBytes(2, 1, UInt16).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideMultipleInBytes: bytes before axis",
                Picture.WithStrideMultipleInBytes(2, -1, UInt16).Reason(), minusOneOf64},
        Ordered{"Coordinates", broken.Coordinates(-1).Reason(), own},
        Ordered{"Strided: the sizes' own", TensorLayout::Strided({1, -1}, {1, 1}, -1).Reason(), listed},
        Ordered{"Strided: the strides' own", TensorLayout::Strided({1, 1}, {1, -1}, -1).Reason(), listed},
        Ordered{"Strided: firstElement before a size of 0", TensorLayout::Strided({0, 1}, {1, 1}, -1).Reason(),
                minusOneOf64},
        Ordered{"Strided: firstElement before the ranks", TensorLayout::Strided({2, 1}, {1}, -1).Reason(),
                minusOneOf64},
        Ordered{"Of: firstElement before the description", TensorLayout::Of(noDesc, -1).Reason(), minusOneOf64},
        Ordered{"WithTotalSize", brokenTensor.WithTotalSize(-1).Reason(), own},
        Ordered{"WithAlignment", brokenTensor.WithAlignment(-1).Reason(), own},
        Ordered{"BufferPlacement: the first error stays", isRefused ? placement.Reason() : Diagnosis{}, own},
        Ordered{"BufferPlacement: bytes before the alignment", isRefusedToo ? bytesFirst.Reason() : Diagnosis{},
                minusOneOf64},
        Ordered{"GatherOutput: the indices' own before a size of 0",
                GatherOutput({2, 0}, {2, -1}, 0, -1).Reason(),
                {E::ValueRange, 1, AllOnes, Limit, 1}},
        Ordered{"GatherOutput: indexDimensions before a size of 0", GatherOutput({0, 3}, {2, 3}, 0, -1).Reason(),
                minusOne},
        Ordered{"OfAnyRank: firstElement before the sizes",
                TensorLayout::OfAnyRank<int>(nullptr, nullptr, 9, -1).Reason(), minusOneOf64},
        Ordered{"GatherOutput: indexDimensions before axis", GatherOutput({4, 3}, {1, 5}, 2, -1).Reason(), minusOne},
    };
}

constexpr bool Holds(const Ordered& ordered) { return ordered.found == ordered.expected; }

TEST(Integers, ErrorsComeInOrder) { ExpectTwice<OrderCases>(); }

// ---- what is no integer ---------------------------------------------------------------------------------------------
enum class Scoped
{
    Zero,
};
struct NoNumber
{
};

template <class T>
constexpr bool IsTaken = std::is_convertible_v<T, AnyInteger>&& std::is_nothrow_constructible_v<AnyInteger, T>;
template <class T>
constexpr bool IsRefused = !std::is_convertible_v<T, AnyInteger> && !std::is_constructible_v<AnyInteger, T>;

static_assert(IsTaken<signed char> && IsTaken<unsigned char> && IsTaken<short> && IsTaken<unsigned short>);
static_assert(IsTaken<int> && IsTaken<unsigned> && IsTaken<long> && IsTaken<unsigned long>);
static_assert(IsTaken<long long> && IsTaken<unsigned long long> && IsTaken<std::size_t> && IsTaken<std::ptrdiff_t>);
static_assert(IsTaken<int&> && IsTaken<const int&> && IsTaken<const std::uint64_t> && IsTaken<std::uint8_t&&>);
static_assert(IsTaken<Axes> && IsTaken<Wide> && IsTaken<const Signed&> && IsTaken<DML_TENSOR_DATA_TYPE>);

static_assert(IsRefused<bool> && IsRefused<const bool&> && IsRefused<std::vector<bool>::reference>);
static_assert(IsRefused<char> && IsRefused<const char&> && IsRefused<wchar_t> && IsRefused<char16_t>);
static_assert(IsRefused<char32_t> && IsRefused<const char*> && IsRefused<const char (&)[5]>);
#if defined(__cpp_char8_t)
static_assert(IsRefused<char8_t>);
#endif
static_assert(IsRefused<float> && IsRefused<double> && IsRefused<long double>);
static_assert(IsRefused<Scoped> && IsRefused<std::byte> && IsRefused<Layout> && IsRefused<TensorRole>);
static_assert(IsRefused<std::nullptr_t> && IsRefused<int*> && IsRefused<void*> && IsRefused<NoNumber>);
static_assert(IsRefused<Dimensions> && IsRefused<TensorLayout>);
#if defined(__SIZEOF_INT128__)
__extension__ using Int128 = __int128;
static_assert(IsRefused<Int128>);
#endif

// Neither as a list of them.
template <class... From> constexpr bool MakeNoDimensions()
{
    return (!std::is_constructible_v<Dimensions, From> && ...);
}

template <class T>
constexpr bool IsNoList = MakeNoDimensions<T, const T (&)[3], const std::array<T, 3>&, const std::vector<T>&,
                                           const View<T>&, std::initializer_list<T>>() //
                          && !std::is_constructible_v<Dimensions, const T*, int>;

static_assert(IsNoList<bool> && IsNoList<char> && IsNoList<wchar_t> && IsNoList<char16_t> && IsNoList<char32_t>);
#if defined(__cpp_char8_t)
static_assert(IsNoList<char8_t>);
#endif
static_assert(IsNoList<float> && IsNoList<double> && IsNoList<Scoped> && IsNoList<std::byte> && IsNoList<int*>);
static_assert(!std::is_constructible_v<Dimensions, const std::string&>);
static_assert(!IsNoList<int> && !IsNoList<std::int8_t> && !IsNoList<std::uint8_t> && !IsNoList<std::uint64_t>);

} // namespace

} // namespace integers_test

#undef OF
#undef EXACTLY
