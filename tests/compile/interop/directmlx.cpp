// The library beside DirectMLX.h, which has a global function with the name and signature of the documented one.
// Compiled with DIRECTMLX_FIRST 1 and 0, DML_TENSOR_UTILS_USE_DIRECTML_H 1 and 0, and with and without global names.
#if !defined(_WIN32) && __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>
#endif

#if DIRECTMLX_FIRST
#include "interop/mock/DirectMLX.h"
#endif

#include "dml_tensor_utils.hpp"

#if !DIRECTMLX_FIRST
#include "interop/mock/DirectMLX.h"
#endif

#include "standalone/use_the_api.hpp"

// Two of Microsoft's samples have a global type of this name, and DirectMLX has the namespace dml.
enum class TensorLayout
{
    Default,
    NHWC
};
namespace dtu = dml_tensor_utils;

void UseBesideTheNamesOfSamples()
{
    CHECK(dtu::TensorLayout::Packed({2, 3}).Rank() == 2 && TensorLayout::NHWC != TensorLayout::Default);
    using dml_tensor_utils::BufferTensorDesc;
    using dml_tensor_utils::TensorLayout;
    CHECK(BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({2, 3})).TotalTensorSizeInBytes()
          == 24);
    CHECK(::TensorLayout::NHWC != ::TensorLayout::Default);
}

int main()
{
    UseTheApi();
    UseBesideTheNamesOfSamples();

    const UINT sizes[] = {2, 3};
    const UINT strides[] = {5, 1};
    CHECK(DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 2, sizes, strides) == 32);
    CHECK(::DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 2, sizes, strides) == 32);
    CHECK(dml_tensor_utils::DMLCalcBufferTensorSize(dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32, 2, sizes, strides)
          == 32);
#if DML_TENSOR_UTILS_USE_DIRECTML_H
    using namespace dml_tensor_utils;
    CHECK(DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 2, sizes, strides) == 32);
#endif
    return failures;
}
