#include "dml_tensor_utils.hpp"

#include <utility>

using namespace dml_tensor_utils;

bool Use(PinnedTensorDesc& pinned)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    const PinnedTensorDesc moved(std::move(pinned)); // error: (use of|call to) deleted .*PinnedTensorDesc
    return moved.Get() != nullptr;
#else
    return pinned.Get() != nullptr;
#endif
}
