// The conformance program with the reference model instead of DirectML, and with wrong verdicts that it must find:
// conformance_standin <cases> [<first case> [<every n-th verdict is wrong>]]
#include "conformance.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

using namespace conformance;

// Crashes where DirectML would. This repeats the conditions of the program, so that a request that it should not make
// ends the test.
void EndAsDirectMLDoes(const Request& request)
{
    if (request.kind == Operator::Dequantize || request.kind == Operator::Quantize)
    {
        for (const auto& [tensor, role] : TensorsOf(request))
        {
            const auto* desc = tensor == nullptr ? nullptr : static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
            if (desc == nullptr || desc->Sizes == nullptr || desc->DimensionCount == 0) { std::abort(); }
        }
        const auto& scale = *static_cast<const DML_BUFFER_TENSOR_DESC*>(request.scale->Desc);
        for (std::uint32_t axis = 0; axis < scale.DimensionCount; ++axis)
        {
            if (scale.Sizes[axis] == 0) { std::abort(); } // divided by
        }
    }
    if (std::strcmp(JudgeRequest(request).reason, "GatherTerminates") == 0) { std::abort(); }
}

} // namespace

int main(int argumentCount, char** arguments)
{
    constexpr Result OutOfMemory = static_cast<Result>(0x8007000E);

    std::uint64_t numbers[3] = {0, 1, 0};
    for (int i = 1; i < argumentCount; ++i)
    {
        if (i > 3 || !Parse(arguments[i], numbers[i - 1])) { numbers[0] = 0; }
    }
    if (numbers[0] == 0)
    {
        std::fputs("usage: conformance_standin <cases> [<first case> [<every n-th verdict is wrong>]]\n", stderr);
        return WrongArguments;
    }

    const auto judge = [](const Request& request)
    {
        EndAsDirectMLDoes(request);
        return JudgeRequest(request).rejected ? Rejected : Taken;
    };
    const std::uint32_t types = DocumentedTypes | SupportedFourBitTypes(judge);
    std::uint64_t asked = 0;
    return Run({numbers[0], numbers[1]}, types,
               [&](const Request& request)
               {
                   const bool isRejected = judge(request) == Rejected;
                   ++asked;
                   if (numbers[2] == 0 || asked % numbers[2] != 0) { return isRejected ? Rejected : Taken; }
                   // A third of the wrong results are unexpected codes.
                   return asked / numbers[2] % 3 == 0 ? OutOfMemory : isRejected ? Taken : Rejected;
               });
}
