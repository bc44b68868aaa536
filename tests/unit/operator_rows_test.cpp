// Compares what the headers say about operators with the facts about DirectML: data/operator_rules.csv and
// data/enumerators.csv. No other test does. The checks of both are read here into lists such as
//
//   tensor(ATensor,0x0006,2-4) tensor(BTensor,0x0006,2-4) type(ATensor,BTensor) enum(TransA,2) fn(Gemm)
//
// A comparison of a row that has no such form is only its error, such as NotTwoDimensional: the verdicts test it.
#include "models/operators.hpp"
#include "models/row_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace operator_rows_test
{
namespace
{
using namespace dml_tensor_utils;
using operator_facts::Rule;
using Texts = std::vector<std::string>;

const char* const Header = "include/dml_tensor_operator_schema.hpp (DTU_OPERATORS)";
const char* const RulesFile = "tests/unit/data/operator_rules.csv";
const char* const EnumeratorsFile = "tests/unit/data/enumerators.csv";
const char* const VerdictsFile = "tests/unit/data/operator_verdicts.csv";

DML_OPERATOR_TYPE TypeOf(const Rule& rule) { return static_cast<DML_OPERATOR_TYPE>(rule.number); }

std::string RowOf(const Rule& rule) { return "the row " + rule.name + " of " + Header + " and of " + RulesFile; }

// ---- which operators there are --------------------------------------------------------------------------------------

// Operators as "177 UNFOLD".
using Operators = std::set<std::string>;

Operators OperatorsOfHeader()
{
    Operators operators;
    for (std::uint32_t number = 1; number <= detail::OperatorCount; ++number)
    {
        operators.insert(std::to_string(number) + ' ' + ToString(static_cast<DML_OPERATOR_TYPE>(number)));
    }
    return operators;
}

Operators OperatorsOfRules()
{
    Operators operators;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        operators.insert(std::to_string(number) + ' ' + rule.name);
    }
    return operators;
}

Operators OperatorsOfEnumerators()
{
    const std::string type = "DML_OPERATOR_";
    Operators operators;
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        const std::string name = row[1].substr((std::min)(type.size(), row[1].size()));
        const bool isAlias = name == "SCATTER_ELEMENTS"; // the SDK's second name of SCATTER
        if (row[0] == "DML_OPERATOR_TYPE" && name != "INVALID" && !isAlias) { operators.insert(row[2] + ' ' + name); }
    }
    return operators;
}

// Returns those of the operators that have an accepted row.
Operators AcceptedOperators(const Operators& all)
{
    std::set<std::string> names;
    for (const std::vector<std::string>& row : verdict_file::Read("operator_verdicts.csv"))
    {
        if (row[1] == "1") { names.insert(row[0]); }
    }
    Operators operators;
    for (const std::string& each : all)
    {
        if (names.count(each.substr(each.find(' ') + 1)) == 1) { operators.insert(each); }
    }
    return operators;
}

// The other tests run only if each file has all operators, so that a missing row is one failure that names the file.
class EachFileHasAllOperators : public testing::Environment
{
    void SetUp() override
    {
        std::vector<std::pair<const char*, Operators>> files = {{Header, OperatorsOfHeader()},
                                                                {RulesFile, OperatorsOfRules()},
                                                                {EnumeratorsFile, OperatorsOfEnumerators()}};
        Operators all;
        for (const auto& [file, operators] : files) { all.insert(operators.begin(), operators.end()); }
        files.emplace_back(VerdictsFile, AcceptedOperators(all));
        std::string missing;
        for (const auto& [file, operators] : files)
        {
            for (const std::string& each : all)
            {
                if (operators.count(each) != 0) { continue; }
                missing += std::string("\n  ") + file
                           + (file == VerdictsFile ? " has no accepted row " : " has no row ") + each;
            }
        }
        if (missing.empty()) { return; }
        std::cerr << "The tests of operators wait for these rows:" << missing << std::endl;
        std::exit(1); // GoogleTest would list each test that it skips, and end with "0 FAILED TESTS"
    }
};
testing::Environment* const eachFileHasAllOperators = testing::AddGlobalTestEnvironment(new EachFileHasAllOperators);

