// Tests ExplainErrors with a mock of DirectML that answers as recorded. Native mode, off Windows.
#include "../../examples/tools/explain_directml/explain_network.hpp"
#include "../../examples/tools/explain_directml/graph_dot.hpp"
#include "dml_tensor_device.hpp"
#include "models/bindings.hpp"
#include "models/device_calls.hpp"
#include "models/direct3d12.hpp"
#include "models/directml.hpp"
#include "models/graphs.hpp"
#include "models/operators.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#if __has_include(<wrl/client.h>)
#include <wrl/client.h>

namespace readme
{
// [readme]
Microsoft::WRL::ComPtr<IDMLDevice> Explained(Microsoft::WRL::ComPtr<IDMLDevice> device)
{
    device.Attach(dml_tensor_utils::ExplainErrors(device.Detach()));
    return device; // from now on, each call that fails says why on stderr
}
// [/readme]
} // namespace readme
#endif

namespace device_test
{

namespace
{

using namespace dml_tensor_utils;
using mock_directml::living;
namespace ids = dml_tensor_utils::detail;

template <class T> using Owner = ids::ComOwner<T>;

// The reports of a device.
struct Reports
{
    struct Entry
    {
        ReportKind kind;
        std::string call, text, rule;
        HRESULT result;
        std::size_t callsBefore; // how many calls had reached the mock
    };

    static void Add(const DeviceReport& report, void* context)
    {
        auto& reports = *static_cast<Reports*>(context);
        const std::lock_guard<std::mutex> lock(reports.mutex);
        const std::size_t calls = reports.answers != nullptr ? reports.answers->calls.size() : 0;
        reports.entries.push_back({report.kind, report.call, report.text, report.rule, report.result, calls});
        // A sentence ends with the id of its rule; the tensors of the operator may follow.
        const std::string id = *report.rule == '\0' ? "" : std::string(" [") + report.rule + ']';
        const std::size_t place = reports.entries.back().text.find(id);
        EXPECT_NE(place, std::string::npos) << report.text;
        const std::string rest = reports.entries.back().text.substr(place + id.size());
        EXPECT_TRUE(rest.empty() || rest.rfind(" (", 0) == 0 || id.empty()) << report.text;
        EXPECT_EQ(id.empty(), report.kind == ReportKind::Call) << report.text;
    }
    ExplainOptions Options()
    {
        ExplainOptions options;
        options.report = Add;
        options.context = this;
        return options;
    }
    std::size_t Count(ReportKind kind) const
    {
        std::size_t count = 0;
        for (const Entry& entry : entries) { count += entry.kind == kind ? 1U : 0U; }
        return count;
    }
    std::string Only() const
    {
        return entries.size() == 1 ? entries[0].text : std::to_string(entries.size()) + " reports";
    }

    std::mutex mutex;
    std::vector<Entry> entries;
    const mock_directml::Answers* answers = nullptr;
};

// A wrapped device. At its end nothing may live.
class Device : public testing::Test
{
public:
    explicit Device(bool hasDevice1 = true)
    {
        reports.answers = &answers;
        Wrap(hasDevice1, reports.Options());
    }
    ~Device() override
    {
        device = {};
        EXPECT_EQ(living, 0);
    }

    void Wrap(bool hasDevice1, const ExplainOptions& options)
    {
        answers.d3d12 = &d3d12;
        mock = new mock_directml::Device(answers, hasDevice1);
        device = Owner<IDMLDevice>(ExplainErrors(static_cast<IDMLDevice*>(mock), options));
    }

    template <class T, class Call> static Owner<T> Make(const Call& call)
    {
        void* object = nullptr;
        EXPECT_EQ(call(&object), S_OK);
        return Owner<T>(static_cast<T*>(object));
    }
    Owner<IDMLOperator> CreateOperator(const DML_OPERATOR_DESC& desc)
    {
        return Make<IDMLOperator>([&](void** object)
                                  { return device->CreateOperator(&desc, mock_directml::IidOperator, object); });
    }
    Owner<IDMLCompiledOperator> Compile(const DML_OPERATOR_DESC& desc)
    {
        const auto op = CreateOperator(desc);
        return Make<IDMLCompiledOperator>(
            [&](void** object) {
                return device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator,
                                               object);
            });
    }
    Owner<IDMLOperatorInitializer> Initializer(IDMLCompiledOperator* op)
    {
        return Make<IDMLOperatorInitializer>(
            [&](void** object)
            { return device->CreateOperatorInitializer(op != nullptr ? 1 : 0, &op, ids::IidInitializer, object); });
    }
    Owner<IDMLBindingTable> Table(IDMLDispatchable* dispatchable)
    {
        const DML_BINDING_TABLE_DESC desc = {dispatchable, {}, {}, 1};
        return Make<IDMLBindingTable>([&](void** object)
                                      { return device->CreateBindingTable(&desc, ids::IidBindingTable, object); });
    }
    Owner<IDMLCommandRecorder> Recorder()
    {
        return Make<IDMLCommandRecorder>([&](void** object)
                                         { return device->CreateCommandRecorder(ids::IidRecorder, object); });
    }

    mock_d3d12::Device d3d12;
    mock_d3d12::CommandList list;
    mock_directml::Answers answers;
    mock_directml::Device* mock = nullptr;
    Reports reports;
    Owner<IDMLDevice> device;
};

class OldDevice : public Device
{
public:
    OldDevice() : Device(false) {}
};

// GEMM of {2,3} and {3,4}, of which one size may be wrong.
struct Gemm
{
    explicit Gemm(std::uint32_t inner = 3)
        : a(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, 2, 3}))),
          b(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, inner, 4}))),
          output(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, 2, 4})))
    {
        desc.ATensor = a.Get();
        desc.BTensor = b.Get();
        desc.OutputTensor = output.Get();
        desc.Alpha = 1;
    }
    DML_OPERATOR_DESC Desc() const { return {DML_OPERATOR_GEMM, &desc}; }

    PinnedTensorDesc a, b, output;
    DML_GEMM_OPERATOR_DESC desc = {};
};

bool Contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// ---- COM -------------------------------------------------------------------------------------------------------------

