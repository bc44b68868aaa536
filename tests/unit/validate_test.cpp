#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "random_tests/descriptors.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace validate_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Matches;
using test_support::Max32;
using test_support::Max64;
using test_support::Unspecified;
using L = TensorLayout;
using E = TensorError;

constexpr std::uint32_t NotSaid = 0xFFFFFFFF;

// ---- every reason, with its axis and numbers ------------------------------------------------------------------------

enum class Strides
{
    Null,
    Given
};

struct Case
{
    TensorRole role;
    std::uint32_t dataType;
    std::uint32_t flags;
    std::uint32_t dimensionCount; // used for null Sizes if the first size is NoSizes
    std::uint32_t sizes[9];
    Strides hasStrides;
    std::uint32_t strides[9];
    std::uint64_t total;
    std::uint32_t alignment;
    TensorError error;
    std::uint64_t actual = Unspecified;
    std::uint64_t required = Unspecified;
    std::uint32_t axis = NotSaid;
};

constexpr std::uint32_t NoSizes = 0xFFFFFFFE;
constexpr auto In = TensorRole::Input;
constexpr auto Out = TensorRole::Output;
constexpr auto Null = Strides::Null;
constexpr auto Given = Strides::Given;

constexpr Case Cases[] = {
    {In, 1, 0, 4, {1, 2, 3, 4}, Null, {}, 96, 0, E::None},
    {Out, 1, 0, 4, {1, 2, 3, 4}, Null, {}, 96, 0, E::None},
    {In, 1, 1, 2, {2, 3}, Given, {0, 1}, 12, 256, E::None},
    {In, 1, 0, 2, {65535, 65537}, Null, {}, 17179869180, 0, E::None},
    // The total need not be a multiple of 4.
    {In, 1, 0, 1, {1}, Null, {}, 5, 0, E::None},
    {In, 5, 0, 1, {1}, Null, {}, Max32, 0, E::None},
    // Strides of axes of size 1 are ignored.
    {Out, 1, 0, 4, {1, 2, 1, 2}, Given, {0, 2, 0xFFFFFFFF, 1}, 16, 0, E::None},

    {In, 0, 0, 4, {1, 2, 3, 4}, Null, {}, 192, 0, E::UnknownDataType},
    {Out, 0xFFFFFFFF, 2, 9, {NoSizes}, Null, {}, 0, 1, E::UnknownDataType},
    {In, 1, 2, 4, {1, 2, 3, 4}, Null, {}, 96, 0, E::Flags, 2, 1},
    {In, 1, 0, 0, {1, 2, 3, 4}, Null, {}, 96, 0, E::DimensionCount, 0, 8},
    {Out, 1, 1, 0xFFFFFFFF, {NoSizes}, Null, {}, 4, 0, E::DimensionCount, 0xFFFFFFFF, 8},
    {In, 1, 0, 8, {NoSizes}, Given, {1, 1}, 4, 3, E::NullSizes},
    {In, 1, 0, 4, {65535, 65537, 0, 0}, Given, {1, 1, 0, 0}, 0, 3, E::ZeroSize, 0, 1, 2},
    {In, 1, 0, 3, {3, 0, Max32}, Null, {}, 0, 0, E::ZeroSize, 0, 1, 1},
    // Too many elements before the 0: only sizes before it are multiplied.
    {In, 1, 0, 3, {Max32, 3, 0}, Null, {}, 0, 0, E::ElementLimit, 12884901885, Max32},
    {In, 1, 0, 4, {Max32, Max32, Max32, 0}, Null, {}, 0, 0, E::ElementLimit, Max64, Max32},
    {Out, 1, 1, 8, {1, 1, 1, 1, 1, 1, 1, 0}, Null, {}, Max64, 0, E::ZeroSize, 0, 1, 7},
    {In, 1, 0, 2, {0xFFFFFFFF, 0xFFFFFFFF}, Null, {}, 0, 0, E::ElementLimit, 0xFFFFFFFE00000001, Max32},
    // Exactly 2^64, which wraps to 0, and more.
    {In, 1, 0, 4, {65536, 65536, 65536, 65536}, Null, {}, 0, 0, E::ElementLimit, Max64, Max32},
    {In, 1, 0, 5, {65536, 65536, 65536, 65536, 65536}, Null, {}, 0, 0, E::ElementLimit, Max64, Max32},
    {In, 1, 0, 4, {1, 2, 3, 4}, Null, {}, 95, 3, E::TotalSizeTooSmall, 95, 96},
    {Out, 1, 1, 2, {2, 3}, Given, {5, 0}, 23, 0, E::TotalSizeTooSmall, 23, 24},
    // No total size is valid for 2^32 - 3 bytes: one is too small, the next too large.
    {In, 5, 0, 1, {4294967293}, Null, {}, 4294967295, 0, E::TotalSizeTooSmall, 4294967295, 4294967296},
    {In, 5, 0, 1, {4294967293}, Null, {}, 4294967296, 0, E::TotalSizeLimit, 4294967296, 4294967295},
    {In, 1, 0, 4, {1, 2, 3, 4}, Null, {}, 17179869181, 3, E::TotalSizeLimit, 17179869181, 17179869180},
    {In, 12, 0, 1, {1}, Null, {}, 2147483648, 0, E::TotalSizeLimit, 2147483648, 2147483647},
    {Out, 9, 1, 1, {1}, Null, {}, Max64, 0, E::TotalSizeLimit, Max64, 34359738360},
    {In, 1, 0, 4, {1, 2, 3, 4}, Null, {}, 96, 8, E::Alignment, 8, 16},
    {Out, 1, 1, 4, {1, 2, 3, 4}, Given, {0, 0, 0, 0}, 4, 0xFFFFFFFF, E::Alignment, 0xFFFFFFFF, 16},
    {Out, 1, 1, 4, {1, 2, 3, 4}, Given, {0, 0, 0, 0}, 4, 0, E::OutputOwnedByDml},
    {Out, 1, 0, 2, {2, 3}, Given, {0, 1}, 12, 0, E::OutputOverlap},
    // The buffer has room for all elements, but a stride is 0, or two are equal.
    {Out, 1, 0, 2, {2, 3}, Given, {0, 100}, 804, 0, E::OutputOverlap},
    // More elements than positions, with any total size.
    {Out, 1, 0, 3, {2, 3, 4}, Given, {11, 4, 1}, 1000, 0, E::OutputOverlap},

    {Out, 1, 0, 3, {2, 3, 4}, Given, {22, 3, 1}, 128, 0, E::OutputElementsOverlap, 3, 4, 1},
    {Out, 1, 0, 4, {1, 2, 3, 4}, Given, {3, 22, 3, 1}, 128, 0, E::OutputElementsOverlap, 3, 4, 2},
    {Out, 1, 0, 4, {2, 2, 2, 4}, Given, {100, 5, 2, 1}, 444, 0, E::OutputElementsOverlap, 2, 4, 2},
    {Out, 1, 0, 4, {2, 2, 2, 4}, Given, {100, 2, 5, 1}, 444, 0, E::OutputElementsOverlap, 2, 4, 1},
    // Strides in any order, but no elements overlap.
    {Out, 1, 0, 3, {2, 3, 4}, Given, {5, 2, 6}, 112, 0, E::None},

    {In, 9, 0, 1, {0x40000001}, Given, {0x80000000}, 8, 0, E::SizeWraps, Unspecified, Max64},
    // The span in bits wraps to 64, which is less than the bits of the elements.
    {Out, 9, 0, 1, {0x40000001}, Given, {0x80000000}, 8, 0, E::OutputOverlap, 0x2000000000000001, 0x40000001},
    {Out, 9, 0, 2, {2, 2}, Given, {0x20000000, 1}, 4294967320, 0, E::None},
    {In, 1, 0, 2, {0x20000001, 1}, Given, {0x40000000, 0}, 3, 0, E::TotalSizeTooSmall, 3, 4},
    // 2^64 - 4 bits wrap when they are rounded up; 2^64 - 8 do not.
    {In, 12, 0, 2, {0x7FFFFFFF, 2}, Given, {0x80000002, 2}, 0, 0, E::SizeWraps, Unspecified, Max64},
    {In, 12, 0, 2, {0x7FFFFFFF, 2}, Given, {0x80000002, 1}, 0, 0, E::TotalSizeTooSmall, 0, 1ull << 61},
    // An output is accepted if its elements fit the wrapped number of bits.
    {Out, 11, 0, 1, {0x40000001}, Given, {0x80000001}, 8589934600, 0, E::SizeWraps, Unspecified, Max64},
    // Rejections, including those of outputs, come before hazards.
    {In, 9, 0, 1, {0x40000001}, Given, {0x80000000}, 8, 8, E::Alignment, 8, 16},
    {Out, 9, 1, 1, {0x40000001}, Given, {0x80000000}, 8, 0, E::OutputOwnedByDml},
    // 2^64 - 3 * 2^32 + 3 bytes fit 64 bits, but eight times as many bits do not.
    {In, 5, 0, 1, {Max32}, Given, {Max32}, Max32, 0, E::TotalSizeTooSmall, Max32, 0x1FFFFFFD00000004},
};

