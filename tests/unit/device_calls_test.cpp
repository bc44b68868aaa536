// Passes calls to a wrapped device: those of data/device_calls.csv, whose report must name what the column `wanted` names,
// and faults of programs, whose sentences are written out. The mock of DirectML answers as the row says. Native mode, off
// Windows.
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

ExplainOptions OptionsOf(Reports& reports, bool hazards = false)
{
    ExplainOptions options;
    options.context = &reports;
    options.hazards = hazards;
    options.report = [](const DeviceReport& report, void* context) {
        static_cast<Reports*>(context)->push_back({report.kind, report.call, report.text, report.rule});
    };
    return options;
}

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
    OneDevice(mock_d3d12::Device& d3d12, Reports& reports, bool hazards)
    {
        answers.d3d12 = &d3d12;
        mock = new mock_directml::Device(answers);
        device = Owner<IDMLDevice>(ExplainErrors(mock, OptionsOf(reports, hazards)));
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
            IDMLDevice* const maker = MakerOf(name);
            operators[name] = Make<IDMLOperator>([&](void** object)
                                                 { return maker->CreateOperator(&desc, ids::IidOperator, object); });
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
                    return name.compare(0, 5, "graph") == 0
                               ? CompileGraph(name, Operator(name), object)
                               : MakerOf(name)->CompileOperator(Operator(name), DML_EXECUTION_FLAG_NONE,
                                                                ids::IidCompiledOperator, object);
                });
        }
        return compiled[name].Get();
    }
    // Compiles a graph of one operator. Each of its inputs that is not null has an input edge.
    HRESULT CompileGraph(const std::string& name, IDMLOperator* op, void** object,
                         const GUID& id = ids::IidCompiledOperator, std::uint32_t flags = 0)
    {
        const auto& slots = device_facts::OperatorOf(name).inputs;
        const DML_OPERATOR_GRAPH_NODE_DESC node = {op, nullptr};
        const DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
        std::deque<DML_INPUT_GRAPH_EDGE_DESC> inputs;
        std::vector<DML_GRAPH_EDGE_DESC> inputEdges;
        for (std::uint32_t i = 0; i < slots.size(); ++i)
        {
            if (slots[i].role == BindingRole::Null) { continue; }
            inputs.push_back({static_cast<UINT>(inputs.size()), 0, i, nullptr});
            inputEdges.push_back({DML_GRAPH_EDGE_TYPE_INPUT, &inputs.back()});
        }
        const DML_OUTPUT_GRAPH_EDGE_DESC output = {0, 0, 0, nullptr};
        const DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &output}};
        const auto count = static_cast<UINT>(inputs.size());
        const DML_GRAPH_DESC graph = {count, 1, 1, nodes, count, inputEdges.data(), 1, outputs, 0, nullptr};
        return Device1()->CompileGraph(&graph, static_cast<DML_EXECUTION_FLAGS>(flags), id, object);
    }
    // What DirectML's own device makes is not known to the wrapped device.
    IDMLDevice* MakerOf(const std::string& name) const { return name == "unwrapped" ? mock : device.Get(); }
    Owner<IDMLDevice1> Device1() const { return ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1); }

    mock_directml::Answers answers;
    IDMLDevice* mock = nullptr;
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
    explicit World(bool hazards)
        : own(d3d12, reports, hazards), twin(d3d12, reports, hazards), other(otherD3d12, reports, hazards)
    {
    }

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
    OneDevice own, twin, other;
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
    explicit Caller(const Row& given)
        : world(given.Has("hazards")), row(given), id(InterfaceOf(row.Get("riid", RightInterface())))
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
        const bool isCast = parts[0] == "cast", isJoin = parts[0] == "join";
        const std::string input = (parts.size() > 1 ? type(parts[1]) : "FLOAT32") + ":2,4",
                          output = (isCast ? type(parts[2]) + ":2,4" : input);
        const std::string three = input + '+' + input + '+' + input;
        const binding_facts::Operator made(isCast   ? "CAST"
                                           : isJoin ? "JOIN"
                                                    : "ELEMENT_WISE_IDENTITY",
                                           isJoin ? three + ' ' + type(parts[1]) + ":6,4 Axis=0"
                                                  : input + ' ' + output);
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
        if (row.Get("graph", "") != "null") { world.own.CompileGraph("graph", op, Result(), id, flags); }
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
    // Resets a table before the row's call.
    void ResetAgain(IDMLBindingTable* table)
    {
        const std::string name = row.Get("reset", "");
        if (name.empty()) { return; }
        const DML_BINDING_TABLE_DESC desc = world.TableDesc(name == "null" ? "relu" : name);
        table->Reset(name == "null" ? nullptr : &desc);
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
        mock_d3d12::Resource right(1U << 20);
        right.device = &world.d3d12;
        const device_facts::BindArguments arguments(row, static_cast<ID3D12Resource*>(&buffer),
                                                    static_cast<ID3D12Resource*>(&right));
        ResetAgain(table.Get());
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
        ResetAgain(table.Get());
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
            const std::uint32_t level = row.call == "DMLCreateDevice1" ? row.Number32("level", 0x1000) : 0;
            ExplainCreateDevice(Answer(), row.Get("d3d", "") == "null" ? nullptr : &world.d3d12,
                                static_cast<DML_CREATE_DEVICE_FLAGS>(row.Number32("flags", 0)), level, id,
                                OptionsOf(world.reports));
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
        EXPECT_EQ(device_facts::RulesOf(row.cause).count(report.rule), 1U) << report.text;
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

// ---- faults of programs ------------------------------------------------------------------------------------------------

struct Fault
{
    const char* call;
    const char* arguments; // in the notation of data/device_calls.csv
    const char* result;
    const char* rule;
    const char* sentence; // the essential part of the text
};

Row RowOf(const Fault& fault)
{
    Row row = {"", fault.call, {}, fault.result, "", "", "", std::string(fault.call) + ' ' + fault.arguments};
    for (const std::string& argument : verdict_file::Split(fault.arguments, ' '))
    {
        const std::size_t equal = argument.find('=');
        if (equal != std::string::npos) { row.arguments[argument.substr(0, equal)] = argument.substr(equal + 1); }
    }
    return row;
}

constexpr const char *Invalid = "80070057", *NoInterface = "80004002", *Removes = "removed 887A0005",
                     *Ends = "ends C0000005", *Accepted = "S_OK";

// Faults that DirectML's users planted or reported.
const Fault faults[] = {
    {"DMLCreateDevice", "flags=1", "887A002D", "DebugLayer",
     "the flags are 1 (DEBUG), which needs DirectML.Debug.dll of the same version in the folder of DirectML.dll, not "
     "in that "
     "of the program"},
    {"DMLCreateDevice", "flags=1", "8007007F", "DebugLayer",
     "the flags are 1 (DEBUG), but the DirectML.Debug.dll in the folder of DirectML.dll is not of its version"},
    {"DMLCreateDevice", "d3d=null", Invalid, "NullDevice", "the D3D12 device is null"},
    {"DMLCreateDevice", "flags=6", Invalid, "DeviceFlags", "the flags are 6; only 1 (DEBUG) exists"},
    {"DMLCreateDevice", "", "887A0005", "DeviceRemoved", "the D3D12 device was removed before; make a new one"},
    {"DMLCreateDevice", "riid=IDMLCompiledOperator", NoInterface, "Interface",
     "the interface must be IDMLDevice, IDMLDevice1 or IDMLDebugDevice; riid is IDMLCompiledOperator"},
    {"DMLCreateDevice1", "level=0x7100", "887A0004", "FeatureLevel",
     "the feature level is 0x7100 (7_1); DirectML 1.15.4 has at most 0x6400 (6_4)"},
    {"DMLCreateDevice1", "level=0x6200", "887A0004", "FeatureLevel",
     "the feature level is 0x6200 (6_2), which this DirectML.dll or this adapter does not support; use a newer "
     "DirectML.dll, or a lower level"},
    {"DMLCreateDevice1", "level=0x2000", "80004005", "DriverRefused",
     "no rule of DirectML 1.15.4 is broken. The D3D12 device, the flags, the feature level and the interface were "
     "checked: "
     "an older DirectML.dll or the driver refused"},
    {"CreateOperator", "op=cast:1:4 d3d.caps=none", Invalid, "DeviceDataType",
     "CAST: OutputTensor.DataType is UINT16; this device does not support it (CheckFeatureSupport)"},
    {"CreateOperator", "op=join:7 d3d.caps=none", Invalid, "DeviceDataType",
     "JOIN: InputTensors[0].DataType is INT16; this device does not support it (CheckFeatureSupport)"},
    {"CreateOperator", "", Invalid, "DriverRefused",
     "ELEMENT_WISE_IDENTITY: no rule of DirectML 1.15.4 is broken. CheckFeatureSupport was asked: the device supports "
     "the "
     "data types of all tensors, and feature level 6_4, and the operator needs 1_0. An older DirectML.dll, a level for "
     "these "
     "types or ranks, or the driver refused"},
    {"CompileOperator", "op=null", Invalid, "NullOperator", "op is null"},
    {"CompileOperator", "flags=24", Invalid, "ExecutionFlags",
     "ACTIVATION_RELU: the execution flags are 24; only 1, 2 and 4 exist"},
    {"CompileOperator", "riid=IDMLOperatorInitializer", NoInterface, "Interface",
     "ACTIVATION_RELU: the interface must be IDMLCompiledOperator; riid is IDMLOperatorInitializer"},
    {"CompileOperator", "op=relu@other", Invalid, "OtherDevice",
     "ACTIVATION_RELU: the device of op is another IDMLDevice; it must be this one"},
    {"CompileOperator", "d3d.caps=none", Invalid, "DriverRefused",
     "ACTIVATION_RELU: no rule of DirectML 1.15.4 is broken. CheckFeatureSupport was asked: "},
    {"CreateOperatorInitializer", "ops=null count=3", Invalid, "NullArray",
     "operators is null, but operatorCount is 3"},
    {"CreateOperatorInitializer", "ops=relu,conv,null", Invalid, "NullOperator", "operators[2] is null"},
    {"IDMLOperatorInitializer::Reset", "ops=null count=3", Invalid, "NullArray",
     "operators is null, but operatorCount is 3"},
    {"IDMLOperatorInitializer::Reset", "ops=relu,conv,null", Invalid, "NullOperator", "operators[2] is null"},
    {"CreateOperatorInitializer", "ops=relu,relu@other", Invalid, "OtherDevice",
     "the device of operators[1] is another IDMLDevice; it must be this one"},
    {"IDMLOperatorInitializer::Reset", "ops=relu,relu@other", Invalid, "OtherDevice",
     "the device of operators[1] is another IDMLDevice; it must be this one"},
    {"CreateOperatorInitializer", "ops=relu riid=IDMLCompiledOperator", NoInterface, "Interface",
     "the interface must be IDMLOperatorInitializer; riid is IDMLCompiledOperator"},
    {"CreateCommandRecorder", "riid=IDMLBindingTable", NoInterface, "Interface",
     "the interface must be IDMLCommandRecorder; riid is IDMLBindingTable"},
    {"CreateBindingTable", "riid=IDMLDispatchable", NoInterface, "Interface",
     "the interface must be IDMLBindingTable; riid is IDMLDispatchable"},
    {"CreateBindingTable", "cpu=0", Invalid, "NullDescriptorHandle", "CPUDescriptorHandle is 0"},
    {"CreateBindingTable", "gpu=0", Invalid, "NullDescriptorHandle", "GPUDescriptorHandle is 0"},
    {"CreateBindingTable", "n=1", Invalid, "DescriptorCount", "SizeInDescriptors is 1; it must be at least 2"},
    {"IDMLBindingTable::Reset", "cpu=0", Invalid, "NullDescriptorHandle", "CPUDescriptorHandle is 0"},
    // Crashes.
    {"CreateBindingTable", "dispatchable=null", Ends, "NullDispatchable", "Dispatchable is null"},
    {"IDMLBindingTable::Reset", "dispatchable=null", Ends, "NullDispatchable", "Dispatchable is null"},
    {"RecordDispatch", "list=null", Ends, "NullList", "commandList is null"},
    {"RecordDispatch", "dispatchable=null", Ends, "NullDispatchable", "dispatchable is null"},
    {"RecordDispatch", "table=null", Ends, "NullTable", "bindings is null"},
    {"RecordDispatch", "reset=null", Ends, "NullDispatchable",
     "the binding table has no dispatchable, because its description was null"},
    {"BindTemporaryResource", "bindings=null", Ends, "NullBinding",
     "ACTIVATION_RELU: BindTemporaryResource: the pointer is null, at which DirectML crashes; to unbind, pass a "
     "DML_BINDING_DESC of type NONE"},
    {"BindPersistentResource", "table=conv bindings=null", Ends, "NullBinding",
     "CONVOLUTION: BindPersistentResource: the pointer"},
    {"CreateOperator", "ppv=null", Ends, "NullResult", "ppv is null; pass the address of a pointer"},
    {"CreateOperatorInitializer", "ops=relu ppv=null", Ends, "NullResult", "ppv is null"},
    {"CreateCommandRecorder", "ppv=null", Ends, "NullResult", "ppv is null"},
    {"CreateBindingTable", "ppv=null", Ends, "NullResult", "ppv is null"},
    {"SetName", "of=table name=null", Ends, "NullName", "name is null"},
    // Buffers and bindings.
    {"BindInputs", "table=bias count=3 at=2 b.flags=0", Removes, "ResourceFlags",
     "CONVOLUTION: BindInputs[2] (BiasTensor): the buffer's Flags are 0; they must have ALLOW_UNORDERED_ACCESS (4)"},
    {"BindInputs", "table=bias count=3 at=2 b.flags=8", Removes, "ResourceFlags",
     "CONVOLUTION: BindInputs[2] (BiasTensor): the buffer's Flags are 8; they must have ALLOW_UNORDERED_ACCESS (4)"},
    {"BindOutputs", "b.flags=0", Removes, "ResourceFlags",
     "ACTIVATION_RELU: BindOutputs[0] (OutputTensor): the buffer's Flags are 0; they must have ALLOW_UNORDERED_ACCESS "
     "(4)"},
    {"BindTemporaryResource", "table=big b.flags=0", Removes, "ResourceFlags",
     "CONVOLUTION: BindTemporaryResource (the temporary resource): the buffer's Flags are 0"},
    {"BindPersistentResource", "table=conv b.flags=0", Removes, "ResourceFlags",
     "CONVOLUTION: BindPersistentResource (the persistent resource): the buffer's Flags are 0"},
    {"BindInputs", "table=init(conv) type=2 entries=3 entry=1 size=576 b.flags=0", Removes, "ResourceFlags",
     "initializer: CONVOLUTION: BindInputs[0].Bindings[1] (FilterTensor): the buffer's Flags are 0; they must have "
     "ALLOW_UNORDERED_ACCESS (4)"},
    {"BindOutputs", "b.dim=4", Removes, "ResourceDimension",
     "ACTIVATION_RELU: BindOutputs[0] (OutputTensor): the resource's Dimension is 4 (TEXTURE3D); it must be 1 "
     "(BUFFER)"},
    {"BindInputs", "b.device=other", Removes, "ResourceDevice",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the buffer belongs to another ID3D12Device than the binding table"},
    {"BindInputs", "b.heap=0", Removes, "HeapType",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the buffer is in a heap of type 0; it must be 1 (DEFAULT) or 4 "
     "(CUSTOM)"},
    {"BindInputs", "b.heap=5", Removes, "HeapType",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the buffer is in a heap of type 5 (GPU_UPLOAD); it must be 1 "
     "(DEFAULT) "
     "or 4 (CUSTOM)"},
    {"BindInputs", "buffer=null offset=48 size=0", Removes, "NullBuffer",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): Buffer is null, but Offset is 48; bind a buffer, or set Offset and "
     "SizeInBytes to 0"},
    {"BindTemporaryResource", "table=big type=0", Removes, "BindingType",
     "CONVOLUTION: BindTemporaryResource (the temporary resource): Type is 0 (NONE); it must be 1 (BUFFER), of at "
     "least "
     "1492992 bytes"},
    {"BindPersistentResource", "table=conv type=0", Removes, "BindingType",
     "CONVOLUTION: BindPersistentResource (the persistent resource): Type is 0 (NONE); it must be 1 (BUFFER), of at "
     "least "
     "576 bytes"},
    {"BindPersistentResource", "table=init(conv) size=576", Removes, "InitializerPersistent",
     "initializer: BindPersistentResource: an initializer has no persistent resource; bind the persistent resources of "
     "its "
     "operators by BindOutputs"},
    {"BindInputs", "b.flags=0 b.heap=2", Removes, "ResourceFlags",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the buffer's"},
    {"BindInputs", "b.device=other offset=24", Removes, "ResourceDevice",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the"},
    {"BindInputs", "b.dim=4 size=64", Removes, "ResourceDimension",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the"},
    {"BindInputs", "count=4 offset=24", Removes, "BindingAlignment",
     "ACTIVATION_RELU: BindInputs[0] (InputTensor): the binding's Offset is 24; it counts bytes and must be a multiple "
     "of 16"},
    {"BindInputs", "table=unwrapped offset=40", Removes, "BindingAlignment",
     "BindInputs[0]: the binding's Offset is 40; it counts bytes and must be a multiple"},
    {"BindInputs", "table=unwrapped b.flags=0", Removes, "ResourceFlags", "BindInputs[0]: the buffer's Flags are 0"},
    {"BindInputs", "table=unwrapped count=7", Removes, "Unknown",
     "no rule that can be checked is broken, but the operator was made before the device was wrapped, so its tensors "
     "are not known"},
    {"BindInputs", "table=graph:free count=2 size=64 hazards=1", Accepted, "GraphBindingTooSmall",
     "a graph: BindInputs[0] (graph input 0): DirectML accepts this, but SizeInBytes is 64, and the graph uses 128 "
     "bytes "
     "(InputTensor of node 0), beyond the range; bind at least as many bytes"},
    {"BindOutputs", "table=graph:free size=64 b.width=64 hazards=1", Accepted, "GraphBindingTooSmall",
     "a graph: BindOutputs[0] (graph output 0): DirectML accepts this, but SizeInBytes is 64, and the graph uses 128 "
     "bytes "
     "(OutputTensor of node 0), beyond the range and beyond Width of the buffer, 64; bind at least as many bytes"},
    {"BindInputs", "table=init(graph:conv) type=2 entries=2 entry=1 size=64 hazards=1", Accepted,
     "GraphBindingTooSmall",
     "initializer: a graph: BindInputs[0].Bindings[1] (graph input 1): DirectML accepts this, but SizeInBytes is 64, "
     "and "
     "the graph uses 576 bytes (FilterTensor of node 0), beyond the range; bind at least as many bytes"},
    {"BindInputs", "table=init(conv) type=2 entries=3 entry=1 size=64", Removes, "BindingTooSmall",
     "initializer: CONVOLUTION: BindInputs[0].Bindings[1] (FilterTensor): the binding's SizeInBytes is 64; it must be "
     "at least 576"},
    // Tables, recorders and lists.
    {"RecordDispatch", "table=relu#2 dispatchable=relu", Removes, "OtherDispatchable",
     "the binding table was made for ACTIVATION_RELU, but another ACTIVATION_RELU is dispatched; call "
     "IDMLBindingTable::Reset with the dispatchable of RecordDispatch first, and bind again"},
    {"RecordDispatch", "table=conv bound=none dispatchable=init(conv)", Removes, "OtherDispatchable",
     "the binding table was made for CONVOLUTION, but an initializer is dispatched; call IDMLBindingTable::Reset"},
    {"RecordDispatch", "table=init(relu) dispatchable=init(conv)", Removes, "OtherDispatchable",
     "the binding table was made for an initializer, but another initializer is dispatched; call "
     "IDMLBindingTable::Reset"},
    {"RecordDispatch", "table=graph:conv dispatchable=graph:free", Removes, "OtherDispatchable",
     "the binding table was made for a graph, but another graph is dispatched; call IDMLBindingTable::Reset"},
    {"BindInputs", "table=init(conv) type=1", Removes, "BindingType",
     "initializer: CONVOLUTION: this table is an initializer's (if it is for the operator, Reset it first): "
     "BindInputs[0]: "
     "Type is 1 (BUFFER); it must be 2 (BUFFER_ARRAY) with one entry for each input of that operator"},
    {"RecordDispatch", "table=init(conv) dispatchable=conv", Removes, "OtherDispatchable",
     "the binding table was made for an initializer, but CONVOLUTION is dispatched; call IDMLBindingTable::Reset"},
    {"RecordDispatch", "list.type=3", Removes, "CommandListType",
     "the command list is of type 3 (COPY); it must be 0 (DIRECT) or 2 (COMPUTE)"},
    {"RecordDispatch", "list.type=1", Removes, "CommandListType",
     "the command list is of type 1 (BUNDLE); it must be 0 (DIRECT) or 2 (COMPUTE)"},
    {"RecordDispatch", "list.type=5", Removes, "CommandListType",
     "the command list is of type 5 (VIDEO_PROCESS); it must be 0 (DIRECT) or 2 (COMPUTE)"},
    {"RecordDispatch", "list.type=3 bound=none", Removes, "CommandListType", "the command list is of type 3 (COPY)"},
    {"RecordDispatch", "device=other", Removes, "OtherDevice",
     "the device of dispatchable and bindings is another IDMLDevice; it must be that of the recorder"},
    {"RecordDispatch", "table.on=twin", Removes, "OtherDevice",
     "the device of bindings is another IDMLDevice; it must be that of the recorder"},
};

template <std::size_t Count> void ExpectSentences(const Fault (&table)[Count])
{
    for (const Fault& fault : table)
    {
        const Row row = RowOf(fault);
        SCOPED_TRACE(row.line);
        Caller caller(row);
        EXPECT_TRUE(caller.Run());
        const Reports& reports = caller.world.reports;
        EXPECT_EQ(reports.size(), 1U);
        if (reports.empty()) { continue; }
        EXPECT_EQ(reports[0].kind, row.Crashes()      ? ReportKind::WillCrash
                                   : row.IsAccepted() ? ReportKind::Hazard
                                                      : ReportKind::Failure);
        EXPECT_EQ(reports[0].call, row.call);
        EXPECT_EQ(reports[0].rule, fault.rule) << reports[0].text;
        EXPECT_NE(reports[0].text.find(fault.sentence), std::string::npos) << reports[0].text << '\n' << fault.sentence;
    }
    EXPECT_EQ(mock_directml::living, 0);
}

TEST(DeviceCalls, FaultsOfProgramsAreExplained) { ExpectSentences(faults); }

// Faults of other kinds. Each sentence of the first part names the value to change.
const Fault otherFaults[] = {
    {"CreateOperator", "riid=random", NoInterface, "Interface", "must be IDMLOperator; riid is {00000001-0002-0003-"},
    {"CreateOperator", "d3d.double=0 op=cast:1:9 riid=random", Invalid, "DeviceDataType",
     "OutputTensor.DataType is FLOAT64"},
    {"CompileOperator", "op=half d3d.caps=none", Invalid, "DeviceDataType",
     "ELEMENT_WISE_IDENTITY: InputTensor.DataType is FLOAT16; this device does not support it (CheckFeatureSupport)"},
    {"CompileOperator", "op=relu@twin flags=8", Invalid, "OtherDevice", "the device of op is another IDMLDevice"},
    {"CompileGraph", "op=null", Invalid, "NullOperatorOrData", "node 0: Operator is null"},
    {"CompileGraph", "flags=16 riid=IDMLOperator", Invalid, "ExecutionFlags", "the execution flags are 16"},
    {"CreateOperatorInitializer", "ops=unwrapped,null,relu@twin", Invalid, "NullOperator", "operators[1] is null"},
    {"IDMLBindingTable::Reset", "of=relu dispatchable=conv n=2", Invalid, "DescriptorCount",
     "SizeInDescriptors is 2; it must be at least 4"},
    // A scalar of one byte has a TotalTensorSizeInBytes of 4.
    {"BindInputs", "table=scalar size=1", Removes, "BindingTooSmall", "SizeInBytes is 1; it must be at least 4"},
    {"BindInputs", "offset=16 b.width=128", Removes, "BindingOutside",
     "the binding ends at byte 144 (Offset + SizeInBytes); it must end within the 128 bytes of the buffer"},
    {"BindInputs", "table=join count=3 at=1 size=4", Removes, "BindingTooSmall",
     "BindInputs[1] (InputTensors[1]): the binding's SizeInBytes is 4; it must be at least 8"},
    {"BindInputs", "table=conv count=2", Removes, "BindingCount",
     "bindingCount is 2; it must be 3, one for each input"},
    {"BindInputs", "table=conv count=3", Removes, "UnexpectedBuffer",
     "BindInputs[1] (FilterTensor): a buffer is bound, but the tensor has DML_TENSOR_FLAG_OWNED_BY_DML"},
    {"BindInputs", "table=relu reset=conv", Removes, "BindingCount",
     "CONVOLUTION: BindInputs: bindingCount is 1; it must be 3"},
    {"BindInputs", "table=relu reset=null", Removes, "NullDispatchable", "the binding table has no dispatchable"},
    {"BindInputs", "table=init(conv) type=2 entries=2", Removes, "BindingCount",
     "BindInputs[0]: BindingCount is 2; it must be 3, one for each input of that operator"},
    {"BindInputs", "table=init(conv) type=2 entries=3 entry=0", Removes, "UnexpectedBuffer",
     "BindInputs[0].Bindings[0] (InputTensor): a buffer is bound, but the tensor does not have"},
    {"BindInputs", "table=init(conv) type=2 entries=3 entry=1 buffer=null size=0", Removes, "NullBuffer",
     "BindInputs[0].Bindings[1] (FilterTensor): Buffer is null; bind a buffer of at least 576 bytes"},
    {"BindInputs", "table=init(conv,relu) type=2 entries=3 entry=1 size=576 count=1", Removes, "BindingCount",
     "bindingCount is 1; it must be 2, one for each operator of the initializer"},
    {"BindInputs", "table=init(unwrapped,conv) type=2 entries=2 count=2", Removes, "BindingCount",
     "CONVOLUTION: BindInputs[1]: BindingCount is 2; it must be 3"},
    {"BindInputs", "table=init() type=2", Removes, "BindingCount",
     "bindingCount is 1; it must be 0, because there is nothing"},
    {"BindOutputs", "table=init(conv) size=64", Removes, "BindingTooSmall",
     "BindOutputs[0] (the persistent resource of operator 0): the binding's SizeInBytes is 64; it must be at least "
     "576, "
     "PersistentResourceSize of the operator"},
    {"BindOutputs", "table=init(relu)", Removes, "UnexpectedBuffer", "Type is 1 (BUFFER); it must be 0 (NONE)"},
    {"BindOutputs", "b.dim=3 b.flags=0", Removes, "ResourceDimension",
     "Dimension is 3 (TEXTURE2D); it must be 1 (BUFFER)"},
    {"BindTemporaryResource", "table=big type=2", Removes, "BindingType",
     "Type is 2 (BUFFER_ARRAY); it must be 1 (BUFFER) ["},
    {"BindTemporaryResource", "table=big offset=8 size=1492992", Removes, "BindingAlignment",
     "Offset is 8; it counts bytes and must be a"},
    {"BindTemporaryResource", "table=relu", Removes, "UnexpectedBuffer", "Type is 1 (BUFFER); it must be 0 (NONE)"},
    {"BindPersistentResource", "table=conv offset=16", Removes, "BindingAlignment",
     "Offset is 16; it counts bytes and must be a multiple of 256"},
    {"BindPersistentResource", "table=conv size=575", Removes, "BindingTooSmall",
     "SizeInBytes is 575; it must be at least 576"},
    {"BindInputs", "table=graph:free count=1", Removes, "BindingCount",
     "bindingCount is 1; it must be 2, one for each input,"},
    {"BindInputs", "table=graph type=0", Removes, "BindingType",
     "(graph input 0): Type is 0 (NONE); it must be 1 (BUFFER)"},
    {"RecordDispatch", "table=init(conv) reset=conv dispatchable=conv", Removes, "NotBound",
     "InputTensor is not bound; call BindInputs before RecordDispatch"},
    {"RecordDispatch", "table=init(conv) dispatchable=init(conv) bound=inputs", Removes, "NotBound",
     "the persistent resource of operator 0 is not bound; call BindOutputs before RecordDispatch"},
    {"RecordDispatch", "table=unwrapped dispatchable=relu", Removes, "OtherDispatchable",
     "made for an operator that is not known, but ACTIVATION_RELU is dispatched; call IDMLBindingTable::Reset"},
    {"RecordDispatch", "table=relu@other", Removes, "OtherDevice",
     "the device of dispatchable and bindings is another IDMLDevice; it must be that of the recorder"},
    {"RecordDispatch", "list.type=9", Removes, "CommandListType", "of type 9; it must be 0 (DIRECT) or 2 (COMPUTE)"},
    // The result tells more than the arguments.
    {"CreateOperator", "", "8007000E", "OutOfMemory", "the result is E_OUTOFMEMORY"},
    {"CompileGraph", "", "8007000E", "OutOfMemory", "the result is E_OUTOFMEMORY"},
    {"CreateOperator", "riid=random", Invalid, "DriverRefused", "no rule of DirectML 1.15.4 is broken"},
    {"CompileOperator", "op=unwrapped", Invalid, "Unknown", "the operator was made before the device was wrapped"},
    {"CompileGraph", "op=unwrapped", Invalid, "Unknown", "so their tensors are not known (1 of 1 nodes)"},
    {"DMLCreateDevice", "", "887A0004", "DriverRefused", "no rule of DirectML 1.15.4 is broken"},
    {"CreateOperator", "", "887A0005", "Unexplained", "DirectML removed its device before, by a call that is not seen"},
    {"BindInputs", "d3d.removed=887A0006", Removes, "D3D12DeviceRemoved", "the Direct3D 12 device was removed"},
    {"BindInputs", "table=init(unwrapped) type=2", Removes, "Unknown",
     "an operator of the initializer was made before the device was wrapped"},
};

TEST(DeviceCalls, FaultsOfOtherKindsAreExplained) { ExpectSentences(otherFaults); }

} // namespace
} // namespace device_calls_test
