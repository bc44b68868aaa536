// Shows the description of an operator: its fields, DirectML's verdict, a correction, what to bind, and the C++ for it.

#pragma once

#include "dml_tensor_operators.hpp"
#include "operator_reader.hpp"
#include "operator_rules.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace operator_views
{

// ---- what is printed ------------------------------------------------------------------------------------------------

inline std::string ValueText(const OperatorField& field, const Given& given)
{
    if (given.isNull) { return "null"; }
    std::string text;
    for (const TensorText& tensor : given.tensors)
    {
        const std::uint64_t bytes = tensor.Bytes();
        text += (text.empty() ? "" : " + ") + std::string(dml::ToString(tensor.dataType)) + " "
                + layout_views::Braces(tensor.sizes)
                + (tensor.strides.empty() ? "" : "/" + layout_views::Braces(tensor.strides))
                + (bytes != 0 || tensor.total ? ", " + std::to_string(bytes) + " bytes" : ", beyond 64 bits")
                + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ", OWNED_BY_DML");
    }
    if (field.IsTensor()) { return text; }
    if (IsActivation(field))
    {
        for (const std::uint32_t number : given.words)
        {
            text +=
                (text.empty() ? "" : ", ") + std::string(dml::ToString(static_cast<dml::DML_OPERATOR_TYPE>(number)));
        }
        return field.IsArray() ? "{" + text + "}" : text;
    }
    if (IsEnumeration(field))
    {
        const std::vector<std::string> names = EnumeratorsOf(field);
        const std::string name = given.words[0] < names.size() ? names[given.words[0]] : std::to_string(given.words[0]);
        return IsBool(field) ? parse_text::Lower(name) : name;
    }
    if (field.kind == FieldKind::Scalar) { return given.text; }
    // A float is shown as the user wrote it.
    const bool isFloat =
        field.kind == FieldKind::Float || field.kind == FieldKind::Floats || field.kind == FieldKind::ScaleBias;
    const bool isSigned = field.kind == FieldKind::Int || field.kind == FieldKind::Ints;
    for (std::size_t i = 0; i < given.words.size(); ++i)
    {
        const std::uint32_t word = given.words[i];
        text += (i == 0 ? "" : ", ")
                + (isFloat    ? given.written[i]
                   : isSigned ? std::to_string(static_cast<std::int32_t>(word))
                              : std::to_string(word));
    }
    const bool isPair = field.kind == FieldKind::Size2D || field.kind == FieldKind::ScaleBias;
    return field.IsArray() || isPair ? "{" + text + "}" : text;
}

// The sizes that an output should have.
struct ExpectedOutput
{
    bool isKnown = false; // there is a function for the operator
    dml::TensorLayout sizes;
    dml::TensorLayout largest;    // sizes up to these are right too
    const char* enlarged = "";    // begins a sentence about an output with larger sizes, which `sizes` end
    bool isAnyMeaningful = false; // the output may have any other sizes
};

