// =====================================================================================================================
//   dml_tensor_device.hpp: a DirectML device that says why a call failed
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17, and native mode: include DirectML.h before this header. Needs dml_tensor_graph.hpp, dml_tensor_bindings.hpp,
//   dml_tensor_owned_operator.hpp, the headers that they include, and the standard library. COM objects are allocated.
//   Nothing throws or touches tensor memory.
//
//   Synopsis
//
//     ExplainErrors       wraps a device, so that it reports why a call failed
//     ExplainOptions      where reports go, and whether hazards and calls are reported too
//     DeviceReport        a report: the call, its result and a sentence
//     ReportToDebugger    the default: the debugger's output and stderr; ReportToFile writes to a file
//
//     Microsoft::WRL::ComPtr<IDMLDevice> device;
//     DMLCreateDevice(d3d12Device, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device));
//     device.Attach(ExplainErrors(device.Detach()));
//     // CreateOperator failed with 0x80070057: GEMM: BTensor.Sizes[2] is 4; it must be 3, ... [InnerSizes] (ATensor ...)
//
//   What is wrapped
//
//     Wrapped are the device, its binding tables, command recorders and operator initializers. Each of these objects has
//     one IUnknown, and answers for the interfaces of DirectML.h that it wraps. IDMLDevice1 exists only if DirectML's
//     device has it. An interface that is not wrapped, such as IDMLDebugDevice, is DirectML's own: what is reached
//     through it is not reported, and its IUnknown is that of DirectML's object.
//     Operators and compiled operators are DirectML's own. Their GetDevice returns DirectML's device. What is known of
//     them is attached to them as private data. GetDevice of a wrapped object returns the wrapped device.
//     A binding table keeps its dispatchable alive, until it is released or reset.
//
//   Threads
//
//     The device may be used from several threads, as DirectML's own. The report function is then called from several
//     threads. Binding tables, recorders and initializers need the same synchronization as DirectML's own.
//
// =====================================================================================================================

#ifndef DML_TENSOR_DEVICE_HPP
#define DML_TENSOR_DEVICE_HPP

#include "dml_tensor_bindings.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_owned_operator.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_device.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif
#if !DML_TENSOR_UTILS_NATIVE
#error "dml_tensor_device.hpp needs the SDK's types: include DirectML.h before any header of dml_tensor_utils"
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Reports
// =====================================================================================================================

/// What a report is about.
enum class ReportKind
{
    Failure,   ///< a call failed, or removed the device
    WillCrash, ///< a call follows at which DirectML crashes
    Hazard,    ///< DirectML accepted a call silently, but the result is almost certainly unintended
    Call,      ///< a call succeeded
};

/// A report. Its pointers are valid while the report function runs.
struct DeviceReport
{
    const char* call;      ///< "CreateOperator"
    HRESULT result;        ///< of the call; for a removal, GetDeviceRemovedReason; S_OK before a crash
    const char* text;      ///< a sentence, without the call and the result
    ReportKind kind;       ///< what it is about
    const char* rule = ""; ///< the id in the brackets of the sentence, such as "NullOperator"; "" for a call
};

/// Writes a report to stderr, and on Windows to the debugger's output, as one line. Ignores the context.
inline void ReportToDebugger(const DeviceReport& report, void* context) noexcept;

/// Where reports go, and what is reported beside failures and crashes.
struct ExplainOptions
{
    void (*report)(const DeviceReport&, void* context) = ReportToDebugger; ///< called for each report; must not throw
    void* context = nullptr;                                               ///< passed to `report` and `graph`
    bool hazards = false;                                                  ///< also reports hazards
    bool calls = false; ///< also reports each operator and graph that was created, compiled or initialized
    /// If not null, called before CompileGraph with each graph that is readable (GraphDiagnosis::isReadable).
    /// operators[i] describes node i, or is null.
    void (*graph)(const DML_GRAPH_DESC&, const DML_OPERATOR_DESC* const* operators, void* context) = nullptr;
};

namespace detail
{
// =====================================================================================================================
//   Rules of the device's calls
// =====================================================================================================================

// ENTRY(name, kind, cause, sentence), and ALSO(name, cause, sentence) for further sentences; see the main header. The
// causes are functions of the namespace device_texts below, and ReportText::AppendReason explains placeholders. Rules
// of operators, graphs and bindings stand in their headers.
// clang-format off
#define DTU_DEVICE_ERRORS(ENTRY, ALSO) \
    ENTRY(None, None, Otherwise, "no error") \
    ENTRY(NullDescription, Rejection, Otherwise, "the DML_OPERATOR_DESC pointer is null") \
    ENTRY(NullOperator, Rejection, Otherwise, "{argument} is null; it must be a compiled operator") \
    ENTRY(ExecutionFlags, Rejection, Otherwise, "the execution flags are {actual}; only 1, 2 and 4 exist") \
    ENTRY(Interface, Rejection, Otherwise, "the interface must be {needed}") \
    ENTRY(DescriptorCount, Rejection, Otherwise, \
          "SizeInDescriptors is {actual}; it must be at least {required}, RequiredDescriptorCount of the dispatchable") \
    /* No rule explains the failure. */ \
    ENTRY(DriverRefused, Unknown, HasLevel, \
          "no rule of DirectML 1.15.4 is broken: the device lacks the data type, this DirectML is older, or its " \
          "driver refused; the operator needs feature level {required:level}") \
    ALSO(DriverRefused, Otherwise, \
         "no rule of DirectML 1.15.4 is broken: the device lacks the data type, this DirectML is older, or its driver " \
         "refused") \
    ENTRY(RemovedBefore, Rejection, Otherwise, \
          "the device was removed before, which the first report of it explains") \
    ENTRY(D3D12DeviceRemoved, Unknown, Otherwise, \
          "the Direct3D 12 device was removed, by a driver's fault, a timeout, or a command list that is not " \
          "DirectML's; enable the debug layer and DRED to find the cause") \
    ENTRY(Unexplained, Unknown, Otherwise, \
          "DirectML removed its device, but no rule of DirectML 1.15.4 is broken by this call; an unreported call " \
          "before may have removed it")
// clang-format on

enum class DeviceError : std::uint32_t
{
    DTU_DEVICE_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)
};

inline constexpr ErrorEntry DeviceErrors[] = {DTU_DEVICE_ERRORS(DTU_ERROR_ENTRY, DTU_ERROR_NOTHING)};

// Why a call failed, and what its sentence names.
struct DeviceFinding
{
    DeviceError error = DeviceError::None;
    const char* argument = "";    // as DirectML.h names it
    std::uint32_t index = None32; // in the argument
    std::uint64_t actual = 0, required = 0;
    const char* needed = ""; // what the argument must be

    bool Ok() const noexcept { return error == DeviceError::None; }
};

namespace device_texts
{
using E = DeviceError;

// Causes of DTU_DEVICE_ERRORS.
inline bool HasLevel(const DeviceFinding& found) noexcept { return found.required != 0; }
inline bool Otherwise(const DeviceFinding&) noexcept { return true; }

inline constexpr ErrorSentence<E, bool (*)(const DeviceFinding&) noexcept> Sentences[] = {
    DTU_DEVICE_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
static_assert(EndWith(Otherwise, Sentences));
#undef DTU_DEVICE_ERRORS
} // namespace device_texts

// A text that grows to a limit and never allocates. 20 tensors of 8 axes fit.
struct ReportText : TextWriter<4096>
{
    const char* rule = ""; // of the report

