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

#if !defined(DML_TENSOR_COPY_HPP)
#define DML_TENSOR_COPY_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 2
#error "dml_tensor_copy.hpp 1.2 needs dml_tensor_utils.hpp 1.2 and found another: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// =====================================================================================================================
//   Instruction sets
// =====================================================================================================================

// How vectors are written, the value of DML_TENSOR_UTILS_COPY_ISA. What GCC and Clang call vector types needs no header
// and is the same on every machine, so it is taken wherever the machine has vectors of 16 bytes (elsewhere the compiler
// would take them apart, which is slower than the portable kernels). The intrinsics are for Microsoft's compiler, and
// on ARM64 for GCC before 12, which has no __builtin_shufflevector. For the tests DML_TENSOR_UTILS_COPY_INTRINSICS
// selects them under GCC and Clang, and DML_TENSOR_UTILS_COPY_PORTABLE leaves all vectors out; all files of a program
// have to agree on them. The macros here stay defined: dml_tensor_convert.hpp, which may come later, goes by them.
//
// To add an instruction set:
//   1. If it has vectors of 16 bytes and GCC or Clang: the macro that says so, in the condition below. All kernels but
//      those of channels then work. For those, a shuffle of bytes, beside the others at HasShuffles in the last part.
//   2. Else a value here, its include, and all steps of the last part: each is one instruction or two.
//   3. Wider vectors: a name, the next narrower table and a target there; the header included once more below; an
//      enumerator of CopyPath, a line in KernelsOf, and the question to the machine in BestCopyPath.
// The tests run each path of the machine that they are on, and need no change.
#define DML_TENSOR_UTILS_COPY_NO_VECTORS 0
#define DML_TENSOR_UTILS_COPY_GNU_VECTORS 1
#define DML_TENSOR_UTILS_COPY_X86_INTRINSICS 2
#define DML_TENSOR_UTILS_COPY_NEON_INTRINSICS 3
#if defined(_M_ARM64) || (defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__))
#define DML_TENSOR_UTILS_COPY_IS_ARM64 1
#else
#define DML_TENSOR_UTILS_COPY_IS_ARM64 0
#endif
#if defined(DML_TENSOR_UTILS_COPY_PORTABLE)
#define DML_TENSOR_UTILS_COPY_ISA DML_TENSOR_UTILS_COPY_NO_VECTORS
#elif (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) && !defined(DML_TENSOR_UTILS_COPY_INTRINSICS)      \
    && (defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__) || defined(__VX__) || defined(__riscv_vector)     \
        || defined(__loongarch_sx) || defined(__mips_msa) || defined(__wasm_simd128__))
#define DML_TENSOR_UTILS_COPY_ISA DML_TENSOR_UTILS_COPY_GNU_VECTORS
#elif defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)                                                      \
    || (defined(DML_TENSOR_UTILS_COPY_INTRINSICS) && defined(__SSE2__))
#define DML_TENSOR_UTILS_COPY_ISA DML_TENSOR_UTILS_COPY_X86_INTRINSICS
#elif DML_TENSOR_UTILS_COPY_IS_ARM64
#define DML_TENSOR_UTILS_COPY_ISA DML_TENSOR_UTILS_COPY_NEON_INTRINSICS
#else
#define DML_TENSOR_UTILS_COPY_ISA DML_TENSOR_UTILS_COPY_NO_VECTORS
#endif

// On x86 there are also vectors of 32 bytes, to be asked for when the program runs, and stores past the caches.
#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS                                                  \
    || (DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS && (defined(__x86_64__) || defined(__i386__)))
#define DML_TENSOR_UTILS_COPY_IS_X86 1
#else
#define DML_TENSOR_UTILS_COPY_IS_X86 0
#endif

#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS && defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS
#include <immintrin.h>
#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_NEON_INTRINSICS
#include <arm_neon.h>
#endif

// What a step of a kernel is, and a kernel: the target is what is defined where they are used. Arrays of vectors stay
// in registers only where every loop over them is unrolled.
#if defined(__GNUC__) || defined(__clang__)
#define DML_TENSOR_UTILS_COPY_STEP inline __attribute__((DML_TENSOR_UTILS_COPY_TARGET always_inline))
#define DML_TENSOR_UTILS_COPY_KERNEL inline __attribute__((DML_TENSOR_UTILS_COPY_TARGET noinline))
#else
#define DML_TENSOR_UTILS_COPY_STEP __forceinline
#define DML_TENSOR_UTILS_COPY_KERNEL inline
#endif
#if defined(__clang__)
#define DML_TENSOR_UTILS_COPY_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define DML_TENSOR_UTILS_COPY_UNROLL _Pragma("GCC unroll 16")
#else
#define DML_TENSOR_UTILS_COPY_UNROLL
#endif

// Microsoft's C run-time library knows the processor; the GNU ones have a built-in function.
#if defined(_MSC_VER) && DML_TENSOR_UTILS_COPY_IS_X86
extern "C" int __isa_available;
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Description of a copy
//
//   Two layouts become the axes of one CopyPlan, in elements: what a step along each axis adds on both sides. Axes
//   stand in the destination's order, so that what is written is written once and ascends. A ByteMove is the same in
//   bytes, with as few axes as say it: {8,64,56,56} of FLOAT32, NCHW to NHWC, is
//
//     plan    8 x 200704, 200704    56 x 3584, 56    56 x 64, 1    64 x 1, 3136        (size x to, from)
//     move    8 x 802816, 802816    3136 x 256, 4    64 x 4, 12544                     unit 4
//
//   a batch of transposes, which "Running a plan" sees from the last two axes.
// =====================================================================================================================

/// What the caller knows of the destination.
enum class CopyHint
{
    Auto,     ///< nothing: the size decides
    Cached,   ///< it is read soon
    Streaming ///< a mapped upload heap, or not read soon; whole lines are written in ascending order, never read back
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
// What the kernels may use. Portable: no vectors. Vector128: SSE2 or NEON. Vector256: AVX2. Beside AVX2, over 256
// copies and conversions on a Xeon, Portable has .30 of the speed and SSE2 .64, by the intrinsics .60, and AVX2 by them
// .99: that is what Microsoft's compiler gains by them. Vectors of AVX-512 would bring .688 of memcpy in the geometric
// mean of move_benchmark where these have .671, and cost half as much code again.
enum class CopyPath : std::uint32_t
{
    Portable,
    Vector128,
    Vector256
};

inline constexpr std::size_t LineBytes = 64;
inline constexpr std::size_t SecondLevelBytes = std::size_t{1} << 20; // of a cache of the second level, about

// One axis of a copy: its size, and what a step along it adds to the positions on both sides.
struct CopyAxis
{
    std::size_t size;
    std::size_t to;
    std::size_t from;
    std::uint64_t index; // of a Gather: to the address of the index; of a conversion: to the number of scale and bias
};
inline constexpr CopyAxis SingleStep = {1, 0, 0, 0};

// Axes from the largest destination stride to the smallest; none has size 1.
struct CopyAxes
{
    std::uint32_t rank = 0;
    CopyAxis axes[MaxRank]; // those from rank on are not set

    CopyAxes() noexcept = default;
    CopyAxes(const CopyAxes& other) noexcept { *this = other; }
    // Those that are set alone: 296 bytes by `rep movs` take 25 ns.
    CopyAxes& operator=(const CopyAxes& other) noexcept
    {
        if (this == &other) { return *this; }
        rank = other.rank;
        for (std::uint32_t i = 0; i < rank; ++i) { axes[i] = other.axes[i]; }
        return *this;
    }

    // Adds an axis in its place.
    void Insert(std::size_t size, std::size_t toStride, std::size_t fromStride, std::uint64_t indexStride = 0) noexcept
    {
        if (size == 1) { return; }
        std::uint32_t place = rank++;
        for (; place > 0 && axes[place - 1].to < toStride; --place) { axes[place] = axes[place - 1]; }
        axes[place] = {size, toStride, fromStride, indexStride};
    }

    // Adds the fastest axis.
    void Append(const CopyAxis& axis) noexcept { axes[rank++] = axis; }

    // The fastest axis, which goes; where there is none, a single step.
    CopyAxis TakeInner() noexcept { return rank > 0 ? axes[--rank] : SingleStep; }

    // The number of the axis along which the source moves by this step, counted from 1; 0 where there is none. The
    // fastest of them, where an axis of a broadcast or of a window repeats a step.
    std::uint32_t AxisOfSource(std::size_t step) const noexcept
    {
        std::uint32_t axis = rank;
        while (axis > 0 && axes[axis - 1].from != step) { --axis; }
        return axis;
    }

    void Remove(std::uint32_t axis) noexcept
    {
        --rank;
        for (; axis < rank; ++axis) { axes[axis] = axes[axis + 1]; }
    }

    // Merges neighbours that both sides step through alike.
    void Merge() noexcept
    {
        for (std::uint32_t i = 0; i + 1 < rank;)
        {
            CopyAxis& inner = axes[i + 1];
            if (axes[i].to == inner.size * inner.to && axes[i].from == inner.size * inner.from
                && axes[i].index == inner.size * inner.index)
            {
                inner.size *= axes[i].size;
                Remove(i);
            }
            else { ++i; }
        }
    }

    // How many combinations of steps there are.
    std::size_t Count() const noexcept
    {
        std::size_t count = 1;
        for (std::uint32_t i = 0; i < rank; ++i) { count *= axes[i].size; }
        return count;
    }
};

// What is moved, in elements of both sides.
struct CopyPlan : CopyAxes
{
    unsigned char* to = nullptr; // the byte in which the first element begins
    const unsigned char* from = nullptr;
    std::size_t firstTo = 0; // of 4-bit elements: 1 where the first is the upper half of its byte
    std::size_t firstFrom = 0;

    // The axes of two layouts, of which the source is broadcast to the destination's sizes; the index steps along one.
    void InsertAll(const TensorLayout& destination, const TensorLayout& source, std::uint32_t indexed = None32) noexcept
    {
        if (indexed == None32 && destination.IsRowMajor() && source.IsRowMajor()
            && destination.ElementCount() == source.ElementCount())
        {
            // The mask is for 32 bits, which a buffer's count fits, and not a cast: on 64 bits that would be useless.
            return Insert(destination.ElementCount() & static_cast<std::size_t>(-1), 1, 1);
        }
        const std::uint32_t missing = destination.Rank() - source.Rank();
        for (std::uint32_t i = 0; i < destination.Rank(); ++i)
        {
            const bool repeats = i < missing || source.Sizes()[i - missing] == 1;
            Insert(destination.Sizes()[i], destination.Strides()[i], repeats ? 0 : source.Strides()[i - missing],
                   i == indexed ? 1 : 0);
        }
    }

    // Every step in the destination is beyond all that the faster axes reach: no two elements meet there. In 64 bits,
    // which a layout's span fits, whatever memory is.
    bool IsNested() const noexcept
    {
        std::uint64_t span = 1;
        bool isNested = true;
        for (std::uint32_t i = rank; i > 0; --i)
        {
            isNested = isNested && axes[i - 1].to >= span;
            span += (axes[i - 1].size - std::uint64_t{1}) * axes[i - 1].to;
        }
        return isNested;
    }
};

// What is moved, in bytes. No two neighbours among the axes can be merged.
struct ByteMove : CopyAxes
{
    unsigned char* to = nullptr;
    const unsigned char* from = nullptr;
    std::size_t unit = 1; // bytes that move together: 1, 2, 4, 8 or 16

    // Of a plan of elements of so many bits. False where they are 4 and a byte would not move whole: then nothing else
    // of this counts.
    bool Lower(const CopyPlan& plan, std::uint32_t bits) noexcept
    {
        to = plan.to;
        from = plan.from;
        rank = plan.rank;
        // One by one: what was just written by parts is slow to read as a whole.
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i] = {plan.axes[i].size, plan.axes[i].to, plan.axes[i].from, 0};
        }
        Merge();
        if (bits == 4 && (plan.firstTo + plan.firstFrom != 0 || !Halve())) { return false; }
        unit = bits == 4 ? 1 : bits / 8;
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            axes[i].to *= unit;
            axes[i].from *= unit;
        }
        Widen();
        return true;
    }

    std::size_t Bytes() const noexcept { return Count() * unit; }

