#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace descriptor_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Max32;
using test_support::Max64;
using test_support::Says;
using test_support::Unspecified;
using L = TensorLayout;
using E = TensorError;

constexpr std::uint32_t NotSaid = 0xFFFFFFFF;
constexpr auto NoType = static_cast<DML_TENSOR_DATA_TYPE>(0);
constexpr auto NoFlags = DML_TENSOR_FLAG_NONE;
constexpr auto Owned = DML_TENSOR_FLAG_OWNED_BY_DML;

constexpr bool Holds(const std::uint32_t* values, const Dimensions& expected)
{
    for (std::uint32_t i = 0; i < expected.size(); ++i)
    {
        if (values[i] != expected[i]) { return false; }
    }
    return true;
}

// ---- what a valid one says of itself --------------------------------------------------------------------------------

struct ValidCase
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout layout;
    std::uint64_t total;
    bool hasStrides;
};

constexpr ValidCase ValidCases[] = {
    {Float16, L::Packed({3}), 8, false},
    {UInt8, L::Strided({2, 3}, {5, 1}), 8, true},
    {Float32, L::Strided({2, 3}, {5, 1}), 32, true},
    {Float16, L::Strided({5, 55}, {9, 3}), 400, true},
    {UInt4, L::Packed({9}), 8, false},
    {Int4, L::Packed({1}), 4, false},
    // Exactly at the limit: 2^32 - 1 elements.
    {Float32, L::Packed({65535, 65537}), 17179869180, false},
    {Float64, L::Packed({4294967295}), 34359738360, false},
    {Int4, L::Packed({4294967288}), 2147483644, false},
    {UInt8, L::Packed({4294967292}), 4294967292, false},
    {Float32, L::Packed({2, 3, 4, 5}, dml_tensor_utils::Layout::NCHW), 480, false},
    {Float32, L::Packed({2, 3, 4, 5}, dml_tensor_utils::Layout::NHWC), 480, true},
    {Float32, L::Strided({2, 3}, {1, 2}), 24, true},
    // Row-major with explicit strides; the stride of an axis of size 1 has no effect.
    {Float32, L::Strided({2, 3}, {3, 1}), 24, false},
    {Float32, L::Strided({1, 3}, {0xFFFFFFFF, 1}), 12, false},
    {Float32, L::Packed({1, 1, 3, 5}, dml_tensor_utils::Layout::NHWC), 60, false},
    {Float32, L::Packed({1}).BroadcastTo({7}), 4, true},
    // As far apart as a descriptor allows.
    {Float32, L::Strided({2, 2}, {0x80000000, 0x7FFFFFFE}), 17179869180, true},
};

constexpr bool Holds(const ValidCase& expected)
{
    const BufferTensorDesc tensor(expected.type, expected.layout);
    const DML_BUFFER_TENSOR_DESC desc = tensor.Desc();
    return tensor && tensor.Error() == E::None && tensor.Reason().Ok() && tensor.DataType() == expected.type
           && tensor.Layout() == expected.layout && tensor.Flags() == NoFlags && tensor.Alignment() == 0
           && tensor.TotalTensorSizeInBytes() == expected.total && tensor.BindingOffsetInBytes() == 0
           && desc.DataType == expected.type && desc.Flags == NoFlags && desc.DimensionCount == expected.layout.Rank()
           && Holds(desc.Sizes, expected.layout.Sizes()) && (desc.Strides != nullptr) == expected.hasStrides
           && expected.hasStrides != expected.layout.IsRowMajor()
           && (desc.Strides == nullptr || Holds(desc.Strides, expected.layout.Strides()))
           && desc.TotalTensorSizeInBytes == expected.total && desc.GuaranteedBaseOffsetAlignment == 0
           && BufferTensorDesc::OfView(expected.type, expected.layout) == tensor
           && tensor.Layout().SizeInBytes(expected.type) == expected.total;
}

TEST(Descriptor, HasTheMembersOfItsStruct) { ExpectTwice<ValidCases>(); }

// ---- what cannot be one ---------------------------------------------------------------------------------------------

struct ErrorCase
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout layout;
    std::uint32_t flags;
    bool isView;
    TensorError error;
    std::uint64_t actual = Unspecified;
    std::uint64_t required = Unspecified;
    std::uint32_t axis = NotSaid;
};

