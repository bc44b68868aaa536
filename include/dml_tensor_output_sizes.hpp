// =====================================================================================================================
//   dml_tensor_output_sizes.hpp: computes the output sizes of DirectML operators
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   This header is C++17 and needs dml_tensor_utils.hpp and the standard library. Everything is constexpr and noexcept.
//
//   Synopsis
//
//     ConvolutionOutput   TransposedConvolutionOutput   PoolingOutput       sliding windows; SamePadding pads them
//     GemmOutput          ReduceOutput                  GatherNdOutput      (GatherOutput is in dml_tensor_utils.hpp)
//     JoinOutput          SliceOutput                   PaddingOutput       TileOutput
//     UpsampleOutput      ResampleOutput                DepthToSpaceOutput  SpaceToDepthOutput
//
//   The output size of a 7 x 7 convolution with stride 2 and padding 3:
//
//     constexpr TensorLayout output = ConvolutionOutput({1, 3, 224, 224}, {64, 3, 7, 7}, {{2, 2}, {}, {3, 3}, {3, 3}});
//     // output.Sizes() is {1, 64, 112, 112}
//     BufferTensorDesc description(DML_TENSOR_DATA_TYPE_FLOAT16, output);
//
//   Each function finds these errors in this order, before the errors in its comment. An error that an argument carries
//   comes first.
//
//     ValueRange       a number, such as groupCount, is negative or exceeds 32 bits
//     ZeroAttribute    a number is 0; required: 1
//     RankDiffers      a tensor has too few axes or too many; actual: the rank; required: the nearest accepted rank
//     ZeroSize         a size of a tensor is 0
//     AttributeCount   a list does not have one entry for each axis; actual: its length; required: the number of axes
//     ZeroAttribute    an entry that must be at least 1 is 0
//
//   These errors come after all others:
//
//     ValueRange       a size of the output exceeds 32 bits; actual: the size, or 2^64-1 if it exceeds 64 bits
//     StrideLimit      the output is so large that a stride of its packed layout exceeds 32 bits
//
// =====================================================================================================================

#ifndef DML_TENSOR_OUTPUT_SIZES_HPP
#define DML_TENSOR_OUTPUT_SIZES_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_output_sizes.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

/// How a window slides over the spatial axes. Axis 0 is the batch (the images), axis 1 is the channels, and all others
/// are spatial. A list has one entry for each spatial axis. An empty list means strides or dilations of 1, or paddings
/// of 0.
struct Window
{
    Dimensions strides = {};       ///< the distances between positions of the window, at least 1
    Dimensions dilations = {};     ///< the distances between elements of the window, at least 1
    Dimensions startPadding = {};  ///< the elements that are added before the input
    Dimensions endPadding = {};    ///< the elements that are added after the input
    Dimensions outputPadding = {}; ///< DirectML's OutputPadding: zeros after the output of a transposed convolution.
                                   ///< ONNX's output_padding means something else: see TransposedConvolutionOutput
};

/// How a size with a fraction becomes an integer.
enum class Rounding
{
    Down,    ///< floor
    Up,      ///< ceil; for a pooling, the ceil_mode of ONNX and PyTorch
    Nearest, ///< the nearest integer; 2.5 becomes 3; only ResampleOutput accepts this enumerator
};

/// The side that gets the additional element of an odd padding.
enum class OddPadding
{
    Start, ///< ONNX's SAME_LOWER
    End,   ///< TensorFlow's SAME, ONNX's SAME_UPPER
};

namespace detail
{
// Returns how many elements a window covers: 5 for a window of 3 with dilation 2. Requires: window is at least 1.
constexpr std::uint64_t WindowExtent(std::uint32_t window, std::uint32_t dilation) noexcept
{
    return (window - std::uint64_t{1}) * dilation + 1;
}

// Returns the size that a transposed convolution produces before its padding is removed, or Max64 if that size exceeds
// 64 bits. `extent` is the result of WindowExtent.
constexpr std::uint64_t TransposedSize(std::uint32_t size, std::uint32_t stride, std::uint64_t extent,
                                       std::uint64_t outputPadding) noexcept
{
    std::uint64_t whole = (size - std::uint64_t{1}) * stride;
    return Add(whole, extent, whole) && Add(whole, outputPadding, whole) ? whole : Max64;
}

// The sizes of an output. At first they are the sizes of the input. A function named Require... keeps the error of the
// first requirement that is false, and returns whether there is no error so far. A caller need not stop at an error,
// because Packed() returns the error.
class OutputSizes
{
public:
    std::uint64_t sizes[MaxRank] = {}; // Max64 stands for a size that exceeds 64 bits
    std::uint32_t rank;

    constexpr OutputSizes(const Dimensions& input, Argument name) noexcept
        : rank(static_cast<std::uint32_t>(input.size()))
    {
        KeepErrorOf(input, name);
        for (std::uint32_t i = 0; i < rank; ++i) { sizes[i] = input[i]; }
    }

    constexpr bool Ok() const noexcept { return m_reason.Ok(); }
    constexpr const Diagnosis& Reason() const noexcept { return m_reason; }

