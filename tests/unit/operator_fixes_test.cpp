// Obeys the sentences: operators with one wrong size, rank, order or stride are changed as OperatorDiagnosis::fix says, and
// must then be accepted. Nothing but the diagnosis is used to repair them.
#include "described_operator.hpp"
#include "models/operator_faults.hpp"
#include "models/operator_text.hpp"
#include "operator_views.hpp"
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
using namespace operator_faults;
using described_operator::DescriptionOf;
using test_support::Random;

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
        for (std::uint32_t step = 0; step < MaxSteps && Obey(*base.rule, diagnosis, values); ++step)
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
    // The data of {4, 5} cannot be that of {2, 3}.
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:4,5 FLOAT32:2,3", OperatorFixKind::None, None, {}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:2,3 FLOAT32:3,2", OperatorFixKind::Permute, 2, {2, 3}, {1, 2}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:4,6 FLOAT32:4,6 FLOAT32:3,5", OperatorFixKind::Sizes, 2, {4, 6}, {}, 0},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT16:2,3 FLOAT16:2,3", OperatorFixKind::Convert, 0, {}, {}, 2},
    {"ELEMENT_WISE_ADD", "FLOAT32:2,3 FLOAT32:2,3 FLOAT16:2,3", OperatorFixKind::DataType, 2, {}, {}, 1},
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

TEST(OperatorFixes, EachKindIsAcceptedAfterwards)
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
        for (std::uint32_t step = 0; step < 3 && Obey(rule, Judged(rule, values), values); ++step) {}
        EXPECT_EQ(Judged(rule, values).Accepted(), fix.kind != OperatorFixKind::None);
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
     "ConditionTensor.DimensionCount is 1; it must be 2, as ATensor's is; use the sizes {3, 8} and the strides {0, 0}"},
    {"GEMM", "FLOAT32:3,1,3,4 FLOAT32:1,2,4,2 - FLOAT32:3,2,3,2" DTU_GEMM_OF("NONE"),
     "ATensor.Sizes[1] is 1; it must be 2, as BTensor's is; to repeat it, use size 2 and stride 0: the sizes {3, 2, 3, "
     "4} "
     "and the strides {12, 0, 4, 1}; give BTensor the sizes {3, 2, 4, 2} and the strides {0, 8, 2, 1}"},
    {"GEMM", "FLOAT32:3,4 FLOAT32:4,2 FLOAT32:1,2 FLOAT32:3,2" DTU_GEMM_OF("NONE"),
     "CTensor.Sizes[0] is 1; it must be 3, as OutputTensor's is; to repeat it, use size 3 and stride 0: the sizes {3, "
     "2} and the strides {0, 1}"},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR", "INT8:4,8 FLOAT32:4,1 - FLOAT32:4,8",
     "ScaleTensor.Sizes[1] is 1; it must be 8, as InputTensor's is; to repeat it, use size 8 and stride 0: the sizes "
     "{4, 8} and the strides {1, 0}"},
    {"BATCH_NORMALIZATION",
     "FLOAT32:1,8,4,4 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:1,8,4,4 Spatial=1 Epsilon=0 FusedActivation=-",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 8 values on axis 1: {1, 8, 1, 1}; the "
     "same for VarianceTensor and every other tensor of these sizes"},
    {"ELEMENT_WISE_ADD", "FLOAT32:1,64,8,8 FLOAT32:64 FLOAT32:1,64,8,8",
     "BTensor.DimensionCount is 1; it must be 4, as ATensor's is; put its 64 values on axis 1 and repeat them: use the "
     "sizes {1, 64, 8, 8} and the strides {64, 1, 0, 0}"},
    {"CONVOLUTION",
     "FLOAT32:1,3,8,8 FLOAT32:64,3,3,3 FLOAT32:64 FLOAT32:1,64,6,6" DTU_CONVOLUTION_OF("1,1", "0,0", "1"),
     "BiasTensor.DimensionCount is 1; it must be 3 to 5; put its 64 values on axis 1: {1, 64, 1, 1}"},
    {"GEMM", "FLOAT32:4,3 FLOAT32:5,3 - FLOAT32:4,5" DTU_GEMM_OF("NONE"),
     "BTensor.Sizes[0] is 5; the matrix product requires 3; with TransB TRANSPOSE it would fit"},
    {"GEMM", "FLOAT32:64,96,1,1 FLOAT32:32,96,1,1 - FLOAT32:64,32,1,1" DTU_GEMM_OF("TRANSPOSE"),
     "BTensor.Sizes[0] is 32; it must be 64, as ATensor's is: the matrices are the last two axes, and those before "
     "them are batches; its data has other sizes, so check what computes it"},
    {"CONVOLUTION", "FLOAT32:1,3,224,224 FLOAT32:3,64,7,7 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "OutputTensor.Sizes[1] is 64; it must be 3, FilterTensor.Sizes[0]; if FilterTensor is in the order IOHW, give "
     "FilterTensor the sizes {64, 3, 7, 7} and the strides {49, 3136, 7, 1}"},
    {"CONVOLUTION", "FLOAT32:1,3,224,224 FLOAT32:7,7,3,64 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "OutputTensor.Sizes[1] is 64; it must be 7, FilterTensor.Sizes[0]; if FilterTensor is in the order HWIO, give "
     "FilterTensor the sizes {64, 3, 7, 7} and the strides {1, 64, 1344, 192}"},
    {"CONVOLUTION", "FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 - FLOAT32:1,64,112,112" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "InputTensor.Sizes[1] is 224; it must be 3; if InputTensor is in the order NHWC, use the sizes {1, 3, 224, 224} "
     "and the strides {150528, 1, 672, 3}"},
    {"CONVOLUTION", "FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 - FLOAT32:1,112,112,64" DTU_CONVOLUTION_OF("2,2", "3,3", "1"),
     "OutputTensor.Sizes[1] is 112; it must be 64, FilterTensor.Sizes[0]; if the images are in the order NHWC, use the "
     "sizes {1, 64, 112, 112} and the strides {802816, 1, 7168, 64}, and give InputTensor the sizes {1, 3, 224, 224} "
     "and the strides {150528, 1, 672, 3}"},
    {"CONVOLUTION", "FLOAT32:1,32,20,30 FLOAT32:1,32,3,3 - FLOAT32:1,32,20,30" DTU_CONVOLUTION_OF("1,1", "1,1", "32"),
     "OutputTensor.Sizes[1] is 32; it must be 1, FilterTensor.Sizes[0]; if FilterTensor is in the order IOHW, give "
     "FilterTensor the sizes {32, 1, 3, 3}"},
    {"CONVOLUTION",
     "FLOAT32:1,3,8,8 FLOAT32:4,3,3,3 - FLOAT32:1,4,6,6 Mode=CROSS_CORRELATION Direction=FORWARD DimensionCount=4 "
     "Strides=1,1,1,1 "
     "Dilations=1,1,1,1 StartPadding=0,0,0,0 EndPadding=0,0,0,0 OutputPadding=0,0,0,0 GroupCount=1 FusedActivation=-",
     "DimensionCount is 4; it must be 2, the number of spatial axes. The pads of ONNX, if they are meant, are first "
     "StartPadding and then EndPadding"},
    {"ONE_HOT", "UINT32:4,5 FLOAT32:2 FLOAT32:4,5,22 Axis=2",
     "IndicesTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {4, 5, 1}"},
    {"ACTIVATION_SOFTMAX", "FLOAT32:1,1000,1,1 FLOAT32:1,1000,1,1",
     "InputTensor has 1000 elements, and its last two sizes give 1; only these two may be above 1. ACTIVATION_SOFTMAX1 "
     "accepts any axes; put its 1000 values on axis 3: {1, 1, 1, 1000}; the same for OutputTensor and every other "
     "tensor of "
     "these sizes"},
    {"SCATTER", "FLOAT32:4,5,22 INT64:3,5,1 FLOAT32:3,5,1 FLOAT32:4,5,22 Axis=2",
     "IndicesTensor.Sizes[0] is 3; it must be 4, as InputTensor's is"},
    {"RANDOM_GENERATOR", "UINT32:4 UINT32:2,1 UINT32:4 Type=PHILOX_4X32_10",
     "InputStateTensor.Sizes[0] is 4; it must be 6: the last size of a state is 6, and all others are 1"},
    {"RESAMPLE", "FLOAT32:1,3,4,4 FLOAT32:1,3,8,8 InterpolationMode=LINEAR Scales=2,2",
     "ScaleCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included"},
    {"PADDING", "FLOAT32:1,3,4,4 FLOAT32:1,3,6,8 PaddingMode=CONSTANT PaddingValue=0 StartPadding=1,2 EndPadding=1,2",
     "DimensionCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; "
     "with StartPadding {0, 0, 1, 2} and EndPadding {0, 0, 1, 2} it would fit"},
    {"MAX_POOLING", "FLOAT32:1,3,8 FLOAT32:1,3,4 Strides=2 WindowSize=2 StartPadding=0 EndPadding=0",
     "InputTensor.DimensionCount is 3; it must be 4 to 5; insert axes of size 1, such as a height of 1"},
    {"RESAMPLE", "FLOAT32:1,3,4,4,4 FLOAT32:1,3,8,8,8 InterpolationMode=LINEAR Scales=1,1,2,2,2",
     "InputTensor.DimensionCount is 5; it must be 1 to 4; merge axes, such as N and C"},
    {"JOIN", "FLOAT32:2,0,3+FLOAT32:2,1,3 FLOAT32:2,1,3 Axis=1",
     "InputTensors[0].Sizes[1] is 0; every size must be at least 1"},
    {"MATRIX_MULTIPLY_INTEGER", "UINT8:2,3 UINT8:2 UINT8:3,4 - INT32:2,4",
     "AZeroPointTensor has 2 elements, but not along its second-last axis: one for each row of ATensor; put its 2 "
     "values on axis 0: {2, 1}"},
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

// ---- what people meet, as describe_tensor reads and corrects it --------------------------------------------------------

struct CorrectionCase
{
    const char* text;
    const char* sentence;   // without the operator and the reason
    const char* correction; // "" if there is none
};

