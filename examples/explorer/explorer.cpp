// What the page of the explorer calls, compiled to WebAssembly: it reads the fields, describes their layout, and
// answers with all that the page shows. No exceptions, no streams, no imports from the page.

#include "dml_tensor_utils.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "parse_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

//----------------------------------------------------------------------------------------------------------------------
// What goes in and out: text, UTF-8
//----------------------------------------------------------------------------------------------------------------------

// Lines of name=value, named as the options of describe_tensor.
std::string fieldsText;
// Parts that each end with the character 1E (record separator): a name, a line feed, and any text.
std::string answerText;

// A field that is left out is empty.
std::string Field(const std::string& name)
{
    for (const std::string& line : parse_text::Split(fieldsText, '\n'))
    {
        if (line.compare(0, name.size() + 1, name + "=") == 0) { return line.substr(name.size() + 1); }
    }
    return "";
}

void Answer(const std::string& name, const std::string& text) { answerText += name + "\n" + text + "\x1E"; }

//----------------------------------------------------------------------------------------------------------------------
// The layout that the fields ask for
//----------------------------------------------------------------------------------------------------------------------

struct Asked
{
    layout_views::DescribedLayout described;
    std::string broadcast; // the names of the axes that are given stride 0
    std::string wrongField;
    std::string problem; // empty if there is a layout
};

Asked Wrong(const std::string& field, const std::string& problem)
{
    Asked wrong;
    wrong.wrongField = field;
    wrong.problem = problem;
    return wrong;
}

Asked PadRows(Asked asked, const std::string& text)
{
    const parse_text::Number multiple = parse_text::Parse(text, parse_text::Limit32);
    const std::string problem =
        multiple.problem.empty() ? layout_views::PadRowsProblem(asked.described) : multiple.problem;
    if (!problem.empty()) { return Wrong("pad-rows", problem); }
    layout_views::PadRows(asked.described, static_cast<std::uint32_t>(multiple.value));
    const dml::TensorLayout& layout = asked.described.layout;
    return layout ? asked : Wrong("pad-rows", dml::Explain(layout.Reason()).c_str());
}

Asked AskedLayout()
{
    const parse_text::List sizes = parse_text::ParseList(Field("sizes"));
    if (!sizes.problem.empty()) { return Wrong("sizes", sizes.problem); }
    const dml::Diagnosis sizesReason = dml::TensorLayout::Packed(sizes.values).Reason();
    if (sizesReason == dml::TensorError::ZeroSize) { return Wrong("sizes", dml::Explain(sizesReason).c_str()); }

    layout_views::Packing packing;
    std::string axisNames = layout_views::DefaultAxisNames(sizes.values.size());
    const std::string arrangement = Field("arrangement");
    if (arrangement == "layout")
    {
        packing.layout = dml::Layout::NHWC;
        axisNames = layout_views::AxisNames(dml::Layout::NHWC, sizes.values.size());
    }
    else if (arrangement == "order")
    {
        packing.physical = Field("order");
        const std::string problem = layout_views::OrderProblem(axisNames, packing.physical);
        if (!problem.empty()) { return Wrong("order", problem); }
    }

    Asked asked;
    std::vector<std::uint32_t> broadcastAxes;
    for (std::size_t axis = 0; axis < axisNames.size(); ++axis)
    {
        if (Field("broadcast").find(axisNames[axis]) != std::string::npos)
        {
            asked.broadcast += axisNames[axis];
            broadcastAxes.push_back(static_cast<std::uint32_t>(axis));
        }
    }
    const dml::Dimensions broadcast(broadcastAxes.data(), broadcastAxes.size());

    const bool isStrided = arrangement == "strides";
    if (isStrided)
    {
        const parse_text::List strides = parse_text::ParseList(Field("strides"));
        if (!strides.problem.empty()) { return Wrong("strides", strides.problem); }
        asked.described = layout_views::MakeStrided(sizes.values, strides.values, axisNames);
        if (asked.described.layout && !broadcast.empty())
        {
            asked.described = layout_views::MakeStrided(
                sizes.values, layout_views::Replaced(strides.values, broadcast, 0), axisNames);
        }
    }
    else if (!broadcast.empty())
    {
        asked.described = layout_views::MakeBroadcast(sizes.values, packing, broadcast, axisNames);
    }
    else { asked.described = layout_views::MakePacked(sizes.values, packing, axisNames); }
    if (!asked.described.layout)
    {
        return Wrong(isStrided ? "strides" : "sizes", dml::Explain(asked.described.layout.Reason()).c_str());
    }
    const std::string padRows = Field("pad-rows");
    return padRows.empty() ? asked : PadRows(asked, padRows);
}

