// A DirectML without DirectML: a device whose answers the test sets, from recorded verdicts. It counts its living objects,
// and keeps private data as IDMLObject documents it. Native mode.
#pragma once

#include "dml_tensor_device.hpp"

#include <algorithm>
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
using ids::IidCompiledOperator, ids::IidDebugDevice, ids::IidOperator;

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
        const auto bytes = m_bytes.find(KeyOf(id));
        if (bytes != m_bytes.end() && *size >= bytes->second.size())
        {
            std::memcpy(data, bytes->second.data(), bytes->second.size());
            return S_OK;
        }
        const auto found = m_data.find(KeyOf(id));
        if (found == m_data.end()) { return static_cast<HRESULT>(0x887A0002); } // DXGI_ERROR_NOT_FOUND
        if (*size < sizeof(found->second)) { return static_cast<HRESULT>(0x887A0003); }
        *size = sizeof(found->second);
        std::memcpy(data, &found->second, sizeof(found->second));
        found->second->AddRef();
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID id, UINT size, const void* data) override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (data == nullptr) { return S_FALSE; }
        m_bytes[KeyOf(id)].assign(static_cast<const char*>(data), size);
        return S_OK;
    }
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
    std::map<std::string, std::string> m_bytes;
};

// What the mock answers, and what it was asked.
struct Answers
{
    std::atomic<HRESULT> next{S_OK};    // of the calls that return an HRESULT
    std::atomic<HRESULT> removed{S_OK}; // GetDeviceRemovedReason
    int operatorsUntilRefusal = -1;     // then CreateOperator returns E_INVALIDARG
    HRESULT removes = S_OK;             // the next Bind method or RecordDispatch removes the device with this
    DML_BINDING_PROPERTIES properties = {1, 0, 0}; // of the operators that are compiled next
    DML_BINDING_PROPERTIES ofInitializers = {1, 0, 0};
    std::vector<std::string> calls;
    std::vector<std::uint32_t> missingTypes; // CheckFeatureSupport says that these are not supported
    std::uint32_t level = 0x6400;            // the highest of CheckFeatureSupport; 0 if it does not answer
    IUnknown* device = nullptr;              // of the children
    ID3D12Device* d3d12 = nullptr;           // GetParentDevice; null if it fails
    IUnknown* dispatchable = nullptr;        // the last that was passed
    IUnknown* table = nullptr;
    IUnknown* pageable = nullptr;

    void Bind(const char* call)
    {
        calls.push_back(call);
        if (FAILED(removes)) { removed = std::exchange(removes, S_OK); }
    }
};

// A child of the device.
template <class Interface> class Child : public Object<Interface>
{
public:
    Child(std::vector<GUID> interfaces, const Answers* answers)
        : Object<Interface>(std::move(interfaces)), m_device(answers != nullptr ? answers->device : nullptr)
    {
    }
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void** object) override
    {
        *object = nullptr;
        return m_device != nullptr ? m_device->QueryInterface(id, object) : E_NOTIMPL;
    }

private:
    IUnknown* m_device; // which lives longer
};

class Operator final : public Child<IDMLOperator>
{
public:
    explicit Operator(const Answers* answers = nullptr) : Child({ids::IidDeviceChild, IidOperator}, answers) {}
};

class CompiledOperator final : public Child<IDMLCompiledOperator>
{
public:
    explicit CompiledOperator(Answers& answers)
        : Child({ids::IidDeviceChild, ids::IidPageable, ids::IidDispatchable, IidCompiledOperator}, &answers),
          m_properties(answers.properties)
    {
    }
    DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override { return m_properties; }

private:
    DML_BINDING_PROPERTIES m_properties;
};

class Initializer final : public Child<IDMLOperatorInitializer>
{
public:
    explicit Initializer(Answers& answers)
        : Child({ids::IidDeviceChild, ids::IidPageable, ids::IidDispatchable, ids::IidInitializer}, &answers),
          m_answers(answers)
    {
    }
    DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override { return m_answers.ofInitializers; }
    HRESULT STDMETHODCALLTYPE Reset(UINT, IDMLCompiledOperator* const*) override { return m_answers.next; }

private:
    Answers& m_answers;
};

class BindingTable final : public Child<IDMLBindingTable>
{
public:
    explicit BindingTable(Answers& answers)
        : Child({ids::IidDeviceChild, ids::IidBindingTable}, &answers), m_answers(answers)
    {
    }
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
    explicit Recorder(Answers& answers) : Child({ids::IidDeviceChild, ids::IidRecorder}, &answers), m_answers(answers)
    {
    }
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
        answers.device = static_cast<IUnknown*>(this);
    }

    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DML_FEATURE feature, UINT, const void* query, UINT,
                                                  void* answer) override
    {
        if (query == nullptr || m_answers.level == 0) { return E_INVALIDARG; }
        const bool isOfTypes = feature == DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT;
        std::uint32_t value = m_answers.level;
        if (isOfTypes)
        {
            std::memcpy(&value, query, sizeof(value));
            const auto& missing = m_answers.missingTypes;
            value = std::find(missing.begin(), missing.end(), value) == missing.end() ? 1 : 0;
        }
        std::memcpy(answer, &value, sizeof(value));
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE CreateOperator(const DML_OPERATOR_DESC*, REFIID id, void** object) override
    {
        if (m_answers.operatorsUntilRefusal == 0) { return E_INVALIDARG; }
        if (m_answers.operatorsUntilRefusal > 0) { --m_answers.operatorsUntilRefusal; }
        return Give(id, object, [&] { return new Operator(&m_answers); });
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
    HRESULT STDMETHODCALLTYPE GetParentDevice(REFIID id, void** object) override
    {
        *object = nullptr;
        return m_answers.d3d12 != nullptr ? m_answers.d3d12->QueryInterface(id, object) : E_NOINTERFACE;
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
} // namespace mock_directml
