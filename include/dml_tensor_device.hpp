// =====================================================================================================================
//   dml_tensor_device.hpp: a DirectML device that says why a call failed
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17, and native mode: include DirectML.h before this header. Needs dml_tensor_graph.hpp, dml_tensor_bindings.hpp,
//   dml_tensor_owned_operator.hpp, the headers that they include, and the standard library. It allocates COM objects.
//   No function throws or touches tensor memory.
//
//   Synopsis
//
//     ExplainErrors       wraps a device, so that it reports why a call failed
//     ExplainCreateDevice reports why DMLCreateDevice failed
//     ExplainOptions      where reports go, and whether hazards and calls are reported too
//     DeviceReport        a report: the call, its result and a sentence
//     ReportToDebugger    writes a report to stderr and to the debugger; the default of ExplainOptions
//     ReportToFile        writes a report to a file
//
//     Microsoft::WRL::ComPtr<IDMLDevice> device;
//     DMLCreateDevice(d3d12Device, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&device));
//     device.Attach(ExplainErrors(device.Detach()));
//     // CreateOperator failed with 0x80070057: GEMM: BTensor.Sizes[2] is 4; it must be 3, ... [InnerSizes] (ATensor
//     ...)
//
//   What is wrapped
//
//     The device, its binding tables, command recorders and operator initializers are wrapped. QueryInterface of a
//     wrapped object returns the wrapper for the interfaces of DirectML.h that it wraps; all these pointers have one
//     IUnknown. IDMLDevice1 is wrapped only if DirectML's device has it. For any other interface, such as
//     IDMLDebugDevice, QueryInterface returns DirectML's own object with its own IUnknown, and calls through it are not
//     reported. GetDevice of a wrapped object returns the wrapped device; for IID_IUnknown it returns DirectML's own
//     device, because DirectML compares that pointer.
//
//     Operators and compiled operators are DirectML's own objects, and their GetDevice returns DirectML's own device.
//     The wrapped device attaches a copy of the operator's description to them, as private data. A binding table keeps
//     its dispatchable alive until the table is released or reset.
//
//   Threads
//
//     Several threads may use the device, as they may use DirectML's own. The report function is then called from these
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
#include <utility>

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
    HRESULT result;        ///< what the call returned; GetDeviceRemovedReason if the call removed the device; S_OK
                           ///< before a crash
    const char* text;      ///< a sentence, which does not repeat the call and the result
    ReportKind kind;       ///< whether the call failed, will crash, is a hazard or succeeded
    const char* rule = ""; ///< the id in the brackets of the sentence, such as "NullOperator"; "" for a call
};

/// Writes a report as one line to stderr, and on Windows also to the debugger. The function does not use the context.
inline void ReportToDebugger(const DeviceReport& report, void* context) noexcept;

/// Where reports go, and what is reported beside failures and crashes.
struct ExplainOptions
{
    void (*report)(const DeviceReport&, void* context) = ReportToDebugger; ///< called for each report; must not throw
    void* context = nullptr;                                               ///< passed to `report` and `graph`
    bool hazards = false;                                                  ///< whether hazards are reported
    bool calls = false; ///< whether each operator and graph that is created, compiled or initialized is reported
    /// Called before CompileGraph with each graph that is readable (GraphDiagnosis::isReadable), unless it is null.
    /// operators[i] describes node i; it is null if the operator is not known.
    void (*graph)(const DML_GRAPH_DESC&, const DML_OPERATOR_DESC* const* operators, void* context) = nullptr;
};

namespace detail
{
// =====================================================================================================================
//   Rules of the device's calls
// =====================================================================================================================

// A table of errors in the form of DTU_TENSOR_ERRORS. Its causes are the functions of the namespace device_texts below.
// ReportText::AppendReason replaces the words in braces. The rules of operators, graphs and bindings are in the headers
// of these names.
// clang-format off
#define DTU_DEVICE_ERRORS(ENTRY, ALSO)                                                                                 \
    ENTRY(None, None, Otherwise, "no error")                                                                           \
    /* DMLCreateDevice and DMLCreateDevice1. */                                                                        \
    ENTRY(NullDevice, Rejection, Otherwise, "the D3D12 device is null; pass an ID3D12Device")                          \
    ENTRY(DeviceFlags, Rejection, Otherwise, "the flags are {actual}; only 1 (DEBUG) exists")                          \
    ENTRY(FeatureLevel, Rejection, IsAboveNewest,                                                                      \
          "the feature level is {hex} ({actual:level}); DirectML 1.15.4 has at most 0x6400 (6_4)")                     \
    ALSO(FeatureLevel, Otherwise,                                                                                      \
         "the feature level is {hex} ({actual:level}), which this DirectML.dll or this adapter does not support; use " \
         "a newer DirectML.dll, or a lower level")                                                                     \
    ENTRY(DebugLayer, Rejection, IsOfOtherVersion,                                                                     \
          "the flags are 1 (DEBUG), but the DirectML.Debug.dll in the folder of DirectML.dll is not of its version")   \
    ALSO(DebugLayer, Otherwise,                                                                                        \
         "the flags are 1 (DEBUG), which needs DirectML.Debug.dll of the same version in the folder of DirectML.dll, " \
         "not in that of the program")                                                                                 \
    ENTRY(DeviceRemoved, Rejection, Otherwise, "the D3D12 device was removed before; make a new one")                  \
    /* Arguments of the device's calls. */                                                                             \
    ENTRY(NullResult, Rejection, Otherwise, "ppv is null; pass the address of a pointer")                              \
    ENTRY(NullDescription, Rejection, Otherwise, "desc is null; point it to a DML_OPERATOR_DESC")                      \
    ENTRY(NullName, Rejection, Otherwise, "name is null; pass a string, which may be empty")                           \
    ENTRY(NullOperator, Rejection, Otherwise, "{argument} is null; it must be {needed}")                               \
    ENTRY(NullArray, Rejection, Otherwise,                                                                             \
          "operators is null, but operatorCount is {actual}; pass an array, or a count of 0")                          \
    ENTRY(OtherDevice, Rejection, Otherwise, "the device of {argument} is another IDMLDevice; it must be {needed}")    \
    ENTRY(ExecutionFlags, Rejection, Otherwise, "the execution flags are {actual}; only 1, 2 and 4 exist")             \
    ENTRY(DeviceDataType, Rejection, Otherwise,                                                                        \
          "{argument}.DataType is {actual:type}; this device does not support it (CheckFeatureSupport)")               \
    ENTRY(DeviceFeatureLevel, Rejection, Otherwise,                                                                    \
          "the operator needs feature level {required:level}; this device has at most {actual:level} "                 \
          "(CheckFeatureSupport), so use a newer DirectML.dll")                                                        \
    ENTRY(Interface, Rejection, Otherwise, "the interface must be {needed}; riid is {interface}")                      \
    ENTRY(DescriptorCount, Rejection, Otherwise,                                                                       \
          "SizeInDescriptors is {actual}; it must be at least {required}, RequiredDescriptorCount of the "             \
          "dispatchable")                                                                                              \
    ENTRY(NullDescriptorHandle, Rejection, Otherwise,                                                                  \
          "{argument} is 0; it must be the handle of a descriptor, unless SizeInDescriptors is 0")                     \
    /* RecordDispatch. */                                                                                              \
    ENTRY(NullDispatchable, Rejection, IsOfTable,                                                                      \
          "the binding table has no dispatchable, because its description was null; Reset it with a description, and " \
          "bind again")                                                                                                \
    ALSO(NullDispatchable, Otherwise, "{argument} is null; it must be a compiled operator or an initializer")          \
    ENTRY(NullList, Rejection, Otherwise, "commandList is null; pass an ID3D12GraphicsCommandList")                    \
    ENTRY(NullTable, Rejection, Otherwise, "bindings is null; pass an IDMLBindingTable")                               \
    ENTRY(CommandListType, Rejection, Otherwise,                                                                       \
          "the command list is of type {actual}{needed}; it must be 0 (DIRECT) or 2 (COMPUTE)")                        \
    ENTRY(OtherDispatchable, Rejection, Otherwise,                                                                     \
          "the binding table was made for {argument}, but {other} is dispatched; call IDMLBindingTable::Reset with "   \
          "the dispatchable of RecordDispatch first, and bind again")                                                  \
    ENTRY(CommandList, Rejection, Otherwise,                                                                           \
          "the command list has no ID3D12GraphicsCommandList; pass one that has this interface")                       \
    /* No rule explains the failure. */                                                                                \
    ENTRY(DriverRefused, Unknown, HasLevel,                                                                            \
          "no rule of DirectML 1.15.4 is broken. CheckFeatureSupport was asked: the device supports the data types "   \
          "of all tensors, and feature level {actual:level}, and the operator needs {required:level}. An older "       \
          "DirectML.dll, a level for these types or ranks, or the driver refused")                                     \
    ALSO(DriverRefused, IsOfOperator,                                                                                  \
         "no rule of DirectML 1.15.4 is broken, but CheckFeatureSupport does not answer, so that it is not known "     \
         "whether the device supports the data types, and feature level {required:level}, which the operator needs")   \
    ALSO(DriverRefused, Otherwise,                                                                                     \
         "no rule of DirectML 1.15.4 is broken. {needed} were checked: an older DirectML.dll or the driver refused")   \
    ENTRY(OutOfMemory, Unknown, Otherwise, "the result is E_OUTOFMEMORY: the call needs more memory than there is")    \
    ENTRY(RemovedBefore, Rejection, Otherwise, "the device was removed before, which the first report of it explains") \
    ENTRY(D3D12DeviceRemoved, Unknown, Otherwise,                                                                      \
          "the Direct3D 12 device was removed, such as by a fault of the driver, a timeout or an invalid command "     \
          "list; enable the debug layer and DRED to find the cause")                                                   \
    ENTRY(Unexplained, Unknown, IsNoticedLater,                                                                        \
          "DirectML removed its device before, by a call that is not seen, such as one through DirectML's own "        \
          "device, which GetDevice of an operator and IDMLDebugDevice give")                                           \
    ALSO(Unexplained, Otherwise,                                                                                       \
         "DirectML removed its device, but no rule of DirectML 1.15.4 is broken by this call; a call that is not "     \
         "seen may have removed it, such as one through DirectML's own device, which GetDevice of an operator and "    \
         "IDMLDebugDevice give")                                                                                       \
    ENTRY(Unknown, Unknown, IsOfUnwrappedTable,                                                                        \
          "the binding table is not one of a wrapped device, so what is bound is not known")                           \
    ALSO(Unknown, IsOfGraph,                                                                                           \
         "no rule that can be checked is broken, but the operators of some nodes were made before the device was "     \
         "wrapped, so their tensors are not known ({actual} of {required} nodes)")                                     \
    ALSO(Unknown, Otherwise,                                                                                           \
         "no rule that can be checked is broken, but {argument} was made before the device was wrapped, so its "       \
         "tensors are not known")
// clang-format on

enum class DeviceError : std::uint32_t
{
    DTU_DEVICE_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)
};

inline constexpr const char* DeviceErrorNames[] = {DTU_DEVICE_ERRORS(DTU_ERROR_NAME, DTU_ERROR_NOTHING)};

