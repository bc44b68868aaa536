// Whether Validate and a CreateOperator agree on random operators: the generator, the comparison and the report, without
// the device. directml_conformance.cpp asks DirectML, conformance_standin.cpp the reference model.
#pragma once

#include "dml_tensor_utils.hpp"
#include "random_descriptors.hpp"
#include "reference_model.hpp"
#include "test_support.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace conformance
{

using namespace dml_tensor_utils;

// What CreateOperator returns: S_OK, E_INVALIDARG, or something that it should not.
using Result = std::int32_t;
inline constexpr Result Taken = 0;
inline constexpr Result Refused = static_cast<Result>(0x80070057);

enum ExitCode : int
{
    Agreed = 0,
    Disagreed = 1,
    WrongArguments = 2,
    CannotRun = 77, // which ctest reports as skipped
};

// Operators that hardly have rules of their own, so that a refusal is by the rules of tensors; and Gather. A tensor that
// an operator does not have is null.
enum class Operator
{
    Identity,
    FillValueConstant,
    Gather,
};

struct Request
{
    Operator kind;
    DML_GATHER_OPERATOR_DESC desc; // of Identity its input and output, of FillValueConstant its output
};

// ---- what is expected -----------------------------------------------------------------------------------------------

inline Diagnosis ValidateTensor(const DML_TENSOR_DESC* tensor, TensorRole role)
{
    return tensor == nullptr ? Diagnosis{TensorError::NullTensor} : Validate(*tensor, role);
}

inline Diagnosis ValidateRequest(const Request& request)
{
    if (request.kind == Operator::Gather)
    {
        return Validate(request.desc);
    }
    if (request.kind == Operator::Identity)
    {
        const Diagnosis input = ValidateTensor(request.desc.InputTensor, TensorRole::Input);
        if (!input.Accepted())
        {
            return input;
        }
    }
    return ValidateTensor(request.desc.OutputTensor, TensorRole::Output);
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
    const DML_TENSOR_DESC* const tensors[] = {request.desc.InputTensor, request.desc.IndicesTensor,
                                              request.desc.OutputTensor};
    reference_model::Tensor models[3];
    const reference_model::Tensor* found[3] = {};
    for (std::size_t i = 0; i < 3; ++i)
    {
        if (tensors[i] != nullptr)
        {
            models[i] = ModelOf(*tensors[i]);
            found[i] = &models[i];
        }
    }
    if (request.kind == Operator::Gather)
    {
        return reference_model::JudgeGather(
            {found[0], found[1], found[2], request.desc.Axis, request.desc.IndexDimensions});
    }
    const auto judge = [](const reference_model::Tensor* tensor, bool isOutput) {
        return tensor == nullptr ? reference_model::Reject("NullTensor")
                                 : reference_model::JudgeTensor(*tensor, isOutput);
    };
    if (request.kind == Operator::Identity)
    {
        const reference_model::Verdict input = judge(found[0], false);
        if (input.rejected)
        {
            return input;
        }
    }
    return judge(found[2], true);
}

// ---- the generator --------------------------------------------------------------------------------------------------

// A request that is valid or broken in one respect, most of the time.
class RandomRequest
{
public:
    explicit RandomRequest(test_support::Random& random)
        : m_tensor(random, MakeFaults(random)), m_gather(random, MakeFaults(random))
    {
        request.kind = static_cast<Operator>(random.Below(3));
        if (request.kind == Operator::Gather)
        {
            for (DML_BUFFER_TENSOR_DESC& desc : m_gather.descs)
            {
                ListEverySize(desc);
            }
            request.desc = m_gather.Desc();
            return;
        }

        // The companion has the same sizes, as Identity asks, and nothing else that could be refused.
        DML_BUFFER_TENSOR_DESC& tested = m_tensor.desc;
        ListEverySize(tested);
        m_companion.DataType = tested.DataType;
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
        const bool isOutputTested = request.kind == Operator::FillValueConstant || random.OneIn(2);
        request.desc.OutputTensor = isOutputTested ? pointer : &m_outer[1];
        if (request.kind == Operator::Identity)
        {
            request.desc.InputTensor = isOutputTested ? &m_outer[1] : pointer;
        }
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

    // A DirectML that believed a count above 8 must find that many sizes.
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

    random_descriptors::RandomTensor<test_support::Random> m_tensor;
    random_descriptors::RandomGather<test_support::Random> m_gather;
    DML_BUFFER_TENSOR_DESC m_companion{};
    DML_TENSOR_DESC m_outer[2]{};
};

// Documented for all three operators since feature level 4_1: FLOAT32 to INT64, each as far as the device has it.
inline constexpr std::uint32_t DocumentedTypes = 0xFFE; // bit n: data type n

// Whether a refusal could only be by the rules that Validate knows, and does not end the process.
inline bool CanBeAsked(const Request& request, std::uint32_t supportedTypes)
{
    for (const DML_TENSOR_DESC* tensor :
         {request.desc.InputTensor, request.desc.IndicesTensor, request.desc.OutputTensor})
    {
        if (tensor == nullptr || tensor->Desc == nullptr)
        {
            continue;
        }
        const std::uint32_t type = ModelOf(*tensor).dataType;
        const bool isGatherType = request.kind == Operator::Gather && type > 11;
        if (type >= 1 && type <= 13 && (supportedTypes >> type & 1) == 0 && !isGatherType)
        {
            return false;
        }
    }
    return ValidateRequest(request) != TensorError::GatherTerminates
           && std::strcmp(JudgeRequest(request).reason, "GatherTerminates") != 0;
}

// ---- the report -----------------------------------------------------------------------------------------------------

inline std::string Text(const Request& request)
{
    using random_descriptors::Text;
    switch (request.kind)
    {
    case Operator::Identity:
        return "ELEMENT_WISE_IDENTITY input " + Text(request.desc.InputTensor) + "; output "
               + Text(request.desc.OutputTensor);
    case Operator::FillValueConstant: return "FILL_VALUE_CONSTANT output " + Text(request.desc.OutputTensor);
    default: return "GATHER " + Text(request.desc);
    }
}

inline std::string Text(Result result)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%08lX", static_cast<unsigned long>(static_cast<std::uint32_t>(result)));
    return result == Taken ? "S_OK" : result == Refused ? "E_INVALIDARG" : text;
}

struct Cases
{
    std::uint64_t count;
    std::uint64_t first; // the seed of the first case; the others follow, so that each can be repeated alone
};

// Asks for every case and prints every disagreement. createOperator(request) returns a Result.
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
        const Diagnosis said = ValidateRequest(request);
        const Result result = createOperator(request);
        ++met[ToString(said.error)];
        if (result == (said.Accepted() ? Taken : Refused))
        {
            ++agreements;
            continue;
        }
        ++disagreements;
        std::printf("case %llu: CreateOperator returned %s, Validate says %s (%s)\n  %s\n",
                    static_cast<unsigned long long>(seed), Text(result).c_str(), ToString(said.error),
                    Explain(said).c_str(), Text(request).c_str());
    }

    std::printf("%llu agreements, %llu disagreements, %llu not asked\nValidate said:\n",
                static_cast<unsigned long long>(agreements), static_cast<unsigned long long>(disagreements),
                static_cast<unsigned long long>(skipped));
    for (const auto& [reason, times] : met)
    {
        std::printf("  %-22s %llu\n", reason.c_str(), static_cast<unsigned long long>(times));
    }
    return disagreements == 0 && agreements > 0 ? Agreed : Disagreed;
}

// A whole number from the command line.
inline bool Parse(const char* text, std::uint64_t& value)
{
    char* end = nullptr;
    value = std::strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

} // namespace conformance
