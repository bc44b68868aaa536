// Random tests of layouts of up to 8 axes, chains of views, padding, tensors of up to 16 axes, several layouts together
// and placements in a buffer. The results are compared with a list of the offsets of all elements, or with simple
// arithmetic if there are too many.
#pragma once

#include "dml_tensor_utils.hpp"
#include "models/layouts.hpp"
#include "models/tensors.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace random_layouts
{

using namespace dml_tensor_utils;
using namespace layout_oracle;
using layout_oracle::Text;
using test_support::Max32;
using test_support::Met;
using test_support::NoAxis;
using test_support::Text;

using Offset = std::uint64_t;

// Comparing two Diagnosis objects also compares their numbers.
inline std::string CheckRejected(const Diagnosis& found, const Diagnosis& expected)
{
    return found == expected ? "" : "says " + Text(found) + " instead of " + Text(expected);
}

inline std::size_t Product(const Numbers& sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1},
                           [](std::size_t a, std::size_t b) { return a * b; });
}

// Returns the n-th coordinates in row-major order, independently of the header.
inline Numbers CoordinatesOf(const Numbers& sizes, std::size_t n)
{
    Numbers at(sizes.size());
    for (std::size_t i = sizes.size(); i-- > 0; n /= sizes[i]) { at[i] = static_cast<std::uint32_t>(n % sizes[i]); }
    return at;
}

inline std::size_t LinearOf(const Numbers& sizes, const Numbers& at)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) { n = n * sizes[i] + at[i]; }
    return n;
}

// ---- counts, classes, bytes, offsets --------------------------------------------------------------------------------

inline std::string CheckBytes(const TensorLayout& layout, Offset first, std::uint64_t span)
{
    for (std::uint32_t type = 0; type < 16; ++type)
    {
        const std::uint64_t bits = reference_model::BitsOf(type);
        const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
        const bool isRight = layout.SizeInBytes(dataType) == ((span * bits + 7) / 8 + 3) / 4 * 4
                             && layout.EndInBytes(dataType) == ((first + span) * bits + 7) / 8;
        if (!isRight) { return "has other bytes of type " + std::to_string(type); }
    }
    return "";
}

inline std::string CheckOffsets(const TensorLayout& layout, const Numbers& sizes, const std::vector<Offset>& offsets)
{
    std::size_t visited = 0;
    bool isRight = true;
    Numbers at(sizes.size(), 0);
    layout.ForEach(
        [&](const Dimensions& coordinates, Offset offset)
        {
            isRight = isRight && visited < offsets.size() && offset == offsets[visited] && coordinates == Values(at);
            Advance(at, sizes);
            ++visited;
        });
    if (!isRight || visited != offsets.size()) { return "has other elements"; }
    const std::size_t step = offsets.size() / 64 + 1;
    for (std::size_t n = 0; n < offsets.size();
         n = n + 1 < offsets.size() ? (std::min)(n + step, offsets.size() - 1) : n + 1)
    {
        const Dimensions expected = Values(CoordinatesOf(sizes, n));
        if (layout.Coordinates(n) != expected || layout.ElementOffset(expected) != offsets[n])
        {
            return "has other offsets";
        }
    }
    isRight = layout.Coordinates(offsets.size()).empty();
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    {
        Numbers outside(sizes.size(), 0);
        outside[axis] = sizes[axis];
        isRight = isRight && layout.ElementOffset(Values(outside)) == NoOffset;
    }
    return isRight ? "" : "has elements outside";
}

// Returns what is wrong with a layout that should have these sizes and offsets, or "".
inline std::string Compare(const TensorLayout& layout, const Numbers& sizes, const std::vector<Offset>& offsets,
                           Met& met)
{
    if (!layout) { return std::string("is rejected: ") + Explain(layout.Reason()).c_str(); }
    const Positions positions = Count(offsets);
    const bool overlaps = positions.unique < offsets.size();
    const bool isPadded = positions.unique < positions.span;
    const bool isRowMajor = !overlaps && !isPadded && std::is_sorted(offsets.begin(), offsets.end());
    // An axis is broadcast if a step along it leads to the same offset.
    bool isBroadcast = false;
    std::size_t step = offsets.size();
    for (const std::uint32_t size : sizes)
    {
        step /= size;
        isBroadcast = isBroadcast || (size > 1 && offsets[step] == offsets[0]);
    }
    if (layout.Sizes() != Values(sizes) || layout.Rank() != sizes.size() || layout.FirstElement() != offsets[0]
        || layout.ElementCount() != offsets.size() || layout.ElementSpan() != positions.span)
    {
        return "has other counts";
    }
    if (layout.HasOverlap() != overlaps || layout.IsPadded() != isPadded || layout.IsRowMajor() != isRowMajor
        || layout.IsPacked() != (!overlaps && !isPadded) || layout.IsBroadcast() != isBroadcast)
    {
        return "is classified wrongly";
    }
    ++met[overlaps ? "overlap" : "no overlap"];
    ++met[isPadded ? "padded" : "not padded"];
    ++met[isRowMajor ? "row-major" : "not row-major"];
    ++met[isBroadcast ? "broadcast" : "not broadcast"];
    const std::string problem = CheckOffsets(layout, sizes, offsets);
    const bool areFar = offsets[0] >> 50 != 0; // the offset in bits exceeds 64 bits
    return problem.empty() && !areFar ? CheckBytes(layout, offsets[0], positions.span) : problem;
}

// ---- views ----------------------------------------------------------------------------------------------------------

// A view that the header made, and what is expected of it.
struct View
{
    std::string name;
    TensorLayout layout;
    Numbers sizes{};                 // empty if the view must be rejected
    std::vector<std::size_t> from{}; // for each element, its row-major number in the tensor before
    Numbers strides{};               // empty if the offsets of the elements decide
    Diagnosis reason{};              // the reason of a rejection; None if any reason is right
};

inline Diagnosis FirstWrongAxis(const Numbers& axes, std::uint32_t rank, TensorError outside)
{
    for (std::uint32_t i = 0; i < axes.size(); ++i)
    {
        const auto end = axes.begin() + static_cast<std::ptrdiff_t>(i);
        if (axes[i] >= rank) { return {outside, i, axes[i], rank}; }
        if (std::find(axes.begin(), end, axes[i]) != end) { return {TensorError::AxisOrder, i, axes[i], rank}; }
    }
    return {};
}

