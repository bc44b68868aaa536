// =====================================================================================================================
//   dml_tensor_copy.hpp: move tensors for DirectML on the CPU, at the speed of memory
//
//   SPDX-License-Identifier: MIT
//   Version: that of dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   One header, C++17, nothing but the standard library and dml_tensor_utils.hpp. Nothing allocates or throws.
//
//   Synopsis
//
//     CopyTensor            destination[c] = source[c] for every coordinate c, between any two layouts
//     GatherTensor          what DML_GATHER_OPERATOR_DESC says, on the CPU
//     CopyHint              whether the destination is read soon (Cached), or is a mapped upload heap (Streaming)
//     AsMdspan              a std::mdspan of a layout, where <mdspan> was included before
//
//   Everything is checked before the first byte is written, and a Diagnosis says what was found:
//
//     const Diagnosis reason = CopyTensor(DML_TENSOR_DATA_TYPE_UINT8, planar, planarBytes, TensorLayout::Packed(sizes),
//                                         pixels, pixelBytes, TensorLayout::Packed(sizes, Layout::NHWC));
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//
// =====================================================================================================================

#if !defined(DML_TENSOR_COPY_HPP)
#define DML_TENSOR_COPY_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 1
#error "dml_tensor_copy.hpp 1.1 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Description of a copy
// =====================================================================================================================

/// What the caller knows of the destination.
enum class CopyHint
{
    Auto,     ///< nothing: the size decides
    Cached,   ///< it is read soon
    Streaming ///< a mapped upload heap, or not read soon; whole lines are written in ascending order, never read back
};

namespace detail
{
// What the kernels may use. Portable: no vectors. Vector128: SSE2 or NEON. Vector256: AVX2. Vector512: AVX-512BW, VL.
enum class CopyPath : std::uint32_t
{
    Portable,
    Vector128,
    Vector256,
    Vector512
};

inline constexpr std::size_t LineBytes = 64;
inline constexpr std::size_t SecondLevelBytes = std::size_t{1} << 20; // of a cache of the second level, about

// One axis of a copy: its size, and what a step along it adds to either address, in bytes (in elements for a copy of
// 4-bit elements).
struct CopyAxis
{
    std::size_t size;
    std::size_t to;
    std::size_t from;

    // As a position: the steps along an axis, or back by their two's complement.
    void Move(const CopyAxis& axis, std::size_t steps) noexcept
    {
        to += steps * axis.to;
        from += steps * axis.from;
    }
};

// A copy after everything was checked. The axes run from the largest destination stride to the smallest; none has size
// 1, and no two neighbours can be merged.
struct CopyPlan
{
    unsigned char* to = nullptr;
    const unsigned char* from = nullptr;
    std::size_t unit = 1; // bytes that move together: 1, 2, 4, 8 or 16
    std::uint32_t rank = 0;
    CopyAxis axes[MaxRank]; // those from rank on are not set

    // Adds an axis in its place.
    void Insert(std::size_t size, std::size_t toStride, std::size_t fromStride) noexcept
    {
        if (size == 1)
        {
            return;
        }
        std::uint32_t place = rank++;
        for (; place > 0 && axes[place - 1].to < toStride; --place)
        {
            axes[place] = axes[place - 1];
        }
        axes[place] = {size, toStride, fromStride};
    }

    void Remove(std::uint32_t axis) noexcept
    {
        --rank;
        for (; axis < rank; ++axis)
        {
            axes[axis] = axes[axis + 1];
        }
    }

    // Merges neighbours that both sides step through alike.
    void Merge() noexcept
    {
        for (std::uint32_t i = 0; i + 1 < rank;)
        {
            CopyAxis& inner = axes[i + 1];
            if (axes[i].to == inner.size * inner.to && axes[i].from == inner.size * inner.from)
            {
                inner.size *= axes[i].size;
                Remove(i);
            }
            else
            {
                ++i;
            }
        }
    }

    // Takes a short innermost run for one larger unit.
    void Widen() noexcept
    {
        const CopyAxis inner = rank > 0 ? axes[rank - 1] : CopyAxis{17, 0, 0};
        const std::size_t bytes = inner.size * unit;
        if (inner.to == unit && inner.from == unit && bytes <= 16 && (bytes & (bytes - 1)) == 0)
        {
            unit = bytes;
            --rank;
        }
    }

    // Makes bytes of 4-bit elements; false where a byte would not move whole.
    bool Halve() noexcept
    {
        bool isWhole = rank > 0 && axes[rank - 1].to == 1 && axes[rank - 1].from == 1 && axes[rank - 1].size % 2 == 0;
        for (std::uint32_t i = 0; i + 1 < rank; ++i)
        {
            isWhole = isWhole && axes[i].to % 2 == 0 && axes[i].from % 2 == 0;
        }
        if (isWhole)
        {
            axes[rank - 1].size /= 2;
            for (std::uint32_t i = 0; i + 1 < rank; ++i)
            {
                axes[i].to /= 2;
                axes[i].from /= 2;
            }
        }
        return isWhole;
    }

    // Every step in the destination is beyond all that the faster axes reach: no two elements meet there.
    bool IsNested() const noexcept
    {
        std::size_t span = unit;
        bool isNested = true;
        for (std::uint32_t i = rank; i > 0; --i)
        {
            isNested = isNested && axes[i - 1].to >= span;
            span += (axes[i - 1].size - 1) * axes[i - 1].to;
        }
        return isNested;
    }

    std::size_t Bytes() const noexcept
    {
        std::size_t bytes = unit;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            bytes *= axes[i].size;
        }
        return bytes;
    }
};

// visit(position) for every combination of steps along the axes, the last axis the fastest.
template <class Axis, class Visit>
void ForEachPosition(const Axis* axes, std::uint32_t rank, Visit visit) noexcept
{
    Axis position = {};
    std::size_t at[2 * MaxRank] = {};
    for (;;)
    {
        visit(static_cast<const Axis&>(position));
        std::uint32_t i = rank;
        for (; i > 0; --i)
        {
            const Axis& axis = axes[i - 1];
            if (++at[i - 1] < axis.size)
            {
                position.Move(axis, 1);
                break;
            }
            at[i - 1] = 0;
            position.Move(axis, 1 - axis.size);
        }
        if (i == 0)
        {
            return;
        }
    }
}

// visit(to, from) for every position of a plan's axes.
template <class Visit>
void ForEachPosition(const CopyPlan& plan, Visit visit) noexcept
{
    if (plan.rank == 0)
    {
        return visit(plan.to, plan.from);
    }
    ForEachPosition(plan.axes, plan.rank,
                    [&](const CopyAxis& position) noexcept
                    { visit(plan.to + position.to, plan.from + position.from); });
}

// =====================================================================================================================
//   Kernels
//
//   A kernel moves one Region. Those of one instruction set are listed in a table of Kernels; the portable table is
//   below, and the others come from the last part of this file, which is read once for each width of vectors.
// =====================================================================================================================

// What a kernel moves. Copies of rows: `rows` rows of `columns` bytes. Transposes: element (row, column) goes from
// column * fromStride + row * unit to row * toStride + column * unit. Channels: `columns` pixels of `rows` channels.
// Strides are in bytes.
struct Region
{
    unsigned char* to;
    std::size_t toStride;
    const unsigned char* from;
    std::size_t fromStride;
    std::size_t rows;
    std::size_t columns;
    std::size_t unit = 1;
    std::size_t block = 0;       // of a transpose: so many columns at a time, by a line of rows
    std::size_t ahead = 0;       // of a transpose: how many bytes ahead it prefetches the source, where it is not 0
    CopyAxis planes = {1, 0, 0}; // of a transpose: it is done so many times, so many bytes apart
};

using Kernel = void (*)(const Region&);

struct Kernels
{
    std::size_t lanes;       // vectors of 16 bytes in one register
    const Kernels* narrower; // for a region too small for this width
    Kernel copyRows;
    Kernel streamRows;      // past the caches
    Kernel fillRows;        // every row is a repetition of the one element at `from`
    Kernel transpose[3][4]; // [rows of 16, 8 or 4 bytes in a tile][unit 1, 2, 4, 8]: null where there is none
    Kernel split[3][4];     // the same for fewer columns than a tile has, but more than half of them
    Kernel tall[4];         // [unit]: for as few columns as a lane has elements
    Kernel interleave[3];   // planes to pixels of 2, 3 or 4 channels
    Kernel deinterleave[3]; // pixels to planes
};

// Of a unit that a table of kernels has an entry for.
constexpr std::uint32_t Log2(std::size_t unit) noexcept
{
    return unit == 1 ? 0 : unit == 2 ? 1 : unit == 4 ? 2 : 3;
}

inline void CopyRowsPortably(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        std::memcpy(region.to + row * region.toStride, region.from + row * region.fromStride, region.columns);
    }
}

// An element of up to 8 bytes as often as it fits 64 bits.
template <class Bits>
std::uint64_t RepeatedElement(const unsigned char* from) noexcept
{
    Bits element = 0;
    std::memcpy(&element, from, sizeof(element));
    return Max64 / static_cast<Bits>(Max64) * element;
}

inline std::uint64_t RepeatedElement(std::size_t unit, const unsigned char* from) noexcept
{
    switch (unit)
    {
    case 1: return RepeatedElement<std::uint8_t>(from);
    case 2: return RepeatedElement<std::uint16_t>(from);
    case 4: return RepeatedElement<std::uint32_t>(from);
    default: return RepeatedElement<std::uint64_t>(from);
    }
}

inline void FillRowsPortably(const Region& region) noexcept
{
    unsigned char pattern[16];
    const std::uint64_t repeated = region.unit < 16 ? RepeatedElement(region.unit, region.from) : 0;
    for (std::size_t i = 0; i < 16; i += 8)
    {
        std::memcpy(pattern + i, region.unit < 16 ? static_cast<const void*>(&repeated) : region.from + i, 8);
    }
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        for (std::size_t i = 0; i < region.columns; i += 16)
        {
            const std::size_t left = region.columns - i;
            std::memcpy(to + i, pattern, left < 16 ? left : 16);
        }
    }
}

inline constexpr Kernels PortableKernels = {
    1, nullptr, CopyRowsPortably, CopyRowsPortably, FillRowsPortably, {}, {}, {}, {}, {}};

// Byte masks of an interleave: byte b of part j of a group of pixels comes from byte [unit][j][plane][b] of that plane,
// where that is below 16; of a deinterleave, the same with planes and parts exchanged.
template <std::size_t Channels>
struct ChannelMasks
{
    unsigned char interleave[4][Channels][Channels][16] = {};
    unsigned char deinterleave[4][Channels][Channels][16] = {};

    constexpr ChannelMasks() noexcept
    {
        for (std::size_t log = 0; log < 4; ++log)
        {
            const std::size_t unit = std::size_t{1} << log;
            for (std::size_t position = 0; position < 16 * Channels; ++position)
            {
                const std::size_t part = position / 16;
                const std::size_t plane = position / unit % Channels;
                const std::size_t inPlane = position / (unit * Channels) * unit + position % unit;
                for (std::size_t other = 0; other < Channels; ++other)
                {
                    interleave[log][part][other][position % 16] = 0x80;
                    deinterleave[log][plane][other][inPlane] = 0x80;
                }
                interleave[log][part][plane][position % 16] = static_cast<unsigned char>(inPlane);
                deinterleave[log][plane][part][inPlane] = static_cast<unsigned char>(position % 16);
            }
        }
    }
};
template <std::size_t Channels>
inline constexpr ChannelMasks<Channels> ChannelMasksOf{};

