// describe_tensor shows a DirectML tensor in memory, DirectML's verdict on it, and the C++ for it. It also shows which
// elements a Gather reads, and why DirectML rejects an operator.

#include "../command_line.hpp"
#include "dml_tensor_utils.hpp"
#include "gather_views.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "operator_picture.hpp"
#include "operator_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;
using namespace parse_text;
using namespace layout_views;
using namespace operator_views;
using namespace gather_views;
using namespace tensor_request;

using namespace command_line;

constexpr char Program[] = "describe_tensor";

Command DescribeTensor()
{
    return {
        Program,
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
            {"--slice", "AXIS:START:COUNT[:STEP]", "COUNT elements of one axis; may be repeated, applied in order",
             true},
            {"--total", "BYTES", "TotalTensorSizeInBytes (default: the minimum)"},
            {"--alignment", "N", "GuaranteedBaseOffsetAlignment (default: 0)"},
            {"--flags", "N", "DML_TENSOR_FLAGS: OWNED_BY_DML, or a number"},
            {"--output", "", "validate it as an output (default: as an input)"},
            {"--bind", "OFFSET,SIZE,BUFFER", "validate a binding of SIZE bytes at OFFSET, in a buffer of BUFFER bytes"},
            {"--svg", "FILE.svg", "also write a drawing"},
        },
        "describe_tensor FLOAT32 2,3",
    };
}

Command DescribeGather()
{
    return {
        Program,
        {"INPUT", "INDICES", "OUTPUT"},
        2,
        {
            {"--axis", "N", "the axis of the input that the indices select from"},
            {"--index-dimensions", "N", "how many of the last dimensions of the indices are used"},
            {"--values", "LIST", "the values of the indices, by offset (default: 0,1,2,...)"},
            {"--svg", "FILE.svg", "also write a drawing"},
        },
        "describe_tensor gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1",
    };
}

Command DescribeOperator()
{
    return {Program,
            {"NAME", "FIELD"},
            1,
            {{"--svg", "FILE.svg", "also write a drawing"}},
            "describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:8,16 - FLOAT16:4,16",
            true};
}

template <class Reader, class Request> void ReadRequest(const Arguments& arguments, Request& request)
{
    Reader reader(arguments);
    const bool isRead = reader.Read(request);
    const Problem& problem = reader.FirstProblem();
    const std::string list = problem.listedBy.empty() ? "" : "; describe_tensor " + problem.listedBy + " lists them";
    if (!isRead) { Reject(problem.argument, problem.text + list, problem.isRule ? ExitNo : ExitBadInput); }
}

std::string Help()
{
    const std::string ofTensor = R"help(Usage: describe_tensor TYPE SIZES [option...]
       describe_tensor gather INPUT INDICES [OUTPUT] --axis N --index-dimensions N [option...]
       describe_tensor operator NAME FIELD... (or FIELD=VALUE), operator NAME, operator --list
       describe_tensor --help (or -h), --version

Describes a DirectML buffer tensor: its strides and bytes, where its elements are in memory, whether
DirectML accepts it, and the C++ code that makes its descriptor.

  TYPE   )help" + DataTypeNames() + R"help(
  SIZES  1 to 8 sizes in logical order (N, C, H, W), not in memory order: 1,3,1080,1920

Options. They are applied in this order, whatever their order on the command line:
)help";
    constexpr char OfOptions[] = R"help(
Types, layouts, axes and options are not case-sensitive. You can also write --option=value.
A type may have the name that the SDK, C++ or a framework gives it (DML_TENSOR_DATA_TYPE_FLOAT16, FP16,
half, torch.float16), and a list may be written 1x3x4x5, "{1, 3, 4, 5}", "[1, 3, 4, 5]" or "(1, 3)".
Give at most one of --layout, --order and --strides; without them the tensor is packed, row-major.
Give at most one of --pad-rows, --row-pitch and --row-pitch-multiple.

The names of the axes depend on the number of sizes: W, HW, DHW, NCHW, NCDHW (with --layout NC and NCW),
and ABCDEF... from six on. --order LOGICAL:PHYSICAL changes them: UINT8 3,224,224 --order CHW:HWC. A
transposed axis keeps its name. --broadcast, --transpose and --slice also accept numbers, from 0.