inline ExpectedOutput FindOutput(const Description& description)
{
    const auto find = [&](const char* name) -> const Given*
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (NameOf(description.fields[i]) == name) { return &description.given[i]; }
        }
        return nullptr;
    };
    const auto list = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr ? dml::Dimensions() : dml::Dimensions(given->words.data(), given->words.size());
    };
    const auto sizes = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr || given->tensors.empty() ? dml::Dimensions() : given->tensors[0].sizes;
    };
    const auto number = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr ? 0 : given->words[0];
    };
    const std::string name = dml::ToString(description.type);
    const auto begins = [&](const char* with) { return name.compare(0, std::strlen(with), with) == 0; };
    const bool isGradient = name.find("GRAD") != std::string::npos;
    const dml::Dimensions input = sizes("InputTensor");
    const dml::Window window = {list("Strides"), list("Dilations"), list("StartPadding"), list("EndPadding"),
                                list("OutputPadding")};
    const auto known = [](const dml::TensorLayout& output) { return ExpectedOutput{true, output, output}; };
    if (name == "CONVOLUTION" && number("Direction") == 1)
    {
        const auto output = [&](const dml::Dimensions& outputPadding) {
            return dml::TransposedConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount"),
                                                    outputPadding);
        };
        std::vector<std::uint32_t> most; // output_padding is below the stride
        for (const std::uint32_t stride : window.strides) { most.push_back(stride == 0 ? 0 : stride - 1); }
        return {true, output({}), output(dml::Dimensions(most.data(), most.size())),
                "Its output includes output_padding (ONNX, PyTorch); without it, the sizes are "};
    }
    if (name.find("CONVOLUTION") != std::string::npos)
    {
        return known(dml::ConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount")));
    }
    if (name.find("POOLING") != std::string::npos && find("Strides") != nullptr && !isGradient)
    {
        return {true, dml::PoolingOutput(input, list("WindowSize"), window),
                dml::PoolingOutput(input, list("WindowSize"), window, dml::Rounding::Up),
                "Its output is rounded up (ceil_mode); rounded down, the sizes are "};
    }
    if (begins("RESAMPLE") && !isGradient)
    {
        std::vector<float> scales;
        for (const std::uint32_t& bits : find("Scales")->words)
        {
            scales.push_back(0);
            std::memcpy(&scales.back(), &bits, sizeof(bits));
        }
        const auto output = [&](dml::Rounding rounding)
        { return dml::ResampleOutput(input, scales.data(), scales.size(), rounding); };
        // Without a size for these scales there is nothing to say, because DirectML accepts every size.
        const bool isKnown = static_cast<bool>(output(dml::Rounding::Up));
        return {isKnown, output(dml::Rounding::Down), output(dml::Rounding::Up), "", true};
    }
    if (name == "GEMM")
    {
        return known(dml::GemmOutput(sizes("ATensor"), sizes("BTensor"), number("TransA") != 0, number("TransB") != 0));
    }
    if (name == "REDUCE" || begins("ARGM")) { return known(dml::ReduceOutput(input, list("Axes"))); }
    if (name == "JOIN")
    {
        std::vector<dml::Dimensions> inputs;
        for (const TensorText& tensor : find("InputTensors")->tensors) { inputs.push_back(tensor.sizes); }
        return known(dml::JoinOutput(inputs.data(), inputs.size(), number("Axis")));
    }
    if (name == "SLICE") { return known(dml::TensorLayout::Packed(list("Sizes"))); }
    if (begins("PADDING")) { return known(dml::PaddingOutput(input, list("StartPadding"), list("EndPadding"))); }
    if (name == "TILE") { return known(dml::TileOutput(input, list("Repeats"))); }
    if (name == "UPSAMPLE_2D")
    {
        return known(dml::UpsampleOutput(input, find("ScaleSize")->words[1], find("ScaleSize")->words[0]));
    }
    if (begins("DEPTH_TO_SPACE")) { return known(dml::DepthToSpaceOutput(input, number("BlockSize"))); }
    if (begins("SPACE_TO_DEPTH")) { return known(dml::SpaceToDepthOutput(input, number("BlockSize"))); }
    if (name == "GATHER")
    {
        return known(dml::GatherOutput(input, sizes("IndicesTensor"), number("Axis"), number("IndexDimensions")));
    }
    return {};
}

// Returns the sizes of the first output; empty if there is none.
inline dml::Dimensions OutputSizes(const Description& description)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const Given& given = description.given[i];
        if (description.fields[i].kind == FieldKind::OutputTensor && !given.tensors.empty())
        {
            return given.tensors[0].sizes;
        }
    }
    return {};
}

// Whether every size is in the range that the expected ones span.
inline bool IsExpected(const dml::Dimensions& sizes, const ExpectedOutput& expected)
{
    const dml::Dimensions& least = expected.sizes.Sizes();
    const dml::Dimensions& most = expected.largest.Sizes();
    bool isExpected = sizes.size() == least.size() && sizes.size() == most.size();
    for (std::uint32_t i = 0; isExpected && i < sizes.size(); ++i)
    {
        isExpected = sizes[i] >= least[i] && sizes[i] <= most[i];
    }
    return isExpected;
}

// Returns a sentence about the sizes of the output; empty if there is no function for the operator.
inline std::string OutputText(const Description& description)
{
    const ExpectedOutput expected = FindOutput(description);
    if (!expected.isKnown) { return ""; }
    if (!expected.sizes)
    {
        return std::string("There is no size for its output: ") + dml::Explain(expected.sizes.Reason()).c_str();
    }
    const dml::Dimensions given = OutputSizes(description);
    const bool isEnlarged = IsExpected(given, expected) && given != expected.sizes.Sizes();
    if (isEnlarged && expected.enlarged[0] != '\0')
    {
        return expected.enlarged + layout_views::Braces(expected.sizes.Sizes());
    }
    if (expected.isAnyMeaningful && !IsExpected(given, expected))
    {
        return "Its output usually has the sizes " + layout_views::Braces(expected.sizes.Sizes())
               + ", the input's * Scales; a smaller one is cropped, a larger one repeats the edge";
    }
    return "Its output should have the sizes " + layout_views::Braces(isEnlarged ? given : expected.sizes.Sizes());
}

