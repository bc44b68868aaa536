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
//     ConvertTensor   computes destination = source * scale + bias between any two layouts and any two data types
//     Conversion      scale and bias, for all elements or for each channel, and the order of the channels
//     ConversionRule  which rule results that become integers follow: to nearest, or as DirectML's CAST
//     NoChannel       a channel that the source does not have, such as alpha
//     Normalization   makes the Conversion of a mean and a standard deviation for each channel, and the way back
//
//   All arguments are checked before the first byte is written. From the pixels of a camera to the planes of a model:
//
//     const Normalization normalization({0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}, 255);
//     const Diagnosis reason =
//         ConvertTensor(DestinationOf(DML_TENSOR_DATA_TYPE_FLOAT16, halves, TensorLayout::Packed(sizes)),
//                       SourceOf(pixels, TensorLayout::Packed(sizes, Layout::NHWC)), // a std::vector<std::uint8_t>
//                       normalization.ToTensor());
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

/// A view of FLOAT32 numbers: a pointer and a count. The numbers must outlive it. ConvertTensor reports the errors of a
/// view: ValueRange for a negative count, and NullPointer for a null pointer with a count above 0.
class Floats
{
public:
    /// An empty view.
    constexpr Floats() noexcept = default;

    /// A view of the `count` numbers at `values`.
    constexpr Floats(const float* values, AnyInteger count) noexcept : m_values(values), m_count(count) {}

    /// A view of an array.
    template <std::size_t N> constexpr Floats(const float (&values)[N]) noexcept : m_values(values), m_count(N) {}

    /// A view of a std::array, a std::vector, or any other container with data() and size(), but not of a temporary.
    template <class Container,
              class = std::enable_if_t<
                  std::is_convertible_v<decltype(std::declval<const Container&>().data()), const float*>>,
              class = decltype(std::declval<const Container&>().size())>
    constexpr Floats(const Container& values) noexcept : Floats(values.data(), values.size())
    {
    }
    Floats(std::initializer_list<float>) = delete; ///< it would point into a temporary: give the array a name
    template <class Container, class = std::enable_if_t<!std::is_lvalue_reference_v<Container>>,
              class = decltype(std::declval<const Container&>().size()),
              class = std::enable_if_t<!std::is_same_v<std::remove_cv_t<Container>, Floats>>>
    Floats(Container&& values) = delete; ///< it would point into a temporary: give the container a name

    /// Returns the pointer as it was given.
    constexpr const float* data() const noexcept { return m_values; }
    /// Returns the count, or 0 if it is negative.
    constexpr std::uint64_t size() const noexcept { return m_count.IsNegative() ? 0 : m_count.Bits(); }
    /// Returns the count as it was given.
    constexpr AnyInteger GivenCount() const noexcept { return m_count; }

private:
    const float* m_values = nullptr;
    AnyInteger m_count = 0;
};

/// How ConvertTensor makes integers.
enum class ConversionRule
{
    /// Results are rounded to nearest, ties to even, and saturated; NaN becomes 0.
    Nearest,
    /// Results follow DirectML's CAST. Floating-point numbers are rounded toward zero and saturated: -43.7 becomes -43,
    /// 300.5 becomes the UINT8 255, and NaN becomes 0. Integers are extended to 32 bits, read with the sign of the
    /// destination's type, and then saturated: INT32 -1 is read as 4294967295 and becomes the UINT8 255.
    DirectMLCast
};

/// How ConvertTensor computes each element: destination = source * scale + bias. With scale 1 and bias 0, the element
/// is converted without arithmetic.
struct Conversion
{
    float scale = 1;        ///< for all elements, unless there are `scales`
    float bias = 0;         ///< for all elements, unless there are `biases`
    Floats scales = {};     ///< if not empty, one for each position of the destination along `axis`
    Floats biases = {};     ///< if not empty, one for each position of the destination along `axis`
    std::uint32_t axis = 1; ///< an axis of the destination; 1 is the channel axis of NCHW
    /// If not empty: for each position of the destination along `axis`, the position in the source, or NoChannel.
    /// {2, 1, 0} converts BGR to RGB; {2, 1, 0, NoChannel} also adds an alpha channel. The source then needs the
    /// destination's rank. Its size along `axis` may differ and is not broadcast.
    Dimensions channels = {};
    /// DirectMLCast requires scale 1, bias 0, no scales and no biases.
    ConversionRule rule = ConversionRule::Nearest;
    Diagnosis reason = {}; ///< the error of the Normalization that made this; ConvertTensor returns it
};

/// An entry of Conversion::channels for a channel that the source does not have. The result is the bias.
inline constexpr std::uint32_t NoChannel = 0xFFFFFFFF;

/// A mean and a standard deviation for each channel, or one pair for all channels: the values that a model was trained
/// with. The object holds a copy of at most 32 pairs.
///
///     ToTensor()   (sample / largest - mean) / deviation: from the samples of an image to the values of a tensor
///     ToImage()    (value * deviation + mean) * largest: the way back
///     InOrder()    the same for an image whose channels have another order, such as B, G, R, A
///
/// Errors of the constructors, in this order; the sentence of Explain names the argument:
///   - ValueRange: the count of means or of deviations is negative.
///   - NullPointer: there is no pointer, but a count.
///   - DimensionCount: there is no pair, or there are more than 32. actual: the number of means. required: 32.
///   - SizesDiffer: actual: the number of deviations. required: the number of means.
///   - ValueRange: a deviation, or else `largest`, is NaN or not above 0. axis: the index of the deviation.
///   - ValueRange: `largest` is infinite or 0 as FLOAT32.
///   - ValueRange: a deviation makes a scale of either conversion infinite or 0. axis: its index.
///   - ValueRange: a mean makes a bias of either conversion infinite or NaN. axis: its index.
class [[nodiscard]] Normalization
{
public:
    static constexpr std::uint32_t MaxPairs = 32;

    /// mean, deviation: one for each channel of the tensor, in its order, such as R, G, B. largest: the largest sample,
    /// such as 255; 1 if mean and deviation are those of the samples themselves, such as a mean of 123.675.
    constexpr Normalization(std::initializer_list<float> mean, std::initializer_list<float> deviation,
                            double largest) noexcept
    {
        m_reason = SetPairs(mean.begin(), mean.size(), deviation.begin(), deviation.size(), largest);
    }
    constexpr Normalization(const Floats& mean, const Floats& deviation, double largest) noexcept
    {
        m_reason = detail::FirstError(Check(mean, TensorArgument::Mean), Check(deviation, TensorArgument::Deviation));
        if (!m_reason.Ok()) { return; }
        m_reason = SetPairs(mean.data(), mean.size(), deviation.data(), deviation.size(), largest);
    }
    Normalization(std::initializer_list<float>, std::initializer_list<float>) = delete; ///< give the largest sample

    /// Returns a conversion from samples to values, with `axis` 1. It points into this object.
    constexpr Conversion ToTensor() const& noexcept { return Make(m_toTensor, m_count, m_imageChannels); }
    /// Returns a conversion from values to samples, with `axis` 1. It points into this object.
    constexpr Conversion ToImage() const& noexcept
    {
        const std::uint64_t ordered = m_tensorChannels.size();
        return Make(m_toImage, ordered != 0 ? ordered : m_count, m_tensorChannels);
    }
    Conversion ToTensor() const&& = delete; ///< it would point into a temporary: give the object a name
    Conversion ToImage() const&& = delete;  ///< it would point into a temporary: give the object a name

    /// Returns this normalization for an image whose channels have another order. channels[i] is the tensor's channel
    /// for channel i of the image, or NoChannel if the tensor has none. ToImage() sets such a channel to `largest`. If
    /// the tensor has R, G, B, then {2, 1, 0, NoChannel} is for an image of B, G, R, A: ToTensor() leaves A out, and
    /// ToImage() makes it opaque. Keep the result in a variable, because the conversions point into it.
    ///
    /// If there is only one pair, it applies to every channel of the tensor, and the list says how many channels the
    /// tensor has. Errors, in this order:
    ///   - the error of this normalization, and the error of the list.
    ///   - AxisOutOfRange: an entry is no channel of the tensor. axis: its index in the list. actual: the entry.
    ///     required: the number of the tensor's channels.
    ///   - AxisOrder: the list has a channel of the tensor twice or not at all. actual: the channel. required: as
    ///     above.
    constexpr Normalization InOrder(const Dimensions& channels) const noexcept
    {
        Normalization result = *this;
        if (m_reason.Ok()) { result.m_reason = result.SetOrder(channels, *this); }
        if (!result.m_reason.Ok())
        {
            result.m_count = 0;
            result.m_tensorChannels = {};
            result.m_imageChannels = {};
        }
        return result;
    }

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

    // Returns the error of a view: ValueRange for a negative count, or NullPointer.
    static constexpr Diagnosis Check(const Floats& floats, TensorArgument argument) noexcept
    {
        const Diagnosis negative = detail::CheckRange(floats.GivenCount(), detail::Max64, TensorArgument::Count);
        if (!negative.Ok() || floats.size() == 0 || floats.data() != nullptr) { return negative; }
        return detail::ArgumentError(argument, TensorError::NullPointer, detail::None32, 0, floats.size());
    }

    // Returns ValueRange if a divisor (a deviation or `largest`) is NaN or not above 0.
    static constexpr Diagnosis CheckDivisor(double value, TensorArgument argument, std::uint32_t index) noexcept
    {
        return detail::CheckPositive(value, TensorError::ValueRange, argument, index, detail::Max64);
    }

    // Computes the coefficients, or returns the first error of the arguments. After an error the object has no pairs.
    constexpr Diagnosis SetPairs(const float* mean, std::uint64_t count, const float* deviation,
                                 std::uint64_t deviations, double largest) noexcept
    {
        using E = TensorError;
        using A = TensorArgument;
        if (count == 0 || count > MaxPairs)
        {
            return detail::ArgumentError(A::Mean, E::DimensionCount, detail::None32, count, MaxPairs);
        }
        if (count != deviations)
        {
            return detail::ArgumentError(A::Deviation, E::SizesDiffer, detail::None32, deviations, count);
        }
        Diagnosis reason;
        for (std::uint32_t i = 0; reason.Ok() && i < count; ++i)
        {
            reason = CheckDivisor(deviation[i], A::Deviation, i);
        }
        reason = detail::FirstError(reason, CheckDivisor(largest, A::Largest, detail::None32));
        if (reason.Ok() && !IsScale(largest)) { return NoCoefficient(A::Largest, detail::None32); }
        for (std::uint32_t i = 0; reason.Ok() && i < count; ++i)
        {
            reason = SetPair(i, mean[i], deviation[i], static_cast<float>(largest));
        }
        if (!reason.Ok()) { return reason; }
        m_count = count;
        m_largest = static_cast<float>(largest);
        return {};
    }

    // Sets the order of the image's channels, and gives ToImage the pairs of `source` in that order. Returns the error
    // of the order. Requires: this object is a copy of `source`, which may have another order.
    constexpr Diagnosis SetOrder(const Dimensions& channels, const Normalization& source) noexcept
    {
        constexpr auto Argument = TensorArgument::ImageChannels;
        if (channels.Error() != TensorError::None) { return detail::WithArgument(channels.Reason(), Argument); }
        std::uint32_t given = 0;
        for (std::uint32_t i = 0; i < channels.size(); ++i)
        {
            given += channels[i] != NoChannel ? 1U : 0U;
            m_toImage.scales[i] = 0; // the loop below replaces the 0 unless the channel is missing
            m_toImage.biases[i] = m_largest;
        }
        // The number of the tensor's channels. One pair is for all of them. A list without channels lacks channel 0.
        const std::uint64_t count = m_count > 1 || given == 0 ? m_count : given;
        for (std::uint32_t i = 0; i < channels.size(); ++i)
        {
            if (channels[i] != NoChannel && channels[i] >= count)
            {
                return detail::ArgumentError(Argument, TensorError::AxisOutOfRange, i, channels[i], count);
            }
        }
        std::uint32_t positions[detail::MaxRank] = {}; // for each channel of the tensor, the image's channel
        for (std::uint32_t channel = 0; channel < count; ++channel)
        {
            std::uint32_t found = 0;
            std::uint32_t position = 0;
            for (std::uint32_t i = 0; i < channels.size(); ++i)
            {
                if (channels[i] != channel) { continue; }
                ++found;
                position = i;
            }
            if (found != 1)
            {
                return detail::ArgumentError(Argument, TensorError::AxisOrder, detail::None32, channel, count);
            }
            positions[channel] = position;
            const std::uint32_t pair = m_count > 1 ? channel : 0;
            const std::uint32_t from = source.m_imageChannels.empty() ? pair : source.m_imageChannels[pair];
            m_toImage.scales[position] = source.m_toImage.scales[from];
            m_toImage.biases[position] = source.m_toImage.biases[from];
        }
        m_tensorChannels = channels;
        m_imageChannels = Dimensions(positions, count);
        return {};
    }

    // IsFinite returns whether a value is finite as FLOAT32. IsScale returns whether it is also above 0 as FLOAT32.
    // Both compare numbers as double, because x87 processors round to FLOAT32 only the numbers that they store.
    static constexpr double LargestFloat = 340282346638528859811704183484516925440.0;
    static constexpr bool IsFinite(double value) noexcept { return value >= -LargestFloat && value <= LargestFloat; }
    static constexpr bool IsScale(double value) noexcept { return value > 0x1p-150 && value <= LargestFloat; }

    // Returns the error of an argument that makes a scale or a bias which FLOAT32 cannot hold.
    static constexpr Diagnosis NoCoefficient(TensorArgument argument, std::uint32_t index) noexcept
    {
        return {TensorError::ValueRange, index, 0, detail::Max64, detail::None32, argument, TensorCause::Coefficient};
    }

    // Computes the coefficients of pair number i, or returns the error of its numbers. All numbers are FLOAT32. Their
    // products and quotients are computed as double, because a double does not overflow. After they are rounded to
    // FLOAT32, the results are those of a computation in FLOAT32.
    constexpr Diagnosis SetPair(std::uint32_t i, double mean, double deviation, double largest) noexcept
    {
        const double scale = largest * deviation;
        if (!IsScale(scale)) { return NoCoefficient(TensorArgument::Deviation, i); }
        m_toImage.scales[i] = static_cast<float>(scale);
        const double inverse = 1 / static_cast<double>(m_toImage.scales[i]);
        if (!IsScale(inverse)) { return NoCoefficient(TensorArgument::Deviation, i); }
        // The mean is tested first: in a constant expression, clang rejects an operation whose result is NaN.
        if (!IsFinite(mean) || !IsFinite(mean / deviation) || !IsFinite(mean * largest))
        {
            return NoCoefficient(TensorArgument::Mean, i);
        }
        m_toTensor.scales[i] = static_cast<float>(inverse);
        m_toTensor.biases[i] = static_cast<float>((0 - mean) / deviation);
        m_toImage.biases[i] = static_cast<float>(mean * largest);
        return {};
    }

    // Returns a conversion with the first `count` of these coefficients. If there is only one pair, its scale and bias
    // apply to all channels.
    constexpr Conversion Make(const Coefficients& coefficients, std::uint64_t count,
                              const Dimensions& channels) const noexcept
    {
        Conversion conversion;
        conversion.reason = m_reason;
        conversion.channels = channels;
        conversion.scale = coefficients.scales[0];
        conversion.bias = coefficients.biases[0];
        if (count > 1)
        {
            conversion.scales = Floats(coefficients.scales, count);
            conversion.biases = Floats(coefficients.biases, count);
        }
        return conversion;
    }

    Coefficients m_toTensor;   // one pair for each channel of the tensor, or one pair for all
    Coefficients m_toImage;    // the same, or with an order, one pair for each channel of the image
    std::uint64_t m_count = 0; // the number of pairs that were given; 0 after an error
    float m_largest = 0;
    Dimensions m_tensorChannels; // with an order: for each channel of the image, that of the tensor or NoChannel
    Dimensions m_imageChannels;  // with an order: for each channel of the tensor, that of the image
    Diagnosis m_reason;
};

namespace detail
{
// =====================================================================================================================
//   Kernels
//
//   A kernel converts one row or one plane. Each vector width has a table of kernels. The kernels are at the end of
//   this file, which is compiled once for single elements and once for each vector width.
// =====================================================================================================================

inline constexpr std::size_t WidestVector = 8;     // in elements of 4 bytes
inline constexpr std::size_t VectorsOfRowStep = 3; // one step of a row kernel converts this number of vectors

// Which scales and biases of a ConvertedRow apply to each of its elements.
enum class RowCoefficients
{
    OneVector, // one vector of scales and one of biases apply to every vector of the row
    Repeated,  // the coefficients of one step apply to every step; the arrays hold them for two steps and a vector
    OneEach    // each element has its own scale and bias
};
// The number of scales, and of biases, in the arrays if they are Repeated.
inline constexpr std::size_t RepeatedPattern = (2 * VectorsOfRowStep + 1) * WidestVector;

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

// A plane: element (row, column) moves from byte column * sourceStride + row * (size of a source element) to byte
// row * destinationStride + column * (size of a destination element). The scale and bias of the element are those at
// position row * rowRepeat + column * columnRepeat of the pattern. Kernels for pixels read the pattern in the order of
// the channels.
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
    const unsigned char* order; // if Pixels::Reordered: for each channel of a pixel, the row that it goes to
};

// An order of channels that changes nothing: channel i becomes channel i.
inline constexpr unsigned char SameOrder[] = {0, 1, 2, 3};

using ConvertKernel = void (*)(const ConvertedRow&);

// Which side of a plane consists of whole pixels of a few channels, without gaps.
enum class Pixels
{
    None,
    Written,  // the destination: the columns of the plane are channels
    Read,     // the source: the rows of the plane are channels
    Reordered // the source: its channels go to rows in any order, and channels without a row are left out
};

// A kernel, and the planes that it supports. One step of the kernel needs minRows rows and minColumns columns: it would
// overrun a smaller plane.
struct PlaneKernel
{
    void (*run)(const ConvertedPlane&) = nullptr;
    Pixels pixels = Pixels::None;
    std::uint32_t minRows = 0;
    std::uint32_t minColumns = 0;
    std::uint32_t channels = 0; // the number of channels of a pixel
    // How many times the pattern holds each coefficient: once, or for each element of a vector. rowRepeat is for
    // coefficients that change from row to row, columnRepeat for those that change from column to column. 0: such
    // coefficients are not supported.
    std::uint32_t rowRepeat = 0;
    std::uint32_t columnRepeat = 0;
    std::uint32_t minPattern = 0; // the minimum number of coefficients that the kernel reads

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
        // The source may end before the last channel of the last pixel. The kernel leaves that pixel out, so one column
        // more is needed.
        case Pixels::Reordered:
            return rows.size <= channels && columns.sourceStride == channels && columns.size > minColumns;
        case Pixels::None: break;
        }
        return true;
    }
};

// The plane kernels for a source type and a destination type. The first that supports a plane is used.
struct PlaneKernels
{
    PlaneKernel kernels[6];
};

// A row of pixels that are UINT8 in the source and have no gaps in the destination. The channels can change their
// order.
struct BytePixelRow
{
    static constexpr unsigned char Missing = 0x80; // an entry of `order`: the source does not have this channel