//----------------------------------------------------------------------------------------------------------------------
// The answer
//----------------------------------------------------------------------------------------------------------------------

// The command that prints the same.
std::string Command(const std::string& broadcast)
{
    std::string command = "describe_tensor " + Field("type") + " " + Field("sizes");
    const std::string arrangement = Field("arrangement");
    if (!arrangement.empty()) { command += " --" + arrangement + " " + Field(arrangement); }
    for (std::size_t i = 0; i < broadcast.size(); ++i)
    {
        command += (i == 0 ? " --broadcast " : ",") + broadcast.substr(i, 1);
    }
    const std::string padRows = Field("pad-rows");
    return command + (padRows.empty() ? "" : " --pad-rows " + padRows) + (Field("output").empty() ? "" : " --output");
}

} // namespace

//----------------------------------------------------------------------------------------------------------------------
// What the page calls
//----------------------------------------------------------------------------------------------------------------------

extern "C" const char* About()
{
    answerText.clear();
    Answer("version", std::to_string(DML_TENSOR_UTILS_VERSION_MAJOR) + "."
                          + std::to_string(DML_TENSOR_UTILS_VERSION_MINOR) + "."
                          + std::to_string(DML_TENSOR_UTILS_VERSION_PATCH));
    Answer("types", parse_text::DataTypeNames());
    return answerText.c_str();
}

// Where the page writes so many bytes of fields before it calls Describe.
extern "C" char* Fields(std::size_t bytes)
{
    fieldsText.assign(bytes, '\0');
    return fieldsText.data();
}

extern "C" const char* Describe()
{
    answerText.clear();
    const Asked asked = AskedLayout();
    if (!asked.problem.empty())
    {
        Answer("field", asked.wrongField);
        Answer("problem", asked.problem);
        return answerText.c_str();
    }
    const layout_views::DescribedLayout& described = asked.described;
    const dml::DML_TENSOR_DATA_TYPE dataType = parse_text::ParseDataType(Field("type"));
    const dml::TensorRole role = Field("output").empty() ? dml::TensorRole::Input : dml::TensorRole::Output;
    const layout_views::DescribedTensor tensor = layout_views::MakeTensor(dataType, described, {});
    const dml::Diagnosis verdict = dml::Validate(tensor.tensor, role);
    Answer("axisNames", described.axisNames);
    Answer("rowMajorOrder", layout_views::DefaultAxisNames(described.layout.Rank()));
    Answer("broadcast", asked.broadcast);
    Answer("axes", layout_views::AxesText(dataType, described));
    Answer("numbers", layout_views::NumbersText(dataType, described) + tensor.fields);
    Answer("class", verdict.Ok() ? "accepted" : verdict.Accepted() ? "hazard" : "refused");
    Answer("verdict", layout_views::VerdictText(verdict, role));
    Answer("picture", layout_views::LayoutPicture(dataType, described));
    Answer("code", tensor.code);
    Answer("text", layout_views::DescriptionText(dataType, described, tensor, role));
    Answer("command", Command(asked.broadcast));
    return answerText.c_str();
}
