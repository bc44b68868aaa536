#pragma once

// Uses dml_tensor_convert.hpp, which was included before, in either mode and with any macros. The type of the parameter
// gives the two modes different functions if both are linked into one program.

#include "standalone/check.hpp"

inline void UseTheConvertApi(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    // Converts pixels of three channels to planes of FLOAT16 and back, with a scale and a bias for each channel. There
    // are enough pixels for the widest kernels.
    constexpr std::uint32_t Height = 7;
    constexpr std::uint32_t Width = 150;
    constexpr std::uint32_t Plane = Height * Width;
    constexpr std::uint32_t Count = 3 * Plane;
    static unsigned char pixels[Count];
    static unsigned char back[Count];
    static std::uint16_t planes[Count];
    for (std::uint32_t i = 0; i < Count; ++i) { pixels[i] = static_cast<unsigned char>(i % 199); }
    const dtu::TensorLayout interleaved = dtu::TensorLayout::Packed({1, 3, Height, Width}, dtu::Layout::NHWC);
    const dtu::TensorLayout planar = dtu::TensorLayout::Packed({1, 3, Height, Width});
    const float scales[] = {0.5F, 2, 1};
    const float biases[] = {-4, 0, 1024};
    dtu::Conversion there;
    there.scales = scales;
    there.biases = biases;
    CHECK(dtu::ConvertTensor(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Destination{planes, sizeof(planes), planar},
                             dtu::DML_TENSOR_DATA_TYPE_UINT8, dtu::Source{pixels, sizeof(pixels), interleaved}, there,
                             hint)
              .Ok());
    // The first pixel is 0, 1 and 2: -4, 2 and 1026.
    CHECK(planes[0] == 0xC400 && planes[Plane] == 0x4000 && planes[Count - Plane] == 0x6402);

    const float backScales[] = {2, 0.5F, 1};
    const float backBiases[] = {8, 0, -1024};
    const dtu::Conversion andBack = {1, 0, backScales, backBiases, 1};
    CHECK(dtu::ConvertTensor(dtu::DML_TENSOR_DATA_TYPE_UINT8, dtu::Destination{back, sizeof(back), interleaved},
                             dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Source{planes, sizeof(planes), planar}, andBack,
                             hint)
              .Ok());
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < Count; ++i) { wrong += back[i] == pixels[i] ? 0U : 1U; }
    CHECK(wrong == 0);

    const dtu::Diagnosis rejected =
        dtu::ConvertTensor(dtu::DML_TENSOR_DATA_TYPE_FLOAT64, dtu::Destination{planes, sizeof(planes), planar},
                           dtu::DML_TENSOR_DATA_TYPE_INT8, dtu::Source{pixels, sizeof(pixels), interleaved});
    CHECK(rejected == dtu::TensorError::ConversionTypes && rejected.actual == dtu::DML_TENSOR_DATA_TYPE_INT8
          && rejected.required == dtu::DML_TENSOR_DATA_TYPE_FLOAT64);
    CHECK(dtu::Explain(rejected).size() > 0);
}
