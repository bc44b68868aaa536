// Finds operators by name or number, and suggests names for those that DirectML does not have.

#pragma once

#include "dml_tensor_operators.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace operator_views
{

namespace dml = dml_tensor_utils;

// Returns all operators of DirectML, in the order of their numbers.
inline std::vector<dml::DML_OPERATOR_TYPE> AllOperators()
{
    std::vector<dml::DML_OPERATOR_TYPE> all;
    auto type = static_cast<dml::DML_OPERATOR_TYPE>(1);
    while (dml::MinimumFeatureLevel(type) != 0)
    {
        all.push_back(type);
        type = static_cast<dml::DML_OPERATOR_TYPE>(static_cast<std::uint32_t>(type) + 1);
    }
    return all;
}

// Returns the operator of a name in any case, or of a number; DML_OPERATOR_INVALID if there is none. The name may be
// the SDK's, DML_OPERATOR_GEMM or DML_GEMM_OPERATOR_DESC.
inline dml::DML_OPERATOR_TYPE FindOperator(const std::string& text)
{
    const std::string suffix = "_OPERATOR_DESC";
    std::string name = parse_text::Upper(parse_text::Trimmed(text));
    if (name.size() > suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
    {
        name.resize(name.size() - suffix.size());
    }
    name = parse_text::WithoutPrefix(name, {"DML_OPERATOR_", "DML_"});
    for (const dml::DML_OPERATOR_TYPE type : AllOperators())
    {
        if (name == dml::ToString(type) || name == std::to_string(static_cast<std::uint32_t>(type))) { return type; }
    }
    return dml::DML_OPERATOR_INVALID;
}

// ---- suggestions ----------------------------------------------------------------------------------------------------

// Returns how many characters must be added, removed or replaced to turn one text into the other.
inline std::size_t EditDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t k = 0; k <= b.size(); ++k) { row[k] = k; }
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k)
        {
            const std::size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
            diagonal = row[k];
            row[k] = std::min({row[k] + 1, row[k - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

// Whether the letters of a name are in the text, in this order, as those of TRANSB are in TRANSPOSEB.
inline bool IsAbbreviation(const std::string& name, const std::string& text)
{
    std::size_t next = 0;
    for (const char letter : text)
    {
        if (next < name.size() && letter == name[next]) { ++next; }
    }
    return next == name.size() && 2 * name.size() > text.size();
}

// Returns the similar name, or else the shortest name that contains the text or its singular, or abbreviates it. Empty if
// there is none.
inline std::string SimilarName(const std::string& text, const std::vector<std::string>& names)
{
    const std::string upper = parse_text::Upper(text);
    const std::string singular = upper.substr(0, upper.find_last_not_of('S') + 1);
    std::string best, containing;
    std::size_t least = upper.size() / 3 + 1;
    for (const std::string& name : names)
    {
        const std::string other = parse_text::Upper(name);
        const std::size_t distance = EditDistance(upper, other);
        if (distance < least)
        {
            least = distance;
            best = name;
        }
        const bool isPart = singular.size() > 2 && other.find(singular) != std::string::npos;
        if ((isPart || IsAbbreviation(other, upper)) && (containing.empty() || name.size() < containing.size()))
        {
            containing = name;
        }
    }
    return best.empty() ? containing : best;
}

// Returns " (did you mean A, B or C?)"; empty if there is no name.
inline std::string DidYouMean(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text.empty() ? "" : " (did you mean " + text + "?)";
}

inline std::string Suggestion(const std::string& text, const std::vector<std::string>& names)
{
    const std::string name = SimilarName(text, names);
    return name.empty() ? "" : DidYouMean({name});
}

// The name of an operator in frameworks, without underscores, and what does the same in DirectML.
struct FrameworkName
{
    const char* name;
    const char* operators; // with blanks between
};
// clang-format off
inline constexpr FrameworkName FrameworkNames[] = {
    {"ADAPTIVEAVGPOOL", "REDUCE AVERAGE_POOLING1"},
    {"ATTENTION", "MULTIHEAD_ATTENTION1"},
    {"AVGPOOL", "AVERAGE_POOLING1"},
    {"BATCHNORM", "BATCH_NORMALIZATION"},
    {"CAT", "JOIN"},
    {"CLAMP", "ELEMENT_WISE_CLIP1"},
    {"CONCAT", "JOIN"},
    {"CONCATENATE", "JOIN"},
    {"CONV", "CONVOLUTION"},
    {"CONVTRANSPOSE", "CONVOLUTION"},
    {"CUMSUM", "CUMULATIVE_SUMMATION"},
    {"DECONVOLUTION", "CONVOLUTION"},
    {"DENSE", "GEMM"},
    {"DIV", "ELEMENT_WISE_DIVIDE"},
    {"EQUAL", "ELEMENT_WISE_LOGICAL_EQUALS"},
    {"EXPAND", "ELEMENT_WISE_IDENTITY"},
    {"EYELIKE", "DIAGONAL_MATRIX1"},
    {"FLATTEN", "ELEMENT_WISE_IDENTITY"},
    {"FULLYCONNECTED", "GEMM"},
    {"GLOBALAVERAGEPOOL", "REDUCE AVERAGE_POOLING1"},
    {"GREATER", "ELEMENT_WISE_LOGICAL_GREATER_THAN"},
    {"GROUPNORM", "MEAN_VARIANCE_NORMALIZATION1"},
    {"INSTANCENORM", "MEAN_VARIANCE_NORMALIZATION1"},
    {"INTERPOLATE", "RESAMPLE2"},
    {"LAYERNORM", "MEAN_VARIANCE_NORMALIZATION1"},
    {"LESS", "ELEMENT_WISE_LOGICAL_LESS_THAN"},
    {"LINEAR", "GEMM ACTIVATION_LINEAR"},
    {"LRN", "LOCAL_RESPONSE_NORMALIZATION"},
    {"MATMUL", "GEMM MATRIX_MULTIPLY_INTEGER QUANTIZED_LINEAR_MATRIX_MULTIPLY"},
    {"MATRIXMULTIPLY", "GEMM MATRIX_MULTIPLY_INTEGER QUANTIZED_LINEAR_MATRIX_MULTIPLY"},
    {"MAXPOOL", "MAX_POOLING2"},
    {"MUL", "ELEMENT_WISE_MULTIPLY"},
    {"MVN", "MEAN_VARIANCE_NORMALIZATION1"},
    {"NEG", "ELEMENT_WISE_NEGATE"},
    {"NONZERO", "NONZERO_COORDINATES"},
    {"PAD", "PADDING1"},
    {"PERMUTE", "ELEMENT_WISE_IDENTITY"},
    {"PIXELSHUFFLE", "DEPTH_TO_SPACE1"},
    {"RECIPROCAL", "ELEMENT_WISE_RECIP"},
    {"REDUCEMEAN", "REDUCE"},
    {"REDUCESUM", "REDUCE"},
    {"RESHAPE", "ELEMENT_WISE_IDENTITY"},
    {"RESIZE", "RESAMPLE2"},
    {"RMSNORM", "MEAN_VARIANCE_NORMALIZATION2"},
    {"SELU", "ACTIVATION_SCALED_ELU"},
    {"SILU", "ACTIVATION_SWISH"},
    {"SOFTMAX", "ACTIVATION_SOFTMAX1"},
    {"SUB", "ELEMENT_WISE_SUBTRACT"},
    {"SUM", "REDUCE ELEMENT_WISE_ADD"},
    {"TRANSPOSE", "ELEMENT_WISE_IDENTITY"},
    {"UPSAMPLE", "RESAMPLE2 UPSAMPLE_2D"},
    {"WHERE", "ELEMENT_WISE_IF"},
};
// clang-format on

inline std::string WithoutUnderscores(std::string text)
{
    text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
    return text;
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

// Returns the framework's name for the text: "MATMUL" for "MatMul", "CONV" for "conv2d" and "LAYERNORM" for
// "LayerNormalization".
inline std::string FrameworkNameOf(const std::string& text)
{
    std::string name = WithoutUnderscores(parse_text::Upper(text));
    for (const std::string ending : {"1D", "2D", "3D", "ALIZATION", "ING"})
    {
        const bool hasEnding =
            name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
        if (hasEnding) { name.resize(name.size() - ending.size()); }
    }
    return name;
}

// Returns names for a text that is not an operator: what does the same as a framework's operator, operators that end
// with the text, a similar name, or operators with a word that begins with it.
inline std::string OperatorSuggestion(const std::string& text)
{
    constexpr std::size_t MaxNames = 8;
    for (const FrameworkName& framework : FrameworkNames)
    {
        if (FrameworkNameOf(text) == framework.name) { return DidYouMean(parse_text::Split(framework.operators, ' ')); }
    }
    const std::string words = WithoutUnderscores(parse_text::Upper(text));
    std::vector<std::string> all, ending, beginning;
    for (const dml::DML_OPERATOR_TYPE type : AllOperators())
    {
        const std::string name = dml::ToString(type);
        all.push_back(name);
        const bool isVersion = name.back() >= '0' && name.back() <= '9';
        if (words.size() < 2 || isVersion || name.find("_GRAD") != std::string::npos) { continue; }
        std::vector<std::string>* const names = EndsWithWords(name, words, false)  ? &ending
                                                : EndsWithWords(name, words, true) ? &beginning
                                                                                   : nullptr;
        if (names == nullptr) { continue; }
        const auto isShorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
        names->insert(std::upper_bound(names->begin(), names->end(), name, isShorter), name); // the shortest first
    }
    const std::string similar = SimilarName(text, all);
    const bool isTypo = !similar.empty() && similar.find(parse_text::Upper(text)) == std::string::npos;
    std::vector<std::string>& names = !ending.empty() ? ending : beginning;
    if (ending.empty() && (isTypo || beginning.empty())) { return similar.empty() ? "" : DidYouMean({similar}); }
    names.resize(std::min(names.size(), MaxNames));
    return DidYouMean(names);
}

} // namespace operator_views
