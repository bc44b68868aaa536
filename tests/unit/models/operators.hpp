// Reads the facts about DirectML's operators (data/operator_rules.csv), and lays out the descriptions of
// data/operator_verdicts.csv in memory as a program would pass them to DirectML. Each struct, list and tensor has
// exactly the described size.
//
// A row of operator_rules.csv has an operator's fields, such as `in?:BiasTensor` (may be null) and
// `uints:Strides[DimensionCount]`, and DirectML's checks in its order:
//
//   tensor(X,0x0006,2-4)      X keeps the rules of a tensor, its data type n is bit n of the mask, its rank is 2 to 4
//   type(X,Y) rank(X,Y) size(X,Y)     X has the data type, the rank or the sizes of Y
//   one_or(X,Y) rank_or(X,Y)  each size of X is 1 or that of Y; the rank of X is that of Y, with another error
//   enum(N,2) range(N,1,6) equal(N,rank:Y)    N is below 2, is 1 to 6, is the rank of Y
//   count(N,X,2)              N is the rank of X less 2
//   axis(N,X) axes(L,X)       the axis N, or each of the list L, is below the rank of X
//   nonzero(L) array(L)       no entry of L is 0; L is not null
//   fn(Gemm)                  the rules of a function of dml_tensor_operators.hpp
//
// The column `terminates` says what crashes DirectML; no test reads it.
//
// A row of operator_verdicts.csv has the values of the fields in their order: `-` is null, and a tensor is
// type[sizes]/sStrides/tTotal/fFlags/aAlignment/dDimensionCount/kType, where `type` is DataType and kType DML_TENSOR_DESC::Type.
#pragma once

#include "dml_tensor_operators.hpp"
#include "models/tensors.hpp"
#include "verdict_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace operator_facts
{
namespace dml = dml_tensor_utils;

// A field of an operator's struct. "uints:Strides[DimensionCount]" has the kind uints and as many entries as
// DimensionCount says.
struct Field
{
    std::string kind;
    std::string name;
    std::string count;
    bool isOptional;

    bool IsNumber() const { return kind == "uint" || kind == "int" || kind == "float"; }
    bool IsTwoNumbers() const { return kind == "size2d" || kind == "scalar"; }

    // The size and the alignment of the member, in bytes.
    std::size_t Size() const { return IsNumber() ? 4 : IsTwoNumbers() ? 8 : sizeof(void*); }
    std::size_t Alignment() const
    {
        struct Aligned
        {
            char first;
            std::uint64_t number;
        };
        return kind == "scalar" ? offsetof(Aligned, number) : kind == "size2d" ? 4 : Size();
    }
};

struct Rule
{
    std::string name;
    std::uint32_t number = 0;
    std::uint32_t target = 0;
    std::vector<Field> fields;
    std::vector<std::string> checks;

    std::size_t Find(const std::string& field) const
    {
        for (std::size_t i = 0; i < fields.size(); ++i)
        {
            if (fields[i].name == field) { return i; }
        }
        return fields.size();
    }
};

// Returns the offset of each member of the operator's struct, and then the size of the struct, in bytes.
inline std::vector<std::size_t> OffsetsOf(const Rule& rule)
{
    std::vector<std::size_t> offsets;
    std::size_t size = 0, largest = 1;
    const auto align = [&size](std::size_t alignment) { size = (size + alignment - 1) / alignment * alignment; };
    for (const Field& field : rule.fields)
    {
        align(field.Alignment());
        offsets.push_back(size);
        size += field.Size();
        largest = (std::max)(largest, field.Alignment());
    }
    align(largest);
    offsets.push_back(size);
    return offsets;
}

inline Field FieldFrom(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const std::size_t bracket = text.find('[');
    Field field{text.substr(0, colon), text.substr(colon + 1, bracket - colon - 1), "", false};
    if (bracket != std::string::npos) { field.count = text.substr(bracket + 1, text.size() - bracket - 2); }
    field.isOptional = field.kind.back() == '?';
    if (field.isOptional) { field.kind.pop_back(); }
    return field;
}

// Returns all rows by the operators' numbers.
inline std::map<std::uint32_t, Rule> ReadRules()
{
    std::map<std::uint32_t, Rule> rules;
    for (const std::string& line :
         verdict_file::LinesBelow("operator,value,target,fields,checks", "operator_rules.csv"))
    {
        const std::vector<std::string> parts = verdict_file::SplitQuoted(line);
        Rule rule;
        rule.name = parts[0];
        rule.number = verdict_file::Number32(parts[1]);
        rule.target = static_cast<std::uint32_t>(std::strtoul(parts[2].c_str(), nullptr, 16));
        rule.checks = verdict_file::Split(parts[4], ' ');
        for (const std::string& field : verdict_file::Split(parts[3], ' ')) { rule.fields.push_back(FieldFrom(field)); }
        rules[rule.number] = rule;
    }
    return rules;
}

inline const std::map<std::uint32_t, Rule>& Rules()
{
    static const std::map<std::uint32_t, Rule> rules = ReadRules();
    return rules;
}

inline const Rule* RuleOf(const std::string& name)
{
    for (const auto& entry : Rules())
    {
        if (entry.second.name == name) { return &entry.second; }
    }
    return nullptr;
}

// The parts of a tensor's text.
struct TensorText
{
    bool isNull = true;    // "-"
    bool hasDesc = false;  // not "!"
    bool hasSizes = false; // not "null"
    bool hasStrides = false;
    std::uint32_t kind = 1;
    std::uint32_t type = 0;
    std::uint32_t flags = 0;
    std::uint32_t rank = 0;
    std::uint32_t alignment = 0;
    std::uint64_t total = 0;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> strides;
};

inline std::vector<std::uint32_t> ListFrom(const std::string& text)
{
    std::vector<std::uint32_t> values;
    for (const std::string& value : verdict_file::Split(text, 'x'))
    {
        values.push_back(static_cast<std::uint32_t>(std::strtoll(value.c_str(), nullptr, 10)));
    }
    return values;
}

// Returns DirectML's minimum, calculated modulo 2^64. Types above the last one count as 32 bits.
inline std::uint64_t MinTotal(std::uint32_t type, const std::vector<std::uint32_t>& sizes,
                              const std::vector<std::uint32_t>& strides, bool hasStrides)
{
    const std::uint64_t bits = type <= reference_model::LastDataType ? reference_model::BitsOf(type) : 32;
    std::uint64_t span = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        span = !hasStrides ? span * sizes[i]
                           : span + (sizes[i] - std::uint64_t{1}) * (i < strides.size() ? strides[i] : 0);
    }
    return ((span * bits + 7) / 8 + 3) & ~std::uint64_t{3};
}

