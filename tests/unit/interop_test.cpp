// dml_tensor_interop.hpp. <mdspan> and <format> are included before it, because some functions exist only then.
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_mdspan)
#include <mdspan>
#endif
#if defined(__cpp_lib_format)
#include <format>
#endif
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#define DML_TENSOR_UTILS_TEST_DLPACK 1
#endif

#include "dlpack_structs.hpp"
#include "dml_tensor_interop.hpp"
#include "models/layouts.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace interop_test
{

namespace
{

using namespace dml_tensor_utils;
using dlpack_structs::OwnDataType, dlpack_structs::OwnTensor;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Random;
using test_support::Says;

// Given by number, because older target versions of the SDK hide the enumerators.
constexpr auto Uint4 = static_cast<DML_TENSOR_DATA_TYPE>(12);
constexpr auto Int4 = static_cast<DML_TENSOR_DATA_TYPE>(13);
constexpr std::uint32_t TypeCount = dml_tensor_utils::detail::LastDataType + 1;

// ---- DLPack ---------------------------------------------------------------------------------------------------------

// Codes of DLPack 1.1: 0 int, 1 uint, 2 float, 3 handle, 4 bfloat, 5 complex, 6 bool, 7 to 17 floats of at most 8 bits.
struct DlpackCase
{
    OwnDataType type;
    DML_TENSOR_DATA_TYPE expected;
};

constexpr DlpackCase DlpackTypes[] = {
    {{2, 32, 1}, DML_TENSOR_DATA_TYPE_FLOAT32},
    {{2, 16, 1}, DML_TENSOR_DATA_TYPE_FLOAT16},
    {{1, 32, 1}, DML_TENSOR_DATA_TYPE_UINT32},
    {{1, 16, 1}, DML_TENSOR_DATA_TYPE_UINT16},
    {{1, 8, 1}, DML_TENSOR_DATA_TYPE_UINT8},
    {{0, 32, 1}, DML_TENSOR_DATA_TYPE_INT32},
    {{0, 16, 1}, DML_TENSOR_DATA_TYPE_INT16},
    {{0, 8, 1}, DML_TENSOR_DATA_TYPE_INT8},
    {{2, 64, 1}, DML_TENSOR_DATA_TYPE_FLOAT64},
    {{1, 64, 1}, DML_TENSOR_DATA_TYPE_UINT64},
    {{0, 64, 1}, DML_TENSOR_DATA_TYPE_INT64},
    {{1, 4, 1}, Uint4},
    {{0, 4, 1}, Int4},
    {{6, 8, 1}, DML_TENSOR_DATA_TYPE_UINT8},
};

constexpr bool Holds(const DlpackCase& one) { return DataTypeOfDlpack(one.type) == one.expected; }
static_assert(test_support::FirstFailure(DlpackTypes)
              == test_support::NoCase); // the test below repeats them at run time
static_assert(DataTypeOfDlpack(OwnDataType{4, 16, 1}) == DML_TENSOR_DATA_TYPE_UNKNOWN);
static_assert(DataTypeOfDlpack(OwnDataType{2, 32, 4}) == DML_TENSOR_DATA_TYPE_UNKNOWN);

// All combinations of the three numbers that the table does not list are UNKNOWN.
TEST(DataTypeOfDlpack, KnowsTheListedTypesAndNoOthers)
{
    std::uint32_t known = 0;
    for (std::uint32_t code = 0; code < 256; ++code)
    {
        for (std::uint32_t bits = 0; bits < 256; ++bits)
        {
            for (const std::uint32_t lanes : {0U, 1U, 2U, 65535U})
            {
                const OwnDataType type = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits),
                                          static_cast<std::uint16_t>(lanes)};
                DML_TENSOR_DATA_TYPE expected = DML_TENSOR_DATA_TYPE_UNKNOWN;
                for (const DlpackCase& one : DlpackTypes)
                {
                    const bool isListed = one.type.code == code && one.type.bits == bits && one.type.lanes == lanes;
                    expected = isListed ? one.expected : expected;
                }
                known += expected != DML_TENSOR_DATA_TYPE_UNKNOWN ? 1U : 0U;
                ASSERT_EQ(DataTypeOfDlpack(type), expected) << code << ' ' << bits << ' ' << lanes;
            }
        }
    }
    EXPECT_EQ(known, std::size(DlpackTypes));
}

constexpr OwnDataType Half = {2, 16, 1};
constexpr OwnDataType Nibble = {1, 4, 1};
constexpr OwnDataType Bfloat = {4, 16, 1};

constexpr std::int64_t Shape[] = {2, 3, 4};
constexpr std::int64_t Padded[] = {40, 10, 2};

constexpr OwnTensor Described(OwnDataType type, std::int32_t rank, const std::int64_t* shape,
                              const std::int64_t* strides, std::uint64_t offset = 0)
{
    return {rank, type, shape, strides, offset};
}

