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

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_convert.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
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
    /// If not empty, for each position of the destination along `axis` the source's position, or NoChannel: {2, 1, 0}
    /// for BGR to RGB, {2, 1, 0, NoChannel} to add an alpha. The source then has the destination's rank, and any size
    /// along `axis`, which is not broadcast.
    Dimensions channels = {};
};

/// An entry of Conversion::channels for which the source has no channel. Its value is 0, so the result is the bias.
inline constexpr std::uint32_t NoChannel = 0xFFFFFFFF;

namespace detail
{
struct FloatsAccess
{
    static constexpr AnyInteger CountOf(const Floats& floats) noexcept { return floats.m_count; }
};

// =====================================================================================================================
//   Kernels
//
//   A kernel converts one row or one plane. The kernels of one instruction set are in one table; all come from the last
//   part of this file, which is read once for single elements and once for each width of vectors.
// =====================================================================================================================

// A row that is contiguous on both sides, and the coefficients (FLOAT32 scales and biases). Step 1: one scale and one
// bias for each element. Step 0: one vector of each, reused.
struct ConvertedRow
{
    unsigned char* destination;
    const unsigned char* source;
    std::size_t count; // of elements
    const unsigned char* scales;
    const unsigned char* biases;
    std::size_t step;
};
inline constexpr std::size_t WidestVector = 8; // in elements of 4 bytes

// A plane: element (row, column) goes from column * sourceStride + row to row * destinationStride + column. Strides are
// in bytes.
// Rows are contiguous in the source, columns in the destination. Its coefficients are number row * rowRepeat + column *
// columnRepeat of the pattern; kernels for pixels know their pattern.
struct ConvertedPlane
{
    unsigned char* destination;
    std::size_t destinationStride;
    const unsigned char* source;
    std::size_t sourceStride;
    std::size_t rows;
    std::size_t columns;
    const unsigned char* scales;
    const unsigned char* biases;
    std::size_t rowRepeat;
    std::size_t columnRepeat;
};

using ConvertKernel = void (*)(const ConvertedRow&);

// Which side of a plane is pixels of a few channels, without gaps.
enum class Pixels
{
    None,
    Written, // the columns of the plane are channels
    Read     // its rows are
};

// A kernel and the planes that it takes. In smaller planes it would read and write out of bounds; the bounds come from
// the kernel and stand nowhere else.
struct PlaneKernel
{
    void (*run)(const ConvertedPlane&) = nullptr;
    Pixels pixels = Pixels::None;
    std::size_t minRows = 0;
    std::size_t minColumns = 0;
    std::size_t channels = 0; // of the pixels
    // How often each coefficient is repeated in the pattern if coefficients change along the rows, or along the
    // columns; 0 if the kernel does not support that. A kernel that loads a vector of them for one element needs a full
    // vector.
    std::size_t rowRepeat = 0;
    std::size_t columnRepeat = 0;
    std::size_t pattern = 0; // the least number of coefficients that is read

    // Strides are in elements.
    constexpr bool Supports(const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        const bool hasChannels =
            pixels == Pixels::None
            || (pixels == Pixels::Written ? columns.size == channels && rows.destinationStride == channels
                                          : rows.size == channels && columns.sourceStride == channels);
        return run != nullptr && hasChannels && rows.size >= minRows && columns.size >= minColumns
               && (rows.auxiliaryStride == 0 || rowRepeat != 0) && (columns.auxiliaryStride == 0 || columnRepeat != 0);
    }
};

// For a pair of types: pixels of three and four channels, written and read, and any plane. The first that takes a plane
// is used.
struct PlaneKernels
{
    PlaneKernel kernels[5];
};

// The index of a type that is converted; ConvertedTypes for all others.
inline constexpr std::uint32_t ConvertedTypes = 4;
constexpr std::uint32_t TypeIndex(DML_TENSOR_DATA_TYPE type) noexcept
{
    return type == DML_TENSOR_DATA_TYPE_UINT8     ? 0
           : type == DML_TENSOR_DATA_TYPE_INT8    ? 1
           : type == DML_TENSOR_DATA_TYPE_FLOAT16 ? 2
           : type == DML_TENSOR_DATA_TYPE_FLOAT32 ? 3
                                                  : ConvertedTypes;
}

struct ConvertKernels
{
    std::size_t minCount;                       // of elements of a row
    const ConvertKernels* narrower;             // for fewer
    const ConvertKernel* rows[ConvertedTypes];  // [source's type][destination's type]
    const PlaneKernels* planes[ConvertedTypes]; // likewise; null where there are none
};

// The last part of this file, once for each instruction set. With intrinsics (MSVC) there is AVX2 only, and single
// elements without it.
// Measured under g++: SSE2 has 1.1 to 2.3 times the speed of single elements; nobody could measure it under MSVC.
#define DTU_CONVERT_LANES 0
#include "dml_tensor_convert.hpp"
#undef DTU_CONVERT_LANES
#if DTU_ISA == DTU_GNU_VECTORS
#define DTU_CONVERT_LANES 1
#include "dml_tensor_convert.hpp"
#undef DTU_CONVERT_LANES
#else
namespace convert128 = scalar;
#endif
#if DTU_IS_X86
#define DTU_CONVERT_LANES 2
#include "dml_tensor_convert.hpp"
#undef DTU_CONVERT_LANES
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
            fits = fits && kernel.minRows * kernel.rowRepeat <= PatternCapacity
                   && kernel.minColumns * kernel.columnRepeat <= PatternCapacity && kernel.pattern <= PatternCapacity;
        }
    }
    return fits;
}

// A template, as KernelsOf of the copy header and for its reason.
template <class Dependent = void> const ConvertKernels* ConvertKernelsOf(CopyPath path) noexcept
{
#if DTU_IS_X86
    static_assert(convert256::Width <= WidestVector, "a pair of scale and bias for each element of a vector");
    static_assert(FitsPattern(convert256::Table<Dependent>), "the pattern is too small");
    if (path == CopyPath::Vector256) { return &convert256::Table<Dependent>; }
#endif
    static_assert(convert128::Width <= WidestVector, "likewise");
    return path == CopyPath::Portable ? &scalar::Table<Dependent> : &convert128::Table<Dependent>;
}

// The best instruction set of this machine: that of copies, unless a machine with AVX2 is set to report no FMA (and so
// no F16C, which compilers cannot query).
inline CopyPath BestConvertPath() noexcept
{
    const CopyPath path = BestCopyPath();
#if DTU_IS_X86 && !defined(_MSC_VER)
    const bool hasAvx2 = path == CopyPath::Vector256;
    if (hasAvx2 && !__builtin_cpu_supports("fma")) { return CopyPath::Vector128; } // GCOVR_EXCL_LINE: no such machine
#endif
    return path;
}

// =====================================================================================================================
//   Running a plan
//
//   Rows and planes for which there is a kernel are converted in place. All else is divided into tiles. The copy header
//   moves the elements of a tile to or from a staging buffer on the stack, so that both sides of the conversion have
//   rows. Examples:
//
//     FLOAT32 to FLOAT16, both NCHW                     one row: the axes merge
//     the same, with a scale for each channel           rows of one scale, a row for each plane
//     pixels of UINT8, 3 channels, to planes of FLOAT16 a plane, by the kernel of three channels
//     NCHW to NHWC of 64 channels                       planes, by transposes in registers
//     FLOAT32 to scaled FLOAT32, NCHW to NHWC           tiles: gathered in the destination's order, then converted
//     any of them by non-temporal stores                tiles: converted to a buffer, which is copied as whole lines
// =====================================================================================================================

// Tuned: the size of each of the two staging buffers. Larger ones would exceed the stack that docs/limitations.md
// promises.
inline constexpr std::size_t StagingBytes = 4096;
// Tuned: the elements of a tile's rows on both sides, if the axes are that long: a cache line of single bytes.
// Measured: half or twice as many make no difference to pixels of 2 and 5 channels and to {64,64,64} reversed.
inline constexpr std::size_t TileRowElements = CacheLineBytes;
// Tuned: shorter rows of one scale, or with gaps, are made part of a longer row.
// Measured: with 8, rows of 8 elements with gaps take 1.8 times as long; with 32, rows of 16 take .75 of the time and
// rows of 24 1.07 times as long.
inline constexpr std::size_t LongRow = 16;

// The scales and biases of consecutive elements as kernels read them. For pixels of three channels:
//
//     Fill(0, 1, 3, 24)   r g b r g b r g b ...   the coefficients are applied to pixels
//     Fill(0, 8, 3, 24)   r r r r r r r r g g g g g g g g b b b b b b b b   they are applied to planes
//
// Most tiles need the pattern of the tile before, so it is made again only if the arguments differ.
struct CoefficientPattern
{
    const Conversion& conversion;
    std::uint64_t key[4] = {}; // the arguments of the last Fill
    unsigned char scales[4 * PatternCapacity];
    unsigned char biases[4 * PatternCapacity];

    explicit CoefficientPattern(const Conversion& of) noexcept : conversion(of) {}

