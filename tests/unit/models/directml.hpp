// A DirectML without DirectML: a device whose answers the test sets, from recorded verdicts. It counts its living objects,
// and keeps private data as IDMLObject documents it. Native mode.
#pragma once

#include "dml_tensor_device.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mock_directml
{
namespace ids = dml_tensor_utils::detail;

constexpr HRESULT Removed = static_cast<HRESULT>(0x887A0005);
constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
constexpr GUID IidCompiledOperator = {0x6b15e56a, 0xbf5c, 0x4902, {0x92, 0xd8, 0xda, 0x3a, 0x65, 0x0a, 0xfe, 0xa4}};
constexpr GUID IidDebugDevice = {0x7d6f3ac9, 0x394a, 0x4ac3, {0x92, 0xa7, 0x39, 0x0c, 0xc5, 0x7a, 0x82, 0x17}};

inline std::atomic<int> living{0};

inline std::string KeyOf(const GUID& id)
{
    std::string key(sizeof(id), '\0');
    std::memcpy(key.data(), &id, sizeof(id));
    return key;
}

// References, private data and interfaces. An object answers for the interfaces of its list.
template <class Interface> class Object : public Interface
{
public:
    explicit Object(std::vector<GUID> interfaces) : m_interfaces(std::move(interfaces)) { ++living; }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** object) override
    {
        *object = nullptr;
        bool has = ids::IsAnyOf(id, ids::IidUnknown, ids::IidObject);
        for (const GUID& own : m_interfaces) { has = has || ids::IsEqual(own, id); }
        if (!has) { return E_NOINTERFACE; }
        AddRef();
        *object = static_cast<Interface*>(this);
        return S_OK;
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return ++m_references; }
    ULONG STDMETHODCALLTYPE Release() override
    {
        const ULONG left = --m_references;
        if (left == 0) { delete this; }
        return left;
    }
    ULONG References() const { return m_references; }

    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID id, UINT* size, void* data) override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        const auto found = m_data.find(KeyOf(id));
        if (found == m_data.end()) { return static_cast<HRESULT>(0x887A0002); } // DXGI_ERROR_NOT_FOUND
        if (*size < sizeof(found->second)) { return static_cast<HRESULT>(0x887A0003); }
        *size = sizeof(found->second);
        std::memcpy(data, &found->second, sizeof(found->second));
        found->second->AddRef();
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID, UINT, const void*) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID id, IUnknown* data) override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (data != nullptr) { data->AddRef(); }
        IUnknown*& place = m_data[KeyOf(id)];
        if (place != nullptr) { place->Release(); }
        place = data;
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE SetName(PCWSTR) override { return S_OK; }

protected:
    virtual ~Object()
    {
        for (const auto& entry : m_data)
        {
            if (entry.second != nullptr) { entry.second->Release(); }
        }
        --living;
    }

private:
    std::vector<GUID> m_interfaces;
    std::atomic<ULONG> m_references{1};
    std::mutex m_mutex;
    std::map<std::string, IUnknown*> m_data;
};

// A child of the device. Of the device it only knows the answers.
template <class Interface> class Child : public Object<Interface>
{
public:
    using Object<Interface>::Object;
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID, void** object) override
    {
        *object = nullptr;
        return E_NOTIMPL;
    }
};

// What the mock answers, and what it was asked.
struct Answers
{
    std::atomic<HRESULT> next{S_OK};    // of the calls that return an HRESULT
    std::atomic<HRESULT> removed{S_OK}; // GetDeviceRemovedReason
    int operatorsUntilRefusal = -1;     // then CreateOperator returns E_INVALIDARG
    HRESULT removes = S_OK;             // the next Bind method or RecordDispatch removes the device with this
    DML_BINDING_PROPERTIES properties = {1, 0, 0};
    std::vector<std::string> calls;
    IUnknown* dispatchable = nullptr; // the last that was passed
    IUnknown* table = nullptr;
    IUnknown* pageable = nullptr;

