// TensorLayout against the oracle that lists the offset of every element, for thousands of random layouts up to 8 axes.
#include "dml_tensor_utils.hpp"
#include "layout_oracle.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace layout_oracle_test
{

using namespace dml_tensor_utils;
using namespace layout_oracle;
using test_support::NoAxis;
using test_support::Random;
using test_support::Says;

namespace
{

// ---------------------------------------------------------------------------------------------------------------------
// Counts, classification, bytes, offsets
// ---------------------------------------------------------------------------------------------------------------------

constexpr std::array<std::uint32_t, 16> BitsOfType = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4, 0, 0};

TEST(LayoutOracle, CountsClassesAndBytes)
{
    Random random(0x01);
    std::array<int, 5> found{};
    constexpr int Rounds = 3000;
    for (int round = 0; round < Rounds; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        const Positions positions = Count(offsets);
        const std::uint64_t count = offsets.size();
        const bool overlap = positions.unique < count;
        const bool padded = positions.unique < positions.span;
        const bool packed = !overlap && !padded;
        bool rowMajor = true;
        for (std::size_t i = 0; i < offsets.size(); ++i) { rowMajor = rowMajor && offsets[i] == model.first + i; }
        // An axis repeats its elements where a step along it leads to the same offset.
        bool broadcast = false;
        std::size_t step = offsets.size();
        for (const std::uint32_t size : model.sizes)
        {
            step /= size;
            broadcast = broadcast || (size > 1 && offsets[step] == offsets[0]);
        }

        const TensorLayout layout = Build(model);
        ASSERT_TRUE(layout) << Describe(model);
        EXPECT_EQ(layout.Sizes(), Values(model.sizes)) << Describe(model);
        EXPECT_EQ(layout.Strides(), Values(model.strides)) << Describe(model);
        EXPECT_EQ(layout.Rank(), model.sizes.size()) << Describe(model);
        EXPECT_EQ(layout.FirstElement(), model.first) << Describe(model);
        EXPECT_EQ(layout.ElementCount(), count) << Describe(model);
        EXPECT_EQ(layout.ElementSpan(), positions.span) << Describe(model);
        EXPECT_EQ(layout.HasOverlap(), overlap) << Describe(model);
        EXPECT_EQ(layout.IsPadded(), padded) << Describe(model);
        EXPECT_EQ(layout.IsPacked(), packed) << Describe(model);
        EXPECT_EQ(layout.IsRowMajor(), rowMajor) << Describe(model);
        EXPECT_EQ(layout.IsBroadcast(), broadcast) << Describe(model);
        for (std::uint32_t type = 0; type < BitsOfType.size(); ++type)
        {
            const std::uint64_t bits = BitsOfType[type];
            const std::uint64_t bytes = (positions.span * bits + 7) / 8;
            const std::uint64_t end = ((model.first + positions.span) * bits + 7) / 8;
            EXPECT_EQ(layout.SizeInBytes(static_cast<DML_TENSOR_DATA_TYPE>(type)), (bytes + 3) / 4 * 4)
                << Describe(model);
            EXPECT_EQ(layout.EndInBytes(static_cast<DML_TENSOR_DATA_TYPE>(type)), end) << Describe(model);
        }

        found[0] += overlap ? 1 : 0;
        found[1] += padded ? 1 : 0;
        found[2] += packed ? 1 : 0;
        found[3] += rowMajor ? 1 : 0;
        found[4] += broadcast ? 1 : 0;
    }
    // Each answer was asked for often, both ways.
    for (const int times : found)
    {
        EXPECT_GT(times, Rounds / 50);
        EXPECT_LT(times, Rounds - Rounds / 50);
    }
}

TEST(LayoutOracle, OffsetsAndCoordinatesOfEveryElement)
{
    Random random(0x02);
    for (int round = 0; round < 1500; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        const TensorLayout layout = Build(model);
        ASSERT_TRUE(layout) << Describe(model);

        std::vector<std::uint32_t> coordinates(model.sizes.size(), 0);
        std::uint64_t largest = 0;
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < offsets.size(); ++i)
        {
            const Dimensions expected = Values(coordinates);
            wrong += layout.ElementOffset(expected) == offsets[i] && layout.Coordinates(i) == expected ? 0u : 1u;
            largest = (std::max)(largest, layout.ElementOffset(layout.Coordinates(i)));
            Advance(coordinates, model.sizes);
        }
        EXPECT_EQ(wrong, 0u) << Describe(model);
        EXPECT_EQ(largest + 1, layout.FirstElement() + layout.ElementSpan()) << Describe(model);
        EXPECT_TRUE(layout.Coordinates(offsets.size()).empty()) << Describe(model);

        // One step outside each axis.
        for (std::size_t axis = 0; axis < model.sizes.size(); ++axis)
        {
            std::vector<std::uint32_t> outside(model.sizes.size(), 0);
            outside[axis] = model.sizes[axis];
            EXPECT_EQ(layout.ElementOffset(Values(outside)), NoOffset) << Describe(model);
        }
    }
}

TEST(LayoutOracle, ForEachVisitsInOrder)
{
    Random random(0x03);
    for (int round = 0; round < 1500; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        std::vector<std::uint32_t> coordinates(model.sizes.size(), 0);
        std::size_t visited = 0;
        std::size_t wrong = 0;
        Build(model).ForEach(
            [&](const Dimensions& at, std::uint64_t offset)
            {
                wrong += visited < offsets.size() && at == Values(coordinates) && offset == offsets[visited] ? 0u : 1u;
                Advance(coordinates, model.sizes);
                ++visited;
            });
        EXPECT_EQ(visited, offsets.size()) << Describe(model);
        EXPECT_EQ(wrong, 0u) << Describe(model);
    }
}