    // Makes `count` coefficients, beginning with number `first`: each `repeat` times, starting over after `period` of
    // them.
    void Fill(std::uint64_t first, std::size_t repeat, std::size_t period, std::size_t count) noexcept
    {
        const std::uint64_t wanted[] = {first, repeat, period, count};
        if (std::memcmp(wanted, key, sizeof(key)) == 0) { return; }
        std::memcpy(key, wanted, sizeof(key));
        for (std::size_t i = 0, n = 0; i < count; n = n + 1 < period ? n + 1 : 0)
        {
            const float scale = conversion.scales.size() != 0 ? conversion.scales.data()[first + n] : conversion.scale;
            const float given = conversion.biases.size() != 0 ? conversion.biases.data()[first + n] : conversion.bias;
            // x * 1 + -0 is x; x * 1 + 0 makes 0 of -0.
            const float bias = scale == 1 && given == 0 ? -0.0F : given;
            for (const std::size_t end = i + Smaller(count - i, repeat); i < end; ++i)
            {
                std::memcpy(scales + 4 * i, &scale, sizeof(scale));
                std::memcpy(biases + 4 * i, &bias, sizeof(bias));
            }
        }
    }
};

// Divides a plan into tiles of at most `elements` elements. Both sides first get rows of a cache line; the rest extends
// the tile in the destination's order. No tile needs more coefficients than a pattern holds.
//
// The destination's cache lines are written whole: along the innermost axis that is divided, tiles are as long as whole
// lines, and the first tile is shorter, so that it ends with a line.
inline void TilePlan(const CopyPlan& plan, std::size_t unit, std::size_t elements, Tiling (&tilings)[MaxRank]) noexcept
{
    std::size_t room = elements;
    const auto grow = [&](std::uint32_t axis, std::size_t wanted)
    {
        const CopyAxis& whole = plan.axes[axis - 1];
        std::size_t& count = tilings[axis - 1].step;
        for (const std::size_t limit :
             {whole.size, count * room, whole.auxiliaryStride != 0 ? PatternCapacity : whole.size})
        {
            wanted = limit < wanted ? limit : wanted;
        }
        if (wanted <= count) { return; }
        room = room * count / wanted;
        count = wanted;
    };
    std::size_t row = 1;
    for (std::uint32_t i = plan.rank; i > 0 && row < TileRowElements; --i)
    {
        grow(i, (TileRowElements + row - 1) / row);
        row *= tilings[i - 1].step;
    }
    const std::uint32_t ofSource = plan.FindSourceStride(1);
    if (ofSource != 0) { grow(ofSource, TileRowElements); }
    for (std::uint32_t i = plan.rank; i > 0; --i) { grow(i, elements); }

    std::uint32_t axis = plan.rank - 1;
    while (axis > 0 && tilings[axis].step == plan.axes[axis].size) { --axis; }
    Tiling& tiling = tilings[axis];
    const std::size_t step = plan.axes[axis].destinationStride * unit;
    std::size_t lines = 1; // positions between two that start a cache line
    while (lines <= tiling.step / 2 && lines * step % CacheLineBytes != 0) { lines *= 2; }
    if (lines * step % CacheLineBytes != 0) { return; }
    tiling.step -= tiling.step % lines;
    const std::size_t toLine = ElementsToCacheLine(plan.destination, step);
    tiling.first = toLine > 0 ? tiling.step - lines + toLine : 0;
}

// The plan of one tile. A side that is staged is a buffer with the elements in the destination's order, so the
// conversion has rows there, and the copy header's transposes see two ordinary layouts.
inline CopyPlan PlanOfTile(const CopyPlan& plan, const TileIterator& tile, bool stagesDestination,
                           bool stagesSource) noexcept
{
    CopyPlan part;
    std::size_t step = 1;
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        const CopyAxis& axis = plan.axes[i - 1];
        const std::size_t count = tile.Count(i - 1);
        part.Insert(count, stagesDestination ? step : axis.destinationStride, stagesSource ? step : axis.sourceStride,
                    axis.auxiliaryStride);
        step *= count;
    }
    part.Merge();
    return part;
}

// The steps for all tiles of one shape; the addresses are those of the first tile. At most two buffers are between
// source and destination:
//
//     source -- gather --> buffer -- convert --> buffer -- scatter --> destination
struct TileSteps
{
    std::uint32_t shape = None32;
    bool gathers = false;
    ByteMove gather;
    CopyPlan convert;
    ByteMove scatter;
};

// Runs a conversion. The units are the bytes of an element.
struct ConvertRun
{
    CopyRun copy;
    const ConvertKernels* kernels;
    std::uint32_t destinationTypeIndex;
    std::uint32_t sourceTypeIndex;
    std::size_t destinationUnit;
    std::size_t sourceUnit;
    CoefficientPattern pattern;

    // Runs a plan, whose strides are in elements, in the first way that fits. Removes axes from it on the way.
    void Run(CopyPlan& plan) noexcept
    {
        if (!copy.isNonTemporal && HasRows(plan)) { return ConvertRows(plan, 0); }
        if (plan.rank == 0) { return ConvertUniformRows(plan, 1, 0); }
        if (!copy.isNonTemporal && PlaneKernelFor(plan) != nullptr) { return ConvertPlanes(plan, 0); }
        ConvertTiles(plan);
    }

    // ---- rows -------------------------------------------------------------------------------------------------------

    // Whether the innermost axis is contiguous on one side, and is long or joined to the next axis without a gap.
    static bool HasRows(const CopyPlan& plan, std::size_t CopyAxis::*step) noexcept
    {
        if (plan.rank == 0 || plan.axes[plan.rank - 1].*step != 1) { return false; }
        const std::size_t size = plan.axes[plan.rank - 1].size;
        return plan.rank == 1 || size >= LongRow || plan.axes[plan.rank - 2].*step == size;
    }
    static bool HasRows(const CopyPlan& plan) noexcept
    {
        return HasRows(plan, &CopyAxis::destinationStride) && HasRows(plan, &CopyAxis::sourceStride);
    }

    // Whether rows of `elements` elements follow each other without a gap on both sides.
    static bool HasNoGaps(const CopyPlan& plan, std::size_t elements) noexcept
    {
        return plan.rank > 0 && plan.axes[plan.rank - 1].destinationStride == elements
               && plan.axes[plan.rank - 1].sourceStride == elements;
    }

    // Requires an innermost axis that is contiguous on both sides, or no contiguous axis: rows of one element.
    void ConvertRows(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const CopyAxis inner = HasNoGaps(plan, 1) ? plan.TakeInner() : SingleStep;
        if (inner.auxiliaryStride == 0 && (inner.size >= LongRow || !HasNoGaps(plan, inner.size)))
        {
            return ConvertUniformRows(plan, inner.size, index);
        }
        // Each of `period` coefficients is that of `repeat` elements.
        const std::size_t repeat = inner.auxiliaryStride == 0 ? inner.size : 1;
        const std::size_t period = inner.auxiliaryStride == 0 ? plan.TakeInner().size : inner.size;
        const std::size_t elements = period * repeat;
        const bool fits = elements <= PatternCapacity;
        const std::size_t all = elements * (fits && HasNoGaps(plan, elements) ? plan.TakeInner().size : 1);
        // All coefficients as often as they fit the pattern; if they do not fit once, part of them for all rows at a
        // time.
        const std::size_t most = PatternCapacity / (fits ? elements : repeat) * (fits ? elements : repeat);
        const std::size_t part = fits ? all : most;
        for (std::size_t first = 0; first < all; first += part)
        {
            const std::size_t end = all - first < part ? all : first + part;
            const std::size_t step = end - first < most ? end - first : most;
            pattern.Fill(index + first / repeat, repeat, period, step);
            TileIterator at(plan);
            do {
                for (std::size_t i = first; i < end; i += step)
                {
                    const std::size_t count = end - i < step ? end - i : step;
                    RowKernelFor(count)({plan.destination + (at.destinationOffset + i) * destinationUnit,
                                         plan.source + (at.sourceOffset + i) * sourceUnit, count, pattern.scales,
                                         pattern.biases, 1});
                }
            } while (at.Next());
        }
    }

    // Rows with one scale and one bias each; or single elements, as rows of one. A pattern of one vector serves a row
    // of any length, since kernels step through it by 0.
    void ConvertUniformRows(const CopyPlan& plan, std::size_t count, std::uint64_t index) noexcept
    {
        const std::size_t pairs = count < WidestVector ? count : WidestVector;
        const ConvertKernel convert = RowKernelFor(count);
        TileIterator at(plan);
        do {
            pattern.Fill(index + at.index, pairs, 1, pairs);
            convert({plan.destination + at.destinationOffset * destinationUnit,
                     plan.source + at.sourceOffset * sourceUnit, count, pattern.scales, pattern.biases, 0});
        } while (at.Next());
    }

    // The kernel with the widest vectors that fit a row of so many elements. The last vector of a row overlaps the one
    // before.
    ConvertKernel RowKernelFor(std::size_t count) const noexcept
    {
        const ConvertKernels* fitting = kernels;
        while (count < fitting->minCount) { fitting = fitting->narrower; }
        return fitting->rows[sourceTypeIndex][destinationTypeIndex];
    }

