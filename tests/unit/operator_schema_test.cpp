// Compares SchemaOf with the facts about DirectML: data/operator_rules.csv, data/enumerators.csv.
#include "models/operators.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

namespace
{
using namespace dml_tensor_utils;

// ---- at compile time ------------------------------------------------------------------------------------------------
constexpr bool Same(const char* a, const char* b)
{
    while (*a != '\0' && *a == *b) { ++a, ++b; }
    return *a == *b;
}

constexpr OperatorSchema Gather = SchemaOf(DML_OPERATOR_GATHER);
static_assert(Gather.count == 5 && Gather.end() - Gather.begin() == 5);
static_assert(Gather.structSize == sizeof(DML_GATHER_OPERATOR_DESC));
static_assert(Same(Gather[0].name, "InputTensor") && Gather[0].kind == OperatorFieldKind::InputTensor);
static_assert(Same(Gather[2].name, "OutputTensor") && Gather[2].kind == OperatorFieldKind::OutputTensor);
static_assert(Gather[1].offset == offsetof(DML_GATHER_OPERATOR_DESC, IndicesTensor));
static_assert(Gather[4].offset == offsetof(DML_GATHER_OPERATOR_DESC, IndexDimensions));
static_assert(Same(Gather[4].name, "IndexDimensions") && Gather[4].kind == OperatorFieldKind::UInt);
static_assert(Gather[0].IsTensor() && Gather[0].IsPointer() && !Gather[0].IsArray() && !Gather[4].IsPointer());
constexpr OperatorSchema None = SchemaOf(DML_OPERATOR_INVALID);
static_assert(None.count == 0 && None.begin() == None.end() && None.structSize == 0);

// ---- the facts ------------------------------------------------------------------------------------------------------
// Returns the kind as the facts name it, without the question mark.
std::string KindOf(const OperatorField& field)
{
    switch (field.kind)
    {
    case OperatorFieldKind::InputTensor: return "in";
    case OperatorFieldKind::OutputTensor: return "out";
    case OperatorFieldKind::InputTensors: return "ins";
    case OperatorFieldKind::OutputTensors: return "outs";
    case OperatorFieldKind::Activations: return "acts";
    case OperatorFieldKind::UInts: return "uints";
    case OperatorFieldKind::Ints: return "ints";
    case OperatorFieldKind::Floats: return "floats";
    case OperatorFieldKind::ScaleBias: return "scalebias";
    case OperatorFieldKind::Activation: return "fused";
    case OperatorFieldKind::UInt:
    case OperatorFieldKind::Bool:
    case OperatorFieldKind::Enumeration: return "uint";
    case OperatorFieldKind::Int: return "int";
    case OperatorFieldKind::Float: return "float";
    case OperatorFieldKind::Size2D: return "size2d";
    case OperatorFieldKind::Scalar: return "scalar";
    }
    return "?";
}

struct AlignedNumber
{
    char first;
    std::uint64_t number;
};

TEST(OperatorSchema, HasTheFieldsOfEachStruct)
{
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const OperatorSchema schema = SchemaOf(static_cast<DML_OPERATOR_TYPE>(number));
        ASSERT_EQ(schema.count, rule.fields.size()) << rule.name;
        std::size_t bytes = 0, largest = 1;
        for (std::uint32_t i = 0; i < schema.count; ++i)
        {
            const OperatorField& field = schema[i];
            const operator_facts::Field& fact = rule.fields[i];
            EXPECT_EQ(field.name, fact.name) << rule.name;
            EXPECT_EQ(KindOf(field), fact.kind) << rule.name << ' ' << fact.name;
            EXPECT_EQ(field.isOptional, fact.isOptional) << rule.name << ' ' << fact.name;
            EXPECT_EQ(field.countField, fact.count.empty() ? 0xFFFFFFFF : rule.Find(fact.count)) << fact.name;

            const std::size_t size = field.IsPointer()                                ? sizeof(void*)
                                     : fact.kind == "scalar" || fact.kind == "size2d" ? 8
                                                                                      : 4;
            const std::size_t alignment = fact.kind == "size2d"   ? 4
                                          : fact.kind == "scalar" ? offsetof(AlignedNumber, number)
                                                                  : size;
            bytes = (bytes + alignment - 1) / alignment * alignment;
            largest = alignment > largest ? alignment : largest;
            EXPECT_EQ(field.offset, bytes) << rule.name << ' ' << fact.name;
            bytes += size;
        }
        EXPECT_EQ(schema.structSize, (bytes + largest - 1) / largest * largest) << rule.name;
    }
    EXPECT_EQ(operator_facts::Rules().size(), detail::OperatorCount);
}

