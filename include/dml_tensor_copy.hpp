// =====================================================================================================================
//   dml_tensor_copy.hpp: copies and gathers tensors for DirectML on the CPU
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_utils.hpp and the standard library. No function allocates or throws.
//
//   Synopsis
//
//     CopyTensor      copies a tensor between any two layouts: planes to pixels, slices, broadcasts, padding
//     GatherTensor    computes DML_GATHER_OPERATOR_DESC on the CPU
//     Destination     a tensor in memory: data type, buffer, its size in bytes, and layout. The two sides have two
//     Source          types, so that they cannot be swapped
//     DestinationOf   makes one of an array or container, of a pointer and a byte count, or of a tensor description
//     SourceOf
//     CopyHint        whether the destination is read soon (Cached) or is a mapped upload heap (Streaming)
//
//   All arguments are checked before the first byte is written. The returned Diagnosis names what is wrong:
//
//     const Diagnosis reason = CopyTensor(DestinationOf(planes, TensorLayout::Packed(sizes)), // two std::vector<float>
//                                         SourceOf(pixels, TensorLayout::Packed(sizes, Layout::NHWC)));
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//
//   If one side is a mapped buffer for a BufferTensorDesc or DML_BUFFER_TENSOR_DESC, and the other is no container:
//
//     CopyTensor(DestinationOf(tensor, mapped, mappedBytes),
//                SourceOf(DML_TENSOR_DATA_TYPE_FLOAT16, pixels, pixelsBytes, pixelsLayout), CopyHint::Streaming);
//
// =====================================================================================================================

// This file includes itself, so that the kernels at its end, below `#elif defined(DTU_COPY_LANES)`, are compiled once
// for each vector width.
#if !defined(DML_TENSOR_COPY_HPP)
#define DML_TENSOR_COPY_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_copy.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "dml_tensor_copy.hpp needs a little-endian machine; DirectML only runs on those"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// =====================================================================================================================
//   Instruction sets
// =====================================================================================================================

// DTU_ISA selects how the kernels express vectors:
//
//   DTU_GNU_VECTORS       GCC and Clang, if the target has vectors of 16 bytes. Needs no header, and the code is the
//                         same for every target.
//   DTU_X86_INTRINSICS    MSVC for x86 and x64.
//   DTU_NEON_INTRINSICS   MSVC for ARM64, and GCC before 12, which lacks __builtin_shufflevector.
//   DTU_NO_VECTORS        all others. The compiler would split GNU vectors there; the portable kernels are faster.
//
// Two macros are meant for tests. All files of a program must agree on them: DML_TENSOR_UTILS_COPY_INTRINSICS selects
// intrinsics under GCC and Clang, DML_TENSOR_UTILS_COPY_PORTABLE selects DTU_NO_VECTORS.
//
// These macros stay defined after this header: DTU_ISA and its four values, DTU_IS_X86, DTU_IS_ARM64, DTU_KERNEL,
// DTU_KERNEL_STEP, DTU_KERNEL_UNROLL. dml_tensor_convert.hpp compiles its kernels with them, and a program may include
// it much later, or have both headers in one merged file, in which nothing could define them again. All other macros
// are undefined where they were last used.
//
// To add an instruction set:
//   1. With vectors of 16 bytes and GCC or Clang, add the macro that identifies it to the condition below. All kernels
//      except the channel kernels then work. Those also need a Shuffle: see HasShuffles at the end of this file.
//   2. Otherwise add a value of DTU_ISA, its include, and all steps of the kernels: one or two instructions each.
//   3. For wider vectors, define DTU_COPY_NAMESPACE, DTU_COPY_NARROWER and DTU_TARGET where DTU_COPY_LANES is tested;
//      include this header once more below; extend CopyPath, KernelsOf and BestCopyPath.
// The tests run every path that the machine supports, without changes.
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

// x86 also has non-temporal stores, and wider vectors on processors that support AVX2 and AVX-512.
#if DTU_ISA == DTU_X86_INTRINSICS || (DTU_ISA == DTU_GNU_VECTORS && (defined(__x86_64__) || defined(__i386__)))
#define DTU_IS_X86 1
#else
#define DTU_IS_X86 0
#endif

#if DTU_ISA == DTU_X86_INTRINSICS
#include <immintrin.h>
#elif DTU_ISA == DTU_NEON_INTRINSICS
#include <arm_neon.h>
#endif
#if defined(_MSC_VER) && !defined(__clang__) && DTU_ISA != DTU_NO_VECTORS
#include <intrin.h> // has MSVC's __prefetch for ARM64, which its <arm_neon.h> lacks
#endif

// DTU_KERNEL marks a kernel, DTU_KERNEL_STEP a function that is inlined into one; DTU_TARGET names the instruction set.
// DTU_KERNEL_UNROLL unrolls a loop over an array of vectors, so that the array stays in registers.
#if defined(__GNUC__) || defined(__clang__)
#define DTU_KERNEL_STEP inline __attribute__((DTU_TARGET always_inline))
#define DTU_KERNEL inline __attribute__((DTU_TARGET))
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

// A variable of Microsoft's C run-time library: the best instruction set that the processor supports.
#if defined(_MSC_VER) && DTU_IS_X86
extern "C" int __isa_available;
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Public types
// =====================================================================================================================

/// How the destination will be used.
enum class CopyHint
{
    Auto,     ///< unknown: the number of bytes decides
    Cached,   ///< it is read soon: ordinary stores
    Streaming ///< a mapped upload heap, or not read soon: whole cache lines in ascending order, which are never read
};

/// A tensor in memory that is written. DestinationOf makes one without casts.
struct Destination
{
    DML_TENSOR_DATA_TYPE type; ///< the data type of the elements
    void* data;                ///< the start of the whole buffer, even if the layout is a slice; needs no alignment
    std::uint64_t bytes;       ///< the size of the buffer
    TensorLayout layout;       ///< the elements that are written
};

/// A tensor in memory that is read. SourceOf makes one without casts.
struct Source
{
    DML_TENSOR_DATA_TYPE type; ///< the data type of the elements
    const void* data;          ///< the start of the whole buffer, even if the layout is a slice; needs no alignment
    std::uint64_t bytes;       ///< the size of the buffer
    TensorLayout layout;       ///< the elements that are read
};

namespace detail
{
// =====================================================================================================================
//   Plan
//
//   Two layouts become one CopyPlan. Each of its axes has a stride on both sides, in elements. The axes are sorted by
//   destination stride, so that addresses are written in ascending order. A ByteMove is a plan in bytes, with as few
//   axes as possible. For example, {8,64,56,56} of FLOAT32 from NCHW to NHWC:
//
//            size x destination stride, source stride
//     plan    8 x 200704, 200704    56 x 3584, 56    56 x 64, 1    64 x 1, 3136
//     move    8 x 802816, 802816    3136 x 256, 4    64 x 4, 12544                     elementSize: 4
//
//   The last two axes of the move show that it is a batch of 8 transposes.
// =====================================================================================================================

// The instructions that the kernels may use. Portable: no vectors. Vector128: SSE2 or NEON. Vector256: AVX2. Vector512:
// AVX2, and AVX-512 only in the kernel that copies pixels of three elements to pixels of four.
enum class CopyPath : std::uint32_t
{
    Portable,
    Vector128,
    Vector256,
    Vector512
};

inline constexpr std::size_t CacheLineBytes = 64;
inline constexpr std::size_t L2CacheBytes = std::size_t{1} << 20; // Tuned: about the size of an L2 cache

// One axis of a copy: its size, and its stride on each side. Strides are in elements (CopyPlan) or in bytes (ByteMove).
struct CopyAxis
{
    std::size_t size;
    std::size_t destinationStride;
    std::size_t sourceStride;
    // In a Gather: the stride in the indices. In a conversion: 1 on the axis along which the channels are reordered, or
    // the scales and biases change. 0 on all other axes.
    std::uint64_t auxiliaryStride;
};
// An axis of one position, which is used where a plan has no further axis.
inline constexpr CopyAxis SingleStep = {1, 0, 0, 0};

// The axes of a copy. Insert keeps them sorted from the largest destination stride to the smallest, and leaves out axes
// of size 1.
struct CopyAxes
{
    std::uint32_t rank = 0;
    CopyAxis axes[MaxRank]; // only the first `rank` axes are initialised

    CopyAxes() noexcept = default;
    CopyAxes(const CopyAxes& other) noexcept { *this = other; }
    // Copies only the axes in use, because copying all 264 bytes would take 25 ns.
    CopyAxes& operator=(const CopyAxes& other) noexcept
    {
        if (this == &other) { return *this; }
        rank = other.rank;
        for (std::uint32_t i = 0; i < rank; ++i) { axes[i] = other.axes[i]; }
        return *this;
    }

    // Adds an axis in its place, unless its size is 1.
    void Insert(std::size_t size, std::size_t destinationStride, std::size_t sourceStride,
                std::uint64_t auxiliaryStride = 0) noexcept
    {
        if (size == 1) { return; }
        std::uint32_t i = rank++;
        for (; i > 0 && axes[i - 1].destinationStride < destinationStride; --i) { axes[i] = axes[i - 1]; }
        axes[i] = {size, destinationStride, sourceStride, auxiliaryStride};
    }

    // Adds an innermost axis.
    void Append(const CopyAxis& axis) noexcept { axes[rank++] = axis; }

    // Returns the innermost axis, or SingleStep if there is none.
    const CopyAxis& Inner() const noexcept { return rank > 0 ? axes[rank - 1] : SingleStep; }

    // Removes the innermost axis and returns it; SingleStep if there is none.
    CopyAxis TakeInner() noexcept { return rank > 0 ? axes[--rank] : SingleStep; }

    // Removes an axis and returns it.
    CopyAxis Take(std::uint32_t axis) noexcept
    {
        const CopyAxis taken = axes[axis];
        --rank;
        for (; axis < rank; ++axis) { axes[axis] = axes[axis + 1]; }
        return taken;
    }

    // Returns the index of the innermost axis with this source stride, or None32 if there is none. Does not search the
    // innermost `ignored` axes. Requires: ignored <= rank.
    std::uint32_t FindSourceStride(std::size_t stride, std::uint32_t ignored = 0) const noexcept
    {
        std::uint32_t axis = rank - ignored;
        while (axis > 0 && axes[axis - 1].sourceStride != stride) { --axis; }
        return axis > 0 ? axis - 1 : None32;
    }

    // Returns the number of the axis that has an auxiliary stride, or None32 if there is none.
    std::uint32_t FindAuxiliaryAxis() const noexcept
    {
        std::uint32_t axis = 0;
        while (axis < rank && axes[axis].auxiliaryStride == 0) { ++axis; }
        return axis < rank ? axis : None32;
    }

    // Coalesces neighbouring axes that form one axis on both sides. The products are 64-bit, because size * stride can
    // exceed a 32-bit std::size_t. A buffer of 4-bit elements has up to 2^32 positions, and (size - 1) * stride is
    // below 2^32, but size * stride can be larger by one stride.
    void Coalesce() noexcept
    {
        for (std::uint32_t i = 0; i + 1 < rank;)
        {
            CopyAxis& inner = axes[i + 1];
            const std::uint64_t size = inner.size;
            if (axes[i].destinationStride == size * inner.destinationStride
                && axes[i].sourceStride == size * inner.sourceStride
                && axes[i].auxiliaryStride == size * inner.auxiliaryStride)
            {
                inner.size *= axes[i].size;
                (void)Take(i);
            }
            else { ++i; }
        }
    }

    // Returns the product of the sizes.
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
    // Each is 1 if the side has 4-bit elements and the first one is in the upper half of its byte, else 0.
    std::size_t destinationStart = 0;
    std::size_t sourceStart = 0;

    // Adds the axes of two layouts. The source is broadcast to the destination's sizes. The destination's axis number
    // `indexed` gets an auxiliary stride of 1. Requires: the source has no more axes than the destination.
    void InsertAll(const TensorLayout& dst, const TensorLayout& src, std::uint32_t indexed = None32) noexcept
    {
        if (indexed == None32 && dst.IsRowMajor() && src.IsRowMajor() && dst.ElementCount() == src.ElementCount())
        {
            // The count fits into std::size_t, and the mask tells the compiler so. There is no cast, because GCC warns
            // that it does nothing where std::size_t has 64 bits.
            return Insert(dst.ElementCount() & static_cast<std::size_t>(-1), 1, 1);
        }
        const std::uint32_t missing = dst.Rank() - src.Rank();
        for (std::uint32_t i = 0; i < dst.Rank(); ++i)
        {
            const bool repeats = i < missing || src.Sizes()[i - missing] == 1;
            Insert(dst.Sizes()[i], dst.Strides()[i], repeats ? 0 : src.Strides()[i - missing], i == indexed ? 1 : 0);
        }
    }

    // Whether each destination stride is at least the span of the inner axes, so that no two elements overlap. The span
    // counts the positions from the first element to the last one. It is 64-bit, because it may exceed a 32-bit size_t.
    // For example, rows of 3 elements are nested if their stride is 3 or more.
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

// A copy with strides in bytes. No two neighbouring axes can be coalesced.
struct ByteMove : CopyAxes
{
    unsigned char* destination = nullptr;
    const unsigned char* source = nullptr;
    std::size_t elementSize = 1; // in bytes: 1, 2, 4, 8 or 16

    // Makes this object the move of a plan whose elements have `bits` bits. Returns false if 4-bit elements do not move
    // in whole bytes. Then this object must not be used.
    bool FromElements(const CopyPlan& plan, std::uint32_t bits) noexcept
    {
        destination = plan.destination;
        source = plan.source;
        rank = plan.rank;
        // The members are copied one by one, because a load of a whole axis would wait for the stores that have just
        // written its members.
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i] = {plan.axes[i].size, plan.axes[i].destinationStride, plan.axes[i].sourceStride, 0};
        }
        Coalesce();
        if (bits == 4 && (plan.destinationStart + plan.sourceStart != 0 || !PackNibbles())) { return false; }
        elementSize = bits == 4 ? 1 : bits / 8;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i].destinationStride *= elementSize;
            axes[i].sourceStride *= elementSize;
        }
        WidenElement();
        return true;
    }

    // Returns the number of bytes that the move writes.
    std::size_t Bytes() const noexcept { return Count() * elementSize; }

private:
    // Halves the innermost axis, so that pairs of 4-bit elements move as bytes. Returns false, and changes nothing, if
    // a pair could straddle two bytes on either side. No pair straddles two bytes if the innermost axis is contiguous
    // and of even size, and all other strides are even.
    bool PackNibbles() noexcept
    {
        const CopyAxis& inner = Inner();
        bool isWhole = inner.destinationStride == 1 && inner.sourceStride == 1 && inner.size % 2 == 0;
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

    // Makes the innermost axis part of the element if it is contiguous on both sides and has 1, 2, 4, 8 or 16 bytes: a
    // pixel of four UINT8 moves as one element of 4 bytes.
    void WidenElement() noexcept
    {
        const CopyAxis& inner = Inner();
        const std::size_t bytes = inner.size * elementSize;
        if (inner.destinationStride == elementSize && inner.sourceStride == elementSize && bytes <= 16
            && (bytes & (bytes - 1)) == 0)
        {
            elementSize = bytes;
            --rank;
        }
    }
};

// Divides an axis into tiles of `step` positions. The first tile has `first` positions if `first` is not 0. If fewer
// than `minimum` positions remain for the last tile, that tile starts early and overlaps the tile before. With step 4
// and minimum 3, the tiles of 10 positions start at 0, 4 and 7.
struct Tiling
{
    std::size_t step = 1;
    std::size_t minimum = 0;
    std::size_t first = 0;
};

// Visits the tiles of all axes, the last axis fastest. Without tilings, each position is a tile:
//
//     TileIterator at(axes);
//     do { ... at.destinationOffset, at.sourceOffset ... } while (at.Next());
class TileIterator
{
public:
    // Requires: `tilings` is null, or there is one tiling for each axis and each axis is at least as long as the
    // `minimum` of its tiling. Both arguments outlive this object.
    explicit TileIterator(const CopyAxes& axes, const Tiling* tilings = nullptr) noexcept
        : m_axes(axes), m_tilings(tilings)
    {
        for (std::uint32_t i = 0; i < axes.rank; ++i) { Start(i, 0); }
    }

    // Return the tile's first position and its number of positions along an axis.
    std::size_t First(std::uint32_t axis) const noexcept { return m_first[axis]; }
    std::size_t Count(std::uint32_t axis) const noexcept { return m_count[axis]; }

    // Returns the number of the tile's shape. Tiles with equal numbers have equal counts along all axes, and the number
    // of a full tile is 0. Requires: there are tilings.
    std::uint32_t ShapeId() const noexcept
    {
        // The number has a digit of base 3 for each axis: 0 for a full tile, 1 for the first tile if it is not full,
        // and 2 for any other tile.
        std::uint32_t shape = 0;
        for (std::uint32_t i = 0; i < m_axes.rank; ++i)
        {
            shape = 3 * shape + (m_count[i] == m_tilings[i].step ? 0 : m_first[i] == 0 ? 1 : 2);
        }
        return shape;
    }

    // Goes to the next tile. Returns false after the last one.
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
            auxiliaryOffset += first * axis.auxiliaryStride - before * axis.auxiliaryStride;
            if (first > 0) { return true; }
        }
        return false;
    }

    // The distances from the first element of the axes to the first element of the tile, in the unit of the strides.
    std::size_t destinationOffset = 0;
    std::size_t sourceOffset = 0;
    std::uint64_t auxiliaryOffset = 0;

private:
    // Starts a tile of an axis at position `first`, or earlier if fewer positions than the tiling's minimum remain.
    void Start(std::uint32_t axis, std::size_t first) noexcept
    {
        const std::size_t size = m_axes.axes[axis].size;
        const Tiling tiling = m_tilings == nullptr ? Tiling{} : m_tilings[axis];
        const std::size_t count = first == 0 && tiling.first > 0 ? tiling.first : tiling.step;
        const bool startsEarly = size - first < count && size - first < tiling.minimum;
        m_first[axis] = startsEarly ? size - tiling.minimum : first;
        m_count[axis] = Min(size - m_first[axis], count);
    }

    const CopyAxes& m_axes;
    const Tiling* m_tilings;
    std::size_t m_first[MaxRank]; // only the entries of axes in use are initialised
    std::size_t m_count[MaxRank];
};

// =====================================================================================================================
//   Kernels
//
//   A kernel is a function of one region. Each vector width has a table of kernels, Kernels. The portable table is in
//   this section. The others are at the end of this file, which is compiled once for each vector width.
// =====================================================================================================================

// A region is what one call of a kernel moves. There is one type of region for each kind of kernel. A stride is the
// number of bytes from one row, plane or pixel to the next.

// Rows that are contiguous on both sides.
struct CopiedRows
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* source;
    std::size_t sourceStride;
    std::size_t rows;
    std::size_t bytes; // of a row

    // Returns a region of one row.
    static CopiedRows One(unsigned char* dst, const unsigned char* src, std::size_t bytes) noexcept
    {
        return {dst, 0, src, 0, 1, bytes};
    }

    // Returns a region of one row with the same bytes if no row is followed by a gap. Otherwise returns the region
    // itself.
    CopiedRows Joined() const noexcept
    {
        const bool hasGaps = destinationStride != bytes || sourceStride != bytes;
        return hasGaps ? *this : One(destination, source, rows * bytes);
    }
};

// Rows that repeat one element.
struct FilledRows
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* element;
    std::size_t elementSize;
    std::size_t rows;
    std::size_t bytes; // of a row, which may end inside an element
};

// Pixels without gaps on one side, and one plane for each channel on the other side. A pixel of the source can have
// more than `channels` channels. Only its first `channels` channels are moved.
struct MovedPixels
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* source;
    std::size_t sourceStride;
    std::size_t channels;
    std::size_t pixels;
    std::size_t elementSize;
};

