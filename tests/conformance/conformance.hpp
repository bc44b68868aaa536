// Compares ValidateOperator with a CreateOperator: for the rows of operator_verdicts.csv, and for random changes of them.
// directml_conformance.cpp asks DirectML, conformance_standin.cpp a stand-in that is sometimes wrong.
//
// Each description is printed before it is asked. If CreateOperator crashes, the last line of the output is therefore
// the description that did it.
#pragma once

#include "description_text.hpp"
#include "random_tests/operators.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace conformance
{
namespace dml = dml_tensor_utils;
using operator_facts::VerdictRow;

// The result of CreateOperator. DirectML has two codes for a rejection.
using Result = std::int32_t;
inline constexpr Result Taken = 0;
inline constexpr Result InvalidArgument = static_cast<Result>(0x80070057);
inline constexpr Result Unexpected = static_cast<Result>(0x8000FFFF);

inline bool IsRejection(Result result) { return result == InvalidArgument || result == Unexpected; }

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
    return result == Taken             ? "S_OK"
           : result == InvalidArgument ? "E_INVALIDARG"
           : result == Unexpected      ? "E_UNEXPECTED"
                                       : text;
}

// Returns the data types of all tensors of a description. Bit n stands for data type n.
inline std::uint32_t TypesOf(const FieldValues& values)
{
    std::uint32_t types = 0;
    for (const operator_facts::Value& value : values)
    {
        for (const operator_facts::TensorText& tensor : value.tensors)
        {
            types |= tensor.isNull || tensor.type > reference_model::LastDataType ? 0 : std::uint32_t{1} << tensor.type;
        }
    }
    return types;
}

