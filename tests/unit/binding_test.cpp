// ValidateBinding and BufferPlacement: DirectML's own verdicts and placements, the reference model, and a search for a
// smaller offset.
#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "random_tests/descriptors.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binding_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;
using E = TensorError;

constexpr std::uint64_t Half = std::uint64_t{1} << 63;

// ---- ValidateBinding: every reason with its numbers, first things first ---------------------------------------------

struct BindingCase
{
    std::uint64_t total;
    std::uint32_t guaranteed;
    std::uint64_t offset;
    std::uint64_t size;
    std::uint64_t bufferSize;
    E error = E::None;
    std::uint64_t actual = 0;
    std::uint64_t required = 0;
};

constexpr BindingCase BindingCases[] = {
    {24, 0, 0, 24, 24},
    {24, 0, 16, 24, 40},
    {24, 0, 32, 25, 1024}, // a size that is not a multiple of 4
    {24, 64, 64, 24, 1024},
    {24, 4, 16, 24, 40},
    {0, 0, 8, 0, 0, E::TotalSizeTooSmall, 0, 4}, // comes first
    {24, 0, Max64 - 15, 0, Max64, E::BindingTooSmall, 0, 24},
    {1, 0, Max64 - 15, 15, Max64}, // up to the last possible byte
    {24, 0, 8, 24, 1024, E::BindingAlignment, 8, 16},
    {24, 0, Max64, 24, 1024, E::BindingAlignment, Max64, 16},
    {24, 0, 1024, 24, 1024, E::BindingOutside, 1048, 1024},
    {24, 0, 0, Max64, 1024, E::BindingOutside, Max64, 1024},
    {24, 0, 16, Max64 - 14, 0, E::BindingOutside, Max64, 0}, // 2^64 + 1, which wraps to 1
    {24, 0, 0, 20, 1024, E::BindingTooSmall, 20, 24},
    {24, 64, 32, 24, 1024, E::BindingAlignment, 32, 64},
    {24, 12, 16, 24, 1024, E::BindingAlignment, 16, 12},
    // Two faults, which are reported in DirectML's order.
    {24, 64, 8, 24, 16, E::BindingAlignment, 8, 16},
    {24, 64, 32, 20, 40, E::BindingOutside, 52, 40},
    {24, 64, 32, 20, 64, E::BindingTooSmall, 20, 24},
    // 2^64 and more.
    {24, 0, Max64 - 15, 24, 64, E::BindingWraps, Max64, 64},
    {24, 0, 16, Max64 - 15, 64, E::BindingWraps, Max64, 64},
    {24, 0, Max64 - 15, Max64, Max64 - 16, E::BindingWraps, Max64, Max64 - 16},
    {24, 0, Max64 - 15, 24, 7, E::BindingOutside, Max64, 7},
    {24, 0, Max64 - 15, 16, 64, E::BindingTooSmall, 16, 24},
    {24, 64, Max64 - 15, 24, 64, E::BindingAlignment, Max64 - 15, 64},
};

// Sizes are not read, and are null here.
constexpr DML_BUFFER_TENSOR_DESC DescOf(std::uint64_t total, std::uint32_t guaranteed) noexcept
{
    return {Float32, DML_TENSOR_FLAG_NONE, 2, nullptr, nullptr, total, guaranteed};
}

constexpr bool Holds(const BindingCase& each)
{
    const Diagnosis found =
        ValidateBinding(DescOf(each.total, each.guaranteed), each.offset, each.size, each.bufferSize);
    return Says(found, each.error, NoAxis, each.actual, each.required) && found.Ok() == (each.error == E::None)
           && found.Accepted() == (each.error == E::None || each.error == E::BindingWraps);
}

TEST(Binding, HasEachReasonWithItsNumbers) { ExpectTwice<BindingCases>(); }

// Any integer type; a negative number comes before all else, the first one first.
struct NegativeCase
{
    Diagnosis found;
    std::uint64_t actual;
    const char* sentence;
};

