#include "dml_tensor_copy.hpp"

using namespace dml_tensor_utils;

Diagnosis Copy(DML_TENSOR_DATA_TYPE type, void* to, void* from, const TensorLayout& layout)
{
    const Destination destination{to, 4, layout};
    const Source source{from, 4, layout};
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return CopyTensor(type, source, destination); // error: no matching function for call to .*CopyTensor
#else
    return CopyTensor(type, destination, source);
#endif
}
