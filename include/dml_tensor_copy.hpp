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
//     Destination, Source   the two sides of a copy, so that neither can be taken for the other
//     CopyHint              whether the destination is read soon (Cached), or is a mapped upload heap (Streaming)
//
//   Everything is checked before the first byte is written, and a Diagnosis says what was found:
//
//     const Diagnosis reason =
//         CopyTensor(DML_TENSOR_DATA_TYPE_UINT8, Destination{planar, planarBytes, TensorLayout::Packed(sizes)},
//                    Source{pixels, pixelBytes, TensorLayout::Packed(sizes, Layout::NHWC)});
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//
// =====================================================================================================================

// This file includes itself: the part below `#elif defined(DTU_COPY_LANES)`, at the end, has the kernels and is read
// once for each width of vectors.
#if !defined(DML_TENSOR_COPY_HPP)
#define DML_TENSOR_COPY_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_copy.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "dml_tensor_copy.hpp needs a little-endian machine; DirectML runs on no other"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// =====================================================================================================================
//   Instruction sets
// =====================================================================================================================

// DTU_ISA says how vectors are written. The vector types of GCC and Clang need no header and are the same on every
// machine, so they are used wherever the machine has vectors of 16 bytes; elsewhere the compiler would split them,
// which is slower than the portable kernels. Intrinsics are used by Microsoft's compiler, and on ARM64 by GCC before
// 12, which has no __builtin_shufflevector.
//
// Two macros are for tests, and must be the same in all files of a program: DML_TENSOR_UTILS_COPY_INTRINSICS selects
// intrinsics under GCC and Clang, DML_TENSOR_UTILS_COPY_PORTABLE leaves vectors out.
//
// These macros stay defined, since dml_tensor_convert.hpp needs them: DTU_ISA and its values DTU_NO_VECTORS,
// DTU_GNU_VECTORS, DTU_X86_INTRINSICS, DTU_NEON_INTRINSICS; DTU_IS_X86, DTU_IS_ARM64; DTU_KERNEL, DTU_KERNEL_STEP,
// DTU_KERNEL_UNROLL.
//
// To add an instruction set:
//   1. If it has vectors of 16 bytes and GCC or Clang: the macro that says so, in the condition below. All kernels but
//      those of channels then work. For those, a shuffle of bytes, beside the others at HasShuffles in the last part.
//   2. Else a value here, its include, and all steps of the last part: each is one instruction or two.
//   3. Wider vectors: a name, the next narrower table and a target there; the header included once more below; an
//      enumerator of CopyPath, a line in KernelsOf, and the question to the machine in BestCopyPath.
// The tests run each path of the machine that they are on, and need no change.
#define DTU_NO_VECTORS 0
#define DTU_GNU_VECTORS 1
#define DTU_X86_INTRINSICS 2
#define DTU_NEON_INTRINSICS 3
#if defined(_M_ARM64) || (defined(__aarch64__) && defined(__ARM_NEON))
#define DTU_IS_ARM64 1
#else
#define DTU_IS_ARM64 0
#endif
#if defined(DML_TENSOR_UTILS_COPY_PORTABLE)
#define DTU_ISA DTU_NO_VECTORS
#elif (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) && !defined(DML_TENSOR_UTILS_COPY_INTRINSICS)      \
    && (defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__) || defined(__riscv_vector)                        \
        || defined(__loongarch_sx) || defined(__mips_msa) || defined(__wasm_simd128__))
#define DTU_ISA DTU_GNU_VECTORS
#elif defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)                                                      \
    || (defined(DML_TENSOR_UTILS_COPY_INTRINSICS) && defined(__SSE2__))
#define DTU_ISA DTU_X86_INTRINSICS
#elif DTU_IS_ARM64
#define DTU_ISA DTU_NEON_INTRINSICS
#else
#define DTU_ISA DTU_NO_VECTORS
#endif

// x86 also has vectors of 32 bytes, which a program must ask the processor for, and non-temporal stores.
#if DTU_ISA == DTU_X86_INTRINSICS || (DTU_ISA == DTU_GNU_VECTORS && (defined(__x86_64__) || defined(__i386__)))
#define DTU_IS_X86 1
#else
#define DTU_IS_X86 0
#endif

#if DTU_ISA == DTU_X86_INTRINSICS && defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#elif DTU_ISA == DTU_X86_INTRINSICS
#include <immintrin.h>
#elif DTU_ISA == DTU_NEON_INTRINSICS
#include <arm_neon.h>
#endif

// In front of a kernel, and of a function that is part of one. DTU_TARGET is defined where they are used. Arrays of
// vectors stay in registers only if every loop over them is unrolled.
#if defined(__GNUC__) || defined(__clang__)
#define DTU_KERNEL_STEP inline __attribute__((DTU_TARGET always_inline))
#define DTU_KERNEL inline __attribute__((DTU_TARGET noinline))
#else
#define DTU_KERNEL_STEP __forceinline
#define DTU_KERNEL inline
#endif
#if defined(__clang__)
#define DTU_KERNEL_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define DTU_KERNEL_UNROLL _Pragma("GCC unroll 16")
#else
#define DTU_KERNEL_UNROLL
#endif

// Microsoft's C run-time library has the processor's instruction set in a variable; GCC and Clang have a built-in
// function.
#if defined(_MSC_VER) && DTU_IS_X86
extern "C" int __isa_available;
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Description of a copy
//
//   Two layouts become one CopyPlan, whose axes have a stride on both sides, in elements. The axes are in the order of
//   the destination, so that each address is written once, in ascending order. A ByteMove is the same in bytes, with
//   as few axes as possible. For {8,64,56,56} of FLOAT32, NCHW to NHWC:
//
//            size x destination stride, source stride
//     plan    8 x 200704, 200704    56 x 3584, 56    56 x 64, 1    64 x 1, 3136
//     move    8 x 802816, 802816    3136 x 256, 4    64 x 4, 12544                     unit 4
//
//   That is a batch of transposes, as "Running a plan" sees from the last two axes.
// =====================================================================================================================

/// What the caller knows of the destination.
enum class CopyHint
{
    Auto,     ///< nothing: the size decides
    Cached,   ///< it is read soon
    Streaming ///< a mapped upload heap, or not read soon; writes whole cache lines in ascending order, never reads them
};

/// Where a copy writes.
struct Destination
{
    void* data;          ///< the start of the buffer, of a slice too
    std::uint64_t bytes; ///< of the buffer
    TensorLayout layout; ///< which of its elements
};

/// What a copy reads, in the same words. A type of its own, so that the two sides cannot be swapped.
struct Source
{
    const void* data;    ///< the start of the buffer, of a slice too
    std::uint64_t bytes; ///< of the buffer
    TensorLayout layout; ///< which of its elements
};

namespace detail
{
// The instructions that the kernels may use. Portable: no vectors. Vector128: SSE2 or NEON. Vector256: AVX2.
// Measured on 256 copies and conversions on a Xeon, AVX2 = 1: portable .30, SSE2 .64. With Microsoft's intrinsics: SSE2
// .60, AVX2 .99. AVX-512 would be .688 of memcpy where AVX2 is .671, and cost half as much code again.
enum class CopyPath : std::uint32_t
{
    Portable,
    Vector128,
    Vector256
};

inline constexpr std::size_t CacheLineBytes = 64;
inline constexpr std::size_t SecondLevelBytes = std::size_t{1} << 20; // of a cache of the second level, about

// One axis of a copy: its size, and its stride on both sides, in elements (CopyPlan) or in bytes (ByteMove).
struct CopyAxis
{
    std::size_t size;
    std::size_t destinationStride;
    std::size_t sourceStride;
    std::uint64_t auxiliaryStride; // of a Gather: in the indices; of a conversion: in the scales and biases
};
inline constexpr CopyAxis SingleStep = {1, 0, 0, 0};

constexpr std::size_t Smaller(std::size_t a, std::size_t b) noexcept { return a < b ? a : b; }

// Axes from the largest destination stride to the smallest; none has size 1.
struct CopyAxes
{
    std::uint32_t rank = 0;
    CopyAxis axes[MaxRank]; // those from rank on are not set

    CopyAxes() noexcept = default;
    CopyAxes(const CopyAxes& other) noexcept { *this = other; }
    // Copies only the axes in use; all 296 bytes would take 25 ns.
    CopyAxes& operator=(const CopyAxes& other) noexcept
    {
        if (this == &other) { return *this; }
        rank = other.rank;
        for (std::uint32_t i = 0; i < rank; ++i) { axes[i] = other.axes[i]; }
        return *this;
    }

    // Adds an axis where its destination stride puts it.
    void Insert(std::size_t size, std::size_t destinationStride, std::size_t sourceStride,
                std::uint64_t indexStride = 0) noexcept
    {
        if (size == 1) { return; }
        std::uint32_t place = rank++;
        for (; place > 0 && axes[place - 1].destinationStride < destinationStride; --place)
        {
            axes[place] = axes[place - 1];
        }
        axes[place] = {size, destinationStride, sourceStride, indexStride};
    }

    // Adds an innermost axis.
    void Append(const CopyAxis& axis) noexcept { axes[rank++] = axis; }

    // Removes the innermost axis and returns it; SingleStep if there is none.
    CopyAxis TakeInner() noexcept { return rank > 0 ? axes[--rank] : SingleStep; }

    // Returns 1 + the index of the innermost axis whose source stride is `step`, or 0 if there is none.
    std::uint32_t FindSourceStride(std::size_t step) const noexcept
    {
        std::uint32_t axis = rank;
        while (axis > 0 && axes[axis - 1].sourceStride != step) { --axis; }
        return axis;
    }

    void Remove(std::uint32_t axis) noexcept
    {
        --rank;
        for (; axis < rank; ++axis) { axes[axis] = axes[axis + 1]; }
    }

    // Merges neighbouring axes that form one axis on both sides.
    void Merge() noexcept
    {
        for (std::uint32_t i = 0; i + 1 < rank;)
        {
            CopyAxis& inner = axes[i + 1];
            if (axes[i].destinationStride == inner.size * inner.destinationStride
                && axes[i].sourceStride == inner.size * inner.sourceStride
                && axes[i].auxiliaryStride == inner.size * inner.auxiliaryStride)
            {
                inner.size *= axes[i].size;
                Remove(i);
            }
            else { ++i; }
        }
    }

    // The product of the sizes.
    std::size_t Count() const noexcept
    {
        std::size_t count = 1;
        for (std::uint32_t i = 0; i < rank; ++i) { count *= axes[i].size; }
        return count;
    }
};

// A copy with strides in elements.
struct CopyPlan : CopyAxes
{
    unsigned char* destination = nullptr; // the byte in which the first element begins
    const unsigned char* source = nullptr;
    std::size_t destinationStart =
        0; // elements before the first one; a copy of 4-bit elements: 0 or 1, the half of the byte
    std::size_t sourceStart = 0;

    // Adds the axes of two layouts, the source broadcast to the destination's sizes. The auxiliary stride is 1 along
    // axis `indexed`.
    void InsertAll(const TensorLayout& dst, const TensorLayout& src, std::uint32_t indexed = None32) noexcept
    {
        if (indexed == None32 && dst.IsRowMajor() && src.IsRowMajor() && dst.ElementCount() == src.ElementCount())
        {
            // The mask is for 32 bits, which a buffer's count fits, and not a cast: on 64 bits that would be useless.
            return Insert(dst.ElementCount() & static_cast<std::size_t>(-1), 1, 1);
        }
        const std::uint32_t missing = dst.Rank() - src.Rank();
        for (std::uint32_t i = 0; i < dst.Rank(); ++i)
        {
            const bool repeats = i < missing || src.Sizes()[i - missing] == 1;
            Insert(dst.Sizes()[i], dst.Strides()[i], repeats ? 0 : src.Strides()[i - missing], i == indexed ? 1 : 0);
        }
    }

    // Whether each destination stride exceeds the span of the inner axes, so that no two elements share an address.
    // In 64 bits, since a span may exceed a 32-bit size_t.
    bool IsNested() const noexcept
    {
        std::uint64_t span = 1;
        bool isNested = true;
        for (std::uint32_t i = rank; i > 0; --i)
        {
            isNested = isNested && axes[i - 1].destinationStride >= span;
            span += (axes[i - 1].size - std::uint64_t{1}) * axes[i - 1].destinationStride;
        }
        return isNested;
    }
};

// A copy with strides in bytes. No two neighbouring axes can be merged.
struct ByteMove : CopyAxes
{
    unsigned char* destination = nullptr;
    const unsigned char* source = nullptr;
    std::size_t unit = 1; // bytes that move together: 1, 2, 4, 8 or 16

    // Converts a plan of elements of `bits` bits. False for 4-bit elements that are not moved in whole bytes; the
    // object must then not be used.
    bool FromElements(const CopyPlan& plan, std::uint32_t bits) noexcept
    {
        destination = plan.destination;
        source = plan.source;
        rank = plan.rank;
        // Member by member: a store-forwarding stall would follow if a whole axis was loaded after stores of its parts.
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i] = {plan.axes[i].size, plan.axes[i].destinationStride, plan.axes[i].sourceStride, 0};
        }
        Merge();
        if (bits == 4 && (plan.destinationStart + plan.sourceStart != 0 || !PackNibbles())) { return false; }
        unit = bits == 4 ? 1 : bits / 8;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i].destinationStride *= unit;
            axes[i].sourceStride *= unit;
        }
        WidenElement();
        return true;
    }

    std::size_t Bytes() const noexcept { return Count() * unit; }

    // Whether this transposes to rows of at most a cache line, such as pixels of 5 to 16 FLOAT32.
    bool HasThinRows() const noexcept
    {
        const CopyAxis inner = rank > 0 ? axes[rank - 1] : SingleStep;
        return inner.destinationStride == unit && inner.sourceStride > unit && inner.size > 4
               && inner.size * unit <= CacheLineBytes;
    }

private:
    // Halves the innermost axis, so that pairs of 4-bit elements move as bytes. False if a pair would straddle two
    // bytes on either side: the innermost axis must be contiguous with an even size, all other strides even.
    bool PackNibbles() noexcept
    {
        bool isWhole = rank > 0 && axes[rank - 1].destinationStride == 1 && axes[rank - 1].sourceStride == 1
                       && axes[rank - 1].size % 2 == 0;
        for (std::uint32_t i = 0; i + 1 < rank; ++i)
        {
            isWhole = isWhole && (axes[i].destinationStride | axes[i].sourceStride) % 2 == 0;
        }
        if (isWhole)
        {
            axes[rank - 1].size /= 2;
            for (std::uint32_t i = 0; i + 1 < rank; ++i)
            {
                axes[i].destinationStride /= 2;
                axes[i].sourceStride /= 2;
            }
        }
        return isWhole;
    }

    // Makes a short contiguous innermost axis part of the element: a pixel of 4 bytes moves as one FLOAT32 would.
    void WidenElement() noexcept
    {
        const CopyAxis inner = rank > 0 ? axes[rank - 1] : SingleStep;
        const std::size_t bytes = inner.size * unit;
        if (inner.destinationStride == unit && inner.sourceStride == unit && bytes <= 16 && (bytes & (bytes - 1)) == 0)
        {
            unit = bytes;
            --rank;
        }
    }
};

// How an axis is divided: into tiles of `step` positions, the first of `first` if that is not 0. The last tile starts
// early, overlapping the one before, if it would be shorter than `least`.
struct Tiling
{
    std::size_t step = 1;
    std::size_t least = 0;
    std::size_t first = 0;
};

// Visits the tiles that axes are divided into, the last axis fastest. `dst`, `src` and `index` are the offsets of the
// tile on each side. Without a tiling every position is a tile:
//
//     TileIterator at(axes);
//     do { ... at.to, at.from ... } while (at.Next());
class TileIterator
{
public:
    // One tiling for each axis, which must have at least `least` positions. Both arguments must outlive this.
    explicit TileIterator(const CopyAxes& axes, const Tiling* tilings = nullptr) noexcept
        : m_axes(axes), m_tilings(tilings)
    {
        for (std::uint32_t i = 0; i < axes.rank; ++i) { Start(i, 0); }
    }

