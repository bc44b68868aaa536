// Random tests of Validate, ValidateBinding, BufferTensorDesc::Of, TensorLayout::Of, HasOverlap, GatherOutput and
// Explain. The results are compared with the reference model, for plausible descriptions and for fields with any
// values.
#pragma once

#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "random_tests/descriptors.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace random_validation
{

using namespace dml_tensor_utils;
using test_support::Met;
using test_support::Random;
using random_descriptors::Agrees;
using random_descriptors::Text;
using test_support::Text;

// ---- one tensor -----------------------------------------------------------------------------------------------------

// A tensor with any values. Its arrays have DimensionCount entries, or, if that is more than 8, any number of entries.
class AnyTensor
{
public:
    explicit AnyTensor(Random& random)
    {
        desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(random.OneIn(8) ? Any(random) : random.Below(16));
        desc.Flags = static_cast<DML_TENSOR_FLAGS>(random.OneIn(8) ? Any(random) : random.Below(2));
        desc.DimensionCount = random.OneIn(8) ? Any(random) : random.Below(10);
        const std::uint32_t listed = desc.DimensionCount <= 8 ? desc.DimensionCount : random.Below(9);
        m_sizes = Values(random, listed);
        m_strides = Values(random, listed);
        desc.Sizes = random.OneIn(16) ? nullptr : m_sizes.get();
        desc.Strides = random.OneIn(3) ? nullptr : m_strides.get();
        const bool hasMinimum = desc.DimensionCount <= 8 && desc.Sizes != nullptr;
        desc.TotalTensorSizeInBytes = hasMinimum && !random.OneIn(4)
                                          ? reference_model::MinimumTotal(reference_model::TensorOf(desc))
                                          : random.Next();
        desc.GuaranteedBaseOffsetAlignment = random.OneIn(2) ? 0 : Any(random) >> random.Below(32);
    }

    DML_BUFFER_TENSOR_DESC desc{};

private:
    static std::uint32_t Any(Random& random) { return random.Between(0, 0xFFFFFFFF); }

    static std::unique_ptr<std::uint32_t[]> Values(Random& random, std::uint32_t count)
    {
        std::unique_ptr<std::uint32_t[]> values(new std::uint32_t[count]);
        for (std::uint32_t i = 0; i < count; ++i) { values[i] = random.OneIn(4) ? Any(random) : random.Below(12); }
        return values;
    }

    std::unique_ptr<std::uint32_t[]> m_sizes;
    std::unique_ptr<std::uint32_t[]> m_strides;
};

inline std::string CheckSentence(const Diagnosis& found)
{
    const Message sentence = Explain(found);
    const bool isWhole = sentence.size() > 0 && std::strlen(sentence.c_str()) == sentence.size();
    return isWhole ? "" : "no sentence for " + Text(found);
}

inline std::string CheckVerdict(const Diagnosis& found, const reference_model::Verdict& expected)
{
    if (!Agrees(found, expected)) { return "found " + Text(found) + "; expected " + Text(expected); }
    return CheckSentence(found);
}

// Returns why a description has no layout. A layout counts elements in 64 bits; packed strides must fit 32.
inline TensorError ExpectedLayoutError(const reference_model::Tensor& model)
{
    if (model.dimensionCount < 1 || model.dimensionCount > 8) { return TensorError::DimensionCount; }
    if (model.sizes == nullptr) { return TensorError::NullSizes; }
    if (std::find(model.sizes, model.sizes + model.dimensionCount, 0u) != model.sizes + model.dimensionCount)
    {
        return TensorError::ZeroSize;
    }
    std::uint64_t stride = 1;
    for (std::uint32_t i = model.dimensionCount; model.strides == nullptr && i-- > 0;)
    {
        if (stride > 0xFFFFFFFF && model.sizes[i] > 1) { return TensorError::StrideLimit; }
        stride *= model.sizes[i];
    }
    const bool fits = reference_model::ElementCount(model).high == 0 && reference_model::ElementSpan(model).high == 0;
    return fits ? TensorError::None : TensorError::SpanLimit;
}

inline std::string CheckLayout(const DML_BUFFER_TENSOR_DESC& desc)
{
    const reference_model::Tensor model = reference_model::TensorOf(desc);
    const TensorLayout layout = TensorLayout::Of(desc);
    const TensorError expected = ExpectedLayoutError(model);
    if (layout.Error() != expected)
    {
        return "the layout says " + Text(layout.Reason()) + "; expected " + ToString(expected);
    }
    if (layout)
    {
        const bool areCountsRight = layout.ElementCount() == reference_model::ElementCount(model).low
                                    && layout.ElementSpan() == reference_model::ElementSpan(model).low;
        const reference_model::Overlap overlap = reference_model::ElementsOverlap(model);
        const bool isOverlapRight = overlap == reference_model::Overlap::Unknown
                                    || layout.HasOverlap() == (overlap == reference_model::Overlap::Yes);
        if (!areCountsRight || !isOverlapRight)
        {
            return "the layout has count " + std::to_string(layout.ElementCount()) + " span "
                   + std::to_string(layout.ElementSpan()) + " overlap " + std::to_string(layout.HasOverlap());
        }
    }
    // Beyond 64 bits the model's count is not exact.
    const bool cannotBe =
        expected != TensorError::None && expected != TensorError::SpanLimit && expected != TensorError::StrideLimit;
    const bool isUncounted = !cannotBe && desc.Strides != nullptr && reference_model::ElementSpan(model).high != 0;
    const reference_model::Wide bytes =
        cannotBe || isUncounted ? reference_model::Wide{} : reference_model::TrueSize(model);
    const std::uint64_t total = DMLCalcBufferTensorSize(desc.DataType, desc.DimensionCount, desc.Sizes, desc.Strides);
    const bool isExact = cannotBe || desc.Strides != nullptr || reference_model::ElementCount(model).high == 0;
    return !isExact || total == (bytes.high == 0 ? bytes.low : 0) ? "" : "the bytes are " + std::to_string(total);
}

// Returns the name of the rare case that a description tests, which is seldom reached by chance.
inline const char* MeetingOf(const DML_BUFFER_TENSOR_DESC& desc, const reference_model::Verdict& verdict)
{
    const std::string reason = verdict.reason;
    const reference_model::Tensor model = reference_model::TensorOf(desc);
    if (reason == "ZeroSize" || reason == "ElementLimit")
    {
        reference_model::Wide count{0, 1};
        bool hasZero = false;
        for (std::uint32_t i = 0; i < model.dimensionCount && count.high == 0; ++i)
        {
            hasZero = hasZero || model.sizes[i] == 0;
            count = reference_model::Multiply(count, model.sizes[i] == 0 ? 1 : model.sizes[i]);
        }
        const bool isTooMuch = reference_model::Less({0, 0xFFFFFFFF}, count);
        return !hasZero || !isTooMuch ? ""
               : reason == "ZeroSize" ? "ZeroSize before the limit"
                                      : "ElementLimit before a 0";
    }
    if (reason == "SizeWraps" && reference_model::BitsOf(model.dataType) == 4) { return "SizeWraps of 4 bits"; }
    if (reason == "TotalSizeTooSmall" && reference_model::SizeWraps(model))
    {
        return "TotalSizeTooSmall of a wrapped size";
    }
    if (reason == "OutputOverlap" && reference_model::SizeWraps(model)
        && reference_model::ElementsOverlap(model) == reference_model::Overlap::No)
    {
        return "OutputOverlap of a wrapped size";
    }
    if (reason == "TotalSizeTooSmall" && reference_model::SpanInBits(model).low >= std::uint64_t{1} << 63)
    {
        return "just below the wrap";
    }
    return "";
}

inline std::string CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, std::uint32_t type, Met& met)
{
    const Diagnosis asInput = Validate(desc, TensorRole::Input);
    const BufferTensorDesc owner = BufferTensorDesc::Of(desc);
    if (owner.Error() != (asInput.Accepted() ? TensorError::None : asInput.error))
    {
        return "the owner says " + Text(owner.Reason());
    }
    const DML_BUFFER_TENSOR_DESC copy = owner.Desc();
    for (const TensorRole role : {TensorRole::Input, TensorRole::Output})
    {
        const std::string name = role == TensorRole::Input ? "input: " : "output: ";
        reference_model::Tensor model = reference_model::TensorOf(desc);
        const reference_model::Verdict expected = reference_model::JudgeTensor(model, role == TensorRole::Output);
        const Diagnosis found = Validate(desc, role);
        ++met[expected.reason];
        ++met[MeetingOf(desc, expected)];
        std::string problem = CheckVerdict(found, expected);
        if (problem.empty() && found.tensor != reference_model::NotSaid)
        {
            problem = "names a tensor of none: " + Text(found);
        }
        if (problem.empty() && Validate(owner, role) != (asInput.Accepted() ? found.error : asInput.error))
        {
            problem = "the owner is judged " + Text(Validate(owner, role));
        }
        if (problem.empty() && owner && Validate(copy, role) != found.error)
        {
            problem = "the copy is judged " + Text(Validate(copy, role));
        }
        model.type = type;
        const DML_TENSOR_DESC outer{static_cast<DML_TENSOR_TYPE>(type), &desc};
        if (problem.empty())
        {
            problem =
                CheckVerdict(Validate(outer, role), reference_model::JudgeTensor(model, role == TensorRole::Output));
        }
        if (!problem.empty()) { return name + problem; }
    }
    return CheckLayout(desc);
}

