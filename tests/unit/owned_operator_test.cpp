// OwnedOperatorDesc: descriptions of operator_verdicts.csv that are accepted are copied, freed, and compared member by
// member with a second one of the same values. The facts say which members a struct has.
#include "dml_tensor_owned_operator.hpp"
#include "models/operators.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace owned_operator_test
{
bool allocationsFail = false;
} // namespace owned_operator_test

// Of the whole program. OwnedOperatorDesc calls it, and nothing else does.
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return owned_operator_test::allocationsFail ? nullptr : ::operator new[](size);
}

namespace owned_operator_test
{
namespace
{
using namespace dml_tensor_utils;
using operator_facts::Description;
using operator_facts::Rule;

// ---- the comparison -------------------------------------------------------------------------------------------------

// Compares two descriptions and everything to which they point, and counts what it met.
class Comparer
{
public:
    explicit Comparer(std::map<std::string, std::size_t>& met) : m_met(met) {}

    // Returns the members that differ, or "".
    std::string Difference(const DML_OPERATOR_DESC& a, const DML_OPERATOR_DESC& b)
    {
        m_difference.clear();
        CompareOperators(a, b, "");
        return m_difference;
    }

private:
    void Check(bool isEqual, const std::string& name)
    {
        if (!isEqual) { m_difference += name + ' '; }
    }

    void CompareOperators(const DML_OPERATOR_DESC& a, const DML_OPERATOR_DESC& b, const std::string& prefix)
    {
        Check(a.Type == b.Type, prefix + "Type");
        Check((a.Desc == nullptr) == (b.Desc == nullptr), prefix + "Desc");
        if (!m_difference.empty() || a.Desc == nullptr) { return; }
        Check(a.Desc != b.Desc, prefix + "Desc is shared");
        const Rule& rule = operator_facts::Rules().at(static_cast<std::uint32_t>(a.Type));
        std::map<std::string, std::uint32_t> numbers;
        const std::vector<std::size_t> offsets = operator_facts::OffsetsOf(rule);
        for (std::size_t i = 0; i < rule.fields.size(); ++i)
        {
            const operator_facts::Field& field = rule.fields[i];
            const auto* const inA = static_cast<const unsigned char*>(a.Desc) + offsets[i];
            const auto* const inB = static_cast<const unsigned char*>(b.Desc) + offsets[i];
            const std::string name = prefix + field.name;
            if (field.IsNumber() || field.IsTwoNumbers())
            {
                Check(std::memcmp(inA, inB, field.Size()) == 0, name);
                std::memcpy(&numbers[field.name], inA, 4);
                continue;
            }
            const std::uint32_t count = field.count.empty() ? 1 : numbers[field.count];
            ComparePointers(field.kind, PointerAt(inA), PointerAt(inB), count, name);
        }
    }

    static const void* PointerAt(const unsigned char* member)
    {
        const void* pointer = nullptr;
        std::memcpy(&pointer, member, sizeof(pointer));
        return pointer;
    }

    void ComparePointers(const std::string& kind, const void* a, const void* b, std::uint32_t count,
                         const std::string& name)
    {
        Check((a == nullptr) == (b == nullptr), name);
        if (a == nullptr || b == nullptr) { return; }
        ++m_met[kind];
        Check(a != b, name + " is shared");
        if (kind == "in" || kind == "out" || kind == "ins" || kind == "outs")
        {
            for (std::uint32_t i = 0; i < count; ++i)
            {
                CompareTensors(static_cast<const DML_TENSOR_DESC*>(a)[i], static_cast<const DML_TENSOR_DESC*>(b)[i],
                               name + '[' + std::to_string(i) + "].");
            }
        }
        else if (kind == "fused" || kind == "acts")
        {
            for (std::uint32_t i = 0; i < count; ++i)
            {
                CompareOperators(static_cast<const DML_OPERATOR_DESC*>(a)[i],
                                 static_cast<const DML_OPERATOR_DESC*>(b)[i], name + '[' + std::to_string(i) + "].");
            }
        }
        else
        {
            const std::size_t bytes = kind == "scalebias" ? 8 : std::size_t{4} * count;
            Check(std::memcmp(a, b, bytes) == 0, name);
            ++m_met[name];
        }
    }

