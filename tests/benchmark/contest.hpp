// Measures contenders in one process and one thread, with the same two buffers, in interleaved rounds whose order
// changes. The result is the median of the ratios of all rounds, because times would say little about other machines. A
// faster memcpy lowers all ratios.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_HPP

#include "dml_tensor_copy.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace contest
{
namespace dtu = dml_tensor_utils;

struct Slot
{
    unsigned char* destination;
    unsigned char* source;
};

using Move = std::function<void(const Slot&)>;

// Selects the kernels of the headers: those of an ordinary call, or those of a given path.
using Path = dtu::detail::CopyPath;

enum class Memory
{
    Warm, // always the same pair of buffers
    Cold  // each time another part of two large buffers
};

// The pairs of buffers that a case uses in turn; one if memory is warm.
struct Slots
{
    Slot first;
    std::size_t slotBytes;
    std::size_t count;
    std::size_t current = 0;

    Slot Next()
    {
        current = current + 1 == count ? 0 : current + 1;
        return {first.destination + current * slotBytes, first.source + current * slotBytes};
    }
};

struct Effort
{
    std::size_t rounds = 15;
    double roundSeconds = 0.002;                    // the minimum for each contender
    std::size_t coldBytes = std::size_t{768} << 20; // the size of each buffer
};

inline void ThrowUnlessOk(const dtu::Diagnosis& reason)
{
    if (!reason.Ok()) { throw std::runtime_error(dtu::Explain(reason).c_str()); }
}

// ---- naive loops ----------------------------------------------------------------------------------------------------

// One loop per axis, as in a program without a library. The destination's fastest axis is innermost, which is usually
// the faster order.
struct Loop
{
    std::size_t size;
    std::size_t destinationStride;
    std::size_t sourceStride;
    std::uint32_t axis;
};

// At least one axis; the destination's fastest one is last.
inline std::vector<Loop> LoopsOf(const dtu::TensorLayout& destination, const dtu::TensorLayout& source)
{
    std::vector<Loop> loops;
    for (std::uint32_t axis = 0; axis < destination.Rank(); ++axis)
    {
        if (destination.Sizes()[axis] > 1)
        {
            loops.push_back({destination.Sizes()[axis], destination.Strides()[axis], source.Strides()[axis], axis});
        }
    }
    std::stable_sort(loops.begin(), loops.end(),
                     [](const Loop& one, const Loop& other)
                     { return one.destinationStride > other.destinationStride; });
    return loops;
}

// ---- timing ---------------------------------------------------------------------------------------------------------

inline double Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The seconds of one move, for each contender and round; empty for a missing contender.
template <std::size_t Count> struct Times
{
    std::array<std::vector<double>, Count> seconds;

    double MedianOf(std::size_t contender) const { return seconds[contender].empty() ? 0 : Median(seconds[contender]); }

    // Returns the median ratio of the speeds of two contenders; 0 if one of them is missing.
    double Speed(std::size_t one, std::size_t other) const
    {
        if (seconds[one].empty() || seconds[other].empty()) { return 0; }
        std::vector<double> ratios(seconds[one].size());
        std::transform(seconds[other].begin(), seconds[other].end(), seconds[one].begin(), ratios.begin(),
                       std::divides<>());
        return Median(std::move(ratios));
    }
};

inline double SecondsOf(const Move& move, Slots& slots, std::size_t repetitions)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < repetitions; ++i) { move(slots.Next()); }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A missing contender has an empty move.
template <std::size_t Count>
Times<Count> TimeRounds(const std::array<Move, Count>& moves, Memory memory, Slots slots, const Effort& effort)
{
    std::array<std::size_t, Count> repetitions{};
    std::vector<std::size_t> order;
    for (std::size_t contender = 0; contender < Count; ++contender)
    {
        if (moves[contender])
        {
            order.push_back(contender);
            std::size_t& count = repetitions[contender];
            count = 1;
            while (SecondsOf(moves[contender], slots, count) < effort.roundSeconds) { count *= 2; }
        }
    }

    Times<Count> times;
    for (std::size_t round = 0; round < effort.rounds; ++round)
    {
        for (const std::size_t contender : order)
        {
            // The contender before has left data in the caches that is not written back yet. So each contender begins
            // with moves that are not measured: one, or with cold memory as many as are measured.
            const Move& move = moves[contender];
            const std::size_t count = repetitions[contender];
            SecondsOf(move, slots, memory == Memory::Cold ? count : 1);
            times.seconds[contender].push_back(SecondsOf(move, slots, count) / static_cast<double>(count));
        }
        // The order changes, so that each contender is first once.
        std::rotate(order.begin(), order.begin() + 1, order.end());
        if (round % order.size() == order.size() - 1) { std::reverse(order.begin(), order.end()); }
    }
    return times;
}
} // namespace contest

#endif
