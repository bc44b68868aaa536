// Integers of every type: AnyInteger holds each of their values exactly, and every parameter that takes one reports a
// value that does not fit. Other tests hold what the functions do with values that fit.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace integers_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Max64;
using test_support::NoAxis;

using E = TensorError;

constexpr std::uint64_t Limit = 0xFFFFFFFF;

// ---- every type -----------------------------------------------------------------------------------------------------
template <class Integer> constexpr bool HoldsExactly(Integer value)
{
    const AnyInteger any = value;
    const bool isNegative = std::is_signed_v<Integer> && value < Integer{};
    return any.IsNegative() == isNegative && any.Bits() == static_cast<std::uint64_t>(value);
}

// int8_t to int64_t, uint8_t to uint64_t, size_t, ptrdiff_t and Windows' UINT and UINT64 are other names of these.
template <class... Integers> constexpr bool HoldsEveryTypeExactly()
{
    return (HoldsExactly((std::numeric_limits<Integers>::min)()) && ...)
           && (HoldsExactly((std::numeric_limits<Integers>::max)()) && ...)
           && (HoldsExactly(static_cast<Integers>(-1)) && ...) && (HoldsExactly(Integers{0}) && ...)
           && (HoldsExactly(Integers{1}) && ...);
}

constexpr bool EveryType()
{
    return HoldsEveryTypeExactly<signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                                 long long, unsigned long long>();
}

TEST(Integers, AreHeldExactly) { ExpectTwice<EveryType>(); }

// A view like std::span, which C++17 does not have.
template <class Integer> struct View
{
    const Integer* values;
    std::size_t count;

    constexpr const Integer* data() const noexcept { return values; }
    constexpr std::size_t size() const noexcept { return count; }
};

// Each way to make Dimensions, with one value that fits 32 bits and two that do not.
template <class Integer> constexpr bool ListsOf(Integer value)
{
    const Integer values[] = {1, value};
    const Dimensions expected = {1, value};
    return Dimensions(values) == expected && Dimensions(values + 0, 2) == expected
           && Dimensions(std::array<Integer, 2>{{1, value}}) == expected
           && Dimensions(View<Integer>{values, 2}) == expected && expected.Reason() == Dimensions(values).Reason();
}

constexpr bool EveryList()
{
    return ListsOf<std::int8_t>(-1) && ListsOf<std::int64_t>(-4294967294) && ListsOf<std::uint64_t>(0x100000002)
           && ListsOf<std::uint16_t>(65535) && ListsOf(4U);
}

TEST(Integers, AreTakenFromEveryKindOfList)
{
    ExpectTwice<EveryList>();
    EXPECT_EQ(Dimensions(std::vector<std::int64_t>{1, 2}), (Dimensions{1, 2}));
    EXPECT_EQ(TensorLayout::Packed(std::vector<std::uint64_t>{1, 2}), TensorLayout::Packed({1, 2}));
}

// ---- every parameter ------------------------------------------------------------------------------------------------
constexpr TensorLayout Image = TensorLayout::Packed({2, 3});
constexpr BufferTensorDesc Tensor(UInt8, Image); // 8 bytes
constexpr std::uint32_t ImageSizes[2] = {2, 3};
constexpr DML_BUFFER_TENSOR_DESC ImageDesc = {UInt8, DML_TENSOR_FLAG_NONE, 2, ImageSizes, nullptr, 8, 0};

struct Ordered
{
    const char* name;
    Diagnosis found;
    Diagnosis expected;
};
constexpr bool Holds(const Ordered& ordered) { return ordered.found == ordered.expected; }

constexpr Diagnosis PlaceReason(AnyInteger bytes, AnyInteger alignment)
{
    BufferPlacement placement;
    return placement.Place(bytes, alignment) == NoOffset ? placement.Reason() : Diagnosis{};
}

