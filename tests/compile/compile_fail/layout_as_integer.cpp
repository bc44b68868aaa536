#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

int Use(const TensorLayout& layout)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    const int value = layout; // error: (cannot convert|no viable conversion)
    return value;
#else
    return layout ? 1 : 0;
#endif
}
