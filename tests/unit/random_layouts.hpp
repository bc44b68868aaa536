// Chains of views of a random layout, compared with what a view does to the list of all its elements' offsets; and the
// functions of several layouts, of any rank, of bytes and of a buffer's tensors.
#pragma once

#include "dml_tensor_utils.hpp"
#include "reference_model.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace random_layouts
{

using namespace dml_tensor_utils;
using test_support::Met;
using test_support::Random;

using Values = std::vector<std::uint32_t>;

inline Dimensions ToDimensions(const Values& values) { return Dimensions(values.data(), values.size()); }

// A tensor without strides: the offset of every element, in row-major order.
struct Elements
{
    Values sizes;
    std::vector<std::uint64_t> offsets;
};

inline std::size_t Product(const Values& sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1},
                           [](std::size_t a, std::size_t b) { return a * b; });
}

// Each axis repeats what was listed so far, size times.
template <class Stride> Elements Listed(const Values& sizes, const std::vector<Stride>& strides, std::uint64_t first)
{
    Elements elements{sizes, {first}};
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        std::vector<std::uint64_t> offsets;
        for (const std::uint64_t offset : elements.offsets)
        {
            for (std::uint64_t at = 0; at < sizes[i]; ++at)
            {
                offsets.push_back(offset + at * static_cast<std::uint64_t>(strides[i]));
            }
        }
        elements.offsets = offsets;
    }
    return elements;
}

// The elements of these sizes whose coordinates `find` turns into those of an element of `from`.
template <class Find> Elements View(const Elements& from, const Values& sizes, Find find)
{
    Elements view{sizes, {}};
    for (std::size_t n = 0; n < Product(sizes); ++n)
    {
        Values at(sizes.size());
        std::size_t rest = n;
        for (std::size_t i = sizes.size(); i-- > 0;)
        {
            at[i] = static_cast<std::uint32_t>(rest % sizes[i]);
            rest /= sizes[i];
        }
        const Values found = find(at);
        std::size_t position = 0;
        for (std::size_t i = 0; i < found.size(); ++i) { position = position * from.sizes[i] + found[i]; }
        view.offsets.push_back(from.offsets[position]);
    }
    return view;
}

// Whether every axis can have one stride.
inline bool HasStrides(const Elements& elements)
{
    std::size_t step = elements.offsets.size();
    for (const std::uint32_t size : elements.sizes)
    {
        const std::size_t whole = step;
        step /= size;
        for (std::size_t n = 0; n < elements.offsets.size(); ++n)
        {
            const bool isFirst = n % whole < step;
            if (!isFirst
                && elements.offsets[n] - elements.offsets[n - step] != elements.offsets[step] - elements.offsets[0])
            {
                return false;
            }
        }
    }
    return true;
}

inline std::string Text(const Values& values)
{
    std::string text = "{";
    for (const std::uint32_t value : values) { text += std::to_string(value) + " "; }
    return text + "}";
}

inline std::string Compare(const TensorLayout& layout, const Elements& elements)
{
    if (!layout) { return std::string("is refused: ") + Explain(layout.Reason()).c_str(); }
    std::vector<std::uint64_t> visited;
    layout.ForEach([&visited](const Dimensions&, std::uint64_t offset) { visited.push_back(offset); });
    if (layout.Sizes() != ToDimensions(elements.sizes) || visited != elements.offsets) { return "has other elements"; }
    std::vector<std::uint64_t> sorted = visited;
    std::sort(sorted.begin(), sorted.end());
    const std::uint64_t span = sorted.back() - sorted.front() + 1;
    const bool overlaps = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const bool isPadded = sorted.size() < span;
    if (layout.ElementCount() != visited.size() || layout.ElementSpan() != span
        || layout.FirstElement() != visited.front() || sorted.front() != visited.front())
    {
        return "has other counts";
    }
    if (layout.HasOverlap() != overlaps || layout.IsPadded() != isPadded
        || layout.IsPacked() != (!overlaps && !isPadded)
        || layout.IsRowMajor() != (std::is_sorted(visited.begin(), visited.end()) && !overlaps && !isPadded))
    {
        return "is classified wrongly";
    }
    for (const std::size_t n : {std::size_t{0}, visited.size() / 2, visited.size() - 1})
    {
        if (layout.ElementOffset(layout.Coordinates(n)) != visited[n]) { return "has other offsets"; }
    }
    return "";
}

