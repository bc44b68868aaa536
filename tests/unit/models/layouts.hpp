// An oracle for layouts, which lists the offset of every element instead of calculating with strides, and random
// layouts to test with it.
#pragma once

#include "dml_tensor_utils.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace layout_oracle
{

using namespace dml_tensor_utils;
using test_support::Random;
using Numbers = std::vector<std::uint32_t>;

// ---- The oracle -----------------------------------------------------------------------------------------------------

struct Model
{
    Numbers sizes;
    Numbers strides;
    std::uint64_t first = 0;
};

inline Dimensions Values(const Numbers& values) { return Dimensions(values.data(), values.size()); }

inline TensorLayout Build(const Model& model)
{
    return TensorLayout::Strided(Values(model.sizes), Values(model.strides), model.first);
}

// Returns the offset of every element in row-major order. Each axis repeats the offsets so far, once per position.
template <class Stride>
std::vector<std::uint64_t> Offsets(const Numbers& sizes, const std::vector<Stride>& strides, std::uint64_t first)
{
    std::vector<std::uint64_t> offsets{first};
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    {
        std::vector<std::uint64_t> next;
        next.reserve(offsets.size() * sizes[axis]);
        for (const std::uint64_t offset : offsets)
        {
            for (std::uint64_t i = 0; i < sizes[axis]; ++i)
            {
                next.push_back(offset + i * static_cast<std::uint64_t>(strides[axis]));
            }
        }
        offsets.swap(next);
    }
    return offsets;
}

inline std::vector<std::uint64_t> Offsets(const Model& model)
{
    return Offsets(model.sizes, model.strides, model.first);
}

// Changes coordinates to the next ones in row-major order.
inline void Advance(Numbers& coordinates, const Numbers& sizes)
{
    for (std::size_t axis = sizes.size(); axis-- > 0;)
    {
        if (++coordinates[axis] < sizes[axis]) { return; }
        coordinates[axis] = 0;
    }
}

// Returns the offsets that ForEach visits.
inline std::vector<std::uint64_t> Visited(const TensorLayout& layout)
{
    std::vector<std::uint64_t> offsets;
    layout.ForEach([&offsets](const Dimensions&, std::uint64_t offset) { offsets.push_back(offset); });
    return offsets;
}

struct Positions
{
    std::uint64_t span;   // from the first to the last position, inclusive
    std::uint64_t unique; // positions used by at least one element
};

inline Positions Count(std::vector<std::uint64_t> offsets)
{
    std::sort(offsets.begin(), offsets.end());
    const std::uint64_t span = offsets.back() - offsets.front() + 1;
    const auto end = std::unique(offsets.begin(), offsets.end());
    return {span, static_cast<std::uint64_t>(end - offsets.begin())};
}

// Returns the smallest number of axes with which strides give the offsets of each of the tensors, which have equally
// many elements. Tries every possible size of the last axis: the offsets in each block of this size must be evenly
// spaced, and the other axes must give the starts of the blocks.
inline std::size_t FewestAxes(const std::vector<std::vector<std::uint64_t>>& tensors)
{
    const std::size_t count = tensors[0].size();
    std::size_t fewest = count == 1 ? 0 : count;
    for (std::size_t size = 2; size <= count; ++size)
    {
        bool isEven = count % size == 0;
        std::vector<std::vector<std::uint64_t>> starts;
        for (std::size_t t = 0; t < tensors.size() && isEven; ++t)
        {
            const std::vector<std::uint64_t>& offsets = tensors[t];
            isEven = offsets[1] >= offsets[0];
            starts.emplace_back();
            for (std::size_t i = 0; i < count && isEven; ++i)
            {
                isEven = offsets[i] == offsets[i - i % size] + i % size * (offsets[1] - offsets[0]);
                if (i % size == 0) { starts[t].push_back(offsets[i]); }
            }
        }
        if (isEven) { fewest = (std::min)(fewest, 1 + FewestAxes(starts)); }
    }
    return fewest;
}

// ---- Random layouts -------------------------------------------------------------------------------------------------

inline Numbers RandomOrder(Random& random, std::uint32_t count)
{
    Numbers order(count);
    for (std::uint32_t i = 0; i < count; ++i) { order[i] = i; }
    for (std::uint32_t last = count; last > 1; --last) { std::swap(order[last - 1], order[random.Below(last)]); }
    return order;
}

// Returns sizes with a product of at most `limit`. A quarter of them are 1; any of them may be large.
inline Numbers RandomSizes(Random& random, std::uint32_t rank, std::uint32_t limit)
{
    Numbers sizes(rank, 1);
    for (const std::uint32_t axis : RandomOrder(random, rank))
    {
        if (!random.OneIn(4))
        {
            sizes[axis] = 1 + random.Below((std::min)(limit, random.OneIn(3) ? 40u : 6u));
            limit /= sizes[axis];
        }
    }
    return sizes;
}

// Returns strides without overlap, in a random order of axes. Each axis adds up to `padding` unused positions.
inline Numbers NestedStrides(Random& random, const Numbers& sizes, std::uint32_t padding)
{
    Numbers strides(sizes.size());
    const Numbers order = RandomOrder(random, static_cast<std::uint32_t>(sizes.size()));
    std::uint32_t next = 1;
    for (const std::uint32_t axis : order)
    {
        next += random.OneIn(3) ? random.Below(padding + 1) : 0;
        strides[axis] = next;
        next *= sizes[axis];
    }
    return strides;
}

enum Family : std::uint32_t
{
    PackedOrder,
    PackedRowMajor,
    PaddedRows,
    BroadcastAxes,
    SmallStrides,
    LargeStrides,
    HugeStrides,
    SlicedPacked,
    NearlyPacked,
    NearlyPadded,
    FamilyCount
};

inline Model RandomModel(Random& random, std::uint32_t family, std::uint32_t rank, std::uint32_t limit)
{
    Model model;
    model.sizes = RandomSizes(random, rank, limit);
    model.first = random.OneIn(2) ? random.Below(1000) : 0;
    switch (family)
    {
    case PackedOrder: model.strides = NestedStrides(random, model.sizes, 0); break;
    case PackedRowMajor:
        model.strides.assign(rank, 1);
        for (std::size_t axis = rank - 1; axis-- > 0;)
        {
            model.strides[axis] = model.strides[axis + 1] * model.sizes[axis + 1];
        }
        break;
    case PaddedRows: model.strides = NestedStrides(random, model.sizes, 5); break;
    case BroadcastAxes:
        model.strides = NestedStrides(random, model.sizes, random.Below(3));
        for (std::uint32_t& stride : model.strides) { stride = random.OneIn(3) ? 0 : stride; }
        break;
    case SmallStrides:
    case LargeStrides:
    case HugeStrides:
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            model.strides.push_back(random.Below(family == SmallStrides   ? 41u
                                                 : family == LargeStrides ? 5000u
                                                                          : 0xFFFFFFFFu));
        }
        break;
    case SlicedPacked:
    {
        // A slice with steps of a larger packed layout.
        Numbers whole = model.sizes;
        Numbers steps(rank);
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            steps[axis] = 1 + random.Below(3);
            whole[axis] = model.sizes[axis] * steps[axis] + random.Below(2);
        }
        model.strides = NestedStrides(random, whole, 0);
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            model.first += random.Below(steps[axis]) * std::uint64_t{model.strides[axis]};
            model.strides[axis] *= steps[axis];
        }
        break;
    }
    default:
        model.strides = NestedStrides(random, model.sizes, family == NearlyPacked ? 0 : 3);
        for (std::uint32_t changes = 1 + random.Below(2); changes > 0; --changes)
        {
            std::uint32_t& stride = model.strides[random.Below(rank)];
            stride = random.OneIn(2) ? stride + 1 + random.Below(2) : stride - (std::min)(stride, 1 + random.Below(2));
        }
        break;
    }
    // The stride of an axis of size 1 has no effect, so it is sometimes any number.
    for (std::uint32_t axis = 0; axis < rank; ++axis)
    {
        if (model.sizes[axis] == 1 && random.OneIn(3))
        {
            model.strides[axis] = random.OneIn(2) ? 0 : random.Between(0, 0xFFFFFFFF);
        }
    }
    return model;
}

// Most layouts are small, because thousands are tested; some have up to 4096 elements.
inline Model RandomModel(Random& random)
{
    const std::uint32_t limits[8] = {4096, 24, 64, 64, 200, 200, 500, 1000};
    const std::uint32_t family = random.Below(FamilyCount);
    const std::uint32_t rank = random.Between(1, 8);
    return RandomModel(random, family, rank, limits[random.Below(8)]);
}

inline std::string Text(const Numbers& values)
{
    std::string text = "{";
    for (const std::uint32_t value : values) { text += (text.size() > 1 ? ", " : "") + std::to_string(value); }
    return text + "}";
}

inline std::string Describe(const Model& model)
{
    return Text(model.sizes) + "/" + Text(model.strides) + " from " + std::to_string(model.first);
}

} // namespace layout_oracle
