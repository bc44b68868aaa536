#pragma once

// Uses dml_tensor_output_sizes.hpp, which was included before, in either mode and with any macros.

#include "standalone/check.hpp"

inline void UseTheOutputSizesApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    static_assert(dtu::ConvolutionOutput({1, 3, 9, 9}, {8, 3, 3, 3}, {{2, 2}})
                  == dtu::TensorLayout::Packed({1, 8, 4, 4}));
    static_assert(dtu::JoinOutput({{2, 3}, {4, 3}}, 0) == dtu::TensorLayout::Packed({6, 3}));
    static_assert(dtu::GemmOutput({2, 3}, {4, 5}).Error() == dtu::TensorError::SizesDiffer);
    constexpr dtu::Window Strided{{2, 2}};
    CHECK(dtu::PoolingOutput({1, 1, 4, 4}, {2, 2}, Strided).SizeInBytes(type) != 0);
}
