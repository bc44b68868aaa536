// What convert_benchmark times beside each other, each between the two buffers of a slot: memcpy, ConvertTensor, a
// naive loop, OpenCV where it was found, and experiments that show what limits a case.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONVERT_CONTENDERS_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONVERT_CONTENDERS_HPP

#include "contest.hpp"
#include "dml_tensor_convert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#if CONVERT_BENCHMARK_OPENCV
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#endif

namespace convert_contenders
{
using namespace contest;

enum Contender : std::size_t
{
    Baseline, // memcpy of the destination's bytes
    Ours,
    Naive,
    OpenCv,
    Sequence,   // an experiment: as many lines are read and written, one after the other, and nothing is converted
    Lines,      // the same in the order in which the two layouts meet them
    Relayout,   // the source moved to the destination's layout as it is, by CopyTensor
    Conversion, // as many elements converted one after the other, by ConvertTensor
    ContenderCount
};

// One side: sizes are in logical order, and packed in the order of the layout.
struct Side
{
    dtu::DML_TENSOR_DATA_TYPE type;
    dtu::Layout layout;
};

struct Task
{
    dtu::Dimensions sizes;
    Side destination;
    Side source;
    std::vector<float> scales; // one for each channel, or none: the values as they are
    std::vector<float> biases;

