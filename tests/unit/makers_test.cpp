// SourceOf and DestinationOf of containers, buffers and tensor descriptions: which types are containers, the bytes that
// are counted, the data types, the errors that the functions return, and that each function reads and writes what they
// describe. compile_fail/makers.cpp has what does not compile.
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<span>)
#include <span>
#endif
#endif

namespace makers_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::SentenceOf;

const TensorLayout Rows = TensorLayout::Packed({2, 3});
const TensorLayout Columns = TensorLayout::Packed({2, 3}, {1, 0});

// A view, as std::span of C++20.
template <class Value> struct View
{
    Value* values;
    std::size_t count;

    constexpr Value* data() const noexcept { return values; }
    constexpr std::size_t size() const noexcept { return count; }
};

// A container whose count may be any number.
template <class Count> struct Counted
{
    float* values;
    Count count;

    constexpr float* data() const noexcept { return values; }
    constexpr Count size() const noexcept { return count; }
};

// ---- which types are containers -------------------------------------------------------------------------------------

template <class Container, class = void> constexpr bool IsContainer = false;
template <class Container>
constexpr bool IsContainer<Container, std::void_t<decltype(SourceOf(std::declval<Container>(), Rows))>> = true;

static_assert(IsContainer<std::vector<float>&> && IsContainer<const std::vector<float>&>);
static_assert(IsContainer<std::array<float, 3>&> && IsContainer<float (&)[3]> && IsContainer<const float (&)[2][3]>);
static_assert(IsContainer<std::string&> && IsContainer<std::string_view> && IsContainer<View<float>>);
static_assert(!IsContainer<float&> && !IsContainer<float*&> && !IsContainer<void*> && !IsContainer<std::nullptr_t>);
static_assert(!IsContainer<std::vector<bool>&> && !IsContainer<std::pair<int, int>&>);
static_assert(
    !IsContainer<
        DML_TENSOR_DATA_TYPE> && !IsContainer<TensorLayout> && !IsContainer<BufferTensorDesc> && !IsContainer<Source> && !IsContainer<Destination> && !IsContainer<Conversion> && !IsContainer<CopyHint>);
static_assert(!IsContainer<View<void>>);
static_assert(!IsContainer<Counted<float>>, "a count is an integer");

using detail::IsView;
static_assert(IsView<View<float>> && IsView<View<const float>> && IsView<std::string_view>);
static_assert(!IsView<std::vector<float>> && !IsView<std::string> && !IsView<float[2]> && !IsView<const float[2]>);
static_assert(!IsView<std::array<float, 2>> && !IsView<std::array<const float, 2>> && !IsView<Dimensions>);
#if defined(__cpp_lib_span)
static_assert(IsView<std::span<float>> && IsView<std::span<const float>> && IsView<std::span<float, 4>>);
#endif

// ---- containers -----------------------------------------------------------------------------------------------------

constexpr bool CountsBytes()
{
    const TensorLayout layout = TensorLayout::Packed({2, 3});
    std::int64_t list[6] = {};
    std::array<std::uint16_t, 5> array{};
    const float matrix[2][3] = {};
    const Destination ofList = DestinationOf(list, layout);
    const Destination ofArray = DestinationOf(Float16, array, layout);
    const Source ofMatrix = SourceOf(matrix, layout);
    const Source ofView = SourceOf(View<std::int64_t>{list, 4}, layout); // a temporary view
    const Destination toView = DestinationOf(View<std::int64_t>{list, 3}, layout);
    return ofList.data == list && ofList.bytes == 48 && ofList.layout == layout && ofArray.data == array.data()
           && ofArray.bytes == 10 && ofMatrix.data == matrix && ofMatrix.bytes == 24 && ofMatrix.layout == layout
           && ofView.data == list && ofView.bytes == 32 && toView.data == list && toView.bytes == 24;
}
TEST(Makers, CountTheBytesOfContainers) { ExpectTwice<CountsBytes>(); }