    void Bind(const char* call)
    {
        calls.push_back(call);
        if (FAILED(removes)) { removed = std::exchange(removes, S_OK); }
    }
};

class Operator final : public Child<IDMLOperator>
{
public:
    Operator() : Child({ids::IidDeviceChild, IidOperator}) {}
};

class CompiledOperator final : public Child<IDMLCompiledOperator>
{
public:
    explicit CompiledOperator(Answers& answers)
        : Child({ids::IidDeviceChild, ids::IidPageable, ids::IidDispatchable, IidCompiledOperator}), m_answers(answers)
    {
    }
    DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override { return m_answers.properties; }

private:
    Answers& m_answers;
};

class Initializer final : public Child<IDMLOperatorInitializer>
{
public:
    explicit Initializer(Answers& answers)
        : Child({ids::IidDeviceChild, ids::IidPageable, ids::IidDispatchable, ids::IidInitializer}), m_answers(answers)
    {
    }
    DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override { return {1, 0, 0}; }
    HRESULT STDMETHODCALLTYPE Reset(UINT, IDMLCompiledOperator* const*) override { return m_answers.next; }

private:
    Answers& m_answers;
};

class BindingTable final : public Child<IDMLBindingTable>
{
public:
    explicit BindingTable(Answers& answers) : Child({ids::IidDeviceChild, ids::IidBindingTable}), m_answers(answers) {}
    void STDMETHODCALLTYPE BindInputs(UINT, const DML_BINDING_DESC*) override { m_answers.Bind("BindInputs"); }
    void STDMETHODCALLTYPE BindOutputs(UINT, const DML_BINDING_DESC*) override { m_answers.Bind("BindOutputs"); }
    void STDMETHODCALLTYPE BindTemporaryResource(const DML_BINDING_DESC*) override
    {
        m_answers.Bind("BindTemporaryResource");
    }
    void STDMETHODCALLTYPE BindPersistentResource(const DML_BINDING_DESC*) override
    {
        m_answers.Bind("BindPersistentResource");
    }
    HRESULT STDMETHODCALLTYPE Reset(const DML_BINDING_TABLE_DESC* desc) override
    {
        m_answers.dispatchable = desc != nullptr ? desc->Dispatchable : nullptr;
        return m_answers.next;
    }

private:
    Answers& m_answers;
};

class Recorder final : public Child<IDMLCommandRecorder>
{
public:
    explicit Recorder(Answers& answers) : Child({ids::IidDeviceChild, ids::IidRecorder}), m_answers(answers) {}
    void STDMETHODCALLTYPE RecordDispatch(ID3D12CommandList*, IDMLDispatchable* dispatchable,
                                          IDMLBindingTable* table) override
    {
        m_answers.dispatchable = dispatchable;
        m_answers.table = table;
        m_answers.Bind("RecordDispatch");
    }

private:
    Answers& m_answers;
};

