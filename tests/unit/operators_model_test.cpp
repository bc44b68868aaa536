// ValidateOperator against DirectML's own verdicts and against a second reading of the facts.
#include "random_operators.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace
{
using namespace operator_facts;

struct Seeded
{
    std::mt19937 engine;
    std::uint32_t Below(std::uint32_t limit) { return limit == 0 ? 0 : static_cast<std::uint32_t>(engine() % limit); }
};

Verdict Judged(const Rule& rule, const Values& values)
{
    const Description description(rule, values);
    return VerdictOf(dml::ValidateOperator(description.Desc()));
}

TEST(OperatorVerdicts, EveryRowAgrees)
{
    const std::vector<std::vector<std::string>> rows = verdict_file::Read("operator_verdicts.csv");
    ASSERT_EQ(rows.size(), 18503U);
    for (std::size_t i = 1; i < rows.size(); ++i)
    {
        const Rule* const rule = RuleOf(rows[i][0]);
        ASSERT_NE(rule, nullptr) << rows[i][0];
        const Values values = ValuesFrom(*rule, rows[i][3]);
        ASSERT_EQ(values.size(), rule->fields.size()) << i;
        const Verdict found = Judged(*rule, values);
        EXPECT_EQ(found.accepted + "," + found.reason, rows[i][1] + "," + rows[i][2])
            << rows[i][0] << ' ' << rows[i][3];
        const Verdict modelled = operator_model::Model(*rule, values).Judge();
        EXPECT_EQ(modelled.accepted + "," + modelled.reason, rows[i][1] + "," + rows[i][2])
            << "the model of " << rows[i][0] << ' ' << rows[i][3];
    }
}

// DML_TENSOR_UTILS_OPERATOR_CASES: as many cases, a million in a long run.
TEST(OperatorVerdicts, RandomDescriptionsAgreeWithTheModel)
{
    const char* const wanted = std::getenv("DML_TENSOR_UTILS_OPERATOR_CASES");
    const std::uint64_t cases = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 4000;
    std::map<std::string, int> reasons;
    for (std::uint64_t seed = 0; seed < cases; ++seed)
    {
        Seeded source{std::mt19937(static_cast<std::uint32_t>(seed))};
        const random_operators::Base drawn = random_operators::Draw(source);
        const Verdict found = Judged(*drawn.rule, drawn.values);
        const Verdict modelled = operator_model::Model(*drawn.rule, drawn.values).Judge();
        ASSERT_EQ(found.accepted + "," + found.reason, modelled.accepted + "," + modelled.reason)
            << "seed " << seed << ": " << drawn.rule->name << ' ' << drawn.text << " with changes";
        ++reasons[found.reason];
    }
    EXPECT_GT(reasons["None"], 0);
    EXPECT_GT(reasons["Terminates"], 0);
    EXPECT_GT(reasons.size(), cases >= 40000 ? 60U : 25U) << "the cases reach most reasons";
}
} // namespace
