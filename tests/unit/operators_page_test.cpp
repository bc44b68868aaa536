// docs/operators.md has an example of each reason, the sentence of Explain, and a correction that DirectML accepts. The
// arguments of describe_tensor are read as the program does.
#include "described_operator.hpp"
#include "operator_views.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace operators_page_test
{

namespace
{

using namespace dml_tensor_utils;
using described_operator::DescriptionOf;
using verdict_file::Split;

// Returns the arguments with those of the correction in place of the fields that it names.
std::string Corrected(const operator_views::Description& wrong, const std::string& correction)
{
    std::string text = ToString(wrong.type);
    for (std::uint32_t i = 0; i < wrong.fields.count; ++i)
    {
        const std::string name = operator_views::NameOf(wrong.fields[i]);
        const bool isCorrected = (' ' + correction).find(' ' + name + '=') != std::string::npos;
        if (!wrong.given[i].isDefault && !isCorrected) { text += ' ' + name + '=' + wrong.given[i].text; }
    }
    return text + ' ' + correction;
}

TEST(OperatorSentences, AreThoseOfThePageAndItsCorrectionsAreAccepted)
{
    std::ifstream page(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/../../../docs/operators.md");
    std::set<std::string> reasons;
    std::string line;
    while (std::getline(page, line) && line != "## The reasons") {}
    for (std::string reason, arguments, message, correction; std::getline(page, line); reason = line)
    {
        if (line.compare(0, 2, "  ") != 0) { continue; }
        arguments = line.substr(2);
        ASSERT_TRUE(std::getline(page, message) && std::getline(page, correction)) << reason;
        const operator_views::Description wrong = DescriptionOf(arguments);
        const OperatorDiagnosis found = operator_views::Verdict(wrong);
        const std::string sentence = Explain(found).c_str();
        EXPECT_EQ(ToString(found.error), reason) << sentence;
        EXPECT_EQ(sentence.substr(0, sentence.rfind(" [")), ToString(wrong.type) + (": " + message.substr(2)));
        const std::string corrected = Corrected(wrong, correction.substr(2));
        EXPECT_TRUE(operator_views::Verdict(DescriptionOf(corrected)).Ok()) << corrected;
        reasons.insert(reason);
    }
    for (std::uint32_t error = 1; std::string(ToString(static_cast<OperatorError>(error))) != "?"; ++error)
    {
        const std::string name = ToString(static_cast<OperatorError>(error));
        EXPECT_TRUE(reasons.count(name) == 1 || name == "NullDescription" || name == "Unknown") << name;
    }
}

} // namespace

} // namespace operators_page_test