// Returns the stride of an axis that a view inserts: that of a packed tensor.
inline std::uint32_t InsertedStride(const Numbers& sizes, const Numbers& strides, std::size_t axis)
{
    const std::uint64_t stride = axis + 1 < sizes.size() ? std::uint64_t{sizes[axis + 1]} * strides[axis + 1] : 1;
    return static_cast<std::uint32_t>((std::min)(stride, std::uint64_t{Max32}));
}

// Makes the element at c that of `before` at find(c), for all coordinates c.
template <class Find> void List(View& view, const Numbers& before, Find find)
{
    for (std::size_t n = 0; n < Product(view.sizes); ++n)
    {
        view.from.push_back(LinearOf(before, find(CoordinatesOf(view.sizes, n))));
    }
}

inline void ListInOrder(View& view, std::size_t count)
{
    view.from.resize(count);
    std::iota(view.from.begin(), view.from.end(), std::size_t{0});
}

inline View Transposed(Random& random, const TensorLayout& layout, const Model& model)
{
    const auto rank = static_cast<std::uint32_t>(model.sizes.size());
    Numbers axes = RandomOrder(random, rank);
    if (random.OneIn(8)) { axes[random.Below(rank)] = random.Below(rank + 2); }
    View view{"Transposed " + Text(axes), layout.Transposed(Values(axes))};
    view.reason = FirstWrongAxis(axes, rank, TensorError::AxisOrder);
    if (view.reason.Ok())
    {
        for (const std::uint32_t axis : axes)
        {
            view.sizes.push_back(model.sizes[axis]);
            view.strides.push_back(model.strides[axis]);
        }
        List(view, model.sizes,
             [&](const Numbers& at)
             {
                 Numbers found(rank);
                 for (std::uint32_t i = 0; i < rank; ++i) { found[axes[i]] = at[i]; }
                 return found;
             });
    }
    return view;
}

inline View BroadcastTo(Random& random, const TensorLayout& layout, const Model& model)
{
    const std::size_t rank = model.sizes.size();
    Numbers sizes = model.sizes;
    for (std::uint32_t& size : sizes)
    {
        if (size == 1 ? random.OneIn(2) : random.OneIn(16)) { size = random.Between(1, 4); }
    }
    while (sizes.size() < 8 && random.OneIn(3)) { sizes.insert(sizes.begin(), random.Between(1, 3)); }
    const std::size_t added = sizes.size() - rank;
    View view{"BroadcastTo " + Text(sizes), layout.BroadcastTo(Values(sizes))};
    for (std::size_t i = 0; i < rank && view.reason.Ok(); ++i)
    {
        if (model.sizes[i] != 1 && sizes[added + i] != model.sizes[i])
        {
            // If several axes are wrong, the error may name any of them.
            const std::uint32_t found = view.layout.Reason().axis;
            const std::size_t axis = found >= added && found < sizes.size() && model.sizes[found - added] != 1
                                             && model.sizes[found - added] != sizes[found]
                                         ? found
                                         : added + i;
            view.reason = {TensorError::BroadcastSizes, static_cast<std::uint32_t>(axis), model.sizes[axis - added],
                           sizes[axis]};
        }
    }
    if (view.reason.Ok())
    {
        view.sizes = sizes;
        view.strides.assign(sizes.size(), 0);
        for (std::size_t i = sizes.size(); i-- > 0;)
        {
            const bool isKept = i >= added && sizes[i] == model.sizes[i - added];
            view.strides[i] = isKept                       ? model.strides[i - added]
                              : i < added && sizes[i] == 1 ? InsertedStride(sizes, view.strides, i)
                                                           : 0;
        }
        List(view, model.sizes,
             [&](const Numbers& at)
             {
                 Numbers found(at.begin() + static_cast<std::ptrdiff_t>(added), at.end());
                 for (std::size_t i = 0; i < rank; ++i) { found[i] = model.sizes[i] == 1 ? 0 : found[i]; }
                 return found;
             });
    }
    return view;
}

// PromotedTo is the same as PlacedOn with the last axes.
inline View PlacedOn(Random& random, const TensorLayout& layout, const Model& model)
{
    const auto rank = static_cast<std::uint32_t>(model.sizes.size());
    const bool isPromoted = random.OneIn(2);
    const std::uint32_t wanted = random.OneIn(8) ? random.Below(10) : random.Between(rank, 8);
    Numbers axes = RandomOrder(random, (std::max)(wanted, rank));
    axes.resize(rank);
    if (random.OneIn(8)) { axes[random.Below(rank)] = random.Below(wanted + 2); }
    if (isPromoted) { std::iota(axes.begin(), axes.end(), wanted - rank); }
    View view{isPromoted ? "PromotedTo " + std::to_string(wanted)
                         : "PlacedOn " + std::to_string(wanted) + " " + Text(axes),
              isPromoted ? layout.PromotedTo(wanted) : layout.PlacedOn(wanted, Values(axes))};
    view.reason = wanted > 8      ? Diagnosis{TensorError::DimensionCount, NoAxis, wanted, 8}
                  : wanted < rank ? Diagnosis{TensorError::RankDiffers, NoAxis, wanted, rank}
                                  : FirstWrongAxis(axes, wanted, TensorError::AxisOutOfRange);
    if (view.reason.Ok())
    {
        view.sizes.assign(wanted, 1);
        view.strides.assign(wanted, 0);
        for (std::uint32_t i = 0; i < rank; ++i) { view.sizes[axes[i]] = model.sizes[i]; }
        for (std::uint32_t i = wanted; i-- > 0;)
        {
            const auto at = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), i) - axes.begin());
            view.strides[i] = at < rank ? model.strides[at] : InsertedStride(view.sizes, view.strides, i);
        }
        List(view, model.sizes,
             [&](const Numbers& at)
             {
                 Numbers found(rank);
                 for (std::uint32_t i = 0; i < rank; ++i) { found[i] = at[axes[i]]; }
                 return found;
             });
    }
    return view;
}