TEST(DeviceIds, AreThoseOfTheSdk)
{
    std::ifstream file(DML_TENSOR_UTILS_TEST_DIRECTML_H);
    const std::string header((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto check = [&](const char* name, const GUID& id)
    {
        char text[40] = {};
        const unsigned char* const d = id.Data4;
        static_cast<void>(std::snprintf(text, sizeof(text), "%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                                        static_cast<unsigned>(id.Data1), id.Data2, id.Data3, d[0], d[1], d[2], d[3],
                                        d[4], d[5], d[6], d[7]));
        EXPECT_TRUE(Contains(header, std::string("(\"") + text + "\") " + name + " :")) << name << ' ' << text;
    };
    check("IDMLObject", ids::IidObject);
    check("IDMLDevice", ids::IidDevice);
    check("IDMLDevice1", ids::IidDevice1);
    check("IDMLDeviceChild", ids::IidDeviceChild);
    check("IDMLPageable", ids::IidPageable);
    check("IDMLDispatchable", ids::IidDispatchable);
    check("IDMLOperatorInitializer", ids::IidInitializer);
    check("IDMLBindingTable", ids::IidBindingTable);
    check("IDMLCommandRecorder", ids::IidRecorder);
    check("IDMLDebugDevice", ids::IidDebugDevice);
    check("IDMLOperator", ids::IidOperator);
    check("IDMLCompiledOperator", ids::IidCompiledOperator);
}

TEST_F(Device, NullIsNull)
{
    EXPECT_EQ(ExplainErrors(static_cast<IDMLDevice*>(nullptr)), nullptr);
    EXPECT_EQ(ExplainErrors(static_cast<IDMLDevice1*>(nullptr)), nullptr);
}

TEST_F(Device, HasOneIdentity)
{
    const auto unknown = ids::Query<IUnknown>(device.Get(), ids::IidUnknown);
    for (const GUID& id : {ids::IidUnknown, ids::IidObject, ids::IidDevice, ids::IidDevice1})
    {
        const auto found = ids::Query<IUnknown>(device.Get(), id);
        ASSERT_TRUE(found);
        EXPECT_EQ(ids::Query<IUnknown>(found.Get(), ids::IidUnknown).Get(), unknown.Get());
    }
    EXPECT_NE(unknown.Get(), static_cast<IUnknown*>(mock));
    // What is not wrapped is DirectML's own.
    const auto debug = ids::Query<IUnknown>(device.Get(), mock_directml::IidDebugDevice);
    EXPECT_EQ(debug.Get(), static_cast<IUnknown*>(mock));
    EXPECT_FALSE(ids::Query<IUnknown>(device.Get(), ids::IidRecorder));
    EXPECT_EQ(device->QueryInterface(ids::IidDevice, nullptr), E_POINTER);
}

TEST_F(OldDevice, HasNoNewerInterface)
{
    EXPECT_TRUE(ids::Query<IUnknown>(device.Get(), ids::IidDevice));
    EXPECT_FALSE(ids::Query<IUnknown>(device.Get(), ids::IidDevice1));
}

TEST_F(Device, CountsReferencesExactly)
{
    EXPECT_EQ(device->AddRef(), 2U);
    EXPECT_EQ(device->Release(), 1U);
    const Gemm gemm;
    {
        const auto compiled = Compile(gemm.Desc());
        const auto initializer = Initializer(compiled.Get());
        const auto table = Table(initializer.Get());
        const auto recorder = Recorder();
        EXPECT_EQ(device->AddRef(), 5U); // and one of each wrapped child
        EXPECT_EQ(device->Release(), 4U);
    }
    EXPECT_EQ(device->AddRef(), 2U);
    EXPECT_EQ(device->Release(), 1U);
    EXPECT_EQ(living, 1); // the device
    EXPECT_TRUE(reports.entries.empty());
}

TEST_F(Device, ChildrenOutliveTheCallersReference)
{
    const auto recorder = Recorder();
    device = {};
    EXPECT_TRUE(ids::Query<IDMLDeviceChild>(recorder.Get(), ids::IidDeviceChild));
    EXPECT_EQ(living, 2);
}

TEST_F(Device, ChildrenHaveOneIdentityAndThisDevice)
{
    const auto compiled = Compile(Gemm().Desc());
    const auto initializer = Initializer(compiled.Get());
    const auto table = Table(compiled.Get());
    const auto recorder = Recorder();
    const auto check = [&](IDMLDeviceChild* child, std::initializer_list<GUID> interfaces)
    {
        const auto unknown = ids::Query<IUnknown>(child, ids::IidUnknown);
        EXPECT_EQ(unknown.Get(), static_cast<IUnknown*>(child));
        for (const GUID& id : interfaces) { EXPECT_EQ(ids::Query<IUnknown>(child, id).Get(), unknown.Get()); }
        // By this DirectML knows its own objects.
        const auto own = Make<IUnknown>([&](void** object) { return child->GetDevice(ids::IidUnknown, object); });
        EXPECT_EQ(own.Get(), static_cast<IUnknown*>(mock));
        EXPECT_FALSE(ids::Query<IUnknown>(child, ids::IidDevice));
        EXPECT_EQ(child->QueryInterface(ids::IidUnknown, nullptr), E_POINTER);
        const auto parent = Make<IDMLDevice>([&](void** object) { return child->GetDevice(ids::IidDevice, object); });
        EXPECT_EQ(parent.Get(), device.Get());
    };
    check(initializer.Get(),
          {ids::IidObject, ids::IidDeviceChild, ids::IidPageable, ids::IidDispatchable, ids::IidInitializer});
    check(table.Get(), {ids::IidObject, ids::IidDeviceChild, ids::IidBindingTable});
    check(recorder.Get(), {ids::IidObject, ids::IidDeviceChild, ids::IidRecorder});
}

TEST_F(Device, PrivateDataAndNamesAreForwarded)
{
    const auto recorder = Recorder();
    const auto table = Table(nullptr);
    const GUID id = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
    const auto initializer = Initializer(nullptr);
    for (IDMLObject* object : {static_cast<IDMLObject*>(device.Get()), static_cast<IDMLObject*>(recorder.Get()),
                               static_cast<IDMLObject*>(table.Get()), static_cast<IDMLObject*>(initializer.Get())})
    {
        mock_directml::Operator* const data = new mock_directml::Operator();
        EXPECT_EQ(object->SetPrivateDataInterface(id, data), S_OK);
        data->Release();
        void* found = nullptr;
        UINT size = sizeof(found);
        EXPECT_EQ(object->GetPrivateData(id, &size, &found), S_OK);
        EXPECT_EQ(found, data);
        data->Release();
        EXPECT_EQ(object->SetPrivateData(id, 0, nullptr), S_FALSE);
        EXPECT_EQ(object->SetName(L"name"), S_OK);
    }
    EXPECT_EQ(device->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, 0, nullptr, 0, nullptr), E_INVALIDARG);
    EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
    void* parent = nullptr;
    EXPECT_EQ(device->GetParentDevice(ids::IidD3D12Device, &parent), S_OK);
    EXPECT_EQ(parent, &d3d12);
}

TEST_F(Device, AttachedDataIsAnObjectOfItsOwn)
{
    const auto op = CreateOperator(Gemm().Desc());
    void* data = nullptr;
    UINT size = sizeof(data);
    ASSERT_EQ(op->GetPrivateData(ids::IdOf(ids::PrivateId::Known), &size, &data), S_OK);
    const Owner<IUnknown> known(static_cast<IUnknown*>(data));
    EXPECT_EQ(ids::Query<IUnknown>(known.Get(), ids::IidUnknown).Get(), known.Get());
    EXPECT_FALSE(ids::Query<IUnknown>(known.Get(), ids::IidDevice));
    EXPECT_EQ(known->QueryInterface(ids::IidUnknown, nullptr), E_POINTER);
    // It dies with the operator.
}

TEST_F(Device, BindingPropertiesAreForwarded)
{
    const auto compiled = Compile(Gemm().Desc());
    const DML_BINDING_PROPERTIES properties = Initializer(compiled.Get())->GetBindingProperties();
    EXPECT_EQ(properties.RequiredDescriptorCount, 1U);
    EXPECT_EQ(properties.TemporaryResourceSize, 0U);
}

TEST_F(Device, DirectMlSeesItsOwnObjects)
{
    const auto compiled = Compile(Gemm().Desc());
    const auto initializer = Initializer(compiled.Get());
    const auto table = Table(initializer.Get());
    IUnknown* const real = answers.dispatchable;
    EXPECT_NE(real, static_cast<IUnknown*>(initializer.Get()));
    Recorder()->RecordDispatch(&list, initializer.Get(), table.Get());
    EXPECT_EQ(answers.dispatchable, real);
    EXPECT_NE(answers.table, static_cast<IUnknown*>(table.Get()));
    // Another dispatchable than that of the table, and a table that is not wrapped.
    Recorder()->RecordDispatch(&list, compiled.Get(), table.Get());
    EXPECT_EQ(answers.dispatchable, static_cast<IUnknown*>(compiled.Get()));
    mock_directml::BindingTable* const ownTable = new mock_directml::BindingTable(answers);
    Recorder()->RecordDispatch(&list, initializer.Get(), ownTable);
    EXPECT_EQ(answers.dispatchable, real);
    EXPECT_EQ(answers.table, static_cast<IUnknown*>(ownTable));
    ownTable->Release();

    IDMLPageable* pageable = initializer.Get();
    EXPECT_EQ(device->Evict(1, &pageable), S_OK);
    EXPECT_EQ(answers.pageable, real);
    pageable = compiled.Get();
    EXPECT_EQ(device->MakeResident(1, &pageable), S_OK);
    EXPECT_EQ(answers.pageable, static_cast<IUnknown*>(compiled.Get()));
    const DML_BINDING_TABLE_DESC desc = {initializer.Get(), {}, {}, 1};
    EXPECT_EQ(table->Reset(&desc), S_OK);
    EXPECT_EQ(answers.dispatchable, real);
    EXPECT_EQ(table->Reset(nullptr), S_OK);
}

TEST_F(Device, CanBeWrappedTwice)
{
    device = Owner<IDMLDevice>(
        ExplainErrors(Owner<IDMLDevice>(device)->AddRef() != 0 ? device.Get() : nullptr, reports.Options()));
    // The second wrapper took over the reference that was added.
    const auto compiled = Compile(Gemm().Desc());
    const auto initializer = Initializer(compiled.Get());
    const auto table = Table(initializer.Get());
    Recorder()->RecordDispatch(&list, initializer.Get(), table.Get());
    EXPECT_TRUE(reports.entries.empty());
}

// ---- recorded verdicts -------------------------------------------------------------------------------------------------

TEST_F(Device, ExplainsEveryRecordedRejectionOfAnOperator)
{
    std::size_t failures = 0, crashes = 0;
    for (const operator_facts::VerdictRow& row : operator_facts::VerdictRows())
    {
        const operator_facts::Description description(*row.rule, row.values);
        const bool isAccepted = row.verdict.accepted == "1";
        answers.next = isAccepted ? S_OK : E_INVALIDARG;
        const DML_OPERATOR_DESC desc = description.Desc();
        void* object = nullptr;
        reports.entries.clear();
        ASSERT_EQ(device->CreateOperator(&desc, mock_directml::IidOperator, &object), answers.next);
        if (object != nullptr) { static_cast<IUnknown*>(object)->Release(); }
        const bool terminates = row.verdict.accepted == "died";
        ASSERT_EQ(reports.Count(ReportKind::Failure), isAccepted ? 0U : 1U) << row.rule->name << ' ' << row.text;
        ASSERT_EQ(reports.Count(ReportKind::WillCrash), terminates ? 1U : 0U) << row.rule->name << ' ' << row.text;
        if (isAccepted) { continue; }
        const Reports::Entry& report = reports.entries.back();
        EXPECT_EQ(report.call, "CreateOperator");
        EXPECT_EQ(report.text.compare(0, row.rule->name.size() + 2, row.rule->name + ": "), 0) << report.text;
        EXPECT_FALSE(Contains(report.text, "no rule")) << report.text;
        EXPECT_TRUE(Contains(report.text, "]")) << report.text; // the reason
        crashes += terminates ? 1U : 0U;
        ++failures;
    }
    EXPECT_GT(failures, 19000U);
    EXPECT_GT(crashes, 400U);
}

// A graph whose operators were created by a device.
struct CreatedGraph
{
    CreatedGraph(const std::string& text, Device& test) : graph(text), desc(graph.Desc())
    {
        nodes.resize(desc.Nodes != nullptr ? desc.NodeCount : 0);
        operatorNodes.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size(); ++i)
        {
            nodes[i] = desc.Nodes[i];
            const DML_OPERATOR_DESC* const known = graph.Operators()[i];
            if (known == nullptr) { continue; }
            // The notation tells tensors alone, so that some operators lack a value such as FILL_VALUE_CONSTANT's.
            isAccepted = isAccepted && ValidateOperator(*known).Accepted();
            operators.push_back(test.CreateOperator(*known));
            operatorNodes[i].Operator = operators.back().Get();
            nodes[i].Desc = &operatorNodes[i];
        }
        if (desc.Nodes != nullptr) { desc.Nodes = nodes.data(); }
    }

    const graph_facts::Graph graph;
    DML_GRAPH_DESC desc;
    std::vector<DML_GRAPH_NODE_DESC> nodes;
    std::vector<DML_OPERATOR_GRAPH_NODE_DESC> operatorNodes;
    std::vector<Owner<IDMLOperator>> operators;
    bool isAccepted = true; // whether DirectML accepts each operator
};