// ---- the instruction sets of this compilation -----------------------------------------------------------------------

// DML_TENSOR_UTILS_COPY_ISA says how vectors are written: 1 with the vector types of GCC and Clang, for which no header
// is needed; 2 with the intrinsics of Microsoft's compiler, which DML_TENSOR_UTILS_COPY_INTRINSICS selects elsewhere
// for tests; 3 with those of <arm_neon.h>. DML_TENSOR_UTILS_COPY_PORTABLE leaves all of them out.
#if defined(DML_TENSOR_UTILS_COPY_PORTABLE)
#define DML_TENSOR_UTILS_COPY_ISA 0
#elif (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) && !defined(DML_TENSOR_UTILS_COPY_INTRINSICS)      \
    && (defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__)))
#define DML_TENSOR_UTILS_COPY_ISA 1
#elif defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)                                                      \
    || (defined(DML_TENSOR_UTILS_COPY_INTRINSICS) && defined(__SSE2__))
#define DML_TENSOR_UTILS_COPY_ISA 2
#elif defined(_M_ARM64) || (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__))
#define DML_TENSOR_UTILS_COPY_ISA 3
#else
#define DML_TENSOR_UTILS_COPY_ISA 0
#endif
} // namespace detail
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#if DML_TENSOR_UTILS_COPY_ISA == 2 && defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#elif DML_TENSOR_UTILS_COPY_ISA == 2
#include <immintrin.h>
#elif DML_TENSOR_UTILS_COPY_ISA == 3
#include <arm_neon.h>
#endif