    const char* c_str() const noexcept { return message.c_str(); }

    void AppendResult(HRESULT result) noexcept
    {
        char text[16] = {};
        static_cast<void>(
            std::snprintf(text, sizeof(text), "0x%08lX", static_cast<unsigned long>(result) & 0xFFFFFFFF));
        Append(text);
    }
    // Each appends a reason, which ends with the id of its rule.
    void AppendReason(const DeviceFinding& found) noexcept;
    void AppendReason(const OperatorDiagnosis& found) noexcept
    {
        rule = found.error == OperatorError::Tensor ? ToString(found.tensor.error) : ToString(found.error);
        Append(Explain(found).c_str());
    }
    void AppendReason(const GraphDiagnosis& found, const DML_GRAPH_DESC& graph,
                      const DML_OPERATOR_DESC* const* operators) noexcept
    {
        rule = ToString(found.error);
        Append(Explain(found, graph, operators).c_str());
    }
    void AppendReason(const BindingDiagnosis& found) noexcept
    {
        rule = found.error == BindingError::Buffer ? ToString(found.buffer.error) : ToString(found.error);
        Append(Explain(found).c_str());
    }
    // Appends " (ATensor FLOAT32 {2, 2}, 16 bytes; BTensor ...)". The description may be one that DirectML rejects.
    void AppendTensors(const DML_OPERATOR_DESC& desc) noexcept
    {
        constexpr std::uint32_t MaxListed = 32;
        const char* separator = " (";
        const auto append = [&](const OperatorTensor& tensor) noexcept
        {
            const bool isInList = tensor.element != None32;
            if (tensor.desc == nullptr || (isInList && tensor.element >= MaxListed)) { return; }
            Append(separator, tensor.name);
            AppendIndex(tensor.element);
            Append(' ');
            AppendDescription(*this, *tensor.desc);
            if ((static_cast<std::uint32_t>(tensor.desc->Flags) & 1) != 0) { Append(", OWNED_BY_DML"); }
            separator = "; ";
        };
        ForEachTensor(desc, append);
        if (separator[0] == ';') { Append(")"); }
    }
};

inline void ReportText::AppendReason(const DeviceFinding& found) noexcept
{
    rule = EntryOf(DeviceErrors, found.error).name;
    const auto append = [&](const char* text) noexcept
    {
        if (StartsWith(text, "{needed}")) { return Append(found.needed); }
        Append(found.argument); // {argument}
        AppendIndex(found.index);
    };
    AppendFilled(SentenceIn(device_texts::Sentences, found.error, found), found, append);
    Append(" [", rule, ']');
}

// Returns a report as one line.
inline ReportText LineOf(const DeviceReport& report) noexcept
{
    ReportText line;
    line.Append("DirectML ", report.call);
    if (report.kind == ReportKind::Failure)
    {
        line.Append(" failed with ");
        line.AppendResult(report.result);
    }
    else if (report.kind == ReportKind::WillCrash) { line.Append(" will crash"); }
    else if (report.kind == ReportKind::Hazard) { line.Append(" succeeded, but"); }
    line.Append(": ", report.text);
    return line;
}
} // namespace detail

/// Appends a report to a file as one line, which is written at once.
///
/// file: a std::FILE*.
inline void ReportToFile(const DeviceReport& report, void* file) noexcept
{
    auto* const stream = static_cast<std::FILE*>(file);
    static_cast<void>(std::fprintf(stream, "%s\n", detail::LineOf(report).c_str()));
    static_cast<void>(std::fflush(stream));
}

inline void ReportToDebugger(const DeviceReport& report, void* /*context*/) noexcept
{
#if defined(_WIN32)
    ::OutputDebugStringA(detail::LineOf(report).c_str());
    ::OutputDebugStringA("\n");
#endif
    ReportToFile(report, stderr);
}

// =====================================================================================================================
//   COM
// =====================================================================================================================

namespace detail
{
// The interfaces' IDs are written out, because not every toolchain has a library with them.
inline constexpr GUID IidUnknown = {0x00000000, 0x0000, 0x0000, {0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}};
inline constexpr GUID IidObject = {0xc8263aac, 0x9e0c, 0x4a2d, {0x9b, 0x8e, 0x00, 0x75, 0x21, 0xa3, 0x31, 0x7c}};
inline constexpr GUID IidDevice = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};
inline constexpr GUID IidDevice1 = {0xa0884f9a, 0xd2be, 0x4355, {0xaa, 0x5d, 0x59, 0x01, 0x28, 0x1a, 0xd1, 0xd2}};
inline constexpr GUID IidDeviceChild = {0x27e83142, 0x8165, 0x49e3, {0x97, 0x4e, 0x2f, 0xd6, 0x6e, 0x4c, 0xb6, 0x9d}};
inline constexpr GUID IidPageable = {0xb1ab0825, 0x4542, 0x4a4b, {0x86, 0x17, 0x6d, 0xde, 0x6e, 0x8f, 0x62, 0x01}};
inline constexpr GUID IidDispatchable = {0xdcb821a8, 0x1039, 0x441e, {0x9f, 0x1c, 0xb1, 0x75, 0x9c, 0x2f, 0x3c, 0xec}};
inline constexpr GUID IidInitializer = {0x427c1113, 0x435c, 0x469c, {0x86, 0x76, 0x4d, 0x5d, 0xd0, 0x72, 0xf8, 0x13}};
inline constexpr GUID IidBindingTable = {0x29c687dc, 0xde74, 0x4e3b, {0xab, 0x00, 0x11, 0x68, 0xf2, 0xfc, 0x3c, 0xfc}};
inline constexpr GUID IidRecorder = {0xe6857a76, 0x2e3e, 0x4fdd, {0xbf, 0xf4, 0x5d, 0x2b, 0xa1, 0x0f, 0xb4, 0x53}};
inline constexpr GUID IidD3D12Device = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};

// Private IDs, which are asked of any object to find out whether it is a wrapped one, or what is known of it. Two
// modules of one process, such as a program and a drop-in DirectML.dll, may hold this header in builds whose objects
// differ. So the last bytes are an address in the module.
enum class PrivateId : std::uint16_t
{
    BindingTable = 1,
    Initializer,
    Known,
};
inline char moduleMarker = 0;

inline GUID IdOf(PrivateId id) noexcept
{
    GUID guid = {0x5d1c3a9e, 0x7b42, static_cast<std::uint16_t>(id), {0x8e, 0x1f, 0, 0, 0, 0, 0, 0}};
    const void* const marker = &moduleMarker;
    std::uint64_t address = 0;
    std::memcpy(&address, &marker, sizeof(marker));
    for (unsigned i = 0; i < 6; ++i) { guid.Data4[2 + i] = static_cast<std::uint8_t>(address >> (8 * i)); }
    return guid;
}

inline bool IsEqual(const GUID& a, const GUID& b) noexcept { return std::memcmp(&a, &b, sizeof(a)) == 0; }
template <class... Ids> bool IsAnyOf(const GUID& id, const Ids&... ids) noexcept { return (IsEqual(id, ids) || ...); }

