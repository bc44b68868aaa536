// Compares DocumentedOutput with the outputs of operators that DirectML accepted or executed and with those of ONNX, and
// calls it with hostile descriptions.
#include "models/onnx_sizes.hpp"
#include "models/operator_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace documented_output_test
{
namespace
{
using namespace operator_facts;
using dml::Dimensions;
using dml::Rounding;
using dml::TensorError;
using dml::TensorLayout;

// An output as a description gives it.
struct GivenOutput
{
    std::uint32_t index;
    std::string name;
    TensorText tensor;
};

std::vector<GivenOutput> OutputsOf(const Rule& rule, const FieldValues& values)
{
    std::vector<GivenOutput> outputs;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        if (rule.fields[i].kind != "out" && rule.fields[i].kind != "outs") { continue; }
        for (const TensorText& tensor : values[i].tensors)
        {
            outputs.push_back({static_cast<std::uint32_t>(outputs.size()), rule.fields[i].name, tensor});
        }
    }
    return outputs;
}

// The same with other outputs: null, or of a type of which nothing may be read.
enum class Outputs
{
    Null,
    Unreadable
};

FieldValues WithOutputs(const Rule& rule, FieldValues values, Outputs outputs)
{
    TensorText unreadable;
    unreadable.isNull = outputs == Outputs::Null;
    unreadable.hasDesc = outputs == Outputs::Unreadable;
    unreadable.hasSizes = true;
    unreadable.kind = 2;
    unreadable.rank = 0xFFFFFFFF;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        if (rule.fields[i].kind == "out") { values[i].tensors = {unreadable}; }
    }
    return values;
}

TensorLayout Documented(const Rule& rule, const FieldValues& values, std::uint32_t index = 0,
                        Rounding rounding = Rounding::Down)
{
    return dml::DocumentedOutput(Description(rule, values).Desc(), index, rounding);
}

std::string Text(const TensorLayout& layout)
{
    std::string text = layout ? "" : dml::ToString(layout.Error());
    for (const std::uint32_t size : layout.Sizes()) { text += (text.empty() ? "" : "x") + std::to_string(size); }
    return text;
}

std::string Text(const std::vector<std::uint32_t>& sizes) { return Text(TensorLayout::Packed(Dimensions(sizes))); }

// Removes leading 1s, but not the last size.
std::vector<std::uint32_t> WithoutLeadingOnes(std::vector<std::uint32_t> sizes)
{
    while (sizes.size() > 1 && sizes[0] == 1) { sizes.erase(sizes.begin()); }
    return sizes;
}

bool Contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// The operators whose output may have other sizes than the formula gives.
bool IsWindowed(const std::string& name)
{
    const bool isGradient = Contains(name, "GRAD");
    return Contains(name, "CONVOLUTION") || (Contains(name, "_POOLING") && name != "ROI_POOLING" && !isGradient);
}
bool HasFreeSizes(const std::string& name)
{
    return IsWindowed(name) || (Contains(name, "RESAMPLE") && !Contains(name, "GRAD")) || name == "SLICE1";
}

// The outputs whose sizes no input or attribute determines.
const std::set<std::string> WithoutFormula = {"AVERAGE_POOLING_GRAD.OutputGradientTensor",
                                              "DIAGONAL_MATRIX.OutputTensor",
                                              "FILL_VALUE_CONSTANT.OutputTensor",
                                              "FILL_VALUE_SEQUENCE.OutputTensor",
                                              "FOLD.OutputTensor",
                                              "MAX_UNPOOLING.OutputTensor",
                                              "ONE_HOT.OutputTensor",
                                              "RANDOM_GENERATOR.OutputTensor",
                                              "RESAMPLE_GRAD.OutputGradientTensor",
                                              "RESAMPLE_GRAD1.OutputGradientTensor",
                                              "ROI_ALIGN.OutputTensor",
                                              "ROI_ALIGN1.OutputTensor",
                                              "SLICE_GRAD.OutputGradientTensor",
                                              "SPLIT.OutputTensors"};

// Returns whether there is no formula for an output of a description.
bool IsWithoutFormula(const Rule& rule, const FieldValues& values, const GivenOutput& output)
{
    const auto isNull = [&](const char* name)
    {
        const std::size_t field = rule.Find(name);
        return field == rule.fields.size() || values[field].tensors[0].isNull;
    };
    if (WithoutFormula.count(rule.name + "." + output.name) != 0) { return true; }
    const bool isLikeInput =
        rule.name == "DIAGONAL_MATRIX1" || (rule.name == "ROI_ALIGN_GRAD" && output.name == "OutputGradientTensor");
    return isLikeInput ? isNull("InputTensor")
                       : Contains(output.name, "OutputPresent") && !isNull("PastSequenceLengthsTensor");
}

// Whether the given sizes are those of the formula. The ranks of some outputs are free, as far as further sizes are 1.
bool IsFormula(const std::string& name, const TensorLayout& formula, const TensorText& given)
{
    std::vector<std::uint32_t> sizes(given.sizes.begin(),
                                     given.sizes.begin() + static_cast<std::ptrdiff_t>(given.rank));
    std::vector<std::uint32_t> found(formula.Sizes().begin(), formula.Sizes().end());
    if (!formula) { return false; }
    const bool isRankFree = Contains(name, "MATRIX_MULTIPLY") || Contains(name, "ATTENTION")
                            || name == "NONZERO_COORDINATES" || Contains(name, "RESAMPLE");
    if (isRankFree)
    {
        sizes = WithoutLeadingOnes(sizes);
        found = WithoutLeadingOnes(found);
    }
    if (name == "NONZERO_COORDINATES" && sizes.size() == found.size() && sizes.back() >= found.back())
    {
        sizes.back() = found.back(); // coordinates of leading axes of size 1 may be there
    }
    return sizes == found;
}