inline View Squeezed(const TensorLayout& layout, const Model& model)
{
    View view{"Squeezed", layout.Squeezed()};
    for (std::size_t i = 0; i < model.sizes.size(); ++i)
    {
        if (model.sizes[i] == 1) { continue; }
        view.sizes.push_back(model.sizes[i]);
        view.strides.push_back(model.strides[i]);
    }
    if (view.sizes.empty()) { view.sizes = view.strides = {1}; }
    ListInOrder(view, Product(model.sizes));
    return view;
}

inline View Collapsed(const TensorLayout& layout, const Model& model, const std::vector<Offset>& offsets)
{
    View view{"Collapsed", layout.Collapsed()};
    view.sizes.assign(view.layout.Sizes().begin(), view.layout.Sizes().end());
    ListInOrder(view, Product(model.sizes));
    const std::size_t fewest = offsets.size() <= 600 ? (std::max)(FewestAxes({offsets}), std::size_t{1}) : 0;
    if (fewest != 0 && view.sizes.size() != fewest) { view.sizes.clear(); } // makes the test fail
    if (offsets.size() == 1) { view.strides = {1}; }
    return view;
}

inline View Sliced(Random& random, const TensorLayout& layout, const Model& model)
{
    const auto rank = static_cast<std::uint32_t>(model.sizes.size());
    const std::uint32_t axis = random.Below(rank + (random.OneIn(8) ? 1 : 0));
    const std::uint32_t size = axis < rank ? model.sizes[axis] : 1;
    const std::uint32_t stride = axis < rank ? model.strides[axis] : 1;
    const std::uint32_t start = random.Below(size + (random.OneIn(8) ? 1 : 0));
    const std::uint32_t count = random.OneIn(4) ? random.Below(size + 2) : random.Between(1, size - start % size);
    const std::uint32_t step = random.OneIn(8) ? random.Between(0, Max32) : random.Below(4);
    std::uint64_t largest = 0; // the largest count that fits
    for (std::uint64_t at = start; at < size && step != 0; at += step) { ++largest; }
    View view{"Sliced " + Text({axis, start, count, step}), layout.Sliced(axis, start, count, step)};
    view.reason = axis >= rank              ? Diagnosis{TensorError::AxisOutOfRange, NoAxis, axis, rank}
                  : count == 0 || step == 0 ? Diagnosis{TensorError::SliceRange, axis, 0, 1}
                  : start >= size           ? Diagnosis{TensorError::SliceRange, axis, start, size}
                  : count > largest         ? Diagnosis{TensorError::SliceRange, axis, count, largest}
                  : count > 1 && std::uint64_t{stride} * step > Max32
                      ? Diagnosis{TensorError::StrideLimit, axis, std::uint64_t{stride} * step, Max32}
                      : Diagnosis{};
    if (view.reason.Ok())
    {
        view.sizes = model.sizes;
        view.sizes[axis] = count;
        List(view, model.sizes,
             [&](Numbers at)
             {
                 at[axis] = start + at[axis] * step;
                 return at;
             });
    }
    return view;
}

// Returns other sizes with the same product. Some divide or merge the axes of the layout, others do not.
inline Numbers RandomReshape(Random& random, const Numbers& sizes)
{
    Numbers factors;
    for (std::uint32_t size : sizes)
    {
        for (std::uint32_t prime = 2; size > 1; ++prime)
        {
            for (; size % prime == 0; size /= prime) { factors.push_back(prime); }
        }
    }
    if (random.OneIn(3))
    {
        const Numbers order = RandomOrder(random, static_cast<std::uint32_t>(factors.size()));
        Numbers shuffled;
        for (const std::uint32_t i : order) { shuffled.push_back(factors[i]); }
        factors = shuffled;
    }
    if (random.OneIn(3))
    {
        const std::uint32_t at = random.Below(static_cast<std::uint32_t>(factors.size()) + 1);
        factors.insert(factors.begin() + static_cast<std::ptrdiff_t>(at), 1);
    }
    if (factors.empty()) { factors.push_back(1); }
    const std::uint32_t rank = random.Between(1, 8);
    while (factors.size() > rank)
    {
        const std::uint32_t at = random.Below(static_cast<std::uint32_t>(factors.size()) - 1);
        factors[at] *= factors[at + 1];
        factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    return factors;
}

// A step along an axis leads from the first element to a later one in row-major order. The offsets of the two elements
// thus determine the stride of every axis of more than one element.
inline View Reshaped(Random& random, const TensorLayout& layout, const Model& model, const std::vector<Offset>& offsets)
{
    Numbers sizes = RandomReshape(random, model.sizes);
    const bool isProduct = !random.OneIn(16);
    sizes[0] += isProduct ? 0 : 1;
    View view{"Reshaped " + Text(sizes), layout.Reshaped(Values(sizes))};
    Model expected{sizes, Numbers(sizes.size(), 1), offsets[0]};
    bool exists = isProduct;
    bool fits = true;
    std::uint64_t packed = 1;
    std::size_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0 && isProduct;)
    {
        std::uint64_t stride = (std::min)(packed, std::uint64_t{Max32});
        if (sizes[i] > 1)
        {
            exists = exists && offsets[step] >= offsets[0];
            stride = offsets[step] - offsets[0];
            fits = fits && stride <= Max32;
        }
        expected.strides[i] = static_cast<std::uint32_t>(stride);
        packed = sizes[i] * stride;
        step *= sizes[i];
    }
    if (exists && fits && Offsets(expected) == offsets)
    {
        view.sizes = sizes;
        view.strides = expected.strides;
        ListInOrder(view, offsets.size());
    }
    else if (fits)
    {
        // The error names the axis of the new sizes that has no stride.
        const Diagnosis found = view.layout.Reason();
        view.reason = {TensorError::NotAView, found.axis, found.actual, found.required};
        if (isProduct && found.axis >= sizes.size()) { view.reason.axis = 0; }
    }
    return view;
}