// A random view of both. `what` names it; elements stay empty where it cannot be.
inline TensorLayout TakeView(Random& random, const TensorLayout& layout, const Elements& from, Elements& to,
                             std::string& what)
{
    const auto rank = static_cast<std::uint32_t>(from.sizes.size());
    switch (random.Below(8))
    {
    case 0:
    {
        Values axes(rank);
        std::iota(axes.begin(), axes.end(), 0u);
        for (std::uint32_t i = rank; i > 1; --i) { std::swap(axes[i - 1], axes[random.Below(i)]); }
        Values sorted = axes;
        if (random.OneIn(8))
        {
            axes[random.Below(rank)] = random.Below(rank + 2);
            sorted = axes;
        }
        std::sort(sorted.begin(), sorted.end());
        const bool isPermutation =
            std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() && sorted.back() < rank;
        if (isPermutation)
        {
            Values sizes(rank);
            std::transform(axes.begin(), axes.end(), sizes.begin(),
                           [&](std::uint32_t axis) { return from.sizes[axis]; });
            to = View(from, sizes,
                      [&](const Values& at)
                      {
                          Values found(rank);
                          for (std::uint32_t i = 0; i < rank; ++i) { found[axes[i]] = at[i]; }
                          return found;
                      });
        }
        what = "Transposed " + Text(axes);
        return layout.Transposed(ToDimensions(axes));
    }
    case 1:
    {
        Values sizes = from.sizes;
        bool isPossible = true;
        for (std::uint32_t& size : sizes)
        {
            const std::uint32_t wanted = random.OneIn(3) ? random.Between(1, 4) : size;
            isPossible = isPossible && (size == 1 || wanted == size);
            size = wanted;
        }
        while (sizes.size() < 8 && random.OneIn(3)) { sizes.insert(sizes.begin(), random.Between(1, 3)); }
        if (isPossible)
        {
            const std::size_t added = sizes.size() - rank;
            to = View(from, sizes,
                      [&](const Values& at)
                      {
                          Values found(at.begin() + static_cast<std::ptrdiff_t>(added), at.end());
                          for (std::uint32_t i = 0; i < rank; ++i) { found[i] = from.sizes[i] == 1 ? 0 : found[i]; }
                          return found;
                      });
        }
        what = "BroadcastTo " + Text(sizes);
        return layout.BroadcastTo(ToDimensions(sizes));
    }
    case 2:
    {
        const std::uint32_t wanted = random.Below(10);
        if (wanted >= rank && wanted <= 8)
        {
            to = from;
            to.sizes.insert(to.sizes.begin(), wanted - rank, 1);
        }
        what = "PromotedTo " + std::to_string(wanted);
        return layout.PromotedTo(wanted);
    }
    case 3:
    {
        const std::uint32_t wanted = random.Between(1, 9);
        Values axes(rank);
        for (std::uint32_t i = 0; i < rank; ++i) { axes[i] = random.OneIn(2) ? i : random.Below(wanted); }
        Values sorted = axes;
        std::sort(sorted.begin(), sorted.end());
        if (wanted <= 8 && sorted.back() < wanted && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end())
        {
            Values sizes(wanted, 1);
            for (std::uint32_t i = 0; i < rank; ++i) { sizes[axes[i]] = from.sizes[i]; }
            to = View(from, sizes,
                      [&](const Values& at)
                      {
                          Values found(rank);
                          for (std::uint32_t i = 0; i < rank; ++i) { found[i] = at[axes[i]]; }
                          return found;
                      });
        }
        what = "PlacedOn " + std::to_string(wanted) + " " + Text(axes);
        return layout.PlacedOn(wanted, ToDimensions(axes));
    }
    case 4:
        to = from;
        to.sizes.erase(std::remove(to.sizes.begin(), to.sizes.end(), 1u), to.sizes.end());
        to.sizes.resize((std::max)(to.sizes.size(), std::size_t{1}), 1);
        what = "Squeezed";
        return layout.Squeezed();
    case 5:
    {
        // How few axes there are is another test's to say.
        const TensorLayout collapsed = layout.Collapsed();
        to = from;
        to.sizes.assign(collapsed.Sizes().begin(), collapsed.Sizes().end());
        what = "Collapsed";
        return collapsed;
    }
    case 6:
    {
        Values sizes{static_cast<std::uint32_t>(from.offsets.size())};
        while (sizes.size() < 8 && !random.OneIn(3))
        {
            const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(sizes.size()));
            const std::uint32_t factor = random.Between(1, 6);
            if (sizes[axis] % factor == 0)
            {
                sizes[axis] /= factor;
                sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(axis), factor);
            }
        }
        sizes[0] += random.OneIn(16) ? 1u : 0u;
        const Elements reshaped{sizes, from.offsets};
        if (Product(sizes) == from.offsets.size() && HasStrides(reshaped)) { to = reshaped; }
        what = "Reshaped " + Text(sizes);
        return layout.Reshaped(ToDimensions(sizes));
    }
    default:
    {
        const std::uint32_t axis = random.Below(rank + (random.OneIn(8) ? 1 : 0));
        const std::uint32_t size = axis < rank ? from.sizes[axis] : 1;
        const std::uint32_t start = random.Below(size + (random.OneIn(8) ? 1 : 0));
        const std::uint32_t count = random.Below(size + 2);
        const std::uint32_t step = random.OneIn(8) ? random.Between(0, 0xFFFFFFFF) : random.Between(1, 3);
        const bool isInside = axis < rank && count > 0 && step > 0 && start + (count - 1) * std::uint64_t{step} < size;
        if (isInside)
        {
            Values sizes = from.sizes;
            sizes[axis] = count;
            to = View(from, sizes,
                      [&](Values at)
                      {
                          at[axis] = start + at[axis] * step;
                          return at;
                      });
        }
        what = "Sliced " + Text({axis, start, count, step});
        return layout.Sliced(axis, start, count, step);
    }
    }
}

