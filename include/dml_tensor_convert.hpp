// =====================================================================================================================
//   dml_tensor_convert.hpp: converts tensors for DirectML on the CPU
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_copy.hpp, dml_tensor_utils.hpp and the standard library. No function allocates or throws.
//
//   Synopsis
//
//     ConvertTensor   computes destination = source * scale + bias between any two layouts, and between UINT8, INT8,
//                     FLOAT16 and FLOAT32
//     Conversion      scale and bias, for all elements or for each channel, and the order of the channels
//     NoChannel       a channel that the source does not have, such as alpha
//     Normalization   makes the Conversion of a mean and a standard deviation for each channel, and the way back
//
//   All arguments are checked before the first byte is written. From the pixels of a camera to the planes of a model:
//
//     const Normalization normalization({0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}, 255);
//     const Diagnosis reason =
//         ConvertTensor(DML_TENSOR_DATA_TYPE_FLOAT16, halves, TensorLayout::Packed(sizes), DML_TENSOR_DATA_TYPE_UINT8,
//                       pixels, TensorLayout::Packed(sizes, Layout::NHWC), normalization.ToTensor());
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

/// A view of FLOAT32 numbers: a pointer and a count. The numbers must outlive it. ConvertTensor reports its errors:
/// ValueRange (a negative count), NullPointer (no pointer, but a count).
class Floats
{
public:
    /// An empty view.
    constexpr Floats() noexcept = default;

    /// A view of `count` numbers.
    constexpr Floats(const float* values, AnyInteger count) noexcept : m_values(values), m_count(count) {}

    template <std::size_t N> constexpr Floats(const float (&values)[N]) noexcept : m_values(values), m_count(N) {}

    /// A view of a std::array, a std::vector, or any other container with data() and size(), but not of a temporary.
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
    /// Returns the count, or 0 if it is negative.
    constexpr std::uint64_t size() const noexcept { return m_count.IsNegative() ? 0 : m_count.Bits(); }
    /// Returns the count as it was given.
    constexpr AnyInteger GivenCount() const noexcept { return m_count; }

private:
    const float* m_values = nullptr;
    AnyInteger m_count = 0;
};

/// How ConvertTensor computes each element: destination = source * scale + bias, in FLOAT32. With scale 1 and bias 0
/// the value itself is converted.
struct Conversion
{
    float scale = 1;        ///< for all elements, unless there are `scales`
    float bias = 0;         ///< for all elements, unless there are `biases`
    Floats scales = {};     ///< if not empty: one for each position of the destination along `axis`
    Floats biases = {};     ///< if not empty: one for each position of the destination along `axis`
    std::uint32_t axis = 1; ///< an axis of the destination; 1 is the channel axis of NCHW
    /// If not empty: for each position of the destination along `axis`, the position in the source, or NoChannel.
    /// {2, 1, 0} converts BGR to RGB; {2, 1, 0, NoChannel} also adds an alpha channel. The source then needs the
    /// destination's rank. Its size along `axis` may differ and is not broadcast.
    Dimensions channels = {};
    Diagnosis reason = {}; ///< the error of the Normalization that made this, which ConvertTensor returns
};

/// An entry of Conversion::channels for a channel that the source does not have. The result is the bias.
inline constexpr std::uint32_t NoChannel = 0xFFFFFFFF;

/// A mean and a standard deviation for each channel, or one pair for all channels: the values that a model was trained
/// with. Holds a copy of at most 32 pairs.
///
///     ToTensor()   (sample / largest - mean) / deviation: from the samples of an image to the values of a tensor
///     ToImage()    (value * deviation + mean) * largest: the way back
///
/// Errors: ValueRange (a negative count) · NullPointer · DimensionCount (no pair or more than 32) · SizesDiffer (the
/// number of deviations, that of means) · ValueRange (a deviation that is NaN or not above 0; the first one; then
/// `largest`).
class [[nodiscard]] Normalization
{
public:
    static constexpr std::uint32_t MaxPairs = 32;

    /// mean, deviation: in the order of the destination's channels. largest: the largest sample of the image, such as
    /// 255; 1 if mean and deviation are those of the samples themselves.
    constexpr Normalization(std::initializer_list<float> mean, std::initializer_list<float> deviation,
                            double largest) noexcept
    {
        Assign(mean.begin(), mean.size(), deviation.begin(), deviation.size(), largest);
    }
    constexpr Normalization(const Floats& mean, const Floats& deviation, double largest) noexcept
    {
        m_reason = detail::FirstError(Check(mean, TensorArgument::Mean), Check(deviation, TensorArgument::Deviation));
        if (m_reason.Ok()) { Assign(mean.data(), mean.size(), deviation.data(), deviation.size(), largest); }
    }

    /// Returns a conversion from samples to values. It points into this object.
    constexpr Conversion ToTensor() const& noexcept { return Make(m_toTensor); }
    /// Returns a conversion from values to samples. It points into this object.
    constexpr Conversion ToImage() const& noexcept { return Make(m_toImage); }
    Conversion ToTensor() const&& = delete; ///< it would point into a temporary
    Conversion ToImage() const&& = delete;  ///< it would point into a temporary

    constexpr TensorError Error() const noexcept { return m_reason.error; }
    /// Returns the error with its numbers.
    constexpr Diagnosis Reason() const noexcept { return m_reason; }
    constexpr explicit operator bool() const noexcept { return m_reason.Ok(); }

private:
    struct Coefficients
    {
        float scales[MaxPairs] = {};
        float biases[MaxPairs] = {};
    };

    static constexpr Diagnosis Check(const Floats& floats, TensorArgument argument) noexcept
    {
        const Diagnosis negative = detail::CheckRange(floats.GivenCount(), detail::Max64, TensorArgument::Count);
        if (!negative.Ok() || floats.size() == 0 || floats.data() != nullptr) { return negative; }
        return detail::ArgumentError(argument, TensorError::NullPointer, detail::None32, 0, floats.size());
    }

    // Returns ValueRange unless the divisor is above 0.
    static constexpr Diagnosis CheckDivisor(float value, TensorArgument argument, std::uint32_t index) noexcept
    {
        const bool isNegative = value < 0, isZero = value >= 0;
        const TensorCause cause = isNegative ? TensorCause::Negative
                                  : isZero   ? TensorCause::None
                                             : TensorCause::NotANumber;
        const std::uint64_t found = isNegative ? detail::NegativeScale : isZero ? 0 : detail::NanTolerance;
        return detail::Require(value > 0,
                               {TensorError::ValueRange, index, found, detail::Max64, detail::None32, argument, cause});
    }

    // Computes the coefficients, or becomes an error.
    constexpr void Assign(const float* mean, std::uint64_t count, const float* deviation, std::uint64_t deviations,
                          double largest) noexcept
    {
        m_reason = detail::Require(
            count >= 1 && count <= MaxPairs,
            detail::ArgumentError(TensorArgument::Mean, TensorError::DimensionCount, detail::None32, count, MaxPairs));
        m_reason = detail::FirstError(
            m_reason, detail::Require(count == deviations,
                                      detail::ArgumentError(TensorArgument::Deviation, TensorError::SizesDiffer,
                                                            detail::None32, deviations, count)));
        for (std::uint32_t i = 0; m_reason.Ok() && i < count; ++i)
        {
            m_reason = CheckDivisor(deviation[i], TensorArgument::Deviation, i);
        }
        const float factor = static_cast<float>(largest);
        if (m_reason.Ok()) { m_reason = CheckDivisor(factor, TensorArgument::Largest, detail::None32); }
        if (!m_reason.Ok()) { return; }
        m_count = count;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            m_toTensor.scales[i] = 1 / (factor * deviation[i]);
            m_toTensor.biases[i] = (0 - mean[i]) / deviation[i];
            m_toImage.scales[i] = factor * deviation[i];
            m_toImage.biases[i] = factor * mean[i];
        }
    }

    // One pair is for all channels.
    constexpr Conversion Make(const Coefficients& coefficients) const noexcept
    {
        Conversion conversion;
        conversion.reason = m_reason;
        conversion.scale = coefficients.scales[0];
        conversion.bias = coefficients.biases[0];
        if (m_count > 1)
        {
            conversion.scales = Floats(coefficients.scales, m_count);
            conversion.biases = Floats(coefficients.biases, m_count);
        }
        return conversion;
    }

    Coefficients m_toTensor;
    Coefficients m_toImage;
    std::uint64_t m_count = 0;
    Diagnosis m_reason;
};

namespace detail
{
// =====================================================================================================================
//   Kernels
//
//   A kernel converts one row or one plane. Each vector width has a table of them. The kernels are at the end of this
//   file, which is compiled once for single elements and once for each vector width.
// =====================================================================================================================

inline constexpr std::size_t WidestVector = 8;     // elements of 4 bytes
inline constexpr std::size_t VectorsOfRowStep = 3; // converted in one step of a row

// Which scales and biases of the arrays apply to the elements of a row.
enum class RowCoefficients
{
    OneVector, // one vector of each serves the whole row
    Repeated,  // those of the first step serve every step; the arrays continue for another step and a vector
    OneEach    // each element has its own
};
inline constexpr std::size_t RepeatedPattern = (2 * VectorsOfRowStep + 1) * WidestVector; // entries, if Repeated

// A row that is contiguous on both sides, and its coefficients (scales and biases, FLOAT32).
struct ConvertedRow
{
    unsigned char* destination;
    const unsigned char* source;
    std::size_t count; // elements
    const unsigned char* scales;
    const unsigned char* biases;
    RowCoefficients coefficients;
};

// A plane: element (row, column) moves from column * sourceStride + row to row * destinationStride + column. Strides
// are in bytes. Its scale and bias are number row * rowRepeat + column * columnRepeat of the pattern. Kernels for
// pixels have a pattern of their own.
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

// The side of a plane that is pixels of a few channels, without gaps.
enum class Pixels
{
    None,
    Written, // the destination: the columns of the plane are channels
    Read     // the source: the rows of the plane are channels
};

// A kernel, and the planes that it supports. It would overrun smaller planes, so the minimum is derived from the
// kernel.
struct PlaneKernel
{
    void (*run)(const ConvertedPlane&) = nullptr;
    Pixels pixels = Pixels::None;
    std::size_t minRows = 0;
    std::size_t minColumns = 0;
    std::size_t channels = 0; // of a pixel
    // How often the pattern repeats each coefficient if coefficients change along the rows, or along the columns: 1, or
    // a full vector if the kernel loads one for each element. 0: the kernel does not support such coefficients.
    std::size_t rowRepeat = 0;
    std::size_t columnRepeat = 0;
    std::size_t minPattern = 0; // coefficients that the kernel reads at least