constexpr DML_BUFFER_TENSOR_DESC NoTotal = DescOf(0, 0);
constexpr NegativeCase NegativeCases[] = {
    {ValidateBinding(NoTotal, -16, -1, -1), Max64 - 15, "offset is -16; it must be at least 0 [ValueRange]"},
    {ValidateBinding(NoTotal, std::int8_t{0}, -1L, -1), Max64, "sizeInBytes is -1; it must be at least 0 [ValueRange]"},
    {ValidateBinding(NoTotal, 0U, 0, std::int64_t{-7}), Max64 - 6,
     "bufferSizeInBytes is -7; it must be at least 0 [ValueRange]"},
    {ValidateBinding(BufferTensorDesc(Float32, TensorLayout::Packed({6})), -1, 24, 1024), Max64,
     "offset is -1; it must be at least 0 [ValueRange]"},
};

constexpr bool Holds(const NegativeCase& each)
{
    return Says(each.found, E::ValueRange, NoAxis, each.actual, Max64) && each.found.Rejected();
}

TEST(Binding, NegativeNumbersAreRejected)
{
    ExpectTwice<NegativeCases>();
    for (const NegativeCase& each : NegativeCases) { EXPECT_STREQ(Explain(each.found).c_str(), each.sentence); }
}

// ---- the real DirectML's verdicts -----------------------------------------------------------------------------------

// The names of the file and of the library.
const std::map<std::string, E> Reasons = {
    {"None", E::None},
    {"OffsetAlignment", E::BindingAlignment},
    {"BeyondResource", E::BindingOutside},
    {"SizeTooSmall", E::BindingTooSmall},
    {"GuaranteedAlignment", E::BindingAlignment},
    {"RangeWraps", E::BindingWraps},
};

TEST(Binding, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table(
        "binding_verdicts.csv",
        "role,data_type,dimension_count,sizes,strides,total,guaranteed,offset,size,width,accepted,reason");
    ASSERT_EQ(rows.size(), 716u);

    std::map<std::string, std::size_t> met;
    for (const std::vector<std::string>& row : rows)
    {
        if (row[9].empty()) { continue; }     // no buffer is bound
        SCOPED_TRACE(&row - rows.data() + 2); // the line
        ASSERT_TRUE(row[10] == "0" || row[10] == "1");
        ASSERT_EQ(Reasons.count(row[11]), 1u) << row[11];
        ++met[row[11]];

        const Dimensions sizes(verdict_file::Numbers(row[3]));
        const Dimensions strides(verdict_file::Numbers(row[4]));
        const DML_BUFFER_TENSOR_DESC desc{static_cast<DML_TENSOR_DATA_TYPE>(verdict_file::Number32(row[1])),
                                          DML_TENSOR_FLAG_NONE,
                                          verdict_file::Number32(row[2]),
                                          sizes.data(),
                                          strides.empty() ? nullptr : strides.data(),
                                          verdict_file::Number(row[5]),
                                          verdict_file::Number32(row[6])};
        ASSERT_TRUE(Validate(desc, row[0] == "output" ? TensorRole::Output : TensorRole::Input).Accepted());

        const reference_model::Binding binding{verdict_file::Number(row[7]), verdict_file::Number(row[8]),
                                               verdict_file::Number(row[9])};
        const Diagnosis found = ValidateBinding(desc, binding.offset, binding.size, binding.bufferSize);
        EXPECT_EQ(found.Accepted(), row[10] == "1") << ::testing::PrintToString(found);
        EXPECT_EQ(found, Reasons.at(row[11])) << ::testing::PrintToString(found);
        if (found == E::BindingAlignment) { EXPECT_EQ(found.required == 16, row[11] == "OffsetAlignment"); }

        const reference_model::Verdict expected =
            reference_model::JudgeBinding(reference_model::TensorOf(desc), binding);
        EXPECT_EQ(expected.rejected, row[10] == "0") << expected.reason;
        EXPECT_TRUE(random_descriptors::Agrees(found, expected))
            << ::testing::PrintToString(found) << " instead of " << random_descriptors::Text(expected);
    }
    const std::map<std::string, std::size_t> all = {
        {"None", 272},         {"OffsetAlignment", 147},    {"BeyondResource", 112},
        {"SizeTooSmall", 108}, {"GuaranteedAlignment", 47}, {"RangeWraps", 18}};
    EXPECT_EQ(met, all);
}

