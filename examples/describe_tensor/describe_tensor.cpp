// describe_tensor: what a DirectML buffer tensor looks like in memory, whether DirectML takes it, and the C++ for it;
// where a Gather takes its elements from; and why DirectML refuses an operator.

#include "dml_tensor_utils.hpp"
#include "gather_views.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "operator_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

using tensor_request::Argument;
using tensor_request::Arguments;

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

struct Command
{
    std::vector<const char*> places; // what stands there without an option
    std::size_t neededPlaces;
    std::vector<Option> options;
    const char* example;
};

Command DescribeTensor()
{
    return {
        {"TYPE", "SIZES"},
        2,
        {
            {"--layout", "NCHW|NHWC", "row-major, or the second axis moved last (at any rank)"},
            {"--order", "AXES", "packed, with the axes from the slowest to the fastest: --order WHD"},
            {"--strides", "LIST", "these strides, one for each size: --strides 5,1"},
            {"--broadcast", "AXES",
             "stride 0 on these axes (N,C or 0,1); the others are packed as if\n"
             "these had size 1, or keep what --strides gives them"},
            {"--pad-rows", "N", "every row starts at a multiple of N elements: pads axis H, the last but one"},
            {"--row-pitch", "BYTES", "the rows start BYTES bytes apart"},
            {"--row-pitch-multiple", "BYTES",
             "every row starts at a multiple of BYTES bytes: 256 for rows of a texture"},
            {"--transpose", "AXES", "axis i of the result is axis AXES[i] (0,2,3,1 or N,H,W,C)"},
            {"--slice", "AXIS:START:COUNT[:STEP]",
             "COUNT elements of one axis; if given several times, one after the other"},
            {"--total", "BYTES", "TotalTensorSizeInBytes; the least that DirectML takes otherwise"},
            {"--alignment", "N", "GuaranteedBaseOffsetAlignment; 0 otherwise"},
            {"--flags", "N", "DML_TENSOR_FLAGS as a number: 1 is OWNED_BY_DML"},
            {"--output", "", "judge it as an output; as an input otherwise"},
            {"--bind", "OFFSET,SIZE,BUFFER",
             "judge its binding to SIZE bytes from OFFSET on, in a buffer of BUFFER bytes"},
            {"--svg", "FILE", "write a picture of it as well"},
        },
        "describe_tensor FLOAT32 2,3",
    };
}

Command DescribeGather()
{
    return {
        {"INPUT", "INDICES", "OUTPUT"},
        2,
        {
            {"--axis", "N", "the axis of the input that the indices pick from"},
            {"--index-dimensions", "N", "how many of the last dimensions of the indices are taken"},
            {"--values", "LIST", "what the indices hold, by offset; 0,1,2 and so on otherwise"},
            {"--svg", "FILE", "write a picture of it as well"},
        },
        "describe_tensor gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1",
    };
}

// Its text is the one line that stderr gets.
struct BadInput : std::runtime_error
{
    explicit BadInput(const std::string& text, int code = ExitBadInput) : std::runtime_error(text), exitCode(code) {}
    int exitCode;
};

[[noreturn]] void Reject(const Argument& argument, const std::string& problem, bool isRule = false)
{
    // What stands without an option is named by its value, or by its place where it has none.
    const bool isOption = argument.name.compare(0, 1, "-") == 0;
    std::string named = isOption || argument.value.empty() ? argument.name : "";
    if (!argument.value.empty()) { named += (isOption ? " " : "") + parse_text::Printable(argument.value); }
    throw BadInput("describe_tensor: " + named + ": " + problem, isRule ? ExitRefused : ExitBadInput);
}

[[noreturn]] void RejectMissing(const std::string& what, const Command& command)
{
    throw BadInput("describe_tensor: " + what + " missing; write for example: " + command.example);
}