TEST(OperatorRows, HaveTheFeatureLevelsOfTheFacts)
{
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        EXPECT_EQ(static_cast<std::uint32_t>(MinimumFeatureLevel(TypeOf(rule))), rule.target) << RowOf(rule);
    }
}

TEST(OperatorRows, HaveTheFeatureLevelsOfTheSdk)
{
    std::set<std::uint32_t> levels;
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        if (row[0] == "DML_FEATURE_LEVEL") { levels.insert(verdict_file::Number32(row[2])); }
    }
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        EXPECT_EQ(levels.count(rule.target), 1U)
            << EnumeratorsFile << " has no DML_FEATURE_LEVEL with the target of " << rule.name;
    }
}

// ---- fields ---------------------------------------------------------------------------------------------------------

std::string FieldText(const std::string& kind, bool isOptional, const std::string& name, const std::string& count,
                      std::size_t offset)
{
    return kind + (isOptional ? "?:" : ":") + name + (count.empty() ? "" : "[" + count + "]") + " at "
           + std::to_string(offset) + ", ";
}

// Returns "in:InputTensor at 0, uint:AxisCount at 8, uints:Axes[AxisCount] at 16, 24 bytes".
std::string FieldsOfFacts(const Rule& rule)
{
    const std::vector<std::size_t> offsets = operator_facts::OffsetsOf(rule);
    std::string text;
    for (std::size_t i = 0; i < rule.fields.size(); ++i)
    {
        const operator_facts::Field& field = rule.fields[i];
        text += FieldText(field.kind, field.isOptional, field.name, field.count, offsets[i]);
    }
    return text + std::to_string(offsets.back()) + " bytes";
}

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

std::string FieldsOfHeader(const OperatorSchema& schema)
{
    std::string text;
    for (const OperatorField& field : schema)
    {
        const char* const count = field.countField < schema.count ? schema[field.countField].name : "";
        text += FieldText(KindOf(field), field.isOptional, field.name, count, field.offset);
    }
    return text + std::to_string(schema.structSize) + " bytes";
}

TEST(OperatorRows, HaveTheFieldsOfTheFacts)
{
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        EXPECT_EQ(FieldsOfHeader(SchemaOf(TypeOf(rule))), FieldsOfFacts(rule)) << RowOf(rule);
    }
}

TEST(OperatorRows, HaveTheEnumeratorsOfTheFacts)
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
        for (const OperatorField& field : SchemaOf(TypeOf(rule)))
        {
            const bool isEnumeration = field.kind == OperatorFieldKind::Enumeration;
            ++met[field.enumeration];
            if (isEnumeration)
            {
                EXPECT_EQ(field.enumerators, facts["DML_" + std::string(field.enumeration)])
                    << "DML_" << field.enumeration << " in FieldTypes of the header and in " << EnumeratorsFile;
            }
            else
            {
                EXPECT_STREQ(field.enumeration, "");
                EXPECT_STREQ(field.enumerators, field.kind == OperatorFieldKind::Bool ? "FALSE TRUE" : "");
            }
        }
    }
    EXPECT_EQ(met.size(), 16U); // 15 enumerations
}
// ---- SchemaOf and LaterVersionWith -----------------------------------------------------------------------------------

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

static_assert(LaterVersionWith(static_cast<DML_OPERATOR_TYPE>(56), "Dilations") == 166); // AVERAGE_POOLING, its 1
static_assert(LaterVersionWith(static_cast<DML_OPERATOR_TYPE>(58), "Dilations") == 110); // MAX_POOLING, its 2
static_assert(LaterVersionWith(DML_OPERATOR_GATHER, "Axis") == DML_OPERATOR_INVALID);
static_assert(LaterVersionWith(DML_OPERATOR_INVALID, "Axis") == DML_OPERATOR_INVALID);

// Returns the operators MAX_POOLING1 and MAX_POOLING2 for MAX_POOLING, and MAX_POOLING2 for MAX_POOLING1.
std::vector<const Rule*> LaterVersionsOf(const Rule& rule)
{
    const bool hasDigit = rule.name.back() >= '1' && rule.name.back() <= '9';
    const std::string base = hasDigit ? rule.name.substr(0, rule.name.size() - 1) : rule.name;
    std::vector<const Rule*> versions;
    for (char version = hasDigit ? static_cast<char>(rule.name.back() + 1) : '1'; version <= '9'; ++version)
    {
        const Rule* const later = operator_facts::RuleOf(base + version);
        if (later != nullptr) { versions.push_back(later); }
    }
    return versions;
}