    // ---- errors of the arguments, which come before all others -----------------------------------------------------

    constexpr void Keep(const Diagnosis& reason) noexcept { m_reason = FirstError(m_reason, reason); }

    // Keeps the error that a list carries, with the name of the argument.
    constexpr void KeepErrorOf(const Dimensions& list, Argument name) noexcept
    {
        Keep(WithArgument(list.Reason(), name));
    }

    constexpr void KeepErrorsOf(const Window& window) noexcept
    {
        KeepErrorOf(window.strides, Argument::WindowStrides);
        KeepErrorOf(window.dilations, Argument::Dilations);
        KeepErrorOf(window.startPadding, Argument::StartPadding);
        KeepErrorOf(window.endPadding, Argument::EndPadding);
        KeepErrorOf(window.outputPadding, Argument::OutputPadding);
    }

    // Requires a number from 1 to 2^32-1. Returns the number, or 1 if there is an error.
    constexpr std::uint32_t Factor(const AnyInteger& value, Argument name) noexcept
    {
        Keep(CheckRange(value, Max32, name));
        Require(value.Bits() != 0, TensorError::ZeroAttribute, name, None32, 0, 1);
        return Ok() ? Low32(value) : 1;
    }

    // ---- requirements -----------------------------------------------------------------------------------------------

    constexpr bool Require(bool holds, TensorError error, Argument name, std::uint32_t axis, std::uint64_t actual,
                           std::uint64_t required, Cause cause = Cause::None) noexcept
    {
        if (Ok() && !holds) { m_reason = {error, axis, actual, required, None32, name, cause}; }
        return Ok();
    }

    // Requires a tensor to have minRank to maxRank dimensions, and no size of 0.
    constexpr bool RequireTensor(const Dimensions& tensor, Argument name, std::uint64_t minRank,
                                 std::uint64_t maxRank) noexcept
    {
        const std::uint64_t rankOfTensor = tensor.size();
        const bool isAllowed = rankOfTensor >= minRank && rankOfTensor <= maxRank;
        const bool isTooLow = rankOfTensor < minRank;
        Require(isAllowed, TensorError::RankDiffers, name, None32, rankOfTensor, isTooLow ? minRank : maxRank,
                isTooLow ? Cause::None : Cause::TooManyAxes);
        for (std::uint32_t i = 0; i < tensor.size(); ++i)
        {
            Require(tensor[i] != 0, TensorError::ZeroSize, name, i, 0, 1);
        }
        return Ok();
    }

    constexpr bool RequireCount(const Dimensions& list, Argument name, std::uint64_t count) noexcept
    {
        return Require(list.size() == count, TensorError::AttributeCount, name, None32, list.size(), count);
    }

    // Requires a list to have `count` entries, and no entry of 0.
    constexpr bool RequireFactors(const Dimensions& list, Argument name, std::uint64_t count) noexcept
    {
        RequireCount(list, name, count);
        for (std::uint32_t i = 0; i < list.size(); ++i)
        {
            Require(list[i] != 0, TensorError::ZeroAttribute, name, i, 0, 1);
        }
        return Ok();
    }

    // Requires each list of a window to be empty or to have one entry for each spatial axis. outputPadding, if it is
    // not empty, must have outputPaddingCount entries.
    constexpr bool RequireWindow(const Window& window, std::uint64_t outputPaddingCount) noexcept
    {
        const std::uint64_t spatial = rank - 2;
        if (!window.strides.empty()) { RequireFactors(window.strides, Argument::WindowStrides, spatial); }
        if (!window.dilations.empty()) { RequireFactors(window.dilations, Argument::Dilations, spatial); }
        if (!window.startPadding.empty()) { RequireCount(window.startPadding, Argument::StartPadding, spatial); }
        if (!window.endPadding.empty()) { RequireCount(window.endPadding, Argument::EndPadding, spatial); }
        if (!window.outputPadding.empty())
        {
            RequireCount(window.outputPadding, Argument::OutputPadding, outputPaddingCount);
        }
        return Ok();
    }

    // ---- sizes ------------------------------------------------------------------------------------------------------

    // Multiplies a size by a factor. The size becomes Max64 if the product exceeds 64 bits.
    constexpr void Multiply(std::uint32_t axis, std::uint32_t factor) noexcept
    {
        if (!detail::Multiply(sizes[axis], factor, sizes[axis])) { sizes[axis] = Max64; }
    }

    // Divides a size, which must be a multiple of the divisor.
    constexpr void Divide(std::uint32_t axis, std::uint64_t divisor, Cause cause = Cause::None) noexcept
    {
        const bool divides = sizes[axis] % divisor == 0;
        Require(divides, TensorError::NotDivisible, Argument::Input, axis, sizes[axis], divisor, cause);
        sizes[axis] /= divisor;
    }

