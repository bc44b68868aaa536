#pragma once

// The parts of directml_identity that need no device: the image, the two tensors, the copy to a mapped heap and the
// comparison.

#include "dml_tensor_compare.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_utils.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace directml_identity
{

namespace dtu = dml_tensor_utils;

inline constexpr std::uint32_t ChannelCount = 3;

// A row pitch of 256 bytes (D3D12_TEXTURE_DATA_PITCH_ALIGNMENT), as in a buffer to which Direct3D 12 copied a texture.
inline constexpr std::uint32_t PitchInElements = 256 / sizeof(float);

// Both descriptors have the same sizes, in the order N, C, H, W. Only their strides differ.
struct Tensors
{
    dtu::BufferTensorDesc image;  // the operator's input: NHWC with a row pitch
    dtu::BufferTensorDesc planes; // its output: NCHW, packed
};

inline void Require(const dtu::Diagnosis& reason, const char* what)
{
    if (!reason.Ok()) { throw std::runtime_error(std::string(what) + ": " + dtu::Explain(reason).c_str()); }
}

inline dtu::Dimensions Sizes(std::uint32_t height, std::uint32_t width) { return {1, ChannelCount, height, width}; }

// Returns the layout of decoded pixels: channels-last, without padding.
inline dtu::TensorLayout LayoutOfPixels(std::uint32_t height, std::uint32_t width)
{
    return dtu::TensorLayout::Packed(Sizes(height, width), dtu::Layout::NHWC);
}

inline Tensors DescribeTensors(std::uint32_t height, std::uint32_t width)
{
    constexpr std::uint32_t H = 2;
    return {{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, LayoutOfPixels(height, width).WithStrideMultiple(H, PitchInElements)},
            {dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::TensorLayout::Packed(Sizes(height, width))}};
}

// Returns pixels whose values encode their position: channel, row and column are the hundreds, tens and ones.
inline std::vector<float> MakePixels(std::uint32_t height, std::uint32_t width)
{
    std::vector<float> pixels;
    pixels.reserve(std::size_t{height} * width * ChannelCount);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        for (std::uint32_t x = 0; x < width; ++x)
        {
            for (std::uint32_t channel = 0; channel < ChannelCount; ++channel)
            {
                pixels.push_back(static_cast<float>(100 * channel + 10 * y + x));
            }
        }
    }
    return pixels;
}

// Returns a line with the tensor and DirectML's verdict.
inline std::string TensorAsText(const char* name, const dtu::BufferTensorDesc& tensor, const dtu::Diagnosis& verdict)
{
    const std::string text = tensor ? dtu::ToText(tensor).c_str() : "no tensor";
    return std::string(name) + ": " + text + ": " + dtu::Explain(verdict).c_str() + '\n';
}

// Prints both tensors. Throws if DirectML would reject one, or accept it with a hazard.
inline void ValidateAndPrint(const Tensors& tensors)
{
    const dtu::Diagnosis input = dtu::Validate(tensors.image, dtu::TensorRole::Input);
    const dtu::Diagnosis output = dtu::Validate(tensors.planes, dtu::TensorRole::Output);
    std::printf("%s%s", TensorAsText("image", tensors.image, input).c_str(),
                TensorAsText("planes", tensors.planes, output).c_str());
    Require(input, "the image is not a valid input");
    Require(output, "the planes are not a valid output");
}

// Throws if DirectML would reject the bindings of both tensors at the start of buffers with these sizes. DirectML
// itself would remove its device, without a reason.
inline void RequireBindings(const Tensors& tensors, std::uint64_t imageBytes, std::uint64_t planesBytes)
{
    Require(dtu::ValidateBinding(tensors.image.Desc(), 0, imageBytes, imageBytes),
            "the image's buffer cannot be bound");
    Require(dtu::ValidateBinding(tensors.planes.Desc(), 0, planesBytes, planesBytes),
            "the buffer of the planes cannot be bound");
}

// Copies packed pixels to a mapped upload heap, with the row pitch. The hint is Streaming, because such memory is slow
// to read and is best written in whole cache lines.
inline void CopyIntoUploadHeap(void* mapped, std::uint64_t mappedBytes, const dtu::BufferTensorDesc& image,
                               const std::vector<float>& pixels)
{
    const dtu::Dimensions& sizes = image.Layout().Sizes();
    Require(dtu::CopyTensor(dtu::DestinationOf(image, mapped, mappedBytes),
                            dtu::SourceOf(pixels, LayoutOfPixels(sizes[2], sizes[3])), dtu::CopyHint::Streaming),
            "the image is not copied into the upload heap");
}

// Compares the planes in a mapped readback heap with the pixels, element by element through both layouts, and prints the
// result. Returns whether they are equal.
inline bool AreEqual(const void* mapped, std::uint64_t mappedBytes, const dtu::BufferTensorDesc& planes,
                     const std::vector<float>& pixels)
{
    const dtu::Dimensions& sizes = planes.Layout().Sizes();
    const dtu::Comparison comparison = dtu::CompareTensors(dtu::SourceOf(pixels, LayoutOfPixels(sizes[2], sizes[3])),
                                                           dtu::SourceOf(planes, mapped, mappedBytes));
    std::puts(dtu::Explain(comparison).c_str());
    return static_cast<bool>(comparison);
}

} // namespace directml_identity