TEST(LaterVersionWith, IsTheFirstLaterOperatorWithTheFieldByTheFacts)
{
    std::set<std::string> fields = {"", "Dilation", "Axis1"};
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        for (const operator_facts::Field& field : rule.fields) { fields.insert(field.name); }
    }
    std::size_t found = 0;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const std::vector<const Rule*> versions = LaterVersionsOf(rule);
        for (const std::string& field : fields)
        {
            const auto first =
                std::find_if(versions.begin(), versions.end(),
                             [&field](const Rule* version) { return version->Find(field) < version->fields.size(); });
            const DML_OPERATOR_TYPE expected = first == versions.end() ? DML_OPERATOR_INVALID : TypeOf(**first);
            EXPECT_EQ(LaterVersionWith(TypeOf(rule), field.c_str()), expected) << rule.name << ' ' << field;
            found += expected != DML_OPERATOR_INVALID ? 1U : 0U;
        }
    }
    EXPECT_GE(found, 100U);
}

// Names that DirectML does not have, and others that it may have some day.
TEST(LaterVersionWith, LooksAtOneDigitAtTheEndOfTheName)
{
    EXPECT_TRUE(detail::IsLaterVersion("POOL1", "POOL") && detail::IsLaterVersion("POOL3", "POOL1"));
    EXPECT_FALSE(detail::IsLaterVersion("POOL", "POOL") || detail::IsLaterVersion("POOL1", "POOL2"));
    EXPECT_FALSE(detail::IsLaterVersion("POOL_GRAD", "POOL") || detail::IsLaterVersion("POOL12", "POOL"));
    EXPECT_FALSE(detail::IsLaterVersion("POOL2", "POOL10") || detail::IsLaterVersion("POOL2", "POOL_GRAD"));
    EXPECT_FALSE(detail::IsLaterVersion("POOL1", "POOL0") || detail::IsLaterVersion("POOL1", "POOL-"));
}

// ---- checks as the facts state them ----------------------------------------------------------------------------------

// Splits a text at each separator that is not in parentheses or braces.
Texts SplitOutside(const std::string& text, char separator)
{
    Texts parts(text.empty() ? 0 : 1);
    int depth = 0;
    for (const char c : text)
    {
        depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
        if (c == separator && depth == 0) { parts.emplace_back(); }
        else { parts.back() += c; }
    }
    return parts;
}

std::string Joined(const Texts& texts)
{
    std::string joined;
    for (const std::string& text : texts) { joined += (joined.empty() ? "" : " ") + text; }
    return joined;
}

bool EndsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Returns what stands before the first of the characters, and removes it from the text.
std::string TakeUpTo(std::string& text, const char* characters)
{
    const std::size_t end = (std::min)(text.find_first_of(characters), text.size());
    std::string taken = text.substr(0, end);
    text.erase(0, end);
    return taken;
}

// Equality has no first and second.
std::string Relation(const std::string& kind, std::string a, std::string b)
{
    if (kind != "one_or" && b < a) { std::swap(a, b); }
    return kind + "(" + a + "," + b + ")";
}

std::string Tensor(const std::string& name, std::uint32_t types, const std::string& ranks)
{
    char mask[16];
    std::snprintf(mask, sizeof(mask), "0x%04x", types);
    return "tensor(" + name + "," + mask + "," + ranks + ")";
}

Texts ChecksOf(const Texts& checks)
{
    Texts list;
    for (const std::string& check : checks)
    {
        const std::size_t open = check.find('(');
        const std::string kind = check.substr(0, open);
        const bool isRelation =
            kind == "type" || kind == "rank" || kind == "size" || kind == "one_or" || kind == "rank_or";
        const bool isTensor = kind == "tensor";
        if (!isRelation && !isTensor)
        {
            list.push_back(check);
            continue;
        }
        const Texts parts = verdict_file::Split(check.substr(open + 1, check.size() - open - 2), ',');
        if (isRelation) { list.push_back(Relation(kind, parts.at(0), parts.at(1))); }
        else
        {
            const unsigned long types = std::strtoul(parts.at(1).c_str(), nullptr, 16);
            list.push_back(Tensor(parts[0], static_cast<std::uint32_t>(types), parts.size() > 2 ? parts[2] : "1-8"));
        }
    }
    return list;
}

