// Obeys the sentences: operators with one wrong size, rank, order or stride are changed as OperatorDiagnosis::fix says, and
// must then be accepted. Nothing but the diagnosis is used to repair them.
#include "models/operator_text.hpp"
#include "random_tests/operators.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace operator_fixes_test
{
namespace
{
using namespace operator_facts;
using dml::OperatorDiagnosis;
using dml::OperatorFix;
using dml::OperatorFixKind;
using test_support::Random;

std::vector<std::uint32_t> ListOf(const dml::Dimensions& list) { return {list.begin(), list.end()}; }

TensorText& TensorAt(FieldValues& values, std::uint32_t field, std::uint32_t element)
{
    return values[field].tensors[element == 0xFFFFFFFF ? 0 : element];
}

void SetShape(TensorText& tensor, const std::vector<std::uint32_t>& sizes, const std::vector<std::uint32_t>& strides)
{
    tensor.sizes = sizes;
    tensor.strides = strides;
    tensor.hasStrides = !strides.empty();
    tensor.rank = static_cast<std::uint32_t>(sizes.size());
    tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
}

// Changes the values as the diagnosis says. Returns false if it says nothing.
bool Obey(const OperatorDiagnosis& diagnosis, FieldValues& values)
{
    const OperatorFix& fix = diagnosis.fix;
    switch (fix.kind)
    {
    case OperatorFixKind::None: return false;
    case OperatorFixKind::Number:
    case OperatorFixKind::Transpose: values[fix.field].words[0] = static_cast<std::uint32_t>(fix.value); return true;
    case OperatorFixKind::DataType:
    {
        TensorText& tensor = TensorAt(values, fix.field, fix.element);
        tensor.type = static_cast<std::uint32_t>(fix.value);
        tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides);
        return true;
    }
    case OperatorFixKind::Total: TensorAt(values, fix.field, fix.element).total = fix.value; return true;
    default: SetShape(TensorAt(values, fix.field, fix.element), ListOf(fix.sizes), ListOf(fix.strides)); return true;
    }
}

OperatorDiagnosis Judged(const Rule& rule, const FieldValues& values)
{
    const Description description(rule, values);
    return dml::ValidateOperator(description.Desc());
}

// ---- one wrong thing ------------------------------------------------------------------------------------------------

const char* const Faults[] = {"a size", "a rank", "an order", "a stride"};

void MakeWrong(TensorText& tensor, std::uint32_t fault, Random& random)
{
    std::vector<std::uint32_t> sizes = tensor.sizes, strides = tensor.strides;
    const std::uint32_t axis = random.Below(tensor.rank);
    switch (fault)
    {
    case 0: sizes[axis] = random.Between(1, 9); break;
    case 1:
        if (random.Below(2) == 0) { sizes.insert(random.Below(2) == 0 ? sizes.begin() : sizes.end(), 1); }
        else { sizes.erase(std::next(sizes.begin(), static_cast<std::ptrdiff_t>(axis))); }
        break;
    case 2: std::swap(sizes[axis], sizes[random.Below(tensor.rank)]); break;
    default:
    {
        const std::uint64_t total = tensor.total;
        if (!tensor.hasStrides)
        {
            strides.assign(sizes.size(), 1);
            for (std::size_t i = sizes.size() - 1; i > 0; --i) { strides[i - 1] = strides[i] * sizes[i]; }
        }
        strides[axis] = random.Below(2) == 0 ? 0 : strides[axis] * 2;
        SetShape(tensor, sizes, strides);
        tensor.total = total; // computed for the right strides
        return;
    }
    }
    SetShape(tensor, sizes, fault == 1 ? std::vector<std::uint32_t>() : strides);
}

// Makes one tensor of an accepted operator wrong. Returns false if it has none.
bool MakeWrong(FieldValues& values, std::uint32_t fault, Random& random)
{
    std::vector<TensorText*> tensors;
    for (Value& value : values)
    {
        for (TensorText& tensor : value.tensors)
        {
            const bool isUsual =
                tensor.hasDesc && tensor.rank > 1 && tensor.rank == tensor.sizes.size() && tensor.rank < 9;
            if (isUsual) { tensors.push_back(&tensor); }
        }
    }
    if (tensors.empty()) { return false; }
    MakeWrong(*tensors[random.Below(static_cast<std::uint32_t>(tensors.size()))], fault, random);
    return true;
}

// Four of five are accepted after they were changed as the diagnosis says, in at most three steps. The others are counted
// by the fault and the reason of the first diagnosis.
TEST(OperatorFixes, FourOfFiveAreAcceptedAfterwards)
{
    constexpr std::uint32_t Wanted = 5000, MaxSteps = 3;
    const std::vector<VerdictRow>& bases = random_operators::Bases();
    std::uint32_t made = 0, accepted = 0;
    std::map<std::string, std::uint32_t> others;
    Random random(46);
    while (made < Wanted)
    {
        const VerdictRow& base = bases[random.Below(static_cast<std::uint32_t>(bases.size()))];
        const std::uint32_t fault = random.Below(4);
        FieldValues values = base.values;
        if (!MakeWrong(values, fault, random)) { continue; }
        OperatorDiagnosis diagnosis = Judged(*base.rule, values);
        if (!diagnosis.Rejected()) { continue; }
        ++made;
        const std::string kind = std::string(Faults[fault]) + ", " + ReasonOf(diagnosis);
        for (std::uint32_t step = 0; step < MaxSteps && Obey(diagnosis, values); ++step)
        {
            diagnosis = Judged(*base.rule, values);
        }
        accepted += diagnosis.Accepted() ? 1U : 0U;
        others[kind] += diagnosis.Accepted() ? 0U : 1U;
    }
    std::string text;
    for (const auto& [kind, count] : others) { text += count != 0 ? kind + ": " + std::to_string(count) + "; " : ""; }
    RecordProperty("accepted", std::to_string(accepted));
    RecordProperty("others", text);
    EXPECT_GE(accepted, Wanted * 4 / 5) << text;
}

// ---- each fix does what it says -------------------------------------------------------------------------------------

struct FixCase
{
    const char* name;
    const char* text;
    OperatorFixKind kind;
    std::uint32_t field;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> strides;
    std::uint64_t value;
};

const FixCase FixCases[] = {
    {"ELEMENT_WISE_ADD",
     "FLOAT32:1,64,8,8 FLOAT32:1,64,1,1 FLOAT32:1,64,8,8",
     OperatorFixKind::Repeat,
     1,
     {1, 64, 8, 8},
     {64, 1, 0, 0},
     0},
    {"ELEMENT_WISE_ADD", "FLOAT32:3,1 FLOAT32:3,8 FLOAT32:3,8", OperatorFixKind::Repeat, 0, {3, 8}, {1, 0}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:2,4 FLOAT32:2,3", OperatorFixKind::Size, 1, {2, 3}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,4 FLOAT32:2,3 FLOAT32:2,3", OperatorFixKind::Size, 0, {2, 3}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:3,2 FLOAT32:2,3", OperatorFixKind::Permute, 1, {2, 3}, {1, 2}, 0},
    // The first check blames BTensor.
    {"ELEMENT_WISE_ADD",
     "FLOAT32:3,2,4,5,6 FLOAT32:2,3,4,5,6 FLOAT32:2,3,4,5,6",
     OperatorFixKind::Permute,
     0,
     {2, 3, 4, 5, 6},
     {120, 240, 30, 6, 1},
     0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:1,2,3 FLOAT32:2,3", OperatorFixKind::Squeeze, 1, {2, 3}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:4,5 FLOAT32:2,3", OperatorFixKind::Sizes, 1, {2, 3}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT16:2,3 FLOAT16:2,3", OperatorFixKind::DataType, 0, {}, {}, 2},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:2,3 FLOAT32:2,3:0,1", OperatorFixKind::Strides, 2, {2, 3}, {}, 0},
    {"GEMM",
     "FLOAT32:4,3 FLOAT32:5,3 - FLOAT32:4,5 TransA=NONE TransB=NONE Alpha=1 Beta=0 FusedActivation=-",
     OperatorFixKind::Transpose,
     5,
     {},
     {},
     1},
    {"ONE_HOT", "UINT32:4,5 FLOAT32:2 FLOAT32:4,5,22 Axis=2", OperatorFixKind::Place, 0, {4, 5, 1}, {}, 0},
    {"CONVOLUTION",
     "FLOAT32:1,3,9,9 FLOAT32:3,64,7,7 - FLOAT32:1,64,3,3 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=2 "
     "Strides=1,1 Dilations=1,1 StartPadding=0,0 EndPadding=0,0 OutputPadding=0,0 GroupCount=1 FusedActivation=-",
     OperatorFixKind::Permute,
     1,
     {64, 3, 7, 7},
     {49, 3136, 7, 1},
     0},
    {"CONVOLUTION",
     "FLOAT32:1,9,9,3 FLOAT32:64,3,7,7 - FLOAT32:1,3,3,64 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=2 "
     "Strides=1,1 Dilations=1,1 StartPadding=0,0 EndPadding=0,0 OutputPadding=0,0 GroupCount=1 FusedActivation=-",
     OperatorFixKind::PermuteAll,
     3,
     {1, 64, 3, 3},
     {576, 1, 192, 64},
     0},
    {"CONVOLUTION",
     "FLOAT32:1,3,9,9 FLOAT32:4,3,7,7 - FLOAT32:1,4,3,3 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=4 "
     "Strides=1,1,1,1 Dilations=1,1,1,1 StartPadding=0,0,0,0 EndPadding=0,0,0,0 OutputPadding=0,0,0,0 GroupCount=1 "
     "FusedActivation=-",
     OperatorFixKind::Number,
     6,
     {},
     {},
     2},
};

TEST(OperatorFixes, OfEachKind)
{
    for (const FixCase& example : FixCases)
    {
        SCOPED_TRACE(std::string(example.name) + ' ' + example.text);
        const Rule& rule = *RuleOf(example.name);
        const operator_text::Described described = operator_text::From(rule, example.text);
        ASSERT_EQ(described.problem, "");
        FieldValues values = described.values;
        const OperatorDiagnosis diagnosis = Judged(rule, values);
        const OperatorFix& fix = diagnosis.fix;
        EXPECT_TRUE(diagnosis.Rejected());
        EXPECT_EQ(fix.kind, example.kind);
        EXPECT_EQ(fix.field, example.field);
        EXPECT_EQ(ListOf(fix.sizes), example.sizes);
        EXPECT_EQ(ListOf(fix.strides), example.strides);
        EXPECT_EQ(fix.value, example.value);
        for (std::uint32_t step = 0; step < 3 && Obey(Judged(rule, values), values); ++step) {}
        EXPECT_TRUE(Judged(rule, values).Accepted());
    }
}

// ---- cases from the field: the whole sentences ----------------------------------------------------------------------

#define DTU_CONVOLUTION_OF(strides, padding, groups)                                                                   \
    " Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=2 Strides=" strides                                      \
    " Dilations=1,1 StartPadding=" padding " EndPadding=" padding " OutputPadding=0,0 GroupCount=" groups              \
    " FusedActivation=-"
#define DTU_GEMM_OF(transB) " TransA=NONE TransB=" transB " Alpha=1 Beta=1 FusedActivation=-"

struct SentenceCase
{
    const char* name;
    const char* text;
    const char* sentence; // without the operator and the reason
};

const SentenceCase FieldCases[] = {
    {"ELEMENT_WISE_ADD", "FLOAT32:1,64,8,8 FLOAT32:1,64,1,1 FLOAT32:1,64,8,8",
     "BTensor.Sizes[2] is 1; it must be 8, as ATensor's is; to repeat it, use size 8 and stride 0: the sizes {1, 64, "
     "8, 8} and the strides {64, 1, 0, 0}"},
    {"ELEMENT_WISE_ADD", "FLOAT32:3,1 FLOAT32:3,8 FLOAT32:3,8",
     "ATensor.Sizes[1] is 1; it must be 8, as BTensor's is; to repeat it, use size 8 and stride 0: the sizes {3, 8} "
     "and the strides {1, 0}"},
    {"ELEMENT_WISE_IF", "UINT8:1 FLOAT32:3,8 FLOAT32:3,8 FLOAT32:3,8",
     "ConditionTensor.DimensionCount is 1; it must be 2, as ATensor's is; put its axis on axis 1 and repeat it: use "
     "the sizes {3, 8} and the strides {0, 0}"},
    {"GEMM", "FLOAT32:3,1,3,4 FLOAT32:1,2,4,2 - FLOAT32:3,2,3,2" DTU_GEMM_OF("NONE"),
     "BTensor.Sizes[0] is 1; it must be 3; to repeat it, use size 3 and stride 0: the sizes {3, 2, 4, 2} and the "
     "strides {0, 8, 2, 1}"},
    {"GEMM", "FLOAT32:3,4 FLOAT32:4,2 FLOAT32:1,2 FLOAT32:3,2" DTU_GEMM_OF("NONE"),
     "CTensor.Sizes[0] is 1; it must be 3, as OutputTensor's is; to repeat it, use size 3 and stride 0: the sizes {3, "
     "2} and the strides {0, 1}"},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR", "INT8:4,8 FLOAT32:4,1 - FLOAT32:4,8",
     "ScaleTensor.Sizes[1] is 1; it must be 8, as InputTensor's is; to repeat it, use size 8 and stride 0: the sizes "
     "{4, 8} and the strides {1, 0}"},
    {"BATCH_NORMALIZATION",
     "FLOAT32:1,8,4,4 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:1,8,4,4 Spatial=1 Epsilon=0 FusedActivation=-",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its axis on axis 1: {1, 8, 1, 1}"},
    {"ELEMENT_WISE_ADD", "FLOAT32:1,64,8,8 FLOAT32:64 FLOAT32:1,64,8,8",
     "BTensor.DimensionCount is 1; it must be 4, as ATensor's is; put its axis on axis 1 and repeat it: use the sizes "
     "{1, 64, 8, 8} and the strides {64, 1, 0, 0}"},
    {"CONVOLUTION",
     "FLOAT32:1,3,8,8 FLOAT32:64,3,3,3 FLOAT32:64 FLOAT32:1,64,6,6" DTU_CONVOLUTION_OF("1,1", "0,0", "1"),
     "BiasTensor.DimensionCount is 1; it must be 3 to 5; put its axis on axis 1: {1, 64, 1, 1}"},
    {"GEMM", "FLOAT32:4,3 FLOAT32:5,3 - FLOAT32:4,5" DTU_GEMM_OF("NONE"),
     "BTensor.Sizes[0] is 5; the matrix product requires 3; with TransB TRANSPOSE it would fit"},
    {"GEMM", "FLOAT32:64,96,1,1 FLOAT32:32,96,1,1 - FLOAT32:64,32,1,1" DTU_GEMM_OF("TRANSPOSE"),
     "BTensor.Sizes[0] is 32; it must be 64, as ATensor's is: the matrices are the last two axes, and those before "
     "them are batches"},
    {"CONVOLUTION", "FLOAT32:1,3,224,224 FLOAT32:3,64,7,7 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "FilterTensor.Sizes[0] is 3; it must be 64; FilterTensor has the sizes of the order IOHW: give the sizes {64, 3, "
     "7, 7} and the strides {49, 3136, 7, 1}"},
    {"CONVOLUTION", "FLOAT32:1,3,224,224 FLOAT32:7,7,3,64 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "FilterTensor.Sizes[0] is 7; it must be 64; FilterTensor has the sizes of the order HWIO: give the sizes {64, 3, "
     "7, 7} and the strides {1, 64, 1344, 192}"},
    {"CONVOLUTION", "FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "InputTensor.Sizes[1] is 224; it must be 3; InputTensor has the sizes of the order NHWC: give the sizes {1, 3, "
     "224, 224} and the strides {150528, 1, 672, 3}"},
    {"CONVOLUTION", "FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 - FLOAT32:1,112,112,64" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "OutputTensor.Sizes[1] is 112; it must be 64, FilterTensor.Sizes[0]; OutputTensor has the sizes of the order "
     "NHWC: give the sizes {1, 64, 112, 112} and the strides {802816, 1, 7168, 64}, and the other images likewise"},
    {"CONVOLUTION", "FLOAT32:1,32,20,30 FLOAT32:1,32,3,3 - FLOAT32:1,32,20,30" DTU_CONVOLUTION_OF("1,1", "1,1", "32"),
     "FilterTensor.Sizes[0] is 1; it must be 32; FilterTensor has the sizes of the order IOHW: give the sizes {32, 1, "
     "3, 3}"},
    {"CONVOLUTION",
     "FLOAT32:1,3,8,8 FLOAT32:4,3,3,3 - FLOAT32:1,4,6,6 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=4 "
     "Strides=1,1,1,1 "
     "Dilations=1,1,1,1 StartPadding=0,0,0,0 EndPadding=0,0,0,0 OutputPadding=0,0,0,0 GroupCount=1 FusedActivation=-",
     "DimensionCount is 4; it must be 2, the number of spatial axes"},
    {"ONE_HOT", "UINT32:4,5 FLOAT32:2 FLOAT32:4,5,22 Axis=2",
     "IndicesTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {4, 5, 1}"},
    {"ACTIVATION_SOFTMAX", "FLOAT32:1,1000,1,1 FLOAT32:1,1000,1,1",
     "InputTensor has 1000 elements, and its last two sizes give 1; only these two may be above 1. ACTIVATION_SOFTMAX1 "
     "accepts any axes"},
    {"SCATTER", "FLOAT32:4,5,22 INT64:3,5,1 FLOAT32:3,5,1 FLOAT32:4,5,22 Axis=2",
     "IndicesTensor.Sizes[0] is 3; it must be 4, as InputTensor's is"},
    {"RANDOM_GENERATOR", "UINT32:4 UINT32:2,1 UINT32:4 Type=PHILOX_4X32_10",
     "InputStateTensor.Sizes[0] is 4; it must be 6: the last size of a state is 6, and all others are 1"},
    {"RESAMPLE", "FLOAT32:1,3,4,4 FLOAT32:1,3,8,8 InterpolationMode=LINEAR Scales=2,2",
     "ScaleCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included"},
    {"PADDING", "FLOAT32:1,3,4,4 FLOAT32:1,3,6,8 PaddingMode=CONSTANT PaddingValue=0 StartPadding=1,2 EndPadding=1,2",
     "DimensionCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included"},
    {"MAX_POOLING", "FLOAT32:1,3,8 FLOAT32:1,3,4 Strides=2 WindowSize=2 StartPadding=0 EndPadding=0",
     "InputTensor.DimensionCount is 3; it must be 4 to 5; insert axes of size 1, such as a height of 1"},
    {"RESAMPLE", "FLOAT32:1,3,4,4,4 FLOAT32:1,3,8,8,8 InterpolationMode=LINEAR Scales=1,1,2,2,2",
     "InputTensor.DimensionCount is 5; it must be 1 to 4; merge axes, such as N and C"},
    {"JOIN", "FLOAT32:2,0,3+FLOAT32:2,1,3 FLOAT32:2,1,3 Axis=1",
     "InputTensors[0].Sizes[1] is 0; every size must be at least 1"},
    {"MATRIX_MULTIPLY_INTEGER", "UINT8:2,3 UINT8:2 UINT8:3,4 - INT32:2,4",
     "AZeroPointTensor has 2 elements, but not along its second-last axis: one for each row of ATensor; use the sizes "
     "{2, 1}"},
};
#undef DTU_GEMM_OF
#undef DTU_CONVOLUTION_OF

TEST(OperatorFixes, SentencesOfCasesFromTheField)
{
    for (const SentenceCase& example : FieldCases)
    {
        const Rule& rule = *RuleOf(example.name);
        const operator_text::Described described = operator_text::From(rule, example.text);
        ASSERT_EQ(described.problem, "");
        const OperatorDiagnosis diagnosis = Judged(rule, described.values);
        EXPECT_EQ(dml::Explain(diagnosis).c_str(),
                  std::string(example.name) + ": " + example.sentence + " [" + ReasonOf(diagnosis) + ']');
    }
}

TEST(OperatorFixes, OfATotal)
{
    const Rule& rule = *RuleOf("ELEMENT_WISE_ADD");
    FieldValues values = ValuesFrom(rule, "1[2x3] 1[2x3]/t8 1[2x3]");
    const OperatorFix fix = Judged(rule, values).fix;
    EXPECT_EQ(fix.kind, OperatorFixKind::Total);
    EXPECT_EQ(fix.field, 1U);
    EXPECT_EQ(fix.value, 24U);
    EXPECT_TRUE(Obey(Judged(rule, values), values));
    EXPECT_TRUE(Judged(rule, values).Ok());
}

} // namespace
} // namespace operator_fixes_test
