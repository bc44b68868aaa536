#include "models/copies.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gather_copy_test
{

namespace
{

using namespace copy_support;

constexpr DML_TENSOR_DATA_TYPE IndexTypes[] = {UInt32, Int32, UInt64, Int64};

constexpr BufferTensorDesc Packed(DML_TENSOR_DATA_TYPE type, const Dimensions& sizes)
{
    return BufferTensorDesc(type, TensorLayout::Packed(sizes));
}

// Three descriptions and a Gather that refers to them.
class Operator
{
public:
    Operator(const BufferTensorDesc& input, const BufferTensorDesc& indices, const BufferTensorDesc& output,
             std::uint32_t axis, std::uint32_t indexDimensions)
        : m_input(input), m_indices(indices), m_output(output), m_axis(axis), m_indexDimensions(indexDimensions)
    {
    }

    DML_GATHER_OPERATOR_DESC Desc() const
    {
        return {m_input.Get(), m_indices.Get(), m_output.Get(), m_axis, m_indexDimensions};
    }

private:
    PinnedTensorDesc m_input;
    PinnedTensorDesc m_indices;
    PinnedTensorDesc m_output;
    std::uint32_t m_axis;
    std::uint32_t m_indexDimensions;
};

// ---- documented examples, written out -------------------------------------------------------------------------------

struct Example
{
    Dimensions input;
    Dimensions indices;
    Dimensions output;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
    std::vector<float> from;
    std::vector<std::uint32_t> picked;
    std::vector<float> expected;
};

// "DML_GATHER_OPERATOR_DESC structure", the third with its IndexDimensions corrected; and a batch, one row of indices
// for each row of the input.
TEST(GatherCopy, HasTheWrittenOutResults)
{
    const Example examples[] = {
        {{4}, {5}, {5}, 0, 1, {11, 12, 13, 14}, {3, 1, 3, 0, 2}, {14, 12, 14, 11, 13}},
        {{3, 2}, {1, 4}, {4, 2}, 0, 1, {1, 2, 3, 4, 5, 6}, {0, 1, 1, 2}, {1, 2, 3, 4, 3, 4, 5, 6}},
        {{3, 2}, {1, 2}, {3, 2}, 1, 1, {1, 2, 3, 4, 5, 6}, {1, 0}, {2, 1, 4, 3, 6, 5}},
        {{1, 3, 3}, {1, 1, 2}, {3, 1, 2}, 2, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 2}, {1, 3, 4, 6, 7, 9}},
        {{1, 3, 2}, {1, 2, 2}, {2, 2, 2}, 1, 2, {1, 2, 3, 4, 5, 6}, {0, 1, 1, 2}, {1, 2, 3, 4, 3, 4, 5, 6}},
        {{2, 3, 1}, {1, 2, 2}, {2, 2, 1}, 1, 1, {1, 2, 3, 4, 5, 6}, {2, 0, 1, 1}, {3, 1, 5, 5}},
        {{1, 2, 3, 1}, {1, 1, 2, 2}, {1, 2, 2, 1}, 2, 1, {1, 2, 3, 4, 5, 6}, {2, 0, 1, 1}, {3, 1, 5, 5}},
        // No index dimensions: the axis disappears, and a leading 1 is added.
        {{3, 2}, {1, 1}, {1, 2}, 0, 0, {1, 2, 3, 4, 5, 6}, {1}, {3, 4}},
        {{3, 2}, {1, 1}, {1, 3}, 1, 0, {1, 2, 3, 4, 5, 6}, {1}, {2, 4, 6}},
    };
    for (const Example& example : examples)
    {
        for (const DML_TENSOR_DATA_TYPE indexType : IndexTypes)
        {
            const Operator gather(Packed(Float32, example.input), Packed(indexType, example.indices),
                                  Packed(Float32, example.output), example.axis, example.indexDimensions);
            std::vector<unsigned char> indices(example.picked.size() * ElementSizeInBits(indexType) / 8);
            for (std::size_t i = 0; i < example.picked.size(); ++i)
            {
                PutIndex(indices.data(), i, indexType, example.picked[i]);
            }
            std::vector<float> output(example.expected.size(), -1);
            EXPECT_TRUE(GatherTensor(gather.Desc(), example.from.data(), example.from.size() * 4, indices.data(),
                                     indices.size(), output.data(), output.size() * 4)
                            .Ok());
            EXPECT_EQ(output, example.expected) << "example " << &example - examples;
        }
    }
}

// ---- indices outside the axis ---------------------------------------------------------------------------------------

struct IndexCase
{
    std::uint64_t value;
    // The element of 0 to 4 that each type reads: UINT32 and INT32 read the low half of the value.
    char unsigned32;
    char signed32;
    char unsigned64;
    char signed64;
};

constexpr std::uint64_t High = 0x100000000;
constexpr std::uint64_t Top = 0x8000000000000000;

constexpr IndexCase IndexCases[] = {
    {0, '0', '0', '0', '0'},
    {3, '3', '3', '3', '3'},
    {4, '4', '4', '4', '4'},
    // One position outside, and more.
    {5, '4', '4', '4', '4'},
    {6, '4', '4', '4', '4'},
    {1000, '4', '4', '4', '4'},
    // Counted from the end: -1, -2, -5, and positions before the first.
    {0 - std::uint64_t{1}, '4', '4', '4', '4'},
    {0 - std::uint64_t{2}, '4', '3', '4', '3'},
    {0 - std::uint64_t{5}, '4', '0', '4', '0'},
    {0 - std::uint64_t{6}, '4', '4', '4', '4'},
    {0 - std::uint64_t{10}, '4', '4', '4', '4'},
    // The limits of 32 bits.
    {0x7FFFFFFF, '4', '4', '4', '4'},
    {0x80000000, '4', '4', '4', '4'},
    {0x80000001, '4', '4', '4', '4'},
    {0xFFFFFFFF, '4', '4', '4', '4'},
    {0xFFFFFFFE, '4', '3', '4', '4'},
    // All bits of a 64-bit value count.
    {High, '0', '0', '4', '4'},
    {High + 2, '2', '2', '4', '4'},
    {0 - High, '0', '0', '4', '4'},
    {0 - High + 1, '1', '1', '4', '4'},
    {Top, '0', '0', '4', '4'},
    {Top + 1, '1', '1', '4', '4'},
    {Top - 1, '4', '4', '4', '4'},
    {Top | 0xFFFFFFFE, '4', '3', '4', '4'},
};

TEST(GatherCopy, IndicesOutsideTheAxisAreReported)
{
    constexpr std::uint32_t Count = sizeof(IndexCases) / sizeof(IndexCases[0]);
    for (const DML_TENSOR_DATA_TYPE indexType : IndexTypes)
    {
        // Single elements, and rows of three elements, whose indices are checked in another function.
        for (const std::uint32_t width : {1U, 3U})
        {
            const Operator gather(Packed(UInt8, {5, width}), Packed(indexType, {1, Count}),
                                  Packed(UInt8, {Count, width}), 0, 1);
            const std::string input = width == 1 ? "01234" : "000111222333444";
            std::vector<unsigned char> indices(Count * ElementSizeInBits(indexType) / 8);
            std::string expected;
            for (std::uint32_t i = 0; i < Count; ++i)
            {
                const IndexCase& each = IndexCases[i];
                PutIndex(indices.data(), i, indexType, each.value);
                expected += std::string(width, indexType == UInt32   ? each.unsigned32
                                               : indexType == Int32  ? each.signed32
                                               : indexType == UInt64 ? each.unsigned64
                                                                     : each.signed64);
            }
            const GatherCall call{gather.Desc(), nullptr, 0, indices.data(), indices.size(), nullptr, 0};
            std::string output(expected.size(), '.');
            const Diagnosis found = GatherTensor(gather.Desc(), input.data(), input.size(), indices.data(),
                                                 indices.size(), &output[0], output.size());
            EXPECT_EQ(found, ReportOfIndices(call));
            EXPECT_EQ(found.axis, 3U);
            EXPECT_EQ(found.actual, 5U);
            EXPECT_EQ(output, expected) << ToString(indexType);
        }
    }
}

// The 4097th of 5000 indices, outside the first batch that is read.
TEST(GatherCopy, OneIndexOutsideAmongManyIsNamed)
{
    const Operator gather(Packed(Float32, {7, 3}), Packed(Int64, {1, 5000}), Packed(Float32, {5000, 3}), 0, 1);
    std::vector<std::int64_t> indices(5000, -7);
    const std::vector<float> input(21, 1);
    std::vector<float> output(15000);
    const auto run = [&]
    {
        return GatherTensor(gather.Desc(), input.data(), input.size() * 4, indices.data(), indices.size() * 8,
                            output.data(), output.size() * 4);
    };
    EXPECT_EQ(run(), Diagnosis{});
    indices[4096] = -8;
    indices[4097] = 7;
    EXPECT_EQ(run(), (Diagnosis{TensorError::GatherIndexRange, 4096, 0 - std::uint64_t{8}, 7, Diagnosis::Indices}));
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

struct Shape
{
    Dimensions input;
    Dimensions indices;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
};

const Shape Shapes[] = {
    // Rank 1 to 8, the axis first, in the middle and last.
    {{37}, {200}, 0, 1},
    {{9, 33}, {1, 40}, 0, 1},
    {{9, 33}, {1, 40}, 1, 1},
    {{4, 5, 6}, {1, 1, 9}, 0, 1},
    {{4, 5, 6}, {1, 1, 9}, 1, 1},
    {{4, 5, 6}, {1, 1, 9}, 2, 1},
    {{3, 4, 5, 6}, {1, 1, 1, 7}, 1, 1},
    {{2, 1, 2, 3, 2, 1, 3, 2}, {1, 1, 1, 1, 1, 1, 1, 4}, 0, 1},
    {{2, 1, 2, 3, 2, 1, 3, 2}, {1, 1, 1, 1, 1, 1, 1, 4}, 6, 1},
    {{2, 2, 2, 2, 2, 2, 2, 5}, {1, 1, 1, 1, 1, 1, 1, 3}, 7, 1},
    {{2, 40, 3}, {1, 1, 600}, 1, 1},
    {{3, 40}, {1, 513}, 1, 1},
    {{23, 65}, {1, 41}, 0, 1},
    {{23, 257}, {1, 41}, 0, 1},
    // No index dimensions: a leading 1 is added.
    {{7}, {1}, 0, 0},
    {{6, 40}, {1, 1}, 1, 0},
    {{3, 4, 5, 7}, {1, 1, 1, 1}, 1, 0},
    {{2, 2, 2, 2, 2, 2, 2, 5}, {1, 1, 1, 1, 1, 1, 1, 1}, 4, 0},
    // More index dimensions: leading 1s disappear.
    {{1, 30, 4}, {1, 5, 6}, 1, 2},
    {{1, 1, 30}, {3, 5, 6}, 2, 3},
    {{1, 1, 5, 7}, {1, 1, 3, 4}, 3, 2},
    {{1, 1, 1, 1, 1, 1, 1, 9}, {2, 2, 2, 1, 2, 2, 2, 3}, 7, 8},
    {{1, 9, 3}, {1, 1, 4}, 1, 2},
    // Batches.
    {{3, 10, 50}, {1, 3, 7}, 2, 1},
    {{3, 7}, {3, 300}, 1, 1},
    {{300, 7}, {1, 300}, 1, 0},
    {{2, 3, 10, 5}, {1, 2, 3, 7}, 3, 1},
    {{1, 3, 10, 5}, {1, 1, 3, 7}, 2, 1},
    {{4, 10, 6}, {1, 1, 4}, 1, 0},
    {{3, 1, 4, 9}, {3, 1, 4, 5}, 3, 1},
    {{2, 1, 1, 2, 3, 4}, {1, 1, 1, 2, 1, 5}, 4, 1},
};

class GatherOfBits : public testing::TestWithParam<std::uint32_t>
{
};

INSTANTIATE_TEST_SUITE_P(GatherCopy, GatherOfBits, testing::Values(8U, 16U, 32U, 64U));

// Each tensor with another order of axes, padded, or broadcast (except the output).
TEST_P(GatherOfBits, ReadsStridedAndBroadcastTensors)
{
    Random random(0x21 + GetParam());
    const DML_TENSOR_DATA_TYPE type = TypeOfBits(GetParam());
    for (const Shape& shape : Shapes)
    {
        const auto rank = static_cast<std::uint32_t>(shape.input.size());
        const TensorLayout output = GatherOutput(shape.input, shape.indices, shape.axis, shape.indexDimensions);
        for (int round = 0; round < 4; ++round)
        {
            const auto strided = [&](const Dimensions& sizes, bool mayRepeat)
            {
                const Values values(sizes.begin(), sizes.end());
                const Values order = RandomOrder(random, rank);
                const std::uint32_t step = random.Between(1, 2);
                Values strides = NestedStrides(random, values, order, step, 3);
                for (std::uint32_t& stride : strides) { stride = mayRepeat && random.OneIn(4) ? 0 : stride; }
                return TensorLayout::Strided(sizes, ToDimensions(strides));
            };
            Gather gather{BufferTensorDesc(type, strided(shape.input, round % 2 == 1)),
                          BufferTensorDesc(IndexTypes[random.Below(4)], strided(shape.indices, round % 2 == 1)),
                          BufferTensorDesc(type, strided(output.Sizes(), false)),
                          shape.axis,
                          shape.indexDimensions,
                          {random.Below(64), random.Below(64), random.Below(64)},
                          static_cast<Room>(random.Below(3))};
            // Packed rows stay contiguous and may be copied as a whole.
            if (round == 2)
            {
                gather.input = Packed(type, shape.input);
                gather.output = BufferTensorDesc(type, output.WithStrideMultiple(0, 3));
            }
            ASSERT_EQ(Failures(gather, random.Next()), "");
        }
    }
}

TEST(GatherCopy, LargeGathersAreWhole)
{
    ASSERT_EQ(
        Failures(Gather{Packed(Float32, {3000, 257}), Packed(Int32, {1, 1500}), Packed(Float32, {1500, 257}), 0, 1}, 1),
        "");
    ASSERT_EQ(Failures(Gather{Packed(UInt8, {64, 4096}), Packed(Int32, {1, 1024}), Packed(UInt8, {64, 1024}), 1, 1}, 2),
              "");
    ASSERT_EQ(
        Failures(Gather{Packed(Float32, {64, 4096}), Packed(Int64, {1, 1024}), Packed(Float32, {64, 1024}), 1, 1}, 3),
        "");
    // More elements along the axis than a vector of 16-bit indices holds.
    ASSERT_EQ(
        Failures(Gather{Packed(UInt8, {2, 70000}), Packed(UInt32, {1, 70001}), Packed(UInt8, {2, 70001}), 1, 1}, 4),
        "");
}

// ---- rejections -----------------------------------------------------------------------------------------------------

class GatherCopyRejects : public testing::Test
{
protected:
    GatherCopyRejects()
        : inputBuffer(24, 0, Room::Guards, 1), indicesBuffer(16, 0, Room::Guards, 2),
          outputBuffer(32, 0, Room::Guards, 3)
    {
    }

    // Nothing is written.
    void Expect(const GatherCall& call, const Diagnosis& expected, Buffer& written)
    {
        EXPECT_EQ(Failures(call, written, inputBuffer, indicesBuffer), "");
        const Diagnosis found = GatherTensor(call.desc, call.input, call.inputBytes, call.indices, call.indicesBytes,
                                             call.output, call.outputBytes);
        EXPECT_EQ(found, expected);
        EXPECT_NE(Explain(found).size(), 0U);
    }

    void Expect(const GatherCall& call, const Diagnosis& expected) { Expect(call, expected, outputBuffer); }

    Operator good{Packed(Float32, {3, 2}), Packed(UInt32, {1, 4}), Packed(Float32, {4, 2}), 0, 1};
    Buffer inputBuffer;
    Buffer indicesBuffer;
    Buffer outputBuffer;
};

// Checked before the description.
TEST_F(GatherCopyRejects, NegativeByteCounts)
{
    const DML_GATHER_OPERATOR_DESC desc = good.Desc();
    const std::vector<unsigned char> before = outputBuffer.Whole();
    for (const DML_GATHER_OPERATOR_DESC& each : {desc, DML_GATHER_OPERATOR_DESC{}})
    {
        for (std::uint32_t tensor = 0; tensor < 3; ++tensor)
        {
            std::int64_t bytes[] = {24, 16, 32};
            for (std::uint32_t later = tensor; later < 3; ++later) { bytes[later] = -1 - std::int64_t{later}; }
            const Diagnosis found = GatherTensor(each, inputBuffer.Data(), bytes[0], indicesBuffer.Data(), bytes[1],
                                                 outputBuffer.Data(), bytes[2]);
            EXPECT_EQ(found, (Diagnosis{TensorError::ValueRange, NoAxis, static_cast<std::uint64_t>(bytes[tensor]),
                                        test_support::Max64, tensor}));
        }
    }
    EXPECT_TRUE(outputBuffer.IsWhole(before));
    // The indices are random.
    const Diagnosis gathered = GatherTensor(desc, inputBuffer.Data(), std::int8_t{24}, indicesBuffer.Data(), 16ULL,
                                            outputBuffer.Data(), short{32});
    EXPECT_EQ(gathered, TensorError::GatherIndexRange);
}

// Each fault together with all faults that are checked later.
TEST_F(GatherCopyRejects, TheFirstReasonInOrder)
{
    const Operator wrong(Packed(Float32, {3, 2}), Packed(UInt32, {1, 4}), Packed(Float32, {5, 2}), 0, 1);
    GatherCall call{wrong.Desc(), nullptr, 0, nullptr, 0, nullptr, 0};
    Expect(call, Validate(call.desc));
    call.desc = good.Desc();
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 24, Diagnosis::Input});
    call.input = outputBuffer.Data();
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 16, Diagnosis::Indices});
    call.indices = outputBuffer.Data();
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 32, Diagnosis::Output});
    call.output = outputBuffer.Data();
    Expect(call, {TensorError::SourceTooSmall, NoAxis, 0, 24, Diagnosis::Input});
    call.inputBytes = 24;
    Expect(call, {TensorError::SourceTooSmall, NoAxis, 0, 16, Diagnosis::Indices});
    call.indicesBytes = 16;
    Expect(call, {TensorError::DestinationTooSmall, NoAxis, 0, 32, Diagnosis::Output});
    call.outputBytes = 32;
    Expect(call, {TensorError::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Input});
    call.input = inputBuffer.Data();
    Expect(call, {TensorError::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Indices});
    call.indices = indicesBuffer.Data();
    Expect(call, ReportOfIndices(call));
}

} // namespace

} // namespace gather_copy_test