TEST_F(Device, ExplainsEveryRecordedRejectionOfAGraph)
{
    const auto device1 = ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1);
    std::size_t failures = 0, crashes = 0;
    for (const graph_facts::VerdictRow& row : graph_facts::VerdictRows())
    {
        if (row.isOfOrder) { continue; }
        answers.next = S_OK;
        const CreatedGraph graph(row.graph, *this);
        if (!graph.isAccepted) { continue; }
        const bool isAccepted = row.verdict == "accepted";
        answers.next = isAccepted ? S_OK : E_INVALIDARG;
        reports.entries.clear();
        void* object = nullptr;
        ASSERT_EQ(
            device1->CompileGraph(&graph.desc, DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator, &object),
            answers.next);
        if (object != nullptr) { static_cast<IUnknown*>(object)->Release(); }
        ASSERT_EQ(reports.Count(ReportKind::Failure), isAccepted ? 0U : 1U) << row.graph;
        ASSERT_EQ(reports.Count(ReportKind::WillCrash), row.verdict == "crash" ? 1U : 0U) << row.graph;
        if (isAccepted) { continue; }
        const std::string reason = row.verdict == "crash" ? "Terminates" : row.reason;
        EXPECT_TRUE(Contains(reports.entries.back().text, '[' + reason + ']')) << reports.entries.back().text;
        crashes += row.verdict == "crash" ? 1U : 0U;
        ++failures;
    }
    EXPECT_GT(failures, 950U);
    EXPECT_GT(crashes, 20U);
}

