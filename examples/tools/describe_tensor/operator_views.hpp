// Shows the description of an operator: its fields, DirectML's verdict, a correction, what to bind, and the C++ for it.

#pragma once

#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
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
    const auto tensorText = [](const TensorText& tensor)
    {
        const std::uint64_t bytes = tensor.Bytes();
        return std::string(dml::ToString(tensor.dataType)) + " " + Braces(tensor.sizes)
               + (tensor.strides.empty() ? "" : "/" + Braces(tensor.strides))
               + (bytes != 0 || tensor.total ? ", " + std::to_string(bytes) + " bytes" : ", beyond 64 bits")
               + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ", OWNED_BY_DML");
    };
    if (field.IsTensor()) { return Join(given.tensors, " + ", tensorText); }
    std::string text;
    if (IsActivation(field))
    {
        text = Join(given.words, ", ",
                    [](std::uint32_t number) { return dml::ToString(static_cast<OperatorType>(number)); });
        return field.IsArray() ? "{" + text + "}" : text;
    }
    if (IsEnumeration(field))
    {
        const std::vector<std::string> names = EnumeratorsOf(field);
        const std::string name = given.words[0] < names.size() ? names[given.words[0]] : std::to_string(given.words[0]);
        return IsBool(field) ? Lower(name) : name;
    }
    if (field.kind == FieldKind::Scalar) { return given.text; }
    // A float is shown as the user wrote it.
    if (IsFloat(field)) { text = Join(given.written, ", "); }
    else if (IsSigned(field))
    {
        text =
            Join(given.words, ", ", [](std::uint32_t word) { return std::to_string(static_cast<std::int32_t>(word)); });
    }
    else { text = Join(given.words, ", "); }
    const bool isPair = field.kind == FieldKind::Size2D || field.kind == FieldKind::ScaleBias;
    return field.IsArray() || isPair ? "{" + text + "}" : text;
}

// An output, and the sizes that it should have.
struct ExpectedOutput
{
    std::string name;           // "OutputTensor"
    dml::Dimensions given;      // empty if it is null
    dml::TensorLayout sizes;    // or why there are none
    dml::TensorLayout largest;  // sizes up to these are right too
    bool isKnown = false;       // there is a formula
    bool isAnyAccepted = false; // DirectML accepts other sizes too, and they make sense
};

// Returns an output, which is counted as in BindOutputs.
inline ExpectedOutput FindOutput(const Description& description, std::uint32_t index = 0)
{
    ExpectedOutput expected;
    const Structure structure(description);
    std::uint32_t next = 0;
    const auto find = [&](const dml::OperatorTensor& tensor)
    {
        if (!tensor.isOutput || next++ != index) { return; }
        expected.name = tensor.name;
        const dml::DML_BUFFER_TENSOR_DESC* const desc = tensor.desc;
        if (desc != nullptr) { expected.given = dml::Dimensions(desc->Sizes, desc->DimensionCount); }
    };
    dml::ForEachTensor(structure.Desc(), find);
    expected.sizes = dml::DocumentedOutput(structure.Desc(), index);
    expected.largest = dml::DocumentedOutput(structure.Desc(), index, dml::Rounding::Up);
    // Without a size for these scales there is nothing to say, because DirectML accepts every size.
    expected.isAnyAccepted = HasField(description.fields, "Scales");
    expected.isKnown =
        expected.sizes.Error() != dml::TensorError::NoFormula && (!expected.isAnyAccepted || expected.largest);
    return expected;
}

// Whether every size is in the range that the expected ones span.
inline bool IsExpected(const dml::Dimensions& sizes, const ExpectedOutput& expected)
{
    const dml::Dimensions& least = expected.sizes.Sizes();
    const dml::Dimensions& most = expected.largest.Sizes();
    const auto isInRange = [](std::uint32_t a, std::uint32_t b) { return a <= b; };
    return std::equal(least.begin(), least.end(), sizes.begin(), sizes.end(), isInRange)
           && std::equal(sizes.begin(), sizes.end(), most.begin(), most.end(), isInRange);
}