constexpr BufferTensorDesc Contiguous = OfDlpack(Described(Half, 3, Shape, nullptr));
static_assert(Contiguous == BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed({2, 3, 4})));
constexpr BufferTensorDesc View = OfDlpack(Described(Half, 3, Shape, Padded, 6));
static_assert(View.Layout() == TensorLayout::Strided({2, 3, 4}, {40, 10, 2}, 3) && View.BindingOffsetInBytes() == 6);
static_assert(OfDlpack(Described(Bfloat, 3, Shape, nullptr)).Error() == TensorError::UnknownDataType);
static_assert(OfDlpack(Described(Half, -1, Shape, nullptr)).Error() == TensorError::DimensionCount);

TEST(OfDlpack, AnOffsetInBytesIsTheFirstElement)
{
    struct Case
    {
        OwnDataType type;
        std::uint64_t offset;
        std::uint64_t expected;
    };
    const std::uint64_t lastOf4Bits = Max64 / 2 / 2; // as many 4-bit elements as an offset can count
    for (const Case& one : {Case{{0, 8, 1}, 5, 5}, Case{Half, 10, 5}, Case{{2, 32, 1}, 20, 5}, Case{{0, 64, 1}, 40, 5},
                            Case{{6, 8, 1}, 7, 7}, Case{Nibble, 5, 10}, Case{{0, 4, 1}, 1, 2},
                            Case{Nibble, lastOf4Bits, lastOf4Bits * 2}})
    {
        const BufferTensorDesc tensor = OfDlpack(Described(one.type, 3, Shape, Padded, one.offset));
        EXPECT_EQ(tensor.Error(), TensorError::None) << +one.type.bits << ' ' << one.offset;
        EXPECT_EQ(tensor.Layout().FirstElement(), one.expected) << +one.type.bits << ' ' << one.offset;
        EXPECT_EQ(tensor.BindingOffsetInBytes(), one.offset) << +one.type.bits << ' ' << one.offset;
    }
}

// The last byte whose 4-bit elements can be counted in 64 bits.
TEST(OfDlpack, TheLargestOffsetOf4BitsFits)
{
    const std::int64_t one[] = {1};
    const BufferTensorDesc tensor = OfDlpack(Described(Nibble, 1, one, nullptr, Max64 / 2));
    EXPECT_EQ(tensor.Error(), TensorError::None);
    EXPECT_EQ(tensor.Layout().FirstElement(), Max64 - 1);
    EXPECT_EQ(tensor.BindingOffsetInBytes(), Max64 / 2);
    EXPECT_EQ(OfDlpack(Described(Nibble, 1, one, nullptr, Max64 / 2 + 1)).Error(), TensorError::ValueRange);
}

TEST(OfDlpack, AnOffsetInsideAnElementIsAnError)
{
    const auto reason = [](OwnDataType type, std::uint64_t offset)
    { return OfDlpack(Described(type, 3, Shape, Padded, offset)).Reason(); };
    EXPECT_TRUE(Says(reason(Half, 7), TensorError::StrideInBytes, NoAxis, 7, 2));
    EXPECT_TRUE(Says(reason({2, 32, 1}, 2), TensorError::StrideInBytes, NoAxis, 2, 4));
    EXPECT_TRUE(Says(reason({0, 64, 1}, Max64 / 2), TensorError::StrideInBytes, NoAxis, Max64 / 2, 8));
    EXPECT_STREQ(Explain(reason({2, 32, 1}, 6)).c_str(),
                 "byte_offset is 6; it must be a multiple of 4, the bytes of an element [StrideInBytes]");
}

TEST(OfDlpack, AnOffsetBeyondSigned64BitsIsAnError)
{
    const auto reason = [](OwnDataType type, std::uint64_t offset)
    { return OfDlpack(Described(type, 3, Shape, Padded, offset)).Reason(); };
    for (const OwnDataType type : {Half, Nibble, OwnDataType{0, 8, 1}, OwnDataType{0, 64, 1}})
    {
        for (const std::uint64_t offset : {Max64 / 2 + 1, Max64 - 39, Max64})
        {
            EXPECT_TRUE(Says(reason(type, offset), TensorError::ValueRange, NoAxis, offset, Max64 / 2));
        }
    }
    EXPECT_STREQ(Explain(reason(Half, Max64 - 39)).c_str(),
                 "byte_offset is -40; it must be 0 to 9223372036854775807 [ValueRange]");
    EXPECT_EQ(reason({0, 8, 1}, Max64 / 2).error, TensorError::None);
    const std::int64_t none[] = {1, 0, 3}; // the layout's error comes first
    EXPECT_EQ(OfDlpack(Described(Half, 3, none, nullptr, Max64)).Error(), TensorError::ZeroSize);
}

TEST(OfDlpack, NoDimensionsMeanOneElement)
{
    EXPECT_EQ(OfDlpack(Described(Half, 0, nullptr, nullptr)),
              BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed({1})));
    EXPECT_EQ(OfDlpack(Described(Half, 0, nullptr, nullptr, 4)).Layout(), TensorLayout::Strided({1}, {1}, 2));
}

