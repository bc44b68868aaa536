#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

bool Use(const DML_BUFFER_TENSOR_DESC& desc)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return Validate(desc).Ok(); // error: no matching function for call to 'Validate
#else
    return Validate(desc, TensorRole::Output).Ok();
#endif
}