// Holds one reference to an object.
template <class T> class ComOwner
{
public:
    ComOwner() noexcept = default;
    explicit ComOwner(T* taken) noexcept : m_object(taken) {}
    ComOwner(const ComOwner& other) noexcept : m_object(other.m_object) { AddRef(); }
    ComOwner(ComOwner&& other) noexcept : m_object(other.m_object) { other.m_object = nullptr; }
    ComOwner& operator=(ComOwner other) noexcept
    {
        T* const object = m_object;
        m_object = other.m_object;
        other.m_object = object;
        return *this;
    }
    ~ComOwner()
    {
        if (m_object != nullptr) { m_object->Release(); }
    }

    static ComOwner Share(T* object) noexcept
    {
        ComOwner owner(object);
        owner.AddRef();
        return owner;
    }

    T* Get() const noexcept { return m_object; }
    T* operator->() const noexcept { return m_object; }
    explicit operator bool() const noexcept { return m_object != nullptr; }

private:
    void AddRef() const noexcept
    {
        if (m_object != nullptr) { m_object->AddRef(); }
    }

    T* m_object = nullptr;
};

// Returns an interface of an object, or null.
template <class T> ComOwner<T> Query(IUnknown* object, const GUID& id) noexcept
{
    void* found = nullptr;
    const bool has = object != nullptr && SUCCEEDED(object->QueryInterface(id, &found));
    return ComOwner<T>(has ? static_cast<T*>(found) : nullptr);
}

// Counts the references of an object that derives from it.
template <class Interface> class Counted : public Interface
{
public:
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    ULONG STDMETHODCALLTYPE AddRef() noexcept override
    {
        return m_references.fetch_add(1, std::memory_order_relaxed) + 1;
    }
    ULONG STDMETHODCALLTYPE Release() noexcept override
    {
        const ULONG left = m_references.fetch_sub(1, std::memory_order_acq_rel) - 1;
        if (left == 0) { delete this; }
        return left;
    }

protected:
    Counted() noexcept = default;
    virtual ~Counted() = default;

private:
    std::atomic<ULONG> m_references{1};
};

// A method that returns a struct gets the address of the result after `this` from Microsoft's compilers, and before it
// from g++. DirectML's header does not care, and of the headers of Direct3D 12 not all do. So mingw calls such methods
// through the virtual table, by their index in it.
template <class Result, class Object> Result CallReturningStruct(Object* object, std::size_t index) noexcept
{
    using Method = Result*(STDMETHODCALLTYPE*)(Object*, Result*);
    const Method* const methods = *reinterpret_cast<const Method* const*>(object);
    Result result = {};
    methods[index](object, &result);
    return result;
}

inline DML_BINDING_PROPERTIES PropertiesOf(IDMLDispatchable* dispatchable) noexcept
{
#if defined(__MINGW32__)
    return CallReturningStruct<DML_BINDING_PROPERTIES>(dispatchable, 8);
#else
    return dispatchable->GetBindingProperties();
#endif
}

// What is known about a buffer, for ValidateBindings.
inline BoundBuffer BufferFacts(ID3D12Resource* resource) noexcept
{
    BoundBuffer buffer;
#if defined(__MINGW32__)
    buffer.sizeInBytes = CallReturningStruct<D3D12_RESOURCE_DESC>(resource, 10).Width;
#else
    buffer.sizeInBytes = resource->GetDesc().Width;
#endif
    D3D12_HEAP_PROPERTIES heap = {};
    D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_NONE;
    if (SUCCEEDED(resource->GetHeapProperties(&heap, &flags)))
    {
        buffer.heapType = static_cast<std::uint32_t>(heap.Type);
    }
    return buffer;
}

// =====================================================================================================================
//   What is known of an operator
// =====================================================================================================================

// Attached to operators, and to what is compiled from them. It does not change.
class KnownOperator final : public Counted<IUnknown>
{
public:
    // Returns what is known of an operator that CreateOperator accepted, or null.
    static ComOwner<KnownOperator> Of(const DML_OPERATOR_DESC& desc) noexcept
    {
        ComOwner<KnownOperator> known(new (std::nothrow) KnownOperator(desc));
        return known && known->AddTensors() ? known : ComOwner<KnownOperator>();
    }
    // Returns what is known of a graph that CompileGraph accepted, or null.
    static ComOwner<KnownOperator> Of(const DML_GRAPH_DESC& graph, const DML_OPERATOR_DESC* const* operators) noexcept
    {
        ComOwner<KnownOperator> known(new (std::nothrow) KnownOperator);
        return known && known->AddEdges({graph, operators}) ? known : ComOwner<KnownOperator>();
    }
    // Returns what is attached to an object, or null.
    static ComOwner<KnownOperator> Find(IDMLObject* object) noexcept
    {
        void* data = nullptr;
        UINT size = sizeof(data);
        const bool has = object != nullptr && SUCCEEDED(object->GetPrivateData(IdOf(PrivateId::Known), &size, &data));
        const bool isPointer = has && size == sizeof(data) && data != nullptr;
        return ComOwner<KnownOperator>(isPointer ? static_cast<KnownOperator*>(static_cast<IUnknown*>(data)) : nullptr);
    }
    // Attaches it to an object that a call returned.
    void AttachTo(void* object) noexcept
    {
        const auto target = Query<IDMLObject>(static_cast<IUnknown*>(object), IidObject);
        if (target) { static_cast<void>(target->SetPrivateDataInterface(IdOf(PrivateId::Known), this)); }
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** object) noexcept override
    {
        if (object == nullptr) { return E_POINTER; }
        *object = IsEqual(id, IidUnknown) ? static_cast<IUnknown*>(this) : nullptr;
        if (*object == nullptr) { return E_NOINTERFACE; }
        AddRef();
        return S_OK;
    }

    bool IsGraph() const noexcept { return m_isGraph; }
    DML_OPERATOR_TYPE Type() const noexcept { return m_desc.Desc().Type; }
    // Null for a graph.
    const DML_OPERATOR_DESC* Desc() const noexcept { return m_desc ? &m_desc.Desc() : nullptr; }
    BindingSlots Inputs() const noexcept { return {m_inputCount == 0 ? nullptr : &m_inputs[0], m_inputCount}; }
    BindingSlots Outputs() const noexcept { return {m_outputCount == 0 ? nullptr : &m_outputs[0], m_outputCount}; }

private:
    KnownOperator() noexcept : m_isGraph(true) {}
    explicit KnownOperator(const DML_OPERATOR_DESC& desc) noexcept : m_desc(desc) {}

    bool AddTensors() noexcept
    {
        if (!m_desc) { return false; }
        const DML_OPERATOR_DESC& desc = m_desc.Desc();
        ForEachTensor(desc, [&](const OperatorTensor& tensor) { ++(tensor.isOutput ? m_outputCount : m_inputCount); });
        if (!m_inputs.Allocate(m_inputCount) || !m_outputs.Allocate(m_outputCount)) { return false; }
        std::uint32_t input = 0, output = 0;
        ForEachTensor(desc, [&](const OperatorTensor& tensor)
                      { (tensor.isOutput ? m_outputs[output++] : m_inputs[input++]) = SlotOf(tensor); });
        return true;
    }