// A check of the facts that the rows of some operators state otherwise.
struct Exception
{
    const char* operators;
    const char* check;
    const char* inRow;
    const char* why;
};

// clang-format off
const Exception Exceptions[] = {
    {"ACTIVATION_HARDMAX ACTIVATION_LOG_SOFTMAX ACTIVATION_SOFTMAX", "fn(TwoDimensional)", "NotTwoDimensional",
     "a comparison of the number of elements"},
    {"CONVOLUTION", "fn(OutputPadding)", "OutputPadding", "a comparison for each entry"},
    {"AVERAGE_POOLING LP_POOLING MAX_POOLING MAX_POOLING1 MAX_POOLING2 LP_POOLING1 AVERAGE_POOLING1 "
     "QUANTIZED_LINEAR_AVERAGE_POOLING AVERAGE_POOLING_GRAD", "fn(PoolingBatch)", "BatchSizes",
     "two comparisons of sizes"},
    {"ROI_POOLING", "fn(RoiPooling)", "NotRank4 NotFloat RoiSizes PooledSizes RoiChannels", "comparisons"},
    {"VALUE_SCALE_2D", "fn(ValueScale)", "NotFloat NotRank4 ChannelCount", "comparisons"},
    {"UPSAMPLE_2D", "fn(Upsample)", "NotFloat BatchSizes UpsampleOverflows UpsampledSizes enum(InterpolationMode,2)",
     "comparisons"},
    {"SPACE_TO_DEPTH SPACE_TO_DEPTH1", "fn(SpaceToDepth)", "BlockDividesHeight BlockDividesWidth ComputedSizes",
     "comparisons"},
    {"DEPTH_TO_SPACE DEPTH_TO_SPACE1", "fn(DepthToSpace)",
     "BlockDividesChannels Terminates BlockDividesChannels ComputedSizes",
     "comparisons; the crash is one of them, because the facts have crashes in a column of their own"},
    {"TILE", "fn(Tile)", "count(RepeatsCount,InputTensor,0) TiledSizes", "comparisons"},
    {"TOP_K TOP_K1", "fn(TopK)", "ComputedSizes", "comparisons of sizes"},
    {"SCATTER", "fn(Scatter)", "ComputedSizes", "comparisons of sizes"},
    {"GATHER_ELEMENTS", "fn(GatherElements)", "ComputedSizes", "a comparison of sizes"},
    {"REVERSE_SUBSEQUENCES", "fn(ReverseSubsequences)", "ComputedSizes", "comparisons of sizes"},
    {"ONE_HOT", "fn(OneHot)", "ComputedSizes OneHotValues", "comparisons"},
    {"LP_NORMALIZATION", "fn(LpP)", "range(P,1,2)", "a range like others"},
    {"LP_NORMALIZATION", "fn(LpAxis)", "axis(Axis,InputTensor)", "an axis like others"},
    {"RNN LSTM GRU", "fn(RnnOutputs)", "NoOutputs", "a comparison"},
    {"ADAM_OPTIMIZER", "fn(AdamStep)", "NotEqual", "a comparison of the number of elements"},
    {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD DYNAMIC_QUANTIZE_LINEAR", "fn(ScalarScales)", "Condition",
     "comparisons of the numbers of elements"},
    {"REDUCE ARGMIN ARGMAX", "fn(Reduce)", "axes(Axes,InputTensor) fn(Reduce)",
     "the function begins with a check that other operators have too"},
    {"GATHER_ND", "fn(GatherNd)",
     "range(InputDimensionCount,1,rank:InputTensor) range(IndicesDimensionCount,1,rank:IndicesTensor) fn(GatherNd)",
     "the function begins with ranges"},
    {"GATHER_ND1", "fn(GatherNd)",
     "range(InputDimensionCount,1,rank:InputTensor) range(IndicesDimensionCount,1,rank:IndicesTensor) "
     "axis(BatchDimensionCount,InputDimensionCount) axis(BatchDimensionCount,IndicesDimensionCount) fn(GatherNd)",
     "the function begins with ranges"},
    {"SCATTER_ND", "fn(ScatterNd)",
     "range(InputDimensionCount,1,rank:InputTensor) range(IndicesDimensionCount,1,rank:IndicesTensor) fn(ScatterNd)",
     "the function begins with ranges"},
    {"ROI_ALIGN_GRAD", "fn(RoiAlignGrad)", "NoOutputs fn(RoiAlign) ComputedSizes",
     "the function of ROI_ALIGN between two comparisons"},
    {"MATRIX_MULTIPLY_INTEGER QUANTIZED_LINEAR_MATRIX_MULTIPLY", "fn(MatMulSizes)", "fn(MatrixMultiply)",
     "one function checks sizes, zero points and scales"},
    {"MATRIX_MULTIPLY_INTEGER QUANTIZED_LINEAR_MATRIX_MULTIPLY", "fn(MatMulZeroPoints)", "", "in MatrixMultiply()"},
    {"QUANTIZED_LINEAR_MATRIX_MULTIPLY", "fn(MatMulScales)", "", "in MatrixMultiply()"},
    {"MATRIX_MULTIPLY_INTEGER_TO_FLOAT", "fn(MatMulToFloatSizes)", "fn(MatrixMultiply)",
     "one function checks sizes, zero points and scales"},
    {"CONVOLUTION_INTEGER", "fn(ConvZeroPoints)", "fn(QuantizationSizes)", "one function for zero points and scales"},
    {"QUANTIZED_LINEAR_CONVOLUTION", "fn(ConvScales)", "fn(QuantizationSizes)",
     "one function for zero points and scales"},
    {"GATHER", "axis(Axis,InputTensor)", "", "in Gather(), which is a function of the main header"},
    {"GATHER", "range(IndexDimensions,0,rank:InputTensor)", "", "in Gather()"},
    // The facts have the tensors of these in words, with the function.
    {"JOIN", "fn(Join)", "tensor(InputTensors,0x0ffe,1-8) tensor(OutputTensor,0x0ffe,1-8) NoTensors fn(Join)",
     "the function checks the tensors"},
    {"SPLIT", "fn(Split)", "tensor(InputTensor,0x0ffe,1-8) tensor(OutputTensors,0x0ffe,1-8) fn(Split)",
     "the function checks the tensors"},
    {"QUANTIZE", "fn(Quantize)",
     "tensor(InputTensor,0x0006,1-8) tensor(QuantizationTensors,0x0006,1-8) tensor(OutputTensor,0x3120,1-8) "
     "fn(QuantizationList) QuantizationType QuantizationTensorCount fn(Quantize)",
     "the function checks the tensors; it does not use the types that a list has from the tensor before it"},
    {"DEQUANTIZE", "fn(Dequantize)",
     "tensor(InputTensor,0x3120,1-8) tensor(QuantizationTensors,0x3120,1-8) tensor(OutputTensor,0x0006,1-8) "
     "fn(QuantizationList) QuantizationType QuantizationTensorCount fn(Quantize)",
     "the function of QUANTIZE, with the types exchanged"},
    {"ELEMENT_WISE_QUANTIZE_LINEAR", "fn(QuantizeLinear)",
     "fn(QuantizeLinear) tensor(InputTensor,0x0046,1-8) "
     "tensor(ScaleTensor,0x0006,1-8) rank(InputTensor,ScaleTensor) size(InputTensor,ScaleTensor) "
     "tensor(ZeroPointTensor,0x0120,1-8) rank(InputTensor,ZeroPointTensor) size(InputTensor,ZeroPointTensor) "
     "tensor(OutputTensor,0x0120,1-8) type(OutputTensor,ZeroPointTensor) rank(InputTensor,OutputTensor) "
     "size(InputTensor,OutputTensor)",
     "the function compares the types of input and scale; the rest is like other tensors"},
};
// clang-format on

