// A second implementation of DirectML's rules for buffer tensors, bindings and Gather, with simple 128-bit arithmetic
// and without the header under test. A mistake would have to be made twice to remain unnoticed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace reference_model
{

inline constexpr std::uint32_t NotSaid = 0xFFFFFFFF;
inline constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;
inline constexpr std::uint64_t MaximumElements = 0xFFFFFFFF;

// A number of 128 bits, enough for the span of eight axes in bits, which is below 2^74. A product of sizes is not
// continued beyond 64 bits. DirectML itself counts bits modulo 2^64, which is `low`.
struct Wide
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};

constexpr Wide Add(Wide a, Wide b)
{
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1u : 0u), low};
}

constexpr Wide Multiply(Wide a, std::uint32_t b)
{
    const std::uint64_t mask = 0xFFFFFFFF;
    const std::uint64_t first = (a.low & mask) * b;
    const std::uint64_t second = (a.low >> 32) * b + (first >> 32);
    return {a.high * b + (second >> 32), (second << 32) | (first & mask)};
}

constexpr bool Less(Wide a, Wide b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

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

// Accepts the SDK's DML_BUFFER_TENSOR_DESC or any struct with the same members.
template <class BufferTensorDesc> Tensor TensorOf(const BufferTensorDesc& desc)
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
    // Empty if the contract does not define them.
    std::optional<std::uint32_t> axis;
    std::optional<std::uint64_t> actual;
    std::optional<std::uint64_t> required;
    std::optional<std::uint32_t> tensor;
    const char* alternative =
        nullptr; // as right as the reason, where deciding whether elements overlap is too much work
};

inline bool IsNone(const char* reason) { return std::strcmp(reason, "None") == 0; }

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
    verdict.axis = axis;
    verdict.actual = actual;
    verdict.required = required;
    return verdict;
}

// The bits of an element of each data type, and the last of these types.
inline constexpr std::uint32_t TypeBits[] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};
inline constexpr std::uint32_t LastDataType = sizeof(TypeBits) / sizeof(TypeBits[0]) - 1;

constexpr std::uint32_t BitsOf(std::uint32_t dataType) { return dataType <= LastDataType ? TypeBits[dataType] : 0; }

constexpr Wide ElementCount(const Tensor& tensor)
{
    Wide count{0, 1};
    for (std::uint32_t i = 0; i < tensor.dimensionCount && count.high == 0; ++i)
    {
        count = Multiply(count, tensor.sizes[i]);
    }
    return count;
}

constexpr Wide ElementSpan(const Tensor& tensor)
{
    if (tensor.strides == nullptr) { return ElementCount(tensor); }
    Wide span{0, 1};
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        span = Add(span, Multiply({0, tensor.sizes[i] - 1}, tensor.strides[i]));
    }
    return span;
}

constexpr Wide SpanInBits(const Tensor& tensor) { return Multiply(ElementSpan(tensor), BitsOf(tensor.dataType)); }

// Returns ceil(bits / 8), rounded up to a multiple of 4.
constexpr Wide BytesOf(Wide bits)
{
    const Wide roundedUp = Add(bits, {0, 7});
    const Wide bytes = Add({roundedUp.high >> 3, (roundedUp.high << 61) | (roundedUp.low >> 3)}, {0, 3});
    return {bytes.high, bytes.low & ~std::uint64_t{3}};
}

// Returns the bytes that a buffer really needs.
constexpr Wide TrueSize(const Tensor& tensor) { return BytesOf(SpanInBits(tensor)); }

inline bool SizeWraps(const Tensor& tensor) { return Add(SpanInBits(tensor), {0, 7}).high != 0; }

// Returns the bytes that DirectML requires: ((span * bits + 7) mod 2^64) / 8, rounded up to a multiple of 4.
inline std::uint64_t MinimumTotal(const Tensor& tensor)
{
    const std::uint64_t bits = Add(SpanInBits(tensor), {0, 7}).low;
    return (bits / 8 + 3) / 4 * 4;
}

