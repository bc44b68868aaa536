// Random descriptions of tensors, bindings and Gathers: valid ones of every kind, and invalid ones. Each array is
// allocated with exactly its size, so that a sanitizer detects a read beyond the end.
#pragma once

#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace random_descriptors
{

using namespace dml_tensor_utils;
using test_support::Random;

// The largest numbers of faults in a description. Several faults reveal the order of the checks. The first number is
// about the shape, before the total size is chosen for it (in a Gather: about the operator); the second is about the
// rest (in a Gather: about one of its tensors).
struct MaximumFaults
{
    std::uint32_t shape;
    std::uint32_t rest;
};

class RandomTensor
{
public:
    explicit RandomTensor(Random& random, MaximumFaults maximum = {3, 2}) : m_random(random)
    {
        MakeSizes();
        MakeStrides();
        desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(random.Between(1, reference_model::LastDataType));
        if (random.OneIn(8)) { MakeLargeSpan(); }
        desc.Flags = static_cast<DML_TENSOR_FLAGS>(random.OneIn(8) ? 1 : 0);
        desc.DimensionCount = static_cast<std::uint32_t>(m_sizes.size());
        desc.GuaranteedBaseOffsetAlignment = random.OneIn(2) ? 0 : std::uint32_t{16} << random.Below(28);
        m_sizes.shrink_to_fit();
        m_strides.shrink_to_fit();
        desc.Sizes = m_sizes.data();
        desc.Strides = m_strides.empty() ? nullptr : m_strides.data();
        for (std::uint32_t faults = random.Below(maximum.shape + 1); faults > 0; --faults) { BreakShape(); }
        MakeTotal();
        for (std::uint32_t faults = random.Below(maximum.rest + 1); faults > 0; --faults) { BreakRest(); }
    }

    RandomTensor(const RandomTensor&) = delete;
    RandomTensor& operator=(const RandomTensor&) = delete;

    DML_BUFFER_TENSOR_DESC desc{};

private:
    void MakeSizes()
    {
        const std::uint32_t rank = m_random.Between(1, 8);
        m_sizes.reserve(rank);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            m_sizes.push_back(m_random.OneIn(3) ? 1 : m_random.Between(1, rank > 4 ? 3 : 6));
        }
        if (m_random.OneIn(4)) { m_sizes[m_random.Below(rank)] = LargeNumber(); }
    }

    std::uint32_t LargeNumber()
    {
        static constexpr std::uint32_t numbers[] = {0xFFFF,     0x10000,    0x10001,    0x3FFFFFFF,
                                                    0x40000001, 0x7FFFFFFF, 0x80000000, 0x80000001,
                                                    0xFFFFFFF8, 0xFFFFFFFC, 0xFFFFFFFD, 0xFFFFFFFF};
        return m_random.OneIn(2) ? numbers[m_random.Below(12)]
                                 : static_cast<std::uint32_t>(m_random.Next() >> (32 + m_random.Below(32)));
    }

    void MakeStrides()
    {
        const auto rank = static_cast<std::uint32_t>(m_sizes.size());
        const std::uint32_t kind = m_random.Below(6);
        if (kind < 2) { return; }
        m_strides.resize(rank);
        if (kind == 2)
        {
            for (std::uint32_t& stride : m_strides) { stride = m_random.Below(24); }
            return;
        }
        // Strides without overlap in a random order of axes, some of them padded.
        std::vector<std::uint32_t> order(rank);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            order[i] = i;
            std::swap(order[i], order[m_random.Below(i + 1)]);
        }
        std::uint64_t stride = 1;
        for (const std::uint32_t axis : order)
        {
            stride += kind == 3 && m_random.OneIn(3) ? m_random.Below(4) : 0;
            m_strides[axis] = static_cast<std::uint32_t>(stride > 0xFFFFFFFF ? 0xFFFFFFFF : stride);
            stride = m_strides[axis] * std::uint64_t{m_sizes[axis]};
        }
        if (kind == 5)
        {
            std::uint32_t& changed = m_strides[m_random.Below(rank)];
            changed = m_random.OneIn(2) ? m_random.Below(changed % 1000 + 2) : LargeNumber();
        }
    }

    // Makes a tensor of few elements with a span in bits close to a power of two, or to a multiple of 2^64, where
    // DirectML's sum wraps.
    void MakeLargeSpan()
    {
        while (m_sizes.size() < 2) { m_sizes.push_back(1); }
        const auto rank = static_cast<std::uint32_t>(m_sizes.size());
        if (m_random.OneIn(4)) { desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(m_random.Between(12, 13)); }
        const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(desc.DataType));
        const std::uint64_t wholeTurn = (std::uint64_t{1} << 63) / bits * 2;
        const std::uint64_t about = m_random.OneIn(3) ? (std::uint64_t{1} << m_random.Between(58, 63)) / bits
                                                      : wholeTurn * m_random.Between(1, bits / 4);
        // Either close to it, or so far from it that the largest total size holds an output.
        const std::uint64_t span =
            m_random.OneIn(2) ? about + m_random.Below(0xFFFFFFFF) : about - 20 + m_random.Below(40);

        // span = steps * stride + rest + 1 with rest < steps: axes of size steps + 1 and 2 have exactly this span.
        const std::uint64_t leastSteps = span / 0xFFFFFFFF + 1;
        const std::uint32_t steps = m_random.Between(static_cast<std::uint32_t>(leastSteps), 0x7FFFFFFE);
        const std::uint32_t slow = m_random.Below(rank);
        const std::uint32_t fast = (slow + m_random.Between(1, rank - 1)) % rank;
        m_sizes.assign(rank, 1);
        m_sizes[slow] = steps + 1;
        m_sizes[fast] = 2;
        m_strides.assign(rank, m_random.Below(3));
        m_strides[slow] = static_cast<std::uint32_t>((span - 1) / steps);
        m_strides[fast] = static_cast<std::uint32_t>((span - 1) % steps);
    }

    void BreakShape()
    {
        const auto rank = static_cast<std::uint32_t>(m_sizes.size());
        switch (m_random.Below(7))
        {
        case 0:
            desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(m_random.OneIn(2)   ? 0
                                                              : m_random.OneIn(2) ? reference_model::LastDataType + 1
                                                                                  : LargeNumber());
            break;
        case 1: desc.DimensionCount = m_random.OneIn(2) ? 0 : m_random.OneIn(2) ? 9 : LargeNumber() | 16; break;
        case 2: desc.Sizes = nullptr; break;
        case 3: m_sizes[m_random.Below(rank)] = 0; break;
        case 4: m_sizes[m_random.Below(rank)] = LargeNumber(); break;
        case 5:
            // Too many elements, and a size of 0 before or after.
            m_sizes[m_random.Below(rank)] = 0xFFFFFFFF;
            m_sizes[m_random.Below(rank)] = m_random.Between(2, 0xFFFF);
            m_sizes[m_random.Below(rank)] = 0;
            break;
        default:
            if (!m_strides.empty())
            {
                m_strides[m_random.Below(rank)] = m_random.OneIn(2) ? LargeNumber() : m_strides[m_random.Below(rank)];
            }
            break;
        }
    }

    // Chooses a total size close to the minimum of the tensor, or close to the limit.
    void MakeTotal()
    {
        const reference_model::Tensor model = reference_model::TensorOf(desc);
        std::uint64_t minimum = 4;
        if (desc.DimensionCount <= 8 && desc.Sizes != nullptr) { minimum = reference_model::MinimumTotal(model); }
        desc.TotalTensorSizeInBytes = minimum + (m_random.OneIn(2) ? 0 : m_random.Below(64));
    }

    void BreakRest()
    {
        const std::uint64_t limit = reference_model::MaximumTotal(static_cast<std::uint32_t>(desc.DataType));
        switch (m_random.Below(6))
        {
        case 0:
            desc.Flags = static_cast<DML_TENSOR_FLAGS>(m_random.OneIn(2) ? m_random.Between(2, 9) : LargeNumber());
            break;
        case 1: desc.TotalTensorSizeInBytes -= m_random.Between(1, 4); break;
        case 2: desc.TotalTensorSizeInBytes = limit + m_random.Below(3); break;
        case 3: desc.TotalTensorSizeInBytes = m_random.OneIn(2) ? reference_model::Max64 : m_random.Below(8); break;
        default:
            desc.GuaranteedBaseOffsetAlignment = m_random.OneIn(2) ? m_random.Between(1, 100) : LargeNumber();
            break;
        }
    }

    Random& m_random;
    std::vector<std::uint32_t> m_sizes;
    std::vector<std::uint32_t> m_strides;
};