// Microsoft's C run-time library knows the processor; the GNU ones have a built-in function.
#if defined(_MSC_VER) && (DML_TENSOR_UTILS_COPY_ISA == 1 || DML_TENSOR_UTILS_COPY_ISA == 2)
extern "C" int __isa_available;
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{
namespace detail
{
inline void Prefetch(const unsigned char* address) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#elif DML_TENSOR_UTILS_COPY_ISA == 2
    _mm_prefetch(reinterpret_cast<const char*>(address), _MM_HINT_T0);
#elif DML_TENSOR_UTILS_COPY_ISA == 3
    __prefetch(address);
#else
    (void)address;
#endif
}

// Makes stores past the caches visible before what comes after them.
inline void StoreFence() noexcept
{
#if DML_TENSOR_UTILS_COPY_ISA == 1
    __builtin_ia32_sfence();
#elif DML_TENSOR_UTILS_COPY_ISA == 2
    _mm_sfence();
#endif
}
} // namespace detail
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#if DML_TENSOR_UTILS_COPY_ISA != 0
#define DML_TENSOR_UTILS_COPY_LANES 1
#include "dml_tensor_copy.hpp"
#undef DML_TENSOR_UTILS_COPY_LANES
#endif
#if DML_TENSOR_UTILS_COPY_ISA == 1 || DML_TENSOR_UTILS_COPY_ISA == 2
#define DML_TENSOR_UTILS_COPY_LANES 2
#include "dml_tensor_copy.hpp"
#undef DML_TENSOR_UTILS_COPY_LANES
#define DML_TENSOR_UTILS_COPY_LANES 4
#include "dml_tensor_copy.hpp"
#undef DML_TENSOR_UTILS_COPY_LANES
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{
namespace detail
{
// The best that this machine can run. AVX-512 counts from the processors on that run it at full clock speed.
inline CopyPath BestCopyPath() noexcept
{
#if DML_TENSOR_UTILS_COPY_ISA == 0
    return CopyPath::Portable;
#elif DML_TENSOR_UTILS_COPY_ISA == 3
    return CopyPath::Vector128;
#elif defined(_MSC_VER)
    return __isa_available >= 6   ? CopyPath::Vector512
           : __isa_available >= 5 ? CopyPath::Vector256
                                  : CopyPath::Vector128;
#else
    if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl"))
    {
        return CopyPath::Vector512;
    }
    // Not counted: coverage is measured where there is AVX-512, which does not come here.
    return __builtin_cpu_supports("avx2") ? CopyPath::Vector256 : CopyPath::Vector128; // GCOVR_EXCL_LINE
#endif
}

// The one place that picks the kernels of a path.
inline const Kernels* KernelsOf(CopyPath path) noexcept
{
    switch (path)
    {
#if DML_TENSOR_UTILS_COPY_ISA != 0
    case CopyPath::Vector128: return &vector128::kernels;
#endif
#if DML_TENSOR_UTILS_COPY_ISA == 1 || DML_TENSOR_UTILS_COPY_ISA == 2
    case CopyPath::Vector256: return &vector256::kernels;
    case CopyPath::Vector512: return &vector512::kernels;
#endif
    default: return &PortableKernels;
    }
}

// =====================================================================================================================
//   Running a plan
// =====================================================================================================================

// How many bytes a tile on the stack holds in a row, and with what stride: not a multiple of what a cache's sets repeat
// after.
inline constexpr std::size_t TileRow = 512;
inline constexpr std::size_t TileStride = TileRow + LineBytes;

// A step along two axes, an element at a time, in blocks that both sides hold in their caches.
template <std::size_t Unit>
void CopyElements(unsigned char* to, const unsigned char* from, const CopyAxis& outer, const CopyAxis& inner) noexcept
{
    constexpr std::size_t Block = 16;
    for (std::size_t first = 0; first < inner.size; first += Block)
    {
        const std::size_t end = inner.size - first < Block ? inner.size : first + Block;
        for (std::size_t i = 0; i < outer.size; ++i)
        {
            for (std::size_t k = first; k < end; ++k)
            {
                std::memcpy(to + i * outer.to + k * inner.to, from + i * outer.from + k * inner.from, Unit);
            }
        }
    }
}

inline void CopyElements(std::size_t unit, unsigned char* to, const unsigned char* from, const CopyAxis& outer,
                         const CopyAxis& inner) noexcept
{
    switch (unit)
    {
    case 1: return CopyElements<1>(to, from, outer, inner);
    case 2: return CopyElements<2>(to, from, outer, inner);
    case 4: return CopyElements<4>(to, from, outer, inner);
    case 8: return CopyElements<8>(to, from, outer, inner);
    default: return CopyElements<16>(to, from, outer, inner);
    }
}

// Over how many of the 64 sets of a first-level cache the lines of rows at this stride are spread: 64, 32, … 1.
constexpr std::size_t SetsOf(std::size_t stride) noexcept
{
    constexpr std::size_t Sets = 64;
    const std::size_t lowestBit = stride & (0 - stride);
    const std::size_t apart = lowestBit < LineBytes ? 1 : lowestBit / LineBytes;
    return apart < Sets ? Sets / apart : 1;
}

// Rows of fewer than 16 bytes: two moves that overlap.
template <std::size_t Bytes>
void CopyShortRows(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        std::memcpy(to, from, Bytes);
        std::memcpy(to + region.columns - Bytes, from + region.columns - Bytes, Bytes);
    }
}

inline void CopyShortRows(const Region& region) noexcept
{
    switch (region.columns)
    {
    case 0: return;
    case 1: return CopyShortRows<1>(region);
    case 2:
    case 3: return CopyShortRows<2>(region);
    case 4:
    case 5:
    case 6:
    case 7: return CopyShortRows<4>(region);
    default: return CopyShortRows<8>(region);
    }
}

// A copy being run: the kernels, and whether the destination is written past the caches.
struct CopyRun
{
    const Kernels* kernels;
    bool streams;

    void Run(CopyPlan& plan) const noexcept
    {
        if (plan.rank == 0)
        {
            std::memcpy(plan.to, plan.from, plan.unit);
            return;
        }
        const CopyAxis inner = plan.axes[plan.rank - 1];
        if (inner.to == plan.unit && inner.from == plan.unit)
        {
            if (--plan.rank == 0)
            {
                return Rows({plan.to, 0, plan.from, 0, 1, inner.size * plan.unit}, streams);
            }
            return RunRows(plan, inner.size * plan.unit);
        }
        if (inner.to == plan.unit && inner.from == 0)
        {
            --plan.rank;
            return RunFill(plan, inner.size * plan.unit);
        }
        // The axis along which the source is contiguous; else the next one.
        std::uint32_t outer = plan.rank - 1;
        while (outer > 0 && plan.axes[outer - 1].from != plan.unit)
        {
            --outer;
        }
        const bool isTransposed = outer > 0 && inner.to == plan.unit;
        outer = outer > 0 ? outer - 1 : plan.rank > 1 ? plan.rank - 2 : 0;
        const CopyAxis rows = plan.rank > 1 ? plan.axes[outer] : CopyAxis{1, 0, 0};
        --plan.rank;
        if (rows.size > 1)
        {
            plan.Remove(outer);
        }
        if (isTransposed && plan.unit <= 8)
        {
            if (RunChannels(plan, rows, inner) || RunTranspose(plan, rows, inner))
            {
                return;
            }
        }
        ForEachPosition(plan, [&](unsigned char* to, const unsigned char* from) noexcept
                        { CopyElements(plan.unit, to, from, rows, inner); });
    }

    // Rows that are contiguous on both sides; the axes of the plan, one at least, are those outside of them.
    void RunRows(CopyPlan& plan, std::size_t bytes) const noexcept
    {
        const CopyAxis rows = plan.axes[--plan.rank];
        // A short row that repeats: a longer one is made of it first.
        alignas(LineBytes) unsigned char repeated[4096];
        if (rows.from == 0 && rows.to == bytes && bytes <= sizeof(repeated) / 4 && rows.size >= 8)
        {
            const std::size_t times = sizeof(repeated) / bytes;
            const std::size_t whole = rows.size / times;
            const std::size_t rest = rows.size % times;
            return ForEachPosition(
                plan,
                [&](unsigned char* to, const unsigned char* from) noexcept
                {
                    Rows({repeated, bytes, from, 0, times < rows.size ? times : rows.size, bytes}, false);
                    Rows({to, times * bytes, repeated, 0, whole, times * bytes}, streams);
                    Rows({to + whole * times * bytes, 0, repeated, 0, 1, rest * bytes}, streams);
                });
        }
        ForEachPosition(plan,
                        [&](unsigned char* to, const unsigned char* from) noexcept {
                            Rows({to, rows.to, from, rows.from, rows.size, bytes}, streams);
                        });
    }

    // The widest kernels of which a row of so many bytes fills a vector, else the narrowest.
    const Kernels& Fitting(std::size_t bytes) const noexcept
    {
        const Kernels* fitting = kernels;
        while (fitting->narrower != nullptr && bytes < 16 * fitting->lanes)
        {
            fitting = fitting->narrower;
        }
        return *fitting;
    }

    // Rows of `columns` bytes, by the kernel that is best for their length.
    void Rows(const Region& region, bool past) const noexcept
    {
        if (past && region.columns >= LineBytes)
        {
            return kernels->streamRows(region);
        }
        if (region.columns < 16)
        {
            return CopyShortRows(region);
        }
        (region.columns > 4096 ? PortableKernels : Fitting(region.columns)).copyRows(region);
    }

    // Rows of which each repeats one element of the source.
    void RunFill(CopyPlan& plan, std::size_t bytes) const noexcept
    {
        CopyAxis rows = {1, 0, 0};
        if (plan.rank > 0 && plan.axes[plan.rank - 1].from == 0)
        {
            rows = plan.axes[--plan.rank];
        }
        const Kernel fill = bytes < 16 ? FillRowsPortably : Fitting(bytes).fillRows;
        ForEachPosition(plan,
                        [&](unsigned char* to, const unsigned char* from) noexcept
                        {
                            Region region = {to, rows.to, from, 0, rows.size, bytes};
                            region.unit = plan.unit;
                            if (streams && bytes >= LineBytes)
                            {
                                return StreamFill(region);
                            }
                            fill(region);
                        });
    }

    // The same past the caches: the element is repeated on the stack, and each row written from there.
    void StreamFill(const Region& rows) const noexcept
    {
        constexpr std::size_t Longest = 4096;
        alignas(LineBytes) unsigned char repeated[Longest + 16];
        Region source = {repeated, 0, rows.from, 0, 1, sizeof(repeated)};
        source.unit = rows.unit;
        kernels->fillRows(source);
        for (std::size_t row = 0; row < rows.rows; ++row)
        {
            unsigned char* const to = rows.to + row * rows.toStride;
            // Every part but the last ends where a line does.
            std::size_t part = Longest - reinterpret_cast<std::uintptr_t>(to) % LineBytes;
            for (std::size_t done = 0; done < rows.columns; done += part, part = Longest)
            {
                part = rows.columns - done < part ? rows.columns - done : part;
                kernels->streamRows({to + done, 0, repeated + done % 16, 0, 1, part});
            }
        }
    }

    // Planes to pixels of 2 to 4 channels, or back; false where it is neither.
    bool RunChannels(const CopyPlan& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const bool interleaves = columns.size <= 4 && rows.to == columns.size * plan.unit;
        const bool deinterleaves = rows.size <= 4 && columns.from == rows.size * plan.unit;
        if (!interleaves && !deinterleaves)
        {
            return false;
        }
        const std::size_t channels = interleaves ? columns.size : rows.size;
        const std::size_t pixels = interleaves ? rows.size : columns.size;
        const std::size_t planeBytes = pixels * plan.unit;
        const Kernels& fitting = Fitting(planeBytes);
        const Kernel kernel = (interleaves ? fitting.interleave : fitting.deinterleave)[channels - 2];
        if (kernel == nullptr || planeBytes < 16)
        {
            return false;
        }
        ForEachPosition(plan,
                        [&](unsigned char* to, const unsigned char* from) noexcept
                        {
                            Region region = {to, rows.to, from, interleaves ? columns.from : 0, channels, pixels};
                            region.unit = plan.unit;
                            streams ? StreamChannels(kernel, region, interleaves) : kernel(region);
                        });
        return true;
    }

    // The same through a tile on the stack, from which whole lines go to the destination.
    void StreamChannels(Kernel kernel, const Region& all, bool interleaves) const noexcept
    {
        constexpr std::size_t PlaneBytes = 1024;
        alignas(LineBytes) unsigned char tile[4 * PlaneBytes];
        const std::size_t unit = all.unit;
        const std::size_t pixels = all.columns < PlaneBytes / unit ? all.columns : PlaneBytes / unit;
        for (std::size_t done = 0; done < all.columns;)
        {
            const std::size_t first = all.columns - done < pixels ? all.columns - pixels : done;
            Region part = all;
            part.to = tile;
            part.toStride = PlaneBytes;
            part.from = all.from + first * unit * (interleaves ? 1 : all.rows);
            part.columns = pixels;
            kernel(part);
            const std::size_t again = done - first;
            if (interleaves)
            {
                const std::size_t pixel = all.rows * unit;
                kernels->streamRows({all.to + done * pixel, 0, tile + again * pixel, 0, 1, (pixels - again) * pixel});
            }
            else
            {
                kernels->streamRows({all.to + done * unit, all.toStride, tile + again * unit, PlaneBytes, all.rows,
                                     (pixels - again) * unit});
            }
            done = first + pixels;
        }
    }

    // A plane whose rows are contiguous in the destination and whose columns are in the source: element (row, column)
    // goes from column * columns.from + row * unit to row * rows.to + column * unit. False where it is too small.
    bool RunTranspose(CopyPlan& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const std::size_t unit = plan.unit;
        Kernel kernel = nullptr;
        std::size_t leastRows = 0;
        std::size_t leastColumns = 0;
        for (const Kernels* table = kernels; table != nullptr && kernel == nullptr; table = table->narrower)
        {
            for (std::uint32_t i = 0; i < 3 && kernel == nullptr; ++i)
            {
                leastRows = (16U >> i) / unit;
                leastColumns = leastRows * table->lanes;
                if (rows.size >= leastRows && columns.size >= leastColumns)
                {
                    kernel = table->transpose[i][Log2(unit)];
                }
                else if (rows.size >= leastRows && 2 * columns.size > leastColumns)
                {
                    kernel = table->split[i][Log2(unit)];
                    leastColumns = columns.size;
                }
                else if (i == 0 && columns.size >= leastRows && columns.size < 2 * leastRows
                         && rows.size >= leastColumns)
                {
                    kernel = table->tall[Log2(unit)];
                    std::swap(leastRows, leastColumns);
                }
            }
        }
        if (kernel == nullptr)
        {
            return false;
        }
        const std::size_t line = LineBytes / unit;
        const std::size_t toSets = SetsOf(rows.to);
        const std::size_t fromSets = SetsOf(columns.from);
        const std::size_t bytes = plan.Bytes() * rows.size * columns.size;
        const bool stagesTo = bytes > SecondLevelBytes / 2 && 8 * toSets < (rows.size < line ? rows.size : line);
        const bool stagesFrom = 16 * fromSets < leastColumns;
        const bool isShort = rows.size * unit < 4 * LineBytes;
        const bool isTall = rows.size >= columns.size;
        const bool alongRows = isTall || isShort;
        std::size_t block = stagesFrom && !streams && !stagesTo ? 64 : 8 * fromSets;
        block = block > 64 ? 64 : block < leastColumns ? leastColumns : block;
        Transposition work = {kernel, rows, columns, unit, leastRows, leastColumns, rows.size, columns.size, block, 0};
        if (streams)
        {
            work.stripRows = line;
            const bool startsLines =
                rows.to % LineBytes == 0 && reinterpret_cast<std::uintptr_t>(plan.to) % LineBytes == 0;
            work.stripColumns = isTall || !startsLines ? TileRow / unit : line;
            work.ahead = isTall ? LineBytes : work.stripColumns * columns.from;
        }
        else if (stagesTo)
        {
            work.stripRows = line;
            work.stripColumns = TileRow / unit;
        }
        else if (stagesFrom)
        {
            work.stripRows = TileRow / unit;
            work.stripColumns = LineBytes;
        }
        else
        {
            if (alongRows)
            {
                work.stripColumns = block;
            }
            else
            {
                work.stripRows = line;
            }
            const bool fits = bytes <= SecondLevelBytes || block > 8 * fromSets;
            work.ahead = fits ? 0 : alongRows && !isShort ? LineBytes : block * columns.from;
        }
        if (streams || stagesTo)
        {
            ForEachPosition(plan, [&](unsigned char* to, const unsigned char* from) noexcept
                            { TransposeStagingTo(work, true, to, from); });
        }
        else if (stagesFrom)
        {
            ForEachPosition(plan, [&](unsigned char* to, const unsigned char* from) noexcept
                            { TransposeStagingFrom(work, to, from); });
        }
        else if (work.stripRows >= rows.size && work.stripColumns >= columns.size)
        {
            // One strip, perhaps a small one: the kernel does as many planes as it can at a time. Of a small one, what
            // comes next is elsewhere.
            const CopyAxis planes = plan.rank > 0 ? plan.axes[--plan.rank] : CopyAxis{1, 0, 0};
            work.ahead = rows.size * columns.size * unit < TileRow * LineBytes ? 0 : work.ahead;
            ForEachPosition(
                plan,
                [&](unsigned char* to, const unsigned char* from) noexcept {
                    kernel({to, rows.to, from, columns.from, rows.size, columns.size, unit, block, work.ahead, planes});
                });
        }
        else
        {
            ForEachPosition(plan,
                            [&](unsigned char* to, const unsigned char* from) noexcept
                            {
                                work.ForEachStrip(alongRows,
                                                  [&](const Strip& strip) noexcept {
                                                      kernel(work.RegionOf(strip, to + work.ToOf(strip), rows.to,
                                                                           from + work.FromOf(strip), columns.from));
                                                  });
                            });
        }
        return true;
    }

    // A part of a plane: its first row and column, and how many.
    struct Strip
    {
        std::size_t row, column, rows, columns;
    };

    // A transpose in strips.
    struct Transposition
    {
        Kernel kernel;
        CopyAxis rows;
        CopyAxis columns;
        std::size_t unit;
        std::size_t leastRows; // the kernel takes no fewer
        std::size_t leastColumns;
        std::size_t stripRows;
        std::size_t stripColumns;
        std::size_t block;
        std::size_t ahead;

        std::size_t ToOf(const Strip& strip) const noexcept { return strip.row * rows.to + strip.column * unit; }
        std::size_t FromOf(const Strip& strip) const noexcept { return strip.column * columns.from + strip.row * unit; }

        Region RegionOf(const Strip& strip, unsigned char* to, std::size_t toStride, const unsigned char* from,
                        std::size_t fromStride) const noexcept
        {
            return {to, toStride, from, fromStride, strip.rows, strip.columns, unit, block, ahead, {1, 0, 0}};
        }

        // The strips of the plane. The last one of a row or column of them begins earlier where it were too narrow.
        template <class Visit>
        void ForEachStrip(bool alongRows, Visit visit) const noexcept
        {
            const std::size_t outerEnd = alongRows ? columns.size : rows.size;
            const std::size_t innerEnd = alongRows ? rows.size : columns.size;
            const std::size_t outerStep = alongRows ? stripColumns : stripRows;
            const std::size_t innerStep = alongRows ? stripRows : stripColumns;
            const std::size_t outerLeast = alongRows ? leastColumns : leastRows;
            const std::size_t innerLeast = alongRows ? leastRows : leastColumns;
            for (std::size_t outer = 0; outer < outerEnd; outer += outerStep)
            {
                for (std::size_t inner = 0; inner < innerEnd; inner += innerStep)
                {
                    const std::size_t outerFirst = First(outer, outerEnd, outerLeast);
                    const std::size_t innerFirst = First(inner, innerEnd, innerLeast);
                    const std::size_t outerCount = Count(outer, outerFirst, outerEnd, outerStep);
                    const std::size_t innerCount = Count(inner, innerFirst, innerEnd, innerStep);
                    visit(alongRows ? Strip{innerFirst, outerFirst, innerCount, outerCount}
                                    : Strip{outerFirst, innerFirst, outerCount, innerCount});
                }
            }
        }

        static std::size_t First(std::size_t at, std::size_t end, std::size_t least) noexcept
        {
            return end - at < least ? end - least : at;
        }
        static std::size_t Count(std::size_t at, std::size_t first, std::size_t end, std::size_t step) noexcept
        {
            return end - at < step ? end - first : step;
        }
    };

    // Where the destination's lines crowd, or go past the caches: a strip is transposed on the stack, from which runs
    // of lines are written.
    void TransposeStagingTo(const Transposition& work, bool alongRows, unsigned char* to,
                            const unsigned char* from) const noexcept
    {
        alignas(LineBytes) unsigned char tile[LineBytes * TileStride];
        work.ForEachStrip(
            alongRows,
            [&](const Strip& strip) noexcept
            {
                work.kernel(work.RegionOf(strip, tile, TileStride, from + work.FromOf(strip), work.columns.from));
                Rows({to + work.ToOf(strip), work.rows.to, tile, TileStride, strip.rows, strip.columns * work.unit},
                     streams);
            });
    }

    // Where the source's lines crowd: runs of lines are read to the stack.
    void TransposeStagingFrom(const Transposition& work, unsigned char* to, const unsigned char* from) const noexcept
    {
        alignas(LineBytes) unsigned char tile[LineBytes * TileStride];
        work.ForEachStrip(false,
                          [&](const Strip& strip) noexcept
                          {
                              Rows({tile, TileStride, from + work.FromOf(strip), work.columns.from, strip.columns,
                                    strip.rows * work.unit},
                                   false);
                              work.kernel(work.RegionOf(strip, to + work.ToOf(strip), work.rows.to, tile, TileStride));
                          });
    }
};

// ---- 4-bit elements -------------------------------------------------------------------------------------------------

// The element of 4 bits at a position counted in elements: the low half of a byte comes first.
inline unsigned NibbleAt(const unsigned char* from, std::size_t position) noexcept
{
    const unsigned byte = from[position / 2];
    return position % 2 == 0 ? byte & 15U : byte >> 4;
}

inline void PutNibble(unsigned char* to, std::size_t position, unsigned value) noexcept
{
    unsigned char& byte = to[position / 2];
    byte = static_cast<unsigned char>(position % 2 == 0 ? (byte & 0xF0U) | value : (byte & 0x0FU) | value << 4);
}

// The plan's strides are in elements; both sides start at an even one, plus what is given.
inline void CopyNibbles(const CopyPlan& plan, std::size_t firstTo, std::size_t firstFrom) noexcept
{
    const CopyAxis inner = plan.rank == 0 ? CopyAxis{1, 1, 1} : plan.axes[plan.rank - 1];
    ForEachPosition(plan.axes, plan.rank == 0 ? 0 : plan.rank - 1,
                    [&](const CopyAxis& position) noexcept
                    {
                        const std::size_t rowTo = firstTo + position.to;
                        const std::size_t rowFrom = firstFrom + position.from;
                        for (std::size_t i = 0; i < inner.size;)
                        {
                            const std::size_t to = rowTo + i * inner.to;
                            const std::size_t from = rowFrom + i * inner.from;
                            const std::size_t bytes = inner.to == 1 && to % 2 == 0 ? (inner.size - i) / 2 : 0;
                            if (bytes > 0 && inner.from == 1 && from % 2 == 0)
                            {
                                std::memcpy(plan.to + to / 2, plan.from + from / 2, bytes);
                                i += 2 * bytes;
                            }
                            else if (bytes > 0)
                            {
                                // Both halves of the byte are known: it need not be read.
                                plan.to[to / 2] = static_cast<unsigned char>(
                                    NibbleAt(plan.from, from) | NibbleAt(plan.from, from + inner.from) << 4);
                                i += 2;
                            }
                            else
                            {
                                PutNibble(plan.to, to, NibbleAt(plan.from, from));
                                ++i;
                            }
                        }
                    });
}

// =====================================================================================================================
//   Checks
// =====================================================================================================================

// The bytes of a buffer that a layout uses: from the first element's to the last one's.
struct UsedBytes
{
    std::uint64_t first;
    std::uint64_t end;

    bool Meets(const void* pointer, const UsedBytes& other, const void* otherPointer) const noexcept
    {
        const std::uint64_t base = reinterpret_cast<std::uintptr_t>(pointer);
        const std::uint64_t otherBase = reinterpret_cast<std::uintptr_t>(otherPointer);
        return base + first < otherBase + other.end && otherBase + other.first < base + end;
    }
};

inline UsedBytes UsedBytesOf(const TensorLayout& layout, DML_TENSOR_DATA_TYPE type) noexcept
{
    const std::uint64_t first = layout.FirstElement();
    const std::uint64_t bits = ElementSizeInBits(type);
    // EndInBytes without its care for 64 bits, which most tensors are far from.
    constexpr std::uint64_t Far = std::uint64_t{1} << 56;
    if (first < Far && layout.ElementSpan() < Far)
    {
        return {first * bits / 8, ((first + layout.ElementSpan()) * bits + 7) / 8};
    }
    std::uint64_t start = 0;
    (void)BytesOf(first - first % 2, ElementSizeInBits(type), start);
    return {start + first % 2 * (bits / 8), layout.EndInBytes(type)};
}

// A buffer that a tensor is read from or written to, and what its layout needs of it.
struct Buffer
{
    const void* pointer;
    std::uint64_t bytes;
    UsedBytes used;
    TensorError tooSmall;
};

// SpanLimit, NullPointer and too small a buffer, each of all buffers before the next. Tensor i is buffers[i].
inline Diagnosis CheckBuffers(const Buffer* buffers, std::uint32_t count) noexcept
{
    // No buffer is larger, whatever was said: offsets in it would wrap.
    constexpr std::uint64_t Largest = static_cast<std::size_t>(-1) / 4;
    bool areFine = true;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint64_t end = buffers[i].used.end;
        areFine = areFine && end - 1 < Largest && buffers[i].pointer != nullptr && buffers[i].bytes >= end;
    }
    for (std::uint32_t reason = 0; reason < 4 && !areFine; ++reason)
    {
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const Buffer& buffer = buffers[i];
            const std::uint64_t end = buffer.used.end;
            if (reason == 0 ? end == 0 : reason == 3 && end > Largest)
            {
                return {TensorError::SpanLimit, None32, Max64, Max64, i};
            }
            if (reason == 1 && buffer.pointer == nullptr)
            {
                return {TensorError::NullPointer, None32, 0, end, i};
            }
            if (reason == 2 && buffer.bytes < end)
            {
                return {buffer.tooSmall, None32, buffer.bytes, end, i};
            }
        }
    }
    return {};
}

