// An operator in words: its fields, types, ranks and rules; and a description of one, given by texts, judged.

#pragma once

#include "dml_tensor_operators.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <list>
#include <string>
#include <vector>

namespace operator_views
{

namespace dml = dml_tensor_utils;

using dml::detail::FieldKind;
using dml::detail::OperatorField;
using dml::detail::OperatorFields;
using dml::detail::OperatorRow;
using tensor_request::Argument;
using tensor_request::Arguments;

constexpr std::uint32_t NoField = dml::detail::None32;

inline std::string NameOf(const OperatorField& field)
{
    return std::string(field.name.text, field.name.size)
           + (!field.IsTensor()                                               ? ""
              : field.kind == FieldKind::Ins || field.kind == FieldKind::Outs ? "Tensors"
                                                                              : "Tensor");
}

// In any case, with or without DML_OPERATOR_; null where there is none.
inline const OperatorRow* FindRow(const std::string& text)
{
    std::string name = parse_text::Upper(text);
    if (name.compare(0, 13, "DML_OPERATOR_") == 0) { name.erase(0, 13); }
    for (const OperatorRow& row : dml::detail::OperatorRows)
    {
        if (name == row.name) { return &row; }
    }
    return nullptr;
}

// By its name in any case; fields.count where there is none.
inline std::uint32_t FieldOf(const OperatorFields& fields, const std::string& name)
{
    std::uint32_t i = 0;
    while (i < fields.count && parse_text::Lower(NameOf(fields.at[i])) != parse_text::Lower(name)) { ++i; }
    return i;
}

// ---- in words -------------------------------------------------------------------------------------------------------

// "FLOAT32 FLOAT16"; the long lists by what they leave out.
inline std::string TypesText(std::uint32_t mask)
{
    if (mask == 0x0ffe) { return "all but UINT4 INT4"; }
    if (mask == 0x0dfe) { return "all but FLOAT64 UINT4 INT4"; }
    if (mask == 0x01fe) { return "all of at most 32 bits but UINT4 INT4"; }
    if (mask == 0x3fff || mask == 0x3ffe) { return "all"; }
    std::string text;
    for (const dml::DML_TENSOR_DATA_TYPE type : parse_text::DataTypes())
    {
        if ((mask >> type & 1) != 0) { text += (text.empty() ? "" : " ") + std::string(dml::ToString(type)); }
    }
    return text;
}

inline std::string RanksText(const dml::detail::TensorRule& rule)
{
    const std::string least = std::to_string(rule.minRank);
    return rule.minRank == rule.maxRank ? least + "D" : least + "D-" + std::to_string(rule.maxRank) + "D";
}

// Whether its types and ranks are known: a tensor's of most operators.
inline bool HasOwnMask(const OperatorField& field) { return field.kind <= FieldKind::Out && field.rule.types != 0; }

inline std::string KindText(const OperatorField& field, const OperatorFields& fields)
{
    const char* const words[] = {"input",          "output", "inputs",         "outputs",    "numbers",
                                 "signed numbers", "floats", "DML_SCALE_BIAS", "activation", "number",
                                 "signed number",  "float",  "Width,Height",   "scalar"};
    std::string text = std::string(field.isOptional ? "optional " : "") + words[static_cast<std::size_t>(field.kind)];
    if (field.IsList()) { text += ", " + NameOf(fields.at[field.count]) + " of them"; }
    if (field.kind == FieldKind::Ins || field.kind == FieldKind::Outs) { text += ", with + between them"; }
    if (HasOwnMask(field)) { text += ": " + TypesText(field.rule.types) + "; " + RanksText(field.rule); }
    return text;
}

// One line: number, name, the target version and the fields.
inline std::string LineText(const OperatorRow& row)
{
    const OperatorFields fields = dml::detail::FieldsOf(row);
    std::string text = std::to_string(row.number) + " " + row.name + ":";
    std::string last;
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const OperatorField& field = fields.at[i];
        text += (i == 0 ? " " : ", ") + NameOf(field) + (field.isOptional ? "?" : "");
        if (!HasOwnMask(field)) { continue; }
        const std::string rule = " (" + TypesText(field.rule.types) + "; " + RanksText(field.rule) + ")";
        text += rule == last ? "" : rule;
        last = rule;
    }
    return text + (fields.checks[0] == '\0' ? "; rules not known\n" : "\n");
}

