#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gather_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Matches;
using test_support::Max32;
using test_support::NoAxis;
using test_support::Unspecified;
using E = TensorError;
using L = TensorLayout;

constexpr DML_FEATURE_LEVEL Level(std::uint32_t value) { return static_cast<DML_FEATURE_LEVEL>(value); }

constexpr std::uint32_t Newest = 0x6400;

// ---- GatherOutput ---------------------------------------------------------------------------------------------------

struct OutputCase
{
    Dimensions input;
    Dimensions indices;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
    Dimensions output;
};

constexpr OutputCase OutputCases[] = {
    // The five documented examples, the third with its IndexDimensions corrected.
    {{4}, {5}, 0, 1, {5}},
    {{3, 2}, {1, 4}, 0, 1, {4, 2}},
    {{3, 2}, {1, 2}, 1, 1, {3, 2}},
    {{1, 3, 3}, {1, 1, 2}, 2, 2, {3, 1, 2}},
    {{1, 3, 2}, {1, 2, 2}, 1, 2, {2, 2, 2}},

    {{1, 1, 3, 4}, {1, 1, 2, 2}, 2, 2, {1, 2, 2, 4}},
    {{1, 1, 1, 1, 1, 1, 1, 7}, {1, 1, 1, 1, 1, 1, 1, 3}, 7, 1, {1, 1, 1, 1, 1, 1, 1, 3}},
    // The axis disappears, and a leading 1 is added.
    {{3, 4, 5, 7}, {1, 1, 1, 1}, 1, 0, {1, 3, 5, 7}},
    // All dimensions are index dimensions: all sizes except the axis must be 1.
    {{1, 1, 5}, {2, 3, 4}, 2, 3, {2, 3, 4}},
    {{1, 1, 1, 1, 1, 1, 1, 9}, {2, 2, 2, 2, 2, 2, 2, 2}, 7, 8, {2, 2, 2, 2, 2, 2, 2, 2}},
    // A layout may have more elements than a description.
    {{70000, 9}, {1, 70000}, 1, 1, {70000, 70000}},
    // A valid batch: {2} of the indices matches {2} of the input.
    {{2, 3, 5}, {1, 2, 7}, 1, 1, {2, 7, 5}},
};

constexpr bool Holds(const OutputCase& expected)
{
    const TensorLayout output = GatherOutput(expected.input, expected.indices, expected.axis, expected.indexDimensions);
    return output && output == L::Packed(expected.output);
}

TEST(Gather, OutputHasTheDocumentedSizes) { ExpectTwice<OutputCases>(); }

struct OutputErrorCase
{
    Dimensions input;
    Dimensions indices;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
    TensorError error;
};

constexpr OutputErrorCase OutputErrorCases[] = {
    {{}, {}, 0, 0, E::DimensionCount},
    {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1}, 0, 1, E::DimensionCount},
    {{4}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, 1, E::DimensionCount},
    {{-1}, {5}, 0, 1, E::ValueRange},
    {{4}, {0x100000000}, 0, 1, E::ValueRange},
    {{0, 2}, {1, 4}, 0, 1, E::ZeroSize},
    {{3, 2}, {1, 0}, 0, 1, E::ZeroSize},
    {{2, 3, 4}, {5}, 0, 1, E::GatherRanksDiffer},
    {{5, 5, 5, 5}, {1, 1, 1, 5}, 4, 1, E::GatherAxis},
    {{5, 5, 5, 5}, {1, 1, 1, 5}, 0, 5, E::GatherIndexDimensions},
    {{5, 5, 5, 5}, {1, 1, 1, 5}, 0, 0, E::GatherBatchAxis},
    {{2, 3, 5}, {1, 2, 7}, 0, 1, E::GatherBatchAxis},
    {{1, 1, 5}, {1, 7, 11}, 2, 0, E::GatherTerminates},
    {{2, 3, 5}, {1, 4, 7}, 1, 1, E::GatherBatchSize},
    {{65536, 65536, 2}, {1, 1, 65536}, 2, 1, E::StrideLimit},
    // Cases in which DirectMLX writes outside its array, or drops sizes.
    {{2, 3, 4}, {1, 2, 2}, 1, 2, E::GatherDropsDimension},
    {{2, 2, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2}, 0, 8, E::GatherDropsDimension},
    // Cases in which DirectML's result differs from its documentation.
    {{2, 3, 2, 1, 3}, {1, 1, 1, 1, 2}, 0, 5, E::GatherRankLimit},
    {{2, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 3}, 0, 2, E::GatherRankLimit},
};

