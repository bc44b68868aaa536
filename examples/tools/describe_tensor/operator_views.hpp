// Shows an operator in words: its fields, data types, ranks and rules. Reads a description from text, and returns its
// verdict and the C++ for it.

#pragma once

#include "dml_tensor_operators.hpp"
#include "operator_names.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <list>
#include <string>
#include <vector>

namespace operator_views
{

using dml::detail::FieldKind;
using dml::detail::OperatorField;
using dml::detail::OperatorFields;
using dml::detail::RowCursor;
using dml::detail::RowWord;
using tensor_request::Argument;
using tensor_request::Arguments;
using tensor_request::TensorName;
using tensor_request::TensorText;

constexpr std::uint32_t NoField = dml::detail::None32;

inline std::string TextOf(const RowWord& word) { return std::string(word.text, word.size); }

inline std::string NameOf(const OperatorField& field)
{
    return TextOf(field.name) + (!field.IsTensor() ? "" : field.IsArray() ? "Tensors" : "Tensor");
}

inline bool IsActivation(const OperatorField& field)
{
    return field.Kind() == FieldKind::Fused || field.Kind() == FieldKind::Activations;
}

inline bool IsEnumeration(const OperatorField& field) { return field.type->enumerators[0] != '\0'; }
inline bool IsBool(const OperatorField& field) { return std::string(field.type->name) == "bool"; }

// Returns the enumerators of a field, from value 0 on; FALSE and TRUE for a bool.
inline std::vector<std::string> EnumeratorsOf(const OperatorField& field)
{
    std::vector<std::string> names;
    dml::detail::ForEachName(field.type->enumerators, [&](std::uint32_t, const RowWord& name)
                             { names.push_back(parse_text::Upper(TextOf(name))); });
    return names;
}

// Returns "NONE, TRANSPOSE"; "true or false" for a bool.
inline std::string EnumeratorsText(const OperatorField& field)
{
    if (IsBool(field)) { return "true or false"; }
    std::string text;
    for (const std::string& name : EnumeratorsOf(field)) { text += (text.empty() ? "" : ", ") + name; }
    return text;
}

inline OperatorFields FieldsOf(dml::DML_OPERATOR_TYPE type) { return dml::detail::FieldsOf(dml::detail::RowOf(type)); }

// Returns the field of a name in any case, with or without Tensor; fields.count if there is none.
inline std::uint32_t FieldOf(const OperatorFields& fields, const std::string& name)
{
    const std::string lower = parse_text::Lower(name);
    std::uint32_t i = 0;
    while (i < fields.count && parse_text::Lower(NameOf(fields[i])) != lower
           && parse_text::Lower(TextOf(fields[i].name)) != lower)
    {
        ++i;
    }
    return i;
}

// ---- examples -------------------------------------------------------------------------------------------------------

// The fields of an example, for operators whose tensors cannot all have the same sizes.
struct ExampleFields
{
    const char* name;
    const char* fields;
};
// clang-format off
inline constexpr ExampleFields Examples[] = {
    {"ACTIVATION_HARDMAX", "FLOAT32:2,3 FLOAT32:2,3"},
    {"ACTIVATION_LOG_SOFTMAX", "FLOAT32:2,3 FLOAT32:2,3"},
    {"ACTIVATION_SOFTMAX", "FLOAT32:2,3 FLOAT32:2,3"},
    {"CONVOLUTION", "FLOAT32:1,3,8,8 FLOAT32:4,3,3,3 OutputTensor=FLOAT32:1,4,6,6"},
    {"GEMM", "FLOAT32:2,3 FLOAT32:3,4 OutputTensor=FLOAT32:2,4"},
    {"REDUCE", "SUM FLOAT32:2,3 FLOAT32:2,1 Axes=1"},
    {"AVERAGE_POOLING", "FLOAT32:1,2,4,4 FLOAT32:1,2,2,2 Strides=2,2 WindowSize=2,2"},
    {"MAX_POOLING", "FLOAT32:1,2,4,4 FLOAT32:1,2,2,2 Strides=2,2 WindowSize=2,2"},
    {"ROI_POOLING", "FLOAT32:1,2,8,8 FLOAT32:1,1,4,5 FLOAT32:4,2,2,2 SpatialScale=1 PooledSize=2,2"},
    {"SLICE", "FLOAT32:4,6 FLOAT32:2,3 Offsets=1,0 Sizes=2,3 Strides=1,2"},
    {"SPLIT", "FLOAT32:2,7 OutputTensors=FLOAT32:2,3+FLOAT32:2,4 Axis=1"},
    {"JOIN", "FLOAT32:2,3+FLOAT32:2,4 FLOAT32:2,7 Axis=1"},
    {"PADDING", "FLOAT32:2,3 FLOAT32:4,5 StartPadding=1,1 EndPadding=1,1"},
    {"VALUE_SCALE_2D", "FLOAT32:1,3,4,4 FLOAT32:1,3,4,4 ChannelCount=3 Bias=0,0,0 Scale=1"},
    {"UPSAMPLE_2D", "FLOAT32:1,2,4,4 FLOAT32:1,2,8,8 ScaleSize=2,2"},
    {"GATHER", "FLOAT32:5,10 INT32:1,3 FLOAT32:3,10 Axis=0 IndexDimensions=1"},
    {"SPACE_TO_DEPTH", "FLOAT32:1,2,4,4 FLOAT32:1,8,2,2 BlockSize=2"},
    {"DEPTH_TO_SPACE", "FLOAT32:1,8,2,2 FLOAT32:1,2,4,4 BlockSize=2"},
    {"TILE", "FLOAT32:2,3 FLOAT32:4,3 Repeats=2,1"},
    {"TOP_K", "FLOAT32:2,8 FLOAT32:2,3 UINT32:2,3 Axis=1 K=3"},
    {"RNN", "FLOAT32:1,4,2,3 FLOAT32:1,1,5,3 FLOAT32:1,1,5,5 OutputSequenceTensor=FLOAT32:4,1,2,5 "
        "ActivationDescs=ACTIVATION_TANH"},
    {"LSTM", "FLOAT32:1,4,2,3 FLOAT32:1,1,20,3 FLOAT32:1,1,20,5 OutputSequenceTensor=FLOAT32:4,1,2,5 "
        "ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH,ACTIVATION_TANH"},
    {"GRU", "FLOAT32:1,4,2,3 FLOAT32:1,1,15,3 FLOAT32:1,1,15,5 OutputSequenceTensor=FLOAT32:4,1,2,5 "
        "ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH"},
    {"ONE_HOT", "UINT32:2,1 FLOAT32:1,2 FLOAT32:2,5 Axis=1"},
    {"GATHER_ND", "FLOAT32:2,3 INT32:4,1 FLOAT32:4,3"},
    {"SCATTER_ND", "FLOAT32:8,3 INT32:4,1 FLOAT32:4,3 FLOAT32:8,3"},
    {"SLICE1", "FLOAT32:4,6 FLOAT32:2,3 InputWindowOffsets=1,0 InputWindowSizes=2,6 InputWindowStrides=1,-2"},
    {"QUANTIZED_LINEAR_MATRIX_MULTIPLY", "UINT8:2,3 FLOAT32:1 BTensor=UINT8:3,4 BScaleTensor=FLOAT32:1 "
        "OutputScaleTensor=FLOAT32:1 OutputTensor=UINT8:2,4"},
    {"CONVOLUTION_INTEGER", "UINT8:1,3,8,8 FilterTensor=UINT8:4,3,3,3 OutputTensor=INT32:1,4,6,6"},
    {"QUANTIZED_LINEAR_CONVOLUTION", "UINT8:1,3,8,8 FLOAT32:1 FilterTensor=UINT8:4,3,3,3 FilterScaleTensor=FLOAT32:1 "
        "OutputScaleTensor=FLOAT32:1 OutputTensor=UINT8:1,4,6,6"},
    {"RANDOM_GENERATOR", "UINT32:6 UINT32:2,3"},
    {"NONZERO_COORDINATES", "FLOAT32:2,3 UINT32:1 UINT32:6,2"},
    {"ADAM_OPTIMIZER", "FLOAT32:4 FLOAT32:4 FLOAT32:4 FLOAT32:4 UINT32:1 FLOAT32:4 FLOAT32:4 FLOAT32:4 LearningRate=0.001"},
    {"ROI_ALIGN", "FLOAT32:1,2,8,8 FLOAT32:4,4 UINT32:4 FLOAT32:4,2,2,2"},
    {"GATHER_ND1", "FLOAT32:2,3,5 INT32:2,4,1 FLOAT32:2,4,5 BatchDimensionCount=1"},
    {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "UINT8:4 FLOAT32:1 BTensor=UINT8:4 BScaleTensor=FLOAT32:1 "
        "OutputScaleTensor=FLOAT32:1 OutputTensor=UINT8:4"},
    {"DYNAMIC_QUANTIZE_LINEAR", "FLOAT32:4 UINT8:4 FLOAT32:1 UINT8:1"},
    {"ROI_ALIGN1", "FLOAT32:1,2,8,8 FLOAT32:4,4 UINT32:4 FLOAT32:4,2,2,2"},
    {"ROI_ALIGN_GRAD", "InputGradientTensor=FLOAT32:4,2,2,2 ROITensor=FLOAT32:4,4 BatchIndicesTensor=UINT32:4 "
        "OutputGradientTensor=FLOAT32:1,2,8,8"},
    {"MULTIHEAD_ATTENTION", "FLOAT32:1,5,8 FLOAT32:1,6,8 FLOAT32:1,6,8 OutputTensor=FLOAT32:1,5,8 HeadCount=2 Scale=0.5"},
    {"MATRIX_MULTIPLY_INTEGER_TO_FLOAT", "UINT8:2,3 FLOAT32:1 BTensor=UINT8:3,4 BScaleTensor=FLOAT32:1 "
        "OutputTensor=FLOAT32:2,4"},
    {"MULTIHEAD_ATTENTION1", "FLOAT32:1,5,8 FLOAT32:1,6,4 FLOAT32:1,6,4 OutputTensor=FLOAT32:1,5,8 QueryHeadCount=4 "
        "KeyValueHeadCount=2 Scale=0.7"},
    {"DEQUANTIZE", "UINT8:4 SCALE QuantizationTensors=FLOAT32:2 OutputTensor=FLOAT32:4"},
    {"FOLD", "FLOAT32:1,8,4 FLOAT32:1,2,4,4 WindowSizes=2,2 Strides=2,2"},
    {"UNFOLD", "FLOAT32:1,2,4,4 FLOAT32:1,8,4 WindowSizes=2,2 Strides=2,2"},
};
// clang-format on

// Returns an example with equal sizes for all tensors, FLOAT32 if that is allowed.
inline std::string GenericExample(const OperatorFields& fields)
{
    std::string text;
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields[i];
        if (!field.IsTensor() || field.isOptional) { continue; }
        std::string type = field.rule.types == 0 ? "FLOAT32" : "";
        for (const dml::DML_TENSOR_DATA_TYPE each : {dml::DML_TENSOR_DATA_TYPE_FLOAT32, dml::DML_TENSOR_DATA_TYPE_UINT8,
                                                     dml::DML_TENSOR_DATA_TYPE_UINT32, dml::DML_TENSOR_DATA_TYPE_INT32})
        {
            if (type.empty() && (field.rule.types >> each & 1) != 0) { type = dml::ToString(each); }
        }
        const bool allows4D = field.rule.minRank <= 4 && field.rule.maxRank >= 4;
        text += (text.empty() ? "" : " ") + NameOf(field) + "=" + type + (allows4D ? ":1,2,4,4" : ":1,2,4");
    }
    return text;
}

