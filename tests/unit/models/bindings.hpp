// Reads data/binding_roles.csv: DirectML's answers to bindings of 28 operators.
#pragma once

#include "dml_tensor_bindings.hpp"
#include "models/operator_text.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace binding_facts
{
using namespace dml_tensor_utils;

// The file leaves out values on which bindings do not depend.
inline std::string WithValues(const operator_facts::Rule& rule, std::string text)
{
    for (const operator_facts::Field& field : rule.fields)
    {
        const bool isCount = field.name.size() > 5 && field.name.compare(field.name.size() - 5, 5, "Count") == 0;
        if (field.isOptional || text.find(' ' + field.name + '=') != std::string::npos) { continue; }
        const bool isPadding = field.name.find("Padding") != std::string::npos;
        if (field.kind == "uints") { text += ' ' + field.name + (isPadding ? "=0,0" : "=1,1"); }
        const bool isNumber = field.kind == "uint" || field.kind == "float" || field.kind == "int";
        if (isNumber && (!isCount || field.name == "GroupCount"))
        {
            text += ' ' + field.name + (isCount ? "=1" : "=0");
        }
    }
    return text;
}

// The slots of an operator.
struct Operator
{
    Operator(const std::string& name, const std::string& text)
        : rule(*operator_facts::RuleOf(name)), described(operator_text::From(rule, WithValues(rule, text))),
          description(rule, described.values)
    {
        EXPECT_EQ(described.problem, "");
        const OperatorDiagnosis reason = ValidateOperator(description.Desc());
        EXPECT_TRUE(reason.Accepted()) << name << ' ' << text << ' ' << Explain(reason).c_str();
        ForEachTensor(description.Desc(), [&](const OperatorTensor& tensor)
                      { (tensor.isOutput ? outputs : inputs).push_back(SlotOf(tensor)); });
    }

    static BindingSlots SlotsOf(const std::vector<BindingSlot>& slots)
    {
        return {slots.data(), static_cast<std::uint32_t>(slots.size())};
    }
    BindingSlots Inputs() const { return SlotsOf(inputs); }
    BindingSlots Outputs() const { return SlotsOf(outputs); }

    const operator_facts::Rule& rule;
    operator_text::Described described;
    operator_facts::Description description;
    std::vector<BindingSlot> inputs, outputs;
};

// The bindings of a row, such as "BUFFER; NONE" or "BUFFER_ARRAY(BUFFER,BUFFER of null) NONE".
class Bindings
{
public:
    // buffer: of every range.
    Bindings(const std::string& text, const std::vector<BindingSlot>& slots, void* buffer) : m_buffer(buffer)
    {
        for (const std::string& part : verdict_file::Split(text, ';'))
        {
            const std::string word = part.substr(part.find_first_not_of(' '));
            const std::size_t end = word.find(')');
            if (end == std::string::npos) { Add(word, slots); }
            else
            {
                Add(word.substr(0, end), slots);
                if (end + 1 < word.size()) { Add(word.substr(end + 2), slots); }
            }
        }
    }

    const DML_BINDING_DESC* Data() const { return m_bindings.data(); }
    std::uint32_t Count() const { return static_cast<std::uint32_t>(m_bindings.size()); }

private:
    // A range that is large enough for the tensor of its slot.
    DML_BUFFER_BINDING Range(const std::string& word, const std::vector<BindingSlot>& slots, std::size_t i) const
    {
        DML_BUFFER_BINDING range = {};
        if (word == "BUFFER of null") { return range; }
        EXPECT_EQ(word, "BUFFER");
        range.Buffer = static_cast<decltype(range.Buffer)>(m_buffer);
        range.SizeInBytes = i < slots.size() && slots[i].sizeInBytes != 0 ? slots[i].sizeInBytes : 64;
        return range;
    }

    void Add(const std::string& word, const std::vector<BindingSlot>& slots)
    {
        const std::string array = "BUFFER_ARRAY";
        DML_BINDING_DESC binding = {};
        if (word == "NONE")
        {
            binding.Type = DML_BINDING_TYPE_NONE;
            binding.Desc = nullptr;
        }
        else if (word.compare(0, array.size(), array) != 0)
        {
            m_ranges.push_back({Range(word, slots, m_bindings.size())});
            binding = {DML_BINDING_TYPE_BUFFER, m_ranges.back().data()};
        }
        else
        {
            // "BUFFER_ARRAY of 2" or "BUFFER_ARRAY(BUFFER,BUFFER"
            const std::string rest = word.substr(array.size());
            std::vector<std::string> entries = verdict_file::Split(rest.substr(1), ',');
            if (rest[0] == ' ') { entries.assign(verdict_file::Number32(rest.substr(4)), "BUFFER"); }
            m_ranges.emplace_back();
            for (const std::string& entry : entries)
            {
                m_ranges.back().push_back(Range(entry, slots, m_ranges.back().size()));
            }
            m_arrays.push_back({static_cast<std::uint32_t>(entries.size()), m_ranges.back().data()});
            binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &m_arrays.back()};
        }
        m_bindings.push_back(binding);
    }

    void* m_buffer;
    std::vector<DML_BINDING_DESC> m_bindings;
    std::deque<std::vector<DML_BUFFER_BINDING>> m_ranges;
    std::deque<DML_BUFFER_ARRAY_BINDING> m_arrays;
};

// A row of the file. Operators that rows share are made once.
struct Row
{
    std::shared_ptr<Operator> op;
    std::string name; // of the operator
    std::string call, nameOfCase, bindings, answer;
    std::string line;
};

inline std::vector<Row> Rows()
{
    std::vector<Row> rows;
    const std::vector<std::string> lines =
        verdict_file::LinesBelow("operator,description,call,case,bindings,answer", "binding_roles.csv");
    EXPECT_FALSE(lines.empty());
    std::map<std::string, std::shared_ptr<Operator>> operators;
    for (const std::string& line : lines)
    {
        const std::vector<std::string> parts = verdict_file::SplitQuoted(line);
        EXPECT_EQ(parts.size(), 6U) << line;
        std::shared_ptr<Operator>& op = operators[parts[0] + parts[1]];
        if (op == nullptr) { op = std::make_shared<Operator>(parts[0], parts[1]); }
        rows.push_back({op, parts[0], parts[2], parts[3], parts[4], parts[5], line});
    }
    EXPECT_EQ(operators.size(), 28U);
    return rows;
}
} // namespace binding_facts