// Sizes of at most 256 elements, and strides of which some are packed, with room to spare here and there. None above
// 2^24, so that no slice needs a stride beyond 32 bits.
struct Shape
{
    Values sizes;
    Values strides;
};

inline Values RandomStrides(Random& random, const Values& sizes)
{
    Values strides(sizes.size());
    if (random.OneIn(2))
    {
        std::uint32_t stride = 1;
        for (std::size_t i = sizes.size(); i-- > 0; stride *= sizes[i])
        {
            stride += random.OneIn(4) ? random.Below(3) : 0;
            strides[i] = stride;
        }
        return strides;
    }
    for (std::uint32_t& stride : strides) { stride = random.OneIn(8) ? random.Below(0x1000001) : random.Below(20); }
    return strides;
}

inline Shape RandomShape(Random& random, std::uint32_t maximumRank)
{
    Values sizes(random.Between(1, maximumRank));
    std::size_t limit = 256;
    for (std::uint32_t& size : sizes)
    {
        size = random.OneIn(3) ? 1 : random.Between(1, static_cast<std::uint32_t>((std::min)(limit, std::size_t{7})));
        limit /= size;
    }
    return {sizes, RandomStrides(random, sizes)};
}

inline bool Says(const Diagnosis& reason, TensorError error, std::uint32_t axis, std::uint64_t actual,
                 std::uint64_t required)
{
    return reason == Diagnosis{error, axis, actual, required};
}

inline std::string Text(const Diagnosis& reason)
{
    return std::string(ToString(reason.error)) + " axis " + std::to_string(reason.axis) + " actual "
           + std::to_string(reason.actual) + " required " + std::to_string(reason.required);
}

inline constexpr std::uint32_t NoAxis = 0xFFFFFFFF;
inline constexpr std::uint32_t Max32 = 0xFFFFFFFF;