// clang-format off
const CorrectionCase CorrectionCases[] = {
    // the images, the filter and the bias in another order are four changes
    {"CONVOLUTION FLOAT32:1,32,32,3 FLOAT32:64,5,3,3 FLOAT32:1,1,1,64 FLOAT32:1,28,30,64",
     "OutputTensor.Sizes[1] is 28; it must be 64, FilterTensor.Sizes[0]; if the images are in the order NHWC and FilterTensor in OHWI or HWIO, list the sizes in the order NCHW and OIHW, with the strides of the memory, and give BiasTensor the sizes {1, C, 1, 1}",
     ""},
    // input and filter are exchanged
    {"CONVOLUTION FLOAT32:64,3,3,3 FLOAT32:1,3,32,32 - FLOAT32:1,64,30,30",
     "OutputTensor.Sizes[0] is 1; it must be 64, as the input's is; InputTensor and FilterTensor may be exchanged: each would fit in place of the other",
     ""},
    {"CONVOLUTION_INTEGER UINT8:64,3,3,3 - INT8:1,3,32,32 - INT32:1,64,30,30",
     "OutputTensor.Sizes[0] is 1; it must be 64, as the input's is; InputTensor and FilterTensor may be exchanged: each would fit in place of the other",
     ""},
    // the size of the bias, or values on another axis
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT32:1,64,128,128 FLOAT32:1,128,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,128,128 Axes=2,3",
     "ScaleTensor.Sizes[1] is 128; it must be 1 or 64, as InputTensor's is; if its data has these sizes, use the sizes {1, 64, 1, 1}; if its axes belong elsewhere, use the sizes {1, 1, 1, 128}",
     "If that is what the data is, DirectML accepts it with: ScaleTensor=FLOAT32:1,64,1,1"},
    // NHWC strides keep their order
    {"ELEMENT_WISE_ADD FLOAT32:1,3,20,30:1800,1,90,3 FLOAT32:1,3,20,30:1800,1,90,3 FLOAT32:1,3,30,20:1800,1,60,3",
     "OutputTensor.Sizes[2] is 30; it must be 20, as ATensor's is; if only its sizes were exchanged, use the sizes {1, 3, 20, 30} and the strides {1800, 1, 90, 3} of the same memory order; if its axes are in another order, the strides {1800, 1, 3, 60}",
     "If that is what the data is, DirectML accepts it with: OutputTensor=FLOAT32:1,3,20,30:1800,1,90,3"},
    {"CONVOLUTION FLOAT32:1,3,20,30:1800,1,90,3 FLOAT32:8,3,3,3:27,1,9,3 - FLOAT32:1,8,30,20:4800,1,160,8 StartPadding=1,1 EndPadding=1,1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 30; its height and width are exchanged: use the sizes {1, 8, 20, 30} and the strides {4800, 1, 240, 8}; otherwise with the given attributes it should be 20. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: OutputTensor=FLOAT32:1,8,20,30:4800,1,240,8"},
    // no order of the filter fits, because the output is larger
    {"CONVOLUTION FLOAT32:1,128,28,28 FLOAT32:128,64,2,2 - FLOAT32:1,64,56,56 Strides=2,2",
     "OutputTensor.Sizes[1] is 64; it must be 128, FilterTensor.Sizes[0]; if a transposed convolution is meant, with Direction BACKWARD it would fit",
     "If that is meant, DirectML accepts it with: Direction=BACKWARD"},
    // a padding that is missing at one side, or at both
    {"PADDING FLOAT32:1,3,256,256 FLOAT32:1,3,336,336 CONSTANT StartPadding=0,0,40,40",
     "OutputTensor.Sizes[2] is 336; it must be 296, StartPadding + the input's size + EndPadding; with EndPadding {0, 0, 40, 40} it would fit",
     "DirectML accepts it with: EndPadding=0,0,40,40"},
    {"PADDING FLOAT32:1,3,256,256 FLOAT32:1,3,262,256 CONSTANT StartPadding=0,0,0,0 EndPadding=0,0,3,0",
     "OutputTensor.Sizes[2] is 262; it must be 259, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 3, 0} it would fit",
     "DirectML accepts it with: StartPadding=0,0,3,0"},
    {"PADDING FLOAT32:1,3,8,8 FLOAT32:1,3,12,13 CONSTANT",
     "OutputTensor.Sizes[2] is 12; it must be 8, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 2, 2} and EndPadding {0, 0, 2, 3} it would fit",
     "DirectML accepts it with: StartPadding=0,0,2,2 EndPadding=0,0,2,3"},
    // channels without padding need none
    {"PADDING FLOAT32:1,3,8,8 FLOAT32:1,4,12,12 CONSTANT StartPadding=0,0,2,2 EndPadding=0,0,2,2",
     "OutputTensor.Sizes[1] is 4; it must be 3, StartPadding + the input's size + EndPadding",
     "DirectML accepts it with: OutputTensor=FLOAT32:1,3,12,12"},
    // both are given, so that the output is wrong
    {"PADDING FLOAT32:1,3,8,8 FLOAT32:1,3,12,8 CONSTANT StartPadding=0,0,1,0 EndPadding=0,0,1,0",
     "OutputTensor.Sizes[2] is 12; it must be 10, StartPadding + the input's size + EndPadding",
     "DirectML accepts it with: OutputTensor=FLOAT32:1,3,10,8"},
    // GroupCount is the number of channels of each group
    {"CONVOLUTION FLOAT32:1,128,56,56 FLOAT32:128,4,3,3 - FLOAT32:1,128,56,56 StartPadding=1,1 EndPadding=1,1 GroupCount=4",
     "GroupCount is 4; it must be 32, InputTensor.Sizes[1] / FilterTensor.Sizes[1]",
     "DirectML accepts it with: GroupCount=32"},
    {"CONVOLUTION FLOAT32:1,128,56,56 FLOAT32:128,4,3,3 - FLOAT32:1,128,56,56 StartPadding=1,1 EndPadding=1,1",
     "GroupCount is 1; it must be 32, InputTensor.Sizes[1] / FilterTensor.Sizes[1]",
     "DirectML accepts it with: GroupCount=32"},
    {"QUANTIZED_LINEAR_CONVOLUTION UINT8:1,3,32,32 FLOAT32:1 UINT8:1 UINT8:64,3,3,3 FLOAT32:1 UINT8:1 FLOAT32:1,64,1,1 FLOAT32:1 UINT8:1 UINT8:1,64,30,30",
     "BiasTensor.DataType is FLOAT32; it must be INT32; quantize the data too: divide it by InputScaleTensor * FilterScaleTensor, and round it",
     "With converted data, DirectML accepts it with: BiasTensor=INT32:1,64,1,1"},
    {"BATCH_NORMALIZATION FLOAT16:1,64,64,64 FLOAT16:64 FLOAT16:1,64,1,1 FLOAT16:1,64,1,1 FLOAT16:1,64,1,1 FLOAT16:1,64,64,64",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 64 values on axis 1: {1, 64, 1, 1}",
     "DirectML accepts it with: MeanTensor=FLOAT16:1,64,1,1"},
    {"BATCH_NORMALIZATION FLOAT16:64,64,56,56 FLOAT16:64 FLOAT16:64 FLOAT16:64 FLOAT16:64 FLOAT16:64,64,56,56",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 64 values on axis 1: {1, 64, 1, 1}; the same for VarianceTensor and every other tensor of these sizes",
     "DirectML accepts it with: MeanTensor=FLOAT16:1,64,1,1 VarianceTensor=FLOAT16:1,64,1,1 ScaleTensor=FLOAT16:1,64,1,1 BiasTensor=FLOAT16:1,64,1,1"},
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT16:1,32,32,32 FLOAT16:32 FLOAT16:32 FLOAT16:1,32,32,32 Axes=2,3",
     "ScaleTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 32 values on axis 1: {1, 32, 1, 1}; the same for BiasTensor and every other tensor of these sizes",
     "DirectML accepts it with: ScaleTensor=FLOAT16:1,32,1,1 BiasTensor=FLOAT16:1,32,1,1"},
    {"CONVOLUTION FLOAT16:1,64,64,64 FLOAT16:64,64,1,1 FLOAT16:64 FLOAT16:1,64,64,64",
     "BiasTensor.DimensionCount is 1; it must be 3 to 5; put its 64 values on axis 1: {1, 64, 1, 1}",
     "DirectML accepts it with: BiasTensor=FLOAT16:1,64,1,1"},
    {"SCATTER_ND FLOAT16:512,128 INT32:4 FLOAT16:4,128 FLOAT16:512,128",
     "IndicesTensor.DimensionCount is 1; it must be 2, as InputTensor's is; put its 4 values on axis 0: {4, 1}",
     "DirectML accepts it with: IndicesTensor=INT32:4,1"},
    {"TOP_K1 FLOAT32:1,1000 FLOAT32:1,5 INT64:1,5 Axis=1 K=5 AxisDirection=DECREASING",
     "OutputIndexTensor.DataType is INT64; it must be UINT32 or UINT64",
     "DirectML accepts it with: OutputIndexTensor=UINT64:1,5"},
    {"MAX_POOLING2 FLOAT32:1,64,56,56 FLOAT32:1,64,28,28 INT64:1,64,28,28 Strides=2,2 WindowSize=2,2",
     "OutputIndicesTensor.DataType is INT64; it must be UINT32 or UINT64",
     "DirectML accepts it with: OutputIndicesTensor=UINT64:1,64,28,28"},
    {"ELEMENT_WISE_LOGICAL_EQUALS FLOAT32:2,3 FLOAT32:2,3 INT8:2,3",
     "OutputTensor.DataType is INT8; it must be UINT32 or UINT8",
     "DirectML accepts it with: OutputTensor=UINT8:2,3"},
    {"ACTIVATION_SOFTMAX1 FLOAT16:12,128,128 FLOAT16:1,12,128,128 Axes=2",
     "OutputTensor.DimensionCount is 4; it must be 3, as InputTensor's is; with fewer axes it fits: the sizes {12, 128, 128}; or give InputTensor the sizes {1, 12, 128, 128} and add 1 to Axes",
     "DirectML accepts it with: OutputTensor=FLOAT16:12,128,128"},
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT16:128,768 OutputTensor=FLOAT16:1,128,768 Axes=1 NormalizeVariance=true",
     "OutputTensor.DimensionCount is 3; it must be 2, as InputTensor's is; with fewer axes it fits: the sizes {128, 768}; or give InputTensor the sizes {1, 128, 768} and add 1 to Axes",
     "DirectML accepts it with: OutputTensor=FLOAT16:128,768"},
    {"CUMULATIVE_SUMMATION INT32:4,10 INT32:1,4,10 Axis=1",
     "OutputTensor.DimensionCount is 3; it must be 2, as InputTensor's is; with fewer axes it fits: the sizes {4, 10}; or give InputTensor the sizes {1, 4, 10} and add 1 to Axis",
     "DirectML accepts it with: OutputTensor=INT32:4,10"},
    {"TOP_K1 FLOAT32:8,8 FLOAT32:1,8,8 UINT32:1,8,8 Axis=1 K=8",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputValueTensor's is; use the sizes {1, 8, 8}; also use Axis 2",
     "DirectML accepts it with: InputTensor=FLOAT32:1,8,8 Axis=2"},
    {"ACTIVATION_SOFTMAX FLOAT32:8,1000 FLOAT32:8000",
     "OutputTensor.DimensionCount is 1; it must be 2, as InputTensor's is; use the sizes {8, 1000}",
     "DirectML accepts it with: OutputTensor=FLOAT32:8,1000"},
    {"ACTIVATION_SOFTMAX1 FLOAT32:8,1000 FLOAT32:80,100 Axes=1",
     "OutputTensor.Sizes[0] is 80; it must be 8, as InputTensor's is; use the sizes {8, 1000}",
     "DirectML accepts it with: OutputTensor=FLOAT32:8,1000"},
    {"CUMULATIVE_SUMMATION FLOAT32:6,10 FLOAT32:60 Axis=1",
     "OutputTensor.DimensionCount is 1; it must be 2, as InputTensor's is; use the sizes {6, 10}",
     "DirectML accepts it with: OutputTensor=FLOAT32:6,10"},
    {"GEMM FLOAT32:1,512 FLOAT32:10,512 FLOAT32:1,10 FLOAT32:1,10 TransA=TRANSPOSE",
     "BTensor.Sizes[0] is 10; the matrix product requires 1; with TransA NONE and TransB TRANSPOSE it would fit",
     "DirectML accepts it with: TransA=NONE TransB=TRANSPOSE"},
    {"GEMM FLOAT32:7,5 FLOAT32:5,7 - FLOAT32:7,7 TransA=TRANSPOSE TransB=TRANSPOSE",
     "OutputTensor.Sizes[0] is 7; the matrix product requires 5; with TransA NONE and TransB NONE it would fit",
     "DirectML accepts it with: TransA=NONE TransB=NONE"},
    {"GEMM FLOAT16:2,768,4 FLOAT16:2,768,9 - FLOAT16:2,4,9 TransB=TRANSPOSE",
     "BTensor.Sizes[2] is 9; the matrix product requires 4; with TransA TRANSPOSE and TransB NONE it would fit",
     "DirectML accepts it with: TransA=TRANSPOSE TransB=NONE"},
    {"SLICE FLOAT32:1,3,256,256 FLOAT32:1,3,128,128 Offsets=0,0,0,0 Sizes=1,3,256,256 Strides=1,1,2,2",
     "OutputTensor.Sizes[2] is 128; it must be 256; with Sizes {1, 3, 128, 128} it would fit; these are counts of the output's elements, not ends",
     "DirectML accepts it with: Sizes=1,3,128,128"},
    {"SLICE FLOAT32:30 FLOAT32:10 Offsets=0 Sizes=30 Strides=3",
     "OutputTensor.Sizes[0] is 10; it must be 30; with Sizes {10} it would fit; these are counts of the output's elements, not ends",
     "DirectML accepts it with: Sizes=10"},
    {"SLICE FLOAT32:12,8 FLOAT32:3,8 Offsets=0,0 Sizes=12,8 Strides=4,1",
     "OutputTensor.Sizes[0] is 3; it must be 12; with Sizes {3, 8} it would fit; these are counts of the output's elements, not ends",
     "DirectML accepts it with: Sizes=3,8"},
    {"GATHER_ND1 FLOAT32:2,16,64 INT32:2,4,1 FLOAT32:2,4,64",
     "OutputTensor.DimensionCount is 3; it must be at least 4; with BatchDimensionCount 1 it would fit",
     "DirectML accepts it with: BatchDimensionCount=1"},
    {"GATHER_ND1 FLOAT32:3,9,5 INT32:3,2,1 FLOAT32:3,2,5",
     "OutputTensor.DimensionCount is 3; it must be at least 4; with BatchDimensionCount 1 it would fit",
     "DirectML accepts it with: BatchDimensionCount=1"},
    {"MULTIHEAD_ATTENTION FLOAT16:1,128,768 FLOAT16:1,128,768 FLOAT16:1,128,768 OutputTensor=FLOAT16:1,128,768 HeadCount=10 Scale=0.125",
     "HeadCount is 10; it must divide 768, the last size of QueryTensor. The sizes of an attention are batch, sequence, and heads * head size",
     ""},
    {"MULTIHEAD_ATTENTION1 FLOAT16:1,16,96 FLOAT16:1,16,96 FLOAT16:1,16,96 OutputTensor=FLOAT16:1,16,96 QueryHeadCount=5 KeyValueHeadCount=5 Scale=0.125",
     "QueryHeadCount is 5; it must divide 96, the last size of QueryTensor. The sizes of an attention are batch, sequence, and heads * head size",
     ""},
    {"MULTIHEAD_ATTENTION1 QueryTensor=FLOAT16:1,1,4096 KeyTensor=FLOAT16:1,1,1024 ValueTensor=FLOAT16:1,1,1024 PastKeyTensor=FLOAT16:1,8,127,128 PastValueTensor=FLOAT16:1,8,127,128 OutputTensor=FLOAT16:1,1,4096 OutputPresentKeyTensor=FLOAT16:1,8,128,128 OutputPresentValueTensor=FLOAT16:1,8,128,128 QueryHeadCount=32 KeyValueHeadCount=32 Scale=0.0883883",
     "the size of a head of KeyTensor is 32; it must be 128, as the query's is: the last size / the number of heads; with KeyValueHeadCount 8 it would fit",
     "DirectML accepts it with: KeyValueHeadCount=8"},
    {"MULTIHEAD_ATTENTION FLOAT16:1,128,768 FLOAT16:1,128,768 FLOAT16:1,128,768 MaskTensor=INT32:1,12,128,128 OutputTensor=FLOAT16:1,128,768 HeadCount=12 Scale=0.125 MaskFilterValue=-10000",
     "MaskType is 0 (NONE); with a MaskTensor it must be another enumerator; with MaskType BOOLEAN it would fit",
     "DirectML accepts it with: MaskType=BOOLEAN"},
    {"DEQUANTIZE InputTensor=UINT4:4096,4096 QuantizationType=SCALE QuantizationTensors=FLOAT16:4096,128+UINT4:4096,128 OutputTensor=FLOAT16:4096,4096",
     "QuantizationTensorCount is 2; it must be 1 for this QuantizationType; with QuantizationType SCALE_ZERO_POINT it would fit",
     "DirectML accepts it with: QuantizationType=SCALE_ZERO_POINT"},
    {"DEQUANTIZE InputTensor=INT8:64,32 QuantizationType=SCALE QuantizationTensors=FLOAT32:64,1+INT8:64,1 OutputTensor=FLOAT32:64,32",
     "QuantizationTensorCount is 2; it must be 1 for this QuantizationType; with QuantizationType SCALE_ZERO_POINT it would fit",
     "DirectML accepts it with: QuantizationType=SCALE_ZERO_POINT"},
    {"LSTM InputTensor=FLOAT32:1,8,50,128 WeightTensor=FLOAT32:1,1,1024,128 RecurrenceTensor=FLOAT32:1,1,1024,256 OutputSequenceTensor=FLOAT32:50,1,8,256 ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH,ACTIVATION_TANH",
     "InputTensor.Sizes[1] is 8; it must be 50; if its axes are in another order, use the sizes {1, 50, 8, 128} and the strides {51200, 128, 6400, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,50,8,128:51200,128,6400,1"},
    {"GRU InputTensor=FLOAT32:1,4,20,64 WeightTensor=FLOAT32:1,1,96,64 RecurrenceTensor=FLOAT32:1,1,96,32 OutputSequenceTensor=FLOAT32:20,1,4,32 ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH",
     "InputTensor.Sizes[1] is 4; it must be 20; if its axes are in another order, use the sizes {1, 20, 4, 64} and the strides {5120, 64, 1280, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,20,4,64:5120,64,1280,1"},
    {"RNN InputTensor=FLOAT32:1,3,7,6 WeightTensor=FLOAT32:1,1,5,6 RecurrenceTensor=FLOAT32:1,1,5,5 OutputSingleTensor=FLOAT32:1,1,3,5 ActivationDescs=ACTIVATION_TANH",
     "InputTensor.Sizes[1] is 3; it must be 7; if its axes are in another order, use the sizes {1, 7, 3, 6} and the strides {126, 6, 42, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,7,3,6:126,6,42,1"},
    {"CONVOLUTION FLOAT16:1,64,56,56 FLOAT16:64,63,3,3 - FLOAT16:1,64,56,56 StartPadding=1,1 EndPadding=1,1",
     "InputTensor.Sizes[1] is 64; it must be 63, as FilterTensor's is; if its data has these sizes, use the sizes {1, 63, 56, 56}; otherwise the size of FilterTensor is wrong",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT16:1,63,56,56"},
    {"MULTIHEAD_ATTENTION FLOAT16:1,128,768 FLOAT16:1,128,768 FLOAT16:1,127,768 OutputTensor=FLOAT16:1,128,768 HeadCount=12 Scale=0.125",
     "KeyTensor.Sizes[1] is 128; it must be 127, as ValueTensor's is; if its data has these sizes, use the sizes {1, 127, 768}; otherwise the size of ValueTensor is wrong",
     "If that is what the data is, DirectML accepts it with: KeyTensor=FLOAT16:1,127,768"},
    {"ELEMENT_WISE_ADD FLOAT16:1,64,64,64 FLOAT16:64 FLOAT16:1,64,64,64",
     "BTensor.DimensionCount is 1; it must be 4, as ATensor's is; put its 64 values on axis 3 and repeat them: use the sizes {1, 64, 64, 64} and the strides {64, 0, 0, 1}; if they belong to axis 1, the strides {64, 1, 0, 0}; if they belong to axis 2, the strides {64, 0, 1, 0}",
     "If that is what the data is, DirectML accepts it with: BTensor=FLOAT16:1,64,64,64:64,0,0,1"},
    {"ELEMENT_WISE_MULTIPLY FLOAT32:5,5,7 FLOAT32:5 FLOAT32:5,5,7",
     "BTensor.DimensionCount is 1; it must be 3, as ATensor's is; put its 5 values on axis 1 and repeat them: use the sizes {5, 5, 7} and the strides {0, 1, 0}; if they belong to axis 0, the strides {1, 0, 0}",
     "If that is what the data is, DirectML accepts it with: BTensor=FLOAT32:5,5,7:0,1,0"},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR INT8:64,64,3,3 FLOAT32:64 - FLOAT32:64,64,3,3",
     "ScaleTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 64 values on axis 1 and repeat them: use the sizes {64, 64, 3, 3} and the strides {0, 1, 0, 0}; if they belong to axis 0, the strides {1, 0, 0, 0}",
     "If that is what the data is, DirectML accepts it with: ScaleTensor=FLOAT32:64,64,3,3:0,1,0,0"},
    {"ELEMENT_WISE_ADD FLOAT32:1,64,7,7 FLOAT32:64,1,1,1 FLOAT32:1,64,7,7",
     "BTensor.Sizes[0] is 64; it must be 1, as ATensor's is; put its 64 values on axis 1 and repeat them: use the sizes {1, 64, 7, 7} and the strides {64, 1, 0, 0}",
     "DirectML accepts it with: BTensor=FLOAT32:1,64,7,7:64,1,0,0"},
    {"ELEMENT_WISE_ADD FLOAT32:2,7,7,64 FLOAT32:64,1,1 FLOAT32:2,7,7,64",
     "BTensor.DimensionCount is 3; it must be 4, as ATensor's is; put its 64 values on axis 3 and repeat them: use the sizes {2, 7, 7, 64} and the strides {0, 0, 0, 1}",
     "DirectML accepts it with: BTensor=FLOAT32:2,7,7,64:0,0,0,1"},
    {"ELEMENT_WISE_ADD FLOAT32:4,6 FLOAT32:2,3 FLOAT32:4,6",
     "BTensor.Sizes[0] is 2; it must be 4, as ATensor's is; its data has other sizes, so check what computes it",
     ""},
    {"ELEMENT_WISE_ADD FLOAT32:1,64,56,56 FLOAT32:1,64,28,28 FLOAT32:1,64,56,56",
     "BTensor.Sizes[2] is 28; it must be 56, as ATensor's is; its data has other sizes, so check what computes it",
     ""},
    {"JOIN FLOAT32:1,3,5+FLOAT32:1,3,4 FLOAT32:2,3,5 Axis=0",
     "InputTensors[1].Sizes[2] is 4; it must be 5, as OutputTensor's is; its data has other sizes, so check what computes it",
     ""},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT16:2,3 FLOAT32:2,3",
     "BTensor.DataType is FLOAT16; it must be FLOAT32, as ATensor's is; convert the data too: CAST, or ConvertTensor",
     "With converted data, DirectML accepts it with: BTensor=FLOAT32:2,3"},
    {"ELEMENT_WISE_IF UINT8:2,3 FLOAT32:2,3 FLOAT16:2,3 FLOAT32:2,3",
     "BTensor.DataType is FLOAT16; it must be FLOAT32, as ATensor's is; convert the data too: CAST, or ConvertTensor",
     "With converted data, DirectML accepts it with: BTensor=FLOAT32:2,3"},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR UINT8:2,3 FLOAT16:2,3 UINT8:2,3 FLOAT32:2,3",
     "ScaleTensor.DataType is FLOAT16; it must be FLOAT32, as OutputTensor's is; convert the data too: CAST, or ConvertTensor",
     "With converted data, DirectML accepts it with: ScaleTensor=FLOAT32:2,3"},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR UINT8:2,3 FLOAT32:2,3 INT8:2,3 FLOAT32:2,3",
     "ZeroPointTensor.DataType is INT8; it must be UINT8, as InputTensor's is; convert the data too: CAST, or ConvertTensor",
     "With converted data, DirectML accepts it with: ZeroPointTensor=UINT8:2,3"},
    {"GEMM FLOAT16:2,3 INT8:3,4 - FLOAT16:2,4",
     "BTensor.DataType is INT8; it must be FLOAT32 or FLOAT16; convert the data too: CAST, or ConvertTensor",
     "With converted data, DirectML accepts it with: BTensor=FLOAT16:3,4"},
    {"GEMM FLOAT32:2,12,77,64 FLOAT32:2,4,64,77 - FLOAT32:2,12,77,77",
     "BTensor.Sizes[1] is 4; it must be 12, as ATensor's is: the matrices are the last two axes, and those before them are batches; for grouped heads, make the groups batches: use the sizes {8, 3, 64, 77} and the strides {4928, 0, 77, 1}, give ATensor the sizes {8, 3, 77, 64}, and give OutputTensor the sizes {8, 3, 77, 77}",
     "DirectML accepts it with: ATensor=FLOAT32:8,3,77,64 BTensor=FLOAT32:8,3,64,77:4928,0,77,1 OutputTensor=FLOAT32:8,3,77,77"},
    {"SPLIT FLOAT32:1,2304,64 FLOAT32:1,768,64+FLOAT32:1,768,64 Axis=1",
     "the outputs add up to 1536; they must add up to 2304, InputTensor.Sizes[1]",
     ""},
    {"RESAMPLE FLOAT32:32,32 FLOAT32:1,64,64 InterpolationMode=LINEAR Scales=1,2,2",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 32, 32}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,32,32"},
    {"REDUCE AVERAGE FLOAT16:1,77,768 FLOAT16:1,1,1,768 Axes=1,2",
     "InputTensor.DimensionCount is 3; it must be 4, as OutputTensor's is; use the sizes {1, 1, 77, 768}",
     "DirectML accepts it with: InputTensor=FLOAT16:1,1,77,768"},
    {"SLICE1 FLOAT32:32,56,56 FLOAT32:1,19,56,56 InputWindowOffsets=0,0,0,0 InputWindowSizes=1,19,56,56 InputWindowStrides=1,1,1,1",
     "InputTensor.DimensionCount is 3; it must be 4, as OutputTensor's is; use the sizes {1, 32, 56, 56}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,32,56,56"},
    {"CONVOLUTION FLOAT32:1,1,8,8,8 FLOAT32:1,1,3,3 - FLOAT32:1,1,8,6,6",
     "FilterTensor.DimensionCount is 4; it must be 5, as InputTensor's is; use the sizes {1, 1, 1, 3, 3}",
     "DirectML accepts it with: FilterTensor=FLOAT32:1,1,1,3,3"},
    {"TOP_K FLOAT32:3,5 FLOAT32:1,3,2 UINT32:1,3,2 Axis=2 K=2",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputValueTensor's is; use the sizes {1, 3, 5}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,5"},
    {"TOP_K FLOAT32:3,5 FLOAT32:1,3,2 UINT32:1,3,2 Axis=1 K=2",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputValueTensor's is; use the sizes {1, 3, 5}; also use Axis 2",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,5 Axis=2"},
    {"ARGMAX FLOAT32:3,5 UINT32:1,3,1 Axes=1",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 3, 5}; also use Axes {2}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,5 Axes=2"},
    {"GATHER_ELEMENTS FLOAT32:3,5 INT32:1,3,2 FLOAT32:1,3,2 Axis=1",
     "InputTensor.DimensionCount is 2; it must be 3, as IndicesTensor's is; use the sizes {1, 3, 5}; also use Axis 2",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,5 Axis=2"},
    {"BATCH_NORMALIZATION FLOAT32:8,16,7,40 FLOAT32:1,16,1,1 FLOAT32:2,16,1,1 FLOAT32:1,16,1,1 FLOAT32:1,16,1,1 FLOAT32:8,16,7,40",
     "VarianceTensor.Sizes[0] is 2; it must be 1 or 8, as InputTensor's is; if its data has these sizes, use the sizes {1, 16, 1, 1}",
     "If that is what the data is, DirectML accepts it with: VarianceTensor=FLOAT32:1,16,1,1"},
    {"BATCH_NORMALIZATION FLOAT32:1,64,7,7 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,64,7,7",
     "MeanTensor.Sizes[3] is 64; it must be 1 or 7, as InputTensor's is; put its 64 values on axis 1: {1, 64, 1, 1}; the same for VarianceTensor and every other tensor of these sizes",
     "DirectML accepts it with: MeanTensor=FLOAT32:1,64,1,1 VarianceTensor=FLOAT32:1,64,1,1 ScaleTensor=FLOAT32:1,64,1,1 BiasTensor=FLOAT32:1,64,1,1"},
    // 64 values belong to the axis of 64 elements, and not to the 8 x 8 positions.
    {"BATCH_NORMALIZATION FLOAT32:1,64,8,8 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,1,1,64 FLOAT32:1,64,8,8",
     "MeanTensor.Sizes[3] is 64; it must be 1 or 8, as InputTensor's is; put its 64 values on axis 1: {1, 64, 1, 1}; the same for VarianceTensor and every other tensor of these sizes",
     "DirectML accepts it with: MeanTensor=FLOAT32:1,64,1,1 VarianceTensor=FLOAT32:1,64,1,1 ScaleTensor=FLOAT32:1,64,1,1 BiasTensor=FLOAT32:1,64,1,1"},
    {"BATCH_NORMALIZATION FLOAT32:1,64,8,8 FLOAT32:64 FLOAT32:64 FLOAT32:64 FLOAT32:64 FLOAT32:1,64,8,8",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 64 values on axis 1: {1, 64, 1, 1}; the same for VarianceTensor and every other tensor of these sizes",
     "DirectML accepts it with: MeanTensor=FLOAT32:1,64,1,1 VarianceTensor=FLOAT32:1,64,1,1 ScaleTensor=FLOAT32:1,64,1,1 BiasTensor=FLOAT32:1,64,1,1"},
    {"BATCH_NORMALIZATION FLOAT32:1,64,8,8 FLOAT32:1,1,1,64 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,8,8",
     "MeanTensor.Sizes[3] is 64; it must be 1 or 8, as InputTensor's is; its axes belong elsewhere: use the sizes {1, 64, 1, 1}",
     "DirectML accepts it with: MeanTensor=FLOAT32:1,64,1,1"},
    {"MEAN_VARIANCE_NORMALIZATION FLOAT32:1,1,32,3200 FLOAT32:1,32,1,1 FLOAT32:1,32,1,1 FLOAT32:1,1,32,3200",
     "ScaleTensor.Sizes[1] is 32; it must be 1, as InputTensor's is; if its 32 values belong to axis 2 and not to the channels, use the sizes {1, 1, 32, 1}; the same for BiasTensor and every other tensor of these sizes",
     "If that is what the data is, DirectML accepts it with: ScaleTensor=FLOAT32:1,1,32,1 BiasTensor=FLOAT32:1,1,32,1"},
    {"JOIN FLOAT32:2,3+FLOAT32:2,3 FLOAT32:4,3 Axis=1",
     "InputTensors[0].Sizes[0] is 2; it must be 4, as OutputTensor's is; only the sizes on Axis may differ, and with Axis 0 it would fit",
     "DirectML accepts it with: Axis=0"},
    {"REDUCE AVERAGE FLOAT32:1,64,7,7 FLOAT32:1,64,1,1 Axes=1",
     "OutputTensor.Sizes[1] is 64; it must be 1 on a reduced axis; with Axes {2, 3} it would fit",
     "DirectML accepts it with: Axes=2,3"},
    {"GATHER_ELEMENTS FLOAT32:32,1000 INT32:32,5 FLOAT32:32,5 Axis=0",
     "OutputTensor.Sizes[1] is 5; it must be 1000, as InputTensor's is; with Axis 1 it would fit",
     "DirectML accepts it with: Axis=1"},
    {"GATHER FLOAT32:100,64 INT32:1,5 FLOAT32:5,64 Axis=0 IndexDimensions=0",
     "Axis is 0; it must be at least 1, the number of batch dimensions: those that the indices have before the last IndexDimensions; with IndexDimensions 1 it would fit",
     "DirectML accepts it with: IndexDimensions=1"},
    {"SPACE_TO_DEPTH1 FLOAT32:1,2,4,4 FLOAT32:1,8,2,2 BlockSize=1",
     "OutputTensor.Sizes[1] is 8; it must be 2; with BlockSize 2 it would fit",
     "DirectML accepts it with: BlockSize=2"},
    {"SLICE FLOAT32:1,3,480,640 FLOAT32:1,3,100,100 Offsets=0,0,100,200 Sizes=1,3,200,300 Strides=1,1,1,1",
     "OutputTensor.Sizes[2] is 100; it must be 200; with Sizes {1, 3, 100, 100} it would fit; these are counts of the output's elements, not ends",
     "DirectML accepts it with: Sizes=1,3,100,100"},
    {"UPSAMPLE_2D FLOAT32:1,8,10,20 FLOAT32:1,8,30,40 ScaleSize=3,2",
     "OutputTensor.Sizes[2] is 30; it must be 20, the input's size * ScaleSize; with ScaleSize {2, 3} it would fit, because its order is Width, Height",
     "DirectML accepts it with: ScaleSize=2,3"},
    {"CONVOLUTION FLOAT32:1,4,8,8 FLOAT32:8,4,3,3 - FLOAT32:1,8,6,6 GroupCount=2",
     "FilterTensor.Sizes[1] is 4; it must be 2, InputTensor.Sizes[1] / GroupCount; if its data has these sizes, use the sizes {8, 2, 3, 3}; if it has the given ones, with GroupCount 1 it would fit",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:8,2,3,3"},
    {"CONVOLUTION FLOAT32:1,3,32,32 FLOAT32:16,4,3,3 - FLOAT32:1,16,30,30",
     "FilterTensor.Sizes[1] is 4; it must be 3, InputTensor.Sizes[1] / GroupCount; if its data has these sizes, use the sizes {16, 3, 3, 3}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:16,3,3,3"},
    {"CONVOLUTION FLOAT32:1,6,12,12 FLOAT32:10,6,3,3 - FLOAT32:1,10,10,10 GroupCount=2",
     "FilterTensor.Sizes[1] is 6; it must be 3, InputTensor.Sizes[1] / GroupCount; if its data has these sizes, use the sizes {10, 3, 3, 3}; if it has the given ones, with GroupCount 1 it would fit",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:10,3,3,3"},
    {"CONVOLUTION FLOAT32:1,3,20,20 FLOAT32:12,5,3,3 - FLOAT32:1,12,18,18",
     "FilterTensor.Sizes[1] is 5; it must be 3, InputTensor.Sizes[1] / GroupCount; if its data has these sizes, use the sizes {12, 3, 3, 3}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:12,3,3,3"},
    {"CONVOLUTION FLOAT32:1,20,20,3 FLOAT32:12,3,3,3 - FLOAT32:1,18,18,12",
     "OutputTensor.Sizes[1] is 18; it must be 12, FilterTensor.Sizes[0]; if the images are in the order NHWC, use the sizes {1, 12, 18, 18} and the strides {3888, 1, 216, 12}, and give InputTensor the sizes {1, 3, 20, 20} and the strides {1200, 1, 60, 3}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,3,20,20:1200,1,60,3 OutputTensor=FLOAT32:1,12,18,18:3888,1,216,12"},
    {"CONVOLUTION FLOAT32:1,3,20,20 FLOAT32:5,5,3,12 - FLOAT32:1,5,18,9",
     "FilterTensor.Sizes[1] is 5; it must be 3, InputTensor.Sizes[1] / GroupCount; if FilterTensor is in the order HWIO, use the sizes {12, 3, 5, 5} and the strides {1, 12, 180, 36}, and give OutputTensor the sizes {1, 12, 16, 16}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:12,3,5,5:1,12,180,36 OutputTensor=FLOAT32:1,12,16,16"},
    {"CONVOLUTION FLOAT32:1,8,30,40 FLOAT32:3,3,8,16 - FLOAT32:1,16,28,38",
     "OutputTensor.Sizes[1] is 16; it must be 3, FilterTensor.Sizes[0]; if FilterTensor is in the order HWIO, give FilterTensor the sizes {16, 8, 3, 3} and the strides {1, 16, 384, 128}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:16,8,3,3:1,16,384,128"},
    {"MAX_POOLING2 FLOAT32:1,56,56,64 FLOAT32:1,28,28,64 - Strides=2,2 WindowSize=2,2",
     "OutputTensor.Sizes[1] is 28; it must be 56, as the input's is; if the images are in the order NHWC, use the sizes {1, 64, 28, 28} and the strides {50176, 1, 1792, 64}, and give InputTensor the sizes {1, 64, 56, 56} and the strides {200704, 1, 3584, 64}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,64,56,56:200704,1,3584,64 OutputTensor=FLOAT32:1,64,28,28:50176,1,1792,64"},
    {"CONVOLUTION FLOAT32:3,224,224 FLOAT32:64,3,7,7 - FLOAT32:64,112,112 Strides=2,2 StartPadding=3,3 EndPadding=3,3",
     "InputTensor.DimensionCount is 3; it must be 4, as FilterTensor's is; the batch is missing: use the sizes {1, 3, 224, 224}, and 1s in front of the other tensors of this rank too",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,224,224 OutputTensor=FLOAT32:1,64,112,112"},
    {"MAX_POOLING FLOAT32:3,224,224 FLOAT32:3,112,112 WindowSize=2,2 Strides=2,2",
     "InputTensor.DimensionCount is 3; it must be 4 to 5; the batch is missing: use the sizes {1, 3, 224, 224}, and 1s in front of the other tensors of this rank too",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,224,224 OutputTensor=FLOAT32:1,3,112,112"},
    {"GEMM FLOAT32:4 FLOAT32:2,4,1 - FLOAT32:2,1,1",
     "ATensor.DimensionCount is 1; it must be 2 to 4; put its 4 values on axis 2 and repeat them: use the sizes {2, 1, 4} and the strides {0, 4, 1}",
     "DirectML accepts it with: ATensor=FLOAT32:2,1,4:0,4,1"},
    {"ELEMENT_WISE_IF UINT8:1,1,77,77 FLOAT32:1,12,77,77 FLOAT32:1 FLOAT32:1,12,77,77",
     "ConditionTensor.Sizes[1] is 1; it must be 12, as ATensor's is; to repeat it, use size 12 and stride 0: the sizes {1, 12, 77, 77} and the strides {5929, 0, 77, 1}; give BTensor the sizes {1, 12, 77, 77} and the strides {1, 0, 0, 0}",
     "DirectML accepts it with: ConditionTensor=UINT8:1,12,77,77:5929,0,77,1 BTensor=FLOAT32:1,12,77,77:1,0,0,0"},
    {"GEMM FLOAT32:1,77,768 FLOAT32:3072,768 - FLOAT32:1,77,3072",
     "BTensor.DimensionCount is 2; it must be 3, as ATensor's is; use the sizes {1, 3072, 768}; also use TransB TRANSPOSE",
     "DirectML accepts it with: BTensor=FLOAT32:1,3072,768 TransB=TRANSPOSE"},
    {"GRU InputTensor=FLOAT32:1,2,3,3 WeightTensor=FLOAT32:1,1,15,3 RecurrenceTensor=FLOAT32:1,1,15,5 BiasTensor=FLOAT32:1,1,1,15 OutputSequenceTensor=FLOAT32:2,1,3,5",
     "BiasTensor.Sizes[3] is 15; it must be 30: the bias of the input weights, and after it that of the recurrence",
     ""},
    {"ELEMENT_WISE_IDENTITY FLOAT32:1,3136 FLOAT32:1,64,7,7",
     "InputTensor.DimensionCount is 2; it must be 4, as OutputTensor's is; it has as many elements, and a reshape needs no operator: use the sizes {1, 64, 7, 7}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,64,7,7"},
    {"CONVOLUTION FLOAT32:1,3,8,8 FLOAT32:4,3,3,3 - FLOAT32:1,4,6,6 DimensionCount=0 Strides=- Dilations=- StartPadding=- EndPadding=- OutputPadding=-",
     "DimensionCount is 0; it must be 2, the number of spatial axes",
     ""},
    {"MAX_POOLING FLOAT32:1,3,8,8,8 FLOAT32:1,3,4,4,4 DimensionCount=0 Strides=- WindowSize=- StartPadding=- EndPadding=-",
     "DimensionCount is 0; it must be 3, the number of spatial axes",
     ""},
    {"CONVOLUTION FLOAT32:1,3,20,20 FLOAT32:3,64,5,5 - FLOAT32:1,64,16,16",
     "OutputTensor.Sizes[1] is 64; it must be 3, FilterTensor.Sizes[0]; if FilterTensor is in the order IOHW, give FilterTensor the sizes {64, 3, 5, 5} and the strides {25, 1600, 5, 1}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:64,3,5,5:25,1600,5,1"},
    {"RESAMPLE1 FLOAT32:32,32 FLOAT32:1,64,64 InterpolationMode=LINEAR Scales=1,2,2 InputPixelOffsets=0.5,0.5,0.5 OutputPixelOffsets=-0.5,-0.5,-0.5",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 32, 32}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,32,32"},
    {"MAX_POOLING2 FLOAT32:1,56,56,64 FLOAT32:1,28,28,64 UINT32:1,28,28,64 Strides=2,2 WindowSize=2,2",
     "OutputTensor.Sizes[1] is 28; it must be 56, as the input's is; if the images are in the order NHWC, use the sizes {1, 64, 28, 28} and the strides {50176, 1, 1792, 64}, give InputTensor the sizes {1, 64, 56, 56} and the strides {200704, 1, 3584, 64}, and give OutputIndicesTensor the sizes {1, 64, 28, 28} and the strides {50176, 1, 1792, 64}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,64,56,56:200704,1,3584,64 OutputTensor=FLOAT32:1,64,28,28:50176,1,1792,64 OutputIndicesTensor=UINT32:1,64,28,28:50176,1,1792,64"},
    {"RESAMPLE2 FLOAT32:32,32 FLOAT32:1,64,64 InterpolationMode=LINEAR Scales=1,2,2",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 32, 32}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,32,32"},
    {"RESAMPLE3 FLOAT32:32,32 FLOAT32:1,64,64 InterpolationMode=LINEAR Scales=1,2,2",
     "InputTensor.DimensionCount is 2; it must be 3, as OutputTensor's is; use the sizes {1, 32, 32}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,32,32"},
    {"RESAMPLE_GRAD FLOAT32:1,64,64 FLOAT32:32,32 InterpolationMode=LINEAR Scales=1,2,2",
     "OutputGradientTensor.DimensionCount is 2; it must be 3, as InputGradientTensor's is; use the sizes {1, 32, 32}",
     "DirectML accepts it with: OutputGradientTensor=FLOAT32:1,32,32"},
    {"SLICE_GRAD FLOAT32:19,56,56 FLOAT32:1,32,56,56 InputWindowOffsets=0,0,0,0 InputWindowSizes=1,19,56,56 InputWindowStrides=1,1,1,1",
     "InputGradientTensor.DimensionCount is 3; it must be 4, as OutputGradientTensor's is; use the sizes {1, 19, 56, 56}",
     "DirectML accepts it with: InputGradientTensor=FLOAT32:1,19,56,56"},
    {"ROI_ALIGN FLOAT32:3,32,32 FLOAT32:2,4 UINT32:2 FLOAT32:2,3,7,7",
     "InputTensor.DimensionCount is 3; it must be 4; use the sizes {1, 3, 32, 32}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,3,32,32"},
    {"REDUCE SUM FLOAT32:1,64,7,7 FLOAT32:1,1,1,1 AxisCount=0",
     "OutputTensor.Sizes[1] is 1; it must be 64, as InputTensor's is, because AxisCount is 0; with Axes {1, 2, 3} it would fit",
     "DirectML accepts it with: AxisCount=3 Axes=1,2,3"},
    // Height, width and channels are equal: the values are those of the channels.
    {"BATCH_NORMALIZATION FLOAT32:1,8,8,8 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:8 FLOAT32:1,8,8,8",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; put its 8 values on axis 1: {1, 8, 1, 1}; the same for VarianceTensor and every other tensor of these sizes",
     "DirectML accepts it with: MeanTensor=FLOAT32:1,8,1,1 VarianceTensor=FLOAT32:1,8,1,1 ScaleTensor=FLOAT32:1,8,1,1 BiasTensor=FLOAT32:1,8,1,1"},
    {"MAX_UNPOOLING FLOAT32:4,3,3 UINT32:1,4,3,3 FLOAT32:1,4,6,6",
     "InputTensor.DimensionCount is 3; it must be 4; use the sizes {1, 4, 3, 3}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,4,3,3"},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:3,2 FLOAT32:2,3",
     "BTensor.Sizes[0] is 3; it must be 2, as ATensor's is; if its axes are in another order, use the sizes {2, 3} and the strides {1, 2}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: BTensor=FLOAT32:2,3:1,2"},
    {"CONVOLUTION FLOAT32:1,20,20,3 FLOAT32:12,5,5,3 - FLOAT32:1,16,16,12",
     "OutputTensor.Sizes[1] is 16; it must be 12, FilterTensor.Sizes[0]; if the images are in the order NHWC and FilterTensor in OHWI, use the sizes {1, 12, 16, 16} and the strides {3072, 1, 192, 12}, give InputTensor the sizes {1, 3, 20, 20} and the strides {1200, 1, 60, 3}, and give FilterTensor the sizes {12, 3, 5, 5} and the strides {75, 1, 15, 3}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,3,20,20:1200,1,60,3 FilterTensor=FLOAT32:12,3,5,5:75,1,15,3 OutputTensor=FLOAT32:1,12,16,16:3072,1,192,12"},
    // A vector belongs to the last axis of a matrix product, although TransB is wrong too.
    {"GEMM FLOAT16:16,256 FLOAT16:10,256 FLOAT16:10 FLOAT16:16,10",
     "CTensor.DimensionCount is 1; it must be 2 to 4; put its 10 values on axis 1 and repeat them: use the sizes {16, 10} and the strides {0, 1}; also use TransB TRANSPOSE",
     "DirectML accepts it with: CTensor=FLOAT16:16,10:0,1 TransB=TRANSPOSE"},
    {"GEMM FLOAT16:16,256 FLOAT16:10,256 FLOAT16:10,1 FLOAT16:16,10",
     "CTensor.Sizes[0] is 10; it must be 16, as OutputTensor's is; put its 10 values on axis 1 and repeat them: use the sizes {16, 10} and the strides {0, 1}; also use TransB TRANSPOSE",
     "DirectML accepts it with: CTensor=FLOAT16:16,10:0,1 TransB=TRANSPOSE"},
    {"CONVOLUTION FLOAT32:1,224,224,3 FLOAT32:64,7,7,3 FLOAT32:64 FLOAT32:1,112,112,64 Strides=2,2 StartPadding=3,3 EndPadding=3,3",
     "BiasTensor.DimensionCount is 1; it must be 3 to 5; if the images are in the order NHWC and FilterTensor in OHWI or HWIO, list the sizes in the order NCHW and OIHW, with the strides of the memory, and give BiasTensor the sizes {1, C, 1, 1}",
     ""},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 KeyTensor=FLOAT16:1,77,763 ValueTensor=FLOAT16:1,77,768 OutputTensor=FLOAT16:1,77,768 HeadCount=7",
     "HeadCount is 7; it must divide 768, the last size of QueryTensor. The sizes of an attention are batch, sequence, and heads * head size",
     ""},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,12,77,64 KeyTensor=FLOAT16:1,12,77,64 ValueTensor=FLOAT16:1,12,77,64 OutputTensor=FLOAT16:1,12,77,64 HeadCount=12",
     "HeadCount is 12; it must divide 64, the last size of QueryTensor. The sizes of an attention are batch, sequence, and heads * head size. A tensor of batch, heads, sequence and head size must be copied to the order batch, sequence, heads and head size first",
     ""},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 KeyTensor=FLOAT16:1,77,768 ValueTensor=FLOAT16:1,77,768 MaskTensor=INT32:1,1,1,77 OutputTensor=FLOAT16:1,77,768 HeadCount=12 MaskType=BOOLEAN",
     "MaskTensor.Sizes[1] is 1; it must be 12: the sizes are batch, heads, queries and keys. An axis of size 1 is repeated by its full size and stride 0",
     ""},
    // a causal mask; one head would fit, too, and is not meant
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 KeyTensor=FLOAT16:1,77,768 ValueTensor=FLOAT16:1,77,768 MaskTensor=INT32:1,1,77,77 OutputTensor=FLOAT16:1,77,768 HeadCount=12 MaskType=BOOLEAN",
     "MaskTensor.Sizes[1] is 1; it must be 12: the sizes are batch, heads, queries and keys. An axis of size 1 is repeated by its full size and stride 0",
     ""},
    {"SLICE1 FLOAT32:1,3,4,4 FLOAT32:1,3,4,4 InputWindowOffsets=0,0,2,2 InputWindowSizes=1,3,4,4 InputWindowStrides=1,1,1,1",
     "the slice that starts at InputWindowOffsets[2] ends at 6; the axis has size 4: reduce the offset or the size of the slice",
     ""},
    {"SLICE1 FLOAT32:1,3,4,4 FLOAT32:1,3,4,4 InputWindowOffsets=0,0,2,2 InputWindowSizes=1,3,2,2 InputWindowStrides=1,1,1,1",
     "OutputTensor.Sizes[2] is 4; it must be 2; use the sizes {1, 3, 2, 2}",
     "DirectML accepts it with: OutputTensor=FLOAT32:1,3,2,2"},
    {"ELEMENT_WISE_QUANTIZE_LINEAR FLOAT32:1,3,4,4 FLOAT32:1,1,1,1 UINT8:1,1,1,1 INT8:1,3,4,4",
     "ScaleTensor.Sizes[1] is 1; it must be 3, as InputTensor's is; to repeat it, use this size and stride 0",
     ""},
    // An input without a batch and with its channels last keeps all of its elements.
    {"CONVOLUTION FLOAT32:8,8,3 FLOAT32:4,3,3,3 - FLOAT32:1,4,6,6 Strides=1,1",
     "InputTensor.DimensionCount is 3; it must be 4, as FilterTensor's is; if InputTensor is in the order NHWC, use the sizes {1, 3, 8, 8} and the strides {192, 1, 24, 3}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,3,8,8:192,1,24,3"},
    {"LSTM FLOAT32:5,2,8 FLOAT32:1,16,8 FLOAT32:1,16,4 OutputSingleTensor=FLOAT32:1,2,4",
     "InputTensor.DimensionCount is 3; it must be 4 to 5; put axes of size 1 in front, so that each tensor has 4 axes",
     ""},
    {"LSTM FLOAT32:5,1,2,8 FLOAT32:1,1,16,8 FLOAT32:1,1,16,4 OutputSingleTensor=FLOAT32:1,1,2,4 ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH,ACTIVATION_TANH",
     "InputTensor.Sizes[0] is 5; InputTensor, RecurrenceTensor and Direction together give 1; its axes belong elsewhere: use the sizes {1, 5, 2, 8}",
     "DirectML accepts it with: InputTensor=FLOAT32:1,5,2,8"},
    {"RESAMPLE FLOAT32:1,3,4,4 FLOAT32:1,3,8,8 Scales=0,0,0,0",
     "Scales[0] is below 2^-23, about 1.2e-7, or NaN; every scale must be at least that: the output's size / the input's size, or 1 for an axis that keeps its size",
     ""},
    // The filter of a transposed convolution has the input's channels first.
    {"CONVOLUTION FLOAT32:1,256,16,16 FLOAT32:128,256,4,4 FLOAT32:1,128,1,1 FLOAT32:1,128,32,32 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1",
     "FilterTensor.Sizes[0] is 128; it must be 256, InputTensor.Sizes[1]; for Direction BACKWARD, use the sizes {256, 128, 4, 4}; if its data is in the order OIHW, use the strides {16, 4096, 4, 1} as well",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:256,128,4,4"},
    {"CONVOLUTION FLOAT32:1,256,16 FLOAT32:128,256,4 - FLOAT32:1,128,32 Direction=BACKWARD Strides=2 StartPadding=1 EndPadding=1",
     "FilterTensor.Sizes[0] is 128; it must be 256, InputTensor.Sizes[1]; for Direction BACKWARD, use the sizes {256, 128, 4}; if its data is in the order OIW, use the strides {4, 1024, 1} as well",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:256,128,4"},
    {"CONVOLUTION FLOAT32:1,16,4,8,8 FLOAT32:8,16,2,2,2 - FLOAT32:1,8,8,16,16 Direction=BACKWARD Strides=2,2,2",
     "FilterTensor.Sizes[0] is 8; it must be 16, InputTensor.Sizes[1]; for Direction BACKWARD, use the sizes {16, 8, 2, 2, 2}; if its data is in the order OIDHW, use the strides {8, 128, 4, 2, 1} as well",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:16,8,2,2,2"},
    {"CONVOLUTION FLOAT32:1,256,16,16 FLOAT32:4,4,128,256 - FLOAT32:1,128,32,32 Direction=BACKWARD Strides=2,2 StartPadding=1,1 EndPadding=1,1",
     "InputTensor.Sizes[1] is 256; it must be 4, FilterTensor.Sizes[0]; if FilterTensor is in the order HWOI, give FilterTensor the sizes {256, 128, 4, 4} and the strides {1, 256, 131072, 32768}",
     "If that is what the data is, DirectML accepts it with: FilterTensor=FLOAT32:256,128,4,4:1,256,131072,32768"},
    {"ACTIVATION_PARAMETERIZED_RELU FLOAT32:1,64,112,112 FLOAT32:1,64,112,112:0,0,0,1:total=256 FLOAT32:1,64,112,112",
     "SlopeTensor.TotalTensorSizeInBytes is 256; it must be at least 448; with the strides {0, 1, 0, 0} it would fit",
     "If that is what the data is, DirectML accepts it with: SlopeTensor=FLOAT32:1,64,112,112:0,1,0,0"},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,3:total=8 FLOAT32:2,3",
     "BTensor.TotalTensorSizeInBytes is 8; it must be at least 24; if the total is right, the sizes or the strides are not",
     "If that is what the data is, DirectML accepts it with: BTensor=FLOAT32:2,3:total=24"},
    // A stride or dilation of 0: the sizes of the output show which one is meant.
    {"MAX_POOLING FLOAT32:1,3,8,8 FLOAT32:1,3,4,4 WindowSize=2,2 Strides=0,0",
     "DirectML accepts this, but Strides[0] is 0; it should be at least 1; with Strides {2, 2} it would fit",
     "The output would have its sizes with: Strides=2,2"},
    {"CONVOLUTION FLOAT32:1,3,8,8 FLOAT32:8,3,3,3 - FLOAT32:1,8,6,6 Dilations=0,0",
     "DirectML accepts this, but Dilations[0] is 0; it should be at least 1; with Dilations {1, 1} it would fit",
     "The output would have its sizes with: Dilations=1,1"},
    {"AVERAGE_POOLING FLOAT32:1,3,8,8 FLOAT32:1,3,5,7 WindowSize=2,2 Strides=0,0",
     "DirectML accepts this, but Strides[0] is 0; it should be at least 1",
     ""},
    {"AVERAGE_POOLING_GRAD FLOAT32:1,3,4,4 FLOAT32:1,3,8,8 WindowSize=2,2 Strides=0,0",
     "DirectML accepts this, but Strides[0] is 0; it should be at least 1",
     ""},
    {"UNFOLD FLOAT32:1,1,4,4 FLOAT32:1,4,16 WindowSizes=2,2 Dilations=0,0",
     "DirectML accepts this, but Dilations[0] is 0; it should be at least 1",
     ""},
    // CAST gives an output another data type.
    {"ELEMENT_WISE_IDENTITY FLOAT32:2,3 FLOAT16:2,3",
     "OutputTensor.DataType is FLOAT16; it must be FLOAT32, as InputTensor's is; to get FLOAT16, use CAST instead",
     "DirectML accepts it with: OutputTensor=FLOAT32:2,3"},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,3 INT32:2,3",
     "OutputTensor.DataType is INT32; it must be FLOAT32, as ATensor's is; to get INT32, use CAST after this operator",
     "DirectML accepts it with: OutputTensor=FLOAT32:2,3"},
    {"ELEMENT_WISE_QUANTIZE_LINEAR FLOAT32:1,64,8,8 FLOAT32:1,64,8,8:0,0,0,0 UINT8:1,64,8,8:0,0,0,0 INT8:1,64,8,8",
     "OutputTensor.DataType is INT8; it must be UINT8, as ZeroPointTensor's is; or convert ZeroPointTensor to INT8: CAST, or ConvertTensor",
     "If that is what the data is, DirectML accepts it with: OutputTensor=UINT8:1,64,8,8"},
    {"QUANTIZED_LINEAR_CONVOLUTION UINT8:1,64,56,56 FLOAT32:1 UINT8:1 INT8:128,64,3,3 FLOAT32:128 INT8:128 INT32:1,128,1,1 FLOAT32:1 UINT8:1 UINT8:1,128,56,56 StartPadding=1,1 EndPadding=1,1",
     "FilterZeroPointTensor has 128 elements, but not along axis 1: one for each output channel; put its 128 values on axis 1: {1, 128, 1, 1}; the same for FilterScaleTensor and every other tensor of these sizes",
     "DirectML accepts it with: FilterScaleTensor=FLOAT32:1,128,1,1 FilterZeroPointTensor=INT8:1,128,1,1"},
    {"CONVOLUTION FLOAT16:1,3,224,224 FLOAT16:64,3,7,7 - FLOAT16:1,64,112,112:802816,7168,64,1 Strides=2,2 StartPadding=3,3 EndPadding=3,3",
     "OutputTensor.Sizes have 802816 elements, but OutputTensor.Strides span only 458800; elements of an output must not overlap; strides are listed in the order of the sizes; with the strides {802816, 1, 7168, 64} it would fit",
     "DirectML accepts it with: OutputTensor=FLOAT16:1,64,112,112:802816,1,7168,64"},
    {"GEMM FLOAT32:1,2048 FLOAT32:1000,2048 - FLOAT32:1000,1",
     "BTensor.Sizes[0] is 1000; the matrix product requires 2048; check TransA and TransB, and what computes its data",
     ""},
    {"SCATTER_ND FLOAT32:2,3,4 INT32:1,5,2 FLOAT32:1,5,4 FLOAT32:2,3,4 InputDimensionCount=3 IndicesDimensionCount=1",
     "IndicesTensor.Sizes[1] is 5; it must be at most 1; with IndicesDimensionCount 2 it would fit",
     "DirectML accepts it with: IndicesDimensionCount=2"},
    // The sizes of an attention's tensors.
    {"MULTIHEAD_ATTENTION FLOAT16:1,1,512 FLOAT16:1,1,512 FLOAT16:1,1,512 PastKeyTensor=FLOAT16:1,10,8,64 PastValueTensor=FLOAT16:1,10,8,64 OutputTensor=FLOAT16:1,1,512 OutputPresentKeyTensor=FLOAT16:1,11,8,64 OutputPresentValueTensor=FLOAT16:1,11,8,64 Scale=0.125 HeadCount=8",
     "PastKeyTensor.Sizes[1] is 10; the head counts and the sizes of the other tensors together give 8; its sizes are batch, heads, sequence and head size. If the sequence comes before the heads in its memory, its strides are heads * sequence * head size, head size, heads * head size, and 1",
     ""},
    {"MULTIHEAD_ATTENTION StackedQueryKeyValueTensor=FLOAT16:1,77,3,12,64 OutputTensor=FLOAT16:1,77,12,64 Scale=0.125 HeadCount=12",
     "StackedQueryKeyValueTensor.Sizes[2] is 3; the head counts and the sizes of the other tensors together give 12; its sizes are batch, sequence, heads, 3 and head size",
     ""},
    {"MULTIHEAD_ATTENTION StackedQueryKeyTensor=FLOAT16:1,77,2,12,64 ValueTensor=FLOAT16:1,77,768 OutputTensor=FLOAT16:1,77,768 Scale=0.125 HeadCount=12",
     "StackedQueryKeyTensor.Sizes[2] is 2; the head counts and the sizes of the other tensors together give 12; if its axes are in another order, use the sizes {1, 77, 12, 2, 64} and the strides {118272, 1536, 64, 768, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: StackedQueryKeyTensor=FLOAT16:1,77,12,2,64:118272,1536,64,768,1"},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 StackedKeyValueTensor=FLOAT16:1,77,2,12,64 OutputTensor=FLOAT16:1,77,768 Scale=0.125 HeadCount=12",
     "StackedKeyValueTensor.Sizes[2] is 2; the head counts and the sizes of the other tensors together give 12; if its axes are in another order, use the sizes {1, 77, 12, 2, 64} and the strides {118272, 1536, 64, 768, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: StackedKeyValueTensor=FLOAT16:1,77,12,2,64:118272,1536,64,768,1"},
    {"MULTIHEAD_ATTENTION FLOAT32:2,12,128,64 FLOAT32:2,12,128,64 FLOAT32:2,12,128,64 OutputTensor=FLOAT32:2,12,128,64 Scale=0.125 HeadCount=12",
     "QueryTensor.Sizes[0] is 2; it must be at most 1; its sizes are batch, sequence, and heads * head size. A tensor of batch, heads, sequence and head size must be copied to the order batch, sequence, heads and head size first",
     ""},
    {"MULTIHEAD_ATTENTION FLOAT16:1,77,768 FLOAT16:1,77,768 FLOAT16:1,77,768 OutputTensor=FLOAT16:2,77,768 RelativePositionBiasTensor=FLOAT16:1,11,77,77 Scale=0.125 HeadCount=12",
     "RelativePositionBiasTensor.Sizes[1] is 11; the head counts and the sizes of the other tensors together give 12",
     ""},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 StackedKeyValueTensor=FLOAT16:1,77,11,2,64 OutputTensor=FLOAT16:1,77,768 Scale=0.125 HeadCount=12",
     "StackedKeyValueTensor.Sizes[2] is 11; the head counts and the sizes of the other tensors together give 12; its sizes are batch, sequence, heads, 2 and head size",
     ""},
    {"MULTIHEAD_ATTENTION StackedQueryKeyTensor=FLOAT16:1,77,11,2,64 ValueTensor=FLOAT16:1,77,768 OutputTensor=FLOAT16:1,77,768 Scale=0.125 HeadCount=12",
     "StackedQueryKeyTensor.Sizes[2] is 11; the head counts and the sizes of the other tensors together give 12; its sizes are batch, sequence, heads, 2 and head size",
     ""},
    // An attribute that is set wrong gives the output other sizes.
    {"SLICE1 FLOAT32:1,56,56,96 FLOAT32:1,28,28,96 InputWindowOffsets=0,0,1,0 InputWindowSizes=1,28,28,96 InputWindowStrides=1,2,2,1",
     "InputWindowSizes[1] is 28; it must be at least 55; with InputWindowSizes {1, 55, 55, 96} it would fit; these are counts of the input's elements, not ends",
     "DirectML accepts it with: InputWindowSizes=1,55,55,96"},
    {"SLICE1 FLOAT32:1,3,640,640 FLOAT32:1,3,320,320 InputWindowOffsets=0,0,0,0 InputWindowSizes=1,3,320,320 InputWindowStrides=2,2,1,1",
     "InputWindowSizes[1] is 3; it must be at least 5; with InputWindowStrides {1, 1, 2, 2} and InputWindowSizes {1, 3, 639, 639} it would fit",
     "DirectML accepts it with: InputWindowSizes=1,3,639,639 InputWindowStrides=1,1,2,2"},
    {"SLICE1 FLOAT32:1,3,8,8 FLOAT32:1,3,4,4 InputWindowOffsets=0,0,0,0 InputWindowSizes=1,3,4,4 InputWindowStrides=1,1,-2,2",
     "InputWindowSizes[2] is 4; it must be at least 7; with InputWindowSizes {1, 3, 7, 7} it would fit; these are counts of the input's elements, not ends",
     "DirectML accepts it with: InputWindowSizes=1,3,7,7"},
    {"SLICE1 FLOAT32:4,4 FLOAT32:2,2 InputWindowOffsets=0,0 InputWindowSizes=0,4 InputWindowStrides=1,1",
     "InputWindowSizes[0] is 0; it must be at least 2; with InputWindowSizes {2, 2} it would fit; these are counts of the input's elements, not ends",
     "DirectML accepts it with: InputWindowSizes=2,2"},
    {"PADDING FLOAT32:1,64,56,56 FLOAT32:1,64,63,59 CONSTANT StartPadding=0,0,1,2 EndPadding=0,0,3,4",
     "OutputTensor.Sizes[2] is 63; it must be 60, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 3, 1} and EndPadding {0, 0, 4, 2} it would fit",
     "DirectML accepts it with: StartPadding=0,0,3,1 EndPadding=0,0,4,2"},
    {"PADDING FLOAT32:1,64,56,56 FLOAT32:1,64,60,58 CONSTANT StartPadding=0,0,2,2 EndPadding=0,0,1,1",
     "OutputTensor.Sizes[2] is 60; it must be 59, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 2, 1} and EndPadding {0, 0, 2, 1} it would fit",
     "DirectML accepts it with: StartPadding=0,0,2,1 EndPadding=0,0,2,1"},
    {"PADDING FLOAT32:1,3,224,224 FLOAT32:1,3,230,230 CONSTANT StartPadding=3,3 EndPadding=3,3",
     "DimensionCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 3, 3} and EndPadding {0, 0, 3, 3} it would fit",
     "DirectML accepts it with: StartPadding=0,0,3,3 EndPadding=0,0,3,3"},
    {"PADDING FLOAT32:3,4,4 FLOAT32:3,6,8 CONSTANT StartPadding=1,2 EndPadding=1,2",
     "DimensionCount is 2; it must be 3, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 1, 2} and EndPadding {0, 1, 2} it would fit",
     "DirectML accepts it with: StartPadding=0,1,2 EndPadding=0,1,2"},
    {"PADDING FLOAT32:1,3,4,4,4 FLOAT32:1,3,6,8,10 CONSTANT StartPadding=1,2,3 EndPadding=1,2,3",
     "DimensionCount is 3; it must be 5, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 1, 2, 3} and EndPadding {0, 0, 1, 2, 3} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,2,3 EndPadding=0,0,1,2,3"},
    {"PADDING FLOAT32:3,4,4 FLOAT32:3,4,6 CONSTANT StartPadding=2,1 EndPadding=2,1",
     "DimensionCount is 2; it must be 3, the DimensionCount of InputTensor: one entry for each axis, N and C included",
     ""},
    {"PADDING FLOAT32:4,4 FLOAT32:4,4 CONSTANT StartPadding=0,1,1 EndPadding=0,1,1",
     "DimensionCount is 3; it must be 2, the DimensionCount of InputTensor: one entry for each axis, N and C included",
     ""},
    {"UPSAMPLE_2D FLOAT32:1,256,13,13 FLOAT32:1,256,26,26 ScaleSize=1,1",
     "OutputTensor.Sizes[2] is 26; it must be 13, the input's size * ScaleSize; with ScaleSize {2, 2} it would fit",
     "DirectML accepts it with: ScaleSize=2,2"},
    {"TILE FLOAT32:1,1,128,128 FLOAT32:1,12,128,128 Repeats=1,1,12,1",
     "OutputTensor.Sizes[1] is 12; it must be 1, the input's size * Repeats; with Repeats {1, 12, 1, 1} it would fit",
     "DirectML accepts it with: Repeats=1,12,1,1"},
    {"CONVOLUTION FLOAT32:1,3,224,224 FLOAT32:64,3,7,7 FLOAT32:1,64,1,1 FLOAT32:1,64,112,112 Strides=2,2",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 112; with StartPadding {3, 3} and EndPadding {3, 3} it would fit; otherwise with the given attributes it should be 109. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: StartPadding=3,3 EndPadding=3,3"},
    {"CONVOLUTION FLOAT32:1,32,56,72 FLOAT32:32,32,5,3 - FLOAT32:1,32,56,72 StartPadding=2,2 EndPadding=1,1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 56; with StartPadding {2, 1} and EndPadding {2, 1} it would fit; otherwise with the given attributes it should be 55. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: StartPadding=2,1 EndPadding=2,1"},
    {"CONVOLUTION FLOAT32:1,128,28,28 FLOAT32:128,128,3,3 - FLOAT32:1,128,28,28 StartPadding=1,1 EndPadding=1,1 Dilations=2,2",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 28; with StartPadding {2, 2} and EndPadding {2, 2} it would fit, or with Dilations {1, 1}; otherwise with the given attributes it should be 26. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: StartPadding=2,2 EndPadding=2,2, or with: Dilations=1,1"},
    {"CONVOLUTION FLOAT32:1,8,9,9 FLOAT32:8,8,4,4 - FLOAT32:1,8,9,9",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 9; with StartPadding {1, 1} and EndPadding {2, 2} it would fit; otherwise with the given attributes it should be 6. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: StartPadding=1,1 EndPadding=2,2"},
    {"MAX_POOLING2 FLOAT16:1,512,20,20 FLOAT16:1,512,20,20 - Strides=5,5 WindowSize=5,5 StartPadding=2,2 EndPadding=2,2",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 20; with Strides {1, 1} it would fit; otherwise the last window on this axis reads no element of the input and gives -65504, the lowest FLOAT16. It should be 4, or 5 rounded up",
     "The output would have its sizes with: Strides=1,1"},
    {"MAX_POOLING FLOAT32:1,64,112,96 FLOAT32:1,64,48,56 Strides=2,2 WindowSize=3,3 StartPadding=1,1 EndPadding=1,1",
     "DirectML accepts this, but OutputTensor.Sizes[3] is 56; its height and width are exchanged: use the sizes {1, 64, 56, 48}; otherwise the last window on this axis reads no element of the input and gives -3.4e38, the lowest FLOAT32. It should be 48, or 49 rounded up",
     "The output would have its sizes with: OutputTensor=FLOAT32:1,64,56,48"},
    {"CONVOLUTION FLOAT32:1,3,224,224 FLOAT32:64,3,11,11 - FLOAT32:1,64,57,57 Strides=4,4",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 57; with the given attributes it should be 54. If 57 is meant, StartPadding[0] + EndPadding[0] must be 11 to 14; DirectML computes as if the missing padding were all in EndPadding",
     ""},
    {"CONVOLUTION FLOAT32:1,256,56,56 FLOAT32:512,256,1,1 FLOAT32:512,1,1 FLOAT32:1,512,28,28",
     "BiasTensor.DimensionCount is 3; it must be 4, as InputTensor's is; put its 512 values on axis 1: {1, 512, 1, 1}",
     "DirectML accepts it with: BiasTensor=FLOAT32:1,512,1,1 Strides=2,2"},
    {"CONVOLUTION FLOAT32:1,32,112,112 FLOAT32:32,1,3,3 - FLOAT32:1,32,112,112",
     "GroupCount is 1; it must be 32, InputTensor.Sizes[1] / FilterTensor.Sizes[1]",
     "DirectML accepts it with: StartPadding=1,1 EndPadding=1,1 GroupCount=32"},
    {"GRU FLOAT32:1,4,50,40 FLOAT32:1,1,384,40 FLOAT32:1,1,384,128 OutputSequenceTensor=FLOAT32:50,1,4,128 ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH",
     "InputTensor.Sizes[1] is 4; it must be 50; if its axes are in another order, use the sizes {1, 50, 4, 40} and the strides {8000, 40, 2000, 1}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,50,4,40:8000,40,2000,1"},
    {"CONVOLUTION FLOAT32:1,64,50,50 FLOAT32:64,64,3,3 - FLOAT32:1,64,48,48 Dilations=2,2",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 48; with StartPadding {1, 1} and EndPadding {1, 1} it would fit, or with Dilations {1, 1}; otherwise with the given attributes it should be 46. DirectML computes as if the missing padding were all in EndPadding",
     "The output would have its sizes with: StartPadding=1,1 EndPadding=1,1, or with: Dilations=1,1"},
    {"CONVOLUTION FLOAT32:1,16,20,20 FLOAT32:16,8,3,3 - FLOAT32:1,8,24,24 Direction=BACKWARD",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 24; with Dilations {2, 2} it would fit; otherwise no element of the input reaches the last element on this axis, which is the bias or 0. It should be 22",
     "The output would have its sizes with: Dilations=2,2"},
    {"PADDING FLOAT32:1,3,224,224 FLOAT32:1,3,226,228 CONSTANT StartPadding=2,1,0,0 EndPadding=2,1,0,0",
     "OutputTensor.Sizes[0] is 1; it must be 5, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 1, 2} and EndPadding {0, 0, 1, 2} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,2 EndPadding=0,0,1,2"},
    {"PADDING FLOAT32:1,3,224,224 FLOAT32:1,3,226,228 CONSTANT StartPadding=2,2,1,1 EndPadding=0,0,0,0",
     "OutputTensor.Sizes[0] is 1; it must be 3, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 1, 2} and EndPadding {0, 0, 1, 2} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,2 EndPadding=0,0,1,2"},
    {"PADDING FLOAT32:1,3,224,224 FLOAT32:1,3,226,228 CONSTANT StartPadding=2,1 EndPadding=2,1",
     "DimensionCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 1, 2} and EndPadding {0, 0, 1, 2} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,2 EndPadding=0,0,1,2"},
    {"PADDING FLOAT32:1,3,32,32 FLOAT32:1,3,35,39 CONSTANT StartPadding=3,4 EndPadding=1,2",
     "DimensionCount is 2; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 1, 3} and EndPadding {0, 0, 2, 4} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,3 EndPadding=0,0,2,4"},
    {"PADDING FLOAT32:1,3,224,224 FLOAT32:1,3,227,229 CONSTANT StartPadding=0,0,1,2,0,0,2,3 EndPadding=0,0,0,0,0,0,0,0",
     "DimensionCount is 8; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 1, 2} and EndPadding {0, 0, 2, 3} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,2 EndPadding=0,0,2,3"},
    {"PADDING FLOAT32:1,3,20,20 FLOAT32:1,3,23,27 CONSTANT StartPadding=0,0,0,0,1,2,3,4 EndPadding=0,0,0,0,0,0,0,0",
     "DimensionCount is 8; it must be 4, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 1, 3} and EndPadding {0, 0, 2, 4} it would fit",
     "DirectML accepts it with: StartPadding=0,0,1,3 EndPadding=0,0,2,4"},
    {"PADDING FLOAT32:1,16,100 FLOAT32:1,16,110 CONSTANT StartPadding=5,5 EndPadding=0,0",
     "DimensionCount is 2; it must be 3, the DimensionCount of InputTensor: one entry for each axis, N and C included; with StartPadding {0, 0, 5} and EndPadding {0, 0, 5} it would fit",
     "DirectML accepts it with: StartPadding=0,0,5 EndPadding=0,0,5"},
    {"CONVOLUTION FLOAT32:1,3,8,8 FLOAT32:4,3,3,3 - FLOAT32:1,4,4,4 DimensionCount=4 Strides=2,2,1,1 Dilations=1,1,1,1 StartPadding=0,0,1,1 EndPadding=0,0,1,1 OutputPadding=0,0,0,0",
     "DimensionCount is 4; it must be 2, the number of spatial axes. The pads of ONNX, if they are meant, are first StartPadding and then EndPadding; with StartPadding {0, 0} and EndPadding {1, 1} it would fit",
     "DirectML accepts it with: DimensionCount=2 Strides=2,2 Dilations=1,1 StartPadding=0,0 EndPadding=1,1 OutputPadding=0,0"},
    {"MAX_POOLING2 FLOAT32:1,4,8,8 FLOAT32:1,4,8,8 - DimensionCount=4 Strides=1,1,1,1 WindowSize=2,2,2,2 Dilations=1,1,1,1 StartPadding=0,0,1,1 EndPadding=0,0,0,0",
     "DimensionCount is 4; it must be 2, the number of spatial axes. The pads of ONNX, if they are meant, are first StartPadding and then EndPadding; with StartPadding {0, 0} and EndPadding {1, 1} it would fit",
     "DirectML accepts it with: DimensionCount=2 Strides=1,1 WindowSize=2,2 StartPadding=0,0 EndPadding=1,1 Dilations=1,1"},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,77,768 KeyTensor=FLOAT16:1,77,768 ValueTensor=FLOAT16:1,77,768 RelativePositionBiasTensor=FLOAT16:1,12,77,77 OutputTensor=FLOAT16:1,77,768 HeadCount=8 Scale=0.125",
     "RelativePositionBiasTensor.Sizes[1] is 12; the head counts and the sizes of the other tensors together give 8; with HeadCount 12 it would fit",
     "DirectML accepts it with: HeadCount=12"},
    {"MULTIHEAD_ATTENTION QueryTensor=FLOAT16:1,1,768 KeyTensor=FLOAT16:1,1,768 ValueTensor=FLOAT16:1,1,768 PastKeyTensor=FLOAT16:1,12,10,64 PastValueTensor=FLOAT16:1,12,10,64 OutputTensor=FLOAT16:1,1,768 OutputPresentKeyTensor=FLOAT16:1,12,11,64 OutputPresentValueTensor=FLOAT16:1,12,11,64 HeadCount=8 Scale=0.125",
     "PastKeyTensor.Sizes[1] is 12; the head counts and the sizes of the other tensors together give 8; with HeadCount 12 it would fit",
     "DirectML accepts it with: HeadCount=12"},
    {"MULTIHEAD_ATTENTION StackedQueryKeyValueTensor=FLOAT16:1,77,12,3,64 OutputTensor=FLOAT16:1,77,768 Scale=0.125 HeadCount=8",
     "StackedQueryKeyValueTensor.Sizes[2] is 12; the head counts and the sizes of the other tensors together give 8; with HeadCount 12 it would fit",
     "DirectML accepts it with: HeadCount=12"},
    {"MULTIHEAD_ATTENTION FLOAT32:1,8,77,40 FLOAT32:1,8,77,40 FLOAT32:1,8,77,40 OutputTensor=FLOAT32:1,77,320 Scale=0.125 HeadCount=8",
     "QueryTensor.DimensionCount is 4; it must be 3, as OutputTensor's is; its sizes are batch, sequence, and heads * head size. A tensor of batch, heads, sequence and head size must be copied to the order batch, sequence, heads and head size first",
     ""},
    {"ROI_ALIGN FLOAT32:1,256,50,50 FLOAT32:100,5 UINT32:100 FLOAT32:100,256,7,7",
     "ROITensor.Sizes[1] is 5; it must be 4; a region is x1, y1, x2 and y2. A batch index before them belongs in BatchIndicesTensor",
     ""},
    {"ROI_POOLING FLOAT32:1,256,50,50 FLOAT32:100,4 FLOAT32:100,256,7,7 PooledSize=7,7",
     "ROITensor.DimensionCount is 2; it must be 4 to 5; its sizes are 1, 1, OutputTensor.Sizes[0], 5",
     ""},
    {"SPLIT FLOAT32:1,64,2304 FLOAT32:1,64,768+FLOAT32:1,64,768 Axis=1",
     "OutputTensors[0].Sizes[2] is 768; it must be 2304, as InputTensor's is; if the parts follow each other on axis 2, use Axis 2 and give the parts sizes that add up to 2304",
     ""},
    {"JOIN FLOAT32:1,3,5+FLOAT32:1,4,5 FLOAT32:1,8,5 Axis=2",
     "InputTensors[0].Sizes[1] is 3; it must be 8, as OutputTensor's is; if the parts follow each other on axis 1, use Axis 1 and give the parts sizes that add up to 8",
     ""},
    {"QUANTIZED_LINEAR_MATRIX_MULTIPLY UINT8:4,8 FLOAT32:1,1 UINT8:1,1 UINT8:8,16 FLOAT32:1,8 UINT8:1,16 FLOAT32:1,1 UINT8:1,1 UINT8:4,16",
     "BScaleTensor.Sizes[1] is 8; it must be 16, as BZeroPointTensor's is; its data has other sizes, so check what computes it",
     ""},
    {"ELEMENT_WISE_ADD FLOAT32:1,64,28,28 FLOAT32:1,64,56,56 FLOAT32:1,64,56,56",
     "ATensor.Sizes[2] is 28; it must be 56, as BTensor's is; its data has other sizes, so check what computes it",
     ""},
    {"MAX_POOLING_GRAD FLOAT32:1,64,56,56 FLOAT32:1,64,56,56 FLOAT32:1,64,28,28 Strides=2,2 WindowSize=2,2",
     "OutputGradientTensor.Sizes[2] is 28; it must be 56, as InputTensor's is; InputGradientTensor needs the sizes of the forward operator's output, and OutputGradientTensor those of its input",
     ""},
    {"SLICE_GRAD FLOAT32:1,32,56,56 FLOAT32:1,19,56,56 InputWindowOffsets=0,0,0,0 InputWindowSizes=1,19,56,56 InputWindowStrides=1,1,1,1",
     "the slice that starts at InputWindowOffsets[1] ends at 32; the axis has size 19: reduce the offset or the size of the slice; InputGradientTensor needs the sizes of the forward operator's output, and OutputGradientTensor those of its input",
     ""},
    {"CONVOLUTION FLOAT32:1,32,20,20 FLOAT32:32,64,3,3 - FLOAT32:1,64,20,20 StartPadding=1,1 EndPadding=1,1",
     "OutputTensor.Sizes[1] is 64; it must be 32, FilterTensor.Sizes[0]; if a transposed convolution is meant, with Direction BACKWARD it would fit; if FilterTensor is in the order IOHW, give FilterTensor the sizes {64, 32, 3, 3} and the strides {9, 576, 3, 1}",
     "If that is meant, DirectML accepts it with: Direction=BACKWARD"},
    {"BATCH_NORMALIZATION FLOAT32:1,64,8,32 FLOAT32:32 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,1,1 FLOAT32:1,64,8,32",
     "MeanTensor.DimensionCount is 1; it must be 4, as InputTensor's is; if its 32 values belong to axis 3 and not to the channels, use the sizes {1, 1, 1, 32}",
     "If that is what the data is, DirectML accepts it with: MeanTensor=FLOAT32:1,1,1,32"},
    {"TILE FLOAT32:1,3,4,4 FLOAT32:1,3,4,4 Repeats=1,1,2,2",
     "OutputTensor.Sizes[2] is 4; it must be 8, the input's size * Repeats",
     ""},
    {"ELEMENT_WISE_CLIP FLOAT32:1,3 FLOAT32:1,3 0,6",
     "DirectML accepts this, but ScaleBias.Scale is 0, so that finite values of the input have no effect; set it to 1, or leave ScaleBias null. If limits are meant, set Min and Max",
     ""},
    {"MAX_POOLING FLOAT32:1,64,112,112 FLOAT32:1,64,58,58 Strides=2,2 WindowSize=3,3 StartPadding=1,1 EndPadding=1,1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 58; the last window on this axis reads no element of the input and gives -3.4e38, the lowest FLOAT32. It should be 56, or 57 rounded up",
     ""},
    {"CONVOLUTION FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 FLOAT32:64,1,1,1 FLOAT32:1,112,112,64 Strides=2,2 StartPadding=3,3 EndPadding=3,3",
     "OutputTensor.Sizes[1] is 112; it must be 64, FilterTensor.Sizes[0]; if the images are in the order NHWC, use the sizes {1, 64, 112, 112} and the strides {802816, 1, 7168, 64}, give BiasTensor the sizes {1, 64, 1, 1}, and give InputTensor the sizes {1, 3, 224, 224} and the strides {150528, 1, 672, 3}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,3,224,224:150528,1,672,3 BiasTensor=FLOAT32:1,64,1,1 OutputTensor=FLOAT32:1,64,112,112:802816,1,7168,64"},
    {"CONVOLUTION FLOAT32:1,224,224,3 FLOAT32:64,3,7,7 FLOAT32:64 FLOAT32:1,112,112,64 Strides=2,2 StartPadding=3,3 EndPadding=3,3",
     "BiasTensor.DimensionCount is 1; it must be 3 to 5; put its 64 values on axis 1: {1, 64, 1, 1}; if InputTensor is in the order NHWC, give InputTensor the sizes {1, 3, 224, 224} and the strides {150528, 1, 672, 3}; if OutputTensor is in the order NHWC, give OutputTensor the sizes {1, 64, 112, 112} and the strides {802816, 1, 7168, 64}",
     "If that is what the data is, DirectML accepts it with: InputTensor=FLOAT32:1,3,224,224:150528,1,672,3 BiasTensor=FLOAT32:1,64,1,1 OutputTensor=FLOAT32:1,64,112,112:802816,1,7168,64"},
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT16:1,32,10,4096 FLOAT16:1,320,1,1 FLOAT16:1,320,1,1 FLOAT16:1,32,10,4096 Axes=2,3",
     "ScaleTensor.Sizes[1] is 320; it must be 1 or 32, as InputTensor's is; use the sizes {1, 32, 10, 1}; the same for BiasTensor and every other tensor of these sizes",
     "DirectML accepts it with: ScaleTensor=FLOAT16:1,32,10,1 BiasTensor=FLOAT16:1,32,10,1"},
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT16:1,32,10,4096 FLOAT16:1,320,1,1 - FLOAT16:1,32,10,4096 Axes=2,3",
     "ScaleTensor.Sizes[1] is 320; it must be 1 or 32, as InputTensor's is; its axes belong elsewhere: use the sizes {1, 32, 10, 1}",
     "DirectML accepts it with: ScaleTensor=FLOAT16:1,32,10,1"},
    {"DEQUANTIZE InputTensor=UINT4:4096,1024 QuantizationType=SCALE QuantizationTensors=FLOAT16:32,4096 OutputTensor=FLOAT16:4096,1024",
     "QuantizationTensors[0].Sizes[0] is 32; it must be 4096; if its axes are in another order, use the sizes {4096, 32} and the strides {1, 4096}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: QuantizationTensors=FLOAT16:4096,32:1,4096"},
    {"GRU InputTensor=FLOAT32:1,20,4,64 WeightTensor=FLOAT32:1,1,64,96 RecurrenceTensor=FLOAT32:1,1,32,96 OutputSequenceTensor=FLOAT32:20,1,4,32 ActivationDescs=ACTIVATION_SIGMOID,ACTIVATION_TANH",
     "WeightTensor.Sizes[2] is 64; InputTensor, RecurrenceTensor and Direction together give 288; if its axes are in another order, use the sizes {1, 1, 96, 64} and the strides {6144, 6144, 1, 96}; if only its sizes were exchanged, the sizes alone; if its axes are in another order, give RecurrenceTensor the sizes {1, 1, 96, 32} and the strides {3072, 3072, 1, 96}; if only its sizes were exchanged, the sizes alone",
     "If that is what the data is, DirectML accepts it with: WeightTensor=FLOAT32:1,1,96,64:6144,6144,1,96 RecurrenceTensor=FLOAT32:1,1,96,32:3072,3072,1,96"},
    {"PADDING FLOAT32:1,3,20,30 FLOAT32:1,3,24,36 REFLECTION StartPadding=3,3,2,2 EndPadding=3,3,2,2",
     "OutputTensor.Sizes[0] is 1; it must be 7, StartPadding + the input's size + EndPadding; with StartPadding {0, 0, 2, 3} and EndPadding {0, 0, 2, 3} it would fit",
     "DirectML accepts it with: StartPadding=0,0,2,3 EndPadding=0,0,2,3"},
    {"MEAN_VARIANCE_NORMALIZATION1 FLOAT32:1,77,768 FLOAT32:768 - FLOAT32:1,77,768 Axes=2",
     "ScaleTensor.DimensionCount is 1; it must be 3, as InputTensor's is; put its 768 values on axis 2: {1, 1, 768}",
     "DirectML accepts it with: ScaleTensor=FLOAT32:1,1,768"},
    {"ELEMENT_WISE_ADD FLOAT32:2,3,4 FLOAT32:2,3,5 FLOAT32:2,3,5",
     "ATensor.Sizes[2] is 4; it must be 5, as BTensor's is; its data has other sizes, so check what computes it",
     ""},
    {"CONVOLUTION FLOAT32:1,256,16,16 FLOAT32:128,256,4,4 - FLOAT32:1,128,32,32 Strides=2,2 StartPadding=1,1 EndPadding=1,1",
     "DirectML accepts this, but OutputTensor.Sizes[2] is 32; with the given attributes it should be 8. If a transposed convolution is meant, set Direction to BACKWARD. DirectML computes as if the missing padding were all in EndPadding",
     ""},
    {"DEQUANTIZE InputTensor=INT8:64,32 QuantizationType=SCALE_ZERO_POINT QuantizationTensors=FLOAT32:1,64+INT8:1,64 OutputTensor=FLOAT32:64,32",
     "InputTensor.Sizes[1] is 32; it must be a multiple of 64, the scale's size; the axes of the scale, and of the zero point, may be in another order",
     ""},
};

