// Conversion::channels: channels in another order, channels that are left out, and channels that the source does not
// have. Each result is compared with one conversion per channel.
#include "dml_tensor_convert.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace convert_channels_test
{

namespace
{

using namespace dml_tensor_utils;

constexpr DML_TENSOR_DATA_TYPE Types[] = {DML_TENSOR_DATA_TYPE_UINT8, DML_TENSOR_DATA_TYPE_INT8,
                                          DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_DATA_TYPE_FLOAT32};
constexpr std::uint32_t LastType = detail::LastDataType;
constexpr auto Float32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto UInt8 = DML_TENSOR_DATA_TYPE_UINT8;

using Order = std::vector<std::uint32_t>;

// Returns every order of the channels, and each of these with a missing channel at each position.
std::vector<Order> OrdersOf(std::uint32_t count)
{
    Order order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<Order> orders;
    do {
        orders.push_back(order);
        for (std::size_t at = 0; at <= order.size(); ++at)
        {
            Order missing = order;
            missing.insert(missing.begin() + static_cast<std::ptrdiff_t>(at), NoChannel);
            orders.push_back(missing);
        }
    } while (std::next_permutation(order.begin(), order.end()));
    return orders;
}

// Small numbers, most of which fit every type.
std::vector<unsigned char> SmallNumbers(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout)
{
    std::vector<float> numbers(static_cast<std::size_t>(layout.ElementSpan()));
    for (std::size_t i = 0; i < numbers.size(); ++i) { numbers[i] = static_cast<float>((i * 37 + 11) % 120); }
    std::vector<unsigned char> bytes(static_cast<std::size_t>(layout.EndInBytes(type)));
    const TensorLayout row = TensorLayout::Packed({numbers.size()});
    EXPECT_TRUE(ConvertTensor(DestinationOf(type, bytes, row), SourceOf(numbers, row)).Ok());
    return bytes;
}

struct Case
{
    DML_TENSOR_DATA_TYPE to;
    DML_TENSOR_DATA_TYPE from;
    TensorLayout destination;
    TensorLayout source;
    Conversion conversion;
};

// Converts with Conversion::channels, by one path.
std::vector<unsigned char> Converted(const Case& test, const std::vector<unsigned char>& source, detail::CopyPath path,
                                     CopyHint hint)
{
    std::vector<unsigned char> result(static_cast<std::size_t>(test.destination.EndInBytes(test.to)), 0xA5);
    const Diagnosis reason =
        detail::ConvertTensorBy(detail::PathKernelsOf(path), DestinationOf(test.to, result, test.destination),
                                SourceOf(test.from, source, test.source), test.conversion, hint);
    EXPECT_TRUE(reason.Ok()) << Explain(reason).c_str();
    return result;
}

// Converts channel by channel. A missing channel gets the bias.
std::vector<unsigned char> ConvertedEach(const Case& test, const std::vector<unsigned char>& source)
{
    std::vector<unsigned char> result(static_cast<std::size_t>(test.destination.EndInBytes(test.to)), 0xA5);
    const Conversion& all = test.conversion;
    for (std::uint32_t i = 0; i < all.channels.size(); ++i)
    {
        Conversion one;
        one.rule = all.rule;
        one.scale = all.scales.size() != 0 ? all.scales.data()[i] : all.scale;
        one.bias = all.biases.size() != 0 ? all.biases.data()[i] : all.bias;
        const Destination to = DestinationOf(test.to, result, test.destination.Sliced(all.axis, i, 1));
        const float bias = one.bias;
        const bool isMissing = all.channels[i] == NoChannel;
        const Diagnosis reason =
            isMissing
                ? ConvertTensor(to, SourceOf(Float32, &bias, sizeof(bias), TensorLayout::Packed({1})))
                : ConvertTensor(to, SourceOf(test.from, source, test.source.Sliced(all.axis, all.channels[i], 1)), one);
        EXPECT_TRUE(reason.Ok()) << Explain(reason).c_str();
    }
    return result;
}

// The best path, with both kinds of stores, and each other path in turn.
void ExpectEachChannel(const Case& test, const std::vector<unsigned char>& source)
{
    static std::uint32_t turn = 0;
    const detail::CopyPath best = detail::BestConvertPath();
    const auto other = static_cast<detail::CopyPath>(++turn % (static_cast<std::uint32_t>(best) + 1));
    const std::vector<unsigned char> expected = ConvertedEach(test, source);
    const auto expect = [&](detail::CopyPath path, CopyHint hint)
    {
        EXPECT_EQ(Converted(test, source, path, hint), expected)
            << ToString(test.from) << " to " << ToString(test.to) << ", " << test.conversion.channels.size() << " of "
            << test.source.Sizes()[test.conversion.axis] << " channels, path " << static_cast<std::uint32_t>(path)
            << ", hint " << static_cast<int>(hint);
    };
    expect(best, CopyHint::Auto);
    expect(best, CopyHint::Streaming);
    expect(other, turn % 3 == 0 ? CopyHint::Streaming : CopyHint::Cached);
}

void ExpectEachChannel(const Case& test) { ExpectEachChannel(test, SmallNumbers(test.from, test.source)); }

// A missing channel is the bias in every tile, whatever the other channels hold: 1100 pixels are several tiles.
TEST(ConvertChannels, MissingChannelsAreFilledBesideInfinities)
{
    const TensorLayout threeChannels = TensorLayout::Packed({1, 3, 1, 1100}, Layout::NHWC);
    const TensorLayout fourChannels = TensorLayout::Packed({1, 4, 1, 1100}, Layout::NHWC);
    std::vector<unsigned char> source(static_cast<std::size_t>(threeChannels.EndInBytes(DML_TENSOR_DATA_TYPE_FLOAT16)));
    constexpr std::uint16_t Halves[] = {0x3C00, 0x7C00, 0x3E00, 0xFC00, 0x4000}; // 1, infinity, 1.5, -infinity, 2
    for (std::size_t i = 0; i < source.size(); i += 2) { std::memcpy(&source[i], &Halves[i / 2 % 5], 2); }
    Conversion conversion;
    conversion.channels = {2, 1, 0, NoChannel};
    conversion.scale = 0.7123457F;
    conversion.bias = 0.5F;
    for (const DML_TENSOR_DATA_TYPE to : {Float32, DML_TENSOR_DATA_TYPE_INT32, DML_TENSOR_DATA_TYPE_FLOAT16, UInt8})
    {
        const Case test = {to, DML_TENSOR_DATA_TYPE_FLOAT16, fourChannels, threeChannels, conversion};
        const std::vector<unsigned char> expected = ConvertedEach(test, source);
        for (const CopyHint hint : {CopyHint::Cached, CopyHint::Streaming})
        {
            EXPECT_EQ(Converted(test, source, detail::BestConvertPath(), hint), expected) << ToString(to);
        }
    }
}

// Rows with gaps, pixels with gaps, and pixels with more channels than the fast case handles.
TEST(ConvertChannels, GapsOfRowsAndPixelsAreNotWritten)
{
    const Dimensions sizes = {1, 3, 4, 6};
    Conversion reversed;
    reversed.channels = {2, 1, 0};
    const TensorLayout planes = TensorLayout::Packed(sizes), pixels = TensorLayout::Packed(sizes, Layout::NHWC);
    const TensorLayout gaps = TensorLayout::Strided(sizes, {120, 1, 30, 5});
    const TensorLayout apart = TensorLayout::Strided(sizes, {144, 2, 36, 6});
    for (const TensorLayout& destination : {planes, pixels, pixels.WithStride(2, 64), gaps, apart})
    {
        for (const TensorLayout& source : {planes, pixels, planes.WithStride(2, 32), gaps, apart})
        {
            for (const DML_TENSOR_DATA_TYPE from : Types)
            {
                for (const DML_TENSOR_DATA_TYPE to : Types)
                {
                    ExpectEachChannel({to, from, destination, source, reversed});
                }
            }
        }
        const TensorLayout five = TensorLayout::Packed({1, 5, 4, 6}, Layout::NHWC);
        ExpectEachChannel({Float32, UInt8, destination, five, reversed});
    }
}

// Pixels and planes of up to 8 channels, of any type.
TEST(ConvertChannels, EveryTypeHasUpToEightChannels)
{
    const float scales[] = {0.5F, 2, 1, 0.25F, 1, 1.5F, 1, 3};
    const float biases[] = {1, 0, 0, 7, 0, 7, 0, 2};
    for (std::uint32_t from = 1; from <= LastType; ++from)
    {
        for (std::uint32_t to = 1; to <= LastType; ++to)
        {
            for (std::uint32_t count = 2; count <= 8; ++count)
            {
                if ((from + to + count) % 3 != 0) { continue; }
                Conversion conversion;
                Order order(count);
                for (std::uint32_t i = 0; i < count; ++i) { order[i] = count - 1 - i; }
                if (count % 2 == 0) { order[1] = NoChannel; }
                conversion.channels = Dimensions(order);
                if (to % 2 == 0) { conversion.scales = {scales, count}; }
                if (from % 2 == 0) { conversion.biases = {biases, count}; }
                const Dimensions sizes = {2, count, 5, 67};
                const auto toType = static_cast<DML_TENSOR_DATA_TYPE>(to);
                const auto fromType = static_cast<DML_TENSOR_DATA_TYPE>(from);
                const TensorLayout planes = TensorLayout::Packed(sizes);
                const TensorLayout pixels = TensorLayout::Packed(sizes, Layout::NHWC);
                ExpectEachChannel({toType, fromType, planes, pixels, conversion});
                ExpectEachChannel({toType, fromType, pixels, planes, conversion});
                ExpectEachChannel({toType, fromType, pixels, pixels, conversion});
                ExpectEachChannel({toType, fromType, planes, planes, conversion});
            }
        }
    }
}

// Any bits, so that integers are negative and floats have fractions.
TEST(ConvertChannels, CastInAnyOrder)
{
    const DML_TENSOR_DATA_TYPE types[] = {UInt8, DML_TENSOR_DATA_TYPE_INT16, DML_TENSOR_DATA_TYPE_INT32,
                                          DML_TENSOR_DATA_TYPE_FLOAT16, Float32};
    const Dimensions sizes = {2, 4, 5, 67};
    const TensorLayout planes = TensorLayout::Packed(sizes), pixels = TensorLayout::Packed(sizes, Layout::NHWC);
    Conversion conversion;
    conversion.rule = ConversionRule::DirectMLCast;
    for (const Dimensions& channels : {Dimensions{2, 1, 0, 3}, Dimensions{2, 1, 0, NoChannel}, Dimensions{0, 1, 2, 3}})
    {
        conversion.channels = channels;
        for (const DML_TENSOR_DATA_TYPE from : types)
        {
            std::vector<unsigned char> source(static_cast<std::size_t>(planes.EndInBytes(from)));
            for (std::size_t i = 0; i < source.size(); ++i) { source[i] = static_cast<unsigned char>(i * 101 % 251); }
            for (const DML_TENSOR_DATA_TYPE to : types)
            {
                if (to == DML_TENSOR_DATA_TYPE_FLOAT16 || to == Float32) { continue; } // the rule makes no difference
                ExpectEachChannel({to, from, planes, pixels, conversion}, source);
                ExpectEachChannel({to, from, pixels, planes, conversion}, source);
                ExpectEachChannel({to, from, pixels, pixels, conversion}, source);
                ExpectEachChannel({to, from, planes, planes, conversion}, source);
            }
        }
    }
}

// Lines are begun once: after each write, only what does not fill a line waits.
TEST(ConvertChannels, ALineStreamEndsAtCacheLines)
{
    for (std::size_t start = 0; start < 64; start += 7)
    {
        alignas(64) unsigned char destination[4096] = {};
        alignas(64) unsigned char buffer[64 + 700];
        detail::LineStream stream;
        stream.destination = destination + start;
        unsigned char number = 0;
        std::size_t written = start;
        for (std::size_t bytes = 1; written + bytes < 3000; bytes = bytes * 3 % 611 + 1)
        {
            for (std::size_t i = 0; i < bytes; ++i) { buffer[64 + i] = ++number; }
            stream.Write({detail::PathKernelsOf(detail::BestConvertPath()).copy, true}, buffer + 64, bytes, false);
            written += bytes;
            const auto end = static_cast<std::size_t>(stream.destination - destination);
            EXPECT_EQ(end, written - start < 64 - start % 64 ? start : written / 64 * 64) << start;
        }
        buffer[64] = ++number;
        stream.Write({detail::PathKernelsOf(detail::BestConvertPath()).copy, true}, buffer + 64, 1, true);
        for (std::size_t i = 0; i <= written - start; ++i)
        {
            ASSERT_EQ(destination[start + i], static_cast<unsigned char>(i + 1)) << start << ' ' << i;
        }
    }
}

TEST(ConvertChannels, EveryOrderOfUpToFiveIsApplied)
{
    const float scales[] = {0.5F, 2, 1, 0.25F, 3, 1.5F};
    const float biases[] = {1, 0, -2, 255, 0.5F, 7};
    for (std::uint32_t count = 1; count <= 5; ++count)
    {
        for (const Order& order : OrdersOf(count))
        {
            const auto positions = static_cast<std::uint32_t>(order.size());
            Conversion conversion;
            conversion.channels = Dimensions(order);
            const Dimensions sizes = {1, positions, 3, 5};
            const TensorLayout pixels = TensorLayout::Packed({1, count, 3, 5}, Layout::NHWC);
            const TensorLayout planes = TensorLayout::Packed({1, count, 3, 5});
            for (const DML_TENSOR_DATA_TYPE from : Types)
            {
                for (const DML_TENSOR_DATA_TYPE to : Types)
                {
                    conversion.scales = {scales, positions};
                    conversion.biases = {biases, positions};
                    ExpectEachChannel({to, from, TensorLayout::Packed(sizes), pixels, conversion});
                    ExpectEachChannel({to, from, TensorLayout::Packed(sizes, Layout::NHWC), planes, conversion});
                    conversion.scales = {};
                    conversion.biases = {};
                    ExpectEachChannel({to, from, TensorLayout::Packed(sizes, Layout::NHWC), pixels, conversion});
                }
            }
        }
    }
}

// Rows with about as many pixels as a vector or a tile, packed or with a row pitch on either side.
TEST(ConvertChannels, RowsOfAnyLengthAreConverted)
{
    const float scales[] = {0.5F, 2, 1, 0.25F};
    const float biases[] = {1, 0, -2, 255};
    const std::vector<Order> orders = {{2, 1, 0},    {0, 1, 2},         {2, 1, 0, 3}, {2, 1, 0, NoChannel},
                                       {3, 3, 1, 2}, {NoChannel, 3, 0}, {1, 0},       {0}};
    for (const std::uint32_t width : {7U, 15U, 16U, 17U, 31U, 32U, 33U, 65U, 127U, 511U, 512U, 513U, 1100U, 2050U})
    {
        for (const Order& order : orders)
        {
            const auto positions = static_cast<std::uint32_t>(order.size());
            const TensorLayout toPlanes = TensorLayout::Packed({1, positions, 2, width});
            const TensorLayout toPixels = TensorLayout::Packed({1, positions, 2, width}, Layout::NHWC);
            const TensorLayout fromPlanes = TensorLayout::Packed({1, 4, 2, width});
            const TensorLayout fromPixels = TensorLayout::Packed({1, 4, 2, width}, Layout::NHWC);
            for (const DML_TENSOR_DATA_TYPE from : Types)
            {
                for (const DML_TENSOR_DATA_TYPE to : Types)
                {
                    Conversion conversion;
                    conversion.channels = Dimensions(order);
                    ExpectEachChannel({to, from, toPlanes, fromPixels, conversion});
                    conversion.scales = {scales, positions};
                    conversion.biases = {biases, positions};
                    ExpectEachChannel({to, from, toPlanes, fromPixels, conversion});
                    ExpectEachChannel({to, from, toPixels, fromPlanes, conversion});
                    ExpectEachChannel({to, from, toPixels, fromPixels, conversion});
                    ExpectEachChannel({to, from, toPlanes.WithStrideMultiple(2, 64),
                                       fromPixels.WithStrideMultiple(2, 256), conversion});
                    ExpectEachChannel({to, from, toPixels.WithStrideMultiple(2, 256),
                                       fromPlanes.WithStrideMultiple(2, 64), conversion});
                }
            }
        }
    }
}

// The recipes: BGRA bytes to normalised RGB planes of halves, and planes back to BGRA with an alpha of 255.
TEST(ConvertChannels, BgraBecomesPlanesAndComesBack)
{
    const std::uint8_t bgra[] = {10, 20, 30, 99, 40, 50, 60, 99};
    float planes[6] = {};
    Conversion toPlanes;
    toPlanes.channels = {2, 1, 0};
    const Source pixels = SourceOf(bgra, TensorLayout::Packed({1, 4, 1, 2}, Layout::NHWC));
    const TensorLayout planar = TensorLayout::Packed({1, 3, 1, 2});
    ASSERT_TRUE(ConvertTensor(DestinationOf(planes, planar), pixels, toPlanes).Ok());
    const float expected[] = {30, 60, 20, 50, 10, 40};
    EXPECT_TRUE(std::equal(planes, planes + 6, expected));

    std::uint8_t back[8] = {};
    const float biases[] = {0, 0, 0, 255};
    Conversion toPixels;
    toPixels.channels = {2, 1, 0, NoChannel};
    toPixels.biases = biases;
    toPixels.scale = std::numeric_limits<float>::infinity(); // a missing channel is not scaled
    ASSERT_TRUE(ConvertTensor(DestinationOf(back, pixels.layout), SourceOf(planes, planar), toPixels).Ok());
    EXPECT_EQ(back[3], 255);
    EXPECT_EQ(back[0], 255); // saturated
    toPixels.scale = 1;
    ASSERT_TRUE(ConvertTensor(DestinationOf(back, pixels.layout), SourceOf(planes, planar), toPixels).Ok());
    const std::uint8_t withAlpha[] = {10, 20, 30, 255, 40, 50, 60, 255};
    EXPECT_EQ(std::memcmp(back, withAlpha, sizeof(back)), 0);
}

// All types are moved bit by bit if nothing is calculated.
TEST(ConvertChannels, EqualTypesOfAnyKindAreMoved)
{
    Conversion swap;
    swap.axis = 0;
    swap.channels = {1, 0};
    const std::int64_t numbers[] = {1, -2, std::numeric_limits<std::int64_t>::min(), 4};
    std::int64_t swapped[4] = {};
    const TensorLayout layout = TensorLayout::Packed({2, 2});
    const Source source = SourceOf(numbers, layout);
    const Destination destination = DestinationOf(swapped, layout);
    ASSERT_TRUE(ConvertTensor(destination, source, swap).Ok());
    EXPECT_EQ(swapped[0], numbers[2]);
    EXPECT_EQ(swapped[3], numbers[1]);
    // 4-bit elements in rows of three.
    const std::uint8_t nibbles[] = {0x21, 0x43, 0x65};
    std::uint8_t turned[3] = {};
    const TensorLayout rows = TensorLayout::Packed({2, 3});
    ASSERT_TRUE(ConvertTensor(DestinationOf(DML_TENSOR_DATA_TYPE_UINT4, turned, rows),
                              SourceOf(DML_TENSOR_DATA_TYPE_UINT4, nibbles, rows), swap)
                    .Ok());
    EXPECT_EQ(turned[0], 0x54);
    EXPECT_EQ(turned[1], 0x16);
    EXPECT_EQ(turned[2], 0x32);

    swap.channels = {1, NoChannel};
    ASSERT_TRUE(ConvertTensor(destination, source, swap).Ok());
    EXPECT_EQ(swapped[0], numbers[2]);
    EXPECT_EQ(swapped[3], 0);
}

// ---- rejections -----------------------------------------------------------------------------------------------------

TEST(ConvertChannels, RejectionsWriteNothing)
{
    const std::vector<std::uint8_t> pixels(24, 7);
    std::vector<std::uint8_t> planes(18, 0xA5);
    const std::vector<std::uint8_t> untouched = planes;
    const TensorLayout source = TensorLayout::Packed({1, 4, 2, 3}, Layout::NHWC);
    const TensorLayout destination = TensorLayout::Packed({1, 3, 2, 3});
    const auto convert = [&](const Conversion& conversion, const TensorLayout& from, const TensorLayout& to)
    {
        const Diagnosis reason = ConvertTensor(DestinationOf(planes, to), SourceOf(pixels, from), conversion);
        EXPECT_EQ(planes, untouched);
        return reason;
    };
    const auto sentence = [](const Diagnosis& reason) { return std::string(Explain(reason).c_str()); };
    Conversion conversion;
    conversion.channels = {0, -1, 2};
    EXPECT_EQ(sentence(convert(conversion, source, destination)),
              "Conversion::channels[1] is -1; it must be 0 to 4294967295 [ValueRange]");
    EXPECT_EQ(convert(conversion, TensorLayout(), destination), TensorError::DimensionCount); // a layout's error first
    conversion.channels = {0, 4, 2};
    EXPECT_EQ(convert(conversion, source, destination), (Diagnosis{TensorError::AxisOutOfRange, 1, 4, 4}));
    EXPECT_EQ(sentence(convert(conversion, source, destination)),
              "Conversion::channels[1] is 4; it must be NoChannel or below 4, the source's size on that axis; "
              "channels count from 0 [AxisOutOfRange]");
    conversion.channels = {4, 0, 2};
    EXPECT_EQ(convert(conversion, source, destination), (Diagnosis{TensorError::AxisOutOfRange, 0, 4, 4}));
    conversion.channels = {0, 1};
    EXPECT_EQ(sentence(convert(conversion, source, destination)),
              "the length of Conversion::channels is 2; it must be 3, the destination's Sizes[1]; if the channels "
              "are axis 2, set Conversion::axis to 2 [SizesDiffer]");
    EXPECT_EQ(convert(conversion, source, destination), (Diagnosis{TensorError::SizesDiffer, 1, 2, 3, 3}));
    // An image {C, H, W} has its channels on axis 0, and the default of `axis` is 1.
    const TensorLayout image = TensorLayout::Packed({3, 4, 5});
    conversion.channels = {2, 1, 0};
    EXPECT_EQ(sentence(convert(conversion, image, image)),
              "the length of Conversion::channels is 3; it must be 4, the destination's Sizes[1]; if the channels "
              "are axis 0, set Conversion::axis to 0 [SizesDiffer]");
    const TensorLayout square = TensorLayout::Packed({3, 4, 3});
    EXPECT_EQ(sentence(convert(conversion, square, square)),
              "the length of Conversion::channels is 3; it must be 4, the destination's Sizes[1]; if the channels "
              "are another axis, set Conversion::axis to it [SizesDiffer]");
    const float three[] = {1, 2, 3};
    Conversion scaled;
    scaled.scales = three;
    EXPECT_EQ(sentence(convert(scaled, image, image)),
              "the number of scales or biases is 3; it must be 4, the destination's Sizes[1]; if the channels are "
              "axis 0, set Conversion::axis to 0 [SizesDiffer]");
    scaled.scales = {three, 1};
    const TensorLayout batch = TensorLayout::Packed({1, 3, 4, 5});
    EXPECT_EQ(sentence(convert(scaled, batch, batch)),
              "the number of scales or biases is 1; it must be 3, the destination's Sizes[1]; if the channels are "
              "another axis, set Conversion::axis to it [SizesDiffer]");
    conversion.channels = {0, 1, 2};
    conversion.axis = 4;
    EXPECT_EQ(convert(conversion, source, destination), TensorError::AxisOutOfRange);
    conversion.axis = 1;
    EXPECT_EQ(sentence(convert(conversion, TensorLayout::Packed({4, 2, 3}), destination)),
              "the rank of source is 3; with Conversion::channels it must be 4, the destination's "
              "[RankDiffers]");
    EXPECT_EQ(convert(conversion, TensorLayout::Packed({1, 4, 2, 2}), destination),
              (Diagnosis{TensorError::SizesDiffer, 3, 3, 2, 4}));
    EXPECT_EQ(convert(conversion, TensorLayout::Packed({1, 4, 2, 4}).Sliced(3, 0, 3), destination),
              TensorError::SourceTooSmall);
    EXPECT_EQ(convert(conversion, source, TensorLayout::Packed({1, 3, 2, 4}).Sliced(3, 0, 3)),
              TensorError::DestinationTooSmall);
    EXPECT_EQ(convert(conversion, source, TensorLayout::Strided({1, 3, 2, 3}, {6, 1, 3, 1})),
              TensorError::DestinationOverlaps);
    const float one[] = {1};
    conversion.scales = one;
    EXPECT_EQ(convert(conversion, source, destination), (Diagnosis{TensorError::SizesDiffer, 1, 1, 3, 3}));
}

} // namespace

} // namespace convert_channels_test
