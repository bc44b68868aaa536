// Reads the description of an operator from text, with defaults for what is omitted, and makes the struct of it.

#pragma once

#include "dml_tensor_operators.hpp"
#include "operator_names.hpp"
#include "operator_rules.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <list>
#include <string>
#include <vector>

namespace operator_views
{

using tensor_request::Argument;
using tensor_request::Arguments;
using tensor_request::TensorName;
using tensor_request::TensorText;

// ---- a description --------------------------------------------------------------------------------------------------

// The value of a field, given by the user or a default.
struct Given
{
    std::string text;
    bool isDefault = false;
    bool isNull = false;
    bool isCorrected = false;         // changed as a diagnosis says
    std::vector<std::uint32_t> words; // numbers; a scalar has two
    std::vector<std::string> written; // floats, as the user wrote them
    std::vector<TensorText> tensors;
};

struct Description
{
    dml::DML_OPERATOR_TYPE type = dml::DML_OPERATOR_INVALID;
    OperatorSchema fields = {};
    std::vector<Given> given; // one for each field
    std::string understood;   // a line for each name of a framework
};

// ---- scalars --------------------------------------------------------------------------------------------------------

// Returns the data type of an operator's DML_SCALAR_UNION members, which is the value of an earlier field.
inline dml::DML_TENSOR_DATA_TYPE ScalarType(const Description& description)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const bool isType = std::string(description.fields[i].enumeration) == "TENSOR_DATA_TYPE";
        if (isType) { return static_cast<dml::DML_TENSOR_DATA_TYPE>(description.given[i].words[0]); }
    }
    return dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// Returns the bits of the FLOAT16 nearest to a number, ties to even.
inline std::uint32_t HalfBits(double value)
{
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) { return sign | 0x7E00; }
    if (magnitude >= 65520) { return sign | 0x7C00; }
    if (magnitude < 1.0 / 16384) { return sign | static_cast<std::uint32_t>(std::nearbyint(magnitude * 16777216)); }
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent); // 0.5 to 1
    return sign + (static_cast<std::uint32_t>(exponent + 13) << 10)
           + static_cast<std::uint32_t>(std::nearbyint(fraction * 2048));
}

// A value of DML_SCALAR_UNION.
struct ScalarValue
{
    std::string code;                 // an assignment to its member: ".Float32 = 1.5f"
    std::vector<std::uint32_t> words; // the bytes of the union
};

// A member begins at the union's first byte, whatever its size.
template <class T> ScalarValue MakeScalar(const std::string& code, T member)
{
    ScalarValue value = {code, std::vector<std::uint32_t>(2)};
    std::memcpy(value.words.data(), &member, sizeof(member));
    return value;
}

// Reads a floating-point number. Returns an empty value if the text is not one of the type.
inline ScalarValue FloatScalar(dml::DML_TENSOR_DATA_TYPE type, const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const float value32 = std::strtof(text.c_str(), nullptr); // not by way of a double, which would round twice
    const bool isFloat32 = type == dml::DML_TENSOR_DATA_TYPE_FLOAT32;
    // A hexadecimal number has other suffixes in C++.
    const bool isNumber = !text.empty() && *end == '\0' && text.find_first_of("xX") == std::string::npos;
    if (!isNumber || !std::isfinite(value) || (isFloat32 && !std::isfinite(value32))) { return {}; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        const auto bits = static_cast<std::uint16_t>(HalfBits(value));
        return MakeScalar(".UInt16 = " + std::to_string(bits), bits);
    }
    const std::string number = text + (text.find_first_not_of("-0123456789") == std::string::npos ? ".0" : "");
    return isFloat32 ? MakeScalar(".Float32 = " + number + "f", value32) : MakeScalar(".Float64 = " + number, value);
}

// Returns a value of DML_SCALAR_UNION for the type; empty if the text is not a value of the type.
inline ScalarValue ScalarOf(dml::DML_TENSOR_DATA_TYPE type, const std::string& text)
{
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT32 || type == dml::DML_TENSOR_DATA_TYPE_FLOAT16
        || type == dml::DML_TENSOR_DATA_TYPE_FLOAT64)
    {
        return FloatScalar(type, text);
    }
    const std::string name = dml::ToString(type);
    const std::uint32_t bits = std::max(8U, dml::ElementSizeInBits(type));
    const bool isSigned = name[0] == 'I', isNegative = text[0] == '-';
    const parse_text::Number magnitude = parse_text::Parse(text.substr(isNegative ? 1 : 0), parse_text::Limit64);
    const bool isWhole = text.find_first_not_of("-0123456789") == std::string::npos;
    const std::uint64_t limit = (parse_text::Limit64 >> (64 - bits) >> (isSigned ? 1 : 0)) + (isNegative ? 1 : 0);
    if (!isWhole || !magnitude.problem.empty() || (isNegative && !isSigned) || magnitude.value > limit) { return {}; }
    const bool isLowest = isNegative && magnitude.value == std::uint64_t{1} << 63; // which has no literal
    const std::string code =
        std::string(isSigned ? ".Int" : ".UInt") + std::to_string(bits) + " = "
        + (isLowest ? "-9223372036854775807 - 1" : (isNegative ? "-" : "") + layout_views::Literal(magnitude.value));
    const std::uint64_t value = isNegative ? 0 - magnitude.value : magnitude.value; // in two's complement
    return MakeScalar(code, value & (parse_text::Limit64 >> (64 - bits)));
}

