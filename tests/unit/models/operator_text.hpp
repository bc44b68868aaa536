// Reads descriptions in the syntax of `describe_tensor operator`, such as
//
//   FLOAT32:2,3 FLOAT32:4,3:1,4 - FLOAT32:2,4 TransA=NONE TransB=TRANSPOSE Alpha=1 Beta=0 FusedActivation=-
//
// without the program's reader, which is tested elsewhere. Only lengths of lists and pointers that may be null can be
// left out: a test writes all values that matter.
#pragma once

#include "models/operators.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace operator_text
{
using operator_facts::Field;
using operator_facts::FieldValues;
using operator_facts::Rule;
using operator_facts::Value;

// Values by the names that follow the enumeration's, such as TRANSPOSE. A name that has two values is left out.
inline std::map<std::string, std::uint32_t> ReadEnumerators()
{
    std::map<std::string, std::uint32_t> values;
    std::map<std::string, bool> isAmbiguous;
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        if (row[1].compare(0, row[0].size() + 1, row[0] + "_") != 0) { continue; } // an operator
        const std::string name = row[1].substr(row[0].size() + 1);
        const std::uint32_t value = verdict_file::Number32(row[2]);
        const bool isNew = values.emplace(name, value).second;
        isAmbiguous[name] = isAmbiguous[name] || (!isNew && values[name] != value);
    }
    for (const auto& [name, hasTwo] : isAmbiguous)
    {
        if (hasTwo) { values.erase(name); }
    }
    return values;
}

inline const std::map<std::string, std::uint32_t>& Enumerators()
{
    static const std::map<std::string, std::uint32_t> values = ReadEnumerators();
    return values;
}

// A description, or the first part of the text that cannot be read.
struct Described
{
    FieldValues values;
    std::string problem;
};

// Reads the fields of one operator, each by way of the notation of operator_verdicts.csv.
class Reader
{
public:
    Reader(const Rule& rule, const std::string& text) : m_rule(rule), m_texts(rule.fields.size())
    {
        for (const std::string& argument : verdict_file::Split(text, ' '))
        {
            if (!argument.empty()) { Assign(argument); }
        }
        for (std::size_t i = 0; i < m_texts.size(); ++i)
        {
            if (m_texts[i].empty()) { m_texts[i] = DefaultOf(i); }
        }
        for (std::size_t i = 0; i < m_texts.size() && m_described.problem.empty(); ++i)
        {
            m_described.values.push_back(ValueOf(rule.fields[i], m_texts[i]));
        }
    }

    const Described& Result() const { return m_described; }

private:
    using Texts = std::vector<std::string>;

    // Returns what cannot be read where a text is expected, and remembers it.
    std::string Problem(const std::string& text)
    {
        if (m_described.problem.empty()) { m_described.problem = m_rule.name + ": " + text; }
        return "";
    }

    bool IsCount(std::size_t index) const
    {
        return std::any_of(m_rule.fields.begin(), m_rule.fields.end(),
                           [&](const Field& field) { return field.count == m_rule.fields[index].name; });
    }

    // Stores "Name=value", or a value for the first field that has none and is not a length.
    void Assign(const std::string& argument)
    {
        const std::size_t equals = argument.find('=');
        std::size_t index = equals == std::string::npos ? 0 : m_rule.Find(argument.substr(0, equals));
        if (equals == std::string::npos)
        {
            while (index < m_texts.size() && (!m_texts[index].empty() || IsCount(index))) { ++index; }
        }
        if (index == m_texts.size() || !m_texts[index].empty()) { Problem("no field for " + argument); }
        else { m_texts[index] = equals == std::string::npos ? argument : argument.substr(equals + 1); }
    }

    std::string DefaultOf(std::size_t index)
    {
        const Field& field = m_rule.fields[index];
        if (field.isOptional) { return "-"; }
        if (!IsCount(index)) { return Problem(field.name + " is missing"); }
        for (std::size_t i = 0; i < m_texts.size(); ++i)
        {
            const bool isList = m_rule.fields[i].count == field.name && !m_texts[i].empty() && m_texts[i] != "-";
            const char separator = m_rule.fields[i].kind == "ins" || m_rule.fields[i].kind == "outs" ? '+' : ',';
            if (isList) { return std::to_string(verdict_file::Split(m_texts[i], separator).size()); }
        }
        return "0";
    }

    // Returns "1x2" for "1,2".
    static std::string Crossed(std::string list)
    {
        std::replace(list.begin(), list.end(), ',', 'x');
        return list;
    }