In drawings, elements are A to Z, a to w, then AA, AB and so on, in logical order. Elements that share
memory share a letter. In the memory strip, x is a position without an element, and * is an element
outside the part of a large tensor that is shown. Offsets and strides count elements. A stride in bytes
is blank if 4-bit elements do not fill whole bytes.

describe_tensor gather validates a Gather and shows which input element each output element comes from.
INPUT, INDICES and OUTPUT are TYPE:SIZES[:STRIDES or :NHWC][:total=BYTES]. OUTPUT defaults to the packed result.
Options:
)help";
    constexpr char End[] = R"help(
describe_tensor operator validates an operator; see describe_tensor operator --help.

Exit code:
  0  DirectML accepts the tensor and its binding, the Gather or the operator
  1  DirectML rejects it, or no descriptor can have these sizes, such as a size of 0 (a line on stderr)
  2  the input is wrong, nothing can be written, or there is not enough memory (a line on stderr)
)help";
    return ofTensor + OptionsText(DescribeTensor()) + OfOptions + OptionsText(DescribeGather()) + End;
}

constexpr char OperatorHelp[] = R"help(Usage: describe_tensor operator NAME FIELD...   validates an operator
       describe_tensor operator NAME            lists its fields and rules
       describe_tensor operator --list          lists all operators

Prints whether DirectML accepts the operator, the C++ code that makes it, and what to bind. If DirectML
rejects it, prints the reason and, if one is known, a correction.

Give fields in declaration order, without the lengths of arrays, or as NAME=VALUE in any order. Omitted
fields get defaults, which are printed. Names and values are not case-sensitive. You can omit Tensor at
the end of a name. NAME=VALUE replaces an earlier value, so you can append a correction that was printed.

  A tensor           TYPE:SIZES, such as FLOAT16:1,3,224,224. Then, if needed, :STRIDES or :NHWC,
                     :total=BYTES (TotalTensorSizeInBytes, by default the minimum) and :OWNED_BY_DML
  Several tensors    FLOAT32:2,3+FLOAT32:2,4
  Numbers            1,2,3
  An enumeration     the enumerator without its prefix, or the number: Function=SUM, TransA=TRANSPOSE,
                     Mode=CROSS_CORRELATION
  A BOOL             true or false
  Activations        ACTIVATION_RELU or ACTIVATION_TANH,ACTIVATION_SIGMOID
  ScaleBias          SCALE,BIAS
  Null               -

--svg FILE also writes a drawing of the tensors' sizes and of how they depend on each other.

You can also paste what programs print: "FLOAT16 {1, 3, 224, 224}, 301056 bytes", DML_OPERATOR_GEMM,
54, 0.5f, nullptr. Types and lists are described by describe_tensor --help.

Example: describe_tensor operator GEMM FLOAT16:4,8 FLOAT16:16,8 - FLOAT16:4,16 TransB=TRANSPOSE

Exit code:
  0  DirectML accepts the operator, possibly with a hazard
  1  DirectML rejects the operator
  2  the input is wrong (a line on stderr)
)help";

// ---- what to describe -----------------------------------------------------------------------------------------------

bool IsDataType(const std::string& text) { return ParseDataType(text) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN; }

// Returns words that begin with TYPE and SIZES. They may be one word, as in FLOAT32:2,3 or float32[2,3], or exchanged.
Words TypeAndSizesFirst(Words words)
{
    const bool isOneWord = words.size() == 1 || (words.size() > 1 && IsOption(DescribeTensor(), words[1]));
    if (isOneWord && ParseList(words[0]).problem.empty()) { RejectMissing("TYPE is", DescribeTensor()); }
    if (words.size() > 1 && !IsDataType(words[0]) && IsDataType(words[1])) { std::swap(words[0], words[1]); }
    const std::vector<std::string> parts = TensorParts(words.empty() || IsDataType(words[0]) ? "" : words[0]);
    if ((parts.size() == 2 || parts.size() == 3) && IsDataType(parts[0]))
    {
        words[0] = parts[1];
        words.insert(words.begin(), parts[0]);
        const std::string option = Upper(parts.back()) == "NHWC" ? "--layout" : "--strides";
        if (parts.size() == 3) { words.insert(words.end(), {option, parts[2]}); }
    }
    return words;
}