constexpr bool Holds(const OutputErrorCase& expected)
{
    const TensorLayout output = GatherOutput(expected.input, expected.indices, expected.axis, expected.indexDimensions);
    return !output && output.Error() == expected.error && output.Rank() == 0;
}

TEST(Gather, OutputNamesTheReason) { ExpectTwice<OutputErrorCases>(); }

TEST(Gather, OutputReportsItsNumbers)
{
    EXPECT_EQ(GatherOutput({2, 3}, {1, 3}, 5, 1).Reason(), (Diagnosis{E::GatherAxis, NoAxis, 5, 2}));
    EXPECT_EQ(GatherOutput({2, 3}, {1, 3}, 0, 7).Reason(), (Diagnosis{E::GatherIndexDimensions, NoAxis, 7, 2}));
    EXPECT_EQ(GatherOutput({2, 3}, {1, 1, 3}, 0, 1).Reason(),
              (Diagnosis{E::GatherRanksDiffer, NoAxis, 3, 2, Diagnosis::Indices}));
    EXPECT_STREQ(Explain(GatherOutput({2, 3}, {1, 1, 3}, 0, 1).Reason()).c_str(),
                 "IndicesTensor.DimensionCount is 3; it must be 2, the input's [GatherRanksDiffer]");
    EXPECT_STREQ(Explain(GatherOutput({30522, 768}, {77}, 0, 1).Reason()).c_str(),
                 "IndicesTensor.DimensionCount is 1; it must be 2, the input's; put sizes of 1 in front of the others "
                 "[GatherRanksDiffer]");
    // Input and indices fit 32 bits, the output {2, 2^32-1, 2^32-1} does not.
    EXPECT_EQ(GatherOutput({1, 1, Max32}, {1, 2, Max32}, 1, 2).Reason(),
              (Diagnosis{E::StrideLimit, 0, std::uint64_t{Max32} * Max32, Max32, Diagnosis::Output}));
}

// ---- GatherFromOnnx -------------------------------------------------------------------------------------------------

struct OnnxCase
{
    Dimensions input;
    Dimensions indices;
    std::int64_t axis;
    OnnxGather expected;
};

// clang-format off
constexpr OnnxCase OnnxCases[] = {
    // Rows of a table, and the two examples of ONNX's documentation.
    {{30522, 768}, {1, 128}, 0, {{1, 30522, 768}, {1, 1, 128}, {1, 128, 768}, 1, 2}},
    {{3, 2}, {2, 2}, 0, {{1, 3, 2}, {1, 2, 2}, {2, 2, 2}, 1, 2}},
    {{3, 3}, {1, 2}, 1, {{1, 3, 3}, {1, 1, 2}, {3, 1, 2}, 2, 2}},
    {{3, 3}, {1, 2}, -1, {{1, 3, 3}, {1, 1, 2}, {3, 1, 2}, 2, 2}},
    // One rank already, one index, scalar indices.
    {{5, 4, 3, 2}, {7}, -3, {{5, 4, 3, 2}, {1, 1, 1, 7}, {5, 7, 3, 2}, 1, 1}},
    {{10}, {1}, 0, {{10}, {1}, {1}, 0, 1}},
    {{10}, {}, -1, {{10}, {1}, {1}, 0, 1}},
    {{3, 4, 5}, {}, 1, {{3, 4, 5}, {1, 1, 1}, {3, 1, 5}, 1, 1}},
    // 8 axes.
    {{2, 3, 4, 5, 6}, {1, 7, 1, 8}, 4,
     {{1, 1, 1, 2, 3, 4, 5, 6}, {1, 1, 1, 1, 1, 7, 1, 8}, {2, 3, 4, 5, 1, 7, 1, 8}, 7, 4}},
    {{9}, {1, 2, 1, 1, 1, 1, 1, 3}, 0,
     {{1, 1, 1, 1, 1, 1, 1, 9}, {1, 2, 1, 1, 1, 1, 1, 3}, {1, 2, 1, 1, 1, 1, 1, 3}, 7, 8}},
    {{1, 1, 1, 1, 1, 1, 2, 1}, {}, -8,
     {{1, 1, 1, 1, 1, 1, 2, 1}, {1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 2, 1}, 0, 1}},
};
// clang-format on

