#pragma once

// What every DirectML program needs, without an import library or a helper library: owners of COM objects, devices,
// buffers, and a command list.

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#if defined(__MINGW32__)
#define WIDL_EXPLICIT_AGGREGATE_RETURNS // for methods that return a structure
#endif
#include <windows.h>
#include <d3d12.h>
#include <dxgi1_4.h>
#include <DirectML.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace directml_identity
{

// ---- COM ------------------------------------------------------------------------------------------------------------

struct Release
{
    void operator()(IUnknown* object) const { object->Release(); }
};

template <class Interface> using Owner = std::unique_ptr<Interface, Release>;

// The interface IDs are written out, because __uuidof of DirectML's interfaces does not link with every toolchain.
inline constexpr GUID IidFactory = {0x1bc6ea02, 0xef36, 0x464f, {0xbf, 0x0c, 0x21, 0xca, 0x39, 0xe5, 0x16, 0x8a}};
inline constexpr GUID IidAdapter = {0x29038f61, 0x3839, 0x4626, {0x91, 0xfd, 0x08, 0x68, 0x79, 0x01, 0x1a, 0x05}};
inline constexpr GUID IidD3D12Device = {0x189819f1, 0x1db6, 0x4b57, {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};
inline constexpr GUID IidCommandQueue = {0x0ec870a6, 0x5d7e, 0x4c22, {0x8c, 0xfc, 0x5b, 0xaa, 0xe0, 0x76, 0x16, 0xed}};
inline constexpr GUID IidCommandAllocator = {
    0x6102dee4, 0xaf59, 0x4b09, {0xb9, 0x99, 0xb4, 0x4d, 0x73, 0xf0, 0x9b, 0x24}};
inline constexpr GUID IidCommandList = {0x5b160d0f, 0xac1b, 0x4185, {0x8b, 0xa8, 0xb3, 0xae, 0x42, 0xa5, 0xa4, 0x55}};
inline constexpr GUID IidFence = {0x0a753dcf, 0xc4d8, 0x4b91, {0xad, 0xf6, 0xbe, 0x5a, 0x60, 0xd9, 0x5a, 0x76}};
inline constexpr GUID IidDescriptorHeap = {
    0x8efb471d, 0x616c, 0x4f49, {0x90, 0xf7, 0x12, 0x7b, 0xb7, 0x63, 0xfa, 0x51}};
inline constexpr GUID IidResource = {0x696442be, 0xa72e, 0x4059, {0xbc, 0x79, 0x5b, 0x5c, 0x98, 0x04, 0x0f, 0xad}};
inline constexpr GUID IidDmlDevice = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};
inline constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
inline constexpr GUID IidCompiledOperator = {
    0x6b15e56a, 0xbf5c, 0x4902, {0x92, 0xd8, 0xda, 0x3a, 0x65, 0x0a, 0xfe, 0xa4}};
inline constexpr GUID IidInitializer = {0x427c1113, 0x435c, 0x469c, {0x86, 0x76, 0x4d, 0x5d, 0xd0, 0x72, 0xf8, 0x13}};
inline constexpr GUID IidBindingTable = {0x29c687dc, 0xde74, 0x4e3b, {0xab, 0x00, 0x11, 0x68, 0xf2, 0xfc, 0x3c, 0xfc}};
inline constexpr GUID IidCommandRecorder = {
    0xe6857a76, 0x2e3e, 0x4fdd, {0xbf, 0xf4, 0x5d, 0x2b, 0xa1, 0x0f, 0xb4, 0x53}};

inline void Check(HRESULT result, const char* whatFailed)
{
    if (FAILED(result))
    {
        char code[16] = {};
        static_cast<void>(std::snprintf(code, sizeof code, " (0x%08lX)", static_cast<unsigned long>(result)));
        throw std::runtime_error(whatFailed + std::string(code));
    }
}

// Returns the object that create(iid, &object) makes, or null.
template <class Interface, class Create> Owner<Interface> TryToMake(const GUID& iid, Create create)
{
    void* object = nullptr;
    const HRESULT result = create(iid, &object);
    return Owner<Interface>(SUCCEEDED(result) ? static_cast<Interface*>(object) : nullptr);
}

// Returns the object that create(iid, &object) makes, or throws.
template <class Interface, class Create> Owner<Interface> Make(const GUID& iid, const char* whatFailed, Create create)
{
    void* object = nullptr;
    Check(create(iid, &object), whatFailed);
    return Owner<Interface>(static_cast<Interface*>(object));
}

template <class Function> Function Find(const wchar_t* library, const char* name)
{
    const HMODULE module = LoadLibraryW(library);
    // Through void*, because compilers warn about a cast between function types.
    return module == nullptr ? nullptr
                             : reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(module, name)));
}

