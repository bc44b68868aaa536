#pragma once

#include <cstdio>

// For the programs that must build without GoogleTest: under other flags, other macros, other headers.
inline int failures = 0;

inline void Check(bool isTrue, const char* expression, int line)
{
    if (!isTrue)
    {
        std::printf("line %d: not true: %s\n", line, expression);
        ++failures;
    }
}

#define CHECK(...) Check((__VA_ARGS__), #__VA_ARGS__, __LINE__)