// Planes whose rows are contiguous in the destination and whose columns are contiguous in the source: element (row,
// column) moves from column * sourceStride + row * elementSize to row * destinationStride + column * elementSize.
struct TransposedPlanes
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* source;
    std::size_t sourceStride;
    std::size_t rows;
    std::size_t columns;
    std::size_t blockColumns;     // the columns of a block, which has as many rows as a cache line has elements
    std::size_t prefetchDistance; // how many bytes ahead the source is prefetched; 0: not at all
    CopyAxis planes = SingleStep; // the number of planes, and the bytes from one plane to the next
};

using CopyKernel = void (*)(const CopiedRows&);
using FillKernel = void (*)(const FilledRows&);
using PixelKernel = void (*)(const MovedPixels&);

// A kernel that transposes, and the sizes of the planes that it supports. The minimum is derived from the kernel's
// tile, because the kernel would overrun a smaller plane. Only kernels that move all columns at once have a maximum;
// for all others it is AnyColumns.
struct TransposeKernel
{
    void (*run)(const TransposedPlanes&) = nullptr;
    std::size_t minRows = 0;
    std::size_t minColumns = 0;
    std::size_t maxColumns = 0; // 0 in unused entries of a table, which support no plane

    constexpr bool Supports(std::size_t rows, std::size_t columns) const noexcept
    {
        return rows >= minRows && columns >= minColumns && columns <= maxColumns;
    }
};
inline constexpr std::size_t AnyColumns = static_cast<std::size_t>(-1);

// Tuned: pixels of more channels than this are transposed.
inline constexpr std::size_t MaxChannels = 8;
// Returns the maximum number of channels that the kernels support. It is 3 for elements of 8 bytes: with four channels,
// the group of a channel in ChannelMasks has 4 bytes, which do not hold such an element.
// Tuned: it is 4 for elements of 4 bytes. Pixels of more channels are transposed.
constexpr std::size_t MaxChannelsOf(std::size_t elementSize) noexcept
{
    return elementSize <= 2 ? MaxChannels : elementSize == 4 ? 4 : 3;
}

struct Kernels
{
    static constexpr std::size_t Transposes = 5;

    std::size_t minLength;   // the minimum number of bytes in a row, or in the plane of a channel
    const Kernels* narrower; // the table for fewer bytes than minLength; null in the last table
    CopyKernel copyRows;
    CopyKernel copyRowsNonTemporal;            // rows of any length
    FillKernel fillRows;                       // repeats one element in every row
    TransposeKernel transposes[4][Transposes]; // for elements of 1, 2, 4 and 8 bytes; the fastest first
    PixelKernel interleave[MaxChannels - 1];   // planes to pixels of 2 to MaxChannels channels; null for 7
    PixelKernel deinterleave[MaxChannels - 1]; // pixels to planes of all or the first channels; null for 7
    CopyKernel compactPixels;                  // pixels of 4 elements to their first 3; null without shuffles
    CopyKernel spreadPixels;                   // 3 elements to the first 3 of 4; null without AVX-512
};

// Returns the binary logarithm of 1, 2, 4 or 8.
constexpr std::uint32_t Log2(std::size_t elementSize) noexcept
{
    return elementSize == 1 ? 0 : elementSize == 2 ? 1 : elementSize == 4 ? 2 : 3;
}

// Returns the widest kernels for rows of `length` bytes (Kernels) or elements (ConvertKernels). A row must hold a whole
// vector, because the last vector of a row overlaps the vector before. Requires: length is not 0. The search ends at
// the last table, whose minLength is 1.
template <class Table> const Table& WidestKernels(const Table* table, std::size_t length) noexcept
{
    while (length < table->minLength) { table = table->narrower; }
    return *table;
}

// Copies each row by memcpy: all rows of a processor without vectors, and elsewhere the rows for which memcpy is
// faster.
inline void CopyRowsScalar(const CopiedRows& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        std::memcpy(region.destination + row * region.destinationStride, region.source + row * region.sourceStride,
                    region.bytes);
    }
}

// Copies each row by two moves, of its first `First` bytes and its last `Last` bytes. The two moves may overlap.
// Requires: a row has at least the larger number of bytes, and at most their sum.
template <std::size_t First, std::size_t Last> void CopyShortRows(const CopiedRows& arguments) noexcept
{
    const CopiedRows region = arguments; // a local copy, which stores through `dst` cannot change
    const std::size_t last = region.bytes - Last;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        std::memcpy(dst, src, First);
        std::memcpy(dst + last, src + last, Last);
    }
}

// Copies rows without vectors. Requires: a row has fewer than 16 bytes.
inline void CopyShortRows(const CopiedRows& region) noexcept
{
    switch (region.bytes)
    {
    case 0: return;
    case 1:
    case 2: return CopyShortRows<1, 1>(region);
    case 3: return CopyShortRows<2, 1>(region);
    case 4:
    case 5:
    case 6:
    case 7: return CopyShortRows<4, 4>(region);
    default: return CopyShortRows<8, 8>(region);
    }
}

// Copies the rows from number `row` on. Requires: a row has fewer than 16 bytes.
inline void CopyShortRowsFrom(const CopiedRows& region, std::size_t row) noexcept
{
    CopyShortRows(CopiedRows{region.destination + row * region.destinationStride, region.destinationStride,
                             region.source + row * region.sourceStride, region.sourceStride, region.rows - row,
                             region.bytes});
}

// Returns the number of bytes from `dst` to the next address that is a multiple of `multiple`, or 0 if `dst` is such an
// address. From that address on, stores of `multiple` bytes do not straddle cache lines. Requires: `multiple` is a
// power of 2.
inline std::size_t BytesToAlignment(std::size_t multiple, const unsigned char* dst) noexcept
{
    return (0 - reinterpret_cast<std::uintptr_t>(dst)) % multiple;
}

// Returns the number of bytes from the start of the cache line that contains `dst` to `dst`.
inline std::size_t OffsetInCacheLine(const unsigned char* dst) noexcept
{
    return reinterpret_cast<std::uintptr_t>(dst) % CacheLineBytes;
}

// Returns how many elements precede the first element that starts at a cache line, or 0 if no element does. The
// elements start at `dst` and are `step` bytes apart. Only some callers let their tiles start at a cache line;
// measurements decided which ones.
inline std::size_t ElementsToCacheLine(const unsigned char* dst, std::size_t step) noexcept
{
    const std::size_t start = OffsetInCacheLine(dst);
    std::size_t steps = 0;
    while (steps < CacheLineBytes && (start + steps * step) % CacheLineBytes != 0) { ++steps; }
    return steps % CacheLineBytes; // 0 if the loop found no such element
}

// Returns the number of positions in the first tile of an axis, so that the next tile starts at a cache line. Returns 0
// if toLine is 0, because then the first tile needs no size of its own.
//   toLine   the number of positions before the first position that starts at a cache line
//   line     the smallest number of positions that fills whole cache lines
//   room     the maximum number of positions in a tile
// FirstTile(3, 16, 64) is 51: after 3 positions to a cache line, 3 * 16 more fit. Requires: toLine < line <= room.
constexpr std::size_t FirstTile(std::size_t toLine, std::size_t line, std::size_t room) noexcept
{
    return toLine == 0 ? 0 : room - (room - toLine) % line;
}

// Returns element number `i` of an array that need not be aligned.
template <class Element> Element LoadElement(const unsigned char* src, std::size_t i = 0) noexcept
{
    Element element;
    std::memcpy(&element, src + i * sizeof(element), sizeof(element));
    return element;
}

// Returns an element of 1, 2, 4 or 8 bytes, repeated to fill 64 bits.
inline std::uint64_t RepeatedElement(std::size_t elementSize, const unsigned char* src) noexcept
{
    switch (elementSize)
    {
    case 1: return LoadElement<std::uint8_t>(src) * std::uint64_t{0x0101010101010101};
    case 2: return LoadElement<std::uint16_t>(src) * std::uint64_t{0x0001000100010001};
    case 4: return LoadElement<std::uint32_t>(src) * std::uint64_t{0x0000000100000001};
    default: return LoadElement<std::uint64_t>(src);
    }
}

// Fills each row with one element of any size, without vectors. The filled part of a row is copied after itself until
// the row is full. At first the filled part has 8 bytes if they hold whole elements, else one element.
inline void FillRowsScalar(const FilledRows& region) noexcept
{
    const bool fits = 8 % region.elementSize == 0;
    const std::uint64_t repeated = fits ? RepeatedElement(region.elementSize, region.element) : 0;
    const std::size_t first = fits ? 8 : region.elementSize;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        std::memcpy(dst, fits ? static_cast<const void*>(&repeated) : region.element, Min(first, region.bytes));
        for (std::size_t done = first; done < region.bytes; done *= 2)
        {
            const std::size_t left = region.bytes - done;
            std::memcpy(dst + done, dst, Min(left, done));
        }
    }
}

inline constexpr Kernels ScalarKernels = {1,  nullptr, CopyRowsScalar, CopyRowsScalar, FillRowsScalar, {},
                                          {}, {},      nullptr,        nullptr};

// Byte masks for shuffles between pixels of `Channels` channels and planes, for elements of 1, 2, 4 and 8 bytes.
//
// With an odd number of channels, each vector of a plane has elements of all vectors of pixels, and each vector of
// pixels has elements of all planes. For example, the first vector of pixels of three planes of bytes is
//
//     r0 g0 b0 r1 g1 b1 r2 g2 b2 r3 g3 b3 r4 g4 b4 r5
//
// so its mask for the first plane is 0 - - 1 - - 2 - - 3 - - 4 - - 5, where - is 0x80, which selects no byte.
//
// With 2, 4 or 8 channels there is one mask. It groups the elements of each channel in a vector of pixels, from which
// zips make planes: r0 r1 r2 r3 g0 g1 g2 g3 b0 b1 b2 b3 a0 a1 a2 a3. A group must hold whole elements.
template <std::size_t Channels> struct ChannelMasks
{
    static constexpr bool IsOdd = Channels % 2 == 1;
    static constexpr std::size_t Vectors = IsOdd ? Channels : 1;

    unsigned char toPlanes[4][Vectors][Vectors][16] = {}; // [log2 of the element size][plane][vector of pixels]
    unsigned char toPixels[4][Vectors][Vectors][16] = {}; // [log2 of the element size][vector of pixels][plane]

    // For each byte of the pixels, finds the byte of the planes to which it moves, and sets the masks of both
    // directions for this pair.
    constexpr ChannelMasks() noexcept
    {
        for (std::size_t log = 0; log < 4; ++log)
        {
            const std::size_t elementSize = std::size_t{1} << log;
            for (std::size_t position = 0; position < 16 * Vectors; ++position) // the position of a byte in the pixels
            {
                const std::size_t vector = position / 16;
                const std::size_t byte = position % 16;
                const std::size_t channel = position / elementSize % Channels;
                const std::size_t pixel = position / (elementSize * Channels);
                // With an odd number of channels, the byte goes to its channel's plane. Otherwise the byte stays in
                // its vector and goes to its channel's group.
                const std::size_t plane = IsOdd ? channel : 0;
                const std::size_t group = IsOdd ? 0 : channel * (16 / Channels);
                const std::size_t inPlane = group + pixel * elementSize + byte % elementSize;
                for (std::size_t other = 0; other < Vectors; ++other)
                {
                    toPixels[log][vector][other][byte] = 0x80;
                    toPlanes[log][plane][other][inPlane % 16] = 0x80;
                }
                toPixels[log][vector][plane][byte] = static_cast<unsigned char>(inPlane);
                toPlanes[log][plane][vector][inPlane % 16] = static_cast<unsigned char>(byte);
            }
        }
    }
};
template <std::size_t Channels> inline constexpr ChannelMasks<Channels> ChannelMasksOf{};

// Byte masks for shuffles between pixels of four elements and their first three, for elements of 1, 2 and 4 bytes: the
// first index is log2 of the element size. In each lane of 16 bytes, `compact` moves the three elements of each pixel
// to the first 12 bytes, and `spread` moves them back. What `spread` writes to the fourth element does not matter.
struct ThreeOfFourMasks
{
    unsigned char compact[3][16] = {};
    unsigned char spread[3][64] = {};

    constexpr ThreeOfFourMasks() noexcept
    {
        for (std::size_t log = 0; log < 3; ++log)
        {
            const std::size_t elementSize = std::size_t{1} << log;
            for (std::size_t i = 0; i < 64; ++i)
            {
                const std::size_t byte = i % 16;
                const std::size_t compacted = byte + byte / (3 * elementSize) * elementSize;
                if (i < 16) { compact[log][i] = static_cast<unsigned char>(i < 12 ? compacted : 0x80); }
                spread[log][i] = static_cast<unsigned char>(byte - byte / (4 * elementSize) * elementSize);
            }
        }
    }
};
inline constexpr ThreeOfFourMasks ThreeOfFour{};

// Prefetches a cache line to the L1 cache, or to the L2 cache if `IntoL1` is false.
template <bool IntoL1 = true> void Prefetch(const unsigned char* address) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address, 0, IntoL1 ? 3 : 2);
#elif DTU_ISA == DTU_X86_INTRINSICS
    _mm_prefetch(reinterpret_cast<const char*>(address), IntoL1 ? _MM_HINT_T0 : _MM_HINT_T1);
#elif DTU_ISA == DTU_NEON_INTRINSICS
    __prefetch(address);
#else
    (void)address;
#endif
}

// Orders non-temporal stores before all later stores. It is not called StoreFence, which is a macro of Windows.h.
inline void FenceStreamingStores() noexcept
{
#if DTU_ISA == DTU_X86_INTRINSICS
    _mm_sfence();
#elif DTU_IS_X86
    __builtin_ia32_sfence();
#endif
}

// Compiles the kernels at the end of this file, once for each vector width.
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
    const CopyPath narrower = __isa_available >= 5 ? CopyPath::Vector256 : CopyPath::Vector128;
    return __isa_available >= 6 ? CopyPath::Vector512 : narrower;
#else
    const CopyPath narrower = __builtin_cpu_supports("avx2") ? CopyPath::Vector256 : CopyPath::Vector128;
    return __builtin_cpu_supports("avx512bw") ? CopyPath::Vector512 : narrower;
#endif
}

// Returns the kernels of a path. This function, its callers and the tables of kernels are templates, so that the
// kernels are compiled only in files that copy tensors. `Dependent` is always void.
template <class Dependent = void> const Kernels* KernelsOf(CopyPath path) noexcept
{
#if DTU_ISA != DTU_NO_VECTORS
    if (path == CopyPath::Vector128) { return &vector128::KernelTable<Dependent>; }
#endif
#if DTU_IS_X86
    if (path == CopyPath::Vector256) { return &vector256::KernelTable<Dependent>; }
    if (path == CopyPath::Vector512) { return &vector512::KernelTable<Dependent>; }
#endif
    (void)path;
    return &ScalarKernels;
}

// =====================================================================================================================
//   Tuned constants
//
//   The constants were chosen with tests/benchmark/move_benchmark on processors of two makers. docs/performance.md has
//   the measurements, under the name of the constant or function. Cache sizes are constants that suit most processors.
//   Only the instruction set depends on the machine, so a copy takes the same steps on all machines.
// =====================================================================================================================

// Tuned: the number of cache lines that one set of an L1 cache holds. More lines in one set evict each other, which
// limits the blocks of a transpose. Planes whose lines conflict are staged in a tile on the stack.
inline constexpr std::size_t Associativity = 8;
// Tuned: smaller copies fit the L2 cache, where conflicts of the destination in the L1 cache cost little.
inline constexpr std::size_t MinStagedBytes = L2CacheBytes / 2;
// Tuned: the source of a larger copy is in memory, not in a cache. Prefetching it helps more than staging it, unless it
// has twice as many conflicts.
inline constexpr std::size_t MaxSourceStagedBytes = 6 * L2CacheBytes;
// Tuned: the bytes in a row of a tile of the destination. In all tiles on the stack, a gap after each row keeps the
// rows from conflicting.
inline constexpr std::size_t TileRow = 448;
inline constexpr std::size_t TileGap = CacheLineBytes / 2;
inline constexpr std::size_t TileStride = TileRow + TileGap;
// Tuned: the bytes in a row of a tile of the source. Such a row holds a column of the source. The rows are longer if a
// plane has few columns.
inline constexpr std::size_t SourceTileRow = 256;
inline constexpr std::size_t SourceTileLongRow = 512;
inline constexpr std::size_t SourceTileFewColumns = 32;
inline constexpr std::size_t SourceTileColumns = CacheLineBytes + CacheLineBytes / 2; // the maximum
inline constexpr std::size_t SourceTileBytes = SourceTileColumns * (SourceTileRow + TileGap);
// Tuned: the maximum number of columns, of all planes together, in a tile in which planes stand side by side.
inline constexpr std::size_t SideBySideColumns = 72;
// Tuned: the maximum number of columns in a block of a plane, and in a block of a tile on the stack.
inline constexpr std::size_t MaxBlockColumns = 256;
inline constexpr std::size_t MaxTileBlockColumns = 64;
// Tuned: longer rows are copied by the run-time library's memcpy.
inline constexpr std::size_t MaxKernelRowBytes = 16384;
// Tuned: calling a kernel takes as long as copying several short rows, so a call should copy at least MinRowsOfCall
// rows. If the innermost axis of rows has fewer rows, a call copies those of the longest axis: 1000 x 4 short rows are
// copied by 4 calls instead of 1000. For rows of MinLongRowBytes bytes and more, the calls do not matter.
inline constexpr std::size_t MinRowsOfCall = 32;
inline constexpr std::size_t MinLongRowBytes = 256;
// Tuned: a short repeated row is first repeated on the stack, up to this many bytes, and then copied from there.
inline constexpr std::size_t MaxRepeatedRow = 4096;
// Tuned: a short row that repeats less often than this is not repeated on the stack.
inline constexpr std::size_t MinRepeats = 64;
// Tuned: larger destinations do not fit the caches, so they are written by non-temporal stores.
inline constexpr std::size_t MinNonTemporalBytes = 16 * L2CacheBytes;
// Tuned: the bytes of one plane in a tile of channels on the stack.
inline constexpr std::size_t ChannelTileBytes = 1024;

// =====================================================================================================================
//   Strategies of a transpose
// =====================================================================================================================

// Returns how many rows at this stride can have one cache line each in an L1 cache of 64 sets. At a stride of 64 bytes,
// the rows use all sets, and 512 rows fit. At a stride of 4096 bytes, all lines fall into one set, and 8 rows fit.
constexpr std::size_t ConflictFreeRows(std::size_t stride) noexcept
{
    constexpr std::size_t Sets = 64;
    const std::size_t lowestBit = stride & (0 - stride);
    const std::size_t linesApart = lowestBit < CacheLineBytes ? 1 : lowestBit / CacheLineBytes;
    return Associativity * (linesApart < Sets ? Sets / linesApart : 1);
}

// The side of a strip that is staged in a tile on the stack, because its cache lines conflict or because it is written
// by non-temporal stores.
enum class Staging
{
    None,
    Destination, // the strip is transposed to the tile, and its rows are copied from there
    Source,      // the strip's columns are copied to the tile, and transposed from there
    SideBySide   // the columns of several planes are copied to the tile, and transposed from there as one plane
};

// How to transpose a plane.
struct Transposition
{
    const TransposeKernel* kernel;
    std::size_t elementSize;
    std::size_t stripRows;
    std::size_t stripColumns; // if staged side by side: the number of planes
    std::size_t maxColumns;   // of the first strip
    std::size_t blockColumns;
    std::size_t prefetchDistance = 0;
    Staging staging = Staging::None;
    bool alongRows = true;   // whether the next strip has the next rows, or else the next columns
    bool isOneStrip = false; // whether one call of the kernel moves whole planes
};

// Chooses how to transpose a plane: the first of the four strategies below that applies.
struct TransposeChooser
{
    const TransposeKernel& kernel;
    const TransposeKernel* sideBySideKernel; // for several planes; null if they do not stand side by side
    const CopyAxis& rows;
    const CopyAxis& columns;
    std::size_t elementSize;
    std::size_t bytes; // the size of the whole copy
    bool isNonTemporal;