    // The tensors at the ends of the edges tell the roles of the graph's inputs and outputs. Sizes are not compared.
    bool AddEdges(const GraphView& view) noexcept
    {
        m_inputCount = view.graph.InputCount;
        m_outputCount = view.graph.OutputCount;
        if (!m_inputs.Allocate(m_inputCount) || !m_outputs.Allocate(m_outputCount)) { return false; }
        for (std::uint32_t i = 0; i < m_inputCount; ++i) { m_inputs[i] = {"graph input", i, BindingRole::Unknown}; }
        for (std::uint32_t i = 0; i < m_outputCount; ++i) { m_outputs[i] = {"graph output", i, BindingRole::Bound}; }
        for (const GraphEdge edge : GraphEdgeRange{view, GraphEdges::Input})
        {
            const DML_OPERATOR_DESC* const desc = view.OperatorOf(edge.toNode);
            if (desc == nullptr) { continue; }
            std::uint32_t input = 0;
            ForEachTensor(*desc,
                          [&](const OperatorTensor& tensor)
                          {
                              if (tensor.isOutput || input++ != edge.toIndex) { return; }
                              BindingSlot& slot = m_inputs[edge.fromIndex];
                              const BindingSlot wanted = SlotOf(tensor);
                              slot.role = wanted.role;
                              slot.alignment = wanted.alignment > slot.alignment ? wanted.alignment : slot.alignment;
                          });
        }
        return true;
    }

    OwnedOperatorDesc m_desc;
    GraphArray<BindingSlot> m_inputs, m_outputs;
    std::uint32_t m_inputCount = 0, m_outputCount = 0;
    bool m_isGraph = false;
};

// The operators of an initializer. It does not change: Reset makes another.
class InitializedOperators final : public Counted<IUnknown>
{
public:
    static ComOwner<InitializedOperators> Of(UINT count, IDMLCompiledOperator* const* operators) noexcept
    {
        ComOwner<InitializedOperators> made(new (std::nothrow) InitializedOperators);
        return made && made->Add(count, operators) ? made : ComOwner<InitializedOperators>();
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) noexcept override
    {
        if (object != nullptr) { *object = nullptr; }
        return E_NOINTERFACE;
    }

    std::uint32_t Count() const noexcept { return m_count; }
    // Returns null if some operator is not known.
    const BindingSlots* Inputs() const noexcept { return m_isKnown && m_count != 0 ? &m_inputs[0] : nullptr; }
    BindingSlots AllInputs() const noexcept { return {m_allCount == 0 ? nullptr : &m_all[0], m_allCount}; }
    BindingSlots Outputs() const noexcept { return {m_count == 0 ? nullptr : &m_outputs[0], m_count}; }
    // Returns null if the operator is not known.
    const KnownOperator* At(std::uint32_t i) const noexcept { return m_known[i].Get(); }

private:
    bool Add(UINT count, IDMLCompiledOperator* const* operators) noexcept
    {
        if (!m_known.Allocate(count) || !m_inputs.Allocate(count) || !m_outputs.Allocate(count)) { return false; }
        m_count = count;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            m_known[i] = KnownOperator::Find(operators[i]);
            m_isKnown = m_isKnown && m_known[i];
            if (m_known[i]) { m_inputs[i] = m_known[i]->Inputs(); }
            m_allCount += m_inputs[i].count;
            m_outputs[i] = SlotOfResource("persistent resources", PropertiesOf(operators[i]).PersistentResourceSize, i);
        }
        if (!m_all.Allocate(m_allCount)) { return false; }
        std::uint32_t next = 0;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            for (std::uint32_t j = 0; j < m_inputs[i].count; ++j) { m_all[next++] = m_inputs[i].slots[j]; }
        }
        return true;
    }

    GraphArray<ComOwner<KnownOperator>> m_known;
    GraphArray<BindingSlots> m_inputs;
    GraphArray<BindingSlot> m_outputs, m_all;
    std::uint32_t m_count = 0, m_allCount = 0;
    bool m_isKnown = true;
};

// =====================================================================================================================
//   Wrapped objects
// =====================================================================================================================

// What all wrapped objects have in common: IUnknown and IDMLObject. Base: the interface that the class has. Interface:
// that of DirectML's object, which it wraps.
template <class Base, class Interface> class ExplainedObject : public Counted<Base>
{
public:
    // Returns whether the object answers for an interface itself. IUnknown and IDMLObject it always does.
    virtual bool HasInterface(REFIID id) const noexcept = 0;

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** object) noexcept override
    {
        if (object == nullptr) { return E_POINTER; }
        if (!IsAnyOf(id, IidUnknown, IidObject) && !HasInterface(id)) { return m_real->QueryInterface(id, object); }
        *object = static_cast<Base*>(this);
        this->AddRef();
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID id, UINT* size, void* data) noexcept override
    {
        return m_real->GetPrivateData(id, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID id, UINT size, const void* data) noexcept override
    {
        return m_real->SetPrivateData(id, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID id, IUnknown* data) noexcept override
    {
        return m_real->SetPrivateDataInterface(id, data);
    }
    HRESULT STDMETHODCALLTYPE SetName(PCWSTR name) noexcept override { return m_real->SetName(name); }

    Interface* Real() const noexcept { return m_real.Get(); }

protected:
    explicit ExplainedObject(ComOwner<Interface> real) noexcept : m_real(real) {}

    ComOwner<Interface> m_real;
};

// =====================================================================================================================
//   The wrapped device
// =====================================================================================================================

#if defined(DML_TARGET_VERSION) && DML_TARGET_VERSION >= 0x2100
#define DTU_HAS_DEVICE1 1
using AnyDevice = IDMLDevice1;
#else
#define DTU_HAS_DEVICE1 0
using AnyDevice = IDMLDevice;
#endif

class ExplainedDevice final : public ExplainedObject<AnyDevice, IDMLDevice>
{
public:
    // Takes over the reference.
    ExplainedDevice(IDMLDevice* taken, const ExplainOptions& options) noexcept
        : ExplainedObject(ComOwner<IDMLDevice>(taken)), m_options(options)
    {
#if DTU_HAS_DEVICE1
        m_device1 = Query<IDMLDevice1>(taken, IidDevice1);
#endif
    }

    // ---- reports ----------------------------------------------------------------------------------------------------
    const ExplainOptions& Options() const noexcept { return m_options; }

    void Report(ReportKind kind, const char* call, HRESULT result, const ReportText& text) const noexcept
    {
        const DeviceReport report = {call, result, text.c_str(), kind, text.rule};
        if (m_options.report != nullptr) { m_options.report(report, m_options.context); }
    }
    // Reports a call that failed although no rule of this library is broken.
    void ReportUnexplained(const char* call, HRESULT result, ReportText text) noexcept
    {
        text.AppendReason(ReasonWithoutRule(result));
        if (IsRemoval(result)) { m_isRemoved.store(true); }
        Report(ReportKind::Failure, call, result, text);
    }
    DeviceFinding ReasonWithoutRule(HRESULT result) const noexcept
    {
        if (m_isRemoved.load()) { return {DeviceError::RemovedBefore}; }
        return IsRemoval(result) ? ReasonOfRemoval() : DeviceFinding{DeviceError::DriverRefused};
    }
    void ReportCall(const char* call, const KnownOperator* known, const char* ending) const noexcept
    {
        if (!m_options.calls) { return; }
        ReportText text;
        text.Append(known == nullptr   ? "an operator that is not known"
                    : known->IsGraph() ? "a graph"
                                       : ToString(known->Type()),
                    ending);
        if (known != nullptr && known->Desc() != nullptr) { text.AppendTensors(*known->Desc()); }
        Report(ReportKind::Call, call, S_OK, text);
    }

    static DeviceFinding WrongInterface(const char* needed) noexcept
    {
        return {DeviceError::Interface, "", None32, 0, 0, needed};
    }

    // Returns the reason if the device was removed and no report said so yet, else S_OK.
    HRESULT FirstRemoval() noexcept
    {
        const HRESULT reason = m_real->GetDeviceRemovedReason();
        return FAILED(reason) && !m_isRemoved.exchange(true) ? reason : S_OK;
    }
    // Says who removed the device, if no rule explains it.
    DeviceFinding ReasonOfRemoval() const noexcept
    {
        void* parent = nullptr;
        const bool has = SUCCEEDED(m_real->GetParentDevice(IidD3D12Device, &parent));
        const ComOwner<ID3D12Device> d3d12(has ? static_cast<ID3D12Device*>(parent) : nullptr);
        const bool isRemoved = d3d12 && FAILED(d3d12->GetDeviceRemovedReason());
        return {isRemoved ? DeviceError::D3D12DeviceRemoved : DeviceError::Unexplained};
    }

    bool HasInterface(REFIID id) const noexcept override
    {
#if DTU_HAS_DEVICE1
        if (m_device1 && IsEqual(id, IidDevice1)) { return true; }
#endif
        return IsEqual(id, IidDevice);
    }

    // ---- IDMLDevice -------------------------------------------------------------------------------------------------
    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DML_FEATURE feature, UINT querySize, const void* query,
                                                  UINT supportSize, void* support) noexcept override
    {
        return m_real->CheckFeatureSupport(feature, querySize, query, supportSize, support);
    }
    HRESULT STDMETHODCALLTYPE CreateOperator(const DML_OPERATOR_DESC* desc, REFIID id, void** object) noexcept override;
    HRESULT STDMETHODCALLTYPE CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID id,
                                              void** object) noexcept override;
    HRESULT STDMETHODCALLTYPE CreateOperatorInitializer(UINT count, IDMLCompiledOperator* const* operators, REFIID id,
                                                        void** object) noexcept override;
    HRESULT STDMETHODCALLTYPE CreateCommandRecorder(REFIID id, void** object) noexcept override;
    HRESULT STDMETHODCALLTYPE CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID id,
                                                 void** object) noexcept override;
    HRESULT STDMETHODCALLTYPE Evict(UINT count, IDMLPageable* const* objects) noexcept override
    {
        return WithOwnObjects(count, objects, &IDMLDevice::Evict);
    }
    HRESULT STDMETHODCALLTYPE MakeResident(UINT count, IDMLPageable* const* objects) noexcept override
    {
        return WithOwnObjects(count, objects, &IDMLDevice::MakeResident);
    }
    HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() noexcept override { return m_real->GetDeviceRemovedReason(); }
    HRESULT STDMETHODCALLTYPE GetParentDevice(REFIID id, void** object) noexcept override
    {
        return m_real->GetParentDevice(id, object);
    }