// Returns the fields of a description that DirectML accepts, as on the command line.
inline std::string ExampleOf(dml::DML_OPERATOR_TYPE type)
{
    for (const ExampleFields& example : Examples)
    {
        if (std::string(dml::ToString(type)) == example.name) { return example.fields; }
    }
    return GenericExample(FieldsOf(type));
}

// ---- in words -------------------------------------------------------------------------------------------------------

// Returns "FLOAT32 FLOAT16"; a long list is described by the types that it lacks.
inline std::string TypesText(std::uint32_t mask)
{
    if (mask == 0x0ffe) { return "all except UINT4 INT4"; }
    if (mask == 0x0dfe) { return "all except FLOAT64 UINT4 INT4"; }
    if (mask == 0x01fe) { return "all up to 32 bits except UINT4 INT4"; }
    if (mask == 0x3fff || mask == 0x3ffe) { return "all"; }
    std::string text;
    for (const dml::DML_TENSOR_DATA_TYPE type : parse_text::DataTypes())
    {
        if ((mask >> type & 1) != 0) { text += (text.empty() ? "" : " ") + std::string(dml::ToString(type)); }
    }
    return text;
}

inline std::string RanksText(const dml::detail::TensorRule& rule)
{
    const std::string least = std::to_string(rule.minRank);
    return rule.minRank == rule.maxRank ? least + "D" : least + "D-" + std::to_string(rule.maxRank) + "D";
}

// Whether the row gives types and ranks for the field.
inline bool HasOwnRule(const OperatorField& field) { return field.Kind() <= FieldKind::Out && field.rule.types != 0; }

inline std::string KindText(const OperatorField& field, const OperatorFields& fields)
{
    const char* const words[] = {"input",   "output",         "inputs", "outputs",      "activations",
                                 "numbers", "signed numbers", "floats", "SCALE,BIAS",   "activation",
                                 "number",  "signed number",  "float",  "WIDTH,HEIGHT", "scalar"};
    std::string text = std::string(field.isOptional ? "optional " : "");
    if (IsEnumeration(field)) { text += EnumeratorsText(field); }
    else { text += words[static_cast<std::size_t>(field.Kind())]; }
    if (field.IsArray()) { text += ", as many as " + NameOf(fields[field.count]); }
    if (field.Kind() == FieldKind::Ins || field.Kind() == FieldKind::Outs) { text += ", with + between them"; }
    if (HasOwnRule(field)) { text += ": " + TypesText(field.rule.types) + "; " + RanksText(field.rule); }
    return text;
}

// Returns a line with number, name and fields.
inline std::string LineText(dml::DML_OPERATOR_TYPE type)
{
    const OperatorFields fields = FieldsOf(type);
    std::string text = std::to_string(static_cast<std::uint32_t>(type)) + " " + dml::ToString(type) + ":";
    std::string last;
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields[i];
        text += (i == 0 ? " " : ", ") + NameOf(field) + (field.isOptional ? "?" : "");
        if (!HasOwnRule(field)) { continue; }
        const std::string rule = " (" + TypesText(field.rule.types) + "; " + RanksText(field.rule) + ")";
        text += rule == last ? "" : rule;
        last = rule;
    }
    return text + "\n";
}

inline std::string ListText()
{
    std::string text;
    for (const dml::DML_OPERATOR_TYPE type : AllOperators()) { text += LineText(type); }
    return text;
}

// What the functions of the rows check, a line for each rule. A line that begins with the name of a tensor applies only
// to operators that have this tensor.
struct FunctionWords
{
    const char* name;
    const char* words;
};
// clang-format off
inline constexpr FunctionWords Functions[] = {
    {"Attention",
     "Exactly one tensor contains the query, exactly one the key, and exactly one the value\n"
     "PastKeyTensor and PastValueTensor are both given, or neither is\n"
     "The number of query heads (HeadCount or QueryHeadCount) is a multiple of the number of key heads (HeadCount or "
     "KeyValueHeadCount). They are equal if query and key are in one tensor.\n"
     "MaskTensor needs a MaskType other than NONE\n"
     "The sizes, after leading 1s, where total is past + keySequence:\n"
     "QueryTensor is {batch, sequence, heads * headSize}\n"
     "KeyTensor is {batch, keySequence, keyHeads * headSize}\n"
     "ValueTensor is {batch, keySequence, keyHeads * valueHeadSize}\n"
     "StackedQueryKeyTensor is {batch, sequence, heads, 2, headSize}\n"
     "StackedKeyValueTensor is {batch, keySequence, keyHeads, 2, headSize}\n"
     "StackedQueryKeyValueTensor is {batch, sequence, heads, 3, headSize}\n"
     "BiasTensor is {heads * headSize + keyHeads * headSize + keyHeads * valueHeadSize}\n"
     "MaskTensor is {1, batch} for KEY_SEQUENCE_LENGTH, {2, batch} for KEY_SEQUENCE_END_START, {3 * batch + 2} for "
     "KEY_QUERY_SEQUENCE_LENGTH_START_END, {batch, heads, sequence, total} for BOOLEAN\n"
     "RelativePositionBiasTensor is {batch, heads, sequence, total}\n"
     "PastKeyTensor is {batch, keyHeads, past, headSize}\n"
     "PastValueTensor is {batch, keyHeads, past, valueHeadSize}\n"
     "PastSequenceLengthsTensor is {batch}, packed; it needs both present tensors, whose size 2 is then total, and "
     "excludes PastKeyTensor, MaskTensor and RelativePositionBiasTensor\n"
     "OutputTensor is {batch, sequence, heads * valueHeadSize}\n"
     "OutputPresentKeyTensor is {batch, keyHeads, total, headSize}\n"
     "OutputPresentValueTensor is {batch, keyHeads, total, valueHeadSize}"},
    {"Channels",
     "GroupCount is at least 1, and FilterTensor.Sizes[0] is a multiple of it\n"
     "OutputTensor.Sizes[0] is InputTensor.Sizes[0], the batch\n"
     "OutputTensor.Sizes[1] is FilterTensor.Sizes[0], and InputTensor.Sizes[1] is FilterTensor.Sizes[1] * GroupCount. "
     "For Direction BACKWARD, InputTensor and OutputTensor change places."},
    {"ConvolutionBias",
     "BiasTensor is {1, C, 1, ...}, where C is OutputTensor.Sizes[1]"},
    {"Fold",
     "Strides, Dilations, StartPadding and EndPadding are at most 65535\n"
     "Each dilated window fits into the padded output\n"
     "InputTensor is {N, C * the elements of a window, the number of window positions}, where OutputTensor is {N, C, "
     "...}"},
    {"Fused",
     "FusedActivation is null or an element-wise activation. Its InputTensor and OutputTensor are null.\n"
     "CONVOLUTION and GEMM also fuse ELEMENT_WISE_CLIP; GEMM also fuses ACTIVATION_SOFTMAX and ACTIVATION_SOFTMAX1"},
    {"FusedKind",
     "FusedActivation is null, an activation or ELEMENT_WISE_CLIP"},
    {"Gather",
     "Axis is below the rank of InputTensor, and it is not a batch axis\n"
     "IndexDimensions is at most the rank\n"
     "OutputTensor's sizes are InputTensor's before Axis, the last IndexDimensions of IndicesTensor, then "
     "InputTensor's after Axis. Leading sizes of 1 are added or dropped to keep the rank."},
    {"GatherNd",
     "Sizes before the last InputDimensionCount of InputTensor, and before the last IndicesDimensionCount of "
     "IndicesTensor, are 1\n"
     "IndicesTensor.Sizes[-1] is at most InputDimensionCount - BatchDimensionCount: it is the number of axes that the "
     "indices select from\n"
     "OutputTensor's last sizes are IndicesTensor's without the last one, then InputTensor's after the selected axes. "
     "The sizes before them are 1."},
    {"Gemm",
     "With ATensor and BTensor transposed as TransA and TransB say: ATensor.Sizes[-1] is BTensor.Sizes[-2], and "
     "OutputTensor's last sizes are ATensor.Sizes[-2] and BTensor.Sizes[-1]\n"
     "The sizes before the last two are equal in all tensors"},
    {"Join",
     "Axis is below the rank of OutputTensor\n"
     "Each input has the type and rank of OutputTensor, its sizes except on Axis, and fewer than 2^31 elements\n"
     "OutputTensor.Sizes[Axis] is the sum of the inputs' sizes on Axis"},
    {"MatrixMultiply",
     "ATensor.Sizes[-1] is BTensor.Sizes[-2], and OutputTensor's last sizes are ATensor.Sizes[-2] and "
     "BTensor.Sizes[-1]\n"
     "The sizes before the last two are equal in all tensors\n"
     "Scales and zero points have one element. Those of A and of the output may have one for each row of ATensor, "
     "those of B one for each column of BTensor."},
    {"MaxPoolingGrad",
     "Strides, WindowSize and Dilations are at least 1\n"
     "InputGradientTensor is {N, C, the numbers of window positions, each at least 1}, where InputTensor is {N, C, "
     "...}"},
    {"Nonzero",
     "OutputCoordinatesTensor.Sizes[-2] is the number of elements of InputTensor\n"
     "OutputCoordinatesTensor.Sizes[-1] is at most the rank of InputTensor, and at least its rank without leading 1s\n"
     "OutputCoordinatesTensor's other sizes are 1\n"
     "OutputCountTensor has one element"},
    {"Padding",
     "InputTensor.Sizes[i] is below 2^31, for every i\n"
     "OutputTensor.Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i], for every i"},
    {"QuantizationSizes",
     "Scales and zero points have one element. Those of the filter may have one for each output channel, on axis 1."},
    {"Quantize",
     "QuantizationTensors[0] is the scale. Each size of InputTensor is a multiple of its size.\n"
     "QuantizationTensors[0] has the type of the tensor that is not quantized\n"
     "QuantizationTensors[1], the zero point, has the type of the quantized tensor and the sizes of the scale\n"
     "OutputTensor has the sizes of InputTensor, and all tensors have the same rank"},
    {"QuantizationList", "QuantizationTensors is not null, unless QuantizationTensorCount is 0"},
    {"QuantizeLinear",
     "ScaleTensor has the type of InputTensor, or FLOAT32 if that is INT32"},
    {"RandomState", "InputStateTensor.Sizes[-1] is 6, and all its other sizes are 1"},
    {"Reduce",
     "OutputTensor.Sizes[i] is 1 for each i of Axes, and InputTensor.Sizes[i] for the others"},
    {"ReduceTensors",
     "InputTensor's type, for ARGMAX, ARGMIN, MAX and MIN: all except FLOAT64 UINT4 INT4\n"
     "InputTensor's type, for SUM, SUM_SQUARE, L1 and MULTIPLY: FLOAT32 FLOAT16 UINT32 INT32 UINT64 INT64\n"
     "InputTensor's type, for the others: FLOAT32 FLOAT16\n"
     "OutputTensor has InputTensor's type, or for ARGMAX and ARGMIN one of UINT32 INT32 UINT64 INT64"},
    {"Rnn",
     "No input has the flag OWNED_BY_DML\n"
     "All tensors have rank 4, and all except SequenceLengthsTensor have InputTensor's type, FLOAT32 or FLOAT16\n"
     "The sizes, where directions is 2 for BIDIRECTIONAL and otherwise 1, and gates is 1 for RNN, 4 for LSTM, 3 for "
     "GRU:\n"
     "InputTensor is {1, sequence, batch, values}\n"
     "WeightTensor is {1, directions, gates * hidden, values}\n"
     "RecurrenceTensor is {1, directions, gates * hidden, hidden}\n"
     "BiasTensor is {1, 1, directions, 2 * gates * hidden}\n"
     "HiddenInitTensor is {1, directions, batch, hidden}\n"
     "CellMemInitTensor is {1, directions, batch, hidden}\n"
     "SequenceLengthsTensor is {1, 1, 1, batch}\n"
     "PeepholeTensor is {1, 1, directions, 3 * hidden}\n"
     "OutputSequenceTensor is {sequence, directions, batch, hidden}\n"
     "OutputSingleTensor is {1, directions, batch, hidden}\n"
     "OutputCellSingleTensor is {1, directions, batch, hidden}\n"
     "ActivationDescCount is 1 for RNN, 2 for GRU, 3 for LSTM, and twice that for BIDIRECTIONAL\n"
     "Each activation is element-wise. Its InputTensor and OutputTensor are null."},
    {"RoiAlign",
     "MinimumSamplesPerOutput is 1 to MaximumSamplesPerOutput\n"
     "ReductionFunction is AVERAGE or MAX, InterpolationMode is NEAREST_NEIGHBOR or LINEAR\n"
     "SpatialScaleX and SpatialScaleY are neither negative nor infinite\n"
     "ROITensor is {N, 4} and BatchIndicesTensor is {N}, both after leading 1s, for N regions\n"
     "OutputTensor.Sizes[0] is N, and OutputTensor.Sizes[1] is InputTensor.Sizes[1]\n"
     "InputGradientTensor.Sizes[0] is N"},
    {"RoiAlignGradInput",
     "InputTensor is given for ReductionFunction MAX, and if OutputROIGradientTensor is given"},
    {"ScaleBias",
     "For elements of 64 bits, ScaleBias is null, or Scale is 1 and Bias is 0"},
    {"Scales",
     "Scales[i] is at least 2^-23, for every i"},
    {"ScatterNd",
     "Sizes before the last InputDimensionCount of InputTensor, and before the last IndicesDimensionCount of "
     "IndicesTensor, are 1\n"
     "IndicesTensor.Sizes[-1] is at most InputDimensionCount: it is the number of axes that the indices select from\n"
     "IndicesTensor is not broadcast by a stride of 0\n"
     "UpdatesTensor's last sizes are IndicesTensor's without the last one, then InputTensor's after the selected "
     "axes. The sizes before them are 1."},
    {"Slice",
     "Strides[i] is 1 to 2^31 - 1, for every i\n"
     "Offsets[i] + (OutputTensor.Sizes[i] - 1) * Strides[i] + 1 is at most InputTensor.Sizes[i], for every i"},
    {"Slice1",
     "InputWindowStrides[i] is not 0, for every i. A negative stride reads backward.\n"
     "(OutputTensor.Sizes[i] - 1) * |InputWindowStrides[i]| + 1 is at most InputWindowSizes[i], for every i\n"
     "InputWindowOffsets[i] + InputWindowSizes[i] is at most InputTensor.Sizes[i], for every i"},
    {"SliceGrad",
     "InputWindowStrides[i] is not 0, for every i\n"
     "The window, and the elements that the strides reach, end within OutputGradientTensor"},
    {"Split",
     "Axis is below the rank of InputTensor\n"
     "Each output has the type and rank of InputTensor, and its sizes except on Axis\n"
     "InputTensor.Sizes[Axis] is the sum of the outputs' sizes on Axis"},
    {"Unfold",
     "Strides, Dilations, StartPadding and EndPadding are at most 65535\n"
     "Each dilated window fits into the padded input\n"
     "OutputTensor is {N, C * the elements of a window, the number of window positions}, where InputTensor is {N, C, "
     "...}"},
};
// clang-format on