constexpr bool Holds(const OnnxCase& each)
{
    const OnnxGather found = GatherFromOnnx(each.input, each.indices, each.axis);
    return found && found.Error() == E::None && found.Reason().Ok() && found.input == each.expected.input
           && found.indices == each.expected.indices && found.output == each.expected.output
           && found.axis == each.expected.axis && found.indexDimensions == each.expected.indexDimensions;
}

TEST(Gather, FromOnnxHasLeading1sWhereNeeded) { ExpectTwice<OnnxCases>(); }

struct OnnxErrorCase
{
    OnnxGather found;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
    const char* sentence; // or how it begins
};

constexpr Dimensions NineOnes = {1, 1, 1, 1, 1, 1, 1, 1, 1};

constexpr OnnxErrorCase OnnxErrorCases[] = {
    {GatherFromOnnx(NineOnes, {-1}, 9), E::DimensionCount, NoAxis, 9, 8,
     "the length of input is 9; it must be at most 8"},
    {GatherFromOnnx({}, NineOnes, 9), E::DimensionCount, NoAxis, 9, 8,
     "the length of indices is 9; it must be at most 8"},
    {GatherFromOnnx({}, {0, -1}, 9), E::ValueRange, 1, std::uint64_t(-1), Max32,
     "indices[1] is -1; it must be 1 to 4294967295"},
    {GatherFromOnnx({}, {0}, 9), E::RankDiffers, NoAxis, 0, 1, "the rank of input is 0; it must be at least 1"},
    {GatherFromOnnx({2, 0}, {0}, 9), E::ZeroSize, 1, 0, 1, "input[1] is 0"},
    {GatherFromOnnx({0, 2}, {1}, 0), E::ZeroSize, 0, 0, 1, "input[0] is 0"},
    {GatherFromOnnx({2, 3}, {0}, 9), E::ZeroSize, 0, 0, 1, "indices[0] is 0"},
    {GatherFromOnnx({2, 3}, {1}, 2), E::AxisOutOfRange, NoAxis, 2, 2,
     "axis is 2; it must be at least -2 and below 2, the rank of input"},
    {GatherFromOnnx({2, 3}, {}, -3), E::AxisOutOfRange, NoAxis, std::uint64_t(-3), 2,
     "axis is -3; it must be at least -2 and below 2, the rank of input"},
    {GatherFromOnnx({2, 3}, {1, 1, 1, 1, 1, 1, 1, 1}, 2), E::AxisOutOfRange, NoAxis, 2, 2,
     "axis is 2; it must be at least -2 and below 2, the rank of input"},
    {GatherFromOnnx({2, 3}, {1, 1, 1, 1, 1, 1, 1, 1}, 1), E::DimensionCount, NoAxis, 9, 8,
     "the rank of the output would be 9; it must be at most 8"},
    {GatherFromOnnx({2, 65536, 65536}, {1}, 0), E::StrideLimit, 0, 4294967296, Max32,
     "InputTensor: Strides[0] would be 4294967296; a stride must be at most 4294967295"},
    {GatherFromOnnx({65536, 1}, {65536, 65536}, 1), E::StrideLimit, 0, 4294967296, Max32,
     "OutputTensor: Strides[0] would be 4294967296; a stride must be at most 4294967295"},
};

constexpr bool Holds(const OnnxErrorCase& each)
{
    const Diagnosis reason = each.found.Reason();
    const Message message = Explain(reason);
    const bool isCarried = each.found.input.Reason() == reason && each.found.indices.Reason() == reason
                           && each.found.output.Reason() == reason;
    return !each.found && each.found.Error() == each.error && isCarried && reason.error == each.error
           && reason.axis == each.axis && reason.actual == each.actual && reason.required == each.required
           && each.found.axis == 0 && each.found.indexDimensions == 0
           && detail::StartsWith(message.c_str(), each.sentence);
}

TEST(Gather, FromOnnxNamesTheWrongArgument) { ExpectTwice<OnnxErrorCases>(); }

