// ValidateOperator in addition to the verdicts: hazards, sentences, names, layouts of structs.
#include "models/operators.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace operators_test
{
namespace
{
using namespace dml_tensor_utils;
using test_support::Max32;
using test_support::NoAxis;

// ---- ValidateOperator -----------------------------------------------------------------------------------------------

// A description in the notation of operator_verdicts.csv.
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
    const char* sentence; // after "CONVOLUTION: "
};

// clang-format off
const SentenceCase SentenceCases[] = {
    {"CONVOLUTION", "1[1x4x5x5] 1[6x3x3x3] - 1[1x6x3x3] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount; if its data has these sizes, use "
     "the sizes {6, 2, 3, 3} [InputChannels]"},
    {"CONVOLUTION", "1[1x5x5x5] 1[6x3x3x3] - 1[1x6x3x3] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "InputTensor.Sizes[1] is 5; it must be 6, FilterTensor.Sizes[1] * GroupCount [InputChannels]"},
    {"CONVOLUTION", "1[1x6x3x3] 1[6x3x3x3] - 1[1x4x5x5] 1 1 2 (1x1) (1x1) (0x0) (0x0) (0x0) 2 -",
     "OutputTensor.Sizes[1] is 4; it must be 6, FilterTensor.Sizes[1] * GroupCount [InputChannels]"},
    {"GEMM", "6[2x3] 1[3x5] - 1[2x5] 0 0 1 1 -",
     "ATensor.DataType is INT32; it must be FLOAT32 or FLOAT16; convert the data too: CAST, or ConvertTensor "
     "[DataType]"},
    {"GEMM", "1[2x3] 2[3x5] - 1[2x5] 0 0 1 1 -",
     "BTensor.DataType is FLOAT16; it must be FLOAT32, as ATensor's is; convert the data too: CAST, or "
     "ConvertTensor [TypesDiffer]"},
    {"GEMM", "1[2x3] 1[4x5] - 1[2x5] 0 0 1 1 -",
     "BTensor.Sizes[0] is 4; the matrix product requires 3; if its data has these sizes, use the sizes {3, 5} "
     "[MatrixSizes]"},
    {"ELEMENT_WISE_ADD", "1[2x3] 1[2x1] 1[2x3]",
     "BTensor.Sizes[1] is 1; it must be 3, as ATensor's is; to repeat it, use size 3 and stride 0: the sizes {2, 3} "
     "and the strides {1, 0} [SizesDiffer]"},
    {"ELEMENT_WISE_ADD", "1[2x3] 1[2x3x1] 1[2x3]",
     "BTensor.DimensionCount is 3; it must be 2, as ATensor's is; with fewer axes it fits: the sizes {2, 3} "
     "[RanksDiffer]"},
    {"GEMM", "1[2x3]/a8 1[3x5] - 1[2x5] 0 0 1 1 -",
     "ATensor.GuaranteedBaseOffsetAlignment is 8; it must be 0 or a power of two of at least 16 [Alignment]"},
    {"GEMM", "1[3] 1[3x5] - 1[2x5] 0 0 1 1 -",
     "ATensor.DimensionCount is 1; it must be 2 to 4; put its 3 values on axis 1 and repeat them: use the sizes {2, "
     "3} and the strides {0, 1} [DimensionCount]"},
    {"JOIN", "2 {1[2x3]|1[2x4]/t3} 1[2x7] 1",
     "InputTensors[1].TotalTensorSizeInBytes is 3; it must be at least 32; if the total is right, the sizes or "
     "the strides are not [TotalSizeTooSmall]"},
    {"REDUCE", "7 1[2x3] 1[2x1] 1 (2)",
     "Axes[0] is 2; it must be below 2, the number of dimensions: axes count from 0; with Axes {1} it would fit "
     "[AxisRange]"},
    {"JOIN", "2 {1[2x3]|1[2x4]} 1[2x8] 1", "OutputTensor.Sizes[1] is 8; it must be 7, the sum of the inputs [JoinSum]"},
    {"JOIN", "2 {1[2x3]|1[3x4]} 1[2x7] 1",
     "InputTensors[1].Sizes[0] is 3; it must be 2, as OutputTensor's is; if its data has these sizes, use the sizes "
     "{2, 4} [JoinOtherSizes]"},
    {"SLICE1", "1[4] 1[2] 1 (0) (4) (0)", "InputWindowStrides[0] is 0; a stride must not be 0 [Condition]"},
    {"GEMM", "1[2x3] 1[3x5] - 1[2x5] 0 0 1 1 -", "no error"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 8(-;-;(1x3);0;1)", "no error"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 8(-;-;(2x0);0;1)", "no error"},
    {"RNN", "1[1x1x1x2] 1[1x1x3x2] 1[1x1x3x3] - - - - 1[1x1x1x3] 1 - 0",
     "ActivationDescs is null; DirectML crashes [Terminates]"},
    {"RNN", "1[1x1x1x2] 1[1x1x3x2] 1[1x1x3x3] - - - - 1[1x1x1x3] 1 {51!} 0",
     "ActivationDescs[0]->Desc is null; DirectML crashes [Terminates]"},
    {"MULTIHEAD_ATTENTION1",
     "1[2x2x4] 1[2x2x4] 1[2x2x4] - - - - - - - - 6[2]/s1 1[2x2x4] 1[2x2x9x2] 1[2x2x9x2] 1 0 2 2 0", "no error"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - 6[5] - - - 1[1x2x4] - - 1 -10000 2 3", "no error"},
    {"TOP_K", "1[2x3] 1[2x1] 3[2x1] 1 0", "K is 0; it must be at least 1 [Range]"},
    {"TOP_K", "1[2x3] 1[2x4] 3[2x4] 1 4", "K is 4; it must be at most 3 [Range]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 2 0 1 (1) (1) (0) (0) (0) 1 -",
     "Mode is 2; it must be 0 (CONVOLUTION) or 1 (CROSS_CORRELATION) [Enumerator]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (null) (1) (0) (0) (0) 1 -",
     "Strides is null; DirectML crashes [Terminates]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 44!",
     "FusedActivation->Desc is null; DirectML crashes [Terminates]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 42",
     "FusedActivation is ACTIVATION_PARAMETERIZED_RELU without a SlopeTensor; DirectML crashes [Terminates]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 48",
     "FusedActivation is ACTIVATION_SOFTMAX, which this operator does not fuse in this form; set FusedActivation to "
     "null and create the activation as an operator of its own [FusedActivation]"},
    {"REDUCE", "12 1[2x3] 1[2x1] 1 (1)", "Function is 12; it must be 0 (ARGMAX) to 11 (SUM_SQUARE) [ReduceFunction]"},
    {"VALUE_SCALE_2D", "5[1x3x4x4] 5[1x3x4x4] 1 3 (0x0x0)",
     "InputTensor.DataType is UINT8; it must be FLOAT32 or FLOAT16 [NotFloat]"},
    {"ROI_POOLING", "5[1x2x8x8] 5[1x1x4x5] 5[4x2x2x2] 1 (2x2)",
     "InputTensor.DataType is UINT8; it must be FLOAT32 or FLOAT16 [NotFloat]"},
    {"ROI_ALIGN", "1[1x1x4x4] 1[1x4] 3[1] 1[1x1x2x2] 3 0 1 1 0 1 1",
     "ReductionFunction is 3; it must be 2 (AVERAGE) or 7 (MAX) [Enumerator]"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x3x3] 3 (1x1x1) (2x2x2) (0x0x0) (0x0x0) 0",
     "DimensionCount is 3; it must be 2, the number of spatial axes [CountIsNotRank]"},
    {"FILL_VALUE_CONSTANT", "1[2] 2 0",
     "ValueDataType is FLOAT16; it must be FLOAT32, the tensor's DataType [NotEqual]"},
    {"SPACE_TO_DEPTH", "1[1x1x2x2] 1[1x4x1x1] 0",
     "BlockSize is 0; it must be at least 1; with BlockSize 2 it would fit [BlockDividesHeight]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - - - - - 1[1x2x4] - - 1 0 0 0",
     "HeadCount is 0; DirectML divides by it and crashes [Terminates]"},
    {"FOLD", "1[1x4x9] 1[1x1x4x4] 3 (2x2x1) (1x1x1) (1x1x1) (0x0x0) (0x0x0)",
     "DimensionCount is 3; it must be at most 2, the number of spatial axes. DirectML reads past the sizes and "
     "crashes [Terminates]"},
    {"MAX_POOLING_GRAD", "1[1x1x4x4x4] 1[1x1x4x4x4] 1[1x1x4x4x4] 2 (1x1) (1x1) (0x0) (0x0) (1x1)",
     "WindowSize[2] is read, but the array has 2 entries; DirectML crashes [Terminates]"},
    {"ELEMENT_WISE_IDENTITY", "11[2] 11[2] (2x0)",
     "ScaleBias is given for elements of 64 bits; it must be null, or have a Scale of 1 and a Bias of 0 [ScaleBias]"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) 0",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives NaN. It should be at most 2 [WindowOutside]"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x4x2] 2 (2x2) (2x2) (0x0) (0x0) 1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 4; the last window on this axis reads no element of the "
     "input and gives 0. It should be at most 2 [WindowOutside]"},
    {"LP_POOLING", "1[1x1x4x4] 1[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) 2",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives 0. It should be at most 2 [WindowOutside]"},
    {"MAX_POOLING", "2[1x1x4x4] 2[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0)",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives -65504, the lowest FLOAT16. It should be at most 2 [WindowOutside]"},
    {"MAX_POOLING", "8[1x1x4x4] 8[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0)",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives the lowest integer of the data type. It should be at most 2 [WindowOutside]"},
    {"MAX_POOLING", "5[1x1x4x4] 5[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0)",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives 0. It should be at most 2 [WindowOutside]"},
    {"QUANTIZED_LINEAR_AVERAGE_POOLING", "5[1x1x4x4] 1[1] - 1[1] - 5[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) (1x1) 0",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives 0. It should be at most 2 [WindowOutside]"},
    {"QUANTIZED_LINEAR_AVERAGE_POOLING", "8[1x1x4x4] 1[1] - 1[1] - 8[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) (1x1) 0",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives an unspecified value. It should be at most 2 [WindowOutside]"},
    {"QUANTIZED_LINEAR_AVERAGE_POOLING", "8[1x1x4x4] 1[1] - 1[1] - 8[1x1x3x3] 2 (2x2) (2x2) (0x0) (0x0) (1x1) 1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 3; with StartPadding {1, 1} and EndPadding {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives the output's zero point. It should be at most 2 [WindowOutside]"},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x11] 1 1 1 (2) (1) (1) (1) (0) 1 -",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 11; with Strides {3} it would fit; otherwise no element of the input reaches the last element on this axis, which is the bias or 0. It should be 7, or up to 8 with an output_padding [WindowOutside]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x15] 1 0 1 (1) (1) (0) (0) (2) 1 -",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 15; with the given attributes it should be 9. If 15 is meant, "
     "StartPadding[0] + EndPadding[0] must be 6; DirectML computes as if the missing padding were all in EndPadding "
     "[EndPaddingAssumed]"},
    {"CONVOLUTION", "1[1x3x48x64] 1[8x3x3x3] - 1[1x8x32x24] 1 0 2 (2x2) (1x1) (1x1) (1x1) (0x0) 1 -",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 32; its height and width are exchanged: use the sizes {1, 8, 24, 32}; otherwise with the given attributes it should be 24. DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"CONVOLUTION", "1[1x4x9x7] 1[8x4x3x3] - 1[1x8x5x7] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 1 -",
     "DirectML accepts this, but OutputTensor.Sizes[3] is 7; its height and width are exchanged: use the sizes {1, 8, 7, 5}; otherwise with the given attributes it should be 5. DirectML computes as if the missing padding were all in EndPadding [EndPaddingAssumed]"},
    {"LP_POOLING", "1[1x2x8x6] 1[1x2x5x7] 2 (1x1) (2x2) (0x0) (0x0) 2",
     "DirectML accepts this, but OutputTensor.Sizes[3] is 7; its height and width are exchanged: use the sizes {1, 2, 7, 5}; otherwise the last window on this axis reads no element of the input and gives 0. It should be at most 5 [WindowOutside]"},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x2] - 1[1x1x1] 1 1 1 (1) (1) (4) (1) (0) 1 -",
     "DirectML accepts this, but StartPadding[0] is 4; a BACKWARD convolution crops its output by it, here all "
     "elements that depend on the input, so it should be at most 2 [WindowOutside]"},
    {"CONVOLUTION", "1[1x1x5] 1[4x1x1] - 1[1x2x5] 1 0 2 (1x1) (1x1) (0x0) (0x0) (1x0) 1 -",
     "OutputTensor.Sizes[1] is 2; it must be 5, FilterTensor.Sizes[0] plus the OutputPadding of this axis "
     "[OutputChannels]"},
    {"CONVOLUTION", "1[2x1x5] 1[4x1x1] - 1[2x4x5] 1 0 3 (1x1x1) (1x1x1) (0x0x0) (0x0x0) (1x0x0) 1 -",
     "OutputTensor.Sizes[0] is 2; it must be 3, the input's plus the OutputPadding of this axis [BatchSizes]"},
    {"CONVOLUTION", "1[1x4x5] 1[4x2x1] - 1[1x2x5] 1 1 2 (1x1) (1x1) (0x0) (0x0) (1x0) 1 -",
     "OutputTensor.Sizes[1] is 2; it must be 3, FilterTensor.Sizes[1] * GroupCount plus the OutputPadding of this "
     "axis [InputChannels]"},
    {"GATHER", "1[1] 3[1] 1[1x1] 0 2",
     "IndicesTensor.DimensionCount is 1; it must be 2, as OutputTensor's is; use the sizes {1, 1}, and 1s in front "
     "of the other tensors of this rank too [GatherRanksDiffer]"},
    {"GATHER", "1[1x2] 3[1x3] 1[1x3] 1 0",
     "IndicesTensor.Sizes[1] is 3; this batch size must be 2, the input's; with IndexDimensions 1 it would fit "
     "[GatherBatchSize]"},
    {"CONVOLUTION", "2[1x32x9x9] 2[32x1x3x3] - 2[1x32x9x9] 1 0 2 (1x1) (1x1) (1x1) (1x1) (0x0) 1 -",
     "GroupCount is 1; it must be 32, InputTensor.Sizes[1] / FilterTensor.Sizes[1] [InputChannels]"},
    {"CONVOLUTION", "2[1x24x9x9] 2[24x1x3x3] - 2[1x24x9x9] 1 0 2 (1x1) (1x1) (1x1) (1x1) (0x0) 4 -",
     "GroupCount is 4; it must be 24, InputTensor.Sizes[1] / FilterTensor.Sizes[1] [InputChannels]"},
    {"CONVOLUTION", "2[1x3x9x9] 2[64x3x3x3] - 2[1x64x9x9] 1 0 2 (1x1) (1x1) (1x1) (1x1) (0x0) 4 -",
     "GroupCount is 4; it must be 1, InputTensor.Sizes[1] / FilterTensor.Sizes[1] [InputChannels]"},
    {"CONVOLUTION", "2[1x64x9x9] 2[64x1x3x3] - 2[1x64x9x9] 1 1 2 (1x1) (1x1) (1x1) (1x1) (0x0) 1 -",
     "GroupCount is 1; it must be 64, OutputTensor.Sizes[1] / FilterTensor.Sizes[1] [InputChannels]"},
    {"MAX_POOLING", "1[1x1x1x9] 1[1x1x1x5] 2 (1x2) (1x3) (0x3) (0x0)",
     "DirectML accepts this, but StartPadding[1] is 3; the window must reach beyond it, so it should be at most 2. "
     "The first windows on this axis read no element of the input [WindowOutside]"},
    {"AVERAGE_POOLING1", "1[1x1x1x2] 1[1x1x1x1] 2 (1x1) (1x2) (0x1) (0x1) (1x3) 0",
     "DirectML accepts this, but Dilations[1] is 3, more than the input's size of 2; a window has elements before "
     "and after the input on this axis, and none inside [WindowOutside]"},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x2] - 1[1x1x2] 1 0 1 (1) (3) (1) (0) (0) 1 -",
     "DirectML accepts this, but with its dilation FilterTensor.Sizes[2] spans 4 elements, and the input has 3 with "
     "its paddings; make the window or the dilation smaller, or StartPadding[0] + EndPadding[0] at least 2 "
     "[WindowBeyondInput]"},
    {"CONVOLUTION", "1[1x1x3] 1[1x1x3] - 1[1x1x1] 1 0 1 (1) (2) (0) (2) (0) 1 -",
     "DirectML accepts this, but Dilations[0] is 2, the filter has the sizes of the input, and the output has one "
     "position; DirectML then ignores dilations [FilterCoversInput]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (4294967295) (1) (0) (0) (0) 1 -",
     "DirectML accepts this, but Strides[0] is 4294967295; DirectML computes modulo 2^32, so that it acts as -1 "
     "[SizeWraps]"},
    {"UNFOLD", "1[1x2x3x4] 1[1x4x2] 1 (2) (1) (1) (0) (0)",
     "DirectML accepts this, but DimensionCount is 1; it should be 2, the number of spatial axes "
     "[DimensionCountDiffers]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 1 -",
     "DirectML accepts this, but DimensionCount is 2; it should be 1, the number of spatial axes. Further entries "
     "are ignored [DimensionCountDiffers]"},
    {"GEMM", "1[2x3] 1[3x5] - 1[2x5] 0 0 0 0 -",
     "DirectML accepts this, but Alpha is 0, so that finite values of ATensor and BTensor have no effect; set it to "
     "1 [IgnoresInput]"},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - 2 1",
     "DirectML accepts this, but Min is above Max, so that every element becomes Min; exchange them [IgnoresInput]"},
    {"ELEMENT_WISE_EXP", "1[2] 1[2] (0x1)",
     "DirectML accepts this, but ScaleBias.Scale is 0, so that finite values of the input have no effect; set it to "
     "1, or leave ScaleBias null [IgnoresInput]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 44(-;!)",
     "FusedActivation is ACTIVATION_RELU with a tensor whose Desc or Sizes is null; DirectML crashes. Leave its "
     "tensors null [Terminates]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 158(-;-;1;(null))",
     "FusedActivation is ACTIVATION_SOFTMAX1 with null Axes; DirectML crashes [Terminates]"},
    {"QUANTIZE", "1[4] 1 1 {1[2x2]} 5[4]",
     "QuantizationTensors[0].DimensionCount is 2; it must be 1, as the input's is. DirectML reads past the input's "
     "sizes and crashes; it has as many elements, and a reshape needs no operator: use the sizes {4} [Terminates]"},
    {"AVERAGE_POOLING", "1[1x1x4x4] 1[1x1x3x3] 2 (2x0) (2x2) (0x0) (0x0) 0",
     "DirectML accepts this, but Strides[1] is 0; it should be at least 1 [ZeroStep]"},
    {"SCATTER_ND", "1[3x4] 6[2x1]/s0x1 1[2x4] 1[3x4] 2 2",
     "IndicesTensor.Strides[0] is 0 on an axis of more than one element; the indices must not be broadcast "
     "[Condition]"},
    // The data type alone is missing.
    {"REDUCE", "7 0[2x3] 0[2x1] 1 (1)",
     "InputTensor.DataType is UNKNOWN; it must be FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, INT16, INT8, "
     "UINT64 or INT64 [DataType]"},
    // The bias is a PinnedTensorDesc that failed. A null pointer would mean "no bias".
    {"CONVOLUTION", "1[1x3x5x5] 1[4x3x3x3] 0[null]/t0 1[1x4x3x3] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 1 -",
     "BiasTensor.DataType is UNKNOWN; it must be FLOAT32 or FLOAT16. The description is empty or could not be built: "
     "look at the Reason() of the object that made it [DataType]"},
    {"GATHER_ND1", "1[2x3] 6[2x2] 1[2x3] 2 2 1", "IndicesTensor.Sizes[1] is 2; it must be at most 1 [Range]"},
    {"RNN", "1[1] 1[1] 1[1] - - - - - 0 - 0",
     "OutputSequenceTensor is null, and so is OutputSingleTensor; give at least one of them [NoOutputs]"},
    {"RNN", "1[1x2x1x2] 1[1x1x3x2] 1[1x1x3x3] - - - - 1[1x1x2x3] 1 {51} 0",
     "OutputSingleTensor.Sizes[2] is 2; InputTensor, RecurrenceTensor and Direction together give 1 [ComputedSizes]"},
    {"REDUCE", "10 1[2x3] 1[2] 1 (1)",
     "OutputTensor.DimensionCount is 1; it must be 2, as InputTensor's is; put its 2 values on axis 0: {2, 1} "
     "[RanksDiffer]"},
    {"QUANTIZE", "1[4] 2 2 {1[2]|5[1]} 5[4]",
     "QuantizationTensors[1].Sizes[0] is 1; it must be 2, as QuantizationTensors[0]'s is; to repeat it, use size 2 "
     "and stride 0: the sizes {2} and the strides {0} [SizesDiffer]"},
    {"MATRIX_MULTIPLY_INTEGER", "5[2x3] - 5[3x4] - 5[2x4]",
     "OutputTensor.DataType is UINT8; it must be INT32 [DataType]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 44(1[2];-)",
     "FusedActivation is ACTIVATION_RELU with tensors of its own; its InputTensor and OutputTensor must be null "
     "[FusedActivation]"},
    {"QUANTIZED_LINEAR_MATRIX_MULTIPLY", "5[2x3] 1[1] - 5[3x4] 1[1] - 1[2] - 5[2x4]",
     "OutputScaleTensor has 2 elements, but not along its second-last axis: one for each row of ATensor; put its 2 "
     "values on axis 0: {2, 1} [OutputScaleSizes]"},
    {"ROI_ALIGN_GRAD", "- 1[1x1x2x2] 1[1x4] 3[1] - - 2 0 1 1 0 0 1 1 0",
     "OutputGradientTensor is null, and so is OutputROIGradientTensor; give at least one of them [NoOutputs]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - - - - - 1[1x2x4] - - 1 0 3 0",
     "HeadCount is 3; it must divide 4, the last size of QueryTensor. The sizes of an attention are batch, sequence, "
     "and heads * head size [ComputedSizes]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - 6[2x2x2] - - - 1[1x2x4] - - 1 0 2 4",
     "MaskTensor.DimensionCount is 3; it must be at least 4: batch, heads, queries and keys. A mask of the keys alone is "
     "repeated over heads and queries by stride 0 [Range]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] - - - 1[1x2x2x2x2] - - - - 1[1x2x3x3] 1[1x2x3x2] 1[1x2x4] - - 1 0 2 0",
     "the size of a head of PastKeyTensor is 3; it must be 2, as the query's is: the last size / the number of heads; "
     "if its data has these sizes, use the sizes {1, 2, 3, 2} [HeadSizes]"},
    {"MULTIHEAD_ATTENTION", "- - - - - 1[1x2x2x3x2] - - - 1[1x2x3x2] 1[1x2x3x5] 1[1x2x4] - - 1 0 2 0",
     "PastValueTensor.Sizes[3] is 5; the head counts and the sizes of the other tensors together give 2; if its data "
     "has these sizes, use the sizes {1, 2, 3, 2} [ComputedSizes]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] - - - 1[1x2x2x2x3] - - - - - - 1[1x2x6] - - 1 0 2 0",
     "the size of a head of StackedKeyValueTensor is 3; it must be 2, as the query's is: the last size / the number of "
     "heads [HeadSizes]"},
    {"MULTIHEAD_ATTENTION1", "- - 1[1x2x4] 1[1x2x2x2x2] - - - - - - - - 1[1x2x4] - - 1 0 2 1 0",
     "KeyValueHeadCount is 1; it must be 2, QueryHeadCount, because query and key are in one tensor [HeadCounts]"},
    {"MULTIHEAD_ATTENTION1", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - - - - - 6[1] 1[1x2x4] 1[1x2x9x2] - 1 0 2 2 0",
     "OutputPresentValueTensor is null; with PastSequenceLengthsTensor it must be given [PastLengths]"},
    {"MULTIHEAD_ATTENTION1",
     "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - 6[1x1] - - - 6[1] 1[1x2x4] 1[1x2x9x2] 1[1x2x9x2] 1 0 2 2 1",
     "MaskTensor is given; with PastSequenceLengthsTensor it must be null [PastLengths]"},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 0 -",
     "GroupCount is 0; it must be at least 1 [GroupCountZero]"},
    {"CONVOLUTION", "1[1x2x9] 1[3x1x3] - 1[1x3x7] 1 0 1 (1) (1) (0) (0) (0) 2 -",
     "FilterTensor.Sizes[0] is 3; it must be a multiple of 2, GroupCount [GroupsDivideOutputChannels]"},
    {"CONVOLUTION", "1[2x1x9] 1[1x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 -",
     "OutputTensor.Sizes[0] is 1; it must be 2, as the input's is [BatchSizes]"},
    {"CONVOLUTION", "1[1x1x9] 1[2x1x3] - 1[1x1x7] 1 0 1 (1) (1) (0) (0) (0) 1 -",
     "OutputTensor.Sizes[1] is 1; it must be 2, FilterTensor.Sizes[0] [OutputChannels]"},
    {"CONVOLUTION_INTEGER", "5[1x1x9] 5[2] 5[1x1x3] - 6[1x1x7] 1 (1) (1) (0) (0) 1",
     "InputZeroPointTensor has 2 elements; it must have 1 [InputZeroPointSizes]"},
    {"SLICE", "1[4] 1[2] 1 (0) (2) (-1)",
     "Strides[0] is -1; it must be 1 to 2147483647 (SLICE1 accepts negative strides) [NegativeStride]"},
    {"PADDING", "5[2147483648]/s0 5[3] 3 0 1 (0) (65536)",
     "InputTensor.Sizes[0] is 2147483648; it must be at most 2147483647 [PaddingElementLimit]"},
    {"RNN", "1[1x1x1x2] 1[1x1x1x3x2] 1[1x1x3x3] - - - - 1[1x1x1x3] 1 {51} 0",
     "WeightTensor.DimensionCount is 5; it must be 4; with fewer axes it fits: the sizes {1, 1, 3, 2} [NotRank4]"},
    {"ROI_ALIGN", "1[1x1x4x4] 1[1x4] 3[1] 1[1x1x3x2] 7 0 1 1 0 0 4",
     "MinimumSamplesPerOutput is 0; it must be at least 1 [Range]"},
    {"ROI_ALIGN", "1[1x1x4x4] 1[1x4] 3[1] 1[1x1x3x2] 7 0 1 1 0 1431655766 4294967295",
     "MinimumSamplesPerOutput is 1431655766; it must be at most 1431655765 [Range]"},
    {"ROI_ALIGN", "1[1x1x4x4] 1[1x4] 3[1] 1[1x1x2x3] 7 0 1 1 0 1431655766 4294967295",
     "MinimumSamplesPerOutput is 1431655766; it must be at most 1431655765 [Range]"},
    {"MULTIHEAD_ATTENTION", "1[1x2x4] 1[1x2x4] 1[1x2x4] - - - - 6[2x1x2x2x2] - - - 1[1x2x4] - - 1 0 2 4",
     "MaskTensor.Sizes[0] is 2; it must be at most 1; if its data has these sizes, use the sizes {1, 1, 2, 2, 2} "
     "[Range]"},
};
// clang-format on