// The error of each parameter for values beyond 32 bits. Truncated to 32 bits, the second and third value are 2 and 3
// and would be accepted.
constexpr auto RejectedBy32Bits(std::int64_t value)
{
    const std::uint64_t bits = static_cast<std::uint64_t>(value);
    const auto listed = [=](std::uint32_t axis, std::uint32_t tensor = NoAxis) {
        return Diagnosis{E::ValueRange, axis, bits, Limit, tensor};
    };
    const Diagnosis single = listed(NoAxis);
    const Diagnosis axis{E::AxisOutOfRange, NoAxis, bits, 2};
    const Diagnosis rank{E::DimensionCount, NoAxis, bits, 8};
    const std::int64_t sizes[] = {2, value}, strides[] = {value, 1}, good[] = {2, 3};
    const Diagnosis anyStride = value < 0 ? listed(0) : Diagnosis{E::StrideLimit, 0, bits, Limit};
    return std::array{
        Ordered{"Dimensions", Dimensions{1, value}.Reason(), listed(1)},
        Ordered{"Dimensions: count", Dimensions(good, value).Reason(), rank},
        Ordered{"Packed: size", TensorLayout::Packed({2, value}).Reason(), listed(1)},
        Ordered{"Packed with a Layout: size", TensorLayout::Packed({value, 2, 3}, Layout::NHWC).Reason(), listed(0)},
        Ordered{"Packed: axis order", TensorLayout::Packed({2, 3}, {1, value}).Reason(), listed(1)},
        Ordered{"Strided: size", TensorLayout::Strided({2, value}, {3, 1}).Reason(), listed(1)},
        Ordered{"Strided: stride", TensorLayout::Strided({2, 3}, {value, 1}).Reason(), listed(0)},
        Ordered{"OfAnyRank: size", TensorLayout::OfAnyRank(sizes, nullptr, 2).Reason(), listed(1)},
        Ordered{"OfAnyRank: stride", TensorLayout::OfAnyRank(good, strides, 2).Reason(), anyStride},
        Ordered{"OfAnyRank: rank", TensorLayout::OfAnyRank(good, nullptr, value).Reason(), rank},
        Ordered{"Transposed", Image.Transposed({value, 0}).Reason(), listed(0)},
        Ordered{"BroadcastTo", TensorLayout::Packed({2, 1}).BroadcastTo({2, value}).Reason(), listed(1)},
        Ordered{"BroadcastSizes", BroadcastSizes({2, 1}, {2, value}).Reason(), listed(1)},
        Ordered{"PromotedTo", Image.PromotedTo(value).Reason(), rank},
        Ordered{"PlacedOn: rank", Image.PlacedOn(value, {0, 1}).Reason(), rank},
        Ordered{"PlacedOn: axis", Image.PlacedOn(4, {0, value}).Reason(), listed(1)},
        Ordered{"Reshaped", Image.Reshaped({value, 3}).Reason(), listed(0)},
        Ordered{"Sliced: axis", Image.Sliced(value, 0, 1).Reason(), axis},
        Ordered{"Sliced: start", Image.Sliced(0, value, 1).Reason(), single},
        Ordered{"Sliced: count", Image.Sliced(0, 0, value).Reason(), single},
        Ordered{"Sliced: step", Image.Sliced(0, 0, 1, value).Reason(), single},
        Ordered{"WithStride: axis", Image.WithStride(value, 8).Reason(), axis},
        Ordered{"WithStride: stride", Image.WithStride(0, value).Reason(), single},
        Ordered{"WithStrideMultiple: axis", Image.WithStrideMultiple(value, 8).Reason(), axis},
        Ordered{"WithStrideMultiple: elements", Image.WithStrideMultiple(0, value).Reason(), single},
        Ordered{"WithStrideInBytes: axis", Image.WithStrideInBytes(value, 16, UInt16).Reason(), axis},
        Ordered{"WithStrideMultipleInBytes: axis", Image.WithStrideMultipleInBytes(value, 16, UInt16).Reason(), axis},
        Ordered{"WithAlignment", Tensor.WithAlignment(value).Reason(), single},
        Ordered{"GatherOutput: input", GatherOutput({4, value}, {1, 5}, 0, 1).Reason(), listed(1, 0)},
        Ordered{"GatherOutput: indices", GatherOutput({4, 3}, {1, value}, 0, 1).Reason(), listed(1, 1)},
        Ordered{
            "GatherOutput: axis", GatherOutput({4, 3}, {1, 5}, value, 1).Reason(), {E::GatherAxis, NoAxis, bits, 2}},
        Ordered{"GatherOutput: indexDimensions", GatherOutput({4, 3}, {1, 1}, 0, value).Reason(), single},
        Ordered{"GatherFromOnnx: input", GatherFromOnnx({4, value}, {1, 5}, 0).Reason(), listed(1)},
        Ordered{"GatherFromOnnx: indices", GatherFromOnnx({4, 3}, {1, value}, 0).Reason(), listed(1)},
        Ordered{"GatherFromOnnx: axis",
                GatherFromOnnx({4}, {1, 5}, value < 0 ? value - 1 : value).Reason(),
                {E::AxisOutOfRange, NoAxis, value < 0 ? bits - 1 : bits, 1}},
    };
}
constexpr auto RejectedMinusOne() { return RejectedBy32Bits(-1); }
constexpr auto RejectedNegativeThatTruncates() { return RejectedBy32Bits(-4294967294); }
constexpr auto RejectedPositiveThatTruncates() { return RejectedBy32Bits(0x100000003); }

