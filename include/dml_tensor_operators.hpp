// =====================================================================================================================
//   dml_tensor_operators.hpp: validates operators for DirectML and names what is wrong
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_operator_schema.hpp, dml_tensor_output_sizes.hpp, dml_tensor_utils.hpp and the standard
//   library. No function allocates, throws or touches tensor memory.
//
//   Synopsis
//
//     ValidateOperator      whether DirectML's CreateOperator accepts an operator description, and why not
//     ValidateWithOutput    the same, and what to change if the output is smaller than its formula
//     DocumentedOutput      the sizes of an output by the operator's formula
//     OperatorDiagnosis     an OperatorError with its field, axis and numbers
//     Explain               the diagnosis as a sentence
//     ToString              names of errors
//
//     const OperatorDiagnosis reason = ValidateOperator(convolution); // a DML_CONVOLUTION_OPERATOR_DESC
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//     // CONVOLUTION: FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount [InputChannels]
//
// =====================================================================================================================

// A comment "Equivalent: x (why)" is for the mutation tests: with x in its line, no result changes.
#ifndef DML_TENSOR_OPERATORS_HPP
#define DML_TENSOR_OPERATORS_HPP

#include "dml_tensor_operator_schema.hpp"
#include "dml_tensor_output_sizes.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_operators.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

// This marks functions that are compiled for size. clang also needs noinline, because it would inline them. g++ inlines
// them only where that makes the code smaller. Measured (-O2, code and tables of one call of ValidateOperator): 114 KB
// with g++ 12 and 129 KB with clang 14. With noinline for g++ too, it is 115 KB; without noinline for clang, 150 KB.
#if defined(_MSC_VER) && !defined(__clang__)
#define DTU_COLD __declspec(noinline)
#elif defined(__clang__)
#define DTU_COLD __attribute__((noinline, cold))
#else
#define DTU_COLD __attribute__((cold))
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Errors
// =====================================================================================================================

// ENTRY(name, kind, cause, sentence) is an error, and ALSO(name, cause, sentence) is a further sentence of it. Explain
// uses the first sentence of the error whose cause is None or the cause of the diagnosis. docs/operators.md has an
// example of each error. The placeholders in the sentences are:
//
//   {field}         the field's name, with the index in an array: "InputTensors[2]"
//   {size}          the name of what `actual` measures: "Alpha", "ATensor.Sizes[1]", "ATensor.DimensionCount" or "the
//                   number of elements of ATensor"
//   {axis}, {actual}, {required}    the numbers of the diagnosis, in the formats of the main header
//   {bound}         the required number with its direction: "at least 2" or "at most 2"
//   {fits}          the fix that gives an output the sizes of its formula: "; with Strides {2} it would fit;
//                   otherwise", or only a semicolon
//   {needed}        if there is no such fix, the paddings that the output needs, or Direction
//   {types}         the names of the data types whose bits are in `required`
//   {activation}    the name of the operator whose number is `actual`
//   {enumerators}   the enumerators that the field may have: "0 (NONE) or 1 (TRANSPOSE)"
//   {other}         the field from which `required` was read: ", as ATensor's is"
//
// clang-format off
// Sentences about zero points and scales, which may have one element for each row, column or channel.
#define DTU_NOT_ALONG_ROWS \
    "{field} has {actual} elements, but not along its second-last axis: one for each row of ATensor"
#define DTU_ONE_OR_ROWS \
    "{field} has {actual} elements; it must have 1, or {required} along its second-last axis: one for each row of " \
    "ATensor"
#define DTU_NOT_ALONG_COLUMNS \
    "{field} has {actual} elements, but not along its last axis: one for each column of BTensor"
#define DTU_ONE_OR_COLUMNS \
    "{field} has {actual} elements; it must have 1, or {required} along its last axis: one for each column of BTensor"
#define DTU_NOT_ALONG_CHANNELS "{field} has {actual} elements, but not along axis 1: one for each output channel"
#define DTU_ONE_OR_CHANNELS \
    "{field} has {actual} elements; it must have 1, or {required} along axis 1: one for each output channel"
#define DTU_OPERATOR_ERRORS(ENTRY, ALSO) \
    ENTRY(None, None, C::None, "no error") \
    /* One tensor or a Gather breaks a rule of the main header. OperatorDiagnosis::tensor has the sentence. */ \
    ENTRY(Tensor, Rejection, C::None, "") \
    /* Tensors and attributes of any operator. */ \
    ENTRY(DataType, Rejection, C::Empty, \
          "{field}.DataType is UNKNOWN; it must be {types}. The description is empty or could not be built: look at " \
          "the Reason() of the object that made it") \
    ALSO(DataType, C::None, "{field}.DataType is {actual:type}; it must be {types}") \
    ENTRY(TypesDiffer, Rejection, C::None, "{field}.DataType is {actual:type}; it must be {required:type}{other}") \
    ENTRY(RanksDiffer, Rejection, C::None, "{size} is {actual}; it must be {required}{other}") \
    ENTRY(SizesDiffer, Rejection, C::None, "{size} is {actual}; it must be {required}{other}") \
    ENTRY(NotOneOrEqual, Rejection, C::AlwaysOne, "{size} is {actual}; it must be 1{other}") \
    ALSO(NotOneOrEqual, C::None, "{size} is {actual}; it must be 1 or {required}{other}") \
    ENTRY(BroadcastRanksDiffer, Rejection, C::None, "{size} is {actual}; it must be {required}{other}") \
    ENTRY(AxisRange, Rejection, C::InActivation, \
          "{field} has an axis of {actual}; it must be below {required}, the rank of OutputTensor") \
    ALSO(AxisRange, C::None, \
         "{field} is {actual}; it must be below {required}, the number of dimensions: axes count from 0") \
    ENTRY(Range, Rejection, C::OfMask, \
          "{size} is {actual}; it must be {bound}: batch, heads, queries and keys. A mask of the keys alone is repeated " \
          "over heads and queries by stride 0") \
    ALSO(Range, C::None, "{size} is {actual}; it must be {bound}") \
    ENTRY(Enumerator, Rejection, C::ReductionFunction, "{field} is {actual}; it must be 2 (AVERAGE) or 7 (MAX)") \
    ALSO(Enumerator, C::None, "{field} is {actual}; it must be {enumerators}") \
    ENTRY(NotEqual, Rejection, C::TypeOfTensor, \
          "{field} is {actual:type}; it must be {required:type}, the tensor's DataType") \
    ALSO(NotEqual, C::RankOfTensor, \
         "{field} is {actual}; it must be {required}, the DimensionCount of {otherName}: one entry for each axis, N " \
         "and C included") \
    ALSO(NotEqual, C::None, "{size} is {actual}; it must be {required}") \
    ENTRY(Zero, Rejection, C::None, "{field} is {actual}; it must be at least {required}") \
    ENTRY(CountIsNotRank, Rejection, C::RankOfTensor, \
          "{field} is {actual}; it must be {required}, the DimensionCount of {otherName}: one entry for each axis") \
    ALSO(CountIsNotRank, C::None, "{field} is {actual}; it must be {required}, the number of spatial axes") \
    ENTRY(Condition, Rejection, C::Stride, "{field} is 0; a stride must not be 0") \
    ALSO(Condition, C::ScaleOfInt32, \
         "{field}.DataType is {actual:type}; it must be {required:type}, since the input is INT32") \
    ALSO(Condition, C::Broadcast, \
         "{field}.Strides[{axis}] is 0 on an axis of more than one element; the indices must not be broadcast") \
    ALSO(Condition, C::None, "{size} is {actual}; it must be {required}") \
    ENTRY(Bound, Rejection, C::None, "{size} is {actual}; it must be {bound}") \
    ENTRY(ComputedSizes, Rejection, C::Attention, \
          "{size} is {actual}; the head counts and the sizes of the other tensors together give {required}") \
    ALSO(ComputedSizes, C::UnevenHeads, \
         "{size} is {actual}; the head counts and the sizes of the other tensors together give {required}, because " \
         "the number of heads does not divide the last size of QueryTensor") \
    ALSO(ComputedSizes, C::OfHeads, \
         "{size} is {actual}; it must divide {required}, the last size of QueryTensor. The sizes of an attention are " \
         "batch, sequence, and heads * head size{headsFirst}") \
    ALSO(ComputedSizes, C::OfMask, \
         "{size} is {actual}; it must be {required}: the sizes are batch, heads, queries and keys. An axis of size 1 is " \
         "repeated by its full size and stride 0") \
    ALSO(ComputedSizes, C::TwoBiases, \
         "{size} is {actual}; it must be {required}: the bias of the input weights, and after it that of the " \
         "recurrence") \
    ALSO(ComputedSizes, C::Recurrent, \
         "{size} is {actual}; InputTensor, RecurrenceTensor and Direction together give {required}") \
    ALSO(ComputedSizes, C::RandomState, \
         "{size} is {actual}; it must be {required}: the last size of a state is 6, and all others are 1") \
    ALSO(ComputedSizes, C::None, "{size} is {actual}; it must be {required}{other}") \
    ENTRY(NotTwoDimensional, Rejection, C::None, \
          "{field} has {actual} elements, and its last two sizes give {required}; only these two may be above 1. " \
          "{operator}1 accepts any axes") \
    ENTRY(NotFloat, Rejection, C::None, "{field}.DataType is {actual:type}; it must be FLOAT32 or FLOAT16") \
    ENTRY(NotRank4, Rejection, C::None, "{size} is {actual}; it must be 4") \
    ENTRY(BatchSizes, Rejection, C::Padded, \
          "{size} is {actual}; it must be {required}, the input's plus the OutputPadding of this axis") \
    ALSO(BatchSizes, C::None, "{size} is {actual}; it must be {required}, as the input's is") \
    /* Matrix products and convolutions. */ \
    ENTRY(MatrixSizes, Rejection, C::None, "{size} is {actual}; the matrix product requires {required}") \
    ENTRY(MatrixBatch, Rejection, C::None, \
          "{size} is {actual}; it must be {required}{other}: the matrices are the last two axes, and those before " \
          "them are batches") \
    ENTRY(AZeroPointSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_ROWS) \
    ALSO(AZeroPointSizes, C::None, DTU_ONE_OR_ROWS) \
    ENTRY(BZeroPointSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_COLUMNS) \
    ALSO(BZeroPointSizes, C::None, DTU_ONE_OR_COLUMNS) \
    ENTRY(AScaleSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_ROWS) \
    ALSO(AScaleSizes, C::None, DTU_ONE_OR_ROWS) \
    ENTRY(BScaleSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_COLUMNS) \
    ALSO(BScaleSizes, C::None, DTU_ONE_OR_COLUMNS) \
    ENTRY(OutputZeroPointSizes, Rejection, C::OneElement, "{field} has {actual} elements; it must have {required}") \
    ALSO(OutputZeroPointSizes, C::OtherAxis, DTU_NOT_ALONG_ROWS) \
    ALSO(OutputZeroPointSizes, C::None, DTU_ONE_OR_ROWS) \
    ENTRY(OutputScaleSizes, Rejection, C::OneElement, "{field} has {actual} elements; it must have {required}") \
    ALSO(OutputScaleSizes, C::OtherAxis, DTU_NOT_ALONG_ROWS) \
    ALSO(OutputScaleSizes, C::None, DTU_ONE_OR_ROWS) \
    ENTRY(OutputPadding, Rejection, C::None, \
          "{field} is {actual}; it must be below {required}, the output's size on its axis") \
    ENTRY(GroupCountZero, Rejection, C::None, "{field} is {actual}; it must be at least {required}") \
    ENTRY(OutputChannels, Rejection, C::Padded, \
          "{size} is {actual}; it must be {required}, FilterTensor.Sizes[0] plus the OutputPadding of this axis") \
    ALSO(OutputChannels, C::None, "{size} is {actual}; it must be {required}, FilterTensor.Sizes[0]") \
    ENTRY(InputChannels, Rejection, C::OfFilter, \
          "{size} is {actual}; it must be {required}, InputTensor.Sizes[1] / GroupCount") \
    ALSO(InputChannels, C::Padded, \
         "{size} is {actual}; it must be {required}, FilterTensor.Sizes[1] * GroupCount plus the OutputPadding of " \
         "this axis") \
    ALSO(InputChannels, C::OfGroups, \
         "{field} is {actual}; it must be {required}, {otherName}.Sizes[1] / FilterTensor.Sizes[1]") \
    ALSO(InputChannels, C::None, "{size} is {actual}; it must be {required}, FilterTensor.Sizes[1] * GroupCount") \
    ENTRY(GroupsDivideOutputChannels, Rejection, C::None, \
          "{size} is {actual}; it must be a multiple of {required}, GroupCount") \
    ENTRY(BiasSizes, Rejection, C::None, \
          "{size} is {actual}; it must be {required}: a bias has the output's channels on axis 1 and size 1 " \
          "elsewhere") \
    ENTRY(InputZeroPointSizes, Rejection, C::None, "{field} has {actual} elements; it must have {required}") \
    ENTRY(InputScaleSizes, Rejection, C::None, "{field} has {actual} elements; it must have {required}") \
    ENTRY(FilterZeroPointSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_CHANNELS) \
    ALSO(FilterZeroPointSizes, C::None, DTU_ONE_OR_CHANNELS) \
    ENTRY(FilterScaleSizes, Rejection, C::OtherAxis, DTU_NOT_ALONG_CHANNELS) \
    ALSO(FilterScaleSizes, C::None, DTU_ONE_OR_CHANNELS) \
    /* Reductions, joins, slices, paddings, repeats. */ \
    ENTRY(ReduceFunction, Rejection, C::None, "{field} is {actual}; it must be {enumerators}") \
    ENTRY(ReducedSizeNotOne, Rejection, C::None, "{size} is {actual}; it must be {required} on a reduced axis") \
    ENTRY(KeptSizeDiffers, Rejection, C::NoAxes, \
          "{size} is {actual}; it must be {required}, as InputTensor's is, because AxisCount is 0") \
    ALSO(KeptSizeDiffers, C::None, \
          "{size} is {actual}; it must be {required}, as InputTensor's is, because the axis is not reduced") \
    ENTRY(NoTensors, Rejection, C::None, "{field} is {actual}; it must be at least {required}") \
    ENTRY(JoinElementLimit, Rejection, C::None, "{size} is {actual}; it must be at most {required}") \
    ENTRY(JoinSumOverflows, Rejection, C::None, \
          "the sum of the inputs' sizes on Axis, up to {field}, is {actual}; it must be at most {required}") \
    ENTRY(JoinOtherSizes, Rejection, C::None, "{size} is {actual}; it must be {required}, as OutputTensor's is") \
    ENTRY(JoinSum, Rejection, C::None, "{size} is {actual}; it must be {required}, the sum of the inputs") \
    ENTRY(SplitOtherSizes, Rejection, C::None, "{size} is {actual}; it must be {required}, as InputTensor's is") \
    ENTRY(SplitSumOverflows, Rejection, C::None, \
          "the sum of the outputs' sizes on Axis, up to {field}, is {actual}; it must be at most {required}") \
    ENTRY(SplitSum, Rejection, C::None, \
          "the outputs add up to {required}; they must add up to {actual}, {size}") \
    ENTRY(SliceWindow, Rejection, C::None, \
          "the slice that starts at {field} ends at {actual}; the axis has size {required}: reduce the offset or the " \
          "size of the slice") \
    ENTRY(NegativeStride, Rejection, C::None, \
          "{field} is {actual:axis}; it must be 1 to {required} (SLICE1 accepts negative strides)") \
    ENTRY(PaddingElementLimit, Rejection, C::None, "{size} is {actual}; it must be at most {required}") \
    ENTRY(PaddedSizes, Rejection, C::None, \
          "{size} is {actual}; it must be {required}, StartPadding + the input's size + EndPadding") \
    ENTRY(TiledSizes, Rejection, C::None, "{size} is {actual}; it must be {required}, the input's size * Repeats") \
    /* Images, regions of interest, blocks. */ \
    ENTRY(ScaleNotPositive, Rejection, C::None, \
          "{field} is below 2^-23, about 1.2e-7, or NaN; every scale must be at least that: the output's size / the " \
          "input's size, or 1 for an axis that keeps its size") \
    ENTRY(UpsampleOverflows, Rejection, C::None, "{size} * ScaleSize is {actual}; it must be at most {required}") \
    ENTRY(UpsampledSizes, Rejection, C::None, \
          "{size} is {actual}; it must be {required}, the input's size * ScaleSize") \
    ENTRY(ChannelCount, Rejection, C::None, \
          "{field} is {actual}; it must be InputTensor.Sizes[1], which must be 1 or 3") \
    ENTRY(RoiSizes, Rejection, C::None, \
          "{size} is {actual}; it must be {required}: the sizes are 1, 1, OutputTensor.Sizes[0], 5. A region is a batch " \
          "index, x1, y1, x2 and y2") \
    ENTRY(PooledSizes, Rejection, C::None, "{size} is {actual}; it must be {required}, from PooledSize") \
    ENTRY(RoiChannels, Rejection, C::None, "{size} is {actual}; it must be {required}, InputTensor.Sizes[1]") \
    ENTRY(NotFinite, Rejection, C::None, "{field} is negative or infinite; it must be finite and at least 0") \
    ENTRY(BlockDividesChannels, Rejection, C::AtLeast, "{field} is {actual}; it must be at least {required}") \
    ALSO(BlockDividesChannels, C::None, \
         "{size} is {actual}; it must be a multiple of {required}, BlockSize * BlockSize") \
    ENTRY(BlockDividesHeight, Rejection, C::AtLeast, "{field} is {actual}; it must be at least {required}") \
    ALSO(BlockDividesHeight, C::None, "{size} is {actual}; it must be a multiple of {required}, BlockSize") \
    ENTRY(BlockDividesWidth, Rejection, C::None, "{size} is {actual}; it must be a multiple of {required}, BlockSize") \
    ENTRY(OneHotValues, Rejection, C::None, \
          "{size} is {actual}; it must be at least {required}, the values off and on") \
    /* Quantization, activations, FOLD and UNFOLD, recurrent networks. */ \
    ENTRY(QuantizationType, Rejection, C::None, "{field} is {actual}; it must be 1 (SCALE) or 2 (SCALE_ZERO_POINT)") \
    ENTRY(QuantizationTensorCount, Rejection, C::None, \
          "{field} is {actual}; it must be {required} for this QuantizationType") \
    ENTRY(BlockSizes, Rejection, C::None, "{size} is {actual}; it must be a multiple of {required}, the scale's size") \
    ENTRY(ScaleTypeDiffers, Rejection, C::None, \
          "{field}.DataType is {actual:type}; it must be {required:type}, as InputTensor's is") \
    ENTRY(FusedActivation, Rejection, C::OwnTensors, \
          "{field} is {activation} with tensors of its own; its InputTensor and OutputTensor must be null") \
    ALSO(FusedActivation, C::None, \
         "{field} is {activation}, which this operator does not fuse in this form; set {field} to null and create the " \
         "activation as an operator of its own") \
    ENTRY(ScaleBias, Rejection, C::None, \
          "{field} is given for elements of 64 bits; it must be null, or have a Scale of 1 and a Bias of 0") \
    ENTRY(WindowValueLimit, Rejection, C::None, "{field} is {actual}; it must be at most {required}") \
    ENTRY(WindowTooLarge, Rejection, C::None, \
          "on axis {axis} of {field} the window covers {actual} elements; the padded size is {required}") \
    ENTRY(NoOutputs, Rejection, C::None, "{field} is null, and so is {otherName}; give at least one of them") \
    ENTRY(OwnedByDml, Rejection, C::None, "{field}.Flags is 1 (OWNED_BY_DML); it must be 0 (NONE) for this operator") \
    ENTRY(ActivationCount, Rejection, C::None, \
          "{field} is {actual}; it must be {required} for this operator and Direction. Usual are SIGMOID and TANH for " \
          "GRU, SIGMOID, TANH and TANH for LSTM, and TANH for RNN, for each direction") \
    /* MULTIHEAD_ATTENTION and MULTIHEAD_ATTENTION1. */ \
    ENTRY(HeadCounts, Rejection, C::KeyHeads, \
          "{field} is {actual}; it must be {required}, QueryHeadCount, because query and key are in one tensor") \
    ALSO(HeadCounts, C::None, "{field} is {actual}; it must be a multiple of {required}, KeyValueHeadCount") \
    ENTRY(TwoQueries, Rejection, C::None, \
          "{field} contains the query, and another tensor contains it too; give it once") \
    ENTRY(TwoKeys, Rejection, C::None, "{field} contains the key, and another tensor contains it too; give it once") \
    ENTRY(TwoValues, Rejection, C::None, \
          "{field} contains the value, and another tensor contains it too; give it once") \
    ENTRY(NoQuery, Rejection, C::None, "{field} is null, and no stacked tensor contains the query") \
    ENTRY(NoKey, Rejection, C::None, "{field} is null, and no stacked tensor contains the key") \
    ENTRY(NoValue, Rejection, C::None, "{field} is null, and no stacked tensor contains the value") \
    ENTRY(PastKeyAndValue, Rejection, C::None, \
          "{field} is null; PastKeyTensor and PastValueTensor must be given together") \
    ENTRY(HeadSizes, Rejection, C::None, \
          "the size of a head of {field} is {actual}; it must be {required}, as the query's is: the last size / the " \
          "number of heads") \
    ENTRY(PackedLengths, Rejection, C::None, \
          "{field}.Strides[{axis}] is {actual}; it must be {required}: the tensor must be packed") \
    ENTRY(PastLengths, Rejection, C::TooShort, \
          "{size} is {actual}; it must be at least {required}, the sequence length of the key") \
    ALSO(PastLengths, C::Missing, "{field} is null; with PastSequenceLengthsTensor it must be given") \
    ALSO(PastLengths, C::None, "{field} is given; with PastSequenceLengthsTensor it must be null") \
    ENTRY(MaskType, Rejection, C::None, "{field} is {actual} (NONE); with a MaskTensor it must be another enumerator") \
    ENTRY(NullDescription, Rejection, C::None, "Desc is null; point it to the operator's struct") \
    ENTRY(NullArray, Rejection, C::None, "{field} is null; point it to as many values as its count says") \
    ENTRY(Terminates, Rejection, C::NullList, "{field} is null; DirectML crashes") \
    ALSO(Terminates, C::MissingEntry, "{field} is read, but the array has {required} entries; DirectML crashes") \
    ALSO(Terminates, C::NullActivation, "{field}->Desc is null; DirectML crashes") \
    ALSO(Terminates, C::NullSlope, "{field} is {activation} without a SlopeTensor; DirectML crashes") \
    ALSO(Terminates, C::NullMember, \
         "{field} is {activation} with a tensor whose Desc or Sizes is null; DirectML crashes. Leave its tensors " \
         "null") \
    ALSO(Terminates, C::NullAxes, "{field} is {activation} with null Axes; DirectML crashes") \
    ALSO(Terminates, C::ZeroCount, "{field} is 0; DirectML divides by it and crashes") \
    ALSO(Terminates, C::ZeroSize, "{size} is 0; DirectML divides by it and crashes") \
    ALSO(Terminates, C::AtLeast, "{field} squared is a multiple of 2^32; DirectML divides by 0 and crashes") \
    ALSO(Terminates, C::BeyondRank, \
         "{field} is {actual}; it must be at most {required}, the number of spatial axes. DirectML reads past the " \
         "sizes and crashes") \
    ALSO(Terminates, C::RankAbove, \
         "{field}.DimensionCount is {actual}; it must be {required}, as the input's is. DirectML reads past the " \
         "input's sizes and crashes") \
    ALSO(Terminates, C::SizeAbove, \
         "{size} is {actual}; it must be at most {required}, InputDimensionCount. DirectML reads past the sizes and " \
         "crashes") \
    ALSO(Terminates, C::None, "{field}, its Desc or its Sizes is null; DirectML crashes") \
    /* Hazards: DirectML accepts these silently, and computes something that nobody means. */ \
    ENTRY(DimensionCountDiffers, Hazard, C::MissingEntries, \
          "DirectML accepts this, but {field} is {actual}; it should be {required}, the number of spatial axes. " \
          "Axes without an entry get stride 1, dilation 1 and no padding") \
    ALSO(DimensionCountDiffers, C::FurtherEntries, \
         "DirectML accepts this, but {field} is {actual}; it should be {required}, the number of spatial axes. " \
         "Further entries are ignored") \
    ALSO(DimensionCountDiffers, C::None, \
         "DirectML accepts this, but {field} is {actual}; it should be {required}, the number of spatial axes") \
    ENTRY(HeadSizesDiffer, Hazard, C::None, \
          "DirectML accepts this, but {size} is {actual} and StackedKeyValueTensor.Sizes[4] is {required}; DirectML " \
          "uses {actual} as the head size of the value, so make them equal") \
    ENTRY(WindowOutside, Hazard, C::PaddingAlone, \
          "DirectML accepts this, but {field} is {actual}; the window must reach beyond it, so it should be at most " \
          "{required}. The first windows on this axis read no element of the input") \
    ALSO(WindowOutside, C::CropsAll, \
         "DirectML accepts this, but {field} is {actual}; a BACKWARD convolution crops its output by it, here all " \
         "elements that depend on the input, so it should be at most {required}") \
    ALSO(WindowOutside, C::StepsOver, \
         "DirectML accepts this, but {field} is {actual}, more than the input's size of {required}; a window has " \
         "elements before and after the input on this axis, and none inside") \
    ALSO(WindowOutside, C::BackwardUnreached, \
         "DirectML accepts this, but {size} is {actual}{fits} no element of the input reaches the last element on this " \
         "axis, which is the bias or 0. It should be {required}{orMore}") \
    ALSO(WindowOutside, C::None, \
         "DirectML accepts this, but {size} is {actual}{fits} the last window on this axis reads no element of the input " \
         "and gives {value}. It should be {upTo}") \
    ENTRY(WindowBeyondInput, Hazard, C::Dilated, \
          "DirectML accepts this, but with its dilation {size} spans {actual} elements, and the input has " \
          "{required} with its paddings; make the window or the dilation smaller, or {paddings} at least {padding}") \
    ALSO(WindowBeyondInput, C::None, \
         "DirectML accepts this, but {size} is {actual}, and the input has {required} elements with its paddings; " \
         "make the window smaller, or {paddings} at least {padding}") \
    ENTRY(EndPaddingAssumed, Hazard, C::RoundsUp, \
          "DirectML accepts this, but {size} is {actual}{fits} with the given attributes it should be {required}, or " \
          "{roundedUp} rounded up. {needed}DirectML computes as if the missing padding were all in EndPadding") \
    ALSO(EndPaddingAssumed, C::None, \
         "DirectML accepts this, but {size} is {actual}{fits} with the given attributes it should be {required}. " \
         "{needed}DirectML computes as if the missing padding were all in EndPadding") \
    ENTRY(OutputPaddingZeros, Hazard, C::None, \
          "DirectML accepts this, but {field} is {actual}; the last {elements} of the output on this axis {are} 0, " \
          "even if there is a bias. For the output_padding of ONNX or PyTorch, leave OutputPadding 0 and keep the " \
          "sizes of the output") \
    ENTRY(FilterCoversInput, Hazard, C::AtPadding, \
          "DirectML accepts this, but {field} is {actual}, the filter has the sizes of the input, and the output " \
          "has one position; DirectML then computes 0 or the bias alone. Pad the input first (PADDING), or give the " \
          "output a second position") \
    ALSO(FilterCoversInput, C::None, \
         "DirectML accepts this, but {field} is {actual}, the filter has the sizes of the input, and the output has " \
         "one position; DirectML then ignores dilations") \
    ENTRY(ZeroStep, Hazard, C::None, \
          "DirectML accepts this, but {field} is {actual}; it should be at least {required}") \
    ENTRY(SizeWraps, Hazard, C::Negative, \
          "DirectML accepts this, but {field} is {actual}; DirectML computes modulo 2^32, so that it acts as " \
          "{actual:axis}") \
    ALSO(SizeWraps, C::None, \
         "DirectML accepts this, but the value computed for {size} is {actual}, which exceeds 32 bits and wraps") \
    ENTRY(ScaleOpposesSizes, Hazard, C::BelowOne, \
          "DirectML accepts this, but {field} is below 1, and the output's size on this axis, {actual}, is above " \
          "the input's, {required}; a scale is the output's size / the input's size, so it should be about {actual} " \
          "/ {required}") \
    ALSO(ScaleOpposesSizes, C::None, \
         "DirectML accepts this, but {field} is above 1, and the output's size on this axis, {actual}, is below the " \
         "input's, {required}; a scale is the output's size / the input's size, so it should be about {actual} / " \
         "{required}") \
    ENTRY(OffsetOutside, Hazard, C::None, \
          "DirectML accepts this, but {field} is not from 0 to 1; with LINEAR, DirectML chooses the neighbours with " \
          "the offset limited to that range and their weights with the offset as it is, so the values are wrong") \
    ENTRY(IgnoresInput, Hazard, C::BetaIsZero, \
          "DirectML accepts this, but {field} is 0, so that CTensor adds nothing; set it to 1, or leave CTensor null") \
    ALSO(IgnoresInput, C::AlphaIsZero, \
         "DirectML accepts this, but {field} is 0, so that finite values of ATensor and BTensor have no effect; set " \
         "it to 1") \
    ALSO(IgnoresInput, C::MinAboveMax, \
         "DirectML accepts this, but {field} is above Max, so that every element becomes Min; exchange them") \
    ALSO(IgnoresInput, C::MinIsMax, \
         "DirectML accepts this, but {field} equals Max, so that every element becomes that number; set both") \
    ALSO(IgnoresInput, C::ScaleIsZero, \
         "DirectML accepts this, but {field}.Scale is 0, so that finite values of the input have no effect; set it " \
         "to 1, or leave {field} null{limits}") \
    ALSO(IgnoresInput, C::BecomesInfinite, \
         "DirectML accepts this, but {field} is 0, as in a struct that was not filled in; every element of the " \
         "output is infinite. Set {field}") \
    ALSO(IgnoresInput, C::AlphaAndBiasAreZero, \
         "DirectML accepts this, but Alpha and Bias are 0, as in a struct that was not filled in; every element is " \
         "divided by 0. Set both") \
    ALSO(IgnoresInput, C::NoRegions, \
         "DirectML accepts this, but {field} is 0, as in a struct that was not filled in; every region then starts " \
         "and ends at 0. Set it to 1, or to the size of InputTensor / the size of the image in which ROITensor " \
         "counts") \
    ALSO(IgnoresInput, C::NoMask, \
         "DirectML accepts this, but {field} is 0, which is added to the scores that MaskTensor excludes, so that " \
         "the mask has no effect; set it to a negative number, such as -10000") \
    ALSO(IgnoresInput, C::None, \
         "DirectML accepts this, but {field} is 0, as in a struct that was not filled in; the finite values of " \
         "InputTensor have no effect. Set {field}") \
    ENTRY(MatrixAxes, Hazard, C::None, \
          "DirectML accepts this, but {size} is {actual} and the matrices are 1 x 1; the matrices are the last two " \
          "axes, and the axes before them are batches") \
    ENTRY(BatchSizesDiffer, Hazard, C::None, \
          "DirectML accepts this, but {size} is {actual}; it should be {required}, the input's batch size") \
    ENTRY(Unknown, Unknown, C::None, "DirectML 1.15.4 has no such operator; its operators have the numbers 1 to {last}")
// clang-format on

/// Why DirectML rejects an operator, or which hazard it accepts silently.
enum class [[nodiscard]] OperatorError : std::uint32_t{DTU_OPERATOR_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)};

namespace detail
{
#if defined(__GNUC__) && !defined(__clang__)
// These functions of other headers are large, so g++ compiles them for size, too. clang accepts no later mark.
__attribute__((cold)) constexpr OperatorFields FieldsOf(const char* row) noexcept;
__attribute__((cold)) constexpr bool HasOverlap(const std::uint32_t* sizes, const std::uint32_t* strides,
                                                std::uint32_t rank, std::uint64_t count, std::uint64_t span) noexcept;
__attribute__((cold)) constexpr Diagnosis CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role,
                                                      const TensorRule& rule) noexcept;
__attribute__((cold)) constexpr Diagnosis ValidateGather(const GatherTensors& tensors, std::uint32_t axis,
                                                         std::uint32_t indexDimensions, std::uint32_t level) noexcept;
#endif

inline constexpr const char* OperatorErrorNames[] = {DTU_OPERATOR_ERRORS(DTU_ERROR_NAME, DTU_ERROR_NOTHING)};
inline constexpr ErrorKind OperatorErrorKinds[] = {DTU_OPERATOR_ERRORS(DTU_ERROR_KIND, DTU_ERROR_NOTHING)};
inline constexpr std::uint32_t OperatorErrorCount = sizeof(OperatorErrorKinds) / sizeof(OperatorErrorKinds[0]);
// The names as one text, which takes less memory than the table, so that ValidateOperator does not contain the table.
#define DTU_LISTED(name, kind, cause, sentence) #name " "
inline constexpr char OperatorErrorList[] = DTU_OPERATOR_ERRORS(DTU_LISTED, DTU_ERROR_NOTHING);
#undef DTU_LISTED
} // namespace detail

/// Returns the enumerator's name, such as "InputChannels". Returns "?" for a value that does not exist.
constexpr const char* ToString(OperatorError error) noexcept
{
    return detail::NameIn(detail::OperatorErrorNames, error);
}

/// Returns whether DirectML accepts this silently although the result is almost certainly unintended.
constexpr bool IsHazard(OperatorError error) noexcept
{
    return detail::KindIn(detail::OperatorErrorKinds, error) == detail::ErrorKind::Hazard;
}

namespace detail
{
// clang-format off
// The cause of an error, if the numbers of the diagnosis do not say it. The cause selects the sentence. Where a
// comment has a colon, the error that has the cause stands before it.
enum class OperatorCause : std::uint32_t
{
    None,
    SpatialAxes, AllAxes,                  // a DimensionCount: the number of spatial axes, or of all axes
    ChangedSize, ChangedRank, ChangedType, // the diagnosis names the tensor that the fix changes
    TooFewAxes, TooManyAxes,              // Tensor: a rank that the operator does not accept
    Empty,                                // DataType: the description is empty, or could not be built
    AtLeast,                              // a number that must be at least `required`
    TypeOfTensor,                         // NotEqual: data types
    RankOfTensor,                         // a number that must be the rank of a tensor
    ReductionFunction,                    // Enumerator: AVERAGE or MAX
    InActivation,                         // AxisRange: Axes of a fused activation
    OwnTensors,                           // FusedActivation: the activation has tensors of its own
    Stride, Broadcast, ScaleOfInt32,      // Condition: a stride of 0, a broadcast axis, the type of a scale
    RandomState,                          // ComputedSizes of a random state
    Attention, Recurrent, TwoBiases,      // ComputedSizes of an attention, of a recurrent network, of its biases
    OfMask,                               // Range and ComputedSizes of a mask for each query and key
    UnevenHeads, OfHeads,                 // the number of heads does not divide the query; it is the wrong number
    AlwaysOne,                            // NotOneOrEqual: the other tensor's size is 1 too
    NoAxes,                               // KeptSizeDiffers: there are no axes to reduce
    OneElement, OtherAxis,                // sizes of a zero point or a scale: one element alone; on the wrong axis
    OfFilter, OfGroups,                   // InputChannels: the filter's channels; the number of groups
    Padded,                               // a size of an output to which OutputPadding adds
    KeyHeads,                             // HeadCounts: KeyValueHeadCount differs from QueryHeadCount
    TooShort, Missing,                    // PastLengths: a present tensor is too short, or null
    NullList, MissingEntry, NullActivation, NullSlope, NullMember, NullAxes, // Terminates: what is null
    ZeroCount, ZeroSize, BeyondRank, RankAbove, SizeAbove,                   // Terminates: a number
    FurtherEntries, MissingEntries,       // DimensionCountDiffers: entries are ignored, or axes have no entry
    Zero, NotANumber, LowestFloat32, LowestFloat16, LowestInteger, ZeroPoint, // WindowOutside: what a pooling computes
    NotExecuted,                          // where its window reads no input
    BackwardUnreached,                    // WindowOutside: no element of the input reaches a backward convolution's end
    PaddingAlone, CropsAll, StepsOver,    // WindowOutside: at StartPadding, the same backward, at a dilation
    Dilated,                              // WindowBeyondInput: the window has a dilation
    RoundsUp,                             // EndPaddingAssumed: the size by the formula can be rounded up
    BelowOne,                             // ScaleOpposesSizes: the scale is below 1, and the output is larger
    AtPadding,                            // FilterCoversInput: at StartPadding
    Negative,                             // SizeWraps: a number of 2^31 or more acts as a negative number
    AlphaIsZero, BetaIsZero, MinAboveMax, // IgnoresInput
    MinIsMax, ScaleIsZero, BecomesInfinite, AlphaAndBiasAreZero, NoRegions, NoMask,
    Exchanged, OtherOrders,               // what else is wrong: the input and the filter; the orders of all tensors
};
// clang-format on
} // namespace detail

/// Which sentence of an error Explain uses. The enumerators may change, because the sentences do.
using OperatorCause = detail::OperatorCause;

/// A change with which DirectML accepts the operator.
enum class OperatorFixKind : std::uint32_t
{
    None,       ///< no such change is known
    Size,       ///< one size of a tensor
    Sizes,      ///< all sizes of a tensor
    Strides,    ///< Strides becomes null, or `strides`
    Repeat,     ///< axes of size 1 repeated by stride 0
    Place,      ///< the axes of a tensor of lower rank put on other axes, and repeated where they must be
    PlaceAll,   ///< Place for every tensor of these sizes and strides
    PromoteAll, ///< axes of size 1 put before those of every tensor of this rank
    Squeeze,    ///< axes of size 1 left out
    Permute,    ///< the axes in another order, over the same memory
    PermuteAll, ///< Permute for every image: InputTensor, OutputTensor and OutputIndicesTensor
    Regroup,    ///< the heads of a grouped query as batches, in three tensors
    DataType,   ///< another data type of an output: `value`
    Convert,    ///< another data type of an input, whose data must be converted, by CAST or ConvertTensor: `value`
    Total,      ///< a larger TotalTensorSizeInBytes: `value`
    Number,     ///< another number: `value`; for a list or ScaleSize all its numbers: `order`
    Transpose,  ///< the other value of TransA or TransB: `value`
};

/// What to change. With this change, and with the others of the diagnosis that are set, DirectML accepts the operator;
/// ValidateOperator has asked its rules about the changed description. Except for Convert and Total, the fix keeps the
/// data of an input: the input keeps its data type, gets no more distinct elements, and needs at most the given
/// TotalTensorSizeInBytes. If a fix gives an input fewer elements, the given sizes may be right, and only the program
/// knows that. The fix of EndPaddingAssumed or WindowOutside gives the output the sizes of its formula.
struct OperatorFix
{
    OperatorFixKind kind = OperatorFixKind::None; ///< what is changed
    std::uint32_t field = detail::None32;         ///< the struct's member to change, from 0
    std::uint32_t element = detail::None32;       ///< the index in a list; 0xFFFFFFFF if there is none
    Dimensions sizes;                             ///< the new sizes of a tensor
    Dimensions strides;                           ///< the new strides of a tensor; empty where Strides may be null
    Dimensions order;              ///< for Permute and PermuteAll, the given axis at each place; for Number, the list
    std::uint64_t value = 0;       ///< the new data type, total or number
    const char* letters = nullptr; ///< for Permute, the letters of the first two axes: "NC" or "OI"; null without any
    bool isOther = false;          ///< whether this is another reading: a change instead of `fix` and `also`
};

/// An error, where it was found, and its numbers.
struct [[nodiscard]] OperatorDiagnosis
{
    OperatorError error = OperatorError::None;     ///< the reason
    DML_OPERATOR_TYPE type = DML_OPERATOR_INVALID; ///< the operator
    std::uint32_t field = detail::None32;          ///< the index of the struct's member; 0xFFFFFFFF if there is none
    std::uint32_t element = detail::None32;        ///< the index in a list; 0xFFFFFFFF if there is none
    std::uint32_t axis = detail::None32;           ///< the axis of a tensor; 0xFFFFFFFF if there is none
    std::uint64_t actual = 0;                      ///< the value that was found
    std::uint64_t required = 0;                    ///< the value that was needed
    Diagnosis tensor;                              ///< the reason if `error` is Tensor
    OperatorCause cause = {};                      ///< which sentence of the error Explain uses
    std::uint32_t otherField = detail::None32;     ///< the member that `required` is from; 0xFFFFFFFF if there is none
    std::uint32_t otherElement = detail::None32;   ///< the index in that list; 0xFFFFFFFF if there is none
    std::uint32_t otherAxis = detail::None32;      ///< the axis of that tensor; 0xFFFFFFFF if there is none
    std::uint64_t padding = 0; ///< the minimum of StartPadding + EndPadding (WindowBeyondInput, EndPaddingAssumed)
    std::uint32_t spare = 0;   ///< how much `padding`, or `required` of a BACKWARD WindowOutside, may be exceeded; how
                               ///< much less than `required` the size of a pooling is that is rounded down
    OperatorFix fix;           ///< what to change, if it is known; None also where the data must be computed again
    OperatorFix also;          ///< what to change as well, if one change is not enough
    OperatorFix third;         ///< what to change as well, if two changes are not enough; or another reading (isOther)

    /// Returns whether there is no error and no hazard.
    constexpr bool Ok() const noexcept { return error == OperatorError::None; }
    /// Returns whether CreateOperator accepts the description: there is no error, or only a hazard.
    constexpr bool Accepted() const noexcept
    {
        return Ok() || IsHazard(error) || (error == OperatorError::Tensor && tensor.Accepted());
    }
    /// Returns whether CreateOperator rejects the description or crashes. Unknown is neither accepted nor rejected.
    constexpr bool Rejected() const noexcept { return !Accepted() && error != OperatorError::Unknown; }
};

namespace detail
{
// =====================================================================================================================
//   Validating a description
// =====================================================================================================================

// The place of an error: a field, and in it an element of a list and an axis of a tensor.
struct OperatorLocation
{
    std::uint32_t field = None32;
    std::uint32_t element = None32;
    std::uint32_t axis = None32;
};

// The maximum number of sizes of a tensor that a rule reads. Only rules that DirectML checks before it rejects a rank
// above 8 read more than 8 sizes: rules of JOIN and QUANTIZE, and relations that come before the tensors' own rules. A
// larger DimensionCount is probably not initialized.
inline constexpr std::uint32_t MaxReadRank = 16;

// A tensor of the description. As a bool, the tensor is false if it has no DML_BUFFER_TENSOR_DESC, or if the operator
// has no such field. A missing size reads as 1.
struct GivenTensor
{
    const DML_BUFFER_TENSOR_DESC* desc = nullptr;
    OperatorLocation location;
    const DML_TENSOR_DESC* given = nullptr;
    std::uint32_t maxReadRank = MaxRank;

    explicit operator bool() const noexcept { return desc != nullptr; }
    // Returns the same tensor for a rule that also reads the sizes beyond the eighth.
    GivenTensor WithAllSizes() const noexcept
    {
        return {desc, location, given, Rank() <= MaxReadRank ? MaxReadRank : MaxRank};
    }
    // Returns whether rules about two tensors apply to this tensor. They also apply if Desc is null, because they then
    // report that DirectML crashes. They do not apply if Type is not BUFFER, because Desc then points to something
    // else.
    bool IsComparable() const noexcept
    {
        return given != nullptr && (given->Desc == nullptr || given->Type == DML_TENSOR_TYPE_BUFFER);
    }
    std::uint32_t Type() const noexcept { return desc != nullptr ? static_cast<std::uint32_t>(desc->DataType) : 0; }
    std::uint32_t Rank() const noexcept { return desc != nullptr ? desc->DimensionCount : 0; }
    std::uint32_t ReadableRank() const noexcept { return Min(Rank(), maxReadRank); }
    bool HasSizes() const noexcept { return desc != nullptr && (Rank() == 0 || desc->Sizes != nullptr); }
    // Returns the size of an axis, counted from 0.
    DTU_COLD std::uint32_t Size(std::uint32_t axis) const noexcept
    {
        return axis < ReadableRank() && desc->Sizes != nullptr ? desc->Sizes[axis] : 1;
    }
    // Returns the n-th size from the end; Last(1) is the last size.
    std::uint32_t Last(std::uint32_t n) const noexcept { return Size(Rank() - n); }
    OperatorLocation At(std::uint32_t axis) const noexcept { return {location.field, location.element, axis}; }

    // Returns the number of elements modulo 2^32, as DirectML computes it.
    DTU_COLD std::uint32_t Elements() const noexcept
    {
        std::uint32_t count = 1;
        for (std::uint32_t i = 0; i < ReadableRank(); ++i) { count *= Size(i); }
        return count;
    }
};

// An array of the description: 32-bit numbers, or the bits of floats. A missing entry reads as 1.
struct GivenArray
{
    const void* values;
    std::uint32_t count;
    std::uint32_t field;

    bool Has(std::uint32_t i) const noexcept { return values != nullptr && i < count; }
    DTU_COLD std::uint32_t operator[](std::uint32_t i) const noexcept
    {
        std::uint32_t value = 1;
        if (Has(i))
        {
            std::memcpy(&value, static_cast<const unsigned char*>(values) + std::size_t{4} * i, sizeof(value));
        }
        return value;
    }
    OperatorLocation At(std::uint32_t i) const noexcept { return {field, i}; }
};

// Returns the error with a name from a row of the schema. Returns OperatorErrorCount if there is none.
constexpr OperatorError ErrorOf(const RowWord& name) noexcept
{
    std::uint32_t i = 0;
    RowCursor cursor = {OperatorErrorList};
    for (; !cursor.IsAtEnd() && !(cursor.Word() == name); ++i) { cursor.Skip(' '); }
    return static_cast<OperatorError>(i);
}

// The operator types that rules name, as numbers. The rules cannot use DirectML's enumerators, because an older
// DML_TARGET_VERSION hides some of them.
inline constexpr std::uint32_t OfIdentity = 1, OfClip = 8, OfHardmax = 36, OfHardSigmoid = 37, OfLinear = 40,
                               OfLogSoftmax = 41, OfParameterizedRelu = 42, OfParametricSoftplus = 43, OfScaledElu = 45,
                               OfScaledTanh = 46, OfSoftmax = 48, OfSoftplus = 49, OfConvolution = 53, OfGemm = 54,
                               OfAveragePooling = 56, OfLpPooling = 57, OfRoiPooling = 59, OfValueScale2D = 65,
                               OfLocalResponseNormalization = 74, OfRnn = 76, OfLstm = 77, OfRoiAlign = 139,
                               OfRoiAlign1 = 149, OfSoftmax1 = 158, OfHardmax1 = 160, OfLpPooling1 = 165,
                               OfAveragePooling1 = 166, OfHardSwish = 168, OfQuantizedAveragePooling = 169,
                               OfFold = 176;
inline constexpr std::uint32_t FloatOne = 0x3F800000, FloatInfinity = 0x7F800000; // the bits of 1.0f and of infinity

// These activations compute each element of the output from one element of the input. Every operator with
// FusedActivation can fuse them.
inline constexpr std::uint8_t ElementWiseActivations[] = {
    35,  37,  38,  39,     // ELU, HARD_SIGMOID, IDENTITY, LEAKY_RELU
    40,  43,  44,  45, 46, // LINEAR, PARAMETRIC_SOFTPLUS, RELU, SCALED_ELU, SCALED_TANH
    47,  49,  50,  51, 52, // SIGMOID, SOFTPLUS, SOFTSIGN, TANH, THRESHOLDED_RELU
    90,  128, 157,         // SHRINK, CELU, GELU
    167, 168,              // SWISH, HARD_SWISH
};

// Returns whether an operator type is in the list above.
inline bool IsElementWiseActivation(std::uint32_t activation) noexcept
{
    bool isListed = false;
    for (const std::uint32_t listed : ElementWiseActivations) { isListed = isListed || listed == activation; }
    return isListed;
}

// The state of reading one check of a row. A check with [each] or [other] is read once for each `index` from 0 to
// repeats - 1, and these words stand for the index.
struct CheckReader
{
    RowCursor cursor = {nullptr};
    std::uint32_t index = 0;   // the axis of a tensor, or the entry of a list
    std::uint32_t repeats = 0; // the number of axes or entries for which the check is repeated
};

// One side of a comparison, such as InputSize + Padding: its value, and the locations of the first two fields from
// which it was computed. The error's sentence names these fields.
struct CheckSide
{
    std::uint64_t value = 0;
    OperatorLocation first;
    OperatorLocation second;
    std::uint32_t terms = 0; // the number of terms
    bool hasRank = false;    // whether a term is rank:X
    bool isSkipped = false;  // whether a term belongs to a null tensor, or to the axis that [other] excludes

    // Returns whether this side is rank:X and nothing else.
    bool IsRank() const noexcept { return hasRank && terms == 1; }
    // Counts a term that is a number and no field.
    void NoteNumber() noexcept { ++terms; }
    // Counts a term that is a field. Notes the location of the field, and whether the term is rank:X.
    void NoteField(const OperatorLocation& location, bool isRank = false) noexcept
    {
        (first.field == None32 ? first : second) = location;
        if (isRank) { hasRank = true; }
        ++terms;
    }
};

// A comparison of a check: `left sign right`, `left=right..last` or `left=right or last`.
struct CheckComparison
{
    CheckSide left;
    char sign = '\0';     // the sign is = < > or %; 0 stands for a field alone, which must be an enumerator
    bool orEqual = false; // whether = follows < or >
    CheckSide right;
    CheckSide last;
    bool isRange = false;   // whether the check ends with right..last
    bool isEither = false;  // whether the check ends with `right or last`
    bool isSkipped = false; // whether a side is skipped

    // Returns whether the comparison is true. The sign > means >=, because no row of the schema uses > without =.
    bool Holds() const noexcept
    {
        const std::uint64_t value = left.value;
        if (isRange) { return value >= right.value && value <= last.value; }
        switch (sign)
        {
        case '=': return value == right.value || (isEither && value == last.value);
        case '<': return value < right.value || (orEqual && value == right.value);
        case '>': return value >= right.value;
        default: return right.value != 0 && value % right.value == 0;
        }
    }
    // Returns the number that the error sentence requires. If a value must be 1 to 3, it is 3 for a value of 5 and 1
    // for a value of 0. If a value must be 1 or 3, it is 3.
    std::uint64_t Required() const noexcept
    {
        const bool isLast = isEither || (isRange && left.value >= right.value);
        return isLast ? last.value : right.value;
    }
    // Returns the location of the field on the right side if nothing else is there: b for a=b. Otherwise returns no
    // field, as for a=b+1 and a=b..c.
    OperatorLocation Other() const noexcept { return right.terms + last.terms == 1 ? right.first : OperatorLocation(); }
};

// =====================================================================================================================
//   A description and its verdict
//
//   OperatorInput    reads the members of an operator's struct and never judges them.
//   OperatorVerdict  keeps the first error and the first hazard. Its functions Require... and Fail record an error and
//                    return. They never end the rule that calls them.
//
//   A rule is a free function with an OperatorInput and an OperatorVerdict as parameters. It need not stop at a failed
//   check: the verdict keeps only the first error, and a missing size or entry reads as 1 without a memory access.
// =====================================================================================================================

// The sizes and strides of a tensor, in a form that can be changed.
struct TensorShape
{
    std::uint32_t rank = 0;
    std::uint32_t sizes[MaxRank] = {};
    std::uint32_t strides[MaxRank] = {};
    bool hasStrides = false;

    TensorShape() = default;
    // Requires: `tensor` has a description, at most eight axes and readable sizes.
    DTU_COLD explicit TensorShape(const GivenTensor& tensor) noexcept : rank(Min(tensor.Rank(), MaxRank))
    {
        hasStrides = tensor.desc->Strides != nullptr;
        for (std::uint32_t i = 0; i < rank; ++i) { sizes[i] = tensor.Size(i); }
        for (std::uint32_t i = 0; i < rank && hasStrides; ++i) { strides[i] = tensor.desc->Strides[i]; }
    }

    // Makes a shape of at most eight axes. `strides` is empty for a tensor without strides.
    DTU_COLD TensorShape(const Dimensions& ofSizes, const Dimensions& ofStrides) noexcept
        : rank(static_cast<std::uint32_t>(ofSizes.size())), hasStrides(!ofStrides.empty())
    {
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            sizes[i] = ofSizes[i];
            strides[i] = ofStrides[i];
        }
    }

    // Returns the strides, or null for a tensor without strides.
    const std::uint32_t* Strides() const noexcept { return hasStrides ? strides : nullptr; }

    // Appends an axis. Requires: fewer than eight axes.
    void Add(std::uint32_t size, std::uint32_t stride) noexcept
    {
        sizes[rank] = size;
        strides[rank++] = stride;
    }

    // Writes the row-major strides if the tensor has none, because elements without strides are in row-major order.
    DTU_COLD void MakeStrides() noexcept
    {
        std::uint32_t stride = 1;
        for (std::uint32_t i = rank; i > 0 && !hasStrides; --i)
        {
            strides[i - 1] = stride;
            stride *= sizes[i - 1];
        }
        hasStrides = true;
    }

    // Removes strides that are row-major, because a tensor without strides means the same.
    DTU_COLD void OmitRowMajorStrides() noexcept
    {
        std::uint32_t stride = 1;
        bool isRowMajor = true;
        for (std::uint32_t i = rank; i > 0; --i)
        {
            isRowMajor = isRowMajor && (sizes[i - 1] == 1 || strides[i - 1] == stride);
            stride *= sizes[i - 1];
        }
        hasStrides = hasStrides && !isRowMajor;
    }
};

// Reads one description. Requires: what OperatorReader requires.
class OperatorInput : public OperatorReader
{
public:
    using OperatorReader::OperatorReader;

    // Returns the index of a field, or None32.
    DTU_COLD std::uint32_t Find(const char* name) const noexcept { return Fields().Find(name); }

    // These return the number in a field, or 0 if the operator has no such field. `skippedBytes` is 4 for the second
    // number of a field with two numbers, a size2d.
    DTU_COLD std::uint32_t Value(const char* name) const noexcept { return Number(Find(name)); }
    std::uint32_t Number(std::uint32_t field, std::uint32_t skippedBytes = 0) const noexcept
    {
        return Read<std::uint32_t>(field, skippedBytes);
    }

    // These return the list in a field, or an empty list if the operator has no such field.
    DTU_COLD GivenArray ArrayOf(std::uint32_t field) const noexcept
    {
        const std::uint32_t count = field != None32 ? Number(Fields()[field].countField) : 0;
        return {Read<const void*>(field), count, field};
    }
    DTU_COLD GivenArray ArrayOf(const char* name) const noexcept { return ArrayOf(Find(name)); }

    // Returns the pointer to a tensor, or to an element of a list of tensors.
    const DML_TENSOR_DESC* Given(std::uint32_t field, std::uint32_t element) const noexcept
    {
        const DML_TENSOR_DESC* const first = FirstTensorOf(field);
        return first == nullptr || element == None32 ? first : first + element;
    }
    // These return a tensor, or an element of a list of tensors, with its description and its location.
    DTU_COLD GivenTensor TensorOf(std::uint32_t field, std::uint32_t element = None32) const noexcept
    {
        const DML_TENSOR_DESC* const given = Given(field, element);
        return {DescriptionOf(given), {field, element}, given};
    }
    DTU_COLD GivenTensor TensorOf(const char* name) const noexcept { return TensorOf(Find(name)); }
};

// A copy of a description, in which tensors, numbers and a list of numbers can be replaced. With it, the rules say
// whether DirectML would accept the changed description. The description itself stays as it is, and must outlive the
// copy.
class OperatorChanges
{
public:
    static constexpr std::uint32_t MaxCount = 12;

    struct Tensor
    {
        OperatorLocation location;
        TensorShape shape;
        DML_BUFFER_TENSOR_DESC buffer = {};
        DML_TENSOR_DESC desc = {};
    };

    Tensor tensors[MaxCount];
    std::uint32_t count = 0;

    DTU_COLD explicit OperatorChanges(const OperatorInput& given) noexcept
        : m_desc{given.Desc().Type, &m_struct}, m_changed(m_desc, given.Fields())
    {
        std::memcpy(&m_struct, given.Desc().Desc, given.Fields().structSize);
    }
    OperatorChanges(const OperatorChanges&) = delete;
    OperatorChanges& operator=(const OperatorChanges&) = delete;

    const OperatorInput& Changed() const noexcept { return m_changed; }

    // Gives a tensor another shape and the minimum TotalTensorSizeInBytes. An element of a list of more than MaxListed
    // tensors is added to `tensors`, but the description keeps the given element. Requires: fewer than MaxCount tensors
    // were added, and `tensor` has a description.
    DTU_COLD void Add(const GivenTensor& tensor, const TensorShape& shape) noexcept
    {
        Tensor& added = tensors[count++];
        added.location = tensor.location;
        added.shape = shape;
        added.buffer = *tensor.desc;
        added.buffer.DimensionCount = shape.rank;
        added.buffer.Sizes = added.shape.sizes;
        added.buffer.Strides = added.shape.Strides();
        SetLastTypeAndTotal(added.buffer.DataType);
        added.desc = {DML_TENSOR_TYPE_BUFFER, &added.buffer};
        const std::uint32_t field = tensor.location.field, element = tensor.location.element;
        if (element == None32) { return Write(field, &added.desc); }
        const GivenArray list = m_changed.ArrayOf(field);
        if (list.count > MaxListed) { return; }
        // They are equal if an earlier call has changed another element of this list.
        if (list.values != m_list) { std::memcpy(m_list, list.values, list.count * sizeof(m_list[0])); }
        m_list[element] = added.desc;
        Write(field, &m_list[0]);
    }

    // Replaces the number in a field, or a list and its count, or both numbers of a size2d, by those of a fix. The fix
    // must outlive the description.
    DTU_COLD void SetNumber(const OperatorFix& fix) noexcept
    {
        const OperatorField& schema = m_changed.Fields()[fix.field];
        const Dimensions& list = fix.order;
        if (list.empty()) { return Write(fix.field, static_cast<std::uint32_t>(fix.value)); }
        if (schema.kind == OperatorFieldKind::Size2D)
        {
            Write(fix.field, list[0]);
            return Write(fix.field, list[1], sizeof(std::uint32_t));
        }
        Write(fix.field, list.data());
        Write(schema.countField, static_cast<std::uint32_t>(list.size()));
    }

    // Gives the tensor that was added last another data type, and the minimum TotalTensorSizeInBytes for this type.
    DTU_COLD void SetLastTypeAndTotal(DML_TENSOR_DATA_TYPE type) noexcept
    {
        DML_BUFFER_TENSOR_DESC& buffer = tensors[count - 1].buffer;
        buffer.DataType = type;
        buffer.TotalTensorSizeInBytes =
            DMLCalcBufferTensorSize(type, buffer.DimensionCount, buffer.Sizes, buffer.Strides);
    }

private:
    static constexpr std::uint32_t MaxListed = 64;

    // Writes a value to a member of the struct. skippedBytes: where the value starts in the member.
    template <class T> void Write(std::uint32_t field, const T& value, std::size_t skippedBytes = 0) noexcept
    {
        unsigned char* const member = m_struct.bytes + m_changed.Fields()[field].offset + skippedBytes;
        std::memcpy(member, &value, sizeof(T)); // NOLINT(bugprone-sizeof-expression): some members are pointers
    }

    // Every member of an operator's struct has at most 8 bytes.
    struct Struct
    {
        alignas(8) unsigned char bytes[8 * OperatorFields::MaxCount];
    };

    Struct m_struct;
    DML_TENSOR_DESC m_list[MaxListed]; // a copy of the operator's list of tensors, if one of its elements is replaced
    DML_OPERATOR_DESC m_desc;
    OperatorInput m_changed;
};

// The verdict about one description: its first error and its first hazard. No member function ends the calling rule.
class OperatorVerdict
{
    using Array = GivenArray;
    using C = OperatorCause;
    using E = OperatorError;
    using Location = OperatorLocation;
    using Tensor = GivenTensor;
    using Sizes = std::initializer_list<std::uint64_t>;

public:
    // Returns whether no error was recorded.
    bool Holds() const noexcept { return m_error.Ok(); }
    bool HasHazard() const noexcept { return !m_hazard.Ok(); }
    // Returns the first error, or else the first hazard, or else no error.
    OperatorDiagnosis Result(DML_OPERATOR_TYPE type) const noexcept
    {
        OperatorDiagnosis result = Holds() ? m_hazard : m_error;
        result.type = type;
        return result;
    }

    // ---- recording --------------------------------------------------------------------------------------------------

    // These record an error: Fail always, Require only if `holds` is false. Only the first error is kept. other: the
    // location from which `required` was read.
    DTU_COLD void Fail(E error, const Location& location, std::uint64_t actual, std::uint64_t required, C cause,
                       const Location& other) noexcept
    {
        KeepFirst(m_error, error, location, actual, required, cause, other);
    }
    DTU_COLD void Fail(E error, const Location& location, std::uint64_t actual, std::uint64_t required,
                       C cause) noexcept
    {
        Fail(error, location, actual, required, cause, {});
    }
    void Require(bool holds, E error, const Location& location, std::uint64_t actual = 0, std::uint64_t required = 0,
                 C cause = C::None) noexcept
    {
        if (!holds) { Fail(error, location, actual, required, cause); }
    }
    void Require(bool holds, E error, const Location& location, std::uint64_t actual, std::uint64_t required, C cause,
                 const Location& other) noexcept
    {
        if (!holds) { Fail(error, location, actual, required, cause, other); }
    }
    DTU_COLD void AddHazard(E hazard, const Location& location, std::uint64_t actual, std::uint64_t required,
                            C cause = C::None, const Location& other = {}) noexcept
    {
        KeepFirst(m_hazard, hazard, location, actual, required, cause, other);
    }
    // Records a hazard of a sliding window. The operator does not have the hazard if StartPadding + EndPadding is at
    // least `padding` and at most `padding + spare`.
    void AddWindowHazard(E hazard, const Location& location, std::uint64_t actual, std::uint64_t required, C cause,
                         const Location& endPadding, std::uint64_t padding, std::uint64_t spare) noexcept
    {
        if (HasHazard()) { return; }
        AddHazard(hazard, location, actual, required, cause, endPadding);
        m_hazard.padding = padding;
        m_hazard.spare = static_cast<std::uint32_t>(spare);
    }
    // Records what the main header found about a tensor, as an error or a hazard.
    DTU_COLD void AddTensorDiagnosis(const Diagnosis& found, const Location& location, C cause = C::None) noexcept
    {
        OperatorDiagnosis& diagnosis = found.Accepted() ? m_hazard : m_error;
        if (found.Ok() || !diagnosis.Ok()) { return; }
        KeepFirst(diagnosis, E::Tensor, location, found.actual, found.required, cause, {});
        diagnosis.tensor = found;
    }

    // Returns a value modulo 2^32, as DirectML computes it. Records the hazard SizeWraps if it exceeds 32 bits.
    DTU_COLD std::uint32_t WrapWithHazard(std::uint64_t value, const Location& location) noexcept
    {
        if (value > Max32) { AddHazard(E::SizeWraps, location, value, Max32); }
        return static_cast<std::uint32_t>(value & Max32);
    }

    // ---- what DirectML reads without a check ------------------------------------------------------------------------

    // Returns an entry of a list, or 1 if the entry does not exist. In that case, records Terminates, because DirectML
    // reads the entry without a check.
    DTU_COLD std::uint32_t Entry(const Array& array, std::uint32_t i) noexcept
    {
        const bool isNull = array.values == nullptr;
        Require(array.Has(i), E::Terminates, isNull ? Location{array.field} : array.At(i), i, array.count,
                isNull ? C::NullList : C::MissingEntry);
        return array[i];
    }
    // Records Terminates if the pointer to the tensor or to its description is null.
    void RequireNotNull(const Tensor& tensor) noexcept
    {
        Require(tensor.given != nullptr && tensor.given->Desc != nullptr, E::Terminates, tensor.location);
    }
    // These return the tensor, after they required that DirectML can read it. They record Terminates if the pointer to
    // the tensor or to its description is null; RequireReadableSizes also if Sizes is null. They record TensorType if
    // Type is not BUFFER.
    const Tensor& RequireReadable(const Tensor& tensor) noexcept
    {
        if (!tensor) { RejectUnreadable(tensor); }
        return tensor;
    }
    const Tensor& RequireReadableSizes(const Tensor& tensor) noexcept
    {
        RequireReadable(tensor);
        Require(tensor.HasSizes(), E::Terminates, tensor.location);
        return tensor;
    }

    // ---- sizes ------------------------------------------------------------------------------------------------------

    // Requires a size of a tensor to be `required`.
    DTU_COLD void RequireSize(E error, const Tensor& tensor, std::uint32_t axis, std::uint64_t required,
                              C cause = C::None) noexcept
    {
        Require(tensor.Size(axis) == required, error, tensor.At(axis), tensor.Size(axis), required, cause);
    }
    // Requires the last sizes of a tensor to equal `sizes` modulo 2^32, because DirectML computes in 32 bits. Skips a
    // null tensor. Requires: the tensor has at least as many axes.
    DTU_COLD void RequireLastSizes(E error, const Tensor& tensor, Sizes sizes, C cause = C::None) noexcept
    {
        if (!tensor) { return; }
        std::uint32_t axis = tensor.Rank() - static_cast<std::uint32_t>(sizes.size());
        for (const std::uint64_t size : sizes) { RequireSize(error, tensor, axis++, size & Max32, cause); }
    }
    // Requires all sizes before the last `last` sizes to be 1.
    DTU_COLD void RequireLeadingOnes(E error, const Tensor& tensor, std::uint32_t last) noexcept
    {
        for (std::uint32_t i = 0; i + last < tensor.Rank(); ++i) { RequireSize(error, tensor, i, 1); }
    }
    // Requires these sizes after leading sizes of 1: for {5, 4}, the sizes {5, 4}, {1, 5, 4}, {1, 1, 5, 4} and so on.
    void RequireLastSizesAlone(const Tensor& tensor, Sizes sizes) noexcept
    {
        RequireLeadingOnes(E::ComputedSizes, tensor, static_cast<std::uint32_t>(sizes.size()));
        RequireLastSizes(E::ComputedSizes, tensor, sizes);
    }

    // ---- two tensors ------------------------------------------------------------------------------------------------

    // These check nothing if the pointer to a tensor is null, or if its Type is not BUFFER.
    DTU_COLD void RequireSameType(const Tensor& x, const Tensor& y) noexcept
    {
        if (!x.IsComparable() || !y.IsComparable()) { return; }
        RequireReadable(x);
        RequireReadable(y);
        Require(x.Type() == y.Type(), E::TypesDiffer, x.location, x.Type(), y.Type(), C::None, y.location);
    }
    DTU_COLD void RequireSameRank(E error, const Tensor& x, const Tensor& y) noexcept
    {
        if (!x.IsComparable() || !y.IsComparable()) { return; }
        RequireReadable(x);
        RequireReadable(y);
        Require(x.Rank() == y.Rank(), error, x.location, x.Rank(), y.Rank(), C::None, y.location);
    }
    // Requires equal ranks and sizes. With `orOne`, a size of `a` may also be 1. Does not read the sizes if an error
    // was recorded, because a DimensionCount may be wrong then.
    DTU_COLD void RequireSameSizes(const Tensor& a, const Tensor& b, bool orOne = false) noexcept
    {
        if (!a.IsComparable() || !b.IsComparable() || !Holds()) { return; }
        const Tensor x = a.WithAllSizes(), y = b.WithAllSizes();
        const E error = orOne ? E::NotOneOrEqual : E::SizesDiffer;
        RequireReadableSizes(x);
        RequireReadableSizes(y);
        Require(x.Rank() == y.Rank(), error, x.location, x.Rank(), y.Rank(), C::None, y.location);
        for (std::uint32_t i = 0; Holds() && i < x.ReadableRank(); ++i)
        {
            const std::uint32_t actual = x.desc->Sizes[i], required = y.desc->Sizes[i];
            const bool isRight = actual == required || (orOne && actual == 1);
            Require(isRight, error, x.At(i), actual, required, orOne && required == 1 ? C::AlwaysOne : C::None,
                    y.At(i));
        }
    }
    // Requires equal data types, ranks and sizes.
    void RequireSame(const Tensor& x, const Tensor& y) noexcept
    {
        RequireSameType(x, y);
        RequireSameRank(E::RanksDiffer, x, y);
        RequireSameSizes(x, y);
    }

private:
    // Records why a tensor has no description.
    DTU_COLD void RejectUnreadable(const Tensor& tensor) noexcept
    {
        const DML_BUFFER_TENSOR_DESC* desc = nullptr;
        RequireNotNull(tensor);
        AddTensorDiagnosis(FindDescription(tensor.given, desc), tensor.location);
    }
    // Sets `first` to these values if nothing was recorded in it yet.
    static void KeepFirst(OperatorDiagnosis& first, E error, const Location& location, std::uint64_t actual,
                          std::uint64_t required, C cause, const Location& other) noexcept
    {
        if (!first.Ok()) { return; }
        first.error = error;
        first.field = location.field;
        first.element = location.element;
        first.axis = location.axis;
        first.actual = actual;
        first.required = required;
        first.cause = cause;
        first.otherField = other.field;
        first.otherElement = other.element;
        first.otherAxis = other.axis;
    }

    OperatorDiagnosis m_error;
    OperatorDiagnosis m_hazard;
};

// Returns the data types and ranks that a field accepts. If `types` is not 0, it replaces the field's data types.
inline TensorRule RuleOf(const OperatorField& field, std::uint32_t types) noexcept
{
    TensorRule rule;
    rule.types = types != 0 ? types : field.dataTypes;
    rule.minRank = field.minRank;
    rule.maxRank = field.maxRank;
    return rule;
}

// Checks a tensor, or an element of a list of tensors, by the main header's rules, and by the ranks and data types that
// its field accepts. field: the index of the tensor's field. types: if it is not 0, it replaces the field's data types.
// The verdict keeps the first error.
DTU_COLD inline void CheckOwnRules(const OperatorInput& desc, OperatorVerdict& verdict, std::uint32_t field,
                                   std::uint32_t types = 0, std::uint32_t element = None32) noexcept
{
    const OperatorField& schema = desc.Fields()[field];
    const DML_TENSOR_DESC* const given = desc.Given(field, element);
    if (given == nullptr && schema.isOptional) { return; }
    const TensorRule rule = RuleOf(schema, types);
    const DML_BUFFER_TENSOR_DESC* buffer = nullptr;
    Diagnosis found = FindDescription(given, buffer);
    const TensorRole role = schema.IsOutput() ? TensorRole::Output : TensorRole::Input;
    found = found.Ok() ? CheckTensor(*buffer, role, rule) : found;
    // A data type that exists, but that the operator does not accept, is the error DataType of the operator.
    const bool isOtherType = found == TensorError::UnknownDataType && found.actual <= LastDataType;
    verdict.Require(!isOtherType, OperatorError::DataType, {field, element}, found.actual, rule.types,
                    found.cause == Cause::EmptyDesc ? OperatorCause::Empty : OperatorCause::None);
    // A rank that exists, but that the operator does not accept.
    const bool isOtherRank = found == TensorError::DimensionCount && found.actual <= MaxRank && found.actual != 0;
    verdict.AddTensorDiagnosis(found, {field, element, found.axis},
                               !isOtherRank                  ? OperatorCause::None
                               : found.actual < rule.minRank ? OperatorCause::TooFewAxes
                                                             : OperatorCause::TooManyAxes);
}

// Records Terminates if a list of numbers is null although its count is above 0, because DirectML reads it anyway.
DTU_COLD inline void CheckLists(const OperatorInput& desc, OperatorVerdict& verdict) noexcept
{
    const OperatorFields& fields = desc.Fields();
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const bool isOfNumbers = fields[i].IsArray() && fields[i].kind >= OperatorFieldKind::UInts;
        if (isOfNumbers && desc.ArrayOf(i).count != 0) { verdict.Entry(desc.ArrayOf(i), 0); }
    }
}

// =====================================================================================================================
//   The rules that are functions
// =====================================================================================================================

namespace operator_rules
{
using Array = GivenArray;
using C = OperatorCause;
using E = OperatorError;
using Input = OperatorInput;
using Location = OperatorLocation;
using Sizes = std::initializer_list<std::uint64_t>;
using Tensor = GivenTensor;
using Verdict = OperatorVerdict;

// Returns the field of an attention that has the number of heads of the query.
inline std::uint32_t HeadsField(const Input& desc) noexcept
{
    const std::uint32_t heads = desc.Find(field::HeadCount);
    return heads != None32 ? heads : desc.Find(field::QueryHeadCount);
}

// Requires the last sizes of a tensor to be `sizes`. The operator is an attention or a recurrent network; the error has
// a sentence for each of these kinds. Skips a null tensor. Requires: the number of heads of an attention is not 0.
inline void RequireComputedSizes(const Input& desc, Verdict& verdict, const char* name, Sizes sizes) noexcept
{
    const bool isOfAttention = desc.Find(field::MaskType) != None32;
    const Tensor query = desc.TensorOf(field::Query);
    const C ofAttention = query && query.Last(1) % desc.Number(HeadsField(desc)) != 0 ? C::UnevenHeads : C::Attention;
    verdict.RequireLastSizes(E::ComputedSizes, desc.TensorOf(name), sizes, isOfAttention ? ofAttention : C::Recurrent);
}

// ---- matrix products --------------------------------------------------------------------------------------------

// Requires the three tensors to have equal sizes before the last two axes. A tensor of rank 2 or 3 has size 1 on the
// axes that it lacks.
DTU_COLD inline void RequireSameBatch(Verdict& verdict, const Tensor& a, const Tensor& b, const Tensor& output) noexcept
{
    for (const Tensor* tensor : {&b, &output})
    {
        for (const std::uint32_t fromEnd : {3U, 4U})
        {
            const std::uint32_t size = tensor->Last(fromEnd), required = a.Last(fromEnd);
            const std::uint32_t axis = fromEnd <= tensor->Rank() ? tensor->Rank() - fromEnd : None32;
            verdict.Require(size == required, E::MatrixBatch, tensor->At(axis), size, required, C::None, a.location);
        }
    }
}

// Checks the sizes of a GEMM. Its tensors have equal ranks, from 2 to 4.
inline void Gemm(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor a = desc.TensorOf(field::A), b = desc.TensorOf(field::B), output = desc.TensorOf(field::Output);
    const bool transposesA = desc.Value(field::TransA) == 1, transposesB = desc.Value(field::TransB) == 1;
    const std::uint32_t rank = a.Rank();
    const std::uint32_t inner = a.Last(transposesA ? 2 : 1);
    verdict.RequireSize(E::MatrixSizes, b, rank - (transposesB ? 1 : 2), inner);
    verdict.RequireSize(E::MatrixSizes, output, rank - 2, a.Last(transposesA ? 1 : 2));
    verdict.RequireSize(E::MatrixSizes, output, rank - 1, b.Last(transposesB ? 2 : 1));
    RequireSameBatch(verdict, a, b, output);
}

// Requires a tensor of one element, or of `count` elements that all lie on `axis`. Skips a null tensor.
inline void RequireOneOrVector(Verdict& verdict, E error, const Tensor& tensor, std::uint32_t axis,
                               std::uint32_t count) noexcept
{
    const std::uint32_t elements = tensor.Elements();
    const bool isVector = elements == count && tensor.Size(axis) == count;
    const C cause = count == 1 ? C::OneElement : elements == count ? C::OtherAxis : C::None;
    if (tensor) { verdict.Require(elements == 1 || isVector, error, tensor.location, elements, count, cause); }
}

// Requires one element, or `count` elements on the axis that is `fromEnd` axes from the end; 1 is the last axis.
inline void RequireOneOrVector(const Input& desc, Verdict& verdict, E error, const char* name, std::uint32_t fromEnd,
                               std::uint32_t count) noexcept
{
    const Tensor tensor = desc.TensorOf(name);
    RequireOneOrVector(verdict, error, tensor, tensor.Rank() - fromEnd, count);
}
// Requires one element, or `channels` elements on axis 1, the axis of a convolution's channels.
inline void RequireOneOrChannels(const Input& desc, Verdict& verdict, E error, const char* name,
                                 std::uint32_t channels) noexcept
{
    RequireOneOrVector(verdict, error, desc.TensorOf(name), 1, channels);
}

// Checks the sizes of the quantized matrix products MATRIX_MULTIPLY_INTEGER and QUANTIZED_LINEAR_MATRIX_MULTIPLY.
inline void MatrixMultiply(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor a = desc.TensorOf(field::A), b = desc.TensorOf(field::B), output = desc.TensorOf(field::Output);
    const std::uint32_t rows = a.Last(2), columns = b.Last(1);
    verdict.RequireLastSizes(E::MatrixSizes, b, {a.Last(1), columns});
    verdict.RequireLastSizes(E::MatrixSizes, output, {rows, columns});
    RequireSameBatch(verdict, a, b, output);
    RequireOneOrVector(desc, verdict, E::AZeroPointSizes, field::AZeroPoint, 2, rows);
    RequireOneOrVector(desc, verdict, E::BZeroPointSizes, field::BZeroPoint, 1, columns);
    RequireOneOrVector(desc, verdict, E::AScaleSizes, field::AScale, 2, rows);
    RequireOneOrVector(desc, verdict, E::BScaleSizes, field::BScale, 1, columns);
    RequireOneOrVector(desc, verdict, E::OutputZeroPointSizes, field::OutputZeroPoint, 2, rows);
    RequireOneOrVector(desc, verdict, E::OutputScaleSizes, field::OutputScale, 2, rows);
}

// ---- convolutions and poolings ----------------------------------------------------------------------------------

// Returns a size of the output minus the OutputPadding of its axis. The entries of OutputPadding belong to the last
// DimensionCount axes. With 3 entries and rank 4, these are axes 1 to 3, which include the channels.
inline std::uint32_t SizeWithoutPadding(const Input& desc, const Tensor& output, std::uint32_t axis) noexcept
{
    const Array padding = desc.ArrayOf(field::OutputPadding);
    const std::uint32_t first = output.Rank() - padding.count;
    return output.Size(axis) - (axis >= first ? padding[axis - first] : 0);
}

inline bool IsBackward(const Input& desc) noexcept { return desc.Value(field::Direction) == 1; }

// Checks the batch size (axis 0, the number of images), the channels (axis 1) and GroupCount of a convolution. With G
// groups, the input has FilterTensor.Sizes[1] * G channels, and the output has FilterTensor.Sizes[0]. In a backward
// convolution, input and output change places.
inline void Channels(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor filter = desc.TensorOf(field::Filter), input = desc.TensorOf(field::Input),
                 output = desc.TensorOf(field::Output);
    const bool isBackward = IsBackward(desc);
    const Tensor& first = isBackward ? output : input;  // must have filter.Size(1) * G channels
    const Tensor& second = isBackward ? input : output; // must have filter.Size(0) channels
    const std::uint32_t outputChannels = SizeWithoutPadding(desc, output, 1), inputChannels = input.Size(1);
    const std::uint32_t firstChannels = isBackward ? outputChannels : inputChannels;
    const std::uint32_t secondChannels = isBackward ? inputChannels : outputChannels;
    const std::uint32_t batch = SizeWithoutPadding(desc, output, 0);
    // OutputPadding adds these numbers, usually 0, to the output's sizes on axes 0 and 1.
    const std::uint64_t addedBatch = output.Size(0) - batch, addedChannels = output.Size(1) - outputChannels;
    const std::uint64_t addedFirst = isBackward ? addedChannels : 0, addedSecond = isBackward ? 0 : addedChannels;
    const std::uint32_t groups = desc.Value(field::GroupCount);
    const std::uint32_t channels = filter.Size(1) * groups; // modulo 2^32, as in DirectML
    verdict.Require(groups != 0, E::GroupCountZero, {desc.Find(field::GroupCount)}, 0, 1);
    verdict.Require(batch == input.Size(0), E::BatchSizes, output.At(0), output.Size(0), input.Size(0) + addedBatch,
                    addedBatch != 0 ? C::Padded : C::None);
    verdict.Require(secondChannels == filter.Size(0), E::OutputChannels, second.At(1), second.Size(1),
                    filter.Size(0) + addedSecond, addedSecond != 0 ? C::Padded : C::None);
    // If both checks below fail, only the first error is kept. It names the filter, and not the tensor `first`, if
    // another size of the filter would correct the operator. A backward convolution always names `first`, its output.
    const bool blamesFilter = channels != firstChannels && !isBackward && groups != 0 && firstChannels % groups == 0;
    if (blamesFilter) { verdict.RequireSize(E::InputChannels, filter, 1, firstChannels / groups, C::OfFilter); }
    verdict.Require(firstChannels == channels, E::InputChannels, first.At(1), first.Size(1), channels + addedFirst,
                    addedFirst != 0 ? C::Padded : C::None);
    const bool divides = groups != 0 && filter.Size(0) % groups == 0;
    verdict.Require(divides, E::GroupsDivideOutputChannels, filter.At(0), filter.Size(0), groups);
}

// Requires BiasTensor to have the sizes {1, output channels, 1, ...}.
inline void ConvolutionBias(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor bias = desc.TensorOf(field::Bias);
    const std::uint32_t channels = SizeWithoutPadding(desc, desc.TensorOf(field::Output), 1);
    for (std::uint32_t i = 0; i < bias.Rank(); ++i)
    {
        verdict.RequireSize(E::BiasSizes, bias, i, i == 1 ? channels : 1);
    }
}

// Requires each zero point and scale of a convolution to have one element. Those of the filter may instead have one
// element for each output channel.
inline void QuantizationSizes(const Input& desc, Verdict& verdict) noexcept
{
    RequireOneOrChannels(desc, verdict, E::InputZeroPointSizes, field::InputZeroPoint, 1);
    RequireOneOrChannels(desc, verdict, E::InputScaleSizes, field::InputScale, 1);
    const std::uint32_t channels = desc.TensorOf(field::Output).Size(1);
    RequireOneOrChannels(desc, verdict, E::FilterZeroPointSizes, field::FilterZeroPoint, channels);
    RequireOneOrChannels(desc, verdict, E::FilterScaleSizes, field::FilterScale, channels);
    RequireOneOrChannels(desc, verdict, E::OutputZeroPointSizes, field::OutputZeroPoint, 1);
    RequireOneOrChannels(desc, verdict, E::OutputScaleSizes, field::OutputScale, 1);
}

// Checks MAX_POOLING_GRAD. DirectML reads one entry of each list for each spatial axis, even if DimensionCount is
// smaller.
DTU_COLD inline void MaxPoolingGrad(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), gradient = desc.TensorOf(field::InputGradient);
    const Array strides = desc.ArrayOf(field::Strides), windows = desc.ArrayOf(field::WindowSize),
                dilations = desc.ArrayOf(field::Dilations);
    const Array start = desc.ArrayOf(field::StartPadding), end = desc.ArrayOf(field::EndPadding);
    const std::uint32_t spatial = input.Rank() - 2;
    for (std::uint32_t i = 0; i < spatial; ++i)
    {
        for (const Array* array : {&windows, &dilations, &strides})
        {
            verdict.Require(verdict.Entry(*array, i) != 0, E::Zero, array->At(i), 0, 1);
        }
    }
    // No rule compares the paddings. Entry is called here only to record a missing entry, because DirectML crashes if
    // an entry is missing.
    for (std::uint32_t i = 0; i < spatial; ++i)
    {
        verdict.Entry(start, i);
        verdict.Entry(end, i);
    }
    verdict.RequireSize(E::NotEqual, gradient, 0, input.Size(0));
    verdict.RequireSize(E::NotEqual, gradient, 1, input.Size(1));
    for (std::uint32_t i = 0; i < spatial && verdict.Holds(); ++i)
    {
        const Location location = gradient.At(i + 2);
        const std::uint64_t padding = std::uint64_t{start[i]} + end[i];
        const std::uint32_t padded = verdict.WrapWithHazard(input.Size(i + 2) + padding, location);
        const std::uint32_t extent = verdict.WrapWithHazard(WindowExtent(windows[i], dilations[i]), location);
        const std::uint64_t steps = padded > extent ? (padded - extent) / strides[i] : 0;
        verdict.RequireSize(E::NotEqual, gradient, i + 2, steps + 1);
    }
}

// ---- reductions -------------------------------------------------------------------------------------------------

// Checks the tensors of a REDUCE. Their data types depend on Function: ARGMAX accepts other types than AVERAGE.
inline void ReduceTensors(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t function = desc.Value(field::Function), input = desc.Find(field::Input),
                        output = desc.Find(field::Output);
    std::uint32_t types = FloatTypes;
    switch (function)
    {
    case 0: // ARGMAX, ARGMIN, MAX, MIN
    case 1:
    case 7:
    case 8: types = NumberTypes; break;
    case 3: // L1, MULTIPLY, SUM, SUM_SQUARE
    case 9:
    case 10:
    case 11: types = FloatOrIndexTypes; break;
    default: break;
    }
    const bool producesIndices = function < 2;
    CheckOwnRules(desc, verdict, input, types);
    CheckOwnRules(desc, verdict, output, producesIndices ? IndexTypes : types);
    if (!producesIndices) { verdict.RequireSameType(desc.TensorOf(output), desc.TensorOf(input)); }
}

// Checks a REDUCE, an ARGMIN or an ARGMAX. ARGMIN and ARGMAX have no Function; it reads as 0, which is accepted.
inline void Reduce(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), output = desc.TensorOf(field::Output);
    const Array axes = desc.ArrayOf(field::Axes);
    const std::uint32_t function = desc.Value(field::Function);
    // DirectML compares Function as a signed number, so it accepts 2^31 and above.
    verdict.Require(function < 12 || function >> 31 != 0, E::ReduceFunction, {desc.Find(field::Function)}, function,
                    12);
    for (std::uint32_t i = 0; i < input.Rank(); ++i)
    {
        bool isReduced = false;
        for (std::uint32_t n = 0; n < axes.count; ++n) { isReduced = isReduced || axes[n] == i; }
        verdict.RequireSize(isReduced ? E::ReducedSizeNotOne : E::KeptSizeDiffers, output, i,
                            isReduced ? 1 : input.Size(i), axes.count == 0 ? C::NoAxes : C::None);
    }
}

// ---- JOIN, SPLIT ------------------------------------------------------------------------------------------------

// Adds to `sum` the size that an input of JOIN has on Axis. Requires the input's other sizes to equal the output's.
DTU_COLD inline void AddJoined(const Input& desc, Verdict& verdict, const Tensor& input, std::uint64_t& sum) noexcept
{
    const std::uint32_t axis = desc.Value(field::Axis), elements = verdict.RequireReadableSizes(input).Elements();
    const Tensor output = desc.TensorOf(field::Output).WithAllSizes();
    verdict.Require(elements >> 31 == 0, E::JoinElementLimit, input.location, elements, Max32 >> 1);
    for (std::uint32_t i = 0; i < input.ReadableRank(); ++i)
    {
        if (i == axis)
        {
            sum += input.Size(i);
            verdict.Require(sum <= Max32, E::JoinSumOverflows, input.location, sum, Max32);
            continue;
        }
        // An output with fewer axes than the input is an error here, because DirectML reads past the output's sizes.
        verdict.Require(i < verdict.RequireReadableSizes(output).ReadableRank(), E::JoinOtherSizes, input.location,
                        input.Rank(), output.Rank());
        if (!verdict.Holds()) { return; }
        verdict.Require(input.Size(i) == output.Size(i), E::JoinOtherSizes, input.At(i), input.Size(i), output.Size(i),
                        C::None, output.At(i));
    }
}

// Checks a JOIN. DirectML compares the sizes of all inputs first, and then checks each input as a tensor.
DTU_COLD inline void Join(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t inputs = desc.Find(field::Input), output = desc.Find(field::Output),
                        axis = desc.Value(field::Axis);
    const std::uint32_t rank = verdict.RequireReadable(desc.TensorOf(output)).Rank();
    verdict.Require(axis < rank, E::AxisRange, {desc.Find(field::Axis)}, axis, rank);
    const std::uint32_t count = desc.ArrayOf(inputs).count;
    std::uint64_t sum = 0;
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        AddJoined(desc, verdict, desc.TensorOf(inputs, n).WithAllSizes(), sum);
    }
    const Tensor joined = verdict.RequireReadableSizes(desc.TensorOf(output));
    if (axis < MaxRank) { verdict.RequireSize(E::JoinSum, joined, axis, sum); }
    CheckOwnRules(desc, verdict, output);
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        const Tensor input = desc.TensorOf(inputs, n);
        CheckOwnRules(desc, verdict, inputs, 0, n);
        verdict.RequireSameType(input, joined);
        verdict.RequireSameRank(E::RanksDiffer, input, joined);
    }
}

// Requires an output of a SPLIT to have the input's size on each axis except Axis.
inline void RequirePartSizes(Verdict& verdict, const Tensor& part, const Tensor& whole, std::uint32_t axis) noexcept
{
    for (std::uint32_t i = 0; i < whole.Rank(); ++i)
    {
        if (i != axis) { verdict.RequireSize(E::SplitOtherSizes, part, i, whole.Size(i)); }
    }
}

// Checks a SPLIT. Each rule has its own loop, because DirectML checks one rule for all outputs before it checks the
// next rule.
DTU_COLD inline void Split(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t outputs = desc.Find(field::Output), input = desc.Find(field::Input),
                        axis = desc.Value(field::Axis);
    const Tensor whole = desc.TensorOf(input);
    const std::uint32_t count = desc.ArrayOf(outputs).count;
    verdict.RequireNotNull(whole);
    verdict.Require(count != 0, E::NoTensors, {desc.Find(field::OutputCount)}, 0, 1);
    verdict.RequireReadable(whole);
    verdict.Require(axis < whole.Rank(), E::AxisRange, {desc.Find(field::Axis)}, axis, whole.Rank());
    CheckOwnRules(desc, verdict, input);
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n) { CheckOwnRules(desc, verdict, outputs, 0, n); }
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        verdict.RequireSameRank(E::RanksDiffer, desc.TensorOf(outputs, n), whole);
    }
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        verdict.RequireSameType(desc.TensorOf(outputs, n), whole);
    }
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        RequirePartSizes(verdict, desc.TensorOf(outputs, n), whole, axis);
    }
    std::uint64_t sum = 0;
    for (std::uint32_t n = 0; n < count && verdict.Holds(); ++n)
    {
        const Tensor part = desc.TensorOf(outputs, n);
        sum += part.Size(axis);
        verdict.Require(sum <= Max32, E::SplitSumOverflows, part.location, sum, Max32);
    }
    verdict.RequireSize(E::SplitSum, whole, axis, sum);
}

// ---- slices, padding, scales ------------------------------------------------------------------------------------

// Returns the number of elements from the first to the last element of a slice, modulo 2^32: 7 for 3 elements and a
// stride of 3 or -3. Records SizeWraps at `location` if the number exceeds 32 bits.
inline std::uint32_t SliceExtent(Verdict& verdict, std::uint32_t count, std::uint32_t stride,
                                 const Location& location) noexcept
{
    const std::uint32_t magnitude = stride >> 31 != 0 ? 0 - stride : stride;
    return verdict.WrapWithHazard((count - std::uint64_t{1}) * magnitude + 1, location);
}

// Requires the stride of an axis to exist and not to be 0.
inline void RequireStride(Verdict& verdict, const Array& strides, std::uint32_t axis) noexcept
{
    verdict.Require(verdict.Entry(strides, axis) != 0, E::Condition, strides.At(axis), 0, 1, C::Stride);
}

// Requires the slice of a SLICE to end inside the input, and its strides to be above 0.
inline void Slice(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), output = desc.TensorOf(field::Output);
    const Array offsets = desc.ArrayOf(field::Offsets), strides = desc.ArrayOf(field::Strides);
    // If the list Sizes is null, DirectML crashes after all checks. CheckLists records that error.
    const Array sizes = desc.ArrayOf(field::Sizes);
    for (std::uint32_t i = 0; i < input.Rank() && sizes.values != nullptr; ++i)
    {
        verdict.RequireSize(E::ComputedSizes, output, i, sizes[i]);
    }
    for (std::uint32_t i = 0; i < input.Rank(); ++i)
    {
        RequireStride(verdict, strides, i);
        const std::uint64_t end =
            std::uint64_t{offsets[i]} + SliceExtent(verdict, output.Size(i), strides[i], output.At(i));
        verdict.Require(end <= input.Size(i), E::SliceWindow, offsets.At(i), end, input.Size(i));
    }
    for (std::uint32_t i = 0; i < input.Rank(); ++i)
    {
        verdict.Require(strides[i] >> 31 == 0, E::NegativeStride, strides.At(i), strides[i], Max32 >> 1);
    }
}

// Requires the window of a SLICE1 or a SLICE_GRAD, and the elements that it selects, to end inside the tensor `whole`.
// The elements become the tensor `part`. In a SLICE1, they must lie in the window, too.
DTU_COLD inline void CheckWindow(const Input& desc, Verdict& verdict, const char* whole, const char* part,
                                 bool isGradient) noexcept
{
    const Tensor sliced = desc.TensorOf(whole), selected = desc.TensorOf(part);
    const Array offsets = desc.ArrayOf(field::InputWindowOffsets), sizes = desc.ArrayOf(field::InputWindowSizes);
    const Array strides = desc.ArrayOf(field::InputWindowStrides);
    for (std::uint32_t i = 0; i < sliced.Rank(); ++i)
    {
        RequireStride(verdict, strides, i);
        const std::uint32_t extent = SliceExtent(verdict, selected.Size(i), strides[i], selected.At(i));
        verdict.Require(isGradient || extent <= sizes[i], E::Bound, sizes.At(i), sizes[i], extent);
        const std::uint64_t end = std::uint64_t{offsets[i]} + (sizes[i] < extent ? extent : sizes[i]);
        verdict.Require(end <= sliced.Size(i), E::SliceWindow, offsets.At(i), end, sliced.Size(i));
    }
}
inline void Slice1(const Input& desc, Verdict& verdict) noexcept
{
    CheckWindow(desc, verdict, field::Input, field::Output, false);
}
inline void SliceGrad(const Input& desc, Verdict& verdict) noexcept
{
    CheckWindow(desc, verdict, field::OutputGradient, field::InputGradient, true);
}

// Requires each size of the input to be below 2^31, and each size of the output to be the input's size plus
// StartPadding and EndPadding of the axis, modulo 2^32.
inline void Padding(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), output = desc.TensorOf(field::Output);
    const Array start = desc.ArrayOf(field::StartPadding), end = desc.ArrayOf(field::EndPadding);
    for (std::uint32_t i = 0; i < input.Rank(); ++i)
    {
        const std::uint32_t size = input.Size(i);
        verdict.Require(size <= Max32 >> 1, E::PaddingElementLimit, input.At(i), size, Max32 >> 1);
        const std::uint64_t padding = std::uint64_t{verdict.Entry(start, i)} + verdict.Entry(end, i);
        verdict.RequireSize(E::PaddedSizes, output, i, verdict.WrapWithHazard(size + padding, output.At(i)));
    }
}

// Requires each entry of Scales to be at least 2^-23 and not NaN.
inline void Scales(const Input& desc, Verdict& verdict) noexcept
{
    constexpr std::uint32_t MinScale = 0x34000000; // the bits of 2^-23
    const Array scales = desc.ArrayOf(field::Scales);
    for (std::uint32_t i = 0; i < scales.count && verdict.Holds(); ++i)
    {
        const std::uint32_t bits = verdict.Entry(scales, i);
        verdict.Require(bits >= MinScale && bits <= FloatInfinity, E::ScaleNotPositive, scales.At(i), bits, MinScale);
    }
}

// ---- regions of interest ----------------------------------------------------------------------------------------

// Requires a scale that is neither negative nor infinite; -0 and NaN are accepted, as in DirectML. The function
// compares bits, because a compiler with -ffast-math assumes that no number is infinite or NaN.
inline void RequireScale(const Input& desc, Verdict& verdict, const char* name) noexcept
{
    const std::uint32_t bits = desc.Value(name), magnitude = bits & 0x7FFFFFFF;
    const bool isNan = magnitude > FloatInfinity, isZero = magnitude == 0;
    verdict.Require(isNan || isZero || bits < FloatInfinity, E::NotFinite, {desc.Find(name)}, bits);
}

// Checks ROI_ALIGN and its gradient, in which InputGradientTensor has the role of OutputTensor.
DTU_COLD inline void RoiAlign(const Input& desc, Verdict& verdict) noexcept
{
    constexpr std::uint32_t Average = 2, Max = 7;
    const bool isGradient = desc.Find(field::InputGradient) != None32;
    const Tensor output = desc.TensorOf(isGradient ? field::InputGradient : field::Output);
    const std::uint32_t side = output.Size(2) < output.Size(3) ? output.Size(3) : output.Size(2);
    const std::uint32_t minimum = desc.Value(field::MinimumSamplesPerOutput),
                        maximum = desc.Value(field::MaximumSamplesPerOutput);
    const std::uint64_t limit = Min(Max32 / side, maximum); // minimum * side must fit 32 bits
    const Location location = {desc.Find(field::MinimumSamplesPerOutput)};
    verdict.Require(minimum >= 1, E::Range, location, minimum, 1);
    verdict.Require(minimum <= limit, E::Range, location, minimum, limit);
    const std::uint32_t function = desc.Value(field::ReductionFunction), mode = desc.Value(field::InterpolationMode);
    verdict.Require(function == Average || function == Max, E::Enumerator, {desc.Find(field::ReductionFunction)},
                    function, Max, C::ReductionFunction);
    verdict.Require(mode < 2, E::Enumerator, {desc.Find(field::InterpolationMode)}, mode, 2);
    RequireScale(desc, verdict, field::SpatialScaleX);
    RequireScale(desc, verdict, field::SpatialScaleY);
    const std::uint32_t regions = output.Size(0);
    verdict.RequireLastSizesAlone(desc.TensorOf(field::ROI), {regions, 4});
    verdict.RequireLastSizesAlone(desc.TensorOf(field::BatchIndices), {regions});
    if (!isGradient) { verdict.RequireSize(E::ComputedSizes, output, 1, desc.TensorOf(field::Input).Size(1)); }
}

// Requires InputTensor of a ROI_ALIGN_GRAD in two cases, because DirectML reads it only then: ReductionFunction is MAX,
// or the gradient of the regions is an output.
inline void RoiAlignGradInput(const Input& desc, Verdict& verdict) noexcept
{
    constexpr std::uint32_t Max = 7;
    const bool isNeeded =
        desc.Value(field::ReductionFunction) == Max || desc.TensorOf(field::OutputROIGradient).given != nullptr;
    if (isNeeded && desc.TensorOf(field::Input).given == nullptr)
    {
        verdict.AddTensorDiagnosis({TensorError::NullTensor}, {desc.Find(field::Input)});
    }
}

// ---- gathers ----------------------------------------------------------------------------------------------------

// Checks a Gather by the main header's rules.
inline void Gather(const Input& desc, Verdict& verdict) noexcept
{
    const DML_GATHER_OPERATOR_DESC gather = {desc.Given(0, None32), desc.Given(1, None32), desc.Given(2, None32),
                                             desc.Value(field::Axis), desc.Value(field::IndexDimensions)};
    const Diagnosis found = dml_tensor_utils::Validate(gather);
    const TensorError error = found.error;
    const bool isOfAxis = error == TensorError::GatherAxis || error == TensorError::GatherBatchAxis;
    const bool isOfCount = error == TensorError::GatherIndexDimensions || error == TensorError::GatherRankLimit;
    const std::uint32_t field = isOfAxis    ? desc.Find(field::Axis)
                                : isOfCount ? desc.Find(field::IndexDimensions)
                                            : found.tensor; // the tensors are the first three fields
    verdict.AddTensorDiagnosis(found, {field, None32, found.axis});
}

// Requires each axis of more than one element to have a stride that is not 0.
inline void RequireNotBroadcast(Verdict& verdict, const Tensor& tensor) noexcept
{
    for (std::uint32_t i = 0; tensor.desc->Strides != nullptr && i < tensor.Rank(); ++i)
    {
        const bool isBroadcast = tensor.Size(i) != 1 && tensor.desc->Strides[i] == 0;
        verdict.Require(!isBroadcast, E::Condition, tensor.At(i), 0, 1, C::Broadcast);
    }
}

// Checks GATHER_ND and SCATTER_ND. `gathered` is the gathered tensor, or the updates of SCATTER_ND. It must have all
// sizes of the indices except the last one, and then the sizes of the input's axes that the indices do not select.
// Example: the indices {7, 2} select axes 0 and 1 of the input {4, 5, 6}, so that `gathered` is {7, 6} (without batch
// axes).
DTU_COLD inline void CheckNd(const Input& desc, Verdict& verdict, const Tensor& gathered, bool scatters) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), indices = desc.TensorOf(field::Indices);
    const std::uint32_t inputRank = desc.Value(field::InputDimensionCount),
                        indicesRank = desc.Value(field::IndicesDimensionCount);
    const std::uint32_t batch = desc.Value(field::BatchDimensionCount);
    verdict.RequireLeadingOnes(E::Bound, input, inputRank);
    verdict.RequireLeadingOnes(E::Bound, indices, indicesRank);
    const std::uint32_t selected = indices.Last(1), limit = scatters ? input.Rank() : inputRank - batch;
    const Location last = indices.At(indices.Rank() - 1);
    verdict.Require(selected <= limit, E::Range, last, selected, limit);
    const std::uint32_t copied = inputRank - batch - selected, rank = indicesRank - 1 + copied;
    verdict.Require(rank <= gathered.Rank(), E::Range, gathered.location, gathered.Rank(), rank);
    if (scatters) { RequireNotBroadcast(verdict, indices); }
    verdict.Require(selected <= inputRank, E::Terminates, last, selected, inputRank, C::SizeAbove);
    for (std::uint32_t n = 1; n <= gathered.Rank(); ++n)
    {
        const std::uint32_t size = n <= copied ? input.Last(n) : n <= rank ? indices.Last(n - copied + 1) : 1;
        verdict.RequireSize(E::ComputedSizes, gathered, gathered.Rank() - n, size);
    }
    for (std::uint32_t i = 0; i < batch; ++i)
    {
        const std::uint32_t indicesSize = indices.Last(indicesRank - i), inputSize = input.Last(inputRank - i);
        const Location location = indices.At(indices.Rank() - indicesRank + i);
        if (indicesSize != inputSize) { verdict.AddHazard(E::BatchSizesDiffer, location, indicesSize, inputSize); }
    }
}

// Checks a GATHER_ND. Its gathered tensor is the output.
inline void GatherNd(const Input& desc, Verdict& verdict) noexcept
{
    CheckNd(desc, verdict, desc.TensorOf(field::Output), false);
}
// Checks a SCATTER_ND. Its gathered tensor is UpdatesTensor.
inline void ScatterNd(const Input& desc, Verdict& verdict) noexcept
{
    CheckNd(desc, verdict, desc.TensorOf(field::Updates), true);
}

// Requires the state of a RANDOM_GENERATOR to have a last size of 6, and 1 elsewhere.
inline void RandomState(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor state = desc.TensorOf(field::InputState);
    const std::uint32_t size = state.Last(1), elements = state.Elements();
    verdict.Require(size == 6, E::ComputedSizes, state.At(state.Rank() - 1), size, 6, C::RandomState);
    verdict.Require(elements == 6, E::ComputedSizes, state.location, elements, 6, C::RandomState);
}

// Checks the outputs of NONZERO_COORDINATES: a count, and for each element of the input a row with a coordinate for
// each axis. The coordinates of leading axes of size 1 may be left out.
inline void Nonzero(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), count = desc.TensorOf(field::OutputCount),
                 coordinates = desc.TensorOf(field::OutputCoordinates);
    const std::uint32_t rank = input.Rank();
    verdict.RequireSize(E::NotEqual, coordinates, coordinates.Rank() - 2, input.Elements());
    verdict.RequireLeadingOnes(E::Bound, coordinates, 2);
    std::uint32_t used = rank; // the number of axes without leading sizes of 1
    while (used > 1 && input.Last(used) == 1) { --used; }
    const std::uint32_t given = coordinates.Last(1);
    verdict.Require(given >= used && given <= rank, E::Bound, coordinates.At(coordinates.Rank() - 1), given,
                    given < used ? used : rank);
    verdict.Require(count.Elements() == 1, E::NotEqual, count.location, count.Elements(), 1);
}

// ---- quantization -----------------------------------------------------------------------------------------------

// Requires QuantizationTensors not to be null if QuantizationTensorCount is above 0. DirectML reads the list before it
// checks the count.
inline void QuantizationList(const Input& desc, Verdict& verdict) noexcept
{
    const Array list = desc.ArrayOf(field::Quantization);
    verdict.Require(list.count == 0 || list.values != nullptr, E::Terminates, {list.field}, 0, 0, C::NullList);
}

// Checks QUANTIZE and DEQUANTIZE. Their QuantizationTensors are a scale and, if there are two, a zero point. DirectML
// reads the sizes of the scale and of the input before it checks these tensors.
DTU_COLD inline void Quantize(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t input = desc.Find(field::Input), output = desc.Find(field::Output),
                        list = desc.Find(field::Quantization);
    const bool hasZeroPoint = desc.Value(field::QuantizationTensorCount) == 2;
    const bool quantizes = desc.Fields()[input].dataTypes == FloatTypes; // the input of DEQUANTIZE is quantized
    const Tensor scale = verdict.RequireReadableSizes(desc.TensorOf(list, 0)).WithAllSizes();
    const Tensor values = desc.TensorOf(input).WithAllSizes(), result = desc.TensorOf(output);
    if (scale.Rank() != 0) { verdict.RequireReadableSizes(values); } // otherwise DirectML does not read the input here
    const Tensor zeroPoint = hasZeroPoint ? desc.TensorOf(list, 1) : Tensor();
    for (std::uint32_t i = 0; i < Min(scale.ReadableRank(), values.Rank()); ++i)
    {
        const std::uint32_t block = scale.Size(i), size = values.Size(i);
        verdict.Require(block != 0, E::Terminates, scale.At(i), block, 0, C::ZeroSize);
        verdict.Require(block != 0 && size % block == 0, E::BlockSizes, values.At(i), size, block);
    }
    verdict.Require(scale.Rank() <= values.Rank(), E::Terminates, scale.location, scale.Rank(), values.Rank(),
                    C::RankAbove);
    CheckOwnRules(desc, verdict, input);
    CheckOwnRules(desc, verdict, output);
    verdict.RequireSameRank(E::RanksDiffer, result, values);
    verdict.RequireSameSizes(result, values);
    CheckOwnRules(desc, verdict, list, FloatTypes, 0);
    verdict.RequireSameType(scale, quantizes ? values : result);
    verdict.RequireSameRank(E::RanksDiffer, scale, values);
    if (!hasZeroPoint) { return; }
    CheckOwnRules(desc, verdict, list, QuantizedTypes, 1);
    verdict.RequireSameType(zeroPoint, quantizes ? result : values);
    verdict.RequireSameRank(E::RanksDiffer, zeroPoint, scale);
    verdict.RequireSameSizes(zeroPoint, scale);
}

// Requires ScaleTensor to have the data type of InputTensor, or FLOAT32 if InputTensor is INT32. DirectML compares the
// data types before it checks the tensors.
inline void QuantizeLinear(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = verdict.RequireReadable(desc.TensorOf(field::Input)),
                 scale = verdict.RequireReadable(desc.TensorOf(field::Scale));
    const bool isInt32 = input.Type() == DML_TENSOR_DATA_TYPE_INT32;
    const std::uint32_t type = isInt32 ? static_cast<std::uint32_t>(DML_TENSOR_DATA_TYPE_FLOAT32) : input.Type();
    verdict.Require(scale.Type() == type, isInt32 ? E::Condition : E::ScaleTypeDiffers, scale.location, scale.Type(),
                    type, isInt32 ? C::ScaleOfInt32 : C::None);
}

// The bits of the two floats of a DML_SCALE_BIAS.
struct ScaleAndBias
{
    std::uint32_t scale = 0;
    std::uint32_t bias = 0;

    explicit ScaleAndBias(const void* given) noexcept
    {
        std::memcpy(&scale, given, sizeof(scale));
        std::memcpy(&bias, static_cast<const unsigned char*>(given) + sizeof(scale), sizeof(bias));
    }
    bool IsScaleOne() const noexcept { return scale == FloatOne; }
    // Returns whether the bias is 0 or -0.
    bool IsBiasZero() const noexcept { return bias << 1 == 0; }
};

// Requires a scale of 1 and a bias of 0 in ScaleBias, if the input has 64-bit elements.
inline void ScaleBias(const Input& desc, Verdict& verdict) noexcept
{
    const void* const given = desc.Read<const void*>(desc.Find(field::ScaleBias));
    const auto type = static_cast<DML_TENSOR_DATA_TYPE>(desc.TensorOf(field::Input).Type());
    if (given == nullptr || ElementSizeInBits(type) != 64) { return; }
    const ScaleAndBias values(given);
    verdict.Require(values.IsScaleOne() && values.IsBiasZero(), E::ScaleBias, {desc.Find(field::ScaleBias)});
}

// ---- activations ------------------------------------------------------------------------------------------------
//
//                                            CONVOLUTION      GEMM                               others
//   functions of one element                 accepted         accepted                           accepted
//   CLIP without both a scale and a bias     accepted         accepted                           rejected
//   SOFTMAX                                  rejected         accepted if it has one matrix      rejected
//   SOFTMAX1                                 rejected         accepted                           rejected
//   PARAMETERIZED_RELU                       rejected, or     rejected                           rejected
//                                            crashes without
//                                            a slope
//   all others                               rejected         rejected                           rejected

// Returns whether an activation is SOFTMAX1, LOG_SOFTMAX1 or HARDMAX1, whose numbers follow one another.
inline bool IsSoftmax1(std::uint32_t activation) noexcept
{
    return activation >= OfSoftmax1 && activation <= OfHardmax1;
}
// Returns whether an activation is a SOFTMAX, LOG_SOFTMAX or HARDMAX of either version.
inline bool IsSoftmaxFamily(std::uint32_t activation) noexcept
{
    return activation == OfSoftmax || activation == OfHardmax || activation == OfLogSoftmax || IsSoftmax1(activation);
}

// The description of an activation. Its struct is read by offsets, because the portable mode has no structs of
// activations. The first two members are InputTensor and OutputTensor, except in PARAMETERIZED_RELU.
struct Activation
{
    const DML_OPERATOR_DESC* desc;
    Location location;

    explicit operator bool() const noexcept { return desc != nullptr; }
    std::uint32_t Type() const noexcept { return static_cast<std::uint32_t>(desc->Type); }
    // Returns the member of the activation's struct that comes after `pointersBefore` pointers.
    template <class T> T Member(std::size_t pointersBefore) const noexcept
    {
        T value = T();
        std::memcpy(&value, static_cast<const unsigned char*>(desc->Desc) + pointersBefore * sizeof(std::uintptr_t),
                    sizeof(value)); // NOLINT(bugprone-sizeof-expression): the member may be a pointer
        return value;
    }
};

// Returns the operator's FusedActivation. As a bool, the result is false if FusedActivation is null.
inline Activation GivenActivation(const Input& desc) noexcept
{
    const std::uint32_t field = desc.Find(field::FusedActivation);
    return {static_cast<const DML_OPERATOR_DESC*>(desc.Read<const void*>(field)), {field}};
}

// Returns the axes of a SOFTMAX1, whose members are InputTensor, OutputTensor, AxisCount and Axes.
inline Array AxesOf(const Activation& softmax) noexcept
{
    return {softmax.Member<const void*>(3), softmax.Member<std::uint32_t>(2), softmax.location.field};
}

// Records the error FusedActivation if `holds` is false. The error sentence names the activation.
DTU_COLD inline void RejectActivationUnless(Verdict& verdict, bool holds, const Activation& activation,
                                            C cause = C::None) noexcept
{
    verdict.Require(holds, E::FusedActivation, activation.location, activation.Type(), 0, cause);
}

// Records Terminates if the Desc of an activation is null, because DirectML follows it without a check.
inline void RequireReadable(Verdict& verdict, const Activation& activation) noexcept
{
    verdict.Require(activation.desc->Desc != nullptr, E::Terminates, activation.location, activation.Type(), 0,
                    C::NullActivation);
}

// Requires the tensors of a fused activation to be null. The operator itself provides its input and output.
inline void RequireNoTensors(Verdict& verdict, const Activation& activation) noexcept
{
    if (!verdict.Holds()) { return; }
    const bool hasNone = activation.Member<const void*>(0) == nullptr && activation.Member<const void*>(1) == nullptr;
    RejectActivationUnless(verdict, hasNone, activation, C::OwnTensors);
}

// Rejects a fused CLIP whose ScaleBias has both a scale other than 1 and a bias other than 0.
inline void CheckClip(Verdict& verdict, const Activation& clip) noexcept
{
    const void* const given = verdict.Holds() ? clip.Member<const void*>(2) : nullptr;
    if (given == nullptr) { return; }
    const ScaleAndBias values(given);
    RejectActivationUnless(verdict, values.IsScaleOne() || values.IsBiasZero(), clip);
}

// Checks a tensor of CONVOLUTION's activation; `member` is its index in the struct. Rejects the activation if the
// tensor's Type is not BUFFER. Records Terminates if its Desc or Sizes is null, because DirectML reads both. Skips a
// null tensor.
DTU_COLD inline void RequireReadableTensor(Verdict& verdict, const Activation& activation, std::size_t member) noexcept
{
    const auto* const given = activation.Member<const DML_TENSOR_DESC*>(member);
    if (given == nullptr) { return; }
    const bool isBuffer = given->Type == DML_TENSOR_TYPE_BUFFER;
    RejectActivationUnless(verdict, isBuffer, activation, C::OwnTensors);
    const Tensor tensor = {DescriptionOf(given), activation.location, given};
    verdict.Require(tensor.HasSizes(), E::Terminates, activation.location, activation.Type(), 0, C::NullMember);
}

// Checks the tensors of CONVOLUTION's activation in the order in which DirectML reads them. Records Terminates if a
// PARAMETERIZED_RELU has no slope, or if a SOFTMAX1 has no axes although AxisCount is above 0.
DTU_COLD inline void RequireReadableMembers(Verdict& verdict, const Activation& activation) noexcept
{
    if (!verdict.Holds()) { return; }
    const std::uint32_t type = activation.Type();
    const bool hasSlope = type == OfParameterizedRelu; // InputTensor, SlopeTensor, OutputTensor
    RequireReadableTensor(verdict, activation, 0);
    RequireReadableTensor(verdict, activation, hasSlope ? 2 : 1);
    if (hasSlope)
    {
        RequireReadableTensor(verdict, activation, 1);
        verdict.Require(activation.Member<const void*>(1) != nullptr, E::Terminates, activation.location, type, 0,
                        C::NullSlope);
    }
    const Array axes = IsSoftmax1(type) ? AxesOf(activation) : Array{nullptr, 0, activation.location.field};
    verdict.Require(axes.count == 0 || axes.values != nullptr, E::Terminates, activation.location, type, 0,
                    C::NullAxes);
}

// Checks which operator CONVOLUTION's activation is. DirectML checks this before the channels. After the channels, it
// rejects further activations; Fused records those errors.
inline void FusedKind(const Input& desc, Verdict& verdict) noexcept
{
    const Activation activation = GivenActivation(desc);
    if (!activation) { return; }
    const std::uint32_t type = activation.Type();
    const bool isKnown =
        IsElementWiseActivation(type) || IsSoftmaxFamily(type) || type == OfClip || type == OfParameterizedRelu;
    RejectActivationUnless(verdict, isKnown, activation);
    RequireReadable(verdict, activation);
    if (type == OfClip) { CheckClip(verdict, activation); }
    RequireReadableMembers(verdict, activation);
}

// Requires the axes of a fused SOFTMAX1 to be below the rank of the output.
inline void CheckActivationAxes(const Input& desc, Verdict& verdict, const Activation& activation) noexcept
{
    if (!verdict.Holds()) { return; }
    const Array axes = AxesOf(activation);
    const std::uint32_t rank = desc.TensorOf(field::Output).Rank();
    for (std::uint32_t i = 0; i < axes.count && verdict.Holds(); ++i)
    {
        const std::uint32_t axis = verdict.Entry(axes, i);
        verdict.Require(axis < rank, E::AxisRange, activation.location, axis, rank, C::InActivation);
    }
}

// Checks FusedActivation by the table of activations above.
inline void Fused(const Input& desc, Verdict& verdict) noexcept
{
    const Activation activation = GivenActivation(desc);
    if (!activation) { return; }
    const std::uint32_t type = activation.Type();
    const bool isGemm = desc.Type() == OfGemm, supportsMore = isGemm || desc.Type() == OfConvolution;
    const bool isElementWise = IsElementWiseActivation(type);
    const bool isKnown = isElementWise || (supportsMore && (type == OfClip || IsSoftmaxFamily(type)));
    RejectActivationUnless(verdict, isKnown, activation);
    RequireReadable(verdict, activation);
    RequireNoTensors(verdict, activation);
    if (isElementWise) { return; }
    if (type == OfClip) { return CheckClip(verdict, activation); }
    if (isGemm && IsSoftmax1(type)) { CheckActivationAxes(desc, verdict, activation); }
    const Tensor output = desc.TensorOf(field::Output);
    const bool isOneMatrix = output.Elements() == output.Last(1) * output.Last(2);
    // DirectML rejects the other softmaxes only after it has read the activation.
    RejectActivationUnless(verdict, isGemm && (type == OfSoftmax1 || (type == OfSoftmax && isOneMatrix)), activation);
}

// ---- FOLD, UNFOLD -----------------------------------------------------------------------------------------------

// Checks FOLD and UNFOLD. `image` has the sizes {N, C, spatial sizes}. `windows` has the sizes {N, C * elements of a
// window, positions of the window}. Example: for the image {1, 3, 4, 4}, windows of 2 x 2 and stride 1, `windows` is
// {1, 12, 9}.
DTU_COLD inline void CheckFold(const Input& desc, Verdict& verdict, const Tensor& image, const Tensor& windows) noexcept
{
    constexpr std::uint32_t Limit = 65535;
    // DirectML checks these four arrays first. After the loop, no array is null, and values are read by [].
    const Array sizes = desc.ArrayOf(field::WindowSizes), strides = desc.ArrayOf(field::Strides),
                dilations = desc.ArrayOf(field::Dilations);
    const Array start = desc.ArrayOf(field::StartPadding), end = desc.ArrayOf(field::EndPadding);
    for (std::uint32_t i = 0; i < sizes.count && verdict.Holds(); ++i)
    {
        for (const Array* array : {&strides, &dilations, &start, &end})
        {
            const std::uint32_t value = verdict.Entry(*array, i);
            verdict.Require(value <= Limit, E::WindowValueLimit, array->At(i), value, Limit);
        }
    }
    std::uint64_t positions = 1, window = 1;
    for (std::uint32_t i = 0; i < sizes.count && verdict.Holds(); ++i)
    {
        const std::uint32_t axis = i + 2, size = verdict.Entry(sizes, i);
        const Location location = image.At(axis);
        verdict.Require(axis < image.Rank(), E::Terminates, {desc.Find(field::DimensionCount)}, sizes.count,
                        image.Rank() - 2, C::BeyondRank);
        const std::uint32_t extent = verdict.WrapWithHazard(WindowExtent(size, dilations[i]), location);
        const std::uint32_t padded =
            verdict.WrapWithHazard(std::uint64_t{image.Size(axis)} + start[i] + end[i], location);
        verdict.Require(extent <= padded, E::WindowTooLarge, location, extent, padded);
        verdict.Require(strides[i] != 0, E::Zero, strides.At(i), 0, 1);
        if (!verdict.Holds()) { return; }
        positions =
            verdict.WrapWithHazard(positions * ((padded - extent) / strides[i] + std::uint64_t{1}), windows.At(2));
        window = verdict.WrapWithHazard(window * size, windows.At(1));
    }
    verdict.RequireLastSizes(E::ComputedSizes, windows, {image.Size(0), image.Size(1) * window, positions});
}

// Checks a FOLD, which makes an image from windows.
inline void Fold(const Input& desc, Verdict& verdict) noexcept
{
    CheckFold(desc, verdict, desc.TensorOf(field::Output), desc.TensorOf(field::Input));
}
// Checks an UNFOLD, which makes windows from an image.
inline void Unfold(const Input& desc, Verdict& verdict) noexcept
{
    CheckFold(desc, verdict, desc.TensorOf(field::Input), desc.TensorOf(field::Output));
}

// ---- RNN, GRU, LSTM ---------------------------------------------------------------------------------------------

// Checks the flags, ranks and data types of all tensors. The outer loop is over the rules, because DirectML checks one
// rule for all tensors before it checks the next rule.
inline void RequireRecurrentTensors(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor input = desc.TensorOf(field::Input);
    const std::uint32_t lengths = desc.Find(field::SequenceLengths);
    for (const E rule : {E::OwnedByDml, E::NotRank4, E::NotFloat, E::TypesDiffer})
    {
        for (std::uint32_t i = 0; i < desc.Fields().count; ++i)
        {
            const Tensor tensor = desc.Fields()[i].IsTensor() ? desc.TensorOf(i) : Tensor();
            if (!tensor) { continue; }
            const std::uint32_t type = tensor.Type();
            const bool isLengths = i == lengths; // integers, for which no rule requires a floating-point type
            const bool isFloat = (FloatTypes >> type & 1) != 0;
            switch (rule)
            {
            case E::OwnedByDml:
                verdict.Require(tensor.desc->Flags == DML_TENSOR_FLAG_NONE, rule, tensor.location);
                break;
            case E::NotRank4: verdict.Require(tensor.Rank() == 4, rule, tensor.location, tensor.Rank(), 4); break;
            case E::NotFloat: verdict.Require(isLengths || isFloat, rule, tensor.location, type); break;
            default:
                verdict.Require(isLengths || type == input.Type(), rule, tensor.location, type, input.Type());
                break;
            }
        }
    }
}

// Requires ActivationDescs to have `count` activations. Each must be in the list ElementWiseActivations and must have
// no tensors of its own.
inline void CheckActivations(const Input& desc, Verdict& verdict, std::uint64_t count) noexcept
{
    const std::uint32_t field = desc.Find(field::ActivationDescs);
    const Array array = desc.ArrayOf(field);
    verdict.Require(array.count == count, E::ActivationCount, {desc.Fields()[field].countField}, array.count, count);
    verdict.Require(array.values != nullptr, E::Terminates, {field}, 0, 0, C::NullList);
    for (std::uint32_t i = 0; i < array.count && verdict.Holds(); ++i)
    {
        const Activation activation = {static_cast<const DML_OPERATOR_DESC*>(array.values) + i, array.At(i)};
        RejectActivationUnless(verdict, IsElementWiseActivation(activation.Type()), activation);
        RequireReadable(verdict, activation);
        RequireNoTensors(verdict, activation);
    }
}

// Checks RNN, GRU and LSTM. InputTensor, RecurrenceTensor and Direction determine the sizes of all their tensors.
DTU_COLD inline void Rnn(const Input& desc, Verdict& verdict) noexcept
{
    RequireRecurrentTensors(desc, verdict);
    const Tensor input = desc.TensorOf(field::Input), recurrence = desc.TensorOf(field::Recurrence);
    const std::uint64_t directions = desc.Value(field::Direction) == 2 ? 2 : 1, hidden = recurrence.Size(3);
    const std::uint64_t sequence = input.Size(1), batch = input.Size(2), values = input.Size(3);
    const std::uint64_t gates = desc.Type() == OfRnn ? 1 : desc.Type() == OfLstm ? 4 : 3;
    RequireComputedSizes(desc, verdict, field::Input, {1, sequence, batch, values});
    RequireComputedSizes(desc, verdict, field::Weight, {1, directions, gates * hidden, values});
    RequireComputedSizes(desc, verdict, field::Recurrence, {1, directions, gates * hidden, hidden});
    const Tensor bias = desc.TensorOf(field::Bias);
    const bool isHalf = bias && bias.Size(3) == gates * hidden;
    if (isHalf) { verdict.RequireSize(E::ComputedSizes, bias, 3, 2 * gates * hidden, C::TwoBiases); }
    RequireComputedSizes(desc, verdict, field::Bias, {1, 1, directions, 2 * gates * hidden});
    RequireComputedSizes(desc, verdict, field::HiddenInit, {1, directions, batch, hidden});
    RequireComputedSizes(desc, verdict, field::CellMemInit, {1, directions, batch, hidden});
    RequireComputedSizes(desc, verdict, field::SequenceLengths, {1, 1, 1, batch});
    RequireComputedSizes(desc, verdict, field::Peephole, {1, 1, directions, 3 * hidden});
    RequireComputedSizes(desc, verdict, field::OutputSequence, {sequence, directions, batch, hidden});
    RequireComputedSizes(desc, verdict, field::OutputSingle, {1, directions, batch, hidden});
    RequireComputedSizes(desc, verdict, field::OutputCellSingle, {1, directions, batch, hidden});
    const std::uint64_t functions = desc.Type() == OfRnn ? 1 : desc.Type() == OfLstm ? 3 : 2;
    CheckActivations(desc, verdict, directions * functions);
}

// ---- MULTIHEAD_ATTENTION, MULTIHEAD_ATTENTION1 ------------------------------------------------------------------

using Names = std::initializer_list<const char*>;

// Requires exactly one of the named tensors. If two are given, records the error `two` at the second tensor. If none is
// given, records the error `none` at the first name. If an error is E::None, its case is permitted.
inline void RequireOne(const Input& desc, Verdict& verdict, Names names, E two, E none) noexcept
{
    bool isAnyGiven = false;
    for (const char* const name : names)
    {
        const Tensor tensor = desc.TensorOf(name);
        if (!tensor) { continue; }
        verdict.Require(!isAnyGiven || two == E::None, two, tensor.location);
        isAnyGiven = true;
    }
    verdict.Require(isAnyGiven || none == E::None, none, {desc.Find(*names.begin())});
}

// Requires each size of the named tensors to be 1, except their last `last` sizes.
inline void RequireLeadingOnes(const Input& desc, Verdict& verdict, std::uint32_t last, Names names) noexcept
{
    for (const char* const name : names) { verdict.RequireLeadingOnes(E::Range, desc.TensorOf(name), last); }
}

// The sizes that the tensors of an attention have in common.
struct AttentionSizes
{
    std::uint64_t batch;       // the number of independent sequences
    std::uint64_t sequence;    // the sequence length of the query
    std::uint64_t keySequence; // the sequence length of key and value
    std::uint64_t past;        // the sequence length of PastKeyTensor
    std::uint64_t total;    // past + keySequence, or with PastSequenceLengthsTensor the length of the present tensors
    std::uint64_t heads;    // the number of heads of the query
    std::uint64_t groups;   // the number of heads of key and value
    std::uint64_t hidden;   // heads * headSize
    std::uint64_t headSize; // the size of a head of query and key
    std::uint64_t valueHeadSize; // the size of a head of the value
};

// Requires that exactly one tensor contains the query, one contains the key, and one contains the value. A stacked
// tensor contains several of them. Requires all tensors to have sizes of 1 before the sizes that are used.
DTU_COLD inline void RequireAttentionTensors(const Input& desc, Verdict& verdict) noexcept
{
    const Names queries = {field::Query, field::StackedQueryKey, field::StackedQueryKeyValue};
    const Names keys = {field::Key, field::StackedQueryKey, field::StackedKeyValue, field::StackedQueryKeyValue};
    const Names values = {field::Value, field::StackedKeyValue, field::StackedQueryKeyValue};
    RequireOne(desc, verdict, queries, E::TwoQueries, E::None);
    RequireOne(desc, verdict, keys, E::TwoKeys, E::None);
    RequireOne(desc, verdict, values, E::TwoValues, E::None);
    RequireOne(desc, verdict, queries, E::None, E::NoQuery);
    RequireOne(desc, verdict, keys, E::None, E::NoKey);
    RequireOne(desc, verdict, values, E::None, E::NoValue);
    const Tensor pastKey = desc.TensorOf(field::PastKey), pastValue = desc.TensorOf(field::PastValue);
    verdict.Require(pastKey || !pastValue, E::PastKeyAndValue, pastKey.location);
    verdict.Require(pastValue || !pastKey, E::PastKeyAndValue, pastValue.location);
    RequireLeadingOnes(desc, verdict, 3, {field::Query, field::Key, field::Value, field::Output});
    RequireLeadingOnes(desc, verdict, 1, {field::Bias});
    RequireLeadingOnes(desc, verdict, 4,
                       {field::Mask, field::RelativePositionBias, field::PastKey, field::PastValue,
                        field::OutputPresentKey, field::OutputPresentValue});
}

// Reads the sizes of an attention from the tensors that contain query, key and value, and returns them. Requires:
// `heads` and `groups` are not 0, because sizes are divided by them.
DTU_COLD inline AttentionSizes SizesOfAttention(const Input& desc, Verdict& verdict, std::uint32_t heads,
                                                std::uint32_t groups) noexcept
{
    const Tensor query = desc.TensorOf(field::Query), key = desc.TensorOf(field::Key),
                 value = desc.TensorOf(field::Value);
    const Tensor queryKey = desc.TensorOf(field::StackedQueryKey), keyValue = desc.TensorOf(field::StackedKeyValue);
    const Tensor queryKeyValue = desc.TensorOf(field::StackedQueryKeyValue);
    const Tensor pastKey = desc.TensorOf(field::PastKey), pastValue = desc.TensorOf(field::PastValue);
    const Tensor& stackedQuery = queryKey ? queryKey : queryKeyValue;
    const Tensor& stackedKey = keyValue ? keyValue : stackedQuery;
    AttentionSizes sizes = {};
    sizes.heads = heads;
    sizes.groups = groups;
    sizes.batch = query ? query.Last(3) : stackedQuery.Size(0);
    sizes.sequence = query ? query.Last(2) : stackedQuery.Size(1);
    sizes.hidden =
        query ? query.Last(1) : verdict.WrapWithHazard(std::uint64_t{heads} * stackedQuery.Size(4), stackedQuery.At(4));
    sizes.headSize = sizes.hidden / heads;
    sizes.keySequence = key ? key.Last(2) : stackedKey.Size(1);
    sizes.past = pastKey ? pastKey.Last(2) : 0;
    sizes.total = (sizes.past + sizes.keySequence) & Max32;
    sizes.valueHeadSize = value       ? value.Last(1) / groups
                          : pastValue ? pastValue.Last(1)
                          : keyValue  ? keyValue.Size(4)
                                      : queryKeyValue.Size(4);
    const std::uint64_t keyHeadSize = key        ? key.Last(1) / groups
                                      : pastKey  ? pastKey.Last(1)
                                      : keyValue ? keyValue.Size(4)
                                                 : sizes.headSize;
    const Tensor& keyOwner = key ? key : pastKey ? pastKey : stackedKey;
    verdict.Require(keyHeadSize == sizes.headSize, E::HeadSizes, keyOwner.location, keyHeadSize, sizes.headSize);
    return sizes;
}

// Checks PastSequenceLengthsTensor. Its strides must be row-major. With this tensor, the present tensors contain the
// past, so `sizes.total` is set to the second-last size of OutputPresentKeyTensor. DirectML crashes if
// OutputPresentKeyTensor is null.
DTU_COLD inline void CheckPastLengths(const Input& desc, Verdict& verdict, AttentionSizes& sizes) noexcept
{
    const Tensor lengths = desc.TensorOf(field::PastSequenceLengths),
                 presentKey = desc.TensorOf(field::OutputPresentKey);
    if (!lengths) { return; }
    verdict.Require(presentKey.given != nullptr, E::Terminates, presentKey.location);
    const std::uint32_t* const strides = lengths.desc->Strides;
    std::uint64_t packed = 1;
    for (std::uint32_t n = 1; strides != nullptr && n <= lengths.Rank(); ++n)
    {
        const std::uint32_t axis = lengths.Rank() - n;
        const bool isPacked = lengths.Size(axis) == 1 || strides[axis] == packed;
        verdict.Require(isPacked, E::PackedLengths, lengths.At(axis), strides[axis], packed);
        packed *= lengths.Size(axis);
    }
    verdict.RequireLastSizesAlone(lengths, {sizes.batch});
    const Tensor presentValue = desc.TensorOf(field::OutputPresentValue);
    verdict.Require(presentValue.given != nullptr, E::PastLengths, presentValue.location, 0, 0, C::Missing);
    for (const char* const name : {field::PastKey, field::Mask, field::RelativePositionBias})
    {
        verdict.Require(desc.TensorOf(name).given == nullptr, E::PastLengths, {desc.Find(name)});
    }
    sizes.total = presentKey.Last(2);
    verdict.Require(sizes.keySequence <= sizes.total, E::PastLengths, presentKey.At(presentKey.Rank() - 2), sizes.total,
                    sizes.keySequence, C::TooShort);
}

// Requires the sizes of the inputs of an attention.
inline void CheckAttentionInputs(const Input& desc, Verdict& verdict, const AttentionSizes& sizes) noexcept
{
    RequireComputedSizes(desc, verdict, field::Query, {sizes.batch, sizes.sequence, sizes.hidden});
    RequireComputedSizes(desc, verdict, field::Key, {sizes.batch, sizes.keySequence, sizes.groups * sizes.headSize});
    RequireComputedSizes(desc, verdict, field::Value,
                         {sizes.batch, sizes.keySequence, sizes.groups * sizes.valueHeadSize});
    RequireComputedSizes(desc, verdict, field::StackedQueryKey,
                         {sizes.batch, sizes.sequence, sizes.heads, 2, sizes.headSize});
    RequireComputedSizes(desc, verdict, field::StackedKeyValue,
                         {sizes.batch, sizes.keySequence, sizes.groups, 2, sizes.headSize});
    RequireComputedSizes(desc, verdict, field::StackedQueryKeyValue,
                         {sizes.batch, sizes.sequence, sizes.heads, 3, sizes.headSize});
    // With a stacked query, key and value, valueHeadSize is the last size of PastValueTensor if that tensor is given.
    // That size must be headSize.
    if (desc.TensorOf(field::StackedQueryKeyValue))
    {
        RequireComputedSizes(desc, verdict, field::PastValue, {sizes.headSize});
    }
    RequireComputedSizes(desc, verdict, field::Bias,
                         {sizes.hidden + sizes.groups * sizes.headSize + sizes.groups * sizes.valueHeadSize});
}

// Checks MaskType, and the sizes of the mask, which depend on MaskType.
inline void CheckMask(const Input& desc, Verdict& verdict, const AttentionSizes& sizes) noexcept
{
    constexpr std::uint32_t KeySequenceLength = 1, KeySequenceEndStart = 2, KeyQueryStartEnd = 3, BooleanMask = 4;
    const Tensor mask = desc.TensorOf(field::Mask);
    if (!mask) { return; }
    const std::uint32_t type = desc.Value(field::MaskType);
    verdict.Require(type != 0, E::MaskType, {desc.Find(field::MaskType)}, type);
    const bool hasKeyLengths = type == KeySequenceLength || type == KeySequenceEndStart;
    const std::uint32_t minRank = type == BooleanMask ? 4 : hasKeyLengths ? 2 : 1;
    verdict.Require(mask.Rank() >= minRank, E::Range, mask.location, mask.Rank(), minRank,
                    type == BooleanMask ? C::OfMask : C::None);
    switch (type)
    {
    case KeySequenceLength:
        return verdict.RequireLastSizes(E::ComputedSizes, mask, {1, 1, 1, sizes.batch}, C::Attention);
    case KeySequenceEndStart:
        return verdict.RequireLastSizes(E::ComputedSizes, mask, {1, 1, 2, sizes.batch}, C::Attention);
    case KeyQueryStartEnd:
        return verdict.RequireLastSizes(E::ComputedSizes, mask, {1, 1, 1, 3 * sizes.batch + 2}, C::Attention);
    case BooleanMask:
        return verdict.RequireLastSizes(E::ComputedSizes, mask, {sizes.batch, sizes.heads, sizes.sequence, sizes.total},
                                        C::OfMask);
    // For a MaskType above 4, DirectML accepts only a mask of one element.
    default: return verdict.RequireLastSizes(E::ComputedSizes, mask, {1, 1, 1, 1}, C::Attention);
    }
}

// Requires the sizes of RelativePositionBiasTensor, the past tensors and the outputs of an attention.
inline void CheckAttentionOutputs(const Input& desc, Verdict& verdict, const AttentionSizes& sizes) noexcept
{
    RequireComputedSizes(desc, verdict, field::RelativePositionBias,
                         {sizes.batch, sizes.heads, sizes.sequence, sizes.total});
    RequireComputedSizes(desc, verdict, field::PastKey, {sizes.batch, sizes.groups, sizes.past, sizes.headSize});
    RequireComputedSizes(desc, verdict, field::PastValue, {sizes.batch, sizes.groups, sizes.past, sizes.valueHeadSize});
    RequireComputedSizes(desc, verdict, field::Output,
                         {sizes.batch, sizes.sequence, sizes.heads * sizes.valueHeadSize});
    RequireComputedSizes(desc, verdict, field::OutputPresentKey,
                         {sizes.batch, sizes.groups, sizes.total, sizes.headSize});
    RequireComputedSizes(desc, verdict, field::OutputPresentValue,
                         {sizes.batch, sizes.groups, sizes.total, sizes.valueHeadSize});
}

// Checks an attention: its head counts, which tensors it has, and all their sizes.
DTU_COLD inline void Attention(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t headsField = HeadsField(desc);
    const std::uint32_t groupsField =
        desc.Find(field::KeyValueHeadCount) != None32 ? desc.Find(field::KeyValueHeadCount) : headsField;
    const std::uint32_t heads = desc.Number(headsField), groups = desc.Number(groupsField);
    const bool isStacked = desc.TensorOf(field::StackedQueryKey) || desc.TensorOf(field::StackedQueryKeyValue);
    verdict.Require(heads == groups || !isStacked, E::HeadCounts, {groupsField}, groups, heads, C::KeyHeads);
    verdict.Require(groups != 0, E::Terminates, {groupsField}, 0, 0, C::ZeroCount);
    verdict.Require(groups == 0 || heads % groups == 0, E::HeadCounts, {headsField}, heads, groups);
    RequireAttentionTensors(desc, verdict);
    verdict.Require(heads != 0, E::Terminates, {headsField}, 0, 0, C::ZeroCount);
    if (!verdict.Holds()) { return; }
    AttentionSizes sizes = SizesOfAttention(desc, verdict, heads, groups);
    CheckPastLengths(desc, verdict, sizes);
    CheckAttentionInputs(desc, verdict, sizes);
    CheckMask(desc, verdict, sizes);
    CheckAttentionOutputs(desc, verdict, sizes);
}

// ---- hazards of sliding windows -----------------------------------------------------------------------------------
//
// Source: operators that DirectML 1.15.4 executed; docs/what_directml_computes.md names the recorded rows. EndPadding
// has no effect on a result: DirectML computes an output of any size, as if EndPadding were large enough for that size.
//
// Functions named Find... record the first hazard that they find, and return.

// Records the hazard ZeroStep if an entry is 0.
inline void FindZeroStep(Verdict& verdict, const Array& array) noexcept
{
    for (std::uint32_t i = 0; i < array.count && !verdict.HasHazard(); ++i)
    {
        if (array[i] == 0) { verdict.AddHazard(E::ZeroStep, array.At(i), 0, 1); }
    }
}

// Records the hazard SizeWraps if an entry is 2^31 or more, because DirectML computes with it as a negative number.
DTU_COLD inline void FindNegative(Verdict& verdict, const Array& array) noexcept
{
    for (std::uint32_t i = 0; i < array.count && !verdict.HasHazard(); ++i)
    {
        if (array[i] >> 31 != 0) { verdict.AddHazard(E::SizeWraps, array.At(i), array[i], Max32 >> 1, C::Negative); }
    }
}

// Records the hazards of DimensionCount, and the hazards of each list by itself. image: the tensor with the spatial
// axes.
inline void FindStepHazards(const Input& desc, Verdict& verdict, const Tensor& image) noexcept
{
    const std::uint32_t count = desc.Value(field::DimensionCount), spatial = image.Rank() - 2;
    if (count != spatial)
    {
        // Only FOLD and UNFOLD have a field WindowSizes; poolings have WindowSize.
        const bool isFold = desc.Find(field::WindowSizes) != None32;
        verdict.AddHazard(E::DimensionCountDiffers, {desc.Find(field::DimensionCount)}, count, spatial,
                          isFold            ? C::None
                          : count < spatial ? C::MissingEntries
                                            : C::FurtherEntries);
    }
    const Array strides = desc.ArrayOf(field::Strides), dilations = desc.ArrayOf(field::Dilations);
    const Array windows =
        desc.ArrayOf(desc.Find(field::WindowSizes) != None32 ? field::WindowSizes : field::WindowSize);
    for (const Array* const array : {&strides, &windows, &dilations}) { FindZeroStep(verdict, *array); }
    FindNegative(verdict, strides);
    FindNegative(verdict, dilations);
    FindNegative(verdict, desc.ArrayOf(field::StartPadding));
}

// Records the hazards of FOLD and UNFOLD. The image is the output of FOLD and the input of UNFOLD.
inline void FoldHazards(const Input& desc, Verdict& verdict) noexcept
{
    FindStepHazards(desc, verdict, desc.TensorOf(desc.Type() == OfFold ? field::Output : field::Input));
}

// Records the hazards of the gradient of a pooling. InputGradientTensor has the spatial axes.
inline void PoolingGradHazards(const Input& desc, Verdict& verdict) noexcept
{
    FindStepHazards(desc, verdict, desc.TensorOf(field::InputGradient));
}

// The tensors and lists of an operator with sliding windows.
struct SlidingWindows
{
    Tensor input, filter, output;
    Array strides, dilations, startPadding, endPadding, windowSize, outputPadding;
    bool isBackward;

    DTU_COLD explicit SlidingWindows(const Input& desc) noexcept
        : input(desc.TensorOf(field::Input)), filter(desc.TensorOf(field::Filter)),
          output(desc.TensorOf(field::Output)), strides(desc.ArrayOf(field::Strides)),
          dilations(desc.ArrayOf(field::Dilations)), startPadding(desc.ArrayOf(field::StartPadding)),
          endPadding(desc.ArrayOf(field::EndPadding)), windowSize(desc.ArrayOf(field::WindowSize)),
          outputPadding(desc.ArrayOf(field::OutputPadding)), isBackward(IsBackward(desc))
    {
    }

    bool IsPooling() const noexcept { return !filter; }
    // Returns where the window's size on a spatial axis is: in the filter's sizes, or in WindowSize of a pooling.
    Location WindowAt(std::uint32_t i) const noexcept { return filter ? filter.At(2 + i) : windowSize.At(i); }
    std::uint32_t OutputPadding(std::uint32_t i) const noexcept { return outputPadding.Has(i) ? outputPadding[i] : 0; }
};

// The numbers of one spatial axis. Requires: FindStepHazards recorded nothing. Then DimensionCount is the number of
// spatial axes, no stride or dilation is 0, and strides, dilations and StartPadding are below 2^31. No sum of such
// numbers exceeds 64 bits.
struct WindowAxis
{
    std::uint64_t input, window, stride, dilation, startPadding, endPadding;
    std::uint64_t extent;    // how many elements a window covers: 5 for a window of 3 with the dilation 2
    std::uint64_t padded;    // the size of the input with its paddings
    std::uint64_t positions; // the size of the output without OutputPadding

    DTU_COLD WindowAxis(const SlidingWindows& windows, std::uint32_t i) noexcept
        : input(windows.input.Size(2 + i)), window(windows.filter ? windows.filter.Size(2 + i) : windows.windowSize[i]),
          stride(windows.strides[i]), dilation(windows.dilations[i]), startPadding(windows.startPadding[i]),
          endPadding(windows.endPadding[i]), extent((window - 1) * dilation + 1),
          padded(input + startPadding + endPadding), positions(windows.output.Size(2 + i) - windows.OutputPadding(i))
    {
    }

    // These return how many windows fit into the padded input, or 0 if no window fits. FittingWindowsRoundedUp counts
    // windows as ceil_mode of other frameworks does: the last window may end beyond the padded input, by less than a
    // stride.
    std::uint64_t FittingWindows() const noexcept { return extent <= padded ? (padded - extent) / stride + 1 : 0; }
    std::uint64_t FittingWindowsRoundedUp() const noexcept
    {
        const std::uint64_t last = padded + stride - 1; // the largest end of a window
        return extent <= last ? (last - extent) / stride + 1 : 0;
    }
    // Returns the smallest StartPadding + EndPadding with which this number of windows fits.
    std::uint64_t NeededPadding(std::uint64_t windows) const noexcept
    {
        const std::uint64_t end = (windows - 1) * stride + extent;
        return end - Min(end, input);
    }

    // Returns the padding that gives the output the number of positions that it has: the sum of both sides, and an even
    // sum if the stride permits it. Returns 0 if the sum is above the window's extent, because such a padding is
    // unusual.
    std::uint64_t UsualPadding(bool isBackward) const noexcept
    {
        const std::uint64_t reached = Reached();
        const std::uint64_t sum = isBackward ? reached - Min(reached, positions) : NeededPadding(positions);
        const std::uint64_t even = sum + (stride > 1 ? sum % 2 : 0);
        const bool isUsual = even % 2 == 0 || extent % 2 == 0; // p and p, or p and p + 1 for an even window
        return isUsual && even <= extent ? even : 0;
    }

    // Returns how many windows start before the end of the input.
    std::uint64_t WindowsBeforeEnd() const noexcept { return (input + startPadding - 1) / stride + 1; }
    // Returns whether the window at a position reads no element of the input.
    bool ReadsNothing(std::uint64_t position) const noexcept
    {
        const std::uint64_t start = position * stride; // the window's start in the padded input
        if (start >= startPadding) { return start - startPadding >= input; }
        const std::uint64_t before = startPadding - start; // how many elements the window starts before the input
        // The first element that the window reads at or after the start of the input.
        const std::uint64_t first = (dilation - before % dilation) % dilation;
        return extent <= before || first >= input;
    }
    // Returns whether a window reads elements before and after the input, but none of the input. Only a dilation larger
    // than the input makes that possible. The search looks at the first 10,000 positions, so it can miss a later
    // window.
    bool StepsOverInput() const noexcept
    {
        constexpr std::uint64_t Limit = 10000;
        bool isOver = false;
        for (std::uint64_t i = 0; dilation > input && i < positions && i < Limit && !isOver; ++i)
        {
            isOver = i * stride < startPadding && ReadsNothing(i);
        }
        return isOver;
    }

    // Returns the size of a backward convolution's output before StartPadding and EndPadding are cropped. These are the
    // positions that depend on the input.
    std::uint64_t Reached() const noexcept { return (input - 1) * stride + extent; }
};

// Records the hazard WindowOutside if a window of a pooling reads no element of the input. `empty` says what DirectML
// computes for such a window. A convolution may have such windows: every framework computes the bias for a window in
// the declared padding.
inline void FindEmptyWindows(Verdict& verdict, const SlidingWindows& windows, std::uint32_t i, C empty) noexcept
{
    const WindowAxis axis(windows, i);
    const std::uint64_t beforeEnd = axis.WindowsBeforeEnd();
    if (axis.extent <= axis.startPadding)
    {
        verdict.AddHazard(E::WindowOutside, windows.startPadding.At(i), axis.startPadding, axis.extent - 1,
                          C::PaddingAlone);
    }
    if (axis.positions > beforeEnd)
    {
        const std::uint64_t largest = Min(beforeEnd, axis.FittingWindowsRoundedUp());
        const std::uint64_t fitting = axis.FittingWindows();
        verdict.AddWindowHazard(E::WindowOutside, windows.output.At(2 + i), axis.positions, largest, empty, {}, 0,
                                fitting == 0 ? 0 : largest - Min(largest, fitting));
    }
    if (axis.StepsOverInput())
    {
        verdict.AddHazard(E::WindowOutside, windows.dilations.At(i), axis.dilation, axis.input, C::StepsOver);
    }
}

// Records the hazards of one axis of a pooling or a forward convolution.
inline void FindWindowHazards(Verdict& verdict, const SlidingWindows& windows, std::uint32_t i, C empty) noexcept
{
    const WindowAxis axis(windows, i);
    const std::uint64_t fitting = axis.FittingWindows();
    const std::uint64_t largest = windows.IsPooling() ? axis.FittingWindowsRoundedUp() : fitting;
    if (largest == 0)
    {
        verdict.AddWindowHazard(E::WindowBeyondInput, windows.WindowAt(i), axis.extent, axis.padded,
                                axis.dilation != 1 ? C::Dilated : C::None, windows.endPadding.At(i),
                                axis.NeededPadding(1), 0);
    }
    if (windows.IsPooling()) { FindEmptyWindows(verdict, windows, i, empty); }
    if (axis.positions > largest)
    {
        const std::uint64_t added = windows.OutputPadding(i);
        const bool roundsUp = fitting != 0 && fitting != largest;
        verdict.AddWindowHazard(E::EndPaddingAssumed, windows.output.At(2 + i), axis.positions + added,
                                (roundsUp ? fitting : largest) + added, roundsUp ? C::RoundsUp : C::None,
                                windows.endPadding.At(i), axis.NeededPadding(axis.positions), axis.stride - 1);
    }
}

// Records the hazard WindowOutside if no position of a backward convolution's output depends on the input. Also records
// it if the output ends with too many positions that do not depend on the input. An output_padding of ONNX or PyTorch
// may add such positions: fewer than the stride or the dilation, whichever is larger.
inline void FindBackwardHazards(Verdict& verdict, const SlidingWindows& windows, std::uint32_t i) noexcept
{
    const WindowAxis axis(windows, i);
    const std::uint64_t reached = axis.Reached();
    if (reached <= axis.startPadding)
    {
        verdict.AddHazard(E::WindowOutside, windows.startPadding.At(i), axis.startPadding, reached - 1, C::CropsAll);
    }
    const std::uint64_t useful = reached - Min(reached, axis.startPadding);
    const std::uint64_t step = axis.stride < axis.dilation ? axis.dilation : axis.stride;
    const std::uint64_t largest = useful + step - 1 - Min(step - 1, axis.endPadding);
    if (axis.positions > largest)
    {
        const std::uint64_t added = windows.OutputPadding(i);
        const bool hasSize = useful > axis.endPadding; // whether the formula without output_padding gives 1 or more
        verdict.AddWindowHazard(E::WindowOutside, windows.output.At(2 + i), axis.positions + added,
                                (hasSize ? useful - axis.endPadding : largest) + added, C::BackwardUnreached, {}, 0,
                                hasSize ? step - 1 : 0);
    }
}

// Records the first hazard on the spatial axes of a pooling or a convolution. empty: see FindEmptyWindows.
inline void FindWindowHazards(const Input& desc, Verdict& verdict, const SlidingWindows& windows, C empty) noexcept
{
    const std::uint32_t rank = windows.input.Rank();
    FindStepHazards(desc, verdict, windows.input);
    if (windows.output.Rank() != rank || (windows.filter && windows.filter.Rank() != rank)) { return; }
    for (std::uint32_t i = 0; i + 2 < rank && !verdict.HasHazard(); ++i)
    {
        if (windows.isBackward) { FindBackwardHazards(verdict, windows, i); }
        else { FindWindowHazards(verdict, windows, i, empty); }
    }
}

// Returns the float with these bits.
inline float FloatOf(std::uint32_t bits) noexcept
{
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// Returns whether each size of a RESAMPLE's output is the input's size * the entry of Scales, rounded up or down.
inline bool HasScaledSizes(const Input& desc) noexcept
{
    const Tensor input = desc.TensorOf(field::Input), output = desc.TensorOf(field::Output);
    const Array scales = desc.ArrayOf(field::Scales);
    bool isAll = true;
    for (std::uint32_t i = 0; i < scales.count && input; ++i)
    {
        const double size = double{FloatOf(scales[i])} * input.Size(i), found = output.Size(i);
        isAll = isAll && found > size - 1 && found < size + 1;
    }
    return isAll;
}

// Returns whether the spatial sizes of the output follow from the formula of a convolution or a pooling, or from the
// scales of a RESAMPLE. Returns true for other operators. Requires: the operator has no hazard. Therefore the function
// only looks for sizes below the formula's.
inline bool HasFormulaSizes(const Input& desc) noexcept
{
    const SlidingWindows windows(desc);
    if (windows.IsPooling() && windows.windowSize.field == None32) { return HasScaledSizes(desc); }
    bool isAll = true;
    for (std::uint32_t i = 0; i + 2 < windows.input.Rank() && windows.output; ++i)
    {
        const WindowAxis axis(windows, i);
        const std::uint64_t cropped = axis.startPadding + axis.endPadding + axis.positions;
        isAll = isAll && (windows.isBackward ? cropped >= axis.Reached() : axis.positions >= axis.FittingWindows());
    }
    return isAll;
}

// Returns whether DirectML computes a forward convolution as if the filter were laid over the whole input. DirectML
// does so if the filter has the input's spatial sizes, not all of them 1, and the output has one position. If there are
// three spatial axes, the first spatial axis must also have size 1 and no padding.
DTU_COLD inline bool IsFilterOfWholeInput(const Input& desc, const SlidingWindows& windows) noexcept
{
    const std::uint32_t spatial = windows.input.Rank() - 2;
    bool isWhole = !windows.isBackward && desc.Value(field::GroupCount) == 1, isOneElement = true;
    for (std::uint32_t i = 0; i < spatial; ++i)
    {
        const WindowAxis axis(windows, i);
        const bool isFirstOfThree = spatial == 3 && i == 0;
        isWhole = isWhole && axis.window == axis.input && axis.positions == 1
                  && (!isFirstOfThree || (axis.padded == 1 && windows.OutputPadding(i) == 0));
        isOneElement = isOneElement && axis.window == 1;
    }
    return isWhole && !isOneElement;
}

// Records the hazard FilterCoversInput if IsFilterOfWholeInput returns true. DirectML then ignores dilations, and it
// computes 0 if a StartPadding is not 0. The result 0 is right only if the whole window lies in the padding.
DTU_COLD inline void FindFilterCoversInput(const Input& desc, Verdict& verdict, const SlidingWindows& windows) noexcept
{
    if (!IsFilterOfWholeInput(desc, windows)) { return; }
    const Array start = windows.startPadding, dilations = windows.dilations;
    bool hasPadding = false, readsNothing = false;
    for (std::uint32_t i = 0; i < start.count; ++i)
    {
        hasPadding = hasPadding || start[i] != 0;
        readsNothing = readsNothing || WindowAxis(windows, i).ReadsNothing(0);
    }
    for (std::uint32_t i = 0; i < start.count; ++i)
    {
        const bool isIgnored = !hasPadding && dilations[i] != 1 && WindowAxis(windows, i).window != 1;
        if (isIgnored) { verdict.AddHazard(E::FilterCoversInput, dilations.At(i), dilations[i], 1); }
        if (start[i] != 0 && !readsNothing)
        {
            verdict.AddHazard(E::FilterCoversInput, start.At(i), start[i], 0, C::AtPadding);
        }
    }
}

// Records the hazards of a convolution.
inline void ConvolutionHazards(const Input& desc, Verdict& verdict) noexcept
{
    const SlidingWindows windows(desc);
    FindWindowHazards(desc, verdict, windows, C::None);
    // Only CONVOLUTION has the hazards below. The integer and quantized convolutions have no OutputPadding.
    // DirectML computes CONVOLUTION_INTEGER correctly even if the filter covers the input (measured).
    if (desc.Type() != OfConvolution || verdict.HasHazard()) { return; }
    const Array& padding = windows.outputPadding;
    for (std::uint32_t i = 0; i < padding.count; ++i)
    {
        if (padding[i] != 0) { verdict.AddHazard(E::OutputPaddingZeros, padding.At(i), padding[i], 0); }
    }
    FindFilterCoversInput(desc, verdict, windows);
}

// Returns which value DirectML computes for a window of a pooling that reads no element of the input.
inline C ValueOfEmptyWindow(const Input& desc) noexcept
{
    const std::uint32_t type = desc.TensorOf(field::Input).Type();
    const bool includesPadding = desc.Value(field::IncludePadding) != 0;
    switch (desc.Type())
    {
    case OfLpPooling:
    case OfLpPooling1: return C::Zero;
    case OfAveragePooling:
    case OfAveragePooling1: return includesPadding ? C::Zero : C::NotANumber;
    case OfQuantizedAveragePooling:
        return includesPadding ? C::ZeroPoint : type == DML_TENSOR_DATA_TYPE_UINT8 ? C::Zero : C::NotExecuted;
    default: break; // MAX_POOLING, MAX_POOLING1, MAX_POOLING2
    }
    return type == DML_TENSOR_DATA_TYPE_FLOAT32   ? C::LowestFloat32
           : type == DML_TENSOR_DATA_TYPE_FLOAT16 ? C::LowestFloat16
           : (UnsignedTypes >> type & 1) != 0     ? C::Zero
                                                  : C::LowestInteger;
}

// Records the hazards of a pooling. One is a P of 0: an LP_POOLING computes the P-th root, which is then infinite.
inline void PoolingHazards(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t exponent = desc.Find(field::P);
    FindWindowHazards(desc, verdict, SlidingWindows(desc), ValueOfEmptyWindow(desc));
    if (exponent != None32 && desc.Number(exponent) == 0)
    {
        verdict.AddHazard(E::IgnoresInput, {exponent}, 0, 1, C::BecomesInfinite);
    }
}

// ---- other hazards ------------------------------------------------------------------------------------------------

inline bool IsZeroFloat(std::uint32_t bits) noexcept { return bits << 1 == 0; } // 0 or -0

// Records the hazard IgnoresInput if the float in a field is 0, as in a struct that was not filled in.
inline void FindZero(const Input& desc, Verdict& verdict, const char* name, C cause = C::None) noexcept
{
    const std::uint32_t field = desc.Find(name);
    if (IsZeroFloat(desc.Number(field))) { verdict.AddHazard(E::IgnoresInput, {field}, 0, 1, cause); }
}

// Records the hazard IgnoresInput if a float of the operator is 0, and the output then does not depend on the input.
DTU_COLD inline void FindZeroMembers(const Input& desc, Verdict& verdict) noexcept
{
    switch (desc.Type())
    {
    case OfLinear:
    case OfHardSigmoid: return FindZero(desc, verdict, field::Alpha);
    case OfScaledElu: return FindZero(desc, verdict, field::Gamma);
    case OfScaledTanh:
    case OfParametricSoftplus: FindZero(desc, verdict, field::Alpha); return FindZero(desc, verdict, field::Beta);
    case OfHardSwish: // with Alpha 0 and Beta above 0 the output is x * min(Beta, 1), which depends on the input x
        if (FloatOf(desc.Value(field::Beta)) <= 0) { FindZero(desc, verdict, field::Alpha); }
        return;
    case OfSoftplus: return FindZero(desc, verdict, field::Steepness, C::BecomesInfinite);
    case OfValueScale2D: return FindZero(desc, verdict, field::Scale);
    case OfLocalResponseNormalization:
        if (IsZeroFloat(desc.Value(field::Alpha))) { FindZero(desc, verdict, field::Bias, C::AlphaAndBiasAreZero); }
        return;
    case OfRoiPooling: return FindZero(desc, verdict, field::SpatialScale, C::NoRegions);
    case OfRoiAlign:
    case OfRoiAlign1:
        FindZero(desc, verdict, field::SpatialScaleX, C::NoRegions);
        return FindZero(desc, verdict, field::SpatialScaleY, C::NoRegions);
    default: return;
    }
}

// Records the hazards of a GEMM: an Alpha or Beta of 0, and matrices of 1 x 1 although a batch axis (an axis before the
// last two) has a size above 1.
inline void GemmHazards(const Input& desc, Verdict& verdict) noexcept
{
    FindZero(desc, verdict, field::Alpha, C::AlphaIsZero);
    if (desc.TensorOf(field::C)) { FindZero(desc, verdict, field::Beta, C::BetaIsZero); }
    const Tensor a = desc.TensorOf(field::A), output = desc.TensorOf(field::Output);
    if (a.Last(1) != 1 || a.Last(2) != 1 || output.Last(1) != 1) { return; }
    for (std::uint32_t i = 0; i < output.Rank(); ++i)
    {
        if (output.Size(i) != 1) { verdict.AddHazard(E::MatrixAxes, a.At(i), output.Size(i), 1); }
    }
}

// Min or Max of a CLIP, in a form that can be compared: if two numbers have one data type, the larger number has the
// larger `order`.
struct OrderedNumber
{
    std::uint64_t order = 0;
    bool isNan = false;

    // Reads the number from the lowest bits. Unsigned integers are ordered like their bits, and signed integers like
    // their bits with the sign bit inverted.
    OrderedNumber(std::uint64_t bits, DML_TENSOR_DATA_TYPE type) noexcept
    {
        constexpr std::uint64_t Sign = std::uint64_t{1} << 63;
        const std::uint64_t shifted = bits << (64 - ElementSizeInBits(type));
        const std::uint32_t bit = std::uint32_t{1} << static_cast<std::uint32_t>(type);
        if ((bit & UnsignedTypes) != 0) { order = shifted; }
        else if ((bit & (FloatTypes | Types(ElementType::Float64))) == 0) { order = shifted ^ Sign; }
        else // a float consists of a sign and a magnitude; -0 and 0 get the same `order`
        {
            const std::uint64_t magnitude = shifted & ~Sign;
            order = (shifted & Sign) != 0 ? Sign - magnitude : Sign + magnitude;
            isNan = magnitude > InfinityOf(type);
        }
    }

    // Returns the bits of infinity, shifted to the upper end of 64 bits: the sign is 0, and all exponent bits are 1.
    static std::uint64_t InfinityOf(DML_TENSOR_DATA_TYPE type) noexcept
    {
        const std::uint32_t exponentBits = type == DML_TENSOR_DATA_TYPE_FLOAT16   ? 5
                                           : type == DML_TENSOR_DATA_TYPE_FLOAT32 ? 8
                                                                                  : 11;
        return ((std::uint64_t{1} << exponentBits) - 1) << (63 - exponentBits);
    }
};

// Records the hazard of a CLIP whose Min is not below its Max. Records nothing if either is NaN.
DTU_COLD inline void CompareMinMax(const Input& desc, Verdict& verdict, const OrderedNumber& min,
                                   const OrderedNumber& max) noexcept
{
    const bool isBelow = min.isNan || max.isNan || min.order < max.order;
    if (!isBelow)
    {
        verdict.AddHazard(E::IgnoresInput, {desc.Find(field::Min)}, 0, 0,
                          min.order == max.order ? C::MinIsMax : C::MinAboveMax);
    }
}
// Records the hazard of a CLIP with floats.
inline void ClipHazards(const Input& desc, Verdict& verdict) noexcept
{
    constexpr DML_TENSOR_DATA_TYPE Type = DML_TENSOR_DATA_TYPE_FLOAT32;
    CompareMinMax(desc, verdict, {desc.Value(field::Min), Type}, {desc.Value(field::Max), Type});
}
// Records the hazard of a CLIP1, whose Min and Max have the data type MinMaxDataType.
inline void Clip1Hazards(const Input& desc, Verdict& verdict) noexcept
{
    const auto type = static_cast<DML_TENSOR_DATA_TYPE>(desc.Value(field::MinMaxDataType));
    if (ElementSizeInBits(type) == 0) { return; } // DirectML accepts a type that does not exist
    const std::uint32_t min = desc.Find(field::Min), max = desc.Find(field::Max);
    CompareMinMax(desc, verdict, {desc.Read<std::uint64_t>(min), type}, {desc.Read<std::uint64_t>(max), type});
}

// Records the hazard of a ScaleBias whose Scale is 0, as in an empty struct.
inline void FindZeroScale(const Input& desc, Verdict& verdict) noexcept
{
    const std::uint32_t member = desc.Find(field::ScaleBias);
    const void* const given = desc.Read<const void*>(member);
    if (given != nullptr && IsZeroFloat(ScaleAndBias(given).scale))
    {
        verdict.AddHazard(E::IgnoresInput, {member}, 0, 1, C::ScaleIsZero);
    }
}

// Returns whether a scale above 1 is probably the inverse: input / output or, with aligned corners, (input - 1) /
// (output - 1). Any other scale may be right: it crops the input, as tf_crop_and_resize does.
inline bool IsInverseScale(double scale, double input, double output) noexcept
{
    const auto isNear = [&](double product, double size)
    { return product - size <= input / 1000 && size - product <= input / 1000; };
    return isNear(scale * output, input) || isNear(scale * (output - 1), input - 1);
}

// Records the hazards of a RESAMPLE: a scale that opposes the sizes, and with linear interpolation an input pixel
// offset that is not from 0 to 1.
inline void ResampleHazards(const Input& desc, Verdict& verdict) noexcept
{
    const Array scales = desc.ArrayOf(field::Scales), offsets = desc.ArrayOf(field::InputPixelOffsets);
    const Tensor inputTensor = desc.TensorOf(field::Input), outputTensor = desc.TensorOf(field::Output);
    for (std::uint32_t i = 0; i < scales.count; ++i)
    {
        const std::uint32_t input = inputTensor.Size(i), output = outputTensor.Size(i);
        const double scale = static_cast<double>(FloatOf(scales[i]));
        const bool isBelow = scale < 1 && output > input;
        if (input > 1 && (isBelow || (scale > 1 && output < input && IsInverseScale(scale, input, output))))
        {
            verdict.AddHazard(E::ScaleOpposesSizes, scales.At(i), output, input, isBelow ? C::BelowOne : C::None);
        }
    }
    for (std::uint32_t i = 0; desc.Value(field::InterpolationMode) == 1 && i < offsets.count; ++i)
    {
        const float offset = FloatOf(offsets[i]);
        const bool isInside = offset >= 0 && offset <= 1;
        if (!isInside) { verdict.AddHazard(E::OffsetOutside, offsets.At(i), offsets[i], 0); }
    }
}

// Records the hazards of an attention: a MaskFilterValue of 0, and head sizes of PastValueTensor and
// StackedKeyValueTensor that differ. DirectML then uses the head size of PastValueTensor.
inline void AttentionHazards(const Input& desc, Verdict& verdict) noexcept
{
    const Tensor keyValue = desc.TensorOf(field::StackedKeyValue), pastValue = desc.TensorOf(field::PastValue);
    if (keyValue && pastValue && keyValue.Size(4) != pastValue.Last(1))
    {
        verdict.AddHazard(E::HeadSizesDiffer, pastValue.At(pastValue.Rank() - 1), pastValue.Last(1), keyValue.Size(4));
    }
    if (desc.TensorOf(field::Mask)) { FindZero(desc, verdict, field::MaskFilterValue, C::NoMask); }
}

// A rule that is a function, and the name by which the rows of the schema call it.
struct Function
{
    const char* name;
    void (*rule)(const Input&, Verdict&) noexcept;
};
// clang-format off
#define DTU_RULES(RULE) \
    RULE(Gemm) RULE(Fused) RULE(FusedKind) RULE(Channels) RULE(ConvolutionBias) RULE(QuantizationSizes) \
    RULE(MatrixMultiply) RULE(MaxPoolingGrad) RULE(ReduceTensors) RULE(Reduce) RULE(Join) RULE(Split) RULE(Slice) \
    RULE(Slice1) RULE(SliceGrad) RULE(Padding) RULE(Scales) RULE(RoiAlign) RULE(RoiAlignGradInput) RULE(RandomState) \
    RULE(Gather) RULE(GatherNd) RULE(ScatterNd) RULE(Nonzero) RULE(QuantizationList) RULE(Quantize) \
    RULE(QuantizeLinear) RULE(ScaleBias) RULE(Fold) RULE(Unfold) RULE(Rnn) RULE(Attention) RULE(FoldHazards) \
    RULE(PoolingGradHazards) RULE(ConvolutionHazards) RULE(PoolingHazards) RULE(GemmHazards) RULE(ClipHazards) \
    RULE(Clip1Hazards) RULE(ResampleHazards) RULE(AttentionHazards)
// clang-format on
#define DTU_RULE(name) {#name, name},
inline constexpr Function Functions[] = {DTU_RULES(DTU_RULE)};
#undef DTU_RULE
#undef DTU_RULES
} // namespace operator_rules

// Calls the function that a row names.
inline void CallRule(const RowWord& name, const OperatorInput& desc, OperatorVerdict& verdict) noexcept
{
    for (const operator_rules::Function& function : operator_rules::Functions)
    {
        if (name == function.name) { return function.rule(desc, verdict); }
    }
}

// =====================================================================================================================
//   Running the checks of a row
// =====================================================================================================================

// Runs the checks in an operator's row of the schema until a check fails. The comment above DTU_OPERATORS explains how
// checks are written.
class CheckRunner
{
    using Array = GivenArray;
    using C = OperatorCause;
    using E = OperatorError;
    using Tensor = GivenTensor;

public:
    CheckRunner(const OperatorInput& desc, OperatorVerdict& verdict) noexcept : m_desc(desc), m_verdict(verdict) {}

    // Runs all checks of the row. Then runs the checks that every operator has: of lists that are null, and of numbers
    // that are 0.
    DTU_COLD void Run() noexcept
    {
        RowCursor cursor = {ChecksOf(m_desc)};
        while (!cursor.IsAtEnd() && m_verdict.Holds()) { RunNext(cursor); }
        CheckLists(m_desc, m_verdict);
        operator_rules::FindZeroScale(m_desc, m_verdict);
        operator_rules::FindZeroMembers(m_desc, m_verdict);
    }

    // Returns the checks of an operator's row.
    static const char* ChecksOf(const OperatorInput& desc) noexcept { return OperatorRowChecks[desc.Type() - 1]; }

    // Runs the check at the cursor, and moves the cursor past it.
    DTU_COLD void RunNext(RowCursor& cursor) noexcept
    {
        const RowCursor start = cursor;
        const RowWord word = cursor.Word();
        if (cursor.Skip("()")) { CallRule(word, m_desc, m_verdict); }
        else if (cursor.IsAt('{')) { CheckRelations(cursor, Fields().Find(word), RelationTime::AfterOwnRules); }
        else if (cursor.IsAt('(') && word == "tensor")
        {
            cursor.Skip('(');
            CheckTensorField(Fields().Find(cursor.Word()));
            cursor.Skip(')');
        }
        else if (cursor.IsAt('(')) { cursor = CheckRepeatedly(start); }
        else if (word == "lists") { CheckLists(m_desc, m_verdict); }
        else // tensors
        {
            for (std::uint32_t i = 0; i < Fields().count; ++i)
            {
                if (Fields()[i].IsTensor()) { CheckTensorField(i); }
            }
        }
        cursor.Skip(' ');
    }

private:
    const OperatorFields& Fields() const noexcept { return m_desc.Fields(); }

    // ---- tensors and relations --------------------------------------------------------------------------------------

    // Checks a tensor by its own rules and by its relations to other tensors.
    void CheckTensorField(std::uint32_t field) noexcept
    {
        RowCursor relations = {Fields().relations[field]};
        CheckRelations(relations, field, RelationTime::BeforeOwnRules);
        CheckOwnRules(m_desc, m_verdict, field);
        CheckRelations(relations, field, RelationTime::AfterOwnRules);
    }

    // Checks the relations at the cursor that belong to `time`. Stops before a relation that belongs to another time;
    // another call checks it.
    DTU_COLD void CheckRelations(RowCursor& cursor, std::uint32_t field, RelationTime time) noexcept
    {
        while (cursor.IsAt('{'))
        {
            RowCursor next = cursor;
            RowRelation relation(next, Fields());
            if (relation.time != time) { return; }
            cursor = next;
            const Tensor x = m_desc.TensorOf(field), y = m_desc.TensorOf(relation.other);
            do {
                const RowWord kind = relation.kinds.Word();
                if (kind == "same") { m_verdict.RequireSame(x, y); }
                else if (kind == "type") { m_verdict.RequireSameType(x, y); }
                else if (kind == "rank") { m_verdict.RequireSameRank(E::RanksDiffer, x, y); }
                else if (kind == "broadcastRank") { m_verdict.RequireSameRank(E::BroadcastRanksDiffer, x, y); }
                else { m_verdict.RequireSameSizes(x, y, kind == "oneOr"); }
            } while (relation.kinds.Skip(",")); // a text, because doxygen loses its way at this character
        }
    }

    // ---- comparisons of the row -------------------------------------------------------------------------------------

    // Returns how often a check is repeated: once for each axis or entry of the first field with [each] or [other].
    // Returns 1 if the check has neither word. Requires: the cursor is at "Error(".
    DTU_COLD std::uint32_t CountRepeats(RowCursor cursor) const noexcept
    {
        std::uint32_t depth = 0; // the number of open parentheses
        do {
            const RowWord word = cursor.Word();
            if (cursor.Skip("[each") || cursor.Skip("[other"))
            {
                const std::uint32_t field = Fields().Find(word);
                return Fields()[field].IsTensor() ? m_desc.TensorOf(field).Rank() : m_desc.ArrayOf(field).count;
            }
            if (cursor.IsAt('(')) { ++depth; }
            if (cursor.IsAt(')')) { --depth; }
            ++cursor.at;
        } while (depth != 0);
        return 1;
    }

    // Runs the check "Error(comparison,comparison)" once for each axis or entry of [each] or [other]. Returns the
    // cursor after the check. If there is no axis or entry, the check is read once to find that cursor, and ReadEntry
    // marks its comparisons as skipped.
    DTU_COLD RowCursor CheckRepeatedly(const RowCursor& start) noexcept
    {
        CheckReader reader;
        reader.repeats = CountRepeats(start);
        do {
            reader.cursor = start;
            const RowWord error = reader.cursor.Word();
            while (reader.cursor.Skip('(') || reader.cursor.Skip(',')) { Judge(ReadComparison(reader), error); }
            reader.cursor.Skip(')');
        } while (++reader.index < reader.repeats && m_verdict.Holds());
        return reader.cursor;
    }

    // Reads a comparison, and moves the cursor past it. A comparison is skipped if one of its sides is skipped.
    CheckComparison ReadComparison(CheckReader& reader) noexcept
    {
        RowCursor& cursor = reader.cursor;
        CheckComparison read;
        read.left = ReadSide(reader, false);
        if (cursor.IsAt(',') || cursor.IsAt(')')) { return read; }
        read.sign = *cursor.at++;
        read.orEqual = cursor.Skip('=');
        read.right = ReadSide(reader, read.left.isSkipped);
        read.isRange = cursor.Skip("..");
        read.isEither = cursor.Skip(" or ");
        read.isSkipped = read.right.isSkipped;
        if (!read.isRange && !read.isEither) { return read; }
        read.last = ReadSide(reader, read.isSkipped);
        read.isSkipped = read.last.isSkipped;
        return read;
    }

    // Records the error with this name if a comparison is false. Does nothing if the comparison is skipped. The name is
    // looked up only for a false comparison, because most comparisons are true.
    DTU_COLD void Judge(const CheckComparison& read, const RowWord& name) noexcept
    {
        const OperatorLocation& subject = read.left.first;
        const bool isEnumerator = read.sign == '\0';
        const std::uint32_t count = isEnumerator ? CountEnumerators(Fields()[subject.field].enumerators) : 0;
        if (isEnumerator ? read.left.value < count : read.isSkipped || read.Holds()) { return; }
        const E error = ErrorOf(name);
        const bool isOfTypes = error == E::NotEqual && HasEnumerators(subject.field);
        const C cause = isOfTypes             ? C::TypeOfTensor
                        : read.right.IsRank() ? C::RankOfTensor
                        : read.sign == '>'    ? C::AtLeast
                                              : C::None;
        m_verdict.Fail(error, subject, read.left.value, isEnumerator ? count : read.Required(), cause,
                       error == E::NoOutputs ? read.left.second : read.Other());
    }

    bool HasEnumerators(std::uint32_t field) const noexcept { return Fields()[field].enumerators[0] != '\0'; }

    // Reads a side of a comparison. isSkipped: whether the side before it is skipped.
    DTU_COLD CheckSide ReadSide(CheckReader& reader, bool isSkipped) noexcept
    {
        CheckSide side;
        side.isSkipped = isSkipped;
        side.value = ReadSum(reader, side);
        return side;
    }

    // Reads terms joined by + - * / and returns the result. It is computed from left to right, without precedence.
    // Earlier checks make sure that no divisor is 0.
    std::uint64_t ReadSum(CheckReader& reader, CheckSide& side) noexcept
    {
        std::uint64_t value = ReadTerm(reader, side);
        for (;;)
        {
            const char sign = *reader.cursor.at;
            if (sign != '+' && sign != '-' && sign != '*' && sign != '/') { return value; }
            ++reader.cursor.at;
            const std::uint64_t other = ReadTerm(reader, side);
            switch (sign)
            {
            case '+': value += other; break;
            case '-': value -= other; break;
            case '*': value *= other; break;
            default: value /= other;
            }
        }
    }

    // Reads a number, a field, an entry, a property or mod32(...), and returns its value.
    DTU_COLD std::uint64_t ReadTerm(CheckReader& reader, CheckSide& side) noexcept
    {
        RowCursor& cursor = reader.cursor;
        if (cursor.IsAtDigit())
        {
            side.NoteNumber();
            return cursor.Number();
        }
        if (cursor.Skip("mod32("))
        {
            const std::uint64_t value = ReadSum(reader, side);
            cursor.Skip(')');
            return value & Max32;
        }
        const RowWord word = cursor.Word();
        if (cursor.Skip(':')) { return ReadProperty(cursor, word, side); }
        const std::uint32_t field = Fields().Find(word);
        if (cursor.IsAt('[')) { return ReadEntry(reader, field, side); }
        const std::uint32_t skippedBytes = cursor.Skip(".Height") ? 4 : 0;
        cursor.Skip(".Width");
        side.NoteField({field});
        return m_desc.Number(field, skippedBytes);
    }

    // Reads the X of rank:X, type:X, elements:X or given:X, and returns that property of X. side: notes the field X,
    // and that the comparison is skipped if X is null; then the result has no meaning.
    std::uint64_t ReadProperty(RowCursor& cursor, const RowWord& property, CheckSide& side) noexcept
    {
        const std::uint32_t field = Fields().Find(cursor.Word());
        side.NoteField({field}, property == "rank");
        if (property == "given") { return m_desc.Read<const void*>(field) != nullptr ? 1 : 0; }
        const Tensor tensor = m_desc.TensorOf(field);
        if (!tensor) { side.isSkipped = true; }
        return property == "rank" ? tensor.Rank() : property == "type" ? tensor.Type() : tensor.Elements();
    }

    // An index in brackets, as in Sizes[-1].
    struct EntryIndex
    {
        bool isOther;         // whether the index is [other]
        bool isEach;          // whether the index is [each] or [other]
        bool isFromEnd;       // whether the number counts from the end; then the axis is the rank + number
        std::uint32_t number; // modulo 2^32: 2^32 - 1 for [-1]
    };

    // Reads [0], [-1], [Axis], [each], [each-DimensionCount] or [other].
    DTU_COLD EntryIndex ReadIndex(CheckReader& reader) noexcept
    {
        RowCursor& cursor = reader.cursor;
        cursor.Skip('[');
        const bool isOther = cursor.Skip("other");
        const bool isEach = isOther || cursor.Skip("each");
        const bool isFromEnd = cursor.Skip('-');
        std::uint32_t number = isEach ? reader.index : 0;
        if (!isEach || isFromEnd)
        {
            const std::uint32_t given =
                cursor.IsAtDigit() ? cursor.Number() : m_desc.Number(Fields().Find(cursor.Word()));
            number = isFromEnd ? number - given : given;
        }
        cursor.Skip(']');
        return {isOther, isEach, isFromEnd, number};
    }

    // Reads the index of X[...], and returns the entry of the array or the size of the tensor. A check that is repeated
    // 0 times is read once and skipped. Entry is not called then, because it may record an error.
    std::uint64_t ReadEntry(CheckReader& reader, std::uint32_t field, CheckSide& side) noexcept
    {
        const EntryIndex index = ReadIndex(reader);
        if (index.isEach)
        {
            const bool isExcluded = index.isOther && reader.index == m_desc.Value(field::Axis);
            side.isSkipped = side.isSkipped || reader.index >= reader.repeats || isExcluded;
        }
        if (!Fields()[field].IsTensor())
        {
            const Array array = m_desc.ArrayOf(field);
            side.NoteField(array.At(index.number));
            return side.isSkipped ? 1 : m_verdict.Entry(array, index.number);
        }
        const Tensor tensor = m_desc.TensorOf(field);
        const std::uint32_t axis = index.isFromEnd ? tensor.Rank() + index.number : index.number;
        side.NoteField(tensor.At(axis < tensor.Rank() ? axis : None32));
        side.isSkipped = side.isSkipped || !tensor;
        return tensor.Size(axis);
    }

    const OperatorInput& m_desc;
    OperatorVerdict& m_verdict;
};

// =====================================================================================================================
//   The sizes of an output
//
//   The sizes of an output are found in one of three ways:
//   1. The operator's row in the schema names, in braces after the output, an input with the same sizes. Most operators
//      have this.
//   2. If DirectML does not check the sizes of an output, a function of dml_tensor_output_sizes.hpp computes them.
//   3. In all other cases, OutputSearch lets the rules check an output with wrong sizes, because a failed check says
//      which size it requires.
// =====================================================================================================================

namespace operator_outputs
{
using Input = OperatorInput;

// These return the sizes of a tensor, or an error that says what is wrong with them.
inline Dimensions SizesOf(const Input& desc, std::uint32_t field, std::uint32_t element = None32) noexcept
{
    const DML_BUFFER_TENSOR_DESC* buffer = nullptr;
    std::uint64_t product = 0;
    Diagnosis reason = FindDescription(desc.Given(field, element), buffer);
    if (!reason.Ok()) { reason.argument = MemberArgument(field); } // such an error names no tensor
    if (reason.Ok()) { reason = CheckRankAndPointer(*buffer, 1, MaxRank); }
    if (reason.Ok()) { reason = CheckSizes(buffer->Sizes, buffer->DimensionCount, product); }
    return reason.Ok() ? Dimensions(buffer->Sizes, buffer->DimensionCount) : MakeError<Dimensions>(reason);
}
inline Dimensions SizesOf(const Input& desc, const char* name) noexcept { return SizesOf(desc, desc.Find(name)); }

// Returns a list of numbers, or an error that says what is wrong with the list. Returns an empty list if the operator
// has no such list.
inline Dimensions ListOf(const Input& desc, const char* name) noexcept
{
    const GivenArray list = desc.ArrayOf(name);
    return {static_cast<const std::uint32_t*>(list.values), list.count};
}

// Returns the first `count` values.
inline Dimensions FirstOf(const std::uint32_t (&values)[MaxRank], std::size_t count) noexcept
{
    return {&values[0], count};
}

// Returns the lists of a sliding window. Each of them may carry an error.
inline Window WindowOf(const Input& desc) noexcept
{
    return {ListOf(desc, field::Strides), ListOf(desc, field::Dilations), ListOf(desc, field::StartPadding),
            ListOf(desc, field::EndPadding), ListOf(desc, field::OutputPadding)};
}

// Returns the output layout of a convolution. Rounding::Up only matters for a transposed convolution: it adds the
// largest output_padding to the sizes.
inline TensorLayout Convolution(const Input& desc, Rounding rounding) noexcept
{
    const Dimensions input = SizesOf(desc, field::Input), filter = SizesOf(desc, field::Filter);
    const Window window = WindowOf(desc);
    const std::uint32_t groups = desc.Value(field::GroupCount);
    std::uint32_t added[MaxRank] = {};
    if (operator_rules::IsBackward(desc))
    {
        const std::size_t count = rounding == Rounding::Up ? window.strides.size() : 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::uint32_t stride = window.strides[i], dilation = window.dilations[i];
            added[i] = (stride < dilation ? dilation : stride) - 1;
        }
        return TransposedConvolutionOutput(input, filter, window, groups, FirstOf(added, count));
    }
    const TensorLayout output = ConvolutionOutput(input, filter, window, groups);
    for (std::uint32_t i = 0; i + 2 < output.Rank(); ++i) { added[2 + i] = window.outputPadding[i]; }
    return PaddingOutput(output.Sizes(), FirstOf({}, output.Rank()), FirstOf(added, output.Rank()));
}

// Returns the output layout of a pooling.
inline TensorLayout Pooling(const Input& desc, Rounding rounding) noexcept
{
    return PoolingOutput(SizesOf(desc, field::Input), ListOf(desc, field::WindowSize), WindowOf(desc), rounding);
}

// Returns the output layout of a RESAMPLE.
inline TensorLayout Resample(const Input& desc, Rounding rounding) noexcept
{
    const GivenArray scales = desc.ArrayOf(field::Scales);
    return ResampleOutput(SizesOf(desc, field::Input), static_cast<const float*>(scales.values), scales.count,
                          rounding);
}

// Returns the output layout of a SLICE1. The sign of a stride gives the direction; it has no effect on the sizes.
inline TensorLayout Slice1(const Input& desc, Rounding) noexcept
{
    const Dimensions input = SizesOf(desc, field::Input), sizes = ListOf(desc, field::InputWindowSizes);
    const Dimensions strides = ListOf(desc, field::InputWindowStrides); // a negative stride is read modulo 2^32
    std::uint32_t magnitudes[MaxRank] = {};
    for (std::size_t i = 0; i < strides.size(); ++i)
    {
        magnitudes[i] = strides[i] >> 31 != 0 ? 0 - strides[i] : strides[i];
    }
    OutputSizes given(input, Argument::Input);
    given.KeepErrorOf(sizes, Argument::SliceSizes);
    given.KeepErrorOf(strides, Argument::SliceStrides);
    given.RequireCount(sizes, Argument::SliceSizes, input.size());
    return given.Ok() ? SliceOutput(sizes, FirstOf(magnitudes, strides.size())) : given.Packed();
}

// Returns the output layout of a GATHER. GatherOutput returns an error for a GATHER with a hazard. DirectML accepts
// such a GATHER, so its sizes are computed here.
inline TensorLayout Gather(const Input& desc, Rounding) noexcept
{
    const Dimensions input = SizesOf(desc, field::Input), indices = SizesOf(desc, field::Indices);
    const std::uint32_t axis = desc.Value(field::Axis), count = desc.Value(field::IndexDimensions);
    const TensorLayout output = GatherOutput(input, indices, axis, count);
    if (!IsHazard(output.Error())) { return output; }
    const std::uint32_t rank = static_cast<std::uint32_t>(input.size());
    const GatherSizes gathered = {input.data(), indices.data(), rank, axis, count};
    std::uint32_t sizes[MaxRank] = {};
    for (std::uint32_t i = 0; i < rank; ++i) { sizes[i] = gathered.OutputSize(i); }
    return TensorLayout::Packed(FirstOf(sizes, rank));
}

// These compute output layouts for which OutputSearch finds the sizes by the rules. Only the errors of these functions
// are used: if there are no sizes, the errors name the attribute that is wrong. The sizes are not used, because the
// rules compute modulo 2^32.
inline TensorLayout Gemm(const Input& desc, Rounding) noexcept
{
    return GemmOutput(SizesOf(desc, field::A), SizesOf(desc, field::B), desc.Value(field::TransA) != 0,
                      desc.Value(field::TransB) != 0);
}
inline TensorLayout Reduce(const Input& desc, Rounding) noexcept
{
    return ReduceOutput(SizesOf(desc, field::Input), ListOf(desc, field::Axes));
}
inline TensorLayout Padding(const Input& desc, Rounding) noexcept
{
    return PaddingOutput(SizesOf(desc, field::Input), ListOf(desc, field::StartPadding),
                         ListOf(desc, field::EndPadding));
}
inline TensorLayout Slice(const Input& desc, Rounding) noexcept
{
    return SliceOutput(ListOf(desc, field::Sizes), ListOf(desc, field::Strides));
}
inline TensorLayout Tile(const Input& desc, Rounding) noexcept
{
    return TileOutput(SizesOf(desc, field::Input), ListOf(desc, field::Repeats));
}
inline TensorLayout Upsample(const Input& desc, Rounding) noexcept
{
    const std::uint32_t ofScale = desc.Find(field::ScaleSize), ofPooling = desc.Find(field::PooledSize);
    const std::uint32_t scale = ofScale != None32 ? ofScale : ofPooling; // Width, Height
    return UpsampleOutput(SizesOf(desc, field::Input), desc.Number(scale, sizeof(std::uint32_t)), desc.Number(scale));
}
inline TensorLayout DepthToSpace(const Input& desc, Rounding) noexcept
{
    return DepthToSpaceOutput(SizesOf(desc, field::Input), desc.Value(field::BlockSize));
}
inline TensorLayout SpaceToDepth(const Input& desc, Rounding) noexcept
{
    return SpaceToDepthOutput(SizesOf(desc, field::Input), desc.Value(field::BlockSize));
}

// Returns the output layout of an operator whose output has the sizes of InputTensor.
inline TensorLayout LikeInput(const Input& desc, Rounding) noexcept
{
    return TensorLayout::Packed(SizesOf(desc, field::Input));
}

// A function that computes the layout of OutputTensor, for each operator whose row in DTU_OPERATORS has the check
// `check`.
struct Formula
{
    const char* check;
    TensorLayout (*output)(const Input&, Rounding) noexcept;
    bool explains = false; // whether only its errors are used, because the checks of the row give the sizes
};
inline constexpr Formula Formulas[] = {
    {"ConvolutionHazards", Convolution},
    {"PoolingHazards", Pooling},
    {"Slice1", Slice1},
    {"Gather", Gather},
    {"Scales", Resample}, // a RESAMPLE_GRAD has this check too, but no OutputTensor
    {"Quantize", LikeInput},
    {"Gemm", Gemm, true},
    {"Reduce", Reduce, true},
    {"Padding", Padding, true},
    {"Slice", Slice, true},
    {"TiledSizes", Tile, true},
    {"UpsampledSizes", Upsample, true},
    {"PooledSizes", Upsample, true}, // for a height or width of 0
    {"BlockDividesChannels", DepthToSpace, true},
    {"BlockDividesHeight", SpaceToDepth, true},
};

// The checks that require sizes of an output, and the checks of attributes that decide these sizes.
inline constexpr const char* SizeChecks =
    "Attention AxisRange BatchSizes BlockDividesChannels BlockDividesHeight BlockDividesWidth ComputedSizes Condition "
    "CountIsNotRank GatherNd Gemm Join MatrixMultiply NoTensors Nonzero NotRank4 Padding PooledSizes Range Reduce Rnn "
    "RoiChannels RoiSizes Slice Terminates TiledSizes Unfold UpsampleOverflows UpsampledSizes";

// Returns whether OutputSearch must run the checks with this name.
inline bool IsSizeCheck(const RowWord& name) noexcept
{
    bool isListed = false;
    ForEachName(SizeChecks, [&](std::uint32_t, const RowWord& listed) { isListed = isListed || name == listed; });
    return isListed;
}

// Returns the main header's error that comes nearest to an operator's error, because the sizes of an output are a
// TensorLayout, which can only carry errors of the main header.
inline TensorError ErrorOfSizes(const OperatorDiagnosis& found) noexcept
{
    using C = OperatorCause;
    using E = OperatorError;
    switch (found.error)
    {
    case E::AxisRange: return TensorError::AxisOutOfRange;
    case E::CountIsNotRank: return TensorError::AttributeCount;
    case E::BlockDividesChannels:
    case E::BlockDividesHeight:
    case E::BlockDividesWidth:
        return found.cause == C::AtLeast ? TensorError::ZeroAttribute : TensorError::NotDivisible;
    case E::Zero: return TensorError::ZeroAttribute;
    case E::WindowTooLarge: return TensorError::WindowTooLarge;
    case E::Range:
    case E::WindowValueLimit:
    case E::UpsampleOverflows:
    case E::JoinSumOverflows: return TensorError::ValueRange;
    case E::NoQuery:
    case E::NoKey:
    case E::NoValue:
    case E::PastKeyAndValue: return TensorError::NullTensor;
    case E::NoTensors: return TensorError::NullPointer;
    case E::Terminates:
        return found.cause == C::NullList    ? TensorError::NullPointer
               : found.cause == C::ZeroCount ? TensorError::ZeroAttribute
                                             : TensorError::AttributeCount;
    default: return TensorError::SizesDiffer;
    }
}

// Converts an operator's error to the main header's Diagnosis, which a layout can carry. Its `argument` names the
// member of the operator's struct.
inline Diagnosis ReasonOf(const OperatorDiagnosis& found) noexcept
{
    const Argument member = found.field != None32 ? MemberArgument(found.field) : Argument::Unnamed;
    return {ErrorOfSizes(found), found.axis, found.actual, found.required, None32, member, Cause::OfOperator};
}

// Finds the sizes of outputs by asking the rules. It replaces each output by a tensor with sizes of 0, and runs the
// checks. The check that fails says which size it requires. The search writes that size into the tensor, and runs the
// checks again until all sizes are known.
class OutputSearch
{
    using E = OperatorError;

public:
    explicit OutputSearch(const Input& given) noexcept : m_given(given), m_outputs(given) {}

    // Returns the layout of an output, or an error that says why it does not follow from the rules.
    TensorLayout Find(std::uint32_t field) noexcept
    {
        const Diagnosis ofInputs = CheckInputs();
        if (!ofInputs.Ok()) { return MakeError<TensorLayout>(ofInputs); }
        AddOutputs();
        OperatorDiagnosis failed;
        // A check that fails tells a size. With 0 in place of the unknown sizes, every check fails that requires
        // another size. The second pass finds the sizes that must be 0, such as a sum modulo 2^32. The last error is
        // kept.
        for (const std::uint32_t placeholder : {0U, 1U})
        {
            SetUnknownSizes(placeholder);
            failed = AskRules();
        }
        const std::uint32_t output = IndexOf(field);
        const TensorShape& shape = m_outputs.tensors[output].shape;
        const bool isKnown = m_known[output] == MaskOf(shape);
        // No rule gives the sizes of an attention's present tensors, the outputs after the first.
        const bool isFree = m_isTotalFree && output != 0;
        if (isKnown && !isFree) { return TensorLayout::Packed(FirstOf(shape.sizes, shape.rank)); }
        return MakeError<TensorLayout>(failed.Rejected() ? ReasonOf(failed) : Diagnosis{TensorError::NoFormula});
    }

private:
    const OperatorFields& Fields() const noexcept { return m_given.Fields(); }

    // Returns the first error of the inputs, because the rules need to read them. An input must have a data type that
    // exists and a rank that the operator accepts. No list of numbers may be null.
    Diagnosis CheckInputs() const noexcept
    {
        for (std::uint32_t i = 0; i < Fields().count; ++i)
        {
            const OperatorField& field = Fields()[i];
            if (!field.IsTensor() || field.IsOutput()) { continue; }
            const GivenArray list = field.IsArray() ? m_given.ArrayOf(i) : GivenArray{nullptr, 1, i};
            if (field.IsArray() && list.count != 0 && list.values == nullptr)
            {
                return ArgumentError(Argument::Inputs, TensorError::NullPointer, None32, 0, list.count);
            }
            for (std::uint32_t n = 0; n < list.count; ++n)
            {
                const Diagnosis reason = CheckInput(i, field.IsArray() ? n : None32);
                if (!reason.Ok()) { return reason; }
            }
        }
        OperatorVerdict verdict;
        CheckLists(m_given, verdict);
        return verdict.Holds() ? Diagnosis() : ReasonOf(verdict.Result(DML_OPERATOR_INVALID));
    }

    // Returns the error of an input, or of an element of a list of inputs.
    Diagnosis CheckInput(std::uint32_t field, std::uint32_t element) const noexcept
    {
        const OperatorField& schema = Fields()[field];
        if (schema.isOptional && m_given.Given(field, element) == nullptr) { return {}; }
        const Dimensions sizes = SizesOf(m_given, field, element);
        if (sizes.Error() != TensorError::None) { return sizes.Reason(); }
        const std::uint64_t rank = sizes.size(), minRank = schema.minRank, maxRank = schema.maxRank;
        if (rank < minRank) { return {TensorError::RankDiffers, None32, rank, minRank}; }
        if (rank > maxRank) { return {TensorError::RankDiffers, None32, rank, maxRank}; }
        const std::uint32_t type = m_given.TensorOf(field, element).Type();
        return ErrorUnless(type <= LastDataType, {TensorError::UnknownDataType, None32, type, LastDataType});
    }

    // Adds a tensor of unknown sizes for each output of the operator. The tensor has the data type of the first input,
    // and its rank, or the nearest rank that the output may have.
    void AddOutputs() noexcept
    {
        const GivenTensor first = FirstInput();
        DML_BUFFER_TENSOR_DESC unknown = {};
        unknown.DataType = static_cast<DML_TENSOR_DATA_TYPE>(first.Type());
        for (std::uint32_t i = 0; i < Fields().count; ++i)
        {
            if (Fields()[i].kind != OperatorFieldKind::OutputTensor) { continue; }
            const OperatorField& schema = Fields()[i];
            TensorShape shape;
            shape.rank = first.Rank() < schema.minRank ? schema.minRank : Min(first.Rank(), schema.maxRank);
            m_outputs.Add({&unknown, {i}, nullptr}, shape);
        }
    }

    // Returns the first tensor of the operator if it is an input, or else no tensor. Returns no tensor for an empty
    // list.
    GivenTensor FirstInput() const noexcept
    {
        const std::uint32_t first = Fields().FirstTensor();
        const OperatorField& field = Fields()[first];
        if (field.IsOutput() || (field.IsArray() && m_given.ArrayOf(first).count == 0)) { return {}; }
        return m_given.TensorOf(first, field.IsArray() ? 0 : None32);
    }

    // Returns the index in m_outputs of the tensor that replaces a field, or m_outputs.count if there is no such
    // tensor.
    std::uint32_t IndexOf(std::uint32_t field) const noexcept
    {
        std::uint32_t i = 0;
        while (i < m_outputs.count && m_outputs.tensors[i].location.field != field) { ++i; }
        return i;
    }

    // Returns a number with a 1 for each axis: 0b1111 for rank 4.
    static std::uint32_t MaskOf(const TensorShape& shape) noexcept { return (std::uint32_t{1} << shape.rank) - 1; }

    // Sets all sizes that no check has required yet to `size`.
    void SetUnknownSizes(std::uint32_t size) noexcept
    {
        for (std::uint32_t n = 0; n < m_outputs.count; ++n)
        {
            for (std::uint32_t i = 0; i < MaxRank; ++i)
            {
                if ((m_known[n] >> i & 1) == 0) { m_outputs.tensors[n].shape.sizes[i] = size; }
            }
        }
    }

    // Runs the checks of sizes, and learns a size from each check that fails. Stops when no check fails, or when the
    // failed check says nothing new. Returns the verdict of the last run.
    OperatorDiagnosis AskRules() noexcept
    {
        const OperatorInput& changed = m_outputs.Changed();
        for (;;)
        {
            OperatorVerdict verdict;
            CheckRunner runner(changed, verdict);
            for (RowCursor cursor = {CheckRunner::ChecksOf(m_given)}; !cursor.IsAtEnd() && verdict.Holds();)
            {
                RowCursor ahead = cursor; // Word() moves it
                if (IsSizeCheck(ahead.Word())) { runner.RunNext(cursor); }
                else { cursor.SkipPast(' '); }
            }
            const OperatorDiagnosis found = verdict.Result(DML_OPERATOR_INVALID);
            if (verdict.Holds() || !Learn(found)) { return found; }
        }
    }

    // Gives an output the size that a failed check requires. Returns whether that size was unknown before.
    bool Learn(const OperatorDiagnosis& found) noexcept
    {
        // If the failed field is no output, the check compared an input with the output.
        const bool isOfInput = IndexOf(found.field) == m_outputs.count;
        const std::uint32_t output = IndexOf(isOfInput ? found.otherField : found.field);
        if (output == m_outputs.count) { return false; }
        const std::uint32_t axis = isOfInput ? found.otherAxis : found.axis;
        TensorShape& shape = m_outputs.tensors[output].shape;
        const bool requiresOneElement = found.error == E::Condition || found.error == E::NotEqual;
        if (axis == None32 && requiresOneElement)
        {
            for (std::uint32_t i = 0; i < shape.rank; ++i) { shape.sizes[i] = 1; }
            m_known[output] = MaskOf(shape);
            return true;
        }
        if (axis >= shape.rank || (m_known[output] >> axis & 1) != 0) { return false; }
        shape.sizes[axis] = static_cast<std::uint32_t>(isOfInput ? found.actual : found.required);
        // With PastSequenceLengthsTensor, the total length of an attention is not computed from other sizes. The caller
        // chooses this length: it is a size that the caller gives to the present tensors.
        if (found.error == E::PastLengths) { m_isTotalFree = true; }
        else { m_known[output] |= std::uint32_t{1} << axis; }
        return true;
    }

    const Input& m_given;
    OperatorChanges m_outputs;
    std::uint32_t m_known[OperatorChanges::MaxCount] = {}; // for each output, bit n is 1 if the size of axis n is known
    bool m_isTotalFree = false;                            // whether no rule gives the total length of an attention
};

// Returns the tensor whose sizes a tensor must have according to the relations of the row, or None32. The constructor
// of RowRelation reads a relation such as {type,sizes of Input} and moves the cursor past it.
inline std::uint32_t TensorWithSizesOf(const OperatorFields& fields, std::uint32_t tensor) noexcept
{
    for (RowCursor cursor = {fields.relations[tensor]}; cursor.IsAt('{');)
    {
        RowRelation relation(cursor, fields);
        do {
            const RowWord kind = relation.kinds.Word();
            if (kind == "same" || kind == "sizes") { return relation.other; }
        } while (relation.kinds.Skip(','));
    }
    return None32;
}

// Returns the formula of an operator's OutputTensor, or null if the table has no formula for the checks of the
// operator's row.
inline const Formula* FormulaOf(const Input& desc, std::uint32_t output) noexcept
{
    if (output != desc.Find(field::Output)) { return nullptr; }
    for (RowCursor cursor = {CheckRunner::ChecksOf(desc)}; !cursor.IsAtEnd(); cursor.SkipPast(' '))
    {
        RowCursor ahead = cursor; // Word() moves it
        const RowWord check = ahead.Word();
        for (const Formula& formula : Formulas)
        {
            if (check == formula.check) { return &formula; }
        }
    }
    return nullptr;
}

// Returns the packed layout of an input's sizes. Returns NoFormula if the input is optional and null.
inline TensorLayout LayoutOfInput(const Input& desc, std::uint32_t input) noexcept
{
    const bool isMissing = desc.Fields()[input].isOptional && desc.Given(input, None32) == nullptr;
    return isMissing ? MakeError<TensorLayout>({TensorError::NoFormula}) : TensorLayout::Packed(SizesOf(desc, input));
}

// Returns the packed layout of an output, or an error that says why it is not known.
inline TensorLayout LayoutOf(const Input& desc, std::uint32_t output, Rounding rounding) noexcept
{
    const OperatorFields& fields = desc.Fields();
    if (fields[output].IsArray()) { return MakeError<TensorLayout>({TensorError::NoFormula}); } // the outputs of SPLIT
    std::uint32_t like = TensorWithSizesOf(fields, output);
    if (like != None32 && fields[like].IsOutput()) // as the indices of a MAX_POOLING1, with the sizes of OutputTensor
    {
        output = like;
        like = TensorWithSizesOf(fields, output);
    }
    if (like != None32) { return LayoutOfInput(desc, like); }
    const Formula* const formula = FormulaOf(desc, output);
    const bool explains = formula != nullptr && formula->explains;
    const bool isSearched = formula == nullptr || explains;
    const TensorLayout found = isSearched ? OutputSearch(desc).Find(output) : formula->output(desc, rounding);
    const bool hasError = found.Error() != TensorError::None && found.Error() != TensorError::NoFormula;
    const bool isExplained = hasError && explains;
    const TensorLayout explained = isExplained ? formula->output(desc, rounding) : found;
    // If the rules find a size of 0, the formula may say that an attribute of 0 causes it.
    const bool isFactor = found.Error() == TensorError::ZeroSize && explained.Error() == TensorError::ZeroAttribute;
    if (hasError && (explained.Error() == found.Error() || isFactor)) { return explained; }
    for (std::uint32_t i = 0; i < fields.count && found.Error() == TensorError::NoFormula; ++i)
    {
        // No rule gives the sizes of this output, but an input must have the same sizes, as in a ROI_ALIGN_GRAD.
        if (fields[i].IsTensor() && TensorWithSizesOf(fields, i) == output) { return LayoutOfInput(desc, i); }
    }
    return found;
}
} // namespace operator_outputs

// =====================================================================================================================
//   What to change
//
//   The first failed check is the error of the diagnosis, but it may name a tensor that is right. If a program forgot
//   to repeat {3, 1} to {3, 8}, a check may name the tensor {3, 8}. Therefore FixSearch tries changes that undo common
//   mistakes, and checks each changed description by the same rules. The fix of the diagnosis is the best change with
//   which DirectML accepts the operator.
//
//   FixOffers lists the kinds of changes, the best FixRank first. FixSearch::Build makes the changes of one kind, and
//   FixSearch::Offer checks a change. A fix keeps the data of the inputs; see FixSearch::KeepsMemory.
// =====================================================================================================================

// Returns whether a fix exchanges the channels in the description of a transposed convolution's filter, and not in its
// data.
inline bool IsExchangeOfChannels(const OperatorFix& fix) noexcept
{
    const bool isOfFilter = fix.letters != nullptr && fix.letters[0] == 'I';
    return isOfFilter && fix.order[0] == 1 && fix.order[1] == 0 && fix.strides.empty();
}

// OFFER(rank, kind, scope, when) is a kind of change: its FixRank, its OperatorFixKind, for which tensors it is tried,
// and when (see FixOffer). The first row has the best FixRank. FixSearch only considers candidates with which DirectML
// accepts the operator. It chooses the candidate with the best FixRank, and the first one if several have this FixRank.
// A candidate that leaves a hazard is worse than every candidate without hazards.
// clang-format off
#define DTU_FIX_OFFERS(OFFER) \
    OFFER(Count, Number, Operator, Always)                         /* another DimensionCount */ \
    OFFER(MoveStride, Strides, Diagnosed, Always)                  /* a stride moves, so that the total fits */ \
    OFFER(Total, Total, Diagnosed, Always)                         /* the minimum of the total */ \
    OFFER(DropOnes, Squeeze, Each, Always)                         /* an output loses 1s; see BuildDroppedOnes */ \
    OFFER(PromoteAndMove, Place, Each, First)                      /* Promote, and Axis or Axes move too */ \
    OFFER(Promote, Place, Each, First)                             /* 1s before the axes of a tensor */ \
    OFFER(Transpose, Transpose, Operator, First)                   /* the other TransA or TransB */ \
    OFFER(Groups, Number, Operator, Always)                        /* GroupCount, if the filter leaves no doubt */ \
    OFFER(TransposeBoth, Transpose, Operator, First)               /* the other TransA and TransB */ \
    OFFER(Number, Number, Operator, First)                         /* the only other value that fits */ \
    OFFER(List, Number, Operator, Always)                          /* a list that follows from the sizes */ \
    OFFER(Dilations, Number, Operator, Always)                     /* Dilations that follow from the sizes */ \
    OFFER(DataType, DataType, EachLike, OfTypesAndFirst)           /* the data type of another tensor */ \
    OFFER(RepeatDiagnosed, Repeat, DiagnosedLike, OfSizesAndFirst) /* axes of size 1 get stride 0 */ \
    OFFER(MoveOnes, Permute, Diagnosed, OfSizes)                   /* axes of size 1 go to other places */ \
    OFFER(UsualPlace, Place, Diagnosed, OfSizesAndFirst)           /* a vector goes to its usual axis */ \
    OFFER(SquareFilter, Permute, Operator, OfSizes)                /* Order of a filter that is square then */ \
    OFFER(BatchFirst, Permute, Each, OfSizes)                      /* sequence and batch are exchanged */ \
    OFFER(Weights, Permute, Operator, OfSizes)                     /* weights of a recurrence are transposed */ \
    OFFER(RequiredSize, Size, Diagnosed, OfSizes)                  /* the size that the rule requires */ \
    OFFER(DenseFilter, Number, Operator, First)                    /* GroupCount, for a filter of all channels */ \
    OFFER(SliceSizes, Number, Operator, Always)                    /* sizes of a slice, or of its output */ \
    OFFER(Order, Permute, Operator, OfSizes)                       /* a usual order, such as NHWC */ \
    OFFER(Repeat, Repeat, EachLike, OfSizesAndFirst)               /* RepeatDiagnosed for any tensor */ \
    OFFER(Place, Place, Each, Always)                              /* the axes go to axes of a higher rank */ \
    OFFER(Squeeze, Squeeze, Each, OfSizes)                         /* axes of size 1 are left out */ \
    OFFER(PromoteAll, PromoteAll, Each, First)                     /* Promote for all tensors of its rank */ \
    OFFER(PromoteAllAndMove, PromoteAll, Each, First)              /* PromoteAll; Axis or Axes move too */ \
    OFFER(Permute, Permute, Each, OfSizes)                         /* any order of the axes */ \
    OFFER(PlaceValues, Place, Each, OfSizes)                       /* axes above 1 move, and others repeat */ \
    OFFER(NoStrides, Strides, Diagnosed, OfSizes)                  /* no strides */ \
    OFFER(PlaceAll, PlaceAll, Diagnosed, OfSizes)                  /* the same for all tensors of its shape */ \
    OFFER(OneSize, Size, EachLike, OfSizes)                        /* one size of another tensor */ \
    OFFER(Regroup, Regroup, Operator, OfSizes)                     /* grouped heads become batches */ \
    OFFER(Reshape, Sizes, EachLike, OfSizes)                       /* all sizes of a tensor as large */ \
    OFFER(AllSizes, Sizes, EachLike, OfSizes)                      /* an output gets all sizes of a tensor */ \
    OFFER(SameSizedType, DataType, Diagnosed, OfTypesAndFirst)     /* a permitted type of as many bits */ \
    OFFER(AllowedType, DataType, Diagnosed, OfTypesAndFirst)       /* a permitted type */
// clang-format on

#define DTU_RANK(rank, kind, scope, when) rank,
enum class FixRank : std::uint32_t
{
    DTU_FIX_OFFERS(DTU_RANK) None
};
#undef DTU_RANK

// A row of the table above. Its index is the rank.
struct FixOffer
{
    enum Scope : std::uint8_t
    {
        Operator,      // the operator as a whole
        Diagnosed,     // the tensor of the diagnosis
        DiagnosedLike, // the tensor of the diagnosis, with each other tensor as the source of sizes
        Each,          // each tensor
        EachLike,      // each tensor, with each other tensor as the source of sizes or of a data type
    };
    enum When : std::uint8_t // bits
    {
        Always = 0,
        OfSizes = 1, // if the diagnosis is about a tensor, and not about a factor that many sizes have
        OfTypes = 2, // if the diagnosis is about data types; all other changes are tried if it is not
        First = 4,   // also as the first of two changes
        OfSizesAndFirst = OfSizes | First,
        OfTypesAndFirst = OfTypes | First,
    };

    std::uint8_t kind; // an OperatorFixKind
    Scope scope;
    When when;
};

#define DTU_ROW(rank, kind, scope, when)                                                                               \
    {static_cast<std::uint8_t>(OperatorFixKind::kind), FixOffer::scope, FixOffer::when},
inline constexpr FixOffer FixOffers[] = {DTU_FIX_OFFERS(DTU_ROW)};
#undef DTU_ROW
#undef DTU_FIX_OFFERS

// A change that may be the fix, as up to three fixes that belong together; see FixSearch::Apply for four.
struct FixCandidate
{
    FixRank rank = FixRank::None;
    OperatorFixKind kind = OperatorFixKind::None; // of the next fix that is appended
    GivenTensor tensor;                           // the tensor that the first fix changes; none if it changes a number
    GivenTensor source;                           // the tensor that has the new sizes, rank or data type; may be none
    TensorShape shape;                            // the new shape of `tensor`
    Dimensions order; // if the axes of `tensor` get another order, the given axis at each place
    OperatorFix fixes[4];
    std::uint32_t count = 0; // of `fixes`

    DTU_COLD FixCandidate() noexcept {}

    // Appends a fix of a field or of an element of a list. Requires: there are fewer than four.
    DTU_COLD OperatorFix& Add(const OperatorLocation& location) noexcept
    {
        OperatorFix& fix = fixes[count++];
        fix = OperatorFix();
        fix.kind = kind;
        fix.field = location.field;
        fix.element = location.element;
        return fix;
    }
    // These append a fix of a number, or of a list. AddList returns false if the list has no entries.
    DTU_COLD std::uint64_t& AddNumber(std::uint32_t field, std::uint64_t value) noexcept
    {
        std::uint64_t& added = Add({field}).value;
        added = value;
        return added;
    }
    DTU_COLD bool AddList(std::uint32_t field, const std::uint32_t* values, std::uint32_t number) noexcept
    {
        Add({field}).order = Dimensions(values, number);
        return number != 0;
    }
    // Appends a fix of a tensor's shape. Strides that are row-major are left out.
    DTU_COLD OperatorFix& AddShape(const GivenTensor& of, const TensorShape& changed) noexcept
    {
        TensorShape to = changed;
        to.OmitRowMajorStrides();
        OperatorFix& fix = Add(of.location);
        fix.sizes = Dimensions(to.sizes, to.rank);
        if (to.hasStrides) { fix.strides = Dimensions(to.strides, to.rank); }
        return fix;
    }
    // Appends the new shape of `tensor`.
    OperatorFix& AddShape() noexcept { return AddShape(tensor, shape); }
};

// Searches for the fix of a rejection, and keeps the best candidate in m_best.
class FixSearch
{
    using C = OperatorCause;
    using E = OperatorError;
    using Kind = OperatorFixKind;
    using Location = OperatorLocation;
    using Rank = FixRank;
    using Tensor = GivenTensor;

public:
    FixSearch(const OperatorInput& desc, OperatorDiagnosis& diagnosis) noexcept : m_desc(desc), m_diagnosis(diagnosis)
    {
    }

    // Sets the fix of the diagnosis if one is found. Two changes are tried only if no single change is enough.
    DTU_COLD void Run() noexcept
    {
        if (!IsSearchable()) { return; }
        Collect();
        if (AreExchanged())
        {
            m_diagnosis.cause = C::Exchanged;
            return;
        }
        OfferAll();
        if (!IsFound() && m_isOfTensor && !HasManySizes() && m_count <= MaxTensorsOfTwo)
        {
            m_step = Step::FirstOfTwo;
            OfferAll();
        }
        if (IsFound()) { Apply(); }
        else { BlameWithoutFix(); }
    }

    // The output of an accepted operator does not have the sizes of its formula. Sets as the fix the lists, such as
    // paddings, with which the formula gives those sizes. Sets none if they would leave a hazard.
    DTU_COLD void RunForOutput() noexcept
    {
        Collect();
        for (const Rank rank : {Rank::List, Rank::Dilations})
        {
            m_score = Worse; // the score of a candidate that leaves no hazard is lower
            OfferVariants(rank, Kind::Number, m_tensors[MaxTensors], m_tensors[MaxTensors]);
            if (m_score == Worse) { continue; }
            const bool isOther = m_diagnosis.fix.kind != Kind::None;
            m_best.fixes[0].isOther = isOther;
            (isOther ? m_diagnosis.third : m_diagnosis.fix) = m_best.fixes[0];
            if (m_best.count > 1) { m_diagnosis.also = m_best.fixes[1]; }
        }
    }

private:
    static constexpr std::uint32_t MaxTensors = 24;
    static constexpr std::uint32_t MaxOrderedRank = 5; // Tuned: an ADD without a fix takes 241 us; with 6 axes 2417 us.
    static constexpr std::uint32_t MaxTensorsOfTwo = 6; // Tuned: two changes of an attention's tensors take over 2 ms.
    static constexpr std::uint32_t MaxAsked = 240; // Tuned: 99.5 % of the fixes are found before; a search took 9 ms.
    static constexpr std::uint32_t Worse = 64;     // a hazard adds this to the score of a candidate

    // A search for two changes tries a first change (FirstOfTwo), and then searches in the changed description for a
    // second change (SecondOfTwo).
    enum class Step
    {
        Only,
        FirstOfTwo,
        SecondOfTwo
    };

    // Returns whether the search can look for a fix of the error.
    bool IsSearchable() const noexcept
    {
        switch (m_diagnosis.error)
        {
        // There is no error.
        case E::None:
        // A pointer or an entry is missing, and only the program has it.
        case E::NullDescription:
        case E::NullArray:
        // Any of the outputs may be wrong.
        case E::SplitSum:
        // There are no rules to ask.
        case E::Unknown: return false;
        case E::Terminates: return m_diagnosis.cause == C::RankAbove;
        case E::Tensor: return IsSearchable(m_diagnosis.tensor.error);
        default: return !IsHazard(m_diagnosis.error);
        }
    }

    // Returns whether an error of one tensor may be fixed by a new shape of some tensor, or by giving a tensor the data
    // type of another one.
    static bool IsSearchable(TensorError error) noexcept
    {
        switch (error)
        {
        case TensorError::DimensionCount:
        case TensorError::TotalSizeTooSmall:
        case TensorError::OutputOverlap:
        case TensorError::GatherTypesDiffer:
        case TensorError::GatherRanksDiffer:
        case TensorError::GatherAxis:
        case TensorError::GatherIndexDimensions:
        case TensorError::GatherBatchAxis:
        case TensorError::GatherBatchSize:
        case TensorError::GatherOutputSize: return true;
        default: return false;
        }
    }

    // Returns whether many sizes would end the error. Then no size is offered, because none is more likely to be right.
    bool HasManySizes() const noexcept
    {
        switch (m_diagnosis.error)
        {
        case E::BlockSizes:
        case E::OneHotValues:
        case E::GroupsDivideOutputChannels:
        case E::BlockDividesChannels:
        case E::BlockDividesHeight:
        case E::BlockDividesWidth: return true;
        default: return false;
        }
    }

    // Returns whether the diagnosis is about data types.
    bool IsOfTypes() const noexcept
    {
        return m_diagnosis.error == E::TypesDiffer || m_diagnosis.error == E::DataType
               || m_diagnosis.error == E::NotFloat || m_diagnosis.error == E::ScaleTypeDiffers
               || m_diagnosis.tensor == TensorError::GatherTypesDiffer;
    }

    // Collects the tensors that are not null in m_tensors; the tensor of the diagnosis is the first. An error that
    // names no axis states the tensor's rank or its number of elements; m_isOfElements says which.
    DTU_COLD void Collect() noexcept
    {
        for (std::uint32_t field = 0; field < m_desc.Fields().count; ++field)
        {
            const OperatorField& schema = m_desc.Fields()[field];
            if (!schema.IsTensor() || m_desc.FirstTensorOf(field) == nullptr) { continue; }
            const std::uint32_t elements = schema.IsArray() ? m_desc.ArrayOf(field).count : 1;
            for (std::uint32_t i = 0; i < elements && m_count < MaxTensors; ++i)
            {
                CollectTensor(m_desc.TensorOf(field, schema.IsArray() ? i : None32));
            }
        }
        m_isOfTensor = m_count != 0 && IsOfDiagnosis(m_tensors[0].location);
        m_isOfElements = m_isOfTensor && m_diagnosis.axis == None32 && m_diagnosis.actual != m_tensors[0].Rank();
    }

    // Collects one tensor if its sizes can be read. Moves the tensor of the diagnosis to the first place. m_highestRank
    // becomes the highest rank that a tensor has or must have.
    DTU_COLD void CollectTensor(const Tensor& tensor) noexcept
    {
        const bool isUsable = tensor && tensor.HasSizes() && tensor.Rank() != 0 && tensor.Rank() <= MaxRank;
        if (!isUsable) { return; }
        const std::uint32_t needed = m_desc.Fields()[tensor.location.field].minRank;
        m_highestRank = Max(m_highestRank, Max(tensor.Rank(), needed));
        m_tensors[m_count++] = tensor;
        if (IsOfDiagnosis(tensor.location)) { Exchange(m_tensors[0], m_tensors[m_count - 1]); }
    }

    template <class T> static void Exchange(T& a, T& b) noexcept
    {
        const T first = a;
        a = b;
        b = first;
    }
    DTU_COLD static std::uint32_t Max(std::uint32_t a, std::uint32_t b) noexcept { return a < b ? b : a; }

    // Returns whether the diagnosis is about the field or element at this place.
    bool IsOfDiagnosis(const Location& location) const noexcept
    {
        return location.field == m_diagnosis.field && location.element == m_diagnosis.element;
    }
    DTU_COLD bool IsOutput(const Tensor& tensor) const noexcept
    {
        return m_desc.Fields()[tensor.location.field].IsOutput();
    }
    DTU_COLD bool IsField(const Tensor& tensor, const char* name) const noexcept
    {
        return tensor.location.field == m_desc.Find(name);
    }
    // Returns the first tensor of this rank, or no tensor.
    DTU_COLD const Tensor& TensorOfRank(std::uint32_t rank) const noexcept
    {
        std::uint32_t i = 0;
        while (i < m_count && m_tensors[i].Rank() != rank) { ++i; }
        return m_tensors[i < m_count ? i : MaxTensors];
    }
    // Returns whether the diagnosis is about the operator's DimensionCount.
    DTU_COLD bool IsOfCount() const noexcept { return m_diagnosis.field == m_desc.Find(field::DimensionCount); }
    // Returns whether the operator is a convolution or a pooling.
    DTU_COLD bool HasWindows() const noexcept
    {
        return m_desc.Find(field::StartPadding) != None32 && m_desc.Find(field::Strides) != None32;
    }

    // ---- offering candidates ----------------------------------------------------------------------------------------

    bool IsFound() const noexcept { return m_best.rank != Rank::None; }
    // Returns the score of a candidate; a lower score is better. isDoubtful: see Answer.
    static std::uint32_t ScoreOf(Rank rank, bool isDoubtful) noexcept
    {
        return static_cast<std::uint32_t>(rank) + (isDoubtful ? Worse : 0);
    }
    // Returns whether a candidate of this FixRank can be better than the best candidate so far, and may still be
    // checked (see MaxAsked).
    bool IsWanted(Rank rank) const noexcept { return ScoreOf(rank, false) < m_score && m_asked < MaxAsked; }

    // Offers the changes of all kinds, the best FixRank first.
    DTU_COLD void OfferAll() noexcept
    {
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(Rank::None); ++i)
        {
            const FixOffer& offer = FixOffers[i];
            const bool needsSizes = (offer.when & FixOffer::OfSizes) != 0;
            const bool isOfTypes = (offer.when & FixOffer::OfTypes) != 0;
            const bool isTried = m_step != Step::FirstOfTwo || (offer.when & FixOffer::First) != 0;
            // The scale of a quantization by blocks may be transposed.
            const bool isOfBlocks = m_diagnosis.error == E::BlockSizes && static_cast<Rank>(i) == Rank::Permute;
            const bool maySetSizes = m_isOfTensor && (isOfBlocks || !HasManySizes());
            // Data types are changed for errors of data types, and for no others.
            const bool suitsError = isOfTypes == IsOfTypes() && (maySetSizes || !needsSizes);
            if (isTried && suitsError) { OfferKind(static_cast<Rank>(i), offer); }
        }
    }
    // Offers the changes of one kind, for each tensor and each source of its scope.
    DTU_COLD void OfferKind(Rank rank, const FixOffer& offer) noexcept
    {
        const bool isOfOne = offer.scope < FixOffer::Each;
        const bool hasSource = offer.scope == FixOffer::DiagnosedLike || offer.scope == FixOffer::EachLike;
        if (offer.scope != FixOffer::Operator && isOfOne && !m_isOfTensor) { return; }
        for (std::uint32_t i = 0; i < (isOfOne ? 1 : m_count); ++i)
        {
            for (std::uint32_t k = 0; k < (hasSource ? m_count : 1); ++k)
            {
                const Tensor& tensor = m_tensors[offer.scope == FixOffer::Operator ? MaxTensors : i];
                const Tensor& source = m_tensors[hasSource ? k : MaxTensors];
                if (!hasSource || k != i) { OfferVariants(rank, static_cast<Kind>(offer.kind), tensor, source); }
            }
        }
    }
    // Offers the candidates of one kind for a tensor and a source; either may be none.
    DTU_COLD void OfferVariants(Rank rank, Kind kind, const Tensor& tensor, const Tensor& source) noexcept
    {
        const std::uint32_t count = CountVariants(rank, tensor);
        FixCandidate made;
        made.rank = rank;
        for (std::uint32_t variant = 0; variant < count && IsWanted(rank); ++variant)
        {
            made.kind = kind;
            made.tensor = tensor;
            made.source = source;
            made.count = 0;
            made.order = Dimensions();
            if (tensor) { made.shape = TensorShape(tensor); }
            if (!Build(made, variant)) { continue; }
            if (made.count == 0) { AddOrdered(made); }
            Offer(made);
        }
    }

    // Asks the rules about a candidate, and keeps it if DirectML accepts the operator with its changes. If DirectML
    // rejects it, the candidate may still be the first of two changes.
    DTU_COLD void Offer(const FixCandidate& made) noexcept
    {
        const Answer answer = Ask(made);
        if (!answer.isAccepted) { return OfferSecond(made, answer.verdict.Result(m_desc.Desc().Type)); }
        const bool isOfOrder = made.rank == Rank::Order || made.rank == Rank::SquareFilter;
        if (!isOfOrder || !answer.isDoubtful) { Keep(made, ScoreOf(made.rank, answer.isDoubtful)); }
    }

    // Keeps a candidate in m_best if its score is lower than that of the best candidate so far.
    void Keep(const FixCandidate& made, std::uint32_t score) noexcept
    {
        if (score >= m_score) { return; }
        m_best = made;
        m_score = score;
    }

    // What the rules say about a candidate.
    struct Answer
    {
        OperatorVerdict verdict;
        bool isAccepted = false; // DirectML accepts the operator, and the candidate keeps the memory (see KeepsMemory)
        bool isDoubtful = false; // there is a hazard, or the output does not have the sizes of its formula
    };
    // Changes the description as a candidate says, and asks the rules about it.
    DTU_COLD Answer Ask(const FixCandidate& made) noexcept
    {
        OperatorChanges changes(m_desc);
        const bool isKept = Change(changes, made);
        return Ask(changes.Changed(), isKept);
    }
    // Asks the rules about a changed description, unless it does not keep the memory.
    DTU_COLD Answer Ask(const OperatorInput& changed, bool isKept) noexcept
    {
        Answer answer;
        if (!isKept) { return answer; }
        ++m_asked;
        CheckRunner(changed, answer.verdict).Run();
        answer.isAccepted = answer.verdict.Holds();
        answer.isDoubtful =
            answer.verdict.HasHazard() || (answer.isAccepted && !operator_rules::HasFormulaSizes(changed));
        return answer;
    }

    // Searches for a second change after the change `made`, if `made` replaced the error by another error, `rest`.
    DTU_COLD void OfferSecond(const FixCandidate& made, OperatorDiagnosis rest) noexcept
    {
        const bool isOther = rest.error != m_diagnosis.error || rest.field != m_diagnosis.field
                             || rest.element != m_diagnosis.element || rest.axis != m_diagnosis.axis;
        if (m_step != Step::FirstOfTwo || !isOther || made.count != 1) { return; }
        OperatorChanges changes(m_desc);
        Change(changes, made);
        FixSearch second(changes.Changed(), rest);
        second.m_step = Step::SecondOfTwo;
        second.m_asked = m_asked;
        if (!second.IsSearchable()) { return; }
        second.Collect();
        second.OfferAll();
        m_asked = second.m_asked;
        if (second.m_best.count != 1) { return; }
        FixCandidate both = made;
        const OperatorFix& last = second.m_best.fixes[0];
        // A second shape of the same tensor replaces the first one.
        const bool isSameTensor = last.field == made.fixes[0].field && last.element == made.fixes[0].element;
        const bool isOfShapes = !made.fixes[0].sizes.empty() && !last.sizes.empty();
        const bool isReplaced = isSameTensor && isOfShapes && made.fixes[0].kind != Kind::PromoteAll;
        both.count = isReplaced ? 1 : 2;
        both.fixes[both.count - 1] = last;
        Keep(both, ScoreOf(made.rank, true) + second.m_score);
    }

    // ---- changing a description -------------------------------------------------------------------------------------

    // Changes a description as a candidate says. Returns whether the candidate keeps the memory (see KeepsMemory).
    DTU_COLD bool Change(OperatorChanges& changes, const FixCandidate& made) const noexcept
    {
        for (std::uint32_t i = 0; i < made.count && (i == 0 || !made.fixes[i].isOther); ++i)
        {
            const OperatorFix& fix = made.fixes[i];
            if (!m_desc.Fields()[fix.field].IsTensor())
            {
                changes.SetNumber(fix);
                continue;
            }
            if (changes.count == OperatorChanges::MaxCount) { return false; } // PlaceAll changed that many
            const Tensor tensor = m_desc.TensorOf(fix.field, fix.element);
            const bool isOfType = fix.kind == Kind::DataType || fix.kind == Kind::Convert;
            changes.Add(tensor, fix.sizes.empty() ? TensorShape(tensor) : TensorShape(fix.sizes, fix.strides));
            if (isOfType) { changes.SetLastTypeAndTotal(static_cast<DML_TENSOR_DATA_TYPE>(fix.value)); }
            if (fix.kind == Kind::PromoteAll || fix.kind == Kind::PlaceAll) { ChangeOthers(changes, fix, tensor); }
        }
        return KeepsMemory(changes, made.fixes[0].kind);
    }

    // Changes the other tensors that a fix of several tensors means: all tensors of the rank of `tensor`, or all of its
    // shape.
    DTU_COLD void ChangeOthers(OperatorChanges& changes, const OperatorFix& fix, const Tensor& tensor) const noexcept
    {
        for (std::uint32_t i = 0; i < m_count && changes.count < OperatorChanges::MaxCount; ++i)
        {
            const Tensor& other = m_tensors[i];
            const bool isOfRank = fix.kind == Kind::PromoteAll && other.Rank() == tensor.Rank();
            const bool isOfShape = fix.kind == Kind::PlaceAll && HaveSameShape(other, tensor);
            if (!IsOther(other, tensor) || !(isOfRank || isOfShape)) { continue; }
            const auto rank = static_cast<std::uint32_t>(fix.sizes.size());
            changes.Add(other, isOfRank ? Promoted(other, rank) : TensorShape(fix.sizes, fix.strides));
        }
    }

    // Returns the number of elements at different places in memory. An axis with stride 0 does not count.
    // Stops counting above 32 bits.
    DTU_COLD static std::uint64_t DistinctElements(const DML_BUFFER_TENSOR_DESC& desc) noexcept
    {
        const std::uint32_t rank = desc.Sizes == nullptr ? 0 : desc.DimensionCount;
        std::uint64_t count = 1;
        for (std::uint32_t i = 0; i < rank && count <= Max32; ++i)
        {
            count *= desc.Strides != nullptr && desc.Strides[i] == 0 ? 1 : desc.Sizes[i];
        }
        return count;
    }

    // Returns whether changes keep the memory of each input as it is, which is a rule of all fixes. The new description
    // of an input must have the same data type, no more distinct elements, and no larger minimum than the given
    // TotalTensorSizeInBytes. Two kinds of fixes may break the rule, and say so: Convert changes the data type, and
    // Total enlarges a total that is too small for the tensor's sizes.
    bool KeepsMemory(const OperatorChanges& changes, Kind kind) const noexcept
    {
        bool keeps = true;
        for (std::uint32_t i = 0; i < changes.count; ++i)
        {
            const OperatorChanges::Tensor& changed = changes.tensors[i];
            const Tensor given = m_desc.TensorOf(changed.location.field, changed.location.element);
            const bool isSameType = changed.buffer.DataType == given.desc->DataType;
            const bool fits = changed.buffer.TotalTensorSizeInBytes <= given.desc->TotalTensorSizeInBytes;
            const bool isExcepted = kind == Kind::Convert || kind == Kind::Total;
            const bool isKept = (isExcepted || (isSameType && fits))
                                && DistinctElements(changed.buffer) <= DistinctElements(*given.desc);
            keeps = keeps && (isKept || IsOutput(given));
        }
        return keeps;
    }

    // ---- building candidates ----------------------------------------------------------------------------------------

    // Returns how many candidates of a rank there are for a tensor and a source. Build makes each of them.
    DTU_COLD std::uint32_t CountVariants(Rank rank, const Tensor& tensor) const noexcept
    {
        constexpr std::uint32_t Orders = 8; // two orders of the images for four orders of the filter
        const std::uint32_t axes = tensor.Rank(), places = 1U << (m_highestRank + 1);
        switch (rank)
        {
        case Rank::UsualPlace:
        case Rank::Transpose:
        case Rank::SliceSizes: return 2;
        case Rank::MoveStride: return axes * axes;
        case Rank::Promote:
        case Rank::PromoteAndMove:
        case Rank::PromoteAll:
        case Rank::PromoteAllAndMove: return m_highestRank - axes;
        case Rank::Number: return NumberCount;
        case Rank::List: return ListCount;
        case Rank::SquareFilter:
        case Rank::Order: return Orders;
        case Rank::RequiredSize: return 4;
        case Rank::MoveOnes:
        case Rank::Place: return places;
        case Rank::PlaceAll: return 2 * places;
        case Rank::PlaceValues: return places * m_count;
        case Rank::Squeeze: return axes * (axes + 1);
        case Rank::Permute: return CountOrders(axes);
        case Rank::OneSize: return 4 * axes;
        case Rank::SameSizedType:
        case Rank::AllowedType: return LastDataType + 1;
        default: return 1;
        }
    }

    // Makes the candidate of made.rank with this number. Returns false if there is none. If this adds no fix to the
    // candidate, its fix becomes the change of made.tensor to made.shape. Requires: made.tensor and made.source are
    // those of the kind of change, made.shape is the tensor's shape, and made.count is 0.
    DTU_COLD bool Build(FixCandidate& made, std::uint32_t variant) noexcept
    {
        switch (made.rank)
        {
        case Rank::Count: return BuildCount(made);
        case Rank::MoveStride: return MoveStride(made, variant);
        case Rank::Total: return BuildTotal(made);
        case Rank::DropOnes: return BuildDroppedOnes(made);
        case Rank::PromoteAndMove:
        case Rank::Promote:
        case Rank::PromoteAll:
        case Rank::PromoteAllAndMove: return BuildPromotion(made, variant);
        case Rank::Transpose: return BuildOnly(made, variant == 0 ? field::TransB : field::TransA);
        case Rank::TransposeBoth: AddOtherTranspose(made, field::TransA); return AddOtherTranspose(made, field::TransB);
        case Rank::Groups: return BuildGroups(made);
        case Rank::Number: return BuildNumber(made, variant);
        case Rank::DenseFilter: return IsDenseFilter() && BuildOnly(made, field::GroupCount);
        case Rank::List: return BuildList(made, variant);
        case Rank::Dilations: return BuildDilations(made);
        case Rank::SliceSizes: return BuildList(made, LargeSizes + variant);
        case Rank::DataType: return BuildType(made, made.source.Type());
        case Rank::SameSizedType:
        case Rank::AllowedType: return BuildAllowedType(made, variant);
        case Rank::UsualPlace: return BuildUsualPlace(made, variant == 1);
        case Rank::MoveOnes:
        case Rank::Place:
        case Rank::PlaceValues:
        case Rank::PlaceAll: return BuildPlace(made, variant);
        case Rank::SquareFilter: return BuildOrder(made, variant) && AddOutput(made);
        case Rank::Order: return BuildOrder(made, variant);
        case Rank::RepeatDiagnosed:
        case Rank::Repeat: return RepeatAxes(made);
        case Rank::BatchFirst: return OrderSequence(made);
        case Rank::Weights: return TransposeWeights(made);
        case Rank::Permute: return PermuteByNumber(made, variant);
        case Rank::RequiredSize: return UseRequiredSize(made, variant);
        case Rank::OneSize: return UseOneSize(made, variant);
        case Rank::Squeeze: return SqueezeByNumber(made, variant);
        case Rank::NoStrides: return RemoveStrides(made);
        case Rank::Regroup: return BuildRegrouped(made);
        default: return UseAllSizes(made);
        }
    }

    // ---- numbers ----------------------------------------------------------------------------------------------------

    // Builds another DimensionCount: the number of spatial axes if the operator has windows, else the number of all
    // axes. Returns false if that is more than the given DimensionCount, because DirectML would then read past the
    // lists. Also returns false in the search for a second change, in which the first one may have changed the number
    // of axes.
    DTU_COLD bool BuildCount(FixCandidate& made) const noexcept
    {
        const std::uint32_t field = m_desc.Find(field::DimensionCount);
        const std::uint32_t count = m_tensors[0].Rank() - (HasWindows() ? 2 : 0);
        made.AddNumber(field, count);
        return IsOfCount() && m_step != Step::SecondOfTwo && count != 0 && count < m_desc.Number(field);
    }

    // Adds the other value of TransA or TransB.
    DTU_COLD bool AddOtherTranspose(FixCandidate& made, const char* name) const noexcept
    {
        const std::uint32_t field = m_desc.Find(name);
        made.AddNumber(field, m_desc.Number(field) ^ 1);
        return field != None32;
    }

    // Returns the tensor of a convolution whose channels are divided into groups.
    Tensor GroupedImages() const noexcept
    {
        return m_desc.TensorOf(operator_rules::IsBackward(m_desc) ? field::Output : field::Input);
    }
    // Builds the GroupCount that follows from the channels: channels / FilterTensor.Sizes[1]. It is 1 only if the given
    // one does not divide the channels; see DenseFilter.
    DTU_COLD bool BuildGroups(FixCandidate& made) const noexcept
    {
        if (m_diagnosis.error != E::InputChannels) { return false; } // only convolutions have this error
        const std::uint32_t channels = GroupedImages().Size(1), each = m_desc.TensorOf(field::Filter).Size(1);
        const std::uint32_t field = m_desc.Find(field::GroupCount);
        if (each == 0 || (each == channels && channels % m_desc.Number(field) == 0)) { return false; }
        made.AddNumber(field, channels / each);
        return true;
    }
    // Returns whether the filter of a grouped convolution has all channels, as if GroupCount were 1.
    DTU_COLD bool IsDenseFilter() const noexcept
    {
        return m_diagnosis.error == E::InputChannels
               && m_desc.TensorOf(field::Filter).Size(1) == GroupedImages().Size(1);
    }

    // The attributes on which sizes depend.
    static constexpr const char* Numbers[] = {field::Axis,
                                              field::IndexDimensions,
                                              field::K,
                                              field::BlockSize,
                                              field::Direction,
                                              field::BatchDimensionCount,
                                              field::IndicesDimensionCount,
                                              field::MaskType,
                                              field::KeyValueHeadCount,
                                              field::QueryHeadCount,
                                              field::HeadCount,
                                              field::QuantizationType,
                                              field::GroupCount};
    static constexpr std::uint32_t NumberCount = sizeof(Numbers) / sizeof(Numbers[0]);

    bool BuildNumber(FixCandidate& made, std::uint32_t number) noexcept
    {
        const bool isOfFilter = number + 1 == NumberCount && IsDenseFilter(); // see Rank::DenseFilter
        return !isOfFilter && BuildOnly(made, Numbers[number]);
    }
    // Builds another value of an attribute if exactly one other value fits. The values that are tried are its
    // enumerators; for a number, they are 0 to 8 and the sizes of the tensors. A value fits if DirectML accepts the
    // operator without a hazard. As the first of two changes, a value fits if the error then is in another field.
    // `name` points to a text of the namespace `field`.
    DTU_COLD bool BuildOnly(FixCandidate& made, const char* name) noexcept
    {
        constexpr std::uint32_t SmallValues = 9; // the values 0 to 8
        const std::uint32_t field = m_desc.Find(name);
        if (field == None32) { return false; }
        const std::uint32_t given = m_desc.Number(field);
        const std::uint32_t enumerators = CountEnumerators(m_desc.Fields()[field].enumerators);
        const std::uint32_t count = enumerators != 0 ? enumerators : SmallValues + m_count * MaxRank;
        std::uint64_t& value = made.AddNumber(field, given);
        std::uint64_t found = given;
        for (std::uint32_t n = 0; n < count; ++n)
        {
            const std::uint32_t size = n - SmallValues;
            value = n < SmallValues ? n : m_tensors[size / MaxRank].Size(size % MaxRank);
            // One head is probably not meant where several were given.
            const bool isOneHead = name == field::HeadCount && value == 1;
            const bool isTried =
                value == given || value == found || isOneHead || (n >= SmallValues && value < SmallValues);
            if (isTried || !IsWanted(made.rank)) { continue; }
            const Answer answer = Ask(made);
            const bool fits =
                m_step == Step::FirstOfTwo
                    ? !answer.isAccepted && answer.verdict.Result(m_diagnosis.type).field != m_diagnosis.field
                    : answer.isAccepted && !answer.isDoubtful;
            // A second value of these fields is no ambiguity: if the indices have leading sizes of 1, both values
            // gather the same elements.
            const bool isOfIndices = name == field::IndexDimensions || name == field::IndicesDimensionCount;
            if (fits && found != given && !isOfIndices) { return false; }
            if (fits && found == given) { found = value; }
        }
        value = found;
        return found != given;
    }

    // ---- lists of numbers -------------------------------------------------------------------------------------------

    // The mistakes that BuildList undoes. The comment names the list, or the output, and what it has by mistake.
    enum List : std::uint32_t
    {
        WrongAxes,         // Axes: other axes than those of size 1 in the output alone
        Ends,              // Sizes: ends
        WindowEnds,        // InputWindowSizes: ends
        Counts,            // InputWindowSizes: the output's sizes, without the elements that strides skip
        WrongScale,        // ScaleSize: other numbers than output / input
        WrongRepeats,      // Repeats: other numbers than output / input
        ReversedStrides,   // InputWindowStrides: the last axis first; and Counts
        ExchangedOutput,   // Sizes of a window's output: the width before the height
        PaddingByAxis,     // StartPadding: both paddings of one axis; EndPadding: both paddings of the other axis
        PaddingLeftFirst,  // StartPadding: left and right; EndPadding: top and bottom, as in PyTorch
        PaddingWidthFirst, // both: the width before the height
        PaddingOfImage,    // both: no entries for batch and channels
        PaddingReversed,   // both: the last axis first
        PaddingOfTorch,    // StartPadding: left, right, top and bottom, as in PyTorch
        PaddingOfOnnx,     // StartPadding: the paddings at all starts and then at all ends, as in ONNX
        PaddingOfPairs,    // StartPadding: both paddings of each axis, as in NumPy
        NoPadding,         // both: other paddings than the usual ones that give the output its sizes
        WrongStride,       // Strides of a window: another number than 1, or 2, 3, 4 (WrongStride + 1, 2, 3)
        ListCount = WrongStride + 4,
        LargeSizes,  // Sizes of a SLICE: the sizes of the window before the strides
        LargeOutput, // Sizes of a SLICE1's output: more than its window has
    };
    // The list of each mistake up to ExchangedOutput; the further ones are in Strides, except for paddings.
    static constexpr const char* ListNames[] = {
        field::Axes,      field::Sizes,   field::InputWindowSizes,   field::InputWindowSizes,
        field::ScaleSize, field::Repeats, field::InputWindowStrides, field::Strides};

    // Returns whether DirectML accepts the operator, whose windows give the output other sizes.
    DTU_COLD bool IsOfOutput() const noexcept { return HasWindows() && !m_diagnosis.Rejected(); }
    // Builds the list, or the sizes of the output, without this mistake. Returns false if the operator has no such
    // list.
    DTU_COLD bool BuildList(FixCandidate& made, std::uint32_t mistake) const noexcept
    {
        if (mistake >= PaddingByAxis && mistake <= NoPadding) { return BuildPaddings(made, mistake); }
        const bool isOfOutput = mistake == ExchangedOutput || mistake == LargeOutput;
        const bool isOfStride = mistake >= WrongStride && mistake < ListCount;
        const std::uint32_t field = m_desc.Find(mistake == LargeSizes    ? field::Sizes
                                                : mistake == LargeOutput ? field::InputWindowSizes
                                                                         : ListNames[Min(mistake, ExchangedOutput)]);
        const Tensor input = m_desc.TensorOf(field::Input), output = m_desc.TensorOf(field::Output);
        const GivenArray given = m_desc.ArrayOf(field), steps = m_desc.ArrayOf(field::InputWindowStrides);
        const GivenArray starts = m_desc.ArrayOf(mistake == Ends ? field::Offsets : field::InputWindowOffsets);
        const std::uint32_t rank = input.Rank(), count = isOfStride ? given.count : rank;
        const bool isOfWindow = IsOfOutput() && (isOfStride || rank == 4);
        bool isBuilt = field != None32 && rank == output.Rank() && count <= MaxRank;
        isBuilt = isBuilt && (isOfWindow || !(isOfStride || mistake == ExchangedOutput));
        std::uint32_t values[MaxRank] = {}, counts[MaxRank] = {}, used = 0;
        for (std::uint32_t i = 0; isBuilt && i < count; ++i)
        {
            const std::uint32_t size = output.Size(i), step = steps[mistake == ReversedStrides ? count - 1 - i : i];
            const std::uint32_t magnitude = step >> 31 != 0 ? 0 - step : step;
            std::uint32_t& value = values[used++];
            counts[i] = (size - 1) * magnitude + 1; // the window from which the strides select `size` elements
            switch (mistake)
            {
            case WrongAxes:
                value = i;
                used -= size == 1 && input.Size(i) != 1 ? 0U : 1;
                break;
            case Ends:
            case WindowEnds:
                value = given[i] - starts[i];
                isBuilt = starts[i] < given[i];
                break;
            case Counts: value = counts[i]; break;
            case WrongScale:
            case WrongRepeats: value = size / Max(input.Size(i), 1); break;
            case ReversedStrides: value = step; break;
            case ExchangedOutput: value = output.Size(i < 2 ? i : 5 - i); break;
            case LargeSizes: value = size; break;
            case LargeOutput:
                value = Min(size, (given[i] - 1) / Max(magnitude, 1) + 1);
                isBuilt = given[i] != 0 && step >> 31 == 0;
                break;
            default: value = mistake - WrongStride + 1; break;
            }
        }
        // If the output has as many elements as the input, the list is probably right, and the output wrong.
        const bool isOfSizes = mistake == WrongAxes || mistake == WrongScale || mistake == WrongRepeats;
        isBuilt = isBuilt && !(isOfSizes && input.Elements() == output.Elements());
        // A longer list would have a count with which DirectML, and the rules, read past the other lists.
        if (!isBuilt || (!isOfSizes && !isOfOutput && used > given.count)) { return false; }
        if (isOfOutput)
        {
            made.kind = Kind::Sizes;
            made.tensor = output;
            made.shape = TensorShape(Dimensions(values, used), {});
            if (mistake == ExchangedOutput) { PackInOrder(made.shape, TensorShape(output)); }
            return mistake == ExchangedOutput || m_diagnosis.field == field; // see LargeOutput
        }
        const std::uint32_t ofImage[] = {values[(rank - 1) % MaxRank], values[(rank - 2) % MaxRank]}; // width, height
        if (mistake == WrongScale) { return made.AddList(field, ofImage, 2); }
        const bool isAdded = made.AddList(field, values, used);
        if (mistake == ReversedStrides) { made.AddList(m_desc.Find(field::InputWindowSizes), counts, count); }
        return isAdded;
    }
    // Returns the usual padding of an axis: of the windows, or of the output of a PADDING.
    DTU_COLD std::uint32_t UsualPadding(std::uint32_t axis) const noexcept
    {
        if (!HasWindows())
        {
            return m_desc.TensorOf(field::Output).Size(axis) - m_desc.TensorOf(field::Input).Size(axis);
        }
        const operator_rules::SlidingWindows windows(m_desc);
        return static_cast<std::uint32_t>(operator_rules::WindowAxis(windows, axis).UsualPadding(windows.isBackward));
    }
    // Builds StartPadding and EndPadding without a mistake. NoPadding: each axis gets its usual padding, or that which
    // gives the output of a PADDING its size. It is divided between both sides, but if a PADDING has some at one side,
    // the rest is at the other side. The other mistakes: each axis gets the two paddings that are its own, and an axis
    // without paddings gets 0. A list that stays as it is is left out. Returns false if the lists cannot have the
    // mistake.
    DTU_COLD bool BuildPaddings(FixCandidate& made, std::uint32_t mistake) const noexcept
    {
        const GivenArray start = m_desc.ArrayOf(field::StartPadding), end = m_desc.ArrayOf(field::EndPadding);
        const std::uint32_t given = start.count;
        const Tensor input = m_desc.TensorOf(field::Input);
        const bool hasWindows = HasWindows();
        const std::uint32_t count = input.Rank() - (hasWindows ? 2 : 0);
        const bool isUsual = mistake == NoPadding, isOfStart = mistake >= PaddingOfTorch && !isUsual;
        const bool isOfTwo = mistake <= PaddingWidthFirst; // the other axes keep their paddings
        const std::uint32_t axes = isOfStart ? given / 2 : given;
        bool isBuilt = start.values != nullptr && end.values != nullptr && count <= MaxRank && given <= MaxRank;
        isBuilt = isBuilt && axes <= count && (isUsual ? (IsOfOutput() || !hasWindows) && given == count : given >= 2);
        // Windows have other lists with the same count, which must not be read past their ends.
        isBuilt = isBuilt && (given == count || !hasWindows || (given > count && IsOfCount()));
        isBuilt = isBuilt && (!isOfStart || given % 2 == 0);
        std::uint32_t starts[MaxRank] = {}, ends[MaxRank] = {};
        for (std::uint32_t i = 0; isBuilt && i < count; ++i)
        {
            if (isUsual)
            {
                // If the given paddings are larger than the usual ones, the user chose them, and another list is wrong,
                // such as Dilations.
                const std::uint32_t padding = UsualPadding(i), atStart = start[i], atEnd = end[i];
                // A batch or channels without padding have probably no missing one.
                const bool isUnpadded = i < 2 && count > 2 && atStart == atEnd;
                const bool isGiven = !hasWindows && (isUnpadded || (atStart != 0 && atEnd != 0));
                isBuilt = padding <= Max32 / 2 && (isGiven ? padding == atStart + atEnd : padding >= atStart + atEnd);
                starts[i] = hasWindows || atStart == atEnd ? padding / 2 : atStart != 0 ? atStart : padding - atEnd;
                ends[i] = padding - starts[i];
                continue;
            }
            // The places of both paddings in one list, StartPadding followed by EndPadding.
            const std::uint32_t fromEnd = count - 1 - i;
            std::uint32_t place = given - 1 - fromEnd, distance = 1;
            if (fromEnd >= axes) { continue; }
            switch (isOfTwo && fromEnd >= 2 ? PaddingOfImage : mistake)
            {
            case PaddingByAxis: place = (2 - fromEnd) * given - 2; break;
            case PaddingLeftFirst: place = (1 + fromEnd) * given - 2; break;
            case PaddingOfTorch: place = 2 * fromEnd; break;
            case PaddingOfPairs: place -= 1 + fromEnd; break;
            case PaddingOfOnnx:
                distance = axes;
                place -= distance;
                break;
            case PaddingReversed:
                place = fromEnd;
                distance = given;
                break;
            case PaddingWidthFirst:
                place = given - 2 + fromEnd;
                distance = given;
                break;
            default: distance = given; break;
            }
            const std::uint32_t other = place + distance;
            starts[i] = place < given ? start[place] : end[place - given];
            ends[i] = other < given ? start[other] : end[other - given];
        }
        if (!isBuilt) { return false; }
        for (const bool isEnd : {false, true})
        {
            const GivenArray& list = isEnd ? end : start;
            const std::uint32_t* const values = isEnd ? ends : starts;
            const bool isKept = given == count && std::memcmp(values, list.values, count * sizeof(count)) == 0;
            if (!isKept) { made.AddList(list.field, values, count); }
        }
        return made.count != 0;
    }

    // Builds the dilation with which the windows give the output its sizes, the same for all axes. Above 1, it
    // must fit the paddings: they keep the size of the image with a stride of 1, or are 0 with a dilation of 2.
    DTU_COLD bool BuildDilations(FixCandidate& made) const noexcept
    {
        const GivenArray given = m_desc.ArrayOf(field::Dilations);
        const operator_rules::SlidingWindows windows(m_desc);
        std::uint32_t values[MaxRank] = {};
        bool isBuilt = IsOfOutput() && given.count <= MaxRank;
        for (std::uint32_t i = 0; isBuilt && i < given.count; ++i)
        {
            const operator_rules::WindowAxis axis(windows, i);
            const std::uint64_t padding = axis.startPadding + axis.endPadding;
            const std::uint64_t covered = windows.isBackward ? axis.positions + padding - (axis.input - 1) * axis.stride
                                                             : axis.padded - (axis.positions - 1) * axis.stride;
            const std::uint64_t gaps = axis.window - 1, dilation = gaps == 0 ? 1 : (covered - 1) / gaps;
            isBuilt = dilation == 1 || padding == gaps * dilation || (dilation == 2 && padding == 0);
            values[i] = static_cast<std::uint32_t>(dilation);
            isBuilt = isBuilt && values[i] == values[0];
        }
        return isBuilt && made.AddList(given.field, values, given.count);
    }

    // ---- totals and data types --------------------------------------------------------------------------------------

    bool IsOfTotal() const noexcept { return m_diagnosis.tensor == TensorError::TotalSizeTooSmall; }
    // Builds other places of strides. If the total is too small, two strides, one of which is 0, change places so that
    // the given TotalTensorSizeInBytes is the minimum. If elements of an output overlap, its strides may be in the
    // order of the memory, N, H, W, C; then the last one belongs to axis 1.
    DTU_COLD bool MoveStride(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        TensorShape& shape = made.shape;
        const std::uint32_t from = variant / shape.rank, to = variant % shape.rank;
        if (!shape.hasStrides) { return false; }
        if (m_diagnosis.tensor == TensorError::OutputOverlap)
        {
            for (std::uint32_t i = shape.rank; i > 2; --i) { Exchange(shape.strides[i - 1], shape.strides[i - 2]); }
            return variant == 0;
        }
        Exchange(shape.strides[from], shape.strides[to]);
        const DML_BUFFER_TENSOR_DESC& given = *made.tensor.desc;
        return IsOfTotal() && shape.strides[from] == 0
               && given.TotalTensorSizeInBytes
                      == DMLCalcBufferTensorSize(given.DataType, shape.rank, shape.sizes, shape.strides);
    }
    bool BuildTotal(FixCandidate& made) const noexcept
    {
        made.AddShape().value = m_diagnosis.required;
        return IsOfTotal();
    }

    // Builds another data type of a tensor. The data of an input must then be converted.
    DTU_COLD bool BuildType(FixCandidate& made, std::uint32_t type) const noexcept
    {
        made.kind = IsOutput(made.tensor) ? Kind::DataType : Kind::Convert;
        made.Add(made.tensor.location).value = type;
        return type != made.tensor.Type();
    }
    // Builds one of the data types that the operator accepts. SameSizedType: only for an output, with as many bits.
    DTU_COLD bool BuildAllowedType(FixCandidate& made, std::uint32_t type) const noexcept
    {
        const bool isError = m_diagnosis.error == E::DataType && m_diagnosis.actual != 0;
        const bool hasAsManyBits =
            ElementSizeInBits(static_cast<DML_TENSOR_DATA_TYPE>(type)) == ElementSizeInBits(made.tensor.desc->DataType);
        const bool isPreferred = IsOutput(made.tensor) && hasAsManyBits;
        const bool isAllowed = isError && (m_diagnosis.required >> type & 1) != 0;
        if (!isAllowed || (made.rank == Rank::SameSizedType && !isPreferred)) { return false; }
        return BuildType(made, type);
    }

    // ---- 1s in front ------------------------------------------------------------------------------------------------

    // Builds axes of size 1 before the axes of a tensor of lower rank, or of all tensors of its rank: variant + 1 axes.
    // Axis or Axes may move by as many axes.
    DTU_COLD bool BuildPromotion(FixCandidate& made, std::uint32_t variant) noexcept
    {
        const Tensor& tensor = made.tensor;
        const bool isAll = made.kind == Kind::PromoteAll;
        const bool moves = made.rank == Rank::PromoteAndMove || made.rank == Rank::PromoteAllAndMove;
        std::uint32_t alike = 0; // the tensors of this rank
        bool isOfChannels = IsOfChannels(tensor);
        for (std::uint32_t i = 0; i < m_count; ++i)
        {
            if (m_tensors[i].Rank() != tensor.Rank()) { continue; }
            isOfChannels = isOfChannels || (isAll && IsOfChannels(m_tensors[i]));
            ++alike;
        }
        if (isOfChannels || (isAll && alike == 1)) { return false; } // channels have another place: see UsualPlace
        const std::uint32_t rank = tensor.Rank() + 1 + variant;
        made.source = TensorOfRank(rank);
        made.shape = Promoted(tensor, rank);
        made.AddShape();
        if (!moves || !AddMovedAxes(made, 1 + variant)) { return !moves; }
        // Axis and Axes refer to InputTensor. So if another tensor gets new axes and then fits, Axis and Axes are not
        // moved.
        made.count = 1;
        const bool fitsUnmoved = !isAll && !IsField(tensor, field::Input) && Ask(made).isAccepted;
        made.count = 2;
        return !fitsUnmoved;
    }
    // Builds the rank of InputTensor for an output. It is built if the input may get more axes both with the given Axis
    // and with a moved Axis, because then nothing says which axis is meant. If the output gets the rank of the input,
    // the given Axis is right without a change. The other reading is that the input gets more axes.
    DTU_COLD bool BuildDroppedOnes(FixCandidate& made) noexcept
    {
        std::uint32_t i = 0;
        while (i < m_count && !IsField(m_tensors[i], field::Input)) { ++i; }
        made.source = m_tensors[i < m_count ? i : MaxTensors];
        const std::uint32_t rank = made.source.Rank(), added = made.tensor.Rank() - rank;
        const bool isLower = rank != 0 && rank < made.tensor.Rank() && IsOutput(made.tensor);
        if (!isLower || IsOfChannels(made.source) || !Squeeze(made, 0, rank)) { return false; }
        made.kind = Kind::Place;
        made.AddShape(made.source, Promoted(made.source, made.tensor.Rank())).isOther = true;
        if (!Ask(made).isAccepted || !AddMovedAxes(made, added) || !Ask(made).isAccepted) { return false; }
        made.fixes[1] = made.fixes[0];
        made.count = 0;
        made.kind = Kind::Squeeze;
        made.AddShape();
        made.count = 2;
        return true;
    }
    // Returns the tensor's shape with axes of size 1 before its axes, up to the rank.
    DTU_COLD static TensorShape Promoted(const Tensor& tensor, std::uint32_t rank) noexcept
    {
        TensorShape from(tensor), shape;
        from.MakeStrides();
        shape.hasStrides = true;
        while (shape.rank + from.rank < rank) { shape.Add(1, from.sizes[0] * from.strides[0]); }
        for (std::uint32_t i = 0; i < from.rank; ++i) { shape.Add(from.sizes[i], from.strides[i]); }
        shape.OmitRowMajorStrides();
        return shape;
    }
    // Adds a fix that adds a number to Axis, or to each entry of Axes. Returns false if the operator has neither, or if
    // Axis becomes too large.
    DTU_COLD bool AddMovedAxes(FixCandidate& made, std::uint32_t added) const noexcept
    {
        const std::uint32_t axis = m_desc.Find(field::Axis);
        const GivenArray axes = m_desc.ArrayOf(field::Axes);
        made.kind = Kind::Number;
        if (axis != None32) { return made.AddNumber(axis, std::uint64_t{m_desc.Number(axis)} + added) < MaxRank; }
        std::uint32_t moved[MaxRank] = {};
        if (axes.values == nullptr || axes.count > MaxRank) { return false; }
        for (std::uint32_t i = 0; i < axes.count; ++i) { moved[i] = axes[i] + added; }
        return made.AddList(axes.field, moved, axes.count);
    }

    // ---- other axes -------------------------------------------------------------------------------------------------

    // Builds other axes for the axes of a tensor. All further axes have size 1, or are repeated.
    //   MoveOnes     for the tensor of the diagnosis, the axes above 1 go to other axes;
    //   Place        its axes go to axes of a higher rank;
    //   PlaceValues  the axes above 1 go to axes of any rank, and the further axes are repeated;
    //   PlaceAll     the axes above 1 go to other axes in every tensor of this shape, without and with repetition.
    // `variant` contains the rank and the axes, and for PlaceValues the source of the repeated sizes.
    DTU_COLD bool BuildPlace(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        const Tensor& tensor = made.tensor;
        const bool isOfValues = made.rank == Rank::PlaceValues, isOfAll = made.rank == Rank::PlaceAll;
        const bool repeats = isOfValues || (isOfAll && variant % 2 == 1);
        const std::uint32_t number = isOfValues ? variant / m_count : isOfAll ? variant / 2 : variant;
        std::uint32_t rank = 0; // number is 2^rank to 2^(rank + 1) - 1
        while (number >> 1 >> rank != 0) { ++rank; }
        if (!IsPlaceRank(made, rank)) { return false; }
        std::uint32_t places = (2U << rank) - 1 - number; // each set of axes as bits, the last axes first
        const std::uint32_t last = 1U << (rank - 1), usual = UsualPlace(tensor, rank);
        const bool isOneAxis = (places & (places - 1)) == 0;
        if (isOneAxis && usual != 0 && places >= usual) { places = places == last ? usual : 2 * places; } // usual first
        if (!PlaceAxes(made, rank, places)) { return false; }
        made.source = isOfValues ? m_tensors[variant % m_count] : TensorOfRank(rank);
        if (repeats && !(IsOther(made.source, tensor) && RepeatAxes(made))) { return false; }
        made.AddShape();
        made.kind = Kind::Place;
        for (std::uint32_t i = 0; isOfAll && i < m_count && made.count == 1; ++i)
        {
            const bool isAlike = IsOther(m_tensors[i], tensor) && HaveSameShape(m_tensors[i], tensor);
            if (isAlike) { made.AddShape(m_tensors[i], made.shape); }
        }
        return !isOfAll || made.count == 2;
    }
    // Builds the usual axis of a vector. The further axes have size 1, or are repeated to the sizes of the output.
    DTU_COLD bool BuildUsualPlace(FixCandidate& made, bool repeats) const noexcept
    {
        made.source = repeats ? m_desc.TensorOf(field::Output) : TensorOfRank(m_highestRank);
        return PlaceAxes(made, m_highestRank, UsualPlace(made.tensor, m_highestRank)) && (!repeats || RepeatAxes(made));
    }
    // Returns whether the change made.rank places the axes of made.tensor in a tensor of `rank` axes.
    DTU_COLD bool IsPlaceRank(const FixCandidate& made, std::uint32_t rank) const noexcept
    {
        const std::uint32_t given = made.tensor.Rank();
        switch (made.rank)
        {
        case Rank::MoveOnes: return rank == given && (m_diagnosis.error == E::NotOneOrEqual || IsSequence(made.tensor));
        case Rank::Place: return rank > given && (rank == m_highestRank || !HasWindows());
        case Rank::PlaceValues: return rank != 0;
        default: return rank == m_highestRank;
        }
    }
    // Changes the rank of a shape. Its axes go to the axes whose bits are set in `places`, and the other axes get size
    // 1. Except for Place, axes of size 1 are left out before. Returns false if the number of axes is not the number of
    // set bits. For MoveOnes and PlaceAll, a vector may be divided into the input's sizes on these axes, as the
    // channels of a group normalization are divided into groups. It is not divided if the input has an axis of its
    // size: {64} belongs to axis 1 of {1, 64, 8, 8}, and not to the 8 x 8 positions.
    DTU_COLD bool PlaceAxes(FixCandidate& made, std::uint32_t rank, std::uint32_t places) const noexcept
    {
        TensorShape from = made.rank == Rank::Place ? made.shape : WithoutOnes(made.tensor);
        TensorShape& shape = made.shape;
        const bool isOfRank = made.rank == Rank::MoveOnes || made.rank == Rank::PlaceAll;
        from.MakeStrides();
        // Whether `places` are several adjacent axes.
        const bool isRange = (places & (places - 1)) != 0 && (places & (places + (places & (0 - places)))) == 0;
        const bool isDivided = isOfRank && isRange && from.rank == 1 && from.strides[0] == 1;
        std::uint32_t used = 0, divided = 1;
        shape = TensorShape();
        shape.hasStrides = !isDivided;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            const bool isUsed = (places >> i & 1) != 0;
            if (isDivided)
            {
                const std::uint32_t given = m_desc.TensorOf(field::Input).Size(i), size = isUsed ? given : 1;
                if (given == from.sizes[0] || (isUsed && given == 1)) { return false; }
                shape.Add(size, 0);
                divided *= size;
                continue;
            }
            if (isUsed && used == from.rank) { return false; }
            const std::uint32_t next = used < from.rank ? used : from.rank - 1;
            const std::uint32_t packedStride = from.sizes[next] * from.strides[next]; // usual for an axis of size 1
            shape.Add(isUsed ? from.sizes[next] : 1, isUsed ? from.strides[next] : packedStride);
            used += isUsed ? 1 : 0;
        }
        return isDivided ? divided == from.sizes[0] : used == from.rank;
    }
    // Returns the tensor's shape without axes of size 1, but with at least one axis.
    DTU_COLD static TensorShape WithoutOnes(const Tensor& tensor) noexcept
    {
        TensorShape from(tensor), shape;
        from.MakeStrides();
        shape.hasStrides = true;
        for (std::uint32_t i = 0; i < from.rank; ++i)
        {
            if (from.sizes[i] != 1) { shape.Add(from.sizes[i], from.strides[i]); }
        }
        if (shape.rank == 0) { shape.Add(1, 1); }
        return shape;
    }

    // Returns the usual axis of a vector as a bit. It is the columns for CTensor of a GEMM, and the channels for
    // tensors such as the bias of a convolution and the scale of a normalization. Returns 0 for other tensors.
    DTU_COLD std::uint32_t UsualPlace(const Tensor& tensor, std::uint32_t rank) const noexcept
    {
        const bool isOfChannels = IsOfChannels(tensor) || (IsField(tensor, field::Bias) && HasWindows());
        return isOfChannels ? 1U << 1 : IsField(tensor, field::C) ? 1U << (rank - 1) : 0;
    }
    // Returns whether a tensor of one axis probably has a value for each channel, as a scale of a normalization.
    DTU_COLD bool IsOfChannels(const Tensor& tensor) const noexcept
    {
        const bool isNormalization = m_desc.Find(field::Scale) != None32 && m_desc.Find(field::Bias) != None32;
        const bool isOfFilter = IsField(tensor, field::FilterScale) || IsField(tensor, field::FilterZeroPoint);
        const bool hasChannels = isNormalization || isOfFilter || m_desc.Find(field::Slope) != None32;
        const GivenArray axes = m_desc.ArrayOf(field::Axes);
        // Whether Axes, if there are any, are spatial: those of an instance normalization.
        bool isSpatial = axes.count != 1;
        for (std::uint32_t i = 0; i < axes.count; ++i) { isSpatial = isSpatial && axes[i] != 1; }
        return hasChannels && isSpatial && WithoutOnes(tensor).rank == 1;
    }

    // ---- orders of axes ---------------------------------------------------------------------------------------------

    // Builds a usual order of the axes of images and filters. All images get the same order. An order is kept only if
    // DirectML then accepts the operator without a hazard and the output has the sizes of its formula (see Offer).
    DTU_COLD bool BuildOrder(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        const std::uint32_t rank = m_desc.TensorOf(field::Input).Rank();
        if (!HasWindows() || rank < 3 || rank > 5) { return false; }
        // First all images get the order variant % 2, and then the filter gets the order variant / 2.
        for (std::uint32_t i = 0; i < 2 * m_count; ++i)
        {
            const Tensor& tensor = m_tensors[i % m_count];
            const bool isOfFilter = i >= m_count;
            const std::uint32_t number = isOfFilter ? variant / 2 : variant % 2;
            // A bias whose values are on another axis has the order of the images.
            const bool isBias = IsField(tensor, field::Bias) && tensor.Size(1) == 1 && !isOfFilter;
            const bool isMeant = isBias || (isOfFilter ? IsField(tensor, field::Filter) : IsImage(tensor));
            if (!isMeant || number == 0 || (tensor.Rank() != rank && !isBias)) { continue; }
            made.kind = isBias ? Kind::Place : isOfFilter || made.count != 0 ? Kind::Permute : Kind::PermuteAll;
            made.tensor = tensor;
            made.shape = TensorShape(tensor);
            if (isBias && !PlaceAxes(made, rank, 1U << 1)) { return false; }
            if (isBias)
            {
                made.AddShape();
                continue;
            }
            PermuteToUsual(made, number);
            AddOrdered(made);
        }
        made.tensor = m_desc.TensorOf(made.fixes[0].field, made.fixes[0].element);
        return made.count != 0;
    }
    // Gives three to five axes a usual order: 1 is NHWC or OHWI, 2 is HWIO, and 3 is IOHW.
    DTU_COLD static void PermuteToUsual(FixCandidate& made, std::uint32_t number) noexcept
    {
        // The axes `first` (N or O) and `second` (C or I) come first, and the spatial axes follow them. These two axes
        // are the first and the last of NHWC (1), the last and the second-last of HWIO (2), and axes 1 and 0 of IOHW
        // (3).
        const std::uint32_t rank = made.shape.rank;
        const std::uint32_t first = number == 2 ? rank - 1 : number == 3 ? 1 : 0;
        const std::uint32_t second = number == 1 ? rank - 1 : number == 2 ? rank - 2 : 0;
        std::uint32_t order[MaxRank] = {first, second}, place = 2;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            if (i != first && i != second) { order[place++] = i; }
        }
        Permute(made, order);
    }
    // Adds the new shape of made.tensor. If its axes are in another order, adds the letters of the axes. The channels
    // that a transposed convolution's filter has exchanged are two readings: frameworks store this filter as DirectML
    // reads it, so that first the sizes alone are changed. Given strides, such as those of NHWC, make two readings,
    // too: first they keep their order of memory.
    DTU_COLD void AddOrdered(FixCandidate& made) const noexcept
    {
        const Dimensions& order = made.order;
        const bool isFilter = IsField(made.tensor, field::Filter), isBackward = m_desc.Value(field::Direction) != 0;
        const bool isExchange = isFilter && isBackward && made.count == 0 && order[0] == 1 && order[1] == 0
                                && made.tensor.desc->Strides == nullptr;
        TensorShape alone = made.shape; // the sizes alone
        alone.hasStrides = made.shape.hasStrides && !isExchange;
        made.shape.OmitRowMajorStrides();
        const TensorShape given(made.tensor);
        const bool isInOrder = made.rank == Rank::Permute && !HasWindows() && made.shape.hasStrides && given.hasStrides;
        if (isInOrder) { PackInOrder(alone, given); }
        for (const bool isOther : {false, true})
        {
            OperatorFix& fix = isOther ? made.AddShape() : made.AddShape(made.tensor, alone);
            const bool hasLetters = HasWindows() && order.size() >= 3; // DirectML accepts no more than 5 axes
            fix.order = order;
            fix.isOther = isOther;
            if (hasLetters && isFilter) { fix.letters = isBackward ? "IO" : "OI"; }
            if (hasLetters && IsImage(made.tensor)) { fix.letters = "NC"; }
            if (!(isExchange || isInOrder) || !made.shape.hasStrides) { return; }
        }
    }
    // Returns whether the tensor is an image: the input, an output, the indices of a pooling or a gradient.
    bool IsImage(const Tensor& tensor) const noexcept
    {
        static constexpr const char* Names[] = {field::Input, field::Output, field::OutputIndices, field::InputGradient,
                                                field::OutputGradient};
        bool isImage = false;
        for (const char* const name : Names) { isImage = isImage || IsField(tensor, name); }
        return isImage;
    }

    // If a filter of two spatial axes is square in its new order alone, it was probably described in a wrong order.
    // Then the sizes of the output may have been computed from the wrong order, too. Changes the output's sizes to
    // those of its formula. Returns false for another filter, for a backward convolution, or if more than the filter
    // has another order.
    DTU_COLD bool AddOutput(FixCandidate& made) const noexcept
    {
        const Dimensions filter = made.fixes[0].sizes;
        const bool isSquare = made.tensor.Rank() == 4 && filter[2] == filter[3];
        const bool isOfFilter = made.count == 1 && IsField(made.tensor, field::Filter);
        if (!isOfFilter || !isSquare || made.tensor.Size(2) == made.tensor.Size(3)) { return false; }
        OperatorChanges changes(m_desc);
        Change(changes, made);
        const operator_rules::SlidingWindows windows(changes.Changed());
        const Tensor output = m_desc.TensorOf(field::Output);
        if (windows.isBackward || output.Rank() != 4) { return false; }
        TensorShape shape(output);
        shape.hasStrides = false;
        bool isOther = Resize(shape, 1, filter[0], true);
        for (std::uint32_t i = 0; i < 2 && windows.strides[i] != 0; ++i) // FittingWindows divides by the stride
        {
            const std::uint64_t size = operator_rules::WindowAxis(windows, i).FittingWindows();
            isOther = Resize(shape, 2 + i, static_cast<std::uint32_t>(size), true) || isOther;
        }
        made.kind = Kind::Sizes;
        if (isOther) { made.AddShape(output, shape); }
        return true;
    }

    // Gives the axes another order, over the same memory. Returns whether a size changed, and axes of equal size kept
    // their order. Other orders of such axes make no difference to the rules.
    DTU_COLD static bool Permute(FixCandidate& made, const std::uint32_t (&order)[MaxRank]) noexcept
    {
        TensorShape from = made.shape, &shape = made.shape;
        from.MakeStrides();
        bool isChanged = false, isSorted = true;
        shape = TensorShape();
        shape.hasStrides = true;
        made.order = Dimensions(order, from.rank);
        for (std::uint32_t i = 0; i < from.rank; ++i)
        {
            shape.Add(from.sizes[order[i]], from.strides[order[i]]);
            isChanged = isChanged || shape.sizes[i] != from.sizes[i];
            for (std::uint32_t k = 0; k < i; ++k)
            {
                isSorted = isSorted && (order[k] < order[i] || shape.sizes[k] != shape.sizes[i]);
            }
        }
        return isChanged && isSorted;
    }
    // Returns whether a tensor is the input of a recurrent network, {1, sequence, batch, values}.
    bool IsSequence(const Tensor& tensor) const noexcept
    {
        return tensor.Rank() == 4 && IsField(tensor, field::Input) && m_desc.Find(field::Recurrence) != None32;
    }
    // Exchanges the sequence and the batch of a recurrent network's input, because other frameworks have the batch
    // first. Builds nothing if one of them is 1, because their memory is the same then.
    DTU_COLD bool OrderSequence(FixCandidate& made) const noexcept
    {
        constexpr std::uint32_t BatchFirst[MaxRank] = {0, 2, 1, 3};
        const bool isSequence = IsSequence(made.tensor) && made.tensor.Size(1) != 1 && made.tensor.Size(2) != 1;
        return isSequence && Permute(made, BatchFirst);
    }
    // Transposes the matrices of a recurrent network's two weights.
    DTU_COLD bool TransposeWeights(FixCandidate& made) const noexcept
    {
        constexpr std::uint32_t Transposed[MaxRank] = {0, 1, 3, 2};
        for (const char* const name : {field::Weight, field::Recurrence})
        {
            made.tensor = m_desc.TensorOf(name);
            if (made.tensor.Rank() != 4 || !made.tensor.HasSizes()) { return false; }
            made.shape = TensorShape(made.tensor);
            if (!Permute(made, Transposed)) { return false; }
            AddOrdered(made);
        }
        made.tensor = made.source; // none, because the diagnosis stays as it is
        return true;
    }
    // Returns the number of orders of the axes, rank!.
    static std::uint32_t CountOrders(std::uint32_t rank) noexcept
    {
        std::uint32_t count = 1;
        for (std::uint32_t i = 2; i <= rank; ++i) { count *= i; }
        return count;
    }
    // Gives the axes the order with this number among all orders, sorted lexicographically. Returns whether a size
    // changed. As a second change, tries the orders only for an image without a batch that also has its channels last.
    DTU_COLD bool PermuteByNumber(FixCandidate& made, std::uint32_t number) const noexcept
    {
        const std::uint32_t rank = made.shape.rank;
        const bool isImage = HasWindows() && IsField(made.tensor, field::Input);
        if (rank > MaxOrderedRank || (m_step == Step::SecondOfTwo && !isImage)) { return false; }
        std::uint32_t axes[MaxRank] = {0, 1, 2, 3, 4, 5, 6, 7}, count = CountOrders(rank);
        for (std::uint32_t place = 0; place < rank; ++place)
        {
            count /= rank - place; // the orders of the axes after this place
            // Axis number / count of the remaining axes moves to this place, and the axes before it move up.
            for (std::uint32_t i = place + number / count; i > place; --i) { Exchange(axes[i], axes[i - 1]); }
            number %= count;
        }
        return Permute(made, axes);
    }

    // ---- grouped queries --------------------------------------------------------------------------------------------

    // Builds the heads of a grouped query as batches, the axes of a GEMM before the last two. A {b, h, m, k} and B
    // {b, g, k, n} become A {b * g, h / g, m, k} and B {b * g, h / g, k, n}, where B is repeated by stride 0.
    DTU_COLD bool BuildRegrouped(FixCandidate& made) const noexcept
    {
        const Tensor a = m_desc.TensorOf(field::A), b = m_desc.TensorOf(field::B);
        const std::uint32_t groups = b.Size(1);
        if (m_desc.Type() != OfGemm || m_count != 3 || b.Rank() != 4 || a.Size(1) % groups != 0) { return false; }
        made.tensor = b;
        for (const Tensor& tensor : {b, a, m_desc.TensorOf(field::Output)})
        {
            TensorShape shape(tensor);
            if (shape.hasStrides || shape.sizes[0] != b.Size(0)) { return false; }
            const bool isB = made.count == 0; // B is the first of the list
            shape.MakeStrides();
            shape.sizes[0] = b.Size(0) * groups;
            shape.sizes[1] = a.Size(1) / groups;
            shape.strides[0] = isB ? shape.strides[1] : shape.sizes[1] * shape.strides[1];
            shape.strides[1] = isB ? 0 : shape.strides[1];
            made.AddShape(tensor, shape);
        }
        return true;
    }

    // ---- other shapes -----------------------------------------------------------------------------------------------

    static bool IsOther(const Tensor& a, const Tensor& b) noexcept
    {
        return a.location.field != b.location.field || a.location.element != b.location.element;
    }
    // Gives a shape packed strides in the order of memory of given strides, if there are any. A stride of 0 stays.
    DTU_COLD static void PackInOrder(TensorShape& shape, const TensorShape& given) noexcept
    {
        shape.hasStrides = given.hasStrides;
        for (std::uint32_t i = 0; i < shape.rank; ++i)
        {
            std::uint32_t stride = given.strides[i] != 0 ? 1 : 0;
            for (std::uint32_t k = 0; k < shape.rank; ++k)
            {
                const std::uint32_t other = given.strides[k];
                if (other != 0 && other < given.strides[i] + (k > i ? 1U : 0U)) { stride *= shape.sizes[k]; }
            }
            shape.strides[i] = stride;
        }
    }
    // Returns whether two tensors have the same sizes and strides.
    DTU_COLD static bool HaveSameShape(const Tensor& a, const Tensor& b) noexcept
    {
        const TensorShape x(a), y(b);
        return x.rank == y.rank && x.hasStrides == y.hasStrides && std::memcmp(x.sizes, y.sizes, sizeof(x.sizes)) == 0
               && std::memcmp(x.strides, y.strides, sizeof(x.strides)) == 0;
    }

    // Repeats axes of size 1 by stride 0, so that they get the sizes of the source. Returns whether a size changed.
    DTU_COLD bool RepeatAxes(FixCandidate& made) const noexcept
    {
        TensorShape& shape = made.shape;
        if (m_isOfElements || IsOutput(made.tensor) || made.source.Rank() != shape.rank) { return false; }
        shape.MakeStrides();
        bool isChanged = false;
        for (std::uint32_t i = 0; i < shape.rank; ++i)
        {
            if (shape.sizes[i] != 1 || made.source.Size(i) == 1) { continue; }
            shape.sizes[i] = made.source.Size(i);
            shape.strides[i] = 0;
            isChanged = true;
        }
        return isChanged;
    }
    bool RemoveStrides(FixCandidate& made) const noexcept
    {
        const bool hadStrides = made.shape.hasStrides;
        made.shape.hasStrides = false;
        return hadStrides;
    }
    // Leaves out adjacent axes from axis `first` on, down to the rank. Returns whether all axes that are left out have
    // size 1.
    DTU_COLD static bool Squeeze(FixCandidate& made, std::uint32_t first, std::uint32_t rank) noexcept
    {
        TensorShape from = made.shape;
        from.MakeStrides();
        const std::uint32_t end = first + from.rank - rank;
        bool isOne = true;
        made.shape = TensorShape();
        made.shape.hasStrides = true;
        for (std::uint32_t i = 0; i < from.rank; ++i)
        {
            const bool isDropped = i >= first && i < end;
            isOne = isOne && (!isDropped || from.sizes[i] == 1);
            if (!isDropped) { made.shape.Add(from.sizes[i], from.strides[i]); }
        }
        return isOne;
    }
    // Leaves out axes of size 1 down to a rank that another tensor has, or that the operator may require. `variant` is
    // the number of axes that are left out, less 1, times rank + 1, plus the first of them.
    DTU_COLD bool SqueezeByNumber(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        const std::uint32_t given = made.shape.rank, first = variant % (given + 1);
        const std::uint32_t rank = given - 1 - variant / (given + 1);
        made.source = TensorOfRank(rank);
        const bool isRank = made.source || m_diagnosis.tensor == TensorError::DimensionCount;
        return rank != 0 && isRank && first <= rank && Squeeze(made, first, rank);
    }

    // Gives an axis another size. Keeps the strides or removes them. Returns whether this is a change.
    DTU_COLD static bool Resize(TensorShape& shape, std::uint32_t axis, std::uint32_t size, bool keepsStrides) noexcept
    {
        const bool isOther = shape.sizes[axis] != size && size != 0 && (keepsStrides || shape.hasStrides);
        shape.sizes[axis] = size;
        shape.hasStrides = shape.hasStrides && keepsStrides;
        return isOther;
    }
    // Returns whether another size of a tensor may be offered. As a second change, another size of an input is too
    // doubtful, because the program's data would have fewer elements.
    // Regions of interest with another number of columns have other columns, such as a batch index.
    DTU_COLD bool IsSizable(const Tensor& tensor) const noexcept
    {
        const bool isOfColumns = IsField(tensor, field::ROI) && m_diagnosis.axis == tensor.Rank() - 1;
        return (m_step != Step::SecondOfTwo || IsOutput(tensor)) && !isOfColumns;
    }
    // Uses the required size (variants 0 and 1), or 1 if a size may be 1 too (variants 2 and 3). Even variants keep the
    // strides; odd variants remove them.
    bool UseRequiredSize(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        const bool usesOne = variant >= 2;
        if (m_diagnosis.axis >= made.shape.rank || (usesOne && m_diagnosis.error != E::NotOneOrEqual)) { return false; }
        const std::uint32_t size = usesOne ? 1 : static_cast<std::uint32_t>(m_diagnosis.required);
        return IsSizable(made.tensor) && Resize(made.shape, m_diagnosis.axis, size, variant % 2 == 0);
    }
    // Changes one size, and returns whether that is a change. There are four variants for each axis. The first two use
    // the size of the source on the same axis. The last two use the size that the diagnosis found in the source. The
    // source, which the diagnosis blames, may be right, and this tensor may have the wrong size. Even variants keep the
    // strides; odd variants remove them.
    bool UseOneSize(FixCandidate& made, std::uint32_t variant) const noexcept
    {
        const std::uint32_t axis = variant / 4;
        const bool isOfAxis = variant % 4 < 2;
        const bool hasSize = isOfAxis ? made.source.Rank() == made.shape.rank
                                      : m_diagnosis.actual <= Max32 && IsOfDiagnosis(made.source.location);
        const auto actual = static_cast<std::uint32_t>(m_diagnosis.actual);
        const std::uint32_t size = isOfAxis ? made.source.Size(axis) : actual;
        return hasSize && IsSizable(made.tensor) && Resize(made.shape, axis, size, variant % 2 == 0);
    }
    // Returns whether the meaning of an axis matters to the operator, although it accepts all sizes. A softmax, for
    // example, sums along one axis.
    bool DependsOnAxes() const noexcept
    {
        return m_desc.Find(field::Axis) != None32 || m_desc.Find(field::Axes) != None32
               || operator_rules::IsSoftmaxFamily(m_desc.Type());
    }
    // Uses all sizes of the source. An input must have as many elements as the source, because its data stays the same.
    // It must not matter to the operator which axes the elements are on.
    DTU_COLD bool UseAllSizes(FixCandidate& made) const noexcept
    {
        const bool isReshape =
            !made.shape.hasStrides && made.tensor.Elements() == made.source.Elements() && !DependsOnAxes();
        // An attention's tensor of four sizes has its heads and sequence in another order.
        if (operator_rules::HeadsField(m_desc) != None32) { return false; }
        made.shape = TensorShape(made.source);
        made.shape.hasStrides = false;
        return made.rank == Rank::AllSizes ? IsOutput(made.tensor) : isReshape && !IsOutput(made.tensor);
    }

    // ---- the chosen fix ---------------------------------------------------------------------------------------------

    // Stores the fix in the diagnosis, and makes the diagnosis name what the fix changes. A diagnosis has no place for
    // four changes, the orders of a convolution's images and filter and the place of its bias, and only names them.
    DTU_COLD void Apply() noexcept
    {
        if (m_best.count == 4)
        {
            m_diagnosis.cause = C::OtherOrders;
            return;
        }
        if (m_best.rank == Rank::RequiredSize && IsDenseFilter() && IsField(m_best.tensor, field::Filter))
        {
            AddOtherGroups();
        }
        if (m_best.count == 1) { AddOtherReading(); }
        m_diagnosis.fix = m_best.fixes[0];
        for (std::uint32_t i = 1; i < m_best.count; ++i)
        {
            const bool isThird = i == 2 || m_best.fixes[i].isOther;
            (isThird ? m_diagnosis.third : m_diagnosis.also) = m_best.fixes[i];
        }
        Blame();
    }
    // Adds the other reading of a filter with too many channels: it has all of them, and GroupCount is 1.
    void AddOtherGroups() noexcept
    {
        m_best.kind = Kind::Number;
        m_best.AddNumber(m_desc.Find(field::GroupCount), 1);
        m_best.fixes[1].isOther = true;
    }

    // Adds another reading if DirectML accepts that, too. A convolution with the other Direction may have a filter in
    // another order. A vector that may go to another axis may have the wrong size, and then gets that of a similar
    // vector first.
    DTU_COLD void AddOtherReading() noexcept
    {
        constexpr std::uint32_t OnlyFilter = 6; // see BuildOrder: IOHW, and no other order of the images
        const bool isOfDirection =
            m_best.rank == Rank::Number && m_best.fixes[0].field == m_desc.Find(field::Direction);
        const std::uint32_t count = isOfDirection ? 1 : m_best.rank == Rank::MoveOnes ? m_count : 0;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            FixCandidate made;
            made.kind = Kind::Size;
            if (isOfDirection) { BuildOrder(made, OnlyFilter); }
            else { made.AddShape(m_best.tensor, TensorShape(m_tensors[i])); }
            const Answer answer = Ask(made);
            const bool isMoved = !isOfDirection && m_tensors[i].Elements() == m_best.tensor.Elements();
            if (!answer.isAccepted || answer.isDoubtful || isMoved) { continue; }
            m_best.fixes[1] = m_best.fixes[0];
            m_best.fixes[isOfDirection ? 1 : 0] = made.fixes[made.count - 1];
            m_best.fixes[1].isOther = true;
            m_best.count = 2;
            return;
        }
    }

    // Makes the diagnosis name what the fix changes: the GroupCount or DimensionCount, or the tensor with its data
    // type, its rank or its first changed size. Keeps the diagnosis if it already names this tensor and its sentence
    // explains the fix.
    DTU_COLD void Blame() noexcept
    {
        const OperatorFix& fix = m_best.fixes[0];
        const Tensor &tensor = m_best.tensor, &source = m_best.source;
        const auto rank = static_cast<std::uint32_t>(fix.sizes.size());
        const bool isOfRank = rank != tensor.Rank(),
                   isOfOrder = m_best.rank == Rank::Order || m_best.rank == Rank::SquareFilter;
        Location location = tensor.location, other = source.location;
        std::uint64_t actual = tensor.Rank(), required = rank;
        C cause = C::ChangedRank;
        if (m_best.rank == Rank::Count) { return RequireCount(fix.value); }
        if (m_best.rank == Rank::List && HasWindows() && IsOfCount()) { return RequireCount(fix.order.size()); }
        if (m_best.rank == Rank::Groups)
        {
            location = {fix.field};
            actual = m_desc.Number(fix.field);
            required = fix.value;
            cause = C::OfGroups;
            other = GroupedImages().At(1);
        }
        // The order of the data is a guess, and a guess never decides which tensor is blamed. Exchanged channels of a
        // transposed convolution's filter are no guess.
        else if (!tensor
                 || (isOfOrder ? !IsExchangeOfChannels(fix) : IsOfDiagnosis(location) && Explains(fix, isOfRank)))
        {
            return;
        }
        else if (rank == 0)
        {
            actual = tensor.Type();
            required = fix.value;
            cause = C::ChangedType;
        }
        else if (!isOfRank)
        {
            std::uint32_t axis = 0; // the first changed size
            while (axis < rank && tensor.Size(axis) == fix.sizes[axis]) { ++axis; }
            if (axis == rank) { return; } // only the strides changed
            const bool isAsSource = source && source.Size(axis) == fix.sizes[axis];
            location.axis = axis;
            actual = tensor.Size(axis);
            required = fix.sizes[axis];
            cause = C::ChangedSize;
            other = isAsSource ? source.At(axis) : Location();
            if (isOfOrder) { other = m_desc.TensorOf(field::Input).At(1); }
        }
        Blame(location, actual, required, cause, other);
    }
    // Returns whether the sentence of the diagnosis explains a fix of the tensor that it names. It does not explain a
    // fix of sizes that leaves the named size as it was. If it names a size, it does not explain a fix of the rank,
    // either.
    bool Explains(const OperatorFix& fix, bool isOfRank) const noexcept
    {
        const std::uint32_t named = m_diagnosis.axis; // the axis whose size the sentence states
        const bool isOfSizes = fix.kind == Kind::Repeat || fix.kind == Kind::Size;
        if (named == None32 || isOfRank) { return named == None32; }
        return !isOfSizes || fix.sizes[named] != m_best.tensor.Size(named);
    }

    // Returns whether DirectML accepts a convolution if its input and its filter are exchanged. This is no fix, because
    // each of them keeps its own data.
    DTU_COLD bool AreExchanged() noexcept
    {
        const Tensor input = m_desc.TensorOf(field::Input), filter = m_desc.TensorOf(field::Filter);
        if (!HasWindows() || !filter.HasSizes() || !input.HasSizes()) { return false; }
        OperatorChanges changes(m_desc);
        changes.Add(input, TensorShape(filter));
        changes.Add(filter, TensorShape(input));
        const Answer answer = Ask(changes.Changed(), true);
        return answer.isAccepted && !answer.isDoubtful;
    }

    // Makes a diagnosis without a fix name what is probably wrong.
    DTU_COLD void BlameWithoutFix() noexcept
    {
        // The sentence about a count of 0 names the right count, although no fix is offered. The input has at least 3
        // axes, because its DimensionCount is checked first.
        if (IsOfCount() && m_diagnosis.actual == 0 && HasWindows()) { RequireCount(m_tensors[0].Rank() - 2); }
        if (m_diagnosis.error == E::SizesDiffer && m_isOfTensor) { BlameOther(); }
        // If the number of heads does not divide the query's last size, that number is wrong, and not the named size.
        if (m_diagnosis.cause != C::UnevenHeads) { return; }
        const std::uint32_t heads = operator_rules::HeadsField(m_desc);
        const Tensor query = m_desc.TensorOf(field::Query);
        Blame({heads}, m_desc.Number(heads), query.Last(1), C::OfHeads,
              query.Rank() == 4 ? query.location : Location());
    }
    // Makes the diagnosis name the other tensor of two that must have equal sizes, if DirectML would accept the
    // operator with its sizes changed. This is no fix, because no description gives an input more data.
    DTU_COLD void BlameOther() noexcept
    {
        const std::uint32_t axis = m_diagnosis.axis;
        const Tensor other = m_desc.TensorOf(m_diagnosis.otherField, m_diagnosis.otherElement);
        if (!other) { return; }
        TensorShape shape(m_tensors[0]);
        shape.hasStrides = false;
        OperatorChanges changes(m_desc);
        changes.Add(other, shape);
        if (Ask(changes.Changed(), true).isAccepted)
        {
            Blame(other.At(axis), m_diagnosis.required, m_diagnosis.actual, C::ChangedSize, m_tensors[0].At(axis));
        }
    }
    // Makes the diagnosis require this DimensionCount.
    DTU_COLD void RequireCount(std::uint64_t count) noexcept
    {
        m_diagnosis.required = count;
        m_diagnosis.cause = count + 2 == m_tensors[0].Rank() ? C::SpatialAxes : C::AllAxes;
    }

    // Replaces the location, the numbers and the cause of the diagnosis.
    DTU_COLD void Blame(const Location& location, std::uint64_t actual, std::uint64_t required, C cause,
                        const Location& other) noexcept
    {
        m_diagnosis.field = location.field;
        m_diagnosis.element = location.element;
        m_diagnosis.axis = location.axis;
        m_diagnosis.actual = actual;
        m_diagnosis.required = required;
        m_diagnosis.cause = cause;
        m_diagnosis.otherField = other.field;
        m_diagnosis.otherElement = other.element;
        m_diagnosis.otherAxis = other.axis;
    }

    const OperatorInput& m_desc;
    OperatorDiagnosis& m_diagnosis;
    FixCandidate m_best;
    std::uint32_t m_score = Max32; // the score of m_best
    std::uint32_t m_asked = 0;     // how many descriptions the rules were asked about
    Step m_step = Step::Only;
    Tensor m_tensors[MaxTensors + 1] = {}; // the last one stays empty
    std::uint32_t m_count = 0;
    std::uint32_t m_highestRank = 0;
    bool m_isOfTensor = false;   // whether the diagnosis is about m_tensors[0]
    bool m_isOfElements = false; // whether the diagnosis is about the number of elements of m_tensors[0]
};

// Returns the verdict on an operator. Requires: HasRow(desc.Type) is true.
inline OperatorDiagnosis ValidateKnownOperator(const DML_OPERATOR_DESC& desc) noexcept
{
    OperatorVerdict verdict;
    const OperatorFields fields = FieldsOf(desc.Type);
    const OperatorInput input(desc, fields);
    verdict.Require(desc.Desc != nullptr, OperatorError::NullDescription, {});
    if (verdict.Holds()) { CheckRunner(input, verdict).Run(); }
    OperatorDiagnosis diagnosis = verdict.Result(desc.Type);
    // These hazards of OutputTensor are about its sizes.
    const bool isOfOutput =
        (diagnosis.error == OperatorError::EndPaddingAssumed || diagnosis.error == OperatorError::WindowOutside)
        && fields[diagnosis.field].IsOutput();
    if (diagnosis.Rejected()) { FixSearch(input, diagnosis).Run(); }
    else if (isOfOutput) { FixSearch(input, diagnosis).RunForOutput(); }
    return diagnosis;
}
} // namespace detail

/// Returns the verdict of DirectML 1.15.4 on an operator description, for a device that supports every data type: the
/// first error in the order of DirectML's checks, or else the first hazard, or else None.
///
/// desc: the description. desc.Desc points to the operator's struct, or in portable mode to a struct of the same
/// layout. Each array must have as many elements as its count says.
///
/// Errors: OperatorError lists them, and docs/operators.md has an example of each. Unknown means that DirectML has no
/// operator of this type.
/// Source: the documentation of each operator's struct, and recorded results of DirectML 1.15.4.
inline OperatorDiagnosis ValidateOperator(const DML_OPERATOR_DESC& desc) noexcept
{
    if (detail::HasRow(desc.Type)) { return detail::ValidateKnownOperator(desc); }
    OperatorDiagnosis unknown;
    unknown.error = OperatorError::Unknown;
    unknown.type = desc.Type;
    return unknown;
}

namespace detail
{
// Enables a deleted function for types that describe no operator, except pointers, which have a deleted function of
// their own.
template <class T>
using IfNoOperator =
    std::enable_if_t<OperatorTypeOf<T> == DML_OPERATOR_INVALID
                         && !std::is_pointer_v<T> && !std::is_convertible_v<const T&, DML_OPERATOR_DESC>,
                     std::nullptr_t>;
} // namespace detail

/// Returns the verdict on an operator's struct, such as a DML_GEMM_OPERATOR_DESC. The type follows from the struct, so
/// that the two cannot disagree. Overload resolution ignores this function if OperatorTypeOf does not know the struct.
/// Errors: the same as those of ValidateOperator above.
template <class OperatorStruct,
          std::enable_if_t<OperatorTypeOf<OperatorStruct> != DML_OPERATOR_INVALID, std::nullptr_t> = nullptr>
OperatorDiagnosis ValidateOperator(const OperatorStruct& desc) noexcept
{
    return ValidateOperator(DML_OPERATOR_DESC{OperatorTypeOf<OperatorStruct>, &desc});
}

// Deleted, so that the compiler's message says what to write.
template <class GiveTheStructAndNotItsAddress>
OperatorDiagnosis ValidateOperator(const GiveTheStructAndNotItsAddress*) = delete;
template <class NoOperatorStructOrItsHeaderCameLater,
          detail::IfNoOperator<NoOperatorStructOrItsHeaderCameLater> = nullptr>
OperatorDiagnosis ValidateOperator(const NoOperatorStructOrItsHeaderCameLater&) = delete;

/// Returns the packed layout of an output by the formula of the operator. It reads the inputs and attributes only, and
/// not the outputs, which may be null. So it works for an operator that ValidateOperator rejects, and for outputs of
/// which DirectML accepts any size, such as those of convolutions and poolings.
///
/// desc: the description. ValidateOperator may reject it.
/// index: the index of the output, counted as in BindOutputs: null outputs and the elements of a list count.
/// rounding: how poolings and RESAMPLE round. With Up, a transposed convolution has the largest output_padding.
///
/// Errors, in order:
/// - NullDesc: desc.Desc is null.
/// - AxisOutOfRange: there is no such output; `actual` is the index, `required` the number of outputs, which is 0 for
///   an operator that DirectML 1.15.4 does not have.
/// - The error of an input or attribute that is missing or impossible.
/// - NoFormula: the program chooses the sizes freely, and no input or attribute has them, as in FILL_VALUE_CONSTANT,
///   SPLIT and ONE_HOT.
/// Source: the rules of the operator; dml_tensor_output_sizes.hpp for sizes that DirectML does not check.
inline TensorLayout DocumentedOutput(const DML_OPERATOR_DESC& desc, AnyInteger index = 0,
                                     Rounding rounding = Rounding::Down) noexcept
{
    using detail::MakeError, detail::None32;
    std::uint64_t outputs = 0; // counted up to and including field i
    const bool isKnown = detail::HasRow(desc.Type);
    if (isKnown)
    {
        const Diagnosis null = {TensorError::NullDesc, None32, 0, 0, None32, TensorArgument::OperatorDesc};
        if (desc.Desc == nullptr) { return MakeError<TensorLayout>(null); }
        const detail::OperatorFields fields = detail::FieldsOf(desc.Type);
        const detail::OperatorInput input(desc, fields);
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            if (!fields[i].IsOutput()) { continue; }
            outputs += fields[i].IsArray() ? input.ArrayOf(i).count : 1;
            if (index.Bits() < outputs) { return detail::operator_outputs::LayoutOf(input, i, rounding); }
        }
    }
    return MakeError<TensorLayout>({TensorError::AxisOutOfRange, None32, index.Bits(), outputs, None32,
                                    isKnown ? TensorArgument::OutputIndex : TensorArgument::OperatorType});
}

/// Returns the output layout for an operator's struct, such as a DML_GEMM_OPERATOR_DESC.
/// Errors: the same as those of DocumentedOutput above.
template <class OperatorStruct,
          std::enable_if_t<OperatorTypeOf<OperatorStruct> != DML_OPERATOR_INVALID, std::nullptr_t> = nullptr>
TensorLayout DocumentedOutput(const OperatorStruct& desc, AnyInteger index = 0,
                              Rounding rounding = Rounding::Down) noexcept
{
    return DocumentedOutput(DML_OPERATOR_DESC{OperatorTypeOf<OperatorStruct>, &desc}, index, rounding);
}

/// Returns the verdict of ValidateOperator. If DirectML accepts the operator, but OutputTensor is smaller than its
/// formula gives, or the hazard is ZeroStep, `fix` and `also` change attributes so that the formula gives the sizes of
/// OutputTensor, such as Strides {2, 2}; `third` may be another such change. A smaller output is no hazard, because
/// DirectML computes its first elements. The fix is a guess, and None if no usual change gives the output its sizes.
///
/// Errors: the same as those of ValidateOperator.
inline OperatorDiagnosis ValidateWithOutput(const DML_OPERATOR_DESC& desc) noexcept
{
    OperatorDiagnosis diagnosis = ValidateOperator(desc);
    const bool isZeroStep = diagnosis.error == OperatorError::ZeroStep;
    if (!diagnosis.Ok() && !isZeroStep) { return diagnosis; }
    const detail::OperatorFields fields = detail::FieldsOf(desc.Type);
    const detail::OperatorInput input(desc, fields);
    const detail::GivenTensor output = input.TensorOf(detail::field::Output);
    const TensorLayout formula = DocumentedOutput(desc); // an error for ZeroStep
    // FOLD and UNFOLD have WindowSizes. DirectML checks the sizes of their outputs.
    bool isSearched = isZeroStep && output && fields.Find(detail::field::WindowSizes) == detail::None32;
    for (std::uint32_t i = 0; output && i < formula.Rank(); ++i)
    {
        isSearched = isSearched || output.Size(i) < formula.Sizes()[i];
    }
    if (!isSearched) { return diagnosis; }
    detail::FixSearch(input, diagnosis).RunForOutput();
    if (diagnosis.fix.kind != OperatorFixKind::Number) { return diagnosis; }
    // DirectML accepts a smaller output with other lists, too, so the formula is asked.
    detail::OperatorChanges changes(input);
    changes.SetNumber(diagnosis.fix);
    if (diagnosis.also.kind == OperatorFixKind::Number) { changes.SetNumber(diagnosis.also); }
    const DML_OPERATOR_DESC& changed = changes.Changed().Desc();
    const Dimensions sizes(output.desc->Sizes, output.Rank());
    const bool fits =
        DocumentedOutput(changed).Sizes() == sizes || DocumentedOutput(changed, 0, Rounding::Up).Sizes() == sizes;
    if (!fits) { diagnosis.fix = diagnosis.also = diagnosis.third = OperatorFix(); }
    return diagnosis;
}

/// Returns the verdict on an operator's struct and its output, such as a DML_CONVOLUTION_OPERATOR_DESC.
/// Errors: the same as those of ValidateOperator.
template <class OperatorStruct,
          std::enable_if_t<OperatorTypeOf<OperatorStruct> != DML_OPERATOR_INVALID, std::nullptr_t> = nullptr>
OperatorDiagnosis ValidateWithOutput(const OperatorStruct& desc) noexcept
{
    return ValidateWithOutput(DML_OPERATOR_DESC{OperatorTypeOf<OperatorStruct>, &desc});
}

// =====================================================================================================================
//   Sentences
// =====================================================================================================================

namespace detail
{
// Writes the sentence of a diagnosis.
struct OperatorSentence : MessageWriter
{
    const OperatorDiagnosis& diagnosis;
    const OperatorFields fields;

    OperatorSentence(const OperatorDiagnosis& found, const OperatorFields& ofOperator) noexcept
        : diagnosis(found), fields(ofOperator)
    {
    }

    bool HasField() const noexcept { return diagnosis.field < fields.count; }
    const OperatorField& Field() const noexcept { return fields[diagnosis.field]; }
    bool IsTensor() const noexcept { return HasField() && Field().IsTensor(); }
    bool HasAxis() const noexcept { return diagnosis.axis != None32; }

    void AppendWord(const RowWord& word) noexcept
    {
        for (std::uint32_t i = 0; i < word.size; ++i) { Append(word.text[i]); }
    }

    // Appends the name of a member of the operator's struct: "InputTensor". Appends nothing for None32.
    void AppendName(std::uint32_t field) noexcept
    {
        if (field < fields.count) { Append(fields[field].name); }
    }

    // Appends the member of the diagnosis, and the index in a list: "InputTensors[2]".
    void AppendField() noexcept
    {
        AppendName(diagnosis.field);
        AppendIndex(diagnosis.element);
    }

    // Appends what `actual` measures: "Alpha", "ATensor.Sizes[1]" or "the number of elements of ATensor".
    void AppendSize() noexcept
    {
        using E = OperatorError;
        const E error = diagnosis.error;
        const bool isOfRank = error == E::RanksDiffer || error == E::BroadcastRanksDiffer || error == E::NotRank4
                              || error == E::SizesDiffer || error == E::NotOneOrEqual || error == E::Range
                              || error == E::JoinOtherSizes;
        const bool isWhole = IsTensor() && !HasAxis();
        Append(isWhole && !isOfRank ? "the number of elements of " : "");
        AppendField();
        Append(!IsTensor() ? "" : !isWhole ? ".Sizes" : isOfRank ? ".DimensionCount" : "");
        AppendIndex(diagnosis.axis);
    }

    // Appends the names of a set of data types: "FLOAT32, FLOAT16 or INT32".
    void AppendTypes(std::uint64_t types) noexcept
    {
        for (std::uint32_t type = 1; type <= LastDataType; ++type)
        {
            if ((types >> type & 1) == 0) { continue; }
            Append(ToString(static_cast<DML_TENSOR_DATA_TYPE>(type)));
            const std::uint64_t more = types >> type >> 1;
            Append(more == 0 ? "" : (more & (more - 1)) == 0 ? " or " : ", ");
        }
    }

    // Appends "0 (CONVOLUTION) or 1 (CROSS_CORRELATION)", or for more than five enumerators "0 (ARGMAX) to 11
    // (SUM_SQUARE)".
    void AppendEnumerators() noexcept
    {
        if (!HasField()) { return; }
        const char* const enumerators = Field().enumerators;
        const std::uint32_t count = CountEnumerators(enumerators);
        const bool isRange = count > 5;
        const auto append = [&](std::uint32_t value, const RowWord& name)
        {
            const bool isFirst = value == 0, isLast = value + 1 == count;
            if (isRange && !isFirst && !isLast) { return; }
            Append(isFirst ? "" : !isLast ? ", " : isRange ? " to " : " or ", value, " (");
            AppendWord(name);
            Append(')');
        };
        ForEachName(enumerators, append);
    }

    // Appends ", as ATensor's is" for a tensor, or ", as Sizes[2] is" for another field. Appends nothing if no other
    // field is noted.
    void AppendOther() noexcept
    {
        if (diagnosis.otherField >= fields.count) { return; }
        const bool isOfOtherAxis = diagnosis.cause == OperatorCause::ChangedSize && diagnosis.otherAxis != None32
                                   && diagnosis.otherAxis != diagnosis.axis;
        Append(isOfOtherAxis ? ", " : ", as ");
        AppendName(diagnosis.otherField);
        AppendIndex(diagnosis.otherElement);
        if (isOfOtherAxis) { return Append(".Sizes[", diagnosis.otherAxis, ']'); }
        Append(fields[diagnosis.otherField].IsTensor() ? "'s is" : " is");
    }

    // Appends "element", or "3 elements".
    void AppendElements(std::uint64_t count) noexcept
    {
        if (count != 1) { Append(count); }
        Append(count == 1 ? "element" : " elements");
    }

    // Appends "StartPadding[0] + EndPadding[0]" with the index of the padding at which the hazard is.
    void AppendPaddings() noexcept
    {
        for (const char* const name : {field::StartPadding, field::EndPadding})
        {
            Append(name == field::EndPadding ? " + " : "");
            Append(name);
            AppendIndex(diagnosis.otherElement);
        }
    }

    // Appends the sums of paddings that end a hazard: "5", "5 or 6" or "5 to 7".
    void AppendPadding() noexcept
    {
        const std::uint32_t spare = diagnosis.spare;
        Append(diagnosis.padding, spare == 0 ? "" : spare == 1 ? " or " : " to ");
        if (spare != 0) { Append(diagnosis.padding + spare); }
    }

    // Appends the value that DirectML computes for a window that reads no element of the input.
    void AppendValue() noexcept
    {
        switch (diagnosis.cause)
        {
        case OperatorCause::NotANumber: Append("NaN"); break;
        case OperatorCause::LowestFloat32: Append("-3.4e38, the lowest FLOAT32"); break;
        case OperatorCause::LowestFloat16: Append("-65504, the lowest FLOAT16"); break;
        case OperatorCause::LowestInteger: Append("the lowest integer of the data type"); break;
        case OperatorCause::ZeroPoint: Append("the output's zero point"); break;
        case OperatorCause::NotExecuted: Append("an unspecified value"); break;
        default: Append("0"); break;
        }
    }

    const char* Sentence() const noexcept;

    // Returns whether the fix changes the field or element that the diagnosis is about.
    bool IsOfDiagnosis(const OperatorFix& fix) const noexcept
    {
        return fix.field == diagnosis.field && fix.element == diagnosis.element;
    }

    // Appends "the sizes {2, 3}", or "the sizes {2, 3} and the strides {1, 2}" if the fix has strides.
    void AppendShape(const OperatorFix& fix) noexcept
    {
        Append("the sizes ", fix.sizes);
        if (!fix.strides.empty()) { Append(" and the strides ", fix.strides); }
    }

    // Appends "use the sizes {2, 3}", or "give BTensor the sizes {2, 3}" if the diagnosis is about another tensor.
    void AppendUse(const OperatorFix& fix) noexcept
    {
        const bool isNamed = IsOfDiagnosis(fix);
        Append(isNamed ? "use " : "give ");
        if (!isNamed)
        {
            AppendName(fix.field);
            AppendIndex(fix.element);
            Append(' ');
        }
        AppendShape(fix);
    }

    // Appends the letters of the axes in the order of the memory, such as "NHWC". Requires: the fix has letters and 3
    // to 5 axes.
    void AppendLetters(const OperatorFix& fix) noexcept
    {
        const char* const ofSpace = &"DHW"[5 - fix.order.size()]; // "W", "HW" or "DHW"
        for (std::uint32_t place = 0; place < fix.order.size(); ++place)
        {
            for (std::uint32_t i = 0; i < fix.order.size(); ++i)
            {
                if (fix.order[i] == place) { Append(i < 2 ? fix.letters[i] : ofSpace[i - 2]); }
            }
        }
    }

    // Appends the condition of a fix that puts the axes of one tensor, or of all images, in another order: "; if the
    // images are in the order NHWC and FilterTensor in HWIO, ". It is a condition, because only the program knows the
    // order of the data.
    void AppendOrder() noexcept
    {
        const OperatorFix& fix = diagnosis.fix;
        const OperatorFix& last = diagnosis.third.kind != OperatorFixKind::None ? diagnosis.third : diagnosis.also;
        if (fix.kind == OperatorFixKind::PermuteAll) { Append("; if the images are"); }
        else
        {
            Append("; if ");
            AppendName(fix.field);
            Append(" is");
        }
        Append(" in the order ");
        AppendLetters(fix);
        if (last.letters != nullptr && last.letters[0] != fix.letters[0])
        {
            Append(" and ");
            AppendName(last.field);
            Append(" in ");
            AppendLetters(last);
        }
        Append(", ");
    }
    // Appends another order of axes that have no letters such as NCHW. A fix without strides only describes the same
    // memory by other sizes; most often, only axes of size 1 move. With strides, the data would have another order,
    // which only the program knows. If just the sizes were exchanged by mistake, the strides are not needed.
    void AppendOtherOrder(const OperatorFix& fix) noexcept
    {
        if (fix.letters != nullptr)
        {
            Append("; if ");
            AppendName(fix.field);
            Append(" is in the order ");
            AppendLetters(fix);
            Append(", ");
            return AppendUse(fix);
        }
        const bool isInOrder = diagnosis.third.kind == OperatorFixKind::Permute && &fix != &diagnosis.third;
        Append(isInOrder              ? "; if only its sizes were exchanged, "
               : !fix.strides.empty() ? "; if its axes are in another order, "
               : IsOfOtherAxis(fix)   ? "; if its values do not belong to the channels, "
               : IsNormalization() && fix.sizes[1] == 1 && diagnosis.error == OperatorError::NotOneOrEqual
                   ? "; if its axes belong elsewhere, "
                   : "; its axes belong elsewhere: ");
        AppendUse(fix);
        if (isInOrder) { return Append(" of the same memory order"); }
        Append(fix.strides.empty() ? "" : "; if only its sizes were exchanged, the sizes alone");
    }

    bool IsNormalization() const noexcept
    {
        return fields.Find(field::Scale) != None32 && fields.Find(field::Bias) != None32;
    }
    // Returns whether a fix puts values of a normalization of channels, such as a scale, on another axis than these.
    bool IsOfOtherAxis(const OperatorFix& fix) const noexcept
    {
        return IsNormalization() && fields.Find(field::Axes) == None32 && fix.sizes.size() > 1 && fix.sizes[1] == 1;
    }
    // Appends "; put its axis on axis 1: {1, 64, 1, 1}".
    void AppendPlaces(const OperatorFix& fix) noexcept
    {
        // The last axis that neither has size 1 nor is repeated, and the number of such axes.
        std::uint32_t axis = 0, axes = 0;
        for (std::uint32_t i = 0; i < fix.sizes.size(); ++i)
        {
            const bool isRepeated = !fix.strides.empty() && fix.strides[i] == 0;
            if (fix.sizes[i] == 1 || isRepeated) { continue; }
            axis = i;
            ++axes;
        }
        const bool isOneAxis = IsOfDiagnosis(fix) && axes == 1;
        if (isOneAxis && IsOfOtherAxis(fix))
        {
            Append("; if its ", fix.sizes[axis], " values belong to axis ", axis, " and not to the channels, ");
            return AppendUse(fix);
        }
        if (isOneAxis) { Append("; put its ", fix.sizes[axis], " values on axis ", axis); }
        if (isOneAxis && fix.strides.empty()) { return Append(": ", fix.sizes); }
        Append(isOneAxis ? " and repeat them: " : "; ");
        AppendUse(fix);
        for (std::uint32_t i = 0; isOneAxis && i < fix.sizes.size(); ++i)
        {
            if (i != axis && fix.sizes[i] == fix.sizes[axis]) { AppendOtherPlace(fix, axis, i); }
        }
    }
    // Appends the strides with which the values of one axis belong to another axis of the same size.
    void AppendOtherPlace(const OperatorFix& fix, std::uint32_t axis, std::uint32_t other) noexcept
    {
        std::uint32_t strides[MaxRank] = {};
        for (std::uint32_t i = 0; i < fix.strides.size(); ++i) { strides[i] = fix.strides[i]; }
        strides[other] = strides[axis];
        strides[axis] = 0;
        Append("; if they belong to axis ", other, ", the strides ", Dimensions(strides, fix.strides.size()));
    }

    // Appends "; with Axis 0 it would fit", or both numbers if two must change (see IsOfTwoNumbers). Appends "; also
    // use Axis 0" if another change comes first.
    void AppendNumber(const OperatorFix& fix) noexcept
    {
        const RowWord& name = fields.names[fix.field % OperatorFields::MaxCount];
        const bool isOfDirection = name == field::Direction && fields.Find(field::Filter) != None32;
        const OperatorError error = diagnosis.error;
        const bool isPart = error == OperatorError::JoinOtherSizes || error == OperatorError::SplitOtherSizes;
        const bool isFurther = &fix != &diagnosis.fix;
        Append(isFurther        ? "; also use "
               : isPart         ? "; only the sizes on Axis may differ, and with "
               : !isOfDirection ? "; with "
               : fix.value == 0 ? "; if no transposed convolution is meant, with "
                                : "; if a transposed convolution is meant, with ");
        AppendFieldValue(fix);
        if (IsOfTwoNumbers())
        {
            Append(" and ");
            AppendFieldValue(diagnosis.also);
        }
        else if (&fix == &diagnosis.fix && diagnosis.also.kind != OperatorFixKind::None)
        {
            Append(" and the next change");
        }
        Append(isFurther ? "" : " it would fit");
        Append(name == field::Sizes              ? "; these are counts of the output's elements, not ends"
               : name == field::InputWindowSizes ? "; these are counts of the input's elements, not ends"
               : name == field::ScaleSize && fix.order[0] != fix.order[1] ? ", because its order is Width, Height"
                                                                          : "");
    }
    // Returns whether the fix is two numbers or two lists that must change together, for example TransA with TransB, or
    // StartPadding with EndPadding.
    bool IsOfTwoNumbers() const noexcept
    {
        const OperatorFixKind kind = diagnosis.fix.kind;
        const bool isOfNumber = kind == OperatorFixKind::Transpose || kind == OperatorFixKind::Number;
        return isOfNumber && diagnosis.also.kind == kind;
    }
    // Appends "Axis 0", or "TransB TRANSPOSE".
    void AppendFieldValue(const OperatorFix& fix) noexcept
    {
        AppendName(fix.field);
        Append(' ');
        const char* const enumerators = fields[fix.field].enumerators;
        if (!fix.order.empty()) { Append(fix.order); }
        else if (CountEnumerators(enumerators) == 0) { Append(fix.value); }
        const auto append = [&](std::uint32_t value, const RowWord& word)
        {
            if (value == fix.value) { AppendWord(word); }
        };
        ForEachName(enumerators, append);
    }

    // Appends what to change, after a semicolon. Appends nothing if the sentence before already says it.
    void AppendFix() noexcept
    {
        const OperatorFix &fix = diagnosis.fix, &also = diagnosis.also, &third = diagnosis.third;
        const bool isExchange = IsExchangeOfChannels(fix);
        const bool isOfShapes = fix.kind == OperatorFixKind::Regroup || fix.letters != nullptr;
        if (fix.kind == OperatorFixKind::None) { return AppendAdvice(); }
        if (isExchange) { Append("; for Direction BACKWARD, "); }
        else if (fix.kind == OperatorFixKind::Regroup) { Append("; for grouped heads, make the groups batches: "); }
        else if (isOfShapes) { AppendOrder(); }
        if (isOfShapes) { AppendUse(fix); }
        else { AppendChange(fix); }
        for (const OperatorFix* const next : {&also, &third})
        {
            if (next->kind == OperatorFixKind::None || (next == &also && IsOfTwoNumbers())) { continue; }
            if (next->isOther) { AppendOtherReading(*next); }
            else if (fix.kind == OperatorFixKind::PlaceAll)
            {
                Append("; the same for ");
                AppendName(next->field);
                AppendIndex(next->element);
                Append(" and every other tensor of these sizes");
            }
            else if (isOfShapes)
            {
                const bool isLast = next == &third || third.kind == OperatorFixKind::None;
                Append(isLast ? ", and " : ", ");
                AppendUse(*next);
            }
            else { AppendChange(*next); }
        }
    }
    // Appends the other reading: what to change instead of the fix if the data is not what the fix assumes.
    void AppendOtherReading(const OperatorFix& other) noexcept
    {
        const bool isPermuted = other.kind == OperatorFixKind::Permute;
        if (isPermuted && diagnosis.fix.kind != OperatorFixKind::Permute) { return AppendOtherOrder(other); }
        if (isPermuted && other.letters == nullptr)
        {
            Append("; if its axes are in another order, the strides ", other.strides);
        }
        else if (other.letters != nullptr)
        {
            Append("; if its data is in the order ");
            AppendLetters(other);
            Append(", use the strides ", other.strides, " as well");
        }
        else if (other.kind == OperatorFixKind::Number)
        {
            const bool isOfList = !other.order.empty();
            Append(isOfList ? ", or with " : "; if it has the given ones, with ");
            AppendFieldValue(other);
            Append(isOfList ? "" : " it would fit");
        }
        else
        {
            Append("; or ");
            AppendUse(other);
            Append(" and add ", other.sizes.size() - diagnosis.fix.sizes.size(), " to ");
            Append(fields.Find(field::Axis) != None32 ? field::Axis : field::Axes);
        }
    }
    // Returns what the sizes of an attention's tensor are, or null for a tensor that is described elsewhere.
    const char* SizesOfAttention() const noexcept
    {
        const RowWord name = HasField() ? fields.names[diagnosis.field] : RowWord();
        const bool isPast = name == field::PastKey || name == field::PastValue;
        const bool isPresent = name == field::OutputPresentKey || name == field::OutputPresentValue;
        return fields.Find(field::MaskType) == None32 ? nullptr
               : isPast || isPresent
                   ? "batch, heads, sequence and head size. If the sequence comes before the heads in its memory, its "
                     "strides are heads * sequence * head size, head size, heads * head size, and 1"
               : name == field::StackedQueryKeyValue                    ? "batch, sequence, heads, 3 and head size"
               : name.EndsWith("KeyValue") || name.EndsWith("QueryKey") ? "batch, sequence, heads, 2 and head size"
               : IsOfAllHeads()                                         ? "batch, sequence, and heads * head size"
                                                                        : nullptr;
    }
    // Returns whether the diagnosis is about a tensor of an attention whose last axis has the heads.
    bool IsOfAllHeads() const noexcept
    {
        const RowWord name = HasField() ? fields.names[diagnosis.field] : RowWord();
        return name == field::Query || name == field::Key || name == field::Value || name == field::Output;
    }
    static constexpr const char* HeadsFirst =
        ". A tensor of batch, heads, sequence and head size must be copied to the "
        "order batch, sequence, heads and head size first";
    // Appends what to do about the data of an input if no fix is known.
    void AppendAdvice() noexcept
    {
        const char* const sizes = SizesOfAttention();
        const OperatorError error = diagnosis.error;
        const bool isOfRank = error == OperatorError::RanksDiffer,
                   isOfSizes = error == OperatorError::Range || error == OperatorError::ComputedSizes;
        const bool isPart = error == OperatorError::SplitOtherSizes || error == OperatorError::JoinOtherSizes;
        if (diagnosis.cause == OperatorCause::Exchanged)
        {
            return Append("; InputTensor and FilterTensor may be exchanged: each would fit in place of the other");
        }
        if (diagnosis.cause == OperatorCause::OtherOrders)
        {
            return Append(
                "; if the images are in the order NHWC and FilterTensor in OHWI or HWIO, list the sizes in the "
                "order NCHW and OIHW, with the strides of the memory, and give BiasTensor the sizes {1, C, 1, "
                "1}");
        }
        if (sizes != nullptr && (isOfRank || (isOfSizes && HasAxis())))
        {
            return Append("; its sizes are ", sizes, IsOfAllHeads() ? HeadsFirst : "");
        }
        if (error == OperatorError::BlockSizes && diagnosis.actual < diagnosis.required)
        {
            return Append("; the axes of the scale, and of the zero point, may be in another order");
        }
        if (IsTensor() && fields.names[diagnosis.field] == field::ROI && diagnosis.required == 4)
        {
            return Append("; a region is x1, y1, x2 and y2. A batch index before them belongs in BatchIndicesTensor");
        }
        // The first part of a list has another size than the whole. Perhaps Axis should be that axis.
        if (isPart && diagnosis.element == 0 && diagnosis.actual < diagnosis.required)
        {
            Append("; if the parts follow each other on axis ", diagnosis.axis, ", use Axis ", diagnosis.axis);
            return Append(" and give the parts sizes that add up to ", diagnosis.required);
        }
        if (fields.Find(field::OutputGradient) != None32 && fields.Find(field::DimensionCount) != None32
            && (HasAxis() || error == OperatorError::SliceWindow))
        {
            return Append("; InputGradientTensor needs the sizes of the forward operator's output, and "
                          "OutputGradientTensor those of its input");
        }
        if (!IsOfData()) { return; }
        const bool mayBeTransposed =
            diagnosis.error == OperatorError::MatrixSizes && fields.Find(field::TransA) != None32;
        Append(diagnosis.actual == 1 ? "; to repeat it, use this size and stride 0"
               : mayBeTransposed     ? "; check TransA and TransB, and what computes its data"
                                     : "; its data has other sizes, so check what computes it");
    }
    // Appends one change, after a semicolon.
    void AppendChange(const OperatorFix& fix) noexcept
    {
        const bool isInput = fix.field < fields.count && !fields[fix.field].IsOutput();
        // Whether the numbers in the sentence already say what to change.
        const bool isSaid = IsOfDiagnosis(fix) && diagnosis.axis != None32;
        switch (fix.kind)
        {
        case OperatorFixKind::Size:
            if (isSaid && !isInput) { return; }
            Append(isInput ? "; if its data has these sizes, " : "; ");
            AppendUse(fix);
            return isInput ? AppendElse(fix) : void();
        case OperatorFixKind::Sizes:
            Append(isInput                     ? "; it has as many elements, and a reshape needs no operator: "
                   : IsHazard(diagnosis.error) ? "; its height and width are exchanged: "
                                               : "; ");
            return AppendUse(fix);
        case OperatorFixKind::Strides:
            if (fix.strides.empty()) { return Append("; leave Strides null"); }
            if (!isInput) { Append("; strides are listed in the order of the sizes"); }
            return Append("; with the strides ", fix.strides, " it would fit");
        case OperatorFixKind::Repeat:
            Append(IsOfDiagnosis(fix) ? "; to repeat it, " : "; ");
            if (!isSaid) { return AppendUse(fix); }
            Append("use size ", diagnosis.required, " and stride 0: ");
            return AppendShape(fix);
        case OperatorFixKind::Place:
        case OperatorFixKind::PlaceAll: return AppendPlaces(fix);
        case OperatorFixKind::PromoteAll:
            Append(fields.Find(field::StartPadding) != None32 ? "; the batch is missing: " : "; ");
            AppendUse(fix);
            return Append(", and 1s in front of the other tensors of this rank too");
        case OperatorFixKind::Squeeze: Append("; with fewer axes it fits: "); return AppendShape(fix);
        case OperatorFixKind::Permute: return AppendOtherOrder(fix);
        case OperatorFixKind::DataType: return AppendOtherType();
        case OperatorFixKind::Total: return Append("; if the total is right, the sizes or the strides are not");
        case OperatorFixKind::Convert:
        {
            const bool isQuantized = fields.Find(field::FilterScale) != None32 && fix.field == fields.Find(field::Bias);
            return Append(isQuantized ? "; quantize the data too: divide it by InputScaleTensor * FilterScaleTensor, "
                                        "and round it"
                                      : "; convert the data too: CAST, or ConvertTensor");
        }
        case OperatorFixKind::Number:
        case OperatorFixKind::Transpose:
            if (!IsOfDiagnosis(fix) || !IsOfNumber()) { AppendNumber(fix); }
            return;
        default: return;
        }
    }

    // Appends how the output can have its data type: if it must be that of the zero point, the zero point may have the
    // wrong type; otherwise another operator converts.
    void AppendOtherType() noexcept
    {
        if (diagnosis.error != OperatorError::TypesDiffer || diagnosis.otherField >= fields.count) { return; }
        const char* const type = ToString(static_cast<DML_TENSOR_DATA_TYPE>(diagnosis.actual));
        if (fields.names[diagnosis.otherField].EndsWith("ZeroPoint"))
        {
            Append("; or convert ");
            AppendName(diagnosis.otherField);
            return Append(" to ", type, ": CAST, or ConvertTensor");
        }
        if (!Field().IsOutput()) { return; }
        const bool isCopy = static_cast<std::uint32_t>(diagnosis.type) == OfIdentity;
        Append("; to get ", type, isCopy ? ", use CAST instead" : ", use CAST after this operator");
    }

    // The fix assumes that the input's data has the smaller size. Appends which tensor is wrong if it has not. Appends
    // nothing if that tensor is an output or if there is another fix for it.
    void AppendElse(const OperatorFix& fix) noexcept
    {
        const bool isOther = IsOfDiagnosis(fix) && diagnosis.otherField < fields.count && !diagnosis.third.isOther
                             && diagnosis.otherField != diagnosis.field && diagnosis.required < diagnosis.actual;
        if (!isOther || fields[diagnosis.otherField].IsOutput()) { return; }
        Append("; otherwise the size of ");
        AppendName(diagnosis.otherField);
        AppendIndex(diagnosis.otherElement);
        Append(" is wrong");
    }

    // Returns whether the sentence says the number of the fix already.
    bool IsOfNumber() const noexcept
    {
        const OperatorCause cause = diagnosis.cause;
        return cause == OperatorCause::SpatialAxes || cause == OperatorCause::AllAxes
               || cause == OperatorCause::OfGroups || diagnosis.required == diagnosis.fix.value;
    }

    // Returns whether the diagnosis is about the sizes of an input. The program has computed the data of an input, so
    // that it helps to check what computes it.
    bool IsOfData() const noexcept
    {
        using E = OperatorError;
        const E error = diagnosis.error;
        return HasAxis() && IsTensor() && !Field().IsOutput()
               && (error == E::SizesDiffer || error == E::JoinOtherSizes || error == E::MatrixSizes
                   || error == E::MatrixBatch);
    }

    // Appends what a placeholder stands for.
    void AppendPlaceholder(const char* text) noexcept
    {
        if (StartsWith(text, "{field}")) { AppendField(); }
        else if (StartsWith(text, "{size}")) { AppendSize(); }
        else if (StartsWith(text, "{operator}")) { Append(ToString(diagnosis.type)); }
        else if (StartsWith(text, "{axis}")) { Append(diagnosis.axis); }
        else if (StartsWith(text, "{enumerators}")) { AppendEnumerators(); }
        else if (StartsWith(text, "{elements}")) { AppendElements(diagnosis.actual); }
        else if (StartsWith(text, "{value}")) { AppendValue(); }
        else if (StartsWith(text, "{are}")) { Append(diagnosis.actual == 1 ? "is" : "are"); }
        else if (StartsWith(text, "{paddings}")) { AppendPaddings(); }
        else if (StartsWith(text, "{orMore}"))
        {
            if (diagnosis.spare != 0)
            {
                Append(", or up to ", diagnosis.required + diagnosis.spare, " with an output_padding");
            }
        }
        else if (StartsWith(text, "{headsFirst}"))
        {
            if (diagnosis.otherField != None32) { Append(HeadsFirst); }
        }
        else if (StartsWith(text, "{upTo}"))
        {
            if (diagnosis.spare == 0) { Append("at most ", diagnosis.required); }
            else { Append(diagnosis.required - diagnosis.spare, ", or ", diagnosis.required, " rounded up"); }
        }
        else if (StartsWith(text, "{limits}"))
        {
            if (fields.Find(field::Max) != None32) { Append(". If limits are meant, set Min and Max"); }
        }
        else if (StartsWith(text, "{pads}"))
        {
            if (diagnosis.actual != 2 * diagnosis.required) { return; }
            Append(". The pads of ONNX, if they are meant, are first StartPadding and then EndPadding");
        }
        else if (StartsWith(text, "{fits}"))
        {
            AppendFix();
            Append(diagnosis.fix.kind != OperatorFixKind::None ? "; otherwise" : ";");
        }
        else if (StartsWith(text, "{needed}"))
        {
            if (diagnosis.fix.kind != OperatorFixKind::None) { return; } // it says what gives the output its sizes
            if (diagnosis.actual >= 2 * diagnosis.required && fields.Find(field::Direction) != None32)
            {
                return Append("If a transposed convolution is meant, set Direction to BACKWARD. ");
            }
            Append("If ", diagnosis.actual, " is meant, ");
            AppendPaddings();
            Append(" must be ");
            AppendPadding();
            Append("; ");
        }
        else if (StartsWith(text, "{roundedUp}")) { Append(diagnosis.required + 1); }
        else if (StartsWith(text, "{other}")) { AppendOther(); }
        else if (StartsWith(text, "{otherName}")) { AppendName(diagnosis.otherField); }
        else if (StartsWith(text, "{types}")) { AppendTypes(diagnosis.required); }
        else if (StartsWith(text, "{activation}"))
        {
            const auto type = static_cast<DML_OPERATOR_TYPE>(diagnosis.actual);
            if (HasRow(type)) { Append(NameOf(type).name); }
            else { Append(diagnosis.actual); }
        }
        else if (StartsWith(text, "{bound}"))
        {
            Append(diagnosis.actual < diagnosis.required ? "at least " : "at most ", diagnosis.required);
        }
        else if (StartsWith(text, "{last}")) { Append(OperatorCount); }
        else if (StartsWith(text, "{padding}")) { AppendPadding(); }
    }

    // Appends the sentence of the error with its placeholders replaced, the fix, and the reason's name.
    void AppendSentence(const char* reason) noexcept
    {
        AppendFilled(Sentence(), diagnosis, [this](const char* text) { AppendPlaceholder(text); });
        AppendEnd(reason);
    }

    // Appends the fix and the reason's name in brackets.
    void AppendEnd(const char* reason) noexcept
    {
        const bool isBefore = IsHazard(diagnosis.error) && diagnosis.error != OperatorError::ZeroStep; // as {fits}
        if (!isBefore) { AppendFix(); }
        Append(" [", reason, ']');
    }

    // Returns whether the error is the rank of a tensor, and the field does not accept all ranks from 1 to 8. Then the
    // sentence names the ranks that the field accepts.
    bool IsOfLimitedRank() const noexcept
    {
        if (diagnosis.tensor != TensorError::DimensionCount || !IsTensor()) { return false; }
        return Field().minRank != 1 || Field().maxRank != MaxRank;
    }

    // Returns whether the diagnosis names the tensor that the fix changes, instead of the tensor that DirectML
    // compares.
    bool IsOfChange() const noexcept
    {
        return diagnosis.cause == OperatorCause::ChangedSize || diagnosis.cause == OperatorCause::ChangedRank;
    }

    // Appends the sentence about a tensor that breaks a rule of the main header. Uses the first of these that fits: the
    // sentence about the tensor that the fix changes, the sentence with the ranks that the field accepts, and the main
    // header's sentence with the field's name.
    void AppendTensorSentence() noexcept
    {
        const char* const reason = ToString(diagnosis.tensor.error);
        if (IsOfChange()) { return AppendSentence(reason); }
        if (IsOfLimitedRank()) { return AppendRankSentence(Field()); }
        OperatorSentence name(diagnosis, fields);
        name.AppendField();
        TensorSentence sentence(diagnosis.tensor, IsTensor() ? name.message.c_str() : nullptr);
        sentence.hasRemedy = diagnosis.fix.kind != OperatorFixKind::None;
        sentence.AppendSentence();
        Append(sentence.message.c_str());
        AppendEnd(reason);
    }

    // Appends "ATensor.DimensionCount is 5; it must be 2 to 4", with what to do if no fix is known.
    void AppendRankSentence(const OperatorField& field) noexcept
    {
        AppendField();
        Append(".DimensionCount is ", diagnosis.actual, "; it must be ", field.minRank);
        if (field.minRank != field.maxRank) { Append(" to ", field.maxRank); }
        const bool isFixed = diagnosis.fix.kind != OperatorFixKind::None;
        const bool isTooMany = diagnosis.cause == OperatorCause::TooManyAxes;
        const bool isTooFew = diagnosis.cause == OperatorCause::TooFewAxes;
        Append(isFixed ? "" : isTooFew ? MissingAxes() : isTooMany ? "; merge axes, such as N and C" : "");
        AppendEnd("DimensionCount");
    }

    // Returns what to do about a tensor with too few axes if no fix is known.
    const char* MissingAxes() const noexcept
    {
        const RowWord& name = fields.names[diagnosis.field % OperatorFields::MaxCount];
        const bool isConvolution = fields.Find(field::Filter) != None32;
        return fields.Find(field::Recurrence) != None32
                   ? "; put axes of size 1 in front, so that each tensor has 4 axes"
               : isConvolution && name == field::Bias
                   ? "; its values belong to axis 1: {1, C, 1, 1} for an image of 4 axes"
               : name == field::ROI ? "; its sizes are 1, 1, OutputTensor.Sizes[0], 5"
               : name == field::C   ? "; use the sizes of OutputTensor, with stride 0 for each axis that is repeated"
                                    : "; insert axes of size 1, such as a height of 1";
    }
};

// Returns whether a sentence in DTU_OPERATOR_ERRORS fits a diagnosis: both have the same cause, or the sentence has
// None.
inline bool Applies(OperatorCause cause, const OperatorSentence& sentence) noexcept
{
    return cause == sentence.diagnosis.cause || cause == OperatorCause::None;
}

namespace operator_texts
{
using C = OperatorCause;
using E = OperatorError;

inline constexpr ErrorSentence<E, C> Sentences[] = {DTU_OPERATOR_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
static_assert(EndWith(C::None, Sentences));
#undef DTU_OPERATOR_ERRORS
#undef DTU_ONE_OR_CHANNELS
#undef DTU_NOT_ALONG_CHANNELS
#undef DTU_ONE_OR_COLUMNS
#undef DTU_NOT_ALONG_COLUMNS
#undef DTU_ONE_OR_ROWS
#undef DTU_NOT_ALONG_ROWS
} // namespace operator_texts

// Returns the sentence with placeholders. Some causes have one sentence for all errors. All other sentences are in
// DTU_OPERATOR_ERRORS.
inline const char* OperatorSentence::Sentence() const noexcept
{
    switch (diagnosis.cause)
    {
    case OperatorCause::SpatialAxes:
        return "{field} is {actual}; it must be {required}, the number of spatial axes{pads}";
    case OperatorCause::AllAxes: return "{field} is {actual}; it must be {required}, the number of axes";
    case OperatorCause::ChangedSize: return "{size} is {actual}; it must be {required}{other}";
    case OperatorCause::ChangedRank: return "{field}.DimensionCount is {actual}; it must be {required}{other}";
    case OperatorCause::ChangedType: return "{field}.DataType is {actual:type}; it must be {required:type}{other}";
    default: break;
    }
    return SentenceIn(operator_texts::Sentences, diagnosis.error, *this);
}
} // namespace detail

/// Returns the diagnosis as a sentence. It names the operator, the field and the numbers, and ends with the reason:
/// "CONVOLUTION: FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount [InputChannels]".
inline Message Explain(const OperatorDiagnosis& diagnosis) noexcept
{
    const bool isKnown = detail::HasRow(diagnosis.type);
    detail::OperatorSentence sentence(diagnosis, isKnown ? detail::FieldsOf(diagnosis.type) : detail::OperatorFields());
    if (diagnosis.Ok())
    {
        sentence.Append("no error");
        return sentence.message;
    }
    if (isKnown || diagnosis.type == DML_OPERATOR_INVALID) { sentence.Append(ToString(diagnosis.type), ": "); }
    else { sentence.Append("operator ", static_cast<std::uint32_t>(diagnosis.type), ": "); }
    if (diagnosis.error == OperatorError::Tensor) { sentence.AppendTensorSentence(); }
    else { sentence.AppendSentence(ToString(diagnosis.error)); }
    return sentence.message;
}

/// Writes the sentence to a stream of any character type. Include `<ostream>` yourself.
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const OperatorDiagnosis& diagnosis)
{
    return stream << Explain(diagnosis);
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DTU_COLD

#endif // DML_TENSOR_OPERATORS_HPP