inline std::string CheckBinding(const DML_BUFFER_TENSOR_DESC& desc, const reference_model::Binding& binding, Met& met)
{
    const Diagnosis found = ValidateBinding(desc, binding.offset, binding.size, binding.bufferSize);
    const reference_model::Verdict expected = reference_model::JudgeBinding(reference_model::TensorOf(desc), binding);
    const bool isGuaranteed = found == TensorError::BindingAlignment && found.required != 16;
    ++met["binding " + std::string(expected.reason) + (isGuaranteed ? ", guaranteed" : "")];
    if (found == TensorError::BindingOutside && found.actual == reference_model::Max64)
    {
        ++met["binding BindingOutside of a wrapped end"];
    }
    const std::string problem = CheckVerdict(found, expected);
    return problem.empty() ? "" : Text(binding) + ": " + problem;
}

inline std::string CheckTensorOf(Random& random, const DML_BUFFER_TENSOR_DESC& desc, Met& met)
{
    const std::uint32_t type = random.OneIn(4) ? random.Below(4) : 1;
    std::string problem = CheckTensor(desc, type, met);
    if (problem.empty()) { problem = CheckBinding(desc, random_descriptors::RandomBinding(random, desc), met); }
    return problem.empty() ? "" : Text(desc) + " of type " + std::to_string(type) + ": " + problem;
}