inline View RandomView(Random& random, const TensorLayout& layout, const Model& model,
                       const std::vector<Offset>& offsets)
{
    switch (random.Below(8))
    {
    case 0: return Transposed(random, layout, model);
    case 1: return BroadcastTo(random, layout, model);
    case 2: return PlacedOn(random, layout, model);
    case 3: return Squeezed(layout, model);
    case 4: return Collapsed(layout, model, offsets);
    case 5:
    case 6: return Reshaped(random, layout, model, offsets);
    default: return Sliced(random, layout, model);
    }
}

inline std::string CheckViews(Random& random, Met& met)
{
    Model model = RandomModel(random);
    std::vector<Offset> offsets = Offsets(model);
    TensorLayout layout = Build(model);
    std::string chain = Describe(model);
    std::string problem =
        layout.Strides() == Values(model.strides) ? Compare(layout, model.sizes, offsets, met) : "has other strides";
    for (std::uint32_t views = random.Below(5); problem.empty() && views > 0 && offsets.size() <= 1024; --views)
    {
        const View view = RandomView(random, layout, model, offsets);
        chain += ", " + view.name;
        const bool isRejected = view.sizes.empty();
        ++met[view.name.substr(0, view.name.find(' ')) + (isRejected ? " rejected" : "")];
        if (isRejected)
        {
            problem = view.layout        ? "should be rejected"
                      : view.reason.Ok() ? ""
                                         : CheckRejected(view.layout.Reason(), view.reason);
            // Later views of a chain keep the first error.
            if (problem.empty() && !(view.layout.Squeezed() == view.layout)) { problem = "loses its error"; }
            break;
        }
        std::vector<Offset> expected;
        for (const std::size_t n : view.from) { expected.push_back(offsets[n]); }
        offsets = expected;
        problem = !view.strides.empty() && view.layout.Strides() != Values(view.strides)
                      ? "has other strides"
                      : Compare(view.layout, view.sizes, offsets, met);
        layout = view.layout;
        model = {view.sizes, Numbers(layout.Strides().begin(), layout.Strides().end()), offsets[0]};
    }
    return problem.empty() ? "" : chain + " " + problem;
}

inline std::string CheckSameElements(Random& random, Met& met)
{
    const Model one = RandomModel(random);
    Model other = one;
    const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(one.sizes.size()));
    switch (random.Below(4))
    {
    case 0: other.first += random.Below(2); break;
    case 1: other.sizes[axis] += random.Below(2); break;
    default: other.strides[axis] = random.Below(50); break;
    }
    const bool isSame = one.sizes == other.sizes && Offsets(one) == Offsets(other);
    const bool isEqual = one.sizes == other.sizes && one.strides == other.strides && one.first == other.first;
    ++met[isSame ? "same elements" : "other elements"];
    const bool isRight = Build(one).SameElements(Build(other)) == isSame
                         && Build(other).SameElements(Build(one)) == isSame && (Build(one) == Build(other)) == isEqual;
    return isRight ? "" : Describe(one) + " and " + Describe(other) + " are compared wrongly";
}

// ---- packed ---------------------------------------------------------------------------------------------------------

inline std::string CheckPacked(Random& random, Met& met)
{
    const std::uint32_t rank = random.Between(1, 8);
    const Numbers sizes = RandomSizes(random, rank, 4096);
    Numbers order = RandomOrder(random, rank);
    std::optional<Layout> named;
    if (random.OneIn(2))
    {
        std::iota(order.begin(), order.end(), 0u);
        named = random.OneIn(2) ? Layout::NCHW : Layout::NHWC;
        if (named == Layout::NHWC && rank > 1) { std::rotate(order.begin() + 1, order.begin() + 2, order.end()); }
    }
    Model model{sizes, Numbers(rank), 0};
    std::uint32_t stride = 1;
    for (std::size_t i = rank; i-- > 0; stride *= sizes[order[i]]) { model.strides[order[i]] = stride; }
    const TensorLayout layout =
        named ? TensorLayout::Packed(Values(sizes), *named) : TensorLayout::Packed(Values(sizes), Values(order));
    const std::string problem = layout == Build(model) ? Compare(layout, sizes, Offsets(model), met) : "is another one";
    return problem.empty() ? "" : "packed " + Text(sizes) + " in the order " + Text(order) + " " + problem;
}

// ---- padding --------------------------------------------------------------------------------------------------------

// What WithStride must do to an axis of more than one element, by the documentation.
struct Padded
{
    Diagnosis reason{};
    Model model{};
};

inline Padded WithStride(const Model& model, std::uint32_t axis, std::uint64_t stride)
{
    const std::uint64_t old = model.strides[axis];
    const auto counts = [&](std::uint32_t i) { return i != axis && model.sizes[i] > 1 && model.strides[i] > 0; };
    const auto slower = [&](std::uint32_t i)
    { return model.strides[i] > old || (model.strides[i] == old && (i < axis || model.sizes[axis] == 1)); };
    const auto rank = static_cast<std::uint32_t>(model.sizes.size());

    std::uint64_t span = 1;
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        span += counts(i) && !slower(i) ? (model.sizes[i] - 1) * std::uint64_t{model.strides[i]} : 0;
    }
    if (stride < span) { return {{TensorError::StrideTooSmall, axis, stride, span}}; }
    if (old == 0 && model.sizes[axis] > 1) { return {{TensorError::NotAView, axis, 0, 0}}; }
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        if (counts(i) && slower(i) && (old == 0 || model.strides[i] % old != 0))
        {
            return {{TensorError::NotAView, i, model.strides[i], old}};
        }
    }
    if (stride > Max32) { return {{TensorError::StrideLimit, axis, stride, Max32}}; }
    Padded padded{{}, model};
    padded.model.strides[axis] = static_cast<std::uint32_t>(stride);
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        if (!counts(i) || !slower(i)) { continue; }
        const std::uint64_t moved = model.strides[i] / old * stride;
        if (moved > Max32) { return {{TensorError::StrideLimit, i, moved, Max32}}; }
        padded.model.strides[i] = static_cast<std::uint32_t>(moved);
    }
    return padded;
}

