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

namespace detail
{
struct FloatsAccess;
}

/// Numbers that live elsewhere: a pointer and a count. Errors, which a conversion has: ValueRange (a count below 0),
/// NullPointer (of some numbers).
class Floats
{
public:
    /// None.
    constexpr Floats() noexcept = default;

    constexpr Floats(const float* values, AnyInteger count) noexcept : m_values(values), m_count(count) {}

    template <std::size_t N> constexpr Floats(const float (&values)[N]) noexcept : m_values(values), m_count(N) {}

    /// Of a std::array, a std::vector, and whatever else has data() and size(). Not of a temporary: it would be gone.
    template <class Container,
              class = std::enable_if_t<
                  std::is_convertible_v<decltype(std::declval<const Container&>().data()), const float*>>,
              class = decltype(std::declval<const Container&>().size())>
    constexpr Floats(const Container& values) noexcept : Floats(values.data(), values.size())
    {
    }
    template <class Container, class = std::enable_if_t<!std::is_lvalue_reference_v<Container>>,
              class = decltype(std::declval<const Container&>().size()),
              class = std::enable_if_t<!std::is_same_v<std::remove_cv_t<Container>, Floats>>>
    Floats(Container&& values) = delete;

    constexpr const float* data() const noexcept { return m_values; }
    /// 0 where the count was below 0.
    constexpr std::uint64_t size() const noexcept { return m_count.IsNegative() ? 0 : m_count.Bits(); }

private:
    friend struct detail::FloatsAccess;

    const float* m_values = nullptr;
    AnyInteger m_count = 0; // as it was given
};

/// What is done to each element: destination = source * scale + bias, in FLOAT32. With scale 1 and bias 0 the value
/// itself is converted.
struct Conversion
{
    float scale = 1; ///< of all elements
    float bias = 0;  ///< likewise
    /// Where there are some: one for each position along `axis` of the destination, used instead of scale.
    Floats scales = {};
    Floats biases = {};     ///< likewise, instead of bias
    std::uint32_t axis = 1; ///< of the destination: the channels of NCHW
};

namespace detail
{
struct FloatsAccess
{
    static constexpr AnyInteger CountOf(const Floats& floats) noexcept { return floats.m_count; }
};

// =====================================================================================================================
//   Kernels
//
//   A kernel converts one row, or one plane. Those of one instruction set are listed in a table; all come from the last
//   part of this file, which is read once for single elements and once for each width of vectors.
// =====================================================================================================================

// Elements that are contiguous on both sides. With a step of 1 there are as many scales and biases, FLOAT32; with a
// step of 0 there is a vector of each, all alike.
struct ConvertedRow
{
    unsigned char* to;
    const unsigned char* from;
    std::size_t count; // of elements
    const unsigned char* scales;
    const unsigned char* biases;
    std::size_t step;
};
inline constexpr std::size_t WidestVector = 8; // in elements of 4 bytes
// Tuned: the source is prefetched so far ahead, and behind a shorter row what follows it, where the next box begins.
// Without that, FLOAT16 to FLOAT32 past the caches takes 1.5 times as long.
inline constexpr std::size_t PrefetchedElements = 2048;

// Element (row, column) goes from column * fromStride + row to row * toStride + column; strides are in bytes, and rows
// are contiguous in the source, columns in the destination. Its scale and bias are number row * rowPairs + column *
// columnPairs of the pattern, but where one of the two sides is pixels of channels: there the kernel knows.
struct ConvertedPlane
{
    unsigned char* to;
    std::size_t toStride;
    const unsigned char* from;
    std::size_t fromStride;
    std::size_t rows;
    std::size_t columns;
    const unsigned char* scales;
    const unsigned char* biases;
    std::size_t rowPairs;
    std::size_t columnPairs;
};

using ConvertKernel = void (*)(const ConvertedRow&);

// Which side of a plane is pixels of a few channels, without a gap between them.
enum class Pixels
{
    None,
    Written, // the columns of the plane are channels
    Read     // its rows are
};

// A kernel and the planes that it takes; in smaller ones it would read and write out of bounds. What it is made for
// says so, and nothing else does.
struct PlaneKernel
{
    void (*run)(const ConvertedPlane&) = nullptr;
    Pixels pixels = Pixels::None;
    std::size_t leastRows = 0;
    std::size_t leastColumns = 0;
    std::size_t channels = 0; // of the pixels
    // Each pair of the pattern stands there so often, where pairs change along the rows, or along the columns; 0 where
    // they must not. A vector of elements that have one pair needs as many as it has elements.
    std::size_t rowPairs = 0;
    std::size_t columnPairs = 0;
    std::size_t pattern = 0; // at least so many pairs are read

    // The axes' steps are in elements.
    constexpr bool Takes(const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const bool hasChannels = pixels == Pixels::None
                                 || (pixels == Pixels::Written ? columns.size == channels && rows.to == channels
                                                               : rows.size == channels && columns.from == channels);
        return run != nullptr && hasChannels && rows.size >= leastRows && columns.size >= leastColumns
               && (rows.index == 0 || rowPairs != 0) && (columns.index == 0 || columnPairs != 0);
    }
};

// Of a pair of types: pixels of three and four channels, written and read, and any plane; the first that takes it.
struct PlaneKernels
{
    PlaneKernel kernels[5];
};

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
    std::size_t leastCount;                     // of elements of a row
    const ConvertKernels* narrower;             // for fewer
    const ConvertKernel* rows[ConvertedTypes];  // [source's type][destination's type]
    const PlaneKernels* planes[ConvertedTypes]; // likewise; null where there are none
};

// The last part of this file. By intrinsics there is AVX2 alone; without it, single elements, since nobody could
// measure what vectors of 16 bytes gain under Microsoft's compiler: under g++ those of SSE2 have 1.1 to 2.3 times the
// speed.
#define DML_TENSOR_UTILS_CONVERT_LANES 0
#include "dml_tensor_convert.hpp"
#undef DML_TENSOR_UTILS_CONVERT_LANES
#if DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS
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

// Tuned: pairs that are side by side, of pixels or of a row. With 512 rows of 512 pairs that are written past the
// caches take two thirds, and the stack does not suffice.
inline constexpr std::size_t PatternCapacity = 256;

// There is room for the pairs of the least plane that a kernel takes, whichever way they change.
constexpr bool FitsPattern(const ConvertKernels& table) noexcept
{
    bool fits = true;
    for (std::uint32_t place = 0; place < ConvertedTypes * ConvertedTypes; ++place)
    {
        for (const PlaneKernel& kernel : table.planes[place / ConvertedTypes][place % ConvertedTypes].kernels)
        {
            fits = fits && kernel.leastRows * kernel.rowPairs <= PatternCapacity
                   && kernel.leastColumns * kernel.columnPairs <= PatternCapacity && kernel.pattern <= PatternCapacity;
        }
    }
    return fits;
}

// A template, as KernelsOf of the copy header and for its reason.
template <class Later = void> const ConvertKernels* ConvertKernelsOf(CopyPath path) noexcept
{
#if DML_TENSOR_UTILS_COPY_IS_X86
    static_assert(convert256::Width <= WidestVector, "a pair of scale and bias for each element of a vector");
    static_assert(FitsPattern(convert256::Table<Later>), "the pattern is too small");
    if (path == CopyPath::Vector256) { return &convert256::Table<Later>; }
#endif
    static_assert(convert128::Width <= WidestVector, "likewise");
    return path == CopyPath::Portable ? &convert32::Table<Later> : &convert128::Table<Later>;
}