// Why a call failed, and what its sentence names.
struct DeviceFinding
{
    DeviceError error = DeviceError::None;
    std::uint64_t actual = 0, required = 0;
    const char* argument = "";    // the name of the argument in DirectML.h
    const char* needed = "";      // what the argument must be
    std::uint32_t index = None32; // the index of an element, if the argument is a list
    const GUID* id = nullptr;     // the interface that the program asked for
    bool terminates = false;      // DirectML crashes

    bool Ok() const noexcept { return error == DeviceError::None; }
};

// Returns a finding about an argument, or about an element of an argument that is a list.
inline DeviceFinding FindingAt(DeviceError error, const char* argument, const char* needed = "",
                               std::uint32_t index = None32) noexcept
{
    return {error, 0, 0, argument, needed, index};
}

namespace device_texts
{
using E = DeviceError;

// The causes in DTU_DEVICE_ERRORS: functions of the finding. The first sentence whose cause returns true is used.
// `actual` and `required` are set by FindDeviceArguments, NoRuleBroken, EarlierRemoval and ReportRefused.
inline bool IsAboveNewest(const DeviceFinding& found) noexcept { return found.actual > found.required; }
inline bool IsOfOtherVersion(const DeviceFinding& found) noexcept { return found.actual != 0; }
inline bool IsNoticedLater(const DeviceFinding& found) noexcept { return found.actual != 0; }
inline bool IsOfGraph(const DeviceFinding& found) noexcept { return found.required != 0; } // a number of nodes
inline bool HasLevel(const DeviceFinding& found) noexcept { return found.actual != 0; }
inline bool IsOfOperator(const DeviceFinding& found) noexcept { return found.required != 0; } // its feature level
// A finding about a binding table, not about an argument, names no argument.
inline bool IsOfTable(const DeviceFinding& found) noexcept { return found.argument[0] == '\0'; }
inline bool IsOfUnwrappedTable(const DeviceFinding& found) noexcept { return IsOfTable(found) && !IsOfGraph(found); }
inline bool Otherwise(const DeviceFinding&) noexcept { return true; }

inline constexpr ErrorSentence<E, bool (*)(const DeviceFinding&) noexcept> Sentences[] = {
    DTU_DEVICE_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
#undef DTU_DEVICE_ERRORS
} // namespace device_texts

// A text that grows to a limit and never allocates. 20 tensors of 8 axes fit.
struct ReportText : TextWriter<4096>
{
    const char* rule = ""; // the id of the last reason that was appended

    const char* c_str() const noexcept { return message.c_str(); }

    // Appends a number in hexadecimal, such as 0x80070057. Zeros fill it up to `digits` digits.
    void AppendHex(int digits, std::uint64_t value) noexcept
    {
        char text[24] = {};
        static_cast<void>(std::snprintf(text, sizeof(text), "0x%0*lX", digits, static_cast<unsigned long>(value)));
        Append(text);
    }
    // Appends "IDMLOperator", or the number of an interface that DirectML.h does not declare.
    void AppendInterface(const GUID& id) noexcept;
    // Appends a name such as GEMM or "a graph". If another object has the same name, appends "another GEMM" or "another
    // graph".
    void AppendOther(const char* name, bool isSameName) noexcept
    {
        const char* const space = isSameName ? std::strchr(name, ' ') : nullptr;
        Append(isSameName ? "another " : "", space != nullptr ? space + 1 : name);
    }
    // Each of these appends a reason, which ends with the id of its rule.
    void AppendReason(const DeviceFinding& found) noexcept;
    void AppendReason(const OperatorDiagnosis& found) noexcept
    {
        rule = found.error == OperatorError::Tensor ? ToString(found.tensor.error) : ToString(found.error);
        Append(Explain(found).c_str());
    }
    void AppendReason(const GraphDiagnosis& found, const GraphView& view) noexcept
    {
        rule = ToString(found.error);
        Append(Explain(found, view.graph, view.operators).c_str());
    }
    void AppendReason(const BindingDiagnosis& found) noexcept
    {
        rule = found.error == BindingError::Buffer ? ToString(found.buffer.error) : ToString(found.error);
        Append(Explain(found).c_str());
    }
    // Appends " (ATensor FLOAT32 {2, 2}, 16 bytes; BTensor ...)". DirectML may reject the description.
    void AppendTensors(const DML_OPERATOR_DESC& desc) noexcept
    {
        constexpr std::uint32_t MaxListed = 32;
        const char* separator = " ("; // after the first tensor "; "
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
        if (desc.Desc != nullptr && HasRow(desc.Type)) { AppendActivations(desc); }
        if (separator[0] == ';') { Append(")"); }
    }
    // Appends "; FusedActivation ACTIVATION_RELU". Requires: the description is that of a known operator.
    void AppendActivations(const DML_OPERATOR_DESC& desc) noexcept
    {
        constexpr std::uint32_t MaxListed = 8;
        const OperatorFields fields = FieldsOf(desc.Type);
        const OperatorReader reader(desc, fields);
        for (std::uint32_t i = 0; i < fields.count; ++i)
        {
            const OperatorField& field = fields[i];
            const bool isList = field.kind == OperatorFieldKind::Activations;
            if (!isList && field.kind != OperatorFieldKind::Activation) { continue; }
            const auto* const activations = static_cast<const DML_OPERATOR_DESC*>(reader.Read<const void*>(i));
            const std::uint32_t count = isList ? reader.Read<std::uint32_t>(field.countField) : 1;
            for (std::uint32_t k = 0; activations != nullptr && k < count && k < MaxListed; ++k)
            {
                Append("; ", static_cast<const char*>(field.name));
                AppendIndex(isList ? k : None32);
                Append(' ', ToString(activations[k].Type));
            }
        }
    }
};

// Returns a report as one line.
inline ReportText LineOf(const DeviceReport& report) noexcept
{
    ReportText line;
    line.Append("DirectML ", report.call);
    if (report.kind == ReportKind::Failure)
    {
        line.Append(" failed with ");
        line.AppendHex(8, static_cast<std::uint32_t>(report.result));
    }
    else if (report.kind == ReportKind::WillCrash) { line.Append(" will crash"); }
    else if (report.kind == ReportKind::Hazard) { line.Append(" succeeded, but"); }
    line.Append(": ", report.text);
    return line;
}
} // namespace detail

/// Appends a report as one line to a file. The line is in the file when the function returns.
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
// The IDs of the interfaces of DirectML and Direct3D 12. They are written out, because not every toolchain has a
// library with them.
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
inline constexpr GUID IidDebugDevice = {0x7d6f3ac9, 0x394a, 0x4ac3, {0x92, 0xa7, 0x39, 0x0c, 0xc5, 0x7a, 0x82, 0x17}};
inline constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
inline constexpr GUID IidCompiledOperator = {
    0x6b15e56a, 0xbf5c, 0x4902, {0x92, 0xd8, 0xda, 0x3a, 0x65, 0x0a, 0xfe, 0xa4}};
inline constexpr GUID IidGraphicsList = {0x5b160d0f, 0xac1b, 0x4185, {0x8b, 0xa8, 0xb3, 0xae, 0x42, 0xa5, 0xa4, 0x55}};
inline constexpr GUID IidD3D12Device = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};

// Two IDs that every build of this header understands. A wrapped device that is asked for IidInnermost returns the
// IUnknown of DirectML's device. RemovalReported is private data of DirectML's device; the device has it if its removal
// was reported.
inline constexpr GUID IidInnermost = {0x1c0d6f6e, 0x2f5d, 0x4e0b, {0x9a, 0x35, 0x61, 0x0c, 0x0b, 0x53, 0x7e, 0x21}};
inline constexpr GUID RemovalReported = {0x1c0d6f6e, 0x2f5d, 0x4e0b, {0x9a, 0x35, 0x61, 0x0c, 0x0b, 0x53, 0x7e, 0x22}};

// IDs that only one module understands. QueryInterface for BindingTable or Initializer succeeds only on a wrapped
// object of this module, and an object with private data Known has a KnownOperator of this module. Two modules of one
// process, such as a program and a drop-in DirectML.dll, may have builds of this header whose objects differ. So the
// last bytes of the ID are an address in the module.
enum class PrivateId : std::uint16_t
{
    BindingTable = 1,
    Initializer,
    Known,
};
inline char moduleMarker = 0;

// Returns the ID as a GUID: its number, and the address of moduleMarker in the last six bytes.
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
        std::swap(m_object, other.m_object);
        return *this;
    }
    ~ComOwner()
    {
        if (m_object != nullptr) { m_object->Release(); }
    }

    // Returns an owner with a new reference. The constructor takes the caller's reference over instead.
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

// Returns an interface of an object; empty if the object is null or does not have the interface.
template <class T> ComOwner<T> Query(IUnknown* object, const GUID& id) noexcept
{
    void* found = nullptr;
    const bool has = object != nullptr && SUCCEEDED(object->QueryInterface(id, &found));
    return ComOwner<T>(has ? static_cast<T*>(found) : nullptr);
}

