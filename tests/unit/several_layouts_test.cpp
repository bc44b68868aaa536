// Tensors of one operator: the sizes that they can be broadcast to, and the fewest axes that they have in common.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace several_layouts_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::Max32;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;
using E = TensorError;
using L = TensorLayout;

// ---- BroadcastSizes -------------------------------------------------------------------------------------------------

struct Common
{
    Dimensions a;
    Dimensions b;
    Dimensions result;
};

constexpr Common CommonSizes[] = {
    {{2, 3}, {2, 3}, {2, 3}},
    {{2, 3}, {3}, {2, 3}},
    {{2, 1}, {1, 3}, {2, 3}},
    {{256, 256, 3}, {3}, {256, 256, 3}},
    {{8, 1, 6, 1}, {7, 1, 5}, {8, 7, 6, 5}},
    {{15, 3, 5}, {3, 1}, {15, 3, 5}},
    {{1}, {1, 1, 1}, {1, 1, 1}},
    {{1, 2, 3, 4, 5, 6, 7, 8}, {8}, {1, 2, 3, 4, 5, 6, 7, 8}},
    {{Max32}, {Max32}, {Max32}},
    {{Max32, 1}, {Max32}, {Max32, Max32}}, // too many elements for a tensor are not too many for sizes
    // A scalar has no axes.
    {{}, {2, 3}, {2, 3}},
    {{}, {}, {}},
    // Size 0 is valid here; BroadcastTo rejects it.
    {{0}, {1}, {0}},
    {{2, 0}, {0}, {2, 0}},
};

constexpr bool Holds(const Common& each)
{
    return BroadcastSizes(each.a, each.b) == each.result && BroadcastSizes(each.b, each.a) == each.result;
}

// The example of the documentation on broadcasting: a bias.
static_assert(L::Packed({3, 1, 1}).BroadcastTo(BroadcastSizes({3, 1, 1}, {2, 3, 4, 5}))
              == L::Strided({2, 3, 4, 5}, {0, 1, 0, 0}));

struct NoCommon
{
    Dimensions result;
    E error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto NoCommonSizes()
{
    const Dimensions nine{1, 1, 1, 1, 1, 1, 1, 1, 1};
    return std::array{
        NoCommon{BroadcastSizes({2, 3}, {2, 4}), E::BroadcastSizes, 1, 3, 4},
        NoCommon{BroadcastSizes({2, 4}, {2, 3}), E::BroadcastSizes, 1, 4, 3},
        NoCommon{BroadcastSizes({2, 3}, {2}), E::BroadcastSizes, 1, 3, 2},
        NoCommon{BroadcastSizes({2}, {2, 3}), E::BroadcastSizes, 1, 2, 3},
        // The last axis that does not match, by its number in the result.
        NoCommon{BroadcastSizes({5, 6, 7, 1}, {8, 9, 1}), E::BroadcastSizes, 2, 7, 9},
        NoCommon{BroadcastSizes({4, 5, 1}, {9, 4, 3, 2}), E::BroadcastSizes, 2, 5, 3},
        NoCommon{BroadcastSizes({2, 1}, {8, 4, 3}), E::BroadcastSizes, 1, 2, 4},
        NoCommon{BroadcastSizes({2, 0}, {2, 3}), E::BroadcastSizes, 1, 0, 3},
        NoCommon{BroadcastSizes({Max32}, {Max32 - 1}), E::BroadcastSizes, 0, Max32, Max32 - 1},
        NoCommon{BroadcastSizes({-2, 3}, {2, 4}), E::ValueRange, 0, Max64 - 1, Max32},
        NoCommon{BroadcastSizes({2, 3}, {0x100000000, 4}), E::ValueRange, 0, 0x100000000, Max32},
        NoCommon{BroadcastSizes(nine, {2, -4}), E::DimensionCount, NoAxis, 9, 8},
        NoCommon{BroadcastSizes({2, -4}, nine), E::ValueRange, 1, Max64 - 3, Max32},
    };
}

constexpr bool Holds(const NoCommon& each)
{
    return each.result.Error() == each.error && each.result.empty()
           && Says(each.result.Reason(), each.error, each.axis, each.actual, each.required);
}

TEST(BroadcastSizes, ReturnsTheCommonSizesOrTheReason)
{
    ExpectTwice<CommonSizes>();
    ExpectTwice<NoCommonSizes>();
}

// The strides that DirectML accepts for all element-wise operators. An axis of size 1 may have any stride.
TEST(BroadcastSizes, AgreesWithDirectML)
{
    const auto rows = verdict_file::Table("broadcast_examples.csv",
                                          "a_sizes,b_sizes,result_sizes,a_strides,b_strides,without_strides_accepted,"
                                          "leading_ones_accepted,size_one_stride_zero_accepted,broadcast_accepted");
    ASSERT_EQ(rows.size(), 37u);
    int common = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(&row - rows.data() + 2); // the line
        const Dimensions a(verdict_file::Numbers(row[0]));
        const Dimensions b(verdict_file::Numbers(row[1]));
        const Dimensions result = BroadcastSizes(a, b);
        EXPECT_EQ(BroadcastSizes(b, a).Error(), result.Error());
        if (row[2].empty())
        {
            EXPECT_EQ(result.Error(), E::BroadcastSizes) << ::testing::PrintToString(result);
            continue;
        }
        ++common;
        ASSERT_EQ(row[8], "1");
        EXPECT_EQ(result, Dimensions(verdict_file::Numbers(row[2])));
        EXPECT_EQ(BroadcastSizes(b, a), result);
        for (const std::size_t tensor : {std::size_t{0}, std::size_t{1}})
        {
            const Dimensions& sizes = tensor == 0 ? a : b;
            const TensorLayout view = TensorLayout::Packed(sizes).BroadcastTo(result);
            EXPECT_TRUE(
                view.SameElements(TensorLayout::Strided(result, Dimensions(verdict_file::Numbers(row[3 + tensor])))))
                << ::testing::PrintToString(view);
            EXPECT_TRUE(Validate(BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, view), TensorRole::Input).Ok());
            // DirectML itself takes equal sizes alone.
            EXPECT_EQ(row[5] == "1", a == b);
        }
    }
    EXPECT_EQ(common, 30);
}