    // Whether the kernel supports a plane with these axes, whose strides are in elements.
    constexpr bool Supports(const CopyAxis& rows, const CopyAxis& columns) const noexcept
    {
        if (run == nullptr || rows.size < minRows || columns.size < minColumns) { return false; }
        if (rows.auxiliaryStride != 0 && rowRepeat == 0) { return false; }
        if (columns.auxiliaryStride != 0 && columnRepeat == 0) { return false; }
        switch (pixels)
        {
        case Pixels::Written: return columns.size == channels && rows.destinationStride == channels;
        case Pixels::Read: return rows.size == channels && columns.sourceStride == channels;
        default: return true;
        }
    }
};

// The plane kernels for a source type and a destination type. The first that supports a plane is used.
struct PlaneKernels
{
    PlaneKernel kernels[5];
};

inline constexpr std::uint32_t ConvertedTypes = 4;

// Returns the index of a type in the kernel tables; ConvertedTypes for a type that is not converted.
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
    std::size_t minCount;                       // elements of a row
    const ConvertKernels* narrower;             // the table for fewer elements
    const ConvertKernel* rows[ConvertedTypes];  // [source type][destination type]
    const PlaneKernels* planes[ConvertedTypes]; // [source type][destination type]; null without plane kernels
};

// Compiles the kernels at the end of this file, once for each vector width. With intrinsics (MSVC) there are kernels
// for AVX2 and for single elements only.
// Measured (g++): SSE2 has 1.1 to 2.3 times the speed of single elements. Not measured with MSVC.
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

// Tuned: the scales, and the biases, in a pattern.
// Measured: 512 would take two thirds of the time for rows of 512 coefficients by non-temporal stores, but would exceed
// the stack that docs/limitations.md promises.
inline constexpr std::size_t PatternCapacity = 256;

// Whether the pattern that repeats, and that of the smallest plane of every kernel, fit.
constexpr bool FitsPattern(const ConvertKernels& table) noexcept
{
    bool fits = RepeatedPattern <= PatternCapacity;
    for (std::uint32_t i = 0; i < ConvertedTypes * ConvertedTypes; ++i)
    {
        for (const PlaneKernel& kernel : table.planes[i / ConvertedTypes][i % ConvertedTypes].kernels)
        {
            fits = fits && kernel.minRows * kernel.rowRepeat <= PatternCapacity
                   && kernel.minColumns * kernel.columnRepeat <= PatternCapacity
                   && kernel.minPattern <= PatternCapacity;
        }
    }
    return fits;
}

// Returns the kernels of a path. A template for the same reason as KernelsOf in dml_tensor_copy.hpp.
template <class Dependent = void> const ConvertKernels* ConvertKernelsOf(CopyPath path) noexcept
{
#if DTU_IS_X86
    static_assert(convert256::Width <= WidestVector, "a vector of coefficients is too small");
    static_assert(FitsPattern(convert256::Table<Dependent>), "the pattern is too small");
    if (path >= CopyPath::Vector256) { return &convert256::Table<Dependent>; }
#endif
    static_assert(convert128::Width <= WidestVector, "a vector of coefficients is too small");
    return path == CopyPath::Portable ? &scalar::Table<Dependent> : &convert128::Table<Dependent>;
}

// Returns the fastest path that this machine supports: that of copies, unless a machine with AVX2 reports no FMA (and
// thus no F16C, which compilers cannot query).
inline CopyPath BestConvertPath() noexcept
{
    const CopyPath path = BestCopyPath();
#if DTU_IS_X86 && !defined(_MSC_VER)
    const bool hasAvx2 = path >= CopyPath::Vector256;
    if (hasAvx2 && !__builtin_cpu_supports("fma")) { return CopyPath::Vector128; } // GCOVR_EXCL_LINE: no such machine
#endif
    return path;
}

// =====================================================================================================================
//   Running a plan
//
//   Rows and planes that have a kernel are converted directly. Everything else is divided into tiles. The elements of a
//   tile are first copied to a staging buffer on the stack, or converted to one, so that the kernel sees rows.
//
//     FLOAT32 to FLOAT16, both NCHW                        one row: the axes coalesce
//     the same, with a scale for each channel              rows of one scale: one for each plane
//     pixels of UINT8, 3 channels, to planes of FLOAT16    a plane: the kernel for three channels
//     NCHW to NHWC of 64 channels                          planes: transposed in registers
//     FLOAT32 to scaled FLOAT32, NCHW to NHWC              tiles: gathered in the destination's order, then converted
//     any of them by non-temporal stores                   tiles: converted to a buffer, then copied by cache lines
// =====================================================================================================================

// Tuned: the size of each of the two staging buffers. Larger ones would exceed the stack that docs/limitations.md
// promises.
inline constexpr std::size_t StagingBytes = 4096;
// Tuned: the elements in the rows of a tile, on both sides, if the axes are long enough: a cache line of bytes.
// Measured: half or twice as many make no difference for pixels of 2 and 5 channels and for {64,64,64} reversed.
inline constexpr std::size_t TileRowElements = CacheLineBytes;
// Tuned: shorter rows, with one scale or with gaps, are converted as part of a longer row.
// Measured: with 8, rows of 8 elements with gaps take 1.8 times as long; with 32, rows of 16 take .75 of the time and
// rows of 24 1.07 times as long.
inline constexpr std::size_t LongRow = 16;

// The scales and biases of consecutive elements, in the order in which kernels read them. For pixels of three channels:
//
//     Fill(0, 1, 3, 24)   r g b r g b r g b ...                             for elements of pixels
//     Fill(0, 8, 3, 24)   r r r r r r r r g g g g g g g g b b b b b b b b   for elements of planes
//
// Most tiles need the same pattern as the tile before, so Fill does nothing if its arguments are the same.
struct CoefficientPattern
{
    const Conversion& conversion;
    std::uint64_t key[4] = {}; // the arguments of the last Fill
    // No vector of them straddles two cache lines. Measured without (Zen 4): .6 to .8 for rows to FLOAT32.
    alignas(CacheLineBytes) unsigned char scales[4 * PatternCapacity];
    alignas(CacheLineBytes) unsigned char biases[4 * PatternCapacity];

    explicit CoefficientPattern(const Conversion& source) noexcept : conversion(source) {}

    // Writes `count` scales and biases: those of position `first` and the following positions, each `repeat` times.
    // After `period` positions it starts again with `first`.
    void Fill(std::uint64_t first, std::size_t repeat, std::size_t period, std::size_t count) noexcept
    {
        const std::uint64_t wanted[] = {first, repeat, period, count};
        if (std::memcmp(wanted, key, sizeof(key)) == 0) { return; }
        std::memcpy(key, wanted, sizeof(key));
        for (std::size_t i = 0, n = 0; i < count; n = n + 1 < period ? n + 1 : 0)
        {
            const float scale = conversion.scales.size() != 0 ? conversion.scales.data()[first + n] : conversion.scale;
            const float given = conversion.biases.size() != 0 ? conversion.biases.data()[first + n] : conversion.bias;
            // x * 1 + -0 is x for all x, but x * 1 + 0 turns -0 into 0.
            const float bias = scale == 1 && given == 0 ? -0.0F : given;
            for (const std::size_t end = i + Min(count - i, repeat); i < end; ++i)
            {
                std::memcpy(scales + 4 * i, &scale, sizeof(scale));
                std::memcpy(biases + 4 * i, &bias, sizeof(bias));
            }
        }
    }
};

// Extends a tile along an axis to `wanted` positions, as far as the axis, `room` (the factor by which the tile may still
// grow) and the pattern allow.
inline void GrowTile(const CopyPlan& plan, Tiling (&tilings)[MaxRank], std::size_t& room, std::uint32_t axis,
                     std::size_t wanted) noexcept
{
    const CopyAxis& whole = plan.axes[axis];
    std::size_t& count = tilings[axis].step;
    wanted = Min(wanted, Min(whole.size, count * room));
    if (whole.auxiliaryStride != 0) { wanted = Min(wanted, PatternCapacity); }
    if (wanted <= count) { return; }
    room = room * count / wanted;
    count = wanted;
}

// Makes tiles end where the destination's cache lines end. The innermost axis that is divided gets tiles of whole lines,
// and a shorter first tile if the destination starts inside a line.
inline void AlignTiles(const CopyPlan& plan, std::size_t elementSize, Tiling (&tilings)[MaxRank]) noexcept
{
    std::uint32_t axis = plan.rank - 1;
    while (axis > 0 && tilings[axis].step == plan.axes[axis].size) { --axis; }
    Tiling& tiling = tilings[axis];
    const std::size_t stride = plan.axes[axis].destinationStride * elementSize;
    std::size_t positions = 1; // the fewest that have whole cache lines; a power of 2, because a line has 2^6 bytes
    while (positions * stride % CacheLineBytes != 0) { positions *= 2; }
    if (positions > tiling.step) { return; }
    tiling.step -= tiling.step % positions;
    const std::size_t toLine = ElementsToCacheLine(plan.destination, stride);
    tiling.first = toLine > 0 ? tiling.step - positions + toLine : 0;
}