#if DTU_HAS_DEVICE1
    HRESULT STDMETHODCALLTYPE CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags, REFIID id,
                                           void** object) noexcept override;
#endif

private:
    static bool IsRemoval(HRESULT result) noexcept
    {
        const auto code = static_cast<std::uint32_t>(result); // DXGI_ERROR_DEVICE_REMOVED, _HUNG, _RESET
        return code >= 0x887A0005 && code <= 0x887A0007;
    }

    using PageableMethod = HRESULT (STDMETHODCALLTYPE IDMLDevice::*)(UINT, IDMLPageable* const*);
    HRESULT WithOwnObjects(UINT count, IDMLPageable* const* objects, PageableMethod method) noexcept;

#if DTU_HAS_DEVICE1
    ComOwner<IDMLDevice1> m_device1;
#endif
    const ExplainOptions m_options;
    std::atomic<bool> m_isRemoved{false};
};

// =====================================================================================================================
//   Wrapped children of the device
// =====================================================================================================================

// What binding tables, recorders and initializers have in common.
template <class Base, class Interface> class ExplainedChild : public ExplainedObject<Base, Interface>
{
public:
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void** object) noexcept override
    {
        return m_device->QueryInterface(id, object);
    }

protected:
    ExplainedChild(ComOwner<Interface> real, ExplainedDevice* device) noexcept
        : ExplainedObject<Base, Interface>(real), m_device(ComOwner<ExplainedDevice>::Share(device))
    {
    }

    ComOwner<ExplainedDevice> m_device;
};

// Replaces the object that a call returned by a wrapped one. If that cannot be made, the object stays.
template <class Interface, class Make>
void ReplaceByWrapped(const GUID& interfaceId, REFIID id, void** object, const Make& make) noexcept
{
    auto real = Query<Interface>(static_cast<IUnknown*>(*object), interfaceId);
    if (!real) { return; }
    const auto wrapped = make(real); // holds one reference
    void* found = nullptr;
    if (!wrapped || FAILED(wrapped->QueryInterface(id, &found))) { return; }
    static_cast<IUnknown*>(*object)->Release();
    *object = found;
}

// ---- initializers ---------------------------------------------------------------------------------------------------
#if defined(__MINGW32__)
// IDMLOperatorInitializer as Microsoft's compilers lay it out (see CallReturningStruct).
struct InitializerInterface : IDMLPageable
{
    virtual DML_BINDING_PROPERTIES* STDMETHODCALLTYPE GetBindingProperties(DML_BINDING_PROPERTIES* result) = 0;
    virtual HRESULT STDMETHODCALLTYPE Reset(UINT count, IDMLCompiledOperator* const* operators) = 0;
};
#else
using InitializerInterface = IDMLOperatorInitializer;
#endif

class ExplainedInitializer final : public ExplainedChild<InitializerInterface, IDMLOperatorInitializer>
{
public:
    ExplainedInitializer(ComOwner<IDMLOperatorInitializer> real, ExplainedDevice* device,
                         ComOwner<InitializedOperators> operators) noexcept
        : ExplainedChild(real, device), m_operators(operators)
    {
    }

    // Returns null for an object of another class. Requires a dispatchable or pageable object, or null.
    static ComOwner<ExplainedInitializer> From(IUnknown* object) noexcept
    {
        const auto found = Query<InitializerInterface>(object, IdOf(PrivateId::Initializer));
        return ComOwner<ExplainedInitializer>::Share(static_cast<ExplainedInitializer*>(found.Get()));
    }

    bool HasInterface(REFIID id) const noexcept override
    {
        return IsAnyOf(id, IidDeviceChild, IidPageable, IidDispatchable, IidInitializer, IdOf(PrivateId::Initializer));
    }

#if defined(__MINGW32__)
    DML_BINDING_PROPERTIES* STDMETHODCALLTYPE GetBindingProperties(DML_BINDING_PROPERTIES* result) noexcept override
    {
        *result = PropertiesOf(m_real.Get());
        return result;
    }
#else
    DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() noexcept override
    {
        return m_real->GetBindingProperties();
    }
#endif
    HRESULT STDMETHODCALLTYPE Reset(UINT count, IDMLCompiledOperator* const* operators) noexcept override
    {
        const HRESULT result = m_real->Reset(count, operators);
        if (SUCCEEDED(result)) { m_operators = InitializedOperators::Of(count, operators); }
        else { m_device->ReportUnexplained("IDMLOperatorInitializer::Reset", result, {}); }
        return result;
    }

