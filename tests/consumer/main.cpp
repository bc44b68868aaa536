#include "dml_tensor_utils.hpp"

#include <cstdio>

int main()
{
    using namespace dml_tensor_utils;

    constexpr BufferTensorDesc image(DML_TENSOR_DATA_TYPE_FLOAT16,
                                     TensorLayout::Packed({1, 3, 1080, 1920}, Layout::NHWC));
    static_assert(image);
    std::printf("%llu bytes\n", static_cast<unsigned long long>(image.TotalTensorSizeInBytes()));
    return image.TotalTensorSizeInBytes() == 12441600 ? 0 : 1;
}