// ---- CollapsedTogether ----------------------------------------------------------------------------------------------

// The documented example {2,3,2,2,2,3,2,2,2,2} has ten axes, too many for a layout. Its first two and last two axes
// merge in each tensor, so that it is given here with eight.
constexpr Dimensions TenAxes{6, 2, 2, 2, 3, 2, 2, 4};

constexpr bool CollapsesTogether()
{
    const L a = L::Packed(TenAxes);
    const L b = L::Strided(TenAxes, {0, 0, 96, 48, 16, 8, 4, 1});
    const L c = L::Strided(TenAxes, {384, 192, 2, 1, 64, 32, 16, 4});
    const auto two = CollapsedTogether(std::array<L, 2>{a, b});
    const auto three = CollapsedTogether(std::array<L, 3>{a, b, c});
    return two[0] == L::Strided({12, 192}, {192, 1}) && two[1] == L::Strided({12, 192}, {0, 1})
           && three[0] == L::Strided({12, 4, 48}, {192, 48, 1}) && three[1] == L::Strided({12, 4, 48}, {0, 48, 1})
           && three[2] == L::Strided({12, 4, 48}, {192, 1, 4});
}

struct Pair
{
    L a;
    L b;
    L collapsedA;
    L collapsedB;
};

constexpr auto Pairs()
{
    return std::array{
        Pair{L::Packed({2, 3, 4}), L::Packed({2, 3, 4}), L::Packed({24}), L::Packed({24})},
        // Axes that one tensor cannot merge are merged in none.
        Pair{L::Packed({2, 3, 4}), L::Strided({2, 3, 4}, {16, 5, 1}), L::Packed({2, 3, 4}),
             L::Strided({2, 3, 4}, {16, 5, 1})},
        Pair{L::Packed({2, 3, 4}), L::Strided({2, 3, 4}, {15, 5, 1}), L::Packed({6, 4}), L::Strided({6, 4}, {5, 1})},
        Pair{L::Packed({2, 3, 4}), L::Strided({2, 3, 4}, {0, 0, 1}), L::Packed({6, 4}), L::Strided({6, 4}, {0, 1})},
        Pair{L::Packed({2, 3, 4}), L::Strided({2, 3, 4}, {1, 0, 0}), L::Packed({2, 12}), L::Strided({2, 12}, {1, 0})},
        Pair{L::Strided({2, 3}, {0, 0}), L::Strided({2, 3}, {6, 2}), L::Strided({6}, {0}), L::Strided({6}, {2})},
        Pair{L::Strided({2, 2}, {2, 1}), L::Strided({2, 2}, {1, 2}), L::Strided({2, 2}, {2, 1}),
             L::Strided({2, 2}, {1, 2})},
        // Axes of size 1 disappear, whatever their strides; if all have size 1, one axis remains.
        Pair{L::Strided({2, 1, 3, 1}, {3, 9, 1, Max32}), L::Strided({2, 1, 3, 1}, {3, 0, 1, 7}), L::Packed({6}),
             L::Packed({6})},
        Pair{L::Strided({1, 1}, {5, 6}), L::Strided({1, 1}, {0, Max32}), L::Packed({1}), L::Packed({1})},
        // The first elements do not change.
        Pair{L::Strided({2, 3}, {3, 1}, 7), L::Strided({2, 3}, {3, 1}, Max64 - 5), L::Strided({6}, {1}, 7),
             L::Strided({6}, {1}, Max64 - 5)},
        // A merged size must fit 32 bits.
        Pair{L::Packed({65536, 65536}), L::Strided({65536, 65536}, {0, 0}), L::Packed({65536, 65536}),
             L::Strided({65536, 65536}, {0, 0})},
        Pair{L::Packed({65537, 65535}), L::Strided({65537, 65535}, {0, 0}), L::Packed({Max32}),
             L::Strided({Max32}, {0})},
        // 65535 * 65538 is 2^32 + 65534, which wraps to 65534 in 32 bits.
        Pair{L::Strided({2, 65535}, {65534, 65538}), L::Packed({2, 65535}), L::Strided({2, 65535}, {65534, 65538}),
             L::Packed({2, 65535})},
    };
}