// Reads a tensor such as "1[2x3x4]/s12x4x1/t100".
inline TensorText TensorFrom(const std::string& text)
{
    TensorText tensor;
    if (text == "-") { return tensor; }
    tensor.isNull = false;
    if (text == "!") { return tensor; }
    tensor.hasDesc = true;
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']');
    const std::string sizes = text.substr(open + 1, close - open - 1);
    tensor.type = verdict_file::Number32(text.substr(0, open));
    tensor.hasSizes = sizes != "null";
    if (tensor.hasSizes) { tensor.sizes = ListFrom(sizes); }
    tensor.rank = static_cast<std::uint32_t>(tensor.sizes.size());
    bool hasTotal = false;
    for (const std::string& part : verdict_file::Split(text.substr(close + 1), '/'))
    {
        if (part.empty()) { continue; }
        const std::uint64_t value = verdict_file::Number(part.substr(1));
        const std::uint32_t value32 = static_cast<std::uint32_t>(value);
        switch (part[0])
        {
        case 's':
            tensor.hasStrides = true;
            tensor.strides = ListFrom(part.substr(1));
            break;
        case 't':
            tensor.total = value;
            hasTotal = true;
            break;
        case 'f': tensor.flags = value32; break;
        case 'a': tensor.alignment = value32; break;
        case 'd': tensor.rank = value32; break;
        default: tensor.kind = value32; break;
        }
    }
    if (!hasTotal) { tensor.total = MinTotal(tensor.type, tensor.sizes, tensor.strides, tensor.hasStrides); }
    return tensor;
}

struct Activation;