constexpr bool KnowsTypes()
{
    const TensorLayout layout = TensorLayout::Packed({2});
    std::int64_t integers[2] = {};
    const double numbers[2] = {};
    std::uint16_t halves[2] = {};
    const std::uint8_t nibbles[1] = {};
    return SourceOf(numbers, layout).type == DML_TENSOR_DATA_TYPE_FLOAT64
           && SourceOf(View<const float>{nullptr, 0}, layout).type == Float32
           && SourceOf(integers, layout).type == DML_TENSOR_DATA_TYPE_INT64
           && DestinationOf(integers, layout).type == DML_TENSOR_DATA_TYPE_INT64
           && SourceOf(Float16, halves, layout).type == Float16 && SourceOf(UInt16, halves, layout).type == UInt16
           && DestinationOf(Float16, halves, layout).type == Float16 && SourceOf(UInt4, nibbles, layout).type == UInt4;
}
TEST(Makers, TakeTheTypeOfTheElementsOrTheGivenOne) { ExpectTwice<KnowsTypes>(); }

// A count that no memory has neither wraps nor reads outside.
constexpr bool CountsWithoutWrapping()
{
    float value = 0;
    const TensorLayout layout = TensorLayout::Packed({1});
    constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;
    return SourceOf(Counted<std::uint64_t>{&value, Max64 / 4}, layout).bytes == Max64 / 4 * 4
           && SourceOf(Counted<std::uint64_t>{&value, Max64 / 4 + 1}, layout).bytes == Max64
           && SourceOf(Counted<std::uint64_t>{&value, Max64}, layout).bytes == Max64
           && SourceOf(Counted<int>{&value, 3}, layout).bytes == 12
           && SourceOf(Counted<int>{&value, 0}, layout).layout == layout;
}
TEST(Makers, CountsDoNotWrap) { ExpectTwice<CountsWithoutWrapping>(); }

TEST(Makers, EmptyContainersAreTooSmall)
{
    const std::vector<float> empty;
    std::vector<float> six(6);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(six, Rows), SourceOf(empty, Rows))),
              "source: the pointer is null; point it to a buffer of 24 bytes");
    const View<const float> none{six.data(), 0};
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(six, Rows), SourceOf(none, Rows))),
              "the source buffer has 0 bytes; its layout needs 24");
}

// ---- buffers and tensor descriptions --------------------------------------------------------------------------------

constexpr bool TakesBuffers()
{
    const float read[6] = {};
    float written[6] = {};
    const TensorLayout layout = TensorLayout::Packed({2, 3}, {1, 0});
    const Source source = SourceOf(Float16, read, 24, layout);
    const Destination destination = DestinationOf(UInt4, written, std::int8_t{24}, layout);
    return source.type == Float16 && source.data == read && source.bytes == 24 && source.layout == layout
           && destination.type == UInt4 && destination.data == written && destination.bytes == 24
           && destination.layout == layout;
}
TEST(Makers, TakeBuffers) { ExpectTwice<TakesBuffers>(); }

constexpr bool TakesTensors()
{
    const float read[6] = {};
    float written[6] = {};
    const BufferTensorDesc tensor(Float32, TensorLayout::Packed({2, 3}, {1, 0}));
    const DML_BUFFER_TENSOR_DESC desc = tensor.Desc();
    const auto isOfTensor = [&](const auto& side)
    { return side.type == Float32 && side.bytes == 24 && side.layout == tensor.Layout(); };
    return isOfTensor(SourceOf(tensor, read, 24)) && isOfTensor(SourceOf(desc, read, 24))
           && isOfTensor(DestinationOf(tensor, written, 24)) && isOfTensor(DestinationOf(desc, written, 24))
           && SourceOf(tensor, read, 24).data == read && SourceOf(desc, read, 24).data == read
           && DestinationOf(tensor, written, 24).data == written && DestinationOf(desc, written, 24).data == written;
}
TEST(Makers, TakeTheTypeAndTheLayoutOfATensor) { ExpectTwice<TakesTensors>(); }

