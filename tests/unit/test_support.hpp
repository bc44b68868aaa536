// What the test files share: random choices, checks of a reason's numbers, and printers for failure messages.
#pragma once

#include "dml_tensor_utils.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

namespace test_support
{

// The sentence of a reason without its name in brackets, with which every sentence ends but that of None.
inline std::string SentenceOf(const dml_tensor_utils::Diagnosis& reason)
{
    const std::string text = Explain(reason).c_str();
    const std::string name = std::string(" [") + ToString(reason.error) + "]";
    const bool hasName = text.size() > name.size() && text.compare(text.size() - name.size(), name.size(), name) == 0;
    return hasName ? text.substr(0, text.size() - name.size()) : "without a name: " + text;
}

// What a random test asks for its choices: splitmix64 from a seed, or a fuzzer's bytes. The distributions of <random>
// differ between standard libraries, and a failing seed must fail everywhere. Of bytes a number takes as few as its range
// needs, so that a mutation of one byte changes one decision; after the last all are 0.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    Random(const std::uint8_t* bytes, std::size_t size) : m_bytes(bytes), m_left(size), m_isSeeded(false) {}

    std::uint64_t Next() { return Take(8); }

    // From 0 to count - 1; count is at least 1.
    std::uint32_t Below(std::uint32_t count) { return Between(0, count - 1); }

    // Both ends included.
    std::uint32_t Between(std::uint32_t first, std::uint32_t last)
    {
        const std::uint64_t range = std::uint64_t{last} - first + 1;
        const std::size_t bytes = range == 1 ? 0 : range <= 0x100 ? 1 : range <= 0x10000 ? 2 : 4;
        return static_cast<std::uint32_t>(first + Take(bytes) % range);
    }

    bool OneIn(std::uint32_t count) { return Below(count) == 0; }

private:
    std::uint64_t Take(std::size_t bytes)
    {
        if (m_isSeeded)
        {
            m_state += 0x9E3779B97F4A7C15;
            std::uint64_t bits = m_state;
            bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
            bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
            return bits ^ (bits >> 31);
        }
        std::uint64_t value = 0;
        for (; bytes > 0 && m_left > 0; --bytes, --m_left) { value = value << 8 | *m_bytes++; }
        return value;
    }

    std::uint64_t m_state = 0;
    const std::uint8_t* m_bytes = nullptr;
    std::size_t m_left = 0;
    bool m_isSeeded = true;
};

// ---- random tests ---------------------------------------------------------------------------------------------------
// A random test of a subject is one function, check(random, met), in the header random_<subject>.hpp: what is wrong, or
// nothing. GoogleTest runs some seeds of it, tests/fuzz as many as are asked for, or libFuzzer's bytes.

// How often each case was met that the test is there for.
using Met = std::map<std::string, std::size_t>;

// What is wrong with the first seed that shows something, or nothing.
template <class Check> std::string FirstProblem(Check check, std::uint64_t seeds, Met& met)
{
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
    {
        Random random(seed);
        const std::string problem = check(random, met);
        if (!problem.empty()) { return "seed " + std::to_string(seed) + ": " + problem; }
    }
    return "";
}

// Of the cases, between which stands "; ", those that were met less often, with their numbers: what the choices no longer
// reach is no longer tested.
inline std::string MetTooRarely(const Met& met, std::size_t times, const std::string& cases)
{
    std::string text;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 2)
    {
        end = cases.find("; ", begin);
        const std::string each = cases.substr(begin, end - begin);
        const auto found = met.find(each);
        const std::size_t number = found == met.end() ? 0 : found->second;
        if (number < times) { text += each + ": " + std::to_string(number) + "; "; }
    }
    return text;
}

// What is wrong with the first seed that shows something, else which of the cases were met less often.
template <class Check>
std::string FirstProblem(Check check, std::uint64_t seeds, std::size_t times, const std::string& cases)
{
    Met met;
    const std::string problem = FirstProblem(check, seeds, met);
    return problem.empty() ? MetTooRarely(met, times, cases) : problem;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

// By the printers at the end of this file.
template <class Value> std::string Text(const Value& value)
{
    std::ostringstream stream;
    PrintTo(value, &stream);
    return stream.str();
}

constexpr bool SameText(std::string_view a, std::string_view b) { return a == b; }

// ---- reasons -------------------------------------------------------------------------------------------------------

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
