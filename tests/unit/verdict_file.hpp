// Reads the files of DirectML's own verdicts and of examples: comma-separated, a heading line, no quoting.
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

// No field of an empty text, else one more than there are separators.
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

// The heading line first; empty where the file cannot be read.
inline std::vector<std::vector<std::string>> Read(const std::string& name)
{
    std::vector<std::vector<std::string>> rows;
    std::ifstream file(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/" + name);
    for (std::string line; std::getline(file, line);)
    {
        // Whether the carriage return is still there depends on the platform and on the checkout.
        if (!line.empty() && line.back() == '\r') { line.pop_back(); }
        rows.push_back(Split(line, ','));
    }
    return rows;
}

// The rows below this heading; empty where the file has another one, or a row another number of fields.
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

// Of a field such as "2;3;4"; none where it is empty.
inline std::vector<std::uint64_t> Numbers(const std::string& text)
{
    std::vector<std::uint64_t> numbers;
    for (const std::string& number : Split(text, ';')) { numbers.push_back(Number(number)); }
    return numbers;
}

// Null for "null". Exactly as many values as are listed, so that a sanitizer sees a read too far.
inline std::unique_ptr<std::uint32_t[]> List(const std::string& text)
{
    if (text == "null") { return nullptr; }
    const std::vector<std::string> values = Split(text, ' ');
    std::unique_ptr<std::uint32_t[]> list(new std::uint32_t[values.size()]);
    for (std::size_t i = 0; i < values.size(); ++i) { list[i] = Number32(values[i]); }
    return list;
}

// A description and the arrays that it points to.
struct ListedTensor
{
    std::unique_ptr<std::uint32_t[]> sizes;
    std::unique_ptr<std::uint32_t[]> strides;
    dml_tensor_utils::DML_BUFFER_TENSOR_DESC desc;
};

// Fields: data type, flags, dimension count, sizes, strides, total, alignment.
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