    // Replaces each spatial size by the number of positions of the window.
    constexpr void CountPositions(const std::uint32_t* windowSizes, const Window& window, Rounding rounding) noexcept
    {
        const bool roundsUp = rounding == Rounding::Up;
        for (std::uint32_t i = 0; i + 2 < rank; ++i)
        {
            const std::uint32_t stride = EntryOr(window.strides, i, 1);
            const std::uint64_t extent = WindowExtent(windowSizes[i], EntryOr(window.dilations, i, 1));
            const std::uint64_t inputEnd = sizes[2 + i] + EntryOr(window.startPadding, i, 0);
            const std::uint64_t padded = inputEnd + EntryOr(window.endPadding, i, 0);
            // With Rounding::Up, the last window may end after the padded input, by less than a stride.
            const std::uint64_t available = roundsUp ? padded + stride - 1 : padded;
            const bool fits = extent <= available;
            if (!Require(fits, TensorError::WindowTooLarge, Argument::Unnamed, 2 + i, extent, padded)) { return; }
            std::uint64_t positions = (available - extent) / stride + 1;
            // If the last position starts in the end padding, it is dropped. No second position is dropped, as in
            // PyTorch.
            if (roundsUp && (positions - 1) * stride >= inputEnd) { --positions; }
            sizes[2 + i] = positions;
        }
    }

    // Returns an entry of a list, or the default if the list is empty.
    static constexpr std::uint32_t EntryOr(const Dimensions& list, std::uint32_t i, std::uint32_t defaultEntry) noexcept
    {
        return list.empty() ? defaultEntry : list[i];
    }

    // Returns the packed layout, or the error.
    constexpr TensorLayout Packed() noexcept
    {
        std::uint32_t values[MaxRank] = {};
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            Require(sizes[i] <= Max32, TensorError::ValueRange, Argument::Output, i, sizes[i], Max32,
                    sizes[i] == Max64 ? Cause::Beyond64Bits : Cause::None);
            values[i] = static_cast<std::uint32_t>(sizes[i] & Max32);
        }
        return Ok() ? TensorLayout::Packed(Dimensions(static_cast<const std::uint32_t*>(values), rank))
                    : MakeError<TensorLayout>(m_reason);
    }

private:
    Diagnosis m_reason;
};

// Checks the requirements that both directions of a convolution have. Sets the number of groups, and returns the
// input's sizes with the first error.
constexpr OutputSizes StartConvolution(const Dimensions& input, const Dimensions& filter, const Window& window,
                                       const AnyInteger& groupCount, std::uint32_t& groups,
                                       const Dimensions& onnxOutputPadding = {}) noexcept
{
    OutputSizes output(input, Argument::Input);
    output.KeepErrorOf(filter, Argument::Filter);
    output.KeepErrorsOf(window);
    groups = output.Factor(groupCount, Argument::GroupCount);
    output.KeepErrorOf(onnxOutputPadding, Argument::OnnxOutputPadding);
    if (output.RequireTensor(input, Argument::Input, 3, 5)
        && output.RequireTensor(filter, Argument::Filter, input.size(), input.size()))
    {
        const std::uint64_t spatial = input.size() - 2;
        output.RequireWindow(window, spatial);
        if (!onnxOutputPadding.empty())
        {
            output.RequireCount(onnxOutputPadding, Argument::OnnxOutputPadding, spatial);
        }
        for (std::uint32_t i = 0; i < onnxOutputPadding.size(); ++i)
        {
            const std::uint32_t stride = OutputSizes::EntryOr(window.strides, i, 1);
            const std::uint32_t dilation = OutputSizes::EntryOr(window.dilations, i, 1);
            const std::uint32_t added = onnxOutputPadding[i], limit = stride < dilation ? dilation : stride;
            output.Require(added < limit, TensorError::ValueRange, Argument::OnnxOutputPadding, i, added, limit - 1);
        }
        output.Require(filter[0] % groups == 0, TensorError::NotDivisible, Argument::Filter, 0, filter[0], groups);
    }
    return output;
}

// Returns the error of a JOIN without inputs.
constexpr Diagnosis NoInputs(std::uint64_t required) noexcept
{
    return ArgumentError(Argument::Inputs, TensorError::NullPointer, None32, 0, required);
}

// Returns the output of a JOIN. The function does not test the pointer for null, because g++ 12 rejects that test of a
// braced list in a constant expression.
constexpr TensorLayout JoinedSizes(const Dimensions* inputs, std::uint64_t count, const AnyInteger& axis) noexcept
{
    if (count == 0) { return MakeError<TensorLayout>(NoInputs(1)); }
    OutputSizes output(inputs[0], Argument::Inputs);
    for (std::uint64_t n = 1; n < count; ++n) { output.KeepErrorOf(inputs[n], Argument::Inputs); }
    output.RequireTensor(inputs[0], Argument::Inputs, 1, MaxRank);
    const std::uint64_t joined = axis.Bits(); // a negative axis exceeds every rank
    output.Require(joined < output.rank, TensorError::AxisOutOfRange, Argument::Axis, None32, joined, output.rank);
    for (std::uint64_t n = 1; n < count; ++n)
    {
        if (!output.RequireTensor(inputs[n], Argument::Inputs, output.rank, output.rank)) { break; }
        for (std::uint32_t i = 0; i < output.rank; ++i)
        {
            const std::uint32_t size = inputs[n][i], first = inputs[0][i];
            output.Require(i == joined || size == first, TensorError::SizesDiffer, Argument::Inputs, i, size, first);
        }
        if (!Add(output.sizes[joined], inputs[n][joined], output.sizes[joined])) { output.sizes[joined] = Max64; }
    }
    return output.Packed();
}
} // namespace detail