TEST(LayoutOracle, SameElementsIsTheSameOffsets)
{
    Random random(0x04);
    int same = 0;
    constexpr int Rounds = 1500;
    for (int round = 0; round < Rounds; ++round)
    {
        const Model one = RandomModel(random, round);
        Model other = one;
        const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(one.sizes.size()));
        switch (random.Below(4))
        {
        case 0: other.first += random.Below(2); break;
        case 1: other.sizes[axis] += random.Below(2); break;
        default: other.strides[axis] = random.Below(50); break;
        }
        const bool expected = one.sizes == other.sizes && Offsets(one) == Offsets(other);
        EXPECT_EQ(Build(one).SameElements(Build(other)), expected) << Describe(one) << " and " << Describe(other);
        EXPECT_EQ(Build(other).SameElements(Build(one)), expected) << Describe(one) << " and " << Describe(other);
        EXPECT_EQ(Build(one) == Build(other),
                  one.sizes == other.sizes && one.strides == other.strides && one.first == other.first);
        same += expected ? 1 : 0;
    }
    EXPECT_GT(same, Rounds / 10);
    EXPECT_LT(same, Rounds - Rounds / 10);
}

TEST(LayoutOracle, PackedIsNestedInTheOrderOfTheAxes)
{
    Random random(0x05);
    for (int round = 0; round < 1500; ++round)
    {
        const std::uint32_t rank = 1 + random.Below(8);
        const std::vector<std::uint32_t> sizes = RandomSizes(random, rank, 4096);
        const std::vector<std::uint32_t> order = RandomOrder(random, rank);
        Model model{sizes, std::vector<std::uint32_t>(rank), 0};
        std::uint32_t stride = 1;
        for (std::size_t i = rank; i-- > 0;)
        {
            model.strides[order[i]] = stride;
            stride *= sizes[order[i]];
        }

        const TensorLayout layout = TensorLayout::Packed(Values(sizes), Values(order));
        EXPECT_EQ(layout, Build(model)) << Describe(model);
        // In the order of the axes every element follows the one before.
        const std::vector<std::uint64_t> offsets = Visited(layout.Transposed(Values(order)));
        ASSERT_EQ(offsets.size(), layout.ElementCount()) << Describe(model);
        for (std::size_t i = 0; i < offsets.size(); ++i) { ASSERT_EQ(offsets[i], i) << Describe(model); }

        std::vector<std::uint32_t> channelsLast;
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            if (axis != 1) { channelsLast.push_back(axis); }
        }
        if (rank > 1) { channelsLast.push_back(1); }
        EXPECT_EQ(TensorLayout::Packed(Values(sizes), Layout::NHWC),
                  TensorLayout::Packed(Values(sizes), Values(channelsLast)));
        EXPECT_EQ(TensorLayout::Packed(Values(sizes), Layout::NCHW), TensorLayout::Packed(Values(sizes)));
        ExpectAsStrided(layout);
        ExpectAsStrided(TensorLayout::Packed(Values(sizes)));
        ExpectAsStrided(TensorLayout::Packed(Values(sizes), Layout::NHWC));
    }
}