    // The first position and the number of positions of the tile along an axis.
    std::size_t First(std::uint32_t axis) const noexcept { return m_first[axis]; }
    std::size_t Count(std::uint32_t axis) const noexcept { return m_count[axis]; }

    // The same number for all tiles with the same position counts; 0 for a full tile.
    std::uint32_t ShapeId() const noexcept
    {
        std::uint32_t shape = 0;
        for (std::uint32_t i = 0; i < m_axes.rank; ++i)
        {
            shape = 3 * shape + (m_count[i] == m_tilings[i].step ? 0 : m_first[i] == 0 ? 1 : 2);
        }
        return shape;
    }

    // Goes to the next tile. False after the last.
    bool Next() noexcept
    {
        for (std::uint32_t i = m_axes.rank; i > 0; --i)
        {
            const CopyAxis& axis = m_axes.axes[i - 1];
            const std::size_t before = m_first[i - 1];
            const std::size_t next = before + m_count[i - 1];
            Start(i - 1, next < axis.size ? next : 0);
            const std::size_t first = m_first[i - 1];
            destinationOffset += first * axis.destinationStride - before * axis.destinationStride;
            sourceOffset += first * axis.sourceStride - before * axis.sourceStride;
            index += first * axis.auxiliaryStride - before * axis.auxiliaryStride;
            if (first > 0) { return true; }
        }
        return false;
    }

    std::size_t destinationOffset = 0;
    std::size_t sourceOffset = 0;
    std::uint64_t index = 0;

private:
    void Start(std::uint32_t axis, std::size_t first) noexcept
    {
        const std::size_t size = m_axes.axes[axis].size;
        const Tiling tiling = m_tilings == nullptr ? Tiling{} : m_tilings[axis];
        const std::size_t count = first == 0 && tiling.first > 0 ? tiling.first : tiling.step;
        m_first[axis] = size - first < count && size - first < tiling.least ? size - tiling.least : first;
        m_count[axis] = Smaller(size - m_first[axis], count);
    }

    const CopyAxes& m_axes;
    const Tiling* m_tilings;
    std::size_t m_first[MaxRank] = {};
    std::size_t m_count[MaxRank] = {};
};

// =====================================================================================================================
//   Kernels
//
//   A kernel moves what its KernelArguments describe. The kernels of one instruction set are in one Kernels table; the
//   portable table is
//   below, and the others come from the last part of this file, which is read once for each width of vectors.
// =====================================================================================================================

// What a kernel moves. Strides are in bytes.
//
//     copies of rows    `rows` rows of `columns` bytes
//     transposes        element (row, column) goes from column * sourceStride + row * unit
//                       to row * destinationStride + column * unit
//     channels          `columns` pixels of `rows` channels
struct KernelArguments
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* source;
    std::size_t sourceStride;
    std::size_t rows;
    std::size_t columns;
    std::size_t unit = 1;
    std::size_t blockColumns = 0;     // transposes: as many columns at a time, for a cache line of rows
    std::size_t prefetchDistance = 0; // transposes: bytes ahead to prefetch in the source; 0: no prefetch
    CopyAxis planes = SingleStep;     // transposes: how many equal planes there are, and their strides

    static KernelArguments Rows(unsigned char* dst, std::size_t destinationStride, const unsigned char* src,
                                std::size_t sourceStride, std::size_t rows, std::size_t bytes) noexcept
    {
        return {dst, destinationStride, src, sourceStride, rows, bytes};
    }

    static KernelArguments OneRow(unsigned char* dst, const unsigned char* src, std::size_t bytes) noexcept
    {
        return {dst, 0, src, 0, 1, bytes};
    }

    static KernelArguments Filled(unsigned char* dst, std::size_t destinationStride, const unsigned char* element,
                                  std::size_t unit, std::size_t rows, std::size_t bytes) noexcept
    {
        return {dst, destinationStride, element, 0, rows, bytes, unit};
    }

    // The stride is that between planes, on the side that has some.
    static KernelArguments Channels(unsigned char* dst, std::size_t destinationStride, const unsigned char* src,
                                    std::size_t sourceStride, std::size_t channels, std::size_t pixels,
                                    std::size_t unit) noexcept
    {
        return {dst, destinationStride, src, sourceStride, channels, pixels, unit};
    }
};

using Kernel = void (*)(const KernelArguments&);

// A transpose, and the smallest plane that it supports: in a smaller one it would read and write out of bounds. The
// minimum comes from the kernel's own tile and is written nowhere else. For planes with more than maxColumns columns
// the kernel's tile is too small, or another kernel is faster.
struct TransposeKernel
{
    Kernel run = nullptr;
    std::size_t minRows = 0;
    std::size_t minColumns = 0;
    std::size_t maxColumns = 0; // 0 in unused entries of a table, which support no plane

    constexpr bool Supports(std::size_t rows, std::size_t columns) const noexcept
    {
        return rows >= minRows && columns >= minColumns && columns <= maxColumns;
    }
};
inline constexpr std::size_t AnyColumns = static_cast<std::size_t>(-1);

// Pixels of more channels are transposed.
inline constexpr std::size_t MaxChannels = 6;

// Tuned: so are pixels of more than 4 channels of 4 bytes and more. Measured by transposes (Zen 5, 1 MiB): 5 and 6
// channels of 1 and 2 bytes .2 to 1 of the speed, of 4 bytes 1.1 to 1.5.
constexpr std::size_t MaxChannelsOf(std::size_t unit) noexcept { return unit <= 2 ? MaxChannels : 4; }

struct Kernels
{
    static constexpr std::size_t Transposes = 5;

    std::size_t minBytes;    // of a row or of a channel's plane
    const Kernels* narrower; // for less
    Kernel copyRows;
    Kernel copyRowsNonTemporal;                // non-temporal stores; rows of any length
    Kernel fillRows;                           // every row is a repetition of the one element at `src`
    TransposeKernel transposes[4][Transposes]; // [unit 1, 2, 4, 8]: the first that supports a plane is the fastest
    Kernel interleave[MaxChannels - 1];        // planes to pixels of 2 to MaxChannels channels; null without shuffles
    Kernel deinterleave[MaxChannels - 1];      // pixels to planes; likewise
    Kernel compactPixels;                      // pixels of 4 elements to their first 3; likewise
};

// The binary logarithm of 1, 2, 4 or 8.
constexpr std::uint32_t Log2(std::size_t unit) noexcept { return unit == 1 ? 0 : unit == 2 ? 1 : unit == 4 ? 2 : 3; }

// Whether a tile on the stack has room for the smallest plane of every transpose.
constexpr bool FitsTile(const Kernels& kernels) noexcept
{
    bool fits = true;
    for (std::size_t log = 0; log < 4; ++log)
    {
        for (const TransposeKernel& kernel : kernels.transposes[log])
        {
            fits = fits && kernel.minRows << log <= CacheLineBytes && kernel.minColumns << log <= CacheLineBytes / 2;
        }
    }
    return fits;
}

inline void CopyRowsPortably(const KernelArguments& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        std::memcpy(region.destination + row * region.destinationStride, region.source + row * region.sourceStride,
                    region.columns);
    }
}

// Copies rows of at most 2 * Bytes bytes as two moves, the first of First bytes, the last of Last bytes. Measured: a
// memcpy of each row has .4 of the speed for 3 to 14 bytes.
template <std::size_t First, std::size_t Last> void CopyShortRows(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference; // stores through `dst` could otherwise change it
    const std::size_t last = region.columns - Last;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        std::memcpy(dst, src, First);
        std::memcpy(dst + last, src + last, Last);
    }
}

// Copies rows of fewer than 16 bytes. The two moves of a row may overlap.
inline void CopyShortRows(const KernelArguments& region) noexcept
{
    switch (region.columns)
    {
    case 0: return;
    case 1:
    case 2: return CopyShortRows<1, 1>(region);
    case 3: return CopyShortRows<2, 1>(region);
    case 4:
    case 5: return CopyShortRows<4, 1>(region);
    case 6: return CopyShortRows<4, 2>(region);
    case 7: return CopyShortRows<4, 4>(region);
    case 12: return CopyShortRows<8, 4>(region);
    default: return CopyShortRows<8, 8>(region);
    }
}

// Returns the bytes from an address to the next multiple of `multiple`. From there on no store of that size straddles a
// cache line. Measured: stores that straddle take up to 2.4 times as long in the L2 cache.
inline std::size_t BytesToAlignment(std::size_t multiple, const unsigned char* dst) noexcept
{
    return (0 - reinterpret_cast<std::uintptr_t>(dst)) % multiple;
}

// Returns the elements of `step` bytes to the next one that starts a cache line; 0 if the first does, or none.
inline std::size_t ElementsToCacheLine(const unsigned char* dst, std::size_t step) noexcept
{
    const std::size_t start = reinterpret_cast<std::uintptr_t>(dst);
    std::size_t steps = 0;
    while (steps < CacheLineBytes && (start + steps * step) % CacheLineBytes != 0) { ++steps; }
    return steps % CacheLineBytes;
}

// Returns an element of up to 8 bytes, repeated to fill 64 bits.
template <class Bits> std::uint64_t RepeatedElement(const unsigned char* src) noexcept
{
    Bits element = 0;
    std::memcpy(&element, src, sizeof(element));
    return Max64 / static_cast<Bits>(Max64) * element;
}

inline std::uint64_t RepeatedElement(std::size_t unit, const unsigned char* src) noexcept
{
    switch (unit)
    {
    case 1: return RepeatedElement<std::uint8_t>(src);
    case 2: return RepeatedElement<std::uint16_t>(src);
    case 4: return RepeatedElement<std::uint32_t>(src);
    default: return RepeatedElement<std::uint64_t>(src);
    }
}

// Fills each row with one element of any size: what has been written is copied behind itself until the row is full. The
// first copy has 8 bytes if possible; that is twice as fast for rows of 7 to 14 bytes.
inline void FillRowsPortably(const KernelArguments& region) noexcept
{
    const bool fits = 8 % region.unit == 0;
    const std::uint64_t repeated = fits ? RepeatedElement(region.unit, region.source) : 0;
    const std::size_t first = fits ? 8 : region.unit;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        std::memcpy(dst, fits ? static_cast<const void*>(&repeated) : region.source, Smaller(first, region.columns));
        for (std::size_t done = first; done < region.columns; done *= 2)
        {
            const std::size_t left = region.columns - done;
            std::memcpy(dst + done, dst, Smaller(left, done));
        }
    }
}

inline constexpr Kernels PortableKernels = {1,  nullptr, CopyRowsPortably, CopyRowsPortably, FillRowsPortably, {},
                                            {}, {},      nullptr};

// Byte masks for shuffles between planes and pixels. When pixels are written, byte b of vector j comes from byte
// interleave[log2 of the element size][j][plane][b] of that plane, if that is below 16. When pixels are read, planes
// and vectors change places. For example, the first vector of pixels of three one-byte planes is
//
//     r0 g0 b0 r1 g1 b1 r2 g2 b2 r3 g3 b3 r4 g4 b4 r5
//
// so its mask for the first plane is 0 - - 1 - - 2 - - 3 - - 4 - - 5. All masks take 11.5 KB of a program.
template <std::size_t Channels> struct ChannelMasks
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
template <std::size_t Channels> inline constexpr ChannelMasks<Channels> ChannelMasksOf{};

// Prefetches a cache line to the L1 cache, or to the L2 cache.
template <bool IsNear = true> void Prefetch(const unsigned char* address) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address, 0, IsNear ? 3 : 2);
#elif DTU_ISA == DTU_X86_INTRINSICS
    _mm_prefetch(reinterpret_cast<const char*>(address), IsNear ? _MM_HINT_T0 : _MM_HINT_T1);
#elif DTU_ISA == DTU_NEON_INTRINSICS
    __prefetch(address);
#else
    (void)address;
#endif
}

// Orders non-temporal stores before all later stores.
inline void StoreFence() noexcept
{
#if DTU_ISA == DTU_X86_INTRINSICS
    _mm_sfence();
#elif DTU_IS_X86
    __builtin_ia32_sfence();
#endif
}

// The kernels, once for each width of vectors.
#if DTU_ISA != DTU_NO_VECTORS
#define DTU_COPY_LANES 1
#include "dml_tensor_copy.hpp"
#undef DTU_COPY_LANES
#endif
#if DTU_IS_X86
#define DTU_COPY_LANES 2
#include "dml_tensor_copy.hpp"
#undef DTU_COPY_LANES
#endif

// Returns the fastest path that this machine supports.
inline CopyPath BestCopyPath() noexcept
{
#if DTU_ISA == DTU_NO_VECTORS
    return CopyPath::Portable;
#elif !DTU_IS_X86
    return CopyPath::Vector128;
#elif defined(_MSC_VER)
    return __isa_available >= 5 ? CopyPath::Vector256 : CopyPath::Vector128;
#else
    return __builtin_cpu_supports("avx2") ? CopyPath::Vector256 : CopyPath::Vector128;
#endif
}

// The kernels of a path. This function and what calls it are templates over nothing, so that a file that includes this
// header and copies nothing does not compile the kernels.
// Measured: compiling them takes 1.4 s with g++ 12 and 1.0 s with clang 14.
template <class Dependent = void> const Kernels* KernelsOf(CopyPath path) noexcept
{
#if DTU_ISA != DTU_NO_VECTORS
    static_assert(FitsTile(vector128::KernelTable<Dependent>), "the tiles are too small");
    if (path == CopyPath::Vector128) { return &vector128::KernelTable<Dependent>; }
#endif
#if DTU_IS_X86
    static_assert(FitsTile(vector256::KernelTable<Dependent>), "the tiles are too small");
    if (path == CopyPath::Vector256) { return &vector256::KernelTable<Dependent>; }
#endif
    (void)path;
    return &PortableKernels;
}

// =====================================================================================================================
//   Running a plan
//
//   Each move is made in the first of these ways that fits its innermost axes; the outer axes are iterated over:
//
//     one memcpy          nothing is rearranged
//     rows                contiguous on both sides: slices, padding, heads of attention
//     a repeated row      short and without gaps: {1,C,1,1} to NHWC. It is first repeated on the stack
//     fills               one repeated element: {1,C,1,1} to NCHW
//     channels            planes to pixels of 2 to 6 channels, or back
//     transposes          rows are contiguous in the source, columns in the destination: NCHW to NHWC, and back
//     elements            everything else, one by one: every second column, elements of 16 bytes in another order
//
//   The sizes of caches are constants that suit most processors. Only the instruction set is asked of the machine, so
//   the same input is moved in the same way on all of them.
//
//   The constants were chosen with tests/benchmark/move_benchmark, on processors of two makers. The figures beside them
//   are parts of the speed with the chosen value, measured with g++ 12 and AVX2 on an EPYC (Zen 4, or Zen 5 if it says
//   so).
// =====================================================================================================================

