// Operators, and diagnoses that a program makes, for conditions that no recorded operator decides alone.
#include "described_operator.hpp"

#include <gtest/gtest.h>

#include <string>

namespace operator_conditions_test
{
namespace
{
using namespace dml_tensor_utils;
using described_operator::VerdictOn;

// Returns the sentence without the operator's name and the reason.
std::string SentenceOf(const OperatorDiagnosis& found)
{
    const std::string sentence = Explain(found).c_str();
    const std::size_t begin = sentence.find(": ") + 2;
    return sentence.substr(begin, sentence.rfind(" [") - begin);
}

struct Row
{
    const char* text;
    const char* sentence;
};

// clang-format off
constexpr Row Rows[] = {
    // A filter with all channels, where no other size of it would fit.
    {"CONVOLUTION FLOAT32:1,4,8,8 FLOAT32:3,4,3,3 - FLOAT32:1,3,6,6 GroupCount=2",
     "FilterTensor.Sizes[1] is 4; it must be 2, InputTensor.Sizes[1] / GroupCount; with GroupCount 1 it would fit"},
    {"CONVOLUTION FLOAT32:1,4,4,4 FLOAT32:4,3,3,3 - FLOAT32:1,3,6,6 Direction=BACKWARD GroupCount=3",
     "OutputTensor.Sizes[1] is 3; it must be 9, FilterTensor.Sizes[1] * GroupCount; with GroupCount 1 it would fit"},
    // More axes than a tensor can have are not moved when the tensor gets an axis.
    {"ARGMAX FLOAT32:3,5 UINT32:1,3,1 Axes=0,0,0,0,0,0,0,0,1",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 3, 5}; also use Axes {2}"},
    // Exchanged channels of a filter that has strides: the data is in another order.
    {"CONVOLUTION FLOAT32:1,2,4,4 FLOAT32:3,2,3,3:18,9,3,1 - FLOAT32:1,3,6,6 Direction=BACKWARD",
     "InputTensor.Sizes[1] is 2; it must be 3, FilterTensor.Sizes[0]; if FilterTensor is in the order OIHW, give FilterTensor the sizes {2, 3, 3, 3} and the strides {9, 18, 3, 1}"},
    // Heads of groups become batches only without strides, with 4 axes, and with as many batches.
    {"GEMM FLOAT32:1,8,2,4 FLOAT32:1,2,4,2 - FLOAT32:1,8,2,2",
     "BTensor.Sizes[1] is 2; it must be 8, as ATensor's is: the matrices are the last two axes, and those before them are batches; for grouped heads, make the groups batches: use the sizes {2, 4, 4, 2} and the strides {8, 0, 2, 1}, give ATensor the sizes {2, 4, 2, 4}, and give OutputTensor the sizes {2, 4, 2, 2}"},
    {"GEMM FLOAT32:1,8,2,4:64,8,4,1 FLOAT32:1,2,4,2 - FLOAT32:1,8,2,2",
     "BTensor.Sizes[1] is 2; it must be 8, as ATensor's is: the matrices are the last two axes, and those before them are batches; its data has other sizes, so check what computes it"},
    {"GEMM FLOAT32:1,7,2,4 FLOAT32:1,2,4,2 - FLOAT32:1,7,2,2",
     "BTensor.Sizes[1] is 2; it must be 7, as ATensor's is: the matrices are the last two axes, and those before them are batches; its data has other sizes, so check what computes it"},
    {"GEMM FLOAT32:8,2,4 FLOAT32:2,4,2 - FLOAT32:8,2,2",
     "BTensor.Sizes[0] is 2; it must be 8, as ATensor's is: the matrices are the last two axes, and those before them are batches; its data has other sizes, so check what computes it"},
};
// clang-format on

TEST(OperatorConditions, HaveTheSentencesOfTheirOperators)
{
    for (const Row& row : Rows) { EXPECT_EQ(SentenceOf(VerdictOn(row.text)), row.sentence) << row.text; }
}

// A program may change a diagnosis. The sentence must not read a field that the operator does not have.
TEST(OperatorConditions, SentencesOfDiagnosesThatAProgramMakes)
{
    constexpr std::uint32_t NoField = 0xFFFFFFFF;
    const OperatorDiagnosis found = VerdictOn("ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,4 FLOAT32:2,3");
    const std::string size = "BTensor.Sizes[1] is 4; it must be 3, as ATensor's is; ";
    EXPECT_EQ(SentenceOf(found),
              size
                  + "if its data has these sizes, use the sizes {2, 3}; otherwise the size of ATensor "
                    "is wrong");
    OperatorDiagnosis changed = found;
    changed.third.isOther = true;
    EXPECT_EQ(SentenceOf(changed), size + "if its data has these sizes, use the sizes {2, 3}");
    changed = found;
    changed.fix.field = 0;
    EXPECT_EQ(SentenceOf(changed), size + "if its data has these sizes, give ATensor the sizes {2, 3}");
    changed.fix.field = NoField;
    EXPECT_EQ(SentenceOf(changed), size + "give  the sizes {2, 3}");
    changed = found;
    changed.fix = {};
    EXPECT_EQ(SentenceOf(changed), size + "its data has other sizes, so check what computes it");
    changed.field = NoField;
    EXPECT_EQ(SentenceOf(changed), "[1] is 4; it must be 3, as ATensor's is");

    changed = VerdictOn("ELEMENT_WISE_ADD FLOAT32:2,4 FLOAT32:2,3 FLOAT32:2,3"); // the fix changes the other tensor
    const std::string otherwise =
        "; if its data has these sizes, use the sizes {2, 3}; otherwise the size of BTensor is "
        "wrong";
    changed.otherAxis = 0;
    EXPECT_EQ(SentenceOf(changed), "ATensor.Sizes[1] is 4; it must be 3, BTensor.Sizes[0]" + otherwise);
    changed.otherAxis = NoField;
    EXPECT_EQ(SentenceOf(changed), "ATensor.Sizes[1] is 4; it must be 3, as BTensor's is" + otherwise);
}

// What the sentence advises if no change makes the operator fit.
TEST(OperatorConditions, SentencesWithoutAFixSayWhatToCheck)
{
    const auto withoutFix = [](const std::string& text)
    {
        OperatorDiagnosis found = VerdictOn(text);
        found.fix = {};
        return SentenceOf(found);
    };
    const std::string size = "BTensor.Sizes[0] is 5; the matrix product requires 3; ";
    EXPECT_EQ(withoutFix("GEMM FLOAT32:2,3 FLOAT32:5,7 - FLOAT32:2,7"),
              size + "check TransA and TransB, and what computes its data");
    EXPECT_EQ(withoutFix("MATRIX_MULTIPLY_INTEGER UINT8:2,3 - UINT8:5,7 - INT32:2,7"),
              size + "its data has other sizes, so check what computes it");

    OperatorDiagnosis attention =
        VerdictOn("MULTIHEAD_ATTENTION FLOAT32:2,12,128,64 FLOAT32:2,12,128,64 FLOAT32:2,12,128,64 "
                  "OutputTensor=FLOAT32:2,12,128,64 Scale=0.125 HeadCount=12");
    const std::string advice = "its sizes are batch, sequence, and heads * head size";
    EXPECT_NE(SentenceOf(attention).find(advice), std::string::npos);
    attention.axis = 0xFFFFFFFF; // an error that is not about a size
    EXPECT_EQ(SentenceOf(attention).find(advice), std::string::npos);
}

} // namespace
} // namespace operator_conditions_test
