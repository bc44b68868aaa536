// describe_tensor shows a DirectML tensor in memory, DirectML's verdict on it, and the C++ for it. It also shows which
// elements a Gather reads, and why DirectML rejects an operator.

#include "../write_file.hpp"
#include "dml_tensor_utils.hpp"
#include "gather_views.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "operator_picture.hpp"
#include "operator_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

using tensor_request::Argument;
using tensor_request::Arguments;

constexpr int ExitAccepted = 0;
constexpr int ExitRejected = 1;
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
    std::vector<const char*> places; // the arguments without an option
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
            {"--layout", "NCHW|NHWC", "row-major (the default), or the second axis moved last (any rank)"},
            {"--order", "AXES", "packed, axes listed from slowest to fastest: --order WHD"},
            {"--strides", "LIST", "explicit strides, one for each size: --strides 5,1"},
            {"--broadcast", "AXES",
             "stride 0 on these axes (N,C or 0,1); the others are packed as if these\n"
             "had size 1, or keep the strides of --strides"},
            {"--pad-rows", "N", "start every row at a multiple of N elements; pads the second-last axis"},
            {"--row-pitch", "BYTES", "distance between rows, in bytes"},
            {"--row-pitch-multiple", "BYTES",
             "start every row at a multiple of BYTES bytes: 256 for rows of a texture"},
            {"--transpose", "AXES", "axis i of the result is axis AXES[i] (0,2,3,1 or N,H,W,C)"},
            {"--slice", "AXIS:START:COUNT[:STEP]", "COUNT elements of one axis; may be repeated, applied in order"},
            {"--total", "BYTES", "TotalTensorSizeInBytes (default: the minimum)"},
            {"--alignment", "N", "GuaranteedBaseOffsetAlignment (default: 0)"},
            {"--flags", "N", "DML_TENSOR_FLAGS: OWNED_BY_DML, or a number"},
            {"--output", "", "validate it as an output (default: as an input)"},
            {"--bind", "OFFSET,SIZE,BUFFER", "validate a binding of SIZE bytes at OFFSET, in a buffer of BUFFER bytes"},
            {"--svg", "FILE", "also write a drawing"},
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
            {"--axis", "N", "the axis of the input that the indices select from"},
            {"--index-dimensions", "N", "how many of the last dimensions of the indices are used"},
            {"--values", "LIST", "the values of the indices, by offset (default: 0,1,2,...)"},
            {"--svg", "FILE", "also write a drawing"},
        },
        "describe_tensor gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1",
    };
}

Command DescribeOperator()
{
    return {{"NAME"}, 1, {{"--svg", "FILE", "also write a drawing"}}, "describe_tensor operator GEMM"};
}

// The text is the one line that is written to stderr.
struct BadInput : std::runtime_error
{
    explicit BadInput(const std::string& text, int code = ExitBadInput) : std::runtime_error(text), exitCode(code) {}
    int exitCode;
};

[[noreturn]] void Reject(const Argument& argument, const std::string& problem, bool isRule = false)
{
    // An argument without an option is named by its value, or by its place if the value is empty.
    const bool isOption = argument.name.compare(0, 1, "-") == 0;
    std::string named = isOption || argument.value.empty() ? argument.name : "";
    if (!argument.value.empty()) { named += (isOption ? " " : "") + parse_text::Printable(argument.value); }
    throw BadInput("describe_tensor: " + named + ": " + problem, isRule ? ExitRejected : ExitBadInput);
}

[[noreturn]] void RejectMissing(const std::string& what, const Command& command)
{
    throw BadInput("describe_tensor: " + what + " missing; write for example: " + command.example);
}