// Returns whether GetDevice of an object returns the device with this IUnknown.
template <class Child> Answer IsMadeBy(Child* child, IUnknown* device) noexcept
{
    void* found = nullptr;
    if (FAILED(child->GetDevice(IidUnknown, &found)) || found == nullptr) { return Answer::NotKnown; }
    const ComOwner<IUnknown> made(static_cast<IUnknown*>(found));
    return made.Get() == device ? Answer::Yes : Answer::No;
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

// Calls a method that returns a struct, by the method's index in the virtual table. Microsoft's compilers pass the
// address of the result after `this`, g++ passes it before. So mingw cannot call the methods of DirectML.h, and of some
// headers of Direct3D 12, as they are declared.
template <class Result, class Object> Result CallReturningStruct(Object* object, std::size_t index) noexcept
{
    using Method = Result*(STDMETHODCALLTYPE*)(Object*, Result*);
    const Method* const methods = *reinterpret_cast<const Method* const*>(object);
    Result result = {};
    methods[index](object, &result);
    return result;
}

// Returns what GetBindingProperties returns.
inline DML_BINDING_PROPERTIES PropertiesOf(IDMLDispatchable* dispatchable) noexcept
{
#if defined(__MINGW32__)
    constexpr std::size_t GetBindingProperties = 8; // the index of the method
    return CallReturningStruct<DML_BINDING_PROPERTIES>(dispatchable, GetBindingProperties);
#else
    return dispatchable->GetBindingProperties();
#endif
}

// Returns what GetDesc returns.
inline D3D12_RESOURCE_DESC DescOf(ID3D12Resource* resource) noexcept
{
#if defined(__MINGW32__)
    constexpr std::size_t GetDesc = 10; // the index of the method
    return CallReturningStruct<D3D12_RESOURCE_DESC>(resource, GetDesc);
#else
    return resource->GetDesc();
#endif
}

// A function object that reads what ValidateBindings must know of a buffer.
struct BufferFacts
{
    const ComOwner<IUnknown> d3d12Device; // the Direct3D 12 device of the binding table; empty if it is not known

    // Returns the facts of one buffer. The heap type stays unknown if GetHeapProperties fails.
    BoundBuffer operator()(ID3D12Resource* resource) const noexcept
    {
        BoundBuffer buffer;
        const D3D12_RESOURCE_DESC desc = DescOf(resource);
        buffer.sizeInBytes = desc.Width;
        buffer.flags = static_cast<std::uint32_t>(desc.Flags);
        buffer.dimension = static_cast<std::uint32_t>(desc.Dimension);
        D3D12_HEAP_PROPERTIES heap = {};
        D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_NONE;
        if (SUCCEEDED(resource->GetHeapProperties(&heap, &flags)))
        {
            buffer.heapType = static_cast<std::uint32_t>(heap.Type);
        }
        buffer.belongsToTable = d3d12Device ? IsMadeBy(resource, d3d12Device.Get()) : Answer::NotKnown;
        return buffer;
    }
};

// =====================================================================================================================
//   What is known of an operator
// =====================================================================================================================

// The description of an operator with the slots of its bindings, or no description for a compiled graph. It is attached
// to the operator and to the compiled operator as private data, and does not change.
class KnownOperator final : public Counted<IUnknown>
{
public:
    // Returns what is known of an operator that CreateOperator accepted. Empty if there is not enough memory.
    static ComOwner<KnownOperator> Of(const DML_OPERATOR_DESC& desc) noexcept
    {
        ComOwner<KnownOperator> known(new (std::nothrow) KnownOperator(desc));
        return known && known->AddTensors() ? known : ComOwner<KnownOperator>();
    }
    // Returns what is known of a graph that CompileGraph accepted. Empty if there is not enough memory.
    static ComOwner<KnownOperator> Of(const GraphView& graph) noexcept
    {
        ComOwner<KnownOperator> known(new (std::nothrow) KnownOperator);
        return known && known->AddEdges(graph) ? known : ComOwner<KnownOperator>();
    }
    // Returns what is attached to an object. Empty if nothing is attached, or if the object is null.
    static ComOwner<KnownOperator> Find(IDMLObject* object) noexcept
    {
        void* data = nullptr;
        UINT size = sizeof(data);
        const bool has = object != nullptr && SUCCEEDED(object->GetPrivateData(IdOf(PrivateId::Known), &size, &data));
        const bool isPointer = has && size == sizeof(data) && data != nullptr; // GetPrivateData has called AddRef
        return ComOwner<KnownOperator>(isPointer ? static_cast<KnownOperator*>(static_cast<IUnknown*>(data)) : nullptr);
    }
    // Attaches this to the object that a call made. `object` is the ppv of the call; it may be null.
    void AttachTo(void** object) noexcept
    {
        const auto target = Query<IDMLObject>(object != nullptr ? static_cast<IUnknown*>(*object) : nullptr, IidObject);
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

    DML_OPERATOR_TYPE Type() const noexcept { return m_desc.Desc().Type; }
    // Returns the words for it in a sentence, such as "GEMM".
    const char* Name() const noexcept { return m_isGraph ? "a graph" : ToString(Type()); }
    // Returns the description of the operator, or null for a graph.
    const DML_OPERATOR_DESC* Desc() const noexcept { return m_desc ? &m_desc.Desc() : nullptr; }
    BindingSlots Inputs() const noexcept { return {m_inputs.Data(), m_inputCount}; }
    BindingSlots Outputs() const noexcept { return {m_outputs.Data(), m_outputCount}; }

private:
    KnownOperator() noexcept : m_isGraph(true) {}
    explicit KnownOperator(const DML_OPERATOR_DESC& desc) noexcept : m_desc(desc) {}

    // Fills the slots of the operator's inputs and outputs from the tensors of its description. Returns false if
    // the description was not copied, or if there is not enough memory.
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

    // Fills the slots of the graph's inputs and outputs from the tensors at the ends of their edges.
    bool AddEdges(const GraphView& view) noexcept
    {
        m_inputCount = view.graph.InputCount;
        m_outputCount = view.graph.OutputCount;
        if (!m_inputs.Allocate(m_inputCount) || !m_outputs.Allocate(m_outputCount)) { return false; }
        for (std::uint32_t i = 0; i < m_inputCount; ++i) { m_inputs[i] = {"graph input", i, BindingRole::Unknown}; }
        for (std::uint32_t i = 0; i < m_outputCount; ++i) { m_outputs[i] = {"graph output", i, BindingRole::Bound}; }
        for (const GraphEdge edge : GraphEdgeRange{view, GraphEdges::Input})
        {
            AddTensor(m_inputs[edge.fromIndex], view, edge.toNode, edge.toIndex, false);
        }
        for (const GraphEdge edge : GraphEdgeRange{view, GraphEdges::Output})
        {
            AddTensor(m_outputs[edge.toIndex], view, edge.fromNode, edge.fromIndex, true);
        }
        return true;
    }
    // Adds what a tensor of a node needs to the slot of its graph input or output. Several edges may lead from one
    // graph input.
    static void AddTensor(BindingSlot& slot, const GraphView& view, std::uint32_t node, std::uint32_t index,
                          bool isOutput) noexcept
    {
        if (view.OperatorOf(node) == nullptr) { return; }
        const BindingSlot wanted = SlotOf(TensorAt(*view.OperatorOf(node), index, isOutput));
        slot.role = wanted.role;
        slot.alignment = wanted.alignment > slot.alignment ? wanted.alignment : slot.alignment;
        if (wanted.sizeInBytes <= slot.usedSizeInBytes) { return; }
        slot.usedSizeInBytes = wanted.sizeInBytes;
        slot.node = node;
        slot.nodeTensor = wanted.name;
    }

    OwnedOperatorDesc m_desc;
    GraphArray<BindingSlot> m_inputs, m_outputs;
    std::uint32_t m_inputCount = 0, m_outputCount = 0;
    bool m_isGraph = false;
};

// The operators of an initializer. An object of this class does not change, because Reset makes another one.
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
    // Returns whether all operators are known.
    bool IsKnown() const noexcept { return m_isKnown; }
    // Returns the inputs of each operator.
    const BindingSlots* Inputs() const noexcept { return m_inputs.Data(); }
    // Returns the inputs of all operators in one list.
    BindingSlots AllInputs() const noexcept { return {m_all.Data(), m_allCount}; }
    // Returns the persistent resources of the operators, which are the outputs of the initializer.
    BindingSlots Outputs() const noexcept { return {m_outputs.Data(), m_count}; }
    // Returns operator i, or null if it is not known.
    const KnownOperator* At(std::uint32_t i) const noexcept { return m_known[i].Get(); }

private:
    // Adds all operators. Returns false if there is not enough memory.
    bool Add(UINT count, IDMLCompiledOperator* const* operators) noexcept
    {
        if (!m_known.Allocate(count) || !m_inputs.Allocate(count) || !m_outputs.Allocate(count)) { return false; }
        m_count = count;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            m_known[i] = KnownOperator::Find(operators[i]);
            m_isKnown = m_isKnown && m_known[i];
            m_inputs[i] = m_known[i] ? m_known[i]->Inputs() : BindingSlots{nullptr, 0, false};
            m_allCount += m_inputs[i].count;
            m_outputs[i] = SlotOfResource("the persistent resource of operator",
                                          PropertiesOf(operators[i]).PersistentResourceSize, i);
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
//   Rules of calls
// =====================================================================================================================

enum class DeviceCall : std::uint32_t
{
    CreateDevice,
    CreateOperator,
    CompileOperator,
    CompileGraph,
    CreateInitializer,
    ResetInitializer,
    CreateRecorder,
    CreateTable,
    ResetTable,
    Dispatch,
    SetName,
};

// Returns a set of calls: one bit for each.
template <class... Calls> constexpr std::uint32_t SetOf(Calls... calls) noexcept
{
    return (... | (std::uint32_t{1} << static_cast<std::uint32_t>(calls)));
}

// The words for a call in sentences.
struct CallRow
{
    const char* name;
    const char* made;    // the interface of the object that the call makes
    const char* checked; // what the rules of the call check
};
inline constexpr CallRow CallRows[] = {
    {"DMLCreateDevice", "IDMLDevice, IDMLDevice1 or IDMLDebugDevice",
     "The D3D12 device, the flags, the feature level and the interface"},
    {"CreateOperator", "IDMLOperator", ""},
    {"CompileOperator", "IDMLCompiledOperator", "The device of the operator, the execution flags and the interface"},
    {"CompileGraph", "IDMLCompiledOperator", "The graph, the execution flags and the interface"},
    {"CreateOperatorInitializer", "IDMLOperatorInitializer", "The operators, their device and the interface"},
    {"IDMLOperatorInitializer::Reset", "", "The operators and their device"},
    {"CreateCommandRecorder", "IDMLCommandRecorder", "The interface"},
    {"CreateBindingTable", "IDMLBindingTable", "SizeInDescriptors, the handles and the interface"},
    {"IDMLBindingTable::Reset", "", "SizeInDescriptors and the handles"},
    {"RecordDispatch", "", ""},
    {"SetName", "", ""},
};
inline const CallRow& RowOf(DeviceCall call) noexcept { return CallRows[static_cast<std::uint32_t>(call)]; }

// An interface of DirectML.h, and the calls that make objects with this interface.
struct InterfaceRow
{
    const char* name;
    GUID id;
    std::uint32_t calls;
};
inline constexpr std::uint32_t AllCalls = 0xFFFFFFFF,
                               Compilations = SetOf(DeviceCall::CompileOperator, DeviceCall::CompileGraph);
inline constexpr std::uint32_t Dispatchables = Compilations | SetOf(DeviceCall::CreateInitializer);
inline constexpr InterfaceRow InterfaceRows[] = {
    {"IUnknown", IidUnknown, AllCalls},
    {"IDMLObject", IidObject, AllCalls},
    {"IDMLDevice", IidDevice, SetOf(DeviceCall::CreateDevice)},
    {"IDMLDevice1", IidDevice1, SetOf(DeviceCall::CreateDevice)},
    {"IDMLDebugDevice", IidDebugDevice, SetOf(DeviceCall::CreateDevice)},
    {"IDMLDeviceChild", IidDeviceChild, AllCalls & ~SetOf(DeviceCall::CreateDevice)},
    {"IDMLPageable", IidPageable, Dispatchables},
    {"IDMLDispatchable", IidDispatchable, Dispatchables},
    {"IDMLOperator", IidOperator, SetOf(DeviceCall::CreateOperator)},
    {"IDMLCompiledOperator", IidCompiledOperator, Compilations},
    {"IDMLOperatorInitializer", IidInitializer, SetOf(DeviceCall::CreateInitializer)},
    {"IDMLBindingTable", IidBindingTable, SetOf(DeviceCall::CreateTable)},
    {"IDMLCommandRecorder", IidRecorder, SetOf(DeviceCall::CreateRecorder)},
};
// Returns the row of an interface, or null if the table does not have it.
inline const InterfaceRow* RowOf(const GUID& id) noexcept
{
    for (const InterfaceRow& row : InterfaceRows)
    {
        if (IsEqual(row.id, id)) { return &row; }
    }
    return nullptr;
}

// A call with the arguments that rules check. An argument that the call does not have keeps its default. Objects are
// DirectML's own, not wrapped ones.
struct CallArguments
{
    DeviceCall function;
    IDMLDevice* device = nullptr;
    IUnknown* innermost = nullptr; // the IUnknown of DirectML's device, if `device` is another wrapped one
    const GUID* id = nullptr;      // riid
    bool hasResult = true;         // whether ppv is not null
    std::uint32_t flags = 0;
    const DML_OPERATOR_DESC* desc = nullptr;
    IDMLOperator* op = nullptr;
    std::uint32_t count = 0; // the number of `operators`
    IDMLCompiledOperator* const* operators = nullptr;
    const DML_BINDING_TABLE_DESC* table = nullptr;
    ID3D12CommandList* list = nullptr;
    IDMLDispatchable* dispatchable = nullptr;
    IDMLBindingTable* bindings = nullptr;
    bool isTableKnown = false;           // whether the program passed a wrapped table as `bindings`
    IDMLDispatchable* madeFor = nullptr; // the dispatchable for which `bindings` was made, if it was a wrapped table
    ID3D12Device* d3d12Device = nullptr;
    std::uint32_t level = 0; // minimumFeatureLevel
    HRESULT result = S_OK;   // what the call returned; S_OK before the call
};

// ---- what can be asked of a device ----------------------------------------------------------------------------------
// Returns whether the device supports a data type.
inline Answer Supports(IDMLDevice* device, DML_TENSOR_DATA_TYPE type) noexcept
{
    const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {type};
    DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT answer = {};
    const HRESULT result = device->CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, sizeof(query), &query,
                                                       sizeof(answer), &answer);
    return FAILED(result) ? Answer::NotKnown : answer.IsSupported != 0 ? Answer::Yes : Answer::No;
}

// Returns the highest DML_FEATURE_LEVEL of the device, or 0 if the device does not answer.
inline std::uint32_t HighestLevelOf(IDMLDevice* device) noexcept
{
    static constexpr std::uint32_t Levels[] = {0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000,
                                               0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};
    constexpr auto FeatureLevels = static_cast<DML_FEATURE>(1); // an older DML_TARGET_VERSION hides the name
    const struct
    {
        std::uint32_t count;
        const std::uint32_t* levels;
    } query = {static_cast<std::uint32_t>(sizeof(Levels) / sizeof(Levels[0])), Levels};
    std::uint32_t highest = 0;
    const HRESULT result = device->CheckFeatureSupport(FeatureLevels, sizeof(query), &query, sizeof(highest), &highest);
    return SUCCEEDED(result) ? highest : 0;
}

// Returns the first tensor, in the order of the struct, whose data type the device lacks.
inline DeviceFinding FindDataType(const CallArguments& call) noexcept
{
    DeviceFinding found;
    if (call.desc == nullptr) { return found; }
    const auto ask = [&](const OperatorTensor& tensor) noexcept
    {
        if (!found.Ok() || tensor.desc == nullptr) { return; }
        if (Supports(call.device, tensor.desc->DataType) != Answer::No) { return; }
        found = FindingAt(DeviceError::DeviceDataType, tensor.name, "", tensor.element);
        found.actual = static_cast<std::uint32_t>(tensor.desc->DataType);
    };
    ForEachTensor(*call.desc, ask);
    return found;
}
// Finds an operator that needs a higher feature level than the device has. Finds nothing if that level is not known.
inline DeviceFinding FindFeatureLevel(const CallArguments& call) noexcept
{
    if (call.desc == nullptr) { return {}; }
    const auto needed = static_cast<std::uint32_t>(MinimumFeatureLevel(call.desc->Type));
    const std::uint32_t highest = HighestLevelOf(call.device);
    if (highest == 0 || highest >= needed) { return {}; }
    return {DeviceError::DeviceFeatureLevel, highest, needed};
}

// Returns the finding for a call that breaks no rule. Its sentence says which rules were checked, and what is not
// known.
inline DeviceFinding NoRuleBroken(const CallArguments& call) noexcept
{
    if (call.result == E_OUTOFMEMORY) { return {DeviceError::OutOfMemory}; }
    if (call.op != nullptr && call.desc == nullptr) { return FindingAt(DeviceError::Unknown, "the operator"); }
    DeviceFinding found = {DeviceError::DriverRefused};
    found.needed = RowOf(call.function).checked;
    if (call.desc == nullptr) { return found; }
    found.required = static_cast<std::uint32_t>(MinimumFeatureLevel(call.desc->Type));
    found.actual = HighestLevelOf(call.device);
    const auto ask = [&](const OperatorTensor& tensor) noexcept
    {
        const bool isKnown = tensor.desc == nullptr || Supports(call.device, tensor.desc->DataType) == Answer::Yes;
        found.actual = isKnown ? found.actual : 0;
    };
    ForEachTensor(*call.desc, ask);
    return found;
}

// Returns the words for an operator in a sentence, such as "GEMM". `known` is null if the operator is not known.
inline const char* NameOf(const KnownOperator* known) noexcept
{
    return known != nullptr ? known->Name() : "an operator that is not known";
}
// Returns the words for a dispatchable, such as "GEMM", "a graph" or "an initializer".
inline const char* NameOf(IDMLDispatchable* dispatchable) noexcept
{
    if (Query<IUnknown>(dispatchable, IidInitializer)) { return "an initializer"; }
    return NameOf(KnownOperator::Find(dispatchable).Get());
}

// ---- one function for each rule -------------------------------------------------------------------------------------
// Each function returns the finding if its rule is broken, or no error.

inline DeviceFinding FindNullResult(const CallArguments& call) noexcept
{
    return call.hasResult ? DeviceFinding() : DeviceFinding{DeviceError::NullResult};
}
inline DeviceFinding FindNullDescription(const CallArguments& call) noexcept
{
    return call.desc != nullptr ? DeviceFinding() : DeviceFinding{DeviceError::NullDescription};
}
// Finds a description of a binding table whose Dispatchable is null. The description itself may be null.
inline DeviceFinding FindNullDispatchable(const CallArguments& call) noexcept
{
    const bool isNull = call.table != nullptr && call.table->Dispatchable == nullptr;
    return isNull ? FindingAt(DeviceError::NullDispatchable, "Dispatchable") : DeviceFinding();
}
// Finds a null pointer among the arguments of RecordDispatch. A wrapped table without a dispatchable counts as one.
inline DeviceFinding FindNullOfDispatch(const CallArguments& call) noexcept
{
    using E = DeviceError;
    if (call.list == nullptr) { return {E::NullList}; }
    if (call.dispatchable == nullptr) { return FindingAt(E::NullDispatchable, "dispatchable"); }
    if (call.bindings == nullptr) { return {E::NullTable}; }
    return call.isTableKnown && call.madeFor == nullptr ? DeviceFinding{E::NullDispatchable} : DeviceFinding();
}
inline DeviceFinding FindNullName(const CallArguments&) noexcept { return {DeviceError::NullName}; }
// Finds a null operator, or an operator that another device made.
inline DeviceFinding FindOperator(const CallArguments& call) noexcept
{
    using E = DeviceError;
    if (call.op == nullptr) { return FindingAt(E::NullOperator, "op", "an IDMLOperator"); }
    const bool isOther = IsMadeBy(call.op, call.innermost) == Answer::No;
    return isOther ? FindingAt(E::OtherDevice, "op", "this one") : DeviceFinding();
}
// Finds the first null operator in the array `operators`, or the first operator that another device made. An operator
// passes if its device is not known.
inline DeviceFinding FindOperators(const CallArguments& call) noexcept
{
    using E = DeviceError;
    constexpr const char* Name = "operators";
    if (call.operators == nullptr && call.count != 0) { return {E::NullArray, call.count}; }
    for (std::uint32_t i = 0; i < call.count; ++i)
    {
        if (call.operators[i] == nullptr) { return FindingAt(E::NullOperator, Name, "an IDMLCompiledOperator", i); }
        const bool isOther = IsMadeBy(call.operators[i], call.innermost) == Answer::No;
        if (isOther) { return FindingAt(E::OtherDevice, Name, "this one", i); }
    }
    return {};
}
inline DeviceFinding FindExecutionFlags(const CallArguments& call) noexcept
{
    constexpr std::uint32_t KnownFlags = 7; // the three flags of DML_EXECUTION_FLAGS
    const bool isKnown = (call.flags & ~KnownFlags) == 0;
    return isKnown ? DeviceFinding() : DeviceFinding{DeviceError::ExecutionFlags, call.flags};
}
// Finds a null descriptor handle of a binding table that has descriptors, or fewer descriptors than its dispatchable
// requires.
inline DeviceFinding FindDescriptors(const CallArguments& call) noexcept
{
    using E = DeviceError;
    if (call.table == nullptr) { return {}; }
    const std::uint32_t count = call.table->SizeInDescriptors;
    const std::uint32_t required = PropertiesOf(call.table->Dispatchable).RequiredDescriptorCount;
    const bool hasCpuHandle = call.table->CPUDescriptorHandle.ptr != 0;
    const bool hasGpuHandle = call.table->GPUDescriptorHandle.ptr != 0;
    if (count != 0 && !hasCpuHandle) { return FindingAt(E::NullDescriptorHandle, "CPUDescriptorHandle"); }
    if (count != 0 && !hasGpuHandle) { return FindingAt(E::NullDescriptorHandle, "GPUDescriptorHandle"); }
    return count < required ? DeviceFinding{E::DescriptorCount, count, required} : DeviceFinding();
}
// Finds a dispatchable or a binding table that was not made by the device of the recorder.
inline DeviceFinding FindDeviceOfDispatch(const CallArguments& call) noexcept
{
    const bool isOtherDispatchable = IsMadeBy(call.dispatchable, call.innermost) == Answer::No;
    const bool isOtherTable = IsMadeBy(call.bindings, call.innermost) == Answer::No;
    const char* const name = isOtherDispatchable && isOtherTable ? "dispatchable and bindings"
                             : isOtherDispatchable               ? "dispatchable"
                                                                 : "bindings";
    return isOtherDispatchable || isOtherTable ? FindingAt(DeviceError::OtherDevice, name, "that of the recorder")
                                               : DeviceFinding();
}
// Finds a command list whose type is neither DIRECT (0) nor COMPUTE (2).
inline DeviceFinding FindListType(const CallArguments& call) noexcept
{
    constexpr const char* Names[] = {" (DIRECT)",       " (BUNDLE)",        " (COMPUTE)",     " (COPY)",
                                     " (VIDEO_DECODE)", " (VIDEO_PROCESS)", " (VIDEO_ENCODE)"};
    const auto type = static_cast<std::uint32_t>(call.list->GetType());
    if (type == 0 || type == 2) { return {}; }
    DeviceFinding found = FindingAt(DeviceError::CommandListType, "", type < 7 ? Names[type] : "");
    found.actual = type;
    return found;
}
// Finds a dispatchable that is not the one for which the binding table was made. In the finding, `actual` is 1 if both
// have the same words, such as two GEMM.
inline DeviceFinding FindOtherDispatchable(const CallArguments& call) noexcept
{
    if (call.madeFor == nullptr || call.madeFor == call.dispatchable) { return {}; }
    const bool isSame =
        Query<IUnknown>(call.madeFor, IidUnknown).Get() == Query<IUnknown>(call.dispatchable, IidUnknown).Get();
    if (isSame) { return {}; }
    const char* const made = NameOf(call.madeFor);
    const char* const dispatched = NameOf(call.dispatchable);
    DeviceFinding found = FindingAt(DeviceError::OtherDispatchable, made, dispatched);
    found.actual = std::strcmp(made, dispatched) == 0 ? 1 : 0;
    return found;
}
inline DeviceFinding FindGraphicsList(const CallArguments& call) noexcept
{
    return Query<IUnknown>(call.list, IidGraphicsList) ? DeviceFinding() : DeviceFinding{DeviceError::CommandList};
}
// Finds an interface that the call does not make. A call that failed has this cause only with E_NOINTERFACE.
inline DeviceFinding FindInterface(const CallArguments& call) noexcept
{
    const bool isCause = call.result == S_OK || call.result == E_NOINTERFACE;
    if (call.id == nullptr || !call.hasResult || !isCause) { return {}; }
    const InterfaceRow* const row = RowOf(*call.id);
    if (row != nullptr && (row->calls & SetOf(call.function)) != 0) { return {}; }
    DeviceFinding found = FindingAt(DeviceError::Interface, "", RowOf(call.function).made);
    found.id = call.id;
    return found;
}
// Finds the wrong argument of DMLCreateDevice or DMLCreateDevice1. Some causes are known only from the result of the
// call, such as a debug layer that is not installed.
inline DeviceFinding FindDeviceArguments(const CallArguments& call) noexcept
{
    using E = DeviceError;
    constexpr std::uint32_t Newest = 0x6400, Debug = 1;
    constexpr auto NoDebugLayer = static_cast<HRESULT>(0x887A002D), OtherDebugLayer = static_cast<HRESULT>(0x8007007F);
    constexpr auto Unsupported = static_cast<HRESULT>(0x887A0004), Removed = static_cast<HRESULT>(0x887A0005);
    if (call.d3d12Device == nullptr) { return {E::NullDevice}; }
    if (call.flags > Debug) { return {E::DeviceFlags, call.flags}; }
    // DirectML compares the levels as signed numbers.
    const bool isAboveNewest = static_cast<std::int32_t>(call.level) > static_cast<std::int32_t>(Newest);
    if (isAboveNewest || (call.level != 0 && call.result == Unsupported))
    {
        return {E::FeatureLevel, call.level, Newest};
    }
    if (call.result == Removed) { return {E::DeviceRemoved}; }
    if (call.result == NoDebugLayer) { return {E::DebugLayer}; }
    return call.result == OtherDebugLayer && call.flags == Debug ? DeviceFinding{E::DebugLayer, 1} : DeviceFinding();
}

// A rule. The table has the rules of each call in the order in which DirectML checks them.
struct DeviceRule
{
    std::uint32_t calls; // the calls that have the rule
    bool terminates;     // whether DirectML crashes if the rule is broken
    DeviceFinding (*find)(const CallArguments&) noexcept;
};
inline constexpr DeviceRule DeviceRules[] = {
    {SetOf(DeviceCall::CreateDevice), false, FindDeviceArguments},
    {SetOf(DeviceCall::CreateInitializer, DeviceCall::CreateRecorder, DeviceCall::CreateTable), true, FindNullResult},
    {SetOf(DeviceCall::CreateOperator), false, FindNullDescription},
    {SetOf(DeviceCall::CreateOperator), false, FindDataType},
    {SetOf(DeviceCall::CreateOperator), false, FindFeatureLevel},
    {SetOf(DeviceCall::CreateOperator), true, FindNullResult},
    {SetOf(DeviceCall::CompileOperator), false, FindOperator},
    {Compilations, false, FindExecutionFlags},
    {SetOf(DeviceCall::CreateInitializer, DeviceCall::ResetInitializer), false, FindOperators},
    {SetOf(DeviceCall::CreateTable, DeviceCall::ResetTable), true, FindNullDispatchable},
    {SetOf(DeviceCall::CreateTable, DeviceCall::ResetTable), false, FindDescriptors},
    {SetOf(DeviceCall::Dispatch), true, FindNullOfDispatch},
    {SetOf(DeviceCall::Dispatch), false, FindDeviceOfDispatch},
    {SetOf(DeviceCall::Dispatch), false, FindListType},
    {SetOf(DeviceCall::Dispatch), false, FindOtherDispatchable},
    {SetOf(DeviceCall::SetName), true, FindNullName},
    {AllCalls, false, FindInterface},
    {SetOf(DeviceCall::CompileOperator), false, FindDataType},
    {SetOf(DeviceCall::CompileOperator), false, FindFeatureLevel},
};

// Returns the first rule that a call breaks, or no error.
inline DeviceFinding FirstBroken(const CallArguments& call) noexcept
{
    for (const DeviceRule& rule : DeviceRules)
    {
        if ((rule.calls & SetOf(call.function)) == 0) { continue; }
        DeviceFinding found = rule.find(call);
        found.terminates = rule.terminates;
        if (!found.Ok()) { return found; }
    }
    return {};
}
// Returns whether a call breaks a rule that may crash DirectML. The rules before it are not checked: if one of them is
// broken too, DirectML fails there and does not crash. Unlike FirstBroken, this function checks no rule that asks the
// device, so that it costs little before each call.
inline bool MayTerminate(const CallArguments& call) noexcept
{
    for (const DeviceRule& rule : DeviceRules)
    {
        if (rule.terminates && (rule.calls & SetOf(call.function)) != 0 && !rule.find(call).Ok()) { return true; }
    }
    return false;
}

// Returns whether the result of a call says that the device was removed.
inline bool IsRemoval(HRESULT result) noexcept
{
    // DXGI_ERROR_DEVICE_REMOVED, _DEVICE_HUNG, _DEVICE_RESET and _DRIVER_INTERNAL_ERROR
    const auto code = static_cast<std::uint32_t>(result);
    return (code >= 0x887A0005 && code <= 0x887A0007) || code == 0x887A0020;
}

// Appends the sentence of a finding, and the name of its error in brackets: "op is null; it must be an IDMLOperator
// [NullOperator]".
inline void ReportText::AppendReason(const DeviceFinding& found) noexcept
{
    rule = NameIn(DeviceErrorNames, found.error);
    const auto append = [&](const char* text) noexcept
    {
        if (StartsWith(text, "{needed}")) { Append(found.needed); }
        else if (StartsWith(text, "{other}")) { AppendOther(found.needed, found.actual != 0); }
        else if (StartsWith(text, "{hex}")) { AppendHex(1, found.actual); }
        else if (StartsWith(text, "{interface}")) { AppendInterface(*found.id); }
        else // "{argument}"
        {
            Append(found.argument);
            AppendIndex(found.index);
        }
    };
    AppendFilled(SentenceIn(device_texts::Sentences, found.error, found), found, append);
    Append(" [", rule, ']');
}

// Appends the name of an interface, or its GUID in braces if its name is not known.
inline void ReportText::AppendInterface(const GUID& id) noexcept
{
    const InterfaceRow* const row = RowOf(id);
    char text[48] = {};
    const std::uint8_t* const d = id.Data4;
    static_cast<void>(std::snprintf(text, sizeof(text), "{%08lX-%04X-%04X-%02X%02X-%02X%02X%02X%02X%02X%02X}",
                                    static_cast<unsigned long>(id.Data1), id.Data2, id.Data3, d[0], d[1], d[2], d[3],
                                    d[4], d[5], d[6], d[7]));
    Append(row != nullptr ? row->name : text);
}

// =====================================================================================================================
//   Wrapped objects
// =====================================================================================================================

// IUnknown and IDMLObject of every wrapped object. Base: the interface that the class implements. Interface: the
// interface of DirectML's object that is wrapped.
template <class Base, class Interface> class ExplainedObject : public Counted<Base>
{
public:
    // Returns whether the object implements an interface, other than IUnknown and IDMLObject.
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
    HRESULT STDMETHODCALLTYPE SetName(PCWSTR name) noexcept override
    {
        if (name == nullptr) { AnnounceNullName(); }
        return m_real->SetName(name);
    }
    // Reports that DirectML crashes, because the name is null.
    virtual void AnnounceNullName() noexcept = 0;

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

#if DTU_HAS_DEVICE1
// Appends " (2 nodes: 0 CONVOLUTION "c1", 1 GEMM)". Requires: all nodes have descriptions.
inline void AppendNodes(ReportText& text, const GraphView& view) noexcept
{
    constexpr std::uint32_t MaxListed = 12;
    const std::uint32_t count = view.graph.NodeCount;
    text.Append(" (", count, count == 1 ? " node: " : " nodes: ");
    for (std::uint32_t i = 0; i < count && i < MaxListed; ++i)
    {
        const DML_OPERATOR_DESC* const desc = view.OperatorOf(i);
        text.Append(i == 0 ? "" : ", ", i, ' ',
                    desc != nullptr                  ? ToString(desc->Type)
                    : view.TypeOf(i) == ConstantNode ? "constant"
                                                     : "an operator that is not known");
        if (view.NameOf(i)[0] == '\0') { continue; }
        text.Append(' ');
        AppendQuoted(text, view.NameOf(i));
    }
    text.Append(count > MaxListed ? ", ...)" : ")");
}

// Returns the number of nodes whose operators are not known.
inline std::uint32_t UnknownNodes(const GraphView& view) noexcept
{
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < view.graph.NodeCount; ++i)
    {
        count += view.TypeOf(i) == OperatorNode && view.OperatorOf(i) == nullptr ? 1U : 0U;
    }
    return count;
}

// Lists the hazards of a graph in one text, as possible causes of a failure.
struct PossibleCauses final : GraphHazardVisitor
{
    const GraphView& view;
    ReportText text;

    explicit PossibleCauses(const GraphView& graph) noexcept : view(graph) {}

    void Visit(const GraphDiagnosis& hazard) noexcept override
    {
        GraphSentence sentence(hazard, view);
        sentence.isCause = true;
        sentence.AppendSentence();
        text.rule = ToString(hazard.error);
        text.Append(text.message.size() == 0 ? "possible causes: " : "; ", sentence.message.c_str());
    }
};

// The descriptions of the operators of a graph's nodes. The description of a node is null if it is not known.
class KnownNodes
{
public:
    // Looks up the operator of each node. Without enough memory, no operator is known.
    explicit KnownNodes(const DML_GRAPH_DESC& graph) noexcept
    {
        const bool hasNodes =
            graph.Nodes != nullptr && m_known.Allocate(graph.NodeCount) && m_operators.Allocate(graph.NodeCount);
        for (std::uint32_t i = 0; hasNodes && i < graph.NodeCount; ++i)
        {
            const DML_GRAPH_NODE_DESC& node = graph.Nodes[i];
            if (node.Type != DML_GRAPH_NODE_TYPE_OPERATOR || node.Desc == nullptr) { continue; }
            m_known[i] = KnownOperator::Find(static_cast<const DML_OPERATOR_GRAPH_NODE_DESC*>(node.Desc)->Operator);
            m_operators[i] = m_known[i] ? m_known[i]->Desc() : nullptr;
        }
    }
    // Returns a description or null for each node. Returns null if `Nodes` is null or if there was not enough memory.
    const DML_OPERATOR_DESC* const* Operators() const noexcept { return m_operators.Data(); }

private:
    GraphArray<ComOwner<KnownOperator>> m_known;
    GraphArray<const DML_OPERATOR_DESC*> m_operators;
};

#endif

// The device that ExplainErrors returns. Base is IDMLDevice1 if DirectML.h declares it.
class ExplainedDevice final : public ExplainedObject<AnyDevice, IDMLDevice>
{
public:
    // Takes over the caller's reference to the device.
    ExplainedDevice(IDMLDevice* taken, const ExplainOptions& options) noexcept
        : ExplainedObject(ComOwner<IDMLDevice>(taken)), m_options(options)
    {
#if DTU_HAS_DEVICE1
        m_device1 = Query<IDMLDevice1>(taken, IidDevice1);
#endif
        m_innermost = Query<IUnknown>(taken, IidInnermost);
        if (!m_innermost) { m_innermost = Query<IUnknown>(taken, IidUnknown); }
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** object) noexcept override
    {
        const bool isInnermost = object != nullptr && IsEqual(id, IidInnermost);
        return isInnermost ? m_innermost->QueryInterface(IidUnknown, object)
                           : ExplainedObject::QueryInterface(id, object);
    }

    // ---- reports ----------------------------------------------------------------------------------------------------
    const ExplainOptions& Options() const noexcept { return m_options; }

    void Report(ReportKind kind, const char* call, HRESULT result, const ReportText& text) const noexcept
    {
        const DeviceReport report = {call, result, text.c_str(), kind, text.rule};
        if (m_options.report != nullptr) { m_options.report(report, m_options.context); }
    }
    void AnnounceNullName() noexcept override { AnnounceCrash(Arguments(DeviceCall::SetName)); }

    // Returns the arguments that all calls have in common.
    CallArguments Arguments(DeviceCall call, const GUID* id = nullptr, void** object = nullptr) const noexcept
    {
        CallArguments arguments = {call};
        arguments.device = m_real.Get();
        arguments.innermost = m_innermost.Get();
        arguments.id = id;
        arguments.hasResult = id == nullptr || object != nullptr;
        return arguments;
    }

    // Reports a crash that a rule foresees. A removed device does not crash, because DirectML notices the removal
    // first.
    void AnnounceCrash(const CallArguments& call) const noexcept
    {
        if (!MayTerminate(call)) { return; }
        const DeviceFinding found = FirstBroken(call);
        if (!found.terminates) { return; } // DirectML finds another broken rule first
        ReportText text;
        text.AppendReason(found);
        AnnounceCrash(RowOf(call.function).name, text);
    }
    void AnnounceCrash(const char* call, const ReportText& text) const noexcept
    {
        if (FAILED(m_real->GetDeviceRemovedReason())) { return; }
        Report(ReportKind::WillCrash, call, S_OK, text);
    }
    // Reports a call that failed, with the first rule that it breaks.
    void ReportFailure(CallArguments call, HRESULT result) noexcept
    {
        ReportText text;
        call.result = result;
        const DeviceFinding broken = IsRemoval(result) ? EarlierRemoval() : FirstBroken(call);
        if (call.desc != nullptr) { text.Append(ToString(call.desc->Type), ": "); }
        text.AppendReason(broken.Ok() ? NoRuleBroken(call) : broken);
        if (call.desc != nullptr) { text.AppendTensors(*call.desc); }
        Report(ReportKind::Failure, RowOf(call.function).name, result, text);
    }
    // Announces a crash that a rule foresees, calls the function of DirectML by forward(), and reports a failure.
    template <class Forward> HRESULT CallDirectML(const CallArguments& call, const Forward& forward) noexcept
    {
        AnnounceCrash(call);
        const HRESULT result = forward();
        if (FAILED(result)) { ReportFailure(call, result); }
        return result;
    }
    // Returns whether a diagnosis is a hazard that must be reported.
    template <class Diagnosis> bool IsReportedHazard(const Diagnosis& found) const noexcept
    {
        return m_options.hazards && !found.Ok() && found.Accepted();
    }
    // Reports a successful call, if the options ask for that. known: the operator, or null. ending: follows its name.
    void ReportCall(const char* call, const KnownOperator* known, const char* ending = "") const noexcept
    {
        if (!m_options.calls) { return; }
        ReportText text;
        text.Append(NameOf(known), ending);
        if (known != nullptr && known->Desc() != nullptr) { text.AppendTensors(*known->Desc()); }
        Report(ReportKind::Call, call, S_OK, text);
    }

    // Returns the reason of a removal that was not reported yet, or S_OK if there is none. The caller must report the
    // reason.
    HRESULT UnreportedRemoval() noexcept
    {
        const HRESULT reason = m_real->GetDeviceRemovedReason();
        return FAILED(reason) && ClaimRemoval() ? reason : S_OK;
    }
    // Returns whether the removal was not reported yet, and marks it as reported. The mark is private data of
    // DirectML's device, because several wrapped devices may share that device.
    bool ClaimRemoval() noexcept
    {
        std::uint8_t mark = 1;
        UINT size = sizeof(mark);
        if (m_isReported.exchange(true)) { return false; }
        if (SUCCEEDED(m_real->GetPrivateData(RemovalReported, &size, &mark))) { return false; }
        static_cast<void>(m_real->SetPrivateData(RemovalReported, sizeof(mark), &mark));
        return true;
    }
    // Returns the finding of a call that failed because an earlier call had removed the device.
    DeviceFinding EarlierRemoval() noexcept
    {
        if (!ClaimRemoval()) { return {DeviceError::RemovedBefore}; }
        DeviceFinding found = RemovalWithoutRule();
        found.actual = 1; // selects the sentence about an earlier call
        return found;
    }
    // Returns the finding of a removal that no rule explains. It says whether the Direct3D 12 device was removed too.
    DeviceFinding RemovalWithoutRule() const noexcept
    {
        const ComOwner<ID3D12Device> d3d12 = D3D12Device();
        const bool isRemoved = d3d12 && FAILED(d3d12->GetDeviceRemovedReason());
        return {isRemoved ? DeviceError::D3D12DeviceRemoved : DeviceError::Unexplained};
    }
    // Returns the Direct3D 12 device. Empty if DirectML does not give it.
    ComOwner<ID3D12Device> D3D12Device() const noexcept
    {
        void* parent = nullptr;
        const bool has = SUCCEEDED(m_real->GetParentDevice(IidD3D12Device, &parent));
        return ComOwner<ID3D12Device>(has ? static_cast<ID3D12Device*>(parent) : nullptr);
    }
    BufferFacts Buffers() const noexcept { return {Query<IUnknown>(D3D12Device().Get(), IidUnknown)}; }

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
    // Checks the description, calls DirectML, and attaches a copy of the description to the operator. Reports a crash
    // before the call, and errors and hazards after it.
    HRESULT STDMETHODCALLTYPE CreateOperator(const DML_OPERATOR_DESC* desc, REFIID id, void** object) noexcept override
    {
        constexpr const char* Call = "CreateOperator";
        const OperatorDiagnosis found = desc != nullptr ? ValidateOperator(*desc) : OperatorDiagnosis();
        CallArguments call = Arguments(DeviceCall::CreateOperator, &id, object);
        call.desc = desc;
        call.hasResult = call.hasResult || !found.Accepted(); // DirectML checks the description before ppv
        ReportText text;
        const bool terminates =
            found.error == OperatorError::Terminates
            || (found.error == OperatorError::Tensor && found.tensor == TensorError::GatherTerminates);
        if (terminates || IsReportedHazard(found)) { text.AppendReason(found); }
        if (terminates) { AnnounceCrash(Call, text); }
        AnnounceCrash(call);
        const HRESULT result = m_real->CreateOperator(desc, id, object);
        if (FAILED(result)) { return ReportRefused(call, found, result), result; }
        if (desc == nullptr) { return result; }
        if (IsReportedHazard(found))
        {
            text.AppendTensors(*desc);
            Report(ReportKind::Hazard, Call, result, text);
        }
        const auto known = found.Accepted() ? KnownOperator::Of(*desc) : ComOwner<KnownOperator>();
        if (!known) { return result; }
        known->AttachTo(object);
        ReportCall(Call, known.Get());
        return result;
    }
    // Calls DirectML, and attaches the operator's description to the compiled operator.
    HRESULT STDMETHODCALLTYPE CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID id,
                                              void** object) noexcept override
    {
        const auto known = KnownOperator::Find(op);
        CallArguments call = Arguments(DeviceCall::CompileOperator, &id, object);
        call.op = op;
        call.flags = static_cast<std::uint32_t>(flags);
        call.desc = known ? known->Desc() : nullptr;
        const HRESULT result = CallDirectML(call, [&] { return m_real->CompileOperator(op, flags, id, object); });
        if (FAILED(result) || !known) { return result; }
        known->AttachTo(object);
        ReportCall("CompileOperator", known.Get());
        return result;
    }
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
    // Checks the graph, gives it to the caller's function for graphs, calls DirectML, and attaches the slots of the
    // graph to the compiled operator. Reports a crash before the call, and errors and hazards after it.
    HRESULT STDMETHODCALLTYPE CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags, REFIID id,
                                           void** object) noexcept override
    {
        constexpr const char* Call = "CompileGraph";
        const DML_GRAPH_DESC graph = desc != nullptr ? *desc : DML_GRAPH_DESC();
        const KnownNodes nodes(graph);
        const GraphView view = {graph, nodes.Operators()};
        GraphDiagnosis found = {GraphError::NullGraph};
        if (desc != nullptr) { found = ValidateGraph(graph, view.operators); }
        if (m_options.graph != nullptr && found.isReadable)
        {
            m_options.graph(*desc, view.operators, m_options.context);
        }
        ReportText text;
        if (found.Rejected() || IsReportedHazard(found)) { text.AppendReason(found, view); }
        if (found.error == GraphError::Terminates) { AnnounceCrash(Call, text); }
        CallArguments call = Arguments(DeviceCall::CompileGraph, &id, object);
        call.flags = static_cast<std::uint32_t>(flags);
        const HRESULT result = m_device1->CompileGraph(desc, flags, id, object);
        if (FAILED(result))
        {
            const bool isExplained = found.Rejected() && !IsRemoval(result);
            if (isExplained) { Report(ReportKind::Failure, Call, result, text); }
            else { ReportRefused(call, view, result); }
            return result;
        }
        if (IsReportedHazard(found)) { Report(ReportKind::Hazard, Call, result, text); }
        const auto known = found.Accepted() ? KnownOperator::Of(view) : ComOwner<KnownOperator>();
        if (known) { known->AttachTo(object); }
        if (!known || !m_options.calls) { return result; }
        ReportText ending;
        ending.Append(" of ", graph.NodeCount, " nodes, ", graph.InputCount, " inputs and ", graph.OutputCount,
                      " outputs");
        AppendNodes(ending, view);
        ReportCall(Call, known.Get(), ending.c_str());
        return result;
    }
#endif

private:
    // Reports an operator that DirectML rejected, with the error of its description if it has one.
    void ReportRefused(const CallArguments& call, const OperatorDiagnosis& found, HRESULT result) noexcept
    {
        if (IsRemoval(result) || found.Accepted()) { return ReportFailure(call, result); }
        ReportText text;
        text.AppendReason(found);
        text.AppendTensors(*call.desc);
        Report(ReportKind::Failure, RowOf(call.function).name, result, text);
    }
#if DTU_HAS_DEVICE1
    // Reports a graph that DirectML rejected although the graph breaks no rule. The graph's hazards may be the causes.
    void ReportRefused(CallArguments call, const GraphView& view, HRESULT result) noexcept
    {
        call.result = result;
        const bool isExplained = IsRemoval(result) || result == E_OUTOFMEMORY || !FirstBroken(call).Ok();
        if (isExplained) { return ReportFailure(call, result); }
        PossibleCauses causes(view);
        static_cast<void>(GraphValidator(view, &causes).Validate());
        if (causes.text.message.size() == 0)
        {
            const std::uint32_t unknown = UnknownNodes(view);
            causes.text.AppendReason(unknown == 0 ? NoRuleBroken(call)
                                                  : DeviceFinding{DeviceError::Unknown, unknown, view.graph.NodeCount});
            AppendNodes(causes.text, view);
        }
        Report(ReportKind::Failure, RowOf(call.function).name, result, causes.text);
    }
#endif

    using PageableMethod = HRESULT (STDMETHODCALLTYPE IDMLDevice::*)(UINT, IDMLPageable* const*);
    HRESULT WithOwnObjects(UINT count, IDMLPageable* const* objects, PageableMethod method) noexcept;

#if DTU_HAS_DEVICE1
    ComOwner<IDMLDevice1> m_device1;
#endif
    ComOwner<IUnknown> m_innermost; // the IUnknown of DirectML's device; m_real may be another wrapped device
    const ExplainOptions m_options;
    std::atomic<bool> m_isReported{false}; // whether the removal of the device was reported
};

