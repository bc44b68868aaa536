// Shows an operator in words: its fields, data types, ranks, rules of its tensors and hazards, and an example.

#pragma once

#include "dml_tensor_operators.hpp"
#include "operator_names.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace operator_views
{

using dml::OperatorField;
using dml::OperatorSchema;
using FieldKind = dml::OperatorFieldKind;

constexpr std::uint32_t NoField = 0xFFFFFFFF;

inline std::string NameOf(const OperatorField& field) { return field.name; }

// Returns the name as the rules have it, without Tensor or Tensors at its end.
inline std::string ShortNameOf(const OperatorField& field)
{
    const std::string name = field.name;
    return name.substr(0, name.size() - (!field.IsTensor() ? 0 : field.IsArray() ? 7 : 6));
}

inline bool IsActivation(const OperatorField& field)
{
    return field.kind == FieldKind::Activation || field.kind == FieldKind::Activations;
}

inline bool IsFloat(const OperatorField& field)
{
    return field.kind == FieldKind::Float || field.kind == FieldKind::Floats || field.kind == FieldKind::ScaleBias;
}

inline bool IsSigned(const OperatorField& field)
{
    return field.kind == FieldKind::Int || field.kind == FieldKind::Ints;
}

inline bool IsTensorList(const OperatorField& field) { return field.IsTensor() && field.IsArray(); }

// Whether the field has names for its values. A bool has FALSE and TRUE.
inline bool IsEnumeration(const OperatorField& field) { return field.enumerators[0] != '\0'; }
inline bool IsBool(const OperatorField& field) { return field.kind == FieldKind::Bool; }

inline std::vector<std::string> EnumeratorsOf(const OperatorField& field) { return Split(field.enumerators, ' '); }

// Returns "NONE, TRANSPOSE"; "true or false" for a bool.
inline std::string EnumeratorsText(const OperatorField& field)
{
    if (IsBool(field)) { return "true or false"; }
    return Join(EnumeratorsOf(field), ", ");
}

// Returns the field of a name in any case, with or without Tensor and underscores; fields.count if there is none.
inline std::uint32_t FieldOf(const OperatorSchema& fields, const std::string& name)
{
    const std::string upper = WithoutUnderscores(Upper(name));
    std::uint32_t i = 0;
    while (i < fields.count && Upper(fields[i].name) != upper && Upper(ShortNameOf(fields[i])) != upper) { ++i; }
    return i;
}

inline bool HasField(const OperatorSchema& fields, const char* name) { return FieldOf(fields, name) < fields.count; }

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
inline std::string GenericExample(const OperatorSchema& fields)
{
    std::string text;
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields[i];
        if (!field.IsTensor() || field.isOptional) { continue; }
        std::string type = field.dataTypes == 0 ? "FLOAT32" : "";
        for (const DataType each : {dml::DML_TENSOR_DATA_TYPE_FLOAT32, dml::DML_TENSOR_DATA_TYPE_UINT8,
                                    dml::DML_TENSOR_DATA_TYPE_UINT32, dml::DML_TENSOR_DATA_TYPE_INT32})
        {
            if (type.empty() && (field.dataTypes >> each & 1) != 0) { type = dml::ToString(each); }
        }
        const bool allows4D = field.minRank <= 4 && field.maxRank >= 4;
        text += (text.empty() ? "" : " ") + NameOf(field) + "=" + type + (allows4D ? ":1,2,4,4" : ":1,2,4");
    }
    return text;
}

// Returns the fields of a description that DirectML accepts, as on the command line.
inline std::string ExampleOf(OperatorType type)
{
    for (const ExampleFields& example : Examples)
    {
        if (std::string(dml::ToString(type)) == example.name) { return example.fields; }
    }
    return GenericExample(dml::SchemaOf(type));
}

// ---- in words -------------------------------------------------------------------------------------------------------

// Returns "FLOAT32 FLOAT16".
inline std::string AllowedTypesText(std::uint32_t mask)
{
    std::vector<const char*> types;
    for (const DataType type : DataTypes())
    {
        if ((mask >> type & 1) != 0) { types.push_back(dml::ToString(type)); }
    }
    return Join(types, " ");
}

// Returns the types as text; a long list is described by the types that it lacks.
inline std::string TypesText(std::uint32_t mask)
{
    using namespace dml::detail;
    const std::uint32_t missing = AllTypes & ~mask;
    if (missing == 0) { return "all"; }
    if (mask == TypesFrom8Bits || mask == NumberTypes) { return "all except " + AllowedTypesText(missing); }
    if (mask != (FloatTypes | IntegerTypesUpTo32Bits)) { return AllowedTypesText(mask); }
    const std::uint32_t wide = Types(ElementType::Float64, ElementType::UInt64, ElementType::Int64);
    return "all up to 32 bits except " + AllowedTypesText(missing & ~wide);
}