// Returns a binding of this tensor that DirectML accepts, except for up to two faults, each close to a limit.
inline reference_model::Binding RandomBinding(Random& random, const DML_BUFFER_TENSOR_DESC& desc)
{
    const std::uint64_t guaranteed = desc.GuaranteedBaseOffsetAlignment;
    const std::uint64_t alignment = guaranteed == 0 ? 16 : guaranteed % 16 == 0 ? guaranteed : guaranteed * 16;
    reference_model::Binding binding;
    binding.offset = alignment * random.Below(5);
    binding.size = desc.TotalTensorSizeInBytes + (random.OneIn(2) ? 0 : random.Below(64));
    if (random.OneIn(4))
    {
        // An end beyond 2^64, which modulo 2^64 is inside some buffers.
        std::uint64_t& large = random.OneIn(2) ? binding.offset : binding.size;
        large = 0 - std::uint64_t{16} * random.Below(8);
        if (random.OneIn(3)) { binding.offset = binding.size = std::uint64_t{1} << 63; }
    }
    binding.bufferSize = binding.offset + binding.size + (random.OneIn(2) ? 0 : random.Below(64));
    for (std::uint32_t faults = random.Below(3); faults > 0; --faults)
    {
        switch (random.Below(6))
        {
        case 0: binding.offset += random.Between(1, 15); break;
        case 1: binding.offset += std::uint64_t{16} * random.Between(1, 4); break;
        case 2: binding.size = desc.TotalTensorSizeInBytes - random.Between(1, 4); break;
        case 3: binding.bufferSize = binding.offset + binding.size - random.Between(1, 4); break;
        case 4: binding.bufferSize = random.OneIn(2) ? random.Below(64) : reference_model::Max64; break;
        default:
            (random.OneIn(2)   ? binding.offset
             : random.OneIn(2) ? binding.size
                               : binding.bufferSize) = random.Next() >> random.Below(64);
            break;
        }
    }
    return binding;
}