// Too large to list, but known: every pair of powers of two, across the widths in which a count could be kept.
TEST(LayoutOracle, PackedOfPowersOfTwo)
{
    for (std::uint32_t i = 0; i < 32; ++i)
    {
        for (std::uint32_t j = 0; j < 32; ++j)
        {
            const std::uint32_t rows = std::uint32_t{1} << i;
            const std::uint32_t columns = std::uint32_t{1} << j;
            const std::uint64_t count = std::uint64_t{1} << (i + j);
            const TensorLayout rowMajor = TensorLayout::Packed({rows, columns});
            const TensorLayout channelsLast = TensorLayout::Packed({1, rows, columns}, Layout::NHWC);
            for (const TensorLayout& layout : {rowMajor, channelsLast})
            {
                ExpectAsStrided(layout);
                EXPECT_EQ(layout.ElementCount(), count) << testing::PrintToString(layout);
                EXPECT_EQ(layout.ElementSpan(), count) << testing::PrintToString(layout);
                EXPECT_TRUE(layout.IsPacked() && !layout.HasOverlap()) << testing::PrintToString(layout);
            }
            EXPECT_TRUE(rowMajor.IsRowMajor()) << testing::PrintToString(rowMajor);
            EXPECT_EQ(channelsLast.IsRowMajor(), rows == 1 || columns == 1) << testing::PrintToString(channelsLast);

            const TensorLayout padded = TensorLayout::Strided({rows, columns}, {columns + 1, 1}, count);
            EXPECT_EQ(padded.ElementSpan(), count + rows - 1) << testing::PrintToString(padded);
            EXPECT_EQ(padded.IsRowMajor(), rows == 1) << testing::PrintToString(padded);
            EXPECT_EQ(padded.IsPadded(), rows > 1) << testing::PrintToString(padded);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Views
// ---------------------------------------------------------------------------------------------------------------------

// The axis that a view inserted has the stride of a packed tensor.
void ExpectInsertedStride(const TensorLayout& view, std::size_t axis)
{
    std::uint64_t expected = 1;
    if (axis + 1 < view.Rank())
    {
        expected =
            (std::min)(std::uint64_t{view.Sizes()[axis + 1]} * view.Strides()[axis + 1], std::uint64_t{0xFFFFFFFF});
    }
    EXPECT_EQ(view.Strides()[axis], expected) << testing::PrintToString(view) << " axis " << axis;
}

TEST(LayoutOracle, Transposed)
{
    Random random(0x11);
    for (int round = 0; round < 1000; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::uint32_t rank = static_cast<std::uint32_t>(model.sizes.size());
        const std::vector<std::uint32_t> axes = RandomOrder(random, rank);
        Model expected = model;
        std::vector<std::uint32_t> inverse(rank);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            expected.sizes[i] = model.sizes[axes[i]];
            expected.strides[i] = model.strides[axes[i]];
            inverse[axes[i]] = i;
        }

        const TensorLayout layout = Build(model);
        const TensorLayout view = layout.Transposed(Values(axes));
        EXPECT_EQ(view, Build(expected)) << Describe(model);
        EXPECT_EQ(view.Transposed(Values(inverse)), layout) << Describe(model);
        ExpectAsStrided(view);

        // Coordinate i of the view is coordinate axes[i] of the layout.
        for (int sample = 0; sample < 20; ++sample)
        {
            std::vector<std::uint32_t> here(rank);
            std::vector<std::uint32_t> there(rank);
            for (std::uint32_t i = 0; i < rank; ++i)
            {
                here[i] = random.Below(expected.sizes[i]);
                there[axes[i]] = here[i];
            }
            EXPECT_EQ(view.ElementOffset(Values(here)), layout.ElementOffset(Values(there))) << Describe(model);
        }
    }
}

TEST(LayoutOracle, BroadcastTo)
{
    Random random(0x12);
    for (int round = 0; round < 800; ++round)
    {
        const Model model =
            RandomModel(random, static_cast<std::uint32_t>(round) % FamilyCount, 1 + random.Below(8), 100);
        const std::size_t rank = model.sizes.size();
        const std::size_t inserted = random.Below(static_cast<std::uint32_t>(9 - rank));
        std::vector<std::uint32_t> sizes(inserted, 1);
        sizes.insert(sizes.end(), model.sizes.begin(), model.sizes.end());
        std::uint32_t room = 12;
        for (std::uint32_t& size : sizes)
        {
            if (size == 1)
            {
                size = 1 + random.Below((std::min)(room, 5u));
                room /= size;
            }
        }

        const TensorLayout layout = Build(model);
        const TensorLayout view = layout.BroadcastTo(Values(sizes));
        ASSERT_TRUE(view) << Describe(model);
        ASSERT_EQ(view.Sizes(), Values(sizes)) << Describe(model);
        ExpectAsStrided(view);
        std::vector<std::uint32_t> coordinates(sizes.size(), 0);
        std::size_t wrong = 0;
        for (const std::uint64_t offset : Visited(view))
        {
            std::vector<std::uint32_t> source(rank);
            for (std::size_t i = 0; i < rank; ++i) { source[i] = model.sizes[i] == 1 ? 0 : coordinates[inserted + i]; }
            wrong += offset == layout.ElementOffset(Values(source)) ? 0u : 1u;
            Advance(coordinates, sizes);
        }
        EXPECT_EQ(wrong, 0u) << Describe(model) << " to " << testing::PrintToString(sizes);
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            if (i < inserted && sizes[i] == 1) { ExpectInsertedStride(view, i); }
            else if (i >= inserted && sizes[i] == model.sizes[i - inserted])
            {
                EXPECT_EQ(view.Strides()[i], model.strides[i - inserted]) << Describe(model);
            }
            else { EXPECT_EQ(view.Strides()[i], 0u) << Describe(model); }
        }
    }
}

TEST(LayoutOracle, BroadcastToRefusesOtherSizes)
{
    Random random(0x13);
    int refused = 0;
    for (int round = 0; round < 1000; ++round)
    {
        const Model model = RandomModel(random, round);
        std::vector<std::uint32_t> sizes = model.sizes;
        const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(sizes.size()));
        sizes[axis] = 1 + random.Below(6);
        const TensorLayout view = Build(model).BroadcastTo(Values(sizes));
        if (model.sizes[axis] == 1 || model.sizes[axis] == sizes[axis])
        {
            EXPECT_TRUE(view) << Describe(model);
            continue;
        }
        EXPECT_TRUE(Says(view.Reason(), TensorError::BroadcastSizes, axis, model.sizes[axis], sizes[axis]))
            << Describe(model);
        ++refused;
    }
    EXPECT_GT(refused, 300);
}