// The stride of an axis of one element may have any value: some frameworks leave the one from before a slice.
TEST(OfDlpack, TheStrideOfAnAxisOfSizeOneDoesNotMatter)
{
    const std::int64_t shape[] = {1, 3, 1, 4};
    for (const std::int64_t any :
         {std::int64_t{-1}, std::int64_t{4294967296}, (std::numeric_limits<std::int64_t>::max)(),
          (std::numeric_limits<std::int64_t>::min)()})
    {
        const std::int64_t strides[] = {any, 8, any, 2};
        EXPECT_EQ(OfDlpack(Described(Half, 4, shape, strides)).Layout(),
                  TensorLayout::Strided({1, 3, 1, 4}, {1, 8, 1, 2}))
            << any;
    }
    const std::int64_t held[] = {4294967295, 8, 0, 2};
    EXPECT_EQ(OfDlpack(Described(Half, 4, shape, held)).Layout(),
              TensorLayout::Strided({1, 3, 1, 4}, {4294967295, 8, 0, 2}));
}

TEST(OfDlpack, RejectsInvalidTensors)
{
    const auto reason = [](std::int32_t rank, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides)
    { return OfDlpack(Described(Half, rank, shape.data(), strides.empty() ? nullptr : strides.data())).Reason(); };
    EXPECT_TRUE(Says(reason(2, {3, -1}, {}), TensorError::ValueRange, 1, Max64, 0xFFFFFFFF));
    EXPECT_TRUE(Says(reason(2, {4294967296, 2}, {}), TensorError::ValueRange, 0, 4294967296, 0xFFFFFFFF));
    EXPECT_TRUE(Says(reason(2, {2, 3}, {-3, 1}), TensorError::ValueRange, 0, Max64 - 2, 0xFFFFFFFF));
    EXPECT_TRUE(Says(reason(2, {2, 3}, {4294967296, 1}), TensorError::ValueRange, 0, 4294967296, 0xFFFFFFFF));
    EXPECT_TRUE(Says(reason(3, {2, 0, 3}, {}), TensorError::ZeroSize, 1, 0, 1));
    EXPECT_TRUE(Says(reason(3, {2, 0, 3}, {3, 3, 1}), TensorError::ZeroSize, 1, 0, 1));
    EXPECT_TRUE(Says(reason(2, {65536, 65536}, {}), TensorError::ElementLimit, NoAxis, 4294967296, 4294967295));
    EXPECT_TRUE(Says(reason(3, {2, 65536, 65536}, {}), TensorError::StrideLimit, 0, 4294967296, 4294967295));
    // With 9 axes as with 8.
    EXPECT_TRUE(Says(reason(9, {1, 1, 1, 1, 1, 1, 1, 3, -1}, {}), TensorError::ValueRange, 8, Max64, 0xFFFFFFFF));
    EXPECT_TRUE(Says(reason(9, {1, 1, 1, 1, 1, 1, 1, 2, 0}, {}), TensorError::ZeroSize, 8, 0, 1));
}

// A sanitizer detects a read: these pointers refer to nothing.
TEST(OfDlpack, ReadsNothingBeforeCheckingTheCount)
{
    const std::unique_ptr<std::int64_t[]> nothing(new std::int64_t[0]);
    for (const std::int32_t rank : {-1, -8, -2147483647 - 1})
    {
        const Diagnosis reason = OfDlpack(Described(Half, rank, nothing.get(), nothing.get())).Reason();
        EXPECT_TRUE(Says(reason, TensorError::DimensionCount, NoAxis,
                         static_cast<std::uint64_t>(static_cast<std::int64_t>(rank)), 8));
    }
    EXPECT_EQ(OfDlpack(Described(Half, 0, nothing.get(), nothing.get())).Layout(), TensorLayout::Packed({1}));
    for (const std::int32_t rank : {1, 8, 9, 2147483647})
    {
        const std::uint64_t required = static_cast<std::uint64_t>(rank);
        EXPECT_TRUE(Says(OfDlpack(Described(Half, rank, nullptr, nullptr)).Reason(), TensorError::NullPointer, NoAxis,
                         0, required));
        EXPECT_TRUE(Says(OfDlpack(Described(Half, rank, nullptr, nothing.get())).Reason(), TensorError::NullPointer,
                         NoAxis, 0, required));
    }
    const std::int64_t noSize[] = {-1, 1};
    EXPECT_EQ(OfDlpack(Described(Half, 2, noSize, nothing.get())).Error(), TensorError::ValueRange);
}

TEST(OfDlpack, ChecksShapeAndStridesThenTheTypeThenTheOffset)
{
    const std::int64_t empty[] = {2, 0};
    EXPECT_EQ(OfDlpack(Described(Half, 2, empty, nullptr, 7)).Error(), TensorError::ZeroSize);
    EXPECT_EQ(OfDlpack(Described(Bfloat, 2, empty, nullptr, 7)).Error(), TensorError::ZeroSize);
    for (const std::uint64_t offset : {std::uint64_t{7}, Max64})
    {
        EXPECT_TRUE(Says(OfDlpack(Described(Bfloat, 3, Shape, nullptr, offset)).Reason(), TensorError::UnknownDataType,
                         NoAxis, 4 << 24 | 16 << 16 | 1, 0)); // bfloat16
    }
}

