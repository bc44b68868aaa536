#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

std::uint32_t Use(const std::array<std::uint32_t, 3>& sizes, const std::array<std::uint32_t, 5>& fiveSizes)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return CalculateStrides(Layout::NCHW, sizes, std::array<bool, 3>{})[0]; // error in header: takes 4 or 5 dimensions
#else
    return sizes[0] + CalculateStrides(Layout::NCHW, fiveSizes, std::array<bool, 5>{})[0];
#endif
}