    // ---- planes -----------------------------------------------------------------------------------------------------

    // The kernel with the widest vectors that takes the planes whose rows are contiguous in the source and whose
    // columns are contiguous in the destination; null if there is none.
    const PlaneKernel* PlaneKernelFor(const CopyPlan& plan) const noexcept
    {
        const std::uint32_t ofSource = plan.FindSourceStride(1);
        if (ofSource == 0 || ofSource == plan.rank || plan.axes[plan.rank - 1].destinationStride != 1)
        {
            return nullptr;
        }
        for (const ConvertKernels* table = kernels; table != nullptr; table = table->narrower)
        {
            if (table->planes[sourceTypeIndex] == nullptr) { continue; }
            for (const PlaneKernel& kernel : table->planes[sourceTypeIndex][destinationTypeIndex].kernels)
            {
                if (kernel.Supports(plan.axes[ofSource - 1], plan.axes[plan.rank - 1])) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Requires that PlaneKernelFor(plan) is not null.
    void ConvertPlanes(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const PlaneKernel& kernel = *PlaneKernelFor(plan);
        const std::uint32_t ofSource = plan.FindSourceStride(1);
        CopyAxes axes;
        axes.Append(plan.axes[ofSource - 1]);
        axes.Append(plan.TakeInner());
        plan.Remove(ofSource - 1);
        const CopyAxis& rows = axes.axes[0];
        const CopyAxis& columns = axes.axes[1];
        // Coefficients change along one of the two at most, which is divided where the pattern is full.
        const std::size_t rowRepeat = rows.auxiliaryStride != 0 ? kernel.rowRepeat : 0;
        const std::size_t columnRepeat = columns.auxiliaryStride != 0 ? kernel.columnRepeat : 0;
        const std::size_t repeat = rowRepeat + columnRepeat;
        Tiling tilings[] = {{rowRepeat != 0 ? PatternCapacity / rowRepeat : rows.size, kernel.minRows},
                            {columnRepeat != 0 ? PatternCapacity / columnRepeat : columns.size, kernel.minColumns}};
        TileToCacheLines(kernel, plan.destination, axes, tilings);
        TileIterator part(axes, tilings);
        do {
            ConvertedPlane plane = {nullptr,        rows.destinationStride * destinationUnit,
                                    nullptr,        columns.sourceStride * sourceUnit,
                                    part.Count(0),  part.Count(1),
                                    pattern.scales, pattern.biases,
                                    rowRepeat,      columnRepeat};
            const std::size_t period = repeat == 0 ? 1 : part.Count(rowRepeat != 0 ? 0 : 1);
            const std::size_t count = period * repeat < kernel.pattern ? kernel.pattern : period * repeat;
            TileIterator at(plan);
            do {
                plane.destination =
                    plan.destination + (at.destinationOffset + part.destinationOffset) * destinationUnit;
                plane.source = plan.source + (at.sourceOffset + part.sourceOffset) * sourceUnit;
                pattern.Fill(index + at.index + part.index, repeat != 0 ? repeat : count, period, count);
                kernel.run(plane);
            } while (at.Next());
        } while (part.Next());
    }

    // Tuned: the first tile ends one step of the kernel behind the start of a cache line, so that only that step's
    // stores straddle lines. Measured without, at 16 modulo 64: [1024, 1024] of FLOAT16 to its transpose of FLOAT32
    // takes 1.4 times as long, 224 x 224 pixels to planes of FLOAT32 1.6 times.
    void TileToCacheLines(const PlaneKernel& kernel, const unsigned char* dst, const CopyAxes& axes,
                          Tiling* tilings) const noexcept
    {
        // At 16 modulo 64 stores of 16 bytes do not straddle lines, but after alignment the loads would (224 x 224 to
        // FLOAT16 loses a tenth). Rows of few tiles lose more by an additional tile than they gain.
        constexpr std::size_t LongColumns = 256;
        const bool isPixels = kernel.pixels != Pixels::None;
        const std::size_t stored = isPixels ? 8 * destinationUnit : CacheLineBytes;
        const bool isLong = isPixels || axes.axes[1].size >= LongColumns;
        const std::uint32_t along = kernel.pixels == Pixels::Written ? 0 : 1;
        const bool isEven =
            along == 0 || axes.axes[0].destinationStride * destinationUnit % CacheLineBytes == 0; // all rows, or none
        if (!isLong || !isEven || BytesToAlignment(stored, dst) == 0) { return; }
        const std::size_t toLine = ElementsToCacheLine(dst, axes.axes[along].destinationStride * destinationUnit);
        Tiling& tiling = tilings[along];
        if (toLine != 0 && toLine + tiling.least <= tiling.step) { tiling.first = toLine + tiling.least; }
    }

    // ---- tiles ------------------------------------------------------------------------------------------------------

    // A tile without rows or planes is gathered in a buffer first. For non-temporal stores, or a destination whose rows
    // have gaps, it is converted to a second buffer and copied from there.
    void ConvertTiles(const CopyPlan& plan) noexcept
    {
        const bool scatters = copy.isNonTemporal || !HasRows(plan, &CopyAxis::destinationStride);
        alignas(CacheLineBytes) unsigned char gathered[StagingBytes];
        alignas(CacheLineBytes) unsigned char converted[StagingBytes];
        // For full tiles and for the last kind of edge tile; more would exceed the stack that docs/limitations.md
        // promises.
        TileSteps shapes[2];
        ByteMove move;
        Tiling tilings[MaxRank];
        TilePlan(plan, destinationUnit,
                 StagingBytes / (scatters && destinationUnit > sourceUnit ? destinationUnit : sourceUnit), tilings);
        TileIterator tile(plan, tilings);
        do {
            // Tuned: full tiles keep their steps while edge tiles come between them.
            TileSteps& steps = shapes[tile.ShapeId() == 0 ? 0 : 1];
            if (steps.shape != tile.ShapeId()) { PlanTile(steps, plan, tile, scatters); }
            unsigned char* const dst = plan.destination + tile.destinationOffset * destinationUnit;
            const unsigned char* const src = plan.source + tile.sourceOffset * sourceUnit;
            if (steps.gathers)
            {
                move = steps.gather;
                move.destination = gathered;
                move.source = src;
                CopyRun{copy.kernels, false}.Run(move);
            }
            CopyPlan part = steps.convert;
            part.destination = scatters ? converted : dst;
            part.source = steps.gathers ? gathered : src;
            steps.gathers || HasRows(part) ? ConvertRows(part, tile.index) : ConvertPlanes(part, tile.index);
            if (scatters)
            {
                move = steps.scatter;
                move.destination = dst;
                move.source = converted;
                copy.Run(move);
            }
        } while (tile.Next());
    }

    void PlanTile(TileSteps& steps, const CopyPlan& plan, const TileIterator& tile, bool scatters) const noexcept
    {
        steps.shape = tile.ShapeId();
        steps.convert = PlanOfTile(plan, tile, scatters, false);
        steps.gathers = !HasRows(steps.convert) && PlaneKernelFor(steps.convert) == nullptr;
        if (steps.gathers)
        {
            steps.convert = PlanOfTile(plan, tile, scatters, true);
            (void)steps.gather.FromElements(PlanOfTile(plan, tile, true, false),
                                            static_cast<std::uint32_t>(8 * sourceUnit));
        }
        if (scatters)
        {
            (void)steps.scatter.FromElements(PlanOfTile(plan, tile, false, true),
                                             static_cast<std::uint32_t>(8 * destinationUnit));
        }
    }
};

// Whether there are scales or biases, also with a count that is invalid.
constexpr bool HasCoefficients(const Conversion& conversion) noexcept
{
    return FloatsAccess::CountOf(conversion.scales).Bits() != 0 || FloatsAccess::CountOf(conversion.biases).Bits() != 0;
}

constexpr Diagnosis CheckConversionAxis(std::uint32_t axis, const TensorLayout& destination) noexcept
{
    return Require(axis < destination.Rank(), {TensorError::AxisOutOfRange, None32, axis, destination.Rank(),
                                               OfDestination, Argument::ConversionAxis});
}

// The errors of a conversion whose layouts carry none, in the order of ConvertTensor.
inline Diagnosis CheckConversion(DML_TENSOR_DATA_TYPE destinationType, DML_TENSOR_DATA_TYPE sourceType,
                                 const Conversion& conversion, const TensorLayout& destination, bool movesBits) noexcept
{
    const Floats* const given[] = {&conversion.scales, &conversion.biases};
    for (const Floats* floats : given)
    {
        const AnyInteger count = FloatsAccess::CountOf(*floats);
        if (count.IsNegative()) { return CheckRange(count, Max64, Argument::Count); }
    }
    if (movesBits) { return CheckDataType(destinationType, Argument::Type); }
    if (TypeIndex(destinationType) == ConvertedTypes || TypeIndex(sourceType) == ConvertedTypes)
    {
        return {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(sourceType),
                static_cast<std::uint32_t>(destinationType), None32};
    }
    const std::uint32_t axis = conversion.axis;
    if (!HasCoefficients(conversion)) { return {}; }
    const Diagnosis ofAxis = CheckConversionAxis(axis, destination);
    if (!ofAxis.Ok()) { return ofAxis; }
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

// The errors of channels that were given, in the order of ConvertTensor, up to the sizes of the other axes.
inline Diagnosis CheckChannels(const Conversion& conversion, const TensorLayout& destination,
                               const TensorLayout& source) noexcept
{
    const Dimensions& channels = conversion.channels;
    const std::uint32_t axis = conversion.axis;
    const Diagnosis ofAxis = CheckConversionAxis(axis, destination);
    if (!ofAxis.Ok()) { return ofAxis; }
    const std::uint32_t count = destination.Sizes()[axis];
    if (channels.size() != count)
    {
        return {TensorError::SizesDiffer, axis, channels.size(), count, OfDestination, Argument::Channels};
    }
    if (source.Rank() != destination.Rank())
    {
        return {TensorError::RankDiffers, None32, source.Rank(), destination.Rank(), OfSource, Argument::Channels};
    }
    const std::uint32_t sourceCount = source.Sizes()[axis];
    for (std::uint32_t i = 0; i < count; ++i)
    {
        if (channels[i] != NoChannel && channels[i] >= sourceCount)
        {
            return ArgumentError(Argument::Channels, TensorError::AxisOutOfRange, i, channels[i], sourceCount);
        }
    }
    return CheckSizes(destination.Sliced(axis, 0, 1), source.Sliced(axis, 0, 1));
}

// A function of its own for the sake of its frame, in which the pattern is: a copy needs none.
template <class Dependent>
void RunConversion(CopyPlan& plan, const CopyRun& copy, CopyPath path, DML_TENSOR_DATA_TYPE destinationType,
                   DML_TENSOR_DATA_TYPE sourceType, const Conversion& conversion) noexcept
{
    ConvertRun run = {copy,
                      ConvertKernelsOf<Dependent>(path),
                      TypeIndex(destinationType),
                      TypeIndex(sourceType),
                      ElementSizeInBits(destinationType) / 8,
                      ElementSizeInBits(sourceType) / 8,
                      CoefficientPattern(conversion)};
    run.Run(plan);
}

// A conversion without channels whose arguments were checked, with the plan of its layouts.
template <class Dependent>
void RunChecked(CopyPlan& plan, CopyPath path, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion,
                CopyHint hint) noexcept
{
    const Kernels* const kernels = KernelsOf<Dependent>(path);
    StartPlan(plan, destinationType, destination, sourceType, source);
    plan.Merge();
    // Tuned: ordinary stores if no element starts a cache line, since tiles of planes then end inside lines. Measured:
    // {64,512,28,28} takes 1.9 times as long by non-temporal stores.
    const std::size_t unit = ElementSizeInBits(destinationType) / 8;
    const bool splitsLines = BytesToAlignment(unit, plan.destination) != 0 && !ConvertRun::HasRows(plan);
    const CopyRun copy =
        RunOf(kernels, hint == CopyHint::Auto && splitsLines ? CopyHint::Cached : hint, plan.Count() * unit);
    RunConversion<Dependent>(plan, copy, path, destinationType, sourceType, conversion);
    if (copy.isNonTemporal) { StoreFence(); }
}

// ---- Conversion::channels -------------------------------------------------------------------------------------------

// One side of a conversion of channels: pixels of 2 to 4 channels without gaps, or rows of one channel each.
struct ChannelSide
{
    std::size_t channels;      // of a pixel
    std::size_t channelStride; // in elements, as the next
    std::size_t pixelStride;
    std::size_t unit; // bytes of an element

    bool IsPixels() const noexcept
    {
        return channels >= 2 && channels <= 4 && channelStride == 1 && pixelStride == channels;
    }
    bool IsRows() const noexcept { return pixelStride == 1; }
    std::size_t ChannelOffset(std::size_t channel) const noexcept { return channel * channelStride * unit; }
};

// Converts channels in any order, a tile of pixels at a time:
//
//     pixels -- deinterleave --> planes -- convert each channel --> planes -- interleave --> pixels
//
// The planes are buffers on the stack; a side that has rows of one channel needs none.
struct ChannelRun
{
    static constexpr std::size_t MaxChannels = 4;
    static constexpr std::size_t MaxUnit = 4;
    // Tuned: of a plane in either buffer.
    static constexpr std::size_t PlaneBytes = 2048;

    CopyRun copy;
    const Conversion& conversion;
    bool movesBits; // equal types, whose values stay
    ChannelSide destination;
    ChannelSide source;
    Kernel interleave = nullptr;
    Kernel deinterleave = nullptr;
    Tiling tiling = {};

    // Chooses kernels and tiles for rows of `pixels` pixels. Returns false if neither side has pixels, a side has
    // neither pixels nor rows, or this machine's instruction set has no kernel.
    bool Prepare(std::size_t pixels) noexcept
    {
        const bool isEach = (destination.IsPixels() || destination.IsRows()) && (source.IsPixels() || source.IsRows());
        if (!isEach || !(destination.IsPixels() || source.IsPixels())) { return false; }
        const std::size_t unit = destination.unit < source.unit ? source.unit : destination.unit;
        tiling.step = pixels < PlaneBytes / unit ? pixels : PlaneBytes / unit;
        const Kernels& reading = copy.Fitting(tiling.step * source.unit);
        const Kernels& writing = copy.Fitting(tiling.step * destination.unit);
        if (source.IsPixels()) { deinterleave = reading.deinterleave[source.channels - 2]; }
        if (destination.IsPixels()) { interleave = writing.interleave[destination.channels - 2]; }
        const std::size_t minDestination = writing.minBytes / destination.unit;
        const std::size_t minSource = reading.minBytes / source.unit;
        tiling.least = minDestination < minSource ? minSource : minDestination;
        return (deinterleave != nullptr) == source.IsPixels() && (interleave != nullptr) == destination.IsPixels();
    }

    // Converts all pixels. The plan is that of one channel, without the axis of the pixels.
    void Run(const CopyPlan& plan, const CopyAxis& pixels, const ConvertKernels* kernels,
             std::uint32_t destinationTypeIndex, std::uint32_t sourceTypeIndex) const noexcept
    {
        ConvertRun convert = {copy,
                              kernels,
                              destinationTypeIndex,
                              sourceTypeIndex,
                              destination.unit,
                              source.unit,
                              CoefficientPattern(conversion)};
        alignas(CacheLineBytes) unsigned char read[(MaxChannels + 1) * PlaneBytes];
        alignas(CacheLineBytes) unsigned char written[MaxChannels * PlaneBytes];
        std::memset(read + MaxChannels * PlaneBytes, 0, PlaneBytes); // the source of a missing channel
        MakeCoefficients(convert.pattern);
        CopyAxes row;
        row.Append(pixels);
        bool isFirst = true;
        TileIterator outer(plan);
        do {
            TileIterator tile(row, &tiling);
            do {
                unsigned char* const dst =
                    plan.destination + (outer.destinationOffset + tile.destinationOffset) * destination.unit;
                const unsigned char* const src = plan.source + (outer.sourceOffset + tile.sourceOffset) * source.unit;
                RunTile(convert, {dst, src, tile.Count(0), read, written}, isFirst);
                isFirst = false;
            } while (tile.Next());
        } while (outer.Next());
    }

private:
    // A tile of pixels, and the buffers for its planes.
    struct Tile
    {
        unsigned char* destination;
        const unsigned char* source;
        std::size_t pixels;
        unsigned char* read;
        unsigned char* written;
    };

    void RunTile(const ConvertRun& convert, const Tile& tile, bool isFirst) const noexcept
    {
        if (deinterleave != nullptr)
        {
            deinterleave(KernelArguments::Channels(tile.read, PlaneBytes, tile.source, 0, source.channels, tile.pixels,
                                                   source.unit));
        }
        for (std::uint32_t i = 0; i < conversion.channels.size(); ++i)
        {
            // Tuned: the plane of a missing channel is the same in all tiles, of which the first is the longest.
            if (conversion.channels[i] == NoChannel && interleave != nullptr && !isFirst) { continue; }
            ConvertChannel(convert, i, tile);
        }
        if (interleave != nullptr)
        {
            interleave(KernelArguments::Channels(tile.destination, destination.channels * destination.unit,
                                                 tile.written, PlaneBytes, destination.channels, tile.pixels,
                                                 destination.unit));
        }
    }

    void ConvertChannel(const ConvertRun& convert, std::uint32_t position, const Tile& tile) const noexcept
    {
        unsigned char* const dst = interleave != nullptr ? tile.written + position * PlaneBytes
                                                         : tile.destination + destination.ChannelOffset(position);
        const unsigned char* const src = SourceOf(conversion.channels[position], tile);
        if (movesBits)
        {
            std::memcpy(dst, src, tile.pixels * destination.unit);
            return;
        }
        const std::size_t coefficients = 4 * WidestVector * position;
        convert.RowKernelFor(tile.pixels)(
            {dst, src, tile.pixels, convert.pattern.scales + coefficients, convert.pattern.biases + coefficients, 0});
    }

    const unsigned char* SourceOf(std::uint32_t channel, const Tile& tile) const noexcept
    {
        if (channel == NoChannel) { return tile.read + MaxChannels * PlaneBytes; }
        return deinterleave != nullptr ? tile.read + channel * PlaneBytes : tile.source + source.ChannelOffset(channel);
    }

    // A vector of scales and one of biases for each channel. The scale of a missing channel is 0, so that even an
    // infinite scale leaves its bias.
    void MakeCoefficients(CoefficientPattern& pattern) const noexcept
    {
        pattern.Fill(0, WidestVector, conversion.channels.size(), WidestVector * conversion.channels.size());
        for (std::uint32_t i = 0; i < conversion.channels.size(); ++i)
        {
            if (conversion.channels[i] == NoChannel)
            {
                std::memset(pattern.scales + 4 * WidestVector * i, 0, 4 * WidestVector);
            }
        }
    }
};

// Converts pixels with ChannelRun. Returns false, and writes nothing, if ChannelRun does not support the conversion.
template <class Dependent>
bool RunPixels(CopyPath path, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
               DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion,
               bool movesBits) noexcept
{
    const std::size_t destinationUnit = ElementSizeInBits(destinationType) / 8;
    const std::size_t sourceUnit = ElementSizeInBits(sourceType) / 8;
    // Half bytes, whose unit is 0 here, and elements of 8 bytes are moved to elements of their own type alone.
    const bool hasUnit = destinationUnit > 0 && destinationUnit <= ChannelRun::MaxUnit;
    if (!hasUnit || conversion.channels.size() > ChannelRun::MaxChannels) { return false; }
    const std::uint32_t axis = conversion.axis;
    const Destination firstDestination = {destination.data, destination.bytes, destination.layout.Sliced(axis, 0, 1)};
    const Source firstSource = {source.data, source.bytes, source.layout.Sliced(axis, 0, 1)};
    CopyPlan plan;
    plan.InsertAll(firstDestination.layout, firstSource.layout);
    plan.Merge();
    StartPlan(plan, destinationType, firstDestination, sourceType, firstSource);
    const CopyAxis pixels = plan.TakeInner();
    const CopyRun copy = {KernelsOf<Dependent>(path), false};
    ChannelRun run = {copy,
                      conversion,
                      movesBits,
                      {destination.layout.Sizes()[axis], destination.layout.Strides()[axis], pixels.destinationStride,
                       destinationUnit},
                      {source.layout.Sizes()[axis], source.layout.Strides()[axis], pixels.sourceStride, sourceUnit}};
    if (!run.Prepare(pixels.size)) { return false; }
    run.Run(plan, pixels, ConvertKernelsOf<Dependent>(path), TypeIndex(destinationType), TypeIndex(sourceType));
    return true;
}

// The channels one run after the other: positions of the destination whose channels are consecutive in the source, or
// that have none. Pixels are converted in one pass, unless whole lines are to be written in ascending order.
template <class Dependent>
void RunChannels(CopyPath path, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                 DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion, bool movesBits,
                 CopyHint hint) noexcept
{
    if (hint != CopyHint::Streaming
        && RunPixels<Dependent>(path, destinationType, destination, sourceType, source, conversion, movesBits))
    {
        return;
    }
    const Dimensions& channels = conversion.channels;
    const std::uint32_t axis = conversion.axis;
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < channels.size(); first += count)
    {
        const std::uint32_t channel = channels[first];
        const bool isMissing = channel == NoChannel;
        count = 1;
        while (first + count < channels.size() && channels[first + count] == (isMissing ? channel : channel + count))
        {
            ++count;
        }
        const Destination dst = {destination.data, destination.bytes, destination.layout.Sliced(axis, first, count)};
        const float zero = 0;
        const Source src = isMissing
                               ? Source{&zero, sizeof(zero), TensorLayout::Packed({1}).BroadcastTo(dst.layout.Sizes())}
                               : Source{source.data, source.bytes, source.layout.Sliced(axis, channel, count)};
        Conversion part = conversion;
        if (conversion.scales.size() != 0) { part.scales = {conversion.scales.data() + first, count}; }
        if (conversion.biases.size() != 0) { part.biases = {conversion.biases.data() + first, count}; }
        if (isMissing)
        {
            part.scale = 0; // the result is the bias, even if the scale is infinite
            part.scales = {};
        }
        CopyPlan plan;
        plan.InsertAll(dst.layout, src.layout, HasCoefficients(part) ? axis : None32);
        if (movesBits) { RunCopy(plan, KernelsOf<Dependent>(path), destinationType, dst, src, hint); }
        else
        {
            RunChecked<Dependent>(plan, path, destinationType, dst,
                                  isMissing ? DML_TENSOR_DATA_TYPE_FLOAT32 : sourceType, src, part, hint);
        }
    }
}

// ConvertTensor by one path, its copies too.
template <class Dependent = void>
Diagnosis ConvertTensorBy(CopyPath path, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                          DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion,
                          CopyHint hint) noexcept
{
    const bool hasChannels = !conversion.channels.empty();
    bool movesBits =
        destinationType == sourceType && !HasCoefficients(conversion) && conversion.scale == 1 && conversion.bias == 0;
    for (const std::uint32_t channel : conversion.channels) { movesBits = movesBits && channel != NoChannel; }
    Diagnosis reason = CheckLayouts(destination, source);
    if (reason.Ok()) { reason = WithArgument(conversion.channels.Reason(), Argument::Channels); }
    if (reason.Ok())
    {
        reason = CheckConversion(destinationType, sourceType, conversion, destination.layout, movesBits);
    }
    if (reason.Ok())
    {
        reason = hasChannels ? CheckChannels(conversion, destination.layout, source.layout)
                             : CheckSizes(destination.layout, source.layout);
    }
    if (!reason.Ok()) { return reason; }
    CopyPlan plan; // with channels, of the destination alone
    plan.InsertAll(destination.layout, hasChannels ? destination.layout : source.layout,
                   HasCoefficients(conversion) ? conversion.axis : None32);
    reason = CheckMemory(plan, destinationType, destination, sourceType, source);
    if (!reason.Ok()) { return reason; }
    if (hasChannels)
    {
        RunChannels<Dependent>(path, destinationType, destination, sourceType, source, conversion, movesBits, hint);
    }
    else if (movesBits) { RunCopy(plan, KernelsOf<Dependent>(path), destinationType, destination, source, hint); }
    else { RunChecked<Dependent>(plan, path, destinationType, destination, sourceType, source, conversion, hint); }
    return {};
}
} // namespace detail

/// Writes destination[c] = source[c] * scale + bias for every coordinate c of the destination's sizes, between UINT8,
/// INT8, FLOAT16 and FLOAT32. The product and the sum are in FLOAT32, with one rounding or two. With scale 1 and bias 0
/// the value itself is converted. With Conversion::channels, source[c] is the element whose coordinate on that axis is
/// channels[c[axis]], and 0 for NoChannel. Layouts, buffers and the hint are those of CopyTensor.
///
/// To an integer: rounded to nearest, ties to even, then saturated; NaN is 0. To FLOAT16: rounded to nearest, ties to
/// even; too large values become infinite, subnormals are kept, NaN stays NaN. This holds in the default floating-point
/// environment. Two equal types of any kind are moved as by CopyTensor if scale is 1, bias is 0, there are no scales
/// and biases, and no channel is NoChannel.
///
/// Nothing is written unless the result is Ok.
/// Errors, in order: those that the layouts and then `channels` carry, ValueRange (a negative number of scales or
/// biases), ConversionTypes (the source's type, the destination's). With scales or biases: AxisOutOfRange (`axis`),
/// SizesDiffer (their number, the size of that axis), NullPointer. With channels: AxisOutOfRange (`axis`), SizesDiffer
/// (their number, the size of that axis), RankDiffers, AxisOutOfRange (an entry; the index in the list, the entry, the
/// source's size). Then the other errors of CopyTensor.
template <class Dependent = void>
Diagnosis ConvertTensor(DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                        DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::ConvertTensorBy<Dependent>(detail::BestConvertPath(), destinationType, destination, sourceType,
                                              source, conversion, hint);
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DTU_CONVERT_LANES)

// =====================================================================================================================
//   The kernels for one width of vectors, of DTU_CONVERT_LANES times 16 bytes; 0 for single elements
//
//   Code with operators compiles for single elements and for the vector types of GCC and Clang alike. As in the copy
//   header, every function that uses a vector names its instruction set.
// =====================================================================================================================

#if DTU_CONVERT_LANES == 0
#define DTU_CONVERT_NAMESPACE scalar
#define DTU_CONVERT_NARROWER nullptr
#define DTU_TARGET
#elif DTU_CONVERT_LANES == 1
#define DTU_CONVERT_NAMESPACE convert128
#define DTU_CONVERT_NARROWER &scalar::Table<Dependent>
#define DTU_TARGET
#else
#define DTU_CONVERT_NAMESPACE convert256
#define DTU_CONVERT_NARROWER &convert128::Table<Dependent>
#define DTU_TARGET target("avx2,f16c,fma"),
#endif

namespace DTU_CONVERT_NAMESPACE
{
// Elements of a vector.
inline constexpr std::size_t Width = DTU_CONVERT_LANES == 0 ? 1 : 4 * DTU_CONVERT_LANES;

template <class Result, class Value> DTU_KERNEL_STEP Result BitsAs(Value value) noexcept
{
    Result result;
    std::memcpy(&result, &value, sizeof(result));
    return result;
}

template <class Vector> DTU_KERNEL_STEP Vector LoadAs(const void* src) noexcept
{
    Vector vector;
    std::memcpy(&vector, src, sizeof(vector));
    return vector;
}

// Everything that differs between instruction sets: Singles, a vector of elements; MulAdd; and how elements of one and
// two bytes are loaded and stored. With AVX2 also Halves and Bytes: the elements of two or four vectors in one.

#if DTU_CONVERT_LANES == 0 || DTU_ISA == DTU_GNU_VECTORS

#if DTU_CONVERT_LANES == 0
using Singles = float;
using Words = std::uint32_t;
using SignedWords = std::int32_t;
#else
using Singles = float __attribute__((vector_size(4 * Width)));
using Words = std::uint32_t __attribute__((vector_size(4 * Width)));
using SignedWords = std::int32_t __attribute__((vector_size(4 * Width)));
#endif

DTU_KERNEL_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return a * b + c; }

#if DTU_CONVERT_LANES < 2
// Rounds to nearest, ties to even, and saturates; NaN becomes 0. The result is the low byte of each word, the others
// are 0. Comparisons are of the bits, which are ordered as the numbers from 0 on, with NaN above: a compiler may have
// been told that there is no NaN.
template <bool IsSigned> DTU_KERNEL_STEP Words ToIntegers(Singles value) noexcept
{
    const auto bits = BitsAs<SignedWords>(value);
    SignedWords number = IsSigned ? bits & 0x7FFFFFFF : bits > 0 ? bits : SignedWords{};
    number = number > 0x7F800000 ? SignedWords{} : number;
    const SignedWords largest = SignedWords{} + BitsAs<std::int32_t>(IsSigned ? 128.0F : 255.0F);
    number = number < largest ? number : largest;
    // Adding 1.5 * 2^23 rounds to integers, since the last bit of its mantissa is worth 1.
    constexpr float ToNearest = 12582912;
    const SignedWords sign = IsSigned ? bits - (bits & 0x7FFFFFFF) : SignedWords{};
    number = BitsAs<SignedWords>(BitsAs<Singles>(number | sign) + ToNearest) - BitsAs<std::int32_t>(ToNearest);
    return BitsAs<Words>(IsSigned ? (number < 127 ? number : SignedWords{} + 127) & 0xFF : number);
}

inline constexpr std::uint32_t Exponent = 1U << 23;            // its last bit, of FLOAT32
inline constexpr std::uint32_t Rebias = (127 - 15) * Exponent; // from the exponent of FLOAT16

// Converts to FLOAT16, in the low bits of each word.
template <class Dependent> DTU_KERNEL_STEP Singles OfHalves(Words half) noexcept
{
    const Words magnitude = (half & 0x7FFFU) << 13;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    const Words normal = magnitude + Rebias;
    // Infinity, or a quiet NaN.
    const Words special = compared > 0x0F800000 ? (normal + Rebias) | 0x00400000U : normal + Rebias;
    // A subnormal lacks the leading 1: it is added, and subtracted again.
    const Singles leading = BitsAs<Singles>(normal + Exponent) - BitsAs<float>(Rebias + Exponent);
    const Words finite = compared < 0x00800000 ? BitsAs<Words>(leading) : normal;
    const Words bits = compared < 0x0F800000 ? finite : special;
    return BitsAs<Singles>(bits | (half & 0x8000U) << 16);
}

template <class Dependent> DTU_KERNEL_STEP Words ToHalves(Singles value) noexcept
{
    const Words bits = BitsAs<Words>(value);
    const Words magnitude = bits & 0x7FFFFFFFU;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    // Rounds to nearest even: adds half of the last bit that is kept, minus 1 if that bit is 0. A carry may produce
    // infinity.
    const Words normal = (magnitude - Rebias + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // Adding 0.5 rounds to subnormals, since the last bit of its mantissa is worth the smallest one.
    const Words subnormal = BitsAs<Words>(BitsAs<Singles>(magnitude) + 0.5F) - BitsAs<std::uint32_t>(0.5F);
    const Words finite = compared < static_cast<std::int32_t>(Rebias + Exponent) ? subnormal : normal;
    const Words nan = 0x7E00U | (magnitude >> 13 & 0x03FFU);
    const Words special = compared > 0x7F800000 ? nan : Words{} + 0x7C00U;
    return (compared < 0x47800000 ? finite : special) | (bits >> 16 & 0x8000U); // below 65536
}

#endif

#if DTU_CONVERT_LANES == 0

template <class Dependent = void> DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return OfHalves<void>(LoadAs<std::uint16_t>(src));
}

template <bool IsSigned> DTU_KERNEL_STEP Singles LoadBytes(const unsigned char* src) noexcept
{
    return LoadAs<std::conditional_t<IsSigned, std::int8_t, std::uint8_t>>(src);
}

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    const auto half = static_cast<std::uint16_t>(ToHalves<void>(src));
    std::memcpy(dst, &half, sizeof(half));
}

template <bool IsSigned> DTU_KERNEL_STEP void StoreBytes(unsigned char* dst, Singles src) noexcept
{
    *dst = static_cast<unsigned char>(ToIntegers<IsSigned>(src));
}

#elif DTU_CONVERT_LANES == 1

using Vector = vector128::Vector;

// Widens the first elements of a vector by zeros.
template <std::size_t Unit> DTU_KERNEL_STEP Vector Widen(Vector vector) noexcept
{
    return vector128::ZipLow<Unit>(vector, Vector{});
}

// Stores the low bytes of each word. Interleaving the elements of the two halves twice gathers them at the front.
template <std::size_t Unit> DTU_KERNEL_STEP void StoreLow(unsigned char* dst, Words words) noexcept
{
    Vector vector = BitsAs<Vector>(words);
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector = vector128::ZipLow<Unit>(vector, vector128::ZipHigh<8>(vector, vector));
    vector128::StorePart<4 * Unit, 0>(dst, vector);
}

// GCC splits __builtin_convertvector of halves into single elements.
#if defined(__aarch64__)
template <class Dependent = void> DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    Singles floats;
    __asm__("fcvtl %0.4s, %1.4h" : "=w"(floats) : "w"(vector128::LoadPart<8>(src)));
    return floats;
}

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    Vector halves;
    __asm__("fcvtn %0.4h, %1.4s" : "=w"(halves) : "w"(src));
    vector128::StorePart<8, 0>(dst, halves);
}
#else
template <class Dependent = void> DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return OfHalves<void>(BitsAs<Words>(Widen<2>(vector128::LoadPart<8>(src))));
}

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    StoreLow<2>(dst, ToHalves<void>(src));
}
#endif