// Whether an output without a hazard has other sizes than its formula. They are smaller, because larger ones are a hazard.
inline bool IsCut(const ExpectedOutput& expected)
{
    return expected.isKnown && expected.sizes && !expected.isAnyAccepted && !IsExpected(expected.given, expected);
}

// Returns the scales with which a RESAMPLE gives its output these sizes: "; its sizes need Scales=1,1,2,2". Returns
// nothing for other operators.
inline std::string UsualScales(const Description& description, const dml::Dimensions& output)
{
    const Given* const input = description.Find("InputTensor");
    if (input == nullptr || input->tensors.empty() || input->tensors[0].sizes.size() != output.size()) { return ""; }
    std::string text;
    for (std::size_t i = 0; i < output.size(); ++i)
    {
        const std::uint64_t size = input->tensors[0].sizes[i];
        if (size == 0) { return ""; }
        text += (i == 0 ? "" : ",") + std::to_string(output[i] / size);
        // Digit by digit, because the explorer has no printf.
        std::uint64_t rest = output[i] % size;
        for (int digit = 0; digit < 9 && rest != 0; ++digit, rest %= size)
        {
            rest *= 10;
            text += (digit == 0 ? "." : "") + std::to_string(rest / size);
        }
    }
    return "; its sizes need Scales=" + text;
}

// Returns a sentence about the sizes of an output; empty if there is no formula.
inline std::string OutputText(const Description& description, std::uint32_t index = 0)
{
    const ExpectedOutput expected = FindOutput(description, index);
    const std::string output = index == 0 ? "Its output" : "Its " + expected.name;
    // Without sizes, an input or attribute is wrong, about which the verdict says more.
    if (!expected.isKnown || !expected.sizes) { return ""; }
    const std::string sizes = Braces(expected.sizes.Sizes());
    const bool isEnlarged = IsExpected(expected.given, expected) && expected.given != expected.sizes.Sizes();
    if (isEnlarged && HasField(description.fields, "WindowSize"))
    {
        return output + " is rounded up (ceil_mode); rounded down, the sizes are " + sizes;
    }
    if (isEnlarged && HasField(description.fields, "Direction"))
    {
        return output + " includes output_padding (ONNX, PyTorch); without it, the sizes are " + sizes;
    }
    if (expected.isAnyAccepted && !IsExpected(expected.given, expected))
    {
        return output + " usually has the sizes " + sizes
               + ", the input's * Scales; a smaller one is cropped, a larger one repeats the edge"
               + UsualScales(description, expected.given);
    }
    return output + " should have the sizes " + (isEnlarged ? Braces(expected.given) : sizes);
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
    return text + (IsWhole(text) ? ".0f" : "f");
}

// Returns a C++ expression for a value that is not a pointer.
inline std::string CodeOf(const OperatorField& field, const Given& given, const std::string& value)
{
    const std::string type = field.enumeration;
    if (field.kind == FieldKind::Float || field.kind == FieldKind::Floats)
    {
        std::vector<std::string> codes;
        for (std::size_t i = 0; i < given.words.size(); ++i)
        {
            codes.push_back(FloatCode(given.written[i], given.words[i]));
        }
        return field.IsArray() ? "{" + Join(codes, ", ") + "}" : codes[0];
    }
    if (IsBool(field)) { return given.words[0] < 2 ? Upper(value) : value; }
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
                const std::string one = variable + (field.IsArray() ? std::to_string(n) : "");
                Append(before, {"const PinnedTensorDesc ", one, "(", given.tensors[n].Code(), ");\n"});
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
                const std::string activation = dml::ToString(static_cast<OperatorType>(given.words[n]));
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
            Append(text, {"desc.", name, ScalarOf(description.ScalarType(), value).code, ";\n"});
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
    return dml::ValidateWithOutput(Structure(description).Desc());
}

// ---- a correction ---------------------------------------------------------------------------------------------------

