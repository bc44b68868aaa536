// A drop-in DirectML.dll: forwards to the real one, with a device that says why a call failed. README.md says how to use it.
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>
// Without this macro, DirectML.h declares only what the Windows version has for which the program is compiled.
#if !defined(DML_TARGET_VERSION_USE_LATEST)
#define DML_TARGET_VERSION_USE_LATEST
#endif
#include "dml_tensor_device.hpp" // includes DirectML.h
#include "graph_dot.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace
{
namespace dml = dml_tensor_utils;

std::string Variable(const char* name)
{
    char value[1024] = {};
    const DWORD size = GetEnvironmentVariableA(name, value, sizeof(value));
    return size < sizeof(value) ? std::string(value, size) : std::string();
}

std::FILE* OpenToAppend(const std::string& path)
{
    std::FILE* file = nullptr;
#if defined(_MSC_VER)
    if (!path.empty() && fopen_s(&file, path.c_str(), "a") != 0) { file = nullptr; }
#else
    if (!path.empty()) { file = std::fopen(path.c_str(), "a"); }
#endif
    return file;
}

// Where reports and graphs go. It lives as long as the process, because devices may be released late.
struct Output
{
    std::FILE* log = OpenToAppend(Variable("DML_EXPLAIN_LOG"));
    std::FILE* graphs = OpenToAppend(Variable("DML_EXPLAIN_GRAPH"));
    std::mutex mutex;
    int graphCount = 0;

    static void Report(const dml::DeviceReport& report, void* context)
    {
        auto& output = *static_cast<Output*>(context);
        const std::lock_guard<std::mutex> lock(output.mutex);
        dml::ReportToDebugger(report, nullptr);
        if (output.log != nullptr) { dml::ReportToFile(report, output.log); }
    }
    static void Graph(const DML_GRAPH_DESC& graph, const DML_OPERATOR_DESC* const* operators, void* context)
    {
        auto& output = *static_cast<Output*>(context);
        const std::lock_guard<std::mutex> lock(output.mutex);
        const std::string name = "graph" + std::to_string(++output.graphCount);
        static_cast<void>(std::fputs(graph_dot::DotOf(graph, operators, name).c_str(), output.graphs));
        static_cast<void>(std::fflush(output.graphs));
    }
};

dml::ExplainOptions Options()
{
    static Output& output = *new Output;
    dml::ExplainOptions options;
    options.report = Output::Report;
    options.context = &output;
    options.hazards = Variable("DML_EXPLAIN_HAZARDS") == "1";
    options.calls = Variable("DML_EXPLAIN_CALLS") == "1";
    options.graph = output.graphs != nullptr ? Output::Graph : nullptr;
    return options;
}

// Returns the path of a module.
std::wstring PathOf(HMODULE module)
{
    constexpr DWORD MaxLength = 32768; // of any path of Windows
    std::wstring path(MaxLength, L'\0');
    path.resize(GetModuleFileNameW(module, path.data(), MaxLength));
    return path;
}

// Returns the version of a file as text, such as ", version 1.15.4.0".
std::string VersionOf(const std::wstring& path)
{
    std::vector<char> data(GetFileVersionInfoSizeW(path.c_str(), nullptr));
    void* found = nullptr;
    UINT size = 0;
    const bool has = !data.empty()
                     && GetFileVersionInfoW(path.c_str(), 0, static_cast<DWORD>(data.size()), data.data()) != 0
                     && VerQueryValueW(data.data(), L"\\", &found, &size) != 0 && size >= sizeof(VS_FIXEDFILEINFO);
    if (!has) { return ", without a version"; }
    const auto& info = *static_cast<const VS_FIXEDFILEINFO*>(found);
    std::string text = ", version ";
    for (const DWORD part : {info.dwFileVersionMS >> 16, info.dwFileVersionMS & 0xFFFF, info.dwFileVersionLS >> 16,
                             info.dwFileVersionLS & 0xFFFF})
    {
        text += std::to_string(part) + '.';
    }
    text.pop_back();
    return text;
}

// Returns a text in UTF-8.
std::string Utf8(const std::wstring& text)
{
    const int length = static_cast<int>(text.size());
    std::string utf8(3 * text.size(), '\0');
    const int size = WideCharToMultiByte(CP_UTF8, 0, text.c_str(), length, utf8.data(), static_cast<int>(utf8.size()),
                                         nullptr, nullptr);
    utf8.resize(static_cast<std::size_t>(size));
    return utf8;
}

// Returns DirectML_real.dll beside this file, else DirectML.dll of the system, else null. Reports the DLL's version.
HMODULE LoadReal()
{
    HMODULE own = nullptr;
    constexpr DWORD Flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    static const char address = 0; // in this file
    if (GetModuleHandleExW(Flags, reinterpret_cast<LPCWSTR>(&address), &own) == 0) { return nullptr; }
    const std::wstring path = PathOf(own);
    const std::wstring folder = path.substr(0, path.find_last_of(L"\\/") + 1);
    HMODULE real = LoadLibraryExW((folder + L"DirectML_real.dll").c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    wchar_t system[MAX_PATH] = {};
    if (real == nullptr && GetSystemDirectoryW(system, MAX_PATH) != 0)
    {
        const std::wstring ofSystem = std::wstring(system) + L"\\DirectML.dll";
        real = LoadLibraryExW(ofSystem.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
    }
    if (real == nullptr || real == own) { return nullptr; }
    const std::wstring realPath = PathOf(real);
    const std::string text = Utf8(realPath) + VersionOf(realPath);
    const dml::ExplainOptions options = Options();
    options.report({"was loaded", S_OK, text.c_str(), dml::ReportKind::Call}, options.context);
    return real;
}

template <class Function> Function Find(const char* name)
{
    static const HMODULE real = LoadReal();
    // Through void*, because compilers warn about a cast between function types.
    return real == nullptr ? nullptr : reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(real, name)));
}

HRESULT NotFound(const char* call)
{
    const HRESULT result = HRESULT_FROM_WIN32(ERROR_MOD_NOT_FOUND);
    const dml::ExplainOptions options = Options();
    options.report({call, result,
                    "neither DirectML_real.dll beside this DirectML.dll nor the system's DirectML.dll has the function",
                    dml::ReportKind::Failure},
                   options.context);
    return result;
}

constexpr GUID IidDevice = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};

