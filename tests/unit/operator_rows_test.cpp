// Compares the rows of DTU_OPERATORS with the facts about DirectML: data/operator_rules.csv, data/enumerators.csv. Both
// notations are read here, without the header's parser, into lists such as
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
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace
{
using namespace dml_tensor_utils;
using operator_facts::Rule;
using Texts = std::vector<std::string>;

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

// ---- the facts ------------------------------------------------------------------------------------------------------

// Returns "in?:BiasTensor", "uints:Axes[AxisCount]".
Texts FieldsOfFacts(const Rule& rule)
{
    Texts fields;
    for (const operator_facts::Field& field : rule.fields)
    {
        fields.push_back(field.kind + (field.isOptional ? "?:" : ":") + field.name
                         + (field.count.empty() ? "" : "[" + field.count + "]"));
    }
    return fields;
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

// ---- the rows -------------------------------------------------------------------------------------------------------

// The data types that rows name. Bit n is the data type with value n.
const std::map<std::string, std::uint32_t> RowTypes = {
    {"any", 0x0ffe},
    {"number", 0x0dfe},
    {"upTo32Bits", 0x01fe},
    {"integerUpTo32Bits", 0x01f8},
    {"signed", 0x09c6},
    {"unsigned", 0x0438},
    {"signedUpTo32Bits", 0x01c6},
    {"quantized", 0x3120},
    {"float", 0x0006},
    {"floatOrByte", 0x0126},
    {"floatOrIndex", 0x0c4e},
    {"floatOr32Bits", 0x004e},
    {"float32", 0x0002},
    {"floatOrInt32", 0x0046},
    {"index", 0x0c48},
    {"unsignedIndex", 0x0408},
    {"byte", 0x0120},
    {"uint8", 0x0020},
    {"uint32", 0x0008},
    {"int32", 0x0040},
    {"truth", 0x0028},
    {"unchecked", 0x3fff},
};

struct RowField
{
    std::string type;
    std::string name; // as in the struct
    bool isOptional;
    std::string count;
    std::string types; // of a tensor; empty if it is a list without its own, or nothing gives them
    std::string ranks;
    std::string braces;

    bool IsTensor() const { return type == "in" || type == "out" || type == "ins" || type == "outs"; }
};

using RowFields = std::vector<RowField>;

std::string StructName(const std::string& type, const std::string& name)
{
    const std::string ending = type == "in" || type == "out"     ? "Tensor"
                               : type == "ins" || type == "outs" ? "Tensors"
                                                                 : "";
    return name + ending;
}

// Reads "in:A(float,2-4),B{type,rank} uint:Axis fused?".
RowFields FieldsOfRow(const std::string& text)
{
    RowFields fields;
    std::string types, ranks, count;
    for (std::string group : SplitOutside(text, ' '))
    {
        std::string type = TakeUpTo(group, ":");
        const bool isOptional = type.back() == '?';
        if (isOptional) { type.pop_back(); }
        if (group.empty()) { group = type == "fused" ? ":FusedActivation" : type == "scalebias" ? ":ScaleBias" : ":?"; }
        for (std::string member : SplitOutside(group.substr(1), ','))
        {
            RowField field = {type, StructName(type, TakeUpTo(member, "({")), isOptional, "", "", "", ""};
            const bool hasTypes = !member.empty() && member[0] == '(';
            if (hasTypes)
            {
                types = TakeUpTo(member, ")").substr(1);
                member.erase(0, 1);
                const std::size_t comma = types.find(',');
                ranks = comma == std::string::npos ? "1-8" : types.substr(comma + 1);
                types = types.substr(0, comma);
            }
            field.braces = member;
            field.types = types;
            field.ranks = ranks;
            const bool isList = EndsWith(type, "s") && type != "scalebias";
            if (isList) { field.count = count; }
            if (type == "uint" && EndsWith(field.name, "Count")) { count = field.name; }
            fields.push_back(field);
        }
    }
    return fields;
}

// Returns how many enumerators DML_<type> has; 0 if there is no such enumeration.
std::size_t EnumeratorsOf(const std::string& type)
{
    static const auto rows = verdict_file::Table("enumerators.csv", "enumeration,enumerator,value");
    const auto count =
        std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row[0] == "DML_" + type; });
    return static_cast<std::size_t>(count);
}