// ---- BufferPlacement: DirectML's placements -------------------------------------------------------------------------

constexpr BufferTensorDesc Tensor(std::uint64_t total, std::uint32_t guaranteed = 0,
                                  DML_TENSOR_DATA_TYPE type = Float32)
{
    return BufferTensorDesc(type, TensorLayout::Packed({1})).WithTotalSize(total).WithAlignment(guaranteed);
}

TEST(Placement, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table("placement_examples.csv", "data_types,totals,guaranteed,offsets,buffer_size");
    ASSERT_EQ(rows.size(), 60u);
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(&row - rows.data() + 2); // the line
        const std::vector<std::uint64_t> types = verdict_file::Numbers(row[0]);
        const std::vector<std::uint64_t> totals = verdict_file::Numbers(row[1]);
        const std::vector<std::uint64_t> guaranteed = verdict_file::Numbers(row[2]);
        const std::vector<std::uint64_t> offsets = verdict_file::Numbers(row[3]);
        const std::uint64_t bufferSize = verdict_file::Number(row[4]);
        ASSERT_TRUE(types.size() >= 3 && types.size() == totals.size() && types.size() == guaranteed.size()
                    && types.size() == offsets.size());

        BufferPlacement ofTensors;
        BufferPlacement ofBytes;
        for (std::size_t i = 0; i < totals.size(); ++i)
        {
            const BufferTensorDesc tensor = Tensor(totals[i], static_cast<std::uint32_t>(guaranteed[i]),
                                                   static_cast<DML_TENSOR_DATA_TYPE>(types[i]));
            ASSERT_TRUE(tensor) << ToString(tensor.Error());
            EXPECT_EQ(ofTensors.Place(tensor), offsets[i]) << i;
            EXPECT_EQ(ofBytes.Place(totals[i], guaranteed[i]), offsets[i]) << i;
            EXPECT_TRUE(ValidateBinding(tensor.Desc(), offsets[i], totals[i], bufferSize).Ok()) << i;
            const bool isLast = i + 1 == totals.size();
            EXPECT_EQ(ValidateBinding(tensor.Desc(), offsets[i], totals[i], bufferSize - 1),
                      isLast ? E::BindingOutside : E::None)
                << i;
        }
        EXPECT_TRUE(ofTensors && ofBytes);
        EXPECT_EQ(ofTensors.SizeInBytes(), bufferSize);
        EXPECT_EQ(ofBytes.SizeInBytes(), bufferSize);
    }
}

// ---- what is placed, and what is not --------------------------------------------------------------------------------

constexpr bool PlacesTensors()
{
    BufferPlacement placement;
    const bool isEmptyValid =
        placement && placement.SizeInBytes() == 0 && placement.Error() == E::None && placement.Reason().Ok();
    const BufferTensorDesc view =
        BufferTensorDesc::OfView(Float32, TensorLayout::Strided({2, 3}, {3, 1}, 100)).WithAlignment(64);
    // Only the total size matters: the second tensor has padded rows and 32 bytes; its first element is not used.
    return isEmptyValid && placement.Place(BufferTensorDesc(UInt8, TensorLayout::Packed({5}))) == 0
           && placement.SizeInBytes() == 8
           && placement.Place(BufferTensorDesc(Float32, TensorLayout::Strided({2, 3}, {5, 1}))) == 16
           && placement.SizeInBytes() == 48 && placement.Place(view) == 64 && placement.SizeInBytes() == 88
           && placement.Place(1000, 256) == 256 && placement.SizeInBytes() == 1256 && placement;
}

TEST(Placement, AcceptsTensorsAndBytes) { ExpectTwice<PlacesTensors>(); }

// An alignment below 16 means 16.
constexpr bool SmallAlignmentsMean16()
{
    for (const std::uint32_t alignment : {0U, 1U, 2U, 4U, 8U, 16U})
    {
        BufferPlacement placement;
        if (placement.Place(1, alignment) != 0 || placement.Place(1, alignment) != 16 || !placement) { return false; }
    }
    BufferPlacement none;
    return none.Place(0, 0) == 0 && none.SizeInBytes() == 0 && none.Place(Max64, 0) == 0 && none.SizeInBytes() == Max64
           && none;
}