constexpr bool Holds(const Pair& each)
{
    const std::array<L, 2> there = CollapsedTogether(std::array<L, 2>{each.a, each.b});
    const std::array<L, 2> back = CollapsedTogether(std::array<L, 2>{each.b, each.a});
    return there[0] == each.collapsedA && there[1] == each.collapsedB && back[0] == each.collapsedB
           && back[1] == each.collapsedA && there[0] && there[1];
}

// No tensor, and one, for which the result is Collapsed().
static_assert(CollapsedTogether(std::array<L, 0>{}).empty());
static_assert(CollapsedTogether(std::array<L, 1>{L::Packed({2, 3})})[0] == L::Packed({6}));
static_assert(CollapsedTogether(std::array<L, 1>{L::Strided({2, 3, 4}, {16, 5, 1})})[0]
              == L::Strided({2, 3, 4}, {16, 5, 1}).Collapsed());

struct Rejected
{
    std::array<L, 3> together;
    E error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto RejectedTogether()
{
    const L fine = L::Packed({2, 3});
    const L zero = L::Packed({2, 0});
    const L twice = fine.Transposed({0, 0});
    const auto together = [](const L& a, const L& b, const L& c) {
        return CollapsedTogether(std::array<L, 3>{a, b, c});
    };
    return std::array{
        Rejected{together(L(), fine, fine), E::DimensionCount, NoAxis, 0, 8},
        Rejected{together(fine, zero, twice), E::ZeroSize, 1, 0, 1},
        Rejected{together(fine, twice, zero), E::AxisOrder, 1, 0, 2},
        // An error of a layout comes before different sizes. The error has the size and that of the first layout.
        Rejected{together(fine, L::Packed({2, 4}), zero), E::ZeroSize, 1, 0, 1},
        Rejected{together(fine, fine, L::Packed({2, 4})), E::SizesDiffer, 1, 4, 3},
        Rejected{together(L::Packed({2, 4}), fine, fine), E::SizesDiffer, 1, 3, 4},
        Rejected{together(fine, L::Packed({4, 3}), L::Packed({2, 4})), E::SizesDiffer, 0, 4, 2},
        // Sizes must be equal: equal after broadcasting, or an equal number of elements, is not enough.
        Rejected{together(fine, L::Packed({1, 3}), fine), E::SizesDiffer, 0, 1, 2},
        Rejected{together(fine, L::Packed({3, 2}), fine), E::SizesDiffer, 0, 3, 2},
        Rejected{together(fine, L::Packed({1, 2, 3}), fine), E::SizesDiffer, NoAxis, 3, 2},
        Rejected{together(fine, fine, L::Packed({2})), E::SizesDiffer, NoAxis, 1, 2},
    };
}

constexpr bool Holds(const Rejected& each)
{
    for (const L& layout : each.together)
    {
        if (layout || !Says(layout.Reason(), each.error, each.axis, each.actual, each.required)) { return false; }
    }
    return true;
}

TEST(CollapsedTogether, TablesAtRunTime)
{
    ExpectTwice<CollapsesTogether>();
    ExpectTwice<Pairs>();
    ExpectTwice<RejectedTogether>();
    // Errors of a layout and of its sizes, with values that the compiler cannot evaluate beforehand.
    const std::vector<std::uint32_t> sizes{2, 4, 0};
    for (const std::uint32_t size : sizes)
    {
        const std::array<L, 4> four{L::Packed({2, 4}), L::Packed({2, size}), L(), L::Packed({2, 4})};
        EXPECT_EQ(CollapsedTogether(four)[3].Error(), size == 0 ? E::ZeroSize : E::DimensionCount);
        const std::array<L, 3> three{L::Packed({2, 4}), L::Packed({2, size}), L::Packed({3, 4})};
        EXPECT_EQ(CollapsedTogether(three)[2].Error(), size == 0 ? E::ZeroSize : E::SizesDiffer);
    }
}

} // namespace

} // namespace several_layouts_test