constexpr DML_BUFFER_TENSOR_DESC DescOf(const Case& from)
{
    DML_BUFFER_TENSOR_DESC desc{};
    desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(from.dataType);
    desc.Flags = static_cast<DML_TENSOR_FLAGS>(from.flags);
    desc.DimensionCount = from.dimensionCount;
    desc.Sizes = from.sizes[0] == NoSizes ? nullptr : from.sizes;
    desc.Strides = from.hasStrides == Given ? from.strides : nullptr;
    desc.TotalTensorSizeInBytes = from.total;
    desc.GuaranteedBaseOffsetAlignment = from.alignment;
    return desc;
}

constexpr bool Says(const Diagnosis& found, const Case& expected)
{
    const bool isAccepted = expected.error == E::None || IsHazard(expected.error);
    return found.error == expected.error && found.axis == expected.axis && found.tensor == NotSaid
           && Matches(found.actual, expected.actual) && Matches(found.required, expected.required)
           && found.Accepted() == isAccepted && found.Ok() == (expected.error == E::None);
}

// A description that is accepted as an input makes a BufferTensorDesc with the same verdict.
constexpr bool HoldsAsOwner(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role)
{
    const Diagnosis found = Validate(desc, TensorRole::Input);
    const BufferTensorDesc owner = BufferTensorDesc::Of(desc);
    const Diagnosis ofOwner = Validate(owner, role);
    const Diagnosis direct = Validate(desc, role);
    if (!found.Accepted()
        && (owner.Reason().axis != found.axis || owner.Reason().actual != found.actual
            || owner.Reason().required != found.required))
    {
        return false;
    }
    return owner.Error() == (found.Accepted() ? E::None : found.error) && static_cast<bool>(owner) == found.Accepted()
           && ofOwner == direct.error && ofOwner.axis == direct.axis && ofOwner.actual == direct.actual
           && ofOwner.required == direct.required;
}