TEST(OfDlpack, RandomTensorsHaveTheirElementsWhereTheyWere)
{
    Random random(9001);
    std::uint32_t merged = 0;
    std::uint32_t rejected = 0;
    for (int round = 0; round < 2000; ++round)
    {
        const std::uint32_t rank = random.Below(13);
        std::vector<std::uint32_t> sizes(rank);
        std::vector<std::uint64_t> steps(rank);
        std::vector<std::uint64_t> packed(rank);
        std::uint64_t step = 1;
        std::uint64_t count = 1;
        for (std::size_t axis = rank; axis-- > 0;)
        {
            sizes[axis] = random.OneIn(3) ? 1 : random.Between(2, 3);
            steps[axis] = random.OneIn(6) ? random.Below(7) : step;
            packed[axis] = count;
            step = steps[axis] * sizes[axis];
            count *= sizes[axis];
        }
        const std::uint64_t first = random.Below(5);
        const bool isContiguous = random.OneIn(4);
        const std::vector<std::int64_t> shape(sizes.begin(), sizes.end());
        const std::vector<std::int64_t> strides(steps.begin(), steps.end());
        const BufferTensorDesc tensor = OfDlpack(Described(Half, static_cast<std::int32_t>(rank), shape.data(),
                                                           isContiguous ? nullptr : strides.data(), first * 2));
        rejected += tensor ? 0U : 1U;
        merged += rank > 8 && tensor ? 1U : 0U;
        if (!tensor)
        {
            ASSERT_EQ(tensor.Error(), TensorError::DimensionCount) << round;
            ASSERT_GT(rank, 8U) << round;
            continue;
        }
        ASSERT_TRUE(rank == 0 || rank > 8 || tensor.Layout().Sizes() == Dimensions(sizes)) << round;
        ASSERT_EQ(layout_oracle::Visited(tensor.Layout()),
                  layout_oracle::Offsets(sizes, isContiguous ? packed : steps, first))
            << round << ": " << ToText(tensor).c_str();
    }
    EXPECT_GT(merged, 200U);
    EXPECT_LT(rejected, 20U);
}

#if defined(DML_TENSOR_UTILS_TEST_DLPACK)

TEST(RealDlpack, TypesAndTensorsAreDescribed)
{
    EXPECT_EQ(DataTypeOfDlpack(DLDataType{kDLInt, 32, 1}), DML_TENSOR_DATA_TYPE_INT32);
    EXPECT_EQ(DataTypeOfDlpack(DLDataType{kDLUInt, 8, 1}), DML_TENSOR_DATA_TYPE_UINT8);
    EXPECT_EQ(DataTypeOfDlpack(DLDataType{kDLFloat, 16, 1}), DML_TENSOR_DATA_TYPE_FLOAT16);
    EXPECT_EQ(DataTypeOfDlpack(DLDataType{kDLBfloat, 16, 1}), DML_TENSOR_DATA_TYPE_UNKNOWN);

    std::vector<float> memory(128);
    std::int64_t shape[] = {2, 3, 4};
    std::int64_t strides[] = {40, 10, 2};
    DLManagedTensor managed = {};
    managed.dl_tensor.data = memory.data();
    managed.dl_tensor.device = {kDLCPU, 0};
    managed.dl_tensor.ndim = 3;
    managed.dl_tensor.dtype = {kDLFloat, 32, 1};
    managed.dl_tensor.shape = shape;
    EXPECT_EQ(OfDlpack(managed.dl_tensor),
              BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({2, 3, 4})));
    managed.dl_tensor.strides = strides;
    managed.dl_tensor.byte_offset = 12;
    const BufferTensorDesc tensor = OfDlpack(managed.dl_tensor);
    EXPECT_EQ(tensor.Layout(), TensorLayout::Strided({2, 3, 4}, {40, 10, 2}, 3));
    EXPECT_EQ(tensor.BindingOffsetInBytes(), 12U);
}

#else

TEST(RealDlpack, NeedsItsHeader) { GTEST_SKIP() << "there is no <dlpack/dlpack.h>"; }

#endif

// ---- ONNX -----------------------------------------------------------------------------------------------------------

struct OnnxCase
{
    std::int32_t number;
    DML_TENSOR_DATA_TYPE expected;
};