inline std::string ListText()
{
    std::string text;
    for (const OperatorRow& row : dml::detail::OperatorRows) { text += LineText(row); }
    return text;
}

// What the functions of the rows check, by their names. A size is of the tensor in front, [-1] its last.
struct FunctionWords
{
    const char* name;
    const char* words;
};
// clang-format off
inline constexpr FunctionWords Functions[] = {
    {"Channels", "GroupCount is not 0, and divides FilterTensor.Sizes[0]; InputTensor and OutputTensor have one batch "
        "size; OutputTensor.Sizes[1] is FilterTensor.Sizes[0], and InputTensor.Sizes[1] is FilterTensor.Sizes[1] * "
        "GroupCount (where there is a Direction and it is 1, the other way round)"},
    {"Gather", "the indices have no sizes but 1 in front of so many of their last "
        "axes, or those are the input's first (a batch); OutputTensor has the last sizes of: InputTensor's in front of "
        "Axis, the last IndexDimensions of IndicesTensor, InputTensor's behind Axis"},
    {"GatherNd", "what is in front of InputDimensionCount and IndicesDimensionCount sizes is 1; IndicesTensor.Sizes[-1] is at most InputDimensionCount - "
        "BatchDimensionCount; the last sizes of OutputTensor are those of the indices but the last, then those of the "
        "input behind the axes that the indices name; the others are 1"},
    {"Join", "Axis is an axis of OutputTensor; the inputs have the type, the rank and, but on Axis, "
        "the sizes of OutputTensor, whose size on Axis is the sum of theirs, and each has fewer than 2^31 elements"},
    {"Quantize", "the sizes of the first of QuantizationTensors, the scale, divide those of InputTensor; the scale is of the "
        "type of InputTensor or OutputTensor that is FLOAT32 or FLOAT16; the second, the zero point, is of the other's type "
        "and has the scale's sizes; all have one rank, and OutputTensor the sizes of InputTensor"},
    {"QuantizeLinear", "ScaleTensor has the type of InputTensor, FLOAT32 for INT32"},
    {"Reduce", "OutputTensor has 1 on each of Axes and InputTensor's sizes on the others; Function, where there is one, is "
        "below 12"},
    {"ReduceTensors", "InputTensor is, of ARGMAX ARGMIN MAX MIN, all but FLOAT64 UINT4 INT4; of SUM SUM_SQUARE L1 "
        "MULTIPLY, FLOAT32 FLOAT16 UINT32 INT32 UINT64 INT64; of the others FLOAT32 FLOAT16; OutputTensor has its type, "
        "but of ARGMAX and ARGMIN UINT32 INT32 UINT64 INT64"},
    {"ScatterNd", "what is in front of InputDimensionCount and IndicesDimensionCount sizes is 1; IndicesTensor.Sizes[-1] is at most InputDimensionCount; no axis of IndicesTensor is repeated by a stride of "
        "0; the last sizes of UpdatesTensor are those of the indices but the last, then those of the input behind the "
        "axes that the indices name; the others are 1"},
    {"Split", "Axis is an axis of InputTensor; the outputs have the type, the rank and, but on Axis, "
        "the sizes of InputTensor, whose size on Axis is the sum of theirs"},
};
// clang-format on

constexpr const char* WordsOf(const dml::detail::RowWord& name)
{
    for (const FunctionWords& function : Functions)
    {
        std::uint32_t i = 0;
        while (i < name.size && function.name[i] == name.text[i]) { ++i; }
        if (i == name.size && function.name[i] == '\0') { return function.words; }
    }
    return nullptr;
}

constexpr bool HaveAllFunctionsWords()
{
    for (const OperatorRow& row : dml::detail::OperatorRows)
    {
        for (const char* at = row.text; *at != '\0';)
        {
            const dml::detail::RowWord name(at);
            if (at[0] == '(' && at[1] == ')' && WordsOf(name) == nullptr) { return false; }
            at += *at != '\0' ? 1 : 0;
        }
    }
    return true;
}
static_assert(HaveAllFunctionsWords());

// The relations of a tensor, a line each.
inline std::string RelationsText(const char* at, std::uint32_t field, const OperatorFields& fields)
{
    std::string text;
    while (*at == '=' || *at == '~')
    {
        const dml::detail::RowRelation relation(at, fields);
        text += "  " + NameOf(fields.at[field]) + " has";
        for (const char* letter = relation.letters; *letter >= 'a'; ++letter)
        {
            text += letter == relation.letters ? " the " : letter[1] >= 'a' ? ", " : " and ";
            text += *letter == 't'                     ? "type"
                    : *letter == 'r' || *letter == 'b' ? "rank"
                    : *letter == 's'                   ? "sizes"
                                                       : "sizes, or 1s,";
        }
        text += " of " + NameOf(fields.at[relation.other]) + "\n";
    }
    return text;
}