Texts FieldsInFactsNotation(const RowFields& fields)
{
    Texts list;
    for (const RowField& field : fields)
    {
        const bool isNumber = field.type == "bool" || EnumeratorsOf(field.type) != 0;
        const std::string kind = isNumber ? "uint" : field.type == "activations" ? "acts" : field.type;
        list.push_back(kind + (field.isOptional ? "?:" : ":") + field.name
                       + (field.count.empty() ? "" : "[" + field.count + "]"));
    }
    return list;
}

// Reads the checks of a row.
class RowChecks
{
public:
    RowChecks(const RowFields& fields, const std::string& checks) : m_fields(fields)
    {
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
    const RowField& Field(const std::string& name) const
    {
        static const RowField none = {"", "?", false, "", "", "", ""};
        for (const RowField& field : m_fields)
        {
            if (field.name == StructName(field.type, name)) { return field; }
        }
        return none;
    }

    const RowField& FirstTensor() const
    {
        return *std::find_if(m_fields.begin(), m_fields.end(), [](const RowField& field) { return field.IsTensor(); });
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
        else if (word == "tensor") { AddTensor(Field(arguments.substr(1, arguments.size() - 2))); }
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
        for (const RowField& field : m_fields)
        {
            if (field.IsTensor()) { AddTensor(field); }
        }
    }

    void AddTensor(const RowField& field)
    {
        AddRelations(field, field.braces, true);
        const auto types = RowTypes.find(field.types);
        // REDUCE has no types in its row, because they depend on the function.
        const bool isOfFunction = field.types.empty();
        if (types != RowTypes.end()) { m_list.push_back(Tensor(field.name, types->second, field.ranks)); }
        else if (!isOfFunction) { m_list.push_back("?" + field.name + " " + field.types); }
        AddRelations(field, field.braces, false);
    }

    // Adds braces such as "{type,rank of A}{before:same}" that begin with before:, or the others.
    void AddRelations(const RowField& field, std::string braces, bool isBefore)
    {
        while (!braces.empty())
        {
            std::string kinds = TakeUpTo(braces, "}").substr(1);
            braces.erase(0, 1);
            const bool hasBefore = kinds.compare(0, 7, "before:") == 0;
            if (hasBefore != isBefore) { continue; }
            if (hasBefore) { kinds.erase(0, 7); }
            const std::size_t of = kinds.find(" of ");
            const RowField& other = of == std::string::npos ? FirstTensor() : Field(kinds.substr(of + 4));
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
        return Field(name).IsTensor() ? "size:" + Field(name).name + term : name + term;
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
            return "enum(" + left + "," + std::to_string(EnumeratorsOf(Field(left).type)) + ")";
        }
        if (error == "NullArray" && right == "=1" && left.compare(0, 6, "given:") == 0)
        {
            return "array(" + Field(left.substr(6)).name + ")";
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

    const RowFields& m_fields;
    Texts m_list;
};

// ---- tests ----------------------------------------------------------------------------------------------------------

TEST(OperatorRows, HaveTheNumbersNamesAndTargetsOfTheFacts)
{
    ASSERT_EQ(operator_facts::Rules().size(), detail::OperatorCount);
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const detail::OperatorName& named = detail::OperatorNames[number - 1];
        EXPECT_EQ(named.number, number);
        EXPECT_EQ(named.name, rule.name);
        EXPECT_EQ(named.target, rule.target) << rule.name;
    }
}

TEST(OperatorRows, HaveTheFieldsOfTheFacts)
{
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const RowFields fields = FieldsOfRow(detail::OperatorRowFields[number - 1]);
        EXPECT_EQ(Joined(FieldsInFactsNotation(fields)), Joined(FieldsOfFacts(rule))) << rule.name;
    }
}

TEST(OperatorRows, HaveTheChecksOfTheFactsInTheirOrder)
{
    std::map<const Exception*, std::size_t> uses;
    for (const auto& [number, rule] : operator_facts::Rules())
    {
        const RowFields fields = FieldsOfRow(detail::OperatorRowFields[number - 1]);
        const RowChecks checks(fields, detail::OperatorRowChecks[number - 1]);
        EXPECT_EQ(Joined(checks.List()), Joined(ChecksOfFacts(rule, uses))) << rule.name;
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
