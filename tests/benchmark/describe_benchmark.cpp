// Measures what describing a 4D tensor costs, beside the documented arithmetic, which checks nothing.
// Run with --benchmark_enable_random_interleaving=true --benchmark_repetitions=9 and read the medians.

#include "described.hpp"

#include <benchmark/benchmark.h>

namespace
{
using namespace described;

const Sizes TensorSizes{2, 3, 224, 225};
const Flags BroadcastFlags{true, false, true, true};

// Calls operation(argument) with an argument that is unknown to the compiler.
template <class Argument, class Operation> void Time(benchmark::State& state, Argument argument, Operation operation)
{
    for ([[maybe_unused]] auto iteration : state)
    {
        benchmark::DoNotOptimize(argument);
        auto result = operation(argument);
        benchmark::DoNotOptimize(result);
    }
}

void ListingPackedNchw(benchmark::State& state)
{
    Listing result{};
    Time(state, TensorSizes,
         [&](const Sizes& sizes)
         {
             ListingPacked(result, sizes);
             return result.desc.TotalTensorSizeInBytes;
         });
}
BENCHMARK(ListingPackedNchw);

void PackedNchw(benchmark::State& state)
{
    Time(state, TensorSizes, [](const Sizes& sizes) { return Packed(sizes); });
}
BENCHMARK(PackedNchw);

void ListingPackedNhwc(benchmark::State& state)
{
    Listing result{};
    Time(state, TensorSizes,
         [&](const Sizes& sizes)
         {
             ListingNhwc(result, sizes);
             return result.desc.TotalTensorSizeInBytes;
         });
}
BENCHMARK(ListingPackedNhwc);

void PackedNhwc(benchmark::State& state)
{
    Time(state, TensorSizes, [](const Sizes& sizes) { return Nhwc(sizes); });
}
BENCHMARK(PackedNhwc);

void ListingStridedBroadcast(benchmark::State& state)
{
    Listing result{};
    Time(state, TensorSizes,
         [&](const Sizes& sizes)
         {
             ListingBroadcast(result, sizes, BroadcastFlags);
             return result.desc.TotalTensorSizeInBytes;
         });
}
BENCHMARK(ListingStridedBroadcast);

void StridedBroadcast(benchmark::State& state)
{
    Time(state, TensorSizes, [](const Sizes& sizes) { return Broadcast(sizes, {0, 1, 0, 0}); });
}
BENCHMARK(StridedBroadcast);

void BroadcastView(benchmark::State& state)
{
    Time(state, TensorSizes, [](const Sizes& sizes) { return BroadcastChannels(sizes); });
}
BENCHMARK(BroadcastView);

void OffsetUnchecked(benchmark::State& state)
{
    const Sizes strides{151200, 50400, 225, 1};
    Time(state, Sizes{1, 2, 3, 4}, [&](const Sizes& coordinates) { return UncheckedOffset(strides, coordinates); });
}
BENCHMARK(OffsetUnchecked);

void OffsetChecked(benchmark::State& state)
{
    const dtu::TensorLayout layout = dtu::TensorLayout::Packed(TensorSizes);
    Time(state, Sizes{1, 2, 3, 4}, [&](const Sizes& coordinates) { return Offset(layout, coordinates); });
}
BENCHMARK(OffsetChecked);

void ValidatePackedInput(benchmark::State& state)
{
    const dtu::BufferTensorDesc tensor = Packed(TensorSizes);
    Time(state, tensor.Desc(), [](const dtu::DML_BUFFER_TENSOR_DESC& desc) { return ValidatePacked(desc); });
}
BENCHMARK(ValidatePackedInput);

void ValidateStridedInput(benchmark::State& state)
{
    const dtu::BufferTensorDesc tensor = Nhwc(TensorSizes);
    Time(state, tensor.Desc(), [](const dtu::DML_BUFFER_TENSOR_DESC& desc) { return ValidateStrided(desc); });
}
BENCHMARK(ValidateStridedInput);

void ValidateStridedOutput(benchmark::State& state)
{
    const dtu::BufferTensorDesc tensor = Nhwc(TensorSizes);
    Time(state, tensor.Desc(), [](const dtu::DML_BUFFER_TENSOR_DESC& desc) { return ValidateOutput(desc); });
}
BENCHMARK(ValidateStridedOutput);

void ValidateAddOperator(benchmark::State& state)
{
    const dtu::PinnedTensorDesc tensor(Packed(TensorSizes));
    Time(state, Add{{tensor.Get(), tensor.Get(), tensor.Get()}}, [](const Add& add) { return ValidateAdd(add); });
}
BENCHMARK(ValidateAddOperator);

void ValidateConvolutionOperator(benchmark::State& state)
{
    const RightConvolution right;
    Time(state, right.desc, [](const Convolution& convolution) { return ValidateConvolution(convolution); });
}
BENCHMARK(ValidateConvolutionOperator);
} // namespace

BENCHMARK_MAIN();
