// =====================================================================================================================
//   dml_tensor_operator_schema.hpp: the fields of DirectML's operators, without their rules
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_utils.hpp and the standard library. No function allocates, throws or touches tensor memory.
//   dml_tensor_operators.hpp includes this header and checks the rules.
//
//   Synopsis
//
//     SchemaOf              the fields of an operator's struct: names, kinds, data types, ranks, enumerators
//     LaterVersionWith      the later version of an operator that has a field
//     ForEachTensor         the tensors of a description, in the order of their bindings
//     OperatorTypeOf        the operator that a struct of the SDK describes
//     MinimumFeatureLevel   the feature level that brought an operator
//     ToString              names of operators
//     DML_OPERATOR_...      in portable mode, the enumerators of all operators
//
//     for (const OperatorField& field : SchemaOf(DML_OPERATOR_GEMM)) { puts(field.name); } // ATensor, BTensor, ...
//
// =====================================================================================================================

#ifndef DML_TENSOR_OPERATOR_SCHEMA_HPP
#define DML_TENSOR_OPERATOR_SCHEMA_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_operator_schema.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   The operators
//
//   ROW(number, target, name, fields, checks) describes one operator: its number, the first DML_TARGET_VERSION that
//   declares its struct and enumerator, its name, the members of its struct, and DirectML's checks. GATHER alone is a
//   MAIN_ROW, because its enumerator is declared in the main header.
//   Source: the documentation of each operator's struct, and recorded results of DirectML 1.15.4.
//
//   `fields` lists the members in the order of the struct, as `type:Name,Name`. A `?` after the type means that these
//   members may be null. For example, "in:A(number),B{same} out:Output{same}" stands for ATensor, BTensor and
//   OutputTensor. The types:
//
//     in, out         The member is a DML_TENSOR_DESC*. Its name ends with Tensor in the struct. After the name come
//                       (float,3-5)         The tensor may have these data types (see TypeSets) and ranks. Without
//                                           ranks, it may have 1 to 8 axes. Without parentheses, it has the data types
//                                           and ranks of the tensor before it.
//                       {type,rank of X}    This is a relation: what the tensor must have in common with tensor X.
//                                           Without "of X", X is the first tensor of the row. The words are: type,
//                                           rank, sizes, same (all three), broadcastRank (the rank, with the error
//                                           BroadcastRanksDiffer) and oneOr (each size is 1 or that of X). A relation
//                                           is checked after the tensor's own rules (data types and ranks), and before
//                                           them if it starts with `before:`. It is skipped if a tensor is null.
//     ins, outs       The member is an array of DML_TENSOR_DESC. Its name ends with Tensors in the struct.
//     uints, ints, floats, activations
//                     The member is another array. Its length is the last member before it whose name ends with Count.
//     uint, int, float, bool, size2d, scalar (DML_SCALAR_UNION), scalebias, fused, or the name of an enumeration
//                     The member is a value, or a pointer to a value. Names of enumerations stand here without DML_.
//
//   `checks` lists DirectML's checks in its order. The first check that fails decides the error. The checks:
//
//     tensors         Every tensor keeps its own rules and its relations. They are checked in the order of the struct.
//     tensor(X)       Tensor X keeps its own rules and its relations.
//     X{...}          Tensor X has this relation to the first tensor.
//     lists           No list of numbers is null while its count is above 0, because DirectML reads the lists at this
//                     place. In a row without the word `lists`, this is the last check.
//     Error(a=b,...)  All comparisons are true; otherwise the result is Error. The signs are = < <= >= and % (a is a
//                     multiple of b). There are also a=b..c (a is from b to c), and a=b or c. Enumerator(X) requires a
//                     value of X's enumeration.
//     Name()          The function operator_rules::Name finds no error.
//
//   The two sides of a comparison are terms joined by + - * /, computed from left to right. The terms:
//
//     12, X           The number, or the value of member X.
//     X[n]            Entry n of an array, or the size of axis n of a tensor; X[-1] is the last size. X[each] repeats
//                     the check for every axis or entry of X. X[other] skips the axis whose number is in member Axis.
//     rank:X  type:X  elements:X
//                     The rank, the data type or the number of elements of tensor X. If X is null, the comparison is
//                     skipped.
//     given:X         1 if X is not null, otherwise 0.
//     mod32(...)      The lower 32 bits of a value, because DirectML computes it in 32 bits.
//
//   Three rows in words:
//
//     GEMM         A has FLOAT32 or FLOAT16 elements and rank 2 to 4. B has A's type and rank. C may be null; it has
//                  A's type and rank, and the output's rank and sizes. TransA and TransB are values of
//                  MATRIX_TRANSFORM. Gemm() compares the sizes, and Fused() checks the activation.
//     REDUCE       Function is a value of REDUCE_FUNCTION. ReduceTensors() checks the data types, which depend on
//                  Function. The output has the input's rank. Every entry of Axes is below the rank. Reduce() compares
//                  the sizes.
//     CONVOLUTION  DimensionCount is 1 to 3. Entry n of OutputPadding is below the output's size on axis rank -
//                  DimensionCount + n. Mode and Direction are values of their enumerations. FusedKind(), Channels(),
//                  ConvolutionBias() and Fused() check the rest.
// =====================================================================================================================

// clang-format off
namespace detail
{
// These checks are the same for several operators.
inline constexpr const char* HardmaxChecks = "tensors NotTwoDimensional(elements:Input=Input[-1]*Input[-2])";
inline constexpr const char* PoolingChecks =
    "tensors Range(DimensionCount=2..3) CountIsNotRank(DimensionCount=rank:Input-2) "
    "BatchSizes(Output[0]=Input[0],Output[1]=Input[1]) lists PoolingHazards()";
inline constexpr const char* RnnChecks = "NoOutputs(given:OutputSequence+given:OutputSingle>=1) tensors Rnn()";
inline constexpr const char* FillChecks = "tensors Enumerator(ValueDataType) NotEqual(ValueDataType=type:Output)";
inline constexpr const char* CumulativeChecks = "tensors Enumerator(AxisDirection) AxisRange(Axis<rank:Input)";
inline constexpr const char* MeanVarianceChecks =
    "tensors Scale{oneOr} Bias{oneOr} AxisRange(Axes[each]<rank:Input) Fused()";
inline constexpr const char* ArgMinChecks =
    "Enumerator(AxisDirection) tensors AxisRange(Axes[each]<rank:Input) Reduce()";
inline constexpr const char* RoiAlignChecks = "tensors RoiAlign()";
inline constexpr const char* BatchGradientChecks =
    "Mean{broadcastRank,oneOr} Variance{broadcastRank,oneOr} Scale{broadcastRank,oneOr} "
    "OutputScaleGradient{broadcastRank,oneOr} OutputBiasGradient{broadcastRank,oneOr} tensors";
inline constexpr const char* Softmax1Checks = "tensors AxisRange(Axes[each]<rank:Input)";
inline constexpr const char* Resample2Checks =
    "NullArray(given:InputPixelOffsets=1,given:OutputPixelOffsets=1) tensors "
    "Enumerator(InterpolationMode,RoundingDirection) NotEqual(DimensionCount=rank:Input) Scales() lists "
    "ResampleHazards()";
inline constexpr const char* QuantizeChecks =
    "QuantizationList() QuantizationType(QuantizationType=1 or 2) "
    "QuantizationTensorCount(QuantizationTensorCount=QuantizationType) Quantize()";
} // namespace detail

// The two versions of these operators end with the same checks.
#define DTU_SPACE_TO_DEPTH \
    "BlockDividesHeight(BlockSize>=1,Input[2]%BlockSize) BlockDividesWidth(Input[3]%BlockSize) " \
    "ComputedSizes(Output[0]=Input[0],Output[1]=mod32(mod32(Input[1]*BlockSize)*BlockSize)," \
    "Output[2]=Input[2]/BlockSize,Output[3]=Input[3]/BlockSize)"
#define DTU_DEPTH_TO_SPACE \
    "BlockDividesChannels(BlockSize>=1) Terminates(mod32(BlockSize*BlockSize)>=1) " \
    "BlockDividesChannels(Input[1]%mod32(BlockSize*BlockSize)) " \
    "ComputedSizes(Output[0]=Input[0],Output[1]=Input[1]/mod32(BlockSize*BlockSize)," \
    "Output[2]=mod32(Input[2]*BlockSize),Output[3]=mod32(Input[3]*BlockSize))"