inline std::string LowerFirst(std::string name)
{
    // ATensor becomes aTensor, ROITensor becomes roiTensor.
    for (std::size_t i = 0; i < name.size() && name[i] >= 'A' && name[i] <= 'Z'
                            && (i == 0 || i + 1 == name.size() || (name[i + 1] >= 'A' && name[i + 1] <= 'Z'));
         ++i)
    {
        name[i] = static_cast<char>(name[i] - 'A' + 'a');
    }
    return name;
}

inline void Append(std::string& text, std::initializer_list<std::string> parts)
{
    for (const std::string& part : parts) { text += part; }
}

// Returns a FLOAT32 in C++, from its text and its bits.
inline std::string FloatCode(const std::string& text, std::uint32_t bits)
{
    const std::string sign = bits >> 31 != 0 ? "-" : "";
    const std::uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude == 0x7F800000) { return sign + "std::numeric_limits<float>::infinity()"; }
    if (magnitude > 0x7F800000) { return "std::numeric_limits<float>::quiet_NaN()"; }
    return text + (text.find_first_not_of("-0123456789") == std::string::npos ? ".0f" : "f");
}

// Returns a C++ expression for a value that is not a pointer.
inline std::string CodeOf(const OperatorField& field, const Given& given, const std::string& value)
{
    const std::string type = field.enumeration;
    if (field.kind == FieldKind::Float || field.kind == FieldKind::Floats)
    {
        std::string text;
        for (std::size_t i = 0; i < given.words.size(); ++i)
        {
            text += (i == 0 ? "" : ", ") + FloatCode(given.written[i], given.words[i]);
        }
        return field.IsArray() ? "{" + text + "}" : text;
    }
    if (IsBool(field)) { return given.words[0] < 2 ? parse_text::Upper(value) : value; }
    if (!IsEnumeration(field)) { return value; }
    return given.words[0] < EnumeratorsOf(field).size() ? "DML_" + type + "_" + value
                                                        : "static_cast<DML_" + type + ">(" + value + ")";
}

// Returns C++ that makes the description and validates it. It is the body of a function in native mode.
inline std::string CodeText(const Description& description)
{
    const std::string operatorName = dml::ToString(description.type);
    std::string before = "using namespace dml_tensor_utils;\n";
    std::string text = "DML_" + operatorName + "_OPERATOR_DESC desc = {};\n";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields[i];
        const Given& given = description.given[i];
        const std::string name = NameOf(field), variable = LowerFirst(name);
        if (given.isNull) { continue; }
        std::string value = CodeOf(field, given, ValueText(field, given));
        if (field.IsTensor())
        {
            std::string list;
            for (std::size_t n = 0; n < given.tensors.size(); ++n)
            {
                const TensorText& tensor = given.tensors[n];
                const std::string one = variable + (field.IsArray() ? std::to_string(n) : "");
                const std::string layout = tensor.strides.empty()
                                               ? "TensorLayout::Packed(" + layout_views::Braces(tensor.sizes) + ")"
                                               : "TensorLayout::Strided(" + layout_views::Braces(tensor.sizes) + ", "
                                                     + layout_views::Braces(tensor.strides) + ")";
                Append(before,
                       {"const PinnedTensorDesc ", one, "(BufferTensorDesc(",
                        layout_views::DataTypeCode(tensor.dataType), ", ", layout,
                        tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ", " + layout_views::FlagsCode(tensor.flags),
                        ")", tensor.total ? ".WithTotalSize(" + layout_views::Literal(*tensor.total) + ")" : "",
                        ");\n"});
                Append(list, {n == 0 ? "*" : ", *", one, ".Get()"});
            }
            if (field.IsArray()) { Append(before, {"const DML_TENSOR_DESC ", variable, "[] = {", list, "};\n"}); }
            value = field.IsArray() ? variable : variable + ".Get()";
        }
        else if (IsActivation(field))
        {
            std::string list;
            for (std::size_t n = 0; n < given.words.size(); ++n)
            {
                const std::string activation = dml::ToString(static_cast<dml::DML_OPERATOR_TYPE>(given.words[n]));
                const std::string one = "activation" + (field.IsArray() ? std::to_string(n) : "");
                Append(before, {"DML_", activation, "_OPERATOR_DESC ", one, " = {};\n"});
                Append(list, {n == 0 ? "{DML_OPERATOR_" : ", {DML_OPERATOR_", activation, ", &", one, "}"});
            }
            const std::string array = field.IsArray() ? "[] = {" + list + "}" : " = " + list;
            if (!list.empty()) { Append(before, {"const DML_OPERATOR_DESC ", variable, array, ";\n"}); }
            value = list.empty() ? "nullptr" : (field.IsArray() ? "" : "&") + variable;
        }
        else if (field.kind == FieldKind::ScaleBias)
        {
            Append(before, {"const DML_SCALE_BIAS ", variable, " = {", FloatCode(given.written[0], given.words[0]),
                            ", ", FloatCode(given.written[1], given.words[1]), "};\n"});
            value = "&" + variable;
        }
        else if (field.IsArray())
        {
            const char* const type = field.kind == FieldKind::UInts  ? "UINT"
                                     : field.kind == FieldKind::Ints ? "INT"
                                                                     : "FLOAT";
            if (!given.words.empty()) { Append(before, {"const ", type, " ", variable, "[] = ", value, ";\n"}); }
            value = given.words.empty() ? "nullptr" : variable;
        }
        else if (field.kind == FieldKind::Scalar)
        {
            Append(text, {"desc.", name, ScalarOf(ScalarType(description), value).code, ";\n"});
            continue;
        }
        Append(text, {"desc.", name, " = ", value, ";\n"});
    }
    return before + text
           + "const OperatorDiagnosis verdict = ValidateOperator(desc);\n"
             "if (!verdict.Ok()) { std::puts(Explain(verdict).c_str()); }\n";
}