// Graphs with a fault, whose sentence names the value to change.
TEST_F(Device, FaultsOfGraphsAreExplained)
{
    const struct
    {
        const char* graph;
        const char* sentence;
    } faults[] = {
        {"1 1 N:add|f2|f2|f2 I:0,0,0 O:0,0,0", "node 0 (ELEMENT_WISE_ADD): BTensor, input 1, has no edge"},
        {"2 1 N:abs|f2|f2 I:0,0,0 I:1,0,0 O:0,0,0", "InputTensor, input 0, has 2 edges; it must have 1"},
        {"1 1 N:abs|f2|f2 I:1,0,0 O:0,0,0", "InputEdges[0]: GraphInputIndex is 1; it must be below 1, InputCount"},
        {"1 1 N:abs|f2|f2 I:0,0,0 O:0,0,1", "OutputEdges[0]: GraphOutputIndex is 1; it must be below 1, OutputCount"},
        {"1 1 N:abs|f2|f2 I:0,0,1 O:0,0,0", "ToNodeInputIndex is 1; it must be below 1, the number of inputs"},
        {"1 1 N:abs|f2|f2 N:abs|f2|f2 I:0,0,0 O:0,0,0", "node 1 (ELEMENT_WISE_ABS) has no path to a graph output"},
        {"0 1 N:abs|f2|f2 N:abs|f2|f2 O:1,0,0 M:0,0,1,0 M:1,0,0,0", "closes a cycle; remove an edge"},
        {"1 1 N:abs|f2|f2 N:abs|f3|f3 I:0,0,0 O:1,0,0 M:0,0,1,0",
         "OutputTensor FLOAT32 {2}, 8 bytes but InputTensor FLOAT32 {3}, 12 bytes; the sizes must match, and "
         "TotalTensorSizeInBytes must be equal"},
        {"1 1 N:abs|f2|f2 N:add|f2|F2|f2 I:0,0,0 I:0,1,0 O:1,0,0 M:0,0,1,1",
         "BTensor.Flags is 1 (OWNED_BY_DML); it must be 0 (NONE)"},
        {"0 1 N:const|9 N:abs|f2|f2 O:1,0,0 M:0,0,1,0", "DataSize is 9, at which DirectML crashes; it must be 1 to 8"},
    };
    const auto device1 = ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1);
    for (const auto& fault : faults)
    {
        answers.next = S_OK;
        const CreatedGraph graph(fault.graph, *this);
        EXPECT_TRUE(graph.isAccepted) << fault.graph;
        answers.next = E_INVALIDARG;
        reports.entries.clear();
        void* object = nullptr;
        EXPECT_EQ(device1->CompileGraph(&graph.desc, DML_EXECUTION_FLAG_NONE, ids::IidCompiledOperator, &object),
                  E_INVALIDARG);
        ASSERT_FALSE(reports.entries.empty()) << fault.graph;
        EXPECT_TRUE(Contains(reports.entries[0].text, fault.sentence)) << fault.graph << ' ' << reports.entries[0].text;
    }
}