// Sizes of the source that are neither the destination's nor broadcast to them.
inline Diagnosis CheckSizes(const TensorLayout& destination, const TensorLayout& source) noexcept
{
    if (source.Rank() > destination.Rank())
    {
        return {TensorError::RankDiffers, None32, source.Rank(), destination.Rank(), 1};
    }
    const std::uint32_t missing = destination.Rank() - source.Rank();
    for (std::uint32_t i = 0; i < source.Rank(); ++i)
    {
        const std::uint32_t wanted = destination.Sizes()[missing + i];
        const std::uint32_t given = source.Sizes()[i];
        if (given != wanted && given != 1)
        {
            return {TensorError::SizesDiffer, missing + i, wanted, given, 1};
        }
    }
    return {};
}

// Runs a plan of checked addresses.
inline void RunPlan(CopyPath path, CopyPlan& plan, CopyHint hint) noexcept
{
    // What exceeds the caches is not there any more when it is read.
    constexpr std::size_t StreamsFrom = 16 * SecondLevelBytes;
    const bool streams = hint == CopyHint::Streaming || (hint == CopyHint::Auto && plan.Bytes() >= StreamsFrom);
    const CopyRun run = {KernelsOf(path), streams && path != CopyPath::Portable};
    run.Run(plan);
    if (run.streams)
    {
        StoreFence();
    }
}

inline Diagnosis CopyTensorBy(CopyPath path, DML_TENSOR_DATA_TYPE type, void* destination,
                              std::uint64_t destinationBytes, const TensorLayout& destinationLayout, const void* source,
                              std::uint64_t sourceBytes, const TensorLayout& sourceLayout, CopyHint hint) noexcept
{
    if (!destinationLayout)
    {
        return OfTensor(destinationLayout.Reason(), 0);
    }
    if (!sourceLayout)
    {
        return OfTensor(sourceLayout.Reason(), 1);
    }
    const std::uint32_t bits = ElementSizeInBits(type);
    if (bits == 0)
    {
        return {TensorError::UnknownDataType, None32, static_cast<std::uint32_t>(type), 13};
    }
    const Diagnosis sizes = CheckSizes(destinationLayout, sourceLayout);
    if (!sizes.Ok())
    {
        return sizes;
    }
    const Buffer buffers[] = {
        {destination, destinationBytes, UsedBytesOf(destinationLayout, type), TensorError::DestinationTooSmall},
        {source, sourceBytes, UsedBytesOf(sourceLayout, type), TensorError::SourceTooSmall}};
    const Diagnosis ofBuffers = CheckBuffers(buffers, 2);
    CopyPlan plan;
    if (ofBuffers.Ok())
    {
        plan.to = static_cast<unsigned char*>(destination) + buffers[0].used.first;
        plan.from = static_cast<const unsigned char*>(source) + buffers[1].used.first;
        plan.unit = bits < 8 ? 1 : bits / 8;
        const std::uint32_t missing = destinationLayout.Rank() - sourceLayout.Rank();
        const bool isOneRow = destinationLayout.IsRowMajor() && sourceLayout.IsRowMajor()
                              && destinationLayout.ElementCount() == sourceLayout.ElementCount();
        if (isOneRow)
        {
            plan.Insert(static_cast<std::size_t>(destinationLayout.ElementCount()), plan.unit, plan.unit);
        }
        for (std::uint32_t i = 0; i < destinationLayout.Rank() && !isOneRow; ++i)
        {
            const bool repeats = i < missing || sourceLayout.Sizes()[i - missing] == 1;
            plan.Insert(destinationLayout.Sizes()[i], destinationLayout.Strides()[i] * plan.unit,
                        repeats ? 0 : sourceLayout.Strides()[i - missing] * plan.unit);
        }
        plan.Merge();
    }
    // The plan shows nearly always that no two elements meet; the exact search is for what it does not show.
    if ((!ofBuffers.Ok() || !plan.IsNested()) && destinationLayout.HasOverlap())
    {
        return {TensorError::DestinationOverlaps, None32, 0, 0, 0};
    }
    if (!ofBuffers.Ok())
    {
        return ofBuffers;
    }
    if (buffers[0].used.Meets(destination, buffers[1].used, source))
    {
        return {TensorError::BuffersOverlap, None32, 0, 0, 0};
    }
    if (bits == 4)
    {
        const std::size_t firstTo = destinationLayout.FirstElement() % 2;
        const std::size_t firstFrom = sourceLayout.FirstElement() % 2;
        if (firstTo + firstFrom > 0 || !plan.Halve())
        {
            CopyNibbles(plan, firstTo, firstFrom);
            return {};
        }
    }
    plan.Widen();
    RunPlan(path, plan, hint);
    return {};
}

