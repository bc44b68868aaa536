// describe_tensor: what a DirectML buffer tensor looks like in memory, whether DirectML takes it, and the C++ for it.

#include "dml_tensor_utils.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

constexpr int ExitAccepted = 0;
constexpr int ExitRefused = 1;
constexpr int ExitBadInput = 2;

//----------------------------------------------------------------------------------------------------------------------
// The command line
//----------------------------------------------------------------------------------------------------------------------

struct Option
{
    const char* name;
    const char* value; // as --help shows it; empty for a switch
    const char* help;
};

constexpr std::array<Option, 16> Options{{
    {"--layout", "NCHW|NHWC", "row-major, or the second axis moved last (at any rank)"},
    {"--order", "AXES", "packed, with the axes from the slowest to the fastest: --order WHD"},
    {"--strides", "LIST", "these strides, one for each size: --strides 5,1"},
    {"--broadcast", "AXES",
     "stride 0 on these axes (N,C or 0,1); the others are packed as if\n"
     "these had size 1, or keep what --strides gives them"},
    {"--pad-rows", "N", "every row starts at a multiple of N elements: pads axis H, the last but one"},
    {"--row-pitch", "BYTES", "the rows start BYTES bytes apart"},
    {"--row-pitch-multiple", "BYTES", "every row starts at a multiple of BYTES bytes: 256 for rows of a texture"},
    {"--transpose", "AXES", "axis i of the result is axis AXES[i] (0,2,3,1 or N,H,W,C)"},
    {"--slice", "AXIS:START:COUNT[:STEP]", "COUNT elements of one axis; if given several times, one after the other"},
    {"--total", "BYTES", "TotalTensorSizeInBytes; the least that DirectML takes otherwise"},
    {"--alignment", "N", "GuaranteedBaseOffsetAlignment; 0 otherwise"},
    {"--flags", "N", "DML_TENSOR_FLAGS as a number: 1 is OWNED_BY_DML"},
    {"--output", "", "judge it as an output; as an input otherwise"},
    {"--bind", "OFFSET,SIZE,BUFFER", "judge its binding to SIZE bytes from OFFSET on, in a buffer of BUFFER bytes"},
    {"--svg", "FILE", "write a picture of it as well"},
    {"--help", "", "print this"},
}};

struct Argument
{
    std::string option; // empty for TYPE and SIZES
    std::string value;
};

struct CommandLine
{
    std::vector<Argument> positional;
    std::vector<Argument> options;

    const Argument* Find(const std::string& option) const
    {
        const auto found = std::find_if(options.begin(), options.end(),
                                        [&](const Argument& argument) { return argument.option == option; });
        return found == options.end() ? nullptr : &*found;
    }
};

// Its text is the one line that stderr gets.
struct BadInput : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

[[noreturn]] void Reject(const Argument& argument, const std::string& problem)
{
    std::string line = "describe_tensor: " + argument.option;
    if (argument.option.empty()) { line += argument.value.empty() ? "''" : parse_text::Printable(argument.value); }
    else if (!argument.value.empty()) { line += " " + parse_text::Printable(argument.value); }
    throw BadInput(line + ": " + problem);
}

CommandLine ParseCommandLine(const std::vector<std::string>& words)
{
    CommandLine commandLine;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        // "-2,3" is a number with a sign, and is told so.
        if (word.compare(0, 1, "-") != 0 || (word.size() > 1 && word[1] >= '0' && word[1] <= '9'))
        {
            commandLine.positional.push_back({"", word});
            continue;
        }
        const auto option =
            std::find_if(Options.begin(), Options.end(), [&](const Option& known) { return known.name == word; });
        if (option == Options.end()) { Reject({"", word}, "unknown option; describe_tensor --help lists them"); }
        if (word != "--slice" && commandLine.Find(word) != nullptr) { Reject({word, ""}, "given twice; give it once"); }
        Argument argument{word, ""};
        if (*option->value != '\0')
        {
            if (i + 1 == words.size())
            {
                Reject(argument, std::string("its value is missing; write ") + word + " " + option->value);
            }
            argument.value = words[++i];
            if (argument.value.empty())
            {
                Reject(argument, std::string("its value is empty; write ") + word + " " + option->value);
            }
        }
        commandLine.options.push_back(argument);
    }
    return commandLine;
}