// =====================================================================================================================
//   Wrapped children of the device
// =====================================================================================================================

// IDMLDeviceChild of wrapped binding tables, recorders and initializers.
template <class Base, class Interface> class ExplainedChild : public ExplainedObject<Base, Interface>
{
public:
    // Returns DirectML's own device for IUnknown, because DirectML recognizes its own objects by that pointer.
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void** object) noexcept override
    {
        return IsEqual(id, IidUnknown) ? this->m_real->GetDevice(id, object) : m_device->QueryInterface(id, object);
    }
    void AnnounceNullName() noexcept override { m_device->AnnounceNullName(); }

protected:
    ExplainedChild(ComOwner<Interface> real, ExplainedDevice* device) noexcept
        : ExplainedObject<Base, Interface>(real), m_device(ComOwner<ExplainedDevice>::Share(device))
    {
    }

    ComOwner<ExplainedDevice> m_device;
};

// Puts a new Wrapped(object, device, more...) in place of the object that a call returned as `id`. Interface: the
// interface that Wrapped wraps. interfaceId: its ID. Keeps the object if the call failed, or if the wrapped object
// cannot be made.
template <class Wrapped, class Interface, class... More>
void ReplaceByWrapped(const GUID& interfaceId, REFIID id, void** object, ExplainedDevice* device,
                      const More&... more) noexcept
{
    IUnknown* const made = object != nullptr ? static_cast<IUnknown*>(*object) : nullptr;
    const auto real = Query<Interface>(made, interfaceId);
    const ComOwner<Wrapped> wrapped(real ? new (std::nothrow) Wrapped(real, device, more...) : nullptr);
    void* found = nullptr;
    if (!wrapped || FAILED(wrapped->QueryInterface(id, &found))) { return; }
    made->Release();
    *object = found;
}

