// What each view is, as the header states it: which element of the layout the one at some coordinates is. Checked for every
// element of seeded layouts, and of a few when this is compiled.

#include "dml_tensor_utils.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace layout_identities_test
{

namespace
{

using namespace dml_tensor_utils;

using Values = std::array<std::uint32_t, 8>;

struct Random
{
    std::uint32_t state;

    // Below the limit.
    constexpr std::uint32_t operator()(std::uint32_t limit)
    {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) % limit;
    }
};

constexpr Dimensions First(const Values& values, std::uint32_t count) { return Dimensions(values.data(), count); }

// Sizes of 1 to 3 with strides that may broadcast, leave gaps or overlap.
constexpr TensorLayout AnyLayout(Random& random)
{
    const std::uint32_t rank = 1 + random(5);
    Values sizes{};
    Values strides{};
    for (std::uint32_t axis = 0; axis < rank; ++axis)
    {
        sizes[axis] = 1 + random(3);
        strides[axis] = random(4) == 0 ? 0 : random(50);
    }
    return random(3) == 0 ? TensorLayout::Packed(First(sizes, rank))
                          : TensorLayout::Strided(First(sizes, rank), First(strides, rank), random(7));
}

// A permutation of the axes below rank; of more than are asked for, the first.
constexpr Values Shuffled(Random& random, std::uint32_t rank)
{
    Values axes{0, 1, 2, 3, 4, 5, 6, 7};
    for (std::uint32_t i = rank; i > 1; --i)
    {
        const std::uint32_t other = random(i);
        const std::uint32_t kept = axes[i - 1];
        axes[i - 1] = axes[other];
        axes[other] = kept;
    }
    return axes;
}

constexpr Values ValuesOf(const Dimensions& dimensions)
{
    Values values{};
    for (std::uint32_t i = 0; i < dimensions.size(); ++i) { values[i] = dimensions[i]; }
    return values;
}

// Whether the view's element at c is the layout's at source(c), for every c of the view.
template <class Source> constexpr bool IsView(const TensorLayout& view, const TensorLayout& layout, Source source)
{
    for (std::uint64_t n = 0; n < view.ElementCount(); ++n)
    {
        const Dimensions coordinates = view.Coordinates(n);
        const std::uint64_t offset = layout.ElementOffset(source(ValuesOf(coordinates)));
        if (offset == NoOffset || view.ElementOffset(coordinates) != offset) { return false; }
    }
    return view && view.ElementCount() > 0;
}

constexpr bool TransposedHolds(const TensorLayout& layout, Random& random)
{
    const std::uint32_t rank = layout.Rank();
    const Values axes = Shuffled(random, rank);
    return IsView(layout.Transposed(First(axes, rank)), layout,
                  [&](const Values& c)
                  {
                      Values d{};
                      for (std::uint32_t i = 0; i < rank; ++i) { d[axes[i]] = c[i]; }
                      return First(d, rank);
                  });
}

constexpr bool BroadcastHolds(const TensorLayout& layout, Random& random)
{
    const std::uint32_t missing = random(3);
    Values sizes{};
    for (std::uint32_t i = 0; i < missing + layout.Rank(); ++i)
    {
        const std::uint32_t size = i < missing ? 1 : layout.Sizes()[i - missing];
        sizes[i] = size == 1 ? 1 + random(3) : size;
    }
    return IsView(layout.BroadcastTo(First(sizes, missing + layout.Rank())), layout,
                  [&](const Values& c)
                  {
                      Values d{};
                      for (std::uint32_t i = 0; i < layout.Rank(); ++i)
                      {
                          d[i] = layout.Sizes()[i] == 1 ? 0 : c[missing + i];
                      }
                      return First(d, layout.Rank());
                  });
}

constexpr bool PlacedHolds(const TensorLayout& layout, Random& random)
{
    const std::uint32_t rank = layout.Rank() + random(9 - layout.Rank());
    const Values axes = Shuffled(random, rank);
    const auto placed = [&](const Values& c)
    {
        Values d{};
        for (std::uint32_t i = 0; i < layout.Rank(); ++i) { d[i] = c[axes[i]]; }
        return First(d, layout.Rank());
    };
    const auto promoted = [&](const Values& c)
    {
        Values d{};
        for (std::uint32_t i = 0; i < layout.Rank(); ++i) { d[i] = c[rank - layout.Rank() + i]; }
        return First(d, layout.Rank());
    };
    return IsView(layout.PlacedOn(rank, First(axes, layout.Rank())), layout, placed)
           && IsView(layout.PromotedTo(rank), layout, promoted);
}

constexpr bool SlicedHolds(const TensorLayout& layout, Random& random)
{
    const std::uint32_t axis = random(layout.Rank());
    const std::uint32_t size = layout.Sizes()[axis];
    const std::uint32_t start = random(size);
    const std::uint32_t step = 1 + random(2);
    const std::uint32_t count = 1 + random((size - start - 1) / step + 1);
    return IsView(layout.Sliced(axis, start, count, step), layout,
                  [&](const Values& c)
                  {
                      Values d = c;
                      d[axis] = start + c[axis] * step;
                      return First(d, layout.Rank());
                  });
}

// The n-th element stays the n-th.
constexpr bool KeepsTheOrder(const TensorLayout& view, const TensorLayout& layout)
{
    for (std::uint64_t n = 0; n < layout.ElementCount(); ++n)
    {
        if (view.ElementOffset(view.Coordinates(n)) != layout.ElementOffset(layout.Coordinates(n))) { return false; }
    }
    return view && view.ElementCount() == layout.ElementCount();
}

constexpr bool OrderHolds(const TensorLayout& layout, Random& random)
{
    const std::uint32_t axis = random(layout.Rank());
    Values sizes{}; // with an axis of size 1 more, which every layout can be viewed with
    for (std::uint32_t i = 0; i <= layout.Rank(); ++i)
    {
        sizes[i] = i < axis ? layout.Sizes()[i] : i == axis ? 1 : layout.Sizes()[i - 1];
    }
    return KeepsTheOrder(layout.Squeezed(), layout) && KeepsTheOrder(layout.Collapsed(), layout)
           && KeepsTheOrder(layout.Reshaped(First(sizes, layout.Rank() + 1)), layout)
           && KeepsTheOrder(layout.Collapsed().Reshaped(layout.Sizes()), layout);
}

constexpr bool ViewsHold(std::uint32_t seed)
{
    Random random{seed};
    const TensorLayout layout = AnyLayout(random);
    return TransposedHolds(layout, random) && BroadcastHolds(layout, random) && PlacedHolds(layout, random)
           && SlicedHolds(layout, random) && OrderHolds(layout, random);
}
static_assert(ViewsHold(1) && ViewsHold(2) && ViewsHold(3) && ViewsHold(4) && ViewsHold(5) && ViewsHold(6));

TEST(LayoutIdentities, OfEveryView)
{
    for (std::uint32_t seed = 0; seed < 3000; ++seed) { EXPECT_TRUE(ViewsHold(seed)) << "seed " << seed; }
}
} // namespace

} // namespace layout_identities_test