TEST_F(Device, ExplainsEveryRecordedAnswerToBindings)
{
    mock_d3d12::Resource buffer(1U << 20);
    std::size_t removals = 0, crashes = 0;
    for (const binding_facts::Row& row : binding_facts::Rows())
    {
        Owner<IDMLDevice> before = device;
        answers.removed = S_OK;
        answers.calls.clear();
        Wrap(true, reports.Options()); // a device is removed once
        reports.entries.clear();
        const binding_facts::Operator& op = *row.op;
        const bool isInitializer = row.call.compare(0, 11, "initializer") == 0;
        const bool isDispatch = Contains(row.call, "RecordDispatch");
        const auto compiled = Compile(op.description.Desc());
        const auto initializer = Initializer(compiled.Get());
        IDMLDispatchable* const dispatchable =
            isInitializer ? static_cast<IDMLDispatchable*>(initializer.Get()) : compiled.Get();
        const auto table = Table(dispatchable);
        const HRESULT answer = row.answer == "device removed" ? mock_directml::Removed : S_OK;
        const binding_facts::Bindings bindings(row.bindings, row.call == "BindOutputs" ? op.outputs : op.inputs,
                                               static_cast<ID3D12Resource*>(&buffer));
        if (!isDispatch)
        {
            answers.removes = answer;
            if (row.call == "BindOutputs") { table->BindOutputs(bindings.Count(), bindings.Data()); }
            else { table->BindInputs(bindings.Count(), bindings.Data()); }
        }
        else
        {
            const auto inputs = static_cast<std::uint32_t>(op.inputs.size());
            if (isInitializer && bindings.Count() != 0) { table->BindInputs(bindings.Count(), bindings.Data()); }
            if (!isInitializer && bindings.Count() != 0)
            {
                table->BindInputs(inputs, bindings.Data());
                const std::size_t outputs = op.outputs.size();
                const binding_facts::Bindings ofOutputs(outputs == 1 ? "BUFFER" : "BUFFER; BUFFER", op.outputs,
                                                        static_cast<ID3D12Resource*>(&buffer));
                table->BindOutputs(ofOutputs.Count(), ofOutputs.Data());
            }
            answers.removes = answer;
            Recorder()->RecordDispatch(&list, dispatchable, table.Get());
        }
        const std::size_t crash = row.answer == "crash" ? 1 : 0;
        ASSERT_EQ(reports.Count(ReportKind::WillCrash), crash) << row.line;
        ASSERT_EQ(reports.Count(ReportKind::Failure), FAILED(answer) ? 1U : 0U) << row.line;
        if (crash != 0)
        {
            EXPECT_EQ(reports.entries[0].callsBefore, 0U) << "the report must come before the call";
            ++crashes;
        }
        if (reports.entries.empty()) { continue; }
        const Reports::Entry& report = reports.entries.back();
        EXPECT_FALSE(Contains(report.text, "no rule")) << row.line << ' ' << report.text;
        EXPECT_TRUE(isInitializer || Contains(report.text, row.name + ": ")) << report.text;
        EXPECT_EQ(report.result, crash != 0 ? S_OK : mock_directml::Removed);
        removals += crash != 0 ? 0U : 1U;
    }
    EXPECT_EQ(removals, 535U);
    EXPECT_EQ(crashes, 28U);
}

// ---- sentences -------------------------------------------------------------------------------------------------------

TEST_F(Device, NamesTheTensorsOfARejectedOperator)
{
    answers.next = E_INVALIDARG;
    const Gemm gemm(5);
    const DML_OPERATOR_DESC desc = gemm.Desc();
    void* object = nullptr;
    EXPECT_EQ(device->CreateOperator(&desc, mock_directml::IidOperator, &object), E_INVALIDARG);
    const std::string sentence = Explain(ValidateOperator(desc)).c_str();
    EXPECT_TRUE(Contains(sentence, "GEMM: ")) << sentence;
    EXPECT_EQ(reports.Only(), sentence
                                  + " (ATensor FLOAT32 {1, 1, 2, 3}, 24 bytes; BTensor FLOAT32 {1, 1, 5, 4}, 80 bytes; "
                                    "OutputTensor FLOAT32 {1, 1, 2, 4}, 32 bytes)");
    EXPECT_EQ(reports.entries[0].result, E_INVALIDARG);
}

TEST_F(Device, AnOperatorThatDirectMlDoesNotHave)
{
    const Gemm gemm;
    const DML_OPERATOR_DESC unknown = {static_cast<DML_OPERATOR_TYPE>(250), &gemm.desc};
    void* object = nullptr;
    answers.next = E_INVALIDARG;
    EXPECT_EQ(device->CreateOperator(&unknown, mock_directml::IidOperator, &object), E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.Only(), "operator 250: ")) << reports.Only();
}

TEST_F(Device, ATensorOfNineAxesHasNoListOfSizes)
{
    const UINT sizes[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const DML_BUFFER_TENSOR_DESC buffer = {DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 9, sizes, nullptr, 4, 0};
    const DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
    const DML_ACTIVATION_RELU_OPERATOR_DESC relu = {&tensor, &tensor};
    const DML_OPERATOR_DESC desc = {DML_OPERATOR_ACTIVATION_RELU, &relu};
    void* object = nullptr;
    answers.next = E_INVALIDARG;
    EXPECT_EQ(device->CreateOperator(&desc, mock_directml::IidOperator, &object), E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.Only(), "(InputTensor FLOAT32 9 dimensions, 4 bytes; ")) << reports.Only();
}

TEST_F(Device, ResetChangesTheRolesOfAnInitializer)
{
    const binding_facts::Operator owned("CONVOLUTION",
                                        "FLOAT32:1,1,4,4 FLOAT32:1,1,3,3:OWNED_BY_DML - FLOAT32:1,1,2,2");
    const auto plain = Compile(Gemm().Desc()); // of a temporary: what is known is a copy
    const auto withOwned = Compile(owned.description.Desc());
    const auto initializer = Initializer(plain.Get());
    IDMLCompiledOperator* const operators[] = {withOwned.Get(), plain.Get()};
    EXPECT_EQ(initializer->Reset(2, operators), S_OK);
    const auto table = Table(initializer.Get());
    answers.removes = mock_directml::Removed;
    Recorder()->RecordDispatch(&list, initializer.Get(), table.Get());
    EXPECT_EQ(reports.Only(),
              "initializer: FilterTensor is not bound; call BindInputs before RecordDispatch [NotBound]");
}