// Returns a field as an argument: "BTensor=FLOAT32:2,3:1,2" or "TransB=TRANSPOSE".
inline std::string ArgumentText(const OperatorField& field, const Given& given)
{
    if (!field.IsTensor()) // a list without braces and blanks: "2,3"
    {
        std::string text = ValueText(field, given);
        const auto isOfList = [](char c) { return c == '{' || c == ' ' || c == '}'; };
        text.erase(std::remove_if(text.begin(), text.end(), isOfList), text.end());
        return NameOf(field) + "=" + text;
    }
    const auto tensorText = [](const TensorText& tensor)
    {
        return std::string(dml::ToString(tensor.dataType)) + ":" + Join(tensor.sizes, ",")
               + (tensor.strides.empty() ? "" : ":" + Join(tensor.strides, ","))
               + (tensor.total ? ":total=" + std::to_string(*tensor.total) : "")
               + (tensor.flags == dml::DML_TENSOR_FLAG_NONE ? "" : ":OWNED_BY_DML");
    };
    return NameOf(field) + "=" + Join(given.tensors, "+", tensorText);
}

// Returns the omitted fields whose defaults are of little use: a window of one element, no padding, or one repetition.
inline std::vector<std::uint32_t> OmittedFields(const Description& description)
{
    const std::string type = dml::ToString(description.type);
    std::vector<const char*> names = {"ScaleSize", "Repeats", "WindowSize",       "WindowSizes", "PooledSize",
                                      "BlockSize", "K",       "InputWindowSizes", "Sizes"};
    if (type.find("TOP_K") == 0) { names.push_back("Axis"); }
    const auto isOmitted = [&](const char* name)
    { return description.Find(name) != nullptr && description.Find(name)->isDefault; };
    const bool isPadding = type.find("PADDING") == 0 && isOmitted("StartPadding") && isOmitted("EndPadding");
    if (isPadding) { names.insert(names.end(), {"StartPadding", "EndPadding"}); }
    std::vector<std::uint32_t> omitted;
    for (const char* name : names)
    {
        if (isOmitted(name)) { omitted.push_back(FieldOf(description.fields, name)); }
    }
    return omitted;
}

// Returns a sentence about the fields that a program must give, but that the user omitted; empty if there are none.
inline std::string OmittedText(const Description& description)
{
    const std::string text =
        Join(OmittedFields(description), " ",
             [&](std::uint32_t i) { return ArgumentText(description.fields[i], description.given[i]); });
    return text.empty() ? "" : "  Omitted fields got defaults: " + text + ". Give them your values first.\n";
}

// Gives a tensor another shape, and the smallest total.
inline void SetShape(Given& given, std::uint32_t element, const dml::Dimensions& sizes, const dml::Dimensions& strides)
{
    TensorText& tensor = given.tensors[element == NoField ? 0 : element];
    tensor.total.reset();
    tensor.sizes = sizes;
    tensor.strides = strides;
    given.isCorrected = true;
}

// Gives the tensor of a fix its new shape, and those of the other tensors that a fix of several tensors means.
inline void ApplyShape(const dml::OperatorFix& fix, Description& description)
{
    const TensorText before = description.given[fix.field].tensors[fix.element == NoField ? 0 : fix.element];
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        Given& given = description.given[i];
        for (std::uint32_t k = 0; k < given.tensors.size(); ++k)
        {
            const TensorText tensor = given.tensors[k];
            const bool isOfFix = i == fix.field && (fix.element == NoField || k == fix.element);
            const bool isAlike = tensor.sizes == before.sizes && tensor.strides == before.strides;
            const bool isOfRank = tensor.sizes.size() == before.sizes.size();
            if (isOfFix || (fix.kind == dml::OperatorFixKind::PlaceAll && isAlike))
            {
                SetShape(given, k, fix.sizes, fix.strides);
            }
            else if (fix.kind == dml::OperatorFixKind::PromoteAll && isOfRank)
            {
                const dml::TensorLayout promoted = tensor.Layout().PromotedTo(fix.sizes.size());
                SetShape(given, k, promoted.Sizes(), tensor.strides.empty() ? dml::Dimensions() : promoted.Strides());
            }
        }
    }
}