// Every number of ONNX 1.17's TensorProto.DataType.
constexpr OnnxCase OnnxTypes[] = {
    {0, DML_TENSOR_DATA_TYPE_UNKNOWN}, // UNDEFINED
    {1, DML_TENSOR_DATA_TYPE_FLOAT32},
    {2, DML_TENSOR_DATA_TYPE_UINT8},
    {3, DML_TENSOR_DATA_TYPE_INT8},
    {4, DML_TENSOR_DATA_TYPE_UINT16},
    {5, DML_TENSOR_DATA_TYPE_INT16},
    {6, DML_TENSOR_DATA_TYPE_INT32},
    {7, DML_TENSOR_DATA_TYPE_INT64},
    {8, DML_TENSOR_DATA_TYPE_UNKNOWN}, // STRING
    {9, DML_TENSOR_DATA_TYPE_UINT8},   // BOOL
    {10, DML_TENSOR_DATA_TYPE_FLOAT16},
    {11, DML_TENSOR_DATA_TYPE_FLOAT64},
    {12, DML_TENSOR_DATA_TYPE_UINT32},
    {13, DML_TENSOR_DATA_TYPE_UINT64},
    {14, DML_TENSOR_DATA_TYPE_UNKNOWN}, // COMPLEX64
    {15, DML_TENSOR_DATA_TYPE_UNKNOWN}, // COMPLEX128
    {16, DML_TENSOR_DATA_TYPE_UNKNOWN}, // BFLOAT16
    {17, DML_TENSOR_DATA_TYPE_UNKNOWN}, // FLOAT8E4M3FN
    {18, DML_TENSOR_DATA_TYPE_UNKNOWN}, // FLOAT8E4M3FNUZ
    {19, DML_TENSOR_DATA_TYPE_UNKNOWN}, // FLOAT8E5M2
    {20, DML_TENSOR_DATA_TYPE_UNKNOWN}, // FLOAT8E5M2FNUZ
    {21, Uint4},
    {22, Int4},
    {23, DML_TENSOR_DATA_TYPE_UNKNOWN}, // FLOAT4E2M1
    {24, DML_TENSOR_DATA_TYPE_UNKNOWN},
    {-1, DML_TENSOR_DATA_TYPE_UNKNOWN},
    {0x7FFFFFFF, DML_TENSOR_DATA_TYPE_UNKNOWN},
    {-0x7FFFFFFF - 1, DML_TENSOR_DATA_TYPE_UNKNOWN},
};

constexpr bool Holds(const OnnxCase& one) { return DataTypeOfOnnx(one.number) == one.expected; }

// The reverse direction gives the listed number; of two, the one that is not BOOL.
constexpr bool ComesBack(std::uint32_t value)
{
    const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
    std::int32_t expected = 0;
    for (const OnnxCase& one : OnnxTypes)
    {
        expected = one.expected == type && value != 0 && one.number != 9 ? one.number : expected;
    }
    return OnnxTypeOf(type) == expected && DataTypeOfOnnx(OnnxTypeOf(type)) == type && (expected != 0 || value == 0);
}

constexpr bool AllComeBack()
{
    bool all = true;
    for (std::uint32_t value = 0; value < TypeCount; ++value) { all = all && ComesBack(value); }
    return all;
}
static_assert(OnnxTypeOf(test_support::types::NoType) == 0);

TEST(OnnxTypes, AgreeWithTensorProto)
{
    test_support::ExpectTwice<OnnxTypes>();
    test_support::ExpectTwice<AllComeBack>();
    EXPECT_EQ(OnnxTypeOf(test_support::types::NoType), 0);
}

// As onnx.pb.h and onnxruntime_c_api.h declare it.
enum OwnElementType
{
    OwnUndefined,
    OwnFloat,
    OwnInt64 = 7
};
static_assert(DataTypeOfOnnx(OwnInt64) == DML_TENSOR_DATA_TYPE_INT64);

// ---- mappings -------------------------------------------------------------------------------------------------------

// The members of std::mdspan::mapping_type that the header reads, for libraries without mdspan.
template <class Index, std::size_t Count> struct OwnExtents
{
    std::array<Index, Count> values;
    static constexpr std::size_t rank() noexcept { return Count; }
    constexpr Index extent(std::size_t axis) const noexcept { return values[axis]; }
};

template <class Index, std::size_t Count> struct OwnMapping
{
    OwnExtents<Index, Count> sizes;
    std::array<Index, Count> strides;
    constexpr const OwnExtents<Index, Count>& extents() const noexcept { return sizes; }
    constexpr Index stride(std::size_t axis) const noexcept { return strides[axis]; }
};

// Rank 0 has no strides to call.
struct NoAxes
{
    constexpr OwnExtents<int, 0> extents() const noexcept { return {}; }
};

template <class Index> inline constexpr OwnMapping<Index, 3> PaddedMapping = {{{{2, 3, 4}}}, {{40, 10, 2}}};
static_assert(LayoutOfMapping(PaddedMapping<int>) == TensorLayout::Strided({2, 3, 4}, {40, 10, 2}));
static_assert(LayoutOfMapping(PaddedMapping<std::size_t>) == TensorLayout::Strided({2, 3, 4}, {40, 10, 2}));
static_assert(LayoutOfMapping(NoAxes{}) == TensorLayout::Packed({1}));

TEST(LayoutOfMapping, AcceptsAnyIndexType)
{
    const TensorLayout expected = TensorLayout::Strided({2, 3, 4}, {40, 10, 2});
    EXPECT_EQ(LayoutOfMapping(PaddedMapping<signed char>), expected);
    EXPECT_EQ(LayoutOfMapping(PaddedMapping<std::uint32_t>), expected);
    EXPECT_EQ(LayoutOfMapping(PaddedMapping<std::uint64_t>), expected);
    EXPECT_EQ(LayoutOfMapping(NoAxes{}), TensorLayout::Packed({1}));
}