// An expression of the row in words, with the fields' names. A size is of the tensor in front, [-1] its last; i is each
// axis or entry, j each spatial axis, k each axis but Axis.
inline std::string ExpressionText(const char* at, const OperatorFields& fields)
{
    std::string text;
    while (true)
    {
        const dml::detail::RowWord word(at);
        const std::uint32_t field = fields.Find(word);
        const std::string name(word.text, word.size);
        const bool isTensor = field < fields.count && fields.at[field].IsTensor();
        if (*at == ':')
        {
            text += name == "count"  ? "the number of elements of "
                    : name == "abs"  ? "the magnitude of "
                    : name == "used" ? "the number of axes behind leading 1s of "
                                     : "the " + name + " of ";
            ++at;
            continue;
        }
        text += field < fields.count ? NameOf(fields.at[field]) : name;
        text += isTensor && *at == '[' ? ".Sizes" : "";
        if (*at == '\0') { return text; }
        const bool isCompared = *at == '=' || *at == '<' || *at == '>', orEqual = isCompared && at[1] == '=';
        const std::string is = text.find(" is ") == std::string::npos ? " is " : " and ";
        text += *at == '='   ? " is "
                : *at == '<' ? is + (orEqual ? "at most " : "below ")
                : *at == '>' ? is + "at least "
                : *at == '|' ? " or "
                : *at == '%' ? " is a multiple of "
                : *at == '~' ? " less (at least 0) "
                : *at == '+' || *at == '*' || *at == '/' || (*at == '-' && at[-1] != '[')
                    ? " " + std::string(1, *at) + " "
                    : std::string(1, *at);
        at += orEqual ? 2 : 1;
    }
}

// What some reasons ask of the first field of each of their expressions.
inline const char* WordsOfReason(const std::string& reason)
{
    return reason == "NullArray"          ? " is not null"
           : reason == "NotFinite"        ? " is neither below 0 nor infinite"
           : reason == "ScaleNotPositive" ? " are above 0"
           : reason == "NotFloat"         ? " is FLOAT32 or FLOAT16"
                                          : nullptr;
}

// The checks of one reason, a line each.
inline std::string ReasonText(const std::string& check, const OperatorFields& fields)
{
    const std::size_t open = check.find('(');
    const std::string reason = check.substr(0, open);
    const char* const words = WordsOfReason(reason);
    std::string text;
    for (const std::string& expression : parse_text::Split(check.substr(open + 1, check.size() - open - 2), ','))
    {
        const std::size_t colon = expression.find(':');
        const char* at = expression.c_str() + (words == nullptr || colon == std::string::npos ? 0 : colon + 1);
        text += "  "
                + (words == nullptr ? ExpressionText(at, fields)
                                    : NameOf(fields.at[fields.Find(dml::detail::RowWord(at))]) + words)
                + " [" + reason + "]\n";
    }
    return text;
}

// A check of the row in words, a line each.
inline std::string CheckText(const std::string& check, const OperatorFields& fields)
{
    std::string text;
    const char* at = check.c_str();
    const dml::detail::RowWord word(at);
    if (*at == '~') { return RelationsText(at, fields.Find(word), fields); }
    if (*at != '(')
    {
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            const bool isMeant = fields.at[i].IsTensor() && (*at == '*' || fields.at[i].name == word);
            text += isMeant ? RelationsText(fields.at[i].relations, i, fields) : "";
        }
        return text;
    }
    if (at[1] == ')')
    {
        text = "  " + std::string(WordsOf(word)) + "\n";
        for (std::size_t i = 0; (i = text.find("; ", i)) != std::string::npos;) { text.replace(i, 2, "\n  "); }
        return text;
    }
    for (const std::string& each : parse_text::Split(check, '&')) { text += ReasonText(each, fields); }
    return text;
}

inline std::string HexText(std::uint32_t number)
{
    std::string text;
    for (; number != 0; number /= 16) { text.insert(text.begin(), "0123456789abcdef"[number % 16]); }
    return text;
}