// Operators that DirectML accepts, with an output that is smaller than its formula gives, and what would give it its sizes.
struct SmallerOutput
{
    const char* text;
    const char* correction;
};
const SmallerOutput SmallerOutputs[] = {
    {"SLICE1 FLOAT32:1,3,256,256 FLOAT32:1,3,224,224 InputWindowOffsets=0,0,16,16 InputWindowSizes=1,3,240,240 InputWindowStrides=1,1,1,1",
     "The output would have its sizes with: InputWindowSizes=1,3,224,224"},
    // rounded up
    {"MAX_POOLING FLOAT32:1,64,112,112 FLOAT32:1,64,56,56 WindowSize=3,3",
     "The output would have its sizes with: Strides=2,2"},
    // DirectML accepts these with any window that is not smaller than the output
    {"SLICE1 FLOAT32:1,197,768 FLOAT32:1,1,768 InputWindowOffsets=0,0,0 InputWindowSizes=1,197,768 InputWindowStrides=1,1,1",
     ""},
    {"SLICE1 FLOAT32:1,197,768 FLOAT32:1,100,768 InputWindowOffsets=0,2,0 InputWindowSizes=1,150,768 InputWindowStrides=1,1,1",
     ""},
    {"CONVOLUTION FLOAT16:1,512,3000 FLOAT16:512,512,3 FLOAT16:1,512,1 FLOAT16:1,512,1500 StartPadding=1 EndPadding=1",
     "The output would have its sizes with: Strides=2"},
    {"CONVOLUTION FLOAT32:1,512,4,4 FLOAT32:512,256,4,4 - FLOAT32:1,256,8,8 Direction=BACKWARD Strides=2,2",
     "The output would have its sizes with: StartPadding=1,1 EndPadding=1,1"},
    {"CONVOLUTION FLOAT32:1,1,9,9 FLOAT32:1,1,3,3 - FLOAT32:1,1,1,1",
     ""},
    // forgotten Dilations; the paddings are right
    {"CONVOLUTION FLOAT32:1,256,33,33 FLOAT32:256,256,3,3 - FLOAT32:1,256,33,33 StartPadding=6,6 EndPadding=6,6",
     "The output would have its sizes with: Dilations=6,6"},
    {"CONVOLUTION FLOAT32:1,64,100 FLOAT32:64,64,3 - FLOAT32:1,64,96",
     "The output would have its sizes with: Dilations=2"},
    {"MAX_POOLING2 FLOAT32:1,64,50,50 FLOAT32:1,64,46,46 - WindowSize=3,3",
     "The output would have its sizes with: Dilations=2,2"},
    // the paddings need no dilation
    {"CONVOLUTION FLOAT32:1,64,56,56 FLOAT32:64,64,3,3 - FLOAT32:1,64,54,54 StartPadding=1,1 EndPadding=1,1",
     ""},
};
// clang-format on

