// Chains of views of a random layout, compared with what a view does to the list of all its elements' offsets.
#include "fuzz_target.hpp"

#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace
{

using namespace dml_tensor_utils;

using Values = std::vector<std::uint32_t>;

Dimensions ToDimensions(const Values& values) { return Dimensions(values.data(), values.size()); }

// A tensor without strides: the offset of every element, in row-major order.
struct Elements
{
    Values sizes;
    std::vector<std::uint64_t> offsets;
};

std::size_t Product(const Values& sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1},
                           [](std::size_t a, std::size_t b) { return a * b; });
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
bool HasStrides(const Elements& elements)
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

std::string Text(const Values& values)
{
    std::string text = "{";
    for (const std::uint32_t value : values) { text += std::to_string(value) + " "; }
    return text + "}";
}

std::string Compare(const TensorLayout& layout, const Elements& elements)
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
TensorLayout TakeView(ByteSource& source, const TensorLayout& layout, const Elements& from, Elements& to,
                      std::string& what)
{
    const auto rank = static_cast<std::uint32_t>(from.sizes.size());
    switch (source.Below(8))
    {
    case 0:
    {
        Values axes(rank);
        std::iota(axes.begin(), axes.end(), 0u);
        for (std::uint32_t i = rank; i > 1; --i) { std::swap(axes[i - 1], axes[source.Below(i)]); }
        Values sorted = axes;
        if (source.OneIn(8))
        {
            axes[source.Below(rank)] = source.Below(rank + 2);
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
            const std::uint32_t wanted = source.OneIn(3) ? source.Between(1, 4) : size;
            isPossible = isPossible && (size == 1 || wanted == size);
            size = wanted;
        }
        while (sizes.size() < 8 && source.OneIn(3)) { sizes.insert(sizes.begin(), source.Between(1, 3)); }
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
        const std::uint32_t wanted = source.Below(10);
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
        const std::uint32_t wanted = source.Between(1, 9);
        Values axes(rank);
        for (std::uint32_t i = 0; i < rank; ++i) { axes[i] = source.OneIn(2) ? i : source.Below(wanted); }
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
        while (sizes.size() < 8 && !source.OneIn(3))
        {
            const std::uint32_t axis = source.Below(static_cast<std::uint32_t>(sizes.size()));
            const std::uint32_t factor = source.Between(1, 6);
            if (sizes[axis] % factor == 0)
            {
                sizes[axis] /= factor;
                sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(axis), factor);
            }
        }
        sizes[0] += source.OneIn(16) ? 1u : 0u;
        const Elements reshaped{sizes, from.offsets};
        if (Product(sizes) == from.offsets.size() && HasStrides(reshaped)) { to = reshaped; }
        what = "Reshaped " + Text(sizes);
        return layout.Reshaped(ToDimensions(sizes));
    }
    default:
    {
        const std::uint32_t axis = source.Below(rank + (source.OneIn(8) ? 1 : 0));
        const std::uint32_t size = axis < rank ? from.sizes[axis] : 1;
        const std::uint32_t start = source.Below(size + (source.OneIn(8) ? 1 : 0));
        const std::uint32_t count = source.Below(size + 2);
        const std::uint32_t step = source.OneIn(8) ? source.Between(0, 0xFFFFFFFF) : source.Between(1, 3);
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

std::string Check(ByteSource& source)
{
    Values sizes(source.Between(1, 8));
    Values strides(sizes.size());
    std::size_t limit = 256;
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        sizes[i] =
            source.OneIn(3) ? 1 : source.Between(1, static_cast<std::uint32_t>((std::min)(limit, std::size_t{7})));
        limit /= sizes[i];
        // At most 2^24, so that no slice of 256 elements needs a stride beyond 32 bits.
        strides[i] = source.OneIn(8) ? source.Below(0x1000001) : source.Below(20);
    }
    if (source.OneIn(2))
    {
        std::uint32_t stride = 1;
        for (std::size_t i = sizes.size(); i-- > 0; stride *= sizes[i])
        {
            stride += source.OneIn(4) ? source.Below(3) : 0;
            strides[i] = stride;
        }
    }
    const std::uint64_t first = source.Below(100);
    TensorLayout layout = TensorLayout::Strided(ToDimensions(sizes), ToDimensions(strides), first);
    Elements elements{{}, {first}};
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        std::vector<std::uint64_t> offsets;
        for (const std::uint64_t offset : elements.offsets)
        {
            for (std::uint64_t at = 0; at < sizes[i]; ++at) { offsets.push_back(offset + at * strides[i]); }
        }
        elements.offsets = offsets;
    }
    elements.sizes = sizes;

    std::string chain = Text(sizes) + "/" + Text(strides) + " from " + std::to_string(first);
    std::string problem = Compare(layout, elements);
    for (std::uint32_t views = source.Below(6); problem.empty() && views > 0 && elements.offsets.size() <= 1024;
         --views)
    {
        Elements expected;
        std::string what;
        const TensorLayout view = TakeView(source, layout, elements, expected, what);
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

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return FuzzOneInput(data, size, Check);
}
