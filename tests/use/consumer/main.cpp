// In one test there is only the first header.
#if !defined(FIRST_HEADER_ALONE)
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"
#endif
#include "dml_tensor_utils.hpp"

#include <cstdio>

int main()
{
    using namespace dml_tensor_utils;

    constexpr BufferTensorDesc image(DML_TENSOR_DATA_TYPE_FLOAT16,
                                     TensorLayout::Packed({1, 3, 1080, 1920}, Layout::NHWC));
    static_assert(image);
    std::printf("%llu bytes\n", static_cast<unsigned long long>(image.TotalTensorSizeInBytes()));
    if (image.TotalTensorSizeInBytes() != 12441600) { return 1; }
#if !defined(FIRST_HEADER_ALONE)
    std::printf("%s, ONNX type %d\n", ToText(image).c_str(), static_cast<int>(OnnxTypeOf(image.DataType())));
    const char pixels[] = "RGBrgb";
    char planes[] = "......";
    const Source source =
        SourceOf(DML_TENSOR_DATA_TYPE_UINT8, pixels, 6, TensorLayout::Packed({1, 3, 1, 2}, Layout::NHWC));
    const TensorLayout planar = TensorLayout::Packed({1, 3, 1, 2});
    const Diagnosis reason = CopyTensor(DestinationOf(DML_TENSOR_DATA_TYPE_UINT8, planes, 6, planar), source);
    std::printf("%s (%s)\n", planes, Explain(reason).c_str());
    if (!reason.Ok() || planes[0] != 'R' || planes[1] != 'r' || planes[4] != 'B') { return 1; }
    const Comparison comparison = CompareTensors(source, SourceOf(DML_TENSOR_DATA_TYPE_UINT8, planes, 6, planar));
    std::printf("%s\n", Explain(comparison).c_str());
    if (!comparison) { return 1; }
    float wide[] = {0, 0};
    const TensorLayout pair = TensorLayout::Packed({2});
    return ConvertTensor(DestinationOf(wide, pair), SourceOf(DML_TENSOR_DATA_TYPE_UINT8, planes, 2, pair)).Ok()
                   && wide[1] == 'r'
               ? 0
               : 1;
#endif
}