constexpr ErrorCase ErrorCases[] = {
    // The layout's error comes first.
    {Float32, TensorLayout(), 0, false, E::DimensionCount, 0, 8},
    {Float32, L::Packed({1, 2, 0, 0}), 2, false, E::ZeroSize, 0, 1, 2},
    {Float32, L::Packed({1, 1, 1, 1, 1, 1, 1, 1, 1}), 0, false, E::DimensionCount, 9, 8},
    {UInt8, L::Packed({0x80000000, 0x80000000, 5}), 0, false, E::StrideLimit, 0x280000000, Max32, 0},
    {UInt4, L::Strided({2, 3}, {3, 1, 1}, 1), 0, true, E::RankDiffers, 3, 2},
    // Then the first element, even with an unknown type.
    {Float32, L::Strided({2, 3}, {3, 1}, 4), 0, false, E::FirstElement, 4, 0},
    {NoType, L::Strided({2, 3}, {3, 1}, 4), 2, false, E::FirstElement, 4, 0},
    {UInt4, L::Strided({2, 3}, {3, 1}, 3), 0, false, E::FirstElement, 3, 0},
    {UInt4, L::Strided({2, 3}, {3, 1}, 3), 0, true, E::StartsInsideByte, 3, 2},
    {Int4, L::Strided({2, 3}, {3, 1}, 0xFFFFFFFFFFFFFF), 2, true, E::StartsInsideByte, 0xFFFFFFFFFFFFFF, 2},
    // Then in DirectML's order.
    {NoType, L::Packed({65536, 65536}), 2, false, E::UnknownDataType},
    {NoType, L::Packed({4}), 0, false, E::UnknownDataType},
    {NoType, L::Strided({4}, {1}, 1), 0, true, E::UnknownDataType},
    {Float32, L::Packed({65536, 65536}), 2, false, E::Flags, 2, 1},
    {Float32, L::Packed({4}), 3, true, E::Flags, 3, 1},
    {Float32, L::Packed({65537, 65537}), 0, false, E::ElementLimit, 4295098369, Max32},
    {UInt4, L::Packed({65536, 65536}), 0, false, E::ElementLimit, 4294967296, Max32},
    // No memory is used, but there are too many elements.
    {Float32, L::Packed({1, 1}).BroadcastTo({65536, 65536}), 0, false, E::ElementLimit, 4294967296, Max32},
    // The minimum itself exceeds the limit.
    {UInt8, L::Packed({4294967293}), 0, false, E::TotalSizeLimit, 4294967296, 4294967295},
    {UInt4, L::Packed({4294967295}), 0, false, E::TotalSizeLimit, 2147483648, 2147483647},
    {Float32, L::Strided({2, 2}, {0x80000000, 0x7FFFFFFF}), 0, false, E::TotalSizeLimit, 17179869184, 17179869180},
    // Bytes beyond 64 bits.
    {Float64, L::Strided({0x40000001}, {0x80000000}), 0, false, E::TotalSizeLimit, Max64, 34359738360},
    {Float64, L::Strided({0x40000001}, {0x80000000}), 0, true, E::TotalSizeLimit, Max64, 34359738360},
    // One element, too far away for a byte offset of 64 bits.
    {Float64, L::Strided({1}, {1}, 0x2000000000000000), 0, true, E::SpanLimit, Max64, Max64},
    {Float16, L::Strided({1}, {1}, 0x8000000000000000), 0, true, E::SpanLimit, Max64, Max64},
};

constexpr bool IsZero(const DML_BUFFER_TENSOR_DESC& desc)
{
    return static_cast<std::uint32_t>(desc.DataType) == 0 && static_cast<std::uint32_t>(desc.Flags) == 0
           && desc.DimensionCount == 0 && desc.Sizes == nullptr && desc.Strides == nullptr
           && desc.TotalTensorSizeInBytes == 0 && desc.GuaranteedBaseOffsetAlignment == 0;
}

