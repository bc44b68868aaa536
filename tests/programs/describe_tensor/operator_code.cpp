// Prints the C++ that describe_tensor prints for the example of each operator, each example in its own function. Fails
// if an example is not accepted.
#include "operator_views.hpp"

#include <cstdio>
#include <string>

namespace
{

using namespace operator_views;

// Returns what is wrong with the operator's example.
std::string Check(dml::DML_OPERATOR_TYPE type, std::string& code)
{
    Arguments arguments = {{"", dml::ToString(type)}};
    for (const std::string& field : parse_text::Split(ExampleOf(type), ' ')) { arguments.push_back({"", field}); }
    OperatorReader reader(arguments);
    Description description;
    if (!reader.Read(description)) { return reader.FirstProblem().argument.value + ": " + reader.FirstProblem().text; }
    code = CodeText(description);
    const dml::OperatorDiagnosis verdict = Verdict(description);
    return verdict.Ok() ? "" : dml::Explain(verdict).c_str();
}

} // namespace

int main()
{
    int failures = 0;
    std::puts("#include <dml_tensor_operators.hpp>\n#include <cstdio>\n\nnamespace\n{");
    for (const dml::DML_OPERATOR_TYPE type : AllOperators())
    {
        std::string code;
        const std::string problem = Check(type, code);
        std::printf("\n[[maybe_unused]] void Operator%u()\n{\n%s}\n", static_cast<unsigned>(type), code.c_str());
        if (problem.empty()) { continue; }
        static_cast<void>(
            std::fprintf(stderr, "%s %s\n    %s\n", dml::ToString(type), ExampleOf(type).c_str(), problem.c_str()));
        ++failures;
    }
    std::puts("} // namespace\n\nint main() {}");
    return failures == 0 ? 0 : 1;
}