// =====================================================================================================================
//   Gather
// =====================================================================================================================

// The position that an index of either width and sign means: one below 0 counts from the end, and what is outside reads
// the last element. Source: "DML_GATHER_OPERATOR_DESC structure".
inline std::size_t ResolveIndex(const unsigned char* at, DML_TENSOR_DATA_TYPE type, std::uint32_t size) noexcept
{
    const std::uint32_t last = size - 1;
    std::uint64_t index = 0;
    bool isNegative = false;
    switch (static_cast<std::uint32_t>(type))
    {
    case 3: // UINT32
    case 6: // INT32
    {
        std::uint32_t narrow = 0;
        std::memcpy(&narrow, at, sizeof(narrow));
        isNegative = static_cast<std::uint32_t>(type) == 6 && narrow >> 31 != 0;
        index = isNegative ? narrow | ~Max32 : narrow;
        break;
    }
    default: // UINT64, INT64
        std::memcpy(&index, at, sizeof(index));
        isNegative = static_cast<std::uint32_t>(type) == 11 && index >> 63 != 0;
    }
    if (isNegative)
    {
        index += size; // wraps to what is meant; stays huge where it is still below 0
    }
    return static_cast<std::size_t>(index < size ? index : last);
}

// Elements or rows picked by position: row i of the output is the one at offsets[i] of the input.
template <std::size_t Unit>
void GatherElements(unsigned char* to, std::size_t toStride, const unsigned char* from, const std::size_t* offsets,
                    std::size_t count) noexcept
{
    std::size_t i = 0;
    for (; i + 4 <= count && toStride == Unit; i += 4)
    {
        std::memcpy(to + i * Unit, from + offsets[i], Unit);
        std::memcpy(to + i * Unit + Unit, from + offsets[i + 1], Unit);
        std::memcpy(to + i * Unit + 2 * Unit, from + offsets[i + 2], Unit);
        std::memcpy(to + i * Unit + 3 * Unit, from + offsets[i + 3], Unit);
    }
    for (; i < count; ++i)
    {
        std::memcpy(to + i * toStride, from + offsets[i], Unit);
    }
}

// An axis of a Gather along which the index changes.
struct IndexAxis
{
    std::size_t size;
    std::size_t to;
    std::size_t from;
    std::size_t index;

    void Move(const IndexAxis& axis, std::size_t steps) noexcept
    {
        to += steps * axis.to;
        from += steps * axis.from;
        index += steps * axis.index;
    }
};

inline void GatherRows(const Kernels& kernels, unsigned char* to, std::size_t toStride, const unsigned char* from,
                       const std::size_t* offsets, std::size_t count, std::size_t bytes) noexcept
{
    switch (bytes)
    {
    case 1: return GatherElements<1>(to, toStride, from, offsets, count);
    case 2: return GatherElements<2>(to, toStride, from, offsets, count);
    case 4: return GatherElements<4>(to, toStride, from, offsets, count);
    case 8: return GatherElements<8>(to, toStride, from, offsets, count);
    default: break;
    }
    constexpr std::size_t Part = 256;
    const CopyRun run = {&kernels, false};
    for (std::size_t i = 0; i < count; ++i)
    {
        // The rows stand anywhere: nothing but the offsets tells the processor which comes next. A part of it is
        // prefetched with each part that is copied.
        const unsigned char* const next = from + offsets[i + 2 < count ? i + 2 : count - 1];
        for (std::size_t done = 0; done < bytes; done += Part)
        {
            const std::size_t part = bytes - done < Part ? bytes - done : Part;
            for (std::size_t k = 0; k < part; k += LineBytes)
            {
                Prefetch(next + done + k);
            }
            run.Rows({to + i * toStride + done, 0, from + offsets[i] + done, 0, 1, part}, false);
        }
    }
}

inline Diagnosis GatherTensorBy(CopyPath path, const DML_GATHER_OPERATOR_DESC& desc, const void* input,
                                std::uint64_t inputBytes, const void* indices, std::uint64_t indicesBytes, void* output,
                                std::uint64_t outputBytes) noexcept
{
    const Diagnosis reason = Validate(desc);
    if (!reason.Ok() && reason != TensorError::GatherBatch)
    {
        return reason;
    }
    const auto& inputDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.InputTensor->Desc);
    const auto& indicesDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.IndicesTensor->Desc);
    const auto& outputDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.OutputTensor->Desc);
    const TensorLayout inputLayout = TensorLayout::Of(inputDesc);
    const TensorLayout indicesLayout = TensorLayout::Of(indicesDesc);
    const TensorLayout outputLayout = TensorLayout::Of(outputDesc);
    const Buffer buffers[] = {
        {input, inputBytes, UsedBytesOf(inputLayout, inputDesc.DataType), TensorError::SourceTooSmall},
        {indices, indicesBytes, UsedBytesOf(indicesLayout, indicesDesc.DataType), TensorError::SourceTooSmall},
        {output, outputBytes, UsedBytesOf(outputLayout, outputDesc.DataType), TensorError::DestinationTooSmall}};
    const Diagnosis ofBuffers = CheckBuffers(buffers, 3);
    if (!ofBuffers.Ok())
    {
        return ofBuffers;
    }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        if (buffers[2].used.Meets(output, buffers[i].used, buffers[i].pointer))
        {
            return {TensorError::BuffersOverlap, None32, 0, 0, i};
        }
    }

    const std::uint32_t rank = inputDesc.DimensionCount;
    const GatherSizes sizes{inputDesc.Sizes, indicesDesc.Sizes, rank, desc.Axis, desc.IndexDimensions};
    const std::uint32_t inputOnes = LeadingOnes(inputDesc.Sizes, rank);
    const std::uint32_t indicesOnes = LeadingOnes(indicesDesc.Sizes, rank);
    const std::uint32_t batch = sizes.BatchDimensions();
    const std::uint32_t count = sizes.Count();
    const std::size_t unit = ElementSizeInBits(inputDesc.DataType) / 8;
    const std::size_t indexUnit = ElementSizeInBits(indicesDesc.DataType) / 8;

    // The axes along which the index changes, from the slowest in the output to the fastest; all others are in the
    // plan.
    IndexAxis axes[2 * MaxRank] = {};
    std::uint32_t indexAxes = 0;
    CopyPlan plan;
    plan.unit = unit;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const Diagnosis sourceAxis = sizes.Source(i);
        IndexAxis axis = {static_cast<std::size_t>(sourceAxis.actual), 0, 0, 0};
        axis.to = i + rank >= count ? outputLayout.Strides()[i + rank - count] * unit : 0;
        bool hasIndex = sourceAxis.tensor == 1;
        if (hasIndex)
        {
            axis.index = indicesLayout.Strides()[sourceAxis.axis] * indexUnit;
        }
        else
        {
            axis.from = inputLayout.Strides()[sourceAxis.axis] * unit;
            hasIndex = i < desc.Axis && sourceAxis.axis >= inputOnes && sourceAxis.axis - inputOnes < batch;
            if (hasIndex)
            {
                axis.index = indicesLayout.Strides()[indicesOnes + sourceAxis.axis - inputOnes] * indexUnit;
            }
        }
        if (!hasIndex)
        {
            plan.Insert(axis.size, axis.to, axis.from);
        }
        else if (axis.size > 1)
        {
            std::uint32_t place = indexAxes++;
            for (; place > 0 && axes[place - 1].to < axis.to; --place)
            {
                axes[place] = axes[place - 1];
            }
            axes[place] = axis;
        }
    }
    plan.Merge();
    std::size_t rowBytes = unit;
    if (plan.rank > 0 && plan.axes[plan.rank - 1].to == unit && plan.axes[plan.rank - 1].from == unit)
    {
        rowBytes = unit * plan.axes[--plan.rank].size;
    }
    const IndexAxis inner = indexAxes > 0 ? axes[--indexAxes] : IndexAxis{1, 0, 0, 0};
    const std::size_t indexedStride = inputLayout.Strides()[desc.Axis] * unit;
    const std::uint32_t indexedSize = inputDesc.Sizes[desc.Axis];
    const Kernels& kernels = *KernelsOf(path);

    // All indices of a run are resolved before the first of them is used, once for all rows that they pick.
    ForEachPosition(axes, indexAxes,
                    [&](const IndexAxis& position) noexcept
                    {
                        constexpr std::size_t Run = 1024;
                        std::size_t offsets[Run];
                        for (std::size_t first = 0; first < inner.size; first += Run)
                        {
                            const std::size_t run = inner.size - first < Run ? inner.size - first : Run;
                            const auto* index =
                                static_cast<const unsigned char*>(indices) + position.index + first * inner.index;
                            for (std::size_t i = 0; i < run; ++i, index += inner.index)
                            {
                                offsets[i] = ResolveIndex(index, indicesDesc.DataType, indexedSize) * indexedStride
                                             + (first + i) * inner.from;
                            }
                            plan.to = static_cast<unsigned char*>(output) + position.to + first * inner.to;
                            plan.from = static_cast<const unsigned char*>(input) + position.from;
                            ForEachPosition(plan, [&](unsigned char* to, const unsigned char* from) noexcept
                                            { GatherRows(kernels, to, inner.to, from, offsets, run, rowBytes); });
                        }
                    });
    return {};
}
} // namespace detail

/// destination[c] = source[c] for every coordinate c of the destination's sizes. The source's sizes are equal, or
/// broadcast to them (right-aligned, a size of 1 repeats). Buffer sizes are in bytes; no alignment is asked of them.
/// Bytes between the destination's elements are not touched, and of a byte of which a 4-bit copy writes one half the
/// other is kept. Slices of one tensor can be copied at the same time where they share no byte.
///
/// Nothing is written where the reason is not Ok. tensor is 0 for the destination and 1 for the source:
/// the error that a layout carries · UnknownDataType · RankDiffers (the source has more axes) and SizesDiffer (axis,
/// the destination's size, the source's) · DestinationOverlaps · SpanLimit (no end in bytes) · NullPointer ·
/// DestinationTooSmall and SourceTooSmall (bytes given, bytes needed) · BuffersOverlap (the ranges of bytes from the
/// first element to the last).
inline Diagnosis CopyTensor(DML_TENSOR_DATA_TYPE type, void* destination, std::uint64_t destinationBytes,
                            const TensorLayout& destinationLayout, const void* source, std::uint64_t sourceBytes,
                            const TensorLayout& sourceLayout, CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::CopyTensorBy(detail::BestCopyPath(), type, destination, destinationBytes, destinationLayout, source,
                                sourceBytes, sourceLayout, hint);
}