inline const char* WordsOf(const RowWord& name)
{
    for (const FunctionWords& function : Functions)
    {
        if (name == function.name) { return function.words; }
    }
    return "?";
}

// Returns the braces of a tensor in words, a line each.
inline std::string RelationsText(RowCursor& cursor, const OperatorField& field, const OperatorFields& fields)
{
    std::string text;
    while (cursor.IsAt('{'))
    {
        dml::detail::RowRelation relation(cursor, fields);
        std::vector<std::string> parts;
        bool mayBeOne = false;
        do {
            const std::string kind = TextOf(relation.kinds.Word());
            mayBeOne = mayBeOne || kind == "oneOr";
            if (kind == "same") { parts = {"type", "rank", "sizes"}; }
            else { parts.push_back(kind == "oneOr" ? "sizes" : kind == "broadcastRank" ? "rank" : kind); }
        } while (relation.kinds.Skip(","));
        text += "  " + NameOf(field) + " has the ";
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
        }
        text += " of " + NameOf(fields[relation.other]) + (mayBeOne ? ", or 1 on any axis" : "") + "\n";
    }
    return text;
}

// Returns a comparison of the row in words. The index i stands for every axis or entry.
inline std::string ComparisonText(RowCursor& cursor, const OperatorFields& fields)
{
    std::string text;
    while (!cursor.IsAt(',') && !cursor.IsAt(')'))
    {
        const bool isIndex = !text.empty() && text.back() == '[';
        if (cursor.Skip("mod32("))
        {
            text += "(";
            text += ComparisonText(cursor, fields);
            text += ", modulo 2^32)";
            cursor.Skip(")");
            continue;
        }
        const RowWord word = cursor.Word();
        if (word.size != 0)
        {
            const std::uint32_t field = fields.Find(word);
            const std::string name = TextOf(word);
            if (cursor.Skip(":"))
            {
                text += name == "elements" ? "the number of elements of "
                        : name == "given"  ? ""
                                           : "the " + name + " of ";
            }
            else if (name == "each" || name == "other") { text += "i"; }
            else { text += field < fields.count ? NameOf(fields[field]) : name; }
            text += field < fields.count && fields[field].IsTensor() && cursor.IsAt('[') ? ".Sizes" : "";
            continue;
        }
        const bool isRange = cursor.Skip("..");
        const char sign = isRange ? '.' : *cursor.at++;
        const bool orEqual = (sign == '<' || sign == '>') && cursor.Skip("=");
        if (sign == ' ') { cursor.Skip("or "); }
        const std::string mark(1, sign);
        switch (sign)
        {
        case ' ': text += " or "; break;
        case '=': text += " is "; break;
        case '<': text += orEqual ? " is at most " : " is below "; break;
        case '>': text += " is at least "; break;
        case '%': text += " is a multiple of "; break;
        case '[':
        case ']': text += mark; break;
        case '.': text += isRange ? " to " : "."; break;
        case '-': text += isIndex ? "-" : " - "; break;
        default: text.append(" ").append(mark).append(" "); break;
        }
    }
    return text;
}

// Returns a check "Reason(comparison,comparison)" in words, a line for each comparison.
inline std::string ReasonText(RowCursor& cursor, const std::string& reason, const OperatorFields& fields)
{
    std::string text;
    while (cursor.Skip("(") || cursor.Skip(","))
    {
        const std::string row = cursor.at;
        std::string comparison = ComparisonText(cursor, fields);
        const std::string read = row.substr(0, row.size() - std::strlen(cursor.at));
        const bool isEnumerator = reason == "Enumerator" && comparison.find(' ') == std::string::npos;
        if (isEnumerator) { comparison += " is one of its enumerators"; }
        else if (reason == "NullArray") { comparison.replace(comparison.find(" is 1"), 5, " is not null"); }
        else if (reason == "NoOutputs") { comparison = "OutputSequenceTensor or OutputSingleTensor is not null"; }
        else if (reason == "NotFloat") { comparison = "InputTensor is FLOAT32 or FLOAT16"; }
        if (read.find("[other]") != std::string::npos) { comparison += ", for every i except Axis"; }
        else if (read.find("[each") != std::string::npos) { comparison += ", for every i"; }
        text.append("  ").append(comparison).append(" [").append(reason).append("]\n");
    }
    cursor.Skip(")");
    return text;
}

// Returns what a function of the rows checks, without the lines about tensors that the operator does not have.
inline std::string FunctionText(const RowWord& function, const OperatorFields& fields)
{
    std::string text;
    const std::string name = TextOf(function);
    if (name.size() > 7 && name.compare(name.size() - 7, 7, "Hazards") == 0) { return ""; } // HazardsText has them
    for (const std::string& line : parse_text::Split(WordsOf(function), '\n'))
    {
        const std::size_t nameEnd = line.find("Tensor");
        const bool isOfTensor = nameEnd != std::string::npos && line.find_first_of(" [") > nameEnd;
        const bool applies = !isOfTensor || line.compare(nameEnd, 7, "Tensors") == 0
                             || FieldOf(fields, line.substr(0, nameEnd)) < fields.count;
        text += applies ? "  " + line + "\n" : "";
    }
    return text;
}

// Returns the checks of an operator in words, a line each.
inline std::string ChecksText(const OperatorFields& fields)
{
    std::string text;
    for (RowCursor cursor = {fields.checks}; !cursor.IsAtEnd(); cursor.Skip(" "))
    {
        const RowWord word = cursor.Word();
        if (cursor.Skip("()")) { text += FunctionText(word, fields); }
        else if (word == "lists") { text += "  No list of numbers is null, unless its count is 0\n"; }
        else if (cursor.IsAt('{')) { text += RelationsText(cursor, fields[fields.Find(word)], fields); }
        else if (cursor.IsAt('(') && !(word == "tensor")) { text += ReasonText(cursor, TextOf(word), fields); }
        else
        {
            const bool isOne = cursor.Skip("(");
            const RowWord meant = isOne ? cursor.Word() : RowWord();
            for (std::uint32_t i = 0; i < fields.count; ++i)
            {
                RowCursor relations = {fields[i].relations};
                const bool isMeant = fields[i].IsTensor() && (!isOne || fields[i].name == meant);
                text += isMeant ? RelationsText(relations, fields[i], fields) : "";
            }
            cursor.Skip(")");
        }
    }
    return text;
}

