// The memory that move_benchmark moves between, on pages of either size.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_MEMORY_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_MEMORY_HPP

#include "move_contenders.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace move_memory
{
// What a translation of an address covers. NumPy asks for large pages on its own, and so do some allocators.
enum class Pages
{
    Ordinary, // of 4 KiB on most machines
    Large     // of 2 MiB, which Linux makes of memory for which a program asks it with madvise(MADV_HUGEPAGE)
};

inline constexpr std::size_t PageBytes = 4096;
inline constexpr std::size_t LargePageBytes = std::size_t{2} << 20;

inline constexpr std::size_t RoundedUp(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Starts where a page of 2 MiB would, whatever its pages are, so that no contender is helped or hindered by where the
// allocator happens to put it, and both kinds differ in their pages alone. Every page is touched.
class Buffer
{
public:
    Buffer(std::size_t bytes, Pages pages)
        : m_bytes(RoundedUp(bytes, LargePageBytes)), m_largeBytes(pages == Pages::Large ? m_bytes : 0)
    {
        AllLargeBytes += m_largeBytes;
        m_start = static_cast<unsigned char*>(::operator new (m_bytes, std::align_val_t{LargePageBytes}));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        (void)madvise(m_start, m_bytes, pages == Pages::Large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
        (void)pages;
#endif
        std::memset(m_start, 0, m_bytes);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer()
    {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        // Whoever gets the addresses next gets other memory.
        (void)madvise(m_start, m_bytes, MADV_DONTNEED);
#endif
        ::operator delete (m_start, std::align_val_t{LargePageBytes});
        AllLargeBytes -= m_largeBytes;
    }

    unsigned char* Data() { return m_start; }
    std::size_t Size() const { return m_bytes; }

    // Of all buffers that there are for which large pages were asked.
    static inline std::size_t AllLargeBytes = 0;

private:
    std::size_t m_bytes;
    std::size_t m_largeBytes;
    unsigned char* m_start;
};

// How many bytes of this process are on large pages, as Linux says; 0 elsewhere.
inline std::size_t BytesOnLargePages()
{
    std::ifstream file("/proc/self/smaps_rollup");
    for (std::string word; file >> word;)
    {
        std::size_t kibibytes = 0;
        if (word == "AnonHugePages:" && file >> kibibytes) { return kibibytes << 10; }
    }
    return 0;
}

// The system gave fewer than were asked for.
struct NoLargePages
{
};

struct BufferPair
{
    BufferPair(std::size_t destinationBytes, std::size_t sourceBytes, Pages pages)
        : destination(destinationBytes, pages), source(sourceBytes, pages)
    {
        // Elements that differ, of which each is a normal number as a float of any size: oneDNN converts, and must not
        // meet a NaN or a slow denormal.
        std::uint64_t state = 0;
        for (std::size_t i = 0; i < source.Size(); i += sizeof state)
        {
            state += 0x9E3779B97F4A7C15;
            std::uint64_t bits = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9;
            bits = ((bits ^ (bits >> 32)) & 0x1F1F1F1F1F1F1F1F) | 0x2020202020202020;
            std::memcpy(source.Data() + i, &bits, sizeof bits);
        }
        if (pages == Pages::Large && BytesOnLargePages() < Buffer::AllLargeBytes) { throw NoLargePages(); }
    }

    Buffer destination;
    Buffer source;
};

// Whether the system gives any at all.
inline bool HasLargePages()
{
    try
    {
        BufferPair(1, 1, Pages::Large);
        return true;
    }
    catch (const NoLargePages&)
    {
        return false;
    }
}

// The pairs that a case goes round: one where memory is warm.
struct Slots
{
    move_contenders::Slot first;
    std::size_t slotBytes;
    std::size_t count;
    std::size_t current = 0;

    move_contenders::Slot Next()
    {
        current = current + 1 == count ? 0 : current + 1;
        return {first.destination + current * slotBytes, first.source + current * slotBytes};
    }
};
} // namespace move_memory

#endif
