// Normalization: its coefficients against doubles, bytes that come back from normalised values, and its errors.
#include "dml_tensor_convert.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace normalization_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;
using test_support::SentenceOf;

constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
constexpr double Quiet = std::numeric_limits<double>::quiet_NaN();
constexpr float Infinity = std::numeric_limits<float>::infinity();

// Of ImageNet's images.
constexpr std::array<float, 3> Mean{0.485F, 0.456F, 0.406F};
constexpr std::array<float, 3> Deviation{0.229F, 0.224F, 0.225F};

// ---- coefficients ---------------------------------------------------------------------------------------------------

constexpr Normalization ImageNet({0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}, 255);
static_assert(ImageNet && ImageNet.Error() == TensorError::None && ImageNet.Reason().Ok());

constexpr bool IsClose(float value, double expected)
{
    const double error = static_cast<double>(value) - expected;
    const double limit = (expected < 0 ? -expected : expected) * 0x1p-22; // some roundings of FLOAT32
    return error <= limit && -error <= limit;
}

constexpr bool HasCoefficients()
{
    const Conversion toTensor = ImageNet.ToTensor();
    const Conversion toImage = ImageNet.ToImage();
    bool holds = toTensor.scales.size() == 3 && toTensor.biases.size() == 3 && toImage.scales.size() == 3
                 && toImage.biases.size() == 3 && toTensor.axis == 1 && toTensor.channels.empty()
                 && toTensor.reason.Ok() && toImage.reason.Ok();
    for (std::size_t i = 0; i < 3; ++i)
    {
        const double mean = static_cast<double>(Mean[i]);
        const double deviation = static_cast<double>(Deviation[i]);
        holds = holds && IsClose(toTensor.scales.data()[i], 1 / (255 * deviation))
                && IsClose(toTensor.biases.data()[i], -mean / deviation)
                && IsClose(toImage.scales.data()[i], 255 * deviation) && IsClose(toImage.biases.data()[i], 255 * mean);
    }
    return holds;
}
TEST(Normalization, CoefficientsAreThoseOfTheFormula) { ExpectTwice<HasCoefficients>(); }

// One pair is for all channels, so it is no array, whose length would have to be that of the axis.
constexpr bool HasOnePair()
{
    const Normalization half({0.5F}, {0.25F}, 1);
    const Conversion toTensor = half.ToTensor();
    const Conversion toImage = half.ToImage();
    return toTensor.scales.size() == 0 && toTensor.biases.size() == 0 && toTensor.scale == 4 && toTensor.bias == -2
           && toImage.scale == 0.25F && toImage.bias == 0.5F;
}
TEST(Normalization, OnePairIsForAllChannels)
{
    ExpectTwice<HasOnePair>();
    const std::uint8_t pixels[] = {0, 51, 255, 102, 153, 204};
    float planes[6] = {};
    const Normalization signedRange({0.5F}, {0.5F}, 255); // -1 to 1
    const TensorLayout layout = TensorLayout::Packed({1, 3, 1, 2});
    EXPECT_TRUE(ConvertTensor(DestinationOf(planes, layout), SourceOf(pixels, layout), signedRange.ToTensor()).Ok());
    EXPECT_EQ(planes[0], -1);
    EXPECT_NEAR(planes[2], 1, 1e-6);
}

// The pairs are copied; the conversion points into the object, and a copy of the object into the copy.
TEST(Normalization, OwnsItsPairs)
{
    std::vector<float> mean(Mean.begin(), Mean.end());
    std::vector<float> deviation(Deviation.begin(), Deviation.end());
    const Normalization first(mean, deviation, 255);
    mean.assign(3, NaN);
    deviation.assign(3, NaN);
    const Normalization second = first;
    const Conversion ofFirst = first.ToTensor();
    const Conversion ofSecond = second.ToTensor();
    const Conversion expected = ImageNet.ToTensor();
    EXPECT_NE(ofFirst.scales.data(), ofSecond.scales.data());
    for (std::size_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(ofFirst.scales.data()[i], expected.scales.data()[i]);
        EXPECT_EQ(ofSecond.biases.data()[i], expected.biases.data()[i]);
    }
}

template <class Owner, class = void> constexpr bool MakesConversions = false;
template <class Owner>
constexpr bool MakesConversions<
    Owner, std::void_t<decltype(std::declval<Owner>().ToTensor()), decltype(std::declval<Owner>().ToImage())>> = true;