constexpr bool Holds(const ErrorCase& expected)
{
    const auto flags = static_cast<DML_TENSOR_FLAGS>(expected.flags);
    const BufferTensorDesc tensor = expected.isView ? BufferTensorDesc::OfView(expected.type, expected.layout, flags)
                                                    : BufferTensorDesc(expected.type, expected.layout, flags);
    const Diagnosis reason = tensor.Reason();
    const std::uint64_t actual = expected.actual == Unspecified ? reason.actual : expected.actual;
    const std::uint64_t required = expected.required == Unspecified ? reason.required : expected.required;
    return !tensor && tensor.Error() == expected.error && Says(reason, expected.error, expected.axis, actual, required)
           && tensor.TotalTensorSizeInBytes() == 0 && tensor.BindingOffsetInBytes() == 0 && IsZero(tensor.Desc())
           && !tensor.Layout() && tensor.Layout().Rank() == 0 && tensor.Layout().ElementCount() == 0
           && tensor.WithTotalSize(1000) == tensor && tensor.WithAlignment(16) == tensor
           && Validate(tensor, TensorRole::Input) == expected.error
           && Says(Validate(tensor, TensorRole::Output), expected.error, expected.axis, actual, required);
}

TEST(Descriptor, CarriesTheReasonOfItsError) { ExpectTwice<ErrorCases>(); }

static_assert(BufferTensorDesc().Error() == E::UnknownDataType && !BufferTensorDesc());

TEST(Descriptor, DefaultCarriesUnknownDataType)
{
    const BufferTensorDesc none;
    EXPECT_FALSE(none);
    EXPECT_EQ(none.Error(), E::UnknownDataType);
    EXPECT_EQ(none.Reason(), E::UnknownDataType);
    EXPECT_TRUE(IsZero(none.Desc()));
    EXPECT_EQ(none.TotalTensorSizeInBytes(), 0u);
    EXPECT_EQ(none.BindingOffsetInBytes(), 0u);
    EXPECT_EQ(none.Alignment(), 0u);
    EXPECT_EQ(none, BufferTensorDesc());
    EXPECT_EQ(none.WithTotalSize(64).WithAlignment(64), none);
}

// The end of a chain carries its first error.
static_assert(BufferTensorDesc(Float32, L::Packed({2, 3}).Transposed({0, 2}).PromotedTo(4)).WithTotalSize(64).Error()
              == E::AxisOrder);

// ---- total size and alignment ---------------------------------------------------------------------------------------

struct TotalCase
{
    std::uint64_t total;
    TensorError error;
    std::uint64_t required;
};

// FLOAT32 {2,3} in rows of 5: at least 32 bytes.
constexpr TotalCase TotalCases[] = {
    {0, E::TotalSizeTooSmall, 32},
    {31, E::TotalSizeTooSmall, 32},
    {32, E::None, 0},
    {33, E::None, 0},
    {40, E::None, 0},
    {17179869180, E::None, 0},
    {17179869181, E::TotalSizeLimit, 17179869180},
    {Max64, E::TotalSizeLimit, 17179869180},
};

constexpr bool Holds(const TotalCase& expected)
{
    const BufferTensorDesc minimal(Float32, L::Strided({2, 3}, {5, 1}), Owned);
    const BufferTensorDesc tensor = minimal.WithTotalSize(expected.total);
    if (expected.error != E::None)
    {
        return !tensor && Says(tensor.Reason(), expected.error, NotSaid, expected.total, expected.required)
               && IsZero(tensor.Desc()) && tensor.WithTotalSize(32) == tensor && tensor.WithAlignment(3) == tensor;
    }
    return tensor && tensor.TotalTensorSizeInBytes() == expected.total
           && tensor.Desc().TotalTensorSizeInBytes == expected.total && tensor.Layout() == minimal.Layout()
           && tensor.Flags() == Owned && tensor.DataType() == Float32 && (tensor == minimal) == (expected.total == 32)
           && tensor.WithTotalSize(32) == minimal;
}

TEST(Descriptor, WithTotalSizeRequiresTheMinimum) { ExpectTwice<TotalCases>(); }

struct AlignmentCase
{
    std::uint32_t alignment;
    bool isValid;
};

constexpr AlignmentCase AlignmentCases[] = {
    {0, true},          {1, false},          {2, false},          {3, false},   {4, false},    {8, false},
    {15, false},        {16, true},          {17, false},         {24, false},  {32, true},    {48, false},
    {64, true},         {128, true},         {256, true},         {4096, true}, {65536, true}, {0x40000000, true},
    {0x80000000, true}, {0x80000010, false}, {0xFFFFFFFF, false},
};