inline std::uint64_t MaximumTotal(std::uint32_t dataType) { return MaximumElements * BitsOf(dataType) / 8; }

enum class Overlap
{
    No,
    Yes,
    Unknown
};

// Whether two elements have the same offset. Lists the offsets of small tensors; decides only obvious cases of others.
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
        if (tensor.sizes[i] > 1) { axes.push_back({tensor.strides[i], tensor.sizes[i]}); }
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
    if (isNested) { return Overlap::No; }
    for (std::size_t i = 0; i < axes.size(); ++i)
    {
        for (std::size_t j = i + 1; j < axes.size(); ++j)
        {
            // a * (b / g) == b * (a / g): so many steps along the two axes reach the same offset.
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
    // Any reasonable search decides for so few elements; for more, a wrong "yes" is allowed.
    if (count > 512) { return Overlap::Unknown; }
    std::vector<std::uint64_t> offsets{0};
    for (const Axis& axis : axes)
    {
        const std::size_t known = offsets.size();
        for (std::uint64_t step = 1; step < axis.size; ++step)
        {
            for (std::size_t k = 0; k < known; ++k) { offsets.push_back(offsets[k] + step * axis.stride); }
        }
    }
    std::sort(offsets.begin(), offsets.end());
    return std::adjacent_find(offsets.begin(), offsets.end()) == offsets.end() ? Overlap::No : Overlap::Yes;
}

// Rejects the first size that is 0, or with which the product exceeds the limit.
inline Verdict JudgeSizes(const Tensor& tensor)
{
    Wide count{0, 1};
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        if (tensor.sizes[i] == 0) { return Reject("ZeroSize", 0, 1, i); }
        count = Multiply(count, tensor.sizes[i]);
        if (Less({0, MaximumElements}, count))
        {
            Tensor untilZero = tensor;
            untilZero.dimensionCount = static_cast<std::uint32_t>(
                std::find(tensor.sizes, tensor.sizes + tensor.dimensionCount, 0u) - tensor.sizes);
            const Wide product = ElementCount(untilZero);
            return Reject("ElementLimit", product.high != 0 ? Max64 : product.low, MaximumElements);
        }
    }
    return {};
}

inline Verdict JudgeOutput(const Tensor& tensor)
{
    if ((tensor.flags & 1u) != 0) { return Reject("OutputOwnedByDml"); }
    if (tensor.strides == nullptr) { return {}; }
    for (std::uint32_t i = 0; i < tensor.dimensionCount; ++i)
    {
        bool isShared = tensor.strides[i] == 0;
        for (std::uint32_t j = 0; j < i; ++j)
        {
            isShared = isShared || (tensor.sizes[j] > 1 && tensor.strides[j] == tensor.strides[i]);
        }
        if (tensor.sizes[i] > 1 && isShared) { return Reject("OutputOverlap"); }
    }
    const Wide countInBits = Multiply(ElementCount(tensor), BitsOf(tensor.dataType));
    if (Less({0, SpanInBits(tensor).low}, countInBits)) { return Reject("OutputOverlap"); }
    Verdict accepted;
    const Overlap overlap = ElementsOverlap(tensor);
    if (overlap != Overlap::No)
    {
        accepted.reason = "OutputElementsOverlap";
        accepted.alternative = overlap == Overlap::Unknown ? "None" : nullptr;
    }
    return accepted;
}

inline bool AnyType(std::uint32_t) { return true; }

