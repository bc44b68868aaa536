// Compares ValidateOperator with DirectML's recorded verdicts, and tests it with random descriptions.
#include "models/operators.hpp"
#include "random_tests/operators.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace operator_verdicts_test
{
namespace
{
using namespace operator_facts;

// DirectML compares the data type of this OutputTensor although its Type is 0. ValidateOperator must not read what Desc
// points to then.
const char* const ReadsAnotherType =
    "- - - - - 2[3x1x1x3x1] - - - - - 3[1x3x2x1]/k0 - 2[1x1x3x1x1] 1 -1 0 0"; // of MULTIHEAD_ATTENTION

TEST(OperatorVerdicts, AreThoseOfDirectMLAndRejectionsHaveSentences)
{
    std::size_t exceptions = 0;
    std::set<dml::OperatorError> reasons;
    const std::vector<VerdictRow>& rows = VerdictRows();
    ASSERT_EQ(rows.size(), 24711U);
    for (const VerdictRow& row : rows)
    {
        ASSERT_EQ(row.values.size(), row.rule->fields.size()) << row.text;
        const Description description(*row.rule, row.values);
        const dml::OperatorDiagnosis diagnosis = dml::ValidateOperator(description.Desc());
        const Verdict found = VerdictOf(diagnosis);
        if (row.text == ReadsAnotherType)
        {
            EXPECT_EQ(found.accepted + "," + found.reason, "0,TensorType");
            ++exceptions;
            continue;
        }
        EXPECT_EQ(found.accepted + "," + found.reason, row.verdict.accepted + "," + row.verdict.reason)
            << row.rule->name << ' ' << row.text;
        if (!diagnosis.Rejected()) { continue; }
        EXPECT_EQ(SentenceProblem(*row.rule, diagnosis), "");
        reasons.insert(diagnosis.error);
    }
    EXPECT_EQ(exceptions, 1U);
    EXPECT_GT(reasons.size(), 65U);
}

// Sizes that are multiples of the required ones. Few recorded verdicts have them, and a row could state % instead of =.
struct MultipleCase
{
    const char* name;
    const char* fields;
    const char* reason;
    const char* field;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

// clang-format off
const MultipleCase MultipleCases[] = {
    {"SPACE_TO_DEPTH", "1[1x2x4x4] 1[2x8x2x2] 2", "ComputedSizes", "OutputTensor", 0, 2, 1},
    {"SPACE_TO_DEPTH", "1[1x2x4x4] 1[1x16x2x2] 2", "ComputedSizes", "OutputTensor", 1, 16, 8},
    {"SPACE_TO_DEPTH", "1[1x2x4x4] 1[1x8x4x2] 2", "ComputedSizes", "OutputTensor", 2, 4, 2},
    {"SPACE_TO_DEPTH", "1[1x2x4x4] 1[1x8x2x4] 2", "ComputedSizes", "OutputTensor", 3, 4, 2},
    {"SPACE_TO_DEPTH1", "1[1x2x4x4] 1[2x8x2x2] 2 0", "ComputedSizes", "OutputTensor", 0, 2, 1},
    {"SPACE_TO_DEPTH1", "1[1x2x4x4] 1[1x16x2x2] 2 0", "ComputedSizes", "OutputTensor", 1, 16, 8},
    {"SPACE_TO_DEPTH1", "1[1x2x4x4] 1[1x8x4x2] 2 0", "ComputedSizes", "OutputTensor", 2, 4, 2},
    {"SPACE_TO_DEPTH1", "1[1x2x4x4] 1[1x8x2x4] 2 0", "ComputedSizes", "OutputTensor", 3, 4, 2},
    {"DEPTH_TO_SPACE", "1[1x8x2x2] 1[2x2x4x4] 2", "ComputedSizes", "OutputTensor", 0, 2, 1},
    {"DEPTH_TO_SPACE", "1[1x8x2x2] 1[1x4x4x4] 2", "ComputedSizes", "OutputTensor", 1, 4, 2},
    {"DEPTH_TO_SPACE", "1[1x8x2x2] 1[1x2x8x4] 2", "ComputedSizes", "OutputTensor", 2, 8, 4},
    {"DEPTH_TO_SPACE", "1[1x8x2x2] 1[1x2x4x8] 2", "ComputedSizes", "OutputTensor", 3, 8, 4},
    {"DEPTH_TO_SPACE1", "1[1x8x2x2] 1[2x2x4x4] 2 0", "ComputedSizes", "OutputTensor", 0, 2, 1},
    {"DEPTH_TO_SPACE1", "1[1x8x2x2] 1[1x4x4x4] 2 0", "ComputedSizes", "OutputTensor", 1, 4, 2},
    {"DEPTH_TO_SPACE1", "1[1x8x2x2] 1[1x2x8x4] 2 0", "ComputedSizes", "OutputTensor", 2, 8, 4},
    {"DEPTH_TO_SPACE1", "1[1x8x2x2] 1[1x2x4x8] 2 0", "ComputedSizes", "OutputTensor", 3, 8, 4},
    {"ROI_POOLING", "1[1x2x8x8] 1[1x1x8x5] 1[4x2x2x2] 1 (2x2)", "RoiSizes", "ROITensor", 2, 8, 4},
    {"ROI_POOLING", "1[1x2x8x8] 1[1x1x4x10] 1[4x2x2x2] 1 (2x2)", "RoiSizes", "ROITensor", 3, 10, 5},
    {"RANDOM_GENERATOR", "3[12] 3[4] - 0", "ComputedSizes", "InputStateTensor", 0, 12, 6},
    {"ROI_ALIGN_GRAD", "- 1[4x2x2x2] 1[4x4] 3[4] 1[1x4x8x8] - 2 0 1 1 0 0 1 1 0", "ComputedSizes",
     "OutputGradientTensor", 1, 4, 2},
    {"ROI_ALIGN_GRAD", "1[1x4x8x8] 1[4x2x2x2] 1[4x4] 3[4] - 1[4x4] 2 0 1 1 0 0 1 1 0", "ComputedSizes", "InputTensor",
     1, 4, 2},
    {"SCATTER", "1[2x3] 6[4x3] 1[4x3] 1[2x3] 1", "ComputedSizes", "IndicesTensor", 0, 4, 2},
    {"REVERSE_SUBSEQUENCES", "1[2x3] 3[4x1] 1[2x3] 1", "ComputedSizes", "SequenceLengthsTensor", 0, 4, 2},
    {"UPSAMPLE_2D", "1[1x2x3x4x4] 1[1x4x3x8x8] (2x2) 0", "BatchSizes", "OutputTensor", 1, 4, 2},
    {"UPSAMPLE_2D", "1[1x2x3x4x4] 1[1x2x6x8x8] (2x2) 0", "BatchSizes", "OutputTensor", 2, 6, 3},
    {"UPSAMPLE_2D", "1[1x2x4x4] 1[1x2x16x8] (2x2) 0", "UpsampledSizes", "OutputTensor", 2, 16, 8},
    {"VALUE_SCALE_2D", "1[1x1x4x4] 1[1x1x4x4] 1 3 (0x0x0)", "ChannelCount", "ChannelCount", dml::detail::None32, 3, 1},
};
// clang-format on

TEST(OperatorVerdicts, MultiplesOfARequiredSizeAreRejected)
{
    for (const MultipleCase& example : MultipleCases)
    {
        const Rule& rule = *RuleOf(example.name);
        const Description description(rule, ValuesFrom(rule, example.fields));
        const dml::OperatorDiagnosis found = dml::ValidateOperator(description.Desc());
        SCOPED_TRACE(std::string(example.name) + ' ' + example.fields + ": " + Explain(found).c_str());
        EXPECT_TRUE(found.Rejected());
        EXPECT_EQ(ReasonOf(found), example.reason);
        EXPECT_EQ(found.field, rule.Find(example.field));
        EXPECT_EQ(found.axis, example.axis);
        EXPECT_EQ(found.actual, example.actual);
        EXPECT_EQ(found.required, example.required);
    }
}

TEST(OperatorVerdicts, RandomDescriptionsHaveCompleteSentences)
{
    test_support::Met met;
    EXPECT_EQ(test_support::FirstProblem(random_operators::Check, 4000, met), "");
    EXPECT_GT(met.size(), 50U) << "reasons";
    EXPECT_GT(met["None"], 1000U);
    EXPECT_GT(met["Terminates"], 50U);
}
} // namespace
} // namespace operator_verdicts_test