// ---- initializers ---------------------------------------------------------------------------------------------------
#if defined(__MINGW32__)
// IDMLOperatorInitializer with the virtual table that Microsoft's compilers make (see CallReturningStruct).
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

    // Returns the object as an ExplainedInitializer if it is one. Returns nothing for any other object, and for null.
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
    // Calls DirectML. If DirectML accepts the operators, they replace those that the initializer had.
    HRESULT STDMETHODCALLTYPE Reset(UINT count, IDMLCompiledOperator* const* operators) noexcept override
    {
        CallArguments call = m_device->Arguments(DeviceCall::ResetInitializer);
        call.count = count;
        call.operators = operators;
        const HRESULT result = m_device->CallDirectML(call, [&] { return m_real->Reset(count, operators); });
        if (SUCCEEDED(result)) { m_operators = InitializedOperators::Of(count, operators); }
        return result;
    }

    // Returns the operators. Empty if there was not enough memory.
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

    // Returns the object as an ExplainedTable if it is one. Returns nothing for any other object, and for null.
    static ComOwner<ExplainedTable> From(IUnknown* object) noexcept
    {
        const auto found = Query<IDMLBindingTable>(object, IdOf(PrivateId::BindingTable));
        return ComOwner<ExplainedTable>::Share(static_cast<ExplainedTable*>(found.Get()));
    }

    // Returns the description with DirectML's dispatchable in place of a wrapped one. Returns zeros for null.
    static DML_BINDING_TABLE_DESC RealDesc(const DML_BINDING_TABLE_DESC* desc) noexcept
    {
        DML_BINDING_TABLE_DESC real = {};
        if (desc != nullptr) { real = *desc; }
        const auto initializer = ExplainedInitializer::From(real.Dispatchable);
        if (initializer) { real.Dispatchable = initializer->Real(); }
        return real;
    }

    bool HasInterface(REFIID id) const noexcept override
    {
        return IsAnyOf(id, IidDeviceChild, IidBindingTable, IdOf(PrivateId::BindingTable));
    }

    // Each of the four functions that bind calls DirectML, notes what is bound, and then reports errors and hazards. A
    // crash that a rule foresees is reported before the call.
    void STDMETHODCALLTYPE BindInputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override
    {
        const auto makeVerdict = [&] { return InputsVerdict(count, bindings); };
        if (m_isInitializer && count != 0) { AnnounceCrash("BindInputs", makeVerdict()); }
        m_real->BindInputs(count, bindings);
        m_bound.hasInputs = count != 0;
        ReportBinding("BindInputs", makeVerdict);
    }
    void STDMETHODCALLTYPE BindOutputs(UINT count, const DML_BINDING_DESC* bindings) noexcept override
    {
        m_real->BindOutputs(count, bindings);
        m_bound.hasOutputs = count != 0;
        ReportBinding("BindOutputs", [&] { return OutputsVerdict(count, bindings); });
    }
    void STDMETHODCALLTYPE BindTemporaryResource(const DML_BINDING_DESC* binding) noexcept override
    {
        constexpr BindingCall Call = BindingCall::TemporaryResource;
        const auto makeVerdict = [&]
        { return ValidateResourceBinding(Call, TemporaryResource(), binding, m_device->Buffers()); };
        if (binding == nullptr) { AnnounceCrash("BindTemporaryResource", makeVerdict()); }
        m_real->BindTemporaryResource(binding);
        m_bound.hasTemporaryResource = IsBuffer(binding);
        ReportBinding("BindTemporaryResource", makeVerdict);
    }
    void STDMETHODCALLTYPE BindPersistentResource(const DML_BINDING_DESC* binding) noexcept override
    {
        const BindingCall call =
            m_isInitializer ? BindingCall::InitializerPersistentResource : BindingCall::PersistentResource;
        const auto makeVerdict = [&]
        { return ValidateResourceBinding(call, PersistentResource(), binding, m_device->Buffers()); };
        if (binding == nullptr) { AnnounceCrash("BindPersistentResource", makeVerdict()); }
        m_real->BindPersistentResource(binding);
        m_bound.hasPersistentResource = IsBuffer(binding);
        ReportBinding("BindPersistentResource", makeVerdict);
    }
    // Calls DirectML with its own dispatchable. If DirectML accepts the description, nothing is bound any more.
    HRESULT STDMETHODCALLTYPE Reset(const DML_BINDING_TABLE_DESC* desc) noexcept override
    {
        const DML_BINDING_TABLE_DESC realDesc = RealDesc(desc);
        CallArguments call = m_device->Arguments(DeviceCall::ResetTable);
        call.table = desc != nullptr ? &realDesc : nullptr;
        const HRESULT result = m_device->CallDirectML(call, [&] { return m_real->Reset(call.table); });
        if (SUCCEEDED(result)) { SetDispatchable(desc); }
        return result;
    }

    // Returns DirectML's dispatchable for a dispatchable that may be wrapped. Asks the object only if it is not the
    // dispatchable of this table.
    IDMLDispatchable* RealOf(IDMLDispatchable* dispatchable) const noexcept
    {
        if (dispatchable == m_dispatchable.Get()) { return m_realDispatchable.Get(); }
        const auto initializer = ExplainedInitializer::From(dispatchable);
        return initializer ? initializer->Real() : dispatchable;
    }
    // Returns DirectML's dispatchable for which the table was made, or null.
    IDMLDispatchable* MadeFor() const noexcept { return m_realDispatchable.Get(); }

    // Reports the first missing binding, after a dispatch removed the device. Returns whether a binding is missing.
    bool ReportMissing(HRESULT removed) noexcept
    {
        const auto initialized = Initialized();
        if (!m_known && !initialized) { return false; }
        DispatchBindings dispatch = m_bound;
        dispatch.isInitializer = m_isInitializer;
        dispatch.type = m_known ? m_known->Type() : DML_OPERATOR_INVALID;
        dispatch.inputs = initialized ? initialized->AllInputs() : m_known->Inputs();
        dispatch.outputs = initialized ? initialized->Outputs() : m_known->Outputs();
        dispatch.temporaryResource = TemporaryResource();
        dispatch.persistentResource = PersistentResource();
        const BindingDiagnosis missing = ValidateDispatch(dispatch);
        if (missing.Rejected()) { Explain(ReportKind::Failure, "RecordDispatch", removed, missing); }
        return missing.Rejected();
    }
    // Reports a removal that no rule explains.
    void ReportWithoutRule(const char* call, HRESULT removed) noexcept
    {
        Explain(ReportKind::Failure, call, removed, BindingDiagnosis());
    }

