#pragma once

// The parts of directml_identity that need no device: the image, the two tensors, copies to and from mapped heaps, the
// CPU's result, the comparison and the output.

#include "dml_tensor_compare.hpp"
#include "dml_tensor_copy.hpp"
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
    const auto list = [](const dtu::Dimensions& numbers)
    {
        std::string text;
        for (const std::uint32_t number : numbers) { text += ' ' + std::to_string(number); }
        return text;
    };
    return std::string(name) + ": sizes" + list(tensor.Layout().Sizes()) + ", strides" + list(tensor.Layout().Strides())
           + ", " + std::to_string(tensor.TotalTensorSizeInBytes()) + " bytes: " + dtu::Explain(verdict).c_str() + '\n';
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
    Require(dtu::CopyTensor(image.DataType(), dtu::Destination{mapped, mappedBytes, image.Layout()},
                            dtu::SourceOf(pixels, LayoutOfPixels(sizes[2], sizes[3])), dtu::CopyHint::Streaming),
            "the image is not copied into the upload heap");
}

// Copies the planes from a mapped readback heap.
inline std::vector<float> CopyFromReadbackHeap(const void* mapped, std::uint64_t mappedBytes,
                                               const dtu::BufferTensorDesc& planes)
{
    std::vector<float> elements(static_cast<std::size_t>(planes.Layout().ElementCount()));
    const auto packed = dtu::TensorLayout::Packed(planes.Layout().Sizes());
    Require(dtu::CopyTensor(planes.DataType(), dtu::DestinationOf(elements, packed),
                            dtu::Source{mapped, mappedBytes, planes.Layout()}),
            "the planes are not copied from the readback heap");
    return elements;
}

// Returns the expected result, computed on the CPU: the same element at the same coordinates.
inline std::vector<float> PlanesByCpu(const dtu::BufferTensorDesc& planes, const std::vector<float>& pixels)
{
    const dtu::Dimensions& sizes = planes.Layout().Sizes();
    std::vector<float> elements(static_cast<std::size_t>(planes.Layout().ElementCount()));
    Require(dtu::CopyTensor(elements, planes.Layout(), pixels, LayoutOfPixels(sizes[2], sizes[3])),
            "the CPU does not copy the image");
    return elements;
}

// Returns the planes side by side, with a line for each row of the image.
inline std::string PlanesAsText(const std::vector<float>& planes, std::uint32_t height, std::uint32_t width)
{
    std::string text;
    for (std::size_t y = 0; y < height; ++y)
    {
        for (std::size_t channel = 0; channel < ChannelCount; ++channel)
        {
            text += channel == 0 ? " " : "  |";
            for (std::size_t x = 0; x < width; ++x)
            {
                char number[16] = {};
                static_cast<void>(std::snprintf(number, sizeof number, " %3.0f",
                                                static_cast<double>(planes[(channel * height + y) * width + x])));
                text += number;
            }
        }
        text += '\n';
    }
    return text;
}

// Prints both results and their comparison. Returns whether they are equal.
inline bool PrintComparison(const std::vector<float>& byDirectML, const std::vector<float>& byCpu, std::uint32_t height,
                            std::uint32_t width)
{
    const dtu::TensorLayout layout = dtu::TensorLayout::Packed({1, ChannelCount, height, width});
    const dtu::Comparison comparison = dtu::CompareTensors(byCpu, layout, byDirectML, layout);
    std::printf("DirectML's planes\n%sCopyTensor's planes\n%s%s\n", PlanesAsText(byDirectML, height, width).c_str(),
                PlanesAsText(byCpu, height, width).c_str(), dtu::Explain(comparison).c_str());
    return static_cast<bool>(comparison);
}

} // namespace directml_identity