// `rejection` is the operator's error for a type that isAllowed does not allow. This check comes after that of unknown
// types and before that of the flags.
inline Verdict JudgeTensor(const Tensor& tensor, bool isOutput, bool (*isAllowed)(std::uint32_t) = AnyType,
                           const char* rejection = nullptr)
{
    if (!tensor.hasDesc) { return Reject("NullDesc"); }
    if (tensor.type != 1) { return Reject("TensorType"); }
    if (BitsOf(tensor.dataType) == 0) { return Reject("UnknownDataType"); }
    if (!isAllowed(tensor.dataType)) { return Reject(rejection); }
    if ((tensor.flags | 1u) != 1) { return Reject("Flags", tensor.flags, 1); }
    if (tensor.dimensionCount < 1 || tensor.dimensionCount > 8)
    {
        return Reject("DimensionCount", tensor.dimensionCount, 8);
    }
    if (tensor.sizes == nullptr) { return Reject("NullSizes"); }
    const Verdict ofSizes = JudgeSizes(tensor);
    if (ofSizes.rejected) { return ofSizes; }
    if (tensor.total < MinimumTotal(tensor)) { return Reject("TotalSizeTooSmall", tensor.total, MinimumTotal(tensor)); }
    if (tensor.total > MaximumTotal(tensor.dataType))
    {
        return Reject("TotalSizeLimit", tensor.total, MaximumTotal(tensor.dataType));
    }
    if (tensor.alignment != 0 && (tensor.alignment < 16 || (tensor.alignment & (tensor.alignment - 1)) != 0))
    {
        return Reject("Alignment", tensor.alignment, 16);
    }

    const Verdict ofOutput = isOutput ? JudgeOutput(tensor) : Verdict{};
    if (ofOutput.rejected || !SizeWraps(tensor)) { return ofOutput; }
    if (!IsNone(ofOutput.reason))
    {
        Verdict overlaps = ofOutput;
        overlaps.alternative = ofOutput.alternative != nullptr ? "SizeWraps" : nullptr;
        return overlaps;
    }
    Verdict wraps;
    wraps.reason = "SizeWraps";
    wraps.required = Max64;
    return wraps;
}

// The bytes [offset, offset + size) of a buffer of bufferSize bytes.
struct Binding
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t bufferSize = 0;
};

// Reads only the tensor's total size and alignment. DirectML adds modulo 2^64. Total size 0 is rejected by this library
// alone, because CreateOperator rejects such a tensor before it can be bound.
inline Verdict JudgeBinding(const Tensor& tensor, const Binding& binding)
{
    const Wide end = Add({0, binding.offset}, {0, binding.size});
    if (tensor.total == 0) { return Reject("TotalSizeTooSmall", 0, 4); }
    if (binding.offset % 16 != 0) { return Reject("BindingAlignment", binding.offset, 16); }
    if (end.low > binding.bufferSize)
    {
        return Reject("BindingOutside", end.high != 0 ? Max64 : end.low, binding.bufferSize);
    }
    if (binding.size < tensor.total) { return Reject("BindingTooSmall", binding.size, tensor.total); }
    if (tensor.alignment != 0 && binding.offset % tensor.alignment != 0)
    {
        return Reject("BindingAlignment", binding.offset, tensor.alignment);
    }
    Verdict accepted;
    accepted.axis = NotSaid;
    if (end.high != 0)
    {
        accepted.reason = "BindingWraps";
        accepted.actual = Max64;
        accepted.required = binding.bufferSize;
    }
    return accepted;
}

// Places tensors one after the other in a buffer.
class Placement
{
public:
    // Returns the offset; nothing if the end exceeds 64 bits. Requires: the alignment is a power of two.
    std::optional<std::uint64_t> Place(std::uint64_t bytes, std::uint64_t alignment)
    {
        const std::uint64_t multiple = (std::max)(alignment, std::uint64_t{16});
        const Wide offset = Add({0, m_end}, {0, (multiple - m_end % multiple) % multiple});
        const Wide end = Add(offset, {0, bytes});
        if (end.high != 0) { return std::nullopt; }
        m_end = end.low;
        return offset.low;
    }

    std::uint64_t End() const { return m_end; }

private:
    std::uint64_t m_end = 0;
};