constexpr bool Holds(const AlignmentCase& expected)
{
    const BufferTensorDesc unaligned(Float16, L::Packed({3}));
    const BufferTensorDesc tensor = unaligned.WithAlignment(expected.alignment);
    if (!expected.isValid)
    {
        return !tensor && Says(tensor.Reason(), E::Alignment, NotSaid, expected.alignment, 16)
               && tensor.WithAlignment(16) == tensor && tensor.WithTotalSize(0) == tensor;
    }
    return tensor && tensor.Alignment() == expected.alignment
           && tensor.Desc().GuaranteedBaseOffsetAlignment == expected.alignment && tensor.TotalTensorSizeInBytes() == 8
           && (tensor == unaligned) == (expected.alignment == 0) && tensor.WithAlignment(0) == unaligned
           && tensor.WithTotalSize(100).Alignment() == expected.alignment
           && tensor.WithTotalSize(100).WithAlignment(0) == unaligned.WithTotalSize(100);
}

TEST(Descriptor, WithAlignmentRequiresAPowerOfTwo) { ExpectTwice<AlignmentCases>(); }

// ---- views ----------------------------------------------------------------------------------------------------------

struct ViewCase
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout layout;
    std::uint64_t offset;
    std::uint64_t total;
};

constexpr ViewCase ViewCases[] = {
    {Float32, L::Packed({4, 6}).Sliced(0, 1, 2), 24, 48},
    {Float32, L::Packed({4, 6}).Sliced(1, 2, 2), 8, 80},
    {Float16, L::Packed({4, 6}).Sliced(1, 5, 1), 10, 40},
    {UInt8, L::Packed({4, 6}).Sliced(0, 3, 1), 18, 8},
    {Float64, L::Strided({1}, {1}, 0x1FFFFFFFFFFFFFFF), 0xFFFFFFFFFFFFFFF8, 8},
    {UInt4, L::Packed({4, 6}).Sliced(0, 1, 1), 3, 4},
    {Int4, L::Strided({1}, {1}, 0xFFFFFFFFFFFFFFFE), 0x7FFFFFFFFFFFFFFF, 4},
};

constexpr bool Holds(const ViewCase& expected)
{
    const BufferTensorDesc view = BufferTensorDesc::OfView(expected.type, expected.layout, Owned);
    return view && view.BindingOffsetInBytes() == expected.offset && view.TotalTensorSizeInBytes() == expected.total
           && view.Layout() == expected.layout && view.Layout().FirstElement() == expected.layout.FirstElement()
           && view.Desc().TotalTensorSizeInBytes == expected.total && view.Flags() == Owned
           && view.WithTotalSize(expected.total + 4).BindingOffsetInBytes() == expected.offset
           && view.WithAlignment(16).BindingOffsetInBytes() == expected.offset
           && BufferTensorDesc(expected.type, expected.layout, Owned) != view
           && BufferTensorDesc(expected.type, expected.layout, Owned).Error() == E::FirstElement;
}

TEST(Descriptor, ViewsStartAtTheirBindingOffset) { ExpectTwice<ViewCases>(); }

// ---- Of -------------------------------------------------------------------------------------------------------------

constexpr std::uint32_t SomeSizes[] = {2, 3, 1};
constexpr std::uint32_t PaddedStrides[] = {5, 1, 77};
constexpr std::uint32_t RowMajorStrides[] = {3, 1, 0};

constexpr DML_BUFFER_TENSOR_DESC MakeDesc(const std::uint32_t* sizes, std::uint32_t count, const std::uint32_t* strides,
                                          std::uint64_t total)
{
    DML_BUFFER_TENSOR_DESC desc{};
    desc.DataType = Float32;
    desc.Flags = Owned;
    desc.DimensionCount = count;
    desc.Sizes = sizes;
    desc.Strides = strides;
    desc.TotalTensorSizeInBytes = total;
    desc.GuaranteedBaseOffsetAlignment = 64;
    return desc;
}

