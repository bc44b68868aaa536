// =====================================================================================================================
//   dml_tensor_convert.hpp: convert tensors for DirectML on the CPU while they move
//
//   SPDX-License-Identifier: MIT
//   Version: that of dml_tensor_utils.hpp
// =====================================================================================================================
//
//   One header, C++17, nothing but dml_tensor_copy.hpp and what that includes. Nothing allocates or throws.
//
//   Synopsis
//
//     ConvertTensor   destination[c] = source[c] * scale + bias for every coordinate c, between any two layouts, and
//                     between UINT8, INT8, FLOAT16 and FLOAT32
//     Conversion      scale and bias: of all elements, or one pair for each position along an axis
//
//   From the pixels of a camera to the planes that a model takes:
//
//     Conversion normalise;
//     normalise.scales = scales;  // 1 / (255 * std), of red, green and blue
//     normalise.biases = biases;  // -mean / std
//     const Diagnosis reason =
//         ConvertTensor(DML_TENSOR_DATA_TYPE_FLOAT16, Destination{planes, planesBytes, TensorLayout::Packed(sizes)},
//                       DML_TENSOR_DATA_TYPE_UINT8,
//                       Source{pixels, pixelBytes, TensorLayout::Packed(sizes, Layout::NHWC)}, normalise);
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//
// =====================================================================================================================

#if !defined(DML_TENSOR_CONVERT_HPP)
#define DML_TENSOR_CONVERT_HPP

#include "dml_tensor_copy.hpp"

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 2
#error "dml_tensor_convert.hpp 1.2 needs dml_tensor_utils.hpp 1.2 and found another: copy all from one release"
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

/// What is done to each element: destination = source * scale + bias, in FLOAT32. With scale 1 and bias 0 the value
/// itself is converted.
struct Conversion
{
    float scale = 1; ///< of all elements
    float bias = 0;  ///< likewise
    /// Where not null: one for each position along `axis` of the destination, used instead of scale.
    const float* scales = nullptr;
    const float* biases = nullptr; ///< likewise, instead of bias
    std::uint32_t axis = 1;        ///< of the destination: the channels of NCHW
};