// The buffer begins before the elements of a view: data is its start.
TEST(Makers, AViewStartsAtItsFirstElement)
{
    const float buffer[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto view = BufferTensorDesc::OfView(Float32, TensorLayout::Packed({8}).Sliced(0, 4, 4));
    float last[4] = {};
    EXPECT_TRUE(
        CopyTensor(DestinationOf(last, TensorLayout::Packed({4})), SourceOf(view, buffer, sizeof(buffer))).Ok());
    EXPECT_EQ(last[0], 4);
    EXPECT_EQ(last[3], 7);

    float written[8] = {};
    EXPECT_TRUE(
        CopyTensor(DestinationOf(view, written, sizeof(written)), SourceOf(last, TensorLayout::Packed({4}))).Ok());
    EXPECT_EQ(written[3], 0);
    EXPECT_EQ(written[4], 4);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(view, written, 28), SourceOf(last, TensorLayout::Packed({4})))),
              "the destination buffer has 28 bytes; its layout needs 32");
}

// ---- errors that a maker carries ------------------------------------------------------------------------------------

constexpr bool CarriesNegativeCounts()
{
    float values[6] = {};
    const TensorLayout layout = TensorLayout::Packed({2, 3});
    const TensorLayout wrong = TensorLayout::Packed({2, 0});
    const Counted<std::int64_t> negative{values, -1};
    const auto isNegative = [](const auto& side, std::uint64_t count)
    {
        const Diagnosis reason = side.layout.Reason();
        return side.bytes == 0 && reason == Diagnosis{TensorError::ValueRange, 0xFFFFFFFF, count, 0xFFFFFFFFFFFFFFFF};
    };
    return isNegative(SourceOf(negative, layout), 0xFFFFFFFFFFFFFFFF)
           && isNegative(SourceOf(Float32, negative, layout), 0xFFFFFFFFFFFFFFFF)
           && isNegative(DestinationOf(negative, layout), 0xFFFFFFFFFFFFFFFF)
           && isNegative(SourceOf(Float32, values, -2, layout), 0xFFFFFFFFFFFFFFFE)
           && isNegative(DestinationOf(Float32, values, std::int8_t{-2}, layout), 0xFFFFFFFFFFFFFFFE)
           && isNegative(SourceOf(BufferTensorDesc(Float32, layout), values, -1), 0xFFFFFFFFFFFFFFFF)
           && isNegative(SourceOf(Float32, values, -1, wrong), 0xFFFFFFFFFFFFFFFF) // before that of the layout
           && SourceOf(Float32, values, 24, wrong).layout.Reason() == wrong.Reason();
}
TEST(Makers, CarryANegativeCount) { ExpectTwice<CarriesNegativeCounts>(); }

TEST(Makers, EachFunctionReturnsTheErrorOfAMaker)
{
    float values[6] = {};
    float others[6] = {};
    const Counted<int> negative{values, -1};
    const char* const ofDestination = "the destination's count is -1; it must be at least 0";
    const char* const ofSource = "the source's buffer size is -3; it must be at least 0";
    const Source source = SourceOf(others, Rows);
    const Source tooFew = SourceOf(Float32, values, -3, Rows);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(negative, Rows), source)), ofDestination);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(negative, Rows), tooFew)), ofDestination);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(others, Rows), tooFew)), ofSource);
    EXPECT_EQ(SentenceOf(ConvertTensor(DestinationOf(negative, Rows), source)), ofDestination);
    EXPECT_EQ(SentenceOf(ConvertTensor(DestinationOf(others, Rows), tooFew)), ofSource);
    EXPECT_EQ(SentenceOf(CompareTensors(tooFew, source).reason),
              "the expected's buffer size is -3; it must be at least 0");
    EXPECT_EQ(SentenceOf(CompareTensors(source, tooFew).reason),
              "the actual's buffer size is -3; it must be at least 0");

    // A tensor that could not be built, and its description, which is all zero.
    const BufferTensorDesc failed(Float32, TensorLayout::Packed({2, 0}));
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(failed, values, 24), source)).substr(0, 31),
              "the destination's Sizes[1] is 0");
    EXPECT_EQ(CopyTensor(DestinationOf(others, Rows), SourceOf(failed.Desc(), values, 24)),
              TensorError::DimensionCount);
}

