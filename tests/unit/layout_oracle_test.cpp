// Exhaustive tests of small layouts, and layouts that need a long search. random_tests/layouts.hpp has random ones.
#include "dml_tensor_utils.hpp"
#include "models/layouts.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace layout_oracle_test
{

using namespace dml_tensor_utils;
using namespace layout_oracle;
using test_support::Random;

namespace
{

// Every layout of three axes with sizes up to 4 and strides up to 9.
TEST(LayoutOracle, HasOverlapIsRightForEverySmallLayout)
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

// Returns all sums of d * stride with |d| < size, sorted.
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

// Exact for layouts too large to list. Elements overlap if the first axes and the other axes have a sum in common, or
// if one of the two groups has the sum 0 twice. The sums are symmetric about 0, so that equal and opposite sums are the
// same.
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
        const Model model = RandomModel(random, random.Below(FamilyCount), random.Between(1, 6), 200);
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
        // Multiples of one unit, except for a few axes.
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

TEST(LayoutOracle, HasOverlapRarelyReachesItsBound)
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

// No elements overlap, but HasOverlap would need too long a search and returns true, to be safe.
TEST(LayoutOracle, ASearchThatGivesUpSaysOverlap)
{
    const TensorLayout layout =
        TensorLayout::Strided(Dimensions{5, 5, 8, 8, 2, 8, 4, 2},
                              Dimensions{6881726, 7108091, 6773609, 7817353, 3531697, 2062232, 4103901, 4784872});
    std::vector<std::uint64_t> offsets = Visited(layout);
    std::sort(offsets.begin(), offsets.end());
    EXPECT_EQ(offsets.size(), 204800U);
    EXPECT_EQ(std::adjacent_find(offsets.begin(), offsets.end()), offsets.end());
    EXPECT_TRUE(layout.HasOverlap());
}

// Layouts that need a long search, some of them longer than its limit. Both compilers must evaluate each within their
// default limits for constant expressions, with the same result as at run time.
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

TEST(LayoutOracle, HasOverlapOfHardLayoutsIsTheSameAtCompileTime)
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
