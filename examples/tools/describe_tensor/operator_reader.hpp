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
#include <iterator>
#include <list>
#include <string>
#include <vector>

namespace operator_views
{

using namespace tensor_request;
using namespace layout_views;

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
    OperatorType type = dml::DML_OPERATOR_INVALID;
    OperatorSchema fields = {};
    std::vector<Given> given; // one for each field
    std::string understood;   // a line for each name of a framework

    // Returns the data type of the DML_SCALAR_UNION members, which is the value of an earlier field.
    DataType ScalarType() const
    {
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            const bool isType = std::string(fields[i].enumeration) == "TENSOR_DATA_TYPE";
            if (isType) { return static_cast<DataType>(given[i].words[0]); }
        }
        return dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    }

    // Returns the number of tensors or values of a list.
    std::size_t LengthOf(std::uint32_t list) const
    {
        return fields[list].IsTensor() ? given[list].tensors.size() : given[list].words.size();
    }

    // Returns the lists given by the user, other than null, whose length is in the field `count`.
    std::vector<std::uint32_t> GivenListsOf(std::uint32_t count) const
    {
        std::vector<std::uint32_t> lists;
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            const bool isGiven = !given[i].text.empty() && !given[i].isDefault && !given[i].isNull;
            if (fields[i].IsArray() && fields[i].countField == count && isGiven) { lists.push_back(i); }
        }
        return lists;
    }

    // Returns the value of a field; null if the operator has no such field.
    const Given* Find(const char* name) const
    {
        const std::uint32_t field = FieldOf(fields, name);
        return field < fields.count ? &given[field] : nullptr;
    }

    // Returns the first tensor; null if there is none.
    const TensorText* FirstTensor() const
    {
        const auto found = std::find_if(given.begin(), given.end(), [](const Given& g) { return !g.tensors.empty(); });
        return found == given.end() ? nullptr : &found->tensors[0];
    }

    std::size_t FirstRank() const { return FirstTensor() != nullptr ? FirstTensor()->sizes.size() : 0; }
    bool HasWindows() const { return HasField(fields, "EndPadding") && HasField(fields, "Strides"); }
};

// ---- scalars --------------------------------------------------------------------------------------------------------

// Returns the bits of the FLOAT16 nearest to a number, ties to even.
inline std::uint32_t HalfBits(double value)
{
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
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

// Whether a text has only digits and signs.
inline bool IsWhole(const std::string& text) { return text.find_first_not_of("-0123456789") == std::string::npos; }

// Reads a finite floating-point number. Returns an empty value if the text is not one of the type.
inline ScalarValue FloatScalar(DataType type, const std::string& text)
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
    const std::string number = text + (IsWhole(text) ? ".0" : "");
    return isFloat32 ? MakeScalar(".Float32 = " + number + "f", value32) : MakeScalar(".Float64 = " + number, value);
}

// Returns the largest value of an integer type.
inline std::uint64_t LargestOf(DataType type)
{
    return Limit64 >> (64 - dml::ElementSizeInBits(type)) >> (dml::detail::IsSigned(type) ? 1 : 0);
}

// Returns a value of DML_SCALAR_UNION for the type; empty if the text is not a value of the type.
inline ScalarValue ScalarOf(DataType type, const std::string& text)
{
    if (dml::detail::IsFloatingPoint(type)) { return FloatScalar(type, text); }
    const std::uint32_t bits = std::max(8U, dml::ElementSizeInBits(type)); // of the union's member
    const bool isSigned = dml::detail::IsSigned(type), isNegative = text[0] == '-';
    const Number magnitude = Parse(text.substr(isNegative ? 1 : 0), Limit64);
    const std::uint64_t limit = (Limit64 >> (64 - bits) >> (isSigned ? 1 : 0)) + (isNegative ? 1 : 0);
    const bool isInRange = magnitude.value <= limit && (!isNegative || isSigned);
    if (!IsWhole(text) || !magnitude.problem.empty() || !isInRange) { return {}; }
    const bool isLowest = isNegative && magnitude.value == std::uint64_t{1} << 63; // which has no literal
    const std::string literal = (isNegative ? "-" : "") + Literal(magnitude.value);
    const std::uint64_t value = isNegative ? 0 - magnitude.value : magnitude.value; // in two's complement
    return MakeScalar((isSigned ? ".Int" : ".UInt") + std::to_string(bits) + " = "
                          + (isLowest ? "-9223372036854775807 - 1" : literal),
                      value & (Limit64 >> (64 - bits)));
}