TEST(LayoutOracle, PromotedToAndPlacedOn)
{
    Random random(0x14);
    for (int round = 0; round < 1000; ++round)
    {
        const Model model = RandomModel(random, round);
        const TensorLayout layout = Build(model);
        const std::uint32_t from = layout.Rank();
        const std::uint32_t rank = random.Between(from, 8);

        const TensorLayout promoted = layout.PromotedTo(rank);
        ASSERT_EQ(promoted.Rank(), rank) << Describe(model);
        ExpectAsStrided(promoted);
        EXPECT_EQ(Visited(promoted), Offsets(model)) << Describe(model);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            if (i + from < rank)
            {
                EXPECT_EQ(promoted.Sizes()[i], 1u) << Describe(model);
                ExpectInsertedStride(promoted, i);
            }
            else
            {
                EXPECT_EQ(promoted.Sizes()[i], model.sizes[i + from - rank]) << Describe(model);
                EXPECT_EQ(promoted.Strides()[i], model.strides[i + from - rank]) << Describe(model);
            }
        }

        std::vector<std::uint32_t> axes = RandomOrder(random, rank);
        axes.resize(from);
        const TensorLayout placed = layout.PlacedOn(rank, Values(axes));
        ASSERT_EQ(placed.Rank(), rank) << Describe(model);
        ExpectAsStrided(placed);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            const auto at = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), i) - axes.begin());
            if (at == from)
            {
                EXPECT_EQ(placed.Sizes()[i], 1u) << Describe(model);
                ExpectInsertedStride(placed, i);
            }
            else
            {
                EXPECT_EQ(placed.Sizes()[i], model.sizes[at]) << Describe(model);
                EXPECT_EQ(placed.Strides()[i], model.strides[at]) << Describe(model);
            }
        }
        for (int sample = 0; sample < 20; ++sample)
        {
            std::vector<std::uint32_t> here(rank, 0);
            std::vector<std::uint32_t> there(from);
            for (std::uint32_t i = 0; i < from; ++i)
            {
                there[i] = random.Below(model.sizes[i]);
                here[axes[i]] = there[i];
            }
            EXPECT_EQ(placed.ElementOffset(Values(here)), layout.ElementOffset(Values(there))) << Describe(model);
        }
    }
}

TEST(LayoutOracle, Squeezed)
{
    Random random(0x15);
    for (int round = 0; round < 1000; ++round)
    {
        const Model model = RandomModel(random, round);
        Model expected{{}, {}, model.first};
        for (std::size_t i = 0; i < model.sizes.size(); ++i)
        {
            if (model.sizes[i] > 1)
            {
                expected.sizes.push_back(model.sizes[i]);
                expected.strides.push_back(model.strides[i]);
            }
        }
        if (expected.sizes.empty())
        {
            expected.sizes.push_back(1);
            expected.strides.push_back(1);
        }
        const TensorLayout view = Build(model).Squeezed();
        EXPECT_EQ(view, Build(expected)) << Describe(model);
        EXPECT_EQ(Visited(view), Offsets(model)) << Describe(model);
        ExpectAsStrided(view);
    }
}

TEST(LayoutOracle, Sliced)
{
    Random random(0x16);
    for (int round = 0; round < 1500; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(model.sizes.size()));
        const std::uint32_t size = model.sizes[axis];
        const std::uint32_t start = random.Below(size + 1);
        const std::uint32_t count = random.Below(size + 2);
        const std::uint32_t step = random.Below(4);
        const TensorLayout layout = Build(model);
        const TensorLayout view = layout.Sliced(axis, start, count, step);

        if (count == 0 || step == 0)
        {
            EXPECT_TRUE(Says(view.Reason(), TensorError::SliceRange, axis, 0, 1)) << Describe(model);
            continue;
        }
        const std::uint32_t last = start + (count - 1) * step;
        if (last >= size)
        {
            EXPECT_TRUE(Says(view.Reason(), TensorError::SliceRange, axis, last, size)) << Describe(model);
            continue;
        }
        if (count > 1 && std::uint64_t{model.strides[axis]} * step > 0xFFFFFFFF)
        {
            EXPECT_TRUE(Says(view.Reason(), TensorError::StrideLimit, axis, std::uint64_t{model.strides[axis]} * step,
                             0xFFFFFFFF))
                << Describe(model);
            continue;
        }

        // The layout's own elements, those whose coordinate on the axis is not taken left out.
        std::vector<std::uint64_t> expected;
        std::vector<std::uint32_t> coordinates(model.sizes.size(), 0);
        for (const std::uint64_t offset : Offsets(model))
        {
            const std::uint32_t at = coordinates[axis];
            if (at >= start && at <= last && (at - start) % step == 0) { expected.push_back(offset); }
            Advance(coordinates, model.sizes);
        }
        ASSERT_TRUE(view) << Describe(model);
        EXPECT_EQ(view.Sizes()[axis], count) << Describe(model);
        EXPECT_EQ(Visited(view), expected) << Describe(model);
        ExpectAsStrided(view);
    }
}

TEST(LayoutOracle, CollapsedHasTheSameOffsetsOnTheFewestAxes)
{
    Random random(0x17);
    std::array<int, 9> ranks{};
    for (int round = 0; round < 2000; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        const TensorLayout view = Build(model).Collapsed();
        ASSERT_TRUE(view) << Describe(model);
        EXPECT_EQ(Visited(view), offsets) << Describe(model);
        EXPECT_EQ(view.Collapsed(), view) << Describe(model);
        ExpectAsStrided(view);
        if (offsets.size() == 1) { EXPECT_EQ(view, TensorLayout::Strided({1}, {1}, model.first)) << Describe(model); }
        else if (offsets.size() <= 600)
        {
            EXPECT_EQ(view.Rank(), FewestAxes({offsets})) << Describe(model) << ": " << testing::PrintToString(view);
        }
        ++ranks[view.Rank()];
    }
    for (std::size_t rank = 1; rank <= 6; ++rank) { EXPECT_GT(ranks[rank], 0) << rank; }
}

