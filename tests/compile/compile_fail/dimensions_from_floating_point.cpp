#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

std::size_t Use(const double* sizes, int height)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return Dimensions{height, 2.5}.size() + // error: narrow
           Dimensions(sizes, 2).size();     // error: no matching
#else
    return Dimensions{height, static_cast<int>(sizes[0])}.size();
#endif
}
