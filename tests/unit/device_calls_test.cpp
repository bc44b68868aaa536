// Passes the recorded calls of data/device_calls.csv to a wrapped device. The mock of DirectML answers as the row says, and
// the report must name what the column `wanted` names. Native mode, off Windows.
#include "dml_tensor_device.hpp"
#include "models/device_calls.hpp"
#include "models/direct3d12.hpp"
#include "models/directml.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace device_calls_test
{

namespace
{

using namespace dml_tensor_utils;
using device_facts::Row;
namespace ids = dml_tensor_utils::detail;
template <class T> using Owner = ids::ComOwner<T>;

struct Entry
{
    ReportKind kind;
    std::string call, text, rule;
};
using Reports = std::vector<Entry>;

// Returns the interface of a name such as IDMLOperator; a value that nothing has for another name.
GUID InterfaceOf(const std::string& name)
{
    for (const ids::InterfaceRow& row : ids::InterfaceRows)
    {
        if (name == row.name) { return row.id; }
    }
    return {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
}

// A wrapped device of a mock, with the objects that it made, by their names.
class OneDevice
{
public:
    OneDevice(mock_d3d12::Device& d3d12, Reports& reports)
    {
        answers.d3d12 = &d3d12;
        ExplainOptions options;
        options.context = &reports;
        options.report = [](const DeviceReport& report, void* context) {
            static_cast<Reports*>(context)->push_back({report.kind, report.call, report.text, report.rule});
        };
        IDMLDevice* const mock = new mock_directml::Device(answers);
        device = Owner<IDMLDevice>(ExplainErrors(mock, options));
        recorder = Make<IDMLCommandRecorder>([&](void** object)
                                             { return device->CreateCommandRecorder(ids::IidRecorder, object); });
    }

    template <class T, class Call> static Owner<T> Make(const Call& call)
    {
        void* object = nullptr;
        EXPECT_EQ(call(&object), S_OK);
        return Owner<T>(static_cast<T*>(object));
    }
    IDMLOperator* Operator(const std::string& name)
    {
        if (!operators[name])
        {
            const DML_OPERATOR_DESC desc = device_facts::OperatorOf(name).description.Desc();
            operators[name] = Make<IDMLOperator>([&](void** object)
                                                 { return device->CreateOperator(&desc, ids::IidOperator, object); });
        }
        return operators[name].Get();
    }
    IDMLCompiledOperator* Compiled(const std::string& name)
    {
        if (!compiled[name])
        {
            answers.properties = {device_facts::DescriptorsOf(name), device_facts::TemporarySizeOf(name),
                                  device_facts::PersistentSizeOf(name)};
            compiled[name] = Make<IDMLCompiledOperator>(
                [&](void** object)
                {
                    return name == "graph" ? CompileGraph(Operator("relu"), object)
                                           : device->CompileOperator(Operator(name), DML_EXECUTION_FLAG_NONE,
                                                                     ids::IidCompiledOperator, object);
                });
        }
        return compiled[name].Get();
    }
    HRESULT CompileGraph(IDMLOperator* op, void** object, const GUID& id = ids::IidCompiledOperator,
                         std::uint32_t flags = 0)
    {
        const DML_OPERATOR_GRAPH_NODE_DESC node = {op, nullptr};
        const DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
        const DML_INPUT_GRAPH_EDGE_DESC input = {0, 0, 0, nullptr};
        const DML_OUTPUT_GRAPH_EDGE_DESC output = {0, 0, 0, nullptr};
        const DML_GRAPH_EDGE_DESC inputs[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &input}};
        const DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &output}};
        const DML_GRAPH_DESC graph = {1, 1, 1, nodes, 1, inputs, 1, outputs, 0, nullptr};
        return Device1()->CompileGraph(&graph, static_cast<DML_EXECUTION_FLAGS>(flags), id, object);
    }
    Owner<IDMLDevice1> Device1() const { return ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1); }

    mock_directml::Answers answers;
    Owner<IDMLDevice> device;
    Owner<IDMLCommandRecorder> recorder;
    std::map<std::string, Owner<IDMLOperator>> operators;
    std::map<std::string, Owner<IDMLCompiledOperator>> compiled;
    std::map<std::string, Owner<IDMLOperatorInitializer>> initializers;
};

