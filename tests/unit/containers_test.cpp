// CopyTensor, ConvertTensor and CompareTensors of containers: which types are containers, the bytes that are counted, the
// data types, and the same results as of Destination and Source. compile_fail/containers.cpp has what does not compile.
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

namespace containers_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::SentenceOf;

constexpr auto Float32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto Float16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto UInt8 = DML_TENSOR_DATA_TYPE_UINT8;
constexpr auto UInt16 = DML_TENSOR_DATA_TYPE_UINT16;
constexpr auto UInt4 = static_cast<DML_TENSOR_DATA_TYPE>(12); // an older target of the SDK hides the name

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
        DML_TENSOR_DATA_TYPE> && !IsContainer<TensorLayout> && !IsContainer<Source> && !IsContainer<Destination> && !IsContainer<Conversion> && !IsContainer<CopyHint>);
static_assert(!IsContainer<View<void>>);
static_assert(!IsContainer<Counted<float>>, "a count is an integer");

using detail::IsView;
static_assert(IsView<View<float>> && IsView<View<const float>> && IsView<std::string_view>);
static_assert(!IsView<std::vector<float>> && !IsView<std::string> && !IsView<float[2]> && !IsView<const float[2]>);
static_assert(!IsView<std::array<float, 2>> && !IsView<std::array<const float, 2>> && !IsView<Dimensions>);
#if defined(__cpp_lib_span)
static_assert(IsView<std::span<float>> && IsView<std::span<const float>> && IsView<std::span<float, 4>>);
#endif

// ---- the structs ----------------------------------------------------------------------------------------------------

constexpr bool CountsBytes()
{
    const TensorLayout layout = TensorLayout::Packed({2, 3});
    std::int64_t list[6] = {};
    std::array<std::uint16_t, 5> array{};
    const float matrix[2][3] = {};
    const Destination ofList = DestinationOf(list, layout);
    const Destination ofArray = DestinationOf(array, layout);
    const Source ofMatrix = SourceOf(matrix, layout);
    const Source ofView = SourceOf(View<std::int64_t>{list, 4}, layout); // a temporary view
    const Destination toView = DestinationOf(View<std::int64_t>{list, 3}, layout);
    return ofList.data == list && ofList.bytes == 48 && ofList.layout == layout && ofArray.data == array.data()
           && ofArray.bytes == 10 && ofMatrix.data == matrix && ofMatrix.bytes == 24 && ofMatrix.layout == layout
           && ofView.data == list && ofView.bytes == 32 && toView.data == list && toView.bytes == 24;
}
TEST(Containers, BytesAreCounted) { ExpectTwice<CountsBytes>(); }

// A count that no memory has neither wraps nor reads outside.
constexpr bool CountsWithoutWrapping()
{
    float value = 0;
    const TensorLayout layout = TensorLayout::Packed({1});
    constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;
    return SourceOf(Counted<std::uint64_t>{&value, Max64 / 4}, layout).bytes == Max64 / 4 * 4
           && SourceOf(Counted<std::uint64_t>{&value, Max64 / 4 + 1}, layout).bytes == Max64
           && SourceOf(Counted<std::uint64_t>{&value, Max64}, layout).bytes == Max64
           && SourceOf(Counted<std::int64_t>{&value, -1}, layout).bytes == 0
           && SourceOf(Counted<int>{&value, 3}, layout).bytes == 12;
}
TEST(Containers, CountsDoNotWrap) { ExpectTwice<CountsWithoutWrapping>(); }

TEST(Containers, EmptyContainersAreTooSmall)
{
    const std::vector<float> empty;
    std::vector<float> six(6);
    EXPECT_EQ(SentenceOf(CopyTensor(six, Rows, empty, Rows)),
              "source: the pointer is null; point it to a buffer of 24 bytes");
    const View<const float> none{six.data(), 0};
    EXPECT_EQ(SentenceOf(CopyTensor(six, Rows, none, Rows)), "the source buffer has 0 bytes; its layout needs 24");
}

// ---- the same as of the structs -------------------------------------------------------------------------------------

