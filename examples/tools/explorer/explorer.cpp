// The explorer's functions, compiled to WebAssembly. They read the fields of the page as describe_tensor reads its
// command line, and return everything that the page shows. There are no exceptions, no streams and no imports from the
// page.

#include "dml_tensor_utils.hpp"
#include "gather_views.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "operator_picture.hpp"
#include "operator_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

// ---- memory ---------------------------------------------------------------------------------------------------------

// The end of the program's own memory. Memory after it is allocated piece by piece, and freed as a whole at the next
// call. Code that frees single blocks would be a fifth of the program.
#if defined(__wasm__)
extern "C" unsigned char __heap_base[];

namespace
{
unsigned char* nextFree = __heap_base;

void FreeAll() { nextFree = __heap_base; }
} // namespace

void* operator new(std::size_t bytes)
{
    constexpr std::size_t PageBytes = 0x10000;
    constexpr std::size_t Alignment = 16;
    unsigned char* const taken = nextFree;
    nextFree += (bytes + Alignment - 1) / Alignment * Alignment;
    const auto end = reinterpret_cast<std::size_t>(nextFree);
    const std::size_t present = __builtin_wasm_memory_size(0) * PageBytes;
    if (end > present) { static_cast<void>(__builtin_wasm_memory_grow(0, (end - present) / PageBytes + 1)); }
    return taken;
}

void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

// Each of these is one instruction; the C library's versions have 3 KB.
extern "C" void* memcpy(void* to, const void* from, std::size_t bytes) { return __builtin_memcpy(to, from, bytes); }
extern "C" void* memmove(void* to, const void* from, std::size_t bytes) { return __builtin_memmove(to, from, bytes); }
extern "C" void* memset(void* to, int value, std::size_t bytes) { return __builtin_memset(to, value, bytes); }
#else // for tools that read it as a program of this machine
namespace
{
void FreeAll() {}
} // namespace
#endif