/// Returns the output of a convolution: {N, filter[0], positions of the window}, where
/// positions = floor((input + padding - ((filter - 1) * dilation + 1)) / stride) + 1.
/// `input` is {N, C, 1 to 3 spatial sizes}; `filter` is {output channels, C / groupCount, window}.
/// `window.outputPadding` changes no size; only its length is checked.
/// Errors, in order, after those at the head of this file:
///   - NotDivisible: filter[0] is not a multiple of groupCount.
///   - ChannelsDiffer: filter[1] * groupCount is not C. axis: 1.
///   - WindowTooLarge: the window covers more elements than the padded input has. required: the elements of the
///     padded input.
/// Source: "DML_CONVOLUTION_OPERATOR_DESC structure"; the formula is DirectMLX's.
constexpr TensorLayout ConvolutionOutput(const Dimensions& input, const Dimensions& filter, const Window& window = {},
                                         AnyInteger groupCount = 1) noexcept
{
    std::uint32_t groups = 1;
    detail::OutputSizes output = detail::StartConvolution(input, filter, window, groupCount, groups);
    const std::uint64_t channels = std::uint64_t{filter[1]} * groups;
    output.Require(channels == input[1], TensorError::ChannelsDiffer, TensorArgument::Filter, 1, channels, input[1]);
    if (!output.Ok()) { return output.Packed(); }
    output.sizes[1] = filter[0];
    output.CountPositions(filter.data() + 2, window, Rounding::Down);
    return output.Packed();
}

/// Returns the output of a convolution with DML_CONVOLUTION_DIRECTION_BACKWARD: {N, filter[1] * groupCount, sizes},
/// where size = (input - 1) * stride + (filter - 1) * dilation + 1 + onnxOutputPadding + outputPadding - padding.
/// `input` is {N, C, 1 to 3 spatial sizes}; `filter` is {C, output channels / groupCount, window}. `onnxOutputPadding`
/// is the output_padding of ONNX and PyTorch, which makes the output larger. If OutputPadding is 0, DirectML computes
/// the additional elements like all others. `window.outputPadding` is OutputPadding: the number of zeros at the end of
/// the output.
/// Errors, in order, after those at the head of this file:
///   - ValueRange: an entry of onnxOutputPadding is below neither the stride nor the dilation of its axis.
///   - NotDivisible: filter[0] is not a multiple of groupCount.
///   - ChannelsDiffer: filter[0] is not C. axis: 0.
///   - PaddingTooLarge: the padding is not below the output's size without padding. required: that size.
/// Source: ONNX and PyTorch, ConvTranspose; the page of DML_CONVOLUTION_OPERATOR_DESC has no formula.
constexpr TensorLayout TransposedConvolutionOutput(const Dimensions& input, const Dimensions& filter,
                                                   const Window& window = {}, AnyInteger groupCount = 1,
                                                   const Dimensions& onnxOutputPadding = {}) noexcept
{
    using Sizes = detail::OutputSizes;
    using Argument = TensorArgument;
    std::uint32_t groups = 1;
    Sizes output = detail::StartConvolution(input, filter, window, groupCount, groups, onnxOutputPadding);
    output.Require(filter[0] == input[1], TensorError::ChannelsDiffer, Argument::Filter, 0, filter[0], input[1]);
    output.sizes[1] = std::uint64_t{filter[1]} * groups;
    for (std::uint32_t i = 0; output.Ok() && i + 2 < output.rank; ++i)
    {
        const std::uint64_t padding =
            Sizes::EntryOr(window.startPadding, i, 0) + std::uint64_t{Sizes::EntryOr(window.endPadding, i, 0)};
        const std::uint64_t added =
            Sizes::EntryOr(onnxOutputPadding, i, 0) + std::uint64_t{Sizes::EntryOr(window.outputPadding, i, 0)};
        const std::uint64_t whole =
            detail::TransposedSize(input[2 + i], Sizes::EntryOr(window.strides, i, 1),
                                   detail::WindowExtent(filter[2 + i], Sizes::EntryOr(window.dilations, i, 1)), added);
        output.Require(padding < whole, TensorError::PaddingTooLarge, Argument::Unnamed, 2 + i, padding, whole);
        output.sizes[2 + i] = whole == detail::Max64 ? whole : whole - padding;
    }
    return output.Packed();
}

