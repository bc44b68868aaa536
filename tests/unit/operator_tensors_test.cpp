// The operator of a struct, and the tensors of a description.
#include "dml_tensor_owned_operator.hpp"
#include "models/operators.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace operator_tensors_test
{
namespace
{
using namespace dml_tensor_utils;
using test_support::NoAxis;

// ---- the type of a struct -------------------------------------------------------------------------------------------

static_assert(OperatorTypeOf<DML_GATHER_OPERATOR_DESC> == DML_OPERATOR_GATHER);
static_assert(OperatorTypeOf<DML_OPERATOR_DESC> == DML_OPERATOR_INVALID);
static_assert(OperatorTypeOf<DML_TENSOR_DESC> == DML_OPERATOR_INVALID);
static_assert(OperatorTypeOf<DML_GATHER_OPERATOR_DESC*> == DML_OPERATOR_INVALID && OperatorTypeOf<int> == 0);

template <class Struct, class = void> constexpr bool IsValidated = false;
template <class Struct>
constexpr bool IsValidated<Struct, std::void_t<decltype(ValidateOperator(std::declval<const Struct&>()))>> = true;
static_assert(IsValidated<DML_GATHER_OPERATOR_DESC> && IsValidated<DML_OPERATOR_DESC>);
static_assert(!IsValidated<DML_TENSOR_DESC> && !IsValidated<DML_GATHER_OPERATOR_DESC*> && !IsValidated<int>);
static_assert(noexcept(ValidateOperator(DML_GATHER_OPERATOR_DESC{})));

TEST(TypedOperator, HasTheVerdictOfTheUntypedForm)
{
    const PinnedTensorDesc input(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({5, 3})));
    const PinnedTensorDesc indices(BufferTensorDesc(DML_TENSOR_DATA_TYPE_UINT32, TensorLayout::Packed({1, 2})));
    const PinnedTensorDesc output(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({2, 3})));
    DML_GATHER_OPERATOR_DESC gather{input.Get(), indices.Get(), output.Get(), 0, 1};
    EXPECT_TRUE(ValidateOperator(gather).Ok());
    gather.Axis = 2;
    const OperatorDiagnosis rejected = ValidateOperator(gather);
    EXPECT_EQ(rejected.type, DML_OPERATOR_GATHER);
    EXPECT_EQ(rejected.tensor, TensorError::GatherAxis);
    EXPECT_STREQ(Explain(rejected).c_str(), Explain(ValidateOperator({DML_OPERATOR_GATHER, &gather})).c_str());
}

// ---- feature levels -------------------------------------------------------------------------------------------------

static_assert(MinimumFeatureLevel(DML_OPERATOR_GATHER) == 0x1000);
static_assert(MinimumFeatureLevel(DML_OPERATOR_INVALID) == 0);
static_assert(MinimumFeatureLevel(static_cast<DML_OPERATOR_TYPE>(detail::OperatorCount + 1)) == 0);

// ---- tensors --------------------------------------------------------------------------------------------------------

// What a tensor should be.
struct Expected
{
    std::string name;
    std::uint32_t field;
    std::uint32_t element;
    bool isOutput;
    const operator_facts::TensorText* tensor;
};

// Returns the tensors by the facts, inputs first.
std::vector<Expected> ExpectedTensors(const operator_facts::Rule& rule, const operator_facts::FieldValues& values)
{
    std::vector<Expected> expected;
    for (const bool isOutput : {false, true})
    {
        for (std::uint32_t i = 0; i < rule.fields.size(); ++i)
        {
            const operator_facts::Field& field = rule.fields[i];
            const bool isOne = field.kind == (isOutput ? "out" : "in");
            const bool isList = field.kind == (isOutput ? "outs" : "ins");
            if (!isOne && !isList) { continue; }
            for (std::uint32_t element = 0; element < values[i].tensors.size(); ++element)
            {
                expected.push_back({field.name, i, isList ? element : NoAxis, isOutput, &values[i].tensors[element]});
            }
        }
    }
    return expected;
}

std::vector<OperatorTensor> TensorsOf(const DML_OPERATOR_DESC& desc)
{
    std::vector<OperatorTensor> tensors;
    ForEachTensor(desc, [&tensors](const OperatorTensor& tensor) { tensors.push_back(tensor); });
    return tensors;
}

constexpr auto Throws = [](const OperatorTensor&) {};
constexpr auto NeverThrows = [](const OperatorTensor&) noexcept {};
static_assert(!noexcept(ForEachTensor({}, Throws)) && noexcept(ForEachTensor({}, NeverThrows)));