static_assert(MakesConversions<const Normalization&> && MakesConversions<Normalization&>);
static_assert(!MakesConversions<Normalization> && !MakesConversions<const Normalization>);

// ---- values ---------------------------------------------------------------------------------------------------------

// Every byte in every channel: the values are those of doubles, and the bytes come back.
template <class Element> void RoundTrip(DML_TENSOR_DATA_TYPE type, double tolerance)
{
    const TensorLayout pixelLayout = TensorLayout::Packed({1, 3, 16, 16}, Layout::NHWC);
    const TensorLayout planeLayout = TensorLayout::Packed({1, 3, 16, 16});
    std::vector<std::uint8_t> pixels(768);
    for (std::size_t i = 0; i < pixels.size(); ++i)
    {
        pixels[i] = static_cast<std::uint8_t>((i / 3 + i % 3 * 85) % 256);
    }

    std::vector<Element> planes(pixels.size());
    ASSERT_TRUE(
        ConvertTensor(DestinationOf(type, planes, planeLayout), SourceOf(pixels, pixelLayout), ImageNet.ToTensor())
            .Ok());
    std::vector<float> values(planes.size());
    ASSERT_TRUE(ConvertTensor(DestinationOf(values, planeLayout), SourceOf(type, planes, planeLayout)).Ok());
    for (std::size_t i = 0; i < pixels.size(); ++i)
    {
        const double expected =
            (pixels[i] / 255.0 - static_cast<double>(Mean[i % 3])) / static_cast<double>(Deviation[i % 3]);
        ASSERT_NEAR(values[i % 3 * 256 + i / 3], expected, tolerance) << "pixel " << i / 3 << ", channel " << i % 3;
    }

    std::vector<std::uint8_t> again(pixels.size());
    ASSERT_TRUE(
        ConvertTensor(DestinationOf(again, pixelLayout), SourceOf(type, planes, planeLayout), ImageNet.ToImage()).Ok());
    EXPECT_EQ(again, pixels);
}

TEST(Normalization, BytesComeBackFromFloat32) { RoundTrip<float>(DML_TENSOR_DATA_TYPE_FLOAT32, 1e-6); }
// Values are below 4, where a half is at most 2^-10 off.
TEST(Normalization, BytesComeBackFromFloat16) { RoundTrip<std::uint16_t>(DML_TENSOR_DATA_TYPE_FLOAT16, 0x1p-10); }

// 32 pairs are the most, each of which applies to its channel.
TEST(Normalization, HasRoomForThirtyTwoPairs)
{
    std::vector<float> mean(32);
    std::vector<float> deviation(32);
    std::vector<std::uint8_t> samples(32);
    for (std::size_t i = 0; i < 32; ++i)
    {
        mean[i] = static_cast<float>(i);
        deviation[i] = i % 2 == 0 ? 1.0F : 0.5F;
        samples[i] = static_cast<std::uint8_t>(100 + i);
    }
    const TensorLayout layout = TensorLayout::Packed({1, 32});
    std::vector<float> values(32);
    const Normalization normalization(mean, deviation, 1);
    ASSERT_TRUE(ConvertTensor(DestinationOf(values, layout), SourceOf(samples, layout), normalization.ToTensor()).Ok());
    for (std::size_t i = 0; i < 32; ++i) { EXPECT_EQ(values[i], i % 2 == 0 ? 100 : 200) << i; }
}

// ---- InOrder --------------------------------------------------------------------------------------------------------

constexpr std::uint32_t MostEntries = 5;

// The list of an InOrder call: entries 0 to 4, or NoChannel.
struct Order
{
    std::uint32_t entries[MostEntries] = {};
    std::uint32_t count = 0;

    constexpr Dimensions List() const { return {entries, count}; }
};

// What InOrder has to find, entry by entry. `tensorChannels` is 0 if one pair serves every channel.
constexpr Diagnosis ExpectedReason(const Order& order, std::uint32_t tensorChannels)
{
    std::uint32_t named = 0;
    for (std::uint32_t i = 0; i < order.count; ++i) { named += order.entries[i] == NoChannel ? 0U : 1U; }
    const std::uint32_t channels = tensorChannels != 0 ? tensorChannels : named != 0 ? named : 1;
    for (std::uint32_t i = 0; i < order.count; ++i)
    {
        const std::uint32_t entry = order.entries[i];
        if (entry != NoChannel && entry >= channels) { return {TensorError::AxisOutOfRange, i, entry, channels}; }
    }
    for (std::uint32_t channel = 0; channel < channels; ++channel)
    {
        std::uint32_t times = 0;
        for (std::uint32_t i = 0; i < order.count; ++i) { times += order.entries[i] == channel ? 1U : 0U; }
        if (times != 1) { return {TensorError::AxisOrder, NoAxis, channel, channels}; }
    }
    return {};
}