// Whether each element whose coordinates on all faster axes are 0 is at a multiple.
inline bool AreRowsAligned(const Model& model, std::uint32_t axis, const std::vector<Offset>& offsets,
                           std::uint64_t multiple)
{
    Numbers at(model.sizes.size(), 0);
    for (const Offset offset : offsets)
    {
        bool isStart = true;
        for (std::size_t i = 0; i < at.size(); ++i)
        {
            const bool isFaster = model.strides[i] < model.strides[axis]
                                  || (model.strides[i] == model.strides[axis] && i > axis && model.sizes[axis] > 1);
            isStart = isStart && (at[i] == 0 || !isFaster);
        }
        if (isStart && (offset - model.first) % multiple != 0) { return false; }
        Advance(at, model.sizes);
    }
    return true;
}

// Returns an error of WithStride with the numbers of WithStrideInBytes. Strides of 4-bit elements that differ by half a
// byte stay in elements.
inline Diagnosis InBytes(Diagnosis reason, std::uint64_t bits)
{
    const auto bytes = [&](std::uint64_t elements)
    {
        if (bits == 4) { return elements / 2 + elements % 2; }
        return elements <= reference_model::Max64 / (bits / 8) ? elements * (bits / 8) : reference_model::Max64;
    };
    const bool isNotAView = reason.error == TensorError::NotAView;
    if (isNotAView && bits == 4 && (reason.actual % 2 != 0 || reason.required % 2 != 0)) { return reason; }
    reason.actual = bytes(reason.actual);
    reason.required = bytes(reason.required);
    if (reason.error == TensorError::StrideLimit && bits == 4) { --reason.required; } // 2^32-1 elements have a half
    return reason;
}

inline std::string CheckPadding(Random& random, Met& met)
{
    const Model model = RandomModel(random);
    const TensorLayout layout = Build(model);
    Numbers axes{layout.Rank()};
    for (std::uint32_t i = 0; i < layout.Rank(); ++i) { axes.insert(axes.end(), model.sizes[i] > 1 ? 4 : 2, i); }
    const std::uint32_t axis = axes[random.Below(static_cast<std::uint32_t>(axes.size()))];
    const std::uint32_t stride = axis < layout.Rank() ? model.strides[axis] : 1;
    const std::uint32_t type =
        random.OneIn(16) ? random.Between(0, Max32) : random.Between(1, reference_model::LastDataType);
    const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
    const bool inBytes = random.OneIn(2);
    const std::uint64_t bits = inBytes ? reference_model::BitsOf(type) : 8; // 8 times the unit of the number
    const bool byMultiple = random.OneIn(2);
    std::uint64_t number = random.OneIn(3)   ? random.Below(20)
                           : random.OneIn(2) ? random.Below(400)
                                             : stride * (inBytes ? bits : 8) / 8 + random.Below(20);
    if (inBytes && random.OneIn(8)) { number = random.Next() >> random.Below(64); }
    if (!inBytes) { number = (std::min)(number, std::uint64_t{Max32}); }
    const TensorLayout view = inBytes      ? byMultiple ? layout.WithStrideMultipleInBytes(axis, number, dataType)
                                                        : layout.WithStrideInBytes(axis, number, dataType)
                                   : byMultiple ? layout.WithStrideMultiple(axis, number)
                                           : layout.WithStride(axis, number);
    const std::string text = Describe(model) + " axis " + std::to_string(axis)
                             + (byMultiple ? " multiple " : " stride ") + std::to_string(number)
                             + (inBytes ? " bytes of type " + std::to_string(type) : "") + ": ";

    Diagnosis reason{};
    std::uint64_t wanted = 0;
    if (axis >= layout.Rank()) { reason = {TensorError::AxisOutOfRange, NoAxis, axis, layout.Rank()}; }
    else if (bits == 0) { reason = {TensorError::UnknownDataType, NoAxis, type, reference_model::LastDataType}; }
    else if (byMultiple && number == 0) { reason = {TensorError::StrideTooSmall, axis, 0, 1}; }
    else if (!byMultiple && bits > 8 && number % (bits / 8) != 0)
    {
        reason = {TensorError::StrideInBytes, axis, number, bits / 8};
    }
    else if (!byMultiple)
    {
        if (bits == 4 && number > reference_model::Max64 / 2) { return view ? text + "beyond 64 bits" : ""; }
        wanted = bits == 4 ? number * 2 : number / (bits / 8);
    }
    else if (number <= 4096)
    {
        // Tries one stride after the other, beginning with the present one.
        for (wanted = stride; wanted * bits % (number * 8) != 0;) { ++wanted; }
    }
    else
    {
        const std::uint64_t found = view.Strides()[axis];
        const bool isMultiple = found * bits % 8 == 0 && found * bits / 8 % number == 0 && found >= stride;
        return !view || isMultiple ? "" : text + "no multiple";
    }
    Padded expected{reason, {}};
    if (reason.Ok())
    {
        expected = WithStride(model, axis, wanted);
        if (!expected.reason.Ok() && expected.reason.error != TensorError::SpanLimit)
        {
            expected.reason = InBytes(expected.reason, bits);
        }
    }
    ++met[std::string(inBytes ? "bytes " : "padding ") + ToString(expected.reason.error)];
    if (expected.reason.error == TensorError::StrideLimit)
    {
        // The error may name any axis whose new stride is too large.
        const Diagnosis found = view.Reason();
        const std::uint64_t ratio = found.axis == axis           ? 1
                                    : found.axis < layout.Rank() ? model.strides[found.axis] / stride
                                                                 : 0;
        const bool isRight = ratio * wanted > Max32
                             && found == InBytes({TensorError::StrideLimit, found.axis, ratio * wanted, Max32}, bits);
        return isRight ? "" : text + Text(found);
    }
    if (!expected.reason.Ok())
    {
        const std::string problem = CheckRejected(view.Reason(), expected.reason);
        return problem.empty() ? "" : text + problem;
    }
    const std::vector<Offset> offsets = Offsets(expected.model);
    const std::string problem = !view.SameElements(Build(expected.model)) ? "is not " + Describe(expected.model)
                                : view.Strides()[axis] != wanted          ? "has another stride"
                                                                          : Compare(view, model.sizes, offsets, met);
    if (!problem.empty()) { return text + problem; }
    const std::vector<Offset> before = Offsets(model);
    if (Count(before).unique == before.size() && Count(offsets).unique != offsets.size()) { return text + "overlaps"; }
    const bool isAligned = !byMultiple || AreRowsAligned(model, axis, offsets, wanted);
    return isAligned ? "" : text + "has rows that start elsewhere";
}