private:
    // Makes bytes of pairs of half bytes along the fastest axis. All else must then be even, since what is odd anywhere
    // puts pairs across bytes on one side.
    bool Halve() noexcept
    {
        bool isWhole = rank > 0 && axes[rank - 1].to == 1 && axes[rank - 1].from == 1 && axes[rank - 1].size % 2 == 0;
        for (std::uint32_t i = 0; i + 1 < rank; ++i) { isWhole = isWhole && (axes[i].to | axes[i].from) % 2 == 0; }
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

    // Takes a short innermost run for one larger unit: pixels of 4 bytes are moved, and transposed, as FLOAT32 is.
    void Widen() noexcept
    {
        const CopyAxis inner = rank > 0 ? axes[rank - 1] : SingleStep;
        const std::size_t bytes = inner.size * unit;
        if (inner.to == unit && inner.from == unit && bytes <= 16 && (bytes & (bytes - 1)) == 0)
        {
            unit = bytes;
            --rank;
        }
    }
};

// How an axis is cut: into parts of `step` positions, but for the first where that is said. The last begins earlier
// where it would be shorter than `least`.
struct Cut
{
    std::size_t step = 1;
    std::size_t least = 0;
    std::size_t first = 0;
};

// A walk through the boxes that axes are cut into, the last axis the fastest, and what a box adds to the addresses. The
// one way to divide what does not go at once: strips of a transpose, half bytes, streamed channels, conversions.
// Without cuts every position is a box:
//
//     Boxes at(axes);
//     do { ... at.to, at.from ... } while (at.Next());
class Boxes
{
public:
    // A cut for each axis, which is no shorter than its least. Both have to stay.
    explicit Boxes(const CopyAxes& axes, const Cut* cuts = nullptr) noexcept : m_axes(axes), m_cuts(cuts)
    {
        for (std::uint32_t i = 0; i < axes.rank; ++i) { Start(i, 0); }
    }

    // Where it begins along an axis, and how many positions it has.
    std::size_t First(std::uint32_t axis) const noexcept { return m_first[axis]; }
    std::size_t Count(std::uint32_t axis) const noexcept { return m_count[axis]; }

    // A number that all boxes of the same size along each axis have; 0 of a whole one.
    std::uint32_t Shape() const noexcept
    {
        std::uint32_t shape = 0;
        for (std::uint32_t i = 0; i < m_axes.rank; ++i)
        {
            shape = 3 * shape + (m_count[i] == m_cuts[i].step ? 0 : m_first[i] == 0 ? 1 : 2);
        }
        return shape;
    }

    // False after the last box.
    bool Next() noexcept
    {
        for (std::uint32_t i = m_axes.rank; i > 0; --i)
        {
            const CopyAxis& axis = m_axes.axes[i - 1];
            const std::size_t before = m_first[i - 1];
            const std::size_t next = before + m_count[i - 1];
            Start(i - 1, next < axis.size ? next : 0);
            const std::size_t first = m_first[i - 1];
            to += first * axis.to - before * axis.to;
            from += first * axis.from - before * axis.from;
            index += first * axis.index - before * axis.index;
            if (first > 0) { return true; }
        }
        return false;
    }

    std::size_t to = 0;
    std::size_t from = 0;
    std::uint64_t index = 0;

private:
    void Start(std::uint32_t axis, std::size_t first) noexcept
    {
        const std::size_t size = m_axes.axes[axis].size;
        const Cut cut = m_cuts == nullptr ? Cut{} : m_cuts[axis];
        const std::size_t count = first == 0 && cut.first > 0 ? cut.first : cut.step;
        m_first[axis] = size - first < count && size - first < cut.least ? size - cut.least : first;
        m_count[axis] = size - m_first[axis] < count ? size - m_first[axis] : count;
    }

    const CopyAxes& m_axes;
    const Cut* m_cuts;
    std::size_t m_first[MaxRank] = {};
    std::size_t m_count[MaxRank] = {};
};

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
    std::size_t block = 0;        // of a transpose: so many columns at a time, by a line of rows
    std::size_t ahead = 0;        // of a transpose: how many bytes ahead it prefetches the source, where it is not 0
    CopyAxis planes = SingleStep; // of a transpose: it is done so many times, so many bytes apart

    static Region Rows(unsigned char* to, std::size_t toStride, const unsigned char* from, std::size_t fromStride,
                       std::size_t rows, std::size_t bytes) noexcept
    {
        return {to, toStride, from, fromStride, rows, bytes};
    }

    static Region OneRow(unsigned char* to, const unsigned char* from, std::size_t bytes) noexcept
    {
        return {to, 0, from, 0, 1, bytes};
    }

    static Region Filled(unsigned char* to, std::size_t toStride, const unsigned char* element, std::size_t unit,
                         std::size_t rows, std::size_t bytes) noexcept
    {
        return {to, toStride, element, 0, rows, bytes, unit};
    }

    // The stride is that between planes, on the side that has some.
    static Region Channels(unsigned char* to, std::size_t toStride, const unsigned char* from, std::size_t fromStride,
                           std::size_t channels, std::size_t pixels, std::size_t unit) noexcept
    {
        return {to, toStride, from, fromStride, channels, pixels, unit};
    }
};

using Kernel = void (*)(const Region&);

// A transpose and the planes that it takes. In one of fewer rows or columns it would read and write out of bounds, so
// the bounds are made from the tile that the kernel itself works with, and stated nowhere else: a plane is cut into
// strips by what stands here. The most columns are where its tile ends, or another kernel is faster.
struct TransposeKernel
{
    Kernel run = nullptr;
    std::size_t leastRows = 0;
    std::size_t leastColumns = 0;
    std::size_t mostColumns = 0; // behind the last entry of a table: nothing is taken

    constexpr bool Takes(std::size_t rows, std::size_t columns) const noexcept
    {
        return rows >= leastRows && columns >= leastColumns && columns <= mostColumns;
    }
};
inline constexpr std::size_t AnyColumns = static_cast<std::size_t>(-1);

struct Kernels
{
    static constexpr std::size_t Transposes = 5;

    std::size_t leastBytes;  // of a row or of a channel's plane
    const Kernels* narrower; // for less
    Kernel copyRows;
    Kernel streamRows;                         // past the caches; rows of any length
    Kernel fillRows;                           // every row is a repetition of the one element at `from`
    TransposeKernel transposes[4][Transposes]; // [unit 1, 2, 4, 8]: the first that takes a plane is the best
    Kernel interleave[3];                      // planes to pixels of 2, 3 or 4 channels
    Kernel deinterleave[3];                    // pixels to planes
};

// Of a unit that a table of kernels has transposes for.
constexpr std::uint32_t Log2(std::size_t unit) noexcept { return unit == 1 ? 0 : unit == 2 ? 1 : unit == 4 ? 2 : 3; }

// A tile on the stack, and every strip, has room for what the transposes take at least.
constexpr bool FitsTile(const Kernels& kernels) noexcept
{
    bool fits = true;
    for (std::size_t log = 0; log < 4; ++log)
    {
        for (const TransposeKernel& kernel : kernels.transposes[log])
        {
            fits = fits && kernel.leastRows << log <= LineBytes && kernel.leastColumns << log <= LineBytes / 2;
        }
    }
    return fits;
}

inline void CopyRowsPortably(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        std::memcpy(region.to + row * region.toStride, region.from + row * region.fromStride, region.columns);
    }
}

// How many bytes it is to where a vector or a line of the destination begins. From there on none is written in two
// parts, which takes up to 2.4 times as long in the second-level cache (padded rows, fills, planes of 3 channels,
// transposes; 16 bytes behind the start of a line).
inline std::size_t BytesTo(std::size_t multiple, const unsigned char* to) noexcept
{
    return (0 - reinterpret_cast<std::uintptr_t>(to)) % multiple;
}

// The same in steps of so many bytes; 0 where none of them is the start of a line either.
inline std::size_t StepsToLine(const unsigned char* to, std::size_t step) noexcept
{
    const std::size_t start = reinterpret_cast<std::uintptr_t>(to);
    std::size_t steps = 0;
    while (steps < LineBytes && (start + steps * step) % LineBytes != 0) { ++steps; }
    return steps % LineBytes;
}

// An element of up to 8 bytes as often as it fits 64 bits.
template <class Bits> std::uint64_t RepeatedElement(const unsigned char* from) noexcept
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

// What is written is repeated; a unit may be of any size. A start of 8 bytes is twice as fast for rows of 7 to 14.
inline void FillRowsPortably(const Region& region) noexcept
{
    const bool fits = 8 % region.unit == 0;
    const std::uint64_t repeated = fits ? RepeatedElement(region.unit, region.from) : 0;
    const std::size_t first = fits ? 8 : region.unit;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        std::memcpy(to, fits ? static_cast<const void*>(&repeated) : region.from,
                    first < region.columns ? first : region.columns);
        for (std::size_t done = first; done < region.columns; done *= 2)
        {
            const std::size_t left = region.columns - done;
            std::memcpy(to + done, to, left < done ? left : done);
        }
    }
}

inline constexpr Kernels PortableKernels = {1,  nullptr, CopyRowsPortably, CopyRowsPortably, FillRowsPortably, {},
                                            {}, {}};

// Byte masks of an interleave: byte b of part j of a group of pixels comes from byte [unit][j][plane][b] of that plane,
// where that is below 16; of a deinterleave, the same with planes and parts exchanged. Of three planes of bytes the
// first part is
//
//     r0 g0 b0 r1 g1 b1 r2 g2 b2 r3 g3 b3 r4 g4 b4 r5
//
// so that of the first plane it takes 0 - - 1 - - 2 - - 3 - - 4 - - 5. All of them are 3.7 KB of a program.
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

// To the first level of the caches, or to the second.
template <bool IsNear = true> void Prefetch(const unsigned char* address) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address, 0, IsNear ? 3 : 2);
#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS
    _mm_prefetch(reinterpret_cast<const char*>(address), IsNear ? _MM_HINT_T0 : _MM_HINT_T1);
#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_NEON_INTRINSICS
    __prefetch(address);
#else
    (void)address;
#endif
}

// Makes stores past the caches visible before what comes after them.
inline void StoreFence() noexcept
{
#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS
    _mm_sfence();
#elif DML_TENSOR_UTILS_COPY_IS_X86
    __builtin_ia32_sfence();
#endif
}

// The last part of this file, for each width.
#if DML_TENSOR_UTILS_COPY_ISA != DML_TENSOR_UTILS_COPY_NO_VECTORS
#define DML_TENSOR_UTILS_COPY_LANES 1
#include "dml_tensor_copy.hpp"
#undef DML_TENSOR_UTILS_COPY_LANES
#endif
#if DML_TENSOR_UTILS_COPY_IS_X86
#define DML_TENSOR_UTILS_COPY_LANES 2
#include "dml_tensor_copy.hpp"
#undef DML_TENSOR_UTILS_COPY_LANES
#endif

// The best that this machine can run.
inline CopyPath BestCopyPath() noexcept
{
#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_NO_VECTORS
    return CopyPath::Portable;
#elif !DML_TENSOR_UTILS_COPY_IS_X86
    return CopyPath::Vector128;
#elif defined(_MSC_VER)
    return __isa_available >= 5 ? CopyPath::Vector256 : CopyPath::Vector128;
#else
    return __builtin_cpu_supports("avx2") ? CopyPath::Vector256 : CopyPath::Vector128;
#endif
}

// The one place that picks the kernels of a path. A template, as what calls it: a file that includes this header and
// copies nothing compiles no kernel, which is half of what including it would cost.
template <class Later = void> const Kernels* KernelsOf(CopyPath path) noexcept
{
#if DML_TENSOR_UTILS_COPY_ISA != DML_TENSOR_UTILS_COPY_NO_VECTORS
    static_assert(FitsTile(vector128::KernelTable<Later>), "the tiles are too small");
    if (path == CopyPath::Vector128) { return &vector128::KernelTable<Later>; }
#endif
#if DML_TENSOR_UTILS_COPY_IS_X86
    static_assert(FitsTile(vector256::KernelTable<Later>), "the tiles are too small");
    if (path == CopyPath::Vector256) { return &vector256::KernelTable<Later>; }
#endif
    (void)path;
    return &PortableKernels;
}