constexpr bool OfCopiesEverything()
{
    const DML_BUFFER_TENSOR_DESC padded = MakeDesc(SomeSizes, 3, PaddedStrides, 45);
    const BufferTensorDesc tensor = BufferTensorDesc::Of(padded);
    const DML_BUFFER_TENSOR_DESC copy = tensor.Desc();
    return tensor && tensor.DataType() == Float32 && tensor.Flags() == Owned && tensor.Alignment() == 64
           && tensor.TotalTensorSizeInBytes() == 45 && tensor.Layout() == L::Strided({2, 3, 1}, {5, 1, 77})
           && tensor
                  == BufferTensorDesc(Float32, L::Strided({2, 3, 1}, {5, 1, 77}), Owned)
                         .WithTotalSize(45)
                         .WithAlignment(64)
           && copy.DataType == Float32 && copy.Flags == Owned && copy.DimensionCount == 3 && copy.Sizes != SomeSizes
           && Holds(copy.Sizes, {2, 3, 1}) && copy.Strides != PaddedStrides && Holds(copy.Strides, {5, 1, 77})
           && copy.TotalTensorSizeInBytes == 45 && copy.GuaranteedBaseOffsetAlignment == 64
           && BufferTensorDesc::Of(copy) == tensor;
}

constexpr bool OfTakesNullStridesAsRowMajor()
{
    const BufferTensorDesc tensor = BufferTensorDesc::Of(MakeDesc(SomeSizes, 3, nullptr, 24));
    const BufferTensorDesc withStrides = BufferTensorDesc::Of(MakeDesc(SomeSizes, 3, RowMajorStrides, 24));
    return tensor && tensor.Layout() == L::Packed({2, 3, 1}) && tensor.Desc().Strides == nullptr && withStrides
           && withStrides.Desc().Strides == nullptr && withStrides.Layout().SameElements(tensor.Layout());
}

TEST(Descriptor, OfCopiesADescription)
{
    ExpectTwice<OfCopiesEverything>();
    ExpectTwice<OfTakesNullStridesAsRowMajor>();

    std::vector<std::uint32_t> sizes{2, 3};
    std::vector<std::uint32_t> strides{5, 1};
    const BufferTensorDesc tensor = BufferTensorDesc::Of(MakeDesc(sizes.data(), 2, strides.data(), 32));
    sizes = {9, 9};
    strides = {9, 9};
    EXPECT_EQ(tensor.Layout(), L::Strided({2, 3}, {5, 1}));
}

constexpr std::uint32_t LongSizes[] = {0x40000001};
constexpr std::uint32_t LongStrides[] = {0x80000000};

// DirectML accepts this description, so Of does: its bytes exceed 64 bits and wrap to 8.
constexpr bool OfTakesWhatWraps()
{
    DML_BUFFER_TENSOR_DESC desc = MakeDesc(LongSizes, 1, LongStrides, 8);
    desc.DataType = Float64;
    DML_BUFFER_TENSOR_DESC small = desc;
    small.TotalTensorSizeInBytes = 7;
    const BufferTensorDesc tensor = BufferTensorDesc::Of(desc);
    return tensor && tensor.TotalTensorSizeInBytes() == 8 && tensor.Desc().TotalTensorSizeInBytes == 8
           && tensor.Layout() == L::Strided({0x40000001}, {0x80000000})
           && Validate(tensor, TensorRole::Input) == E::SizeWraps && tensor.WithTotalSize(12)
           && Says(tensor.WithTotalSize(7).Reason(), E::TotalSizeTooSmall, NotSaid, 7, 8)
           && Says(BufferTensorDesc::Of(small).Reason(), E::TotalSizeTooSmall, NotSaid, 7, 8);
}

TEST(Descriptor, OfAcceptsASizeThatWraps) { ExpectTwice<OfTakesWhatWraps>(); }

// ---- pointers -------------------------------------------------------------------------------------------------------

constexpr std::uint64_t UseALocal()
{
    const BufferTensorDesc local(Float16, L::Packed({2, 3, 4, 5}, dml_tensor_utils::Layout::NHWC));
    const BufferTensorDesc copy = local;
    const DML_BUFFER_TENSOR_DESC desc = copy.Desc();
    return desc.Sizes[1] * 1000 + desc.Strides[3];
}
static_assert(UseALocal() == 3003);