// An option and its value, from words[i] on; i moves to the last word of it.
Argument ParseOption(const Command& command, const std::vector<std::string>& words, std::size_t& i)
{
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string name = parse_text::Lower(word.substr(0, equals));
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& known) { return known.name == name; });
    if (option == command.options.end())
    {
        Reject({"", word.substr(0, equals)}, "unknown option; describe_tensor --help lists them");
    }
    Argument argument{name, ""};
    if (*option->value == '\0')
    {
        if (equals != std::string::npos) { Reject(argument, "it takes no value; write " + name + " alone"); }
        return argument;
    }
    const std::string fix = "; write " + name + " " + option->value;
    if (equals == std::string::npos && i + 1 == words.size()) { Reject(argument, "its value is missing" + fix); }
    argument.value = equals != std::string::npos ? word.substr(equals + 1) : words[++i];
    if (argument.value.empty()) { Reject(argument, "its value is empty" + fix); }
    return argument;
}

Arguments ParseCommandLine(const Command& command, const std::vector<std::string>& words)
{
    Arguments arguments;
    std::size_t placesTaken = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        // "-2,3" is a number with a sign, and is told so.
        if (word.compare(0, 1, "-") != 0 || (word.size() > 1 && word[1] >= '0' && word[1] <= '9'))
        {
            if (placesTaken == command.places.size())
            {
                std::string places;
                for (const char* place : command.places) { places += std::string(place) + ", "; }
                Reject({"''", word},
                       "one argument too many; write " + places + "then options, and no blanks in a list");
            }
            arguments.push_back({command.places[placesTaken++], word});
            continue;
        }
        const Argument argument = ParseOption(command, words, i);
        if (argument.name != "--slice" && tensor_request::Find(arguments, argument.name) != nullptr)
        {
            Reject({argument.name, ""}, "given twice; give it once");
        }
        arguments.push_back(argument);
    }
    if (placesTaken < command.neededPlaces)
    {
        const std::string last = command.places[command.neededPlaces - 1];
        RejectMissing(placesTaken == 0 ? command.places[0] + (" and " + last + " are") : last + " is", command);
    }
    for (const Argument& argument : arguments)
    {
        if (argument.value.empty() && argument.name.compare(0, 1, "-") != 0)
        {
            Reject(argument, std::string("it is empty; write for example: ") + command.example);
        }
    }
    return arguments;
}

template <class Reader, class Request> void ReadRequest(const Arguments& arguments, Request& request)
{
    Reader reader(arguments);
    const bool isRead = reader.Read(request);
    const tensor_request::Problem& problem = reader.FirstProblem();
    if (!isRead) { Reject(problem.argument, problem.text, problem.isRule); }
}

//----------------------------------------------------------------------------------------------------------------------
// What is printed
//----------------------------------------------------------------------------------------------------------------------

std::string OptionsText(const Command& command)
{
    constexpr std::size_t Column = 24;
    std::string text;
    for (const Option& option : command.options)
    {
        const std::string name = "  " + std::string(option.name) + " " + option.value;
        text += name.size() < Column ? layout_views::LeftAligned(name, Column) : name + "\n" + std::string(Column, ' ');
        for (const char* c = option.help; *c != '\0'; ++c)
        {
            text += *c == '\n' ? "\n" + std::string(Column, ' ') : std::string(1, *c);
        }
        text += "\n";
    }
    return text;
}