inline std::string RanksText(const OperatorField& field)
{
    const std::string least = std::to_string(field.minRank);
    return field.minRank == field.maxRank ? least + "D" : least + "D-" + std::to_string(field.maxRank) + "D";
}

// Whether the row gives types and ranks for the field.
inline bool HasOwnRule(const OperatorField& field) { return !field.IsArray() && field.dataTypes != 0; }

inline std::string KindText(const OperatorField& field, const OperatorSchema& fields)
{
    const char* const words[] = {"input",   "output",         "inputs", "outputs",      "activations",
                                 "numbers", "signed numbers", "floats", "SCALE,BIAS",   "activation",
                                 "number",  "signed number",  "float",  "WIDTH,HEIGHT", "scalar"};
    std::string text = std::string(field.isOptional ? "optional " : "");
    if (IsEnumeration(field)) { text += EnumeratorsText(field); }
    else { text += words[static_cast<std::size_t>(field.kind)]; }
    if (field.IsArray()) { text += ", as many as " + NameOf(fields[field.countField]); }
    if (IsTensorList(field)) { text += ", with + between them"; }
    if (HasOwnRule(field)) { text += ": " + TypesText(field.dataTypes) + "; " + RanksText(field); }
    return text;
}

// Returns a line with number, name and fields.
inline std::string LineText(OperatorType type)
{
    const OperatorSchema fields = dml::SchemaOf(type);
    std::string text = std::to_string(static_cast<std::uint32_t>(type)) + " " + dml::ToString(type) + ":";
    std::string last;
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields[i];
        text += (i == 0 ? " " : ", ") + NameOf(field) + (field.isOptional ? "?" : "");
        if (!HasOwnRule(field)) { continue; }
        const std::string rule = " (" + TypesText(field.dataTypes) + "; " + RanksText(field) + ")";
        text += rule == last ? "" : rule;
        last = rule;
    }
    return text + "\n";
}