template <bool IsSigned> DTU_KERNEL_STEP Singles LoadBytes(const unsigned char* src) noexcept
{
    constexpr std::int32_t Sign = IsSigned ? 128 : 0;
    const auto words = BitsAs<SignedWords>(Widen<2>(Widen<1>(vector128::LoadPart<4>(src))));
    return __builtin_convertvector((words ^ Sign) - Sign, Singles);
}

template <bool IsSigned> DTU_KERNEL_STEP void StoreBytes(unsigned char* dst, Singles src) noexcept
{
    StoreLow<1>(dst, ToIntegers<IsSigned>(src));
}

#else

using Chars = char __attribute__((vector_size(16)));
using Quads = long long __attribute__((vector_size(16)));
using Ints = int __attribute__((vector_size(4 * Width)));
using Shorts = short __attribute__((vector_size(2 * Width)));
using Vector = vector256::Vector;

template <class Dependent = void> DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return __builtin_ia32_vcvtph2ps256(LoadAs<Shorts>(src));
}

// Clang has no built-in functions that widen bytes; GCC splits __builtin_convertvector of them into single elements.
template <bool IsSigned> DTU_KERNEL_STEP Singles LoadBytes(const unsigned char* src) noexcept
{
#if defined(__clang__)
    using Signed = signed char __attribute__((vector_size(Width)));
    using Unsigned = unsigned char __attribute__((vector_size(Width)));
    return __builtin_convertvector(LoadAs<std::conditional_t<IsSigned, Signed, Unsigned>>(src), Singles);
#else
    const auto chars = BitsAs<Chars>(Quads{LoadAs<long long>(src), 0});
    const auto words = IsSigned ? __builtin_ia32_pmovsxbd256(chars) : __builtin_ia32_pmovzxbd256(chars);
    return __builtin_convertvector(words, Singles);
#endif
}

