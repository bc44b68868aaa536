// =====================================================================================================================
//   dml_tensor_operators.hpp: the sizes of DirectML operators' outputs, and why DirectML refuses an operator
//
//   SPDX-License-Identifier: MIT
//   Version: that of dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   One header, C++17, nothing but the standard library and dml_tensor_utils.hpp. Nothing allocates, throws or touches
//   tensor memory.
//
//   Synopsis
//
//     ConvolutionOutput  TransposedConvolutionOutput  PoolingOutput  GemmOutput  ReduceOutput  JoinOutput  SliceOutput
//     PaddingOutput  TileOutput  UpsampleOutput  DepthToSpaceOutput  SpaceToDepthOutput  GatherNdOutput
//                           the packed layout of an operator's output, or the error; GatherOutput is in the main header
//     ValidateOperator      what DirectML will say of any operator's description, and why
//     OperatorDiagnosis     the reason, with the field, the axis and the numbers
//     Explain               the reason as a sentence
//     ToString              names of operators and reasons
//
//     const OperatorDiagnosis reason = ValidateOperator({DML_OPERATOR_CONVOLUTION, &convolution});
//     if (!reason.Ok()) { puts(Explain(reason).c_str()); }
//     // CONVOLUTION: FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount [InputChannels]
//
// =====================================================================================================================

#ifndef DML_TENSOR_OPERATORS_HPP
#define DML_TENSOR_OPERATORS_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 2
#error "dml_tensor_operators.hpp 1.2 needs dml_tensor_utils.hpp 1.2 and found another: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

// A template, so that what nobody calls is only parsed.
#define DTU_LATER template <class Later = void>

// In front of what nearly every check calls: inlined everywhere, it doubles the code, and no check is faster.
#if defined(__GNUC__) || defined(__clang__)
#define DTU_APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define DTU_APART __declspec(noinline)
#else
#define DTU_APART
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Sizes of outputs
//
//   Each is the packed layout of the output, or carries an error: first the arguments' own, in their order, then what
//   the function says. Ranks are those that the operator takes. All arithmetic is of 64 bits and checked.
// =====================================================================================================================

/// How a window moves over the spatial axes, those behind batch and channels. A list that is empty means 1s (strides,
/// dilations) or 0s (paddings); else it has one entry for each spatial axis.
struct Window
{
    Dimensions strides;       ///< elements from one window to the next, at least 1
    Dimensions dilations;     ///< elements from one of the window's to the next, at least 1
    Dimensions startPadding;  ///< elements in front of the input
    Dimensions endPadding;    ///< elements behind the input
    Dimensions outputPadding; ///< of a transposed convolution: elements added behind the output
};

namespace detail
{
// Of a window of so many elements, at least 1, the first and the last of which are this far apart, and 1. Below 2^64.
constexpr std::uint64_t WindowExtent(std::uint32_t window, std::uint32_t dilation) noexcept
{
    return (window - std::uint64_t{1}) * dilation + 1;
}

constexpr std::uint64_t WindowsThatFit(std::uint64_t padded, std::uint64_t extent, std::uint32_t stride) noexcept
{
    return extent <= padded ? (padded - extent) / stride + 1 : 0;
}

// The way back, before padding is taken away: all ones where 64 bits do not hold it.
DTU_LATER constexpr std::uint64_t TransposedSize(std::uint32_t size, std::uint32_t stride, std::uint64_t extent,
                                                 std::uint32_t added) noexcept
{
    std::uint64_t whole = (size - std::uint64_t{1}) * stride;
    return Add(whole, extent, whole) && Add(whole, added, whole) ? whole : Max64;
}

// The sizes of an output on the way from its input's. They may exceed 32 bits until the end; the first error is kept,
// and what follows it changes nothing that is read.
struct OutputSizes
{
    std::uint64_t sizes[MaxRank] = {};
    std::uint32_t rank;
    Diagnosis reason;

    // The arguments' own errors, then the input's rank and sizes.
    DTU_LATER constexpr OutputSizes(std::initializer_list<const Dimensions*> arguments, const Window& window,
                                    const Dimensions& input, std::uint32_t least, std::uint32_t most) noexcept
        : rank(static_cast<std::uint32_t>(input.size()))
    {
        for (const Dimensions* argument : arguments) { reason = FirstOf(reason, argument->Reason()); }
        for (const Dimensions* list :
             {&window.strides, &window.dilations, &window.startPadding, &window.endPadding, &window.outputPadding})
        {
            reason = FirstOf(reason, list->Reason());
        }
        NoZero(input, rank);
        Require(rank >= least && rank <= most, TensorError::RankDiffers, None32, rank, rank < least ? least : most);
        for (std::uint32_t i = 0; i < rank; ++i) { sizes[i] = input[i]; }
    }

    DTU_LATER constexpr bool Require(bool holds, TensorError error, std::uint32_t axis, std::uint64_t actual,
                                     std::uint64_t required) noexcept
    {
        if (reason.Ok() && !holds) { reason = {error, axis, actual, required}; }
        return reason.Ok();
    }

    DTU_LATER constexpr bool Count(const Dimensions& values, std::uint64_t count) noexcept
    {
        return Require(values.size() == count, TensorError::RankDiffers, None32, values.size(), count);
    }

    // So many values, none of them 0.
    DTU_LATER constexpr bool NoZero(const Dimensions& values, std::uint64_t count) noexcept
    {
        Count(values, count);
        for (std::uint32_t i = 0; i < values.size(); ++i) { Require(values[i] != 0, TensorError::ZeroSize, i, 0, 1); }
        return reason.Ok();
    }

    // A number of 32 bits that is not 0; 1 after an error.
    DTU_LATER constexpr std::uint32_t Factor(AnyInteger value) noexcept
    {
        Require(!value.IsNegative() && value.Bits() <= Max32, TensorError::ValueRange, None32, value.Bits(), Max32);
        return Require(value.Bits() != 0, TensorError::ZeroSize, None32, 0, 1) ? Low32(value) : 1;
    }

    // All ones where 64 bits do not hold it.
    DTU_LATER constexpr void Scale(std::uint32_t axis, std::uint32_t factor) noexcept
    {
        if (!Multiply(sizes[axis], factor, sizes[axis])) { sizes[axis] = Max64; }
    }

    DTU_LATER constexpr void Divide(std::uint32_t axis, std::uint64_t divisor) noexcept
    {
        const bool divides = sizes[axis] % divisor == 0;
        if (Require(divides, TensorError::ValueRange, axis, sizes[axis], divisor)) { sizes[axis] /= divisor; }
    }

    // The lists of a window have one entry for each spatial axis, if any.
    DTU_LATER constexpr bool Take(const Window& window, std::uint64_t outputPaddings) noexcept
    {
        const std::uint64_t spatial = rank - 2;
        if (!window.strides.empty()) { NoZero(window.strides, spatial); }
        if (!window.dilations.empty()) { NoZero(window.dilations, spatial); }
        if (!window.startPadding.empty()) { Count(window.startPadding, spatial); }
        if (!window.endPadding.empty()) { Count(window.endPadding, spatial); }
        if (!window.outputPadding.empty()) { Count(window.outputPadding, outputPaddings); }
        return reason.Ok();
    }

    // An entry of a list, or what an empty one means.
    static constexpr std::uint32_t Entry(const Dimensions& values, std::uint32_t i, std::uint32_t usual) noexcept
    {
        return values.empty() ? usual : values[i];
    }

    // How many windows fit on each spatial axis. Padded sizes are below 2^34, extents below 2^64.
    DTU_LATER constexpr void CountWindows(const std::uint32_t* windowSizes, const Window& window) noexcept
    {
        for (std::uint32_t i = 0; reason.Ok() && i + 2 < rank; ++i)
        {
            const std::uint64_t padded =
                sizes[2 + i] + Entry(window.startPadding, i, 0) + Entry(window.endPadding, i, 0);
            const std::uint64_t extent = WindowExtent(windowSizes[i], Entry(window.dilations, i, 1));
            Require(extent <= padded, TensorError::SliceRange, 2 + i, extent, padded);
            sizes[2 + i] = WindowsThatFit(padded, extent, Entry(window.strides, i, 1));
        }
    }

    DTU_LATER constexpr TensorLayout Packed() noexcept
    {
        std::uint32_t values[MaxRank] = {};
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            Require(sizes[i] <= Max32, TensorError::ValueRange, i, sizes[i], Max32);
            values[i] = static_cast<std::uint32_t>(sizes[i] & Max32);
        }
        return reason.Ok() ? TensorLayout::Packed(Dimensions(static_cast<const std::uint32_t*>(values), rank))
                           : Carrying::Of<TensorLayout>(reason);
    }
};

// What both directions of a convolution ask: ranks, no zeros, a filter whose first axis the groups divide.
DTU_LATER constexpr OutputSizes StartConvolution(const Dimensions& input, const Dimensions& filter,
                                                 const Window& window, std::uint32_t& groups,
                                                 AnyInteger groupCount) noexcept
{
    OutputSizes output({&input, &filter}, window, input, 3, 5);
    groups = output.Factor(groupCount);
    output.NoZero(filter, output.rank);
    if (output.reason.Ok()) { output.Take(window, output.rank - 2); }
    return output;
}

// Of one input or more. Whether there are some is not asked of the pointer here, which g++ 12 does not take for a
// constant where it is a list's.
DTU_LATER constexpr TensorLayout JoinedSizes(const Dimensions* inputs, std::uint64_t count, AnyInteger axis) noexcept
{
    Diagnosis reason;
    for (std::uint64_t n = 0; n < count; ++n) { reason = FirstOf(reason, inputs[n].Reason()); }
    OutputSizes output({}, {}, inputs[0], 1, MaxRank);
    output.reason = FirstOf(reason, output.reason);
    const std::uint64_t at = axis.Bits(); // beyond every rank where it is below 0
    output.Require(at < output.rank, TensorError::AxisOutOfRange, None32, at, output.rank);
    for (std::uint64_t n = 1; n < count && output.NoZero(inputs[n], output.rank); ++n)
    {
        for (std::uint32_t i = 0; i < output.rank; ++i)
        {
            const std::uint32_t size = inputs[n][i], first = inputs[0][i];
            output.Require(i == at || size == first, TensorError::SizesDiffer, i, size, first);
        }
        if (!Add(output.sizes[at], inputs[n][at], output.sizes[at])) { output.sizes[at] = Max64; }
    }
    return output.Packed();
}
} // namespace detail

/// {N, filter[0], (input + padding - ((filter - 1) * dilation + 1)) / stride + 1, rounded down}.
/// The output of a convolution. Input: N, C and 1 to 3 spatial sizes; filter: output channels, C / groupCount and the
/// window. outputPadding is judged for its length alone.
/// Errors: RankDiffers, ZeroSize, SizesDiffer (axis 1, the channels), ValueRange (filter[0] is no multiple of
/// groupCount, or a size beyond 32 bits), SliceRange (the window does not fit: axis, its extent, the padded size).
/// Source: "DML_CONVOLUTION_OPERATOR_DESC structure", DirectMLX.
DTU_LATER constexpr TensorLayout ConvolutionOutput(const Dimensions& input, const Dimensions& filter,
                                                   const Window& window = {}, AnyInteger groupCount = 1) noexcept
{
    std::uint32_t groups = 1;
    detail::OutputSizes output = detail::StartConvolution(input, filter, window, groups, groupCount);
    const std::uint64_t channels = std::uint64_t{filter[1]} * groups;
    output.Require(channels == input[1], TensorError::SizesDiffer, 1, channels, input[1]);
    output.Require(filter[0] % groups == 0, TensorError::ValueRange, 0, filter[0], groups);
    output.sizes[1] = filter[0];
    output.CountWindows(filter.data() + 2, window);
    return output.Packed();
}

/// {N, filter[1] * groupCount, (input - 1) * stride + (filter - 1) * dilation + 1 + outputPadding - padding}.
/// The output of a convolution with DML_CONVOLUTION_DIRECTION_BACKWARD. Input: N, C and 1 to 3 spatial sizes; filter:
/// C, output channels / groupCount and the window.
/// Errors: RankDiffers, ZeroSize, SizesDiffer (axis 0 of the filter and the input's channels), ValueRange (filter[0] is
/// no multiple of groupCount, or a size beyond 32 bits), SliceRange (padding leaves nothing: axis, padding, the size).
/// Source: ONNX, ConvTranspose; the page of DML_CONVOLUTION_OPERATOR_DESC prints none.
DTU_LATER constexpr TensorLayout TransposedConvolutionOutput(const Dimensions& input, const Dimensions& filter,
                                                             const Window& window = {},
                                                             AnyInteger groupCount = 1) noexcept
{
    using Sizes = detail::OutputSizes;
    std::uint32_t groups = 1;
    Sizes output = detail::StartConvolution(input, filter, window, groups, groupCount);
    output.Require(filter[0] == input[1], TensorError::SizesDiffer, 0, filter[0], input[1]);
    output.Require(filter[0] % groups == 0, TensorError::ValueRange, 0, filter[0], groups);
    output.sizes[1] = std::uint64_t{filter[1]} * groups;
    for (std::uint32_t i = 0; output.reason.Ok() && i + 2 < output.rank; ++i)
    {
        const std::uint64_t padding =
            Sizes::Entry(window.startPadding, i, 0) + std::uint64_t{Sizes::Entry(window.endPadding, i, 0)};
        const std::uint64_t whole =
            detail::TransposedSize(input[2 + i], Sizes::Entry(window.strides, i, 1),
                                   detail::WindowExtent(filter[2 + i], Sizes::Entry(window.dilations, i, 1)),
                                   Sizes::Entry(window.outputPadding, i, 0));
        output.Require(padding < whole, TensorError::SliceRange, 2 + i, padding, whole);
        output.sizes[2 + i] = whole == detail::Max64 ? whole : whole - padding;
    }
    return output.Packed();
}

/// {N, C, (input + padding - ((windowSize - 1) * dilation + 1)) / stride + 1, rounded down}.
/// The output of average, Lp and maximum pooling. Input: N, C and 2 or 3 spatial sizes.
/// Errors: RankDiffers (also where outputPadding is not empty), ZeroSize, SliceRange (the window does not fit, where
/// DirectMLX gives 1: axis, its extent, the padded size), ValueRange (a size beyond 32 bits).
/// Source: "DML_AVERAGE_POOLING_OPERATOR_DESC structure"; dilations as in DirectMLX.
DTU_LATER constexpr TensorLayout PoolingOutput(const Dimensions& input, const Dimensions& windowSize,
                                               const Window& window = {}) noexcept
{
    detail::OutputSizes output({&input, &windowSize}, window, input, 4, 5);
    if (output.reason.Ok() && output.NoZero(windowSize, input.size() - 2) && output.Take(window, 0))
    {
        output.CountWindows(windowSize.data(), window);
    }
    return output.Packed();
}

/// {batch..., rows of a, columns of b}, a and b transposed first where that is asked.
/// The output of GEMM: 2 to 4 axes, of which the last two are multiplied and the others equal.
/// Errors: RankDiffers, ZeroSize, SizesDiffer (an axis of b: the inner size, or that of a batch; b's, a's).
/// Source: "DML_GEMM_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout GemmOutput(const Dimensions& a, const Dimensions& b, bool transposeA = false,
                                            bool transposeB = false) noexcept
{
    detail::OutputSizes output({&a, &b}, {}, a, 2, 4);
    if (!output.reason.Ok() || !output.NoZero(b, a.size())) { return output.Packed(); }
    const std::uint32_t rows = output.rank - 2, columns = output.rank - 1;
    const std::uint32_t inner = a[transposeA ? rows : columns], axis = transposeB ? columns : rows;
    output.Require(b[axis] == inner, TensorError::SizesDiffer, axis, b[axis], inner);
    for (std::uint32_t i = 0; i < rows; ++i) { output.Require(b[i] == a[i], TensorError::SizesDiffer, i, b[i], a[i]); }
    output.sizes[rows] = a[transposeA ? columns : rows];
    output.sizes[columns] = b[transposeB ? rows : columns];
    return output.Packed();
}

/// The input's sizes, 1 on each of the axes.
/// The output of REDUCE, ARGMIN and ARGMAX.
/// Errors: RankDiffers, ZeroSize, AxisOutOfRange, AxisOrder (an axis twice).
/// Source: "DML_REDUCE_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout ReduceOutput(const Dimensions& input, const Dimensions& axes) noexcept
{
    detail::OutputSizes output({&input, &axes}, {}, input, 1, detail::MaxRank);
    std::uint32_t seen = 0;
    for (const std::uint32_t& axis : axes)
    {
        const std::uint32_t i = static_cast<std::uint32_t>(&axis - axes.begin());
        if (!output.Require(axis < output.rank, TensorError::AxisOutOfRange, i, axis, output.rank)) { break; }
        output.Require((seen >> axis & 1) == 0, TensorError::AxisOrder, i, axis, output.rank);
        seen |= std::uint32_t{1} << axis;
        output.sizes[axis] = 1;
    }
    return output.Packed();
}

