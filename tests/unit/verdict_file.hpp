// Reads the files of DirectML's verdicts, of executed rows and of examples: comma-separated, with a heading line.
#pragma once

#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace verdict_file
{

// Splits a text at each separator. An empty text has no fields.
inline std::vector<std::string> Split(const std::string& text, char separator)
{
    std::vector<std::string> fields;
    if (text.empty()) { return fields; }
    for (std::size_t begin = 0;;)
    {
        const std::size_t end = text.find(separator, begin);
        fields.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) { return fields; }
        begin = end + 1;
    }
}

// Splits a line of the file, in which fields that contain commas are quoted.
inline std::vector<std::string> SplitQuoted(const std::string& line)
{
    std::vector<std::string> parts(1);
    bool isQuoted = false;
    for (const char c : line)
    {
        if (c == '"') { isQuoted = !isQuoted; }
        else if (c == ',' && !isQuoted) { parts.emplace_back(); }
        else { parts.back() += c; }
    }
    return parts;
}

// Returns all lines, the heading first; nothing if the file cannot be read.
inline std::vector<std::string> Lines(const std::string& name)
{
    std::vector<std::string> lines;
    std::ifstream file(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/" + name);
    for (std::string line; std::getline(file, line);)
    {
        // Some platforms and checkouts keep the carriage return.
        if (!line.empty() && line.back() == '\r') { line.pop_back(); }
        lines.push_back(line);
    }
    return lines;
}

// Returns the lines below the heading, which starts as given; nothing if it starts otherwise.
inline std::vector<std::string> LinesBelow(const std::string& heading, const std::string& name)
{
    std::vector<std::string> lines = Lines(name);
    const bool isHeading = !lines.empty() && lines[0].compare(0, heading.size(), heading) == 0;
    lines.erase(lines.begin(), isHeading ? lines.begin() + 1 : lines.end());
    return lines;
}

// Returns the fields of all lines, which have no quotes.
inline std::vector<std::vector<std::string>> Read(const std::string& name)
{
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : Lines(name)) { rows.push_back(Split(line, ',')); }
    return rows;
}

// Returns the rows below the heading; nothing if the file has another heading, or a row another number of fields.
inline std::vector<std::vector<std::string>> Table(const std::string& name, const std::string& heading)
{
    std::vector<std::vector<std::string>> rows = Read(name);
    const std::vector<std::string> columns = Split(heading, ',');
    const bool isTable =
        !rows.empty() && rows[0] == columns
        && std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == columns.size(); });
    rows.erase(rows.begin(), isTable ? rows.begin() + 1 : rows.end());
    return rows;
}

inline std::uint64_t Number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

inline std::uint32_t Number32(const std::string& text) { return static_cast<std::uint32_t>(Number(text)); }

// Returns the numbers of a field such as "2;3;4".
inline std::vector<std::uint64_t> Numbers(const std::string& text)
{
    std::vector<std::uint64_t> numbers;
    for (const std::string& number : Split(text, ';')) { numbers.push_back(Number(number)); }
    return numbers;
}

// Returns null for "null", otherwise an array of exactly the listed values, so that a sanitizer detects a read beyond
// its end.
inline std::unique_ptr<std::uint32_t[]> List(const std::string& text)
{
    if (text == "null") { return nullptr; }
    const std::vector<std::string> values = Split(text, ' ');
    std::unique_ptr<std::uint32_t[]> list(new std::uint32_t[values.size()]);
    for (std::size_t i = 0; i < values.size(); ++i) { list[i] = Number32(values[i]); }
    return list;
}

// A description and the arrays that it refers to.
struct ListedTensor
{
    std::unique_ptr<std::uint32_t[]> sizes;
    std::unique_ptr<std::uint32_t[]> strides;
    dml_tensor_utils::DML_BUFFER_TENSOR_DESC desc;
};

// Reads a tensor from the fields data type, flags, dimension count, sizes, strides, total size, alignment.
inline ListedTensor TensorFrom(const std::vector<std::string>& fields, std::size_t first)
{
    ListedTensor tensor{List(fields[first + 3]), List(fields[first + 4]), {}};
    tensor.desc.DataType = static_cast<dml_tensor_utils::DML_TENSOR_DATA_TYPE>(Number32(fields[first]));
    tensor.desc.Flags = static_cast<dml_tensor_utils::DML_TENSOR_FLAGS>(Number32(fields[first + 1]));
    tensor.desc.DimensionCount = Number32(fields[first + 2]);
    tensor.desc.Sizes = tensor.sizes.get();
    tensor.desc.Strides = tensor.strides.get();
    tensor.desc.TotalTensorSizeInBytes = Number(fields[first + 5]);
    tensor.desc.GuaranteedBaseOffsetAlignment = Number32(fields[first + 6]);
    return tensor;
}

} // namespace verdict_file
