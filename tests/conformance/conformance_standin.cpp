// The conformance program with a stand-in for DirectML, which is wrong in every n-th answer:
// conformance_standin <cases> [<first case> [<n>]]
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
        std::fputs("usage: conformance_standin <cases> [<first case> [<n>]]\n", stderr);
        return WrongArguments;
    }

    std::uint64_t every = 0; // one answer of this many is wrong; 0: none
    std::uint64_t answers = 0;
    const auto createOperator = [&](const dml::DML_OPERATOR_DESC& desc)
    {
        const dml::OperatorDiagnosis found = dml::ValidateOperator(desc);
        if (operator_facts::VerdictOf(found).accepted == "died") { std::abort(); } // as DirectML does
        ++answers;
        const Result right = found.Accepted() ? Taken : Rejected;
        if (every == 0 || answers % every != 0) { return right; }
        // A third of the wrong results are unexpected codes.
        return answers / every % 3 == 0 ? OutOfMemory : right == Taken ? Rejected : Taken;
    };
    constexpr std::uint32_t EveryTypeOfEightBitsAndMore = 0x0FFE;
    Conformance<decltype(createOperator)> conformance(EveryTypeOfEightBitsAndMore, createOperator);
    every = numbers[2];
    answers = 0;
    conformance.AskCases({numbers[0], numbers[1]});
    return conformance.Report();
}