// ONNX's rule for the output: the input's sizes with the axis replaced by the sizes of the indices.
TEST(Gather, FromOnnxHasOnnxSizesForEveryRankAndAxis)
{
    const std::vector<std::uint32_t> inputs = {2, 3, 5, 7, 11, 13, 17, 19}, indices = {4, 6, 8, 9, 10, 12, 14, 1};
    std::size_t cases = 0;
    for (std::size_t r = 1; r <= 8; ++r)
    {
        for (std::size_t q = 0; q <= 8 && r + q <= 9; ++q)
        {
            for (std::size_t axis = 0; axis < r; ++axis)
            {
                const Dimensions input(inputs.data(), r), listed(indices.data(), q);
                std::vector<std::uint32_t> expected(inputs.data(), inputs.data() + axis);
                if (q == 0) { expected.push_back(1); }
                expected.insert(expected.end(), indices.data(), indices.data() + q);
                expected.insert(expected.end(), inputs.data() + axis + 1, inputs.data() + r);
                const OnnxGather found = GatherFromOnnx(input, listed, axis);
                SCOPED_TRACE(::testing::Message() << r << ' ' << q << ' ' << axis);
                EXPECT_EQ(found.output, Dimensions(expected));
                EXPECT_EQ(GatherFromOnnx(input, listed, static_cast<int>(axis) - static_cast<int>(r)).output,
                          found.output);
                EXPECT_EQ(GatherOutput(found.input, found.indices, found.axis, found.indexDimensions).Sizes(),
                          found.output);
                EXPECT_EQ(found.input[found.axis], inputs[axis]);
                EXPECT_EQ(L::Packed(input).PromotedTo(found.output.size()).Sizes(), found.input);
                ++cases;
                if (r + q > 8) { continue; } // too many elements for a description
                const Diagnosis reason = ValidateGather(
                    {DML_TENSOR_DATA_TYPE_UINT8, L::Packed(found.input)}, {UInt32, L::Packed(found.indices)},
                    {DML_TENSOR_DATA_TYPE_UINT8, L::Packed(found.output)}, found.axis, found.indexDimensions);
                EXPECT_TRUE(reason.Ok()) << Explain(reason).c_str();
            }
        }
    }
    EXPECT_EQ(cases, 156U);
}

// ---- ValidateGather -------------------------------------------------------------------------------------------------

// Numbers that the contract does not define.
constexpr std::uint32_t AnyTensor = 99;
constexpr std::uint32_t AnyAxis = 99;

struct Case
{
    BufferTensorDesc input;
    BufferTensorDesc indices;
    BufferTensorDesc output;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
    std::uint32_t level;
    TensorError error = E::None;
    std::uint64_t actual = Unspecified;
    std::uint64_t required = Unspecified;
    std::uint32_t tensor = AnyTensor;
    std::uint32_t size = AnyAxis;
};

constexpr BufferTensorDesc Data(const Dimensions& sizes, std::uint32_t dataType = 1)
{
    return BufferTensorDesc(static_cast<DML_TENSOR_DATA_TYPE>(dataType), L::Packed(sizes));
}

constexpr BufferTensorDesc Indices(const Dimensions& sizes, std::uint32_t dataType = 3)
{
    return Data(sizes, dataType);
}

constexpr BufferTensorDesc Strided(const Dimensions& sizes, const Dimensions& strides, std::uint32_t dataType = 1)
{
    return BufferTensorDesc(static_cast<DML_TENSOR_DATA_TYPE>(dataType), L::Strided(sizes, strides));
}

constexpr BufferTensorDesc OwnedByDml(const Dimensions& sizes)
{
    return BufferTensorDesc(Float32, L::Packed(sizes), DML_TENSOR_FLAG_OWNED_BY_DML);
}