bool AppliesTo(const Exception& exception, const std::string& name, const std::string& check)
{
    const Texts operators = verdict_file::Split(exception.operators, ' ');
    return check == exception.check && std::find(operators.begin(), operators.end(), name) != operators.end();
}

// Returns the checks of the facts as the row should state them. Counts the uses of each exception.
Texts ChecksOfFacts(const Rule& rule, std::map<const Exception*, std::size_t>& uses)
{
    Texts list;
    for (const std::string& check : ChecksOf(rule.checks))
    {
        const Exception* found = nullptr;
        for (const Exception& exception : Exceptions)
        {
            found = AppliesTo(exception, rule.name, check) ? &exception : found;
        }
        if (found == nullptr)
        {
            list.push_back(check);
            continue;
        }
        ++uses[found];
        for (const std::string& inRow : verdict_file::Split(found->inRow, ' ')) { list.push_back(inRow); }
    }
    return list;
}

// ---- checks as the rows state them -----------------------------------------------------------------------------------

// Reads the checks of a row. The fields are those of the header, which a test above compares with the facts.
class RowChecks
{
public:
    explicit RowChecks(DML_OPERATOR_TYPE type) : m_fields(detail::FieldsOf(type))
    {
        const std::string checks = detail::OperatorRowChecks[type - 1];
        const Texts items = SplitOutside(checks, ' ');
        const bool isEvery = std::find(items.begin(), items.end(), "tensors") != items.end();
        const bool isSome = checks.find("tensor(") != std::string::npos;
        // Without such a check a function checks the tensors of the row.
        if (!isEvery && !isSome) { AddTensors(); }
        for (const std::string& item : items) { AddItem(item); }
    }