TEST(DocumentedOutput, IsTheOutputThatDirectMLRequires)
{
    std::size_t compared = 0, withoutFormula = 0, wrong = 0;
    std::set<std::string> operators;
    for (const VerdictRow& row : VerdictRows())
    {
        if (row.verdict.accepted != "1" || HasFreeSizes(row.rule->name)) { continue; }
        for (const GivenOutput& output : OutputsOf(*row.rule, row.values))
        {
            if (output.tensor.isNull) { continue; }
            const dml::OperatorDiagnosis verdict = dml::ValidateOperator(Description(*row.rule, row.values).Desc());
            if (ReasonOf(verdict) == "GatherLeadingSize") { continue; } // a hazard: the size should be 1
            const bool isFree = IsWithoutFormula(*row.rule, row.values, output);
            const TensorLayout found = Documented(*row.rule, row.values, output.index);
            const std::string text =
                row.rule->name + " " + row.text + "\n    " + output.name + ": found " + Text(found);
            const bool isRight =
                isFree ? found.Error() == TensorError::NoFormula : IsFormula(row.rule->name, found, output.tensor);
            if (!isRight && ++wrong <= 50) { ADD_FAILURE() << text; }
            for (const Outputs others : {Outputs::Null, Outputs::Unreadable})
            {
                const TensorLayout same =
                    Documented(*row.rule, WithOutputs(*row.rule, row.values, others), output.index);
                if (same != found && ++wrong <= 50) { ADD_FAILURE() << text << ", without outputs " << Text(same); }
            }
            ++(isFree ? withoutFormula : compared);
            operators.insert(row.rule->name);
        }
    }
    EXPECT_EQ(wrong, 0U);
    EXPECT_GT(compared, 4000U);
    EXPECT_GT(withoutFormula, 500U);
    EXPECT_EQ(operators.size(), 161U); // all but those with free sizes
}

// ---- executed.csv -----------------------------------------------------------------------------------------------------

// A hazard of these names says that the sizes are not those of the formula.
bool IsHazardOfSizes(const std::string& hazards)
{
    for (const char* const name : {"EndPaddingAssumed", "WindowBeyondInput", "WindowOutside", "DimensionCountDiffers",
                                   "ZeroStep", "SizeWraps", "OutputPaddingZeros", "rejected"})
    {
        if (Contains(hazards, name)) { return true; }
    }
    return false;
}

std::uint32_t Word(const Rule& rule, const FieldValues& values, const char* name, std::size_t i = 0)
{
    const std::size_t field = rule.Find(name);
    return field < rule.fields.size() && i < values[field].words.size() ? values[field].words[i] : 0;
}

// Returns the positions of a transposed convolution on a spatial axis that depend on the input, or lie before one that does.
std::uint64_t ReachOf(const Rule& rule, const FieldValues& values, std::size_t i)
{
    const std::uint64_t input = values[rule.Find("InputTensor")].tensors[0].sizes[2 + i];
    const std::uint64_t window = values[rule.Find("FilterTensor")].tensors[0].sizes[2 + i];
    return (input - 1) * Word(rule, values, "Strides", i) + (window - 1) * Word(rule, values, "Dilations", i) + 1
           - Word(rule, values, "StartPadding", i) + Word(rule, values, "OutputPadding", i);
}

// Whether the sizes are at most those of the formula, rounded up. Smaller outputs are crops.
bool IsAtMostFormula(const Rule& rule, const FieldValues& values, const std::vector<std::uint32_t>& sizes)
{
    const TensorLayout largest = Documented(rule, values, 0, Rounding::Up);
    if (!largest || largest.Rank() != sizes.size()) { return false; }
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        const bool isReached =
            i >= 2 && Word(rule, values, "Direction") == 1 && sizes[i] <= ReachOf(rule, values, i - 2);
        if (sizes[i] > largest.Sizes()[i] && !isReached) { return false; }
    }
    return true;
}

// Whether a resampled output has the input's sizes times the scales.
bool IsResampled(const Rule& rule, const FieldValues& values, const TensorLayout& found, Rounding rounding)
{
    const std::vector<std::uint32_t>& input = values[rule.Find("InputTensor")].tensors[0].sizes;
    std::vector<std::uint32_t> sizes;
    for (std::size_t i = 0; i < input.size(); ++i)
    {
        float scale = 0;
        const std::uint32_t bits = Word(rule, values, "Scales", i);
        std::memcpy(&scale, &bits, sizeof(scale));
        const double product = static_cast<double>(input[i]) * static_cast<double>(scale);
        const double whole = rounding == Rounding::Up ? std::ceil(product) : std::floor(product);
        if (whole > 4294967295.0) { return found.Error() == TensorError::ValueRange; }
        sizes.push_back(static_cast<std::uint32_t>(std::max(whole, 1.0)));
    }
    return Text(found) == Text(sizes);
}

