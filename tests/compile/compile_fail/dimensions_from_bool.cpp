#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

std::size_t Use(const bool* broadcast, const unsigned char* sizes)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    const bool flags[] = {broadcast[0], true};
    const std::array<bool, 2> array{broadcast[0], true};
    return Dimensions(broadcast, 4).size() + // error: no matching
           Dimensions(flags).size() +        // error: no matching
           Dimensions(array).size();         // error: no matching
#else
    return broadcast[0] ? 0 : Dimensions(sizes, 4).size();
#endif
}
