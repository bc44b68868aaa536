// What DirectML says of one buffer tensor and of one Gather: its rules written down a second time, in plain 128-bit
// arithmetic and without the header under test, so that a mistake has to be made twice to go unseen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace reference_model
{

inline constexpr std::uint32_t NotSaid = 0xFFFFFFFF;
inline constexpr std::uint64_t AllOnes = 0xFFFFFFFFFFFFFFFF;
inline constexpr std::uint64_t MaximumElements = 0xFFFFFFFF;

// Wide enough for the span of eight axes in bits, below 2^74. A product of sizes stops growing beyond 64 bits.
struct Wide
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};

inline Wide Add(Wide a, Wide b)
{
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1u : 0u), low};
}

inline Wide Multiply(Wide a, std::uint32_t b)
{
    const std::uint64_t mask = 0xFFFFFFFF;
    const std::uint64_t first = (a.low & mask) * b;
    const std::uint64_t second = (a.low >> 32) * b + (first >> 32);
    return {a.high * b + (second >> 32), (second << 32) | (first & mask)};
}

inline bool Less(Wide a, Wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

struct Tensor
{
    bool hasDesc = true;
    std::uint32_t type = 1;
    std::uint32_t dataType = 0;
    std::uint32_t flags = 0;
    std::uint32_t dimensionCount = 0;
    const std::uint32_t* sizes = nullptr;
    const std::uint32_t* strides = nullptr;
    std::uint64_t total = 0;
    std::uint32_t alignment = 0;
};

// Takes the SDK's DML_BUFFER_TENSOR_DESC or any mirror of it.
template <class BufferTensorDesc>
Tensor TensorOf(const BufferTensorDesc& desc)
{
    Tensor tensor;
    tensor.dataType = static_cast<std::uint32_t>(desc.DataType);
    tensor.flags = static_cast<std::uint32_t>(desc.Flags);
    tensor.dimensionCount = desc.DimensionCount;
    tensor.sizes = desc.Sizes;
    tensor.strides = desc.Strides;
    tensor.total = desc.TotalTensorSizeInBytes;
    tensor.alignment = desc.GuaranteedBaseOffsetAlignment;
    return tensor;
}

struct Gather
{
    const Tensor* input = nullptr;
    const Tensor* indices = nullptr;
    const Tensor* output = nullptr;
    std::uint32_t axis = 0;
    std::uint32_t indexDimensions = 0;
    std::uint32_t featureLevel = 0x6400;
};

struct Verdict
{
    const char* reason = "None";
    bool rejected = false;
    bool hasNumbers = false; // whether the contract says which axis and numbers go with the reason
    std::uint32_t axis = NotSaid;
    std::uint64_t actual = 0;
    std::uint64_t required = 0;
    std::uint32_t tensor = NotSaid;
    const char* alternative =
        nullptr; // as right as the reason, where deciding whether elements overlap is too much work
};

inline bool IsNone(const char* reason)
{
    return std::strcmp(reason, "None") == 0;
}

inline Verdict Reject(const char* reason)
{
    Verdict verdict;
    verdict.reason = reason;
    verdict.rejected = true;
    return verdict;
}

inline Verdict Reject(const char* reason, std::uint64_t actual, std::uint64_t required, std::uint32_t axis = NotSaid)
{
    Verdict verdict = Reject(reason);
    verdict.hasNumbers = true;
    verdict.axis = axis;
    verdict.actual = actual;
    verdict.required = required;
    return verdict;
}

inline std::uint32_t BitsOf(std::uint32_t dataType)
{
    static constexpr std::uint32_t bits[] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};
    return dataType < 14 ? bits[dataType] : 0;
}

inline Wide ElementCount(const Tensor& tensor)
{
    Wide count{0, 1};
    for (std::uint32_t i = 0; i < tensor.dimensionCount && count.high == 0; ++i)
    {
        count = Multiply(count, tensor.sizes[i]);
    }
    return count;
}

inline Wide ElementSpan(const Tensor& tensor)
{
    if (tensor.strides == nullptr)
    {
        return ElementCount(tensor);
    }
    Wide span{0, 1};
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        span = Add(span, Multiply({0, tensor.sizes[i] - 1}, tensor.strides[i]));
    }
    return span;
}

// roundup4(ceil(span * bits / 8))
inline Wide MinimumTotal(const Tensor& tensor)
{
    const Wide bits = Add(Multiply(ElementSpan(tensor), BitsOf(tensor.dataType)), {0, 7});
    const Wide bytes = Add({bits.high >> 3, (bits.high << 61) | (bits.low >> 3)}, {0, 3});
    return {bytes.high, bytes.low & ~std::uint64_t{3}};
}