// Returns the number of tensors or values of a list.
inline std::size_t LengthOf(const Description& description, std::uint32_t list)
{
    const Given& given = description.given[list];
    return description.fields[list].IsTensor() ? given.tensors.size() : given.words.size();
}

// Whether the user gave a list, other than null, whose length is in the field `count`.
inline bool IsGivenListOf(const Description& description, std::uint32_t list, std::uint32_t count)
{
    const OperatorField& field = description.fields[list];
    const Given& given = description.given[list];
    return field.IsArray() && field.countField == count && !given.text.empty() && !given.isDefault && !given.isNull;
}

// Returns the first list given by the user, other than null, whose length is in this field; or NoField.
inline std::uint32_t GivenListOf(const Description& description, std::uint32_t count)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        if (IsGivenListOf(description, i, count)) { return i; }
    }
    return NoField;
}

// Whether the user gave a list of this length whose length is in the field `count`.
inline bool HasListOf(const Description& description, std::uint32_t count, std::size_t length)
{
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        if (IsGivenListOf(description, i, count) && LengthOf(description, i) == length) { return true; }
    }
    return false;
}

// ---- defaults -------------------------------------------------------------------------------------------------------

inline constexpr const char* MaxFloat = "3.4028235e+38";

// The default of a float, for operators whose names begin so.
struct DefaultValue
{
    const char* operatorName;
    const char* field;
    const char* value;
};
// clang-format off
inline constexpr DefaultValue Defaults[] = {
    {"ELEMENT_WISE_CLIP", "Min", "-3.4028235e+38"},
    {"ELEMENT_WISE_CLIP", "Max", MaxFloat},
    {"ELEMENT_WISE_CONSTANT_POW", "Exponent", "2"},
    {"ACTIVATION_HARD_SIGMOID", "Alpha", "0.2"},
    {"ACTIVATION_HARD_SIGMOID", "Beta", "0.5"},
    {"ACTIVATION_LEAKY_RELU", "Alpha", "0.01"},
    {"ACTIVATION_PARAMETRIC_SOFTPLUS", "Beta", "1"},
    {"ACTIVATION_SCALED_ELU", "Alpha", "1.6732632"},
    {"ACTIVATION_SCALED_ELU", "Gamma", "1.050701"},
    {"ACTIVATION_SCALED_TANH", "Beta", "1"},
    {"ACTIVATION_SOFTPLUS", "Steepness", "1"},
    {"ACTIVATION_SHRINK", "Threshold", "0.5"},
    {"ACTIVATION_SWISH", "SigmoidInputScale", "1"},
    {"ACTIVATION_HARD_SWISH", "Alpha", "0.16666667"},
    {"ACTIVATION_HARD_SWISH", "Beta", "0.5"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Alpha", "0.0001"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Beta", "0.75"},
    {"LOCAL_RESPONSE_NORMALIZATION", "Bias", "1"},
    {"DIAGONAL_MATRIX", "Value", "1"},
    {"ADAM_OPTIMIZER", "LearningRate", "0.001"},
    {"ADAM_OPTIMIZER", "Beta1", "0.9"},
    {"ADAM_OPTIMIZER", "Beta2", "0.999"},
    {"ADAM_OPTIMIZER", "Epsilon", "1e-08"},
    {"MULTIHEAD_ATTENTION", "MaskFilterValue", "-10000"},
    {"", "Epsilon", "1e-05"}, // of all others
};
// clang-format on