// The parts of a field's text.
struct Value
{
    bool isNull = true;                  // for pointers
    std::vector<TensorText> tensors;     // of kind in or out: one
    std::vector<std::uint32_t> words;    // numbers; a scalar has two, floats are bits
    std::vector<Activation> activations; // of kind fused: one
};

using FieldValues = std::vector<Value>; // one per field

// An activation, such as "44", "44!" or "8(-;-;(2x0);0;1)".
struct Activation
{
    std::uint32_t number = 0;
    bool hasDesc = true;
    FieldValues members; // empty for unknown numbers
};

Activation ActivationFrom(const std::string& text);

inline std::uint32_t FloatBits(const std::string& text)
{
    const float value = std::strtof(text.c_str(), nullptr);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

inline Value ValueFrom(const Field& field, const std::string& text)
{
    Value value;
    const std::string inner = text.size() > 1 ? text.substr(1, text.size() - 2) : "";
    value.isNull = text == "-" || inner == "null";
    if (field.kind == "in" || field.kind == "out") { value.tensors.push_back(TensorFrom(text)); }
    else if (field.kind == "fused")
    {
        if (!value.isNull) { value.activations.push_back(ActivationFrom(text)); }
    }
    else if (field.kind == "acts")
    {
        if (value.isNull) { return value; }
        for (const std::string& activation : verdict_file::Split(inner, '|'))
        {
            value.activations.push_back(ActivationFrom(activation));
        }
    }
    else if (field.kind == "scalebias")
    {
        if (value.isNull) { return value; }
        for (const std::string& number : verdict_file::Split(inner, 'x')) { value.words.push_back(FloatBits(number)); }
    }
    else if (field.kind == "ins" || field.kind == "outs")
    {
        value.isNull = inner.empty();
        for (const std::string& tensor : verdict_file::Split(inner, '|'))
        {
            value.tensors.push_back(TensorFrom(tensor));
        }
    }
    else if (field.kind == "floats" && !value.isNull)
    {
        for (const std::string& number : verdict_file::Split(inner, 'x')) { value.words.push_back(FloatBits(number)); }
    }
    else if (field.kind == "uints" || field.kind == "ints" || field.kind == "size2d")
    {
        if (!value.isNull) { value.words = ListFrom(inner); }
    }
    else if (field.kind == "float") { value.words.push_back(FloatBits(text)); }
    else if (field.kind == "scalar")
    {
        const std::uint64_t number = verdict_file::Number(text);
        value.words.resize(2);
        std::memcpy(value.words.data(), &number, sizeof(number));
    }
    else if (field.kind == "uint" || field.kind == "int") { value.words = ListFrom(text); }
    return value;
}

inline FieldValues ValuesFrom(const Rule& rule, const std::string& fields, char separator = ' ')
{
    const std::vector<std::string> texts = verdict_file::Split(fields, separator);
    FieldValues values;
    for (std::size_t i = 0; i < texts.size() && i < rule.fields.size(); ++i)
    {
        values.push_back(ValueFrom(rule.fields[i], texts[i]));
    }
    return values;
}

// Reads an activation. Members that the text does not give are 0 or null.
inline Activation ActivationFrom(const std::string& text)
{
    Activation activation;
    activation.number = static_cast<std::uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
    activation.hasDesc = text.back() != '!';
    const auto rule = Rules().find(activation.number);
    if (rule == Rules().end()) { return activation; }
    const std::size_t open = text.find('(');
    if (open != std::string::npos)
    {
        activation.members = ValuesFrom(rule->second, text.substr(open + 1, text.size() - open - 2), ';');
        return activation;
    }
    for (const Field& field : rule->second.fields)
    {
        const bool isTwo = field.kind == "size2d";
        const bool isNumber =
            isTwo || field.kind == "uint" || field.kind == "int" || field.kind == "float" || field.kind == "scalar";
        const bool isTensors = field.kind == "ins" || field.kind == "outs";
        const bool isList = field.kind == "uints" || field.kind == "ints" || field.kind == "floats";
        activation.members.push_back(ValueFrom(field, isTwo       ? "(0x0)"
                                                      : isNumber  ? "0"
                                                      : isTensors ? "{}"
                                                      : isList    ? "(null)"
                                                                  : "-"));
    }
    return activation;
}

// A description in memory. Nothing is larger than necessary, so that a sanitizer detects a read beyond the end.
class Description
{
public:
    Description(const Rule& rule, const FieldValues& values) : m_type(rule.number)
    {
        const std::vector<std::size_t> offsets = OffsetsOf(rule);
        // Allocated as 64-bit words for the alignment of its members.
        m_struct = std::make_unique<std::uint64_t[]>((offsets.back() + 7) / 8);
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            const Field& field = rule.fields[i];
            auto* const member = reinterpret_cast<unsigned char*>(m_struct.get()) + offsets[i];
            const bool isPointer = !field.IsNumber() && !field.IsTwoNumbers();
            const void* const pointer = isPointer ? Pointer(field, values[i]) : nullptr;
            const void* const bytes = isPointer ? static_cast<const void*>(&pointer) : values[i].words.data();
            std::memcpy(member, bytes, field.Size());
        }
    }

    dml::DML_OPERATOR_DESC Desc() const { return {static_cast<dml::DML_OPERATOR_TYPE>(m_type), m_struct.get()}; }

private:
    // Returns what the member points to, or null.
    const void* Pointer(const Field& field, const Value& value)
    {
        if (field.kind == "in" || field.kind == "out")
        {
            return value.tensors[0].isNull ? nullptr : Tensors(value.tensors);
        }
        if (value.isNull) { return nullptr; }
        if (field.kind == "ins" || field.kind == "outs") { return Tensors(value.tensors); }
        if (field.kind == "fused" || field.kind == "acts") { return Activations(value.activations); }
        return Words(value.words);
    }

    const std::uint32_t* Words(const std::vector<std::uint32_t>& words)
    {
        m_words.emplace_back(new std::uint32_t[words.size()]);
        std::copy(words.begin(), words.end(), m_words.back().get());
        return m_words.back().get();
    }

    const dml::DML_OPERATOR_DESC* Activations(const std::vector<Activation>& activations)
    {
        m_activations.emplace_back(new dml::DML_OPERATOR_DESC[activations.size()]);
        for (std::size_t i = 0; i < activations.size(); ++i)
        {
            const Activation& each = activations[i];
            dml::DML_OPERATOR_DESC& desc = m_activations.back()[i];
            desc = {static_cast<dml::DML_OPERATOR_TYPE>(each.number), nullptr};
            if (!each.hasDesc) { continue; }
            const auto rule = Rules().find(each.number);
            static const Rule nothing; // nothing of an unknown operator may be read
            m_described.push_back(
                std::make_unique<Description>(rule == Rules().end() ? nothing : rule->second, each.members));
            desc.Desc = m_described.back()->Desc().Desc;
        }
        return m_activations.back().get();
    }

    const dml::DML_TENSOR_DESC* Tensors(const std::vector<TensorText>& texts)
    {
        m_tensors.emplace_back(new dml::DML_TENSOR_DESC[texts.size()]);
        dml::DML_TENSOR_DESC* const tensors = m_tensors.back().get();
        for (std::size_t i = 0; i < texts.size(); ++i)
        {
            tensors[i] = {static_cast<dml::DML_TENSOR_TYPE>(texts[i].kind), nullptr};
            if (texts[i].hasDesc) { tensors[i].Desc = Buffer(texts[i]); }
        }
        return tensors;
    }

    const dml::DML_BUFFER_TENSOR_DESC* Buffer(const TensorText& text)
    {
        m_buffers.emplace_back(new dml::DML_BUFFER_TENSOR_DESC{});
        dml::DML_BUFFER_TENSOR_DESC& buffer = *m_buffers.back();
        buffer.DataType = static_cast<dml::DML_TENSOR_DATA_TYPE>(text.type);
        buffer.Flags = static_cast<dml::DML_TENSOR_FLAGS>(text.flags);
        buffer.DimensionCount = text.rank;
        buffer.Sizes = text.hasSizes ? Words(text.sizes) : nullptr;
        buffer.Strides = text.hasStrides ? Words(text.strides) : nullptr;
        buffer.TotalTensorSizeInBytes = text.total;
        buffer.GuaranteedBaseOffsetAlignment = text.alignment;
        return &buffer;
    }

    std::uint32_t m_type;
    std::unique_ptr<std::uint64_t[]> m_struct;
    std::vector<std::unique_ptr<std::uint32_t[]>> m_words;
    std::vector<std::unique_ptr<dml::DML_TENSOR_DESC[]>> m_tensors;
    std::vector<std::unique_ptr<dml::DML_BUFFER_TENSOR_DESC>> m_buffers;
    std::vector<std::unique_ptr<dml::DML_OPERATOR_DESC[]>> m_activations;
    std::vector<std::unique_ptr<Description>> m_described; // the activations
};