// Tuned: cache lines that a first-level cache holds of those that map to one set; more evict each other. Blocks of a
// transpose are sized by it, and planes with such conflicts are staged in a tile on the stack. Measured without
// staging: the source .4 to .5 for [512, 2048] to its transpose, .6 to .8 for [1024, 1024]; the destination .5 to .7
// for {1,320,64,64} and {4,16,128,128} to NCHW of 1 and 2 bytes.
inline constexpr std::size_t Associativity = 8;
// Tuned: smaller copies fit the second-level cache, where a destination's conflicts in the first level cost little.
inline constexpr std::size_t MinStagedBytes = SecondLevelBytes / 2;
// Tuned: larger sources are in memory: there prefetching matters more than set conflicts, unless those are twice as
// many. Measured: staging the source has .5 of the speed for [768, 3072] of 4 bytes.
inline constexpr std::size_t MaxSourceStagedBytes = 6 * SecondLevelBytes;
// Tuned: the bytes in a row of a tile on the stack, fewer for a tile of the source, and the stride of its rows, which
// is no multiple of the distance after which cache sets repeat. Measured: tiles beyond 32 KiB .8 to .9 for
// {1,320,64,64} to NHWC; shorter rows in the destination's tile .8 to NCHW; rows of 512 bytes 1.001.
inline constexpr std::size_t TileRow = 448;
inline constexpr std::size_t SourceTileRow = 256;                                   // Tuned: likewise
inline constexpr std::size_t TileStride = TileRow + CacheLineBytes / 2;             // Tuned: likewise
inline constexpr std::size_t SourceTileStride = SourceTileRow + CacheLineBytes / 2; // Tuned: likewise
// Tuned: the most columns of a block, and of a block of a tile on the stack.
// Measured: with 64 columns .25 to .6 for 32 channels of 2 bytes and {1,64,32,32} to NCHW; a tile with 256 columns .4
// to .9 for 2 to 32 channels by non-temporal stores.
inline constexpr std::size_t LongestBlock = 256;
inline constexpr std::size_t LongestTileBlock = 64; // Tuned: likewise
// Tuned: longer rows are copied by the runtime's memcpy.
// Measured: the kernels' loop .84 of memcpy at 64 KiB; memcpy .9 of the loop at 12 KiB and .72 for broadcast rows of 64
// to 256 bytes.
inline constexpr std::size_t LongestKernelRow = 16384;
// Tuned: a short repeated row is first repeated on the stack up to this many bytes, then copied from there.
// Measured: 20 times the speed for pixels of 3 bytes.
inline constexpr std::size_t RepeatedBytes = 4096;
// Tuned: a row that repeats less often is copied as it is. Measured with 200 bytes: a quarter gained from 64 rows on, a
// third lost below 16.
inline constexpr std::size_t LeastRepeats = 64;
// Tuned: larger destinations exceed the caches, so they are written by non-temporal stores.
inline constexpr std::size_t MinNonTemporalBytes = 16 * SecondLevelBytes;

// How many rows at this stride a first-level cache of 64 sets holds one line of each: 512, 256, ... 8.
constexpr std::size_t ConflictFreeRows(std::size_t stride) noexcept
{
    constexpr std::size_t Sets = 64;
    const std::size_t lowestBit = stride & (0 - stride);
    const std::size_t linesApart = lowestBit < CacheLineBytes ? 1 : lowestBit / CacheLineBytes;
    return Associativity * (linesApart < Sets ? Sets / linesApart : 1);
}

// Copies elements along two axes one by one. The axes are passed by value: through a reference the compiler would
// reload them after each store.
template <std::size_t Unit>
void CopyElements(unsigned char* dst, const unsigned char* src, CopyAxis outer, CopyAxis inner) noexcept
{
    for (std::size_t i = 0; i < outer.size; ++i)
    {
        for (std::size_t k = 0; k < inner.size; ++k)
        {
            std::memcpy(dst + i * outer.destinationStride + k * inner.destinationStride,
                        src + i * outer.sourceStride + k * inner.sourceStride, Unit);
        }
    }
}

inline void CopyElements(std::size_t unit, unsigned char* dst, const unsigned char* src, const CopyAxis& outer,
                         const CopyAxis& inner) noexcept
{
    switch (unit)
    {
    case 1: return CopyElements<1>(dst, src, outer, inner);
    case 2: return CopyElements<2>(dst, src, outer, inner);
    case 4: return CopyElements<4>(dst, src, outer, inner);
    case 8: return CopyElements<8>(dst, src, outer, inner);
    default: return CopyElements<16>(dst, src, outer, inner);
    }
}

// Which side of a strip is staged in a tile on the stack, because its cache lines map to few sets or because it is to
// be written by non-temporal stores.
enum class Staging
{
    None,
    Destination, // the strip is transposed to the tile, and its rows are copied from there
    Source       // the strip's columns are copied to the tile, and transposed from there
};

// How a plane is transposed: element (row, column) goes from column * columns.sourceStride + row * unit to
// row * rows.destinationStride + column * unit.
struct Transposition
{
    const TransposeKernel* kernel;
    CopyAxis rows;
    CopyAxis columns;
    std::size_t unit;
    std::size_t stripRows;
    std::size_t stripColumns;
    std::size_t blockColumns;
    std::size_t prefetchDistance = 0;
    Staging staging = Staging::None;
    bool alongRows = true; // all strips of the same columns before the next columns

    bool IsOneStrip() const noexcept { return stripRows >= rows.size && stripColumns >= columns.size; }

    KernelArguments Arguments(std::size_t rowCount, std::size_t columnCount, unsigned char* dst,
                              std::size_t destinationStride, const unsigned char* src,
                              std::size_t sourceStride) const noexcept
    {
        return {dst, destinationStride, src, sourceStride, rowCount, columnCount, unit, blockColumns, prefetchDistance};
    }
};

// Chooses how a plane is transposed: the first of the three ways below that applies.
struct Plane
{
    const TransposeKernel& kernel;
    const CopyAxis& rows;
    const CopyAxis& columns;
    std::size_t unit;
    std::size_t bytes; // of the whole copy
    bool isNonTemporal;

    std::size_t Line() const noexcept { return CacheLineBytes / unit; }
    std::size_t RowBytes() const noexcept { return columns.size * unit; } // in the destination
    std::size_t ConflictFreeDestinationRows() const noexcept { return ConflictFreeRows(rows.destinationStride); }
    std::size_t ConflictFreeSourceRows() const noexcept { return ConflictFreeRows(columns.sourceStride); }
    bool IsTall() const noexcept { return rows.size >= columns.size; }

    // Tuned: a small copy stays in the cache, whatever its rows.
    bool DestinationRowsConflict() const noexcept
    {
        return bytes > MinStagedBytes && ConflictFreeDestinationRows() < Smaller(rows.size, Line());
    }

    // Enough columns for a block to write whole lines. Measured without, {1,64,32,32} to NHWC: .6 for 4 bytes, .7 for
    // 2.
    std::size_t LeastBlock() const noexcept { return Smaller(columns.size, Line()); }

    // As many columns as the cache holds without conflicts, within the bounds that were measured.
    std::size_t Block() const noexcept
    {
        const std::size_t blockColumns =
            ConflictFreeSourceRows() < LeastBlock() ? LeastBlock() : ConflictFreeSourceRows();
        return Smaller(blockColumns, Smaller(columns.size, LongestBlock));
    }

    Transposition Whole() const noexcept { return {&kernel, rows, columns, unit, rows.size, columns.size, Block()}; }

    // ---- 1. Through a tile of the destination: for non-temporal stores, which should write whole lines; and if a
    // kernel that writes less than a line at a time returns to lines that conflicting rows have evicted meanwhile. For
    // non-temporal stores the source is prefetched. Measured: .7 to .9 without.

    bool NeedsWholeLines() const noexcept
    {
        return isNonTemporal && (RowBytes() >= CacheLineBytes || RowBytes() == rows.destinationStride);
    }

    bool TileRowsConflict() const noexcept
    {
        return DestinationRowsConflict() && 2 * kernel.minRows >= ConflictFreeDestinationRows()
               && kernel.minColumns * unit < CacheLineBytes;
    }

    Transposition ByDestination() const noexcept
    {
        Transposition work = Whole();
        work.staging = Staging::Destination;
        if (work.blockColumns > LongestTileBlock) { work.blockColumns = LongestTileBlock; }
        work.stripRows = Line();
        work.stripColumns = TileRow / unit;
        work.prefetchDistance = !isNonTemporal ? 0
                                : IsTall()     ? CacheLineBytes
                                               : work.stripColumns * columns.sourceStride;
        return work;
    }

    // ---- 2. Through a tile of the source, if the lines of a block evict each other; also if both sides have the same
    // conflicts. Measured: [512, 2048] of 4 bytes to its transpose .79 without the latter.

    bool SourceRowsConflict() const noexcept
    {
        return bytes <= MaxSourceStagedBytes
                   ? ConflictFreeSourceRows() < LeastBlock()
                         || (DestinationRowsConflict() && ConflictFreeSourceRows() == LeastBlock())
                   : 2 * ConflictFreeSourceRows() < kernel.minColumns;
    }

    Transposition BySource() const noexcept
    {
        Transposition work = Whole();
        work.staging = Staging::Source;
        work.stripRows = SourceTileRow / unit;
        work.stripColumns = CacheLineBytes;
        work.blockColumns = LongestTileBlock;
        work.alongRows = false;
        return work;
    }

    // ---- 3. Directly. Strips run along all columns of a line of rows; or, if that would fetch lines twice, along all
    // rows of a block of columns.

    Transposition AsItIs() const noexcept
    {
        Transposition work = Whole();
        work.alongRows = IsTall() || DestinationRowsConflict();
        work.stripColumns = work.alongRows ? work.blockColumns : columns.size;
        // Tuned: no prefetch if it would evict the block itself. Measured without that rule: {8,64,56,56} .93 to .95,
        // cold.
        const bool fits =
            bytes <= SecondLevelBytes || (work.alongRows ? 2 : 4) * work.blockColumns > ConflictFreeSourceRows();
        // Tuned: what the kernel reads next.
        work.prefetchDistance = fits ? 0 : work.alongRows ? CacheLineBytes : work.blockColumns * columns.sourceStride;
        return work;
    }

    Transposition Chosen() const noexcept
    {
        return NeedsWholeLines() || TileRowsConflict() ? ByDestination() : SourceRowsConflict() ? BySource() : AsItIs();
    }
};

// Runs a copy: with which kernels, and whether by non-temporal stores.
struct CopyRun
{
    const Kernels* kernels;
    bool isNonTemporal;

    // Runs the move. Removes axes from it on the way.
    void Run(ByteMove& plan) const noexcept
    {
        if (plan.rank == 0)
        {
            std::memcpy(plan.destination, plan.source, plan.unit);
            return;
        }
        const CopyAxis inner = plan.TakeInner();
        if (inner.destinationStride == plan.unit && inner.sourceStride == plan.unit)
        {
            const std::size_t bytes = inner.size * plan.unit;
            return plan.rank == 0 ? Rows(KernelArguments::OneRow(plan.destination, plan.source, bytes), isNonTemporal)
                                  : RunRows(plan, bytes);
        }
        if (inner.destinationStride == plan.unit && inner.sourceStride == 0)
        {
            return RunFill(plan, inner.size * plan.unit);
        }
        // The axis along which the source is contiguous; if there is none, the innermost of the others.
        std::uint32_t outer = plan.FindSourceStride(plan.unit);
        const bool isTransposed = outer > 0 && inner.destinationStride == plan.unit;
        CopyAxis rows = SingleStep;
        if (plan.rank > 0)
        {
            outer = outer > 0 ? outer - 1 : plan.rank - 1;
            rows = plan.axes[outer];
            plan.Remove(outer);
        }
        if (isTransposed && plan.unit <= 8 && (RunChannels(plan, rows, inner) || RunTranspose(plan, rows, inner)))
        {
            return;
        }
        TileIterator at(plan);
        do {
            CopyElements(plan.unit, plan.destination + at.destinationOffset, plan.source + at.sourceOffset, rows,
                         inner);
        } while (at.Next());
    }

    // Copies rows of `bytes` bytes that are contiguous on both sides. The plan has the outer axes, at least one.
    void RunRows(ByteMove& plan, std::size_t bytes) const noexcept
    {
        const CopyAxis rows = plan.TakeInner();
        const bool repeats = rows.sourceStride == 0 && rows.destinationStride == bytes && bytes <= RepeatedBytes
                             && rows.size >= LeastRepeats;
        TileIterator at(plan);
        do {
            const KernelArguments region =
                KernelArguments::Rows(plan.destination + at.destinationOffset, rows.destinationStride,
                                      plan.source + at.sourceOffset, rows.sourceStride, rows.size, bytes);
            repeats ? RepeatRow(region) : Rows(region, isNonTemporal);
        } while (at.Next());
    }

    // Writes a short row repeatedly without gaps: repeats it on the stack first, then copies that longer row.
    void RepeatRow(const KernelArguments& all) const noexcept
    {
        // At the same offset in a cache line as the destination. Measured: .7 otherwise.
        alignas(CacheLineBytes) unsigned char room[RepeatedBytes + CacheLineBytes];
        unsigned char* const repeated = room + (0 - BytesToAlignment(CacheLineBytes, all.destination)) % CacheLineBytes;
        const std::size_t bytes = all.columns;
        const std::size_t times = RepeatedBytes / bytes;
        const std::size_t longRows = all.rows / times;
        const std::size_t made = Smaller(times, all.rows);
        unsigned char* const rest = all.destination + longRows * times * bytes;
        const bool isElement = bytes <= 16 && (bytes & (bytes - 1)) == 0;
        (isElement ? Fitting(made * bytes) : PortableKernels)
            .fillRows(KernelArguments::Filled(repeated, 0, all.source, bytes, 1, made * bytes));
        Rows(KernelArguments::Rows(all.destination, times * bytes, repeated, 0, longRows, times * bytes),
             isNonTemporal);
        Rows(KernelArguments::OneRow(rest, repeated, all.rows % times * bytes), isNonTemporal);
    }

    // The widest kernels for rows of so many bytes. A row must hold a whole vector, since the last vector of a row
    // overlaps the one before.
    const Kernels& Fitting(std::size_t bytes) const noexcept
    {
        const Kernels* fitting = kernels;
        while (bytes < fitting->minBytes) { fitting = fitting->narrower; }
        return *fitting;
    }

    // Copies rows by the best kernel for their length.
    void Rows(const KernelArguments& region, bool nonTemporal) const noexcept
    {
        if (nonTemporal && region.columns >= CacheLineBytes) { return kernels->copyRowsNonTemporal(region); }
        if (region.columns < 16) { return ShortRows(region); }
        (region.columns > LongestKernelRow ? PortableKernels : Fitting(region.columns)).copyRows(region);
    }

    // Copies rows of fewer than 16 bytes. Pixels of four elements of which three are copied, and packed, have a kernel.
    void ShortRows(const KernelArguments& region) const noexcept
    {
        const bool isThree = region.columns == 3 || region.columns == 6 || region.columns == 12;
        const bool isThreeOfFour = isThree && region.sourceStride == region.columns / 3 * 4;
        const bool isCompacted = isThreeOfFour && region.destinationStride == region.columns;
        isCompacted && kernels->compactPixels != nullptr ? kernels->compactPixels(region) : CopyShortRows(region);
    }

    // Fills each row with one element of the source.
    void RunFill(ByteMove& plan, std::size_t bytes) const noexcept
    {
        CopyAxis rows = SingleStep;
        if (plan.rank > 0 && plan.axes[plan.rank - 1].sourceStride == 0) { rows = plan.TakeInner(); }
        const bool isStreamed = isNonTemporal && bytes >= CacheLineBytes;
        const Kernel fill = Fitting(bytes).fillRows;
        TileIterator at(plan);
        do {
            const KernelArguments region =
                KernelArguments::Filled(plan.destination + at.destinationOffset, rows.destinationStride,
                                        plan.source + at.sourceOffset, plan.unit, rows.size, bytes);
            isStreamed ? RepeatElements(region) : fill(region);
        } while (at.Next());
    }

    // The same with non-temporal stores. Measured: by ordinary stores 32 MiB take 2.3 to 2.6 times as long.
    void RepeatElements(const KernelArguments& all) const noexcept
    {
        for (std::size_t row = 0; row < all.rows; ++row)
        {
            RepeatRow(KernelArguments::Rows(all.destination + row * all.destinationStride, all.unit, all.source, 0,
                                            all.columns / all.unit, all.unit));
        }
    }

