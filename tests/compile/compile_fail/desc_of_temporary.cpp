#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

DML_BUFFER_TENSOR_DESC DescOf(const BufferTensorDesc& owner)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    return BufferTensorDesc(owner).Desc(); // error: (use of|call to) deleted .*Desc
#else
    return owner.Desc();
#endif
}