// For a method that returns a structure, Microsoft's compiler passes the address of the result after `this`, and g++
// before it. Direct3D's headers make the address a parameter for g++, but DirectML's header does not. So the method is
// called through the virtual table, where it follows three methods of IUnknown, four of IDMLObject and one of
// IDMLDeviceChild.
inline DML_BINDING_PROPERTIES BindingProperties(IDMLDispatchable& dispatchable)
{
#if defined(__MINGW32__)
    using Method = DML_BINDING_PROPERTIES*(STDMETHODCALLTYPE*)(IDMLDispatchable*, DML_BINDING_PROPERTIES*);
    const Method* const methods = *reinterpret_cast<const Method* const*>(&dispatchable);
    DML_BINDING_PROPERTIES properties = {};
    methods[8](&dispatchable, &properties);
    return properties;
#else
    return dispatchable.GetBindingProperties();
#endif
}

inline DML_BINDING_TABLE_DESC DescribeTable(IDMLDispatchable& dispatchable, ID3D12DescriptorHeap& heap, UINT count)
{
    DML_BINDING_TABLE_DESC desc = {&dispatchable, {}, {}, count};
#if defined(__MINGW32__)
    heap.GetCPUDescriptorHandleForHeapStart(&desc.CPUDescriptorHandle);
    heap.GetGPUDescriptorHandleForHeapStart(&desc.GPUDescriptorHandle);
#else
    desc.CPUDescriptorHandle = heap.GetCPUDescriptorHandleForHeapStart();
    desc.GPUDescriptorHandle = heap.GetGPUDescriptorHandleForHeapStart();
#endif
    return desc;
}

// ---- the devices ----------------------------------------------------------------------------------------------------

using CreateFactory = HRESULT(WINAPI*)(REFIID riid, void** factory);
using CreateD3D12Device = HRESULT(WINAPI*)(IUnknown* adapter, D3D_FEATURE_LEVEL level, REFIID riid, void** device);
using CreateDmlDevice = HRESULT(WINAPI*)(ID3D12Device* device, DML_CREATE_DEVICE_FLAGS flags, REFIID riid, void** dml);

struct Devices
{
    Owner<ID3D12Device> d3d12;
    Owner<IDMLDevice> dml;
};

// Thrown if this machine cannot run the program.
struct NotHere : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

// Returns the adapter's devices; dml is null unless the adapter has both.
inline Devices TryToOpen(IDXGIAdapter1& adapter, CreateD3D12Device createD3D12, CreateDmlDevice createDml)
{
    Devices devices;
    devices.d3d12 = TryToMake<ID3D12Device>(IidD3D12Device, [&](auto... out)
                                            { return createD3D12(&adapter, D3D_FEATURE_LEVEL_11_0, out...); });
    if (devices.d3d12)
    {
        devices.dml =
            TryToMake<IDMLDevice>(IidDmlDevice, [&](auto... out)
                                  { return createDml(devices.d3d12.get(), DML_CREATE_DEVICE_FLAG_NONE, out...); });
    }
    return devices;
}

// The kind of adapter to try first. The software adapter is WARP.
enum class First
{
    Hardware,
    Software
};

// Returns the devices of the first adapter that has both.
inline Devices OpenDevices(First first)
{
    const auto createDml = Find<CreateDmlDevice>(L"DirectML.dll", "DMLCreateDevice");
    if (createDml == nullptr) { throw NotHere("there is no DirectML.dll here"); }
    const auto createD3D12 = Find<CreateD3D12Device>(L"d3d12.dll", "D3D12CreateDevice");
    const auto createFactory = Find<CreateFactory>(L"dxgi.dll", "CreateDXGIFactory1");
    if (createD3D12 == nullptr || createFactory == nullptr) { throw NotHere("there is no Direct3D 12 here"); }
    const auto factory = TryToMake<IDXGIFactory4>(IidFactory, createFactory);
    if (!factory) { throw NotHere("DXGI can list no adapters here"); }

    const auto openSoftware = [&]
    {
        const auto warp =
            TryToMake<IDXGIAdapter1>(IidAdapter, [&](auto... out) { return factory->EnumWarpAdapter(out...); });
        Devices devices = warp ? TryToOpen(*warp, createD3D12, createDml) : Devices{};
        if (devices.dml) { std::printf("adapter: WARP\n"); }
        return devices;
    };
    const auto openHardware = [&]
    {
        IDXGIAdapter1* found = nullptr;
        for (UINT index = 0; SUCCEEDED(factory->EnumAdapters1(index, &found)); ++index)
        {
            const Owner<IDXGIAdapter1> adapter(found);
            DXGI_ADAPTER_DESC1 desc = {};
            Check(adapter->GetDesc1(&desc), "an adapter's description cannot be read");
            const bool isSoftware = (desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) != 0;
            Devices devices = isSoftware ? Devices{} : TryToOpen(*adapter, createD3D12, createDml);
            if (devices.dml)
            {
                std::printf("adapter: %ls\n", desc.Description);
                return devices;
            }
        }
        return Devices{};
    };
    Devices devices = first == First::Software ? openSoftware() : openHardware();
    if (!devices.dml) { devices = first == First::Software ? openHardware() : openSoftware(); }
    if (!devices.dml) { throw NotHere("no adapter here, not even a software one, has both Direct3D 12 and DirectML"); }
    return devices;
}