// ---- views ----------------------------------------------------------------------------------------------------------

inline std::string CheckViews(Random& random)
{
    const Shape shape = RandomShape(random, 8);
    const Values& sizes = shape.sizes;
    const Values& strides = shape.strides;
    const std::uint64_t first = random.Below(100);
    TensorLayout layout = TensorLayout::Strided(ToDimensions(sizes), ToDimensions(strides), first);
    Elements elements = Listed(sizes, strides, first);

    std::string chain = Text(sizes) + "/" + Text(strides) + " from " + std::to_string(first);
    std::string problem = Compare(layout, elements);
    for (std::uint32_t views = random.Below(6); problem.empty() && views > 0 && elements.offsets.size() <= 1024;
         --views)
    {
        Elements expected;
        std::string what;
        const TensorLayout view = TakeView(random, layout, elements, expected, what);
        chain += ", " + what;
        if (expected.offsets.empty())
        {
            // A chain carries its first error to the end.
            return !view && view.Squeezed() == view ? "" : chain + " should be refused";
        }
        problem = Compare(view, expected);
        layout = view;
        elements = expected;
    }
    return problem.empty() ? "" : chain + " " + problem;
}

// ---- any rank -------------------------------------------------------------------------------------------------------

// Whether the axis in front continues the one behind it.
inline bool Continues(std::uint64_t stride, std::uint32_t size, std::uint64_t strideBehind)
{
    const reference_model::Wide step = reference_model::Multiply({0, strideBehind}, size);
    return step.high == 0 && step.low == stride;
}

