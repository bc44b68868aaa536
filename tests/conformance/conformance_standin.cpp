// The conformance program with a stand-in for DirectML:
//   conformance_standin rows                                  asks the rows of operator_verdicts.csv
//   conformance_standin <cases> [<first case> [<n> [crash]]]  asks random cases; every n-th answer is wrong, or a crash
//
// The stand-in answers as the row does if there is one, otherwise as ValidateOperator does. Half of its rejections are
// E_UNEXPECTED. It crashes where DirectML does, and also at some rows that the library accepts: they stand for crashes
// that only a recorded answer knows.
#include "conformance.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace
{
using namespace conformance;

constexpr int ExitCodeOfCrash = 3;
constexpr std::size_t AcceptedRowsPerCrash = 100;

// Ends like a process that crashes: what has not been flushed is lost.
[[noreturn]] void Crash() { std::_Exit(ExitCodeOfCrash); }

std::vector<VerdictRow> RowsWithMoreCrashes()
{
    std::vector<VerdictRow> rows = operator_facts::VerdictRows();
    std::size_t accepted = 0;
    for (VerdictRow& row : rows)
    {
        if (row.verdict.accepted == "1" && accepted++ % AcceptedRowsPerCrash == 0)
        {
            row.verdict = {"died", "Terminates"};
        }
    }
    return rows;
}

bool IsSame(const TensorText& a, const TensorText& b)
{
    const auto parts = [](const TensorText& t)
    {
        return std::tie(t.isNull, t.hasDesc, t.hasSizes, t.hasStrides, t.kind, t.type, t.flags, t.rank, t.alignment,
                        t.total, t.sizes, t.strides);
    };
    return parts(a) == parts(b);
}

bool IsSame(const Activation& a, const Activation& b);

bool IsSame(const Value& a, const Value& b)
{
    const auto areSame = [](const auto& c, const auto& d) { return IsSame(c, d); };
    return a.isNull == b.isNull && a.words == b.words
           && std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(), areSame)
           && std::equal(a.activations.begin(), a.activations.end(), b.activations.begin(), b.activations.end(),
                         areSame);
}

bool IsSame(const FieldValues& a, const FieldValues& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Value& c, const Value& d) { return IsSame(c, d); });
}

bool IsSame(const Activation& a, const Activation& b)
{
    return a.number == b.number && a.hasDesc == b.hasDesc && IsSame(a.members, b.members);
}

// Returns the first row that reads as something else after it was printed, or null.
const VerdictRow* FirstChangedByPrinting(const std::vector<VerdictRow>& rows)
{
    for (const VerdictRow& row : rows)
    {
        const FieldValues values = operator_facts::ValuesFrom(*row.rule, FieldsToText(*row.rule, row.values));
        if (!IsSame(values, row.values)) { return &row; }
    }
    return nullptr;
}

class StandIn
{
public:
    explicit StandIn(const std::vector<VerdictRow>& rows)
    {
        for (const VerdictRow& row : rows)
        {
            const std::string fields = FieldsToText(*row.rule, row.values);
            m_recorded[row.rule->name + ' ' + fields] = row.verdict.accepted;
        }
    }

    // From now on, one answer of n is wrong, or a crash. 0: none.
    void BeWrong(std::uint64_t n, bool crashes)
    {
        m_every = n;
        m_crashes = crashes;
        m_answers = 0;
    }

    Result operator()(const Question& question)
    {
        const auto recorded = m_recorded.find(question.rule.name + ' ' + question.fields);
        const std::string accepted =
            recorded == m_recorded.end() ? operator_facts::VerdictOf(question.found).accepted : recorded->second;
        if (accepted == "died") { Crash(); }
        ++m_answers;
        const Result rejection = m_answers % 2 == 0 ? InvalidArgument : Unexpected;
        const Result right = accepted == "1" ? Taken : rejection;
        if (m_every == 0 || m_answers % m_every != 0) { return right; }
        if (m_crashes) { Crash(); }
        // A third of the wrong results are codes of neither kind.
        constexpr Result OutOfMemory = static_cast<Result>(0x8007000E);
        return m_answers / m_every % 3 == 0 ? OutOfMemory : right == Taken ? rejection : Taken;
    }

private:
    std::map<std::string, std::string> m_recorded; // "1", "0" or "died", by operator and fields
    std::uint64_t m_every = 0;
    bool m_crashes = false;
    std::uint64_t m_answers = 0;
};
} // namespace

int main(int argumentCount, char** arguments)
{
    const bool asksRows = argumentCount == 2 && std::strcmp(arguments[1], "rows") == 0;
    const bool crashes = argumentCount == 5 && std::strcmp(arguments[4], "crash") == 0;
    std::uint64_t numbers[3] = {0, 1, 0};
    for (int i = 1; i < argumentCount && !asksRows; ++i)
    {
        const bool isValid = i > 3 ? crashes : Parse(arguments[i], numbers[i - 1]);
        if (!isValid) { numbers[0] = 0; }
    }
    if (numbers[0] == 0 && !asksRows)
    {
        std::fputs("usage: conformance_standin rows | <cases> [<first case> [<n> [crash]]]\n", stderr);
        return WrongArguments;
    }

    const std::vector<VerdictRow> rows = RowsWithMoreCrashes();
    const VerdictRow* const row = asksRows ? FirstChangedByPrinting(rows) : nullptr;
    if (row != nullptr)
    {
        std::printf("%s %s is printed as %s\n", row->rule->name.c_str(), row->text.c_str(),
                    FieldsToText(*row->rule, row->values).c_str());
        return Disagreed;
    }

    StandIn standIn(rows);
    const auto createOperator = [&](const Question& question) { return standIn(question); };
    constexpr std::uint32_t EveryTypeOfEightBitsAndMore = 0x0FFE;
    Conformance<decltype(createOperator)> conformance(rows, EveryTypeOfEightBitsAndMore, createOperator);
    if (asksRows) { conformance.AskRows(); }
    standIn.BeWrong(numbers[2], crashes);
    conformance.AskCases({numbers[0], numbers[1]});
    return conformance.Report();
}
