// Reads and writes the headers of .npy files, in which NumPy saves arrays. A problem is returned as a sentence.

#pragma once

#include "describe_tensor/parse_text.hpp"
#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace npy
{

namespace dml = dml_tensor_utils;
using namespace parse_text;

struct Type
{
    const char* name; // as NumPy writes it, after the byte order
    DataType type;
};

// NumPy saves a bool as a byte.
constexpr Type Types[] = {{"f4", dml::DML_TENSOR_DATA_TYPE_FLOAT32}, {"f2", dml::DML_TENSOR_DATA_TYPE_FLOAT16},
                          {"f8", dml::DML_TENSOR_DATA_TYPE_FLOAT64}, {"u1", dml::DML_TENSOR_DATA_TYPE_UINT8},
                          {"u2", dml::DML_TENSOR_DATA_TYPE_UINT16},  {"u4", dml::DML_TENSOR_DATA_TYPE_UINT32},
                          {"u8", dml::DML_TENSOR_DATA_TYPE_UINT64},  {"i1", dml::DML_TENSOR_DATA_TYPE_INT8},
                          {"i2", dml::DML_TENSOR_DATA_TYPE_INT16},   {"i4", dml::DML_TENSOR_DATA_TYPE_INT32},
                          {"i8", dml::DML_TENSOR_DATA_TYPE_INT64},   {"b1", dml::DML_TENSOR_DATA_TYPE_UINT8},
                          {"?", dml::DML_TENSOR_DATA_TYPE_UINT8}};

constexpr char Magic[] = "\x93NUMPY";

struct Header
{
    std::string problem; // empty: no problem
    DataType type = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    dml::TensorLayout layout;
    std::size_t bytes = 0;  // the elements follow them
    bool isSwapped = false; // whether the bytes of each element have the other order than the machine's
};

// Returns '<' if the machine stores the lowest byte first, or '>'.
inline char MachineOrder()
{
    const std::uint16_t one = 1;
    unsigned char first = 0;
    std::memcpy(&first, &one, 1);
    return first == 1 ? '<' : '>';
}

// Exchanges the bytes of each element.
inline void SwapBytes(std::vector<unsigned char>& bytes, std::ptrdiff_t elementBytes)
{
    for (auto at = bytes.begin(); bytes.end() - at >= elementBytes; at += elementBytes)
    {
        std::reverse(at, at + elementBytes);
    }
}

// Returns the text that follows a key of a Python dictionary: "(2, 3), }" for shape in {'shape': (2, 3), }.
inline std::string TextAfter(const std::string& dictionary, const std::string& key)
{
    for (const char quote : {'\'', '"'})
    {
        const std::size_t at = dictionary.find(quote + key + quote);
        if (at == std::string::npos) { continue; }
        const std::string text = Trimmed(dictionary.substr(at + key.size() + 2));
        return text.compare(0, 1, ":") == 0 ? Trimmed(text.substr(1)) : "";
    }
    return "";
}

// Whether a value of a Python dictionary ends before this character.
inline bool EndsValue(const std::string& text, std::size_t at)
{
    const std::string rest = Trimmed(text.substr(at));
    return rest.compare(0, 1, ",") == 0 || rest.compare(0, 1, "}") == 0;
}

// Sets the data type and the order of bytes from a text such as "'<f4', ...". Returns the problem.
inline std::string ReadType(const std::string& text, Header& header)
{
    if (text.compare(0, 1, "[") == 0) { return "is a structured array; save one field of it"; }
    const std::size_t end = text.empty() ? std::string::npos : text.find(text[0], 1);
    if (end == std::string::npos || (text[0] != '\'' && text[0] != '"')) { return "its header has no descr"; }
    const std::string descr = text.substr(1, end - 1);
    const bool hasOrder = descr.find_first_of("<>|=") == 0;
    const std::string name = descr.substr(hasOrder ? 1 : 0);
    for (const Type& type : Types)
    {
        if (name == type.name) { header.type = type.type; }
    }
    if (name == "V2") { return "its type is V2, such as bfloat16; save it with astype(numpy.float32)"; }
    std::string unknown = "its type is " + Printable(descr) + ", which no tensor has; save it with astype";
    if (header.type == dml::DML_TENSOR_DATA_TYPE_UNKNOWN) { return unknown; }
    header.isSwapped = (descr[0] == '<' || descr[0] == '>') && descr[0] != MachineOrder();
    return "";
}

// Sets the layout from a text such as "(2, 3), ...". Returns the problem. Shapes of more than 8 axes lose those of size
// 1, and if more than 8 are left, axes that can be merged become one.
inline std::string ReadShape(const std::string& text, bool isFortran, std::uint64_t present, Header& header)
{
    constexpr std::size_t MaxRank = 8;
    const std::size_t end = text.find(')');
    const bool isTuple = text.compare(0, 1, "(") == 0 && end != std::string::npos && EndsValue(text, end + 1);
    if (!isTuple) { return "its header has no shape"; }
    std::vector<std::string> items = Split(text.substr(1, end - 1), ',');
    if (Trimmed(items.back()).empty()) { items.pop_back(); } // after the last comma, or of ()
    std::vector<std::uint64_t> sizes;
    for (const std::string& item : items)
    {
        const Number number = Parse(Trimmed(item), Limit32);
        if (!number.problem.empty()) { return "its shape: " + number.problem; }
        if (number.value == 0) { return "is empty: a size in its shape is 0"; }
        if (number.value != 1 || items.size() <= MaxRank) { sizes.push_back(number.value); }
    }
    if (sizes.empty()) { sizes.push_back(1); } // one number, which NumPy gives the shape ()
    const std::uint64_t elementBytes = dml::ElementSizeInBits(header.type) / 8;
    const std::uint64_t limit = Limit64 / elementBytes;
    std::vector<std::uint64_t> strides(sizes.size());
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        const std::size_t axis = isFortran ? i : sizes.size() - 1 - i;
        strides[axis] = count;
        if (sizes[axis] > limit / count) { return "its shape needs more than 2^64 bytes"; }
        count *= sizes[axis];
    }
    const std::string needed = "its shape needs " + std::to_string(count * elementBytes) + " bytes";
    if (count * elementBytes > present)
    {
        return needed + ", and only " + std::to_string(present) + " follow its header";
    }
    header.layout = sizes.size() > MaxRank
                        ? dml::TensorLayout::OfAnyRank(sizes.data(), strides.data(), sizes.size())
                        : dml::TensorLayout::Strided({sizes.data(), sizes.size()}, {strides.data(), sizes.size()});
    return header.layout ? "" : dml::Explain(header.layout.Reason()).c_str();
}