// Returns number `i` of the scales (or biases) that a conversion has for each position, or for all.
constexpr float At(const Floats& floats, float one, std::size_t i)
{
    return floats.size() != 0 ? floats.data()[i] : one;
}

// Whether the two conversions of InOrder are those of `plain`, with the pairs and channels where they belong.
constexpr bool IsInOrder(const Normalization& plain, const Normalization& ordered, const Order& order, float largest)
{
    const Conversion image = plain.ToImage(), tensor = plain.ToTensor();
    const Conversion toImage = ordered.ToImage(), toTensor = ordered.ToTensor();
    bool holds = toImage.channels == order.List() && (toImage.scales.size() == order.count || order.count == 1)
                 && toTensor.scales.size() == tensor.scales.size() && toTensor.biases.size() == tensor.biases.size();
    std::uint32_t named = 0;
    for (std::uint32_t i = 0; i < order.count; ++i)
    {
        const std::uint32_t channel = order.entries[i];
        const float bias = At(toImage.biases, toImage.bias, i);
        if (channel == NoChannel)
        {
            holds = holds && bias == largest;
            continue;
        }
        ++named;
        holds = holds && At(toImage.scales, toImage.scale, i) == At(image.scales, image.scale, channel)
                && bias == At(image.biases, image.bias, channel) && toTensor.channels[channel] == i
                && At(toTensor.scales, toTensor.scale, channel) == At(tensor.scales, tensor.scale, channel)
                && At(toTensor.biases, toTensor.bias, channel) == At(tensor.biases, tensor.bias, channel);
    }
    return holds && toTensor.channels.size() == named;
}

// Whether InOrder does with a list what it must: for one pair, for 3 and for 4, and again after another order.
constexpr bool IsRight(const Order& order)
{
    const Normalization one({0.5F}, {0.25F}, 200), three({0.5F, 0.25F, 0.125F}, {2, 4, 8}, 255),
        four({1, 2, 3, 4}, {5, 6, 7, 8}, 1);
    const Normalization* const normalizations[] = {&one, &three, &four};
    const std::uint32_t tensorChannels[] = {0, 3, 4};
    const float largest[] = {200, 255, 1};
    bool holds = true;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const Normalization ordered = normalizations[i]->InOrder(order.List());
        const Diagnosis expected = ExpectedReason(order, tensorChannels[i]);
        const Diagnosis found = ordered.Reason();
        holds = holds && Says(found, expected.error, expected.axis, expected.actual, expected.required);
        if (!expected.Ok())
        {
            holds = holds && ordered.ToImage().reason == found && ordered.ToTensor().reason == found
                    && ordered.InOrder({0}).Reason() == found;
            continue;
        }
        const Dimensions other = i == 1   ? Dimensions{1, NoChannel, 2, 0}
                                 : i == 2 ? Dimensions{3, 1, 0, 2}
                                          : Dimensions{1, 0};
        const Normalization again = normalizations[i]->InOrder(other).InOrder(order.List());
        holds = holds && IsInOrder(*normalizations[i], ordered, order, largest[i])
                && IsInOrder(*normalizations[i], again, order, largest[i]);
    }
    return holds;
}

// Whether InOrder is right for each list of `count` entries, which are 0 to kinds - 2 or NoChannel. With several parts,
// only for the lists of one part.
constexpr bool HasRightOrders(std::uint32_t count, std::uint32_t kinds, std::uint32_t part = 0, std::uint32_t parts = 1)
{
    std::uint32_t lists = 1;
    for (std::uint32_t i = 0; i < count; ++i) { lists *= kinds; }
    bool holds = true;
    for (std::uint32_t list = part; list < lists; list += parts)
    {
        Order order;
        order.count = count;
        for (std::uint32_t i = 0, rest = list; i < count; ++i, rest /= kinds)
        {
            order.entries[i] = rest % kinds == kinds - 1 ? NoChannel : rest % kinds;
        }
        holds = holds && IsRight(order);
    }
    return holds;
}