/// Returns the output of average, Lp and maximum pooling: {N, C, positions of the window}. Rounding::Down counts the
/// positions as ConvolutionOutput does. Rounding::Up divides by the stride with ceil, so that the last window may end
/// outside the padded input. If the last window starts at or after input + startPadding, its position is dropped.
/// `input` is {N, C, 2 or 3 spatial sizes}; `window.outputPadding` must be empty.
/// Errors, in order, after those at the head of this file:
///   - ValueRange, before RankDiffers: `rounding` is Nearest. required: 1, which is Up.
///   - WindowTooLarge: the window covers more elements than the padded input has; with Rounding::Up, at least a stride
///     more. required: the number of elements of the padded input. (For a dilated window, DirectMLX computes the size 1
///     instead.)
/// Source: "DML_AVERAGE_POOLING_OPERATOR_DESC structure"; dilations as in DirectMLX; Rounding::Up as in ONNX (from
/// version 1.16 on) and PyTorch.
constexpr TensorLayout PoolingOutput(const Dimensions& input, const Dimensions& windowSize, const Window& window = {},
                                     Rounding rounding = Rounding::Down) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(input, Argument::Input);
    output.KeepErrorOf(windowSize, Argument::WindowSize);
    output.KeepErrorsOf(window);
    const bool isDownOrUp = rounding == Rounding::Down || rounding == Rounding::Up;
    output.Require(isDownOrUp, TensorError::ValueRange, Argument::Rounding, detail::None32,
                   static_cast<std::uint64_t>(rounding), 1);
    if (output.RequireTensor(input, Argument::Input, 4, 5)
        && output.RequireFactors(windowSize, Argument::WindowSize, input.size() - 2) && output.RequireWindow(window, 0))
    {
        output.CountPositions(windowSize.data(), window, rounding);
    }
    return output.Packed();
}

/// Returns the window with TensorFlow's SAME padding: with this startPadding and endPadding, ConvolutionOutput and
/// PoolingOutput return the spatial sizes ceil(input / stride). Paddings that `window` has are replaced. `input` is {N,
/// C, 1 to 3 spatial sizes}. `windowSize` is the spatial sizes only: a filter's sizes without the first two. For a
/// transposed convolution, `input` is the output that you want. If the window covers less than a stride, the output may
/// become smaller than `input`; then pass the missing number of elements as onnxOutputPadding. If there is an error,
/// startPadding of the result carries it, and the function that gets the window returns it.
/// Errors, after those of the arguments' lists and sizes:
///   - ValueRange: a padding exceeds 32 bits.
/// Source: ONNX, auto_pad of Conv.
constexpr Window SamePadding(const Dimensions& input, const Dimensions& windowSize, const Window& window = {},
                             OddPadding oddPadding = OddPadding::End) noexcept
{
    using Sizes = detail::OutputSizes;
    using Argument = TensorArgument;
    using detail::Max32;
    Window same = {window.strides, window.dilations, {}, {}, window.outputPadding};
    Sizes output(input, Argument::Input);
    output.KeepErrorOf(windowSize, Argument::WindowSize);
    output.KeepErrorsOf(same);
    const bool isTensor = output.RequireTensor(input, Argument::Input, 3, 5);
    const std::uint64_t spatial = isTensor ? input.size() - 2 : 0;
    const bool isValid = isTensor && output.RequireFactors(windowSize, Argument::WindowSize, spatial)
                         && output.RequireWindow(same, spatial);
    std::uint32_t start[3] = {}, end[3] = {};
    for (std::uint32_t i = 0; isValid && i < spatial; ++i)
    {
        const std::uint32_t size = input[2 + i], stride = Sizes::EntryOr(window.strides, i, 1);
        // `covered` is the end of the last of ceil(size / stride) windows. The sum is below 2^64, because a window
        // covers less than 2^64 - 2^33 elements.
        const std::uint64_t covered = (size - 1) / stride * std::uint64_t{stride}
                                      + detail::WindowExtent(windowSize[i], Sizes::EntryOr(window.dilations, i, 1));
        const std::uint64_t padding = covered > size ? covered - size : 0;
        const std::uint64_t atStart = oddPadding == OddPadding::Start ? padding - padding / 2 : padding / 2;
        const std::uint64_t atEnd = padding - atStart;
        output.Require(atStart <= Max32, TensorError::ValueRange, Argument::StartPadding, i, atStart, Max32);
        output.Require(atEnd <= Max32, TensorError::ValueRange, Argument::EndPadding, i, atEnd, Max32);
        start[i] = static_cast<std::uint32_t>(atStart & Max32);
        end[i] = static_cast<std::uint32_t>(atEnd & Max32);
    }
    same.startPadding = output.Ok() ? Dimensions(static_cast<const std::uint32_t*>(start), spatial)
                                    : detail::MakeError<Dimensions>(output.Reason());
    if (output.Ok()) { same.endPadding = Dimensions(static_cast<const std::uint32_t*>(end), spatial); }
    return same;
}