    std::size_t ElementsInLine() const noexcept { return CacheLineBytes / elementSize; }
    std::size_t RowBytes() const noexcept { return columns.size * elementSize; } // in the destination
    std::size_t ConflictFreeDestinationRows() const noexcept { return ConflictFreeRows(rows.destinationStride); }
    std::size_t ConflictFreeSourceRows() const noexcept { return ConflictFreeRows(columns.sourceStride); }
    bool IsTall() const noexcept { return rows.size >= columns.size; }

    // Whether the destination rows of a block evict each other's cache lines.
    // Tuned: in a small copy they do not matter, because the destination stays in the L2 cache.
    bool DestinationRowsConflict() const noexcept
    {
        return bytes > MinStagedBytes && ConflictFreeDestinationRows() < Min(rows.size, ElementsInLine());
    }

    // Returns the columns with which a block writes whole cache lines.
    std::size_t MinBlockColumns() const noexcept { return Min(columns.size, ElementsInLine()); }

    // Returns the columns of a block: as many as the cache holds without conflicts, but at least MinBlockColumns() and
    // at most MaxBlockColumns.
    std::size_t BlockColumns() const noexcept
    {
        const std::size_t blockColumns =
            ConflictFreeSourceRows() < MinBlockColumns() ? MinBlockColumns() : ConflictFreeSourceRows();
        return Min(blockColumns, Min(columns.size, MaxBlockColumns));
    }

    // ---- 1. Several planes, through a tile of the source

    // Whether a plane writes only short pieces of cache lines, or rows that evict each other. Then the next plane would
    // write to the same cache lines after their eviction, so several planes are faster together. Tuned: longer rows
    // that do not conflict are faster without the tile.
    bool ReturnsToLines() const noexcept
    {
        constexpr std::size_t ShortRowBytes = 12;
        return RowBytes() <= ShortRowBytes || 2 * ConflictFreeDestinationRows() <= rows.size;
    }

    // Divides the work into strips, each of some rows of several planes. A strip is copied to the tile and
    // transposed from there as one plane.
    void SideBySide(Transposition& work) const noexcept
    {
        work.staging = Staging::SideBySide;
        work.kernel = sideBySideKernel;
        work.stripRows = SourceTileRow / elementSize;
        work.stripColumns = SideBySideColumns / columns.size;
        work.blockColumns = MaxTileBlockColumns;
        work.alongRows = false;
    }

    // ---- 2. Through a tile of the destination

    // Whether the rows are written by non-temporal stores, which should write whole cache lines.
    bool NeedsWholeLines() const noexcept
    {
        return isNonTemporal && (RowBytes() >= CacheLineBytes || RowBytes() == rows.destinationStride);
    }

    // Whether the rows that a kernel writes together evict each other. A kernel that writes a part of a cache line at a
    // time would return to that line after its eviction.
    // Tuned: in small copies, only conflicts among the rows of a single tile of the kernel matter.
    bool TileRowsConflict() const noexcept
    {
        const std::size_t conflictFree = ConflictFreeDestinationRows();
        return kernel.minRows > conflictFree || (DestinationRowsConflict() && 2 * kernel.minRows >= conflictFree);
    }

    // Divides the plane into strips of one cache line of rows. A strip is transposed to the tile and copied from there.
    void ThroughDestinationTile(Transposition& work) const noexcept
    {
        work.staging = Staging::Destination;
        work.blockColumns = Min(work.blockColumns, MaxTileBlockColumns);
        work.stripRows = ElementsInLine();
        work.stripColumns = work.maxColumns = TileRow / elementSize;
        // Tuned: with non-temporal stores, the kernel prefetches the cache lines of the source that it reads next.
        work.prefetchDistance = !isNonTemporal ? 0
                                : IsTall()     ? CacheLineBytes
                                               : work.stripColumns * columns.sourceStride;
    }

    // ---- 3. Through a tile of the source

    // Whether the cache lines that a block reads evict each other, or would do so together with the lines that it
    // writes. Tuned: without `bothSidesConflict`, [512, 2048] of 4 bytes has .79 of the speed.
    bool SourceRowsConflict() const noexcept
    {
        const std::size_t conflictFree = ConflictFreeSourceRows();
        if (bytes > MaxSourceStagedBytes) { return 2 * conflictFree < kernel.minColumns; }
        const bool bothSidesConflict = DestinationRowsConflict() && conflictFree == MinBlockColumns();
        return conflictFree < MinBlockColumns() || bothSidesConflict;
    }

    // Divides the plane into strips of one cache line of columns. A strip is copied to the tile and transposed from
    // there.
    void ThroughSourceTile(Transposition& work) const noexcept
    {
        work.staging = Staging::Source;
        work.stripRows = (columns.size <= SourceTileFewColumns ? SourceTileLongRow : SourceTileRow) / elementSize;
        work.stripColumns = CacheLineBytes;
        work.maxColumns = SourceTileColumns;
        work.blockColumns = MaxTileBlockColumns;
        work.alongRows = false;
    }

    // ---- 4. Directly

    // Divides a tall plane into strips of all rows of one block of columns, because moving all columns of some rows
    // first would fetch cache lines twice. Any other plane is one strip.
    void Direct(Transposition& work) const noexcept
    {
        work.alongRows = IsTall();
        work.stripColumns = work.alongRows ? work.blockColumns : columns.size;
        work.maxColumns = work.stripColumns + ElementsInLine() - 1;
        work.isOneStrip = work.stripColumns >= columns.size;
        // Tuned: the kernel prefetches the cache lines of the source that it reads next, unless the copy is small or
        // those lines would evict the lines of the block.
        const std::size_t lines = (work.alongRows ? 2 : 4) * work.blockColumns;
        const bool prefetches = bytes > L2CacheBytes && lines <= ConflictFreeSourceRows();
        const std::size_t distance = work.alongRows ? CacheLineBytes : work.blockColumns * columns.sourceStride;
        work.prefetchDistance = prefetches ? distance : 0;
    }

    // Returns the first of the four strategies that applies.
    Transposition Choose() const noexcept
    {
        const bool needsDestinationTile = NeedsWholeLines() || TileRowsConflict();
        const bool needsSourceTile = SourceRowsConflict();
        // The whole plane as one strip, which each strategy divides.
        Transposition work = {&kernel, elementSize, rows.size, columns.size, columns.size, BlockColumns()};
        if (sideBySideKernel != nullptr && (needsDestinationTile || needsSourceTile || ReturnsToLines()))
        {
            SideBySide(work);
        }
        else if (needsDestinationTile) { ThroughDestinationTile(work); }
        else if (needsSourceTile) { ThroughSourceTile(work); }
        else { Direct(work); }
        return work;
    }
};

// =====================================================================================================================
//   Running a move
//
//   Copier::WayOf chooses how a move is done, and Copier::Run does it.
// =====================================================================================================================

// The methods, in the order in which they are tried. One call moves the elements along two axes. It is repeated for
// each position of the other axes.
enum class CopyMethod
{
    Rows,         // contiguous on both sides: slices, padding, heads of attention, one element
    RepeatedRow,  // one short row, written many times without gaps: {1,C,1,1} to NHWC
    Fill,         // rows that repeat one element: {1,C,1,1} to NCHW
    Interleave,   // planes to pixels of 2 to 8 channels; 2 to 8 repetitions of each element of a row
    Deinterleave, // pixels to planes: all channels, or the first ones
    Transpose,    // rows are contiguous in the source, columns in the destination: NCHW to NHWC, and back
    Elements      // element by element: every second column, or elements of 16 bytes in another order
};

// How a move is done.
struct CopyWay
{
    CopyMethod method;
    // The axis that one call covers in addition to the innermost axis, or None32 if there is none. This axis has the
    // pixels for Interleave, the channels for Deinterleave, and rows for all other methods.
    std::uint32_t rows;
    PixelKernel pixelKernel;     // of Interleave and Deinterleave
    Transposition transposition; // of Transpose; not initialised for other methods

    CopyWay(CopyMethod copyMethod, std::uint32_t axis, PixelKernel kernel = nullptr) noexcept
        : method(copyMethod), rows(axis), pixelKernel(kernel)
    {
    }
};

// Copies elements along two axes one by one. The axes are passed by value, because the compiler would reload them after
// each store if they were passed by reference.
template <std::size_t ElementSize>
void CopyElements(unsigned char* dst, const unsigned char* src, CopyAxis outer, CopyAxis inner) noexcept
{
    for (std::size_t i = 0; i < outer.size; ++i)
    {
        for (std::size_t k = 0; k < inner.size; ++k)
        {
            std::memcpy(dst + i * outer.destinationStride + k * inner.destinationStride,
                        src + i * outer.sourceStride + k * inner.sourceStride, ElementSize);
        }
    }
}

// Copies elements of 1, 2, 4, 8 or 16 bytes along two axes one by one.
inline void CopyElements(std::size_t elementSize, unsigned char* dst, const unsigned char* src, const CopyAxis& outer,
                         const CopyAxis& inner) noexcept
{
    switch (elementSize)
    {
    case 1: return CopyElements<1>(dst, src, outer, inner);
    case 2: return CopyElements<2>(dst, src, outer, inner);
    case 4: return CopyElements<4>(dst, src, outer, inner);
    case 8: return CopyElements<8>(dst, src, outer, inner);
    default: return CopyElements<16>(dst, src, outer, inner);
    }
}

// Runs moves with the kernels of one path, with or without non-temporal stores.
struct Copier
{
    const Kernels* kernels;
    bool isNonTemporal;

    // Runs the move, and removes axes from it.
    void Run(ByteMove& move) const noexcept
    {
        const CopyWay way = WayOf(move);
        const CopyAxis inner = move.TakeInner();
        const CopyAxis rows = way.rows != None32 ? move.Take(way.rows) : SingleStep;
        const std::size_t elementSize = move.elementSize;
        const std::size_t bytes = inner.size * elementSize;
        if (way.method == CopyMethod::Transpose) { return RunTranspose(way.transposition, move, rows, inner); }
        TileIterator at(move);
        do {
            unsigned char* const dst = move.destination + at.destinationOffset;
            const unsigned char* const src = move.source + at.sourceOffset;
            switch (way.method)
            {
            case CopyMethod::Rows:
                CopyRows({dst, rows.destinationStride, src, rows.sourceStride, rows.size, bytes}, isNonTemporal);
                break;
            case CopyMethod::RepeatedRow: RepeatRow(dst, src, bytes, rows.size); break;
            case CopyMethod::Fill: Fill({dst, rows.destinationStride, src, elementSize, rows.size, bytes}); break;
            case CopyMethod::Interleave:
                MovePixels(way,
                           {dst, rows.destinationStride, src, inner.sourceStride, inner.size, rows.size, elementSize});
                break;
            case CopyMethod::Deinterleave:
                Deinterleave(
                    way, {dst, rows.destinationStride, src, inner.sourceStride, rows.size, inner.size, elementSize});
                break;
            case CopyMethod::Transpose: // was run above
            case CopyMethod::Elements: CopyElements(elementSize, dst, src, rows, inner); break;
            }
        } while (at.Next());
    }

    // ---- the choice -------------------------------------------------------------------------------------------------

    // Returns the first method that fits the innermost axes of a move.
    CopyWay WayOf(const ByteMove& move) const noexcept
    {
        const CopyAxis& inner = move.Inner();
        const std::uint32_t outer = move.rank < 2 ? None32 : move.rank - 2; // the axis around the innermost one
        const bool writesRows = inner.destinationStride == move.elementSize;
        if (move.rank == 0 || (writesRows && inner.sourceStride == move.elementSize)) { return WayOfRows(move); }
        const std::uint32_t contiguous = move.FindSourceStride(move.elementSize, 1);
        const bool isTransposed = writesRows && contiguous != None32;
        // Tuned: if each element repeats only a few times, as in upsampling by 2, Interleave is faster than Fill.
        if (writesRows && inner.sourceStride == 0 && (!isTransposed || inner.size > MaxChannels))
        {
            const bool repeats = outer != None32 && move.axes[outer].sourceStride == 0;
            return {CopyMethod::Fill, repeats ? outer : None32};
        }
        if (isTransposed && move.elementSize <= 8) { return WayOfPlanes(move, contiguous); }
        // The innermost axis may be one channel of pixels.
        const CopyAxis oneChannel = {1, 0, move.elementSize, 0};
        PixelKernel const deinterleave = writesRows && contiguous == None32 && move.elementSize <= 8
                                             ? DeinterleaveFor(inner, oneChannel, move.elementSize)
                                             : nullptr;
        if (deinterleave != nullptr) { return {CopyMethod::Deinterleave, None32, deinterleave}; }
        return {CopyMethod::Elements, contiguous != None32 ? contiguous : outer};
    }

    // Returns how to move rows that are contiguous on both sides.
    CopyWay WayOfRows(const ByteMove& move) const noexcept
    {
        if (move.rank < 2) { return {CopyMethod::Rows, None32}; }
        const std::size_t bytes = move.Inner().size * move.elementSize;
        const std::uint32_t axis = AxisOfRows(move, bytes);
        const CopyAxis& rows = move.axes[axis];
        const bool repeats = rows.sourceStride == 0 && rows.destinationStride == bytes && bytes <= MaxRepeatedRow
                             && rows.size >= MinRepeats;
        return {repeats ? CopyMethod::RepeatedRow : CopyMethod::Rows, axis};
    }

    // Returns the axis along which one call of a kernel copies rows: the innermost axis of rows. If that axis has few
    // and short rows, a call would take longer than the copy itself. Then the longest outer axis is returned, except
    // for non-temporal stores, which keep the order of addresses. Requires: the rank is at least 2.
    std::uint32_t AxisOfRows(const ByteMove& move, std::size_t bytes) const noexcept
    {
        const std::uint32_t outer = move.rank - 1; // the number of outer axes
        std::uint32_t axis = outer - 1;
        if (isNonTemporal || bytes >= MinLongRowBytes || move.axes[axis].size >= MinRowsOfCall) { return axis; }
        for (std::uint32_t i = 0; i < outer; ++i) { axis = move.axes[i].size > move.axes[axis].size ? i : axis; }
        return axis;
    }

    // Returns how to move planes whose rows are contiguous in the source, and whose columns, the innermost axis, are
    // contiguous in the destination. No kernel moves planes below 4 x 4 bytes.
    CopyWay WayOfPlanes(const ByteMove& move, std::uint32_t axis) const noexcept
    {
        const CopyAxis& rows = move.axes[axis];
        const CopyAxis& columns = move.Inner();
        const std::size_t elementSize = move.elementSize;
        const TransposeKernel* const sideBySide = SideBySideFor(move, axis);
        // Tuned: side by side, pixels with gaps have 2 to 7 times the speed of Interleave.
        PixelKernel const interleave = sideBySide == nullptr ? InterleaveFor(rows, columns, elementSize) : nullptr;
        if (interleave != nullptr) { return {CopyMethod::Interleave, axis, interleave}; }
        PixelKernel const deinterleave = DeinterleaveFor(columns, rows, elementSize);
        if (deinterleave != nullptr) { return {CopyMethod::Deinterleave, axis, deinterleave}; }
        const TransposeKernel* const single = TransposeFor(elementSize, rows.size, columns.size);
        const TransposeKernel* const kernel = single != nullptr ? single : sideBySide;
        if (kernel == nullptr) { return {CopyMethod::Elements, axis}; }
        CopyWay way = {CopyMethod::Transpose, axis};
        way.transposition =
            TransposeChooser{*kernel, sideBySide, rows, columns, elementSize, move.Bytes(), isNonTemporal}.Choose();
        return way;
    }

    // Returns the kernel that transposes several planes as one plane: as many as fit a tile. The rows of these planes
    // must follow each other in the destination without a gap, as for filters from HWIO to OIHW, where each input
    // channel is a plane. Returns null in all other cases, and for non-temporal stores.
    const TransposeKernel* SideBySideFor(const ByteMove& move, std::uint32_t axis) const noexcept
    {
        if (isNonTemporal || axis + 2 >= move.rank) { return nullptr; }
        const CopyAxis& rows = move.axes[axis];
        const CopyAxis& planes = move.axes[move.rank - 2];
        const CopyAxis& columns = move.Inner();
        const std::size_t together = Min(SideBySideColumns / columns.size, planes.size);
        const bool hasGaps = planes.destinationStride != columns.size * move.elementSize;
        // Tuned: if the source has rows shorter than a cache line, planes side by side have half of the speed.
        const bool isShort = rows.size * move.elementSize < CacheLineBytes;
        if (together < 2 || hasGaps || isShort) { return nullptr; }
        return TransposeFor(move.elementSize, Min(rows.size, SourceTileRow / move.elementSize),
                            together * columns.size);
    }

    // Returns the kernel that interleaves planes to pixels of 2 to MaxChannelsOf(elementSize) channels, or null if
    // there is none. Pixels with gaps are interleaved to a tile and copied from there (see MovePixels). Requires:
    // `channels` has at least 2 positions.
    PixelKernel InterleaveFor(const CopyAxis& pixels, const CopyAxis& channels, std::size_t elementSize) const noexcept
    {
        const std::size_t pixelBytes = channels.size * elementSize;
        const bool hasGaps = pixels.destinationStride != pixelBytes;
        // A kernel copies pixels of three elements from the tile to every fourth element.
        const bool spreads = kernels->spreadPixels != nullptr && IsThreeOfFour(pixelBytes, pixels.destinationStride);
        // Tuned: elements of more than one byte are not interleaved to pixels with gaps unless `spreads`, because a
        // transpose takes .7 of the time.
        const bool isFast = !hasGaps || elementSize == 1 || spreads;
        return channels.size <= MaxChannelsOf(elementSize) && isFast
                   ? WidestKernels(kernels, pixels.size * elementSize).interleave[channels.size - 2]
                   : nullptr;
    }

    // Returns the kernel that deinterleaves pixels of 2 to MaxChannelsOf(elementSize) channels and stores the first
    // `channels.size` of them, or null if there is none. Requires: the pixels are not contiguous elements, so that a
    // pixel of whole elements has at least 2 channels.
    PixelKernel DeinterleaveFor(const CopyAxis& pixels, const CopyAxis& channels,
                                std::size_t elementSize) const noexcept
    {
        const std::size_t pixelChannels = pixels.sourceStride / elementSize;
        const bool isWhole = pixels.sourceStride % elementSize == 0;
        if (!isWhole || channels.size > pixelChannels || pixelChannels > MaxChannelsOf(elementSize)) { return nullptr; }
        const std::size_t lastPixel = pixelChannels > channels.size ? 1 : 0; // moved alone, see Copier::Deinterleave
        const std::size_t pixelsOfKernel = pixels.size - lastPixel;
        return WidestKernels(kernels, pixelsOfKernel * elementSize).deinterleave[pixelChannels - 2];
    }

