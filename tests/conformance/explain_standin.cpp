// A stand-in for DirectML_real.dll, whose device rejects every operator, as E_INVALIDARG and nothing else.
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

#include "models/directml.hpp"

namespace
{
mock_directml::Answers answers;
}

STDAPI DMLCreateDevice(ID3D12Device* /*device*/, DML_CREATE_DEVICE_FLAGS /*flags*/, REFIID riid, void** ppv)
{
    answers.next = E_INVALIDARG;
    auto* const device = new mock_directml::Device(answers);
    const HRESULT result = device->QueryInterface(riid, ppv);
    device->Release();
    return result;
}

STDAPI DMLCreateDevice1(ID3D12Device* device, DML_CREATE_DEVICE_FLAGS flags, DML_FEATURE_LEVEL /*level*/, REFIID riid,
                        void** ppv)
{
    return DMLCreateDevice(device, flags, riid, ppv);
}
