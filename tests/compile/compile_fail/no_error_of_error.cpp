#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

constexpr auto Picture = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC);
static_assert(NoError<Picture.Error()>);

// The compiler names the enumerator, instead of only reporting a false assertion.
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
constexpr auto Empty = TensorLayout::Packed({1, 0, 224, 224}).Squeezed();
static_assert(NoError<Empty.Error()>); // says: Explanation<[a-z0-9_:]*TensorError::ZeroSize>
constexpr BufferTensorDesc Shifted(DML_TENSOR_DATA_TYPE_FLOAT16, Picture.Sliced(2, 1, 223));
static_assert(NoError<Shifted.Error()>); // says: Explanation<[a-z0-9_:]*TensorError::FirstElement>
#endif