    const Texts& List() const { return m_list; }

private:
    // Returns the field of a name without Tensor.
    const OperatorField& Field(const std::string& name) const
    {
        static const OperatorField unknown;
        const std::uint32_t field = m_fields.Find(name.c_str());
        return field < m_fields.count ? m_fields[field] : unknown;
    }

    void AddItem(const std::string& item)
    {
        std::string arguments = item;
        const std::string word = TakeUpTo(arguments, "({");
        // The recorded verdicts and executed operators judge where lists are read, and hazards.
        if (item == "lists" || EndsWith(word, "Hazards")) { return; }
        if (item == "tensors") { AddTensors(); }
        else if (arguments == "()") { m_list.push_back("fn(" + word + ")"); }
        else if (arguments.empty()) { m_list.push_back("?" + item); }
        else if (arguments[0] == '{') { AddRelations(Field(word), arguments, false); }
        else if (word == "tensor") { AddTensor(m_fields.Find(arguments.substr(1, arguments.size() - 2).c_str())); }
        else
        {
            for (const std::string& comparison : SplitOutside(arguments.substr(1, arguments.size() - 2), ','))
            {
                const std::string check = InFactsNotation(word, comparison);
                const bool isRepeated = check == word && !m_list.empty() && m_list.back() == word;
                if (!isRepeated) { m_list.push_back(check); }
            }
        }
    }

    void AddTensors()
    {
        for (std::uint32_t i = 0; i < m_fields.count; ++i)
        {
            if (m_fields[i].IsTensor()) { AddTensor(i); }
        }
    }

    void AddTensor(std::uint32_t index)
    {
        const OperatorField& field = m_fields[index];
        const std::string relations = m_fields.relations[index];
        AddRelations(field, relations, true);
        // REDUCE has no types in its row, because they depend on the function.
        if (field.dataTypes != 0)
        {
            const std::string ranks = std::to_string(field.minRank) + '-' + std::to_string(field.maxRank);
            m_list.push_back(Tensor(field.name, field.dataTypes, ranks));
        }
        AddRelations(field, relations, false);
    }

    // Adds braces such as "{type,rank of A}{before:same}" that begin with before:, or the others.
    void AddRelations(const OperatorField& field, std::string braces, bool isBefore)
    {
        while (!braces.empty() && braces[0] == '{')
        {
            std::string kinds = TakeUpTo(braces, "}").substr(1);
            braces.erase(0, 1);
            const bool hasBefore = kinds.compare(0, 7, "before:") == 0;
            if (hasBefore != isBefore) { continue; }
            if (hasBefore) { kinds.erase(0, 7); }
            const std::size_t of = kinds.find(" of ");
            const OperatorField& other =
                of == std::string::npos ? m_fields[m_fields.FirstTensor()] : Field(kinds.substr(of + 4));
            for (const std::string& kind : verdict_file::Split(kinds.substr(0, of), ','))
            {
                for (const char* const relation : InFacts(kind))
                {
                    m_list.push_back(Relation(relation, field.name, other.name));
                }
            }
        }
    }