    // Planes to pixels of 2 to MaxChannels channels, or back. False if it is neither.
    bool RunChannels(const ByteMove& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const std::size_t maxChannels = MaxChannelsOf(plan.unit);
        // Tuned: elements of 2 and 4 bytes are transposed to pixels with gaps in .7 of the time.
        const bool fitsGaps = plan.unit == 1 || rows.destinationStride == columns.size * plan.unit;
        const bool interleaves = columns.size <= maxChannels && fitsGaps;
        const bool deinterleaves = rows.size <= maxChannels && columns.sourceStride >= rows.size * plan.unit;
        if (!interleaves && !deinterleaves) { return false; }
        const std::size_t channels = interleaves ? columns.size : rows.size;
        const std::size_t pixels = interleaves ? rows.size : columns.size;
        const std::size_t pixelStride = interleaves ? rows.destinationStride : columns.sourceStride;
        const Kernels& fitting = Fitting(pixels * plan.unit);
        const Kernel kernel = (interleaves ? fitting.interleave : fitting.deinterleave)[channels - 2];
        if (kernel == nullptr) { return false; }
        TileIterator at(plan);
        do {
            const KernelArguments region = KernelArguments::Channels(
                plan.destination + at.destinationOffset, rows.destinationStride, plan.source + at.sourceOffset,
                interleaves ? columns.sourceStride : 0, channels, pixels, plan.unit);
            if (pixelStride == channels * plan.unit) { PackedChannels(kernel, region, interleaves); }
            else if (interleaves) { InterleaveToGaps(kernel, region, pixelStride); }
            else { DeinterleaveFromGaps(kernel, region, pixelStride); }
        } while (at.Next());
        return true;
    }

    void PackedChannels(Kernel kernel, const KernelArguments& region, bool interleaves) const noexcept
    {
        // Elements that are not aligned to their size straddle cache lines, so no vector of them can start with one.
        const bool isUnaligned = BytesToAlignment(region.unit, region.destination) != 0;
        isNonTemporal || isUnaligned ? TileChannels(kernel, region, interleaves) : kernel(region);
    }

    // The bytes of a plane in a tile of channels on the stack.
    // Measured: with 2048 .8 to .9 for 2 to 4 channels of 1080p, since tile and source conflict; 512 is no faster.
    static constexpr std::size_t ChannelTileBytes = 1024;

    // Divides pixels. All tiles but the first start with a cache line of the destination if possible, where a pixel has
    // `bytes` bytes. Measured: 1.1 to 1.7 times as long otherwise.
    Tiling ChannelTiling(const KernelArguments& all, std::size_t bytes) const noexcept
    {
        const std::size_t step = ChannelTileBytes / all.unit;
        const std::size_t toLine = ElementsToCacheLine(all.destination, bytes);
        return {step, Fitting(all.columns * all.unit).minBytes / all.unit,
                toLine == 0 ? 0 : step - CacheLineBytes + toLine};
    }

    // Interleaves to pixels with gaps, such as three channels of four: the pixels of a tile are copied one by one.
    void InterleaveToGaps(Kernel kernel, const KernelArguments& all, std::size_t pixelStride) const noexcept
    {
        alignas(CacheLineBytes) unsigned char tile[MaxChannels * ChannelTileBytes];
        const std::size_t pixelBytes = all.rows * all.unit;
        CopyAxes pixels;
        pixels.Append({all.columns, pixelStride, all.unit, 0});
        const Tiling tiling = ChannelTiling(all, pixelStride);
        TileIterator part(pixels, &tiling);
        do {
            kernel(KernelArguments::Channels(tile, pixelBytes, all.source + part.sourceOffset, all.sourceStride,
                                             all.rows, part.Count(0), all.unit));
            Rows(KernelArguments::Rows(all.destination + part.destinationOffset, pixelStride, tile, pixelBytes,
                                       part.Count(0), pixelBytes),
                 false);
        } while (part.Next());
    }

    // Deinterleaves pixels with gaps: the pixels of a tile are copied without the gaps first.
    void DeinterleaveFromGaps(Kernel kernel, const KernelArguments& all, std::size_t pixelStride) const noexcept
    {
        alignas(CacheLineBytes) unsigned char tile[MaxChannels * ChannelTileBytes];
        const std::size_t pixelBytes = all.rows * all.unit;
        CopyAxes pixels;
        pixels.Append({all.columns, all.unit, pixelStride, 0});
        const Tiling tiling = ChannelTiling(all, all.unit);
        TileIterator part(pixels, &tiling);
        do {
            Rows(KernelArguments::Rows(tile, pixelBytes, all.source + part.sourceOffset, pixelStride, part.Count(0),
                                       pixelBytes),
                 false);
            PackedChannels(kernel,
                           KernelArguments::Channels(all.destination + part.destinationOffset, all.destinationStride,
                                                     tile, 0, all.rows, part.Count(0), all.unit),
                           false);
        } while (part.Next());
    }

    // The same through a tile on the stack, from which whole lines are copied to the destination.
    // Measured without: 1080p of 4 bytes by non-temporal stores .44 to NHWC, .67 to NCHW; 224 x 224 .7 to .8 with
    // elements one byte off their alignment.
    void TileChannels(Kernel kernel, const KernelArguments& all, bool interleaves) const noexcept
    {
        constexpr std::size_t PlaneBytes = ChannelTileBytes;
        alignas(CacheLineBytes) unsigned char tile[MaxChannels * PlaneBytes];
        const std::size_t dstPixelBytes =
            all.unit * (interleaves ? all.rows : 1); // bytes of a pixel in a row of the destination
        const std::size_t srcPixelBytes = all.unit * (interleaves ? 1 : all.rows);
        CopyAxes pixels;
        pixels.Append({all.columns, dstPixelBytes, srcPixelBytes, 0});
        const Tiling tiling = ChannelTiling(all, dstPixelBytes);
        std::size_t done = 0;
        TileIterator part(pixels, &tiling);
        do {
            const std::size_t again = done - part.First(0);
            const KernelArguments rows = KernelArguments::Rows(
                all.destination + done * dstPixelBytes, all.destinationStride, tile + again * dstPixelBytes, PlaneBytes,
                interleaves ? 1 : all.rows, (part.Count(0) - again) * dstPixelBytes);
            kernel(KernelArguments::Channels(tile, PlaneBytes, all.source + part.sourceOffset, all.sourceStride,
                                             all.rows, part.Count(0), all.unit));
            Rows(rows, isNonTemporal);
            done = part.First(0) + part.Count(0);
        } while (part.Next());
    }

    // Transposes planes whose rows are contiguous in the destination and whose columns are in the source. Returns false
    // if a plane is too small for every kernel. Planes that need no strips go to the kernel together.
    bool RunTranspose(ByteMove& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const TransposeKernel* const kernel = TransposeFor(plan.unit, rows.size, columns.size);
        if (kernel == nullptr) { return false; }
        const std::size_t bytes = plan.Bytes() * rows.size * columns.size;
        const Transposition work = Plane{*kernel, rows, columns, plan.unit, bytes, isNonTemporal}.Chosen();
        if (work.staging == Staging::None && work.IsOneStrip())
        {
            RunWholePlanes(plan, work);
            return true;
        }
        TileIterator at(plan);
        do {
            TransposeInStrips(work, plan.destination + at.destinationOffset, plan.source + at.sourceOffset);
        } while (at.Next());
        return true;
    }

