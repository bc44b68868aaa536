// What the programs read: lists, data types, tensors and operators as the library, frameworks and C++ print them.
#include "operator_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace input_test
{

namespace
{

using namespace dml_tensor_utils;
using operator_views::Description;

TEST(ProgramInput, Lists)
{
    const Dimensions image{1, 3, 4, 5};
    for (const char* const text :
         {"1,3,4,5", "1, 3, 4, 5", "{1, 3, 4, 5}", "{1,3,4,5}", "[1, 3, 4, 5]", "[1 3 4 5]", "(1, 3, 4, 5)", "1 3 4 5",
          "1x3x4x5", "1X3x4X5", "torch.Size([1, 3, 4, 5])", " { 1u, 3U, 4ul, 5 } ", "{1, 3, 4, 5,}"})
    {
        const parse_text::List list = parse_text::ParseList(text);
        EXPECT_EQ(list.problem, "") << text;
        EXPECT_EQ(list.values, image) << text;
    }
    EXPECT_EQ(parse_text::ParseList("(3,)").values, Dimensions{3});
    for (const char* const text : {"", " ", "{}", "{1, 3", "1, 3}", "{1, 3]", "1,,3", ",1", "1,3,", "x3", "3x", "1x3,4",
                                   "u", "1.5", "-1", "1-3", "4294967296"})
    {
        EXPECT_NE(parse_text::ParseList(text).problem, "") << text;
    }
    EXPECT_EQ(parse_text::ParseList("2,-3").problem, "-3 is negative; use a number from 0 to 4294967295");
}

TEST(ProgramInput, ListsThatTheShellSplit)
{
    using Words = std::vector<std::string>;
    EXPECT_EQ(parse_text::JoinedWords({"FLOAT32", "{1,", "3,", "4}", "--svg", "a.svg"}),
              (Words{"FLOAT32", "{1,3,4}", "--svg", "a.svg"}));
    EXPECT_EQ(parse_text::JoinedWords({"", "a", "b,", "", "c"}), (Words{"", "a", "b,c"}));
}

TEST(ProgramInput, DataTypes)
{
    struct Row
    {
        DML_TENSOR_DATA_TYPE type;
        std::vector<const char*> names;
    };
    const Row rows[] = {
        {DML_TENSOR_DATA_TYPE_FLOAT32,
         {"FLOAT32", "float32", "FP32", "f32", "float", "FLOAT", "single", "torch.float32", "np.float32",
          "tensor(float)", "DML_TENSOR_DATA_TYPE_FLOAT32", "ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT", "TensorProto.FLOAT"}},
        {DML_TENSOR_DATA_TYPE_FLOAT16, {"Float16", "FP16", "F16", "half", "torch.half", "tensor(float16)"}},
        {DML_TENSOR_DATA_TYPE_FLOAT64, {"FLOAT64", "double", "fp64", "tensor(double)"}},
        {DML_TENSOR_DATA_TYPE_UINT8, {"UINT8", "U8", "uint8_t", "std::uint8_t", "byte", "bool", "tensor(bool)"}},
        {DML_TENSOR_DATA_TYPE_INT64, {"INT64", "I64", "S64", "std::int64_t", "torch.int64"}},
        {DML_TENSOR_DATA_TYPE_UINT32, {"UINT32", "u32", "uint32_t"}},
        {static_cast<DML_TENSOR_DATA_TYPE>(13), {"INT4", "i4"}},
        {DML_TENSOR_DATA_TYPE_UNKNOWN,
         {"", "16", "BF16", "bfloat16", "float8", "T", "tensor", "DML_TENSOR_DATA_TYPE_UNKNOWN", "INT128"}},
    };
    for (const Row& row : rows)
    {
        for (const std::string name : row.names) { EXPECT_EQ(parse_text::ParseDataType(name), row.type) << name; }
    }
}

// Gives access to the reader of one tensor.
struct OneTensor : tensor_request::Reader
{
    using Reader::Reader;
    bool Read(const std::string& text, tensor_request::TensorText& tensor)
    {
        return Reader::Read({"", text}, text, tensor);
    }
};

TEST(ProgramInput, Tensors)
{
    const tensor_request::Arguments none;
    for (const char* const text :
         {"FLOAT32:2,3:4,1:total=64:OWNED_BY_DML", "FLOAT32 {2, 3}/{4, 1}, 64 bytes, OWNED_BY_DML",
          "float {2,3} {4,1} total=64 owned_by_dml", "FLOAT32{2,3}/{4,1},64bytes,OWNED_BY_DML",
          "FLOAT32 : 2, 3 : 4, 1 : total=64 : DML_TENSOR_FLAG_OWNED_BY_DML", "fp32:2x3:4x1:OWNED_BY_DML:Total=64",
          " FLOAT32:[2 3]:[4 1]:64 bytes:OWNED_BY_DML "})
    {
        OneTensor reader(none);
        tensor_request::TensorText tensor;
        EXPECT_TRUE(reader.Read(text, tensor)) << text << ": " << reader.FirstProblem().text;
        EXPECT_EQ(tensor.dataType, DML_TENSOR_DATA_TYPE_FLOAT32) << text;
        EXPECT_EQ(tensor.sizes, (Dimensions{2, 3})) << text;
        EXPECT_EQ(tensor.strides, (Dimensions{4, 1})) << text;
        EXPECT_EQ(tensor.total, std::uint64_t{64}) << text;
        EXPECT_EQ(tensor.flags, DML_TENSOR_FLAG_OWNED_BY_DML) << text;
    }
    tensor_request::TensorText plain;
    EXPECT_TRUE(OneTensor(none).Read("FLOAT16:3", plain));
    EXPECT_EQ(plain.Bytes(), 8U); // 6, rounded up to a multiple of 4
    EXPECT_FALSE(plain.total);
    for (const char* const text : {"", "FLOAT32", "2,3", "FLOAT32:", "FLOAT32::2", "FLOAT32:2:", "FLOAT32:2:1:1",
                                   "FLOAT32:2:total=", "FLOAT32:2:total=-4", "FLOAT32:2:bytes", "FLOAT32:2,3:-3,1",
                                   "FLOAT32:OWNED_BY_DML", "FLOAT32:2,3:1"})
    {
        OneTensor reader(none);
        tensor_request::TensorText tensor;
        EXPECT_FALSE(reader.Read(text, tensor)) << text;
        EXPECT_NE(reader.FirstProblem().text, "") << text;
    }
}

Description Read(const tensor_request::Arguments& arguments)
{
    operator_views::OperatorReader reader(arguments);
    Description description;
    EXPECT_TRUE(reader.Read(description)) << arguments[0].value << ": " << reader.FirstProblem().text;
    return description;
}

// The tables name what exists, and no row of them is without effect.
TEST(ProgramInput, NamesAndDefaultsOfOperators)
{
    using operator_views::FrameworkNames;
    const auto check = [](const FrameworkNames& row, bool isSame)
    {
        for (const std::string& name : parse_text::Split(row.names, ' '))
        {
            EXPECT_EQ(operator_views::FindOperator(name), DML_OPERATOR_INVALID) << name;
            EXPECT_EQ(operator_views::FrameworkNameOf(name), name);
            const DML_OPERATOR_TYPE understood = operator_views::UnderstoodOperator(name);
            EXPECT_EQ(ToString(understood), std::string(isSame ? row.meant : ToString(DML_OPERATOR_INVALID))) << name;
        }
        for (const std::string& meant : parse_text::Split(row.meant, ' '))
        {
            const std::string name = meant.substr(0, meant.find(':'));
            EXPECT_EQ(ToString(operator_views::FindOperator(name)), name) << row.names;
        }
    };
    for (const FrameworkNames& row : operator_views::SameOperators) { check(row, true); }
    for (const FrameworkNames& row : operator_views::RelatedOperators) { check(row, false); }
    const auto isField = [](const std::string& name)
    {
        const std::vector<DML_OPERATOR_TYPE> all = operator_views::AllOperators();
        return std::any_of(all.begin(), all.end(),
                           [&](DML_OPERATOR_TYPE type)
                           { return operator_views::HasField(SchemaOf(type), name.c_str()); });
    };
    const auto checkFields = [&](const FrameworkNames& row)
    {
        for (const std::string& name : parse_text::Split(row.meant, ' ')) { EXPECT_TRUE(isField(name)) << name; }
    };
    for (const FrameworkNames& row : operator_views::SameFields) { checkFields(row); }
    for (const FrameworkNames& row : operator_views::RelatedFields) { checkFields(row); }
    for (const operator_views::DefaultValue& row : operator_views::Defaults)
    {
        for (const std::string& name : parse_text::Split(row.fields, ' '))
        {
            bool isUsed = false;
            for (const DML_OPERATOR_TYPE type : operator_views::AllOperators())
            {
                const OperatorSchema fields = SchemaOf(type);
                const bool isOfRow = std::string(ToString(type)).find(row.operatorName) == 0;
                isUsed = isUsed || (isOfRow && operator_views::FieldOf(fields, name) < fields.count);
            }
            EXPECT_TRUE(isUsed) << row.operatorName << ' ' << name;
        }
    }
}

// A name with ELEMENT_WISE_ or ACTIVATION_ that is no operator is looked up without it, and never means another operator
// only because that has the same family.
TEST(ProgramInput, NamesOfFamiliesAreLookedUpWithoutThem)
{
    const auto understood = [](const char* name)
    { return std::string(ToString(operator_views::UnderstoodOperator(name))); };
    EXPECT_EQ(understood("ELEMENT_WISE_GREATER"), "ELEMENT_WISE_LOGICAL_GREATER_THAN");
    EXPECT_EQ(understood("DML_OPERATOR_ELEMENT_WISE_LESS"), "ELEMENT_WISE_LOGICAL_LESS_THAN");
    EXPECT_EQ(understood("element_wise_sigmoid"), "ACTIVATION_SIGMOID");
    EXPECT_EQ(understood("ELEMENT_WISE_WHERE"), "ELEMENT_WISE_IF");
    EXPECT_EQ(understood("ELEMENT_WISE_FOO"), "INVALID");
    const auto suggested = [](const char* name) { return operator_views::OperatorSuggestion(name); };
    EXPECT_EQ(suggested("ELEMENT_WISE_SUM"), " (did you mean REDUCE SUM or ELEMENT_WISE_ADD?)");
    EXPECT_EQ(suggested("ELEMENT_WISE_GREATER_THAN"), " (did you mean ELEMENT_WISE_LOGICAL_GREATER_THAN?)");
    EXPECT_EQ(suggested("ACTIVATION_RELUU"), " (did you mean ACTIVATION_RELU?)");
    EXPECT_EQ(suggested("ELEMNT_WISE_ADD"), " (did you mean ELEMENT_WISE_ADD?)");
    EXPECT_EQ(suggested("ELEMENT_WISE_FOO"), "");
    EXPECT_EQ(suggested("RELU6"), " (did you mean ELEMENT_WISE_CLIP Min=0 Max=6?)");
    EXPECT_EQ(suggested("MHA"), " (did you mean MULTIHEAD_ATTENTION1 or MULTIHEAD_ATTENTION?)");
}

// Each reason that stands in the rules of an operator exists, and each function of the rows has words.
TEST(ProgramInput, RulesNameReasons)
{
    std::set<std::string> reasons;
    for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(OperatorError::Unknown); ++i)
    {
        reasons.insert(ToString(static_cast<OperatorError>(i)));
    }
    for (const DML_OPERATOR_TYPE type : operator_views::AllOperators())
    {
        const std::string text = operator_views::RulesText(type);
        EXPECT_EQ(text.find("  ?\n"), std::string::npos) << ToString(type);
        for (std::size_t end = text.find("]\n"); end != std::string::npos; end = text.find("]\n", end + 1))
        {
            const std::size_t begin = text.rfind('[', end) + 1;
            const std::string reason = text.substr(begin, end - begin);
            const bool isReason = reasons.count(reason) != 0 || reason.find_first_of("-0123456789in") == 0;
            EXPECT_TRUE(isReason) << ToString(type) << ": " << reason;
        }
    }
}

// What describe_tensor prints of an operator can be its input again.
TEST(ProgramInput, EveryOperatorAsItIsPrinted)
{
    std::size_t fieldCount = 0;
    for (const DML_OPERATOR_TYPE type : operator_views::AllOperators())
    {
        const std::string name = ToString(type);
        tensor_request::Arguments arguments = {{"", std::to_string(static_cast<std::uint32_t>(type))}};
        for (const std::string& field : parse_text::Split(operator_views::ExampleOf(type), ' '))
        {
            arguments.push_back({"", field});
        }
        const Description given = Read(arguments);
        ASSERT_EQ(given.type, type);
        tensor_request::Arguments printed = {{"", "DML_" + name + "_OPERATOR_DESC"}};
        for (std::uint32_t i = 0; i < given.fields.count; ++i)
        {
            const operator_views::OperatorField& field = given.fields[i];
            const std::string value = operator_views::ValueText(field, given.given[i]);
            printed.push_back({"", operator_views::NameOf(field) + " = " + value});
            ++fieldCount;
        }
        const Description again = Read(printed);
        ASSERT_EQ(again.given.size(), given.given.size()) << name;
        for (std::uint32_t i = 0; i < given.fields.count; ++i)
        {
            EXPECT_EQ(again.given[i].words, given.given[i].words) << name << ' ' << printed[i + 1].value;
            EXPECT_EQ(again.given[i].isNull, given.given[i].isNull) << name << ' ' << printed[i + 1].value;
            EXPECT_EQ(operator_views::ValueText(again.fields[i], again.given[i]),
                      operator_views::ValueText(given.fields[i], given.given[i]))
                << name;
        }
        EXPECT_EQ(operator_views::Verdict(again).error, operator_views::Verdict(given).error) << name;
    }
    EXPECT_GT(fieldCount, operator_views::AllOperators().size());
}

// ---- scalars --------------------------------------------------------------------------------------------------------

// Returns the arguments of a command line.
std::vector<std::string> WordsOf(const std::string& text) { return parse_text::Split(text, ' '); }

tensor_request::Arguments ArgumentsOf(const std::string& command)
{
    tensor_request::Arguments arguments;
    for (const std::string& word : WordsOf(command)) { arguments.push_back({"", word}); }
    return arguments;
}

// A command, its first scalar as the operator's struct has it, a line of the printed C++, and the verdict.
struct ScalarRow
{
    const char* command;
    std::vector<unsigned char> bytes;
    const char* code;
    OperatorError error;
};

template <class T> std::vector<unsigned char> UnionOf(T member)
{
    std::vector<unsigned char> bytes(8);
    std::memcpy(bytes.data(), &member, sizeof(member));
    return bytes;
}

TEST(ProgramInput, ScalarsHaveTheirDataType)
{
    const OperatorError none = OperatorError::None, ignores = OperatorError::IgnoresInput;
    const std::int64_t lowest = (std::numeric_limits<std::int64_t>::min)();
    const ScalarRow rows[] = {
        {"ELEMENT_WISE_CLIP1 FLOAT32:3 FLOAT32:3 Min=5 Max=2", UnionOf(5.0f), "desc.Min.Float32 = 5.0f;", ignores},
        {"ELEMENT_WISE_CLIP1 FLOAT32:3 FLOAT32:3 Min=-0.1 Max=2", UnionOf(-0.1f), "desc.Min.Float32 = -0.1f;", none},
        {"ELEMENT_WISE_CLIP1 FLOAT32:3 FLOAT32:3 Max=2", UnionOf((std::numeric_limits<float>::lowest)()),
         "desc.Min.Float32 = -3.4028235e+38f;", none},
        {"ELEMENT_WISE_CLIP1 INT8:3 INT8:3 Min=-1 Max=1", UnionOf(std::int8_t{-1}), "desc.Min.Int8 = -1;", none},
        {"ELEMENT_WISE_CLIP1 INT8:3 INT8:3 Min=1 Max=-1", UnionOf(std::int8_t{1}), "desc.Max.Int8 = -1;", ignores},
        {"ELEMENT_WISE_CLIP1 UINT16:3 UINT16:3 Min=256 Max=255", UnionOf(std::uint16_t{256}), "desc.Min.UInt16 = 256;",
         ignores},
        {"ELEMENT_WISE_CLIP1 INT32:3 INT32:3 Min=-70000", UnionOf(std::int32_t{-70000}), "desc.Min.Int32 = -70000;",
         none},
        {"ELEMENT_WISE_CLIP1 INT64:3 INT64:3 Max=-4294967296", UnionOf(lowest),
         "desc.Min.Int64 = -9223372036854775807 - 1;", none},
        {"ELEMENT_WISE_CLIP1 INT64:3 INT64:3 Min=4294967296 Max=4294967295", UnionOf(std::int64_t{4294967296}),
         "desc.Min.Int64 = 4294967296;", ignores},
        {"ELEMENT_WISE_CLIP1 UINT64:3 UINT64:3 Min=18446744073709551615 Max=1",
         UnionOf((std::numeric_limits<std::uint64_t>::max)()), "desc.Min.UInt64 = 18446744073709551615u;", ignores},
        // The data type follows the value on the command line.
        {"FILL_VALUE_CONSTANT Value=-2.5 ValueDataType=FLOAT64 OutputTensor=FLOAT64:2", UnionOf(-2.5),
         "desc.Value.Float64 = -2.5;", none},
        {"DIAGONAL_MATRIX1 - FLOAT16:2,2 Value=1.5", UnionOf(std::uint16_t{0x3E00}), "desc.Value.UInt16 = 15872;",
         none},
        {"PADDING1 UINT32:2 UINT32:3 EndPadding=1 PaddingValue=4294967295", UnionOf(std::uint32_t{4294967295}),
         "desc.PaddingValue.UInt32 = 4294967295;", none},
    };
    for (const ScalarRow& row : rows)
    {
        const Description description = Read(ArgumentsOf(row.command));
        const auto isScalar = [](const OperatorField& field) { return field.kind == OperatorFieldKind::Scalar; };
        const OperatorField& field = *std::find_if(description.fields.begin(), description.fields.end(), isScalar);
        const operator_views::Structure structure(description);
        std::vector<unsigned char> bytes(8);
        std::memcpy(bytes.data(), static_cast<const unsigned char*>(structure.Desc().Desc) + field.offset, 8);
        EXPECT_EQ(bytes, row.bytes) << row.command;
        const std::string code = operator_views::CodeText(description);
        EXPECT_NE(code.find(std::string(row.code) + "\n"), std::string::npos) << row.command << '\n' << code;
        EXPECT_EQ(operator_views::Verdict(description).error, row.error) << row.command;
    }
}

// ---- corrections ----------------------------------------------------------------------------------------------------

// Returns the arguments that describe_tensor prints as a correction; empty if it prints none.
std::string CorrectionOf(const Description& description)
{
    const std::string text = operator_views::Text(description), mark = "with: ";
    const std::size_t begin = text.find(mark);
    if (begin == std::string::npos) { return ""; }
    return text.substr(begin + mark.size(), text.find('\n', begin) - begin - mark.size());
}

// Returns whether DirectML accepts the command with the correction appended.
bool IsCorrected(const std::string& command, const std::string& correction)
{
    return operator_views::Verdict(Read(ArgumentsOf(command + " " + correction))).Accepted();
}

struct Corrected
{
    const char* command;
    const char* correction;
    OperatorFixKind kind;
};

// clang-format off
constexpr Corrected CorrectedCommands[] = {
    {"ELEMENT_WISE_ADD FLOAT32:1,64,8,8 FLOAT32:1,64,1,1 FLOAT32:1,64,8,8", "BTensor=FLOAT32:1,64,8,8:64,1,0,0",
     OperatorFixKind::Repeat},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 BTensor=FLOAT32:2,4 FLOAT32:2,3", "BTensor=FLOAT32:2,3", OperatorFixKind::Size},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,4:total=64 FLOAT32:2,3", "BTensor=FLOAT32:2,3", OperatorFixKind::Size},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:3,2:OWNED_BY_DML FLOAT32:2,3", "BTensor=FLOAT32:2,3:1,2:OWNED_BY_DML",
     OperatorFixKind::Permute},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:1,2,3 FLOAT32:2,3", "BTensor=FLOAT32:2,3", OperatorFixKind::Squeeze},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,3 FLOAT32:4,5", "OutputTensor=FLOAT32:2,3", OperatorFixKind::Sizes},
    {"ELEMENT_WISE_ADD FLOAT16:2,3 FLOAT16:2,3 FLOAT32:2,3", "OutputTensor=FLOAT16:2,3", OperatorFixKind::DataType},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT16:2,3 FLOAT16:2,3", "ATensor=FLOAT16:2,3", OperatorFixKind::Convert},
    {"MAX_POOLING FLOAT32:3,224,224 FLOAT32:3,112,112 WindowSize=2,2 Strides=2,2",
     "InputTensor=FLOAT32:1,3,224,224 OutputTensor=FLOAT32:1,3,112,112", OperatorFixKind::PromoteAll},
    {"GEMM FLOAT32:2,12,77,64 FLOAT32:2,4,64,77 - FLOAT32:2,12,77,77",
     "ATensor=FLOAT32:8,3,77,64 BTensor=FLOAT32:8,3,64,77:4928,0,77,1 OutputTensor=FLOAT32:8,3,77,77",
     OperatorFixKind::Regroup},
    {"ELEMENT_WISE_ADD FLOAT32:2,3 FLOAT32:2,3 FLOAT32:2,3:0,1", "OutputTensor=FLOAT32:2,3", OperatorFixKind::Strides},
    {"REDUCE AVERAGE FLOAT16:1,1023 FLOAT16:1,1:total=2 Axes=1", "OutputTensor=FLOAT16:1,1:total=4",
     OperatorFixKind::Total},
    {"ELEMENT_WISE_ADD FLOAT32:2,3:5,1:total=8 FLOAT32:2,3 FLOAT32:2,3", "ATensor=FLOAT32:2,3:5,1:total=32",
     OperatorFixKind::Total},
    {"GEMM FLOAT32:4,3 FLOAT32:5,3 - FLOAT32:4,5", "TransB=TRANSPOSE", OperatorFixKind::Transpose},
    {"GEMM FLOAT32:3,4 FLOAT32:3,5 - FLOAT32:4,5 TransA=NONE TransB=NONE", "TransA=TRANSPOSE",
     OperatorFixKind::Transpose},
    {"ONE_HOT UINT32:4,5 FLOAT32:2 FLOAT32:4,5,22 Axis=2", "IndicesTensor=UINT32:4,5,1", OperatorFixKind::Place},
    {"ACTIVATION_SOFTMAX FLOAT32:1,1000,1,1 FLOAT32:1,1000,1,1",
     "InputTensor=FLOAT32:1,1,1,1000 OutputTensor=FLOAT32:1,1,1,1000", OperatorFixKind::PlaceAll},
    {"CONVOLUTION FLOAT32:1,9,9,3 FLOAT32:64,3,7,7 - FLOAT32:1,3,3,64",
     "InputTensor=FLOAT32:1,3,9,9:243,1,27,3 OutputTensor=FLOAT32:1,64,3,3:576,1,192,64", OperatorFixKind::PermuteAll},
    {"CONVOLUTION FLOAT32:1,3,9,9 FLOAT32:4,3,7,7 - FLOAT32:1,4,3,3 DimensionCount=4", "DimensionCount=2",
     OperatorFixKind::Number},
    {"CONVOLUTION FLOAT32:1,3,9,9 FLOAT32:4,3,7,7 - FLOAT32:1,4,3,3 DimensionCount=4 Strides=1,1,1,1 EndPadding=0,0,0,0",
     "DimensionCount=2 Strides=1,1 EndPadding=0,0", OperatorFixKind::Number},
    {"CONVOLUTION FLOAT32:1,3,9,9 FLOAT32:4,3,7,7 - FLOAT32:1,4,3,3 Strides=1,1,1,1", "DimensionCount=2 Strides=1,1",
     OperatorFixKind::Number},
    {"JOIN FLOAT32:2,3+FLOAT32:1,4 FLOAT32:2,7 Axis=1", "InputTensors=FLOAT32:2,3+FLOAT32:2,4:0,1",
     OperatorFixKind::Repeat},
};
// clang-format on