private:
    // Remembers the dispatchable of a new or reset table, and forgets what was bound before.
    void SetDispatchable(const DML_BINDING_TABLE_DESC* desc) noexcept
    {
        IDMLDispatchable* const given = desc != nullptr ? desc->Dispatchable : nullptr;
        const auto initializer = ExplainedInitializer::From(given);
        m_dispatchable = ComOwner<IDMLDispatchable>::Share(given);
        m_realDispatchable = initializer ? ComOwner<IDMLDispatchable>::Share(initializer->Real()) : m_dispatchable;
        m_isInitializer = static_cast<bool>(initializer);
        m_known = initializer ? ComOwner<KnownOperator>() : KnownOperator::Find(given);
        m_bound = {};
    }

    static bool IsBuffer(const DML_BINDING_DESC* binding) noexcept
    {
        return binding != nullptr && binding->Type != DML_BINDING_TYPE_NONE;
    }
    // Returns the operators of the initializer for which the table was made. A Reset of the initializer may have
    // changed them since then. Empty if the table was not made for an initializer.
    ComOwner<InitializedOperators> Initialized() const noexcept
    {
        const auto initializer = ExplainedInitializer::From(m_isInitializer ? m_dispatchable.Get() : nullptr);
        return initializer ? initializer->Operators() : ComOwner<InitializedOperators>();
    }
    DML_BINDING_PROPERTIES Properties() const noexcept
    {
        return m_realDispatchable ? PropertiesOf(m_realDispatchable.Get()) : DML_BINDING_PROPERTIES();
    }
    BindingSlot TemporaryResource() const noexcept
    {
        return SlotOfResource("the temporary resource", Properties().TemporaryResourceSize);
    }
    BindingSlot PersistentResource() const noexcept
    {
        return SlotOfResource("the persistent resource", Properties().PersistentResourceSize);
    }
    // Returns the diagnosis of BindInputs. The inputs of an initializer are those of its operators.
    BindingDiagnosis InputsVerdict(UINT count, const DML_BINDING_DESC* bindings) const noexcept
    {
        const BufferFacts buffers = m_device->Buffers();
        if (m_isInitializer)
        {
            const auto initialized = Initialized();
            const BindingSlots* const operators = initialized ? initialized->Inputs() : nullptr;
            const std::uint32_t operatorCount = initialized ? initialized->Count() : count;
            return ValidateInitializerInputs(operators, operatorCount, bindings, count, buffers);
        }
        const BindingSlots inputs = m_known ? m_known->Inputs() : BindingSlots{nullptr, 0, false};
        return ValidateBindings(BindingCall::Inputs, inputs, bindings, count, buffers);
    }
    // Returns the diagnosis of BindOutputs. An initializer has one output for each of its operators, the persistent
    // resource.
    BindingDiagnosis OutputsVerdict(UINT count, const DML_BINDING_DESC* bindings) const noexcept
    {
        const auto initialized = Initialized();
        const BindingSlots outputs = initialized ? initialized->Outputs()
                                     : m_known   ? m_known->Outputs()
                                                 : BindingSlots{nullptr, 0, false};
        const BindingCall call = m_isInitializer ? BindingCall::InitializerOutputs : BindingCall::Outputs;
        return ValidateBindings(call, outputs, bindings, count, m_device->Buffers());
    }

    // Reports a diagnosis of bindings with the operator and its tensors.
    void Explain(ReportKind kind, const char* call, HRESULT result, const BindingDiagnosis& verdict) noexcept
    {
        ReportText text;
        const auto initialized = Initialized();
        const KnownOperator* known = m_known.Get();
        if (m_isInitializer)
        {
            text.Append("initializer: ");
            const bool namesOneOperator = initialized && verdict.binding < initialized->Count();
            if (namesOneOperator) { known = initialized->At(verdict.binding); }
        }
        if (known != nullptr) { text.Append(known->Name(), ": "); }
        if (verdict.error == BindingError::BindingType && m_isInitializer)
        {
            text.Append("this table is an initializer's (if it is for the operator, Reset it first): ");
        }
        const bool isExplained = !verdict.Ok() && (verdict.Rejected() || kind == ReportKind::Hazard);
        if (isExplained) { text.AppendReason(verdict); }
        else { text.AppendReason(ReasonWithoutRule()); }
        if (known != nullptr && known->Desc() != nullptr) { text.AppendTensors(*known->Desc()); }
        m_device->Report(kind, call, result, text);
    }
    // Returns the finding about a removal that no rule explains: what kept the rules from explaining it, such as an
    // operator that is not known, or Unexplained.
    DeviceFinding ReasonWithoutRule() const noexcept
    {
        const DeviceFinding removal = m_device->RemovalWithoutRule();
        const auto initialized = Initialized();
        if (removal.error != DeviceError::Unexplained) { return removal; }
        if (!m_realDispatchable) { return {DeviceError::NullDispatchable}; }
        if (m_isInitializer && !(initialized && initialized->IsKnown()))
        {
            return FindingAt(DeviceError::Unknown, "an operator of the initializer");
        }
        return m_isInitializer || m_known ? removal : FindingAt(DeviceError::Unknown, "the operator");
    }
    void AnnounceCrash(const char* call, const BindingDiagnosis& verdict) noexcept
    {
        const bool isRemoved = FAILED(m_device->Real()->GetDeviceRemovedReason());
        if (verdict.Terminates() && !isRemoved) { Explain(ReportKind::WillCrash, call, S_OK, verdict); }
    }
    // Reports a call that removed the device, or a hazard if hazards are reported. Calls makeVerdict only in these
    // cases.
    template <class MakeVerdict> void ReportBinding(const char* call, const MakeVerdict& makeVerdict) noexcept
    {
        const HRESULT removed = m_device->UnreportedRemoval();
        if (FAILED(removed)) { return Explain(ReportKind::Failure, call, removed, makeVerdict()); }
        if (!m_device->Options().hazards) { return; }
        const BindingDiagnosis found = makeVerdict();
        if (m_device->IsReportedHazard(found)) { Explain(ReportKind::Hazard, call, S_OK, found); }
    }

    // The dispatchable as the program passed it, and DirectML's. The first reference keeps the address from being used
    // for another object.
    ComOwner<IDMLDispatchable> m_dispatchable, m_realDispatchable;
    ComOwner<KnownOperator> m_known; // of a compiled operator; empty for an initializer
    bool m_isInitializer = false;
    DispatchBindings m_bound;
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

    // Passes DirectML's own objects on, also where the caller gives wrapped ones. A crash is announced before the call.
    void STDMETHODCALLTYPE RecordDispatch(ID3D12CommandList* commandList, IDMLDispatchable* dispatchable,
                                          IDMLBindingTable* bindings) noexcept override
    {
        const auto table = ExplainedTable::From(bindings); // empty if `bindings` is not a wrapped table
        const auto initializer = table ? ComOwner<ExplainedInitializer>() : ExplainedInitializer::From(dispatchable);
        CallArguments call = m_device->Arguments(DeviceCall::Dispatch);
        call.list = commandList;
        call.dispatchable = table ? table->RealOf(dispatchable) : initializer ? initializer->Real() : dispatchable;
        call.bindings = table ? table->Real() : bindings;
        call.isTableKnown = static_cast<bool>(table);
        call.madeFor = table ? table->MadeFor() : nullptr;
        m_device->AnnounceCrash(call);
        m_real->RecordDispatch(commandList, call.dispatchable, call.bindings);
        const HRESULT removed = m_device->UnreportedRemoval();
        if (FAILED(removed)) { Explain(call, table.Get(), removed); }
    }