// What a row can use: the device of most calls, a second one of the same D3D12 device, and one of another.
class World
{
public:
    // Returns the device of a name such as "relu@twin", and removes the device from the name.
    OneDevice& DeviceOf(std::string& name)
    {
        const std::size_t at = name.rfind('@');
        if (at == std::string::npos) { return own; }
        const std::string device = name.substr(at + 1);
        name.erase(at);
        return Named(device);
    }
    OneDevice& Named(const std::string& device) { return device == "other" ? other : device == "twin" ? twin : own; }
    IDMLOperator* Operator(std::string name) { return name == "null" ? nullptr : DeviceOf(name).Operator(name); }
    IDMLCompiledOperator* Compiled(std::string name)
    {
        return name == "null" ? nullptr : DeviceOf(name).Compiled(name);
    }
    std::vector<IDMLCompiledOperator*> AllCompiled(const std::vector<std::string>& names)
    {
        std::vector<IDMLCompiledOperator*> all;
        for (const std::string& name : names) { all.push_back(Compiled(name)); }
        return all;
    }
    IDMLOperatorInitializer* Initializer(const std::string& name)
    {
        std::string rest = name;
        const std::size_t end = name.rfind(')');
        rest.erase(0, end + 1);
        OneDevice& maker = DeviceOf(rest);
        Owner<IDMLOperatorInitializer>& made = maker.initializers[name];
        if (!made)
        {
            maker.answers.ofInitializers = {0, 0, 0};
            const auto all = AllCompiled(device_facts::InitializedBy(name));
            made = OneDevice::Make<IDMLOperatorInitializer>(
                [&](void** object)
                {
                    return maker.device->CreateOperatorInitializer(static_cast<UINT>(all.size()), all.data(),
                                                                   ids::IidInitializer, object);
                });
        }
        return made.Get();
    }
    IDMLDispatchable* Dispatchable(const std::string& name)
    {
        if (name == "null") { return nullptr; }
        if (device_facts::IsInitializer(name)) { return Initializer(name); }
        return Compiled(name);
    }
    // The description that makes a table of a dispatchable.
    DML_BINDING_TABLE_DESC TableDesc(const std::string& name, const Row* row = nullptr)
    {
        DML_BINDING_TABLE_DESC desc = {};
        desc.Dispatchable = Dispatchable(name);
        desc.SizeInDescriptors = row != nullptr ? row->Number32("n", Descriptors(name)) : Descriptors(name);
        desc.CPUDescriptorHandle.ptr = static_cast<SIZE_T>(row != nullptr ? row->Number("cpu", 0x1000) : 0x1000);
        desc.GPUDescriptorHandle.ptr = row != nullptr ? row->Number("gpu", 0x2000) : 0x2000;
        return desc;
    }
    static std::uint32_t Descriptors(const std::string& name)
    {
        const std::uint32_t count = device_facts::DescriptorsOf(name);
        return count != 0 ? count : 4; // more than an initializer needs
    }
    Owner<IDMLBindingTable> Table(const std::string& name, OneDevice& maker)
    {
        const DML_BINDING_TABLE_DESC desc = TableDesc(name);
        return OneDevice::Make<IDMLBindingTable>(
            [&](void** object) { return maker.device->CreateBindingTable(&desc, ids::IidBindingTable, object); });
    }

    Reports reports;
    mock_d3d12::Device d3d12, otherD3d12, thirdD3d12;
    OneDevice own{d3d12, reports}, twin{d3d12, reports}, other{otherD3d12, reports};
};