inline dml::OperatorDiagnosis Verdict(const Description& description)
{
    return dml::ValidateOperator(Structure(description).Desc());
}

// ---- a correction ---------------------------------------------------------------------------------------------------

// Returns a list as in an argument: "2,3".
inline std::string ListArgument(const std::string& braced)
{
    std::string text;
    for (const char c : braced)
    {
        if (c != '{' && c != ' ' && c != '}') { text += c; }
    }
    return text;
}

// Returns a field as an argument: "BTensor=FLOAT32:2,3:1,2" or "TransB=TRANSPOSE".
inline std::string ArgumentText(const OperatorField& field, const Given& given)
{
    if (!field.IsTensor()) { return NameOf(field) + "=" + ListArgument(ValueText(field, given)); }
    std::string text;
    for (const TensorText& tensor : given.tensors)
    {
        text += (text.empty() ? "" : "+") + std::string(dml::ToString(tensor.dataType)) + ":"
                + ListArgument(layout_views::Braces(tensor.sizes))
                + (tensor.strides.empty() ? "" : ":" + ListArgument(layout_views::Braces(tensor.strides)))
                + (tensor.total ? ":total=" + std::to_string(*tensor.total) : "")
                + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ":OWNED_BY_DML");
    }
    return NameOf(field) + "=" + text;
}

// Changes a description as its diagnosis says.
inline void Apply(const dml::OperatorFix& fix, Description& description)
{
    Given& given = description.given[fix.field];
    given.isCorrected = true;
    if (description.fields[fix.field].IsTensor())
    {
        TensorText& tensor = given.tensors[fix.element == NoField ? 0 : fix.element];
        tensor.total.reset(); // the minimum
        if (fix.kind == dml::OperatorFixKind::Total) { tensor.total = fix.value; }
        if (fix.kind == dml::OperatorFixKind::DataType)
        {
            tensor.dataType = static_cast<dml::DML_TENSOR_DATA_TYPE>(fix.value);
            return;
        }
        tensor.sizes = fix.sizes;
        tensor.strides = fix.strides;
        return;
    }
    given.words[0] = static_cast<std::uint32_t>(fix.value);
    for (std::uint32_t i = 0; i < description.fields.count; ++i) // the lists of this length
    {
        Given& list = description.given[i];
        const bool isOfLength = description.fields[i].IsArray() && description.fields[i].countField == fix.field;
        if (!isOfLength || list.words.size() <= fix.value) { continue; }
        list.words.resize(static_cast<std::size_t>(fix.value));
        list.isCorrected = !list.isDefault;
    }
}

// Corrects a rejected operator. Returns whether DirectML then accepts it.
inline bool Correct(Description& description)
{
    dml::OperatorDiagnosis verdict = Verdict(description);
    // Some corrections change several tensors, one after the other.
    for (std::uint32_t step = 0; step < description.fields.count && verdict.Rejected(); ++step)
    {
        if (verdict.fix.kind == dml::OperatorFixKind::None) { return false; }
        Apply(verdict.fix, description);
        verdict = Verdict(description);
    }
    return verdict.Accepted();
}

// Returns a sentence and the arguments that correct a rejected operator; empty if no correction is known.
inline std::string CorrectionText(const Description& description)
{
    Description corrected = description;
    if (!Correct(corrected)) { return ""; }
    std::string text =
        Verdict(corrected).Ok() ? "DirectML accepts it with:" : "DirectML accepts it, with a hazard, with:";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        if (corrected.given[i].isCorrected) { text += " " + ArgumentText(corrected.fields[i], corrected.given[i]); }
    }
    return text;
}