// ---- defaults -------------------------------------------------------------------------------------------------------

inline constexpr const char* MaxFloat = "3.4028235e+38";

// The default of a number, for operators whose names begin so. Blanks are between names.
struct DefaultValue
{
    const char* operatorName;
    const char* fields;
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
    {"TOP_K1", "AxisDirection", "1"}, // the largest elements, as TOP_K returns
    // of all others
    {"", "Epsilon", "1e-05"},
    {"", "InputPixelOffset", "0.5"},
    {"", "OutputPixelOffset OutputPixelOffsets", "-0.5"},
    {"", "Alpha Scale SpatialScale SpatialScaleX SpatialScaleY ValueDelta", "1"},
    {"", "GroupCount Mode BlockSize K LocalSize MinimumSamplesPerOutput MaximumSamplesPerOutput IndexDimensions", "1"},
    {"", "NormalizeVariance UseMean UseVariance DiagonalFillEnd", "1"},
    {"", "P ReductionFunction", "2"},
    {"", "Function", "10"}, // SUM
};
// clang-format on

// Returns the default of a number or float: what frameworks use, or a number with which the result depends on the input.
inline std::string DefaultOf(OperatorType type, const std::string& field)
{
    const std::string name = dml::ToString(type);
    for (const DefaultValue& row : Defaults)
    {
        const std::vector<std::string> fields = Split(row.fields, ' ');
        const bool isOfRow = std::find(fields.begin(), fields.end(), field) != fields.end();
        if (isOfRow && name.find(row.operatorName) == 0) { return row.value; }
    }
    return "0";
}

// Returns the lowest or the largest value of a data type.
inline std::string LimitText(DataType type, bool isLargest)
{
    const std::string sign = isLargest ? "" : "-";
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT32) { return sign + MaxFloat; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT16) { return sign + "65504"; }
    if (type == dml::DML_TENSOR_DATA_TYPE_FLOAT64) { return sign + "1.7976931348623157e+308"; }
    const bool isZero = dml::ElementSizeInBits(type) == 0 || (!isLargest && dml::detail::IsUnsigned(type));
    return isZero ? "0" : sign + std::to_string(LargestOf(type) + (isLargest ? 0 : 1));
}

// ---- the reader -----------------------------------------------------------------------------------------------------

// Reads "NAME" and the arguments after it.
class OperatorReader : public Reader
{
public:
    using Reader::Reader;

    bool Read(Description& description)
    {
        const bool isRead = ReadName() && ReadArguments() && FillOmitted() && CheckLengths() && ReadScalars();
        description = m_read;
        return isRead;
    }

private:
    bool ReadName()
    {
        const Argument& name = All()[0];
        m_read.type = UnderstoodOperator(name.value);
        if (m_read.type == dml::DML_OPERATOR_INVALID)
        {
            return Reject(name, "not a DirectML operator" + OperatorSuggestion(name.value), false, "operator --list");
        }
        m_read.understood = UnderstoodText(name.value, m_read.type);
        m_read.fields = dml::SchemaOf(m_read.type);
        m_read.given.assign(m_read.fields.count, Given());
        return true;
    }

