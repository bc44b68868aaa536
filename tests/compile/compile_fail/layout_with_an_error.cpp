#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
static_assert(TensorLayout::Packed({2, 0, 4}).Squeezed()); // error: (static assertion failed|static_assert failed)
#else
static_assert(TensorLayout::Packed({2, 1, 4}).Squeezed());
#endif