// The result fills half of a vector. The 0 asks for rounding to nearest, whatever the floating-point environment says.
DTU_KERNEL_STEP vector128::Vector HalvesOf(Singles src) noexcept
{
    return BitsAs<vector128::Vector>(__builtin_ia32_vcvtps2ph256(src, 0));
}

// Rounds to nearest, ties to even. A too large value becomes the maximum of the element type, a too small one INT_MIN or
// above. NaN becomes 0: for an unsigned type it is INT_MIN here and saturated later, for a signed type its bits are
// replaced. No minimum is used, since a compiler that was told that there is no NaN may exchange its operands.
template <bool IsSigned> DTU_KERNEL_STEP Ints ToInts(Singles value) noexcept
{
    if constexpr (IsSigned)
    {
        const auto bits = BitsAs<SignedWords>(value);
        value = BitsAs<Singles>((bits & 0x7FFFFFFF) > 0x7F800000 ? SignedWords{} : bits);
    }
    // Returns the second operand if one is NaN.
    __asm__("vminps {%2, %1, %0|%0, %1, %2}" : "=x"(value) : "x"(Singles{} + (IsSigned ? 127.0F : 255.0F)), "x"(value));
    return __builtin_ia32_cvtps2dq256(value);
}

// Saturates. Both packs work within lanes.
template <bool IsSigned> DTU_KERNEL_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
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