// The printed correction, appended to the command, is accepted. Each kind of correction is met.
TEST(ProgramInput, CorrectionsAreAccepted)
{
    std::set<OperatorFixKind> kinds;
    for (const Corrected& row : CorrectedCommands)
    {
        SCOPED_TRACE(row.command);
        const Description rejected = Read(ArgumentsOf(row.command));
        const OperatorDiagnosis verdict = operator_views::Verdict(rejected);
        EXPECT_TRUE(verdict.Rejected());
        EXPECT_EQ(verdict.fix.kind, row.kind);
        EXPECT_EQ(CorrectionOf(rejected), row.correction);
        EXPECT_TRUE(IsCorrected(row.command, row.correction));
        kinds.insert(verdict.fix.kind);
    }
    EXPECT_EQ(kinds.size(), static_cast<std::size_t>(OperatorFixKind::Transpose)); // None is not among them
}

// Each example of an operator gets one wrong size at a time. A correction that is printed is accepted.
TEST(ProgramInput, CorrectionsOfEveryOperator)
{
    std::size_t rejected = 0, corrected = 0;
    for (const DML_OPERATOR_TYPE type : operator_views::AllOperators())
    {
        const std::string example = operator_views::ExampleOf(type);
        for (std::size_t i = 0; i < example.size(); ++i)
        {
            const bool isSize = i > 1 && (example[i - 1] == ':' || example[i - 1] == ',') && example[i] >= '1'
                                && example[i] <= '8'
                                && (i + 1 == example.size() || example.find_first_of(",+ ", i) == i + 1);
            if (!isSize) { continue; }
            std::string wrong = example;
            ++wrong[i];
            const std::string command = ToString(type) + (" " + wrong);
            const Description description = Read(ArgumentsOf(command));
            if (!operator_views::Verdict(description).Rejected()) { continue; }
            ++rejected;
            const std::string correction = CorrectionOf(description);
            if (correction.empty()) { continue; }
            ++corrected;
            EXPECT_TRUE(IsCorrected(command, correction)) << command << '\n' << correction;
        }
    }
    EXPECT_GT(rejected, 500U);
    EXPECT_GT(corrected, rejected / 2);
}

