// The sizes of operators' outputs, at compile time and at run time, and what ValidateOperator says beside the verdicts:
// hazards, sentences, names, layouts of structures.
#include "operator_facts.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>

namespace
{
using namespace dml_tensor_utils;

// ---- sizes of outputs -----------------------------------------------------------------------------------------------

struct OutputCase
{
    TensorLayout found;
    TensorLayout expected;
};

constexpr Dimensions Sides(std::uint32_t a, std::uint32_t b) { return {a, b}; }

constexpr Dimensions Joined[] = {{2, 3, 4}, {2, 5, 4}, {2, 1, 4}};

// `one` is 1, which the compiler does not know when the test runs: it would work out a table of constants before.
// Worked examples: of operator_rules.md, of the documentation's pages, of ONNX, and by hand.
constexpr auto OutputCases(std::uint32_t one)
{
    return std::array{
        OutputCase{ConvolutionOutput({one, 1, 9}, {1, 1, 3}, {{2}, {}, {0}, {0}, {}}), TensorLayout::Packed({1, 1, 4})},
        OutputCase{ConvolutionOutput({1, 3, 224, 224}, {64, 3, 7, 7}, {Sides(2, 2), {}, Sides(3, 3), Sides(3, 3), {}}),
                   TensorLayout::Packed({1, 64, 112, 112})},
        OutputCase{ConvolutionOutput({1, 3, 5, 5}, {4, 3, 3, 3}), TensorLayout::Packed({1, 4, 3, 3})},
        OutputCase{ConvolutionOutput({2, 6, 8, 9}, {9, 2, 3, 3}, {{}, Sides(2, 3), {}, {}, {}}, 3),
                   TensorLayout::Packed({2, 9, 4, 3})},
        OutputCase{ConvolutionOutput({1, 1, 3, 4, 5}, {2, 1, 3, 4, 5}), TensorLayout::Packed({1, 2, 1, 1, 1})},
        OutputCase{ConvolutionOutput({1, 1, 1}, {1, 1, 4294967295}, {{}, {}, {4294967294U}, {0}, {}}),
                   TensorLayout::Packed({1, 1, 1})},
        OutputCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, {7}}), TensorLayout::Packed({1, 1, 3})},
        OutputCase{TransposedConvolutionOutput({1, 1, 4}, {1, 1, 3}, {{2}, {}, {1}, {1}, {1}}),
                   TensorLayout::Packed({1, 1, 8})},
        OutputCase{TransposedConvolutionOutput({1, 1, 3, 3}, {1, 2, 3, 3}), TensorLayout::Packed({1, 2, 5, 5})},
        OutputCase{TransposedConvolutionOutput({1, 1, 3, 3}, {1, 2, 3, 3}, {Sides(3, 2), {}, {}, {}, Sides(1, 1)}),
                   TensorLayout::Packed({1, 2, 10, 8})},
        OutputCase{TransposedConvolutionOutput({2, 6, 4}, {6, 5, 2}, {}, 3), TensorLayout::Packed({2, 15, 5})},
        OutputCase{PoolingOutput({1, 1, 10, 10}, {2, 2}, {{}, {}, Sides(1, 1), Sides(1, 1), {}}),
                   TensorLayout::Packed({1, 1, 11, 11})},
        OutputCase{PoolingOutput({1, 3, 8, 8}, {3, 3}, {Sides(2, 2), Sides(2, 2), {}, {}, {}}),
                   TensorLayout::Packed({1, 3, 2, 2})},
        OutputCase{PoolingOutput({2, 3, 4, 5, 6}, {2, 5, 1}), TensorLayout::Packed({2, 3, 3, 1, 6})},
        OutputCase{GemmOutput({2, 3}, {3, 4}), TensorLayout::Packed({2, 4})},
        OutputCase{GemmOutput({3, 2}, {4, 3}, true, true), TensorLayout::Packed({2, 4})},
        OutputCase{GemmOutput({5, 6, 2, 3}, {5, 6, 4, 3}, false, true), TensorLayout::Packed({5, 6, 2, 4})},
        OutputCase{ReduceOutput({2, 3, 4}, {2, 0}), TensorLayout::Packed({1, 3, 1})},
        OutputCase{ReduceOutput({2, 3, 4}, {}), TensorLayout::Packed({2, 3, 4})},
        OutputCase{JoinOutput(Joined, 3, 1), TensorLayout::Packed({2, 9, 4})},
        OutputCase{JoinOutput(Joined, 1, 2), TensorLayout::Packed({2, 3, 4})},
        OutputCase{JoinOutput({{2, 3}, {4, 3}}, 0), TensorLayout::Packed({6, 3})},
        OutputCase{SliceOutput({5, 6, 7}, {1, 2, 3}), TensorLayout::Packed({5, 3, 3})},
        OutputCase{SliceOutput({4294967295U}, {4294967295U}), TensorLayout::Packed({1})},
        OutputCase{PaddingOutput({2, 3}, {1, 0}, {2, 4}), TensorLayout::Packed({5, 7})},
        OutputCase{PaddingOutput({4294967290U}, {2}, {3}), TensorLayout::Packed({4294967295U})},
        OutputCase{TileOutput({2, 3}, {4, 1}), TensorLayout::Packed({8, 3})},
        OutputCase{UpsampleOutput({1, 2, 3, 4}, 2, 5), TensorLayout::Packed({1, 2, 6, 20})},
        OutputCase{UpsampleOutput({1, 2, 9, 3, 4}, 2, 5), TensorLayout::Packed({1, 2, 9, 6, 20})},
        OutputCase{DepthToSpaceOutput({1, 8, 2, 3}, 2), TensorLayout::Packed({1, 2, 4, 6})},
        OutputCase{SpaceToDepthOutput({1, 2, 4, 6}, 2), TensorLayout::Packed({1, 8, 2, 3})},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 2}), TensorLayout::Packed({1, 2, 3})},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 1}), TensorLayout::Packed({2, 2, 3})},
        OutputCase{GatherNdOutput({2, 2, 3}, {4, 5, 3}), TensorLayout::Packed({1, 4, 5})},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 5, 1}, 1), TensorLayout::Packed({2, 5, 3})},
        OutputCase{GatherNdOutput({7}, {1}), TensorLayout::Packed({1})},
        OutputCase{GatherNdOutput({7}, {2, 3, 1}), TensorLayout::Packed({2, 3})},
    };
}