// =====================================================================================================================
//   Running a plan
//
//   Each move goes one way, the first of these that is one for its last axes; those outside are stepped through:
//
//     one memcpy          nothing is rearranged, or a unit is all there is
//     rows                contiguous on both sides: slices, padding, heads of attention
//     a row that repeats  short, and without gaps: {1,C,1,1} to NHWC. Made longer on the stack first
//     fills               an element that repeats: {1,C,1,1} to NCHW
//     channels            planes to pixels of 2 to 4 elements, or back
//     transposes          rows are contiguous in the source, columns in the destination: NCHW to NHWC, and back
//     elements            all else, one by one: every second column, units of 16 bytes in another order
//
//   The sizes of caches are constants that most processors have, and the machine is asked for its instruction set
//   alone: the same input takes the same way on all of them.
//
//   What runs is a template, as the kernels are: of one that nothing calls g++ makes nothing, and takes a tenth less to
//   include this header.
//
//   The numbers were chosen by tests/benchmark/move_benchmark, on processors of two makers; what is said beside one was
//   measured with g++ 12 and AVX2 on an EPYC (Zen 4), as a part of the speed that the case has.
// =====================================================================================================================

// Lines that a first-level cache holds of those that share a set: more crowd each other out. Blocks are sized by it,
// and planes that crowd are staged. Without staging the source .4 to .5 for [512, 2048] to its transpose, .6 to .8 for
// [1024, 1024]; the destination .5 to .7 for {1,320,64,64} and {4,16,128,128} to NCHW of 1 and 2 bytes.
inline constexpr std::size_t LinesOfSet = 8;
// Less than this is in the second-level cache, which has lines enough for a destination that crowds the first.
inline constexpr std::size_t StagesFrom = SecondLevelBytes / 2;
// More is far away, where reading ahead counts for more than the sets: staging the source has .5 of the speed for
// [768, 3072] of 4 bytes. Only sources that crowd twice as much are staged there too.
inline constexpr std::size_t StagesSourceTo = 6 * SecondLevelBytes;
// A tile on the stack: how many bytes it holds in a row, of a transpose's source less, and with what stride. That is no
// multiple of what a cache's sets repeat after. With less the tile stays in 32 KiB: .8 to .9 for {1,320,64,64} to NHWC
// without; of the destination less would cost a fifth of it to NCHW. Rows of 512 bytes are no faster (1.001 of the
// speed of what is staged), and 7 KiB more of the stack.
inline constexpr std::size_t TileRow = 448;
inline constexpr std::size_t SourceTileRow = 256;
inline constexpr std::size_t TileStride = TileRow + LineBytes / 2;
inline constexpr std::size_t SourceTileStride = SourceTileRow + LineBytes / 2;
// The most columns of a block: a fifth less of {8,64,56,56} to NHWC with 16 of them. Of planes near the processor more:
// {1,64,32,32} to NCHW gains .2 to .5.
inline constexpr std::size_t LongestBlock = 64;
inline constexpr std::size_t LongestBlockNear = 256;
inline constexpr std::size_t NearBytes = SecondLevelBytes / 4;
// The kernels' loop for rows has .84 of the speed of the runtime's memcpy at 64 KiB; memcpy .9 of the loop's at 12 KiB,
// and .72 in broadcasts of rows of 64 to 256 bytes.
inline constexpr std::size_t LongestKernelRow = 16384;
// A row of few bytes that repeats is written to the stack this often first: 20 times the speed for pixels of 3 bytes.
inline constexpr std::size_t RepeatedBytes = 4096;
// Tuned: a row of 200 bytes gains a quarter by it from 64 rows on and loses a third below 16.
inline constexpr std::size_t LeastRepeats = 64;
// What exceeds the caches is not there any more when it is read: past them then.
inline constexpr std::size_t StreamsFrom = 16 * SecondLevelBytes;

// How many lines of rows at this stride a first-level cache of 64 sets holds: 512, 256, ... 8.
constexpr std::size_t LinesHeld(std::size_t stride) noexcept
{
    constexpr std::size_t Sets = 64;
    const std::size_t lowestBit = stride & (0 - stride);
    const std::size_t apart = lowestBit < LineBytes ? 1 : lowestBit / LineBytes;
    return LinesOfSet * (apart < Sets ? Sets / apart : 1);
}

