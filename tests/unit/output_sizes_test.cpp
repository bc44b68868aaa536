// Output sizes of operators, at compile time and at run time, and the sentences of their errors.
#include "dml_tensor_output_sizes.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

namespace output_sizes_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::Max32;
using test_support::Max64;
using test_support::NoAxis;

struct OutputCase
{
    TensorLayout found;
    Dimensions expected;
};

constexpr Dimensions Sides(std::uint32_t a, std::uint32_t b) { return {a, b}; }

constexpr float NotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float Scales[] = {1.5F, 0.25F};
constexpr Dimensions Joined[] = {{2, 3, 4}, {2, 5, 4}, {2, 1, 4}};

// `one` is 1 and unknown to the compiler in the run-time test; a table of constants would be evaluated at compile time.
// Worked examples from operator_rules.md, the documentation and ONNX, and calculated by hand.
constexpr auto OutputCases(std::uint32_t one)
{
    return std::array{
        OutputCase{ConvolutionOutput({one, 1, 9}, {1, 1, 3}, {{2}, {}, {0}, {0}, {}}), {1, 1, 4}},
        OutputCase{ConvolutionOutput({1, 3, 224, 224}, {64, 3, 7, 7}, {Sides(2, 2), {}, Sides(3, 3), Sides(3, 3), {}}),
                   {1, 64, 112, 112}},
        OutputCase{ConvolutionOutput({1, 3, 5, 5}, {4, 3, 3, 3}), {1, 4, 3, 3}},
        OutputCase{ConvolutionOutput({2, 6, 8, 9}, {9, 2, 3, 3}, {{}, Sides(2, 3), {}, {}, {}}, 3), {2, 9, 4, 3}},
        OutputCase{ConvolutionOutput({1, 1, 3, 4, 5}, {2, 1, 3, 4, 5}), {1, 2, 1, 1, 1}},
        OutputCase{ConvolutionOutput({1, 1, 1}, {1, 1, 4294967295}, {{}, {}, {4294967294U}, {0}, {}}), {1, 1, 1}},
        OutputCase{ConvolutionOutput({1, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, {7}}), {1, 1, 3}},
        OutputCase{TransposedConvolutionOutput({1, 1, 4}, {1, 1, 3}, {{2}, {}, {1}, {1}, {1}}), {1, 1, 8}},
        OutputCase{TransposedConvolutionOutput({1, 1, 3, 3}, {1, 2, 3, 3}), {1, 2, 5, 5}},
        OutputCase{TransposedConvolutionOutput({1, 1, 3, 3}, {1, 2, 3, 3}, {Sides(3, 2), {}, {}, {}, Sides(1, 1)}),
                   {1, 2, 10, 8}},
        OutputCase{TransposedConvolutionOutput({2, 6, 4}, {6, 5, 2}, {}, 3), {2, 15, 5}},
        // Frameworks' output_padding, alone and beside OutputPadding.
        OutputCase{
            TransposedConvolutionOutput({1, 16, 56, 56}, {16, 8, 3, 3}, {{2, 2}, {}, {1, 1}, {1, 1}}, one, Sides(1, 1)),
            {1, 8, 112, 112}},
        OutputCase{TransposedConvolutionOutput({1, 1, 3, 3}, {1, 2, 3, 3}, {Sides(3, 2), {}, {}, {}, Sides(2, 0)}, 1,
                                               Sides(1, 1)),
                   {1, 2, 12, 8}},
        OutputCase{
            TransposedConvolutionOutput({1, 1, 3, 3}, {1, 1, 3, 3}, {Sides(3, 1), Sides(1, 4)}, one, Sides(2, 3)),
            {1, 1, 11, 14}},
        OutputCase{PoolingOutput({1, 1, 10, 10}, {2, 2}, {{}, {}, Sides(1, 1), Sides(1, 1), {}}), {1, 1, 11, 11}},
        OutputCase{PoolingOutput({1, 3, 8, 8}, {3, 3}, {Sides(2, 2), Sides(2, 2), {}, {}, {}}), {1, 3, 2, 2}},
        OutputCase{PoolingOutput({2, 3, 4, 5, 6}, {2, 5, 1}), {2, 3, 3, 1, 6}},
        // ResNet's first pooling, with ceil_mode; then a last position that is dropped, in the input and in its padding.
        OutputCase{PoolingOutput({1, 64, 112, 112}, {3, 3}, {{2, 2}}, Rounding::Up), {1, 64, 56, 56}},
        OutputCase{PoolingOutput({1, 1, 2, 4}, {1, 1}, {{2, 3}}, Rounding::Up), {1, 1, 1, 2}},
        OutputCase{PoolingOutput({1, 1, 2, 2}, {3, 3}, {{3, 3}, {}, {1, 1}, {1, 1}}, Rounding::Up), {1, 1, 1, 1}},
        // A window that is larger than the input by less than a stride, and sizes near 2^32.
        OutputCase{PoolingOutput({1, 1, 2, 2}, {3, 4}, {{2, 3}}, Rounding::Up), {1, 1, 1, 1}},
        OutputCase{
            PoolingOutput({1, 1, Max32, 1}, {Max32, 1}, {{Max32, Max32}, {}, {Max32, 0}, {Max32, Max32}}, Rounding::Up),
            {1, 1, 2, 1}},
        // SAME paddings: TensorFlow's example of an odd one, larger strides than windows, transposed convolutions.
        OutputCase{ConvolutionOutput({1, 3, 224, 224}, {64, 3, 7, 7}, SamePadding({1, 3, 224, 224}, {7, 7}, {{2, 2}})),
                   {1, 64, 112, 112}},
        OutputCase{PoolingOutput({1, 2, 5, 6}, {2, 3}, SamePadding({1, 2, 5, 6}, {2, 3}, {{2, 4}}, OddPadding::Start)),
                   {1, 2, 3, 2}},
        OutputCase{TransposedConvolutionOutput({1, 1, 3}, {1, 1, 3}, SamePadding({1, 1, 6}, {3}, {{2}})), {1, 1, 6}},
        OutputCase{ConvolutionOutput({1, 1, 1}, {1, 1, 3}, SamePadding({1, 1, 1}, {3}, {{}, {Max32}})), {1, 1, 1}},
        OutputCase{GemmOutput({2, 3}, {3, 4}), {2, 4}},
        OutputCase{GemmOutput({3, 2}, {4, 3}, true, true), {2, 4}},
        OutputCase{GemmOutput({5, 6, 2, 3}, {5, 6, 4, 3}, false, true), {5, 6, 2, 4}},
        OutputCase{ReduceOutput({2, 3, 4}, {2, 0}), {1, 3, 1}},
        OutputCase{ReduceOutput({2, 3, 4}, {}), {2, 3, 4}},
        OutputCase{JoinOutput(Joined, 3, 1), {2, 9, 4}},
        OutputCase{JoinOutput(Joined, 1, 2), {2, 3, 4}},
        OutputCase{JoinOutput({{2, 3}, {4, 3}}, 0), {6, 3}},
        OutputCase{SliceOutput({5, 6, 7}, {1, 2, 3}), {5, 3, 3}},
        OutputCase{SliceOutput({4294967295U}, {4294967295U}), {1}},
        OutputCase{PaddingOutput({2, 3}, {1, 0}, {2, 4}), {5, 7}},
        OutputCase{PaddingOutput({4294967290U}, {2}, {3}), {4294967295U}},
        OutputCase{TileOutput({2, 3}, {4, 1}), {8, 3}},
        OutputCase{UpsampleOutput({1, 2, 3, 4}, 2, 5), {1, 2, 6, 20}},
        OutputCase{UpsampleOutput({1, 2, 9, 3, 4}, 2, 5), {1, 2, 9, 6, 20}},
        OutputCase{ResampleOutput({1, 3, 8, 9}, {1, 1, 2, 0.5F}), {1, 3, 16, 4}},
        OutputCase{ResampleOutput({1, 3, 8, 9}, {1, 1, 2, 0.5F}, Rounding::Up), {1, 3, 16, 5}},
        OutputCase{ResampleOutput({5, 2}, Scales, 2), {7, 1}},
        OutputCase{ResampleOutput({5, 2}, Scales, Rounding::Up), {8, 1}},
        OutputCase{ResampleOutput({10, one}, {0.7F, 1.0e-45F}), {6, 1}}, // 6.9999999
        OutputCase{ResampleOutput({10, 1}, {0.7F, 1.0e-45F}, Rounding::Up), {7, 1}},
        OutputCase{ResampleOutput({10, 1}, {0.7F, 1.0e-45F}, Rounding::Nearest), {7, 1}},
        OutputCase{ResampleOutput({5, 7}, {0.5F, 1.6F}, Rounding::Nearest), {3, 11}},
        OutputCase{ResampleOutput({1073741823, 1}, {4, 4294967040.0F}), {4294967292U, 4294967040U}},
        OutputCase{DepthToSpaceOutput({1, 8, 2, 3}, 2), {1, 2, 4, 6}},
        OutputCase{SpaceToDepthOutput({1, 2, 4, 6}, 2), {1, 8, 2, 3}},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 2}), {1, 2, 3}},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 1}), {2, 2, 3}},
        OutputCase{GatherNdOutput({2, 2, 3}, {4, 5, 3}), {1, 4, 5}},
        OutputCase{GatherNdOutput({2, 2, 3}, {2, 5, 1}, 1), {2, 5, 3}},
        OutputCase{GatherNdOutput({7}, {1}), {1}},
        OutputCase{GatherNdOutput({7}, {2, 3, 1}), {2, 3}},
    };
}

