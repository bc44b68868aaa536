// The conformance program with the reference model in DirectML's place, and with wrong verdicts planted to show that they
// are found: conformance_standin <cases> [<first case> [<every n-th verdict is wrong>]]
#include "conformance.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int argumentCount, char** arguments)
{
    using namespace conformance;
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
        if (EndsTheProcess(request))
        {
            std::abort(); // as DirectML does
        }
        return JudgeRequest(request).rejected ? Refused : Taken;
    };
    const std::uint32_t types = DocumentedTypes | SupportedFourBitTypes(judge);
    std::uint64_t asked = 0;
    return Run({numbers[0], numbers[1]}, types,
               [&](const Request& request)
               {
                   const bool isRefused = judge(request) == Refused;
                   ++asked;
                   if (numbers[2] == 0 || asked % numbers[2] != 0) { return isRefused ? Refused : Taken; }
                   // Each third of them is no verdict at all.
                   return asked / numbers[2] % 3 == 0 ? OutOfMemory : isRefused ? Taken : Refused;
               });
}
