// The contenders of move_benchmark, each as one move between the two buffers of a slot: memcpy, CopyTensor or
// GatherTensor, a naive loop, oneDNN's reorder if it was found, and our copy with a destination inside a cache line,
// and with CopyHint::Cached.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_CONTENDERS_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_CONTENDERS_HPP

#include "contest.hpp"
#include "dml_tensor_copy.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#if MOVE_BENCHMARK_ONEDNN
#include <dnnl.hpp>

// Declared here instead of by <omp.h>, which clang has only if its own OpenMP is installed.
extern "C" void omp_set_num_threads(int); // NOLINT(readability-identifier-naming)
#endif

namespace move_contenders
{
using namespace contest;

enum Contender : std::size_t
{
    Baseline, // memcpy, or memset for a broadcast
    Ours,
    Naive,
    OneDnn,
    OursWithin, // with the destination --at bytes after the start of a cache line
    OursCached, // with CopyHint::Cached
    ContenderCount
};

struct Contest
{
    std::size_t destinationBytes;
    std::size_t sourceBytes;  // at least payloadBytes, which memcpy copies between the same buffers
    std::size_t payloadBytes; // the bytes of the destination's elements
    std::size_t elements;
    std::array<Move, ContenderCount> moves; // empty if a contender does not support the case
};

// Only memcpy, or memset for a broadcast.
inline Contest ContestBetween(dtu::DML_TENSOR_DATA_TYPE type, const dtu::TensorLayout& destination,
                              const dtu::TensorLayout& source)
{
    Contest contest{};
    contest.elements = static_cast<std::size_t>(destination.ElementCount());
    contest.payloadBytes = contest.elements * dtu::ElementSizeInBits(type) / 8;
    contest.destinationBytes = static_cast<std::size_t>(destination.EndInBytes(type));
    contest.sourceBytes = static_cast<std::size_t>(source.EndInBytes(type));
    contest.moves[Baseline] = [bytes = contest.payloadBytes](const Slot& slot)
    { std::memcpy(slot.destination, slot.source, bytes); };
    if (source.IsBroadcast())
    {
        contest.moves[Baseline] = [bytes = contest.payloadBytes](const Slot& slot)
        { std::memset(slot.destination, 0x21, bytes); };
    }
    else { contest.sourceBytes = (std::max)(contest.sourceBytes, contest.payloadBytes); }
    return contest;
}

// ---- a naive loop ---------------------------------------------------------------------------------------------------

template <class Element> void RunLoops(const Loop* loop, const Loop* last, Element* destination, const Element* source)
{
    const Loop axis = *loop;
    if (loop == last)
    {
        for (std::size_t i = 0; i < axis.size; ++i)
        {
            destination[i * axis.destinationStride] = source[i * axis.sourceStride];
        }
        return;
    }
    for (std::size_t i = 0; i < axis.size; ++i)
    {
        RunLoops(loop + 1, last, destination + i * axis.destinationStride, source + i * axis.sourceStride);
    }
}

inline void RunNibbleLoops(const Loop* loop, const Loop* end, const Slot& slot, std::size_t to, std::size_t from)
{
    if (loop == end)
    {
        const unsigned value = slot.source[from / 2] >> (from % 2 * 4) & 15U;
        unsigned char& byte = slot.destination[to / 2];
        byte = static_cast<unsigned char>((byte & (to % 2 == 0 ? 0xF0U : 0x0FU)) | value << (to % 2 * 4));
        return;
    }
    for (std::size_t i = 0; i < loop->size; ++i)
    {
        RunNibbleLoops(loop + 1, end, slot, to + i * loop->destinationStride, from + i * loop->sourceStride);
    }
}

template <class Element> Move NaiveCopy(const dtu::TensorLayout& destination, const dtu::TensorLayout& source)
{
    return [loops = LoopsOf(destination, source), to = destination.FirstElement(),
            from = source.FirstElement()](const Slot& slot)
    {
        void* const destinationStart = slot.destination;
        const void* const sourceStart = slot.source;
        RunLoops(loops.data(), loops.data() + loops.size() - 1, static_cast<Element*>(destinationStart) + to,
                 static_cast<const Element*>(sourceStart) + from);
    };
}

// The loops above for elements of 4 bits.
inline Move NaiveNibbleCopy(const dtu::TensorLayout& destination, const dtu::TensorLayout& source)
{
    return [loops = LoopsOf(destination, source)](const Slot& slot)
    { RunNibbleLoops(loops.data(), loops.data() + loops.size(), slot, 0, 0); };
}

// The measured elements have 4 bits, or 1, 2 or 4 bytes.
inline Move NaiveCopyOf(dtu::DML_TENSOR_DATA_TYPE type, const dtu::TensorLayout& destination,
                        const dtu::TensorLayout& source)
{
    switch (dtu::ElementSizeInBits(type))
    {
    case 4: return NaiveNibbleCopy(destination, source);
    case 8: return NaiveCopy<std::uint8_t>(destination, source);
    case 16: return NaiveCopy<std::uint16_t>(destination, source);
    default: return NaiveCopy<std::uint32_t>(destination, source);
    }
}

// A Gather of rows (axis 0) or columns (axis 1) of a matrix.
template <class Element>
Move NaiveGather(const std::vector<std::int32_t>& indices, const dtu::Dimensions& sizes, std::uint32_t axis)
{
    return [indices, axis, rows = sizes[0], columns = std::size_t{sizes[1]}](const Slot& slot)
    {
        void* const destinationStart = slot.destination;
        const void* const sourceStart = slot.source;
        auto* destination = static_cast<Element*>(destinationStart);
        const auto* source = static_cast<const Element*>(sourceStart);
        if (axis == 0)
        {
            for (const std::int32_t index : indices)
            {
                const Element* const from = source + static_cast<std::size_t>(index) * columns;
                for (std::size_t i = 0; i < columns; ++i) { destination[i] = from[i]; }
                destination += columns;
            }
            return;
        }
        for (std::uint32_t row = 0; row < rows; ++row)
        {
            for (const std::int32_t index : indices)
            {
                *destination++ = source[row * columns + static_cast<std::size_t>(index)];
            }
        }
    };
}

// ---- oneDNN ---------------------------------------------------------------------------------------------------------

#if MOVE_BENCHMARK_ONEDNN
// A reorder of oneDNN with the same sizes and strides, created before the measurement. 2-byte elements are bfloat16,
// for which oneDNN generates code; for float16 it uses a reference loop.
inline Move OneDnnCopy(dtu::DML_TENSOR_DATA_TYPE dataType, const dtu::TensorLayout& destination,
                       const dtu::TensorLayout& source)
{
    struct Engine
    {
        dnnl::engine engine{dnnl::engine::kind::cpu, 0};
        dnnl::stream stream{engine};
    };
    static Engine cpu;
    const std::uint32_t elementBytes = dtu::ElementSizeInBits(dataType) / 8;
    if (elementBytes == 0) { return {}; }
    using Type = dnnl::memory::data_type;
    const Type type = elementBytes == 4 ? Type::f32 : elementBytes == 2 ? Type::bf16 : Type::u8;
    try
    {
        const auto described = [&](const dtu::TensorLayout& layout)
        {
            return dnnl::memory::desc(dnnl::memory::dims(layout.Sizes().begin(), layout.Sizes().end()), type,
                                      dnnl::memory::dims(layout.Strides().begin(), layout.Strides().end()));
        };
        const dnnl::reorder::primitive_desc description(cpu.engine, described(source), cpu.engine,
                                                        described(destination));
        const dnnl::reorder reorder(description);
        const dnnl::memory from(description.src_desc(), cpu.engine, DNNL_MEMORY_NONE);
        const dnnl::memory to(description.dst_desc(), cpu.engine, DNNL_MEMORY_NONE);
        const std::unordered_map<int, dnnl::memory> arguments{{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
        const std::size_t fromStart = static_cast<std::size_t>(source.FirstElement()) * elementBytes;
        return [=](const Slot& slot)
        {
            from.set_data_handle(slot.source + fromStart);
            to.set_data_handle(slot.destination);
            reorder.execute(cpu.stream, arguments);
            cpu.stream.wait();
        };
    }
    catch (const dnnl::error&)
    {
        return {};
    }
}
#else
inline Move OneDnnCopy(dtu::DML_TENSOR_DATA_TYPE /*dataType*/, const dtu::TensorLayout& /*destination*/,
                       const dtu::TensorLayout& /*source*/)
{
    return {};
}
#endif

// ---- another address ------------------------------------------------------------------------------------------------

// The same with the destination a number of bytes later, for which the buffer has room.
inline void AddWithin(Contest& contest, std::size_t bytes)
{
    contest.moves[OursWithin] = [move = contest.moves[Ours], bytes](const Slot& slot) {
        move({slot.destination + bytes, slot.source});
    };
    contest.destinationBytes += bytes;
}

// ---- what is timed beside each other --------------------------------------------------------------------------------

inline Contest CopyContest(dtu::DML_TENSOR_DATA_TYPE type, const dtu::TensorLayout& destination,
                           const dtu::TensorLayout& source, dtu::CopyHint hint, Path path)
{
    Contest contest = ContestBetween(type, destination, source);
    const dtu::detail::Kernels* const kernels = dtu::detail::KernelsOf(path);
    const auto withHint = [&](dtu::CopyHint used)
    {
        return [type, destination, source, used, kernels, destinationBytes = contest.destinationBytes,
                sourceBytes = contest.sourceBytes](const Slot& slot)
        {
            ThrowUnlessOk(dtu::detail::CopyTensorBy(kernels, {type, slot.destination, destinationBytes, destination},
                                                    {type, slot.source, sourceBytes, source}, used));
        };
    };
    contest.moves[Ours] = withHint(hint);
    contest.moves[OursCached] = withHint(dtu::CopyHint::Cached);
    contest.moves[Naive] = NaiveCopyOf(type, destination, source);
    contest.moves[OneDnn] = OneDnnCopy(type, destination, source);
    return contest;
}

// Shared by the copies of a move, because a description points to the tensors.
struct GatherTensors
{
    dtu::PinnedTensorDesc input;
    dtu::PinnedTensorDesc indices;
    dtu::PinnedTensorDesc output;
};

// A Gather from a matrix with pseudorandom indices.
inline Contest GatherContest(dtu::DML_TENSOR_DATA_TYPE type, const dtu::Dimensions& sizes, std::uint32_t axis,
                             std::uint32_t count)
{
    std::vector<std::int32_t> indices;
    std::uint32_t state = 1;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        state = state * 1664525 + 1013904223;
        indices.push_back(static_cast<std::int32_t>((std::uint64_t{state} * sizes[axis]) >> 32));
    }
    const auto indicesLayout = dtu::TensorLayout::Packed({1, count});
    const auto input = dtu::TensorLayout::Packed(sizes);
    const auto output = dtu::GatherOutput(sizes, indicesLayout.Sizes(), axis, 1);
    const auto pinned = [](dtu::DML_TENSOR_DATA_TYPE dataType, const dtu::TensorLayout& layout)
    { return dtu::PinnedTensorDesc(dtu::BufferTensorDesc(dataType, layout)); };
    const std::shared_ptr<const GatherTensors> tensors(new GatherTensors{
        pinned(type, input), pinned(dtu::DML_TENSOR_DATA_TYPE_INT32, indicesLayout), pinned(type, output)});

    Contest contest = ContestBetween(type, output, input);
    contest.moves[Ours] = [tensors, axis, indices, outputBytes = contest.destinationBytes,
                           inputBytes = contest.sourceBytes](const Slot& slot)
    {
        const dtu::DML_GATHER_OPERATOR_DESC desc{tensors->input.Get(), tensors->indices.Get(), tensors->output.Get(),
                                                 axis, 1};
        ThrowUnlessOk(dtu::detail::GatherTensorBy(desc, slot.source, inputBytes, indices.data(),
                                                  indices.size() * sizeof(std::int32_t), slot.destination,
                                                  outputBytes));
    };
    contest.moves[Naive] = dtu::ElementSizeInBits(type) == 8 ? NaiveGather<std::uint8_t>(indices, sizes, axis)
                                                             : NaiveGather<std::uint32_t>(indices, sizes, axis);
    return contest;
}
} // namespace move_contenders

#endif