    // Returns the kernel with the widest vectors that supports a plane of this size, or null: planes below 4 x 4 bytes
    // are moved element by element.
    const TransposeKernel* TransposeFor(std::size_t unit, std::size_t rows, std::size_t columns) const noexcept
    {
        for (const Kernels* table = kernels; table != nullptr; table = table->narrower)
        {
            for (const TransposeKernel& kernel : table->transposes[Log2(unit)])
            {
                if (kernel.Supports(rows, columns)) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Planes that need not be divided into strips: the kernel is called once for all along the innermost axis.
    static void RunWholePlanes(ByteMove& plan, const Transposition& work) noexcept
    {
        const CopyAxis planes = plan.TakeInner();
        TileIterator at(plan);
        do {
            KernelArguments region =
                work.Arguments(work.rows.size, work.columns.size, plan.destination + at.destinationOffset,
                               work.rows.destinationStride, plan.source + at.sourceOffset, work.columns.sourceStride);
            region.planes = planes;
            work.kernel->run(region);
        } while (at.Next());
    }

    // No strip has fewer rows or columns than the kernel's minimum: FitsTile has checked the steps, and a last strip
    // starts early.
    void TransposeInStrips(const Transposition& work, unsigned char* dst, const unsigned char* src) const noexcept
    {
        CopyAxes plane;
        plane.Append(work.alongRows ? work.columns : work.rows);
        plane.Append(work.alongRows ? work.rows : work.columns);
        const std::uint32_t rows = work.alongRows ? 1 : 0;
        const std::uint32_t columns = 1 - rows;
        Tiling tilings[2];
        tilings[rows] = {work.stripRows, work.kernel->minRows};
        tilings[columns] = {work.stripColumns, work.kernel->minColumns, FirstColumns(work, dst)};
        TileIterator strip(plane, tilings);
        do {
            TransposeStrip(work, strip.Count(rows), strip.Count(columns), dst + strip.destinationOffset,
                           src + strip.sourceOffset);
        } while (strip.Next());
    }

    // The columns of the first strip, such that the others begin with a cache line: more than a strip's without a tile,
    // fewer with one, which has no room for more.
    // Measured without, at 16 modulo 64: [1024, 1024] takes 1.4 to 2 times as long.
    static std::size_t FirstColumns(const Transposition& work, const unsigned char* dst) noexcept
    {
        const std::size_t toLine =
            work.rows.destinationStride % CacheLineBytes == 0 ? BytesToAlignment(CacheLineBytes, dst) / work.unit : 0;
        if (toLine == 0 || work.columns.size <= work.stripColumns) { return work.stripColumns; }
        const std::size_t room = work.staging == Staging::None ? 0 : CacheLineBytes / work.unit;
        const std::size_t first = work.stripColumns + toLine - room;
        return first < work.kernel->minColumns ? first + room : first;
    }

    void TransposeStrip(const Transposition& work, std::size_t rows, std::size_t columns, unsigned char* dst,
                        const unsigned char* src) const noexcept
    {
        if (work.staging == Staging::None)
        {
            return work.kernel->run(
                work.Arguments(rows, columns, dst, work.rows.destinationStride, src, work.columns.sourceStride));
        }
        // A tile of the destination begins at the same offset in a cache line as the rows that it is copied to.
        alignas(CacheLineBytes) unsigned char room[CacheLineBytes * TileStride + CacheLineBytes];
        static_assert((CacheLineBytes + CacheLineBytes / 2) * SourceTileStride <= sizeof(room),
                      "more columns are in the first strip");
        unsigned char* const tile = work.staging == Staging::Source
                                        ? room
                                        : room + (0 - BytesToAlignment(CacheLineBytes, dst)) % CacheLineBytes;
        if (work.staging == Staging::Destination)
        {
            // Rows without gaps are one row.
            const std::size_t bytes = columns * work.unit;
            const bool isPacked = work.rows.destinationStride == bytes;
            const std::size_t stride = isPacked ? bytes : TileStride;
            const KernelArguments all =
                isPacked ? KernelArguments::OneRow(dst, tile, rows * bytes)
                         : KernelArguments::Rows(dst, work.rows.destinationStride, tile, stride, rows, bytes);
            work.kernel->run(work.Arguments(rows, columns, tile, stride, src, work.columns.sourceStride));
            return Rows(all, isNonTemporal);
        }
        Rows(KernelArguments::Rows(tile, SourceTileStride, src, work.columns.sourceStride, columns, rows * work.unit),
             false);
        work.kernel->run(work.Arguments(rows, columns, dst, work.rows.destinationStride, tile, SourceTileStride));
    }
};

// ---- 4-bit elements -------------------------------------------------------------------------------------------------

// The 4-bit element at a position counted in elements. The low half of a byte comes first.
inline unsigned NibbleAt(const unsigned char* src, std::size_t position) noexcept
{
    const unsigned byte = src[position / 2];
    return position % 2 == 0 ? byte & 15U : byte >> 4;
}

inline void PutNibble(unsigned char* dst, std::size_t position, unsigned value) noexcept
{
    unsigned char& byte = dst[position / 2];
    byte = static_cast<unsigned char>(position % 2 == 0 ? (byte & 0xF0U) | value : (byte & 0x0FU) | value << 4);
}

// Copies 4-bit elements one by one, or in whole bytes where the innermost axis allows it.
inline void CopyEachNibble(CopyPlan plan) noexcept
{
    const CopyAxis inner = plan.TakeInner();
    TileIterator at(plan);
    do {
        for (std::size_t i = 0; i < inner.size;)
        {
            const std::size_t dst = plan.destinationStart + at.destinationOffset + i * inner.destinationStride;
            const std::size_t src = plan.sourceStart + at.sourceOffset + i * inner.sourceStride;
            const std::size_t bytes = inner.destinationStride == 1 && dst % 2 == 0 ? (inner.size - i) / 2 : 0;
            if (bytes > 0 && inner.sourceStride == 1 && src % 2 == 0)
            {
                std::memcpy(plan.destination + dst / 2, plan.source + src / 2, bytes);
                i += 2 * bytes;
            }
            else if (bytes > 0)
            {
                // Both halves are written, so the byte need not be read first. Measured: 1.4 for {8,63,55,55}.
                plan.destination[dst / 2] = static_cast<unsigned char>(
                    NibbleAt(plan.source, src) | NibbleAt(plan.source, src + inner.sourceStride) << 4);
                i += 2;
            }
            else
            {
                PutNibble(plan.destination, dst, NibbleAt(plan.source, src));
                ++i;
            }
        }
    } while (at.Next());
}

// Of two columns, each byte of which holds an even row and the next: the bytes of both columns in the even rows, and in
// the odd ones. Of columns a and b, the low half first:
//
//     a0 a1 | a2 a3        a0 b0 | a2 b2    even
//     b0 b1 | b2 b3        a1 b1 | a3 b3    odd
template <class Word>
void PairColumns(unsigned char* even, unsigned char* odd, const unsigned char* one, const unsigned char* other) noexcept
{
    constexpr Word Low = static_cast<Word>(Max64 / 255 * 15);
    Word a = 0;
    Word b = 0;
    std::memcpy(&a, one, sizeof(a));
    std::memcpy(&b, other, sizeof(b));
    const Word ofEven = static_cast<Word>((a & Low) | (b & Low) << 4);
    const Word ofOdd = static_cast<Word>((a >> 4 & Low) | (b & ~Low));
    std::memcpy(even, &ofEven, sizeof(ofEven));
    std::memcpy(odd, &ofOdd, sizeof(ofOdd));
}

// A plane of 4-bit elements: element (row, column) goes from column * columns.from + row to row * rows.to + column.
// Once columns are paired on the stack, the even and the odd rows are two transposes of bytes. Strides, in elements,
// are even, and so are the numbers of rows and columns.
inline void TransposeNibbles(const CopyRun& run, unsigned char* dst, const unsigned char* src, const CopyAxis& rows,
                             const CopyAxis& columns) noexcept
{
    constexpr std::size_t Side = CacheLineBytes; // of a tile: so many pairs of rows and of columns
    alignas(CacheLineBytes) unsigned char tile[2 * Side * Side];
    CopyAxes axes;
    axes.Append(rows);
    axes.Append(columns);
    const Tiling tilings[] = {{2 * Side}, {2 * Side, 0, 2 * BytesToAlignment(CacheLineBytes, dst)}};
    TileIterator box(axes, tilings);
    do {
        const std::size_t pairs = box.Count(0) / 2;
        const std::size_t bytes = box.Count(1) / 2;
        for (std::size_t i = 0; i < bytes; ++i)
        {
            const unsigned char* const one = src + box.sourceOffset / 2 + i * columns.sourceStride;
            const unsigned char* const other = one + columns.sourceStride / 2;
            unsigned char* const even = tile + i * Side;
            unsigned char* const odd = even + Side * Side;
            std::size_t k = 0;
            for (; k + 8 <= pairs; k += 8) { PairColumns<std::uint64_t>(even + k, odd + k, one + k, other + k); }
            for (; k < pairs; ++k) { PairColumns<std::uint8_t>(even + k, odd + k, one + k, other + k); }
        }
        ByteMove plane;
        plane.destination = dst + box.destinationOffset / 2;
        plane.source = tile;
        plane.Insert(pairs, rows.destinationStride, 1);
        plane.Insert(2, rows.destinationStride / 2, Side * Side);
        plane.Insert(bytes, 1, Side);
        run.Run(plane);
    } while (box.Next());
}

// A copy of 4-bit elements that moves no byte whole.
inline void CopyNibbles(const CopyRun& run, CopyPlan plan) noexcept
{
    plan.Merge();
    const CopyPlan all = plan;
    const CopyAxis columns = plan.TakeInner();
    const std::uint32_t outer = plan.FindSourceStride(1);
    bool isEven = outer > 0 && columns.destinationStride == 1 && columns.sourceStride % 2 == 0 && columns.size % 2 == 0
                  && plan.destinationStart + plan.sourceStart == 0 && plan.axes[outer - 1].size % 2 == 0;
    for (std::uint32_t i = 0; i < plan.rank; ++i)
    {
        isEven =
            isEven && plan.axes[i].destinationStride % 2 == 0 && (i + 1 == outer || plan.axes[i].sourceStride % 2 == 0);
    }
    if (!isEven) { return CopyEachNibble(all); }
    const CopyAxis rows = plan.axes[outer - 1];
    plan.Remove(outer - 1);
    TileIterator at(plan);
    do {
        TransposeNibbles(run, plan.destination + at.destinationOffset / 2, plan.source + at.sourceOffset / 2, rows,
                         columns);
    } while (at.Next());
}

// =====================================================================================================================
//   Checks
//
//   Layouts and types first, which no memory is needed for; then, of the plan, that no two elements meet; then memory.
//   So a reason does not depend on the buffers' addresses unless it is about them, and what a caller gets wrong in the
//   description is said before what is wrong with the memory.
//
//   Templates, as those of a Gather: g++ compiles an inline function that nobody calls and all templates that it names,
//   and including this header would cost it 7 % more. Inline all the same, or a copy of 64 bytes takes 43 ns instead
//   of 33.
// =====================================================================================================================

// The bytes of a buffer that a layout uses: from the first element's to the last one's. An end of 0 is beyond 64 bits.
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
    const std::uint32_t bits = ElementSizeInBits(type);
    const std::uint64_t first = layout.FirstElement();
    return {bits == 4 ? first / 2 : first * (bits / 8), layout.EndInBytes(type)};
}

// Diagnosis::tensor of a copy.
inline constexpr std::uint32_t OfDestination = 3;
inline constexpr std::uint32_t OfSource = 4;

// ValueRange of the first number of bytes that is below 0, of the tensors from this one on.
inline Diagnosis CheckByteCounts(std::initializer_list<AnyInteger> counts, std::uint32_t tensor) noexcept
{
    for (const AnyInteger& count : counts)
    {
        if (count.IsNegative()) { return WithTensorIndex(CheckRange(count, Max64, Argument::BufferSize), tensor); }
        ++tensor;
    }
    return {};
}

// A buffer that a tensor is read from or written to, and what its layout needs of it.
struct Buffer
{
    const void* pointer;
    std::uint64_t bytes;
    UsedBytes used;
    TensorError tooSmall;
    std::uint32_t tensor;
};

// No buffer is larger, whatever was said of it: distances in it would not fit std::ptrdiff_t.
inline constexpr std::uint64_t LargestBuffer = static_cast<std::size_t>(-1) / 2;

// SpanLimit, NullPointer and too small a buffer, each of all buffers before the next.
inline Diagnosis CheckBuffers(std::initializer_list<Buffer> buffers) noexcept
{
    for (const Buffer& buffer : buffers)
    {
        if (buffer.used.end == 0) { return {TensorError::SpanLimit, None32, Max64, Max64, buffer.tensor}; }
    }
    for (const Buffer& buffer : buffers)
    {
        if (buffer.pointer == nullptr) { return {TensorError::NullPointer, None32, 0, buffer.used.end, buffer.tensor}; }
    }
    for (const Buffer& buffer : buffers)
    {
        if (buffer.bytes < buffer.used.end)
        {
            return {buffer.tooSmall, None32, buffer.bytes, buffer.used.end, buffer.tensor};
        }
    }
    for (const Buffer& buffer : buffers)
    {
        if (buffer.used.end > LargestBuffer) { return {TensorError::SpanLimit, None32, Max64, Max64, buffer.tensor}; }
    }
    return {};
}

// The error that a layout carries, which comes before all else that is asked of a copy.
inline Diagnosis CheckLayouts(const Destination& destination, const Source& source) noexcept
{
    return !destination.layout ? WithTensorIndex(destination.layout.Reason(), OfDestination)
           : !source.layout    ? WithTensorIndex(source.layout.Reason(), OfSource)
                               : Diagnosis{};
}

// Sizes of the source that are neither the destination's nor broadcast to them.
inline Diagnosis CheckSizes(const TensorLayout& destination, const TensorLayout& source) noexcept
{
    if (source.Rank() > destination.Rank())
    {
        return {TensorError::RankDiffers, None32, source.Rank(), destination.Rank(), OfSource};
    }
    const std::uint32_t missing = destination.Rank() - source.Rank();
    for (std::uint32_t i = 0; i < source.Rank(); ++i)
    {
        const std::uint32_t wanted = destination.Sizes()[missing + i];
        const std::uint32_t given = source.Sizes()[i];
        if (given != wanted && given != 1) { return {TensorError::SizesDiffer, missing + i, wanted, given, OfSource}; }
    }
    return {};
}

// The memory of a copy with this plan, which shows nearly always that no two elements meet; the exact search is for
// what it does not show.
inline Diagnosis CheckMemory(const CopyPlan& plan, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                             DML_TENSOR_DATA_TYPE sourceType, const Source& source) noexcept
{
    if (!plan.IsNested() && destination.layout.HasOverlap())
    {
        const TensorLayout& layout = destination.layout;
        return WithTensorIndex(DescribeOverlap(TensorError::DestinationOverlaps, layout.Sizes().data(),
                                               layout.Strides().data(), layout.Rank()),
                               OfDestination);
    }
    const UsedBytes destinationUsed = UsedBytesOf(destination.layout, destinationType);
    const UsedBytes sourceUsed = UsedBytesOf(source.layout, sourceType);
    const Diagnosis reason = CheckBuffers(
        {{destination.data, destination.bytes, destinationUsed, TensorError::DestinationTooSmall, OfDestination},
         {source.data, source.bytes, sourceUsed, TensorError::SourceTooSmall, OfSource}});
    if (!reason.Ok()) { return reason; }
    return destinationUsed.Meets(destination.data, sourceUsed, source.data)
               ? Diagnosis{TensorError::BuffersOverlap, None32, 0, 0, OfDestination}
               : Diagnosis{};
}

// How a copy of so many bytes is run.
inline CopyRun RunOf(const Kernels* kernels, CopyHint hint, std::uint64_t bytes) noexcept
{
    const bool isNonTemporal = hint == CopyHint::Streaming || (hint == CopyHint::Auto && bytes >= MinNonTemporalBytes);
    return {kernels, isNonTemporal && kernels != &PortableKernels};
}

// Where the plan begins, once its memory was checked.
inline void StartPlan(CopyPlan& plan, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                      DML_TENSOR_DATA_TYPE sourceType, const Source& source) noexcept
{
    plan.destination =
        static_cast<unsigned char*>(destination.data) + UsedBytesOf(destination.layout, destinationType).first;
    plan.source = static_cast<const unsigned char*>(source.data) + UsedBytesOf(source.layout, sourceType).first;
    if (ElementSizeInBits(destinationType) == 4)
    {
        plan.destinationStart = destination.layout.FirstElement() % 2;
        plan.sourceStart = source.layout.FirstElement() % 2;
    }
}

// A copy whose arguments were checked, with the plan of its layouts.
inline void RunCopy(CopyPlan& plan, const Kernels* kernels, DML_TENSOR_DATA_TYPE type, const Destination& destination,
                    const Source& source, CopyHint hint) noexcept
{
    StartPlan(plan, type, destination, type, source);
    const std::uint32_t bits = ElementSizeInBits(type);
    // Pairs of 4-bit elements that stay together are bytes, for which there are kernels.
    ByteMove move;
    const bool isByteMove = move.FromElements(plan, bits);
    // Tuned: ordinary stores for thin rows. Measured (Zen 5): non-temporal stores have .45 to .9 of the speed for 5 to
    // 16 channels of 16 MiB and more.
    const CopyHint used = hint == CopyHint::Auto && isByteMove && move.HasThinRows() ? CopyHint::Cached : hint;
    const CopyRun run = RunOf(kernels, used, std::uint64_t{plan.Count()} * bits / 8);
    if (isByteMove) { run.Run(move); }
    else { CopyNibbles(run, plan); }
    if (run.isNonTemporal) { StoreFence(); }
}

inline Diagnosis CopyTensorBy(const Kernels* kernels, DML_TENSOR_DATA_TYPE type, const Destination& destination,
                              const Source& source, CopyHint hint) noexcept
{
    Diagnosis reason = CheckLayouts(destination, source);
    if (reason.Ok()) { reason = CheckDataType(type, Argument::Type); }
    if (reason.Ok()) { reason = CheckSizes(destination.layout, source.layout); }
    if (!reason.Ok()) { return reason; }
    CopyPlan plan;
    plan.InsertAll(destination.layout, source.layout);
    reason = CheckMemory(plan, type, destination, type, source);
    if (reason.Ok()) { RunCopy(plan, kernels, type, destination, source, hint); }
    return reason;
}

// =====================================================================================================================
//   Gather
// =====================================================================================================================

// How the indices of a type are read, and what they mean on an axis: one below 0 counts from the end. Source:
// "DML_GATHER_OPERATOR_DESC structure".
struct IndexReader
{
    std::size_t unit;       // bytes of an index
    std::uint64_t size;     // of the axis
    std::uint64_t sign = 0; // what extends a narrow index: its sign bit, or 0
    std::uint64_t wrap = 0; // what is added to an index below 0

    IndexReader(DML_TENSOR_DATA_TYPE type, std::uint32_t axisSize) noexcept
        : unit(ElementSizeInBits(type) / 8), size(axisSize)
    {
        if (type == DML_TENSOR_DATA_TYPE_INT32 || type == DML_TENSOR_DATA_TYPE_INT64)
        {
            sign = unit == 4 ? std::uint64_t{1} << 31 : 0;
            wrap = axisSize;
        }
    }

    // In two's complement.
    std::uint64_t Stored(const unsigned char* at) const noexcept
    {
        std::uint64_t index = 0;
        if (unit == sizeof(index))
        {
            std::memcpy(&index, at, sizeof(index));
            return index;
        }
        std::uint32_t narrow = 0;
        std::memcpy(&narrow, at, sizeof(narrow));
        return (narrow ^ sign) - sign;
    }

    // At least the size of the axis where the index is outside: what is below 0 after its wrap is a large number, so
    // that one comparison answers for both ends.
    std::uint64_t Position(std::uint64_t stored) const noexcept { return stored + ((0 - (stored >> 63)) & wrap); }
};

// The first index outside the axis, in row-major order. A second pass, for a Gather that has met one.
inline Diagnosis FirstOutside(const IndexReader& reader, const TensorLayout& layout,
                              const unsigned char* indices) noexcept
{
    CopyAxes axes;
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        axes.Append({layout.Sizes()[i], 0, 0, layout.Strides()[i] * reader.unit});
    }
    TileIterator at(axes);
    std::uint32_t place = 0;
    std::uint64_t stored = reader.Stored(indices);
    for (; reader.Position(stored) < reader.size && at.Next(); ++place) { stored = reader.Stored(indices + at.index); }
    return {TensorError::GatherIndexRange, place, stored, reader.size, 1};
}

// What is picked by a run of indices: elements or rows, of which number i goes to i * destinationStride.
struct IndexBatch
{
    const std::uint32_t* positions; // along the indexed axis
    std::size_t count;
    std::size_t step;         // bytes from one position to the next
    std::size_t sourceStride; // bytes that the input moves with each index, where a batch does that
    std::size_t destinationStride;

    std::size_t Offset(std::size_t i) const noexcept { return positions[i] * step + i * sourceStride; }
};

// By value, here and below: what is stored through `dst` could be the run itself, for all that the compiler knows.
template <std::size_t Bytes>
void GatherFixedRows(unsigned char* dst, const unsigned char* src, IndexBatch run, std::size_t first) noexcept
{
    for (std::size_t i = first; i < run.count; ++i)
    {
        std::memcpy(dst + i * run.destinationStride, src + run.Offset(i), Bytes);
    }
}

// Copies elements along the innermost axis of both sides four at a time, for which compilers make one store.
template <class Element> void GatherElements(unsigned char* dst, const unsigned char* src, IndexBatch run) noexcept
{
    std::size_t i = 0;
    if (run.destinationStride == sizeof(Element) && run.step == sizeof(Element) && run.sourceStride == 0)
    {
        for (; i + 4 <= run.count; i += 4)
        {
            Element four[4];
            std::memcpy(&four[0], src + run.positions[i] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[1], src + run.positions[i + 1] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[2], src + run.positions[i + 2] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[3], src + run.positions[i + 3] * sizeof(Element), sizeof(Element));
            std::memcpy(dst + i * sizeof(Element), four, sizeof(four));
        }
    }
    GatherFixedRows<sizeof(Element)>(dst, src, run, i);
}

// Rows that stand anywhere: nothing but the positions tells the processor which comes next. Of 3 KiB in 150 MB, the
// first 512 bytes eight rows ahead: .53 to .66 of memcpy; without .39 to .58, the whole rows two ahead .36 to .47.
inline void GatherLongRows(unsigned char* dst, const unsigned char* src, IndexBatch run, std::size_t bytes) noexcept
{
    constexpr std::size_t RowsAhead = 8;
    constexpr std::size_t PrefetchedBytes = 512;
    const std::size_t prefetched = Smaller(bytes, PrefetchedBytes);
    for (std::size_t i = 0; i < run.count; ++i)
    {
        const unsigned char* const next = src + run.Offset(i + RowsAhead < run.count ? i + RowsAhead : i);
        for (std::size_t k = 0; k < prefetched; k += CacheLineBytes) { Prefetch(next + k); }
        std::memcpy(dst + i * run.destinationStride, src + run.Offset(i), bytes);
    }
}

// Of 16, 32 and 64 bytes GatherLongRows has .48, .65 and .87 of the speed.
inline void GatherRows(unsigned char* dst, const unsigned char* src, const IndexBatch& run, std::size_t bytes) noexcept
{
    switch (bytes)
    {
    case 1: return GatherElements<std::uint8_t>(dst, src, run);
    case 2: return GatherElements<std::uint16_t>(dst, src, run);
    case 4: return GatherElements<std::uint32_t>(dst, src, run);
    case 8: return GatherElements<std::uint64_t>(dst, src, run);
    case 16: return GatherFixedRows<16>(dst, src, run, 0);
    case 32: return GatherFixedRows<32>(dst, src, run, 0);
    case 64: return GatherFixedRows<64>(dst, src, run, 0);
    default: return GatherLongRows(dst, src, run, bytes);
    }
}

// A Gather after everything was checked. The output's axes are of two kinds: those along which the index changes are
// picked, and along the rest it stays. For an input {4,100,8} along axis 1, with indices {1,4,7} of which the last axis
// is the index and 4 the batch:
//
//     picked    4 (a batch)    7 (indices)
//     rest      none: 8 elements are contiguous on both sides, a row that each index picks
//
// Indices are read once for a run of them, and then used along all of the rest; in the other order a Gather along the
// last axis would read and check each index again for every row.
struct GatherPlan
{
    CopyAxes indexedAxes; // in bytes, as the rest: the axes along which the index changes
    CopyAxes otherAxes;
    std::size_t rowBytes; // contiguous on both sides, and picked as one
    std::size_t step;     // from one element of the indexed axis to the next
    IndexReader reader;

