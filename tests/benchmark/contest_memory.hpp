// The memory that the benchmarks move between, on pages of either size.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_MEMORY_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_MEMORY_HPP

#include "contest.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace contest
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
// allocator happens to put it, and both kinds differ in their pages alone. Every page is touched. On Linux it is mapped
// by itself: where small pages have been before, Linux keeps their table and makes no large ones.
class Buffer
{
public:
    Buffer(std::size_t bytes, Pages pages)
        : m_bytes(RoundedUp(bytes, LargePageBytes)), m_largeBytes(pages == Pages::Large ? m_bytes : 0)
    {
        AllLargeBytes += m_largeBytes;
#if defined(__linux__)
        m_mapping = mmap(nullptr, m_bytes + LargePageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m_mapping == MAP_FAILED) { throw std::bad_alloc(); }
        std::size_t space = m_bytes + LargePageBytes;
        void* start = m_mapping;
        m_start = static_cast<unsigned char*>(std::align(LargePageBytes, m_bytes, start, space));
#if defined(MADV_HUGEPAGE)
        (void)madvise(m_start, m_bytes, pages == Pages::Large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
#else
        m_start = static_cast<unsigned char*>(::operator new (m_bytes, std::align_val_t{LargePageBytes}));
#endif
        std::memset(m_start, 0, m_bytes);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer()
    {
#if defined(__linux__)
        (void)munmap(m_mapping, m_bytes + LargePageBytes);
#else
        ::operator delete (m_start, std::align_val_t{LargePageBytes});
#endif
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
#if defined(__linux__)
    void* m_mapping;
#endif
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

// What a source is filled with: of 8 bytes that differ from those before, the bits of `random`, and those of `fixed`.
struct Fill
{
    std::uint64_t random;
    std::uint64_t fixed;
};

// Elements of which each is a normal number as a float of any size: oneDNN converts, and must not meet a NaN or a slow
// denormal.
inline constexpr Fill NormalNumbers{0x1F1F1F1F1F1F1F1F, 0x2020202020202020};

struct BufferPair
{
    BufferPair(std::size_t destinationBytes, std::size_t sourceBytes, Pages pages, const Fill& fill = NormalNumbers)
        : destination(destinationBytes, pages), source(sourceBytes, pages)
    {
        std::uint64_t state = 0;
        for (std::size_t i = 0; i < source.Size(); i += sizeof state)
        {
            state += 0x9E3779B97F4A7C15;
            std::uint64_t bits = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9;
            bits = ((bits ^ (bits >> 32)) & fill.random) | fill.fixed;
            std::memcpy(source.Data() + i, &bits, sizeof bits);
        }
        if (pages == Pages::Large && BytesOnLargePages() < Buffer::AllLargeBytes) { throw NoLargePages(); }
    }

    Buffer destination;
    Buffer source;
};

// Where a case moves: from the start of both, and where memory is cold from as many other places as they have.
inline Slots SlotsIn(BufferPair& buffers, std::size_t slotBytes, Memory memory)
{
    const std::size_t bytes =
        buffers.destination.Size() < buffers.source.Size() ? buffers.destination.Size() : buffers.source.Size();
    const std::size_t unit = RoundedUp(slotBytes, PageBytes);
    return {{buffers.destination.Data(), buffers.source.Data()}, unit, memory == Memory::Cold ? bytes / unit : 1};
}

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
} // namespace contest

#endif