// Returns the lowest or the largest value of a data type.
inline std::string LimitText(dml::DML_TENSOR_DATA_TYPE type, bool isLargest)
{
    const std::string sign = isLargest ? "" : "-";
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT32) { return sign + MaxFloat; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT16) { return sign + "65504"; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT64) { return sign + "1.7976931348623157e+308"; }
    const bool isSigned = dml::ToString(type)[0] == 'I';
    const std::uint32_t bits = dml::ElementSizeInBits(type);
    if (bits == 0 || (!isSigned && !isLargest)) { return "0"; }
    const std::uint64_t largest = parse_text::Limit64 >> (64 - bits) >> (isSigned ? 1 : 0);
    return sign + std::to_string(largest + (isLargest ? 0 : 1));
}

// Reads "NAME" and the arguments after it.
class OperatorReader : public tensor_request::Reader
{
public:
    using Reader::Reader;

    bool Read(Description& description)
    {
        const Argument& name = All()[0];
        description.type = UnderstoodOperator(name.value);
        if (description.type == dml::DML_OPERATOR_INVALID)
        {
            return Reject(name, "not a DirectML operator" + OperatorSuggestion(name.value), false, "operator --list");
        }
        description.understood = UnderstoodText(name.value, description.type);
        description.fields = dml::SchemaOf(description.type);
        description.given.assign(description.fields.count, Given());
        for (std::size_t i = 1; i < All().size(); ++i)
        {
            Argument argument = All()[i];
            std::size_t equals = FieldNameEnd(argument.value);
            std::uint32_t field = 0;
            if (equals != std::string::npos)
            {
                const std::string fieldName = parse_text::Trimmed(argument.value.substr(0, equals));
                field = FieldOf(description.fields, fieldName);
                if (field == description.fields.count)
                {
                    field = UnderstoodField(description.fields, fieldName);
                    if (field == description.fields.count)
                    {
                        return Reject(argument, "no such field" + FieldSuggestion(description, fieldName), false,
                                      ListOf(description));
                    }
                    const std::string meant = NameOf(description.fields[field]);
                    description.understood += "  " + parse_text::Printable(fieldName) + " is " + meant + "\n";
                    argument.value.replace(0, equals, meant); // so that a problem names the field
                    equals = meant.size();
                }
            }
            else
            {
                while (field < description.fields.count && IsTaken(description, field)) { ++field; }
            }
            if (field >= description.fields.count)
            {
                return Reject(argument, "more values than fields", false, ListOf(description));
            }
            Given& given = description.given[field];
            given = Given(); // so that a correction can be appended to a command
            given.text = parse_text::Trimmed(argument.value.substr(equals == std::string::npos ? 0 : equals + 1));
            if (!ReadField(argument, description, field)) { return false; }
        }
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (description.given[i].text.empty() && !Fill(name, description, i)) { return false; }
        }
        return CheckLengths(name, description) && ReadScalars(name, description);
    }

