#pragma once

// A small network, built layer by layer as with DirectMLX. Its last layer is wrong.

#include "dml_tensor_device.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace explain_network
{
namespace dtu = dml_tensor_utils;

// Each function creates an operator and returns its output. As in DirectMLX, a failed call throws its code alone.
class Network
{
public:
    explicit Network(IDMLDevice& device) : m_device(device) {}

    static dtu::BufferTensorDesc Tensor(const dtu::TensorLayout& layout)
    {
        return dtu::BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, layout);
    }

    dtu::BufferTensorDesc Convolution(const dtu::BufferTensorDesc& input, const dtu::Dimensions& filterSizes)
    {
        static constexpr UINT ones[] = {1, 1}, zeros[] = {0, 0};
        // The sizes are those of the formula, whether or not the channels agree.
        const dtu::Dimensions& in = input.Layout().Sizes();
        const auto output = Tensor(
            dtu::TensorLayout::Packed({in[0], filterSizes[0], in[2] - filterSizes[2] + 1, in[3] - filterSizes[3] + 1}));
        const dtu::PinnedTensorDesc x(input), filter(Tensor(dtu::TensorLayout::Packed(filterSizes))), y(output);
        DML_CONVOLUTION_OPERATOR_DESC desc = {};
        desc.InputTensor = x.Get();
        desc.FilterTensor = filter.Get();
        desc.OutputTensor = y.Get();
        desc.Mode = DML_CONVOLUTION_MODE_CROSS_CORRELATION;
        desc.DimensionCount = 2;
        desc.Strides = desc.Dilations = ones;
        desc.StartPadding = desc.EndPadding = desc.OutputPadding = zeros;
        desc.GroupCount = 1;
        Create({DML_OPERATOR_CONVOLUTION, &desc});
        return output;
    }

    dtu::BufferTensorDesc Relu(const dtu::BufferTensorDesc& input)
    {
        const dtu::PinnedTensorDesc x(input), y(input);
        const DML_ACTIVATION_RELU_OPERATOR_DESC desc = {x.Get(), y.Get()};
        Create({DML_OPERATOR_ACTIVATION_RELU, &desc});
        return input;
    }

private:
    void Create(const DML_OPERATOR_DESC& desc)
    {
        void* op = nullptr;
        const HRESULT result = m_device.CreateOperator(&desc, IidOperator, &op);
        if (FAILED(result)) { throw std::runtime_error("a layer failed with " + std::to_string(result)); }
        m_operators.emplace_back(static_cast<IDMLOperator*>(op));
    }

    struct Release
    {
        void operator()(IDMLOperator* made) const { made->Release(); }
    };
    static constexpr GUID IidOperator = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
    IDMLDevice& m_device;
    std::vector<std::unique_ptr<IDMLOperator, Release>> m_operators;
};

// Returns the network's output. The second convolution expects 16 channels and gets 8.
inline dtu::BufferTensorDesc Build(IDMLDevice& device)
{
    Network network(device);
    const auto image = Network::Tensor(dtu::TensorLayout::Packed({1, 3, 32, 32}));
    const auto features = network.Relu(network.Convolution(image, {8, 3, 3, 3}));
    return network.Relu(network.Convolution(features, {16, 16, 3, 3}));
}
} // namespace explain_network