    void CompareTensors(const DML_TENSOR_DESC& a, const DML_TENSOR_DESC& b, const std::string& name)
    {
        Check(a.Type == b.Type && a.Desc != b.Desc && a.Desc != nullptr && b.Desc != nullptr, name + "Desc");
        if (!m_difference.empty()) { return; }
        const auto& first = *static_cast<const DML_BUFFER_TENSOR_DESC*>(a.Desc);
        const auto& second = *static_cast<const DML_BUFFER_TENSOR_DESC*>(b.Desc);
        Check(first.DataType == second.DataType, name + "DataType");
        Check(first.Flags == second.Flags, name + "Flags");
        Check(first.DimensionCount == second.DimensionCount, name + "DimensionCount");
        Check(first.TotalTensorSizeInBytes == second.TotalTensorSizeInBytes, name + "TotalTensorSizeInBytes");
        Check(first.GuaranteedBaseOffsetAlignment == second.GuaranteedBaseOffsetAlignment,
              name + "GuaranteedBaseOffsetAlignment");
        CompareLists(first.Sizes, second.Sizes, first.DimensionCount, name + "Sizes");
        CompareLists(first.Strides, second.Strides, first.DimensionCount, name + "Strides");
    }

    void CompareLists(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t count, const std::string& name)
    {
        Check((a == nullptr) == (b == nullptr), name);
        if (a == nullptr || b == nullptr) { return; }
        Check(a != b && std::memcmp(a, b, std::size_t{4} * count) == 0, name);
        ++m_met[name.substr(name.rfind('.') + 1)];
    }