// An order has a name if the axes have letters: those of images and filters, 3 to 5.
TEST(OperatorSentences, NameAnOrderOfOtherAxes)
{
    OperatorDiagnosis diagnosis = Judged("CONVOLUTION", "1[1x8x9x9] 1[8x16x3x3] - 1[1x16x7x7] 1 0 2 (1x1) (1x1) (0x0) "
                                                        "(0x0) (0x0) 1 -");
    ASSERT_EQ(diagnosis.fix.kind, OperatorFixKind::Permute);
    EXPECT_NE(std::string(Explain(diagnosis).c_str()).find("IOHW"), std::string::npos);
    for (const Dimensions& order : {Dimensions{1, 0}, Dimensions{1, 0, 2, 3, 4, 5}})
    {
        diagnosis.fix.order = order;
        diagnosis.fix.letters = nullptr;
        EXPECT_NE(std::string(Explain(diagnosis).c_str()).find("if its axes are in another order, "),
                  std::string::npos);
    }
}

// The search for a fix ends with more tensors than it changes or looks at.
TEST(OperatorSentences, OfManyTensorsEndTheSearchForAFix)
{
    std::string inputs = "{1[1]";
    for (int i = 1; i < 30; ++i) { inputs += "|1[1]"; }
    EXPECT_TRUE(Judged("JOIN", "30 " + inputs + "} 1[1x30] 1").Rejected());
    std::string rows = "{1[1x3]";
    for (int i = 1; i < 30; ++i) { rows += "|1[1x3]"; }
    EXPECT_TRUE(Judged("JOIN", "30 " + rows + "} 1[2x90] 1").Rejected());
    // A first change may give every tensor of a list other sizes, and then a second change is searched for.
    std::string part = "1[1x64x3x3]/t2300", list = "{" + part;
    for (int count = 2; count <= 20; ++count)
    {
        list += "|" + part;
        const std::string number = std::to_string(count), whole = "1[1x" + std::to_string(64 * count) + "x3x3]";
        for (const OperatorDiagnosis& found : {Judged("JOIN", number + " " + list + "} " + whole + " 1"),
                                               Judged("SPLIT", whole + " " + number + " " + list + "} 1")})
        {
            EXPECT_EQ(found.tensor, TensorError::TotalSizeTooSmall) << count;
            EXPECT_EQ(found.required, 2304U) << count; // every part needs more, and no two changes are enough
        }
    }
}