TEST_F(Device, ReportsTheFirstRemovalOnce)
{
    const Gemm gemm;
    const auto compiled = Compile(gemm.Desc());
    const auto table = Table(compiled.Get());
    answers.removes = mock_directml::Removed;
    const DML_BINDING_DESC none = {DML_BINDING_TYPE_NONE, nullptr};
    table->BindTemporaryResource(&none);
    ASSERT_EQ(reports.entries.size(), 1U);
    EXPECT_TRUE(Contains(reports.Only(), "GEMM: DirectML removed its device, but no rule")) << reports.Only();
    EXPECT_EQ(reports.entries[0].result, mock_directml::Removed);
    table->BindInputs(0, nullptr);
    Recorder()->RecordDispatch(&list, compiled.Get(), table.Get());
    EXPECT_EQ(reports.entries.size(), 1U);
    reports.entries.clear();
    answers.next = mock_directml::Removed;
    const DML_OPERATOR_DESC desc = gemm.Desc();
    void* object = nullptr;
    EXPECT_EQ(device->CreateOperator(&desc, mock_directml::IidOperator, &object), mock_directml::Removed);
    EXPECT_EQ(reports.Only().substr(0, 33), "GEMM: the device was removed befo");
}

// The first report of a removal says more than "the device was removed before".
TEST_F(Device, RemovedByATableThatIsNotWrapped)
{
    const Gemm gemm;
    const auto compiled = Compile(gemm.Desc());
    mock_directml::BindingTable* const ownTable = new mock_directml::BindingTable(answers);
    reports.entries.clear();
    answers.removes = mock_directml::Removed;
    Recorder()->RecordDispatch(&list, compiled.Get(), ownTable);
    EXPECT_EQ(reports.Only(),
              "the binding table is not one of a wrapped device, so what is bound is not known [Unknown]");
    Recorder()->RecordDispatch(&list, compiled.Get(), ownTable);
    EXPECT_EQ(reports.entries.size(), 1U);
    ownTable->Release();
}

TEST_F(Device, ReportsHazardsAndCallsOnRequest)
{
    ExplainOptions options = reports.Options();
    options.hazards = true;
    options.calls = true;
    device = {};
    Wrap(true, options);
    Gemm gemm;
    gemm.desc.Alpha = 0;
    const bool isHazard = !ValidateOperator(gemm.Desc()).Ok();
    const auto compiled = Compile(gemm.Desc());
    const auto initializer = Initializer(compiled.Get());
    EXPECT_EQ(reports.Count(ReportKind::Call), 3U); // created, compiled, initialized
    EXPECT_EQ(reports.Count(ReportKind::Failure), 0U);
    EXPECT_EQ(reports.Count(ReportKind::Hazard), isHazard ? 1U : 0U);
    EXPECT_TRUE(Contains(reports.entries.back().text, "GEMM (ATensor FLOAT32 {1, 1, 2, 3}, 24 bytes; "))
        << reports.Only();
    const DML_ACTIVATION_RELU_OPERATOR_DESC relu = {};
    const DML_OPERATOR_DESC activation = {DML_OPERATOR_ACTIVATION_RELU, &relu};
    gemm.desc.FusedActivation = &activation;
    const auto fused = CreateOperator(gemm.Desc());
    EXPECT_TRUE(Contains(reports.entries.back().text, ", 32 bytes; FusedActivation ACTIVATION_RELU)"))
        << reports.entries.back().text;
    const auto table = Table(compiled.Get());
    mock_d3d12::Resource buffer(1024);
    const DML_BUFFER_BINDING range = {&buffer, 0xFFFFFFFFFFFFFFF0U, 32};
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, &range};
    reports.entries.clear();
    table->BindOutputs(1, &binding);
    ASSERT_EQ(reports.Count(ReportKind::Hazard), 1U);
    EXPECT_TRUE(Contains(reports.Only(), "[BindingWraps]")) << reports.Only();
}

// Two activations in a chain.
struct Chain
{
    explicit Chain(IDMLOperator* op) : operators{{op, nullptr}, {op, nullptr}}
    {
        for (std::size_t i = 0; i < 2; ++i) { nodes[i] = {DML_GRAPH_NODE_TYPE_OPERATOR, &operators[i]}; }
        desc.InputCount = desc.OutputCount = 1;
        desc.NodeCount = 2;
        desc.Nodes = nodes;
        desc.InputEdgeCount = desc.OutputEdgeCount = desc.IntermediateEdgeCount = 1;
        desc.InputEdges = &edges[0];
        desc.OutputEdges = &edges[1];
        desc.IntermediateEdges = &edges[2];
    }
    DML_OPERATOR_GRAPH_NODE_DESC operators[2];
    DML_GRAPH_NODE_DESC nodes[2] = {};
    DML_INPUT_GRAPH_EDGE_DESC input = {0, 0, 0, nullptr};
    DML_OUTPUT_GRAPH_EDGE_DESC output = {1, 0, 0, nullptr};
    DML_INTERMEDIATE_GRAPH_EDGE_DESC middle = {0, 0, 1, 0, nullptr};
    DML_GRAPH_EDGE_DESC edges[3] = {{DML_GRAPH_EDGE_TYPE_INPUT, &input},
                                    {DML_GRAPH_EDGE_TYPE_OUTPUT, &output},
                                    {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &middle}};
    DML_GRAPH_DESC desc = {};
};

TEST_F(Device, ExplainsBindingsOfAGraph)
{
    const binding_facts::Operator relu("ACTIVATION_RELU", "FLOAT32:4 FLOAT32:4");
    const auto op = CreateOperator(relu.description.Desc());
    const Chain chain(op.Get());
    const auto device1 = ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1);
    void* object = nullptr;
    constexpr GUID Id = mock_directml::IidCompiledOperator;
    answers.next = E_INVALIDARG;
    EXPECT_EQ(device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, Id, &object), E_INVALIDARG);
    EXPECT_EQ(reports.entries.at(0).rule, "DriverRefused");
    reports.entries.clear();
    answers.next = S_OK;
    const auto compiled = Make<IDMLCompiledOperator>(
        [&](void** made) {
            return device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator,
                                         made);
        });
    const auto table = Table(compiled.Get());
    const DML_BINDING_DESC none = {DML_BINDING_TYPE_NONE, nullptr};
    answers.removes = mock_directml::Removed;
    table->BindInputs(1, &none);
    EXPECT_EQ(reports.Only(),
              "a graph: BindInputs[0] (graph input 0): Type is 0 (NONE); it must be 1 (BUFFER), because "
              "the slot needs a buffer [BindingType]");

    reports.entries.clear();
    answers.removed = S_OK;
    answers.next = E_INVALIDARG;
    EXPECT_EQ(device1->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE, Id, &object), E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.Only(), "[NullGraph]"));
    reports.entries.clear();
    answers.next = E_NOINTERFACE;
    EXPECT_EQ(device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, ids::IidDevice, &object), E_NOINTERFACE);
    EXPECT_EQ(reports.Only(), "the interface must be IDMLCompiledOperator; riid is IDMLDevice [Interface]");
}