    // Returns the transpose with the widest vectors that supports a plane of this size, or null.
    const TransposeKernel* TransposeFor(std::size_t elementSize, std::size_t rows, std::size_t columns) const noexcept
    {
        for (const Kernels* table = kernels; table != nullptr; table = table->narrower)
        {
            for (const TransposeKernel& kernel : table->transposes[Log2(elementSize)])
            {
                if (kernel.Supports(rows, columns)) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Whether a row of `bytes` bytes is three elements of 1, 2 or 4 bytes, and the next row starts four elements later.
    static bool IsThreeOfFour(std::size_t bytes, std::size_t stride) noexcept
    {
        return (bytes == 3 || bytes == 6 || bytes == 12) && 3 * stride == 4 * bytes;
    }

    // ---- rows -------------------------------------------------------------------------------------------------------

    // Copies rows by the fastest kernel for their length.
    void CopyRows(const CopiedRows& region, bool nonTemporal = false) const noexcept
    {
        if (nonTemporal && region.bytes >= CacheLineBytes) { return kernels->copyRowsNonTemporal(region); }
        if (region.bytes < 16) { return CopyNarrowRows(region); }
        (region.bytes > MaxKernelRowBytes ? ScalarKernels : WidestKernels(kernels, region.bytes)).copyRows(region);
    }

    // Copies rows of fewer than 16 bytes. Pixels of four elements, of which three are used, have kernels of their own.
    void CopyNarrowRows(const CopiedRows& region) const noexcept
    {
        const bool compacts =
            IsThreeOfFour(region.bytes, region.sourceStride) && region.destinationStride == region.bytes;
        const bool spreads =
            IsThreeOfFour(region.bytes, region.destinationStride) && region.sourceStride == region.bytes;
        if (compacts && kernels->compactPixels != nullptr) { return kernels->compactPixels(region); }
        if (spreads && kernels->spreadPixels != nullptr) { return kernels->spreadPixels(region); }
        CopyShortRows(region);
    }

    // Writes a short row `count` times without gaps: repeats it on the stack, then copies that longer row.
    void RepeatRow(unsigned char* dst, const unsigned char* src, std::size_t bytes, std::size_t count) const noexcept
    {
        alignas(CacheLineBytes) unsigned char room[MaxRepeatedRow + CacheLineBytes];
        // Tuned: `repeated` starts at the same offset in a cache line as the destination.
        unsigned char* const repeated = room + OffsetInCacheLine(dst);
        const std::size_t times = MaxRepeatedRow / bytes;
        const std::size_t longBytes = times * bytes;
        const std::size_t longRows = count / times;
        const std::size_t rowBytes = Min(times, count) * bytes;
        const bool isElement = bytes <= 16 && (bytes & (bytes - 1)) == 0;
        (isElement ? WidestKernels(kernels, rowBytes) : ScalarKernels).fillRows({repeated, 0, src, bytes, 1, rowBytes});
        CopyRows({dst, longBytes, repeated, 0, longRows, longBytes}, isNonTemporal);
        CopyRows(CopiedRows::One(dst + longRows * longBytes, repeated, count % times * bytes), isNonTemporal);
    }

    // Fills rows with one element. For non-temporal stores the element is repeated on the stack and copied from there.
    void Fill(const FilledRows& all) const noexcept
    {
        if (!isNonTemporal || all.bytes < CacheLineBytes) { return WidestKernels(kernels, all.bytes).fillRows(all); }
        for (std::size_t row = 0; row < all.rows; ++row)
        {
            RepeatRow(all.destination + row * all.destinationStride, all.element, all.elementSize,
                      all.bytes / all.elementSize);
        }
    }

    // ---- channels ---------------------------------------------------------------------------------------------------

    // Deinterleaves pixels. The kernel reads whole pixels. If only the first channels are moved, the source may end
    // after these channels of its last pixel, so the last pixel is copied by itself.
    void Deinterleave(const CopyWay& way, MovedPixels all) const noexcept
    {
        const bool isLastSingle = all.sourceStride > all.channels * all.elementSize;
        all.pixels -= isLastSingle ? 1 : 0;
        MovePixels(way, all);
        if (isLastSingle)
        {
            CopyRows({all.destination + all.pixels * all.elementSize, all.destinationStride,
                      all.source + all.pixels * all.sourceStride, all.elementSize, all.channels, all.elementSize});
        }
    }

    // Runs a kernel for channels. The kernel writes to the destination directly, or to a tile on the stack. There are
    // three reasons for the tile: the pixels of the destination have gaps, which no kernel preserves; the stores are
    // non-temporal; or the elements are not aligned to their size, so that vectors of them would straddle cache lines.
    void MovePixels(const CopyWay& way, const MovedPixels& all) const noexcept
    {
        const bool hasGaps =
            way.method == CopyMethod::Interleave && all.destinationStride != all.channels * all.elementSize;
        const bool isUnaligned = BytesToAlignment(all.elementSize, all.destination) != 0;
        hasGaps || isNonTemporal || isUnaligned ? MovePixelsThroughTile(way, all) : way.pixelKernel(all);
    }

    // Lets a channel kernel write to a tile on the stack, and copies the pixels or planes from the tile to the
    // destination. All tiles except the first start at a cache line of the destination if possible.
    void MovePixelsThroughTile(const CopyWay& way, const MovedPixels& all) const noexcept
    {
        alignas(CacheLineBytes) unsigned char tile[MaxChannels * ChannelTileBytes];
        const bool writesPixels = way.method == CopyMethod::Interleave;
        const std::size_t pixelBytes = all.channels * all.elementSize;
        const std::size_t tilePixelStride = writesPixels ? pixelBytes : all.elementSize;
        const CopyAxis pixels = {all.pixels, writesPixels ? all.destinationStride : all.elementSize,
                                 writesPixels ? all.elementSize : all.sourceStride, 0};
        // Tuned: pixels with gaps use the whole tile. Pixels without gaps, and planes, use ChannelTileBytes bytes per
        // channel.
        const std::size_t step = pixels.destinationStride == tilePixelStride
                                     ? ChannelTileBytes / all.elementSize
                                     : sizeof(tile) / pixelBytes / CacheLineBytes * CacheLineBytes;
        CopyAxes axes;
        axes.Append(pixels);
        const std::size_t toLine = ElementsToCacheLine(all.destination, pixels.destinationStride);
        const Tiling tiling = {step, WidestKernels(kernels, all.pixels * all.elementSize).minLength / all.elementSize,
                               FirstTile(toLine, CacheLineBytes, step)};
        std::size_t done = 0;
        TileIterator part(axes, &tiling);
        do {
            way.pixelKernel({tile, ChannelTileBytes, all.source + part.sourceOffset, all.sourceStride, all.channels,
                             part.Count(0), all.elementSize});
            const std::size_t overlap = done - part.First(0); // pixels that the tile before has written
            const std::size_t count = part.Count(0) - overlap;
            unsigned char* const dst = all.destination + done * pixels.destinationStride;
            const unsigned char* const src = tile + overlap * tilePixelStride;
            CopyRows(writesPixels
                         ? CopiedRows{dst, pixels.destinationStride, src, pixelBytes, count, pixelBytes}.Joined()
                         : CopiedRows{dst, all.destinationStride, src, ChannelTileBytes, all.channels,
                                      count * all.elementSize},
                     isNonTemporal);
            done += count;
        } while (part.Next());
    }

    // ---- transposes -------------------------------------------------------------------------------------------------

    // Transposes the planes of a move, in one of three ways:
    //   - isOneStrip: one call of the kernel transposes all planes along the innermost remaining axis of `move`.
    //   - SideBySide: the planes along that axis are divided into strips of several planes, whose columns are copied to
    //     a tile on the stack first.
    //   - otherwise: each plane is divided into strips by itself. `work.staging` says which side of a strip is staged.
    // TakeInner removes the axis of the first two ways from `move`, so that the loop visits the other axes only.
    void RunTranspose(const Transposition& work, ByteMove& move, const CopyAxis& rows,
                      const CopyAxis& columns) const noexcept
    {
        const bool isSideBySide = work.staging == Staging::SideBySide;
        const CopyAxis planes = work.isOneStrip || isSideBySide ? move.TakeInner() : SingleStep;
        TileIterator at(move);
        do {
            TransposedPlanes all = {};
            all.destination = move.destination + at.destinationOffset;
            all.destinationStride = rows.destinationStride;
            all.source = move.source + at.sourceOffset;
            all.sourceStride = columns.sourceStride;
            all.rows = rows.size;
            all.columns = columns.size;
            all.blockColumns = work.blockColumns;
            all.prefetchDistance = work.prefetchDistance;
            all.planes = planes;
            work.isOneStrip ? work.kernel->run(all) : TransposeInStrips(work, all);
        } while (at.Next());
    }

    // Transposes a plane in strips. No strip is smaller than the kernel's minimum: the smallest plane of every kernel
    // fits into a tile, and the last strip starts early instead of being short.
    void TransposeInStrips(const Transposition& work, const TransposedPlanes& all) const noexcept
    {
        // Axis 1 is the inner loop. One of the two axes has the rows, the other has the columns or, side by side,
        // planes.
        const std::uint32_t rows = work.alongRows ? 1 : 0;
        const std::uint32_t others = 1 - rows;
        const bool isSideBySide = work.staging == Staging::SideBySide;
        CopyAxes plane;
        plane.rank = 2;
        plane.axes[rows] = {all.rows, all.destinationStride, work.elementSize, 0};
        plane.axes[others] = isSideBySide ? all.planes : CopyAxis{all.columns, work.elementSize, all.sourceStride, 0};
        Tiling tilings[2];
        tilings[rows] = {work.stripRows, work.kernel->minRows};
        // If planes are staged side by side, a strip has whole planes, and stripColumns is their number. minPlanes is
        // the least number of planes that have minColumns columns together.
        const std::size_t minPlanes = (work.kernel->minColumns - 1) / all.columns + 1;
        tilings[others] = isSideBySide ? Tiling{work.stripColumns, minPlanes}
                                       : Tiling{work.stripColumns, work.kernel->minColumns, FirstColumns(work, all)};
        TransposedPlanes strip = all;
        TileIterator at(plane, tilings);
        do {
            strip.destination = all.destination + at.destinationOffset;
            strip.source = all.source + at.sourceOffset;
            strip.rows = at.Count(rows);
            (isSideBySide ? strip.planes.size : strip.columns) = at.Count(others);
            switch (work.staging)
            {
            case Staging::None: work.kernel->run(strip); break;
            case Staging::Destination: TransposeThroughDestinationTile(work, strip); break;
            case Staging::Source:
            case Staging::SideBySide: TransposeThroughSourceTile(work, strip); break;
            }
        } while (at.Next());
    }

    // Returns the number of columns in the first strip, after which all other strips start at a cache line. Returns 0
    // if the rows cannot start at cache lines together, or if one strip has all columns.
    static std::size_t FirstColumns(const Transposition& work, const TransposedPlanes& all) noexcept
    {
        const bool allRowsAlign = all.destinationStride % CacheLineBytes == 0;
        if (!allRowsAlign || all.columns <= work.stripColumns) { return 0; }
        return FirstTile(BytesToAlignment(CacheLineBytes, all.destination) / work.elementSize,
                         CacheLineBytes / work.elementSize, work.maxColumns);
    }

    // Transposes a strip to a tile, and copies the tile's rows to the destination.
    void TransposeThroughDestinationTile(const Transposition& work, const TransposedPlanes& strip) const noexcept
    {
        // The tile starts at the same offset in a cache line as the rows that it is copied to.
        alignas(CacheLineBytes) unsigned char room[CacheLineBytes * TileStride + CacheLineBytes];
        unsigned char* const tile = room + OffsetInCacheLine(strip.destination);
        const std::size_t bytes = strip.columns * work.elementSize;
        const std::size_t stride = strip.destinationStride == bytes ? bytes : TileStride;
        TransposedPlanes toTile = strip;
        toTile.destination = tile;
        toTile.destinationStride = stride;
        work.kernel->run(toTile);
        const CopiedRows rows = {strip.destination, strip.destinationStride, tile, stride, strip.rows, bytes};
        CopyRows(rows.Joined(), isNonTemporal);
    }

    // Copies the columns of a strip to a tile, and transposes the tile to the destination. Planes that stand side by
    // side in the destination are one plane in the tile: column c of plane p becomes column p * strip.columns + c.
    void TransposeThroughSourceTile(const Transposition& work, const TransposedPlanes& strip) const noexcept
    {
        alignas(CacheLineBytes) unsigned char tile[SourceTileBytes];
        const std::size_t bytes = strip.rows * work.elementSize;
        const std::size_t stride = work.stripRows * work.elementSize + TileGap;
        const CopyAxis columns = {strip.columns, stride, strip.sourceStride, 0};
        const CopyAxis planes = {strip.planes.size, strip.columns * stride, strip.planes.sourceStride, 0};
        const bool hasFewPlanes = planes.size < columns.size;
        const CopyAxis& outer = hasFewPlanes ? planes : columns; // the shorter axis, for fewer calls
        const CopyAxis& inner = hasFewPlanes ? columns : planes;
        for (std::size_t i = 0; i < outer.size; ++i)
        {
            CopyRows({tile + i * outer.destinationStride, inner.destinationStride,
                      strip.source + i * outer.sourceStride, inner.sourceStride, inner.size, bytes});
        }
        TransposedPlanes fromTile = strip;
        fromTile.source = tile;
        fromTile.sourceStride = stride;
        fromTile.columns = strip.planes.size * strip.columns;
        fromTile.planes = SingleStep;
        work.kernel->run(fromTile);
    }
};

// ---- 4-bit elements -------------------------------------------------------------------------------------------------

// Returns the 4-bit element at a position in elements, not bytes. The lower half of a byte comes first.
inline unsigned NibbleAt(const unsigned char* src, std::size_t position) noexcept
{
    const unsigned byte = src[position / 2];
    return position % 2 == 0 ? byte & 15U : byte >> 4;
}

// Writes the 4-bit element at a position in elements, and preserves the other half of its byte.
inline void PutNibble(unsigned char* dst, std::size_t position, unsigned value) noexcept
{
    unsigned char& byte = dst[position / 2];
    byte = static_cast<unsigned char>(position % 2 == 0 ? (byte & 0xF0U) | value : (byte & 0x0FU) | value << 4);
}

// Copies 4-bit elements one by one, or as whole bytes where the innermost axis allows it.
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
                // Both halves are written, so the byte is not read first.
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

// Zips two columns of 4-bit elements: writes their even rows to `evenRows` and their odd rows to `oddRows`, each byte
// with the first column's element in its lower half. With columns a and b, lower halves first:
//
//     a0 a1 | a2 a3        a0 b0 | a2 b2    even rows
//     b0 b1 | b2 b3        a1 b1 | a3 b3    odd rows
template <class Word>
void ZipNibbles(unsigned char* evenRows, unsigned char* oddRows, const unsigned char* columnA,
                const unsigned char* columnB) noexcept
{
    constexpr Word LowerHalves = static_cast<Word>(0x0F0F0F0F0F0F0F0F);
    const Word a = LoadElement<Word>(columnA);
    const Word b = LoadElement<Word>(columnB);
    const Word even = static_cast<Word>((a & LowerHalves) | (b & LowerHalves) << 4);
    const Word odd = static_cast<Word>((a >> 4 & LowerHalves) | (b & ~LowerHalves));
    std::memcpy(evenRows, &even, sizeof(even));
    std::memcpy(oddRows, &odd, sizeof(odd));
}

// Transposes a plane of 4-bit elements: element (row, column) moves from column * columns.sourceStride + row to
// row * rows.destinationStride + column. Pairs of columns are zipped to a tile on the stack. The even rows and the odd
// rows of the tile are then transposed as bytes. Requires: both sizes and both of these strides are even.
inline void TransposeNibbles(const Copier& copier, unsigned char* dst, const unsigned char* src, const CopyAxis& rows,
                             const CopyAxis& columns) noexcept
{
    constexpr std::size_t Side = CacheLineBytes; // pairs of rows, and pairs of columns, in a tile
    alignas(CacheLineBytes) unsigned char tile[2 * Side * Side];
    CopyAxes axes;
    axes.Append(rows);
    axes.Append(columns);
    const Tiling tilings[] = {{2 * Side}, {2 * Side, 0, 2 * BytesToAlignment(CacheLineBytes, dst)}};
    TileIterator at(axes, tilings);
    do {
        const std::size_t rowPairs = at.Count(0) / 2;
        const std::size_t columnPairs = at.Count(1) / 2;
        for (std::size_t i = 0; i < columnPairs; ++i)
        {
            const unsigned char* const a = src + at.sourceOffset / 2 + i * columns.sourceStride;
            const unsigned char* const b = a + columns.sourceStride / 2;
            unsigned char* const even = tile + i * Side;
            unsigned char* const odd = even + Side * Side;
            std::size_t k = 0;
            for (; k + 8 <= rowPairs; k += 8) { ZipNibbles<std::uint64_t>(even + k, odd + k, a + k, b + k); }
            for (; k < rowPairs; ++k) { ZipNibbles<std::uint8_t>(even + k, odd + k, a + k, b + k); }
        }
        ByteMove bytes;
        bytes.destination = dst + at.destinationOffset / 2;
        bytes.source = tile;
        bytes.Insert(rowPairs, rows.destinationStride, 1);
        bytes.Insert(2, rows.destinationStride / 2, Side * Side);
        bytes.Insert(columnPairs, 1, Side);
        copier.Run(bytes);
    } while (at.Next());
}

// Whether a plan of 4-bit elements transposes planes whose pairs of elements never straddle two bytes. The planes then
// have an even number of rows and columns, and all other strides and the two starts are even.
inline bool TransposesPairs(CopyPlan plan) noexcept
{
    const CopyAxis columns = plan.TakeInner();
    const std::uint32_t rows = plan.FindSourceStride(1);
    if (rows == None32 || columns.destinationStride != 1) { return false; }
    if (plan.destinationStart != 0 || plan.sourceStart != 0) { return false; }
    bool isEven = plan.axes[rows].size % 2 == 0 && columns.size % 2 == 0 && columns.sourceStride % 2 == 0;
    for (std::uint32_t i = 0; i < plan.rank; ++i)
    {
        const bool sourceIsEven = i == rows || plan.axes[i].sourceStride % 2 == 0;
        isEven = isEven && sourceIsEven && plan.axes[i].destinationStride % 2 == 0;
    }
    return isEven;
}

// Copies 4-bit elements that do not move in whole bytes: by transposes of bytes if possible, or else one by one.
inline void CopyNibbles(const Copier& copier, CopyPlan plan) noexcept
{
    plan.Coalesce();
    if (!TransposesPairs(plan)) { return CopyEachNibble(plan); }
    const CopyAxis columns = plan.TakeInner();
    const CopyAxis rows = plan.Take(plan.FindSourceStride(1));
    TileIterator at(plan);
    do {
        TransposeNibbles(copier, plan.destination + at.destinationOffset / 2, plan.source + at.sourceOffset / 2, rows,
                         columns);
    } while (at.Next());
}

// =====================================================================================================================
//   Checks
//
//   The order: layouts and types, overlapping elements of the destination, then the buffers. So errors in a description
//   come before errors of the memory. Only NullPointer and BuffersOverlap depend on addresses.
// =====================================================================================================================

// Returns the byte in which a layout's first element begins. Requires: the type exists.
inline std::uint64_t FirstByteOf(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout) noexcept
{
    const std::uint32_t bits = ElementSizeInBits(type);
    const std::uint64_t first = layout.FirstElement();
    return bits == 4 ? first / 2 : first * (bits / 8);
}

// Returns ValueRange for the first byte count below 0. The first count belongs to tensor number `tensor`, the next
// count to the next tensor.
inline Diagnosis CheckByteCounts(std::initializer_list<AnyInteger> counts, std::uint32_t tensor) noexcept
{
    for (const AnyInteger& count : counts)
    {
        if (count.IsNegative()) { return WithTensorIndex(CheckRange(count, Max64, Argument::BufferSize), tensor); }
        ++tensor;
    }
    return {};
}

// No buffer can be larger, because distances between its bytes would not fit std::ptrdiff_t.
inline constexpr std::uint64_t LargestBuffer = static_cast<std::size_t>(-1) / 2;

// A tensor in memory whose buffer is checked.
struct Buffer
{
    DML_TENSOR_DATA_TYPE type;
    const TensorLayout& layout;
    const void* data;
    std::uint64_t bytes;  // the size of the buffer
    std::uint64_t first;  // the byte in which the layout's first element begins
    std::uint64_t end;    // the end of the layout's last element in bytes; 0 if it exceeds 64 bits
    TensorError tooSmall; // the error to report if the buffer is too small
    std::uint32_t tensor; // Diagnosis::tensor of the errors

    // Requires: the type exists, and the layout outlives this object.
    Buffer(DML_TENSOR_DATA_TYPE dataType, const TensorLayout& used, const void* pointer, std::uint64_t size,
           TensorError sizeError, std::uint32_t number) noexcept
        : type(dataType), layout(used), data(pointer), bytes(size), first(FirstByteOf(dataType, used)),
          end(used.EndInBytes(dataType)), tooSmall(sizeError), tensor(number)
    {
    }
    // The same for a Source or a Destination.
    template <class Side>
    Buffer(const Side& side, TensorError sizeError, std::uint32_t number) noexcept
        : Buffer(side.type, side.layout, side.data, side.bytes, sizeError, number)
    {
    }

    // Whether the bytes that this layout uses overlap those of another tensor.
    bool Overlaps(const Buffer& other) const noexcept
    {
        const std::uint64_t base = reinterpret_cast<std::uintptr_t>(data);
        const std::uint64_t otherBase = reinterpret_cast<std::uintptr_t>(other.data);
        return base + first < otherBase + other.end && otherBase + other.first < base + end;
    }

    // Returns why the buffer may be too small, or None if nothing explains it.
    Cause CauseOfTooSmall() const noexcept
    {
        const std::uint32_t elementSize = ElementSizeInBits(type) / 8;
        if (first != 0 && bytes == end - first) { return Cause::StartsLater; }
        if (elementSize == 1 && bytes == (end + 1) / 2) { return Cause::HalfBytes; }
        if (elementSize <= 1) { return Cause::None; }
        for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
        {
            if (layout.Sizes()[axis] > 1 && layout.Strides()[axis] % elementSize != 0) { return Cause::None; }
        }
        const std::uint64_t last = layout.FirstElement() + (layout.ElementSpan() - 1) / elementSize;
        return (last + 1) * elementSize <= bytes ? Cause::StridesInBytes : Cause::None;
    }
};

// Returns the first of these faults that any of the buffers has: the layout ends beyond 64 bits, the pointer is null,
// the buffer is too small, the layout ends beyond LargestBuffer.
inline Diagnosis CheckBuffers(std::initializer_list<const Buffer*> buffers) noexcept
{
    for (const Buffer* const one : buffers)
    {
        if (one->end == 0) { return {TensorError::SpanLimit, None32, Max64, Max64, one->tensor}; }
    }
    for (const Buffer* const one : buffers)
    {
        if (one->data == nullptr) { return {TensorError::NullPointer, None32, 0, one->end, one->tensor}; }
    }
    for (const Buffer* const one : buffers)
    {
        const Diagnosis tooSmall = {one->tooSmall, None32, one->bytes, one->end, one->tensor};
        if (one->bytes < one->end) { return WithCause(tooSmall, one->CauseOfTooSmall()); }
    }
    for (const Buffer* const one : buffers)
    {
        if (one->end > LargestBuffer) { return {TensorError::SpanLimit, None32, Max64, Max64, one->tensor}; }
    }
    return {};
}

// Returns the error of the destination's layout, or else that of the source's.
inline Diagnosis CheckLayouts(const Destination& destination, const Source& source) noexcept
{
    if (!destination.layout) { return WithTensorIndex(destination.layout.Reason(), Diagnosis::Destination); }
    if (!source.layout) { return WithTensorIndex(source.layout.Reason(), Diagnosis::Source); }
    return {};
}

// Returns whether `memory` has the sizes of `logical` in the order of memory, with the channels last: {1, 4, 5, 3} for
// {1, 3, 4, 5}, and {4, 5, 3} for {3, 4, 5}. Both point to `rank` sizes.
inline bool HasChannelsLast(const std::uint32_t* memory, const std::uint32_t* logical, std::uint32_t rank) noexcept
{
    if (rank < 3) { return false; }
    const std::uint32_t channels = rank == 3 ? 0 : 1; // the axis of `logical`
    const std::uint32_t others = rank - 1 - channels; // the axes after the channels
    return (channels == 0 || memory[0] == logical[0]) && memory[rank - 1] == logical[channels]
           && std::memcmp(memory + channels, logical + channels + 1, others * sizeof(*memory)) == 0;
}

// Returns the cause Transposed if there is exactly one order in which the source's axes have the destination's sizes.
// Otherwise returns None. The rank of both is at most 4.
inline Cause CauseOfOrder(const TensorLayout& destination, const TensorLayout& source) noexcept
{
    const std::uint32_t rank = source.Rank();
    if (destination.Rank() != rank || rank < 2 || rank > 4) { return Cause::None; }
    std::uint32_t code = rank;
    std::uint32_t sum = 0; // of 1 << axis; each axis is used once if it is (1 << rank) - 1 after `rank` axes
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        std::uint32_t matches = 0;
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            if (source.Sizes()[axis] != destination.Sizes()[i]) { continue; }
            ++matches;
            sum += 1U << axis;
            code = code << 2 | axis;
        }
        if (matches != 1) { return Cause::None; }
    }
    return sum == (1U << rank) - 1 ? CauseWith(Cause::Transposed, code) : Cause::None;
}

// Returns the cause of sizes that differ, if one tensor has the other's sizes in the order of memory, or in any other
// order. Requires: the rank of the source is not above the destination's.
inline Cause CauseOfSizes(const TensorLayout& destination, const TensorLayout& source) noexcept
{
    const std::uint32_t rank = source.Rank();
    const std::uint32_t* const to = destination.Sizes().data() + (destination.Rank() - rank);
    const std::uint32_t* const from = source.Sizes().data();
    const bool isInOrderOfMemory = HasChannelsLast(from, to, rank) || HasChannelsLast(to, from, rank);
    if (!isInOrderOfMemory) { return CauseOfOrder(destination, source); }
    return rank == 3 ? Cause::HwcSizes : Cause::NhwcSizes;
}

// Returns RankDiffers or SizesDiffer if the source's sizes cannot be broadcast to the destination's. The error names
// `tensor`.
inline Diagnosis CheckBroadcast(const TensorLayout& destination, const TensorLayout& source,
                                std::uint32_t tensor = Diagnosis::Source) noexcept
{
    if (source.Rank() > destination.Rank())
    {
        return {TensorError::RankDiffers, None32, source.Rank(), destination.Rank(), tensor};
    }
    const std::uint32_t missing = destination.Rank() - source.Rank();
    for (std::uint32_t i = 0; i < source.Rank(); ++i)
    {
        const std::uint32_t wanted = destination.Sizes()[missing + i];
        const std::uint32_t given = source.Sizes()[i];
        if (given != wanted && given != 1)
        {
            return WithCause({TensorError::SizesDiffer, missing + i, wanted, given, tensor},
                             CauseOfSizes(destination, source));
        }
    }
    return {};
}

// Returns an error if elements of the destination overlap, or if a buffer cannot be used. The search for overlap is
// only needed if the plan is not nested.
inline Diagnosis CheckMemory(const CopyPlan& plan, const Destination& destination, const Source& source) noexcept
{
    if (!plan.IsNested() && destination.layout.HasOverlap())
    {
        const TensorLayout& layout = destination.layout;
        return WithTensorIndex(DescribeOverlap(TensorError::DestinationOverlaps, layout.Sizes().data(),
                                               layout.Strides().data(), layout.Rank()),
                               Diagnosis::Destination);
    }
    const Buffer written(destination, TensorError::DestinationTooSmall, Diagnosis::Destination);
    const Buffer read(source, TensorError::SourceTooSmall, Diagnosis::Source);
    const Diagnosis reason = CheckBuffers({&written, &read});
    if (!reason.Ok()) { return reason; }
    return written.Overlaps(read) ? Diagnosis{TensorError::BuffersOverlap, None32, 0, 0, Diagnosis::Destination}
                                  : Diagnosis{};
}

// Returns a Copier with the stores that the hint demands. CopyHint::Auto demands the faster stores.
inline Copier CopierOf(const Kernels* kernels, CopyHint hint, bool isNonTemporalFaster) noexcept
{
    const bool isNonTemporal = hint == CopyHint::Streaming || (hint == CopyHint::Auto && isNonTemporalFaster);
    return {kernels, isNonTemporal && kernels != &ScalarKernels};
}

// Sets the plan's addresses. Requires: the buffers were checked.
inline void SetAddresses(CopyPlan& plan, const Destination& destination, const Source& source) noexcept
{
    plan.destination =
        static_cast<unsigned char*>(destination.data) + FirstByteOf(destination.type, destination.layout);
    plan.source = static_cast<const unsigned char*>(source.data) + FirstByteOf(source.type, source.layout);
    plan.destinationStart = ElementSizeInBits(destination.type) == 4 ? destination.layout.FirstElement() % 2 : 0;
    plan.sourceStart = ElementSizeInBits(source.type) == 4 ? source.layout.FirstElement() % 2 : 0;
}

// Whether the destination's rows are so short that ordinary stores are faster, although the destination exceeds the
// caches. There are two kinds of such rows: thin rows of a transpose, such as pixels of 5 to 16 FLOAT32, and short rows
// that begin or end inside cache lines, such as heads of attention in buffers of malloc.
// Tuned: non-temporal stores have .45 to .9 of the speed for 5 to 16 channels (Zen 5), and .55 to .95 for rows of 128
// to 320 bytes (Zen 4), but 1.1 to 1.6 for rows of 512 bytes and more.
inline bool HasShortRows(const ByteMove& move) noexcept
{
    constexpr std::size_t LongRowBytes = 512;
    const CopyAxis& inner = move.Inner();
    if (move.rank < 2 || inner.destinationStride != move.elementSize) { return false; }
    const CopyAxis& outer = move.axes[move.rank - 2];
    const std::size_t rowBytes = inner.size * move.elementSize;
    if (inner.sourceStride > move.elementSize) { return inner.size > 4 && rowBytes <= CacheLineBytes; }
    const bool splitsLines = OffsetInCacheLine(move.destination) != 0 || outer.destinationStride % CacheLineBytes != 0;
    return inner.sourceStride == move.elementSize && outer.sourceStride != 0 && splitsLines && rowBytes < LongRowBytes;
}

// Whether non-temporal stores are faster: the destination exceeds the caches, and its rows are not short.
inline bool PrefersNonTemporal(const ByteMove& move) noexcept
{
    return move.Bytes() >= MinNonTemporalBytes && !HasShortRows(move);
}

// Runs a copy. Requires: its arguments were checked.
inline void RunCopy(CopyPlan& plan, const Kernels* kernels, const Destination& destination, const Source& source,
                    CopyHint hint) noexcept
{
    SetAddresses(plan, destination, source);
    ByteMove move;
    const bool isByteMove = move.FromElements(plan, ElementSizeInBits(destination.type));
    const bool prefersNonTemporal =
        isByteMove ? PrefersNonTemporal(move) : plan.Count() >= 2 * MinNonTemporalBytes; // two elements a byte
    const Copier copier = CopierOf(kernels, hint, prefersNonTemporal);
    if (isByteMove) { copier.Run(move); }
    else { CopyNibbles(copier, plan); }
    if (copier.isNonTemporal) { FenceStreamingStores(); }
}

// Inserts the axes of a copy into an empty plan, and returns the first error of CopyTensor.
inline Diagnosis PlanCopy(CopyPlan& plan, const Destination& destination, const Source& source) noexcept
{
    Diagnosis reason = CheckLayouts(destination, source);
    if (!reason.Ok()) { return reason; }
    if (destination.type != source.type)
    {
        return {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(source.type),
                static_cast<std::uint32_t>(destination.type), Diagnosis::Source};
    }
    reason = CheckDataType(destination.type, Argument::Type);
    if (reason.Ok()) { reason = CheckBroadcast(destination.layout, source.layout); }
    if (!reason.Ok()) { return reason; }
    plan.InsertAll(destination.layout, source.layout);
    return CheckMemory(plan, destination, source);
}

// Implements CopyTensor with one table of kernels. Tests call it with the table of each path.
inline Diagnosis CopyTensorBy(const Kernels* kernels, const Destination& destination, const Source& source,
                              CopyHint hint) noexcept
{
    CopyPlan plan;
    const Diagnosis reason = PlanCopy(plan, destination, source);
    if (reason.Ok()) { RunCopy(plan, kernels, destination, source, hint); }
    return reason;
}

// =====================================================================================================================
//   Gather
// =====================================================================================================================

// Reads indices of one data type along one axis. A negative index counts from the end of the axis.
// Source: "DML_GATHER_OPERATOR_DESC structure".
struct IndexReader
{
    std::size_t elementSize;   // bytes of an index
    std::uint64_t size;        // the size of the axis
    std::uint64_t signBit = 0; // of a signed 32-bit index, else 0
    std::uint64_t wrap = 0;    // added to a negative index