constexpr Case Cases[] = {
    // The five documented examples, and the third with the documented value.
    {Data({4}), Indices({5}), Data({5}), 0, 1, Newest},
    {Data({3, 2}), Indices({1, 4}), Data({4, 2}), 0, 1, Newest},
    {Data({3, 2}), Indices({1, 2}), Data({3, 2}), 1, 1, Newest},
    {Data({1, 3, 3}), Indices({1, 1, 2}), Data({3, 1, 2}), 2, 2, Newest},
    {Data({1, 3, 2}), Indices({1, 2, 2}), Data({2, 2, 2}), 1, 2, Newest},
    {Data({3, 2}), Indices({1, 2}), Data({3, 2}), 1, 2, Newest, E::GatherOutputSize},

    // All checks of one tensor come before those of the next.
    {OwnedByDml({4}), Indices({5}), OwnedByDml({5}), 0, 1, Newest, E::OutputOwnedByDml, Unspecified, Unspecified,
     Diagnosis::Output},
    {Data({4}), Indices({5}), OwnedByDml({5}), 7, 1, Newest, E::OutputOwnedByDml, Unspecified, Unspecified,
     Diagnosis::Output},
    {Strided({4}, {0}), Strided({5}, {0}, 3), Data({5}), 0, 1, Newest},
    {Data({4}), Indices({5}), Strided({5}, {0}), 0, 1, Newest, E::OutputOverlap, Unspecified, Unspecified,
     Diagnosis::Output},
    {Data({4}), Indices({5}), Strided({5}, {3}), 0, 1, Newest},

    // Hazards.
    {Data({2, 3, 5}), Indices({1, 7, 11}), Data({11, 3, 5}), 0, 2, Newest, E::GatherDropsDimension},
    {Data({1, 3, 4}), Indices({1, 2, 2}), Data({2, 2, 4}), 1, 2, Newest},
    // IndexDimensions plus the axes after Axis: 9, 8, and 10 with a dropped dimension.
    {Data({2, 3, 2, 1, 3}), Indices({1, 1, 1, 1, 2}), Data({2, 3, 2, 1, 3}), 0, 4, Newest},
    {Data({2, 1, 1, 1, 1, 1}), Indices({2, 1, 1, 1, 1, 1}), Data({1, 1, 1, 1, 1, 1}), 0, 5, Newest, E::GatherBatchAxis},
    {Data({2, 1, 1, 1, 1, 1}), Indices({2, 1, 1, 1, 1, 1}), Data({1, 1, 1, 1, 1, 1}), 1, 5, Newest,
     E::GatherDropsDimension},
    {Data({1, 2, 1, 1, 1, 1}), Indices({2, 1, 1, 1, 1, 1}), Data({1, 1, 1, 1, 1, 1}), 1, 5, Newest, E::GatherRankLimit,
     9, 8},
    {Data({3, 4, 5, 7}), Indices({1, 1, 1, 1}), Data({9, 3, 5, 7}), 1, 0, Newest, E::GatherLeadingSize},
    {Data({3, 4, 5, 7}), Indices({1, 1, 1, 1}), Data({1, 3, 5, 7}), 1, 0, Newest},
    {Data({2, 3, 5}), Indices({1, 2, 7}), Data({2, 7, 5}), 1, 1, Newest, E::GatherBatch},
    // Only leading 1s of the indices do not belong to the batch.
    {Data({2, 1, 3, 5}), Indices({1, 2, 1, 7}), Data({2, 1, 7, 5}), 2, 1, Newest, E::GatherBatch},
    {Data({2, 3, 1, 5}), Indices({1, 2, 1, 7}), Data({2, 3, 7, 5}), 2, 1, Newest, E::GatherBatchSize, 1, 3},

    // The numbers of each error, as in docs/reference.md.
    {Data({4, 6}, 12), Indices({1, 2}), Data({2, 6}), 0, 1, Newest, E::GatherDataType, 12, 11, Diagnosis::Input,
     NoAxis},
    {Data({4, 6}), Indices({1, 2}, 4), Data({2, 6}), 0, 1, Newest, E::GatherIndicesDataType, 4, 3, Diagnosis::Indices,
     NoAxis},
    {Data({4, 6}), Indices({1, 2}), Data({2, 6}, 2), 0, 1, Newest, E::GatherTypesDiffer, 2, 1, Diagnosis::Output,
     NoAxis},
    {Data({4, 6}), Indices({2}), Data({2, 6}), 0, 1, Newest, E::GatherRanksDiffer, 1, 2, Diagnosis::Indices, NoAxis},
    {Data({4, 6}), Indices({1, 2}), Data({1, 2, 6}), 0, 1, Newest, E::GatherRanksDiffer, 3, 2, Diagnosis::Output,
     NoAxis},
    {Data({4, 6}), Indices({1, 2}), Data({2, 6}), 2, 1, Newest, E::GatherAxis, 2, 2, NoAxis, NoAxis},
    {Data({4, 6}), Indices({1, 2}), Data({2, 6}), 0, 3, Newest, E::GatherIndexDimensions, 3, 2, NoAxis, NoAxis},
    {Data({4, 6}), Indices({4, 2}), Data({2, 6}), 0, 1, Newest, E::GatherBatchAxis, 0, 1, NoAxis, NoAxis},
    {Data({1, 1}), Indices({4, 2}), Data({2, 6}), 1, 1, Newest, E::GatherTerminates, 0, 1, Diagnosis::Input, NoAxis},
    {Data({4, 6}), Indices({3, 2}), Data({2, 6}), 1, 1, Newest, E::GatherBatchSize, 3, 4, Diagnosis::Indices, 0},
    {Data({1, 2, 3, 5, 7}), Indices({1, 1, 2, 4, 9}), Data({1, 2, 3, 9, 7}), 3, 1, Newest, E::GatherBatchSize, 4, 3,
     Diagnosis::Indices, 3},
    {Data({4, 6}), Indices({1, 2}), Data({3, 6}), 0, 1, Newest, E::GatherOutputSize, 3, 2, Diagnosis::Output, 0},
    {Data({4, 6}), Indices({1, 2}), Data({2, 7}), 0, 1, Newest, E::GatherOutputSize, 7, 6, Diagnosis::Output, 1},
    {Data({4, 6}), Indices({1, 2}), Data({2, 6}), 0, 1, 0x2100, E::GatherFeatureLevel, 0x2100, 0x3000, Diagnosis::Input,
     NoAxis},
    {Data({1, 1, 4, 6}), Indices({1, 1, 1, 2}, 6), Data({1, 1, 2, 6}), 2, 1, 0x2100, E::GatherFeatureLevel, 0x2100,
     0x3000, Diagnosis::Indices, NoAxis},
    {Data({4, 6}), Indices({2, 3}), Data({3, 6}), 0, 2, Newest, E::GatherDropsDimension, 2, 1, Diagnosis::Indices, 0},
    // The dropped dimension belongs to the input; with two, the second belongs to the indices.
    {Data({2, 3, 4}), Indices({1, 2, 2}), Data({2, 2, 4}), 1, 2, Newest, E::GatherDropsDimension, 2, 1,
     Diagnosis::Input, 0},
    {Data({1, 3, 4}), Indices({5, 2, 2}), Data({2, 2, 4}), 1, 3, Newest, E::GatherDropsDimension, 5, 1,
     Diagnosis::Indices, 0},
    {Data({2, 3, 2, 1, 3}), Indices({1, 1, 1, 1, 2}), Data({2, 3, 2, 1, 3}), 0, 5, Newest, E::GatherRankLimit, 9, 8,
     NoAxis, NoAxis},
    {Data({4, 6}), Indices({1, 1}), Data({5, 6}), 0, 0, Newest, E::GatherLeadingSize, 5, 1, Diagnosis::Output, 0},
    {Data({4, 6}), Indices({1, 2}), Data({2, 6}, 12), 0, 1, Newest, E::GatherDataType, 12, 11, Diagnosis::Output,
     NoAxis},
    {Data({4, 6}), Indices({4, 2}), Data({4, 2}), 1, 1, Newest, E::GatherBatch, 1, 0, Diagnosis::Indices, NoAxis},
    {Data({2, 3, 4, 6}), Indices({1, 2, 3, 5}), Data({2, 3, 5, 6}), 2, 1, Newest, E::GatherBatch, 2, 0,
     Diagnosis::Indices, NoAxis},
    {Data({4, 6}), Strided({1, 2}, {0, 0}, 3), Strided({2, 6}, {0, 1}), 0, 1, Newest, E::OutputOverlap, 0, 1,
     Diagnosis::Output, 0},
    {Data({2, 3, 4}), Indices({1, 1, 3}), Strided({2, 3, 4}, {22, 3, 1}), 1, 1, Newest, E::OutputElementsOverlap, 3, 4,
     Diagnosis::Output, 1},
};

