// directmlx_policy makes a dml::TensorPolicy for DirectMLX from layouts of this library. The policy gives every tensor
// of a graph the axis order and row pitch that you choose: dml::Graph graph(device, PolicyOf(ChannelsLast)). The
// program prints its results for some sizes beside those of dml::TensorPolicy::InterleavedChannel(), which must agree.
// It needs no device.
//
// Exit code: 0 they agree, 1 they do not, or another failure (one line on stderr).

#if !defined(_WIN32) && __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>
#endif
#include <DirectML.h>
#include <DirectMLX.h>

#include "dml_tensor_utils.hpp"

#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace dtu = dml_tensor_utils;

// A function that makes a layout from sizes.
using LayoutOf = std::function<dtu::TensorLayout(const dtu::Dimensions& sizes)>;

dml::TensorPolicy PolicyOf(LayoutOf layoutOf)
{
    return dml::TensorPolicy(
        [layoutOf = std::move(layoutOf)](DML_TENSOR_DATA_TYPE dataType, DML_TENSOR_FLAGS flags,
                                         dml::Span<const std::uint32_t> sizes)
        {
            const dtu::BufferTensorDesc tensor(dataType, layoutOf(dtu::Dimensions(sizes.data(), sizes.size())), flags);
            if (!tensor) // otherwise DirectML rejects the whole graph without naming the tensor
            {
                throw std::invalid_argument(dtu::Explain(tensor.Reason()).c_str());
            }
            const dtu::Dimensions& strides = tensor.Layout().Strides();
            dml::TensorProperties properties = {};
            properties.strides = dml::TensorStrides(strides.begin(), strides.end());
            properties.totalTensorSizeInBytes = tensor.TotalTensorSizeInBytes();
            properties.guaranteedBaseOffsetAlignment = tensor.Alignment();
            return properties;
        });
}

dtu::TensorLayout ChannelsLast(const dtu::Dimensions& sizes)
{
    return dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC);
}

// Channels-last, with rows (the second-last axis) that start at multiples of 64 elements. InterleavedChannel() has no
// such option.
dtu::TensorLayout PitchedRows(const dtu::Dimensions& sizes)
{
    const auto layout = ChannelsLast(sizes);
    return sizes.size() < 4 ? layout : layout.WithStrideMultiple(static_cast<std::uint32_t>(sizes.size()) - 2, 64);
}

using Sizes = std::vector<std::uint32_t>;

dml::TensorProperties Get(const dml::TensorPolicy& policy, const Sizes& sizes)
{
    return policy.Get(DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_FLAG_NONE,
                      dml::Span<const std::uint32_t>(sizes.data(), sizes.size()));
}

std::string AsText(const Sizes& numbers)
{
    std::string text;
    for (const std::uint32_t number : numbers) { text += (text.empty() ? "" : " ") + std::to_string(number); }
    return text;
}

void Print(const char* name, const dml::TensorProperties& properties)
{
    const std::string strides =
        properties.strides ? AsText({properties.strides->begin(), properties.strides->end()}) : "";
    std::printf("  %-18s  strides %-18s  %llu bytes\n", name, strides.c_str(),
                static_cast<unsigned long long>(properties.totalTensorSizeInBytes));
}

bool AreEqual(const dml::TensorProperties& one, const dml::TensorProperties& other)
{
    return one.strides == other.strides && one.totalTensorSizeInBytes == other.totalTensorSizeInBytes
           && one.guaranteedBaseOffsetAlignment == other.guaranteedBaseOffsetAlignment;
}

int Run()
{
    const dml::TensorPolicy channelsLast = PolicyOf(ChannelsLast);
    const dml::TensorPolicy pitchedRows = PolicyOf(PitchedRows);
    const dml::TensorPolicy interleaved = dml::TensorPolicy::InterleavedChannel();
    bool agree = true;
    for (const Sizes& sizes : {Sizes{7, 3}, Sizes{2, 3, 4}, Sizes{2, 3, 4, 5}, Sizes{2, 3, 4, 5, 6}})
    {
        std::printf("sizes %s\n", AsText(sizes).c_str());
        Print("InterleavedChannel", Get(interleaved, sizes));
        Print("ChannelsLast", Get(channelsLast, sizes));
        Print("PitchedRows", Get(pitchedRows, sizes));
        agree = AreEqual(Get(interleaved, sizes), Get(channelsLast, sizes)) && agree;
    }

    try
    {
        Get(channelsLast, {2, 3, 0, 5});
        agree = false;
    }
    catch (const std::invalid_argument& rejected)
    {
        std::printf("sizes 2 3 0 5\n  %s\n", rejected.what());
    }
    std::printf("InterleavedChannel and ChannelsLast %s\n", agree ? "agree" : "differ");
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) { throw std::runtime_error("stdout cannot be written"); }
    return agree ? 0 : 1;
}

} // namespace

int main()
{
    try
    {
        return Run();
    }
    catch (const std::exception& failed)
    {
        static_cast<void>(std::fprintf(stderr, "directmlx_policy: %s\n", failed.what()));
        return 1;
    }
}