// The error of each 64-bit parameter for a negative value.
constexpr auto RejectedBy64Bits()
{
    constexpr std::int64_t Lowest = (std::numeric_limits<std::int64_t>::min)();
    constexpr Diagnosis Expected{E::ValueRange, NoAxis, std::uint64_t{1} << 63, Max64};
    const int sizes[] = {2, 3};
    return std::array{
        Ordered{"Strided: firstElement", TensorLayout::Strided({2, 3}, {3, 1}, Lowest).Reason(), Expected},
        Ordered{"Of: firstElement", TensorLayout::Of(ImageDesc, Lowest).Reason(), Expected},
        Ordered{"OfAnyRank: firstElement", TensorLayout::OfAnyRank(sizes, nullptr, 2, Lowest).Reason(), Expected},
        Ordered{"Coordinates", Image.Coordinates(Lowest).Reason(), Expected},
        Ordered{"WithStrideInBytes: bytes", Image.WithStrideInBytes(0, Lowest, UInt16).Reason(), Expected},
        Ordered{"WithStrideMultipleInBytes: bytes", Image.WithStrideMultipleInBytes(0, Lowest, UInt16).Reason(),
                Expected},
        Ordered{"WithTotalSize", Tensor.WithTotalSize(Lowest).Reason(), Expected},
        Ordered{"Place: bytes", PlaceReason(Lowest, 16), Expected},
        Ordered{"Place: alignment", PlaceReason(1, Lowest), Expected},
    };
}

// Values that fit 64 bits, but whose result does not.
constexpr auto RejectedResults()
{
    constexpr Diagnosis Span{E::SpanLimit, NoAxis, Max64, Max64};
    constexpr std::uint64_t Last = Max64 - 5; // the image's last element is 5 elements after its first
    return std::array{
        Ordered{"firstElement", TensorLayout::Strided({2, 3}, {3, 1}, Last).Reason(), {}},
        Ordered{"firstElement too large", TensorLayout::Strided({2, 3}, {3, 1}, Last + 1).Reason(), Span},
        Ordered{"bytes of 4-bit elements",
                Image.WithStrideInBytes(0, Max64, DML_TENSOR_DATA_TYPE_UINT4).Reason(),
                {E::StrideLimit, 0, Max64, Limit / 2}},
        Ordered{
            "WithTotalSize", Tensor.WithTotalSize(Limit + 1).Reason(), {E::TotalSizeLimit, NoAxis, Limit + 1, Limit}},
        Ordered{"ElementOffset", {}, Image.ElementOffset({1, 0x100000002}) == NoOffset ? Diagnosis{} : Span},
        Ordered{"ElementOffset of -1", {}, Image.ElementOffset({1, -1}) == NoOffset ? Diagnosis{} : Span},
    };
}