    unsigned char* destination;
    const unsigned char* source;
    std::size_t pixels;
    std::size_t channels;        // of the destination: 3 or 4
    std::size_t sourceStride;    // from one pixel to the next: 3 or 4 bytes
    std::size_t sourceBytes;     // the bytes that may be read
    const unsigned char* order;  // for each channel of the destination, the number of the source's channel
    const unsigned char* scales; // of one step of a row
    const unsigned char* biases;
};

using BytePixelKernel = void (*)(const BytePixelRow&);

inline constexpr std::uint32_t PlaneTypes = 4;  // the first types of TypeIndex have kernels for rows and planes
inline constexpr std::uint32_t KernelTypes = 6; // the types before this index have kernels for rows
inline constexpr std::uint32_t FloatIndex = 3;  // of FLOAT32

// Returns the index of a type in the kernel tables, or KernelTypes for a type that has no kernels. The index of a 4-bit
// type is that of the type of bytes, because 4-bit elements are converted as bytes.
constexpr std::uint32_t TypeIndex(DML_TENSOR_DATA_TYPE type) noexcept
{
    switch (static_cast<ElementType>(type))
    {
    case ElementType::UInt4:
    case ElementType::UInt8: return 0;
    case ElementType::Int4:
    case ElementType::Int8: return 1;
    case ElementType::Float16: return 2;
    case ElementType::Float32: return FloatIndex;
    case ElementType::UInt16: return 4;
    case ElementType::Int16: return 5;
    case ElementType::Float64:
    case ElementType::UInt64:
    case ElementType::Int64:
    case ElementType::UInt32:
    case ElementType::Int32:
    case ElementType::Unknown: break;
    }
    return KernelTypes;
}

// A row of 4-bit elements on one side, and of bytes on the other. `pairs` counts pairs of elements.
struct NibbleRow
{
    unsigned char* destination;
    const unsigned char* source;
    std::size_t pairs;
    bool isSigned;
};

using NibbleKernel = void (*)(const NibbleRow&);

// The numbers with which a byte is saturated to 4 bits. byte ^ flip is an unsigned number, in the same order as the
// signed or unsigned values of bytes. It is limited to `lowest` and the 15 numbers after `lowest`. If n is the
// limited number, (n - lowest) ^ sign is the 4-bit element.
struct NibbleRange
{
    unsigned char flip;
    unsigned char lowest;
    unsigned char sign;

    explicit constexpr NibbleRange(bool isSigned) noexcept
        : flip(isSigned ? 128 : 0), lowest(isSigned ? 120 : 0), sign(isSigned ? 8 : 0)
    {
    }
};

// Returns a byte, saturated to 4 bits. `isSigned` applies to the byte and to the result.
constexpr unsigned SaturatedNibble(unsigned byte, bool isSigned) noexcept
{
    const NibbleRange range(isSigned);
    const unsigned lowest = range.lowest;
    const unsigned flipped = byte ^ range.flip;
    const unsigned limited = flipped < lowest ? lowest : flipped > lowest + 15 ? lowest + 15 : flipped;
    return (limited - lowest) ^ range.sign;
}

// The largest and the smallest value of an integer type, without <limits>.
template <class Integer>
inline constexpr auto
    LargestInteger = static_cast<Integer>(Max64 >> (64 - 8 * sizeof(Integer) + (std::is_signed_v<Integer> ? 1 : 0)));
template <class Integer>
inline constexpr auto SmallestInteger = static_cast<Integer>(std::is_signed_v<Integer> ? ~LargestInteger<Integer>
                                                                                       : Integer{});

struct ConvertKernels
{
    std::size_t minLength;          // the minimum number of elements in a row
    const ConvertKernels* narrower; // the table for shorter rows; null in the last table
    const ConvertKernel*
        rows[KernelTypes]; // [source type][destination type]; null between integers with one of 16 bits
    const PlaneKernels* planes[PlaneTypes]; // [source type][destination type]; null without plane kernels
    BytePixelKernel pixels[PlaneTypes];     // [destination type], from UINT8; null without such a kernel
    NibbleKernel unpack;                    // 4-bit elements to bytes
    NibbleKernel pack;                      // bytes, saturated, to 4-bit elements; in place if the addresses are equal
};

// Compiles the kernels at the end of this file, once for each vector width. With intrinsics (MSVC) there are kernels
// for AVX2 and for single elements only.
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

// Tuned: the maximum number of scales, and of biases, in a pattern. A larger pattern would need more stack than
// docs/limitations.md promises.
inline constexpr std::size_t PatternCapacity = 256;

// The kernels of a path.
struct PathKernels
{
    const Kernels* copy;
    const ConvertKernels* convert;
};

// Returns the kernels of a path. The function is a template so that only files that convert compile the kernels.
template <class Dependent = void> PathKernels PathKernelsOf(CopyPath path) noexcept
{
    const Kernels* const copy = KernelsOf<Dependent>(path);
#if DTU_IS_X86
    if (path >= CopyPath::Vector256) { return {copy, &convert256::Table<Dependent>}; }
#endif
    return {copy, path == CopyPath::Portable ? &scalar::Table<Dependent> : &convert128::Table<Dependent>};
}

// Returns the fastest path that this machine supports. It is the path of copies, unless a machine with AVX2 reports no
// FMA. Such a machine may lack F16C too, which compilers cannot query.
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
//   Types without kernels
//
//   If either type is FLOAT64 or an integer of 32 or 64 bits, elements are converted one by one, in blocks. Elements
//   that become integers by DirectMLCast are converted in the same way, because that rule serves to check results and
//   need not be fast. Integers without a scale that become integers are loaded as std::int64_t. All other elements are
//   loaded as double, and are rounded once, to the destination's type.
// =====================================================================================================================

inline constexpr std::uint64_t SignBit = std::uint64_t{1} << 63; // of FLOAT64 and INT64
inline constexpr std::uint64_t DoubleInfinity = std::uint64_t{0x7FF} << 52;

// Returns an element as double. If `isRoundedLater`, the caller rounds the result to a narrower type, which must be the
// only rounding. So a 64-bit integer of more than 53 bits is not rounded here. Its 11 lower bits are cut off, and the
// last bit that is kept becomes 1 if any of the lower bits was 1.
template <class Element> double ToDouble(Element value, bool isRoundedLater) noexcept
{
    if constexpr (std::is_integral_v<Element> && sizeof(Element) == 8)
    {
        const bool isNegative = value < Element{};
        const auto magnitude = isNegative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        if (isRoundedLater && magnitude >> 53 != 0)
        {
            constexpr std::uint64_t LowerBits = 0x7FF; // a double does not hold these bits of a 64-bit integer
            const std::uint64_t last = (magnitude & LowerBits) != 0 ? LowerBits + 1 : 0;
            const auto kept = static_cast<double>((magnitude & ~LowerBits) | last);
            return isNegative ? -kept : kept;
        }
    }
    return static_cast<double>(value);
}

// Returns a FLOAT16 as double, which is exact.
inline double ToDouble(Half value, bool) noexcept
{
    return static_cast<double>(scalar::LoadHalves(reinterpret_cast<const unsigned char*>(&value)));
}

// Sets `result` to the integer nearest to a number, ties to even, saturated; to 0 for NaN. With DirectMLCast, the
// number is rounded toward zero instead. The function compares bits, because -ffast-math would break comparisons with
// NaN.
template <class Integer> void FromDouble(double value, Integer& result, ConversionRule rule) noexcept
{
    constexpr bool IsSigned = std::is_signed_v<Integer>;
    const auto bits = scalar::BitsAs<std::uint64_t>(value);
    const bool isNegative = (bits & SignBit) != 0;
    const auto magnitude = scalar::BitsAs<double>(bits & ~SignBit);
    constexpr double TwoTo64 = 18446744073709551616.0;
    result = isNegative ? SmallestInteger<Integer> : LargestInteger<Integer>;
    if ((bits & ~SignBit) > DoubleInfinity) { result = 0; }
    if ((bits & ~SignBit) >= scalar::BitsAs<std::uint64_t>(TwoTo64)) { return; }
    auto whole = static_cast<std::uint64_t>(magnitude);
    const double rest = magnitude - static_cast<double>(whole); // this difference is exact
    const bool isNearerAbove = rest > 0.5 || (rest == 0.5 && whole % 2 == 1);
    whole += isNearerAbove && rule != ConversionRule::DirectMLCast ? 1U : 0U;
    const auto limit = static_cast<std::uint64_t>(LargestInteger<Integer>) + (isNegative && IsSigned ? 1 : 0);
    if ((IsSigned || !isNegative) && whole < limit) { result = static_cast<Integer>(isNegative ? 0 - whole : whole); }
}

// Sets `result` to the number.
inline void FromDouble(double value, double& result, ConversionRule) noexcept { result = value; }

// Sets `result` to the nearest FLOAT32, with either rule.
inline void FromDouble(double value, float& result, ConversionRule) noexcept { result = static_cast<float>(value); }

// Sets `result` to the nearest FLOAT16, with either rule. The number becomes a FLOAT32 first, and then the FLOAT16. If
// it is not exact as FLOAT32, it becomes the neighbour whose last bit is 1, so that only the second step rounds to
// nearest. Numbers below the smallest normal FLOAT32 become 0 in the first step, which is the nearest FLOAT16.
inline void FromDouble(double value, Half& result, ConversionRule) noexcept
{
    constexpr std::uint64_t LowerBits = (std::uint64_t{1} << 29) - 1; // FLOAT32 does not have these bits of a double
    constexpr std::uint64_t Rebias = std::uint64_t{1023 - 127} << 52;
    const auto bits = scalar::BitsAs<std::uint64_t>(value);
    const std::uint64_t magnitude = bits & ~SignBit;
    std::uint64_t rounded = (magnitude - Rebias) >> 29 | ((magnitude & LowerBits) != 0 ? 1 : 0);
    if (magnitude < Rebias + (std::uint64_t{1} << 52)) { rounded = 0; }
    if (magnitude >= Rebias + (std::uint64_t{255} << 52)) { rounded = std::uint64_t{255} << 23; }
    if (magnitude > DoubleInfinity) { rounded = std::uint64_t{0x1FF} << 22 | (magnitude >> 29 & 0x3FFFFF); }
    const auto single = static_cast<std::uint32_t>(rounded | bits >> 63 << 31);
    scalar::StoreHalves(reinterpret_cast<unsigned char*>(&result), scalar::BitsAs<float>(single));
}

// Returns an integer as std::int64_t. A UINT64 above the largest INT64 becomes the largest INT64. This changes no
// result of a conversion, because every other integer type would saturate that number too.
template <class Integer> constexpr std::int64_t ToInt64(Integer value) noexcept
{
    if constexpr (std::is_same_v<Integer, std::uint64_t>)
    {
        return static_cast<std::int64_t>(value < SignBit ? value : SignBit - 1);
    }
    else { return value; }
}

// Sets `result` to the nearest integer of its type. For example, 300 becomes the UINT8 255.
template <class Integer> void FromInt64(std::int64_t value, Integer& result) noexcept
{
    constexpr std::int64_t Smallest = SmallestInteger<Integer>;
    constexpr auto Largest = ToInt64(LargestInteger<Integer>);
    result = static_cast<Integer>(value < Smallest ? Smallest : value > Largest ? Largest : value);
}

// Converts up to 64 elements between types that have no kernel.
struct WideBlock
{
    static constexpr std::size_t MaxCount = 64;

    DML_TENSOR_DATA_TYPE destinationType;
    DML_TENSOR_DATA_TYPE sourceType;
    unsigned char* destination;
    const unsigned char* source;
    std::size_t count;
    ConversionRule rule;

    // Converts the values without scale and bias.
    void ConvertValues() const noexcept
    {
        if (destinationType == sourceType)
        {
            std::memcpy(destination, source, count * (ElementSizeInBits(sourceType) / 8));
        }
        else if (!IsFloatingPoint(destinationType) && !IsFloatingPoint(sourceType))
        {
            std::int64_t values[MaxCount];
            Load(values, false);
            if (rule == ConversionRule::DirectMLCast) { ReadAsWords(values); }
            Store(values);
        }
        else
        {
            double values[MaxCount];
            Load(values, destinationType != DML_TENSOR_DATA_TYPE_FLOAT64);
            Store(values);
        }
    }

    // Converts value * scale + bias. The scale and bias of element i start at byte i * step. If `step` is 0, all
    // elements have the first scale and bias.
    void ConvertScaled(const unsigned char* scales, const unsigned char* biases, std::size_t step) const noexcept
    {
        double values[MaxCount];
        Load(values, false);
        for (std::size_t i = 0; i < count; ++i)
        {
            values[i] = values[i] * static_cast<double>(scalar::LoadAs<float>(scales + i * step))
                        + static_cast<double>(scalar::LoadAs<float>(biases + i * step));
        }
        Store(values);
    }

private:
    // Replaces each integer by its low 32 bits, as DirectML's CAST does before it saturates. They are read as a signed
    // number if the destination's type is signed. For UINT8, -1 becomes 4294967295.
    void ReadAsWords(std::int64_t* values) const noexcept
    {
        const bool isSigned = IsSigned(destinationType);
        for (std::size_t i = 0; i < count; ++i)
        {
            const auto word = static_cast<std::uint32_t>(values[i]);
            values[i] = isSigned ? std::int64_t{static_cast<std::int32_t>(word)} : std::int64_t{word};
        }
    }

    // Loads the elements as double or std::int64_t. Requires for std::int64_t: the source's elements are integers.
    template <class Number> void Load(Number* values, bool isRoundedLater) const noexcept
    {
        const auto load = [=, block = *this](auto element) // a copy, which stores cannot change
        {
            for (std::size_t i = 0; i < block.count; ++i)
            {
                std::memcpy(&element, block.source + i * sizeof(element), sizeof(element)); // GCOVR_EXCL_LINE: folded
                if constexpr (std::is_same_v<Number, double>) { values[i] = ToDouble(element, isRoundedLater); }
                else if constexpr (std::is_integral_v<decltype(element)>) { values[i] = ToInt64(element); }
            }
        };
        CallWithElement(sourceType, load);
    }

    // Stores double or std::int64_t as elements. Requires for std::int64_t: the destination's elements are integers.
    template <class Number> void Store(const Number* values) const noexcept
    {
        const auto store = [=, block = *this](auto element) // a copy, which stores cannot change
        {
            for (std::size_t i = 0; i < block.count; ++i)
            {
                if constexpr (std::is_same_v<Number, double>) { FromDouble(values[i], element, block.rule); }
                else if constexpr (std::is_integral_v<decltype(element)>) { FromInt64(values[i], element); }
                std::memcpy(block.destination + i * sizeof(element), &element, sizeof(element));
            }
        };
        CallWithElement(destinationType, store);
    }
};

// =====================================================================================================================
//   Running a plan
//
//   Rows and planes that have a kernel are converted directly. Everything else is divided into tiles. The elements of a
//   tile are first copied to a staging buffer on the stack, or converted to one, so that the kernel sees rows.
// =====================================================================================================================

// Tuned: the bytes of each of the two staging buffers. Larger buffers would need more stack than docs/limitations.md
// promises.
inline constexpr std::size_t StagingBytes = 4096;
// Tuned: a row of a tile has this number of elements on both sides, if the axes are long enough. Elements of one byte
// then fill a cache line.
inline constexpr std::size_t TileRowElements = CacheLineBytes;
// Tuned: the minimum number of elements in a row that is worth a call of a kernel. Shorter rows are joined to longer
// ones, or are copied to a tile on the stack first.
inline constexpr std::size_t LongRow = 16;

// The scales and biases of consecutive elements, in the order in which kernels read them. For pixels of three channels:
//
//     Fill(0, 1, 3, 24)   r g b r g b r g b ...                             for elements of pixels
//     Fill(0, 8, 3, 24)   r r r r r r r r g g g g g g g g b b b b b b b b   for elements of planes
//
// Most tiles need the same pattern as the tile before, so Fill does nothing if its arguments are those of the last
// call.
struct CoefficientPattern
{
    const Conversion& conversion;
    std::uint64_t key[4] = {}; // the arguments of the last Fill
    // The arrays are aligned so that no vector of coefficients straddles two cache lines.
    alignas(CacheLineBytes) unsigned char scales[4 * PatternCapacity];
    alignas(CacheLineBytes) unsigned char biases[4 * PatternCapacity];

    explicit CoefficientPattern(const Conversion& source) noexcept : conversion(source) {}