inline std::string FieldsText(const OperatorRow& row)
{
    const OperatorFields fields = dml::detail::FieldsOf(row);
    std::string text = std::string(row.name) + ", number " + std::to_string(row.number) + ", target version 0x"
                       + HexText(row.target) + "\n\nFields:\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < fields.count; ++i) { width = std::max(width, NameOf(fields.at[i]).size()); }
    for (std::uint32_t i = 0; i < fields.count; ++i)
    {
        const std::string name = NameOf(fields.at[i]);
        text += "  " + name + std::string(width - name.size() + 2, ' ') + KindText(fields.at[i], fields) + "\n";
    }
    if (fields.checks[0] == '\0') { return text + "\nWhat DirectML checks of it is not known here.\n"; }
    text += "\nBeside each tensor's own rules, in DirectML's order:\n";
    for (const std::string& check : parse_text::Split(fields.checks, ' ')) { text += CheckText(check, fields); }
    return text;
}

// ---- a description --------------------------------------------------------------------------------------------------

// What the user gave or left out for a field.
struct Given
{
    std::string text;
    bool isUsual = false; // filled in here
    bool isNull = false;
    std::vector<std::uint32_t> words;             // numbers; a scalar has two
    std::vector<dml::DML_TENSOR_DATA_TYPE> types; // of tensors
    std::vector<dml::Dimensions> sizes;
    std::vector<dml::Dimensions> strides; // empty: packed
};

struct Description
{
    const OperatorRow* row = nullptr;
    OperatorFields fields = {};
    std::vector<Given> given; // one a field
};

// Reads "NAME" and the arguments behind it.
class OperatorReader : public tensor_request::Reader
{
public:
    using Reader::Reader;

    bool Read(Description& description)
    {
        const Argument& name = All()[0];
        description.row = FindRow(name.value);
        if (description.row == nullptr)
        {
            return Reject(name, "no operator of DirectML; describe_tensor operator --list has them all");
        }
        description.fields = dml::detail::FieldsOf(*description.row);
        description.given.assign(description.fields.count, Given());
        for (std::size_t i = 1; i < All().size(); ++i)
        {
            const Argument& argument = All()[i];
            const std::size_t equals = argument.value.find('=');
            std::uint32_t field = 0;
            if (equals != std::string::npos)
            {
                field = FieldOf(description.fields, argument.value.substr(0, equals));
                if (field == description.fields.count)
                {
                    return Reject(argument, "no such field" + FieldsFix(description));
                }
            }
            else
            {
                while (field < description.fields.count && IsTaken(description, field)) { ++field; }
            }
            if (field >= description.fields.count)
            {
                return Reject(argument, "more than the fields" + FieldsFix(description));
            }
            Given& given = description.given[field];
            if (!given.text.empty()) { return Reject(argument, "given twice; give each field once"); }
            given.text = equals == std::string::npos ? argument.value : argument.value.substr(equals + 1);
            if (!ReadField(argument, description.fields.at[field], given)) { return false; }
        }
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (description.given[i].text.empty() && !Fill(name, description, i)) { return false; }
        }
        return true;
    }