inline void ApplyToTensor(const dml::OperatorFix& fix, Description& description)
{
    TensorText& tensor = description.given[fix.field].tensors[fix.element == NoField ? 0 : fix.element];
    tensor.total.reset(); // the minimum
    switch (fix.kind)
    {
    case dml::OperatorFixKind::Total: tensor.total = fix.value; return;
    case dml::OperatorFixKind::Convert:
    case dml::OperatorFixKind::DataType: tensor.dataType = static_cast<DataType>(fix.value); return;
    default: return ApplyShape(fix, description);
    }
}

// Gives a number or a list other values. If the number is the length of lists, longer lists are cut to it.
inline void ApplyToNumber(const dml::OperatorFix& fix, Description& description)
{
    Given& given = description.given[fix.field];
    if (!fix.order.empty()) { given.words.assign(fix.order.begin(), fix.order.end()); }
    else { given.words[0] = static_cast<std::uint32_t>(fix.value); }
    const std::uint32_t countField = description.fields[fix.field].countField;
    const bool isList = !fix.order.empty() && countField != NoField;
    const std::uint32_t count = isList ? countField : fix.field;
    const std::size_t length = isList ? fix.order.size() : static_cast<std::size_t>(fix.value);
    if (isList)
    {
        Given& number = description.given[count];
        number.isCorrected = number.isCorrected || (!number.isDefault && number.words[0] != length);
        number.words[0] = static_cast<std::uint32_t>(length);
    }
    for (std::uint32_t i = 0; i < description.fields.count; ++i) // the lists of this length
    {
        Given& list = description.given[i];
        const bool isOfLength = description.fields[i].IsArray() && description.fields[i].countField == count;
        if (!isOfLength || list.words.size() <= length) { continue; }
        list.words.resize(length);
        list.isCorrected = !list.isDefault;
    }
}

// Changes a description as its diagnosis says.
inline void Apply(const dml::OperatorFix& fix, Description& description)
{
    if (fix.kind == dml::OperatorFixKind::None) { return; }
    description.given[fix.field].isCorrected = true;
    if (description.fields[fix.field].IsTensor()) { ApplyToTensor(fix, description); }
    else { ApplyToNumber(fix, description); }
}

// A correction, and whether the user must do more than change arguments.
struct Correction
{
    bool isAccepted = false;
    bool isConditional = false; // it describes data that only the program knows
    bool isGuess = false;       // another change may be meant as well
    bool converts = false;      // the data must be converted
};

// Whether the values of a placed axis may belong to another axis, which has the same size and is repeated.
inline bool HasOtherPlace(const dml::OperatorFix& fix)
{
    bool hasOther = false;
    for (std::size_t i = 0; fix.kind == dml::OperatorFixKind::Place && i < fix.strides.size(); ++i)
    {
        for (std::size_t k = 0; k < fix.strides.size(); ++k)
        {
            const bool isOther = fix.strides[i] != 0 && fix.strides[k] == 0 && fix.sizes[i] == fix.sizes[k];
            hasOther = hasOther || (isOther && fix.sizes[i] != 1);
        }
    }
    return hasOther;
}

// Whether a fix puts values of a normalization of channels, such as a scale, on another axis than these.
inline bool IsOfOtherAxis(const dml::OperatorFix& fix, const Description& description)
{
    const bool isNormalization = HasField(description.fields, "ScaleTensor")
                                 && HasField(description.fields, "BiasTensor") && !HasField(description.fields, "Axes");
    return isNormalization && fix.sizes.size() > 1 && fix.sizes[1] == 1;
}

// Whether a fix turns a convolution into a transposed one, or the other way.
inline bool IsOfDirection(const dml::OperatorFix& fix, const Description& description)
{
    return fix.field < description.fields.count && NameOf(description.fields[fix.field]) == "Direction"
           && HasField(description.fields, "FilterTensor");
}

