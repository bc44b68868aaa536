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
#define DML_TENSOR_UTILS_LATER template <class Later = void>

// In front of what nearly every check calls: inlined everywhere, it doubles the code, and no check is faster.
#if defined(__GNUC__) || defined(__clang__)
#define DML_TENSOR_UTILS_APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define DML_TENSOR_UTILS_APART __declspec(noinline)
#else
#define DML_TENSOR_UTILS_APART
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
// The sizes of an output on the way from its input's. They may exceed 32 bits until the end; the first error is kept,
// and what follows it changes nothing that is read.
struct OutputSizes
{
    std::uint64_t sizes[MaxRank] = {};
    std::uint32_t rank = 0;
    Diagnosis reason;

    // The arguments' own errors, then the input's rank and sizes.
    DML_TENSOR_UTILS_LATER constexpr OutputSizes(std::initializer_list<const Dimensions*> arguments,
                                                 const Window& window, const Dimensions& input, std::uint32_t least,
                                                 std::uint32_t most) noexcept
    {
        for (const Dimensions* argument : arguments) { reason = FirstOf(reason, argument->Reason()); }
        for (const Dimensions* list :
             {&window.strides, &window.dilations, &window.startPadding, &window.endPadding, &window.outputPadding})
        {
            reason = FirstOf(reason, list->Reason());
        }
        rank = static_cast<std::uint32_t>(input.size());
        NoZero(input, rank);
        Require(rank >= least && rank <= most, TensorError::RankDiffers, None32, rank, rank < least ? least : most);
        for (std::uint32_t i = 0; i < rank; ++i) { sizes[i] = input[i]; }
    }

    DML_TENSOR_UTILS_LATER constexpr bool Require(bool holds, TensorError error, std::uint32_t axis,
                                                  std::uint64_t actual, std::uint64_t required) noexcept
    {
        if (reason.Ok() && !holds) { reason = {error, axis, actual, required}; }
        return reason.Ok();
    }

    DML_TENSOR_UTILS_LATER constexpr bool Count(const Dimensions& values, std::uint64_t count) noexcept
    {
        return Require(values.size() == count, TensorError::RankDiffers, None32, values.size(), count);
    }

    // So many values, none of them 0.
    DML_TENSOR_UTILS_LATER constexpr bool NoZero(const Dimensions& values, std::uint64_t count) noexcept
    {
        Count(values, count);
        for (std::uint32_t i = 0; i < values.size(); ++i) { Require(values[i] != 0, TensorError::ZeroSize, i, 0, 1); }
        return reason.Ok();
    }

    // A number of 32 bits that is not 0; 1 after an error.
    DML_TENSOR_UTILS_LATER constexpr std::uint32_t Factor(AnyInteger value) noexcept
    {
        Require(!value.IsNegative() && value.Bits() <= Max32, TensorError::ValueRange, None32, value.Bits(), Max32);
        return Require(value.Bits() != 0, TensorError::ZeroSize, None32, 0, 1) ? Low32(value) : 1;
    }

    // All ones where 64 bits do not hold it.
    DML_TENSOR_UTILS_LATER constexpr void Scale(std::uint32_t axis, std::uint32_t factor) noexcept
    {
        if (!Multiply(sizes[axis], factor, sizes[axis])) { sizes[axis] = Max64; }
    }

    DML_TENSOR_UTILS_LATER constexpr void Divide(std::uint32_t axis, std::uint64_t divisor) noexcept
    {
        const bool divides = sizes[axis] % divisor == 0;
        if (Require(divides, TensorError::ValueRange, axis, sizes[axis], divisor)) { sizes[axis] /= divisor; }
    }

    // The lists of a window have one entry for each spatial axis, if any.
    DML_TENSOR_UTILS_LATER constexpr bool Take(const Window& window, std::uint64_t outputPaddings) noexcept
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
    static constexpr std::uint64_t Entry(const Dimensions& values, std::uint32_t i, std::uint32_t usual) noexcept
    {
        return values.empty() ? usual : values[i];
    }

    // How many windows fit on each spatial axis. Padded sizes are below 2^34, extents below 2^64.
    DML_TENSOR_UTILS_LATER constexpr void CountWindows(const std::uint32_t* windowSizes, const Window& window) noexcept
    {
        for (std::uint32_t i = 0; reason.Ok() && i + 2 < rank; ++i)
        {
            const std::uint64_t padded =
                sizes[2 + i] + Entry(window.startPadding, i, 0) + Entry(window.endPadding, i, 0);
            const std::uint64_t extent = (windowSizes[i] - std::uint64_t{1}) * Entry(window.dilations, i, 1) + 1;
            if (Require(extent <= padded, TensorError::SliceRange, 2 + i, extent, padded))
            {
                sizes[2 + i] = (padded - extent) / Entry(window.strides, i, 1) + 1;
            }
        }
    }