    // Requires: `type` is a 32-bit or 64-bit integer type.
    IndexReader(DML_TENSOR_DATA_TYPE type, std::uint32_t axisSize) noexcept
        : elementSize(ElementSizeInBits(type) / 8), size(axisSize)
    {
        if (type == DML_TENSOR_DATA_TYPE_INT32 || type == DML_TENSOR_DATA_TYPE_INT64)
        {
            signBit = elementSize == 4 ? std::uint64_t{1} << 31 : 0;
            wrap = axisSize;
        }
    }

    // Returns the index at an address, sign-extended to 64 bits.
    std::uint64_t Read(const unsigned char* address) const noexcept
    {
        if (elementSize == sizeof(std::uint64_t)) { return LoadElement<std::uint64_t>(address); }
        return (LoadElement<std::uint32_t>(address) ^ signBit) - signBit;
    }

    // Returns the position on the axis that an index means. The position is below `size` exactly if the index is inside
    // the axis: an index that is still negative after `wrap` was added is a large unsigned number.
    std::uint64_t Position(std::uint64_t index) const noexcept { return index + ((0 - (index >> 63)) & wrap); }
};

// Returns GatherIndexRange for the first index outside the axis, in row-major order. Requires: an index is outside.
inline Diagnosis DiagnoseIndices(const IndexReader& reader, const TensorLayout& layout,
                                 const unsigned char* indices) noexcept
{
    CopyAxes axes;
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        axes.Append({layout.Sizes()[i], 0, 0, layout.Strides()[i] * reader.elementSize});
    }
    TileIterator at(axes);
    std::uint32_t position = 0;
    std::uint64_t index = reader.Read(indices);
    for (; reader.Position(index) < reader.size && at.Next(); ++position)
    {
        index = reader.Read(indices + at.auxiliaryOffset);
    }
    return {TensorError::GatherIndexRange, position, index, reader.size, Diagnosis::Indices};
}

// Indices that were read and checked. Index number i says that the row at Offset(i) of the input is copied to byte i *
// destinationStride of the output.
struct IndexBatch
{
    const std::uint32_t* positions; // the positions along the indexed axis
    std::size_t count;
    std::size_t indexedStride; // bytes in the input from one position to the next
    std::size_t sourceStride;  // bytes in the input from one index to the next along a batch axis; else 0
    std::size_t destinationStride;

    std::size_t Offset(std::size_t i) const noexcept { return positions[i] * indexedStride + i * sourceStride; }
};

// Copies the rows of a batch from number `first` on, of `Bytes` bytes each. The batch is passed by value here and
// below, because the compiler would reload it after each store if it were passed by reference.
template <std::size_t Bytes>
void GatherFixedRows(unsigned char* dst, const unsigned char* src, IndexBatch batch, std::size_t first) noexcept
{
    for (std::size_t i = first; i < batch.count; ++i)
    {
        std::memcpy(dst + i * batch.destinationStride, src + batch.Offset(i), Bytes);
    }
}

// Copies single elements. If the output is contiguous and the indexed axis of the input is, too, four elements are
// copied at a time, and compilers turn their copies into one store.
template <class Element> void GatherElements(unsigned char* dst, const unsigned char* src, IndexBatch batch) noexcept
{
    std::size_t i = 0;
    if (batch.destinationStride == sizeof(Element) && batch.indexedStride == sizeof(Element) && batch.sourceStride == 0)
    {
        for (; i + 4 <= batch.count; i += 4)
        {
            Element four[4];
            std::memcpy(&four[0], src + batch.positions[i] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[1], src + batch.positions[i + 1] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[2], src + batch.positions[i + 2] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[3], src + batch.positions[i + 3] * sizeof(Element), sizeof(Element));
            std::memcpy(dst + i * sizeof(Element), four, sizeof(four));
        }
    }
    GatherFixedRows<sizeof(Element)>(dst, src, batch, i);
}

// Copies rows of any length, and prefetches: the processor cannot predict which row comes next.
inline void GatherLongRows(unsigned char* dst, const unsigned char* src, IndexBatch batch, std::size_t bytes) noexcept
{
    constexpr std::size_t PrefetchDistance = 8; // in rows
    constexpr std::size_t PrefetchedBytes = 512;
    const std::size_t prefetched = Min(bytes, PrefetchedBytes);
    for (std::size_t i = 0; i < batch.count; ++i)
    {
        const unsigned char* const next =
            src + batch.Offset(i + PrefetchDistance < batch.count ? i + PrefetchDistance : i);
        for (std::size_t k = 0; k < prefetched; k += CacheLineBytes) { Prefetch(next + k); }
        std::memcpy(dst + i * batch.destinationStride, src + batch.Offset(i), bytes);
    }
}

// Copies the rows of a batch, of `bytes` bytes each, by the fastest function for this size.
inline void GatherRows(unsigned char* dst, const unsigned char* src, const IndexBatch& batch,
                       std::size_t bytes) noexcept
{
    switch (bytes)
    {
    case 1: return GatherElements<std::uint8_t>(dst, src, batch);
    case 2: return GatherElements<std::uint16_t>(dst, src, batch);
    case 4: return GatherElements<std::uint32_t>(dst, src, batch);
    case 8: return GatherElements<std::uint64_t>(dst, src, batch);
    case 16: return GatherFixedRows<16>(dst, src, batch, 0);
    case 32: return GatherFixedRows<32>(dst, src, batch, 0);
    case 64: return GatherFixedRows<64>(dst, src, batch, 0);
    default: return GatherLongRows(dst, src, batch, bytes);
    }
}

// Runs a Gather whose arguments were checked. Along some axes of the output the index changes (indexedAxes), along all
// other axes it stays the same (otherAxes). If the innermost of the other axes is contiguous, it is the row that each
// index copies, and is removed from otherAxes. For example, an input {4,100,8} with Axis 1, and indices {1,4,7} with
// IndexDimensions 1, so that their 4 is a batch:
//
//     indexedAxes    4 (the batch) and 7 (the indices)
//     otherAxes      none; a row has 8 elements
//
// An IndexBatch is read and checked once, and then used along all other axes. The opposite order would read each index
// again for every row, for example if the gathered axis is the last one.
struct GatherPlan
{
    CopyAxes indexedAxes;      // strides in bytes
    CopyAxes otherAxes;        // strides in bytes
    std::size_t rowBytes;      // contiguous on both sides
    std::size_t indexedStride; // bytes in the input from one position on the indexed axis to the next
    IndexReader reader;