inline constexpr BufferTensorDesc StaticTensor(Float32, L::Strided({2, 3}, {5, 1}));
inline constexpr DML_BUFFER_TENSOR_DESC StaticDesc = StaticTensor.Desc();
inline constexpr DML_TENSOR_DESC StaticTensorDesc = AsTensorDesc(StaticDesc);
static_assert(StaticDesc.Strides[0] == 5 && StaticDesc.TotalTensorSizeInBytes == 32);
static_assert(StaticTensorDesc.Type == DML_TENSOR_TYPE_BUFFER && StaticTensorDesc.Desc == &StaticDesc);

template <class Owner> bool PointsInto(const Owner& owner, const void* pointer)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto first = reinterpret_cast<std::uintptr_t>(&owner);
    return address >= first && address < first + sizeof(Owner);
}

TEST(Descriptor, IsAConstantExpression)
{
    EXPECT_EQ(UseALocal(), 3003u);
    constexpr BufferTensorDesc local(Float32, L::Strided({2, 3}, {5, 1}));
    static_assert(local.TotalTensorSizeInBytes() == 32);
    const DML_BUFFER_TENSOR_DESC desc = local.Desc();
    EXPECT_TRUE(PointsInto(local, desc.Sizes));
    EXPECT_EQ(desc.Strides[0], 5u);

    static constexpr BufferTensorDesc inFunction(Float16, L::Packed({7}));
    static constexpr DML_BUFFER_TENSOR_DESC inFunctionDesc = inFunction.Desc();
    static_assert(inFunctionDesc.Sizes[0] == 7 && inFunctionDesc.Strides == nullptr);
    EXPECT_TRUE(PointsInto(inFunction, inFunctionDesc.Sizes));
    EXPECT_EQ(StaticTensorDesc.Desc, &StaticDesc);
}

TEST(Descriptor, CopiesAreIndependent)
{
    const TensorLayout layout = L::Strided({2, 3, 4}, {30, 8, 2});
    auto original = std::make_unique<BufferTensorDesc>(Float32, layout, Owned);
    const BufferTensorDesc copy(*original);
    const BufferTensorDesc moved(std::move(*original));
    BufferTensorDesc assigned;
    assigned = copy;
    original.reset();

    for (const BufferTensorDesc* tensor : {&copy, &moved, &std::as_const(assigned)})
    {
        const DML_BUFFER_TENSOR_DESC desc = tensor->Desc();
        EXPECT_TRUE(PointsInto(*tensor, desc.Sizes));
        EXPECT_TRUE(PointsInto(*tensor, desc.Strides));
        EXPECT_EQ(std::vector<std::uint32_t>(desc.Sizes, desc.Sizes + 3), (std::vector<std::uint32_t>{2, 3, 4}));
        EXPECT_EQ(std::vector<std::uint32_t>(desc.Strides, desc.Strides + 3), (std::vector<std::uint32_t>{30, 8, 2}));
        EXPECT_EQ(*tensor, copy);
    }

    assigned = BufferTensorDesc(Float16, L::Packed({7}));
    EXPECT_EQ(copy.Desc().Sizes[0], 2u);
    EXPECT_EQ(assigned.Desc().Sizes[0], 7u);

    std::vector<BufferTensorDesc> many;
    for (std::uint32_t i = 1; i < 100; ++i) { many.emplace_back(Float32, L::Packed({std::int64_t{i}, 2})); }
    for (std::uint32_t i = 1; i < 100; ++i)
    {
        ASSERT_EQ(many[i - 1].Desc().Sizes[0], i);
        ASSERT_TRUE(PointsInto(many[i - 1], many[i - 1].Desc().Sizes));
    }
}

// The test docs.api looks for noexcept in doxygen's XML, which has neither friends nor functions that are not written.
template <class Type> constexpr bool IsNothrow()
{
    static_assert(std::is_nothrow_default_constructible_v<Type> && std::is_nothrow_destructible_v<Type>);
    static_assert(std::is_nothrow_copy_constructible_v<Type> && std::is_nothrow_copy_assignable_v<Type>);
    return noexcept(Type() == Type() && Type() != Type());
}
static_assert(IsNothrow<Diagnosis>() && IsNothrow<Dimensions>());
static_assert(IsNothrow<TensorLayout>() && IsNothrow<BufferTensorDesc>());
static_assert(noexcept(Diagnosis() == E::None && Diagnosis() != E::None));
static_assert(noexcept(E::None == Diagnosis() && E::None != Diagnosis()));
static_assert(std::is_nothrow_destructible_v<PinnedTensorDesc>);
static_assert(std::is_nothrow_default_constructible_v<BufferPlacement>);

