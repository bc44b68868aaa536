// Reads data/device_calls.csv: what DirectML does with the arguments of its calls.
//
// An argument is `key=value`; what a row does not name is right. `relu` is a compiled ACTIVATION_RELU of {1,8,2,2}, `conv` a
// CONVOLUTION whose filter is OWNED_BY_DML, `big` one that needs a temporary resource, `graph` a graph of one relu, and
// init(a,b) an initializer. x#2 is a second object like x; x@other and x@twin are made by another device.
//
// Other tests write rows of their own, which also have `bias`, a CONVOLUTION with a bias, `scalar` and `half`, copies of UINT8
// and FLOAT16, `join`, a JOIN of three tensors, `graph:x`, a graph of one x, and `unwrapped`, a relu that DirectML's own device
// made. `entries=3 entry=1` is a BUFFER_ARRAY in which entry 1 alone has a buffer. `at=2` says that binding 2 alone has the
// buffer of the row.
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
#include <set>
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
        const std::vector<std::string> parts = verdict_file::SplitQuoted(line);
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

// The ids of the rules that a cause of the file stands for.
inline std::set<std::string> RulesOf(const std::string& cause)
{
    static const std::map<std::string, std::set<std::string>> rules = {
        {"D3D12 device removed before", {"DeviceRemoved"}},
        {"Offset", {"BindingAlignment"}},
        {"buffer of another D3D12 device", {"ResourceDevice"}},
        {"data type that the device lacks", {"DeviceDataType"}},
        {"debug layer is missing", {"DebugLayer"}},
        {"device removed before", {"RemovedBefore"}},
        {"feature level", {"FeatureLevel"}},
        {"flags of the buffer", {"ResourceFlags"}},
        {"heap of the buffer", {"HeapType"}},
        {"initializer has no persistent resource", {"InitializerPersistent"}},
        {"input is not OWNED_BY_DML", {"UnexpectedBuffer"}},
        {"inputs not bound", {"NotBound"}},
        {"no graphics command list", {"CommandList"}},
        {"not a buffer", {"ResourceDimension"}},
        {"nothing is to be bound", {"UnexpectedBuffer", "InitializerPersistent"}},
        {"null Buffer", {"NullBuffer"}},
        {"null CPU handle", {"NullDescriptorHandle"}},
        {"null D3D12 device", {"NullDevice"}},
        {"null Desc", {"NullBindingDesc"}},
        {"null Dispatchable", {"NullDispatchable"}},
        {"null GPU handle", {"NullDescriptorHandle"}},
        {"null array", {"NullArray", "NullBindings"}},
        {"null binding", {"NullBinding"}},
        {"null binding table", {"NullTable"}},
        {"null command list", {"NullList"}},
        {"null description", {"NullDescription"}},
        {"null dispatchable", {"NullDispatchable"}},
        {"null entry", {"NullOperator"}},
        {"null graph", {"NullGraph"}},
        {"null name", {"NullName"}},
        {"null operator", {"NullOperator"}},
        {"null operator of a node", {"NullOperatorOrData"}},
        {"null ppv", {"NullResult"}},
        {"number of bindings", {"BindingCount"}},
        {"object of another DirectML device", {"OtherDevice"}},
        {"outputs not bound", {"NotBound"}},
        {"persistent resource not bound", {"NotBound"}},
        {"range beyond the buffer", {"BindingOutside"}},
        {"table of another dispatchable", {"OtherDispatchable"}},
        {"table was reset with null", {"NullDispatchable"}},
        {"temporary resource not bound", {"NotBound"}},
        {"too few descriptors", {"DescriptorCount"}},
        {"too small", {"BindingTooSmall"}},
        {"type of the command list", {"CommandListType"}},
        {"unknown binding type", {"BindingType"}},
        {"unknown execution flags", {"ExecutionFlags"}},
        {"unknown flags", {"DeviceFlags"}},
        {"wrong binding type", {"BindingType"}},
        {"wrong interface", {"Interface"}},
    };
    const auto found = rules.find(cause);
    return found != rules.end() ? found->second : std::set<std::string>{"no rule of the file has the cause " + cause};
}