TEST(LayoutOfMapping, RejectsInvalidTensors)
{
    const auto reason = [](std::array<std::int64_t, 2> sizes, std::array<std::int64_t, 2> strides) {
        return LayoutOfMapping(OwnMapping<std::int64_t, 2>{{sizes}, strides}).Reason();
    };
    EXPECT_TRUE(Says(reason({2, 0}, {3, 1}), TensorError::ZeroSize, 1, 0, 1));
    EXPECT_TRUE(Says(reason({2, 3}, {-3, 1}), TensorError::ValueRange, 0, Max64 - 2, 0xFFFFFFFF));
    EXPECT_EQ(reason({1, 3}, {-3, 1}).error, TensorError::None);
    const OwnMapping<std::uint64_t, 2> beyond = {{{{2, Max64}}}, {{3, 1}}};
    EXPECT_TRUE(Says(LayoutOfMapping(beyond).Reason(), TensorError::ValueRange, 1, Max64, 0xFFFFFFFF));
}

#if defined(__cpp_lib_mdspan)

static_assert(LayoutOfMapping(std::layout_right::mapping(std::extents<int, 2, 3, 4>()))
              == TensorLayout::Packed({2, 3, 4}));
static_assert(LayoutOfMapping(std::layout_right::mapping(std::extents<std::size_t>())) == TensorLayout::Packed({1}));

TEST(LayoutOfMapping, TakesStdMdspan)
{
    std::vector<float> memory(1000);
    const std::mdspan right(memory.data(), 2, 3, 4);
    EXPECT_EQ(LayoutOfMapping(right.mapping()), TensorLayout::Packed({2, 3, 4}));
    const std::mdspan<float, std::dextents<int, 3>, std::layout_left> left(memory.data(), 2, 3, 4);
    EXPECT_EQ(LayoutOfMapping(left.mapping()), TensorLayout::Packed({2, 3, 4}, {2, 1, 0}));
    const std::layout_stride::mapping padded(std::extents<unsigned char, 2, 3, 4>(), std::array{40, 10, 2});
    EXPECT_EQ(LayoutOfMapping(padded), TensorLayout::Strided({2, 3, 4}, {40, 10, 2}));
    const std::layout_right::mapping tenAxes(std::extents<int, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1>{});
    EXPECT_EQ(LayoutOfMapping(tenAxes), TensorLayout::Packed({32}));
    const std::layout_right::mapping empty(std::extents<int, 2, 0>{});
    EXPECT_EQ(LayoutOfMapping(empty).Error(), TensorError::ZeroSize);
}

// Every element of the span is that of the layout's own offset.
template <std::size_t Rank> bool ShowsElementsOf(const TensorLayout& layout)
{
    std::vector<int> memory(static_cast<std::size_t>(layout.FirstElement() + layout.ElementSpan()));
    const auto span = AsMdspan<int, Rank>(memory.data(), layout);
    bool isSame = span.data_handle() != nullptr && span.size() == layout.ElementCount();
    for (std::size_t axis = 0; axis < Rank; ++axis) { isSame = isSame && span.extent(axis) == layout.Sizes()[axis]; }
    layout.ForEach(
        [&](const Dimensions& coordinates, std::uint64_t offset)
        {
            std::array<std::size_t, Rank> at = {};
            for (std::size_t axis = 0; axis < Rank; ++axis) { at[axis] = coordinates[axis]; }
            isSame = isSame && &span[at] == &memory[static_cast<std::size_t>(offset)];
        });
    return isSame;
}

template <std::size_t Rank> bool IsEmpty(const TensorLayout& layout)
{
    std::vector<int> memory(64);
    const auto span = AsMdspan<int, Rank>(memory.data(), layout);
    return span.data_handle() == nullptr && span.empty();
}

TEST(AsMdspan, KeepsAConstElement)
{
    const std::array<float, 6> memory = {0, 1, 2, 3, 4, 5};
    const auto span = AsMdspan<const float, 2>(memory.data(), TensorLayout::Packed({2, 3}));
    EXPECT_EQ((span[std::array<int, 2>{1, 2}]), 5.0F);
}

TEST(AsMdspan, IsEmptyIfNoViewIsPossible)
{
    EXPECT_TRUE(IsEmpty<2>(TensorLayout()));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({2, 0})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({2, 3, 4})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Strided({3, 4}, {1, 1})));
    EXPECT_TRUE(IsEmpty<2>(TensorLayout::Packed({1, 4}).BroadcastTo({3, 4})));
    // No elements overlap, but neither stride is a multiple of the other one as std::layout_stride requires.
    for (const TensorLayout& layout : {TensorLayout::Strided({2, 3}, {3, 2}), TensorLayout::Strided({3, 3}, {2, 3}),
                                       TensorLayout::Strided({2, 3}, {5, 2})})
    {
        EXPECT_FALSE(layout.HasOverlap()) << ToText(layout).c_str();
        EXPECT_TRUE(IsEmpty<2>(layout)) << ToText(layout).c_str();
    }
    int* const nothing = nullptr;
    EXPECT_TRUE((AsMdspan<int, 2>(nothing, TensorLayout::Packed({2, 3})).empty()));
    EXPECT_TRUE((AsMdspan<int, 2>(nothing, TensorLayout::Strided({2, 3}, {3, 1}, 5)).empty()));
}