    DML_TENSOR_UTILS_LATER constexpr TensorLayout Packed() noexcept
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
DML_TENSOR_UTILS_LATER constexpr OutputSizes StartConvolution(const Dimensions& input, const Dimensions& filter,
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout JoinedSizes(const Dimensions* inputs, std::uint64_t count,
                                                          AnyInteger axis) noexcept
{
    OutputSizes output({}, {}, inputs[0], 1, MaxRank);
    for (std::uint64_t n = 0; n < count; ++n) { output.reason = FirstOf(output.reason, inputs[n].Reason()); }
    const std::uint64_t at = axis.IsNegative() ? Max64 : axis.Bits();
    output.Require(at < output.rank, TensorError::AxisOutOfRange, None32, axis.Bits(), output.rank);
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout ConvolutionOutput(const Dimensions& input, const Dimensions& filter,
                                                                const Window& window = {},
                                                                AnyInteger groupCount = 1) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout TransposedConvolutionOutput(const Dimensions& input,
                                                                          const Dimensions& filter,
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
        // Each product is below 2^64 - 2^33.
        std::uint64_t whole = (output.sizes[2 + i] - 1) * Sizes::Entry(window.strides, i, 1) + 1;
        const std::uint64_t extent = (filter[2 + i] - std::uint64_t{1}) * Sizes::Entry(window.dilations, i, 1);
        const std::uint64_t padding = Sizes::Entry(window.startPadding, i, 0) + Sizes::Entry(window.endPadding, i, 0);
        const bool fits =
            detail::Add(whole, extent, whole) && detail::Add(whole, Sizes::Entry(window.outputPadding, i, 0), whole);
        output.Require(!fits || padding < whole, TensorError::SliceRange, 2 + i, padding, whole);
        output.sizes[2 + i] = fits ? whole - padding : detail::Max64;
    }
    return output.Packed();
}

/// {N, C, (input + padding - ((windowSize - 1) * dilation + 1)) / stride + 1, rounded down}.
/// The output of average, Lp and maximum pooling. Input: N, C and 2 or 3 spatial sizes.
/// Errors: RankDiffers (also where outputPadding is not empty), ZeroSize, SliceRange (the window does not fit, where
/// DirectMLX gives 1: axis, its extent, the padded size), ValueRange (a size beyond 32 bits).
/// Source: "DML_AVERAGE_POOLING_OPERATOR_DESC structure"; dilations as in DirectMLX.
DML_TENSOR_UTILS_LATER constexpr TensorLayout PoolingOutput(const Dimensions& input, const Dimensions& windowSize,
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout GemmOutput(const Dimensions& a, const Dimensions& b,
                                                         bool transposeA = false, bool transposeB = false) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout ReduceOutput(const Dimensions& input, const Dimensions& axes) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout JoinOutput(const Dimensions* inputs, AnyInteger count,
                                                         AnyInteger axis) noexcept
{
    const std::uint64_t bits = count.Bits();
    return count.IsNegative()
               ? detail::Carrying::Of<TensorLayout>({TensorError::ValueRange, detail::None32, bits, detail::Max64})
           : bits == 0 || inputs == nullptr
               ? detail::Carrying::Of<TensorLayout>({TensorError::NullPointer, detail::None32, 0, bits == 0 ? 1 : bits})
               : detail::JoinedSizes(inputs, bits, axis);
}
/// The same of a braced list.
DML_TENSOR_UTILS_LATER constexpr TensorLayout JoinOutput(std::initializer_list<Dimensions> inputs,
                                                         AnyInteger axis) noexcept
{
    return inputs.size() == 0 ? detail::Carrying::Of<TensorLayout>({TensorError::NullPointer, detail::None32, 0, 1})
                              : detail::JoinedSizes(inputs.begin(), inputs.size(), axis);
}

/// ceil(windowSize / windowStride).
/// The output of SLICE and SLICE1. Strides are magnitudes: one below 0 only walks the other way.
/// Errors: RankDiffers, ZeroSize.
/// Source: "DML_SLICE1_OPERATOR_DESC structure".
DML_TENSOR_UTILS_LATER constexpr TensorLayout SliceOutput(const Dimensions& windowSizes,
                                                          const Dimensions& windowStrides) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout PaddingOutput(const Dimensions& input, const Dimensions& start,
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout TileOutput(const Dimensions& input, const Dimensions& repeats) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout UpsampleOutput(const Dimensions& input, AnyInteger height,
                                                             AnyInteger width) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout DepthToSpaceOutput(const Dimensions& input, AnyInteger blockSize) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout SpaceToDepthOutput(const Dimensions& input, AnyInteger blockSize) noexcept
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
DML_TENSOR_UTILS_LATER constexpr TensorLayout GatherNdOutput(const Dimensions& input, const Dimensions& indices,
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
// The names and their sentences, in the order of the enumeration. Placeholders: {field}, with its element; {size}, what
// the numbers are of; {actual} and {required}, as numbers, or with a word behind them: type (of elements), types (a
// mask of them), activation; {other}, the tensor that the row compares with.
struct OperatorText
{
    const char* name;
    const char* sentence;
};
// clang-format off
inline constexpr OperatorText OperatorErrorTexts[] = {
    {"None", "no error"},
    {"Tensor", ""},
    {"DataType", "{field}.DataType is {actual type}; it must be {required types}"},
    {"TypesDiffer", "{field}.DataType is {actual type}; it must be {required type}{other}"},
    {"RanksDiffer", "{field}.DimensionCount is {actual}; it must be {required}{other}"},
    {"SizesDiffer", "{size} is {actual}; it must be {required}{other}"},
    {"NotOneOrEqual", "{size} is {actual}; it must be 1 or {required}{other}"},
    {"BroadcastRanksDiffer", "{field}.DimensionCount is {actual}; it must be {required}{other}"},
    {"AxisRange", "{field} is {actual}; it must be below {required}, the DimensionCount"},
    {"Range", "{size} is {actual}; what it may be ends at {required}"},
    {"Enumerator", "{field} is {actual}, no such enumerator; the last is {required}"},
    {"NotEqual", "{size} is {actual}; it must be {required}"},
    {"Zero", "{field} is {actual}; it must be at least {required}"},
    {"CountIsNotRank", "{field} is {actual}; it must be {required}, for the tensor's DimensionCount"},
    {"Condition", "{size} is {actual}; it must be {required}"},
    {"Bound", "{size} is {actual}; it must be {required}"},
    {"ComputedSizes", "{size} is {actual}; the operator yields {required}"},
    {"NotTwoDimensional", "{size} is {actual}; all sizes but the last two must be {required}"},
    {"NotFloat", "{field}.DataType is {actual type}; it must be {required types}"},
    {"NotRank4", "{field}.DimensionCount is {actual}; it must be {required}"},
    {"BatchSizes", "{size} is {actual}; it must be {required}, as the input's is"},
    {"MatrixSizes", "{size} is {actual}; the product of the matrices needs {required}"},
    {"MatrixBatch", "{size} is {actual}; it must be {required}, as ATensor's is"},
    {"AZeroPointSizes", "{size} is {actual}; one element or one a row of ATensor needs {required}"},
    {"BZeroPointSizes", "{size} is {actual}; one element or one a column of BTensor needs {required}"},
    {"AScaleSizes", "{size} is {actual}; one element or one a row of ATensor needs {required}"},
    {"BScaleSizes", "{size} is {actual}; one element or one a column of BTensor needs {required}"},
    {"OutputZeroPointSizes", "{size} is {actual}; it must be {required}"},
    {"OutputScaleSizes", "{size} is {actual}; it must be {required}"},
    {"OutputPadding", "{field} is {actual}; it must be below {required}, the output's size"},
    {"GroupCountZero", "{field} is {actual}; it must be at least {required}"},
    {"OutputChannels", "{size} is {actual}; it must be {required}, FilterTensor.Sizes[0]"},
    {"InputChannels", "{size} is {actual}; it must be {required}, FilterTensor.Sizes[1] * GroupCount"},
    {"GroupsDivideOutputChannels", "{size} is {actual}; it must be a multiple of {required}, GroupCount"},
    {"BiasSizes", "{size} is {actual}; it must be {required}: 1, but the output's channels on axis 1"},
    {"InputZeroPointSizes", "{field} has {actual} elements; it must have {required}"},
    {"InputScaleSizes", "{field} has {actual} elements; it must have {required}"},
    {"FilterZeroPointSizes", "{size} is {actual}; one element or one a channel needs {required}"},
    {"FilterScaleSizes", "{size} is {actual}; one element or one a channel needs {required}"},
    {"ReduceFunction", "{field} is {actual}, no such function; the last is {required}"},
    {"ReducedSizeNotOne", "{size} is {actual}; a reduced axis must have {required}"},
    {"KeptSizeDiffers", "{size} is {actual}; an axis that is kept must have {required}, as InputTensor's"},
    {"NoTensors", "{field} is {actual}; it must be at least {required}"},
    {"JoinElementLimit", "{field} has {actual} elements; it must have at most {required}"},
    {"JoinSumOverflows", "the inputs up to {field} are {actual} on Axis; they must be at most {required}"},
    {"JoinOtherSizes", "{size} is {actual}; it must be {required}, as OutputTensor's is"},
    {"JoinSum", "{size} is {actual}; it must be {required}, the sum of the inputs'"},
    {"SplitOtherSizes", "{size} is {actual}; it must be {required}, as InputTensor's is"},
    {"SplitSumOverflows", "the outputs up to {field} are {actual} on Axis; they must be at most {required}"},
    {"SplitSum", "{size} is {actual}; it must be {required}, the sum of the outputs'"},
    {"SliceWindow", "the slice of {size} ends at {actual}; it must end at {required} at most"},
    {"NegativeStride", "{field} is {actual}; it must be below 2147483648 (SLICE1 walks backwards)"},
    {"PaddingElementLimit", "{field} has {actual} elements; it must have at most {required}"},
    {"PaddedSizes", "{size} is {actual}; it must be {required}, StartPadding + the input's + EndPadding"},
    {"TiledSizes", "{size} is {actual}; it must be {required}, the input's * Repeats"},
    {"ScaleNotPositive", "{field} is not above 0; every scale must be"},
    {"UpsampleOverflows", "{size} would be {actual}; it must be at most {required}"},
    {"UpsampledSizes", "{size} is {actual}; it must be {required}, the input's * ScaleSize"},
    {"ChannelCount", "{field} is {actual}; it must be {required}, InputTensor.Sizes[1], which must be 1 or 3"},
    {"RoiSizes", "{size} is {actual}; it must be {required}: ROITensor is {1, 1, OutputTensor.Sizes[0], 5}"},
    {"PooledSizes", "{size} is {actual}; it must be {required}, as PooledSize says"},
    {"RoiChannels", "{size} is {actual}; it must be {required}, InputTensor.Sizes[1]"},
    {"NotFinite", "{field} is below 0 or infinite; it must be neither"},
    {"BlockDividesChannels", "{size} is {actual}; it must be a multiple of {required}, BlockSize * BlockSize"},
    {"BlockDividesHeight", "{size} is {actual}; it must be a multiple of {required}, BlockSize"},
    {"BlockDividesWidth", "{size} is {actual}; it must be a multiple of {required}, BlockSize"},
    {"OneHotValues", "{field} has {actual} element; it must have {required}, off and on"},
    {"QuantizationType", "{field} is {actual}; it must be 1 (SCALE) or {required} (SCALE_ZERO_POINT)"},
    {"QuantizationTensorCount", "{field} is {actual}; for this QuantizationType it must be {required}"},
    {"BlockSizes", "{size} is {actual}; it must be a multiple of {required}, the scale's size"},
    {"ScaleTypeDiffers", "{field}.DataType is {actual type}; it must be {required type}, as InputTensor's is"},
    {"FusedActivation", "{field} is {actual activation}, which the operator does not fuse"},
    {"NullDescription", "Desc is null; point it to the operator's structure"},
    {"NullArray", "{field} is null; point it to as many elements as its count says"},
    {"Terminates", "of {field} DirectML reads what is not there, or divides by 0: it ends the process"},
    {"DocumentedSize", "DirectML takes it, but {size} is {actual}; the documented formula gives {required}"},
    {"ZeroStep", "DirectML takes it, but {field} is {actual}; it should be at least {required}"},
    {"SizeWraps", "DirectML takes it, but {size} comes from {actual}, which exceeds 32 bits and wraps"},
    {"RepeatedAxis", "DirectML takes it, but {field} is {actual}, an axis that was named before"},
    {"BatchSizesDiffer", "DirectML takes it, but {size} is {actual}; the input's batch size is {required}"},
    {"Unknown", "what DirectML checks of it is not known here"},
};
// clang-format on

inline constexpr std::uint32_t OperatorErrorCount = sizeof(OperatorErrorTexts) / sizeof(OperatorErrorTexts[0]);

static_assert(static_cast<std::uint32_t>(OperatorError::Unknown) + 1 == OperatorErrorCount, "every error has its text");

} // namespace detail

/// The enumerator's name: "InputChannels". "?" for a value that does not exist.
constexpr const char* ToString(OperatorError error) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(error);
    return value < detail::OperatorErrorCount ? detail::OperatorErrorTexts[value].name : "?";
}

namespace detail
{
// =====================================================================================================================
//   The table: one row an operator, by its number. Source: the documentation of each operator's structure, and the
//   verdicts of DirectML 1.15.4 itself.
//
//   number, the least DML_TARGET_VERSION that has the structure, name,
//   fields, `kind:Name,Name` in the structure's order. in, out: tensors, whose names go on with Tensor; `?`: may be
//     null; in brackets the mask of the data types, bit n for type n, and the ranks unless they are 1-8, both as of the
//     tensor before where there are none. ins, outs: Tensors, an array. uint (also enumerations and BOOL), int, float,
//     scalar, size2d. uints, ints, floats: a list. Arrays and lists are counted by the last field called Count.
//   checks, in DirectML's order, the first that fails is the reason:
//     X           the tensor's own. X=trs:Y and then, X~trs:Y only, its relations to another: t types are equal,
//                 r ranks, s sizes, b ranks (BroadcastRanksDiffer), o each size is 1 or Y's
//     axis(A,X)   A is an axis of X. axes(A,X) each of the list. range(A,least,most). enum(A,n) A < n. equal(A,value).
//                 nonzero(A). array(A) is not null. count(A,X,k) X has A + k axes
//     Name()      the function OperatorJudge::Name
//   No checks: Unknown.
// =====================================================================================================================
struct OperatorRow
{
    std::uint32_t number;
    std::uint32_t target;
    const char* name;
    const char* fields;
    const char* checks;
};

// clang-format off
inline constexpr OperatorRow OperatorRows[] = {
    {1, 0x1000, "ELEMENT_WISE_IDENTITY", "in:Input(0ffe) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {2, 0x1000, "ELEMENT_WISE_ABS", "in:Input(09c6) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {3, 0x1000, "ELEMENT_WISE_ACOS", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {4, 0x1000, "ELEMENT_WISE_ADD", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {5, 0x1000, "ELEMENT_WISE_ASIN", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {6, 0x1000, "ELEMENT_WISE_ATAN", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {7, 0x1000, "ELEMENT_WISE_CEIL", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {8, 0x1000, "ELEMENT_WISE_CLIP", "in:Input(0dfe) out:Output scalebias?:ScaleBias float:Min,Max", "Input "
     "Output=trs:Input"},
    {9, 0x1000, "ELEMENT_WISE_COS", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {10, 0x1000, "ELEMENT_WISE_DIVIDE", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {11, 0x1000, "ELEMENT_WISE_EXP", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {12, 0x1000, "ELEMENT_WISE_FLOOR", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {13, 0x1000, "ELEMENT_WISE_LOG", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {14, 0x1000, "ELEMENT_WISE_LOGICAL_AND", "in:A(0028),B out:Output", "A B=trs:A Output=trs:A"},
    {15, 0x1000, "ELEMENT_WISE_LOGICAL_EQUALS", "in:A(0dfe),B out:Output(0028)", "A B=trs:A Output=rs:A"},
    {16, 0x1000, "ELEMENT_WISE_LOGICAL_GREATER_THAN", "in:A(0dfe),B out:Output(0028)", "A B=trs:A Output=rs:A"},
    {17, 0x1000, "ELEMENT_WISE_LOGICAL_LESS_THAN", "in:A(0dfe),B out:Output(0028)", "A B=trs:A Output=rs:A"},
    {18, 0x1000, "ELEMENT_WISE_LOGICAL_NOT", "in:Input(0028) out:Output", "Input Output=trs:Input"},
    {19, 0x1000, "ELEMENT_WISE_LOGICAL_OR", "in:A(0028),B out:Output", "A B=trs:A Output=trs:A"},
    {20, 0x1000, "ELEMENT_WISE_LOGICAL_XOR", "in:A(0028),B out:Output", "A B=trs:A Output=trs:A"},
    {21, 0x1000, "ELEMENT_WISE_MAX", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {22, 0x1000, "ELEMENT_WISE_MEAN", "in:A(004e),B out:Output", "A B=trs:A Output=trs:A"},
    {23, 0x1000, "ELEMENT_WISE_MIN", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {24, 0x1000, "ELEMENT_WISE_MULTIPLY", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {25, 0x1000, "ELEMENT_WISE_POW", "in:Input(01fe),Exponent out:Output scalebias?:ScaleBias", "Input "
     "Exponent=rs:Input Output=trs:Input"},
    {26, 0x1000, "ELEMENT_WISE_CONSTANT_POW", "in:Input(0006) out:Output scalebias?:ScaleBias float:Exponent", "Input "
     "Output=trs:Input"},
    {27, 0x1000, "ELEMENT_WISE_RECIP", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {28, 0x1000, "ELEMENT_WISE_SIN", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {29, 0x1000, "ELEMENT_WISE_SQRT", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {30, 0x1000, "ELEMENT_WISE_SUBTRACT", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {31, 0x1000, "ELEMENT_WISE_TAN", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {32, 0x1000, "ELEMENT_WISE_THRESHOLD", "in:Input(01fe) out:Output scalebias?:ScaleBias float:Min", "Input "
     "Output=trs:Input"},
    {33, 0x1000, "ELEMENT_WISE_QUANTIZE_LINEAR", "in:Input,Scale in?:ZeroPoint out:Output", "QuantizeLinear()"},
    {34, 0x1000, "ELEMENT_WISE_DEQUANTIZE_LINEAR", "in:Input(01f8),Scale(0006) in?:ZeroPoint(01f8) out:Output(3fff)",
     "Input Scale Output~t:Scale Scale~rs:Input ZeroPoint=trs:Input Output=rs:Input"},
    {35, 0x1000, "ACTIVATION_ELU", "in:Input(0006) out:Output float:Alpha", "Input Output=trs:Input"},
    {36, 0x1000, "ACTIVATION_HARDMAX", "in:Input(0006) out:Output", "Input Output=trs:Input TwoDimensional()"},
    {37, 0x1000, "ACTIVATION_HARD_SIGMOID", "in:Input(0006) out:Output float:Alpha,Beta", "Input Output=trs:Input"},
    {38, 0x1000, "ACTIVATION_IDENTITY", "in:Input(0006) out:Output", "Input Output=trs:Input"},
    {39, 0x1000, "ACTIVATION_LEAKY_RELU", "in:Input(0006) out:Output float:Alpha", "Input Output=trs:Input"},
    {40, 0x1000, "ACTIVATION_LINEAR", "in:Input(0006) out:Output float:Alpha,Beta", "Input Output=trs:Input"},
    {41, 0x1000, "ACTIVATION_LOG_SOFTMAX", "in:Input(0006) out:Output", "Input Output=trs:Input TwoDimensional()"},
    {42, 0x1000, "ACTIVATION_PARAMETERIZED_RELU", "in:Input(01c6),Slope out:Output", "Input Slope=trs:Input "
     "Output=trs:Input"},
    {43, 0x1000, "ACTIVATION_PARAMETRIC_SOFTPLUS", "in:Input(0006) out:Output float:Alpha,Beta", "Input "
     "Output=trs:Input"},
    {44, 0x1000, "ACTIVATION_RELU", "in:Input(01c6) out:Output", "Input Output=trs:Input"},
    {45, 0x1000, "ACTIVATION_SCALED_ELU", "in:Input(0006) out:Output float:Alpha,Gamma", "Input Output=trs:Input"},
    {46, 0x1000, "ACTIVATION_SCALED_TANH", "in:Input(0006) out:Output float:Alpha,Beta", "Input Output=trs:Input"},
    {47, 0x1000, "ACTIVATION_SIGMOID", "in:Input(0006) out:Output", "Input Output=trs:Input"},
    {48, 0x1000, "ACTIVATION_SOFTMAX", "in:Input(0006) out:Output", "Input Output=trs:Input TwoDimensional()"},
    {49, 0x1000, "ACTIVATION_SOFTPLUS", "in:Input(0006) out:Output float:Steepness", "Input Output=trs:Input"},
    {50, 0x1000, "ACTIVATION_SOFTSIGN", "in:Input(0006) out:Output", "Input Output=trs:Input"},
    {51, 0x1000, "ACTIVATION_TANH", "in:Input(0006) out:Output", "Input Output=trs:Input"},
    {52, 0x1000, "ACTIVATION_THRESHOLDED_RELU", "in:Input(0006) out:Output float:Alpha", "Input Output=trs:Input"},
    {53, 0x1000, "CONVOLUTION", "in:Input(0006,3-5),Filter in?:Bias out:Output uint:Mode,Direction,DimensionCount "
     "uints:Strides,Dilations,StartPadding,EndPadding,OutputPadding uint:GroupCount fused?:FusedActivation", "Input "
     "Filter=tr:Input Bias=tr:Input Output=tr:Input range(DimensionCount,1,3) OutputPadding() enum(Mode,2) "
     "enum(Direction,2) Channels() ConvolutionBias()"},
    {54, 0x1000, "GEMM", "in:A(0006,2-4),B in?:C out:Output uint:TransA,TransB float:Alpha,Beta fused?:FusedActivation",
     "A B=tr:A C=tr:A C~rs:Output Output=tr:A enum(TransA,2) enum(TransB,2) Gemm()"},
    {55, 0x1000, "REDUCE", "uint:Function in:Input out:Output uint:AxisCount uints:Axes", "ReduceTensors() "
     "Output~r:Input Reduce()"},
    {56, 0x1000, "AVERAGE_POOLING", "in:Input(0006,4-5) out:Output uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding uint:IncludePadding", "Input Output=tr:Input range(DimensionCount,2,3) "
     "count(DimensionCount,Input,2) PoolingBatch()"},
    {57, 0x1000, "LP_POOLING", "in:Input(0006,4-5) out:Output uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding uint:P", "Input Output=tr:Input range(DimensionCount,2,3) count(DimensionCount,Input,2) "
     "PoolingBatch()"},
    {58, 0x1000, "MAX_POOLING", "in:Input(0dfe,4-5) out:Output uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding", "Input Output=tr:Input range(DimensionCount,2,3) count(DimensionCount,Input,2) "
     "PoolingBatch()"},
    {59, 0x1000, "ROI_POOLING", "in:Input(01fe,4-5),ROI out:Output float:SpatialScale size2d:PooledSize", "Input ROI "
     "Output ROI~r:Input Output~r:Input ROI~t:Input Output~t:Input RoiPooling()"},
    {60, 0x1000, "SLICE", "in:Input(0ffe) out:Output uint:DimensionCount uints:Offsets,Sizes,Strides", "Input "
     "Output=tr:Input count(DimensionCount,Input,0) array(Offsets) array(Strides) Slice()"},
    {61, 0x1000, "CAST", "in:Input(0ffe) out:Output", "Input Output=rs:Input"},
    {62, 0x1000, "SPLIT", "in:Input uint:OutputCount outs:Output uint:Axis", "Split()"},
    {63, 0x1000, "JOIN", "uint:InputCount ins:Input out:Output uint:Axis", "Join()"},
    {64, 0x1000, "PADDING", "in:Input(0ffe) out:Output uint:PaddingMode float:PaddingValue uint:DimensionCount "
     "uints:StartPadding,EndPadding", "Input Output=tr:Input equal(DimensionCount,rank:Input) enum(PaddingMode,5) "
     "Padding()"},
    {65, 0x1000, "VALUE_SCALE_2D", "in:Input(01fe,4-5) out:Output float:Scale uint:ChannelCount floats:Bias", "Input "
     "Output=rst:Input ValueScale()"},
    {66, 0x1000, "UPSAMPLE_2D", "in:Input(01fe,4-5) out:Output size2d:ScaleSize uint:InterpolationMode", "Input "
     "Output=rt:Input Upsample()"},
    {67, 0x1000, "GATHER", "in:Input(0ffe),Indices(0c48) out:Output(0ffe) uint:Axis,IndexDimensions", "Input "
     "Indices=r:Input Output=tr:Input axis(Axis,Input) range(IndexDimensions,0,rank:Input) Gather()"},
    {68, 0x1000, "SPACE_TO_DEPTH", "in:Input(0ffe,4-4) out:Output uint:BlockSize", "Input Output=t:Input "
     "SpaceToDepth()"},
    {69, 0x1000, "DEPTH_TO_SPACE", "in:Input(0ffe,4-4) out:Output uint:BlockSize", "Input Output=t:Input "
     "DepthToSpace()"},
    {70, 0x1000, "TILE", "in:Input(0ffe) out:Output uint:RepeatsCount uints:Repeats", "Input Output=tr:Input Tile()"},
    {71, 0x1000, "TOP_K", "in:Input(0dfe) out:OutputValue,OutputIndex(0408) uint:Axis,K", "Input OutputValue=tr:Input "
     "OutputIndex=r:Input OutputIndex~s:OutputValue axis(Axis,Input) range(K,1,size:Input[Axis]) TopK()"},
    {72, 0x1000, "BATCH_NORMALIZATION", "in:Input(0006),Mean,Variance,Scale,Bias out:Output uint:Spatial float:Epsilon "
     "fused?:FusedActivation", "Input Mean=tr:Input Variance=tr:Input Scale=tr:Input Bias=tr:Input Output=trs:Input "
     "Mean~o:Input Variance~o:Input Scale~o:Input Bias~o:Input"},
    {73, 0x1000, "MEAN_VARIANCE_NORMALIZATION", "in:Input(0006,4-4) in?:Scale,Bias out:Output uint:CrossChannel,"
     "NormalizeVariance float:Epsilon fused?:FusedActivation", "Input Scale=tr:Input Bias=tr:Input Output=trs:Input "
     "Scale~o:Input Bias~o:Input"},
    {74, 0x1000, "LOCAL_RESPONSE_NORMALIZATION", "in:Input(0006,4-4) out:Output uint:CrossChannel,LocalSize "
     "float:Alpha,Beta,Bias", "Input Output=trs:Input nonzero(LocalSize)"},
    {75, 0x1000, "LP_NORMALIZATION", "in:Input(0006) out:Output uint:Axis float:Epsilon uint:P", "Input "
     "Output=trs:Input LpP() LpAxis()"},
    {76, 0x1000, "RNN", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths out?:OutputSequence,"
     "OutputSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction", ""},
    {77, 0x1000, "LSTM", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,CellMemInit,SequenceLengths,Peephole "
     "out?:OutputSequence,OutputSingle,OutputCellSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction,"
     "ClipThreshold,UseClipThreshold,CoupleInputForget", ""},
    {78, 0x1000, "GRU", "in:Input,Weight,Recurrence in?:Bias,HiddenInit,SequenceLengths out?:OutputSequence,"
     "OutputSingle uint:ActivationDescCount fused?:ActivationDescs uint:Direction,LinearBeforeReset", ""},
    {79, 0x2000, "ELEMENT_WISE_SIGN", "in:Input(0dfe) out:Output", "Input Output=trs:Input"},
    {80, 0x2000, "ELEMENT_WISE_IS_NAN", "in:Input(0006) out:Output(0028)", "Input Output=rs:Input"},
    {81, 0x2000, "ELEMENT_WISE_ERF", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {82, 0x2000, "ELEMENT_WISE_SINH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {83, 0x2000, "ELEMENT_WISE_COSH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {84, 0x2000, "ELEMENT_WISE_TANH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {85, 0x2000, "ELEMENT_WISE_ASINH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {86, 0x2000, "ELEMENT_WISE_ACOSH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {87, 0x2000, "ELEMENT_WISE_ATANH", "in:Input(0006) out:Output scalebias?:ScaleBias", "Input Output=trs:Input"},
    {88, 0x2000, "ELEMENT_WISE_IF", "in:Condition(0020),A(0ffe),B out:Output", "Condition A=rs:Condition B=t:A "
     "B~rs:Condition Output=t:A Output~rs:Condition"},
    {89, 0x1000, "ELEMENT_WISE_ADD1", "in:A(0006),B out:Output fused?:FusedActivation", "A B=trs:A Output=trs:A"},
    {90, 0x2000, "ACTIVATION_SHRINK", "in:Input(01fe) out:Output float:Bias,Threshold", "Input Output=trs:Input"},
    {91, 0x2000, "MAX_POOLING1", "in:Input(0dfe,4-5) out:Output out?:OutputIndices(0408,4-5) uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding", "Input Output=tr:Input OutputIndices=r:Input "
     "OutputIndices~s:Output range(DimensionCount,2,3) count(DimensionCount,Input,2) PoolingBatch()"},
    {92, 0x2000, "MAX_UNPOOLING", "in:Input(0dfe,4-4),Indices(0408,4-4) out:Output(0dfe,4-4)", "Input Indices=rs:Input "
     "Output=tr:Input"},
    {93, 0x2000, "DIAGONAL_MATRIX", "out:Output(0ffe,2-4) int:Offset float:Value", "Output"},
    {94, 0x2000, "SCATTER", "in:Input(0ffe),Indices(0c48),Updates(0ffe) out:Output uint:Axis", "Input Indices=r:Input "
     "Updates=tr:Input Updates~s:Indices Output=trs:Input axis(Axis,Input) Scatter()"},
    {95, 0x2000, "ONE_HOT", "in:Indices(0c48),Values(0ffe) out:Output uint:Axis", "Indices Values Output=t:Values "
     "Output~r:Indices axis(Axis,Indices) OneHot()"},
    {96, 0x2000, "RESAMPLE", "in:Input(0126,1-4) out:Output uint:InterpolationMode,ScaleCount floats:Scales", "Input "
     "Output=tr:Input enum(InterpolationMode,2) equal(ScaleCount,rank:Input) Scales()"},
    {97, 0x2100, "ELEMENT_WISE_BIT_SHIFT_LEFT", "in:A(0438),B out:Output", "A B=trs:A Output=trs:A"},
    {98, 0x2100, "ELEMENT_WISE_BIT_SHIFT_RIGHT", "in:A(0438),B out:Output", "A B=trs:A Output=trs:A"},
    {99, 0x2100, "ELEMENT_WISE_ROUND", "in:Input(0006) out:Output uint:RoundingMode", "Input Output=trs:Input "
     "enum(RoundingMode,3)"},
    {100, 0x2100, "ELEMENT_WISE_IS_INFINITY", "in:Input(0006) out:Output(0020) uint:InfinityMode", "Input "
     "Output=rs:Input enum(InfinityMode,3)"},
    {101, 0x2100, "ELEMENT_WISE_MODULUS_TRUNCATE", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {102, 0x2100, "ELEMENT_WISE_MODULUS_FLOOR", "in:A(0dfe),B out:Output", "A B=trs:A Output=trs:A"},
    {103, 0x2100, "FILL_VALUE_CONSTANT", "out:Output(0ffe) uint:ValueDataType scalar:Value", "Output "
     "enum(ValueDataType,14) equal(ValueDataType,type:Output)"},
    {104, 0x2100, "FILL_VALUE_SEQUENCE", "out:Output(0dfe) uint:ValueDataType scalar:ValueStart,ValueDelta", "Output "
     "enum(ValueDataType,14) equal(ValueDataType,type:Output)"},
    {105, 0x2100, "CUMULATIVE_SUMMATION", "in:Input(0c4e) out:Output uint:Axis,AxisDirection,HasExclusiveSum", "Input "
     "Output=trs:Input enum(AxisDirection,2) axis(Axis,Input)"},
    {106, 0x2100, "REVERSE_SUBSEQUENCES", "in:Input(0ffe),SequenceLengths(0408) out:Output(0ffe) uint:Axis", "Input "
     "SequenceLengths=r:Input Output=trs:Input axis(Axis,Input) ReverseSubsequences()"},
    {107, 0x2100, "GATHER_ELEMENTS", "in:Input(0ffe),Indices(0c48) out:Output(0ffe) uint:Axis", "Input Indices=r:Input "
     "Output=tr:Input Output~s:Indices axis(Axis,Input) GatherElements()"},
    {108, 0x2100, "GATHER_ND", "in:Input(0ffe),Indices(0c48) out:Output(0ffe) uint:InputDimensionCount,"
     "IndicesDimensionCount", "Input Indices=r:Input Output=tr:Input GatherNd()"},
    {109, 0x2100, "SCATTER_ND", "in:Input(0ffe),Indices(0c48),Updates(0ffe) out:Output uint:InputDimensionCount,"
     "IndicesDimensionCount", "Input Indices Updates=t:Input Output=trs:Input ScatterNd()"},
    {110, 0x2100, "MAX_POOLING2", "in:Input(0dfe,4-5) out:Output out?:OutputIndices(0408,4-5) uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations", "Input Output=tr:Input OutputIndices=r:Input "
     "OutputIndices~s:Output range(DimensionCount,2,3) count(DimensionCount,Input,2) PoolingBatch()"},
    {111, 0x2100, "SLICE1", "in:Input(0ffe) out:Output uint:DimensionCount uints:InputWindowOffsets,InputWindowSizes "
     "ints:InputWindowStrides", "array(InputWindowSizes) Input Output=tr:Input count(DimensionCount,Input,0) "
     "array(InputWindowOffsets) array(InputWindowStrides) Slice1()"},
    {112, 0x2100, "TOP_K1", "in:Input(0dfe) out:OutputValue,OutputIndex(0408) uint:Axis,K,AxisDirection", "Input "
     "OutputValue=tr:Input OutputIndex=r:Input OutputIndex~s:OutputValue axis(Axis,Input) range(K,1,size:Input[Axis]) "
     "enum(AxisDirection,2) TopK()"},
    {113, 0x2100, "DEPTH_TO_SPACE1", "in:Input(0ffe,4-4) out:Output uint:BlockSize,Order", "Input Output=t:Input "
     "enum(Order,2) DepthToSpace()"},
    {114, 0x2100, "SPACE_TO_DEPTH1", "in:Input(0ffe,4-4) out:Output uint:BlockSize,Order", "Input Output=t:Input "
     "enum(Order,2) SpaceToDepth()"},
    {115, 0x2100, "MEAN_VARIANCE_NORMALIZATION1", "in:Input(0006) in?:Scale,Bias out:Output uint:AxisCount uints:Axes "
     "uint:NormalizeVariance float:Epsilon fused?:FusedActivation", "Input Scale=tr:Input Bias=tr:Input "
     "Output=trs:Input Scale~o:Input Bias~o:Input axes(Axes,Input)"},
    {116, 0x2100, "RESAMPLE1", "in:Input(0126,1-4) out:Output uint:InterpolationMode,DimensionCount floats:Scales,"
     "InputPixelOffsets,OutputPixelOffsets", "array(InputPixelOffsets) array(OutputPixelOffsets) Input Output=tr:Input "
     "enum(InterpolationMode,2) equal(DimensionCount,rank:Input) Scales()"},
    {117, 0x2100, "MATRIX_MULTIPLY_INTEGER", "in:A(0120,2-4) in?:AZeroPoint(0120,1-4) in:B(0120,2-4) "
     "in?:BZeroPoint(0120,1-4) out:Output(0040,2-4)", "A AZeroPoint=t:A B BZeroPoint=t:B Output MatMulSizes() "
     "MatMulZeroPoints()"},
    {118, 0x2100, "QUANTIZED_LINEAR_MATRIX_MULTIPLY", "in:A(0120,2-4),AScale(0002,1-4) in?:AZeroPoint(0120,1-4) "
     "in:B(0120,2-4),BScale(0002,1-4) in?:BZeroPoint(0120,1-4) in:OutputScale(0002,1-4) in?:OutputZeroPoint(0120,1-4) "
     "out:Output(0120,2-4)", "A AScale AZeroPoint~rs:AScale AZeroPoint=t:A B BScale BZeroPoint~rs:BScale "
     "BZeroPoint=t:B OutputScale OutputZeroPoint~rs:OutputScale OutputZeroPoint Output OutputZeroPoint~t:Output "
     "MatMulSizes() MatMulZeroPoints() MatMulScales()"},
    {119, 0x2100, "CONVOLUTION_INTEGER", "in:Input(0120,3-4) in?:InputZeroPoint(0120,1-4) in:Filter(0120,3-4) "
     "in?:FilterZeroPoint(0120,1-4) out:Output(0040,3-4) uint:DimensionCount uints:Strides,Dilations,StartPadding,"
     "EndPadding uint:GroupCount", "Input InputZeroPoint=t:Input Filter FilterZeroPoint=t:Filter Output Channels() "
     "ConvZeroPoints()"},
    {120, 0x2100, "QUANTIZED_LINEAR_CONVOLUTION", "in:Input(0120,3-4),InputScale(0002,1-4) "
     "in?:InputZeroPoint(0120,1-4) in:Filter(0120,3-4),FilterScale(0002,1-4) in?:FilterZeroPoint(0120,1-4),"
     "Bias(0040,3-4) in:OutputScale(0002,1-4) in?:OutputZeroPoint(0120,1-4) out:Output(0120,3-4) uint:DimensionCount "
     "uints:Strides,Dilations,StartPadding,EndPadding uint:GroupCount", "Input InputScale InputZeroPoint~rs:InputScale "
     "InputZeroPoint=t:Input Filter FilterScale FilterZeroPoint~rs:FilterScale FilterZeroPoint=t:Filter Bias "
     "OutputScale OutputZeroPoint~rs:OutputScale OutputZeroPoint Output OutputZeroPoint~t:Output Channels() "
     "ConvolutionBias() ConvScales()"},
    {121, 0x3000, "ELEMENT_WISE_BIT_AND", "in:A(0ffe),B out:Output", "A B=trs:A Output=trs:A"},
    {122, 0x3000, "ELEMENT_WISE_BIT_OR", "in:A(0ffe),B out:Output", "A B=trs:A Output=trs:A"},
    {123, 0x3000, "ELEMENT_WISE_BIT_XOR", "in:A(0ffe),B out:Output", "A B=trs:A Output=trs:A"},
    {124, 0x3000, "ELEMENT_WISE_BIT_NOT", "in:Input(0ffe) out:Output", "Input Output=trs:Input"},
    {125, 0x3000, "ELEMENT_WISE_BIT_COUNT", "in:Input(0ffe) out:Output(0028)", "Input Output=rs:Input"},
    {126, 0x3000, "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", "in:A(0dfe),B out:Output(0028)", "A B=trs:A "
     "Output=rs:A"},
    {127, 0x3000, "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", "in:A(0dfe),B out:Output(0028)", "A B=trs:A Output=rs:A"},
    {128, 0x3000, "ACTIVATION_CELU", "in:Input(0006) out:Output float:Alpha", "Input Output=trs:Input"},
    {129, 0x3000, "ACTIVATION_RELU_GRAD", "in:Input(01c6),InputGradient out:OutputGradient", "Input "
     "InputGradient=trs:Input OutputGradient=trs:Input"},
    {130, 0x3000, "AVERAGE_POOLING_GRAD", "in:InputGradient(0006,4-5) out:OutputGradient uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding uint:IncludePadding", "InputGradient "
     "OutputGradient=tr:InputGradient range(DimensionCount,2,3) count(DimensionCount,InputGradient,2) PoolingBatch()"},
    {131, 0x3000, "MAX_POOLING_GRAD", "in:Input(0006,4-5),InputGradient out:OutputGradient uint:DimensionCount "
     "uints:Strides,WindowSize,StartPadding,EndPadding,Dilations", "Input InputGradient=tr:Input "
     "OutputGradient=trs:Input range(DimensionCount,2,3) MaxPoolingGrad()"},
    {132, 0x3000, "RANDOM_GENERATOR", "in:InputState(0008) out:Output out?:OutputState uint:Type", "InputState "
     "OutputState=rs:InputState Output enum(Type,1) RandomState()"},
    {133, 0x3000, "NONZERO_COORDINATES", "in:Input(01fe) out:OutputCount(0008),OutputCoordinates(0008,2-8)", "Input "
     "OutputCount OutputCoordinates Nonzero()"},
    {134, 0x3000, "RESAMPLE_GRAD", "in:InputGradient(0006,1-4) out:OutputGradient uint:InterpolationMode,"
     "DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets", "array(InputPixelOffsets) "
     "array(OutputPixelOffsets) InputGradient OutputGradient=tr:InputGradient enum(InterpolationMode,2) "
     "equal(DimensionCount,rank:InputGradient) Scales()"},
    {135, 0x3000, "SLICE_GRAD", "in:InputGradient(0ffe) out:OutputGradient uint:DimensionCount "
     "uints:InputWindowOffsets,InputWindowSizes ints:InputWindowStrides", "InputGradient "
     "OutputGradient=tr:InputGradient count(DimensionCount,InputGradient,0) array(InputWindowOffsets) "
     "array(InputWindowSizes) array(InputWindowStrides) SliceGrad()"},
    {136, 0x3000, "ADAM_OPTIMIZER", "in:InputParameters(0006),InputFirstMoment,InputSecondMoment,Gradient,"
     "TrainingStep(0008) out:OutputParameters(0006),OutputFirstMoment,OutputSecondMoment float:LearningRate,Beta1,"
     "Beta2,Epsilon", "InputParameters InputFirstMoment=trs:InputParameters InputSecondMoment=trs:InputParameters "
     "Gradient=trs:InputParameters TrainingStep OutputParameters=trs:InputParameters "
     "OutputFirstMoment=trs:InputParameters OutputSecondMoment=trs:InputParameters AdamStep()"},
    {137, 0x3000, "ARGMIN", "in:Input(0dfe) out:Output(0c48) uint:AxisCount uints:Axes uint:AxisDirection",
     "enum(AxisDirection,2) Input Output=r:Input Reduce()"},
    {138, 0x3000, "ARGMAX", "in:Input(0dfe) out:Output(0c48) uint:AxisCount uints:Axes uint:AxisDirection",
     "enum(AxisDirection,2) Input Output=r:Input Reduce()"},
    {139, 0x3000, "ROI_ALIGN", "in:Input(0006,4-4),ROI(0006,2-4),BatchIndices(0408,1-4) out:Output(0006,4-4) "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,OutOfBoundsInputValue "
     "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput", "Input ROI=t:Input BatchIndices Output=t:Input "
     "RoiAlign()"},
    {140, 0x3000, "GATHER_ND1", "in:Input(0ffe),Indices(0c48) out:Output(0ffe) uint:InputDimensionCount,"
     "IndicesDimensionCount,BatchDimensionCount", "Input Indices=r:Input Output=tr:Input GatherNd()"},
    {141, 0x3100, "ELEMENT_WISE_ATAN_YX", "in:A(0006),B out:Output", "A B=trs:A Output=trs:A"},
    {142, 0x3100, "ELEMENT_WISE_CLIP_GRAD", "in:Input(0dfe),InputGradient out:OutputGradient float:Min,Max", "Input "
     "InputGradient=trs:Input OutputGradient=trs:Input"},
    {143, 0x3100, "ELEMENT_WISE_DIFFERENCE_SQUARE", "in:A(004e),B out:Output", "A B=trs:A Output=trs:A"},
    {144, 0x3100, "LOCAL_RESPONSE_NORMALIZATION_GRAD", "in:Input(0006,4-4),InputGradient out:OutputGradient "
     "uint:CrossChannel,LocalSize float:Alpha,Beta,Bias", "Input InputGradient=trs:Input OutputGradient=trs:Input "
     "nonzero(LocalSize)"},
    {145, 0x3100, "CUMULATIVE_PRODUCT", "in:Input(0c4e) out:Output uint:Axis,AxisDirection,HasExclusiveProduct",
     "Input Output=trs:Input enum(AxisDirection,2) axis(Axis,Input)"},
    {146, 0x3100, "BATCH_NORMALIZATION_GRAD", "in:Input(0006),InputGradient,Mean,Variance,Scale out:OutputGradient,"
     "OutputScaleGradient,OutputBiasGradient float:Epsilon", "Mean~bo:Input Variance~bo:Input Scale~bo:Input "
     "OutputScaleGradient~bo:Input OutputBiasGradient~bo:Input Input InputGradient=trs:Input Mean=t:Input "
     "Variance=t:Input Variance~s:Mean Scale=t:Input Scale~s:Mean OutputGradient=trs:Input OutputScaleGradient=t:Input "
     "OutputScaleGradient~s:Mean OutputBiasGradient=t:Input OutputBiasGradient~s:Mean"},
    {147, 0x4000, "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "in:A(0120),AScale(0002) in?:AZeroPoint(0120) in:B,BScale(0002) "
     "in?:BZeroPoint(0120) in:OutputScale(0002) in?:OutputZeroPoint(0120) out:Output", "A AScale=r:A AZeroPoint=t:A "
     "AZeroPoint~rs:AScale B=rs:A BScale=r:A BZeroPoint=t:B BZeroPoint~rs:BScale OutputScale=r:A "
     "OutputZeroPoint=rs:OutputScale Output OutputZeroPoint~t:Output Output~rs:A ScalarScales()"},
    {148, 0x4000, "DYNAMIC_QUANTIZE_LINEAR", "in:Input(0006) out:Output(0120),OutputScale(0002),OutputZeroPoint(0120)",
     "Input Output=rs:Input OutputScale=r:Input OutputZeroPoint=t:Output OutputZeroPoint~r:Input "
     "OutputZeroPoint~s:OutputScale ScalarScales()"},
    {149, 0x4000, "ROI_ALIGN1", "in:Input(0006,4-4),ROI(0006,2-4),BatchIndices(0408,1-4) out:Output(0006,4-4) "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset,"
     "OutOfBoundsInputValue uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput,AlignRegionsToCorners", "Input "
     "ROI=t:Input BatchIndices Output=t:Input RoiAlign()"},
    {150, 0x4100, "ROI_ALIGN_GRAD", "in?:Input in:InputGradient,ROI,BatchIndices out?:OutputGradient,OutputROIGradient "
     "uint:ReductionFunction,InterpolationMode float:SpatialScaleX,SpatialScaleY,InputPixelOffset,OutputPixelOffset "
     "uint:MinimumSamplesPerOutput,MaximumSamplesPerOutput,AlignRegionsToCorners", ""},
    {151, 0x4100, "BATCH_NORMALIZATION_TRAINING", "in:Input(0006),Scale,Bias in?:FusedAdd out:Output,OutputMean,"
     "OutputVariance float:Epsilon fused?:FusedActivation", "Input Scale=tr:Input Bias=tr:Input Bias~s:Scale "
     "FusedAdd=trs:Output Output=trs:Input OutputMean=tr:Input OutputMean~s:Scale OutputVariance=tr:Input "
     "OutputVariance~s:Scale Scale~o:Input Bias~o:Input"},
    {152, 0x4100, "BATCH_NORMALIZATION_TRAINING_GRAD", "in:Input(0006),InputGradient,Mean,Variance,Scale "
     "out:OutputGradient,OutputScaleGradient,OutputBiasGradient float:Epsilon", "Mean~bo:Input Variance~bo:Input "
     "Scale~bo:Input OutputScaleGradient~bo:Input OutputBiasGradient~bo:Input Input InputGradient=trs:Input "
     "Mean=t:Input Variance=t:Input Variance~s:Mean Scale=t:Input Scale~s:Mean OutputGradient=trs:Input "
     "OutputScaleGradient=t:Input OutputScaleGradient~s:Mean OutputBiasGradient=t:Input OutputBiasGradient~s:Mean"},
    {153, 0x5000, "ELEMENT_WISE_CLIP1", "in:Input(0dfe) out:Output scalebias?:ScaleBias uint:MinMaxDataType scalar:Min,"
     "Max", "Input Output=trs:Input"},
    {154, 0x5000, "ELEMENT_WISE_CLIP_GRAD1", "in:Input(0dfe),InputGradient out:OutputGradient uint:MinMaxDataType "
     "scalar:Min,Max", "Input InputGradient=trs:Input OutputGradient=trs:Input enum(MinMaxDataType,14) "
     "equal(MinMaxDataType,type:Input)"},
    {155, 0x5000, "PADDING1", "in:Input(0ffe) out:Output uint:PaddingMode,PaddingValueDataType scalar:PaddingValue "
     "uint:DimensionCount uints:StartPadding,EndPadding", "Input Output=tr:Input equal(DimensionCount,rank:Input) "
     "enum(PaddingMode,5) Padding() enum(PaddingValueDataType,14) equal(PaddingValueDataType,type:Input)"},
    {156, 0x5000, "ELEMENT_WISE_NEGATE", "in:Input(09c6) out:Output", "Input Output=trs:Input"},
    {157, 0x5100, "ACTIVATION_GELU", "in:Input(0006) out:Output", "Input Output=trs:Input"},
    {158, 0x5100, "ACTIVATION_SOFTMAX1", "in:Input(0006) out:Output uint:AxisCount uints:Axes", "Input "
     "Output=trs:Input axes(Axes,Input)"},
    {159, 0x5100, "ACTIVATION_LOG_SOFTMAX1", "in:Input(0006) out:Output uint:AxisCount uints:Axes", "Input "
     "Output=trs:Input axes(Axes,Input)"},
    {160, 0x5100, "ACTIVATION_HARDMAX1", "in:Input(0006) out:Output uint:AxisCount uints:Axes", "Input "
     "Output=trs:Input axes(Axes,Input)"},
    {161, 0x5100, "RESAMPLE2", "in:Input(0126,1-4) out:Output uint:InterpolationMode,RoundingDirection,DimensionCount "
     "floats:Scales,InputPixelOffsets,OutputPixelOffsets", "array(InputPixelOffsets) array(OutputPixelOffsets) Input "
     "Output=tr:Input enum(InterpolationMode,2) enum(RoundingDirection,2) equal(DimensionCount,rank:Input) Scales()"},
    {162, 0x5100, "RESAMPLE_GRAD1", "in:InputGradient(0006,1-4) out:OutputGradient uint:InterpolationMode,"
     "RoundingDirection,DimensionCount floats:Scales,InputPixelOffsets,OutputPixelOffsets", "array(InputPixelOffsets) "
     "array(OutputPixelOffsets) InputGradient OutputGradient=tr:InputGradient enum(InterpolationMode,2) "
     "enum(RoundingDirection,2) equal(DimensionCount,rank:InputGradient) Scales()"},
    {163, 0x5100, "DIAGONAL_MATRIX1", "in?:Input(0ffe,2-4) out:Output uint:ValueDataType scalar:Value "
     "int:DiagonalFillBegin,DiagonalFillEnd", "Input Output Input~trs:Output enum(ValueDataType,14) "
     "equal(ValueDataType,type:Output)"},
    {164, 0x6100, "MULTIHEAD_ATTENTION", "in?:Query,Key,Value,StackedQueryKey,StackedKeyValue,StackedQueryKeyValue,"
     "Bias,Mask,RelativePositionBias,PastKey,PastValue out:Output out?:OutputPresentKey,OutputPresentValue float:Scale,"
     "MaskFilterValue uint:HeadCount,MaskType", ""},
    {165, 0x6200, "LP_POOLING1", "in:Input(0006,4-5) out:Output uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding,Dilations uint:P", "Input Output=tr:Input range(DimensionCount,2,3) "
     "count(DimensionCount,Input,2) PoolingBatch()"},
    {166, 0x6200, "AVERAGE_POOLING1", "in:Input(0006,4-5) out:Output uint:DimensionCount uints:Strides,WindowSize,"
     "StartPadding,EndPadding,Dilations uint:IncludePadding", "Input Output=tr:Input range(DimensionCount,2,3) "
     "count(DimensionCount,Input,2) PoolingBatch()"},
    {167, 0x6200, "ACTIVATION_SWISH", "in:Input(0006) out:Output float:SigmoidInputScale", "Input Output=trs:Input"},
    {168, 0x6200, "ACTIVATION_HARD_SWISH", "in:Input(0006) out:Output float:Alpha,Beta", "Input Output=trs:Input"},
    {169, 0x6200, "QUANTIZED_LINEAR_AVERAGE_POOLING", "in:Input(0120,4-5),InputScale(0002,1-5) "
     "in?:InputZeroPoint(0120,1-5) in:OutputScale(0002,1-5) in?:OutputZeroPoint(0120,1-5) out:Output(0120,4-5) "
     "uint:DimensionCount uints:Strides,WindowSize,StartPadding,EndPadding,Dilations uint:IncludePadding", "Input "
     "InputScale InputZeroPoint~rs:InputScale InputZeroPoint=t:Input OutputScale OutputZeroPoint~rs:OutputScale "
     "OutputZeroPoint=t:Input Output=tr:Input range(DimensionCount,2,3) count(DimensionCount,Input,2) PoolingBatch()"},
    {170, 0x6200, "MATRIX_MULTIPLY_INTEGER_TO_FLOAT", "in:A(01f8,2-4),AScale(0006,1-4) in?:AZeroPoint(01f8,1-4) "
     "in:B(01f8,2-4),BScale(0006,1-4) in?:BZeroPoint(01f8,1-4),Bias(0006,2-4) out:Output", "A AScale "
     "AZeroPoint~rs:AScale AZeroPoint=t:A B BScale BZeroPoint~rs:BScale BZeroPoint=t:B Bias=trs:Output Output "
     "MatMulToFloatSizes()"},
    {171, 0x6300, "MEAN_VARIANCE_NORMALIZATION2", "in:Input(0006) in?:Scale,Bias out:Output uint:AxisCount uints:Axes "
     "uint:UseMean,UseVariance float:Epsilon fused?:FusedActivation", "Input Scale=tr:Input Bias=tr:Input "
     "Output=trs:Input Scale~o:Input Bias~o:Input axes(Axes,Input)"},
    {172, 0x6300, "MULTIHEAD_ATTENTION1", "in?:Query,Key,Value,StackedQueryKey,StackedKeyValue,StackedQueryKeyValue,"
     "Bias,Mask,RelativePositionBias,PastKey,PastValue,PastSequenceLengths out:Output out?:OutputPresentKey,"
     "OutputPresentValue float:Scale,MaskFilterValue uint:QueryHeadCount,KeyValueHeadCount,MaskType", ""},
    {173, 0x6300, "QUANTIZE", "in:Input uint:QuantizationType,QuantizationTensorCount ins:Quantization out:Output",
     "Quantize()"},
    {174, 0x6300, "DEQUANTIZE", "in:Input uint:QuantizationType,QuantizationTensorCount ins:Quantization out:Output",
     "Dequantize()"},
    {175, 0x6400, "RESAMPLE3", "in:Input(0126,1-4) out:Output uint:InterpolationMode,RoundingDirection,DimensionCount "
     "floats:Scales,InputPixelOffsets,OutputPixelOffsets uint:Antialiased", "array(InputPixelOffsets) "
     "array(OutputPixelOffsets) Input Output=tr:Input enum(InterpolationMode,2) enum(RoundingDirection,2) "
     "equal(DimensionCount,rank:Input) Scales()"},
    {176, 0x6400, "FOLD", "in:Input out:Output uint:DimensionCount uints:WindowSizes,Strides,Dilations,StartPadding,"
     "EndPadding", ""},
    {177, 0x6400, "UNFOLD", "in:Input out:Output uint:DimensionCount uints:WindowSizes,Strides,Dilations,StartPadding,"
     "EndPadding", ""},
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
    DML_TENSOR_UTILS_LATER static constexpr RowWord Read(const char*& at) noexcept
    {
        RowWord word;
        word.text = at;
        while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9')) { ++at; }
        word.size = static_cast<std::uint32_t>(at - word.text);
        return word;
    }

    friend constexpr bool operator==(const RowWord& a, const RowWord& b) noexcept
    {
        if (a.size != b.size || a.text[0] != b.text[0]) { return false; }
        std::uint32_t i = 0;
        while (i < a.size && a.text[i] == b.text[i]) { ++i; }
        return i == a.size;
    }
};

DML_TENSOR_UTILS_LATER constexpr std::uint32_t ReadNumber(const char*& at, std::uint32_t base) noexcept
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
    std::uint32_t offset; // in the structure, in bytes
    std::uint32_t count;  // of a list: the field that counts it
    TensorRule rule;      // of a tensor

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
    std::uint32_t size = 0; // in bytes

    DML_TENSOR_UTILS_LATER constexpr std::uint32_t Find(const RowWord& name) const noexcept
    {
        std::uint32_t i = 0;
        while (i < count && !(at[i].name == name)) { ++i; }
        return i < count ? i : None32;
    }
};

DML_TENSOR_UTILS_LATER constexpr OperatorFields FieldsOf(const OperatorRow& row) noexcept
{
    OperatorFields fields;
    FieldKind kind = FieldKind::In;
    bool isOptional = false;
    TensorRule rule;
    std::uint32_t counting = 0, largest = 4;
    for (const char* at = row.fields; *at != '\0'; at += *at != '\0' ? 1 : 0)
    {
        RowWord word = RowWord::Read(at);
        if (*at == ':' || *at == '?')
        {
            std::uint32_t i = 0;
            while (!(FieldKinds[i] == word)) { ++i; }
            kind = static_cast<FieldKind>(i);
            isOptional = *at == '?';
            at += isOptional ? 2 : 1;
            word = RowWord::Read(at);
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
        field = {word, kind, isOptional, 0, counting, rule};
        const std::size_t bytes = field.IsPointer() ? sizeof(void*) : kind >= FieldKind::Size2d ? 8 : 4;
        const std::size_t alignment = field.IsPointer()           ? sizeof(void*)
                                      : kind == FieldKind::Scalar ? offsetof(AlignedNumber, number)
                                                                  : 4;
        field.offset = static_cast<std::uint32_t>((fields.size + alignment - 1) / alignment * alignment);
        fields.size = field.offset + static_cast<std::uint32_t>(bytes);
        largest = alignment > largest ? static_cast<std::uint32_t>(alignment) : largest;
        const bool counts = word.size > 5 && word.text[word.size - 5] == 'C' && word.text[word.size - 1] == 't';
        counting = kind == FieldKind::Uint && counts ? fields.count : counting;
        ++fields.count;
    }
    fields.size = (fields.size + largest - 1) / largest * largest;
    return fields;
}

// Where a diagnosis points to.
struct OperatorPlace
{
    std::uint32_t field = None32;
    std::uint32_t element = None32;
    std::uint32_t axis = None32;
};

// A tensor of the description: none where an optional one is null, or where the operator has no such field. Of one that
// has not been checked at most eight sizes are read; DirectML refuses more axes later.
struct OperatorTensor
{
    const DML_BUFFER_TENSOR_DESC* desc = nullptr;
    OperatorPlace place;

    explicit operator bool() const noexcept { return desc != nullptr; }
    std::uint32_t Type() const noexcept { return static_cast<std::uint32_t>(desc->DataType); }
    std::uint32_t Rank() const noexcept { return desc->DimensionCount; }
    std::uint32_t Axes() const noexcept { return Rank() < MaxRank ? Rank() : MaxRank; }
    std::uint32_t operator()(std::uint32_t axis) const noexcept { return desc->Sizes[axis]; }
    // The n-th size from the end, 1 where there is none.
    std::uint32_t Last(std::uint32_t n) const noexcept { return n <= Rank() ? desc->Sizes[Rank() - n] : 1; }
    OperatorPlace At(std::uint32_t axis) const noexcept { return {place.field, place.element, axis}; }

    std::uint32_t Elements() const noexcept // modulo 2^32
    {
        std::uint32_t count = 1;
        for (std::uint32_t i = 0; i < Axes(); ++i) { count *= desc->Sizes[i]; }
        return count;
    }
};

inline constexpr std::uint32_t MaskOfFloats = 0x0006;    // FLOAT32 FLOAT16
inline constexpr std::uint32_t MaskOfMovable = 0x0ffe;   // all but those of 4 bits
inline constexpr std::uint32_t MaskOfBytes = 0x0120;     // UINT8 INT8
inline constexpr std::uint32_t MaskOfQuantized = 0x3120; // and UINT4 INT4

// Judges one description: runs the checks of its row until one fails. Every check returns whether to go on.
template <class Later> class OperatorJudge
{
    using E = OperatorError;
    using Tensor = OperatorTensor;
    using Word = RowWord;

public:
    OperatorJudge(const OperatorRow& row, const void* desc) noexcept
        : m_row(row), m_fields(FieldsOf(row)), m_desc(static_cast<const unsigned char*>(desc))
    {
    }

    OperatorDiagnosis Judge() noexcept
    {
        constexpr std::uint32_t ofGather = 67;
        const bool holds = m_row.number == ofGather ? Gather() : RunChecks() && CheckListsGiven() && CheckFused();
        if (holds) { FindWindowHazards(); }
        OperatorDiagnosis& diagnosis = holds ? m_hazard : m_reason;
        diagnosis.type = static_cast<DML_OPERATOR_TYPE>(m_row.number);
        return diagnosis;
    }

private:
    // ---- reasons ----------------------------------------------------------------------------------------------------

    DML_TENSOR_UTILS_APART static void Set(OperatorDiagnosis& diagnosis, E error, const OperatorPlace& place,
                                           std::uint64_t actual, std::uint64_t required) noexcept
    {
        diagnosis.error = error;
        diagnosis.field = place.field;
        diagnosis.element = place.element;
        diagnosis.axis = place.axis;
        diagnosis.actual = actual;
        diagnosis.required = required;
    }

    DML_TENSOR_UTILS_APART bool Fail(E error, const OperatorPlace& place, std::uint64_t actual = 0,
                                     std::uint64_t required = 0) noexcept
    {
        Set(m_reason, error, place, actual, required);
        return false;
    }
    DML_TENSOR_UTILS_APART bool Require(bool holds, E error, const OperatorPlace& place, std::uint64_t actual = 0,
                                        std::uint64_t required = 0) noexcept
    {
        return holds || Fail(error, place, actual, required);
    }

    // The first hazard is the one reported.
    DML_TENSOR_UTILS_APART void Note(E error, const OperatorPlace& place, std::uint64_t actual,
                                     std::uint64_t required) noexcept
    {
        if (m_hazard.Ok()) { Set(m_hazard, error, place, actual, required); }
    }

    // A size as DirectML computes it, modulo 2^32.
    DML_TENSOR_UTILS_APART std::uint32_t Wrapped(std::uint64_t value, const OperatorPlace& place) noexcept
    {
        if (value > Max32) { Note(E::SizeWraps, place, value, Max32); }
        return static_cast<std::uint32_t>(value & Max32);
    }

    DML_TENSOR_UTILS_APART bool Size(E error, const Tensor& tensor, std::uint32_t axis, std::uint64_t required) noexcept
    {
        return tensor(axis) == required || Fail(error, tensor.At(axis), tensor(axis), required);
    }

    // Of the axes from `first` on, but the last `behind`; size(axis) is a tensor's, or any function's.
    template <class Function>
    bool Sizes(E error, const Tensor& tensor, std::uint32_t first, std::uint32_t behind, Function size) noexcept
    {
        while (first + behind < tensor.Rank() && Size(error, tensor, first, size(first))) { ++first; }
        return first + behind >= tensor.Rank();
    }
    static std::uint32_t One(std::uint32_t) noexcept { return 1; }

    // The n-th size from the end, which may be missing where it is to be 1.
    DML_TENSOR_UTILS_APART bool Last(E error, const Tensor& tensor, std::uint32_t n, std::uint64_t required) noexcept
    {
        return n <= tensor.Rank() ? Size(error, tensor, tensor.Rank() - n, required)
                                  : Require(required == 1, error, tensor.place, 1, required);
    }

    // Sizes {1..., second, last}.
    DML_TENSOR_UTILS_APART bool Ends(E error, const Tensor& tensor, std::uint64_t second, std::uint64_t last) noexcept
    {
        return Last(error, tensor, 1, last) && Last(error, tensor, 2, second) && Sizes(error, tensor, 0, 2, One);
    }

    DML_TENSOR_UTILS_APART bool OneElement(E error, const Tensor& tensor) noexcept
    {
        return !tensor || Require(tensor.Elements() == 1, error, tensor.place, tensor.Elements(), 1);
    }

    // ---- what the description says ----------------------------------------------------------------------------------

    template <class T> T Read(std::uint32_t field, std::uint32_t skipped = 0) const noexcept
    {
        T value;
        std::memcpy(&value, m_desc + m_fields.at[field].offset + skipped, sizeof(value));
        return value;
    }
    DML_TENSOR_UTILS_APART std::uint32_t Find(const Word& name) const noexcept { return m_fields.Find(name); }
    bool Has(const Word& name) const noexcept { return Find(name) != None32; }
    DML_TENSOR_UTILS_APART OperatorPlace Place(const Word& name, std::uint32_t element = None32) const noexcept
    {
        return {Find(name), element};
    }
    std::uint32_t Value(std::uint32_t field) const noexcept { return Read<std::uint32_t>(field); }
    DML_TENSOR_UTILS_APART std::uint32_t Value(const Word& name) const noexcept { return Value(Find(name)); }
    const void* Pointer(std::uint32_t field) const noexcept { return Read<const void*>(field); }

    DML_TENSOR_UTILS_APART const std::uint32_t* List(const Word& name) const noexcept
    {
        const std::uint32_t field = Find(name);
        return field == None32 ? nullptr : static_cast<const std::uint32_t*>(Pointer(field));
    }
    // A list of which DirectML reads so many entries, null or not.
    DML_TENSOR_UTILS_APART bool Given(const Word& name, std::uint32_t entries) noexcept
    {
        return Require(entries == 0 || List(name) != nullptr, E::Terminates, Place(name));
    }

    const DML_TENSOR_DESC* TensorDesc(std::uint32_t field, std::uint32_t element) const noexcept
    {
        const auto* const desc = static_cast<const DML_TENSOR_DESC*>(Pointer(field));
        return desc == nullptr || element == None32 ? desc : desc + element;
    }

    // A tensor that may not have been checked: where DirectML reads through a null pointer, it ends.
    DML_TENSOR_UTILS_APART bool Reach(Tensor& tensor, std::uint32_t field, std::uint32_t element, bool readsSizes,
                                      bool isNeeded) noexcept
    {
        tensor = {nullptr, {field, element}};
        const DML_TENSOR_DESC* const desc = TensorDesc(field, element);
        if (desc == nullptr) { return Require(!isNeeded, E::Terminates, tensor.place); }
        tensor.desc = static_cast<const DML_BUFFER_TENSOR_DESC*>(desc->Desc);
        return Require(tensor && (!readsSizes || tensor.Rank() == 0 || tensor.desc->Sizes != nullptr), E::Terminates,
                       tensor.place);
    }
    DML_TENSOR_UTILS_APART Tensor Of(std::uint32_t field, std::uint32_t element = None32) noexcept
    {
        Tensor tensor;
        if (field != None32) { Reach(tensor, field, element, false, false); }
        return tensor;
    }
    DML_TENSOR_UTILS_APART Tensor Of(const Word& name) noexcept { return Of(Find(name)); }

    // ---- the row ----------------------------------------------------------------------------------------------------

    bool RunChecks() noexcept
    {
        for (m_at = m_row.checks; *m_at != '\0'; m_at += *m_at == ' ' ? 1 : 0)
        {
            const Word word = Word::Read(m_at);
            if (*m_at == '(')
            {
                if (!Call(word)) { return false; }
                while (*m_at++ != ')') {}
                continue;
            }
            const std::uint32_t field = Find(word);
            if (*m_at != '~' && !Own(field)) { return false; }
            if (*m_at != '=' && *m_at != '~') { continue; }
            const char* const relations = ++m_at;
            while (*m_at++ != ':') {}
            if (!Relate(relations, field, Find(Word::Read(m_at)))) { return false; }
        }
        return true;
    }

    // One tensor's own checks, by the main header's list.
    DML_TENSOR_UTILS_APART bool Own(std::uint32_t field, std::uint32_t types = 0,
                                    std::uint32_t element = None32) noexcept
    {
        const OperatorField& of = m_fields.at[field];
        const DML_TENSOR_DESC* const given = TensorDesc(field, element);
        if (given == nullptr && of.isOptional) { return true; }
        const bool isOutput = of.kind == FieldKind::Out || of.kind == FieldKind::Outs;
        TensorRule rule = of.rule;
        rule.types = types != 0 ? types : rule.types;
        const DML_BUFFER_TENSOR_DESC* desc = nullptr;
        Diagnosis found = Resolve(given, desc);
        found = found.Ok() ? CheckTensor(*desc, isOutput ? TensorRole::Output : TensorRole::Input, rule) : found;
        // DirectML calls UNKNOWN a type that the operator does not take.
        return found == TensorError::UnknownDataType && found.actual <= LastDataType
                   ? Fail(E::DataType, {field, element}, found.actual, rule.types)
                   : Take(found, {field, element, found.axis});
    }

    // What the main header says of a tensor.
    bool Take(const Diagnosis& found, const OperatorPlace& place) noexcept
    {
        OperatorDiagnosis& diagnosis = found.Accepted() ? m_hazard : m_reason;
        if (!found.Ok() && diagnosis.Ok())
        {
            Set(diagnosis, E::Tensor, place, found.actual, found.required);
            diagnosis.tensor = found;
        }
        return found.Accepted();
    }

    // The relations of one tensor to another, up to what is no letter.
    DML_TENSOR_UTILS_APART bool Relate(const char* relations, std::uint32_t field, std::uint32_t other,
                                       std::uint32_t element = None32, std::uint32_t otherElement = None32) noexcept
    {
        // A null tensor has no relations.
        if (TensorDesc(field, element) == nullptr || TensorDesc(other, otherElement) == nullptr) { return true; }
        for (; *relations >= 'a'; ++relations)
        {
            Tensor x, y;
            const bool readsSizes = *relations == 's' || *relations == 'o';
            if (!Reach(x, field, element, readsSizes, false) || !Reach(y, other, otherElement, readsSizes, false))
            {
                return false;
            }
            const E error = *relations == 't'   ? E::TypesDiffer
                            : *relations == 'r' ? E::RanksDiffer
                            : *relations == 'b' ? E::BroadcastRanksDiffer
                            : *relations == 's' ? E::SizesDiffer
                                                : E::NotOneOrEqual;
            const bool isOfTypes = *relations == 't';
            const std::uint32_t ofX = isOfTypes ? x.Type() : x.Rank(), ofY = isOfTypes ? y.Type() : y.Rank();
            if (!Require(ofX == ofY, error, x.place, ofX, ofY)) { return false; }
            for (std::uint32_t i = 0; readsSizes && i < x.Axes(); ++i)
            {
                if ((*relations == 's' || x(i) != 1) && !Size(error, x, i, y(i))) { return false; }
            }
        }
        return true;
    }

    // ---- checks with arguments --------------------------------------------------------------------------------------

    DML_TENSOR_UTILS_APART std::uint32_t NextField() noexcept { return Find(Word::Read(++m_at)); }

    // A number, or rank:X, type:X, size:X[Axis].
    DML_TENSOR_UTILS_APART std::uint64_t NextValue() noexcept
    {
        const char what = *++m_at;
        if (what <= '9') { return ReadNumber(m_at, 10); }
        Word::Read(m_at);
        const Tensor tensor = Of(NextField());
        return what == 'r' ? tensor.Rank() : what == 't' ? tensor.Type() : tensor(Value(NextField()));
    }

    DML_TENSOR_UTILS_APART bool RequireRange(std::uint32_t field, std::uint64_t least, std::uint64_t most) noexcept
    {
        const std::uint32_t value = Value(field);
        return Require(value >= least && value <= most, E::Range, {field}, value, value < least ? least : most);
    }

    DML_TENSOR_UTILS_APART bool RequireBelow(E error, std::uint32_t field, std::uint64_t limit) noexcept
    {
        return Require(Value(field) < limit, error, {field}, Value(field), limit);
    }

    // A list of axes, and which they are; one that stands there twice is a hazard.
    DML_TENSOR_UTILS_APART bool ReadAxes(std::uint32_t field, std::uint32_t rank, std::uint32_t& named) noexcept
    {
        const auto* const axes = static_cast<const std::uint32_t*>(Pointer(field));
        const std::uint32_t count = Value(m_fields.at[field].count);
        if (axes == nullptr && count != 0) { return Fail(E::Terminates, {field}); }
        for (std::uint32_t i = 0; i < count; ++i)
        {
            if (axes[i] >= rank) { return Fail(E::AxisRange, {field, i}, axes[i], rank); }
            if ((named >> axes[i] & 1) != 0) { Note(E::RepeatedAxis, {field, i}, axes[i], 0); }
            named |= std::uint32_t{1} << axes[i];
        }
        return true;
    }

    // Whether the row's check of this name holds.
    bool CallWithArguments(const Word& name) noexcept
    {
        const std::uint32_t field = NextField();
        std::uint32_t named = 0;
        if (name == "enum") { return RequireBelow(E::Enumerator, field, NextValue()); }
        if (name == "axis") { return RequireBelow(E::AxisRange, field, Of(NextField()).Rank()); }
        if (name == "axes") { return ReadAxes(field, Of(NextField()).Rank(), named); }
        if (name == "array") { return Require(Pointer(field) != nullptr, E::NullArray, {field}); }
        if (name == "nonzero") { return Require(Value(field) != 0, E::Zero, {field}, 0, 1); }
        if (name == "count")
        {
            const std::uint64_t rank = Of(NextField()).Rank(), more = NextValue();
            return Require(Value(field) + more == rank, E::CountIsNotRank, {field}, Value(field), rank - more);
        }
        const std::uint64_t value = NextValue();
        return name == "range" ? RequireRange(field, value, NextValue())
                               : Require(Value(field) == value, E::NotEqual, {field}, Value(field), value); // equal
    }

    // ---- functions of an operator and its kin, by the names that the table has --------------------------------------

    bool TwoDimensional() noexcept { return Sizes(E::NotTwoDimensional, Of("Input"), 0, 2, One); }
    bool LpP() noexcept { return RequireRange(Find("P"), 1, 2); }
    bool LpAxis() noexcept { return RequireBelow(E::AxisRange, Find("Axis"), Of("Input").Rank()); }

    bool Gemm() noexcept
    {
        const Tensor a = Of("A"), b = Of("B"), output = Of("Output");
        const std::uint32_t transA = Value("TransA"), transB = Value("TransB");
        return Last(E::MatrixSizes, b, 2 - transB, a.Last(1 + transA))
               && Last(E::MatrixSizes, output, 2, a.Last(2 - transA))
               && Last(E::MatrixSizes, output, 1, b.Last(1 + transB)) && Sizes(E::MatrixBatch, b, 0, 2, a)
               && Sizes(E::MatrixBatch, output, 0, 2, a);
    }

    bool OutputPadding() noexcept
    {
        const Tensor output = Of("Output");
        const std::uint32_t count = Value("DimensionCount");
        const std::uint32_t* const padding = List("OutputPadding");
        if (!Given("OutputPadding", count)) { return false; }
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::uint32_t size = output.Last(count - i);
            if (padding[i] >= size) { return Fail(E::OutputPadding, Place("OutputPadding", i), padding[i], size); }
        }
        return true;
    }

    bool IsBackward() const noexcept { return Has("Direction") && Value("Direction") == 1; }

    bool Channels() noexcept
    {
        const Tensor filter = Of("Filter"), input = Of("Input"), output = Of("Output");
        const Tensor from = IsBackward() ? output : input, to = IsBackward() ? input : output;
        const std::uint32_t groups = Value("GroupCount");
        const std::uint64_t channels = std::uint64_t{filter(1)} * groups;
        if (!Require(groups != 0, E::GroupCountZero, Place("GroupCount"), 0, 1)
            || !Size(E::BatchSizes, output, 0, input(0)) || !Size(E::OutputChannels, to, 1, filter(0)))
        {
            return false;
        }
        if ((channels & Max32) != from(1))
        {
            return !IsBackward() && from(1) % groups == 0 ? Size(E::InputChannels, filter, 1, from(1) / groups)
                                                          : Size(E::InputChannels, from, 1, channels);
        }
        Wrapped(channels, from.At(1));
        return Require(filter(0) % groups == 0, E::GroupsDivideOutputChannels, filter.At(0), filter(0), groups);
    }

    // One element for each channel of the output.
    DML_TENSOR_UTILS_APART bool PerChannel(E error, const Tensor& tensor) noexcept
    {
        const std::uint32_t channels = Of("Output")(1);
        return !tensor || Sizes(error, tensor, 0, 0, [=](std::uint32_t axis) { return axis == 1 ? channels : 1; });
    }
    DML_TENSOR_UTILS_APART bool OneOrPerChannel(E error, const Tensor& tensor) noexcept
    {
        return !tensor || tensor.Elements() == 1 || PerChannel(error, tensor);
    }
    bool ConvolutionBias() noexcept { return PerChannel(E::BiasSizes, Of("Bias")); }
    bool ConvZeroPoints() noexcept
    {
        return OneElement(E::InputZeroPointSizes, Of("InputZeroPoint"))
               && OneOrPerChannel(E::FilterZeroPointSizes, Of("FilterZeroPoint"));
    }
    bool ConvScales() noexcept
    {
        return OneElement(E::InputZeroPointSizes, Of("InputZeroPoint"))
               && OneElement(E::InputScaleSizes, Of("InputScale"))
               && OneOrPerChannel(E::FilterZeroPointSizes, Of("FilterZeroPoint"))
               && OneOrPerChannel(E::FilterScaleSizes, Of("FilterScale"))
               && OneElement(E::OutputZeroPointSizes, Of("OutputZeroPoint"))
               && OneElement(E::OutputScaleSizes, Of("OutputScale"));
    }

    bool PoolingBatch() noexcept
    {
        const bool isGradient = Has("InputGradient");
        const Tensor input = isGradient ? Of("InputGradient") : Of("Input");
        return Sizes(E::BatchSizes, isGradient ? Of("OutputGradient") : Of("Output"), 0, input.Rank() - 2, input);
    }

    // DirectML reads an entry for each spatial axis of each list, however many there are.
    bool MaxPoolingGrad() noexcept
    {
        const Tensor input = Of("Input"), gradient = Of("InputGradient");
        const Word names[] = {"Strides", "WindowSize", "Dilations", "StartPadding", "EndPadding"};
        const std::uint32_t spatial = input.Rank() - 2;
        for (std::uint32_t i = 0; i < 5 * spatial; ++i)
        {
            const Word& name = names[i / spatial];
            const std::uint32_t entry = i % spatial;
            if (i == 3 * spatial && !Sizes(E::NotEqual, gradient, 0, spatial, input)) { return false; }
            if (!Given(name, 1) || !Require(entry < Value("DimensionCount"), E::Terminates, Place(name))
                || !Require(i >= 3 * spatial || List(name)[entry] != 0, E::Zero, Place(name, entry), 0, 1))
            {
                return false;
            }
        }
        return Sizes(E::NotEqual, gradient, 2, 0,
                     [&](std::uint32_t axis)
                     {
                         const std::uint32_t i = axis - 2;
                         const std::uint64_t ends = std::uint64_t{List(names[3])[i]} + List(names[4])[i];
                         const std::uint64_t reach = std::uint64_t{List(names[1])[i] - 1} * List(names[2])[i] + 1;
                         const std::uint32_t padded = Wrapped(input(axis) + ends, input.At(axis));
                         const std::uint32_t window = Wrapped(reach, Place(names[1], i));
                         return (padded > window ? (padded - window) / List(names[0])[i] : 0) + 1;
                     });
    }

    // ARGMAX 0, ARGMIN 1, L1 3, MAX 7, MIN 8, MULTIPLY 9, SUM 10 and SUM_SQUARE 11 take more than floats.
    bool ReduceTensors() noexcept
    {
        const std::uint32_t function = Value("Function");
        const std::uint32_t bit = function < 12 ? std::uint32_t{1} << function : 0;
        const std::uint32_t types = (bit & 0x183) != 0 ? 0x0dfe : (bit & 0xe08) != 0 ? 0x0c4e : MaskOfFloats;
        return Own(Find("Input"), types) && Own(Find("Output"), function < 2 ? 0x0c48 : types)
               && (function < 2 || Relate("t", Find("Output"), Find("Input")));
    }

    bool Reduce() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t function = Has("Function") ? Value("Function") : 0;
        std::uint32_t reduced = 0;
        if (!ReadAxes(Find("Axes"), input.Rank(), reduced)
            || !Require(function < 12 || function >> 31 != 0, E::ReduceFunction, Place("Function"), function, 11))
        {
            return false;
        }
        for (std::uint32_t i = 0; i < input.Rank(); ++i)
        {
            const bool isReduced = (reduced >> i & 1) != 0;
            if (!Size(isReduced ? E::ReducedSizeNotOne : E::KeptSizeDiffers, output, i, isReduced ? 1 : input(i)))
            {
                return false;
            }
        }
        return true;
    }

    // The inputs are read before anything of them was checked.
    bool Join() noexcept
    {
        const std::uint32_t inputs = Find("Input"), count = Value("InputCount"), axis = Value("Axis");
        Tensor input, output;
        if (!Require(count != 0, E::NoTensors, Place("InputCount"), 0, 1)
            || !Reach(output, Find("Output"), None32, false, true)
            || !RequireBelow(E::AxisRange, Find("Axis"), output.Rank()) || !Given("Input", count))
        {
            return false;
        }
        std::uint64_t sum = 0;
        for (std::uint32_t n = 0; n < count; ++n)
        {
            if (!Reach(input, inputs, n, true, true)) { return false; }
            const std::uint32_t elements = input.Elements();
            if (!Require(elements >> 31 == 0, E::JoinElementLimit, input.place, elements, Max32 >> 1)) { return false; }
            sum += axis < input.Axes() ? input(axis) : 0;
            if (!Require(sum <= Max32, E::JoinSumOverflows, input.place, sum, Max32)) { return false; }
        }
        if (!Reach(output, Find("Output"), None32, true, true)) { return false; }
        for (std::uint32_t n = 0; n < count; ++n)
        {
            Reach(input, inputs, n, true, true);
            for (std::uint32_t i = 0; i < input.Axes(); ++i)
            {
                // Where the output has no such axis, DirectML compares with what is behind its sizes.
                if (!Require(i < output.Axes(), E::JoinOtherSizes, input.place, input.Rank(), output.Rank())
                    || (i != axis && !Size(E::JoinOtherSizes, input, i, output(i))))
                {
                    return false;
                }
            }
        }
        if (axis < MaxRank && !Size(E::JoinSum, output, axis, sum)) { return false; }
        if (!Own(Find("Output"), MaskOfMovable)) { return false; }
        for (std::uint32_t n = 0; n < count; ++n)
        {
            if (!Own(inputs, MaskOfMovable, n) || !Relate("tr", inputs, Find("Output"), n)) { return false; }
        }
        return true;
    }

    bool Split() noexcept
    {
        const std::uint32_t outputs = Find("Output"), count = Value("OutputCount"), axis = Value("Axis");
        Tensor input;
        if (!Require(count != 0, E::NoTensors, Place("OutputCount"), 0, 1)
            || !Reach(input, Find("Input"), None32, false, true)
            || !RequireBelow(E::AxisRange, Find("Axis"), input.Rank()) || !Own(Find("Input"), MaskOfMovable)
            || !Given("Output", count))
        {
            return false;
        }
        std::uint64_t sum = 0;
        const auto each = [&](auto check)
        {
            std::uint32_t n = 0;
            while (n < count && check(n)) { ++n; }
            return n == count;
        };
        const auto kept = [&](std::uint32_t i, const Tensor& output) { return i == axis ? output(i) : input(i); };
        return each([&](std::uint32_t n) { return Own(outputs, MaskOfMovable, n); })
               && each([&](std::uint32_t n) { return Relate("r", outputs, Find("Input"), n); })
               && each([&](std::uint32_t n) { return Relate("t", outputs, Find("Input"), n); })
               && each(
                   [&](std::uint32_t n)
                   {
                       const Tensor output = Of(outputs, n);
                       return Sizes(E::SplitOtherSizes, output, 0, 0, [&](std::uint32_t i) { return kept(i, output); });
                   })
               && each(
                   [&](std::uint32_t n)
                   {
                       sum += Of(outputs, n)(axis);
                       return Require(sum <= Max32, E::SplitSumOverflows, {outputs, n}, sum, Max32);
                   })
               && Size(E::SplitSum, input, axis, sum);
    }

    // How far a slice reaches, modulo 2^32. A stride in two's complement may be below 0.
    DML_TENSOR_UTILS_APART std::uint32_t Extent(const Tensor& slice, std::uint32_t axis, std::uint32_t stride) noexcept
    {
        const std::uint32_t magnitude = stride >> 31 != 0 ? 0 - stride : stride;
        return Wrapped((slice(axis) - std::uint64_t{1}) * magnitude + 1, slice.At(axis));
    }

    bool Slice() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t rank = input.Rank();
        const std::uint32_t *const offsets = List("Offsets"), *const sizes = List("Sizes"), *strides = List("Strides");
        if (!Given("Sizes", rank) || !Sizes(E::ComputedSizes, output, 0, 0, [=](std::uint32_t i) { return sizes[i]; }))
        {
            return false;
        }
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            if (!Require(strides[i] != 0, E::Condition, Place("Strides", i), 0, 1)) { return false; }
            const std::uint64_t end = std::uint64_t{offsets[i]} + Extent(output, i, strides[i]);
            if (!Require(end <= input(i), E::SliceWindow, input.At(i), end, input(i))) { return false; }
        }
        std::uint32_t i = 0;
        while (i < rank && Require(strides[i] >> 31 == 0, E::NegativeStride, Place("Strides", i), strides[i])) { ++i; }
        return i == rank;
    }

    // SLICE1, and SLICE_GRAD, in which the window grows with what the slice reaches.
    DML_TENSOR_UTILS_APART bool SliceWindows(const Tensor& whole, const Tensor& slice, bool isGradient) noexcept
    {
        const std::uint32_t* const offsets = List("InputWindowOffsets");
        const std::uint32_t* const sizes = List("InputWindowSizes");
        const std::uint32_t* const strides = List("InputWindowStrides");
        for (std::uint32_t i = 0; i < whole.Rank(); ++i)
        {
            if (!Require(strides[i] != 0, E::Condition, Place("InputWindowStrides", i), 0, 1)) { return false; }
            const std::uint32_t extent = Extent(slice, i, strides[i]);
            const std::uint64_t end = std::uint64_t{offsets[i]} + (extent > sizes[i] ? extent : sizes[i]);
            if (!Require(isGradient || extent <= sizes[i], E::Bound, Place("InputWindowSizes", i), sizes[i], extent)
                || !Require(end <= whole(i), E::SliceWindow, whole.At(i), end, whole(i)))
            {
                return false;
            }
        }
        return true;
    }
    bool Slice1() noexcept { return SliceWindows(Of("Input"), Of("Output"), false); }
    bool SliceGrad() noexcept { return SliceWindows(Of("OutputGradient"), Of("InputGradient"), true); }

    bool Padding() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t *const start = List("StartPadding"), *const end = List("EndPadding");
        return Require(input.Elements() >> 31 == 0, E::PaddingElementLimit, input.place, input.Elements(), Max32 >> 1)
               && Given("StartPadding", 1) && Given("EndPadding", 1)
               && Sizes(E::PaddedSizes, output, 0, 0,
                        [&](std::uint32_t i)
                        { return Wrapped(std::uint64_t{input(i)} + start[i] + end[i], output.At(i)); });
    }

    bool Tile() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t count = Value("RepeatsCount");
        const std::uint32_t* const repeats = List("Repeats");
        return Require(count == input.Rank(), E::CountIsNotRank, Place("RepeatsCount"), count, input.Rank())
               && Given("Repeats", count)
               && Sizes(E::TiledSizes, output, 0, 0,
                        [&](std::uint32_t i) { return Wrapped(std::uint64_t{input(i)} * repeats[i], output.At(i)); });
    }

    // Above 0, infinite too, but no NaN: by the bits, which no option of the compiler changes. Sizes are documented of
    // RESAMPLE and its successors alone: floor(input * scale), which is ONNX's, or rounded.
    bool Scales() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const auto* const scales = static_cast<const float*>(Pointer(Find("Scales")));
        const std::uint32_t count = Value(m_fields.at[Find("Scales")].count);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            std::uint32_t bits = 0;
            if (!Given("Scales", count)) { return false; }
            std::memcpy(&bits, scales + i, sizeof(bits));
            if (!Require(bits - 1 < 0x7F800000, E::ScaleNotPositive, Place("Scales", i))) { return false; }
            const double size = input ? double{scales[i]} * input(i) : 0;
            const std::uint64_t floor = size < 9e18 ? static_cast<std::uint64_t>(size) : Max64;
            const std::uint64_t rounded = size < 9e18 && size - static_cast<double>(floor) >= 0.5 ? floor + 1 : floor;
            if (input && output(i) != rounded && output(i) != floor)
            {
                Note(E::DocumentedSize, output.At(i), output(i), rounded);
            }
        }
        return true;
    }

    DML_TENSOR_UTILS_APART bool FloatsOnly(const Tensor& tensor) noexcept
    {
        return Require((MaskOfFloats >> tensor.Type() & 1) != 0, E::NotFloat, tensor.place, tensor.Type(),
                       MaskOfFloats);
    }
    bool Rank4(const Tensor& tensor) noexcept
    {
        return Require(tensor.Rank() == 4, E::NotRank4, tensor.place, tensor.Rank(), 4);
    }

    bool Upsample() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t rank = input.Rank();
        const std::uint64_t width = std::uint64_t{input.Last(1)} * Read<std::uint32_t>(Find("ScaleSize"));
        const std::uint64_t height = std::uint64_t{input.Last(2)} * Read<std::uint32_t>(Find("ScaleSize"), 4);
        return Sizes(E::BatchSizes, output, 0, 2, input) && FloatsOnly(input)
               && Require(height <= Max32, E::UpsampleOverflows, input.At(rank - 2), height, Max32)
               && Require(width <= Max32, E::UpsampleOverflows, input.At(rank - 1), width, Max32)
               && Last(E::UpsampledSizes, output, 2, height) && Last(E::UpsampledSizes, output, 1, width)
               && RequireBelow(E::Enumerator, Find("InterpolationMode"), 2);
    }

    bool ValueScale() noexcept
    {
        const Tensor input = Of("Input");
        const std::uint32_t count = Value("ChannelCount");
        return FloatsOnly(input) && Rank4(input)
               && Require(count == input(1) && (count == 1 || count == 3), E::ChannelCount, Place("ChannelCount"),
                          count, input(1));
    }

    bool RoiPooling() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t pooled = Find("PooledSize");
        return Rank4(input) && FloatsOnly(input) && Ends(E::RoiSizes, Of("ROI"), output(0), 5)
               && Size(E::PooledSizes, output, 2, Read<std::uint32_t>(pooled, 4))
               && Size(E::PooledSizes, output, 3, Read<std::uint32_t>(pooled))
               && Size(E::RoiChannels, output, 1, input(1));
    }

    // Neither below 0 nor infinite; NaN passes, and so does -0.
    DML_TENSOR_UTILS_APART bool Finite(const Word& name) noexcept
    {
        const std::uint32_t magnitude = Value(name) & 0x7FFFFFFF;
        return Require(magnitude == 0 || magnitude > 0x7F800000 || Value(name) < 0x7F800000, E::NotFinite, Place(name));
    }

    bool RoiAlign() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint64_t samples = Max32 / (output(2) > output(3) ? output(2) : output(3));
        const std::uint32_t most = Value("MaximumSamplesPerOutput"), function = Value("ReductionFunction");
        return RequireRange(Find("MinimumSamplesPerOutput"), 1, most < samples ? most : samples)
               && Require(function == 2 || function == 7, E::Enumerator, Place("ReductionFunction"), function, 7)
               && RequireBelow(E::Enumerator, Find("InterpolationMode"), 2) && Finite("SpatialScaleX")
               && Finite("SpatialScaleY") && Ends(E::ComputedSizes, Of("ROI"), output(0), 4)
               && Ends(E::ComputedSizes, Of("BatchIndices"), 1, output(0))
               && Size(E::ComputedSizes, output, 1, input(1));
    }

    DML_TENSOR_UTILS_APART bool Multiple(E error, const Tensor& tensor, std::uint32_t axis,
                                         std::uint32_t divisor) noexcept
    {
        return Require(divisor != 0 && tensor(axis) % divisor == 0, error, tensor.At(axis), tensor(axis), divisor);
    }

    bool DepthToSpace() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint64_t block = Value("BlockSize");
        const std::uint32_t square = static_cast<std::uint32_t>(block * block & Max32);
        if (!Require(square != 0 || block == 0, E::Terminates, Place("BlockSize"), block)
            || !Multiple(E::BlockDividesChannels, input, 1, square)
            || !Size(E::ComputedSizes, output, 3, Wrapped(input(3) * block, output.At(3)))
            || !Size(E::ComputedSizes, output, 2, Wrapped(input(2) * block, output.At(2)))
            || !Size(E::ComputedSizes, output, 1, input(1) / square))
        {
            return false;
        }
        Wrapped(block * block, output.At(1));
        return Size(E::ComputedSizes, output, 0, input(0));
    }

    bool SpaceToDepth() noexcept
    {
        const Tensor input = Of("Input"), output = Of("Output");
        const std::uint32_t block = Value("BlockSize");
        if (!Multiple(E::BlockDividesHeight, input, 2, block) || !Multiple(E::BlockDividesWidth, input, 3, block))
        {
            return false;
        }
        const std::uint64_t part = Wrapped(std::uint64_t{input(1)} * block, output.At(1));
        return Size(E::ComputedSizes, output, 3, input(3) / block)
               && Size(E::ComputedSizes, output, 2, input(2) / block)
               && Size(E::ComputedSizes, output, 1, Wrapped(part * block, output.At(1)))
               && Size(E::ComputedSizes, output, 0, input(0));
    }

    // A tensor's sizes are another's, but on Axis.
    DML_TENSOR_UTILS_APART bool Replaced(const Tensor& tensor, const Tensor& other, std::uint32_t size) noexcept
    {
        return Sizes(E::ComputedSizes, tensor, 0, 0,
                     [&](std::uint32_t i) { return i == Value("Axis") ? size : other(i); });
    }
    bool GatherElements() noexcept { return Replaced(Of("Output"), Of("Input"), Of("Output")(Value("Axis"))); }
    bool TopK() noexcept { return Replaced(Of("OutputValue"), Of("Input"), Value("K")); }
    bool ReverseSubsequences() noexcept { return Replaced(Of("SequenceLengths"), Of("Input"), 1); }
    bool Scatter() noexcept
    {
        const std::uint32_t ofInput = Of("Input")(Value("Axis")), ofIndices = Of("Indices")(Value("Axis"));
        return Replaced(Of("Indices"), Of("Input"), ofInput < ofIndices ? ofInput : ofIndices);
    }
    bool OneHot() noexcept
    {
        return Replaced(Of("Indices"), Of("Output"), 1)
               && Require(Of("Values").Elements() >= 2, E::OneHotValues, Place("Values"), 1, 2);
    }

    bool GatherNd() noexcept
    {
        return GatherOrScatterNd(Of("Output"), Has("BatchDimensionCount") ? Value("BatchDimensionCount") : 0, false);
    }
    bool ScatterNd() noexcept { return GatherOrScatterNd(Of("Updates"), 0, true); }

    // The output, or the updates, are the last sizes of the indices but one, then the input's that these do not name.
    DML_TENSOR_UTILS_APART bool GatherOrScatterNd(const Tensor& output, std::uint32_t batch, bool scatters) noexcept
    {
        const Tensor input = Of("Input"), indices = Of("Indices");
        const std::uint32_t ofInput = Find("InputDimensionCount"), ofIndices = Find("IndicesDimensionCount");
        const std::uint32_t ni = Value(ofInput), nx = Value(ofIndices);
        const OperatorPlace ofBatch = Place("BatchDimensionCount");
        if (!RequireRange(ofInput, 1, input.Rank()) || !RequireRange(ofIndices, 1, indices.Rank())
            || !Require(batch < ni, E::AxisRange, ofBatch, batch, ni)
            || !Require(batch < nx, E::AxisRange, ofBatch, batch, nx) || !Sizes(E::Bound, input, 0, ni, One)
            || !Sizes(E::Bound, indices, 0, nx, One))
        {
            return false;
        }
        const std::uint32_t named = indices.Last(1), limit = scatters ? input.Rank() : ni - batch;
        const OperatorPlace last = indices.At(indices.Rank() - 1);
        if (!Require(named <= limit, E::Range, last, named, limit)
            || !Require(named <= ni, E::Terminates, last, named, ni))
        {
            return false;
        }
        const std::uint32_t kept = ni - batch - named, given = nx - 1 + kept;
        if (!Require(given <= output.Rank(), E::Range, output.place, output.Rank(), given)) { return false; }
        for (std::uint32_t i = 0; scatters && indices.desc->Strides != nullptr && i < indices.Rank(); ++i)
        {
            const bool repeats = indices(i) > 1 && indices.desc->Strides[i] == 0;
            if (!Require(!repeats, E::Condition, indices.At(i), 0, 1)) { return false; }
        }
        for (std::uint32_t n = 1; n <= output.Rank(); ++n)
        {
            const std::uint32_t size = n <= kept ? input.Last(n) : n <= given ? indices.Last(n - kept + 1) : 1;
            if (!Last(E::ComputedSizes, output, n, size)) { return false; }
        }
        for (std::uint32_t i = 0; i < batch; ++i)
        {
            const std::uint32_t ofThese = indices.Last(nx - i), ofThose = input.Last(ni - i);
            if (ofThese != ofThose)
            {
                Note(E::BatchSizesDiffer, indices.At(indices.Rank() - nx + i), ofThese, ofThose);
            }
        }
        return true;
    }

    bool Nonzero() noexcept
    {
        const Tensor input = Of("Input"), coordinates = Of("OutputCoordinates");
        const std::uint32_t columns = coordinates.Last(1);
        std::uint32_t used = input.Rank();
        while (used > 1 && input.Last(used) == 1) { --used; }
        return Last(E::NotEqual, coordinates, 2, input.Elements()) && Sizes(E::Bound, coordinates, 0, 2, One)
               && Require(columns >= used && columns <= input.Rank(), E::Bound, coordinates.At(coordinates.Rank() - 1),
                          columns, columns < used ? used : input.Rank())
               && OneElement(E::NotEqual, Of("OutputCount"));
    }

    bool RandomState() noexcept { return Ends(E::ComputedSizes, Of("InputState"), 1, 6); }
    bool AdamStep() noexcept { return OneElement(E::NotEqual, Of("TrainingStep")); }
    bool ScalarScales() noexcept
    {
        return OneElement(E::Condition, Of("AScale")) && OneElement(E::Condition, Of("BScale"))
               && OneElement(E::Condition, Of("OutputScale"));
    }

    // The scale, and the zero point if there is one. DirectML reads them and the input before it checks them.
    DML_TENSOR_UTILS_APART bool QuantizeBy(std::uint32_t inputTypes, std::uint32_t outputTypes) noexcept
    {
        const std::uint32_t input = Find("Input"), output = Find("Output"), list = Find("Quantization");
        const std::uint32_t type = Value("QuantizationType"), count = Value("QuantizationTensorCount");
        Tensor values, scale, zeroPoint;
        if (!Require(type == 1 || type == 2, E::QuantizationType, Place("QuantizationType"), type, 2)
            || !Require(count == type, E::QuantizationTensorCount, Place("QuantizationTensorCount"), count, type)
            || !Reach(values, input, None32, true, true) || !Reach(scale, list, 0, true, true)
            || (count == 2 && !Reach(zeroPoint, list, 1, true, true)))
        {
            return false;
        }
        for (std::uint32_t i = 0; i < scale.Axes(); ++i)
        {
            if (!Require(scale(i) != 0 && i < values.Axes(), E::Terminates, scale.At(i), scale(i))
                || !Multiple(E::BlockSizes, values, i, scale(i)))
            {
                return false;
            }
        }
        const std::uint32_t floats = inputTypes == MaskOfFloats ? input : output;
        return Own(input, inputTypes) && Own(output, outputTypes) && Relate("rs", output, input)
               && Own(list, MaskOfFloats, 0) && Relate("t", list, floats, 0) && Relate("r", list, input, 0)
               && (count == 1
                   || (Own(list, MaskOfQuantized, 1) && Relate("t", list, floats == input ? output : input, 1)
                       && Relate("rs", list, list, 1, 0)));
    }
    bool Quantize() noexcept { return QuantizeBy(MaskOfFloats, MaskOfQuantized); }
    bool Dequantize() noexcept { return QuantizeBy(MaskOfQuantized, MaskOfFloats); }

    bool QuantizeLinear() noexcept
    {
        const std::uint32_t inputs = Find("Input"), scales = Find("Scale"), zeros = Find("ZeroPoint");
        Tensor input, scale;
        if (!Reach(input, inputs, None32, false, true) || !Reach(scale, scales, None32, false, true)) { return false; }
        const bool isInt32 = input.Type() == DML_TENSOR_DATA_TYPE_INT32;
        const std::uint32_t type = isInt32 ? static_cast<std::uint32_t>(DML_TENSOR_DATA_TYPE_FLOAT32) : input.Type();
        return Require(scale.Type() == type, isInt32 ? E::Condition : E::ScaleTypeDiffers, scale.place, scale.Type(),
                       type)
               && Own(inputs, 0x0046) && Own(scales, MaskOfFloats) && Relate("rs", scales, inputs)
               && Own(zeros, MaskOfBytes) && Relate("rs", zeros, inputs) && Own(Find("Output"), MaskOfBytes)
               && Relate("t", Find("Output"), zeros) && Relate("rs", Find("Output"), inputs);
    }

    // Sizes as if of 4 axes, with 1s in front.
    bool MatMulSizes() noexcept
    {
        const Tensor a = Of("A"), b = Of("B"), output = Of("Output");
        return Last(E::MatrixSizes, b, 2, a.Last(1)) && Last(E::MatrixSizes, output, 2, a.Last(2))
               && Last(E::MatrixSizes, output, 1, b.Last(1)) && Last(E::MatrixBatch, b, 4, a.Last(4))
               && Last(E::MatrixBatch, b, 3, a.Last(3)) && Last(E::MatrixBatch, output, 4, a.Last(4))
               && Last(E::MatrixBatch, output, 3, a.Last(3));
    }

    // One element, or one for each row of A (column of B).
    DML_TENSOR_UTILS_APART bool PerRow(E error, const Word& name) noexcept
    {
        const Tensor tensor = Of(name);
        return !tensor || tensor.Elements() == 1 || Ends(error, tensor, Of("A").Last(2), 1);
    }
    DML_TENSOR_UTILS_APART bool PerColumn(E error, const Word& name) noexcept
    {
        const Tensor tensor = Of(name);
        return !tensor || tensor.Elements() == 1 || Ends(error, tensor, 1, Of("B").Last(1));
    }
    bool MatMulZeroPoints() noexcept
    {
        return PerRow(E::AZeroPointSizes, "AZeroPoint") && PerColumn(E::BZeroPointSizes, "BZeroPoint");
    }
    bool MatMulScales() noexcept
    {
        return PerRow(E::AScaleSizes, "AScale") && PerColumn(E::BScaleSizes, "BScale")
               && PerRow(E::OutputZeroPointSizes, "OutputZeroPoint") && PerRow(E::OutputScaleSizes, "OutputScale");
    }
    bool MatMulToFloatSizes() noexcept
    {
        return MatMulSizes() && MatMulZeroPoints() && PerRow(E::AScaleSizes, "AScale")
               && PerColumn(E::BScaleSizes, "BScale");
    }

    // The main header's rules, instead of the row's.
    bool Gather() noexcept
    {
        DML_GATHER_OPERATOR_DESC gather;
        std::memcpy(&gather, m_desc, sizeof(gather));
        const Diagnosis found = Validate(gather);
        const TensorError error = found.error;
        const bool isOfAxis = error == TensorError::GatherAxis || error == TensorError::GatherBatchAxis;
        const bool isOfCount = error == TensorError::GatherIndexDimensions || error == TensorError::GatherRankLimit;
        return Take(found, {isOfAxis ? 3 : isOfCount ? 4 : found.tensor, None32, found.axis});
    }

    DML_TENSOR_UTILS_APART bool Call(const Word& name) noexcept
    {
        struct Function
        {
            Word name;
            bool (OperatorJudge::*call)() noexcept;
        };
        using J = OperatorJudge;
        // clang-format off
        static constexpr Function Functions[] = {
            {"AdamStep", &J::AdamStep}, {"Channels", &J::Channels}, {"ConvScales", &J::ConvScales},
            {"ConvZeroPoints", &J::ConvZeroPoints}, {"ConvolutionBias", &J::ConvolutionBias},
            {"DepthToSpace", &J::DepthToSpace}, {"Dequantize", &J::Dequantize}, {"GatherElements", &J::GatherElements},
            {"GatherNd", &J::GatherNd}, {"Gemm", &J::Gemm}, {"Join", &J::Join}, {"LpAxis", &J::LpAxis},
            {"LpP", &J::LpP}, {"MatMulScales", &J::MatMulScales}, {"MatMulSizes", &J::MatMulSizes},
            {"MatMulToFloatSizes", &J::MatMulToFloatSizes}, {"MatMulZeroPoints", &J::MatMulZeroPoints},
            {"MaxPoolingGrad", &J::MaxPoolingGrad}, {"Nonzero", &J::Nonzero}, {"OneHot", &J::OneHot},
            {"OutputPadding", &J::OutputPadding}, {"Padding", &J::Padding}, {"PoolingBatch", &J::PoolingBatch},
            {"Quantize", &J::Quantize}, {"QuantizeLinear", &J::QuantizeLinear}, {"RandomState", &J::RandomState},
            {"Reduce", &J::Reduce}, {"ReduceTensors", &J::ReduceTensors},
            {"ReverseSubsequences", &J::ReverseSubsequences}, {"RoiAlign", &J::RoiAlign},
            {"RoiPooling", &J::RoiPooling}, {"ScalarScales", &J::ScalarScales}, {"Scales", &J::Scales},
            {"Scatter", &J::Scatter},
            {"ScatterNd", &J::ScatterNd}, {"Slice", &J::Slice}, {"Slice1", &J::Slice1}, {"SliceGrad", &J::SliceGrad},
            {"SpaceToDepth", &J::SpaceToDepth}, {"Split", &J::Split}, {"Tile", &J::Tile}, {"TopK", &J::TopK},
            {"TwoDimensional", &J::TwoDimensional}, {"Upsample", &J::Upsample}, {"ValueScale", &J::ValueScale}};
        // clang-format on
        if (name.text[0] >= 'a') { return CallWithArguments(name); }
        std::uint32_t i = 0;
        while (!(Functions[i].name == name)) { ++i; }
        return (this->*Functions[i].call)();
    }

    // ---- behind the checks ------------------------------------------------------------------------------------------

    // Lists that no check looks at: DirectML reads them once all else is right.
    bool CheckListsGiven() noexcept
    {
        for (std::uint32_t i = 0; i < m_fields.count; ++i)
        {
            const OperatorField& field = m_fields.at[i];
            if (field.IsList() && !field.IsTensor() && Pointer(i) == nullptr && Value(field.count) != 0)
            {
                return Fail(E::Terminates, {i});
            }
        }
        return true;
    }

    // By the number alone, since the activation's own tensors are null. Measured of five operators.
    bool CheckFused() noexcept
    {
        const std::uint32_t field = Find("FusedActivation"), number = m_row.number;
        const auto* const fused = static_cast<const DML_OPERATOR_DESC*>(field == None32 ? nullptr : Pointer(field));
        if (fused == nullptr) { return true; }
        const std::uint32_t type = static_cast<std::uint32_t>(fused->Type);
        constexpr std::uint32_t Gemm = 54, Convolution = 53, Clip = 8, Softmax = 48, ParameterizedRelu = 42,
                                Softmax1 = 158;
        const bool isMeasured =
            number == Gemm || number == Convolution || number == 72 || number == 89 || number == 115;
        if (!isMeasured || RowOf(fused->Type) == nullptr || (number == Gemm && type == Softmax))
        {
            return Fail(E::Unknown, {field}, type);
        }
        if (number == Convolution && type == ParameterizedRelu) { return Fail(E::Terminates, {field}, type); }
        bool isTaken =
            (type == Clip && (number == Gemm || number == Convolution)) || (type == Softmax1 && number == Gemm);
        for (const std::uint32_t each :
             {35U, 37U, 38U, 39U, 40U, 43U, 44U, 45U, 46U, 47U, 49U, 50U, 51U, 52U, 90U, 128U, 157U, 167U, 168U})
        {
            isTaken = isTaken || type == each;
        }
        return Require(isTaken, E::FusedActivation, {field}, type);
    }

    // A step of 0, then an output of another size than documented, of what moves a window.
    void FindWindowHazards() noexcept
    {
        const std::uint32_t* const strides = List("Strides");
        const std::uint32_t *const start = List("StartPadding"), *const end = List("EndPadding");
        if (strides == nullptr || start == nullptr) { return; }
        const std::uint32_t *const windows = List("WindowSize"), *const dilations = List("Dilations");
        const std::uint32_t* const added = IsBackward() ? List("OutputPadding") : nullptr;
        const Tensor input = Has("Input") ? Of("Input") : Of("InputGradient"), output = Of("Output");
        const Tensor filter = Of("Filter");
        const std::uint32_t spatial = input.Rank() - 2, count = Value("DimensionCount");
        for (std::uint32_t i = 0; i < count && i < spatial; ++i)
        {
            const Word name = strides[i] == 0                             ? Word("Strides")
                              : windows != nullptr && windows[i] == 0     ? Word("WindowSize")
                              : dilations != nullptr && dilations[i] == 0 ? Word("Dilations")
                                                                          : Word();
            if (name.size != 0) { return Note(E::ZeroStep, Place(name, i), 0, 1); }
        }
        const bool isOneRank = output && output.Rank() == input.Rank() && (!filter || filter.Rank() == input.Rank());
        for (std::uint32_t i = 0; isOneRank && count == spatial && i < spatial; ++i)
        {
            const std::uint64_t size = input(2 + i), window = filter ? filter(2 + i) : windows[i];
            const std::uint64_t padding = std::uint64_t{start[i]} + end[i];
            const std::uint64_t extent = (window - 1) * (dilations != nullptr ? dilations[i] : 1) + 1;
            // 0 where no window fits; poolings with dilations give 1 there.
            std::uint64_t expected = windows != nullptr && dilations != nullptr ? 1 : 0;
            if (added != nullptr)
            {
                const bool fits = Add((size - 1) * strides[i], extent, expected) && Add(expected, added[i], expected);
                expected = !fits ? Max64 : expected > padding ? expected - padding : 0;
            }
            else if (extent <= size + padding) { expected = (size + padding - extent) / strides[i] + 1; }
            if (output(2 + i) != expected) { Note(E::DocumentedSize, output.At(2 + i), output(2 + i), expected); }
        }
    }

    const OperatorRow& m_row;
    const OperatorFields m_fields;
    const unsigned char* const m_desc;
    const char* m_at = nullptr; // in the row's checks
    OperatorDiagnosis m_reason;
    OperatorDiagnosis m_hazard;
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
DML_TENSOR_UTILS_LATER OperatorDiagnosis ValidateOperator(const DML_OPERATOR_DESC& desc) noexcept
{
    const detail::OperatorRow* const row = detail::RowOf(desc.Type);
    OperatorDiagnosis diagnosis;
    diagnosis.type = desc.Type;
    diagnosis.error = OperatorError::Unknown;
    if (row == nullptr || row->checks[0] == '\0') { return diagnosis; }
    diagnosis.error = OperatorError::NullDescription;
    return desc.Desc == nullptr ? diagnosis : detail::OperatorJudge<Later>(*row, desc.Desc).Judge();
}

namespace detail
{
// Writes the sentence of an operator, beside its row.
template <class Later> struct OperatorMessage
{
    const OperatorDiagnosis& diagnosis;
    const OperatorRow& row;
    const OperatorFields fields;
    MessageWriter<Later> writer;

    void Append(const RowWord& word) noexcept
    {
        for (std::uint32_t i = 0; i < word.size; ++i) { writer.Append(word.text[i]); }
    }

    void AppendIndex(std::uint32_t index) noexcept
    {
        if (index == None32) { return; }
        writer.Append('[');
        writer.AppendNumber(index);
        writer.Append(']');
    }

    void AppendName(const OperatorField& field) noexcept
    {
        Append(field.name);
        writer.Append(!field.IsTensor() ? "" : field.IsList() ? "Tensors" : "Tensor");
    }

    void AppendField() noexcept
    {
        if (diagnosis.field >= fields.count) { return; }
        AppendName(fields.at[diagnosis.field]);
        AppendIndex(diagnosis.element);
    }

    // What the numbers are of: an attribute, a size, or a tensor's axes or elements.
    void AppendSize() noexcept
    {
        const bool isOfRank = diagnosis.error == OperatorError::SizesDiffer || diagnosis.error == OperatorError::Range
                              || diagnosis.error == OperatorError::NotOneOrEqual
                              || diagnosis.error == OperatorError::JoinOtherSizes;
        const bool isTensor = diagnosis.field < fields.count && fields.at[diagnosis.field].IsTensor();
        if (diagnosis.axis == None32 && isTensor && !isOfRank) { writer.Append("the number of elements of "); }
        AppendField();
        if (diagnosis.axis != None32) { writer.Append(".Sizes"); }
        else if (isTensor && isOfRank) { writer.Append(".DimensionCount"); }
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

    // The tensor that the field is compared with, where the row names one alone.
    void AppendOther() noexcept
    {
        const char letter = diagnosis.error == OperatorError::TypesDiffer            ? 't'
                            : diagnosis.error == OperatorError::RanksDiffer          ? 'r'
                            : diagnosis.error == OperatorError::SizesDiffer          ? 's'
                            : diagnosis.error == OperatorError::BroadcastRanksDiffer ? 'b'
                                                                                     : 'o';
        std::uint32_t found = None32, count = 0;
        for (const char* at = row.checks; *at != '\0'; at += *at != '\0' ? 1 : 0)
        {
            const std::uint32_t field = fields.Find(RowWord::Read(at));
            bool has = false;
            for (; *at != '\0' && *at != ' ' && *at != ':'; ++at)
            {
                has = has || (*at == letter && field == diagnosis.field);
            }
            if (*at != ':') { continue; }
            const std::uint32_t other = fields.Find(RowWord::Read(++at));
            if (has) { found = other, ++count; }
        }
        if (count != 1 || found == None32) { return; }
        writer.Append(", as ");
        AppendName(fields.at[found]);
        writer.Append("'s is");
    }

    const char* Sentence() const noexcept
    {
        const std::uint32_t error = static_cast<std::uint32_t>(diagnosis.error);
        if (error >= OperatorErrorCount) { return "?"; }
        const bool isCondition = diagnosis.error == OperatorError::Condition;
        return diagnosis.error == OperatorError::InputChannels && fields.Find("Filter") == diagnosis.field
                   ? "{size} is {actual}; it must be {required}, InputTensor.Sizes[1] / GroupCount"
               : isCondition && row.number == 33
                   ? "{field}.DataType is {actual type}; it must be {required type}, where the input is INT32"
               : isCondition && row.number == 109
                   ? "{field}.Strides of an axis of more than one element is {actual}; it must be at least {required}"
                   : OperatorErrorTexts[error].sentence;
    }

    void AppendSentence() noexcept
    {
        using Writer = MessageWriter<Later>;
        for (const char* text = Sentence(); *text != '\0';)
        {
            if (Writer::Skip(text, "{field}")) { AppendField(); }
            else if (Writer::Skip(text, "{size}")) { AppendSize(); }
            else if (Writer::Skip(text, "{other}")) { AppendOther(); }
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

    // Of one tensor the main header's sentence, with the field's name.
    void AppendTensorSentence() noexcept
    {
        const MessageWriter<Later> before = writer;
        writer = {};
        AppendField();
        const MessageWriter<Later> field = writer;
        writer = before;
        const bool isOfRanks = diagnosis.tensor == TensorError::DimensionCount && diagnosis.field < fields.count;
        const TensorRule rule = isOfRanks ? fields.at[diagnosis.field].rule : TensorRule{};
        if (rule.minRank == 1 && rule.maxRank == MaxRank)
        {
            return writer.AppendSentence(diagnosis.tensor, field.message.size() != 0 ? field.message.c_str() : nullptr);
        }
        writer.Append(field.message.c_str());
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
DML_TENSOR_UTILS_LATER Message Explain(const OperatorDiagnosis& diagnosis) noexcept
{
    constexpr detail::OperatorRow None = {0, 0, "", "", ""};
    const detail::OperatorRow* const row = detail::RowOf(diagnosis.type);
    const bool isTensor = diagnosis.error == OperatorError::Tensor;
    detail::OperatorMessage<Later> message = {
        diagnosis, row != nullptr ? *row : None, detail::FieldsOf(row != nullptr ? *row : None), {}};
    if (diagnosis.Ok()) { message.writer.Append("no error"); }
    else
    {
        message.writer.Append(ToString(diagnosis.type));
        message.writer.Append(": ");
        if (isTensor)
        {
            message.AppendTensorSentence();
            return message.writer.message;
        }
        message.AppendSentence();
        message.writer.Append(" [");
        message.writer.Append(ToString(diagnosis.error));
        message.writer.Append(']');
    }
    return message.writer.message;
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#undef DML_TENSOR_UTILS_APART
#undef DML_TENSOR_UTILS_LATER

#endif // DML_TENSOR_OPERATORS_HPP