// Reads the option at words[i] and its value. Leaves i at the last word of it.
Argument ParseOption(const Command& command, const std::vector<std::string>& words, std::size_t& i)
{
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string name = parse_text::Lower(word.substr(0, equals));
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& known) { return known.name == name; });
    if (option == command.options.end())
    {
        std::vector<std::string> names;
        for (const Option& known : command.options) { names.emplace_back(known.name); }
        Reject({"", word.substr(0, equals)},
               "unknown option" + parse_text::OptionSuggestion(name, names) + "; describe_tensor --help lists them");
    }
    Argument argument{name, ""};
    if (*option->value == '\0')
    {
        if (equals != std::string::npos) { Reject(argument, "it does not accept a value; write " + name + " alone"); }
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
    std::size_t placesUsed = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        // "-2,3" is a number with a sign, not an option, so that the message is about the sign.
        if (word.compare(0, 1, "-") != 0 || (word.size() > 1 && word[1] >= '0' && word[1] <= '9'))
        {
            if (placesUsed == command.places.size())
            {
                const std::string upper = parse_text::Upper(word);
                if (upper == "NHWC" || upper == "NCHW")
                {
                    Reject({"", word}, "one argument too many" + parse_text::DidYouMean({"--layout " + upper}));
                }
                std::string places;
                for (const char* place : command.places) { places += std::string(place) + ", "; }
                Reject({"''", word},
                       "one argument too many; write " + places + "then options, and no blanks in a list");
            }
            arguments.push_back({command.places[placesUsed++], word});
            continue;
        }
        const Argument argument = ParseOption(command, words, i);
        if (argument.name != "--slice" && tensor_request::Find(arguments, argument.name) != nullptr)
        {
            Reject({argument.name, ""}, "given twice; give it once");
        }
        arguments.push_back(argument);
    }
    if (placesUsed < command.neededPlaces)
    {
        const std::string last = command.places[command.neededPlaces - 1];
        RejectMissing(placesUsed == 0 ? command.places[0] + (" and " + last + " are") : last + " is", command);
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
    const std::string list = problem.listedBy.empty() ? "" : "; describe_tensor " + problem.listedBy + " lists them";
    if (!isRead) { Reject(problem.argument, problem.text + list, problem.isRule); }
}

//----------------------------------------------------------------------------------------------------------------------
// Output
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
           "Describes a DirectML buffer tensor: its strides and bytes, where its elements are in memory, whether\n"
           "DirectML accepts it, and the C++ code that makes its descriptor.\n"
           "\n"
           "  TYPE   "
           + parse_text::DataTypeNames()
           + "\n"
             "  SIZES  1 to 8 sizes in logical order (N, C, H, W), not in memory order: 1,3,1080,1920\n"
             "\n"
             "Options. They are applied in this order, whatever their order on the command line:\n"
           + OptionsText(DescribeTensor())
           + "\n"
             "Types, layouts, axes and options are not case-sensitive. You can also write --option=value.\n"
             "A type may have the name that the SDK, C++ or a framework gives it (DML_TENSOR_DATA_TYPE_FLOAT16, FP16,\n"
             "half, torch.float16), and a list may be written 1x3x4x5, \"{1, 3, 4, 5}\", \"[1, 3, 4, 5]\" or \"(1, "
             "3)\".\n"
             "Give at most one of --layout, --order and --strides; without them the tensor is packed, row-major.\n"
             "Give at most one of --pad-rows, --row-pitch and --row-pitch-multiple.\n"
             "\n"
             "The names of the axes depend on the number of sizes: W, HW, DHW, NCHW, NCDHW (with --layout NC and "
             "NCW),\n"
             "and ABCDEF... from six on. --order LOGICAL:PHYSICAL changes them: UINT8 3,224,224 --order CHW:HWC. A\n"
             "transposed axis keeps its name. --broadcast, --transpose and --slice also accept numbers, from 0.\n"
             "\n"
             "In drawings, elements are A to Z, a to w, then AA, AB and so on, in logical order. Elements that share\n"
             "memory share a letter. In the memory strip, x is a position without an element, and * is an element\n"
             "outside the part of a large tensor that is shown. Offsets and strides count elements. A stride in bytes\n"
             "is blank if 4-bit elements do not fill whole bytes.\n"
             "\n"
             "describe_tensor gather validates a Gather and shows which input element each output element comes from.\n"
             "INPUT, INDICES and OUTPUT are TYPE:SIZES[:STRIDES or :NHWC][:total=BYTES]. OUTPUT defaults to the packed "
             "result.\n"
             "Options:\n"
           + OptionsText(DescribeGather())
           + "\n"
             "describe_tensor operator validates an operator; see describe_tensor operator --help.\n"
             "\n"
             "Exit code:\n"
             "  0  DirectML accepts the tensor and its binding, the Gather or the operator\n"
             "  1  DirectML rejects it, or no descriptor can have these sizes, such as a size of 0 (a line on stderr)\n"
             "  2  the input is wrong, nothing can be written, or there is not enough memory (a line on stderr)\n";
}