std::string Help()
{
    return "Usage: describe_tensor TYPE SIZES [option...]\n"
           "       describe_tensor gather INPUT INDICES [OUTPUT] --axis N --index-dimensions N [option...]\n"
           "       describe_tensor operator NAME FIELD... (or FIELD=VALUE), operator NAME, operator --list\n"
           "       describe_tensor --help (or -h), --version\n"
           "\n"
           "Describes a DirectML buffer tensor: strides, bytes, where its elements lie in memory, whether DirectML\n"
           "accepts it, and the C++ that yields its descriptor.\n"
           "\n"
           "  TYPE   "
           + parse_text::DataTypeNames()
           + "\n"
             "  SIZES  1 to 8 sizes in logical order (N, C, H, W), whatever the memory order: 1,3,1080,1920\n"
             "\n"
             "Options, applied in this order whatever the order on the command line:\n"
           + OptionsText(DescribeTensor())
           + "\n"
             "Types, layouts, axes and options can be in any case; --option=value is as --option value.\n"
             "Only one of --layout, --order and --strides can be given; without them the tensor is packed, row-major.\n"
             "Only one of --pad-rows, --row-pitch and --row-pitch-multiple can be given; all pad the same axis.\n"
             "\n"
             "Axes have names by the number of sizes: W, HW, DHW, NCHW, NCDHW (NC and NCW under --layout), from six "
             "on\n"
             "ABCDEF...; --order LOGICAL:PHYSICAL brings other names: UINT8 3,224,224 --order CHW:HWC. A name stays "
             "with\n"
             "its axis when it is transposed. --broadcast, --transpose and --slice take numbers, from 0, as well.\n"
             "\n"
             "Pictures: the elements shown are A to Z, a to w, then AA, AB and so on, in logical order; elements that\n"
             "share memory share a letter. In the memory strip x is a position without an element, * an element that\n"
             "has no letter, since the logical view shows only a corner of a large tensor, and . one that a slice\n"
             "leaves out. Offsets and strides count elements; a stride of 4-bit elements that is no whole number of\n"
             "bytes is left blank in bytes.\n"
             "\n"
             "describe_tensor gather judges a Gather and says where each element of its output comes from. INPUT,\n"
             "INDICES and OUTPUT are TYPE:SIZES or TYPE:SIZES:STRIDES; without OUTPUT it is what the Gather yields,\n"
             "packed. Its options:\n"
           + OptionsText(DescribeGather())
           + "\n"
             "describe_tensor operator validates an operator; describe_tensor operator --help has more.\n"
             "\n"
             "Exit code: 0 DirectML accepts the tensor and its binding, the Gather or the operator; 1 it rejects one\n"
             "of them, or a size of 0 or a ninth size is given (one line on stderr); 2 the input is wrong, nothing "
             "can\n"
             "be written, or the memory does not suffice (one line on stderr).\n";
}

std::string OperatorHelp()
{
    return "Usage: describe_tensor operator NAME FIELD...   validates an operator\n"
           "       describe_tensor operator NAME            lists its fields and rules\n"
           "       describe_tensor operator --list          lists all operators\n"
           "\n"
           "Says whether DirectML accepts the operator, and if not, why; prints the C++ that makes it.\n"
           "\n"
           "Give fields in declaration order, without the lengths of arrays, or as NAME=VALUE in any order; omitted\n"
           "fields get defaults, which are printed. Names and values can be in any case; Tensor at the end of a name\n"
           "can be left out.\n"
           "\n"
           "  A tensor           TYPE:SIZES or TYPE:SIZES:STRIDES, such as FLOAT16:1,3,224,224\n"
           "  Several tensors    with + between them: FLOAT32:2,3+FLOAT32:2,4\n"
           "  Numbers            1,2,3\n"
           "  An enumeration     the name without what it shares with the others: Function=SUM, TransA=TRANSPOSE,\n"
           "                     Mode=CROSS_CORRELATION, or the number\n"
           "  A BOOL             true or false\n"
           "  An activation      ACTIVATION_RELU; several with commas between them\n"
           "  ScaleBias          SCALE,BIAS\n"
           "  Null               -\n"
           "\n"
           "Example: describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:16,8 - FLOAT16:4,16 TransB=TRANSPOSE\n"
           "\n"
           "Exit code: 0 DirectML accepts the operator, if only with a hazard; 1 it rejects it; 2 the input is wrong\n"
           "(one line on stderr).\n";
}

