// Compares Validate with a CreateOperator for random operators: the generator, the comparison and the report, without a
// device. directml_conformance.cpp compares with DirectML, conformance_standin.cpp with the reference model.
#pragma once

#include "dml_tensor_utils.hpp"
#include "random_descriptors.hpp"
#include "reference_model.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace conformance
{

using namespace dml_tensor_utils;

// The result of CreateOperator: S_OK, E_INVALIDARG, or an unexpected code.
using Result = std::int32_t;
inline constexpr Result Taken = 0;
inline constexpr Result Rejected = static_cast<Result>(0x80070057);

enum ExitCode : int
{
    Agreed = 0,
    Disagreed = 1,
    WrongArguments = 2,
    CannotRun = 77, // which ctest reports as skipped
};

// Operators with few rules of their own, so that a rejection comes from the rules of tensors; and Gather. Dequantize
// and Quantize accept the 4-bit types, as input and as output.
enum class Operator
{
    Identity,
    FillValueConstant,
    Dequantize,
    Quantize,
    Gather,
};

// Tensors that an operator does not have are null.
struct Request
{
    Operator kind;
    DML_GATHER_OPERATOR_DESC desc; // other operators use its input and output
    const DML_TENSOR_DESC* scale;  // for Dequantize and Quantize
};

// ---- what is expected -----------------------------------------------------------------------------------------------

struct RequestedTensor
{
    const DML_TENSOR_DESC* tensor;
    TensorRole role;
};

// In DirectML's order.
inline std::vector<RequestedTensor> TensorsOf(const Request& request)
{
    const RequestedTensor input = {request.desc.InputTensor, TensorRole::Input};
    const RequestedTensor output = {request.desc.OutputTensor, TensorRole::Output};
    switch (request.kind)
    {
    case Operator::Identity: return {input, output};
    case Operator::FillValueConstant: return {output};
    case Operator::Dequantize:
    case Operator::Quantize: return {input, {request.scale, TensorRole::Input}, output};
    default: return {input, {request.desc.IndicesTensor, TensorRole::Input}, output};
    }
}

inline Diagnosis ValidateRequest(const Request& request)
{
    if (request.kind == Operator::Gather) { return Validate(request.desc); }
    Diagnosis hazard;
    for (const auto& [tensor, role] : TensorsOf(request))
    {
        const Diagnosis found = tensor == nullptr ? Diagnosis{TensorError::NullTensor} : Validate(*tensor, role);
        if (!found.Accepted()) { return found; }
        hazard = hazard.Ok() ? found : hazard;
    }
    return hazard;
}

inline reference_model::Tensor ModelOf(const DML_TENSOR_DESC& tensor)
{
    reference_model::Tensor model;
    if (tensor.Desc != nullptr)
    {
        model = reference_model::TensorOf(*static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor.Desc));
    }
    model.hasDesc = tensor.Desc != nullptr;
    model.type = static_cast<std::uint32_t>(tensor.Type);
    return model;
}

inline reference_model::Verdict JudgeRequest(const Request& request)
{
    std::vector<reference_model::Tensor> models;
    std::vector<const reference_model::Tensor*> found;
    const std::vector<RequestedTensor> tensors = TensorsOf(request);
    models.reserve(tensors.size());
    for (const auto& [tensor, role] : tensors)
    {
        models.push_back(tensor == nullptr ? reference_model::Tensor{} : ModelOf(*tensor));
        found.push_back(tensor == nullptr ? nullptr : &models.back());
    }
    if (request.kind == Operator::Gather)
    {
        return reference_model::JudgeGather(
            {found[0], found[1], found[2], request.desc.Axis, request.desc.IndexDimensions});
    }
    reference_model::Verdict verdict;
    for (std::size_t i = 0; i < tensors.size() && !verdict.rejected; ++i)
    {
        verdict = found[i] == nullptr ? reference_model::Reject("NullTensor")
                                      : reference_model::JudgeTensor(*found[i], tensors[i].role == TensorRole::Output);
    }
    return verdict;
}

// ---- the generator --------------------------------------------------------------------------------------------------