// A Gather whose three tensors match.
class RandomGather
{
public:
    explicit RandomGather(Random& random, MaximumFaults maximum = {2, 2}) : m_random(random)
    {
        const std::uint32_t rank = random.Between(1, random.OneIn(2) ? 8 : 4);
        axis = random.Below(rank);
        indexDimensions = random.Below((random.OneIn(3) ? rank : (std::min)(rank, 3u)) + 1);
        for (std::vector<std::uint32_t>& sizes : m_sizes) { sizes.assign(rank, 1); }
        MakeInputAndIndices(rank);
        MakeOutput(rank);

        static constexpr std::uint32_t indexTypes[] = {3, 3, 3, 6, 10, 11};
        const std::uint32_t dataType = random.OneIn(2) ? random.Between(1, 8) : random.Between(9, 11);
        for (std::size_t i = 0; i < 3; ++i)
        {
            descs[i] = {};
            descs[i].DataType = static_cast<DML_TENSOR_DATA_TYPE>(i == 1 ? indexTypes[random.Below(6)] : dataType);
            outer[i].Type = DML_TENSOR_TYPE_BUFFER;
        }
        static constexpr std::uint32_t levels[] = {0x6400, 0x6400, 0x6400, 0x6400, 0x4100,
                                                   0x4000, 0x3000, 0x2100, 0x2000, 0x1000};
        level = levels[random.Below(10)];

        for (std::uint32_t faults = random.Below(maximum.shape + 1); faults > 0; --faults) { BreakOperator(rank); }
        for (std::size_t i = 0; i < 3; ++i) { Describe(i); }
        const bool isTensorBroken = maximum.rest > 0 && random.OneIn(3);
        for (std::uint32_t faults = isTensorBroken ? random.Between(1, maximum.rest) : 0; faults > 0; --faults)
        {
            BreakTensor();
        }
    }

