#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

bool Use(const PinnedTensorDesc& pinned)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    const PinnedTensorDesc copy(pinned); // error: (use of|call to) deleted .*PinnedTensorDesc
    return copy.Get() != nullptr;
#else
    return pinned.Get() != nullptr;
#endif
}