static_assert(std::is_trivially_copyable_v<BufferTensorDesc>);
static_assert(
    std::is_nothrow_constructible_v<BufferTensorDesc, DML_TENSOR_DATA_TYPE, const TensorLayout&, DML_TENSOR_FLAGS>);
static_assert(!std::is_convertible_v<BufferTensorDesc, bool> && std::is_constructible_v<bool, BufferTensorDesc>);

// ---- equality -------------------------------------------------------------------------------------------------------

constexpr bool EqualityComparesEverything()
{
    const TensorLayout layout = L::Packed({2, 3});
    const BufferTensorDesc tensor(Float32, layout);
    const BufferTensorDesc others[] = {
        BufferTensorDesc(DML_TENSOR_DATA_TYPE_INT32, layout),
        BufferTensorDesc(Float32, layout, Owned),
        BufferTensorDesc(Float32, L::Packed({3, 2})),
        BufferTensorDesc(Float32, L::Packed({1, 2, 3})),
        BufferTensorDesc(Float32, L::Strided({2, 3}, {5, 1})),
        BufferTensorDesc::OfView(Float32, L::Strided({2, 3}, {3, 1}, 4)),
        tensor.WithTotalSize(28),
        tensor.WithAlignment(16),
        BufferTensorDesc(),
        BufferTensorDesc(Float32, TensorLayout()),
        BufferTensorDesc(Float32, L::Packed({2, 0})),
        BufferTensorDesc(Float32, L::Packed({0, 2})),
        tensor.WithTotalSize(1),
        tensor.WithTotalSize(2),
        tensor.WithAlignment(1),
        BufferTensorDesc(Float32, layout, static_cast<DML_TENSOR_FLAGS>(2)),
        BufferTensorDesc(Float32, layout, static_cast<DML_TENSOR_FLAGS>(4)),
    };
    for (const BufferTensorDesc& left : others)
    {
        if (left == tensor || !(left != tensor)) { return false; }
        for (const BufferTensorDesc& right : others)
        {
            if ((left == right) != (&left == &right) || (left != right) != (&left != &right)) { return false; }
        }
    }
    return tensor == BufferTensorDesc(Float32, layout) && !(tensor != BufferTensorDesc(Float32, layout))
           && tensor.WithTotalSize(1) == BufferTensorDesc(Float32, layout).WithTotalSize(1);
}

TEST(Descriptor, IsEqualIfEveryMemberIs) { ExpectTwice<EqualityComparesEverything>(); }

// ---- PinnedTensorDesc -----------------------------------------------------------------------------------------------

static_assert(!std::is_copy_constructible_v<PinnedTensorDesc> && !std::is_move_constructible_v<PinnedTensorDesc>);
static_assert(!std::is_copy_assignable_v<PinnedTensorDesc> && !std::is_move_assignable_v<PinnedTensorDesc>);
static_assert(!std::is_convertible_v<const BufferTensorDesc&, PinnedTensorDesc>);
static_assert(std::is_nothrow_constructible_v<PinnedTensorDesc, const BufferTensorDesc&>);

inline constexpr PinnedTensorDesc StaticPinned(StaticTensor);
inline constexpr PinnedTensorDesc StaticPinnedError(BufferTensorDesc{});
static_assert(StaticPinned.Get()->Type == DML_TENSOR_TYPE_BUFFER);
static_assert(StaticPinnedError.Get()->Type == DML_TENSOR_TYPE_BUFFER);

inline constexpr PinnedTensorDesc StaticOfLayout(Float16, L::Packed({2, 3}));
inline constexpr PinnedTensorDesc StaticOfEmpty(Float16, L::Packed({2, 0}));
static_assert(StaticOfLayout && StaticOfLayout.Error() == E::None && StaticOfLayout.Reason().Ok());
static_assert(StaticOfLayout.Tensor() == BufferTensorDesc(Float16, L::Packed({2, 3})));
static_assert(!StaticOfEmpty && StaticOfEmpty.Error() == E::ZeroSize && StaticOfEmpty.Reason().axis == 1);