private:
    static std::string ListOf(const Description& description)
    {
        return "operator " + std::string(dml::ToString(description.type));
    }

    static std::vector<std::string> NamesOf(const Description& description)
    {
        std::vector<std::string> names;
        for (std::uint32_t i = 0; i < description.fields.count; ++i) { names.push_back(NameOf(description.fields[i])); }
        return names;
    }

    // Returns the field that a framework's name means; fields.count if there is none.
    static std::uint32_t UnderstoodField(const OperatorSchema& fields, const std::string& name)
    {
        for (const std::string& meant : MeantBy(SameFields, WithoutUnderscores(parse_text::Upper(name))))
        {
            if (HasField(fields, meant.c_str())) { return FieldOf(fields, meant); }
        }
        return fields.count;
    }

    // Returns "; AVERAGE_POOLING1 has it, from feature level 6_2" for a field of a later version of the operator, or else
    // the fields that a framework's name stands for, or a similar name.
    static std::string FieldSuggestion(const Description& description, const std::string& name)
    {
        const std::string letters = WithoutUnderscores(parse_text::Upper(name));
        std::vector<std::string> meant = MeantBy(RelatedFields, letters), present;
        for (const std::string& each : meant)
        {
            if (HasField(description.fields, each.c_str())) { present.push_back(each); }
        }
        for (const std::string& same : MeantBy(SameFields, letters)) { meant.push_back(same); }
        meant.push_back(name);
        for (const dml::DML_OPERATOR_TYPE type : AllOperators()) // to find how the structs spell the name
        {
            const OperatorSchema fields = dml::SchemaOf(type);
            for (const std::string& each : meant)
            {
                const std::uint32_t field = FieldOf(fields, each);
                const dml::DML_OPERATOR_TYPE later = field < fields.count && present.empty()
                                                         ? dml::LaterVersionWith(description.type, fields[field].name)
                                                         : dml::DML_OPERATOR_INVALID;
                if (later == dml::DML_OPERATOR_INVALID) { continue; }
                return "; " + std::string(dml::ToString(later)) + " has " + (each == name ? "it" : fields[field].name)
                       + ", from feature level " + FeatureLevelNumber(dml::MinimumFeatureLevel(later));
            }
        }
        std::string all;
        for (const std::string& each : present) { all += (all.empty() ? "" : " and ") + each; }
        return all.empty() ? parse_text::Suggestion(name, NamesOf(description)) : parse_text::DidYouMean({all});
    }

    // Whether a value without a name cannot be meant for this field: the user has given it, or it is the length of a
    // list.
    static bool IsTaken(const Description& description, std::uint32_t field)
    {
        const OperatorSchema& fields = description.fields;
        std::uint32_t i = 0;
        while (i < fields.count && (!fields[i].IsArray() || fields[i].countField != field)) { ++i; }
        return i < fields.count || !description.given[field].text.empty();
    }

    // Returns the position of the = in FIELD=VALUE. A value without a name can also have one: FLOAT32:2:total=8.
    static std::size_t FieldNameEnd(const std::string& argument)
    {
        const std::size_t end = argument.find_first_of("=:/{[(");
        return end < argument.size() && argument[end] == '=' ? end : std::string::npos;
    }

    // Returns what a count counts: the number of axes if it was not given, or else its name.
    static std::string CountText(const Description& description, std::uint32_t count)
    {
        std::string name = NameOf(description.fields[count]);
        if (!description.given[count].isDefault || name != "DimensionCount") { return name; }
        return HasWindows(description) ? "the number of spatial axes" : "the number of axes";
    }

    // Rejects a list whose length differs from its count, because the printed C++ would read past its end.
    bool CheckLengths(const Argument& name, const Description& description)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& field = description.fields[i];
            const Given& given = description.given[i];
            if (!field.IsArray() || given.isNull) { continue; }
            const std::size_t length = LengthOf(description, i);
            const std::uint32_t count = description.given[field.countField].words[0];
            if (length != count)
            {
                const std::string entries = length == 1 ? " entry" : " entries";
                const std::string text = NameOf(field) + " has " + std::to_string(length) + entries + "; it must have "
                                         + std::to_string(count) + ", " + CountText(description, field.countField);
                return Reject({NameOf(field), name.value}, text);
            }
        }
        return true;
    }

    // Reads the text of each scalar, whose data type is known only now.
    bool ReadScalars(const Argument& name, Description& description)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (description.fields[i].kind != FieldKind::Scalar) { continue; }
            const dml::DML_TENSOR_DATA_TYPE type = ScalarType(description);
            Given& given = description.given[i];
            given.words = ScalarOf(type, given.text).words;
            if (given.words.empty())
            {
                const std::string field = NameOf(description.fields[i]);
                return Reject({field, name.value},
                              field + " is " + given.text + "; it must be a value of " + dml::ToString(type));
            }
        }
        return true;
    }

    bool ReadField(const Argument& argument, Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields[index];
        Given& given = description.given[index];
        const std::string lower = parse_text::Lower(given.text);
        given.isNull = lower == "-" || lower == "null" || lower == "nullptr";
        if (given.isNull)
        {
            return field.IsPointer() || Reject(argument, NameOf(field) + " is a number and cannot be null; write one");
        }
        if (field.IsTensor())
        {
            const bool isList = IsTensorList(field);
            const std::vector<std::string> tensors =
                isList ? parse_text::Split(given.text, '+') : std::vector<std::string>{given.text};
            for (const std::string& tensor : tensors)
            {
                const std::string element = isList ? "[" + std::to_string(given.tensors.size()) + "]" : "";
                const TensorName name = {NameOf(field) + element, EmptyTensorFix(field)};
                given.tensors.emplace_back();
                if (!Reader::Read({argument.name, isList ? tensor : argument.value}, tensor, given.tensors.back(),
                                  name))
                {
                    return false;
                }
            }
            return true;
        }
        if (IsActivation(field)) { return ReadActivations(argument, given); }
        if (IsEnumeration(field) && ReadEnumerator(field, given)) { return true; }
        if (field.kind == FieldKind::Scalar) // ReadScalars reads it when its data type is known
        {
            given.text = PlainFloat(given.text);
            return true;
        }
        if (IsTensor(given.text))
        {
            std::uint32_t missing = 0;
            while (missing < description.fields.count && !IsMissingTensor(description, missing)) { ++missing; }
            const std::string name = missing < description.fields.count ? NameOf(description.fields[missing]) : "";
            return Reject(argument, "a tensor, but the next field is " + NameOf(field) + "; "
                                        + (name.empty() ? "put + between the tensors of a list"
                                                        : "name its field: " + name + "=" + given.text));
        }
        const bool isPair = field.kind == FieldKind::Size2D || field.kind == FieldKind::ScaleBias;
        const std::vector<std::string> numbers =
            isPair || field.IsArray() ? parse_text::NumberItems(given.text) : parse_text::Items(given.text);
        const std::size_t wanted = isPair ? 2 : field.IsArray() ? numbers.size() : 1;
        if (numbers.size() != wanted)
        {
            return Reject(argument, NameOf(field)
                                        + (wanted == 1                          ? " takes one value"
                                           : field.kind == FieldKind::ScaleBias ? " takes two floats, SCALE,BIAS"
                                                                                : " takes two numbers, WIDTH,HEIGHT"));
        }
        for (const std::string& number : numbers)
        {
            if (IsEnumeration(field) && !parse_text::IsDigits(number))
            {
                return Reject(argument, "no such value" + parse_text::Suggestion(number, EnumeratorsOf(field))
                                            + "; write one of " + EnumeratorsText(field));
            }
            if (!ReadNumber(argument, description, index, number)) { return false; }
        }
        return true;
    }

    static bool IsTensor(const std::string& text)
    {
        const std::vector<std::string> parts = parse_text::TensorParts(text);
        return parts.size() > 1 && parse_text::ParseDataType(parts[0]) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    }

    bool ReadActivations(const Argument& argument, Given& given)
    {
        for (const std::string& activation : parse_text::Items(given.text))
        {
            const dml::DML_OPERATOR_TYPE named = FindOperator("ACTIVATION_" + activation);
            const dml::DML_OPERATOR_TYPE type =
                named != dml::DML_OPERATOR_INVALID ? named : UnderstoodOperator(activation);
            if (type == dml::DML_OPERATOR_INVALID)
            {
                return Reject(argument, "no operator" + OperatorSuggestion(activation)
                                            + "; write one such as ACTIVATION_RELU, or - for null");
            }
            given.words.push_back(static_cast<std::uint32_t>(type));
        }
        return true;
    }

    // Reads an enumerator in any case, with or without the SDK's prefix, or by its name in frameworks; or a data type as
    // elsewhere.
    static bool ReadEnumerator(const OperatorField& field, Given& given)
    {
        const std::string type = field.enumeration;
        const std::string text = parse_text::Upper(parse_text::Trimmed(given.text));
        const std::string prefix = "DML_" + type + "_";
        const std::vector<std::string> names = EnumeratorsOf(field);
        const std::vector<std::string> same = MeantBy(SameEnumerators, text);
        const std::string name = !same.empty() ? same[0] : parse_text::WithoutPrefix(text, {prefix.c_str()});
        const auto found = std::find(names.begin(), names.end(), name);
        const dml::DML_TENSOR_DATA_TYPE dataType = parse_text::ParseDataType(given.text);
        const bool isDataType = type == "TENSOR_DATA_TYPE" && dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
        if (found == names.end() && !isDataType) { return false; }
        given.words = {isDataType ? static_cast<std::uint32_t>(dataType)
                                  : static_cast<std::uint32_t>(found - names.begin())};
        return true;
    }

    // Returns a number as strtof reads it: without the + and the suffix f of C++, and with the value of FLT_MAX.
    static std::string PlainFloat(std::string text)
    {
        const std::string upper = parse_text::Upper(text);
        if (upper == "FLT_MAX" || upper == "-FLT_MAX") { return (upper[0] == '-' ? "-" : "") + std::string(MaxFloat); }
        if (text.size() > 1 && text[0] == '+') { text.erase(0, 1); }
        const bool isDecimal = text.find_first_not_of("-.0123456789eEfF") == std::string::npos;
        if (isDecimal && text.size() > 1 && upper.back() == 'F') { text.pop_back(); }
        return text;
    }

    bool ReadNumber(const Argument& argument, Description& description, std::uint32_t index, const std::string& text)
    {
        const OperatorField& field = description.fields[index];
        Given& given = description.given[index];
        if (IsFloat(field))
        {
            const std::string plain = PlainFloat(text);
            char* end = nullptr;
            const float value = std::strtof(plain.c_str(), &end);
            // A hexadecimal number has other suffixes in C++.
            if (plain.empty() || *end != '\0' || plain.find_first_of("xX") != std::string::npos)
            {
                return Reject(argument, "not a number; write one such as 0.5");
            }
            given.written.push_back(plain);
            given.words.push_back(0);
            std::memcpy(&given.words.back(), &value, sizeof(value));
            return true;
        }
        const bool isNegative = text.size() > 1 && text[0] == '-';
        std::uint32_t number = 0;
        if (!Reader::Read(argument, isNegative ? text.substr(1) : text, number)) { return false; }
        if (isNegative && !IsSigned(field)) { return Reject(argument, NegativeProblem(description, index, text)); }
        given.words.push_back(isNegative ? 0 - number : number);
        return true;
    }

    // Returns what to do instead of giving a tensor without elements.
    static const char* EmptyTensorFix(const OperatorField& field)
    {
        const bool isPast = NameOf(field).compare(0, 4, "Past") == 0;
        return field.IsArray() ? "; leave an empty part out" : isPast ? "; at the first token pass null" : "";
    }

    // Returns what to write instead of a negative number.
    static std::string NegativeProblem(const Description& description, std::uint32_t index, const std::string& text)
    {
        const std::string name = NameOf(description.fields[index]);
        const std::size_t rank = FirstRank(description);
        const std::size_t fromEnd = static_cast<std::size_t>(parse_text::Parse(text.substr(1), 9).value);
        std::string fix;
        if (description.type == FindOperator("SLICE") && name == "Strides")
        {
            fix = "; SLICE1 accepts negative strides";
        }
        else if (name == "Axis" || name == "Axes")
        {
            fix = "; axes count from 0";
            if (fromEnd > 0 && fromEnd <= rank)
            {
                fix += ", so of " + std::to_string(rank) + " axes write " + std::to_string(rank - fromEnd);
            }
        }
        return name + " is " + text + "; it must not be negative" + fix;
    }

    static bool IsOptionalTensor(const OperatorField& field) { return field.IsTensor() && field.isOptional; }

    static bool IsMissingTensor(const Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields[index];
        return field.IsTensor() && !field.isOptional && description.given[index].text.empty();
    }

    // Gives an omitted field its default: null for an optional pointer, one value for each axis or spatial axis for a
    // list.
    bool Fill(const Argument& name, Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields[index];
        const std::string fieldName = NameOf(field);
        Given& given = description.given[index];
        given.isDefault = true;
        if (field.IsTensor() && !field.isOptional)
        {
            // Often the value is in an optional field before it, which should have been null.
            std::uint32_t before = index;
            while (
                before > 0
                && (!IsOptionalTensor(description.fields[before - 1]) || description.given[before - 1].tensors.empty()))
            {
                --before;
            }
            const std::string value = before > 0 ? description.given[before - 1].text : "FLOAT32:2,3";
            return Reject({fieldName, name.value},
                          fieldName + " is missing; "
                              + (before == 0
                                     ? "give it as TYPE:SIZES, such as " + value
                                     : "if " + value + " is it, write - for " + NameOf(description.fields[before - 1])
                                           + " before it, or " + fieldName + "=" + value));
        }
        given.isNull = field.isOptional;
        if (given.isNull) { return true; }
        if (field.kind == FieldKind::Scalar)
        {
            given.text = DefaultScalar(description, fieldName);
            given.words = ScalarOf(ScalarType(description), given.text).words;
        }
        else if (field.kind == FieldKind::Size2D) { given.words.assign(2, 1); }
        else if (field.IsArray())
        {
            const Given& count = description.given[field.countField];
            const std::uint32_t length = count.words.empty() ? 0 : std::min<std::uint32_t>(count.words[0], 8);
            if (field.kind == FieldKind::Floats)
            {
                for (std::uint32_t i = 0; i < length; ++i)
                {
                    if (!ReadNumber(name, description, index, DefaultFloat(description, fieldName, i)))
                    {
                        return false;
                    }
                }
                return true;
            }
            const bool isZero = fieldName.find("Padding") != std::string::npos
                                || fieldName.find("Offsets") != std::string::npos || fieldName == "Axes";
            given.words.assign(length, IsActivation(field) ? 38 : isZero ? 0 : 1); // 38: ACTIVATION_IDENTITY
            if (fieldName == "Axes" && DefaultAxes(description).size() == length)
            {
                given.words = DefaultAxes(description);
            }
        }
        else if (field.kind == FieldKind::Float)
        {
            return ReadNumber(name, description, index, DefaultFloat(description, fieldName, 0));
        }
        else { given.words.assign(1, DefaultNumber(description, index, FirstRank(description))); }
        return true;
    }

    // Returns the default of an entry of a field: what frameworks use, or a number with which the result depends on the
    // input.
    static std::string DefaultFloat(const Description& description, const std::string& field, std::uint32_t entry)
    {
        const std::string name = dml::ToString(description.type);
        for (const DefaultValue& value : Defaults)
        {
            if (name.find(value.operatorName) == 0 && field == value.field) { return value.value; }
        }
        if (field == "Scales") { return DefaultScale(description, entry); }
        if (field == "Beta" && IsGiven(description, "CTensor")) { return "1"; }
        if (field == "InputPixelOffsets") { return DefaultInputPixelOffset(description); }
        if (field == "InputPixelOffset") { return "0.5"; }
        if (field.find("OutputPixelOffset") == 0) { return "-0.5"; }
        return field == "Alpha" || field.find("Scale") == 0 || field.find("SpatialScale") == 0 ? "1" : "0";
    }

    static std::string DefaultScalar(const Description& description, const std::string& field)
    {
        if (field == "Min" || field == "Max") { return LimitText(ScalarType(description), field == "Max"); }
        return field == "ValueDelta" || description.type == FindOperator("DIAGONAL_MATRIX1") ? "1" : "0";
    }

    // Returns the size of the larger side of a resampling divided by that of the smaller, as a decimal number.
    static std::string DefaultScale(const Description& description, std::uint32_t axis)
    {
        std::vector<dml::Dimensions> sizes; // of the input and the output; a gradient goes the other way
        for (const Given& given : description.given)
        {
            if (!given.tensors.empty()) { sizes.push_back(given.tensors[0].sizes); }
        }
        if (sizes.size() != 2 || axis >= sizes[0].size() || axis >= sizes[1].size()) { return "1"; }
        const bool isGradient = std::string(dml::ToString(description.type)).find("GRAD") != std::string::npos;
        const double input = sizes[isGradient ? 1 : 0][axis], output = sizes[isGradient ? 0 : 1][axis];
        constexpr double Unit = 1e12; // 12 digits after the point hold a FLOAT32 down to 1 / 65536
        const double whole = std::floor(output / input);
        const auto fraction = static_cast<std::uint64_t>(std::floor((output / input - whole) * Unit + 0.5));
        std::string digits = std::to_string(static_cast<std::uint64_t>(Unit) + fraction);
        digits[0] = '.';
        while (digits.back() == '0') { digits.pop_back(); }
        return std::to_string(static_cast<std::uint64_t>(whole)) + (digits == "." ? "" : digits);
    }

    // Returns the InputPixelOffset at which pixels' centres are aligned: 0.5, unless the nearest pixel is found by
    // rounding down or up.
    static std::string DefaultInputPixelOffset(const Description& description)
    {
        const auto wordOf = [&](const char* name)
        {
            const std::uint32_t i = FieldOf(description.fields, name);
            return i == description.fields.count ? NoField : description.given[i].words[0];
        };
        const dml::DML_TENSOR_DATA_TYPE type = description.given[0].tensors[0].dataType;
        const bool isByte = dml::ElementSizeInBits(type) == 8;
        const std::uint32_t direction = wordOf("RoundingDirection");
        if (wordOf("InterpolationMode") != 0 || (direction == NoField && !isByte)) { return "0.5"; } // 0: the nearest
        return direction == 0 ? "1" : "0";                                                           // 0: INCREASING
    }

    // Returns the axes that the output lacks, or the last axis if the operator keeps the sizes.
    static std::vector<std::uint32_t> DefaultAxes(const Description& description)
    {
        const std::string name = dml::ToString(description.type);
        const std::uint32_t rank = static_cast<std::uint32_t>(FirstRank(description));
        const Given& output = description.given[FieldOf(description.fields, "Output")];
        if (name != "REDUCE" && name.find("ARGM") != 0) { return {rank - 1}; }
        std::vector<std::uint32_t> axes;
        const dml::Dimensions input = description.given[FieldOf(description.fields, "Input")].tensors[0].sizes;
        for (std::uint32_t i = 0; i < rank && i < output.tensors[0].sizes.size(); ++i)
        {
            if (i < input.size() && input[i] != 1 && output.tensors[0].sizes[i] == 1) { axes.push_back(i); }
        }
        return axes;
    }

    // Whether the user gave a tensor that is not null.
    static bool IsGiven(const Description& description, const char* tensor)
    {
        const std::uint32_t i = FieldOf(description.fields, tensor);
        return i < description.fields.count && !description.given[i].tensors.empty();
    }

    static std::size_t FirstRank(const Description& description)
    {
        for (const Given& given : description.given)
        {
            if (!given.tensors.empty()) { return given.tensors[0].sizes.size(); }
        }
        return 0;
    }

    static bool HasWindows(const Description& description)
    {
        return HasField(description.fields, "EndPadding") && HasField(description.fields, "Strides");
    }

    static std::uint32_t DefaultNumber(const Description& description, std::uint32_t index, std::size_t rank)
    {
        const std::string name = NameOf(description.fields[index]);
        const std::uint32_t list = GivenListOf(description, index);
        const std::size_t axes = HasWindows(description) && rank > 2 ? rank - 2 : rank;
        // If the lists have several lengths, one of them is probably the number of axes.
        const bool isOfAxes = name == "DimensionCount" && (list == NoField || HasListOf(description, index, axes));
        if (isOfAxes) { return static_cast<std::uint32_t>(axes); }
        if (list != NoField) { return static_cast<std::uint32_t>(LengthOf(description, list)); }
        if (name == "ScaleCount" || name == "RepeatsCount" || name == "InputDimensionCount"
            || name == "IndicesDimensionCount")
        {
            return static_cast<std::uint32_t>(rank);
        }
        if (name == "AxisCount") { return static_cast<std::uint32_t>(DefaultAxes(description).size()); }
        if (name == "P") { return 2; }
        if (name == "QuantizationType")
        {
            const std::uint32_t tensors = FieldOf(description.fields, "QuantizationTensors");
            return LengthOf(description, tensors) == 2 ? 2 : 1;
        }
        // TOP_K1 returns the largest elements, as TOP_K does.
        const bool isLargest = description.type == FindOperator("TOP_K1") && name == "AxisDirection";
        const bool isOne = name == "GroupCount" || name == "Mode" || name == "BlockSize" || name == "K"
                           || name == "LocalSize" || name.find("SamplesPerOutput") < name.size()
                           || name == "IndexDimensions" || name == "NormalizeVariance" || name == "UseMean"
                           || name == "UseVariance" || name == "DiagonalFillEnd" || isLargest;
        if (name == "ActivationDescCount") { return 0; }
        const bool isType = name.find("DataType") != std::string::npos;
        for (const Given& given : description.given)
        {
            if (isType && !given.tensors.empty()) { return given.tensors[0].dataType; }
        }
        return isOne ? 1 : name == "Function" ? 10 : name == "ReductionFunction" ? 2 : 0;
    }
};