    // Writes `count` scales and `count` biases: those of position `first` and of the following positions along
    // Conversion::axis, each `repeat` times. After `period` positions, the pattern starts again with `first`.
    void Fill(std::uint64_t first, std::size_t repeat, std::size_t period, std::size_t count) noexcept
    {
        const std::uint64_t wanted[] = {first, repeat, period, count};
        if (std::memcmp(wanted, key, sizeof(key)) == 0) { return; }
        std::memcpy(key, wanted, sizeof(key));
        for (std::size_t i = 0, n = 0; i < count; n = n + 1 < period ? n + 1 : 0)
        {
            // n counts the positions of the current period.
            const bool isMissing = !conversion.channels.empty() && conversion.channels[first + n] == NoChannel;
            const float own = conversion.scales.size() != 0 ? conversion.scales.data()[first + n] : conversion.scale;
            const float scale = isMissing ? 0 : own; // missing elements are 0, and 0 * infinity is NaN
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

// Returns the larger number. std::max is in <algorithm>, which takes long to compile.
constexpr std::size_t Max(std::size_t a, std::size_t b) noexcept { return a < b ? b : a; }

// Extends a tile along an axis to `wanted` positions. They are fewer if the axis is shorter, if the tile would have too
// many elements, or if the pattern would have too many coefficients. `room` is the factor by which the tile
// may still grow: 60 for a tile of 16 elements that may have 960.
inline void GrowTile(const CopyPlan& plan, Tiling (&tilings)[MaxRank], std::size_t& room, std::uint32_t axis,
                     std::size_t wanted) noexcept
{
    std::size_t& count = tilings[axis].step;
    const std::size_t most = plan.axes[axis].auxiliaryStride != 0 ? PatternCapacity : plan.axes[axis].size;
    const std::size_t grown = Min(Min(wanted, count * room), Min(most, plan.axes[axis].size));
    if (grown <= count) { return; }
    room = room * count / grown;
    count = grown;
}

// Makes tiles end where the destination's cache lines end. The innermost axis that is divided, or else the outermost
// axis, gets tiles of whole cache lines, and another first tile if the destination starts inside a line. elementSize:
// in bytes; 0 for 4-bit elements, whose tiles are only aligned if the axis is contiguous.
inline void AlignTiles(const CopyPlan& plan, std::size_t elementSize, Tiling (&tilings)[MaxRank]) noexcept
{
    std::uint32_t axis = plan.rank - 1;
    while (axis > 0 && tilings[axis].step == plan.axes[axis].size) { --axis; }
    Tiling& tiling = tilings[axis];
    const std::size_t stride = plan.axes[axis].destinationStride;
    std::size_t inLines = 1; // the smallest number of positions that fills whole cache lines
    std::size_t toLine = 0;  // the positions before the first position that starts at a cache line
    if (elementSize == 0)
    {
        if (stride != 1) { return; }
        inLines = 2 * CacheLineBytes; // a byte has two elements
        toLine = (inLines - 2 * OffsetInCacheLine(plan.destination) - plan.destinationStart) % inLines;
    }
    else
    {
        while (inLines * stride * elementSize % CacheLineBytes != 0) { inLines *= 2; } // at most 64
        toLine = ElementsToCacheLine(plan.destination, stride * elementSize);
    }
    if (inLines > tiling.step) { return; }
    tiling.step -= tiling.step % inLines;
    tiling.first = FirstTile(toLine, inLines, tiling.step);
}

// Divides a plan into tiles of at most `elements` elements. The tile first gets rows of TileRowElements on both sides.
// Then it is extended along each axis, from the innermost to the outermost, until it has `elements` elements.
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

// Where one side of a tile is: in the tensor, or in a buffer that has the tile's elements without gaps, in the
// destination's order.
enum class TileMemory
{
    InPlace,
    Staged
};

// Returns the plan of one tile. If `isOneChannel`, the plan has no axis of channels, because the channels are gathered
// one by one.
inline CopyPlan PlanOfTile(const CopyPlan& plan, const TileIterator& tile, TileMemory destination, TileMemory source,
                           bool isOneChannel = false) noexcept
{
    CopyPlan part;
    std::size_t staged = 1; // the stride of the axis in a buffer
    for (std::uint32_t i = plan.rank; i > 0; --i)
    {
        const CopyAxis& axis = plan.axes[i - 1];
        const std::size_t count = tile.Count(i - 1);
        const bool isLeftOut = isOneChannel && axis.auxiliaryStride != 0;
        part.Insert(isLeftOut ? 1 : count, destination == TileMemory::Staged ? staged : axis.destinationStride,
                    source == TileMemory::Staged ? staged : axis.sourceStride, axis.auxiliaryStride);
        staged *= count; // an axis that is left out counts, because the buffer has all channels
    }
    part.Coalesce();
    return part;
}

// The steps that convert a tile. They are equal for all tiles of one shape. There are at most two buffers between
// source and destination:
//
//     source -- gather --> buffer -- convert --> buffer -- scatter --> destination
struct TileSteps
{
    std::uint32_t shapeId = None32;
    bool gathers = false;
    bool hasMissing = false;     // whether Conversion::channels has a NoChannel
    std::size_t channels = 1;    // the channels in a tile, which are gathered one by one
    std::size_t channelStep = 0; // elements from one channel to the next in the buffer
    ByteMove gather;             // of one channel; not used for 4-bit elements
    CopyPlan convert;
    const PlaneKernel* planeKernel = nullptr; // null: rows are converted
    ByteMove scatter;                         // not used for 4-bit elements
};

// Whether the destination has a channel that the source lacks. Such a channel is filled with the bias.
constexpr bool HasMissing(const Dimensions& channels) noexcept
{
    for (const std::uint32_t channel : channels)
    {
        if (channel == NoChannel) { return true; }
    }
    return false;
}

// One side of a conversion.
struct ConvertedSide
{
    DML_TENSOR_DATA_TYPE type; // UINT8 or INT8 if the elements have 4 bits, because they are converted as bytes
    std::uint32_t typeIndex;
    std::size_t elementSize; // in bytes
    bool isNibbles;

    explicit ConvertedSide(DML_TENSOR_DATA_TYPE given) noexcept
        : type(given), typeIndex(TypeIndex(given)), elementSize(ElementSizeInBits(given) / 8),
          isNibbles(elementSize == 0)
    {
        if (!isNibbles) { return; }
        type = IsSigned(given) ? DML_TENSOR_DATA_TYPE_INT8 : DML_TENSOR_DATA_TYPE_UINT8;
        elementSize = 1;
    }
};

// The order of at most 4 channels of pixels.
struct ChannelOrder
{
    static constexpr std::size_t MaxChannels = 4;
    static constexpr unsigned char NoRow = 255;

    unsigned char sources[MaxChannels] = {};                        // for each channel of the destination, the source's
    unsigned char rows[MaxChannels] = {NoRow, NoRow, NoRow, NoRow}; // for each channel of the source, the destination's
    std::size_t lastSource = 0; // the largest number of a channel of the source that is used
    bool isOneToOne = true;     // whether no channel is missing and no channel of the source is used twice

    // Requires: all channels of both sides are below MaxChannels.
    explicit ChannelOrder(const Dimensions& channels) noexcept
    {
        for (std::uint32_t i = 0; i < channels.size(); ++i)
        {
            const std::uint32_t channel = channels[i];
            sources[i] = channel == NoChannel ? BytePixelRow::Missing : static_cast<unsigned char>(channel);
            isOneToOne = isOneToOne && channel != NoChannel && rows[channel] == NoRow;
            if (channel == NoChannel) { continue; }
            rows[channel] = static_cast<unsigned char>(i);
            lastSource = lastSource < channel ? channel : lastSource;
        }
    }
};

// Returns the destination's side. Kernels round to nearest, but CAST rounds toward zero. So with DirectMLCast, no
// kernel writes integers.
inline ConvertedSide DestinationSide(DML_TENSOR_DATA_TYPE type, ConversionRule rule) noexcept
{
    ConvertedSide side(type);
    if (rule == ConversionRule::DirectMLCast && !IsFloatingPoint(type)) { side.typeIndex = KernelTypes; }
    return side;
}

// Runs conversions between two types.
struct Converter
{
    Copier copy;
    const ConvertKernels* kernels;
    ConvertedSide destination;
    ConvertedSide source;
    bool movesBits;            // the types are equal and no value changes, so that bytes are copied
    std::size_t channelStride; // of the source, in elements; 0 without Conversion::channels
    std::size_t sourceChannels;
    CoefficientPattern pattern;

    bool HasNibbles() const noexcept { return destination.isNibbles || source.isNibbles; }

    bool HasChannels() const noexcept { return !pattern.conversion.channels.empty(); }

    // ---- rows -------------------------------------------------------------------------------------------------------

    // Whether the side whose stride is `stride` has rows that are worth a kernel. Its innermost axis must be
    // contiguous. It must also be the only axis, be at least LongRow long, or be continued by the next axis without a
    // gap.
    static bool HasRows(const CopyPlan& plan, std::size_t CopyAxis::*stride) noexcept
    {
        const CopyAxis& inner = plan.Inner();
        if (inner.*stride != 1) { return false; }
        return plan.rank == 1 || inner.size >= LongRow || plan.axes[plan.rank - 2].*stride == inner.size;
    }

    // Whether both sides have rows.
    static bool HasRows(const CopyPlan& plan) noexcept
    {
        return HasRows(plan, &CopyAxis::destinationStride) && HasRows(plan, &CopyAxis::sourceStride);
    }

    // Whether rows of `elements` elements follow each other without a gap on both sides. The plan has only the axes
    // outside of the rows.
    static bool HasNoGaps(const CopyPlan& plan, std::size_t elements) noexcept
    {
        return plan.Inner().destinationStride == elements && plan.Inner().sourceStride == elements;
    }

    // Converts rows. If no axis is contiguous on both sides, a row is a single element. `index` is the number of the
    // first scale and bias in the arrays of the conversion.
    void ConvertRows(CopyPlan& plan, std::uint64_t index) noexcept
    {
        const CopyAxis inner = HasNoGaps(plan, 1) ? plan.TakeInner() : SingleStep;
        if (inner.auxiliaryStride != 0) { return ConvertVaryingRows(plan, inner.size, 1, index); }
        // Two such axes would have been coalesced if no scale or bias changed along them. So the scales or biases
        // change along the next axis.
        if (inner.size < LongRow && HasNoGaps(plan, inner.size))
        {
            return ConvertVaryingRows(plan, plan.TakeInner().size, inner.size, index);
        }
        ConvertUniformRows(plan, inner.size, index);
    }

    // Converts rows of period * repeat elements. Each of `period` scales and biases applies to `repeat` neighbouring
    // elements. `index` is the number of the first scale and bias in the arrays of the conversion.
    void ConvertVaryingRows(CopyPlan& plan, std::size_t period, std::size_t repeat, std::uint64_t index) noexcept
    {
        const std::size_t elements = period * repeat;
        if (elements <= PatternCapacity)
        {
            // Rows that follow each other without a gap are one row.
            const std::size_t row = elements * (HasNoGaps(plan, elements) ? plan.TakeInner().size : 1);
            // If the kernel's step is a whole number of periods, the kernel repeats a pattern of RepeatedPattern
            // scales. Measured on Zen 4: without that, pixels are converted with 0.6 to 0.8 of the speed. For other
            // steps, and for shorter rows, the pattern holds all coefficients as often as possible.
            const bool isLong = row >= RepeatedPattern && RowKernel(row) != nullptr;
            const bool repeats = isLong && VectorsOfRowStep * WidestKernels(kernels, row).minLength % elements == 0;
            const std::size_t step = repeats ? row : Min(row, PatternCapacity / elements * elements);
            pattern.Fill(index, repeat, period, repeats ? RepeatedPattern : step);
            return ConvertByPattern(plan, 0, row, step, repeats ? RowCoefficients::Repeated : RowCoefficients::OneEach);
        }
        // The pattern holds only a part of the coefficients, which is applied to all rows before the next part is.
        const std::size_t part = PatternCapacity / repeat * repeat;
        for (std::size_t first = 0; first < elements; first += part)
        {
            const std::size_t count = Min(elements - first, part);
            pattern.Fill(index + first / repeat, repeat, period, count);
            ConvertByPattern(plan, first, first + count, count, RowCoefficients::OneEach);
        }
    }

    // Converts the elements from `first` to before `end` of all rows, `step` elements with each call of the kernel.
    // Each call begins at the start of the pattern.
    void ConvertByPattern(const CopyPlan& plan, std::size_t first, std::size_t end, std::size_t step,
                          RowCoefficients coefficients) const noexcept
    {
        TileIterator at(plan);
        do {
            for (std::size_t i = first; i < end; i += step)
            {
                const std::size_t count = Min(end - i, step);
                ConvertRow(RowKernel(count), {plan.destination + (at.destinationOffset + i) * destination.elementSize,
                                              plan.source + (at.sourceOffset + i) * source.elementSize, count,
                                              pattern.scales, pattern.biases, coefficients});
            }
        } while (at.Next());
    }

    // Converts rows of `count` elements with one scale and one bias for a row. Each of the two fills one vector, which
    // applies to the whole row. The pattern is filled for several rows at once, because a vector that was just written
    // element by element is slow to load.
    void ConvertUniformRows(CopyPlan& plan, std::size_t count, std::uint64_t index) noexcept
    {
        const ConvertKernel convert = RowKernel(count);
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
                    ConvertRow(convert, {plan.destination + dst * destination.elementSize,
                                         plan.source + src * source.elementSize, count, pattern.scales + ofRow,
                                         pattern.biases + ofRow, RowCoefficients::OneVector});
                }
            }
        } while (at.Next());
    }

    // Returns the kernel for rows of `count` elements between the types of two sides, or null if there is none.
    ConvertKernel RowKernel(std::size_t count, const ConvertedSide& from, const ConvertedSide& to) const noexcept
    {
        const bool hasKernels = from.typeIndex < KernelTypes && to.typeIndex < KernelTypes && !movesBits;
        return hasKernels ? WidestKernels(kernels, count).rows[from.typeIndex][to.typeIndex] : nullptr;
    }

    // Returns the kernel for rows of `count` elements from the source to the destination, or null.
    ConvertKernel RowKernel(std::size_t count) const noexcept { return RowKernel(count, source, destination); }

    // Converts a row by the kernel between its types. If there is none (null), copies a row whose bits do not change,
    // and converts any other row in blocks.
    void ConvertRow(ConvertKernel kernel, const ConvertedRow& row) const noexcept
    {
        const bool convertsThroughFloats = destination.typeIndex < KernelTypes && source.typeIndex < KernelTypes;
        if (kernel != nullptr) { kernel(row); }
        else if (movesBits) { std::memcpy(row.destination, row.source, row.count * source.elementSize); }
        else if (convertsThroughFloats) { ConvertThroughFloats(row); }
        else { ConvertWide(row); }
    }

    // Converts a row by two kernels, because there is no kernel between these types. The first kernel converts to
    // FLOAT32 with scale and bias, and the second kernel converts the values to the destination's type.
    void ConvertThroughFloats(const ConvertedRow& row) const noexcept
    {
        // With a scale of 1 and a bias of -0, the second kernel converts the values themselves.
        static constexpr float Ones[WidestVector] = {1, 1, 1, 1, 1, 1, 1, 1};
        static constexpr float Zeros[WidestVector] = {-0.0F, -0.0F, -0.0F, -0.0F, -0.0F, -0.0F, -0.0F, -0.0F};
        constexpr std::size_t Block = 256;
        const ConvertedSide floatSide(DML_TENSOR_DATA_TYPE_FLOAT32);
        alignas(CacheLineBytes) unsigned char floats[4 * Block];
        for (std::size_t at = 0; at < row.count; at += Block)
        {
            const std::size_t count = Min(row.count - at, Block);
            const std::size_t coefficient = row.coefficients == RowCoefficients::OneVector ? 0 : 4 * at;
            RowKernel(count, source, floatSide)({floats, row.source + at * source.elementSize, count,
                                                 row.scales + coefficient, row.biases + coefficient, row.coefficients});
            RowKernel(count, floatSide,
                      destination)({row.destination + at * destination.elementSize, floats, count,
                                    reinterpret_cast<const unsigned char*>(Ones),
                                    reinterpret_cast<const unsigned char*>(Zeros), RowCoefficients::OneVector});
        }
    }

    // Converts a row if a side has a type without kernels. The row is divided into blocks in which either all
    // elements have scale 1 and bias -0, which keep their values, or none has.
    void ConvertWide(const ConvertedRow& row) const noexcept
    {
        const std::size_t step = row.coefficients == RowCoefficients::OneVector ? 0 : 4;
        const auto keepsValue = [&](std::size_t i)
        {
            return scalar::LoadAs<std::uint32_t>(row.scales + i * step) == scalar::BitsAs<std::uint32_t>(1.0F)
                   && scalar::LoadAs<std::uint32_t>(row.biases + i * step) == scalar::BitsAs<std::uint32_t>(-0.0F);
        };
        for (std::size_t at = 0; at < row.count;)
        {
            WideBlock block = {destination.type,
                               source.type,
                               row.destination + at * destination.elementSize,
                               row.source + at * source.elementSize,
                               Min(row.count - at, WideBlock::MaxCount),
                               pattern.conversion.rule};
            const bool keeps = keepsValue(at);
            for (std::size_t i = 1; step != 0 && i < block.count; ++i)
            {
                if (keepsValue(at + i) != keeps) { block.count = i; }
            }
            if (keeps) { block.ConvertValues(); }
            else { block.ConvertScaled(row.scales + at * step, row.biases + at * step, step); }
            at += block.count;
        }
    }

    // ---- planes -----------------------------------------------------------------------------------------------------

    // Returns the kernel with the widest vectors for the planes of a plan, or null if there is none. The columns of a
    // plane are the plan's innermost axis, which must be contiguous in the destination. The rows are axis number
    // `rowsAxis`; if that is None32, a plane is one row. Unless `isReordered`, the rows must be contiguous in the
    // source. If `isReordered`, only kernels of Pixels::Reordered are searched: the rows are channels of pixels in any
    // order.
    // Requires: the plan has an axis.
    const PlaneKernel* PlaneKernelFor(const CopyPlan& plan, std::uint32_t rowsAxis, bool isReordered) const noexcept
    {
        const bool hasKernels = source.typeIndex < PlaneTypes && destination.typeIndex < PlaneTypes && !movesBits;
        const CopyAxis& columns = plan.Inner();
        if (!hasKernels || columns.destinationStride != 1 || rowsAxis + 1 == plan.rank) { return nullptr; }
        const CopyAxis& rows = rowsAxis == None32 ? SingleStep : plan.axes[rowsAxis];
        for (const ConvertKernels* table = kernels; table != nullptr; table = table->narrower)
        {
            if (table->planes[source.typeIndex] == nullptr) { continue; }
            for (const PlaneKernel& kernel : table->planes[source.typeIndex][destination.typeIndex].kernels)
            {
                const bool isOfKind = !isReordered || kernel.pixels == Pixels::Reordered;
                if (isOfKind && kernel.Supports(rows, columns)) { return &kernel; }
            }
        }
        return nullptr;
    }

    // Converts the planes of a plan for which PlaneKernelFor returned the kernel. If no axis is contiguous in the
    // source, each plane is one row: one channel of pixels.
    void ConvertPlanes(CopyPlan& plan, const PlaneKernel& kernel, std::uint64_t index) noexcept
    {
        const CopyAxis columns = plan.TakeInner();
        const std::uint32_t rowsAxis = plan.FindSourceStride(1);
        const CopyAxis rows = rowsAxis != None32 ? plan.Take(rowsAxis) : SingleStep;
        ConvertPlanes(plan, rows, columns, kernel, index);
    }