/// Returns the output of GEMM: {sizes before the last two, rows of a, columns of b}. `a` and `b` have 2 to 4 axes; the
/// sizes before the last two must be equal. transposeA swaps the last two axes of a first, and transposeB those of b.
/// Errors, after those at the head of this file:
///   - SizesDiffer: a size of b does not match a. required: the size that matches.
/// Source: "DML_GEMM_OPERATOR_DESC structure".
constexpr TensorLayout GemmOutput(const Dimensions& a, const Dimensions& b, bool transposeA = false,
                                  bool transposeB = false) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(a, Argument::A);
    output.KeepErrorOf(b, Argument::B);
    const bool isValid =
        output.RequireTensor(a, Argument::A, 2, 4) && output.RequireTensor(b, Argument::B, a.size(), a.size());
    if (!isValid) { return output.Packed(); }
    const std::uint32_t rows = output.rank - 2, columns = output.rank - 1; // the axes of rows and of columns
    const std::uint32_t columnsOfA = a[transposeA ? rows : columns], axis = transposeB ? columns : rows;
    output.Require(b[axis] == columnsOfA, TensorError::SizesDiffer, Argument::B, axis, b[axis], columnsOfA);
    for (std::uint32_t i = 0; i < rows; ++i)
    {
        output.Require(b[i] == a[i], TensorError::SizesDiffer, Argument::B, i, b[i], a[i]);
    }
    output.sizes[rows] = a[transposeA ? columns : rows];
    output.sizes[columns] = b[transposeB ? rows : columns];
    return output.Packed();
}

/// Returns the output of REDUCE, ARGMIN and ARGMAX: the input's sizes, and 1 on each of the axes.
/// Errors, in order of the list, after those at the head of this file:
///   - AxisOutOfRange: an axis is not below the rank.
///   - AxisOrder: an axis is in the list twice. required: the rank.
/// Source: "DML_REDUCE_OPERATOR_DESC structure".
constexpr TensorLayout ReduceOutput(const Dimensions& input, const Dimensions& axes) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(input, Argument::Input);
    output.Keep(detail::WithAxes(axes.Reason(), Argument::ReducedAxes, input.size()));
    output.RequireTensor(input, Argument::Input, 1, detail::MaxRank);
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < axes.size(); ++i)
    {
        const std::uint32_t axis = axes[i];
        const bool exists = axis < output.rank;
        output.Require(exists, TensorError::AxisOutOfRange, Argument::ReducedAxes, i, axis, output.rank);
        if (!output.Ok()) { break; }
        output.Require((seen >> axis & 1) == 0, TensorError::AxisOrder, Argument::ReducedAxes, i, axis, output.rank);
        seen |= std::uint32_t{1} << axis;
        output.sizes[axis] = 1;
    }
    return output.Packed();
}

/// Returns the output of JOIN: the first input's sizes, but on `axis` the sum of all inputs' sizes.
/// Errors, in order, after those at the head of this file:
///   - ValueRange, before all others: the count is negative.
///   - NullPointer, before all others: there are no inputs. required: the count, or 1 if the count is 0.
///   - AxisOutOfRange: the axis is not below the rank.
///   - SizesDiffer: on an axis other than `axis`, an input's size is not that of the first input.
/// Source: "DML_JOIN_OPERATOR_DESC structure".
constexpr TensorLayout JoinOutput(const Dimensions* inputs, AnyInteger count, AnyInteger axis) noexcept
{
    const Diagnosis negative = detail::CheckRange(count, detail::Max64, TensorArgument::Count);
    const bool isNull = inputs == nullptr && count.Bits() != 0;
    const Diagnosis reason = detail::FirstError(negative, detail::ErrorUnless(!isNull, detail::NoInputs(count.Bits())));
    return reason.Ok() ? detail::JoinedSizes(inputs, count.Bits(), axis) : detail::MakeError<TensorLayout>(reason);
}
/// Returns the output of JOIN for a braced list of inputs.
constexpr TensorLayout JoinOutput(std::initializer_list<Dimensions> inputs, AnyInteger axis) noexcept
{
    return detail::JoinedSizes(inputs.begin(), inputs.size(), axis);
}

/// Returns the output of SLICE and SLICE1: ceil(windowSize / windowStride). Give strides without their sign.
/// Source: "DML_SLICE1_OPERATOR_DESC structure".
constexpr TensorLayout SliceOutput(const Dimensions& windowSizes, const Dimensions& windowStrides) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(windowSizes, Argument::SliceSizes);
    output.KeepErrorOf(windowStrides, Argument::SliceStrides);
    const bool isValid = output.RequireTensor(windowSizes, Argument::SliceSizes, 1, detail::MaxRank)
                         && output.RequireFactors(windowStrides, Argument::SliceStrides, windowSizes.size());
    for (std::uint32_t i = 0; isValid && i < output.rank; ++i)
    {
        output.sizes[i] = (output.sizes[i] + windowStrides[i] - 1) / windowStrides[i];
    }
    return output.Packed();
}

/// Returns the output of PADDING and PADDING1: start + input + end. In DirectML, a size beyond 32 bits wraps.
/// Source: "DML_PADDING_OPERATOR_DESC structure".
constexpr TensorLayout PaddingOutput(const Dimensions& input, const Dimensions& start, const Dimensions& end) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(input, Argument::Input);
    output.KeepErrorOf(start, Argument::PadStart);
    output.KeepErrorOf(end, Argument::PadEnd);
    output.RequireTensor(input, Argument::Input, 1, detail::MaxRank);
    output.RequireCount(start, Argument::PadStart, output.rank);
    output.RequireCount(end, Argument::PadEnd, output.rank);
    for (std::uint32_t i = 0; i < output.rank; ++i) { output.sizes[i] += std::uint64_t{start[i]} + end[i]; }
    return output.Packed();
}