// A failing call that every row with `after=removal` has behind it, so that the removal is reported.
void Remove(OneDevice& device)
{
    device.answers.removed = mock_directml::Removed;
    const DML_OPERATOR_DESC desc = device_facts::OperatorOf("relu").description.Desc();
    void* object = nullptr;
    device.answers.next = mock_directml::Removed;
    EXPECT_EQ(device.device->CreateOperator(&desc, ids::IidOperator, &object), mock_directml::Removed);
    device.answers.next = S_OK;
}

// Passes the calls of rows to the wrapped device.
class Caller
{
public:
    explicit Caller(const Row& given) : row(given), id(InterfaceOf(row.Get("riid", RightInterface())))
    {
        if (row.Get("d3d.caps", "") == "none") { world.own.answers.missingTypes = {2, 4, 7, 9}; }
        if (row.Get("d3d.double", "") == "0") { world.own.answers.missingTypes = {9}; }
    }

    // Returns false if the mock cannot represent the row.
    bool Run()
    {
        if (row.call == "CreateOperator") { return CreateOperator(); }
        if (row.call == "CompileOperator") { return CompileOperator(); }
        if (row.call == "CompileGraph") { return CompileGraph(); }
        if (row.call == "CreateOperatorInitializer") { return CreateInitializer(); }
        if (row.call == "IDMLOperatorInitializer::Reset") { return ResetInitializer(); }
        if (row.call == "CreateCommandRecorder")
        {
            Prepare(world.own);
            world.own.device->CreateCommandRecorder(id, Result());
            Release();
            return true;
        }
        if (row.call == "CreateBindingTable" || row.call == "IDMLBindingTable::Reset") { return MakeTable(); }
        if (row.call == "RecordDispatch") { return Dispatch(); }
        if (row.call == "DMLCreateDevice" || row.call == "DMLCreateDevice1") { return CreateDevice(); }
        if (row.call == "SetName") { return SetName(); }
        return row.IsBind() && Bind();
    }
    World world;

private:
    const char* RightInterface() const
    {
        for (const ids::CallRow& call : ids::CallRows)
        {
            if (row.call == call.name && InterfaceOf(call.made).Data1 != 1) { return call.made; }
        }
        return row.call.compare(0, 9, "DMLCreate") == 0 ? "IDMLDevice" : "IUnknown";
    }
    HRESULT Answer() const
    {
        return row.IsAccepted() || row.Crashes() || row.result.find(' ') != std::string::npos
                   ? S_OK
                   : static_cast<HRESULT>(std::strtoul(row.result.c_str(), nullptr, 16));
    }
    // Lets the mock answer as the row says. Everything that the call needs is made before.
    void Prepare(OneDevice& called)
    {
        if (row.Get("after", "") == "removal") { Remove(called); }
        if (row.Has("d3d.removed"))
        {
            const auto reason = static_cast<HRESULT>(std::strtoul(row.Get("d3d.removed", "").c_str(), nullptr, 16));
            world.d3d12.removed = reason;
            called.answers.removed = reason;
        }
        world.reports.clear();
        called.answers.next = Answer();
        const bool removes = row.result.find("removed") != std::string::npos;
        called.answers.removes = removes ? mock_directml::Removed : S_OK;
    }
    void** Result()
    {
        m_object = nullptr;
        return row.Get("ppv", "") == "null" ? nullptr : &m_object;
    }

