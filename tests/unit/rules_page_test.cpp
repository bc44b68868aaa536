// Checks docs/rules.md: its examples are rows of DirectML's verdict files, and its rules are in DirectML's order.
#include "dml_tensor_utils.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace rules_page_test
{

namespace
{

using namespace dml_tensor_utils;
using verdict_file::Number;
using verdict_file::Number32;
using Fields = std::vector<std::string>;

// A row of a table, "| `BindingOutside` (BeyondResource) | rejected if |", with its examples. They are in a block below the
// table: a line "BindingOutside (BeyondResource)", then lines "  fails   EXAMPLE" (or "hazard") and "  passes  EXAMPLE".
struct Rule
{
    std::string title;
    bool isHazard;
    std::string reason;
    std::string nameInFile;
    Fields fails;
    Fields passes;
};

// An example; the tensors of a Gather are separate entries.
Fields FieldsOf(std::string example)
{
    std::replace(example.begin(), example.end(), ':', ',');
    return verdict_file::Split(example, ',');
}

// Sizes that an inserted count reads beyond the end are 1.
verdict_file::ListedTensor TensorFrom(Fields fields, std::size_t first)
{
    for (const std::size_t list : {first + 3, first + 4})
    {
        if (fields.at(list) != "null") { fields[list] += " 1 1 1 1 1 1 1 1"; }
    }
    return verdict_file::TensorFrom(fields, first);
}

TensorError JudgeTensor(const Fields& fields)
{
    const verdict_file::ListedTensor tensor = TensorFrom(fields, 1);
    const DML_TENSOR_DESC desc{static_cast<DML_TENSOR_TYPE>(Number32(fields.at(8))), &tensor.desc};
    return Validate(desc, fields[0] == "output" ? TensorRole::Output : TensorRole::Input).error;
}

TensorError JudgeBinding(const Fields& fields)
{
    DML_BUFFER_TENSOR_DESC desc = {};
    desc.TotalTensorSizeInBytes = Number(fields.at(0));
    desc.GuaranteedBaseOffsetAlignment = Number32(fields.at(1));
    return ValidateBinding(desc, Number(fields.at(2)), Number(fields.at(3)), Number(fields.at(4))).error;
}

TensorError JudgeGather(const Fields& fields)
{
    const verdict_file::ListedTensor input = TensorFrom(fields, 0);
    const verdict_file::ListedTensor indices = TensorFrom(fields, 7);
    const verdict_file::ListedTensor output = TensorFrom(fields, 14);
    return ValidateGather(input.desc, indices.desc, output.desc, Number32(fields.at(21)), Number32(fields.at(22)))
        .error;
}

struct Chapter
{
    const char* heading;
    const char* file;
    std::size_t firstColumn; // of an example, in the file
    std::size_t endColumn;
    TensorError (*judge)(const Fields&);
    int pairs; // of rules whose order the examples show
};

const Chapter Chapters[] = {
    {"## A tensor", "directml_verdicts.csv", 2, 11, JudgeTensor, 100},
    {"## A binding", "binding_verdicts.csv", 5, 10, JudgeBinding, 8},
    {"## A Gather", "directml_gather_verdicts.csv", 2, 7, JudgeGather, 70},
};

std::vector<Rule> RulesOf(const Chapter& chapter)
{
    std::vector<Rule> rules;
    std::ifstream page(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/../../../docs/rules.md");
    std::string heading;
    bool isHazard = false;
    bool isInBlock = false;
    std::size_t next = 0; // the rule of the block's line
    for (std::string line; std::getline(page, line);)
    {
        line = line.substr(0, line.find('\r'));
        if (line.rfind("## ", 0) == 0) { heading = line; }
        if (heading != chapter.heading || line.empty()) { continue; }
        if (line.rfind("| reason", 0) == 0 || line.rfind("| hazard", 0) == 0) { isHazard = line[2] == 'h'; }
        if (line.rfind("```", 0) == 0) { isInBlock = !isInBlock; }
        else if (line.rfind("| `", 0) == 0)
        {
            const std::string cell = verdict_file::Split(line, '|').at(1);
            const std::string reason = verdict_file::Split(cell, '`').at(1);
            const std::size_t bracket = cell.find('(') + 1;
            const std::string name = bracket == 0 ? reason : cell.substr(bracket, cell.find(')') - bracket);
            std::string title = cell.substr(1, cell.size() - 2);
            title.erase(std::remove(title.begin(), title.end(), '`'), title.end());
            rules.push_back({title, isHazard, reason, name, {}, {}});
        }
        else if (isInBlock && line[0] != ' ')
        {
            while (rules.at(next).title != line || !rules[next].fails.empty()) { ++next; }
        }
        else if (isInBlock)
        {
            Rule& rule = rules.at(next);
            (line.rfind("  passes", 0) == 0 ? rule.passes : rule.fails).push_back(line.substr(10));
        }
    }
    return rules;
}

// Whether no field differs in both examples.
bool AreApart(const Fields& fails, const Fields& passes, const Fields& otherFails, const Fields& otherPasses)
{
    for (std::size_t i = 0; i < fails.size(); ++i)
    {
        if (fails[i] != passes.at(i) && otherFails.at(i) != otherPasses.at(i)) { return false; }
    }
    return true;
}

// Applies the difference between the failing and the passing example.
Fields With(const Fields& fails, const Fields& passes, Fields fields)
{
    for (std::size_t i = 0; i < fails.size(); ++i)
    {
        if (fails[i] != passes.at(i)) { fields.at(i) = fails[i]; }
    }
    return fields;
}

} // namespace

TEST(RulesPage, ExamplesAreDirectMLsOwnVerdicts)
{
    Fields notInFile;
    Fields withoutExample;
    for (const Chapter& chapter : Chapters)
    {
        std::map<std::string, std::set<std::string>> recorded; // for each example: accepted, reason
        for (const Fields& row : verdict_file::Read(chapter.file))
        {
            std::string example = row.at(chapter.firstColumn);
            for (std::size_t i = chapter.firstColumn + 1; i < chapter.endColumn; ++i) { example += ',' + row.at(i); }
            recorded[example].insert(row.at(row.size() - 2) + ' ' + row.back());
        }
        for (const Rule& rule : RulesOf(chapter))
        {
            ASSERT_EQ(rule.fails.size(), rule.passes.size()) << rule.reason;
            if (rule.fails.empty()) { withoutExample.push_back(rule.reason); }
            for (const std::string& example : rule.passes)
            {
                EXPECT_EQ(recorded[example], std::set<std::string>{"1 None"}) << example;
                EXPECT_STREQ(ToString(chapter.judge(FieldsOf(example))), "None") << example;
            }
            const std::string rejected = rule.reason == "GatherTerminates" ? "died " : "0 ";
            for (const std::string& example : rule.fails)
            {
                const TensorError found = chapter.judge(FieldsOf(example));
                EXPECT_EQ(ToString(found), rule.reason) << example;
                EXPECT_EQ(IsHazard(found), rule.isHazard) << example;
                if (!rule.isHazard) { EXPECT_EQ(recorded[example], std::set{rejected + rule.nameInFile}) << example; }
                else if (recorded.count(example) == 0) { notInFile.push_back(rule.reason); }
                else { EXPECT_EQ(recorded[example].begin()->substr(0, 2), "1 ") << example; }
            }
        }
    }
    EXPECT_EQ(withoutExample, (Fields{"NullTensor", "NullDesc"}));
    EXPECT_EQ(notInFile, Fields{"GatherRankLimit"});
}

// If an example can have the faults of two rules, the earlier rule must be the reason.
TEST(RulesPage, ListsThemInDirectMLsOrder)
{
    for (const Chapter& chapter : Chapters)
    {
        std::vector<Rule> rules = RulesOf(chapter);
        rules.erase(std::remove_if(rules.begin(), rules.end(),
                                   [](const Rule& rule) { return rule.isHazard || rule.fails.empty(); }),
                    rules.end());
        int pairs = 0;
        for (std::size_t one = 0; one < rules.size(); ++one)
        {
            for (std::size_t other = 0; other < rules.size(); ++other)
            {
                const Fields fails = FieldsOf(rules[one].fails[0]);
                const Fields passes = FieldsOf(rules[one].passes.at(0));
                const Fields otherFails = FieldsOf(rules[other].fails[0]);
                const Fields otherPasses = FieldsOf(rules[other].passes.at(0));
                if (AreApart(fails, passes, otherFails, otherPasses)
                    && ToString(chapter.judge(With(fails, passes, otherPasses))) == rules[one].reason)
                {
                    EXPECT_EQ(ToString(chapter.judge(With(fails, passes, otherFails))),
                              rules[(std::min)(one, other)].reason)
                        << rules[one].reason << " and " << rules[other].reason;
                    ++pairs;
                }
            }
        }
        EXPECT_GE(pairs, chapter.pairs) << chapter.heading;
    }
}

TEST(RulesPage, ListsEveryReason)
{
    std::set<std::string> onPage{"GatherFeatureLevel", "BindingOffset", "GatherIndexRange"}; // not DirectML's
    for (const Chapter& chapter : Chapters)
    {
        for (const Rule& rule : RulesOf(chapter)) { onPage.insert(rule.reason); }
    }
    std::set<std::string> all;
    for (auto i = static_cast<std::uint32_t>(TensorError::NullTensor);
         i <= static_cast<std::uint32_t>(TensorError::GatherIndexRange); ++i)
    {
        all.insert(ToString(static_cast<TensorError>(i)));
    }
    EXPECT_EQ(onPage, all);
}

} // namespace rules_page_test
