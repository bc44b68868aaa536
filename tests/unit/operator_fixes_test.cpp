// Obeys the sentences: operators with one wrong size, rank, order or stride are changed as OperatorDiagnosis::fix says, and
// must then be accepted. Nothing but the diagnosis is used to repair them.
#include "operator_text.hpp"
#include "random_operators.hpp"

#include <gtest/gtest.h>

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
        if (random.Below(2) == 0) { sizes.insert(sizes.begin() + (random.Below(2) == 0 ? 0 : tensor.rank), 1); }
        else { sizes.erase(sizes.begin() + axis); }
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