    static std::vector<const char*> InFacts(const std::string& kind)
    {
        if (kind == "same") { return {"type", "rank", "size"}; }
        if (kind == "type") { return {"type"}; }
        if (kind == "rank") { return {"rank"}; }
        if (kind == "sizes") { return {"size"}; }
        if (kind == "oneOr") { return {"one_or"}; }
        if (kind == "broadcastRank") { return {"rank_or"}; }
        return {"?relation"};
    }

    // Returns "rank:InputTensor" for "rank:Input", "size:InputTensor[Axis]" for "Input[Axis]".
    std::string TermInFacts(std::string term) const
    {
        const std::size_t colon = term.find(':');
        if (colon != std::string::npos) { return term.substr(0, colon + 1) + Field(term.substr(colon + 1)).name; }
        const std::string name = TakeUpTo(term, "[");
        return Field(name).IsTensor() ? std::string("size:") + Field(name).name + term : name + term;
    }

    // Returns "range(K,1,size:InputTensor[Axis])" for the comparison "K=1..Input[Axis]" of Range. Returns the error if
    // the facts have no such check.
    std::string InFactsNotation(const std::string& error, const std::string& comparison) const
    {
        std::string right = comparison;
        const std::string left = TakeUpTo(right, "=<>% ");
        const auto skip = [&right](const char* sign)
        {
            const bool isSkipped = right.compare(0, std::string(sign).size(), sign) == 0;
            if (isSkipped) { right.erase(0, std::string(sign).size()); }
            return isSkipped;
        };
        if (error == "Enumerator" && right.empty())
        {
            const Texts names = verdict_file::Split(Field(left).enumerators, ' ');
            return "enum(" + left + "," + std::to_string(names.size()) + ")";
        }
        if (error == "NullArray" && right == "=1" && left.compare(0, 6, "given:") == 0)
        {
            return std::string("array(") + Field(left.substr(6)).name + ")";
        }
        if (error == "Zero" && right == ">=1") { return "nonzero(" + left + ")"; }
        if (error == "CountIsNotRank" && skip("=rank:"))
        {
            const std::string tensor = Field(TakeUpTo(right, "-")).name;
            return "count(" + left + "," + tensor + "," + (skip("-") ? right : "0") + ")";
        }
        if (error == "NotEqual" && left.find(':') == std::string::npos && skip("="))
        {
            return "equal(" + left + "," + TermInFacts(right) + ")";
        }
        if (error == "Range" && skip("="))
        {
            const std::size_t dots = right.find("..");
            if (dots == std::string::npos) { return "?" + comparison; }
            return "range(" + left + "," + TermInFacts(right.substr(0, dots)) + ","
                   + TermInFacts(right.substr(dots + 2)) + ")";
        }
        if (error == "AxisRange" && skip("<"))
        {
            const std::string limit = skip("rank:") ? Field(right).name : right;
            const bool isList = EndsWith(left, "[each]");
            return (isList ? "axes(" + left.substr(0, left.size() - 6) : "axis(" + left) + "," + limit + ")";
        }
        return error;
    }

    const detail::OperatorFields m_fields;
    Texts m_list;
};

TEST(OperatorRows, HaveTheChecksOfTheFactsInTheirOrder)
{
    std::map<const Exception*, std::size_t> uses;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        EXPECT_EQ(Joined(RowChecks(TypeOf(rule)).List()), Joined(ChecksOfFacts(rule, uses))) << RowOf(rule);
    }
    for (const Exception& exception : Exceptions)
    {
        EXPECT_EQ(uses[&exception], verdict_file::Split(exception.operators, ' ').size())
            << exception.check << " is an exception of " << exception.operators << ": " << exception.why;
    }
}