    // Converts planes at each position of a plan. `index` is the number of the first scale and bias in the arrays of
    // the conversion. If `order` is not null, it is ConvertedPlane::order, and all pixels are whole in the source. If
    // it is null, the channels keep their order, and the last pixel may end early.
    void ConvertPlanes(const CopyPlan& plan, const CopyAxis& rows, CopyAxis columns, const PlaneKernel& kernel,
                       std::uint64_t index, const unsigned char* order = nullptr) noexcept
    {
        if (order == nullptr && kernel.pixels == Pixels::Reordered)
        {
            // The kernel reads whole pixels. The source may end before the last channel of the last pixel, so that
            // pixel is converted as a row.
            --columns.size;
            CopyPlan last = plan;
            last.destination += columns.size * columns.destinationStride * destination.elementSize;
            last.source += columns.size * columns.sourceStride * source.elementSize;
            last.Append(rows);
            ConvertRows(last, index);
        }
        CopyAxes axes;
        axes.Append(rows);
        axes.Append(columns);
        ConvertedPlane plane = {};
        plane.destinationStride = rows.destinationStride * destination.elementSize;
        plane.sourceStride = columns.sourceStride * source.elementSize;
        plane.scales = pattern.scales;
        plane.biases = pattern.biases;
        plane.order = order != nullptr ? order : SameOrder;
        plane.rowRepeat = rows.auxiliaryStride != 0 ? kernel.rowRepeat : 0;
        plane.columnRepeat = columns.auxiliaryStride != 0 ? kernel.columnRepeat : 0;
        // Coefficients change along at most one of the two axes. That axis is divided into parts whose coefficients fit
        // into the pattern.
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
                    plan.destination + (at.destinationOffset + part.destinationOffset) * destination.elementSize;
                plane.source = plan.source + (at.sourceOffset + part.sourceOffset) * source.elementSize;
                FillPattern(plane, kernel.minPattern, index + at.auxiliaryOffset + part.auxiliaryOffset);
                kernel.run(plane);
            } while (at.Next());
        } while (part.Next());
    }

    // Fills the pattern for a plane: with coefficients for each row, for each column, or for all elements.
    void FillPattern(const ConvertedPlane& plane, std::size_t minPattern, std::uint64_t index) noexcept
    {
        const bool isVarying = plane.rowRepeat + plane.columnRepeat != 0; // one of the two is 0
        const std::size_t repeat = isVarying ? plane.rowRepeat + plane.columnRepeat : minPattern;
        const std::size_t period = plane.rowRepeat != 0 ? plane.rows : isVarying ? plane.columns : 1;
        pattern.Fill(index, repeat, period, Max(period * repeat, minPattern));
    }

    // Gives planes a first tile that has the elements before the first whole cache line, and as many more as the
    // kernel's minimum. If 5 columns precede a cache line and the minimum is 16, the first tile has 21 columns.
    // Tuned: only the steps of the first tile then straddle cache lines. All later tiles start at lines.
    void TileToCacheLines(const PlaneKernel& kernel, const unsigned char* dst, const CopyAxes& axes,
                          Tiling* tilings) const noexcept
    {
        // In short rows, an additional tile takes longer than the stores that straddle lines.
        constexpr std::size_t LongColumns = 256;
        const bool isPixels = kernel.pixels != Pixels::None;
        if (!isPixels && axes.axes[1].size < LongColumns) { return; }
        // If the kernel's stores do not straddle cache lines, a first tile gains nothing, and it might make the loads
        // straddle cache lines.
        const std::size_t storeBytes = isPixels ? 8 * destination.elementSize : CacheLineBytes;
        if (BytesToAlignment(storeBytes, dst) == 0) { return; }
        // All rows can only start at cache lines if their stride is a multiple of CacheLineBytes.
        const std::uint32_t along = kernel.pixels == Pixels::Written ? 0 : 1;
        const std::size_t rowStride = axes.axes[0].destinationStride * destination.elementSize;
        if (along == 1 && rowStride % CacheLineBytes != 0) { return; }
        const std::size_t stride = axes.axes[along].destinationStride * destination.elementSize;
        const std::size_t toLine = ElementsToCacheLine(dst, stride);
        Tiling& tiling = tilings[along];
        if (toLine != 0 && toLine + tiling.minimum <= tiling.step) { tiling.first = toLine + tiling.minimum; }
    }

    // ---- pixels of UINT8 --------------------------------------------------------------------------------------------

    // Returns the kernel for pixels of UINT8 in the source, or null. The two innermost axes must be pixels and
    // channels, with 3 or 4 channels in each pixel of both sides. The channels are in the source's order, or in
    // the order of Conversion::channels if that is not empty.
    BytePixelKernel BytePixelKernelFor(const CopyPlan& plan) const noexcept
    {
        const bool isFromBytes = source.typeIndex == TypeIndex(DML_TENSOR_DATA_TYPE_UINT8);
        if (!isFromBytes || destination.typeIndex >= PlaneTypes || movesBits || plan.rank < 2) { return nullptr; }
        const CopyAxis& channels = plan.Inner();
        const CopyAxis& pixels = plan.axes[plan.rank - 2];
        const std::uint32_t channelAxis = plan.FindAuxiliaryAxis();
        if (channelAxis != None32 && channelAxis + 1 != plan.rank) { return nullptr; }
        const bool isOrdered = HasChannels() ? channels.auxiliaryStride != 0
                                             : channels.sourceStride == 1 && pixels.sourceStride >= channels.size;
        const bool writesPixels = channels.destinationStride == 1 && pixels.destinationStride == channels.size;
        const bool haveThreeOrFour =
            (channels.size == 3 || channels.size == 4) && (pixels.sourceStride == 3 || pixels.sourceStride == 4);
        return isOrdered && writesPixels && haveThreeOrFour ? kernels->pixels[destination.typeIndex] : nullptr;
    }

    // Converts pixels of UINT8. Requires: BytePixelKernelFor returned the kernel.
    void ConvertBytePixels(CopyPlan& plan, BytePixelKernel kernel) noexcept
    {
        const ChannelOrder order(pattern.conversion.channels);
        const CopyAxis channels = plan.TakeInner();
        const CopyAxis pixels = plan.TakeInner();
        const std::size_t lastSource = HasChannels() ? order.lastSource : channels.size - 1;
        const bool isVarying = channels.auxiliaryStride != 0;
        constexpr std::size_t Step = VectorsOfRowStep * WidestVector;
        pattern.Fill(0, isVarying ? 1 : Step, isVarying ? channels.size : 1, Step);
        TileIterator at(plan);
        do {
            kernel({plan.destination + at.destinationOffset * destination.elementSize, plan.source + at.sourceOffset,
                    pixels.size, channels.size, pixels.sourceStride,
                    (pixels.size - 1) * pixels.sourceStride + lastSource + 1, HasChannels() ? order.sources : SameOrder,
                    pattern.scales, pattern.biases});
        } while (at.Next());
    }

    // ---- tiles ------------------------------------------------------------------------------------------------------

    // Converts a plan in tiles. A tile whose source has neither rows nor planes is first copied to a buffer. For
    // non-temporal stores, for 4-bit elements, or if the destination has no rows, the tile is converted to a second
    // buffer and copied from there. 4-bit elements are bytes in both buffers.
    void ConvertTiles(CopyPlan& plan) noexcept
    {
        if (plan.rank == 0) { plan.Append({1, 1, 1, 0}); }
        const bool scatters =
            copy.isNonTemporal || destination.isNibbles || !HasRows(plan, &CopyAxis::destinationStride);
        alignas(CacheLineBytes) unsigned char gathered[StagingBytes];
        alignas(CacheLineBytes) unsigned char converted[StagingBytes];
        TileSteps shapes[2]; // the steps for full tiles, and those for the last tile that was not full
        Tiling tilings[MaxRank];
        const bool isWidened = scatters && destination.elementSize > source.elementSize;
        const std::size_t stagedSize = isWidened ? destination.elementSize : source.elementSize;
        TilePlan(plan, destination.isNibbles ? 0 : destination.elementSize, StagingBytes / stagedSize, tilings);
        TileIterator tile(plan, tilings);
        do {
            // Tuned: full tiles keep their steps when tiles at an edge, which are not full, come between them.
            TileSteps& steps = shapes[tile.ShapeId() == 0 ? 0 : 1];
            if (steps.shapeId != tile.ShapeId()) { PlanTile(steps, plan, tile, scatters); }
            unsigned char* const dst = plan.destination + tile.destinationOffset * destination.elementSize;
            if (steps.gathers) { GatherTile(steps, plan, tile, gathered); }
            CopyPlan part = steps.convert;
            part.destination = scatters ? converted : dst;
            part.source = steps.gathers ? gathered : plan.source + SourceOffset(tile, 0) * source.elementSize;
            steps.planeKernel == nullptr ? ConvertRows(part, tile.auxiliaryOffset)
                                         : ConvertPlanes(part, *steps.planeKernel, tile.auxiliaryOffset);
            if (destination.isNibbles) { ScatterNibbles(plan, tile, converted); }
            else if (scatters)
            {
                ByteMove move = steps.scatter;
                move.destination = dst;
                move.source = converted;
                copy.Run(move);
            }
        } while (tile.Next());
    }

    // Returns the offset of a tile in the source, in elements. With Conversion::channels, it is the offset of channel
    // number `i` of the tile.
    std::size_t SourceOffset(const TileIterator& tile, std::size_t i) const noexcept
    {
        const std::size_t channel = HasChannels() ? pattern.conversion.channels[tile.auxiliaryOffset + i] : 0;
        return tile.sourceOffset + channel * channelStride;
    }

    // Copies a tile of the source to a buffer. The elements of missing channels become 0.
    void GatherTile(const TileSteps& steps, const CopyPlan& plan, const TileIterator& tile,
                    unsigned char* gathered) const noexcept
    {
        if (steps.hasMissing) { std::memset(gathered, 0, StagingBytes); }
        for (std::size_t i = 0; i < steps.channels; ++i)
        {
            if (steps.hasMissing && pattern.conversion.channels[tile.auxiliaryOffset + i] == NoChannel) { continue; }
            const std::size_t offset = SourceOffset(tile, i);
            unsigned char* const dst = gathered + i * steps.channelStep * source.elementSize;
            if (source.isNibbles) { GatherNibbles(plan, tile, offset, dst); }
            else
            {
                ByteMove move = steps.gather;
                move.destination = dst;
                move.source = plan.source + offset * source.elementSize;
                Copier{copy.kernels, false}.Run(move);
            }
        }
    }

    // Sets the steps for all tiles that have the shape of this tile. `scatters`: whether the tiles go through a second
    // buffer on their way to the destination.
    void PlanTile(TileSteps& steps, const CopyPlan& plan, const TileIterator& tile, bool scatters) const noexcept
    {
        constexpr auto Staged = TileMemory::Staged;
        constexpr auto InPlace = TileMemory::InPlace;
        const TileMemory written = scatters ? Staged : InPlace; // where the kernel writes
        steps.shapeId = tile.ShapeId();
        steps.channels = 1;
        steps.channelStep = 0;
        steps.hasMissing = HasMissing(pattern.conversion.channels);
        const std::uint32_t channelAxis = plan.FindAuxiliaryAxis();
        if (HasChannels() && channelAxis != None32)
        {
            steps.channels = tile.Count(channelAxis);
            steps.channelStep = 1;
            for (std::uint32_t k = channelAxis + 1; k < plan.rank; ++k) { steps.channelStep *= tile.Count(k); }
        }
        steps.convert = PlanOfTile(plan, tile, written, InPlace);
        const std::uint32_t rowAxis = steps.convert.FindSourceStride(1);
        const bool hasPlanes = rowAxis != None32 && !HasRows(steps.convert);
        steps.planeKernel = hasPlanes ? PlaneKernelFor(steps.convert, rowAxis, false) : nullptr;
        // Elements are gathered into contiguous rows first if no kernel can read them where they are.
        steps.gathers = source.isNibbles || steps.channels > 1 || steps.hasMissing
                        || (!HasRows(steps.convert) && steps.planeKernel == nullptr);
        if (steps.gathers)
        {
            steps.planeKernel = nullptr;
            steps.convert = PlanOfTile(plan, tile, written, Staged);
            (void)steps.gather.FromElements(PlanOfTile(plan, tile, Staged, InPlace, HasChannels()),
                                            static_cast<std::uint32_t>(8 * source.elementSize));
        }
        if (scatters)
        {
            (void)steps.scatter.FromElements(PlanOfTile(plan, tile, InPlace, Staged),
                                             static_cast<std::uint32_t>(8 * destination.elementSize));
        }
    }

    // ---- 4-bit elements ---------------------------------------------------------------------------------------------

    // Copies 4-bit elements to bytes: all elements of a tile, or one channel of the tile if there are channels.
    void GatherNibbles(const CopyPlan& plan, const TileIterator& tile, std::size_t offset,
                       unsigned char* dst) const noexcept
    {
        const bool isSigned = source.type == DML_TENSOR_DATA_TYPE_INT8;
        const unsigned sign = isSigned ? 8 : 0;
        CopyPlan part = PlanOfTile(plan, tile, TileMemory::Staged, TileMemory::InPlace, HasChannels());
        const CopyAxis inner = part.TakeInner();
        TileIterator at(part);
        do {
            const std::size_t start = plan.sourceStart + offset + at.sourceOffset;
            unsigned char* const row = dst + at.destinationOffset;
            const auto gather = [&](std::size_t first, std::size_t end)
            {
                for (std::size_t i = first; i < end; ++i)
                {
                    const unsigned nibble = NibbleAt(plan.source, start + i * inner.sourceStride);
                    row[i * inner.destinationStride] = static_cast<unsigned char>((nibble ^ sign) - sign);
                }
            };
            const bool isRow = inner.destinationStride == 1 && inner.sourceStride == 1;
            // A row may begin and end inside a byte. `head` counts the elements before the first whole byte, or all
            // elements if they are not contiguous.
            const std::size_t head = isRow ? start % 2 : inner.size;
            const std::size_t pairs = (inner.size - head) / 2;
            gather(0, head);
            if (pairs > 0) { kernels->unpack({row + head, plan.source + (start + head) / 2, pairs, isSigned}); }
            gather(head + 2 * pairs, inner.size);
        } while (at.Next());
    }

    // Copies the bytes of a tile, saturated, to 4-bit elements of the destination. For non-temporal stores, pairs of
    // elements are packed inside the buffer first.
    void ScatterNibbles(const CopyPlan& plan, const TileIterator& tile, unsigned char* src) const noexcept
    {
        const bool isSigned = destination.type == DML_TENSOR_DATA_TYPE_INT8;
        CopyPlan part = PlanOfTile(plan, tile, TileMemory::InPlace, TileMemory::Staged);
        const CopyAxis inner = part.TakeInner();
        TileIterator at(part);
        do {
            const std::size_t start = plan.destinationStart + tile.destinationOffset + at.destinationOffset;
            unsigned char* const row = src + at.sourceOffset;
            const auto scatter = [&](std::size_t first, std::size_t end)
            {
                for (std::size_t i = first; i < end; ++i)
                {
                    PutNibble(plan.destination, start + i * inner.destinationStride,
                              SaturatedNibble(row[i * inner.sourceStride], isSigned));
                }
            };
            const bool isRow = inner.destinationStride == 1 && inner.sourceStride == 1;
            const std::size_t head = isRow ? start % 2 : inner.size; // as in GatherNibbles
            const std::size_t pairs = (inner.size - head) / 2;
            scatter(0, head);
            scatter(head + 2 * pairs, inner.size);
            if (pairs == 0) { continue; }
            unsigned char* const dst = plan.destination + (start + head) / 2;
            unsigned char* const packed = copy.isNonTemporal ? row + head : dst;
            kernels->pack({packed, row + head, pairs, isSigned});
            if (copy.isNonTemporal) { copy.CopyRows({dst, 0, packed, 0, 1, pairs}, true); }
        } while (at.Next());
    }
};

// =====================================================================================================================
//   Checks
// =====================================================================================================================

// Whether scales or biases were given. Those with a negative count are also given, so that their error is found.
constexpr bool HasCoefficients(const Conversion& conversion) noexcept
{
    return conversion.scales.GivenCount().Bits() != 0 || conversion.biases.GivenCount().Bits() != 0;
}

// Whether elements keep their values, except those of missing channels.
constexpr bool KeepsValues(const Conversion& conversion) noexcept
{
    return !HasCoefficients(conversion) && conversion.scale == 1 && conversion.bias == 0;
}

// Whether ConversionRule::DirectMLCast supports a type. DirectML's CAST was not executed with types of 4 and 64 bits.
constexpr bool IsCastType(DML_TENSOR_DATA_TYPE type) noexcept
{
    return ElementSizeInBits(type) >= 8 && ElementSizeInBits(type) <= 32;
}

// Returns AxisOutOfRange if Conversion::axis is not an axis of the destination.
constexpr Diagnosis CheckConversionAxis(std::uint32_t axis, const TensorLayout& destination) noexcept
{
    return ErrorUnless(axis < destination.Rank(), {TensorError::AxisOutOfRange, None32, axis, destination.Rank(),
                                                   Diagnosis::Destination, Argument::ConversionAxis});
}

// Returns the cause ChannelsOnAxis if one axis of the destination has `count` positions, 2 or more. Otherwise returns
// the given cause.
constexpr Cause CauseOfCount(const TensorLayout& destination, std::uint64_t count, Cause otherwise) noexcept
{
    std::uint32_t axes = 0;
    std::uint32_t found = 0;
    for (std::uint32_t axis = 0; axis < destination.Rank(); ++axis)
    {
        if (destination.Sizes()[axis] != count) { continue; }
        ++axes;
        found = axis;
    }
    return axes == 1 && count > 1 ? CauseWith(Cause::ChannelsOnAxis, found) : otherwise;
}