// Corrects a rejected operator, or one whose output has other sizes than by its formula.
inline Correction Correct(Description& description)
{
    Correction correction;
    dml::OperatorDiagnosis verdict = Verdict(description);
    // Some corrections change several tensors, one after the other.
    const auto isFixed = [&] { return verdict.fix.kind != dml::OperatorFixKind::None; };
    for (std::uint32_t step = 0; step < description.fields.count && isFixed(); ++step)
    {
        const bool hasTwoReadings = verdict.third.isOther;
        // The zero point may have the wrong data type, and not the output.
        const bool isOfZeroPoint =
            verdict.otherField < description.fields.count
            && NameOf(description.fields[verdict.otherField]).find("ZeroPoint") != std::string::npos;
        for (const dml::OperatorFix& fix : {verdict.fix, verdict.also, verdict.third})
        {
            if (fix.isOther) { continue; }
            const bool isInput = fix.field < description.fields.count && !description.fields[fix.field].IsOutput();
            const bool isOfOrder =
                fix.kind == dml::OperatorFixKind::Permute || fix.kind == dml::OperatorFixKind::PermuteAll;
            const bool isOfData = fix.kind == dml::OperatorFixKind::Size || fix.kind == dml::OperatorFixKind::Total
                                  || fix.kind == dml::OperatorFixKind::Strides;
            correction.isConditional =
                correction.isConditional || (isOfOrder && (!fix.strides.empty() || hasTwoReadings))
                || HasOtherPlace(fix) || IsOfOtherAxis(fix, description)
                || (fix.kind == dml::OperatorFixKind::DataType && isOfZeroPoint) || (isInput && isOfData);
            correction.isGuess = correction.isGuess || IsOfDirection(fix, description);
            correction.converts = correction.converts || fix.kind == dml::OperatorFixKind::Convert;
            Apply(fix, description);
        }
        verdict = Verdict(description);
    }
    correction.isAccepted = verdict.Accepted();
    return correction;
}

// Returns a sentence and the arguments that correct an operator; empty if no correction is known.
inline std::string CorrectionText(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    if (verdict.fix.kind == dml::OperatorFixKind::None) { return ""; }
    Description corrected = description;
    const Correction correction = Correct(corrected);
    // A correction that relies on the default of an omitted field would change the wrong field.
    const std::vector<std::uint32_t> omitted = OmittedFields(description);
    const bool isOfDefault = !omitted.empty()
                             && std::none_of(omitted.begin(), omitted.end(),
                                             [&](std::uint32_t i) { return corrected.given[i].isCorrected; });
    if (!correction.isAccepted || isOfDefault) { return ""; }
    std::string text = verdict.Accepted()         ? "The output would have its sizes" // it is accepted already
                       : correction.converts      ? "With converted data, DirectML accepts it"
                       : correction.isConditional ? "If that is what the data is, DirectML accepts it"
                       : correction.isGuess       ? "If that is meant, DirectML accepts it"
                                                  : "DirectML accepts it";
    text += Verdict(corrected).Ok() ? " with:" : ", with a hazard, with:";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        if (corrected.given[i].isCorrected) { text += " " + ArgumentText(corrected.fields[i], corrected.given[i]); }
    }
    if (verdict.Accepted() && verdict.third.isOther)
    {
        Description other = description;
        Apply(verdict.third, other);
        text += ", or with: " + ArgumentText(other.fields[verdict.third.field], other.given[verdict.third.field]);
    }
    return text;
}

// ---- the verdict ----------------------------------------------------------------------------------------------------

// Returns the index of the output that a verdict names, as BindOutputs counts; NoField if it names none.
inline std::uint32_t RejectedOutput(const Description& description, const dml::OperatorDiagnosis& verdict)
{
    std::uint32_t found = NoField, next = 0;
    const auto find = [&](const dml::OperatorTensor& tensor)
    {
        const bool isNamed = tensor.field == verdict.field && tensor.element == verdict.element;
        if (tensor.isOutput && isNamed && verdict.Rejected()) { found = next; }
        next += tensor.isOutput ? 1 : 0;
    };
    dml::ForEachTensor(Structure(description).Desc(), find);
    return found;
}