    // Null if there was no memory.
    const ComOwner<InitializedOperators>& Operators() const noexcept { return m_operators; }

private:
    ComOwner<InitializedOperators> m_operators;
};

// ---- binding tables -------------------------------------------------------------------------------------------------
class ExplainedTable final : public ExplainedChild<IDMLBindingTable, IDMLBindingTable>
{
public:
    ExplainedTable(ComOwner<IDMLBindingTable> real, ExplainedDevice* device,
                   const DML_BINDING_TABLE_DESC* desc) noexcept
        : ExplainedChild(real, device)
    {
        SetDispatchable(desc);
    }

    static ComOwner<ExplainedTable> From(IUnknown* object) noexcept
    {
        const auto found = Query<IDMLBindingTable>(object, IdOf(PrivateId::BindingTable));
        return ComOwner<ExplainedTable>::Share(static_cast<ExplainedTable*>(found.Get()));
    }

    // Returns the description with DirectML's dispatchable in place of a wrapped one.
    static DML_BINDING_TABLE_DESC RealDesc(const DML_BINDING_TABLE_DESC& desc) noexcept
    {
        DML_BINDING_TABLE_DESC real = desc;
        const auto initializer = ExplainedInitializer::From(desc.Dispatchable);
        if (initializer) { real.Dispatchable = initializer->Real(); }
        return real;
    }

    bool HasInterface(REFIID id) const noexcept override
    {
        return IsAnyOf(id, IidDeviceChild, IidBindingTable, IdOf(PrivateId::BindingTable));
    }

    void STDMETHODCALLTYPE BindInputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override
    {
        const bool isInitializer = static_cast<bool>(m_initialized);
        const auto verdict = [&] { return InputsVerdict(count, bindings); };
        if (isInitializer && count != 0) { ReportCrash(verdict()); }
        m_real->BindInputs(count, bindings);
        m_state.hasInputs = count != 0;
        ReportBinding("BindInputs", verdict);
    }
    void STDMETHODCALLTYPE BindOutputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override
    {
        m_real->BindOutputs(count, bindings);
        m_state.hasOutputs = count != 0;
        ReportBinding("BindOutputs",
                      [&]
                      {
                          const BindingCall call =
                              m_initialized ? BindingCall::InitializerOutputs : BindingCall::Outputs;
                          const BindingSlots slots = m_initialized ? m_initialized->Outputs() : m_known->Outputs();
                          return ValidateBindings(call, slots, bindings, count, BufferFacts);
                      });
    }
    void STDMETHODCALLTYPE BindTemporaryResource(const DML_BINDING_DESC* binding) noexcept override
    {
        m_real->BindTemporaryResource(binding);
        m_state.hasTemporaryResource = IsBuffer(binding);
        ReportBinding("BindTemporaryResource",
                      [&] {
                          return ValidateResourceBinding(BindingCall::TemporaryResource, TemporaryResource(), binding,
                                                         BufferFacts);
                      });
    }
    void STDMETHODCALLTYPE BindPersistentResource(const DML_BINDING_DESC* binding) noexcept override
    {
        m_real->BindPersistentResource(binding);
        m_state.hasPersistentResource = IsBuffer(binding);
        ReportBinding("BindPersistentResource",
                      [&] {
                          return ValidateResourceBinding(BindingCall::PersistentResource, PersistentResource(), binding,
                                                         BufferFacts);
                      });
    }
    HRESULT STDMETHODCALLTYPE Reset(const DML_BINDING_TABLE_DESC* desc) noexcept override
    {
        if (desc == nullptr)
        {
            const HRESULT result = m_real->Reset(nullptr);
            if (SUCCEEDED(result)) { SetDispatchable(nullptr); }
            return result;
        }
        const DML_BINDING_TABLE_DESC realDesc = RealDesc(*desc);
        const HRESULT result = m_real->Reset(&realDesc);
        if (SUCCEEDED(result)) { SetDispatchable(desc); }
        else { ReportDescriptors(*m_device.Get(), "IDMLBindingTable::Reset", result, realDesc); }
        return result;
    }

    // Reports that a table could not be made.
    static void ReportDescriptors(ExplainedDevice& device, const char* call, HRESULT result,
                                  const DML_BINDING_TABLE_DESC& desc) noexcept
    {
        const UINT required =
            desc.Dispatchable != nullptr ? PropertiesOf(desc.Dispatchable).RequiredDescriptorCount : 0;
        if (desc.SizeInDescriptors >= required) { return device.ReportUnexplained(call, result, {}); }
        ReportText text;
        text.AppendReason({DeviceError::DescriptorCount, "", None32, desc.SizeInDescriptors, required});
        device.Report(ReportKind::Failure, call, result, text);
    }

    // Returns the real dispatchable. Asks the object only if it is not the one of this table.
    IDMLDispatchable* RealOf(IDMLDispatchable* dispatchable) const noexcept
    {
        if (dispatchable == m_given.Get()) { return m_realGiven.Get(); }
        const auto initializer = ExplainedInitializer::From(dispatchable);
        return initializer ? initializer->Real() : dispatchable;
    }

    void ReportDispatch() noexcept
    {
        const HRESULT removed = m_device->FirstRemoval();
        if (!FAILED(removed)) { return; }
        DispatchBindings dispatch = m_state;
        if (m_known || m_initialized)
        {
            dispatch.isInitializer = static_cast<bool>(m_initialized);
            dispatch.type = m_known ? m_known->Type() : DML_OPERATOR_INVALID;
            dispatch.inputs = m_initialized ? m_initialized->AllInputs() : m_known->Inputs();
            dispatch.outputs = m_initialized ? m_initialized->Outputs() : m_known->Outputs();
            dispatch.temporaryResource = TemporaryResource();
            dispatch.persistentResource = PersistentResource();
        }
        Explain(ReportKind::Failure, "RecordDispatch", removed, ValidateDispatch(dispatch));
    }

private:
    void SetDispatchable(const DML_BINDING_TABLE_DESC* desc) noexcept
    {
        IDMLDispatchable* const given = desc != nullptr ? desc->Dispatchable : nullptr;
        const auto initializer = ExplainedInitializer::From(given);
        m_given = ComOwner<IDMLDispatchable>::Share(given);
        m_realGiven = initializer ? ComOwner<IDMLDispatchable>::Share(initializer->Real()) : m_given;
        m_initialized = initializer ? initializer->Operators() : ComOwner<InitializedOperators>();
        m_known = initializer ? ComOwner<KnownOperator>() : KnownOperator::Find(given);
        m_state = {};
    }

    static bool IsBuffer(const DML_BINDING_DESC* binding) noexcept
    {
        return binding != nullptr && binding->Type != DML_BINDING_TYPE_NONE;
    }
    BindingSlot TemporaryResource() const noexcept
    {
        return SlotOfResource("the temporary resource", PropertiesOf(m_realGiven.Get()).TemporaryResourceSize);
    }
    BindingSlot PersistentResource() const noexcept
    {
        return SlotOfResource("the persistent resource", PropertiesOf(m_realGiven.Get()).PersistentResourceSize);
    }

    BindingDiagnosis InputsVerdict(UINT count, const DML_BINDING_DESC* bindings) const noexcept
    {
        if (!m_initialized)
        {
            return ValidateBindings(BindingCall::Inputs, m_known->Inputs(), bindings, count, BufferFacts);
        }
        if (m_initialized->Inputs() == nullptr && m_initialized->Count() != 0) { return {}; }
        return ValidateInitializerInputs(m_initialized->Inputs(), m_initialized->Count(), bindings, count, BufferFacts);
    }