std::uint64_t ParseNumber(const Argument& argument, const std::string& text, std::uint64_t limit)
{
    const parse_text::Number number = parse_text::Parse(text, limit);
    if (!number.problem.empty()) { Reject(argument, number.problem); }
    return number.value;
}

std::uint32_t ParseNumber32(const Argument& argument, const std::string& text)
{
    return static_cast<std::uint32_t>(ParseNumber(argument, text, parse_text::Limit32));
}

dml::Dimensions ToDimensions(const Argument& argument, const std::vector<std::uint32_t>& values)
{
    const dml::Dimensions dimensions(values.data(), values.size());
    if (dimensions.Error() != dml::TensorError::None) { Reject(argument, dml::Explain(dimensions.Reason()).c_str()); }
    return dimensions;
}

dml::Dimensions ParseList(const Argument& argument)
{
    const parse_text::List list = parse_text::ParseList(argument.value);
    if (!list.problem.empty()) { Reject(argument, list.problem); }
    return list.values;
}

dml::DML_TENSOR_DATA_TYPE ParseDataType(const Argument& argument)
{
    const dml::DML_TENSOR_DATA_TYPE dataType = parse_text::ParseDataType(argument.value);
    if (dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN)
    {
        Reject(argument, "unknown data type; use one of " + parse_text::DataTypeNames());
    }
    return dataType;
}

// An axis by its name or its number. Whether there is an axis of that number is the layout's to say.
std::uint32_t ParseAxis(const Argument& argument, const std::string& text, const std::string& axisNames)
{
    const std::size_t named = axisNames.find(text);
    if (text.size() == 1 && named != std::string::npos) { return static_cast<std::uint32_t>(named); }
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    {
        Reject(argument, "no axis '" + parse_text::Printable(text) + "'; use a letter of " + axisNames
                             + " or a number from 0 to " + std::to_string(axisNames.size() - 1));
    }
    return ParseNumber32(argument, text);
}

dml::Dimensions ParseAxes(const Argument& argument, const std::string& axisNames)
{
    std::vector<std::uint32_t> axes;
    for (const std::string& part : parse_text::Split(argument.value, ','))
    {
        axes.push_back(ParseAxis(argument, part, axisNames));
    }
    return ToDimensions(argument, axes);
}

void Check(const Argument& argument, const layout_views::DescribedLayout& described)
{
    if (!described.layout) { Reject(argument, dml::Explain(described.layout.Reason()).c_str()); }
}

// --order PHYSICAL, or --order LOGICAL:PHYSICAL, which names the axes as well.
struct NamedOrder
{
    std::string logical;
    std::string physical;
};

NamedOrder ParseOrder(const Argument& argument, std::size_t rank)
{
    const std::vector<std::string> parts = parse_text::Split(argument.value, ':');
    if (parts.size() == 1) { return {layout_views::DefaultAxisNames(rank), parts[0]}; }
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (parts.size() != 2 || parts[0].size() != rank || !std::all_of(parts[0].begin(), parts[0].end(), isLetter))
    {
        Reject(argument, "its axes do not fit; write LOGICAL:PHYSICAL, with one letter for each of the "
                             + std::to_string(rank) + " sizes on either side");
    }
    return {parts[0], parts[1]};
}

struct NamedPacking
{
    layout_views::Packing packing;
    const Argument* argument; // whose the errors of the packed layout are
    std::string axisNames;
};