TEST(OperatorRows, MistakesAreFound)
{
    EXPECT_TRUE(row_checker::RowIsValid("in:Input(float) out:Output{same}", "tensors"));
    const std::pair<const char*, const char*> wrong[] = {
        {"in:Input(flaot) out:Output{same}", "tensors"},        // set of types
        {"in:Input(float,0-4) out:Output{same}", "tensors"},    // minimum rank
        {"in:Input(float,3-9) out:Output{same}", "tensors"},    // maximum rank
        {"inn:Input(float) out:Output{same}", "tensors"},       // kind of field
        {"in:Input(float) out:Output{smae}", "tensors"},        // relation
        {"in:A(float),B{same of X}", "tensors"},                // tensor of a relation
        {"in:A(float),B{same", "tensors"},                      // open braces
        {"in:A(float) uints:Axes", "tensors"},                  // list without a count
        {"in:A(float)", "tensros"},                             // check
        {"in:A(float)", "tensors Reduec()"},                    // function
        {"in:A(float) uint:P", "tensors Rage(P=1..2)"},         // error's name
        {"in:A(float) uint:P", "tensors Range(Q=1..2)"},        // field
        {"in:A(float) uint:P", "tensors Range(P>1)"},           // comparison
        {"in:A(float) uint:P", "tensors Range(P=1..2"},         // open bracket
        {"in:A(float) uint:P", "tensors Range(P<size:A)"},      // property
        {"in:A(float) uint:P", "tensors Range(A[any]<P)"},      // index
        {"in:A(float) uint:P", "tensors Enumerator(P)"},        // no enumeration
        {"uint:A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U", ""}, // 21 fields
        {"in:A(float,5-3)", "tensors"},
        {"in:A(float),B{rank;}", "tensors"},
        {"in:A(float),B{rank", "tensors"},
        {"uint:P(float)", ""},
        {"in:(float)", ""},
        {"in:A(float)", "tensor(A)tensors"},
        {"in:A(float)", "tensor(X)"},
        {"in:A(float)", "tensor(A"},
        {"in:A(float)", "X{rank}"},
        {"in:A(float)", "A{rnak}"},
        {"in:A(float) uint:P", "P{rank}"},
        {"in:A(float) uint:P", "Range(P<A)"},
        {"in:A(float) uint:P", "Range(P+1)"},
        {"in:A(float) uint:P", "Range(A)"},
        {"in:A(float) uint:P", "Range(P)"},
        {"in:A(float) uint:P", "Range(P<)"},
        {"in:A(float) uint:P", "Range(P=1..)"},
        {"in:A(float) uint:P", "Range(P=1 or )"},
        {"in:A(float) uint:P", "Range(P=mod32(1"},
        {"in:A(float) uint:P", "Range(P=mod32(1)"},
        {"in:A(float) uint:P", "Range(P=mod32(X))"},
        {"in:A(float) uint:P", "Range(P=rank:X)"},
        {"in:A(float) uint:P", "Range(P=rank:P)"},
        {"in:A(float) uint:P", "Range(P=given:X)"},
        {"in:A(float) uint:P", "Range(P=given:P)"},
        {"in:A(float) uint:P", "Range(P=gvien:A)"},
        {"in:A(float) uint:P", "Range(P=X[0])"},
        {"in:A(float) uint:P", "Range(P=P[0])"},
        {"in:A(float) uint:P", "Range(P=A[0)"},
        {"in:A(float) uint:P", "Range(P=A[X])"},
        {"in:A(float) uint:P", "Range(P=A[each)"},
        {"in:A(float) uint:P", "Range(P=A[other])"},
        {"in:A(float) uint:P", "Range(P=P.Height)"},
        {"in:A(float) uint:P", "Range(P=X.Width)"},
    };
    for (const auto& [fields, checks] : wrong)
    {
        EXPECT_FALSE(row_checker::RowIsValid(fields, checks)) << fields << ' ' << checks;
    }
}

TEST(OperatorRows, HaveNoMistakes)
{
    for (std::uint32_t i = 0; i < detail::OperatorCount; ++i)
    {
        const char* const fields = detail::OperatorRowFields[i];
        const char* const checks = detail::OperatorRowChecks[i];
        EXPECT_TRUE(row_checker::RowIsValid(fields, checks)) << fields << ' ' << checks;
    }
}
} // namespace
} // namespace operator_rows_test