constexpr Diagnosis ExpectedOf(const Case& from)
{
    const DML_BUFFER_TENSOR_DESC input = from.input.Desc();
    const DML_BUFFER_TENSOR_DESC indices = from.indices.Desc();
    const DML_BUFFER_TENSOR_DESC output = from.output.Desc();
    return from.level == Newest
               ? ValidateGather(input, indices, output, from.axis, from.indexDimensions)
               : ValidateGather(input, indices, output, from.axis, from.indexDimensions, Level(from.level));
}

constexpr bool Says(const Diagnosis& found, const Case& expected)
{
    const bool isAccepted = expected.error == E::None || IsHazard(expected.error);
    const bool namesATensor = expected.error == E::None ? found.tensor == NoAxis
                                                        : found.tensor <= Diagnosis::Output || found.tensor == NoAxis;
    return found == expected.error && (expected.tensor == AnyTensor ? namesATensor : found.tensor == expected.tensor)
           && Matches(found.actual, expected.actual) && Matches(found.required, expected.required)
           && (expected.size == AnyAxis || found.axis == expected.size) && found.Accepted() == isAccepted
           && found.Ok() == (expected.error == E::None);
}

constexpr bool Holds(const Case& expected) { return Says(ExpectedOf(expected), expected); }

TEST(Gather, HasEachReasonWithItsNumbers)
{
    ExpectTwice<Cases>();
    for (const Case& each : Cases)
    {
        // The same through the operator description, whose pointers a constant expression cannot follow.
        const DML_BUFFER_TENSOR_DESC descs[] = {each.input.Desc(), each.indices.Desc(), each.output.Desc()};
        const DML_TENSOR_DESC tensors[] = {AsTensorDesc(descs[0]), AsTensorDesc(descs[1]), AsTensorDesc(descs[2])};
        const DML_GATHER_OPERATOR_DESC gather{&tensors[0], &tensors[1], &tensors[2], each.axis, each.indexDimensions};
        const Diagnosis found = Validate(gather, Level(each.level));
        EXPECT_TRUE(Says(found, each)) << "case " << &each - Cases << ' ' << ::testing::PrintToString(found);
        if (each.level == Newest) { EXPECT_EQ(Validate(gather), found.error); }
    }
}

