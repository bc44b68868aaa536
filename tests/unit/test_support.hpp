// Shared by the tests: random choices, checks of a Diagnosis, and printers for failure messages.
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

// The data types. Old target versions of the SDK hide the names of the last two.
namespace types
{
using dml_tensor_utils::DML_TENSOR_DATA_TYPE;
inline constexpr DML_TENSOR_DATA_TYPE Float32 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32;
inline constexpr DML_TENSOR_DATA_TYPE Float16 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT16;
inline constexpr DML_TENSOR_DATA_TYPE UInt32 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_UINT32;
inline constexpr DML_TENSOR_DATA_TYPE UInt16 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_UINT16;
inline constexpr DML_TENSOR_DATA_TYPE UInt8 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_UINT8;
inline constexpr DML_TENSOR_DATA_TYPE Int32 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_INT32;
inline constexpr DML_TENSOR_DATA_TYPE Int16 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_INT16;
inline constexpr DML_TENSOR_DATA_TYPE Int8 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_INT8;
inline constexpr DML_TENSOR_DATA_TYPE Float64 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT64;
inline constexpr DML_TENSOR_DATA_TYPE UInt64 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_UINT64;
inline constexpr DML_TENSOR_DATA_TYPE Int64 = dml_tensor_utils::DML_TENSOR_DATA_TYPE_INT64;
inline constexpr DML_TENSOR_DATA_TYPE UInt4 = static_cast<DML_TENSOR_DATA_TYPE>(12);
inline constexpr DML_TENSOR_DATA_TYPE Int4 = static_cast<DML_TENSOR_DATA_TYPE>(13);
inline constexpr std::uint32_t LastType = dml_tensor_utils::detail::LastDataType;
inline constexpr auto NoType = static_cast<DML_TENSOR_DATA_TYPE>(LastType + 1); // the first value without a type
} // namespace types

// Returns the sentence of a Diagnosis without the name in brackets at its end. Only the sentence of None has no name.
inline std::string SentenceOf(const dml_tensor_utils::Diagnosis& reason)
{
    const std::string text = Explain(reason).c_str();
    const std::string name = std::string(" [") + ToString(reason.error) + "]";
    const bool hasName = text.size() > name.size() && text.compare(text.size() - name.size(), name.size(), name) == 0;
    return hasName ? text.substr(0, text.size() - name.size()) : "without a name: " + text;
}

// Makes the choices of a random test, from a seed (by splitmix64) or from a fuzzer's bytes. The distributions of
// <random> differ between standard libraries, but a seed must have the same result everywhere. A number consumes as few
// bytes as its range needs, so that a mutation of one byte changes one decision. After the last byte all numbers are 0.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    Random(const std::uint8_t* bytes, std::size_t size) : m_bytes(bytes), m_left(size), m_isSeeded(false) {}

    std::uint64_t Next() { return Take(8); }

    // Returns a number from 0 to count - 1. Requires: count is at least 1.
    std::uint32_t Below(std::uint32_t count) { return Between(0, count - 1); }

    // Returns a number from `first` to `last`, inclusive.
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
// The random test of a subject is a function, Check(random, met), in random_tests/<subject>.hpp. It returns what is wrong, or
// "". The unit tests run it with a few seeds, tests/fuzz with as many as the command says, or with libFuzzer's bytes.

// How often each case that the test is meant for has occurred.
using Met = std::map<std::string, std::size_t>;

// Returns what is wrong with the first failing seed, or "".
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

// Returns the cases that occurred less than `times` times, with their numbers. Such a case is no longer tested. `cases`
// lists them, separated by "; ".
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

// Returns what is wrong with the first failing seed; if none fails, the cases that occurred less than `times` times.
template <class Check>
std::string FirstProblem(Check check, std::uint64_t seeds, std::size_t times, const std::string& cases)
{
    Met met;
    const std::string problem = FirstProblem(check, seeds, met);
    return problem.empty() ? MetTooRarely(met, times, cases) : problem;
}

// ---- processors -----------------------------------------------------------------------------------------------------

// FTZ and DAZ, which are set in a program that g++ links with -ffast-math. On other processors nothing is flushed.
class FlushedSubnormals
{
public:
#if defined(__SSE2__) && (defined(__GNUC__) || defined(__clang__))
    FlushedSubnormals() : m_saved(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(m_saved | 0x8040); }
    ~FlushedSubnormals() { __builtin_ia32_ldmxcsr(m_saved); }

private:
    unsigned m_saved;
#else
    FlushedSubnormals() {}
    ~FlushedSubnormals() {}
#endif
public:
    FlushedSubnormals(const FlushedSubnormals&) = delete;
    FlushedSubnormals& operator=(const FlushedSubnormals&) = delete;
};

// ---- texts ----------------------------------------------------------------------------------------------------------

// Returns the text of the printers at the end of this file.
template <class Value> std::string Text(const Value& value)
{
    std::ostringstream stream;
    PrintTo(value, &stream);
    return stream.str();
}

constexpr bool SameText(std::string_view a, std::string_view b) { return a == b; }

// ---- reasons -------------------------------------------------------------------------------------------------------

// The values of a Diagnosis for no axis, and for a number that exceeds 64 bits.
inline constexpr std::uint32_t NoAxis = 0xFFFFFFFF;

// Stands for a number of a Diagnosis that the contract does not define.
inline constexpr std::uint64_t Unspecified = 0x0123456789ABCDEF;

constexpr bool Matches(std::uint64_t found, std::uint64_t expected)
{
    return expected == Unspecified || found == expected;
}
inline constexpr std::uint32_t Max32 = 0xFFFFFFFF;
inline constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;

// Also compares the numbers; == with a TensorError compares only the error.
constexpr bool Says(const dml_tensor_utils::Diagnosis& reason, dml_tensor_utils::TensorError error, std::uint32_t axis,
                    std::uint64_t actual, std::uint64_t required)
{
    return reason.error == error && reason.axis == axis && reason.actual == actual && reason.required == required
           && reason.tensor == NoAxis;
}

} // namespace test_support

// GoogleTest finds these functions by the namespace. Without them it prints enumerators as numbers, layouts as bytes.
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