TEST(OperatorFixes, SentencesAndCorrectionsOfWhatPeopleMeet)
{
    for (const CorrectionCase& example : CorrectionCases)
    {
        SCOPED_TRACE(example.text);
        const operator_views::Description description = DescriptionOf(example.text);
        const OperatorDiagnosis found = operator_views::Verdict(description);
        EXPECT_EQ(dml::Explain(found).c_str(),
                  std::string(ToString(found.type)) + ": " + example.sentence + " [" + ReasonOf(found) + ']');
        EXPECT_EQ(operator_views::CorrectionText(description), example.correction);
    }
}

TEST(OperatorFixes, OfASmallerOutput)
{
    for (const SmallerOutput& example : SmallerOutputs)
    {
        SCOPED_TRACE(example.text);
        const operator_views::Description description = DescriptionOf(example.text);
        EXPECT_TRUE(operator_views::Verdict(description).Ok());
        EXPECT_EQ(operator_views::CorrectionText(description), example.correction);
    }
}

// ---- faults whose original is known ------------------------------------------------------------------------------------

// What became of the faults of one kind.
struct Rate
{
    std::uint32_t repairable = 0, fixed = 0, right = 0;
    std::string examples;

    void Count(Outcome outcome, const std::string& example)
    {
        const bool isRight = outcome == Outcome::Restored || outcome == Outcome::OtherSide;
        if (outcome == Outcome::NotRejected || outcome == Outcome::NotRepairable) { return; }
        ++repairable;
        fixed += outcome == Outcome::NoFix ? 0U : 1U;
        right += isRight ? 1U : 0U;
        if (!isRight && examples.size() < 400) { examples += "\n    " + example; }
    }
    bool IsFixed(std::uint32_t percent) const { return fixed * 100 >= repairable * percent; }
    bool IsRight(std::uint32_t percent) const { return right * 100 >= fixed * percent; }
    std::string Text(const std::string& name) const
    {
        return "\n  " + name + ": of " + std::to_string(repairable) + " repairable " + std::to_string(fixed)
               + " have a fix and " + std::to_string(right) + " are right" + examples;
    }
};