TEST(DocumentedOutput, IsThatOfExecutedOperators)
{
    std::size_t compared = 0, windowed = 0;
    const char* const heading = "id,operator,description,input data,output data,note,hazard";
    for (const std::string& line : verdict_file::LinesBelow(heading, "executed.csv"))
    {
        const std::vector<std::string> parts = verdict_file::SplitQuoted(line);
        const Rule* const rule = RuleOf(parts[1]);
        ASSERT_NE(rule, nullptr) << line;
        if (IsHazardOfSizes(parts[6]) || parts[6] == "?") { continue; }
        const FieldValues values = operator_text::From(*rule, parts[2]).values;
        for (const GivenOutput& output : OutputsOf(*rule, values))
        {
            if (output.tensor.isNull || IsWithoutFormula(*rule, values, output)) { continue; }
            ++(IsWindowed(rule->name) ? windowed : compared);
            const TensorLayout found = Documented(*rule, values, output.index);
            const TensorLayout up = Documented(*rule, values, output.index, Rounding::Up);
            const bool isRight =
                IsWindowed(rule->name) || rule->name == "SLICE1" ? IsAtMostFormula(*rule, values, output.tensor.sizes)
                : HasFreeSizes(rule->name)
                    ? IsResampled(*rule, values, found, Rounding::Down) && IsResampled(*rule, values, up, Rounding::Up)
                    : IsFormula(rule->name, found, output.tensor);
            EXPECT_TRUE(isRight) << parts[0] << ": " << output.name << " has " << Text(output.tensor.sizes)
                                 << ", found " << Text(found) << ", rounded up " << Text(up);
        }
    }
    EXPECT_GT(compared, 450U);
    EXPECT_GT(windowed, 150U);
}

// ---- hostile descriptions ---------------------------------------------------------------------------------------------

// Calls DocumentedOutput for each output, and for one that does not exist. A sanitizer notices what must not be read.
void AskAll(const Rule& rule, const FieldValues& values)
{
    const Description description(rule, values);
    for (const Rounding rounding : {Rounding::Down, Rounding::Up, Rounding::Nearest})
    {
        for (std::uint32_t index = 0; index < 4; ++index)
        {
            const TensorLayout found = dml::DocumentedOutput(description.Desc(), index, rounding);
            for (const std::uint32_t size : found.Sizes()) { EXPECT_NE(size, 0U) << rule.name; }
            EXPECT_EQ(static_cast<bool>(found), !found.Sizes().empty()) << rule.name;
        }
    }
}

TEST(DocumentedOutput, ReadsNothingThatIsMissing)
{
    std::size_t rejected = 0;
    for (const VerdictRow& row : VerdictRows())
    {
        if (row.verdict.accepted != "1") { ++rejected; }
        AskAll(*row.rule, row.values);
    }
    EXPECT_GT(rejected, 10000U);
}

// Returns the value of a field, changed so that less of it may be read than it says.
std::vector<Value> HostileValues(const Field& field, const Value& value)
{
    std::vector<Value> hostile;
    if (!value.tensors.empty())
    {
        std::vector<TensorText> tensors(4, value.tensors[0]);
        tensors[0].isNull = true;
        tensors[1].hasDesc = false;
        tensors[2].kind = 0x80000000; // nothing behind Desc may be read
        tensors[2].rank = 0xFFFFFFFF;
        tensors[3].hasSizes = false;
        tensors[3].rank = 0xFFFFFFFF;
        for (const TensorText& tensor : tensors)
        {
            hostile.push_back(value);
            hostile.back().tensors[0] = tensor;
        }
    }
    const bool isList = field.kind == "uints" || field.kind == "ints" || field.kind == "floats";
    for (const std::uint32_t word : {0U, 1U, 3U, 0x7FFFFFFFU, 0xFFFFFFFFU})
    {
        if (value.words.empty()) { break; }
        hostile.push_back(value);
        for (std::uint32_t& each : hostile.back().words) { each = word; }
    }
    if (isList || field.kind == "ins" || field.kind == "outs") { hostile.emplace_back(); }
    return hostile;
}

TEST(DocumentedOutput, ReadsNoMoreThanIsThere)
{
    std::map<std::string, std::size_t> asked;
    for (const VerdictRow& row : VerdictRows())
    {
        if (row.verdict.accepted != "1" || asked[row.rule->name]++ >= 3) { continue; }
        for (std::size_t i = 0; i < row.values.size(); ++i)
        {
            const Field& field = row.rule->fields[i];
            for (const Value& hostile : HostileValues(field, row.values[i]))
            {
                FieldValues values = row.values;
                values[i] = hostile;
                // A list of which a count says more than is there is null.
                for (std::size_t n = 0; n < values.size(); ++n)
                {
                    if (row.rule->fields[n].count == field.name && !field.name.empty()) { values[n] = Value(); }
                }
                AskAll(*row.rule, values);
            }
        }
    }
    EXPECT_EQ(asked.size(), dml::detail::OperatorCount);
}

// ---- single cases -----------------------------------------------------------------------------------------------------

struct Case
{
    const char* name;
    const char* fields;   // in the notation of operator_verdicts.csv
    const char* expected; // the sizes, or the error
    std::uint32_t index = 0;
    Rounding rounding = Rounding::Down;
};