// Returns which feature level an operator needs. The library knows the levels of data types and ranks for GATHER alone.
inline std::string LevelText(const Description& description)
{
    const Structure structure(description);
    dml::DML_FEATURE_LEVEL level = dml::MinimumFeatureLevel(description.type);
    const std::string since = "The operator exists since " + FeatureLevelText(level);
    if (description.type != dml::DML_OPERATOR_GATHER)
    {
        return since + "; its data types and ranks may need a later one.";
    }
    const auto& gather = *static_cast<const dml::DML_GATHER_OPERATOR_DESC*>(structure.Desc().Desc);
    dml::Diagnosis reason = dml::Validate(gather, level);
    while (reason == dml::TensorError::GatherFeatureLevel)
    {
        level = static_cast<dml::DML_FEATURE_LEVEL>(reason.required);
        reason = dml::Validate(gather, level);
    }
    return "The operator needs " + FeatureLevelText(level) + ".";
}

// Returns a tensor of a description, or null.
inline const TensorText* TensorOf(const Description& description, const char* name)
{
    const Given* const given = description.Find(name);
    return given == nullptr || given->isNull || given->tensors.empty() ? nullptr : &given->tensors[0];
}

// Returns the sizes that the forward operator of a gradient gives its output, from the sizes of its input. Returns no
// sizes for other operators than the gradients of AVERAGE_POOLING and RESAMPLE, whose sizes DirectML does not compare.
inline dml::Dimensions ForwardSizes(const Description& description, const dml::Dimensions& input)
{
    const auto list = [&](const char* name)
    {
        const Given* const given = description.Find(name);
        return given == nullptr ? dml::Dimensions() : dml::Dimensions(given->words.data(), given->words.size());
    };
    if (const Given* const scales = description.Find("Scales"))
    {
        std::vector<float> values(scales->words.size());
        std::memcpy(values.data(), scales->words.data(), values.size() * sizeof(float));
        return dml::ResampleOutput(input, values.data(), values.size()).Sizes();
    }
    dml::Window window;
    window.strides = list("Strides");
    window.dilations = list("Dilations");
    window.startPadding = list("StartPadding");
    window.endPadding = list("EndPadding");
    return dml::PoolingOutput(input, list("WindowSize"), window).Sizes();
}

// Returns a line if the two gradients seem to be exchanged: only then do their sizes fit those of the forward operator.
inline std::string ExchangedGradients(const Description& description)
{
    const TensorText* const input = TensorOf(description, "InputGradientTensor");
    const TensorText* const output = TensorOf(description, "OutputGradientTensor");
    if (input == nullptr || output == nullptr || input->sizes == output->sizes) { return ""; }
    const bool isExchanged = ForwardSizes(description, input->sizes) == output->sizes
                             && ForwardSizes(description, output->sizes) != input->sizes;
    return isExchanged
               ? "  InputGradientTensor needs the sizes of the forward operator's output, and OutputGradientTensor "
                 "those of its input; here they seem to be exchanged\n"
               : "";
}

// Returns a line for each input whose strides are probably in the order of the memory, and not in the order of the
// sizes. DirectML accepts them, because elements of an input may overlap.
inline std::string StridesInMemoryOrder(const Description& description)
{
    std::string text;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields[i];
        for (const TensorText& tensor : description.given[i].tensors)
        {
            const std::size_t rank = tensor.strides.size();
            if (field.IsOutput() || rank < 3 || tensor.sizes[1] == 1) { continue; }
            std::vector<std::uint32_t> sizes(tensor.sizes.begin(), tensor.sizes.end());
            std::rotate(sizes.begin() + 1, sizes.begin() + 2, sizes.end()); // N, H, W, C
            const dml::TensorLayout packed = dml::TensorLayout::Packed(dml::Dimensions(sizes.data(), rank));
            std::vector<std::uint32_t> strides(tensor.strides.begin(), tensor.strides.end());
            const bool isOfMemory =
                packed && std::equal(strides.begin() + 1, strides.end(), packed.Strides().begin() + 1);
            const bool isRowMajor = dml::TensorLayout::Packed(tensor.sizes).Strides() == tensor.strides;
            if (!isOfMemory || isRowMajor) { continue; }
            std::rotate(strides.begin() + 1, strides.end() - 1, strides.end());
            text += "  " + NameOf(field)
                    + ": strides are listed in the order of the sizes; if its memory is in the order "
                      "of these strides, with the channels last, they are "
                    + Braces(dml::Dimensions(strides.data(), rank)) + "\n";
        }
    }
    return text;
}

