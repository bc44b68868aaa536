// A second implementation of the hazards of sliding windows. It looks at every element of every window, and knows nothing
// of the header.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace window_hazards
{

// The numbers of a spatial axis.
struct Axis
{
    std::int64_t input;
    std::int64_t window;
    std::int64_t stride;
    std::int64_t dilation;
    std::int64_t startPadding;
    std::int64_t endPadding;
    std::int64_t outputPadding; // 0 for a pooling
    std::int64_t output;

    std::int64_t Extent() const { return (window - 1) * dilation + 1; }
    std::int64_t Padded() const { return input + startPadding + endPadding; }
    std::int64_t Positions() const { return output - outputPadding; }

    bool ReadsNothing(std::int64_t position) const
    {
        for (std::int64_t k = 0; k < window; ++k)
        {
            const std::int64_t element = position * stride - startPadding + k * dilation;
            if (element >= 0 && element < input) { return false; }
        }
        return true;
    }

    // Counts the windows that lie in the padded input. With `roundsUp` the last one may exceed it by less than a stride.
    std::int64_t Fitting(bool roundsUp) const
    {
        std::int64_t count = 0;
        while (count * stride + Extent() <= Padded() + (roundsUp ? stride - 1 : 0)) { ++count; }
        return count;
    }
};

using Names = std::set<std::string>;

inline Names OfPooling(const std::vector<Axis>& axes)
{
    Names names;
    for (const Axis& axis : axes)
    {
        const std::int64_t largest = axis.Fitting(true);
        if (largest == 0) { names.insert("WindowBeyondInput"); }
        if (largest != 0 && axis.output > largest) { names.insert("EndPaddingAssumed"); }
        for (std::int64_t i = 0; i < axis.output; ++i)
        {
            if (axis.ReadsNothing(i)) { names.insert("WindowOutside"); }
        }
    }
    return names;
}

inline Names OfForwardConvolution(const std::vector<Axis>& axes)
{
    Names names;
    for (const Axis& axis : axes)
    {
        const std::int64_t fitting = axis.Fitting(false);
        if (fitting == 0) { names.insert("WindowBeyondInput"); }
        if (fitting != 0 && axis.Positions() > fitting) { names.insert("EndPaddingAssumed"); }
        for (std::int64_t i = fitting; i < axis.Positions(); ++i)
        {
            if (axis.ReadsNothing(i)) { names.insert("WindowOutside"); }
        }
    }
    return names;
}

// The largest useful size is that with the largest output_padding, or that without EndPadding.
inline Names OfBackwardConvolution(const std::vector<Axis>& axes)
{
    Names names;
    for (const Axis& axis : axes)
    {
        const std::int64_t reach = (axis.input - 1) * axis.stride + axis.Extent() - axis.startPadding;
        const std::int64_t step = axis.stride > axis.dilation ? axis.stride : axis.dilation;
        const std::int64_t padded = reach - axis.endPadding + step - 1;
        if (reach <= 0 || axis.Positions() > (reach > padded ? reach : padded)) { names.insert("WindowOutside"); }
    }
    return names;
}

// The hazards of CONVOLUTION alone. `isWhole` asks for those of a forward convolution with one group.
inline Names OfFloatConvolution(const std::vector<Axis>& axes, bool isForwardWithOneGroup)
{
    Names names;
    bool isWhole = isForwardWithOneGroup, hasLargeWindow = false, hasPadding = false, readsNothing = false,
         hasDilation = false;
    for (const Axis& axis : axes)
    {
        if (axis.outputPadding != 0) { names.insert("OutputPaddingZeros"); }
        isWhole = isWhole && axis.window == axis.input && axis.Positions() == 1;
        hasLargeWindow = hasLargeWindow || axis.window != 1;
        hasPadding = hasPadding || axis.startPadding != 0;
        readsNothing = readsNothing || axis.ReadsNothing(0);
        hasDilation = hasDilation || (axis.dilation != 1 && axis.window != 1);
    }
    if (axes.size() == 3)
    {
        const Axis& first = axes[0];
        isWhole = isWhole && first.input == 1 && first.output == 1 && first.startPadding == 0 && first.endPadding == 0;
    }
    const bool isWrong = hasPadding ? !readsNothing : hasDilation;
    if (isWhole && hasLargeWindow && isWrong) { names.insert("FilterCoversInput"); }
    return names;
}

} // namespace window_hazards