    RandomGather(const RandomGather&) = delete;
    RandomGather& operator=(const RandomGather&) = delete;

    DML_GATHER_OPERATOR_DESC Desc() const
    {
        return {isNull[0] ? nullptr : &outer[0], isNull[1] ? nullptr : &outer[1], isNull[2] ? nullptr : &outer[2], axis,
                indexDimensions};
    }

    reference_model::Verdict Expected() const
    {
        reference_model::Tensor models[3];
        for (std::size_t i = 0; i < 3; ++i)
        {
            models[i] = reference_model::TensorOf(descs[i]);
            models[i].hasDesc = outer[i].Desc != nullptr;
            models[i].type = static_cast<std::uint32_t>(outer[i].Type);
        }
        return reference_model::JudgeGather({isNull[0] ? nullptr : &models[0], isNull[1] ? nullptr : &models[1],
                                             isNull[2] ? nullptr : &models[2], axis, indexDimensions, level});
    }

    // Whether the description without its pointers is equal.
    bool IsPlain() const
    {
        for (std::size_t i = 0; i < 3; ++i)
        {
            if (isNull[i] || outer[i].Desc == nullptr || outer[i].Type != DML_TENSOR_TYPE_BUFFER) { return false; }
        }
        return true;
    }

    std::uint32_t axis = 0;
    std::uint32_t indexDimensions = 0;
    std::uint32_t level = 0x6400;
    DML_BUFFER_TENSOR_DESC descs[3];
    DML_TENSOR_DESC outer[3]{};
    bool isNull[3] = {false, false, false};

private:
    void MakeInputAndIndices(std::uint32_t rank)
    {
        const std::uint32_t inputOnes = m_random.OneIn(2) ? m_random.Below(rank + 1) : 0;
        for (std::uint32_t i = inputOnes; i < rank; ++i) { m_sizes[0][i] = m_random.Between(1, 3); }
        for (std::uint32_t i = rank - indexDimensions; i < rank; ++i) { m_sizes[1][i] = m_random.Between(1, 3); }
        // Only 1s may be omitted from the output: the first of rank - 1 + indexDimensions sizes.
        const bool areDroppedOnes = m_random.OneIn(2);
        for (std::uint32_t i = 0; areDroppedOnes && i + 1 < indexDimensions; ++i)
        {
            (i < axis ? m_sizes[0][i] : m_sizes[1][rank - indexDimensions + i - axis]) = 1;
        }
        // A batch: the input's sizes after its leading 1s are repeated before the index dimensions.
        const std::uint32_t batch = m_random.OneIn(2) ? m_random.Below(3) : 0;
        for (std::uint32_t i = 0; i < batch && indexDimensions + batch <= rank && inputOnes + i < rank; ++i)
        {
            m_sizes[1][rank - indexDimensions - batch + i] = m_sizes[0][inputOnes + i];
        }
    }

    static std::ptrdiff_t Step(std::uint32_t count) { return static_cast<std::ptrdiff_t>(count); }