    std::string Enumerator(const std::string& name)
    {
        if (name == "true" || name == "false") { return name == "true" ? "1" : "0"; }
        if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) { return name; }
        const auto value = Enumerators().find(name);
        return value == Enumerators().end() ? Problem("no enumerator " + name) : std::to_string(value->second);
    }

    // Returns "1[2x3]/s3x1/f1" for "FLOAT32:2,3:3,1:OWNED_BY_DML".
    std::string Tensor(const std::string& text)
    {
        if (text == "-") { return text; }
        Texts parts = verdict_file::Split(text, ':');
        const bool isOwned = parts.back() == "OWNED_BY_DML";
        if (isOwned) { parts.pop_back(); }
        if (parts.size() != 2 && parts.size() != 3) { return Problem(text + " is not a tensor"); }
        return Enumerator(parts[0]) + "[" + Crossed(parts[1]) + "]"
               + (parts.size() == 3 ? "/s" + Crossed(parts[2]) : "") + (isOwned ? "/f1" : "");
    }

    std::string Tensors(const std::string& text)
    {
        std::string tensors;
        for (const std::string& tensor : verdict_file::Split(text, '+'))
        {
            tensors += (tensors.empty() ? "" : "|") + Tensor(tensor);
        }
        return "{" + (text == "-" ? "" : tensors) + "}";
    }

    // Returns "51" for "ACTIVATION_TANH".
    std::string Activation(const std::string& name)
    {
        const Rule* const rule = operator_facts::RuleOf(name);
        return rule == nullptr ? Problem("no activation " + name) : std::to_string(rule->number);
    }

    std::string Activations(const std::string& text)
    {
        std::string activations;
        for (const std::string& name : verdict_file::Split(text, ','))
        {
            activations += (activations.empty() ? "" : "|") + Activation(name);
        }
        return "{" + activations + "}";
    }

    // Returns a member of DML_SCALAR_UNION. Its type is the field whose name ends with DataType.
    Value Scalar(const std::string& text)
    {
        std::size_t index = 0;
        while (index < m_texts.size() && m_rule.fields[index].name.find("DataType") == std::string::npos) { ++index; }
        const std::string type = index == m_texts.size() ? "" : m_texts[index];
        const long long number = std::strtoll(text.c_str(), nullptr, 10);
        Value value;
        value.words.resize(2);
        // The member of a union begins with its first byte, on a big-endian machine too.
        const auto assign = [&](auto member) { std::memcpy(value.words.data(), &member, sizeof(member)); };
        if (type == "FLOAT32") { assign(std::strtof(text.c_str(), nullptr)); }
        else if (type == "FLOAT64") { assign(std::strtod(text.c_str(), nullptr)); }
        else if (type == "UINT64" || type == "INT64") { assign(number); }
        else if (type == "UINT32" || type == "INT32") { assign(static_cast<std::uint32_t>(number)); }
        else if (type == "UINT16" || type == "INT16") { assign(static_cast<std::uint16_t>(number)); }
        else if (type == "UINT8" || type == "INT8") { assign(static_cast<std::uint8_t>(number)); }
        else { Problem("no scalar of type " + type); }
        return value;
    }

    Value ValueOf(const Field& field, const std::string& text)
    {
        const bool isNull = text == "-";
        const std::string& kind = field.kind;
        if (kind == "scalar") { return Scalar(text); }
        std::string notation = text;
        if (kind == "in" || kind == "out") { notation = Tensor(text); }
        else if (kind == "ins" || kind == "outs") { notation = Tensors(text); }
        else if (kind == "uints" || kind == "ints" || kind == "floats")
        {
            notation = isNull ? "(null)" : "(" + Crossed(text) + ")";
        }
        else if (kind == "size2d") { notation = "(" + Crossed(text) + ")"; }
        else if (kind == "scalebias") { notation = isNull ? "-" : "(" + Crossed(text) + ")"; }
        else if (kind == "fused") { notation = isNull ? "-" : Activation(text); }
        else if (kind == "acts") { notation = isNull ? "-" : Activations(text); }
        else if (kind == "uint") { notation = Enumerator(text); }
        return operator_facts::ValueFrom(field, notation);
    }

    const Rule& m_rule;
    Texts m_texts; // of the fields
    Described m_described;
};

inline Described From(const Rule& rule, const std::string& text) { return Reader(rule, text).Result(); }
} // namespace operator_text