inline std::string CheckAnyRank(Random& random)
{
    const Shape shape = RandomShape(random, 16);
    const std::size_t rank = shape.sizes.size();
    std::vector<std::int64_t> sizes(shape.sizes.begin(), shape.sizes.end());
    std::vector<std::int64_t> strides(shape.strides.begin(), shape.strides.end());
    for (std::uint32_t faults = random.OneIn(2) ? random.Below(3) : 0; faults > 0; --faults)
    {
        std::vector<std::int64_t>& values = random.OneIn(2) ? sizes : strides;
        values[random.Below(static_cast<std::uint32_t>(rank))] =
            random.OneIn(3) ? 0 : static_cast<std::int64_t>(random.Next());
    }
    for (std::size_t i = 0; i < rank; ++i)
    {
        strides[i] = sizes[i] == 1 ? static_cast<std::int64_t>(random.Next()) : strides[i];
    }
    const std::uint64_t first = random.OneIn(8) ? random.Next() : random.Below(100);
    const TensorLayout layout = TensorLayout::OfAnyRank(sizes.data(), strides.data(), rank, first);

    std::string text;
    for (std::size_t i = 0; i < rank; ++i)
    {
        text += std::to_string(sizes[i]) + "/" + std::to_string(strides[i]) + " ";
    }
    text += "from " + std::to_string(first) + (layout ? " made a layout" : " is refused: " + Text(layout.Reason()));

    Diagnosis expected{};
    for (std::uint32_t i = 0; i < rank && expected.Ok(); ++i)
    {
        const bool isSize = sizes[i] < 0 || sizes[i] > Max32;
        if (isSize || (sizes[i] != 1 && strides[i] < 0))
        {
            expected = {TensorError::ValueRange, i, static_cast<std::uint64_t>(isSize ? sizes[i] : strides[i]), Max32};
        }
    }
    for (std::uint32_t i = 0; i < rank && expected.Ok(); ++i)
    {
        if (sizes[i] == 0) { expected = {TensorError::ZeroSize, i, 0, 1}; }
    }
    if (!expected.Ok()) { return layout.Reason() == expected ? "" : text + "; expected " + Text(expected); }

    // Runs of axes, the fastest first.
    struct Run
    {
        std::uint64_t size;
        std::uint64_t stride;
    };
    std::vector<Run> runs;
    reference_model::Wide count{0, 1};
    reference_model::Wide last{0, first};
    for (std::size_t i = rank; i-- > 0;)
    {
        const auto size = static_cast<std::uint32_t>(sizes[i]);
        const auto stride = static_cast<std::uint64_t>(strides[i]);
        if (size == 1) { continue; }
        count = count.high == 0 ? reference_model::Multiply(count, size) : count;
        last = reference_model::Add(last, reference_model::Multiply({0, stride}, size - 1));
        const bool continues = !runs.empty() && runs.back().size * size <= Max32
                               && Continues(stride, static_cast<std::uint32_t>(runs.back().size), runs.back().stride);
        if (continues) { runs.back().size *= size; }
        else { runs.push_back({size, stride}); }
    }
    if (runs.size() > 8)
    {
        const bool isRight = Says(layout.Reason(), TensorError::DimensionCount, NoAxis, runs.size(), 8);
        return isRight ? "" : text + "; expected " + std::to_string(runs.size()) + " axes";
    }
    const bool isLimited = std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.stride > Max32; });
    // The span is one more than the last position without the first element.
    const bool isTooFar = count.high != 0 || last.high != 0 || last.low - first == reference_model::AllOnes;
    const TensorError error = isLimited  ? TensorError::StrideLimit
                              : isTooFar ? TensorError::SpanLimit
                                         : TensorError::None;
    if (layout.Error() != error) { return text + "; expected " + ToString(error); }
    if (!layout) { return ""; }
    Values runSizes;
    Values runStrides;
    for (std::size_t i = runs.size(); i-- > 0;)
    {
        runSizes.push_back(static_cast<std::uint32_t>(runs[i].size));
        runStrides.push_back(static_cast<std::uint32_t>(runs[i].stride));
    }
    if (runs.empty()) { runSizes = runStrides = {1}; }
    if (layout != TensorLayout::Strided(ToDimensions(runSizes), ToDimensions(runStrides), first))
    {
        return text + " of other axes";
    }
    if (count.low > 1024) { return ""; }
    std::vector<std::int64_t> packedStrides(rank);
    std::int64_t packed = 1;
    for (std::size_t i = rank; i-- > 0; packed *= sizes[i]) { packedStrides[i] = packed; }
    if (TensorLayout::OfAnyRank(sizes.data(), nullptr, rank, first)
        != TensorLayout::OfAnyRank(sizes.data(), packedStrides.data(), rank, first))
    {
        return text + ", and another one without strides";
    }
    const Values narrow(sizes.begin(), sizes.end());
    const std::string problem = Compare(layout, Elements{runSizes, Listed(narrow, strides, first).offsets});
    return problem.empty() ? "" : text + ", and " + problem;
}

// ---- several layouts ------------------------------------------------------------------------------------------------

inline std::string CheckBroadcastSizes(Random& random)
{
    std::array<Values, 2> lists;
    for (Values& list : lists)
    {
        list.resize(random.Below(9));
        for (std::uint32_t& size : list) { size = random.OneIn(8) ? random.Between(0, Max32) : random.Below(4); }
    }
    Values expected((std::max)(lists[0].size(), lists[1].size()));
    std::optional<Diagnosis> reason;
    for (std::size_t axis = expected.size(); axis-- > 0 && !reason;)
    {
        std::array<std::uint32_t, 2> sizes{1, 1};
        for (std::size_t i = 0; i < 2; ++i)
        {
            const std::size_t missing = expected.size() - lists[i].size();
            if (axis >= missing) { sizes[i] = lists[i][axis - missing]; }
        }
        expected[axis] = sizes[0] == 1 ? sizes[1] : sizes[0];
        if (sizes[1] != 1 && sizes[1] != expected[axis])
        {
            reason = Diagnosis{TensorError::BroadcastSizes, static_cast<std::uint32_t>(axis), sizes[0], sizes[1]};
        }
    }
    const Dimensions result = BroadcastSizes(ToDimensions(lists[0]), ToDimensions(lists[1]));
    const bool isRight = reason ? result.Reason() == *reason && result.empty() : result == ToDimensions(expected);
    return isRight ? "" : "BroadcastSizes " + Text(lists[0]) + " and " + Text(lists[1]) + ": " + Text(result.Reason());
}