    // elementSize: the bytes of an element of the input and of the output, which have the same type.
    GatherPlan(const GatherSizes& sizes, const TensorLayout& input, const TensorLayout& indices,
               const TensorLayout& output, std::size_t elementSize, const IndexReader& indexReader) noexcept
        : rowBytes(elementSize), indexedStride(input.Strides()[Low32(sizes.axis)] * elementSize), reader(indexReader)
    {
        // Each axis of the result comes from the input or from the indices. Leading axes that the output does not have
        // are of size 1, which Insert ignores.
        const std::uint32_t count = sizes.Count();
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const GatherSizes::Origin origin = sizes.OriginOf(i);
            const std::size_t dst =
                i + sizes.rank >= count ? output.Strides()[i + sizes.rank - count] * elementSize : 0;
            const std::size_t src =
                origin.tensor == Diagnosis::Indices ? 0 : input.Strides()[origin.axis] * elementSize;
            const std::size_t index = StrideOfIndices(sizes, indices, origin) * reader.elementSize;
            (index != 0 ? indexedAxes : otherAxes).Insert(origin.size, dst, src, index);
        }
        indexedAxes.Coalesce();
        otherAxes.Coalesce();
        const CopyAxis& inner = otherAxes.Inner();
        const bool isContiguous = inner.destinationStride == elementSize && inner.sourceStride == elementSize;
        if (isContiguous) { rowBytes = elementSize * otherAxes.TakeInner().size; }
    }

    // Returns the stride in the indices, in elements, of an axis of the result. It is 0 if all positions of the axis
    // use the same index. It is not 0 if the axis comes from the indices or belongs to the batch. Batch axis n is the
    // n-th axis after the leading sizes of 1, both in the input and in the indices. Requires: the whole batch is before
    // the gathered axis.
    static std::size_t StrideOfIndices(const GatherSizes& sizes, const TensorLayout& indices,
                                       const GatherSizes::Origin& origin) noexcept
    {
        if (origin.tensor == Diagnosis::Indices) { return indices.Strides()[origin.axis]; }
        // If the axis is a leading axis of size 1 before the batch, the difference wraps to a number above that of
        // every batch axis.
        const std::uint32_t batchAxis = origin.axis - LeadingOnes(sizes.input, sizes.rank);
        if (batchAxis >= sizes.BatchDimensions()) { return 0; }
        return indices.Strides()[LeadingOnes(sizes.indices, sizes.rank) + batchAxis];
    }

    // Writes the whole output. Returns false if an index was outside the axis. Such an index reads the last position.
    // Call it once, because it takes an axis out of indexedAxes.
    bool Run(const unsigned char* input, const unsigned char* indices, unsigned char* output) noexcept
    {
        // Tuned: this number of positions stays in the L1 cache together with the rows.
        constexpr std::size_t MaxBatch = 1024;
        std::uint32_t positions[MaxBatch];
        const CopyAxis inner = indexedAxes.TakeInner();
        bool isInside = true;
        TileIterator at(indexedAxes);
        do {
            for (std::size_t first = 0; first < inner.size; first += MaxBatch)
            {
                const std::size_t count = Min(inner.size - first, MaxBatch);
                const IndexBatch batch = {positions, count, indexedStride, inner.sourceStride, inner.destinationStride};
                const unsigned char* index = indices + at.auxiliaryOffset + first * inner.auxiliaryStride;
                for (std::size_t i = 0; i < count; ++i, index += inner.auxiliaryStride)
                {
                    const std::uint64_t position = reader.Position(reader.Read(index));
                    isInside = isInside && position < reader.size;
                    positions[i] = static_cast<std::uint32_t>(position < reader.size ? position : reader.size - 1);
                }
                unsigned char* const dst = output + at.destinationOffset + first * inner.destinationStride;
                const unsigned char* const src = input + at.sourceOffset + first * inner.sourceStride;
                TileIterator row(otherAxes);
                do {
                    GatherRows(dst + row.destinationOffset, src + row.sourceOffset, batch, rowBytes);
                } while (row.Next());
            }
        } while (at.Next());
        return isInside;
    }
};

// Implements GatherTensor, after its byte counts were checked.
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
    // If the batch extends beyond Axis, DirectML's result is not documented.
    if (!reason.Ok() && LeadingOnes(sizes.input, sizes.rank) + sizes.BatchDimensions() > sizes.axis) { return reason; }
    const TensorLayout inputLayout = TensorLayout::Of(inputDesc);
    const TensorLayout indicesLayout = TensorLayout::Of(indicesDesc);
    const TensorLayout outputLayout = TensorLayout::Of(outputDesc);
    const Buffer read(inputDesc.DataType, inputLayout, input, inputBytes, TensorError::SourceTooSmall,
                      Diagnosis::Input);
    const Buffer index(indicesDesc.DataType, indicesLayout, indices, indicesBytes, TensorError::SourceTooSmall,
                       Diagnosis::Indices);
    const Buffer written(outputDesc.DataType, outputLayout, output, outputBytes, TensorError::DestinationTooSmall,
                         Diagnosis::Output);
    const Diagnosis bufferReason = CheckBuffers({&read, &index, &written});
    if (!bufferReason.Ok()) { return bufferReason; }
    for (const Buffer* const side : {&read, &index})
    {
        if (written.Overlaps(*side)) { return {TensorError::BuffersOverlap, None32, 0, 0, side->tensor}; }
    }
    const IndexReader reader(indicesDesc.DataType, inputDesc.Sizes[desc.Axis]);
    GatherPlan plan(sizes, inputLayout, indicesLayout, outputLayout, ElementSizeInBits(inputDesc.DataType) / 8, reader);
    const auto* const firstIndex = static_cast<const unsigned char*>(indices);
    return plan.Run(static_cast<const unsigned char*>(input), firstIndex, static_cast<unsigned char*>(output))
               ? Diagnosis{}
               : DiagnoseIndices(reader, indicesLayout, firstIndex);
}

// =====================================================================================================================
//   Containers
//
//   A container is an array, or has data(), which returns a pointer, and size(), as std::vector and std::span do.
// =====================================================================================================================

// The values of a container.
template <class Value> struct ContainerValues
{
    Value* data;
    AnyInteger count;

    // Returns the bytes of all values. A negative count is 0.
    constexpr std::uint64_t Bytes() const noexcept
    {
        if (count.IsNegative()) { return 0; }
        return count.Bits() > Max64 / sizeof(Value) ? Max64 : count.Bits() * sizeof(Value);
    }
};

// Return the values of an array, or of a container with data() and size().
template <class Value, std::size_t N> constexpr ContainerValues<Value> ValuesOf(Value (&values)[N]) noexcept
{
    return {values, N};
}

template <class Container, class Pointer = std::decay_t<decltype(std::declval<Container&>().data())>,
          class = std::enable_if_t<std::is_pointer_v<Pointer> && std::is_object_v<std::remove_pointer_t<Pointer>>
                                   && IsInteger<std::decay_t<decltype(std::declval<Container&>().size())>>>>
constexpr ContainerValues<std::remove_pointer_t<Pointer>> ValuesOf(Container& values) noexcept
{
    return {values.data(), values.size()};
}

// The type of a container's elements, const if the elements are const. It does not exist if the type is not a
// container.
template <class Container>
using ElementOf = std::remove_all_extents_t<std::remove_pointer_t<decltype(ValuesOf(std::declval<Container&>()).data)>>;

// IfContainer is void if the type is a container, and does not exist otherwise.
template <class Container> using IfContainer = std::void_t<ElementOf<Container>>;

// IfOther is int if the type is not a container, and IfTensorAndValues is int if the types are a tensor's description
// and a container that is no array. Otherwise they do not exist. Deleted functions use them to say what to write.
template <class T, class = void> inline constexpr bool IsContainer = false;
template <class T> inline constexpr bool IsContainer<T, IfContainer<T>> = true;
template <class T> using IfOther = std::enable_if_t<!IsContainer<T>, int>;
template <class Tensor, class Values>
using IfTensorAndValues = std::enable_if_t<
    IsOneOf<Tensor, BufferTensorDesc,
            DML_BUFFER_TENSOR_DESC> && IsContainer<Values> && !std::is_convertible_v<Values, const void*>,
    int>;

// Whether the values of a container outlive the container, as the values of std::span do. Such a container is a pointer
// and a count, and its values do not become const if the container is const. std::ranges::enable_borrowed_range has the
// same meaning, but <ranges> is large and C++20.
template <class Container>
inline constexpr bool IsView = std::is_trivially_copyable_v<Container> && sizeof(Container) <= 2 * sizeof(std::uint64_t)
                               && std::is_same_v<ElementOf<Container>, ElementOf<const Container>>;
template <class Value, std::size_t N> inline constexpr bool IsView<Value[N]> = false;
template <class Value, std::size_t N> inline constexpr bool IsView<std::array<Value, N>> = false;

// IfView is int if a container is a view, and IfOwner is int if it is not. Otherwise they do not exist. Requires: the
// type is a container.
template <class Container>
using IfView = std::enable_if_t<IsView<std::remove_cv_t<std::remove_reference_t<Container>>>, int>;
template <class Container>
using IfOwner = std::enable_if_t<!IsView<std::remove_cv_t<std::remove_reference_t<Container>>>, int>;

// Returns the data type of a container's elements. Does not compile if their C++ type does not determine it.
template <class Container> constexpr DML_TENSOR_DATA_TYPE DataTypeOfElements() noexcept
{
    using Element = std::remove_cv_t<ElementOf<Container>>;
    constexpr DML_TENSOR_DATA_TYPE Type = DataTypeOf<Element>;
    static_assert(!std::is_same_v<Element, std::uint16_t>,
                  "std::uint16_t may hold UINT16 or FLOAT16: put the data type before the container");
    static_assert(Type != DML_TENSOR_DATA_TYPE_UNKNOWN,
                  "DataTypeOf of these elements is UNKNOWN: specialise it, or put the data type before the container");
    static_assert(
        Type == DML_TENSOR_DATA_TYPE_UNKNOWN || ElementSizeInBits(Type) == 8 * sizeof(Element),
        "an element of this container is not one element of its data type, such as two of 4 bits: put the data "
        "type before the container");
    return Type;
}

// Returns ConversionTypes if the elements of a container are floating-point numbers of another type than `given`. In
// the error, `actual` is the type of the elements, and `required` is `given`. If the elements have no data type, such
// as long double, their size is compared, and `actual` is that size in bytes. Integers may hold the bits of any type.
template <class Element> constexpr Diagnosis CheckElements(DML_TENSOR_DATA_TYPE given) noexcept
{
    constexpr DML_TENSOR_DATA_TYPE Known = DataTypeOf<Element>;
    constexpr bool IsKnown = Known != DML_TENSOR_DATA_TYPE_UNKNOWN;
    const bool fits = IsKnown ? Known == given : ElementSizeInBits(given) == 8 * sizeof(Element);
    if (!std::is_floating_point_v<Element> || fits) { return {}; }
    const std::uint64_t found = IsKnown ? static_cast<std::uint32_t>(Known) : sizeof(Element);
    return {TensorError::ConversionTypes,
            None32,
            found,
            static_cast<std::uint32_t>(given),
            None32,
            Argument::Unnamed,
            IsKnown ? TensorCause::ContainerType : TensorCause::ContainerFloats};
}

// Returns a Source or Destination. If `reason` is an error, the layout of the result carries this error.
template <class Side, class Pointer>
constexpr Side MakeSide(DML_TENSOR_DATA_TYPE type, Pointer data, std::uint64_t bytes, const TensorLayout& layout,
                        const Diagnosis& reason) noexcept
{
    return {type, data, bytes, reason.Ok() ? layout : MakeError<TensorLayout>(reason)};
}

// Returns the Source or Destination of a buffer, with ValueRange if its size is negative.
template <class Side, class Pointer>
constexpr Side SideOfBuffer(DML_TENSOR_DATA_TYPE type, Pointer data, const AnyInteger& bytes,
                            const TensorLayout& layout) noexcept
{
    return MakeSide<Side>(type, data, bytes.IsNegative() ? 0 : bytes.Bits(), layout,
                          CheckRange(bytes, Max64, Argument::BufferSize));
}

// Returns the Source or Destination of a container, with the error of its count or of its elements.
template <class Side, class Container>
constexpr Side SideOfContainer(DML_TENSOR_DATA_TYPE type, Container& values, const TensorLayout& layout) noexcept
{
    using Element = std::remove_cv_t<ElementOf<Container>>;
    static_assert(std::is_trivially_copyable_v<Element> && !std::is_pointer_v<Element>,
                  "the elements of this container are not numbers that can be copied as bytes");
    const auto buffer = ValuesOf(values);
    return MakeSide<Side>(type, buffer.data, buffer.Bytes(), layout,
                          FirstError(CheckRange(buffer.count, Max64, Argument::Count), CheckElements<Element>(type)));
}
} // namespace detail

// =====================================================================================================================
//   Public functions
// =====================================================================================================================

/// Makes a Source of a container: an array, or a type with data() and size(), such as std::vector and std::span. The
/// size in bytes is that of all elements, and the data type is DataTypeOf the elements. A temporary container lives
/// until the end of the statement, so make its Source in the call that reads it.
///
/// Does not compile for elements whose DataTypeOf is UNKNOWN or a 4-bit type, and for std::uint16_t, which may be
/// FLOAT16. For these, put the data type before the container.
///
/// layout: the elements that are read. The layout of the result carries the first of these errors, and the function
/// that reads the Source returns it:
///   - ValueRange: the container's count is negative.
///   - the error of `layout`.
template <class Container, class = detail::IfContainer<Container>, detail::IfOwner<Container> = 0>
constexpr Source SourceOf(Container&& values DTU_LIFETIMEBOUND, const TensorLayout& layout) noexcept
{
    return detail::SideOfContainer<Source>(detail::DataTypeOfElements<Container>(), values, layout);
}

/// The same for a view, such as std::span, whose values outlive it.
template <class View, class = detail::IfContainer<View>, detail::IfView<View> = 0>
constexpr Source SourceOf(View&& values, const TensorLayout& layout) noexcept
{
    return detail::SideOfContainer<Source>(detail::DataTypeOfElements<View>(), values, layout);
}

/// Makes a Source of a container whose elements have this data type, such as FLOAT16 in std::uint16_t, or 4-bit
/// elements in bytes. The layout of the result carries these errors:
///   - ValueRange: the container's count is negative.
///   - ConversionTypes: the elements are floating-point numbers of another type. actual: the data type of the elements,
///     or the bytes of an element if it has no data type, such as long double. required: `type`.
///   - the error of `layout`.
template <class Container, class = detail::IfContainer<Container>, detail::IfOwner<Container> = 0>
constexpr Source SourceOf(DML_TENSOR_DATA_TYPE type, Container&& values DTU_LIFETIMEBOUND,
                          const TensorLayout& layout) noexcept
{
    return detail::SideOfContainer<Source>(type, values, layout);
}

/// The same for a view, such as std::span, whose values outlive it.
template <class View, class = detail::IfContainer<View>, detail::IfView<View> = 0>
constexpr Source SourceOf(DML_TENSOR_DATA_TYPE type, View&& values, const TensorLayout& layout) noexcept
{
    return detail::SideOfContainer<Source>(type, values, layout);
}

/// Makes a Source of the buffer at `data`. If `bytes` is negative, the layout of the result carries ValueRange.
constexpr Source SourceOf(DML_TENSOR_DATA_TYPE type, const void* data, AnyInteger bytes,
                          const TensorLayout& layout) noexcept
{
    return detail::SideOfBuffer<Source>(type, data, bytes, layout);
}

/// Makes a Source with the data type and the layout of a tensor description.
constexpr Source SourceOf(const DML_BUFFER_TENSOR_DESC& tensor, const void* data, AnyInteger bytes) noexcept
{
    return SourceOf(tensor.DataType, data, bytes, TensorLayout::Of(tensor));
}

/// Makes a Source of a tensor. data, bytes: the whole buffer. The elements of a BufferTensorDesc::OfView begin at its
/// BindingOffsetInBytes(), because the FirstElement() of its layout is respected.
constexpr Source SourceOf(const BufferTensorDesc& tensor, const void* data, AnyInteger bytes) noexcept
{
    return SourceOf(tensor.DataType(), data, bytes, tensor.Layout());
}

template <class T, detail::IfOther<T> = 0>
Source SourceOf(T&&, const TensorLayout&) = delete; ///< a pointer needs type and bytes; no vector<bool>
template <class T, detail::IfOther<T> = 0>
Source SourceOf(DML_TENSOR_DATA_TYPE, T&&, const TensorLayout&) = delete; ///< a pointer needs its bytes
template <class Tensor, class Values, class... Bytes, detail::IfTensorAndValues<Tensor, Values> = 0>
Source SourceOf(const Tensor&, Values&&, Bytes...) = delete; ///< write (tensor, values.data(), bytes)

/// Makes a Destination of a container, as SourceOf makes a Source. Does not compile for const elements. Does not
/// compile for a temporary container either, unless the container is a view such as std::span.
template <class Container, class = detail::IfContainer<Container>>
constexpr Destination DestinationOf(DML_TENSOR_DATA_TYPE type, Container&& values, const TensorLayout& layout) noexcept
{
    constexpr bool IsConst = std::is_const_v<detail::ElementOf<Container>>;
    static_assert(!IsConst, "the elements of this container are const; a destination is written");
    static_assert(std::is_lvalue_reference_v<Container> || detail::IsView<std::remove_cv_t<Container>>,
                  "this container is a temporary, and what is written to it is lost: give it a name");
    if constexpr (IsConst) { return {}; }
    else { return detail::SideOfContainer<Destination>(type, values, layout); }
}

/// The same with the data type DataTypeOf the elements.
template <class Container, class = detail::IfContainer<Container>>
constexpr Destination DestinationOf(Container&& values, const TensorLayout& layout) noexcept
{
    return DestinationOf(detail::DataTypeOfElements<Container>(), std::forward<Container>(values), layout);
}

/// Makes a Destination of the buffer at `data`, as SourceOf makes a Source.
constexpr Destination DestinationOf(DML_TENSOR_DATA_TYPE type, void* data, AnyInteger bytes,
                                    const TensorLayout& layout) noexcept
{
    return detail::SideOfBuffer<Destination>(type, data, bytes, layout);
}

/// Makes a Destination with the data type and the layout of a tensor description.
constexpr Destination DestinationOf(const DML_BUFFER_TENSOR_DESC& tensor, void* data, AnyInteger bytes) noexcept
{
    return DestinationOf(tensor.DataType, data, bytes, TensorLayout::Of(tensor));
}

/// Makes a Destination of a tensor, as SourceOf makes a Source.
constexpr Destination DestinationOf(const BufferTensorDesc& tensor, void* data, AnyInteger bytes) noexcept
{
    return DestinationOf(tensor.DataType(), data, bytes, tensor.Layout());
}

template <class T, detail::IfOther<T> = 0>
Destination DestinationOf(T&&, const TensorLayout&) = delete; ///< a pointer needs type and bytes; no vector<bool>
template <class T, detail::IfOther<T> = 0>
Destination DestinationOf(DML_TENSOR_DATA_TYPE, T&&, const TensorLayout&) = delete; ///< a pointer needs its bytes
template <class Tensor, class Values, class... Bytes, detail::IfTensorAndValues<Tensor, Values> = 0>
Destination DestinationOf(const Tensor&, Values&&, Bytes...) = delete; ///< write (tensor, values.data(), bytes)

/// Sets destination[c] = source[c] for every coordinate c of the destination's sizes.
///
/// The source's sizes are broadcast to the destination's: they are right-aligned, and a size of 1 repeats. hint: see
/// CopyHint.
///
/// Bytes between the destination's elements are not changed. If a copy of 4-bit elements writes one half of a byte, the
/// other half is preserved. Threads may copy slices of one tensor at the same time if no byte belongs to two of them.
///
/// Errors, in this order; Diagnosis::tensor is Destination or Source; nothing is written:
///   - the error of the destination's layout, or of the source's layout, which can be an error of DestinationOf or
///     SourceOf.
///   - ConversionTypes: the two data types differ; call ConvertTensor. actual: the source's. required: the
///     destination's.
///   - UnknownDataType.
///   - RankDiffers: the source has more axes.
///   - SizesDiffer: a size of the source is neither 1 nor the destination's. actual: the destination's. required: the
///     source's.
///   - DestinationOverlaps: two elements of the destination share memory.
///   - SpanLimit: the end of a layout in bytes exceeds 64 bits.
///   - NullPointer.
///   - DestinationTooSmall, SourceTooSmall: actual: the bytes of the buffer. required: those of the layout.
///   - SpanLimit: the end of a layout exceeds half of the address space.
///   - BuffersOverlap: the bytes from the destination's first element to its last one overlap those of the source.
template <class Dependent = void> // delays the kernels: only files that call this function compile them
Diagnosis CopyTensor(const Destination& destination, const Source& source, CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::CopyTensorBy(detail::KernelsOf<Dependent>(detail::BestCopyPath()), destination, source, hint);
}