class Device final : public Object<IDMLDevice1>
{
public:
    explicit Device(Answers& answers, bool hasDevice1 = true)
        : Object(hasDevice1 ? std::vector<GUID>{ids::IidDevice, ids::IidDevice1, IidDebugDevice}
                            : std::vector<GUID>{ids::IidDevice}),
          m_answers(answers)
    {
    }

    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DML_FEATURE, UINT, const void*, UINT, void*) override
    {
        return m_answers.next;
    }
    HRESULT STDMETHODCALLTYPE CreateOperator(const DML_OPERATOR_DESC*, REFIID id, void** object) override
    {
        if (m_answers.operatorsUntilRefusal == 0) { return E_INVALIDARG; }
        if (m_answers.operatorsUntilRefusal > 0) { --m_answers.operatorsUntilRefusal; }
        return Give(id, object, [] { return new Operator; });
    }
    HRESULT STDMETHODCALLTYPE CompileOperator(IDMLOperator*, DML_EXECUTION_FLAGS, REFIID id, void** object) override
    {
        return Give(id, object, [&] { return new CompiledOperator(m_answers); });
    }
    HRESULT STDMETHODCALLTYPE CompileGraph(const DML_GRAPH_DESC*, DML_EXECUTION_FLAGS, REFIID id,
                                           void** object) override
    {
        return Give(id, object, [&] { return new CompiledOperator(m_answers); });
    }
    HRESULT STDMETHODCALLTYPE CreateOperatorInitializer(UINT, IDMLCompiledOperator* const*, REFIID id,
                                                        void** object) override
    {
        return Give(id, object, [&] { return new Initializer(m_answers); });
    }
    HRESULT STDMETHODCALLTYPE CreateCommandRecorder(REFIID id, void** object) override
    {
        return Give(id, object, [&] { return new Recorder(m_answers); });
    }
    HRESULT STDMETHODCALLTYPE CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID id, void** object) override
    {
        m_answers.dispatchable = desc != nullptr ? desc->Dispatchable : nullptr;
        return Give(id, object, [&] { return new BindingTable(m_answers); });
    }
    HRESULT STDMETHODCALLTYPE Evict(UINT, IDMLPageable* const* objects) override
    {
        m_answers.pageable = objects[0];
        return m_answers.next;
    }
    HRESULT STDMETHODCALLTYPE MakeResident(UINT count, IDMLPageable* const* objects) override
    {
        return Evict(count, objects);
    }
    HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override { return m_answers.removed; }
    HRESULT STDMETHODCALLTYPE GetParentDevice(REFIID, void** object) override
    {
        *object = nullptr;
        return E_NOINTERFACE;
    }

private:
    template <class Make> HRESULT Give(REFIID id, void** object, const Make& make)
    {
        const HRESULT result = m_answers.next;
        if (object != nullptr) { *object = nullptr; }
        if (FAILED(result)) { return result; }
        if (object == nullptr) { return S_FALSE; }
        auto* const made = make();
        const HRESULT found = made->QueryInterface(id, object);
        made->Release();
        return found;
    }

    Answers& m_answers;
};

#if !defined(_WIN32) // where GetDesc has another form
// A buffer of a size, in a heap.
class Resource final : public ID3D12Resource
{
public:
    explicit Resource(std::uint64_t size, D3D12_HEAP_TYPE heap = D3D12_HEAP_TYPE_DEFAULT) : m_size(size), m_heap(heap)
    {
    }
    virtual ~Resource() = default;

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void**) override { return E_NOINTERFACE; }
    ULONG STDMETHODCALLTYPE AddRef() override { return 2; }
    ULONG STDMETHODCALLTYPE Release() override { return 1; }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID, UINT*, void*) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID, UINT, const void*) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID, const IUnknown*) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE SetName(LPCWSTR) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID, void**) override { return E_NOTIMPL; }
    HRESULT STDMETHODCALLTYPE Map(UINT, const D3D12_RANGE*, void**) override { return E_NOTIMPL; }
    void STDMETHODCALLTYPE Unmap(UINT, const D3D12_RANGE*) override {}
    D3D12_RESOURCE_DESC STDMETHODCALLTYPE GetDesc() override
    {
        D3D12_RESOURCE_DESC desc = {};
        desc.Width = m_size;
        return desc;
    }
    D3D12_GPU_VIRTUAL_ADDRESS STDMETHODCALLTYPE GetGPUVirtualAddress() override { return 0; }
    HRESULT STDMETHODCALLTYPE WriteToSubresource(UINT, const D3D12_BOX*, const void*, UINT, UINT) override
    {
        return E_NOTIMPL;
    }
    HRESULT STDMETHODCALLTYPE ReadFromSubresource(void*, UINT, UINT, UINT, const D3D12_BOX*) override
    {
        return E_NOTIMPL;
    }
    HRESULT STDMETHODCALLTYPE GetHeapProperties(D3D12_HEAP_PROPERTIES* properties, D3D12_HEAP_FLAGS*) override
    {
        properties->Type = m_heap;
        return S_OK;
    }

private:
    std::uint64_t m_size;
    D3D12_HEAP_TYPE m_heap;
};
#endif
} // namespace mock_directml