    void MakeOutput(std::uint32_t rank)
    {
        std::vector<std::uint32_t> joined(m_sizes[0].begin(), m_sizes[0].begin() + Step(axis));
        joined.insert(joined.end(), m_sizes[1].end() - Step(indexDimensions), m_sizes[1].end());
        joined.insert(joined.end(), m_sizes[0].begin() + Step(axis) + 1, m_sizes[0].end());
        for (std::size_t i = 0; i < rank && i < joined.size(); ++i)
        {
            m_sizes[2][rank - 1 - i] = joined[joined.size() - 1 - i];
        }
        if (joined.size() < rank && m_random.OneIn(3)) { m_sizes[2][0] = m_random.Between(2, 4); }
    }

    void BreakOperator(std::uint32_t rank)
    {
        const std::size_t some = m_random.Below(3);
        switch (m_random.Below(6))
        {
        case 0: descs[some].DataType = static_cast<DML_TENSOR_DATA_TYPE>(m_random.Below(15)); break;
        case 1: axis = m_random.OneIn(2) ? m_random.Below(rank + 2) : m_random.OneIn(9) ? 0xFFFFFFFF : axis + 1; break;
        case 2: indexDimensions = m_random.OneIn(9) ? 0xFFFFFFFF : m_random.Below(rank + 3); break;
        case 3:
            if (m_sizes[some].size() > 1 && m_random.OneIn(2)) { m_sizes[some].pop_back(); }
            else { m_sizes[some].insert(m_sizes[some].begin(), 1); }
            break;
        default:
            m_sizes[some][m_random.Below(static_cast<std::uint32_t>(m_sizes[some].size()))] =
                m_random.Between(m_random.OneIn(5) ? 0 : 1, 4);
            break;
        }
    }

    // Describes a tensor with null strides, padded strides, or, in some cases, any strides.
    void Describe(std::size_t tensor)
    {
        std::vector<std::uint32_t>& sizes = m_sizes[tensor];
        sizes.shrink_to_fit();
        DML_BUFFER_TENSOR_DESC& desc = descs[tensor];
        if (m_random.OneIn(3))
        {
            std::uint32_t stride = 1;
            m_strides[tensor].resize(sizes.size());
            for (std::size_t i = sizes.size(); i-- > 0;)
            {
                stride += m_random.OneIn(4) ? m_random.Below(3) : 0;
                m_strides[tensor][i] = m_random.OneIn(30) ? m_random.Below(30) : stride;
                stride *= sizes[i] == 0 ? 1 : sizes[i];
            }
        }
        desc.DimensionCount = static_cast<std::uint32_t>(sizes.size());
        desc.Sizes = sizes.data();
        desc.Strides = m_strides[tensor].empty() ? nullptr : m_strides[tensor].data();
        desc.TotalTensorSizeInBytes = reference_model::MinimumTotal(reference_model::TensorOf(desc));
        outer[tensor].Desc = &desc;
    }

    void BreakTensor()
    {
        const std::size_t some = m_random.Below(3);
        switch (m_random.Below(9))
        {
        case 0: isNull[some] = true; break;
        case 1: outer[some].Desc = nullptr; break;
        case 2: outer[some].Type = static_cast<DML_TENSOR_TYPE>(m_random.OneIn(2) ? 0 : 2); break;
        case 3: descs[some].Flags = static_cast<DML_TENSOR_FLAGS>(m_random.Below(3)); break;
        case 4: descs[some].DimensionCount = m_random.OneIn(2) ? 0 : 0x7FFFFFFF; break;
        case 5: descs[some].Sizes = nullptr; break;
        case 6:
            descs[some].TotalTensorSizeInBytes =
                m_random.OneIn(2) ? descs[some].TotalTensorSizeInBytes - 1 : reference_model::Max64;
            break;
        case 7: descs[some].GuaranteedBaseOffsetAlignment = m_random.Below(40); break;
        default:
            // Size 2^30 + 1 with stride 2^31: the span in bits is that of one element plus a multiple of 2^64.
            if (axis == 0 && m_sizes[0][0] != 0)
            {
                m_strides[0].assign(m_sizes[0].size(), 1);
                m_strides[0][0] = 0x80000000;
                m_sizes[0].assign(m_sizes[0].size(), 1);
                m_sizes[0][0] = 0x40000001;
                descs[0].Strides = m_strides[0].data();
                descs[0].TotalTensorSizeInBytes = 8;
            }
            break;
        }
    }