// No fix breaks the rule about the memory of inputs. Of the faults that this rule lets repair, nine of ten have a fix, and
// nineteen of twenty of these restore the operator or repair the other side of the same contradiction.
TEST(OperatorFixes, RestoreWhatWasMeant)
{
    constexpr std::size_t Step = 29; // of the rows, to save time
    std::map<std::string, Rate> rates;
    Rate all, shorter;
    const std::vector<VerdictRow>& bases = random_operators::Bases();
    for (std::size_t i = 0; i < bases.size(); i += Step)
    {
        const VerdictRow& base = bases[i];
        std::vector<Faulty> faulty;
        if (!Judged(*base.rule, base.values).Ok()) { continue; }
        Plant(*base.rule, base.values, static_cast<std::uint32_t>(i), faulty);
        for (const Faulty& each : faulty)
        {
            OperatorDiagnosis diagnosis;
            const Outcome outcome = Judge(*base.rule, base.values, each, diagnosis);
            const std::string example =
                std::string(ToString(outcome)) + ": " + base.text + ": " + dml::Explain(diagnosis).c_str();
            EXPECT_NE(outcome, Outcome::BreaksMemory) << example;
            rates[each.kind].Count(outcome, example);
            all.Count(outcome, "");
            if (each.kind == "a leading 1 dropped" || each.kind == "squeezed") { shorter.Count(outcome, ""); }
        }
    }
    std::string text;
    for (const auto& [kind, rate] : rates) { text += rate.Text(kind); }
    EXPECT_GT(all.repairable, 2000U);
    EXPECT_TRUE(all.IsFixed(90)) << text;
    EXPECT_TRUE(all.IsRight(95)) << text;
    EXPECT_TRUE(shorter.IsFixed(100) && shorter.IsRight(97)) << text;
    EXPECT_TRUE(rates["channels last for all"].IsRight(90)) << text;
    RecordProperty("rates", text);
}