// At compile time every list of 3 and 4 entries that are below the length or NoChannel, which includes every order. The
// lists of 4 have five parts, because clang limits the steps of one constant expression.
constexpr bool OrdersOfThree() { return HasRightOrders(3, 4); }
template <std::uint32_t Part> constexpr bool OrdersOfFour() { return HasRightOrders(4, 5, Part, 5); }
TEST(Normalization, InOrderOfThreeAndFour)
{
    ExpectTwice<OrdersOfThree>();
    ExpectTwice<OrdersOfFour<0>>();
    ExpectTwice<OrdersOfFour<1>>();
    ExpectTwice<OrdersOfFour<2>>();
    ExpectTwice<OrdersOfFour<3>>();
    ExpectTwice<OrdersOfFour<4>>();
}

// Every list of up to 5 entries that are 0 to 4 or NoChannel.
TEST(Normalization, InOrderOfEveryList)
{
    for (std::uint32_t count = 0; count <= MostEntries; ++count) { EXPECT_TRUE(HasRightOrders(count, 6)) << count; }
}

// A BGRA frame becomes planes of R, G and B, and comes back opaque.
TEST(Normalization, BgraFramesComeBack)
{
    const Normalization frames = ImageNet.InOrder({2, 1, 0, NoChannel});
    const TensorLayout pixelLayout = TensorLayout::Packed({1, 4, 5, 7}, Layout::NHWC);
    const TensorLayout planeLayout = TensorLayout::Packed({1, 3, 5, 7});
    std::vector<std::uint8_t> pixels(140);
    for (std::size_t i = 0; i < pixels.size(); ++i) { pixels[i] = static_cast<std::uint8_t>(i * 97 % 256); }
    std::vector<float> planes(105);
    ASSERT_TRUE(
        ConvertTensor(DestinationOf(planes, planeLayout), SourceOf(pixels, pixelLayout), frames.ToTensor()).Ok());
    EXPECT_NEAR(planes[0], (pixels[2] / 255.0 - 0.485) / 0.229, 1e-5);  // R of the first pixel
    EXPECT_NEAR(planes[70], (pixels[0] / 255.0 - 0.406) / 0.225, 1e-5); // its B
    std::vector<std::uint8_t> again(pixels.size());
    ASSERT_TRUE(ConvertTensor(DestinationOf(again, pixelLayout), SourceOf(planes, planeLayout), frames.ToImage()).Ok());
    for (std::size_t i = 3; i < pixels.size(); i += 4) { pixels[i] = 255; }
    EXPECT_EQ(again, pixels);
}

TEST(Normalization, ErrorsOfOrders)
{
    EXPECT_EQ(
        SentenceOf(ImageNet.InOrder({2, 1, 0, 3}).Reason()),
        "channels[3] is 3; it must be NoChannel or below 3, the number of the tensor's channels, which count from 0");
    EXPECT_EQ(SentenceOf(ImageNet.InOrder({2, 1, 2}).Reason()),
              "channel 0 of the tensor is missing from channels or repeated; the list must have each of the tensor's 3 "
              "channels once");
    EXPECT_EQ(SentenceOf(ImageNet.InOrder({2, -1, 0}).Reason()), "channels[1] is -1; it must be 0 to 4294967295");
    EXPECT_EQ(Normalization({1}, {0}, 1).InOrder({9}).Reason(), Normalization({1}, {0}, 1).Reason());
    const Normalization wrong = ImageNet.InOrder({2, 1, 0}).InOrder({5});
    EXPECT_EQ(wrong.ToImage().scales.size(), 0U);
}

// ---- errors ---------------------------------------------------------------------------------------------------------

constexpr float Many[33] = {};
constexpr const float* NoNumbers = nullptr;