/// The first input's sizes, the sum of all inputs' on the axis.
/// The output of JOIN; the way back, SPLIT, has such an input.
/// Errors: NullPointer (no inputs), ZeroSize, RankDiffers, AxisOutOfRange, SizesDiffer (another axis; its size, the
/// first input's), ValueRange (a sum beyond 32 bits, or a count below 0).
/// Source: "DML_JOIN_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout JoinOutput(const Dimensions* inputs, AnyInteger count, AnyInteger axis) noexcept
{
    const std::uint64_t bits = count.Bits();
    const Diagnosis none = {TensorError::NullPointer, detail::None32, 0, bits == 0 ? 1 : bits};
    const Diagnosis negative = {TensorError::ValueRange, detail::None32, bits, detail::Max64};
    if (count.IsNegative()) { return detail::Carrying::Of<TensorLayout>(negative); }
    if (bits == 0 || inputs == nullptr) { return detail::Carrying::Of<TensorLayout>(none); }
    return detail::JoinedSizes(inputs, bits, axis);
}
/// The same of a braced list.
DTU_LATER constexpr TensorLayout JoinOutput(std::initializer_list<Dimensions> inputs, AnyInteger axis) noexcept
{
    return inputs.size() == 0 ? detail::Carrying::Of<TensorLayout>({TensorError::NullPointer, detail::None32, 0, 1})
                              : detail::JoinedSizes(inputs.begin(), inputs.size(), axis);
}

/// ceil(windowSize / windowStride).
/// The output of SLICE and SLICE1. Strides are magnitudes: one below 0 only walks the other way.
/// Errors: RankDiffers, ZeroSize.
/// Source: "DML_SLICE1_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout SliceOutput(const Dimensions& windowSizes, const Dimensions& windowStrides) noexcept
{
    detail::OutputSizes output({&windowSizes, &windowStrides}, {}, windowSizes, 1, detail::MaxRank);
    const bool isValid = output.NoZero(windowStrides, output.rank);
    for (std::uint32_t i = 0; isValid && i < output.rank; ++i)
    {
        output.sizes[i] = (output.sizes[i] + windowStrides[i] - 1) / windowStrides[i];
    }
    return output.Packed();
}

/// start + input + end.
/// The output of PADDING and PADDING1.
/// Errors: RankDiffers, ZeroSize, ValueRange (a size beyond 32 bits, where DirectML's own wraps).
/// Source: "DML_PADDING_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout PaddingOutput(const Dimensions& input, const Dimensions& start,
                                               const Dimensions& end) noexcept
{
    detail::OutputSizes output({&input, &start, &end}, {}, input, 1, detail::MaxRank);
    output.Count(start, output.rank);
    output.Count(end, output.rank);
    for (std::uint32_t i = 0; i < output.rank; ++i) { output.sizes[i] += std::uint64_t{start[i]} + end[i]; }
    return output.Packed();
}

/// input * repeats.
/// The output of TILE.
/// Errors: RankDiffers, ZeroSize, ValueRange (a size beyond 32 bits, where DirectML's own wraps).
/// Source: "DML_TILE_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout TileOutput(const Dimensions& input, const Dimensions& repeats) noexcept
{
    detail::OutputSizes output({&input, &repeats}, {}, input, 1, detail::MaxRank);
    output.NoZero(repeats, output.rank);
    for (std::uint32_t i = 0; i < output.rank; ++i) { output.Scale(i, repeats[i]); }
    return output.Packed();
}

/// {..., input * height, input * width}.
/// The output of UPSAMPLE_2D: 4 or 5 axes, of which the last two grow.
/// Errors: RankDiffers, ZeroSize, ValueRange.
/// Source: "DML_UPSAMPLE_2D_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout UpsampleOutput(const Dimensions& input, AnyInteger height, AnyInteger width) noexcept
{
    detail::OutputSizes output({&input}, {}, input, 4, 5);
    const std::uint32_t rows = output.Factor(height), columns = output.Factor(width);
    if (!output.reason.Ok()) { return output.Packed(); }
    output.Scale(output.rank - 2, rows);
    output.Scale(output.rank - 1, columns);
    return output.Packed();
}

/// {N, C / blockSize^2, H * blockSize, W * blockSize}.
/// The output of DEPTH_TO_SPACE and DEPTH_TO_SPACE1.
/// Errors: RankDiffers, ZeroSize, ValueRange (a size beyond 32 bits; channels that are no multiple of blockSize^2).
/// Source: "DML_DEPTH_TO_SPACE_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout DepthToSpaceOutput(const Dimensions& input, AnyInteger blockSize) noexcept
{
    detail::OutputSizes output({&input}, {}, input, 4, 4);
    const std::uint32_t block = output.Factor(blockSize);
    output.Divide(1, std::uint64_t{block} * block);
    output.Scale(2, block);
    output.Scale(3, block);
    return output.Packed();
}

/// {N, C * blockSize^2, H / blockSize, W / blockSize}.
/// The output of SPACE_TO_DEPTH and SPACE_TO_DEPTH1.
/// Errors: RankDiffers, ZeroSize, ValueRange (a size beyond 32 bits; a height or width that is no multiple of
/// blockSize).
/// Source: "DML_SPACE_TO_DEPTH_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout SpaceToDepthOutput(const Dimensions& input, AnyInteger blockSize) noexcept
{
    detail::OutputSizes output({&input}, {}, input, 4, 4);
    const std::uint32_t block = output.Factor(blockSize);
    output.Divide(2, block);
    output.Divide(3, block);
    output.Scale(1, block);
    output.Scale(1, block);
    return output.Packed();
}

/// indices without their last axis ++ input from axis batchDimensions + (last size of indices) on, with 1s in front up
/// to the input's rank.
/// The output of GATHER_ND and GATHER_ND1; InputDimensionCount and IndicesDimensionCount are the lists' lengths. Batch
/// sizes are not compared, since DirectML does not.
/// Errors: ZeroSize, AxisOutOfRange (batchDimensions), RankDiffers (no axes, the last size of the indices names more
/// axes than the input has, or the output has more than 8).
/// Source: "DML_GATHER_ND1_OPERATOR_DESC structure".
DTU_LATER constexpr TensorLayout GatherNdOutput(const Dimensions& input, const Dimensions& indices,
                                                AnyInteger batchDimensions = 0) noexcept
{
    detail::OutputSizes output({&input, &indices}, {}, input, 1, detail::MaxRank);
    const std::uint64_t inputRank = input.size(), indicesRank = indices.size(), batch = batchDimensions.Bits();
    output.Require(indicesRank != 0, TensorError::RankDiffers, detail::None32, 0, 1);
    output.NoZero(indices, indicesRank);
    const std::uint64_t ranks = inputRank < indicesRank ? inputRank : indicesRank;
    output.Require(!batchDimensions.IsNegative() && batch < ranks, TensorError::AxisOutOfRange, detail::None32, batch,
                   ranks);
    if (!output.reason.Ok()) { return output.Packed(); }
    const std::uint64_t kept = indicesRank - 1, left = inputRank - batch, named = indices[kept];
    output.Require(named <= left, TensorError::RankDiffers, detail::None32, named, left);
    const std::uint64_t behind = left - named, given = kept + behind;
    if (!output.Require(given <= detail::MaxRank, TensorError::RankDiffers, detail::None32, given, detail::MaxRank))
    {
        return output.Packed();
    }
    output.rank = static_cast<std::uint32_t>(given > inputRank ? given : inputRank);
    for (std::uint32_t i = 0; i < output.rank; ++i)
    {
        const std::uint64_t ones = output.rank - given, from = i - ones;
        output.sizes[i] = i < ones ? 1 : from < kept ? indices[from] : input[inputRank - behind + from - kept];
    }
    return output.Packed();
}

// =====================================================================================================================
//   Why an operator is refused
// =====================================================================================================================

/// Why DirectML refuses an operator, or what it takes silently (hazards).
enum class [[nodiscard]] OperatorError : std::uint32_t{
    None = 0, ///< nothing is wrong
    Tensor,   ///< a rule of one tensor, or of a Gather: OperatorDiagnosis::tensor has it

    DataType, TypesDiffer, RanksDiffer, SizesDiffer, NotOneOrEqual, BroadcastRanksDiffer, ///< of tensors
    AxisRange, Range, Enumerator, NotEqual, Zero, CountIsNotRank, Condition, Bound,       ///< of attributes
    ComputedSizes, NotTwoDimensional, NotFloat, NotRank4, BatchSizes,                     ///< of several operators
    MatrixSizes, MatrixBatch, AZeroPointSizes, BZeroPointSizes, AScaleSizes, BScaleSizes, ///< of matrix products
    OutputZeroPointSizes, OutputScaleSizes,                                               ///< and of convolutions
    OutputPadding, GroupCountZero, OutputChannels, InputChannels, GroupsDivideOutputChannels, BiasSizes,
    InputZeroPointSizes, InputScaleSizes, FilterZeroPointSizes, FilterScaleSizes, ///< of convolutions
    ReduceFunction, ReducedSizeNotOne, KeptSizeDiffers,                           ///< of REDUCE and its kin
    NoTensors, JoinElementLimit, JoinSumOverflows, JoinOtherSizes, JoinSum,       ///< of JOIN
    SplitOtherSizes, SplitSumOverflows, SplitSum,                                 ///< of SPLIT
    SliceWindow, NegativeStride, PaddingElementLimit, PaddedSizes, TiledSizes,    ///< of SLICE, PADDING, TILE
    ScaleNotPositive, UpsampleOverflows, UpsampledSizes, ChannelCount,            ///< of scaled pictures
    RoiSizes, PooledSizes, RoiChannels, NotFinite,                                ///< of regions of interest
    BlockDividesChannels, BlockDividesHeight, BlockDividesWidth, OneHotValues, QuantizationType,
    QuantizationTensorCount, BlockSizes, ScaleTypeDiffers, ///< of quantization
    FusedActivation,                                       ///< an activation that the operator does not fuse
    NullDescription,                                       ///< DML_OPERATOR_DESC::Desc is null
    NullArray,                                             ///< a list is null that must not be
    Terminates, ///< DirectML ends the process: it reads through a null pointer, or divides by 0

    // Hazards: DirectML takes them without a word, though they hardly mean what their author meant.
    DocumentedSize,   ///< the output has another size than the documentation's formula gives
    ZeroStep,         ///< a stride, window or dilation of 0
    SizeWraps,        ///< a 32-bit sum or product of DirectML's own wrapped
    RepeatedAxis,     ///< an axis is named twice
    BatchSizesDiffer, ///< the batch sizes of input and indices of GATHER_ND1 differ

    Unknown, ///< what DirectML checks of this operator is not known here: neither accepted nor refused
};

/// DirectML takes it without a word, but it hardly means what its author meant.
constexpr bool IsHazard(OperatorError error) noexcept
{
    return error >= OperatorError::DocumentedSize && error <= OperatorError::BatchSizesDiffer;
}

/// What was found wrong in an operator, where, and what was needed.
struct [[nodiscard]] OperatorDiagnosis
{
    OperatorError error = OperatorError::None;     ///< the reason
    DML_OPERATOR_TYPE type = DML_OPERATOR_INVALID; ///< of the description
    std::uint32_t field = detail::None32;          ///< of the operator's struct, from 0 in its order
    std::uint32_t element = detail::None32;        ///< of a field that is a list
    std::uint32_t axis = detail::None32;           ///< of a tensor's sizes
    std::uint64_t actual = 0;                      ///< what was found
    std::uint64_t required = 0;                    ///< what was needed
    Diagnosis tensor;                              ///< where the error is Tensor

    /// Nothing to say.
    constexpr bool Ok() const noexcept { return error == OperatorError::None; }
    /// DirectML's CreateOperator takes it: Ok, or only a hazard.
    constexpr bool Accepted() const noexcept
    {
        return Ok() || IsHazard(error) || (error == OperatorError::Tensor && tensor.Accepted());
    }
    /// It refuses it, or dies. Unknown is neither accepted nor refused.
    constexpr bool Refused() const noexcept { return !Accepted() && error != OperatorError::Unknown; }
};

// =====================================================================================================================
//   Messages
// =====================================================================================================================

namespace detail
{
// The names and their sentences, in the order of the enumeration; a sentence that begins with a comma, a colon, or
// nothing, goes on behind "{size} is {actual}; it must be {required}". Placeholders: {field}, with its element; {size},
// what the numbers are of; {actual} and {required}, as numbers, or with a word behind them: type (of elements), types (a
// mask of them), activation.
// clang-format off
#define DTU_TEXTS(TEXT) \
    TEXT(None, "no error") \
    TEXT(Tensor, "") \
    TEXT(DataType, "{field}.DataType is {actual type}; it must be {required types}") \
    TEXT(TypesDiffer, "{field}.DataType is {actual type}; it must be {required type}") \
    TEXT(RanksDiffer, "") \
    TEXT(SizesDiffer, "") \
    TEXT(NotOneOrEqual, "{size} is {actual}; it must be 1 or {required}") \
    TEXT(BroadcastRanksDiffer, "") \
    TEXT(AxisRange, "{size} is {actual}; it must be below {required}, the DimensionCount") \
    TEXT(Range, "{size} is {actual}; what it may be ends at {required}") \
    TEXT(Enumerator, "{field} is {actual}, no such enumerator; they end at {required}") \
    TEXT(NotEqual, "") \
    TEXT(Zero, "{size} is {actual}; it must be at least {required}") \
    TEXT(CountIsNotRank, ", for the tensor's DimensionCount") \
    TEXT(Condition, "") \
    TEXT(Bound, "") \
    TEXT(ComputedSizes, "{size} is {actual}; the operator yields {required}") \
    TEXT(NotTwoDimensional, ", the product of the last two sizes: all others must be 1") \
    TEXT(NotFloat, "{field}.DataType is {actual type}; it must be FLOAT32 or FLOAT16") \
    TEXT(NotRank4, "") \
    TEXT(BatchSizes, ", as the input's is") \
    TEXT(MatrixSizes, "{size} is {actual}; the product of the matrices needs {required}") \
    TEXT(MatrixBatch, ", as ATensor's is") \
    TEXT(AZeroPointSizes, "{size} is {actual}; one element or one a row of ATensor needs {required}") \
    TEXT(BZeroPointSizes, "{size} is {actual}; one element or one a column of BTensor needs {required}") \
    TEXT(AScaleSizes, "{size} is {actual}; one element or one a row of ATensor needs {required}") \
    TEXT(BScaleSizes, "{size} is {actual}; one element or one a column of BTensor needs {required}") \
    TEXT(OutputZeroPointSizes, "") \
    TEXT(OutputScaleSizes, "") \
    TEXT(OutputPadding, "{field} is {actual}; it must be below {required}, the output's size") \
    TEXT(GroupCountZero, "{field} is {actual}; it must be at least {required}") \
    TEXT(OutputChannels, ", FilterTensor.Sizes[0]") \
    TEXT(InputChannels, ", FilterTensor.Sizes[1] * GroupCount") \
    TEXT(GroupsDivideOutputChannels, "{size} is {actual}; it must be a multiple of {required}, GroupCount") \
    TEXT(BiasSizes, ", the output's channels, on axis 1 alone") \
    TEXT(InputZeroPointSizes, "") \
    TEXT(InputScaleSizes, "") \
    TEXT(FilterZeroPointSizes, "{size} is {actual}; one element or one a channel needs {required}") \
    TEXT(FilterScaleSizes, "{size} is {actual}; one element or one a channel needs {required}") \
    TEXT(ReduceFunction, "{field} is {actual}, no such function; the last is {required}") \
    TEXT(ReducedSizeNotOne, ", on an axis that is reduced") \
    TEXT(KeptSizeDiffers, ", as InputTensor's, on an axis that is kept") \
    TEXT(NoTensors, "{field} is {actual}; it must be at least {required}") \
    TEXT(JoinElementLimit, "{field} has {actual} elements; it must have at most {required}") \
    TEXT(JoinSumOverflows, "the inputs up to {field} are {actual} on Axis; they must be at most {required}") \
    TEXT(JoinOtherSizes, ", as OutputTensor's is") \
    TEXT(JoinSum, ", the sum of the inputs'") \
    TEXT(SplitOtherSizes, ", as InputTensor's is") \
    TEXT(SplitSumOverflows, "the outputs up to {field} are {actual} on Axis; they must be at most {required}") \
    TEXT(SplitSum, ", the sum of the outputs'") \
    TEXT(SliceWindow, "the slice from {field} on ends at {actual}; it must end at {required} at most") \
    TEXT(NegativeStride, "{field} is {actual}; it must be below {required} (SLICE1 walks backwards)") \
    TEXT(PaddingElementLimit, "{field} has {actual} elements; it must have at most {required}") \
    TEXT(PaddedSizes, ", StartPadding + the input's + EndPadding") \
    TEXT(TiledSizes, ", the input's * Repeats") \
    TEXT(ScaleNotPositive, "{field} is not above 0; every scale must be") \
    TEXT(UpsampleOverflows, "{size} would become {actual}; it must be at most {required}") \
    TEXT(UpsampledSizes, ", the input's * ScaleSize") \
    TEXT(ChannelCount, ", InputTensor.Sizes[1], which must be 1 or 3") \
    TEXT(RoiSizes, ": ROITensor is {1, 1, OutputTensor.Sizes[0], 5}") \
    TEXT(PooledSizes, ", as PooledSize says") \
    TEXT(RoiChannels, ", InputTensor.Sizes[1]") \
    TEXT(NotFinite, "{field} is below 0 or infinite; it must be neither") \
    TEXT(BlockDividesChannels, "{size} is {actual}; BlockSize * BlockSize must divide the channels") \
    TEXT(BlockDividesHeight, "{size} is {actual}; it must be a multiple of {required}, BlockSize") \
    TEXT(BlockDividesWidth, "{size} is {actual}; it must be a multiple of {required}, BlockSize") \
    TEXT(OneHotValues, "{field} has {actual} element; it must have {required}, off and on") \
    TEXT(QuantizationType, "{field} is {actual}; it must be 1 (SCALE) or {required} (SCALE_ZERO_POINT)") \
    TEXT(QuantizationTensorCount, ", for this QuantizationType") \
    TEXT(BlockSizes, "{size} is {actual}; it must be a multiple of {required}, the scale's size") \
    TEXT(ScaleTypeDiffers, "{field}.DataType is {actual type}; it must be {required type}, as InputTensor's is") \
    TEXT(FusedActivation, "{field} is {actual activation}, which the operator does not fuse") \
    TEXT(NullDescription, "Desc is null; point it to the operator's structure") \
    TEXT(NullArray, "{field} is null; point it to as many elements as its count says") \
    TEXT(Terminates, "of {field} DirectML reads what is not there, or divides by 0: it ends the process") \
    TEXT(DocumentedSize, "DirectML takes it, but {size} is {actual}; the documented formula gives {required}") \
    TEXT(ZeroStep, "DirectML takes it, but {field} is {actual}; it should be at least {required}") \
    TEXT(SizeWraps, "DirectML takes it, but {size} comes from {actual}, which exceeds 32 bits and wraps") \
    TEXT(RepeatedAxis, "DirectML takes it, but {field} is {actual}, an axis that was named before") \
    TEXT(BatchSizesDiffer, "DirectML takes it, but {size} is {actual}; the input's batch size is {required}") \
    TEXT(Unknown, "what DirectML checks of it is not known here")
#define DTU_NAME(name, sentence) #name,
#define DTU_SENTENCE(name, sentence) sentence,
// Apart, since a program that explains nothing needs no sentences.
inline constexpr const char* OperatorErrorNames[] = {DTU_TEXTS(DTU_NAME)};
inline constexpr const char* OperatorErrorSentences[] = {DTU_TEXTS(DTU_SENTENCE)};
#undef DTU_SENTENCE
#undef DTU_NAME
#undef DTU_TEXTS
// clang-format on

inline constexpr std::uint32_t OperatorErrorCount = sizeof(OperatorErrorNames) / sizeof(OperatorErrorNames[0]);
static_assert(static_cast<std::uint32_t>(OperatorError::Unknown) + 1 == OperatorErrorCount, "every error has its text");
} // namespace detail