// Returns the hazards of an operator, a line each; empty if it has none.
inline std::string HazardsText(const OperatorFields& fields)
{
    const auto has = [&](const char* name) { return fields.Find(name) != NoField; };
    const auto checks = [&](const char* function) { return std::strstr(fields.checks, function) != nullptr; };
    const bool isConvolution = checks("ConvolutionHazards()"), isPooling = checks("PoolingHazards()");
    std::string text;
    const auto add = [&](bool applies, const char* line) { text += applies ? "  " + std::string(line) + "\n" : ""; };
    if (isConvolution || isPooling || checks("PoolingGradHazards()") || checks("FoldHazards()"))
    {
        add(!checks("CountIsNotRank"),
            "DimensionCount is not the number of spatial dimensions [DimensionCountDiffers]");
        add(true, "A stride, window size or dilation is 0 [ZeroStep]");
        add(true, "A stride, dilation or StartPadding is 2^31 or more and acts as a negative number [SizeWraps]");
    }
    add(isConvolution || isPooling,
        "The window of an element of OutputTensor reads no element of InputTensor [WindowOutside]");
    add(has("OutputPadding"), "OutputPadding has an entry other than 0, and appends zeros [OutputPaddingZeros]");
    add(isConvolution && has("Direction"),
        "FilterTensor is as large as the input, and has a dilation or StartPadding [FilterCoversInput]");
    add(checks("ResampleHazards()"),
        "InterpolationMode is LINEAR, and an InputPixelOffset is not within 0 to 1 [OffsetOutside]");
    add(checks("GemmHazards()"), "Alpha is 0, or Beta is 0 and CTensor is not null [IgnoresInput]");
    add(checks("GemmHazards()"), "The matrices are 1 x 1, and a size before them is not 1 [MatrixAxes]");
    add(checks("ClipHazards()") || checks("Clip1Hazards()"), "Min is above Max [IgnoresInput]");
    add(has("ScaleBias"), "ScaleBias has the scale 0 [IgnoresInput]");
    add(checks("AttentionHazards()"),
        "The head sizes of PastValueTensor and StackedKeyValueTensor differ [HeadSizesDiffer]");
    add(has("BatchDimensionCount"),
        "The first BatchDimensionCount sizes of InputTensor and IndicesTensor differ [BatchSizesDiffer]");
    return text;
}

// Returns the rules of an operator in words, then its hazards.
inline std::string RulesText(const OperatorFields& fields)
{
    const std::string hazards = HazardsText(fields);
    return "In addition to each tensor's own rules, in DirectML's order (Sizes[-1] is the last size):\n"
           + ChecksText(fields)
           + (hazards.empty() ? ""
                              : "\nDirectML also accepts these, but they are almost certainly mistakes:\n" + hazards);
}

inline std::string HexText(std::uint32_t number)
{
    std::string text;
    for (; number != 0; number /= 16) { text.insert(text.begin(), "0123456789abcdef"[number % 16]); }
    return text;
}

// Returns "DML_FEATURE_LEVEL_6_3".
inline std::string FeatureLevelText(dml::DML_OPERATOR_TYPE type)
{
    const auto level = static_cast<std::uint32_t>(dml::MinimumFeatureLevel(type));
    return "DML_FEATURE_LEVEL_" + std::to_string(level >> 12) + "_" + std::to_string(level >> 8 & 15);
}

inline std::string FieldsText(dml::DML_OPERATOR_TYPE type)
{
    const OperatorFields fields = FieldsOf(type);
    const dml::detail::OperatorName& named = dml::detail::NameOf(type);
    std::string text = std::string(named.name) + ", number " + std::to_string(static_cast<std::uint32_t>(type))
                       + ", target version 0x" + HexText(named.target) + ", " + FeatureLevelText(type)
                       + "\n\nFields:\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < fields.count; ++i) { width = std::max(width, NameOf(fields[i]).size()); }
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const std::string name = NameOf(fields[i]);
        text += "  " + name + std::string(width - name.size() + 2, ' ') + KindText(fields[i], fields) + "\n";
    }
    return text + "\n" + RulesText(fields) + "\nAn example that DirectML accepts:\n  describe_tensor operator "
           + named.name + " " + ExampleOf(type) + "\n";
}

// ---- a description --------------------------------------------------------------------------------------------------

// The value of a field, given by the user or a default.
struct Given
{
    std::string text;
    bool isDefault = false;
    bool isNull = false;
    bool isCorrected = false;         // changed as a diagnosis says
    std::vector<std::uint32_t> words; // numbers; a scalar has two
    std::vector<std::string> written; // floats, as the user wrote them
    std::vector<TensorText> tensors;
};

struct Description
{
    dml::DML_OPERATOR_TYPE type = dml::DML_OPERATOR_INVALID;
    OperatorFields fields = {};
    std::vector<Given> given; // one for each field
};

// ---- scalars --------------------------------------------------------------------------------------------------------

// Returns the data type of an operator's DML_SCALAR_UNION members, which is the value of an earlier field.
inline dml::DML_TENSOR_DATA_TYPE ScalarType(const Description& description)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const bool isType = std::strcmp(description.fields[i].type->name, "TENSOR_DATA_TYPE") == 0;
        if (isType) { return static_cast<dml::DML_TENSOR_DATA_TYPE>(description.given[i].words[0]); }
    }
    return dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// Returns the bits of the FLOAT16 nearest to a number, ties to even.
inline std::uint32_t HalfBits(double value)
{
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) { return sign | 0x7E00; }
    if (magnitude >= 65520) { return sign | 0x7C00; }
    if (magnitude < 1.0 / 16384) { return sign | static_cast<std::uint32_t>(std::nearbyint(magnitude * 16777216)); }
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent); // 0.5 to 1
    return sign + (static_cast<std::uint32_t>(exponent + 13) << 10)
           + static_cast<std::uint32_t>(std::nearbyint(fraction * 2048));
}

// Returns the member of DML_SCALAR_UNION for the type, and an assignment to it: ".Float32 = 1.5f". Empty if the text is
// not a value of the type.
inline std::string ScalarCode(dml::DML_TENSOR_DATA_TYPE type, const std::string& text)
{
    const bool isFloat = type == dml::DML_TENSOR_DATA_TYPE_FLOAT32 || type == dml::DML_TENSOR_DATA_TYPE_FLOAT16
                         || type == dml::DML_TENSOR_DATA_TYPE_FLOAT64;
    const bool isWhole = text.find_first_not_of("-0123456789") == std::string::npos;
    if (isFloat)
    {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty() || *end != '\0' || !std::isfinite(value)) { return ""; }
        if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT16) { return ".UInt16 = " + std::to_string(HalfBits(value)); }
        const bool isFloat32 = type == dml::DML_TENSOR_DATA_TYPE_FLOAT32;
        return (isFloat32 ? ".Float32 = " : ".Float64 = ") + text + (isWhole ? ".0" : "") + (isFloat32 ? "f" : "");
    }
    const std::string name = dml::ToString(type);
    const std::uint32_t bits = std::max(8U, dml::ElementSizeInBits(type));
    const bool isSigned = name[0] == 'I', isNegative = text[0] == '-';
    const parse_text::Number magnitude = parse_text::Parse(text.substr(isNegative ? 1 : 0), parse_text::Limit64);
    const std::uint64_t limit = (parse_text::Limit64 >> (64 - bits) >> (isSigned ? 1 : 0)) + (isNegative ? 1 : 0);
    if (!isWhole || !magnitude.problem.empty() || (isNegative && !isSigned) || magnitude.value > limit) { return ""; }
    const bool isLowest = isNegative && magnitude.value == std::uint64_t{1} << 63; // which has no literal
    return std::string(isSigned ? ".Int" : ".UInt") + std::to_string(bits) + " = "
           + (isLowest ? "-9223372036854775807 - 1" : (isNegative ? "-" : "") + layout_views::Literal(magnitude.value));
}

// Returns the number of tensors or values of a list.
inline std::size_t LengthOf(const Description& description, std::uint32_t list)
{
    const Given& given = description.given[list];
    return description.fields[list].IsTensor() ? given.tensors.size() : given.words.size();
}

// Returns the first list given by the user, other than null, whose length is in this field; or NoField.
inline std::uint32_t GivenListOf(const Description& description, std::uint32_t count)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& list = description.fields[i];
        const Given& given = description.given[i];
        if (list.IsArray() && list.count == count && !given.text.empty() && !given.isDefault && !given.isNull)
        {
            return i;
        }
    }
    return NoField;
}

// ---- defaults -------------------------------------------------------------------------------------------------------

inline constexpr const char* MaxFloat = "3.4028235e+38";

// The default of a float, for operators whose names begin so.
struct DefaultValue
{
    const char* operatorName;
    const char* field;
    const char* value;
};
// clang-format off
inline constexpr DefaultValue Defaults[] = {
    {"ELEMENT_WISE_CLIP", "Min", "-3.4028235e+38"},
    {"ELEMENT_WISE_CLIP", "Max", MaxFloat},
    {"ELEMENT_WISE_CONSTANT_POW", "Exponent", "2"},
    {"ACTIVATION_HARD_SIGMOID", "Alpha", "0.2"},
    {"ACTIVATION_HARD_SIGMOID", "Beta", "0.5"},
    {"ACTIVATION_LEAKY_RELU", "Alpha", "0.01"},
    {"ACTIVATION_PARAMETRIC_SOFTPLUS", "Beta", "1"},
    {"ACTIVATION_SCALED_ELU", "Alpha", "1.6732632"},
    {"ACTIVATION_SCALED_ELU", "Gamma", "1.050701"},
    {"ACTIVATION_SCALED_TANH", "Beta", "1"},
    {"ACTIVATION_SOFTPLUS", "Steepness", "1"},
    {"ACTIVATION_SHRINK", "Threshold", "0.5"},
    {"ACTIVATION_SWISH", "SigmoidInputScale", "1"},
    {"ACTIVATION_HARD_SWISH", "Alpha", "0.16666667"},
    {"ACTIVATION_HARD_SWISH", "Beta", "0.5"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Alpha", "0.0001"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Beta", "0.75"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Bias", "1"},
    {"DIAGONAL_MATRIX", "Value", "1"},
    {"ADAM_OPTIMIZER", "LearningRate", "0.001"},
    {"ADAM_OPTIMIZER", "Beta1", "0.9"},
    {"ADAM_OPTIMIZER", "Beta2", "0.999"},
    {"ADAM_OPTIMIZER", "Epsilon", "1e-08"},
    {"MULTIHEAD_ATTENTION", "MaskFilterValue", "-10000"},
    {"", "Epsilon", "1e-05"}, // of all others
};
// clang-format on

// Returns the lowest or the largest value of a data type.
inline std::string LimitText(dml::DML_TENSOR_DATA_TYPE type, bool isLargest)
{
    const std::string sign = isLargest ? "" : "-";
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT32) { return sign + MaxFloat; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT16) { return sign + "65504"; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT64) { return sign + "1.7976931348623157e+308"; }
    const bool isSigned = dml::ToString(type)[0] == 'I';
    const std::uint32_t bits = dml::ElementSizeInBits(type);
    if (bits == 0 || (!isSigned && !isLargest)) { return "0"; }
    const std::uint64_t largest = parse_text::Limit64 >> (64 - bits) >> (isSigned ? 1 : 0);
    return sign + std::to_string(largest + (isLargest ? 0 : 1));
}