private:
    static std::string FieldsFix(const Description& description)
    {
        return "; describe_tensor operator " + std::string(description.row->name) + " lists them";
    }

    // Whether it was given, or counts a list, which has as many as are given: no value without a name is meant for it.
    static bool IsTaken(const Description& description, std::uint32_t field)
    {
        const OperatorFields& fields = description.fields;
        std::uint32_t i = 0;
        while (i < fields.count && (!fields.at[i].IsList() || fields.at[i].count != field)) { ++i; }
        return i < fields.count || !description.given[field].text.empty();
    }

    bool ReadField(const Argument& argument, const OperatorField& field, Given& given)
    {
        given.isNull = given.text == "-";
        if (given.isNull)
        {
            return field.kind <= FieldKind::Fused || Reject(argument, "a number cannot be null; write one");
        }
        if (field.IsTensor())
        {
            const bool isList = field.kind == FieldKind::Ins || field.kind == FieldKind::Outs;
            const std::vector<std::string> tensors =
                isList ? parse_text::Split(given.text, '+') : std::vector<std::string>{given.text};
            for (const std::string& tensor : tensors)
            {
                if (!ReadTensor(argument, tensor, given)) { return false; }
            }
            return true;
        }
        if (field.kind == FieldKind::ScaleBias || field.kind == FieldKind::Fused)
        {
            const OperatorRow* const row = FindRow(given.text);
            if (field.kind == FieldKind::ScaleBias || row == nullptr)
            {
                return Reject(argument, "write - for null"
                                            + std::string(field.kind == FieldKind::Fused
                                                              ? ", or an operator such as ACTIVATION_RELU"
                                                              : ""));
            }
            given.words = {row->number};
            return true;
        }
        const std::vector<std::string> numbers = parse_text::Split(given.text, ',');
        const std::size_t wanted = field.kind == FieldKind::Size2d ? 2 : field.IsList() ? numbers.size() : 1;
        if (numbers.size() != wanted)
        {
            return Reject(argument, NameOf(field) + (wanted == 1 ? " is one number" : " is two numbers, Width,Height"));
        }
        for (const std::string& number : numbers)
        {
            if (!ReadNumber(argument, field.kind, number, given)) { return false; }
        }
        return true;
    }

    bool ReadNumber(const Argument& argument, FieldKind kind, const std::string& text, Given& given)
    {
        if (kind == FieldKind::Float || kind == FieldKind::Floats)
        {
            char* end = nullptr;
            const float value = std::strtof(text.c_str(), &end);
            if (text.empty() || *end != '\0') { return Reject(argument, "no number; write one such as 0.5"); }
            given.words.push_back(0);
            std::memcpy(&given.words.back(), &value, sizeof(value));
            return true;
        }
        const bool isSigned = kind == FieldKind::Int || kind == FieldKind::Ints;
        const bool isNegative = isSigned && text.size() > 1 && text[0] == '-';
        if (kind == FieldKind::Scalar)
        {
            std::uint64_t wide = 0;
            if (!Reader::Read(argument, text, wide)) { return false; }
            given.words.resize(2);
            std::memcpy(given.words.data(), &wide, sizeof(wide));
            return true;
        }
        std::uint32_t number = 0;
        if (!Reader::Read(argument, isNegative ? text.substr(1) : text, number)) { return false; }
        given.words.push_back(isNegative ? 0 - number : number);
        return true;
    }

    bool ReadTensor(const Argument& argument, const std::string& text, Given& given)
    {
        const std::vector<std::string> parts = parse_text::Split(text, ':');
        if (parts.size() != 2 && parts.size() != 3)
        {
            return Reject(argument, "not a tensor; write TYPE:SIZES or TYPE:SIZES:STRIDES, such as FLOAT32:2,3, or -");
        }
        dml::DML_TENSOR_DATA_TYPE type = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
        dml::Dimensions sizes, strides;
        if (!Reader::Read(argument, parts[0], type) || !Reader::Read(argument, parts[1], sizes)
            || (parts.size() == 3 && !Reader::Read(argument, parts[2], strides)))
        {
            return false;
        }
        const dml::TensorLayout layout =
            parts.size() == 2 ? dml::TensorLayout::Packed(sizes) : dml::TensorLayout::Strided(sizes, strides);
        if (!Check(argument, layout.Reason())) { return false; }
        given.types.push_back(type);
        given.sizes.push_back(sizes);
        given.strides.push_back(strides);
        return true;
    }

    // What is left out has its usual value: optional pointers are null, lists have one for each spatial axis or axis.
    bool Fill(const Argument& name, Description& description, std::uint32_t index)
    {
        const OperatorField& field = description.fields.at[index];
        const std::string fieldName = NameOf(field);
        Given& given = description.given[index];
        given.isUsual = true;
        if (field.IsTensor() && !field.isOptional)
        {
            return Reject({fieldName, name.value}, fieldName + " is missing; write " + fieldName
                                                       + "=TYPE:SIZES, such as " + fieldName + "=FLOAT32:2,3");
        }
        given.isNull = field.isOptional;
        if (given.isNull) { return true; }
        const std::size_t rank = FirstRank(description);
        if (field.kind == FieldKind::Scalar || field.kind == FieldKind::Size2d)
        {
            given.words.assign(2, field.kind == FieldKind::Scalar ? 0 : 1);
        }
        else if (field.IsList())
        {
            const Given& count = description.given[field.count];
            const bool isPadding = fieldName.find("Padding") != std::string::npos
                                   || fieldName.find("Offsets") != std::string::npos || fieldName == "Axes";
            const std::uint32_t length = count.words.empty() ? 0 : std::min<std::uint32_t>(count.words[0], 8);
            if (field.kind != FieldKind::Floats) { given.words.assign(length, isPadding ? 0 : 1); }
            else if (length != 0)
            {
                given.text = "1";
                for (std::uint32_t i = 1; i < length; ++i) { given.text += ",1"; }
                return ReadField(name, field, given);
            }
        }
        else if (field.kind == FieldKind::Float)
        {
            const bool isOne = fieldName == "Alpha" || fieldName == "Scale" || fieldName.find("SpatialScale") == 0;
            given.text = isOne ? "1" : fieldName == "Epsilon" ? "1e-05" : "0";
            return ReadField(name, field, given);
        }
        else { given.words.assign(1, UsualNumber(description, index, rank)); }
        return true;
    }

    static std::size_t FirstRank(const Description& description)
    {
        for (const Given& given : description.given)
        {
            if (!given.sizes.empty()) { return given.sizes[0].size(); }
        }
        return 0;
    }

    static std::uint32_t UsualNumber(const Description& description, std::uint32_t index, std::size_t rank)
    {
        const std::string name = NameOf(description.fields.at[index]);
        // Of a count what it counts, where that was given.
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& list = description.fields.at[i];
            const Given& given = description.given[i];
            if (!list.IsList() || list.count != index || given.text.empty()) { continue; }
            return static_cast<std::uint32_t>(list.IsTensor() ? given.sizes.size() : given.words.size());
        }
        const bool isWindow =
            description.fields.Find("EndPadding") != NoField && description.fields.Find("Strides") != NoField;
        if (name == "DimensionCount") { return static_cast<std::uint32_t>(isWindow && rank > 2 ? rank - 2 : rank); }
        if (name == "ScaleCount" || name == "RepeatsCount" || name == "InputDimensionCount"
            || name == "IndicesDimensionCount")
        {
            return static_cast<std::uint32_t>(rank);
        }
        const bool isOne = name == "GroupCount" || name == "Mode" || name == "BlockSize" || name == "K" || name == "P"
                           || name == "LocalSize" || name == "QuantizationType"
                           || name.find("SamplesPerOutput") < name.size() || name == "IndexDimensions";
        const bool isType = name.find("DataType") != std::string::npos;
        for (const Given& given : description.given)
        {
            if (isType && !given.types.empty()) { return given.types[0]; }
        }
        return isOne ? 1 : name == "Function" ? 10 : name == "ReductionFunction" ? 2 : 0;
    }
};