// The operator's struct in memory.
class Structure
{
public:
    explicit Structure(const Description& description)
        : m_type(description.type), m_bytes(description.fields.structSize / 8 + 1)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& field = description.fields[i];
            const Given& given = description.given[i];
            auto* const at = reinterpret_cast<unsigned char*>(m_bytes.data()) + field.offset;
            if (!field.IsPointer())
            {
                std::memcpy(at, given.words.data(), 4 * given.words.size());
                continue;
            }
            const void* pointer = nullptr;
            if (given.isNull) {}
            else if (field.IsTensor()) { pointer = Tensors(given); }
            else if (IsActivation(field)) { pointer = Activations(given); }
            else { pointer = given.words.data(); }
            std::memcpy(at, &pointer, sizeof(pointer));
        }
    }

    // Valid while this object lives.
    dml::DML_OPERATOR_DESC Desc() const { return {m_type, m_bytes.data()}; }

private:
    // Returns activations whose members are all 0 or null. The operator provides their tensors.
    const dml::DML_OPERATOR_DESC* Activations(const Given& given)
    {
        m_activations.emplace_back();
        for (const std::uint32_t number : given.words)
        {
            const auto type = static_cast<dml::DML_OPERATOR_TYPE>(number);
            m_members.emplace_back(dml::SchemaOf(type).structSize / 8 + 1);
            m_activations.back().push_back({type, m_members.back().data()});
        }
        return m_activations.back().data();
    }

    const dml::DML_TENSOR_DESC* Tensors(const Given& given)
    {
        m_tensors.emplace_back();
        for (const TensorText& tensor : given.tensors)
        {
            m_buffers.push_back({tensor.dataType, tensor.flags, static_cast<std::uint32_t>(tensor.sizes.size()),
                                 tensor.sizes.data(), tensor.strides.empty() ? nullptr : tensor.strides.data(),
                                 tensor.Bytes(), 0});
            m_tensors.back().push_back({dml::DML_TENSOR_TYPE_BUFFER, &m_buffers.back()});
        }
        return m_tensors.back().data();
    }

    dml::DML_OPERATOR_TYPE m_type;
    std::vector<std::uint64_t> m_bytes;
    std::list<dml::DML_BUFFER_TENSOR_DESC> m_buffers;
    std::list<std::vector<dml::DML_TENSOR_DESC>> m_tensors;
    std::list<std::vector<dml::DML_OPERATOR_DESC>> m_activations;
    std::list<std::vector<std::uint64_t>> m_members; // of the activations
};

} // namespace operator_views