    bool CreateOperator()
    {
        const std::string op = row.Get("op", "identity:1");
        const std::vector<std::string> parts = verdict_file::Split(op, ':');
        const auto type = [](const std::string& number)
        { return std::string(ToString(static_cast<DML_TENSOR_DATA_TYPE>(verdict_file::Number32(number)))); };
        const bool isCast = parts[0] == "cast";
        const std::string input = parts.size() > 1 ? type(parts[1]) : "FLOAT32",
                          output = isCast ? type(parts[2]) : input;
        const binding_facts::Operator made(isCast ? "CAST" : "ELEMENT_WISE_IDENTITY",
                                           input + ":2,4 " + output + ":2,4");
        const DML_OPERATOR_DESC desc = made.description.Desc();
        Prepare(world.own);
        world.own.device->CreateOperator(op == "null" ? nullptr : &desc, id, Result());
        Release();
        return true;
    }
    bool CompileOperator()
    {
        const std::string name = row.Get("op", "relu");
        IDMLOperator* const op = world.Operator(name);
        Prepare(world.own);
        world.own.device->CompileOperator(op, static_cast<DML_EXECUTION_FLAGS>(row.Number32("flags", 0)), id, Result());
        Release();
        return true;
    }
    bool CompileGraph()
    {
        IDMLOperator* const op = world.Operator(row.Get("op", "relu"));
        Prepare(world.own);
        const std::uint32_t flags = row.Number32("flags", 0);
        if (row.Get("graph", "") != "null") { world.own.CompileGraph(op, Result(), id, flags); }
        else { world.own.Device1()->CompileGraph(nullptr, static_cast<DML_EXECUTION_FLAGS>(flags), id, Result()); }
        Release();
        return true;
    }
    std::vector<IDMLCompiledOperator*> Operators(UINT& count, bool& isNull)
    {
        const std::string names = row.Get("ops", "");
        isNull = names == "null";
        const auto all =
            isNull ? std::vector<IDMLCompiledOperator*>() : world.AllCompiled(verdict_file::Split(names, ','));
        count = row.Number32("count", isNull ? 1 : static_cast<std::uint32_t>(all.size()));
        return all;
    }
    bool CreateInitializer()
    {
        UINT count = 0;
        bool isNull = false;
        const auto all = Operators(count, isNull);
        Prepare(world.own);
        world.own.device->CreateOperatorInitializer(count, isNull ? nullptr : all.data(), id, Result());
        Release();
        return true;
    }
    bool ResetInitializer()
    {
        UINT count = 0;
        bool isNull = false;
        const auto all = Operators(count, isNull);
        std::string of = row.Get("of", "init(relu)");
        IDMLOperatorInitializer* const initializer = world.Initializer(of);
        Prepare(of.back() == ')' ? world.own : world.DeviceOf(of));
        initializer->Reset(count, isNull ? nullptr : all.data());
        return true;
    }
    bool MakeTable()
    {
        const DML_BINDING_TABLE_DESC desc = world.TableDesc(row.Get("dispatchable", "relu"), &row);
        const DML_BINDING_TABLE_DESC* const given = row.Get("desc", "") == "null" ? nullptr : &desc;
        const bool isReset = row.call == "IDMLBindingTable::Reset";
        const auto table = isReset ? world.Table(row.Get("of", "relu"), world.own) : Owner<IDMLBindingTable>();
        Prepare(world.own);
        if (isReset) { table->Reset(given); }
        else { world.own.device->CreateBindingTable(given, id, Result()); }
        Release();
        return true;
    }
    bool Bind()
    {
        OneDevice& maker = world.Named(row.Get("on", ""));
        const auto table = world.Table(row.Get("table", "relu"), maker);
        const BoundBuffer facts = device_facts::BufferOf(row);
        mock_d3d12::Resource buffer(facts.sizeInBytes, static_cast<D3D12_HEAP_TYPE>(row.Number32("b.heap", 1)));
        buffer.desc.Flags = static_cast<D3D12_RESOURCE_FLAGS>(facts.flags);
        buffer.desc.Dimension = static_cast<D3D12_RESOURCE_DIMENSION>(facts.dimension);
        buffer.isReserved = row.Get("b.kind", "") == "reserved";
        const bool isOther = facts.belongsToTable == dml_tensor_utils::Answer::No;
        buffer.device = isOther ? &world.thirdD3d12 : &maker == &world.other ? &world.otherD3d12 : &world.d3d12;
        const device_facts::BindArguments arguments(row, static_cast<ID3D12Resource*>(&buffer));
        Prepare(maker);
        const DML_BINDING_DESC* const bindings = arguments.Data();
        if (row.call == "BindInputs") { table->BindInputs(arguments.Count(), bindings); }
        else if (row.call == "BindOutputs") { table->BindOutputs(arguments.Count(), bindings); }
        else if (row.call == "BindTemporaryResource") { table->BindTemporaryResource(bindings); }
        else { table->BindPersistentResource(bindings); }
        return true;
    }
    // Binds what a list names; the mock accepts everything.
    static void BindAll(IDMLBindingTable& table, const std::string& list)
    {
        const auto has = [&](const char* name) { return list == "all" || list.find(name) != std::string::npos; };
        const DML_BUFFER_BINDING range = {nullptr, 0, 0};
        const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, &range};
        const DML_BUFFER_ARRAY_BINDING array = {1, &range};
        const DML_BINDING_DESC arrays = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
        if (has("inputs")) { table.BindInputs(1, &arrays); }
        if (has("outputs")) { table.BindOutputs(1, &binding); }
        if (has("temporary") || list == "all") { table.BindTemporaryResource(&binding); }
        if (has("persistent")) { table.BindPersistentResource(&binding); }
    }
    bool Dispatch()
    {
        std::string tableName = row.Get("table", "relu");
        const bool hasTable = tableName != "null";
        // A table is made by the device of its dispatchable, unless the row says otherwise.
        std::string place = tableName.substr(tableName.find(')') == std::string::npos ? 0 : tableName.rfind(')') + 1);
        OneDevice& maker = row.Has("table.on") ? world.Named(row.Get("table.on", "")) : world.DeviceOf(place);
        const std::string dispatchableName =
            row.Get("dispatchable", row.Has("table") && hasTable && !row.Has("reset") ? tableName : "relu");
        IDMLDispatchable* const dispatchable = world.Dispatchable(dispatchableName);
        const auto table = hasTable ? world.Table(tableName, maker) : Owner<IDMLBindingTable>();
        if (table) { BindAll(*table.Get(), row.Get("bound", "all")); }
        if (row.Has("reset") && row.Get("reset", "") == "null") { table->Reset(nullptr); }
        else if (row.Has("reset"))
        {
            const DML_BINDING_TABLE_DESC desc = world.TableDesc(row.Get("reset", ""));
            table->Reset(&desc);
        }
        if (row.Has("rebound")) { BindAll(*table.Get(), row.Get("rebound", "")); }
        if (row.Has("initreset"))
        {
            IDMLCompiledOperator* const op = world.Compiled(row.Get("initreset", ""));
            world.Initializer(tableName)->Reset(1, &op);
        }
        mock_d3d12::CommandList list;
        list.type = static_cast<D3D12_COMMAND_LIST_TYPE>(row.Number32("list.type", 0));
        if (row.Get("list.graphics", "") == "0") { list.other = ids::IidUnknown; }
        OneDevice& called = world.Named(row.Get("device", ""));
        Prepare(called);
        called.recorder->RecordDispatch(row.Get("list", "") == "null" ? nullptr : &list, dispatchable, table.Get());
        return true;
    }
    bool CreateDevice()
    {
        if (!row.Has("ppv") || !row.IsAccepted())
        {
            Prepare(world.own);
            ExplainOptions options;
            options.context = &world.reports;
            options.report = [](const DeviceReport& report, void* context) {
                static_cast<Reports*>(context)->push_back({report.kind, report.call, report.text, report.rule});
            };
            const std::uint32_t level = row.call == "DMLCreateDevice1" ? row.Number32("level", 0x1000) : 0;
            ExplainCreateDevice(Answer(), row.Get("d3d", "") == "null" ? nullptr : &world.d3d12,
                                static_cast<DML_CREATE_DEVICE_FLAGS>(row.Number32("flags", 0)), level, id, options);
        }
        return true;
    }
    bool SetName()
    {
        const std::string of = row.Get("of", "device");
        const auto table = world.Table("relu", world.own);
        IDMLObject* const object = of == "device"     ? static_cast<IDMLObject*>(world.own.device.Get())
                                   : of == "table"    ? table.Get()
                                   : of == "recorder" ? static_cast<IDMLObject*>(world.own.recorder.Get())
                                   : device_facts::IsInitializer(of) ? world.Initializer(of)
                                                                     : nullptr;
        if (object == nullptr) { return false; } // operators are DirectML's own
        Prepare(world.own);
        object->SetName(row.Get("name", "") == "null" ? nullptr : L"");
        return true;
    }
    void Release()
    {
        if (m_object != nullptr) { static_cast<IUnknown*>(m_object)->Release(); }
        m_object = nullptr;
    }

    const Row& row;
    const GUID id;
    void* m_object = nullptr;
};

