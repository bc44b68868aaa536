// The contenders of convert_benchmark, each with the two buffers of a slot: memcpy; ConvertTensor, at the start of a
// cache line and after it; and a naive loop.
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
#include <vector>

namespace convert_contenders
{
using namespace contest;

enum Contender : std::size_t
{
    Baseline, // memcpy of the destination's bytes
    Ours,
    Moved, // ours, with both sides --at bytes after the start of a cache line
    Naive,
    ContenderCount
};

// One side. The sizes are in logical order; the tensor is packed in the order of the layout.
struct Side
{
    dtu::DML_TENSOR_DATA_TYPE type;
    dtu::Layout layout;
};

// Conversion::channels, if the source has another number of channels or another order.
struct Channels
{
    std::uint32_t ofSource = 0; // 0: all channels in order
    dtu::Dimensions order = {};
};

struct Task
{
    dtu::Dimensions sizes;
    Side destination;
    Side source;
    Channels channels;
    dtu::CopyHint hint;
    std::vector<float> scales; // one per channel; empty: no scaling
    std::vector<float> biases;

    std::size_t Elements() const { return static_cast<std::size_t>(dtu::TensorLayout::Packed(sizes).ElementCount()); }
    dtu::TensorLayout DestinationLayout() const { return dtu::TensorLayout::Packed(sizes, destination.layout); }
    dtu::TensorLayout SourceLayout() const
    {
        const std::uint32_t count = channels.ofSource != 0 ? channels.ofSource : sizes[1];
        return dtu::TensorLayout::Packed({sizes[0], count, sizes[2], sizes[3]}, source.layout);
    }
};

struct Contest
{
    std::size_t destinationBytes;
    std::size_t sourceBytes;
    std::array<Move, ContenderCount> moves;
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

struct Plain
{
    float operator()(float value, float /*scale*/, float /*bias*/) const { return value; }
};
struct Scaled
{
    float operator()(float value, float scale, float bias) const { return value * scale + bias; }
};

// The scale and bias of the current channel.
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

template <class Arithmetic, class To> Move NaiveTo(const Task& task)
{
    switch (task.source.type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return LoopsOver<Arithmetic, To, std::uint8_t>(task);
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16: return LoopsOver<Arithmetic, To, Half>(task);
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT32: return LoopsOver<Arithmetic, To, float>(task);
    default: return {};
    }
}

// Returns no loop for other types, and none for channels in another order.
template <class Arithmetic> Move NaiveOf(const Task& task)
{
    if (task.channels.ofSource != 0) { return {}; }
    switch (task.destination.type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return NaiveTo<Arithmetic, std::uint8_t>(task);
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16: return NaiveTo<Arithmetic, Half>(task);
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT32: return NaiveTo<Arithmetic, float>(task);
    default: return {};
    }
}

// ---- what is timed beside each other --------------------------------------------------------------------------------

inline Move ConvertOf(const Task& task, const dtu::TensorLayout& to, const dtu::TensorLayout& from,
                      const dtu::Conversion& conversion, Path path)
{
    return [=, toType = task.destination.type, fromType = task.source.type, hint = task.hint](const Slot& slot)
    {
        ThrowUnlessOk(dtu::detail::ConvertTensorBy(
            dtu::detail::PathKernelsOf(path), {toType, slot.destination, to.EndInBytes(toType), to},
            {fromType, slot.source, from.EndInBytes(fromType), from}, conversion, hint));
    };
}

inline Move MovedBy(const Move& move, std::size_t at)
{
    return [=](const Slot& slot) { move({slot.destination + at, slot.source + at}); };
}

// The task must outlive the contest.
inline Contest ContestOf(const Task& task, Path path, std::size_t at)
{
    const dtu::TensorLayout to = task.DestinationLayout();
    const dtu::TensorLayout from = task.SourceLayout();
    const bool isScaled = !task.scales.empty();
    dtu::Conversion conversion;
    if (isScaled)
    {
        conversion.scales = task.scales;
        conversion.biases = task.biases;
    }

    conversion.channels = task.channels.order;

    Contest contest{};
    contest.destinationBytes = static_cast<std::size_t>(to.EndInBytes(task.destination.type));
    contest.sourceBytes = static_cast<std::size_t>(from.EndInBytes(task.source.type));
    contest.moves[Baseline] = [bytes = contest.destinationBytes](const Slot& slot)
    { std::memcpy(slot.destination, slot.source, bytes); };
    contest.moves[Ours] = ConvertOf(task, to, from, conversion, path);
    contest.moves[Moved] = MovedBy(contest.moves[Ours], at);
    contest.moves[Naive] = isScaled ? NaiveOf<Scaled>(task) : NaiveOf<Plain>(task);
    return contest;
}
} // namespace convert_contenders

#endif