TEST(Integers, ThatDoNotFitAreRejected)
{
    ExpectTwice<RejectedMinusOne>();
    ExpectTwice<RejectedNegativeThatTruncates>();
    ExpectTwice<RejectedPositiveThatTruncates>();
    ExpectTwice<RejectedBy64Bits>();
    ExpectTwice<RejectedResults>();
}

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
};
enum
{
    Unnamed = 3,
};

constexpr bool SeveralTypes()
{
    struct Bits
    {
        unsigned height : 11;
        unsigned long long width : 33;
    };
    const Bits bits{1080, 1920};
    const TextureDesc desc{1920, 1080, 5};
    const std::size_t count = 3;
    const signed char small = 7;
    const TensorLayout packed = TensorLayout::Packed({2, 3, 4, 5});
    return Dimensions{1, count, desc.DepthOrArraySize, desc.Height, desc.Width, small, 8LL, 9UL}
               == Dimensions{1, 3, 5, 1080, 1920, 7, 8, 9}
           && Dimensions{bits.height, bits.width, desc.Width / 2, small - 1} == Dimensions{1080, 1920, 960, 6}
           && Dimensions{WideFive, Unnamed, Row} == Dimensions{5, 3, 2}
           && Dimensions{1, desc.Width << 32} == Dimensions{1, 0x78000000000}
           && packed.Transposed({Batch, Row, Column, Channel}) == packed.Transposed({0, 2, 3, 1})
           && packed.Sliced(Row, Batch, Unnamed) == packed.Sliced(2, 0, 3);
}
static_assert(TensorLayout::Packed({1, WideTooWide}).Reason() == Diagnosis{E::ValueRange, 1, 0x100000005, Limit});
static_assert(TensorLayout::Packed({1, SignedMinusOne}).Reason() == Diagnosis{E::ValueRange, 1, Max64, Limit});
static_assert(Image.Sliced(SignedMinusOne, 0, 1).Reason() == Diagnosis{E::AxisOutOfRange, NoAxis, Max64, 2});

TEST(Integers, MayHaveSeveralTypesInOneList) { ExpectTwice<SeveralTypes>(); }