// The best that this machine can run: what copies best, but for a machine with AVX2 that is told to have no FMA, and
// with it no F16C, which no compiler can be asked for.
inline CopyPath BestConvertPath() noexcept
{
    const CopyPath path = BestCopyPath();
#if DML_TENSOR_UTILS_COPY_IS_X86 && !defined(_MSC_VER)
    const bool hasAvx2 = path == CopyPath::Vector256;
    if (hasAvx2 && !__builtin_cpu_supports("fma")) { return CopyPath::Vector128; } // GCOVR_EXCL_LINE: no such machine
#endif
    return path;
}

// =====================================================================================================================
//   Running a plan
//
//   Rows and planes for which there is a kernel are converted where they stand. The rest is cut into boxes, which the
//   copy header moves to a tile on the stack, or from one, so that one side of the conversion is the tile and both have
//   rows. What becomes of conversions that users have:
//
//     FLOAT32 to FLOAT16, both NCHW                     one row: the axes merge
//     the same, with a scale for each channel           rows of one scale, a row for each plane
//     pixels of UINT8, 3 channels, to planes of FLOAT16 a plane, by the kernel of three channels
//     NCHW to NHWC of 64 channels                       planes, by transposes in registers
//     FLOAT32 to scaled FLOAT32, NCHW to NHWC           boxes: gathered in the order of the destination, and converted
//     any of them past the caches                       boxes: converted to a tile, which is copied as whole lines
// =====================================================================================================================

// Tuned: of each of a box's two tiles. More is more of the stack than docs/limitations.md promises.
inline constexpr std::size_t TileBytes = 4096;
// Tuned: both sides of a box have so many elements in a row, where their axes are as long: a line of single bytes. Half
// or twice as many made no difference to pixels of 2 and 5 channels and to {64,64,64} reversed.
inline constexpr std::size_t BoxRow = LineBytes;
// Tuned: a row of fewer elements, of the same scale or with a gap behind it, is made part of a longer one. With 8
// rows of 8 elements with gaps take 1.8 times as long; with 32 those of 16 three quarters, and those of 24 a 15th more.
inline constexpr std::size_t LongRow = 16;
// Tuned: no more elements are converted one by one, 8 to 14 ns each: 24 take 230 to 370 ns, and 36 in a box 390.
inline constexpr std::size_t FewElements = 24;

// Scale and bias of elements that follow each other, as the kernels read them: one after the other, or a vector of
// each. For pixels of three channels that is
//
//     Fill(0, 1, 3, 24)   r g b r g b r g b ...   where pixels are multiplied
//     Fill(0, 8, 3, 24)   r r r r r r r r g g g g g g g g b b b b b b b b   where planes are
//
// Most boxes need what the one before needed, so that it is made anew only for other arguments.
template <class Later> struct ScalePattern
{
    const Conversion& conversion;
    std::uint64_t key[4] = {}; // the arguments of what is there
    unsigned char scales[4 * PatternCapacity];
    unsigned char biases[4 * PatternCapacity];

    explicit ScalePattern(const Conversion& of) noexcept : conversion(of) {}

    // Of so many elements. Each pair, of which the first has this index, is that of `inside` neighbours; after `period`
    // of them the pairs begin again.
    void Fill(std::uint64_t index, std::size_t inside, std::size_t period, std::size_t count) noexcept
    {
        const std::uint64_t wanted[] = {index, inside, period, count};
        if (std::memcmp(wanted, key, sizeof(key)) == 0) { return; }
        std::memcpy(key, wanted, sizeof(key));
        for (std::size_t i = 0, pair = 0; i < count; pair = pair + 1 < period ? pair + 1 : 0)
        {
            const float scale =
                conversion.scales.size() != 0 ? conversion.scales.data()[index + pair] : conversion.scale;
            const float given =
                conversion.biases.size() != 0 ? conversion.biases.data()[index + pair] : conversion.bias;
            // x * 1 + -0 is x; x * 1 + 0 makes 0 of -0.
            const float bias = scale == 1 && given == 0 ? -0.0F : given;
            for (const std::size_t end = count - i < inside ? count : i + inside; i < end; ++i)
            {
                std::memcpy(scales + 4 * i, &scale, sizeof(scale));
                std::memcpy(biases + 4 * i, &bias, sizeof(bias));
            }
        }
    }
};

// The boxes of a plan, of at most so many elements. Both sides get rows of a line, and what room is left goes along the
// destination's order; but no box has more pairs of scale and bias than a pattern has.
//
// Lines of the destination are written whole: along the fastest axis that is cut, boxes are as long as whole lines, and
// the first is shorter, so that it ends where a line does.
template <class Later = void>
inline void CutPlan(const CopyPlan& plan, std::size_t unit, std::size_t elements, Cut (&cuts)[MaxRank]) noexcept
{
    std::size_t room = elements;
    const auto grow = [&](std::uint32_t axis, std::size_t wanted)
    {
        const CopyAxis& whole = plan.axes[axis - 1];
        std::size_t& count = cuts[axis - 1].step;
        for (const std::size_t limit : {whole.size, count * room, whole.index != 0 ? PatternCapacity : whole.size})
        {
            wanted = limit < wanted ? limit : wanted;
        }
        if (wanted <= count) { return; }
        room = room * count / wanted;
        count = wanted;
    };
    std::size_t row = 1;
    for (std::uint32_t i = plan.rank; i > 0 && row < BoxRow; --i)
    {
        grow(i, (BoxRow + row - 1) / row);
        row *= cuts[i - 1].step;
    }
    const std::uint32_t ofSource = plan.AxisOfSource(1);
    if (ofSource != 0) { grow(ofSource, BoxRow); }
    for (std::uint32_t i = plan.rank; i > 0; --i) { grow(i, elements); }

    std::uint32_t axis = plan.rank - 1;
    while (axis > 0 && cuts[axis].step == plan.axes[axis].size) { --axis; }
    Cut& cut = cuts[axis];
    const std::size_t step = plan.axes[axis].to * unit;
    std::size_t lines = 1; // positions from one line's start to the next
    while (lines <= cut.step / 2 && lines * step % LineBytes != 0) { lines *= 2; }
    if (lines * step % LineBytes != 0) { return; }
    cut.step -= cut.step % lines;
    const std::size_t toLine = StepsToLine(plan.to, step);
    cut.first = toLine > 0 ? cut.step - lines + toLine : 0;
}

// What a plan does in a box. Each side may be a tile instead, in which elements are in the destination's order: then
// the conversion has rows on that side, and the copy header's transposes see a plan of two ordinary layouts.
template <class Later = void>
inline CopyPlan InBox(const CopyPlan& plan, const Boxes& box, bool isToTile, bool isFromTile) noexcept
{
    CopyPlan part;
    std::size_t step = 1;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        const CopyAxis& axis = plan.axes[i - 1];
        const std::size_t count = box.Count(i - 1);
        part.Insert(count, isToTile ? step : axis.to, isFromTile ? step : axis.from, axis.index);
        step *= count;
    }
    part.Merge();
    return part;
}

// What becomes of all boxes of one shape; addresses are those of the first box. At most two tiles are between the
// source and the destination:
//
//     source -- gather --> tile -- convert --> tile -- scatter --> destination
struct BoxSteps
{
    std::uint32_t shape = None32;
    bool gathers = false;
    ByteMove gather;
    CopyPlan convert;
    ByteMove scatter;
};