constexpr bool Holds(const OutputCase& example)
{
    return example.found && example.found == TensorLayout::Packed(example.expected);
}
static_assert(test_support::FirstFailure(OutputCases(1)) == test_support::NoCase);

TEST(OutputSizes, AreThoseOfTheWorkedExamples)
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
    const char* sentence; // that of ZeroSize without its end
};

constexpr Dimensions TooMany = {1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr Dimensions Negative = {1, -1};
constexpr Dimensions Huge[] = {{4294967295U}, {4294967295U}};

constexpr auto ErrorCases(std::uint32_t one)
{
    using E = TensorError;
    return std::array{
        // The errors of the arguments, from the first to the last.
        ErrorCase{ConvolutionOutput(TooMany, Negative), E::DimensionCount, NoAxis, 9, 8,
                  "the length of input is 9; it must be at most 8"},
        ErrorCase{ConvolutionOutput({one, 0, 5}, Negative), E::ValueRange, 1, Max64, Max32,
                  "filter[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {Negative, TooMany}, -1), E::ValueRange, 1, Max64, Max32,
                  "strides[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, TooMany}, -1), E::DimensionCount, NoAxis,
                  9, 8, "the length of outputPadding is 9; it must be at most 8"},
        ErrorCase{ConvolutionOutput({one, 1}, {1, 1}, {}, -1), E::ValueRange, NoAxis, Max64, Max32,
                  "groupCount is -1; it must be 1 to 4294967295"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {}, 4294967296), E::ValueRange, NoAxis, 4294967296, Max32,
                  "groupCount is 4294967296; it must be 1 to 4294967295"},
        // Convolutions and poolings.
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {}, 0), E::ZeroAttribute, NoAxis, 0, 1,
                  "groupCount is 0; it must be at least 1"},
        ErrorCase{ConvolutionOutput({one, 1}, {1, 1}), E::RankDiffers, NoAxis, 2, 3,
                  "the rank of input is 2; it must be at least 3"},
        ErrorCase{ConvolutionOutput({one, 1, 1, 1, 1, 1}, {1, 1}), E::RankDiffers, NoAxis, 6, 5,
                  "the rank of input is 6; it must be at most 5"},
        ErrorCase{ConvolutionOutput({one, 1, 1}, {1, 1, 1, 1}), E::RankDiffers, NoAxis, 4, 3,
                  "the rank of filter is 4; it must be 3"},
        ErrorCase{ConvolutionOutput({one, 0, 5}, {1, 1, 3}), E::ZeroSize, 1, 0, 1, "input[1] is 0"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 0}), E::ZeroSize, 2, 0, 1, "filter[2] is 0"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{1, 1}}), E::AttributeCount, NoAxis, 2, 1,
                  "the length of strides is 2; it must be 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {1, 1}}), E::AttributeCount, NoAxis, 2, 1,
                  "the length of dilations is 2; it must be 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {}, {1, 1}}), E::AttributeCount, NoAxis, 2, 1,
                  "the length of startPadding is 2; it must be 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {}, {}, {1, 1, 1}}), E::AttributeCount, NoAxis, 3, 1,
                  "the length of endPadding is 3; it must be 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {}, {}, {}, {0, 0}}), E::AttributeCount, NoAxis, 2, 1,
                  "the length of outputPadding is 2; it must be 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{0}}), E::ZeroAttribute, 0, 0, 1,
                  "strides[0] is 0; it must be at least 1"},
        ErrorCase{ConvolutionOutput({one, 1, 5, 5}, {1, 1, 3, 3}, {{}, {1, 0}}), E::ZeroAttribute, 1, 0, 1,
                  "dilations[1] is 0; it must be at least 1"},
        ErrorCase{ConvolutionOutput({one, 3, 5}, {2, 4, 3}), E::ChannelsDiffer, 1, 4, 3,
                  "filter[1] * groupCount is 4; it must be 3, the channels of input"},
        ErrorCase{ConvolutionOutput({one, 5, 5}, {2, 3, 3}, {}, 2), E::ChannelsDiffer, 1, 6, 5,
                  "filter[1] * groupCount is 6; it must be 5, the channels of input"},
        ErrorCase{ConvolutionOutput({one, 6, 5}, {3, 3, 3}, {}, 2), E::NotDivisible, 0, 3, 2,
                  "filter[0] is 3; it must be a multiple of 2, groupCount"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, {{}, {3}, {1}, {0}}), E::WindowTooLarge, 2, 7, 6,
                  "on axis 2 the window covers 7 elements, more than the padded input's 6"},
        ErrorCase{ConvolutionOutput({one, 1, Max32}, {1, 1, 1}, {{}, {}, {1}}), E::ValueRange, 2, 4294967296, Max32,
                  "the output's size on axis 2 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{TransposedConvolutionOutput({one, 2, 5}, {3, 1, 3}), E::ChannelsDiffer, 0, 3, 2,
                  "filter[0] is 3; it must be 2, the channels of input"},
        ErrorCase{TransposedConvolutionOutput({one, 3, 5}, {3, 1, 3}, {}, 2), E::NotDivisible, 0, 3, 2,
                  "filter[0] is 3; it must be a multiple of 2, groupCount"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 2}, {1, 1, 2}, {{}, {}, {2}, {1}}), E::PaddingTooLarge, 2, 3, 3,
                  "on axis 2 the padding is 3; it must be below 3, the output's size without it"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 5, 2}, {1, 1, 3, 2}, {{}, {}, {0, 2}, {0, 1}}),
                  E::PaddingTooLarge, 3, 3, 3,
                  "on axis 3 the padding is 3; it must be below 3, the output's size without it"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 65537}, {1, 1, 1}, {{65537}}), E::ValueRange, 2, 4295032833,
                  Max32, "the output's size on axis 2 would be 4295032833; it must be at most 4294967295"},
        ErrorCase{TransposedConvolutionOutput({one, 1, Max32}, {1, 1, Max32}, {{Max32}, {Max32}, {7}}), E::ValueRange,
                  2, Max64, Max32, "the output's size on axis 2 would exceed 64 bits; it must be at most 4294967295"},
        ErrorCase{TransposedConvolutionOutput({one, 1, Max32}, {1, 1, 3}, {{Max32}, {Max32}, {}, {}, {Max32}}),
                  E::ValueRange, 2, Max64, Max32,
                  "the output's size on axis 2 would exceed 64 bits; it must be at most 4294967295"},
        ErrorCase{TransposedConvolutionOutput({one, 65536, 2}, {65536, 65536, 1}, {}, 65536), E::ValueRange, 1,
                  4294967296, Max32, "the output's size on axis 1 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{PoolingOutput({one, 1, 5}, {3}), E::RankDiffers, NoAxis, 3, 4,
                  "the rank of input is 3; it must be at least 4"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3}), E::AttributeCount, NoAxis, 1, 2,
                  "the length of windowSize is 1; it must be 2"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 0}), E::ZeroAttribute, 1, 0, 1,
                  "windowSize[1] is 0; it must be at least 1"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, Negative, {TooMany}), E::ValueRange, 1, Max64, Max32,
                  "windowSize[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, {{}, {}, {}, {}, {0, 0}}), E::AttributeCount, NoAxis, 2, 0,
                  "the length of outputPadding is 2; it must be 0"},
        ErrorCase{PoolingOutput({one, 1, 9, 3}, {3, 3}, {{}, {2, 2}}), E::WindowTooLarge, 3, 5, 3,
                  "on axis 3 the window covers 5 elements, more than the padded input's 3"},
        ErrorCase{PoolingOutput({one, 1, 9, 2}, {3, 5}, {{2, 3}}, Rounding::Up), E::WindowTooLarge, 3, 5, 2,
                  "on axis 3 the window covers 5 elements, more than the padded input's 2"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 5, 5}, {1, 1, 3, 3}, {}, 1, {1}), E::AttributeCount, NoAxis, 1,
                  2, "the length of onnxOutputPadding is 1; it must be 2"},
        ErrorCase{TransposedConvolutionOutput({one, 5}, {1, 1, 3, 3}, {}, 1, {1, -1}), E::ValueRange, 1, Max64, Max32,
                  "onnxOutputPadding[1] is -1; it must be 0 to 4294967295"},
        ErrorCase{
            TransposedConvolutionOutput({one, 1, Max32}, {1, 1, 1}, {{}, {Max32}, {}, {}, {Max32}}, 1, {4294967294U}),
            E::ValueRange, 2, 12884901884, Max32,
            "the output's size on axis 2 would be 12884901884; it must be at most 4294967295"},
        // ONNX's output_padding is below the stride or the dilation of its axis.
        ErrorCase{TransposedConvolutionOutput({one, 1, 5, 5}, {1, 1, 3, 3}, {{2, 2}}, 1, {1, 2}), E::ValueRange, 1, 2,
                  1, "onnxOutputPadding[1] is 2; it must be 0 to 1"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 5, 5}, {1, 1, 3, 3}, {{3, 2}, {1, 4}}, 1, {3, 4}), E::ValueRange,
                  0, 3, 2, "onnxOutputPadding[0] is 3; it must be 0 to 2"},
        ErrorCase{TransposedConvolutionOutput({one, 1, 5, 5}, {1, 1, 3, 3}, {}, 1, {0, 1}), E::ValueRange, 1, 1, 0,
                  "onnxOutputPadding[1] is 1; it must be 0 to 0"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, {}, Rounding::Nearest), E::ValueRange, NoAxis, 2, 1,
                  "rounding is 2; for a pooling it must be 0 (Down) or 1 (Up)"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, {}, static_cast<Rounding>(-1)), E::ValueRange, NoAxis, Max64, 1,
                  "rounding is 18446744073709551615; for a pooling it must be 0 (Down) or 1 (Up)"},
        // The errors that SamePadding hands to the function that takes its window.
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, SamePadding({one, 1}, {})), E::RankDiffers, NoAxis, 2, 3,
                  "the rank of input is 2; it must be at least 3"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, SamePadding({one, 1, 1, 1, 1, 1}, {1, 1, 1, 1})),
                  E::RankDiffers, NoAxis, 6, 5, "the rank of input is 6; it must be at most 5"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, SamePadding({one, -1, 5}, {3})), E::ValueRange, 1, Max64,
                  Max32, "input[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, SamePadding({one, 0, 5}, {3})), E::ZeroSize, 1, 0, 1,
                  "input[1] is 0"},
        ErrorCase{ConvolutionOutput({one, 1, 5}, {1, 1, 3}, SamePadding({one, 1, 5}, TooMany)), E::DimensionCount,
                  NoAxis, 9, 8, "the length of windowSize is 9; it must be at most 8"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, SamePadding({one, 1, 5, 5}, {3})), E::AttributeCount, NoAxis, 1,
                  2, "the length of windowSize is 1; it must be 2"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, SamePadding({one, 1, 5, 5}, {3, 0})), E::ZeroAttribute, 1, 0, 1,
                  "windowSize[1] is 0; it must be at least 1"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, SamePadding({one, 1, 5, 5}, {3, 3}, {{0, 1}})),
                  E::ZeroAttribute, 0, 0, 1, "strides[0] is 0; it must be at least 1"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, SamePadding({one, 1, 5, 5}, {3, 3}, {{}, Negative})),
                  E::ValueRange, 1, Max64, Max32, "dilations[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{PoolingOutput({one, 1, 5, 5}, {3, 3}, SamePadding({one, 1, 5, 5}, {3, 3}, {{1, 1}, {1}})),
                  E::AttributeCount, NoAxis, 1, 2, "the length of dilations is 1; it must be 2"},
        ErrorCase{ConvolutionOutput({one, 1, 1}, {1, 1, 3}, SamePadding({one, 1, Max32}, {Max32}, {{}, {Max32}})),
                  E::ValueRange, 0, 9223372030412324865, Max32,
                  "startPadding[0] is 9223372030412324865; it must be 0 to 4294967295"},
        // 2^33 - 1 elements.
        ErrorCase{ConvolutionOutput({one, 1, 1}, {1, 1, 8}, SamePadding({one, 1, 1}, {8}, {{}, {1227133513}})),
                  E::ValueRange, 0, 4294967296, Max32, "endPadding[0] is 4294967296; it must be 0 to 4294967295"},
        ErrorCase{ConvolutionOutput({one, 1, 1}, {1, 1, 8},
                                    SamePadding({one, 1, 1}, {8}, {{}, {1227133513}}, OddPadding::Start)),
                  E::ValueRange, 0, 4294967296, Max32, "startPadding[0] is 4294967296; it must be 0 to 4294967295"},
        // Matrices, reductions, joins.
        ErrorCase{GemmOutput({2 * one}, {2}), E::RankDiffers, NoAxis, 1, 2,
                  "the rank of a is 1; it must be at least 2"},
        ErrorCase{GemmOutput({2 * one, 3}, {1, 3, 4}), E::RankDiffers, NoAxis, 3, 2,
                  "the rank of b is 3; it must be 2"},
        ErrorCase{GemmOutput({2 * one, 3}, {4, 5}), E::SizesDiffer, 0, 4, 3, "b[0] is 4; it must be 3, to match a"},
        ErrorCase{GemmOutput({2 * one, 3}, {5, 4}, false, true), E::SizesDiffer, 1, 4, 3,
                  "b[1] is 4; it must be 3, to match a"},
        ErrorCase{GemmOutput({2 * one, 3}, {5, 4}, true, true), E::SizesDiffer, 1, 4, 2,
                  "b[1] is 4; it must be 2, to match a"},
        ErrorCase{GemmOutput({7 * one, 2, 3}, {6, 3, 4}), E::SizesDiffer, 0, 6, 7,
                  "b[0] is 6; it must be 7, to match a"},
        ErrorCase{GemmOutput({7 * one, 2, 2, 3}, {7, 5, 3, 4}), E::SizesDiffer, 1, 5, 2,
                  "b[1] is 5; it must be 2, to match a"},
        ErrorCase{ReduceOutput({}, {}), E::RankDiffers, NoAxis, 0, 1, "the rank of input is 0; it must be at least 1"},
        ErrorCase{ReduceOutput({2 * one, 3}, {0, 2}), E::AxisOutOfRange, 1, 2, 2,
                  "axes[1] is 2; it must be below 2, the number of dimensions"},
        ErrorCase{ReduceOutput({2 * one, 3}, {1, 1}), E::AxisOrder, 1, 1, 2,
                  "axes[1] is 1, an axis that is already in the list"},
        ErrorCase{ReduceOutput({2 * one, 3}, {Max32}), E::AxisOutOfRange, 0, Max32, 2,
                  "axes[0] is -1; axes count from 0: the last of 2 is 1"},
        ErrorCase{JoinOutput(Joined, 0, 0), E::NullPointer, NoAxis, 0, 1,
                  "inputs is null or empty; it must have at least one tensor"},
        ErrorCase{JoinOutput(static_cast<const Dimensions*>(nullptr), 2, 0), E::NullPointer, NoAxis, 0, 2,
                  "inputs is null or empty; it must have at least one tensor"},
        ErrorCase{JoinOutput({}, 0), E::NullPointer, NoAxis, 0, 1,
                  "inputs is null or empty; it must have at least one tensor"},
        ErrorCase{JoinOutput(Joined, -1, 0), E::ValueRange, NoAxis, Max64, Max64, "count is -1; it must be at least 0"},
        ErrorCase{JoinOutput({TooMany, {2}}, 0), E::DimensionCount, NoAxis, 9, 8,
                  "the rank of an input is 9; it must be at most 8"},
        ErrorCase{JoinOutput({{2}, {2}, TooMany}, 0), E::DimensionCount, NoAxis, 9, 8,
                  "the rank of an input is 9; it must be at most 8"},
        ErrorCase{JoinOutput({Dimensions(), {2}}, 0), E::RankDiffers, NoAxis, 0, 1,
                  "the rank of an input is 0; it must be 1"},
        ErrorCase{JoinOutput({{2, 0}, Negative}, 0), E::ValueRange, 1, Max64, Max32,
                  "an input has size -1 on axis 1; it must be 1 to 4294967295"},
        ErrorCase{JoinOutput(Joined, 3, 3), E::AxisOutOfRange, NoAxis, 3, 3,
                  "axis is 3; it must be below 3, the number of dimensions"},
        ErrorCase{JoinOutput(Joined, 3, -1), E::AxisOutOfRange, NoAxis, Max64, 3,
                  "axis is -1; axes count from 0: the last of 3 is 2"},
        ErrorCase{JoinOutput(Joined, 3, 2), E::SizesDiffer, 1, 5, 3,
                  "an input has size 5 on axis 1; it must be 3, as in the first input"},
        ErrorCase{JoinOutput({{2, 3}, {4, 3}}, 1), E::SizesDiffer, 0, 4, 2,
                  "an input has size 4 on axis 0; it must be 2, as in the first input"},
        ErrorCase{SpaceToDepthOutput({one, 4, 4, 4}, 4294967296), E::ValueRange, NoAxis, 4294967296, Max32,
                  "blockSize is 4294967296; it must be 1 to 4294967295"},
        ErrorCase{DepthToSpaceOutput({one, 4, 4, 4}, 4294967296), E::ValueRange, NoAxis, 4294967296, Max32,
                  "blockSize is 4294967296; it must be 1 to 4294967295"},
        ErrorCase{JoinOutput({{2, 3}, {2, 3, 1}}, 0), E::RankDiffers, NoAxis, 3, 2,
                  "the rank of an input is 3; it must be 2"},
        ErrorCase{JoinOutput({{2, 3}, {0, 3}}, 0), E::ZeroSize, 0, 0, 1, "an input has size 0 on axis 0"},
        ErrorCase{JoinOutput(Huge, 2, 0), E::ValueRange, 0, 8589934590, Max32,
                  "the output's size on axis 0 would be 8589934590; it must be at most 4294967295"},
        // Slices, paddings, repeats, blocks.
        ErrorCase{SliceOutput({5 * one, 0}, {1, 1}), E::ZeroSize, 1, 0, 1, "windowSizes[1] is 0"},
        ErrorCase{SliceOutput({5 * one, 6}, {1}), E::AttributeCount, NoAxis, 1, 2,
                  "the length of windowStrides is 1; it must be 2"},
        ErrorCase{SliceOutput({5 * one, 6}, {1, 0}), E::ZeroAttribute, 1, 0, 1,
                  "windowStrides[1] is 0; it must be at least 1"},
        ErrorCase{PaddingOutput({}, {}, {}), E::RankDiffers, NoAxis, 0, 1,
                  "the rank of input is 0; it must be at least 1"},
        ErrorCase{PaddingOutput({2 * one, 3}, {1, 1}, Dimensions(static_cast<const int*>(nullptr), 2)), E::NullPointer,
                  NoAxis, 0, 2, "end is null; point it to 2 values"},
        ErrorCase{PaddingOutput({2 * one, 3}, {1}, {1, 1}), E::AttributeCount, NoAxis, 1, 2,
                  "the length of start is 1; it must be 2"},
        ErrorCase{PaddingOutput({2 * one, 3}, {1, 1}, {}), E::AttributeCount, NoAxis, 0, 2,
                  "the length of end is 0; it must be 2"},
        ErrorCase{PaddingOutput({2 * one, 3}, {Max32, 1}, {Max32, 1}), E::ValueRange, 0, 8589934592, Max32,
                  "the output's size on axis 0 would be 8589934592; it must be at most 4294967295"},
        ErrorCase{TileOutput({2 * one, 2147483649U}, {1, 2}), E::ValueRange, 1, 4294967298, Max32,
                  "the output's size on axis 1 would be 4294967298; it must be at most 4294967295"},
        ErrorCase{TileOutput({2 * one, 3}, {0, 2}), E::ZeroAttribute, 0, 0, 1,
                  "repeats[0] is 0; it must be at least 1"},
        ErrorCase{TileOutput({2 * one, 3}, {2}), E::AttributeCount, NoAxis, 1, 2,
                  "the length of repeats is 1; it must be 2"},
        ErrorCase{UpsampleOutput({one, 2, 3}, 1, 1), E::RankDiffers, NoAxis, 3, 4,
                  "the rank of input is 3; it must be at least 4"},
        ErrorCase{UpsampleOutput({one, 1, 65536, 1}, 65536, 1), E::ValueRange, 2, 4294967296, Max32,
                  "the output's size on axis 2 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{UpsampleOutput({one, 1, 1, 1}, 0, 1), E::ZeroAttribute, NoAxis, 0, 1,
                  "height is 0; it must be at least 1"},
        ErrorCase{UpsampleOutput({one, 1, 1, 1}, 1, -2), E::ValueRange, NoAxis, std::uint64_t(-2), Max32,
                  "width is -2; it must be 1 to 4294967295"},
        ErrorCase{DepthToSpaceOutput({one, 6, 2, 2}, 2), E::NotDivisible, 1, 6, 4,
                  "input[1] is 6; it must be a multiple of 4, blockSize * blockSize"},
        ErrorCase{DepthToSpaceOutput({one, 1, 2, 2}, 65536), E::NotDivisible, 1, 1, 4294967296,
                  "input[1] is 1; it must be a multiple of 4294967296, blockSize * blockSize"},
        ErrorCase{DepthToSpaceOutput({one, 4, 2147483648U, 2}, 2), E::ValueRange, 2, 4294967296, Max32,
                  "the output's size on axis 2 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{DepthToSpaceOutput({one, 4, 2}, 2), E::RankDiffers, NoAxis, 3, 4,
                  "the rank of input is 3; it must be at least 4"},
        ErrorCase{SpaceToDepthOutput({one, 1, 4, 6}, 4), E::NotDivisible, 3, 6, 4,
                  "input[3] is 6; it must be a multiple of 4, blockSize"},
        ErrorCase{SpaceToDepthOutput({one, 1, 3, 6}, 2), E::NotDivisible, 2, 3, 2,
                  "input[2] is 3; it must be a multiple of 2, blockSize"},
        ErrorCase{SpaceToDepthOutput({one, 1, 4, 6}, 0), E::ZeroAttribute, NoAxis, 0, 1,
                  "blockSize is 0; it must be at least 1"},
        ErrorCase{SpaceToDepthOutput({one, 1, 65536, 65536}, 65536), E::ValueRange, 1, 4294967296, Max32,
                  "the output's size on axis 1 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{SpaceToDepthOutput({one, Max32, Max32, Max32}, Max32), E::ValueRange, 1, Max64, Max32,
                  "the output's size on axis 1 would exceed 64 bits; it must be at most 4294967295"},
        ErrorCase{SpaceToDepthOutput({one, 1, 4, 6, 1}, 2), E::RankDiffers, NoAxis, 5, 4,
                  "the rank of input is 5; it must be at most 4"},
        // RESAMPLE.
        ErrorCase{ResampleOutput(Negative, Scales, -1), E::ValueRange, NoAxis, Max64, Max64,
                  "count is -1; it must be at least 0"},
        ErrorCase{ResampleOutput(Negative, static_cast<const float*>(nullptr), 2), E::NullPointer, NoAxis, 0, 2,
                  "scales is null; point it to 2 values"},
        ErrorCase{ResampleOutput({one, 2}, static_cast<const float*>(nullptr), 0), E::AttributeCount, NoAxis, 0, 2,
                  "the length of scales is 0; it must be 2"},
        ErrorCase{ResampleOutput(Negative, Scales), E::ValueRange, 1, Max64, Max32,
                  "input[1] is -1; it must be 1 to 4294967295"},
        ErrorCase{ResampleOutput({}, Scales), E::RankDiffers, NoAxis, 0, 1,
                  "the rank of input is 0; it must be at least 1"},
        ErrorCase{ResampleOutput({one, 1, 1, 1, 1}, {1, 1, 1, 1, 1}), E::RankDiffers, NoAxis, 5, 4,
                  "the rank of input is 5; it must be at most 4"},
        ErrorCase{ResampleOutput({one, 0}, Scales), E::ZeroSize, 1, 0, 1, "input[1] is 0"},
        ErrorCase{ResampleOutput({one, 2, 3}, Scales), E::AttributeCount, NoAxis, 2, 3,
                  "the length of scales is 2; it must be 3"},
        // The numbers beyond the count are not there.
        ErrorCase{ResampleOutput({one, 2}, Scales, 4294967296), E::AttributeCount, NoAxis, 4294967296, 2,
                  "the length of scales is 4294967296; it must be 2"},
        ErrorCase{ResampleOutput({one, 2}, {1, 0}), E::ZeroAttribute, 1, 0, 0, "scales[1] is 0; it must be above 0"},
        ErrorCase{ResampleOutput({one, 2}, {-0.5F, 0}), E::ZeroAttribute, 0, Max64, 0,
                  "scales[0] is negative; it must be above 0"},
        ErrorCase{ResampleOutput({one, 2}, {1, NotANumber}), E::ZeroAttribute, 1, std::uint64_t{1} << 63, 0,
                  "scales[1] is NaN; it must be above 0"},
        ErrorCase{ResampleOutput({one, 2}, {1, Infinity}), E::ValueRange, 1, Max64, Max32,
                  "the output's size on axis 1 would exceed 64 bits; it must be at most 4294967295"},
        ErrorCase{ResampleOutput({one, 2147483648U}, {1, 2}), E::ValueRange, 1, 4294967296, Max32,
                  "the output's size on axis 1 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{ResampleOutput({one}, {4294967296.0F}), E::ValueRange, 0, 4294967296, Max32,
                  "the output's size on axis 0 would be 4294967296; it must be at most 4294967295"},
        ErrorCase{ResampleOutput({2147483648U}, {8589934592.0F}), E::ValueRange, 0, Max64, Max32,
                  "the output's size on axis 0 would exceed 64 bits; it must be at most 4294967295"},
        // GATHER_ND.
        ErrorCase{GatherNdOutput({2 * one, 3}, {4, 3}), E::RankDiffers, NoAxis, 3, 2,
                  "the last size of indices is 3; it must be at most 2, the dimensions of input after the batch"},
        ErrorCase{GatherNdOutput({2 * one, 3}, {2, 2}, 1), E::RankDiffers, NoAxis, 2, 1,
                  "the last size of indices is 2; it must be at most 1, the dimensions of input after the batch"},
        ErrorCase{GatherNdOutput({2 * one, 3}, {2, 1}, 2), E::AxisOutOfRange, NoAxis, 2, 2,
                  "batchDimensions is 2; it must be below 2, the number of dimensions"},
        ErrorCase{GatherNdOutput({2 * one}, {2, 3, 1}, 1), E::AxisOutOfRange, NoAxis, 1, 1,
                  "batchDimensions is 1; it must be below 1, the number of dimensions"},
        ErrorCase{GatherNdOutput({2 * one, 3}, {2, 1}, -1), E::AxisOutOfRange, NoAxis, Max64, 2,
                  "batchDimensions is -1; it must be below 2, the number of dimensions"},
        ErrorCase{GatherNdOutput({2 * one, 3, 4}, {1}, 1), E::AxisOutOfRange, NoAxis, 1, 1,
                  "batchDimensions is 1; it must be below 1, the number of dimensions"},
        ErrorCase{GatherNdOutput({}, {1}), E::RankDiffers, NoAxis, 0, 1,
                  "the rank of input is 0; it must be at least 1"},
        ErrorCase{GatherNdOutput({one}, {}), E::RankDiffers, NoAxis, 0, 1, "the rank of indices is 0; it must be 1"},
        ErrorCase{GatherNdOutput({one, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1}), E::RankDiffers, NoAxis, 10, 8,
                  "the rank of the output would be 10; it must be at most 8"},
    };
}

