// Copies a BGRA image with a row pitch into the tensor that a model expects: normalised FLOAT16 planes of R, G and B.
// Then copies the planes back into an image.

#include "dml_tensor_convert.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace dml_tensor_utils;

int main()
{
    // The image as a texture, a camera or a decoder has it. Channels are the last axis in memory, but the second in Sizes.
    constexpr std::size_t Height = 2, Width = 3, RowPitch = 256; // the pitch is in bytes
    constexpr auto image = TensorLayout::Packed({1, 4, Height, Width}, Layout::NHWC)
                               .WithStrideInBytes(2, RowPitch, DML_TENSOR_DATA_TYPE_UINT8);
    static_assert(NoError<image.Error()>);
    std::vector<std::uint8_t> pixels(Height * RowPitch);
    for (std::size_t x = 0; x < Width; ++x)
    {
        pixels[4 * x + 2] = 255;                                            // a row of red pixels,
        pixels[RowPitch + 4 * x] = static_cast<std::uint8_t>(100 + 50 * x); // and one that becomes bluer
    }

    // The tensor. Its Desc() goes to DirectML, and its total is the size of the buffer.
    constexpr BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, TensorLayout::Packed({1, 3, Height, Width}));
    static_assert(NoError<tensor.Error()>);
    std::vector<std::uint8_t> buffer(tensor.TotalTensorSizeInBytes()); // in your program a mapped upload heap

    // (sample / 255 - mean) / deviation, with the means and deviations of the images that the model was trained on. The
    // tensor has the channels R, G, B. The list says which of them each channel of the image is: B, G, R, and an alpha
    // that is none of them.
    constexpr auto normalization =
        Normalization({0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}, 255).InOrder({2, 1, 0, NoChannel});
    static_assert(NoError<normalization.Error()>);
    const Diagnosis reason =
        ConvertTensor(DestinationOf(tensor, buffer.data(), buffer.size()), SourceOf(pixels, image),
                      normalization.ToTensor(), CopyHint::Streaming); // an upload heap is slow to read
    if (!reason.Ok())
    {
        std::puts(Explain(reason).c_str());
        return 1;
    }

    // Convert the planes to FLOAT32 to look at them.
    float values[3 * Height * Width];
    const Diagnosis isShown = ConvertTensor(DestinationOf(values, TensorLayout::Packed(tensor.Layout().Sizes())),
                                            SourceOf(tensor, buffer.data(), buffer.size()));
    if (!isShown.Ok()) { return 1; }
    for (std::size_t row = 0; row < 3 * Height; ++row)
    {
        std::printf("%s", row < Height ? "R" : row < 2 * Height ? "G" : "B");
        for (std::size_t x = 0; x < Width; ++x) { std::printf(" %6.3f", static_cast<double>(values[row * Width + x])); }
        std::puts("");
    }

    // The way back: the image of a model's output. Its alpha is opaque.
    std::vector<std::uint8_t> result(pixels.size());
    const Diagnosis isBack = ConvertTensor(DestinationOf(result, image), SourceOf(tensor, buffer.data(), buffer.size()),
                                           normalization.ToImage());
    if (!isBack.Ok()) { return 1; }
    for (std::size_t y = 0; y < Height; ++y)
    {
        std::printf("BGRA");
        for (std::size_t x = 0; x < Width; ++x)
        {
            const std::uint8_t* const pixel = &result[y * RowPitch + 4 * x];
            std::printf(" %d,%d,%d,%d", pixel[0], pixel[1], pixel[2], pixel[3]);
        }
        std::puts("");
    }
    return 0;
}