// The ids of the rules that a cause of the file stands for.
std::set<std::string> RulesOf(const std::string& cause)
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

// Whether the mock cannot represent a call: DirectML's answer is only forwarded.
bool IsForwarded(const std::string& call)
{
    static const std::set<std::string> calls = {
        "CheckFeatureSupport",   "Evict",          "MakeResident",   "GetBindingProperties",    "GetDevice",
        "GetParentDevice",       "GetPrivateData", "SetPrivateData", "SetPrivateDataInterface", "QueryInterface",
        "GetDeviceRemovedReason"};
    return calls.count(call) != 0;
}

// The words of a text that a sentence about the same must have: numbers, and names of interfaces.
std::vector<std::string> WordsOf(const std::string& text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + ' ')
    {
        const bool isPart = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        if (isPart) { word += c; }
        else
        {
            const bool isNumber = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
            const bool isName = word.compare(0, 4, "IDML") == 0 || word.compare(0, 4, "DML_") == 0
                                || word.compare(0, 4, "Bind") == 0 || word.find("Handle") != std::string::npos
                                || word == "DataType" || word == "SizeInDescriptors"
                                || word.rfind("InputTensor", 0) == 0 || word.rfind("OutputTensor", 0) == 0;
            if (isNumber || isName) { words.push_back(word); }
            word.clear();
        }
    }
    return words;
}