// Divides a plan into tiles of at most `elements` elements. The tile first gets a row on both sides; the remaining room
// extends it in the destination's order.
inline void TilePlan(const CopyPlan& plan, std::size_t elementSize, std::size_t elements,
                     Tiling (&tilings)[MaxRank]) noexcept
{
    std::size_t room = elements;
    std::size_t row = 1;
    for (std::uint32_t i = plan.rank; i > 0 && row < TileRowElements; --i)
    {
        GrowTile(plan, tilings, room, i - 1, (TileRowElements + row - 1) / row);
        row *= tilings[i - 1].step;
    }
    const std::uint32_t sourceAxis = plan.FindSourceStride(1);
    if (sourceAxis != None32) { GrowTile(plan, tilings, room, sourceAxis, TileRowElements); }
    for (std::uint32_t i = plan.rank; i > 0; --i) { GrowTile(plan, tilings, room, i - 1, elements); }
    AlignTiles(plan, elementSize, tilings);
}

// Returns the plan of one tile. A staged side is a buffer with the elements in the destination's order.
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
    part.Coalesce();
    return part;
}

// The steps that convert a tile, equal for all tiles of one shape. At most two buffers are between source and
// destination:
//
//     source -- gather --> buffer -- convert --> buffer -- scatter --> destination
struct TileSteps
{
    std::uint32_t shapeId = None32;
    bool gathers = false;
    ByteMove gather;
    CopyPlan convert;
    ByteMove scatter;
};

// Runs conversions between two types. Element sizes are in bytes.
struct ConvertRun
{
    CopyRun copy;
    const ConvertKernels* kernels;
    std::uint32_t destinationTypeIndex;
    std::uint32_t sourceTypeIndex;
    std::size_t destinationElementSize;
    std::size_t sourceElementSize;
    CoefficientPattern pattern;

    // Runs a plan in the first way that fits, and removes axes from it.
    void Run(CopyPlan& plan) noexcept
    {
        if (!copy.isNonTemporal && HasRows(plan)) { return ConvertRows(plan, 0); }
        if (plan.rank == 0) { return ConvertUniformRows(plan, 1, 0); }
        if (!copy.isNonTemporal && PlaneKernelFor(plan) != nullptr) { return ConvertPlanes(plan, 0); }
        ConvertTiles(plan);
    }

    // ---- rows -------------------------------------------------------------------------------------------------------

    // Whether one side has rows: the innermost axis is contiguous, and it is long or the next axis continues it without
    // a gap.
    static bool HasRows(const CopyPlan& plan, std::size_t CopyAxis::*stride) noexcept
    {
        if (plan.rank == 0 || plan.axes[plan.rank - 1].*stride != 1) { return false; }
        const std::size_t size = plan.axes[plan.rank - 1].size;
        return plan.rank == 1 || size >= LongRow || plan.axes[plan.rank - 2].*stride == size;
    }

    // Whether both sides have rows.
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

    // Converts rows. Without an axis that is contiguous on both sides, a row is a single element. `index` is the number
    // of the first scale and bias.
    void ConvertRows(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const CopyAxis inner = HasNoGaps(plan, 1) ? plan.TakeInner() : SingleStep;
        if (inner.auxiliaryStride != 0) { return ConvertVaryingRows(plan, inner.size, 1, index); }
        if (inner.size < LongRow && HasNoGaps(plan, inner.size))
        {
            return ConvertVaryingRows(plan, plan.TakeInner().size, inner.size, index);
        }
        ConvertUniformRows(plan, inner.size, index);
    }

    // Converts rows of `period` scales and biases, each of which applies to `repeat` elements.
    void ConvertVaryingRows(CopyPlan& plan, std::size_t period, std::size_t repeat, std::uint64_t index) noexcept
    {
        const std::size_t elements = period * repeat;
        if (elements <= PatternCapacity)
        {
            // Rows that follow without a gap are one row. The kernel repeats the pattern if its step allows it; measured
            // without (Zen 4), .6 to .8 of the speed for pixels. Otherwise the pattern holds all coefficients as often as
            // possible.
            const std::size_t row = elements * (HasNoGaps(plan, elements) ? plan.TakeInner().size : 1);
            const bool isLong = row >= RepeatedPattern; // Tuned: shorter rows have fewer scales to write
            if (isLong && VectorsOfRowStep * RowKernelsFor(row).minCount % elements == 0)
            {
                pattern.Fill(index, repeat, period, RepeatedPattern);
                return ConvertByPattern(plan, 0, row, row, RowCoefficients::Repeated);
            }
            const std::size_t step = Min(row, PatternCapacity / elements * elements);
            pattern.Fill(index, repeat, period, step);
            return ConvertByPattern(plan, 0, row, step, RowCoefficients::OneEach);
        }
        // The pattern holds a part of them, which is applied to all rows before the next part.
        const std::size_t part = PatternCapacity / repeat * repeat;
        for (std::size_t first = 0; first < elements; first += part)
        {
            const std::size_t count = Min(elements - first, part);
            pattern.Fill(index + first / repeat, repeat, period, count);
            ConvertByPattern(plan, first, first + count, count, RowCoefficients::OneEach);
        }
    }

    // Converts the elements `first` to `end` of all rows, `step` elements with each call of the kernel. The pattern begins
    // anew with each call.
    void ConvertByPattern(const CopyPlan& plan, std::size_t first, std::size_t end, std::size_t step,
                          RowCoefficients coefficients) const noexcept
    {
        TileIterator at(plan);
        do {
            for (std::size_t i = first; i < end; i += step)
            {
                const std::size_t count = Min(end - i, step);
                RowKernelFor(count)({plan.destination + (at.destinationOffset + i) * destinationElementSize,
                                     plan.source + (at.sourceOffset + i) * sourceElementSize, count, pattern.scales,
                                     pattern.biases, coefficients});
            }
        } while (at.Next());
    }

    // Converts rows of `count` elements with one scale and one bias each. One vector of coefficients serves a whole
    // row. The pattern is filled for several rows at once: a vector that was just written element by element is slow to
    // load. Measured row by row (Zen 4): .4 to .8 of the speed for rows of 16 to 256 elements.
    void ConvertUniformRows(CopyPlan& plan, std::size_t count, std::uint64_t index) noexcept
    {
        const ConvertKernel convert = RowKernelFor(count);
        const CopyAxis rows = plan.TakeInner();
        const bool isVarying = rows.auxiliaryStride != 0; // otherwise all rows have the same scale and bias
        const std::size_t coefficients = Min(count, WidestVector);
        constexpr std::size_t RowsOfPattern = PatternCapacity / WidestVector;
        TileIterator at(plan);
        do {
            for (std::size_t first = 0; first < rows.size; first += RowsOfPattern)
            {
                const std::size_t end = Min(first + RowsOfPattern, rows.size);
                const std::size_t period = isVarying ? end - first : 1;
                pattern.Fill(index + at.auxiliaryOffset + first * rows.auxiliaryStride, coefficients, period,
                             period * coefficients);
                for (std::size_t row = first; row < end; ++row)
                {
                    const std::size_t dst = at.destinationOffset + row * rows.destinationStride;
                    const std::size_t src = at.sourceOffset + row * rows.sourceStride;
                    const std::size_t ofRow = isVarying ? 4 * coefficients * (row - first) : 0;
                    convert({plan.destination + dst * destinationElementSize, plan.source + src * sourceElementSize,
                             count, pattern.scales + ofRow, pattern.biases + ofRow, RowCoefficients::OneVector});
                }
            }
        } while (at.Next());
    }

    // Returns the kernels with the widest vectors for rows of `count` elements. A row must hold a whole vector, because
    // the last vector of a row overlaps the one before.
    const ConvertKernels& RowKernelsFor(std::size_t count) const noexcept
    {
        const ConvertKernels* fitting = kernels;
        while (count < fitting->minCount) { fitting = fitting->narrower; }
        return *fitting;
    }

    ConvertKernel RowKernelFor(std::size_t count) const noexcept
    {
        return RowKernelsFor(count).rows[sourceTypeIndex][destinationTypeIndex];
    }

    // ---- planes -----------------------------------------------------------------------------------------------------