/// What a Gather yields, on the CPU:
///
///     output[p ++ k ++ s] = input[p ++ index ++ s]    index = indices[the batch's axes of p ++ k]
///
/// with p the coordinates before Axis, s those after it and k the last IndexDimensions of the indices; 1s are cropped
/// or added in front. An index i < 0 means i + size; what is then outside reads the last element.
///
/// Nothing is written where the reason is not Ok: that of Validate, unless it is GatherBatch · SpanLimit · NullPointer
/// · SourceTooSmall (tensor 0 input, 1 indices) and DestinationTooSmall (tensor 2), with the bytes given and needed ·
/// BuffersOverlap (tensor 0 or 1: what the output shares memory with).
/// Source: "DML_GATHER_OPERATOR_DESC structure".
inline Diagnosis GatherTensor(const DML_GATHER_OPERATOR_DESC& desc, const void* input, std::uint64_t inputBytes,
                              const void* indices, std::uint64_t indicesBytes, void* output,
                              std::uint64_t outputBytes) noexcept
{
    return detail::GatherTensorBy(detail::BestCopyPath(), desc, input, inputBytes, indices, indicesBytes, output,
                                  outputBytes);
}

// Other headers define __cpp_lib_mdspan as well: the guard of <mdspan> itself, of each library, tells whether it was
// included.
#if defined(__cpp_lib_mdspan) && (defined(_LIBCPP_MDSPAN) || defined(_GLIBCXX_MDSPAN) || defined(_MDSPAN_))
/// The elements of a layout in memory of its own type, from FirstElement on. Empty, at null, for a layout that carries
/// an error, has another rank or elements that share an offset, or whose strides std::layout_stride does not allow
/// (each axis must step over all that the faster ones reach).
template <class T, std::size_t Rank>
auto AsMdspan(T* pointer, const TensorLayout& layout) noexcept
{
    static_assert(Rank >= 1 && Rank <= detail::MaxRank, "a tensor has 1 to 8 dimensions");
    using Extents = std::dextents<std::size_t, Rank>;
    using Mapping = std::layout_stride::mapping<Extents>;
    using Span = std::mdspan<T, Extents, std::layout_stride>;
    if (!layout || layout.Rank() != Rank
        || layout.EndInBytes(DML_TENSOR_DATA_TYPE_UINT8) > static_cast<std::size_t>(-1))
    {
        return Span(nullptr, Mapping());
    }
    detail::CopyPlan plan;
    for (std::uint32_t axis = 0; axis < Rank; ++axis)
    {
        plan.Insert(layout.Sizes()[axis], layout.Strides()[axis], 0);
    }
    if (!plan.IsNested())
    {
        return Span(nullptr, Mapping());
    }
    // The stride of an axis of size 1 never matters to a tensor; here it must not get in the way of the others.
    const std::size_t beyond = plan.rank == 0 ? 1 : plan.axes[0].size * plan.axes[0].to;
    std::array<std::size_t, Rank> sizes = {};
    std::array<std::size_t, Rank> strides = {};
    for (std::uint32_t axis = 0; axis < Rank; ++axis)
    {
        sizes[axis] = layout.Sizes()[axis];
        strides[axis] = sizes[axis] == 1 ? beyond : layout.Strides()[axis];
    }
    return Span(pointer + layout.FirstElement(), Mapping(Extents(sizes), strides));
}
#endif
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DML_TENSOR_UTILS_COPY_ISA

#elif defined(DML_TENSOR_UTILS_COPY_LANES)

// =====================================================================================================================
//   The kernels for one width of vectors, of DML_TENSOR_UTILS_COPY_LANES times 16 bytes
//
//   Every function that touches a vector names its instruction set: GCC takes a vector apart in a function that does
//   not, even where that is inlined into one that does. To add a width: its name and target here, its table above.
// =====================================================================================================================

#if DML_TENSOR_UTILS_COPY_LANES == 1
#define DML_TENSOR_UTILS_COPY_NAMESPACE vector128
#define DML_TENSOR_UTILS_COPY_NARROWER nullptr
#define DML_TENSOR_UTILS_COPY_TARGET
#elif DML_TENSOR_UTILS_COPY_LANES == 2
#define DML_TENSOR_UTILS_COPY_NAMESPACE vector256
#define DML_TENSOR_UTILS_COPY_NARROWER &vector128::kernels
#define DML_TENSOR_UTILS_COPY_TARGET target("avx2"),
#else
#define DML_TENSOR_UTILS_COPY_NAMESPACE vector512
#define DML_TENSOR_UTILS_COPY_NARROWER &vector256::kernels
#define DML_TENSOR_UTILS_COPY_TARGET target("avx512bw,avx512vl"),
#endif

#if defined(__GNUC__) || defined(__clang__)
#define DML_TENSOR_UTILS_COPY_STEP inline __attribute__((DML_TENSOR_UTILS_COPY_TARGET always_inline))
#define DML_TENSOR_UTILS_COPY_KERNEL inline __attribute__((DML_TENSOR_UTILS_COPY_TARGET noinline))
#else
#define DML_TENSOR_UTILS_COPY_STEP __forceinline
#define DML_TENSOR_UTILS_COPY_KERNEL inline
#endif
// Arrays of vectors stay in registers only where every loop over them is unrolled.
#if defined(__clang__)
#define DML_TENSOR_UTILS_COPY_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define DML_TENSOR_UTILS_COPY_UNROLL _Pragma("GCC unroll 16")
#else
#define DML_TENSOR_UTILS_COPY_UNROLL
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{
namespace detail::DML_TENSOR_UTILS_COPY_NAMESPACE
{
inline constexpr std::size_t Lanes = DML_TENSOR_UTILS_COPY_LANES;
inline constexpr std::size_t VectorBytes = 16 * Lanes;

// ---- steps: what one instruction does, lane by lane -----------------------------------------------------------------

#if DML_TENSOR_UTILS_COPY_ISA == 1

using Lane = unsigned char __attribute__((vector_size(16)));
using Vector = unsigned char __attribute__((vector_size(VectorBytes)));
using Chars = char __attribute__((vector_size(VectorBytes)));
using Quads = long long __attribute__((vector_size(VectorBytes)));

DML_TENSOR_UTILS_COPY_STEP Vector Load(const unsigned char* from) noexcept
{
    Vector vector;
    std::memcpy(&vector, from, sizeof(vector));
    return vector;
}

DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, Vector vector) noexcept
{
    std::memcpy(to, &vector, sizeof(vector));
}

// Past the caches; the address is a multiple of the vector's size.
DML_TENSOR_UTILS_COPY_STEP void Stream(unsigned char* to, Vector vector) noexcept
{
#if defined(__clang__)
    __builtin_nontemporal_store(vector, reinterpret_cast<Vector*>(to));
#elif DML_TENSOR_UTILS_COPY_LANES == 1
    __builtin_ia32_movntdq(reinterpret_cast<Quads*>(to), reinterpret_cast<Quads>(vector));
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    __builtin_ia32_movntdq256(reinterpret_cast<Quads*>(to), reinterpret_cast<Quads>(vector));
#else
    __builtin_ia32_movntdq512(reinterpret_cast<Quads*>(to), reinterpret_cast<Quads>(vector));
#endif
}

#if DML_TENSOR_UTILS_COPY_LANES > 1
// The lower half of a vector, and the upper. GCC makes a shuffle of __builtin_shufflevector here, instead of a load.
template <class Half, std::size_t... I>
DML_TENSOR_UTILS_COPY_STEP Vector Join(Half low, Half high, std::index_sequence<I...>) noexcept
{
#if defined(__clang__)
    return __builtin_shufflevector(low, high, static_cast<int>(I)...);
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    using Ints = int __attribute__((vector_size(16)));
    using HalfQuads = long long __attribute__((vector_size(16)));
    const auto widened = __builtin_ia32_si256_si(reinterpret_cast<Ints>(low));
    return reinterpret_cast<Vector>(
        __builtin_ia32_insert128i256(reinterpret_cast<Quads>(widened), reinterpret_cast<HalfQuads>(high), 1));
#else
    using Ints = int __attribute__((vector_size(32)));
    using HalfQuads = long long __attribute__((vector_size(32)));
    const auto widened = reinterpret_cast<Quads>(__builtin_ia32_si512_256si(reinterpret_cast<Ints>(low)));
    return reinterpret_cast<Vector>(
        __builtin_ia32_inserti64x4_mask(widened, reinterpret_cast<HalfQuads>(high), 1, widened, 0xFF));
#endif
}
#endif

// A lane from each of `Lanes` places.
DML_TENSOR_UTILS_COPY_STEP Vector LoadLanes(const unsigned char* from, std::size_t apart) noexcept
{
#if DML_TENSOR_UTILS_COPY_LANES == 1
    (void)apart;
    return Load(from);
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    return Join(vector128::Load(from), vector128::Load(from + apart), std::make_index_sequence<VectorBytes>());
#else
    return Join(vector256::LoadLanes(from, apart), vector256::LoadLanes(from + 2 * apart, apart),
                std::make_index_sequence<VectorBytes>());
#endif
}

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return reinterpret_cast<Vector>(Quads{} + static_cast<long long>(bits));
}

template <std::size_t First, std::size_t... I>
DML_TENSOR_UTILS_COPY_STEP Lane LaneOf(Vector vector, std::index_sequence<I...>) noexcept
{
    return __builtin_shufflevector(vector, vector, static_cast<int>(First + I)...);
}

template <std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StoreLane(unsigned char* to, Vector vector) noexcept
{
    const Lane lane = LaneOf<16 * Index>(vector, std::make_index_sequence<16>());
    std::memcpy(to, &lane, sizeof(lane));
}

// Where byte i of a zip comes from: elements of either vector in turn, of the lower or the upper half of each lane.
constexpr int ZipIndex(std::size_t unit, bool high, std::size_t i) noexcept
{
    const std::size_t inLane = i % 16;
    return static_cast<int>(i - inLane + (high ? 8 : 0) + inLane / (2 * unit) * unit + inLane % unit
                            + (inLane / unit % 2 == 0 ? 0 : VectorBytes));
}

template <std::size_t Unit, bool High, std::size_t... I>
DML_TENSOR_UTILS_COPY_STEP Vector Zip(Vector a, Vector b, std::index_sequence<I...>) noexcept
{
    return __builtin_shufflevector(a, b, ZipIndex(Unit, High, I)...);
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    return Zip<Unit, false>(a, b, std::make_index_sequence<VectorBytes>());
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    return Zip<Unit, true>(a, b, std::make_index_sequence<VectorBytes>());
}

#if DML_TENSOR_UTILS_COPY_LANES == 1
// 4 or 8 bytes, and zeros.
template <std::size_t Bytes>
DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
{
    long long part = 0;
    std::memcpy(&part, from, Bytes);
    return reinterpret_cast<Vector>(Quads{part, 0});
}

template <std::size_t Bytes, std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StorePart(unsigned char* to, Vector vector) noexcept
{
    if constexpr (Bytes == 8)
    {
        const long long part = reinterpret_cast<Quads>(vector)[Index];
        std::memcpy(to, &part, Bytes);
    }
    else
    {
        using Ints = int __attribute__((vector_size(16)));
        const int part = reinterpret_cast<Ints>(vector)[Index];
        std::memcpy(to, &part, Bytes);
    }
}
#else
DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept
{
    return a | b;
}

// Byte i of a lane is the byte mask[i] of the same lane, or 0 where that is 0x80.
DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    const Chars bytes = reinterpret_cast<Chars>(vector);
    const Chars places = reinterpret_cast<Chars>(mask);