// Other sizes of the same product, some of them cutting the layout's own axes and some not.
std::vector<std::uint32_t> RandomReshape(Random& random, const std::vector<std::uint32_t>& sizes)
{
    std::vector<std::uint32_t> factors;
    for (std::uint32_t size : sizes)
    {
        for (std::uint32_t prime = 2; size > 1; ++prime)
        {
            for (; size % prime == 0; size /= prime) { factors.push_back(prime); }
        }
    }
    if (random.OneIn(3))
    {
        for (std::uint32_t last = static_cast<std::uint32_t>(factors.size()); last > 1; --last)
        {
            std::swap(factors[last - 1], factors[random.Below(last)]);
        }
    }
    if (random.OneIn(3))
    {
        const std::uint32_t at = random.Below(static_cast<std::uint32_t>(factors.size()) + 1);
        factors.insert(factors.begin() + static_cast<std::ptrdiff_t>(at), 1);
    }
    if (factors.empty()) { factors.push_back(1); }
    const std::uint32_t rank = 1 + random.Below(8);
    while (factors.size() > rank)
    {
        const std::uint32_t at = random.Below(static_cast<std::uint32_t>(factors.size()) - 1);
        factors[at] *= factors[at + 1];
        factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    return factors;
}

TEST(LayoutOracle, ReshapedIsAViewExactlyWhereStridesExist)
{
    Random random(0x18);
    int views = 0;
    int refused = 0;
    for (int round = 0; round < 4000; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        const std::vector<std::uint32_t> sizes = RandomReshape(random, model.sizes);

        // A step along an axis leads from the first element to the one that many positions later in row-major order, so
        // that the stride of an axis above 1 can be no other.
        Model expected{sizes, std::vector<std::uint32_t>(sizes.size(), 1), model.first};
        bool exists = true;
        bool fits = true;
        std::uint64_t packed = 1;
        std::size_t step = 1;
        for (std::size_t i = sizes.size(); i-- > 0;)
        {
            std::uint64_t stride = (std::min)(packed, std::uint64_t{0xFFFFFFFF});
            if (sizes[i] > 1)
            {
                exists = exists && offsets[step] >= offsets[0];
                stride = offsets[step] - offsets[0];
                fits = fits && stride <= 0xFFFFFFFF;
            }
            expected.strides[i] = static_cast<std::uint32_t>(stride);
            packed = sizes[i] * stride;
            step *= sizes[i];
        }
        ASSERT_EQ(step, offsets.size());
        exists = exists && fits && Offsets(expected) == offsets;

        const TensorLayout view = Build(model).Reshaped(Values(sizes));
        if (exists)
        {
            EXPECT_EQ(view, Build(expected)) << Describe(model) << " as " << testing::PrintToString(sizes);
            ExpectAsStrided(view);
            ++views;
        }
        else
        {
            EXPECT_FALSE(view) << Describe(model) << " as " << testing::PrintToString(sizes);
            if (fits)
            {
                EXPECT_EQ(view.Error(), TensorError::NotAView)
                    << Describe(model) << " as " << testing::PrintToString(sizes);
                EXPECT_LT(view.Reason().axis, sizes.size())
                    << Describe(model) << " as " << testing::PrintToString(sizes);
            }
            ++refused;
        }
    }
    EXPECT_GT(views, 1000);
    EXPECT_GT(refused, 500);
}

// What WithStride must do to an axis of size above 1, read from the contract.
struct Padded
{
    TensorError error = TensorError::None;
    std::uint32_t axis = NoAxis;
    std::uint64_t actual = 0;
    std::uint64_t required = 0;
    Model model;
};

Padded WithStride(const Model& model, std::uint32_t axis, std::uint64_t stride)
{
    const std::uint64_t old = model.strides[axis];
    const auto counts = [&](std::uint32_t i) { return i != axis && model.sizes[i] > 1 && model.strides[i] > 0; };
    const auto slower = [&](std::uint32_t i)
    { return model.strides[i] > old || (model.strides[i] == old && i < axis); };
    const std::uint32_t rank = static_cast<std::uint32_t>(model.sizes.size());

    std::uint64_t span = 1;
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        span += counts(i) && !slower(i) ? (model.sizes[i] - 1) * std::uint64_t{model.strides[i]} : 0;
    }
    if (old != 0 && stride < span) { return {TensorError::StrideTooSmall, axis, stride, span, {}}; }
    if (old == 0) { return {TensorError::NotAView, axis, 0, 0, {}}; }
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        if (counts(i) && slower(i) && model.strides[i] % old != 0)
        {
            return {TensorError::NotAView, i, model.strides[i], old, {}};
        }
    }
    if (stride > 0xFFFFFFFF) { return {TensorError::StrideLimit, axis, stride, 0xFFFFFFFF, {}}; }
    Padded padded;
    padded.model = model;
    padded.model.strides[axis] = static_cast<std::uint32_t>(stride);
    for (std::uint32_t i = 0; i < rank; ++i)
    {
        if (counts(i) && slower(i))
        {
            const std::uint64_t moved = model.strides[i] / old * stride;
            if (moved > 0xFFFFFFFF) { return {TensorError::StrideLimit, i, moved, 0xFFFFFFFF, {}}; }
            padded.model.strides[i] = static_cast<std::uint32_t>(moved);
        }
    }
    return padded;
}