// ---- the verdict ----------------------------------------------------------------------------------------------------

inline std::string VerdictText(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    std::string text =
        std::string("  ")
        + (verdict.Ok()         ? "DirectML accepts it."
           : verdict.Accepted() ? "Hazard: DirectML accepts it, but the result is almost certainly unintended."
                                : "DirectML rejects it.")
        + (verdict.Ok() ? "" : std::string("\n  ") + dml::Explain(verdict).c_str()) + "\n";
    const std::string correction = verdict.Rejected() ? CorrectionText(description) : "";
    const std::string output = OutputText(description);
    text += correction.empty() ? "" : "  " + correction + "\n";
    text += output.empty() ? "" : "  " + output + "\n";
    return text + (verdict.Accepted() ? "  The operator needs " + FeatureLevelText(description.type) + ".\n" : "");
}

// ---- bindings -------------------------------------------------------------------------------------------------------

// Returns what BindInputs and BindOutputs need at execution and at initialization, a line for each slot. Requires that
// DirectML accepts the operator. Source: recorded answers of IDMLBindingTable.
inline std::string BindingsText(const Description& description)
{
    std::size_t width = 0;
    bool isAnyOwned = false;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields[i];
        if (field.IsTensor()) { width = std::max(width, NameOf(field).size() + (field.IsArray() ? 9 : 6)); }
        for (const TensorText& tensor : description.given[i].tensors)
        {
            isAnyOwned = isAnyOwned || tensor.flags == dml::DML_TENSOR_FLAG_OWNED_BY_DML;
        }
    }
    std::string text = "Bindings\n";
    const auto addLine = [&](const std::string& name, const std::string& execution, const std::string& initialization)
    {
        text += "  " + layout_views::LeftAligned(name, width)
                + (initialization.empty() ? execution : layout_views::LeftAligned(execution, 26) + initialization)
                + "\n";
    };
    std::size_t counts[2] = {0, 0}; // of the inputs, and of the outputs
    const auto addTensor = [&](const dml::OperatorTensor& tensor)
    {
        std::size_t& count = counts[tensor.isOutput ? 1 : 0];
        const bool isInitialized = isAnyOwned && !tensor.isOutput;
        if (count == 0)
        {
            addLine(tensor.isOutput ? "outputs" : "inputs", "execution", isInitialized ? "initialization" : "");
        }
        const std::string name = layout_views::LeftAligned(std::to_string(count++), 4) + tensor.name
                                 + (tensor.element == NoField ? "" : "[" + std::to_string(tensor.element) + "]");
        const bool isOwned = tensor.desc != nullptr && tensor.desc->Flags == dml::DML_TENSOR_FLAG_OWNED_BY_DML;
        const std::string bytes =
            tensor.desc == nullptr ? "" : std::to_string(tensor.desc->TotalTensorSizeInBytes) + " bytes";
        addLine(name,
                tensor.desc == nullptr ? "NONE, it is null"
                : isOwned              ? "NONE, it is OWNED_BY_DML"
                                       : "BUFFER, " + bytes,
                !isInitialized ? ""
                : isOwned      ? bytes
                               : "null Buffer");
    };
    const Structure structure(description);
    dml::ForEachTensor(structure.Desc(), addTensor);
    return text + "  At initialization, bind "
           + (isAnyOwned ? "one BUFFER_ARRAY with " + std::to_string(counts[0]) + " entries, one for each input.\n"
                         : "no inputs.\n");
}

// whereRulesAre: a line after the verdict on a rejected operator.
inline std::string Text(const Description& description, const std::string& whereRulesAre = "")
{
    std::string text = std::string(dml::ToString(description.type)) + "\n\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        width = std::max(width, NameOf(description.fields[i]).size());
    }
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const std::string name = NameOf(description.fields[i]);
        const std::uint32_t list = GivenListOf(description, i);
        text += "  " + name + std::string(width - name.size() + 2, ' ')
                + ValueText(description.fields[i], description.given[i])
                + (!description.given[i].isDefault ? ""
                   : list == NoField               ? "  (default)"
                                                   : "  (the length of " + NameOf(description.fields[list]) + ")")
                + "\n";
    }
    const bool isRejected = !Verdict(description).Accepted();
    return text + "\nVerdict\n" + VerdictText(description)
           + (isRejected ? whereRulesAre : "\n" + BindingsText(description)) + "\nC++:\n" + CodeText(description);
}

} // namespace operator_views
