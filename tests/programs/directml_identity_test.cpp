// Tests the parts of directml_identity that need no device.
#include "../../examples/tools/directml_identity/directml_identity_tensors.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace directml_identity_test
{

namespace
{

using namespace directml_identity;

constexpr std::size_t Pitch = 64; // 256 bytes

// A mapped heap: the tensor's bytes and a few more, all with a value that no image contains.
constexpr float Untouched = -1.0F;
constexpr std::size_t ExtraElements = 8;

std::vector<float> MakeHeap(const dtu::BufferTensorDesc& tensor)
{
    return std::vector<float>(static_cast<std::size_t>(tensor.TotalTensorSizeInBytes()) / sizeof(float) + ExtraElements,
                              Untouched);
}

// Images whose rows are shorter than one row pitch, equally long, and longer.
struct Image
{
    std::uint32_t height;
    std::uint32_t width;
    std::size_t rowStride;
};
constexpr Image Images[] = {{4, 5, Pitch}, {1, 1, Pitch}, {3, 21, Pitch}, {2, 22, 2 * Pitch}, {2, 64, 3 * Pitch}};

// Returns pixels in which each value is its own index.
std::vector<float> NumberedPixels(const Image& image)
{
    std::vector<float> pixels;
    while (pixels.size() < std::size_t{3} * image.height * image.width)
    {
        pixels.push_back(static_cast<float>(pixels.size()));
    }
    return pixels;
}

TEST(DirectMLIdentity, DescribesThePitchedImageAndThePlanes)
{
    const Tensors tensors = DescribeTensors(4, 5);
    const dtu::DML_BUFFER_TENSOR_DESC image = tensors.image.Desc();
    const dtu::DML_BUFFER_TENSOR_DESC planes = tensors.planes.Desc();
    const std::uint32_t sizes[] = {1, 3, 4, 5};
    const std::uint32_t strides[] = {256, 1, 64, 3};
    ASSERT_EQ(image.DimensionCount, 4U);
    ASSERT_EQ(planes.DimensionCount, 4U);
    EXPECT_EQ(std::memcmp(image.Sizes, sizes, sizeof sizes), 0);
    EXPECT_EQ(std::memcmp(planes.Sizes, sizes, sizeof sizes), 0);
    ASSERT_NE(image.Strides, nullptr);
    EXPECT_EQ(std::memcmp(image.Strides, strides, sizeof strides), 0);
    EXPECT_EQ(planes.Strides, nullptr); // packed

    // The last row has no padding.
    EXPECT_EQ(image.TotalTensorSizeInBytes, 828U); // (3 * 64 + 5 * 3) * 4
    EXPECT_EQ(planes.TotalTensorSizeInBytes, 240U);
    EXPECT_TRUE(dtu::Validate(image, dtu::TensorRole::Input).Ok());
    EXPECT_TRUE(dtu::Validate(planes, dtu::TensorRole::Output).Ok());
    EXPECT_NO_THROW(ValidateAndPrint(tensors));
}

TEST(DirectMLIdentity, SaysWhyATensorIsRejected)
{
    EXPECT_EQ(TensorAsText("image", DescribeTensors(4, 5).image, dtu::Diagnosis{}),
              "image: FLOAT32 {1, 3, 4, 5}/{256, 1, 64, 3}, 828 bytes: no error\n");

    const Tensors tensors = DescribeTensors(4, 0);
    const std::string reason = "Sizes[3] is 0; every size must be at least 1 [ZeroSize]";
    EXPECT_NE(TensorAsText("image", tensors.image, tensors.image.Reason()).find(": " + reason + "\n"),
              std::string::npos);
    try
    {
        ValidateAndPrint(tensors);
        ADD_FAILURE() << "a width of 0 is accepted";
    }
    catch (const std::runtime_error& rejected)
    {
        EXPECT_EQ(rejected.what(), "the image is not a valid input: " + reason);
    }
}

TEST(DirectMLIdentity, SaysWhyABufferCannotBeBound)
{
    const Tensors tensors = DescribeTensors(4, 5);
    EXPECT_NO_THROW(RequireBindings(tensors, 828, 240));
    EXPECT_NO_THROW(RequireBindings(tensors, 1024, 256));
    EXPECT_THROW(RequireBindings(tensors, 828, 239), std::runtime_error);
    EXPECT_THROW(RequireBindings(tensors, 827, 240), std::runtime_error);
}

TEST(DirectMLIdentity, CopiesEachRowToItsPitch)
{
    for (const Image& image : Images)
    {
        SCOPED_TRACE(std::to_string(image.height) + " by " + std::to_string(image.width));
        const Tensors tensors = DescribeTensors(image.height, image.width);
        std::vector<float> heap = MakeHeap(tensors.image);
        CopyIntoUploadHeap(heap.data(), tensors.image.TotalTensorSizeInBytes(), tensors.image, NumberedPixels(image));

        std::vector<float> expected(
            heap.size(), Untouched); // the padding of the rows and the bytes after the last row stay untouched
        for (std::size_t y = 0; y < image.height; ++y)
        {
            for (std::size_t x = 0; x < image.width; ++x)
            {
                for (std::size_t channel = 0; channel < 3; ++channel)
                {
                    expected.at(y * image.rowStride + x * 3 + channel) =
                        static_cast<float>((y * image.width + x) * 3 + channel);
                }
            }
        }
        EXPECT_EQ(heap, expected);
    }
}

TEST(DirectMLIdentity, ComparesThePlanesWithThePixels)
{
    for (const Image& image : Images)
    {
        SCOPED_TRACE(std::to_string(image.height) + " by " + std::to_string(image.width));
        // What the operator would write to the readback heap.
        const Tensors tensors = DescribeTensors(image.height, image.width);
        std::vector<float> heap = MakeHeap(tensors.planes);
        std::size_t written = 0;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            for (std::size_t pixel = 0; pixel < std::size_t{image.height} * image.width; ++pixel)
            {
                heap.at(written++) = static_cast<float>(pixel * 3 + channel);
            }
        }
        const std::uint64_t bytes = tensors.planes.TotalTensorSizeInBytes();
        EXPECT_TRUE(AreEqual(heap.data(), bytes, tensors.planes, NumberedPixels(image)));
        heap.at(written - 1) += 1;
        EXPECT_FALSE(AreEqual(heap.data(), bytes, tensors.planes, NumberedPixels(image)));
    }
}

TEST(DirectMLIdentity, RejectsAHeapThatIsTooSmall)
{
    const Tensors tensors = DescribeTensors(4, 5);
    std::vector<float> heap = MakeHeap(tensors.image);
    EXPECT_THROW(CopyIntoUploadHeap(heap.data(), 827, tensors.image, MakePixels(4, 5)), std::runtime_error);
    EXPECT_EQ(heap, MakeHeap(tensors.image));
    EXPECT_FALSE(AreEqual(heap.data(), 239, tensors.planes, MakePixels(4, 5)));
}

} // namespace

} // namespace directml_identity_test