// The structure in memory, as its fields lie in it.
class Structure
{
public:
    explicit Structure(const Description& description) : m_bytes(description.fields.size / 8 + 1)
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            const OperatorField& field = description.fields.at[i];
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
            else if (field.kind == FieldKind::Fused)
            {
                m_fused = {static_cast<dml::DML_OPERATOR_TYPE>(given.words[0]), nullptr};
                pointer = &m_fused;
            }
            else { pointer = given.words.data(); }
            std::memcpy(at, &pointer, sizeof(pointer));
        }
    }

    dml::OperatorDiagnosis Verdict(const OperatorRow& row) const
    {
        return dml::ValidateOperator({static_cast<dml::DML_OPERATOR_TYPE>(row.number), m_bytes.data()});
    }

private:
    const dml::DML_TENSOR_DESC* Tensors(const Given& given)
    {
        m_tensors.emplace_back();
        for (std::size_t i = 0; i < given.sizes.size(); ++i)
        {
            const dml::Dimensions& sizes = given.sizes[i];
            const dml::TensorLayout layout = given.strides[i].empty()
                                                 ? dml::TensorLayout::Packed(sizes)
                                                 : dml::TensorLayout::Strided(sizes, given.strides[i]);
            m_buffers.push_back({given.types[i], dml::DML_TENSOR_FLAG_NONE, layout.Rank(), sizes.data(),
                                 given.strides[i].empty() ? nullptr : given.strides[i].data(),
                                 layout.SizeInBytes(given.types[i]), 0});
            m_tensors.back().push_back({dml::DML_TENSOR_TYPE_BUFFER, &m_buffers.back()});
        }
        return m_tensors.back().data();
    }

    std::vector<std::uint64_t> m_bytes;
    std::list<dml::DML_BUFFER_TENSOR_DESC> m_buffers;
    std::list<std::vector<dml::DML_TENSOR_DESC>> m_tensors;
    dml::DML_OPERATOR_DESC m_fused = {};
};

// ---- what is printed ------------------------------------------------------------------------------------------------

