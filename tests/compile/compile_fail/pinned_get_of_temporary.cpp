#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

bool Use(const BufferTensorDesc& owner)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return PinnedTensorDesc(owner).Get() != nullptr; // error: (use of|call to) deleted .*Get
#else
    const PinnedTensorDesc pinned(owner);
    return pinned.Get() != nullptr;
#endif
}