// The operators of the file. A name such as "relu#2@twin" is one of relu, and graph:x a graph of x.
inline const binding_facts::Operator& OperatorOf(const std::string& name)
{
    static const binding_facts::Operator operators[] = {
        {"ACTIVATION_RELU", "FLOAT32:1,8,2,2 FLOAT32:1,8,2,2"},
        {"CONVOLUTION", "FLOAT32:1,2,4,4 FLOAT32:8,2,3,3:OWNED_BY_DML - FLOAT32:1,8,2,2"},
        {"CONVOLUTION", "FLOAT32:1,2,4,4 FLOAT32:8,2,3,3 - FLOAT32:1,8,2,2"},
        {"CONVOLUTION", "FLOAT32:1,64,56,56 FLOAT32:64,64,3,3 - FLOAT32:1,64,54,54"},
        {"CONVOLUTION", "FLOAT32:1,1,4,4 FLOAT32:1,1,3,3 FLOAT32:1,1,1,1 FLOAT32:1,1,2,2"},
        {"ELEMENT_WISE_IDENTITY", "UINT8:1 UINT8:1"},
        {"ELEMENT_WISE_IDENTITY", "FLOAT16:2 FLOAT16:2"},
        {"JOIN", "FLOAT32:2+FLOAT32:2+FLOAT32:2 FLOAT32:6 Axis=0"},
    };
    constexpr const char* Kinds[] = {"relu", "conv", "free", "big", "bias", "scalar", "half", "join"};
    const std::string kind = name.compare(0, 6, "graph:") == 0 ? name.substr(6) : name;
    std::size_t i = sizeof(Kinds) / sizeof(Kinds[0]) - 1;
    while (i > 0 && kind.compare(0, std::strlen(Kinds[i]), Kinds[i]) != 0) { --i; }
    return operators[i];
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

// The bindings that a row passes to a Bind method.
class BindArguments
{
public:
    // buffer: the row's. others: of the bindings that are not the row's.
    BindArguments(const Row& row, void* buffer, void* others = nullptr) : m_isNull(row.Get("bindings", "") == "null")
    {
        const std::string table = row.Get("table", "relu");
        const std::uint64_t size = row.call == "BindTemporaryResource"    ? TemporarySizeOf(table)
                                   : row.call == "BindPersistentResource" ? PersistentSizeOf(table)
                                                                          : 128;
        DML_BUFFER_BINDING range = {}, other = {};
        using Buffer = decltype(range.Buffer);
        range.Buffer = static_cast<Buffer>(row.Get("buffer", "") != "null" ? buffer : nullptr);
        range.Offset = row.Number("offset", 0);
        range.SizeInBytes = row.Number("size", size != 0 ? size : 128);
        other.Buffer = static_cast<Buffer>(others);
        other.SizeInBytes = 128;
        const std::uint32_t entryCount = row.Number32("entries", 1), count = row.Number32("count", 1);
        m_entries.assign(entryCount, DML_BUFFER_BINDING());
        m_entries[row.Number32("entry", 0)] = range;
        m_array = {entryCount, m_entries.data()};
        m_ranges.assign(count != 0 ? count : 1, row.Has("at") ? other : range);
        m_ranges[row.Number32("at", 0)] = range;
        const std::uint32_t type = row.Number32("type", 1); // the SDK's enumeration has the values 0 to 2
        const bool hasDesc = type != 0 && row.Get("desc", "") != "null";
        for (const DML_BUFFER_BINDING& each : m_ranges)
        {
            DML_BINDING_DESC binding = {};
            std::memcpy(&binding.Type, &type, sizeof(type));
            binding.Desc = !hasDesc ? nullptr : type == 2 ? static_cast<const void*>(&m_array) : &each;
            m_bindings.push_back(binding);
        }
        m_count = count;
    }
    BindArguments(const BindArguments&) = delete;
    BindArguments& operator=(const BindArguments&) = delete;

    const DML_BINDING_DESC* Data() const { return m_isNull ? nullptr : m_bindings.data(); }
    std::uint32_t Count() const { return m_count; }

private:
    bool m_isNull;
    std::uint32_t m_count = 0;
    std::vector<DML_BUFFER_BINDING> m_ranges, m_entries;
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
} // namespace device_facts