// Reads "NAME" and the arguments after it.
class OperatorReader : public tensor_request::Reader
{
public:
    using Reader::Reader;

    bool Read(Description& description)
    {
        const Argument& name = All()[0];
        description.type = FindOperator(name.value);
        if (description.type == dml::DML_OPERATOR_INVALID)
        {
            return Reject(name, "not a DirectML operator" + OperatorSuggestion(name.value)
                                    + "; describe_tensor operator --list lists them");
        }
        description.fields = FieldsOf(description.type);
        description.given.assign(description.fields.count, Given());
        for (std::size_t i = 1; i < All().size(); ++i)
        {
            const Argument& argument = All()[i];
            const std::size_t equals = FieldNameEnd(argument.value);
            std::uint32_t field = 0;
            if (equals != std::string::npos)
            {
                const std::string fieldName = parse_text::Trimmed(argument.value.substr(0, equals));
                field = FieldOf(description.fields, fieldName);
                if (field == description.fields.count)
                {
                    return Reject(argument, "no such field" + Suggestion(fieldName, NamesOf(description))
                                                + FieldsFix(description));
                }
            }
            else
            {
                while (field < description.fields.count && IsTaken(description, field)) { ++field; }
            }
            if (field >= description.fields.count)
            {
                return Reject(argument, "more values than fields" + FieldsFix(description));
            }
            Given& given = description.given[field];
            given = Given(); // so that a correction can be appended to a command
            given.text = parse_text::Trimmed(argument.value.substr(equals == std::string::npos ? 0 : equals + 1));
            if (!ReadField(argument, description, field)) { return false; }
        }
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (description.given[i].text.empty() && !Fill(name, description, i)) { return false; }
        }
        return CheckLengths(name, description) && CheckScalars(name, description);
    }

private:
    static std::string FieldsFix(const Description& description)
    {
        return "; describe_tensor operator " + std::string(dml::ToString(description.type)) + " lists them";
    }

    static std::vector<std::string> NamesOf(const Description& description)
    {
        std::vector<std::string> names;
        for (std::uint32_t i = 0; i < description.fields.count; ++i) { names.push_back(NameOf(description.fields[i])); }
        return names;
    }

    // Whether a value without a name cannot be meant for this field: the user has given it, or it is the length of a
    // list.
    static bool IsTaken(const Description& description, std::uint32_t field)
    {
        const OperatorFields& fields = description.fields;
        std::uint32_t i = 0;
        while (i < fields.count && (!fields[i].IsArray() || fields[i].count != field)) { ++i; }
        return i < fields.count || !description.given[field].text.empty();
    }

    // Returns the position of the = in FIELD=VALUE. A value without a name can also have one: FLOAT32:2:total=8.
    static std::size_t FieldNameEnd(const std::string& argument)
    {
        const std::size_t end = argument.find_first_of("=:/{[(");
        return end < argument.size() && argument[end] == '=' ? end : std::string::npos;
    }

    // Rejects a list whose length differs from its count, because the printed C++ would read past its end.
    bool CheckLengths(const Argument& name, const Description& description)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& field = description.fields[i];
            const Given& given = description.given[i];
            if (!field.IsArray() || given.isNull) { continue; }
            const std::size_t length = LengthOf(description, i);
            const std::uint32_t count = description.given[field.count].words[0];
            if (length != count)
            {
                const std::string text = NameOf(field) + " has " + std::to_string(length) + " entries; it must have "
                                         + std::to_string(count) + ", " + NameOf(description.fields[field.count]);
                return Reject({NameOf(field), name.value}, text);
            }
        }
        return true;
    }

    // Rejects a scalar that is not a value of its data type.
    bool CheckScalars(const Argument& name, const Description& description)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (description.fields[i].Kind() != FieldKind::Scalar) { continue; }
            const dml::DML_TENSOR_DATA_TYPE type = ScalarType(description);
            if (ScalarCode(type, description.given[i].text).empty())
            {
                const std::string field = NameOf(description.fields[i]);
                return Reject({field, name.value}, field + " is " + description.given[i].text
                                                       + "; it must be a value of " + dml::ToString(type));
            }
        }
        return true;
    }

    bool ReadField(const Argument& argument, Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields[index];
        Given& given = description.given[index];
        const std::string lower = parse_text::Lower(given.text);
        given.isNull = lower == "-" || lower == "null" || lower == "nullptr";
        if (given.isNull)
        {
            return field.Kind() <= FieldKind::Fused || Reject(argument, "a number cannot be null; write one");
        }
        if (field.IsTensor())
        {
            const bool isList = field.Kind() == FieldKind::Ins || field.Kind() == FieldKind::Outs;
            const std::vector<std::string> tensors =
                isList ? parse_text::Split(given.text, '+') : std::vector<std::string>{given.text};
            for (const std::string& tensor : tensors)
            {
                const std::string element = isList ? "[" + std::to_string(given.tensors.size()) + "]" : "";
                const TensorName name = {NameOf(field) + element, EmptyTensorFix(field)};
                given.tensors.emplace_back();
                if (!Reader::Read({argument.name, isList ? tensor : argument.value}, tensor, given.tensors.back(),
                                  name))
                {
                    return false;
                }
            }
            return true;
        }
        if (IsActivation(field)) { return ReadActivations(argument, given); }
        if (IsEnumeration(field) && ReadEnumerator(field, given)) { return true; }
        if (field.Kind() == FieldKind::Scalar) // CheckScalars reads it when its data type is known
        {
            given.words.assign(2, 0);
            given.text = PlainFloat(given.text);
            return true;
        }
        const std::vector<std::string> numbers = parse_text::Items(given.text);
        const bool isPair = field.Kind() == FieldKind::Size2d || field.Kind() == FieldKind::ScaleBias;
        const std::size_t wanted = isPair ? 2 : field.IsArray() ? numbers.size() : 1;
        if (numbers.size() != wanted)
        {
            return Reject(argument,
                          NameOf(field)
                              + (wanted == 1                            ? " takes one value"
                                 : field.Kind() == FieldKind::ScaleBias ? " takes two floats, SCALE,BIAS"
                                                                        : " takes two numbers, WIDTH,HEIGHT"));
        }
        for (const std::string& number : numbers)
        {
            if (IsEnumeration(field) && !parse_text::IsDigits(number))
            {
                return Reject(argument, "no such value" + Suggestion(number, EnumeratorsOf(field)) + "; write one of "
                                            + EnumeratorsText(field));
            }
            if (!ReadNumber(argument, description, index, number)) { return false; }
        }
        return true;
    }

    bool ReadActivations(const Argument& argument, Given& given)
    {
        for (const std::string& activation : parse_text::Items(given.text))
        {
            const dml::DML_OPERATOR_TYPE named = FindOperator(activation);
            const dml::DML_OPERATOR_TYPE type =
                named != dml::DML_OPERATOR_INVALID ? named : FindOperator("ACTIVATION_" + activation);
            if (type == dml::DML_OPERATOR_INVALID)
            {
                return Reject(argument, "no operator" + OperatorSuggestion(activation)
                                            + "; write one such as ACTIVATION_RELU, or - for null");
            }
            given.words.push_back(static_cast<std::uint32_t>(type));
        }
        return true;
    }

    // Reads an enumerator in any case, with or without the SDK's prefix, or a data type as elsewhere.
    static bool ReadEnumerator(const OperatorField& field, Given& given)
    {
        const std::string type = field.type->name;
        const std::string text = parse_text::Upper(parse_text::Trimmed(given.text));
        const std::string prefix = "DML_" + type + "_";
        const std::vector<std::string> names = EnumeratorsOf(field);
        const auto found = std::find(names.begin(), names.end(), parse_text::WithoutPrefix(text, {prefix.c_str()}));
        const dml::DML_TENSOR_DATA_TYPE dataType = parse_text::ParseDataType(given.text);
        const bool isDataType = type == "TENSOR_DATA_TYPE" && dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
        if (found == names.end() && !isDataType) { return false; }
        given.words = {isDataType ? static_cast<std::uint32_t>(dataType)
                                  : static_cast<std::uint32_t>(found - names.begin())};
        return true;
    }

    // Returns a number as strtof reads it: without the + and the suffix f of C++, and with the value of FLT_MAX.
    static std::string PlainFloat(std::string text)
    {
        const std::string upper = parse_text::Upper(text);
        if (upper == "FLT_MAX" || upper == "-FLT_MAX") { return (upper[0] == '-' ? "-" : "") + std::string(MaxFloat); }
        if (text.size() > 1 && text[0] == '+') { text.erase(0, 1); }
        const bool isDecimal = text.find_first_not_of("-.0123456789eEfF") == std::string::npos;
        if (isDecimal && text.size() > 1 && upper.back() == 'F') { text.pop_back(); }
        return text;
    }

    bool ReadNumber(const Argument& argument, Description& description, std::uint32_t index, const std::string& text)
    {
        const FieldKind kind = description.fields[index].Kind();
        Given& given = description.given[index];
        if (kind == FieldKind::Float || kind == FieldKind::Floats || kind == FieldKind::ScaleBias)
        {
            const std::string plain = PlainFloat(text);
            char* end = nullptr;
            const float value = std::strtof(plain.c_str(), &end);
            // A hexadecimal number has other suffixes in C++.
            if (plain.empty() || *end != '\0' || plain.find_first_of("xX") != std::string::npos)
            {
                return Reject(argument, "not a number; write one such as 0.5");
            }
            given.written.push_back(plain);
            given.words.push_back(0);
            std::memcpy(&given.words.back(), &value, sizeof(value));
            return true;
        }
        const bool isSigned = kind == FieldKind::Int || kind == FieldKind::Ints;
        const bool isNegative = text.size() > 1 && text[0] == '-';
        std::uint32_t number = 0;
        if (!Reader::Read(argument, isNegative ? text.substr(1) : text, number)) { return false; }
        if (isNegative && !isSigned) { return Reject(argument, NegativeProblem(description, index, text)); }
        given.words.push_back(isNegative ? 0 - number : number);
        return true;
    }

    // Returns what to do instead of giving a tensor without elements.
    static const char* EmptyTensorFix(const OperatorField& field)
    {
        const bool isPast = NameOf(field).compare(0, 4, "Past") == 0;
        return field.IsArray() ? "; leave an empty part out" : isPast ? "; at the first token pass null" : "";
    }

    // Returns what to write instead of a negative number.
    static std::string NegativeProblem(const Description& description, std::uint32_t index, const std::string& text)
    {
        const std::string name = NameOf(description.fields[index]);
        const std::size_t rank = FirstRank(description);
        const std::size_t fromEnd = static_cast<std::size_t>(parse_text::Parse(text.substr(1), 9).value);
        std::string fix;
        if (description.type == FindOperator("SLICE") && name == "Strides")
        {
            fix = "; SLICE1 accepts negative strides";
        }
        else if (name == "Axis" || name == "Axes")
        {
            fix = "; axes count from 0";
            if (fromEnd > 0 && fromEnd <= rank)
            {
                fix += ", so of " + std::to_string(rank) + " axes write " + std::to_string(rank - fromEnd);
            }
        }
        return name + " is " + text + "; it must not be negative" + fix;
    }

    // Gives an omitted field its default: null for an optional pointer, one value for each axis or spatial axis for a
    // list.
    bool Fill(const Argument& name, Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields[index];
        const std::string fieldName = NameOf(field);
        Given& given = description.given[index];
        given.isDefault = true;
        if (field.IsTensor() && !field.isOptional)
        {
            return Reject({fieldName, name.value},
                          fieldName + " is missing; give it as TYPE:SIZES, such as FLOAT32:2,3");
        }
        given.isNull = field.isOptional;
        if (given.isNull) { return true; }
        if (field.Kind() == FieldKind::Scalar)
        {
            given.words.assign(2, 0);
            given.text = DefaultScalar(description, fieldName);
        }
        else if (field.Kind() == FieldKind::Size2d) { given.words.assign(2, 1); }
        else if (field.IsArray())
        {
            const Given& count = description.given[field.count];
            const std::uint32_t length = count.words.empty() ? 0 : std::min<std::uint32_t>(count.words[0], 8);
            if (field.Kind() == FieldKind::Floats)
            {
                for (std::uint32_t i = 0; i < length; ++i)
                {
                    if (!ReadNumber(name, description, index, DefaultFloat(description, fieldName, i)))
                    {
                        return false;
                    }
                }
                return true;
            }
            const bool isZero = fieldName.find("Padding") != std::string::npos
                                || fieldName.find("Offsets") != std::string::npos || fieldName == "Axes";
            given.words.assign(length, IsActivation(field) ? 38 : isZero ? 0 : 1); // 38: ACTIVATION_IDENTITY
            if (fieldName == "Axes" && DefaultAxes(description).size() == length)
            {
                given.words = DefaultAxes(description);
            }
        }
        else if (field.Kind() == FieldKind::Float)
        {
            return ReadNumber(name, description, index, DefaultFloat(description, fieldName, 0));
        }
        else { given.words.assign(1, DefaultNumber(description, index, FirstRank(description))); }
        return true;
    }

    // Returns the default of an entry of a field: what frameworks use, or a number with which the result depends on the
    // input.
    static std::string DefaultFloat(const Description& description, const std::string& field, std::uint32_t entry)
    {
        const std::string name = dml::ToString(description.type);
        for (const DefaultValue& value : Defaults)
        {
            if (name.find(value.operatorName) == 0 && field == value.field) { return value.value; }
        }
        if (field == "Scales") { return DefaultScale(description, entry); }
        if (field == "Beta" && IsGiven(description, "CTensor")) { return "1"; }
        if (field == "InputPixelOffsets") { return DefaultInputPixelOffset(description); }
        if (field == "InputPixelOffset") { return "0.5"; }
        if (field.find("OutputPixelOffset") == 0) { return "-0.5"; }
        return field == "Alpha" || field.find("Scale") == 0 || field.find("SpatialScale") == 0 ? "1" : "0";
    }

    static std::string DefaultScalar(const Description& description, const std::string& field)
    {
        if (field == "Min" || field == "Max") { return LimitText(ScalarType(description), field == "Max"); }
        return field == "ValueDelta" || description.type == FindOperator("DIAGONAL_MATRIX1") ? "1" : "0";
    }

    // Returns the size of the larger side of a resampling divided by that of the smaller, as a decimal number.
    static std::string DefaultScale(const Description& description, std::uint32_t axis)
    {
        std::vector<dml::Dimensions> sizes; // of the input and the output; a gradient goes the other way
        for (const Given& given : description.given)
        {
            if (!given.tensors.empty()) { sizes.push_back(given.tensors[0].sizes); }
        }
        if (sizes.size() != 2 || axis >= sizes[0].size() || axis >= sizes[1].size()) { return "1"; }
        const bool isGradient = std::string(dml::ToString(description.type)).find("GRAD") != std::string::npos;
        const double input = sizes[isGradient ? 1 : 0][axis], output = sizes[isGradient ? 0 : 1][axis];
        constexpr double Unit = 1e12; // 12 digits after the point hold a FLOAT32 down to 1 / 65536
        const double whole = std::floor(output / input);
        const auto fraction = static_cast<std::uint64_t>(std::floor((output / input - whole) * Unit + 0.5));
        std::string digits = std::to_string(static_cast<std::uint64_t>(Unit) + fraction);
        digits[0] = '.';
        while (digits.back() == '0') { digits.pop_back(); }
        return std::to_string(static_cast<std::uint64_t>(whole)) + (digits == "." ? "" : digits);
    }

    // Returns the InputPixelOffset at which pixels' centres are aligned: 0.5, unless the nearest pixel is found by
    // rounding down or up.
    static std::string DefaultInputPixelOffset(const Description& description)
    {
        const auto wordOf = [&](const char* name)
        {
            const std::uint32_t i = FieldOf(description.fields, name);
            return i == description.fields.count ? NoField : description.given[i].words[0];
        };
        const dml::DML_TENSOR_DATA_TYPE type = description.given[0].tensors[0].dataType;
        const bool isByte = dml::ElementSizeInBits(type) == 8;
        const std::uint32_t direction = wordOf("RoundingDirection");
        if (wordOf("InterpolationMode") != 0 || (direction == NoField && !isByte)) { return "0.5"; } // 0: the nearest
        return direction == 0 ? "1" : "0";                                                           // 0: INCREASING
    }

    // Returns the axes that the output lacks, or the last axis if the operator keeps the sizes.
    static std::vector<std::uint32_t> DefaultAxes(const Description& description)
    {
        const std::string name = dml::ToString(description.type);
        const std::uint32_t rank = static_cast<std::uint32_t>(FirstRank(description));
        const Given& output = description.given[FieldOf(description.fields, "Output")];
        if (name != "REDUCE" && name.find("ARGM") != 0) { return {rank - 1}; }
        std::vector<std::uint32_t> axes;
        const dml::Dimensions input = description.given[FieldOf(description.fields, "Input")].tensors[0].sizes;
        for (std::uint32_t i = 0; i < rank && i < output.tensors[0].sizes.size(); ++i)
        {
            if (i < input.size() && input[i] != 1 && output.tensors[0].sizes[i] == 1) { axes.push_back(i); }
        }
        return axes;
    }

    // Whether the user gave a tensor that is not null.
    static bool IsGiven(const Description& description, const char* tensor)
    {
        const std::uint32_t i = FieldOf(description.fields, tensor);
        return i < description.fields.count && !description.given[i].tensors.empty();
    }

    static std::size_t FirstRank(const Description& description)
    {
        for (const Given& given : description.given)
        {
            if (!given.tensors.empty()) { return given.tensors[0].sizes.size(); }
        }
        return 0;
    }

    static std::uint32_t DefaultNumber(const Description& description, std::uint32_t index, std::size_t rank)
    {
        const std::string name = NameOf(description.fields[index]);
        const std::uint32_t list = GivenListOf(description, index);
        if (list != NoField) { return static_cast<std::uint32_t>(LengthOf(description, list)); }
        const bool isWindow =
            description.fields.Find("EndPadding") != NoField && description.fields.Find("Strides") != NoField;
        if (name == "DimensionCount") { return static_cast<std::uint32_t>(isWindow && rank > 2 ? rank - 2 : rank); }
        if (name == "ScaleCount" || name == "RepeatsCount" || name == "InputDimensionCount"
            || name == "IndicesDimensionCount")
        {
            return static_cast<std::uint32_t>(rank);
        }
        if (name == "AxisCount") { return static_cast<std::uint32_t>(DefaultAxes(description).size()); }
        if (name == "P") { return 2; }
        if (name == "QuantizationType")
        {
            const std::uint32_t tensors = FieldOf(description.fields, "QuantizationTensors");
            return LengthOf(description, tensors) == 2 ? 2 : 1;
        }
        // TOP_K1 returns the largest elements, as TOP_K does.
        const bool isLargest = description.type == FindOperator("TOP_K1") && name == "AxisDirection";
        const bool isOne = name == "GroupCount" || name == "Mode" || name == "BlockSize" || name == "K"
                           || name == "LocalSize" || name.find("SamplesPerOutput") < name.size()
                           || name == "IndexDimensions" || name == "NormalizeVariance" || name == "UseMean"
                           || name == "UseVariance" || name == "DiagonalFillEnd" || isLargest;
        if (name == "ActivationDescCount") { return 0; }
        const bool isType = name.find("DataType") != std::string::npos;
        for (const Given& given : description.given)
        {
            if (isType && !given.tensors.empty()) { return given.tensors[0].dataType; }
        }
        return isOne ? 1 : name == "Function" ? 10 : name == "ReductionFunction" ? 2 : 0;
    }
};