// Returns the first error of types, scales and biases, in the order that ConvertTensor documents. movesBits: the types
// are equal and no value changes. Then only the type is checked, because elements of every type can be copied.
inline Diagnosis CheckConversion(const Destination& destination, const Source& source, const Conversion& conversion,
                                 bool movesBits) noexcept
{
    const Floats* const given[] = {&conversion.scales, &conversion.biases};
    for (const Floats* floats : given)
    {
        if (floats->GivenCount().IsNegative()) { return CheckRange(floats->GivenCount(), Max64, Argument::Count); }
    }
    const bool isCast = conversion.rule == ConversionRule::DirectMLCast;
    if (movesBits && !isCast) { return CheckDataType(destination.type, Argument::Type); }
    const Diagnosis typesError = {TensorError::ConversionTypes, None32, static_cast<std::uint32_t>(source.type),
                                  static_cast<std::uint32_t>(destination.type), None32};
    if (ElementSizeInBits(destination.type) == 0 || ElementSizeInBits(source.type) == 0) { return typesError; }
    const bool areCastTypes = IsCastType(destination.type) && IsCastType(source.type);
    if (isCast && !areCastTypes) { return WithCause(typesError, Cause::Cast); }
    if (isCast && !KeepsValues(conversion)) { return WithCause({TensorError::ValueRange}, Cause::Cast); }
    if (!HasCoefficients(conversion)) { return {}; }
    const std::uint32_t axis = conversion.axis;
    const Diagnosis axisReason = CheckConversionAxis(axis, destination.layout);
    if (!axisReason.Ok()) { return axisReason; }
    const std::uint32_t count = destination.layout.Sizes()[axis];
    for (const Floats* floats : given)
    {
        if (floats->size() != 0 && floats->size() != count)
        {
            return WithCause({TensorError::SizesDiffer, axis, floats->size(), count, Diagnosis::Destination},
                             CauseOfCount(destination.layout, floats->size(), Cause::CoefficientCount));
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

// Returns the first error of Conversion::channels, or else the first error of the sizes of all other axes.
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
        return {TensorError::SizesDiffer,
                axis,
                channels.size(),
                count,
                Diagnosis::Destination,
                Argument::Channels,
                CauseOfCount(destination, channels.size(), Cause::None)};
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

// Whether non-temporal stores are faster than ordinary stores.
// Tuned: they are slower if both tensors fit the caches, or if the destination's elements do not have 4 bytes. In all
// other cases they are faster for rows. For planes they are only faster if the destination's rows are short and consist
// of whole cache lines.
inline bool IsNonTemporalFaster(const CopyPlan& plan, std::size_t elementSize, std::size_t sourceElementSize) noexcept
{
    constexpr std::size_t MaxRowBytes = 8192;
    const std::uint64_t bytes = std::uint64_t{plan.Count()} * (elementSize + sourceElementSize);
    if (elementSize != 4 || bytes < 2 * MinNonTemporalBytes) { return false; }
    if (Converter::HasRows(plan)) { return true; }
    const std::size_t rowBytes = plan.axes[plan.rank - 1].size * elementSize;
    return BytesToAlignment(elementSize, plan.destination) == 0 && rowBytes % CacheLineBytes == 0
           && rowBytes <= MaxRowBytes;
}

// =====================================================================================================================
//   Conversion::channels
// =====================================================================================================================

// One side of a conversion with Conversion::channels. It can have pixels of 2 to 8 channels without gaps (IsPixels), or
// rows of one channel each (IsRows).
struct ChannelSide
{
    std::size_t channels;      // of a pixel
    std::size_t channelStride; // elements
    std::size_t pixelStride;   // elements
    std::size_t elementSize;   // bytes of an element

    bool IsPixels() const noexcept
    {
        return channels >= 2 && channels <= MaxChannels && channelStride == 1 && pixelStride == channels;
    }
    bool IsRows() const noexcept { return pixelStride == 1; }
    // Returns the distance in bytes from the first channel to a channel.
    std::size_t ChannelOffset(std::size_t channel) const noexcept { return channel * channelStride * elementSize; }
};

// Writes successive bytes by non-temporal stores of whole cache lines. Bytes that do not fill a cache line wait in
// `line` for the bytes that follow them.
struct LineStream
{
    unsigned char* destination = nullptr; // where the first byte that waits will be written
    std::size_t waiting = 0;              // the number of bytes that wait
    unsigned char line[CacheLineBytes];

    // Writes the bytes that wait, and then `bytes` bytes from `data`. The bytes after the last whole cache line wait
    // for the next call, unless `isLast`. Requires: the CacheLineBytes bytes before `data` may be overwritten.
    void Write(const Copier& copy, unsigned char* data, std::size_t bytes, bool isLast) noexcept
    {
        std::memcpy(data - waiting, line, waiting);
        data -= waiting;
        bytes += waiting;
        const std::size_t begun = isLast ? 0 : (OffsetInCacheLine(destination) + bytes) % CacheLineBytes;
        waiting = Min(begun, bytes);
        bytes -= waiting;
        copy.CopyRows({destination, 0, data, 0, 1, bytes}, true);
        destination += bytes;
        std::memcpy(line, data + bytes, waiting);
    }
};

// The two sides of a conversion of channels, and how pixels are divided into tiles.
struct ChannelTiles
{
    static constexpr std::size_t MaxElementSize = 4;
    static constexpr std::size_t RoomBytes = 8192; // Tuned: the bytes of all planes in a buffer

    ChannelSide destination;
    ChannelSide source;
    // Choose sets these:
    PixelKernel interleave;   // null if the destination has rows
    PixelKernel deinterleave; // null if the source has rows
    std::size_t planeBytes;   // the bytes of a plane in a buffer
    std::size_t tilePixels;
    std::size_t minTilePixels;

    // Whether EachChannel is worth its calls: both sides have rows of one channel, with at least LongRow pixels. With
    // non-temporal stores, the destination's rows must also not share cache lines.
    bool SuitsEachChannel(std::size_t pixels, const unsigned char* dst, bool isNonTemporal) const noexcept
    {
        const std::size_t stride = destination.channelStride * destination.elementSize;
        const bool sharesLines = OffsetInCacheLine(dst) != 0 || stride % CacheLineBytes != 0;
        return destination.IsRows() && source.IsRows() && pixels >= LongRow && (!isNonTemporal || !sharesLines);
    }

    // Chooses kernels and tiles for rows of `pixels` pixels. Returns false if these tiles do not fit the two sides:
    // at least one side must have pixels, and the other one pixels or rows. Elements of 64 bits do not fit, nor do
    // pixels without a kernel. Requires: neither side has 4-bit elements.
    bool Choose(const Copier& copy, std::size_t pixels) noexcept
    {
        const bool hasShape = (destination.IsPixels() || destination.IsRows()) && (source.IsPixels() || source.IsRows())
                              && (destination.IsPixels() || source.IsPixels());
        if (!hasShape || Max(destination.elementSize, source.elementSize) > MaxElementSize) { return false; }
        // The destination's channels always count, because its rows go through planes if stores are non-temporal.
        const std::size_t most = Max(destination.channels, source.IsPixels() ? source.channels : 0);
        planeBytes = RoomBytes / (most <= 4 ? 4 : MaxChannels);
        const std::size_t interleavedSize = InterleavesFirst() ? source.elementSize : destination.elementSize;
        tilePixels = Min(pixels, planeBytes / Max(destination.elementSize, source.elementSize));
        const Kernels& reading = WidestKernels(copy.kernels, tilePixels * source.elementSize);
        const Kernels& writing = WidestKernels(copy.kernels, tilePixels * interleavedSize);
        minTilePixels = Max(writing.minLength / interleavedSize, reading.minLength / source.elementSize);
        deinterleave = KernelFor(source, source.elementSize, reading.deinterleave);
        interleave = KernelFor(destination, interleavedSize, writing.interleave);
        const bool sourceHasKernel = deinterleave != nullptr || !source.IsPixels();
        const bool destinationHasKernel = interleave != nullptr || !destination.IsPixels();
        return sourceHasKernel && destinationHasKernel;
    }

    // Whether pixels are interleaved before they are converted.
    // Tuned: they are interleaved in the narrower of the two types.
    bool InterleavesFirst() const noexcept
    {
        return destination.IsPixels() && destination.elementSize > source.elementSize;
    }

private:
    // Returns the kernel for the pixels of a side, in elements of this size. Returns null if the side has rows, which
    // need no kernel, or if there is no kernel for its number of channels.
    static PixelKernel KernelFor(const ChannelSide& side, std::size_t elementSize,
                                 const PixelKernel (&kernels)[MaxChannels - 1]) noexcept
    {
        const std::size_t most = elementSize <= 2 ? MaxChannels : 6;
        return side.IsPixels() && side.channels <= most ? kernels[side.channels - 2] : nullptr;
    }
};

// Converts channels in any order, a tile of pixels at a time:
//
//     pixels -- deinterleave --> planes -- convert each channel --> planes -- interleave --> pixels
//     pixels -- deinterleave --> planes -- interleave --> pixels -- convert --> pixels of a wider type
//
// The second line is used if the destination has pixels of the wider type. The planes are buffers on the stack. A side
// that has rows of one channel needs no such buffer. For non-temporal stores, results go to a buffer before the
// destination.
struct ChannelConverter : ChannelTiles
{
    Converter& convert;
    const Dimensions& channels; // of the destination

    ChannelConverter(const ChannelTiles& tiles, Converter& converter) noexcept
        : ChannelTiles(tiles), convert(converter), channels(converter.pattern.conversion.channels)
    {
    }

    // Converts all pixels. `plan` is the plan of one channel, from which its innermost axis, `pixels`, was taken.
    void Run(const CopyPlan& plan, const CopyAxis& pixels) noexcept
    {
        std::memset(PlaneOf(m_read, ZeroPlane()), 0, planeBytes);
        CopyAxes row;
        row.Append(pixels);
        TileIterator outer(plan);
        do {
            for (std::size_t i = 0; i < destination.channels; ++i)
            {
                m_streams[i].destination =
                    plan.destination + outer.destinationOffset * destination.elementSize + destination.ChannelOffset(i);
            }
            std::size_t done = 0;
            const Tiling tiling = {tilePixels, minTilePixels};
            TileIterator at(row, &tiling);
            do {
                const std::size_t end = at.First(0) + at.Count(0);
                PixelTile tile = {};
                tile.destination =
                    plan.destination + (outer.destinationOffset + at.destinationOffset) * destination.elementSize;
                tile.source = plan.source + (outer.sourceOffset + at.sourceOffset) * source.elementSize;
                tile.pixels = at.Count(0);
                tile.overlap = done - at.First(0);
                tile.isLast = end == pixels.size;
                RunTile(tile);
                done = end;
            } while (at.Next());
        } while (outer.Next());
    }

private:
    // A tile of pixels.
    struct PixelTile
    {
        unsigned char* destination;
        const unsigned char* source;
        std::size_t pixels;
        std::size_t overlap; // the number of its first pixels that the tile before has written
        bool isLast;         // of a row of pixels
    };

    // The planes of a tile before and after their conversion. The cache line before each plane is free, because
    // LineStream::Write overwrites it. The plane after those of m_read is 0 everywhere; it has at most RoomBytes / 4
    // bytes.
    alignas(CacheLineBytes) unsigned char m_read[RoomBytes + RoomBytes / 4 + (MaxChannels + 2) * CacheLineBytes];
    alignas(CacheLineBytes) unsigned char m_written[RoomBytes + (MaxChannels + 1) * CacheLineBytes];
    LineStream m_streams[MaxRank]; // one for each channel of the destination, which is an entry of a Dimensions

    // Returns the address of plane number `plane` in a buffer.
    unsigned char* PlaneOf(unsigned char* buffer, std::size_t plane) const noexcept
    {
        return buffer + CacheLineBytes + plane * (planeBytes + CacheLineBytes);
    }

    // Returns the number of the plane of zeros in m_read, which is the source of missing channels.
    std::size_t ZeroPlane() const noexcept { return RoomBytes / planeBytes; }

    // Returns the address of a tile's elements of one channel of the source.
    const unsigned char* SourceOf(std::uint32_t channel, const PixelTile& tile) noexcept
    {
        if (channel == NoChannel) { return PlaneOf(m_read, ZeroPlane()); }
        return deinterleave != nullptr ? PlaneOf(m_read, channel) : tile.source + source.ChannelOffset(channel);
    }

    // Runs the steps of one tile. Only a source of pixels is deinterleaved, and only a destination of pixels is
    // interleaved.
    void RunTile(const PixelTile& tile) noexcept
    {
        if (deinterleave != nullptr)
        {
            deinterleave(MovedPixels{PlaneOf(m_read, 0), planeBytes + CacheLineBytes, tile.source,
                                     source.channels * source.elementSize, source.channels, tile.pixels,
                                     source.elementSize});
        }
        for (std::uint32_t i = 0; i < channels.size(); ++i) { ConvertChannel(i, tile); }
        if (interleave != nullptr) { WritePixels(tile); }
    }

    // Converts the plane of channel number `position` of the destination, or copies the plane if its values do not
    // change or are converted after they were interleaved.
    void ConvertChannel(std::uint32_t position, const PixelTile& tile) noexcept
    {
        const bool isBuffered = interleave != nullptr || convert.copy.isNonTemporal;
        unsigned char* const dst =
            isBuffered ? PlaneOf(m_written, position) : tile.destination + destination.ChannelOffset(position);
        const unsigned char* const src = SourceOf(channels[position], tile);
        if (convert.movesBits || InterleavesFirst()) { std::memcpy(dst, src, tile.pixels * source.elementSize); }
        else
        {
            // The pattern has one vector of scales and one vector of biases for each channel.
            convert.pattern.Fill(0, WidestVector, channels.size(), WidestVector * channels.size());
            const std::size_t first = 4 * WidestVector * position;
            convert.ConvertRow(convert.RowKernel(tile.pixels),
                               {dst, src, tile.pixels, convert.pattern.scales + first, convert.pattern.biases + first,
                                RowCoefficients::OneVector});
        }
        if (interleave == nullptr && isBuffered)
        {
            const std::size_t skipped = tile.overlap * destination.elementSize;
            m_streams[position].Write(convert.copy, dst + skipped, tile.pixels * destination.elementSize - skipped,
                                      tile.isLast);
        }
    }

    // Interleaves the planes of a tile, which are in m_written, to pixels. Pixels that must still be converted, or be
    // written by non-temporal stores, go to m_read first, whose planes are no longer needed. The others go directly to
    // the destination. Pixels that are converted for non-temporal stores go from m_read to m_written.
    void WritePixels(const PixelTile& tile) noexcept
    {
        const bool isNonTemporal = convert.copy.isNonTemporal, convertsPixels = InterleavesFirst();
        unsigned char* const buffer = m_read + CacheLineBytes;
        const std::size_t elementSize = convertsPixels ? source.elementSize : destination.elementSize;
        unsigned char* const interleaved = isNonTemporal || convertsPixels ? buffer : tile.destination;
        interleave(MovedPixels{interleaved, destination.channels * elementSize, PlaneOf(m_written, 0),
                               planeBytes + CacheLineBytes, destination.channels, tile.pixels, elementSize});
        unsigned char* pixels = interleaved;
        if (convertsPixels)
        {
            pixels = isNonTemporal ? m_written + CacheLineBytes : tile.destination;
            CopyPlan row;
            row.destination = pixels;
            row.source = interleaved;
            row.Append({tile.pixels, destination.channels, destination.channels, 0});
            row.Append({destination.channels, 1, 1, 1});
            convert.ConvertRows(row, 0);
        }
        if (isNonTemporal)
        {
            const std::size_t pixelBytes = destination.channels * destination.elementSize;
            const std::size_t skipped = tile.overlap * pixelBytes;
            m_streams[0].Write(convert.copy, pixels + skipped, tile.pixels * pixelBytes - skipped, tile.isLast);
        }
    }
};

// =====================================================================================================================
//   Ways
//
//   WayOf chooses how a conversion is done, and RunPlan does it.
// =====================================================================================================================

// The methods, in the order in which they are tried. Some are only used with Conversion::channels.
enum class ConvertMethod
{
    Rows,            // the same axis is innermost on both sides: FLOAT32 to FLOAT16, both NCHW
    Planes,          // pixels of 3 or 4 channels, one channel of 4, and transposes: NCHW to NHWC, and back
    BytePixels,      // pixels of UINT8 to pixels, with or without channels in another order
    Slice,           // with channels: they follow each other in the source
    EachChannel,     // with channels: rows of one channel on both sides, converted one channel after the other
    ReorderedPlanes, // with channels: pixels of UINT8 with 4 channels to planes
    ChannelTiles,    // with channels: all other pixels of 2 to 8 channels. See ChannelConverter
    Tiles            // everything else: non-temporal stores, 4-bit elements, axes in any order
};

// How a conversion is done.
struct ConvertWay
{
    ConvertMethod method;
    const PlaneKernel* planeKernel; // of Planes and ReorderedPlanes
    BytePixelKernel pixelKernel;    // of BytePixels
    ChannelTiles tiles;             // of ChannelTiles; not initialised for other methods

    ConvertWay(ConvertMethod convertMethod, const PlaneKernel* kernel = nullptr) noexcept
        : method(convertMethod), planeKernel(kernel), pixelKernel(nullptr)
    {
    }
    explicit ConvertWay(BytePixelKernel kernel) noexcept : ConvertWay(ConvertMethod::BytePixels)
    {
        pixelKernel = kernel;
    }
};

// Returns the plan without the axis of the channels.
inline CopyPlan PlanOfOneChannel(CopyPlan plan) noexcept
{
    const std::uint32_t channelAxis = plan.FindAuxiliaryAxis();
    if (channelAxis != None32) { (void)plan.Take(channelAxis); }
    plan.Coalesce();
    return plan;
}

// Returns the way for pixels of which a kernel reads all channels at once: BytePixels, or ReorderedPlanes. Returns
// Tiles if no kernel fits. Requires: the source has pixels, and both sides have at most ChannelOrder::MaxChannels
// channels.
inline ConvertWay WayOfWholePixels(const Converter& converter, const CopyPlan& plan) noexcept
{
    BytePixelKernel const pixelKernel = converter.BytePixelKernelFor(plan);
    if (pixelKernel != nullptr) { return ConvertWay(pixelKernel); }
    const std::uint32_t channelAxis = plan.FindAuxiliaryAxis();
    const bool isOneToOne = ChannelOrder(converter.pattern.conversion.channels).isOneToOne;
    if (!isOneToOne || channelAxis == None32) { return {ConvertMethod::Tiles}; }
    // `true` asks for a kernel that accepts the channels of its pixels in any order.
    const PlaneKernel* const kernel = converter.PlaneKernelFor(plan, channelAxis, true);
    return {kernel != nullptr ? ConvertMethod::ReorderedPlanes : ConvertMethod::Tiles, kernel};
}

// Whether all channels of the destination exist and follow each other in the source, so that they are a slice of it.
inline bool AreConsecutive(const Dimensions& channels) noexcept
{
    for (std::uint32_t i = 0; i < channels.size(); ++i)
    {
        if (channels[i] == NoChannel || channels[i] != channels[0] + i) { return false; }
    }
    return !channels.empty();
}

// Returns the way of a conversion with Conversion::channels. The axis of the channels has an auxiliary stride of 1, and
// all other axes have 0.
inline ConvertWay WayOfChannels(const Converter& converter, const CopyPlan& plan) noexcept
{
    const Dimensions& channels = converter.pattern.conversion.channels;
    if (AreConsecutive(channels)) { return {ConvertMethod::Slice}; }
    const std::uint32_t channelAxis = plan.FindAuxiliaryAxis();
    const std::size_t channelStride = channelAxis != None32 ? plan.axes[channelAxis].destinationStride : 0;
    const CopyPlan one = PlanOfOneChannel(plan);
    const CopyAxis& pixels = one.Inner();
    ChannelTiles tiles;
    tiles.destination = {channels.size(), channelStride, pixels.destinationStride, converter.destination.elementSize};
    tiles.source = {converter.sourceChannels, converter.channelStride, pixels.sourceStride,
                    converter.source.elementSize};
    if (tiles.SuitsEachChannel(pixels.size, plan.destination, converter.copy.isNonTemporal))
    {
        return {ConvertMethod::EachChannel};
    }
    if (converter.HasNibbles()) { return {ConvertMethod::Tiles}; }
    const bool isFew =
        tiles.source.channels <= ChannelOrder::MaxChannels && channels.size() <= ChannelOrder::MaxChannels;
    if (isFew && tiles.source.IsPixels() && !converter.copy.isNonTemporal)
    {
        const ConvertWay way = WayOfWholePixels(converter, plan);
        if (way.method != ConvertMethod::Tiles) { return way; }
    }
    if (!tiles.Choose(converter.copy, pixels.size)) { return {ConvertMethod::Tiles}; }
    ConvertWay way = {ConvertMethod::ChannelTiles};
    way.tiles = tiles;
    return way;
}

// Returns the first way that fits a conversion, with or without Conversion::channels.
inline ConvertWay WayOf(const Converter& converter, const CopyPlan& plan) noexcept
{
    if (converter.HasChannels()) { return WayOfChannels(converter, plan); }
    // Only tiles have elements of 4 bits and non-temporal stores. A plan without axes is one element.
    if (converter.HasNibbles()) { return {ConvertMethod::Tiles}; }
    if (plan.rank == 0) { return {ConvertMethod::Rows}; }
    if (converter.copy.isNonTemporal) { return {ConvertMethod::Tiles}; }
    if (Converter::HasRows(plan)) { return {ConvertMethod::Rows}; }
    const std::uint32_t rowsAxis = plan.FindSourceStride(1);
    // If no axis is contiguous in the source, a plane may be one channel of pixels. Kernels for reordered pixels can
    // convert that channel alone.
    const bool isOneChannel = rowsAxis == None32;
    const PlaneKernel* const kernel = converter.PlaneKernelFor(plan, rowsAxis, isOneChannel);
    if (kernel != nullptr) { return {ConvertMethod::Planes, kernel}; }
    BytePixelKernel const pixelKernel = converter.BytePixelKernelFor(plan);
    return pixelKernel != nullptr ? ConvertWay(pixelKernel) : ConvertMethod::Tiles;
}

// Runs the method ChannelTiles. Its 20 KB of tiles would be on the stack of the other methods if it were inlined.
#if defined(_MSC_VER) && !defined(__clang__)
#define DTU_OWN_FRAME __declspec(noinline)
#else
#define DTU_OWN_FRAME __attribute__((noinline))
#endif
DTU_OWN_FRAME inline void RunChannelTiles(Converter& converter, const CopyPlan& plan, const ConvertWay& way) noexcept
{
    CopyPlan one = PlanOfOneChannel(plan);
    const CopyAxis pixels = one.TakeInner();
    ChannelConverter(way.tiles, converter).Run(one, pixels);
}
#undef DTU_OWN_FRAME

// Runs a plan, and removes axes from it. For Slice and EachChannel, does nothing: RunConversion makes other plans.
inline void RunPlan(Converter& converter, CopyPlan& plan, const ConvertWay& way) noexcept
{
    switch (way.method)
    {
    case ConvertMethod::Rows: converter.ConvertRows(plan, 0); break;
    case ConvertMethod::Planes: converter.ConvertPlanes(plan, *way.planeKernel, 0); break;
    case ConvertMethod::BytePixels: converter.ConvertBytePixels(plan, way.pixelKernel); break;
    case ConvertMethod::Slice:
    case ConvertMethod::EachChannel: return;
    case ConvertMethod::ReorderedPlanes:
    {
        const CopyAxis pixels = plan.TakeInner();
        const CopyAxis channels = plan.Take(plan.FindAuxiliaryAxis());
        const ChannelOrder order(converter.pattern.conversion.channels);
        converter.ConvertPlanes(plan, channels, pixels, *way.planeKernel, 0, order.rows);
        break;
    }
    case ConvertMethod::ChannelTiles: RunChannelTiles(converter, plan, way); break;
    case ConvertMethod::Tiles: converter.ConvertTiles(plan); break;
    }
    if (converter.copy.isNonTemporal) { FenceStreamingStores(); }
}

// Inserts the axes of two layouts. If there are channels, scales or biases, Conversion::axis gets an auxiliary stride
// of 1. With Conversion::channels, the source's stride along this axis is 0, because each channel is looked up.
inline void InsertAll(CopyPlan& plan, const TensorLayout& destination, const TensorLayout& source,
                      const Conversion& conversion) noexcept
{
    const bool hasChannels = !conversion.channels.empty();
    plan.InsertAll(destination, hasChannels ? source.Sliced(conversion.axis, 0, 1) : source,
                   hasChannels || HasCoefficients(conversion) ? conversion.axis : None32);
}

// A conversion whose arguments were checked.
struct CheckedConversion
{
    PathKernels kernels;
    const Destination& destination;
    const Source& source;
    const Conversion& conversion;
    bool movesBits; // whether the types are equal and no value changes
    CopyHint hint;
};

// Sets the plan's addresses and coalesces its axes. Returns the object that runs the plan.
inline Converter MakeConverter(CopyPlan& plan, const CheckedConversion& checked) noexcept
{
    const Source& source = checked.source;
    const Conversion& conversion = checked.conversion;
    const bool hasChannels = !conversion.channels.empty();
    SetAddresses(plan, checked.destination, source);
    plan.Coalesce();
    const ConvertedSide sourceSide(source.type);
    const ConvertedSide destinationSide = DestinationSide(checked.destination.type, conversion.rule);
    const bool isNonTemporalFaster =
        !hasChannels && IsNonTemporalFaster(plan, destinationSide.elementSize, sourceSide.elementSize);
    return {CopierOf(checked.kernels.copy, checked.hint, isNonTemporalFaster),
            checked.kernels.convert,
            destinationSide,
            sourceSide,
            checked.movesBits,
            hasChannels ? source.layout.Strides()[conversion.axis] : 0,
            hasChannels ? source.layout.Sizes()[conversion.axis] : 0,
            CoefficientPattern(conversion)};
}

// Runs a conversion by one plan, which has the axes of the two layouts, and returns the method. If the method is Slice
// or EachChannel, nothing was converted.
inline ConvertMethod RunOnePlan(CopyPlan& plan, const CheckedConversion& checked) noexcept
{
    if (checked.movesBits && checked.conversion.channels.empty())
    {
        RunCopy(plan, checked.kernels.copy, checked.destination, checked.source, checked.hint);
        return ConvertMethod::Rows;
    }
    Converter converter = MakeConverter(plan, checked);
    const ConvertWay way = WayOf(converter, plan);
    RunPlan(converter, plan, way);
    return way.method;
}

// Runs a conversion by one plan. If its method is EachChannel, runs it by one plan for each channel instead. If its
// method is Slice, runs it by one plan for a slice of the source that has all channels.
inline void RunConversion(CopyPlan& plan, const CheckedConversion& checked) noexcept
{
    const ConvertMethod method = RunOnePlan(plan, checked);
    const bool isSlice = method == ConvertMethod::Slice;
    if (!isSlice && method != ConvertMethod::EachChannel) { return; }
    const Conversion& conversion = checked.conversion;
    const Dimensions& channels = conversion.channels;
    const std::uint32_t end = Low32(channels.size());
    const std::uint32_t count = isSlice ? end : 1; // channels that are converted together
    for (std::uint32_t i = 0; i < end; i += count)
    {
        const float zero = 0; // a missing channel is read from this number, which is broadcast to all elements
        Destination to = checked.destination;
        Source from = {DML_TENSOR_DATA_TYPE_FLOAT32, &zero, sizeof(zero), TensorLayout::Packed({1})};
        Conversion part = conversion;
        part.channels = {};
        if (part.scales.size() != 0) { part.scales = Floats(part.scales.data() + i, count); }
        if (part.biases.size() != 0) { part.biases = Floats(part.biases.data() + i, count); }
        to.layout = to.layout.Sliced(conversion.axis, i, count);
        if (channels[i] != NoChannel)
        {
            from = checked.source;
            from.layout = from.layout.Sliced(conversion.axis, channels[i], count);
        }
        else
        {
            part.scale = 0;
            part.scales = {};
        }
        CopyPlan partPlan;
        InsertAll(partPlan, to.layout, from.layout, part);
        (void)RunOnePlan(partPlan, {checked.kernels, to, from, part, checked.movesBits, checked.hint});
    }
}

// Inserts the axes of a conversion into an empty plan, and returns the first error of ConvertTensor.
inline Diagnosis PlanConversion(CopyPlan& plan, const Destination& destination, const Source& source,
                                const Conversion& conversion, bool movesBits) noexcept
{
    Diagnosis reason = CheckLayouts(destination, source);
    if (reason.Ok()) { reason = conversion.reason; }
    if (reason.Ok()) { reason = WithArgument(conversion.channels.Reason(), Argument::Channels); }
    if (reason.Ok()) { reason = CheckConversion(destination, source, conversion, movesBits); }
    if (reason.Ok())
    {
        reason = conversion.channels.empty() ? CheckBroadcast(destination.layout, source.layout)
                                             : CheckChannels(conversion, destination.layout, source.layout);
    }
    if (!reason.Ok()) { return reason; }
    InsertAll(plan, destination.layout, source.layout, conversion);
    return CheckMemory(plan, destination, source);
}

// Implements ConvertTensor with the kernels of one path. Tests call it with the kernels of each path.
inline Diagnosis ConvertTensorBy(const PathKernels& kernels, const Destination& destination, const Source& source,
                                 const Conversion& conversion, CopyHint hint) noexcept
{
    const bool movesBits =
        destination.type == source.type && KeepsValues(conversion) && !HasMissing(conversion.channels);
    CopyPlan plan;
    const Diagnosis reason = PlanConversion(plan, destination, source, conversion, movesBits);
    if (reason.Ok()) { RunConversion(plan, {kernels, destination, source, conversion, movesBits, hint}); }
    return reason;
}
} // namespace detail

// =====================================================================================================================
//   Public functions
// =====================================================================================================================

/// Sets destination[c] = source[c] * scale + bias for every coordinate c of the destination's sizes. With
/// Conversion::channels, it reads source[d] instead. Here d is c, except that d[axis] is channels[c[axis]] for the axis
/// of the channels, Conversion::axis.
///
/// The two sides may have any two data types. If the types are equal and no value changes, elements are copied as by
/// CopyTensor. No value changes with scale 1, bias 0, no scales, no biases and no NoChannel. destination, source, hint:
/// the same as for CopyTensor. conversion: see Conversion.
///
/// The product and the sum are computed in FLOAT64 if either type is FLOAT64 or an integer of 32 or 64 bits, and in
/// FLOAT32 otherwise. The sum is rounded, and the product may also be rounded before it is added. With scale 1 and bias
/// 0, integers become integers directly, and no floating-point number rounds them. Results become integers by
/// Conversion::rule. Results that become FLOAT16 or FLOAT32 are rounded to nearest, ties to even: too large values
/// become infinite, subnormals are kept, and NaN stays NaN. This holds in the default floating-point environment.
///
/// Errors, in this order; nothing is written:
///   - the error of the destination's layout, or of the source's layout. DestinationOf and SourceOf store their errors
///     there.
///   - the error of the Normalization that made `conversion`, and the error of the list `channels`.
///   - ValueRange: the number of scales or of biases is negative.
///   - ConversionTypes: a data type does not exist, or has 4 or 64 bits with DirectMLCast. actual: the source's.
///     required: the destination's. For a copy, the error is UnknownDataType instead, as for CopyTensor. A conversion
///     is a copy if both types are equal, no value changes and the rule is Nearest.
///   - ValueRange: with DirectMLCast, the scale is not 1, the bias is not 0, or there are scales or biases.
///   - with scales or biases:
///       - AxisOutOfRange: `axis` is not an axis of the destination.
///       - SizesDiffer: actual: the number of scales or of biases. required: the size of that axis.
///       - NullPointer.
///   - with channels:
///       - AxisOutOfRange: `axis` is not an axis of the destination.
///       - SizesDiffer: actual: the number of channels. required: the size of that axis.
///       - RankDiffers: the two sides have different ranks.
///       - AxisOutOfRange: an entry is not below the source's size. axis: its index in the list. actual: the entry.
///         required: the size.
///   - the errors of CopyTensor from RankDiffers on.
template <class Dependent = void> // delays the kernels: only files that call this function compile them
Diagnosis ConvertTensor(const Destination& destination, const Source& source, const Conversion& conversion = {},
                        CopyHint hint = CopyHint::Auto) noexcept
{
    return detail::ConvertTensorBy(detail::PathKernelsOf<Dependent>(detail::BestConvertPath()), destination, source,
                                   conversion, hint);
}
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
Diagnosis ConvertTensor(const Destination&, const Source&, Number) = delete; ///< set Conversion::scale to the number
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#elif defined(DTU_CONVERT_LANES)

// =====================================================================================================================
//   Kernels for one vector width, DTU_CONVERT_LANES times 16 bytes; 0 for single elements
//
//   This part is compiled once for each width. Most functions compile both for single elements and for GNU vectors. As
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

// Returns the bits of a value as a value of another type of the same size.
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
//   LoadIntegers, StoreIntegers integers of 8 or 16 bits in memory, FLOAT32 in the vector
//   Halves, Bytes (AVX2 only)   convert two vectors to one of FLOAT16, or four vectors to one of bytes
//   ...Nibbles                  convert between 4-bit elements and bytes, in vectors of bytes

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

// Returns a * b + c. The compiler decides whether the product is rounded.
DTU_KERNEL_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return a * b + c; }

#if DTU_CONVERT_LANES < 2
// Rounds to nearest, ties to even, and saturates to an integer type; NaN becomes 0. The result is in the low bits of
// each word. The function compares the bits of numbers without their sign as integers, because -ffast-math would break
// comparisons with NaN. These integers have the order of the magnitudes, and NaN is above all others.
template <class Integer> DTU_KERNEL_STEP Words ToIntegers(Singles value) noexcept
{
    constexpr bool IsSigned = std::is_signed_v<Integer>;
    constexpr int Bits = 8 * sizeof(Integer);
    constexpr std::int32_t Limit = 1 << (IsSigned ? Bits - 1 : Bits); // above the largest integer
    const auto bits = BitsAs<SignedWords>(value);
    SignedWords number = IsSigned ? bits & 0x7FFFFFFF : bits > 0 ? bits : SignedWords{};
    number = number > 0x7F800000 ? SignedWords{} : number;
    const SignedWords largest = SignedWords{} + BitsAs<std::int32_t>(static_cast<float>(IsSigned ? Limit : Limit - 1));
    number = number < largest ? number : largest;
    // Adding 1.5 * 2^23 rounds to integers, because the last bit of that number as FLOAT32 means 1.
    constexpr float ToNearest = 12582912;
    const SignedWords sign = IsSigned ? bits - (bits & 0x7FFFFFFF) : SignedWords{};
    number = BitsAs<SignedWords>(BitsAs<Singles>(number | sign) + ToNearest) - BitsAs<std::int32_t>(ToNearest);
    constexpr std::int32_t Largest = Limit - 1;
    return BitsAs<Words>(IsSigned ? (number < Largest ? number : SignedWords{} + Largest) & ((1 << Bits) - 1) : number);
}

inline constexpr std::uint32_t Exponent = 1U << 23;            // the lowest bit of the exponent of FLOAT32
inline constexpr std::uint32_t Rebias = (127 - 15) * Exponent; // the difference of the exponents of FLOAT32 and FLOAT16

// Converts FLOAT16, in the low half of each word, to FLOAT32.
DTU_KERNEL_STEP Singles FromHalves(Words half) noexcept
{
    // The shift moves the 10 bits of the fraction to the upper end of the 23 bits of FLOAT32's fraction. After it,
    // 0x00800000 is the smallest normal FLOAT16 and 0x0F800000 is infinity. 0x00400000 makes a NaN quiet.
    const Words magnitude = (half & 0x7FFFU) << 13;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    const Words normal = magnitude + Rebias;
    const Words special = compared > 0x0F800000 ? (normal + Rebias) | 0x00400000U : normal + Rebias;
    // A subnormal FLOAT16 has no leading 1. Adding a leading 1 and subtracting it again normalises the number.
    const Singles leading = BitsAs<Singles>(normal + Exponent) - BitsAs<float>(Rebias + Exponent);
    const Words finite = compared < 0x00800000 ? BitsAs<Words>(leading) : normal;
    const Words bits = compared < 0x0F800000 ? finite : special;
    return BitsAs<Singles>(bits | (half & 0x8000U) << 16);
}

// Converts FLOAT32 to FLOAT16, in the low half of each word.
DTU_KERNEL_STEP Words ToHalves(Singles value) noexcept
{
    const Words bits = BitsAs<Words>(value);
    const Words magnitude = bits & 0x7FFFFFFFU;
    const SignedWords compared = BitsAs<SignedWords>(magnitude);
    // The sum rounds to nearest, ties to even: it adds half of the last bit that is kept, minus 1 if that bit is 0. A
    // carry may produce infinity.
    const Words normal = (magnitude - Rebias + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // Adding 0.5 rounds to subnormals of FLOAT16, because the last bit of 0.5 as FLOAT32 is the smallest FLOAT16.
    const Words subnormal = BitsAs<Words>(BitsAs<Singles>(magnitude) + 0.5F) - BitsAs<std::uint32_t>(0.5F);
    const Words finite = compared < static_cast<std::int32_t>(Rebias + Exponent) ? subnormal : normal;
    const Words nan = 0x7E00U | (magnitude >> 13 & 0x03FFU); // a quiet NaN with the upper bits of the fraction
    const Words special = compared > 0x7F800000 ? nan : Words{} + 0x7C00U;      // 0x7C00 is infinity
    return (compared < 0x47800000 ? finite : special) | (bits >> 16 & 0x8000U); // finite if below 65536
}

#endif

#if DTU_CONVERT_LANES == 0

DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept { return FromHalves(LoadAs<std::uint16_t>(src)); }

template <class Integer> DTU_KERNEL_STEP Singles LoadIntegers(const unsigned char* src) noexcept
{
    return LoadAs<Integer>(src);
}

DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    const auto half = static_cast<std::uint16_t>(ToHalves(src));
    std::memcpy(dst, &half, sizeof(half));
}

template <class Integer> DTU_KERNEL_STEP void StoreIntegers(unsigned char* dst, Singles src) noexcept
{
    const auto number = static_cast<std::make_unsigned_t<Integer>>(ToIntegers<Integer>(src));
    std::memcpy(dst, &number, sizeof(number));
}

#elif DTU_CONVERT_LANES == 1

using Vector = vector128::Vector;

// Zero-extends the first elements of a vector to twice their size.
template <std::size_t ElementSize> DTU_KERNEL_STEP Vector Widen(Vector vector) noexcept
{
    return vector128::ZipLow<ElementSize>(vector, Vector{});
}

// Stores the low `ElementSize` bytes of each word. Zipping the two halves of the vector twice moves these bytes to its
// front.
template <std::size_t ElementSize> DTU_KERNEL_STEP void StoreLow(unsigned char* dst, Words words) noexcept
{
    Vector vector = BitsAs<Vector>(words);
    vector = vector128::ZipLow<ElementSize>(vector, vector128::ZipHigh<8>(vector, vector));
    vector = vector128::ZipLow<ElementSize>(vector, vector128::ZipHigh<8>(vector, vector));
    vector128::StorePart<4 * ElementSize, 0>(dst, vector);
}

#if defined(__aarch64__)
// LoadHalves and StoreHalves are in assembler, because GCC splits __builtin_convertvector of FLOAT16 into single
// elements.
DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    Singles floats;
    __asm__("fcvtl %0.4s, %1.4h" : "=w"(floats) : "w"(vector128::LoadPart<8>(src)));
    return floats;
}

DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept
{
    Vector halves;
    __asm__("fcvtn %0.4h, %1.4s" : "=w"(halves) : "w"(src));
    vector128::StorePart<8, 0>(dst, halves);
}
#else
DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return FromHalves(BitsAs<Words>(Widen<2>(vector128::LoadPart<8>(src))));
}

DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept { StoreLow<2>(dst, ToHalves(src)); }
#endif

// Loads four integers as floats. First, each integer is widened to 32 bits with zeros. For a signed byte,
// (word ^ 128) - 128 then extends the sign.
template <class Integer> DTU_KERNEL_STEP Singles LoadIntegers(const unsigned char* src) noexcept
{
    constexpr std::int32_t Sign = std::is_signed_v<Integer> ? 1 << (8 * sizeof(Integer) - 1) : 0;
    Vector vector = vector128::LoadPart<4 * sizeof(Integer)>(src);
    if constexpr (sizeof(Integer) == 1) { vector = Widen<1>(vector); }
    const auto words = BitsAs<SignedWords>(Widen<2>(vector));
    return __builtin_convertvector((words ^ Sign) - Sign, Singles);
}

template <class Integer> DTU_KERNEL_STEP void StoreIntegers(unsigned char* dst, Singles src) noexcept
{
    StoreLow<sizeof(Integer)>(dst, ToIntegers<Integer>(src));
}

#else

using Chars = char __attribute__((vector_size(16)));
using Quads = long long __attribute__((vector_size(16)));
using Ints = int __attribute__((vector_size(4 * Width)));
using Shorts = short __attribute__((vector_size(2 * Width)));
using Vector = vector256::Vector;

DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept
{
    return __builtin_ia32_vcvtph2ps256(LoadAs<Shorts>(src));
}

