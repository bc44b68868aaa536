#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

TensorError Use(const TensorLayout& layout, const BufferTensorDesc& owner)
{
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    layout.Squeezed();                                  // error: ignoring return.*unused-result
    AxisOrder("NCHW", "NHWC");                          // error: ignoring return.*unused-result
    layout.Reason();                                    // error: ignoring return.*unused-result
    layout.Error();                                     // error: ignoring return.*unused-result
    owner.WithAlignment(16);                            // error: ignoring return.*unused-result
    Validate(owner, TensorRole::Input);                 // error: ignoring return.*unused-result
    BroadcastSizes({3}, {2, 3});                        // error: ignoring return.*unused-result
    TensorLayout::Packed({1, 2});                       // error: ignoring return.*unused-result
    BufferTensorDesc::OfView(owner.DataType(), layout); // error: ignoring return.*unused-result
#endif
    static_cast<void>(owner.Error());
    return layout.Squeezed().Error();
}