// The operator's struct in memory.
class Structure
{
public:
    explicit Structure(const Description& description)
        : m_type(description.type), m_bytes(description.fields.size / 8 + 1)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& field = description.fields[i];
            const Given& given = description.given[i];
            auto* const at = reinterpret_cast<unsigned char*>(m_bytes.data()) + field.offset;
            if (!field.IsPointer())
            {
                std::memcpy(at, given.words.data(), 4 * given.words.size());
                continue;
            }
            const void* pointer = nullptr;
            if (given.isNull) {}
            else if (field.IsTensor()) { pointer = Tensors(given); }
            else if (IsActivation(field)) { pointer = Activations(given); }
            else { pointer = given.words.data(); }
            std::memcpy(at, &pointer, sizeof(pointer));
        }
    }

    // Valid while this object lives.
    dml::DML_OPERATOR_DESC Desc() const { return {m_type, m_bytes.data()}; }

private:
    // Returns activations whose members are all 0 or null. The operator provides their tensors.
    const dml::DML_OPERATOR_DESC* Activations(const Given& given)
    {
        m_activations.emplace_back();
        for (const std::uint32_t number : given.words)
        {
            const auto type = static_cast<dml::DML_OPERATOR_TYPE>(number);
            m_members.emplace_back(FieldsOf(type).size / 8 + 1);
            m_activations.back().push_back({type, m_members.back().data()});
        }
        return m_activations.back().data();
    }

    const dml::DML_TENSOR_DESC* Tensors(const Given& given)
    {
        m_tensors.emplace_back();
        for (const TensorText& tensor : given.tensors)
        {
            m_buffers.push_back({tensor.dataType, tensor.flags, static_cast<std::uint32_t>(tensor.sizes.size()),
                                 tensor.sizes.data(), tensor.strides.empty() ? nullptr : tensor.strides.data(),
                                 tensor.Bytes(), 0});
            m_tensors.back().push_back({dml::DML_TENSOR_TYPE_BUFFER, &m_buffers.back()});
        }
        return m_tensors.back().data();
    }

    dml::DML_OPERATOR_TYPE m_type;
    std::vector<std::uint64_t> m_bytes;
    std::list<dml::DML_BUFFER_TENSOR_DESC> m_buffers;
    std::list<std::vector<dml::DML_TENSOR_DESC>> m_tensors;
    std::list<std::vector<dml::DML_OPERATOR_DESC>> m_activations;
    std::list<std::vector<std::uint64_t>> m_members; // of the activations
};

// ---- what is printed ------------------------------------------------------------------------------------------------