// ---- bindings -------------------------------------------------------------------------------------------------------

// Returns the fields of a row, of which some have quotes.
std::vector<std::string> FieldsOf(const std::string& row)
{
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    for (const char c : row)
    {
        if (c == '"') { isQuoted = !isQuoted; }
        else if (c == ',' && !isQuoted) { fields.emplace_back(); }
        else if (c != '\r') { fields.back() += c; }
    }
    return fields;
}

// The bindings of a printed table, in the notation of binding_roles.csv.
struct PrintedBindings
{
    std::string execution;
    std::string initialization; // empty: no inputs are bound
};

PrintedBindings BindingsOf(const std::string& table)
{
    std::string execution, entries;
    bool isInput = true;
    for (const std::string& line : parse_text::Split(table, '\n'))
    {
        isInput = isInput && line.find("  outputs") != 0;
        if (line.size() < 3 || line[2] < '0' || line[2] > '9') { continue; }
        execution +=
            (execution.empty() ? "" : "; ") + std::string(line.find("BUFFER,") < line.size() ? "BUFFER" : "NONE");
        const bool isNull = line.find("null Buffer") < line.size();
        entries += !isInput ? "" : (entries.empty() ? "" : ",") + std::string(isNull ? "BUFFER of null" : "BUFFER");
    }
    const std::string count = std::to_string(std::count(entries.begin(), entries.end(), ',') + 1);
    const bool isBound = table.find("bind one BUFFER_ARRAY with " + count + " entries") < table.size();
    EXPECT_NE(isBound, table.find("bind no inputs.") < table.size()) << table;
    return {execution, isBound ? "BUFFER_ARRAY(" + entries + ")" : ""};
}