inline std::string CheckCollapsedTogether(Random& random)
{
    constexpr std::size_t Count = 3;
    const Shape shape = RandomShape(random, 8);
    std::array<TensorLayout, Count> layouts;
    std::array<Elements, Count> elements;
    std::string text = "CollapsedTogether " + Text(shape.sizes);
    for (std::size_t i = 0; i < Count; ++i)
    {
        const Values strides = i == 0 ? shape.strides : RandomStrides(random, shape.sizes);
        const std::uint64_t first = random.Below(100);
        layouts[i] = TensorLayout::Strided(ToDimensions(shape.sizes), ToDimensions(strides), first);
        elements[i] = Listed(shape.sizes, strides, first);
        text += " / " + Text(strides);
    }
    const std::size_t broken = random.Below(Count);
    const std::uint32_t fault = random.Below(16);
    if (fault == 0) { layouts[broken] = layouts[broken].WithStride(0, -1); }
    if (fault == 1) { layouts[broken] = layouts[broken].PromotedTo(layouts[broken].Rank() + 1); }
    const std::array<TensorLayout, Count> together = CollapsedTogether(layouts);
    if (fault < 2)
    {
        const TensorError error = layouts[broken] ? TensorError::SizesDiffer : layouts[broken].Error();
        const bool isRight =
            std::all_of(together.begin(), together.end(),
                        [&](const TensorLayout& layout) { return layout.Error() == error && layout == together[0]; });
        return isRight ? "" : text + " should be refused";
    }
    const Dimensions& sizes = together[0].Sizes();
    for (std::size_t i = 0; i < Count; ++i)
    {
        if (together[i].Sizes() != sizes) { return text + " have other sizes"; }
        elements[i].sizes.assign(sizes.begin(), sizes.end());
        const std::string problem = Compare(together[i], elements[i]);
        if (!problem.empty()) { return text + " of which " + std::to_string(i) + ' ' + problem; }
    }
    for (std::size_t axis = 0; axis + 1 < sizes.size(); ++axis)
    {
        const bool canMerge =
            std::all_of(together.begin(), together.end(),
                        [&](const TensorLayout& layout)
                        { return Continues(layout.Strides()[axis], sizes[axis + 1], layout.Strides()[axis + 1]); });
        if (canMerge) { return text + " have an axis too many"; }
    }
    return "";
}

// ---- bytes ----------------------------------------------------------------------------------------------------------

inline std::string CheckStrideInBytes(Random& random)
{
    const Shape shape = RandomShape(random, 8);
    const TensorLayout layout = TensorLayout::Strided(ToDimensions(shape.sizes), ToDimensions(shape.strides));
    const std::uint32_t axis = random.Below(layout.Rank() + (random.OneIn(8) ? 1 : 0));
    const std::uint32_t type = random.OneIn(16) ? random.Between(0, Max32) : random.Between(1, 13);
    const std::uint64_t bytes = random.OneIn(4) ? random.Next() >> random.Below(64) : random.Below(600);
    const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
    const TensorLayout exact = layout.WithStrideInBytes(axis, bytes, dataType);
    const TensorLayout rounded = layout.WithStrideMultipleInBytes(axis, bytes, dataType);
    const std::string text = Text(shape.sizes) + "/" + Text(shape.strides) + " axis " + std::to_string(axis) + " bytes "
                             + std::to_string(bytes) + " of type " + std::to_string(type) + ": ";

    const std::uint32_t bits = reference_model::BitsOf(type);
    if (axis >= layout.Rank() || bits == 0)
    {
        const Diagnosis expected = axis >= layout.Rank()
                                       ? Diagnosis{TensorError::AxisOutOfRange, NoAxis, axis, layout.Rank()}
                                       : Diagnosis{TensorError::UnknownDataType, NoAxis, type, 13};
        const bool isRight = exact.Reason() == expected && rounded.Reason() == expected;
        return isRight ? "" : text + "should be " + Text(expected);
    }
    const std::uint32_t size = bits / 8; // 0: two elements a byte
    const reference_model::Wide elements =
        size == 0 ? reference_model::Multiply({0, bytes}, 2) : reference_model::Wide{0, bytes / size};
    if (size != 0 && bytes % size != 0)
    {
        const bool isRight = Says(exact.Reason(), TensorError::StrideInBytes, axis, bytes, size);
        if (!isRight) { return text + Text(exact.Reason()); }
    }
    else if (elements.high == 0 && elements.low <= Max32)
    {
        if (exact != layout.WithStride(axis, elements.low))
        {
            return text + Text(exact.Reason()) + ", unlike WithStride";
        }
    }
    else if (exact) { return text + "a stride beyond 32 bits"; }

    // The least stride from the present one on that is a multiple, by trying as many as there can be.
    std::uint64_t stride = shape.strides[axis];
    if (bytes == 0)
    {
        const bool isRight = Says(rounded.Reason(), TensorError::StrideTooSmall, axis, 0, 1);
        return isRight ? "" : text + Text(rounded.Reason());
    }
    if (bytes <= 4096)
    {
        while (stride * bits % (bytes * 8) != 0) { ++stride; }
        const bool isRight = rounded == layout.WithStride(axis, stride);
        return isRight ? "" : text + Text(rounded.Reason()) + " instead of " + std::to_string(stride);
    }
    const std::uint64_t found = rounded.Strides()[axis];
    const bool isMultiple = found * bits % 8 == 0 && found * bits / 8 % bytes == 0 && found >= stride;
    return !rounded || isMultiple ? "" : text + "no multiple";
}