TEST(LayoutOracle, WithStrideMovesSlowerAxesApart)
{
    Random random(0x19);
    std::array<int, 4> outcomes{};
    for (int round = 0; round < 4000; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(model.sizes.size()));
        const TensorLayout layout = Build(model);
        const bool byMultiple = random.OneIn(2);
        const std::uint32_t multiple = 1 + random.Below(70);
        std::uint64_t stride =
            random.OneIn(2) ? random.Below(100) : model.strides[axis] + std::uint64_t{random.Below(20)};
        if (byMultiple) { stride = (std::uint64_t{model.strides[axis]} + multiple - 1) / multiple * multiple; }
        if (stride > 0xFFFFFFFF || model.sizes[axis] == 1) { continue; }
        if (byMultiple && model.strides[axis] == 0)
        {
            EXPECT_FALSE(layout.WithStrideMultiple(axis, multiple)) << Describe(model);
            continue;
        }
        if (!byMultiple && model.strides[axis] == 0 && stride == 0)
        {
            EXPECT_FALSE(layout.WithStride(axis, 0)) << Describe(model);
            continue;
        }

        const Padded expected = WithStride(model, axis, stride);
        const TensorLayout view = byMultiple ? layout.WithStrideMultiple(axis, multiple)
                                             : layout.WithStride(axis, static_cast<std::uint32_t>(stride));
        const std::string text = Describe(model) + " axis " + std::to_string(axis) + " stride " + std::to_string(stride)
                                 + ": " + testing::PrintToString(view);
        if (expected.error != TensorError::None)
        {
            EXPECT_TRUE(Says(view.Reason(), expected.error, expected.axis, expected.actual, expected.required)) << text;
            ++outcomes[expected.error == TensorError::StrideTooSmall ? 1
                       : expected.error == TensorError::NotAView     ? 2
                                                                     : 3];
            continue;
        }
        ++outcomes[0];
        EXPECT_TRUE(view.SameElements(Build(expected.model))) << text << " not " << Describe(expected.model);
        EXPECT_EQ(view.Strides()[axis], stride) << text;
        ExpectAsStrided(view);
        const std::vector<std::uint64_t> before = Offsets(model);
        const std::vector<std::uint64_t> after = Visited(view);
        if (Count(before).unique == before.size()) { EXPECT_EQ(Count(after).unique, after.size()) << text; }
        if (byMultiple)
        {
            // A row starts where the coordinates of all faster axes are 0.
            std::vector<std::uint32_t> coordinates(model.sizes.size(), 0);
            std::size_t unaligned = 0;
            for (const std::uint64_t offset : after)
            {
                bool start = true;
                for (std::size_t i = 0; i < coordinates.size(); ++i)
                {
                    const bool faster =
                        model.strides[i] < model.strides[axis] || (model.strides[i] == model.strides[axis] && i > axis);
                    start = start && (coordinates[i] == 0 || !faster);
                }
                unaligned += start && (offset - model.first) % multiple != 0 ? 1u : 0u;
                Advance(coordinates, model.sizes);
            }
            EXPECT_EQ(unaligned, 0u) << text;
        }
    }
    EXPECT_GT(outcomes[0], 500);
    EXPECT_GT(outcomes[1], 100);
    EXPECT_GT(outcomes[2], 100);
}

// The stride of a multiple in bytes by trying every one, from the present one on; what follows is WithStride's.
TEST(LayoutOracle, StridesInBytes)
{
    Random random(0x1A);
    constexpr std::uint32_t types[] = {12, 5, 2, 1, 9};
    std::array<int, 4> outcomes{};
    for (int round = 0; round < 4000; ++round)
    {
        const Model model = RandomModel(random, round);
        const std::uint32_t axis = random.Below(static_cast<std::uint32_t>(model.sizes.size()));
        if (model.sizes[axis] == 1 || model.strides[axis] == 0) { continue; }
        const std::uint32_t type = types[random.Below(5)];
        const std::uint64_t bits = BitsOfType[type];
        const bool byMultiple = random.OneIn(2);
        const std::uint64_t bytes = byMultiple ? random.Between(1, random.OneIn(2) ? 20 : 300) : random.Below(400);
        std::uint64_t stride = byMultiple ? model.strides[axis] : bytes * 8 / bits;
        while (byMultiple && stride * bits % (8 * bytes) != 0) { ++stride; }

        const TensorLayout layout = Build(model);
        const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
        const TensorLayout view = byMultiple ? layout.WithStrideMultipleInBytes(axis, bytes, dataType)
                                             : layout.WithStrideInBytes(axis, bytes, dataType);
        const std::string text = Describe(model) + " axis " + std::to_string(axis) + " bytes " + std::to_string(bytes)
                                 + " bits " + std::to_string(bits) + ": " + testing::PrintToString(view);
        if (stride * bits != bytes * 8 && !byMultiple)
        {
            EXPECT_TRUE(Says(view.Reason(), TensorError::StrideInBytes, axis, bytes, bits / 8)) << text;
            ++outcomes[3];
            continue;
        }
        // WithStride takes elements, which nothing has to be converted to.
        const Padded expected = WithStride(model, axis, stride);
        if (expected.error != TensorError::None)
        {
            EXPECT_TRUE(Says(view.Reason(), expected.error, expected.axis, expected.actual, expected.required)) << text;
            ++outcomes[byMultiple ? 1 : 2];
            continue;
        }
        ++outcomes[0];
        EXPECT_TRUE(view.SameElements(Build(expected.model))) << text << " not " << Describe(expected.model);
        EXPECT_EQ(view, layout.WithStride(axis, stride)) << text;
    }
    for (const int times : outcomes) { EXPECT_GT(times, 100); }
}

// ---------------------------------------------------------------------------------------------------------------------
// HasOverlap
// ---------------------------------------------------------------------------------------------------------------------