#if DML_TENSOR_UTILS_COPY_LANES == 2
    return reinterpret_cast<Vector>(__builtin_ia32_pshufb256(bytes, places));
#elif defined(__clang__)
    return reinterpret_cast<Vector>(__builtin_ia32_pshufb512(bytes, places));
#else
    return reinterpret_cast<Vector>(__builtin_ia32_pshufb512_mask(bytes, places, bytes, ~0ULL));
#endif
}
#define DML_TENSOR_UTILS_COPY_SHUFFLES 1
#endif

#elif DML_TENSOR_UTILS_COPY_ISA == 2

#if DML_TENSOR_UTILS_COPY_LANES == 1
using Vector = __m128i;
#define DML_TENSOR_UTILS_COPY_MM(name) _mm_##name
#define DML_TENSOR_UTILS_COPY_SI(name) _mm_##name##_si128
#elif DML_TENSOR_UTILS_COPY_LANES == 2
using Vector = __m256i;
#define DML_TENSOR_UTILS_COPY_MM(name) _mm256_##name
#define DML_TENSOR_UTILS_COPY_SI(name) _mm256_##name##_si256
#else
using Vector = __m512i;
#define DML_TENSOR_UTILS_COPY_MM(name) _mm512_##name
#define DML_TENSOR_UTILS_COPY_SI(name) _mm512_##name##_si512
#endif

DML_TENSOR_UTILS_COPY_STEP Vector Load(const unsigned char* from) noexcept
{
    return DML_TENSOR_UTILS_COPY_SI(loadu)(reinterpret_cast<const Vector*>(from));
}

DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, Vector vector) noexcept
{
    DML_TENSOR_UTILS_COPY_SI(storeu)(reinterpret_cast<Vector*>(to), vector);
}

DML_TENSOR_UTILS_COPY_STEP void Stream(unsigned char* to, Vector vector) noexcept
{
    DML_TENSOR_UTILS_COPY_SI(stream)(reinterpret_cast<Vector*>(to), vector);
}

DML_TENSOR_UTILS_COPY_STEP Vector LoadLanes(const unsigned char* from, std::size_t apart) noexcept
{
#if DML_TENSOR_UTILS_COPY_LANES == 1
    (void)apart;
    return Load(from);
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    return _mm256_inserti128_si256(_mm256_castsi128_si256(vector128::Load(from)), vector128::Load(from + apart), 1);
#else
    return _mm512_inserti64x4(_mm512_castsi256_si512(vector256::LoadLanes(from, apart)),
                              vector256::LoadLanes(from + 2 * apart, apart), 1);
#endif
}

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
#if DML_TENSOR_UTILS_COPY_LANES == 4
    return _mm512_set1_epi64(static_cast<long long>(bits));
#else
    return DML_TENSOR_UTILS_COPY_MM(set1_epi64x)(static_cast<long long>(bits));
#endif
}

template <std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StoreLane(unsigned char* to, Vector vector) noexcept
{
#if DML_TENSOR_UTILS_COPY_LANES == 1
    Store(to, vector);
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    vector128::Store(to, _mm256_extracti128_si256(vector, Index));
#else
    vector128::Store(to, _mm512_extracti32x4_epi32(vector, Index));
#endif
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    if constexpr (Unit == 1)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpacklo_epi8)(a, b);
    }
    else if constexpr (Unit == 2)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpacklo_epi16)(a, b);
    }
    else if constexpr (Unit == 4)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpacklo_epi32)(a, b);
    }
    else
    {
        return DML_TENSOR_UTILS_COPY_MM(unpacklo_epi64)(a, b);
    }
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    if constexpr (Unit == 1)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpackhi_epi8)(a, b);
    }
    else if constexpr (Unit == 2)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpackhi_epi16)(a, b);
    }
    else if constexpr (Unit == 4)
    {
        return DML_TENSOR_UTILS_COPY_MM(unpackhi_epi32)(a, b);
    }
    else
    {
        return DML_TENSOR_UTILS_COPY_MM(unpackhi_epi64)(a, b);
    }
}

#if DML_TENSOR_UTILS_COPY_LANES == 1
template <std::size_t Bytes>
DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
{
    if constexpr (Bytes == 8)
    {
        return _mm_loadl_epi64(reinterpret_cast<const Vector*>(from));
    }
    else
    {
        int part = 0;
        std::memcpy(&part, from, Bytes);
        return _mm_cvtsi32_si128(part);
    }
}

template <std::size_t Bytes, std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StorePart(unsigned char* to, Vector vector) noexcept
{
    const Vector shifted = _mm_srli_si128(vector, Bytes * Index);
    if constexpr (Bytes == 8)
    {
        _mm_storel_epi64(reinterpret_cast<Vector*>(to), shifted);
    }
    else
    {
        const int part = _mm_cvtsi128_si32(shifted);
        std::memcpy(to, &part, Bytes);
    }
}
#else
DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept
{
    return DML_TENSOR_UTILS_COPY_SI(or)(a, b);
}

DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    return DML_TENSOR_UTILS_COPY_MM(shuffle_epi8)(vector, mask);
}
#define DML_TENSOR_UTILS_COPY_SHUFFLES 1
#endif

#undef DML_TENSOR_UTILS_COPY_MM
#undef DML_TENSOR_UTILS_COPY_SI

#else

using Vector = uint8x16_t;

DML_TENSOR_UTILS_COPY_STEP Vector Load(const unsigned char* from) noexcept
{
    return vld1q_u8(from);
}

DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, Vector vector) noexcept
{
    vst1q_u8(to, vector);
}

DML_TENSOR_UTILS_COPY_STEP void Stream(unsigned char* to, Vector vector) noexcept
{
    vst1q_u8(to, vector);
}

DML_TENSOR_UTILS_COPY_STEP Vector LoadLanes(const unsigned char* from, std::size_t) noexcept
{
    return vld1q_u8(from);
}

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return vreinterpretq_u8_u64(vdupq_n_u64(bits));
}

template <std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StoreLane(unsigned char* to, Vector vector) noexcept
{
    vst1q_u8(to, vector);
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    if constexpr (Unit == 1)
    {
        return vzip1q_u8(a, b);
    }
    else if constexpr (Unit == 2)
    {
        return vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
    }
    else if constexpr (Unit == 4)
    {
        return vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
    }
    else
    {
        return vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
    }
}

template <std::size_t Unit>
DML_TENSOR_UTILS_COPY_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    if constexpr (Unit == 1)
    {
        return vzip2q_u8(a, b);
    }
    else if constexpr (Unit == 2)
    {
        return vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
    }
    else if constexpr (Unit == 4)
    {
        return vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
    }
    else
    {
        return vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
    }
}

template <std::size_t Bytes>
DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
{
    std::uint64_t part = 0;
    std::memcpy(&part, from, Bytes);
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(part), vcreate_u64(0)));
}

template <std::size_t Bytes, std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StorePart(unsigned char* to, Vector vector) noexcept
{
    if constexpr (Bytes == 8)
    {
        const std::uint64_t part = vgetq_lane_u64(vreinterpretq_u64_u8(vector), Index);
        std::memcpy(to, &part, Bytes);
    }
    else
    {
        const std::uint32_t part = vgetq_lane_u32(vreinterpretq_u32_u8(vector), Index);
        std::memcpy(to, &part, Bytes);
    }
}

DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept
{
    return vorrq_u8(a, b);
}

DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    return vqtbl1q_u8(vector, mask);
}
#define DML_TENSOR_UTILS_COPY_SHUFFLES 1

#endif

// ---- rows -----------------------------------------------------------------------------------------------------------

// A row's last vector overlaps the one before, here and below. Rows have at least VectorBytes.
DML_TENSOR_UTILS_COPY_KERNEL void CopyRows(const Region& reference) noexcept
{
    const Region region = reference;
    const std::size_t last = region.columns - VectorBytes;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        std::size_t i = 0;
        for (; i + 4 * VectorBytes <= last; i += 4 * VectorBytes)
        {
            const Vector a = Load(from + i);
            const Vector b = Load(from + i + VectorBytes);
            const Vector c = Load(from + i + 2 * VectorBytes);
            const Vector d = Load(from + i + 3 * VectorBytes);
            Store(to + i, a);
            Store(to + i + VectorBytes, b);
            Store(to + i + 2 * VectorBytes, c);
            Store(to + i + 3 * VectorBytes, d);
        }
        for (; i < last; i += VectorBytes)
        {
            Store(to + i, Load(from + i));
        }
        Store(to + last, Load(from + last));
    }
}

DML_TENSOR_UTILS_COPY_KERNEL void FillRows(const Region& reference) noexcept
{
    const Region region = reference;
    const std::size_t last = region.columns - VectorBytes;
    const Vector vector =
        region.unit < 16 ? Repeat(RepeatedElement(region.unit, region.from)) : LoadLanes(region.from, 0);
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        for (std::size_t i = 0; i < last; i += VectorBytes)
        {
            Store(to + i, vector);
        }
        Store(to + last, vector);
    }
}

// Whole lines past the caches, the ends of a row as they are.
DML_TENSOR_UTILS_COPY_KERNEL void StreamRows(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        const std::size_t misplaced = (0 - reinterpret_cast<std::uintptr_t>(to)) % LineBytes;
        const std::size_t head = misplaced < region.columns ? misplaced : region.columns;
        const std::size_t end = head + (region.columns - head) / LineBytes * LineBytes;
        std::memcpy(to, from, head);
        for (std::size_t i = head; i < end; i += LineBytes)
        {
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t k = 0; k < LineBytes; k += VectorBytes)
            {
                Stream(to + i + k, Load(from + i + k));
            }
        }
        std::memcpy(to + end, from + end, region.columns - end);
    }
}

// ---- transposes -----------------------------------------------------------------------------------------------------

// `Rows` rows of RowBytes bytes become the rows of their transpose, by log2(Rows) rounds of zips; each vector holds
// 16 / RowBytes of them. The second half of the rows begins `half` bytes after the first. A lane holds a tile of its own,
// `apart` bytes from the lane before; where Tall, in the next 16 bytes.
template <std::size_t Unit, std::size_t RowBytes, std::size_t Rows, bool Tall = false>
DML_TENSOR_UTILS_COPY_STEP void LoadTransposed(Vector* to, const unsigned char* from, std::size_t stride,
                                               std::size_t half, std::size_t apart) noexcept
{
    if constexpr (Rows == 1)
    {
        to[0] = Tall ? Load(from) : LoadLanes(from, apart);
    }
#if DML_TENSOR_UTILS_COPY_LANES == 1
    else if constexpr (Rows == 2 && RowBytes == 8)
    {
        to[0] = ZipLow<Unit>(LoadPart<8>(from), LoadPart<8>(from + half));
    }
    else if constexpr (Rows == 4 && RowBytes == 4)
    {
        to[0] = ZipLow<Unit>(ZipLow<Unit>(LoadPart<4>(from), LoadPart<4>(from + half)),
                             ZipLow<Unit>(LoadPart<4>(from + stride), LoadPart<4>(from + stride + half)));
    }
#endif
    else
    {
        constexpr std::size_t Half = Rows * RowBytes / 32;
        Vector even[Half];
        Vector odd[Half];
        LoadTransposed<Unit, RowBytes, Rows / 2, Tall>(even, from, 2 * stride, half, apart);
        LoadTransposed<Unit, RowBytes, Rows / 2, Tall>(odd, from + (Rows == 2 ? half : stride), 2 * stride, half,
                                                       apart);
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Half; ++i)
        {
            to[2 * i] = ZipLow<Unit>(even[i], odd[i]);
            to[2 * i + 1] = ZipHigh<Unit>(even[i], odd[i]);
        }
    }
}