TEST_F(Device, AGraphWithoutABrokenRuleListsItsNodesOrItsHazards)
{
    const auto relu =
        CreateOperator(binding_facts::Operator("ACTIVATION_RELU", "FLOAT32:4 FLOAT32:4").description.Desc());
    const auto other = CreateOperator(binding_facts::Operator("ACTIVATION_RELU", "INT32:4 INT32:4").description.Desc());
    Chain chain(relu.Get());
    chain.operators[0].Name = "say \"hi\"\n";
    const auto device1 = ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1);
    void* object = nullptr;
    answers.next = E_INVALIDARG;
    const auto compile = [&](std::uint32_t flags)
    {
        reports.entries.clear();
        EXPECT_EQ(device1->CompileGraph(&chain.desc, static_cast<DML_EXECUTION_FLAGS>(flags), ids::IidCompiledOperator,
                                        &object),
                  E_INVALIDARG);
        return reports.Only();
    };
    EXPECT_EQ(compile(0), "no rule of DirectML 1.15.4 is broken. The graph, the execution flags and the interface were "
                          "checked: an older DirectML.dll or the driver refused [DriverRefused] (2 nodes: 0 "
                          "ACTIVATION_RELU \"say \\\"hi\\\"\\x0A\", 1 ACTIVATION_RELU)");
    EXPECT_EQ(compile(8), "the execution flags are 8; only 1, 2 and 4 exist [ExecutionFlags]");
    chain.operators[1] = {other.Get(), "second"};
    chain.middle.Name = "edge";
    EXPECT_EQ(
        compile(0),
        "possible causes: IntermediateEdges[0] \"edge\" from node 0 (ACTIVATION_RELU, \"say \\\"hi\\\"\\x0A\") to "
        "node 1 (ACTIVATION_RELU, \"second\"): reads the bytes of OutputTensor FLOAT32 {4}, 16 bytes as InputTensor "
        "INT32 {4}, 16 bytes; use one DataType, or insert a CAST [Reinterpreted]");
    EXPECT_EQ(reports.entries.at(0).rule, "Reinterpreted");
}

TEST_F(Device, TwoWrappersOfOneDeviceSayOneReport)
{
    mock->AddRef();
    const Owner<IDMLDevice> second(ExplainErrors(static_cast<IDMLDevice*>(mock), reports.Options()));
    const auto table = Table(Compile(Gemm().Desc()).Get());
    answers.removes = mock_directml::Removed;
    table->BindInputs(1, nullptr);
    EXPECT_EQ(reports.entries.size(), 1U);
    answers.next = mock_directml::Removed;
    void* object = nullptr;
    EXPECT_EQ(second->CreateCommandRecorder(ids::IidRecorder, &object), mock_directml::Removed);
    EXPECT_EQ(reports.entries.at(1).rule, "RemovedBefore");
}

TEST_F(Device, AnOlderDirectMlLacksTheLevelOfAnOperator)
{
    const binding_facts::Operator gelu("ACTIVATION_GELU", "FLOAT32:4 FLOAT32:4");
    const DML_OPERATOR_DESC desc = gelu.description.Desc();
    void* object = nullptr;
    answers.next = E_INVALIDARG;
    answers.level = 0x4100;
    EXPECT_EQ(device->CreateOperator(&desc, ids::IidOperator, &object), E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.Only(),
                         "ACTIVATION_GELU: the operator needs feature level 5_1; this device has at most "
                         "4_1 (CheckFeatureSupport), so use a newer DirectML.dll [DeviceFeatureLevel]"))
        << reports.Only();
    reports.entries.clear();
    answers.level = 0;
    EXPECT_EQ(device->CreateOperator(&desc, ids::IidOperator, &object), E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.Only(), "but CheckFeatureSupport does not answer")) << reports.Only();
}

TEST_F(Device, GivesGraphsToTheProgram)
{
    static std::uint32_t nodes = 0;
    ExplainOptions options = reports.Options();
    options.calls = true;
    options.graph = [](const DML_GRAPH_DESC& graph, const DML_OPERATOR_DESC* const* operators, void*)
    { nodes = operators[1]->Type == DML_OPERATOR_ACTIVATION_RELU ? graph.NodeCount : 0; };
    device = {};
    Wrap(true, options);
    const auto op =
        CreateOperator(binding_facts::Operator("ACTIVATION_RELU", "FLOAT32:4 FLOAT32:4").description.Desc());
    Chain chain(op.Get());
    const auto device1 = ids::Query<IDMLDevice1>(device.Get(), ids::IidDevice1);
    EXPECT_EQ(device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator, nullptr),
              S_FALSE);
    EXPECT_EQ(nodes, 2U);
    EXPECT_EQ(reports.entries.back().text, "a graph of 2 nodes, 1 inputs and 1 outputs (2 nodes: 0 ACTIVATION_RELU, 1 "
                                           "ACTIVATION_RELU)");
    // A graph whose edges cannot be read is not given.
    nodes = 0;
    chain.input.ToNodeIndex = 7;
    answers.next = E_INVALIDARG;
    EXPECT_EQ(device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator, nullptr),
              E_INVALIDARG);
    EXPECT_EQ(nodes, 0U);
    // Nor is one at which DirectML crashes, because an edge leads to a constant, before the next edge is checked.
    const std::uint32_t data = 1;
    const DML_CONSTANT_DATA_GRAPH_NODE_DESC constant = {&data, sizeof(data), nullptr};
    chain.nodes[0] = {DML_GRAPH_NODE_TYPE_CONSTANT, &constant};
    chain.input.ToNodeIndex = 0;
    chain.output.FromNodeIndex = 7;
    EXPECT_EQ(device1->CompileGraph(&chain.desc, DML_EXECUTION_FLAG_NONE, mock_directml::IidCompiledOperator, nullptr),
              E_INVALIDARG);
    EXPECT_TRUE(Contains(reports.entries.back().text, "[Terminates]"));
    EXPECT_EQ(nodes, 0U);
}

