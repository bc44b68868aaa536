// Compares the hazards of ValidateOperator with what DirectML computes: data/executed.csv, and cases from the field.
// Names of hazards are compared as text.
#include "models/operator_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace
{
using operator_facts::Rule;

// Returns the name of the hazard, "" if there is none, or "rejected".
std::string HazardOf(const dml_tensor_utils::OperatorDiagnosis& found)
{
    return found.Rejected() ? "rejected" : found.Ok() ? "" : operator_facts::ReasonOf(found);
}

// Returns what is wrong with the verdict on a description, or "". Expects no hazard for "", any hazard for "*", one of
// several that are separated by |, or "rejected".
std::string Problem(const std::string& name, const std::string& text, const std::string& hazards)
{
    const Rule* const rule = operator_facts::RuleOf(name);
    if (rule == nullptr) { return "no operator " + name; }
    const operator_text::Described described = operator_text::From(*rule, text);
    if (!described.problem.empty()) { return described.problem; }
    const operator_facts::Description description(*rule, described.values);
    const dml_tensor_utils::OperatorDiagnosis diagnosis = dml_tensor_utils::ValidateOperator(description.Desc());
    const std::string found = HazardOf(diagnosis);
    const std::vector<std::string> expected = verdict_file::Split(hazards, '|');
    const bool isRight = hazards.empty()  ? found.empty()
                         : hazards == "*" ? !found.empty() && found != "rejected"
                                          : std::find(expected.begin(), expected.end(), found) != expected.end();
    const auto named = [](const std::string& hazard) { return hazard.empty() ? "no hazard" : hazard; };
    return isRight ? ""
                   : "found " + named(found) + ", expected " + named(hazards) + ": " + name + " " + text + "\n    "
                         + dml_tensor_utils::Explain(diagnosis).c_str();
}

// ---- executed.csv ---------------------------------------------------------------------------------------------------

struct ExecutedRow
{
    std::string id;
    std::string name;
    std::string text;
    std::string hazards;
};

std::vector<ExecutedRow> ExecutedRows()
{
    std::vector<ExecutedRow> rows;
    const char* const heading = "id,operator,description,input data,output data,note,hazard";
    for (const std::string& line : verdict_file::LinesBelow(heading, "executed.csv"))
    {
        const std::vector<std::string> parts = verdict_file::SplitQuoted(line);
        if (parts.size() == 7) { rows.push_back({parts[0], parts[1], parts[2], parts[6]}); }
    }
    return rows;
}

TEST(Executed, HazardsAreThoseOfDirectMLsResults)
{
    constexpr std::size_t Shown = 50;
    std::size_t wrong = 0;
    std::map<std::string, std::size_t> judged;
    const std::vector<ExecutedRow> rows = ExecutedRows();
    for (const ExecutedRow& row : rows)
    {
        if (row.hazards == "?") { continue; } // nobody knows what the program intends
        ++judged[row.hazards];
        const std::string problem = Problem(row.name, row.text, row.hazards);
        if (problem.empty()) { continue; }
        if (++wrong <= Shown) { ADD_FAILURE() << row.id << ": " << problem; }
    }
    EXPECT_EQ(wrong, 0U) << "rows; at most " << Shown << " are shown";
    EXPECT_EQ(rows.size(), 1297U);
    EXPECT_EQ(judged[""], 872U);
    EXPECT_EQ(judged["rejected"], 12U);
}

// ---- cases from the field -------------------------------------------------------------------------------------------

struct FieldCase
{
    const char* name;
    const char* text;
    const char* hazards; // as in executed.csv; "*" for a hazard of any name
};

// clang-format off
const FieldCase CasesSection1[] = {
    // A transposed convolution whose output has ONNX's output_padding in its size; then with DirectML's OutputPadding,
    // which is another thing.
    {"CONVOLUTION",
     "FLOAT32:1,16,4,4 FLOAT32:16,8,3,3 - FLOAT32:1,8,8,8 Mode=CROSS_CORRELATION Direction=BACKWARD DimensionCount=2 "
     "Strides=2,2 Dilations=1,1 StartPadding=1,1 EndPadding=1,1 OutputPadding=0,0 GroupCount=1 FusedActivation=-", ""},
    {"CONVOLUTION",
     "FLOAT32:1,16,4,4 FLOAT32:16,8,3,3 - FLOAT32:1,8,8,8 Mode=CROSS_CORRELATION Direction=BACKWARD DimensionCount=2 "
     "Strides=2,2 Dilations=1,1 StartPadding=1,1 EndPadding=1,1 OutputPadding=1,1 GroupCount=1 FusedActivation=-",
     "OutputPaddingZeros"},
    // Pooling that rounds up.
    {"MAX_POOLING",
     "FLOAT32:1,3,11,11 FLOAT32:1,3,6,6 DimensionCount=2 Strides=2,2 WindowSize=2,2 StartPadding=0,0 EndPadding=0,0",
     ""},
    // Aligned corners, and ONNX Runtime's scales for them: FLT_MAX for a single pixel.
    {"RESAMPLE1",
     "FLOAT32:1,1,1,3 FLOAT32:1,1,1,5 InterpolationMode=LINEAR DimensionCount=4 Scales=1,1,1,2 "
     "InputPixelOffsets=0,0,0,0 OutputPixelOffsets=0,0,0,0", ""},
    {"RESAMPLE1",
     "FLOAT32:1,64,32,32 FLOAT32:1,64,64,64 InterpolationMode=NEAREST_NEIGHBOR DimensionCount=4 "
     "Scales=1,1,2.032258,2.032258 InputPixelOffsets=0.5,0.5,0.5,0.5 OutputPixelOffsets=-0.5,-0.5,-0.5,-0.5", ""},
    {"RESAMPLE1",
     "FLOAT32:1,64,32,32 FLOAT32:1,64,1,1 InterpolationMode=NEAREST_NEIGHBOR DimensionCount=4 "
     "Scales=1,1,3.402823466e+38,3.402823466e+38 InputPixelOffsets=0.5,0.5,0.5,0.5 "
     "OutputPixelOffsets=-0.5,-0.5,-0.5,-0.5", ""},
    // The last windows begin beyond the input.
    {"MAX_POOLING",
     "FLOAT32:1,1,1,5 FLOAT32:1,1,1,5 DimensionCount=2 Strides=1,2 WindowSize=1,2 StartPadding=0,0 EndPadding=0,0",
     "WindowOutside"},
    {"AVERAGE_POOLING",
     "FLOAT32:1,1,1,5 FLOAT32:1,1,1,5 DimensionCount=2 Strides=1,2 WindowSize=1,2 StartPadding=0,0 EndPadding=0,0 "
     "IncludePadding=false", "WindowOutside"},
    // Matrices in the first two axes: rejected, until the sizes are those of an element-wise product.
    {"GEMM",
     "FLOAT32:64,96,1,1 FLOAT32:32,96,1,1 - FLOAT32:64,32,1,1 TransA=NONE TransB=TRANSPOSE Alpha=1 Beta=0 "
     "FusedActivation=-", "rejected"},
    {"GEMM",
     "FLOAT32:64,96,1,1 FLOAT32:64,96,1,1 - FLOAT32:64,96,1,1 TransA=NONE TransB=TRANSPOSE Alpha=1 Beta=0 "
     "FusedActivation=-", "MatrixAxes"},
    // Members that were left 0. Mode 0 flips the filter, which is legitimate.
    {"GEMM", "FLOAT32:2,3 FLOAT32:3,5 - FLOAT32:2,5 TransA=NONE TransB=NONE Alpha=0 Beta=0 FusedActivation=-",
     "IgnoresInput"},
    {"GEMM", "FLOAT32:2,3 FLOAT32:3,5 FLOAT32:2,5 FLOAT32:2,5 TransA=NONE TransB=NONE Alpha=1 Beta=0 FusedActivation=-",
     "IgnoresInput"},
    {"ELEMENT_WISE_CLIP", "FLOAT32:2,3 FLOAT32:2,3 ScaleBias=- Min=1 Max=0", "IgnoresInput"},
    {"ELEMENT_WISE_IDENTITY", "FLOAT32:2,3 FLOAT32:2,3 ScaleBias=0,0", "IgnoresInput"},
    {"CONVOLUTION",
     "FLOAT32:1,1,5,5 FLOAT32:1,1,3,3 - FLOAT32:1,1,3,3 Mode=CONVOLUTION Direction=FORWARD DimensionCount=2 "
     "Strides=1,1 Dilations=1,1 StartPadding=0,0 EndPadding=0,0 OutputPadding=0,0 GroupCount=1 FusedActivation=-", ""},
    // C is used.
    {"GEMM", "FLOAT32:2,3 FLOAT32:3,5 FLOAT32:2,5 FLOAT32:2,5 TransA=NONE TransB=NONE Alpha=1 Beta=1 FusedActivation=-",
     ""},
    // The head size of StackedKeyValue is 4, and that of PastValue, which decides, is 6. DirectML accepts it.
    {"MULTIHEAD_ATTENTION",
     "QueryTensor=FLOAT32:1,2,8 StackedKeyValueTensor=FLOAT32:1,3,2,2,4 PastKeyTensor=FLOAT32:1,2,5,4 "
     "PastValueTensor=FLOAT32:1,2,5,6 OutputTensor=FLOAT32:1,2,12 Scale=1 MaskFilterValue=0 HeadCount=2 MaskType=NONE",
     "*"},
    // A filter as large as the input, with one position of the output: DirectML computes 0 because of StartPadding.
    {"CONVOLUTION",
     "FLOAT32:1,1,3,3 FLOAT32:1,1,3,3 - FLOAT32:1,1,1,1 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=2 "
     "Strides=3,3 Dilations=1,1 StartPadding=1,1 EndPadding=1,1 OutputPadding=0,0 GroupCount=1 FusedActivation=-",
     "FilterCoversInput"},
    // An axis that is named twice is reduced once.
    {"REDUCE", "SUM FLOAT32:2,3 FLOAT32:1,3 AxisCount=2 Axes=0,0", ""},
    {"RESAMPLE1",
     "FLOAT32:1,1,2,2 FLOAT32:1,1,4,4 InterpolationMode=LINEAR DimensionCount=4 Scales=1,1,2,2 "
     "InputPixelOffsets=0,0,1.5,1.5 OutputPixelOffsets=-0.5,-0.5,-0.5,-0.5", "OffsetOutside"},
};
// clang-format on

TEST(Executed, CasesFromTheFieldHaveTheirHazard)
{
    for (const FieldCase& example : CasesSection1)
    {
        EXPECT_EQ(Problem(example.name, example.text, example.hazards), "");
    }
}
} // namespace
