// The buffers of the benchmarks, with ordinary or large pages.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_MEMORY_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_MEMORY_HPP

#include "contest.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace contest
{
// The size of pages. NumPy and some allocators request large pages by themselves.
enum class Pages
{
    Ordinary, // 4 KiB on most machines
    Large     // 2 MiB, which Linux provides after madvise(MADV_HUGEPAGE)
};

inline constexpr std::size_t PageBytes = 4096;
inline constexpr std::size_t LargePageBytes = std::size_t{2} << 20;

inline constexpr std::size_t RoundedUp(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// A buffer that starts at a multiple of 2 MiB with either size of pages, so that its address favours no contender and
// the two kinds differ only in their pages. All pages are touched. On Linux the buffer is a mapping of its own, because
// Linux does not replace small pages that were used before by large ones.
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

    // The bytes of all existing buffers with large pages.
    static inline std::size_t AllLargeBytes = 0;

private:
    std::size_t m_bytes;
    std::size_t m_largeBytes;
    unsigned char* m_start;
#if defined(__linux__)
    void* m_mapping;
#endif
};

// Returns the number of bytes that Linux has put on large pages in this process; 0 on other systems.
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

// The system provided fewer large pages than requested.
struct NoLargePages
{
};

// Returns run(pages) for ordinary pages, and for large ones if the system provides them.
template <class Run> auto RunOnPages(const std::string& title, bool hasLargePages, const Run& run)
{
    std::vector results{run(Pages::Ordinary)};
    try
    {
        if (hasLargePages) { results.push_back(run(Pages::Large)); }
    }
    catch (const NoLargePages&)
    {
        std::fprintf(stderr, "%s: the system gave no large pages\n", title.c_str());
    }
    return results;
}

// The pattern of a source: each 8 bytes have random bits where `random` is set, and the bits of `fixed`.
struct Fill
{
    std::uint64_t random;
    std::uint64_t fixed;
};

// Elements that are normal numbers in every float format, because oneDNN converts them and would be slow with NaNs or
// denormals.
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

// The places of a case in the two buffers: their start, and with cold memory as many others as fit.
inline Slots SlotsIn(BufferPair& buffers, std::size_t slotBytes, Memory memory)
{
    const std::size_t bytes =
        buffers.destination.Size() < buffers.source.Size() ? buffers.destination.Size() : buffers.source.Size();
    const std::size_t unit = RoundedUp(slotBytes, PageBytes);
    return {{buffers.destination.Data(), buffers.source.Data()}, unit, memory == Memory::Cold ? bytes / unit : 1};
}

// Whether the system provides large pages.
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