    GatherPlan(const GatherSizes& sizes, const TensorLayout& input, const TensorLayout& indices,
               const TensorLayout& output, std::size_t unit, const IndexReader& indexReader) noexcept
        : rowBytes(unit), step(input.Strides()[Low32(sizes.axis)] * unit), reader(indexReader)
    {
        // Each axis of what is gathered is one of the input or of the indices. Those that the output has not, since 1s
        // in front are cropped, have a size of 1 and are no axes of a plan.
        const std::uint32_t count = sizes.Count();
        const std::uint32_t inputOnes = LeadingOnes(sizes.input, sizes.rank);
        const std::uint32_t indicesOnes = LeadingOnes(sizes.indices, sizes.rank);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const GatherSizes::Origin source = sizes.OriginOf(i);
            const std::size_t dst = i + sizes.rank >= count ? output.Strides()[i + sizes.rank - count] * unit : 0;
            const bool isOfIndices = source.tensor == 1;
            const std::size_t src = isOfIndices ? 0 : input.Strides()[source.axis] * unit;
            // The batch's axes follow the leading 1s of either tensor, and all of them stand before Axis.
            const std::uint32_t ofBatch = source.axis - inputOnes;
            const std::size_t index = isOfIndices ? indices.Strides()[source.axis] * reader.unit
                                      : ofBatch < sizes.BatchDimensions()
                                          ? indices.Strides()[indicesOnes + ofBatch] * reader.unit
                                          : 0;
            (index != 0 ? indexedAxes : otherAxes).Insert(source.size, dst, src, index);
        }
        indexedAxes.Merge();
        otherAxes.Merge();
        if (otherAxes.rank > 0 && otherAxes.axes[otherAxes.rank - 1].destinationStride == unit
            && otherAxes.axes[otherAxes.rank - 1].sourceStride == unit)
        {
            rowBytes = unit * otherAxes.TakeInner().size;
        }
    }

    // False where an index was outside the axis, which reads the last element then. All indices of a run are resolved
    // before the first of them is used, once for all rows that they pick.
    bool Run(const unsigned char* input, const unsigned char* indices, unsigned char* output) noexcept
    {
        // Tuned: as many positions as stay beside what they pick; .95 with 256, .97 with 4096 of {64,4096} along its
        // rows.
        constexpr std::size_t LongestRun = 1024;
        std::uint32_t positions[LongestRun];
        const CopyAxis inner = indexedAxes.TakeInner();
        bool isInside = true;
        TileIterator at(indexedAxes);
        do {
            for (std::size_t first = 0; first < inner.size; first += LongestRun)
            {
                const std::size_t count = Smaller(inner.size - first, LongestRun);
                const IndexBatch run = {positions, count, step, inner.sourceStride, inner.destinationStride};
                const unsigned char* index = indices + at.index + first * inner.auxiliaryStride;
                for (std::size_t i = 0; i < count; ++i, index += inner.auxiliaryStride)
                {
                    const std::uint64_t position = reader.Position(reader.Stored(index));
                    isInside = isInside && position < reader.size;
                    positions[i] = static_cast<std::uint32_t>(position < reader.size ? position : reader.size - 1);
                }
                unsigned char* const dst = output + at.destinationOffset + first * inner.destinationStride;
                const unsigned char* const src = input + at.sourceOffset + first * inner.sourceStride;
                TileIterator row(otherAxes);
                do {
                    GatherRows(dst + row.destinationOffset, src + row.sourceOffset, run, rowBytes);
                } while (row.Next());
            }
        } while (at.Next());
        return isInside;
    }
};

inline Diagnosis GatherTensorBy(const DML_GATHER_OPERATOR_DESC& desc, const void* input, std::uint64_t inputBytes,
                                const void* indices, std::uint64_t indicesBytes, void* output,
                                std::uint64_t outputBytes) noexcept
{
    const Diagnosis reason = Validate(desc);
    if (!reason.Ok() && reason != TensorError::GatherBatch) { return reason; }
    const auto& inputDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.InputTensor->Desc);
    const auto& indicesDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.IndicesTensor->Desc);
    const auto& outputDesc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(desc.OutputTensor->Desc);
    const GatherSizes sizes{inputDesc.Sizes, indicesDesc.Sizes, inputDesc.DimensionCount, desc.Axis,
                            desc.IndexDimensions};
    // A batch that the coordinates before Axis do not hold: DirectML yields something, and no rule says what.
    if (!reason.Ok() && LeadingOnes(sizes.input, sizes.rank) + sizes.BatchDimensions() > sizes.axis) { return reason; }
    const TensorLayout inputLayout = TensorLayout::Of(inputDesc);
    const TensorLayout indicesLayout = TensorLayout::Of(indicesDesc);
    const TensorLayout outputLayout = TensorLayout::Of(outputDesc);
    const UsedBytes inputUsed = UsedBytesOf(inputLayout, inputDesc.DataType);
    const UsedBytes indicesUsed = UsedBytesOf(indicesLayout, indicesDesc.DataType);
    const UsedBytes outputUsed = UsedBytesOf(outputLayout, outputDesc.DataType);
    const Diagnosis ofBuffers = CheckBuffers({{input, inputBytes, inputUsed, TensorError::SourceTooSmall, 0},
                                              {indices, indicesBytes, indicesUsed, TensorError::SourceTooSmall, 1},
                                              {output, outputBytes, outputUsed, TensorError::DestinationTooSmall, 2}});
    if (!ofBuffers.Ok()) { return ofBuffers; }
    if (outputUsed.Meets(output, inputUsed, input)) { return {TensorError::BuffersOverlap, None32, 0, 0, 0}; }
    if (outputUsed.Meets(output, indicesUsed, indices)) { return {TensorError::BuffersOverlap, None32, 0, 0, 1}; }
    const IndexReader reader(indicesDesc.DataType, inputDesc.Sizes[desc.Axis]);
    GatherPlan plan(sizes, inputLayout, indicesLayout, outputLayout, ElementSizeInBits(inputDesc.DataType) / 8, reader);
    const auto* const firstIndex = static_cast<const unsigned char*>(indices);
    return plan.Run(static_cast<const unsigned char*>(input), firstIndex, static_cast<unsigned char*>(output))
               ? Diagnosis{}
               : FirstOutside(reader, indicesLayout, firstIndex);
}
} // namespace detail

/// destination[c] = source[c] for every coordinate c of the destination's sizes. The source's sizes are equal, or
/// broadcast to them (right-aligned, a size of 1 repeats). Buffer sizes are in bytes; no alignment is asked of them.
/// Bytes between the destination's elements are not touched, and of a byte of which a 4-bit copy writes one half the
/// other is kept. Slices of one tensor can be copied at the same time where they share no byte.
///
/// Nothing is written where the reason is not Ok. tensor is 3 for the destination and 4 for the source:
/// the error that a layout carries · UnknownDataType · RankDiffers (the source has more axes) and SizesDiffer (axis,
/// the destination's size, the source's) · DestinationOverlaps · SpanLimit (no end in bytes) · NullPointer ·
/// DestinationTooSmall and SourceTooSmall (bytes given, bytes needed) · BuffersOverlap (the ranges of bytes from the
/// first element to the last).
template <class Dependent = void>
Diagnosis CopyTensor(DML_TENSOR_DATA_TYPE type, const Destination& destination, const Source& source,
                     CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::CopyTensorBy(detail::KernelsOf<Dependent>(detail::BestCopyPath()), type, destination, source, hint);
}

/// The same, without names for the two sides, and with numbers of bytes of any integer type: one below 0 is ValueRange,
/// before all else.
template <class Dependent = void>
Diagnosis CopyTensor(DML_TENSOR_DATA_TYPE type, void* destination, AnyInteger destinationBytes,
                     const TensorLayout& destinationLayout, const void* source, AnyInteger sourceBytes,
                     const TensorLayout& sourceLayout, CopyHint hint = CopyHint::Auto) noexcept
{
    const Diagnosis reason = detail::CheckByteCounts({destinationBytes, sourceBytes}, detail::OfDestination);
    if (!reason.Ok()) { return reason; }
    return CopyTensor<Dependent>(type, Destination{destination, destinationBytes.Bits(), destinationLayout},
                                 Source{source, sourceBytes.Bits(), sourceLayout}, hint);
}

/// What a Gather yields, on the CPU:
///
///     output[p ++ k ++ s] = input[p ++ index ++ s]    index = indices[the batch's axes of p ++ k]
///
/// with p the coordinates before Axis, s those after it and k the last IndexDimensions of the indices; 1s are cropped
/// or added in front. An index i < 0 of a signed type means i + size.
///
/// What is then outside the axis reads its last element. The output is complete, and the reason is the hazard
/// GatherIndexRange with the first such index in row-major order: axis is its position among the indices, actual the
/// index (two's complement in 64 bits), required the size of the axis. What DirectML reads there is unspecified.
///
/// Nothing is written for any other reason: ValueRange (a number of bytes below 0) · that of Validate, unless it is
/// GatherBatch with all of the batch before Axis · SpanLimit · NullPointer · SourceTooSmall (tensor 0 input, 1 indices)
/// and DestinationTooSmall (tensor 2), with the bytes given and needed · BuffersOverlap (tensor 0 or 1: what the output
/// shares memory with).
/// Source: "DML_GATHER_OPERATOR_DESC structure".
inline Diagnosis GatherTensor(const DML_GATHER_OPERATOR_DESC& desc, const void* input, AnyInteger inputBytes,
                              const void* indices, AnyInteger indicesBytes, void* output,
                              AnyInteger outputBytes) noexcept
{
    const Diagnosis reason = detail::CheckByteCounts({inputBytes, indicesBytes, outputBytes}, 0);
    if (!reason.Ok()) { return reason; }
    return detail::GatherTensorBy(desc, input, inputBytes.Bits(), indices, indicesBytes.Bits(), output,
                                  outputBytes.Bits());
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DTU_COPY_LANES)

// =====================================================================================================================
//   The kernels for one width of vectors, of DTU_COPY_LANES times 16 bytes
//
//   Every function that uses a vector names its instruction set. Otherwise GCC splits the vector, even if the function
//   is inlined into one that names it. To add a width, add its name and target here and its table above.
// =====================================================================================================================

#if DTU_COPY_LANES == 1
#define DTU_COPY_NAMESPACE vector128
#define DTU_COPY_NARROWER &PortableKernels
#define DTU_TARGET
#else
#define DTU_COPY_NAMESPACE vector256
#define DTU_COPY_NARROWER &vector128::KernelTable<Dependent>
#define DTU_TARGET target("avx2"),
#endif

namespace DTU_COPY_NAMESPACE
{
inline constexpr std::size_t Lanes = DTU_COPY_LANES;
inline constexpr std::size_t VectorBytes = 16 * Lanes;
inline constexpr bool HasShuffles = Lanes == 2 || DTU_IS_ARM64 == 1;

// ---- steps: what one instruction does, lane by lane -----------------------------------------------------------------
//
// Everything that differs between instruction sets is in these steps; the kernels below use nothing else.
//
//   Vector             `Lanes` lanes of 16 bytes
//   Load, Store        at any address
//   Stream             a non-temporal store, if the machine has one, to a multiple of the vector's size
//   ZipLow, ZipHigh    elements of `a` and `b` alternately, from the lower or the upper half of each lane
//   LoadPart           4 or 8 bytes, followed by zeros
//   StorePart          the 4 or 8 bytes at Index
//   Shuffle            byte i of a lane is byte mask[i] of the same lane, or 0 if that is 0x80
//   Join, LaneOf       two lanes to a vector, and back

// A zip by intrinsics, of elements of 1, 2, 4 and 8 bytes.
#define DTU_ZIP(name, bytes, pairs, fours, eights)                                                                     \
    template <std::size_t Unit> DTU_KERNEL_STEP Vector name(Vector a, Vector b) noexcept                               \
    {                                                                                                                  \
        if constexpr (Unit == 1)                                                                                       \
            return bytes;                                                                                              \
        else if constexpr (Unit == 2)                                                                                  \
            return pairs;                                                                                              \
        else if constexpr (Unit == 4)                                                                                  \
            return fours;                                                                                              \
        else                                                                                                           \
            return eights;                                                                                             \
    }

#if DTU_ISA == DTU_GNU_VECTORS

using Vector = unsigned char __attribute__((vector_size(VectorBytes)));
using Quads = long long __attribute__((vector_size(VectorBytes)));

DTU_KERNEL_STEP Vector Load(const unsigned char* src) noexcept
{
    Vector vector;
    std::memcpy(&vector, src, sizeof(vector));
    return vector;
}

DTU_KERNEL_STEP void Store(unsigned char* dst, Vector vector) noexcept { std::memcpy(dst, &vector, sizeof(vector)); }

DTU_KERNEL_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return reinterpret_cast<Vector>(Quads{} + static_cast<long long>(bits));
}

DTU_KERNEL_STEP Vector Or(Vector a, Vector b) noexcept { return a | b; }

// Returns the position in `a` and `b`, one after the other, that byte i of a zip comes from.
constexpr int ZipIndex(std::size_t unit, bool high, std::size_t i) noexcept
{
    const std::size_t inLane = i % 16;
    return static_cast<int>(i - inLane + (high ? 8 : 0) + inLane / (2 * unit) * unit + inLane % unit
                            + (inLane / unit % 2 == 0 ? 0 : VectorBytes));
}

template <std::size_t Unit, bool High, std::size_t... I>
DTU_KERNEL_STEP Vector Zip(Vector a, Vector b, std::index_sequence<I...>) noexcept
{
    return __builtin_shufflevector(a, b, ZipIndex(Unit, High, I)...);
}

template <std::size_t Unit> DTU_KERNEL_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    return Zip<Unit, false>(a, b, std::make_index_sequence<VectorBytes>());
}

template <std::size_t Unit> DTU_KERNEL_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    return Zip<Unit, true>(a, b, std::make_index_sequence<VectorBytes>());
}

DTU_KERNEL_STEP void Stream(unsigned char* dst, Vector vector) noexcept
{
#if !DTU_IS_X86
    Store(dst, vector);
#elif defined(__clang__)
    __builtin_nontemporal_store(vector, reinterpret_cast<Vector*>(dst));
#elif DTU_COPY_LANES == 1
    __builtin_ia32_movntdq(reinterpret_cast<Quads*>(dst), reinterpret_cast<Quads>(vector));
#else
    __builtin_ia32_movntdq256(reinterpret_cast<Quads*>(dst), reinterpret_cast<Quads>(vector));
#endif
}

#if DTU_COPY_LANES == 1

template <std::size_t Bytes> DTU_KERNEL_STEP Vector LoadPart(const unsigned char* src) noexcept
{
    long long part = 0;
    std::memcpy(&part, src, Bytes);
    return reinterpret_cast<Vector>(Quads{part, 0});
}

template <std::size_t Bytes, std::size_t Index>
DTU_KERNEL_STEP void StorePart(unsigned char* dst, Vector vector) noexcept
{
    using Parts = std::conditional_t<Bytes == 8, Quads, int __attribute__((vector_size(16)))>;
    const auto part = reinterpret_cast<Parts>(vector)[Index];
    std::memcpy(dst, &part, Bytes);
}