TEST(DeviceCalls, EveryRecordedCallIsExplained)
{
    std::uint32_t accepted = 0, failed = 0, crashes = 0, forwarded = 0, notRepresented = 0;
    for (const Row& row : device_facts::Rows())
    {
        if (IsForwarded(row.call))
        {
            ++forwarded;
            continue;
        }
        SCOPED_TRACE(row.line);
        Caller caller(row);
        if (!caller.Run())
        {
            ++notRepresented;
            continue;
        }
        const Reports& reports = caller.world.reports;
        const bool isRemovedElsewhere = row.Has("d3d.removed") && row.cause.find("ignored") == 0;
        if (row.IsAccepted())
        {
            EXPECT_EQ(reports.size(), isRemovedElsewhere ? 1U : 0U) << (reports.empty() ? "" : reports[0].text);
            ++accepted;
            continue;
        }
        ++(row.Crashes() ? crashes : failed);
        EXPECT_EQ(reports.size(), 1U);
        if (reports.empty()) { continue; }
        const Entry& report = reports[0];
        EXPECT_EQ(report.kind, row.Crashes() ? ReportKind::WillCrash : ReportKind::Failure) << report.text;
        EXPECT_EQ(report.call, row.call) << report.text;
        EXPECT_EQ(RulesOf(row.cause).count(report.rule), 1U) << report.text;
        if (report.rule == "InitializerPersistent" || report.rule == "FeatureLevel") { continue; }
        const std::string first = row.wanted.substr(0, row.wanted.find(';'));
        for (const std::string& word : WordsOf(first))
        {
            EXPECT_NE((report.call + ' ' + report.text).find(word), std::string::npos) << word << " in " << report.text;
        }
    }
    EXPECT_EQ(mock_directml::living, 0);
    EXPECT_EQ(forwarded, 102U);
    EXPECT_EQ(notRepresented, 4U);
    EXPECT_EQ(accepted, 201U);
    EXPECT_EQ(failed, 309U);
    EXPECT_EQ(crashes, 21U);
}

} // namespace
} // namespace device_calls_test