    Random& m_random;
    std::vector<std::uint32_t> m_sizes[3];
    std::vector<std::uint32_t> m_strides[3];
};

inline std::string Text(const DML_BUFFER_TENSOR_DESC& desc)
{
    std::string text = "type " + std::to_string(static_cast<std::uint32_t>(desc.DataType)) + " flags "
                       + std::to_string(static_cast<std::uint32_t>(desc.Flags)) + " count "
                       + std::to_string(desc.DimensionCount);
    for (const std::uint32_t* values : {desc.Sizes, desc.Strides})
    {
        text += values == nullptr ? " null" : " {";
        for (std::uint32_t i = 0; values != nullptr && desc.DimensionCount <= 8 && i < desc.DimensionCount; ++i)
        {
            text += (i == 0 ? "" : ",") + std::to_string(values[i]);
        }
        text += values == nullptr ? "" : "}";
    }
    return text + " total " + std::to_string(desc.TotalTensorSizeInBytes) + " alignment "
           + std::to_string(desc.GuaranteedBaseOffsetAlignment);
}

inline std::string Text(const reference_model::Binding& binding)
{
    return "offset " + std::to_string(binding.offset) + " size " + std::to_string(binding.size) + " of "
           + std::to_string(binding.bufferSize);
}

inline std::string Text(const DML_TENSOR_DESC* tensor)
{
    if (tensor == nullptr) { return "null"; }
    const std::uint32_t type = static_cast<std::uint32_t>(tensor->Type);
    return type != 1                 ? "of type " + std::to_string(type)
           : tensor->Desc == nullptr ? "without Desc"
                                     : Text(*static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc));
}

inline std::string Text(const DML_GATHER_OPERATOR_DESC& gather)
{
    std::string text;
    for (const DML_TENSOR_DESC* tensor : {gather.InputTensor, gather.IndicesTensor, gather.OutputTensor})
    {
        text += Text(tensor) + "; ";
    }
    return text + "axis " + std::to_string(gather.Axis) + " index dimensions " + std::to_string(gather.IndexDimensions);
}

// Returns the model's verdict as text.
inline std::string Text(const reference_model::Verdict& expected)
{
    const auto number = [](const auto& value) { return value ? std::to_string(*value) : "any"; };
    return expected.reason + std::string(expected.alternative == nullptr ? "" : " or ")
           + (expected.alternative == nullptr ? "" : expected.alternative) + " axis " + number(expected.axis)
           + " actual " + number(expected.actual) + " required " + number(expected.required) + " tensor "
           + number(expected.tensor);
}

// Whether a Diagnosis is the model's verdict: the same error, and the same numbers if the contract defines them.
inline bool Agrees(const Diagnosis& found, const reference_model::Verdict& expected)
{
    const bool sameReason =
        std::strcmp(ToString(found.error), expected.reason) == 0
        || (expected.alternative != nullptr && std::strcmp(ToString(found.error), expected.alternative) == 0);
    const bool sameNumbers = found.axis == expected.axis.value_or(found.axis)
                             && found.actual == expected.actual.value_or(found.actual)
                             && found.required == expected.required.value_or(found.required);
    // An error of one tensor names it; an error between several may name any of them.
    const bool sameTensor = expected.alternative != nullptr || found.tensor == expected.tensor.value_or(found.tensor);
    return sameReason && sameNumbers && sameTensor && found.Accepted() != expected.rejected;
}

} // namespace random_descriptors