inline std::string CheckPlacement(Random& random)
{
    BufferPlacement placement;
    reference_model::Placement model;
    std::optional<Diagnosis> reason;
    std::string text = "placed:";
    for (std::uint32_t count = random.Below(8); count > 0; --count)
    {
        std::uint64_t bytes = random.OneIn(4) ? random.Next() >> random.Below(64) : random.Below(5000);
        if (random.OneIn(8)) { bytes = reference_model::AllOnes - model.End() - random.Below(64); }
        std::uint64_t alignment = random.OneIn(4) ? 0 : std::uint64_t{1} << random.Below(64);
        if (random.OneIn(16)) { alignment = random.Next(); }
        text += ' ' + std::to_string(bytes) + " at " + std::to_string(alignment);
        // A tensor says what it needs itself, and may be none: too small, or promised what cannot be.
        const bool isTensor = random.OneIn(2) && alignment <= Max32;
        const BufferTensorDesc tensor = BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1}))
                                            .WithTotalSize(bytes)
                                            .WithAlignment(isTensor ? alignment : 0);
        const bool isPowerOfTwo = (alignment & (alignment - 1)) == 0;
        if (!reason && isTensor && !tensor) { reason = tensor.Reason(); }
        if (!reason && !isPowerOfTwo) { reason = Diagnosis{TensorError::Alignment, NoAxis, alignment, 16}; }
        std::optional<std::uint64_t> expected;
        if (!reason)
        {
            expected = model.Place(bytes, alignment);
            if (!expected)
            {
                reason = Diagnosis{TensorError::SpanLimit, NoAxis, reference_model::AllOnes, reference_model::AllOnes};
            }
        }
        const std::uint64_t offset = isTensor ? placement.Place(tensor) : placement.Place(bytes, alignment);
        const bool isRight = offset == expected.value_or(NoOffset)
                             && placement.SizeInBytes() == (reason ? 0 : model.End())
                             && placement.Reason() == reason.value_or(Diagnosis{});
        if (!isRight) { return text + ": at " + std::to_string(offset) + ", " + Text(placement.Reason()); }
    }
    return "";
}

inline std::string Check(Random& random, Met&)
{
    switch (random.Below(10))
    {
    case 0: return CheckAnyRank(random);
    case 1: return CheckBroadcastSizes(random);
    case 2: return CheckCollapsedTogether(random);
    case 3: return CheckStrideInBytes(random);
    case 4: return CheckPlacement(random);
    default: return CheckViews(random);
    }
}

} // namespace random_layouts