TEST_F(Device, WritesGraphsAsDot)
{
    const binding_facts::Operator relu("ACTIVATION_RELU", "FLOAT32:4 FLOAT32:4");
    const DML_OPERATOR_DESC desc = relu.description.Desc();
    const DML_OPERATOR_DESC* const operators[] = {&desc, nullptr};
    Chain chain(nullptr);
    chain.operators[1].Name = "last";
    EXPECT_EQ(graph_dot::DotOf(chain.desc, operators, "graph1"),
              "digraph graph1 {\n"
              "  node0 [shape=box, label=\"0 ACTIVATION_RELU\"];\n"
              "  node1 [shape=box, label=\"1 operator \\\"last\\\"\"];\n"
              "  input0 -> node0 [label=\"FLOAT32 {4}/{1}, 16 bytes\"];\n"
              "  node0 -> node1 [label=\"\"];\n"
              "  node1 -> output0 [label=\"\"];\n"
              "}\n");
}

#if __has_include(<wrl/client.h>)
TEST_F(Device, FitsIntoAComPtr)
{
    Microsoft::WRL::ComPtr<IDMLDevice> owner;
    owner.Attach(new mock_directml::Device(answers));
    owner = readme::Explained(owner);
    EXPECT_EQ(owner->AddRef(), 2U);
    EXPECT_EQ(owner->Release(), 1U);
}
#endif

TEST_F(Device, ANetworkWithAWrongLayer)
{
    answers.operatorsUntilRefusal = 2; // DirectML accepts the first two layers
    EXPECT_THROW(static_cast<void>(explain_network::Build(*device.Get())), std::runtime_error);
    EXPECT_TRUE(Contains(reports.Only(), "CONVOLUTION: FilterTensor.Sizes[1] is 16; it must be 8")) << reports.Only();
    EXPECT_TRUE(Contains(reports.Only(), "(InputTensor FLOAT32 {1, 8, 30, 30}, 28800 bytes; ")) << reports.Only();
}

TEST_F(Device, WorksWithoutAttachedData)
{
    // An operator of another device, of which nothing is known.
    mock_directml::CompiledOperator* const unknown = new mock_directml::CompiledOperator(answers);
    const auto table = Table(unknown);
    const auto initializer = Initializer(unknown);
    const auto ofInitializer = Table(initializer.Get());
    ofInitializer->BindInputs(1, nullptr);
    answers.removes = mock_directml::Removed;
    table->BindInputs(3, nullptr);
    EXPECT_EQ(reports.Only(), "BindInputs: the array is null, but its count is 3 [NullBindings]");
    unknown->Release();
}

TEST(DeviceReports, DefaultGoesToStderr)
{
    const auto written = [](ReportKind kind)
    {
        testing::internal::CaptureStderr();
        ReportToDebugger({"CreateOperator", E_INVALIDARG, "a sentence", kind}, nullptr);
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(written(ReportKind::Failure), "DirectML CreateOperator failed with 0x80070057: a sentence\n");
    EXPECT_EQ(written(ReportKind::WillCrash), "DirectML CreateOperator will crash: a sentence\n");
    EXPECT_EQ(written(ReportKind::Hazard), "DirectML CreateOperator succeeded, but: a sentence\n");
    EXPECT_EQ(written(ReportKind::Call), "DirectML CreateOperator: a sentence\n");
}

TEST(DeviceReports, CanGoToAFile)
{
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    ReportToFile({"CompileGraph", E_INVALIDARG, "a sentence", ReportKind::Failure}, file);
    std::rewind(file);
    char line[100] = {};
    ASSERT_NE(std::fgets(line, sizeof(line), file), nullptr);
    EXPECT_STREQ(line, "DirectML CompileGraph failed with 0x80070057: a sentence\n");
    EXPECT_EQ(std::fclose(file), 0);
}

TEST(DeviceReports, LongTextsAreCut)
{
    ids::ReportText text;
    for (int i = 0; i < 1000; ++i) { text.Append("0123456789"); }
    EXPECT_TRUE(text.IsFull());
    EXPECT_EQ(std::string(text.c_str()).size(), 4095U);
}

// ---- threads ---------------------------------------------------------------------------------------------------------

TEST_F(Device, SeveralThreadsUseOneDevice)
{
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
    {
        threads.emplace_back(
            [&]
            {
                const Gemm right, wrong(5);
                for (int i = 0; i < 100; ++i)
                {
                    const auto compiled = Compile(right.Desc());
                    const auto initializer = Initializer(compiled.Get());
                    const auto again = ids::Query<IDMLDevice>(device.Get(), ids::IidDevice);
                    ASSERT_TRUE(initializer && again);
                }
            });
    }
    for (std::thread& thread : threads) { thread.join(); }
    threads.clear();
    answers.next = E_INVALIDARG;
    for (int t = 0; t < 4; ++t)
    {
        threads.emplace_back(
            [&]
            {
                const Gemm wrong(5);
                const DML_OPERATOR_DESC desc = wrong.Desc();
                for (int i = 0; i < 100; ++i)
                {
                    void* object = nullptr;
                    ASSERT_EQ(device->CreateOperator(&desc, mock_directml::IidOperator, &object), E_INVALIDARG);
                }
            });
    }
    for (std::thread& thread : threads) { thread.join(); }
    EXPECT_EQ(reports.Count(ReportKind::Failure), 400U);
}

TEST(DeviceReports, EachErrorHasASentenceThatAlwaysApplies)
{
    EXPECT_TRUE(detail::EndWith(detail::device_texts::Otherwise, detail::device_texts::Sentences));
}

} // namespace
} // namespace device_test