// Plain convolutions with a wrong number of channels. Nothing is in another order, and no sentence speaks of one.
TEST(OperatorFixes, OfWrongChannelsSpeakOfNoOrder)
{
    const Rule& rule = *RuleOf("CONVOLUTION");
    for (std::uint32_t channels = 1; channels < 9; ++channels)
    {
        for (std::uint32_t filters = 1; filters < 13; ++filters)
        {
            for (std::uint32_t wrong = 1; wrong < 13; ++wrong)
            {
                if (wrong == channels) { continue; }
                const std::string text = "1[1x" + std::to_string(channels) + "x12x12] 1[" + std::to_string(filters)
                                         + "x" + std::to_string(wrong) + "x3x3] - 1[1x" + std::to_string(filters)
                                         + "x10x10] 1 0 2 (1x1) (1x1) (0x0) (0x0) (0x0) 1 -";
                const OperatorDiagnosis found = Judged(rule, ValuesFrom(rule, text));
                const std::string sentence = dml::Explain(found).c_str();
                EXPECT_TRUE(found.Rejected()) << text;
                EXPECT_EQ(sentence.find("order"), std::string::npos) << sentence;
            }
        }
    }
}

TEST(OperatorFixes, ATotalIsCorrected)
{
    const Rule& rule = *RuleOf("ELEMENT_WISE_ADD");
    FieldValues values = ValuesFrom(rule, "1[2x3] 1[2x3]/t8 1[2x3]");
    const OperatorFix fix = Judged(rule, values).fix;
    EXPECT_EQ(fix.kind, OperatorFixKind::Total);
    EXPECT_EQ(fix.field, 1U);
    EXPECT_EQ(fix.value, 24U);
    EXPECT_TRUE(Obey(rule, Judged(rule, values).fix, values));
    EXPECT_TRUE(Judged(rule, values).Ok());
}

} // namespace
} // namespace operator_fixes_test