// Lane i to i * apart.
template <std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StoreLanes(unsigned char* to, std::size_t apart, Vector vector) noexcept
{
    StoreLane<Index>(to + Index * apart, vector);
    if constexpr (Index + 1 < Lanes)
    {
        StoreLanes<Index + 1>(to, apart, vector);
    }
}

template <std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void StoreTileRows(unsigned char* to, std::size_t stride, Vector vector) noexcept
{
    if constexpr (RowBytes == 16)
    {
        (void)stride;
        Store(to, vector);
    }
#if DML_TENSOR_UTILS_COPY_LANES == 1
    else if constexpr (RowBytes == 8)
    {
        StorePart<8, 0>(to, vector);
        StorePart<8, 1>(to + stride, vector);
    }
    else
    {
        StorePart<4, 0>(to, vector);
        StorePart<4, 1>(to + stride, vector);
        StorePart<4, 2>(to + 2 * stride, vector);
        StorePart<4, 3>(to + 3 * stride, vector);
    }
#endif
}

// A plane in blocks of whole lines on both sides; the last tiles overlap those before. It has at least one tile. The
// lanes of a vector are tiles beside each other; where Tall, below each other.
template <std::size_t Unit, std::size_t RowBytes, bool Tall>
DML_TENSOR_UTILS_COPY_KERNEL void TransposePlane(const Region& reference, unsigned char* to,
                                                 const unsigned char* from) noexcept
{
    // A copy: what is stored through `to` could be the region itself, for all that the compiler knows.
    const Region region = reference;
    constexpr std::size_t LaneRows = RowBytes / Unit;
    constexpr std::size_t TileRows = LaneRows * (Tall ? Lanes : 1);
    constexpr std::size_t TileColumns = LaneRows * (Tall ? 1 : Lanes);
    constexpr std::size_t BlockRows = LineBytes / Unit;
    constexpr std::size_t Count = LaneRows * RowBytes / 16;
    const std::size_t lastRow = region.rows - TileRows;
    const std::size_t lastColumn = region.columns - TileColumns;
    for (std::size_t blockRow = 0; blockRow < region.rows; blockRow += BlockRows)
    {
        const std::size_t rowsEnd = region.rows - blockRow < BlockRows ? region.rows : blockRow + BlockRows;
        for (std::size_t blockColumn = 0; blockColumn < region.columns; blockColumn += region.block)
        {
            const std::size_t columnsEnd =
                region.columns - blockColumn < region.block ? region.columns : blockColumn + region.block;
            std::size_t nextColumn = blockColumn;
            for (std::size_t tileRow = blockRow; tileRow < rowsEnd; tileRow += TileRows)
            {
                const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
                const unsigned char* const rowFrom = from + row * Unit;
                unsigned char* const rowTo = to + row * region.toStride;
                if (region.ahead != 0)
                {
                    // A line serves as many tiles below each other as fit it: a part of the columns for each.
                    const std::size_t part = nextColumn + region.block * TileRows * Unit / LineBytes;
                    const unsigned char* next = from + nextColumn * region.fromStride + blockRow * Unit + region.ahead;
                    for (; nextColumn < part && nextColumn < columnsEnd; ++nextColumn, next += region.fromStride)
                    {
                        Prefetch(next);
                    }
                }
                for (std::size_t tileColumn = blockColumn; tileColumn < columnsEnd; tileColumn += TileColumns)
                {
                    const std::size_t column = tileColumn < lastColumn ? tileColumn : lastColumn;
                    Vector tile[Count];
                    LoadTransposed<Unit, RowBytes, LaneRows, Tall>(tile, rowFrom + column * region.fromStride,
                                                                   region.fromStride, LaneRows / 2 * region.fromStride,
                                                                   LaneRows * region.fromStride);
                    unsigned char* tileTo = rowTo + column * Unit;
                    DML_TENSOR_UTILS_COPY_UNROLL
                    for (std::size_t i = 0; i < Count; ++i, tileTo += 16 / RowBytes * region.toStride)
                    {
                        if constexpr (Tall)
                        {
                            StoreLanes<0>(tileTo, LaneRows * region.toStride, tile[i]);
                        }
                        else
                        {
                            StoreTileRows<RowBytes>(tileTo, region.toStride, tile[i]);
                        }
                    }
                }
            }
        }
    }
}

template <std::size_t Unit, std::size_t RowBytes, bool Tall = false>
void Transpose(const Region& region) noexcept
{
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        TransposePlane<Unit, RowBytes, Tall>(region, region.to + plane * region.planes.to,
                                             region.from + plane * region.planes.from);
    }
}

// The two halves of what Store would write, `second` bytes apart.
template <std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void StoreSplitRows(unsigned char* to, std::size_t stride, std::size_t second,
                                               Vector vector) noexcept
{
#if DML_TENSOR_UTILS_COPY_LANES == 1
    StorePart<RowBytes / 2, 0>(to, vector);
    StorePart<RowBytes / 2, 1>(to + second, vector);
    if constexpr (RowBytes == 8)
    {
        StorePart<4, 2>(to + stride, vector);
        StorePart<4, 3>(to + stride + second, vector);
    }
#else
    StoreLane<0>(to, vector);
    StoreLane<1>(to + second, vector);
#endif
    (void)stride;
}

// A tile's second half of columns begins earlier, so that it ends where the region does.
template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_KERNEL void TransposeSplit(const Region& reference) noexcept
{
    const Region region = reference;
    constexpr std::size_t TileRows = RowBytes / Unit;
    constexpr std::size_t Count = TileRows * RowBytes / 16;
    const std::size_t lastRow = region.rows - TileRows;
    const std::size_t second = region.columns - TileRows * Lanes / 2;
    const std::size_t half = (Lanes == 1 ? second : TileRows / 2) * region.fromStride;
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        unsigned char* const planeTo = region.to + plane * region.planes.to;
        const unsigned char* const planeFrom = region.from + plane * region.planes.from;
        for (std::size_t tileRow = 0; tileRow < region.rows; tileRow += TileRows)
        {
            const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
            Vector tile[Count];
            LoadTransposed<Unit, RowBytes, TileRows>(tile, planeFrom + row * Unit, region.fromStride, half,
                                                     second * region.fromStride);
            unsigned char* to = planeTo + row * region.toStride;
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t i = 0; i < Count; ++i, to += 16 / RowBytes * region.toStride)
            {
                StoreSplitRows<RowBytes>(to, region.toStride, second * Unit, tile[i]);
            }
        }
    }
}

// ---- channels -------------------------------------------------------------------------------------------------------

#if defined(DML_TENSOR_UTILS_COPY_SHUFFLES)

template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_STEP void LoadMasks(Vector (&masks)[Channels][Channels],
                                          const unsigned char (&bytes)[Channels][Channels][16]) noexcept
{
    for (std::size_t i = 0; i < Channels; ++i)
    {
        for (std::size_t k = 0; k < Channels; ++k)
        {
            masks[i][k] = LoadLanes(bytes[i][k], 0);
        }
    }
}

// One vector of the result: every byte of it comes from one of the vectors.
template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_STEP Vector Mix(const Vector (&vectors)[Channels], const Vector (&masks)[Channels]) noexcept
{
    Vector mixed = Shuffle(vectors[0], masks[0]);
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 1; i < Channels; ++i)
    {
        mixed = Or(mixed, Shuffle(vectors[i], masks[i]));
    }
    return mixed;
}

// Planes hold at least VectorBytes.
template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_KERNEL void Interleave(const Region& region) noexcept
{
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.interleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    for (std::size_t next = 0; next < bytes; next += VectorBytes)
    {
        const std::size_t at = bytes - next < VectorBytes ? bytes - VectorBytes : next;
        Vector planes[Channels];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            planes[i] = Load(region.from + i * region.fromStride + at);
        }
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            StoreLanes<0>(region.to + at * Channels + 16 * i, 16 * Channels, Mix<Channels>(planes, masks[i]));
        }
    }
}

template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_KERNEL void Deinterleave(const Region& region) noexcept
{
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.deinterleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    for (std::size_t next = 0; next < bytes; next += VectorBytes)
    {
        const std::size_t at = bytes - next < VectorBytes ? bytes - VectorBytes : next;
        Vector parts[Channels];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            parts[i] = LoadLanes(region.from + at * Channels + 16 * i, 16 * Channels);
        }
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            Store(region.to + i * region.toStride + at, Mix<Channels>(parts, masks[i]));
        }
    }
}

#endif

inline constexpr Kernels kernels = {
    Lanes,
    DML_TENSOR_UTILS_COPY_NARROWER,
    CopyRows,
    StreamRows,
    FillRows,
    {{Transpose<1, 16>, Transpose<2, 16>, Transpose<4, 16>, Transpose<8, 16>},
#if DML_TENSOR_UTILS_COPY_LANES == 1
     {Transpose<1, 8>, Transpose<2, 8>, Transpose<4, 8>, nullptr},
     {Transpose<1, 4>, nullptr, nullptr, nullptr}
#endif
    },
#if DML_TENSOR_UTILS_COPY_LANES == 1
    {{TransposeSplit<1, 16>, TransposeSplit<2, 16>, TransposeSplit<4, 16>, nullptr},
     {TransposeSplit<1, 8>, TransposeSplit<2, 8>, nullptr, nullptr}},
#elif DML_TENSOR_UTILS_COPY_LANES == 2
    {{TransposeSplit<1, 16>, TransposeSplit<2, 16>, TransposeSplit<4, 16>, TransposeSplit<8, 16>}},
#else
    {},
#endif
#if DML_TENSOR_UTILS_COPY_LANES > 1
    {Transpose<1, 16, true>, Transpose<2, 16, true>, Transpose<4, 16, true>, Transpose<8, 16, true>},
#else
    {},
#endif
#if defined(DML_TENSOR_UTILS_COPY_SHUFFLES)
    {Interleave<2>, Interleave<3>, Interleave<4>},
    {Deinterleave<2>, Deinterleave<3>, Deinterleave<4>},
#else
    {},
    {},
#endif
};
} // namespace detail::DML_TENSOR_UTILS_COPY_NAMESPACE
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DML_TENSOR_UTILS_COPY_KERNEL
#undef DML_TENSOR_UTILS_COPY_NAMESPACE
#undef DML_TENSOR_UTILS_COPY_NARROWER
#undef DML_TENSOR_UTILS_COPY_SHUFFLES
#undef DML_TENSOR_UTILS_COPY_STEP
#undef DML_TENSOR_UTILS_COPY_TARGET
#undef DML_TENSOR_UTILS_COPY_UNROLL

#endif // DML_TENSOR_COPY_HPP