    std::size_t Elements() const { return static_cast<std::size_t>(dtu::TensorLayout::Packed(sizes).ElementCount()); }
    bool IsContiguous() const { return destination.layout == source.layout; }
};

inline std::size_t BytesOf(dtu::DML_TENSOR_DATA_TYPE type) { return dtu::ElementSizeInBits(type) / 8; }

struct Contest
{
    std::size_t destinationBytes;
    std::size_t sourceBytes;
    std::array<Move, ContenderCount> moves; // empty for one that cannot do it
    std::vector<Move> rightOnes;            // of which each element has to be what one of them makes
};

// ---- a naive loop ---------------------------------------------------------------------------------------------------

struct Half
{
    std::uint16_t bits;
};

inline float FloatOf(std::uint32_t bits)
{
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline std::uint32_t BitsOf(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float ToFloat(std::uint8_t byte) { return byte; }
inline float ToFloat(float value) { return value; }

inline float ToFloat(Half half)
{
    const std::uint32_t sign = (half.bits & 0x8000U) << 16;
    const std::uint32_t magnitude = half.bits & 0x7FFFU;
    if (magnitude < 0x0400) { return FloatOf(BitsOf(static_cast<float>(magnitude) * 0x1p-24F) | sign); }
    if (magnitude >= 0x7C00) { return FloatOf(sign | 0x7F800000 | (magnitude & 0x03FF) << 13); }
    return FloatOf(sign | ((magnitude << 13) + 0x38000000));
}

inline void From(float value, float& result) { result = value; }

inline void From(float value, std::uint8_t& result)
{
    result = static_cast<std::uint8_t>(std::lrint(value > 0 ? (std::min)(value, 255.0F) : 0.0F));
}

inline void From(float value, Half& result)
{
    const std::uint32_t sign = BitsOf(value) >> 16 & 0x8000U;
    const std::uint32_t magnitude = BitsOf(value) & 0x7FFFFFFFU;
    std::uint32_t half = 0;
    if (magnitude > 0x7F800000) { half = 0x7E00; }                                              // NaN
    else if (magnitude >= 0x47800000) { half = 0x7C00; }                                        // too large
    else if (magnitude < 0x38800000) { half = BitsOf(FloatOf(magnitude) + 0.5F) - 0x3F000000; } // subnormal
    else { half = (magnitude + 0x0FFF + (magnitude >> 13 & 1U) - 0x38000000) >> 13; }
    result.bits = static_cast<std::uint16_t>(sign | half);
}

// The value as it is; and the product and the sum as the compiler makes them, with two roundings, and with one.
struct Plain
{
    float operator()(float value, float /*scale*/, float /*bias*/) const { return value; }
};
struct Scaled
{
    float operator()(float value, float scale, float bias) const { return value * scale + bias; }
};
struct ScaledWithTwoRoundings
{
    float operator()(float value, float scale, float bias) const
    {
        const volatile float product = value * scale;
        return product + bias;
    }
};
struct ScaledWithOneRounding
{
    float operator()(float value, float scale, float bias) const { return std::fma(value, scale, bias); }
};

// What has to be multiplied and added, for the channel that the loops are at.
struct Channel
{
    const float* scale;
    const float* bias;
};

template <class Arithmetic, class To, class Value>
void RunLoops(const Loop* loop, const Loop* last, To* destination, const Value* source, Channel channel)
{
    const Loop axis = *loop;
    const std::size_t step = axis.axis == 1 && channel.scale != nullptr ? 1 : 0;
    if (loop == last)
    {
        constexpr Arithmetic Apply{};
        constexpr float None = 0;
        for (std::size_t i = 0; i < axis.size; ++i)
        {
            const float scale = channel.scale != nullptr ? channel.scale[i * step] : None;
            const float bias = channel.scale != nullptr ? channel.bias[i * step] : None;
            From(Apply(ToFloat(source[i * axis.sourceStride]), scale, bias), destination[i * axis.destinationStride]);
        }
        return;
    }
    for (std::size_t i = 0; i < axis.size; ++i)
    {
        const Channel at = step == 1 ? Channel{channel.scale + i, channel.bias + i} : channel;
        RunLoops<Arithmetic>(loop + 1, last, destination + i * axis.destinationStride, source + i * axis.sourceStride,
                             at);
    }
}

template <class Arithmetic, class To, class Value> Move LoopsOver(const Task& task)
{
    const auto loops = LoopsOf(dtu::TensorLayout::Packed(task.sizes, task.destination.layout),
                               dtu::TensorLayout::Packed(task.sizes, task.source.layout));
    return [loops, scales = task.scales, biases = task.biases](const Slot& slot)
    {
        void* const destination = slot.destination;
        const void* const source = slot.source;
        RunLoops<Arithmetic>(loops.data(), loops.data() + loops.size() - 1, static_cast<To*>(destination),
                             static_cast<const Value*>(source),
                             scales.empty() ? Channel{nullptr, nullptr} : Channel{scales.data(), biases.data()});
    };
}

// Of the pairs of types that are timed.
template <class Arithmetic> Move NaiveOf(const Task& task)
{
    const bool isFromHalf = task.source.type == dtu::DML_TENSOR_DATA_TYPE_FLOAT16;
    switch (task.destination.type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return LoopsOver<Arithmetic, std::uint8_t, Half>(task);
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16:
        return task.source.type == dtu::DML_TENSOR_DATA_TYPE_UINT8 ? LoopsOver<Arithmetic, Half, std::uint8_t>(task)
                                                                   : LoopsOver<Arithmetic, Half, float>(task);
    default:
        return isFromHalf ? LoopsOver<Arithmetic, float, Half>(task) : LoopsOver<Arithmetic, float, std::uint8_t>(task);
    }
}

// ---- OpenCV ---------------------------------------------------------------------------------------------------------

#if CONVERT_BENCHMARK_OPENCV
// One picture and its planes, with (x - mean) * scale for each channel. blobFromImage subtracts a mean for each channel
// and knows one scale for all and FLOAT32, so that each plane is multiplied, and where it is to be one of halves
// converted, after it. The way back is the same in the other order, with imagesFromBlob.
inline Move OpenCvOf(const Task& task)
{
    if (task.scales.size() != 3) { return {}; }
    const int sizes[] = {1, 3, static_cast<int>(task.sizes[2]), static_cast<int>(task.sizes[3])};
    const bool isToPlanes = task.destination.layout == dtu::Layout::NCHW;
    const auto& planar = isToPlanes ? task.destination : task.source;
    const int type = planar.type == dtu::DML_TENSOR_DATA_TYPE_FLOAT16 ? CV_16F : CV_32F;
    const std::size_t planeBytes = task.Elements() / 3 * BytesOf(planar.type);
    const auto blob = std::make_shared<cv::Mat>();
    const auto planeOf = [sizes = std::array<int, 2>{sizes[2], sizes[3]}](int planeType, unsigned char* start)
    { return cv::Mat(sizes[0], sizes[1], planeType, start); };
    if (isToPlanes)
    {
        cv::Scalar mean;
        for (int i = 0; i < 3; ++i) { mean[i] = -task.biases[std::size_t(i)] / task.scales[std::size_t(i)]; }
        return [=, scales = task.scales, four = std::array<int, 4>{1, 3, sizes[2], sizes[3]}](const Slot& slot)
        {
            if (type == CV_32F) { *blob = cv::Mat(4, four.data(), CV_32F, slot.destination); }
            cv::dnn::blobFromImage(planeOf(CV_8UC3, slot.source), *blob, 1.0, cv::Size(), mean, false, false, CV_32F);
            for (int i = 0; i < 3; ++i)
            {
                cv::Mat plane = planeOf(type, slot.destination + static_cast<std::size_t>(i) * planeBytes);
                planeOf(CV_32F, blob->ptr(0, i)).convertTo(plane, type, scales[static_cast<std::size_t>(i)]);
            }
        };
    }
    *blob = cv::Mat(4, sizes, CV_32F);
    return [=, scales = task.scales, biases = task.biases](const Slot& slot)
    {
        for (int i = 0; i < 3; ++i)
        {
            const auto at = static_cast<std::size_t>(i);
            cv::Mat plane = planeOf(CV_32F, blob->ptr(0, i));
            planeOf(type, slot.source + at * planeBytes).convertTo(plane, CV_32F, scales[at], biases[at]);
        }
        std::vector<cv::Mat> images;
        cv::dnn::imagesFromBlob(*blob, images);
        cv::Mat picture = planeOf(CV_8UC3, slot.destination);
        images[0].convertTo(picture, CV_8U);
    };
}
#else
inline Move OpenCvOf(const Task& /*task*/) { return {}; }
#endif

// ---- experiments ----------------------------------------------------------------------------------------------------

using dtu::detail::LineBytes;

// Where the lines of one side are: in each step so many bytes of each of `count` streams.
struct Streams
{
    std::size_t count;
    std::size_t stride; // from stream to stream
    std::size_t stepBytes;

    std::vector<std::size_t> LineOffsets() const
    {
        std::vector<std::size_t> offsets;
        for (std::size_t stream = 0; stream < count; ++stream)
        {
            for (std::size_t at = 0; at < stepBytes; at += LineBytes) { offsets.push_back(stream * stride + at); }
        }
        return offsets;
    }
};

// The lines of one step: a line is made of pieces of so many of the source's, and written so often.
template <std::size_t Pieces, std::size_t Times>
void MoveLines(unsigned char* to, const std::vector<std::size_t>& toLines, const unsigned char* from,
               const std::vector<std::size_t>& fromLines)
{
    constexpr std::size_t PieceBytes = LineBytes / Pieces;
    const std::size_t* next = fromLines.data();
    for (std::size_t i = 0; i < toLines.size(); i += Times)
    {
        unsigned char line[LineBytes];
        for (std::size_t k = 0; k < Pieces; ++k) { std::memcpy(line + k * PieceBytes, from + *next++, PieceBytes); }
        for (std::size_t k = 0; k < Times; ++k) { std::memcpy(to + toLines[i + k], line, LineBytes); }
    }
}

// Each line of the source is read once and each of the destination written once, past the caches where ConvertTensor
// does so: in the order of both layouts, or as if both were contiguous. What is written is of no use.
inline Move LinesOf(const Task& task, bool isOneRow, Path path)
{
    const std::size_t images = isOneRow ? 1 : task.sizes[0];
    const std::size_t channels = isOneRow ? 1 : task.sizes[1];
    const std::size_t pixels = task.Elements() / images / channels;
    const std::size_t step = pixels % 1024 == 0 ? 1024 : 16; // pixels
    const auto streamsOf = [&](const Side& side)
    {
        const std::size_t unit = BytesOf(side.type);
        return side.layout == dtu::Layout::NCHW && !isOneRow ? Streams{channels, pixels * unit, step * unit}
                                                             : Streams{1, 0, step * channels * unit};
    };
    const std::size_t toUnit = BytesOf(task.destination.type);
    const std::size_t fromUnit = BytesOf(task.source.type);
    const auto move = fromUnit > toUnit ? MoveLines<2, 1> : toUnit == 4 * fromUnit ? MoveLines<1, 4> : MoveLines<1, 2>;
    const Streams to = streamsOf(task.destination);
    const Streams from = streamsOf(task.source);
    const Streams tiles{to.count, to.stepBytes, to.stepBytes};
    const bool streams = task.Elements() * toUnit >= dtu::detail::StreamsFrom;
    return [=, toLines = (streams ? tiles : to).LineOffsets(), fromLines = from.LineOffsets(),
            kernels = dtu::detail::KernelsOf(path)](const Slot& slot)
    {
        std::vector<unsigned char> tile(to.count * to.stepBytes);
        unsigned char* destination = slot.destination;
        const unsigned char* source = slot.source;
        for (std::size_t image = 0; image < images; ++image)
        {
            for (std::size_t at = 0; at < pixels; at += step)
            {
                move(streams ? tile.data() : destination, toLines, source, fromLines);
                if (streams)
                {
                    kernels->streamRows({destination, to.stride, tile.data(), to.stepBytes, to.count, to.stepBytes});
                }
                destination += to.stepBytes;
                source += from.stepBytes;
            }
            destination += (to.count - 1) * to.stride;
            source += (from.count - 1) * from.stride;
        }
    };
}

// ---- what is timed beside each other --------------------------------------------------------------------------------

inline Move ConvertOf(const Task& task, const dtu::TensorLayout& to, const dtu::TensorLayout& from,
                      const dtu::Conversion& conversion, Path path)
{
    return [=, toType = task.destination.type, fromType = task.source.type](const Slot& slot)
    {
        ThrowUnlessOk(dtu::detail::ConvertTensorBy(path, toType, {slot.destination, to.EndInBytes(toType), to},
                                                   fromType, {slot.source, from.EndInBytes(fromType), from}, conversion,
                                                   dtu::CopyHint::Auto));
    };
}

// The task has to live as long as the contest.
inline Contest ContestOf(const Task& task, Path path)
{
    const auto to = dtu::TensorLayout::Packed(task.sizes, task.destination.layout);
    const auto from = dtu::TensorLayout::Packed(task.sizes, task.source.layout);
    const bool isScaled = !task.scales.empty();
    dtu::Conversion conversion;
    if (isScaled)
    {
        conversion.scales = task.scales.data();
        conversion.biases = task.biases.data();
    }

    Contest contest{};
    contest.destinationBytes = task.Elements() * BytesOf(task.destination.type);
    contest.sourceBytes = task.Elements() * BytesOf(task.source.type);
    contest.moves[Baseline] = [bytes = contest.destinationBytes](const Slot& slot)
    { std::memcpy(slot.destination, slot.source, bytes); };
    contest.moves[Ours] = ConvertOf(task, to, from, conversion, path);
    contest.moves[Naive] = isScaled ? NaiveOf<Scaled>(task) : NaiveOf<Plain>(task);
    contest.moves[OpenCv] = OpenCvOf(task);
    contest.moves[Sequence] = LinesOf(task, true, path);
    if (!task.IsContiguous())
    {
        contest.moves[Lines] = LinesOf(task, false, path);
        contest.moves[Relayout] = [=, type = task.source.type, bytes = contest.sourceBytes](const Slot& slot)
        {
            ThrowUnlessOk(dtu::detail::CopyTensorBy(dtu::detail::KernelsOf(path), type, {slot.destination, bytes, to},
                                                    {slot.source, bytes, from}, dtu::CopyHint::Auto));
        };
        dtu::Conversion ofAll;
        if (isScaled)
        {
            ofAll.scale = task.scales[0];
            ofAll.bias = task.biases[0];
        }
        const auto row = dtu::TensorLayout::Packed({task.Elements()});
        contest.moves[Conversion] = ConvertOf(task, row, row, ofAll, path);
    }
    if (isScaled) { contest.rightOnes = {NaiveOf<ScaledWithOneRounding>(task), NaiveOf<ScaledWithTwoRoundings>(task)}; }
    else { contest.rightOnes = {NaiveOf<Plain>(task)}; }
    return contest;
}
} // namespace convert_contenders

#endif