// The requirement of [mdspan.layout.stride.cons]: there is an order of the axes in which each stride is at least the
// one before it times its size. Axes of one element are ignored, because their strides have no effect.
bool IsAllowed(const TensorLayout& layout)
{
    std::vector<std::uint32_t> axes;
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        if (layout.Sizes()[axis] > 1) { axes.push_back(axis); }
    }
    bool isAllowed = false;
    do {
        bool holds = axes.empty() || layout.Strides()[axes[0]] >= 1;
        for (std::size_t i = 1; i < axes.size(); ++i)
        {
            holds = holds && layout.Strides()[axes[i]] >= layout.Strides()[axes[i - 1]] * layout.Sizes()[axes[i - 1]];
        }
        isAllowed = isAllowed || holds;
    } while (std::next_permutation(axes.begin(), axes.end()));
    return isAllowed;
}

TEST(AsMdspan, ExistsExactlyIfLayoutStrideAllowsIt)
{
    Random random(9002);
    std::uint32_t allowed = 0;
    for (int round = 0; round < 3000; ++round)
    {
        const std::array<std::uint32_t, 3> sizes = {random.Between(1, 3), random.Between(1, 3), random.Between(1, 3)};
        const std::array<std::uint32_t, 3> strides = {random.Below(12), random.Below(7), random.Below(4)};
        const TensorLayout layout = TensorLayout::Strided(sizes, strides, random.Below(3));
        const bool isAllowed = IsAllowed(layout);
        allowed += isAllowed ? 1U : 0U;
        ASSERT_EQ(IsEmpty<3>(layout), !isAllowed) << ToText(layout).c_str();
        if (isAllowed)
        {
            ASSERT_TRUE(ShowsElementsOf<3>(layout)) << ToText(layout).c_str();
            std::vector<int> memory(64);
            const TensorLayout back = LayoutOfMapping(AsMdspan<int, 3>(memory.data(), layout).mapping());
            ASSERT_TRUE(back.SameElements(TensorLayout::Strided(sizes, strides))) << ToText(layout).c_str();
        }
    }
    EXPECT_GT(allowed, 500U);
    EXPECT_LT(allowed, 2500U);
}

constexpr int Numbers[] = {0, 1, 2, 3, 4, 5};
static_assert(AsMdspan<const int, 2>(Numbers, TensorLayout::Packed({2, 3}))[std::array{1, 2}] == 5);
static_assert(AsMdspan<const int, 2>(Numbers, TensorLayout::Packed({3, 2}).Transposed({1, 0}))[std::array{1, 2}] == 5);
static_assert(AsMdspan<const int, 3>(Numbers, TensorLayout::Packed({2, 3})).empty());

#else

TEST(AsMdspan, NeedsTheStandardLibrary) { GTEST_SKIP() << "the standard library has no std::mdspan"; }

#endif

// ---- text -----------------------------------------------------------------------------------------------------------

constexpr TensorLayout Rows = TensorLayout::Strided({2, 3}, {5, 1});
constexpr TensorLayout LaterRows = TensorLayout::Strided({2, 3}, {5, 1}, 4);
constexpr BufferTensorDesc Halves(DML_TENSOR_DATA_TYPE_FLOAT16, Rows);
constexpr BufferTensorDesc Later = BufferTensorDesc::OfView(DML_TENSOR_DATA_TYPE_INT64, LaterRows).WithTotalSize(1024);

template <class T> struct TextCase
{
    T value;
    const char* expected;
};

template <class T> constexpr bool Holds(const TextCase<T>& one)
{
    return test_support::SameText(ToText(one.value).c_str(), one.expected);
}

constexpr TextCase<Dimensions> TextsOfDimensions[] = {
    {{1, 3, 224, 224}, "{1, 3, 224, 224}"},
    {{}, "{}"},
    {{7}, "{7}"},
    {{0, 4294967295}, "{0, 4294967295}"},
    {{1, 2, 3, 4, 5, 6, 7, 8}, "{1, 2, 3, 4, 5, 6, 7, 8}"},
    {{1, 2, 3, 4, 5, 6, 7, 8, 9}, "DimensionCount is 9; it must be 1 to 8 [DimensionCount]"},
};

constexpr TextCase<TensorLayout> TextsOfLayouts[] = {
    {Rows, "{2, 3}/{5, 1}"},
    {LaterRows, "{2, 3}/{5, 1} from 4"},
    {TensorLayout::Packed({1, 3, 2, 2}, Layout::NHWC), "{1, 3, 2, 2}/{12, 1, 6, 3}"},
    {Rows.Sliced(2, 0, 1), "axis is 2; it must be below 2, the number of dimensions [AxisOutOfRange]"},
};

constexpr TextCase<BufferTensorDesc> TextsOfDescriptors[] = {
    {Halves, "FLOAT16 {2, 3}/{5, 1}, 16 bytes"},
    {Later, "INT64 {2, 3}/{5, 1} from 4, 1024 bytes"},
    {BufferTensorDesc(Uint4, TensorLayout::Packed({3})), "UINT4 {3}/{1}, 4 bytes"},
};

TEST(ToText, IsThatOfTheExamples)
{
    test_support::ExpectTwice<TextsOfDimensions>();
    test_support::ExpectTwice<TextsOfLayouts>();
    test_support::ExpectTwice<TextsOfDescriptors>();
}