std::string OperatorHelp()
{
    return "Usage: describe_tensor operator NAME FIELD...   validates an operator\n"
           "       describe_tensor operator NAME            lists its fields and rules\n"
           "       describe_tensor operator --list          lists all operators\n"
           "\n"
           "Prints whether DirectML accepts the operator, the C++ code that makes it, and what to bind. If DirectML\n"
           "rejects it, prints the reason and, if one is known, a correction.\n"
           "\n"
           "Give fields in declaration order, without the lengths of arrays, or as NAME=VALUE in any order. Omitted\n"
           "fields get defaults, which are printed. Names and values are not case-sensitive. You can omit Tensor at\n"
           "the end of a name. NAME=VALUE replaces an earlier value, so you can append a correction that was printed.\n"
           "\n"
           "  A tensor           TYPE:SIZES, such as FLOAT16:1,3,224,224. Then, if needed, :STRIDES or :NHWC,\n"
           "                     :total=BYTES (TotalTensorSizeInBytes, by default the minimum) and :OWNED_BY_DML\n"
           "  Several tensors    FLOAT32:2,3+FLOAT32:2,4\n"
           "  Numbers            1,2,3\n"
           "  An enumeration     the enumerator without its prefix, or the number: Function=SUM, TransA=TRANSPOSE,\n"
           "                     Mode=CROSS_CORRELATION\n"
           "  A BOOL             true or false\n"
           "  Activations        ACTIVATION_RELU or ACTIVATION_TANH,ACTIVATION_SIGMOID\n"
           "  ScaleBias          SCALE,BIAS\n"
           "  Null               -\n"
           "\n"
           "--svg FILE also writes a drawing of the tensors' sizes and of how they depend on each other.\n"
           "\n"
           "You can also paste what programs print: \"FLOAT16 {1, 3, 224, 224}, 301056 bytes\", DML_OPERATOR_GEMM,\n"
           "54, 0.5f, nullptr. Types and lists are described by describe_tensor --help.\n"
           "\n"
           "Example: describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:16,8 - FLOAT16:4,16 TransB=TRANSPOSE\n"
           "\n"
           "Exit code:\n"
           "  0  DirectML accepts the operator, possibly with a hazard\n"
           "  1  DirectML rejects the operator\n"
           "  2  the input is wrong (a line on stderr)\n";
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
    if (!write_file::Write(argument.value, text)) { Reject(argument, write_file::CannotBeWritten); }
}

bool IsDataType(const std::string& text)
{
    return parse_text::ParseDataType(text) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// Returns words that begin with TYPE and SIZES. They may be one word, as in FLOAT32:2,3 or float32[2,3], or exchanged.
std::vector<std::string> TypeAndSizesFirst(std::vector<std::string> words)
{
    if (words.size() > 1 && !IsDataType(words[0]) && IsDataType(words[1])) { std::swap(words[0], words[1]); }
    const std::vector<std::string> parts =
        parse_text::TensorParts(words.empty() || IsDataType(words[0]) ? "" : words[0]);
    if ((parts.size() == 2 || parts.size() == 3) && IsDataType(parts[0]))
    {
        words[0] = parts[1];
        words.insert(words.begin(), parts[0]);
        if (parts.size() == 3)
        {
            words.insert(words.end(), {parse_text::Upper(parts[2]) == "NHWC" ? "--layout" : "--strides", parts[2]});
        }
    }
    return words;
}

int RunTensor(const std::vector<std::string>& words)
{
    const Arguments arguments = ParseCommandLine(DescribeTensor(), TypeAndSizesFirst(words));
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
    return isAccepted ? ExitAccepted : ExitRejected;
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
        if (picture.empty())
        {
            Reject(*argument, "there is no drawing, because no rule defines what this Gather produces");
        }
        WriteFile(*argument, picture);
    }
    Print(gather_views::Text(gather));
    return gather_views::IsAccepted(gather) ? ExitAccepted : ExitRejected;
}

