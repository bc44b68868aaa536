#include "dml_tensor_utils.hpp"

using namespace dml_tensor_utils;

constexpr auto Picture = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC);
static_assert(NoError<Picture.Reason()>);

// The compiler names the error, its axis, the value found and the value required.
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
constexpr auto Empty = TensorLayout::Packed({1, 0, 224, 224}).Squeezed();
static_assert(NoError<Empty.Reason()>); // says: ZeroSize, [^ ]*Axis<1>, [^ ]*Found<0>, [^ ]*Required<1>
constexpr auto Narrow = Picture.WithStride(2, 100);
static_assert(NoError<Narrow.Reason()>); // says: StrideTooSmall, [^ ]*Axis<2>, [^ ]*Found<100>, [^ ]*Required<672>
#endif