TEST(OperatorSchema, HasDataTypesAndRanksOfTensors)
{
    std::size_t compared = 0;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const OperatorSchema schema = SchemaOf(static_cast<DML_OPERATOR_TYPE>(number));
        for (const std::string& check : rule.checks)
        {
            if (check.compare(0, 7, "tensor(") != 0) { continue; }
            const auto parts = verdict_file::Split(check.substr(7, check.size() - 8), ',');
            const OperatorField& field = schema[rule.Find(parts[0])];
            if (field.dataTypes == 0) { continue; } // a function of the operator checks them
            const std::string ranks = std::to_string(field.minRank) + "-" + std::to_string(field.maxRank);
            EXPECT_EQ(field.dataTypes, std::strtoul(parts[1].c_str(), nullptr, 16)) << rule.name << ' ' << check;
            EXPECT_EQ(ranks, parts.size() > 2 ? parts[2] : "1-8") << rule.name << ' ' << check;
            ++compared;
        }
    }
    EXPECT_GE(compared, 300U);
}

TEST(OperatorSchema, HasTheNameOfEachOperator)
{
    std::map<std::uint32_t, std::set<std::string>> names; // by number
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        if (row[0] == "DML_OPERATOR_TYPE") { names[verdict_file::Number32(row[2])].insert(row[1]); }
    }
    for (std::uint32_t number = 0; number <= detail::OperatorCount; ++number) // 0: INVALID
    {
        const std::string name = ToString(static_cast<DML_OPERATOR_TYPE>(number));
        std::set<std::string> expected = {"DML_OPERATOR_" + name};
        if (name == "SCATTER") { expected.insert("DML_OPERATOR_SCATTER_ELEMENTS"); } // the SDK's alias
        EXPECT_EQ(names[number], expected);
    }
    EXPECT_EQ(names.size(), detail::OperatorCount + 1);
    EXPECT_EQ(detail::OperatorCount, 177U); // of DirectML 1.15.4; no other test repeats the number
}

static_assert(LaterVersionWith(static_cast<DML_OPERATOR_TYPE>(56), "Dilations") == 166); // AVERAGE_POOLING, its 1
static_assert(LaterVersionWith(static_cast<DML_OPERATOR_TYPE>(58), "Dilations") == 110); // MAX_POOLING, its 2
static_assert(LaterVersionWith(DML_OPERATOR_GATHER, "Axis") == DML_OPERATOR_INVALID);
static_assert(LaterVersionWith(DML_OPERATOR_INVALID, "Axis") == DML_OPERATOR_INVALID);

// Returns the number of the first later version with the field by the facts, or 0.
std::uint32_t LaterVersionByFacts(const operator_facts::Rule& rule, const std::string& field)
{
    const bool hasDigit = rule.name.back() >= '1' && rule.name.back() <= '9';
    const std::string base = hasDigit ? rule.name.substr(0, rule.name.size() - 1) : rule.name;
    for (char version = hasDigit ? static_cast<char>(rule.name.back() + 1) : '1'; version <= '9'; ++version)
    {
        const operator_facts::Rule* const later = operator_facts::RuleOf(base + version);
        if (later != nullptr && later->Find(field) < later->fields.size()) { return later->number; }
    }
    return 0;
}

TEST(OperatorSchema, FindsTheLaterVersionWithAField)
{
    std::set<std::string> fields = {"", "Dilation", "Axis1"};
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        for (const operator_facts::Field& field : rule.fields) { fields.insert(field.name); }
    }
    std::size_t found = 0;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        for (const std::string& field : fields)
        {
            const DML_OPERATOR_TYPE later = LaterVersionWith(static_cast<DML_OPERATOR_TYPE>(number), field.c_str());
            EXPECT_EQ(static_cast<std::uint32_t>(later), LaterVersionByFacts(rule, field)) << rule.name << ' ' << field;
            found += later != DML_OPERATOR_INVALID ? 1U : 0U;
        }
    }
    EXPECT_GE(found, 100U);
}

TEST(OperatorSchema, HasTheEnumerators)
{
    std::map<std::string, std::string> facts; // "NONE TRANSPOSE" of DML_MATRIX_TRANSFORM
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        if (row[1].compare(0, row[0].size(), row[0]) != 0) { continue; } // DML_OPERATOR_TYPE
        std::string& names = facts[row[0]];
        names += (names.empty() ? "" : " ") + row[1].substr(row[0].size() + 1);
    }
    std::map<std::string, int> met;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        for (const OperatorField& field : SchemaOf(static_cast<DML_OPERATOR_TYPE>(number)))
        {
            const bool isEnumeration = field.kind == OperatorFieldKind::Enumeration;
            ++met[field.enumeration];
            if (isEnumeration) { EXPECT_EQ(field.enumerators, facts["DML_" + std::string(field.enumeration)]); }
            else
            {
                EXPECT_STREQ(field.enumeration, "");
                EXPECT_STREQ(field.enumerators, field.kind == OperatorFieldKind::Bool ? "FALSE TRUE" : "");
            }
        }
    }
    EXPECT_EQ(met.size(), 16U); // 15 enumerations
}
} // namespace