#if DTU_IS_ARM64
// No built-in function of either compiler is this one, and <arm_neon.h> alone takes longer to compile than all of this.
DTU_KERNEL_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    Vector shuffled;
    __asm__("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(shuffled) : "w"(vector), "w"(mask));
    return shuffled;
}
#endif

#else

using HalfQuads = long long __attribute__((vector_size(16)));

DTU_KERNEL_STEP Vector Join(vector128::Vector low, vector128::Vector high) noexcept
{
#if defined(__clang__)
    return reinterpret_cast<Vector>(
        __builtin_shufflevector(reinterpret_cast<HalfQuads>(low), reinterpret_cast<HalfQuads>(high), 0, 1, 2, 3));
#else
    // GCC makes a shuffle of __builtin_shufflevector here, instead of a load.
    using Ints = int __attribute__((vector_size(16)));
    const auto widened = __builtin_ia32_si256_si(reinterpret_cast<Ints>(low));
    return reinterpret_cast<Vector>(
        __builtin_ia32_insert128i256(reinterpret_cast<Quads>(widened), reinterpret_cast<HalfQuads>(high), 1));
#endif
}

template <std::size_t Index> DTU_KERNEL_STEP vector128::Vector LaneOf(Vector vector) noexcept
{
    const auto quads = reinterpret_cast<Quads>(vector);
    return reinterpret_cast<vector128::Vector>(__builtin_shufflevector(quads, quads, 2 * Index, 2 * Index + 1));
}

DTU_KERNEL_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    using Chars = char __attribute__((vector_size(VectorBytes)));
    return reinterpret_cast<Vector>(
        __builtin_ia32_pshufb256(reinterpret_cast<Chars>(vector), reinterpret_cast<Chars>(mask)));
}

#endif

#elif DTU_ISA == DTU_X86_INTRINSICS

#if DTU_COPY_LANES == 1
using Vector = __m128i;
#define DTU_MM(name) _mm_##name
#define DTU_SI(name) _mm_##name##_si128
#else
using Vector = __m256i;
#define DTU_MM(name) _mm256_##name
#define DTU_SI(name) _mm256_##name##_si256
#endif

DTU_KERNEL_STEP Vector Load(const unsigned char* src) noexcept
{
    return DTU_SI(loadu)(reinterpret_cast<const Vector*>(src));
}

DTU_KERNEL_STEP void Store(unsigned char* dst, Vector vector) noexcept
{
    DTU_SI(storeu)(reinterpret_cast<Vector*>(dst), vector);
}

DTU_KERNEL_STEP void Stream(unsigned char* dst, Vector vector) noexcept
{
    DTU_SI(stream)(reinterpret_cast<Vector*>(dst), vector);
}

DTU_KERNEL_STEP Vector Repeat(std::uint64_t bits) noexcept { return DTU_MM(set1_epi64x)(static_cast<long long>(bits)); }

DTU_KERNEL_STEP Vector Or(Vector a, Vector b) noexcept { return DTU_SI(or)(a, b); }

DTU_ZIP(ZipLow, DTU_MM(unpacklo_epi8)(a, b), DTU_MM(unpacklo_epi16)(a, b), DTU_MM(unpacklo_epi32)(a, b),
        DTU_MM(unpacklo_epi64)(a, b))
DTU_ZIP(ZipHigh, DTU_MM(unpackhi_epi8)(a, b), DTU_MM(unpackhi_epi16)(a, b), DTU_MM(unpackhi_epi32)(a, b),
        DTU_MM(unpackhi_epi64)(a, b))

#if DTU_COPY_LANES == 1

template <std::size_t Bytes> DTU_KERNEL_STEP Vector LoadPart(const unsigned char* src) noexcept
{
    if constexpr (Bytes == 8) { return _mm_loadl_epi64(reinterpret_cast<const Vector*>(src)); }
    else
    {
        int part = 0;
        std::memcpy(&part, src, Bytes);
        return _mm_cvtsi32_si128(part);
    }
}

template <std::size_t Bytes, std::size_t Index>
DTU_KERNEL_STEP void StorePart(unsigned char* dst, Vector vector) noexcept
{
    const Vector shifted = _mm_srli_si128(vector, Bytes * Index);
    if constexpr (Bytes == 8) { _mm_storel_epi64(reinterpret_cast<Vector*>(dst), shifted); }
    else
    {
        const int part = _mm_cvtsi128_si32(shifted);
        std::memcpy(dst, &part, Bytes);
    }
}

#else

DTU_KERNEL_STEP Vector Join(vector128::Vector low, vector128::Vector high) noexcept
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

template <std::size_t Index> DTU_KERNEL_STEP vector128::Vector LaneOf(Vector vector) noexcept
{
    return _mm256_extracti128_si256(vector, Index);
}

DTU_KERNEL_STEP Vector Shuffle(Vector vector, Vector mask) noexcept { return _mm256_shuffle_epi8(vector, mask); }

#endif

#undef DTU_MM
#undef DTU_SI

#else

using Vector = uint8x16_t;

DTU_KERNEL_STEP Vector Load(const unsigned char* src) noexcept { return vld1q_u8(src); }

DTU_KERNEL_STEP void Store(unsigned char* dst, Vector vector) noexcept { vst1q_u8(dst, vector); }

DTU_KERNEL_STEP void Stream(unsigned char* dst, Vector vector) noexcept { vst1q_u8(dst, vector); }

DTU_KERNEL_STEP Vector Repeat(std::uint64_t bits) noexcept { return vreinterpretq_u8_u64(vdupq_n_u64(bits)); }

#define DTU_PAIR(step, type)                                                                                           \
    vreinterpretq_u8_##type(step##_##type(vreinterpretq_##type##_u8(a), vreinterpretq_##type##_u8(b)))
DTU_ZIP(ZipLow, vzip1q_u8(a, b), DTU_PAIR(vzip1q, u16), DTU_PAIR(vzip1q, u32), DTU_PAIR(vzip1q, u64))
DTU_ZIP(ZipHigh, vzip2q_u8(a, b), DTU_PAIR(vzip2q, u16), DTU_PAIR(vzip2q, u32), DTU_PAIR(vzip2q, u64))
#undef DTU_PAIR

template <std::size_t Bytes> DTU_KERNEL_STEP Vector LoadPart(const unsigned char* src) noexcept
{
    std::uint64_t part = 0;
    std::memcpy(&part, src, Bytes);
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(part), vcreate_u64(0)));
}

template <std::size_t Bytes, std::size_t Index>
DTU_KERNEL_STEP void StorePart(unsigned char* dst, Vector vector) noexcept
{
    if constexpr (Bytes == 8)
    {
        const std::uint64_t part = vgetq_lane_u64(vreinterpretq_u64_u8(vector), Index);
        std::memcpy(dst, &part, Bytes);
    }
    else
    {
        const std::uint32_t part = vgetq_lane_u32(vreinterpretq_u32_u8(vector), Index);
        std::memcpy(dst, &part, Bytes);
    }
}

DTU_KERNEL_STEP Vector Or(Vector a, Vector b) noexcept { return vorrq_u8(a, b); }

DTU_KERNEL_STEP Vector Shuffle(Vector vector, Vector mask) noexcept { return vqtbl1q_u8(vector, mask); }

#endif

// Load or store each lane at an address of its own, `apart` bytes after the one before.
#if DTU_COPY_LANES == 1
DTU_KERNEL_STEP Vector LoadLanes(const unsigned char* src, std::size_t) noexcept { return Load(src); }

DTU_KERNEL_STEP void StoreLanes(unsigned char* dst, std::size_t, Vector vector) noexcept { Store(dst, vector); }

template <std::size_t Count>
DTU_KERNEL_STEP void StoreByLanes(unsigned char* dst, const Vector (&vectors)[Count]) noexcept
{
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { Store(dst + 16 * i, vectors[i]); }
}
#else
using vector128::LoadPart;
using vector128::StorePart;

DTU_KERNEL_STEP Vector LoadLanes(const unsigned char* src, std::size_t apart) noexcept
{
    return Join(vector128::Load(src), vector128::Load(src + apart));
}

DTU_KERNEL_STEP void StoreLanes(unsigned char* dst, std::size_t apart, Vector vector) noexcept
{
    vector128::Store(dst, LaneOf<0>(vector));
    vector128::Store(dst + apart, LaneOf<1>(vector));
}

// Stores the first lanes of all vectors, then the second lanes: in the order of addresses, since processors combine two
// stores to the same cache line. Measured, vector by vector: .66 of the speed for 3 channels of 224 x 224, .83 for
// 1080p.
template <std::size_t Count>
DTU_KERNEL_STEP void StoreByLanes(unsigned char* dst, const Vector (&vectors)[Count]) noexcept
{
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { vector128::Store(dst + 16 * i, LaneOf<0>(vectors[i])); }
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { vector128::Store(dst + 16 * (Count + i), LaneOf<1>(vectors[i])); }
}
#endif

// ---- rows -----------------------------------------------------------------------------------------------------------

// Copies rows of at least VectorBytes bytes. The last vector of a row overlaps the one before. Four vectors are loaded
// before the first is stored: if source and destination are a multiple of 4096 bytes apart, as large buffers of malloc
// are, a load right after a store waits for it. Measured without: .6 to .8 for rows of 200 to 6000 bytes (Zen 5).
template <class Dependent> DTU_KERNEL void CopyRows(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference; // stores through `dst` could otherwise change it
    const std::size_t last = region.columns - VectorBytes;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        std::size_t i = 0;
        for (; i + 4 * VectorBytes <= last; i += 4 * VectorBytes)
        {
            const Vector a = Load(src + i);
            const Vector b = Load(src + i + VectorBytes);
            const Vector c = Load(src + i + 2 * VectorBytes);
            const Vector d = Load(src + i + 3 * VectorBytes);
            Store(dst + i, a);
            Store(dst + i + VectorBytes, b);
            Store(dst + i + 2 * VectorBytes, c);
            Store(dst + i + 3 * VectorBytes, d);
        }
        for (; i < last; i += VectorBytes) { Store(dst + i, Load(src + i)); }
        Store(dst + last, Load(src + last));
    }
}

template <class Dependent> DTU_KERNEL void FillRows(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference;
    const std::size_t last = region.columns - VectorBytes;
    const Vector vector =
        region.unit < 16 ? Repeat(RepeatedElement(region.unit, region.source)) : LoadLanes(region.source, 0);
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const std::size_t start = BytesToAlignment(CacheLineBytes, dst);
        std::size_t i = 0;
        if (start <= last)
        {
            for (; i < start; i += VectorBytes) { Store(dst + i, vector); }
            i = start;
        }
        // Elements that stand across lines: what a line begins with is within an element.
        Vector ofLine = vector;
        if (i % region.unit != 0)
        {
            unsigned char twice[2 * VectorBytes];
            Store(twice, vector);
            Store(twice + VectorBytes, vector);
            ofLine = Load(twice + i % region.unit);
        }
        for (; i < last; i += VectorBytes) { Store(dst + i, ofLine); }
        Store(dst + last, vector);
    }
}

// Copies rows by non-temporal stores of whole cache lines; the ends of a row, within lines, by ordinary stores. A line
// is loaded and then stored as a whole, so that the processor writes it to memory in one piece.
template <class Dependent> DTU_KERNEL void StreamRows(const KernelArguments& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        const std::size_t head = Smaller(BytesToAlignment(CacheLineBytes, dst), region.columns);
        const std::size_t end = head + (region.columns - head) / CacheLineBytes * CacheLineBytes;
        std::memcpy(dst, src, head);
        for (std::size_t i = head; i < end; i += CacheLineBytes)
        {
            Vector line[CacheLineBytes / VectorBytes];
            DTU_KERNEL_UNROLL
            for (std::size_t k = 0; k < CacheLineBytes / VectorBytes; ++k)
            {
                line[k] = Load(src + i + k * VectorBytes);
            }
            DTU_KERNEL_UNROLL
            for (std::size_t k = 0; k < CacheLineBytes / VectorBytes; ++k)
            {
                Stream(dst + i + k * VectorBytes, line[k]);
            }
        }
        std::memcpy(dst + end, src + end, region.columns - end);
    }
}

// ---- transposes -----------------------------------------------------------------------------------------------------
//
// The vectors of a tile are loaded from columns of the plane, which are contiguous in the source, and stored to its
// rows. Zips exchange rows and columns. For four columns of four elements:
//
//     a0 a1 a2 a3        a0 c0 a1 c1        a0 b0 c0 d0    row 0
//     b0 b1 b2 b3        a2 c2 a3 c3        a1 b1 c1 d1    row 1
//     c0 c1 c2 c3        b0 d0 b1 d1        a2 b2 c2 d2    row 2
//     d0 d1 d2 d3        b2 d2 b3 d3        a3 b3 c3 d3    row 3
//
// A vector of two lanes does so for two neighbouring tiles. Where a plane is not a multiple of the tile, the last tile
// overlaps the one before; no kernel has a loop for single elements.

// A tile of a transpose: what a kernel moves at a time, and the smallest plane that it supports. Every lane has as many
// columns as the tile has rows.
template <std::size_t Unit, std::size_t RowBytes> struct Tile
{
    static constexpr std::size_t Rows = RowBytes / Unit;
    static constexpr std::size_t Columns = Rows * Lanes;
    static constexpr std::size_t Vectors = Rows * RowBytes / 16;
};

// Loads `Rows` columns of RowBytes bytes, `stride` bytes apart, and transposes them by log2(Rows) rounds of zips. Each
// vector of the result holds 16 / RowBytes rows. The second half of the columns begins `half` bytes after the first.
// Each lane transposes a tile of its own, `apart` bytes after that of the lane before.
template <std::size_t Unit, std::size_t RowBytes, std::size_t Rows>
DTU_KERNEL_STEP void LoadTransposed(Vector* dst, const unsigned char* src, std::size_t stride, std::size_t half,
                                    std::size_t apart) noexcept
{
    // Parts of a vector are zipped as soon as they are loaded, so that one vector holds two columns, or four.
    if constexpr (Rows == 1) { dst[0] = LoadLanes(src, apart); }
    else if constexpr (Rows == 2 && RowBytes == 8)
    {
        dst[0] = ZipLow<Unit>(LoadPart<RowBytes>(src), LoadPart<RowBytes>(src + half));
    }
    else if constexpr (Rows == 4 && RowBytes == 4)
    {
        dst[0] = ZipLow<Unit>(ZipLow<Unit>(LoadPart<RowBytes>(src), LoadPart<RowBytes>(src + half)),
                              ZipLow<Unit>(LoadPart<RowBytes>(src + stride), LoadPart<RowBytes>(src + stride + half)));
    }
    else
    {
        constexpr std::size_t Half = Rows * RowBytes / 32;
        Vector even[Half];
        Vector odd[Half];
        LoadTransposed<Unit, RowBytes, Rows / 2>(even, src, 2 * stride, half, apart);
        LoadTransposed<Unit, RowBytes, Rows / 2>(odd, src + (Rows == 2 ? half : stride), 2 * stride, half, apart);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Half; ++i)
        {
            dst[2 * i] = ZipLow<Unit>(even[i], odd[i]);
            dst[2 * i + 1] = ZipHigh<Unit>(even[i], odd[i]);
        }
    }
}

template <std::size_t Unit, std::size_t RowBytes>
DTU_KERNEL_STEP void LoadTile(Vector* dst, const unsigned char* src, std::size_t stride) noexcept
{
    constexpr std::size_t Rows = Tile<Unit, RowBytes>::Rows;
    LoadTransposed<Unit, RowBytes, Rows>(dst, src, stride, Rows / 2 * stride, Rows * stride);
}

