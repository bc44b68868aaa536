// Compares the hazards of ValidateOperator with what DirectML computes (data/executed.csv). Names of hazards are compared as text.
#include "operator_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace
{
using operator_facts::Rule;

// Returns the name of the hazard, "" if there is none, or "rejected".
std::string HazardOf(const dml_tensor_utils::OperatorDiagnosis& found)
{
    return found.Refused() ? "rejected" : found.Ok() ? "" : operator_facts::ReasonOf(found);
}

// Returns what is wrong with the verdict on a description, or "". Expects no hazard for "", one of several that are
// separated by |, or "rejected".
std::string Problem(const std::string& name, const std::string& text, const std::string& hazards)
{
    const Rule* const rule = operator_facts::RuleOf(name);
    if (rule == nullptr) { return "no operator " + name; }
    const operator_text::Described described = operator_text::From(*rule, text);
    if (!described.problem.empty()) { return described.problem; }
    const operator_facts::Description description(*rule, described.values);
    const dml_tensor_utils::OperatorDiagnosis diagnosis = dml_tensor_utils::ValidateOperator(description.Desc());
    const std::string found = HazardOf(diagnosis);
    const std::vector<std::string> expected = verdict_file::Split(hazards, '|');
    const bool isRight =
        hazards.empty() ? found.empty() : std::find(expected.begin(), expected.end(), found) != expected.end();
    const auto named = [](const std::string& hazard) { return hazard.empty() ? "no hazard" : hazard; };
    return isRight ? ""
                   : "found " + named(found) + ", expected " + named(hazards) + ": " + name + " " + text + "\n    "
                         + dml_tensor_utils::Explain(diagnosis).c_str();
}

// ---- executed.csv ---------------------------------------------------------------------------------------------------

struct ExecutedRow
{
    std::string id;
    std::string name;
    std::string text;
    std::string hazards;
};

std::vector<ExecutedRow> ExecutedRows()
{
    std::vector<ExecutedRow> rows;
    std::ifstream file(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/executed.csv");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line))
    {
        if (!line.empty() && line.back() == '\r') { line.pop_back(); }
        const std::vector<std::string> parts = operator_facts::SplitQuoted(line);
        if (parts.size() == 7) { rows.push_back({parts[0], parts[1], parts[2], parts[6]}); }
    }
    return rows;
}

TEST(Executed, HazardsAreThoseOfDirectMLsResults)
{
    constexpr std::size_t Shown = 50;
    std::size_t wrong = 0;
    std::map<std::string, std::size_t> judged;
    const std::vector<ExecutedRow> rows = ExecutedRows();
    for (const ExecutedRow& row : rows)
    {
        if (row.hazards == "?") { continue; } // nobody knows what the program intends
        ++judged[row.hazards];
        const std::string problem = Problem(row.name, row.text, row.hazards);
        if (problem.empty()) { continue; }
        if (++wrong <= Shown) { ADD_FAILURE() << row.id << ": " << problem; }
    }
    EXPECT_EQ(wrong, 0U) << "rows; at most " << Shown << " are shown";
    EXPECT_EQ(rows.size(), 932U);
    EXPECT_EQ(judged[""], 640U);
    EXPECT_EQ(judged["rejected"], 12U);
}
} // namespace