// The printed bindings are those that DirectML accepted, and it accepted an initializer without any where none is printed.
TEST(ProgramInput, BindingsAsRecorded)
{
    std::ifstream file(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/binding_roles.csv");
    std::size_t executions = 0, bound = 0, unbound = 0;
    for (std::string line; std::getline(file, line);)
    {
        const std::vector<std::string> row = FieldsOf(line);
        ASSERT_EQ(row.size(), 6U) << line;
        const bool isExecution = row[2] == "RecordDispatch" && row[3] == "right";
        const bool isBound =
            row[2] == "initializer, BindInputs" && row[3].find("a buffer for each OWNED") < row[3].size();
        const bool isUnbound = row[2] == "initializer, RecordDispatch" && row[3] == "nothing bound";
        if (!isExecution && !isBound && !isUnbound) { continue; }
        SCOPED_TRACE(line);
        const Description description = Read(ArgumentsOf(row[0] + " " + row[1]));
        const PrintedBindings printed = BindingsOf(operator_views::BindingsText(description));
        if (isExecution) { EXPECT_EQ(printed.execution, row[4]); }
        if (isBound && !printed.initialization.empty()) { EXPECT_EQ(printed.initialization, row[4]); }
        if (isUnbound) { EXPECT_EQ(printed.initialization.empty(), row[5] == "accepted"); }
        executions += isExecution ? 1U : 0U;
        bound += isUnbound && !printed.initialization.empty() ? 1U : 0U;
        unbound += isUnbound && printed.initialization.empty() ? 1U : 0U;
    }
    EXPECT_EQ(executions, 28U);
    EXPECT_GT(bound, 0U);
    EXPECT_EQ(bound + unbound, 28U);
}

} // namespace

} // namespace input_test