inline std::string VerdictText(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    const std::uint32_t rejected = RejectedOutput(description, verdict);
    const std::string omitted = OmittedText(description);
    const std::string output = omitted.empty() ? OutputText(description, rejected == NoField ? 0 : rejected) : "";
    const std::string correction = CorrectionText(description);
    dml::OperatorDiagnosis shown = verdict;
    if (!omitted.empty() && correction.empty()) { shown.fix = shown.also = shown.third = {}; }
    const std::string explained = verdict.Ok() ? "" : dml::Explain(shown).c_str();
    // A correction of an input or a number may change the sizes of the output, so they are said only without one.
    const bool isOfOutput = verdict.fix.field == verdict.field && verdict.fix.order.empty();
    const bool isCut = verdict.Ok() && omitted.empty() && IsCut(FindOutput(description)),
               isSaid = correction.empty() || isOfOutput;
    std::string text = isCut ? "  " + output + "; DirectML accepts a smaller one and cuts its end off\n" : "";
    text += omitted;
    text += verdict.Ok()         ? "  DirectML accepts it.\n"
            : verdict.Accepted() ? "  Hazard: DirectML accepts it, but the result is almost certainly unintended.\n"
            : verdict.error == dml::OperatorError::Terminates ? "  DirectML crashes.\n"
                                                              : "  DirectML rejects it.\n";
    // The sizes of a rejected output are what the reader needs first. They are wrong if the first input is.
    const bool isOfInput = verdict.Rejected() && verdict.field == 0 && description.fields[0].IsTensor();
    const bool isFirst = rejected != NoField && isSaid,
               isLast = rejected == NoField && correction.empty() && !isCut && !isOfInput;
    const std::string lines[] = {isFirst ? output : "", explained, correction, isLast ? output : ""};
    for (const std::string& line : lines) { text += line.empty() ? "" : "  " + line + "\n"; }
    if (!verdict.Accepted()) { return text; }
    return text + StridesInMemoryOrder(description) + ExchangedGradients(description) + "  " + LevelText(description)
           + "\n";
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
        text += "  " + LeftAligned(name, width)
                + (initialization.empty() ? execution : LeftAligned(execution, 26) + initialization) + "\n";
    };
    std::size_t counts[2] = {0, 0}; // of the inputs, and of the outputs
    const auto addTensor = [&](const dml::OperatorTensor& tensor)
    {
        std::size_t& count = counts[tensor.isOutput ? 1 : 0];
        const bool isInitialized = isAnyOwned && !tensor.isOutput;
        const std::string heading = isInitialized ? "initialization" : "";
        if (count == 0) { addLine(tensor.isOutput ? "outputs" : "inputs", "execution", heading); }
        const std::string name = LeftAligned(std::to_string(count++), 4) + tensor.name
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
    std::string text = dml::ToString(description.type) + ("\n" + description.understood) + "\n";
    std::size_t width = 0;
    for (const OperatorField& field : description.fields) { width = std::max(width, NameOf(field).size()); }
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const std::vector<std::uint32_t> lists = description.GivenListsOf(i);
        text += "  " + LeftAligned(description.fields[i].name, width + 2)
                + ValueText(description.fields[i], description.given[i])
                + (!description.given[i].isDefault ? ""
                   : lists.empty()                 ? "  (default)"
                                                   : "  (the length of " + NameOf(description.fields[lists[0]]) + ")")
                + "\n";
    }
    const bool isRejected = !Verdict(description).Accepted();
    return text + "\nVerdict\n" + VerdictText(description)
           + (isRejected ? whereRulesAre : "\n" + BindingsText(description)) + "\nC++:\n" + CodeText(description);
}

} // namespace operator_views