inline bool IsNpy(const std::vector<unsigned char>& file)
{
    return file.size() >= sizeof(Magic) - 1 && std::memcmp(file.data(), Magic, sizeof(Magic) - 1) == 0;
}

// Reads the header of a file. Requires: IsNpy(file).
inline Header Read(const std::vector<unsigned char>& file)
{
    Header header;
    const std::size_t lengthBytes = file.size() > 6 && file[6] == 1 ? 2 : 4;
    const std::size_t begin = 8 + lengthBytes;
    const bool isKnown = file.size() >= begin && file[6] >= 1 && file[6] <= 3 && file[7] == 0;
    header.problem = isKnown ? "" : "is not a .npy file of version 1.0, 2.0 or 3.0";
    if (!isKnown) { return header; }
    const std::uint64_t present = file.size() - begin;
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i) { length |= std::uint64_t{file[8 + i]} << (8 * i); }
    if (length > present)
    {
        header.problem =
            "its header has " + std::to_string(length) + " bytes, and only " + std::to_string(present) + " are there";
        return header;
    }
    header.bytes = begin + static_cast<std::size_t>(length);
    std::string text(file.begin() + static_cast<std::ptrdiff_t>(begin),
                     file.begin() + static_cast<std::ptrdiff_t>(header.bytes));
    for (char& c : text) { c = static_cast<unsigned char>(c) < 0x80 ? c : '\x7F'; } // which Printable replaces
    const std::string order = TextAfter(text, "fortran_order");
    const bool isFortran = order.compare(0, 4, "True") == 0 && EndsValue(order, 4);
    header.problem = ReadType(TextAfter(text, "descr"), header);
    const bool hasOrder = isFortran || (order.compare(0, 5, "False") == 0 && EndsValue(order, 5));
    if (!header.problem.empty()) { return header; }
    header.problem = hasOrder ? ReadShape(TextAfter(text, "shape"), isFortran, file.size() - header.bytes, header)
                              : "its header has no fortran_order of True or False";
    return header;
}

// Returns the header of a row-major array, which ends at a multiple of 64 bytes. Requires: a type of at least 8
// bits, and two sizes or more.
inline std::string Write(DataType dataType, const std::vector<std::uint32_t>& sizes)
{
    const Type* type = Types;
    while (type->type != dataType) { ++type; }
    const char order = dml::ElementSizeInBits(dataType) == 8 ? '|' : MachineOrder();
    std::string text = std::string("{'descr': '") + order + type->name + "', 'fortran_order': False, 'shape': ("
                       + Join(sizes, ", ") + "), }";
    constexpr std::size_t Prefix = 10;
    constexpr std::size_t Alignment = 64;
    text.append(Alignment - 1 - (Prefix + text.size()) % Alignment, ' ');
    text += '\n';
    const char length[] = {static_cast<char>(text.size() % 256), static_cast<char>(text.size() / 256)};
    return Magic + std::string("\x01\x00", 2) + std::string(length, 2) + text;
}

} // namespace npy