// ---- which error comes first ----------------------------------------------------------------------------------------
// A carried error, then ValueRange, then AxisOutOfRange, then the rest.
constexpr auto OrderCases()
{
    const TensorLayout broken = TensorLayout::Packed({2, 0});
    const Diagnosis own = broken.Reason();
    const Diagnosis minusOne{E::ValueRange, NoAxis, Max64, Limit};
    const Diagnosis minusOneOf64{E::ValueRange, NoAxis, Max64, Max64};
    const Diagnosis listed{E::ValueRange, 1, Max64, Limit};
    const BufferTensorDesc brokenTensor(UInt8, broken);
    const DML_BUFFER_TENSOR_DESC noDesc = {};
    BufferPlacement placement;
    const bool isRejected = placement.Place(brokenTensor) == NoOffset && placement.Place(-1, -1) == NoOffset;
    BufferPlacement bytesFirst;
    const bool isRejectedToo = bytesFirst.Place(-1, 3) == NoOffset;

    return std::array{
        Ordered{"PlacedOn: the axes' own", Image.PlacedOn(-1, {0, -1}).Reason(), listed},
        Ordered{"Sliced: start before axis", Image.Sliced(2, -1, 1).Reason(), minusOne},
        Ordered{"Sliced: count before axis", Image.Sliced(-7, 0, -1).Reason(), minusOne},
        Ordered{"Sliced: step before axis", Image.Sliced(-7, 0, 0, -1).Reason(), minusOne},
        Ordered{"Sliced: count before a start outside", Image.Sliced(0, 9, -1).Reason(), minusOne},
        Ordered{
            "Sliced: axis before a start outside", Image.Sliced(2, 9, 0).Reason(), {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStride: stride before axis", Image.WithStride(2, -1).Reason(), minusOne},
        Ordered{"WithStride: axis before a stride too small",
                Image.WithStride(2, 0).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideMultiple: multiple before axis", Image.WithStrideMultiple(2, -1).Reason(), minusOne},
        Ordered{"WithStrideMultiple: axis before a multiple of 0",
                Image.WithStrideMultiple(2, 0).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideInBytes: bytes before axis", Image.WithStrideInBytes(2, -1, UInt16).Reason(), minusOneOf64},
        Ordered{"WithStrideInBytes: axis before bytes that are no element",
                Image.WithStrideInBytes(2, 1, UInt16).Reason(),
                {E::AxisOutOfRange, NoAxis, 2, 2}},
        Ordered{"WithStrideMultipleInBytes: bytes before axis", Image.WithStrideMultipleInBytes(2, -1, UInt16).Reason(),
                minusOneOf64},
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
        Ordered{"BufferPlacement: the first error stays", isRejected ? placement.Reason() : Diagnosis{}, own},
        Ordered{"BufferPlacement: bytes before the alignment", isRejectedToo ? bytesFirst.Reason() : Diagnosis{},
                minusOneOf64},
        Ordered{"GatherOutput: the indices' own before a size of 0",
                GatherOutput({2, 0}, {2, -1}, 0, -1).Reason(),
                {E::ValueRange, 1, Max64, Limit, 1}},
        Ordered{"GatherOutput: indexDimensions before a size of 0", GatherOutput({0, 3}, {2, 3}, 0, -1).Reason(),
                minusOne},
        Ordered{"OfAnyRank: firstElement before the sizes",
                TensorLayout::OfAnyRank<int>(nullptr, nullptr, 9, -1).Reason(), minusOneOf64},
        Ordered{"GatherOutput: indexDimensions before axis", GatherOutput({4, 3}, {1, 5}, 2, -1).Reason(), minusOne},
    };
}

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
constexpr bool IsRejected = !std::is_convertible_v<T, AnyInteger> && !std::is_constructible_v<AnyInteger, T>;

static_assert(IsTaken<signed char> && IsTaken<unsigned char> && IsTaken<short> && IsTaken<unsigned short>);
static_assert(IsTaken<int> && IsTaken<unsigned> && IsTaken<long> && IsTaken<unsigned long>);
static_assert(IsTaken<long long> && IsTaken<unsigned long long> && IsTaken<std::size_t> && IsTaken<std::ptrdiff_t>);
static_assert(IsTaken<int&> && IsTaken<const int&> && IsTaken<const std::uint64_t> && IsTaken<std::uint8_t&&>);
static_assert(IsTaken<Axes> && IsTaken<Wide> && IsTaken<const Signed&> && IsTaken<DML_TENSOR_DATA_TYPE>);

static_assert(IsRejected<bool> && IsRejected<const bool&> && IsRejected<std::vector<bool>::reference>);
static_assert(IsRejected<char> && IsRejected<const char&> && IsRejected<wchar_t> && IsRejected<char16_t>);
static_assert(IsRejected<char32_t> && IsRejected<const char*> && IsRejected<const char (&)[5]>);
#if defined(__cpp_char8_t)
static_assert(IsRejected<char8_t>);
#endif
static_assert(IsRejected<float> && IsRejected<double> && IsRejected<long double>);
static_assert(IsRejected<Scoped> && IsRejected<std::byte> && IsRejected<Layout> && IsRejected<TensorRole>);
static_assert(IsRejected<std::nullptr_t> && IsRejected<int*> && IsRejected<void*> && IsRejected<NoNumber>);
static_assert(IsRejected<Dimensions> && IsRejected<TensorLayout>);
#if defined(__SIZEOF_INT128__)
__extension__ using Int128 = __int128;
static_assert(IsRejected<Int128>);
#endif

// Nor as lists.
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