TEST(Makers, CarryATypeThatFloatingPointElementsCannotHave)
{
    std::vector<float> floats(6);
    std::vector<std::uint16_t> halves(6, 0x3C00);
    std::vector<std::uint32_t> words(6);
    std::vector<std::uint8_t> bytes(24);
    const char* const floatsAsHalves = "elements are FLOAT32, but the data type given for them is FLOAT16";

    const Diagnosis destination = ConvertTensor(DestinationOf(Float16, floats, Rows), SourceOf(bytes, Rows));
    EXPECT_EQ(SentenceOf(destination), std::string("the destination's ") + floatsAsHalves);
    EXPECT_EQ(destination.actual, std::uint64_t{DML_TENSOR_DATA_TYPE_FLOAT32});
    EXPECT_EQ(destination.required, std::uint64_t{DML_TENSOR_DATA_TYPE_FLOAT16});
    const Source wrong = SourceOf(Float16, floats, Rows);
    const Source right = SourceOf(Float16, halves, Rows);
    EXPECT_EQ(SentenceOf(ConvertTensor(DestinationOf(bytes, Rows), wrong)),
              std::string("the source's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(Float16, halves, Rows), wrong)),
              std::string("the source's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(Float16, floats, Rows), right)),
              std::string("the destination's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CompareTensors(wrong, right).reason), std::string("the expected's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CompareTensors(right, wrong).reason), std::string("the actual's ") + floatsAsHalves);
    EXPECT_EQ(CopyTensor(DestinationOf(Int32, floats, Rows), SourceOf(Int32, words, Rows)),
              TensorError::ConversionTypes);
    EXPECT_EQ(CopyTensor(DestinationOf(floats, Rows), SourceOf(Float32, std::vector<double>(6), Rows)),
              TensorError::ConversionTypes);
    EXPECT_EQ(floats, std::vector<float>(6)) << "nothing is written";

    // Integers may hold the bits of any type.
    EXPECT_TRUE(CopyTensor(DestinationOf(floats, Rows), SourceOf(Float32, words, Rows)).Ok()) << "of the same size";
    EXPECT_TRUE(CopyTensor(DestinationOf(floats, Rows), SourceOf(Float32, bytes, Rows)).Ok()) << "bytes";
    EXPECT_TRUE(CopyTensor(DestinationOf(UInt4, words, Rows), SourceOf(UInt4, bytes, Rows)).Ok()) << "nibbles";
    EXPECT_TRUE(CopyTensor(DestinationOf(Float16, halves, Rows), SourceOf(Float16, bytes, Rows)).Ok());
}

// long double has no data type, and a data type of its size only where it is double.
TEST(Makers, CarryATypeOfAnotherSizeThanLongDouble)
{
    const std::vector<long double> numbers(6);
    float floats[6] = {};
    const Diagnosis found = CopyTensor(DestinationOf(floats, Rows), SourceOf(Float32, numbers, Rows));
    EXPECT_EQ(found, (Diagnosis{TensorError::ConversionTypes, 0xFFFFFFFF, sizeof(long double),
                                std::uint64_t{DML_TENSOR_DATA_TYPE_FLOAT32}, Diagnosis::Source}));
    EXPECT_EQ(SentenceOf(found), "the source's elements are floating-point numbers of "
                                     + std::to_string(sizeof(long double))
                                     + " bytes, but the data type given for them is FLOAT32");
    EXPECT_EQ(SourceOf(DML_TENSOR_DATA_TYPE_FLOAT64, numbers, Rows).layout.Reason().Ok(),
              sizeof(long double) == sizeof(double));
}

// ---- the three functions --------------------------------------------------------------------------------------------

TEST(Makers, CopyTensorReadsAndWritesContainers)
{
    const std::vector<float> source = {1, 2, 3, 4, 5, 6};
    const std::array<float, 6> expected = {1, 4, 2, 5, 3, 6};
    std::array<float, 6> destination{};
    EXPECT_TRUE(CopyTensor(DestinationOf(destination, Columns), SourceOf(source, Rows)).Ok());
    EXPECT_EQ(destination, expected);

    float matrix[3][2] = {};
    EXPECT_TRUE(CopyTensor(DestinationOf(matrix, Columns), SourceOf(source, Rows), CopyHint::Streaming).Ok());
    EXPECT_EQ(matrix[2][1], 6);
    EXPECT_EQ(matrix[0][1], 4);

    // A temporary may be read, and a temporary view written.
    EXPECT_TRUE(
        CopyTensor(DestinationOf(View<float>{destination.data(), 6}, Rows), SourceOf(std::vector<float>(6, 7), Rows))
            .Ok());
    EXPECT_EQ(destination[5], 7);
#if defined(__cpp_lib_span)
    EXPECT_TRUE(CopyTensor(DestinationOf(std::span(destination), Columns), SourceOf(std::span(source), Rows)).Ok());
    EXPECT_EQ(destination, expected);
#endif

    const TensorLayout padded = TensorLayout::Strided({2, 3}, {4, 1});
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(destination, Rows), SourceOf(source, padded))),
              "the source buffer has 24 bytes; its layout needs 28");
}

TEST(Makers, CopyTensorMovesElementsOfAGivenType)
{
    const std::vector<std::uint16_t> halves = {1, 2, 3, 4, 5, 6};
    std::array<std::uint16_t, 6> destination{};
    EXPECT_TRUE(CopyTensor(DestinationOf(Float16, destination, Columns), SourceOf(Float16, halves, Rows)).Ok());
    EXPECT_EQ(destination, (std::array<std::uint16_t, 6>{1, 4, 2, 5, 3, 6}));

    // The elements of both sides may have different C++ types.
    std::array<unsigned char, 12> bytes{};
    EXPECT_TRUE(CopyTensor(DestinationOf(Float16, bytes, Rows), SourceOf(Float16, halves, Rows)).Ok());
    EXPECT_EQ(bytes[10], 6);

    const std::uint8_t nibbles[] = {0x21, 0x43, 0x65};
    std::uint8_t turned[3] = {};
    EXPECT_TRUE(CopyTensor(DestinationOf(UInt4, turned, Columns), SourceOf(UInt4, nibbles, Rows)).Ok());
    EXPECT_EQ(turned[0], 0x41);
    EXPECT_EQ(turned[1], 0x52);
    EXPECT_EQ(turned[2], 0x63);

    destination = {};
    const Diagnosis different = CopyTensor(DestinationOf(Float16, destination, Rows), SourceOf(UInt16, halves, Rows));
    EXPECT_EQ(different, (Diagnosis{TensorError::ConversionTypes, 0xFFFFFFFF, 4, 2, Diagnosis::Source}));
    EXPECT_EQ(SentenceOf(different),
              "the source's data type is UINT16; it must be FLOAT16, the destination's (ConvertTensor converts)");
    EXPECT_EQ(destination[0], 0);
}

TEST(Makers, ConvertTensorReadsAndWritesContainers)
{
    const std::vector<std::uint8_t> bytes = {10, 20, 30, 40, 50, 60};
    std::vector<float> floats(6);
    Conversion conversion;
    conversion.scale = 0.5F;
    conversion.bias = 1;
    EXPECT_TRUE(ConvertTensor(DestinationOf(floats, Columns), SourceOf(bytes, Rows), conversion).Ok());
    EXPECT_EQ(floats, (std::vector<float>{6, 21, 11, 26, 16, 31}));
    EXPECT_TRUE(ConvertTensor(DestinationOf(floats, Rows), SourceOf(bytes, Rows)).Ok());
    EXPECT_EQ(floats[5], 60);

    std::uint16_t halves[6] = {};
    const Destination toHalves = DestinationOf(Float16, halves, Rows);
    EXPECT_TRUE(ConvertTensor(toHalves, SourceOf(bytes, Rows), conversion, CopyHint::Cached).Ok());
    EXPECT_EQ(halves[0], 0x4600); // 6
    EXPECT_TRUE(ConvertTensor(DestinationOf(floats, Columns), SourceOf(Float16, halves, Rows)).Ok());
    EXPECT_EQ(floats, (std::vector<float>{6, 21, 11, 26, 16, 31}));
}

TEST(Makers, CompareTensorsReadsContainers)
{
    const std::vector<float> expected = {1, 2, 3, 4, 5, 6};
    const float actual[] = {1, 4, 2, 5, 3, 7};
    const Comparison comparison = CompareTensors(SourceOf(expected, Rows), SourceOf(actual, Columns));
    EXPECT_EQ(comparison.different, 1U);
    EXPECT_EQ(comparison.firstDifferent, (Dimensions{1, 2}));
    EXPECT_TRUE(CompareTensors(SourceOf(expected, Rows), SourceOf(actual, Columns), {1}));
    const TensorLayout two = TensorLayout::Packed({2});
    EXPECT_TRUE(CompareTensors(SourceOf(std::array<int, 2>{3, 4}, two), SourceOf(std::vector<int>{3, 4}, two)));

    const std::uint16_t halves[] = {0x3C00, 0x3C01};
    const std::vector<std::uint16_t> others = {0x3C00, 0x3C02};
    const Source ofHalves = SourceOf(Float16, halves, two), ofOthers = SourceOf(Float16, others, two);
    EXPECT_EQ(CompareTensors(ofHalves, ofOthers).different, 1U);
    Tolerance oneUlp;
    oneUlp.ulps = 1;
    EXPECT_TRUE(CompareTensors(ofHalves, ofOthers, oneUlp));
    EXPECT_TRUE(CompareTensors(SourceOf(std::array<double, 2>{3, 4}, two), SourceOf(std::vector<int>{3, 4}, two)));
    EXPECT_EQ(CompareTensors(SourceOf(std::array<float, 2>{1, 1}, two), ofOthers).different, 1U);
}

// ---- a program's own type -------------------------------------------------------------------------------------------

struct Half
{
    std::uint16_t bits;
};

} // namespace
} // namespace makers_test

