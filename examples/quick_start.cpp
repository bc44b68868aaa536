#include "dml_tensor_copy.hpp" // CopyTensor
#include "dml_tensor_utils.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace dml_tensor_utils;

int main()
{
    // A picture, channels last, every row starting at a multiple of 64 elements. A wrong shape would not compile.
    constexpr auto layout = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC).WithStrideMultiple(2, 64);
    static_assert(layout.IsPadded() && layout.ElementOffset({0, 2, 1, 0}) == 706);

    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, layout);
    if (!tensor) // DirectML itself would only say E_INVALIDARG
    {
        std::printf("%s\n", Explain(tensor.Reason()).c_str());
        return 1;
    }

    const DML_BUFFER_TENSOR_DESC desc = tensor.Desc(); // what DirectML takes; valid while tensor lives
    const Dimensions& strides = tensor.Layout().Strides();
    std::printf("strides %u %u %u %u\n", strides[0], strides[1], strides[2], strides[3]);
    std::printf("%llu bytes\n", static_cast<unsigned long long>(desc.TotalTensorSizeInBytes));

    // The same picture as planes of halves, all 1.0, copied to where the tensor has its elements. Sizes are in bytes.
    constexpr auto planar = TensorLayout::Packed({1, 3, 224, 224});
    const std::vector<std::uint16_t> planes(std::size_t{3} * 224 * 224, 0x3C00);
    std::vector<std::uint16_t> buffer(static_cast<std::size_t>(desc.TotalTensorSizeInBytes) / 2);
    const Diagnosis reason = CopyTensor(desc.DataType, Destination{buffer.data(), buffer.size() * 2, layout},
                                        Source{planes.data(), planes.size() * 2, planar});
    std::printf("%s: 0x%04X at 706, padding 0x%04X at 700\n", Explain(reason).c_str(), buffer[706], buffer[700]);
    return reason.Ok() ? 0 : 1;
}
