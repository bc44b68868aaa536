// A program that knows nothing of this library's device: it loads DirectML.dll and creates an operator whose sizes are
// wrong. Exit code: 0 if CreateOperator returned E_INVALIDARG.
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

#include "dml_tensor_utils.hpp"

#include <cstdio>

int main()
{
    using namespace dml_tensor_utils;
    using Create = HRESULT(WINAPI*)(ID3D12Device*, DML_CREATE_DEVICE_FLAGS, REFIID, void**);
    constexpr GUID IidDevice = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};
    constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
    const HMODULE module = LoadLibraryW(L"DirectML.dll");
    if (module == nullptr) { return std::printf("no DirectML.dll\n"), 2; }
    const auto create = reinterpret_cast<Create>(reinterpret_cast<void*>(GetProcAddress(module, "DMLCreateDevice")));
    void* made = nullptr;
    if (create == nullptr || FAILED(create(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IidDevice, &made))) { return 3; }
    auto* const device = static_cast<IDMLDevice*>(made);

    const PinnedTensorDesc a(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, 2, 3})));
    const PinnedTensorDesc b(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, 5, 4})));
    const PinnedTensorDesc output(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1, 1, 2, 4})));
    DML_GEMM_OPERATOR_DESC gemm = {};
    gemm.ATensor = a.Get();
    gemm.BTensor = b.Get();
    gemm.OutputTensor = output.Get();
    gemm.Alpha = 1;
    const DML_OPERATOR_DESC desc = {DML_OPERATOR_GEMM, &gemm};
    const HRESULT result = device->CreateOperator(&desc, IidOperator, &made);
    std::printf("CreateOperator: %08lx, references left: %lu\n", static_cast<unsigned long>(result),
                static_cast<unsigned long>(device->Release()));
    return result == E_INVALIDARG ? 0 : 1;
}