NamedPacking ParsePacking(const CommandLine& commandLine, std::size_t rank)
{
    if (const Argument* argument = commandLine.Find("--layout"))
    {
        if (argument->value != "NCHW" && argument->value != "NHWC")
        {
            Reject(*argument, "unknown layout; use NCHW or NHWC");
        }
        const dml::Layout layout = argument->value == "NCHW" ? dml::Layout::NCHW : dml::Layout::NHWC;
        return {{layout, ""}, argument, layout_views::AxisNames(layout, rank)};
    }
    if (const Argument* argument = commandLine.Find("--order"))
    {
        const NamedOrder order = ParseOrder(*argument, rank);
        const std::string problem = layout_views::OrderProblem(order.logical, order.physical);
        if (!problem.empty()) { Reject(*argument, problem); }
        return {{{}, order.physical}, argument, order.logical};
    }
    return {{}, &commandLine.positional[1], layout_views::DefaultAxisNames(rank)};
}

layout_views::DescribedLayout MakeBroadcast(const CommandLine& commandLine, const Argument& argument,
                                            const dml::Dimensions& sizes, const NamedPacking& packing)
{
    const dml::Dimensions axes = ParseAxes(argument, packing.axisNames);
    for (const std::uint32_t axis : axes)
    {
        if (axis >= sizes.size())
        {
            Reject(argument, "axis " + std::to_string(axis) + " does not exist; use a number from 0 to "
                                 + std::to_string(sizes.size() - 1));
        }
    }
    if (const Argument* strides = commandLine.Find("--strides"))
    {
        const auto given = layout_views::MakeStrided(sizes, ParseList(*strides), packing.axisNames);
        Check(*strides, given);
        const dml::Dimensions broadcast = layout_views::Replaced(given.layout.Strides(), axes, 0);
        return layout_views::MakeStrided(sizes, broadcast, packing.axisNames);
    }
    return layout_views::MakeBroadcast(sizes, packing.packing, axes, packing.axisNames);
}

void Slice(layout_views::DescribedLayout& described, const Argument& argument)
{
    const std::vector<std::string> parts = parse_text::Split(argument.value, ':');
    if (parts.size() != 3 && parts.size() != 4)
    {
        Reject(argument, "not a slice; write AXIS:START:COUNT or AXIS:START:COUNT:STEP");
    }
    const std::uint32_t axis = ParseAxis(argument, parts[0], described.axisNames);
    const std::uint32_t start = ParseNumber32(argument, parts[1]);
    const std::uint32_t count = ParseNumber32(argument, parts[2]);
    const std::uint32_t step = parts.size() == 4 ? ParseNumber32(argument, parts[3]) : 1;
    layout_views::Slice(described, axis, start, count, step);
    Check(argument, described);
}

// The one of the options that is given, if one is.
const Argument* FindOneOf(const CommandLine& commandLine, std::initializer_list<const char*> options)
{
    const Argument* first = nullptr;
    for (const char* option : options)
    {
        const Argument* given = commandLine.Find(option);
        if (given != nullptr && first != nullptr)
        {
            Reject(*given, "contradicts " + first->option + "; give only one of the two");
        }
        first = given != nullptr ? given : first;
    }
    return first;
}

void PadRows(layout_views::DescribedLayout& described, const Argument& argument, dml::DML_TENSOR_DATA_TYPE dataType)
{
    const bool isInBytes = argument.option != "--pad-rows";
    const std::uint64_t number =
        ParseNumber(argument, argument.value, isInBytes ? parse_text::Limit64 : parse_text::Limit32);
    const std::string problem = layout_views::PadRowsProblem(described);
    if (!problem.empty()) { Reject(argument, problem); }
    if (!isInBytes) { layout_views::PadRows(described, static_cast<std::uint32_t>(number)); }
    else if (argument.option == "--row-pitch") { layout_views::SetRowPitch(described, number, dataType); }
    else { layout_views::SetRowPitchMultiple(described, number, dataType); }
    Check(argument, described);
}