/// The enumerator's name: "InputChannels". "?" for a value that does not exist.
constexpr const char* ToString(OperatorError error) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(error);
    return value < detail::OperatorErrorCount ? detail::OperatorErrorNames[value] : "?";
}

namespace detail
{
// =====================================================================================================================
//   The table: one row an operator, by its number. Source: the documentation of each operator's structure, and the
//   verdicts of DirectML 1.15.4 itself.
//
//   number, the least DML_TARGET_VERSION that has the structure, name, and a text: fields | checks.
//   Fields, `kind:Name,Name` in the structure's order. in, out: tensors, whose names go on with Tensor; `?`: may be null;
//     in brackets the mask of the data types, bit n for type n, and the ranks unless they are 1-8, both as of the tensor
//     before where there are none. ins, outs: Tensors, an array. uint (also enumerations and BOOL), int, float, scalar,
//     size2d, scalebias?, fused?. uints, ints, floats: a list. Arrays and lists are counted by the last field called
//     Count. Behind a tensor its relations, =letters:Other, of its own checks the last; those with ~ are the first.
//     Other is the first tensor where it is not named; the letters are trs where there are none: t types are equal, r
//     ranks, s sizes; b ranks (BroadcastRanksDiffer); o each size is 1 or the other's. A null tensor has none.
//   Checks, in DirectML's order, the first that fails is the reason; none: Unknown. =56: those of row 56
//     *           each tensor, in order. X alone: one tensor. X~letters:Other: relations alone
//     Reason(a=b,...)  what must hold, else Reason: also < <= >=; = one of b|c; % a is a multiple of b. Of a null tensor
//                 nothing is asked. a and b are sums from left to right of + - * / and ~, a difference that is 0 at least;
//                 ( ) is taken modulo 2^32. A list alone is 0 where it is null. X[0] is a size, X[-1] the last, and 1
//                 where there is none. [i], [k], [j]: for each entry or axis, each axis but Axis, each axis but two.
//                 & ties checks that are made of one i before those of the next. OperatorJudge::Property has what
//                 stands in front of a colon
//     Name()      the function OperatorJudge::Name
// =====================================================================================================================
struct OperatorRow
{
    std::uint32_t number;
    std::uint32_t target;
    const char* name;
    const char* text;
};

// clang-format off
inline constexpr OperatorRow OperatorRows[] = {
    {1, 0x1000, "ELEMENT_WISE_IDENTITY", "in:Input(0ffe) out:Output= scalebias? | *"},
    {2, 0x1000, "ELEMENT_WISE_ABS", "in:Input(09c6) out:Output= scalebias? | *"},
    {3, 0x1000, "ELEMENT_WISE_ACOS", "in:Input(0006) out:Output= scalebias? | *"},
    {4, 0x1000, "ELEMENT_WISE_ADD", "in:A(0dfe),B= out:Output= | *"},
    {5, 0x1000, "ELEMENT_WISE_ASIN", "in:Input(0006) out:Output= scalebias? | *"},
    {6, 0x1000, "ELEMENT_WISE_ATAN", "in:Input(0006) out:Output= scalebias? | *"},
    {7, 0x1000, "ELEMENT_WISE_CEIL", "in:Input(0006) out:Output= scalebias? | *"},
    {8, 0x1000, "ELEMENT_WISE_CLIP", "in:Input(0dfe) out:Output= scalebias? float:Min,Max | *"},
    {9, 0x1000, "ELEMENT_WISE_COS", "in:Input(0006) out:Output= scalebias? | *"},
    {10, 0x1000, "ELEMENT_WISE_DIVIDE", "in:A(0dfe),B= out:Output= | *"},
    {11, 0x1000, "ELEMENT_WISE_EXP", "in:Input(0006) out:Output= scalebias? | *"},
    {12, 0x1000, "ELEMENT_WISE_FLOOR", "in:Input(0006) out:Output= scalebias? | *"},
    {13, 0x1000, "ELEMENT_WISE_LOG", "in:Input(0006) out:Output= scalebias? | *"},
    {14, 0x1000, "ELEMENT_WISE_LOGICAL_AND", "in:A(0028),B= out:Output= | *"},
    {15, 0x1000, "ELEMENT_WISE_LOGICAL_EQUALS", "in:A(0dfe),B= out:Output(0028)=rs | *"},
    {16, 0x1000, "ELEMENT_WISE_LOGICAL_GREATER_THAN", "in:A(0dfe),B= out:Output(0028)=rs | *"},
    {17, 0x1000, "ELEMENT_WISE_LOGICAL_LESS_THAN", "in:A(0dfe),B= out:Output(0028)=rs | *"},
    {18, 0x1000, "ELEMENT_WISE_LOGICAL_NOT", "in:Input(0028) out:Output= | *"},
    {19, 0x1000, "ELEMENT_WISE_LOGICAL_OR", "in:A(0028),B= out:Output= | *"},
    {20, 0x1000, "ELEMENT_WISE_LOGICAL_XOR", "in:A(0028),B= out:Output= | *"},
    {21, 0x1000, "ELEMENT_WISE_MAX", "in:A(0dfe),B= out:Output= | *"},
    {22, 0x1000, "ELEMENT_WISE_MEAN", "in:A(004e),B= out:Output= | *"},
    {23, 0x1000, "ELEMENT_WISE_MIN", "in:A(0dfe),B= out:Output= | *"},
    {24, 0x1000, "ELEMENT_WISE_MULTIPLY", "in:A(0dfe),B= out:Output= | *"},
    {25, 0x1000, "ELEMENT_WISE_POW", "in:Input(01fe),Exponent=rs out:Output= scalebias? | *"},
    {26, 0x1000, "ELEMENT_WISE_CONSTANT_POW", "in:Input(0006) out:Output= scalebias? float:Exponent | *"},
    {27, 0x1000, "ELEMENT_WISE_RECIP", "in:Input(0006) out:Output= scalebias? | *"},
    {28, 0x1000, "ELEMENT_WISE_SIN", "in:Input(0006) out:Output= scalebias? | *"},
    {29, 0x1000, "ELEMENT_WISE_SQRT", "in:Input(0006) out:Output= scalebias? | *"},
    {30, 0x1000, "ELEMENT_WISE_SUBTRACT", "in:A(0dfe),B= out:Output= | *"},
    {31, 0x1000, "ELEMENT_WISE_TAN", "in:Input(0006) out:Output= scalebias? | *"},
    {32, 0x1000, "ELEMENT_WISE_THRESHOLD", "in:Input(01fe) out:Output= scalebias? float:Min | *"},
    {33, 0x1000, "ELEMENT_WISE_QUANTIZE_LINEAR", "in:Input(0046),Scale(0006)=rs in?:ZeroPoint(0120)=rs "
     "out:Output=t:ZeroPoint=rs | QuantizeLinear() *"},
    {34, 0x1000, "ELEMENT_WISE_DEQUANTIZE_LINEAR", "in:Input(01f8),Scale(0006)=t:Output=rs in?:ZeroPoint(01f8)= "
     "out:Output(3fff)=rs | *"},
    {35, 0x1000, "ACTIVATION_ELU", "in:Input(0006) out:Output= float:Alpha | *"},
    {36, 0x1000, "ACTIVATION_HARDMAX", "in:Input(0006) out:Output= | * "
     "NotTwoDimensional(count:Input=Input[-1]*Input[-2])"},
    {37, 0x1000, "ACTIVATION_HARD_SIGMOID", "in:Input(0006) out:Output= float:Alpha,Beta | *"},
    {38, 0x1000, "ACTIVATION_IDENTITY", "in:Input(0006) out:Output= | *"},
    {39, 0x1000, "ACTIVATION_LEAKY_RELU", "in:Input(0006) out:Output= float:Alpha | *"},
    {40, 0x1000, "ACTIVATION_LINEAR", "in:Input(0006) out:Output= float:Alpha,Beta | *"},
    {41, 0x1000, "ACTIVATION_LOG_SOFTMAX", "in:Input(0006) out:Output= | =36"},
    {42, 0x1000, "ACTIVATION_PARAMETERIZED_RELU", "in:Input(01c6),Slope= out:Output= | *"},
    {43, 0x1000, "ACTIVATION_PARAMETRIC_SOFTPLUS", "in:Input(0006) out:Output= float:Alpha,Beta | *"},
    {44, 0x1000, "ACTIVATION_RELU", "in:Input(01c6) out:Output= | *"},
    {45, 0x1000, "ACTIVATION_SCALED_ELU", "in:Input(0006) out:Output= float:Alpha,Gamma | *"},
    {46, 0x1000, "ACTIVATION_SCALED_TANH", "in:Input(0006) out:Output= float:Alpha,Beta | *"},
    {47, 0x1000, "ACTIVATION_SIGMOID", "in:Input(0006) out:Output= | *"},
    {48, 0x1000, "ACTIVATION_SOFTMAX", "in:Input(0006) out:Output= | =36"},
    {49, 0x1000, "ACTIVATION_SOFTPLUS", "in:Input(0006) out:Output= float:Steepness | *"},
    {50, 0x1000, "ACTIVATION_SOFTSIGN", "in:Input(0006) out:Output= | *"},
    {51, 0x1000, "ACTIVATION_TANH", "in:Input(0006) out:Output= | *"},
    {52, 0x1000, "ACTIVATION_THRESHOLDED_RELU", "in:Input(0006) out:Output= float:Alpha | *"},
    {53, 0x1000, "CONVOLUTION", "in:Input(0006,3-5),Filter=tr in?:Bias=tr out:Output=tr uint:Mode,Direction,"
     "DimensionCount uints:Strides,Dilations,StartPadding,EndPadding,OutputPadding uint:GroupCount fused? | * "
     "Range(DimensionCount>=1<=3) OutputPadding(OutputPadding[i]<Output[i-DimensionCount]) Enumerator(Mode<2,"
     "Direction<2) Channels() BiasSizes(Bias[1]=Output[1],count:Bias=Output[1])"},
    {54, 0x1000, "GEMM", "in:A(0006,2-4),B=tr in?:C=tr=rs:Output out:Output=tr uint:TransA,TransB float:Alpha,Beta "
     "fused? | * Enumerator(TransA<2,TransB<2) MatrixSizes(B[TransB-2]=A[-1-TransA],Output[-2]=A[TransA-2],"
     "Output[-1]=B[-1-TransB]) MatrixBatch(B[-3]=A[-3],B[-4]=A[-4],Output[-3]=A[-3],Output[-4]=A[-4])"},
    {55, 0x1000, "REDUCE", "uint:Function in:Input out:Output uint:AxisCount uints:Axes | ReduceTensors() Output~r "
     "AxisRange(Axes[i]<rank:Input) Reduce()"},
    {56, 0x1000, "AVERAGE_POOLING", "in:Input(0006,4-5) out:Output=tr uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding uint:IncludePadding | * Range(DimensionCount>=2<=3) "
     "CountIsNotRank(DimensionCount+2=rank:Input) BatchSizes(Output[0]=Input[0],Output[1]=Input[1])"},
    {57, 0x1000, "LP_POOLING", "in:Input(0006,4-5) out:Output=tr uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding uint:P | =56"},
    {58, 0x1000, "MAX_POOLING", "in:Input(0dfe,4-5) out:Output=tr uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding | =56"},
    {59, 0x1000, "ROI_POOLING", "in:Input(01fe,4-5),ROI out:Output float:SpatialScale size2d:PooledSize | * ROI~r "
     "Output~r ROI~t Output~t NotRank4(rank:Input=4) NotFloat(type:Input=1|2) RoiSizes(ROI[-2]=Output[0],ROI[-1]=5,"
     "count:ROI=Output[0]*5) PooledSizes(Output[2]=PooledSize.Height,Output[3]=PooledSize.Width) "
     "RoiChannels(Output[1]=Input[1])"},
    {60, 0x1000, "SLICE", "in:Input(0ffe) out:Output=tr uint:DimensionCount uints:Offsets,Sizes,Strides | * "
     "CountIsNotRank(DimensionCount=rank:Input) NullArray(Offsets>=1,Strides>=1) ComputedSizes(Output[i]=Sizes[i]) "
     "Condition(Strides[i]>=1)&SliceWindow(Offsets[i]+((Output[i]-1)*abs:Strides[i]+1)<=Input[i]) "
     "NegativeStride(Strides[i]<2147483648)"},
    {61, 0x1000, "CAST", "in:Input(0ffe) out:Output=rs | *"},
    {62, 0x1000, "SPLIT", "in:Input(0ffe) uint:OutputCount outs:Output uint:Axis | NoTensors(OutputCount>=1) Split()"},
    {63, 0x1000, "JOIN", "uint:InputCount ins:Input(0ffe) out:Output uint:Axis | NoTensors(InputCount>=1) Join()"},
    {64, 0x1000, "PADDING", "in:Input(0ffe) out:Output=tr uint:PaddingMode float:PaddingValue uint:DimensionCount "
     "uints:StartPadding,EndPadding | * NotEqual(DimensionCount=rank:Input) Enumerator(PaddingMode<5) "
     "PaddingElementLimit(count:Input<=2147483647) PaddedSizes(Output[i]=(Input[i]+StartPadding[i]+EndPadding[i]))"},
    {65, 0x1000, "VALUE_SCALE_2D", "in:Input(01fe,4-5) out:Output=rst float:Scale uint:ChannelCount floats:Bias | * "
     "NotFloat(type:Input=1|2) NotRank4(rank:Input=4) ChannelCount(ChannelCount=Input[1],ChannelCount=1|3)"},
    {66, 0x1000, "UPSAMPLE_2D", "in:Input(01fe,4-5) out:Output=rt size2d:ScaleSize uint:InterpolationMode | * "
     "BatchSizes(Output[0]=Input[0],Output[1]=Input[1],Output[-3]=Input[-3]) NotFloat(type:Input=1|2) "
     "UpsampleOverflows(Input[-2]*ScaleSize.Height<=4294967295,Input[-1]*ScaleSize.Width<=4294967295) "
     "UpsampledSizes(Output[-2]=Input[-2]*ScaleSize.Height,Output[-1]=Input[-1]*ScaleSize.Width) "
     "Enumerator(InterpolationMode<2)"},
    {67, 0x1000, "GATHER", "in:Input(0ffe),Indices(0c48)=r out:Output(0ffe)=tr uint:Axis,IndexDimensions | * "
     "AxisRange(Axis<rank:Input) Range(IndexDimensions<=rank:Input) Gather()"},
    {68, 0x1000, "SPACE_TO_DEPTH", "in:Input(0ffe,4-4) out:Output=t uint:BlockSize | * "
     "BlockDividesHeight(Input[2]%BlockSize) BlockDividesWidth(Input[3]%BlockSize) ComputedSizes(Output[0]=Input[0],"
     "Output[1]=((Input[1]*BlockSize)*BlockSize),Output[2]=Input[2]/BlockSize,Output[3]=Input[3]/BlockSize)"},
    {69, 0x1000, "DEPTH_TO_SPACE", "in:Input(0ffe,4-4) out:Output=t uint:BlockSize | * "
     "BlockDividesChannels(BlockSize>=1) Terminates((BlockSize*BlockSize)>=1) "
     "BlockDividesChannels(Input[1]%(BlockSize*BlockSize)) ComputedSizes(Output[0]=Input[0],"
     "Output[1]=Input[1]/(BlockSize*BlockSize),Output[2]=(Input[2]*BlockSize),Output[3]=(Input[3]*BlockSize))"},
    {70, 0x1000, "TILE", "in:Input(0ffe) out:Output=tr uint:RepeatsCount uints:Repeats | * "
     "CountIsNotRank(RepeatsCount=rank:Input) TiledSizes(Output[i]=(Input[i]*Repeats[i]))"},
    {71, 0x1000, "TOP_K", "in:Input(0dfe) out:OutputValue=tr,OutputIndex(0408)=r=s:OutputValue uint:Axis,K | * "
     "AxisRange(Axis<rank:Input) Range(K>=1<=Input[Axis]) ComputedSizes(OutputValue[k]=Input[k],OutputValue[Axis]=K)"},
    {72, 0x1000, "BATCH_NORMALIZATION", "in:Input(0006),Mean=tr,Variance=tr,Scale=tr,Bias=tr out:Output= uint:Spatial "
     "float:Epsilon fused? | * Mean~o Variance~o Scale~o Bias~o"},
    {73, 0x1000, "MEAN_VARIANCE_NORMALIZATION", "in:Input(0006,4-4) in?:Scale=tr,Bias=tr out:Output= uint:CrossChannel,"
     "NormalizeVariance float:Epsilon fused? | * Scale~o Bias~o"},
    {74, 0x1000, "LOCAL_RESPONSE_NORMALIZATION", "in:Input(0006,4-4) out:Output= uint:CrossChannel,LocalSize "
     "float:Alpha,Beta,Bias | * Zero(LocalSize>=1)"},
    {75, 0x1000, "LP_NORMALIZATION", "in:Input(0006) out:Output= uint:Axis float:Epsilon uint:P | * Range(P>=1<=2) "
     "AxisRange(Axis<rank:Input)"},
    {76, 0x1000, "RNN", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths out?:OutputSequence,"
     "OutputSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction"},
    {77, 0x1000, "LSTM", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,CellMemInit,SequenceLengths,Peephole "
     "out?:OutputSequence,OutputSingle,OutputCellSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction,"
     "ClipThreshold,UseClipThreshold,CoupleInputForget"},
    {78, 0x1000, "GRU", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths out?:OutputSequence,"
     "OutputSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction,LinearBeforeReset"},
    {79, 0x2000, "ELEMENT_WISE_SIGN", "in:Input(0dfe) out:Output= | *"},
    {80, 0x2000, "ELEMENT_WISE_IS_NAN", "in:Input(0006) out:Output(0028)=rs | *"},
    {81, 0x2000, "ELEMENT_WISE_ERF", "in:Input(0006) out:Output= scalebias? | *"},
    {82, 0x2000, "ELEMENT_WISE_SINH", "in:Input(0006) out:Output= scalebias? | *"},
    {83, 0x2000, "ELEMENT_WISE_COSH", "in:Input(0006) out:Output= scalebias? | *"},
    {84, 0x2000, "ELEMENT_WISE_TANH", "in:Input(0006) out:Output= scalebias? | *"},
    {85, 0x2000, "ELEMENT_WISE_ASINH", "in:Input(0006) out:Output= scalebias? | *"},
    {86, 0x2000, "ELEMENT_WISE_ACOSH", "in:Input(0006) out:Output= scalebias? | *"},
    {87, 0x2000, "ELEMENT_WISE_ATANH", "in:Input(0006) out:Output= scalebias? | *"},
    {88, 0x2000, "ELEMENT_WISE_IF", "in:Condition(0020),A(0ffe)=rs,B=t:A=rs out:Output=t:A=rs | *"},
    {89, 0x1000, "ELEMENT_WISE_ADD1", "in:A(0006),B= out:Output= fused? | *"},
    {90, 0x2000, "ACTIVATION_SHRINK", "in:Input(01fe) out:Output= float:Bias,Threshold | *"},
    {91, 0x2000, "MAX_POOLING1", "in:Input(0dfe,4-5) out:Output=tr out?:OutputIndices(0408,4-5)=r=s:Output "
     "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding | =56"},
    {92, 0x2000, "MAX_UNPOOLING", "in:Input(0dfe,4-4),Indices(0408,4-4)=rs out:Output(0dfe,4-4)=tr | *"},
    {93, 0x2000, "DIAGONAL_MATRIX", "out:Output(0ffe,2-4) int:Offset float:Value | *"},
    {94, 0x2000, "SCATTER", "in:Input(0ffe),Indices(0c48)=r,Updates(0ffe)=tr=s:Indices out:Output= uint:Axis | * "
     "AxisRange(Axis<rank:Input) ComputedSizes(Indices[k]=Input[k],Indices[Axis]<=Input[Axis])"},
    {95, 0x2000, "ONE_HOT", "in:Indices(0c48),Values(0ffe) out:Output=t:Values=r uint:Axis | * "
     "AxisRange(Axis<rank:Indices) ComputedSizes(Indices[k]=Output[k],Indices[Axis]=1) OneHotValues(count:Values>=2)"},
    {96, 0x2000, "RESAMPLE", "in:Input(0126,1-4) out:Output=tr uint:InterpolationMode,ScaleCount floats:Scales | * "
     "Enumerator(InterpolationMode<2) NotEqual(ScaleCount=rank:Input) ScaleNotPositive(positive:Scales[i]=1)"},
    {97, 0x2100, "ELEMENT_WISE_BIT_SHIFT_LEFT", "in:A(0438),B= out:Output= | *"},
    {98, 0x2100, "ELEMENT_WISE_BIT_SHIFT_RIGHT", "in:A(0438),B= out:Output= | *"},
    {99, 0x2100, "ELEMENT_WISE_ROUND", "in:Input(0006) out:Output= uint:RoundingMode | * Enumerator(RoundingMode<3)"},
    {100, 0x2100, "ELEMENT_WISE_IS_INFINITY", "in:Input(0006) out:Output(0020)=rs uint:InfinityMode | * "
     "Enumerator(InfinityMode<3)"},
    {101, 0x2100, "ELEMENT_WISE_MODULUS_TRUNCATE", "in:A(0dfe),B= out:Output= | *"},
    {102, 0x2100, "ELEMENT_WISE_MODULUS_FLOOR", "in:A(0dfe),B= out:Output= | *"},
    {103, 0x2100, "FILL_VALUE_CONSTANT", "out:Output(0ffe) uint:ValueDataType scalar:Value | * "
     "Enumerator(ValueDataType<14) NotEqual(ValueDataType=type:Output)"},
    {104, 0x2100, "FILL_VALUE_SEQUENCE", "out:Output(0dfe) uint:ValueDataType scalar:ValueStart,ValueDelta | =103"},
    {105, 0x2100, "CUMULATIVE_SUMMATION", "in:Input(0c4e) out:Output= uint:Axis,AxisDirection,HasExclusiveSum | * "
     "Enumerator(AxisDirection<2) AxisRange(Axis<rank:Input)"},
    {106, 0x2100, "REVERSE_SUBSEQUENCES", "in:Input(0ffe),SequenceLengths(0408)=r out:Output(0ffe)= uint:Axis | * "
     "AxisRange(Axis<rank:Input) ComputedSizes(SequenceLengths[k]=Input[k],SequenceLengths[Axis]=1)"},
    {107, 0x2100, "GATHER_ELEMENTS", "in:Input(0ffe),Indices(0c48)=r out:Output(0ffe)=tr=s:Indices uint:Axis | * "
     "AxisRange(Axis<rank:Input) ComputedSizes(Output[k]=Input[k])"},
    {108, 0x2100, "GATHER_ND", "in:Input(0ffe),Indices(0c48)=r out:Output(0ffe)=tr uint:InputDimensionCount,"
     "IndicesDimensionCount | * Range(InputDimensionCount>=1<=rank:Input,IndicesDimensionCount>=1<=rank:Indices) "
     "GatherNd()"},
    {109, 0x2100, "SCATTER_ND", "in:Input(0ffe),Indices(0c48),Updates(0ffe)=t out:Output= uint:InputDimensionCount,"
     "IndicesDimensionCount | * Range(InputDimensionCount>=1<=rank:Input,IndicesDimensionCount>=1<=rank:Indices) "
     "ScatterNd()"},
    {110, 0x2100, "MAX_POOLING2", "in:Input(0dfe,4-5) out:Output=tr out?:OutputIndices(0408,4-5)=r=s:Output "
     "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding,Dilations | =56"},
    {111, 0x2100, "SLICE1", "in:Input(0ffe) out:Output=tr uint:DimensionCount uints:InputWindowOffsets,"
     "InputWindowSizes ints:InputWindowStrides | NullArray(InputWindowSizes>=1) * "
     "CountIsNotRank(DimensionCount=rank:Input) NullArray(InputWindowOffsets>=1,InputWindowStrides>=1) "
     "Condition(InputWindowStrides[i]>=1)&Bound(InputWindowSizes[i]>=((Output[i]-1)*abs:InputWindowStrides[i]+1))&"
     "SliceWindow(InputWindowOffsets[i]+InputWindowSizes[i]<=Input[i])"},
    {112, 0x2100, "TOP_K1", "in:Input(0dfe) out:OutputValue=tr,OutputIndex(0408)=r=s:OutputValue uint:Axis,K,"
     "AxisDirection | * AxisRange(Axis<rank:Input) Range(K>=1<=Input[Axis]) Enumerator(AxisDirection<2) "
     "ComputedSizes(OutputValue[k]=Input[k],OutputValue[Axis]=K)"},
    {113, 0x2100, "DEPTH_TO_SPACE1", "in:Input(0ffe,4-4) out:Output=t uint:BlockSize,Order | * Enumerator(Order<2) "
     "BlockDividesChannels(BlockSize>=1) Terminates((BlockSize*BlockSize)>=1) "
     "BlockDividesChannels(Input[1]%(BlockSize*BlockSize)) ComputedSizes(Output[0]=Input[0],"
     "Output[1]=Input[1]/(BlockSize*BlockSize),Output[2]=(Input[2]*BlockSize),Output[3]=(Input[3]*BlockSize))"},
    {114, 0x2100, "SPACE_TO_DEPTH1", "in:Input(0ffe,4-4) out:Output=t uint:BlockSize,Order | * Enumerator(Order<2) "
     "BlockDividesHeight(Input[2]%BlockSize) BlockDividesWidth(Input[3]%BlockSize) ComputedSizes(Output[0]=Input[0],"
     "Output[1]=((Input[1]*BlockSize)*BlockSize),Output[2]=Input[2]/BlockSize,Output[3]=Input[3]/BlockSize)"},
    {115, 0x2100, "MEAN_VARIANCE_NORMALIZATION1", "in:Input(0006) in?:Scale=tr,Bias=tr out:Output= uint:AxisCount "
     "uints:Axes uint:NormalizeVariance float:Epsilon fused? | * Scale~o Bias~o AxisRange(Axes[i]<rank:Input)"},
    {116, 0x2100, "RESAMPLE1", "in:Input(0126,1-4) out:Output=tr uint:InterpolationMode,DimensionCount floats:Scales,"
     "InputPixelOffsets,OutputPixelOffsets | NullArray(InputPixelOffsets>=1,OutputPixelOffsets>=1) * "
     "Enumerator(InterpolationMode<2) NotEqual(DimensionCount=rank:Input) ScaleNotPositive(positive:Scales[i]=1)"},
    {117, 0x2100, "MATRIX_MULTIPLY_INTEGER", "in:A(0120,2-4) in?:AZeroPoint(0120,1-4)=t in:B(0120,2-4) "
     "in?:BZeroPoint(0120,1-4)=t:B out:Output(0040,2-4) | * MatrixSizes(B[-2]=A[-1],Output[-2]=A[-2],Output[-1]=B[-1]) "
     "MatrixBatch(B[-3]=A[-3],B[-4]=A[-4],Output[-3]=A[-3],Output[-4]=A[-4]) AZeroPointSizes(count:AZeroPoint=1|A[-2],"
     "AZeroPoint[-2]=count:AZeroPoint) BZeroPointSizes(count:BZeroPoint=1|B[-1],BZeroPoint[-1]=count:BZeroPoint)"},
    {118, 0x2100, "QUANTIZED_LINEAR_MATRIX_MULTIPLY", "in:A(0120,2-4),AScale(0002,1-4) in?:AZeroPoint(0120,1-4)~"
     "rs:AScale=t in:B(0120,2-4),BScale(0002,1-4) in?:BZeroPoint(0120,1-4)~rs:BScale=t:B in:OutputScale(0002,1-4) "
     "in?:OutputZeroPoint(0120,1-4)~rs:OutputScale out:Output(0120,2-4)=t:OutputZeroPoint | * MatrixSizes(B[-2]=A[-1],"
     "Output[-2]=A[-2],Output[-1]=B[-1]) MatrixBatch(B[-3]=A[-3],B[-4]=A[-4],Output[-3]=A[-3],Output[-4]=A[-4]) "
     "AZeroPointSizes(count:AZeroPoint=1|A[-2],AZeroPoint[-2]=count:AZeroPoint) "
     "BZeroPointSizes(count:BZeroPoint=1|B[-1],BZeroPoint[-1]=count:BZeroPoint) AScaleSizes(count:AScale=1|A[-2],"
     "AScale[-2]=count:AScale) BScaleSizes(count:BScale=1|B[-1],BScale[-1]=count:BScale) "
     "OutputZeroPointSizes(count:OutputZeroPoint=1|A[-2],OutputZeroPoint[-2]=count:OutputZeroPoint) "
     "OutputScaleSizes(count:OutputScale=1|A[-2],OutputScale[-2]=count:OutputScale)"},
    {119, 0x2100, "CONVOLUTION_INTEGER", "in:Input(0120,3-4) in?:InputZeroPoint(0120,1-4)=t in:Filter(0120,3-4) "
     "in?:FilterZeroPoint(0120,1-4)=t:Filter out:Output(0040,3-4) uint:DimensionCount uints:Strides,Dilations,"
     "StartPadding,EndPadding uint:GroupCount | * Channels() InputZeroPointSizes(count:InputZeroPoint=1) "
     "FilterZeroPointSizes(count:FilterZeroPoint=1|Output[1],FilterZeroPoint[1]=count:FilterZeroPoint)"},
    {120, 0x2100, "QUANTIZED_LINEAR_CONVOLUTION", "in:Input(0120,3-4),InputScale(0002,1-4) "
     "in?:InputZeroPoint(0120,1-4)~rs:InputScale=t in:Filter(0120,3-4),FilterScale(0002,1-4) "
     "in?:FilterZeroPoint(0120,1-4)~rs:FilterScale=t:Filter,Bias(0040,3-4) in:OutputScale(0002,1-4) "
     "in?:OutputZeroPoint(0120,1-4)~rs:OutputScale out:Output(0120,3-4)=t:OutputZeroPoint uint:DimensionCount "
     "uints:Strides,Dilations,StartPadding,EndPadding uint:GroupCount | * Channels() BiasSizes(Bias[1]=Output[1],"
     "count:Bias=Output[1]) InputZeroPointSizes(count:InputZeroPoint=1) InputScaleSizes(count:InputScale=1) "
     "FilterZeroPointSizes(count:FilterZeroPoint=1|Output[1],FilterZeroPoint[1]=count:FilterZeroPoint) "
     "FilterScaleSizes(count:FilterScale=1|Output[1],FilterScale[1]=count:FilterScale) "
     "OutputZeroPointSizes(count:OutputZeroPoint=1) OutputScaleSizes(count:OutputScale=1)"},
    {121, 0x3000, "ELEMENT_WISE_BIT_AND", "in:A(0ffe),B= out:Output= | *"},
    {122, 0x3000, "ELEMENT_WISE_BIT_OR", "in:A(0ffe),B= out:Output= | *"},
    {123, 0x3000, "ELEMENT_WISE_BIT_XOR", "in:A(0ffe),B= out:Output= | *"},
    {124, 0x3000, "ELEMENT_WISE_BIT_NOT", "in:Input(0ffe) out:Output= | *"},
    {125, 0x3000, "ELEMENT_WISE_BIT_COUNT", "in:Input(0ffe) out:Output(0028)=rs | *"},
    {126, 0x3000, "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", "in:A(0dfe),B= out:Output(0028)=rs | *"},
    {127, 0x3000, "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", "in:A(0dfe),B= out:Output(0028)=rs | *"},
    {128, 0x3000, "ACTIVATION_CELU", "in:Input(0006) out:Output= float:Alpha | *"},
    {129, 0x3000, "ACTIVATION_RELU_GRAD", "in:Input(01c6),InputGradient= out:OutputGradient= | *"},
    {130, 0x3000, "AVERAGE_POOLING_GRAD", "in:InputGradient(0006,4-5) out:OutputGradient=tr uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding uint:IncludePadding | * Range(DimensionCount>=2<=3) "
     "CountIsNotRank(DimensionCount+2=rank:InputGradient) BatchSizes(OutputGradient[0]=InputGradient[0],"
     "OutputGradient[1]=InputGradient[1])"},
    {131, 0x3000, "MAX_POOLING_GRAD", "in:Input(0006,4-5),InputGradient=tr out:OutputGradient= uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations | * Range(DimensionCount>=2<=3) Zero(Strides[j]>=1) "
     "Zero(WindowSize[j]>=1) Zero(Dilations[j]>=1) NotEqual(InputGradient[0]=Input[0],InputGradient[1]=Input[1]) "
     "NotEqual(InputGradient[j+2]=(Input[j+2]+StartPadding[j]+EndPadding[j])~"
     "((WindowSize[j]-1)*Dilations[j]+1)/Strides[j]+1)"},
    {132, 0x3000, "RANDOM_GENERATOR", "in:InputState(0008) out:Output out?:OutputState=rs uint:Type | InputState "
     "OutputState Output Enumerator(Type<1) ComputedSizes(InputState[-1]=6,count:InputState=6)"},
    {133, 0x3000, "NONZERO_COORDINATES", "in:Input(01fe) out:OutputCount(0008),OutputCoordinates(0008,2-8) | * "
     "NotEqual(OutputCoordinates[-2]=count:Input) "
     "Bound(count:OutputCoordinates=OutputCoordinates[-1]*OutputCoordinates[-2],"
     "OutputCoordinates[-1]>=used:Input<=rank:Input) NotEqual(count:OutputCount=1)"},
    {134, 0x3000, "RESAMPLE_GRAD", "in:InputGradient(0006,1-4) out:OutputGradient=tr uint:InterpolationMode,"
     "DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets | NullArray(InputPixelOffsets>=1,"
     "OutputPixelOffsets>=1) * Enumerator(InterpolationMode<2) NotEqual(DimensionCount=rank:InputGradient) "
     "ScaleNotPositive(positive:Scales[i]=1)"},
    {135, 0x3000, "SLICE_GRAD", "in:InputGradient(0ffe) out:OutputGradient=tr uint:DimensionCount "
     "uints:InputWindowOffsets,InputWindowSizes ints:InputWindowStrides | * "
     "CountIsNotRank(DimensionCount=rank:InputGradient) NullArray(InputWindowOffsets>=1,InputWindowSizes>=1,"
     "InputWindowStrides>=1) Condition(InputWindowStrides[i]>=1)&"
     "SliceWindow(InputWindowOffsets[i]+InputWindowSizes[i]<=OutputGradient[i])&"
     "SliceWindow(InputWindowOffsets[i]+((InputGradient[i]-1)*abs:InputWindowStrides[i]+1)<=OutputGradient[i])"},
    {136, 0x3000, "ADAM_OPTIMIZER", "in:InputParameters(0006),InputFirstMoment=,InputSecondMoment=,Gradient=,"
     "TrainingStep(0008) out:OutputParameters(0006)=,OutputFirstMoment=,OutputSecondMoment= float:LearningRate,Beta1,"
     "Beta2,Epsilon | * NotEqual(count:TrainingStep=1)"},
    {137, 0x3000, "ARGMIN", "in:Input(0dfe) out:Output(0c48)=r uint:AxisCount uints:Axes uint:AxisDirection | "
     "Enumerator(AxisDirection<2) * AxisRange(Axes[i]<rank:Input) Reduce()"},
    {138, 0x3000, "ARGMAX", "in:Input(0dfe) out:Output(0c48)=r uint:AxisCount uints:Axes uint:AxisDirection | =137"},
    {139, 0x3000, "ROI_ALIGN", "in:Input(0006,4-4),ROI(0006,2-4)=t,BatchIndices(0408,1-4) out:Output(0006,4-4)=t "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,OutOfBoundsInputValue "
     "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput | * "
     "Range(MinimumSamplesPerOutput>=1<=MaximumSamplesPerOutput<=4294967295/Output[2]<=4294967295/Output[3]) "
     "Enumerator(ReductionFunction=2|7,InterpolationMode<2) NotFinite(finite:SpatialScaleX=1,finite:SpatialScaleY=1) "
     "ComputedSizes(ROI[-2]=Output[0],ROI[-1]=4,count:ROI=Output[0]*4,BatchIndices[-1]=Output[0],"
     "count:BatchIndices=Output[0],Output[1]=Input[1])"},
    {140, 0x3000, "GATHER_ND1", "in:Input(0ffe),Indices(0c48)=r out:Output(0ffe)=tr uint:InputDimensionCount,"
     "IndicesDimensionCount,BatchDimensionCount | * Range(InputDimensionCount>=1<=rank:Input,"
     "IndicesDimensionCount>=1<=rank:Indices) AxisRange(BatchDimensionCount<InputDimensionCount<IndicesDimensionCount) "
     "GatherNd()"},
    {141, 0x3100, "ELEMENT_WISE_ATAN_YX", "in:A(0006),B= out:Output= | *"},
    {142, 0x3100, "ELEMENT_WISE_CLIP_GRAD", "in:Input(0dfe),InputGradient= out:OutputGradient= float:Min,Max | *"},
    {143, 0x3100, "ELEMENT_WISE_DIFFERENCE_SQUARE", "in:A(004e),B= out:Output= | *"},
    {144, 0x3100, "LOCAL_RESPONSE_NORMALIZATION_GRAD", "in:Input(0006,4-4),InputGradient= out:OutputGradient= "
     "uint:CrossChannel,LocalSize float:Alpha,Beta,Bias | * Zero(LocalSize>=1)"},
    {145, 0x3100, "CUMULATIVE_PRODUCT", "in:Input(0c4e) out:Output= uint:Axis,AxisDirection,HasExclusiveProduct | "
     "=105"},
    {146, 0x3100, "BATCH_NORMALIZATION_GRAD", "in:Input(0006),InputGradient=,Mean=t,Variance=t=s:Mean,Scale=t=s:Mean "
     "out:OutputGradient=,OutputScaleGradient=t=s:Mean,OutputBiasGradient=t=s:Mean float:Epsilon | Mean~bo Variance~bo "
     "Scale~bo OutputScaleGradient~bo OutputBiasGradient~bo *"},
    {147, 0x4000, "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "in:A(0120),AScale(0002)=r in?:AZeroPoint(0120)=t=rs:AScale "
     "in:B=rs,BScale(0002)=r in?:BZeroPoint(0120)=t:B=rs:BScale in:OutputScale(0002)=r "
     "in?:OutputZeroPoint(0120)=rs:OutputScale out:Output=t:OutputZeroPoint=rs | * Condition(count:AScale=1,"
     "count:BScale=1,count:OutputScale=1)"},
    {148, 0x4000, "DYNAMIC_QUANTIZE_LINEAR", "in:Input(0006) out:Output(0120)=rs,OutputScale(0002)=r,"
     "OutputZeroPoint(0120)=t:Output=r=s:OutputScale | * Condition(count:OutputScale=1)"},
    {149, 0x4000, "ROI_ALIGN1", "in:Input(0006,4-4),ROI(0006,2-4)=t,BatchIndices(0408,1-4) out:Output(0006,4-4)=t "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset,"
     "OutOfBoundsInputValue uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput,AlignRegionsToCorners | =139"},
    {150, 0x4100, "ROI_ALIGN_GRAD", "in?:Input in:InputGradient,ROI,BatchIndices out?:OutputGradient,OutputROIGradient "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset "
     "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput,AlignRegionsToCorners"},
    {151, 0x4100, "BATCH_NORMALIZATION_TRAINING", "in:Input(0006),Scale=tr,Bias=tr=s:Scale in?:FusedAdd=:Output "
     "out:Output=,OutputMean=tr=s:Scale,OutputVariance=tr=s:Scale float:Epsilon fused? | * Scale~o Bias~o"},
    {152, 0x4100, "BATCH_NORMALIZATION_TRAINING_GRAD", "in:Input(0006),InputGradient=,Mean=t,Variance=t=s:Mean,"
     "Scale=t=s:Mean out:OutputGradient=,OutputScaleGradient=t=s:Mean,OutputBiasGradient=t=s:Mean float:Epsilon | "
     "=146"},
    {153, 0x5000, "ELEMENT_WISE_CLIP1", "in:Input(0dfe) out:Output= scalebias? uint:MinMaxDataType scalar:Min,Max | "
     "*"},
    {154, 0x5000, "ELEMENT_WISE_CLIP_GRAD1", "in:Input(0dfe),InputGradient= out:OutputGradient= uint:MinMaxDataType "
     "scalar:Min,Max | * Enumerator(MinMaxDataType<14) NotEqual(MinMaxDataType=type:Input)"},
    {155, 0x5000, "PADDING1", "in:Input(0ffe) out:Output=tr uint:PaddingMode,PaddingValueDataType scalar:PaddingValue "
     "uint:DimensionCount uints:StartPadding,EndPadding | * NotEqual(DimensionCount=rank:Input) "
     "Enumerator(PaddingMode<5) PaddingElementLimit(count:Input<=2147483647) "
     "PaddedSizes(Output[i]=(Input[i]+StartPadding[i]+EndPadding[i])) Enumerator(PaddingValueDataType<14) "
     "NotEqual(PaddingValueDataType=type:Input)"},
    {156, 0x5000, "ELEMENT_WISE_NEGATE", "in:Input(09c6) out:Output= | *"},
    {157, 0x5100, "ACTIVATION_GELU", "in:Input(0006) out:Output= | *"},
    {158, 0x5100, "ACTIVATION_SOFTMAX1", "in:Input(0006) out:Output= uint:AxisCount uints:Axes | * "
     "AxisRange(Axes[i]<rank:Input)"},
    {159, 0x5100, "ACTIVATION_LOG_SOFTMAX1", "in:Input(0006) out:Output= uint:AxisCount uints:Axes | =158"},
    {160, 0x5100, "ACTIVATION_HARDMAX1", "in:Input(0006) out:Output= uint:AxisCount uints:Axes | =158"},
    {161, 0x5100, "RESAMPLE2", "in:Input(0126,1-4) out:Output=tr uint:InterpolationMode,RoundingDirection,"
     "DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets | NullArray(InputPixelOffsets>=1,"
     "OutputPixelOffsets>=1) * Enumerator(InterpolationMode<2,RoundingDirection<2) NotEqual(DimensionCount=rank:Input) "
     "ScaleNotPositive(positive:Scales[i]=1)"},
    {162, 0x5100, "RESAMPLE_GRAD1", "in:InputGradient(0006,1-4) out:OutputGradient=tr uint:InterpolationMode,"
     "RoundingDirection,DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets | "
     "NullArray(InputPixelOffsets>=1,OutputPixelOffsets>=1) * Enumerator(InterpolationMode<2,RoundingDirection<2) "
     "NotEqual(DimensionCount=rank:InputGradient) ScaleNotPositive(positive:Scales[i]=1)"},
    {163, 0x5100, "DIAGONAL_MATRIX1", "in?:Input(0ffe,2-4) out:Output= uint:ValueDataType scalar:Value "
     "int:DiagonalFillBegin,DiagonalFillEnd | =103"},
    {164, 0x6100, "MULTIHEAD_ATTENTION", "in?:Query,Key,Value,StackedQueryKey,StackedKeyValue,StackedQueryKeyValue,"
     "Bias,Mask,RelativePositionBias,PastKey,PastValue out:Output out?:OutputPresentKey,OutputPresentValue float:Scale,"
     "MaskFilterValue uint:HeadCount,MaskType"},
    {165, 0x6200, "LP_POOLING1", "in:Input(0006,4-5) out:Output=tr uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding,Dilations uint:P | =56"},
    {166, 0x6200, "AVERAGE_POOLING1", "in:Input(0006,4-5) out:Output=tr uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding,Dilations uint:IncludePadding | =56"},
    {167, 0x6200, "ACTIVATION_SWISH", "in:Input(0006) out:Output= float:SigmoidInputScale | *"},
    {168, 0x6200, "ACTIVATION_HARD_SWISH", "in:Input(0006) out:Output= float:Alpha,Beta | *"},
    {169, 0x6200, "QUANTIZED_LINEAR_AVERAGE_POOLING", "in:Input(0120,4-5),InputScale(0002,1-5) "
     "in?:InputZeroPoint(0120,1-5)~rs:InputScale=t in:OutputScale(0002,1-5) in?:OutputZeroPoint(0120,1-5)~"
     "rs:OutputScale=t out:Output(0120,4-5)=tr uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding,"
     "Dilations uint:IncludePadding | =56"},
    {170, 0x6200, "MATRIX_MULTIPLY_INTEGER_TO_FLOAT", "in:A(01f8,2-4),AScale(0006,1-4) in?:AZeroPoint(01f8,1-4)~"
     "rs:AScale=t in:B(01f8,2-4),BScale(0006,1-4) in?:BZeroPoint(01f8,1-4)~rs:BScale=t:B,Bias(0006,2-4)=:Output "
     "out:Output | * MatrixSizes(B[-2]=A[-1],Output[-2]=A[-2],Output[-1]=B[-1]) MatrixBatch(B[-3]=A[-3],B[-4]=A[-4],"
     "Output[-3]=A[-3],Output[-4]=A[-4]) AZeroPointSizes(count:AZeroPoint=1|A[-2],AZeroPoint[-2]=count:AZeroPoint) "
     "BZeroPointSizes(count:BZeroPoint=1|B[-1],BZeroPoint[-1]=count:BZeroPoint) AScaleSizes(count:AScale=1|A[-2],"
     "AScale[-2]=count:AScale) BScaleSizes(count:BScale=1|B[-1],BScale[-1]=count:BScale)"},
    {171, 0x6300, "MEAN_VARIANCE_NORMALIZATION2", "in:Input(0006) in?:Scale=tr,Bias=tr out:Output= uint:AxisCount "
     "uints:Axes uint:UseMean,UseVariance float:Epsilon fused? | =115"},
    {172, 0x6300, "MULTIHEAD_ATTENTION1", "in?:Query,Key,Value,StackedQueryKey,StackedKeyValue,StackedQueryKeyValue,"
     "Bias,Mask,RelativePositionBias,PastKey,PastValue,PastSequenceLengths out:Output out?:OutputPresentKey,"
     "OutputPresentValue float:Scale,MaskFilterValue uint:QueryHeadCount,KeyValueHeadCount,MaskType"},
    {173, 0x6300, "QUANTIZE", "in:Input(0006) uint:QuantizationType,QuantizationTensorCount ins:Quantization "
     "out:Output(3120) | QuantizationType(QuantizationType=1|2) "
     "QuantizationTensorCount(QuantizationTensorCount=QuantizationType) Quantize()"},
    {174, 0x6300, "DEQUANTIZE", "in:Input(3120) uint:QuantizationType,QuantizationTensorCount ins:Quantization "
     "out:Output(0006) | =173"},
    {175, 0x6400, "RESAMPLE3", "in:Input(0126,1-4) out:Output=tr uint:InterpolationMode,RoundingDirection,"
     "DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets uint:Antialiased | =161"},
    {176, 0x6400, "FOLD", "in:Input out:Output uint:DimensionCount uints:WindowSizes,Strides,Dilations,StartPadding,"
     "EndPadding"},
    {177, 0x6400, "UNFOLD", "in:Input out:Output uint:DimensionCount uints:WindowSizes,Strides,Dilations,StartPadding,"
     "EndPadding"},
};
// clang-format on

inline constexpr std::uint32_t OperatorCount = sizeof(OperatorRows) / sizeof(OperatorRows[0]);

// The row of an operator's number, or null.
constexpr const OperatorRow* RowOf(DML_OPERATOR_TYPE type) noexcept
{
    const std::uint32_t index = static_cast<std::uint32_t>(type) - 1;
    return index < OperatorCount ? &OperatorRows[index] : nullptr;
}

// A name, in a row or as a literal.
struct RowWord
{
    const char* text = "";
    std::uint32_t size = 0;