inline std::string Braced(const dml::Dimensions& values)
{
    std::string text;
    for (const std::uint32_t value : values) { text += (text.empty() ? "" : ", ") + std::to_string(value); }
    return "{" + text + "}";
}

inline std::string ValueText(const OperatorField& field, const Given& given)
{
    if (given.isNull) { return "null"; }
    std::string text;
    for (std::size_t i = 0; i < given.sizes.size(); ++i)
    {
        text += (i == 0 ? "" : " + ") + std::string(dml::ToString(given.types[i])) + " " + Braced(given.sizes[i])
                + (given.strides[i].empty() ? "" : "/" + Braced(given.strides[i]));
    }
    if (field.IsTensor()) { return text; }
    if (field.kind == FieldKind::Fused) { return dml::ToString(static_cast<dml::DML_OPERATOR_TYPE>(given.words[0])); }
    if (field.kind == FieldKind::Scalar)
    {
        std::uint64_t wide = 0;
        std::memcpy(&wide, given.words.data(), sizeof(wide));
        return std::to_string(wide);
    }
    // A float is shown as it was written.
    const bool isFloat = field.kind == FieldKind::Float || field.kind == FieldKind::Floats;
    const bool isSigned = field.kind == FieldKind::Int || field.kind == FieldKind::Ints;
    const std::vector<std::string> written = parse_text::Split(given.text, ',');
    for (std::size_t i = 0; i < given.words.size(); ++i)
    {
        const std::uint32_t word = given.words[i];
        text += (i == 0 ? "" : ", ")
                + (isFloat    ? written[i]
                   : isSigned ? std::to_string(static_cast<std::int32_t>(word))
                              : std::to_string(word));
    }
    return field.IsList() || field.kind == FieldKind::Size2d ? "{" + text + "}" : text;
}