    // Reports a verdict on bindings, with the operator and its tensors.
    void Explain(ReportKind kind, const char* call, HRESULT result, const BindingDiagnosis& verdict) noexcept
    {
        ReportText text;
        const KnownOperator* known = m_known.Get();
        if (m_initialized)
        {
            text.Append("initializer: ");
            if (verdict.binding < m_initialized->Count()) { known = m_initialized->At(verdict.binding); }
        }
        if (known != nullptr) { text.Append(known->IsGraph() ? "a graph" : ToString(known->Type()), ": "); }
        const bool isExplained = !verdict.Ok() && (verdict.Rejected() || kind == ReportKind::Hazard);
        if (isExplained) { text.AppendReason(verdict); }
        else { text.AppendReason(m_device->ReasonOfRemoval()); }
        if (known != nullptr && known->Desc() != nullptr) { text.AppendTensors(*known->Desc()); }
        m_device->Report(kind, call, result, text);
    }
    void ReportCrash(const BindingDiagnosis& verdict) noexcept
    {
        if (verdict.error == BindingError::Terminates) { Explain(ReportKind::WillCrash, "BindInputs", S_OK, verdict); }
    }
    // Reports a call after which the device is removed, and a hazard on request. Only then is the verdict made.
    template <class Verdict> void ReportBinding(const char* call, const Verdict& verdict) noexcept
    {
        const bool isKnown = m_known || m_initialized;
        const HRESULT removed = m_device->FirstRemoval();
        if (FAILED(removed))
        {
            return Explain(ReportKind::Failure, call, removed, isKnown ? verdict() : BindingDiagnosis());
        }
        if (!m_device->Options().hazards || !isKnown) { return; }
        const BindingDiagnosis found = verdict();
        if (!found.Ok() && found.Accepted()) { Explain(ReportKind::Hazard, call, S_OK, found); }
    }

    ComOwner<IDMLDispatchable> m_given;           // as the program passed it; keeps it alive, so that no other
                                                  // object gets its address
    ComOwner<IDMLDispatchable> m_realGiven;       // DirectML's
    ComOwner<KnownOperator> m_known;              // of a compiled operator
    ComOwner<InitializedOperators> m_initialized; // of an initializer
    DispatchBindings m_state;                     // what is bound
};

// ---- command recorders ----------------------------------------------------------------------------------------------
class ExplainedRecorder final : public ExplainedChild<IDMLCommandRecorder, IDMLCommandRecorder>
{
public:
    ExplainedRecorder(ComOwner<IDMLCommandRecorder> real, ExplainedDevice* device) noexcept
        : ExplainedChild(real, device)
    {
    }

    bool HasInterface(REFIID id) const noexcept override { return IsAnyOf(id, IidDeviceChild, IidRecorder); }

    void STDMETHODCALLTYPE RecordDispatch(ID3D12CommandList* commandList, IDMLDispatchable* dispatchable,
                                          IDMLBindingTable* bindings) noexcept override
    {
        const auto table = ExplainedTable::From(bindings);
        if (!table) // null, or not wrapped; an initializer may be wrapped all the same
        {
            const auto initializer = ExplainedInitializer::From(dispatchable);
            m_real->RecordDispatch(commandList, initializer ? initializer->Real() : dispatchable, bindings);
            const HRESULT removed = m_device->FirstRemoval();
            if (FAILED(removed))
            {
                ReportText text;
                text.Append("the bindings are not known, because the binding table is not one of this device; ");
                text.AppendReason(m_device->ReasonOfRemoval());
                m_device->Report(ReportKind::Failure, "RecordDispatch", removed, text);
            }
            return;
        }
        m_real->RecordDispatch(commandList, table->RealOf(dispatchable), table->Real());
        table->ReportDispatch();
    }
};

// =====================================================================================================================
//   The device's calls
// =====================================================================================================================

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateOperator(const DML_OPERATOR_DESC* desc, REFIID id,
                                                                 void** object) noexcept
{
    constexpr const char* Call = "CreateOperator";
    const OperatorDiagnosis found = desc != nullptr ? ValidateOperator(*desc) : OperatorDiagnosis();
    ReportText text;
    const bool terminates = found.error == OperatorError::Terminates
                            || (found.error == OperatorError::Tensor && found.tensor == TensorError::GatherTerminates);
    if (terminates)
    {
        text.AppendReason(found);
        Report(ReportKind::WillCrash, Call, S_OK, text);
        text = {};
    }
    const HRESULT result = m_real->CreateOperator(desc, id, object);
    if (FAILED(result) && desc == nullptr)
    {
        text.AppendReason({DeviceError::NullDescription});
        Report(ReportKind::Failure, Call, result, text);
    }
    else if (FAILED(result))
    {
        const bool isUnknown = found.error == OperatorError::Unknown;
        if (found.Rejected() || isUnknown) { text.AppendReason(found); }
        else
        {
            text.Append(ToString(desc->Type), ": ");
            if (IsRemoval(result) || m_isRemoved.load()) { return ReportUnexplained(Call, result, text), result; }
            const auto level = static_cast<std::uint32_t>(MinimumFeatureLevel(desc->Type));
            if (result == E_NOINTERFACE) { text.AppendReason(WrongInterface("IDMLOperator")); }
            else { text.AppendReason({DeviceError::DriverRefused, "", None32, 0, level}); }
        }
        if (!isUnknown) { text.AppendTensors(*desc); }
        Report(ReportKind::Failure, Call, result, text);
    }
    else if (desc != nullptr)
    {
        if (m_options.hazards && !found.Ok() && found.Accepted())
        {
            text.AppendReason(found);
            text.AppendTensors(*desc);
            Report(ReportKind::Hazard, Call, result, text);
        }
        const auto known = found.Accepted() ? KnownOperator::Of(*desc) : ComOwner<KnownOperator>();
        if (known && object != nullptr && *object != nullptr) { known->AttachTo(*object); }
        if (known) { ReportCall(Call, known.Get(), ""); }
    }
    return result;
}

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags,
                                                                  REFIID id, void** object) noexcept
{
    constexpr const char* Call = "CompileOperator";
    const auto known = KnownOperator::Find(op);
    const HRESULT result = m_real->CompileOperator(op, flags, id, object);
    if (FAILED(result))
    {
        ReportText prefix;
        if (known && known->Desc() != nullptr)
        {
            prefix.Append(ToString(known->Type()));
            prefix.AppendTensors(*known->Desc());
            prefix.Append(": ");
        }
        ReportUnexplained(Call, result, prefix);
    }
    else if (known)
    {
        if (object != nullptr && *object != nullptr) { known->AttachTo(*object); }
        ReportCall(Call, known.Get(), "");
    }
    return result;
}