namespace detail
{
// =====================================================================================================================
//   Kernels
//
//   A kernel converts one row. Those of one instruction set are listed in a table; all come from the last part of this
//   file, which is read once for single elements and once for each width of vectors.
// =====================================================================================================================

// Elements that are contiguous on both sides. With a step of 1 there are as many scales and biases, FLOAT32; with a step
// of 0 there is a vector of each, all alike.
struct ConvertedRow
{
    unsigned char* to;
    const unsigned char* from;
    std::size_t count; // of elements
    const unsigned char* scales;
    const unsigned char* biases;
    std::size_t step;
    const unsigned char* next; // what is prefetched meanwhile, so many bytes for each element
    std::size_t nextUnit;
};
inline constexpr std::size_t WidestVector = 8; // in elements of 4 bytes

using ConvertKernel = void (*)(const ConvertedRow&);

// The place of a type among those that are converted; ConvertedTypes where it has none.
inline constexpr std::uint32_t ConvertedTypes = 4;
constexpr std::uint32_t PlaceOf(DML_TENSOR_DATA_TYPE type) noexcept
{
    return type == DML_TENSOR_DATA_TYPE_UINT8     ? 0
           : type == DML_TENSOR_DATA_TYPE_INT8    ? 1
           : type == DML_TENSOR_DATA_TYPE_FLOAT16 ? 2
           : type == DML_TENSOR_DATA_TYPE_FLOAT32 ? 3
                                                  : ConvertedTypes;
}

struct ConvertKernels
{
    std::size_t leastCount;                    // of elements of a row
    const ConvertKernels* narrower;            // for fewer
    const ConvertKernel* rows[ConvertedTypes]; // [source's type][destination's type]
};

// The last part of this file. By the intrinsics of x86 there is AVX2 alone; without it, single elements.
#define DML_TENSOR_UTILS_CONVERT_LANES 0
#include "dml_tensor_convert.hpp"
#undef DML_TENSOR_UTILS_CONVERT_LANES
#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS                                                     \
    || DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_NEON_INTRINSICS
#define DML_TENSOR_UTILS_CONVERT_LANES 1
#include "dml_tensor_convert.hpp"
#undef DML_TENSOR_UTILS_CONVERT_LANES
#else
namespace convert128 = convert32;
#endif
#if DML_TENSOR_UTILS_COPY_IS_X86
#define DML_TENSOR_UTILS_CONVERT_LANES 2
#include "dml_tensor_convert.hpp"
#undef DML_TENSOR_UTILS_CONVERT_LANES
#endif

// A template, as KernelsOf of the copy header and for its reason.
template <class Later = void> const ConvertKernels* ConvertKernelsOf(CopyPath path) noexcept
{
#if DML_TENSOR_UTILS_COPY_IS_X86
    if (path == CopyPath::Vector256) { return &convert256::Table<Later>; }
#endif
    return path == CopyPath::Portable ? &convert32::Table<Later> : &convert128::Table<Later>;
}

// The best that this machine can run: what copies best, but for a machine with AVX2 that is told to have no FMA, and
// with it no F16C, which no compiler can be asked for.
inline CopyPath BestConvertPath() noexcept
{
    const CopyPath path = BestCopyPath();
#if DML_TENSOR_UTILS_COPY_IS_X86 && !defined(_MSC_VER)
    // Not counted: no such machine is at hand.
    const bool hasAvx2 = path == CopyPath::Vector256;
    if (hasAvx2 && !__builtin_cpu_supports("fma")) { return CopyPath::Vector128; } // GCOVR_EXCL_LINE
#endif
    return path;
}

// =====================================================================================================================
//   Running a plan
//
//   A plan's parts, a Box each, are moved by the copy header to a tile on the stack, or from one, so that one side of
//   the conversion is the tile and both have rows.
// =====================================================================================================================

// Of a tile: it stays in a first-level cache of 32 KiB beside the lines of both tensors.
inline constexpr std::size_t TileBytes = 8192;
// Both sides of a box have so many elements in a row, where their axes are as long: a line of single bytes.
inline constexpr std::size_t BoxRow = LineBytes;
// A row of fewer elements, of the same scale or with a gap behind it, is made part of a longer one.
inline constexpr std::size_t LongRow = 16;

// Scale and bias of the elements of a row, as the kernels read them.
template <class Later> struct ScalePattern
{
    static constexpr std::size_t Capacity = 1024;

    const Conversion& conversion;
    std::size_t key[4] = {}; // of what is there: so many elements for these arguments
    std::size_t filled = 0;
    unsigned char scales[4 * Capacity];
    unsigned char biases[4 * Capacity];

    explicit ScalePattern(const Conversion& of) noexcept : conversion(of) {}

    // Elements `first` to `first + count` of a row. Pair k, of which the first has this index, is that of `inside`
    // neighbours; after `period` of them the pairs begin again.
    void Fill(std::size_t index, std::size_t first, std::size_t inside, std::size_t period, std::size_t count) noexcept
    {
        const std::size_t wanted[] = {index, first, inside, period};
        if (count <= filled && std::memcmp(wanted, key, sizeof(key)) == 0) { return; }
        std::memcpy(key, wanted, sizeof(key));
        filled = count;
        std::size_t pair = first / inside % period;
        std::size_t left = inside - first % inside;
        for (std::size_t i = 0; i < count; left = inside)
        {
            const float scale = conversion.scales != nullptr ? conversion.scales[index + pair] : conversion.scale;
            const float given = conversion.biases != nullptr ? conversion.biases[index + pair] : conversion.bias;
            // x * 1 + -0 is x; x * 1 + 0 makes 0 of -0.
            const float bias = scale == 1 && given == 0 ? -0.0F : given;
            for (const std::size_t end = count - i < left ? count : i + left; i < end; ++i)
            {
                std::memcpy(scales + 4 * i, &scale, sizeof(scale));
                std::memcpy(biases + 4 * i, &bias, sizeof(bias));
            }
            pair = pair + 1 < period ? pair + 1 : 0;
        }
    }
};

// A conversion being run: how its copies are, the places of its types, the bytes of their elements.
template <class Later> struct ConvertRun
{
    CopyRun copy;
    const ConvertKernels* kernels;
    std::uint32_t toPlace;
    std::uint32_t fromPlace;
    std::size_t toUnit;
    std::size_t fromUnit;
    ScalePattern<Later> pattern;
    std::size_t nextUnit = 0;

    // The steps of the plan are in elements.
    void Run(const CopyPlan& plan) noexcept
    {
        const CopyAxis inner = plan.rank > 0 ? plan.axes[plan.rank - 1] : CopyAxis{1, 1, 1, 0};
        const bool hasSameRows = inner.from == 1;
        // The narrower elements are those that change their order.
        const bool alongSource = !hasSameRows && toUnit < fromUnit && plan.AxisOfSource(1) != 0;
        const bool isShort = plan.rank > 1 && inner.size < LongRow;
        const CopyAxis next = isShort ? plan.axes[plan.rank - 2] : CopyAxis{1, inner.size, inner.size, 0};
        const bool gathers = !alongSource && (!hasSameRows || next.from != inner.size);
        const bool scatters = copy.streams || alongSource || inner.to != 1 || next.to != inner.size;
        if (plan.rank == 0 || (!gathers && !scatters)) { return ConvertRows(plan, 0); }
        RunBoxes(plan, alongSource, gathers, scatters);
    }

    // A plan's axes by their steps in one tensor, the smallest last, 0 as the largest; their numbers are the indices.
    static CopyPlan OrderOf(const CopyPlan& plan, bool ofSource) noexcept
    {
        CopyPlan order;
        for (std::uint32_t i = 0; i < plan.rank; ++i)
        {
            order.Insert(plan.axes[i].size, (ofSource ? plan.axes[i].from : plan.axes[i].to) - 1, 0, i);
        }
        return order;
    }

    // How a plan is cut into boxes, and what is done with each: it is gathered in a tile, converted from there or from
    // the source, to another tile or to the destination, and scattered from there. A tile's axes are in this order.
    struct Tiling
    {
        CopyPlan order;
        bool gathers;
        bool scatters;
        std::size_t ofRows;                                     // the unit of what is no tile, or 0
        std::size_t room;                                       // how many boxes a tile holds
        std::size_t counts[MaxRank] = {1, 1, 1, 1, 1, 1, 1, 1}; // of a box
        std::size_t shorter = 0; // by how much the first box is, along the plan's fastest axis

        // Until so many elements follow each other in an order, or the tile is full.
        void Grow(const CopyPlan& along, std::size_t wanted) noexcept
        {
            std::size_t row = 1;
            for (std::uint32_t i = along.rank; i > 0 && row < wanted; --i)
            {
                const std::size_t size = along.axes[i - 1].size;
                std::size_t& count = counts[along.axes[i - 1].index];
                const std::size_t missing = (wanted + row * count - 1) / (row * count);
                const std::size_t times = missing < room ? missing : room;
                const std::size_t grown = size / times < count ? size : count * times;
                room /= (grown + count - 1) / count;
                count = grown;
                row *= count;
                if (count < size) { return; }
            }
        }
    };

    void RunBoxes(const CopyPlan& plan, bool alongSource, bool gathers, bool scatters) noexcept
    {
        const CopyPlan byDestination = OrderOf(plan, false);
        const CopyPlan bySource = OrderOf(plan, true);
        const std::size_t widest = scatters && (!gathers || toUnit > fromUnit) ? toUnit : fromUnit;
        const std::size_t ofRows = gathers == scatters ? 0 : gathers ? toUnit : fromUnit;
        Tiling tiling = {alongSource ? bySource : byDestination, gathers, scatters, ofRows, TileBytes / widest};
        tiling.Grow(byDestination, BoxRow);
        tiling.Grow(bySource, BoxRow);
        tiling.Grow(tiling.order, TileBytes);
        // Lines of the destination are written whole: the first box ends where one does.
        tiling.shorter = reinterpret_cast<std::uintptr_t>(plan.to) % LineBytes / toUnit % tiling.counts[plan.rank - 1];
        std::size_t at[MaxRank] = {};
        std::size_t counts[MaxRank];
        for (std::uint32_t next = plan.rank; next > 0;)
        {
            RunBox(plan, tiling, at, counts);
            for (next = plan.rank; next > 0; --next)
            {
                at[next - 1] += counts[next - 1];
                if (at[next - 1] < plan.axes[next - 1].size) { break; }
                at[next - 1] = 0;
            }
        }
    }

    // The box that begins at these coordinates; how much of each axis it was.
    void RunBox(const CopyPlan& plan, const Tiling& tiling, const std::size_t* at, std::size_t* counts) noexcept
    {
        alignas(LineBytes) unsigned char gathered[TileBytes];
        alignas(LineBytes) unsigned char converted[TileBytes];
        CopyPlan gather;
        CopyPlan convert;
        CopyPlan scatter;
        gather.from = plan.from;
        scatter.to = plan.to;
        std::size_t index = 0;
        std::size_t step = 1;
        std::size_t span = 1; // of the destination
        for (std::uint32_t i = plan.rank; i > 0; --i)
        {
            const std::size_t axis = tiling.order.axes[i - 1].index;
            const CopyAxis& whole = plan.axes[axis];
            const std::size_t left = whole.size - at[axis];
            const std::size_t less = at[axis] == 0 && axis + 1 == plan.rank ? tiling.shorter : 0;
            const std::size_t count = left < tiling.counts[axis] - less ? left : tiling.counts[axis] - less;
            // The next box continues these rows, if there is another.
            if (i == plan.rank) { nextUnit = left < 2 * count ? 0 : tiling.ofRows; }
            counts[axis] = count;
            gather.from += at[axis] * whole.from * fromUnit;
            scatter.to += at[axis] * whole.to * toUnit;
            index += at[axis] * whole.index;
            gather.Insert(count, step, whole.from);
            convert.Insert(count, tiling.scatters ? step : whole.to, tiling.gathers ? step : whole.from, whole.index);
            scatter.Insert(count, whole.to, step);
            step *= count;
            span += (count - 1) * whole.to;
        }
        gather.to = gathered;
        scatter.from = converted;
        convert.from = tiling.gathers ? gathered : gather.from;
        convert.to = tiling.scatters ? converted : scatter.to;
        // What is written without a gap comes to the cache meanwhile: a tenth of planes to pixels and to NHWC.
        const std::size_t written = tiling.scatters && !copy.streams && span == step ? span * toUnit : 0;
        for (std::size_t i = 0; i < written; i += LineBytes) { Prefetch<false>(scatter.to + i); }
        if (tiling.gathers) { Move(gather, fromUnit, {copy.kernels, false}); }
        convert.Merge();
        ConvertRows(convert, index);
        if (tiling.scatters) { Move(scatter, toUnit, copy); }
    }

    static void Move(const CopyPlan& plan, std::size_t unit, const CopyRun& run) noexcept
    {
        ByteMove move;
        (void)move.Lower(plan, static_cast<std::uint32_t>(8 * unit));
        run.Run(move);
    }

    // The rows, of so many elements, have no gap between them on either side.
    bool AreJoined(const CopyPlan& plan, std::size_t elements) const noexcept
    {
        return plan.rank > 0 && plan.axes[plan.rank - 1].to == elements && plan.axes[plan.rank - 1].from == elements;
    }

    // The fastest axis is contiguous on both sides, unless there is one element of it.
    void ConvertRows(CopyPlan plan, std::size_t index) noexcept
    {
        CopyAxis row = AreJoined(plan, 1) ? plan.TakeInner() : SingleStep;
        // Each of `period` pairs is that of `inside` elements.
        const std::size_t inside = row.index == 0 ? row.size : 1;
        if (row.index == 0 && (row.size >= LongRow || !AreJoined(plan, row.size)))
        {
            return ConvertEvenRows(plan, row.size, index);
        }
        const std::size_t period = row.index == 0 ? plan.TakeInner().size : row.size;
        const std::size_t elements = period * inside;
        const bool fits = elements <= pattern.Capacity;
        row.size = elements;
        if (fits && AreJoined(plan, elements)) { row.size *= plan.TakeInner().size; }
        // The pattern as often as it fits; or else a part of it, for all rows.
        const std::size_t most = fits ? pattern.Capacity / elements * elements : pattern.Capacity;
        const std::size_t part = fits ? row.size : most;
        for (std::size_t first = 0; first < row.size; first += part)
        {
            const std::size_t end = row.size - first < part ? row.size : first + part;
            const std::size_t step = end - first < most ? end - first : most;
            pattern.Fill(index, first, inside, period, step);
            Positions at(plan.axes, plan.rank);
            do {
                for (std::size_t i = first; i < end; i += step)
                {
                    ConvertRow(plan.to + (at.to + i) * toUnit, plan.from + (at.from + i) * fromUnit,
                               end - i < step ? end - i : step, 1);
                }
            } while (at.Next());
        }
    }

    // Rows of which each has one scale and one bias.
    void ConvertEvenRows(const CopyPlan& plan, std::size_t count, std::size_t index) noexcept
    {
        Positions at(plan.axes, plan.rank);
        do {
            pattern.Fill(index + at.index, 0, WidestVector, 1, WidestVector);
            ConvertRow(plan.to + at.to * toUnit, plan.from + at.from * fromUnit, count, 0);
        } while (at.Next());
    }

    void ConvertRow(unsigned char* to, const unsigned char* from, std::size_t count, std::size_t step) const noexcept
    {
        const ConvertKernels* fitting = kernels;
        while (count < fitting->leastCount) { fitting = fitting->narrower; }
        const unsigned char* const next = nextUnit == toUnit ? to + count * toUnit : from + count * fromUnit;
        fitting->rows[fromPlace][toPlace]({to, from, count, pattern.scales, pattern.biases, step, next, nextUnit});
    }
};

// By one path, the copies too.
template <class Later = void>
Diagnosis ConvertTensorBy(CopyPath path, DML_TENSOR_DATA_TYPE toType, const Destination& destination,
                          DML_TENSOR_DATA_TYPE fromType, const Source& source, const Conversion& conversion,
                          CopyHint hint) noexcept
{
    const Kernels* const kernels = KernelsOf<Later>(path);
    const bool hasPairs = conversion.scales != nullptr || conversion.biases != nullptr;
    if (toType == fromType && !hasPairs && conversion.scale == 1 && conversion.bias == 0)
    {
        return CopyTensorBy(kernels, toType, destination, source, hint);
    }
    Diagnosis reason = CheckLayouts(destination, source);
    if (!reason.Ok()) { return reason; }
    if (PlaceOf(toType) == ConvertedTypes || PlaceOf(fromType) == ConvertedTypes)
    {
        return {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(fromType),
                static_cast<std::uint32_t>(toType), None32};
    }
    if (hasPairs && conversion.axis >= destination.layout.Rank())
    {
        return {TensorError::AxisOutOfRange, None32, conversion.axis, destination.layout.Rank(), OfDestination};
    }
    reason = CheckSizes(destination.layout, source.layout);
    if (!reason.Ok()) { return reason; }
    CopyPlan plan;
    plan.InsertAll(destination.layout, source.layout, hasPairs ? conversion.axis : None32);
    reason = CheckMemory(plan, toType, destination, fromType, source);
    if (!reason.Ok()) { return reason; }
    StartPlan(plan, toType, destination, fromType, source);
    plan.Merge();
    const std::size_t toUnit = ElementSizeInBits(toType) / 8;
    const std::size_t fromUnit = ElementSizeInBits(fromType) / 8;
    const CopyRun copy = RunOf(kernels, hint, plan.Count() * toUnit);
    const ConvertKernels* const best = ConvertKernelsOf<Later>(path);
    ConvertRun<Later> run = {
        copy, best, PlaceOf(toType), PlaceOf(fromType), toUnit, fromUnit, ScalePattern<Later>(conversion)};
    run.Run(plan);
    if (copy.streams) { StoreFence(); }
    return {};
}
} // namespace detail