// Two hazards: the input's comes before the output's.
TEST(Gather, AHazardOfTheFirstTensorIsReported)
{
    const std::uint32_t inputSizes[] = {0x40000001, 3};
    const std::uint32_t inputStrides[] = {0x80000000, 1};
    const std::uint32_t indicesSizes[] = {1, 4};
    const std::uint32_t outputSizes[] = {4, 3};
    const std::uint32_t outputStrides[] = {2, 3};
    const auto type = DML_TENSOR_DATA_TYPE_FLOAT64;
    const DML_BUFFER_TENSOR_DESC wrapping{type, DML_TENSOR_FLAG_NONE, 2, inputSizes, inputStrides, 24, 0};
    const DML_BUFFER_TENSOR_DESC packed{type, DML_TENSOR_FLAG_NONE, 2, outputSizes, nullptr, 96, 0};
    const DML_BUFFER_TENSOR_DESC indices{UInt32, DML_TENSOR_FLAG_NONE, 2, indicesSizes, nullptr, 16, 0};
    const DML_BUFFER_TENSOR_DESC overlapping{type, DML_TENSOR_FLAG_NONE, 2, outputSizes, outputStrides, 104, 0};

    Diagnosis found = ValidateGather(wrapping, indices, overlapping, 0, 1);
    EXPECT_EQ(found, E::SizeWraps);
    EXPECT_EQ(found.tensor, Diagnosis::Input);
    found = ValidateGather(packed, indices, overlapping, 0, 1);
    EXPECT_EQ(found, E::OutputElementsOverlap);
    EXPECT_EQ(found.tensor, Diagnosis::Output);
    EXPECT_TRUE(ValidateGather(packed, indices, packed, 0, 1).Ok());
}

// If several descriptors carry an error, the first one is reported.
TEST(Gather, DescriptorsThatCarryAnErrorAreRejected)
{
    const BufferTensorDesc data = Data({3, 2});
    EXPECT_EQ(ValidateGather(data, Indices({1, 4}), Data({4, 2}), 0, 1), Diagnosis{});
    const BufferTensorDesc none = Data({2, 0});
    EXPECT_EQ(ValidateGather(none, none, none, 0, 1), (Diagnosis{E::ZeroSize, 1, 0, 1, Diagnosis::Input}));
    EXPECT_EQ(ValidateGather(data, none, none, 0, 1), (Diagnosis{E::ZeroSize, 1, 0, 1, Diagnosis::Indices}));
    EXPECT_EQ(ValidateGather(data, Indices({1, 4}), none, 0, 1), (Diagnosis{E::ZeroSize, 1, 0, 1, Diagnosis::Output}));
}

// ---- feature levels -------------------------------------------------------------------------------------------------

// The first level that documents each data type and rank; indices other than UINT32 came with 3_0.
struct LevelCase
{
    std::uint32_t dataType;
    std::uint32_t indicesType;
    std::uint32_t rank;
    std::uint32_t firstLevel;
};