layout_views::DescribedLayout MakeLayout(const CommandLine& commandLine, dml::DML_TENSOR_DATA_TYPE dataType)
{
    const Argument& sizesArgument = commandLine.positional[1];
    const dml::Dimensions sizes = ParseList(sizesArgument);
    const dml::Diagnosis sizesReason = dml::TensorLayout::Packed(sizes).Reason();
    if (sizesReason == dml::TensorError::ZeroSize) { Reject(sizesArgument, dml::Explain(sizesReason).c_str()); }

    FindOneOf(commandLine, {"--layout", "--order", "--strides"});
    const Argument* const padding = FindOneOf(commandLine, {"--pad-rows", "--row-pitch", "--row-pitch-multiple"});

    const NamedPacking packing = ParsePacking(commandLine, sizes.size());
    layout_views::DescribedLayout described;
    if (const Argument* broadcast = commandLine.Find("--broadcast"))
    {
        described = MakeBroadcast(commandLine, *broadcast, sizes, packing);
        Check(*broadcast, described);
    }
    else if (const Argument* strides = commandLine.Find("--strides"))
    {
        described = layout_views::MakeStrided(sizes, ParseList(*strides), packing.axisNames);
        Check(*strides, described);
    }
    else
    {
        described = layout_views::MakePacked(sizes, packing.packing, packing.axisNames);
        Check(*packing.argument, described);
    }

    if (padding != nullptr) { PadRows(described, *padding, dataType); }
    if (const Argument* transpose = commandLine.Find("--transpose"))
    {
        layout_views::Transpose(described, ParseAxes(*transpose, described.axisNames));
        Check(*transpose, described);
    }
    for (const Argument& option : commandLine.options)
    {
        if (option.option == "--slice") { Slice(described, option); }
    }
    return described;
}

layout_views::Binding ParseBinding(const Argument& argument)
{
    const std::vector<std::string> parts = parse_text::Split(argument.value, ',');
    if (parts.size() != 3) { Reject(argument, "not a binding; write OFFSET,SIZE,BUFFER, all in bytes"); }
    const auto number = [&](const std::string& text) { return ParseNumber(argument, text, parse_text::Limit64); };
    return {number(parts[0]), number(parts[1]), number(parts[2])};
}

layout_views::TensorOptions ParseTensorOptions(const CommandLine& commandLine)
{
    layout_views::TensorOptions options;
    if (const Argument* argument = commandLine.Find("--flags"))
    {
        options.flags = ParseNumber32(*argument, argument->value);
    }
    if (const Argument* argument = commandLine.Find("--total"))
    {
        options.totalBytes = ParseNumber(*argument, argument->value, parse_text::Limit64);
    }
    if (const Argument* argument = commandLine.Find("--alignment"))
    {
        options.alignment = ParseNumber32(*argument, argument->value);
    }
    if (const Argument* argument = commandLine.Find("--bind")) { options.binding = ParseBinding(*argument); }
    return options;
}

//----------------------------------------------------------------------------------------------------------------------
// What is printed
//----------------------------------------------------------------------------------------------------------------------