/// Returns the output of TILE: input * repeats. In DirectML, a size beyond 32 bits wraps.
/// Source: "DML_TILE_OPERATOR_DESC structure".
constexpr TensorLayout TileOutput(const Dimensions& input, const Dimensions& repeats) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(input, Argument::Input);
    output.KeepErrorOf(repeats, Argument::Repeats);
    output.RequireTensor(input, Argument::Input, 1, detail::MaxRank);
    output.RequireFactors(repeats, Argument::Repeats, output.rank);
    for (std::uint32_t i = 0; i < output.rank; ++i) { output.Multiply(i, repeats[i]); }
    return output.Packed();
}

/// Returns the output of UPSAMPLE_2D: the input's sizes, with the last two multiplied by `height` and `width`. The
/// input has 4 or 5 axes.
/// Source: "DML_UPSAMPLE_2D_OPERATOR_DESC structure".
constexpr TensorLayout UpsampleOutput(const Dimensions& input, AnyInteger height, AnyInteger width) noexcept
{
    using Argument = TensorArgument;
    detail::OutputSizes output(input, Argument::Input);
    const std::uint32_t rows = output.Factor(height, Argument::Height);
    const std::uint32_t columns = output.Factor(width, Argument::Width);
    if (!output.RequireTensor(input, Argument::Input, 4, 5)) { return output.Packed(); }
    output.Multiply(output.rank - 2, rows);
    output.Multiply(output.rank - 1, columns);
    return output.Packed();
}

namespace detail
{
// Returns the size times the scale, rounded, but at least 1. Returns Max64 if the product exceeds 64 bits. Requires:
// the scale is above 0.
constexpr std::uint64_t ResampledSize(std::uint32_t size, float scale, Rounding rounding) noexcept
{
    const double product = static_cast<double>(size) * static_cast<double>(scale);
    if (product >= 0x1p64) { return Max64; }
    std::uint64_t whole = static_cast<std::uint64_t>(product);
    const double fraction = product - static_cast<double>(whole);
    const bool roundsUp =
        (rounding == Rounding::Up && fraction > 0) || (rounding == Rounding::Nearest && fraction >= 0.5);
    whole += roundsUp ? 1 : 0;
    return whole == 0 ? 1 : whole;
}

// Returns the output of RESAMPLE. Reads no scale if their count is not the rank.
constexpr TensorLayout ResampledSizes(const Dimensions& input, const float* scales, std::uint64_t count,
                                      Rounding rounding) noexcept
{
    OutputSizes output(input, Argument::Input);
    output.RequireTensor(input, Argument::Input, 1, 4);
    output.Require(count == input.size(), TensorError::AttributeCount, Argument::Scales, None32, count, input.size());
    for (std::uint32_t i = 0; output.Ok() && i < output.rank; ++i)
    {
        output.Keep(CheckPositive(static_cast<double>(scales[i]), TensorError::ZeroAttribute, Argument::Scales, i, 0));
        output.sizes[i] = output.Ok() ? ResampledSize(input[i], scales[i], rounding) : 0;
    }
    return output.Packed();
}
} // namespace detail

/// Returns the output of RESAMPLE and RESAMPLE1 to RESAMPLE3 with the sizes that ONNX's Resize and PyTorch's
/// interpolate compute from these scales: input * scale, rounded, but at least 1. DirectML itself accepts every output
/// size with every scale. `scales` are `count` numbers above 0, one for each of the input's 1 to 4 axes. The product is
/// computed in double, because it can differ in float: 10 * 0.7f is 6.9999999 in double and 7 in float.
/// Errors, in order, after those at the head of this file:
///   - ValueRange, before all others: the count is negative.
///   - NullPointer, before all others: `scales` is null, and the count is not 0. required: the count.
///   - ZeroAttribute: a scale is NaN or not above 0. actual: 0, or 2^64-1 for a negative scale, or 2^63 for NaN.
/// Source: ONNX, Resize.
constexpr TensorLayout ResampleOutput(const Dimensions& input, const float* scales, AnyInteger count,
                                      Rounding rounding = Rounding::Down) noexcept
{
    using Argument = TensorArgument;
    using detail::ArgumentError, detail::FirstError, detail::ErrorUnless;
    const Diagnosis negative = detail::CheckRange(count, detail::Max64, Argument::Count);
    const Diagnosis null = ArgumentError(Argument::Scales, TensorError::NullPointer, detail::None32, 0, count.Bits());
    const Diagnosis reason = FirstError(negative, ErrorUnless(scales != nullptr || count.Bits() == 0, null));
    return reason.Ok() ? detail::ResampledSizes(input, scales, count.Bits(), rounding)
                       : detail::MakeError<TensorLayout>(reason);
}
/// Returns the output of RESAMPLE for scales in an array or a braced list.
template <std::size_t N>
constexpr TensorLayout ResampleOutput(const Dimensions& input, const float (&scales)[N],
                                      Rounding rounding = Rounding::Down) noexcept
{
    return detail::ResampledSizes(input, scales, N, rounding);
}

