// Compares the functions of dml_tensor_output_sizes.hpp with ONNX's own tests.
#include "models/onnx_sizes.hpp"

#include <gtest/gtest.h>

namespace onnx_sizes_test
{

namespace
{

using namespace dml_tensor_utils;

#define OUTPUT(name)                                                                                                   \
    template <class... Arguments> static TensorLayout name(const Arguments&... arguments)                              \
    {                                                                                                                  \
        return name##Output(arguments...);                                                                             \
    }

struct Outputs
{
    OUTPUT(Pooling)
    OUTPUT(TransposedConvolution)
    OUTPUT(Convolution)
    OUTPUT(Resample)
    OUTPUT(GatherNd)
    OUTPUT(Gather)
    OUTPUT(Gemm)
    OUTPUT(Reduce)
    OUTPUT(Join)
    OUTPUT(Slice)
    OUTPUT(Padding)
    OUTPUT(Tile)
    OUTPUT(DepthToSpace)
    OUTPUT(SpaceToDepth)
};

#undef OUTPUT

TEST(OnnxSizes, AgreeWithOnnxTests) { onnx_sizes::CompareAll<Outputs>(); }

} // namespace

} // namespace onnx_sizes_test