// clang-format off
const Case Cases[] = {
    // Convolutions: forward, with an OutputPadding, backward, and backward with the largest output_padding.
    {"CONVOLUTION", "1[1x3x7x7] 1[8x3x3x3] - - 0 0 2 (2x2) (1x1) (1x1) (1x1) (0x0) 1 -", "1x8x4x4"},
    {"CONVOLUTION", "1[1x3x7x7] 1[8x3x3x3] - - 0 0 2 (2x2) (1x1) (1x1) (1x1) (1x2) 1 -", "1x8x5x6"},
    {"CONVOLUTION", "1[1x3x7] 1[8x3x3] - - 0 0 1 (1) (1) (4294967295) (4294967295) (4294967295) 1 -", "ValueRange"},
    {"CONVOLUTION", "1[1x8x4x4] 1[8x3x3x3] - - 0 1 2 (2x3) (1x5) (1x1) (1x0) (0x1) 1 -", "1x3x7x20"},
    {"CONVOLUTION", "1[1x8x4x4] 1[8x3x3x3] - - 0 1 2 (2x3) (1x5) (1x1) (1x0) (0x1) 1 -", "1x3x8x24", 0, Rounding::Up},
    {"CONVOLUTION", "1[1x8x4x4] 1[8x3x3x3] - - 0 1 2 (0x3) (0x5) (1x1) (1x0) (0x1) 1 -", "ZeroAttribute", 0, Rounding::Up},
    {"CONVOLUTION", "1[1x3x7x7] 1[8x4x3x3] - - 0 0 2 (2x2) (1x1) (1x1) (1x1) (0x0) 1 -", "ChannelsDiffer"},
    {"CONVOLUTION", "1[1x3x7x7] - - - 0 0 2 (2x2) (1x1) (1x1) (1x1) (0x0) 1 -", "NullTensor"},
    {"CONVOLUTION", "1[1x3x7x7] 1[8x3x3x3] - - 0 0 2 (null) (1x1) (1x1) (1x1) (0x0) 1 -", "NullPointer"},
    // A batch of tensors that have nothing to do with the output, and a rejected type.
    {"CONVOLUTION", "5[1x3x7x7] 9[8x3x3x3] ! - 7 0 2 (2x2) (1x1) (1x1) (1x1) (0x0) 1 1", "1x8x4x4"},
    {"QUANTIZED_LINEAR_CONVOLUTION", "5[1x3x7x7] ! - 5[8x3x3x3] ! - - ! - - 2 (2x2) (1x1) (1x1) (1x1) 1", "1x8x4x4"},
    // Poolings and their indices.
    {"MAX_POOLING2", "1[1x2x8x9] - - 2 (2x2) (3x3) (0x0) (0x0) (1x1)", "1x2x3x4"},
    {"MAX_POOLING2", "1[1x2x8x9] - - 2 (2x2) (3x3) (0x0) (0x0) (1x1)", "1x2x4x4", 1, Rounding::Up},
    {"MAX_POOLING2", "1[1x2x8x9] - - 2 (2x2) (3x3) (0x0) (0x0) (1x1)", "ValueRange", 0, Rounding::Nearest},
    {"MAX_POOLING2", "1[1x2x8x9] - - 2 (2x2) (3x3) (0x0) (0x0) (1x1)", "AxisOutOfRange", 2},
    // Resamplings.
    {"RESAMPLE", "1[5x7] - 0 2 (0.5x1.6)", "2x11"},
    {"RESAMPLE", "1[5x7] - 0 2 (0.5x1.6)", "3x12", 0, Rounding::Up},
    {"RESAMPLE", "1[5x7] - 0 2 (0.5x1.6)", "3x11", 0, Rounding::Nearest},
    {"RESAMPLE", "1[5x7] - 0 2 (null)", "NullPointer"},
    {"RESAMPLE_GRAD", "1[5x7] - 0 2 (0.5x1.6) (0x0) (0x0)", "NoFormula"},
    // SLICE1 reads backward too, from every second element of a window.
    {"SLICE1", "1[9x9] - 2 (0x0) (5x9) (2x-4)", "3x3"},
    {"SLICE1", "1[9x9] - 1 (0) (5) (2)", "AttributeCount"},
    {"SLICE1", "1[9x9] - 2 (0x0) (5x9) (2x0)", "ZeroAttribute"},
    {"SLICE1", "1[9x9] - 2 (0x0) (5x9) (null)", "NullPointer"},
    {"SLICE1", "1[9x9] - 2 (0x0) (null) (1x1)", "NullPointer"},
    {"SLICE1", "- - 2 (0x0) (5x9) (1x1)", "NullTensor"},
    // A Gather, of which a hazard drops a dimension.
    {"GATHER", "1[5x10] 3[1x3] - 0 1", "3x10"},
    {"GATHER", "1[2x5x10] 3[1x2x3] - 1 2", "2x3x10"},
    {"GATHER", "1[5x10] 3[1x3] - 2 1", "GatherAxis"},
    // Rules: matrices, reductions, joins, slices, paddings, repeats, blocks.
    {"GEMM", "1[3x2] 1[5x3] - - 1 1 1 1 -", "2x5"},
    {"GEMM", "1[3x2] 2[5x3] ! - 1 1 1 1 -", "NullDesc"},
    {"GEMM", "1[3x2] 1[4x3] - - 0 0 1 1 -", "SizesDiffer"},
    {"GEMM", "1[3] 1[3] - - 0 0 1 1 -", "RankDiffers"},
    {"GEMM", "1[1x1x1x2x3] 1[1x1x1x3x2] - - 0 0 1 1 -", "RankDiffers"},
    {"GEMM", "14[2x3] 1[3x2] - - 0 0 1 1 -", "UnknownDataType"},
    {"GEMM", "1[2x3]/k2 1[3x2] - - 0 0 1 1 -", "TensorType"},
    {"GEMM", "1[2x0] 1[0x2] - - 0 0 1 1 -", "ZeroSize"},
    {"MATRIX_MULTIPLY_INTEGER", "5[2x3] - 5[1x3x4] - -", "2x4"},
    {"REDUCE", "2 1[2x3x4] - 2 (2x2)", "2x3x1"},
    {"REDUCE", "2 1[2x3x4] - 1 (3)", "AxisOutOfRange"},
    {"REDUCE", "2 1[2x3x4] - 4294967295 (null)", "NullPointer"},
    {"JOIN", "2 {1[2x3]|1[2x4]} - 1", "2x7"},
    {"JOIN", "2 {1[2x3]|1[3x4]} - 1", "SizesDiffer"},
    {"JOIN", "0 {} - 1", "NullPointer"},
    {"JOIN", "2 {} - 1", "NullPointer"},
    {"JOIN", "2 {1[2x3]|!} - 1", "NullDesc"},
    {"JOIN", "2 {1[2x3]|1[2x4]} - 2", "AxisOutOfRange"},
    {"JOIN", "2 {1[2147483647]/s0|1[2147483649]/s0} - 0", "SizesDiffer"}, // JoinElementLimit
    {"JOIN", "3 {1[2147483647]/s0|1[2147483647]/s0|1[2]} - 0", "ValueRange"},
    {"SLICE", "1[9x9] - 2 (0x0) (5x2) (1x3)", "5x2"},
    {"SLICE", "1[9x9] - 2 (0x0) (null) (1x3)", "NullPointer"},
    {"SLICE", "1[9x9] - 1 (0) (5) (1)", "AttributeCount"},
    {"PADDING", "1[2x3] - 0 0 2 (1x2) (3x4)", "6x9"},
    {"PADDING", "1[2x3] - 0 0 1 (1) (3)", "AttributeCount"},
    {"PADDING", "1[2] - 0 0 1 (4294967295) (4)", "5"},          // modulo 2^32, as DirectML computes
    {"PADDING", "1[2] - 0 0 1 (4294967290) (4)", "ZeroSize"},
    {"TILE", "1[2x3] - 2 (2x1)", "4x3"},
    {"TILE", "1[2147483649]/s0 - 1 (2)", "2"},
    {"TILE", "1[2147483648]/s0 - 1 (2)", "ZeroSize"},
    {"UPSAMPLE_2D", "1[1x2x3x4] - (3x2) 0", "1x2x6x12"},
    {"UPSAMPLE_2D", "1[1x1x65536x1] - (1x65536) 0", "ValueRange"},
    {"DEPTH_TO_SPACE", "1[1x8x2x3] - 2", "1x2x4x6"},
    {"DEPTH_TO_SPACE", "1[1x6x2x3] - 2", "NotDivisible"},
    {"DEPTH_TO_SPACE", "1[1x8x2x3] - 0", "ZeroAttribute"},
    {"DEPTH_TO_SPACE", "1[1x8x2x3] - 65536", "AttributeCount"}, // its square is 0 modulo 2^32
    {"SPACE_TO_DEPTH1", "1[1x2x4x6] - 2 0", "1x8x2x3"},
    {"SPACE_TO_DEPTH1", "1[1x2x5x6] - 2 0", "NotDivisible"},
    {"SPACE_TO_DEPTH1", "1[1x2x4x5] - 2 0", "NotDivisible"},
    // Rules: several outputs, regions, gathers.
    {"TOP_K", "1[2x8] - - 1 3", "2x3"},
    {"TOP_K", "1[2x8] - - 1 3", "2x3", 1},
    {"TOP_K", "1[2x8] - - 2 3", "AxisOutOfRange"},
    {"TOP_K", "1[2x8] - - 1 9", "ValueRange"},
    {"ROI_POOLING", "1[1x2x8x8] 1[1x1x4x5] - 1 (3x2)", "4x2x2x3"},
    {"ROI_POOLING", "1[1x2x8x8] 1[1x1x4x6] - 1 (3x2)", "SizesDiffer"},
    {"ROI_ALIGN", "1[1x2x8x8] 1[4x4] 3[4] - 2 0 1 1 0 1 4", "NoFormula"},
    {"ROI_ALIGN_GRAD", "1[1x2x8x8] 1[4x2x2x2] 1[4x4] 3[4] - - 2 0 1 1 0 0 1 4 0", "1x2x8x8"},
    {"ROI_ALIGN_GRAD", "1[1x2x8x8] 1[4x2x2x2] 1[4x4] 3[4] - - 2 0 1 1 0 0 1 4 0", "4x4", 1},
    {"ROI_ALIGN_GRAD", "- 1[4x2x2x2] 1[4x4] 3[4] - - 2 0 1 1 0 0 1 4 0", "NoFormula"},
    {"ROI_ALIGN_GRAD", "- 1[4x2x2x2] - 3[4] - - 2 0 1 1 0 0 1 4 0", "NullTensor", 1},
    {"GATHER_ND1", "1[2x3x5] 3[2x4x1] - 3 3 1", "2x4x5"},
    {"GATHER_ND1", "1[2x3x5] 3[2x4x9] - 3 3 1", "ValueRange"},
    {"NONZERO_COORDINATES", "1[1x2x3] - -", "1x1x1"},
    {"NONZERO_COORDINATES", "1[1x2x3] - -", "1x6x2", 1},
    {"NONZERO_COORDINATES", "1[5] - -", "5x1", 1},
    {"DYNAMIC_QUANTIZE_LINEAR", "1[2x3] - - -", "2x3"},
    {"DYNAMIC_QUANTIZE_LINEAR", "1[2x3] - - -", "1x1", 1},
    {"DYNAMIC_QUANTIZE_LINEAR", "1[2x3] - - -", "1x1", 2},
    {"DYNAMIC_QUANTIZE_LINEAR", "1[2x3] - - -", "AxisOutOfRange", 3},
    {"QUANTIZE", "1[4x6] 1 1 {1[2x2]} -", "4x6"},
    {"ONE_HOT", "3[2x1] 1[2] - 1", "NoFormula"},
    {"SPLIT", "1[2x7] 2 {-|-} 1", "NoFormula", 1},
    {"SPLIT", "1[2x7] 2 {-|-} 1", "AxisOutOfRange", 2},
    {"DIAGONAL_MATRIX1", "1[3x3] - 1 0 0 0", "3x3"},
    {"DIAGONAL_MATRIX1", "- - 1 0 0 0", "NoFormula"},
    // Windows that are unfolded, recurrent networks, attention.
    {"UNFOLD", "1[1x2x4x4] - 2 (2x2) (2x2) (1x1) (0x0) (0x0)", "1x8x4"},
    {"UNFOLD", "1[1x2x4x4] - 2 (5x2) (2x2) (1x1) (0x0) (0x0)", "WindowTooLarge"},
    {"UNFOLD", "1[1x2x4x4] - 2 (2x2) (0x2) (1x1) (0x0) (0x0)", "ZeroAttribute"},
    {"UNFOLD", "1[1x2x4x4] - 2 (2x2) (65536x2) (1x1) (0x0) (0x0)", "ValueRange"},
    {"UNFOLD", "1[1x2x4x4] - 7 (null) (null) (null) (null) (null)", "NullPointer"},
    {"FOLD", "1[1x8x4] - 2 (2x2) (2x2) (1x1) (0x0) (0x0)", "NoFormula"},
    {"GRU", "1[1x4x2x3] 1[1x2x15x3] 1[1x2x15x5] - - - - - 4 {51|51|51|51} 2 0", "4x2x2x5"},
    {"GRU", "1[1x4x2x3] 1[1x2x15x3] 1[1x2x15x5] - - - - - 4 {51|51|51|51} 2 0", "1x2x2x5", 1},
    {"GRU", "1[1x4x2x3] 1[1x2x16x3] 1[1x2x15x5] - - - - - 4 {51|51|51|51} 2 0", "SizesDiffer"},
    {"LSTM", "2[1x4x2x3] 2[1x1x20x3] 2[1x1x20x5] - - - - - - - - 0 - 0 0 0 0", "1x1x2x5", 2},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - - - - 1 0 2 0", "1x5x4"},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - - - - 1 0 2 0", "1x2x6x2", 2},
    {"MULTIHEAD_ATTENTION", "- 1[1x6x8] 1[1x6x4] - - - - - - - - - - - 1 0 2 0", "NullTensor"},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] - 1[1x6x4] - - - - - - - - - - - 1 0 2 0", "NullTensor"},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] 1[1x6x8] - - - - - - - - - - - - 1 0 2 0", "NullTensor"},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - 1[1x2x3x4] - - - - 1 0 2 0", "NullTensor"},
    {"MULTIHEAD_ATTENTION", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - - - - 1 0 0 0", "ZeroAttribute"},
    {"MULTIHEAD_ATTENTION", "- - - - - 1[1x5x2x3x4] - - - - - - - - 1 0 2 0", "1x5x8"},
    // With PastSequenceLengthsTensor, only the present tensors have the total length.
    {"MULTIHEAD_ATTENTION1", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - 6[1] - - - 1 0 2 2 0", "1x5x4"},
    {"MULTIHEAD_ATTENTION1", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - 6[1] - - - 1 0 2 2 0", "NoFormula", 1},
    {"MULTIHEAD_ATTENTION1", "1[1x5x8] 1[1x6x8] 1[1x6x4] - - - - - - - - 6[1] - - - 1 0 2 2 0", "NoFormula", 2},
    // The sizes of another tensor.
    {"ELEMENT_WISE_ADD", "1[2x3] 2[4x5] -", "2x3"},
    {"ELEMENT_WISE_ADD", "- 2[4x5] -", "NullTensor"},
    {"BATCH_NORMALIZATION_GRAD", "1[2x3] 1[2x3] 1[1x3] 1[1x3] 1[1x3] - - - 0", "1x3", 2},
    {"FILL_VALUE_CONSTANT", "1[2x3] 1 0", "NoFormula"},
};
// clang-format on

TEST(DocumentedOutput, IsRightAtTheLimits)
{
    for (const Case& test : Cases)
    {
        const Rule* const rule = RuleOf(test.name);
        ASSERT_NE(rule, nullptr) << test.name;
        const FieldValues values = ValuesFrom(*rule, test.fields);
        ASSERT_EQ(values.size(), rule->fields.size()) << test.name << " " << test.fields;
        EXPECT_EQ(Text(Documented(*rule, values, test.index, test.rounding)), test.expected)
            << test.name << " " << test.fields << ", output " << test.index;
    }
}

std::string Sentence(const TensorLayout& layout) { return dml::Explain(layout.Reason()).c_str(); }

TEST(DocumentedOutput, ErrorsHaveSentences)
{
    const dml::DML_OPERATOR_DESC nothing = {dml::DML_OPERATOR_GEMM, nullptr};
    EXPECT_EQ(Sentence(dml::DocumentedOutput(nothing)),
              "DML_OPERATOR_DESC::Desc is null; point it to the operator's struct [NullDesc]");
    for (const std::uint32_t unknown : {0U, dml::detail::OperatorCount + 1, 0xFFFFFFFFU})
    {
        const dml::DML_OPERATOR_DESC desc = {static_cast<dml::DML_OPERATOR_TYPE>(unknown), nullptr};
        EXPECT_EQ(
            Sentence(dml::DocumentedOutput(desc)),
            "DirectML 1.15.4 has no operator of this DML_OPERATOR_DESC::Type, so it has no outputs [AxisOutOfRange]");
    }
    const Rule& gemm = *RuleOf("GEMM");
    const Description product(gemm, ValuesFrom(gemm, "1[3x2] 1[4x3] - - 0 0 1 1 -"));
    EXPECT_EQ(Sentence(dml::DocumentedOutput(product.Desc(), -1)),
              "index is -1; it must be below 1, the number of outputs [AxisOutOfRange]");
    EXPECT_EQ(Sentence(dml::DocumentedOutput(product.Desc())), "b[0] is 4; it must be 2, to match a [SizesDiffer]");
    const dml::Diagnosis reason = dml::DocumentedOutput(product.Desc()).Reason();
    EXPECT_EQ(reason, (dml::Diagnosis{TensorError::SizesDiffer, 0, 4, 2}));
    const std::pair<const char*, const char*> sentences[] = {
        {"TILE 1[2x3] 1[2x3] 2 (0x1)", "repeats[0] is 0; it must be at least 1 [ZeroAttribute]"},
        {"UPSAMPLE_2D 1[1x2x3x4] 1[1x2x3x4] (0x2) 1", "width is 0; it must be at least 1 [ZeroAttribute]"},
        {"ROI_POOLING 1[1x3x8x8] 1[1x1x2x5] 1[2x3x7x7] 1 (7x0)", "height is 0; it must be at least 1 [ZeroAttribute]"},
        {"DEPTH_TO_SPACE 1[1x3x4x4] 1[1x3x4x4] 2",
         "input[1] is 3; it must be a multiple of 4, blockSize * blockSize [NotDivisible]"},
        {"TOP_K 1[4x5] 1[4x5] 3[4x5] 1 9", "the output has no size, because member 4 (counted from 0) of the "
                                           "operator's struct is 9, which contradicts 5; "
                                           "ValidateOperator says why [ValueRange]"},
        {"JOIN 2 {1[2x3]|1[2x4]} 1[4x3] 0",
         "the output has no size, because Sizes[1] of member 1 (counted from 0) of the operator's struct is 4, which "
         "contradicts 3; ValidateOperator says why [SizesDiffer]"},
        {"ELEMENT_WISE_IDENTITY - 1[4x5] -",
         "member 0 (counted from 0) of the operator's struct is null; point it to a DML_TENSOR_DESC [NullTensor]"},
    };
    for (const auto& [text, sentence] : sentences)
    {
        const std::string line = text;
        const Rule& rule = *RuleOf(line.substr(0, line.find(' ')));
        const Description description(rule, ValuesFrom(rule, line.substr(line.find(' ') + 1)));
        EXPECT_EQ(Sentence(dml::DocumentedOutput(description.Desc())), sentence);
    }
}

TEST(DocumentedOutput, TakesAStruct)
{
    const dml::PinnedTensorDesc input(
        dml::BufferTensorDesc(dml::DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({5, 10})));
    const dml::PinnedTensorDesc indices(
        dml::BufferTensorDesc(dml::DML_TENSOR_DATA_TYPE_INT32, TensorLayout::Packed({1, 3})));
    const dml::DML_GATHER_OPERATOR_DESC gather = {input.Get(), indices.Get(), nullptr, 0, 1};
    EXPECT_EQ(Text(dml::DocumentedOutput(gather)), "3x10");
    EXPECT_EQ(dml::DocumentedOutput(gather, 1).Error(), TensorError::AxisOutOfRange);
}

// ---- ONNX's own tests ---------------------------------------------------------------------------------------------------

// Returns "1x2x3".
std::string ListText(const Dimensions& values)
{
    std::string text;
    for (const std::uint32_t value : values) { text += (text.empty() ? "" : "x") + std::to_string(value); }
    return text;
}

// Returns "(1x2x3)" with as many entries as an operator with these sizes has spatial axes.
std::string SpatialText(const Dimensions& list, const Dimensions& input, std::uint32_t entry)
{
    return "(" + ListText(list.empty() ? Dimensions(std::vector<std::uint32_t>(input.size() - 2, entry)) : list) + ")";
}

// Describes each operator, without an output.
struct DescribedOutputs
{
    static TensorLayout Of(const char* name, const std::string& fields, Rounding rounding = Rounding::Down)
    {
        const Rule& rule = *RuleOf(name);
        return Documented(rule, ValuesFrom(rule, fields), 0, rounding);
    }

    static TensorLayout Pooling(const Dimensions& input, const Dimensions& windowSize, const dml::Window& window,
                                Rounding rounding)
    {
        return Of("MAX_POOLING2",
                  "1[" + ListText(input) + "] - - " + std::to_string(windowSize.size()) + " "
                      + SpatialText(window.strides, input, 1) + " (" + ListText(windowSize) + ") "
                      + SpatialText(window.startPadding, input, 0) + " " + SpatialText(window.endPadding, input, 0)
                      + " " + SpatialText(window.dilations, input, 1),
                  rounding);
    }

    static std::string ConvolutionText(const Dimensions& input, const Dimensions& filter, const dml::Window& window,
                                       std::int64_t groups, const char* direction)
    {
        return "1[" + ListText(input) + "] 1[" + ListText(filter) + "] - - 1 " + direction + " "
               + std::to_string(input.size() - 2) + " " + SpatialText(window.strides, input, 1) + " "
               + SpatialText(window.dilations, input, 1) + " " + SpatialText(window.startPadding, input, 0) + " "
               + SpatialText(window.endPadding, input, 0) + " " + SpatialText({}, input, 0) + " "
               + std::to_string(groups) + " -";
    }

    static TensorLayout Convolution(const Dimensions& input, const Dimensions& filter, const dml::Window& window,
                                    std::int64_t groups)
    {
        return Of("CONVOLUTION", ConvolutionText(input, filter, window, groups, "0"));
    }

    // Adds output_padding, which must lie within the size that is rounded up.
    static TensorLayout TransposedConvolution(const Dimensions& input, const Dimensions& filter,
                                              const dml::Window& window, std::int64_t groups,
                                              const Dimensions& outputPadding)
    {
        const std::string text = ConvolutionText(input, filter, window, groups, "1");
        const TensorLayout down = Of("CONVOLUTION", text), up = Of("CONVOLUTION", text, Rounding::Up);
        std::vector<std::uint32_t> sizes(down.Sizes().begin(), down.Sizes().end());
        for (std::size_t i = 2; i < sizes.size(); ++i)
        {
            sizes[i] += outputPadding[i - 2];
            EXPECT_LE(sizes[i], up.Sizes()[i]) << text;
        }
        return TensorLayout::Packed(Dimensions(sizes));
    }

    static TensorLayout Resample(const Dimensions& input, const float* scales, std::size_t count,
                                 Rounding rounding = Rounding::Down)
    {
        std::ostringstream text;
        text.precision(9);
        for (std::size_t i = 0; i < count; ++i) { text << (i == 0 ? "" : "x") << scales[i]; }
        return Of("RESAMPLE", "1[" + ListText(input) + "] - 0 " + std::to_string(count) + " (" + text.str() + ")",
                  rounding);
    }

    static TensorLayout Gather(const Dimensions& input, const Dimensions& indices, std::uint32_t axis,
                               std::uint32_t indexDimensions)
    {
        return Of("GATHER", "1[" + ListText(input) + "] 6[" + ListText(indices) + "] - " + std::to_string(axis) + " "
                                + std::to_string(indexDimensions));
    }

    // Both tensors have the same rank, which the output has too.
    static TensorLayout GatherNd(const Dimensions& input, const Dimensions& indices, std::int64_t batch)
    {
        const TensorLayout output = dml::GatherNdOutput(input, indices, batch);
        const std::size_t rank = std::max({input.size(), indices.size(), output.Sizes().size()});
        const auto text = [&](const Dimensions& sizes)
        { return ListText(TensorLayout::Packed(sizes).PromotedTo(rank).Sizes()); };
        return Of("GATHER_ND1", "1[" + text(input) + "] 6[" + text(indices) + "] - " + std::to_string(input.size())
                                    + " " + std::to_string(indices.size()) + " " + std::to_string(batch));
    }

    static TensorLayout Gemm(const Dimensions& a, const Dimensions& b, bool transposesA, bool transposesB)
    {
        return Of("GEMM", "1[" + ListText(a) + "] 1[" + ListText(b) + "] - - " + (transposesA ? "1 " : "0 ")
                              + (transposesB ? "1" : "0") + " 1 1 -");
    }

    static TensorLayout Reduce(const Dimensions& input, const Dimensions& axes)
    {
        return Of("REDUCE", "10 1[" + ListText(input) + "] - " + std::to_string(axes.size()) + " ("
                                + (axes.empty() ? "null" : ListText(axes)) + ")");
    }

    static TensorLayout Join(const Dimensions* inputs, std::size_t count, std::size_t axis)
    {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) { text += (i == 0 ? "1[" : "|1[") + ListText(inputs[i]) + "]"; }
        return Of("JOIN", std::to_string(count) + " {" + text + "} - " + std::to_string(axis));
    }

    static TensorLayout Slice(const Dimensions& windowSizes, const Dimensions& windowStrides)
    {
        const Dimensions offsets(std::vector<std::uint32_t>(windowSizes.size(), 0));
        return Of("SLICE1", "1[" + ListText(windowSizes) + "] - " + std::to_string(windowSizes.size()) + " ("
                                + ListText(offsets) + ") (" + ListText(windowSizes) + ") (" + ListText(windowStrides)
                                + ")");
    }

    static TensorLayout Padding(const Dimensions& input, const Dimensions& start, const Dimensions& end)
    {
        return Of("PADDING", "1[" + ListText(input) + "] - 0 0 " + std::to_string(input.size()) + " (" + ListText(start)
                                 + ") (" + ListText(end) + ")");
    }

    static TensorLayout Tile(const Dimensions& input, const Dimensions& repeats)
    {
        return Of("TILE",
                  "1[" + ListText(input) + "] - " + std::to_string(repeats.size()) + " (" + ListText(repeats) + ")");
    }

    static TensorLayout DepthToSpace(const Dimensions& input, std::int64_t block)
    {
        return Of("DEPTH_TO_SPACE", "1[" + ListText(input) + "] - " + std::to_string(block));
    }

    static TensorLayout SpaceToDepth(const Dimensions& input, std::int64_t block)
    {
        return Of("SPACE_TO_DEPTH", "1[" + ListText(input) + "] - " + std::to_string(block));
    }
};

TEST(DocumentedOutput, AgreesWithOnnxTests) { onnx_sizes::CompareAll<DescribedOutputs>(); }
} // namespace
} // namespace documented_output_test