// A step along two axes, an element at a time, in blocks that both sides hold in their caches. The axes by value: what
// is stored could be in them, for all that the compiler knows.
template <std::size_t Unit>
void CopyElements(unsigned char* to, const unsigned char* from, CopyAxis outer, CopyAxis inner) noexcept
{
    // Tuned: .7 of the speed with 8, for [512, 512] of 16 bytes to its transpose and [1024, 1024] of 4 with gaps; 64
    // has 1.2 of it for the latter, and more columns that may crowd.
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

template <class Later>
void CopyElements(std::size_t unit, unsigned char* to, const unsigned char* from, const CopyAxis& outer,
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

// Rows of fewer than 16 bytes: two moves that overlap. A memcpy of each has .4 of the speed for 3 to 14 bytes.
template <std::size_t Bytes> void CopyShortRows(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        std::memcpy(to, from, Bytes);
        std::memcpy(to + region.columns - Bytes, from + region.columns - Bytes, Bytes);
    }
}

template <class Later> void CopyShortRows(const Region& region) noexcept
{
    return region.columns >= 8   ? CopyShortRows<8>(region)
           : region.columns >= 4 ? CopyShortRows<4>(region)
           : region.columns >= 2 ? CopyShortRows<2>(region)
           : region.columns == 1 ? CopyShortRows<1>(region)
                                 : void();
}

// Where a strip of a transpose is put on the stack, since its lines crowd into a few sets of the cache, or are not to
// enter the cache at all.
enum class Staging
{
    None,
    Destination, // the strip is transposed there, and its rows written from there
    Source       // the strip's columns are read to there first
};

// How a plane is transposed: element (row, column) goes from column * columns.from + row * unit to
// row * rows.to + column * unit.
struct Transposition
{
    const TransposeKernel* kernel;
    CopyAxis rows;
    CopyAxis columns;
    std::size_t unit;
    std::size_t stripRows;
    std::size_t stripColumns;
    std::size_t block;
    std::size_t ahead = 0;
    Staging staging = Staging::None;
    bool alongRows = true; // all strips of the same columns one after the other

    bool IsOneStrip() const noexcept { return stripRows >= rows.size && stripColumns >= columns.size; }

    Region RegionOf(std::size_t rowCount, std::size_t columnCount, unsigned char* to, std::size_t toStride,
                    const unsigned char* from, std::size_t fromStride) const noexcept
    {
        return {to, toStride, from, fromStride, rowCount, columnCount, unit, block, ahead};
    }
};

// What is asked of a plane to choose how it is transposed: the first of the three below that applies.
template <class Later> struct Plane
{
    const TransposeKernel& kernel;
    const CopyAxis& rows;
    const CopyAxis& columns;
    std::size_t unit;
    std::size_t bytes; // of the whole copy
    bool streams;

    std::size_t Line() const noexcept { return LineBytes / unit; }
    std::size_t RowBytes() const noexcept { return columns.size * unit; } // in the destination
    std::size_t LinesTo() const noexcept { return LinesHeld(rows.to); }
    std::size_t LinesFrom() const noexcept { return LinesHeld(columns.from); }
    bool IsTall() const noexcept { return rows.size >= columns.size; }

    bool CrowdsTo() const noexcept
    {
        return bytes > StagesFrom && LinesTo() < (rows.size < Line() ? rows.size : Line());
    }

    // A block writes whole lines where rows have some: .6 without for {1,64,32,32} to NHWC of 4 bytes, .7 of 2.
    std::size_t LeastBlock() const noexcept { return columns.size < Line() ? columns.size : Line(); }

    // As many columns as the caches hold lines of, which are no more than are best.
    std::size_t Block() const noexcept
    {
        const std::size_t block = LinesFrom() < LeastBlock() ? LeastBlock() : LinesFrom();
        const std::size_t longest = streams || bytes > NearBytes ? LongestBlock : LongestBlockNear;
        return block < longest ? block : longest;
    }

    Transposition Whole() const noexcept { return {&kernel, rows, columns, unit, rows.size, columns.size, Block()}; }

    // ---- 1. By a tile of the destination: past the caches, which takes whole lines; and where a kernel that writes less
    // than lines comes back to those of its tile's rows, which crowd. Past the caches the next lines of the source are
    // read ahead: .7 to .9 of the speed without.

    bool GoesPastCaches() const noexcept { return streams && (RowBytes() >= LineBytes || RowBytes() == rows.to); }

    bool CrowdsTile() const noexcept
    {
        return CrowdsTo() && 2 * kernel.leastRows > LinesTo() && kernel.leastColumns * unit < LineBytes;
    }

    Transposition ByDestination() const noexcept
    {
        Transposition work = Whole();
        work.staging = Staging::Destination;
        work.stripRows = Line();
        work.stripColumns = TileRow / unit;
        work.ahead = !streams ? 0 : IsTall() ? LineBytes : work.stripColumns * columns.from;
        return work;
    }

    // ---- 2. By a tile of the source, of which a block's lines crowd each other out. Where both sides crowd alike too:
    // [512, 2048] of 4 bytes to its transpose has .79 of the speed without.

    bool CrowdsFrom() const noexcept
    {
        return bytes <= StagesSourceTo ? LinesFrom() < LeastBlock() || (CrowdsTo() && LinesFrom() == LeastBlock())
                                       : 2 * LinesFrom() < kernel.leastColumns;
    }

    Transposition BySource() const noexcept
    {
        Transposition work = Whole();
        work.staging = Staging::Source;
        work.stripRows = SourceTileRow / unit;
        work.stripColumns = LineBytes;
        work.block = LongestBlock;
        work.alongRows = false;
        return work;
    }

    // ---- 3. As it is. Rows are read a line at a time along all columns; or, where that would take lines twice, all rows
    // of one block of columns after the other.

    Transposition AsItIs() const noexcept
    {
        Transposition work = Whole();
        work.alongRows = IsTall() || CrowdsTo();
        work.stripColumns = work.alongRows ? work.block : columns.size;
        // Tuned: what is prefetched must not crowd out the block itself, with which it shares sets along all columns.
        // Without it {8,64,56,56} has .93 to .95 of the speed, cold.
        const bool fits = bytes <= SecondLevelBytes || (work.alongRows ? 2 : 4) * work.block > LinesFrom();
        work.ahead = fits ? 0 : work.alongRows ? LineBytes : work.block * columns.from; // Tuned: of what comes next
        return work;
    }

    Transposition Chosen() const noexcept
    {
        return GoesPastCaches() || CrowdsTile() ? ByDestination() : CrowdsFrom() ? BySource() : AsItIs();
    }
};

// A copy being run: the kernels, and whether the destination is written past the caches.
template <class Later> struct CopyRunBy
{
    const Kernels* kernels;
    bool streams;

    // Uses the move up.
    void Run(ByteMove& plan) const noexcept
    {
        if (plan.rank == 0)
        {
            std::memcpy(plan.to, plan.from, plan.unit);
            return;
        }
        const CopyAxis inner = plan.TakeInner();
        if (inner.to == plan.unit && inner.from == plan.unit)
        {
            const std::size_t bytes = inner.size * plan.unit;
            return plan.rank == 0 ? Rows(Region::OneRow(plan.to, plan.from, bytes), streams) : RunRows(plan, bytes);
        }
        if (inner.to == plan.unit && inner.from == 0) { return RunFill(plan, inner.size * plan.unit); }
        // The axis along which the source is contiguous; else the next one.
        std::uint32_t outer = plan.AxisOfSource(plan.unit);
        const bool isTransposed = outer > 0 && inner.to == plan.unit;
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
        Boxes at(plan);
        do {
            CopyElements<Later>(plan.unit, plan.to + at.to, plan.from + at.from, rows, inner);
        } while (at.Next());
    }

    // Rows that are contiguous on both sides; the axes of the plan, one at least, are those outside of them.
    void RunRows(ByteMove& plan, std::size_t bytes) const noexcept
    {
        const CopyAxis rows = plan.TakeInner();
        const bool repeats = rows.from == 0 && rows.to == bytes && bytes <= RepeatedBytes && rows.size >= LeastRepeats;
        Boxes at(plan);
        do {
            const Region region =
                Region::Rows(plan.to + at.to, rows.to, plan.from + at.from, rows.from, rows.size, bytes);
            repeats ? RepeatRow(region) : Rows(region, streams);
        } while (at.Next());
    }

    // A short row that repeats, without a gap: a longer one is made of it first. A row may be an element.
    void RepeatRow(const Region& all) const noexcept
    {
        // As far behind the start of a line as what it is written to: .7 of the speed otherwise.
        alignas(LineBytes) unsigned char room[RepeatedBytes + LineBytes];
        unsigned char* const repeated = room + (0 - BytesTo(LineBytes, all.to)) % LineBytes;
        const std::size_t bytes = all.columns;
        const std::size_t times = RepeatedBytes / bytes;
        const std::size_t longRows = all.rows / times;
        const std::size_t made = times < all.rows ? times : all.rows;
        unsigned char* const rest = all.to + longRows * times * bytes;
        const bool isElement = bytes <= 16 && (bytes & (bytes - 1)) == 0;
        (isElement ? Fitting(made * bytes) : PortableKernels)
            .fillRows(Region::Filled(repeated, 0, all.from, bytes, 1, made * bytes));
        Rows(Region::Rows(all.to, times * bytes, repeated, 0, longRows, times * bytes), streams);
        Rows(Region::OneRow(rest, repeated, all.rows % times * bytes), streams);
    }

    // The widest kernels that take so many bytes: their last vector overlaps the one before, and so a row holds one at
    // least.
    const Kernels& Fitting(std::size_t bytes) const noexcept
    {
        const Kernels* fitting = kernels;
        while (bytes < fitting->leastBytes) { fitting = fitting->narrower; }
        return *fitting;
    }

    // Rows of `columns` bytes, by the kernel that is best for their length.
    void Rows(const Region& region, bool past) const noexcept
    {
        if (past && region.columns >= LineBytes) { return kernels->streamRows(region); }
        if (region.columns < 16) { return CopyShortRows<Later>(region); }
        (region.columns > LongestKernelRow ? PortableKernels : Fitting(region.columns)).copyRows(region);
    }

    // Before rows are put on the stack that are then written past the caches.
    void PrefetchEnds(const Region& rows) const noexcept
    {
        // Tuned: lines of which a row has a part go through the caches, and what comes after would wait for them: .72 to
        // .9 of the speed without, 16 bytes behind the start of a line. Processors do not read ahead from a mapped
        // upload heap.
        for (std::size_t row = 0; streams && row < rows.rows; ++row)
        {
            const unsigned char* const to = rows.to + row * rows.toStride;
            if (BytesTo(LineBytes, to) != 0) { Prefetch(to); }
            if (BytesTo(LineBytes, to + rows.columns) != 0) { Prefetch(to + rows.columns); }
        }
    }

    // Rows of which each repeats one element of the source.
    void RunFill(ByteMove& plan, std::size_t bytes) const noexcept
    {
        CopyAxis rows = SingleStep;
        if (plan.rank > 0 && plan.axes[plan.rank - 1].from == 0) { rows = plan.TakeInner(); }
        const bool isStreamed = streams && bytes >= LineBytes;
        const Kernel fill = Fitting(bytes).fillRows;
        Boxes at(plan);
        do {
            const Region region =
                Region::Filled(plan.to + at.to, rows.to, plan.from + at.from, plan.unit, rows.size, bytes);
            isStreamed ? RepeatElements(region) : fill(region);
        } while (at.Next());
    }

    // The same past the caches: each row is one that repeats. By ordinary stores 32 MiB take 2.3 to 2.6 times as long.
    void RepeatElements(const Region& all) const noexcept
    {
        for (std::size_t row = 0; row < all.rows; ++row)
        {
            RepeatRow(
                Region::Rows(all.to + row * all.toStride, all.unit, all.from, 0, all.columns / all.unit, all.unit));
        }
    }

    // Planes to pixels of 2 to 4 channels, or back; false where it is neither. Pixels have no gap between them: what
    // has one, such as three channels of four, is no picture that a shuffle of whole vectors could write.
    bool RunChannels(const ByteMove& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const bool interleaves = columns.size <= 4 && rows.to == columns.size * plan.unit;
        const bool deinterleaves = rows.size <= 4 && columns.from == rows.size * plan.unit;
        if (!interleaves && !deinterleaves) { return false; }
        const std::size_t channels = interleaves ? columns.size : rows.size;
        const std::size_t pixels = interleaves ? rows.size : columns.size;
        const Kernels& fitting = Fitting(pixels * plan.unit);
        const Kernel kernel = (interleaves ? fitting.interleave : fitting.deinterleave)[channels - 2];
        if (kernel == nullptr) { return false; }
        Boxes at(plan);
        do {
            const Region region = Region::Channels(plan.to + at.to, rows.to, plan.from + at.from,
                                                   interleaves ? columns.from : 0, channels, pixels, plan.unit);
            // Where elements stand across lines no vector of them begins with one; from the tile rows are written by
            // lines.
            const bool standsAcross = BytesTo(plan.unit, region.to) != 0;
            streams || standsAcross ? TileChannels(kernel, region, interleaves) : kernel(region);
        } while (at.Next());
        return true;
    }

    // The same through a tile on the stack, from which whole lines go to the destination: past the caches 1080p of 4
    // bytes has .44 of the speed to NHWC without, and .67 to NCHW; one byte behind an element's place 224 x 224 has .7
    // to .8.
    void TileChannels(Kernel kernel, const Region& all, bool interleaves) const noexcept
    {
        // Tuned: with 2048 the tile and what it is made of crowd each other, .8 to .9 for 2 to 4 channels of 1080p; 512
        // is no faster.
        constexpr std::size_t PlaneBytes = 1024;
        alignas(LineBytes) unsigned char tile[4 * PlaneBytes];
        const std::size_t wide = all.unit * (interleaves ? all.rows : 1); // of a pixel in a row of the destination
        const std::size_t wideFrom = all.unit * (interleaves ? 1 : all.rows);
        CopyAxes pixels;
        pixels.Append({all.columns, wide, wideFrom, 0});
        // The parts behind the first one begin with a line where they can: 1.1 to 1.7 times as long without.
        const std::size_t toLine = StepsToLine(all.to, wide);
        const Cut cut = {PlaneBytes / all.unit, Fitting(all.columns * all.unit).leastBytes / all.unit,
                         toLine == 0 ? 0 : PlaneBytes / all.unit - LineBytes + toLine};
        std::size_t done = 0;
        Boxes part(pixels, &cut);
        do {
            const std::size_t again = done - part.First(0);
            const Region rows = Region::Rows(all.to + done * wide, all.toStride, tile + again * wide, PlaneBytes,
                                             interleaves ? 1 : all.rows, (part.Count(0) - again) * wide);
            PrefetchEnds(rows);
            kernel(Region::Channels(tile, PlaneBytes, all.from + part.from, all.fromStride, all.rows, part.Count(0),
                                    all.unit));
            Rows(rows, streams);
            done = part.First(0) + part.Count(0);
        } while (part.Next());
    }

    // A plane whose rows are contiguous in the destination and whose columns are in the source. False where it is too
    // small for any kernel. Planes that need no strips go to the kernel together.
    bool RunTranspose(ByteMove& plan, const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const TransposeKernel* const kernel = TransposeFor(plan.unit, rows.size, columns.size);
        if (kernel == nullptr) { return false; }
        const std::size_t bytes = plan.Bytes() * rows.size * columns.size;
        const Transposition work = Plane<Later>{*kernel, rows, columns, plan.unit, bytes, streams}.Chosen();
        if (work.staging == Staging::None && work.IsOneStrip())
        {
            RunWholePlanes(plan, work);
            return true;
        }
        Boxes at(plan);
        do {
            TransposeInStrips(work, plan.to + at.to, plan.from + at.from);
        } while (at.Next());
        return true;
    }

    // The kernel of the widest vectors that takes a plane of this size. Narrower ones take smaller planes, down to 4 by
    // 4 bytes; what is smaller still is moved one by one.
    const TransposeKernel* TransposeFor(std::size_t unit, std::size_t rows, std::size_t columns) const noexcept
    {
        for (const Kernels* table = kernels; table != nullptr; table = table->narrower)
        {
            for (const TransposeKernel& kernel : table->transposes[Log2(unit)])
            {
                if (kernel.Takes(rows, columns)) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Planes of one strip, perhaps small ones: the kernel does as many as it can at a time.
    static void RunWholePlanes(ByteMove& plan, const Transposition& work) noexcept
    {
        const CopyAxis planes = plan.TakeInner();
        Boxes at(plan);
        do {
            Region region = work.RegionOf(work.rows.size, work.columns.size, plan.to + at.to, work.rows.to,
                                          plan.from + at.from, work.columns.from);
            region.planes = planes;
            work.kernel->run(region);
        } while (at.Next());
    }

    // No strip has fewer rows or columns than the kernel takes: no step is smaller (FitsTile), and the last ones do not
    // become so.
    void TransposeInStrips(const Transposition& work, unsigned char* to, const unsigned char* from) const noexcept
    {
        CopyAxes plane;
        plane.Append(work.alongRows ? work.columns : work.rows);
        plane.Append(work.alongRows ? work.rows : work.columns);
        const std::uint32_t rows = work.alongRows ? 1 : 0;
        const std::uint32_t columns = 1 - rows;
        Cut cuts[2];
        cuts[rows] = {work.stripRows, work.kernel->leastRows};
        cuts[columns] = {work.stripColumns, work.kernel->leastColumns, FirstColumns(work, to)};
        Boxes strip(plane, cuts);
        do {
            TransposeStrip(work, strip.Count(rows), strip.Count(columns), to + strip.to, from + strip.from);
        } while (strip.Next());
    }

    // So many that the other strips begin with a line: more where there is no tile, and fewer where it has no room. At
    // 16 modulo 64 [1024, 1024] takes 1.4 to 2 times as long without.
    static std::size_t FirstColumns(const Transposition& work, const unsigned char* to) noexcept
    {
        const std::size_t toLine = work.rows.to % LineBytes == 0 ? BytesTo(LineBytes, to) / work.unit : 0;
        if (toLine == 0 || work.columns.size <= work.stripColumns) { return work.stripColumns; }
        const std::size_t room = work.staging == Staging::None ? 0 : LineBytes / work.unit;
        const std::size_t first = work.stripColumns + toLine - room;
        return first < work.kernel->leastColumns ? first + room : first;
    }

    void TransposeStrip(const Transposition& work, std::size_t rows, std::size_t columns, unsigned char* to,
                        const unsigned char* from) const noexcept
    {
        if (work.staging == Staging::None)
        {
            return work.kernel->run(work.RegionOf(rows, columns, to, work.rows.to, from, work.columns.from));
        }
        // One of the destination begins as far behind a line as the rows that it is written to.
        alignas(LineBytes) unsigned char room[LineBytes * TileStride + LineBytes];
        static_assert((LineBytes + LineBytes / 2) * SourceTileStride <= sizeof(room),
                      "more columns are in the first strip");
        unsigned char* const tile =
            work.staging == Staging::Source ? room : room + (0 - BytesTo(LineBytes, to)) % LineBytes;
        if (work.staging == Staging::Destination)
        {
            // Rows without a gap are one row.
            const std::size_t bytes = columns * work.unit;
            const bool isPacked = work.rows.to == bytes;
            const std::size_t stride = isPacked ? bytes : TileStride;
            const Region all = isPacked ? Region::OneRow(to, tile, rows * bytes)
                                        : Region::Rows(to, work.rows.to, tile, stride, rows, bytes);
            PrefetchEnds(all);
            work.kernel->run(work.RegionOf(rows, columns, tile, stride, from, work.columns.from));
            return Rows(all, streams);
        }
        Rows(Region::Rows(tile, SourceTileStride, from, work.columns.from, columns, rows * work.unit), false);
        work.kernel->run(work.RegionOf(rows, columns, to, work.rows.to, tile, SourceTileStride));
    }
};
using CopyRun = CopyRunBy<void>;

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

// One by one.
template <class Later> void CopyEachNibble(CopyPlan plan) noexcept
{
    const CopyAxis inner = plan.TakeInner();
    Boxes at(plan);
    do {
        for (std::size_t i = 0; i < inner.size;)
        {
            const std::size_t to = plan.firstTo + at.to + i * inner.to;
            const std::size_t from = plan.firstFrom + at.from + i * inner.from;
            const std::size_t bytes = inner.to == 1 && to % 2 == 0 ? (inner.size - i) / 2 : 0;
            if (bytes > 0 && inner.from == 1 && from % 2 == 0)
            {
                std::memcpy(plan.to + to / 2, plan.from + from / 2, bytes);
                i += 2 * bytes;
            }
            else if (bytes > 0)
            {
                // Both halves of the byte are known, which need not be read: 1.4 times the speed of {8,63,55,55}.
                plan.to[to / 2] =
                    static_cast<unsigned char>(NibbleAt(plan.from, from) | NibbleAt(plan.from, from + inner.from) << 4);
                i += 2;
            }
            else
            {
                PutNibble(plan.to, to, NibbleAt(plan.from, from));
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
template <class Later>
void TransposeNibbles(const CopyRun& run, unsigned char* to, const unsigned char* from, const CopyAxis& rows,
                      const CopyAxis& columns) noexcept
{
    constexpr std::size_t Side = LineBytes; // of a tile: so many pairs of rows and of columns
    alignas(LineBytes) unsigned char tile[2 * Side * Side];
    CopyAxes axes;
    axes.Append(rows);
    axes.Append(columns);
    const Cut cuts[] = {{2 * Side}, {2 * Side, 0, 2 * BytesTo(LineBytes, to)}};
    Boxes box(axes, cuts);
    do {
        const std::size_t pairs = box.Count(0) / 2;
        const std::size_t bytes = box.Count(1) / 2;
        for (std::size_t i = 0; i < bytes; ++i)
        {
            const unsigned char* const one = from + box.from / 2 + i * columns.from;
            const unsigned char* const other = one + columns.from / 2;
            unsigned char* const even = tile + i * Side;
            unsigned char* const odd = even + Side * Side;
            std::size_t k = 0;
            for (; k + 8 <= pairs; k += 8) { PairColumns<std::uint64_t>(even + k, odd + k, one + k, other + k); }
            for (; k < pairs; ++k) { PairColumns<std::uint8_t>(even + k, odd + k, one + k, other + k); }
        }
        ByteMove plane;
        plane.to = to + box.to / 2;
        plane.from = tile;
        plane.Insert(pairs, rows.to, 1);
        plane.Insert(2, rows.to / 2, Side * Side);
        plane.Insert(bytes, 1, Side);
        run.Run(plane);
    } while (box.Next());
}

// A copy of 4-bit elements that moves no byte whole.
template <class Later> void CopyNibbles(const CopyRun& run, CopyPlan plan) noexcept
{
    plan.Merge();
    const CopyPlan all = plan;
    const CopyAxis columns = plan.TakeInner();
    const std::uint32_t outer = plan.AxisOfSource(1);
    bool isEven = outer > 0 && columns.to == 1 && columns.from % 2 == 0 && columns.size % 2 == 0
                  && plan.firstTo + plan.firstFrom == 0 && plan.axes[outer - 1].size % 2 == 0;
    for (std::uint32_t i = 0; i < plan.rank; ++i)
    {
        isEven = isEven && plan.axes[i].to % 2 == 0 && (i + 1 == outer || plan.axes[i].from % 2 == 0);
    }
    if (!isEven) { return CopyEachNibble<Later>(all); }
    const CopyAxis rows = plan.axes[outer - 1];
    plan.Remove(outer - 1);
    Boxes at(plan);
    do {
        TransposeNibbles<Later>(run, plan.to + at.to / 2, plan.from + at.from / 2, rows, columns);
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

template <class Later = void>
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
template <class Later = void>
inline Diagnosis CheckByteCounts(std::initializer_list<AnyInteger> counts, std::uint32_t tensor) noexcept
{
    for (const AnyInteger& count : counts)
    {
        if (count.IsNegative()) { return OfTensor(CheckRange(count, Max64), tensor); }
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
template <class Later = void> inline Diagnosis CheckBuffers(std::initializer_list<Buffer> buffers) noexcept
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
template <class Later = void>
inline Diagnosis CheckLayouts(const Destination& destination, const Source& source) noexcept
{
    return !destination.layout ? OfTensor(destination.layout.Reason(), OfDestination)
           : !source.layout    ? OfTensor(source.layout.Reason(), OfSource)
                               : Diagnosis{};
}

// Sizes of the source that are neither the destination's nor broadcast to them.
template <class Later = void>
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
template <class Later = void>
inline Diagnosis CheckMemory(const CopyPlan& plan, DML_TENSOR_DATA_TYPE toType, const Destination& destination,
                             DML_TENSOR_DATA_TYPE fromType, const Source& source) noexcept
{
    if (!plan.IsNested() && destination.layout.HasOverlap())
    {
        const TensorLayout& layout = destination.layout;
        return OfTensor(FindOverlap(TensorError::DestinationOverlaps, layout.Sizes().data(), layout.Strides().data(),
                                    layout.Rank()),
                        OfDestination);
    }
    const UsedBytes toUsed = UsedBytesOf(destination.layout, toType);
    const UsedBytes fromUsed = UsedBytesOf(source.layout, fromType);
    const Diagnosis reason =
        CheckBuffers({{destination.data, destination.bytes, toUsed, TensorError::DestinationTooSmall, OfDestination},
                      {source.data, source.bytes, fromUsed, TensorError::SourceTooSmall, OfSource}});
    if (!reason.Ok()) { return reason; }
    return toUsed.Meets(destination.data, fromUsed, source.data)
               ? Diagnosis{TensorError::BuffersOverlap, None32, 0, 0, OfDestination}
               : Diagnosis{};
}

// How a copy of so many bytes is run.
template <class Later = void> inline CopyRun RunOf(const Kernels* kernels, CopyHint hint, std::uint64_t bytes) noexcept
{
    const bool streams = hint == CopyHint::Streaming || (hint == CopyHint::Auto && bytes >= StreamsFrom);
    return {kernels, streams && kernels != &PortableKernels};
}

// Where the plan begins, once its memory was checked.
template <class Later = void>
inline void StartPlan(CopyPlan& plan, DML_TENSOR_DATA_TYPE toType, const Destination& destination,
                      DML_TENSOR_DATA_TYPE fromType, const Source& source) noexcept
{
    plan.to = static_cast<unsigned char*>(destination.data) + UsedBytesOf(destination.layout, toType).first;
    plan.from = static_cast<const unsigned char*>(source.data) + UsedBytesOf(source.layout, fromType).first;
    if (ElementSizeInBits(toType) == 4)
    {
        plan.firstTo = destination.layout.FirstElement() % 2;
        plan.firstFrom = source.layout.FirstElement() % 2;
    }
}

template <class Later = void>
Diagnosis CopyTensorBy(const Kernels* kernels, DML_TENSOR_DATA_TYPE type, const Destination& destination,
                       const Source& source, CopyHint hint) noexcept
{
    Diagnosis reason = CheckLayouts(destination, source);
    if (reason.Ok()) { reason = CheckDataType(type); }
    if (reason.Ok()) { reason = CheckSizes(destination.layout, source.layout); }
    if (!reason.Ok()) { return reason; }
    CopyPlan plan;
    plan.InsertAll(destination.layout, source.layout);
    reason = CheckMemory(plan, type, destination, type, source);
    if (!reason.Ok()) { return reason; }
    StartPlan(plan, type, destination, type, source);
    const std::uint32_t bits = ElementSizeInBits(type);
    const CopyRun run = RunOf(kernels, hint, std::uint64_t{plan.Count()} * bits / 8);
    // Pairs of half bytes that stay together are bytes, for which there are kernels.
    ByteMove move;
    if (move.Lower(plan, bits)) { run.Run(move); }
    else { CopyNibbles<Later>(run, plan); }
    if (run.streams) { StoreFence(); }
    return {};
}

// =====================================================================================================================
//   Gather
// =====================================================================================================================

// How the indices of a type are read, and what they mean on an axis: one below 0 counts from the end. Source:
// "DML_GATHER_OPERATOR_DESC structure". 64 bits are read as such: their first half is the wrong one on a big-endian
// machine.
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
template <class Later>
Diagnosis FirstOutside(const IndexReader& reader, const TensorLayout& layout, const unsigned char* indices) noexcept
{
    CopyAxes axes;
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        axes.Append({layout.Sizes()[i], 0, 0, layout.Strides()[i] * reader.unit});
    }
    Boxes at(axes);
    std::uint32_t place = 0;
    std::uint64_t stored = reader.Stored(indices);
    for (; reader.Position(stored) < reader.size && at.Next(); ++place) { stored = reader.Stored(indices + at.index); }
    return {TensorError::GatherIndexRange, place, stored, reader.size, 1};
}

// What is picked by a run of indices: elements or rows, of which number i goes to i * toStride.
struct PickedRun
{
    const std::uint32_t* positions; // along the indexed axis
    std::size_t count;
    std::size_t step;       // bytes from one position to the next
    std::size_t fromStride; // bytes that the input moves with each index, where a batch does that
    std::size_t toStride;
    std::size_t readAhead; // bytes of the axis, prefetched of what is picked from next; 0 where less is picked of it

    std::size_t Offset(std::size_t i) const noexcept { return positions[i] * step + i * fromStride; }
};

// By value, here and below: what is stored through `to` could be the run itself, for all that the compiler knows.
template <std::size_t Bytes>
void GatherFixedRows(unsigned char* to, const unsigned char* from, PickedRun run, std::size_t first) noexcept
{
    for (std::size_t i = first; i < run.count; ++i) { std::memcpy(to + i * run.toStride, from + run.Offset(i), Bytes); }
}

// Elements along the fastest axis of both sides four at a time, for which compilers make one store. With each four a
// line of what the same indices pick from next is prefetched: rows of 4096 floats in 64 MB have .75 of the speed
// without, and those of {64,4096}, which are near anyway, the same.
template <class Element>
void GatherElements(unsigned char* to, const unsigned char* from, PickedRun run, const unsigned char* next) noexcept
{
    std::size_t i = 0;
    if (run.toStride == sizeof(Element) && run.step == sizeof(Element) && run.fromStride == 0)
    {
        for (; i + 4 <= run.count; i += 4)
        {
            const std::size_t ahead = i * (LineBytes / 4);
            Prefetch(next + (ahead < run.readAhead ? ahead : 0));
            Element four[4];
            std::memcpy(&four[0], from + run.positions[i] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[1], from + run.positions[i + 1] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[2], from + run.positions[i + 2] * sizeof(Element), sizeof(Element));
            std::memcpy(&four[3], from + run.positions[i + 3] * sizeof(Element), sizeof(Element));
            std::memcpy(to + i * sizeof(Element), four, sizeof(four));
        }
    }
    GatherFixedRows<sizeof(Element)>(to, from, run, i);
}

// Rows that stand anywhere: nothing but the positions tells the processor which comes next. Of 3 KiB in 150 MB, the
// first 512 bytes eight rows ahead: .53 to .66 of memcpy; without .39 to .58, the whole rows two ahead .36 to .47.
template <class Later = void>
void GatherLongRows(unsigned char* to, const unsigned char* from, PickedRun run, std::size_t bytes) noexcept
{
    constexpr std::size_t RowsAhead = 8;
    constexpr std::size_t PrefetchedBytes = 512;
    const std::size_t prefetched = bytes < PrefetchedBytes ? bytes : PrefetchedBytes;
    for (std::size_t i = 0; i < run.count; ++i)
    {
        const unsigned char* const next = from + run.Offset(i + RowsAhead < run.count ? i + RowsAhead : i);
        for (std::size_t k = 0; k < prefetched; k += LineBytes) { Prefetch(next + k); }
        std::memcpy(to + i * run.toStride, from + run.Offset(i), bytes);
    }
}

// Of 16, 32 and 64 bytes GatherLongRows has .48, .65 and .87 of the speed.
template <class Later = void>
void GatherRows(unsigned char* to, const unsigned char* from, const PickedRun& run, std::size_t bytes,
                const unsigned char* next) noexcept
{
    switch (bytes)
    {
    case 1: return GatherElements<std::uint8_t>(to, from, run, next);
    case 2: return GatherElements<std::uint16_t>(to, from, run, next);
    case 4: return GatherElements<std::uint32_t>(to, from, run, next);
    case 8: return GatherElements<std::uint64_t>(to, from, run, next);
    case 16: return GatherFixedRows<16>(to, from, run, 0);
    case 32: return GatherFixedRows<32>(to, from, run, 0);
    case 64: return GatherFixedRows<64>(to, from, run, 0);
    default: return GatherLongRows(to, from, run, bytes);
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
template <class Later> struct GatherPlan
{
    CopyAxes picked; // in bytes, as the rest: the axes along which the index changes
    CopyAxes rest;
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
            const Diagnosis source = sizes.Source(i);
            const std::size_t to = i + sizes.rank >= count ? output.Strides()[i + sizes.rank - count] * unit : 0;
            const bool isOfIndices = source.tensor == 1;
            const std::size_t from = isOfIndices ? 0 : input.Strides()[source.axis] * unit;
            // The batch's axes follow the leading 1s of either tensor, and all of them stand before Axis.
            const std::uint32_t ofBatch = source.axis - inputOnes;
            const std::size_t index = isOfIndices ? indices.Strides()[source.axis] * reader.unit
                                      : ofBatch < sizes.BatchDimensions()
                                          ? indices.Strides()[indicesOnes + ofBatch] * reader.unit
                                          : 0;
            (index != 0 ? picked : rest).Insert(static_cast<std::uint32_t>(source.actual), to, from, index);
        }
        picked.Merge();
        rest.Merge();
        if (rest.rank > 0 && rest.axes[rest.rank - 1].to == unit && rest.axes[rest.rank - 1].from == unit)
        {
            rowBytes = unit * rest.TakeInner().size;
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
        const CopyAxis inner = picked.TakeInner();
        bool isInside = true;
        Boxes at(picked);
        do {
            for (std::size_t first = 0; first < inner.size; first += LongestRun)
            {
                const std::size_t count = inner.size - first < LongestRun ? inner.size - first : LongestRun;
                // A longer axis is not read ahead: most of what would be prefetched is not picked.
                const std::size_t axisBytes = Low32(reader.size) * step;
                const std::size_t readAhead = axisBytes <= count / 4 * LineBytes ? axisBytes : 0;
                const PickedRun run = {positions, count, step, inner.from, inner.to, readAhead};
                const unsigned char* index = indices + at.index + first * inner.index;
                for (std::size_t i = 0; i < count; ++i, index += inner.index)
                {
                    const std::uint64_t position = reader.Position(reader.Stored(index));
                    isInside = isInside && position < reader.size;
                    positions[i] = static_cast<std::uint32_t>(position < reader.size ? position : reader.size - 1);
                }
                unsigned char* const to = output + at.to + first * inner.to;
                const unsigned char* const from = input + at.from + first * inner.from;
                Boxes row(rest);
                Boxes next = row;
                do {
                    (void)next.Next(); // which is the first again after the last
                    GatherRows(to + row.to, from + row.from, run, rowBytes, from + next.from);
                } while (row.Next());
            }
        } while (at.Next());
        return isInside;
    }
};

template <class Later = void>
Diagnosis GatherTensorBy(const DML_GATHER_OPERATOR_DESC& desc, const void* input, std::uint64_t inputBytes,
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
    GatherPlan<Later> plan(sizes, inputLayout, indicesLayout, outputLayout, ElementSizeInBits(inputDesc.DataType) / 8,
                           reader);
    const auto* const firstIndex = static_cast<const unsigned char*>(indices);
    return plan.Run(static_cast<const unsigned char*>(input), firstIndex, static_cast<unsigned char*>(output))
               ? Diagnosis{}
               : FirstOutside<Later>(reader, indicesLayout, firstIndex);
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
template <class Later = void>
Diagnosis CopyTensor(DML_TENSOR_DATA_TYPE type, const Destination& destination, const Source& source,
                     CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::CopyTensorBy<Later>(detail::KernelsOf<Later>(detail::BestCopyPath()), type, destination, source,
                                       hint);
}

/// The same, without names for the two sides, and with numbers of bytes of any integer type: one below 0 is ValueRange,
/// before all else.
template <class Later = void>
Diagnosis CopyTensor(DML_TENSOR_DATA_TYPE type, void* destination, AnyInteger destinationBytes,
                     const TensorLayout& destinationLayout, const void* source, AnyInteger sourceBytes,
                     const TensorLayout& sourceLayout, CopyHint hint = CopyHint::Auto) noexcept
{
    const Diagnosis reason = detail::CheckByteCounts({destinationBytes, sourceBytes}, detail::OfDestination);
    if (!reason.Ok()) { return reason; }
    return CopyTensor<Later>(type, Destination{destination, destinationBytes.Bits(), destinationLayout},
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
template <class Later = void>
Diagnosis GatherTensor(const DML_GATHER_OPERATOR_DESC& desc, const void* input, AnyInteger inputBytes,
                       const void* indices, AnyInteger indicesBytes, void* output, AnyInteger outputBytes) noexcept
{
    const Diagnosis reason = detail::CheckByteCounts({inputBytes, indicesBytes, outputBytes}, 0);
    if (!reason.Ok()) { return reason; }
    return detail::GatherTensorBy<Later>(desc, input, inputBytes.Bits(), indices, indicesBytes.Bits(), output,
                                         outputBytes.Bits());
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DML_TENSOR_UTILS_COPY_LANES)

// =====================================================================================================================
//   The kernels for one width of vectors, of DML_TENSOR_UTILS_COPY_LANES times 16 bytes
//
//   Every function that touches a vector names its instruction set: GCC takes a vector apart in a function that does
//   not, even where that is inlined into one that does. To add a width: its name and target here, its table above.
// =====================================================================================================================

#if DML_TENSOR_UTILS_COPY_LANES == 1
#define DML_TENSOR_UTILS_COPY_NAMESPACE vector128
#define DML_TENSOR_UTILS_COPY_NARROWER &PortableKernels
#define DML_TENSOR_UTILS_COPY_TARGET
#else
#define DML_TENSOR_UTILS_COPY_NAMESPACE vector256
#define DML_TENSOR_UTILS_COPY_NARROWER &vector128::KernelTable<Later>
#define DML_TENSOR_UTILS_COPY_TARGET target("avx2"),
#endif

namespace DML_TENSOR_UTILS_COPY_NAMESPACE
{
inline constexpr std::size_t Lanes = DML_TENSOR_UTILS_COPY_LANES;
inline constexpr std::size_t VectorBytes = 16 * Lanes;
inline constexpr bool HasShuffles = Lanes == 2 || DML_TENSOR_UTILS_COPY_IS_ARM64 == 1;

// ---- steps: what one instruction does, lane by lane -----------------------------------------------------------------
//
// All that differs between instruction sets and the two ways to write them. What is below is written by steps alone.
//
// Vector: `Lanes` lanes of 16 bytes. Load, Store: anywhere. Stream: past the caches, where the machine can, to a
// multiple of the vector's size. ZipLow, ZipHigh: elements of `a` and `b` in turn, of the lower or the upper half of
// each lane. LoadPart: 4 or 8 bytes, and zeros; StorePart: the one at Index. Shuffle: byte i of a lane is the byte
// mask[i] of the same lane, or 0 where that is 0x80. Join, LaneOf: two lanes of one, and back.

// A zip by intrinsics, of elements of 1, 2, 4 and 8 bytes.
#define DML_TENSOR_UTILS_COPY_ZIP(name, bytes, pairs, fours, eights)                                                   \
    template <std::size_t Unit> DML_TENSOR_UTILS_COPY_STEP Vector name(Vector a, Vector b) noexcept                    \
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

#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS

using Vector = unsigned char __attribute__((vector_size(VectorBytes)));
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

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return reinterpret_cast<Vector>(Quads{} + static_cast<long long>(bits));
}

DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept { return a | b; }

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

template <std::size_t Unit> DML_TENSOR_UTILS_COPY_STEP Vector ZipLow(Vector a, Vector b) noexcept
{
    return Zip<Unit, false>(a, b, std::make_index_sequence<VectorBytes>());
}

template <std::size_t Unit> DML_TENSOR_UTILS_COPY_STEP Vector ZipHigh(Vector a, Vector b) noexcept
{
    return Zip<Unit, true>(a, b, std::make_index_sequence<VectorBytes>());
}

DML_TENSOR_UTILS_COPY_STEP void Stream(unsigned char* to, Vector vector) noexcept
{
#if !DML_TENSOR_UTILS_COPY_IS_X86
    Store(to, vector);
#elif defined(__clang__)
    __builtin_nontemporal_store(vector, reinterpret_cast<Vector*>(to));
#elif DML_TENSOR_UTILS_COPY_LANES == 1
    __builtin_ia32_movntdq(reinterpret_cast<Quads*>(to), reinterpret_cast<Quads>(vector));
#else
    __builtin_ia32_movntdq256(reinterpret_cast<Quads*>(to), reinterpret_cast<Quads>(vector));
#endif
}

#if DML_TENSOR_UTILS_COPY_LANES == 1

template <std::size_t Bytes> DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
{
    long long part = 0;
    std::memcpy(&part, from, Bytes);
    return reinterpret_cast<Vector>(Quads{part, 0});
}

template <std::size_t Bytes, std::size_t Index>
DML_TENSOR_UTILS_COPY_STEP void StorePart(unsigned char* to, Vector vector) noexcept
{
    using Parts = std::conditional_t<Bytes == 8, Quads, int __attribute__((vector_size(16)))>;
    const auto part = reinterpret_cast<Parts>(vector)[Index];
    std::memcpy(to, &part, Bytes);
}

#if DML_TENSOR_UTILS_COPY_IS_ARM64
// No built-in function of either compiler is this one, and <arm_neon.h> alone takes longer to compile than all of this.
DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    Vector shuffled;
    __asm__("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(shuffled) : "w"(vector), "w"(mask));
    return shuffled;
}
#endif

#else

using HalfQuads = long long __attribute__((vector_size(16)));

DML_TENSOR_UTILS_COPY_STEP Vector Join(vector128::Vector low, vector128::Vector high) noexcept
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

template <std::size_t Index> DML_TENSOR_UTILS_COPY_STEP vector128::Vector LaneOf(Vector vector) noexcept
{
    const auto quads = reinterpret_cast<Quads>(vector);
    return reinterpret_cast<vector128::Vector>(__builtin_shufflevector(quads, quads, 2 * Index, 2 * Index + 1));
}

DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    using Chars = char __attribute__((vector_size(VectorBytes)));
    return reinterpret_cast<Vector>(
        __builtin_ia32_pshufb256(reinterpret_cast<Chars>(vector), reinterpret_cast<Chars>(mask)));
}

#endif

#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS

#if DML_TENSOR_UTILS_COPY_LANES == 1
using Vector = __m128i;
#define DML_TENSOR_UTILS_COPY_MM(name) _mm_##name
#define DML_TENSOR_UTILS_COPY_SI(name) _mm_##name##_si128
#else
using Vector = __m256i;
#define DML_TENSOR_UTILS_COPY_MM(name) _mm256_##name
#define DML_TENSOR_UTILS_COPY_SI(name) _mm256_##name##_si256
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

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return DML_TENSOR_UTILS_COPY_MM(set1_epi64x)(static_cast<long long>(bits));
}

DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept { return DML_TENSOR_UTILS_COPY_SI(or)(a, b); }

DML_TENSOR_UTILS_COPY_ZIP(ZipLow, DML_TENSOR_UTILS_COPY_MM(unpacklo_epi8)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpacklo_epi16)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpacklo_epi32)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpacklo_epi64)(a, b))
DML_TENSOR_UTILS_COPY_ZIP(ZipHigh, DML_TENSOR_UTILS_COPY_MM(unpackhi_epi8)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpackhi_epi16)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpackhi_epi32)(a, b),
                          DML_TENSOR_UTILS_COPY_MM(unpackhi_epi64)(a, b))

#if DML_TENSOR_UTILS_COPY_LANES == 1

template <std::size_t Bytes> DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
{
    if constexpr (Bytes == 8) { return _mm_loadl_epi64(reinterpret_cast<const Vector*>(from)); }
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
    if constexpr (Bytes == 8) { _mm_storel_epi64(reinterpret_cast<Vector*>(to), shifted); }
    else
    {
        const int part = _mm_cvtsi128_si32(shifted);
        std::memcpy(to, &part, Bytes);
    }
}

#else

DML_TENSOR_UTILS_COPY_STEP Vector Join(vector128::Vector low, vector128::Vector high) noexcept
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

template <std::size_t Index> DML_TENSOR_UTILS_COPY_STEP vector128::Vector LaneOf(Vector vector) noexcept
{
    return _mm256_extracti128_si256(vector, Index);
}

DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept
{
    return _mm256_shuffle_epi8(vector, mask);
}

#endif

#undef DML_TENSOR_UTILS_COPY_MM
#undef DML_TENSOR_UTILS_COPY_SI

#else

using Vector = uint8x16_t;

DML_TENSOR_UTILS_COPY_STEP Vector Load(const unsigned char* from) noexcept { return vld1q_u8(from); }

DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, Vector vector) noexcept { vst1q_u8(to, vector); }

DML_TENSOR_UTILS_COPY_STEP void Stream(unsigned char* to, Vector vector) noexcept { vst1q_u8(to, vector); }

DML_TENSOR_UTILS_COPY_STEP Vector Repeat(std::uint64_t bits) noexcept
{
    return vreinterpretq_u8_u64(vdupq_n_u64(bits));
}

#define DML_TENSOR_UTILS_COPY_PAIR(step, type)                                                                         \
    vreinterpretq_u8_##type(step##_##type(vreinterpretq_##type##_u8(a), vreinterpretq_##type##_u8(b)))
DML_TENSOR_UTILS_COPY_ZIP(ZipLow, vzip1q_u8(a, b), DML_TENSOR_UTILS_COPY_PAIR(vzip1q, u16),
                          DML_TENSOR_UTILS_COPY_PAIR(vzip1q, u32), DML_TENSOR_UTILS_COPY_PAIR(vzip1q, u64))
DML_TENSOR_UTILS_COPY_ZIP(ZipHigh, vzip2q_u8(a, b), DML_TENSOR_UTILS_COPY_PAIR(vzip2q, u16),
                          DML_TENSOR_UTILS_COPY_PAIR(vzip2q, u32), DML_TENSOR_UTILS_COPY_PAIR(vzip2q, u64))
#undef DML_TENSOR_UTILS_COPY_PAIR

template <std::size_t Bytes> DML_TENSOR_UTILS_COPY_STEP Vector LoadPart(const unsigned char* from) noexcept
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

DML_TENSOR_UTILS_COPY_STEP Vector Or(Vector a, Vector b) noexcept { return vorrq_u8(a, b); }

DML_TENSOR_UTILS_COPY_STEP Vector Shuffle(Vector vector, Vector mask) noexcept { return vqtbl1q_u8(vector, mask); }

#endif

// One lane from, or to, each of `Lanes` places.
#if DML_TENSOR_UTILS_COPY_LANES == 1
DML_TENSOR_UTILS_COPY_STEP Vector LoadLanes(const unsigned char* from, std::size_t) noexcept { return Load(from); }

DML_TENSOR_UTILS_COPY_STEP void StoreLanes(unsigned char* to, std::size_t, Vector vector) noexcept
{
    Store(to, vector);
}

template <std::size_t Count>
DML_TENSOR_UTILS_COPY_STEP void StoreByLanes(unsigned char* to, const Vector (&vectors)[Count]) noexcept
{
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { Store(to + 16 * i, vectors[i]); }
}
#else
using vector128::LoadPart;
using vector128::StorePart;

DML_TENSOR_UTILS_COPY_STEP Vector LoadLanes(const unsigned char* from, std::size_t apart) noexcept
{
    return Join(vector128::Load(from), vector128::Load(from + apart));
}

DML_TENSOR_UTILS_COPY_STEP void StoreLanes(unsigned char* to, std::size_t apart, Vector vector) noexcept
{
    vector128::Store(to, LaneOf<0>(vector));
    vector128::Store(to + apart, LaneOf<1>(vector));
}

// The first lanes of all vectors, then the second ones: in the order of addresses, since processors take two stores at
// a time where the same line is next. Vector by vector 3 channels of 224 x 224 have .66 of the speed, 1080p .83.
template <std::size_t Count>
DML_TENSOR_UTILS_COPY_STEP void StoreByLanes(unsigned char* to, const Vector (&vectors)[Count]) noexcept
{
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { vector128::Store(to + 16 * i, LaneOf<0>(vectors[i])); }
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 0; i < Count; ++i) { vector128::Store(to + 16 * (Count + i), LaneOf<1>(vectors[i])); }
}
#endif

// ---- rows -----------------------------------------------------------------------------------------------------------

// A row's last vector overlaps the one before, here and below, and its second the first, so that all between stand at
// lines of the destination. Loads across lines are left as they are: they cost less than stores. Four vectors are
// loaded before the first is stored, which a compiler may not do by itself. Rows have at least VectorBytes.
template <class Later> DML_TENSOR_UTILS_COPY_KERNEL void CopyRows(const Region& reference) noexcept
{
    const Region region = reference;
    const std::size_t last = region.columns - VectorBytes;
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        const std::size_t start = BytesTo(LineBytes, to);
        std::size_t i = 0;
        if (start <= last)
        {
            for (; i < start; i += VectorBytes) { Store(to + i, Load(from + i)); }
            i = start;
        }
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
        for (; i < last; i += VectorBytes) { Store(to + i, Load(from + i)); }
        Store(to + last, Load(from + last));
    }
}

template <class Later> DML_TENSOR_UTILS_COPY_KERNEL void FillRows(const Region& reference) noexcept
{
    const Region region = reference;
    const std::size_t last = region.columns - VectorBytes;
    const Vector vector =
        region.unit < 16 ? Repeat(RepeatedElement(region.unit, region.from)) : LoadLanes(region.from, 0);
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const std::size_t start = BytesTo(LineBytes, to);
        std::size_t i = 0;
        if (start <= last)
        {
            for (; i < start; i += VectorBytes) { Store(to + i, vector); }
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
        for (; i < last; i += VectorBytes) { Store(to + i, ofLine); }
        Store(to + last, vector);
    }
}

// Rows as whole lines of the destination, past the caches; their ends as they are. A line is loaded whole and then
// stored whole: it is put together in a buffer of the processor's, which goes to memory as one piece if nothing else
// comes between.
template <class Later> DML_TENSOR_UTILS_COPY_KERNEL void StreamRows(const Region& region) noexcept
{
    for (std::size_t row = 0; row < region.rows; ++row)
    {
        unsigned char* const to = region.to + row * region.toStride;
        const unsigned char* const from = region.from + row * region.fromStride;
        const std::size_t toLine = BytesTo(LineBytes, to);
        const std::size_t head = toLine < region.columns ? toLine : region.columns;
        const std::size_t end = head + (region.columns - head) / LineBytes * LineBytes;
        std::memcpy(to, from, head);
        for (std::size_t i = head; i < end; i += LineBytes)
        {
            Vector line[LineBytes / VectorBytes];
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t k = 0; k < LineBytes / VectorBytes; ++k) { line[k] = Load(from + i + k * VectorBytes); }
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t k = 0; k < LineBytes / VectorBytes; ++k) { Stream(to + i + k * VectorBytes, line[k]); }
        }
        std::memcpy(to + end, from + end, region.columns - end);
    }
}

// ---- transposes -----------------------------------------------------------------------------------------------------
//
// A tile is loaded a vector for each column of the plane, which is contiguous in the source, and stored a vector for
// each row. Zips of neighbours, and of what they yield, exchange the two: of four columns of four elements
//
//     a0 a1 a2 a3        a0 c0 a1 c1        a0 b0 c0 d0    row 0
//     b0 b1 b2 b3        a2 c2 a3 c3        a1 b1 c1 d1    row 1
//     c0 c1 c2 c3        b0 d0 b1 d1        a2 b2 c2 d2    row 2
//     d0 d1 d2 d3        b2 d2 b3 d3        a3 b3 c3 d3    row 3
//
// A vector of two lanes does so for two tiles beside each other. What is left over at the ends of a plane is a tile
// that overlaps the one before: no kernel has a loop for single elements.

// A tile of a transpose: what a kernel moves at a time, and the least that it can move. Every lane has as many columns
// as the tile has rows.
template <std::size_t Unit, std::size_t RowBytes> struct Tile
{
    static constexpr std::size_t Rows = RowBytes / Unit;
    static constexpr std::size_t Columns = Rows * Lanes;
    static constexpr std::size_t Vectors = Rows * RowBytes / 16;
    // Tuned: two that fit the registers make lines of halves: 1.1 to 1.2 times the speed of {32,512,7,7} to NHWC, of
    // {1,256,64,64} and of {1,64,32,32} to NCHW, of 4 bytes.
    static constexpr bool GoesInPairs = RowBytes == 16 && 2 * VectorBytes == LineBytes && 2 * Vectors <= 8;
};

// `Rows` rows of RowBytes bytes become the rows of their transpose, by log2(Rows) rounds of zips; each vector holds
// 16 / RowBytes of them. The second half of the rows begins `half` bytes after the first. A lane holds a tile of its
// own, `apart` bytes from the lane before.
template <std::size_t Unit, std::size_t RowBytes, std::size_t Rows>
DML_TENSOR_UTILS_COPY_STEP void LoadTransposed(Vector* to, const unsigned char* from, std::size_t stride,
                                               std::size_t half, std::size_t apart) noexcept
{
    // Parts of a vector are zipped where they are loaded: one vector then holds both rows, or all four.
    if constexpr (Rows == 1) { to[0] = LoadLanes(from, apart); }
    else if constexpr (Rows == 2 && RowBytes == 8)
    {
        to[0] = ZipLow<Unit>(LoadPart<RowBytes>(from), LoadPart<RowBytes>(from + half));
    }
    else if constexpr (Rows == 4 && RowBytes == 4)
    {
        to[0] = ZipLow<Unit>(ZipLow<Unit>(LoadPart<RowBytes>(from), LoadPart<RowBytes>(from + half)),
                             ZipLow<Unit>(LoadPart<RowBytes>(from + stride), LoadPart<RowBytes>(from + stride + half)));
    }
    else
    {
        constexpr std::size_t Half = Rows * RowBytes / 32;
        Vector even[Half];
        Vector odd[Half];
        LoadTransposed<Unit, RowBytes, Rows / 2>(even, from, 2 * stride, half, apart);
        LoadTransposed<Unit, RowBytes, Rows / 2>(odd, from + (Rows == 2 ? half : stride), 2 * stride, half, apart);
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Half; ++i)
        {
            to[2 * i] = ZipLow<Unit>(even[i], odd[i]);
            to[2 * i + 1] = ZipHigh<Unit>(even[i], odd[i]);
        }
    }
}

template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void LoadTile(Vector* to, const unsigned char* from, std::size_t stride) noexcept
{
    constexpr std::size_t Rows = Tile<Unit, RowBytes>::Rows;
    LoadTransposed<Unit, RowBytes, Rows>(to, from, stride, Rows / 2 * stride, Rows * stride);
}

template <std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void StoreTileRows(unsigned char* to, std::size_t stride, Vector vector) noexcept
{
    (void)stride;
    if constexpr (RowBytes == 16) { Store(to, vector); }
    else
    {
        StorePart<RowBytes, 0>(to, vector);
        StorePart<RowBytes, 1>(to + stride, vector);
    }
    if constexpr (RowBytes == 4)
    {
        StorePart<RowBytes, 2>(to + 2 * stride, vector);
        StorePart<RowBytes, 3>(to + 3 * stride, vector);
    }
}

template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void MoveTile(const Region& region, unsigned char* to, const unsigned char* from) noexcept
{
    Vector tile[Tile<Unit, RowBytes>::Vectors];
    LoadTile<Unit, RowBytes>(tile, from, region.fromStride);
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 0; i < Tile<Unit, RowBytes>::Vectors; ++i, to += 16 / RowBytes * region.toStride)
    {
        StoreTileRows<RowBytes>(to, region.toStride, tile[i]);
    }
}

// Tiles beside each other, of the columns from `column` to `end`, in pairs where that is faster. The last ends there,
// and may overlap the one before; it has half of the columns where that is enough.
template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void MoveTiles(const Region& region, unsigned char* to, const unsigned char* from,
                                          std::size_t column, std::size_t end) noexcept
{
    using Tile = Tile<Unit, RowBytes>;
    if constexpr (Tile::GoesInPairs)
    {
        // Tuned: two alone go one after the other: 1.12 times the speed of 5D {2,32,16,56,56} and {1,16,16,28,28}.
        const std::size_t pairsEnd = region.columns > 2 * Tile::Columns ? end : 0;
        for (; column + 2 * Tile::Columns <= pairsEnd; column += 2 * Tile::Columns)
        {
            const unsigned char* const tileFrom = from + column * region.fromStride;
            Vector tile[Tile::Vectors];
            Vector other[Tile::Vectors];
            LoadTile<Unit, RowBytes>(tile, tileFrom, region.fromStride);
            LoadTile<Unit, RowBytes>(other, tileFrom + Tile::Columns * region.fromStride, region.fromStride);
            unsigned char* tileTo = to + column * Unit;
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t i = 0; i < Tile::Vectors; ++i, tileTo += region.toStride)
            {
                Store(tileTo, tile[i]);
                Store(tileTo + VectorBytes, other[i]);
            }
        }
    }
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
                    return vector128::MoveTile<Unit, RowBytes>(region, to + at * Unit, from + at * region.fromStride);
                }
            }
            at = end < Tile::Columns ? 0 : end - Tile::Columns;
        }
        MoveTile<Unit, RowBytes>(region, to + at * Unit, from + at * region.fromStride);
    }
}