    std::map<std::string, std::size_t>& m_met;
    std::string m_difference;
};

// ---- tests ----------------------------------------------------------------------------------------------------------

static_assert(std::is_nothrow_copy_constructible_v<OwnedOperatorDesc>);
static_assert(std::is_nothrow_copy_assignable_v<OwnedOperatorDesc>);
static_assert(std::is_nothrow_move_constructible_v<OwnedOperatorDesc>);
static_assert(std::is_nothrow_move_assignable_v<OwnedOperatorDesc>);
static_assert(!std::is_convertible_v<DML_OPERATOR_DESC, OwnedOperatorDesc>);

// Desc() of a temporary does not compile.
template <class Object, class = void> constexpr bool HasDesc = false;
template <class Object> constexpr bool HasDesc<Object, std::void_t<decltype(std::declval<Object>().Desc())>> = true;
static_assert(HasDesc<OwnedOperatorDesc&> && HasDesc<const OwnedOperatorDesc&>);
static_assert(!HasDesc<OwnedOperatorDesc> && !HasDesc<const OwnedOperatorDesc>);

bool IsEmpty(const OwnedOperatorDesc& owned)
{
    return !owned && owned.Desc().Type == DML_OPERATOR_INVALID && owned.Desc().Desc == nullptr;
}

TEST(OwnedOperator, EqualsTheFreedOriginalOrIsEmptyIfThatIsRejected)
{
    std::map<std::string, std::size_t> met;
    std::set<std::string> operators;
    std::size_t number = 0;
    for (const operator_facts::VerdictRow& row : operator_facts::VerdictRows())
    {
        // The first accepted row of each operator, activations with members, and every fiftieth row.
        const bool isFirst = row.verdict.accepted == "1" && operators.insert(row.rule->name).second;
        const bool hasMembers = row.text.find(';') != std::string::npos;
        if (number++ % 50 != 0 && !isFirst && !hasMembers) { continue; }
        SCOPED_TRACE(row.rule->name + ' ' + row.text);
        auto original = std::make_unique<Description>(*row.rule, row.values);
        const OwnedOperatorDesc owned(original->Desc());
        if (row.verdict.accepted != "1")
        {
            EXPECT_TRUE(IsEmpty(owned));
            continue;
        }
        ASSERT_TRUE(owned);
        const Description same(*row.rule, row.values); // made before the original is freed: at other addresses
        original.reset();
        EXPECT_EQ(Comparer(met).Difference(same.Desc(), owned.Desc()), "");
    }
    for (const char* const kind : {"in", "out", "ins", "outs", "uints", "ints", "floats", "scalebias", "fused", "acts",
                                   "Sizes", "Strides", "FusedActivation[0].ScaleBias", "FusedActivation[0].Axes"})
    {
        EXPECT_GT(met[kind], 0U) << kind;
    }
}

// A GEMM with three tensors, of which one has strides, and a fused SOFTMAX1 with axes.
Description GemmDescription()
{
    const Rule& rule = *operator_facts::RuleOf("GEMM");
    return {rule, operator_facts::ValuesFrom(rule, "1[2x3]/s4x1 1[3x5] - 1[2x5] 0 0 1 0 158(-;-;1;(1))")};
}

std::string Difference(const DML_OPERATOR_DESC& a, const DML_OPERATOR_DESC& b)
{
    std::map<std::string, std::size_t> met;
    return Comparer(met).Difference(a, b);
}

TEST(OwnedOperator, IsCopiedDeeply)
{
    const Description gemm = GemmDescription();
    auto first = std::make_unique<OwnedOperatorDesc>(gemm.Desc());
    const OwnedOperatorDesc copy(*first);
    OwnedOperatorDesc assigned;
    EXPECT_TRUE(IsEmpty(assigned));
    assigned = *first;
    EXPECT_EQ(Difference(first->Desc(), copy.Desc()), "");
    EXPECT_EQ(Difference(first->Desc(), assigned.Desc()), "");
    first.reset();
    EXPECT_EQ(Difference(gemm.Desc(), copy.Desc()), "");
    EXPECT_EQ(Difference(gemm.Desc(), assigned.Desc()), "");
    const OwnedOperatorDesc& itself = assigned;
    assigned = itself;
    EXPECT_EQ(Difference(gemm.Desc(), assigned.Desc()), "");
    assigned = OwnedOperatorDesc();
    EXPECT_TRUE(IsEmpty(assigned));
    EXPECT_TRUE(IsEmpty(OwnedOperatorDesc(assigned)));
}

TEST(OwnedOperator, IsMovedWithoutCopying)
{
    const Description gemm = GemmDescription();
    OwnedOperatorDesc first(gemm.Desc());
    const void* const structInside = first.Desc().Desc;
    OwnedOperatorDesc second(std::move(first));
    EXPECT_TRUE(IsEmpty(first)); // NOLINT(bugprone-use-after-move): it is specified
    EXPECT_EQ(second.Desc().Desc, structInside);
    OwnedOperatorDesc third(gemm.Desc());
    third = std::move(second);
    EXPECT_TRUE(IsEmpty(second)); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(third.Desc().Desc, structInside);
    EXPECT_EQ(Difference(gemm.Desc(), third.Desc()), "");
}

TEST(OwnedOperator, IsEmptyOfNothing)
{
    EXPECT_TRUE(IsEmpty(OwnedOperatorDesc(DML_OPERATOR_DESC{DML_OPERATOR_INVALID, nullptr})));
    EXPECT_TRUE(IsEmpty(OwnedOperatorDesc(DML_OPERATOR_DESC{DML_OPERATOR_GATHER, nullptr})));
}

TEST(OwnedOperator, IsEmptyWithoutMemory)
{
    const Description gemm = GemmDescription();
    const OwnedOperatorDesc owned(gemm.Desc());
    allocationsFail = true;
    const OwnedOperatorDesc fromOriginal(gemm.Desc());
    const OwnedOperatorDesc fromCopy(owned); // NOLINT(performance-unnecessary-copy-initialization): it fails
    allocationsFail = false;
    EXPECT_TRUE(IsEmpty(fromOriginal));
    EXPECT_TRUE(IsEmpty(fromCopy));
    EXPECT_TRUE(owned);
}
} // namespace
} // namespace owned_operator_test
