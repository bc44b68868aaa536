// describe_tensor: what a DirectML buffer tensor looks like in memory, whether DirectML takes it, and the C++ for it.

#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

constexpr int ExitAccepted = 0;
constexpr int ExitRefused = 1;
constexpr int ExitBadInput = 2;

constexpr std::uint64_t Limit32 = 0xFFFFFFFF;
constexpr std::uint64_t Limit64 = 0xFFFFFFFFFFFFFFFF;

//----------------------------------------------------------------------------------------------------------------------
// The command line
//----------------------------------------------------------------------------------------------------------------------

struct Option
{
    const char* name;
    const char* value; // as --help shows it; empty for a switch
    const char* help;
};

constexpr std::array<Option, 12> Options{{
    {"--layout", "NCHW|NHWC", "row-major, or the second axis moved last (at any rank)"},
    {"--order", "AXES", "packed, with the axes from the slowest to the fastest: --order WHD"},
    {"--strides", "LIST", "these strides, one for each size: --strides 5,1"},
    {"--broadcast", "AXES",
     "stride 0 on these axes (N,C or 0,1); the others are packed as if\n"
     "these had size 1, or keep what --strides gives them"},
    {"--pad-rows", "N", "every row starts at a multiple of N elements: pads axis H, the last but one"},
    {"--transpose", "AXES", "axis i of the result is axis AXES[i] (0,2,3,1 or N,H,W,C)"},
    {"--slice", "AXIS:START:COUNT[:STEP]", "COUNT elements of one axis; if given several times, one after the other"},
    {"--total", "BYTES", "TotalTensorSizeInBytes; the least that DirectML takes otherwise"},
    {"--alignment", "N", "GuaranteedBaseOffsetAlignment; 0 otherwise"},
    {"--flags", "N", "DML_TENSOR_FLAGS as a number: 1 is OWNED_BY_DML"},
    {"--output", "", "judge it as an output; as an input otherwise"},
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

// A line must stay one line, and short, whatever the argument holds.
std::string Printable(const std::string& text)
{
    constexpr std::size_t MaxLength = 60;
    std::string printable = text.substr(0, MaxLength);
    const auto isUnprintable = [](char c) { return c < ' ' || c > '~'; };
    std::replace_if(printable.begin(), printable.end(), isUnprintable, '?');
    return text.size() > MaxLength ? printable + "..." : printable;
}

[[noreturn]] void Reject(const Argument& argument, const std::string& problem)
{
    std::string line = "describe_tensor: " + argument.option;
    if (argument.option.empty())
    {
        line += argument.value.empty() ? "''" : Printable(argument.value);
    }
    else if (!argument.value.empty())
    {
        line += " " + Printable(argument.value);
    }
    throw BadInput(line + ": " + problem);
}

std::vector<std::string> Split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
    {
        if (c == separator)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

template <class Items>
std::string Join(const Items& items, const char* separator)
{
    std::string text;
    for (const auto& item : items)
    {
        text += (text.empty() ? "" : separator) + std::to_string(item);
    }
    return text;
}

std::string DataTypeNames()
{
    std::string names;
    for (int value = 1; value <= 13; ++value)
    {
        names += (value == 1 ? "" : " ") + std::string(dml::ToString(static_cast<dml::DML_TENSOR_DATA_TYPE>(value)));
    }
    return names;
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
        if (option == Options.end())
        {
            Reject({"", word}, "unknown option; describe_tensor --help lists them");
        }
        if (word != "--slice" && commandLine.Find(word) != nullptr)
        {
            Reject({word, ""}, "given twice; give it once");
        }
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
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    {
        Reject(argument, "'" + Printable(text) + "' is not a number; use the digits 0 to 9 alone");
    }
    std::uint64_t number = 0;
    for (const char c : text)
    {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (number > (limit - digit) / 10)
        {
            Reject(argument, Printable(text) + " is too large; use at most " + std::to_string(limit));
        }
        number = number * 10 + digit;
    }
    return number;
}

std::uint32_t ParseNumber32(const Argument& argument, const std::string& text)
{
    return static_cast<std::uint32_t>(ParseNumber(argument, text, Limit32));
}

dml::Dimensions ToDimensions(const Argument& argument, const std::vector<std::uint32_t>& values)
{
    const dml::Dimensions dimensions(values.data(), values.size());
    if (dimensions.Error() != dml::TensorError::None)
    {
        Reject(argument, dml::Explain(dimensions.Reason()).c_str());
    }
    return dimensions;
}

dml::Dimensions ParseList(const Argument& argument)
{
    std::vector<std::uint32_t> values;
    for (const std::string& part : Split(argument.value, ','))
    {
        values.push_back(ParseNumber32(argument, part));
    }
    return ToDimensions(argument, values);
}

dml::DML_TENSOR_DATA_TYPE ParseDataType(const Argument& argument)
{
    for (int value = 1; value <= 13; ++value)
    {
        const auto dataType = static_cast<dml::DML_TENSOR_DATA_TYPE>(value);
        if (argument.value == dml::ToString(dataType))
        {
            return dataType;
        }
    }
    Reject(argument, "unknown data type; use one of " + DataTypeNames());
}

// An axis by its name or its number. Whether there is an axis of that number is the layout's to say.
std::uint32_t ParseAxis(const Argument& argument, const std::string& text, const std::string& axisNames)
{
    const std::size_t named = axisNames.find(text);
    if (text.size() == 1 && named != std::string::npos)
    {
        return static_cast<std::uint32_t>(named);
    }
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    {
        Reject(argument, "no axis '" + Printable(text) + "'; use a letter of " + axisNames + " or a number from 0 to "
                             + std::to_string(axisNames.size() - 1));
    }
    return ParseNumber32(argument, text);
}

dml::Dimensions ParseAxes(const Argument& argument, const std::string& axisNames)
{
    std::vector<std::uint32_t> axes;
    for (const std::string& part : Split(argument.value, ','))
    {
        axes.push_back(ParseAxis(argument, part, axisNames));
    }
    return ToDimensions(argument, axes);
}

//----------------------------------------------------------------------------------------------------------------------
// The layout, step by step, with the C++ that takes the same steps
//----------------------------------------------------------------------------------------------------------------------

struct DescribedLayout
{
    dml::TensorLayout layout;
    std::vector<std::string> code; // the call that makes the first layout, then one member call for each step
    std::string axisNames;         // a letter follows its axis through a transposition
};

std::string Braces(const dml::Dimensions& values)
{
    return "{" + Join(values, ", ") + "}";
}

void Step(DescribedLayout& described, const Argument& argument, const dml::TensorLayout& layout,
          const std::string& code)
{
    if (!layout)
    {
        Reject(argument, dml::Explain(layout.Reason()).c_str());
    }
    described.layout = layout;
    described.code.push_back(code);
}

std::string DefaultAxisNames(std::size_t rank)
{
    constexpr std::array<const char*, 9> Names{"", "W", "HW", "DHW", "NCHW", "NCDHW", "ABCDEF", "ABCDEFG", "ABCDEFGH"};
    return Names[rank];
}

// --order PHYSICAL, or --order LOGICAL:PHYSICAL, which names the axes as well.
struct NamedOrder
{
    std::string logical;
    std::string physical;
};

NamedOrder ParseOrder(const Argument& argument, std::size_t rank)
{
    const std::vector<std::string> parts = Split(argument.value, ':');
    if (parts.size() == 1)
    {
        return {DefaultAxisNames(rank), parts[0]};
    }
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    if (parts.size() != 2 || parts[0].size() != rank || !std::all_of(parts[0].begin(), parts[0].end(), isLetter))
    {
        Reject(argument, "its axes do not fit; write LOGICAL:PHYSICAL, with one letter for each of the "
                             + std::to_string(rank) + " sizes on either side");
    }
    return {parts[0], parts[1]};
}

std::string AxisNames(const CommandLine& commandLine, std::size_t rank)
{
    if (commandLine.Find("--layout") != nullptr && (rank == 2 || rank == 3))
    {
        return rank == 2 ? "NC" : "NCW";
    }
    const Argument* order = commandLine.Find("--order");
    return order != nullptr ? ParseOrder(*order, rank).logical : DefaultAxisNames(rank);
}

DescribedLayout MakePacked(const CommandLine& commandLine, const dml::Dimensions& sizes)
{
    DescribedLayout described;
    const std::string call = "dml_tensor_utils::TensorLayout::Packed(" + Braces(sizes);
    if (const Argument* argument = commandLine.Find("--layout"))
    {
        if (argument->value != "NCHW" && argument->value != "NHWC")
        {
            Reject(*argument, "unknown layout; use NCHW or NHWC");
        }
        const dml::Layout layout = argument->value == "NCHW" ? dml::Layout::NCHW : dml::Layout::NHWC;
        Step(described, *argument, dml::TensorLayout::Packed(sizes, layout),
             call + ", dml_tensor_utils::Layout::" + argument->value + ")");
        return described;
    }
    if (const Argument* argument = commandLine.Find("--order"))
    {
        const NamedOrder order = ParseOrder(*argument, sizes.size());
        const dml::Dimensions axes = dml::AxisOrder(order.logical.c_str(), order.physical.c_str());
        if (axes.Error() != dml::TensorError::None)
        {
            Reject(*argument, "not an order of the axes " + order.logical + "; use each of its letters once");
        }
        Step(described, *argument, dml::TensorLayout::Packed(sizes, axes),
             call + ", dml_tensor_utils::AxisOrder(\"" + order.logical + "\", \"" + order.physical + "\"))");
        return described;
    }
    Step(described, commandLine.positional[1], dml::TensorLayout::Packed(sizes), call + ")");
    return described;
}

DescribedLayout MakeStrided(const Argument& argument, const dml::Dimensions& sizes, const dml::Dimensions& strides)
{
    DescribedLayout described;
    Step(described, argument, dml::TensorLayout::Strided(sizes, strides),
         "dml_tensor_utils::TensorLayout::Strided(" + Braces(sizes) + ", " + Braces(strides) + ")");
    return described;
}

// `values` with `value` on each of these axes.
dml::Dimensions Replaced(const dml::Dimensions& values, const dml::Dimensions& axes, std::uint32_t value)
{
    std::vector<std::uint32_t> replaced(values.begin(), values.end());
    for (const std::uint32_t axis : axes)
    {
        replaced[axis] = value;
    }
    return dml::Dimensions(replaced.data(), replaced.size());
}

DescribedLayout MakeBroadcast(const CommandLine& commandLine, const Argument& argument, const dml::Dimensions& sizes,
                              const std::string& axisNames)
{
    const dml::Dimensions axes = ParseAxes(argument, axisNames);
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
        const DescribedLayout given = MakeStrided(*strides, sizes, ParseList(*strides));
        return MakeStrided(argument, sizes, Replaced(given.layout.Strides(), axes, 0));
    }
    DescribedLayout described = MakePacked(commandLine, Replaced(sizes, axes, 1));
    const bool repeatsAll = std::all_of(axes.begin(), axes.end(), [&](std::uint32_t axis) { return sizes[axis] > 1; });
    if (!repeatsAll)
    {
        // BroadcastTo keeps the stride of an axis that stays 1, and stride 0 was asked for.
        return MakeStrided(argument, sizes, Replaced(described.layout.Strides(), axes, 0));
    }
    Step(described, argument, described.layout.BroadcastTo(sizes), "BroadcastTo(" + Braces(sizes) + ")");
    return described;
}

void PadRows(DescribedLayout& described, const Argument& argument)
{
    const std::uint32_t multiple = ParseNumber32(argument, argument.value);
    const std::uint32_t rank = described.layout.Rank();
    if (rank < 2)
    {
        Reject(argument, "a tensor of one axis has no rows; give at least two sizes");
    }
    if (described.layout.Sizes()[rank - 2] > 1 && described.layout.Strides()[rank - 2] == 0)
    {
        Reject(argument, std::string("axis ") + described.axisNames[rank - 2]
                             + " has stride 0 and its rows lie in one place; leave out --pad-rows or that stride");
    }
    Step(described, argument, described.layout.WithStrideMultiple(rank - 2, multiple),
         "WithStrideMultiple(" + std::to_string(rank - 2) + ", " + std::to_string(multiple) + ")");
}

void Transpose(DescribedLayout& described, const Argument& argument)
{
    const dml::Dimensions axes = ParseAxes(argument, described.axisNames);
    Step(described, argument, described.layout.Transposed(axes), "Transposed(" + Braces(axes) + ")");
    std::string axisNames;
    for (const std::uint32_t axis : axes)
    {
        axisNames += described.axisNames[axis];
    }
    described.axisNames = axisNames;
}

void Slice(DescribedLayout& described, const Argument& argument)
{
    const std::vector<std::string> parts = Split(argument.value, ':');
    if (parts.size() != 3 && parts.size() != 4)
    {
        Reject(argument, "not a slice; write AXIS:START:COUNT or AXIS:START:COUNT:STEP");
    }
    const std::uint32_t axis = ParseAxis(argument, parts[0], described.axisNames);
    const std::uint32_t start = ParseNumber32(argument, parts[1]);
    const std::uint32_t count = ParseNumber32(argument, parts[2]);
    const std::uint32_t step = parts.size() == 4 ? ParseNumber32(argument, parts[3]) : 1;
    std::string code = "Sliced(" + std::to_string(axis) + ", " + std::to_string(start) + ", " + std::to_string(count);
    code += (step == 1 ? "" : ", " + std::to_string(step)) + ")";
    Step(described, argument, described.layout.Sliced(axis, start, count, step), code);
}

DescribedLayout MakeLayout(const CommandLine& commandLine)
{
    const Argument& sizesArgument = commandLine.positional[1];
    const dml::Dimensions sizes = ParseList(sizesArgument);
    const dml::Diagnosis sizesReason = dml::TensorLayout::Packed(sizes).Reason();
    if (sizesReason == dml::TensorError::ZeroSize)
    {
        Reject(sizesArgument, dml::Explain(sizesReason).c_str());
    }

    const Argument* first = nullptr;
    for (const char* option : {"--layout", "--order", "--strides"})
    {
        const Argument* given = commandLine.Find(option);
        if (given != nullptr && first != nullptr)
        {
            Reject(*given, "contradicts " + first->option + "; give only one of the two");
        }
        first = given != nullptr ? given : first;
    }

    const std::string axisNames = AxisNames(commandLine, sizes.size());
    DescribedLayout described;
    if (const Argument* broadcast = commandLine.Find("--broadcast"))
    {
        described = MakeBroadcast(commandLine, *broadcast, sizes, axisNames);
    }
    else if (const Argument* strides = commandLine.Find("--strides"))
    {
        described = MakeStrided(*strides, sizes, ParseList(*strides));
    }
    else
    {
        described = MakePacked(commandLine, sizes);
    }
    described.axisNames = axisNames;

    if (const Argument* padRows = commandLine.Find("--pad-rows"))
    {
        PadRows(described, *padRows);
    }
    if (const Argument* transpose = commandLine.Find("--transpose"))
    {
        Transpose(described, *transpose);
    }
    for (const Argument& option : commandLine.options)
    {
        if (option.option == "--slice")
        {
            Slice(described, option);
        }
    }
    return described;
}

//----------------------------------------------------------------------------------------------------------------------
// The descriptor, with the C++ that makes it
//----------------------------------------------------------------------------------------------------------------------

struct DescribedTensor
{
    dml::BufferTensorDesc tensor;
    std::string code;
    std::string fields; // the lines for what was asked for beyond the layout
};

std::string Line(const char* name, const std::string& value)
{
    std::string line = "  " + std::string(name);
    line.resize(18, ' ');
    return line + value + "\n";
}

// A plain literal above the largest signed value has no type.
std::string Literal(std::uint64_t value)
{
    return std::to_string(value) + (value > Limit64 / 2 ? "u" : "");
}

std::string FlagsCode(std::uint32_t flags)
{
    return flags == static_cast<std::uint32_t>(dml::DML_TENSOR_FLAG_OWNED_BY_DML)
               ? "dml_tensor_utils::DML_TENSOR_FLAG_OWNED_BY_DML"
               : "static_cast<dml_tensor_utils::DML_TENSOR_FLAGS>(" + std::to_string(flags) + ")";
}

// One statement, a member call on a line of its own where they do not fit on one.
std::string Statement(const std::vector<std::string>& calls)
{
    std::size_t length = 3;
    for (const std::string& call : calls)
    {
        length += call.size() + 1;
    }
    std::string code = "  " + calls.front();
    for (std::size_t i = 1; i < calls.size(); ++i)
    {
        code += (length > 120 ? "\n      ." : ".") + calls[i];
    }
    return code + ";\n";
}

DescribedTensor MakeTensor(const CommandLine& commandLine, const DescribedLayout& described,
                           dml::DML_TENSOR_DATA_TYPE dataType)
{
    std::string fields;
    std::uint32_t flags = 0;
    std::string arguments =
        "dml_tensor_utils::DML_TENSOR_DATA_TYPE_" + std::string(dml::ToString(dataType)) + ", layout";
    if (const Argument* argument = commandLine.Find("--flags"))
    {
        flags = ParseNumber32(*argument, argument->value);
        fields += Line("flags", std::to_string(flags));
        arguments += flags == 0 ? "" : ", " + FlagsCode(flags);
    }
    const auto flagBits = static_cast<dml::DML_TENSOR_FLAGS>(flags);

    const bool isView = described.layout.FirstElement() != 0;
    dml::BufferTensorDesc tensor = isView ? dml::BufferTensorDesc::OfView(dataType, described.layout, flagBits)
                                          : dml::BufferTensorDesc(dataType, described.layout, flagBits);
    std::vector<std::string> calls{"const auto tensor = dml_tensor_utils::BufferTensorDesc"
                                   + std::string(isView ? "::OfView" : "") + "(" + arguments + ")"};
    if (const Argument* argument = commandLine.Find("--total"))
    {
        const std::uint64_t total = ParseNumber(*argument, argument->value, Limit64);
        tensor = tensor.WithTotalSize(total);
        fields += Line("total size", std::to_string(total) + " bytes");
        calls.push_back("WithTotalSize(" + Literal(total) + ")");
    }
    if (const Argument* argument = commandLine.Find("--alignment"))
    {
        const std::uint32_t alignment = ParseNumber32(*argument, argument->value);
        tensor = tensor.WithAlignment(alignment);
        fields += Line("alignment", std::to_string(alignment) + " bytes");
        calls.push_back("WithAlignment(" + std::to_string(alignment) + ")");
    }
    if (!isView && calls.size() == 1)
    {
        calls = {"const dml_tensor_utils::BufferTensorDesc tensor(" + arguments + ")"};
    }

    std::vector<std::string> layoutCalls = described.code;
    layoutCalls.front().insert(0, "const auto layout = ");
    std::string code = Statement(layoutCalls) + Statement(calls);
    if (isView)
    {
        code += "  const std::uint64_t bindingOffset = tensor.BindingOffsetInBytes();\n";
        fields += Line("first element", std::to_string(described.layout.FirstElement()));
        fields += tensor ? Line("binding offset", std::to_string(tensor.BindingOffsetInBytes()) + " bytes") : "";
    }
    return {tensor, code, fields};
}

//----------------------------------------------------------------------------------------------------------------------
// What is printed
//----------------------------------------------------------------------------------------------------------------------

std::string RightAligned(const std::string& text, std::size_t width)
{
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string LeftAligned(const std::string& text, std::size_t width)
{
    return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string PrintAxes(const DescribedLayout& described)
{
    std::string names = "  axis  ";
    std::string sizes = "  size  ";
    std::string strides = "  stride";
    for (std::uint32_t axis = 0; axis < described.layout.Rank(); ++axis)
    {
        const std::string size = std::to_string(described.layout.Sizes()[axis]);
        const std::string stride = std::to_string(described.layout.Strides()[axis]);
        const std::size_t width = 2 + (std::max)(size.size(), stride.size());
        names += RightAligned(described.axisNames.substr(axis, 1), width);
        sizes += RightAligned(size, width);
        strides += RightAligned(stride, width);
    }
    return names + "\n" + sizes + "\n" + strides + "\n";
}

// Elements that share memory otherwise than by stride 0.
bool OverlapsWithoutBroadcast(dml::TensorLayout layout)
{
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        if (layout.Strides()[axis] == 0)
        {
            layout = layout.Sliced(axis, 0, 1);
        }
    }
    return layout.HasOverlap();
}

std::string Classification(const dml::TensorLayout& layout)
{
    if (layout.IsPacked())
    {
        return layout.IsRowMajor() ? "packed, row-major: Strides may be null" : "packed, not row-major";
    }
    std::string classes;
    const auto add = [&](const char* text) { classes += (classes.empty() ? "" : ", ") + std::string(text); };
    if (layout.IsPadded())
    {
        add("padded");
    }
    if (layout.IsBroadcast())
    {
        add("broadcast");
    }
    if (OverlapsWithoutBroadcast(layout))
    {
        add("overlapping");
    }
    return classes;
}

std::string PrintNumbers(const dml::TensorLayout& layout, dml::DML_TENSOR_DATA_TYPE dataType)
{
    const std::uint64_t bytes = layout.SizeInBytes(dataType);
    return Line("element count", std::to_string(layout.ElementCount()))
           + Line("element span", std::to_string(layout.ElementSpan()))
           + Line("buffer size", bytes != 0 ? std::to_string(bytes) + " bytes" : "beyond 64 bits")
           + Line("layout", Classification(layout));
}

// The corner of the tensor that is shown: planes of rows of columns, the last two axes being rows and columns.
struct Corner
{
    std::uint64_t allPlanes;
    std::uint32_t allRows;
    std::uint32_t allColumns;
    std::uint64_t planes;
    std::uint32_t rows;
    std::uint32_t columns;
};

struct ShownElement
{
    std::uint64_t offset;
    char letter;
};

// No x among them: x is padding.
constexpr char Letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
constexpr std::size_t LetterCount = sizeof(Letters) - 1;

// Whole where there are letters for all and it stays readable; else a corner that leaves no shown element without one.
Corner ChooseCorner(const dml::TensorLayout& layout)
{
    const std::uint32_t rank = layout.Rank();
    const std::uint32_t columns = layout.Sizes()[rank - 1];
    const std::uint32_t rows = rank > 1 ? layout.Sizes()[rank - 2] : 1;
    const std::uint64_t planes = layout.ElementCount() / columns / rows;
    if (layout.ElementCount() <= LetterCount && columns <= 16 && rows <= 8 && planes <= 8)
    {
        return {planes, rows, columns, planes, rows, columns};
    }
    const bool onePlane = planes == 1;
    return {planes,
            rows,
            columns,
            (std::min)(planes, std::uint64_t{4}),
            (std::min)(rows, onePlane ? 4U : 3U),
            (std::min)(columns, onePlane ? 8U : 4U)};
}

// A letter belongs to an offset: a broadcast element repeats its letter.
std::vector<ShownElement> LetterElements(const dml::TensorLayout& layout, const Corner& corner)
{
    std::vector<ShownElement> elements;
    std::size_t lettersUsed = 0;
    for (std::uint64_t plane = 0; plane < corner.planes; ++plane)
    {
        for (std::uint32_t row = 0; row < corner.rows; ++row)
        {
            for (std::uint32_t column = 0; column < corner.columns; ++column)
            {
                const std::uint64_t index = (plane * corner.allRows + row) * corner.allColumns + column;
                const std::uint64_t offset = layout.ElementOffset(layout.Coordinates(index));
                const auto known = std::find_if(elements.begin(), elements.end(),
                                                [&](const ShownElement& element) { return element.offset == offset; });
                const char letter = known != elements.end() ? known->letter : Letters[lettersUsed++];
                elements.push_back({offset, letter});
            }
        }
    }
    return elements;
}

std::string PlaneLabel(const DescribedLayout& described, const dml::Dimensions& coordinates)
{
    std::string label;
    for (std::uint32_t axis = 0; axis + 2 < described.layout.Rank(); ++axis)
    {
        label += (axis == 0 ? "" : " ") + described.axisNames.substr(axis, 1) + "=" + std::to_string(coordinates[axis]);
    }
    return label;
}

// The documented pictures: the elements as letters in their logical places, and beside them their offsets.
std::string PrintLogicalView(const DescribedLayout& described, const Corner& corner,
                             const std::vector<ShownElement>& elements)
{
    std::size_t offsetWidth = 0;
    for (const ShownElement& element : elements)
    {
        offsetWidth = (std::max)(offsetWidth, std::to_string(element.offset).size());
    }
    const std::string title = "Logical view";
    const bool moreColumns = corner.columns < corner.allColumns;
    const std::size_t lettersWidth =
        2 + (std::max)(title.size(), 1 + 2 * std::size_t{corner.columns} + (moreColumns ? 4 : 0));

    std::string text = LeftAligned(title, lettersWidth) + "Element offsets\n";
    auto element = elements.begin();
    for (std::uint64_t plane = 0; plane < corner.planes; ++plane)
    {
        if (corner.allPlanes > 1)
        {
            const std::uint64_t index = plane * corner.allRows * corner.allColumns;
            text += "  " + PlaneLabel(described, described.layout.Coordinates(index)) + "\n";
        }
        for (std::uint32_t row = 0; row < corner.rows; ++row)
        {
            std::string letters = "  ";
            std::string offsets;
            for (std::uint32_t column = 0; column < corner.columns; ++column, ++element)
            {
                letters += std::string(column == 0 ? "" : " ") + element->letter;
                offsets += (column == 0 ? "" : "  ") + RightAligned(std::to_string(element->offset), offsetWidth);
            }
            letters += moreColumns ? " ..." : "";
            offsets += moreColumns ? "  ...\n" : "\n";
            text += LeftAligned(letters, lettersWidth) + offsets;
        }
        if (corner.rows < corner.allRows)
        {
            text += LeftAligned("  ...", lettersWidth) + RightAligned("...", (std::max)(offsetWidth, std::size_t{3}))
                    + "\n";
        }
    }
    if (corner.planes < corner.allPlanes)
    {
        text += "  and " + std::to_string(corner.allPlanes - corner.planes) + " more of "
                + std::to_string(corner.allPlanes) + " planes\n";
    }
    return text;
}

constexpr std::uint32_t WindowSize = 64;

// Bit p tells whether the position p behind the first element holds an element. Strides are never negative, so the
// sums that stay inside the window come only from sums inside it, and 64 bits hold them all.
std::uint64_t ElementPositions(const dml::TensorLayout& layout)
{
    std::uint64_t positions = 1;
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        const std::uint32_t stride = layout.Strides()[axis];
        if (stride == 0 || stride >= WindowSize)
        {
            continue;
        }
        const std::uint32_t steps = (std::min)(layout.Sizes()[axis] - 1, (WindowSize - 1) / stride);
        std::uint64_t reached = positions;
        for (std::uint32_t step = 1; step <= steps; ++step)
        {
            reached |= positions << (step * stride);
        }
        positions = reached;
    }
    return positions;
}

// The documented strips end with the last row's padding, which no buffer needs to hold. A slice has no such end.
std::uint64_t StripLength(const dml::TensorLayout& layout, bool sliced)
{
    const std::uint64_t span = layout.ElementSpan();
    std::uint64_t length = span;
    for (std::uint32_t axis = 0; axis < layout.Rank() && !sliced; ++axis)
    {
        if (layout.Sizes()[axis] > 1)
        {
            length = (std::max)(length, std::uint64_t{layout.Sizes()[axis]} * layout.Strides()[axis]);
        }
    }
    return length > WindowSize ? span : length;
}

std::string PrintStrip(const dml::TensorLayout& layout, const std::vector<ShownElement>& elements, bool sliced,
                       dml::DML_TENSOR_DATA_TYPE dataType)
{
    constexpr std::uint32_t PositionsPerLine = 16;
    const std::uint64_t length = StripLength(layout, sliced);
    auto shown = static_cast<std::uint32_t>((std::min)(length, std::uint64_t{WindowSize}));
    const std::uint64_t positions = ElementPositions(layout);
    std::string symbols;
    for (std::uint32_t position = 0; position < shown; ++position)
    {
        const std::uint64_t offset = layout.FirstElement() + position;
        const auto lettered = std::find_if(elements.begin(), elements.end(),
                                           [&](const ShownElement& element) { return element.offset == offset; });
        const bool isElement = (positions >> position & 1) != 0;
        symbols += lettered != elements.end() ? lettered->letter : isElement ? '*' : 'x';
    }

    // Further lines of nothing but elements without letters tell nothing. The first position has a letter.
    const auto lastTelling = static_cast<std::uint32_t>(symbols.find_last_not_of('*'));
    shown = (std::min)(shown, (lastTelling / PositionsPerLine + 1) * PositionsPerLine);
    symbols.resize(shown);

    std::string legend;
    const auto explain = [&](const char* text) { legend += (legend.empty() ? "" : ", ") + std::string(text); };
    if (symbols.find('x') != std::string::npos)
    {
        explain("x padding");
    }
    if (symbols.find('*') != std::string::npos)
    {
        explain("* element without a letter");
    }
    if (dml::ElementSizeInBits(dataType) == 4)
    {
        explain("two to a byte");
    }

    const std::uint32_t lastLine = (shown - 1) / PositionsPerLine * PositionsPerLine;
    const std::size_t labelWidth = std::to_string(layout.FirstElement() + lastLine).size();
    std::string text = "Memory strip" + (legend.empty() ? "" : " (" + legend + ")") + "\n";
    for (std::uint32_t start = 0; start < shown; start += PositionsPerLine)
    {
        const std::uint32_t end = (std::min)(start + PositionsPerLine, shown);
        text += "  " + RightAligned(std::to_string(layout.FirstElement() + start), labelWidth) + " ";
        for (std::uint32_t position = start; position < end; ++position)
        {
            text += std::string(" ") + symbols[position];
        }
        text += end == shown && length > shown ? " ...\n" : "\n";
    }
    if (length > layout.ElementSpan())
    {
        text += "  the tensor ends at offset " + std::to_string(layout.ElementSpan() - 1)
                + "; its buffer need not hold what follows\n";
    }
    return text;
}

std::string PrintVerdict(const dml::Diagnosis& verdict, dml::TensorRole role)
{
    const std::string asRole = role == dml::TensorRole::Input ? "as an input" : "as an output";
    if (verdict.Ok())
    {
        return "  DirectML accepts it " + asRole + ".\n";
    }
    const std::string reason = std::string(dml::ToString(verdict.error)) + ": " + dml::Explain(verdict).c_str() + "\n";
    // These are no words of DirectML: what cannot be described never reaches it.
    if (verdict == dml::TensorError::StartsInsideByte || verdict == dml::TensorError::SpanLimit)
    {
        return "  No descriptor can express it.\n  " + reason;
    }
    return "  DirectML "
           + (verdict.Accepted() ? "accepts it " + asRole + ", with a hazard.\n" : "refuses it " + asRole + ".\n")
           + "  " + reason;
}

std::string Help()
{
    std::string text =
        "Usage: describe_tensor TYPE SIZES [option...]\n"
        "\n"
        "Describes a DirectML buffer tensor: strides, bytes, where its elements lie in memory, whether DirectML\n"
        "accepts it, and the C++ that yields its descriptor.\n"
        "\n"
        "  TYPE   "
        + DataTypeNames()
        + "\n"
          "  SIZES  1 to 8 sizes in logical order (N, C, H, W), whatever the memory order: 1,3,1080,1920\n"
          "\n"
          "Options, applied in this order whatever the order on the command line:\n";
    for (const Option& option : Options)
    {
        constexpr std::size_t Column = 24;
        const std::string name = "  " + std::string(option.name) + " " + option.value;
        text += name.size() < Column ? LeftAligned(name, Column) : name + "\n" + std::string(Column, ' ');
        for (const char* c = option.help; *c != '\0'; ++c)
        {
            text += *c == '\n' ? "\n" + std::string(Column, ' ') : std::string(1, *c);
        }
        text += "\n";
    }
    text +=
        "\n"
        "Only one of --layout, --order and --strides can be given; without them the tensor is packed, row-major.\n"
        "\n"
        "Axes have names by the number of sizes: W, HW, DHW, NCHW, NCDHW (NC and NCW under --layout), from six on\n"
        "ABCDEF...; --order LOGICAL:PHYSICAL brings other names: UINT8 3,224,224 --order CHW:HWC. A name stays with\n"
        "its axis when it is transposed. --broadcast, --transpose and --slice take numbers, from 0, as well.\n"
        "\n"
        "Pictures: the elements shown are A to Z, then a to w, in logical order; elements that share memory share\n"
        "a letter. In the memory strip x is a position without an element, and * an element that has no letter,\n"
        "since the logical view shows only a corner of a large tensor. Offsets and strides count elements.\n"
        "\n"
        "Exit code: 0 DirectML accepts the tensor, 1 it refuses it, 2 the input is wrong (one line on stderr).\n";
    return text;
}

void Print(const std::string& text)
{
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    {
        throw BadInput("describe_tensor: stdout cannot be written; is its disk full?");
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
    const DescribedLayout described = MakeLayout(commandLine);
    const DescribedTensor tensor = MakeTensor(commandLine, described, dataType);
    const dml::TensorRole role =
        commandLine.Find("--output") != nullptr ? dml::TensorRole::Output : dml::TensorRole::Input;
    const dml::Diagnosis verdict = dml::Validate(tensor.tensor, role);
    const Corner corner = ChooseCorner(described.layout);
    const std::vector<ShownElement> elements = LetterElements(described.layout, corner);
    const bool sliced = commandLine.Find("--slice") != nullptr;

    const std::string text = PrintAxes(described) + "\n" + PrintNumbers(described.layout, dataType) + tensor.fields
                             + "\n" + PrintLogicalView(described, corner, elements) + "\n"
                             + PrintStrip(described.layout, elements, sliced, dataType) + "\nVerdict\n"
                             + PrintVerdict(verdict, role) + "\nC++\n" + tensor.code;
    Print(text);
    return verdict.Accepted() ? ExitAccepted : ExitRefused;
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