// Every layout of three axes up to 4 with strides up to 9: no answer is left to chance.
TEST(LayoutOracle, HasOverlapOfEverySmallLayout)
{
    int overlapping = 0;
    int distinct = 0;
    for (std::uint32_t n = 0; n < 27 * 1000; ++n)
    {
        const std::uint32_t sizes[3] = {2 + n % 3, 2 + n / 3 % 3, 2 + n / 9 % 3};
        const std::uint32_t strides[3] = {n / 27 % 10, n / 270 % 10, n / 2700};
        std::array<bool, 3 * 27 + 1> used{};
        bool overlap = false;
        for (std::uint32_t i = 0; i < sizes[0]; ++i)
        {
            for (std::uint32_t j = 0; j < sizes[1]; ++j)
            {
                for (std::uint32_t k = 0; k < sizes[2]; ++k)
                {
                    bool& here = used[i * strides[0] + j * strides[1] + k * strides[2]];
                    overlap = overlap || here;
                    here = true;
                }
            }
        }
        const TensorLayout layout = TensorLayout::Strided(sizes, strides);
        ASSERT_EQ(layout.HasOverlap(), overlap) << testing::PrintToString(layout);
        ++(overlap ? overlapping : distinct);
    }
    EXPECT_GT(overlapping, 5000);
    EXPECT_GT(distinct, 3000);
}

// Two axes with strides g*a and g*b, a and b coprime, collide exactly where their sizes exceed b and a.
TEST(LayoutOracle, HasOverlapOfTwoWideAxes)
{
    Random random(0x23);
    int overlapping = 0;
    int distinct = 0;
    for (int round = 0; round < 4000; ++round)
    {
        const std::uint32_t unit = random.Between(1, std::uint32_t{1} << random.Below(16));
        const std::uint32_t strides[2] = {unit * random.Between(1, 65535), unit * random.Between(1, 65535)};
        const std::uint32_t common = std::gcd(strides[0], strides[1]);
        const std::uint32_t needed[2] = {strides[1] / common, strides[0] / common};
        const std::uint32_t sizes[2] = {(std::max)(2u, needed[0] - 1 + random.Below(3)),
                                        (std::max)(2u, needed[1] - 1 + random.Below(3))};
        const bool overlap = sizes[0] > needed[0] && sizes[1] > needed[1];
        const TensorLayout layout = TensorLayout::Strided(sizes, strides);
        ASSERT_EQ(layout.HasOverlap(), overlap) << testing::PrintToString(layout);
        ++(overlap ? overlapping : distinct);
    }
    EXPECT_GT(overlapping, 300);
    EXPECT_GT(distinct, 300);
}

// A layout that was listed, with every stride multiplied, an axis that fills the room between its elements, and one
// that repeats it beyond its span: whether elements collide stays, while counts and spans grow far beyond 32 bits.
TEST(LayoutOracle, HasOverlapOfWhatWasListedSpreadWide)
{
    Random random(0x24);
    int overlapping = 0;
    int distinct = 0;
    for (int round = 0; round < 1500; ++round)
    {
        Model model = RandomModel(random, round % 2 == 0 ? NearlyPacked : NearlyPadded, 1 + random.Below(6), 100);
        for (std::size_t axis = 0; axis < model.sizes.size(); ++axis)
        {
            model.strides[axis] = model.sizes[axis] == 1 ? 0 : model.strides[axis];
        }
        model.first = 0;
        const std::vector<std::uint64_t> offsets = Offsets(model);
        const bool overlap = Count(offsets).unique < offsets.size();
        const std::uint32_t widest = *std::max_element(model.strides.begin(), model.strides.end());
        const std::uint32_t factor = random.Between(2, 0xFFFFFFFF / (std::max)(widest, 1u));
        for (std::uint32_t& stride : model.strides) { stride *= factor; }
        model.sizes.push_back(random.Between(2, factor));
        model.strides.push_back(1);
        const std::uint64_t span = Build(model).ElementSpan();
        if (span <= 0xFFFFFFFF)
        {
            model.sizes.push_back(random.Between(2, 0x1000000));
            model.strides.push_back(random.Between(static_cast<std::uint32_t>(span), 0xFFFFFFFF));
        }
        const TensorLayout layout = Build(model);
        ASSERT_TRUE(layout) << Describe(model);
        EXPECT_EQ(layout.HasOverlap(), overlap) << Describe(model);
        ++(overlap ? overlapping : distinct);
    }
    EXPECT_GT(overlapping, 200);
    EXPECT_GT(distinct, 200);
}

// All sums of the axes' differences |d| < size times their strides, sorted.
std::vector<std::int64_t> DifferenceSums(const Model& model, std::size_t begin, std::size_t end)
{
    std::vector<std::int64_t> sums{0};
    for (std::size_t axis = begin; axis < end; ++axis)
    {
        const std::int64_t most = std::int64_t{model.sizes[axis]} - 1;
        std::vector<std::int64_t> next;
        next.reserve(sums.size() * static_cast<std::size_t>(2 * most + 1));
        for (const std::int64_t sum : sums)
        {
            for (std::int64_t d = -most; d <= most; ++d)
            {
                next.push_back(sum + d * std::int64_t{model.strides[axis]});
            }
        }
        sums.swap(next);
    }
    std::sort(sums.begin(), sums.end());
    return sums;
}