template <>
inline constexpr dml_tensor_utils::DML_TENSOR_DATA_TYPE dml_tensor_utils::DataTypeOf<makers_test::Half> =
    dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT16;

namespace makers_test
{
namespace
{

// What a newcomer does: sizes in the order of memory, strides in bytes, and a 4-bit type that is forgotten.
TEST(Makers, SentencesSayWhatMayBeMeant)
{
    std::vector<std::uint8_t> bytes(320);
    const auto sentence = [&](DML_TENSOR_DATA_TYPE type, const TensorLayout& to, const TensorLayout& from, int used)
    {
        return SentenceOf(
            CopyTensor(DestinationOf(type, bytes.data(), 320, to), SourceOf(type, bytes.data(), used, from)));
    };
    const auto ofSizes = [&](const TensorLayout& to, const TensorLayout& from)
    { return sentence(UInt8, to, from, 320); };
    const std::string broadcast = "the destination's Sizes[1] is 3; the source's is 4 and cannot be broadcast";
    const std::string order = ". If the sizes of one tensor are in the order of memory, give them in logical order: ";
    const std::string nhwc = order + "Packed({N, C, H, W}, Layout::NHWC)";
    const std::string hwc = order + "Packed({C, H, W}, AxisOrder(\"CHW\", \"HWC\"))";
    const TensorLayout image = TensorLayout::Packed({1, 3, 4, 5});
    EXPECT_EQ(ofSizes(image, TensorLayout::Packed({1, 4, 5, 3}, Layout::NHWC)), broadcast + nhwc);
    EXPECT_EQ(ofSizes(TensorLayout::Packed({1, 4, 5, 3}), image),
              "the destination's Sizes[1] is 4; the source's is 3 and cannot be broadcast" + nhwc);
    EXPECT_EQ(ofSizes(TensorLayout::Packed({1, 3, 4, 5, 2}), TensorLayout::Packed({1, 4, 5, 2, 3})), broadcast + nhwc);
    EXPECT_EQ(ofSizes(TensorLayout::Packed({3, 4, 5}), TensorLayout::Packed({4, 5, 3})),
              "the destination's Sizes[0] is 3; the source's is 4 and cannot be broadcast" + hwc);
    EXPECT_EQ(ofSizes(image, TensorLayout::Packed({4, 5, 3})), broadcast + hwc);
    const std::string slice = ". To take a part of the source, slice it; to take some of its channels, set "
                              "Conversion::channels of ConvertTensor";
    EXPECT_EQ(ofSizes(image, TensorLayout::Packed({1, 4, 5, 2})), broadcast + slice);
    EXPECT_EQ(ofSizes(image, TensorLayout::Packed({2, 4, 5, 3})),
              "the destination's Sizes[0] is 1; the source's is 2 and cannot be broadcast" + slice);
    EXPECT_EQ(ofSizes(TensorLayout::Packed({3, 3, 4}), TensorLayout::Packed({4, 4, 3})),
              "the destination's Sizes[0] is 3; the source's is 4 and cannot be broadcast" + slice);
    const Comparison comparison =
        CompareTensors(SourceOf(bytes, TensorLayout::Packed({1, 4, 5, 3})), SourceOf(bytes, image));
    EXPECT_EQ(SentenceOf(comparison.reason),
              "expected: its size is 4 where the actual tensor's Sizes[1] is 3, and cannot be broadcast" + nhwc);
    // The same sizes in any other order. A repeated size leaves two orders open.
    const auto transposed = [](const std::string& tensor, const std::string& axes)
    {
        return ". If the axes of " + tensor + " are in another order, use its layout.Transposed(" + axes
               + "); if only its sizes are, correct them";
    };
    const TensorLayout reversed = TensorLayout::Packed({4, 3, 2});
    EXPECT_EQ(ofSizes(TensorLayout::Packed({2, 3, 4}), reversed),
              "the destination's Sizes[0] is 2; the source's is 4 and cannot be broadcast"
                  + transposed("the source", "{2, 1, 0}"));
    EXPECT_EQ(reversed.Transposed({2, 1, 0}).Sizes(), (Dimensions{2, 3, 4}));
    EXPECT_EQ(ofSizes(TensorLayout::Packed({3, 5}), TensorLayout::Packed({5, 3})),
              "the destination's Sizes[0] is 3; the source's is 5 and cannot be broadcast"
                  + transposed("the source", "{1, 0}"));
    const TensorLayout batches = TensorLayout::Packed({5, 2, 4, 3});
    EXPECT_EQ(ofSizes(TensorLayout::Packed({2, 3, 4, 5}), batches),
              "the destination's Sizes[0] is 2; the source's is 5 and cannot be broadcast"
                  + transposed("the source", "{1, 3, 2, 0}"));
    EXPECT_EQ(batches.Transposed({1, 3, 2, 0}).Sizes(), (Dimensions{2, 3, 4, 5}));
    EXPECT_EQ(ofSizes(TensorLayout::Packed({3, 3, 4, 5}), TensorLayout::Packed({4, 3, 3, 5})),
              "the destination's Sizes[0] is 3; the source's is 4 and cannot be broadcast" + slice);
    EXPECT_EQ(SentenceOf(CompareTensors(SourceOf(bytes, TensorLayout::Packed({5, 4})),
                                        SourceOf(bytes, TensorLayout::Packed({4, 5})))
                             .reason),
              "expected: its size is 5 where the actual tensor's Sizes[0] is 4, and cannot be broadcast"
                  + transposed("expected", "{1, 0}"));

    const std::string strides =
        ". If the strides are in bytes, divide them by the bytes of an element: strides count elements, not bytes";
    const TensorLayout four = TensorLayout::Packed({4});
    const TensorLayout blocks = TensorLayout::Strided({4}, {34});
    EXPECT_EQ(sentence(Float16, four, blocks, 136), "the source buffer has 136 bytes; its layout needs 206" + strides);
    EXPECT_EQ(sentence(Float16, four, blocks, 104), "the source buffer has 104 bytes; its layout needs 206" + strides);
    EXPECT_EQ(sentence(Float16, four, blocks, 103), "the source buffer has 103 bytes; its layout needs 206");
    EXPECT_EQ(sentence(Float16, four, TensorLayout::Strided({4}, {35}), 136),
              "the source buffer has 136 bytes; its layout needs 212");
    EXPECT_EQ(sentence(Float16, image.Sliced(1, 0, 1).Sliced(3, 0, 1),
                       TensorLayout::Strided({1, 1, 4, 1}, {35, 3, 34, 1}), 136),
              "the source buffer has 136 bytes; its layout needs 206" + strides);
    EXPECT_EQ(SentenceOf(CopyTensor(DestinationOf(Float16, bytes.data(), 136, blocks), SourceOf(Float16, bytes, four))),
              "the destination buffer has 136 bytes; its layout needs 206" + strides);
    const TensorLayout second = TensorLayout::Packed({2, 3}).Sliced(0, 1, 1), three = TensorLayout::Packed({1, 3});
    EXPECT_EQ(sentence(Float16, three, second, 6),
              "the source buffer has 6 bytes; its layout needs 12. The layout does not start at element 0: if the "
              "pointer is that of its first element, pass the start of the whole buffer and its size instead");
    EXPECT_EQ(sentence(Float16, three, second, 7), "the source buffer has 7 bytes; its layout needs 12");
    const TensorLayout line = TensorLayout::Packed({31});
    EXPECT_EQ(sentence(UInt8, line, line, 16),
              "the source buffer has 16 bytes; its layout needs 31. If its elements have 4 "
              "bits, give the type UINT4 or INT4");
    EXPECT_EQ(sentence(UInt8, line, line, 15), "the source buffer has 15 bytes; its layout needs 31");
    EXPECT_EQ(sentence(UInt4, line, line, 15), "the source buffer has 15 bytes; its layout needs 16");
}

TEST(Makers, TakeTheCallersHalfTypes)
{
    const std::vector<float> floats = {1, 2};
    std::vector<Half> halves(2);
    const TensorLayout two = TensorLayout::Packed({2});
    EXPECT_TRUE(ConvertTensor(DestinationOf(halves, two), SourceOf(floats, two)).Ok());
    EXPECT_EQ(halves[1].bits, 0x4000);
    std::vector<Half> again(2);
    EXPECT_TRUE(CopyTensor(DestinationOf(again, two), SourceOf(halves, two)).Ok());
    EXPECT_TRUE(CompareTensors(SourceOf(halves, two), SourceOf(again, two)));
}

} // namespace
} // namespace makers_test