/// destination[c] = source[c] * scale + bias for every coordinate c of the destination's sizes, between UINT8, INT8,
/// FLOAT16 and FLOAT32. The layouts, the buffers and the hint are those of CopyTensor. The product and the sum are in
/// FLOAT32, with one rounding or two; with scale 1 and bias 0 the value itself is converted.
///
/// To an integer: rounded to nearest, ties to even, then saturated; NaN is 0. To FLOAT16: rounded to nearest, ties to
/// even; what is too large is infinite, subnormals are kept, NaN stays NaN. All of that in the default floating-point
/// environment.
///
/// Two equal types of any kind, with scale 1, bias 0 and no arrays, are a CopyTensor.
///
/// Nothing is written where the reason is not Ok: the error that a layout carries · ConversionTypes (actual is the
/// source's type, required the destination's) · AxisOutOfRange (`axis` is none of the destination's, where scales or
/// biases are given; the axis, the rank) · all else that CopyTensor refuses.
template <class Later = void>
Diagnosis ConvertTensor(DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                        DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::ConvertTensorBy<Later>(detail::BestConvertPath(), destinationType, destination, sourceType, source,
                                          conversion, hint);
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DML_TENSOR_UTILS_CONVERT_LANES)

// =====================================================================================================================
//   The kernels for one width of vectors, of DML_TENSOR_UTILS_CONVERT_LANES times 16 bytes; 0 for single elements
//
//   What is written by operators is the same for single elements and for the vector types of GCC and Clang. As in the
//   copy header, every function that touches a vector names its instruction set.
// =====================================================================================================================