constexpr bool Holds(const OutputCase& example) { return example.found && example.found == example.expected; }
static_assert(test_support::AllHold(OutputCases(1)));

TEST(OperatorOutputs, WorkedExamples)
{
    const volatile std::uint32_t one = 1;
    test_support::ExpectAllHold(OutputCases(one));
}

struct ErrorCase
{
    TensorLayout found;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr std::uint32_t NoAxis = 0xFFFFFFFF;
constexpr std::uint64_t Most32 = 0xFFFFFFFF;
constexpr Dimensions TooMany = {1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr Dimensions Negative = {1, -1};
constexpr Dimensions Huge[] = {{4294967295U}, {4294967295U}};

constexpr auto ErrorCases(std::uint32_t one)
{
    return std::array{
        // The arguments' own errors, first to last.
        ErrorCase{ConvolutionOutput(TooMany, Negative), TensorError::DimensionCount, NoAxis, 9, 8},
        ErrorCase{ConvolutionOutput({one, 0, 5}, Negative), TensorError::ValueRange, 1, std::uint64_t(-1), Most32},
        ErrorCase{ConvolutionOutput({1, 1, 5}, Negative), TensorError::ValueRange, 1, std::uint64_t(-1), Most32},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {Negative, TooMany, {}, {}, {}}), TensorError::ValueRange, 1,
                  std::uint64_t(-1), Most32},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, TooMany}), TensorError::DimensionCount,
                  NoAxis, 9, 8},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {}, -1), TensorError::ValueRange, NoAxis, std::uint64_t(-1),
                  Most32},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {}, 4294967296), TensorError::ValueRange, NoAxis, 4294967296,
                  Most32},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {}, 0), TensorError::ZeroSize, NoAxis, 0, 1},
        ErrorCase{ConvolutionOutput({1, 1}, {1, 1}), TensorError::RankDiffers, NoAxis, 2, 3},
        ErrorCase{ConvolutionOutput({1, 1, 1, 1, 1, 1}, {1, 1}), TensorError::RankDiffers, NoAxis, 6, 5},
        ErrorCase{ConvolutionOutput({1, 1, 1}, {1, 1, 1, 1}), TensorError::RankDiffers, NoAxis, 4, 3},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{1, 1}, {}, {}, {}, {}}), TensorError::RankDiffers, NoAxis,
                  2, 1},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {1, 1}, {}, {}, {}}), TensorError::RankDiffers, NoAxis,
                  2, 1},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {}, {}, {1, 1, 1}, {}}), TensorError::RankDiffers,
                  NoAxis, 3, 1},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, {0, 0}}), TensorError::RankDiffers, NoAxis,
                  2, 1},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{0}, {}, {}, {}, {}}), TensorError::ZeroSize, 0, 0, 1},
        ErrorCase{ConvolutionOutput({1, 1, 5, 5}, {1, 1, 3, 3}, {{}, {1, 0}, {}, {}, {}}), TensorError::ZeroSize, 1, 0,
                  1},
        ErrorCase{ConvolutionOutput({1, 5, 5}, {2, 3, 3}, {}, 2), TensorError::SizesDiffer, 1, 6, 5},
        ErrorCase{ConvolutionOutput({1, 6, 5}, {3, 3, 3}, {}, 2), TensorError::ValueRange, 0, 3, 2},
        ErrorCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {3}, {1}, {0}, {}}), TensorError::SliceRange, 2, 7, 6},
        ErrorCase{ConvolutionOutput({1, 1, 4294967295U}, {1, 1, 1}, {{}, {}, {1}, {}, {}}), TensorError::ValueRange, 2,
                  4294967296, Most32},
        ErrorCase{TransposedConvolutionOutput({1, 2, 5}, {3, 1, 3}), TensorError::SizesDiffer, 0, 3, 2},
        ErrorCase{TransposedConvolutionOutput({1, 3, 5}, {3, 1, 3}, {}, 2), TensorError::ValueRange, 0, 3, 2},
        ErrorCase{TransposedConvolutionOutput({1, 1, 2}, {1, 1, 2}, {{}, {}, {2}, {1}, {}}), TensorError::SliceRange, 2,
                  3, 3},
        ErrorCase{TransposedConvolutionOutput({1, 1, 65537}, {1, 1, 1}, {{65537}, {}, {}, {}, {}}),
                  TensorError::ValueRange, 2, 4295032833, Most32},
        ErrorCase{TransposedConvolutionOutput({1, 1, 4294967295U}, {1, 1, 4294967295U},
                                              {{4294967295U}, {4294967295U}, {7}, {}, {}}),
                  TensorError::ValueRange, 2, std::uint64_t(-1), Most32},
        ErrorCase{TransposedConvolutionOutput({1, 1, 4294967295U}, {1, 1, 3},
                                              {{4294967295U}, {4294967295U}, {}, {}, {4294967295U}}),
                  TensorError::ValueRange, 2, std::uint64_t(-1), Most32},
        ErrorCase{TransposedConvolutionOutput({1, 1, 2}, {1, 65536, 1}, {}, 65536), TensorError::ValueRange, 0, 1,
                  65536},
        ErrorCase{PoolingOutput({1, 1, 5}, {3}), TensorError::RankDiffers, NoAxis, 3, 4},
        ErrorCase{PoolingOutput({1, 1, 5, 5}, {3}), TensorError::RankDiffers, NoAxis, 1, 2},
        ErrorCase{PoolingOutput({1, 1, 5, 5}, {3, 0}), TensorError::ZeroSize, 1, 0, 1},
        ErrorCase{PoolingOutput({1, 1, 5, 5}, {3, 3}, {{}, {}, {}, {}, {0, 0}}), TensorError::RankDiffers, NoAxis, 2,
                  0},
        ErrorCase{PoolingOutput({1, 1, 9, 3}, {3, 3}, {{}, {2, 2}, {}, {}, {}}), TensorError::SliceRange, 3, 5, 3},
        ErrorCase{GemmOutput({2}, {2}), TensorError::RankDiffers, NoAxis, 1, 2},
        ErrorCase{GemmOutput({2, 3}, {1, 3, 4}), TensorError::RankDiffers, NoAxis, 3, 2},
        ErrorCase{GemmOutput({2, 3}, {4, 5}), TensorError::SizesDiffer, 0, 4, 3},
        ErrorCase{GemmOutput({2, 3}, {5, 4}, false, true), TensorError::SizesDiffer, 1, 4, 3},
        ErrorCase{GemmOutput({2, 3}, {5, 4}, true, true), TensorError::SizesDiffer, 1, 4, 2},
        ErrorCase{GemmOutput({7, 2, 3}, {6, 3, 4}), TensorError::SizesDiffer, 0, 6, 7},
        ErrorCase{ReduceOutput({}, {}), TensorError::RankDiffers, NoAxis, 0, 1},
        ErrorCase{ReduceOutput({2, 3}, {0, 2}), TensorError::AxisOutOfRange, 1, 2, 2},
        ErrorCase{ReduceOutput({2, 3}, {1, 1}), TensorError::AxisOrder, 1, 1, 2},
        ErrorCase{ReduceOutput({2, 3}, {4294967295U}), TensorError::AxisOutOfRange, 0, Most32, 2},
        ErrorCase{JoinOutput(Joined, 0, 0), TensorError::NullPointer, NoAxis, 0, 1},
        ErrorCase{JoinOutput(static_cast<const Dimensions*>(nullptr), 2, 0), TensorError::NullPointer, NoAxis, 0, 2},
        ErrorCase{JoinOutput({}, 0), TensorError::NullPointer, NoAxis, 0, 1},
        ErrorCase{JoinOutput(Joined, -1, 0), TensorError::ValueRange, NoAxis, std::uint64_t(-1), std::uint64_t(-1)},
        ErrorCase{JoinOutput({TooMany, {2}}, 0), TensorError::DimensionCount, NoAxis, 9, 8},
        ErrorCase{JoinOutput({{2, 0}, Negative}, 0), TensorError::ValueRange, 1, std::uint64_t(-1), Most32},
        ErrorCase{JoinOutput(Joined, 3, 3), TensorError::AxisOutOfRange, NoAxis, 3, 3},
        ErrorCase{JoinOutput(Joined, 3, -1), TensorError::AxisOutOfRange, NoAxis, std::uint64_t(-1), 3},
        ErrorCase{JoinOutput(Joined, 3, 2), TensorError::SizesDiffer, 1, 5, 3},
        ErrorCase{JoinOutput({{2, 3}, {2, 3, 1}}, 0), TensorError::RankDiffers, NoAxis, 3, 2},
        ErrorCase{JoinOutput({{2, 3}, {0, 3}}, 0), TensorError::ZeroSize, 0, 0, 1},
        ErrorCase{JoinOutput(Huge, 2, 0), TensorError::ValueRange, 0, 8589934590, Most32},
        ErrorCase{SliceOutput({5, 6}, {1}), TensorError::RankDiffers, NoAxis, 1, 2},
        ErrorCase{SliceOutput({5, 6}, {1, 0}), TensorError::ZeroSize, 1, 0, 1},
        ErrorCase{PaddingOutput({2, 3}, {1}, {1, 1}), TensorError::RankDiffers, NoAxis, 1, 2},
        ErrorCase{PaddingOutput({2, 3}, {1, 1}, {}), TensorError::RankDiffers, NoAxis, 0, 2},
        ErrorCase{PaddingOutput({2, 3}, {4294967295U, 1}, {4294967295U, 1}), TensorError::ValueRange, 0, 8589934592,
                  Most32},
        ErrorCase{TileOutput({2, 2147483649U}, {1, 2}), TensorError::ValueRange, 1, 4294967298, Most32},
        ErrorCase{TileOutput({2, 3}, {0, 2}), TensorError::ZeroSize, 0, 0, 1},
        ErrorCase{UpsampleOutput({1, 2, 3}, 1, 1), TensorError::RankDiffers, NoAxis, 3, 4},
        ErrorCase{UpsampleOutput({1, 1, 65536, 1}, 65536, 1), TensorError::ValueRange, 2, 4294967296, Most32},
        ErrorCase{UpsampleOutput({1, 1, 1, 1}, 1, 0), TensorError::ZeroSize, NoAxis, 0, 1},
        ErrorCase{DepthToSpaceOutput({1, 6, 2, 2}, 2), TensorError::ValueRange, 1, 6, 4},
        ErrorCase{DepthToSpaceOutput({1, 1, 2, 2}, 65536), TensorError::ValueRange, 1, 1, 4294967296},
        ErrorCase{DepthToSpaceOutput({1, 4, 2147483648U, 2}, 2), TensorError::ValueRange, 2, 4294967296, Most32},
        ErrorCase{SpaceToDepthOutput({1, 1, 4, 6}, 4), TensorError::ValueRange, 3, 6, 4},
        ErrorCase{SpaceToDepthOutput({1, 1, 3, 6}, 2), TensorError::ValueRange, 2, 3, 2},
        ErrorCase{SpaceToDepthOutput({1, 1, 65536, 65536}, 65536), TensorError::ValueRange, 1, 4294967296, Most32},
        ErrorCase{SpaceToDepthOutput({1, 4294967295U, 4294967295U, 4294967295U}, 4294967295U), TensorError::ValueRange,
                  1, std::uint64_t(-1), Most32},
        ErrorCase{GatherNdOutput({2, 3}, {4, 3}), TensorError::RankDiffers, NoAxis, 3, 2},
        ErrorCase{GatherNdOutput({2, 3}, {2, 2}, 1), TensorError::RankDiffers, NoAxis, 2, 1},
        ErrorCase{GatherNdOutput({2, 3}, {2, 1}, 2), TensorError::AxisOutOfRange, NoAxis, 2, 2},
        ErrorCase{GatherNdOutput({2, 3}, {2, 1}, -1), TensorError::AxisOutOfRange, NoAxis, std::uint64_t(-1), 2},
        ErrorCase{GatherNdOutput({2, 3, 4}, {1}, 1), TensorError::AxisOutOfRange, NoAxis, 1, 1},
        ErrorCase{GatherNdOutput({}, {1}), TensorError::RankDiffers, NoAxis, 0, 1},
        ErrorCase{GatherNdOutput({1}, {}), TensorError::RankDiffers, NoAxis, 0, 1},
        ErrorCase{GatherNdOutput({1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1}), TensorError::RankDiffers, NoAxis, 10, 8},
    };
}