inline std::string Braced(const dml::Dimensions& values)
{
    std::string text;
    for (const std::uint32_t value : values) { text += (text.empty() ? "" : ", ") + std::to_string(value); }
    return "{" + text + "}";
}

inline std::string ValueText(const OperatorField& field, const Given& given)
{
    if (given.isNull) { return "null"; }
    std::string text;
    for (const TensorText& tensor : given.tensors)
    {
        const std::uint64_t bytes = tensor.Bytes();
        text += (text.empty() ? "" : " + ") + std::string(dml::ToString(tensor.dataType)) + " " + Braced(tensor.sizes)
                + (tensor.strides.empty() ? "" : "/" + Braced(tensor.strides))
                + (bytes != 0 || tensor.total ? ", " + std::to_string(bytes) + " bytes" : ", beyond 64 bits")
                + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ", OWNED_BY_DML");
    }
    if (field.IsTensor()) { return text; }
    if (IsActivation(field))
    {
        for (const std::uint32_t number : given.words)
        {
            text +=
                (text.empty() ? "" : ", ") + std::string(dml::ToString(static_cast<dml::DML_OPERATOR_TYPE>(number)));
        }
        return field.IsArray() ? "{" + text + "}" : text;
    }
    if (IsEnumeration(field))
    {
        const std::vector<std::string> names = EnumeratorsOf(field);
        const std::string name = given.words[0] < names.size() ? names[given.words[0]] : std::to_string(given.words[0]);
        return IsBool(field) ? parse_text::Lower(name) : name;
    }
    if (field.Kind() == FieldKind::Scalar) { return given.text; }
    // A float is shown as the user wrote it.
    const bool isFloat =
        field.Kind() == FieldKind::Float || field.Kind() == FieldKind::Floats || field.Kind() == FieldKind::ScaleBias;
    const bool isSigned = field.Kind() == FieldKind::Int || field.Kind() == FieldKind::Ints;
    for (std::size_t i = 0; i < given.words.size(); ++i)
    {
        const std::uint32_t word = given.words[i];
        text += (i == 0 ? "" : ", ")
                + (isFloat    ? given.written[i]
                   : isSigned ? std::to_string(static_cast<std::int32_t>(word))
                              : std::to_string(word));
    }
    const bool isPair = field.Kind() == FieldKind::Size2d || field.Kind() == FieldKind::ScaleBias;
    return field.IsArray() || isPair ? "{" + text + "}" : text;
}

// The sizes that an output should have.
struct ExpectedOutput
{
    bool isKnown = false; // there is a function for the operator
    dml::TensorLayout sizes;
    dml::TensorLayout largest;    // sizes up to these are right too
    const char* enlarged = "";    // begins a sentence about an output with larger sizes, which `sizes` end
    bool isAnyMeaningful = false; // the output may have any other sizes
};

inline ExpectedOutput FindOutput(const Description& description)
{
    const auto find = [&](const char* name) -> const Given*
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (NameOf(description.fields[i]) == name) { return &description.given[i]; }
        }
        return nullptr;
    };
    const auto list = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr ? dml::Dimensions() : dml::Dimensions(given->words.data(), given->words.size());
    };
    const auto sizes = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr || given->tensors.empty() ? dml::Dimensions() : given->tensors[0].sizes;
    };
    const auto number = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr ? 0 : given->words[0];
    };
    const std::string name = dml::ToString(description.type);
    const auto begins = [&](const char* with) { return name.compare(0, std::strlen(with), with) == 0; };
    const bool isGradient = name.find("GRAD") != std::string::npos;
    const dml::Dimensions input = sizes("InputTensor");
    const dml::Window window = {list("Strides"), list("Dilations"), list("StartPadding"), list("EndPadding"),
                                list("OutputPadding")};
    const auto known = [](const dml::TensorLayout& output) { return ExpectedOutput{true, output, output}; };
    if (name == "CONVOLUTION" && number("Direction") == 1)
    {
        const auto output = [&](const dml::Dimensions& outputPadding) {
            return dml::TransposedConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount"),
                                                    outputPadding);
        };
        std::vector<std::uint32_t> most; // output_padding is below the stride
        for (const std::uint32_t stride : window.strides) { most.push_back(stride == 0 ? 0 : stride - 1); }
        return {true, output({}), output(dml::Dimensions(most.data(), most.size())),
                "Its output includes output_padding (ONNX, PyTorch); without it, the sizes are "};
    }
    if (name.find("CONVOLUTION") != std::string::npos)
    {
        return known(dml::ConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount")));
    }
    if (name.find("POOLING") != std::string::npos && find("Strides") != nullptr && !isGradient)
    {
        return {true, dml::PoolingOutput(input, list("WindowSize"), window),
                dml::PoolingOutput(input, list("WindowSize"), window, dml::Rounding::Up),
                "Its output is rounded up (ceil_mode); rounded down, the sizes are "};
    }
    if (begins("RESAMPLE") && !isGradient)
    {
        std::vector<float> scales;
        for (const std::uint32_t& bits : find("Scales")->words)
        {
            scales.push_back(0);
            std::memcpy(&scales.back(), &bits, sizeof(bits));
        }
        const auto output = [&](dml::Rounding rounding)
        { return dml::ResampleOutput(input, scales.data(), scales.size(), rounding); };
        // Without a size for these scales there is nothing to say, because DirectML accepts every size.
        const bool isKnown = static_cast<bool>(output(dml::Rounding::Up));
        return {isKnown, output(dml::Rounding::Down), output(dml::Rounding::Up), "", true};
    }
    if (name == "GEMM")
    {
        return known(dml::GemmOutput(sizes("ATensor"), sizes("BTensor"), number("TransA") != 0, number("TransB") != 0));
    }
    if (name == "REDUCE" || begins("ARGM")) { return known(dml::ReduceOutput(input, list("Axes"))); }
    if (name == "JOIN")
    {
        std::vector<dml::Dimensions> inputs;
        for (const TensorText& tensor : find("InputTensors")->tensors) { inputs.push_back(tensor.sizes); }
        return known(dml::JoinOutput(inputs.data(), inputs.size(), number("Axis")));
    }
    if (name == "SLICE") { return known(dml::TensorLayout::Packed(list("Sizes"))); }
    if (begins("PADDING")) { return known(dml::PaddingOutput(input, list("StartPadding"), list("EndPadding"))); }
    if (name == "TILE") { return known(dml::TileOutput(input, list("Repeats"))); }
    if (name == "UPSAMPLE_2D")
    {
        return known(dml::UpsampleOutput(input, find("ScaleSize")->words[1], find("ScaleSize")->words[0]));
    }
    if (begins("DEPTH_TO_SPACE")) { return known(dml::DepthToSpaceOutput(input, number("BlockSize"))); }
    if (begins("SPACE_TO_DEPTH")) { return known(dml::SpaceToDepthOutput(input, number("BlockSize"))); }
    if (name == "GATHER")
    {
        return known(dml::GatherOutput(input, sizes("IndicesTensor"), number("Axis"), number("IndexDimensions")));
    }
    return {};
}

// Returns the sizes of the first output; empty if there is none.
inline dml::Dimensions OutputSizes(const Description& description)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const Given& given = description.given[i];
        if (description.fields[i].Kind() == FieldKind::Out && !given.tensors.empty()) { return given.tensors[0].sizes; }
    }
    return {};
}

// Whether every size is in the range that the expected ones span.
inline bool IsExpected(const dml::Dimensions& sizes, const ExpectedOutput& expected)
{
    const dml::Dimensions& least = expected.sizes.Sizes();
    const dml::Dimensions& most = expected.largest.Sizes();
    bool isExpected = sizes.size() == least.size() && sizes.size() == most.size();
    for (std::uint32_t i = 0; isExpected && i < sizes.size(); ++i)
    {
        isExpected = sizes[i] >= least[i] && sizes[i] <= most[i];
    }
    return isExpected;
}

// Returns a sentence about the sizes of the output; empty if there is no function for the operator.
inline std::string OutputText(const Description& description)
{
    const ExpectedOutput expected = FindOutput(description);
    if (!expected.isKnown) { return ""; }
    if (!expected.sizes)
    {
        return std::string("There is no size for its output: ") + dml::Explain(expected.sizes.Reason()).c_str();
    }
    const dml::Dimensions given = OutputSizes(description);
    const bool isEnlarged = IsExpected(given, expected) && given != expected.sizes.Sizes();
    if (isEnlarged && expected.enlarged[0] != '\0') { return expected.enlarged + Braced(expected.sizes.Sizes()); }
    if (expected.isAnyMeaningful && !IsExpected(given, expected))
    {
        return "Its output usually has the sizes " + Braced(expected.sizes.Sizes())
               + ", the input's * Scales; a smaller one is cropped, a larger one repeats the edge";
    }
    return "Its output should have the sizes " + Braced(isEnlarged ? given : expected.sizes.Sizes());
}

inline std::string LowerFirst(std::string name)
{
    // ATensor becomes aTensor, ROITensor becomes roiTensor.
    for (std::size_t i = 0; i < name.size() && name[i] >= 'A' && name[i] <= 'Z'
                            && (i == 0 || i + 1 == name.size() || (name[i + 1] >= 'A' && name[i + 1] <= 'Z'));
         ++i)
    {
        name[i] = static_cast<char>(name[i] - 'A' + 'a');
    }
    return name;
}

inline void Append(std::string& text, std::initializer_list<std::string> parts)
{
    for (const std::string& part : parts) { text += part; }
}

// Returns a FLOAT32 in C++, from its text and its bits.
inline std::string FloatCode(const std::string& text, std::uint32_t bits)
{
    const std::string sign = bits >> 31 != 0 ? "-" : "";
    const std::uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude == 0x7F800000) { return sign + "std::numeric_limits<float>::infinity()"; }
    if (magnitude > 0x7F800000) { return "std::numeric_limits<float>::quiet_NaN()"; }
    return text + (text.find_first_not_of("-0123456789") == std::string::npos ? ".0f" : "f");
}

// Returns a C++ expression for a value that is not a pointer.
inline std::string CodeOf(const OperatorField& field, const Given& given, const std::string& value)
{
    const std::string type = field.type->name;
    if (field.Kind() == FieldKind::Float || field.Kind() == FieldKind::Floats)
    {
        std::string text;
        for (std::size_t i = 0; i < given.words.size(); ++i)
        {
            text += (i == 0 ? "" : ", ") + FloatCode(given.written[i], given.words[i]);
        }
        return field.IsArray() ? "{" + text + "}" : text;
    }
    if (IsBool(field)) { return given.words[0] < 2 ? parse_text::Upper(value) : value; }
    if (!IsEnumeration(field)) { return value; }
    return given.words[0] < EnumeratorsOf(field).size() ? "DML_" + type + "_" + value
                                                        : "static_cast<DML_" + type + ">(" + value + ")";
}