// OutputOverlap may name an axis; the contract does not define it.
constexpr bool Holds(const Case& expected)
{
    const DML_BUFFER_TENSOR_DESC desc = DescOf(expected);
    Diagnosis found = Validate(desc, expected.role);
    if (expected.error == E::OutputOverlap) { found.axis = NotSaid; }
    return Says(found, expected) && HoldsAsOwner(desc, expected.role);
}

TEST(Validate, HasEachReasonWithItsNumbers)
{
    ExpectTwice<Cases>();
    for (const Case& each : Cases)
    {
        const DML_BUFFER_TENSOR_DESC desc = DescOf(each);
        EXPECT_EQ(Validate(AsTensorDesc(desc), each.role), each.error) << "case " << &each - Cases;
    }
}

// ---- Type and Desc --------------------------------------------------------------------------------------------------

constexpr DML_TENSOR_DESC TensorDescOf(std::uint32_t type, const void* desc) noexcept
{
    return DML_TENSOR_DESC{static_cast<DML_TENSOR_TYPE>(type), desc};
}

constexpr std::uint32_t SomeSizes[] = {2, 3};
constexpr DML_BUFFER_TENSOR_DESC ValidDesc{Float32, DML_TENSOR_FLAG_NONE, 2, SomeSizes, nullptr, 24, 0};

