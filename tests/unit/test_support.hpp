// What the test files share: a random generator with one sequence on every platform, checks of a table and of a
// reason's numbers, and printers for failure messages.
#pragma once

#include "dml_tensor_utils.hpp"

#include <cstdint>
#include <ostream>

namespace test_support
{

// splitmix64. The distributions of <random> differ between standard libraries, and a failing seed must fail everywhere.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t Next()
    {
        m_state += 0x9E3779B97F4A7C15;
        std::uint64_t bits = m_state;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
        return bits ^ (bits >> 31);
    }

    // From 0 to count - 1; count is at least 1.
    std::uint32_t Below(std::uint32_t count) { return static_cast<std::uint32_t>(Next() % count); }

    // Both ends included.
    std::uint32_t Between(std::uint32_t first, std::uint32_t last)
    {
        return static_cast<std::uint32_t>(first + Next() % (std::uint64_t{last} - first + 1));
    }

    bool OneIn(std::uint32_t count) { return Below(count) == 0; }

private:
    std::uint64_t m_state;
};

// One table of cases is checked twice: in a static_assert by this, in a TEST row by row.
template <class Cases, class Check> constexpr bool AllHold(const Cases& cases, Check check)
{
    for (const auto& one : cases)
    {
        if (!check(one)) { return false; }
    }
    return true;
}

// The same by the Holds that stands beside the type of the cases.
template <class Cases> constexpr bool AllHold(const Cases& cases)
{
    return AllHold(cases, [](const auto& one) { return Holds(one); });
}

// What a Diagnosis says where no axis is meant, and where a number does not fit 64 bits.
inline constexpr std::uint32_t NoAxis = 0xFFFFFFFF;
inline constexpr std::uint64_t AllOnes = 0xFFFFFFFFFFFFFFFF;

// Equality with a TensorError compares the error alone; a test wants the numbers too.
constexpr bool Says(const dml_tensor_utils::Diagnosis& reason, dml_tensor_utils::TensorError error, std::uint32_t axis,
                    std::uint64_t actual, std::uint64_t required)
{
    return reason.error == error && reason.axis == axis && reason.actual == actual && reason.required == required
           && reason.tensor == NoAxis;
}

} // namespace test_support

// GoogleTest finds these by the type's namespace. Without them it prints an enumerator as a number, a layout as bytes.
namespace dml_tensor_utils
{

inline void PrintTo(TensorError error, std::ostream* stream) { *stream << ToString(error); }

inline void PrintTo(const Diagnosis& reason, std::ostream* stream)
{
    *stream << ToString(reason.error) << " axis " << reason.axis << " actual " << reason.actual << " required "
            << reason.required << " tensor " << reason.tensor;
}

inline void PrintTo(const Dimensions& dimensions, std::ostream* stream)
{
    const char* separator = "";
    *stream << '{';
    for (const std::uint32_t value : dimensions)
    {
        *stream << separator << value;
        separator = ", ";
    }
    *stream << '}';
    if (dimensions.Error() != TensorError::None)
    {
        *stream << ' ';
        PrintTo(dimensions.Reason(), stream);
    }
}

inline void PrintTo(const TensorLayout& layout, std::ostream* stream)
{
    if (!layout)
    {
        PrintTo(layout.Reason(), stream);
        return;
    }
    PrintTo(layout.Sizes(), stream);
    *stream << '/';
    PrintTo(layout.Strides(), stream);
    if (layout.FirstElement() != 0) { *stream << " from " << layout.FirstElement(); }
}

} // namespace dml_tensor_utils