// ---- three tensors --------------------------------------------------------------------------------------------------

// With the sizes of GatherOutput, a Gather has only errors that no output sizes can avoid.
inline std::string CheckGatherOutput(const reference_model::Tensor& input, const reference_model::Tensor& indices,
                                     std::uint32_t axis, std::uint32_t indexDimensions)
{
    const TensorLayout layout = GatherOutput(Dimensions(input.sizes, input.dimensionCount),
                                             Dimensions(indices.sizes, indices.dimensionCount), axis, indexDimensions);
    if (!layout) { return CheckSentence(layout.Reason()); }
    reference_model::Tensor tensors[] = {input, indices, input};
    tensors[2].dimensionCount = layout.Rank();
    tensors[2].sizes = layout.Sizes().data();
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        reference_model::Tensor packed;
        packed.dataType = i == 1 ? 3 : 1;
        packed.dimensionCount = tensors[i].dimensionCount;
        packed.sizes = tensors[i].sizes;
        packed.total = reference_model::MinimumTotal(packed);
        tensors[i] = packed;
    }
    const reference_model::Verdict verdict =
        reference_model::JudgeGather({&tensors[0], &tensors[1], &tensors[2], axis, indexDimensions});
    const bool isRight = reference_model::IsNone(verdict.reason) || std::strcmp(verdict.reason, "GatherBatch") == 0
                         || std::strcmp(verdict.reason, "ElementLimit") == 0;
    return isRight ? "" : "of the inferred output the model says " + Text(verdict);
}