// Replaces the device that DirectML returned.
HRESULT Explained(HRESULT result, REFIID id, void** object)
{
    const dml::ExplainOptions options = Options();
    if (FAILED(result) || object == nullptr || *object == nullptr) { return result; }
    auto* const made = static_cast<IUnknown*>(*object);
    void* device = nullptr;
    if (FAILED(made->QueryInterface(IidDevice, &device))) { return result; }
    IDMLDevice* const explained = dml::ExplainErrors(static_cast<IDMLDevice*>(device), options);
    void* wanted = nullptr;
    if (SUCCEEDED(explained->QueryInterface(id, &wanted)))
    {
        made->Release();
        *object = wanted;
    }
    explained->Release();
    return result;
}
} // namespace

STDAPI DMLCreateDevice(ID3D12Device* d3d12Device, DML_CREATE_DEVICE_FLAGS flags, REFIID riid, void** ppv)
{
    using Create = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, REFIID, void**);
    const auto create = Find<Create>("DMLCreateDevice");
    if (create == nullptr) { return NotFound("DMLCreateDevice"); }
    const HRESULT result = create(d3d12Device, flags, riid, ppv);
    return Explained(dml::ExplainCreateDevice(result, d3d12Device, flags, 0, riid, Options()), riid, ppv);
}

STDAPI DMLCreateDevice1(ID3D12Device* d3d12Device, DML_CREATE_DEVICE_FLAGS flags, DML_FEATURE_LEVEL minimumFeatureLevel,
                        REFIID riid, void** ppv)
{
    using Create = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, DML_FEATURE_LEVEL, REFIID, void**);
    const auto create = Find<Create>("DMLCreateDevice1");
    if (create == nullptr) { return NotFound("DMLCreateDevice1"); }
    const HRESULT result = create(d3d12Device, flags, minimumFeatureLevel, riid, ppv);
    const auto level = static_cast<std::uint32_t>(minimumFeatureLevel);
    return Explained(dml::ExplainCreateDevice(result, d3d12Device, flags, level, riid, Options()), riid, ppv);
}