struct ErrorCase
{
    const char* name;
    Diagnosis reason;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr bool Holds(const ErrorCase& one) { return Says(one.reason, one.error, one.axis, one.actual, one.required); }

constexpr std::array<ErrorCase, 33> ErrorCases()
{
    using E = TensorError;
    constexpr std::uint64_t OfNaN = std::uint64_t{1} << 63;
    const Floats one(Many, 1);
    return {{
        {"none", Normalization({}, {}, 255).Reason(), E::DimensionCount, NoAxis, 0, 32},
        {"33", Normalization(Many, Many, 255).Reason(), E::DimensionCount, NoAxis, 33, 32},
        {"counts", Normalization({0, 0, 0}, {1, 1}, 255).Reason(), E::SizesDiffer, NoAxis, 2, 3},
        {"counts before values", Normalization({0, 0}, {0}, 0).Reason(), E::SizesDiffer, NoAxis, 1, 2},
        {"deviation 0", Normalization({0, 0}, {1, 0}, 255).Reason(), E::ValueRange, 1, 0, Max64},
        {"deviation -0", Normalization({0}, {-0.0F}, 255).Reason(), E::ValueRange, 0, 0, Max64},
        {"deviation -1", Normalization({0, 0}, {1, -1}, 255).Reason(), E::ValueRange, 1, Max64, Max64},
        {"deviation NaN", Normalization({0, 0, 0}, {1, NaN, 0}, 255).Reason(), E::ValueRange, 1, OfNaN, Max64},
        {"largest 0", Normalization({0}, {1}, 0).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"largest -1", Normalization({0}, {1}, -1).Reason(), E::ValueRange, NoAxis, Max64, Max64},
        {"largest infinite", Normalization({0}, {1}, Infinity).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"largest beyond FLOAT32", Normalization({0}, {1}, 1e39).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"largest below FLOAT32", Normalization({0}, {1}, 1e-60).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"largest 2^-150", Normalization({0}, {1}, 0x1p-150).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"largest 2^-149", Normalization({0}, {1}, 0x1.8p-150).Reason(), E::ValueRange, 0, 0, Max64},
        {"largest NaN", Normalization({NaN}, {1}, Quiet).Reason(), E::ValueRange, NoAxis, OfNaN, Max64},
        {"deviation infinite", Normalization({0, 0}, {1, Infinity}, 1).Reason(), E::ValueRange, 1, 0, Max64},
        {"infinite samples", Normalization({0, 0}, {1, 2e36F}, 255).Reason(), E::ValueRange, 1, 0, Max64},
        {"samples of 0", Normalization({0, 0}, {1, 1e-40F}, 1e-10).Reason(), E::ValueRange, 1, 0, Max64},
        {"infinite values", Normalization({0, 0}, {1, 0x1p-128F}, 1).Reason(), E::ValueRange, 1, 0, Max64},
        {"the largest finite values", Normalization({0}, {0x1.00001p-128F}, 1).Reason(), E::None, NoAxis, 0, 0},
        {"the largest samples", Normalization({0}, {0x1.fffffep127F}, 1).Reason(), E::None, NoAxis, 0, 0},
        {"mean NaN", Normalization({0, NaN}, {1, 1}, 255).Reason(), E::ValueRange, 1, 0, Max64},
        {"mean infinite", Normalization({0, -Infinity}, {1, 1}, 255).Reason(), E::ValueRange, 1, 0, Max64},
        {"infinite bias of samples", Normalization({0, -2e36F}, {1, 1}, 255).Reason(), E::ValueRange, 1, 0, Max64},
        {"infinite bias of values", Normalization({1e38F}, {1e-3F}, 1).Reason(), E::ValueRange, 0, 0, Max64},
        {"the largest bias", Normalization({0x1.fffffep127F}, {1}, 1).Reason(), E::None, NoAxis, 0, 0},
        {"largest before mean", Normalization({NaN}, {1}, 0).Reason(), E::ValueRange, NoAxis, 0, Max64},
        {"a pair before the next", Normalization({NaN, 0}, {1, Infinity}, 1).Reason(), E::ValueRange, 0, 0, Max64},
        {"deviation before largest", Normalization({0}, {-1}, 0).Reason(), E::ValueRange, 0, Max64, Max64},
        {"negative count", Normalization(Floats(Many, -1), one, 255).Reason(), E::ValueRange, NoAxis, Max64, Max64},
        {"null", Normalization(one, Floats(NoNumbers, 1), 255).Reason(), E::NullPointer, NoAxis, 0, 1},
        {"null and none", Normalization(Floats(NoNumbers, 0), one, 255).Reason(), E::DimensionCount, NoAxis, 0, 32},
    }};
}
TEST(Normalization, ErrorsNameTheIndex) { ExpectTwice<ErrorCases>(); }

TEST(Normalization, ErrorsAreSentences)
{
    const auto sentence = [](const Normalization& one) { return SentenceOf(one.Reason()); };
    EXPECT_EQ(sentence({Many, Many, 255}), "the length of mean is 33; it must be 1 to 32");
    EXPECT_EQ(sentence({{0, 0, 0}, {1, 1}, 255}),
              "the length of deviation is 2; it must be 3, that of mean, or mean must have as many values");
    EXPECT_EQ(sentence({{0, 0}, {1, 0}, 255}), "deviation[1] is 0; it must be above 0");
    EXPECT_EQ(sentence({{0, 0}, {1, -1}, 255}), "deviation[1] is negative; it must be above 0");
    EXPECT_EQ(sentence({{0}, {NaN}, 255}), "deviation[0] is NaN; it must be above 0");
    EXPECT_EQ(sentence({{0}, {1}, 0}),
              "largest is 0; it must be the largest sample, such as 255, not a scale such as 1 / 255");
    EXPECT_EQ(sentence({{0, 0}, {1, 2e36F}, 255}),
              "deviation[1] makes a scale that is infinite or 0; deviation * largest and its reciprocal must be finite "
              "FLOAT32 values, not 0");
    EXPECT_EQ(sentence({{0}, {1}, 1e39}),
              "largest makes a scale that is infinite or 0; deviation * largest and its reciprocal must be finite "
              "FLOAT32 values, not 0");
    EXPECT_EQ(
        sentence({{0, NaN}, {1, 1}, 255}),
        "mean[1] makes a bias that is infinite or NaN; mean / deviation and mean * largest must be finite FLOAT32 "
        "values");
    EXPECT_EQ(sentence({Floats(NoNumbers, 3), Floats(Many, 3), 255}), "mean is null; point it to 3 values");
    EXPECT_EQ(sentence({Floats(Many, -1), Floats(Many, 3), 255}), "count is -1; it must be at least 0");
}

// What is accepted has coefficients that conversions can use, in both directions.
TEST(Normalization, CoefficientsAreFiniteAndScalesNotZero)
{
    test_support::Random random(1);
    std::uint32_t accepted = 0;
    std::uint32_t refused = 0;
    for (std::uint32_t i = 0; i < 20000; ++i)
    {
        const auto number = [&]
        {
            const std::uint32_t bits = static_cast<std::uint32_t>(random.Next());
            float value = 0;
            std::memcpy(&value, &bits, sizeof(value));
            return value;
        };
        const float mean = number();
        const float deviation = std::abs(number());
        const float largest = std::abs(number());
        const Normalization one({mean}, {deviation}, static_cast<double>(largest));
        volatile float scale = largest * deviation; // stored, because x87 processors round only what they store
        const volatile float computed[] = {scale, 1 / scale, largest * mean, (0 - mean) / deviation};
        bool isUsable = largest > 0 && std::isfinite(largest) && deviation > 0;
        for (const float value : computed) { isUsable = isUsable && std::isfinite(value); }
        isUsable = isUsable && computed[0] != 0 && computed[1] != 0;
        ASSERT_EQ(static_cast<bool>(one), isUsable) << mean << " " << deviation << " " << largest;
        ++(isUsable ? accepted : refused);
        if (!isUsable) { continue; }
        EXPECT_FLOAT_EQ(one.ToImage().scale, computed[0]);
        EXPECT_FLOAT_EQ(one.ToTensor().scale, computed[1]);
        EXPECT_FLOAT_EQ(one.ToImage().bias, computed[2]);
        EXPECT_FLOAT_EQ(one.ToTensor().bias, computed[3]);
    }
    EXPECT_GT(accepted, 1000U);
    EXPECT_GT(refused, 1000U);
}

// A conversion is refused with the error of its Normalization, whatever was set afterwards, and nothing is written.
TEST(Normalization, ConversionsAreRefused)
{
    const Normalization wrong({0, 0, 0}, {1, 0, 1}, 255);
    EXPECT_FALSE(wrong);
    EXPECT_EQ(wrong.Error(), TensorError::ValueRange);
    const std::uint8_t pixels[] = {1, 2, 3};
    float values[] = {7, 7, 7};
    const TensorLayout layout = TensorLayout::Packed({1, 3, 1, 1});
    for (Conversion conversion : {wrong.ToTensor(), wrong.ToImage()})
    {
        EXPECT_EQ(conversion.scales.size() + conversion.biases.size(), 0U);
        EXPECT_EQ(ConvertTensor(DestinationOf(values, layout), SourceOf(pixels, layout), conversion), wrong.Reason());
        conversion.channels = {2, 1, 0};
        conversion.scales = Mean;
        EXPECT_EQ(ConvertTensor(DestinationOf(values, layout), SourceOf(pixels, layout), conversion), wrong.Reason());
    }
    EXPECT_EQ(values[0], 7);
    // The error of a layout comes first.
    EXPECT_EQ(
        ConvertTensor(DestinationOf(values, TensorLayout::Packed({1, 0})), SourceOf(pixels, layout), wrong.ToTensor()),
        TensorError::ZeroSize);
}

} // namespace
} // namespace normalization_test