/// Returns the output of DEPTH_TO_SPACE and DEPTH_TO_SPACE1: {N, C / blockSize^2, H * blockSize, W * blockSize}.
/// Errors, after those at the head of this file:
///   - NotDivisible: C is not a multiple of blockSize^2.
/// Source: "DML_DEPTH_TO_SPACE_OPERATOR_DESC structure".
constexpr TensorLayout DepthToSpaceOutput(const Dimensions& input, AnyInteger blockSize) noexcept
{
    detail::OutputSizes output(input, TensorArgument::Input);
    const std::uint32_t block = output.Factor(blockSize, TensorArgument::BlockSize);
    if (!output.RequireTensor(input, TensorArgument::Input, 4, 4)) { return output.Packed(); }
    output.Divide(1, std::uint64_t{block} * block, TensorCause::SquaredBlockSize);
    output.Multiply(2, block);
    output.Multiply(3, block);
    return output.Packed();
}

/// Returns the output of SPACE_TO_DEPTH and SPACE_TO_DEPTH1: {N, C * blockSize^2, H / blockSize, W / blockSize}.
/// Errors, after those at the head of this file:
///   - NotDivisible: H or W is not a multiple of blockSize.
/// Source: "DML_SPACE_TO_DEPTH_OPERATOR_DESC structure".
constexpr TensorLayout SpaceToDepthOutput(const Dimensions& input, AnyInteger blockSize) noexcept
{
    detail::OutputSizes output(input, TensorArgument::Input);
    const std::uint32_t block = output.Factor(blockSize, TensorArgument::BlockSize);
    if (!output.RequireTensor(input, TensorArgument::Input, 4, 4)) { return output.Packed(); }
    output.Divide(2, block);
    output.Divide(3, block);
    output.Multiply(1, block);
    output.Multiply(1, block);
    return output.Packed();
}

/// Returns the output of GATHER_ND and GATHER_ND1: the indices' sizes without the last, then the input's sizes from
/// axis batchDimensions + (the last size of indices) on. If the output has a lower rank than the input, it gets leading
/// 1s: input {2, 3, 4} and indices {5, 2} give {1, 5, 4}.
/// InputDimensionCount is the length of `input`, and IndicesDimensionCount that of `indices`. The sizes of the first
/// batchDimensions axes are not compared, because DirectML does not compare them.
/// Errors, in order, after those at the head of this file:
///   - AxisOutOfRange: batchDimensions is not below both ranks. required: the lower rank.
///   - RankDiffers: the last size of indices is above `required`, the number of the input's axes after the batch.
///   - RankDiffers: the output would have more than 8 axes.
/// Source: "DML_GATHER_ND1_OPERATOR_DESC structure".
constexpr TensorLayout GatherNdOutput(const Dimensions& input, const Dimensions& indices,
                                      AnyInteger batchDimensions = 0) noexcept
{
    using Argument = TensorArgument;
    using detail::MaxRank;
    using detail::None32;
    detail::OutputSizes output(input, Argument::Input);
    output.KeepErrorOf(indices, Argument::Indices);
    output.RequireTensor(input, Argument::Input, 1, MaxRank);
    output.RequireTensor(indices, Argument::Indices, 1, MaxRank);
    const std::uint64_t inputRank = input.size(), indicesRank = indices.size(), batch = batchDimensions.Bits();
    const std::uint64_t ranks = detail::Min(inputRank, indicesRank);
    const bool hasBatch = !batchDimensions.IsNegative() && batch < ranks;
    output.Require(hasBatch, TensorError::AxisOutOfRange, Argument::BatchDimensions, None32, batch, ranks);
    if (!output.Ok()) { return output.Packed(); }
    // The output has the indices' sizes without the last, then the last `sliceRank` sizes of the input.
    const std::uint64_t positions = indicesRank - 1, afterBatch = inputRank - batch, indexed = indices[positions];
    output.Require(indexed <= afterBatch, TensorError::RankDiffers, Argument::LastIndicesSize, None32, indexed,
                   afterBatch);
    const std::uint64_t sliceRank = afterBatch - indexed, count = positions + sliceRank;
    output.Require(count <= MaxRank, TensorError::RankDiffers, Argument::Output, None32, count, MaxRank);
    if (!output.Ok()) { return output.Packed(); }
    output.rank = static_cast<std::uint32_t>(count > inputRank ? count : inputRank);
    const std::uint64_t leadingOnes = output.rank - count;
    for (std::uint64_t i = 0; i < leadingOnes; ++i) { output.sizes[i] = 1; }
    for (std::uint64_t i = 0; i < positions; ++i) { output.sizes[leadingOnes + i] = indices[i]; }
    for (std::uint64_t i = 0; i < sliceRank; ++i)
    {
        output.sizes[leadingOnes + positions + i] = input[inputRank - sliceRank + i];
    }
    return output.Packed();
}

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_OUTPUT_SIZES_HPP
