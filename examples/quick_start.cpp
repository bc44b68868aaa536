#include "dml_tensor_utils.hpp"

#include <cstdio>

using namespace dml_tensor_utils;

int main()
{
    // A channels-last image with rows padded to 256 elements. An invalid shape does not compile.
    constexpr auto layout = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC).WithStrideMultiple(2, 256);
    constexpr BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, layout);
    static_assert(NoError<tensor.Error()>);
    static_assert(tensor.TotalTensorSizeInBytes() == 343872);

    DML_BUFFER_TENSOR_DESC desc = tensor.Desc(); // the struct that DirectML takes
    desc.TotalTensorSizeInBytes = 301056;        // a mistake: the size without the padding
    std::puts(Explain(Validate(desc, TensorRole::Input)).c_str());
}