// A plane in blocks of whole lines on both sides; the last tiles overlap those before. It has at least one tile.
template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_KERNEL void TransposePlane(const Region& reference, unsigned char* to,
                                                 const unsigned char* from) noexcept
{
    // A copy: what is stored through `to` could be the region itself, for all that the compiler knows.
    const Region region = reference;
    using Tile = Tile<Unit, RowBytes>;
    constexpr std::size_t BlockRows = LineBytes / Unit;
    const std::size_t lastRow = region.rows - Tile::Rows;
    const std::size_t toLine = region.toStride % VectorBytes == 0 ? BytesTo(LineBytes, to) : 0;
    // Tuned: the columns before the first line are a block of their own, but in rows of a line or less, which would be
    // three pieces instead of two: .81 of the speed of {64,64,6,6} of bytes, 48 bytes behind the start of a line.
    const std::size_t firstLine = toLine % Unit == 0 && region.columns > BlockRows ? toLine / Unit : 0;
    for (std::size_t blockRow = 0; blockRow < region.rows; blockRow += BlockRows)
    {
        const std::size_t rowsEnd = region.rows - blockRow < BlockRows ? region.rows : blockRow + BlockRows;
        std::size_t columnsEnd = 0;
        for (std::size_t blockColumn = 0; blockColumn < region.columns; blockColumn = columnsEnd)
        {
            columnsEnd = blockColumn == 0 && firstLine > 0 ? firstLine : blockColumn + region.block;
            columnsEnd = region.columns < columnsEnd ? region.columns : columnsEnd;
            std::size_t nextColumn = blockColumn;
            for (std::size_t tileRow = blockRow; tileRow < rowsEnd; tileRow += Tile::Rows)
            {
                const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
                const unsigned char* const rowFrom = from + row * Unit;
                unsigned char* const rowTo = to + row * region.toStride;
                if (region.ahead != 0)
                {
                    // A line serves as many tiles below each other as fit it: a part of the columns for each.
                    const std::size_t part = nextColumn + region.block * RowBytes / LineBytes;
                    const unsigned char* next = from + nextColumn * region.fromStride + blockRow * Unit + region.ahead;
                    for (; nextColumn < part && nextColumn < columnsEnd; ++nextColumn, next += region.fromStride)
                    {
                        Prefetch(next);
                    }
                }
                MoveTiles<Unit, RowBytes>(region, rowTo, rowFrom, blockColumn, columnsEnd);
            }
        }
    }
}