    // Returns the kernel with the widest vectors for planes whose rows are contiguous in the source and whose columns
    // are contiguous in the destination, or null.
    const PlaneKernel* PlaneKernelFor(const CopyPlan& plan) const noexcept
    {
        const std::uint32_t sourceAxis = plan.FindSourceStride(1);
        if (sourceAxis == None32) { return nullptr; }
        const std::uint32_t inner = plan.rank - 1;
        if (sourceAxis == inner || plan.axes[inner].destinationStride != 1) { return nullptr; }
        for (const ConvertKernels* table = kernels; table != nullptr; table = table->narrower)
        {
            if (table->planes[sourceTypeIndex] == nullptr) { continue; }
            for (const PlaneKernel& kernel : table->planes[sourceTypeIndex][destinationTypeIndex].kernels)
            {
                if (kernel.Supports(plan.axes[sourceAxis], plan.axes[inner])) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Converts planes. Requires: PlaneKernelFor(plan) is not null.
    void ConvertPlanes(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const PlaneKernel& kernel = *PlaneKernelFor(plan);
        const CopyAxis columns = plan.TakeInner();
        const CopyAxis rows = plan.Take(plan.FindSourceStride(1));
        CopyAxes axes;
        axes.Append(rows);
        axes.Append(columns);
        ConvertedPlane plane = {};
        plane.destinationStride = rows.destinationStride * destinationElementSize;
        plane.sourceStride = columns.sourceStride * sourceElementSize;
        plane.scales = pattern.scales;
        plane.biases = pattern.biases;
        plane.rowRepeat = rows.auxiliaryStride != 0 ? kernel.rowRepeat : 0;
        plane.columnRepeat = columns.auxiliaryStride != 0 ? kernel.columnRepeat : 0;
        // Coefficients change along at most one of the two axes. That axis is divided by the capacity of the pattern.
        Tiling tilings[] = {
            {plane.rowRepeat != 0 ? PatternCapacity / plane.rowRepeat : rows.size, kernel.minRows},
            {plane.columnRepeat != 0 ? PatternCapacity / plane.columnRepeat : columns.size, kernel.minColumns}};
        TileToCacheLines(kernel, plan.destination, axes, tilings);
        TileIterator part(axes, tilings);
        do {
            plane.rows = part.Count(0);
            plane.columns = part.Count(1);
            TileIterator at(plan);
            do {
                plane.destination =
                    plan.destination + (at.destinationOffset + part.destinationOffset) * destinationElementSize;
                plane.source = plan.source + (at.sourceOffset + part.sourceOffset) * sourceElementSize;
                FillPattern(plane, kernel.minPattern, index + at.auxiliaryOffset + part.auxiliaryOffset);
                kernel.run(plane);
            } while (at.Next());
        } while (part.Next());
    }

    // Fills the pattern for a plane: one coefficient for each row, one for each column, or one for all elements.
    void FillPattern(const ConvertedPlane& plane, std::size_t minPattern, std::uint64_t index) noexcept
    {
        const std::size_t repeat = plane.rowRepeat + plane.columnRepeat; // one of the two is 0
        if (repeat == 0) { return pattern.Fill(index, minPattern, 1, minPattern); }
        const std::size_t period = plane.rowRepeat != 0 ? plane.rows : plane.columns;
        const std::size_t count = period * repeat;
        pattern.Fill(index, repeat, period, count < minPattern ? minPattern : count);
    }

    // Tuned: the first tile ends one step of the kernel after the start of a cache line, so that only the stores of
    // that step straddle lines.
    // Measured without, at 16 modulo 64: [1024, 1024] of FLOAT16 to its transpose of FLOAT32 takes 1.4 times as long,
    // 224 x 224 pixels to planes of FLOAT32 1.6 times.
    void TileToCacheLines(const PlaneKernel& kernel, const unsigned char* dst, const CopyAxes& axes,
                          Tiling* tilings) const noexcept
    {
        // In short rows an additional tile costs more.
        constexpr std::size_t LongColumns = 256;
        const bool isPixels = kernel.pixels != Pixels::None;
        if (!isPixels && axes.axes[1].size < LongColumns) { return; }
        // Not if the kernel's stores do not straddle lines anyway: aligned stores would make the loads straddle them.
        // Measured: a tenth slower for 224 x 224 to FLOAT16.
        const std::size_t storeBytes = isPixels ? 8 * destinationElementSize : CacheLineBytes;
        if (BytesToAlignment(storeBytes, dst) == 0) { return; }
        // Rows can only start at cache lines together if their stride is a multiple of a line.
        const std::uint32_t along = kernel.pixels == Pixels::Written ? 0 : 1;
        const std::size_t rowStride = axes.axes[0].destinationStride * destinationElementSize;
        if (along == 1 && rowStride % CacheLineBytes != 0) { return; }
        const std::size_t stride = axes.axes[along].destinationStride * destinationElementSize;
        const std::size_t toLine = ElementsToCacheLine(dst, stride);
        Tiling& tiling = tilings[along];
        if (toLine != 0 && toLine + tiling.minimum <= tiling.step) { tiling.first = toLine + tiling.minimum; }
    }

    // ---- tiles ------------------------------------------------------------------------------------------------------

    // Converts a plan in tiles. A tile without rows or planes is first copied to a buffer. For non-temporal stores, or
    // if the destination has no rows, it is converted to a second buffer and copied from there.
    void ConvertTiles(const CopyPlan& plan) noexcept
    {
        const bool scatters = copy.isNonTemporal || !HasRows(plan, &CopyAxis::destinationStride);
        alignas(CacheLineBytes) unsigned char gathered[StagingBytes];
        alignas(CacheLineBytes) unsigned char converted[StagingBytes];
        TileSteps shapes[2]; // of full tiles, and of the last edge tile
        ByteMove move;
        Tiling tilings[MaxRank];
        const bool isWidened = scatters && destinationElementSize > sourceElementSize;
        const std::size_t stagedSize = isWidened ? destinationElementSize : sourceElementSize;
        TilePlan(plan, destinationElementSize, StagingBytes / stagedSize, tilings);
        TileIterator tile(plan, tilings);
        do {
            // Tuned: full tiles keep their steps when edge tiles come between them.
            TileSteps& steps = shapes[tile.ShapeId() == 0 ? 0 : 1];
            if (steps.shapeId != tile.ShapeId()) { PlanTile(steps, plan, tile, scatters); }
            unsigned char* const dst = plan.destination + tile.destinationOffset * destinationElementSize;
            const unsigned char* const src = plan.source + tile.sourceOffset * sourceElementSize;
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
            steps.gathers || HasRows(part) ? ConvertRows(part, tile.auxiliaryOffset)
                                           : ConvertPlanes(part, tile.auxiliaryOffset);
            if (scatters)
            {
                move = steps.scatter;
                move.destination = dst;
                move.source = converted;
                copy.Run(move);
            }
        } while (tile.Next());
    }

    // Plans the steps for the tiles of one shape.
    void PlanTile(TileSteps& steps, const CopyPlan& plan, const TileIterator& tile, bool scatters) const noexcept
    {
        constexpr bool Staged = true;
        constexpr bool InPlace = false;
        steps.shapeId = tile.ShapeId();
        steps.convert = PlanOfTile(plan, tile, scatters ? Staged : InPlace, InPlace);
        steps.gathers = !HasRows(steps.convert) && PlaneKernelFor(steps.convert) == nullptr;
        if (steps.gathers)
        {
            steps.convert = PlanOfTile(plan, tile, scatters ? Staged : InPlace, Staged);
            (void)steps.gather.FromElements(PlanOfTile(plan, tile, Staged, InPlace),
                                            static_cast<std::uint32_t>(8 * sourceElementSize));
        }
        if (scatters)
        {
            (void)steps.scatter.FromElements(PlanOfTile(plan, tile, InPlace, Staged),
                                             static_cast<std::uint32_t>(8 * destinationElementSize));
        }
    }
};

// =====================================================================================================================
//   Checks
// =====================================================================================================================

// Whether scales or biases were given, even with an invalid count.
constexpr bool HasCoefficients(const Conversion& conversion) noexcept
{
    return conversion.scales.GivenCount().Bits() != 0 || conversion.biases.GivenCount().Bits() != 0;
}

constexpr Diagnosis CheckConversionAxis(std::uint32_t axis, const TensorLayout& destination) noexcept
{
    return Require(axis < destination.Rank(), {TensorError::AxisOutOfRange, None32, axis, destination.Rank(),
                                               Diagnosis::Destination, Argument::ConversionAxis});
}

// Returns the errors of types, scales and biases, in the order that ConvertTensor documents.
inline Diagnosis CheckConversion(DML_TENSOR_DATA_TYPE destinationType, DML_TENSOR_DATA_TYPE sourceType,
                                 const Conversion& conversion, const TensorLayout& destination, bool movesBits) noexcept
{
    const Floats* const given[] = {&conversion.scales, &conversion.biases};
    for (const Floats* floats : given)
    {
        if (floats->GivenCount().IsNegative()) { return CheckRange(floats->GivenCount(), Max64, Argument::Count); }
    }
    if (movesBits) { return CheckDataType(destinationType, Argument::Type); }
    if (TypeIndex(destinationType) == ConvertedTypes || TypeIndex(sourceType) == ConvertedTypes)
    {
        return {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(sourceType),
                static_cast<std::uint32_t>(destinationType), None32};
    }
    if (!HasCoefficients(conversion)) { return {}; }
    const std::uint32_t axis = conversion.axis;
    const Diagnosis axisReason = CheckConversionAxis(axis, destination);
    if (!axisReason.Ok()) { return axisReason; }
    for (const Floats* floats : given)
    {
        if (floats->size() != 0 && floats->size() != destination.Sizes()[axis])
        {
            const std::uint32_t count = destination.Sizes()[axis];
            return WithCause({TensorError::SizesDiffer, axis, floats->size(), count, Diagnosis::Destination},
                             Cause::CoefficientCount);
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

// Returns the errors of Conversion::channels, and then of the other axes' sizes.
inline Diagnosis CheckChannels(const Conversion& conversion, const TensorLayout& destination,
                               const TensorLayout& source) noexcept
{
    const Dimensions& channels = conversion.channels;
    const std::uint32_t axis = conversion.axis;
    const Diagnosis axisReason = CheckConversionAxis(axis, destination);
    if (!axisReason.Ok()) { return axisReason; }
    const std::uint32_t count = destination.Sizes()[axis];
    if (channels.size() != count)
    {
        return {TensorError::SizesDiffer, axis, channels.size(), count, Diagnosis::Destination, Argument::Channels};
    }
    if (source.Rank() != destination.Rank())
    {
        return {TensorError::RankDiffers, None32, source.Rank(), destination.Rank(), Diagnosis::Source,
                Argument::Channels};
    }
    const std::uint32_t sourceCount = source.Sizes()[axis];
    for (std::uint32_t i = 0; i < count; ++i)
    {
        if (channels[i] != NoChannel && channels[i] >= sourceCount)
        {
            return ArgumentError(Argument::Channels, TensorError::AxisOutOfRange, i, channels[i], sourceCount);
        }
    }
    return CheckBroadcast(destination.Sliced(axis, 0, 1), source.Sliced(axis, 0, 1));
}

// Runs a plan. A function of its own, so that only conversions have a pattern on the stack.
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

// Tuned: non-temporal stores are slower if both tensors fit the caches, if elements are narrower than FLOAT32, and in
// planes if their rows are long or begin or end inside cache lines.
// Measured with them (Zen 5): 2160p RGB bytes to planar FLOAT16 .8 of the speed, {64,512,28,28} .5. Measured with them
// (Zen 4), to FLOAT32: 2160p RGB bytes to planes .7, FLOAT16 [4096, 4096] transposed .5, rows of 500 elements .8 to .9;
// without them rows of 64 to 1024 elements .5 to .9.
inline bool IsNonTemporalFaster(const CopyPlan& plan, std::size_t elementSize, std::size_t sourceElementSize) noexcept
{
    constexpr std::size_t MaxRowBytes = 8192;
    const std::uint64_t bytes = std::uint64_t{plan.Count()} * (elementSize + sourceElementSize);
    if (elementSize != 4 || bytes < 2 * MinNonTemporalBytes) { return false; }
    if (ConvertRun::HasRows(plan)) { return true; }
    const std::size_t rowBytes = plan.axes[plan.rank - 1].size * elementSize;
    return BytesToAlignment(elementSize, plan.destination) == 0 && rowBytes % CacheLineBytes == 0
           && rowBytes <= MaxRowBytes;
}

// Runs a conversion without channels. Requires: its arguments were checked; the plan has its layouts.
template <class Dependent>
void RunChecked(CopyPlan& plan, CopyPath path, DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion,
                CopyHint hint) noexcept
{
    const Kernels* const kernels = KernelsOf<Dependent>(path);
    SetAddresses(plan, destinationType, destination, sourceType, source);
    plan.Coalesce();
    const bool isNonTemporalFaster =
        IsNonTemporalFaster(plan, ElementSizeInBits(destinationType) / 8, ElementSizeInBits(sourceType) / 8);
    const CopyRun copy = RunOf(kernels, hint, isNonTemporalFaster);
    RunConversion<Dependent>(plan, copy, path, destinationType, sourceType, conversion);
    if (copy.isNonTemporal) { StoreFence(); }
}

// =====================================================================================================================
//   Conversion::channels
// =====================================================================================================================

// One side of a conversion of channels: pixels of 2 to 4 channels without gaps, or rows of one channel each.
struct ChannelSide
{
    static constexpr std::size_t MaxChannels = 4;

    std::size_t channels;      // of a pixel
    std::size_t channelStride; // elements
    std::size_t pixelStride;   // elements
    std::size_t elementSize;   // bytes of an element

    bool IsPixels() const noexcept
    {
        return channels >= 2 && channels <= MaxChannels && channelStride == 1 && pixelStride == channels;
    }
    bool IsRows() const noexcept { return pixelStride == 1; }
    std::size_t ChannelOffset(std::size_t channel) const noexcept { return channel * channelStride * elementSize; }
};

// Converts channels in any order, a tile of pixels at a time:
//
//     pixels -- deinterleave --> planes -- convert each channel --> planes -- interleave --> pixels
//
// The planes are buffers on the stack; a side that has rows of one channel needs none.
struct ChannelRun
{
    static constexpr std::size_t MaxChannels = ChannelSide::MaxChannels;
    static constexpr std::size_t MaxElementSize = 4;
    static constexpr std::size_t PlaneBytes = 2048; // Tuned: the bytes of a plane in a buffer

    CopyRun copy;
    const Conversion& conversion;
    bool movesBits; // the types are equal and no value changes
    ChannelSide destination;
    ChannelSide source;
    PixelKernel interleave = nullptr;
    PixelKernel deinterleave = nullptr;
    Tiling tiling = {};

    // Chooses kernels and tiles for rows of `pixels` pixels. Returns false if neither side has pixels, a side has
    // neither pixels nor rows, or this machine's instruction set has no kernel.
    bool Prepare(std::size_t pixels) noexcept
    {
        const bool isSupported =
            (destination.IsPixels() || destination.IsRows()) && (source.IsPixels() || source.IsRows());
        if (!isSupported || !(destination.IsPixels() || source.IsPixels())) { return false; }
        const std::size_t elementSize =
            destination.elementSize < source.elementSize ? source.elementSize : destination.elementSize;
        tiling.step = Min(pixels, PlaneBytes / elementSize);
        const Kernels& reading = copy.KernelsFor(tiling.step * source.elementSize);
        const Kernels& writing = copy.KernelsFor(tiling.step * destination.elementSize);
        if (source.IsPixels()) { deinterleave = reading.deinterleave[source.channels - 2]; }
        if (destination.IsPixels()) { interleave = writing.interleave[destination.channels - 2]; }
        const std::size_t minDestination = writing.minBytes / destination.elementSize;
        const std::size_t minSource = reading.minBytes / source.elementSize;
        tiling.minimum = minDestination < minSource ? minSource : minDestination;
        return (deinterleave != nullptr) == source.IsPixels() && (interleave != nullptr) == destination.IsPixels();
    }

    // Converts all pixels. The plan is that of one channel, without its innermost axis `pixels`.
    void Run(const CopyPlan& plan, const CopyAxis& pixels, const ConvertKernels* kernels,
             std::uint32_t destinationTypeIndex, std::uint32_t sourceTypeIndex) const noexcept
    {
        ConvertRun convert = {copy,
                              kernels,
                              destinationTypeIndex,
                              sourceTypeIndex,
                              destination.elementSize,
                              source.elementSize,
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
                    plan.destination + (outer.destinationOffset + tile.destinationOffset) * destination.elementSize;
                const unsigned char* const src =
                    plan.source + (outer.sourceOffset + tile.sourceOffset) * source.elementSize;
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

    // Deinterleaves, converts and interleaves one tile; a side without pixels skips its step.
    void RunTile(const ConvertRun& convert, const Tile& tile, bool isFirst) const noexcept
    {
        if (deinterleave != nullptr)
        {
            deinterleave(MovedPixels{tile.read, PlaneBytes, tile.source, source.channels * source.elementSize,
                                     source.channels, tile.pixels, source.elementSize});
        }
        for (std::uint32_t i = 0; i < conversion.channels.size(); ++i)
        {
            // Tuned: the plane of a missing channel is the same in all tiles, and the first tile is the longest.
            if (conversion.channels[i] == NoChannel && interleave != nullptr && !isFirst) { continue; }
            ConvertChannel(convert, i, tile);
        }
        if (interleave != nullptr)
        {
            interleave(MovedPixels{tile.destination, destination.channels * destination.elementSize, tile.written,
                                   PlaneBytes, destination.channels, tile.pixels, destination.elementSize});
        }
    }

    // Converts the plane of one channel of the destination.
    void ConvertChannel(const ConvertRun& convert, std::uint32_t position, const Tile& tile) const noexcept
    {
        unsigned char* const dst = interleave != nullptr ? tile.written + position * PlaneBytes
                                                         : tile.destination + destination.ChannelOffset(position);
        const unsigned char* const src = SourceOf(conversion.channels[position], tile);
        if (movesBits)
        {
            std::memcpy(dst, src, tile.pixels * destination.elementSize);
            return;
        }
        const std::size_t coefficients = 4 * WidestVector * position;
        convert.RowKernelFor(tile.pixels)({dst, src, tile.pixels, convert.pattern.scales + coefficients,
                                           convert.pattern.biases + coefficients, RowCoefficients::OneVector});
    }

    const unsigned char* SourceOf(std::uint32_t channel, const Tile& tile) const noexcept
    {
        if (channel == NoChannel) { return tile.read + MaxChannels * PlaneBytes; }
        return deinterleave != nullptr ? tile.read + channel * PlaneBytes : tile.source + source.ChannelOffset(channel);
    }

    // Writes a vector of scales and one of biases for each channel. A missing channel gets a scale of 0, because its
    // element, 0, times an infinite scale would be NaN.
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
    const std::size_t destinationElementSize = ElementSizeInBits(destinationType) / 8;
    const std::size_t sourceElementSize = ElementSizeInBits(sourceType) / 8;
    // 4-bit elements (element size 0) and elements of 8 bytes are not supported.
    const bool isSupported = destinationElementSize > 0 && destinationElementSize <= ChannelRun::MaxElementSize;
    if (!isSupported || conversion.channels.size() > ChannelRun::MaxChannels) { return false; }
    const std::uint32_t axis = conversion.axis;
    const Destination firstDestination = {destination.data, destination.bytes, destination.layout.Sliced(axis, 0, 1)};
    const Source firstSource = {source.data, source.bytes, source.layout.Sliced(axis, 0, 1)};
    CopyPlan plan;
    plan.InsertAll(firstDestination.layout, firstSource.layout);
    plan.Coalesce();
    SetAddresses(plan, destinationType, firstDestination, sourceType, firstSource);
    const CopyAxis pixels = plan.TakeInner();
    const CopyRun copy = {KernelsOf<Dependent>(path), false};
    ChannelRun run = {
        copy,
        conversion,
        movesBits,
        {destination.layout.Sizes()[axis], destination.layout.Strides()[axis], pixels.destinationStride,
         destinationElementSize},
        {source.layout.Sizes()[axis], source.layout.Strides()[axis], pixels.sourceStride, sourceElementSize}};
    if (!run.Prepare(pixels.size)) { return false; }
    run.Run(plan, pixels, ConvertKernelsOf<Dependent>(path), TypeIndex(destinationType), TypeIndex(sourceType));
    return true;
}

// Returns how many channels of the destination, from `first` on, are consecutive in the source, or all missing.
inline std::uint32_t GroupSize(const Dimensions& channels, std::uint32_t first) noexcept
{
    std::uint32_t count = 1;
    const std::uint32_t step = channels[first] == NoChannel ? 0 : 1;
    while (first + count < channels.size() && channels[first + count] == channels[first] + count * step) { ++count; }
    return count;
}

// Returns the conversion of one group of channels.
inline Conversion ConversionOfGroup(const Conversion& conversion, std::uint32_t first, std::uint32_t count) noexcept
{
    Conversion part = conversion;
    if (conversion.scales.size() != 0) { part.scales = {conversion.scales.data() + first, count}; }
    if (conversion.biases.size() != 0) { part.biases = {conversion.biases.data() + first, count}; }
    if (conversion.channels[first] == NoChannel)
    {
        part.scale = 0; // 0 times an infinite scale would be NaN
        part.scales = {};
    }
    return part;
}

// Runs a conversion with channels. Pixels are converted in one pass if possible. Otherwise each group of channels that
// are consecutive in the source, or missing, is converted separately. CopyHint::Streaming needs the latter, because a
// pass over pixels does not write whole cache lines.
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
        count = GroupSize(channels, first);
        const bool isMissing = channels[first] == NoChannel;
        const Destination dst = {destination.data, destination.bytes, destination.layout.Sliced(axis, first, count)};
        const float zero = 0;
        const Source src = isMissing
                               ? Source{&zero, sizeof(zero), TensorLayout::Packed({1}).BroadcastTo(dst.layout.Sizes())}
                               : Source{source.data, source.bytes, source.layout.Sliced(axis, channels[first], count)};
        const Conversion part = ConversionOfGroup(conversion, first, count);
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

// Does what ConvertTensor documents with the kernels of one path.
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
    if (reason.Ok()) { reason = conversion.reason; }
    if (reason.Ok()) { reason = WithArgument(conversion.channels.Reason(), Argument::Channels); }
    if (reason.Ok())
    {
        reason = CheckConversion(destinationType, sourceType, conversion, destination.layout, movesBits);
    }
    if (reason.Ok())
    {
        reason = hasChannels ? CheckChannels(conversion, destination.layout, source.layout)
                             : CheckBroadcast(destination.layout, source.layout);
    }
    if (!reason.Ok()) { return reason; }
    CopyPlan plan; // with channels, the destination's axes only
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

// =====================================================================================================================
//   Public functions
// =====================================================================================================================

/// Sets destination[c] = source[c] * scale + bias for every coordinate c of the destination's sizes. With
/// Conversion::channels, source[c] is the element whose coordinate along that axis is channels[c[axis]].
///
/// destinationType, sourceType: UINT8, INT8, FLOAT16 or FLOAT32. Equal types of any kind are copied as by CopyTensor if
/// no value changes: scale 1, bias 0, no scales, no biases, no NoChannel. destination, source, hint: as for CopyTensor.
/// conversion: see Conversion.
///
/// The product and the sum are in FLOAT32, with one rounding or two. Integers are rounded to nearest, ties to even, and
/// saturated; NaN becomes 0. FLOAT16 is rounded to nearest, ties to even; too large values become infinite, subnormals
/// are kept, NaN stays NaN. This holds in the default floating-point environment.
///
/// Errors, in this order; nothing is written: the error of a layout, of the Normalization, of `channels` · ValueRange (a
/// negative number of scales or biases) · ConversionTypes (source type, destination type) · with scales or biases: AxisOutOfRange
/// (`axis`), SizesDiffer (their number, the size of that axis), NullPointer · with channels: AxisOutOfRange (`axis`),
/// SizesDiffer (their number, the size of that axis), RankDiffers, AxisOutOfRange (the index in the list, the entry,
/// the source's size) · the remaining errors of CopyTensor.
template <class Dependent = void>
Diagnosis ConvertTensor(DML_TENSOR_DATA_TYPE destinationType, const Destination& destination,
                        DML_TENSOR_DATA_TYPE sourceType, const Source& source, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::ConvertTensorBy<Dependent>(detail::BestConvertPath(), destinationType, destination, sourceType,
                                              source, conversion, hint);
}

/// Converts the values of containers: arrays, and whatever has data() and size(), such as std::vector and std::span.
/// Their bytes are counted, and DataTypeOf their elements is the data type. Does not compile if it is UNKNOWN, or for
/// elements of std::uint16_t, which may be FLOAT16. destination: see DestinationOf. Errors: as above.
template <class DestinationContainer, class SourceContainer,
          class = detail::IfContainers<DestinationContainer, SourceContainer>>
Diagnosis ConvertTensor(DestinationContainer&& destination, const TensorLayout& destinationLayout,
                        SourceContainer&& source, const TensorLayout& sourceLayout, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return ConvertTensor(detail::DataTypeOfElements<DestinationContainer>(),
                         DestinationOf(std::forward<DestinationContainer>(destination), destinationLayout),
                         detail::DataTypeOfElements<SourceContainer>(), SourceOf(source, sourceLayout), conversion,
                         hint);
}

/// Converts the values of containers whose elements have another C++ type than DataTypeOf knows, such as FLOAT16 in
/// std::uint16_t, or 4-bit elements in bytes. A data type stands before each container.
template <class DestinationContainer, class SourceContainer,
          class = detail::IfContainers<DestinationContainer, SourceContainer>>
Diagnosis ConvertTensor(DML_TENSOR_DATA_TYPE destinationType, DestinationContainer&& destination,
                        const TensorLayout& destinationLayout, DML_TENSOR_DATA_TYPE sourceType,
                        SourceContainer&& source, const TensorLayout& sourceLayout, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return ConvertTensor(destinationType,
                         DestinationOf(std::forward<DestinationContainer>(destination), destinationLayout), sourceType,
                         SourceOf(source, sourceLayout), conversion, hint);
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DTU_CONVERT_LANES)

// =====================================================================================================================
//   Kernels for one vector width, DTU_CONVERT_LANES times 16 bytes; 0 for single elements
//
//   This part is compiled once for each width. Most functions compile for single elements and for GNU vectors alike. As
//   in dml_tensor_copy.hpp, every function that uses a vector is marked with its instruction set.
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
// The number of FLOAT32 elements in a vector.
inline constexpr std::size_t Width = DTU_CONVERT_LANES == 0 ? 1 : 4 * DTU_CONVERT_LANES;

// Returns the same bits as another type.
template <class Result, class Value> DTU_KERNEL_STEP Result BitsAs(Value value) noexcept
{
    Result result;
    std::memcpy(&result, &value, sizeof(result));
    return result;
}

// Loads a vector from an address that need not be aligned.
template <class Vector> DTU_KERNEL_STEP Vector LoadAs(const void* src) noexcept
{
    Vector vector;
    std::memcpy(&vector, src, sizeof(vector));
    return vector;
}

// ---- steps ----------------------------------------------------------------------------------------------------------
//
// Everything that differs between instruction sets is here:
//
//   Singles                     `Width` elements of FLOAT32
//   MulAdd                      a * b + c
//   LoadHalves, StoreHalves     FLOAT16 in memory, FLOAT32 in the vector
//   LoadBytes, StoreBytes       INT8 or UINT8 in memory, FLOAT32 in the vector
//   Halves, Bytes (AVX2 only)   convert two vectors to FLOAT16, or four to bytes, in one vector

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
// Rounds to nearest, ties to even, and saturates; NaN becomes 0. The result is in the low byte of each word. Compares
// bits, whose order is that of the magnitudes with NaN above all, because -ffast-math would break comparisons with NaN.
template <bool IsSigned> DTU_KERNEL_STEP Words ToIntegers(Singles value) noexcept
{
    const auto bits = BitsAs<SignedWords>(value);
    SignedWords number = IsSigned ? bits & 0x7FFFFFFF : bits > 0 ? bits : SignedWords{};
    number = number > 0x7F800000 ? SignedWords{} : number;
    const SignedWords largest = SignedWords{} + BitsAs<std::int32_t>(IsSigned ? 128.0F : 255.0F);
    number = number < largest ? number : largest;
    // Adding 1.5 * 2^23 rounds to integers, because the last bit of its significand is 1.
    constexpr float ToNearest = 12582912;
    const SignedWords sign = IsSigned ? bits - (bits & 0x7FFFFFFF) : SignedWords{};
    number = BitsAs<SignedWords>(BitsAs<Singles>(number | sign) + ToNearest) - BitsAs<std::int32_t>(ToNearest);
    return BitsAs<Words>(IsSigned ? (number < 127 ? number : SignedWords{} + 127) & 0xFF : number);
}

inline constexpr std::uint32_t Exponent = 1U << 23;            // the lowest bit of the exponent of FLOAT32
inline constexpr std::uint32_t Rebias = (127 - 15) * Exponent; // the difference of the exponents of FLOAT32 and FLOAT16

// Converts FLOAT16, in the low half of each word, to FLOAT32.
template <class Dependent> DTU_KERNEL_STEP Singles FromHalves(Words half) noexcept
{
    const Words magnitude = (half & 0x7FFFU) << 13;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    const Words normal = magnitude + Rebias;
    // Infinity or a quiet NaN.
    const Words special = compared > 0x0F800000 ? (normal + Rebias) | 0x00400000U : normal + Rebias;
    // A subnormal has no leading 1. Adding one and subtracting it normalises the number.
    const Singles leading = BitsAs<Singles>(normal + Exponent) - BitsAs<float>(Rebias + Exponent);
    const Words finite = compared < 0x00800000 ? BitsAs<Words>(leading) : normal;
    const Words bits = compared < 0x0F800000 ? finite : special;
    return BitsAs<Singles>(bits | (half & 0x8000U) << 16);
}

// Converts FLOAT32 to FLOAT16, in the low half of each word.
template <class Dependent> DTU_KERNEL_STEP Words ToHalves(Singles value) noexcept
{
    const Words bits = BitsAs<Words>(value);
    const Words magnitude = bits & 0x7FFFFFFFU;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    // Rounds to nearest, ties to even: adds half of the last bit that is kept, minus 1 if that bit is 0. A carry may
    // produce infinity.
    const Words normal = (magnitude - Rebias + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // Adding 0.5 rounds to subnormals, because the last bit of its significand is the smallest FLOAT16.
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
    return FromHalves<void>(LoadAs<std::uint16_t>(src));
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

// Zero-extends the first elements of a vector to twice their size.
template <std::size_t ElementSize> DTU_KERNEL_STEP Vector Widen(Vector vector) noexcept
{
    return vector128::ZipLow<ElementSize>(vector, Vector{});
}

// Stores the low `ElementSize` bytes of each word. Zipping the two halves twice moves these bytes to the front.
template <std::size_t ElementSize> DTU_KERNEL_STEP void StoreLow(unsigned char* dst, Words words) noexcept
{
    Vector vector = BitsAs<Vector>(words);
    vector = vector128::ZipLow<ElementSize>(vector, vector128::ZipHigh<8>(vector, vector));
    vector = vector128::ZipLow<ElementSize>(vector, vector128::ZipHigh<8>(vector, vector));
    vector128::StorePart<4 * ElementSize, 0>(dst, vector);
}

#if defined(__aarch64__)
// In assembler, because GCC splits __builtin_convertvector of halves into single elements.
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
    return FromHalves<void>(BitsAs<Words>(Widen<2>(vector128::LoadPart<8>(src))));
}

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    StoreLow<2>(dst, ToHalves<void>(src));
}
#endif

// Loads four bytes. Each becomes a word; (word ^ 128) - 128 extends the sign of a signed byte.
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

// Converts FLOAT32 to FLOAT16. The 0 selects rounding to nearest, independent of the floating-point environment.
DTU_KERNEL_STEP vector128::Vector ToHalves(Singles src) noexcept
{
    return BitsAs<vector128::Vector>(__builtin_ia32_vcvtps2ph256(src, 0));
}

// Rounds to nearest, ties to even, and limits values to the element type's maximum. The saturating packs that follow
// limit them to its minimum. NaN becomes 0: here if the type is signed; otherwise it becomes INT_MIN here, and 0 in the
// packs.
template <bool IsSigned> DTU_KERNEL_STEP Ints ToInts(Singles value) noexcept
{
    if constexpr (IsSigned)
    {
        const auto bits = BitsAs<SignedWords>(value);
        value = BitsAs<Singles>((bits & 0x7FFFFFFF) > 0x7F800000 ? SignedWords{} : bits);
    }
    // In assembler, because -ffast-math may exchange the operands of a minimum, and vminps returns the second one if
    // either is NaN.
    __asm__("vminps {%2, %1, %0|%0, %1, %2}" : "=x"(value) : "x"(Singles{} + (IsSigned ? 127.0F : 255.0F)), "x"(value));
    return __builtin_ia32_cvtps2dq256(value);
}

// Converts four vectors to bytes with saturation. The packs work within lanes, so the last step restores the order.
template <bool IsSigned> DTU_KERNEL_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    const auto ab = __builtin_ia32_packssdw256(ToInts<IsSigned>(a), ToInts<IsSigned>(b));
    const auto cd = __builtin_ia32_packssdw256(ToInts<IsSigned>(c), ToInts<IsSigned>(d));
    const auto abcd = BitsAs<Ints>(IsSigned ? __builtin_ia32_packsswb256(ab, cd) : __builtin_ia32_packuswb256(ab, cd));
    return BitsAs<Vector>(__builtin_shufflevector(abcd, abcd, 0, 4, 1, 5, 2, 6, 3, 7));
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

DTU_KERNEL_STEP vector128::Vector ToHalves(Singles src) noexcept
{
    return _mm256_cvtps_ph(src, _MM_FROUND_TO_NEAREST_INT);
}

// Rounds to nearest, ties to even, and limits values to the element type's maximum. The saturating packs that follow
// limit them to its minimum. NaN becomes 0.
template <bool IsSigned> DTU_KERNEL_STEP Vector ToInts(Singles value) noexcept
{
    const Singles number = _mm256_and_ps(value, _mm256_cmp_ps(value, value, _CMP_ORD_Q));
    return _mm256_cvtps_epi32(_mm256_min_ps(number, _mm256_set1_ps(IsSigned ? 127.0F : 255.0F)));
}

// Converts four vectors to bytes with saturation. The packs work within lanes, so the last step restores the order.
template <bool IsSigned> DTU_KERNEL_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    const Vector ab = _mm256_packs_epi32(ToInts<IsSigned>(a), ToInts<IsSigned>(b));
    const Vector cd = _mm256_packs_epi32(ToInts<IsSigned>(c), ToInts<IsSigned>(d));
    const Vector abcd = IsSigned ? _mm256_packs_epi16(ab, cd) : _mm256_packus_epi16(ab, cd);
    return _mm256_permutevar8x32_epi32(abcd, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
}

#endif

#if DTU_CONVERT_LANES == 2

DTU_KERNEL_STEP Vector Halves(Singles a, Singles b) noexcept { return vector256::Join(ToHalves(a), ToHalves(b)); }

template <class Dependent = void> DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    vector128::Store(dst, ToHalves(src));
}

template <bool IsSigned> DTU_KERNEL_STEP void StoreBytes(unsigned char* dst, Singles src) noexcept
{
    const Vector bytes = Bytes<IsSigned>(src, src, src, src);
    std::memcpy(dst, &bytes, Width);
}

#endif

template <DML_TENSOR_DATA_TYPE Type> inline constexpr bool IsSignedByte = Type == DML_TENSOR_DATA_TYPE_INT8;

// Loads elements of a type as FLOAT32.
template <DML_TENSOR_DATA_TYPE Type> DTU_KERNEL_STEP Singles Load(const unsigned char* src) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { return LoadAs<Singles>(src); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { return LoadHalves(src); }
    else { return LoadBytes<IsSignedByte<Type>>(src); }
}

// Converts FLOAT32 to a type and stores it.
template <DML_TENSOR_DATA_TYPE Type> DTU_KERNEL_STEP void Store(unsigned char* dst, Singles src) noexcept
{
    if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT32) { std::memcpy(dst, &src, sizeof(src)); }
    else if constexpr (Type == DML_TENSOR_DATA_TYPE_FLOAT16) { StoreHalves(dst, src); }
    else { StoreBytes<IsSignedByte<Type>>(dst, src); }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

template <DML_TENSOR_DATA_TYPE Type> inline constexpr std::size_t ElementSizeOf = ElementSizeInBits(Type) / 8;

// Loads a vector of elements and applies the scales and biases of a row or plane, from number `first` on.
template <DML_TENSOR_DATA_TYPE SourceType, class Converted>
DTU_KERNEL_STEP Singles LoadScaled(const unsigned char* src, const Converted& region, std::size_t first) noexcept
{
    return MulAdd(Load<SourceType>(src), Load<DML_TENSOR_DATA_TYPE_FLOAT32>(region.scales + 4 * first),
                  Load<DML_TENSOR_DATA_TYPE_FLOAT32>(region.biases + 4 * first));
}

// Converts the vector that starts at element `at` with the scales and biases from number `first` on.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL_STEP void ConvertVector(const ConvertedRow& row, std::size_t at, std::size_t first) noexcept
{
    Store<DestinationType>(row.destination + at * ElementSizeOf<DestinationType>,
                           LoadScaled<SourceType>(row.source + at * ElementSizeOf<SourceType>, row, first));
}

// Converts a row of at least `Width` elements. The last vector overlaps the one before.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL void ConvertElements(const ConvertedRow& arguments) noexcept
{
    const ConvertedRow row = arguments; // a local copy, which stores to the destination cannot change
    constexpr std::size_t Step = VectorsOfRowStep * Width;
    const std::size_t nextVector = row.coefficients == RowCoefficients::OneVector ? 0 : Width;
    const std::size_t nextStep = row.coefficients == RowCoefficients::OneEach ? Step : 0;
    std::size_t at = 0;
    std::size_t first = 0;
    for (; at + Step <= row.count; at += Step, first += nextStep)
    {
        ConvertVector<Dependent, SourceType, DestinationType>(row, at, first);
        ConvertVector<Dependent, SourceType, DestinationType>(row, at + Width, first + nextVector);
        ConvertVector<Dependent, SourceType, DestinationType>(row, at + 2 * Width, first + 2 * nextVector);
    }
    // The remainder reads the second step of a pattern that repeats, because the last vector can begin before it.
    if (row.coefficients == RowCoefficients::Repeated) { first = Step; }
    const std::size_t whole = at;
    for (; at < row.count; at += Width)
    {
        const std::size_t start = row.count - at < Width ? row.count - Width : at;
        ConvertVector<Dependent, SourceType, DestinationType>(row, start, nextVector == 0 ? 0 : first + start - whole);
    }
}

#if DTU_CONVERT_LANES == 2

// ---- planes ---------------------------------------------------------------------------------------------------------

// The coefficients of two lanes of elements.
struct Coefficients
{
    std::size_t first;      // the number of the first element's scale and bias in the pattern
    std::size_t step;       // 1 if each element has its own, 0 if a vector has one
    std::size_t laneStride; // the distance from the first lane to the second
};

// Loads and stores two lanes of 16 bytes each, `laneStride` bytes apart. Elements are rearranged in the narrower of the
// two types, so they are converted when they are loaded (ConvertsOnLoad) or when they are stored.
template <DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType> struct Narrow
{
    static constexpr bool ConvertsOnLoad = ElementSizeOf<DestinationType> <= ElementSizeOf<SourceType>;
    static constexpr std::size_t ElementSize = Min(ElementSizeOf<DestinationType>, ElementSizeOf<SourceType>);
    static constexpr std::size_t Lane = 16 / ElementSize; // elements in a lane

    // Loads two lanes in the narrower type.
    static DTU_KERNEL_STEP Vector Load(const unsigned char* src, std::size_t laneStride, const ConvertedPlane& plane,
                                       const Coefficients& at) noexcept
    {
        if constexpr (!ConvertsOnLoad) { return vector256::LoadLanes(src, laneStride); }
        else
        {
            const Singles first = LoadScaled<SourceType>(src, plane, at.first);
            const Singles second = LoadScaled<SourceType>(src + laneStride, plane, at.first + at.laneStride);
            if constexpr (ElementSize == 2) { return Halves(first, second); }
            else
            {
                constexpr std::size_t NextVector = Width * ElementSizeOf<SourceType>;
                const std::size_t next = at.first + Width * at.step;
                return Bytes<IsSignedByte<DestinationType>>(
                    first, LoadScaled<SourceType>(src + NextVector, plane, next), second,
                    LoadScaled<SourceType>(src + laneStride + NextVector, plane, next + at.laneStride));
            }
        }
    }

    // Stores two lanes in the destination's type.
    static DTU_KERNEL_STEP void Store(unsigned char* dst, std::size_t laneStride, Vector vector,
                                      const ConvertedPlane& plane, const Coefficients& at) noexcept
    {
        if constexpr (ConvertsOnLoad) { vector256::StoreLanes(dst, laneStride, vector); }
        else
        {
            // Through memory, because one instruction loads and widens any part of a vector.
            unsigned char narrow[sizeof(Vector)];
            vector256::Store(narrow, vector);
            DTU_KERNEL_UNROLL
            for (std::size_t i = 0; i < 2 * Lane; i += Width)
            {
                const std::size_t lane = i / Lane;   // 0 or 1
                const std::size_t inLane = i % Lane; // the first element of the vector that is stored
                const std::size_t coefficient = at.first + lane * at.laneStride + inLane * at.step;
                DTU_CONVERT_NAMESPACE::Store<DestinationType>(
                    dst + lane * laneStride + inLane * ElementSizeOf<DestinationType>,
                    LoadScaled<SourceType>(narrow + i * ElementSize, plane, coefficient));
            }
        }
    }
};

// Transposes and converts one tile, which has as many rows as a lane has elements, and twice as many columns. For
// example, from FLOAT32 to FLOAT16:
//
//     load    8 vectors: rows 0 to 7 of columns i and 8 + i, as FLOAT16
//     zip     three rounds transpose each lane
//     store   8 rows of 16 elements
template <DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL_STEP void ConvertTile(const ConvertedPlane& plane, std::size_t row, std::size_t column) noexcept
{
    using Narrow = Narrow<SourceType, DestinationType>;
    constexpr std::size_t Side = Narrow::Lane;
    constexpr std::size_t SourceSize = ElementSizeOf<SourceType>;
    constexpr std::size_t DestinationSize = ElementSizeOf<DestinationType>;
    const unsigned char* const src = plane.source + column * plane.sourceStride + row * SourceSize;
    unsigned char* const dst = plane.destination + row * plane.destinationStride + column * DestinationSize;
    const std::size_t first = row * plane.rowRepeat + column * plane.columnRepeat; // coefficient
    Vector tile[Side];
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Side; ++i)
    {
        const Coefficients ofColumn = {first + i * plane.columnRepeat, plane.rowRepeat, Side * plane.columnRepeat};
        tile[i] = Narrow::Load(src + i * plane.sourceStride, Side * plane.sourceStride, plane, ofColumn);
    }
    vector256::ZipAll<Narrow::ElementSize>(tile);
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Side; ++i)
    {
        const Coefficients ofRow = {first + i * plane.rowRepeat, plane.columnRepeat, Side * plane.columnRepeat};
        Narrow::Store(dst + i * plane.destinationStride, Side * DestinationSize, tile[i], plane, ofRow);
    }
}

// Transposes and converts a plane in tiles. The last tiles overlap those before.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
DTU_KERNEL void ConvertTransposed(const ConvertedPlane& arguments) noexcept
{
    const ConvertedPlane plane = arguments; // a local copy, which stores to the destination cannot change
    constexpr std::size_t TileRows = Narrow<SourceType, DestinationType>::Lane;
    constexpr std::size_t TileColumns = 2 * TileRows;
    constexpr std::size_t LineRows = CacheLineBytes / ElementSizeOf<SourceType>;
    constexpr std::size_t BlockRows = TileRows > LineRows ? TileRows : LineRows;
    // Tuned: a block of the plane. Measured: with half as many columns [1024, 1024] takes 1.1 to 1.2 times as long.
    constexpr std::size_t BlockColumns = 2 * CacheLineBytes;
    for (std::size_t firstColumn = 0; firstColumn < plane.columns; firstColumn += BlockColumns)
    {
        const std::size_t columnsEnd = Min(firstColumn + BlockColumns, plane.columns);
        for (std::size_t firstRow = 0; firstRow < plane.rows; firstRow += BlockRows)
        {
            const std::size_t rowsEnd = Min(firstRow + BlockRows, plane.rows);
            for (std::size_t column = firstColumn; column < columnsEnd; column += TileColumns)
            {
                // Tuned: prefetches the rows after the next block. Measured without (Zen 5): {8,64,56,56} of FLOAT32 to
                // FLOAT16 NHWC .4 of the speed if it is cold, {32,64,112,112} to bytes .35; 1.0 in the caches.
                for (std::size_t i = column; i < Min(column + TileColumns, columnsEnd); ++i)
                {
                    Prefetch<false>(plane.source + i * plane.sourceStride
                                    + (firstRow + 2 * BlockRows) * ElementSizeOf<SourceType>);
                }
                for (std::size_t row = firstRow; row < rowsEnd; row += TileRows)
                {
                    ConvertTile<SourceType, DestinationType>(plane, Min(row, plane.rows - TileRows),
                                                             Min(column, plane.columns - TileColumns));
                }
            }
        }
    }
}

// Converts planes to pixels (WritesPixels) or pixels to planes. The last vectors overlap those before. Channels are
// shuffled in the narrower type: planes of FLOAT16 are converted to bytes and then shuffled to pixels of UINT8.
// Measured with tiles on the stack instead: 1.2 to 2.5 times as long.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType, std::size_t Channels,
          bool WritesPixels>
DTU_KERNEL void ConvertPixels(const ConvertedPlane& arguments) noexcept
{
    const ConvertedPlane plane = arguments; // a local copy, which stores to the destination cannot change
    using Narrow = Narrow<SourceType, DestinationType>;
    constexpr std::size_t SourceSize = ElementSizeOf<SourceType>;
    constexpr std::size_t DestinationSize = ElementSizeOf<DestinationType>;
    constexpr std::size_t Lane = Narrow::Lane; // elements
    constexpr std::size_t Step = 2 * Lane;
    vector256::LoadedMasks<Channels> masks;
    vector256::LoadMasks(masks, Narrow::ElementSize, !WritesPixels);
    const std::size_t pixels = WritesPixels ? plane.rows : plane.columns;
    for (std::size_t next = 0; next < pixels; next += Step)
    {
        const std::size_t at = pixels - next < Step ? pixels - Step : next;
        // Two lanes of each plane, or of consecutive pixels.
        Vector parts[Channels];
        // Tuned: pixels of FLOAT32 are prefetched. Measured without (Zen 5): .5 to .6 of the speed from 1080p on, 1.0
        // for 224 x 224. Pixels of FLOAT16 and bytes gain nothing. This is not a function, because g++ would remove the
        // calls of one that only prefetches.
        if constexpr (!WritesPixels && SourceSize == 4)
        {
            constexpr std::size_t PrefetchDistance = 8192; // bytes
            const unsigned char* const ahead = plane.source + at * Channels * SourceSize + PrefetchDistance;
            for (std::size_t i = 0; i < Step * Channels * SourceSize; i += CacheLineBytes) { Prefetch(ahead + i); }
        }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            if constexpr (WritesPixels)
            {
                const unsigned char* const src = plane.source + i * plane.sourceStride + at * SourceSize;
                parts[i] = Narrow::Load(src, Lane * SourceSize, plane, {i * Width, 0, 0});
            }
            else
            {
                const unsigned char* const src = plane.source + (at * Channels + Lane * i) * SourceSize;
                parts[i] = Narrow::Load(src, Lane * Channels * SourceSize, plane, {Lane * i, 1, Lane * Channels});
            }
        }
        WritesPixels ? vector256::ToPixels(parts, masks) : vector256::ToPlanes(parts, masks);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            if constexpr (WritesPixels)
            {
                unsigned char* const dst = plane.destination + (at * Channels + Lane * i) * DestinationSize;
                Narrow::Store(dst, Lane * Channels * DestinationSize, parts[i], plane, {Lane * i, 1, Lane * Channels});
            }
            else
            {
                unsigned char* const dst = plane.destination + i * plane.destinationStride + at * DestinationSize;
                Narrow::Store(dst, Lane * DestinationSize, parts[i], plane, {i * Width, 0, 0});
            }
        }
    }
}

// Returns the transpose between two types, and the planes that it supports.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
constexpr PlaneKernel TransposedOf() noexcept
{
    using Narrow = Narrow<SourceType, DestinationType>;
    PlaneKernel kernel;
    kernel.run = ConvertTransposed<Dependent, SourceType, DestinationType>;
    kernel.minRows = Narrow::Lane;
    kernel.minColumns = 2 * Narrow::Lane;
    kernel.rowRepeat = Narrow::ConvertsOnLoad ? 1 : Width;
    kernel.columnRepeat = Narrow::ConvertsOnLoad ? Width : 1;
    kernel.minPattern = Width;
    return kernel;
}

// Returns the kernel for pixels of `Channels` channels, and the planes that it supports.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType, std::size_t Channels,
          bool WritesPixels>
constexpr PlaneKernel PixelsOf() noexcept
{
    using Narrow = Narrow<SourceType, DestinationType>;
    constexpr bool ScalesPlanes = WritesPixels == Narrow::ConvertsOnLoad; // otherwise it scales pixels
    constexpr std::size_t Step = 2 * Narrow::Lane;                        // pixels that the kernel converts at a time
    constexpr std::size_t Repeat = ScalesPlanes ? Width : 1;
    PlaneKernel kernel;
    kernel.run = ConvertPixels<Dependent, SourceType, DestinationType, Channels, WritesPixels>;
    kernel.pixels = WritesPixels ? Pixels::Written : Pixels::Read;
    kernel.minRows = WritesPixels ? Step : Channels;
    kernel.minColumns = WritesPixels ? Channels : Step;
    kernel.channels = Channels;
    kernel.rowRepeat = WritesPixels ? 0 : Repeat;
    kernel.columnRepeat = WritesPixels ? Repeat : 0;
    kernel.minPattern = Channels * (ScalesPlanes ? Width : Step);
    return kernel;
}

// Returns no kernels between two types of 4 bytes, or between two of 1 byte, because neither is narrower. INT8 has only
// the transpose: images are not INT8, and kernels for pixels would double compile time and code.
template <class Dependent, DML_TENSOR_DATA_TYPE SourceType, DML_TENSOR_DATA_TYPE DestinationType>
constexpr PlaneKernels PlaneKernelsOf() noexcept
{
    if constexpr (ElementSizeOf<SourceType> == ElementSizeOf<DestinationType> && ElementSizeOf<DestinationType> != 2)
    {
        return {};
    }
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