// Returns C++ that makes the description and validates it. It is the body of a function in native mode.
inline std::string CodeText(const Description& description)
{
    const std::string operatorName = dml::ToString(description.type);
    std::string before = "using namespace dml_tensor_utils;\n";
    std::string text = "DML_" + operatorName + "_OPERATOR_DESC desc = {};\n";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields[i];
        const Given& given = description.given[i];
        const std::string name = NameOf(field), variable = LowerFirst(name);
        if (given.isNull) { continue; }
        std::string value = CodeOf(field, given, ValueText(field, given));
        if (field.IsTensor())
        {
            std::string list;
            for (std::size_t n = 0; n < given.tensors.size(); ++n)
            {
                const TensorText& tensor = given.tensors[n];
                const std::string one = variable + (field.IsArray() ? std::to_string(n) : "");
                const std::string layout = tensor.strides.empty() ? "TensorLayout::Packed(" + Braced(tensor.sizes) + ")"
                                                                  : "TensorLayout::Strided(" + Braced(tensor.sizes)
                                                                        + ", " + Braced(tensor.strides) + ")";
                Append(before,
                       {"const PinnedTensorDesc ", one, "(BufferTensorDesc(",
                        layout_views::DataTypeCode(tensor.dataType), ", ", layout,
                        tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ", " + layout_views::FlagsCode(tensor.flags),
                        ")", tensor.total ? ".WithTotalSize(" + layout_views::Literal(*tensor.total) + ")" : "",
                        ");\n"});
                Append(list, {n == 0 ? "*" : ", *", one, ".Get()"});
            }
            if (field.IsArray()) { Append(before, {"const DML_TENSOR_DESC ", variable, "[] = {", list, "};\n"}); }
            value = field.IsArray() ? variable : variable + ".Get()";
        }
        else if (IsActivation(field))
        {
            std::string list;
            for (std::size_t n = 0; n < given.words.size(); ++n)
            {
                const std::string activation = dml::ToString(static_cast<dml::DML_OPERATOR_TYPE>(given.words[n]));
                const std::string one = "activation" + (field.IsArray() ? std::to_string(n) : "");
                Append(before, {"DML_", activation, "_OPERATOR_DESC ", one, " = {};\n"});
                Append(list, {n == 0 ? "{DML_OPERATOR_" : ", {DML_OPERATOR_", activation, ", &", one, "}"});
            }
            const std::string array = field.IsArray() ? "[] = {" + list + "}" : " = " + list;
            if (!list.empty()) { Append(before, {"const DML_OPERATOR_DESC ", variable, array, ";\n"}); }
            value = list.empty() ? "nullptr" : (field.IsArray() ? "" : "&") + variable;
        }
        else if (field.Kind() == FieldKind::ScaleBias)
        {
            Append(before, {"const DML_SCALE_BIAS ", variable, " = {", FloatCode(given.written[0], given.words[0]),
                            ", ", FloatCode(given.written[1], given.words[1]), "};\n"});
            value = "&" + variable;
        }
        else if (field.IsArray())
        {
            const char* const type = field.Kind() == FieldKind::Uints  ? "UINT"
                                     : field.Kind() == FieldKind::Ints ? "INT"
                                                                       : "FLOAT";
            if (!given.words.empty()) { Append(before, {"const ", type, " ", variable, "[] = ", value, ";\n"}); }
            value = given.words.empty() ? "nullptr" : variable;
        }
        else if (field.Kind() == FieldKind::Scalar)
        {
            Append(text, {"desc.", name, ScalarCode(ScalarType(description), value), ";\n"});
            continue;
        }
        Append(text, {"desc.", name, " = ", value, ";\n"});
    }
    return before + text
           + "const OperatorDiagnosis verdict = ValidateOperator(desc);\n"
             "if (!verdict.Ok()) { std::puts(Explain(verdict).c_str()); }\n";
}

inline dml::OperatorDiagnosis Verdict(const Description& description)
{
    return dml::ValidateOperator(Structure(description).Desc());
}

// ---- a correction ---------------------------------------------------------------------------------------------------

// Returns a list as in an argument: "2,3".
inline std::string ListArgument(const std::string& braced)
{
    std::string text;
    for (const char c : braced)
    {
        if (c != '{' && c != ' ' && c != '}') { text += c; }
    }
    return text;
}

// Returns a field as an argument: "BTensor=FLOAT32:2,3:1,2" or "TransB=TRANSPOSE".
inline std::string ArgumentText(const OperatorField& field, const Given& given)
{
    if (!field.IsTensor()) { return NameOf(field) + "=" + ListArgument(ValueText(field, given)); }
    std::string text;
    for (const TensorText& tensor : given.tensors)
    {
        text += (text.empty() ? "" : "+") + std::string(dml::ToString(tensor.dataType)) + ":"
                + ListArgument(Braced(tensor.sizes))
                + (tensor.strides.empty() ? "" : ":" + ListArgument(Braced(tensor.strides)))
                + (tensor.total ? ":total=" + std::to_string(*tensor.total) : "")
                + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ":OWNED_BY_DML");
    }
    return NameOf(field) + "=" + text;
}

// Changes a description as its diagnosis says.
inline void Apply(const dml::OperatorFix& fix, Description& description)
{
    Given& given = description.given[fix.field];
    given.isCorrected = true;
    if (description.fields[fix.field].IsTensor())
    {
        TensorText& tensor = given.tensors[fix.element == NoField ? 0 : fix.element];
        tensor.total.reset(); // the minimum
        if (fix.kind == dml::OperatorFixKind::Total) { tensor.total = fix.value; }
        if (fix.kind == dml::OperatorFixKind::DataType)
        {
            tensor.dataType = static_cast<dml::DML_TENSOR_DATA_TYPE>(fix.value);
            return;
        }
        tensor.sizes = fix.sizes;
        tensor.strides = fix.strides;
        return;
    }
    given.words[0] = static_cast<std::uint32_t>(fix.value);
    for (std::uint32_t i = 0; i < description.fields.count; ++i) // the lists of this length
    {
        Given& list = description.given[i];
        const bool isOfLength = description.fields[i].IsArray() && description.fields[i].count == fix.field;
        if (!isOfLength || list.words.size() <= fix.value) { continue; }
        list.words.resize(static_cast<std::size_t>(fix.value));
        list.isCorrected = !list.isDefault;
    }
}

// Returns a sentence and the arguments that correct a rejected operator; empty if no correction is known.
inline std::string CorrectionText(const Description& description)
{
    Description corrected = description;
    dml::OperatorDiagnosis verdict = Verdict(corrected);
    // Some corrections change several tensors, one after the other.
    for (std::uint32_t step = 0; step < description.fields.count && verdict.Rejected(); ++step)
    {
        if (verdict.fix.kind == dml::OperatorFixKind::None) { return ""; }
        Apply(verdict.fix, corrected);
        verdict = Verdict(corrected);
    }
    if (!verdict.Accepted()) { return ""; }
    std::string text = verdict.Ok() ? "DirectML accepts it with:" : "DirectML accepts it, with a hazard, with:";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        if (corrected.given[i].isCorrected) { text += " " + ArgumentText(corrected.fields[i], corrected.given[i]); }
    }
    return text;
}

// ---- the verdict ----------------------------------------------------------------------------------------------------

inline std::string VerdictText(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    std::string text =
        std::string("  ")
        + (verdict.Ok()         ? "DirectML accepts it."
           : verdict.Accepted() ? "Hazard: DirectML accepts it, but the result is almost certainly unintended."
                                : "DirectML rejects it.")
        + (verdict.Ok() ? "" : std::string("\n  ") + dml::Explain(verdict).c_str()) + "\n";
    const std::string correction = verdict.Rejected() ? CorrectionText(description) : "";
    const std::string output = OutputText(description);
    text += correction.empty() ? "" : "  " + correction + "\n";
    text += output.empty() ? "" : "  " + output + "\n";
    return text + (verdict.Accepted() ? "  The operator needs " + FeatureLevelText(description.type) + ".\n" : "");
}

// ---- bindings -------------------------------------------------------------------------------------------------------

// Returns what BindInputs and BindOutputs need at execution and at initialization, a line for each slot. Requires that
// DirectML accepts the operator. Source: recorded answers of IDMLBindingTable.
inline std::string BindingsText(const Description& description)
{
    std::size_t width = 0;
    bool isAnyOwned = false;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields[i];
        if (field.IsTensor()) { width = std::max(width, NameOf(field).size() + (field.IsArray() ? 9 : 6)); }
        for (const TensorText& tensor : description.given[i].tensors)
        {
            isAnyOwned = isAnyOwned || tensor.flags == dml::DML_TENSOR_FLAG_OWNED_BY_DML;
        }
    }
    std::string text = "Bindings\n";
    const auto addLine = [&](const std::string& name, const std::string& execution, const std::string& initialization)
    {
        text += "  " + layout_views::LeftAligned(name, width)
                + (initialization.empty() ? execution : layout_views::LeftAligned(execution, 26) + initialization)
                + "\n";
    };
    std::size_t counts[2] = {0, 0}; // of the inputs, and of the outputs
    const auto addTensor = [&](const dml::OperatorTensor& tensor)
    {
        std::size_t& count = counts[tensor.isOutput ? 1 : 0];
        const bool isInitialized = isAnyOwned && !tensor.isOutput;
        if (count == 0)
        {
            addLine(tensor.isOutput ? "outputs" : "inputs", "execution", isInitialized ? "initialization" : "");
        }
        const std::string name = layout_views::LeftAligned(std::to_string(count++), 4) + tensor.name
                                 + (tensor.element == NoField ? "" : "[" + std::to_string(tensor.element) + "]");
        const bool isOwned = tensor.desc != nullptr && tensor.desc->Flags == dml::DML_TENSOR_FLAG_OWNED_BY_DML;
        const std::string bytes =
            tensor.desc == nullptr ? "" : std::to_string(tensor.desc->TotalTensorSizeInBytes) + " bytes";
        addLine(name,
                tensor.desc == nullptr ? "NONE, it is null"
                : isOwned              ? "NONE, it is OWNED_BY_DML"
                                       : "BUFFER, " + bytes,
                !isInitialized ? ""
                : isOwned      ? bytes
                               : "null Buffer");
    };
    const Structure structure(description);
    dml::ForEachTensor(structure.Desc(), addTensor);
    return text + "  At initialization, bind "
           + (isAnyOwned ? "one BUFFER_ARRAY with " + std::to_string(counts[0]) + " entries, one for each input.\n"
                         : "no inputs.\n");
}

inline std::string Text(const Description& description)
{
    std::string text = std::string(dml::ToString(description.type)) + "\n\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        width = std::max(width, NameOf(description.fields[i]).size());
    }
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const std::string name = NameOf(description.fields[i]);
        const std::uint32_t list = GivenListOf(description, i);
        text += "  " + name + std::string(width - name.size() + 2, ' ')
                + ValueText(description.fields[i], description.given[i])
                + (!description.given[i].isDefault ? ""
                   : list == NoField               ? "  (default)"
                                                   : "  (the length of " + NameOf(description.fields[list]) + ")")
                + "\n";
    }
    const bool isRejected = !Verdict(description).Accepted();
    return text + "\nVerdict\n" + VerdictText(description)
           + (isRejected
                  ? "  All rules: describe_tensor operator " + std::string(dml::ToString(description.type)) + "\n"
                  : "\n" + BindingsText(description))
           + "\nC++:\n" + CodeText(description);
}

} // namespace operator_views