// Exact for layouts too large to list: elements collide where a sum of the first axes' differences meets one of the
// other axes', or is 0 twice by itself. The sums are symmetric about 0, so that meeting and cancelling are the same.
bool Collide(const Model& model)
{
    const std::size_t half = model.sizes.size() / 2;
    const std::vector<std::int64_t> one = DifferenceSums(model, 0, half);
    const std::vector<std::int64_t> other = DifferenceSums(model, half, model.sizes.size());
    const auto zeros = [](const std::vector<std::int64_t>& sums) { return std::count(sums.begin(), sums.end(), 0); };
    if (zeros(one) > 1 || zeros(other) > 1) { return true; }
    auto left = std::upper_bound(one.begin(), one.end(), 0);
    auto right = std::upper_bound(other.begin(), other.end(), 0);
    while (left != one.end() && right != other.end())
    {
        if (*left == *right) { return true; }
        ++(*left < *right ? left : right);
    }
    return false;
}

TEST(LayoutOracle, CollideAgreesWithListing)
{
    Random random(0x21);
    for (int round = 0; round < 500; ++round)
    {
        const Model model =
            RandomModel(random, static_cast<std::uint32_t>(round) % FamilyCount, 1 + random.Below(6), 200);
        const std::vector<std::uint64_t> offsets = Offsets(model);
        EXPECT_EQ(Collide(model), Count(offsets).unique < offsets.size()) << Describe(model);
    }
}

// Eight axes, none of size 1, in families from nearly packed to arbitrary.
Model EightAxes(Random& random, std::uint32_t family)
{
    const std::uint32_t limits[6] = {100, 1000, 10000, 100000, 1000000, 0xFFFFFFFF};
    Model model;
    for (int axis = 0; axis < 8; ++axis) { model.sizes.push_back(2 + random.Below(family % 2 == 0 ? 2 : 3)); }
    switch (family)
    {
    case 0:
    case 1:
        model.strides = NestedStrides(random, model.sizes, 0);
        model.strides[random.Below(8)] -= 1;
        break;
    case 2:
    case 3:
        model.strides = NestedStrides(random, model.sizes, 4);
        for (int change = 0; change < 3; ++change)
        {
            std::uint32_t& stride = model.strides[random.Below(8)];
            stride += 2 - (std::min)(stride, random.Below(5));
        }
        break;
    case 4:
    case 5:
    {
        // Nested in one common unit but for a few axes that are none of its multiples.
        const std::uint32_t unit = 2 + random.Below(12);
        model.strides = NestedStrides(random, model.sizes, 2);
        for (std::uint32_t& stride : model.strides) { stride = random.OneIn(3) ? stride : stride * unit; }
        break;
    }
    default:
        for (int axis = 0; axis < 8; ++axis) { model.strides.push_back(1 + random.Below(limits[(family - 6) / 2])); }
        break;
    }
    return model;
}

constexpr std::uint32_t EightAxesFamilies = 18;

TEST(LayoutOracle, HasOverlapOfEightAxesHardlyReachesItsBound)
{
    Random random(0x22);
    int asked = 0;
    int bound = 0;
    int distinct = 0;
    for (std::uint32_t family = 0; family < EightAxesFamilies; ++family)
    {
        for (int round = 0; round < 60; ++round)
        {
            const Model model = EightAxes(random, family);
            const bool overlap = Collide(model);
            const bool answer = Build(model).HasOverlap();
            ASSERT_TRUE(answer || !overlap) << Describe(model);
            ++asked;
            bound += answer && !overlap ? 1 : 0;
            distinct += overlap ? 0 : 1;
        }
    }
    EXPECT_LE(bound * 1000, asked) << bound << " of " << asked;
    EXPECT_GT(distinct * 10, asked) << "few layouts needed the whole search";
}

// Layouts that need a long search, some of them beyond its bound: each must stay within the default limits of both
// compilers' constant evaluation, and get the same answer there and at run time.
constexpr std::uint32_t HardSizes[5][8] = {{2, 2, 2, 2, 2, 2, 2, 2},
                                           {4, 3, 4, 3, 4, 4, 4, 4},
                                           {3, 5, 4, 7, 4, 3, 2, 6},
                                           {7, 7, 7, 7, 7, 7, 7, 7},
                                           {1000000, 2, 1000000, 2, 1, 1, 1, 1}};
constexpr std::uint32_t HardStrides[5][8] = {
    {40, 60, 71, 77, 80, 82, 83, 84},
    {698060, 715485, 340911, 933407, 715033, 781361, 482693, 756264},
    {1740807187, 1473689187, 2499987418, 3371985861, 1451116028, 3538142613, 3697558821, 3328313180},
    {1740807187, 1473689187, 2499987418, 3371985861, 1451116028, 3538142613, 3697558821, 3328313180},
    {4284625495, 4274599803, 4223164416, 4222151680, 1, 1, 1, 1}};

template <std::size_t I> constexpr bool HardAnswer = TensorLayout::Strided(HardSizes[I], HardStrides[I]).HasOverlap();

TEST(LayoutOracle, HasOverlapOfHardLayoutsAtCompileTime)
{
    constexpr bool AtCompileTime[5] = {HardAnswer<0>, HardAnswer<1>, HardAnswer<2>, HardAnswer<3>, HardAnswer<4>};
    for (std::size_t i = 0; i < 5; ++i)
    {
        const Model model{{std::begin(HardSizes[i]), std::end(HardSizes[i])},
                          {std::begin(HardStrides[i]), std::end(HardStrides[i])},
                          0};
        EXPECT_EQ(AtCompileTime[i], Build(model).HasOverlap()) << Describe(model);
        EXPECT_TRUE(AtCompileTime[i] || !Collide(model)) << Describe(model);
    }
    static_assert(!HardAnswer<0>, "no two sets of these numbers have the same sum");
}

} // namespace

} // namespace layout_oracle_test
