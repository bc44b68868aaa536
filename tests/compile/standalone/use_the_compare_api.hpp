#pragma once

// Uses dml_tensor_compare.hpp, which was included before, in either mode and with any macros.

#include "standalone/check.hpp"

inline void UseTheCompareApi()
{
    namespace dtu = dml_tensor_utils;
    // Compares planes of FLOAT16 with pixels, enough for several tiles.
    constexpr std::uint32_t Pixels = 2500;
    constexpr std::uint32_t Channels = 40;
    static std::uint16_t planes[Channels * Pixels];
    static std::uint16_t pixels[Channels * Pixels];
    for (std::uint32_t i = 0; i < Channels * Pixels; ++i)
    {
        planes[i] = static_cast<std::uint16_t>(i % 30000);
        pixels[i % Pixels * Channels + i / Pixels] = planes[i];
    }
    const dtu::Dimensions sizes = {1, Channels, 50, 50};
    const dtu::Source expected{planes, sizeof(planes), dtu::TensorLayout::Packed(sizes)};
    const dtu::Source actual{pixels, sizeof(pixels), dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC)};
    const dtu::Comparison equal = dtu::CompareTensors(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, expected, actual);
    CHECK(equal && equal.compared == Channels * Pixels);
    pixels[Channels + 1] = 0x7C00; // infinite
    const dtu::Comparison found = dtu::CompareTensors(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, expected, actual, {1, 1, 1});
    CHECK(!found && found.compared == Channels * Pixels && found.different == 1);
    CHECK((found.firstDifferent == dtu::Dimensions{0, 1, 0, 1}) && found.largestErrorAt.empty());
    CHECK(dtu::Explain(found).size() > 0);
    const dtu::Comparison rejected = dtu::CompareTensors(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, expected, actual);
    CHECK(rejected.reason == dtu::TensorError::SourceTooSmall && rejected.reason.tensor == 5);
}