#if DTU_HAS_DEVICE1
inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags,
                                                               REFIID id, void** object) noexcept
{
    constexpr const char* Call = "CompileGraph";
    GraphDiagnosis found;
    found.error = GraphError::NullGraph;
    GraphArray<ComOwner<KnownOperator>> known;
    GraphArray<const DML_OPERATOR_DESC*> operators;
    const bool hasNodes = desc != nullptr && desc->Nodes != nullptr && known.Allocate(desc->NodeCount)
                          && operators.Allocate(desc->NodeCount);
    for (std::uint32_t i = 0; hasNodes && i < desc->NodeCount; ++i)
    {
        const DML_GRAPH_NODE_DESC& node = desc->Nodes[i];
        if (node.Type != DML_GRAPH_NODE_TYPE_OPERATOR || node.Desc == nullptr) { continue; }
        known[i] = KnownOperator::Find(static_cast<const DML_OPERATOR_GRAPH_NODE_DESC*>(node.Desc)->Operator);
        operators[i] = known[i] ? known[i]->Desc() : nullptr;
    }
    const DML_OPERATOR_DESC* const* const given = hasNodes && desc->NodeCount != 0 ? &operators[0] : nullptr;
    ReportText text;
    if (desc != nullptr)
    {
        found = ValidateGraph(*desc, given);
        if (m_options.graph != nullptr && found.isReadable) { m_options.graph(*desc, given, m_options.context); }
    }
    if (found.error == GraphError::Terminates)
    {
        text.AppendReason(found, *desc, given);
        Report(ReportKind::WillCrash, Call, S_OK, text);
        text = {};
    }
    const HRESULT result = m_device1->CompileGraph(desc, flags, id, object);
    if (FAILED(result))
    {
        constexpr std::uint32_t KnownFlags = 7;
        const auto bits = static_cast<std::uint32_t>(flags);
        if (found.Rejected()) { text.AppendReason(found, desc != nullptr ? *desc : DML_GRAPH_DESC(), given); }
        else if ((bits & ~KnownFlags) != 0) { text.AppendReason({DeviceError::ExecutionFlags, "", None32, bits}); }
        else if (result == E_NOINTERFACE) { text.AppendReason(WrongInterface("IDMLCompiledOperator")); }
        else
        {
            if (!found.Ok()) { text.Append(Explain(found, *desc, given).c_str(), "; apart from that, "); }
            return ReportUnexplained(Call, result, text), result;
        }
        Report(ReportKind::Failure, Call, result, text);
        return result;
    }
    if (m_options.hazards && !found.Ok() && found.Accepted())
    {
        text.AppendReason(found, *desc, given);
        Report(ReportKind::Hazard, Call, result, text);
    }
    const auto knownGraph = found.Accepted() ? KnownOperator::Of(*desc, given) : ComOwner<KnownOperator>();
    if (!knownGraph) { return result; }
    if (object != nullptr && *object != nullptr) { knownGraph->AttachTo(*object); }
    if (m_options.calls)
    {
        ReportText ending;
        ending.Append(" of ", desc->NodeCount, " nodes, ", desc->InputCount, " inputs and ", desc->OutputCount,
                      " outputs");
        ReportCall(Call, knownGraph.Get(), ending.c_str());
    }
    return result;
}
#endif

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateOperatorInitializer(UINT count,
                                                                            IDMLCompiledOperator* const* operators,
                                                                            REFIID id, void** object) noexcept
{
    constexpr const char* Call = "CreateOperatorInitializer";
    const HRESULT result = m_real->CreateOperatorInitializer(count, operators, id, object);
    if (FAILED(result))
    {
        for (std::uint32_t i = 0; i < count && operators != nullptr; ++i)
        {
            if (operators[i] != nullptr) { continue; }
            ReportText text;
            text.AppendReason({DeviceError::NullOperator, "operators", i});
            Report(ReportKind::Failure, Call, result, text);
            return result;
        }
        ReportUnexplained(Call, result, {});
        return result;
    }
    if (object == nullptr || *object == nullptr) { return result; }
    const auto initialized = InitializedOperators::Of(count, operators);
    ReplaceByWrapped<IDMLOperatorInitializer>(
        IidInitializer, id, object,
        [&](const ComOwner<IDMLOperatorInitializer>& real)
        { return ComOwner<ExplainedInitializer>(new (std::nothrow) ExplainedInitializer(real, this, initialized)); });
    for (std::uint32_t i = 0; initialized && i < count; ++i) { ReportCall(Call, initialized->At(i), ""); }
    return result;
}

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateCommandRecorder(REFIID id, void** object) noexcept
{
    const HRESULT result = m_real->CreateCommandRecorder(id, object);
    if (FAILED(result) || object == nullptr || *object == nullptr) { return result; }
    ReplaceByWrapped<IDMLCommandRecorder>(
        IidRecorder, id, object,
        [&](const ComOwner<IDMLCommandRecorder>& real)
        { return ComOwner<ExplainedRecorder>(new (std::nothrow) ExplainedRecorder(real, this)); });
    return result;
}

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID id,
                                                                     void** object) noexcept
{
    DML_BINDING_TABLE_DESC realDesc = {};
    if (desc != nullptr) { realDesc = ExplainedTable::RealDesc(*desc); }
    const HRESULT result = m_real->CreateBindingTable(desc != nullptr ? &realDesc : nullptr, id, object);
    if (FAILED(result)) { ExplainedTable::ReportDescriptors(*this, "CreateBindingTable", result, realDesc); }
    if (FAILED(result) || object == nullptr || *object == nullptr) { return result; }
    ReplaceByWrapped<IDMLBindingTable>(
        IidBindingTable, id, object,
        [&](const ComOwner<IDMLBindingTable>& real)
        { return ComOwner<ExplainedTable>(new (std::nothrow) ExplainedTable(real, this, desc)); });
    return result;
}

inline HRESULT ExplainedDevice::WithOwnObjects(UINT count, IDMLPageable* const* objects, PageableMethod method) noexcept
{
    GraphArray<IDMLPageable*> own;
    if (objects == nullptr || count == 0) { return (m_real.Get()->*method)(count, objects); }
    if (!own.Allocate(count)) { return E_OUTOFMEMORY; }
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const auto initializer = ExplainedInitializer::From(objects[i]);
        own[i] = initializer ? initializer->Real() : objects[i];
    }
    return (m_real.Get()->*method)(count, &own[0]);
}
} // namespace detail

// =====================================================================================================================
//   Wrapping a device
// =====================================================================================================================

/// Returns a device that forwards each call and reports why it failed. Takes over the caller's reference, and returns
/// one: device.Attach(ExplainErrors(device.Detach())). Null for null. If there is no memory, the device itself.
///
/// options: copied. The context must live as long as the device and every object made by it.
///
/// A report of a failure follows the call, and only if DirectML failed. It names the rule that explains it, or says
/// that no rule of DirectML 1.15.4 is broken. A crash that a rule foresees is reported before the call. The first
/// removal of the device is reported by the call that causes it, if that is a Bind method or RecordDispatch.
inline IDMLDevice* ExplainErrors(IDMLDevice* device, const ExplainOptions& options = {}) noexcept
{
    if (device == nullptr) { return nullptr; }
    IDMLDevice* const explained = new (std::nothrow) detail::ExplainedDevice(device, options);
    return explained != nullptr ? explained : device;
}

#if DTU_HAS_DEVICE1
/// The same for a ComPtr<IDMLDevice1>.
inline IDMLDevice1* ExplainErrors(IDMLDevice1* device, const ExplainOptions& options = {}) noexcept
{
    // Either is an IDMLDevice1: the device itself, or the wrapped one of a device that has the interface.
    return static_cast<IDMLDevice1*>(ExplainErrors(static_cast<IDMLDevice*>(device), options));
}
#endif

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DTU_HAS_DEVICE1

#endif // DML_TENSOR_DEVICE_HPP
