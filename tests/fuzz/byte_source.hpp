// A fuzzer's bytes as the numbers that a generator asks for: the members of test_support::Random. A number takes as few
// bytes as its range needs, so that a mutation of one byte changes one decision. After the last byte all are 0.
#pragma once

#include <cstddef>
#include <cstdint>

class ByteSource
{
public:
    ByteSource(const std::uint8_t* data, std::size_t size) : m_data(data), m_size(size) {}

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
        std::uint64_t value = 0;
        for (; bytes > 0 && m_size > 0; --bytes, --m_size) { value = value << 8 | *m_data++; }
        return value;
    }

    const std::uint8_t* m_data;
    std::size_t m_size;
};