// Whether types and rank are documented for a feature level; only 4 dimensions before 3_0.
inline bool IsDocumented(std::uint32_t featureLevel, std::uint32_t dataType, std::uint32_t indicesType,
                         std::uint32_t rank)
{
    const std::uint32_t lastType = featureLevel < 0x2100 ? 2 : featureLevel < 0x4100 ? 8 : 11;
    return dataType <= lastType && (featureLevel >= 0x3000 || (rank == 4 && indicesType == 3));
}

inline bool IsGatherType(std::uint32_t dataType) { return dataType >= 1 && dataType <= 11; }

inline bool IsGatherIndicesType(std::uint32_t dataType)
{
    return dataType == 3 || dataType == 6 || dataType == 10 || dataType == 11;
}

// Checks in DirectML's order: the input, the indices, the indices' rank, the output, its type, its rank.
inline Verdict JudgeGatherTensors(const Gather& gather)
{
    const Tensor* const tensors[] = {gather.input, gather.indices, gather.output};
    Verdict hazard;
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        Verdict verdict = tensors[i] == nullptr ? Reject("NullTensor")
                          : i == 1 ? JudgeTensor(*tensors[i], false, IsGatherIndicesType, "GatherIndicesDataType")
                                   : JudgeTensor(*tensors[i], i == 2, IsGatherType, "GatherDataType");
        verdict.tensor = i;
        if (verdict.rejected) { return verdict; }
        if (IsNone(hazard.reason) && !IsNone(verdict.reason)) { hazard = verdict; }
        if (i == 2 && tensors[i]->dataType != gather.input->dataType) { return Reject("GatherTypesDiffer"); }
        if (tensors[i]->dimensionCount != gather.input->dimensionCount) { return Reject("GatherRanksDiffer"); }
    }
    return hazard;
}

inline Verdict JudgeGather(const Gather& gather)
{
    Verdict ofTensors = JudgeGatherTensors(gather);
    if (ofTensors.rejected) { return ofTensors; }
    const Tensor& input = *gather.input;
    const Tensor& indices = *gather.indices;
    const Tensor& output = *gather.output;
    const std::uint32_t rank = input.dimensionCount;
    if (gather.axis >= rank) { return Reject("GatherAxis", gather.axis, rank); }
    if (gather.indexDimensions > rank) { return Reject("GatherIndexDimensions", gather.indexDimensions, rank); }

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
    if (gather.axis < batch) { return Reject("GatherBatchAxis"); }
    if (croppedInput.size() < batch) { return Reject("GatherTerminates"); }
    for (std::size_t i = 0; i < batch; ++i)
    {
        if (croppedIndices[i] != croppedInput[i]) { return Reject("GatherBatchSize"); }
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

    Verdict ofOperator;
    const std::size_t dropped = joined.size() > rank ? joined.size() - rank : 0;
    if (std::any_of(joined.begin(), joined.begin() + static_cast<std::ptrdiff_t>(dropped),
                    [](std::uint32_t size) { return size != 1; }))
    {
        ofOperator.reason = "GatherDropsDimension";
    }
    else if (gather.indexDimensions + (rank - 1 - gather.axis) > 8)
    {
        ofOperator.reason = "GatherRankLimit";
        ofOperator.actual = gather.indexDimensions + (rank - 1 - gather.axis);
        ofOperator.required = 8;
        ofOperator.axis = NotSaid;
    }
    else if (joined.size() < rank && output.sizes[0] != 1) { ofOperator.reason = "GatherLeadingSize"; }
    else if (batch > 0) { ofOperator.reason = "GatherBatch"; }
    if (IsNone(ofTensors.reason)) { return ofOperator; }
    if (ofTensors.alternative != nullptr && IsNone(ofTensors.alternative))
    {
        ofTensors.alternative = ofOperator.reason;
    }
    return ofTensors;
}

} // namespace reference_model