/// Computes a Gather on the CPU:
///
///     output[p ++ k ++ s] = input[p ++ index ++ s]    index = indices[b ++ k]
///
/// a ++ b is the list of the coordinates a, followed by those of b. p are the input's coordinates before Axis, and s
/// are those after Axis. k are the coordinates of the last IndexDimensions axes of the indices. In most Gathers the
/// indices have no further axes except leading ones of size 1, so index = indices[k]. Otherwise, the further axes are a
/// batch, and each element of the output reads the indices of its own batch: b are the first coordinates of p, counted
/// from the input's first size that is not 1. The output has the DimensionCount of the input; leading sizes of 1 are
/// added or dropped for that. A negative index i of a signed type means i + size, where size is the input's size along
/// Axis.
///
/// desc: the operator. input, indices, output: the buffers of its tensors, each followed by its size in bytes.
///
/// An index outside the axis reads the last element; it is unspecified which element DirectML reads. Then the whole
/// output is written, and the result is the hazard GatherIndexRange for the first such index in row-major order. Its
/// `axis` is the position among the indices, `actual` is the index (two's complement, 64 bits), and `required` is the
/// size of the gathered axis.
///
/// Errors, in this order; Diagnosis::tensor is Input, Indices or Output; nothing is written:
///   - ValueRange: a byte count is negative.
///   - the result of Validate(desc). GatherBatch is not returned if all axes of the batch are before Axis.
///   - SpanLimit: the end of a tensor in bytes exceeds 64 bits.
///   - NullPointer.
///   - SourceTooSmall, DestinationTooSmall: actual: the bytes of the buffer. required: those of the tensor.
///   - SpanLimit: the end of a tensor exceeds half of the address space.
///   - BuffersOverlap: the output overlaps the tensor that `tensor` names.
/// Source: "DML_GATHER_OPERATOR_DESC structure".
inline Diagnosis GatherTensor(const DML_GATHER_OPERATOR_DESC& desc, const void* input, AnyInteger inputBytes,
                              const void* indices, AnyInteger indicesBytes, void* output,
                              AnyInteger outputBytes) noexcept
{
    const Diagnosis reason = detail::CheckByteCounts({inputBytes, indicesBytes, outputBytes}, Diagnosis::Input);
    if (!reason.Ok()) { return reason; }
    return detail::GatherTensorBy(desc, input, inputBytes.Bits(), indices, indicesBytes.Bits(), output,
                                  outputBytes.Bits());
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DTU_COPY_LANES)

// =====================================================================================================================
//   Kernels for one vector width, DTU_COPY_LANES times 16 bytes
//
//   This part is compiled once for each vector width. Every function that uses a vector is marked with its instruction
//   set. GCC splits the vectors of a function without this mark, even if the function is inlined into a marked
//   function.
//
//   Only the steps below are written for each instruction set. Each step stands once under each DTU_ISA:
//
//     DTU_GNU_VECTORS       g++ 12 and newer, clang, clang-cl
//     DTU_X86_INTRINSICS    MSVC. The unit tests also run this path with g++, by DML_TENSOR_UTILS_COPY_INTRINSICS
//     DTU_NEON_INTRINSICS   MSVC for ARM64, g++ before 12. An ARM64 build of the unit tests can run it in the same way
//
//   The kernels are the same for all instruction sets and use only these steps, except AVX-512, which has steps of its
//   own at the end.
// =====================================================================================================================

#if DTU_COPY_LANES == 1
#define DTU_COPY_NAMESPACE vector128
#define DTU_COPY_NARROWER &ScalarKernels
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
inline constexpr bool HasShuffles = Lanes == 2 || DTU_IS_ARM64 == 1; // whether the step Shuffle exists

// ---- steps ----------------------------------------------------------------------------------------------------------
//
// A step is one or two instructions. Everything that differs between instruction sets is here.
//
//   Vector             `Lanes` lanes of 16 bytes
//   Load, Store        at any address
//   StoreNonTemporal   a non-temporal store, if the machine has one, to a multiple of the vector's size
//   ZipLow, ZipHigh    alternate elements of `a` and `b`, from the lower or the upper half of each lane
//   LoadPart           loads `Bytes` bytes, followed by zeros; Bytes is 4 or 8
//   StorePart          stores `Bytes` bytes, from byte Bytes * Index of the vector on; Bytes is 4 or 8
//   Repeat             64 bits, repeated to fill a vector
//   Shuffle            byte i of a lane is byte mask[i] of the same lane, or 0 if mask[i] is 0x80
//   Join, LaneOf       combine two lanes of 16 bytes to a vector, the lower one first, and extract one

// Defines a zip by intrinsics: one expression each for elements of 1, 2, 4 and 8 bytes.
#define DTU_ZIP(name, bytes, pairs, fours, eights)                                                                     \
    template <std::size_t ElementSize> DTU_KERNEL_STEP Vector name(Vector a, Vector b) noexcept                        \
    {                                                                                                                  \
        if constexpr (ElementSize == 1)                                                                                \
            return bytes;                                                                                              \
        else if constexpr (ElementSize == 2)                                                                           \
            return pairs;                                                                                              \
        else if constexpr (ElementSize == 4)                                                                           \
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

// Returns which byte a zip puts at position i of its result: the byte's number in `a`, or VectorBytes plus its number
// in `b`. If `high`, the zip is ZipHigh, else ZipLow.
constexpr int ZipByteIndex(std::size_t elementSize, bool high, std::size_t i) noexcept
{
    const std::size_t lane = i / 16 * 16;             // where the lane starts
    const std::size_t element = i % 16 / elementSize; // in the lane; even elements are from `a`, odd ones from `b`
    const std::size_t half = lane + (high ? 8 : 0);   // where the half of `a` or `b` starts that has the element
    const std::size_t inHalf = element / 2 * elementSize + i % elementSize;
    return static_cast<int>(half + inHalf + (element % 2 == 0 ? 0 : VectorBytes));
}

// Zips by the shuffle that ZipByteIndex describes.
template <std::size_t ElementSize, bool High, std::size_t... I>
DTU_KERNEL_STEP Vector Zip(Vector a, Vector b, std::index_sequence<I...>) noexcept
{
    return __builtin_shufflevector(a, b, ZipByteIndex(ElementSize, High, I)...);
}

template <std::size_t ElementSize> DTU_KERNEL_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    return Zip<ElementSize, false>(a, b, std::make_index_sequence<VectorBytes>());
}

template <std::size_t ElementSize> DTU_KERNEL_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    return Zip<ElementSize, true>(a, b, std::make_index_sequence<VectorBytes>());
}

// Stores a vector with a non-temporal store on x86, or else with a normal store. Requires on x86: dst is aligned to the
// vector's size.
DTU_KERNEL_STEP void StoreNonTemporal(unsigned char* dst, Vector vector) noexcept
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
// This step is written in assembler, which is the same for all compilers. The built-in functions for it have other
// names and types in each compiler, which may change with its version, and <arm_neon.h> takes longer to compile than
// all else.
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
    // With __builtin_shufflevector, GCC would make a shuffle here instead of a load.
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

DTU_KERNEL_STEP void StoreNonTemporal(unsigned char* dst, Vector vector) noexcept
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

DTU_KERNEL_STEP void StoreNonTemporal(unsigned char* dst, Vector vector) noexcept { vst1q_u8(dst, vector); }

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

// LoadLanes and StoreLanes access each lane at an address of its own: `laneStride` bytes after that of the lane before.
// StoreByLanes stores the first lanes of all vectors, and then their second lanes.
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

DTU_KERNEL_STEP Vector LoadLanes(const unsigned char* src, std::size_t laneStride) noexcept
{
    return Join(vector128::Load(src), vector128::Load(src + laneStride));
}

DTU_KERNEL_STEP void StoreLanes(unsigned char* dst, std::size_t laneStride, Vector vector) noexcept
{
    vector128::Store(dst, LaneOf<0>(vector));
    vector128::Store(dst + laneStride, LaneOf<1>(vector));
}

// The first lanes come first, because processors combine successive stores to one cache line.
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

// Copies rows of at least VectorBytes bytes. The last vector of a row overlaps the vector before. Four vectors are
// loaded before the first one is stored, because a load waits for a store just before it if source and destination are
// a multiple of 4096 bytes apart, as large buffers from malloc often are.
DTU_KERNEL void CopyRows(const CopiedRows& arguments) noexcept
{
    // Tuned: in longer rows, all vectors but the first and the last are aligned, because stores that straddle cache
    // lines are slow.
    constexpr std::size_t MinAlignedBytes = 7 * VectorBytes;
    const CopiedRows region = arguments; // a local copy, which stores through `dst` cannot change
    const std::size_t last = region.bytes - VectorBytes;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        std::size_t i = 0;
        if (region.bytes >= MinAlignedBytes)
        {
            Store(dst, Load(src));
            i = BytesToAlignment(VectorBytes, dst);
        }
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

// Fills rows of at least VectorBytes bytes with one element. The last vector of a row overlaps the vector before.
DTU_KERNEL void FillRows(const FilledRows& arguments) noexcept
{
    const FilledRows region = arguments;
    const std::size_t last = region.bytes - VectorBytes;
    const Vector vector = region.elementSize < 16 ? Repeat(RepeatedElement(region.elementSize, region.element))
                                                  : LoadLanes(region.element, 0);
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
        // If elements straddle cache lines, each cache line starts inside an element, at the same byte of it.
        Vector lineVector = vector;
        if (i % region.elementSize != 0)
        {
            unsigned char twice[2 * VectorBytes];
            Store(twice, vector);
            Store(twice + VectorBytes, vector);
            lineVector = Load(twice + i % region.elementSize);
        }
        for (; i < last; i += VectorBytes) { Store(dst + i, lineVector); }
        Store(dst + last, vector);
    }
}

// Prefetches a later row of the source, if the processor does not predict it.
// Tuned: the processor does not predict rows that are short and far apart.
DTU_KERNEL_STEP void PrefetchLaterRow(const CopiedRows& region, std::size_t row) noexcept
{
    constexpr std::size_t MaxRowBytes = 1024;
    constexpr std::size_t MinStride = 2048;
    constexpr std::size_t Distance = 8; // in rows
    const bool isPredicted = region.bytes > MaxRowBytes || region.sourceStride < MinStride;
    if (isPredicted || row + Distance >= region.rows) { return; }
    const unsigned char* const later = region.source + (row + Distance) * region.sourceStride;
    for (std::size_t i = 0; i < region.bytes; i += CacheLineBytes) { Prefetch(later + i); }
}

// Copies rows by non-temporal stores of whole cache lines, and the two ends of a row by ordinary stores. A cache line
// is loaded completely before it is stored, so that the processor writes the whole line to memory at once.
DTU_KERNEL void CopyRowsNonTemporal(const CopiedRows& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        const unsigned char* const src = region.source + row * region.sourceStride;
        PrefetchLaterRow(region, row);
        const std::size_t head = Min(BytesToAlignment(CacheLineBytes, dst), region.bytes);
        const std::size_t end = head + (region.bytes - head) / CacheLineBytes * CacheLineBytes;
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
                StoreNonTemporal(dst + i + k * VectorBytes, line[k]);
            }
        }
        std::memcpy(dst + end, src + end, region.bytes - end);
    }
}

// ---- transposes -----------------------------------------------------------------------------------------------------
//
// A tile is loaded by columns, which are contiguous in the source, and stored by rows. In between, zips exchange rows
// and columns. For four columns of four elements:
//
//     a0 a1 a2 a3        a0 c0 a1 c1        a0 b0 c0 d0    row 0
//     b0 b1 b2 b3        a2 c2 a3 c3        a1 b1 c1 d1    row 1
//     c0 c1 c2 c3        b0 d0 b1 d1        a2 b2 c2 d2    row 2
//     d0 d1 d2 d3        b2 d2 b3 d3        a3 b3 c3 d3    row 3
//
// With two lanes, each lane transposes one of two neighbouring tiles. If the plane is not a multiple of the tile, the
// last tile overlaps the tile before, so no kernel needs a loop for single elements.

// The tile of a transpose, which is also the smallest plane that the kernel supports. A lane has as many columns as the
// tile has rows.
template <std::size_t ElementSize, std::size_t RowBytes> struct TransposeTile
{
    static constexpr std::size_t Rows = RowBytes / ElementSize;
    static constexpr std::size_t Columns = Rows * Lanes;
    static constexpr std::size_t Vectors = Rows * RowBytes / 16;
};

// Loads `Rows` columns of RowBytes bytes and transposes them by log2(Rows) rounds of zips. Each vector of the result
// holds 16 / RowBytes rows. Neighbouring columns are `stride` bytes apart. The second half of the columns starts `half`
// bytes after the first half. The tile of the second lane starts `laneStride` bytes after that of the first lane.
template <std::size_t ElementSize, std::size_t RowBytes, std::size_t Rows>
DTU_KERNEL_STEP void LoadTransposed(Vector* dst, const unsigned char* src, std::size_t stride, std::size_t half,
                                    std::size_t laneStride) noexcept
{
    // Parts of a vector are zipped as soon as they are loaded, so that a vector holds two or four columns.
    if constexpr (Rows == 1) { dst[0] = LoadLanes(src, laneStride); }
    else if constexpr (Rows == 2 && RowBytes == 8)
    {
        dst[0] = ZipLow<ElementSize>(LoadPart<RowBytes>(src), LoadPart<RowBytes>(src + half));
    }
    else if constexpr (Rows == 4 && RowBytes == 4)
    {
        dst[0] = ZipLow<ElementSize>(
            ZipLow<ElementSize>(LoadPart<RowBytes>(src), LoadPart<RowBytes>(src + half)),
            ZipLow<ElementSize>(LoadPart<RowBytes>(src + stride), LoadPart<RowBytes>(src + stride + half)));
    }
    else
    {
        constexpr std::size_t Half = Rows * RowBytes / 32;
        Vector even[Half];
        Vector odd[Half];
        LoadTransposed<ElementSize, RowBytes, Rows / 2>(even, src, 2 * stride, half, laneStride);
        LoadTransposed<ElementSize, RowBytes, Rows / 2>(odd, src + (Rows == 2 ? half : stride), 2 * stride, half,
                                                        laneStride);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Half; ++i)
        {
            dst[2 * i] = ZipLow<ElementSize>(even[i], odd[i]);
            dst[2 * i + 1] = ZipHigh<ElementSize>(even[i], odd[i]);
        }
    }
}

// Stores the 16 / RowBytes rows that a vector holds.
template <std::size_t RowBytes>
DTU_KERNEL_STEP void StoreTileRows(unsigned char* dst, [[maybe_unused]] std::size_t stride, Vector vector) noexcept
{
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

// Transposes one tile.
template <std::size_t ElementSize, std::size_t RowBytes>
DTU_KERNEL_STEP void MoveTile(const TransposedPlanes& region, unsigned char* dst, const unsigned char* src) noexcept
{
    using Tile = TransposeTile<ElementSize, RowBytes>;
    const std::size_t stride = region.sourceStride;
    Vector tile[Tile::Vectors];
    LoadTransposed<ElementSize, RowBytes, Tile::Rows>(tile, src, stride, Tile::Rows / 2 * stride, Tile::Rows * stride);
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Tile::Vectors; ++i, dst += 16 / RowBytes * region.destinationStride)
    {
        StoreTileRows<RowBytes>(dst, region.destinationStride, tile[i]);
    }
}

// Moves the tiles that cover the columns from `column` to `end`. The last tile ends at `end` and may overlap the tile
// before. It has half of a tile's columns if that is enough. If fewer columns than a tile's precede `end`, the tile
// starts at column 0 and also moves columns after `end`. Requires: the plane has at least as many columns as a tile.
template <std::size_t ElementSize, std::size_t RowBytes>
DTU_KERNEL_STEP void MoveTiles(const TransposedPlanes& region, unsigned char* dst, const unsigned char* src,
                               std::size_t column, std::size_t end) noexcept
{
    constexpr std::size_t Columns = TransposeTile<ElementSize, RowBytes>::Columns;
    // Returns where a tile of `columns` columns starts that ends at `end`, or 0.
    const auto firstOfLast = [=](std::size_t columns) { return end < columns ? 0 : end - columns; };
    for (; column < end; column += Columns)
    {
        std::size_t at = column;
        if (column + Columns > end)
        {
            if constexpr (Lanes == 2)
            {
                if (column + Columns / 2 >= end)
                {
                    at = firstOfLast(Columns / 2);
                    return vector128::MoveTile<ElementSize, RowBytes>(region, dst + at * ElementSize,
                                                                      src + at * region.sourceStride);
                }
            }
            at = firstOfLast(Columns);
        }
        MoveTile<ElementSize, RowBytes>(region, dst + at * ElementSize, src + at * region.sourceStride);
    }
}

// A part of a plane: the rows from `row` to before `rowsEnd`, and the columns from `column` to before `columnsEnd`.
struct Block
{
    std::size_t row;
    std::size_t rowsEnd;
    std::size_t column;
    std::size_t columnsEnd;
};

// Transposes a block, and prefetches the cache lines that the kernel reads after it. A prefetched line serves several
// rows of tiles, so each row of tiles prefetches the lines of other columns.
template <std::size_t ElementSize, std::size_t RowBytes>
DTU_KERNEL_STEP void TransposeBlock(const TransposedPlanes& region, unsigned char* dst, const unsigned char* src,
                                    const Block& block) noexcept
{
    using Tile = TransposeTile<ElementSize, RowBytes>;
    const std::size_t lastRow = region.rows - Tile::Rows;
    std::size_t prefetched = block.column; // all columns before this one are prefetched
    for (std::size_t tileRow = block.row; tileRow < block.rowsEnd; tileRow += Tile::Rows)
    {
        if (region.prefetchDistance != 0)
        {
            const unsigned char* const later = src + block.row * ElementSize + region.prefetchDistance;
            const std::size_t part = region.blockColumns * RowBytes / CacheLineBytes;
            const std::size_t end = Min(prefetched + part, block.columnsEnd);
            for (; prefetched < end; ++prefetched) { Prefetch(later + prefetched * region.sourceStride); }
        }
        const std::size_t row = Min(tileRow, lastRow); // the last row of tiles can overlap the row of tiles before
        MoveTiles<ElementSize, RowBytes>(region, dst + row * region.destinationStride, src + row * ElementSize,
                                         block.column, block.columnsEnd);
    }
}

// Transposes a plane of at least one tile, in blocks of whole cache lines on both sides.
template <std::size_t ElementSize, std::size_t RowBytes>
DTU_KERNEL void TransposePlane(const TransposedPlanes& arguments, unsigned char* dst, const unsigned char* src) noexcept
{
    const TransposedPlanes region = arguments; // a local copy, which stores through `dst` cannot change
    constexpr std::size_t BlockRows = CacheLineBytes / ElementSize;
    // Tuned: the columns before the first cache line are a block of their own, except in rows of at most a line.
    const std::size_t toLine = region.destinationStride % VectorBytes == 0 ? BytesToAlignment(CacheLineBytes, dst) : 0;
    const bool endsAtLine = toLine % ElementSize == 0 && region.columns > BlockRows;
    const std::size_t columnsToLine = endsAtLine ? toLine / ElementSize : 0;
    for (std::size_t row = 0; row < region.rows; row += BlockRows)
    {
        const std::size_t rowsEnd = region.rows - row < BlockRows ? region.rows : row + BlockRows;
        std::size_t columnsEnd = 0;
        for (std::size_t column = 0; column < region.columns; column = columnsEnd)
        {
            columnsEnd = column == 0 && columnsToLine > 0 ? columnsToLine : column + region.blockColumns;
            columnsEnd = Min(columnsEnd, region.columns);
            TransposeBlock<ElementSize, RowBytes>(region, dst, src, {row, rowsEnd, column, columnsEnd});
        }
    }
}

// Transposes each plane of a region.
template <std::size_t ElementSize, std::size_t RowBytes> void Transpose(const TransposedPlanes& region) noexcept
{
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        TransposePlane<ElementSize, RowBytes>(region, region.destination + plane * region.planes.destinationStride,
                                              region.source + plane * region.planes.sourceStride);
    }
}

// Returns the table's entry for the kernel Transpose, which needs a plane of at least one tile. Dependent: see
// KernelsOf.
template <class Dependent, std::size_t ElementSize, std::size_t RowBytes>
constexpr TransposeKernel TransposeOf() noexcept
{
    return {Transpose<ElementSize, RowBytes>, TransposeTile<ElementSize, RowBytes>::Rows,
            TransposeTile<ElementSize, RowBytes>::Columns, AnyColumns};
}