template <std::size_t Unit, std::size_t RowBytes> void Transpose(const Region& region) noexcept
{
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        TransposePlane<Unit, RowBytes>(region, region.to + plane * region.planes.to,
                                       region.from + plane * region.planes.from);
    }
}

template <class Later, std::size_t Unit, std::size_t RowBytes> constexpr TransposeKernel TransposeOf() noexcept
{
    return {Transpose<Unit, RowBytes>, Tile<Unit, RowBytes>::Rows, Tile<Unit, RowBytes>::Columns, AnyColumns};
}

// The two halves of what Store would write, `second` bytes apart.
template <std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_STEP void StoreSplitRows(unsigned char* to, std::size_t stride, std::size_t second,
                                               Vector vector) noexcept
{
    (void)stride;
    if constexpr (Lanes == 2) { StoreLanes(to, second, vector); }
    else
    {
        StorePart<RowBytes / 2, 0>(to, vector);
        StorePart<RowBytes / 2, 1>(to + second, vector);
    }
    if constexpr (RowBytes == 8)
    {
        StorePart<RowBytes / 2, 2>(to + stride, vector);
        StorePart<RowBytes / 2, 3>(to + stride + second, vector);
    }
}

// Planes of as many columns as a tile has, or fewer, but more than half of them: the second half of the tile begins
// earlier, so that it ends where the plane does.
template <std::size_t Unit, std::size_t RowBytes>
DML_TENSOR_UTILS_COPY_KERNEL void TransposeSplit(const Region& reference) noexcept
{
    const Region region = reference;
    using Tile = Tile<Unit, RowBytes>;
    const std::size_t lastRow = region.rows - Tile::Rows;
    const std::size_t second = region.columns - Tile::Columns / 2;
    const std::size_t half = (Lanes == 1 ? second : Tile::Rows / 2) * region.fromStride;
    const std::size_t apart = second * region.fromStride;
    for (std::size_t plane = 0; plane < region.planes.size; ++plane)
    {
        unsigned char* const planeTo = region.to + plane * region.planes.to;
        const unsigned char* const planeFrom = region.from + plane * region.planes.from;
        for (std::size_t tileRow = 0; tileRow < region.rows; tileRow += Tile::Rows)
        {
            const std::size_t row = tileRow < lastRow ? tileRow : lastRow;
            Vector tile[Tile::Vectors];
            LoadTransposed<Unit, RowBytes, Tile::Rows>(tile, planeFrom + row * Unit, region.fromStride, half, apart);
            unsigned char* to = planeTo + row * region.toStride;
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t i = 0; i < Tile::Vectors; ++i, to += 16 / RowBytes * region.toStride)
            {
                StoreSplitRows<RowBytes>(to, region.toStride, second * Unit, tile[i]);
            }
        }
    }
}