// ---- overlap of what is too large to list ---------------------------------------------------------------------------

// Two axes with strides g*a and g*b, where a and b are coprime, overlap exactly if their sizes exceed b and a.
inline std::string CheckWideAxes(Random& random, Met& met)
{
    const std::uint32_t unit = random.Between(1, std::uint32_t{1} << random.Below(16));
    const Numbers strides{unit * random.Between(1, 65535), unit * random.Between(1, 65535)};
    const std::uint32_t common = std::gcd(strides[0], strides[1]);
    const std::uint32_t needed[2] = {strides[1] / common, strides[0] / common};
    const Numbers sizes{(std::max)(2u, needed[0] - 1 + random.Below(3)),
                        (std::max)(2u, needed[1] - 1 + random.Below(3))};
    const bool overlaps = sizes[0] > needed[0] && sizes[1] > needed[1];
    ++met[overlaps ? "wide axes overlap" : "wide axes"];
    const Model model{sizes, strides, 0};
    return Build(model).HasOverlap() == overlaps ? "" : Describe(model) + " overlaps wrongly";
}

// Enlarges a layout whose offsets are listed: multiplies all strides, adds an axis between its elements, and another
// one beyond its span. This does not change whether elements overlap, but counts and spans grow far beyond 32 bits.
inline std::string CheckSpreadWide(Random& random, Met& met)
{
    Model model = RandomModel(random, random.OneIn(2) ? NearlyPacked : NearlyPadded, random.Between(1, 6), 100);
    for (std::size_t axis = 0; axis < model.sizes.size(); ++axis)
    {
        model.strides[axis] = model.sizes[axis] == 1 ? 0 : model.strides[axis];
    }
    model.first = 0;
    const std::vector<Offset> offsets = Offsets(model);
    const bool overlaps = Count(offsets).unique < offsets.size();
    const std::uint32_t widest = *std::max_element(model.strides.begin(), model.strides.end());
    const std::uint32_t factor = random.Between(2, Max32 / (std::max)(widest, 1u));
    for (std::uint32_t& stride : model.strides) { stride *= factor; }
    model.sizes.push_back(random.Between(2, factor));
    model.strides.push_back(1);
    const std::uint64_t span = Build(model).ElementSpan();
    if (span <= Max32)
    {
        model.sizes.push_back(random.Between(2, 0x1000000));
        model.strides.push_back(random.Between(static_cast<std::uint32_t>(span), Max32));
    }
    ++met[overlaps ? "spread wide overlap" : "spread wide"];
    const TensorLayout layout = Build(model);
    return layout && layout.HasOverlap() == overlaps ? "" : Describe(model) + " overlaps wrongly";
}

// ---- any rank -------------------------------------------------------------------------------------------------------

// A tensor of a framework, of up to 16 axes: a few evenly spaced runs that are divided into axes, with axes of size 1
// between them, and sometimes an error.
struct Framework
{
    std::vector<std::int64_t> sizes{};
    std::vector<std::int64_t> strides{};
    std::uint64_t first = 0;
};

inline Framework RandomFramework(Random& random)
{
    Framework tensor;
    tensor.first = random.OneIn(8)   ? reference_model::Max64 - random.Below(3000)
                   : random.OneIn(2) ? random.Below(1000)
                                     : 0;
    const std::size_t rank = random.Between(1, 16);
    const std::uint32_t breaks = random.Between(1, 6); // one of this many axes does not continue the axis before
    std::uint32_t left = 1200;
    std::int64_t next = random.Below(3);
    while (tensor.sizes.size() < rank)
    {
        const std::uint32_t wanted = random.OneIn(6) ? random.Between(3, 5) : 2;
        const std::uint32_t size = random.OneIn(5) || wanted > left ? 1 : wanted;
        left /= size;
        tensor.sizes.insert(tensor.sizes.begin(), size);
        tensor.strides.insert(tensor.strides.begin(), next);
        next *= size;
        if (random.OneIn(breaks))
        {
            next = random.OneIn(3) ? 0 : random.OneIn(2) ? next + random.Between(1, 3) : random.Below(3000);
        }
    }
    for (std::uint32_t faults = random.OneIn(3) ? random.Below(3) : 0; faults > 0; --faults)
    {
        (random.OneIn(2) ? tensor.sizes : tensor.strides)[random.Below(static_cast<std::uint32_t>(rank))] =
            random.OneIn(3) ? 0 : static_cast<std::int64_t>(random.Next() >> random.Below(64));
    }
    return tensor;
}

// Returns the axes of the layout, or why there is no layout.
inline Diagnosis AxesLeft(const Framework& tensor, Numbers& sizes, Numbers& strides)
{
    const auto rank = static_cast<std::uint32_t>(tensor.sizes.size());
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        const bool isSize = tensor.sizes[i] < 0 || tensor.sizes[i] > Max32;
        if (isSize || (tensor.sizes[i] != 1 && tensor.strides[i] < 0))
        {
            return {TensorError::ValueRange, i,
                    static_cast<std::uint64_t>(isSize ? tensor.sizes[i] : tensor.strides[i]), Max32};
        }
    }
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        if (tensor.sizes[i] == 0) { return {TensorError::ZeroSize, i, 0, 1}; }
    }
    // Runs of axes, the fastest first.
    struct Run
    {
        std::uint64_t size;
        std::uint64_t stride;
        std::uint32_t axis;
    };
    std::vector<Run> runs;
    reference_model::Wide count{0, 1};
    reference_model::Wide last{0, tensor.first};
    for (std::uint32_t i = rank; i-- > 0;)
    {
        const auto size = static_cast<std::uint32_t>(tensor.sizes[i]);
        const auto stride = static_cast<std::uint64_t>(tensor.strides[i]);
        if (size == 1) { continue; }
        count = count.high == 0 ? reference_model::Multiply(count, size) : count;
        last = reference_model::Add(last, reference_model::Multiply({0, stride}, size - 1));
        if (!runs.empty() && runs.back().size * size <= Max32)
        {
            const reference_model::Wide step =
                reference_model::Multiply({0, runs.back().stride}, static_cast<std::uint32_t>(runs.back().size));
            if (step.high == 0 && step.low == stride)
            {
                runs.back().size *= size;
                continue;
            }
        }
        runs.push_back({size, stride, i});
    }
    if (runs.size() > 8) { return {TensorError::DimensionCount, NoAxis, runs.size(), 8}; }
    for (std::size_t i = runs.size(); i-- > 0;)
    {
        sizes.push_back(static_cast<std::uint32_t>(runs[i].size));
        strides.push_back(static_cast<std::uint32_t>(runs[i].stride));
        if (runs[i].stride > Max32) { return {TensorError::StrideLimit, 0, 0, 0}; }
    }
    if (runs.empty()) { sizes = strides = {1}; }
    // The span is the last position, relative to the first element, plus 1.
    const bool isTooFar = count.high != 0 || last.high != 0 || last.low - tensor.first == reference_model::Max64;
    return isTooFar ? Diagnosis{TensorError::SpanLimit, NoAxis, reference_model::Max64, reference_model::Max64}
                    : Diagnosis{};
}