constexpr bool TypeAndDescHold()
{
    return Validate(TensorDescOf(1, nullptr), In) == E::NullDesc
           && Validate(TensorDescOf(1, nullptr), Out) == E::NullDesc
           && Validate(TensorDescOf(0, nullptr), In) == E::NullDesc
           && Validate(TensorDescOf(7, nullptr), Out) == E::NullDesc
           && Validate(TensorDescOf(0, &ValidDesc), In) == E::TensorType
           && Validate(TensorDescOf(2, &ValidDesc), Out) == E::TensorType
           && Validate(TensorDescOf(0xFFFFFFFF, &ValidDesc), In) == E::TensorType;
}

TEST(Validate, RejectsAnotherTypeAndANullDesc)
{
    ExpectTwice<TypeAndDescHold>();
    EXPECT_TRUE(Validate(TensorDescOf(1, &ValidDesc), In).Ok());
    EXPECT_TRUE(Validate(TensorDescOf(1, &ValidDesc), Out).Ok());
    EXPECT_FALSE(Validate(TensorDescOf(2, &ValidDesc), Out).Accepted());
    // With another type, Desc may point to anything, because it is not read.
    const unsigned char other = 0;
    EXPECT_EQ(Validate(TensorDescOf(2, &other), In), E::TensorType);
}

// ---- BufferTensorDesc -----------------------------------------------------------------------------------------------

struct OwnerCase
{
    BufferTensorDesc tensor;
    TensorRole role;
    TensorError error;
};

constexpr BufferTensorDesc ViewFrom(std::uint64_t firstElement, std::uint32_t alignment = 0)
{
    return BufferTensorDesc::OfView(Float32, L::Strided({2, 3}, {3, 1}, firstElement)).WithAlignment(alignment);
}

constexpr TensorLayout Overlapping(std::uint64_t firstElement)
{
    return L::Strided({2, 3, 4}, {22, 3, 1}, firstElement);
}

constexpr OwnerCase OwnerCases[] = {
    {BufferTensorDesc(), In, E::UnknownDataType},
    {BufferTensorDesc(), Out, E::UnknownDataType},
    {BufferTensorDesc(Float32, TensorLayout()), In, E::DimensionCount},
    {BufferTensorDesc(Float32, L::Packed({2, 3}).Transposed({0, 0})), Out, E::AxisOrder},
    {BufferTensorDesc(Float32, L::Strided({2}, {1}, 1)), In, E::FirstElement},
    {BufferTensorDesc(Float32, L::Packed({2, 3})), In, E::None},
    {BufferTensorDesc(Float32, L::Packed({2, 3})), Out, E::None},
    {BufferTensorDesc(Float32, L::Strided({2, 3}, {0, 1})), In, E::None},
    {BufferTensorDesc(Float32, L::Strided({2, 3}, {0, 1})), Out, E::OutputOverlap},
    {BufferTensorDesc(Float32, Overlapping(0)), In, E::None},
    {BufferTensorDesc(Float32, Overlapping(0)), Out, E::OutputElementsOverlap},
    {BufferTensorDesc(Float32, L::Packed({2, 3}), DML_TENSOR_FLAG_OWNED_BY_DML), In, E::None},
    {BufferTensorDesc(Float32, L::Packed({2, 3}), DML_TENSOR_FLAG_OWNED_BY_DML), Out, E::OutputOwnedByDml},
    // DirectML requires a multiple of 16 bytes; the description may guarantee more.
    {ViewFrom(0), In, E::None},
    {ViewFrom(1), In, E::BindingOffset},
    {ViewFrom(3), Out, E::BindingOffset},
    {ViewFrom(4), In, E::None},
    {ViewFrom(8), Out, E::None},
    {ViewFrom(4, 16), In, E::None},
    {ViewFrom(4, 32), In, E::BindingOffset},
    {ViewFrom(8, 32), In, E::None},
    {ViewFrom(64, 256), Out, E::None},
    {ViewFrom(68, 256), Out, E::BindingOffset},
    {ViewFrom(0, 0x80000000), In, E::None},
    // Last of all.
    {ViewFrom(1, 8), In, E::Alignment},
    {BufferTensorDesc::OfView(Float32, L::Strided({2, 3}, {0, 1}, 1)), Out, E::OutputOverlap},
    {BufferTensorDesc::OfView(Float32, L::Strided({2, 3}, {0, 1}, 1)), In, E::BindingOffset},
    {BufferTensorDesc::OfView(Float32, Overlapping(1)), Out, E::OutputElementsOverlap},
    {BufferTensorDesc::OfView(Float32, Overlapping(1)), In, E::BindingOffset},
};