// Whether the library says that DirectML crashes.
inline bool Crashes(const dml::OperatorDiagnosis& found)
{
    const bool isGather = found.error == dml::OperatorError::Tensor;
    return found.error == dml::OperatorError::Terminates
           || (isGather && found.tensor.error == dml::TensorError::GatherTerminates);
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

// A description that CreateOperator is asked about. It is read from its text, so that the text says exactly what is asked.
struct Question
{
    const Rule& rule;
    const std::string fields; // in the notation of operator_verdicts.csv
    const FieldValues values;
    const operator_facts::Description description;
    const dml::OperatorDiagnosis found;

    Question(const Rule& ruleOf, const FieldValues& described)
        : rule(ruleOf), fields(FieldsToText(rule, described)), values(operator_facts::ValuesFrom(rule, fields)),
          description(rule, values), found(dml::ValidateOperator(description.Desc()))
    {
    }

    std::string Row(const std::string& accepted, const std::string& reason) const
    {
        return rule.name + ',' + accepted + ',' + reason + ',' + fields;
    }
};

struct Cases
{
    std::uint64_t count;
    std::uint64_t first; // the seed of the first case; the next cases have the next seeds, so that each can be repeated
};

// createOperator(question) returns a Result. It is asked nothing that crashes DirectML, as far as anyone knows.
template <class CreateOperator> class Conformance
{
public:
    // rows: those of operator_verdicts.csv. types: those that the device reports. Of 4-bit types it is tried out whether
    // any operator takes them.
    Conformance(const std::vector<VerdictRow>& rows, std::uint32_t types, CreateOperator createOperator)
        : m_rows(rows), m_types(types), m_createOperator(createOperator)
    {
        for (const VerdictRow& row : rows)
        {
            if (row.verdict.accepted == "died")
            {
                m_crashes.insert(Described(*row.rule, FieldsToText(*row.rule, row.values)));
            }
        }
        std::uint64_t trial = 0;
        for (const VerdictRow& base : random_operators::Bases())
        {
            const std::uint32_t baseTypes = TypesOf(base.values);
            const bool isUnknown = m_existing.count(base.rule->number) == 0 || (baseTypes & ~m_types) != 0;
            if (!isUnknown) { continue; }
            const Question question(*base.rule, base.values);
            if (!IsSafe(question) || Answer("trial " + std::to_string(++trial), question) != Taken) { continue; }
            m_existing.insert(base.rule->number);
            m_types |= baseTypes & FourBitTypes;
        }
    }

    void AskRows()
    {
        std::uint64_t row = 0;
        for (const VerdictRow& asked : m_rows)
        {
            Ask("row " + std::to_string(++row), Question(*asked.rule, asked.values));
        }
    }

    void AskCases(const Cases& cases)
    {
        for (std::uint64_t i = 0; i < cases.count; ++i)
        {
            test_support::Random random(cases.first + i);
            const random_operators::RandomOperator made(random);
            Ask("case " + std::to_string(cases.first + i), Question(*made.base.rule, made.values));
        }
    }

    // Prints the totals, the disagreements, and how often ValidateOperator had each reason.
    ExitCode Report() const
    {
        std::printf("%llu agreements, %llu disagreements, %llu not asked\n", m_agreements,
                    static_cast<unsigned long long>(m_disagreements.size()), m_notAsked);
        for (const std::string& disagreement : m_disagreements) { std::printf("%s\n", disagreement.c_str()); }
        std::printf("Reasons of ValidateOperator:\n");
        for (const auto& [reason, times] : m_met) { std::printf("  %-24s %llu\n", reason.c_str(), times); }
        return m_disagreements.empty() && m_agreements > 0 ? Agreed : Disagreed;
    }

private:
    static constexpr std::uint32_t FourBitTypes = 0x3000;

    static std::string Described(const Rule& rule, const std::string& fields) { return rule.name + ' ' + fields; }

    // Whether DirectML answers: neither the library nor a recorded answer says that it crashes, and it finds all entries.
    bool IsSafe(const Question& question) const
    {
        return !Crashes(question.found) && m_crashes.count(Described(question.rule, question.fields)) == 0
               && !HasShortLists(question.rule, question.values);
    }

    // Prints the question, with the library's verdict, before it is asked.
    Result Answer(const std::string& title, const Question& question)
    {
        const operator_facts::Verdict verdict = operator_facts::VerdictOf(question.found);
        std::printf("%s: %s\n", title.c_str(), question.Row(verdict.accepted, verdict.reason).c_str());
        std::fflush(stdout);
        return m_createOperator(question);
    }

    // Compares one description. Does not ask if that is not safe, if DirectML does not have the operator, or if the device
    // may reject a data type.
    void Ask(const std::string& title, const Question& question)
    {
        const bool isAccepted = question.found.Accepted();
        const bool isSupported = (TypesOf(question.values) & ~m_types) == 0;
        if (!IsSafe(question) || m_existing.count(question.rule.number) == 0 || (isAccepted && !isSupported))
        {
            ++m_notAsked;
            return;
        }
        const Result result = Answer(title, question);
        const std::string reason = operator_facts::VerdictOf(question.found).reason;
        ++m_met[reason];
        if (isAccepted ? result == Taken : IsRejection(result))
        {
            ++m_agreements;
            return;
        }
        // DirectML does not say why it rejects.
        const std::string row = result == Taken       ? question.Row("1", "None")
                                : IsRejection(result) ? question.Row("0", "?")
                                                      : question.Row("?", "?");
        m_disagreements.push_back(title + ": CreateOperator returned " + Text(result) + ", ValidateOperator says "
                                  + reason + " (" + dml::Explain(question.found).c_str() + ")\n  " + row);
        std::printf("%s\n", m_disagreements.back().c_str());
    }

    const std::vector<VerdictRow>& m_rows;
    std::uint32_t m_types;
    CreateOperator m_createOperator;
    std::set<std::string> m_crashes;    // what a recorded answer says DirectML crashes of
    std::set<std::uint32_t> m_existing; // the numbers of the operators that the device has
    unsigned long long m_agreements = 0;
    unsigned long long m_notAsked = 0;
    std::vector<std::string> m_disagreements;
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
