#include "dml_tensor_convert.hpp"

#include <vector>

using namespace dml_tensor_utils;

std::vector<float> Scales();

Conversion Use(const std::vector<float>& held)
{
    Conversion conversion;
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    conversion.scales = Scales(); // error: deleted function
#else
    conversion.scales = held;
#endif
    return conversion;
}