inline std::uint64_t MaximumTotal(std::uint32_t dataType)
{
    return MaximumElements * BitsOf(dataType) / 8;
}

enum class Overlap
{
    No,
    Yes,
    Unknown
};

// Whether two elements share an offset: by listing the offsets of small tensors, and for the rest by what is plain.
inline Overlap ElementsOverlap(const Tensor& tensor)
{
    struct Axis
    {
        std::uint64_t stride;
        std::uint64_t size;
    };
    std::vector<Axis> axes;
    for (std::uint32_t i = 0; i < tensor.dimensionCount && tensor.strides != nullptr; ++i)
    {
        if (tensor.sizes[i] > 1)
        {
            axes.push_back({tensor.strides[i], tensor.sizes[i]});
        }
    }
    std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.stride < b.stride; });

    bool isNested = true;
    std::uint64_t span = 1;
    std::uint64_t count = 1;
    for (const Axis& axis : axes)
    {
        isNested = isNested && axis.stride >= span;
        span += (axis.size - 1) * axis.stride;
        count *= axis.size;
    }
    if (isNested)
    {
        return Overlap::No;
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
    {
        for (std::size_t j = i + 1; j < axes.size(); ++j)
        {
            // a * (b / g) == b * (a / g): that many steps along either axis meet.
            std::uint64_t divisor = axes[i].stride;
            for (std::uint64_t rest = axes[j].stride; rest != 0;)
            {
                const std::uint64_t next = divisor % rest;
                divisor = rest;
                rest = next;
            }
            if (divisor == 0 || (axes[j].stride / divisor < axes[i].size && axes[i].stride / divisor < axes[j].size))
            {
                return Overlap::Yes;
            }
        }
    }
    // So few elements are within any reasonable search; beyond them an inexact "yes" is allowed.
    if (count > 512)
    {
        return Overlap::Unknown;
    }
    std::vector<std::uint64_t> offsets{0};
    for (const Axis& axis : axes)
    {
        const std::size_t known = offsets.size();
        for (std::uint64_t step = 1; step < axis.size; ++step)
        {
            for (std::size_t k = 0; k < known; ++k)
            {
                offsets.push_back(offsets[k] + step * axis.stride);
            }
        }
    }
    std::sort(offsets.begin(), offsets.end());
    return std::adjacent_find(offsets.begin(), offsets.end()) == offsets.end() ? Overlap::No : Overlap::Yes;
}

inline Verdict JudgeTensor(const Tensor& tensor, bool isOutput)
{
    if (!tensor.hasDesc)
    {
        return Reject("NullDesc");
    }
    if (tensor.type != 1)
    {
        return Reject("TensorType");
    }
    if (BitsOf(tensor.dataType) == 0)
    {
        return Reject("UnknownDataType");
    }
    if ((tensor.flags | 1u) != 1)
    {
        return Reject("Flags", tensor.flags, 1);
    }
    if (tensor.dimensionCount < 1 || tensor.dimensionCount > 8)
    {
        return Reject("DimensionCount", tensor.dimensionCount, 8);
    }
    if (tensor.sizes == nullptr)
    {
        return Reject("NullSizes");
    }
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        if (tensor.sizes[i] == 0)
        {
            return Reject("ZeroSize", 0, 1, i);
        }
    }
    const Wide count = ElementCount(tensor);
    if (Less({0, MaximumElements}, count))
    {
        return Reject("ElementLimit", count.high != 0 ? AllOnes : count.low, MaximumElements);
    }
    const Wide minimum = MinimumTotal(tensor);
    if (tensor.total < minimum.low)
    {
        return Reject("TotalSizeTooSmall", tensor.total, minimum.low);
    }
    if (tensor.total > MaximumTotal(tensor.dataType))
    {
        return Reject("TotalSizeLimit", tensor.total, MaximumTotal(tensor.dataType));
    }
    if (tensor.alignment != 0 && (tensor.alignment < 16 || (tensor.alignment & (tensor.alignment - 1)) != 0))
    {
        return Reject("Alignment", tensor.alignment, 16);
    }

    Verdict accepted;
    if (minimum.high != 0)
    {
        accepted.reason = "SizeWraps";
    }
    if (!isOutput)
    {
        return accepted;
    }
    if ((tensor.flags & 1u) != 0)
    {
        return Reject("OutputOwnedByDml");
    }
    if (tensor.strides == nullptr)
    {
        return accepted;
    }
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        bool isShared = tensor.strides[i] == 0;
        for (std::uint32_t j = 0; j < i; ++j)
        {
            isShared = isShared || (tensor.sizes[j] > 1 && tensor.strides[j] == tensor.strides[i]);
        }
        if (tensor.sizes[i] > 1 && isShared)
        {
            return Reject("OutputOverlap");
        }
    }
    if (Less(ElementSpan(tensor), count))
    {
        return Reject("OutputOverlap");
    }
    const Overlap overlap = ElementsOverlap(tensor);
    if (overlap != Overlap::No)
    {
        accepted.alternative = overlap == Overlap::Unknown ? accepted.reason : nullptr;
        accepted.reason = "OutputElementsOverlap";
    }
    return accepted;
}