private:
    // Reports the dispatch that removed the device.
    void Explain(const CallArguments& call, ExplainedTable* table, HRESULT removed) noexcept
    {
        const DeviceFinding removal = m_device->RemovalWithoutRule();
        DeviceFinding found = removal.error == DeviceError::Unexplained ? FirstBroken(call) : removal;
        if (found.Ok() && table != nullptr && table->ReportMissing(removed)) { return; }
        if (found.Ok()) { found = FindGraphicsList(call); }
        if (found.Ok() && table != nullptr) { return table->ReportWithoutRule("RecordDispatch", removed); }
        ReportText text;
        text.AppendReason(found.Ok() ? DeviceFinding{DeviceError::Unknown} : found);
        m_device->Report(ReportKind::Failure, "RecordDispatch", removed, text);
    }
};

// =====================================================================================================================
//   The device's calls
// =====================================================================================================================

// Calls DirectML, and wraps the initializer together with what is known of its operators.
inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateOperatorInitializer(UINT count,
                                                                            IDMLCompiledOperator* const* operators,
                                                                            REFIID id, void** object) noexcept
{
    CallArguments call = Arguments(DeviceCall::CreateInitializer, &id, object);
    call.count = count;
    call.operators = operators;
    const auto create = [&] { return m_real->CreateOperatorInitializer(count, operators, id, object); };
    const HRESULT result = CallDirectML(call, create);
    if (FAILED(result) || object == nullptr) { return result; }
    const auto initialized = InitializedOperators::Of(count, operators);
    ReplaceByWrapped<ExplainedInitializer, IDMLOperatorInitializer>(IidInitializer, id, object, this, initialized);
    // One report for each operator. `initialized` is empty if there was not enough memory.
    for (std::uint32_t i = 0; initialized && i < count; ++i)
    {
        ReportCall(RowOf(call.function).name, initialized->At(i));
    }
    return result;
}

inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateCommandRecorder(REFIID id, void** object) noexcept
{
    const CallArguments call = Arguments(DeviceCall::CreateRecorder, &id, object);
    const HRESULT result = CallDirectML(call, [&] { return m_real->CreateCommandRecorder(id, object); });
    if (FAILED(result)) { return result; }
    ReplaceByWrapped<ExplainedRecorder, IDMLCommandRecorder>(IidRecorder, id, object, this);
    return result;
}

// Calls DirectML with its own dispatchable, and wraps the table.
inline HRESULT STDMETHODCALLTYPE ExplainedDevice::CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID id,
                                                                     void** object) noexcept
{
    const DML_BINDING_TABLE_DESC realDesc = ExplainedTable::RealDesc(desc);
    CallArguments call = Arguments(DeviceCall::CreateTable, &id, object);
    call.table = desc != nullptr ? &realDesc : nullptr;
    const HRESULT result = CallDirectML(call, [&] { return m_real->CreateBindingTable(call.table, id, object); });
    if (FAILED(result)) { return result; }
    ReplaceByWrapped<ExplainedTable, IDMLBindingTable>(IidBindingTable, id, object, this, desc);
    return result;
}

// Calls Evict or MakeResident with DirectML's own objects in place of wrapped ones.
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

/// Returns a device that forwards each call to the given device and reports why a call failed. Returns null for null,
/// and the given device if there is not enough memory. The function takes over the caller's reference and returns one:
/// device.Attach(ExplainErrors(device.Detach())).
///
/// options: are copied. The context must live as long as the device and every object that the device makes.
///
/// A report of a failure follows the call, and only if DirectML failed. The report names the rule that explains the
/// failure, or says that no rule of DirectML 1.15.4 is broken. A crash that a rule foresees is reported before the
/// call. If a Bind method or RecordDispatch removes the device, the report follows that call.
inline IDMLDevice* ExplainErrors(IDMLDevice* device, const ExplainOptions& options = {}) noexcept
{
    if (device == nullptr) { return nullptr; }
    IDMLDevice* const explained = new (std::nothrow) detail::ExplainedDevice(device, options);
    return explained != nullptr ? explained : device;
}

#if DTU_HAS_DEVICE1
/// Does the same for an IDMLDevice1, such as the device of a ComPtr<IDMLDevice1>.
inline IDMLDevice1* ExplainErrors(IDMLDevice1* device, const ExplainOptions& options = {}) noexcept
{
    // The result is an IDMLDevice1, whether it is the given device or a wrapped one.
    return static_cast<IDMLDevice1*>(ExplainErrors(static_cast<IDMLDevice*>(device), options));
}
#endif

/// Reports why DMLCreateDevice or DMLCreateDevice1 failed, if it did. Returns `result`.
///
/// result: what DMLCreateDevice or DMLCreateDevice1 returned. d3d12Device, flags, riid: the arguments of that call.
/// minimumFeatureLevel: its DML_FEATURE_LEVEL as a number, 0x6400 for 6_4; 0 for DMLCreateDevice.
/// options: `report` and `context` are used.
/// Source: recorded results of DirectML 1.15.4.
inline HRESULT ExplainCreateDevice(HRESULT result, ID3D12Device* d3d12Device, DML_CREATE_DEVICE_FLAGS flags,
                                   std::uint32_t minimumFeatureLevel, REFIID riid,
                                   const ExplainOptions& options = {}) noexcept
{
    if (SUCCEEDED(result) || options.report == nullptr) { return result; }
    detail::CallArguments call = {detail::DeviceCall::CreateDevice};
    call.d3d12Device = d3d12Device;
    call.flags = static_cast<std::uint32_t>(flags);
    call.level = minimumFeatureLevel;
    call.id = &riid;
    call.result = result;
    const detail::DeviceFinding found = detail::FirstBroken(call);
    detail::ReportText text;
    text.AppendReason(found.Ok() ? detail::NoRuleBroken(call) : found);
    const char* const name = minimumFeatureLevel != 0 ? "DMLCreateDevice1" : "DMLCreateDevice";
    options.report({name, result, text.c_str(), ReportKind::Failure, text.rule}, options.context);
    return result;
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DTU_HAS_DEVICE1

#endif // DML_TENSOR_DEVICE_HPP