template <class Later, std::size_t Unit, std::size_t RowBytes> constexpr TransposeKernel SplitOf() noexcept
{
    using Tile = Tile<Unit, RowBytes>;
    return {TransposeSplit<Unit, RowBytes>, Tile::Rows, Tile::Columns / 2 + 1, Tile::Columns};
}

// ---- channels -------------------------------------------------------------------------------------------------------
//
// Planes of fewer columns than a tile has: every vector of pixels is put together from one of each plane by shuffles of
// bytes. A transpose of three columns would fill a quarter of its tile.

template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_STEP void LoadMasks(Vector (&masks)[Channels][Channels],
                                          const unsigned char (&bytes)[Channels][Channels][16]) noexcept
{
    for (std::size_t i = 0; i < Channels; ++i)
    {
        for (std::size_t k = 0; k < Channels; ++k) { masks[i][k] = LoadLanes(bytes[i][k], 0); }
    }
}

// One vector of the result: every byte of it comes from one of the vectors.
template <std::size_t Channels>
DML_TENSOR_UTILS_COPY_STEP Vector Mix(const Vector (&vectors)[Channels], const Vector (&masks)[Channels]) noexcept
{
    Vector mixed = Shuffle(vectors[0], masks[0]);
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 1; i < Channels; ++i) { mixed = Or(mixed, Shuffle(vectors[i], masks[i])); }
    return mixed;
}