// The longest numbers, which must not be truncated.
TEST(ToText, HoldsTheLongestText)
{
    const std::uint32_t most = 0xFFFFFFFF;
    const TensorLayout longest =
        TensorLayout::Strided({most, most, 1, 1, 1, 1, 1, 1}, {most, 1, most, most, most, most, most, most});
    const std::string layoutText = "{4294967295, 4294967295, 1, 1, 1, 1, 1, 1}/{4294967295, 1, 4294967295, 4294967295, "
                                   "4294967295, 4294967295, 4294967295, 4294967295}";
    EXPECT_EQ(ToText(longest).c_str(), layoutText);
    const std::vector<std::uint32_t> all(8, most);
    EXPECT_EQ(ToText(Dimensions(all)).size(), 8U * 10 + 7 * 2 + 2);
}

template <class Stream, class T, class = void> inline constexpr bool IsPrinted = false;
template <class Stream, class T>
inline constexpr bool IsPrinted<Stream, T, std::void_t<decltype(std::declval<Stream&>() << std::declval<const T&>())>> =
    true;

// Types that convert to Dimensions are not printed as Dimensions, even if `using namespace` makes the operator visible.
static_assert(
    IsPrinted<
        std::ostream,
        Dimensions> && IsPrinted<std::wostream, TensorLayout> && IsPrinted<std::ostringstream, BufferTensorDesc> && IsPrinted<std::wostringstream, Diagnosis>);
static_assert(!IsPrinted<std::ostream, std::vector<int>> && !IsPrinted<std::ostream, std::array<int, 3>>);

TEST(Streams, PrintTheText)
{
    std::ostringstream stream;
    stream << Dimensions{1, 2} << '|' << Rows << '|' << BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, LaterRows) << '|'
           << Diagnosis();
    EXPECT_EQ(stream.str(),
              "{1, 2}|{2, 3}/{5, 1}|"
                  + std::string(Explain(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, LaterRows).Reason()).c_str())
                  + "|no error");
}

TEST(Streams, KeepTheirWidthAndFill)
{
    std::ostringstream stream;
    stream << std::setw(8) << Dimensions{1, 2} << std::setfill('.') << std::left << std::setw(9) << Dimensions{3, 4}
           << Dimensions{5};
    EXPECT_EQ(stream.str(), "  {1, 2}{3, 4}...{5}");
}

TEST(Streams, MayBeOfWideCharacters)
{
    std::wostringstream stream;
    stream << Rows << L'|' << Diagnosis();
    EXPECT_EQ(stream.str(), L"{2, 3}/{5, 1}|no error");
}

#if defined(__cpp_lib_format)

TEST(Format, WritesTheText)
{
    EXPECT_EQ(std::format("{}", Dimensions{1, 2}), "{1, 2}");
    EXPECT_EQ(std::format("{0}|{1}|{0}", Rows, LaterRows), "{2, 3}/{5, 1}|{2, 3}/{5, 1} from 4|{2, 3}/{5, 1}");
    EXPECT_EQ(std::format("{}", BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, Rows)),
              "FLOAT16 {2, 3}/{5, 1}, 16 bytes");
    const Diagnosis zero = TensorLayout::Packed({1, 0}).Reason();
    EXPECT_EQ(std::format("{}", zero), Explain(zero).c_str());
    EXPECT_EQ(std::format(L"{}|{}", Rows, Diagnosis()), L"{2, 3}/{5, 1}|no error");
}

TEST(Format, AcceptsTheFormatOfAString)
{
    EXPECT_EQ(
        std::format("{:>8}|{:<8}|{:*^9}|{:8}|", Dimensions{1, 2}, Dimensions{1, 2}, Dimensions{1, 2}, Dimensions{3}),
        "  {1, 2}|{1, 2}  |*{1, 2}**|{3}     |");
    EXPECT_EQ(std::format("{:.8}", TensorLayout::Packed({1, 0})), "Sizes[1]");
    EXPECT_EQ(std::format("{:{}}|", Rows, 15), "{2, 3}/{5, 1}  |");
    EXPECT_EQ(std::format(L"{:_>8}", Dimensions{1, 2}), L"__{1, 2}");
    const auto format = [](const char* text) { return std::vformat(text, std::make_format_args(Rows)); };
    EXPECT_EQ(format("{:s}"), "{2, 3}/{5, 1}");
#if defined(__cpp_exceptions)
    EXPECT_THROW(static_cast<void>(format("{:d}")), std::format_error);
#endif
}

#if defined(__cpp_lib_format_ranges)
// Dimensions are a range with their own format. In a range of Dimensions it is not quoted.
TEST(Format, InARange)
{
    EXPECT_EQ(std::format("{}", std::vector<Dimensions>{{1, 2}, {3}}), "[{1, 2}, {3}]");
    EXPECT_EQ(std::format("{::>4}", std::vector<Dimensions>{{1}, {3}}), "[ {1},  {3}]");
}
#endif

#else

TEST(Format, NeedsTheStandardLibrary) { GTEST_SKIP() << "the standard library has no std::format"; }

#endif

} // namespace

} // namespace interop_test