namespace
{

namespace dml = dml_tensor_utils;
using namespace parse_text;
using namespace tensor_request;
using namespace layout_views;
using namespace operator_views;
using namespace gather_views;

// ---- input and output, as UTF-8 text --------------------------------------------------------------------------------

// The input: lines of name=value. The names are those of describe_tensor's options and arguments.
std::string fieldsText;
// The output: parts, each a name, a line feed, any text and the character 1E (record separator).
std::string answerText;

void Answer(const std::string& name, const std::string& text) { answerText += name + "\n" + text + "\x1E"; }

bool IsPlace(const std::string& name)
{
    return name == "type" || name == "sizes" || name == "input" || name == "indices";
}

// An empty or missing field is an option that is not given. Required arguments are always present.
Arguments ReadFields()
{
    Arguments arguments;
    for (const std::string& line : Split(fieldsText, '\n'))
    {
        const std::size_t nameEnd = line.find('=');
        if (nameEnd == std::string::npos) { continue; }
        const std::string name = line.substr(0, nameEnd), value = line.substr(nameEnd + 1);
        const bool isOutput = name == "output" && Find(arguments, "INPUT") != nullptr;
        if (value.empty() && !IsPlace(name) && name != "axis" && name != "index-dimensions") { continue; }
        arguments.push_back({IsPlace(name) || isOutput ? Upper(name) : "--" + name, value});
    }
    return arguments;
}

// Returns an operator's name and its fields as FIELD=VALUE. Lines of the input that do not name one of its fields are
// about the operator itself.
Arguments ReadOperator()
{
    Arguments arguments;
    dml::OperatorSchema fields;
    for (const std::string& line : Split(fieldsText, '\n'))
    {
        const std::size_t nameEnd = line.find('=');
        if (nameEnd == std::string::npos || nameEnd + 1 == line.size()) { continue; }
        if (arguments.empty())
        {
            arguments.push_back({"OPERATOR", line.substr(nameEnd + 1)});
            fields = dml::SchemaOf(UnderstoodOperator(arguments[0].value));
            continue;
        }
        const std::uint32_t field = FieldOf(fields, line.substr(0, nameEnd));
        const bool isField = field < fields.count;
        const std::string name = isField ? NameOf(fields[field]) : "OPERATOR";
        arguments.push_back({name, isField ? name + line.substr(nameEnd) : line});
    }
    return arguments;
}

void AnswerProblem(const Problem& problem)
{
    const std::string& name = problem.argument.name;
    Answer("field", name[0] == '-' ? name.substr(2) : Lower(name));
    Answer("problem", problem.text);
}

void AnswerVerdict(bool isOk, bool isAccepted, const std::string& text)
{
    Answer("class", isOk ? "accepted" : isAccepted ? "hazard" : "rejected");
    Answer("verdict", text);
}

// ---- one tensor, the three of a Gather, or an operator --------------------------------------------------------------

// Returns one verdict on the tensor and its binding, which begins with what is wrong.
std::string VerdictText(const DescribedTensor& tensor, const dml::Diagnosis& verdict, const dml::Diagnosis& binding)
{
    std::string text = VerdictText(tensor);
    if (!tensor.options.binding) { return text; }
    std::string bindingText = BindingText(tensor);
    bindingText.erase(0, bindingText.find("  ")); // its heading
    const bool isBindingWorse = verdict.Accepted() && !binding.Ok();
    if (!isBindingWorse) { return text + bindingText; }
    text.replace(text.find(" it "), 4, " the tensor ");
    return bindingText + text;
}

void AnswerTensor(const TensorRequest& request)
{
    const DescribedLayout& described = request.described;
    const DescribedTensor tensor = MakeTensor(request.dataType, described, request.options);
    const dml::Diagnosis verdict = Verdict(tensor);
    const dml::Diagnosis binding = BindingVerdict(tensor);
    Answer("type", dml::ToString(request.dataType));
    Answer("axisNames", described.axisNames);
    Answer("axes", AxesText(request.dataType, described));
    Answer("numbers", NumbersText(request.dataType, described) + tensor.fields);
    AnswerVerdict(verdict.Ok() && binding.Ok(), verdict.Accepted() && binding.Accepted(),
                  VerdictText(tensor, verdict, binding));
    Answer("picture", LayoutPicture(request.dataType, described));
    Answer("code", tensor.code);
    Answer("text", DescriptionText(request.dataType, described, tensor));
}

void AnswerGather(const Gather& gather)
{
    AnswerVerdict(gather.output.Layout() && Verdict(gather).Ok(), IsAccepted(gather), VerdictText(gather));
    Answer("axes", TensorsText(gather));
    Answer("numbers", NumbersText(gather));
    Answer("picture", Picture(gather));
    Answer("code", CodeText(gather));
    Answer("text", Text(gather));
}

// Answers with the operator's name, and with a line for each field, separated by tabs: its name, whether it is a tensor
// or tensors, whether it may be null and whether it is an output, a hint, its default, its value in an example, and its
// enumerators or data types. Then the operator's rules in words.
void AnswerFields(const Description& description)
{
    if (description.type == dml::DML_OPERATOR_INVALID) { return; }
    Answer("operator", dml::ToString(description.type));
    Arguments arguments = {{"OPERATOR", dml::ToString(description.type)}};
    for (const std::string& field : Split(ExampleOf(description.type), ' ')) { arguments.push_back({"", field}); }
    OperatorReader reader(arguments);
    Description example;
    reader.Read(example);
    std::string text;
    for (std::size_t i = 0; i < description.given.size(); ++i)
    {
        const dml::OperatorField& field = description.fields[i];
        const Given& given = description.given[i];
        const std::uint32_t types = field.dataTypes == 0 ? ~0U : field.dataTypes;
        const std::string choices = field.IsTensor() ? AllowedTypesText(types) : field.enumerators;
        Append(text, {field.name, "\t",
                      !field.IsTensor() ? ""
                      : field.IsArray() ? "tensors"
                                        : "tensor",
                      "\t", field.isOptional ? "?" : "", field.IsOutput() ? ">" : "", "\t",
                      !field.IsTensor()   ? KindText(field, description.fields)
                      : HasOwnRule(field) ? RanksText(field)
                                          : "",
                      "\t", given.isDefault && !(given.words.empty() && !given.isNull) ? ValueText(field, given) : "",
                      "\t", example.given[i].isDefault ? "" : example.given[i].text, "\t", choices, "\n"});
    }
    Answer("fields", text);
    Answer("rules", RulesText(description.type));
}

// Answers with the field that the verdict names, the index in a list, and whether its data type is wrong.
void AnswerFault(const Description& description, const dml::OperatorDiagnosis& verdict)
{
    if (verdict.Ok() || verdict.field >= description.fields.count) { return; }
    const bool isOfType =
        verdict.error == dml::OperatorError::DataType || verdict.error == dml::OperatorError::TypesDiffer
        || verdict.error == dml::OperatorError::NotFloat || verdict.error == dml::OperatorError::ScaleTypeDiffers;
    Answer("fault", Lower(description.fields[verdict.field].name) + "\t" + std::to_string(IndexOf(verdict.element))
                        + "\t" + (isOfType ? "type" : "sizes"));
}

// Answers with the fields that correct a rejected operator, a line each.
void AnswerCorrection(const Description& description, const dml::OperatorDiagnosis& verdict)
{
    Description corrected = description;
    if (!verdict.Rejected() || !Correct(corrected).isAccepted) { return; }
    std::string text;
    for (std::uint32_t i = 0; i < corrected.fields.count; ++i)
    {
        const bool isCorrected = corrected.given[i].isCorrected;
        if (isCorrected) { text += ArgumentText(corrected.fields[i], corrected.given[i]) + "\n"; }
    }
    Answer("correction", text);
}

void AnswerOperator(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    AnswerFault(description, verdict);
    AnswerCorrection(description, verdict);
    AnswerVerdict(verdict.Ok(), !verdict.Rejected(), VerdictText(description));
    Answer("axes", "");
    Answer("numbers", "");
    Answer("picture", Picture(description));
    Answer("code", CodeText(description));
    Answer("text", Text(description));
}

// Reads a request from the arguments, and answers with it or with a problem. Returns what was read.
template <class Reader, class Request>
Request ReadAndAnswer(const Arguments& arguments, void (*answer)(const Request& request))
{
    Reader reader(arguments);
    Request request;
    if (reader.Read(request)) { answer(request); }
    else { AnswerProblem(reader.FirstProblem()); }
    return request;
}

} // namespace