#if DML_TENSOR_UTILS_CONVERT_LANES == 0
#define DML_TENSOR_UTILS_CONVERT_NAMESPACE convert32
#define DML_TENSOR_UTILS_CONVERT_NARROWER nullptr
#define DML_TENSOR_UTILS_CONVERT_TARGET
#elif DML_TENSOR_UTILS_CONVERT_LANES == 1
#define DML_TENSOR_UTILS_CONVERT_NAMESPACE convert128
#define DML_TENSOR_UTILS_CONVERT_NARROWER &convert32::Table<Later>
#define DML_TENSOR_UTILS_CONVERT_TARGET
#else
#define DML_TENSOR_UTILS_CONVERT_NAMESPACE convert256
#define DML_TENSOR_UTILS_CONVERT_NARROWER &convert128::Table<Later>
#define DML_TENSOR_UTILS_CONVERT_TARGET target("avx2,f16c,fma"),
#endif

#if defined(__GNUC__) || defined(__clang__)
#define DML_TENSOR_UTILS_CONVERT_STEP inline __attribute__((DML_TENSOR_UTILS_CONVERT_TARGET always_inline))
#define DML_TENSOR_UTILS_CONVERT_KERNEL inline __attribute__((DML_TENSOR_UTILS_CONVERT_TARGET noinline))
#else
#define DML_TENSOR_UTILS_CONVERT_STEP __forceinline
#define DML_TENSOR_UTILS_CONVERT_KERNEL inline
#endif

