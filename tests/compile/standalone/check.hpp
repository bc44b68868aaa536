#pragma once

#include <cstdio>

// For programs that must build without GoogleTest, because they use other flags, macros or headers.
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
