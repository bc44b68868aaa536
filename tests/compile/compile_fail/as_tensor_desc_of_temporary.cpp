#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

const void* DescOf(const BufferTensorDesc& owner)
{
    const DML_BUFFER_TENSOR_DESC desc = owner.Desc();
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return AsTensorDesc(owner.Desc()).Desc; // error: (use of|call to) deleted .*AsTensorDesc
#else
    return AsTensorDesc(desc).Desc;
#endif
}