TEST(Containers, Copy)
{
    const std::vector<float> source = {1, 2, 3, 4, 5, 6};
    const std::array<float, 6> expected = {1, 4, 2, 5, 3, 6};
    std::array<float, 6> destination{};
    EXPECT_TRUE(CopyTensor(destination, Columns, source, Rows).Ok());
    EXPECT_EQ(destination, expected);

    float matrix[3][2] = {};
    EXPECT_TRUE(CopyTensor(matrix, Columns, source, Rows, CopyHint::Streaming).Ok());
    EXPECT_EQ(matrix[2][1], 6);
    EXPECT_EQ(matrix[0][1], 4);

    // A temporary may be read, and a temporary view written.
    EXPECT_TRUE(CopyTensor(View<float>{destination.data(), 6}, Rows, std::vector<float>(6, 7), Rows).Ok());
    EXPECT_EQ(destination[5], 7);
#if defined(__cpp_lib_span)
    EXPECT_TRUE(CopyTensor(std::span(destination), Columns, std::span(source), Rows).Ok());
    EXPECT_EQ(destination, expected);
#endif

    const Diagnosis small = CopyTensor(destination, Rows, source, TensorLayout::Strided({2, 3}, {4, 1}));
    EXPECT_EQ(SentenceOf(small), "the source buffer has 24 bytes; its layout needs 28");
}

TEST(Containers, CopyOfGivenTypes)
{
    const std::vector<std::uint16_t> halves = {1, 2, 3, 4, 5, 6};
    std::array<std::uint16_t, 6> destination{};
    EXPECT_TRUE(CopyTensor(Float16, destination, Columns, halves, Rows).Ok());
    EXPECT_EQ(destination, (std::array<std::uint16_t, 6>{1, 4, 2, 5, 3, 6}));
    destination = {};
    EXPECT_TRUE(CopyTensor(Float16, destination, Columns, Float16, halves, Rows, CopyHint::Cached).Ok());
    EXPECT_EQ(destination, (std::array<std::uint16_t, 6>{1, 4, 2, 5, 3, 6}));

    // The elements of both sides may have different C++ types.
    std::array<unsigned char, 12> bytes{};
    EXPECT_TRUE(CopyTensor(Float16, bytes, Rows, halves, Rows).Ok());
    EXPECT_EQ(bytes[10], 6);

    const std::uint8_t nibbles[] = {0x21, 0x43, 0x65};
    std::uint8_t turned[3] = {};
    EXPECT_TRUE(CopyTensor(UInt4, turned, Columns, nibbles, Rows).Ok());
    EXPECT_EQ(turned[0], 0x41);
    EXPECT_EQ(turned[1], 0x52);
    EXPECT_EQ(turned[2], 0x63);

    destination = {};
    const Diagnosis different = CopyTensor(Float16, destination, Rows, UInt16, halves, Rows);
    EXPECT_EQ(different, (Diagnosis{TensorError::ConversionTypes, 0xFFFFFFFF, 4, 2, Diagnosis::Source}));
    EXPECT_EQ(SentenceOf(different),
              "the source's data type is UINT16; it must be FLOAT16, the destination's (ConvertTensor converts)");
    EXPECT_EQ(destination[0], 0);
}

TEST(Containers, Convert)
{
    const std::vector<std::uint8_t> bytes = {10, 20, 30, 40, 50, 60};
    std::vector<float> floats(6);
    Conversion conversion;
    conversion.scale = 0.5F;
    conversion.bias = 1;
    EXPECT_TRUE(ConvertTensor(floats, Columns, bytes, Rows, conversion).Ok());
    EXPECT_EQ(floats, (std::vector<float>{6, 21, 11, 26, 16, 31}));
    EXPECT_TRUE(ConvertTensor(floats, Rows, bytes, Rows).Ok());
    EXPECT_EQ(floats[5], 60);

    std::uint16_t halves[6] = {};
    EXPECT_TRUE(ConvertTensor(Float16, halves, Rows, UInt8, bytes, Rows, conversion, CopyHint::Cached).Ok());
    EXPECT_EQ(halves[0], 0x4600); // 6
    EXPECT_TRUE(ConvertTensor(Float32, floats, Columns, Float16, halves, Rows).Ok());
    EXPECT_EQ(floats, (std::vector<float>{6, 21, 11, 26, 16, 31}));
}