// ---- Direct3D 12 ----------------------------------------------------------------------------------------------------

// Makes a buffer. A buffer in the default heap is in the state COMMON at first and after each execution; its first use
// in a command list promotes it to the state that this use needs.
inline Owner<ID3D12Resource> MakeBuffer(ID3D12Device& device, D3D12_HEAP_TYPE heapType, std::uint64_t bytes)
{
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = heapType;
    D3D12_RESOURCE_DESC desc = {};
    desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    desc.Width = bytes;
    desc.Height = 1;
    desc.DepthOrArraySize = 1;
    desc.MipLevels = 1;
    desc.SampleDesc.Count = 1;
    desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    // DirectML requires the flag for buffers that it binds.
    desc.Flags =
        heapType == D3D12_HEAP_TYPE_DEFAULT ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS : D3D12_RESOURCE_FLAG_NONE;
    const auto state = heapType == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_RESOURCE_STATE_GENERIC_READ
                       : heapType == D3D12_HEAP_TYPE_READBACK ? D3D12_RESOURCE_STATE_COPY_DEST
                                                              : D3D12_RESOURCE_STATE_COMMON;
    return Make<ID3D12Resource>(
        IidResource, "Direct3D 12 makes no buffer",
        [&](auto... out)
        { return device.CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr, out...); });
}

inline void Transition(ID3D12GraphicsCommandList& list, ID3D12Resource& buffer, D3D12_RESOURCE_STATES before,
                       D3D12_RESOURCE_STATES after)
{
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
    barrier.Transition.pResource = &buffer;
    barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
    barrier.Transition.StateBefore = before;
    barrier.Transition.StateAfter = after;
    list.ResourceBarrier(1, &barrier);
}

// A queue and a command list. The list is open at the start and after every ExecuteAndWait.
class Commands
{
public:
    explicit Commands(ID3D12Device& device) : m_device(device)
    {
        constexpr auto Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
        D3D12_COMMAND_QUEUE_DESC desc = {};
        desc.Type = Type;
        m_queue = Make<ID3D12CommandQueue>(IidCommandQueue, "Direct3D 12 makes no command queue",
                                           [&](auto... out) { return device.CreateCommandQueue(&desc, out...); });
        m_allocator =
            Make<ID3D12CommandAllocator>(IidCommandAllocator, "Direct3D 12 makes no command allocator",
                                         [&](auto... out) { return device.CreateCommandAllocator(Type, out...); });
        m_list = Make<ID3D12GraphicsCommandList>(
            IidCommandList, "Direct3D 12 makes no command list",
            [&](auto... out) { return device.CreateCommandList(0, Type, m_allocator.get(), nullptr, out...); });
        m_fence = Make<ID3D12Fence>(IidFence, "Direct3D 12 makes no fence",
                                    [&](auto... out) { return device.CreateFence(0, D3D12_FENCE_FLAG_NONE, out...); });
    }

    ID3D12GraphicsCommandList& List() { return *m_list; }

    void ExecuteAndWait()
    {
        Check(m_list->Close(), "a recorded command is wrong");
        ID3D12CommandList* const lists[] = {m_list.get()};
        m_queue->ExecuteCommandLists(1, lists);
        Check(m_queue->Signal(m_fence.get(), ++m_executed), "the queue does not signal its fence");
        // Without an event, the call returns when the fence has the value.
        Check(m_fence->SetEventOnCompletion(m_executed, nullptr), "the fence cannot be waited for");
        Check(m_device.GetDeviceRemovedReason(), "Direct3D 12 removed the device");
        Check(m_allocator->Reset(), "the command allocator cannot be used again");
        Check(m_list->Reset(m_allocator.get(), nullptr), "the command list cannot be used again");
    }

private:
    ID3D12Device& m_device;
    Owner<ID3D12CommandQueue> m_queue;
    Owner<ID3D12CommandAllocator> m_allocator;
    Owner<ID3D12GraphicsCommandList> m_list;
    Owner<ID3D12Fence> m_fence;
    UINT64 m_executed = 0;
};

} // namespace directml_identity