// Planes hold at least VectorBytes.
template <std::size_t Channels> DML_TENSOR_UTILS_COPY_KERNEL void Interleave(const Region& region) noexcept
{
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.interleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    for (std::size_t next = 0; next < bytes; next += VectorBytes)
    {
        const std::size_t at = bytes - next < VectorBytes ? bytes - VectorBytes : next;
        Vector planes[Channels];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { planes[i] = Load(region.from + i * region.fromStride + at); }
        Vector mixed[Channels];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i) { mixed[i] = Mix<Channels>(planes, masks[i]); }
        StoreByLanes(region.to + at * Channels, mixed);
    }
}

// So many vectors of each plane.
template <std::size_t Count, std::size_t Channels>
DML_TENSOR_UTILS_COPY_STEP void DeinterleaveVectors(const Region& region, const Vector (&masks)[Channels][Channels],
                                                    std::size_t at) noexcept
{
    Vector parts[Count][Channels];
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t k = 0; k < Count; ++k)
    {
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            parts[k][i] = LoadLanes(region.from + (at + k * VectorBytes) * Channels + 16 * i, 16 * Channels);
        }
    }
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t i = 0; i < Channels; ++i)
    {
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t k = 0; k < Count; ++k)
        {
            Store(region.to + i * region.toStride + at + k * VectorBytes, Mix<Channels>(parts[k], masks[i]));
        }
    }
}

// Tuned: a line of each plane at a time, since the planes' lines may crowd: 1.4 to 1.5 times the speed of 3 channels of
// 224 x 224 in the second-level cache.
template <std::size_t Channels> DML_TENSOR_UTILS_COPY_KERNEL void Deinterleave(const Region& reference) noexcept
{
    const Region region = reference;
    Vector masks[Channels][Channels];
    LoadMasks<Channels>(masks, ChannelMasksOf<Channels>.deinterleave[Log2(region.unit)]);
    const std::size_t bytes = region.columns * region.unit;
    std::size_t at = 0;
    std::size_t start = BytesTo(LineBytes, region.to);
    start = start % region.unit == 0 && start + LineBytes <= bytes ? start : 0;
    for (; at < start; at += VectorBytes) { DeinterleaveVectors<1>(region, masks, at); }
    for (at = start; at + LineBytes <= bytes; at += LineBytes)
    {
        DeinterleaveVectors<LineBytes / VectorBytes>(region, masks, at);
    }
    for (; at < bytes; at += VectorBytes)
    {
        DeinterleaveVectors<1>(region, masks, bytes - at < VectorBytes ? bytes - VectorBytes : at);
    }
}

// Of planes and pixels, where the instruction set has shuffles.
template <class Later, bool IsInterleave, std::size_t Channels> constexpr Kernel ChannelsOf() noexcept
{
    if constexpr (!HasShuffles) { return nullptr; }
    else if constexpr (IsInterleave) { return Interleave<Channels>; }
    else { return Deinterleave<Channels>; }
}

template <class Later>
inline constexpr Kernels KernelTable = {
    VectorBytes,
    DML_TENSOR_UTILS_COPY_NARROWER,
    CopyRows<Later>,
    StreamRows<Later>,
    FillRows<Later>,
#if DML_TENSOR_UTILS_COPY_LANES == 1
    // The last one: 2.8 times the speed of {8,5,56,56} to NCHW.
    {{SplitOf<Later, 1, 16>(), TransposeOf<Later, 1, 16>(), TransposeOf<Later, 1, 8>(), SplitOf<Later, 1, 8>(),
      TransposeOf<Later, 1, 4>()},
     {SplitOf<Later, 2, 16>(), TransposeOf<Later, 2, 16>(), TransposeOf<Later, 2, 8>(), SplitOf<Later, 2, 8>()},
     {SplitOf<Later, 4, 16>(), TransposeOf<Later, 4, 16>(), TransposeOf<Later, 4, 8>()},
     {TransposeOf<Later, 8, 16>()}},
#else
    // Without the first one .67 to .84 of the speed for {1,24,48,48} of bytes to NHWC, {8,5,56,56} and 8D of 4 bytes,
    // and .5 to .9 where a tile has as many columns: {8,8,56,56} of 4 bytes to NHWC, {1,16,16,28,28} of 2.
    {{SplitOf<Later, 1, 16>(), TransposeOf<Later, 1, 16>()},
     {SplitOf<Later, 2, 16>(), TransposeOf<Later, 2, 16>()},
     {SplitOf<Later, 4, 16>(), TransposeOf<Later, 4, 16>()},
     {TransposeOf<Later, 8, 16>()}},
#endif
    {ChannelsOf<Later, true, 2>(), ChannelsOf<Later, true, 3>(), ChannelsOf<Later, true, 4>()},
    {ChannelsOf<Later, false, 2>(), ChannelsOf<Later, false, 3>(), ChannelsOf<Later, false, 4>()}};
} // namespace DML_TENSOR_UTILS_COPY_NAMESPACE

#undef DML_TENSOR_UTILS_COPY_NAMESPACE
#undef DML_TENSOR_UTILS_COPY_NARROWER
#undef DML_TENSOR_UTILS_COPY_TARGET
#undef DML_TENSOR_UTILS_COPY_ZIP

#endif // DML_TENSOR_COPY_HPP