DTU_KERNEL_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return _mm256_fmadd_ps(a, b, c); }

template <class Dependent = void> DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return _mm256_cvtph_ps(vector128::Load(src));
}

template <bool IsSigned> DTU_KERNEL_STEP Singles LoadBytes(const unsigned char* src) noexcept
{
    const auto bytes = vector128::LoadPart<8>(src);
    return _mm256_cvtepi32_ps(IsSigned ? _mm256_cvtepi8_epi32(bytes) : _mm256_cvtepu8_epi32(bytes));
}

DTU_KERNEL_STEP vector128::Vector HalvesOf(Singles src) noexcept
{
    return _mm256_cvtps_ph(src, _MM_FROUND_TO_NEAREST_INT);
}

// NaN becomes 0, a too small value INT_MIN or above.
template <bool IsSigned> DTU_KERNEL_STEP Vector ToInts(Singles value) noexcept
{
    const Singles number = _mm256_and_ps(value, _mm256_cmp_ps(value, value, _CMP_ORD_Q));
    return _mm256_cvtps_epi32(_mm256_min_ps(number, _mm256_set1_ps(IsSigned ? 127.0F : 255.0F)));
}

template <bool IsSigned> DTU_KERNEL_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    const Vector pairs = _mm256_packs_epi32(ToInts<IsSigned>(a), ToInts<IsSigned>(b));
    const Vector others = _mm256_packs_epi32(ToInts<IsSigned>(c), ToInts<IsSigned>(d));
    const Vector fours = IsSigned ? _mm256_packs_epi16(pairs, others) : _mm256_packus_epi16(pairs, others);
    return _mm256_permutevar8x32_epi32(fours, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
}

