// Tests that run twice: at compile time and at run time.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace test_support
{

// Whether all cases of a table hold, by the function Holds of their type.
template <class Cases> constexpr bool AllHold(const Cases& cases)
{
    for (const auto& one : cases)
    {
        if (!Holds(one)) { return false; }
    }
    return true;
}

// A test may also be a function that returns bool.
constexpr bool AllHold(bool holds) { return holds; }

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
        static_assert(AllHold(Tested()));
        auto* volatile unforeseen = &Tested; // prevents evaluation at compile time
        ExpectAllHold(unforeseen());
    }
    else
    {
        static_assert(AllHold(Tested));
        ExpectAllHold(Tested);
    }
}

} // namespace test_support