// Returns a request that is usually valid, or has one fault.
class RandomRequest
{
public:
    explicit RandomRequest(test_support::Random& random)
        : m_tensor(random, MakeFaults(random)), m_gather(random, MakeFaults(random))
    {
        if (random.OneIn(3))
        {
            request.kind = Operator::Gather;
            for (DML_BUFFER_TENSOR_DESC& desc : m_gather.descs) { ListEverySize(desc); }
            request.desc = m_gather.Desc();
            return;
        }

        DML_BUFFER_TENSOR_DESC& tested = m_tensor.desc;
        ListEverySize(tested);
        const bool isOutputTested = random.OneIn(2);
        const auto dataType = static_cast<std::uint32_t>(tested.DataType);
        request.kind = dataType == 12 || dataType == 13 ? (isOutputTested ? Operator::Quantize : Operator::Dequantize)
                       : isOutputTested && random.OneIn(2) ? Operator::FillValueConstant
                                                           : Operator::Identity;
        const bool isQuantized = request.kind == Operator::Dequantize || request.kind == Operator::Quantize;

        // The other tensor has the same sizes, as the operators require, and no other reason for a rejection.
        m_companion.DataType = isQuantized ? DML_TENSOR_DATA_TYPE_FLOAT32 : tested.DataType;
        m_companion.DimensionCount = tested.DimensionCount;
        m_companion.Sizes = tested.Sizes;
        const bool hasMinimum = tested.DimensionCount <= 8 && tested.Sizes != nullptr;
        m_companion.TotalTensorSizeInBytes =
            hasMinimum ? reference_model::MinimumTotal(reference_model::TensorOf(m_companion)) : 4;
        m_outer[0] = {DML_TENSOR_TYPE_BUFFER, &tested};
        m_outer[1] = {DML_TENSOR_TYPE_BUFFER, &m_companion};
        const DML_TENSOR_DESC* pointer = &m_outer[0];
        if (random.OneIn(20))
        {
            switch (random.Below(3))
            {
            case 0: m_outer[0].Type = static_cast<DML_TENSOR_TYPE>(random.OneIn(2) ? 0 : 2); break;
            case 1: m_outer[0].Desc = nullptr; break;
            default: pointer = nullptr; break;
            }
        }
        request.desc.OutputTensor = isOutputTested ? pointer : &m_outer[1];
        if (request.kind != Operator::FillValueConstant)
        {
            request.desc.InputTensor = isOutputTested ? &m_outer[1] : pointer;
        }
        request.scale = isQuantized ? &m_outer[1] : nullptr;
    }

    RandomRequest(const RandomRequest&) = delete;
    RandomRequest& operator=(const RandomRequest&) = delete;

    Request request{};

private:
    static random_descriptors::MaximumFaults MakeFaults(test_support::Random& random)
    {
        static constexpr random_descriptors::MaximumFaults faults[] = {{1, 0}, {0, 1}};
        return faults[random.Below(2)];
    }

    // If DirectML used a count above 8, it would read that many sizes.
    static void ListEverySize(DML_BUFFER_TENSOR_DESC& desc)
    {
        static constexpr std::uint32_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        if (desc.DimensionCount > 8)
        {
            desc.DimensionCount = 9 + desc.DimensionCount % 4;
            desc.Sizes = desc.Sizes == nullptr ? nullptr : ones;
            desc.Strides = desc.Strides == nullptr ? nullptr : ones;
        }
    }

    random_descriptors::RandomTensor m_tensor;
    random_descriptors::RandomGather m_gather;
    DML_BUFFER_TENSOR_DESC m_companion{};
    DML_TENSOR_DESC m_outer[2]{};
};

// Bit n stands for data type n. The first mask is documented for Identity, FillValueConstant and Gather since feature
// level 4_1, as far as the device supports the types; the others for Dequantize and Quantize since 6_3.
inline constexpr std::uint32_t DocumentedTypes = 0xFFE;
inline constexpr std::uint32_t FourBitTypes = 0x3000;

// Whether DirectML crashes. Dequantize and Quantize divide by the sizes of the scale before they check them. So missing
// sizes and sizes of 0 are tested with the other operators.
inline bool EndsTheProcess(const Request& request)
{
    if (request.kind == Operator::Dequantize || request.kind == Operator::Quantize)
    {
        for (const auto& [tensor, role] : TensorsOf(request))
        {
            const reference_model::Tensor model = tensor == nullptr ? reference_model::Tensor{} : ModelOf(*tensor);
            if (model.sizes == nullptr || model.dimensionCount == 0) { return true; }
        }
        const reference_model::Tensor scale = ModelOf(*request.scale);
        const std::uint32_t* end = scale.sizes + scale.dimensionCount;
        return std::find(scale.sizes, end, std::uint32_t{0}) != end;
    }
    return std::strcmp(JudgeRequest(request).reason, "GatherTerminates") == 0;
}

// Whether only the rules of Validate can reject the request, and DirectML does not crash.
inline bool CanBeAsked(const Request& request, std::uint32_t supportedTypes)
{
    for (const auto& [tensor, role] : TensorsOf(request))
    {
        if (tensor == nullptr || tensor->Desc == nullptr) { continue; }
        const std::uint32_t type = ModelOf(*tensor).dataType;
        const bool isGatherType = request.kind == Operator::Gather && type > 11;
        if (type >= 1 && type <= 13 && (supportedTypes >> type & 1) == 0 && !isGatherType) { return false; }
    }
    return ValidateRequest(request) != TensorError::GatherTerminates && !EndsTheProcess(request);
}