// A conversion being run: how its copies are, its kernels, the places of its types, the bytes of their elements.
template <class Later> struct ConvertRun
{
    CopyRun copy;
    const ConvertKernels* kernels;
    std::uint32_t toPlace;
    std::uint32_t fromPlace;
    std::size_t toUnit;
    std::size_t fromUnit;
    ScalePattern<Later> pattern;

    // The steps of the plan are in elements. The first way that is one for it, which uses the plan up.
    void Run(CopyPlan& plan) noexcept
    {
        if (!copy.streams && HasRows(plan)) { return ConvertRows(plan, 0); }
        if (plan.Count() <= FewElements) { return ConvertEvenRows(plan, 1, 0); }
        if (!copy.streams && PlaneKernelOf(plan) != nullptr) { return ConvertPlanes(plan, 0); }
        ConvertBoxes(plan);
    }

    // ---- rows -------------------------------------------------------------------------------------------------------

    // On one side the fastest axis is contiguous, and long, or continued by the next without a gap.
    static bool HasRows(const CopyPlan& plan, std::size_t CopyAxis::*step) noexcept
    {
        if (plan.rank == 0 || plan.axes[plan.rank - 1].*step != 1) { return false; }
        const std::size_t size = plan.axes[plan.rank - 1].size;
        return plan.rank == 1 || size >= LongRow || plan.axes[plan.rank - 2].*step == size;
    }
    static bool HasRows(const CopyPlan& plan) noexcept
    {
        return HasRows(plan, &CopyAxis::to) && HasRows(plan, &CopyAxis::from);
    }

    // The rows, of so many elements, have no gap between them on either side.
    static bool AreJoined(const CopyPlan& plan, std::size_t elements) noexcept
    {
        return plan.rank > 0 && plan.axes[plan.rank - 1].to == elements && plan.axes[plan.rank - 1].from == elements;
    }

    // The fastest axis is contiguous on both sides, unless there is one element of it.
    void ConvertRows(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const CopyAxis inner = AreJoined(plan, 1) ? plan.TakeInner() : SingleStep;
        if (inner.index == 0 && (inner.size >= LongRow || !AreJoined(plan, inner.size)))
        {
            return ConvertEvenRows(plan, inner.size, index);
        }
        // Each of `period` pairs is that of `inside` elements.
        const std::size_t inside = inner.index == 0 ? inner.size : 1;
        const std::size_t period = inner.index == 0 ? plan.TakeInner().size : inner.size;
        const std::size_t elements = period * inside;
        const bool fits = elements <= PatternCapacity;
        const std::size_t all = elements * (fits && AreJoined(plan, elements) ? plan.TakeInner().size : 1);
        // The pairs as often as they fit; or else some of them, for all rows.
        const std::size_t most = PatternCapacity / (fits ? elements : inside) * (fits ? elements : inside);
        const std::size_t part = fits ? all : most;
        for (std::size_t first = 0; first < all; first += part)
        {
            const std::size_t end = all - first < part ? all : first + part;
            const std::size_t step = end - first < most ? end - first : most;
            pattern.Fill(index + first / inside, inside, period, step);
            Boxes at(plan);
            do {
                for (std::size_t i = first; i < end; i += step)
                {
                    const std::size_t count = end - i < step ? end - i : step;
                    KernelOf(count)({plan.to + (at.to + i) * toUnit, plan.from + (at.from + i) * fromUnit, count,
                                     pattern.scales, pattern.biases, 1});
                }
            } while (at.Next());
        }
    }

    // Rows of which each has one scale and one bias; or one element after the other, by a row of one. A pattern of one
    // vector serves a row of any length, since kernels step through it by 0.
    void ConvertEvenRows(const CopyPlan& plan, std::size_t count, std::uint64_t index) noexcept
    {
        const std::size_t pairs = count < WidestVector ? count : WidestVector;
        const ConvertKernel convert = KernelOf(count);
        Boxes at(plan);
        do {
            pattern.Fill(index + at.index, pairs, 1, pairs);
            convert(
                {plan.to + at.to * toUnit, plan.from + at.from * fromUnit, count, pattern.scales, pattern.biases, 0});
        } while (at.Next());
    }

    // Of a row of so many elements, by the widest vectors of which one fits it: its last vector overlaps the one
    // before, and there is no kernel for what is left over.
    ConvertKernel KernelOf(std::size_t count) const noexcept
    {
        const ConvertKernels* fitting = kernels;
        while (count < fitting->leastCount) { fitting = fitting->narrower; }
        return fitting->rows[fromPlace][toPlace];
    }

    // ---- planes -----------------------------------------------------------------------------------------------------

    // The kernel, of the widest vectors, that takes the planes whose rows are contiguous in the source and whose
    // columns are in the destination; null where there is none.
    const PlaneKernel* PlaneKernelOf(const CopyPlan& plan) const noexcept
    {
        const std::uint32_t ofSource = plan.AxisOfSource(1);
        if (ofSource == 0 || ofSource == plan.rank || plan.axes[plan.rank - 1].to != 1) { return nullptr; }
        for (const ConvertKernels* table = kernels; table != nullptr; table = table->narrower)
        {
            if (table->planes[fromPlace] == nullptr) { continue; }
            for (const PlaneKernel& kernel : table->planes[fromPlace][toPlace].kernels)
            {
                if (kernel.Takes(plan.axes[ofSource - 1], plan.axes[plan.rank - 1])) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Of a plan for which there is a kernel.
    void ConvertPlanes(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const PlaneKernel& kernel = *PlaneKernelOf(plan);
        const std::uint32_t ofSource = plan.AxisOfSource(1);
        CopyAxes axes;
        axes.Append(plan.axes[ofSource - 1]);
        axes.Append(plan.TakeInner());
        plan.Remove(ofSource - 1);
        const CopyAxis& rows = axes.axes[0];
        const CopyAxis& columns = axes.axes[1];
        // Pairs change along one of them at most: as far as the pattern has room.
        const std::size_t rowPairs = rows.index != 0 ? kernel.rowPairs : 0;
        const std::size_t columnPairs = columns.index != 0 ? kernel.columnPairs : 0;
        const std::size_t inside = rowPairs + columnPairs;
        Cut cuts[] = {{rowPairs != 0 ? PatternCapacity / rowPairs : rows.size, kernel.leastRows},
                      {columnPairs != 0 ? PatternCapacity / columnPairs : columns.size, kernel.leastColumns}};
        CutToLines(kernel, plan.to, axes, cuts);
        Boxes part(axes, cuts);
        do {
            ConvertedPlane plane = {nullptr,       rows.to * toUnit, nullptr,        columns.from * fromUnit,
                                    part.Count(0), part.Count(1),    pattern.scales, pattern.biases,
                                    rowPairs,      columnPairs};
            const std::size_t period = inside == 0 ? 1 : part.Count(rowPairs != 0 ? 0 : 1);
            const std::size_t count = period * inside < kernel.pattern ? kernel.pattern : period * inside;
            Boxes at(plan);
            do {
                plane.to = plan.to + (at.to + part.to) * toUnit;
                plane.from = plan.from + (at.from + part.from) * fromUnit;
                pattern.Fill(index + at.index + part.index, inside != 0 ? inside : count, period, count);
                kernel.run(plane);
            } while (at.Next());
        } while (part.Next());
    }

    // Tuned: the first box ends one step of the kernel behind the start of a line, so that none but the first step
    // stores vectors across two lines. At 16 modulo 64 [1024, 1024] of FLOAT16 to its transpose of FLOAT32 takes 1.4
    // times as long without, 224 x 224 pixels to planes of FLOAT32 1.6.
    void CutToLines(const PlaneKernel& kernel, const unsigned char* to, const CopyAxes& axes, Cut* cuts) const noexcept
    {
        // Vectors of 16 bytes fit lines at 16 modulo 64, and those of the source would not then: a tenth less of 224 x
        // 224 to FLOAT16. Rows of few tiles lose more by one more.
        constexpr std::size_t LongColumns = 256;
        const bool isPixels = kernel.pixels != Pixels::None;
        const std::size_t stored = isPixels ? 8 * toUnit : LineBytes;
        const bool isLong = isPixels || axes.axes[1].size >= LongColumns;
        const std::uint32_t along = kernel.pixels == Pixels::Written ? 0 : 1;
        const bool isEven = along == 0 || axes.axes[0].to * toUnit % LineBytes == 0; // all rows, or none
        if (!isLong || !isEven || BytesTo(stored, to) == 0) { return; }
        const std::size_t toLine = StepsToLine(to, axes.axes[along].to * toUnit);
        Cut& cut = cuts[along];
        if (toLine != 0 && toLine + cut.least <= cut.step) { cut.first = toLine + cut.least; }
    }

    // ---- boxes ------------------------------------------------------------------------------------------------------

    // What has neither rows nor planes is gathered in a tile first; what is written past the caches, or in a row that
    // has gaps, is converted to a second tile and copied from there.
    void ConvertBoxes(const CopyPlan& plan) noexcept
    {
        const bool scatters = copy.streams || !HasRows(plan, &CopyAxis::to);
        alignas(LineBytes) unsigned char gathered[TileBytes];
        alignas(LineBytes) unsigned char converted[TileBytes];
        // Of whole boxes, and of the last edge: more would not fit the stack that docs/limitations.md promises.
        BoxSteps shapes[2];
        ByteMove move;
        Cut cuts[MaxRank];
        CutPlan(plan, toUnit, TileBytes / (scatters && toUnit > fromUnit ? toUnit : fromUnit), cuts);
        Boxes box(plan, cuts);
        do {
            // Tuned: whole boxes keep their steps while edges come between them; without, they are planned anew.
            BoxSteps& steps = shapes[box.Shape() == 0 ? 0 : 1];
            if (steps.shape != box.Shape()) { PlanBox(steps, plan, box, scatters); }
            unsigned char* const to = plan.to + box.to * toUnit;
            const unsigned char* const from = plan.from + box.from * fromUnit;
            if (steps.gathers)
            {
                move = steps.gather;
                move.to = gathered;
                move.from = from;
                CopyRun{copy.kernels, false}.Run(move);
            }
            CopyPlan part = steps.convert;
            part.to = scatters ? converted : to;
            part.from = steps.gathers ? gathered : from;
            steps.gathers || HasRows(part) ? ConvertRows(part, box.index) : ConvertPlanes(part, box.index);
            if (scatters)
            {
                move = steps.scatter;
                move.to = to;
                move.from = converted;
                copy.Run(move);
            }
        } while (box.Next());
    }

    void PlanBox(BoxSteps& steps, const CopyPlan& plan, const Boxes& box, bool scatters) const noexcept
    {
        steps.shape = box.Shape();
        steps.convert = InBox(plan, box, scatters, false);
        steps.gathers = !HasRows(steps.convert) && PlaneKernelOf(steps.convert) == nullptr;
        if (steps.gathers)
        {
            steps.convert = InBox(plan, box, scatters, true);
            (void)steps.gather.Lower(InBox(plan, box, true, false), static_cast<std::uint32_t>(8 * fromUnit));
        }
        if (scatters)
        {
            (void)steps.scatter.Lower(InBox(plan, box, false, true), static_cast<std::uint32_t>(8 * toUnit));
        }
    }
};

// Some of the floats, or a count that cannot be one.
constexpr bool HasPairs(const Conversion& conversion) noexcept
{
    return FloatsAccess::CountOf(conversion.scales).Bits() != 0 || FloatsAccess::CountOf(conversion.biases).Bits() != 0;
}

// What a conversion may be refused for, where its layouts carry no error.
template <class Later = void>
inline Diagnosis CheckConversion(DML_TENSOR_DATA_TYPE toType, DML_TENSOR_DATA_TYPE fromType,
                                 const Conversion& conversion, const TensorLayout& destination) noexcept
{
    const Floats* const given[] = {&conversion.scales, &conversion.biases};
    for (const Floats* floats : given)
    {
        const AnyInteger count = FloatsAccess::CountOf(*floats);
        if (count.IsNegative()) { return CheckRange(count, Max64); }
    }
    if (PlaceOf(toType) == ConvertedTypes || PlaceOf(fromType) == ConvertedTypes)
    {
        return {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(fromType),
                static_cast<std::uint32_t>(toType), None32};
    }
    const std::uint32_t axis = conversion.axis;
    if (!HasPairs(conversion)) { return {}; }
    if (axis >= destination.Rank())
    {
        return {TensorError::AxisOutOfRange, None32, axis, destination.Rank(), OfDestination};
    }
    for (const Floats* floats : given)
    {
        if (floats->size() != 0 && floats->size() != destination.Sizes()[axis])
        {
            return {TensorError::SizesDiffer, axis, floats->size(), destination.Sizes()[axis], OfDestination};
        }
    }
    for (const Floats* floats : given)
    {
        if (floats->size() != 0 && floats->data() == nullptr)
        {
            return {TensorError::NullPointer, None32, 0, floats->size(), None32};
        }
    }
    return {};
}

// A function of its own for the sake of its frame, in which the pattern is: a copy needs none.
template <class Later>
void RunConversion(CopyPlan& plan, const CopyRun& copy, CopyPath path, DML_TENSOR_DATA_TYPE toType,
                   DML_TENSOR_DATA_TYPE fromType, const Conversion& conversion) noexcept
{
    ConvertRun<Later> run = {copy,
                             ConvertKernelsOf<Later>(path),
                             PlaceOf(toType),
                             PlaceOf(fromType),
                             ElementSizeInBits(toType) / 8,
                             ElementSizeInBits(fromType) / 8,
                             ScalePattern<Later>(conversion)};
    run.Run(plan);
}

// By one path, the copies too.
template <class Later = void>
Diagnosis ConvertTensorBy(CopyPath path, DML_TENSOR_DATA_TYPE toType, const Destination& destination,
                          DML_TENSOR_DATA_TYPE fromType, const Source& source, const Conversion& conversion,
                          CopyHint hint) noexcept
{
    const Kernels* const kernels = KernelsOf<Later>(path);
    if (toType == fromType && !HasPairs(conversion) && conversion.scale == 1 && conversion.bias == 0)
    {
        return CopyTensorBy(kernels, toType, destination, source, hint);
    }
    Diagnosis reason = CheckLayouts(destination, source);
    if (!reason.Ok()) { return reason; }
    reason = CheckConversion(toType, fromType, conversion, destination.layout);
    if (!reason.Ok()) { return reason; }
    reason = CheckSizes(destination.layout, source.layout);
    if (!reason.Ok()) { return reason; }
    CopyPlan plan;
    plan.InsertAll(destination.layout, source.layout, HasPairs(conversion) ? conversion.axis : None32);
    reason = CheckMemory(plan, toType, destination, fromType, source);
    if (!reason.Ok()) { return reason; }
    StartPlan(plan, toType, destination, fromType, source);
    plan.Merge();
    // Tuned: where no element begins a line, boxes of planes end within lines: {64,512,28,28} streamed takes 1.9 times
    // as long.
    const std::size_t unit = ElementSizeInBits(toType) / 8;
    const bool splitsLines = BytesTo(unit, plan.to) != 0 && !ConvertRun<Later>::HasRows(plan);
    const CopyRun copy =
        RunOf(kernels, hint == CopyHint::Auto && splitsLines ? CopyHint::Cached : hint, plan.Count() * unit);
    RunConversion<Later>(plan, copy, path, toType, fromType, conversion);
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
/// source's type, required the destination's) · where scales or biases are given AxisOutOfRange (`axis` is none of the
/// destination's; the axis, the rank), SizesDiffer (axis; their number, its size) and NullPointer · all else that
/// CopyTensor refuses. A number of them below 0 is ValueRange, behind the errors that layouts carry.
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
#define DML_TENSOR_UTILS_COPY_TARGET
#elif DML_TENSOR_UTILS_CONVERT_LANES == 1
#define DML_TENSOR_UTILS_CONVERT_NAMESPACE convert128
#define DML_TENSOR_UTILS_CONVERT_NARROWER &convert32::Table<Later>
#define DML_TENSOR_UTILS_COPY_TARGET
#else
#define DML_TENSOR_UTILS_CONVERT_NAMESPACE convert256
#define DML_TENSOR_UTILS_CONVERT_NARROWER &convert128::Table<Later>
#define DML_TENSOR_UTILS_COPY_TARGET target("avx2,f16c,fma"),
#endif

namespace DML_TENSOR_UTILS_CONVERT_NAMESPACE
{
// Elements of a vector.
inline constexpr std::size_t Width = DML_TENSOR_UTILS_CONVERT_LANES == 0 ? 1 : 4 * DML_TENSOR_UTILS_CONVERT_LANES;

template <class To, class From> DML_TENSOR_UTILS_COPY_STEP To BitsAs(From from) noexcept
{
    To to;
    std::memcpy(&to, &from, sizeof(to));
    return to;
}

template <class Vector> DML_TENSOR_UTILS_COPY_STEP Vector LoadAs(const void* from) noexcept
{
    Vector vector;
    std::memcpy(&vector, from, sizeof(vector));
    return vector;
}

// What differs between instruction sets: Singles, a vector of elements; MulAdd; and how elements of two bytes and of
// one are loaded and stored. With AVX2 also Halves and Bytes, the elements of two or four vectors in one.

#if DML_TENSOR_UTILS_CONVERT_LANES == 0 || DML_TENSOR_UTILS_COPY_ISA == DML_TENSOR_UTILS_COPY_GNU_VECTORS

#if DML_TENSOR_UTILS_CONVERT_LANES == 0
using Singles = float;
using Words = std::uint32_t;
using SignedWords = std::int32_t;
#else
using Singles = float __attribute__((vector_size(4 * Width)));
using Words = std::uint32_t __attribute__((vector_size(4 * Width)));
using SignedWords = std::int32_t __attribute__((vector_size(4 * Width)));
#endif

DML_TENSOR_UTILS_COPY_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return a * b + c; }

#if DML_TENSOR_UTILS_CONVERT_LANES < 2
// Rounded to nearest, ties to even, saturated, NaN as 0; in the low byte of each word, the others 0.
// By its bits, whose order is that of numbers from 0 on, with NaN above: a compiler may have been told that there is
// none.
template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Words ToIntegers(Singles value) noexcept
{
    const auto bits = BitsAs<SignedWords>(value);
    SignedWords number = IsSigned ? bits & 0x7FFFFFFF : bits > 0 ? bits : SignedWords{};
    number = number > 0x7F800000 ? SignedWords{} : number;
    const SignedWords largest = SignedWords{} + BitsAs<std::int32_t>(IsSigned ? 128.0F : 255.0F);
    number = number < largest ? number : largest;
    // Added to 1.5 * 2^23, of which the last bit of the mantissa is that of 1.
    constexpr float ToNearest = 12582912;
    const SignedWords sign = IsSigned ? bits - (bits & 0x7FFFFFFF) : SignedWords{};
    number = BitsAs<SignedWords>(BitsAs<Singles>(number | sign) + ToNearest) - BitsAs<std::int32_t>(ToNearest);
    return BitsAs<Words>(IsSigned ? (number < 127 ? number : SignedWords{} + 127) & 0xFF : number);
}

inline constexpr std::uint32_t Exponent = 1U << 23;            // its last bit, of FLOAT32
inline constexpr std::uint32_t Rebias = (127 - 15) * Exponent; // from the exponent of FLOAT16

// FLOAT16 in the low bits of each word.
template <class Later> DML_TENSOR_UTILS_COPY_STEP Singles OfHalves(Words half) noexcept
{
    const Words magnitude = (half & 0x7FFFU) << 13;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    const Words normal = magnitude + Rebias;
    // Infinity, or NaN, made quiet.
    const Words special = compared > 0x0F800000 ? (normal + Rebias) | 0x00400000U : normal + Rebias;
    // Of a subnormal the leading 1 that it lacks is added, and subtracted again.
    const Singles leading = BitsAs<Singles>(normal + Exponent) - BitsAs<float>(Rebias + Exponent);
    const Words finite = compared < 0x00800000 ? BitsAs<Words>(leading) : normal;
    const Words bits = compared < 0x0F800000 ? finite : special;
    return BitsAs<Singles>(bits | (half & 0x8000U) << 16);
}

template <class Later> DML_TENSOR_UTILS_COPY_STEP Words ToHalves(Singles value) noexcept
{
    const Words bits = BitsAs<Words>(value);
    const Words magnitude = bits & 0x7FFFFFFFU;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    // Half of the last bit that stays, less one where that bit is 0; what carries far enough is infinity.
    const Words normal = (magnitude - Rebias + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // Added to 0.5, of which the last bit is the smallest subnormal.
    const Words subnormal = BitsAs<Words>(BitsAs<Singles>(magnitude) + 0.5F) - BitsAs<std::uint32_t>(0.5F);
    const Words finite = compared < static_cast<std::int32_t>(Rebias + Exponent) ? subnormal : normal;
    const Words nan = 0x7E00U | (magnitude >> 13 & 0x03FFU);
    const Words special = compared > 0x7F800000 ? nan : Words{} + 0x7C00U;
    return (compared < 0x47800000 ? finite : special) | (bits >> 16 & 0x8000U); // below 65536
}

#endif

#if DML_TENSOR_UTILS_CONVERT_LANES == 0

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP Singles LoadHalves(const unsigned char* from) noexcept
{
    return OfHalves<void>(LoadAs<std::uint16_t>(from));
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Singles LoadBytes(const unsigned char* from) noexcept
{
    return LoadAs<std::conditional_t<IsSigned, std::int8_t, std::uint8_t>>(from);
}

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP void StoreHalves(unsigned char* to, Singles from) noexcept
{
    const auto half = static_cast<std::uint16_t>(ToHalves<void>(from));
    std::memcpy(to, &half, sizeof(half));
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP void StoreBytes(unsigned char* to, Singles from) noexcept
{
    *to = static_cast<unsigned char>(ToIntegers<IsSigned>(from));
}

#elif DML_TENSOR_UTILS_CONVERT_LANES == 1

using Vector = vector128::Vector;

inline constexpr bool IsBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

// The first elements, each with zeros in front.
template <std::size_t Unit> DML_TENSOR_UTILS_COPY_STEP Vector Widen(Vector vector) noexcept
{
    return IsBigEndian ? vector128::ZipLow<Unit>(Vector{}, vector) : vector128::ZipLow<Unit>(vector, Vector{});
}

// The low bytes of each word: the elements of both halves in turn, twice, are all first parts of the words, and so on.
template <std::size_t Unit> DML_TENSOR_UTILS_COPY_STEP void StoreLow(unsigned char* to, Words words) noexcept
{
    Vector vector = BitsAs<Vector>(words);
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector128::StorePart<4 * Unit, IsBigEndian ? 4 / Unit - 1 : 0>(to, vector);
}

// GCC takes __builtin_convertvector of halves apart.
#if defined(__aarch64__) && !defined(__AARCH64EB__)
template <class Later = void> DML_TENSOR_UTILS_COPY_STEP Singles LoadHalves(const unsigned char* from) noexcept
{
    Singles floats;
    __asm__("fcvtl %0.4s, %1.4h" : "=w"(floats) : "w"(vector128::LoadPart<8>(from)));
    return floats;
}

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP void StoreHalves(unsigned char* to, Singles from) noexcept
{
    Vector halves;
    __asm__("fcvtn %0.4h, %1.4s" : "=w"(halves) : "w"(from));
    vector128::StorePart<8, 0>(to, halves);
}
#else
template <class Later = void> DML_TENSOR_UTILS_COPY_STEP Singles LoadHalves(const unsigned char* from) noexcept
{
    return OfHalves<void>(BitsAs<Words>(Widen<2>(vector128::LoadPart<8>(from))));
}

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP void StoreHalves(unsigned char* to, Singles from) noexcept
{
    StoreLow<2>(to, ToHalves<void>(from));
}
#endif

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Singles LoadBytes(const unsigned char* from) noexcept
{
    constexpr std::int32_t Sign = IsSigned ? 128 : 0;
    const auto words = BitsAs<SignedWords>(Widen<2>(Widen<1>(vector128::LoadPart<4>(from))));
    return __builtin_convertvector((words ^ Sign) - Sign, Singles);
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP void StoreBytes(unsigned char* to, Singles from) noexcept
{
    StoreLow<1>(to, ToIntegers<IsSigned>(from));
}

#else

using Chars = char __attribute__((vector_size(16)));
using Quads = long long __attribute__((vector_size(16)));
using Ints = int __attribute__((vector_size(4 * Width)));
using Shorts = short __attribute__((vector_size(2 * Width)));
using Vector = vector256::Vector;

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP Singles LoadHalves(const unsigned char* from) noexcept
{
    return __builtin_ia32_vcvtph2ps256(LoadAs<Shorts>(from));
}

// Clang has no built-in functions that widen bytes; GCC takes __builtin_convertvector of them apart.
template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Singles LoadBytes(const unsigned char* from) noexcept
{
#if defined(__clang__)
    using Signed = signed char __attribute__((vector_size(Width)));
    using Unsigned = unsigned char __attribute__((vector_size(Width)));
    return __builtin_convertvector(LoadAs<std::conditional_t<IsSigned, Signed, Unsigned>>(from), Singles);
#else
    const auto chars = BitsAs<Chars>(Quads{LoadAs<long long>(from), 0});
    const auto words = IsSigned ? __builtin_ia32_pmovsxbd256(chars) : __builtin_ia32_pmovzxbd256(chars);
    return __builtin_convertvector(words, Singles);
#endif
}

// In half of a vector. By 0: to nearest, whatever the environment says.
DML_TENSOR_UTILS_COPY_STEP vector128::Vector HalvesOf(Singles from) noexcept
{
    return BitsAs<vector128::Vector>(__builtin_ia32_vcvtps2ph256(from, 0));
}

// Rounded to nearest, ties to even; what is too large is as large as an element can be, and what is too small INT_MIN
// or above. NaN is INT_MIN, which becomes 0 as everything below; as what is signed it is made 0 by its bits. A compiler
// that was told that there is no NaN may exchange the operands of a minimum, and so it is not asked for one.
template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Ints ToInts(Singles value) noexcept
{
    if constexpr (IsSigned)
    {
        const auto bits = BitsAs<SignedWords>(value);
        value = BitsAs<Singles>((bits & 0x7FFFFFFF) > 0x7F800000 ? SignedWords{} : bits);
    }
    // The second operand where one is NaN.
    __asm__("vminps {%2, %1, %0|%0, %1, %2}" : "=x"(value) : "x"(Singles{} + (IsSigned ? 127.0F : 255.0F)), "x"(value));
    return __builtin_ia32_cvtps2dq256(value);
}

// Saturated. Both packs work on each lane by itself.
template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    const auto pairs = __builtin_ia32_packssdw256(ToInts<IsSigned>(a), ToInts<IsSigned>(b));
    const auto others = __builtin_ia32_packssdw256(ToInts<IsSigned>(c), ToInts<IsSigned>(d));
    const auto fours =
        BitsAs<Ints>(IsSigned ? __builtin_ia32_packsswb256(pairs, others) : __builtin_ia32_packuswb256(pairs, others));
    return BitsAs<Vector>(__builtin_shufflevector(fours, fours, 0, 4, 1, 5, 2, 6, 3, 7));
}

#endif

#else

using Singles = __m256;
using Vector = vector256::Vector;

DML_TENSOR_UTILS_COPY_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return _mm256_fmadd_ps(a, b, c); }

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP Singles LoadHalves(const unsigned char* from) noexcept
{
    return _mm256_cvtph_ps(vector128::Load(from));
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Singles LoadBytes(const unsigned char* from) noexcept
{
    const auto bytes = vector128::LoadPart<8>(from);
    return _mm256_cvtepi32_ps(IsSigned ? _mm256_cvtepi8_epi32(bytes) : _mm256_cvtepu8_epi32(bytes));
}

DML_TENSOR_UTILS_COPY_STEP vector128::Vector HalvesOf(Singles from) noexcept
{
    return _mm256_cvtps_ph(from, _MM_FROUND_TO_NEAREST_INT);
}

// NaN is 0; what is too small is INT_MIN or above.
template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Vector ToInts(Singles value) noexcept
{
    const Singles number = _mm256_and_ps(value, _mm256_cmp_ps(value, value, _CMP_ORD_Q));
    return _mm256_cvtps_epi32(_mm256_min_ps(number, _mm256_set1_ps(IsSigned ? 127.0F : 255.0F)));
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    const Vector pairs = _mm256_packs_epi32(ToInts<IsSigned>(a), ToInts<IsSigned>(b));
    const Vector others = _mm256_packs_epi32(ToInts<IsSigned>(c), ToInts<IsSigned>(d));
    const Vector fours = IsSigned ? _mm256_packs_epi16(pairs, others) : _mm256_packus_epi16(pairs, others);
    return _mm256_permutevar8x32_epi32(fours, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
}

#endif

#if DML_TENSOR_UTILS_CONVERT_LANES == 2

DML_TENSOR_UTILS_COPY_STEP Vector Halves(Singles a, Singles b) noexcept
{
    return vector256::Join(HalvesOf(a), HalvesOf(b));
}

template <class Later = void> DML_TENSOR_UTILS_COPY_STEP void StoreHalves(unsigned char* to, Singles from) noexcept
{
    vector128::Store(to, HalvesOf(from));
}

template <bool IsSigned> DML_TENSOR_UTILS_COPY_STEP void StoreBytes(unsigned char* to, Singles from) noexcept
{
    const Vector bytes = Bytes<IsSigned>(from, from, from, from);
    std::memcpy(to, &bytes, Width);
}

#endif

template <DML_TENSOR_DATA_TYPE Type> inline constexpr bool IsSignedByte = Type == DML_TENSOR_DATA_TYPE_INT8;

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_COPY_STEP Singles Load(const unsigned char* from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Singles>(from); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { return LoadHalves(from); }
    else { return LoadBytes<IsSignedByte<Type>>(from); }
}

template <DML_TENSOR_DATA_TYPE Type> DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, Singles from) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(to, &from, sizeof(from)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { StoreHalves(to, from); }
    else { StoreBytes<IsSignedByte<Type>>(to, from); }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

template <DML_TENSOR_DATA_TYPE Type> inline constexpr std::size_t UnitOf = ElementSizeInBits(Type) / 8;
constexpr std::size_t Smaller(std::size_t a, std::size_t b) noexcept { return a < b ? a : b; }

// A vector of elements, and their pairs, of which the first is number `pair` of a pattern; by its scales and biases.
template <DML_TENSOR_DATA_TYPE From, class Pattern>
DML_TENSOR_UTILS_COPY_STEP Singles LoadScaled(const unsigned char* from, const Pattern& by, std::size_t pair) noexcept
{
    return MulAdd(Load<From>(from), Load<DML_TENSOR_DATA_TYPE_FLOAT32>(by.scales + 4 * pair),
                  Load<DML_TENSOR_DATA_TYPE_FLOAT32>(by.biases + 4 * pair));
}

template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
DML_TENSOR_UTILS_COPY_STEP void ConvertVector(const ConvertedRow& row, std::size_t at) noexcept
{
    Store<To>(row.to + at * UnitOf<To>, LoadScaled<From>(row.from + at * UnitOf<From>, row, at * row.step));
}

// The last vector overlaps the one before. A row has at least `Width` elements.
template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
DML_TENSOR_UTILS_COPY_KERNEL void ConvertElements(const ConvertedRow& reference) noexcept
{
    // A copy: what is stored through `to` could be the row itself, for all that the compiler knows.
    const ConvertedRow row = reference;
    std::size_t at = 0;
    const std::size_t ahead = row.count < PrefetchedElements ? row.count : PrefetchedElements;
    for (; at + 4 * Width <= row.count; at += 4 * Width)
    {
        for (std::size_t i = 0; i < 4 * Width; i += LineBytes / UnitOf<From>)
        {
            Prefetch<false>(row.from + (at + ahead + i) * UnitOf<From>);
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

#if DML_TENSOR_UTILS_CONVERT_LANES == 2

// ---- planes ---------------------------------------------------------------------------------------------------------

// Elements change their order while they are narrow: they are converted when they are loaded, or when they are stored.
// Both are of two lanes, so many bytes apart, of 16 narrow bytes each; of the pairs of scale and bias the first is
// number `pair`, the next vector's so many steps behind and the second lane's so far apart.
struct Pairs
{
    std::size_t pair;
    std::size_t step;
    std::size_t apart;
};

template <DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To> struct Narrow
{
    static constexpr bool IsLoaded = UnitOf<To> <= UnitOf<From>; // when it is loaded an element becomes narrow
    static constexpr std::size_t Unit = Smaller(UnitOf<To>, UnitOf<From>);
    static constexpr std::size_t Lane = 16 / Unit; // elements

    static DML_TENSOR_UTILS_COPY_STEP Vector Load(const unsigned char* from, std::size_t apart,
                                                  const ConvertedPlane& by, const Pairs& pairs) noexcept
    {
        if constexpr (!IsLoaded) { return vector256::LoadLanes(from, apart); }
        else
        {
            const Singles first = LoadScaled<From>(from, by, pairs.pair);
            const Singles second = LoadScaled<From>(from + apart, by, pairs.pair + pairs.apart);
            if constexpr (Unit == 2) { return Halves(first, second); }
            else
            {
                constexpr std::size_t Rest = Width * UnitOf<From>;
                const std::size_t pair = pairs.pair + Width * pairs.step;
                return Bytes<IsSignedByte<To>>(first, LoadScaled<From>(from + Rest, by, pair), second,
                                               LoadScaled<From>(from + apart + Rest, by, pair + pairs.apart));
            }
        }
    }

    static DML_TENSOR_UTILS_COPY_STEP void Store(unsigned char* to, std::size_t apart, Vector vector,
                                                 const ConvertedPlane& by, const Pairs& pairs) noexcept
    {
        if constexpr (IsLoaded) { vector256::StoreLanes(to, apart, vector); }
        else
        {
            // Widened from memory: that is one instruction, which takes any part of a vector.
            unsigned char narrow[sizeof(Vector)];
            vector256::Store(narrow, vector);
            DML_TENSOR_UTILS_COPY_UNROLL
            for (std::size_t i = 0; i < 2 * Lane; i += Width)
            {
                const std::size_t inLane = i % Lane;
                const std::size_t pair = pairs.pair + i / Lane * pairs.apart + inLane * pairs.step;
                DML_TENSOR_UTILS_CONVERT_NAMESPACE::Store<To>(to + i / Lane * apart + inLane * UnitOf<To>,
                                                              LoadScaled<From>(narrow + i * Unit, by, pair));
            }
        }
    }
};

// As many rows as columns of each lane: the transpose, by log2(Count) rounds of zips.
template <std::size_t Unit, std::size_t Count> DML_TENSOR_UTILS_COPY_STEP void ZipAll(Vector (&vectors)[Count]) noexcept
{
    DML_TENSOR_UTILS_COPY_UNROLL
    for (std::size_t round = 1; round < Count; round *= 2)
    {
        Vector zipped[Count];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Count / 2; ++i)
        {
            zipped[2 * i] = vector256::ZipLow<Unit>(vectors[i], vectors[i + Count / 2]);
            zipped[2 * i + 1] = vector256::ZipHigh<Unit>(vectors[i], vectors[i + Count / 2]);
        }
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Count; ++i) { vectors[i] = zipped[i]; }
    }
}

// In tiles of a lane of rows and two of columns, as many rows below each other as a line of the source has, along a few
// lines of columns; the last tiles overlap those before. A tile is loaded by its columns and stored by its rows, which
// are as long on both sides as an element is narrow: of FLOAT32 to FLOAT16, eight columns and the next eight of eight
// rows,
//
//     load    8 vectors: column i and column 8 + i, rows 0 to 7, as halves
//     zip     in three rounds each lane becomes its transpose
//     store   8 rows of 16 halves
template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
DML_TENSOR_UTILS_COPY_KERNEL void ConvertTransposed(const ConvertedPlane& reference) noexcept
{
    const ConvertedPlane plane = reference;
    using Narrow = Narrow<From, To>;
    constexpr std::size_t Side = Narrow::Lane;
    constexpr std::size_t BlockRows = Side > LineBytes / UnitOf<From> ? Side : LineBytes / UnitOf<From>;
    // Tuned: with half as many [1024, 1024] takes 1.1 to 1.2 times as long.
    constexpr std::size_t BlockColumns = 2 * LineBytes;
    const std::size_t lastRow = plane.rows - Side;
    const std::size_t lastColumn = plane.columns - 2 * Side;
    for (std::size_t firstColumn = 0; firstColumn < plane.columns; firstColumn += BlockColumns)
    {
        for (std::size_t firstRow = 0; firstRow < plane.rows; firstRow += BlockRows)
        {
            for (std::size_t atColumn = firstColumn; atColumn < plane.columns && atColumn < firstColumn + BlockColumns;
                 atColumn += 2 * Side)
            {
                const std::size_t column = atColumn < lastColumn ? atColumn : lastColumn;
                const unsigned char* const next =
                    plane.from + column * plane.fromStride + (firstRow + BlockRows) * UnitOf<From>;
                // Tuned: a quarter more of {8,64,56,56} to NHWC, cold.
                for (std::size_t i = 0; i < 2 * Side; ++i) { Prefetch(next + i * plane.fromStride); }
                for (std::size_t atRow = firstRow; atRow < plane.rows && atRow < firstRow + BlockRows; atRow += Side)
                {
                    const std::size_t row = atRow < lastRow ? atRow : lastRow;
                    const std::size_t pair = row * plane.rowPairs + column * plane.columnPairs;
                    Vector tile[Side];
                    DML_TENSOR_UTILS_COPY_UNROLL
                    for (std::size_t i = 0; i < Side; ++i)
                    {
                        tile[i] = Narrow::Load(
                            plane.from + (column + i) * plane.fromStride + row * UnitOf<From>, Side * plane.fromStride,
                            plane, {pair + i * plane.columnPairs, plane.rowPairs, Side * plane.columnPairs});
                    }
                    ZipAll<Narrow::Unit>(tile);
                    DML_TENSOR_UTILS_COPY_UNROLL
                    for (std::size_t i = 0; i < Side; ++i)
                    {
                        Narrow::Store(plane.to + (row + i) * plane.toStride + column * UnitOf<To>, Side * UnitOf<To>,
                                      tile[i], plane,
                                      {pair + i * plane.rowPairs, plane.columnPairs, Side * plane.columnPairs});
                    }
                }
            }
        }
    }
}

// Planes to pixels, or pixels to planes; the last ones overlap those before. Pairs of pixels are in the order of
// pixels, and those of planes a vector for each. Whichever side is narrow, channels are shuffled there: planes of
// FLOAT16 to pixels of UINT8 become bytes first, and pixels of UINT8 are planes of bytes before they are widened. By
// boxes, which are copied before or behind the conversion, pictures take 1.2 to 2.5 times as long.
template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To, std::size_t Channels, bool IsWritten>
DML_TENSOR_UTILS_COPY_KERNEL void ConvertPixels(const ConvertedPlane& reference) noexcept
{
    const ConvertedPlane plane = reference;
    using Narrow = Narrow<From, To>;
    constexpr std::size_t Side = Narrow::Lane;
    constexpr std::size_t Step = 2 * Side;
    Vector masks[Channels][Channels];
    const ChannelMasks<Channels>& bytes = ChannelMasksOf<Channels>;
    vector256::LoadMasks<Channels>(masks, (IsWritten ? bytes.interleave : bytes.deinterleave)[Log2(Narrow::Unit)]);
    const std::size_t pixels = IsWritten ? plane.rows : plane.columns;
    for (std::size_t next = 0; next < pixels; next += Step)
    {
        const std::size_t at = pixels - next < Step ? pixels - Step : next;
        Vector parts[Channels];
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            parts[i] = IsWritten ? Narrow::Load(plane.from + i * plane.fromStride + at * UnitOf<From>,
                                                Side * UnitOf<From>, plane, {i * Width, 0, 0})
                                 : Narrow::Load(plane.from + (at * Channels + Side * i) * UnitOf<From>,
                                                Side * Channels * UnitOf<From>, plane, {Side * i, 1, Side * Channels});
        }
        DML_TENSOR_UTILS_COPY_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            const Vector mixed = vector256::Mix<Channels>(parts, masks[i]);
            IsWritten ? Narrow::Store(plane.to + (at * Channels + Side * i) * UnitOf<To>, Side * Channels * UnitOf<To>,
                                      mixed, plane, {Side * i, 1, Side * Channels})
                      : Narrow::Store(plane.to + i * plane.toStride + at * UnitOf<To>, Side * UnitOf<To>, mixed, plane,
                                      {i * Width, 0, 0});
        }
    }
}

template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To> constexpr PlaneKernel TransposedOf() noexcept
{
    using Narrow = Narrow<From, To>;
    return {ConvertTransposed<Later, From, To>,
            Pixels::None,
            Narrow::Lane,
            2 * Narrow::Lane,
            0,
            Narrow::IsLoaded ? 1 : Width,
            Narrow::IsLoaded ? Width : 1,
            Width};
}

template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To, std::size_t Channels, bool IsWritten>
constexpr PlaneKernel PixelsOf() noexcept
{
    using Narrow = Narrow<From, To>;
    constexpr bool OfPlanes = IsWritten == Narrow::IsLoaded; // what is multiplied
    constexpr std::size_t PairsOf = OfPlanes ? Width : 1;
    return {ConvertPixels<Later, From, To, Channels, IsWritten>,
            IsWritten ? Pixels::Written : Pixels::Read,
            IsWritten ? 2 * Narrow::Lane : Channels,
            IsWritten ? Channels : 2 * Narrow::Lane,
            Channels,
            IsWritten ? 0 : PairsOf,
            IsWritten ? PairsOf : 0,
            Channels * (OfPlanes ? Width : 2 * Narrow::Lane)};
}

// None of two types of 4 bytes, which have no narrow side, or of two of 1 byte; and of INT8, which pictures are not,
// the transpose alone: all together would be twice as much to compile, and a program of twice the size.
template <class Later, DML_TENSOR_DATA_TYPE From, DML_TENSOR_DATA_TYPE To>
constexpr PlaneKernels PlaneKernelsOf() noexcept
{
    if constexpr (UnitOf<From> == UnitOf<To> && UnitOf<To> != 2) { return {}; }
    else if constexpr (From == DML_TENSOR_DATA_TYPE_INT8 || To == DML_TENSOR_DATA_TYPE_INT8)
    {
        return {{TransposedOf<Later, From, To>()}};
    }
    else
    {
        return {{PixelsOf<Later, From, To, 3, true>(), PixelsOf<Later, From, To, 4, true>(),
                 PixelsOf<Later, From, To, 3, false>(), PixelsOf<Later, From, To, 4, false>(),
                 TransposedOf<Later, From, To>()}};
    }
}

template <class Later, DML_TENSOR_DATA_TYPE From>
inline constexpr PlaneKernels PlanesTo[ConvertedTypes] = {PlaneKernelsOf<Later, From, DML_TENSOR_DATA_TYPE_UINT8>(),
                                                          PlaneKernelsOf<Later, From, DML_TENSOR_DATA_TYPE_INT8>(),
                                                          PlaneKernelsOf<Later, From, DML_TENSOR_DATA_TYPE_FLOAT16>(),
                                                          PlaneKernelsOf<Later, From, DML_TENSOR_DATA_TYPE_FLOAT32>()};

#endif

template <class Later, DML_TENSOR_DATA_TYPE From>
inline constexpr ConvertKernel To[ConvertedTypes] = {ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_UINT8>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_INT8>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_FLOAT16>,
                                                     ConvertElements<Later, From, DML_TENSOR_DATA_TYPE_FLOAT32>};
template <class Later>
inline constexpr ConvertKernels Table = {
    Width,
    DML_TENSOR_UTILS_CONVERT_NARROWER,
    {To<Later, DML_TENSOR_DATA_TYPE_UINT8>, To<Later, DML_TENSOR_DATA_TYPE_INT8>,
     To<Later, DML_TENSOR_DATA_TYPE_FLOAT16>, To<Later, DML_TENSOR_DATA_TYPE_FLOAT32>},
#if DML_TENSOR_UTILS_CONVERT_LANES == 2
    {PlanesTo<Later, DML_TENSOR_DATA_TYPE_UINT8>, PlanesTo<Later, DML_TENSOR_DATA_TYPE_INT8>,
     PlanesTo<Later, DML_TENSOR_DATA_TYPE_FLOAT16>, PlanesTo<Later, DML_TENSOR_DATA_TYPE_FLOAT32>}};
#else
    {}};
#endif
} // namespace DML_TENSOR_UTILS_CONVERT_NAMESPACE

#undef DML_TENSOR_UTILS_CONVERT_NAMESPACE
#undef DML_TENSOR_UTILS_CONVERT_NARROWER
#undef DML_TENSOR_UTILS_COPY_TARGET

#endif // DML_TENSOR_CONVERT_HPP
