// Prints a program that consists of the C++ that describe_tensor prints for these command lines, with checks of it. With an
// argument it prints the C++ for the example of each operator, and fails if an example is not accepted.
#include "operator_views.hpp"
#include "printed_code.hpp"

#include <cstdio>
#include <string>

namespace
{
constexpr const char* Tensors[] = {
    "FLOAT32 2,3",
    "FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64",
    "FLOAT16 1,3,224,224 --layout NHWC --row-pitch-multiple 256",
    "FLOAT32 1,3,4,5 --row-pitch 64 --bind 256,724,980",
    "UINT4 2,3 --row-pitch 3 --bind 18446744073709551600,16,8",
    "FLOAT32 2,3 --pad-rows 5",
    "UINT8 2,3,4 --order WHD",
    "INT32 2,3,4,5 --layout NHWC --broadcast W",
    "FLOAT16 5,55 --strides 9,3 --alignment 256 --total 512",
    "UINT4 9",
    "FLOAT32 4,6 --slice H:1:2 --slice W:0:3:2",
    "FLOAT64 2,3,4,5 --transpose 0,2,3,1 --flags 1",
    "INT64 1,2,2,2,2,3 --order FEDCBA --alignment 4096",
    "INT8 1,3 --broadcast H,W",
    "FLOAT32 65535,65537",
    "INT16 2,3,4,5 --layout NHWC --broadcast N --pad-rows 16 --transpose N,H,W,C --slice H:2:2 --slice 3:1:2 --flags 0",
    // so long that the line is broken
    "INT8 2,1,1,1,1,1,1,3 --strides 4294967280,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,1",
    // hazards, rejections, and views that no descriptor can express
    "FLOAT32 2,3,4 --strides 22,3,1 --output",
    "FLOAT32 65536,65536",
    "FLOAT64 1073741825 --strides 2147483648 --bind 0,16,16",
    "FLOAT16 3 --total 6 --bind 0,8,8",
    "FLOAT16 3 --alignment 24 --flags 2",
    "FLOAT16 3 --flags 1 --output",
    "FLOAT32 2,3 --broadcast H --output --bind 0,12,12",
    "UINT4 9 --slice W:1:4 --bind 0,4,4",
    "FLOAT32 4 --bind 8,16,24",
    "FLOAT32 4 --total 64 --bind 0,16,64",
};

constexpr const char* Gathers[] = {
    "FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1",
    "FLOAT16:1,3,3 UINT64:1,1,2 FLOAT16:3,1,2:4,4,2 --axis 2 --index-dimensions 2",
    // rejections
    "FLOAT32:3,2 INT32:1,4 --axis 2 --index-dimensions 1",
    "FLOAT32:65536,65536 INT32:1,4 --axis 0 --index-dimensions 1",
    "UINT4:3,2 INT32:1,4 --axis 0 --index-dimensions 1",
    "FLOAT32:3,2 FLOAT32:1,4 --axis 0 --index-dimensions 1",
    "FLOAT32:3,2 INT32:1,4 FLOAT32:4,2:2,2 --axis 0 --index-dimensions 1",
    "FLOAT32:2,3 INT32:2,2 --axis 0 --index-dimensions 2",
};

void PrintTensorsAndGathers()
{
    std::puts("#include \"printed_code.hpp\"\n\nint main()\n{");
    for (const char* const tensor : Tensors)
    {
        const std::string code = printed_code::TensorOf(tensor).code;
        const bool isBound = code.find("Diagnosis binding") != std::string::npos;
        const bool isView = code.find("bindingOffset") != std::string::npos;
        std::printf("{\n%s%sprinted_code::CheckTensor(\"%s\", tensor, reason, %s);\n}\n", code.c_str(),
                    isView ? "static_cast<void>(bindingOffset);\n" : "", tensor, isBound ? "binding" : "{}");
    }
    for (const char* const gather : Gathers)
    {
        std::printf("{\n%sprinted_code::CheckGather(\"%s\", output, reason);\n}\n",
                    gather_views::CodeText(printed_code::GatherOf(gather)).c_str(), gather);
    }
    std::puts("return printed_code::failureCount == 0 ? 0 : 1;\n}");
}

void PrintOperators()
{
    using namespace operator_views;
    std::puts("#include <dml_tensor_operators.hpp>\n#include <cstdio>\n\nnamespace\n{");
    for (const dml::DML_OPERATOR_TYPE type : AllOperators())
    {
        Arguments arguments = {{"", dml::ToString(type)}};
        for (const std::string& field : parse_text::Split(ExampleOf(type), ' ')) { arguments.push_back({"", field}); }
        OperatorReader reader(arguments);
        Description description;
        if (!reader.Read(description) || !Verdict(description).Ok())
        {
            std::fprintf(stderr, "%s %s: %s\n", dml::ToString(type), ExampleOf(type).c_str(),
                         reader.FirstProblem().text.c_str());
            ++printed_code::failureCount;
            continue;
        }
        std::printf("\n[[maybe_unused]] void Operator%u()\n{\n%s}\n", static_cast<unsigned>(type),
                    CodeText(description).c_str());
    }
    std::puts("} // namespace\n\nint main() {}");
}
} // namespace

int main(int argumentCount, char**)
{
    argumentCount == 1 ? PrintTensorsAndGathers() : PrintOperators();
    return printed_code::failureCount == 0 ? 0 : 1;
}