// Types, ranks and indices as documented; 4D alone before feature level 3_0.
inline bool IsDocumented(std::uint32_t featureLevel, std::uint32_t dataType, std::uint32_t indicesType,
                         std::uint32_t rank)
{
    const std::uint32_t lastType = featureLevel < 0x2100 ? 2 : featureLevel < 0x4100 ? 8 : 11;
    return dataType <= lastType && (featureLevel >= 0x3000 || (rank == 4 && indicesType == 3));
}

inline Verdict JudgeGather(const Gather& gather)
{
    const Tensor* const tensors[] = {gather.input, gather.indices, gather.output};
    Verdict hazard;
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        Verdict verdict = tensors[i] == nullptr ? Reject("NullTensor") : JudgeTensor(*tensors[i], i == 2);
        verdict.tensor = i;
        if (verdict.rejected)
        {
            return verdict;
        }
        if (IsNone(hazard.reason) && !IsNone(verdict.reason))
        {
            hazard = verdict;
        }
    }

    const Tensor& input = *gather.input;
    const Tensor& indices = *gather.indices;
    const Tensor& output = *gather.output;
    const std::uint32_t rank = input.dimensionCount;
    if (input.dataType > 11)
    {
        return Reject("GatherDataType");
    }
    if (indices.dataType != 3 && indices.dataType != 6 && indices.dataType != 10 && indices.dataType != 11)
    {
        return Reject("GatherIndicesDataType");
    }
    if (input.dataType != output.dataType)
    {
        return Reject("GatherTypesDiffer");
    }
    if (indices.dimensionCount != rank || output.dimensionCount != rank)
    {
        return Reject("GatherRanksDiffer");
    }
    if (gather.axis >= rank)
    {
        return Reject("GatherAxis", gather.axis, rank);
    }
    if (gather.indexDimensions > rank)
    {
        return Reject("GatherIndexDimensions", gather.indexDimensions, rank);
    }

    const auto withoutLeadingOnes = [](const Tensor& tensor)
    {
        std::vector<std::uint32_t> sizes(tensor.sizes, tensor.sizes + tensor.dimensionCount);
        sizes.erase(sizes.begin(),
                    std::find_if(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size != 1; }));
        return sizes;
    };
    const std::vector<std::uint32_t> croppedInput = withoutLeadingOnes(input);
    const std::vector<std::uint32_t> croppedIndices = withoutLeadingOnes(indices);
    const std::size_t batch =
        croppedIndices.size() > gather.indexDimensions ? croppedIndices.size() - gather.indexDimensions : 0;
    if (gather.axis < batch)
    {
        return Reject("GatherBatchAxis");
    }
    if (croppedInput.size() < batch)
    {
        return Reject("GatherTerminates");
    }
    for (std::size_t i = 0; i < batch; ++i)
    {
        if (croppedIndices[i] != croppedInput[i])
        {
            return Reject("GatherBatchSize");
        }
    }

    std::vector<std::uint32_t> joined(input.sizes, input.sizes + gather.axis);
    joined.insert(joined.end(), indices.sizes + (rank - gather.indexDimensions), indices.sizes + rank);
    joined.insert(joined.end(), input.sizes + gather.axis + 1, input.sizes + rank);
    const std::size_t compared = (std::min)(joined.size(), static_cast<std::size_t>(rank));
    if (!std::equal(joined.end() - static_cast<std::ptrdiff_t>(compared), joined.end(),
                    output.sizes + (rank - compared)))
    {
        return Reject("GatherOutputSize");
    }
    if (!IsDocumented(gather.featureLevel, input.dataType, indices.dataType, rank))
    {
        return Reject("GatherFeatureLevel");
    }

    const char* operatorHazard = batch > 0 ? "GatherBatch" : "None";
    if (joined.size() < rank && output.sizes[0] != 1)
    {
        operatorHazard = "GatherLeadingSize";
    }
    for (std::size_t i = 0; i + rank < joined.size(); ++i)
    {
        if (joined[i] != 1)
        {
            operatorHazard = "GatherDropsDimension";
        }
    }
    if (IsNone(hazard.reason))
    {
        hazard.reason = operatorHazard;
    }
    else if (hazard.alternative != nullptr && IsNone(hazard.alternative))
    {
        hazard.alternative = operatorHazard;
    }
    return hazard;
}

} // namespace reference_model
