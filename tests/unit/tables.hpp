// Tests that run twice: at compile time and at run time.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace test_support
{

inline constexpr std::size_t NoCase = static_cast<std::size_t>(-1);

// Returns the index of the first case that does not hold, by the function Holds of its type.
template <class Cases> constexpr std::size_t FirstFailure(const Cases& cases)
{
    std::size_t index = 0;
    for (const auto& one : cases)
    {
        if (!Holds(one)) { return index; }
        ++index;
    }
    return NoCase;
}

// A test may also be a function that returns bool.
constexpr std::size_t FirstFailure(bool holds) { return holds ? NoCase : 0; }

// The compiler's message has the index.
template <std::size_t FailedCase> constexpr void ExpectNone()
{
    static_assert(FailedCase == NoCase, "the case FailedCase does not hold; the first is 0");
}

template <class Case> auto NameOf(const Case& one, int) -> decltype(one.name) { return one.name; }
template <class Case> const char* NameOf(const Case&, long) { return "without a name"; }

template <class Cases> void ExpectAllHold(const Cases& cases)
{
    std::size_t index = 0;
    for (const auto& one : cases) { EXPECT_TRUE(Holds(one)) << "case " << index++ << ", " << NameOf(one, 0); }
}

inline void ExpectAllHold(bool holds) { EXPECT_TRUE(holds); }

// Tested is a table, a function that returns a table, or a function that returns bool.
template <auto& Tested> void ExpectTwice()
{
    if constexpr (std::is_function_v<std::remove_reference_t<decltype(Tested)>>)
    {
        ExpectNone<FirstFailure(Tested())>();
        auto* volatile unforeseen = &Tested; // prevents evaluation at compile time
        ExpectAllHold(unforeseen());
    }
    else
    {
        ExpectNone<FirstFailure(Tested)>();
        ExpectAllHold(Tested);
    }
}

} // namespace test_support