// Names two faults of a description. The order of the checks decides which is reported: the first one.
inline std::string FaultsOf(const reference_model::Tensor (&tensors)[3], const reference_model::Verdict& verdict)
{
    std::string reason = verdict.reason;
    const auto hasFault = [&](std::size_t tensor)
    { return reference_model::JudgeTensor(tensors[tensor], tensor == 2).rejected; };
    if (reason == "GatherDataType" || reason == "GatherIndicesDataType")
    {
        return reason
               + (hasFault(*verdict.tensor) ? " before a fault of tensor " + std::to_string(*verdict.tensor) : "");
    }
    if (reason == "GatherRanksDiffer" && tensors[1].dimensionCount != tensors[0].dimensionCount)
    {
        return hasFault(2) ? reason + " before the output" : reason;
    }
    if (reason == "GatherTypesDiffer" && tensors[2].dimensionCount != tensors[0].dimensionCount)
    {
        return reason + " before GatherRanksDiffer";
    }
    return reason;
}

inline std::string CheckGather(const DML_GATHER_OPERATOR_DESC& gather, std::uint32_t level, Met& met)
{
    const DML_TENSOR_DESC* const tensors[] = {gather.InputTensor, gather.IndicesTensor, gather.OutputTensor};
    reference_model::Tensor models[3];
    const DML_BUFFER_TENSOR_DESC* descs[3] = {};
    bool isPlain = true;
    for (std::size_t i = 0; i < 3; ++i)
    {
        if (tensors[i] != nullptr && tensors[i]->Desc != nullptr)
        {
            descs[i] = static_cast<const DML_BUFFER_TENSOR_DESC*>(tensors[i]->Desc);
            models[i] = reference_model::TensorOf(*descs[i]);
            models[i].type = static_cast<std::uint32_t>(tensors[i]->Type);
        }
        models[i].hasDesc = descs[i] != nullptr;
        isPlain = isPlain && descs[i] != nullptr && models[i].type == 1;
    }
    const auto modelOf = [&](std::size_t i) { return tensors[i] == nullptr ? nullptr : &models[i]; };
    const reference_model::Verdict expected =
        reference_model::JudgeGather({modelOf(0), modelOf(1), modelOf(2), gather.Axis, gather.IndexDimensions, level});
    const auto featureLevel = static_cast<DML_FEATURE_LEVEL>(level);
    const Diagnosis found = Validate(gather, featureLevel);
    ++met["Gather " + (isPlain ? FaultsOf(models, expected) : expected.reason)];
    std::string problem = CheckVerdict(found, expected);
    if (problem.empty() && isPlain)
    {
        const Diagnosis ofBuffers =
            ValidateGather(*descs[0], *descs[1], *descs[2], gather.Axis, gather.IndexDimensions, featureLevel);
        problem = ofBuffers == found.error ? "" : "without pointers: " + Text(ofBuffers);
    }
    const auto hasSizes = [&](std::size_t i)
    { return descs[i] != nullptr && descs[i]->Sizes != nullptr && descs[i]->DimensionCount <= 8; };
    if (problem.empty() && hasSizes(0) && hasSizes(1))
    {
        problem = CheckGatherOutput(models[0], models[1], gather.Axis, gather.IndexDimensions);
    }
    return problem.empty() ? "" : Text(gather) + " level " + std::to_string(level) + ": " + problem;
}