    // Reads FIELD=VALUE, or values in the order of the fields.
    bool ReadArguments()
    {
        const std::string list = "operator " + std::string(dml::ToString(m_read.type));
        for (std::size_t i = 1; i < All().size(); ++i)
        {
            Argument argument = All()[i];
            std::size_t equals = FieldNameEnd(argument.value);
            std::uint32_t field = 0;
            if (equals == std::string::npos)
            {
                while (field < m_read.fields.count && IsTaken(field)) { ++field; }
                const bool isName = HasField(m_read.fields, argument.value.c_str());
                if (isName) { return Reject(argument, "the name of a field; write " + argument.value + "=VALUE"); }
                if (field == m_read.fields.count) { return Reject(argument, "more values than fields", false, list); }
            }
            else
            {
                const std::string name = Trimmed(argument.value.substr(0, equals));
                field = FieldOf(m_read.fields, name);
                if (field == m_read.fields.count)
                {
                    const std::vector<std::string> same = MeantFields(SameFields, name);
                    if (same.empty()) { return Reject(argument, "no such field" + FieldSuggestion(name), false, list); }
                    field = FieldOf(m_read.fields, same[0]);
                    const std::string meant = NameOf(m_read.fields[field]);
                    m_read.understood += "  " + Printable(name) + " is " + meant + "\n";
                    argument.value.replace(0, equals, meant); // so that a problem names the field
                    equals = meant.size();
                }
            }
            Given& given = m_read.given[field];
            given = Given(); // so that a correction can be appended to a command
            given.text = Trimmed(argument.value.substr(equals == std::string::npos ? 0 : equals + 1));
            if (!ReadField(argument, field)) { return false; }
        }
        return true;
    }

    // Returns the fields of the operator that a framework's name means.
    template <class Rows> std::vector<std::string> MeantFields(const Rows& rows, const std::string& name) const
    {
        return MeantBy(rows, WithoutUnderscores(Upper(name)),
                       [&](const std::string& field) { return HasField(m_read.fields, field.c_str()); });
    }

    // Returns "; AVERAGE_POOLING1 has it, from feature level 6_2" for a field of a later version of the operator, or else
    // the fields that a framework's name stands for, or a similar name.
    std::string FieldSuggestion(const std::string& name) const
    {
        const std::string letters = WithoutUnderscores(Upper(name));
        const std::vector<std::string> present = MeantFields(RelatedFields, name), reason = MeantBy(NoFields, letters);
        if (!present.empty()) { return DidYouMean({Join(present, " and ")}); }
        if (!reason.empty()) { return "; leave it out: " + reason[0]; }
        std::vector<std::string> meant = MeantBy(RelatedFields, letters), all;
        for (const std::string& same : MeantBy(SameFields, letters)) { meant.push_back(same); }
        meant.push_back(name);
        for (const OperatorType type : AllOperators()) // to find how the structs spell the name
        {
            const OperatorSchema fields = dml::SchemaOf(type);
            for (const std::string& each : meant)
            {
                const std::uint32_t field = FieldOf(fields, each);
                if (field == fields.count) { continue; }
                const OperatorType later = dml::LaterVersionWith(m_read.type, fields[field].name);
                if (later == dml::DML_OPERATOR_INVALID) { continue; }
                return "; " + std::string(dml::ToString(later)) + " has " + (each == name ? "it" : fields[field].name)
                       + ", from feature level " + LevelNumber(dml::MinimumFeatureLevel(later));
            }
        }
        for (const OperatorField& field : m_read.fields) { all.push_back(NameOf(field)); }
        return Suggestion(name, all);
    }

    // Whether a value without a name cannot be meant for this field: the user has given it, or it is the length of a
    // list.
    bool IsTaken(std::uint32_t field) const
    {
        const auto isListOf = [&](const OperatorField& each) { return each.IsArray() && each.countField == field; };
        return !m_read.given[field].text.empty() || std::any_of(m_read.fields.begin(), m_read.fields.end(), isListOf);
    }

    // Returns the position of the = in FIELD=VALUE. A value without a name can also have one: FLOAT32:2:total=8.
    static std::size_t FieldNameEnd(const std::string& argument)
    {
        const std::size_t end = argument.find_first_of("=:/{[(");
        return end < argument.size() && argument[end] == '=' ? end : std::string::npos;
    }

    // Rejects the operator because of a field.
    bool RejectField(const OperatorField& field, const std::string& text)
    {
        return Reject({field.name, All()[0].value}, field.name + text);
    }

    // Returns what to write for the pads of ONNX, which are all starts and then all ends.
    static std::string PadsOfOnnx(const std::vector<std::uint32_t>& pads)
    {
        const auto middle = pads.begin() + static_cast<std::ptrdiff_t>(pads.size() / 2);
        return ". The pads of ONNX, if they are meant, are StartPadding="
               + Join(std::vector<std::uint32_t>(pads.begin(), middle), ",")
               + " EndPadding=" + Join(std::vector<std::uint32_t>(middle, pads.end()), ",");
    }

