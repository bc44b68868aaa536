// The shapes in ONNX's own tests, which data/onnx_sizes.py has collected, and the output that DirectML has for them.
//
// Outputs has a static function for each formula, with the parameters of those in dml_tensor_output_sizes.hpp.
#pragma once

#include "dml_tensor_output_sizes.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace onnx_sizes
{

using namespace dml_tensor_utils;

using Sizes = std::vector<std::uint32_t>;
using Integers = std::vector<std::int64_t>;

inline Integers IntegersOf(const std::string& text)
{
    Integers integers;
    for (const std::string& number : verdict_file::Split(text, ' '))
    {
        integers.push_back(std::strtoll(number.c_str(), nullptr, 10));
    }
    return integers;
}

inline Sizes SizesOf(const std::string& text)
{
    if (text == "scalar") { return {}; }
    const Integers integers = IntegersOf(text);
    return Sizes(integers.begin(), integers.end());
}

// A test of ONNX: one operator with its shapes and attributes.
struct Case
{
    std::string op;
    std::vector<Sizes> inputs;
    Sizes output;
    std::map<std::string, std::string> attributes;

    explicit Case(const std::vector<std::string>& row) : op(row[1]), output(SizesOf(row[3]))
    {
        for (const std::string& shape : verdict_file::Split(row[2], ';')) { inputs.push_back(SizesOf(shape)); }
        for (const std::string& attribute : verdict_file::Split(row[4], ';'))
        {
            const std::size_t equals = attribute.find('=');
            attributes[attribute.substr(0, equals)] = attribute.substr(equals + 1);
        }
    }

    bool Has(const std::string& name) const { return attributes.count(name) != 0; }

    std::string Text(const std::string& name) const { return Has(name) ? attributes.at(name) : ""; }

    Integers List(const std::string& name, const Integers& defaults) const
    {
        return Has(name) ? IntegersOf(attributes.at(name)) : defaults;
    }

    std::int64_t Number(const std::string& name, std::int64_t defaultNumber) const
    {
        return List(name, {defaultNumber})[0];
    }

    std::uint32_t Rank() const { return static_cast<std::uint32_t>(inputs[0].size()); }

    std::size_t FromStart(std::int64_t axis) const { return static_cast<std::size_t>(axis < 0 ? axis + Rank() : axis); }

    std::vector<std::size_t> Axes(const std::string& name) const
    {
        Integers all(Rank());
        std::iota(all.begin(), all.end(), 0);
        std::vector<std::size_t> axes;
        for (const std::int64_t axis : List(name, all)) { axes.push_back(FromStart(axis)); }
        return axes;
    }
};

// ---- sliding windows ------------------------------------------------------------------------------------------------

// Returns the window of an operator, whose auto_pad is for `padded`: the input, or a transposed convolution's output.
inline Window WindowOf(const Case& test, const Sizes& padded, const Sizes& windowSize)
{
    const std::size_t spatial = windowSize.size();
    Window window;
    window.strides = Dimensions(test.List("strides", Integers(spatial, 1)));
    window.dilations = Dimensions(test.List("dilations", Integers(spatial, 1)));
    const std::string pads = test.Text("auto_pad");
    if (pads == "SAME_UPPER") { return SamePadding(padded, windowSize, window); }
    if (pads == "SAME_LOWER") { return SamePadding(padded, windowSize, window, OddPadding::Start); }
    const Integers padding = test.List("pads", Integers(2 * spatial, 0));
    window.startPadding = Dimensions(padding.data(), spatial);
    window.endPadding = Dimensions(padding.data() + spatial, spatial);
    return window;
}

// A pooling over one spatial axis gets a second one, which DirectML requires.
template <class Outputs> TensorLayout Pooled(Case& test)
{
    Sizes& input = test.inputs[0];
    const bool isGlobal = test.op.compare(0, 6, "Global") == 0;
    Sizes windowSize = isGlobal ? Sizes(input.begin() + 2, input.end()) : SizesOf(test.Text("kernel_shape"));
    if (input.size() == 3)
    {
        input.push_back(1);
        test.output.push_back(1);
        windowSize.push_back(1);
        for (const char* name : {"strides", "dilations"})
        {
            if (test.Has(name)) { test.attributes[name] += " 1"; }
        }
        const Integers pads = test.List("pads", {0, 0});
        test.attributes["pads"] = std::to_string(pads[0]) + " 0 " + std::to_string(pads[1]) + " 0";
    }
    return Outputs::Pooling(input, windowSize, WindowOf(test, input, windowSize),
                            test.Number("ceil_mode", 0) == 1 ? Rounding::Up : Rounding::Down);
}

template <class Outputs> TensorLayout Convolved(Case& test)
{
    const Sizes windowSize(test.inputs[1].begin() + 2, test.inputs[1].end());
    return Outputs::Convolution(test.inputs[0], test.inputs[1], WindowOf(test, test.inputs[0], windowSize),
                                test.Number("group", 1));
}

template <class Outputs> TensorLayout ConvolvedBackward(Case& test)
{
    const Sizes &input = test.inputs[0], &filter = test.inputs[1];
    const Sizes windowSize(filter.begin() + 2, filter.end());
    const std::size_t spatial = windowSize.size();
    const Integers strides = test.List("strides", Integers(spatial, 1));
    Sizes same = input; // auto_pad asks for input * stride
    for (std::size_t i = 0; i < spatial; ++i) { same[2 + i] *= static_cast<std::uint32_t>(strides[i]); }
    Window window = WindowOf(test, same, windowSize);
    Integers outputPadding = test.List("output_padding", Integers(spatial, 0));
    if (test.Has("output_shape"))
    {
        // ONNX computes the paddings from the wanted sizes. A size that is too large needs more output padding instead.
        const Integers wanted = test.List("output_shape", {});
        Integers start(spatial, 0), end(spatial, 0);
        for (std::size_t i = 0; i < spatial; ++i)
        {
            const std::int64_t total =
                strides[i] * (input[2 + i] - std::int64_t{1}) + outputPadding[i] + windowSize[i] - wanted[i];
            start[i] = std::max<std::int64_t>(total, 0) / 2;
            end[i] = std::max<std::int64_t>(total, 0) - start[i];
            outputPadding[i] += std::max<std::int64_t>(-total, 0);
        }
        window.startPadding = Dimensions(start);
        window.endPadding = Dimensions(end);
    }
    return Outputs::TransposedConvolution(input, filter, window, test.Number("group", 1), Dimensions(outputPadding));
}

// ---- other operators ------------------------------------------------------------------------------------------------

// With sizes, ONNX makes the scales from them. A scale is rounded, so its product with the input can be a little below
// or above the size.
template <class Outputs> TensorLayout Resized(Case& test)
{
    const Sizes& input = test.inputs[0];
    std::vector<float> scales(input.size(), 1);
    const std::vector<std::size_t> axes = test.Axes("axes");
    if (test.Has("scales"))
    {
        const std::vector<std::string> listed = verdict_file::Split(test.Text("scales"), ' ');
        for (std::size_t i = 0; i < axes.size(); ++i) { scales[axes[i]] = std::strtof(listed[i].c_str(), nullptr); }
        return Outputs::Resample(input, scales.data(), scales.size());
    }
    const Sizes sizes = SizesOf(test.Text("sizes"));
    std::vector<float> ratios;
    for (std::size_t i = 0; i < axes.size(); ++i)
    {
        ratios.push_back(static_cast<float>(sizes[i]) / static_cast<float>(input[axes[i]]));
    }
    const std::string policy = test.Text("keep_aspect_ratio_policy");
    const float smallest = *std::min_element(ratios.begin(), ratios.end());
    const float largest = *std::max_element(ratios.begin(), ratios.end());
    if (policy == "not_larger") { ratios.assign(axes.size(), smallest); }
    if (policy == "not_smaller") { ratios.assign(axes.size(), largest); }
    for (std::size_t i = 0; i < axes.size(); ++i) { scales[axes[i]] = ratios[i]; }
    const TensorLayout down = Outputs::Resample(input, scales.data(), scales.size());
    return down == TensorLayout::Packed(test.output)
               ? down
               : Outputs::Resample(input, scales.data(), scales.size(), Rounding::Up);
}

template <class Outputs> TensorLayout Gathered(Case& test)
{
    const OnnxGather gather = GatherFromOnnx(test.inputs[0], test.inputs[1], test.Number("axis", 0));
    const TensorLayout output = Outputs::Gather(gather.input, gather.indices, gather.axis, gather.indexDimensions);
    EXPECT_EQ(gather.output, output.Sizes());
    return output;
}

template <class Outputs> TensorLayout GatheredNd(Case& test)
{
    return Outputs::GatherNd(test.inputs[0], test.inputs[1], test.Number("batch_dims", 0));
}

template <class Outputs> TensorLayout Multiplied(Case& test)
{
    return Outputs::Gemm(test.inputs[0], test.inputs[1], test.Number("transA", 0) == 1, test.Number("transB", 0) == 1);
}

// Without keepdims, ONNX removes the axes that DirectML keeps with size 1.
template <class Outputs> TensorLayout Reduced(Case& test)
{
    const char* const name = test.Has("axis") ? "axis" : "axes";
    std::vector<std::size_t> axes = test.Axes(name);
    const bool isOfArguments = test.op.compare(0, 3, "Arg") == 0;
    if (isOfArguments && !test.Has("axis")) { axes = {0}; }
    if (test.Number("noop_with_empty_axes", 0) == 1 && !test.Has("axes")) { axes.clear(); }
    if (test.Number("keepdims", 1) == 0)
    {
        std::sort(axes.begin(), axes.end());
        for (const std::size_t axis : axes)
        {
            test.output.insert(test.output.begin() + static_cast<std::ptrdiff_t>(axis), 1);
        }
    }
    return Outputs::Reduce(test.inputs[0], axes);
}

template <class Outputs> TensorLayout Joined(Case& test)
{
    const std::vector<Dimensions> inputs(test.inputs.begin(), test.inputs.end());
    return Outputs::Join(inputs.data(), inputs.size(), test.FromStart(test.Number("axis", 0)));
}

// The window of a slice reaches from its first element to its end; ONNX clamps both to the axis.
template <class Outputs> TensorLayout Sliced(Case& test)
{
    Sizes windowSizes = test.inputs[0], windowStrides(test.Rank(), 1);
    std::vector<std::size_t> axes = test.Axes("axes");
    const Integers starts = test.List("starts", {}), ends = test.List("ends", {});
    const Integers steps = test.List("steps", Integers(starts.size(), 1));
    for (std::size_t i = 0; i < starts.size(); ++i)
    {
        const std::int64_t size = test.inputs[0][axes[i]], last = steps[i] < 0 ? size - 1 : size;
        const std::int64_t first = steps[i] < 0 ? -1 : 0;
        const auto clamped = [&](std::int64_t at, std::int64_t lowest)
        { return std::min(std::max(at < 0 ? at + size : at, lowest), last); };
        const std::int64_t start = clamped(starts[i], 0), end = clamped(ends[i], first);
        windowSizes[axes[i]] = static_cast<std::uint32_t>(std::abs(end - start));
        windowStrides[axes[i]] = static_cast<std::uint32_t>(std::abs(steps[i]));
    }
    return Outputs::Slice(windowSizes, windowStrides);
}

template <class Outputs> TensorLayout Padded(Case& test)
{
    Sizes start(test.Rank(), 0), end(test.Rank(), 0);
    const Sizes pads = SizesOf(test.Text("pads"));
    const std::vector<std::size_t> axes = test.Axes("axes");
    for (std::size_t i = 0; i < axes.size(); ++i)
    {
        start[axes[i]] = pads[i];
        end[axes[i]] = pads[axes.size() + i];
    }
    return Outputs::Padding(test.inputs[0], start, end);
}

template <class Outputs> TensorLayout Repeated(Case& test)
{
    return Outputs::Tile(test.inputs[0], Dimensions(SizesOf(test.Text("repeats"))));
}

template <class Outputs> TensorLayout Rearranged(Case& test)
{
    const std::int64_t block = test.Number("blocksize", 0);
    return test.op == "DepthToSpace" ? Outputs::DepthToSpace(test.inputs[0], block)
                                     : Outputs::SpaceToDepth(test.inputs[0], block);
}

// Computes the output; may change the test's shapes to those with the additional axes of size 1 that DirectML needs.
template <class Outputs> TensorLayout Computed(Case& test)
{
    if (test.op.compare(0, 6, "Reduce") == 0) { return Reduced<Outputs>(test); }
    static const std::map<std::string, TensorLayout (*)(Case&)> functions = {
        {"AveragePool", Pooled<Outputs>},
        {"LpPool", Pooled<Outputs>},
        {"MaxPool", Pooled<Outputs>},
        {"GlobalAveragePool", Pooled<Outputs>},
        {"GlobalMaxPool", Pooled<Outputs>},
        {"Conv", Convolved<Outputs>},
        {"ConvInteger", Convolved<Outputs>},
        {"Resize", Resized<Outputs>},
        {"ConvTranspose", ConvolvedBackward<Outputs>},
        {"Upsample", Resized<Outputs>},
        {"Gather", Gathered<Outputs>},
        {"GatherND", GatheredNd<Outputs>},
        {"Gemm", Multiplied<Outputs>},
        {"MatMul", Multiplied<Outputs>},
        {"ArgMax", Reduced<Outputs>},
        {"ArgMin", Reduced<Outputs>},
        {"Concat", Joined<Outputs>},
        {"Slice", Sliced<Outputs>},
        {"Pad", Padded<Outputs>},
        {"Tile", Repeated<Outputs>},
        {"DepthToSpace", Rearranged<Outputs>},
        {"SpaceToDepth", Rearranged<Outputs>},
    };
    return functions.at(test.op)(test);
}

// Compares the outputs of all cases.
template <class Outputs> void CompareAll()
{
    const auto rows = verdict_file::Table("onnx_sizes.csv", "test,operator,inputs,output,attributes");
    ASSERT_EQ(rows.size(), 339u);
    for (const std::vector<std::string>& row : rows)
    {
        Case test(row);
        const TensorLayout computed = Computed<Outputs>(test);
        // The outputs of both Gathers have leading 1s up to the rank that DirectML needs.
        const TensorLayout expected = TensorLayout::Packed(test.output);
        const bool isGather = test.op.compare(0, 6, "Gather") == 0;
        EXPECT_EQ(computed, isGather ? expected.PromotedTo(computed.Rank()) : expected) << row[0];
    }
}

} // namespace onnx_sizes