constexpr bool Holds(const ErrorCase& example)
{
    const Diagnosis reason = example.found.Reason();
    const Message message = Explain(reason);
    return !example.found && reason == Diagnosis{example.error, example.axis, example.actual, example.required}
           && detail::StartsWith(message.c_str(), example.sentence);
}
static_assert(test_support::FirstFailure(ErrorCases(1)) == test_support::NoCase);

TEST(OutputSizes, ErrorsNameTheArgumentAndItsNumbers)
{
    const volatile std::uint32_t one = 1;
    test_support::ExpectAllHold(ErrorCases(one));
    for (const ErrorCase& example : ErrorCases(one))
    {
        const bool isZero = example.error == TensorError::ZeroSize;
        EXPECT_EQ(test_support::SentenceOf(example.found.Reason()),
                  std::string(example.sentence) + (isZero ? "; every size must be at least 1" : ""));
    }
}

// ---- SamePadding ----------------------------------------------------------------------------------------------------

struct PaddingCase
{
    Window found;
    Dimensions start;
    Dimensions end;
};

constexpr auto PaddingCases(std::uint32_t one)
{
    const Window strided = {{2, 2}, {1, 3}, {9, 9}, {9}, {4, 5}};
    return std::array{
        // The smaller half of 5 is at the start, except for SAME_LOWER.
        PaddingCase{SamePadding({1, 3, 224, 224}, {7, 7}, {{2, 2}}), {2, 2}, {3, 3}},
        PaddingCase{SamePadding({1, 3, 224, 224}, {7, 7}, {{2, 2}}, OddPadding::Start), {3, 3}, {2, 2}},
        PaddingCase{SamePadding({one, 3, 8}, {3}), {1}, {1}},
        PaddingCase{SamePadding({1, 3, 8, 8, 8}, {1, 2, 4}), {0, 0, 1}, {0, 1, 2}},
        PaddingCase{SamePadding({1, 1, 5, 6}, {1, 2}, {{2, 3}}), {0, 0}, {0, 0}}, // 2 of 3 elements are read
        // The paddings that the window had are replaced, also those with an error.
        PaddingCase{SamePadding({1, 1, 5, 6}, {3, 3}, strided), {1, 2}, {1, 3}},
        PaddingCase{SamePadding({1, 1, 5}, {3}, {{}, {}, Negative, TooMany}), {1}, {1}},
    };
}