template <class Integer> TensorLayout OfAnyRank(const Framework& tensor, bool hasStrides = true)
{
    const std::vector<Integer> sizes(tensor.sizes.begin(), tensor.sizes.end());
    std::vector<Integer> strides;
    for (const std::int64_t stride : tensor.strides) { strides.push_back(static_cast<Integer>(stride)); }
    return TensorLayout::OfAnyRank(sizes.data(), hasStrides ? strides.data() : nullptr, sizes.size(), tensor.first);
}

inline std::string CheckAnyRank(Random& random, Met& met)
{
    Framework tensor = RandomFramework(random);
    std::string text;
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    {
        // The strides of axes of size 1 have no effect.
        if (tensor.sizes[i] == 1 && random.OneIn(2)) { tensor.strides[i] = static_cast<std::int64_t>(random.Next()); }
        text += std::to_string(tensor.sizes[i]) + "/" + std::to_string(tensor.strides[i]) + " ";
    }
    const TensorLayout layout = OfAnyRank<std::int64_t>(tensor);
    text += "from " + std::to_string(tensor.first) + (layout ? "" : " is rejected, " + Text(layout.Reason())) + ": ";
    Model expected{{}, {}, tensor.first};
    const Diagnosis reason = AxesLeft(tensor, expected.sizes, expected.strides);
    ++met["any rank, " + (reason.Ok() ? std::to_string(expected.sizes.size()) : ToString(reason.error))];
    if (reason.error == TensorError::StrideLimit)
    {
        const Diagnosis found = layout.Reason(); // may name any axis with such a stride
        const bool isRight = found.error == reason.error && found.required == Max32 && found.actual > Max32;
        return isRight ? "" : text + "expected a StrideLimit";
    }
    if (!reason.Ok()) { return layout.Reason() == reason ? "" : text + "expected " + Text(reason); }
    if (layout != Build(expected)) { return text + "other axes than " + Describe(expected); }
    if (layout.ElementCount() > 1200) { return ""; }

    Numbers narrow;
    bool fits[2] = {true, true}; // in 8 bits and in 32 bits
    for (std::size_t i = 0; i < tensor.sizes.size(); ++i)
    {
        narrow.push_back(static_cast<std::uint32_t>(tensor.sizes[i]));
        const std::int64_t most = (std::max)(tensor.sizes[i], tensor.sizes[i] == 1 ? 1 : tensor.strides[i]);
        fits[0] = fits[0] && most <= 0xFF;
        fits[1] = fits[1] && most <= 0x7FFFFFFF;
    }
    const std::vector<Offset> offsets = Offsets(narrow, tensor.strides, tensor.first);
    if (layout.Rank() != (std::max)(FewestAxes({offsets}), std::size_t{1})) { return text + "an axis too many"; }
    if (OfAnyRank<std::uint64_t>(tensor) != layout || (fits[0] && OfAnyRank<std::uint8_t>(tensor) != layout)
        || (fits[1] && OfAnyRank<std::int32_t>(tensor) != layout))
    {
        return text + "another one of other integers";
    }
    // Null strides are the packed ones.
    const TensorLayout packed = TensorLayout::Strided({layout.ElementCount()}, {1}, tensor.first);
    if (packed && OfAnyRank<std::int64_t>(tensor, false) != packed) { return text + "another one without strides"; }
    const std::string problem = Compare(layout, expected.sizes, offsets, met);
    return problem.empty() && layout.Collapsed() != layout ? text + "not collapsed"
           : problem.empty()                               ? ""
                                                           : text + problem;
}

// ---- several layouts ------------------------------------------------------------------------------------------------

// NumPy's rule of broadcasting: the shorter list gets leading 1s.
inline std::string CheckCommonSizes(const Numbers& a, const Numbers& b, Met& met)
{
    Numbers expected((std::max)(a.size(), b.size()));
    Diagnosis reason{};
    for (std::size_t back = 1; back <= expected.size() && reason.Ok(); ++back)
    {
        const std::uint32_t ofA = back <= a.size() ? a[a.size() - back] : 1;
        const std::uint32_t ofB = back <= b.size() ? b[b.size() - back] : 1;
        const std::size_t axis = expected.size() - back;
        expected[axis] = ofA == 1 ? ofB : ofA;
        if (ofB != 1 && ofB != expected[axis])
        {
            reason = {TensorError::BroadcastSizes, static_cast<std::uint32_t>(axis), ofA, ofB};
        }
    }
    ++met[reason.Ok() ? "common sizes" : "no common sizes"];
    const Dimensions result = BroadcastSizes(Values(a), Values(b));
    const bool isRight = reason.Ok() ? result == Values(expected) : result.Reason() == reason && result.empty();
    return isRight ? "" : "BroadcastSizes " + Text(a) + " and " + Text(b) + ": " + Text(result.Reason());
}

