#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

bool Use(PinnedTensorDesc& pinned, const PinnedTensorDesc& other)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    pinned = other; // error: (use of deleted function|overload resolution selected deleted operator)
#endif
    return pinned.Get() == other.Get();
}
