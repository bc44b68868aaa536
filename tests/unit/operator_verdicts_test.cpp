// Compares ValidateOperator with DirectML's recorded verdicts, and tests it with random descriptions.
#include "operator_facts.hpp"
#include "random_operators.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace
{
using namespace operator_facts;

TEST(OperatorVerdicts, EveryRowAgrees)
{
    const std::vector<std::vector<std::string>> rows = verdict_file::Read("operator_verdicts.csv");
    ASSERT_EQ(rows.size(), 22963U);
    for (std::size_t i = 1; i < rows.size(); ++i)
    {
        const Rule* const rule = RuleOf(rows[i][0]);
        ASSERT_NE(rule, nullptr) << rows[i][0];
        const FieldValues values = ValuesFrom(*rule, rows[i][3]);
        ASSERT_EQ(values.size(), rule->fields.size()) << i;
        const Description description(*rule, values);
        const Verdict found = VerdictOf(dml::ValidateOperator(description.Desc()));
        EXPECT_EQ(found.accepted + "," + found.reason, rows[i][1] + "," + rows[i][2])
            << rows[i][0] << ' ' << rows[i][3];
    }
}

TEST(OperatorVerdicts, RandomDescriptionsHaveCompleteSentences)
{
    test_support::Met met;
    EXPECT_EQ(test_support::FirstProblem(random_operators::Check, 4000, met), "");
    EXPECT_GT(met.size(), 50U) << "reasons";
    EXPECT_GT(met["None"], 1000U);
    EXPECT_GT(met["Terminates"], 50U);
}
} // namespace
