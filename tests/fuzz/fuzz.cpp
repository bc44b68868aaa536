// Runs the random test of a subject, which CMakeLists.txt names, with a number of seeds or by libFuzzer.
#include DML_TENSOR_UTILS_SUBJECT_HEADER

#include "test_support.hpp"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#ifdef DML_TENSOR_UTILS_LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static test_support::Met met;
    test_support::Random random(data, size);
    const std::string problem = DML_TENSOR_UTILS_SUBJECT::Check(random, met);
    if (!problem.empty())
    {
        std::fprintf(stderr, "%s\n", problem.c_str());
        std::abort(); // libFuzzer keeps and prints the bytes
    }
    return 0;
}
#else
namespace
{
volatile std::sig_atomic_t seed = -1;

std::string CheckNext(test_support::Random& random, test_support::Met& met)
{
    seed = seed + 1;
    return DML_TENSOR_UTILS_SUBJECT::Check(random, met);
}
} // namespace

int main(int argumentCount, char** arguments)
{
    const unsigned long seeds = argumentCount == 2 ? std::strtoul(arguments[1], nullptr, 10) : 0;
    if (seeds == 0)
    {
        std::fputs("usage: <program> <number of seeds>\n", stderr);
        return 2;
    }
#if !defined(DML_TENSOR_UTILS_SANITIZED) // a sanitizer's own handler says more
    for (const int each : {SIGSEGV, SIGFPE, SIGILL, SIGABRT})
    {
        std::signal(each,
                    [](int signal)
                    {
                        std::fprintf(stderr, "seed %d crashes\n", static_cast<int>(seed));
                        std::signal(signal, SIG_DFL); // what crashed is repeated, and ends the program
                    });
    }
#endif
    test_support::Met met;
    const std::string problem = test_support::FirstProblem(CheckNext, seeds, met);
    for (const auto& each : met) { std::printf("%8zu %s\n", each.second, each.first.c_str()); }
    std::printf("%s\n", problem.empty() ? "all seeds agree" : problem.c_str());
    return problem.empty() ? 0 : 1;
}
#endif