// Stores the rows that a vector holds, each in two halves. The second half of a row starts `secondHalf` bytes after the
// first. With two lanes, each half is a lane.
template <std::size_t RowBytes>
DTU_KERNEL_STEP void StoreOverlappedRows(unsigned char* dst, [[maybe_unused]] std::size_t stride,
                                         std::size_t secondHalf, Vector vector) noexcept
{
    if constexpr (Lanes == 2) { StoreLanes(dst, secondHalf, vector); }
    else
    {
        StorePart<RowBytes / 2, 0>(dst, vector);
        StorePart<RowBytes / 2, 1>(dst + secondHalf, vector);
    }
    if constexpr (RowBytes == 8) // a vector holds two rows
    {
        StorePart<RowBytes / 2, 2>(dst + stride, vector);
        StorePart<RowBytes / 2, 3>(dst + stride + secondHalf, vector);
    }
}

// Transposes planes with more than half of a tile's columns, but no more than a whole tile's. The second half of the
// tile ends at the plane's last column, so that the two halves may overlap. For example, if the plane has 11 columns
// and the tile 16, columns 3 to 7 are moved twice.
template <std::size_t ElementSize, std::size_t RowBytes>
DTU_KERNEL void TransposeOverlapped(const TransposedPlanes& arguments) noexcept
{
    const TransposedPlanes region = arguments;
    using Tile = TransposeTile<ElementSize, RowBytes>;
    const std::size_t lastRow = region.rows - Tile::Rows;
    const std::size_t second = region.columns - Tile::Columns / 2; // the first column of the second half
    // With two lanes, each half of the columns is a lane.
    const std::size_t half = (Lanes == 1 ? second : Tile::Rows / 2) * region.sourceStride;
    const std::size_t laneStride = second * region.sourceStride;
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        unsigned char* const planeDst = region.destination + plane * region.planes.destinationStride;
        const unsigned char* const planeSrc = region.source + plane * region.planes.sourceStride;
        for (std::size_t tileRow = 0; tileRow < region.rows; tileRow += Tile::Rows)
        {
            const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
            Vector tile[Tile::Vectors];
            LoadTransposed<ElementSize, RowBytes, Tile::Rows>(tile, planeSrc + row * ElementSize, region.sourceStride,
                                                              half, laneStride);
            unsigned char* dst = planeDst + row * region.destinationStride;
            DTU_KERNEL_UNROLL
            for (std::size_t i = 0; i < Tile::Vectors; ++i, dst += 16 / RowBytes * region.destinationStride)
            {
                StoreOverlappedRows<RowBytes>(dst, region.destinationStride, second * ElementSize, tile[i]);
            }
        }
    }
}

// Returns the table's entry for the kernel TransposeOverlapped, which needs more than half of a tile's columns.
template <class Dependent, std::size_t ElementSize, std::size_t RowBytes>
constexpr TransposeKernel OverlappedOf() noexcept
{
    using Tile = TransposeTile<ElementSize, RowBytes>;
    return {TransposeOverlapped<ElementSize, RowBytes>, Tile::Rows, Tile::Columns / 2 + 1, Tile::Columns};
}

// ---- channels -------------------------------------------------------------------------------------------------------
//
// Byte shuffles turn `Channels` vectors of pixels into as many vectors of planes, and back. A transpose would waste a
// part of its tile: pixels of three channels fill three of its four columns. With 2, 4 or 8 channels most steps are
// zips. Pixels of 6 channels are treated as pixels of three pairs of channels.

// The masks of ChannelMasks in registers.
template <std::size_t Channels> struct LoadedMasks
{
    static constexpr std::size_t Vectors = ChannelMasks<Channels>::Vectors;

    Vector masks[Vectors][Vectors];
};

// Pixels of 6 channels are shuffled as three channels of pairs, and then each pair as two channels.
template <> struct LoadedMasks<6>
{
    LoadedMasks<3> pairs;
    LoadedMasks<2> elements;
};

// Loads the masks that turn pixels into planes if `toPlanes`, or else planes into pixels.
template <std::size_t Channels>
DTU_KERNEL_STEP void LoadMasks(LoadedMasks<Channels>& loaded, std::size_t elementSize, bool toPlanes) noexcept
{
    if constexpr (Channels == 6)
    {
        LoadMasks(loaded.pairs, 2 * elementSize, toPlanes);
        LoadMasks(loaded.elements, elementSize, toPlanes);
    }
    else
    {
        const ChannelMasks<Channels>& bytes = ChannelMasksOf<Channels>;
        const auto& masks = (toPlanes ? bytes.toPlanes : bytes.toPixels)[Log2(elementSize)];
        for (std::size_t i = 0; i < bytes.Vectors; ++i)
        {
            for (std::size_t k = 0; k < bytes.Vectors; ++k) { loaded.masks[i][k] = LoadLanes(masks[i][k], 0); }
        }
    }
}

// Replaces the vectors by their shuffled results. Each byte of result i comes from the vector k whose mask,
// masks[i][k], selects it.
template <std::size_t Channels>
DTU_KERNEL_STEP void Mix(Vector (&vectors)[Channels], const Vector (&masks)[Channels][Channels]) noexcept
{
    Vector mixed[Channels];
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Channels; ++i)
    {
        mixed[i] = Shuffle(vectors[0], masks[i][0]);
        DTU_KERNEL_UNROLL
        for (std::size_t k = 1; k < Channels; ++k) { mixed[i] = Or(mixed[i], Shuffle(vectors[k], masks[i][k])); }
    }
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Channels; ++i) { vectors[i] = mixed[i]; }
}

// Transposes `Count` vectors of Count elements in each lane, by log2(Count) rounds of zips.
template <std::size_t ElementSize, std::size_t Count> DTU_KERNEL_STEP void ZipAll(Vector (&vectors)[Count]) noexcept
{
    DTU_KERNEL_UNROLL
    for (std::size_t round = 1; round < Count; round *= 2)
    {
        Vector zipped[Count];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count / 2; ++i)
        {
            zipped[2 * i] = ZipLow<ElementSize>(vectors[i], vectors[i + Count / 2]);
            zipped[2 * i + 1] = ZipHigh<ElementSize>(vectors[i], vectors[i + Count / 2]);
        }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count; ++i) { vectors[i] = zipped[i]; }
    }
}

// Turns `Channels` vectors of pixels into one vector of each plane.
template <std::size_t Channels>
DTU_KERNEL_STEP void ToPlanes(Vector (&vectors)[Channels], const LoadedMasks<Channels>& loaded) noexcept
{
    if constexpr (Channels == 6)
    {
        // The pixels first become three planes of pairs of channels, with two vectors each. Then each of these planes
        // becomes two planes.
        Vector first[3] = {vectors[0], vectors[1], vectors[2]};
        Vector second[3] = {vectors[3], vectors[4], vectors[5]};
        ToPlanes(first, loaded.pairs);
        ToPlanes(second, loaded.pairs);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < 3; ++i)
        {
            Vector pair[2] = {first[i], second[i]};
            ToPlanes(pair, loaded.elements);
            vectors[2 * i] = pair[0];
            vectors[2 * i + 1] = pair[1];
        }
    }
    else if constexpr (Channels % 2 == 1) { Mix(vectors, loaded.masks); }
    else
    {
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { vectors[i] = Shuffle(vectors[i], loaded.masks[0][0]); }
        ZipAll<16 / Channels>(vectors);
    }
}

// Turns one vector of each plane into `Channels` vectors of pixels, by the steps of ToPlanes in the opposite order.
template <std::size_t Channels>
DTU_KERNEL_STEP void ToPixels(Vector (&vectors)[Channels], const LoadedMasks<Channels>& loaded) noexcept
{
    if constexpr (Channels == 6)
    {
        Vector first[3];
        Vector second[3];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < 3; ++i)
        {
            Vector pair[2] = {vectors[2 * i], vectors[2 * i + 1]};
            ToPixels(pair, loaded.elements);
            first[i] = pair[0];
            second[i] = pair[1];
        }
        ToPixels(first, loaded.pairs);
        ToPixels(second, loaded.pairs);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < 3; ++i)
        {
            vectors[i] = first[i];
            vectors[i + 3] = second[i];
        }
    }
    else if constexpr (Channels % 2 == 1) { Mix(vectors, loaded.masks); }
    else
    {
        ZipAll<16 / Channels>(vectors);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { vectors[i] = Shuffle(vectors[i], loaded.masks[0][0]); }
    }
}

// Interleaves planes of at least VectorBytes bytes to pixels. The last vectors overlap the vectors before.
template <std::size_t Channels> DTU_KERNEL void Interleave(const MovedPixels& region) noexcept
{
    LoadedMasks<Channels> masks;
    LoadMasks(masks, region.elementSize, false); // the masks from planes to pixels
    const std::size_t bytes = region.pixels * region.elementSize;
    for (std::size_t next = 0; next < bytes; next += VectorBytes)
    {
        const std::size_t at = bytes - next < VectorBytes ? bytes - VectorBytes : next;
        Vector vectors[Channels];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { vectors[i] = Load(region.source + i * region.sourceStride + at); }
        ToPixels(vectors, masks);
        StoreByLanes(region.destination + at * Channels, vectors);
    }
}

// Deinterleaves pixels of `Channels` channels to `Count` vectors of each plane, from byte `at` of the planes on. Only
// the planes of the first region.channels channels are stored.
template <std::size_t Count, std::size_t Channels>
DTU_KERNEL_STEP void DeinterleaveVectors(const MovedPixels& region, const LoadedMasks<Channels>& masks,
                                         std::size_t at) noexcept
{
    constexpr std::size_t LaneBytes = 16;
    Vector vectors[Count][Channels];
    DTU_KERNEL_UNROLL
    for (std::size_t k = 0; k < Count; ++k)
    {
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            vectors[k][i] =
                LoadLanes(region.source + (at + k * VectorBytes) * Channels + LaneBytes * i, LaneBytes * Channels);
        }
        ToPlanes(vectors[k], masks);
    }
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Channels; ++i)
    {
        if (i >= region.channels) { break; }
        DTU_KERNEL_UNROLL
        for (std::size_t k = 0; k < Count; ++k)
        {
            Store(region.destination + i * region.destinationStride + at + k * VectorBytes, vectors[k][i]);
        }
    }
}

// Deinterleaves pixels to planes of at least VectorBytes bytes, for all channels of a pixel or its first channels. The
// kernel writes a cache line of each plane at a time, because lines of different planes may conflict. Requires: the
// destination is aligned to the element size.
template <std::size_t Channels> DTU_KERNEL void Deinterleave(const MovedPixels& arguments) noexcept
{
    const MovedPixels region = arguments;
    LoadedMasks<Channels> masks;
    LoadMasks(masks, region.elementSize, true); // the masks from pixels to planes
    const std::size_t bytes = region.pixels * region.elementSize;
    std::size_t at = 0;
    std::size_t start = BytesToAlignment(CacheLineBytes, region.destination);
    start = start + CacheLineBytes <= bytes ? start : 0;
    for (; at < start; at += VectorBytes) { DeinterleaveVectors<1>(region, masks, at); }
    // With more than 4 channels, only one vector of each plane is made at a time, because two would not fit the
    // registers.
    constexpr std::size_t Count = Channels <= 4 ? CacheLineBytes / VectorBytes : 1;
    for (at = start; at + Count * VectorBytes <= bytes; at += Count * VectorBytes)
    {
        DeinterleaveVectors<Count>(region, masks, at);
    }
    for (; at < bytes; at += VectorBytes)
    {
        const bool isWhole = bytes - at >= VectorBytes; // otherwise the last vector overlaps the vector before
        DeinterleaveVectors<1>(region, masks, isWhole ? at : bytes - VectorBytes);
    }
}

// Removes the last of every four elements, so that rows of 3 elements become contiguous. Each lane is stored with 4
// bytes too many, which the next store replaces. One pass moves `Count` vectors. Count is a template parameter so that
// Shuffle, which some instruction sets lack, is looked up only where this kernel is used.
template <std::size_t Count> DTU_KERNEL void CompactPixels(const CopiedRows& arguments) noexcept
{
    const CopiedRows region = arguments;
    const std::size_t dstEnd = region.rows * region.bytes;
    const Vector mask = LoadLanes(ThreeOfFour.compact[Log2(region.bytes / 3)], 0);
    std::size_t dst = 0;
    std::size_t src = 0;
    for (; dst + 12 * Lanes * Count + 4 <= dstEnd; dst += 12 * Lanes * Count, src += VectorBytes * Count)
    {
        Vector pixels[Count];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count; ++i) { pixels[i] = Load(region.source + src + i * VectorBytes); }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count; ++i)
        {
            StoreLanes(region.destination + dst + 12 * Lanes * i, 12, Shuffle(pixels[i], mask));
        }
    }
    CopyShortRowsFrom(region, src / region.sourceStride);
}

// Returns the kernel CompactPixels, or null if the instruction set has no shuffles.
template <class Dependent> constexpr CopyKernel CompactPixelsOf() noexcept
{
    if constexpr (!HasShuffles) { return nullptr; }
    else { return CompactPixels<4>; }
}

// Returns the kernel for pixels of `Channels` channels, or null if the instruction set has no shuffles.
template <class Dependent, bool IsInterleave, std::size_t Channels> constexpr PixelKernel ChannelsOf() noexcept
{
    if constexpr (!HasShuffles) { return nullptr; }
    else if constexpr (IsInterleave) { return Interleave<Channels>; }
    else { return Deinterleave<Channels>; }
}

template <class Dependent>
inline constexpr Kernels KernelTable = {
    VectorBytes,
    DTU_COPY_NARROWER,
    CopyRows,
    CopyRowsNonTemporal,
    FillRows,
#if DTU_COPY_LANES == 1
    {{OverlappedOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 8>(),
      OverlappedOf<Dependent, 1, 8>(), TransposeOf<Dependent, 1, 4>()},
     {OverlappedOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 8>(),
      OverlappedOf<Dependent, 2, 8>()},
     {OverlappedOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 8>()},
     {TransposeOf<Dependent, 8, 16>()}},
#else
    {{OverlappedOf<Dependent, 1, 16>(), TransposeOf<Dependent, 1, 16>()},
     {OverlappedOf<Dependent, 2, 16>(), TransposeOf<Dependent, 2, 16>()},
     {OverlappedOf<Dependent, 4, 16>(), TransposeOf<Dependent, 4, 16>()},
     {TransposeOf<Dependent, 8, 16>()}},
#endif
    {ChannelsOf<Dependent, true, 2>(), ChannelsOf<Dependent, true, 3>(), ChannelsOf<Dependent, true, 4>(),
     ChannelsOf<Dependent, true, 5>(), ChannelsOf<Dependent, true, 6>(), nullptr, ChannelsOf<Dependent, true, 8>()},
    {ChannelsOf<Dependent, false, 2>(), ChannelsOf<Dependent, false, 3>(), ChannelsOf<Dependent, false, 4>(),
     ChannelsOf<Dependent, false, 5>(), ChannelsOf<Dependent, false, 6>(), nullptr, ChannelsOf<Dependent, false, 8>()},
    CompactPixelsOf<Dependent>(),
    nullptr};
} // namespace DTU_COPY_NAMESPACE

#if DTU_COPY_LANES == 2
// ---- AVX-512: pixels of three elements to pixels of four, of which the last one stays -------------------------------
//
// One load and one store of 64 bytes move 4 to 16 pixels. AVX2 has no masked stores of bytes, so each pixel would take
// two stores. From pixels of four elements to pixels of three, AVX-512 gains little.

#if defined(__GNUC__) || defined(__clang__)
#define DTU_WIDE_STEP inline __attribute__((target("avx512bw"), always_inline))
#define DTU_WIDE_KERNEL inline __attribute__((target("avx512bw")))
#else
#define DTU_WIDE_STEP __forceinline
#define DTU_WIDE_KERNEL inline
#endif

namespace vector512
{
#if DTU_ISA == DTU_GNU_VECTORS

using Wide = char __attribute__((vector_size(64)));
using WideInts = int __attribute__((vector_size(64)));

DTU_WIDE_STEP Wide LoadWide(const unsigned char* src) noexcept
{
    Wide vector;
    std::memcpy(&vector, src, sizeof(vector));
    return vector;
}

// Returns a vector in which byte i of a lane is byte mask[i] of the same lane.
DTU_WIDE_STEP Wide ShuffleWide(Wide vector, Wide mask) noexcept
{
#if defined(__clang__)
    return __builtin_ia32_pshufb512(vector, mask);
#else
    return __builtin_ia32_pshufb512_mask(vector, mask, vector, Max64);
#endif
}

// Moves the first 48 bytes to the first 12 bytes of each lane. The other 4 bytes of a lane do not matter.
DTU_WIDE_STEP Wide DivideToLanes(Wide vector) noexcept
{
    const auto ints = reinterpret_cast<WideInts>(vector);
    return reinterpret_cast<Wide>(
        __builtin_shufflevector(ints, ints, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11));
}

// Stores byte i of a vector if bit i of `bits` is set, and leaves all other bytes of the destination as they are.
DTU_WIDE_STEP void StoreMasked(unsigned char* dst, std::uint64_t bits, Wide vector) noexcept
{
#if defined(__clang__)
    __builtin_ia32_storedquqi512_mask(reinterpret_cast<Wide*>(dst), vector, bits);
#else
    __builtin_ia32_storedquqi512_mask(reinterpret_cast<char*>(dst), vector, bits);
#endif
}

#else

using Wide = __m512i;
inline constexpr unsigned short AllInts = 0xFFFF; // without this mask, g++ 12 warns of a line in its own header

DTU_WIDE_STEP Wide LoadWide(const unsigned char* src) noexcept { return _mm512_loadu_si512(src); }

DTU_WIDE_STEP Wide ShuffleWide(Wide vector, Wide mask) noexcept { return _mm512_shuffle_epi8(vector, mask); }

DTU_WIDE_STEP Wide DivideToLanes(Wide vector) noexcept
{
    return _mm512_maskz_permutexvar_epi32(AllInts, _mm512_setr_epi32(0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11),
                                          vector);
}

DTU_WIDE_STEP void StoreMasked(unsigned char* dst, std::uint64_t bits, Wide vector) noexcept
{
    _mm512_mask_storeu_epi8(dst, bits, vector);
}

#endif

// Copies pixels of three elements to pixels of four elements, whose fourth element is not written. Each pass loads 64
// bytes and moves the first 48 of them.
DTU_WIDE_KERNEL void SpreadPixels(const CopiedRows& arguments) noexcept
{
    // Tuned: in bytes. The destination is prefetched, because processors do not fetch cache lines before masked stores.
    constexpr std::size_t PrefetchDistance = 1024;
    const CopiedRows region = arguments;
    const std::size_t elementSize = region.bytes / 3;
    const std::size_t srcEnd = (region.rows - 1) * region.sourceStride + region.bytes;
    const Wide mask = LoadWide(ThreeOfFour.spread[Log2(elementSize)]);
    // `stored` has one bit for each byte: 1 for the bytes of three elements, then 0 for those of the fourth, repeated.
    const std::uint64_t three = (std::uint64_t{1} << 3 * elementSize) - 1;
    const std::uint64_t four = (std::uint64_t{1} << 4 * elementSize) - 1;
    const std::uint64_t stored = Max64 / four * three;
    std::size_t row = 0;
    for (; row * region.sourceStride + 64 <= srcEnd; row += 16 / elementSize)
    {
        unsigned char* const dst = region.destination + row * region.destinationStride;
        Prefetch(dst + PrefetchDistance);
        const Wide pixels = LoadWide(region.source + row * region.sourceStride);
        StoreMasked(dst, stored, ShuffleWide(DivideToLanes(pixels), mask));
    }
    CopyShortRowsFrom(region, row);
}

// Returns the table for AVX2, with SpreadPixels in addition.
template <class Dependent> constexpr Kernels MakeKernelTable() noexcept
{
    Kernels table = vector256::KernelTable<Dependent>;
    table.spreadPixels = SpreadPixels;
    return table;
}

template <class Dependent> inline constexpr Kernels KernelTable = MakeKernelTable<Dependent>();
} // namespace vector512

#undef DTU_WIDE_STEP
#undef DTU_WIDE_KERNEL
#endif

#undef DTU_COPY_NAMESPACE
#undef DTU_COPY_NARROWER
#undef DTU_TARGET
#undef DTU_ZIP

#endif // DML_TENSOR_COPY_HPP
