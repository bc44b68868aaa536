// Asks the real DirectML, on the software adapter (WARP), for random operators and compares each HRESULT with Validate:
// directml_conformance [<cases> [<first case>]]. See docs/conformance.md.
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>
#include <d3d12.h>
#include <dxgi1_4.h>
#include <DirectML.h>

#include "conformance.hpp"

#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>

namespace
{

using namespace conformance;

// By hand, because __uuidof of DirectML's interfaces does not link with every toolchain.
constexpr GUID IidFactory = {0x1bc6ea02, 0xef36, 0x464f, {0xbf, 0x0c, 0x21, 0xca, 0x39, 0xe5, 0x16, 0x8a}};
constexpr GUID IidAdapter = {0x2411e7e1, 0x12ac, 0x4ccf, {0xbd, 0x14, 0x97, 0x98, 0xe8, 0x53, 0x4d, 0xc0}};
constexpr GUID IidD3D12Device = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};
constexpr GUID IidDevice = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};
constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};

struct Release
{
    void operator()(IUnknown* object) const { object->Release(); }
};

template <class Interface>
using Owner = std::unique_ptr<Interface, Release>;

// The object that create(&object) makes, or null.
template <class Interface, class Create>
Owner<Interface> Make(Create create)
{
    void* object = nullptr;
    const HRESULT result = create(&object);
    return Owner<Interface>(SUCCEEDED(result) ? static_cast<Interface*>(object) : nullptr);
}

template <class Function>
Function Find(const wchar_t* library, const char* name)
{
    const HMODULE module = LoadLibraryW(library);
    // Through void*, since compilers warn of a cast between different functions.
    return module == nullptr ? nullptr
                             : reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(module, name)));
}

using CreateFactory = HRESULT(WINAPI*)(UINT flags, REFIID riid, void** factory);
using CreateD3D12Device = HRESULT(WINAPI*)(IUnknown* adapter, D3D_FEATURE_LEVEL level, REFIID riid, void** device);
using CreateDevice = HRESULT(WINAPI*)(ID3D12Device* device, DML_CREATE_DEVICE_FLAGS flags, REFIID riid, void** dml);

std::uint32_t NewestFeatureLevel(IDMLDevice& device)
{
    const DML_FEATURE_LEVEL levels[] = {DML_FEATURE_LEVEL_1_0, DML_FEATURE_LEVEL_2_0, DML_FEATURE_LEVEL_2_1,
                                        DML_FEATURE_LEVEL_3_0, DML_FEATURE_LEVEL_3_1, DML_FEATURE_LEVEL_4_0,
                                        DML_FEATURE_LEVEL_4_1};
    const DML_FEATURE_QUERY_FEATURE_LEVELS query = {static_cast<UINT>(std::size(levels)), levels};
    DML_FEATURE_DATA_FEATURE_LEVELS data = {};
    const HRESULT result =
        device.CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query, &query, sizeof data, &data);
    return SUCCEEDED(result) ? static_cast<std::uint32_t>(data.MaxSupportedFeatureLevel) : 0;
}

std::uint32_t SupportedTypes(IDMLDevice& device)
{
    std::uint32_t types = 0;
    for (std::uint32_t type = 1; type < 14; ++type)
    {
        const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {static_cast<DML_TENSOR_DATA_TYPE>(type)};
        DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {};
        const HRESULT result =
            device.CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, sizeof query, &query, sizeof data, &data);
        types |= SUCCEEDED(result) && data.IsSupported != FALSE ? std::uint32_t{1} << type : 0;
    }
    return types & DocumentedTypes;
}

Result Create(IDMLDevice& device, const DML_OPERATOR_DESC& desc)
{
    void* made = nullptr;
    const HRESULT result = device.CreateOperator(&desc, IidOperator, &made);
    const Owner<IDMLOperator> owner(static_cast<IDMLOperator*>(made));
    return static_cast<Result>(result);
}

Result CreateOperator(IDMLDevice& device, const Request& request)
{
    switch (request.kind)
    {
    case Operator::Identity:
    {
        const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {request.desc.InputTensor, request.desc.OutputTensor,
                                                              nullptr};
        return Create(device, {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc});
    }
    case Operator::FillValueConstant:
    {
        const DML_TENSOR_DESC* output = request.desc.OutputTensor;
        DML_FILL_VALUE_CONSTANT_OPERATOR_DESC desc = {};
        desc.OutputTensor = output;
        desc.ValueDataType = output != nullptr && output->Desc != nullptr
                                 ? static_cast<const DML_BUFFER_TENSOR_DESC*>(output->Desc)->DataType
                                 : DML_TENSOR_DATA_TYPE_FLOAT32;
        return Create(device, {DML_OPERATOR_FILL_VALUE_CONSTANT, &desc});
    }
    default: return Create(device, {DML_OPERATOR_GATHER, &request.desc});
    }
}

int CannotRunBecause(const char* reason)
{
    std::printf("Skipped: %s\n", reason);
    return CannotRun;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    Cases cases = {100000, 1};
    if (argumentCount > 3 || (argumentCount > 1 && !Parse(arguments[1], cases.count))
        || (argumentCount > 2 && !Parse(arguments[2], cases.first)) || cases.count == 0)
    {
        std::fputs("usage: directml_conformance [<cases> [<first case>]]\n", stderr);
        return WrongArguments;
    }

    const auto createDevice = Find<CreateDevice>(L"DirectML.dll", "DMLCreateDevice");
    if (createDevice == nullptr)
    {
        return CannotRunBecause("there is no DirectML.dll here");
    }
    const auto createFactory = Find<CreateFactory>(L"dxgi.dll", "CreateDXGIFactory2");
    const auto createD3D12Device = Find<CreateD3D12Device>(L"d3d12.dll", "D3D12CreateDevice");
    if (createFactory == nullptr || createD3D12Device == nullptr)
    {
        return CannotRunBecause("there is no Direct3D 12 here");
    }

    const auto factory = Make<IDXGIFactory4>([&](void** made) { return createFactory(0, IidFactory, made); });
    const auto adapter = Make<IDXGIAdapter>(
        [&](void** made) { return factory ? factory->EnumWarpAdapter(IidAdapter, made) : E_NOINTERFACE; });
    if (!adapter)
    {
        return CannotRunBecause("there is no software adapter (WARP) here");
    }
    const auto d3d12Device = Make<ID3D12Device>(
        [&](void** made) { return createD3D12Device(adapter.get(), D3D_FEATURE_LEVEL_11_0, IidD3D12Device, made); });
    if (!d3d12Device)
    {
        return CannotRunBecause("the software adapter (WARP) has no Direct3D 12 device");
    }
    const auto device = Make<IDMLDevice>(
        [&](void** made) { return createDevice(d3d12Device.get(), DML_CREATE_DEVICE_FLAG_NONE, IidDevice, made); });
    if (!device)
    {
        return CannotRunBecause("DirectML.dll makes no device on the software adapter (WARP)");
    }
    // The first level that documents all types and ranks of the three operators.
    if (NewestFeatureLevel(*device) < 0x4100)
    {
        return CannotRunBecause("DirectML.dll is older than feature level 4_1");
    }

    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(GetModuleHandleW(L"DirectML.dll"), path, MAX_PATH - 1);
    std::printf("%ls\n", path);
    return Run(cases, SupportedTypes(*device),
               [&](const Request& request) { return CreateOperator(*device, request); });
}
