#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_utils.hpp"

#include <cstdio>

using namespace dml_tensor_utils;

// Converts two pixels of three channels to three planes, describes these, and converts them to floats.
int main()
{
    constexpr auto pixels = TensorLayout::Packed({1, 3, 1, 2}, Layout::NHWC);
    constexpr auto planes = TensorLayout::Packed({1, 3, 1, 2});
    constexpr BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_UINT8, planes);
    static_assert(tensor && tensor.TotalTensorSizeInBytes() == 8);

    char copy[] = "......";
    const Diagnosis reason =
        CopyTensor(DestinationOf(tensor, copy, 6), SourceOf(tensor.DataType(), "RGBrgb", 6, pixels));
    float floats[6] = {};
    const Diagnosis converted = ConvertTensor(DestinationOf(floats, planes), SourceOf(tensor, copy, 6));
    const Comparison compared =
        CompareTensors(SourceOf(tensor.DataType(), "RGBrgb", 6, pixels), SourceOf(tensor, copy, 6));
    std::printf("%s: %s (%s), %s, %s\n", Explain(reason).c_str(), copy, ToText(tensor).c_str(),
                Explain(converted).c_str(), Explain(compared).c_str());
    return compared && reason.Ok() && copy[0] == 'R' && copy[1] == 'r' && copy[5] == 'b' && floats[5] == 'b' ? 0 : 1;
}