#define DTU_OPERATORS(ROW, MAIN_ROW) \
    ROW(1, 0x1000, ELEMENT_WISE_IDENTITY, "in:Input(any) out:Output{same} scalebias?", "tensors ScaleBias()") \
    ROW(2, 0x1000, ELEMENT_WISE_ABS, "in:Input(signed) out:Output{same} scalebias?", "tensors ScaleBias()") \
    ROW(3, 0x1000, ELEMENT_WISE_ACOS, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(4, 0x1000, ELEMENT_WISE_ADD, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(5, 0x1000, ELEMENT_WISE_ASIN, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(6, 0x1000, ELEMENT_WISE_ATAN, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(7, 0x1000, ELEMENT_WISE_CEIL, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(8, 0x1000, ELEMENT_WISE_CLIP, "in:Input(number) out:Output{same} scalebias? float:Min,Max", \
        "tensors ScaleBias() ClipHazards()") \
    ROW(9, 0x1000, ELEMENT_WISE_COS, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(10, 0x1000, ELEMENT_WISE_DIVIDE, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(11, 0x1000, ELEMENT_WISE_EXP, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(12, 0x1000, ELEMENT_WISE_FLOOR, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(13, 0x1000, ELEMENT_WISE_LOG, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(14, 0x1000, ELEMENT_WISE_LOGICAL_AND, "in:A(truth),B{same} out:Output{same}", "tensors") \
    ROW(15, 0x1000, ELEMENT_WISE_LOGICAL_EQUALS, "in:A(number),B{same} out:Output(truth){rank,sizes}", "tensors") \
    ROW(16, 0x1000, ELEMENT_WISE_LOGICAL_GREATER_THAN, "in:A(number),B{same} out:Output(truth){rank,sizes}", \
        "tensors") \
    ROW(17, 0x1000, ELEMENT_WISE_LOGICAL_LESS_THAN, "in:A(number),B{same} out:Output(truth){rank,sizes}", "tensors") \
    ROW(18, 0x1000, ELEMENT_WISE_LOGICAL_NOT, "in:Input(truth) out:Output{same}", "tensors") \
    ROW(19, 0x1000, ELEMENT_WISE_LOGICAL_OR, "in:A(truth),B{same} out:Output{same}", "tensors") \
    ROW(20, 0x1000, ELEMENT_WISE_LOGICAL_XOR, "in:A(truth),B{same} out:Output{same}", "tensors") \
    ROW(21, 0x1000, ELEMENT_WISE_MAX, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(22, 0x1000, ELEMENT_WISE_MEAN, "in:A(floatOr32Bits),B{same} out:Output{same}", "tensors") \
    ROW(23, 0x1000, ELEMENT_WISE_MIN, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(24, 0x1000, ELEMENT_WISE_MULTIPLY, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(25, 0x1000, ELEMENT_WISE_POW, "in:Input(upTo32Bits),Exponent{rank,sizes} out:Output{same} scalebias?", \
        "tensors") \
    ROW(26, 0x1000, ELEMENT_WISE_CONSTANT_POW, "in:Input(float) out:Output{same} scalebias? float:Exponent", \
        "tensors") \
    ROW(27, 0x1000, ELEMENT_WISE_RECIP, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(28, 0x1000, ELEMENT_WISE_SIN, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(29, 0x1000, ELEMENT_WISE_SQRT, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(30, 0x1000, ELEMENT_WISE_SUBTRACT, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(31, 0x1000, ELEMENT_WISE_TAN, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(32, 0x1000, ELEMENT_WISE_THRESHOLD, "in:Input(upTo32Bits) out:Output{same} scalebias? float:Min", "tensors") \
    ROW(33, 0x1000, ELEMENT_WISE_QUANTIZE_LINEAR, \
        "in:Input(floatOrInt32),Scale(float){rank,sizes} in?:ZeroPoint(byte){rank,sizes} " \
        "out:Output{type of ZeroPoint}{rank,sizes}", \
        "QuantizeLinear() tensors") \
    ROW(34, 0x1000, ELEMENT_WISE_DEQUANTIZE_LINEAR, \
        "in:Input(integerUpTo32Bits),Scale(float){type of Output}{rank,sizes} in?:ZeroPoint(integerUpTo32Bits){same} " \
        "out:Output(unchecked){rank,sizes}", \
        "tensors") \
    ROW(35, 0x1000, ACTIVATION_ELU, "in:Input(float) out:Output{same} float:Alpha", "tensors") \
    ROW(36, 0x1000, ACTIVATION_HARDMAX, "in:Input(float) out:Output{same}", HardmaxChecks) \
    ROW(37, 0x1000, ACTIVATION_HARD_SIGMOID, "in:Input(float) out:Output{same} float:Alpha,Beta", "tensors") \
    ROW(38, 0x1000, ACTIVATION_IDENTITY, "in:Input(float) out:Output{same}", "tensors") \
    ROW(39, 0x1000, ACTIVATION_LEAKY_RELU, "in:Input(float) out:Output{same} float:Alpha", "tensors") \
    ROW(40, 0x1000, ACTIVATION_LINEAR, "in:Input(float) out:Output{same} float:Alpha,Beta", "tensors") \
    ROW(41, 0x1000, ACTIVATION_LOG_SOFTMAX, "in:Input(float) out:Output{same}", HardmaxChecks) \
    ROW(42, 0x1000, ACTIVATION_PARAMETERIZED_RELU, "in:Input(signedUpTo32Bits),Slope{same} out:Output{same}", \
        "tensors") \
    ROW(43, 0x1000, ACTIVATION_PARAMETRIC_SOFTPLUS, "in:Input(float) out:Output{same} float:Alpha,Beta", "tensors") \
    ROW(44, 0x1000, ACTIVATION_RELU, "in:Input(signedUpTo32Bits) out:Output{same}", "tensors") \
    ROW(45, 0x1000, ACTIVATION_SCALED_ELU, "in:Input(float) out:Output{same} float:Alpha,Gamma", "tensors") \
    ROW(46, 0x1000, ACTIVATION_SCALED_TANH, "in:Input(float) out:Output{same} float:Alpha,Beta", "tensors") \
    ROW(47, 0x1000, ACTIVATION_SIGMOID, "in:Input(float) out:Output{same}", "tensors") \
    ROW(48, 0x1000, ACTIVATION_SOFTMAX, "in:Input(float) out:Output{same}", HardmaxChecks) \
    ROW(49, 0x1000, ACTIVATION_SOFTPLUS, "in:Input(float) out:Output{same} float:Steepness", "tensors") \
    ROW(50, 0x1000, ACTIVATION_SOFTSIGN, "in:Input(float) out:Output{same}", "tensors") \
    ROW(51, 0x1000, ACTIVATION_TANH, "in:Input(float) out:Output{same}", "tensors") \
    ROW(52, 0x1000, ACTIVATION_THRESHOLDED_RELU, "in:Input(float) out:Output{same} float:Alpha", "tensors") \
    ROW(53, 0x1000, CONVOLUTION, \
        "in:Input(float,3-5),Filter{type,rank} in?:Bias{type,rank} out:Output{type,rank} CONVOLUTION_MODE:Mode " \
        "CONVOLUTION_DIRECTION:Direction uint:DimensionCount " \
        "uints:Strides,Dilations,StartPadding,EndPadding,OutputPadding uint:GroupCount fused?", \
        "tensors Range(DimensionCount=1..3) OutputPadding(OutputPadding[each]<Output[each-DimensionCount]) " \
        "Enumerator(Mode,Direction) lists FusedKind() Channels() ConvolutionBias() Fused() ConvolutionHazards()") \
    ROW(54, 0x1000, GEMM, \
        "in:A(float,2-4),B{type,rank} in?:C{type,rank}{rank,sizes of Output} out:Output{type,rank} " \
        "MATRIX_TRANSFORM:TransA,TransB float:Alpha,Beta fused?", \
        "tensors Enumerator(TransA,TransB) Gemm() Fused() GemmHazards()") \
    ROW(55, 0x1000, REDUCE, "REDUCE_FUNCTION:Function in:Input out:Output uint:AxisCount uints:Axes", \
        "ReduceTensors() Output{rank} AxisRange(Axes[each]<rank:Input) Reduce()") \
    ROW(56, 0x1000, AVERAGE_POOLING, \
        "in:Input(float,4-5) out:Output{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding bool:IncludePadding", \
        PoolingChecks) \
    ROW(57, 0x1000, LP_POOLING, \
        "in:Input(float,4-5) out:Output{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding uint:P", \
        PoolingChecks) \
    ROW(58, 0x1000, MAX_POOLING, \
        "in:Input(number,4-5) out:Output{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding", \
        PoolingChecks) \
    ROW(59, 0x1000, ROI_POOLING, \
        "in:Input(upTo32Bits,4-5),ROI out:Output float:SpatialScale size2d:PooledSize", \
        "tensors ROI{rank} Output{rank} ROI{type} Output{type} NotRank4(rank:Input=4) NotFloat(type:Input=1 or 2) " \
        "RoiSizes(ROI[-2]=Output[0],ROI[-1]=5,elements:ROI=Output[0]*5) " \
        "PooledSizes(Output[2]=PooledSize.Height,Output[3]=PooledSize.Width) RoiChannels(Output[1]=Input[1])") \
    ROW(60, 0x1000, SLICE, "in:Input(any) out:Output{type,rank} uint:DimensionCount uints:Offsets,Sizes,Strides", \
        "tensors CountIsNotRank(DimensionCount=rank:Input) NullArray(given:Offsets=1,given:Strides=1) Slice()") \
    ROW(61, 0x1000, CAST, "in:Input(any) out:Output{rank,sizes}", "tensors") \
    ROW(62, 0x1000, SPLIT, "in:Input(any) uint:OutputCount outs:Output uint:Axis", "Split()") \
    ROW(63, 0x1000, JOIN, "uint:InputCount ins:Input(any) out:Output uint:Axis", "NoTensors(InputCount>=1) Join()") \
    ROW(64, 0x1000, PADDING, \
        "in:Input(any) out:Output{type,rank} PADDING_MODE:PaddingMode float:PaddingValue uint:DimensionCount " \
        "uints:StartPadding,EndPadding", \
        "tensors NotEqual(DimensionCount=rank:Input) Enumerator(PaddingMode) Padding()") \
    ROW(65, 0x1000, VALUE_SCALE_2D, \
        "in:Input(upTo32Bits,4-5) out:Output{rank,sizes,type} float:Scale uint:ChannelCount floats:Bias", \
        "tensors NotFloat(type:Input=1 or 2) NotRank4(rank:Input=4) " \
        "ChannelCount(ChannelCount=Input[1],ChannelCount=1 or 3)") \
    ROW(66, 0x1000, UPSAMPLE_2D, \
        "in:Input(upTo32Bits,4-5) out:Output{rank,type} size2d:ScaleSize INTERPOLATION_MODE:InterpolationMode", \
        "tensors NotFloat(type:Input=1 or 2) BatchSizes(Output[0]=Input[0],Output[1]=Input[1],Output[-3]=Input[-3]) " \
        "UpsampleOverflows(Input[-2]*ScaleSize.Height<=4294967295,Input[-1]*ScaleSize.Width<=4294967295) " \
        "UpsampledSizes(Output[-2]=Input[-2]*ScaleSize.Height,Output[-1]=Input[-1]*ScaleSize.Width) " \
        "Enumerator(InterpolationMode)") \
    MAIN_ROW(67, 0x1000, GATHER, \
        "in:Input(any),Indices(index){rank} out:Output(any){type,rank} uint:Axis,IndexDimensions", \
        "Gather()") \
    ROW(68, 0x1000, SPACE_TO_DEPTH, "in:Input(any,4-4) out:Output{type} uint:BlockSize", \
        "tensors " DTU_SPACE_TO_DEPTH) \
    ROW(69, 0x1000, DEPTH_TO_SPACE, "in:Input(any,4-4) out:Output{type} uint:BlockSize", \
        "tensors " DTU_DEPTH_TO_SPACE) \
    ROW(70, 0x1000, TILE, "in:Input(any) out:Output{type,rank} uint:RepeatsCount uints:Repeats", \
        "tensors CountIsNotRank(RepeatsCount=rank:Input) TiledSizes(Output[each]=mod32(Input[each]*Repeats[each]))") \
    ROW(71, 0x1000, TOP_K, \
        "in:Input(number) out:OutputValue{type,rank},OutputIndex(unsignedIndex){rank}{sizes of OutputValue} " \
        "uint:Axis,K", \
        "tensors AxisRange(Axis<rank:Input) Range(K=1..Input[Axis]) " \
        "ComputedSizes(OutputValue[other]=Input[other],OutputValue[Axis]=K)") \
    ROW(72, 0x1000, BATCH_NORMALIZATION, \
        "in:Input(float),Mean{type,rank},Variance{type,rank},Scale{type,rank},Bias{type,rank} out:Output{same} " \
        "bool:Spatial float:Epsilon fused?", \
        "tensors Mean{oneOr} Variance{oneOr} Scale{oneOr} Bias{oneOr} Fused()") \
    ROW(73, 0x1000, MEAN_VARIANCE_NORMALIZATION, \
        "in:Input(float,4-4) in?:Scale{type,rank},Bias{type,rank} out:Output{same} " \
        "bool:CrossChannel,NormalizeVariance float:Epsilon fused?", \
        "tensors Scale{oneOr} Bias{oneOr} Fused()") \
    ROW(74, 0x1000, LOCAL_RESPONSE_NORMALIZATION, \
        "in:Input(float,4-4) out:Output{same} bool:CrossChannel uint:LocalSize float:Alpha,Beta,Bias", \
        "tensors Zero(LocalSize>=1)") \
    ROW(75, 0x1000, LP_NORMALIZATION, "in:Input(float) out:Output{same} uint:Axis float:Epsilon uint:P", \
        "tensors Range(P=1..2) AxisRange(Axis<rank:Input)") \
    ROW(76, 0x1000, RNN, \
        "in:Input(upTo32Bits,4-5),Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths(uint32,4-5) " \
        "out?:OutputSequence(upTo32Bits,4-5),OutputSingle uint:ActivationDescCount activations:ActivationDescs " \
        "RECURRENT_NETWORK_DIRECTION:Direction", \
        RnnChecks) \
    ROW(77, 0x1000, LSTM, \
        "in:Input(upTo32Bits,4-5),Weight,Recurrence " \
        "in?:Bias,HiddenInit,CellMemInit,SequenceLengths(uint32,4-5),Peephole(upTo32Bits,4-5) " \
        "out?:OutputSequence,OutputSingle,OutputCellSingle uint:ActivationDescCount activations:ActivationDescs " \
        "RECURRENT_NETWORK_DIRECTION:Direction float:ClipThreshold bool:UseClipThreshold,CoupleInputForget", \
        "NoOutputs(given:OutputSequence+given:OutputSingle>=1) tensor(Input) tensor(Weight) tensor(Recurrence) " \
        "tensor(Bias) tensor(HiddenInit) tensor(SequenceLengths) tensor(CellMemInit) tensor(Peephole) " \
        "tensor(OutputSequence) tensor(OutputSingle) tensor(OutputCellSingle) Rnn()") \
    ROW(78, 0x1000, GRU, \
        "in:Input(upTo32Bits,4-5),Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths(uint32,4-5) " \
        "out?:OutputSequence(upTo32Bits,4-5),OutputSingle uint:ActivationDescCount activations:ActivationDescs " \
        "RECURRENT_NETWORK_DIRECTION:Direction bool:LinearBeforeReset", \
        RnnChecks) \
    ROW(79, 0x2000, ELEMENT_WISE_SIGN, "in:Input(number) out:Output{same}", "tensors") \
    ROW(80, 0x2000, ELEMENT_WISE_IS_NAN, "in:Input(float) out:Output(truth){rank,sizes}", "tensors") \
    ROW(81, 0x2000, ELEMENT_WISE_ERF, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(82, 0x2000, ELEMENT_WISE_SINH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(83, 0x2000, ELEMENT_WISE_COSH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(84, 0x2000, ELEMENT_WISE_TANH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(85, 0x2000, ELEMENT_WISE_ASINH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(86, 0x2000, ELEMENT_WISE_ACOSH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(87, 0x2000, ELEMENT_WISE_ATANH, "in:Input(float) out:Output{same} scalebias?", "tensors") \
    ROW(88, 0x2000, ELEMENT_WISE_IF, \
        "in:Condition(uint8),A(any){rank,sizes},B{type of A}{rank,sizes} out:Output{type of A}{rank,sizes}", \
        "tensors") \
    ROW(89, 0x2000, ELEMENT_WISE_ADD1, "in:A(float),B{same} out:Output{same} fused?", "tensors Fused()") \
    ROW(90, 0x2000, ACTIVATION_SHRINK, "in:Input(upTo32Bits) out:Output{same} float:Bias,Threshold", "tensors") \
    ROW(91, 0x2000, MAX_POOLING1, \
        "in:Input(number,4-5) out:Output{type,rank} out?:OutputIndices(unsignedIndex,4-5){rank}{sizes of Output} " \
        "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding", \
        PoolingChecks) \
    ROW(92, 0x2000, MAX_UNPOOLING, \
        "in:Input(number,4-4),Indices(unsignedIndex,4-4){rank,sizes} out:Output(number,4-4){type,rank}", \
        "tensors") \
    ROW(93, 0x2000, DIAGONAL_MATRIX, "out:Output(any,2-4) int:Offset float:Value", "tensors") \
    ROW(94, 0x2000, SCATTER, \
        "in:Input(any),Indices(index){rank},Updates(any){type,rank}{sizes of Indices} out:Output{same} uint:Axis", \
        "tensors AxisRange(Axis<rank:Input) ComputedSizes(Indices[other]=Input[other],Indices[Axis]<=Input[Axis])") \
    ROW(95, 0x2000, ONE_HOT, \
        "in:Indices(index),Values(any) out:Output{type of Values}{rank} uint:Axis", \
        "tensors AxisRange(Axis<rank:Indices) ComputedSizes(Indices[other]=Output[other],Indices[Axis]=1) " \
        "OneHotValues(elements:Values>=2)") \
    ROW(96, 0x2000, RESAMPLE, \
        "in:Input(floatOrByte,1-4) out:Output{type,rank} INTERPOLATION_MODE:InterpolationMode uint:ScaleCount " \
        "floats:Scales", \
        "tensors Enumerator(InterpolationMode) NotEqual(ScaleCount=rank:Input) Scales() ResampleHazards()") \
    ROW(97, 0x2100, ELEMENT_WISE_BIT_SHIFT_LEFT, "in:A(unsigned),B{same} out:Output{same}", "tensors") \
    ROW(98, 0x2100, ELEMENT_WISE_BIT_SHIFT_RIGHT, "in:A(unsigned),B{same} out:Output{same}", "tensors") \
    ROW(99, 0x2100, ELEMENT_WISE_ROUND, "in:Input(float) out:Output{same} ROUNDING_MODE:RoundingMode", \
        "tensors Enumerator(RoundingMode)") \
    ROW(100, 0x2100, ELEMENT_WISE_IS_INFINITY, \
        "in:Input(float) out:Output(uint8){rank,sizes} IS_INFINITY_MODE:InfinityMode", \
        "tensors Enumerator(InfinityMode)") \
    ROW(101, 0x2100, ELEMENT_WISE_MODULUS_TRUNCATE, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(102, 0x2100, ELEMENT_WISE_MODULUS_FLOOR, "in:A(number),B{same} out:Output{same}", "tensors") \
    ROW(103, 0x2100, FILL_VALUE_CONSTANT, "out:Output(any) TENSOR_DATA_TYPE:ValueDataType scalar:Value", FillChecks) \
    ROW(104, 0x2100, FILL_VALUE_SEQUENCE, \
        "out:Output(number) TENSOR_DATA_TYPE:ValueDataType scalar:ValueStart,ValueDelta", \
        FillChecks) \
    ROW(105, 0x2100, CUMULATIVE_SUMMATION, \
        "in:Input(floatOrIndex) out:Output{same} uint:Axis AXIS_DIRECTION:AxisDirection bool:HasExclusiveSum", \
        CumulativeChecks) \
    ROW(106, 0x2100, REVERSE_SUBSEQUENCES, \
        "in:Input(any),SequenceLengths(unsignedIndex){rank} out:Output(any){same} uint:Axis", \
        "tensors AxisRange(Axis<rank:Input) " \
        "ComputedSizes(SequenceLengths[other]=Input[other],SequenceLengths[Axis]=1)") \
    ROW(107, 0x2100, GATHER_ELEMENTS, \
        "in:Input(any),Indices(index){rank} out:Output(any){type,rank}{sizes of Indices} uint:Axis", \
        "tensors AxisRange(Axis<rank:Input) ComputedSizes(Output[other]=Input[other])") \
    ROW(108, 0x2100, GATHER_ND, \
        "in:Input(any),Indices(index){rank} out:Output(any){type,rank} " \
        "uint:InputDimensionCount,IndicesDimensionCount", \
        "tensors Range(InputDimensionCount=1..rank:Input,IndicesDimensionCount=1..rank:Indices) GatherNd()") \
    ROW(109, 0x2100, SCATTER_ND, \
        "in:Input(any),Indices(index),Updates(any){type} out:Output{same} " \
        "uint:InputDimensionCount,IndicesDimensionCount", \
        "tensors Range(InputDimensionCount=1..rank:Input,IndicesDimensionCount=1..rank:Indices) ScatterNd()") \
    ROW(110, 0x2100, MAX_POOLING2, \
        "in:Input(number,4-5) out:Output{type,rank} out?:OutputIndices(unsignedIndex,4-5){rank}{sizes of Output} " \
        "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding,Dilations", \
        PoolingChecks) \
    ROW(111, 0x2100, SLICE1, \
        "in:Input(any) out:Output{type,rank} uint:DimensionCount uints:InputWindowOffsets,InputWindowSizes " \
        "ints:InputWindowStrides", \
        "NullArray(given:InputWindowSizes=1) tensors CountIsNotRank(DimensionCount=rank:Input) " \
        "NullArray(given:InputWindowOffsets=1,given:InputWindowStrides=1) Slice1()") \
    ROW(112, 0x2100, TOP_K1, \
        "in:Input(number) out:OutputValue{type,rank},OutputIndex(unsignedIndex){rank}{sizes of OutputValue} " \
        "uint:Axis,K AXIS_DIRECTION:AxisDirection", \
        "tensors AxisRange(Axis<rank:Input) Range(K=1..Input[Axis]) Enumerator(AxisDirection) " \
        "ComputedSizes(OutputValue[other]=Input[other],OutputValue[Axis]=K)") \
    ROW(113, 0x2100, DEPTH_TO_SPACE1, "in:Input(any,4-4) out:Output{type} uint:BlockSize DEPTH_SPACE_ORDER:Order", \
        "tensors Enumerator(Order) " DTU_DEPTH_TO_SPACE) \
    ROW(114, 0x2100, SPACE_TO_DEPTH1, "in:Input(any,4-4) out:Output{type} uint:BlockSize DEPTH_SPACE_ORDER:Order", \
        "tensors Enumerator(Order) " DTU_SPACE_TO_DEPTH) \
    ROW(115, 0x2100, MEAN_VARIANCE_NORMALIZATION1, \
        "in:Input(float) in?:Scale{type,rank},Bias{type,rank} out:Output{same} uint:AxisCount uints:Axes " \
        "bool:NormalizeVariance float:Epsilon fused?", \
        MeanVarianceChecks) \
    ROW(116, 0x2100, RESAMPLE1, \
        "in:Input(floatOrByte,1-4) out:Output{type,rank} INTERPOLATION_MODE:InterpolationMode uint:DimensionCount " \
        "floats:Scales,InputPixelOffsets,OutputPixelOffsets", \
        "NullArray(given:InputPixelOffsets=1,given:OutputPixelOffsets=1) tensors Enumerator(InterpolationMode) " \
        "NotEqual(DimensionCount=rank:Input) Scales() lists ResampleHazards()") \
    ROW(117, 0x2100, MATRIX_MULTIPLY_INTEGER, \
        "in:A(byte,2-4) in?:AZeroPoint(byte,1-4){type} in:B(byte,2-4) in?:BZeroPoint(byte,1-4){type of B} " \
        "out:Output(int32,2-4)", \
        "tensors MatrixMultiply()") \
    ROW(118, 0x2100, QUANTIZED_LINEAR_MATRIX_MULTIPLY, \
        "in:A(byte,2-4),AScale(float32,1-4) in?:AZeroPoint(byte,1-4){before:rank,sizes of AScale}{type} " \
        "in:B(byte,2-4),BScale(float32,1-4) in?:BZeroPoint(byte,1-4){before:rank,sizes of BScale}{type of B} " \
        "in:OutputScale(float32,1-4) in?:OutputZeroPoint(byte,1-4){before:rank,sizes of OutputScale} " \
        "out:Output(byte,2-4){type of OutputZeroPoint}", \
        "tensors MatrixMultiply()") \
    ROW(119, 0x2100, CONVOLUTION_INTEGER, \
        "in:Input(byte,3-4) in?:InputZeroPoint(byte,1-4){type} in:Filter(byte,3-4) " \
        "in?:FilterZeroPoint(byte,1-4){type of Filter} out:Output(int32,3-4) uint:DimensionCount " \
        "uints:Strides,Dilations,StartPadding,EndPadding uint:GroupCount", \
        "tensors lists Channels() QuantizationSizes() ConvolutionHazards()") \
    ROW(120, 0x2100, QUANTIZED_LINEAR_CONVOLUTION, \
        "in:Input(byte,3-4),InputScale(float32,1-4) " \
        "in?:InputZeroPoint(byte,1-4){before:rank,sizes of InputScale}{type} " \
        "in:Filter(byte,3-4),FilterScale(float32,1-4) " \
        "in?:FilterZeroPoint(byte,1-4){before:rank,sizes of FilterScale}{type of Filter},Bias(int32,3-4) " \
        "in:OutputScale(float32,1-4) in?:OutputZeroPoint(byte,1-4){before:rank,sizes of OutputScale} " \
        "out:Output(byte,3-4){type of OutputZeroPoint} uint:DimensionCount " \
        "uints:Strides,Dilations,StartPadding,EndPadding uint:GroupCount", \
        "tensors lists Channels() ConvolutionBias() QuantizationSizes() ConvolutionHazards()") \
    ROW(121, 0x3000, ELEMENT_WISE_BIT_AND, "in:A(any),B{same} out:Output{same}", "tensors") \
    ROW(122, 0x3000, ELEMENT_WISE_BIT_OR, "in:A(any),B{same} out:Output{same}", "tensors") \
    ROW(123, 0x3000, ELEMENT_WISE_BIT_XOR, "in:A(any),B{same} out:Output{same}", "tensors") \
    ROW(124, 0x3000, ELEMENT_WISE_BIT_NOT, "in:Input(any) out:Output{same}", "tensors") \
    ROW(125, 0x3000, ELEMENT_WISE_BIT_COUNT, "in:Input(any) out:Output(truth){rank,sizes}", "tensors") \
    ROW(126, 0x3000, ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL, "in:A(number),B{same} out:Output(truth){rank,sizes}", \
        "tensors") \
    ROW(127, 0x3000, ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL, "in:A(number),B{same} out:Output(truth){rank,sizes}", \
        "tensors") \
    ROW(128, 0x3000, ACTIVATION_CELU, "in:Input(float) out:Output{same} float:Alpha", "tensors") \
    ROW(129, 0x3000, ACTIVATION_RELU_GRAD, "in:Input(signedUpTo32Bits),InputGradient{same} out:OutputGradient{same}", \
        "tensors") \
    ROW(130, 0x3000, AVERAGE_POOLING_GRAD, \
        "in:InputGradient(float,4-5) out:OutputGradient{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding bool:IncludePadding", \
        "tensors Range(DimensionCount=2..3) CountIsNotRank(DimensionCount=rank:InputGradient-2) " \
        "BatchSizes(OutputGradient[0]=InputGradient[0],OutputGradient[1]=InputGradient[1]) lists " \
        "PoolingGradHazards()") \
    ROW(131, 0x3000, MAX_POOLING_GRAD, \
        "in:Input(float,4-5),InputGradient{type,rank} out:OutputGradient{same} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations", \
        "tensors Range(DimensionCount=2..3) MaxPoolingGrad() PoolingGradHazards()") \
    ROW(132, 0x3000, RANDOM_GENERATOR, \
        "in:InputState(uint32) out:Output out?:OutputState{rank,sizes} RANDOM_GENERATOR_TYPE:Type", \
        "tensor(InputState) tensor(OutputState) tensor(Output) Enumerator(Type) " \
        "RandomState()") \
    ROW(133, 0x3000, NONZERO_COORDINATES, \
        "in:Input(upTo32Bits) out:OutputCount(uint32),OutputCoordinates(uint32,2-8)", \
        "tensors Nonzero()") \
    ROW(134, 0x3000, RESAMPLE_GRAD, \
        "in:InputGradient(float,1-4) out:OutputGradient{type,rank} INTERPOLATION_MODE:InterpolationMode " \
        "uint:DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets", \
        "NullArray(given:InputPixelOffsets=1,given:OutputPixelOffsets=1) tensors Enumerator(InterpolationMode) " \
        "NotEqual(DimensionCount=rank:InputGradient) Scales()") \
    ROW(135, 0x3000, SLICE_GRAD, \
        "in:InputGradient(any) out:OutputGradient{type,rank} uint:DimensionCount " \
        "uints:InputWindowOffsets,InputWindowSizes ints:InputWindowStrides", \
        "tensors CountIsNotRank(DimensionCount=rank:InputGradient) " \
        "NullArray(given:InputWindowOffsets=1,given:InputWindowSizes=1,given:InputWindowStrides=1) SliceGrad()") \
    ROW(136, 0x3000, ADAM_OPTIMIZER, \
        "in:InputParameters(float),InputFirstMoment{same},InputSecondMoment{same},Gradient{same}," \
        "TrainingStep(uint32) out:OutputParameters(float){same},OutputFirstMoment{same},OutputSecondMoment{same} " \
        "float:LearningRate,Beta1,Beta2,Epsilon", \
        "tensors NotEqual(elements:TrainingStep=1)") \
    ROW(137, 0x3000, ARGMIN, \
        "in:Input(number) out:Output(index){rank} uint:AxisCount uints:Axes AXIS_DIRECTION:AxisDirection", \
        ArgMinChecks) \
    ROW(138, 0x3000, ARGMAX, \
        "in:Input(number) out:Output(index){rank} uint:AxisCount uints:Axes AXIS_DIRECTION:AxisDirection", \
        ArgMinChecks) \
    ROW(139, 0x3000, ROI_ALIGN, \
        "in:Input(float,4-4),ROI(float,2-4){type},BatchIndices(unsignedIndex,1-4) out:Output(float,4-4){type} " \
        "REDUCE_FUNCTION:ReductionFunction INTERPOLATION_MODE:InterpolationMode " \
        "float:SpatialScaleX,SpatialScaleY,OutOfBoundsInputValue " \
        "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput", \
        RoiAlignChecks) \
    ROW(140, 0x3000, GATHER_ND1, \
        "in:Input(any),Indices(index){rank} out:Output(any){type,rank} " \
        "uint:InputDimensionCount,IndicesDimensionCount,BatchDimensionCount", \
        "tensors Range(InputDimensionCount=1..rank:Input,IndicesDimensionCount=1..rank:Indices) " \
        "AxisRange(BatchDimensionCount<InputDimensionCount,BatchDimensionCount<IndicesDimensionCount) GatherNd()") \
    ROW(141, 0x3100, ELEMENT_WISE_ATAN_YX, "in:A(float),B{same} out:Output{same}", "tensors") \
    ROW(142, 0x3100, ELEMENT_WISE_CLIP_GRAD, \
        "in:Input(number),InputGradient{same} out:OutputGradient{same} float:Min,Max", \
        "tensors") \
    ROW(143, 0x3100, ELEMENT_WISE_DIFFERENCE_SQUARE, "in:A(floatOr32Bits),B{same} out:Output{same}", "tensors") \
    ROW(144, 0x3100, LOCAL_RESPONSE_NORMALIZATION_GRAD, \
        "in:Input(float,4-4),InputGradient{same} out:OutputGradient{same} bool:CrossChannel uint:LocalSize " \
        "float:Alpha,Beta,Bias", \
        "tensors Zero(LocalSize>=1)") \
    ROW(145, 0x3100, CUMULATIVE_PRODUCT, \
        "in:Input(floatOrIndex) out:Output{same} uint:Axis AXIS_DIRECTION:AxisDirection bool:HasExclusiveProduct", \
        CumulativeChecks) \
    ROW(146, 0x3100, BATCH_NORMALIZATION_GRAD, \
        "in:Input(float),InputGradient{same},Mean{type},Variance{type}{sizes of Mean},Scale{type}{sizes of Mean} " \
        "out:OutputGradient{same},OutputScaleGradient{type}{sizes of Mean},OutputBiasGradient{type}{sizes of Mean} " \
        "float:Epsilon", \
        BatchGradientChecks) \
    ROW(147, 0x4000, ELEMENT_WISE_QUANTIZED_LINEAR_ADD, \
        "in:A(byte),AScale(float32){rank} in?:AZeroPoint(byte){type}{rank,sizes of AScale} " \
        "in:B{rank,sizes},BScale(float32){rank} in?:BZeroPoint(byte){type of B}{rank,sizes of BScale} " \
        "in:OutputScale(float32){rank} in?:OutputZeroPoint(byte){rank,sizes of OutputScale} " \
        "out:Output{type of OutputZeroPoint}{rank,sizes}", \
        "tensors Condition(elements:AScale=1,elements:BScale=1,elements:OutputScale=1)") \
    ROW(148, 0x4000, DYNAMIC_QUANTIZE_LINEAR, \
        "in:Input(float) out:Output(byte){rank,sizes},OutputScale(float32){rank}," \
        "OutputZeroPoint(byte){type of Output}{rank}{sizes of OutputScale}", \
        "tensors Condition(elements:OutputScale=1)") \
    ROW(149, 0x4000, ROI_ALIGN1, \
        "in:Input(float,4-4),ROI(float,2-4){type},BatchIndices(unsignedIndex,1-4) out:Output(float,4-4){type} " \
        "REDUCE_FUNCTION:ReductionFunction INTERPOLATION_MODE:InterpolationMode " \
        "float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset,OutOfBoundsInputValue " \
        "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput bool:AlignRegionsToCorners", \
        RoiAlignChecks) \
    ROW(150, 0x4100, ROI_ALIGN_GRAD, \
        "in?:Input(float,4-4){same of OutputGradient} " \
        "in:InputGradient(float,4-4),ROI(float,2-4){type of InputGradient},BatchIndices(uint32,1-4) " \
        "out?:OutputGradient(float,4-4){type of InputGradient},OutputROIGradient(float,2-4){same of ROI} " \
        "REDUCE_FUNCTION:ReductionFunction INTERPOLATION_MODE:InterpolationMode " \
        "float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset " \
        "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput bool:AlignRegionsToCorners", \
        "RoiAlignGradInput() tensors NoOutputs(given:OutputGradient+given:OutputROIGradient>=1) RoiAlign() " \
        "ComputedSizes(OutputGradient[1]=InputGradient[1],Input[1]=InputGradient[1])") \
    ROW(151, 0x4100, BATCH_NORMALIZATION_TRAINING, \
        "in:Input(float),Scale{type,rank},Bias{type,rank}{sizes of Scale} in?:FusedAdd{same of Output} " \
        "out:Output{same},OutputMean{type,rank}{sizes of Scale},OutputVariance{type,rank}{sizes of Scale} " \
        "float:Epsilon fused?", \
        "tensors Scale{oneOr} Bias{oneOr} Fused()") \
    ROW(152, 0x4100, BATCH_NORMALIZATION_TRAINING_GRAD, \
        "in:Input(float),InputGradient{same},Mean{type},Variance{type}{sizes of Mean},Scale{type}{sizes of Mean} " \
        "out:OutputGradient{same},OutputScaleGradient{type}{sizes of Mean},OutputBiasGradient{type}{sizes of Mean} " \
        "float:Epsilon", \
        BatchGradientChecks) \
    ROW(153, 0x5000, ELEMENT_WISE_CLIP1, \
        "in:Input(number) out:Output{same} scalebias? TENSOR_DATA_TYPE:MinMaxDataType scalar:Min,Max", \
        "tensors ScaleBias() Clip1Hazards()") \
    ROW(154, 0x5000, ELEMENT_WISE_CLIP_GRAD1, \
        "in:Input(number),InputGradient{same} out:OutputGradient{same} " \
        "TENSOR_DATA_TYPE:MinMaxDataType scalar:Min,Max", \
        "tensors Enumerator(MinMaxDataType) NotEqual(MinMaxDataType=type:Input)") \
    ROW(155, 0x5000, PADDING1, \
        "in:Input(any) out:Output{type,rank} PADDING_MODE:PaddingMode TENSOR_DATA_TYPE:PaddingValueDataType " \
        "scalar:PaddingValue uint:DimensionCount uints:StartPadding,EndPadding", \
        "tensors NotEqual(DimensionCount=rank:Input) Enumerator(PaddingMode) Padding() " \
        "Enumerator(PaddingValueDataType) NotEqual(PaddingValueDataType=type:Input)") \
    ROW(156, 0x5000, ELEMENT_WISE_NEGATE, "in:Input(signed) out:Output{same}", "tensors") \
    ROW(157, 0x5100, ACTIVATION_GELU, "in:Input(float) out:Output{same}", "tensors") \
    ROW(158, 0x5100, ACTIVATION_SOFTMAX1, "in:Input(float) out:Output{same} uint:AxisCount uints:Axes", \
        Softmax1Checks) \
    ROW(159, 0x5100, ACTIVATION_LOG_SOFTMAX1, "in:Input(float) out:Output{same} uint:AxisCount uints:Axes", \
        Softmax1Checks) \
    ROW(160, 0x5100, ACTIVATION_HARDMAX1, "in:Input(float) out:Output{same} uint:AxisCount uints:Axes", \
        Softmax1Checks) \
    ROW(161, 0x5100, RESAMPLE2, \
        "in:Input(floatOrByte,1-4) out:Output{type,rank} INTERPOLATION_MODE:InterpolationMode " \
        "AXIS_DIRECTION:RoundingDirection uint:DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets", \
        Resample2Checks) \
    ROW(162, 0x5100, RESAMPLE_GRAD1, \
        "in:InputGradient(float,1-4) out:OutputGradient{type,rank} INTERPOLATION_MODE:InterpolationMode " \
        "AXIS_DIRECTION:RoundingDirection uint:DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets", \
        "NullArray(given:InputPixelOffsets=1,given:OutputPixelOffsets=1) tensors " \
        "Enumerator(InterpolationMode,RoundingDirection) NotEqual(DimensionCount=rank:InputGradient) Scales()") \
    ROW(163, 0x5100, DIAGONAL_MATRIX1, \
        "in?:Input(any,2-4) out:Output{same} TENSOR_DATA_TYPE:ValueDataType scalar:Value " \
        "int:DiagonalFillBegin,DiagonalFillEnd", \
        FillChecks) \
    ROW(164, 0x6100, MULTIHEAD_ATTENTION, \
        "in?:Query(float,3-5){type,rank of Output},Key{type,rank of Output},Value{type,rank of Output}," \
        "StackedQueryKey(float,5-5){type of Output},StackedKeyValue{type of Output}," \
        "StackedQueryKeyValue{type of Output},Bias(float,1-5){type of Query},Mask(int32,1-5)," \
        "RelativePositionBias(float,4-5){type of Query},PastKey{type of Query},PastValue{type of Query} " \
        "out:Output(float,3-5) out?:OutputPresentKey(float,4-5){type of Query},OutputPresentValue{type of Query} " \
        "float:Scale,MaskFilterValue uint:HeadCount MULTIHEAD_ATTENTION_MASK_TYPE:MaskType", \
        "tensors Attention() AttentionHazards()") \
    ROW(165, 0x6200, LP_POOLING1, \
        "in:Input(float,4-5) out:Output{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations uint:P", \
        PoolingChecks) \
    ROW(166, 0x6200, AVERAGE_POOLING1, \
        "in:Input(float,4-5) out:Output{type,rank} uint:DimensionCount " \
        "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations bool:IncludePadding", \
        PoolingChecks) \
    ROW(167, 0x6200, ACTIVATION_SWISH, "in:Input(float) out:Output{same} float:SigmoidInputScale", "tensors") \
    ROW(168, 0x6200, ACTIVATION_HARD_SWISH, "in:Input(float) out:Output{same} float:Alpha,Beta", "tensors") \
    ROW(169, 0x6200, QUANTIZED_LINEAR_AVERAGE_POOLING, \
        "in:Input(byte,4-5),InputScale(float32,1-5) " \
        "in?:InputZeroPoint(byte,1-5){before:rank,sizes of InputScale}{type} in:OutputScale(float32,1-5) " \
        "in?:OutputZeroPoint(byte,1-5){before:rank,sizes of OutputScale}{type} out:Output(byte,4-5){type,rank} " \
        "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding,Dilations bool:IncludePadding", \
        PoolingChecks) \
    ROW(170, 0x6200, MATRIX_MULTIPLY_INTEGER_TO_FLOAT, \
        "in:A(integerUpTo32Bits,2-4),AScale(float,1-4) " \
        "in?:AZeroPoint(integerUpTo32Bits,1-4){before:rank,sizes of AScale}{type} " \
        "in:B(integerUpTo32Bits,2-4),BScale(float,1-4) " \
        "in?:BZeroPoint(integerUpTo32Bits,1-4){before:rank,sizes of BScale}{type of B}," \
        "Bias(float,2-4){same of Output} out:Output", \
        "tensors MatrixMultiply()") \
    ROW(171, 0x6300, MEAN_VARIANCE_NORMALIZATION2, \
        "in:Input(float) in?:Scale{type,rank},Bias{type,rank} out:Output{same} uint:AxisCount uints:Axes " \
        "bool:UseMean,UseVariance float:Epsilon fused?", \
        MeanVarianceChecks) \
    ROW(172, 0x6300, MULTIHEAD_ATTENTION1, \
        "in?:Query(float,3-5){type,rank of Output},Key{type,rank of Output},Value{type,rank of Output}," \
        "StackedQueryKey(float,5-5){type of Output},StackedKeyValue{type of Output}," \
        "StackedQueryKeyValue{type of Output},Bias(float,1-5){type of Query},Mask(int32,1-5)," \
        "RelativePositionBias(float,4-5){type of Query},PastKey{type of Query},PastValue{type of Query}," \
        "PastSequenceLengths(int32,1-5) out:Output(float,3-5) " \
        "out?:OutputPresentKey(float,4-5){type of Query},OutputPresentValue{type of Query} " \
        "float:Scale,MaskFilterValue uint:QueryHeadCount,KeyValueHeadCount MULTIHEAD_ATTENTION_MASK_TYPE:MaskType", \
        "tensor(Query) tensor(Key) tensor(Value) tensor(StackedQueryKey) tensor(StackedKeyValue) " \
        "tensor(StackedQueryKeyValue) tensor(Bias) tensor(Mask) tensor(RelativePositionBias) tensor(PastKey) " \
        "tensor(PastValue) tensor(Output) tensor(OutputPresentKey) tensor(OutputPresentValue) " \
        "tensor(PastSequenceLengths) Attention() AttentionHazards()") \
    ROW(173, 0x6300, QUANTIZE, \
        "in:Input(float) QUANTIZATION_TYPE:QuantizationType uint:QuantizationTensorCount ins:Quantization " \
        "out:Output(quantized)", \
        QuantizeChecks) \
    ROW(174, 0x6300, DEQUANTIZE, \
        "in:Input(quantized) QUANTIZATION_TYPE:QuantizationType uint:QuantizationTensorCount ins:Quantization " \
        "out:Output(float)", \
        QuantizeChecks) \
    ROW(175, 0x6400, RESAMPLE3, \
        "in:Input(floatOrByte,1-4) out:Output{type,rank} INTERPOLATION_MODE:InterpolationMode " \
        "AXIS_DIRECTION:RoundingDirection uint:DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets " \
        "bool:Antialiased", \
        Resample2Checks) \
    ROW(176, 0x6400, FOLD, \
        "in:Input(any,3-3) out:Output(any,3-8){type} uint:DimensionCount " \
        "uints:WindowSizes,Strides,Dilations,StartPadding,EndPadding", \
        "tensors Range(DimensionCount=1..6) lists Fold() FoldHazards()") \
    ROW(177, 0x6400, UNFOLD, \
        "in:Input(any,3-8) out:Output(any,3-3){type} uint:DimensionCount " \
        "uints:WindowSizes,Strides,Dilations,StartPadding,EndPadding", \
        "tensors Range(DimensionCount=1..6) lists Unfold() FoldHazards()")
// clang-format on

#if !DML_TENSOR_UTILS_NATIVE
inline namespace directml
{
// The main header has the enumerator of GATHER.
#define DTU_CONSTANT(number, target, name, fields, checks)                                                             \
    inline constexpr DML_OPERATOR_TYPE DML_OPERATOR_##name = static_cast<DML_OPERATOR_TYPE>(number);
#define DTU_NOTHING(number, target, name, fields, checks)
DTU_OPERATORS(DTU_CONSTANT, DTU_NOTHING)
#undef DTU_NOTHING
#undef DTU_CONSTANT
} // namespace directml
#endif

namespace detail
{
// The number and name of an operator, and the first DML_TARGET_VERSION that declares its struct.
struct OperatorName
{
    std::uint32_t number;
    std::uint32_t target;
    const char* name;
};

// Each column of the rows is a table of its own, so that a program contains only the columns that it uses.
#define DTU_NAME(number, target, name, fields, checks) {number, target, #name},
#define DTU_FIELDS(number, target, name, fields, checks) fields,
#define DTU_CHECKS(number, target, name, fields, checks) checks,
inline constexpr OperatorName OperatorNames[] = {DTU_OPERATORS(DTU_NAME, DTU_NAME)};
inline constexpr const char* OperatorRowFields[] = {DTU_OPERATORS(DTU_FIELDS, DTU_FIELDS)};
inline constexpr const char* OperatorRowChecks[] = {DTU_OPERATORS(DTU_CHECKS, DTU_CHECKS)};
#undef DTU_CHECKS
#undef DTU_FIELDS
#undef DTU_NAME

inline constexpr std::uint32_t OperatorCount = sizeof(OperatorNames) / sizeof(OperatorNames[0]);

// Returns whether each row i has number i + 1. The tables are indexed by number - 1.
constexpr bool RowsAreInOrder() noexcept
{
    std::uint32_t i = 0;
    while (i < OperatorCount && OperatorNames[i].number == i + 1) { ++i; }
    return i == OperatorCount;
}
static_assert(RowsAreInOrder());

// Returns whether DirectML 1.15.4 has an operator of this number. The number 0 has no row: 0 - 1 is 2^32 - 1 here.
constexpr bool HasRow(DML_OPERATOR_TYPE type) noexcept { return static_cast<std::uint32_t>(type) - 1 < OperatorCount; }

// Returns the name and the target version of an operator. Requires: HasRow(type) is true.
constexpr const OperatorName& NameOf(DML_OPERATOR_TYPE type) noexcept
{
    return OperatorNames[static_cast<std::uint32_t>(type) - 1];
}
} // namespace detail

/// Returns the operator's name, such as "CONVOLUTION". Returns "INVALID" for 0 and "?" for unknown numbers.
constexpr const char* ToString(DML_OPERATOR_TYPE type) noexcept
{
    return detail::HasRow(type) ? detail::NameOf(type).name : type == DML_OPERATOR_INVALID ? "INVALID" : "?";
}

/// Returns the feature level that brought the operator. Returns 0 if DirectML 1.15.4 has no such operator.
/// Source: the section "Availability" of each operator struct's documentation.
constexpr DML_FEATURE_LEVEL MinimumFeatureLevel(DML_OPERATOR_TYPE type) noexcept
{
    if (!detail::HasRow(type)) { return DML_FEATURE_LEVEL{}; }
    const detail::OperatorName& named = detail::NameOf(type);
    return static_cast<DML_FEATURE_LEVEL>(named.target);
}

namespace detail
{
// The number of the operator that a struct describes, or 0 for any other type.
template <class OperatorStruct> inline constexpr std::uint32_t NumberOfStruct = 0;

// These lines need no conditions for target versions: `struct DML_..._OPERATOR_DESC` names the SDK's struct, or, if the
// target version hides that struct, declares a new struct that no program uses.
#define DTU_NOTHING(number, target, name, fields, checks)
#define DTU_STRUCT(number, target, name, fields, checks)                                                               \
    template <> inline constexpr std::uint32_t NumberOfStruct<struct DML_##name##_OPERATOR_DESC> = number;
#if DML_TENSOR_UTILS_NATIVE
DTU_OPERATORS(DTU_STRUCT, DTU_STRUCT)
#else
DTU_OPERATORS(DTU_NOTHING, DTU_STRUCT)
#endif
#undef DTU_STRUCT
#undef DTU_NOTHING
} // namespace detail

/// The operator that a struct describes: DML_OPERATOR_GEMM for DML_GEMM_OPERATOR_DESC. For any other type, the value is
/// DML_OPERATOR_INVALID. In native mode, the structs are those that the SDK's target version declares. In portable
/// mode, the only struct is DML_GATHER_OPERATOR_DESC.
template <class OperatorStruct>
inline constexpr DML_OPERATOR_TYPE
    OperatorTypeOf = static_cast<DML_OPERATOR_TYPE>(detail::NumberOfStruct<OperatorStruct>);

// =====================================================================================================================
//   The fields of an operator's struct
// =====================================================================================================================

/// What a field of an operator's struct is.
enum class OperatorFieldKind : std::uint32_t
{
    InputTensor,   ///< const DML_TENSOR_DESC*
    OutputTensor,  ///< const DML_TENSOR_DESC*
    InputTensors,  ///< const DML_TENSOR_DESC*, an array
    OutputTensors, ///< const DML_TENSOR_DESC*, an array
    Activations,   ///< const DML_OPERATOR_DESC*, an array
    UInts,         ///< const UINT*, an array
    Ints,          ///< const INT*, an array
    Floats,        ///< const FLOAT*, an array
    ScaleBias,     ///< const DML_SCALE_BIAS*
    Activation,    ///< const DML_OPERATOR_DESC*
    UInt,          ///< UINT
    Int,           ///< INT
    Float,         ///< FLOAT
    Size2D,        ///< DML_SIZE_2D
    Scalar,        ///< DML_SCALAR_UNION
    Bool,          ///< BOOL
    Enumeration    ///< an enumeration of DirectML
};

/// A field of an operator's struct.
struct OperatorField
{
    char name[32] = {}; ///< as the struct spells it, such as "FilterTensor"
    OperatorFieldKind kind = OperatorFieldKind::UInt;
    bool isOptional = false;      ///< whether the pointer may be null
    std::uint32_t offset = 0;     ///< offsetof in the struct, in bytes
    std::uint32_t countField = 0; ///< the index of the field with the array's length; 0xFFFFFFFF if it is not an array
    std::uint32_t dataTypes = 0;  ///< bit n is 1 if the tensor may have DML_TENSOR_DATA_TYPE n; all bits are 0 if the
                                  ///< data types depend on other fields, such as Function of a REDUCE
    std::uint32_t minRank = 0;    ///< the lowest rank that the tensor may have
    std::uint32_t maxRank = 0;    ///< the highest rank that the tensor may have
    const char* enumeration = ""; ///< "MATRIX_TRANSFORM" for a DML_MATRIX_TRANSFORM; empty for other fields
    const char* enumerators = ""; ///< the names of the values 0, 1, ..., with spaces between them: "NONE TRANSPOSE"

    constexpr bool IsTensor() const noexcept { return kind <= OperatorFieldKind::OutputTensors; }
    constexpr bool IsArray() const noexcept
    {
        return kind >= OperatorFieldKind::InputTensors && kind <= OperatorFieldKind::Floats;
    }
    constexpr bool IsPointer() const noexcept { return kind <= OperatorFieldKind::Activation; }
    /// Returns whether the operator writes the tensor or the tensors.
    constexpr bool IsOutput() const noexcept
    {
        return kind == OperatorFieldKind::OutputTensor || kind == OperatorFieldKind::OutputTensors;
    }
};

/// The fields of an operator's struct, in its order.
struct OperatorSchema
{
    OperatorField fields[20] = {};
    std::uint32_t count = 0;      ///< the number of fields; 0 for an operator that does not exist
    std::uint32_t structSize = 0; ///< sizeof the struct, in bytes

    constexpr const OperatorField* begin() const noexcept { return fields; }
    constexpr const OperatorField* end() const noexcept { return fields + count; }
    /// Returns a field. Requires an index below `count`.
    constexpr const OperatorField& operator[](std::size_t field) const noexcept { return fields[field]; }
};

namespace detail
{
// =====================================================================================================================
//   Reading a row
// =====================================================================================================================

// A word of a row. The text does not end with a zero. RowWord stands in for std::string_view, because <string_view>
// would make this header take a tenth longer to compile.
struct RowWord
{
    const char* text = "";
    std::uint32_t size = 0;

    constexpr bool EndsWith(const char* end) const noexcept
    {
        std::uint32_t length = 0;
        while (end[length] != '\0') { ++length; }
        return size >= length && RowWord{text + (size - length), length} == end;
    }

    friend constexpr bool operator==(const RowWord& a, const RowWord& b) noexcept
    {
        if (a.size != b.size) { return false; }
        std::uint32_t i = 0;
        while (i < a.size && a.text[i] == b.text[i]) { ++i; }
        return i == a.size;
    }

    friend constexpr bool operator==(const RowWord& word, const char* literal) noexcept
    {
        std::uint32_t i = 0;
        while (i < word.size && literal[i] == word.text[i]) { ++i; }
        return i == word.size && literal[i] == '\0';
    }
};

constexpr char FirstLetter(const RowWord& name) noexcept { return *name.text; }
constexpr char FirstLetter(const char* name) noexcept { return *name; }

// Reads a row from left to right.
struct RowCursor
{
    const char* at;

    constexpr bool IsAtEnd() const noexcept { return *at == '\0'; }
    constexpr bool IsAt(char character) const noexcept { return *at == character; }
    constexpr bool IsAtDigit() const noexcept { return *at >= '0' && *at <= '9'; }

    // Skips the text if the cursor is at it. Returns whether the cursor was at the text.
    constexpr bool Skip(const char* text) noexcept
    {
        const char* next = at;
        for (; *text != '\0'; ++text, ++next)
        {
            if (*next != *text) { return false; }
        }
        at = next;
        return true;
    }

    // Moves past the next such character, or to the end of the row if there is none.
    constexpr void SkipPast(char end) noexcept
    {
        while (*at != end && *at != '\0') { ++at; }
        Skip(end);
    }
    constexpr bool Skip(char character) noexcept
    {
        const bool isNext = *at == character;
        at += isNext ? 1 : 0;
        return isNext;
    }

    // Reads letters, digits and underscores, possibly none. `| 32` makes a capital letter small.
    constexpr RowWord Word() noexcept
    {
        const char* const first = at;
        while (static_cast<unsigned char>((*at | 32) - 'a') < 26 || IsAtDigit() || *at == '_') { ++at; }
        return {first, static_cast<std::uint32_t>(at - first)};
    }

    // Reads digits and returns the number that they make; 0 if there are none.
    constexpr std::uint32_t Number() noexcept
    {
        std::uint32_t number = 0;
        for (; IsAtDigit(); ++at) { number = number * 10 + static_cast<std::uint32_t>(*at - '0'); }
        return number;
    }
};

// A set of data types, and its name in the rows. Bit n is 1 if DML_TENSOR_DATA_TYPE n is in the set.
struct TypeSet
{
    const char* name;
    std::uint32_t types;
};
inline constexpr std::uint32_t FloatTypes = Types(ElementType::Float32, ElementType::Float16);
inline constexpr std::uint32_t ByteTypes = Types(ElementType::UInt8, ElementType::Int8);
inline constexpr std::uint32_t QuantizedTypes = ByteTypes | NibbleTypes;
inline constexpr std::uint32_t UnsignedTypes =
    Types(ElementType::UInt32, ElementType::UInt16, ElementType::UInt8, ElementType::UInt64);
inline constexpr std::uint32_t SignedTypesUpTo32Bits =
    FloatTypes | Types(ElementType::Int32, ElementType::Int16, ElementType::Int8);
inline constexpr std::uint32_t IntegerTypesUpTo32Bits =
    ByteTypes | Types(ElementType::UInt32, ElementType::UInt16, ElementType::Int32, ElementType::Int16);
inline constexpr std::uint32_t NumberTypes = TypesFrom8Bits & ~Types(ElementType::Float64);
inline constexpr std::uint32_t FloatOrIndexTypes = FloatTypes | IndexTypes;
inline constexpr TypeSet TypeSets[] = {
    {"float", FloatTypes},
    {"any", TypesFrom8Bits},
    {"number", NumberTypes},
    {"byte", ByteTypes},
    {"upTo32Bits", FloatTypes | IntegerTypesUpTo32Bits},
    {"float32", Types(ElementType::Float32)},
    {"truth", Types(ElementType::UInt32, ElementType::UInt8)},
    {"index", IndexTypes},
    {"unsignedIndex", Types(ElementType::UInt32, ElementType::UInt64)},
    {"uint32", Types(ElementType::UInt32)},
    {"integerUpTo32Bits", IntegerTypesUpTo32Bits},
    {"int32", Types(ElementType::Int32)},
    {"floatOrByte", FloatTypes | ByteTypes},
    {"signedUpTo32Bits", SignedTypesUpTo32Bits},
    {"signed", SignedTypesUpTo32Bits | Types(ElementType::Int64)},
    {"unsigned", UnsignedTypes},
    {"floatOrIndex", FloatOrIndexTypes},
    {"floatOr32Bits", FloatTypes | Types(ElementType::UInt32, ElementType::Int32)},
    {"floatOrInt32", FloatTypes | Types(ElementType::Int32)},
    {"uint8", Types(ElementType::UInt8)},
    {"quantized", QuantizedTypes},
    {"unchecked", AllTypes | Types(ElementType::Unknown)}, // another tensor is checked, and this one compared with it
};

// A type of fields: its name in the rows, the kind of these fields, and the names of the values 0, 1, ... if the type
// is an enumeration.
struct FieldType
{
    const char* name;
    OperatorFieldKind kind;
    const char* enumerators;
};
inline constexpr FieldType FieldTypes[] = {
    {"in", OperatorFieldKind::InputTensor, ""},
    {"out", OperatorFieldKind::OutputTensor, ""},
    {"uint", OperatorFieldKind::UInt, ""},
    {"float", OperatorFieldKind::Float, ""},
    {"uints", OperatorFieldKind::UInts, ""},
    {"bool", OperatorFieldKind::Bool, "FALSE TRUE"},
    {"scalebias", OperatorFieldKind::ScaleBias, ""},
    {"fused", OperatorFieldKind::Activation, ""},
    {"ins", OperatorFieldKind::InputTensors, ""},
    {"outs", OperatorFieldKind::OutputTensors, ""},
    {"activations", OperatorFieldKind::Activations, ""},
    {"ints", OperatorFieldKind::Ints, ""},
    {"floats", OperatorFieldKind::Floats, ""},
    {"int", OperatorFieldKind::Int, ""},
    {"size2d", OperatorFieldKind::Size2D, ""},
    {"scalar", OperatorFieldKind::Scalar, ""},
    {"MATRIX_TRANSFORM", OperatorFieldKind::Enumeration, "NONE TRANSPOSE"},
    {"CONVOLUTION_MODE", OperatorFieldKind::Enumeration, "CONVOLUTION CROSS_CORRELATION"},
    {"CONVOLUTION_DIRECTION", OperatorFieldKind::Enumeration, "FORWARD BACKWARD"},
    {"INTERPOLATION_MODE", OperatorFieldKind::Enumeration, "NEAREST_NEIGHBOR LINEAR"},
    {"AXIS_DIRECTION", OperatorFieldKind::Enumeration, "INCREASING DECREASING"},
    {"REDUCE_FUNCTION", OperatorFieldKind::Enumeration,
     "ARGMAX ARGMIN AVERAGE L1 L2 LOG_SUM LOG_SUM_EXP MAX MIN MULTIPLY SUM SUM_SQUARE"},
    {"TENSOR_DATA_TYPE", OperatorFieldKind::Enumeration,
     "UNKNOWN FLOAT32 FLOAT16 UINT32 UINT16 UINT8 INT32 INT16 INT8 FLOAT64 UINT64 INT64 UINT4 INT4"},
    {"PADDING_MODE", OperatorFieldKind::Enumeration, "CONSTANT EDGE REFLECTION SYMMETRIC WRAP"},
    {"DEPTH_SPACE_ORDER", OperatorFieldKind::Enumeration, "DEPTH_COLUMN_ROW COLUMN_ROW_DEPTH"},
    {"ROUNDING_MODE", OperatorFieldKind::Enumeration, "HALVES_TO_NEAREST_EVEN TOWARD_ZERO TOWARD_INFINITY"},
    {"IS_INFINITY_MODE", OperatorFieldKind::Enumeration, "EITHER POSITIVE NEGATIVE"},
    {"QUANTIZATION_TYPE", OperatorFieldKind::Enumeration, "NONE SCALE SCALE_ZERO_POINT"},
    {"RANDOM_GENERATOR_TYPE", OperatorFieldKind::Enumeration, "PHILOX_4X32_10"},
    {"RECURRENT_NETWORK_DIRECTION", OperatorFieldKind::Enumeration, "FORWARD BACKWARD BIDIRECTIONAL"},
    {"MULTIHEAD_ATTENTION_MASK_TYPE", OperatorFieldKind::Enumeration,
     "NONE KEY_SEQUENCE_LENGTH KEY_SEQUENCE_END_START KEY_QUERY_SEQUENCE_LENGTH_START_END BOOLEAN"},
};

inline constexpr std::uint32_t FieldTypeCount = sizeof(FieldTypes) / sizeof(FieldTypes[0]);

// Returns the index in FieldTypes of the type with this name, or FieldTypeCount if there is none.
constexpr std::uint32_t FieldTypeOf(const RowWord& name) noexcept
{
    std::uint32_t i = 0;
    while (i < FieldTypeCount && !(name == FieldTypes[i].name)) { ++i; }
    return i;
}

// Calls found(index, name) for each name in a text with spaces between the names.
template <class Function> constexpr void ForEachName(const char* names, Function found) noexcept
{
    RowCursor cursor = {names};
    for (std::uint32_t index = 0; !cursor.IsAtEnd(); ++index)
    {
        found(index, cursor.Word());
        cursor.Skip(' ');
    }
}

// Returns the number of names in a text with spaces between the names.
constexpr std::uint32_t CountEnumerators(const char* enumerators) noexcept
{
    std::uint32_t count = *enumerators != '\0' ? 1 : 0;
    for (; *enumerators != '\0'; ++enumerators) { count += *enumerators == ' ' ? 1 : 0; }
    return count;
}

// The offset of `number` is the alignment of a 64-bit number in a struct. On some 32-bit targets, that offset is 4
// bytes although alignof(std::uint64_t) is 8.
struct AlignedNumber
{
    char first;
    std::uint64_t number;
};

// The fields of a row. Programs see the base class; only this library reads `names` and `relations`.
struct OperatorFields : OperatorSchema
{
    static constexpr std::uint32_t MaxCount = sizeof(OperatorSchema::fields) / sizeof(OperatorField);

    RowWord names[MaxCount] = {};         // the names in the row, without Tensor or Tensors
    const char* relations[MaxCount] = {}; // where the relations of a tensor start in the row

    // Returns the index of the field with this name in the row, or None32. The name is a RowWord or a text. Most names
    // differ in their first letter, so that one comparison is enough.
    template <class Name> constexpr std::uint32_t Find(const Name& name) const noexcept
    {
        const char first = FirstLetter(name);
        std::uint32_t i = 0;
        while (i < count && (*names[i].text != first || !(names[i] == name))) { ++i; }
        return i < count ? i : None32;
    }

    // Returns a field. Requires: an index below `count`. The remainder changes nothing; it keeps g++ 12 from warning.
    constexpr const OperatorField& operator[](std::uint32_t field) const noexcept { return fields[field % MaxCount]; }

    // Returns the index of the first tensor. A relation that names no tensor compares with it. The first tensor is the
    // first or the second member of each struct; in a JOIN, InputCount is before it.
    constexpr std::uint32_t FirstTensor() const noexcept { return fields[0].IsTensor() ? 0 : 1; }
};

// Reads "float,3-5)", the name of a set of data types and the ranks, and returns the rule. If no set has this name, the
// rule has no types.
constexpr TensorRule ReadTensorRule(RowCursor& cursor) noexcept
{
    TensorRule rule = {0};
    const RowWord name = cursor.Word();
    for (const TypeSet& set : TypeSets)
    {
        if (!(name == set.name)) { continue; }
        rule.types = set.types;
        break;
    }
    if (cursor.Skip(','))
    {
        rule.minRank = cursor.Number();
        cursor.Skip('-');
        rule.maxRank = cursor.Number();
    }
    cursor.Skip(')');
    return rule;
}

// Returns the size of a member of a struct, in bytes.
constexpr std::size_t BytesOf(OperatorFieldKind kind) noexcept
{
    const bool isPointer = kind <= OperatorFieldKind::Activation;
    return isPointer ? sizeof(void*) : kind == OperatorFieldKind::Size2D || kind == OperatorFieldKind::Scalar ? 8 : 4;
}

// Returns the alignment of a member of a struct, in bytes. A Size2D has two 32-bit numbers. The alignment of a 64-bit
// number is an offsetof (see AlignedNumber).
constexpr std::size_t AlignmentOf(OperatorFieldKind kind) noexcept
{
    return kind == OperatorFieldKind::Scalar   ? offsetof(AlignedNumber, number)
           : kind == OperatorFieldKind::Size2D ? 4
                                               : BytesOf(kind);
}

// Lays out a struct member by member, as a compiler does. The size and the alignment are in bytes.
struct StructLayout
{
    std::size_t size = 0;
    std::size_t alignment = 1;

    // Adds a member and returns its offset.
    constexpr std::uint32_t Add(OperatorFieldKind kind) noexcept
    {
        const std::size_t offset = RoundUp(size, AlignmentOf(kind));
        size = offset + BytesOf(kind);
        alignment = AlignmentOf(kind) > alignment ? AlignmentOf(kind) : alignment;
        return static_cast<std::uint32_t>(offset);
    }

    // Returns the size of the struct, with the padding at its end.
    constexpr std::uint32_t PaddedSize() const noexcept { return static_cast<std::uint32_t>(RoundUp(size, alignment)); }

    static constexpr std::size_t RoundUp(std::size_t bytes, std::size_t multiple) noexcept
    {
        return (bytes + multiple - 1) / multiple * multiple;
    }
};

// Sets the name of a field as the struct spells it: "FilterTensor" for Filter in a row.
constexpr void SetName(OperatorField& field, const RowWord& name) noexcept
{
    const char* const ending = !field.IsTensor() ? "" : field.IsArray() ? "Tensors" : "Tensor";
    for (std::uint32_t i = 0; i < name.size; ++i) { field.name[i] = name.text[i]; }
    for (std::uint32_t i = 0; ending[i] != '\0'; ++i) { field.name[name.size + i] = ending[i]; }
}

// Sets the members that follow from the field's type. If the field is a tensor, also sets the data types and ranks of
// `rule`.
constexpr void SetField(OperatorField& field, const FieldType& type, const TensorRule& rule) noexcept
{
    field.kind = type.kind;
    field.countField = None32;
    field.enumeration = type.kind == OperatorFieldKind::Enumeration ? type.name : "";
    field.enumerators = type.enumerators;
    if (!field.IsTensor()) { return; }
    field.dataTypes = rule.types;
    field.minRank = rule.minRank;
    field.maxRank = rule.maxRank;
}

// Returns the fields of a row, such as "in:A(float),B{type,rank} uint:Axis fused?". Returns no fields if a word of the
// row is unknown; a test shows that no row has such a word.
constexpr OperatorFields FieldsOf(const char* row) noexcept
{
    OperatorFields fields;
    StructLayout layout;
    TensorRule rule = {0};            // the last rule in the row; it is that of each tensor until the next rule
    std::uint32_t lastCount = None32; // the last field whose name ends with Count: the length of each array after it
    bool isKnown = true;
    for (RowCursor cursor = {row}; isKnown && !cursor.IsAtEnd(); cursor.Skip(' '))
    {
        const std::uint32_t typeIndex = FieldTypeOf(cursor.Word());
        const FieldType& type = FieldTypes[typeIndex % FieldTypeCount];
        const bool isOptional = cursor.Skip('?');
        const bool hasName = cursor.Skip(':');
        isKnown = typeIndex != FieldTypeCount;
        do {
            RowCursor defaultName = {type.kind == OperatorFieldKind::Activation ? "FusedActivation" : "ScaleBias"};
            const RowWord name = (hasName ? cursor : defaultName).Word();
            const bool hasRule = cursor.Skip('(');
            if (hasRule) { rule = ReadTensorRule(cursor); }
            isKnown = isKnown && name.size != 0 && fields.count != OperatorFields::MaxCount;
            if (!isKnown) { break; }
            OperatorField& field = fields.fields[fields.count];
            SetField(field, type, rule);
            SetName(field, name);
            field.isOptional = isOptional;
            field.offset = layout.Add(type.kind);
            if (field.IsArray()) { field.countField = lastCount; }
            isKnown = (!hasRule || field.dataTypes != 0) && (!field.IsArray() || lastCount != None32);
            if (field.kind == OperatorFieldKind::UInt && name.EndsWith("Count")) { lastCount = fields.count; }
            fields.names[fields.count] = name;
            fields.relations[fields.count++] = cursor.at; // CheckRunner reads the relations from here
            while (cursor.IsAt('{')) { cursor.SkipPast('}'); }
        } while (isKnown && cursor.Skip(','));
    }
    fields.structSize = layout.PaddedSize();
    if (!isKnown) { fields.count = 0; }
    return fields;
}

// Returns the fields of an operator. Requires: HasRow(type) is true.
constexpr OperatorFields FieldsOf(DML_OPERATOR_TYPE type) noexcept
{
    return FieldsOf(OperatorRowFields[static_cast<std::uint32_t>(type) - 1]);
}

// When the relation of a tensor is checked: after or before the tensor's own data types and ranks.
enum class RelationTime
{
    AfterOwnRules,
    BeforeOwnRules
};

// A relation of a tensor to another tensor, in braces in the row: "{before:type,rank of A}".
struct RowRelation
{
    RowCursor kinds = {nullptr}; // what the tensors must have in common; in the example, the cursor is at "type,rank"
    RelationTime time = RelationTime::AfterOwnRules;
    bool isClosed = false; // whether the relation ends with }; a test requires it for all rows
    std::uint32_t other;   // the field of the other tensor

    // Reads the relation at the cursor and moves the cursor past its }.
    constexpr RowRelation(RowCursor& cursor, const OperatorFields& fields) noexcept : other(fields.FirstTensor())
    {
        cursor.Skip('{');
        if (cursor.Skip("before:")) { time = RelationTime::BeforeOwnRules; }
        kinds = cursor;
        while (!cursor.IsAt('}') && !cursor.IsAt(' ') && !cursor.IsAtEnd()) { ++cursor.at; }
        if (cursor.Skip(" of ")) { other = fields.Find(cursor.Word()); }
        isClosed = cursor.Skip('}');
    }
};
} // namespace detail

/// Returns the fields of an operator's struct, for programs that read, write or show operators of any type. Returns no
/// fields for an operator that DirectML 1.15.4 does not have.
/// Source: the documentation of each operator's struct.
constexpr OperatorSchema SchemaOf(DML_OPERATOR_TYPE type) noexcept
{
    const detail::OperatorFields fields = detail::HasRow(type) ? detail::FieldsOf(type) : detail::OperatorFields();
    const OperatorSchema& schema = fields;
    return schema;
}

namespace detail
{
// Returns whether `later` is the name of a later version of the operator `name`. MAX_POOLING2 is a later version of
// MAX_POOLING1 and of MAX_POOLING.
constexpr bool IsLaterVersion(const char* later, const char* name) noexcept
{
    for (; *name == *later && *name != '\0'; ++name, ++later) {}
    const bool isVersion = *name == '\0' || (*name >= '1' && *name <= '9' && name[1] == '\0');
    return isVersion && *later > *name && *later <= '9' && later[1] == '\0';
}
} // namespace detail

/// Returns the first later version of an operator whose struct has a field: DML_OPERATOR_AVERAGE_POOLING1 for
/// DML_OPERATOR_AVERAGE_POOLING and "Dilations". Returns DML_OPERATOR_INVALID if no later version has the field.
///
/// field: its name as the struct spells it; it must not be null.
constexpr DML_OPERATOR_TYPE LaterVersionWith(DML_OPERATOR_TYPE type, const char* field) noexcept
{
    if (!detail::HasRow(type)) { return DML_OPERATOR_INVALID; }
    for (const detail::OperatorName& named : detail::OperatorNames)
    {
        if (!detail::IsLaterVersion(named.name, ToString(type))) { continue; }
        const auto later = static_cast<DML_OPERATOR_TYPE>(named.number);
        for (const OperatorField& of : SchemaOf(later))
        {
            if (detail::RowCursor{of.name}.Word() == field) { return later; }
        }
    }
    return DML_OPERATOR_INVALID;
}

// =====================================================================================================================
//   The tensors of a description
// =====================================================================================================================

namespace detail
{
// The names of all tensors, and of the other fields that rules read, as they stand in the rows. The names are listed
// again here because a name inside a row does not end with a zero. A test requires each name to be in a row.
// clang-format off
#define DTU_FIELD_NAMES(TENSOR, LIST, OTHER) \
    TENSOR(A) TENSOR(AScale) TENSOR(AZeroPoint) TENSOR(B) TENSOR(BScale) TENSOR(BZeroPoint) TENSOR(BatchIndices) \
    TENSOR(Bias) TENSOR(C) TENSOR(CellMemInit) TENSOR(Condition) TENSOR(Exponent) TENSOR(Filter) TENSOR(FilterScale) \
    TENSOR(FilterZeroPoint) TENSOR(FusedAdd) TENSOR(Gradient) TENSOR(HiddenInit) TENSOR(Indices) TENSOR(Input) \
    TENSOR(InputFirstMoment) TENSOR(InputGradient) TENSOR(InputParameters) TENSOR(InputScale) \
    TENSOR(InputSecondMoment) TENSOR(InputState) TENSOR(InputZeroPoint) TENSOR(Key) TENSOR(Mask) TENSOR(Mean) \
    TENSOR(Output) TENSOR(OutputBiasGradient) TENSOR(OutputCellSingle) TENSOR(OutputCoordinates) TENSOR(OutputCount) \
    TENSOR(OutputFirstMoment) TENSOR(OutputGradient) TENSOR(OutputIndex) TENSOR(OutputIndices) TENSOR(OutputMean) \
    TENSOR(OutputParameters) TENSOR(OutputPresentKey) TENSOR(OutputPresentValue) TENSOR(OutputROIGradient) \
    TENSOR(OutputScale) TENSOR(OutputScaleGradient) TENSOR(OutputSecondMoment) TENSOR(OutputSequence) \
    TENSOR(OutputSingle) TENSOR(OutputState) TENSOR(OutputValue) TENSOR(OutputVariance) TENSOR(OutputZeroPoint) \
    TENSOR(PastKey) TENSOR(PastSequenceLengths) TENSOR(PastValue) TENSOR(Peephole) TENSOR(Query) TENSOR(ROI) \
    TENSOR(Recurrence) TENSOR(RelativePositionBias) TENSOR(Scale) TENSOR(SequenceLengths) TENSOR(Slope) \
    TENSOR(StackedKeyValue) TENSOR(StackedQueryKey) TENSOR(StackedQueryKeyValue) TENSOR(TrainingStep) TENSOR(Updates) \
    TENSOR(Value) TENSOR(Values) TENSOR(Variance) TENSOR(Weight) TENSOR(ZeroPoint) \
    /* lists of tensors */ \
    LIST(Input) LIST(Output) LIST(Quantization) \
    /* other fields */ \
    OTHER(ActivationDescs) OTHER(Alpha) OTHER(Axes) OTHER(Axis) OTHER(BatchDimensionCount) OTHER(Beta) \
    OTHER(BlockSize) OTHER(K) OTHER(ScaleSize) \
    OTHER(Dilations) OTHER(DimensionCount) OTHER(Direction) OTHER(EndPadding) OTHER(Function) OTHER(FusedActivation) \
    OTHER(Gamma) OTHER(GroupCount) OTHER(HeadCount) OTHER(IncludePadding) OTHER(IndexDimensions) \
    OTHER(IndicesDimensionCount) OTHER(InputDimensionCount) OTHER(InputPixelOffsets) OTHER(InputWindowOffsets) \
    OTHER(InputWindowSizes) OTHER(InputWindowStrides) OTHER(InterpolationMode) OTHER(KeyValueHeadCount) \
    OTHER(MaskFilterValue) OTHER(MaskType) OTHER(Max) OTHER(MaximumSamplesPerOutput) OTHER(Min) OTHER(MinMaxDataType) \
    OTHER(MinimumSamplesPerOutput) OTHER(Offsets) OTHER(OutputPadding) OTHER(P) OTHER(PooledSize) OTHER(Quantization) \
    OTHER(QuantizationTensorCount) OTHER(QuantizationType) OTHER(QueryHeadCount) OTHER(ReductionFunction) \
    OTHER(Repeats) OTHER(ScaleBias) OTHER(Scales) \
    OTHER(Sizes) OTHER(SpatialScale) OTHER(SpatialScaleX) OTHER(SpatialScaleY) OTHER(StartPadding) OTHER(Steepness) \
    OTHER(Strides) OTHER(TransA) OTHER(TransB) OTHER(WindowSize) OTHER(WindowSizes)
// clang-format on

namespace field
{
#define DTU_NAME(name) inline constexpr const char name[] = #name;
#define DTU_NOTHING(name)
DTU_FIELD_NAMES(DTU_NAME, DTU_NOTHING, DTU_NAME)
#undef DTU_NAME
} // namespace field

#define DTU_NAME(name) field::name,
inline constexpr const char* FieldNames[] = {DTU_FIELD_NAMES(DTU_NAME, DTU_NOTHING, DTU_NAME)};
#undef DTU_NOTHING
#undef DTU_NAME

#define DTU_TENSOR(name) #name "Tensor",
#define DTU_LIST(name) #name "Tensors",
#define DTU_NOTHING(name)
inline constexpr const char* TensorNames[] = {DTU_FIELD_NAMES(DTU_TENSOR, DTU_LIST, DTU_NOTHING)};
#undef DTU_NOTHING
#undef DTU_LIST
#undef DTU_TENSOR

// Returns the name of a field that is a tensor or a list of tensors. Unlike OperatorField::name, the returned text
// lives as long as the program.
constexpr const char* TensorNameOf(const OperatorField& field) noexcept
{
    const RowWord word = RowCursor{field.name}.Word();
    for (const char* const name : TensorNames)
    {
        if (word == name) { return name; }
    }
    return "?";
}

// Returns the description of a tensor. Returns null if `tensor` or its Desc is null, and if its Type is not BUFFER,
// because Desc then points to something else.
constexpr const DML_BUFFER_TENSOR_DESC* DescriptionOf(const DML_TENSOR_DESC* tensor) noexcept
{
    const DML_BUFFER_TENSOR_DESC* desc = nullptr;
    static_cast<void>(FindDescription(tensor, desc));
    return desc;
}

// Reads the members of one description's struct. Requires for Read and FirstTensorOf: Desc is not null.
class OperatorReader
{
public:
    // Requires: `fields` are those of the description's operator. `desc` and `fields` must outlive the reader.
    OperatorReader(const DML_OPERATOR_DESC& desc, const OperatorFields& fields) noexcept
        : m_desc(desc), m_fields(fields)
    {
    }

    const DML_OPERATOR_DESC& Desc() const noexcept { return m_desc; }
    std::uint32_t Type() const noexcept { return static_cast<std::uint32_t>(m_desc.Type); }
    const OperatorFields& Fields() const noexcept { return m_fields; }

    // Returns the value of a field, read `skippedBytes` after the start of the field. Returns 0 or null for None32.
    template <class T> T Read(std::uint32_t field, std::uint32_t skippedBytes = 0) const noexcept
    {
        T value = T();
        if (field == None32) { return value; }
        const auto* const bytes = static_cast<const unsigned char*>(m_desc.Desc);
        std::memcpy(&value, bytes + m_fields[field].offset + skippedBytes, sizeof(value));
        return value;
    }

    // Returns the pointer in a field that is a tensor or a list; for a list, it points to the first tensor.
    const DML_TENSOR_DESC* FirstTensorOf(std::uint32_t field) const noexcept
    {
        return static_cast<const DML_TENSOR_DESC*>(Read<const void*>(field));
    }

private:
    const DML_OPERATOR_DESC& m_desc;
    const OperatorFields& m_fields;
};
} // namespace detail

/// A tensor of an operator's description.
struct OperatorTensor
{
    const char* name;      ///< the name of the struct's member: "FilterTensor"; "InputTensors" for an element of a list
    std::uint32_t field;   ///< the index of the struct's member, from 0
    std::uint32_t element; ///< the index in a list; 0xFFFFFFFF if the member is not a list
    bool isOutput;         ///< whether the operator writes the tensor
    const DML_BUFFER_TENSOR_DESC* desc; ///< null if the tensor is null, or its Type is not DML_TENSOR_TYPE_BUFFER
};

/// Calls visitor(OperatorTensor) for each tensor of an operator that ValidateOperator accepts: first the inputs, then
/// the outputs, both in the order of their bindings. It visits null tensors and each element of a list, because
/// BindInputs and BindOutputs count them too. It visits nothing for an unknown operator or a null Desc. It is noexcept
/// if the visitor is.
///
/// desc: it may also be rejected, if each list of tensors has as many elements as its count says.
template <class Visitor>
void ForEachTensor(const DML_OPERATOR_DESC& desc,
                   Visitor&& visitor) noexcept(noexcept(visitor(detail::ValueOf<OperatorTensor>())))
{
    if (!detail::HasRow(desc.Type) || desc.Desc == nullptr) { return; }
    const detail::OperatorFields fields = detail::FieldsOf(desc.Type);
    const detail::OperatorReader reader(desc, fields);
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields[i];
        if (!field.IsTensor()) { continue; }
        const char* const name = detail::TensorNameOf(field);
        const DML_TENSOR_DESC* const first = reader.FirstTensorOf(i);
        if (!field.IsArray())
        {
            visitor(OperatorTensor{name, i, detail::None32, field.IsOutput(), detail::DescriptionOf(first)});
            continue;
        }
        const std::uint32_t count = first != nullptr ? reader.Read<std::uint32_t>(field.countField) : 0;
        for (std::uint32_t element = 0; element < count; ++element)
        {
            visitor(OperatorTensor{name, i, element, field.IsOutput(), detail::DescriptionOf(first + element)});
        }
    }
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DTU_FIELD_NAMES
#undef DTU_OPERATORS
#undef DTU_DEPTH_TO_SPACE
#undef DTU_SPACE_TO_DEPTH

#endif // DML_TENSOR_OPERATOR_SCHEMA_HPP