int RunTensor(const Words& words)
{
    const Arguments arguments = Parse(DescribeTensor(), TypeAndSizesFirst(words));
    TensorRequest request;
    ReadRequest<TensorReader>(arguments, request);
    const DescribedTensor tensor = MakeTensor(request.dataType, request.described, request.options);
    if (const Argument* argument = Find(arguments, "--svg"))
    {
        WriteFile(*argument, LayoutPicture(request.dataType, request.described));
    }
    Print(DescriptionText(request.dataType, request.described, tensor));
    const bool isAccepted = Verdict(tensor).Accepted() && BindingVerdict(tensor).Accepted();
    return isAccepted ? ExitYes : ExitNo;
}

int RunGather(const Words& words)
{
    const Arguments arguments = Parse(DescribeGather(), words);
    for (const char* needed : {"--axis", "--index-dimensions"})
    {
        if (Find(arguments, needed) == nullptr) { RejectMissing(needed + std::string(" is"), DescribeGather()); }
    }
    Gather gather;
    ReadRequest<GatherReader>(arguments, gather);
    if (const Argument* argument = Find(arguments, "--svg"))
    {
        const std::string picture = Picture(gather);
        const std::string problem = "there is no drawing, because no rule defines what this Gather produces";
        if (picture.empty()) { Reject(*argument, problem); }
        WriteFile(*argument, picture);
    }
    Print(Text(gather));
    return IsAccepted(gather) ? ExitYes : ExitNo;
}

int RunOperator(const Words& words)
{
    const std::string first = words.empty() ? "" : Lower(words[0]);
    if (first == "--list" || first == "list")
    {
        const std::string problem = "one argument too many; write describe_tensor operator --list";
        if (words.size() > 1) { Reject({"", words[1]}, problem); }
        Print(ListText());
        return ExitYes;
    }
    const Arguments all = Parse(DescribeOperator(), words);
    const Argument* const svg = Find(all, "--svg");
    Arguments arguments;
    std::copy_if(all.begin(), all.end(), std::back_inserter(arguments),
                 [](const Argument& argument) { return argument.name != "--svg"; });
    if (all.size() == 1)
    {
        const std::string& name = all[0].value;
        const OperatorType type = UnderstoodOperator(name);
        const std::string problem = "not a DirectML operator" + OperatorSuggestion(name);
        const bool isOperator = type != dml::DML_OPERATOR_INVALID;
        if (!isOperator) { Reject(all[0], problem + "; describe_tensor operator --list lists them"); }
        Print(UnderstoodText(name, type) + FieldsText(type));
        return ExitYes;
    }
    Description description;
    ReadRequest<OperatorReader>(arguments, description);
    if (svg != nullptr) { WriteFile(*svg, Picture(description)); }
    const std::string list = "describe_tensor operator " + std::string(dml::ToString(description.type));
    Print(Text(description, "  Its fields and rules: " + list + "\n"));
    return Verdict(description).Accepted() ? ExitYes : ExitNo;
}

int Run(Words words)
{
    const std::string command = words.empty() ? "" : Lower(words[0]);
    const auto isVersion = [](const std::string& word) { return Lower(word) == "--version"; };
    if (AsksForHelp(words)) { Print(command == "operator" ? OperatorHelp : Help()); }
    else if (std::any_of(words.begin(), words.end(), isVersion))
    {
        Print(std::string(Program) + " " + LibraryVersion() + "\n");
    }
    else if (command == "--list") { return RunOperator({command}); }
    else if (command == "gather" || command == "operator")
    {
        words.erase(words.begin());
        return command == "gather" ? RunGather(words) : RunOperator(words);
    }
    else
    {
        const bool isOperator = UnderstoodOperator(command) != dml::DML_OPERATOR_INVALID;
        const std::string meant = isOperator ? DidYouMean({"describe_tensor operator " + words[0]})
                                             : Suggestion(command, {"gather", "operator"});
        const bool hasType = IsDataType(command) || (words.size() > 1 && IsDataType(words[1]));
        const bool isCommand = !meant.empty() && !command.empty() && !hasType;
        if (isCommand) { Reject({"", words[0]}, "not a data type or a command" + meant); }
        return RunTensor(words);
    }
    return ExitYes;
}

} // namespace

int main(int argumentCount, char** arguments) { return RunProgram(Program, argumentCount, arguments, Run); }