// Clang and GCC need different code: clang has no built-in functions that widen integers, and GCC splits
// __builtin_convertvector of bytes into single elements.
template <class Integer> DTU_KERNEL_STEP Singles LoadIntegers(const unsigned char* src) noexcept
{
#if defined(__clang__)
    using Integers = Integer __attribute__((vector_size(sizeof(Integer) * Width)));
    return __builtin_convertvector(LoadAs<Integers>(src), Singles);
#else
    constexpr bool IsSigned = std::is_signed_v<Integer>;
    Ints words;
    if constexpr (sizeof(Integer) == 1)
    {
        const auto chars = BitsAs<Chars>(Quads{LoadAs<long long>(src), 0});
        words = IsSigned ? __builtin_ia32_pmovsxbd256(chars) : __builtin_ia32_pmovzxbd256(chars);
    }
    else
    {
        const auto shorts = LoadAs<Shorts>(src);
        words = IsSigned ? __builtin_ia32_pmovsxwd256(shorts) : __builtin_ia32_pmovzxwd256(shorts);
    }
    return __builtin_convertvector(words, Singles);
#endif
}

// Converts the first 8 bytes of a vector, which are UINT8, to FLOAT32.
DTU_KERNEL_STEP Singles FromBytes(vector128::Vector src) noexcept
{
#if defined(__clang__)
    return __builtin_convertvector(__builtin_shufflevector(src, src, 0, 1, 2, 3, 4, 5, 6, 7), Singles);
#else
    return __builtin_convertvector(__builtin_ia32_pmovzxbd256(BitsAs<Chars>(src)), Singles);
#endif
}

// Returns a vector whose byte i is byte mask[i] of `vector`, or 0 if mask[i] is 0x80.
DTU_KERNEL_STEP vector128::Vector ShuffledBytes(vector128::Vector vector, vector128::Vector mask) noexcept
{
    return BitsAs<vector128::Vector>(__builtin_ia32_pshufb128(BitsAs<Chars>(vector), BitsAs<Chars>(mask)));
}

// Converts FLOAT32 to FLOAT16. The argument 0 selects rounding to nearest in any floating-point environment.
DTU_KERNEL_STEP vector128::Vector ToHalves(Singles src) noexcept
{
    return BitsAs<vector128::Vector>(__builtin_ia32_vcvtps2ph256(src, 0));
}

// Rounds to nearest, ties to even. Values above the element type's maximum become the maximum here. Values below its
// minimum become the minimum in the saturating packs that follow. NaN ends as 0: for a signed type it becomes 0 here,
// and for an unsigned type it becomes INT_MIN here, which the packs turn into 0.
template <class Integer> DTU_KERNEL_STEP Ints ToInts(Singles value) noexcept
{
    constexpr auto Largest = static_cast<float>(LargestInteger<Integer>);
    if constexpr (std::is_signed_v<Integer>)
    {
        const auto bits = BitsAs<SignedWords>(value);
        value = BitsAs<Singles>((bits & 0x7FFFFFFF) > 0x7F800000 ? SignedWords{} : bits);
    }
    // The minimum is in assembler, because vminps returns the second operand if either is NaN, and -ffast-math may
    // exchange the operands of a minimum that the compiler makes.
    __asm__("vminps {%2, %1, %0|%0, %1, %2}" : "=x"(value) : "x"(Singles{} + Largest), "x"(value));
    return __builtin_ia32_cvtps2dq256(value);
}

// Converts four vectors to bytes with saturation. The packs work within lanes, so the last step restores the order.
template <class Byte> DTU_KERNEL_STEP Vector Bytes(Singles a, Singles b, Singles c, Singles d) noexcept
{
    constexpr bool IsSigned = std::is_signed_v<Byte>;
    const auto ab = __builtin_ia32_packssdw256(ToInts<Byte>(a), ToInts<Byte>(b));
    const auto cd = __builtin_ia32_packssdw256(ToInts<Byte>(c), ToInts<Byte>(d));
    const auto abcd = BitsAs<Ints>(IsSigned ? __builtin_ia32_packsswb256(ab, cd) : __builtin_ia32_packuswb256(ab, cd));
    return BitsAs<Vector>(__builtin_shufflevector(abcd, abcd, 0, 4, 1, 5, 2, 6, 3, 7));
}

// Converts a vector to 16-bit integers with saturation, by packs within lanes as in Bytes.
template <class Short> DTU_KERNEL_STEP vector128::Vector ToShorts(Singles src) noexcept
{
    const auto ints = ToInts<Short>(src);
    const auto shorts = BitsAs<long long __attribute__((vector_size(32)))>(
        std::is_signed_v<Short> ? __builtin_ia32_packssdw256(ints, ints) : __builtin_ia32_packusdw256(ints, ints));
    return BitsAs<vector128::Vector>(__builtin_shufflevector(shorts, shorts, 0, 2));
}

#endif

#if DTU_CONVERT_LANES > 0

// Return the lower and the upper 4 bits of each byte.
DTU_KERNEL_STEP Vector LowNibbles(Vector vector) noexcept { return vector & 15; }

DTU_KERNEL_STEP Vector HighNibbles(Vector vector) noexcept
{
    return LowNibbles(BitsAs<Vector>(BitsAs<Words>(vector) >> 4));
}

// Extends the sign of 4-bit elements. `sign` is 8 if the elements are signed, else 0.
DTU_KERNEL_STEP Vector ExtendedNibbles(Vector vector, unsigned char sign) noexcept { return (vector ^ sign) - sign; }

// Returns bytes saturated to 4 bits: the vector form of SaturatedNibble.
DTU_KERNEL_STEP Vector SaturatedNibbles(Vector vector, const NibbleRange& range) noexcept
{
    const Vector lowest = Vector{} + range.lowest;
    const Vector highest = lowest + 15;
    vector ^= range.flip;
    vector = vector < lowest ? lowest : vector;
    vector = vector < highest ? vector : highest;
    return (vector - lowest) ^ range.sign;
}

// Returns which byte of the two vectors of EvenBytes becomes byte i of the result.
constexpr int EvenByteIndex(std::size_t i) noexcept
{
    const std::size_t lane = i / 16 * 16;
    return static_cast<int>(lane + 2 * (i % 8) + (i % 16 < 8 ? 0 : sizeof(Vector)));
}

// Joins the even bytes of two vectors. In each lane, the bytes of `a` come first.
template <std::size_t... I> DTU_KERNEL_STEP Vector EvenBytes(Vector a, Vector b, std::index_sequence<I...>) noexcept
{
    return __builtin_shufflevector(a, b, EvenByteIndex(I)...);
}

// Joins two vectors whose bytes are 0 to 15. Bytes 2i and 2i + 1 become one byte, with byte 2i in its lower half. In
// each lane, the bytes of `a` come first.
DTU_KERNEL_STEP Vector JoinedNibbles(Vector a, Vector b) noexcept
{
    a |= BitsAs<Vector>(BitsAs<Words>(a) >> 4);
    b |= BitsAs<Vector>(BitsAs<Words>(b) >> 4);
    return EvenBytes(a, b, std::make_index_sequence<sizeof(Vector)>());
}
#endif

#else

using Singles = __m256;
using Vector = vector256::Vector;

DTU_KERNEL_STEP Singles MulAdd(Singles a, Singles b, Singles c) noexcept { return _mm256_fmadd_ps(a, b, c); }

DTU_KERNEL_STEP Singles LoadHalves(const unsigned char* src) noexcept { return _mm256_cvtph_ps(vector128::Load(src)); }

// Loads 8 integers of 8 or 16 bits and converts them to FLOAT32.
template <class Integer> DTU_KERNEL_STEP Singles LoadIntegers(const unsigned char* src) noexcept
{
    constexpr bool IsSigned = std::is_signed_v<Integer>;
    if constexpr (sizeof(Integer) == 1)
    {
        const auto bytes = vector128::LoadPart<8>(src);
        return _mm256_cvtepi32_ps(IsSigned ? _mm256_cvtepi8_epi32(bytes) : _mm256_cvtepu8_epi32(bytes));
    }
    else
    {
        const auto shorts = vector128::Load(src);
        return _mm256_cvtepi32_ps(IsSigned ? _mm256_cvtepi16_epi32(shorts) : _mm256_cvtepu16_epi32(shorts));
    }
}

DTU_KERNEL_STEP vector128::Vector ToHalves(Singles src) noexcept
{
    return _mm256_cvtps_ph(src, _MM_FROUND_TO_NEAREST_INT);
}

// Rounds to nearest, ties to even. Values above the element type's maximum become the maximum here. Values below its
// minimum become the minimum in the saturating packs that follow. NaN becomes 0.
template <class Integer> DTU_KERNEL_STEP Vector ToInts(Singles value) noexcept
{
    constexpr auto Largest = static_cast<float>(LargestInteger<Integer>);
    const Singles number = _mm256_and_ps(value, _mm256_cmp_ps(value, value, _CMP_ORD_Q));
    return _mm256_cvtps_epi32(_mm256_min_ps(number, _mm256_set1_ps(Largest)));
}

// Converts four vectors to bytes with saturation. The packs work within lanes, so the last step restores the order. The
// vectors are passed by reference, because MSVC for 32 bits passes only three vectors by value (error C2719).
template <class Byte>
DTU_KERNEL_STEP Vector Bytes(const Singles& a, const Singles& b, const Singles& c, const Singles& d) noexcept
{
    const Vector ab = _mm256_packs_epi32(ToInts<Byte>(a), ToInts<Byte>(b));
    const Vector cd = _mm256_packs_epi32(ToInts<Byte>(c), ToInts<Byte>(d));
    const Vector abcd = std::is_signed_v<Byte> ? _mm256_packs_epi16(ab, cd) : _mm256_packus_epi16(ab, cd);
    return _mm256_permutevar8x32_epi32(abcd, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
}

// Converts the first 8 bytes of a vector, which are UINT8, to FLOAT32.
DTU_KERNEL_STEP Singles FromBytes(vector128::Vector src) noexcept
{
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(src));
}

DTU_KERNEL_STEP vector128::Vector ShuffledBytes(vector128::Vector vector, vector128::Vector mask) noexcept
{
    return _mm_shuffle_epi8(vector, mask);
}

// Converts a vector to 16-bit integers with saturation, by packs within lanes as in Bytes.
template <class Short> DTU_KERNEL_STEP vector128::Vector ToShorts(Singles src) noexcept
{
    const Vector ints = ToInts<Short>(src);
    const Vector shorts = std::is_signed_v<Short> ? _mm256_packs_epi32(ints, ints) : _mm256_packus_epi32(ints, ints);
    return _mm256_castsi256_si128(_mm256_permute4x64_epi64(shorts, 8)); // the first and the third quarter
}

DTU_KERNEL_STEP Vector LowNibbles(Vector vector) noexcept { return _mm256_and_si256(vector, _mm256_set1_epi8(15)); }

DTU_KERNEL_STEP Vector HighNibbles(Vector vector) noexcept { return LowNibbles(_mm256_srli_epi32(vector, 4)); }

DTU_KERNEL_STEP Vector Repeated(unsigned char byte) noexcept { return _mm256_set1_epi8(static_cast<char>(byte)); }

DTU_KERNEL_STEP Vector ExtendedNibbles(Vector vector, unsigned char sign) noexcept
{
    return _mm256_sub_epi8(_mm256_xor_si256(vector, Repeated(sign)), Repeated(sign));
}

DTU_KERNEL_STEP Vector SaturatedNibbles(Vector vector, const NibbleRange& range) noexcept
{
    const Vector lowest = Repeated(range.lowest);
    vector = _mm256_max_epu8(_mm256_xor_si256(vector, Repeated(range.flip)), lowest);
    vector = _mm256_min_epu8(vector, _mm256_add_epi8(lowest, _mm256_set1_epi8(15)));
    return _mm256_xor_si256(_mm256_sub_epi8(vector, lowest), Repeated(range.sign));
}

// Joins two vectors whose bytes are 0 to 15. Bytes 2i and 2i + 1 become one byte, with byte 2i in its lower half. In
// each lane, the bytes of `a` come first.
DTU_KERNEL_STEP Vector JoinedNibbles(Vector a, Vector b) noexcept
{
    const Vector lowByteOfEachPair = _mm256_set1_epi16(255);
    a = _mm256_and_si256(_mm256_or_si256(a, _mm256_srli_epi32(a, 4)), lowByteOfEachPair);
    b = _mm256_and_si256(_mm256_or_si256(b, _mm256_srli_epi32(b, 4)), lowByteOfEachPair);
    return _mm256_packus_epi16(a, b);
}

#endif

#if DTU_CONVERT_LANES == 2

// Converts two vectors to one vector of FLOAT16.
DTU_KERNEL_STEP Vector Halves(Singles a, Singles b) noexcept { return vector256::Join(ToHalves(a), ToHalves(b)); }

DTU_KERNEL_STEP void StoreHalves(unsigned char* dst, Singles src) noexcept { vector128::Store(dst, ToHalves(src)); }

// Rounds 8 numbers to integers of 8 or 16 bits with saturation, and stores these.
template <class Integer> DTU_KERNEL_STEP void StoreIntegers(unsigned char* dst, Singles src) noexcept
{
    if constexpr (sizeof(Integer) == 2) { vector128::Store(dst, ToShorts<Integer>(src)); }
    else
    {
        const Vector bytes = Bytes<Integer>(src, src, src, src);
        std::memcpy(dst, &bytes, Width);
    }
}

#endif

// The types of elements are float, Half (FLOAT16) and integers of 8 or 16 bits. In the templates below, From is the
// type of the source, and To is that of the destination.

// Loads elements of a type as FLOAT32.
template <class Element> DTU_KERNEL_STEP Singles Load(const unsigned char* src) noexcept
{
    if constexpr (std::is_same_v<Element, float>) { return LoadAs<Singles>(src); }
    else if constexpr (std::is_same_v<Element, Half>) { return LoadHalves(src); }
    else { return LoadIntegers<Element>(src); }
}

// Converts FLOAT32 to a type and stores it.
template <class Element> DTU_KERNEL_STEP void Store(unsigned char* dst, Singles src) noexcept
{
    if constexpr (std::is_same_v<Element, float>) { std::memcpy(dst, &src, sizeof(src)); }
    else if constexpr (std::is_same_v<Element, Half>) { StoreHalves(dst, src); }
    else { StoreIntegers<Element>(dst, src); }
}

// ---- rows -----------------------------------------------------------------------------------------------------------

// Loads a vector of elements as FLOAT32, and applies the scales and biases of a row or plane from number `first` on.
template <class From, class Converted>
DTU_KERNEL_STEP Singles LoadScaled(const unsigned char* src, const Converted& region, std::size_t first) noexcept
{
    return MulAdd(Load<From>(src), Load<float>(region.scales + 4 * first), Load<float>(region.biases + 4 * first));
}

// Converts the vector that starts at element `at` with the scales and biases from number `first` on.
template <class From, class To>
DTU_KERNEL_STEP void ConvertVector(const ConvertedRow& row, std::size_t at, std::size_t first) noexcept
{
    Store<To>(row.destination + at * sizeof(To), LoadScaled<From>(row.source + at * sizeof(From), row, first));
}

// Converts a row of at least `Width` elements. If their count is not a multiple of Width, the last vector overlaps the
// vector before.
template <class From, class To> DTU_KERNEL void ConvertElements(const ConvertedRow& arguments) noexcept
{
    const ConvertedRow row = arguments; // a local copy, which stores to the destination cannot change
    constexpr std::size_t Step = VectorsOfRowStep * Width;
    const std::size_t nextVector = row.coefficients == RowCoefficients::OneVector ? 0 : Width;
    const std::size_t nextStep = row.coefficients == RowCoefficients::OneEach ? Step : 0;
    std::size_t at = 0;    // the number of the element
    std::size_t first = 0; // the number of its scale in row.scales, and of its bias in row.biases
    for (; at + Step <= row.count; at += Step, first += nextStep)
    {
        ConvertVector<From, To>(row, at, first);
        ConvertVector<From, To>(row, at + Width, first + nextVector);
        ConvertVector<From, To>(row, at + 2 * Width, first + 2 * nextVector);
    }
    // The last vector can begin before the remainder. So, in a pattern that repeats, the remainder reads the second
    // step, because the last vector can then read the end of the first one.
    const std::size_t remainder = at;
    const std::size_t ofRemainder = row.coefficients == RowCoefficients::Repeated ? Step : first;
    for (; at < row.count; at += Width)
    {
        const std::size_t start = row.count - at < Width ? row.count - Width : at;
        ConvertVector<From, To>(row, start, nextVector == 0 ? 0 : ofRemainder + start - remainder);
    }
}

// ---- 4-bit elements -------------------------------------------------------------------------------------------------

#if DTU_CONVERT_LANES == 1
namespace vectors = vector128;
#elif DTU_CONVERT_LANES == 2
namespace vectors = vector256;
#endif

// The 16 bytes of a lane hold 32 elements of 4 bits, which are 32 bytes when they are unpacked. The lower nibble of a
// byte is the element that comes first.
inline constexpr std::size_t UnpackedLane = 32;

// Unpacks 4-bit elements to bytes: a vector at a time, and then one by one. ZipLow makes the first half of each
// unpacked lane, and ZipHigh makes the second half.
DTU_KERNEL void UnpackNibbles(const NibbleRow& row) noexcept
{
    const unsigned char sign = row.isSigned ? 8 : 0;
    std::size_t i = 0;
#if DTU_CONVERT_LANES > 0
    for (; i + sizeof(Vector) <= row.pairs; i += sizeof(Vector))
    {
        const Vector pairs = vectors::Load(row.source + i);
        const Vector low = ExtendedNibbles(LowNibbles(pairs), sign);
        const Vector high = ExtendedNibbles(HighNibbles(pairs), sign);
        unsigned char* const dst = row.destination + 2 * i;
        vectors::StoreLanes(dst, UnpackedLane, vectors::ZipLow<1>(low, high));
        vectors::StoreLanes(dst + UnpackedLane / 2, UnpackedLane, vectors::ZipHigh<1>(low, high));
    }
#endif
    for (; i < row.pairs; ++i)
    {
        const unsigned pair = row.source[i];
        row.destination[2 * i] = static_cast<unsigned char>(((pair & 15U) ^ sign) - sign);
        row.destination[2 * i + 1] = static_cast<unsigned char>((pair >> 4 ^ sign) - sign);
    }
}

// Packs bytes to 4-bit elements: a vector at a time, and then one by one.
DTU_KERNEL void PackNibbles(const NibbleRow& row) noexcept
{
    std::size_t i = 0;
#if DTU_CONVERT_LANES > 0
    const NibbleRange range(row.isSigned);
    for (; i + sizeof(Vector) <= row.pairs; i += sizeof(Vector))
    {
        const unsigned char* const src = row.source + 2 * i;
        const Vector a = SaturatedNibbles(vectors::LoadLanes(src, UnpackedLane), range);
        const Vector b = SaturatedNibbles(vectors::LoadLanes(src + UnpackedLane / 2, UnpackedLane), range);
        vectors::Store(row.destination + i, JoinedNibbles(a, b));
    }
#endif
    for (; i < row.pairs; ++i)
    {
        const unsigned low = SaturatedNibble(row.source[2 * i], row.isSigned);
        const unsigned high = SaturatedNibble(row.source[2 * i + 1], row.isSigned);
        row.destination[i] = static_cast<unsigned char>(low | high << 4);
    }
}