TEST(Descriptor, PinnedTensorDescTakesATypeAndALayout)
{
    const PinnedTensorDesc pinned(Float32, L::Strided({2, 3}, {5, 1}), Owned);
    EXPECT_TRUE(static_cast<bool>(pinned));
    EXPECT_EQ(pinned.Error(), E::None);
    EXPECT_EQ(&pinned.Tensor(), &pinned.Tensor());
    EXPECT_TRUE(pinned.Tensor() == BufferTensorDesc(Float32, L::Strided({2, 3}, {5, 1}), Owned));
    const auto* const desc = static_cast<const DML_BUFFER_TENSOR_DESC*>(pinned.Get()->Desc);
    EXPECT_EQ(desc->Flags, Owned);
    EXPECT_EQ(desc->TotalTensorSizeInBytes, 32U);
    const PinnedTensorDesc failed(Float32, L::Packed({2, 0}));
    EXPECT_FALSE(static_cast<bool>(failed));
    EXPECT_TRUE(Says(failed.Reason(), E::ZeroSize, 1, 0, 1));
    EXPECT_EQ(Validate(*failed.Get(), TensorRole::Input), E::UnknownDataType);
}

TEST(Descriptor, PinnedTensorDescPointsIntoItself)
{
    // Made from a temporary, to which no pointer may remain.
    const PinnedTensorDesc pinned(BufferTensorDesc(Float16, L::Strided({2, 3}, {5, 1}), Owned).WithAlignment(64));
    const DML_TENSOR_DESC* const tensor = pinned.Get();
    ASSERT_NE(tensor, nullptr);
    EXPECT_TRUE(PointsInto(pinned, tensor));
    EXPECT_EQ(tensor->Type, DML_TENSOR_TYPE_BUFFER);
    ASSERT_TRUE(PointsInto(pinned, tensor->Desc));
    const auto& desc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
    EXPECT_EQ(desc.DataType, Float16);
    EXPECT_EQ(desc.Flags, Owned);
    EXPECT_EQ(desc.DimensionCount, 2u);
    ASSERT_TRUE(PointsInto(pinned, desc.Sizes));
    ASSERT_TRUE(PointsInto(pinned, desc.Strides));
    EXPECT_EQ(desc.Sizes[1], 3u);
    EXPECT_EQ(desc.Strides[0], 5u);
    EXPECT_EQ(desc.TotalTensorSizeInBytes, 16u);
    EXPECT_EQ(desc.GuaranteedBaseOffsetAlignment, 64u);
    EXPECT_EQ(pinned.Get(), tensor);

    const PinnedTensorDesc packed(BufferTensorDesc(Float16, L::Packed({2, 3})));
    EXPECT_EQ(static_cast<const DML_BUFFER_TENSOR_DESC*>(packed.Get()->Desc)->Strides, nullptr);
}

// Null would mean "no tensor" to an operator.
TEST(Descriptor, PinnedTensorDescOfAnErrorIsNotNullAndIsRejected)
{
    const PinnedTensorDesc none{BufferTensorDesc()};
    const PinnedTensorDesc misaligned(StaticTensor.WithAlignment(1));
    for (const PinnedTensorDesc* pinned : {&none, &misaligned})
    {
        ASSERT_NE(pinned->Get(), nullptr);
        EXPECT_TRUE(PointsInto(*pinned, pinned->Get()));
        ASSERT_TRUE(PointsInto(*pinned, pinned->Get()->Desc));
        const auto& desc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(pinned->Get()->Desc);
        EXPECT_EQ(desc.DataType, DML_TENSOR_DATA_TYPE_UNKNOWN);
        EXPECT_EQ(desc.DimensionCount, 0u);
        EXPECT_EQ(desc.Sizes, nullptr);
        EXPECT_EQ(desc.TotalTensorSizeInBytes, 0u);
        EXPECT_EQ(Validate(*pinned->Get(), TensorRole::Input), E::UnknownDataType);
    }
}

} // namespace

} // namespace descriptor_test