#endif

#if DTU_CONVERT_LANES == 2

DTU_KERNEL_STEP Vector Halves(Singles a, Singles b) noexcept { return vector256::Join(HalvesOf(a), HalvesOf(b)); }

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    vector128::Store(dst, HalvesOf(src));
}

template <bool IsSigned> DTU_KERNEL_STEP void StoreBytes(unsigned char* dst, Singles src) noexcept
{
    const Vector bytes = Bytes<IsSigned>(src, src, src, src);
    std::memcpy(dst, &bytes, Width);
}

#endif

template <DML_TENSOR_DATA_TYPE Type> inline constexpr bool IsSignedByte = Type == DML_TENSOR_DATA_TYPE_INT8;

template <DML_TENSOR_DATA_TYPE Type> DTU_KERNEL_STEP Singles Load(const unsigned char* src) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Singles>(src); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { return LoadHalves(src); }
    else { return LoadBytes<IsSignedByte<Type>>(src); }
}

template <DML_TENSOR_DATA_TYPE Type> DTU_KERNEL_STEP void Store(unsigned char* dst, Singles src) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(dst, &src, sizeof(src)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { StoreHalves(dst, src); }
    else { StoreBytes<IsSignedByte<Type>>(dst, src); }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

template <DML_TENSOR_DATA_TYPE Type> inline constexpr std::size_t UnitOf = ElementSizeInBits(Type) / 8;

// Loads a vector of elements and applies their scales and biases, from number `pair` of a pattern on.
template <DML_TENSOR_DATA_TYPE SourceType, class Pattern>
DTU_KERNEL_STEP Singles LoadScaled(const unsigned char* src, const Pattern& by, std::size_t pair) noexcept
{
    return MulAdd(Load<SourceType>(src), Load<DML_TENSOR_DATA_TYPE_FLOAT32>(by.scales + 4 * pair),
                  Load<DML_TENSOR_DATA_TYPE_FLOAT32>(by.biases + 4 * pair));
}

template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL_STEP void ConvertVector(const ConvertedRow& row, std::size_t at) noexcept
{
    Store<DestinationType>(row.destination + at * UnitOf<DestinationType>,
                           LoadScaled<SourceType>(row.source + at * UnitOf<SourceType>, row, at * row.step));
}

// Converts a row of at least `Width` elements. The last vector overlaps the one before.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL void ConvertElements(const ConvertedRow& reference) noexcept
{
    // A copy, since the compiler must assume that stores change what a reference refers to.
    const ConvertedRow row = reference;
    std::size_t at = 0;
    for (; at + 4 * Width <= row.count; at += 4 * Width)
    {
        ConvertVector<Dependent, SourceType, DestinationType>(row, at);
        ConvertVector<Dependent, SourceType, DestinationType>(row, at + Width);
        ConvertVector<Dependent, SourceType, DestinationType>(row, at + 2 * Width);
        ConvertVector<Dependent, SourceType, DestinationType>(row, at + 3 * Width);
    }
    for (; at < row.count; at += Width)
    {
        ConvertVector<Dependent, SourceType, DestinationType>(row, row.count - at < Width ? row.count - Width : at);
    }
}

#if DTU_CONVERT_LANES == 2

// ---- planes ---------------------------------------------------------------------------------------------------------

// Which scales and biases belong to two lanes of elements: the first one's number, the step to the next vector, and the
// distance of the second lane.
struct Pairs
{
    std::size_t pair;
    std::size_t step;
    std::size_t apart;
};

// Rearranges elements while they are narrow: they are converted either when they are loaded or when they are stored.
// Load and Store move two lanes of 16 narrow bytes each, `apart` bytes apart.
template <DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType> struct Narrow
{
    static constexpr bool ConvertsOnLoad =
        UnitOf<DestinationType> <= UnitOf<SourceType>; // when it is loaded an element becomes narrow
    static constexpr std::size_t Unit = Smaller(UnitOf<DestinationType>, UnitOf<SourceType>);
    static constexpr std::size_t Lane = 16 / Unit; // elements

    static DTU_KERNEL_STEP Vector Load(const unsigned char* src, std::size_t apart, const ConvertedPlane& by,
                                       const Pairs& pairs) noexcept
    {
        if constexpr (!ConvertsOnLoad) { return vector256::LoadLanes(src, apart); }
        else
        {
            const Singles first = LoadScaled<SourceType>(src, by, pairs.pair);
            const Singles second = LoadScaled<SourceType>(src + apart, by, pairs.pair + pairs.apart);
            if constexpr (Unit == 2) { return Halves(first, second); }
            else
            {
                constexpr std::size_t Rest = Width * UnitOf<SourceType>;
                const std::size_t pair = pairs.pair + Width * pairs.step;
                return Bytes<IsSignedByte<DestinationType>>(
                    first, LoadScaled<SourceType>(src + Rest, by, pair), second,
                    LoadScaled<SourceType>(src + apart + Rest, by, pair + pairs.apart));
            }
        }
    }

    static DTU_KERNEL_STEP void Store(unsigned char* dst, std::size_t apart, Vector vector, const ConvertedPlane& by,
                                      const Pairs& pairs) noexcept
    {
        if constexpr (ConvertsOnLoad) { vector256::StoreLanes(dst, apart, vector); }
        else
        {
            // Widened from memory by one instruction, whatever part of a vector that is.
            unsigned char narrow[sizeof(Vector)];
            vector256::Store(narrow, vector);
            DTU_KERNEL_UNROLL
            for (std::size_t i = 0; i < 2 * Lane; i += Width)
            {
                const std::size_t inLane = i % Lane;
                const std::size_t pair = pairs.pair + i / Lane * pairs.apart + inLane * pairs.step;
                DTU_CONVERT_NAMESPACE::Store<DestinationType>(dst + i / Lane * apart + inLane * UnitOf<DestinationType>,
                                                              LoadScaled<SourceType>(narrow + i * Unit, by, pair));
            }
        }
    }
};

// Transposes a square in each lane by log2(Count) rounds of zips.
template <std::size_t Unit, std::size_t Count> DTU_KERNEL_STEP void ZipAll(Vector (&vectors)[Count]) noexcept
{
    DTU_KERNEL_UNROLL
    for (std::size_t round = 1; round < Count; round *= 2)
    {
        Vector zipped[Count];
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count / 2; ++i)
        {
            zipped[2 * i] = vector256::ZipLow<Unit>(vectors[i], vectors[i + Count / 2]);
            zipped[2 * i + 1] = vector256::ZipHigh<Unit>(vectors[i], vectors[i + Count / 2]);
        }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Count; ++i) { vectors[i] = zipped[i]; }
    }
}