TEST(Placement, SmallAlignmentsMean16) { ExpectTwice<SmallAlignmentsMean16>(); }

struct Placed
{
    std::uint64_t offset;
    Diagnosis reason;
    bool isCarried; // later tensors are not placed and do not change the reason
};

// Places one tensor, then the tested one, then others.
template <class... Arguments> constexpr Placed PlacedSecond(const Arguments&... arguments)
{
    BufferPlacement placement;
    const std::uint64_t first = placement.Place(20, 16);
    const std::uint64_t offset = placement.Place(arguments...);
    const Diagnosis reason = placement.Reason();
    const bool isCarried = first == 0 && placement.SizeInBytes() == 0 && placement.Place(4, 16) == NoOffset
                           && placement.Place(4, 17) == NoOffset && placement.Place(BufferTensorDesc()) == NoOffset
                           && placement.Place(Tensor(4)) == NoOffset && placement.Reason() == reason
                           && placement.Error() == reason.error && !placement && placement.SizeInBytes() == 0;
    return {offset, reason, isCarried};
}

struct PlacementError
{
    Placed placed;
    E error;
    std::uint64_t actual;
    std::uint64_t required;
    std::uint32_t axis = NoAxis;
};

constexpr auto PlacementErrors()
{
    return std::array{
        PlacementError{PlacedSecond(BufferTensorDesc()), E::UnknownDataType, 0, LastType},
        PlacementError{PlacedSecond(BufferTensorDesc(Float32, TensorLayout::Packed({2, 0}))), E::ZeroSize, 0, 1, 1},
        PlacementError{PlacedSecond(Tensor(24, 24)), E::Alignment, 24, 16},
        PlacementError{PlacedSecond(Tensor(3)), E::TotalSizeTooSmall, 3, 4},
        PlacementError{PlacedSecond(4, 3), E::Alignment, 3, 16},
        PlacementError{PlacedSecond(4, 24), E::Alignment, 24, 16},
        PlacementError{PlacedSecond(4, Max64), E::Alignment, Max64, 16},
        PlacementError{PlacedSecond(4, Half + 16), E::Alignment, Half + 16, 16},
        PlacementError{PlacedSecond(-1, 16), E::ValueRange, Max64, Max64},
        PlacementError{PlacedSecond(std::int64_t{-5}, 3), E::ValueRange, Max64 - 4, Max64},
        PlacementError{PlacedSecond(4, -16), E::ValueRange, Max64 - 15, Max64},
        PlacementError{PlacedSecond(Max64, 3), E::Alignment, 3, 16},
        PlacementError{PlacedSecond(Max64 - 31, 16), E::SpanLimit, Max64, Max64},
        PlacementError{PlacedSecond(Max64 - 20, 16), E::SpanLimit, Max64, Max64},
        PlacementError{PlacedSecond(Half, Half), E::SpanLimit, Max64, Max64},
    };
}

constexpr bool Holds(const PlacementError& each)
{
    return each.placed.offset == NoOffset && Says(each.placed.reason, each.error, each.axis, each.actual, each.required)
           && each.placed.isCarried;
}

TEST(Placement, CarriesItsFirstError) { ExpectTwice<PlacementErrors>(); }

// The largest that fits, one byte below SpanLimit.
constexpr bool UsesTheLastByte()
{
    BufferPlacement placement;
    return placement.Place(20, 16) == 0 && placement.Place(Max64 - 32, 16) == 32 && placement.SizeInBytes() == Max64
           && placement;
}

// Even the next multiple of an alignment may exceed 64 bits.
constexpr bool EndsBeforeTheNextMultiple()
{
    BufferPlacement placement;
    return placement.Place(Half + 1, 16) == 0 && placement.Place(0, Half) == NoOffset
           && placement.Error() == E::SpanLimit && placement.SizeInBytes() == 0;
}

TEST(Placement, UsesTheLastByte)
{
    ExpectTwice<UsesTheLastByte>();
    ExpectTwice<EndsBeforeTheNextMultiple>();
}

} // namespace

} // namespace binding_test