std::string Help()
{
    std::string text =
        "Usage: describe_tensor TYPE SIZES [option...]\n"
        "\n"
        "Describes a DirectML buffer tensor: strides, bytes, where its elements lie in memory, whether DirectML\n"
        "accepts it, and the C++ that yields its descriptor.\n"
        "\n"
        "  TYPE   "
        + parse_text::DataTypeNames()
        + "\n"
          "  SIZES  1 to 8 sizes in logical order (N, C, H, W), whatever the memory order: 1,3,1080,1920\n"
          "\n"
          "Options, applied in this order whatever the order on the command line:\n";
    for (const Option& option : Options)
    {
        constexpr std::size_t Column = 24;
        const std::string name = "  " + std::string(option.name) + " " + option.value;
        text += name.size() < Column ? layout_views::LeftAligned(name, Column) : name + "\n" + std::string(Column, ' ');
        for (const char* c = option.help; *c != '\0'; ++c)
        {
            text += *c == '\n' ? "\n" + std::string(Column, ' ') : std::string(1, *c);
        }
        text += "\n";
    }
    text +=
        "\n"
        "Only one of --layout, --order and --strides can be given; without them the tensor is packed, row-major.\n"
        "Only one of --pad-rows, --row-pitch and --row-pitch-multiple can be given; all pad the same axis.\n"
        "\n"
        "Axes have names by the number of sizes: W, HW, DHW, NCHW, NCDHW (NC and NCW under --layout), from six on\n"
        "ABCDEF...; --order LOGICAL:PHYSICAL brings other names: UINT8 3,224,224 --order CHW:HWC. A name stays with\n"
        "its axis when it is transposed. --broadcast, --transpose and --slice take numbers, from 0, as well.\n"
        "\n"
        "Pictures: the elements shown are A to Z, then a to w, in logical order; elements that share memory share\n"
        "a letter. In the memory strip x is a position without an element, and * an element that has no letter,\n"
        "since the logical view shows only a corner of a large tensor. Offsets and strides count elements; a\n"
        "stride of 4-bit elements that is no whole number of bytes is left blank in bytes.\n"
        "\n"
        "Exit code: 0 DirectML accepts the tensor and its binding, 1 it refuses one of them, 2 the input is wrong\n"
        "(one line on stderr).\n";
    return text;
}

void Print(const std::string& text)
{
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    {
        throw BadInput("describe_tensor: stdout cannot be written; is its disk full?");
    }
}

void WriteFile(const Argument& argument, const std::string& text)
{
    // In binary, so that the file is the same on every system.
    std::FILE* const file = std::fopen(argument.value.c_str(), "wb");
    bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    written = file != nullptr && std::fclose(file) == 0 && written;
    if (!written)
    {
        Reject(argument, "the file cannot be written; does its folder exist, and is there room on the disk?");
    }
}

int Describe(const CommandLine& commandLine)
{
    if (commandLine.positional.size() != 2)
    {
        if (commandLine.positional.size() > 2)
        {
            Reject(commandLine.positional[2],
                   "one argument too many; write TYPE, SIZES and options, no blanks in a list");
        }
        throw BadInput(std::string("describe_tensor: ")
                       + (commandLine.positional.empty() ? "TYPE and SIZES are" : "SIZES is")
                       + " missing; write for example: describe_tensor FLOAT32 2,3");
    }
    const dml::DML_TENSOR_DATA_TYPE dataType = ParseDataType(commandLine.positional[0]);
    const layout_views::DescribedLayout described = MakeLayout(commandLine, dataType);
    const layout_views::DescribedTensor tensor =
        layout_views::MakeTensor(dataType, described, ParseTensorOptions(commandLine));
    const dml::TensorRole role =
        commandLine.Find("--output") != nullptr ? dml::TensorRole::Output : dml::TensorRole::Input;
    if (const Argument* argument = commandLine.Find("--svg"))
    {
        WriteFile(*argument, layout_views::LayoutPicture(dataType, described));
    }
    Print(layout_views::DescriptionText(dataType, described, tensor, role));
    const bool isAccepted =
        dml::Validate(tensor.tensor, role).Accepted() && layout_views::BindingVerdict(tensor).Accepted();
    return isAccepted ? ExitAccepted : ExitRefused;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    try
    {
        const std::vector<std::string> words(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount);
        if (std::find(words.begin(), words.end(), "--help") != words.end())
        {
            Print(Help());
            return ExitAccepted;
        }
        return Describe(ParseCommandLine(words));
    }
    catch (const BadInput& badInput)
    {
        static_cast<void>(std::fprintf(stderr, "%s\n", badInput.what()));
        return ExitBadInput;
    }
}