    constexpr RowWord() noexcept = default;
    template <std::size_t N> constexpr RowWord(const char (&literal)[N]) noexcept : text(literal), size(N - 1) {}

    // Reads letters and digits.
    constexpr explicit RowWord(const char*& at) noexcept : text(at)
    {
        while (((*at | 32) >= 'a' && (*at | 32) <= 'z') || (*at >= '0' && *at <= '9')) { ++at; }
        size = static_cast<std::uint32_t>(at - text);
    }

    friend constexpr bool operator==(const RowWord& a, const RowWord& b) noexcept
    {
        if (a.size != b.size) { return false; }
        std::uint32_t i = 0;
        while (i < a.size && a.text[i] == b.text[i]) { ++i; }
        return i == a.size;
    }
};

constexpr std::uint32_t ReadNumber(const char*& at, std::uint32_t base) noexcept
{
    std::uint32_t number = 0;
    for (; (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f'); ++at)
    {
        number = number * base + static_cast<std::uint32_t>(*at <= '9' ? *at - '0' : *at - 'a' + 10);
    }
    return number;
}

// clang-format off
enum class FieldKind { In, Out, Ins, Outs, Uints, Ints, Floats, ScaleBias, Fused, Uint, Int, Float, Size2d, Scalar };
inline constexpr RowWord FieldKinds[] = {"in", "out", "ins", "outs", "uints", "ints", "floats", "scalebias", "fused",
                                         "uint", "int", "float", "size2d", "scalar"};
// clang-format on

struct OperatorField
{
    RowWord name; // without Tensor or Tensors
    FieldKind kind;
    bool isOptional;
    std::uint32_t offset;  // in the structure, in bytes
    std::uint32_t count;   // of a list: the field that counts it
    TensorRule rule;       // of a tensor; no types where the row has none
    const char* relations; // of a tensor, in the row

    constexpr bool IsTensor() const noexcept { return kind <= FieldKind::Outs; }
    constexpr bool IsList() const noexcept { return kind >= FieldKind::Ins && kind <= FieldKind::Floats; }
    constexpr bool IsPointer() const noexcept { return kind <= FieldKind::Fused; }
};

// What a number of 64 bits is aligned to in a structure: 4 bytes on some machines of 32 bits, whatever alignof says.
struct AlignedNumber
{
    char first;
    std::uint64_t number;
};

// An operator's structure, as the kinds of its fields lay it out.
struct OperatorFields
{
    OperatorField at[20] = {};
    std::uint32_t count = 0;
    std::uint32_t size = 0;  // in bytes
    const char* checks = ""; // of the row; none where they are not known

    constexpr std::uint32_t Find(const RowWord& name) const noexcept
    {
        std::uint32_t i = 0;
        while (i < count && !(at[i].name == name)) { ++i; }
        return i < count ? i : None32;
    }

    // The first tensor, which the others are compared with unless they say otherwise.
    constexpr std::uint32_t First() const noexcept { return at[0].IsTensor() ? 0 : 1; }
};

DTU_LATER constexpr OperatorFields FieldsOf(const OperatorRow& row) noexcept
{
    OperatorFields fields;
    FieldKind kind = FieldKind::In;
    bool isOptional = false;
    TensorRule rule = {0};
    std::uint32_t counting = 0;
    std::size_t largest = 4, size = 0;
    const char* at = row.text;
    for (; *at != '\0' && *at != '|'; at += *at == ' ' || *at == ',' ? 1 : 0)
    {
        RowWord word(at);
        if (*at == ':' || *at == '?')
        {
            std::uint32_t i = 0;
            while (!(FieldKinds[i] == word)) { ++i; }
            kind = static_cast<FieldKind>(i);
            isOptional = *at++ == '?';
            word = kind == FieldKind::ScaleBias ? RowWord("ScaleBias") : RowWord("FusedActivation");
            at += isOptional && *at == ':' ? 1 : 0;
            if (*at != ' ') { word = RowWord(at); }
        }
        if (*at == '(')
        {
            rule = {ReadNumber(++at, 16)};
            if (*at == ',')
            {
                rule.minRank = ReadNumber(++at, 10);
                rule.maxRank = ReadNumber(++at, 10);
            }
            ++at;
        }
        OperatorField& field = fields.at[fields.count];
        field = {word, kind, isOptional, 0, counting, rule, at};
        const std::size_t bytes = field.IsPointer() ? sizeof(void*) : kind >= FieldKind::Size2d ? 8 : 4;
        const std::size_t alignment = kind == FieldKind::Scalar   ? offsetof(AlignedNumber, number)
                                      : kind == FieldKind::Size2d ? 4
                                                                  : bytes;
        field.offset = static_cast<std::uint32_t>((size + alignment - 1) / alignment * alignment);
        size = field.offset + bytes;
        largest = alignment > largest ? alignment : largest;
        const bool counts = word.size > 5 && word.text[word.size - 5] == 'C'; // Count
        counting = kind == FieldKind::Uint && counts ? fields.count : counting;
        ++fields.count;
        while (*at != ',' && *at != ' ' && *at != '\0') { ++at; }
    }
    fields.size = static_cast<std::uint32_t>((size + largest - 1) / largest * largest);
    fields.checks = *at == '|' ? at + 2 : at;
    if (*fields.checks == '=')
    {
        fields.checks = OperatorRows[ReadNumber(++fields.checks, 10) - 1].text;
        while (*fields.checks++ != '|') {}
        ++fields.checks;
    }
    return fields;
}

// Relations of a tensor to another, in a row: letters, and `:` in front of the other where that is not the first.
struct RowRelation
{
    const char* letters;
    std::uint32_t other;

    constexpr RowRelation(const char*& at, const OperatorFields& fields) noexcept : letters(++at), other(fields.First())
    {
        while (*at >= 'a') { ++at; }
        letters = at == letters ? "trs" : letters;
        if (*at == ':') { other = fields.Find(RowWord(++at)); }
    }
};

// Where a diagnosis points to.
struct OperatorPlace
{
    std::uint32_t field = None32;
    std::uint32_t element = None32;
    std::uint32_t axis = None32;
};

// A tensor of the description: none where it is null, or where the operator has no such field. It reads what is there
// and no more: at most eight sizes, though DirectML refuses more axes only later; a size that is missing is 1.
struct OperatorTensor
{
    const DML_BUFFER_TENSOR_DESC* desc = nullptr;
    OperatorPlace place;
    bool isGiven = false; // by a pointer that is not null

    explicit operator bool() const noexcept { return desc != nullptr; }
    std::uint32_t Type() const noexcept { return desc != nullptr ? static_cast<std::uint32_t>(desc->DataType) : 0; }
    std::uint32_t Rank() const noexcept { return desc != nullptr ? desc->DimensionCount : 0; }
    std::uint32_t Axes() const noexcept { return Rank() < MaxRank ? Rank() : MaxRank; }
    bool HasSizes() const noexcept { return desc != nullptr && (Rank() == 0 || desc->Sizes != nullptr); }
    DTU_APART std::uint32_t operator()(std::uint32_t axis) const noexcept
    {
        return axis < Axes() && desc->Sizes != nullptr ? desc->Sizes[axis] : 1;
    }
    // The n-th size from the end.
    std::uint32_t Last(std::uint32_t n) const noexcept { return operator()(Rank() - n); }
    OperatorPlace At(std::uint32_t axis) const noexcept { return {place.field, place.element, axis}; }

    std::uint32_t Elements() const noexcept // modulo 2^32
    {
        std::uint32_t count = 1;
        for (std::uint32_t i = 0; i < Axes(); ++i) { count *= operator()(i); }
        return count;
    }
};

// A list of the description, of numbers or of floats as bits. An entry that is not there is 1.
struct OperatorList
{
    const void* values;
    std::uint32_t count;
    std::uint32_t field;

    std::uint32_t operator[](std::uint32_t i) const noexcept
    {
        std::uint32_t value = 1;
        if (values != nullptr && i < count)
        {
            std::memcpy(&value, static_cast<const unsigned char*>(values) + std::size_t{4} * i, sizeof(value));
        }
        return value;
    }
    OperatorPlace At(std::uint32_t i) const noexcept { return {field, i}; }
};

// The reason of this name, of those that there are.
DTU_LATER constexpr OperatorError ErrorOf(const RowWord& name) noexcept
{
    std::uint32_t i = 0;
    for (const char* at = OperatorErrorNames[0]; !(RowWord(at) == name); at = OperatorErrorNames[++i]) {}
    return static_cast<OperatorError>(i);
}

inline constexpr std::uint32_t MaskOfFloats = 0x0006;    // FLOAT32 FLOAT16
inline constexpr std::uint32_t MaskOfQuantized = 0x3120; // UINT8 INT8 UINT4 INT4

// Judges one description: runs the checks of its row until one fails. A function goes on behind a check that failed,
// which changes nothing any more: the first is the reason, and nothing is read that is not there.
template <class Later> class OperatorJudge
{
    using E = OperatorError;
    using Tensor = OperatorTensor;
    using List = OperatorList;
    using Place = OperatorPlace;
    using Word = RowWord;

public:
    OperatorJudge(const OperatorRow& row, const void* desc) noexcept
        : m_number(row.number), m_fields(FieldsOf(row)), m_desc(static_cast<const unsigned char*>(desc))
    {
    }

    OperatorDiagnosis Judge() noexcept
    {
        constexpr std::uint32_t OfGather = 67;
        const bool isKnown = m_fields.checks[0] != '\0';
        Require(isKnown && m_desc != nullptr, isKnown ? E::NullDescription : E::Unknown, {});
        if (!Holds()) {}
        else if (m_number == OfGather) { Gather(); }
        else
        {
            RunChecks();
            CheckListsGiven();
            CheckFused();
        }
        if (Holds()) { FindHazards(); }
        OperatorDiagnosis& diagnosis = Holds() ? m_hazard : m_reason;
        diagnosis.type = static_cast<DML_OPERATOR_TYPE>(m_number);
        return diagnosis;
    }

private:
    // ---- reasons ----------------------------------------------------------------------------------------------------

    bool Holds() const noexcept { return m_reason.Ok(); }

    // The first is kept.
    DTU_APART static void Keep(OperatorDiagnosis& first, E error, const Place& place, std::uint64_t actual,
                               std::uint64_t required) noexcept
    {
        if (!first.Ok()) { return; }
        first.error = error;
        first.field = place.field;
        first.element = place.element;
        first.axis = place.axis;
        first.actual = actual;
        first.required = required;
    }
    void Note(E hazard, const Place& place, std::uint64_t actual, std::uint64_t required) noexcept
    {
        Keep(m_hazard, hazard, place, actual, required);
    }
    DTU_APART void Require(bool holds, E error, const Place& place, std::uint64_t actual = 0,
                           std::uint64_t required = 0) noexcept
    {
        if (!holds) { Keep(m_reason, error, place, actual, required); }
    }

    DTU_APART void Size(E error, const Tensor& tensor, std::uint32_t axis, std::uint64_t required) noexcept
    {
        Require(tensor(axis) == required, error, tensor.At(axis), tensor(axis), required);
    }

    // A size as DirectML computes it, modulo 2^32.
    DTU_APART std::uint32_t Wrapped(std::uint64_t value, const Place& place) noexcept
    {
        if (value > Max32) { Note(E::SizeWraps, place, value, Max32); }
        return static_cast<std::uint32_t>(value & Max32);
    }

    // ---- what the description says ----------------------------------------------------------------------------------

    template <class T> T Read(std::uint32_t field, std::uint32_t skipped = 0) const noexcept
    {
        T value = T();
        if (field != None32) { std::memcpy(&value, m_desc + m_fields.at[field].offset + skipped, sizeof(value)); }
        return value;
    }
    DTU_APART std::uint32_t Find(const Word& name) const noexcept { return m_fields.Find(name); }
    // 0 where the operator has no such field.
    DTU_APART std::uint32_t Value(std::uint32_t field, std::uint32_t skipped = 0) const noexcept
    {
        return Read<std::uint32_t>(field, skipped);
    }
    DTU_APART std::uint32_t Value(const Word& name) const noexcept { return Value(Find(name)); }

    // As many as its count says, null or not.
    DTU_APART List ListOf(std::uint32_t field) const noexcept
    {
        const std::uint32_t count = field != None32 ? Value(m_fields.at[field].count) : 0;
        return {Read<const void*>(field), count, field};
    }
    DTU_APART List ListOf(const Word& name) const noexcept { return ListOf(Find(name)); }

    // An entry. Where DirectML reads through a null pointer, or behind the end, it ends its process.
    DTU_APART std::uint32_t Entry(const List& list, std::uint32_t i) noexcept
    {
        Require(list.values != nullptr && i < list.count, E::Terminates, {list.field});
        return list[i];
    }

    DTU_APART const DML_TENSOR_DESC* Given(std::uint32_t field, std::uint32_t element) const noexcept
    {
        const auto* const first = static_cast<const DML_TENSOR_DESC*>(Read<const void*>(field));
        return first == nullptr || element == None32 ? first : first + element;
    }
    DTU_APART Tensor Of(std::uint32_t field, std::uint32_t element = None32) const noexcept
    {
        const DML_TENSOR_DESC* const given = Given(field, element);
        const void* const desc = given != nullptr ? given->Desc : nullptr;
        return {static_cast<const DML_BUFFER_TENSOR_DESC*>(desc), {field, element}, given != nullptr};
    }
    DTU_APART Tensor Of(const Word& name) const noexcept { return Of(Find(name)); }

    // A tensor that may not have been checked: where DirectML reads through a null pointer, it ends its process.
    DTU_APART const Tensor& Reach(const Tensor& tensor, bool readsSizes) noexcept
    {
        Require(readsSizes ? tensor.HasSizes() : tensor.desc != nullptr, E::Terminates, tensor.place);
        return tensor;
    }

    // ---- the row ----------------------------------------------------------------------------------------------------

    void RunChecks() noexcept
    {
        for (m_at = m_fields.checks; *m_at != '\0' && Holds(); m_at += *m_at == ' ' ? 1 : 0)
        {
            const char* const start = m_at;
            const Word word(m_at);
            if (*m_at == '*')
            {
                for (std::uint32_t i = 0; i < m_fields.count; ++i)
                {
                    if (m_fields.at[i].IsTensor()) { CheckTensorField(i); }
                }
                ++m_at;
            }
            else if (*m_at == '~') { RelateAll(m_at, '~', Find(word)); }
            else if (*m_at != '(') { CheckTensorField(Find(word)); }
            else if (m_at[1] == ')')
            {
                Call(word);
                m_at += 2;
            }
            else
            {
                m_at = start;
                CheckEach();
            }
        }
    }

    // Relations with `~` stand in front of the tensor's own checks, those with `=` behind.
    DTU_APART void CheckTensorField(std::uint32_t field) noexcept
    {
        const char* at = m_fields.at[field].relations;
        RelateAll(at, '~', field);
        CheckOwn(field);
        RelateAll(at, '=', field);
    }

    DTU_APART void RelateAll(const char*& at, char mark, std::uint32_t field) noexcept
    {
        while (*at == mark)
        {
            const RowRelation relation(at, m_fields);
            Relate(relation.letters, field, relation.other);
        }
    }

    // One tensor's own checks, by the main header's list.
    DTU_APART void CheckOwn(std::uint32_t field, std::uint32_t types = 0, std::uint32_t element = None32) noexcept
    {
        const OperatorField& of = m_fields.at[field];
        const DML_TENSOR_DESC* const given = Given(field, element);
        if (given == nullptr && of.isOptional) { return; }
        const bool isOutput = of.kind == FieldKind::Out || of.kind == FieldKind::Outs;
        TensorRule rule = of.rule;
        rule.types = types != 0 ? types : rule.types;
        const DML_BUFFER_TENSOR_DESC* desc = nullptr;
        Diagnosis found = Resolve(given, desc);
        found = found.Ok() ? CheckTensor(*desc, isOutput ? TensorRole::Output : TensorRole::Input, rule) : found;
        // DirectML calls UNKNOWN a type that the operator does not take.
        const bool isOfMask = found == TensorError::UnknownDataType && found.actual <= LastDataType;
        Require(!isOfMask, E::DataType, {field, element}, found.actual, rule.types);
        Take(found, {field, element, found.axis});
    }

    // What the main header says of a tensor.
    void Take(const Diagnosis& found, const Place& place) noexcept
    {
        OperatorDiagnosis& diagnosis = found.Accepted() ? m_hazard : m_reason;
        if (found.Ok() || !diagnosis.Ok()) { return; }
        Keep(diagnosis, E::Tensor, place, found.actual, found.required);
        diagnosis.tensor = found;
    }

    // The relations of one tensor to another, up to what is no letter. A null tensor has none.
    DTU_APART void Relate(const char* letters, std::uint32_t field, std::uint32_t other, std::uint32_t element = None32,
                          std::uint32_t otherElement = None32) noexcept
    {
        const Tensor x = Of(field, element), y = Of(other, otherElement);
        if (!x.isGiven || !y.isGiven) { return; }
        for (; *letters >= 'a'; ++letters)
        {
            const bool isOfTypes = *letters == 't', readsSizes = *letters == 's' || *letters == 'o';
            const E error = isOfTypes         ? E::TypesDiffer
                            : *letters == 'r' ? E::RanksDiffer
                            : *letters == 'b' ? E::BroadcastRanksDiffer
                            : *letters == 's' ? E::SizesDiffer
                                              : E::NotOneOrEqual;
            const std::uint32_t ofX = isOfTypes ? x.Type() : x.Rank(), ofY = isOfTypes ? y.Type() : y.Rank();
            Reach(x, readsSizes);
            Reach(y, readsSizes);
            Require(ofX == ofY, error, x.place, ofX, ofY);
            for (std::uint32_t i = 0; readsSizes && i < x.Axes(); ++i)
            {
                if (x(i) != y(i) && (*letters == 's' || x(i) != 1)) { Size(error, x, i, y(i)); }
            }
        }
    }

    // ---- expressions of the row -------------------------------------------------------------------------------------

    // Reason(expression op value...), and what is tied to it by &, as often as its first bracket says.
    void CheckEach() noexcept
    {
        const char* const start = m_at;
        m_repeats = 0;
        m_index = 0;
        do {
            m_at = start;
            Check();
            while (*m_at == '&')
            {
                ++m_at;
                Check();
            }
        } while (++m_index < m_repeats && Holds());
    }

    void Check() noexcept
    {
        const Word reason(m_at);
        do {
            ++m_at;
            m_subject = {};
            m_isVoid = false;
            const std::uint64_t actual = Expression();
            while (*m_at != ',' && *m_at != ')') { Compare(reason, actual); }
        } while (*m_at == ',');
        ++m_at;
    }

    static bool Compares(std::uint64_t actual, char op, bool orEqual, std::uint64_t required) noexcept
    {
        if (op == '%') { return required != 0 && actual % required == 0; }
        if (actual == required) { return op == '=' || orEqual; }
        return op == '<' ? actual < required : op == '>' && actual > required;
    }

    void Compare(const Word& reason, std::uint64_t actual) noexcept
    {
        const char op = *m_at;
        const bool orEqual = m_at[1] == '=';
        m_at += orEqual ? 1 : 0;
        std::uint64_t required = 0;
        bool holds = false;
        do {
            ++m_at;
            required = Expression();
            holds = holds || Compares(actual, op, orEqual, required);
        } while (*m_at == '|');
        if (!holds && !m_isVoid) { Require(false, ErrorOf(reason), m_subject, actual, required); }
    }

    DTU_APART std::uint64_t Expression() noexcept
    {
        std::uint64_t value = Term();
        for (;;)
        {
            const char op = *m_at;
            if (op != '+' && op != '-' && op != '*' && op != '/' && op != '~') { return value; }
            ++m_at;
            const std::uint64_t other = Term();
            value = op == '+'   ? value + other
                    : op == '*' ? value * other
                    : op == '/' ? value / other
                                : (op == '~' && value < other ? 0 : value - other);
        }
    }

    DTU_APART std::uint64_t Term() noexcept
    {
        if (*m_at == '(')
        {
            ++m_at;
            const std::uint64_t value = Expression();
            ++m_at;
            return Wrapped(value, m_subject);
        }
        if (*m_at <= '9') { return ReadNumber(m_at, 10); } // 0 in front of a sign
        const Word word(m_at);
        if (*m_at == ':') { return Property(word.text[0]); }
        if (word.size == 1 && word.text[0] >= 'i') { return m_index; }
        const std::uint32_t field = Find(word);
        if (*m_at == '[') { return Entry(field); }
        const bool isHeight = *m_at == '.' && Word(++m_at) == "Height";
        Name({field});
        return m_fields.at[field].IsPointer() ? Read<const void*>(field) != nullptr : Value(field, isHeight ? 4 : 0);
    }

    // An entry of a list, or a size of a tensor.
    std::uint64_t Entry(std::uint32_t field) noexcept
    {
        const bool isTensor = m_fields.at[field].IsTensor();
        const List list = isTensor ? List{nullptr, 0, field} : ListOf(field);
        const Tensor tensor = isTensor ? Of(field) : Tensor();
        const char variable = *++m_at;
        if (variable >= 'i')
        {
            const std::uint32_t entries = isTensor ? tensor.Rank() : list.count;
            m_repeats = m_repeats != 0 ? m_repeats : variable == 'j' ? Of(m_fields.First()).Rank() - 2 : entries;
            m_isVoid = m_isVoid || m_index >= m_repeats || (variable == 'k' && m_index == Value("Axis"));
        }
        const Place subject = m_subject;
        const std::uint64_t index = Expression();
        m_subject = subject;
        const std::uint32_t entry = static_cast<std::uint32_t>(index & Max32);
        ++m_at;
        if (!isTensor)
        {
            Name(list.At(entry));
            return m_isVoid ? 1 : Entry(list, entry);
        }
        const std::uint32_t axis = index > Max32 ? tensor.Rank() + entry : entry;
        Name(tensor.At(axis < tensor.Rank() ? axis : None32));
        m_isVoid = m_isVoid || !tensor;
        return tensor(axis);
    }

    // Of a tensor its count (of elements), rank, type, or used: its axes behind leading 1s. abs: without the sign. 1 or 0
    // for a float by its bits, which no option of the compiler changes: finite: not below 0, nor infinite; positive:
    // infinite too. NaN is finite and not positive.
    std::uint64_t Property(char what) noexcept
    {
        ++m_at;
        if (what == 'a' || what == 'f' || what == 'p')
        {
            constexpr std::uint32_t Infinity = 0x7F800000;
            const std::uint32_t bits = static_cast<std::uint32_t>(Term()), magnitude = bits & 0x7FFFFFFF;
            return what == 'a'   ? (bits >> 31 != 0 ? 0 - bits : bits)
                   : what == 'f' ? magnitude == 0 || magnitude > Infinity || bits < Infinity
                                 : bits - 1 < Infinity;
        }
        const Tensor tensor = Of(Find(Word(m_at)));
        Name(tensor.place);
        m_isVoid = m_isVoid || !tensor;
        std::uint32_t used = tensor.Rank();
        while (what == 'u' && used > 1 && tensor.Last(used) == 1) { --used; }
        return what == 'c' ? tensor.Elements() : what == 't' ? tensor.Type() : used;
    }

    // What a check is about is the first that its expression names.
    void Name(const Place& place) noexcept
    {
        if (m_subject.field == None32) { m_subject = place; }
    }

    // ---- functions of an operator and its kin, by the names that the facts have -------------------------------------

    void Channels() noexcept
    {
        const Tensor filter = Of("Filter"), input = Of("Input"), output = Of("Output");
        const bool isBackward = IsBackward();
        const Tensor from = isBackward ? output : input, to = isBackward ? input : output;
        const std::uint32_t groups = Value("GroupCount");
        const std::uint32_t channels = Wrapped(std::uint64_t{filter(1)} * groups, from.At(1));
        Require(groups != 0, E::GroupCountZero, {Find("GroupCount")}, 0, 1);
        Size(E::BatchSizes, output, 0, input(0));
        Size(E::OutputChannels, to, 1, filter(0));
        const bool isOfFilter = channels != from(1) && !isBackward && groups != 0 && from(1) % groups == 0;
        if (isOfFilter) { Size(E::InputChannels, filter, 1, from(1) / groups); }
        Size(E::InputChannels, from, 1, channels);
        const bool divides = groups != 0 && filter(0) % groups == 0;
        Require(divides, E::GroupsDivideOutputChannels, filter.At(0), filter(0), groups);
    }
    bool IsBackward() const noexcept { return Value("Direction") == 1; }

    // ARGMAX 0, ARGMIN 1, L1 3, MAX 7, MIN 8, MULTIPLY 9, SUM 10 and SUM_SQUARE 11 take more than floats.
    void ReduceTensors() noexcept
    {
        const std::uint32_t function = Value("Function"), input = Find("Input"), output = Find("Output");
        const std::uint32_t bit = function < 12 ? std::uint32_t{1} << function : 0;
        const std::uint32_t types = (bit & 0x183) != 0 ? 0x0dfe : (bit & 0xe08) != 0 ? 0x0c4e : MaskOfFloats;
        CheckOwn(input, types);
        CheckOwn(output, function < 2 ? 0x0c48 : types);
        if (function >= 2) { Relate("t", output, input); }
    }

    void Reduce() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const List axes = ListOf("Axes");
        const std::uint32_t function = Value("Function");
        Require(function < 12 || function >> 31 != 0, E::ReduceFunction, {Find("Function")}, function, 11);
        for (std::uint32_t i = 0; i < input.Rank(); ++i)
        {
            bool isReduced = false;
            for (std::uint32_t n = 0; n < axes.count; ++n) { isReduced = isReduced || axes[n] == i; }
            Size(isReduced ? E::ReducedSizeNotOne : E::KeptSizeDiffers, output, i, isReduced ? 1 : input(i));
        }
    }

    // The tensors of a list, until a check of one fails.
    template <class Function> void Each(std::uint32_t field, Function check) noexcept
    {
        const std::uint32_t count = ListOf(field).count;
        for (std::uint32_t n = 0; n < count && Holds(); ++n) { check(Of(field, n), n); }
    }

    // All sizes but those on Axis are another tensor's. DirectML reads on where that has no such axis.
    DTU_APART void OtherSizes(E error, const Tensor& tensor, const Tensor& other) noexcept
    {
        Require(tensor.Axes() <= other.Axes(), error, tensor.place, tensor.Rank(), other.Rank());
        for (std::uint32_t i = 0; i < tensor.Axes(); ++i)
        {
            if (i != Value("Axis")) { Size(error, tensor, i, other(i)); }
        }
    }

    // The inputs are read before anything of them was checked.
    void Join() noexcept
    {
        const std::uint32_t inputs = Find("Input"), output = Find("Output"), axis = Value("Axis");
        const std::uint32_t rank = Reach(Of(output), false).Rank();
        Require(axis < rank, E::AxisRange, {Find("Axis")}, axis, rank);
        std::uint64_t sum = 0;
        const auto add = [&](const Tensor& input, std::uint32_t)
        {
            const std::uint32_t elements = Reach(input, true).Elements();
            Require(elements >> 31 == 0, E::JoinElementLimit, input.place, elements, Max32 >> 1);
            sum += axis < input.Axes() ? input(axis) : 0;
            Require(sum <= Max32, E::JoinSumOverflows, input.place, sum, Max32);
        };
        Each(inputs, add);
        const Tensor joined = Reach(Of(output), true);
        Each(inputs, [&](const Tensor& input, std::uint32_t) { OtherSizes(E::JoinOtherSizes, input, joined); });
        if (axis < MaxRank) { Size(E::JoinSum, joined, axis, sum); }
        CheckOwn(output);
        const auto check = [&](const Tensor&, std::uint32_t n)
        {
            CheckOwn(inputs, 0, n);
            Relate("tr", inputs, output, n);
        };
        Each(inputs, check);
    }

    void Split() noexcept
    {
        const std::uint32_t outputs = Find("Output"), input = Find("Input"), axis = Value("Axis");
        const Tensor whole = Reach(Of(input), false);
        Require(axis < whole.Rank(), E::AxisRange, {Find("Axis")}, axis, whole.Rank());
        CheckOwn(input);
        Require(Read<const void*>(outputs) != nullptr, E::Terminates, {outputs});
        Each(outputs, [&](const Tensor&, std::uint32_t n) { CheckOwn(outputs, 0, n); });
        Each(outputs, [&](const Tensor&, std::uint32_t n) { Relate("r", outputs, input, n); });
        Each(outputs, [&](const Tensor&, std::uint32_t n) { Relate("t", outputs, input, n); });
        Each(outputs, [&](const Tensor& output, std::uint32_t) { OtherSizes(E::SplitOtherSizes, output, whole); });
        std::uint64_t sum = 0;
        const auto add = [&](const Tensor& output, std::uint32_t)
        {
            sum += output(axis);
            Require(sum <= Max32, E::SplitSumOverflows, output.place, sum, Max32);
        };
        Each(outputs, add);
        Size(E::SplitSum, whole, axis, sum);
    }

    void GatherNd() noexcept { GatherOrScatterNd(Of("Output"), false); }
    void ScatterNd() noexcept { GatherOrScatterNd(Of("Updates"), true); }

    // The output, or the updates, are the last sizes of the indices but one, then the input's that these do not name.
    DTU_APART void GatherOrScatterNd(const Tensor& output, bool scatters) noexcept
    {
        const Tensor input = Of("Input"), indices = Of("Indices");
        const std::uint32_t ni = Value("InputDimensionCount"), nx = Value("IndicesDimensionCount");
        const std::uint32_t batch = Value("BatchDimensionCount");
        for (std::uint32_t i = 0; i + ni < input.Rank(); ++i) { Size(E::Bound, input, i, 1); }
        for (std::uint32_t i = 0; i + nx < indices.Rank(); ++i) { Size(E::Bound, indices, i, 1); }
        const std::uint32_t named = indices.Last(1), limit = scatters ? input.Rank() : ni - batch;
        const Place last = indices.At(indices.Rank() - 1);
        Require(named <= limit, E::Range, last, named, limit);
        Require(named <= ni, E::Terminates, last, named, ni);
        const std::uint32_t kept = ni - batch - named, given = nx - 1 + kept;
        Require(given <= output.Rank(), E::Range, output.place, output.Rank(), given);
        for (std::uint32_t i = 0; scatters && indices.desc->Strides != nullptr && i < indices.Rank(); ++i)
        {
            Require(indices(i) == 1 || indices.desc->Strides[i] != 0, E::Condition, indices.At(i), 0, 1);
        }
        for (std::uint32_t n = 1; n <= output.Rank(); ++n)
        {
            const std::uint32_t size = n <= kept ? input.Last(n) : n <= given ? indices.Last(n - kept + 1) : 1;
            Size(E::ComputedSizes, output, output.Rank() - n, size);
        }
        for (std::uint32_t i = 0; i < batch; ++i)
        {
            const std::uint32_t ofThese = indices.Last(nx - i), ofThose = input.Last(ni - i);
            const Place place = indices.At(indices.Rank() - nx + i);
            if (ofThese != ofThose) { Note(E::BatchSizesDiffer, place, ofThese, ofThose); }
        }
    }

    // By the scale, and the zero point if there is one. DirectML reads them and the input before it checks them.
    void Quantize() noexcept
    {
        const std::uint32_t input = Find("Input"), output = Find("Output"), list = Find("Quantization");
        const bool hasZeroPoint = Value("QuantizationTensorCount") == 2;
        const bool quantizes = m_fields.at[input].rule.types == MaskOfFloats;
        const Tensor values = Reach(Of(input), true), scale = Reach(Of(list, 0), true);
        if (hasZeroPoint) { Reach(Of(list, 1), true); }
        for (std::uint32_t i = 0; i < scale.Axes(); ++i)
        {
            const bool isThere = scale(i) != 0 && i < values.Axes();
            Require(isThere, E::Terminates, scale.At(i), scale(i));
            Require(isThere && values(i) % scale(i) == 0, E::BlockSizes, values.At(i), values(i), scale(i));
        }
        CheckOwn(input);
        CheckOwn(output);
        Relate("rs", output, input);
        CheckOwn(list, MaskOfFloats, 0);
        Relate("t", list, quantizes ? input : output, 0);
        Relate("r", list, input, 0);
        if (!hasZeroPoint) { return; }
        CheckOwn(list, MaskOfQuantized, 1);
        Relate("t", list, quantizes ? output : input, 1);
        Relate("rs", list, list, 1, 0);
    }

    // The scale has the input's type, of INT32 FLOAT32. Neither was checked.
    void QuantizeLinear() noexcept
    {
        const Tensor input = Reach(Of("Input"), false), scale = Reach(Of("Scale"), false);
        const bool isInt32 = input.Type() == DML_TENSOR_DATA_TYPE_INT32;
        const std::uint32_t type = isInt32 ? static_cast<std::uint32_t>(DML_TENSOR_DATA_TYPE_FLOAT32) : input.Type();
        Require(scale.Type() == type, isInt32 ? E::Condition : E::ScaleTypeDiffers, scale.place, scale.Type(), type);
    }

    // The main header's rules, instead of the row's.
    void Gather() noexcept
    {
        DML_GATHER_OPERATOR_DESC gather;
        std::memcpy(&gather, m_desc, sizeof(gather));
        const Diagnosis found = Validate(gather);
        const TensorError error = found.error;
        const bool isOfAxis = error == TensorError::GatherAxis || error == TensorError::GatherBatchAxis;
        const bool isOfCount = error == TensorError::GatherIndexDimensions || error == TensorError::GatherRankLimit;
        Take(found, {isOfAxis ? 3 : isOfCount ? 4 : found.tensor, None32, found.axis});
    }

    void Call(const Word& name) noexcept
    {
        struct Function
        {
            Word name;
            void (OperatorJudge::*call)() noexcept;
        };
        using J = OperatorJudge;
        static constexpr Function Functions[] = {
            {"Channels", &J::Channels},   {"GatherNd", &J::GatherNd}, {"Join", &J::Join},
            {"Quantize", &J::Quantize},   {"Reduce", &J::Reduce},     {"QuantizeLinear", &J::QuantizeLinear},
            {"ScatterNd", &J::ScatterNd}, {"Split", &J::Split},       {"ReduceTensors", &J::ReduceTensors}};
        const Function* function = Functions;
        while (!(function->name == name)) { ++function; }
        (this->*function->call)();
    }

    // ---- behind the checks ------------------------------------------------------------------------------------------

    // Lists that no check looks at: DirectML reads them once all else is right.
    void CheckListsGiven() noexcept
    {
        for (std::uint32_t i = 0; i < m_fields.count; ++i)
        {
            const bool isOfNumbers = m_fields.at[i].IsList() && !m_fields.at[i].IsTensor();
            if (isOfNumbers && ListOf(i).count != 0) { Entry(ListOf(i), 0); }
        }
    }

    // By the number alone, since the activation's own tensors are null. Measured of five operators.
    void CheckFused() noexcept
    {
        const std::uint32_t field = Find("FusedActivation");
        const auto* const fused = static_cast<const DML_OPERATOR_DESC*>(Read<const void*>(field));
        if (fused == nullptr) { return; }
        const std::uint32_t type = static_cast<std::uint32_t>(fused->Type);
        constexpr std::uint32_t OfGemm = 54, OfConvolution = 53, Clip = 8, Softmax = 48, ParameterizedRelu = 42,
                                Softmax1 = 158;
        const bool isGemm = m_number == OfGemm, isConvolution = m_number == OfConvolution;
        const bool isMeasured = isGemm || isConvolution || m_number == 72 || m_number == 89 || m_number == 115;
        const bool isUnclear = isGemm && type == Softmax;
        const bool isKnown = isMeasured && !isUnclear && RowOf(fused->Type) != nullptr;
        bool isTaken = (type == Clip && (isGemm || isConvolution)) || (type == Softmax1 && isGemm);
        for (const std::uint32_t each :
             {35U, 37U, 38U, 39U, 40U, 43U, 44U, 45U, 46U, 47U, 49U, 50U, 51U, 52U, 90U, 128U, 157U, 167U, 168U})
        {
            isTaken = isTaken || type == each;
        }
        Require(isKnown, E::Unknown, {field}, type);
        Require(!(isConvolution && type == ParameterizedRelu), E::Terminates, {field}, type);
        Require(isTaken, E::FusedActivation, {field}, type);
    }

    // ---- hazards ----------------------------------------------------------------------------------------------------

    void FindHazards() noexcept
    {
        const List axes = ListOf("Axes"), scales = ListOf("Scales"), strides = ListOf("Strides");
        for (std::uint32_t i = 0, named = 0; i < axes.count; ++i)
        {
            if ((named >> axes[i] & 1) != 0) { Note(E::RepeatedAxis, axes.At(i), axes[i], 0); }
            named |= std::uint32_t{1} << axes[i];
        }
        if (scales.values != nullptr) { FindScaleHazards(scales); }
        if (strides.values != nullptr && Find("EndPadding") != None32) { FindWindowHazards(strides); }
    }

    void Expect(const Tensor& output, std::uint32_t axis, std::uint64_t size) noexcept
    {
        if (output(axis) != size) { Note(E::DocumentedSize, output.At(axis), output(axis), size); }
    }

    // Documented of RESAMPLE and its successors, not of their gradients: floor(input * scale), which is ONNX's, or rounded.
    void FindScaleHazards(const List& scales) noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        for (std::uint32_t i = 0; input && i < scales.count; ++i)
        {
            const std::uint32_t bits = scales[i];
            float scale = 0;
            std::memcpy(&scale, &bits, sizeof(scale));
            const double size = double{scale} * input(i);
            const std::uint64_t floor = size < 9e18 ? static_cast<std::uint64_t>(size) : Max64;
            const std::uint64_t rounded = size < 9e18 && size - static_cast<double>(floor) >= 0.5 ? floor + 1 : floor;
            if (output(i) != floor) { Expect(output, i, rounded); }
        }
    }

    // A step of 0, then an output of another size than documented.
    void FindWindowHazards(const List& strides) noexcept
    {
        const List windows = ListOf("WindowSize"), dilations = ListOf("Dilations"), added = ListOf("OutputPadding");
        const List start = ListOf("StartPadding"), end = ListOf("EndPadding");
        const Tensor input = Of(m_fields.First()), filter = Of("Filter"), output = Of("Output");
        const std::uint32_t spatial = input.Rank() - 2;
        const bool isBackward = IsBackward();
        for (const List* list : {&strides, &windows, &dilations})
        {
            for (std::uint32_t i = 0; i < list->count && i < spatial; ++i)
            {
                if ((*list)[i] == 0) { return Note(E::ZeroStep, list->At(i), 0, 1); }
            }
        }
        const bool isOneRank = output.Rank() == input.Rank() && (!filter || filter.Rank() == input.Rank());
        for (std::uint32_t i = 0; isOneRank && strides.count == spatial && i < spatial; ++i)
        {
            const std::uint32_t size = input(2 + i), window = filter ? filter(2 + i) : windows[i];
            const std::uint64_t padding = std::uint64_t{start[i]} + end[i];
            const std::uint64_t extent = WindowExtent(window, dilations[i]);
            const std::uint64_t fitting = WindowsThatFit(size + padding, extent, strides[i]);
            // Where no window fits, poolings with dilations give 1.
            const bool givesOne = fitting == 0 && windows.values != nullptr && dilations.values != nullptr;
            const std::uint64_t whole = TransposedSize(size, strides[i], extent, added[i]);
            const std::uint64_t spread = whole == Max64 ? whole : whole > padding ? whole - padding : 0;
            Expect(output, 2 + i, isBackward ? spread : givesOne ? 1 : fitting);
        }
    }

    const std::uint32_t m_number;
    const OperatorFields m_fields;
    const unsigned char* const m_desc;
    OperatorDiagnosis m_reason;
    OperatorDiagnosis m_hazard;
    const char* m_at = nullptr;  // in the row's checks
    std::uint32_t m_index = 0;   // i, j or k of the check
    std::uint32_t m_repeats = 0; // how often it runs; 0 where nothing says so
    bool m_isVoid = false;       // this time nothing is checked
    Place m_subject;             // what it is about
};
} // namespace detail