// ---- functions for the page -----------------------------------------------------------------------------------------

extern "C" const char* About()
{
    Answer("version", LibraryVersion());
    Answer("types", DataTypeNames());
    // A line for each operator: its name, then the names that frameworks have for it.
    std::string operators;
    for (const OperatorType type : AllOperators())
    {
        operators += (operators.empty() ? "" : "\n") + std::string(dml::ToString(type));
        const auto add = [&](const FrameworkNames& row)
        {
            for (const std::string& meant : Split(row.meant, ' '))
            {
                const bool isSame = meant.substr(0, meant.find(':')) == dml::ToString(type);
                operators += isSame ? " " + std::string(row.names) : "";
            }
        };
        for (const FrameworkNames& row : SameOperators) { add(row); }
        for (const FrameworkNames& row : RelatedOperators) { add(row); }
    }
    Answer("operators", operators);
    return answerText.c_str();
}

// Returns the memory to which the page writes the fields before it calls Describe. Frees everything allocated before.
extern "C" char* Fields(std::size_t bytes)
{
    FreeAll();
    new (&fieldsText) std::string(bytes, '\0');
    new (&answerText) std::string;
    return fieldsText.data();
}

extern "C" const char* Describe()
{
    const bool isOperator = fieldsText.compare(0, 9, "operator=") == 0;
    const Arguments arguments = isOperator ? ReadOperator() : ReadFields();
    if (isOperator && !arguments.empty()) { AnswerFields(ReadAndAnswer<OperatorReader>(arguments, AnswerOperator)); }
    else if (Find(arguments, "INPUT") != nullptr) { ReadAndAnswer<GatherReader>(arguments, AnswerGather); }
    else { ReadAndAnswer<TensorReader>(arguments, AnswerTensor); }
    return answerText.c_str();
}
