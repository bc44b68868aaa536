// Reads data/device_calls.csv: what DirectML does with the arguments of its calls.
//
// An argument is `key=value`; what a row does not name is right. `relu` is a compiled ACTIVATION_RELU of {1,8,2,2}, `conv` a
// CONVOLUTION whose filter is OWNED_BY_DML, `big` one that needs a temporary resource, `graph` a graph of one relu, and
// init(a,b) an initializer. x#2 is a second object like x; x@other and x@twin are made by another device.
#pragma once

#include "dml_tensor_bindings.hpp"
#include "models/bindings.hpp"
#include "models/operators.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace device_facts
{
using namespace dml_tensor_utils;

struct Row
{
    std::string id, call;
    std::map<std::string, std::string> arguments;
    std::string result, cause, wanted, note;
    std::string line;

    bool Has(const std::string& key) const { return arguments.count(key) != 0; }
    std::string Get(const std::string& key, const std::string& otherwise) const
    {
        const auto found = arguments.find(key);
        return found != arguments.end() ? found->second : otherwise;
    }
    std::uint64_t Number(const std::string& key, std::uint64_t otherwise) const
    {
        return Has(key) ? std::strtoull(Get(key, "").c_str(), nullptr, 0) : otherwise;
    }
    std::uint32_t Number32(const std::string& key, std::uint32_t otherwise) const
    {
        return static_cast<std::uint32_t>(Number(key, otherwise));
    }
    bool IsAccepted() const { return result == "S_OK"; }
    bool Crashes() const { return result.compare(0, 4, "ends") == 0; }
    bool IsBind() const { return call.compare(0, 4, "Bind") == 0; }
};

inline std::vector<Row> Rows()
{
    std::vector<Row> rows;
    for (const std::string& line :
         verdict_file::LinesBelow("id,call,arguments,result,cause,wanted,note", "device_calls.csv"))
    {
        const std::vector<std::string> parts = operator_facts::SplitQuoted(line);
        EXPECT_EQ(parts.size(), 7U) << line;
        Row row = {parts[0], parts[1], {}, parts[3], parts[4], parts[5], parts[6], line};
        for (const std::string& argument : verdict_file::Split(parts[2], ' '))
        {
            const std::size_t equal = argument.find('=');
            row.arguments[argument.substr(0, equal)] = argument.substr(equal + 1);
        }
        rows.push_back(row);
    }
    EXPECT_EQ(rows.size(), 637U);
    return rows;
}

// The operators of the file. A name such as "relu#2@twin" is one of relu.
inline const binding_facts::Operator& OperatorOf(const std::string& name)
{
    static const binding_facts::Operator relu("ACTIVATION_RELU", "FLOAT32:1,8,2,2 FLOAT32:1,8,2,2");
    static const binding_facts::Operator conv("CONVOLUTION",
                                              "FLOAT32:1,2,4,4 FLOAT32:8,2,3,3:OWNED_BY_DML - FLOAT32:1,8,2,2");
    static const binding_facts::Operator free("CONVOLUTION", "FLOAT32:1,2,4,4 FLOAT32:8,2,3,3 - FLOAT32:1,8,2,2");
    static const binding_facts::Operator big("CONVOLUTION",
                                             "FLOAT32:1,64,56,56 FLOAT32:64,64,3,3 - FLOAT32:1,64,54,54");
    return name.compare(0, 4, "conv") == 0   ? conv
           : name.compare(0, 4, "free") == 0 ? free
           : name.compare(0, 3, "big") == 0  ? big
                                             : relu;
}

inline bool IsInitializer(const std::string& name) { return name.compare(0, 5, "init(") == 0; }

// The operators of init(a,b).
inline std::vector<std::string> InitializedBy(const std::string& name)
{
    const std::string inside = name.substr(5, name.rfind(')') - 5);
    return verdict_file::Split(inside, ',');
}

// As GetBindingProperties answers.
inline std::uint64_t TemporarySizeOf(const std::string& name) { return name.compare(0, 3, "big") == 0 ? 1492992 : 0; }
inline std::uint64_t PersistentSizeOf(const std::string& name) { return name.compare(0, 4, "conv") == 0 ? 576 : 0; }
inline std::uint32_t DescriptorsOf(const std::string& name)
{
    return IsInitializer(name)                                                  ? 0
           : name.compare(0, 3, "big") == 0                                     ? 6
           : name.compare(0, 4, "conv") == 0 || name.compare(0, 4, "free") == 0 ? 4
                                                                                : 2;
}

// The bindings that a row passes to a Bind method, all alike, of one buffer.
class BindArguments
{
public:
    BindArguments(const Row& row, void* buffer) : m_isNull(row.Get("bindings", "") == "null")
    {
        const std::string table = row.Get("table", "relu");
        const std::uint64_t size = row.call == "BindTemporaryResource"    ? TemporarySizeOf(table)
                                   : row.call == "BindPersistentResource" ? PersistentSizeOf(table)
                                                                          : 128;
        const bool hasBuffer = row.Get("buffer", "") != "null";
        m_range.Buffer = static_cast<decltype(m_range.Buffer)>(hasBuffer ? buffer : nullptr);
        m_range.Offset = row.Number("offset", 0);
        m_range.SizeInBytes = row.Number("size", size != 0 ? size : 128);
        m_array = {1, &m_range};
        DML_BINDING_DESC binding = {};
        const std::uint32_t type = row.Number32("type", 1); // the SDK's enumeration has the values 0 to 2
        std::memcpy(&binding.Type, &type, sizeof(type));
        binding.Desc = type == 2 ? static_cast<const void*>(&m_array) : &m_range;
        if (type == 0 || row.Get("desc", "") == "null") { binding.Desc = nullptr; }
        m_bindings.assign(row.Number32("count", 1), binding);
        if (m_bindings.empty()) { m_bindings.reserve(1); }
    }
    BindArguments(const BindArguments&) = delete;
    BindArguments& operator=(const BindArguments&) = delete;

    const DML_BINDING_DESC* Data() const { return m_isNull ? nullptr : m_bindings.data(); }
    std::uint32_t Count() const { return static_cast<std::uint32_t>(m_bindings.size()); }

private:
    bool m_isNull;
    DML_BUFFER_BINDING m_range = {};
    DML_BUFFER_ARRAY_BINDING m_array = {};
    std::vector<DML_BINDING_DESC> m_bindings;
};

// What the buffer of a row is.
inline BoundBuffer BufferOf(const Row& row)
{
    BoundBuffer buffer;
    buffer.sizeInBytes = row.Number("b.width", 1U << 24);
    buffer.flags = row.Number32("b.flags", 4);
    buffer.dimension = row.Number32("b.dim", 1);
    if (row.Get("b.kind", "") != "reserved") { buffer.heapType = row.Number32("b.heap", 1); }
    // The buffer of d830 belongs to the other device too, as its table does; DirectML's answer is that it does not.
    buffer.belongsToTable = row.Get("b.device", "") == "other" ? Answer::No : Answer::Yes;
    return buffer;
}

// Whether a sentence names the value that the column `wanted` names: the argument's number, and what it must be. The
// column has its own words, so that only fields and numbers are compared.
inline bool Names(const std::string& sentence, const std::string& word)
{
    return sentence.find(word) != std::string::npos;
}
} // namespace device_facts
