// Compares ValidateOperator with a CreateOperator: for the rows of operator_verdicts.csv, and for random changes of them.
// directml_conformance.cpp asks DirectML, conformance_standin.cpp a stand-in that is sometimes wrong.
#pragma once

#include "random_operators.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

namespace conformance
{
namespace dml = dml_tensor_utils;
using operator_facts::FieldValues;
using operator_facts::Rule;

// The result of CreateOperator: S_OK, E_INVALIDARG, or an unexpected code.
using Result = std::int32_t;
inline constexpr Result Taken = 0;
inline constexpr Result Rejected = static_cast<Result>(0x80070057);

enum ExitCode : int
{
    Agreed = 0,
    Disagreed = 1,
    WrongArguments = 2,
    CannotRun = 77, // which ctest reports as skipped
};

inline std::string Text(Result result)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%08lX", static_cast<unsigned long>(static_cast<std::uint32_t>(result)));
    return result == Taken ? "S_OK" : result == Rejected ? "E_INVALIDARG" : text;
}

// Returns the data types of all tensors of a description. Bit n stands for data type n.
inline std::uint32_t TypesOf(const FieldValues& values)
{
    std::uint32_t types = 0;
    for (const operator_facts::Value& value : values)
    {
        for (const operator_facts::TensorText& tensor : value.tensors)
        {
            types |= tensor.isNull || tensor.type > 13 ? 0 : std::uint32_t{1} << tensor.type;
        }
    }
    return types;
}

// Whether a list or a tensor has fewer entries than its count says. DirectML could read beyond its end.
inline bool HasShortLists(const Rule& rule, const FieldValues& values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        for (const operator_facts::TensorText& tensor : values[i].tensors)
        {
            if (tensor.hasSizes && tensor.rank > tensor.sizes.size()) { return true; }
        }
        const std::string& count = rule.fields[i].count;
        const std::size_t entries = values[i].words.size() + values[i].tensors.size() + values[i].activations.size();
        if (!count.empty() && !values[i].isNull && entries < values[rule.Find(count)].words[0]) { return true; }
    }
    return false;
}

struct Cases
{
    std::uint64_t count;
    std::uint64_t first; // the seed of the first case; the next cases have the next seeds, so that each can be repeated
};

// createOperator(desc) returns a Result. It is only asked if DirectML does not crash.
template <class CreateOperator> class Conformance
{
public:
    // types: those that the device reports. Of 4-bit types it is tried out whether any operator takes them.
    Conformance(std::uint32_t types, CreateOperator createOperator) : m_types(types), m_createOperator(createOperator)
    {
        for (const operator_facts::VerdictRow& base : random_operators::Bases())
        {
            const std::uint32_t baseTypes = TypesOf(base.values);
            const bool isUnknown = m_existing.count(base.rule->number) == 0 || (baseTypes & ~m_types) != 0;
            if (!isUnknown || !IsTaken(*base.rule, base.values)) { continue; }
            m_existing.insert(base.rule->number);
            m_types |= baseTypes & FourBitTypes;
        }
    }

    void AskRows()
    {
        std::uint64_t row = 0;
        for (const operator_facts::VerdictRow& asked : operator_facts::VerdictRows())
        {
            Ask("row " + std::to_string(++row), *asked.rule, asked.values, asked.text);
        }
    }

    void AskCases(const Cases& cases)
    {
        for (std::uint64_t i = 0; i < cases.count; ++i)
        {
            test_support::Random random(cases.first + i);
            const random_operators::RandomOperator made(random);
            const std::string text = made.base.text + (made.isChanged ? ", changed" : "");
            Ask("case " + std::to_string(cases.first + i), *made.base.rule, made.values, text);
        }
    }

    // Prints the totals, and how often ValidateOperator had each reason.
    ExitCode Report() const
    {
        std::printf("%llu agreements, %llu disagreements, %llu not asked\nReasons of ValidateOperator:\n", m_agreements,
                    m_disagreements, m_notAsked);
        for (const auto& [reason, times] : m_met) { std::printf("  %-24s %llu\n", reason.c_str(), times); }
        return m_disagreements == 0 && m_agreements > 0 ? Agreed : Disagreed;
    }

private:
    static constexpr std::uint32_t FourBitTypes = 0x3000;

    bool IsTaken(const Rule& rule, const FieldValues& values)
    {
        const operator_facts::Description description(rule, values);
        return m_createOperator(description.Desc()) == Taken;
    }

    // Compares one description and prints a difference. Does not ask if DirectML crashes or does not have the operator, if
    // the device may reject a data type, or if a list is too short.
    void Ask(const std::string& title, const Rule& rule, const FieldValues& values, const std::string& text)
    {
        const operator_facts::Description description(rule, values);
        const dml::OperatorDiagnosis found = dml::ValidateOperator(description.Desc());
        const operator_facts::Verdict verdict = operator_facts::VerdictOf(found);
        const bool isSupported = (TypesOf(values) & ~m_types) == 0;
        if (verdict.accepted == "died" || m_existing.count(rule.number) == 0 || (found.Accepted() && !isSupported)
            || HasShortLists(rule, values))
        {
            ++m_notAsked;
            return;
        }
        const Result result = m_createOperator(description.Desc());
        ++m_met[verdict.reason];
        const bool isSame = result == (found.Accepted() ? Taken : Rejected);
        ++(isSame ? m_agreements : m_disagreements);
        if (isSame) { return; }
        std::printf("%s: CreateOperator returned %s, ValidateOperator says %s (%s)\n  %s %s\n", title.c_str(),
                    Text(result).c_str(), verdict.reason.c_str(), dml::Explain(found).c_str(), rule.name.c_str(),
                    text.c_str());
    }

    std::uint32_t m_types;
    CreateOperator m_createOperator;
    std::set<std::uint32_t> m_existing; // the numbers of the operators that the device has
    unsigned long long m_agreements = 0;
    unsigned long long m_disagreements = 0;
    unsigned long long m_notAsked = 0;
    std::map<std::string, unsigned long long> m_met;
};

// Returns an integer of the command line.
inline bool Parse(const char* text, std::uint64_t& value)
{
    char* end = nullptr;
    value = std::strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

} // namespace conformance