    // Rejects a list whose length differs from its count, because the printed C++ would read past its end.
    bool CheckLengths()
    {
        for (std::uint32_t i = 0; i < m_read.fields.count; ++i)
        {
            const OperatorField& field = m_read.fields[i];
            if (!field.IsArray() || m_read.given[i].isNull) { continue; }
            const std::size_t length = m_read.LengthOf(i);
            const Given& count = m_read.given[field.countField];
            if (length == count.words[0]) { continue; }
            const std::string name = m_read.fields[field.countField].name;
            const bool isOfAxes = count.isDefault && name == "DimensionCount";
            const std::string axes = m_read.HasWindows() ? "the number of spatial axes" : "the number of axes";
            const bool isOfOnnx =
                std::string(field.name) == "StartPadding" && length == std::size_t{2} * count.words[0];
            const std::string pads = isOfOnnx ? PadsOfOnnx(m_read.given[i].words) : "";
            return RejectField(field, " has " + std::to_string(length) + (length == 1 ? " entry" : " entries")
                                          + "; it must have " + std::to_string(count.words[0]) + ", "
                                          + (isOfAxes ? axes : name) + pads);
        }
        return true;
    }

    // Reads the text of each scalar, whose data type is known only now.
    bool ReadScalars()
    {
        const DataType type = m_read.ScalarType();
        for (std::uint32_t i = 0; i < m_read.fields.count; ++i)
        {
            Given& given = m_read.given[i];
            if (m_read.fields[i].kind != FieldKind::Scalar) { continue; }
            given.words = ScalarOf(type, given.text).words;
            const std::string problem = " is " + given.text + "; it must be a value of " + dml::ToString(type);
            if (given.words.empty()) { return RejectField(m_read.fields[i], problem); }
        }
        return true;
    }

    bool ReadField(const Argument& argument, std::uint32_t index)
    {
        const OperatorField& field = m_read.fields[index];
        Given& given = m_read.given[index];
        const std::string lower = Lower(given.text);
        const bool isNone = field.IsPointer() && (lower == "none" || lower == "false"); // of Python
        given.isNull = isNone || lower == "-" || lower == "null" || lower == "nullptr";
        if (given.isNull)
        {
            return field.IsPointer() || Reject(argument, NameOf(field) + " is a number and cannot be null; write one");
        }
        if (field.IsTensor()) { return ReadTensors(argument, field, given); }
        if (IsActivation(field)) { return ReadActivations(argument, given); }
        if (IsEnumeration(field) && ReadEnumerator(field, given)) { return true; }
        if (field.kind == FieldKind::Scalar) // ReadScalars reads it when its data type is known
        {
            given.text = PlainFloat(given.text);
            return true;
        }
        const std::vector<std::string> parts = TensorParts(given.text);
        if (parts.size() > 1 && ParseDataType(parts[0]) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN)
        {
            std::uint32_t missing = 0;
            while (missing < m_read.fields.count && !IsMissingTensor(missing)) { ++missing; }
            return Reject(argument,
                          "a tensor, but the next field is " + NameOf(field) + "; "
                              + (missing == m_read.fields.count
                                     ? "put + between the tensors of a list"
                                     : "name its field: " + NameOf(m_read.fields[missing]) + "=" + given.text));
        }
        const bool isPair = field.kind == FieldKind::Size2D || field.kind == FieldKind::ScaleBias;
        const std::vector<std::string> numbers =
            isPair || field.IsArray() ? NumberItems(given.text) : Items(given.text);
        const std::size_t wanted = isPair ? 2 : field.IsArray() ? numbers.size() : 1;
        const std::string pair =
            field.kind == FieldKind::ScaleBias ? " takes two floats, SCALE,BIAS" : " takes two numbers, WIDTH,HEIGHT";
        if (numbers.size() != wanted) { return Reject(argument, NameOf(field) + (isPair ? pair : " takes one value")); }
        for (const std::string& number : numbers)
        {
            const std::string problem = "no such value" + Suggestion(number, EnumeratorsOf(field)) + "; write one of ";
            const bool isWord = IsEnumeration(field) && !IsDigits(number);
            if (isWord) { return Reject(argument, problem + EnumeratorsText(field)); }
            if (!ReadNumber(argument, index, number)) { return false; }
        }
        return true;
    }