template <std::size_t RowBytes>
DTU_KERNEL_STEP void StoreTileRows(unsigned char* dst, std::size_t stride, Vector vector) noexcept
{
    (void)stride;
    if constexpr (RowBytes == 16) { Store(dst, vector); }
    else
    {
        StorePart<RowBytes, 0>(dst, vector);
        StorePart<RowBytes, 1>(dst + stride, vector);
    }
    if constexpr (RowBytes == 4)
    {
        StorePart<RowBytes, 2>(dst + 2 * stride, vector);
        StorePart<RowBytes, 3>(dst + 3 * stride, vector);
    }
}

template <std::size_t Unit, std::size_t RowBytes>
DTU_KERNEL_STEP void MoveTile(const KernelArguments& region, unsigned char* dst, const unsigned char* src) noexcept
{
    Vector tile[Tile<Unit, RowBytes>::Vectors];
    LoadTile<Unit, RowBytes>(tile, src, region.sourceStride);
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Tile<Unit, RowBytes>::Vectors; ++i, dst += 16 / RowBytes * region.destinationStride)
    {
        StoreTileRows<RowBytes>(dst, region.destinationStride, tile[i]);
    }
}

// Moves the tiles of the columns from `column` to `end`. The last tile ends there and may overlap the one before; it
// has half of the columns if that is enough.
template <std::size_t Unit, std::size_t RowBytes>
DTU_KERNEL_STEP void MoveTiles(const KernelArguments& region, unsigned char* dst, const unsigned char* src,
                               std::size_t column, std::size_t end) noexcept
{
    using Tile = Tile<Unit, RowBytes>;
    for (; column < end; column += Tile::Columns)
    {
        std::size_t at = column;
        if (column + Tile::Columns > end)
        {
            // With whole tiles alone {64,64,6,6} and {64,128,4,4} to NHWC have .66 to .87 of the speed 16 bytes behind
            // the start of a line, and the same at it.
            if constexpr (Lanes == 2)
            {
                constexpr std::size_t Half = Tile::Columns / 2;
                at = end < Half ? 0 : end - Half;
                if (column >= at)
                {
                    return vector128::MoveTile<Unit, RowBytes>(region, dst + at * Unit, src + at * region.sourceStride);
                }
            }
            at = end < Tile::Columns ? 0 : end - Tile::Columns;
        }
        MoveTile<Unit, RowBytes>(region, dst + at * Unit, src + at * region.sourceStride);
    }
}

// Transposes a plane of at least one tile, in blocks of whole cache lines on both sides. The last tiles overlap those
// before them.
template <std::size_t Unit, std::size_t RowBytes>
DTU_KERNEL void TransposePlane(const KernelArguments& reference, unsigned char* dst, const unsigned char* src) noexcept
{
    // A copy, since the compiler must assume that stores change what a reference refers to.
    const KernelArguments region = reference;
    using Tile = Tile<Unit, RowBytes>;
    constexpr std::size_t BlockRows = CacheLineBytes / Unit;
    const std::size_t lastRow = region.rows - Tile::Rows;
    const std::size_t toLine = region.destinationStride % VectorBytes == 0 ? BytesToAlignment(CacheLineBytes, dst) : 0;
    // Tuned: the columns before the first cache line are a block of their own, except in rows of a line or less.
    // Measured with that block: .81 of the speed for {64,64,6,6} of bytes at 48 modulo 64.
    const std::size_t firstLine = toLine % Unit == 0 && region.columns > BlockRows ? toLine / Unit : 0;
    for (std::size_t blockRow = 0; blockRow < region.rows; blockRow += BlockRows)
    {
        const std::size_t rowsEnd = region.rows - blockRow < BlockRows ? region.rows : blockRow + BlockRows;
        std::size_t columnsEnd = 0;
        for (std::size_t blockColumn = 0; blockColumn < region.columns; blockColumn = columnsEnd)
        {
            columnsEnd = blockColumn == 0 && firstLine > 0 ? firstLine : blockColumn + region.blockColumns;
            columnsEnd = region.columns < columnsEnd ? region.columns : columnsEnd;
            std::size_t nextColumn = blockColumn;
            for (std::size_t tileRow = blockRow; tileRow < rowsEnd; tileRow += Tile::Rows)
            {
                const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
                const unsigned char* const rowSrc = src + row * Unit;
                unsigned char* const rowDst = dst + row * region.destinationStride;
                if (region.prefetchDistance != 0)
                {
                    // A prefetched line serves several tile rows, so each tile row prefetches a part of the columns.
                    const std::size_t part = nextColumn + region.blockColumns * RowBytes / CacheLineBytes;
                    const unsigned char* next =
                        src + nextColumn * region.sourceStride + blockRow * Unit + region.prefetchDistance;
                    for (; nextColumn < part && nextColumn < columnsEnd; ++nextColumn, next += region.sourceStride)
                    {
                        Prefetch(next);
                    }
                }
                MoveTiles<Unit, RowBytes>(region, rowDst, rowSrc, blockColumn, columnsEnd);
            }
        }
    }
}

template <std::size_t Unit, std::size_t RowBytes> void Transpose(const KernelArguments& region) noexcept
{
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        TransposePlane<Unit, RowBytes>(region, region.destination + plane * region.planes.destinationStride,
                                       region.source + plane * region.planes.sourceStride);
    }
}

template <class Dependent, std::size_t Unit, std::size_t RowBytes> constexpr TransposeKernel TransposeOf() noexcept
{
    return {Transpose<Unit, RowBytes>, Tile<Unit, RowBytes>::Rows, Tile<Unit, RowBytes>::Columns, AnyColumns};
}

// Stores the two halves of each row `second` bytes apart.
template <std::size_t RowBytes>
DTU_KERNEL_STEP void StoreSplitRows(unsigned char* dst, std::size_t stride, std::size_t second, Vector vector) noexcept
{
    (void)stride;
    if constexpr (Lanes == 2) { StoreLanes(dst, second, vector); }
    else
    {
        StorePart<RowBytes / 2, 0>(dst, vector);
        StorePart<RowBytes / 2, 1>(dst + second, vector);
    }
    if constexpr (RowBytes == 8)
    {
        StorePart<RowBytes / 2, 2>(dst + stride, vector);
        StorePart<RowBytes / 2, 3>(dst + stride + second, vector);
    }
}

// Transposes planes with at most as many columns as a tile has, and more than half of them. The second half of the tile
// ends where the plane does, so the two halves may overlap.
template <std::size_t Unit, std::size_t RowBytes>
DTU_KERNEL void TransposeSplit(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference;
    using Tile = Tile<Unit, RowBytes>;
    const std::size_t lastRow = region.rows - Tile::Rows;
    const std::size_t second = region.columns - Tile::Columns / 2;
    const std::size_t half = (Lanes == 1 ? second : Tile::Rows / 2) * region.sourceStride;
    const std::size_t apart = second * region.sourceStride;
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        unsigned char* const planeDst = region.destination + plane * region.planes.destinationStride;
        const unsigned char* const planeSrc = region.source + plane * region.planes.sourceStride;
        for (std::size_t tileRow = 0; tileRow < region.rows; tileRow += Tile::Rows)
        {
            const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
            Vector tile[Tile::Vectors];
            LoadTransposed<Unit, RowBytes, Tile::Rows>(tile, planeSrc + row * Unit, region.sourceStride, half, apart);
            unsigned char* dst = planeDst + row * region.destinationStride;
            DTU_KERNEL_UNROLL
            for (std::size_t i = 0; i < Tile::Vectors; ++i, dst += 16 / RowBytes * region.destinationStride)
            {
                StoreSplitRows<RowBytes>(dst, region.destinationStride, second * Unit, tile[i]);
            }
        }
    }
}

template <class Dependent, std::size_t Unit, std::size_t RowBytes> constexpr TransposeKernel SplitOf() noexcept
{
    using Tile = Tile<Unit, RowBytes>;
    return {TransposeSplit<Unit, RowBytes>, Tile::Rows, Tile::Columns / 2 + 1, Tile::Columns};
}

// ---- channels -------------------------------------------------------------------------------------------------------
//
// Every vector of pixels is put together from one vector of each plane by shuffles of bytes. A transpose of three
// columns would fill a quarter of its tile.

template <std::size_t Channels>
DTU_KERNEL_STEP void LoadMasks(Vector (&masks)[Channels][Channels],
                               const unsigned char (&bytes)[Channels][Channels][16]) noexcept
{
    for (std::size_t i = 0; i < Channels; ++i)
    {
        for (std::size_t k = 0; k < Channels; ++k) { masks[i][k] = LoadLanes(bytes[i][k], 0); }
    }
}

// Returns a vector of the result, each byte of which comes from one of the vectors.
template <std::size_t Channels>
DTU_KERNEL_STEP Vector Mix(const Vector (&vectors)[Channels], const Vector (&masks)[Channels]) noexcept
{
    Vector mixed = Shuffle(vectors[0], masks[0]);
    DTU_KERNEL_UNROLL
    for (std::size_t i = 1; i < Channels; ++i) { mixed = Or(mixed, Shuffle(vectors[i], masks[i])); }
    return mixed;
}

// Planes to pixels. A plane has at least VectorBytes.
template <std::size_t Channels> DTU_KERNEL void Interleave(const KernelArguments& region) noexcept
{
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.interleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    for (std::size_t next = 0; next < bytes; next += VectorBytes)
    {
        const std::size_t at = bytes - next < VectorBytes ? bytes - VectorBytes : next;
        Vector planes[Channels];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { planes[i] = Load(region.source + i * region.sourceStride + at); }
        Vector mixed[Channels];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { mixed[i] = Mix<Channels>(planes, masks[i]); }
        StoreByLanes(region.destination + at * Channels, mixed);
    }
}

// Deinterleaves `Count` vectors of each plane.
template <std::size_t Count, std::size_t Channels>
DTU_KERNEL_STEP void DeinterleaveVectors(const KernelArguments& region, const Vector (&masks)[Channels][Channels],
                                         std::size_t at) noexcept
{
    Vector parts[Count][Channels];
    DTU_KERNEL_UNROLL
    for (std::size_t k = 0; k < Count; ++k)
    {
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            parts[k][i] = LoadLanes(region.source + (at + k * VectorBytes) * Channels + 16 * i, 16 * Channels);
        }
    }
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Channels; ++i)
    {
        DTU_KERNEL_UNROLL
        for (std::size_t k = 0; k < Count; ++k)
        {
            Store(region.destination + i * region.destinationStride + at + k * VectorBytes,
                  Mix<Channels>(parts[k], masks[i]));
        }
    }
}

// Pixels to planes, of at least VectorBytes. A cache line of each plane at a time, since the lines of the planes may
// conflict. Measured: 1.4 to 1.5 times the speed for 3 channels of 224 x 224 in the L2 cache.
template <std::size_t Channels> DTU_KERNEL void Deinterleave(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference;
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.deinterleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    std::size_t at = 0;
    std::size_t start = BytesToAlignment(CacheLineBytes, region.destination);
    start = start % region.unit == 0 && start + CacheLineBytes <= bytes ? start : 0;
    for (; at < start; at += VectorBytes) { DeinterleaveVectors<1>(region, masks, at); }
    // More than 4 channels go a vector at a time: two of each plane would not fit the registers.
    constexpr std::size_t Count = Channels <= 4 ? CacheLineBytes / VectorBytes : 1;
    for (at = start; at + Count * VectorBytes <= bytes; at += Count * VectorBytes)
    {
        DeinterleaveVectors<Count>(region, masks, at);
    }
    for (; at < bytes; at += VectorBytes)
    {
        DeinterleaveVectors<1>(region, masks, bytes - at < VectorBytes ? bytes - VectorBytes : at);
    }
}

// For each element size of 1, 2 and 4 bytes: the first 12 bytes come from three of every four elements.
struct CompactMasks
{
    unsigned char bytes[3][16] = {};

    constexpr CompactMasks() noexcept
    {
        for (std::size_t log = 0; log < 3; ++log)
        {
            const std::size_t pixelBytes = std::size_t{3} << log;
            for (std::size_t i = 0; i < 16; ++i)
            {
                const std::size_t source = i / pixelBytes * (std::size_t{4} << log) + i % pixelBytes;
                bytes[log][i] = static_cast<unsigned char>(i < 12 ? source : 0x80);
            }
        }
    }
};
inline constexpr CompactMasks CompactMasksOf{};

// Removes the last of every four elements: rows of 3 elements from a stride of 4 become contiguous. A lane makes 12 of
// 16 bytes; the last 4 that it stores are overwritten by the next. Sources is 1; a parameter lets this compile where
// there is no Shuffle.
template <std::size_t Sources> DTU_KERNEL void CompactPixels(const KernelArguments& reference) noexcept
{
    const KernelArguments region = reference;
    const std::size_t dstEnd = region.rows * region.columns;
    const Vector mask[Sources] = {LoadLanes(CompactMasksOf.bytes[Log2(region.columns / 3)], 0)};
    std::size_t dst = 0;
    std::size_t src = 0;
    // As long as this many bytes of the destination are left, 16 * Lanes of the source are.
    for (; dst + 12 * Lanes + 4 <= dstEnd; dst += 12 * Lanes, src += 16 * Lanes)
    {
        const Vector pixels[Sources] = {LoadLanes(region.source + src, 16)};
        StoreLanes(region.destination + dst, 12, Mix<Sources>(pixels, mask));
    }
    CopyShortRows(KernelArguments::Rows(region.destination + dst, region.columns, region.source + src,
                                        region.sourceStride, region.rows - src / region.sourceStride, region.columns));
}

template <class Dependent> constexpr Kernel CompactPixelsOf() noexcept
{
    if constexpr (!HasShuffles) { return nullptr; }
    else { return CompactPixels<1>; }
}

// Returns null if the instruction set has no shuffles.
template <class Dependent, bool IsInterleave, std::size_t Channels> constexpr Kernel ChannelsOf() noexcept
{
    if constexpr (!HasShuffles) { return nullptr; }
    else if constexpr (IsInterleave) { return Interleave<Channels>; }
    else { return Deinterleave<Channels>; }
}

template <class Dependent>
inline constexpr Kernels KernelTable = {
    VectorBytes,
    DTU_COPY_NARROWER,
    CopyRows<Dependent>,
    StreamRows<Dependent>,
    FillRows<Dependent>,
#if DTU_COPY_LANES == 1
    // Measured without the last entry for bytes: {8,5,56,56} to NCHW takes 2.8 times as long.
    {{SplitOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 8>(),
      SplitOf<Dependent, 1, 8>(), TransposeOf<Dependent, 1, 4>()},
     {SplitOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 8>(),
      SplitOf<Dependent, 2, 8>()},
     {SplitOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 8>()},
     {TransposeOf<Dependent, 8, 16>()}},
#else
    // Measured without SplitOf: .67 to .84 of the speed for {1,24,48,48} of bytes to NHWC and 8D of 4 bytes, .5 to .9
    // if a tile has as many columns as the plane: {8,8,56,56} of 4 bytes to NHWC, {1,16,16,28,28} of 2 bytes.
    {{SplitOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 16>()},
     {SplitOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 16>()},
     {SplitOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 16>()},
     {TransposeOf<Dependent, 8, 16>()}},
#endif
    {ChannelsOf<Dependent, true, 2>(), ChannelsOf<Dependent, true, 3>(), ChannelsOf<Dependent, true, 4>(),
     ChannelsOf<Dependent, true, 5>(), ChannelsOf<Dependent, true, 6>()},
    {ChannelsOf<Dependent, false, 2>(), ChannelsOf<Dependent, false, 3>(), ChannelsOf<Dependent, false, 4>(),
     ChannelsOf<Dependent, false, 5>(), ChannelsOf<Dependent, false, 6>()},
    CompactPixelsOf<Dependent>()};
} // namespace DTU_COPY_NAMESPACE

#undef DTU_COPY_NAMESPACE
#undef DTU_COPY_NARROWER
#undef DTU_TARGET
#undef DTU_ZIP

#endif // DML_TENSOR_COPY_HPP
