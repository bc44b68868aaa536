// Finds operators and fields by the names of DirectML, ONNX, PyTorch and WebNN, and suggests names for others.

#pragma once

#include "dml_tensor_operators.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace operator_views
{

namespace dml = dml_tensor_utils;
using namespace parse_text;

using OperatorType = dml::DML_OPERATOR_TYPE;

// Returns all operators of DirectML, in the order of their numbers.
inline std::vector<OperatorType> AllOperators()
{
    std::vector<OperatorType> all;
    auto type = static_cast<OperatorType>(1);
    while (dml::MinimumFeatureLevel(type) != 0)
    {
        all.push_back(type);
        type = static_cast<OperatorType>(static_cast<std::uint32_t>(type) + 1);
    }
    return all;
}

inline std::string WithoutUnderscores(const std::string& text) { return Without("_", text); }

// Returns the operator of a name in any case, or of a number; DML_OPERATOR_INVALID if there is none. The name may be
// the SDK's, DML_OPERATOR_GEMM or DML_GEMM_OPERATOR_DESC.
inline OperatorType FindOperator(const std::string& text)
{
    const std::string suffix = "_OPERATOR_DESC";
    std::string name = Upper(Trimmed(text));
    if (name.size() > suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
    {
        name.resize(name.size() - suffix.size());
    }
    name = WithoutPrefix(name, {"DML_OPERATOR_", "DML_"});
    for (const OperatorType type : AllOperators())
    {
        if (WithoutUnderscores(name) == WithoutUnderscores(dml::ToString(type))
            || name == std::to_string(static_cast<std::uint32_t>(type)))
        {
            return type;
        }
    }
    return dml::DML_OPERATOR_INVALID;
}

// ---- names of frameworks --------------------------------------------------------------------------------------------

// Names of ONNX, PyTorch or WebNN are in capitals without underscores.
// clang-format off
// Names that mean one operator. Names that differ only by ELEMENT_WISE_ or ACTIVATION_ need no row.
inline constexpr FrameworkNames SameOperators[] = {
    {"AND", "ELEMENT_WISE_LOGICAL_AND"}, {"AVERAGEPOOL AVGPOOL", "AVERAGE_POOLING1"},
    {"BATCHNORM", "BATCH_NORMALIZATION"}, {"CAT CONCAT CONCATENATE", "JOIN"}, {"CLAMP CLIP", "ELEMENT_WISE_CLIP1"},
    {"CONV", "CONVOLUTION"}, {"CUMSUM CUMULATIVESUM", "CUMULATIVE_SUMMATION"}, {"DIV", "ELEMENT_WISE_DIVIDE"},
    {"EQUAL", "ELEMENT_WISE_LOGICAL_EQUALS"}, {"GREATER", "ELEMENT_WISE_LOGICAL_GREATER_THAN"},
    {"GREATEROREQUAL", "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL"}, {"IDENTITY", "ELEMENT_WISE_IDENTITY"},
    {"INTERPOLATE RESIZE", "RESAMPLE2"}, {"LAYERNORM MVN", "MEAN_VARIANCE_NORMALIZATION1"},
    {"LESS LESSER", "ELEMENT_WISE_LOGICAL_LESS_THAN"},
    {"LESSEROREQUAL LESSOREQUAL", "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL"}, {"LPPOOL", "LP_POOLING1"},
    {"LRN", "LOCAL_RESPONSE_NORMALIZATION"}, {"MAXPOOL", "MAX_POOLING2"}, {"MUL", "ELEMENT_WISE_MULTIPLY"},
    {"NEG", "ELEMENT_WISE_NEGATE"}, {"NONZERO", "NONZERO_COORDINATES"}, {"NOT", "ELEMENT_WISE_LOGICAL_NOT"},
    {"OR", "ELEMENT_WISE_LOGICAL_OR"}, {"PAD", "PADDING1"}, {"PRELU", "ACTIVATION_PARAMETERIZED_RELU"},
    {"RECIPROCAL", "ELEMENT_WISE_RECIP"}, {"SCATTERELEMENTS", "SCATTER"}, {"SELU", "ACTIVATION_SCALED_ELU"},
    {"SILU", "ACTIVATION_SWISH"}, {"SOFTMAX", "ACTIVATION_SOFTMAX1"}, {"SUB", "ELEMENT_WISE_SUBTRACT"},
    {"TANH", "ACTIVATION_TANH"}, {"WHERE", "ELEMENT_WISE_IF"}, {"XOR", "ELEMENT_WISE_LOGICAL_XOR"},
};
// Operators that do the same, the most likely first. A colon stands before an argument that the operator needs.
inline constexpr FrameworkNames RelatedOperators[] = {
    {"ADAPTIVEAVGPOOL GLOBALAVERAGEPOOL", "REDUCE:AVERAGE AVERAGE_POOLING1"}, {"AMAX REDUCEMAX", "REDUCE:MAX"},
    {"AMIN REDUCEMIN", "REDUCE:MIN"}, {"ARANGE LINSPACE RANGE", "FILL_VALUE_SEQUENCE"},
    {"ATTENTION MHA SCALEDDOTPRODUCTATTENTION SDPA", "MULTIHEAD_ATTENTION1 MULTIHEAD_ATTENTION"},
    {"BMM", "GEMM MATRIX_MULTIPLY_INTEGER"}, {"CONSTANTOFSHAPE FULL ONES ZEROS", "FILL_VALUE_CONSTANT"},
    {"CONVTRANSPOSE DECONVOLUTION", "CONVOLUTION:Direction=BACKWARD"}, {"DENSE EINSUM FULLYCONNECTED", "GEMM"},
    {"DROPOUT FLATTEN PERMUTE RESHAPE SQUEEZE TRANSPOSE UNSQUEEZE VIEW", "ELEMENT_WISE_IDENTITY"},
    {"EMBEDDING", "GATHER"}, {"EXPAND", "ELEMENT_WISE_IDENTITY TILE"}, {"EYELIKE", "DIAGONAL_MATRIX1"},
    {"FLIP", "SLICE1 REVERSE_SUBSEQUENCES"}, {"GLOBALMAXPOOL", "REDUCE:MAX MAX_POOLING2"},
    {"GROUPNORM INSTANCENORM", "MEAN_VARIANCE_NORMALIZATION1"}, {"HARDTANH", "ELEMENT_WISE_CLIP:Min=-1:Max=1"},
    {"LINEAR", "GEMM ACTIVATION_LINEAR"},
    {"MATMUL MATRIXMULTIPLY", "GEMM MATRIX_MULTIPLY_INTEGER QUANTIZED_LINEAR_MATRIX_MULTIPLY"},
    {"MAX", "ELEMENT_WISE_MAX REDUCE:MAX"}, {"MEAN", "ELEMENT_WISE_MEAN REDUCE:AVERAGE"},
    {"MIN", "ELEMENT_WISE_MIN REDUCE:MIN"}, {"PIXELSHUFFLE", "DEPTH_TO_SPACE1:Order=COLUMN_ROW_DEPTH"},
    {"PROD REDUCEPROD", "REDUCE:MULTIPLY"}, {"REDUCEMEAN", "REDUCE:AVERAGE"}, {"REDUCESUM", "REDUCE:SUM"},
    {"RELU6", "ELEMENT_WISE_CLIP:Min=0:Max=6"}, {"RMSNORM", "MEAN_VARIANCE_NORMALIZATION2:UseMean=false"},
    {"ROLL", "SLICE1 JOIN"}, {"STACK", "JOIN"}, {"SUM", "REDUCE:SUM ELEMENT_WISE_ADD"},
    {"UPSAMPLE", "RESAMPLE2 UPSAMPLE_2D"},
};
// Names of fields; the first that the operator has is meant. Underscores and case need no row.
inline constexpr FrameworkNames SameFields[] = {
    {"ACTIVATION", "FusedActivation"}, {"ACTIVATIONS", "ActivationDescs FusedActivation"},
    {"ATRANSPOSE TRANSPOSEA", "TransA"}, {"AXES", "Axis"}, {"AXIS", "Axes"}, {"B", "BiasTensor"},
    {"BATCHDIMS", "BatchDimensionCount"}, {"BEGIN START STARTS", "Offsets InputWindowOffsets"},
    {"BEGINNINGPADDING", "StartPadding"}, {"BIAS", "CTensor"}, {"BTRANSPOSE TRANSPOSEB", "TransB"},
    {"CONSTANTVALUE VALUE", "PaddingValue"}, {"COUNTINCLUDEPAD", "IncludePadding"}, {"DATA", "InputTensor"},
    {"DILATION", "Dilations"}, {"DIM", "Axis Axes"}, {"ENDINGPADDING", "EndPadding"}, {"EPS", "Epsilon"},
    {"EXCLUSIVE", "HasExclusiveSum HasExclusiveProduct"}, {"GROUP GROUPS", "GroupCount"},
    {"KERNELSHAPE KERNELSIZE POOLSIZE WINDOWDIMENSIONS", "WindowSize WindowSizes"}, {"KVNUMHEADS", "KeyValueHeadCount"},
    {"MAXVALUE", "Max"}, {"MINVALUE", "Min"}, {"MODE", "InterpolationMode PaddingMode Order"},
    {"NEGATIVESLOPE", "Alpha"}, {"NUMHEADS", "HeadCount QueryHeadCount"}, {"OTHER", "BTensor"},
    {"R", "RecurrenceTensor"}, {"RUNNINGMEAN", "MeanTensor"}, {"RUNNINGVAR VAR", "VarianceTensor"},
    {"SIZE", "LocalSize Sizes InputWindowSizes"}, {"STEPS", "Strides InputWindowStrides"}, {"STRIDE", "Strides"},
    {"W WEIGHT", "FilterTensor WeightTensor"}, {"X", "InputTensor ATensor"}, {"Y", "OutputTensor"},
};
inline constexpr FrameworkNames SameEnumerators[] = {
    {"BILINEAR", "LINEAR"}, {"CIRCULAR", "WRAP"}, {"CRD", "COLUMN_ROW_DEPTH"}, {"DCR", "DEPTH_COLUMN_ROW"},
    {"MEAN", "AVERAGE"}, {"NEAREST", "NEAREST_NEIGHBOR"}, {"PROD", "MULTIPLY"},
    {"REFLECT", "REFLECTION"}, {"REPLICATE", "EDGE"},
};
inline constexpr FrameworkNames RelatedFields[] = {
    {"ALIGNCORNERS COORDINATETRANSFORMATIONMODE", "InputPixelOffsets OutputPixelOffsets"},
    {"AUTOPAD PADDING PADS", "StartPadding EndPadding"},
    {"CEILMODE DTYPE OUTPUTSHAPE OUTPUTSIZE SIZE TO", "OutputTensor"}, {"END ENDS STOP", "Sizes InputWindowSizes"},
    {"KERNELSHAPE KERNELSIZE", "FilterTensor"}, {"LARGEST REVERSE", "AxisDirection"},
    {"NEARESTMODE", "RoundingDirection"}, {"SCALEFACTOR SCALEFACTORS", "Scales ScaleSize"}, {"WEIGHT", "BTensor"},
};
// Names without a field, and why.
inline constexpr FrameworkNames NoFields[] = {
    {"ANTIALIAS APPROXIMATE CUBICCOEFFA EXCLUDEOUTSIDE INPLACE MOMENTUM PADDINGMODE SORTED TRAINING TRAININGMODE", "DirectML:has:no:such:choice"},
    {"DEPTH HIDDENSIZE INCHANNELS INFEATURES KEEPDIM KEEPDIMS NORMALIZEDSHAPE NUMFEATURES OUTCHANNELS OUTFEATURES", "the:tensors:say:it"},
    {"RETURNINDICES SPLIT", "the:tensors:say:it"},
};
// clang-format on

// Returns a name in capitals without the name of its family: "RELU" of "activation_relu".
inline std::string WithoutFamily(const std::string& text)
{
    const std::string name = WithoutPrefix(Upper(text), {"DML_OPERATOR_", "DML_"});
    return WithoutPrefix(name, {"ELEMENT_WISE_", "ACTIVATION_"});
}

// Returns the framework's name for the text: "MATMUL" for "torch.matmul", "CONV" for "nn.Conv2d", "LAYERNORM" for
// "LayerNormalization", and "GREATER" for "ELEMENT_WISE_GREATER", which is no name of DirectML.
inline std::string FrameworkNameOf(const std::string& text)
{
    std::string name = WithoutUnderscores(WithoutFamily(text.substr(text.find_last_of(".:") + 1)));
    constexpr const char* Endings[][2] = {
        {"1D", ""}, {"2D", ""}, {"3D", ""}, {"NORMALIZATION", "NORM"}, {"POOLING", "POOL"}};
    for (const auto& [ending, shorter] : Endings)
    {
        const std::size_t length = std::string(ending).size();
        const bool hasEnding = name.size() > length && name.compare(name.size() - length, length, ending) == 0;
        if (hasEnding) { name.replace(name.size() - length, length, shorter); }
    }
    return name;
}

// Returns the operator's name without underscores and without the name of its family: "RELU" of ACTIVATION_RELU.
inline std::string PlainName(OperatorType type) { return WithoutUnderscores(WithoutFamily(dml::ToString(type))); }

// Returns the operator of a name, or the only one that a framework's name means; DML_OPERATOR_INVALID if there is none.
inline OperatorType UnderstoodOperator(const std::string& text)
{
    const OperatorType named = FindOperator(text);
    const std::string name = FrameworkNameOf(text);
    if (named != dml::DML_OPERATOR_INVALID || !MeantBy(RelatedOperators, name).empty()) { return named; }
    const std::vector<std::string> same = MeantBy(SameOperators, name);
    if (!same.empty()) { return FindOperator(same[0]); }
    for (const OperatorType type : AllOperators())
    {
        const std::string plain = PlainName(type);
        if (plain == name || plain == WithoutUnderscores(Upper(text))) { return type; }
    }
    return dml::DML_OPERATOR_INVALID;
}

// Returns a line that says which operator a framework's name means; empty for the operator's own name.
inline std::string UnderstoodText(const std::string& text, OperatorType type)
{
    return FindOperator(text) == type ? "" : "  " + Printable(text) + " is " + dml::ToString(type) + "\n";
}

// Whether some last words of the name are the text, or begin with it. Underscores in the text do not matter.
inline bool EndsWithWords(const std::string& name, const std::string& text, bool isBeginning)
{
    for (std::size_t word = 0; word != std::string::npos; word = name.find('_', word + 1))
    {
        const std::string words = WithoutUnderscores(name.substr(word));
        if (isBeginning ? words.compare(0, text.size(), text) == 0 : words == text) { return true; }
    }
    return false;
}

// Returns the operators that a framework's name may mean, the first most likely; none if the name is not known.
inline std::vector<std::string> RelatedTo(const std::string& name)
{
    std::vector<std::string> related = MeantBy(RelatedOperators, name);
    const OperatorType understood = UnderstoodOperator(name);
    if (understood != dml::DML_OPERATOR_INVALID) { related.emplace_back(dml::ToString(understood)); }
    return related;
}

// Returns names for a text that is not an operator: what does the same as a framework's operator, operators that end
// with the text, a similar name, operators with a word that begins with it, or what a similar framework's name means.
inline std::string OperatorSuggestion(const std::string& text)
{
    constexpr std::size_t MaxNames = 8;
    const std::vector<std::string> related = RelatedTo(FrameworkNameOf(text));
    if (!related.empty()) { return DidYouMean(related); }
    const bool hasPrefix = WithoutFamily(text) != Upper(text);
    const std::string words = WithoutUnderscores(WithoutFamily(text));
    std::vector<std::string> all, plain, ending, beginning;
    const auto addNames = [&](const FrameworkNames& row)
    {
        for (const std::string& name : Split(row.names, ' ')) { plain.push_back(name); }
    };
    for (const OperatorType type : AllOperators())
    {
        const std::string name = dml::ToString(type);
        all.push_back(name);
        plain.push_back(PlainName(type));
        const bool isVersion = name.back() >= '0' && name.back() <= '9';
        if (words.size() < 2 || isVersion || name.find("_GRAD") != std::string::npos) { continue; }
        std::vector<std::string>* const names = EndsWithWords(name, words, false)  ? &ending
                                                : EndsWithWords(name, words, true) ? &beginning
                                                                                   : nullptr;
        if (names == nullptr) { continue; }
        const auto isShorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
        names->insert(std::upper_bound(names->begin(), names->end(), name, isShorter), name); // the shortest first
    }
    std::for_each(std::begin(SameOperators), std::end(SameOperators), addNames);
    std::for_each(std::begin(RelatedOperators), std::end(RelatedOperators), addNames);
    // A name with the same family is similar to all names of that family, so that only the rest is compared.
    const std::string similar = hasPrefix ? "" : SimilarName(text, all);
    const bool isTypo = !similar.empty() && similar.find(Upper(text)) == std::string::npos;
    std::vector<std::string>& names = !ending.empty() ? ending : beginning;
    if (!ending.empty() || (!isTypo && !beginning.empty()))
    {
        names.resize(std::min(names.size(), MaxNames));
        return DidYouMean(names);
    }
    return DidYouMean(!similar.empty() ? std::vector<std::string>{similar}
                                       : RelatedTo(SimilarName(FrameworkNameOf(text), plain)));
}

} // namespace operator_views
