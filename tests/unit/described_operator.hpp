// Operators given as text, such as "RELU FLOAT32:2,3 FLOAT32:2,3", as describe_tensor reads them.
#pragma once

#include "operator_views.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <string>

namespace described_operator
{

inline operator_views::Description DescriptionOf(const std::string& text)
{
    tensor_request::Arguments arguments;
    for (const std::string& argument : verdict_file::Split(text, ' ')) { arguments.push_back({argument, argument}); }
    operator_views::OperatorReader reader(arguments);
    operator_views::Description description;
    EXPECT_TRUE(reader.Read(description)) << text << ": " << reader.FirstProblem().text;
    return description;
}

inline dml_tensor_utils::OperatorDiagnosis VerdictOn(const std::string& text)
{
    return operator_views::Verdict(DescriptionOf(text));
}

} // namespace described_operator