// Transposes and converts a plane in tiles. A tile has as many rows as a lane has narrow elements, and twice as many
// columns; the last tiles overlap those before. A tile is loaded by columns and stored by rows. FLOAT32 to FLOAT16, for
// example:
//
//     load    8 vectors: column i and column 8 + i, rows 0 to 7, as halves
//     zip     in three rounds each lane becomes its transpose
//     store   8 rows of 16 halves
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL void ConvertTransposed(const ConvertedPlane& reference) noexcept
{
    const ConvertedPlane plane = reference;
    using Narrow = Narrow<SourceType, DestinationType>;
    constexpr std::size_t Side = Narrow::Lane;
    constexpr std::size_t BlockRows =
        Side > CacheLineBytes / UnitOf<SourceType> ? Side : CacheLineBytes / UnitOf<SourceType>;
    // Tuned: with half as many columns [1024, 1024] takes 1.1 to 1.2 times as long.
    constexpr std::size_t BlockColumns = 2 * CacheLineBytes;
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
                for (std::size_t atRow = firstRow; atRow < plane.rows && atRow < firstRow + BlockRows; atRow += Side)
                {
                    const std::size_t row = atRow < lastRow ? atRow : lastRow;
                    const std::size_t pair = row * plane.rowRepeat + column * plane.columnRepeat;
                    Vector tile[Side];
                    DTU_KERNEL_UNROLL
                    for (std::size_t i = 0; i < Side; ++i)
                    {
                        tile[i] =
                            Narrow::Load(plane.source + (column + i) * plane.sourceStride + row * UnitOf<SourceType>,
                                         Side * plane.sourceStride, plane,
                                         {pair + i * plane.columnRepeat, plane.rowRepeat, Side * plane.columnRepeat});
                    }
                    ZipAll<Narrow::Unit>(tile);
                    DTU_KERNEL_UNROLL
                    for (std::size_t i = 0; i < Side; ++i)
                    {
                        Narrow::Store(plane.destination + (row + i) * plane.destinationStride
                                          + column * UnitOf<DestinationType>,
                                      Side * UnitOf<DestinationType>, tile[i], plane,
                                      {pair + i * plane.rowRepeat, plane.columnRepeat, Side * plane.columnRepeat});
                    }
                }
            }
        }
    }
}

// Converts planes to pixels, or pixels to planes. The last vectors overlap those before. Channels are shuffled on the
// narrow side: planes of FLOAT16 become bytes before they are shuffled to pixels of UINT8, and pixels of UINT8 become
// planes of bytes before these are widened. Measured by tiles on the stack instead: 1.2 to 2.5 times as long.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType, std::size_t Channels,
          bool IsWritten>
DTU_KERNEL void ConvertPixels(const ConvertedPlane& reference) noexcept
{
    const ConvertedPlane plane = reference;
    using Narrow = Narrow<SourceType, DestinationType>;
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
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            parts[i] = IsWritten
                           ? Narrow::Load(plane.source + i * plane.sourceStride + at * UnitOf<SourceType>,
                                          Side * UnitOf<SourceType>, plane, {i * Width, 0, 0})
                           : Narrow::Load(plane.source + (at * Channels + Side * i) * UnitOf<SourceType>,
                                          Side * Channels * UnitOf<SourceType>, plane, {Side * i, 1, Side * Channels});
        }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            const Vector mixed = vector256::Mix<Channels>(parts, masks[i]);
            IsWritten
                ? Narrow::Store(plane.destination + (at * Channels + Side * i) * UnitOf<DestinationType>,
                                Side * Channels * UnitOf<DestinationType>, mixed, plane, {Side * i, 1, Side * Channels})
                : Narrow::Store(plane.destination + i * plane.destinationStride + at * UnitOf<DestinationType>,
                                Side * UnitOf<DestinationType>, mixed, plane, {i * Width, 0, 0});
        }
    }
}

template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
constexpr PlaneKernel TransposedOf() noexcept
{
    using Narrow = Narrow<SourceType, DestinationType>;
    return {ConvertTransposed<Dependent, SourceType, DestinationType>,
            Pixels::None,
            Narrow::Lane,
            2 * Narrow::Lane,
            0,
            Narrow::ConvertsOnLoad ? 1 : Width,
            Narrow::ConvertsOnLoad ? Width : 1,
            Width};
}

template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType, std::size_t Channels,
          bool IsWritten>
constexpr PlaneKernel PixelsOf() noexcept
{
    using Narrow = Narrow<SourceType, DestinationType>;
    constexpr bool OfPlanes = IsWritten == Narrow::ConvertsOnLoad; // what is multiplied
    constexpr std::size_t PairsOf = OfPlanes ? Width : 1;
    return {ConvertPixels<Dependent, SourceType, DestinationType, Channels, IsWritten>,
            IsWritten ? Pixels::Written : Pixels::Read,
            IsWritten ? 2 * Narrow::Lane : Channels,
            IsWritten ? Channels : 2 * Narrow::Lane,
            Channels,
            IsWritten ? 0 : PairsOf,
            IsWritten ? PairsOf : 0,
            Channels * (OfPlanes ? Width : 2 * Narrow::Lane)};
}

// Returns no kernels for two types of 4 bytes or of 1 byte, which have no narrow side. INT8 has only the transpose,
// since images are not INT8: with kernels for pixels, compile time and code would double.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
constexpr PlaneKernels PlaneKernelsOf() noexcept
{
    if constexpr (UnitOf<SourceType> == UnitOf<DestinationType> && UnitOf<DestinationType> != 2) { return {}; }
    else if constexpr (SourceType == DML_TENSOR_DATA_TYPE_INT8 || DestinationType == DML_TENSOR_DATA_TYPE_INT8)
    {
        return {{TransposedOf<Dependent, SourceType, DestinationType>()}};
    }
    else
    {
        return {{PixelsOf<Dependent, SourceType, DestinationType, 3, true>(),
                 PixelsOf<Dependent, SourceType, DestinationType, 4, true>(),
                 PixelsOf<Dependent, SourceType, DestinationType, 3, false>(),
                 PixelsOf<Dependent, SourceType, DestinationType, 4, false>(),
                 TransposedOf<Dependent, SourceType, DestinationType>()}};
    }
}

template <class Dependent, DML_TENSOR_DATA_TYPE SourceType>
inline constexpr PlaneKernels PlanesTo[ConvertedTypes] = {
    PlaneKernelsOf<Dependent, SourceType, DML_TENSOR_DATA_TYPE_UINT8>(),
    PlaneKernelsOf<Dependent, SourceType, DML_TENSOR_DATA_TYPE_INT8>(),
    PlaneKernelsOf<Dependent, SourceType, DML_TENSOR_DATA_TYPE_FLOAT16>(),
    PlaneKernelsOf<Dependent, SourceType, DML_TENSOR_DATA_TYPE_FLOAT32>()};

#endif

template <class Dependent, DML_TENSOR_DATA_TYPE SourceType>
inline constexpr ConvertKernel RowKernelsFrom[ConvertedTypes] = {
    ConvertElements<Dependent, SourceType, DML_TENSOR_DATA_TYPE_UINT8>,
    ConvertElements<Dependent, SourceType, DML_TENSOR_DATA_TYPE_INT8>,
    ConvertElements<Dependent, SourceType, DML_TENSOR_DATA_TYPE_FLOAT16>,
    ConvertElements<Dependent, SourceType, DML_TENSOR_DATA_TYPE_FLOAT32>};
template <class Dependent>
inline constexpr ConvertKernels Table = {
    Width,
    DTU_CONVERT_NARROWER,
    {RowKernelsFrom<Dependent, DML_TENSOR_DATA_TYPE_UINT8>, RowKernelsFrom<Dependent, DML_TENSOR_DATA_TYPE_INT8>,
     RowKernelsFrom<Dependent, DML_TENSOR_DATA_TYPE_FLOAT16>, RowKernelsFrom<Dependent, DML_TENSOR_DATA_TYPE_FLOAT32>},
#if DTU_CONVERT_LANES == 2
    {PlanesTo<Dependent, DML_TENSOR_DATA_TYPE_UINT8>, PlanesTo<Dependent, DML_TENSOR_DATA_TYPE_INT8>,
     PlanesTo<Dependent, DML_TENSOR_DATA_TYPE_FLOAT16>, PlanesTo<Dependent, DML_TENSOR_DATA_TYPE_FLOAT32>}};
#else
    {}};
#endif
} // namespace DTU_CONVERT_NAMESPACE

#undef DTU_CONVERT_NAMESPACE
#undef DTU_CONVERT_NARROWER
#undef DTU_TARGET

#endif // DML_TENSOR_CONVERT_HPP
