// What libFuzzer calls, and what seeded_inputs.cpp calls where there is no libFuzzer.
#pragma once

#include "byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// check(source) returns what is wrong, or nothing.
template <class Check> int FuzzOneInput(const std::uint8_t* data, std::size_t size, Check check)
{
    ByteSource source(data, size);
    const std::string problem = check(source);
    if (!problem.empty())
    {
        std::fprintf(stderr, "%s\ninput of %lu bytes:", problem.c_str(), static_cast<unsigned long>(size));
        for (std::size_t i = 0; i < size; ++i) { std::fprintf(stderr, " %02x", static_cast<unsigned>(data[i])); }
        std::fputc('\n', stderr);
        std::abort();
    }
    return 0;
}
