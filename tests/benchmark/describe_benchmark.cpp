// Times what describing a 4D tensor costs, beside the arithmetic of the documented listings, which checks nothing.
// Run with --benchmark_enable_random_interleaving=true --benchmark_repetitions=9 and read the medians.

#include "described.hpp"

#include "dml_tensor_operators.hpp"

#include <benchmark/benchmark.h>

namespace
{
using namespace described;

const Sizes TensorSizes{2, 3, 224, 225};
const Flags BroadcastFlags{true, false, true, true};

// Calls operation(argument) with an argument that the compiler must think may change.
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
// DML_ELEMENT_WISE_ADD_OPERATOR_DESC and DML_CONVOLUTION_OPERATOR_DESC, in portable mode too.
struct Add
{
    const dtu::DML_TENSOR_DESC* tensors[3];
};
struct Convolution
{
    const dtu::DML_TENSOR_DESC* tensors[4]; // input, filter, bias, output
    std::uint32_t mode, direction, dimensionCount;
    const std::uint32_t* lists[5]; // strides, dilations, start, end and output padding
    std::uint32_t groupCount;
    const dtu::DML_OPERATOR_DESC* fusedActivation;
};

void ValidateAdd(benchmark::State& state)
{
    const dtu::PinnedTensorDesc tensor(Packed(TensorSizes));
    const Add add = {{tensor.Get(), tensor.Get(), tensor.Get()}};
    Time(state, dtu::DML_OPERATOR_DESC{static_cast<dtu::DML_OPERATOR_TYPE>(4), &add},
         [](const dtu::DML_OPERATOR_DESC& desc) { return dtu::ValidateOperator(desc); });
}
BENCHMARK(ValidateAdd);

void ValidateConvolution(benchmark::State& state)
{
    const dtu::PinnedTensorDesc input(dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 3, 9, 9})));
    const dtu::PinnedTensorDesc filter(dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({8, 3, 3, 3})));
    const dtu::PinnedTensorDesc output(dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 8, 7, 7})));
    const std::uint32_t ones[] = {1, 1}, zeros[] = {0, 0};
    const Convolution convolution = {
        {input.Get(), filter.Get(), nullptr, output.Get()}, 1, 0, 2, {ones, ones, zeros, zeros, zeros}, 1, nullptr};
    Time(state, dtu::DML_OPERATOR_DESC{static_cast<dtu::DML_OPERATOR_TYPE>(53), &convolution},
         [](const dtu::DML_OPERATOR_DESC& desc) { return dtu::ValidateOperator(desc); });
}
BENCHMARK(ValidateConvolution);
} // namespace

BENCHMARK_MAIN();