// DirectML accepts an output without a hazard exactly if GatherOutput returns its sizes.
inline std::string CheckInferred(Random& random, Met& met)
{
    const std::uint32_t rank = random.Between(1, random.OneIn(4) ? 8 : 4);
    std::uint32_t lists[2][8];
    for (auto& sizes : lists)
    {
        for (std::uint32_t& size : sizes) { size = random.OneIn(2) ? 1 : random.Between(1, 3); }
    }
    const std::uint32_t axis = random.Below(rank + 1);
    const std::uint32_t indexDimensions = random.Below(rank + 2);
    const TensorLayout input = TensorLayout::Packed(Dimensions(lists[0], rank));
    const TensorLayout indices = TensorLayout::Packed(Dimensions(lists[1], rank));
    const TensorLayout output = GatherOutput(input.Sizes(), indices.Sizes(), axis, indexDimensions);
    // The output's sizes are checked last, so that any output shows the errors of the rest.
    const BufferTensorDesc tensors[] = {{DML_TENSOR_DATA_TYPE_FLOAT32, input},
                                        {DML_TENSOR_DATA_TYPE_UINT32, indices},
                                        {DML_TENSOR_DATA_TYPE_FLOAT32, output ? output : input}};
    const DML_BUFFER_TENSOR_DESC descs[] = {tensors[0].Desc(), tensors[1].Desc(), tensors[2].Desc()};
    const Diagnosis found = ValidateGather(descs[0], descs[1], descs[2], axis, indexDimensions);
    ++met[output ? "output inferred" : IsHazard(output.Error()) ? "output of a hazard" : "output rejected"];
    const bool isRight =
        output ? found.Ok() || found == TensorError::GatherBatch
        : !IsHazard(output.Error())
            ? found == output.Error()
            : (output.Error() == TensorError::GatherDropsDimension || output.Error() == TensorError::GatherRankLimit)
                  && (found == output.Error() || found == TensorError::GatherOutputSize);
    return isRight ? ""
                   : "inferred from " + Text(descs[0]) + " and " + Text(descs[1]) + " axis " + std::to_string(axis)
                         + " index dimensions " + std::to_string(indexDimensions) + ": " + ToString(output.Error())
                         + ", but " + Text(found);
}

inline std::string CheckAnyGather(Random& random, Met& met)
{
    const AnyTensor tensors[] = {AnyTensor(random), AnyTensor(random), AnyTensor(random)};
    DML_TENSOR_DESC outer[3];
    const DML_TENSOR_DESC* pointers[3];
    for (std::size_t i = 0; i < 3; ++i)
    {
        outer[i].Type = static_cast<DML_TENSOR_TYPE>(random.OneIn(8) ? random.Below(4) : 1);
        outer[i].Desc = random.OneIn(8) ? nullptr : &tensors[i].desc;
        // The same tensor may be given twice.
        pointers[i] = random.OneIn(8) ? nullptr : &outer[random.OneIn(4) ? random.Below(3) : i];
    }
    const std::uint32_t axis = random.OneIn(8) ? random.Between(0, 0xFFFFFFFF) : random.Below(9);
    const std::uint32_t indexDimensions = random.OneIn(8) ? random.Between(0, 0xFFFFFFFF) : random.Below(10);
    const std::uint32_t level = random.OneIn(2) ? 0x6400 : random.Between(0x1000, 0xFFFF);
    return CheckGather({pointers[0], pointers[1], pointers[2], axis, indexDimensions}, level, met);
}

inline std::string Check(Random& random, Met& met)
{
    switch (random.Below(9))
    {
    case 0:
    case 1:
    case 2:
    {
        const random_descriptors::RandomTensor tensor(random);
        return CheckTensorOf(random, tensor.desc, met);
    }
    case 3:
    {
        const AnyTensor tensor(random);
        return CheckTensorOf(random, tensor.desc, met);
    }
    case 4:
    case 5:
    case 6:
    {
        const random_descriptors::RandomGather gather(random);
        return CheckGather(gather.Desc(), gather.level, met);
    }
    case 7: return CheckInferred(random, met);
    default: return CheckAnyGather(random, met);
    }
}

} // namespace random_validation