// The layout that the output should have, of operators that have a function for it; empty of the others.
inline bool FindOutput(const Description& description, dml::TensorLayout& output)
{
    const auto find = [&](const char* name) -> const Given*
    {
        for (std::uint32_t i = 0; i < description.fields.count; ++i)
        {
            if (NameOf(description.fields.at[i]) == name) { return &description.given[i]; }
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
        return given == nullptr || given->sizes.empty() ? dml::Dimensions() : given->sizes[0];
    };
    const auto number = [&](const char* name)
    {
        const Given* const given = find(name);
        return given == nullptr ? 0 : given->words[0];
    };
    const std::string name = description.row->name;
    const auto begins = [&](const char* with) { return name.compare(0, std::strlen(with), with) == 0; };
    const bool isGradient = name.find("GRAD") != std::string::npos;
    const dml::Dimensions input = sizes("InputTensor");
    const dml::Window window = {list("Strides"), list("Dilations"), list("StartPadding"), list("EndPadding"),
                                list("OutputPadding")};
    if (name == "CONVOLUTION" && number("Direction") == 1)
    {
        output = dml::TransposedConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount"));
    }
    else if (name.find("CONVOLUTION") != std::string::npos)
    {
        output = dml::ConvolutionOutput(input, sizes("FilterTensor"), window, number("GroupCount"));
    }
    else if (name.find("POOLING") != std::string::npos && find("Strides") != nullptr && !isGradient)
    {
        output = dml::PoolingOutput(input, list("WindowSize"), window);
    }
    else if (name == "GEMM")
    {
        output = dml::GemmOutput(sizes("ATensor"), sizes("BTensor"), number("TransA") != 0, number("TransB") != 0);
    }
    else if (name == "REDUCE" || begins("ARGM")) { output = dml::ReduceOutput(input, list("Axes")); }
    else if (name == "JOIN")
    {
        const Given& inputs = *find("InputTensors");
        output = dml::JoinOutput(inputs.sizes.data(), inputs.sizes.size(), number("Axis"));
    }
    else if (name == "SLICE") { output = dml::TensorLayout::Packed(list("Sizes")); }
    else if (begins("PADDING")) { output = dml::PaddingOutput(input, list("StartPadding"), list("EndPadding")); }
    else if (name == "TILE") { output = dml::TileOutput(input, list("Repeats")); }
    else if (name == "UPSAMPLE_2D")
    {
        output = dml::UpsampleOutput(input, find("ScaleSize")->words[1], find("ScaleSize")->words[0]);
    }
    else if (begins("DEPTH_TO_SPACE")) { output = dml::DepthToSpaceOutput(input, number("BlockSize")); }
    else if (begins("SPACE_TO_DEPTH")) { output = dml::SpaceToDepthOutput(input, number("BlockSize")); }
    else if (name == "GATHER")
    {
        output = dml::GatherOutput(input, sizes("IndicesTensor"), number("Axis"), number("IndexDimensions"));
    }
    else { return false; }
    return true;
}

inline std::string LowerFirst(std::string name)
{
    // ATensor is a; ROITensor roiTensor.
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

// C++ that fills the structure.
inline std::string CodeText(const Description& description)
{
    const std::string row = description.row->name;
    std::string before;
    std::string text = "DML_" + row + "_OPERATOR_DESC desc = {};\n";
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const OperatorField& field = description.fields.at[i];
        const Given& given = description.given[i];
        const std::string name = NameOf(field), variable = LowerFirst(name);
        if (given.isNull) { continue; }
        std::string value = ValueText(field, given);
        if (field.IsTensor())
        {
            std::string list;
            for (std::size_t n = 0; n < given.sizes.size(); ++n)
            {
                const std::string one = variable + (field.IsList() ? std::to_string(n) : "");
                const std::string layout =
                    given.strides[n].empty()
                        ? "TensorLayout::Packed(" + Braced(given.sizes[n]) + ")"
                        : "TensorLayout::Strided(" + Braced(given.sizes[n]) + ", " + Braced(given.strides[n]) + ")";
                Append(before, {"const PinnedTensorDesc ", one, "(BufferTensorDesc(DML_TENSOR_DATA_TYPE_",
                                dml::ToString(given.types[n]), ", ", layout, "));\n"});
                Append(list, {n == 0 ? "*" : ", *", one, ".Get()"});
            }
            if (field.IsList()) { Append(before, {"const DML_TENSOR_DESC ", variable, "[] = {", list, "};\n"}); }
            value = field.IsList() ? variable : variable + ".Get()";
        }
        else if (field.IsList())
        {
            const char* const type = field.kind == FieldKind::Uints  ? "UINT"
                                     : field.kind == FieldKind::Ints ? "INT"
                                                                     : "FLOAT";
            Append(before, {"const ", type, " ", variable, "[] = ", value, ";\n"});
            value = given.words.empty() ? "nullptr" : variable;
        }
        else if (field.kind == FieldKind::Fused)
        {
            Append(before, {"DML_", value, "_OPERATOR_DESC activation = {};\n"});
            Append(before, {"const DML_OPERATOR_DESC fused = {DML_OPERATOR_", value, ", &activation};\n"});
            value = "&fused";
        }
        else if (field.kind == FieldKind::Scalar) { value = "{}"; }
        Append(text, {"desc.", name, " = ", value, ";\n"});
    }
    return before + text + "const DML_OPERATOR_DESC op = {DML_OPERATOR_" + row + ", &desc};\n";
}

inline dml::OperatorDiagnosis Verdict(const Description& description)
{
    return Structure(description).Verdict(*description.row);
}

inline std::string VerdictText(const Description& description)
{
    const dml::OperatorDiagnosis verdict = Verdict(description);
    std::string text = std::string("  ")
                       + (verdict.Accepted()  ? "DirectML accepts it."
                          : verdict.Refused() ? "DirectML refuses it."
                                              : "DirectML was not asked.")
                       + (verdict.Ok() ? "" : std::string("\n  ") + dml::Explain(verdict).c_str()) + "\n";
    dml::TensorLayout output;
    if (FindOutput(description, output))
    {
        text += output
                    ? "  Its output should have the sizes " + Braced(output.Sizes()) + "\n"
                    : std::string("  There is no size for its output: ") + dml::Explain(output.Reason()).c_str() + "\n";
    }
    return text;
}

inline std::string Text(const Description& description)
{
    std::string text = std::string(description.row->name) + "\n\n";
    std::size_t width = 0;
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        width = std::max(width, NameOf(description.fields.at[i]).size());
    }
    for (std::uint32_t i = 0; i < description.fields.count; ++i)
    {
        const std::string name = NameOf(description.fields.at[i]);
        text += "  " + name + std::string(width - name.size() + 2, ' ')
                + ValueText(description.fields.at[i], description.given[i])
                + (description.given[i].isUsual ? "  (not given; the usual value)" : "") + "\n";
    }
    return text + "\nVerdict\n" + VerdictText(description) + "\nC++:\n" + CodeText(description);
}

} // namespace operator_views