#if DTU_CONVERT_LANES == 2

// ---- planes ---------------------------------------------------------------------------------------------------------

// Which scales and biases of the pattern apply to two lanes of elements.
struct LaneCoefficients
{
    std::size_t first; // the number of the first element's scale and bias in the pattern
    std::size_t step;  // 1 if each element has its own scale and bias, 0 if all elements of a vector share one pair
    std::size_t laneStride; // the number of the second lane's first scale minus that of the first lane
};

// Loads and stores two lanes of 16 bytes each, which are `laneStride` bytes apart in memory. Kernels rearrange elements
// in the narrower of the two types. So elements are converted when they are loaded (ConvertsOnLoad) if the
// destination's type is not the wider one, and when they are stored otherwise. The narrower type has 1 or 2 bytes.
template <class From, class To> struct Narrow
{
    static constexpr bool ConvertsOnLoad = sizeof(To) <= sizeof(From);
    static constexpr std::size_t ElementSize = Min(sizeof(To), sizeof(From));
    static constexpr std::size_t LaneElements = 16 / ElementSize;

    // Loads two lanes as elements of the narrower type. If ConvertsOnLoad, converts them with the coefficients `at`.
    static DTU_KERNEL_STEP Vector Load(const unsigned char* src, std::size_t laneStride, const ConvertedPlane& plane,
                                       const LaneCoefficients& at) noexcept
    {
        if constexpr (!ConvertsOnLoad) { return vector256::LoadLanes(src, laneStride); }
        else
        {
            const Singles first = LoadScaled<From>(src, plane, at.first);
            const Singles second = LoadScaled<From>(src + laneStride, plane, at.first + at.laneStride);
            if constexpr (ElementSize == 2) { return Halves(first, second); }
            else
            {
                constexpr std::size_t NextVector = Width * sizeof(From);
                const std::size_t next = at.first + Width * at.step;
                return Bytes<To>(first, LoadScaled<From>(src + NextVector, plane, next), second,
                                 LoadScaled<From>(src + laneStride + NextVector, plane, next + at.laneStride));
            }
        }
    }

    // Stores two lanes as elements of the destination's type. Unless ConvertsOnLoad, converts them with the
    // coefficients `at`.
    static DTU_KERNEL_STEP void Store(unsigned char* dst, std::size_t laneStride, Vector vector,
                                      const ConvertedPlane& plane, const LaneCoefficients& at) noexcept
    {
        if constexpr (ConvertsOnLoad) { vector256::StoreLanes(dst, laneStride, vector); }
        else
        {
            // The vector goes through memory, because one instruction loads and widens any part of it there.
            unsigned char unconverted[sizeof(Vector)];
            vector256::Store(unconverted, vector);
            DTU_KERNEL_UNROLL
            for (std::size_t i = 0; i < 2 * LaneElements; i += Width) // one vector of FLOAT32 at a time
            {
                const std::size_t lane = i / LaneElements;   // 0 or 1
                const std::size_t inLane = i % LaneElements; // where the stored vector begins in the lane
                const std::size_t coefficient = at.first + lane * at.laneStride + inLane * at.step;
                DTU_CONVERT_NAMESPACE::Store<To>(dst + lane * laneStride + inLane * sizeof(To),
                                                 LoadScaled<From>(unconverted + i * ElementSize, plane, coefficient));
            }
        }
    }
};

// Transposes and converts one tile: columns are contiguous in the source, and rows in the destination. A tile has as
// many rows as a lane has elements, and twice as many columns. For example, from FLOAT32 to FLOAT16:
//
//     load    8 vectors, converted to FLOAT16. The first lane of vector i holds rows 0 to 7 of column i, and its second
//             lane holds these rows of column 8 + i
//     zip     three rounds of zips transpose each lane
//     store   8 rows of 16 elements
template <class From, class To>
DTU_KERNEL_STEP void ConvertTile(const ConvertedPlane& plane, std::size_t row, std::size_t column) noexcept
{
    using TwoLanes = Narrow<From, To>;
    constexpr std::size_t Side = TwoLanes::LaneElements;
    const unsigned char* const src = plane.source + column * plane.sourceStride + row * sizeof(From);
    unsigned char* const dst = plane.destination + row * plane.destinationStride + column * sizeof(To);
    const std::size_t first = row * plane.rowRepeat + column * plane.columnRepeat; // of the tile's first element
    Vector tile[Side];
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Side; ++i)
    {
        // A loaded vector runs down a column, so that the coefficients of its elements are rowRepeat apart.
        const LaneCoefficients ofColumn = {first + i * plane.columnRepeat, plane.rowRepeat, Side * plane.columnRepeat};
        tile[i] = TwoLanes::Load(src + i * plane.sourceStride, Side * plane.sourceStride, plane, ofColumn);
    }
    vector256::ZipAll<TwoLanes::ElementSize>(tile);
    DTU_KERNEL_UNROLL
    for (std::size_t i = 0; i < Side; ++i)
    {
        const LaneCoefficients ofRow = {first + i * plane.rowRepeat, plane.columnRepeat, Side * plane.columnRepeat};
        TwoLanes::Store(dst + i * plane.destinationStride, Side * sizeof(To), tile[i], plane, ofRow);
    }
}

// Transposes and converts a plane in tiles. The last tiles overlap the tiles before.
template <class From, class To> DTU_KERNEL void ConvertTransposed(const ConvertedPlane& arguments) noexcept
{
    const ConvertedPlane plane = arguments; // a local copy, which stores to the destination cannot change
    constexpr std::size_t TileRows = Narrow<From, To>::LaneElements;
    constexpr std::size_t TileColumns = 2 * TileRows;
    constexpr std::size_t LineRows = CacheLineBytes / sizeof(From);
    constexpr std::size_t BlockRows = TileRows > LineRows ? TileRows : LineRows;
    // Tuned: the columns in a block of the plane. As bytes, they fill two cache lines.
    constexpr std::size_t BlockColumns = 2 * CacheLineBytes;
    for (std::size_t firstColumn = 0; firstColumn < plane.columns; firstColumn += BlockColumns)
    {
        const std::size_t columnsEnd = Min(firstColumn + BlockColumns, plane.columns);
        for (std::size_t firstRow = 0; firstRow < plane.rows; firstRow += BlockRows)
        {
            const std::size_t rowsEnd = Min(firstRow + BlockRows, plane.rows);
            for (std::size_t column = firstColumn; column < columnsEnd; column += TileColumns)
            {
                // Tuned: prefetches the rows after the next block, whose addresses the processor does not predict.
                for (std::size_t i = column; i < Min(column + TileColumns, columnsEnd); ++i)
                {
                    Prefetch<false>(plane.source + i * plane.sourceStride + (firstRow + 2 * BlockRows) * sizeof(From));
                }
                for (std::size_t row = firstRow; row < rowsEnd; row += TileRows)
                {
                    ConvertTile<From, To>(plane, Min(row, plane.rows - TileRows),
                                          Min(column, plane.columns - TileColumns));
                }
            }
        }
    }
}

// Converts planes to pixels (WritesPixels) or pixels to planes. The last vectors overlap the vectors before. Channels
// are shuffled in the narrower type: planes of FLOAT16 are converted to bytes and then shuffled to pixels of UINT8.
template <class From, class To, std::size_t Channels, Pixels Side>
DTU_KERNEL void ConvertPixels(const ConvertedPlane& arguments) noexcept
{
    constexpr bool WritesPixels = Side == Pixels::Written;
    const ConvertedPlane plane = arguments; // a local copy, which stores to the destination cannot change
    using TwoLanes = Narrow<From, To>;
    constexpr std::size_t Lane = TwoLanes::LaneElements; // elements
    constexpr std::size_t Step = 2 * Lane;
    std::size_t order[Channels] = {}; // a local copy of plane.order, for the same reason
    for (std::size_t i = 0; i < Channels; ++i) { order[i] = Side == Pixels::Reordered ? plane.order[i] : i; }
    vector256::LoadedMasks<Channels> masks;
    vector256::LoadMasks(masks, TwoLanes::ElementSize, !WritesPixels);
    const std::size_t pixels = WritesPixels ? plane.rows : plane.columns;
    for (std::size_t next = 0; next < pixels; next += Step)
    {
        const std::size_t at = pixels - next < Step ? pixels - Step : next;
        // While the elements are planes, parts[i] holds 2 * Lane elements of channel i. While they are pixels, the
        // first lane of parts[i] is lane number i of the first `Lane` pixels, and the second lane is lane number i of
        // the next `Lane` pixels.
        Vector parts[Channels];
        // Tuned: pixels of FLOAT32 are prefetched. The loop is not a function of its own, because g++ would remove the
        // calls of a function that only prefetches.
        if constexpr (!WritesPixels && sizeof(From) == 4)
        {
            constexpr std::size_t PrefetchDistance = 8192; // bytes
            const unsigned char* const ahead = plane.source + at * Channels * sizeof(From) + PrefetchDistance;
            for (std::size_t i = 0; i < Step * Channels * sizeof(From); i += CacheLineBytes) { Prefetch(ahead + i); }
        }
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            if constexpr (WritesPixels)
            {
                const unsigned char* const src = plane.source + i * plane.sourceStride + at * sizeof(From);
                parts[i] = TwoLanes::Load(src, Lane * sizeof(From), plane, {i * Width, 0, 0});
            }
            else
            {
                const unsigned char* const src = plane.source + (at * Channels + Lane * i) * sizeof(From);
                parts[i] = TwoLanes::Load(src, Lane * Channels * sizeof(From), plane, {Lane * i, 1, Lane * Channels});
            }
        }
        WritesPixels ? vector256::ToPixels(parts, masks) : vector256::ToPlanes(parts, masks);
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < Channels; ++i)
        {
            if constexpr (WritesPixels)
            {
                unsigned char* const dst = plane.destination + (at * Channels + Lane * i) * sizeof(To);
                TwoLanes::Store(dst, Lane * Channels * sizeof(To), parts[i], plane, {Lane * i, 1, Lane * Channels});
            }
            else
            {
                const std::size_t row = order[i];
                if (Side == Pixels::Reordered && row >= plane.rows) { continue; }
                unsigned char* const dst = plane.destination + row * plane.destinationStride + at * sizeof(To);
                TwoLanes::Store(dst, Lane * sizeof(To), parts[i], plane, {row * Width, 0, 0});
            }
        }
    }
}

// Converts pixels of UINT8: VectorsOfRowStep vectors at a time, and then single elements.
template <class To> DTU_KERNEL void ConvertBytePixels(const BytePixelRow& arguments) noexcept
{
    const BytePixelRow row = arguments; // a local copy, which stores to the destination cannot change
    constexpr std::size_t Step = VectorsOfRowStep * Width; // elements
    constexpr std::size_t LoadedBytes = 16;                // they hold at least 4 pixels
    // A mask selects the bytes of one vector of the destination, in its order of channels, from LoadedBytes bytes.
    alignas(LoadedBytes) unsigned char masks[VectorsOfRowStep][LoadedBytes] = {};
    std::size_t offsets[VectorsOfRowStep] = {}; // from the first pixel of a step to the bytes of a vector
    for (std::size_t i = 0; i < Step; ++i)
    {
        const std::size_t vector = i / Width;
        const std::size_t firstPixel = vector * Width / row.channels; // the pixel in which the vector begins
        const unsigned channel = row.order[i % row.channels];
        const std::size_t byte = (i / row.channels - firstPixel) * row.sourceStride + channel;
        offsets[vector] = firstPixel * row.sourceStride;
        masks[vector][i % Width] = static_cast<unsigned char>(channel == BytePixelRow::Missing ? channel : byte);
    }
    const std::size_t elements = row.pixels * row.channels;
    const std::size_t nextSource = Step / row.channels * row.sourceStride;
    std::size_t at = 0;
    std::size_t src = 0;
    for (; at + Step <= elements && src + offsets[VectorsOfRowStep - 1] + LoadedBytes <= row.sourceBytes;
         at += Step, src += nextSource)
    {
        DTU_KERNEL_UNROLL
        for (std::size_t i = 0; i < VectorsOfRowStep; ++i)
        {
            const auto bytes = ShuffledBytes(vector128::Load(row.source + src + offsets[i]), vector128::Load(masks[i]));
            const Singles scaled = MulAdd(FromBytes(bytes), Load<float>(row.scales + 4 * Width * i),
                                          Load<float>(row.biases + 4 * Width * i));
            Store<To>(row.destination + (at + Width * i) * sizeof(To), scaled);
        }
    }
    for (; at < elements; ++at)
    {
        const std::size_t channel = at % row.channels;
        const std::size_t pixel = at / row.channels * row.sourceStride;
        const unsigned char zero = 0;
        const unsigned char* const byte =
            row.order[channel] == BytePixelRow::Missing ? &zero : row.source + pixel + row.order[channel];
        scalar::ConvertVector<std::uint8_t, To>({row.destination + at * sizeof(To), byte, 1, row.scales + 4 * channel,
                                                 row.biases + 4 * channel, RowCoefficients::OneVector},
                                                0, 0);
    }
}

// Returns the transpose between two types, and the planes that it supports. A tile has LaneElements rows and
// 2 * LaneElements columns. A vector that is converted holds Width rows of one column if elements are converted when
// they are loaded, or else Width columns of one row. If all elements of that vector share a coefficient,
// the coefficient is repeated Width times.
template <class From, class To> constexpr PlaneKernel TransposedOf() noexcept
{
    using TwoLanes = Narrow<From, To>;
    PlaneKernel kernel;
    kernel.run = ConvertTransposed<From, To>;
    kernel.minRows = TwoLanes::LaneElements;
    kernel.minColumns = 2 * TwoLanes::LaneElements;
    kernel.rowRepeat = TwoLanes::ConvertsOnLoad ? 1 : Width;
    kernel.columnRepeat = TwoLanes::ConvertsOnLoad ? Width : 1;
    kernel.minPattern = Width;
    return kernel;
}

// Returns the kernel for pixels of `Channels` channels, and the planes that it supports.
template <class From, class To, std::size_t Channels, Pixels Side> constexpr PlaneKernel PixelsOf() noexcept
{
    constexpr bool WritesPixels = Side == Pixels::Written;
    using TwoLanes = Narrow<From, To>;
    constexpr bool ScalesPlanes = WritesPixels == TwoLanes::ConvertsOnLoad; // otherwise the kernel scales pixels
    constexpr std::size_t Step = 2 * TwoLanes::LaneElements;                // pixels that the kernel converts at a time
    constexpr std::size_t Repeat = ScalesPlanes ? Width : 1;
    PlaneKernel kernel;
    // A kernel that scales pixels would need the coefficients in the order of the source's channels. Only UINT8
    // has such a kernel, because the images of cameras have bytes.
    if constexpr (Side == Pixels::Reordered && (!ScalesPlanes || !std::is_same_v<From, std::uint8_t>))
    {
        return kernel;
    }
    kernel.run = ConvertPixels<From, To, Channels, Side>;
    kernel.pixels = Side;
    kernel.minRows = WritesPixels ? Step : Side == Pixels::Read ? Channels : 1;
    kernel.minColumns = WritesPixels ? Channels : Step;
    kernel.channels = Channels;
    kernel.rowRepeat = WritesPixels ? 0 : Repeat;
    kernel.columnRepeat = WritesPixels ? Repeat : 0;
    kernel.minPattern = Channels * (ScalesPlanes ? Width : Step);
    return kernel;
}

// Returns the plane kernels between two types. Types of equal size have none, because Narrow has no steps for two types
// of 4 bytes, and planes of bytes that become bytes are rare. The exception is FLOAT16 to FLOAT16. INT8 has only the
// transpose, because images are not INT8, and kernels for pixels would double compile time and code.
template <class From, class To> constexpr PlaneKernels PlaneKernelsOf() noexcept
{
    if constexpr (sizeof(From) == sizeof(To) && sizeof(To) != 2) { return {}; }
    else if constexpr (std::is_same_v<From, std::int8_t> || std::is_same_v<To, std::int8_t>)
    {
        return {{TransposedOf<From, To>()}};
    }
    else
    {
        return {{PixelsOf<From, To, 3, Pixels::Written>(), PixelsOf<From, To, 4, Pixels::Written>(),
                 PixelsOf<From, To, 3, Pixels::Read>(), PixelsOf<From, To, 4, Pixels::Read>(),
                 PixelsOf<From, To, 4, Pixels::Reordered>(), TransposedOf<From, To>()}};
    }
}

// The plane kernels from one type to each of the first PlaneTypes types of TypeIndex. `Dependent` is always void:
// without it, clang would compile the kernels in every file that includes this header.
template <class Dependent, class From>
inline constexpr PlaneKernels PlanesFrom[PlaneTypes] = {
    PlaneKernelsOf<From, std::uint8_t>(),
    PlaneKernelsOf<From, std::int8_t>(),
    PlaneKernelsOf<From, Half>(),
    PlaneKernelsOf<From, float>(),
};

#endif

// Returns the row kernel between two types, or null between two integer types of which at least one has 16 bits.
template <class From, class To> constexpr ConvertKernel RowKernelOf() noexcept
{
    constexpr bool AreIntegers = std::is_integral_v<From> && std::is_integral_v<To>;
    if constexpr (AreIntegers && sizeof(From) + sizeof(To) > 2) { return nullptr; }
    else { return ConvertElements<From, To>; }
}

// The row kernels from one type to each of the KernelTypes types of TypeIndex. `Dependent` is as above.
template <class Dependent, class From>
inline constexpr ConvertKernel RowsFrom[KernelTypes] = {
    RowKernelOf<From, std::uint8_t>(), RowKernelOf<From, std::int8_t>(),   RowKernelOf<From, Half>(),
    RowKernelOf<From, float>(),        RowKernelOf<From, std::uint16_t>(), RowKernelOf<From, std::int16_t>()};

template <class Dependent>
inline constexpr ConvertKernels Table = {
    Width,
    DTU_CONVERT_NARROWER,
    {RowsFrom<Dependent, std::uint8_t>, RowsFrom<Dependent, std::int8_t>, RowsFrom<Dependent, Half>,
     RowsFrom<Dependent, float>, RowsFrom<Dependent, std::uint16_t>, RowsFrom<Dependent, std::int16_t>},
#if DTU_CONVERT_LANES == 2
    {PlanesFrom<Dependent, std::uint8_t>, PlanesFrom<Dependent, std::int8_t>, PlanesFrom<Dependent, Half>,
     PlanesFrom<Dependent, float>},
    {nullptr, nullptr, ConvertBytePixels<Half>, ConvertBytePixels<float>},
#else
    {},
    {},
#endif
    UnpackNibbles,
    PackNibbles,
};
} // namespace DTU_CONVERT_NAMESPACE

#undef DTU_CONVERT_NAMESPACE
#undef DTU_CONVERT_NARROWER
#undef DTU_TARGET

#endif // DML_TENSOR_CONVERT_HPP
