// Compares ValidateOperator with DirectML's recorded verdicts, and tests it with random descriptions.
#include "operator_facts.hpp"
#include "random_operators.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace
{
using namespace operator_facts;

TEST(OperatorVerdicts, EveryRowAgrees)
{
    const std::vector<VerdictRow> rows = VerdictRows();
    ASSERT_EQ(rows.size(), 24660U);
    for (const VerdictRow& row : rows)
    {
        ASSERT_EQ(row.values.size(), row.rule->fields.size()) << row.text;
        const Description description(*row.rule, row.values);
        const Verdict found = VerdictOf(dml::ValidateOperator(description.Desc()));
        EXPECT_EQ(found.accepted + "," + found.reason, row.verdict.accepted + "," + row.verdict.reason)
            << row.rule->name << ' ' << row.text;
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