constexpr bool Holds(const ErrorCase& example)
{
    return !example.found
           && example.found.Reason() == Diagnosis{example.error, example.axis, example.actual, example.required};
}
static_assert(test_support::AllHold(ErrorCases(1)));

TEST(OperatorOutputs, Errors)
{
    const volatile std::uint32_t one = 1;
    test_support::ExpectAllHold(ErrorCases(one));
}

// With lists and numbers that no compiler knows.
TEST(OperatorOutputs, AtRunTime)
{
    const auto list = [](std::initializer_list<std::uint32_t> values)
    {
        const volatile std::size_t size = values.size();
        return Dimensions(values.begin(), size);
    };
    const auto convolve = [&](const Window& window, std::int64_t groups) {
        return ConvolutionOutput(list({1, 1, 5}), list({1, 1, 3}), window, groups);
    };
    const volatile std::int64_t none = 0, negative = -1, many = 4294967296;
    EXPECT_EQ(convolve({}, 1), TensorLayout::Packed({1, 1, 3}));
    EXPECT_EQ(convolve({}, none).Error(), TensorError::ZeroSize);
    EXPECT_EQ(convolve({}, negative).Error(), TensorError::ValueRange);
    EXPECT_EQ(convolve({}, many).Error(), TensorError::ValueRange);
    EXPECT_EQ(convolve({list({1, 1}), {}, {}, {}, {}}, 1).Error(), TensorError::RankDiffers);
    EXPECT_EQ(ConvolutionOutput(list({1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(ConvolutionOutput(list({1, 1, 1, 1, 1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5, 5}), list({3, 0})).Error(), TensorError::ZeroSize);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5}), list({3})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5, 5}), list({3, 3}), {list({1, 0}), {}, {}, {}, {}}).Error(),
              TensorError::ZeroSize);
    const Dimensions most = list({4294967295U});
    const Dimensions input = list({1, 1, 4294967295U});
    EXPECT_EQ(TransposedConvolutionOutput(input, list({1, 1, 3}), {most, most, {}, {}, most}).Error(),
              TensorError::ValueRange);
    EXPECT_EQ(TransposedConvolutionOutput(list({1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);
}

// Positions at which a window of `window` entries, `dilation` apart, lies inside the padded input.
std::uint32_t FittingWindows(int input, int start, int end, int window, int stride, int dilation)
{
    std::uint32_t count = 0;
    for (int at = -start; at + (window - 1) * dilation < input + end; at += stride) { ++count; }
    return count;
}

TEST(OperatorOutputs, AsManyAsWindowsFit)
{
    std::uint32_t cases = 0;
    for (std::uint32_t bits = 0; bits < 5 * 3 * 3 * 5 * 4 * 4; ++bits)
    {
        std::uint32_t rest = bits;
        const auto draw = [&](std::uint32_t limit)
        {
            const std::uint32_t value = rest % limit;
            rest /= limit;
            return value;
        };
        const std::uint32_t input = draw(5) + 1, start = draw(3), end = draw(3), window = draw(5) + 1;
        const std::uint32_t stride = draw(4) + 1, dilation = draw(4) + 1;
        const Window moved = {{1, stride}, {1, dilation}, {0, start}, {0, end}, {}};
        const TensorLayout convolved = ConvolutionOutput({1, 1, 1, input}, {1, 1, 1, window}, moved);
        const TensorLayout pooled = PoolingOutput({1, 1, 1, input}, {1, window}, moved);
        const std::uint32_t fitting =
            FittingWindows(static_cast<int>(input), static_cast<int>(start), static_cast<int>(end),
                           static_cast<int>(window), static_cast<int>(stride), static_cast<int>(dilation));
        EXPECT_EQ(static_cast<bool>(convolved), fitting != 0);
        EXPECT_EQ(convolved.Sizes()[3], fitting) << bits;
        EXPECT_TRUE(pooled == convolved) << bits;
        if (fitting == 0) { continue; }
        // The transposed convolution leads back: outputPadding makes up for what the stride left over.
        const std::uint32_t left = (input + start + end - ((window - 1) * dilation + 1)) % stride;
        const TensorLayout back = TransposedConvolutionOutput(
            convolved.Sizes(), {1, 1, 1, window}, {{1, stride}, {1, dilation}, {0, start}, {0, end}, {0, left}});
        EXPECT_EQ(back.Sizes()[3], input) << bits;
        ++cases;
    }
    EXPECT_GT(cases, 1000U);
}

// ---- ValidateOperator -----------------------------------------------------------------------------------------------

// A description in the file's words.
OperatorDiagnosis Judged(const std::string& name, const std::string& fields)
{
    const operator_facts::Rule* const rule = operator_facts::RuleOf(name);
    const operator_facts::Description description(*rule, operator_facts::ValuesFrom(*rule, fields));
    return ValidateOperator(description.Desc());
}

struct SentenceCase
{
    const char* name;
    const char* fields;
    const char* sentence;
};

const SentenceCase SentenceCases[] = {
    {"CONVOLUTION", "1[1x4x5x5] 1[6x3x3x3] - 1[1x6x3x3] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "CONVOLUTION: FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount [InputChannels]"},
    {"CONVOLUTION", "1[1x5x5x5] 1[6x3x3x3] - 1[1x6x3x3] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "CONVOLUTION: InputTensor.Sizes[1] is 5; it must be 6, FilterTensor.Sizes[1] * GroupCount [InputChannels]"},
    {"CONVOLUTION", "1[1x6x3x3] 1[6x3x3x3] - 1[1x4x5x5] 1 1 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "CONVOLUTION: OutputTensor.Sizes[1] is 4; it must be 6, FilterTensor.Sizes[1] * GroupCount [InputChannels]"},
    {"GEMM", "6[2x3] 1[3x5] - 1[2x5] 0 0 1 1 -",
     "GEMM: ATensor.DataType is INT32; it must be FLOAT32 or FLOAT16 [DataType]"},
    {"GEMM", "1[2x3] 2[3x5] - 1[2x5] 0 0 1 1 -",
     "GEMM: BTensor.DataType is FLOAT16; it must be FLOAT32, as ATensor's is [TypesDiffer]"},
    {"GEMM", "1[2x3] 1[4x5] - 1[2x5] 0 0 1 1 -",
     "GEMM: BTensor.Sizes[0] is 4; the product of the matrices needs 3 [MatrixSizes]"},
    {"ELEMENT_WISE_ADD", "1[2x3] 1[2x1] 1[2x3]",
     "ELEMENT_WISE_ADD: BTensor.Sizes[1] is 1; it must be 3, as ATensor's is [SizesDiffer]"},
    {"ELEMENT_WISE_ADD", "1[2x3] 1[2x3x1] 1[2x3]",
     "ELEMENT_WISE_ADD: BTensor.DimensionCount is 3; it must be 2, as ATensor's is [RanksDiffer]"},
    {"GEMM", "1[2x3]/a8 1[3x5] - 1[2x5] 0 0 1 1 -",
     "GEMM: the alignment (ATensor.GuaranteedBaseOffsetAlignment) is 8; it must be 0 or a power of two of at least 16 "
     "[Alignment]"},
    {"GEMM", "1[3] 1[3x5] - 1[2x5] 0 0 1 1 -", "GEMM: ATensor.DimensionCount is 1; it must be 2 to 4 [DimensionCount]"},
    {"JOIN", "2 {1[2x3]|1[2x4]/t3} 1[2x7] 1",
     "JOIN: InputTensors[1].TotalTensorSizeInBytes is 3; it must be at least 32 [TotalSizeTooSmall]"},
    {"REDUCE", "7 1[2x3] 1[2x1] 1 (2)", "REDUCE: Axes[0] is 2; it must be below 2, the DimensionCount [AxisRange]"},
    {"JOIN", "2 {1[2x3]|1[2x4]} 1[2x8] 1",
     "JOIN: OutputTensor.Sizes[1] is 8; it must be 7, the sum of the inputs' [JoinSum]"},
    {"JOIN", "2 {1[2x3]|1[3x4]} 1[2x7] 1",
     "JOIN: InputTensors[1].Sizes[0] is 3; it must be 2, as OutputTensor's is [JoinOtherSizes]"},
    {"SLICE1", "1[4] 1[2] 1 (0) (4) (0)", "SLICE1: InputWindowStrides[0] is 0; it must be 1 [Condition]"},
    {"GEMM", "1[2x3] 1[3x5] - 1[2x5] 0 0 1 1 -", "no error"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) 0",
     "AVERAGE_POOLING: DirectML takes it, but OutputTensor.Sizes[2] is 3; the documented formula gives 2 "
     "[DocumentedSize]"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x3x3] 2 (2x0) (2x2) (0x0) (0x0) 0",
     "AVERAGE_POOLING: DirectML takes it, but Strides[1] is 0; it should be at least 1 [ZeroStep]"},
    {"TILE", "1[2147483649] 1[2] 1 (2)",
     "TILE: DirectML takes it, but OutputTensor.Sizes[0] comes from 4294967298, which exceeds 32 bits and wraps "
     "[SizeWraps]"},
    {"SCATTER_ND", "1[3x4] 6[2x1]/s0x1 1[2x4] 1[3x4] 2 2",
     "SCATTER_ND: IndicesTensor.Strides of an axis of more than one element is 0; it must be at least 1 [Condition]"},
    {"REDUCE", "7 0[2x3] 0[2x1] 1 (1)",
     "REDUCE: InputTensor.DataType is UNKNOWN; it must be FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, INT16, INT8, "
     "UINT64 or INT64 [DataType]"},
    {"GATHER_ND1", "1[2x3] 6[2x2] 1[2x3] 2 2 1",
     "GATHER_ND1: IndicesTensor.Sizes[1] is 2; what it may be ends at 1 [Range]"},
    {"RNN", "1[1] 1[1] 1[1] - - - - - 0 - 0", "RNN: what DirectML checks of it is not known here [Unknown]"},
};

TEST(OperatorSentences, NameOperatorFieldNumbersAndReason)
{
    for (const SentenceCase& example : SentenceCases)
    {
        EXPECT_STREQ(Explain(Judged(example.name, example.fields)).c_str(), example.sentence);
    }
}

// Each reason's sentence, whatever the numbers: it ends with the name, names the field, and leaves no placeholder.
TEST(OperatorSentences, EveryRefusalOfTheVerdictFile)
{
    std::map<OperatorError, int> seen;
    for (const std::vector<std::string>& row : verdict_file::Read("operator_verdicts.csv"))
    {
        if (row[1] != "0" && row[1] != "died") { continue; }
        const OperatorDiagnosis found = Judged(row[0], row[3]);
        const std::string sentence = Explain(found).c_str();
        const std::string reason =
            found.error == OperatorError::Tensor ? ToString(found.tensor.error) : ToString(found.error);
        EXPECT_EQ(sentence.find(row[0] + ": "), 0U) << sentence;
        EXPECT_NE(sentence.find(" [" + reason + "]"), std::string::npos) << sentence;
        EXPECT_EQ(sentence.back(), ']') << sentence;
        EXPECT_EQ(sentence.find_first_of("{}"), reason == "RoiSizes" ? sentence.find("{1, 1") : std::string::npos)
            << sentence;
        EXPECT_FALSE(found.Accepted());
        EXPECT_TRUE(found.Refused());
        ASSERT_LT(found.field, operator_facts::RuleOf(row[0])->fields.size()) << sentence;
        EXPECT_NE(sentence.find(operator_facts::RuleOf(row[0])->fields[found.field].name), std::string::npos)
            << sentence;
        ++seen[found.error];
    }
    EXPECT_GT(seen.size(), 65U);
}

struct HazardCase
{
    const char* name;
    const char* fields;
    OperatorError error;
    std::uint32_t field;
    std::uint32_t element;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

// The table "Documented output sizes" of operator_rules.md.
const HazardCase HazardCases[] = {
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x5] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::DocumentedSize, 3,
     NoAxis, 2, 5, 4},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x3] - 1[1x1x1] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::DocumentedSize, 3,
     NoAxis, 2, 1, 0},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x8] 1 1 1 (2) (1) (1) (1) (1) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x7] 1 1 1 (2) (1) (1) (1) (1) 1 -", OperatorError::DocumentedSize, 3,
     NoAxis, 2, 7, 8},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x5] 1 (2) (1) (0) (0) 1", OperatorError::DocumentedSize, 4,
     NoAxis, 2, 5, 4},
    {"CONVOLUTION_INTEGER", "5[1x1x9x9] - 5[1x1x3] - 6[1x1x5x5] 2 (2x2) (1x1) (0x0) (0x0) 1", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x5x5] 1 (2) (1) (0) (0) 1", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x4294967295] 1[1x1x4294967295] - 1[1x1x1] 1 1 1 (4294967295) (4294967295) (0) (0) (0) 1 -",
     OperatorError::DocumentedSize, 3, NoAxis, 2, 1, std::uint64_t(-1)},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x2] - 1[1x1x1] 1 1 1 (1) (1) (2) (1) (0) 1 -", OperatorError::DocumentedSize, 3,
     NoAxis, 2, 1, 0},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (2) (0) (0) (0) (0) 1 -", OperatorError::ZeroStep, 8, 0, NoAxis,
     0, 1},
    {"REDUCE", "4294967295 1[2x3] 1[2x1] 1 (1)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x5] 0 (2) (1) (0) (0) 1", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"MAX_POOLING", "1[1x1x10x10] 1[1x1x11x11] 2 (1x1) (2x2) (1x1) (1x1)", OperatorError::None, NoAxis, NoAxis, NoAxis,
     0, 0},
    {"MAX_POOLING", "1[1x1x10x10] 1[1x1x11x9] 2 (1x1) (2x2) (1x1) (1x1)", OperatorError::DocumentedSize, 1, NoAxis, 3,
     9, 11},
    {"LP_POOLING1", "1[1x1x8x3] 1[1x1x2x1] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 2", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"AVERAGE_POOLING1", "1[1x1x8x3] 1[1x1x2x2] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 0", OperatorError::DocumentedSize, 1,
     NoAxis, 3, 2, 1},
    {"AVERAGE_POOLING", "1[1x1x8x8] 1[1x1x2x2] 2 (2x1) (3x0) (0x0) (0x0) 0", OperatorError::ZeroStep, 4, 1, NoAxis, 0,
     1},
    {"AVERAGE_POOLING_GRAD", "1[1x1x8x8] 1[1x1x2x2] 2 (0x1) (3x3) (0x0) (0x0) 0", OperatorError::ZeroStep, 3, 0, NoAxis,
     0, 1},
    {"AVERAGE_POOLING_GRAD", "1[1x1x8x8] 1[1x1x2x2] 2 (1x1) (3x3) (0x0) (0x0) 0", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"RESAMPLE", "1[5] 1[7] 0 1 (1.5)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE", "1[5] 1[8] 0 1 (1.5)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE", "1[5] 1[9] 0 1 (1.5)", OperatorError::DocumentedSize, 1, NoAxis, 0, 9, 8},
    {"RESAMPLE", "1[5] 1[9] 0 1 (inf)", OperatorError::DocumentedSize, 1, NoAxis, 0, 9, std::uint64_t(-1)},
    {"RESAMPLE_GRAD", "1[5] 1[9] 0 1 (1.5) (0.5) (0.5)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"TILE", "1[2147483649] 1[2] 1 (2)", OperatorError::SizeWraps, 1, NoAxis, 0, 4294967298, Most32},
    {"PADDING", "1[3] 1[2] 0 0 1 (4294967295) (0)", OperatorError::SizeWraps, 1, NoAxis, 0, 4294967298, Most32},
    {"SPACE_TO_DEPTH", "1[1x1x2x2] 1[1x4x1x1] 2", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"REDUCE", "7 1[2x3] 1[2x1] 2 (1x1)", OperatorError::RepeatedAxis, 4, 1, NoAxis, 1, 0},
    {"ACTIVATION_SOFTMAX1", "1[2x3] 1[2x3] 2 (1x1)", OperatorError::RepeatedAxis, 3, 1, NoAxis, 1, 0},
    {"GATHER_ND1", "1[2x3x4] 6[1x2x1] 1[1x2x4] 3 3 1", OperatorError::BatchSizesDiffer, 1, NoAxis, 0, 1, 2},
    {"GATHER_ND1", "1[2x3x4] 6[2x5x1] 1[1x2x5] 3 3 2", OperatorError::BatchSizesDiffer, 1, NoAxis, 1, 5, 3},
    {"TILE", "1[4294967295] 1[4294967295] 1 (1)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"GATHER_ND1", "1[2x3x4] 6[2x2x1] 1[2x2x4] 3 3 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
};

TEST(OperatorHazards, AreAcceptedAndNamed)
{
    for (const HazardCase& example : HazardCases)
    {
        const OperatorDiagnosis found = Judged(example.name, example.fields);
        SCOPED_TRACE(std::string(example.name) + ' ' + example.fields + ": " + Explain(found).c_str());
        EXPECT_TRUE(found.Accepted());
        EXPECT_FALSE(found.Refused());
        EXPECT_EQ(found.error, example.error);
        EXPECT_EQ(found.Ok(), example.error == OperatorError::None);
        EXPECT_EQ(IsHazard(found.error), !found.Ok());
        EXPECT_EQ(found.field, example.field);
        EXPECT_EQ(found.element, example.element);
        EXPECT_EQ(found.axis, example.axis);
        EXPECT_EQ(found.actual, example.actual);
        EXPECT_EQ(found.required, example.required);
    }
}

TEST(OperatorHazards, OfOneTensorStandInFrontOfTheOperators)
{
    const OperatorDiagnosis found =
        Judged("AVERAGE_POOLING", "1[1x2x4x5] 1[1x2x3x4]/s99x22x3x1 2 (2x2) (2x2) (0x0) (0x0) 0");
    EXPECT_EQ(found.error, OperatorError::Tensor);
    EXPECT_EQ(found.tensor.error, TensorError::OutputElementsOverlap);
    EXPECT_EQ(found.field, 1U);
    EXPECT_TRUE(found.Accepted());
    EXPECT_FALSE(found.Ok());
    EXPECT_FALSE(IsHazard(found.error));
}

// The fields and their layout are held against the SDK's structures, the checks by the verdicts.
TEST(OperatorRows, HaveTheNumbersNamesAndTargetsOfTheFacts)
{
    ASSERT_EQ(operator_facts::Rules().size(), detail::OperatorCount);
    for (const detail::OperatorRow& row : detail::OperatorRows)
    {
        const operator_facts::Rule& rule = operator_facts::Rules().at(row.number);
        EXPECT_EQ(row.name, rule.name);
        EXPECT_EQ(row.target, rule.target) << row.name;
        EXPECT_EQ(&row, detail::RowOf(static_cast<DML_OPERATOR_TYPE>(row.number))) << row.name;
    }
}

TEST(OperatorUnknown, IsNeitherAcceptedNorRefused)
{
    for (std::uint32_t number = 0; number < 256; ++number)
    {
        const auto type = static_cast<DML_OPERATOR_TYPE>(number);
        const auto rule = operator_facts::Rules().find(number);
        const bool exists = rule != operator_facts::Rules().end();
        EXPECT_STREQ(ToString(type), number == 0 ? "INVALID" : exists ? rule->second.name.c_str() : "?");
        const OperatorDiagnosis found = ValidateOperator({type, nullptr});
        EXPECT_EQ(found.type, type);
        EXPECT_EQ(found.error,
                  exists && !rule->second.checks.empty() ? OperatorError::NullDescription : OperatorError::Unknown);
        EXPECT_FALSE(found.Accepted());
        EXPECT_EQ(found.Refused(), found.error == OperatorError::NullDescription);
        EXPECT_EQ(found.field, NoAxis);
    }
    EXPECT_EQ(ValidateOperator({static_cast<DML_OPERATOR_TYPE>(255), nullptr}).error, OperatorError::Unknown);
    EXPECT_STREQ(Explain(ValidateOperator({DML_OPERATOR_INVALID, nullptr})).c_str(),
                 "INVALID: what DirectML checks of it is not known here [Unknown]");
    EXPECT_STREQ(Explain(ValidateOperator({DML_OPERATOR_GATHER, nullptr})).c_str(),
                 "GATHER: Desc is null; point it to the operator's structure [NullDescription]");
}

TEST(OperatorNames, OfReasons)
{
    EXPECT_STREQ(ToString(OperatorError::None), "None");
    EXPECT_STREQ(ToString(OperatorError::Tensor), "Tensor");
    EXPECT_STREQ(ToString(OperatorError::InputChannels), "InputChannels");
    EXPECT_STREQ(ToString(OperatorError::Unknown), "Unknown");
    EXPECT_STREQ(ToString(static_cast<OperatorError>(1000)), "?");
    static_assert(!IsHazard(OperatorError::Terminates) && IsHazard(OperatorError::DocumentedSize)
                  && IsHazard(OperatorError::BatchSizesDiffer) && !IsHazard(OperatorError::Unknown));
    static_assert(OperatorDiagnosis{}.Ok() && OperatorDiagnosis{}.Accepted() && !OperatorDiagnosis{}.Refused());
}

// What ends DirectML's process behind the first checks, or is told by the numbers of a list alone.
TEST(OperatorLists, AreReadAsFarAsTheirCountsSay)
{
    EXPECT_EQ(
        Judged("MAX_POOLING_GRAD", "1[1x1x4x4x4] 1[1x1x4x4x4] 1[1x1x4x4x4] 2 (1x1) (1x1) (0x0) (0x0) (1x1)").error,
        OperatorError::Terminates);
    EXPECT_EQ(Judged("QUANTIZE", "1[4] 1 1 {1[0]} 5[4]").error, OperatorError::Terminates);
    EXPECT_EQ(Judged("QUANTIZE", "1[4] 1 1 {1[2x2]} 5[4]").error, OperatorError::Terminates);
}

// Of what no validation says there are sentences too.
TEST(OperatorSentences, OfFieldsAndReasonsThatThereAreNot)
{
    OperatorDiagnosis made;
    made.type = static_cast<DML_OPERATOR_TYPE>(4);
    made.field = 99;
    made.error = OperatorError::SizesDiffer;
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD:  is 0; it must be 0 [SizesDiffer]");
    made.error = static_cast<OperatorError>(1000);
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD: ? [?]");
    made.error = OperatorError::Tensor;
    made.tensor.error = TensorError::DimensionCount;
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD: DimensionCount is 0; it must be 1 to 0 [DimensionCount]");
    made.type = static_cast<DML_OPERATOR_TYPE>(255);
    made.error = OperatorError::Zero;
    EXPECT_STREQ(Explain(made).c_str(), "?:  is 0; it must be at least 0 [Zero]");
}

TEST(OperatorGather, HasTheMainHeadersReasons)
{
    const OperatorDiagnosis found = Judged("GATHER", "1[2x3] 6[1x2] 1[2x3] 0 3");
    EXPECT_EQ(found.error, OperatorError::Tensor);
    EXPECT_EQ(found.tensor.error, TensorError::GatherIndexDimensions);
    EXPECT_EQ(found.field, 4U);
    EXPECT_EQ(Judged("GATHER", "1[2x3] 6[1x2] 1[2x3] 2 1").field, 3U);
    EXPECT_EQ(Judged("GATHER", "1[2x3] 6[1x2] 1[2x4] 0 1").field, 2U);
    const OperatorDiagnosis hazard = Judged("GATHER", "1[2x3x2x1x3] 6[1x1x1x1x2] 1[2x3x2x1x3] 0 5");
    EXPECT_EQ(hazard.tensor.error, TensorError::GatherRankLimit);
    EXPECT_EQ(hazard.field, 4U);
    EXPECT_TRUE(hazard.Accepted());
}
} // namespace
