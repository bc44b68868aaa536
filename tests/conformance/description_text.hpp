// Writes descriptions of operators in the notation of data/operator_verdicts.csv, which models/operators.hpp reads.
#pragma once

#include "models/operators.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace conformance
{
using operator_facts::Activation;
using operator_facts::Field;
using operator_facts::FieldValues;
using operator_facts::Rule;
using operator_facts::TensorText;
using operator_facts::Value;

// Returns the texts of all values, separated.
template <class Values, class ToText> std::string Joined(const Values& values, const char* separator, ToText toText)
{
    std::string text;
    const char* before = "";
    for (const auto& value : values)
    {
        text += before + toText(value);
        before = separator;
    }
    return text;
}

inline std::string UnsignedText(std::uint32_t value) { return std::to_string(value); }

inline std::string SignedText(std::uint32_t value)
{
    return (value >> 31 != 0 ? "-" : "") + std::to_string(value >> 31 != 0 ? 0 - value : value);
}

// Returns the shortest decimal number that reads as the same bits. NaN keeps only its sign.
inline std::string FloatText(std::uint32_t bits)
{
    const std::uint32_t magnitude = bits & 0x7FFFFFFF;
    const std::string sign = magnitude == bits ? "" : "-";
    if (magnitude == 0) { return magnitude == bits ? "0" : "-0.0"; }
    if (magnitude >= 0x7F800000) { return sign + (magnitude == 0x7F800000 ? "inf" : "nan"); }
    float value = 0;
    std::memcpy(&value, &magnitude, sizeof value);
    std::string shortest(32, '9');
    for (int digits = 1; digits <= 9; ++digits)
    {
        char text[32];
        std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        const bool isExact = operator_facts::FloatBits(text) == magnitude;
        if (isExact && std::strlen(text) < shortest.size()) { shortest = text; }
    }
    return sign + shortest;
}

inline std::string NumbersText(const std::vector<std::uint32_t>& numbers, std::string (&toText)(std::uint32_t))
{
    return Joined(numbers, "x", toText);
}

inline std::string TensorToText(const TensorText& tensor)
{
    if (tensor.isNull) { return "-"; }
    if (!tensor.hasDesc) { return "!"; }
    const std::vector<std::uint32_t> sizes = tensor.hasSizes ? tensor.sizes : std::vector<std::uint32_t>();
    const std::uint64_t total = operator_facts::MinTotal(tensor.type, sizes, tensor.strides, tensor.hasStrides);
    const bool hasTotal = !tensor.hasSizes || tensor.total != total;
    const auto option = [](const char* name, std::uint64_t value, bool isGiven)
    { return isGiven ? name + std::to_string(value) : ""; };
    return std::to_string(tensor.type) + '[' + (tensor.hasSizes ? NumbersText(sizes, UnsignedText) : "null") + ']'
           + (tensor.hasStrides ? "/s" + NumbersText(tensor.strides, UnsignedText) : "")
           + option("/t", tensor.total, hasTotal) + option("/f", tensor.flags, tensor.flags != 0)
           + option("/a", tensor.alignment, tensor.alignment != 0)
           + option("/d", tensor.rank, tensor.rank != sizes.size()) + option("/k", tensor.kind, tensor.kind != 1);
}

inline std::string FieldsToText(const Rule& rule, const FieldValues& values, const char* separator = " ");

// Returns the number alone if all members are 0 and null.
inline std::string ActivationToText(const Activation& activation)
{
    const std::string number = std::to_string(activation.number);
    if (!activation.hasDesc) { return number + '!'; }
    const auto rule = operator_facts::Rules().find(activation.number);
    if (rule == operator_facts::Rules().end()) { return number; }
    const std::string members = FieldsToText(rule->second, activation.members, ";");
    const Activation plain = operator_facts::ActivationFrom(number);
    return members == FieldsToText(rule->second, plain.members, ";") ? number : number + '(' + members + ')';
}

inline std::string ValueToText(const Field& field, const Value& value)
{
    const std::string& kind = field.kind;
    if (kind == "in" || kind == "out") { return TensorToText(value.tensors[0]); }
    if (kind == "ins" || kind == "outs")
    {
        return value.isNull ? "{}" : '{' + Joined(value.tensors, "|", TensorToText) + '}';
    }
    if (kind == "fused") { return value.isNull ? "-" : ActivationToText(value.activations[0]); }
    if (kind == "acts") { return value.isNull ? "-" : '{' + Joined(value.activations, "|", ActivationToText) + '}'; }
    if (kind == "scalebias") { return value.isNull ? "-" : '(' + NumbersText(value.words, FloatText) + ')'; }
    if (kind == "uint") { return UnsignedText(value.words[0]); }
    if (kind == "int") { return SignedText(value.words[0]); }
    if (kind == "float") { return FloatText(value.words[0]); }
    if (kind == "scalar")
    {
        std::uint64_t number = 0;
        std::memcpy(&number, value.words.data(), sizeof number);
        return std::to_string(number);
    }
    auto& toText = kind == "floats" ? FloatText : kind == "ints" ? SignedText : UnsignedText;
    return value.isNull ? "(null)" : '(' + NumbersText(value.words, toText) + ')';
}

// Returns the column `fields` of a description. What the notation does not have is lost: the tensor type of a null Desc
// and the entries of a null list.
inline std::string FieldsToText(const Rule& rule, const FieldValues& values, const char* separator)
{
    std::size_t i = 0;
    return Joined(values, separator, [&](const Value& value) { return ValueToText(rule.fields[i++], value); });
}

} // namespace conformance
