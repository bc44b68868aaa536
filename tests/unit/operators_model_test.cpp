// Compares ValidateOperator with DirectML's verdicts, and with a second implementation of the rules.
#include "operator_facts.hpp"

// The model ends at the first error with an exception.
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define DML_TENSOR_UTILS_HAS_MODEL 1
#include "random_operators.hpp"
#else
#define DML_TENSOR_UTILS_HAS_MODEL 0
#endif

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace
{
using namespace operator_facts;

Verdict Judged(const Rule& rule, const FieldValues& values)
{
    const Description description(rule, values);
    return VerdictOf(dml::ValidateOperator(description.Desc()));
}

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
        const Verdict found = Judged(*rule, values);
        EXPECT_EQ(found.accepted + "," + found.reason, rows[i][1] + "," + rows[i][2])
            << rows[i][0] << ' ' << rows[i][3];
#if DML_TENSOR_UTILS_HAS_MODEL
        const Verdict modelled = operator_model::Model(*rule, values).Judge();
        EXPECT_EQ(modelled.accepted + "," + modelled.reason, rows[i][1] + "," + rows[i][2])
            << "the model of " << rows[i][0] << ' ' << rows[i][3];
#endif
    }
}

#if DML_TENSOR_UTILS_HAS_MODEL
// Every number as the activation of every operator with a FusedActivation; everything else is valid.
TEST(OperatorVerdicts, FusedActivationsAgreeWithTheModel)
{
    test_support::Met met;
    std::string last;
    for (const std::vector<std::string>& row : verdict_file::Read("operator_verdicts.csv"))
    {
        const Rule* const rule = RuleOf(row[0]);
        if (row[1] != "1" || row[0] == last || rule->Find("FusedActivation") == rule->fields.size()) { continue; }
        last = row[0];
        FieldValues values = ValuesFrom(*rule, row[3]);
        Value& fused = values[rule->Find("FusedActivation")];
        fused.isNull = false;
        for (std::uint32_t number = 0; number < 180; ++number)
        {
            for (const char* const end : {"", "!"})
            {
                fused.activations = {ActivationFrom(std::to_string(number) + end)};
                const Verdict found = Judged(*rule, values), modelled = operator_model::Model(*rule, values).Judge();
                EXPECT_EQ(found.accepted + "," + found.reason, modelled.accepted + "," + modelled.reason)
                    << row[0] << ' ' << number << end;
                ++met[found.reason];
            }
        }
    }
    EXPECT_GE(met["None"], 8U * 19 + 4);
    EXPECT_EQ(met["Terminates"], 8U * 19 + 2 * 7 + 2);
    EXPECT_GT(met["FusedActivation"], 2000U);
}

TEST(OperatorVerdicts, RandomDescriptionsAgreeWithTheModel)
{
    test_support::Met met;
    EXPECT_EQ(test_support::FirstProblem(random_operators::Check, 4000, met), "");
    EXPECT_GT(met.size(), 50U) << "reasons";
    EXPECT_GT(met["None"], 1000U);
    EXPECT_GT(met["Terminates"], 50U);
}
#endif
} // namespace