TEST(OperatorSentences, NameOperatorFieldNumbersAndReason)
{
    for (const SentenceCase& example : SentenceCases)
    {
        const std::string sentence = example.sentence;
        EXPECT_EQ(Explain(Judged(example.name, example.fields)).c_str(),
                  sentence == "no error" ? sentence : example.name + (": " + sentence));
    }
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

// The hazards of data/executed.csv with their numbers, and cases at the limits of each.
const HazardCase HazardCases[] = {
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x5] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::EndPaddingAssumed, 3,
     NoAxis, 2, 5, 4},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x6] 1 0 1 (2) (1) (0) (0) (0) 1 -", OperatorError::EndPaddingAssumed, 3,
     NoAxis, 2, 6, 4},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x5] 1 0 1 (2) (1) (2) (0) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    // The window of the first position lies in the declared padding: the bias, as every framework computes it.
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x5] 1 0 1 (2) (1) (3) (0) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x2] - 1[1x1x2] 1 0 1 (1) (3) (1) (0) (0) 1 -", OperatorError::WindowBeyondInput, 1,
     NoAxis, 2, 4, 3},
    {"CONVOLUTION", "1[1x1x3] 1[1x1x2] - 1[1x1x2] 1 0 1 (1) (3) (1) (0) (0) 1 -", OperatorError::EndPaddingAssumed, 3,
     NoAxis, 2, 2, 1},
    {"CONVOLUTION", "1[1x1x3] 1[1x1x2] - 1[1x1x2] 1 0 1 (1) (3) (1) (1) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x8] 1 1 1 (2) (1) (1) (1) (0) 1 -", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x9] 1 1 1 (2) (1) (1) (1) (0) 1 -", OperatorError::WindowOutside, 3,
     NoAxis, 2, 9, 7},
    {"CONVOLUTION", "1[1x1x2] 1[1x1x2] - 1[1x1x1] 1 1 1 (1) (1) (4) (1) (0) 1 -", OperatorError::WindowOutside, 9, 0,
     NoAxis, 4, 2},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x15] 1 0 1 (1) (1) (0) (0) (2) 1 -", OperatorError::EndPaddingAssumed, 3,
     NoAxis, 2, 15, 9},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x20001] - 1[1x1x20009] 1 0 1 (1) (1) (20000) (20000) (0) 1 -", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"MAX_POOLING", "1[1x1x1x1] 1[1x1x3x1] 2 (3x1) (1x1) (2x0) (0x0)", OperatorError::WindowOutside, 5, 0, NoAxis, 2,
     0},
    {"CONVOLUTION", "1[1x1x4] 1[1x1x3] - 1[1x1x8] 1 1 1 (2) (1) (1) (1) (1) 1 -", OperatorError::OutputPaddingZeros, 11,
     0, NoAxis, 1, 0},
    {"CONVOLUTION", "1[1x1x3x3] 1[1x1x3x3] - 1[1x1x1x1] 1 0 2 (3x3) (1x1) (0x1) (1x1) (0x0) 1 -",
     OperatorError::FilterCoversInput, 9, 1, NoAxis, 1, 0},
    {"CONVOLUTION", "1[1x1x3x1] 1[1x1x3x1] - 1[1x1x1x1] 1 0 2 (1x1) (2x2) (0x0) (2x0) (0x0) 1 -",
     OperatorError::FilterCoversInput, 8, 0, NoAxis, 2, 1},
    {"CONVOLUTION", "1[1x1x3x3] 1[1x1x3x3] - 1[1x1x1x1] 1 0 2 (3x3) (1x1) (0x0) (1x1) (0x0) 1 -", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x2x3x3] 1[2x1x3x3] - 1[1x2x1x1] 1 0 2 (3x3) (1x1) (1x1) (1x1) (0x0) 2 -", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x1x1] 1[1x1x1x1] - 1[1x1x1x1] 1 0 2 (1x1) (2x2) (0x0) (0x0) (0x0) 1 -", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x6] 1 (2) (1) (0) (0) 1", OperatorError::EndPaddingAssumed, 4,
     NoAxis, 2, 6, 4},
    {"CONVOLUTION_INTEGER", "5[1x1x3x3] - 5[1x1x3x3] - 6[1x1x1x1] 2 (3x3) (1x1) (1x1) (1x1) 1", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9x9] - 5[1x1x3] - 6[1x1x9x9] 2 (2x2) (1x1) (0x0) (0x0) 1", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x9x9] 1 (2) (1) (0) (0) 1", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x4294967295] 1[1x1x4294967295] - 1[1x1x1] 1 1 1 (2147483647) (2147483647) (0) (0) (0) 1 -",
     OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (2147483648) (1) (0) (0) (0) 1 -", OperatorError::SizeWraps, 7,
     0, NoAxis, 2147483648, Max32 >> 1},
    {"CONVOLUTION", "1[1x1x9] 1[1x1x3] - 1[1x1x4] 1 0 1 (2) (0) (0) (0) (0) 1 -", OperatorError::ZeroStep, 8, 0, NoAxis,
     0, 1},
    {"REDUCE", "4294967295 1[2x3] 1[2x1] 1 (1)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"CONVOLUTION_INTEGER", "5[1x1x9] - 5[1x1x3] - 6[1x1x5] 0 (2) (1) (0) (0) 1", OperatorError::DimensionCountDiffers,
     5, NoAxis, NoAxis, 0, 1},
    {"CONVOLUTION", "1[1x4x6] 1[2x2x2] - 1[2x2x3] 0 0 3 (1x1x1) (1x1x1) (0x0x0) (0x0x0) (1x0x0) 2 -",
     OperatorError::DimensionCountDiffers, 6, NoAxis, NoAxis, 3, 1},
    {"UNFOLD", "1[1x2x3x4] 1[1x4x2] 1 (2) (1) (1) (0) (0)", OperatorError::DimensionCountDiffers, 2, NoAxis, NoAxis, 1,
     2},
    {"FOLD", "1[1x1x2] 1[1x1x2] 1 (1) (1) (0) (0) (0)", OperatorError::ZeroStep, 5, 0, NoAxis, 0, 1},
    {"MAX_POOLING", "1[1x1x10x10] 1[1x1x11x11] 2 (1x1) (2x2) (1x1) (1x1)", OperatorError::None, NoAxis, NoAxis, NoAxis,
     0, 0},
    {"MAX_POOLING", "1[1x1x10x10] 1[1x1x11x12] 2 (1x1) (2x2) (1x1) (1x1)", OperatorError::WindowOutside, 1, NoAxis, 3,
     12, 11},
    {"LP_POOLING1", "1[1x1x8x5] 1[1x1x3x1] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 2", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"LP_POOLING1", "1[1x1x8x5] 1[1x1x4x1] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 2", OperatorError::EndPaddingAssumed, 1,
     NoAxis, 2, 4, 2},
    {"LP_POOLING1", "1[1x1x8x3] 1[1x1x3x1] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 2", OperatorError::WindowBeyondInput, 4, 1,
     NoAxis, 5, 3},
    {"AVERAGE_POOLING1", "1[1x1x8x5] 1[1x1x5x1] 2 (2x1) (3x3) (0x0) (0x0) (2x2) 0", OperatorError::WindowOutside, 1,
     NoAxis, 2, 5, 3},
    // The dilation of 3 is larger than the input, but no window steps over it.
    {"AVERAGE_POOLING1", "1[1x1x1x2] 1[1x1x1x15000] 2 (1x3) (1x20001) (0x45000) (0x60000) (1x3) 0", OperatorError::None,
     NoAxis, NoAxis, NoAxis, 0, 0},
    // PyTorch's MaxPool2d(3, 2, ceil_mode) of 2 by 2: a window may exceed the padded input by less than a stride.
    {"MAX_POOLING", "1[1x1x2x2] 1[1x1x1x1] 2 (2x2) (3x3) (0x0) (0x0)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0,
     0},
    {"MAX_POOLING", "1[1x1x2x2] 1[1x1x2x2] 2 (1x1) (2x2) (0x0) (0x0)", OperatorError::EndPaddingAssumed, 1, NoAxis, 2,
     2, 1},
    {"MAX_POOLING", "1[1x1x2x2] 1[1x1x1x1] 2 (1x1) (3x3) (0x0) (0x0)", OperatorError::WindowBeyondInput, 4, 0, NoAxis,
     3, 2},
    {"AVERAGE_POOLING", "1[1x1x8x8] 1[1x1x2x2] 2 (2x1) (3x0) (0x0) (0x0) 0", OperatorError::ZeroStep, 4, 1, NoAxis, 0,
     1},
    {"AVERAGE_POOLING_GRAD", "1[1x1x8x8] 1[1x1x2x2] 2 (0x1) (3x3) (0x0) (0x0) 0", OperatorError::ZeroStep, 3, 0, NoAxis,
     0, 1},
    {"AVERAGE_POOLING_GRAD", "1[1x1x8x8] 1[1x1x2x2] 2 (1x1) (3x3) (0x0) (0x0) 0", OperatorError::None, NoAxis, NoAxis,
     NoAxis, 0, 0},
    {"RESAMPLE", "1[5] 1[9] 0 1 (1.5)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE", "1[5] 1[9] 0 1 (inf)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE1", "1[5] 1[9] 1 1 (1.5) (0) (0)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE1", "1[5] 1[9] 1 1 (1.5) (1) (7)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE1", "1[5] 1[9] 0 1 (1.5) (1.5) (0)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"RESAMPLE1", "1[5] 1[9] 1 1 (1.5) (1.5) (0)", OperatorError::OffsetOutside, 5, 0, NoAxis, 0x3FC00000, 0},
    {"RESAMPLE3", "1[5] 1[9] 1 0 1 (1.5) (-0.5) (0) 0", OperatorError::OffsetOutside, 6, 0, NoAxis, 0xBF000000, 0},
    {"GEMM", "1[2x3] 1[3x5] - 1[2x5] 0 0 1 0 -", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"GEMM", "1[2x3] 1[3x5] - 1[2x5] 0 0 -0 0 -", OperatorError::IgnoresInput, 6, NoAxis, NoAxis, 0, 1},
    {"GEMM", "1[2x3] 1[3x5] 1[2x5] 1[2x5] 0 0 1 0 -", OperatorError::IgnoresInput, 7, NoAxis, NoAxis, 0, 1},
    {"GEMM", "1[2x3x1x1] 1[2x3x1x1] - 1[2x3x1x1] 0 1 1 0 -", OperatorError::MatrixAxes, 0, NoAxis, 0, 2, 1},
    {"GEMM", "1[1x1x1x1] 1[1x1x1x1] - 1[1x1x1x1] 0 1 1 0 -", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - 2 1", OperatorError::IgnoresInput, 3, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - 1 1", OperatorError::IgnoresInput, 3, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - 0 -0", OperatorError::IgnoresInput, 3, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - -2 -1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - -1 -2", OperatorError::IgnoresInput, 3, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - -inf inf", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - inf inf", OperatorError::IgnoresInput, 3, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - 1 nan", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP", "1[2] 1[2] - nan 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "8[2] 8[2] - 8 255 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0}, // -1 and 1
    {"ELEMENT_WISE_CLIP1", "5[2] 5[2] - 5 255 1", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "7[2] 7[2] - 7 1 65535", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0}, // 1 and -1
    {"ELEMENT_WISE_CLIP1", "4[2] 4[2] - 4 65535 1", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "3[2] 3[2] - 3 4294967295 1", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "6[2] 6[2] - 6 4294967295 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "10[2] 10[2] - 10 18446744073709551615 1", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0,
     0},
    {"ELEMENT_WISE_CLIP1", "11[2] 11[2] - 11 18446744073709551615 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0,
     0},
    // 2 and 1
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 1 1073741824 1065353216", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "2[2] 2[2] - 2 15360 48128", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0}, // 1, -1
    {"ELEMENT_WISE_CLIP1", "2[2] 2[2] - 2 48128 15360", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},    // -1, 1
    {"ELEMENT_WISE_CLIP1", "2[2] 2[2] - 2 31744 15360", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0}, // inf, 1
    {"ELEMENT_WISE_CLIP1", "2[2] 2[2] - 2 31745 15360", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},    // NaN, 1
    // FLOAT64: 1, 0
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 9 4607182418800017408 0", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    // -1, 0
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 9 13830554455654793216 0", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    // NaN, 0
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 9 9218868437227405313 0", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    // inf, 0
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 9 9218868437227405312 0", OperatorError::IgnoresInput, 4, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_CLIP1", "1[2] 1[2] - 99 2 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"ELEMENT_WISE_EXP", "1[2] 1[2] (0x1)", OperatorError::IgnoresInput, 2, NoAxis, NoAxis, 0, 1},
    {"ELEMENT_WISE_EXP", "1[2] 1[2] (1x0)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"MULTIHEAD_ATTENTION", "1[1x1x1] - - - 1[1x1x1x2x1] - - - - 1[1x1x2x1] 1[1x1x2x6] 1[1x1x6] - - 1 -1 1 0",
     OperatorError::HeadSizesDiffer, 10, NoAxis, 3, 6, 1},
    {"MULTIHEAD_ATTENTION", "1[1x1x1] - - - 1[1x1x1x2x1] - - - - 1[1x1x2x1] 1[1x1x2x1] 1[1x1x1] - - 1 -1 1 0",
     OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"TILE", "1[2147483649] 1[2] 1 (2)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"PADDING", "1[3] 1[2] 0 0 1 (4294967295) (0)", OperatorError::SizeWraps, 1, NoAxis, 0, 4294967298, Max32},
    {"JOIN", "3 {1[2147483647]|1[2147483647]|1[1]} 1[4294967295] 0", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"SPACE_TO_DEPTH", "1[1x1x2x2] 1[1x4x1x1] 2", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"REDUCE", "7 1[2x3] 1[2x1] 2 (1x1)", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
    {"GATHER_ND1", "1[2x3x4] 6[1x2x1] 1[1x2x4] 3 3 1", OperatorError::BatchSizesDiffer, 1, NoAxis, 0, 1, 2},
    {"GATHER_ND1", "1[2x3x4] 6[2x5x1] 1[1x2x5] 3 3 2", OperatorError::BatchSizesDiffer, 1, NoAxis, 1, 5, 3},
    {"GATHER_ND1", "1[2x3x4] 6[2x2x1] 1[2x2x4] 3 3 1", OperatorError::None, NoAxis, NoAxis, NoAxis, 0, 0},
};

TEST(OperatorHazards, AreAcceptedAndNamed)
{
    for (const HazardCase& example : HazardCases)
    {
        const OperatorDiagnosis found = Judged(example.name, example.fields);
        SCOPED_TRACE(std::string(example.name) + ' ' + example.fields + ": " + Explain(found).c_str());
        EXPECT_TRUE(found.Accepted());
        EXPECT_FALSE(found.Rejected());
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

TEST(OperatorHazards, OfTensorsComeBeforeThoseOfTheOperator)
{
    const OperatorDiagnosis found =
        Judged("AVERAGE_POOLING", "1[1x2x4x5] 1[1x2x3x4]/s99x22x3x1 2 (2x2) (2x2) (0x0) (0x0) 0");
    EXPECT_EQ(found.error, OperatorError::Tensor);
    EXPECT_EQ(found.tensor.error, TensorError::OutputElementsOverlap);
    EXPECT_EQ(found.field, 1U);
    EXPECT_TRUE(found.Accepted());
    EXPECT_FALSE(found.Ok());
    EXPECT_FALSE(IsHazard(found.error));
    const OperatorDiagnosis rejected =
        Judged("AVERAGE_POOLING", "1[1x2x4x5] 1[1x2x3x4]/s99x22x3x1 1 (2) (2) (0) (0) 0");
    EXPECT_STREQ(Explain(rejected).c_str(), "AVERAGE_POOLING: DimensionCount is 1; it must be at least 2 [Range]");
}

TEST(OperatorUnknown, IsNeitherAcceptedNorRejected)
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
        EXPECT_EQ(found.Rejected(), found.error == OperatorError::NullDescription);
        EXPECT_EQ(found.field, NoAxis);
    }
    EXPECT_EQ(ValidateOperator({static_cast<DML_OPERATOR_TYPE>(255), nullptr}).error, OperatorError::Unknown);
    EXPECT_EQ(Explain(ValidateOperator({DML_OPERATOR_INVALID, nullptr})).c_str(),
              "INVALID: DirectML 1.15.4 has no such operator; its operators have the numbers 1 to "
                  + std::to_string(detail::OperatorCount) + " [Unknown]");
    EXPECT_STREQ(Explain(ValidateOperator({DML_OPERATOR_GATHER, nullptr})).c_str(),
                 "GATHER: Desc is null; point it to the operator's struct [NullDescription]");
}

TEST(OperatorNames, ReasonsHaveTheNamesOfTheirEnumerators)
{
    EXPECT_STREQ(ToString(OperatorError::None), "None");
    EXPECT_STREQ(ToString(OperatorError::Tensor), "Tensor");
    EXPECT_STREQ(ToString(OperatorError::InputChannels), "InputChannels");
    EXPECT_STREQ(ToString(OperatorError::Unknown), "Unknown");
    EXPECT_STREQ(ToString(static_cast<OperatorError>(1000)), "?");
    static_assert(!IsHazard(OperatorError::Terminates) && IsHazard(OperatorError::DimensionCountDiffers)
                  && IsHazard(OperatorError::BatchSizesDiffer) && !IsHazard(OperatorError::Unknown));
    static_assert(OperatorDiagnosis{}.Ok() && OperatorDiagnosis{}.Accepted() && !OperatorDiagnosis{}.Rejected());
}

// A function that reads a misspelt field would read 0.
TEST(OperatorRows, HaveTheFieldsThatFunctionsRead)
{
    std::set<std::string> names;
    for (const char* const row : detail::OperatorRowFields)
    {
        const detail::OperatorFields fields = detail::FieldsOf(row);
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            names.insert(std::string(fields.names[i].text, fields.names[i].size));
        }
    }
    for (const char* const name : detail::FieldNames) { EXPECT_EQ(names.count(name), 1U) << name; }
}

// Crashes of DirectML after the first checks, or because of the numbers in a list.
TEST(OperatorLists, AreReadUpToTheirCounts)
{
    EXPECT_EQ(
        Judged("MAX_POOLING_GRAD", "1[1x1x4x4x4] 1[1x1x4x4x4] 1[1x1x4x4x4] 2 (1x1) (1x1) (0x0) (0x0) (1x1)").error,
        OperatorError::Terminates);
    EXPECT_EQ(Judged("QUANTIZE", "1[4] 1 1 {1[0]} 5[4]").error, OperatorError::Terminates);
    EXPECT_EQ(Judged("QUANTIZE", "1[4] 1 1 {1[2x2]} 5[4]").error, OperatorError::Terminates);
}

// DirectML divides by the square of the block size, modulo 2^32. No recorded verdict has such a size.
TEST(OperatorBlocks, WhoseSquareIs0Modulo32BitsCrash)
{
    EXPECT_EQ(Judged("DEPTH_TO_SPACE", "1[1x8x2x2] 1[1x2x4x4] 65536").error, OperatorError::Terminates);
    EXPECT_EQ(Judged("DEPTH_TO_SPACE1", "1[1x8x2x2] 1[1x2x4x4] 65536 0").error, OperatorError::Terminates);
}

// Sentences of errors that no validation returns.
TEST(OperatorSentences, OfFieldsAndReasonsThatDoNotExistAreHarmless)
{
    OperatorDiagnosis made;
    made.type = static_cast<DML_OPERATOR_TYPE>(4);
    made.field = 99;
    made.error = OperatorError::SizesDiffer;
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD:  is 0; it must be 0 [SizesDiffer]");
    for (std::uint32_t error = 1; error <= static_cast<std::uint32_t>(OperatorError::Unknown); ++error)
    {
        made.error = static_cast<OperatorError>(error);
        EXPECT_GT(Explain(made).size(), sizeof("ELEMENT_WISE_ADD:  []")) << error;
    }
    made.error = static_cast<OperatorError>(1000);
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD: ? [?]");
    made.error = OperatorError::Tensor;
    made.tensor.error = TensorError::DimensionCount;
    EXPECT_STREQ(Explain(made).c_str(), "ELEMENT_WISE_ADD: DimensionCount is 0; it must be 1 to 0 [DimensionCount]");
    made.type = static_cast<DML_OPERATOR_TYPE>(255);
    made.error = OperatorError::Zero;
    EXPECT_STREQ(Explain(made).c_str(), "operator 255:  is 0; it must be at least 0 [Zero]");
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

TEST(OperatorSentences, AreWrittenByStreams)
{
    const OperatorDiagnosis found = Judged("ELEMENT_WISE_ADD", "1[2x3] 1[2x3] 1[2x4]");
    EXPECT_EQ(::testing::PrintToString(found), Explain(found).c_str());
}

TEST(OperatorSentences, HaveRoomForTheOrderOfFiveAxes)
{
    OperatorDiagnosis made;
    made.error = OperatorError::InputChannels;
    made.cause = OperatorCause::Padded;
    made.type = DML_OPERATOR_CONVOLUTION;
    made.field = 3;
    made.axis = 1;
    made.actual = made.required = Max32;
    made.fix.kind = OperatorFixKind::PermuteAll;
    made.fix.field = 0;
    made.fix.sizes = {4294967291U, 4294967292U, 4294967293U, 4294967294U, 4294967295U};
    made.fix.strides = made.fix.sizes;
    made.fix.order = {0, 4, 1, 2, 3};
    made.fix.letters = "NC";
    made.also = made.third = made.fix;
    made.also.kind = made.third.kind = OperatorFixKind::Permute;
    made.third.field = 1;
    made.third.letters = "OI";
    const std::string sentence = Explain(made).c_str();
    EXPECT_LT(sentence.size(), 1023U);
    EXPECT_EQ(sentence.substr(sentence.size() - 17), "} [InputChannels]");
}

} // namespace
} // namespace operators_test