// A verdict of operator_verdicts.csv.
struct Verdict
{
    std::string accepted; // "1", "0" or "died"
    std::string reason;
};

// A row of operator_verdicts.csv.
struct VerdictRow
{
    const Rule* rule;
    Verdict verdict;
    std::string text; // the values as the file has them
    FieldValues values;
};

inline std::vector<VerdictRow> ReadVerdictRows()
{
    std::vector<VerdictRow> rows;
    for (const std::vector<std::string>& parts : verdict_file::Read("operator_verdicts.csv"))
    {
        const Rule* const rule = RuleOf(parts[0]);
        if (rule != nullptr) { rows.push_back({rule, {parts[1], parts[2]}, parts[3], ValuesFrom(*rule, parts[3])}); }
    }
    return rows;
}

// Returns the rows of operators that have a rule, which the heading has not.
inline const std::vector<VerdictRow>& VerdictRows()
{
    static const std::vector<VerdictRow> rows = ReadVerdictRows();
    return rows;
}

// Returns the name of the error, which is that of the tensor if the tensor is wrong.
inline std::string ReasonOf(const dml::OperatorDiagnosis& found)
{
    return found.error == dml::OperatorError::Tensor ? ToString(found.tensor.error) : ToString(found.error);
}

// Returns the library's verdict in the file's terms. Gather has the names of the main header's errors.
inline Verdict VerdictOf(const dml::OperatorDiagnosis& found)
{
    if (found.Accepted()) { return {"1", "None"}; }
    if (!found.Rejected()) { return {"", "Unknown"}; }
    const std::string reason = ReasonOf(found);
    static const std::map<std::string, std::string> ofGather = {
        {"GatherDataType", "DataType"},       {"GatherIndicesDataType", "DataType"},
        {"GatherTypesDiffer", "TypesDiffer"}, {"GatherRanksDiffer", "RanksDiffer"},
        {"GatherAxis", "AxisRange"},          {"GatherIndexDimensions", "Range"},
        {"GatherBatchAxis", "Bound"},         {"GatherTerminates", "Terminates"},
        {"GatherOutputSize", "ComputedSizes"}};
    const auto named = ofGather.find(reason);
    const bool isUntyped = reason == "UnknownDataType" && found.tensor.actual == 0; // DataType in the file
    const std::string name = isUntyped ? "DataType" : named == ofGather.end() ? reason : named->second;
    return {name == "Terminates" ? "died" : "0", name};
}

