// Runs a fuzz target over random inputs, for compilers without libFuzzer: <program> <number of inputs>
#include "fuzz_target.hpp"
#include "test_support.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argumentCount, char** arguments)
{
    const unsigned long inputs = argumentCount == 2 ? std::strtoul(arguments[1], nullptr, 10) : 0;
    if (inputs == 0)
    {
        std::fputs("usage: <program> <number of inputs>\n", stderr);
        return 2;
    }
    for (unsigned long input = 0; input < inputs; ++input)
    {
        test_support::Random random(input);
        std::vector<std::uint8_t> bytes(random.Below(200));
        for (std::uint8_t& byte : bytes) { byte = static_cast<std::uint8_t>(random.Below(256)); }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%lu inputs\n", inputs);
    return 0;
}