TEST(OperatorTensors, AreThoseOfTheFactsWithInputsFirst)
{
    std::set<std::string> names;
    std::size_t lists = 0, nulls = 0;
    for (const operator_facts::VerdictRow& row : operator_facts::VerdictRows())
    {
        if (row.verdict.accepted != "1") { continue; }
        SCOPED_TRACE(row.rule->name + ' ' + row.text);
        const operator_facts::Description description(*row.rule, row.values);
        const std::vector<Expected> expected = ExpectedTensors(*row.rule, row.values);
        const std::vector<OperatorTensor> found = TensorsOf(description.Desc());
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            EXPECT_EQ(found[i].name, expected[i].name);
            EXPECT_EQ(found[i].field, expected[i].field);
            EXPECT_EQ(found[i].element, expected[i].element);
            EXPECT_EQ(found[i].isOutput, expected[i].isOutput);
            ASSERT_EQ(found[i].desc == nullptr, expected[i].tensor->isNull);
            names.insert(found[i].name);
            lists += found[i].element == 1 ? 1U : 0U;
            nulls += found[i].desc == nullptr ? 1U : 0U;
            if (found[i].desc == nullptr) { continue; }
            EXPECT_EQ(static_cast<std::uint32_t>(found[i].desc->DataType), expected[i].tensor->type);
            const std::uint32_t* const sizes = found[i].desc->Sizes;
            EXPECT_EQ(std::vector<std::uint32_t>(sizes, sizes + found[i].desc->DimensionCount),
                      expected[i].tensor->sizes);
        }
    }
    EXPECT_EQ(names.size(), sizeof(detail::TensorNames) / sizeof(detail::TensorNames[0])) << "all names are used";
    EXPECT_GT(lists, 0U);
    EXPECT_GT(nulls, 0U);
    EXPECT_STREQ(detail::TensorNameOf(OperatorField{}), "?") << "no tensor has this name";
}

TEST(OperatorTensors, OfNothingAreNone)
{
    EXPECT_EQ(TensorsOf({DML_OPERATOR_INVALID, nullptr}).size(), 0U);
    EXPECT_EQ(TensorsOf({DML_OPERATOR_GATHER, nullptr}).size(), 0U);
    const int unread = 0;
    EXPECT_EQ(TensorsOf({static_cast<DML_OPERATOR_TYPE>(detail::OperatorCount + 1), &unread}).size(), 0U);
}

TEST(OperatorTensors, OfANullListAreNone)
{
    const operator_facts::Rule& join = *operator_facts::RuleOf("JOIN");
    const operator_facts::Description description(join, operator_facts::ValuesFrom(join, "2 {} 1[2x3] 1"));
    const std::vector<OperatorTensor> tensors = TensorsOf(description.Desc());
    ASSERT_EQ(tensors.size(), 1U);
    EXPECT_STREQ(tensors[0].name, "OutputTensor");
}

// Returns where the description has a tensor that is given.
DML_TENSOR_DESC& TensorAt(const DML_OPERATOR_DESC& desc, const OperatorTensor& tensor)
{
    const auto* const bytes = static_cast<const unsigned char*>(desc.Desc);
    DML_TENSOR_DESC* first = nullptr;
    std::memcpy(&first, bytes + SchemaOf(desc.Type)[tensor.field].offset, sizeof(first));
    return first[tensor.element == NoAxis ? 0 : tensor.element];
}

// Desc of a tensor whose Type is not BUFFER points to something else, and reading it would crash.
TEST(OperatorTensors, OfAnotherTypeAreNotRead)
{
    std::set<std::pair<std::string, std::uint32_t>> tested; // operator and field
    for (const operator_facts::VerdictRow& row : operator_facts::VerdictRows())
    {
        if (row.verdict.accepted != "1") { continue; }
        const operator_facts::Description description(*row.rule, row.values);
        const DML_OPERATOR_DESC desc = description.Desc();
        const std::vector<OperatorTensor> tensors = TensorsOf(desc);
        for (const OperatorTensor& tensor : tensors)
        {
            if (tensor.desc == nullptr || !tested.insert({row.rule->name, tensor.field}).second) { continue; }
            SCOPED_TRACE(row.rule->name + ' ' + tensor.name + ' ' + row.text);
            DML_TENSOR_DESC& given = TensorAt(desc, tensor);
            const DML_TENSOR_DESC before = given;
            given = {DML_TENSOR_TYPE_INVALID, reinterpret_cast<const void*>(std::uintptr_t{16})};
            const OperatorDiagnosis found = ValidateOperator(desc);
            EXPECT_EQ(found.error, OperatorError::Tensor) << Explain(found).c_str();
            EXPECT_EQ(found.tensor.error, TensorError::TensorType) << Explain(found).c_str();
            EXPECT_EQ(found.field, tensor.field);
            EXPECT_EQ(found.fix.kind, OperatorFixKind::None);
            const std::vector<OperatorTensor> after = TensorsOf(desc);
            for (std::size_t i = 0; i < tensors.size(); ++i)
            {
                EXPECT_EQ(after[i].desc, &tensors[i] == &tensor ? nullptr : tensors[i].desc) << after[i].name;
            }
            EXPECT_FALSE(OwnedOperatorDesc(desc));
            given = before;
        }
    }
    std::size_t expected = 0;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        for (const OperatorField& field : SchemaOf(static_cast<DML_OPERATOR_TYPE>(number)))
        {
            expected += field.IsTensor() ? 1U : 0U;
        }
    }
    EXPECT_EQ(tested.size(), expected);
}

// The visitor may be a temporary with state, or an object that is changed.
struct Counter
{
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    void operator()(const OperatorTensor& tensor) { ++(tensor.isOutput ? outputs : inputs); }
};

TEST(OperatorTensors, AreGivenToTheCallersVisitor)
{
    const operator_facts::Rule& split = *operator_facts::RuleOf("SPLIT");
    const operator_facts::Description description(
        split, operator_facts::ValuesFrom(split, "1[2x5] 3 {1[2x1]|1[2x1]|1[2x3]} 1"));
    ASSERT_TRUE(ValidateOperator(description.Desc()).Ok());
    Counter counter;
    ForEachTensor(description.Desc(), counter);
    EXPECT_EQ(counter.inputs, 1U);
    EXPECT_EQ(counter.outputs, 3U);
}
} // namespace
} // namespace operator_tensors_test