// Whether a text has a brace before a letter, as a placeholder has; lists of sizes have numbers.
inline bool HasPlaceholder(const std::string& text)
{
    for (std::size_t i = text.find('{'); i != std::string::npos; i = text.find('{', i + 1))
    {
        if (i + 1 == text.size() || text[i + 1] < '0' || text[i + 1] > '9') { return true; }
    }
    return false;
}

// Returns what is wrong with the sentence about a description, or "". That of a rejection begins with the operator, names
// the field, ends with the reason and has no placeholder.
inline std::string SentenceProblem(const Rule& rule, const dml::OperatorDiagnosis& found)
{
    const std::string sentence = dml::Explain(found).c_str();
    if (found.Ok()) { return sentence == "no error" ? "" : sentence; }
    const std::string ending = " [" + ReasonOf(found) + "]";
    const bool isComplete =
        sentence.compare(0, rule.name.size() + 2, rule.name + ": ") == 0 && sentence.size() > ending.size()
        && sentence.compare(sentence.size() - ending.size(), ending.size(), ending) == 0 && !HasPlaceholder(sentence);
    if (!isComplete) { return "incomplete: " + sentence; }
    if (found.field >= rule.fields.size()) { return "no field: " + sentence; }
    return sentence.find(rule.fields[found.field].name) != std::string::npos ? "" : "another field: " + sentence;
}
} // namespace operator_facts