namespace DML_TENSOR_UTILS_CONVERT_NAMESPACE
{
// Elements of a vector.
inline constexpr std::size_t Width = DML_TENSOR_UTILS_CONVERT_LANES == 0 ? 1 : 4 * DML_TENSOR_UTILS_CONVERT_LANES;

#if DML_TENSOR_UTILS_CONVERT_LANES == 0 || DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS

#if DML_TENSOR_UTILS_CONVERT_LANES == 0
using Floats = float;
using Words = std::uint32_t;
using SignedWords = std::int32_t;
#else
using Floats = float __attribute__((vector_size(4 * Width)));
using Words = std::uint32_t __attribute__((vector_size(4 * Width)));
using SignedWords = std::int32_t __attribute__((vector_size(4 * Width)));
#endif

template <class To, class From> DML_TENSOR_UTILS_CONVERT_STEP To BitsAs(From from) noexcept
{
    To to;
    std::memcpy(&to, &from, sizeof(to));
    return to;
}

template <class Vector> DML_TENSOR_UTILS_CONVERT_STEP Vector LoadAs(const void* from) noexcept
{
    Vector vector;
    std::memcpy(&vector, from, sizeof(vector));
    return vector;
}

DML_TENSOR_UTILS_CONVERT_STEP Floats MulAdd(Floats a, Floats b, Floats c) noexcept { return a * b + c; }

// Rounded to nearest, ties to even, saturated, NaN as 0; in the low byte of each word, the others 0.
// By its bits, whose order is that of numbers from 0 on, with NaN above: a compiler may have been told that there is none.
template <bool IsSigned> DML_TENSOR_UTILS_CONVERT_STEP Words ToIntegers(Floats value) noexcept
{
    const auto bits = BitsAs<SignedWords>(value);
    SignedWords number = IsSigned ? bits & 0x7FFFFFFF : bits > 0 ? bits : SignedWords{};
    number = number > 0x7F800000 ? SignedWords{} : number;
    const SignedWords largest = SignedWords{} + BitsAs<std::int32_t>(IsSigned ? 128.0F : 255.0F);
    number = number < largest ? number : largest;
    // Added to 1.5 * 2^23, of which the last bit of the mantissa is that of 1.
    constexpr float ToNearest = 12582912;
    const SignedWords sign = IsSigned ? bits - (bits & 0x7FFFFFFF) : SignedWords{};
    number = BitsAs<SignedWords>(BitsAs<Floats>(number | sign) + ToNearest) - BitsAs<std::int32_t>(ToNearest);
    return BitsAs<Words>(IsSigned ? (number < 127 ? number : SignedWords{} + 127) & 0xFF : number);
}

#if DML_TENSOR_UTILS_CONVERT_LANES < 2
inline constexpr std::uint32_t Exponent = 1U << 23;            // its last bit, of FLOAT32
inline constexpr std::uint32_t Rebias = (127 - 15) * Exponent; // from the exponent of FLOAT16

// FLOAT16 in the low bits of each word.
template <class Later> DML_TENSOR_UTILS_CONVERT_STEP Floats OfHalves(Words half) noexcept
{
    const Words magnitude = (half & 0x7FFFU) << 13;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    const Words normal = magnitude + Rebias;
    // Infinity, or NaN, made quiet.
    const Words special = compared > 0x0F800000 ? (normal + Rebias) | 0x00400000U : normal + Rebias;
    // Of a subnormal the leading 1 that it lacks is added, and subtracted again.
    const Floats leading = BitsAs<Floats>(normal + Exponent) - BitsAs<float>(Rebias + Exponent);
    const Words finite = compared < 0x00800000 ? BitsAs<Words>(leading) : normal;
    const Words bits = compared < 0x0F800000 ? finite : special;
    return BitsAs<Floats>(bits | (half & 0x8000U) << 16);
}

template <class Later> DML_TENSOR_UTILS_CONVERT_STEP Words ToHalves(Floats value) noexcept
{
    const Words bits = BitsAs<Words>(value);
    const Words magnitude = bits & 0x7FFFFFFFU;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    // Half of the last bit that stays, less one where that bit is 0; what carries far enough is infinity.
    const Words normal = (magnitude - Rebias + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // Added to 0.5, of which the last bit is the smallest subnormal.
    const Words subnormal = BitsAs<Words>(BitsAs<Floats>(magnitude) + 0.5F) - BitsAs<std::uint32_t>(0.5F);
    const Words finite = compared < static_cast<std::int32_t>(Rebias + Exponent) ? subnormal : normal;
    const Words nan = 0x7E00U | (magnitude >> 13 & 0x03FFU);
    const Words special = compared > 0x7F800000 ? nan : Words{} + 0x7C00U;
    return (compared < 0x47800000 ? finite : special) | (bits >> 16 & 0x8000U); // below 65536
}

#endif

#if DML_TENSOR_UTILS_CONVERT_LANES == 0

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP Floats Load(const unsigned char* from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Floats>(from); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { return OfHalves<void>(LoadAs<std::uint16_t>(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_INT8) { return LoadAs<std::int8_t>(from); }
    else { return *from; }
}

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP void Store(unsigned char* to, Floats from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(to, &from, sizeof(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        const auto half = static_cast<std::uint16_t>(ToHalves<void>(from));
        std::memcpy(to, &half, sizeof(half));
    }
    else { *to = static_cast<unsigned char>(ToIntegers<Type == DML_TENSOR_DATA_TYPE_INT8>(from)); }
}

#elif DML_TENSOR_UTILS_CONVERT_LANES == 1

using Vector = vector128::Vector;

inline constexpr bool IsBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

// The first elements, each with zeros in front.
template <std::size_t Unit> DML_TENSOR_UTILS_CONVERT_STEP Vector Widen(Vector vector) noexcept
{
    return IsBigEndian ? vector128::ZipLow<Unit>(Vector{}, vector) : vector128::ZipLow<Unit>(vector, Vector{});
}

// The low bytes of each word: the elements of both halves in turn, twice, are all first parts of the words, and so on.
template <std::size_t Unit> DML_TENSOR_UTILS_CONVERT_STEP void StoreLow(unsigned char* to, Words words) noexcept
{
    Vector vector = BitsAs<Vector>(words);
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector128::StorePart<4 * Unit, IsBigEndian ? 4 / Unit - 1 : 0>(to, vector);
}

// GCC takes __builtin_convertvector of halves apart.
template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP Floats Load(const unsigned char* from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Floats>(from); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
#if defined(__aarch64__) && !defined(__AARCH64EB__)
        Floats floats;
        __asm__("fcvtl %0.4s, %1.4h" : "=w"(floats) : "w"(vector128::LoadPart<8>(from)));
        return floats;
#else
        return OfHalves<void>(BitsAs<Words>(Widen<2>(vector128::LoadPart<8>(from))));
#endif
    }
    else
    {
        constexpr std::int32_t Sign = Type == DML_TENSOR_DATA_TYPE_INT8 ? 128 : 0;
        const auto words = BitsAs<SignedWords>(Widen<2>(Widen<1>(vector128::LoadPart<4>(from))));
        return __builtin_convertvector((words ^ Sign) - Sign, Floats);
    }
}

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP void Store(unsigned char* to, Floats from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(to, &from, sizeof(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
#if defined(__aarch64__) && !defined(__AARCH64EB__)
        Vector halves;
        __asm__("fcvtn %0.4h, %1.4s" : "=w"(halves) : "w"(from));
        vector128::StorePart<8, 0>(to, halves);
#else
        StoreLow<2>(to, ToHalves<void>(from));
#endif
    }
    else { StoreLow<1>(to, ToIntegers<Type == DML_TENSOR_DATA_TYPE_INT8>(from)); }
}

#else

// Of x86. Clang has no built-in functions that widen or narrow bytes; GCC takes __builtin_convertvector apart.
using Chars = char __attribute__((vector_size(16)));
using Quads = long long __attribute__((vector_size(16)));
using Ints = int __attribute__((vector_size(4 * Width)));
using Shorts = short __attribute__((vector_size(2 * Width)));
using Bytes = unsigned char __attribute__((vector_size(Width)));

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP Floats Load(const unsigned char* from) noexcept
{
    constexpr bool IsSigned = Type == DML_TENSOR_DATA_TYPE_INT8;
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Floats>(from); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        return __builtin_ia32_vcvtph2ps256(LoadAs<Shorts>(from));
    }
    else
    {
#if defined(__clang__)
        using Signed = signed char __attribute__((vector_size(Width)));
        return __builtin_convertvector(LoadAs<std::conditional_t<IsSigned, Signed, Bytes>>(from), Floats);
#else
        const auto chars = BitsAs<Chars>(Quads{LoadAs<long long>(from), 0});
        const auto words = IsSigned ? __builtin_ia32_pmovsxbd256(chars) : __builtin_ia32_pmovzxbd256(chars);
        return __builtin_convertvector(words, Floats);
#endif
    }
}

// Halves by 0: to nearest, whatever the environment says.
template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP void Store(unsigned char* to, Floats from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(to, &from, sizeof(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        const auto halves = __builtin_ia32_vcvtps2ph256(from, 0);
        std::memcpy(to, &halves, sizeof(halves));
    }
    else
    {
        const Words words = ToIntegers<Type == DML_TENSOR_DATA_TYPE_INT8>(from);
#if defined(__clang__)
        const auto bytes = __builtin_convertvector(words, Bytes);
#else
        // Of each lane by itself, and then of both.
        const auto pairs = __builtin_ia32_packssdw256(BitsAs<Ints>(words), BitsAs<Ints>(words));
        const auto fours = BitsAs<Ints>(__builtin_ia32_packuswb256(pairs, pairs));
        const auto bytes = __builtin_shufflevector(fours, fours, 0, 4);
#endif
        std::memcpy(to, &bytes, sizeof(bytes));
    }
}

#endif

#elif DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_X86_INTRINSICS

using Floats = __m256;

DML_TENSOR_UTILS_CONVERT_STEP Floats MulAdd(Floats a, Floats b, Floats c) noexcept { return _mm256_fmadd_ps(a, b, c); }

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP Floats Load(const unsigned char* from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32)
    {
        return _mm256_loadu_ps(reinterpret_cast<const float*>(from));
    }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { return _mm256_cvtph_ps(vector128::Load(from)); }
    else
    {
        const auto bytes = vector128::LoadPart<8>(from);
        return _mm256_cvtepi32_ps(Type == DML_TENSOR_DATA_TYPE_INT8 ? _mm256_cvtepi8_epi32(bytes)
                                                                    : _mm256_cvtepu8_epi32(bytes));
    }
}

// To integers as ToIntegers of the vector types.
template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP void Store(unsigned char* to, Floats from) noexcept
{
    constexpr bool IsSigned = Type == DML_TENSOR_DATA_TYPE_INT8;
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { _mm256_storeu_ps(reinterpret_cast<float*>(to), from); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        vector128::Store(to, _mm256_cvtps_ph(from, _MM_FROUND_TO_NEAREST_INT));
    }
    else
    {
        const Floats number = _mm256_and_ps(from, _mm256_cmp_ps(from, from, _CMP_ORD_Q));
        const Floats atLeast = _mm256_max_ps(number, _mm256_set1_ps(IsSigned ? -128.0F : 0.0F));
        const auto words = _mm256_cvtps_epi32(_mm256_min_ps(atLeast, _mm256_set1_ps(IsSigned ? 127.0F : 255.0F)));
        const auto pairs = _mm256_packs_epi32(words, words);
        const auto fours = IsSigned ? _mm256_packs_epi16(pairs, pairs) : _mm256_packus_epi16(pairs, pairs);
        const auto eight = _mm256_permutevar8x32_epi32(fours, _mm256_set_epi32(4, 0, 4, 0, 4, 0, 4, 0));
        vector128::StorePart<8, 0>(to, _mm256_castsi256_si128(eight));
    }
}

#else

// Halves one by one: Microsoft's compiler has no vectors of them.
using Floats = float32x4_t;

DML_TENSOR_UTILS_CONVERT_STEP Floats MulAdd(Floats a, Floats b, Floats c) noexcept { return vfmaq_f32(c, a, b); }

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP Floats Load(const unsigned char* from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return vreinterpretq_f32_u8(vector128::Load(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        float values[4];
        for (std::size_t i = 0; i < 4; ++i) { values[i] = convert32::Load<Type>(from + 2 * i); }
        return vld1q_f32(values);
    }
    else
    {
        constexpr std::uint8_t Sign = Type == DML_TENSOR_DATA_TYPE_INT8 ? 128 : 0;
        const uint8x8_t bytes = veor_u8(vget_low_u8(vector128::LoadPart<4>(from)), vdup_n_u8(Sign));
        return vsubq_f32(vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(bytes)))), vdupq_n_f32(Sign));
    }
}

// To integers each of these instructions saturates, and NaN becomes 0.
template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_CONVERT_STEP void Store(unsigned char* to, Floats from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { vector128::Store(to, vreinterpretq_u8_f32(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16)
    {
        float values[4];
        vst1q_f32(values, from);
        for (std::size_t i = 0; i < 4; ++i) { convert32::Store<Type>(to + 2 * i, values[i]); }
    }
    else
    {
        const int16x4_t pairs = vqmovn_s32(vcvtnq_s32_f32(from));
        const int16x8_t twice = vcombine_s16(pairs, pairs);
        const uint8x8_t bytes =
            Type == DML_TENSOR_DATA_TYPE_INT8 ? vreinterpret_u8_s8(vqmovn_s16(twice)) : vqmovun_s16(twice);
        vector128::StorePart<4, 0>(to, vcombine_u8(bytes, bytes));
    }
}

#endif

// ---- rows -----------------------------------------------------------------------------------------------------------

template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
DML_TENSOR_UTILS_CONVERT_STEP void ConvertVector(const ConvertedRow& row, std::size_t at) noexcept
{
    const Floats scale = Load<DML_TENSOR_DATA_TYPE_FLOAT32>(row.scales + 4 * at * row.step);
    const Floats bias = Load<DML_TENSOR_DATA_TYPE_FLOAT32>(row.biases + 4 * at * row.step);
    const Floats value = Load<From>(row.from + at * (ElementSizeInBits(From) / 8));
    Store<To>(row.to + at * (ElementSizeInBits(To) / 8), MulAdd(value, scale, bias));
}

// The last vector overlaps the one before. A row has at least `Width` elements.
template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
DML_TENSOR_UTILS_CONVERT_KERNEL void ConvertElements(const ConvertedRow& reference) noexcept
{
    // A copy: what is stored through `to` could be the row itself, for all that the compiler knows.
    const ConvertedRow row = reference;
    std::size_t at = 0;
    for (; at + 4 * Width <= row.count; at += 4 * Width)
    {
        for (std::size_t i = 0; i < 4 * Width * row.nextUnit; i += LineBytes)
        {
            Prefetch<false>(row.next + at * row.nextUnit + i);
        }
        ConvertVector<Later, From, To>(row, at);
        ConvertVector<Later, From, To>(row, at + Width);
        ConvertVector<Later, From, To>(row, at + 2 * Width);
        ConvertVector<Later, From, To>(row, at + 3 * Width);
    }
    for (; at < row.count; at += Width)
    {
        ConvertVector<Later, From, To>(row, row.count - at < Width ? row.count - Width : at);
    }
}

template <class Later, DML_TENSOR_DATA_TYPE From>
inline constexpr ConvertKernel To[ConvertedTypes] = {ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_UINT8>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_INT8>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_FLOAT16>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_FLOAT32>};
template <class Later>
inline constexpr ConvertKernels Table = {Width,
                                         DML_TENSOR_UTILS_CONVERT_NARROWER,
                                         {To<Later, DML_TENSOR_DATA_TYPE_UINT8>, To<Later, DML_TENSOR_DATA_TYPE_INT8>,
                                          To<Later, DML_TENSOR_DATA_TYPE_FLOAT16>,
                                          To<Later, DML_TENSOR_DATA_TYPE_FLOAT32>}};
} // namespace DML_TENSOR_UTILS_CONVERT_NAMESPACE

#undef DML_TENSOR_UTILS_CONVERT_KERNEL
#undef DML_TENSOR_UTILS_CONVERT_NAMESPACE
#undef DML_TENSOR_UTILS_CONVERT_NARROWER
#undef DML_TENSOR_UTILS_CONVERT_STEP
#undef DML_TENSOR_UTILS_CONVERT_TARGET

#endif // DML_TENSOR_CONVERT_HPP