constexpr LevelCase LevelCases[] = {
    {1, 3, 4, 0x1000},  {2, 3, 4, 0x1000}, {3, 3, 4, 0x2100},   {4, 3, 4, 0x2100},  {5, 3, 4, 0x2100},
    {6, 3, 4, 0x2100},  {7, 3, 4, 0x2100}, {8, 3, 4, 0x2100},   {9, 3, 4, 0x4100},  {10, 3, 4, 0x4100},
    {11, 3, 4, 0x4100}, {1, 6, 4, 0x3000}, {1, 10, 4, 0x3000},  {1, 11, 4, 0x3000}, {5, 11, 4, 0x3000},
    {1, 3, 1, 0x3000},  {1, 3, 2, 0x3000}, {1, 3, 3, 0x3000},   {1, 3, 5, 0x3000},  {1, 3, 8, 0x3000},
    {2, 6, 7, 0x3000},  {9, 6, 6, 0x4100}, {11, 11, 8, 0x4100},
};

constexpr std::uint32_t Levels[] = {0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000,
                                    0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};

constexpr bool Holds(const LevelCase& expected)
{
    constexpr std::uint32_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1};
    const Dimensions sizes(ones, expected.rank);
    const BufferTensorDesc data = Data(sizes, expected.dataType);
    const BufferTensorDesc indices = Indices(sizes, expected.indicesType);
    const DML_BUFFER_TENSOR_DESC dataDesc = data.Desc();
    const DML_BUFFER_TENSOR_DESC indicesDesc = indices.Desc();
    for (const std::uint32_t level : Levels)
    {
        const Diagnosis found = ValidateGather(dataDesc, indicesDesc, dataDesc, 0, 1, Level(level));
        if (found != (level < expected.firstLevel ? E::GatherFeatureLevel : E::None)) { return false; }
    }
    return ValidateGather(dataDesc, indicesDesc, dataDesc, 0, 1).Ok();
}

TEST(Gather, EachFeatureLevelAcceptsItsDocumentedTypesAndRanks) { ExpectTwice<LevelCases>(); }

// ---- the real DirectML's verdicts -----------------------------------------------------------------------------------

TEST(Gather, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table("directml_gather_verdicts.csv",
                                          "group,rule,input,indices,output,axis,index_dimensions,accepted,reason");
    ASSERT_EQ(rows.size(), 202u);

    std::size_t rejected = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(row[1]);
        ASSERT_TRUE(row[7] == "0" || row[7] == "1" || row[7] == "died");
        const bool isAccepted = row[7] == "1";
        rejected += isAccepted ? 0 : 1;

        std::vector<verdict_file::ListedTensor> tensors;
        for (std::size_t i = 2; i < 5; ++i)
        {
            const std::vector<std::string> fields = verdict_file::Split(row[i], ':');
            ASSERT_EQ(fields.size(), 7u);
            tensors.push_back(verdict_file::TensorFrom(fields, 0));
        }
        const std::uint32_t axis = verdict_file::Number32(row[5]);
        const std::uint32_t indexDimensions = verdict_file::Number32(row[6]);
        const Diagnosis found =
            ValidateGather(tensors[0].desc, tensors[1].desc, tensors[2].desc, axis, indexDimensions);
        EXPECT_EQ(found.Accepted(), isAccepted) << ToString(found.error);
        if (!isAccepted) { EXPECT_EQ(ToString(found.error), row[8]); }
        EXPECT_EQ(found == E::GatherTerminates, row[7] == "died");

        const DML_TENSOR_DESC outer[] = {AsTensorDesc(tensors[0].desc), AsTensorDesc(tensors[1].desc),
                                         AsTensorDesc(tensors[2].desc)};
        EXPECT_EQ(Validate(DML_GATHER_OPERATOR_DESC{&outer[0], &outer[1], &outer[2], axis, indexDimensions}),
                  found.error);

        const reference_model::Tensor models[] = {reference_model::TensorOf(tensors[0].desc),
                                                  reference_model::TensorOf(tensors[1].desc),
                                                  reference_model::TensorOf(tensors[2].desc)};
        const reference_model::Verdict expected =
            reference_model::JudgeGather({&models[0], &models[1], &models[2], axis, indexDimensions, Newest});
        EXPECT_EQ(expected.rejected, !isAccepted) << expected.reason;
        EXPECT_STREQ(ToString(found.error), expected.reason);
    }
    EXPECT_EQ(rejected, 115u);
}

} // namespace

} // namespace gather_test