inline std::string ListText()
{
    std::string text;
    for (const OperatorType type : AllOperators()) { text += LineText(type); }
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
    {"ConvolutionBias", "BiasTensor is {1, C, 1, ...}, where C is OutputTensor.Sizes[1]"},
    {"Fold",
     "Strides, Dilations, StartPadding and EndPadding are at most 65535\n"
     "Each dilated window fits into the padded output\n"
     "InputTensor is {N, C * the elements of a window, the number of window positions}, where OutputTensor is {N, C, "
     "...}"},
    {"Fused",
     "FusedActivation is null or an element-wise activation. Its InputTensor and OutputTensor are null.\n"
     "CONVOLUTION and GEMM also fuse ELEMENT_WISE_CLIP; GEMM also fuses ACTIVATION_SOFTMAX and ACTIVATION_SOFTMAX1"},
    {"FusedKind", "FusedActivation is null, an activation or ELEMENT_WISE_CLIP"},
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
    {"QuantizeLinear", "ScaleTensor has the type of InputTensor, or FLOAT32 if that is INT32"},
    {"RandomState", "InputStateTensor.Sizes[-1] is 6, and all its other sizes are 1"},
    {"Reduce", "OutputTensor.Sizes[i] is 1 for each i of Axes, and InputTensor.Sizes[i] for the others"},
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
    {"RoiAlignGradInput", "InputTensor is given for ReductionFunction MAX, and if OutputROIGradientTensor is given"},
    {"ScaleBias", "For elements of 64 bits, ScaleBias is null, or Scale is 1 and Bias is 0"},
    {"Scales", "Scales[i] is at least 2^-23, for every i"},
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

// Returns the lines of a function; empty for a function of hazards, which HazardsText has.
inline std::string WordsOf(const std::string& name)
{
    for (const FunctionWords& function : Functions)
    {
        if (name == function.name) { return function.words; }
    }
    return name.find("Hazards") != std::string::npos ? "" : "?";
}

using RowFields = dml::detail::OperatorFields; // what only the rows say, beside the schema
using RuleReader = dml::detail::RowCursor;

inline std::string TextOf(const dml::detail::RowWord& word) { return std::string(word.text, word.size); }

// Returns the braces of a tensor in words, a line each.
inline std::string RelationsText(RuleReader& reader, const OperatorField& field, const RowFields& fields)
{
    std::string text;
    while (reader.IsAt('{'))
    {
        dml::detail::RowRelation relation(reader, fields);
        std::vector<std::string> parts;
        bool mayBeOne = false;
        do {
            const std::string kind = TextOf(relation.kinds.Word());
            mayBeOne = mayBeOne || kind == "oneOr";
            if (kind == "same") { parts = {"type", "rank", "sizes"}; }
            else { parts.push_back(kind == "oneOr" ? "sizes" : kind == "broadcastRank" ? "rank" : kind); }
        } while (relation.kinds.Skip(","));
        text += "  " + NameOf(field) + " has the " + JoinWithLast(parts, " and ");
        text += " of " + NameOf(fields[relation.other]) + (mayBeOne ? ", or 1 on any axis" : "") + "\n";
    }
    return text;
}

// Returns what a function of the rows checks, without the lines about tensors that the operator does not have.
inline std::string FunctionText(const std::string& name, const OperatorSchema& fields)
{
    std::string text;
    for (const std::string& line : Split(WordsOf(name), '\n'))
    {
        const std::size_t nameEnd = line.find("Tensor");
        const bool isOfTensor = nameEnd != std::string::npos && line.find_first_of(" [") > nameEnd;
        const bool applies = !isOfTensor || line.compare(nameEnd, 7, "Tensors") == 0
                             || FieldOf(fields, line.substr(0, nameEnd)) < fields.count;
        text += applies && !line.empty() ? "  " + line + "\n" : "";
    }
    return text;
}

// Skips a comparison of the row.
inline void SkipParentheses(RuleReader& reader)
{
    int depth = 0;
    do {
        depth += *reader.at == '(' ? 1 : *reader.at == ')' ? -1 : 0;
    } while (*++reader.at != '\0' && depth > 0);
}

// Returns the relations between tensors, and what functions of the row check, a line each. Comparisons are left out: the
// verdict on a description explains them with its numbers.
inline std::string ChecksText(const RowFields& fields, const char* checks)
{
    std::string text;
    for (RuleReader reader = {checks}; !reader.IsAtEnd(); reader.Skip(" "))
    {
        const std::string word = TextOf(reader.Word());
        if (reader.Skip("()")) { text += FunctionText(word, fields); }
        else if (word == "lists") {} // none is null, unless its count is 0
        else if (reader.IsAt('{')) { text += RelationsText(reader, fields[FieldOf(fields, word)], fields); }
        else if (reader.IsAt('(') && word != "tensor") { SkipParentheses(reader); }
        else
        {
            const bool isOne = reader.Skip("(");
            const std::string meant = isOne ? TextOf(reader.Word()) : "";
            for (std::uint32_t i = 0; i < fields.count; ++i)
            {
                RuleReader relations = {fields.relations[i]};
                const bool isMeant = fields[i].IsTensor() && (!isOne || ShortNameOf(fields[i]) == meant);
                text += isMeant ? RelationsText(relations, fields[i], fields) : "";
            }
            reader.Skip(")");
        }
    }
    return text;
}

// A mistake that DirectML accepts.
struct HazardWords
{
    // Functions of rows, operators or fields: an operator with one of these can have the hazard. A colon joins two that
    // the operator must both have.
    const char* of;
    const char* words;
};
// clang-format off
inline constexpr HazardWords Hazards[] = {
    {"ConvolutionHazards PoolingHazards PoolingGradHazards FoldHazards", "A stride, window size or dilation is 0 [ZeroStep]"},
    {"ConvolutionHazards PoolingHazards PoolingGradHazards FoldHazards",
     "A stride, dilation or StartPadding is 2^31 or more and acts as a negative number [SizeWraps]"},
    {"ConvolutionHazards FoldHazards MAX_POOLING_GRAD",
     "DimensionCount is not the number of spatial dimensions [DimensionCountDiffers]"},
    {"PoolingHazards", "The window of an element of OutputTensor reads no element of InputTensor [WindowOutside]"},
    {"Direction:ConvolutionHazards",
     "Direction is BACKWARD, and OutputTensor is larger than with any output_padding [WindowOutside]"},
    {"ConvolutionHazards PoolingHazards", "A window is larger than the padded input [WindowBeyondInput]"},
    {"ConvolutionHazards PoolingHazards",
     "OutputTensor is larger than the sizes and paddings give, if it is rounded up too [EndPaddingAssumed]"},
    {"OutputPadding", "OutputPadding has an entry other than 0, and appends zeros [OutputPaddingZeros]"},
    {"Direction:ConvolutionHazards",
     "FilterTensor is as large as the input, and has a dilation or StartPadding [FilterCoversInput]"},
    {"ResampleHazards", "A scale is about the input's size / the output's, its inverse [ScaleOpposesSizes]"},
    {"InputPixelOffsets:ResampleHazards",
     "InterpolationMode is LINEAR, and an InputPixelOffset is not within 0 to 1 [OffsetOutside]"},
    {"GemmHazards", "Alpha is 0, or Beta is 0 and CTensor is not null [IgnoresInput]"},
    {"GemmHazards", "The matrices are 1 x 1, and a size before them is not 1 [MatrixAxes]"},
    {"ClipHazards Clip1Hazards", "Min is not below Max [IgnoresInput]"},
    {"ACTIVATION_LINEAR ACTIVATION_HARD_SIGMOID", "Alpha is 0 [IgnoresInput]"},
    {"ACTIVATION_SCALED_TANH ACTIVATION_PARAMETRIC_SOFTPLUS", "Alpha or Beta is 0 [IgnoresInput]"},
    {"ACTIVATION_HARD_SWISH", "Alpha is 0, and Beta is not above 0 [IgnoresInput]"},
    {"ACTIVATION_SCALED_ELU", "Gamma is 0 [IgnoresInput]"},
    {"ACTIVATION_SOFTPLUS", "Steepness is 0, which makes the output infinite [IgnoresInput]"},
    {"VALUE_SCALE_2D", "Scale is 0 [IgnoresInput]"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Alpha and Bias are 0, which makes the output infinite [IgnoresInput]"},
    {"P:PoolingHazards", "P is 0, which makes the output infinite [IgnoresInput]"},
    {"ROI_POOLING", "SpatialScale is 0 [IgnoresInput]"},
    {"ROI_ALIGN ROI_ALIGN1", "SpatialScaleX or SpatialScaleY is 0 [IgnoresInput]"},
    {"MaskFilterValue", "MaskFilterValue is 0, and MaskTensor is not null [IgnoresInput]"},
    {"ScaleBias", "ScaleBias has the scale 0 [IgnoresInput]"},
    {"AttentionHazards", "The head sizes of PastValueTensor and StackedKeyValueTensor differ [HeadSizesDiffer]"},
    {"BatchDimensionCount", "The first BatchDimensionCount sizes of InputTensor and IndicesTensor differ [BatchSizesDiffer]"},
};
// clang-format on

// Returns the hazards of an operator, a line each; empty if it has none.
inline std::string HazardsText(OperatorType type, const OperatorSchema& fields, const char* checks)
{
    const auto isOf = [&](const std::string& name)
    {
        const bool isFunction = name.find("Hazards") != std::string::npos;
        return name == dml::ToString(type)
               || (isFunction ? (" " + std::string(checks)).find(" " + name + "()") != std::string::npos
                              : HasField(fields, name.c_str()));
    };
    std::string text;
    for (const HazardWords& hazard : Hazards)
    {
        const std::vector<std::string> names = Split(hazard.of, ' ');
        const auto concerns = [&](const std::string& name)
        {
            const std::vector<std::string> all = Split(name, ':'); // all of these are needed
            return std::all_of(all.begin(), all.end(), isOf);
        };
        if (std::any_of(names.begin(), names.end(), concerns)) { text += "  " + std::string(hazard.words) + "\n"; }
    }
    return text;
}

// Returns the rules of an operator in words, then its hazards.
inline std::string RulesText(OperatorType type)
{
    const RowFields fields = dml::detail::FieldsOf(type);
    const char* const checks = dml::detail::OperatorRowChecks[static_cast<std::uint32_t>(type) - 1];
    const std::string hazards = HazardsText(type, fields, checks);
    const std::string rules = ChecksText(fields, checks);
    return "Rules of its tensors (Sizes[-1] is the last size). A verdict also explains rules that are not listed:\n"
           + (rules.empty() ? "  none beside those of each tensor\n" : rules)
           + (hazards.empty() ? ""
                              : "\nDirectML also accepts these, but they are almost certainly mistakes:\n" + hazards);
}

// Returns "6_3".
inline std::string LevelNumber(dml::DML_FEATURE_LEVEL level)
{
    const auto number = static_cast<std::uint32_t>(level);
    return std::to_string(number >> 12) + "_" + std::to_string(number >> 8 & 15);
}

inline std::string FeatureLevelText(dml::DML_FEATURE_LEVEL level) { return "DML_FEATURE_LEVEL_" + LevelNumber(level); }

inline std::string FieldsText(OperatorType type)
{
    const OperatorSchema fields = dml::SchemaOf(type);
    const std::string operatorName = dml::ToString(type);
    std::string text = operatorName + ", number " + std::to_string(static_cast<std::uint32_t>(type)) + ", "
                       + FeatureLevelText(dml::MinimumFeatureLevel(type)) + "\n\nFields:\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < fields.count; ++i) { width = std::max(width, NameOf(fields[i]).size()); }
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const std::string name = NameOf(fields[i]);
        text += "  " + name + std::string(width - name.size() + 2, ' ') + KindText(fields[i], fields) + "\n";
    }
    return text + "\n" + RulesText(type) + "\nAn example that DirectML accepts:\n  describe_tensor operator "
           + operatorName + " " + ExampleOf(type) + "\n";
}

} // namespace operator_views
