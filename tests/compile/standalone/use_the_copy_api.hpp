#pragma once

// Uses dml_tensor_copy.hpp, which was included before, in either mode and with any macros. The type of the parameter
// gives the two modes different functions if both are linked into one program.

#include "standalone/check.hpp"

// Copies pixels of three channels to planes with padded rows, enough pixels for the widest kernels.
inline void CopyPixelsToPlanes(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    constexpr std::uint32_t Height = 7;
    constexpr std::uint32_t Width = 150;
    constexpr std::uint32_t Stride = 160;
    constexpr unsigned char Untouched = 0xEE;
    static unsigned char pixels[Height * Width * 3];
    static unsigned char planes[3 * Height * Stride];
    for (std::uint32_t i = 0; i < sizeof(pixels); ++i) { pixels[i] = static_cast<unsigned char>(i % 199); }
    for (unsigned char& byte : planes) { byte = Untouched; }
    const dtu::TensorLayout source = dtu::TensorLayout::Packed({1, 3, Height, Width}, dtu::Layout::NHWC);
    const dtu::TensorLayout destination = dtu::TensorLayout::Packed({1, 3, Height, Width}).WithStride(2, Stride);
    CHECK(dtu::CopyTensor(dtu::DML_TENSOR_DATA_TYPE_UINT8, dtu::Destination{planes, sizeof(planes), destination},
                          dtu::Source{pixels, sizeof(pixels), source}, hint)
              .Ok());
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < sizeof(planes); ++i)
    {
        const std::uint32_t column = i % Stride;
        const std::uint32_t row = i / Stride % Height;
        const std::uint32_t channel = i / (Stride * Height);
        const unsigned char expected =
            column < Width ? static_cast<unsigned char>(((row * Width + column) * 3 + channel) % 199) : Untouched;
        wrong += planes[i] == expected ? 0U : 1U;
    }
    CHECK(wrong == 0);
}

inline void UseTheCopyApi(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    CopyPixelsToPlanes(hint);

    // Broadcasts one element to the first elements of rows.
    const float one = 1.5F;
    float column[] = {0, 0, 0, 0};
    CHECK(dtu::CopyTensor(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, column, sizeof(column),
                          dtu::TensorLayout::Strided({2, 1}, {2, 1}), &one, sizeof(one), dtu::TensorLayout::Packed({1}))
              .Ok());
    CHECK(column[0] == one && column[1] == 0 && column[2] == one && column[3] == 0);

    const dtu::Diagnosis tooSmall =
        dtu::CopyTensor(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, column, sizeof(column), dtu::TensorLayout::Packed({5}), &one,
                        sizeof(one), dtu::TensorLayout::Packed({1}));
    CHECK(tooSmall == dtu::TensorError::DestinationTooSmall && tooSmall.actual == 16 && tooSmall.required == 20);
    CHECK(dtu::Explain(tooSmall).size() > 0);

    // Gathers rows of a table. The last index is outside: it is reported, and reads the last row.
    const std::uint16_t table[] = {10, 11, 20, 21, 30, 31};
    const std::uint32_t rows[] = {1, 0, 9};
    std::uint16_t gathered[6] = {};
    const dtu::PinnedTensorDesc input(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT16, dtu::TensorLayout::Packed({3, 2})));
    const dtu::PinnedTensorDesc indices(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT32, dtu::TensorLayout::Packed({1, 3})));
    const dtu::PinnedTensorDesc output(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT16, dtu::GatherOutput({3, 2}, {1, 3}, 0, 1)));
    const dtu::DML_GATHER_OPERATOR_DESC gather{input.Get(), indices.Get(), output.Get(), 0, 1};
    const dtu::Diagnosis outside =
        dtu::GatherTensor(gather, table, sizeof(table), rows, sizeof(rows), gathered, sizeof(gathered));
    CHECK(outside == dtu::TensorError::GatherIndexRange && outside.axis == 2 && outside.actual == 9);
    CHECK(outside.Accepted() && outside.required == 3 && outside.tensor == 1);
    CHECK(gathered[0] == 20 && gathered[1] == 21 && gathered[2] == 10 && gathered[3] == 11 && gathered[4] == 30
          && gathered[5] == 31);
}
