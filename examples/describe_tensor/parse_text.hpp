// Parses numbers and data types that a user typed. A problem is returned as a sentence, because some programs that use
// this file are compiled without exceptions.

#pragma once

#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace parse_text
{

constexpr std::uint64_t Limit32 = 0xFFFFFFFF;
constexpr std::uint64_t Limit64 = 0xFFFFFFFFFFFFFFFF;

struct Number
{
    std::uint64_t value;
    std::string problem; // empty: no problem
};

// Returns the text without control characters and at most 60 characters long, for a message on one line.
inline std::string Printable(const std::string& text)
{
    constexpr std::size_t MaxLength = 60;
    std::string printable = text.substr(0, MaxLength);
    const auto isUnprintable = [](char c) { return c < ' ' || c > '~'; };
    std::replace_if(printable.begin(), printable.end(), isUnprintable, '?');
    return text.size() > MaxLength ? printable + "..." : printable;
}

inline std::string Upper(std::string text)
{
    for (char& c : text) { c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
    return text;
}

inline std::string Lower(std::string text)
{
    for (char& c : text) { c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
    return text;
}

inline std::vector<std::string> Split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
    {
        if (c == separator) { parts.emplace_back(); }
        else { parts.back() += c; }
    }
    return parts;
}

inline Number Parse(const std::string& text, std::uint64_t limit)
{
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    {
        return {0, "'" + Printable(text) + "' is not a number; use only the digits 0 to 9"};
    }
    std::uint64_t number = 0;
    for (const char c : text)
    {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (number > (limit - digit) / 10)
        {
            return {0, Printable(text) + " is too large; use at most " + std::to_string(limit)};
        }
        number = number * 10 + digit;
    }
    return {number, ""};
}

struct List
{
    dml_tensor_utils::Dimensions values;
    std::string problem; // empty: no problem
};

// Parses numbers separated by commas.
inline List ParseList(const std::string& text)
{
    std::vector<std::uint32_t> values;
    for (const std::string& part : Split(text, ','))
    {
        const Number number = Parse(part, Limit32);
        if (!number.problem.empty()) { return {{}, number.problem}; }
        values.push_back(static_cast<std::uint32_t>(number.value));
    }
    const dml_tensor_utils::Dimensions dimensions(values.data(), values.size());
    const bool isOk = dimensions.Error() == dml_tensor_utils::TensorError::None;
    return {dimensions, isOk ? "" : dml_tensor_utils::Explain(dimensions.Reason()).c_str()};
}

// Returns every data type except UNKNOWN.
inline std::vector<dml_tensor_utils::DML_TENSOR_DATA_TYPE> DataTypes()
{
    constexpr int Last = 13; // INT4; an older SDK does not declare the enumerator
    std::vector<dml_tensor_utils::DML_TENSOR_DATA_TYPE> dataTypes;
    for (int value = 1; value <= Last; ++value)
    {
        dataTypes.push_back(static_cast<dml_tensor_utils::DML_TENSOR_DATA_TYPE>(value));
    }
    return dataTypes;
}

inline std::string DataTypeNames()
{
    std::string names;
    for (const dml_tensor_utils::DML_TENSOR_DATA_TYPE dataType : DataTypes())
    {
        names += (names.empty() ? "" : " ") + std::string(dml_tensor_utils::ToString(dataType));
    }
    return names;
}

// Returns the data type of a name in any case; UNKNOWN if there is none.
inline dml_tensor_utils::DML_TENSOR_DATA_TYPE ParseDataType(const std::string& name)
{
    for (const dml_tensor_utils::DML_TENSOR_DATA_TYPE dataType : DataTypes())
    {
        if (Upper(name) == dml_tensor_utils::ToString(dataType)) { return dataType; }
    }
    return dml_tensor_utils::DML_TENSOR_DATA_TYPE_UNKNOWN;
}

} // namespace parse_text