    bool ReadTensors(const Argument& argument, const OperatorField& field, Given& given)
    {
        const bool isList = field.IsArray(), isPast = NameOf(field).compare(0, 4, "Past") == 0;
        // What to do instead of giving a tensor without elements.
        const char* const emptyFix = isList   ? "; leave an empty part out"
                                     : isPast ? "; at the first token pass null"
                                              : "";
        const auto texts = isList ? Split(given.text, '+') : std::vector<std::string>{given.text};
        for (const std::string& text : texts)
        {
            const std::string element = isList ? "[" + std::to_string(given.tensors.size()) + "]" : "";
            given.tensors.emplace_back();
            const Argument part = {argument.name, isList ? text : argument.value};
            if (!Reader::Read(part, text, given.tensors.back(), {NameOf(field) + element, emptyFix})) { return false; }
        }
        return true;
    }

    bool ReadActivations(const Argument& argument, Given& given)
    {
        for (const std::string& activation : Items(given.text))
        {
            const OperatorType named = FindOperator("ACTIVATION_" + activation);
            const OperatorType type = named != dml::DML_OPERATOR_INVALID ? named : UnderstoodOperator(activation);
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
        const std::string type = field.enumeration, prefix = "DML_" + type + "_";
        const std::string text = Upper(Trimmed(given.text));
        const std::vector<std::string> names = EnumeratorsOf(field);
        const auto find = [&](const std::string& name) { return std::find(names.begin(), names.end(), name); };
        const auto same = MeantBy(SameEnumerators, text, [&](const auto& name) { return find(name) != names.end(); });
        const auto found = find(same.empty() ? WithoutPrefix(text, {prefix.c_str()}) : same[0]);
        const DataType dataType = ParseDataType(given.text);
        const bool isDataType = type == "TENSOR_DATA_TYPE" && dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
        if (found == names.end() && !isDataType) { return false; }
        given.words = {isDataType ? static_cast<std::uint32_t>(dataType)
                                  : static_cast<std::uint32_t>(found - names.begin())};
        return true;
    }

    // Returns a number as strtof reads it: without the + and the suffix f of C++, and with the value of FLT_MAX.
    static std::string PlainFloat(std::string text)
    {
        const std::string upper = Upper(text);
        if (upper == "FLT_MAX" || upper == "-FLT_MAX") { return (upper[0] == '-' ? "-" : "") + std::string(MaxFloat); }
        if (text.size() > 1 && text[0] == '+') { text.erase(0, 1); }
        const bool isDecimal = text.find_first_not_of("-.0123456789eEfF") == std::string::npos;
        if (isDecimal && text.size() > 1 && upper.back() == 'F') { text.pop_back(); }
        return text;
    }

    bool ReadNumber(const Argument& argument, std::uint32_t index, const std::string& text)
    {
        const OperatorField& field = m_read.fields[index];
        Given& given = m_read.given[index];
        if (IsFloat(field))
        {
            const std::string plain = PlainFloat(text);
            char* end = nullptr;
            const float value = std::strtof(plain.c_str(), &end);
            // A hexadecimal number has other suffixes in C++.
            const bool isNumber = !plain.empty() && *end == '\0' && plain.find_first_of("xX") == std::string::npos;
            if (!isNumber) { return Reject(argument, "not a number; write one such as 0.5"); }
            given.written.push_back(plain);
            given.words.push_back(0);
            std::memcpy(&given.words.back(), &value, sizeof(value));
            return true;
        }
        const bool isNegative = text.size() > 1 && text[0] == '-';
        std::uint32_t number = 0;
        if (!Reader::Read(argument, isNegative ? text.substr(1) : text, number)) { return false; }
        if (isNegative && !IsSigned(field)) { return Reject(argument, NegativeProblem(NameOf(field), text)); }
        given.words.push_back(isNegative ? 0 - number : number);
        return true;
    }

    // Returns what to write instead of a negative number.
    std::string NegativeProblem(const std::string& name, const std::string& text) const
    {
        const std::size_t rank = m_read.FirstRank();
        const std::size_t fromEnd = static_cast<std::size_t>(Parse(text.substr(1), 9).value);
        const bool isOfSlice = m_read.type == dml::DML_OPERATOR_SLICE && name == "Strides";
        std::string fix = isOfSlice ? "; SLICE1 accepts negative strides" : "";
        if (name == "Axis" || name == "Axes")
        {
            fix = "; axes count from 0";
            const bool isAxis = fromEnd > 0 && fromEnd <= rank;
            if (isAxis) { fix += ", so of " + std::to_string(rank) + " axes write " + std::to_string(rank - fromEnd); }
        }
        return name + " is " + text + "; it must not be negative" + fix;
    }

    bool IsMissingTensor(std::uint32_t index) const
    {
        const OperatorField& field = m_read.fields[index];
        return field.IsTensor() && !field.isOptional && m_read.given[index].text.empty();
    }

    bool FillOmitted()
    {
        for (std::uint32_t i = 0; i < m_read.fields.count; ++i)
        {
            if (IsMissingTensor(i)) { return RejectMissing(i); }
            if (m_read.given[i].text.empty() && !Fill(i)) { return false; }
        }
        return true;
    }

    // Rejects the operator because a tensor is missing. Often it is in an optional field before, which should be null.
    bool RejectMissing(std::uint32_t index)
    {
        const OperatorField& field = m_read.fields[index];
        const auto isOptionalTensor = [&](std::uint32_t i)
        {
            const OperatorField& before = m_read.fields[i];
            return before.IsTensor() && before.isOptional && !m_read.given[i].tensors.empty();
        };
        while (index > 0 && !isOptionalTensor(index - 1)) { --index; }
        if (index == 0) { return RejectField(field, " is missing; give it as TYPE:SIZES, such as FLOAT32:2,3"); }
        const std::string& value = m_read.given[index - 1].text;
        const std::string name = m_read.fields[index - 1].name;
        return RejectField(field, " is missing; if " + value + " is it, write - for " + name + " before it, or "
                                      + field.name + "=" + value);
    }

    // Gives an omitted field its default: null for an optional pointer, one value for each axis or spatial axis for a
    // list.
    bool Fill(std::uint32_t index)
    {
        const OperatorField& field = m_read.fields[index];
        const std::string name = NameOf(field);
        Given& given = m_read.given[index];
        given.isDefault = true;
        given.isNull = field.isOptional;
        if (given.isNull) { return true; }
        if (field.kind == FieldKind::Float) { return ReadNumber(All()[0], index, DefaultFloat(name, 0)); }
        if (field.kind == FieldKind::Scalar)
        {
            const bool isLimit = name == "Min" || name == "Max";
            given.text = isLimit ? LimitText(m_read.ScalarType(), name == "Max") : DefaultOf(m_read.type, name);
            given.words = ScalarOf(m_read.ScalarType(), given.text).words;
        }
        else if (field.kind == FieldKind::Size2D) { given.words.assign(2, 1); }
        else if (field.IsArray())
        {
            const Given& count = m_read.given[field.countField];
            const std::uint32_t length = count.words.empty() ? 0 : std::min<std::uint32_t>(count.words[0], 8);
            for (std::uint32_t i = 0; field.kind == FieldKind::Floats && i < length; ++i)
            {
                if (!ReadNumber(All()[0], index, DefaultFloat(name, i))) { return false; }
            }
            if (field.kind == FieldKind::Floats) { return true; }
            const bool isZero = name.find("Padding") != std::string::npos || name.find("Offsets") != std::string::npos
                                || name == "Axes";
            given.words.assign(length, IsActivation(field) ? 38 : isZero ? 0 : 1); // 38: ACTIVATION_IDENTITY
            if (name == "Axes" && DefaultAxes().size() == length) { given.words = DefaultAxes(); }
        }
        else { given.words.assign(1, DefaultNumber(index)); }
        return true;
    }

    // Returns the default of an entry of a field.
    std::string DefaultFloat(const std::string& field, std::uint32_t entry) const
    {
        if (field == "Scales") { return DefaultScale(entry); }
        if (field == "InputPixelOffsets") { return DefaultInputPixelOffset(); }
        const Given* const c = m_read.Find("CTensor");
        return field == "Beta" && c != nullptr && !c->tensors.empty() ? "1" : DefaultOf(m_read.type, field);
    }

    // Returns the size of the larger side of a resampling divided by that of the smaller, as a decimal number.
    std::string DefaultScale(std::uint32_t axis) const
    {
        std::vector<dml::Dimensions> sizes; // of the input and the output; a gradient goes the other way
        for (const Given& given : m_read.given)
        {
            if (!given.tensors.empty()) { sizes.push_back(given.tensors[0].sizes); }
        }
        if (sizes.size() != 2 || axis >= sizes[0].size() || axis >= sizes[1].size()) { return "1"; }
        const bool isGradient = std::string(dml::ToString(m_read.type)).find("GRAD") != std::string::npos;
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
    std::string DefaultInputPixelOffset() const
    {
        const Given* const mode = m_read.Find("InterpolationMode");
        const Given* const direction = m_read.Find("RoundingDirection");
        const bool isNearest = mode != nullptr && mode->words[0] == 0;
        const bool isByte = dml::ElementSizeInBits(m_read.given[0].tensors[0].dataType) == 8;
        if (!isNearest || (direction == nullptr && !isByte)) { return "0.5"; }
        return direction != nullptr && direction->words[0] == 0 ? "1" : "0"; // 0: INCREASING
    }

    // Returns the axes that the output lacks, or the last axis if the operator keeps the sizes.
    std::vector<std::uint32_t> DefaultAxes() const
    {
        const std::string name = dml::ToString(m_read.type);
        const auto rank = static_cast<std::uint32_t>(m_read.FirstRank());
        if (name != "REDUCE" && name.find("ARGM") != 0) { return {rank - 1}; }
        const dml::Dimensions input = m_read.Find("Input")->tensors[0].sizes;
        const dml::Dimensions output = m_read.Find("Output")->tensors[0].sizes;
        std::vector<std::uint32_t> axes;
        for (std::uint32_t i = 0; i < std::min(input.size(), output.size()); ++i)
        {
            if (input[i] != 1 && output[i] == 1) { axes.push_back(i); }
        }
        return axes;
    }

    std::uint32_t DefaultNumber(std::uint32_t index) const
    {
        const std::string name = NameOf(m_read.fields[index]);
        const std::vector<std::uint32_t> lists = m_read.GivenListsOf(index);
        const std::size_t rank = m_read.FirstRank();
        const std::size_t axes = m_read.HasWindows() && rank > 2 ? rank - 2 : rank;
        const auto isOfAxes = [&](std::uint32_t list)
        { return m_read.LengthOf(list) == axes || m_read.LengthOf(list) == 1; };
        // If the lists have several lengths, one of them is probably the number of axes. One number was meant for all axes.
        const bool areOfAxes = lists.empty() || std::any_of(lists.begin(), lists.end(), isOfAxes);
        if (name == "DimensionCount" && areOfAxes) { return static_cast<std::uint32_t>(axes); }
        if (!lists.empty()) { return static_cast<std::uint32_t>(m_read.LengthOf(lists[0])); }
        const bool isOfRank = name == "ScaleCount" || name == "RepeatsCount" || name == "InputDimensionCount"
                              || name == "IndicesDimensionCount";
        if (isOfRank) { return static_cast<std::uint32_t>(rank); }
        if (name == "AxisCount") { return static_cast<std::uint32_t>(DefaultAxes().size()); }
        if (name == "QuantizationType") { return m_read.Find("QuantizationTensors")->tensors.size() == 2 ? 2 : 1; }
        const bool isType = name.find("DataType") != std::string::npos;
        if (isType && m_read.FirstTensor() != nullptr) { return m_read.FirstTensor()->dataType; }
        return static_cast<std::uint32_t>(Parse(DefaultOf(m_read.type, name), Limit32).value);
    }

    Description m_read;
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
            const auto type = static_cast<OperatorType>(number);
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

    OperatorType m_type;
    std::vector<std::uint64_t> m_bytes;
    std::list<dml::DML_BUFFER_TENSOR_DESC> m_buffers;
    std::list<std::vector<dml::DML_TENSOR_DESC>> m_tensors;
    std::list<std::vector<dml::DML_OPERATOR_DESC>> m_activations;
    std::list<std::vector<std::uint64_t>> m_members; // of the activations
};

} // namespace operator_views
