// The drawing of an operator: which sizes depend on each other.
#include "operator_picture.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace operator_picture_test
{

namespace
{

using namespace dml_tensor_utils;
using operator_views::Description;
using operator_views::SizePlace;

Description Read(const std::string& text)
{
    tensor_request::Arguments arguments;
    for (const std::string& word : parse_text::Split(text, ' ')) { arguments.push_back({"", word}); }
    operator_views::OperatorReader reader(arguments);
    Description description;
    EXPECT_TRUE(reader.Read(description)) << text << ": " << reader.FirstProblem().text;
    return description;
}

// Returns the groups as "A0 Output0, A1 B0", with the tensors' names without Tensor.
std::string GroupsOf(const std::string& text)
{
    const Description description = Read(text);
    std::string all;
    for (const operator_views::SizePlaces& group : operator_views::SizeGroups(description))
    {
        std::string names;
        for (const SizePlace& place : operator_views::AllSizes(description))
        {
            if (!operator_views::Contains(group, place)) { continue; }
            const std::string name = operator_views::ShortNameOf(description.fields[place.field]);
            const std::string element =
                place.element == operator_views::NoField ? "" : "[" + std::to_string(place.element) + "]";
            names.append(names.empty() ? "" : " ").append(name).append(element).append(std::to_string(place.axis));
        }
        all += (all.empty() ? "" : ", ") + names;
    }
    return all;
}

TEST(OperatorPicture, GroupsSizesThatDependOnEachOther)
{
    EXPECT_EQ(GroupsOf("GEMM FLOAT32:2,3 FLOAT32:3,4 - FLOAT32:2,4"), "A0 Output0, A1 B0, B1 Output1");
    EXPECT_EQ(GroupsOf("GEMM FLOAT32:2,3 FLOAT32:4,3 - FLOAT32:2,4 TransB=TRANSPOSE"), "A0 Output0, A1 B1, B0 Output1");
    EXPECT_EQ(GroupsOf("CONVOLUTION FLOAT32:1,4,8,8 FLOAT32:6,2,3,3 FLOAT32:1,6,1,1 FLOAT32:1,6,6,6 GroupCount=2"),
              "Input0 Output0, Input1 Filter1, Filter0 Bias1 Output1");
    EXPECT_EQ(GroupsOf("REDUCE SUM FLOAT32:2,3 FLOAT32:2,1 Axes=1"), "Input0 Output0");
    EXPECT_EQ(GroupsOf("JOIN FLOAT32:2,3+FLOAT32:2,4 FLOAT32:2,7 Axis=1"),
              "Input[0]0 Input[1]0 Output0, Input[0]1 Input[1]1 Output1");
    EXPECT_EQ(GroupsOf("SLICE FLOAT32:4,6 FLOAT32:2,3 Offsets=1,0 Sizes=2,3 Strides=1,2"), "");
}

// The groups of a rejected operator are those of its correction.
TEST(OperatorPicture, GroupsSizesOfACorrection)
{
    EXPECT_EQ(GroupsOf("GEMM FLOAT32:2,3 FLOAT32:4,3 - FLOAT32:2,4"), "A0 Output0, A1 B1, B0 Output1");
    EXPECT_EQ(GroupsOf("ELEMENT_WISE_ADD FLOAT32:2,3,4 INT32:5 FLOAT32:7"), ""); // there is none
}

// Of every operator: with one size of a group doubled alone, DirectML rejects the operator.
TEST(OperatorPicture, NoSizeOfAGroupChangesAlone)
{
    std::size_t grouped = 0;
    for (const DML_OPERATOR_TYPE type : operator_views::AllOperators())
    {
        const Description example = Read(ToString(type) + (" " + operator_views::ExampleOf(type)));
        for (const operator_views::SizePlaces& group : operator_views::SizeGroups(example))
        {
            for (const SizePlace& place : group)
            {
                Description changed = example;
                const auto& tensors = changed.given[place.field].tensors;
                const std::uint64_t size = tensors[operator_views::IndexOf(place.element)].sizes[place.axis];
                operator_views::SetSize(changed, place, 2 * size);
                EXPECT_TRUE(operator_views::Verdict(changed).Rejected()) << ToString(type) << ", axis " << place.axis;
                ++grouped;
            }
        }
    }
    EXPECT_GE(grouped, 1000U);
}

TEST(OperatorPicture, MarksWhatTheVerdictNames)
{
    const std::string size = operator_views::Picture(Read("GEMM FLOAT32:2,3 FLOAT32:4,3 - FLOAT32:2,4"));
    EXPECT_NE(size.find("class='cell fault'"), std::string::npos);
    const std::string type = operator_views::Picture(Read("GEMM FLOAT32:2,3 INT32:3,4 - FLOAT32:2,4"));
    EXPECT_EQ(type.find("class='cell fault'"), std::string::npos);
    EXPECT_NE(type.find("class='heading wrong'"), std::string::npos);
    const std::string valid = operator_views::Picture(Read("GEMM FLOAT32:2,3 FLOAT32:3,4 - FLOAT32:2,4"));
    EXPECT_EQ(valid.find("wrong'"), std::string::npos);
    EXPECT_NE(valid.find("<title>ATensor.Sizes[1] is 3; it depends on BTensor.Sizes[0]</title>"), std::string::npos);
}

} // namespace

} // namespace operator_picture_test