TEST(Containers, Compare)
{
    const std::vector<float> expected = {1, 2, 3, 4, 5, 6};
    const float actual[] = {1, 4, 2, 5, 3, 7};
    const Comparison comparison = CompareTensors(expected, Rows, actual, Columns);
    EXPECT_EQ(comparison.different, 1U);
    EXPECT_EQ(comparison.firstDifferent, (Dimensions{1, 2}));
    EXPECT_TRUE(CompareTensors(expected, Rows, actual, Columns, {1}));
    EXPECT_TRUE(CompareTensors(std::array<int, 2>{3, 4}, TensorLayout::Packed({2}), std::vector<int>{3, 4},
                               TensorLayout::Packed({2})));

    const std::uint16_t halves[] = {0x3C00, 0x3C01};
    const std::vector<std::uint16_t> others = {0x3C00, 0x3C02};
    const TensorLayout two = TensorLayout::Packed({2});
    EXPECT_EQ(CompareTensors(Float16, halves, two, others, two).different, 1U);
    Tolerance oneUlp;
    oneUlp.ulps = 1;
    EXPECT_TRUE(CompareTensors(Float16, halves, two, others, two, oneUlp));
    // Two types, by value or given.
    EXPECT_TRUE(CompareTensors(std::array<double, 2>{3, 4}, two, std::vector<int>{3, 4}, two));
    EXPECT_EQ(CompareTensors(Float32, std::array<float, 2>{1, 1}, two, Float16, others, two).different, 1U);
}

// ---- a type that the elements cannot have ---------------------------------------------------------------------------

TEST(Containers, OfAnotherType)
{
    std::vector<float> floats(6);
    std::vector<std::uint16_t> halves(6, 0x3C00);
    std::vector<std::uint32_t> words(6);
    std::vector<std::uint8_t> bytes(24);
    const char* const floatsAsHalves = "elements are FLOAT32, but the data type given for them is FLOAT16";

    const Diagnosis destination = ConvertTensor(Float16, floats, Rows, UInt8, bytes, Rows);
    EXPECT_EQ(SentenceOf(destination), std::string("the destination's ") + floatsAsHalves);
    EXPECT_EQ(destination.actual, std::uint64_t{DML_TENSOR_DATA_TYPE_FLOAT32});
    EXPECT_EQ(destination.required, std::uint64_t{DML_TENSOR_DATA_TYPE_FLOAT16});
    EXPECT_EQ(SentenceOf(ConvertTensor(UInt8, bytes, Rows, Float16, floats, Rows)),
              std::string("the source's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CopyTensor(Float16, halves, Rows, floats, Rows)),
              std::string("the source's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CopyTensor(Float16, floats, Rows, halves, Rows)),
              std::string("the destination's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CompareTensors(Float16, floats, Rows, Float16, halves, Rows).reason),
              std::string("the expected's ") + floatsAsHalves);
    EXPECT_EQ(SentenceOf(CompareTensors(Float16, halves, Rows, Float16, floats, Rows).reason),
              std::string("the actual's ") + floatsAsHalves);
    EXPECT_EQ(CopyTensor(DML_TENSOR_DATA_TYPE_INT32, floats, Rows, words, Rows).error, TensorError::ConversionTypes);
    EXPECT_EQ(floats, std::vector<float>(6)) << "nothing is written";

    EXPECT_TRUE(CopyTensor(Float32, floats, Rows, words, Rows).Ok()) << "bits of the same size";
    EXPECT_TRUE(CopyTensor(Float32, floats, Rows, bytes, Rows).Ok()) << "bytes may be anything";
    EXPECT_TRUE(CopyTensor(UInt4, words, Rows, bytes, Rows).Ok()) << "and so may words";
    EXPECT_TRUE(CopyTensor(Float16, halves, Rows, bytes, Rows).Ok());
}

// ---- a program's own type -------------------------------------------------------------------------------------------

struct Half
{
    std::uint16_t bits;
};

} // namespace
} // namespace containers_test

template <>
inline constexpr dml_tensor_utils::DML_TENSOR_DATA_TYPE dml_tensor_utils::DataTypeOf<containers_test::Half> =
    dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT16;

namespace containers_test
{
namespace
{

TEST(Containers, OwnHalfTypes)
{
    const std::vector<float> floats = {1, 2};
    std::vector<Half> halves(2);
    const TensorLayout two = TensorLayout::Packed({2});
    EXPECT_TRUE(ConvertTensor(halves, two, floats, two).Ok());
    EXPECT_EQ(halves[1].bits, 0x4000);
    std::vector<Half> again(2);
    EXPECT_TRUE(CopyTensor(again, two, halves, two).Ok());
    EXPECT_TRUE(CompareTensors(halves, two, again, two));
}

} // namespace
} // namespace containers_test
