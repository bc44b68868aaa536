#include "dml_tensor_utils.hpp"

#include <cstdio>

using namespace dml_tensor_utils;

int main()
{
    // A picture, channels last, every row at a multiple of 256 elements. A wrong shape would not compile.
    constexpr auto layout = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC).WithStrideMultiple(2, 256);
    constexpr BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, layout);
    static_assert(NoError<tensor.Reason()>);
    static_assert(tensor.TotalTensorSizeInBytes() == 343872);

    DML_BUFFER_TENSOR_DESC desc = tensor.Desc(); // what DirectML takes
    desc.TotalTensorSizeInBytes = 301056;        // without the padding: DirectML says E_INVALIDARG, and no more
    std::puts(Explain(Validate(desc, TensorRole::Input)).c_str());
}