// Returns the smallest Dequantize or Quantize, which shows whether the device supports a data type.
class PlainQuantization
{
public:
    PlainQuantization(Operator kind, std::uint32_t dataType)
    {
        m_packed.DataType = static_cast<DML_TENSOR_DATA_TYPE>(dataType);
        m_values.DataType = DML_TENSOR_DATA_TYPE_FLOAT32;
        for (DML_BUFFER_TENSOR_DESC* desc : {&m_packed, &m_values})
        {
            desc->DimensionCount = 1;
            desc->Sizes = &m_size;
            desc->TotalTensorSizeInBytes = desc == &m_packed ? 4 : 8 * sizeof(float);
        }
        const bool isInput = kind == Operator::Dequantize;
        request.kind = kind;
        request.desc.InputTensor = isInput ? &m_outer[0] : &m_outer[1];
        request.desc.OutputTensor = isInput ? &m_outer[1] : &m_outer[0];
        request.scale = &m_outer[1];
    }

    PlainQuantization(const PlainQuantization&) = delete;
    PlainQuantization& operator=(const PlainQuantization&) = delete;

    Request request{};

private:
    std::uint32_t m_size = 8;
    DML_BUFFER_TENSOR_DESC m_packed{};
    DML_BUFFER_TENSOR_DESC m_values{};
    DML_TENSOR_DESC m_outer[2] = {{DML_TENSOR_TYPE_BUFFER, &m_packed}, {DML_TENSOR_TYPE_BUFFER, &m_values}};
};

// Returns the types for which createOperator(request) accepts both.
template <class CreateOperator> std::uint32_t SupportedFourBitTypes(CreateOperator createOperator)
{
    std::uint32_t types = 0;
    for (const std::uint32_t type : {12u, 13u})
    {
        const PlainQuantization dequantize(Operator::Dequantize, type);
        const PlainQuantization quantize(Operator::Quantize, type);
        const bool hasBoth = createOperator(dequantize.request) == Taken && createOperator(quantize.request) == Taken;
        types |= hasBoth ? std::uint32_t{1} << type : 0;
    }
    return types;
}

// ---- the report -----------------------------------------------------------------------------------------------------

inline std::string Text(const Request& request)
{
    using random_descriptors::Text;
    const std::string input = " input " + Text(request.desc.InputTensor);
    const std::string output = " output " + Text(request.desc.OutputTensor);
    switch (request.kind)
    {
    case Operator::Identity: return "ELEMENT_WISE_IDENTITY" + input + ";" + output;
    case Operator::FillValueConstant: return "FILL_VALUE_CONSTANT" + output;
    case Operator::Dequantize: return "DEQUANTIZE" + input + "; scale " + Text(request.scale) + ";" + output;
    case Operator::Quantize: return "QUANTIZE" + input + "; scale " + Text(request.scale) + ";" + output;
    default: return "GATHER " + Text(request.desc);
    }
}

inline std::string Text(Result result)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%08lX", static_cast<unsigned long>(static_cast<std::uint32_t>(result)));
    return result == Taken ? "S_OK" : result == Rejected ? "E_INVALIDARG" : text;
}

struct Cases
{
    std::uint64_t count;
    std::uint64_t first; // the seed of the first case; the next cases have the next seeds, so that each can be repeated
};

// Runs all cases and prints each difference. createOperator(request) returns a Result.
template <class CreateOperator>
ExitCode Run(const Cases& cases, std::uint32_t supportedTypes, CreateOperator createOperator)
{
    std::uint64_t agreements = 0;
    std::uint64_t disagreements = 0;
    std::uint64_t skipped = 0;
    std::map<std::string, std::uint64_t> met;
    for (std::uint64_t i = 0; i < cases.count; ++i)
    {
        const std::uint64_t seed = cases.first + i;
        test_support::Random random(seed);
        const RandomRequest generated(random);
        const Request& request = generated.request;
        if (!CanBeAsked(request, supportedTypes))
        {
            ++skipped;
            continue;
        }
        const Diagnosis found = ValidateRequest(request);
        const Result result = createOperator(request);
        ++met[ToString(found.error)];
        if (result == (found.Accepted() ? Taken : Rejected))
        {
            ++agreements;
            continue;
        }
        ++disagreements;
        std::printf("case %llu: CreateOperator returned %s, Validate says %s (%s)\n  %s\n",
                    static_cast<unsigned long long>(seed), Text(result).c_str(), ToString(found.error),
                    Explain(found).c_str(), Text(request).c_str());
    }

    std::printf("%llu agreements, %llu disagreements, %llu not asked\nValidate found:\n",
                static_cast<unsigned long long>(agreements), static_cast<unsigned long long>(disagreements),
                static_cast<unsigned long long>(skipped));
    for (const auto& [reason, times] : met)
    {
        std::printf("  %-22s %llu\n", reason.c_str(), static_cast<unsigned long long>(times));
    }
    return disagreements == 0 && agreements > 0 ? Agreed : Disagreed;
}

// Returns an integer of the command line.
inline bool Parse(const char* text, std::uint64_t& value)
{
    char* end = nullptr;
    value = std::strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

} // namespace conformance
