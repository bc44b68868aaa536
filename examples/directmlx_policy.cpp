// Makes a dml::TensorPolicy for DirectMLX, which gives every tensor of a graph an axis order and a row pitch. DirectMLX's
// own policies only pack tensors. Use it as dml::Graph graph(device, PolicyOf(PitchedRows)).

#if !defined(_WIN32) && __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>
#endif
#include <DirectML.h>
#include <DirectMLX.h>

#include "dml_tensor_utils.hpp"

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace
{

namespace dtu = dml_tensor_utils; // DirectMLX has global names of its own

using LayoutOf = dtu::TensorLayout (*)(const dtu::Dimensions& sizes);

dml::TensorPolicy PolicyOf(LayoutOf layoutOf)
{
    return dml::TensorPolicy(
        [layoutOf](DML_TENSOR_DATA_TYPE dataType, DML_TENSOR_FLAGS flags, dml::Span<const std::uint32_t> sizes)
        {
            const dtu::BufferTensorDesc tensor(dataType, layoutOf(dtu::Dimensions(sizes.data(), sizes.size())), flags);
            // Without this line, DirectML would reject the whole graph without naming the tensor.
            if (!tensor) { throw std::invalid_argument(dtu::Explain(tensor.Reason()).c_str()); }
            const dtu::Dimensions& strides = tensor.Layout().Strides();
            dml::TensorProperties properties = {};
            properties.strides = dml::TensorStrides(strides.begin(), strides.end());
            properties.totalTensorSizeInBytes = tensor.TotalTensorSizeInBytes();
            properties.guaranteedBaseOffsetAlignment = tensor.Alignment();
            return properties;
        });
}

// Channels-last, with rows (the second-last axis) that start at multiples of 64 elements.
dtu::TensorLayout PitchedRows(const dtu::Dimensions& sizes)
{
    const auto layout = dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC);
    return sizes.size() < 4 ? layout : layout.WithStrideMultiple(sizes.size() - 2, 64);
}

void Print(const char* name, const dml::TensorPolicy& policy, const std::vector<std::uint32_t>& sizes)
{
    const dml::TensorProperties properties = policy.Get(DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_FLAG_NONE,
                                                        dml::Span<const std::uint32_t>(sizes.data(), sizes.size()));
    std::printf("%-18s  %4u bytes, strides", name, static_cast<unsigned>(properties.totalTensorSizeInBytes));
    for (const std::uint32_t stride : *properties.strides) { std::printf(" %u", stride); }
    std::puts("");
}

} // namespace

int main()
{
    Print("InterleavedChannel", dml::TensorPolicy::InterleavedChannel(), {2, 3, 4, 5});
    Print("PitchedRows", PolicyOf(PitchedRows), {2, 3, 4, 5});
    try
    {
        Print("PitchedRows", PolicyOf(PitchedRows), {2, 3, 0, 5});
        return 1;
    }
    catch (const std::invalid_argument& rejected)
    {
        std::puts(rejected.what());
        return 0;
    }
}