std::string Version()
{
    return "describe_tensor " + std::to_string(DML_TENSOR_UTILS_VERSION_MAJOR) + "."
           + std::to_string(DML_TENSOR_UTILS_VERSION_MINOR) + "." + std::to_string(DML_TENSOR_UTILS_VERSION_PATCH)
           + "\n";
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

int RunTensor(const std::vector<std::string>& words)
{
    const Arguments arguments = ParseCommandLine(DescribeTensor(), words);
    tensor_request::TensorRequest request;
    ReadRequest<tensor_request::TensorReader>(arguments, request);
    const layout_views::DescribedTensor tensor =
        layout_views::MakeTensor(request.dataType, request.described, request.options);
    if (const Argument* argument = tensor_request::Find(arguments, "--svg"))
    {
        WriteFile(*argument, layout_views::LayoutPicture(request.dataType, request.described));
    }
    Print(layout_views::DescriptionText(request.dataType, request.described, tensor));
    const bool isAccepted = layout_views::Verdict(tensor).Accepted() && layout_views::BindingVerdict(tensor).Accepted();
    return isAccepted ? ExitAccepted : ExitRefused;
}

int RunGather(const std::vector<std::string>& words)
{
    const Arguments arguments = ParseCommandLine(DescribeGather(), words);
    for (const char* needed : {"--axis", "--index-dimensions"})
    {
        if (tensor_request::Find(arguments, needed) == nullptr)
        {
            RejectMissing(needed + std::string(" is"), DescribeGather());
        }
    }
    gather_views::Gather gather;
    ReadRequest<gather_views::GatherReader>(arguments, gather);
    if (const Argument* argument = tensor_request::Find(arguments, "--svg"))
    {
        const std::string picture = gather_views::Picture(gather);
        if (picture.empty()) { Reject(*argument, "there is no picture, since no rule says what this Gather yields"); }
        WriteFile(*argument, picture);
    }
    Print(gather_views::Text(gather));
    return gather_views::IsAccepted(gather) ? ExitAccepted : ExitRefused;
}

int RunOperator(const std::vector<std::string>& words)
{
    const std::string example = "describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:8,16 - FLOAT16:4,16";
    if (words.empty()) { throw BadInput("describe_tensor: NAME is missing; write for example: " + example); }
    if (parse_text::Lower(words[0]) == "--list")
    {
        if (words.size() > 1)
        {
            Reject({"", words[1]}, "one argument too many; write describe_tensor operator --list");
        }
        Print(operator_views::ListText());
        return ExitAccepted;
    }
    Arguments arguments;
    for (const std::string& word : words)
    {
        if (word.empty()) { Reject({"FIELD", ""}, "it is empty; write for example: " + example); }
        arguments.push_back({"", word});
    }
    if (arguments.size() == 1)
    {
        const operator_views::OperatorRow* const row = operator_views::FindRow(words[0]);
        if (row == nullptr)
        {
            Reject(arguments[0], "no operator of DirectML" + operator_views::OperatorSuggestion(words[0])
                                     + "; describe_tensor operator --list has them all");
        }
        Print(operator_views::FieldsText(*row));
        return ExitAccepted;
    }
    operator_views::Description description;
    ReadRequest<operator_views::OperatorReader>(arguments, description);
    Print(operator_views::Text(description));
    return operator_views::Verdict(description).Accepted() ? ExitAccepted : ExitRefused;
}

int Run(std::vector<std::string> words)
{
    for (const std::string& word : words)
    {
        const std::string option = parse_text::Lower(word);
        const bool isHelp = option == "--help" || option == "-h";
        if (isHelp || option == "--version")
        {
            const bool isOfOperators = parse_text::Lower(words[0]) == "operator";
            Print(!isHelp ? Version() : isOfOperators ? OperatorHelp() : Help());
            return ExitAccepted;
        }
    }
    const std::string command = words.empty() ? "" : parse_text::Lower(words[0]);
    if (command != "gather" && command != "operator") { return RunTensor(words); }
    words.erase(words.begin());
    return command == "gather" ? RunGather(words) : RunOperator(words);
}

} // namespace

int main(int argumentCount, char** arguments)
{
    try
    {
        return Run(std::vector<std::string>(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount));
    }
    catch (const BadInput& badInput)
    {
        static_cast<void>(std::fprintf(stderr, "%s\n", badInput.what()));
        return badInput.exitCode;
    }
    catch (const std::bad_alloc&)
    {
        static_cast<void>(std::fputs("describe_tensor: the memory does not suffice; write a shorter line\n", stderr));
    }
    catch (const std::exception& exception)
    {
        static_cast<void>(std::fprintf(stderr, "describe_tensor: %s\n", exception.what()));
    }
    return ExitBadInput;
}