constexpr bool Holds(const OwnerCase& expected)
{
    const Diagnosis found = Validate(expected.tensor, expected.role);
    return found == expected.error && found.tensor == NotSaid
           && found.Accepted() == (expected.error == E::None || IsHazard(expected.error))
           && (static_cast<bool>(expected.tensor) || found.axis == expected.tensor.Reason().axis);
}

TEST(Validate, BufferTensorDescCarriesItsReason) { ExpectTwice<OwnerCases>(); }

// ---- the real DirectML's verdicts -----------------------------------------------------------------------------------

TEST(Validate, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table(
        "directml_verdicts.csv",
        "group,rule,role,data_type,flags,dimension_count,sizes,strides,total,alignment,tensor_type,accepted,reason");
    ASSERT_EQ(rows.size(), 1333u);

    std::size_t rejected = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(row[1]);
        ASSERT_TRUE(row[2] == "input" || row[2] == "output");
        ASSERT_TRUE(row[11] == "0" || row[11] == "1");
        const TensorRole role = row[2] == "input" ? In : Out;
        const bool isAccepted = row[11] == "1";
        const std::string& reason = row[12];
        rejected += isAccepted ? 0 : 1;

        const verdict_file::ListedTensor tensor = verdict_file::TensorFrom(row, 3);
        const std::uint32_t type = verdict_file::Number32(row[10]);
        const Diagnosis found = Validate(TensorDescOf(type, &tensor.desc), role);
        EXPECT_EQ(found.Accepted(), isAccepted) << ToString(found.error);
        // The only hazard that the file names for accepted rows is a size that wraps.
        if (!isAccepted || reason == "SizeWraps") { EXPECT_EQ(ToString(found.error), reason); }

        reference_model::Tensor model = reference_model::TensorOf(tensor.desc);
        model.type = type;
        const reference_model::Verdict expected = reference_model::JudgeTensor(model, role == Out);
        EXPECT_EQ(expected.rejected, !isAccepted) << expected.reason;
        EXPECT_STREQ(ToString(found.error), expected.reason);

        model.type = 1;
        const reference_model::Verdict ofBuffer = reference_model::JudgeTensor(model, role == Out);
        EXPECT_STREQ(ToString(Validate(tensor.desc, role).error), ofBuffer.reason);
        if (type == 1) { EXPECT_EQ(Validate(tensor.desc, role).Accepted(), isAccepted); }

        const Diagnosis asInput = Validate(tensor.desc, In);
        const BufferTensorDesc owner = BufferTensorDesc::Of(tensor.desc);
        EXPECT_EQ(owner.Error(), asInput.Accepted() ? E::None : asInput.error);
        if (role == In && type == 1) { EXPECT_EQ(static_cast<bool>(owner), isAccepted); }
    }
    EXPECT_EQ(rejected, 586u);
}

// A constant expression from a temporary. In g++ 12, comparing a pointer into it with null is not constant.
static_assert(
    Validate(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, L::Strided({2, 3}, {5, 1})), TensorRole::Output).Ok());

} // namespace

} // namespace validate_test