int RunOperator(const std::vector<std::string>& words)
{
    const std::string example = "describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:8,16 - FLOAT16:4,16";
    if (words.empty()) { throw BadInput("describe_tensor: NAME is missing; write for example: " + example); }
    if (parse_text::Lower(words[0]) == "--list" || parse_text::Lower(words[0]) == "list")
    {
        if (words.size() > 1)
        {
            Reject({"", words[1]}, "one argument too many; write describe_tensor operator --list");
        }
        Print(operator_views::ListText());
        return ExitAccepted;
    }
    Arguments arguments;
    Argument svg;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (words[i].empty()) { Reject({"FIELD", ""}, "it is empty; write for example: " + example); }
        if (parse_text::Lower(words[i]).compare(0, 5, "--svg") == 0)
        {
            svg = ParseOption(DescribeOperator(), words, i);
        }
        else { arguments.push_back({"", words[i]}); }
    }
    if (arguments.size() == 1 && svg.value.empty())
    {
        const dml::DML_OPERATOR_TYPE type = operator_views::UnderstoodOperator(words[0]);
        if (type == dml::DML_OPERATOR_INVALID)
        {
            Reject(arguments[0], "not a DirectML operator" + operator_views::OperatorSuggestion(words[0])
                                     + "; describe_tensor operator --list lists them");
        }
        Print(operator_views::UnderstoodText(words[0], type) + operator_views::FieldsText(type));
        return ExitAccepted;
    }
    operator_views::Description description;
    ReadRequest<operator_views::OperatorReader>(arguments, description);
    if (!svg.value.empty()) { WriteFile(svg, operator_views::Picture(description)); }
    const std::string list = "describe_tensor operator " + std::string(dml::ToString(description.type));
    Print(operator_views::Text(description, "  Its fields and rules: " + list + "\n"));
    return operator_views::Verdict(description).Accepted() ? ExitAccepted : ExitRejected;
}

int Run(std::vector<std::string> words)
{
    words = parse_text::JoinedWords(words);
    for (const std::string& word : words)
    {
        const std::string option = parse_text::Lower(word);
        const bool isFirst = &word == &words[0];
        const bool isHelp = option == "--help" || option == "-h"
                            || (isFirst && (option == "help" || option == "-help" || option == "/?"));
        if (isHelp || option == "--version")
        {
            const bool isOfOperators = parse_text::Lower(words[0]) == "operator";
            Print(!isHelp ? Version() : isOfOperators ? OperatorHelp() : Help());
            return ExitAccepted;
        }
    }
    const std::string command = words.empty() ? "" : parse_text::Lower(words[0]);
    if (command == "--list") { return RunOperator({command}); }
    const bool isOperator = operator_views::UnderstoodOperator(command) != dml::DML_OPERATOR_INVALID;
    const std::string meant = isOperator ? parse_text::DidYouMean({"describe_tensor operator " + words[0]})
                                         : parse_text::Suggestion(command, {"gather", "operator"});
    if (command != "gather" && command != "operator" && !meant.empty() && !words.empty() && !IsDataType(command))
    {
        Reject({"", words[0]}, "not a data type or a command" + meant);
    }
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
        static_cast<void>(std::fputs("describe_tensor: there is not enough memory; write a shorter line\n", stderr));
    }
    catch (const std::exception& exception)
    {
        static_cast<void>(std::fprintf(stderr, "describe_tensor: %s\n", exception.what()));
    }
    return ExitBadInput;
}