constexpr bool Holds(const PaddingCase& example)
{
    return example.found.startPadding == example.start && example.found.endPadding == example.end;
}
static_assert(test_support::FirstFailure(PaddingCases(1)) == test_support::NoCase);

TEST(OutputSizes, SamePaddingIsThatOfTheExamples)
{
    const volatile std::uint32_t one = 1;
    test_support::ExpectAllHold(PaddingCases(one));

    const Window same = SamePadding({1, 1, 5, 6}, {3, 3}, {{2, 2}, {1, 3}, {9, 9}, {9}, {4, 5}});
    EXPECT_EQ(same.strides, (Dimensions{2, 2}));
    EXPECT_EQ(same.dilations, (Dimensions{1, 3}));
    EXPECT_EQ(same.outputPadding, (Dimensions{4, 5}));
    EXPECT_TRUE(SamePadding({1, 1}, {}).endPadding.empty());
}

// With lists and numbers that are unknown at compile time.
TEST(OutputSizes, AreTheSameAtRunTime)
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
    EXPECT_EQ(convolve({}, none).Error(), TensorError::ZeroAttribute);
    EXPECT_EQ(convolve({}, negative).Error(), TensorError::ValueRange);
    EXPECT_EQ(convolve({}, many).Error(), TensorError::ValueRange);
    EXPECT_EQ(convolve({list({1, 1})}, 1).Error(), TensorError::AttributeCount);
    EXPECT_EQ(ConvolutionOutput(list({1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(ConvolutionOutput(list({1, 1, 1, 1, 1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5, 5}), list({3, 0})).Error(), TensorError::ZeroAttribute);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5}), list({3})).Error(), TensorError::RankDiffers);
    EXPECT_EQ(PoolingOutput(list({1, 1, 5, 5}), list({3, 3}), {list({1, 0})}).Error(), TensorError::ZeroAttribute);
    const Dimensions most = list({4294967295U});
    const Dimensions input = list({1, 1, 4294967295U});
    EXPECT_EQ(TransposedConvolutionOutput(input, list({1, 1, 3}), {most, most, {}, {}, most}).Error(),
              TensorError::ValueRange);
    EXPECT_EQ(TransposedConvolutionOutput(list({1, 1}), list({1, 1})).Error(), TensorError::RankDiffers);

    const Dimensions join[] = {list({2, 3}), list({2, 4}), list({1, 4}), list({4294967295U, 4}), list({1})};
    EXPECT_EQ(JoinOutput(join, 2, 1), TensorLayout::Packed({2, 7}));
    EXPECT_EQ(JoinOutput(join, 3, 1).Error(), TensorError::SizesDiffer);
    EXPECT_EQ(JoinOutput(join + 2, 2, none).Error(), TensorError::ValueRange);
    EXPECT_EQ(JoinOutput(join + 3, 2, none).Error(), TensorError::RankDiffers);
    EXPECT_EQ(JoinOutput(join, none, none).Error(), TensorError::NullPointer);
    EXPECT_EQ(JoinOutput(join, negative, none).Error(), TensorError::ValueRange);
    EXPECT_EQ(JoinOutput(nullptr, many, none).Error(), TensorError::NullPointer);
    const float* noScales = nullptr;
    EXPECT_EQ(ResampleOutput(list({2}), noScales, many).Error(), TensorError::NullPointer);
    EXPECT_EQ(ResampleOutput(list({2}), noScales, negative).Error(), TensorError::ValueRange);
    EXPECT_EQ(ResampleOutput(list({2}), noScales, none).Error(), TensorError::AttributeCount);
    EXPECT_EQ(GatherNdOutput(list({2, 3}), list({4, 5, 6, 1})), TensorLayout::Packed({4, 5, 6, 3}));
    EXPECT_EQ(GatherFromOnnx(list({}), list({1}), none).Error(), TensorError::RankDiffers);
    EXPECT_EQ(GatherFromOnnx(list({2, 0}), list({1}), none).Error(), TensorError::ZeroSize);
    EXPECT_EQ(GatherFromOnnx(list({2, 3}), list({0}), none).Error(), TensorError::ZeroSize);
    EXPECT_EQ(TensorLayout::Packed(list({})).Error(), TensorError::DimensionCount);
    EXPECT_EQ(TensorLayout::Packed(Dimensions{negative}).Error(), TensorError::ValueRange);
    EXPECT_EQ(TensorLayout::Strided(list({}), list({})).Error(), TensorError::DimensionCount);
    EXPECT_EQ(TensorLayout::Packed(list({}), list({})).Error(), TensorError::DimensionCount);
    EXPECT_EQ(TensorLayout::Packed(Dimensions{negative}, list({0})).Error(), TensorError::ValueRange);
    EXPECT_EQ(TensorLayout::Packed(list({1, 3})).BroadcastTo(list({0, 3})).Error(), TensorError::ZeroSize);
    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_UINT8, TensorLayout::Packed({1}));
    EXPECT_EQ(ValidateBinding(tensor, negative, 4, 4).error, TensorError::ValueRange);
    EXPECT_EQ(TensorLayout::Packed(list({2, 0})).WithStride(none, none).Error(), TensorError::ZeroSize);
}