inline std::string CheckBroadcastSizes(Random& random, Met& met)
{
    Numbers sizes(8);
    for (std::uint32_t& size : sizes) { size = random.OneIn(8) ? random.Between(0, Max32) : random.Between(0, 6); }
    Numbers lists[2];
    for (Numbers& list : lists)
    {
        list.assign(sizes.begin() + static_cast<std::ptrdiff_t>(random.Below(9)), sizes.end());
        for (std::uint32_t& size : list) { size = random.OneIn(3) ? 1 : random.OneIn(24) ? size + 1 : size; }
    }
    return CheckCommonSizes(lists[0], lists[1], met);
}

// Checks that CollapseTogether keeps all offsets and their order, with the smallest possible number of common axes.
template <std::size_t N> std::string CheckTogether(const std::array<Model, N>& models, Met& met)
{
    std::array<TensorLayout, N> layouts;
    std::vector<std::vector<Offset>> offsets;
    std::string text = "together";
    for (std::size_t i = 0; i < N; ++i)
    {
        layouts[i] = Build(models[i]);
        offsets.push_back(Offsets(models[i]));
        text += " " + Describe(models[i]);
    }
    const std::array<TensorLayout, N> together = CollapsedTogether(layouts);
    const Numbers sizes(together[0].Sizes().begin(), together[0].Sizes().end());
    for (std::size_t i = 0; i < N; ++i)
    {
        const std::string problem = Compare(together[i], sizes, offsets[i], met);
        if (!problem.empty())
        {
            return text.append(", of which ").append(std::to_string(i)).append(" ").append(problem);
        }
    }
    ++met["together on " + std::to_string(sizes.size())];
    const bool isRight =
        sizes.size() == (std::max)(FewestAxes(offsets), std::size_t{1}) && CollapsedTogether(together) == together;
    return isRight ? "" : text + " have an axis too many";
}

// Returns strides with which some axes can be merged.
inline Numbers MergingStrides(Random& random, const Numbers& sizes)
{
    Numbers strides(sizes.size());
    const bool isBroadcast = random.OneIn(2);
    std::uint32_t next = random.Below(3);
    for (std::size_t axis = sizes.size(); axis-- > 0;)
    {
        next += random.OneIn(4) ? random.Below(3) : 0;
        strides[axis] = sizes[axis] == 1 && random.OneIn(2) ? random.Between(0, Max32) : next;
        next *= sizes[axis];
        if (isBroadcast && random.OneIn(3)) { next = 0; }
        else if (next == 0) { next = random.Between(1, 9); }
    }
    return strides;
}

inline std::string CheckCollapsedTogether(Random& random, Met& met)
{
    Numbers sizes = RandomSizes(random, random.Between(1, 8), 300);
    if (random.OneIn(2))
    {
        for (std::uint32_t& size : sizes) { size = random.OneIn(8) ? 1 : 2; }
    }
    std::array<Model, 4> models;
    for (Model& model : models)
    {
        model = {sizes, MergingStrides(random, sizes), random.OneIn(2) ? random.Below(1000) : 0};
    }
    switch (random.Below(4))
    {
    case 0: return CheckTogether(std::array<Model, 1>{models[0]}, met);
    case 1: return CheckTogether(std::array<Model, 2>{models[0], models[1]}, met);
    case 2: return CheckTogether(std::array<Model, 3>{models[0], models[1], models[2]}, met);
    default: return CheckTogether(models, met);
    }
}

// ---- tensors in a buffer --------------------------------------------------------------------------------------------

inline std::string CheckPlacement(Random& random, Met& met)
{
    BufferPlacement placement;
    reference_model::Placement model;
    Diagnosis reason{};
    std::string text = "placed:";
    for (std::uint32_t count = random.Below(8); count > 0; --count)
    {
        std::uint64_t bytes = random.OneIn(4) ? random.Next() >> random.Below(64) : random.Below(5000);
        if (random.OneIn(8)) { bytes = reference_model::Max64 - model.End() - random.Below(64); }
        std::uint64_t alignment = random.OneIn(4) ? 0 : std::uint64_t{1} << random.Below(64);
        if (random.OneIn(16)) { alignment = random.Next(); }
        text += ' ' + std::to_string(bytes) + " at " + std::to_string(alignment);
        // A tensor gives its own size and alignment. It may be invalid: too small, or with a wrong alignment.
        const bool isTensor = random.OneIn(2) && alignment <= Max32;
        const BufferTensorDesc tensor = BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1}))
                                            .WithTotalSize(bytes)
                                            .WithAlignment(isTensor ? alignment : 0);
        const bool isPowerOfTwo = (alignment & (alignment - 1)) == 0;
        if (reason.Ok() && isTensor && !tensor) { reason = tensor.Reason(); }
        if (reason.Ok() && !isPowerOfTwo) { reason = {TensorError::Alignment, NoAxis, alignment, 16}; }
        std::optional<std::uint64_t> expected;
        if (reason.Ok())
        {
            expected = model.Place(bytes, alignment);
            if (!expected)
            {
                reason = {TensorError::SpanLimit, NoAxis, reference_model::Max64, reference_model::Max64};
            }
        }
        ++met[std::string("placed, ") + ToString(reason.error)];
        const std::uint64_t offset = isTensor ? placement.Place(tensor) : placement.Place(bytes, alignment);
        const bool isRight = offset == expected.value_or(NoOffset)
                             && placement.SizeInBytes() == (reason.Ok() ? model.End() : 0)
                             && placement.Reason() == reason;
        if (!isRight) { return text + ": at " + std::to_string(offset) + ", " + Text(placement.Reason()); }
    }
    return "";
}

inline std::string Check(Random& random, Met& met)
{
    switch (random.Below(16))
    {
    case 0: return CheckSameElements(random, met);
    case 1: return CheckPacked(random, met);
    case 2:
    case 3: return CheckPadding(random, met);
    case 4: return CheckWideAxes(random, met);
    case 5: return CheckSpreadWide(random, met);
    case 6:
    case 7: return CheckAnyRank(random, met);
    case 8: return CheckBroadcastSizes(random, met);
    case 9: return CheckCollapsedTogether(random, met);
    case 10: return CheckPlacement(random, met);
    default: return CheckViews(random, met);
    }
}

} // namespace random_layouts
