// Dimensions and AxisOrder: every way to make them, and rejections. Each table runs in a static_assert and in a TEST.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_span)
#include <ranges>
#include <span>
#endif
#endif

namespace dimensions_test
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;

namespace
{

using E = TensorError;

constexpr std::uint64_t Limit = 0xFFFFFFFF;

// A view like std::span, which C++17 does not have.
struct IntView
{
    const int* values;
    std::size_t count;

    constexpr const int* data() const noexcept { return values; }
    constexpr std::size_t size() const noexcept { return count; }
};

constexpr bool Holds(const Dimensions& made, const std::uint32_t* expected, std::size_t count)
{
    if (made.Error() != TensorError::None || !made.Reason().Ok() || made.size() != count
        || made.empty() != (count == 0))
    {
        return false;
    }
    std::size_t position = 0;
    for (const std::uint32_t value : made)
    {
        if (position == count || value != expected[position] || made[position] != value
            || made.data()[position] != value)
        {
            return false;
        }
        ++position;
    }
    // Nothing is read beyond the end.
    return position == count && made.end() - made.begin() == static_cast<std::ptrdiff_t>(count) && made[count] == 0
           && made[8] == 0 && made[(std::numeric_limits<std::size_t>::max)()] == 0;
}

// Dimensions with an error: empty, with the reason.
constexpr bool Rejects(const Dimensions& made, TensorError error, std::uint32_t axis, std::uint64_t actual,
                       std::uint64_t required)
{
    return made.Error() == error && Says(made.Reason(), error, axis, actual, required) && made.size() == 0
           && made.empty() && made.begin() == made.end() && made[0] == 0;
}

struct Made
{
    const char* name;
    Dimensions made;
    std::size_t count;
    std::array<std::uint32_t, 8> expected;
};

constexpr auto MadeCases()
{
    const int height = 3;
    const std::uint32_t width = 4294967295;
    const std::int64_t depth = 5;
    const std::int64_t wide[4] = {0, 1, 4294967294, 4294967295};
    int viewed[2] = {7, 9};

    return std::array{
        Made{"none", Dimensions(), 0, {}},
        Made{"literals", Dimensions{1, 3, 1080, 1920}, 4, {1, 3, 1080, 1920}},
        Made{"variables of three types", Dimensions{height, width, depth}, 3, {3, 4294967295, 5}},
        Made{"C array", Dimensions(wide), 4, {0, 1, 4294967294, 4294967295}},
        Made{"pointer into the middle", Dimensions(wide + 2, 2), 2, {4294967294, 4294967295}},
        Made{"pointer and no count", Dimensions(wide, 0), 0, {}},
        Made{"null pointer and no count", Dimensions(static_cast<const int*>(nullptr), 0), 0, {}},
        Made{"temporary std::array", Dimensions(std::array<int, 3>{1, 2, 3}), 3, {1, 2, 3}},
        Made{"std::array of none", Dimensions(std::array<int, 0>{}), 0, {}},
        Made{"a view", Dimensions(IntView{viewed, 2}), 2, {7, 9}},
    };
}

constexpr bool Holds(const Made& made) { return Holds(made.made, made.expected.data(), made.count); }

struct Rejected
{
    const char* name;
    Dimensions made;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto RejectedCases()
{
    const std::int8_t lowest[2] = {1, -128};
    const std::int64_t beyond[3] = {1, 4294967296, -1};
    const std::uint64_t allOnes[3] = {1, 2, Max64};
    const int nine[9] = {-1, 2, 3, 4, 5, 6, 7, 8, 9};
    const int* null = nullptr; // not constant, like `viewed`, because clang evaluates constants at compile time

    return std::array{
        Rejected{"-1 in a list", Dimensions{-1}, E::ValueRange, 0, Max64, Limit},
        Rejected{"2^32 in a list", Dimensions{1, 4294967296}, E::ValueRange, 1, 4294967296, Limit},
        Rejected{"lowest int8_t", Dimensions(lowest), E::ValueRange, 1, 0xFFFFFFFFFFFFFF80, Limit},
        Rejected{"the first of two", Dimensions(beyond), E::ValueRange, 1, 4294967296, Limit},
        Rejected{"highest uint64_t in a C array", Dimensions(allOnes), E::ValueRange, 2, Max64, Limit},
        Rejected{"nine in a list", Dimensions{1, 2, 3, 4, 5, 6, 7, 8, 9}, E::DimensionCount, NoAxis, 9, 8},
        Rejected{"nine in a C array, before their values", Dimensions(nine), E::DimensionCount, NoAxis, 9, 8},
        Rejected{"a count that nothing holds", Dimensions(nine, 0xFFFFFFFF), E::DimensionCount, NoAxis, 0xFFFFFFFF, 8},
        Rejected{"null pointer", Dimensions(null, 3), E::NullPointer, NoAxis, 0, 3},
        Rejected{"the count before the null pointer", Dimensions(null, 9), E::DimensionCount, NoAxis, 9, 8},
    };
}

constexpr bool Holds(const Rejected& rejected)
{
    return Rejects(rejected.made, rejected.error, rejected.axis, rejected.actual, rejected.required);
}

struct Pair
{
    const char* name;
    Dimensions one;
    Dimensions other;
    bool equal;
};

constexpr auto EqualityCases()
{
    const int nine[9] = {};
    const int values[3] = {1, 2, 3};
    return std::array{
        Pair{"the same by two ways", Dimensions{1, 2, 3}, Dimensions(values), true},
        Pair{"none and none", Dimensions(), Dimensions(values, 0), true},
        Pair{"another value", Dimensions{1, 2, 3}, Dimensions{1, 2, 4}, false},
        Pair{"a zero more", Dimensions{1, 2}, Dimensions{1, 2, 0}, false},
        Pair{"the same error", Dimensions{1, -1}, Dimensions(std::array<int, 2>{2, -1}), true},
        Pair{"the same error elsewhere", Dimensions{1, -1}, Dimensions{-1, 1}, false},
        Pair{"another error", Dimensions{-1}, Dimensions(nine), false},
        Pair{"an error and none", Dimensions{-1}, Dimensions(), false},
    };
}

constexpr bool Holds(const Pair& pair)
{
    return (pair.one == pair.other) == pair.equal && (pair.one != pair.other) == !pair.equal
           && (pair.other == pair.one) == pair.equal && pair.one == pair.one && !(pair.other != pair.other);
}

struct Order
{
    const char* logical;
    const char* physical;
    TensorError error;
    Dimensions expected;
};

constexpr auto AxisOrderCases()
{
    return std::array{
        Order{"NCHW", "NHWC", E::None, {0, 2, 3, 1}},
        Order{"NCHW", "NCHW", E::None, {0, 1, 2, 3}},
        Order{"DHW", "WHD", E::None, {2, 1, 0}},
        Order{"W", "W", E::None, {0}},
        Order{"nchw", "nhwc", E::None, {0, 2, 3, 1}},
        Order{"abcdefgh", "hgfedcba", E::None, {7, 6, 5, 4, 3, 2, 1, 0}},
        Order{"AZaz", "zaZA", E::None, {3, 2, 1, 0}},
        Order{"NCHW", "NHWW", E::AxisOrder, {}},
        Order{"NCCW", "NCHW", E::AxisOrder, {}},
        Order{"NCHW", "NDHW", E::AxisOrder, {}},
        Order{"NCHW", "NCH", E::AxisOrder, {}},
        Order{"NCHW", "", E::AxisOrder, {}},
        Order{"", "N", E::AxisOrder, {}},
        Order{"N1HW", "NHW1", E::AxisOrder, {}},
        Order{"@[`{", "{`[@", E::AxisOrder, {}},
        Order{"N\xC3\x84", "\xC3\x84N", E::AxisOrder, {}},
        Order{nullptr, "NCHW", E::AxisOrder, {}},
        Order{"NCHW", nullptr, E::AxisOrder, {}},
        Order{"ABCDEFGHI", "IHGFEDCBA", E::DimensionCount, {}},
    };
}

constexpr bool Holds(const Order& order)
{
    const Dimensions made = AxisOrder(order.logical, order.physical);
    return order.error == TensorError::None ? made == order.expected : made.Error() == order.error && made.empty();
}
static_assert(Says(AxisOrder("ABCDEFGHI", "IHGFEDCBA").Reason(), E::DimensionCount, NoAxis, 9, 8));

TEST(Dimensions, HoldTheirValues) { ExpectTwice<MadeCases>(); }

TEST(Dimensions, CarryTheirError) { ExpectTwice<RejectedCases>(); }

TEST(Dimensions, AcceptContainersAndParts)
{
    const std::vector<std::uint32_t> sizes{2, 3, 5};
    const std::vector<std::int64_t> shape{2, 3, 5};
    const std::vector<std::int64_t> unknown{2, -1, 5};
    const std::vector<std::uint8_t> many(9, 1);

    EXPECT_EQ(Dimensions(sizes.data(), sizes.size()), (Dimensions{2, 3, 5}));
    EXPECT_EQ(Dimensions(sizes), (Dimensions{2, 3, 5}));
    EXPECT_EQ(Dimensions(shape), (Dimensions{2, 3, 5}));
    EXPECT_EQ(Dimensions(std::vector<unsigned short>{4, 6}), (Dimensions{4, 6}));
    EXPECT_EQ(Dimensions(std::vector<int>{}), Dimensions());
    EXPECT_TRUE(Rejects(Dimensions(unknown), E::ValueRange, 1, Max64, Limit));
    EXPECT_TRUE(Rejects(Dimensions(many), E::DimensionCount, NoAxis, 9, 8));
}

TEST(Dimensions, AreEqualIfValuesAndErrorsAreEqual) { ExpectTwice<EqualityCases>(); }

TEST(AxisOrder, FollowsTheLetters)
{
    ExpectTwice<AxisOrderCases>();
    for (const char other : {'0', '@', '[', '`', '{', '\x7F'})
    {
        const std::string order = std::string("NHW") + other;
        EXPECT_TRUE(Says(AxisOrder(order.c_str(), order.c_str()).Reason(), E::AxisOrder, NoAxis, 0, 0)) << other;
    }
}

#if defined(__cpp_lib_span)
// Dimensions can be made from a std::span of any integer type, and a std::span from Dimensions.
constexpr bool ConvertToAndFromSpans()
{
    const std::array<std::int64_t, 4> sizes = {1, 3, 4, 5};
    const std::span<const std::int64_t> all = sizes;
    const Dimensions made = all;
    const std::span<const std::uint32_t> shown = made;

    return made == Dimensions{1, 3, 4, 5} && Dimensions(std::span(sizes)) == made
           && Dimensions(all.subspan(1, 2)) == Dimensions{3, 4} && Dimensions(all.first(0)).empty()
           && shown.data() == made.data() && shown.size() == 4 && std::span(made).back() == 5
           && Dimensions(shown.last<2>()) == Dimensions{4, 5};
}
static_assert(std::ranges::contiguous_range<const Dimensions> && std::ranges::sized_range<const Dimensions>);

constexpr bool RejectWhatASpanHolds()
{
    const std::array<std::int64_t, 2> tooLarge = {1, 4294967296};
    const std::array<int, 9> nine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    return Dimensions(std::span(tooLarge)).Error() == TensorError::ValueRange
           && Dimensions(std::span<const int>(nine)).Error() == TensorError::DimensionCount;
}

TEST(Dimensions, ConvertToAndFromSpans)
{
    ExpectTwice<ConvertToAndFromSpans>();
    ExpectTwice<RejectWhatASpanHolds>();

    const std::uint32_t sizes[4] = {1, 2, 2, 3};
    const TensorLayout layout = TensorLayout::Packed(std::span(sizes), Layout::NHWC);
    const std::span<const std::uint32_t> strides = layout.Strides();
    EXPECT_EQ(std::vector<std::uint32_t>(strides.begin(), strides.end()), (std::vector<std::uint32_t>{12, 1, 6, 2}));
}
#else
TEST(Dimensions, ConvertToAndFromSpans) { GTEST_SKIP() << "the standard library has no std::span"; }
#endif

#if defined(__SIZEOF_INT128__)
// No element type is so wide that a value would be truncated.
static_assert(!std::is_constructible_v<Dimensions, const __int128_t*, std::size_t>);
#endif
} // namespace

} // namespace dimensions_test