/// "CONVOLUTION". "?" for a number that no version has.
constexpr const char* ToString(DML_OPERATOR_TYPE type) noexcept
{
    const detail::OperatorRow* const row = detail::RowOf(type);
    return row != nullptr ? row->name : type == DML_OPERATOR_INVALID ? "INVALID" : "?";
}

/// What DirectML 1.15.4 will say of an operator, on a device that has every data type. Desc points to the operator's
/// structure, in portable mode to one of the same layout; a list has as many elements as its count says.
DTU_LATER OperatorDiagnosis ValidateOperator(const DML_OPERATOR_DESC& desc) noexcept
{
    const detail::OperatorRow* const row = detail::RowOf(desc.Type);
    if (row != nullptr) { return detail::OperatorJudge<Later>(*row, desc.Desc).Judge(); }
    OperatorDiagnosis unknown;
    unknown.error = OperatorError::Unknown;
    unknown.type = desc.Type;
    return unknown;
}

namespace detail
{
// Writes the sentence of an operator, beside its row.
template <class Later> struct OperatorMessage
{
    const OperatorDiagnosis& diagnosis;
    const OperatorFields fields;
    MessageWriter<Later> writer;

    bool IsOf(OperatorError error) const noexcept { return diagnosis.error == error; }

    void AppendIndex(std::uint32_t index) noexcept
    {
        if (index == None32) { return; }
        writer.Append('[');
        writer.AppendNumber(index);
        writer.Append(']');
    }

    void AppendName(std::uint32_t field) noexcept
    {
        if (field >= fields.count) { return; }
        const OperatorField& of = fields.at[field];
        for (std::uint32_t i = 0; i < of.name.size; ++i) { writer.Append(of.name.text[i]); }
        writer.Append(!of.IsTensor() ? "" : of.IsList() ? "Tensors" : "Tensor");
    }

    void AppendField() noexcept
    {
        AppendName(diagnosis.field);
        AppendIndex(diagnosis.element);
    }

    // What the numbers are of: an attribute, a size, or a tensor's axes or elements.
    void AppendSize() noexcept
    {
        using E = OperatorError;
        const bool isTensor = diagnosis.field < fields.count && fields.at[diagnosis.field].IsTensor();
        const bool isWhole = isTensor && diagnosis.axis == None32;
        const bool isOfRank = IsOf(E::RanksDiffer) || IsOf(E::BroadcastRanksDiffer) || IsOf(E::NotRank4)
                              || IsOf(E::SizesDiffer) || IsOf(E::NotOneOrEqual) || IsOf(E::Range)
                              || IsOf(E::JoinOtherSizes);
        writer.Append(isWhole && !isOfRank ? "the number of elements of " : "");
        AppendField();
        writer.Append(!isTensor ? "" : !isWhole ? ".Sizes" : isOfRank ? ".DimensionCount" : "");
        AppendIndex(diagnosis.axis);
    }

    void AppendTypes(std::uint64_t mask) noexcept
    {
        for (std::uint32_t type = 1; type <= LastDataType; ++type)
        {
            if ((mask >> type & 1) == 0) { continue; }
            writer.Append(ToString(static_cast<DML_TENSOR_DATA_TYPE>(type)));
            const std::uint64_t more = mask >> type >> 1;
            writer.Append(more == 0 ? "" : (more & (more - 1)) == 0 ? " or " : ", ");
        }
    }

    // The tensor that the field is compared with, where the field's own relations name it.
    void AppendOther() noexcept
    {
        const char letter = IsOf(OperatorError::TypesDiffer)            ? 't'
                            : IsOf(OperatorError::RanksDiffer)          ? 'r'
                            : IsOf(OperatorError::SizesDiffer)          ? 's'
                            : IsOf(OperatorError::NotOneOrEqual)        ? 'o'
                            : IsOf(OperatorError::BroadcastRanksDiffer) ? 'b'
                                                                        : '\0';
        if (letter == '\0' || diagnosis.field >= fields.count) { return; }
        const char* at = fields.at[diagnosis.field].relations;
        while (*at == '~' || *at == '=')
        {
            const RowRelation relation(at, fields);
            const char* found = relation.letters;
            while (*found >= 'a' && *found != letter) { ++found; }
            if (*found != letter) { continue; }
            writer.Append(", as ");
            AppendName(relation.other);
            writer.Append("'s is");
            return;
        }
    }

    const char* Sentence() const noexcept
    {
        const bool isCondition = IsOf(OperatorError::Condition);
        if (IsOf(OperatorError::InputChannels) && fields.Find("Filter") == diagnosis.field)
        {
            return ", InputTensor.Sizes[1] / GroupCount";
        }
        if (isCondition && fields.Find("ZeroPoint") != None32)
        {
            return "{field}.DataType is {actual type}; it must be {required type}, where the input is INT32";
        }
        if (isCondition && fields.Find("Updates") != None32)
        {
            return "{field}.Strides of an axis of more than one element is {actual}; it must be at least {required}";
        }
        const std::uint32_t error = static_cast<std::uint32_t>(diagnosis.error);
        return error < OperatorErrorCount ? OperatorErrorSentences[error] : "?";
    }

    void Append(const char* text) noexcept
    {
        using Writer = MessageWriter<Later>;
        while (*text != '\0')
        {
            if (Writer::Skip(text, "{field}")) { AppendField(); }
            else if (Writer::Skip(text, "{size}")) { AppendSize(); }
            else if (Writer::Skip(text, "{required types}")) { AppendTypes(diagnosis.required); }
            else if (Writer::Skip(text, "{actual activation}"))
            {
                writer.Append(ToString(static_cast<DML_OPERATOR_TYPE>(diagnosis.actual)));
            }
            else if (Writer::Skip(text, "{actual")) { writer.AppendValue(diagnosis.actual, text); }
            else if (Writer::Skip(text, "{required")) { writer.AppendValue(diagnosis.required, text); }
            else { writer.Append(*text++); }
        }
    }

    void AppendSentence() noexcept
    {
        const char* const sentence = Sentence();
        const bool goesOn = *sentence == '\0' || *sentence == ',' || *sentence == ':';
        Append(goesOn ? "{size} is {actual}; it must be {required}" : "");
        Append(sentence);
        AppendOther();
        writer.Append(" [");
        writer.Append(ToString(diagnosis.error));
        writer.Append(']');
    }

    // Of one tensor the main header's sentence, with the field's name.
    void AppendTensorSentence() noexcept
    {
        const bool isOfRanks = diagnosis.tensor == TensorError::DimensionCount && diagnosis.field < fields.count;
        const TensorRule rule = isOfRanks ? fields.at[diagnosis.field].rule : TensorRule{};
        if (rule.minRank == 1 && rule.maxRank == MaxRank)
        {
            OperatorMessage field = {diagnosis, fields, {}};
            field.AppendField();
            const Message& name = field.writer.message;
            return writer.AppendSentence(diagnosis.tensor, name.size() != 0 ? name.c_str() : nullptr);
        }
        AppendField();
        writer.Append(".DimensionCount is ");
        writer.AppendNumber(diagnosis.actual);
        writer.Append("; it must be ");
        writer.AppendNumber(rule.minRank);
        writer.Append(" to ");
        writer.AppendNumber(rule.maxRank);
        writer.Append(" [DimensionCount]");
    }
};
} // namespace detail

/// The diagnosis as one sentence, which names the operator, the field and the numbers and ends with the reason's name:
/// "CONVOLUTION: FilterTensor.Sizes[1] is 3; it must be 2, InputTensor.Sizes[1] / GroupCount [InputChannels]".
DTU_LATER Message Explain(const OperatorDiagnosis& diagnosis) noexcept
{
    const detail::OperatorRow* const row = detail::RowOf(diagnosis.type);
    detail::OperatorMessage<Later> message = {
        diagnosis, row != nullptr ? detail::FieldsOf(*row) : detail::OperatorFields(), {}};
    message.writer.Append(diagnosis.Ok() ? "no error" : ToString(diagnosis.type));
    message.writer.Append(diagnosis.Ok() ? "" : ": ");
    if (diagnosis.error == OperatorError::Tensor) { message.AppendTensorSentence(); }
    else if (!diagnosis.Ok()) { message.AppendSentence(); }
    return message.writer.message;
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DTU_APART
#undef DTU_LATER

#endif // DML_TENSOR_OPERATORS_HPP