// Returns the number of positions of a dilated window inside the padded input.
std::uint32_t FittingWindows(int input, int start, int end, int window, int stride, int dilation)
{
    std::uint32_t count = 0;
    for (int at = -start; at + (window - 1) * dilation < input + end; at += stride) { ++count; }
    return count;
}

// Returns the number with ceil_mode: also the position of a window that ends outside the padded input by less than a
// stride; without the last position if no element of the input is at or after its start.
std::uint32_t WindowsRoundedUp(int input, int start, int end, int window, int stride, int dilation)
{
    std::uint32_t count = 0;
    int last = 0;
    for (int at = -start; at + (window - 1) * dilation < input + end + stride - 1; at += stride)
    {
        ++count;
        last = at;
    }
    return count > 0 && last >= input ? count - 1 : count;
}

// Returns the number of elements that a stride reaches from the first one on.
std::uint32_t StepsOver(std::uint32_t size, std::uint32_t stride)
{
    std::uint32_t count = 0;
    for (std::uint32_t at = 0; at < size; at += stride) { ++count; }
    return count;
}

TEST(OutputSizes, CountTheWindowsThatFit)
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
        const auto count = [&](auto windows, std::uint32_t before, std::uint32_t after)
        {
            return windows(static_cast<int>(input), static_cast<int>(before), static_cast<int>(after),
                           static_cast<int>(window), static_cast<int>(stride), static_cast<int>(dilation));
        };
        const std::uint32_t fitting = count(FittingWindows, start, end);
        EXPECT_EQ(static_cast<bool>(convolved), fitting != 0);
        EXPECT_EQ(convolved.Sizes()[3], fitting) << bits;
        EXPECT_TRUE(pooled == convolved) << bits;

        const std::uint32_t roundedUp = count(WindowsRoundedUp, start, end);
        const TensorLayout pooledUp = PoolingOutput({1, 1, 1, input}, {1, window}, moved, Rounding::Up);
        EXPECT_EQ(static_cast<bool>(pooledUp), roundedUp != 0);
        EXPECT_EQ(pooledUp.Sizes()[3], roundedUp) << bits;

        const Window same = SamePadding({1, 1, 1, input}, {1, window}, moved);
        const Window mirrored = SamePadding({1, 1, 1, input}, {1, window}, moved, OddPadding::Start);
        const std::uint32_t first = same.startPadding[1], last = same.endPadding[1], wanted = StepsOver(input, stride);
        EXPECT_EQ(ConvolutionOutput({1, 1, 1, input}, {1, 1, 1, window}, same).Sizes()[3], wanted) << bits;
        EXPECT_TRUE(last == first || last == first + 1) << bits;
        EXPECT_EQ(mirrored.startPadding, same.endPadding) << bits;
        EXPECT_EQ(mirrored.endPadding, same.startPadding) << bits;
        // One element less would be too few.
        if (last > 0) { EXPECT_LT(count(FittingWindows, first, last - 1), wanted) << bits; }

        if (fitting == 0) { continue; }
        // The transposed convolution restores the input size; output_padding adds the remainder of the stride.
        const std::uint32_t left = (input + start + end - ((window - 1) * dilation + 1)) % stride;
        const TensorLayout back = TransposedConvolutionOutput(
            convolved.Sizes(), {1, 1, 1, window}, {{1, stride}, {1, dilation}, {0, start}, {0, end}}, 1, {0, left});
        EXPECT_EQ(back.Sizes()[3], input) << bits;
        ++cases;
    }
    EXPECT_GT(cases, 1000U);
}

// With scales that are multiples of 1/8, integers have the exact product.
TEST(OutputSizes, ResampledByEighthsAreExact)
{
    for (std::uint32_t size = 1; size < 40; ++size)
    {
        for (std::uint32_t eighths = 1; eighths < 40; ++eighths)
        {
            const float scales[] = {1, static_cast<float>(eighths) / 8};
            const std::uint32_t down = size * eighths / 8, up = (size * eighths + 7) / 8;
            const std::uint32_t nearest = (size * eighths + 4) / 8;
            EXPECT_EQ(ResampleOutput({3, size}, scales).Sizes(), (Dimensions{3, down == 0 ? 1 : down}));
            EXPECT_EQ(ResampleOutput({3, size}, scales, 2, Rounding::Up).Sizes(), (Dimensions{3, up}));
            EXPECT_EQ(ResampleOutput({3, size}, scales, 2, Rounding::Nearest).Sizes(),
                      (Dimensions{3, nearest == 0 ? 1 : nearest}));
        }
    }
}

} // namespace

} // namespace output_sizes_test
