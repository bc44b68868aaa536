// Tests at run time with values that compilers do not know, so that they are not evaluated at compile time.
#include "dml_tensor_utils.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace run_time_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::Max32;
using test_support::Max64;
using test_support::NoAxis;
using test_support::Says;

// Returns the same value through a volatile variable.
template <class T> T Unforeseen(T value)
{
    volatile T read = value;
    return read;
}

Dimensions Values(const std::vector<std::int64_t>& values)
{
    return Dimensions(values.data(), static_cast<std::size_t>(Unforeseen(values.size())));
}

// Of several errors, the first one remains.
TEST(RunTime, LayoutsThatDoNotCollapseTogether)
{
    const TensorLayout good = TensorLayout::Packed(Values({2, 3}));
    const TensorLayout other = TensorLayout::Packed(Values({2, 4}));
    const TensorLayout empty = TensorLayout::Packed(Values({2, 0}));
    const TensorLayout negative = TensorLayout::Packed(Values({-1}));
    for (const TensorLayout& one : CollapsedTogether(std::array<TensorLayout, 4>{good, empty, negative, other}))
    {
        EXPECT_TRUE(Says(one.Reason(), TensorError::ZeroSize, 1, 0, 1));
    }
    for (const TensorLayout& one : CollapsedTogether(std::array<TensorLayout, 3>{good, other, good.Transposed({1, 0})}))
    {
        EXPECT_TRUE(Says(one.Reason(), TensorError::SizesDiffer, 1, 4, 3));
    }
}

// Nine letters are too many, even if both layouts have the same ones.
TEST(RunTime, AxisOrdersOfNineLetters)
{
    const std::string upper = "ABCDEFGHZ";
    const std::string lower = "abcdefghz";
    EXPECT_TRUE(Says(AxisOrder(upper.c_str(), "ZABCDEFGH").Reason(), TensorError::DimensionCount, NoAxis, 9, 8));
    EXPECT_TRUE(Says(AxisOrder(lower.c_str(), "zabcdefgh").Reason(), TensorError::DimensionCount, NoAxis, 9, 8));
    EXPECT_TRUE(Says(AxisOrder(upper.c_str(), lower.c_str()).Reason(), TensorError::AxisOrder, 0, 'a', 0));
    EXPECT_TRUE(Says(AxisOrder("ABCDEFGHA", upper.c_str()).Reason(), TensorError::AxisOrder, 8, 'Z', 0));
    for (const char other : {'0', '@', '[', '`', '{', '\x7F'})
    {
        const std::string nine = upper.substr(0, 8) + other;
        EXPECT_TRUE(Says(AxisOrder(nine.c_str(), nine.c_str()).Reason(), TensorError::AxisOrder, NoAxis, 0, 0))
            << other;
    }
}

// 2^64 - 1 is (2^32 - 1) * (2^32 + 1): with the largest strides, 2^32 + 1 steps end at the last position.
TEST(RunTime, SpansAtTheEndOf64Bits)
{
    const TensorLayout last = TensorLayout::Strided(Values({2, 3, Max32}), Values({Max32 - 1, Max32, Max32}));
    EXPECT_EQ(last.ElementSpan(), Max64);
    EXPECT_TRUE(Says(TensorLayout::Strided(Values({4, Max32}), Values({Max32, Max32})).Reason(), TensorError::SpanLimit,
                     NoAxis, Max64, Max64));
    // The fastest axes already exceed 64 bits.
    EXPECT_TRUE(Says(TensorLayout::Strided(Values({2, 9, Max32}), Values({1, Max32, Max32})).Reason(),
                     TensorError::SpanLimit, NoAxis, Max64, Max64));
}

// No elements overlap, but HasOverlap would need too long a search and returns true, to be safe.
TEST(RunTime, ASearchThatGivesUp)
{
    const TensorLayout layout =
        TensorLayout::Strided(Values({5, 5, 8, 8, 2, 8, 4, 2}),
                              Values({6881726, 7108091, 6773609, 7817353, 3531697, 2062232, 4103901, 4784872}));
    std::vector<std::uint64_t> offsets;
    layout.ForEach([&offsets](const Dimensions&, std::uint64_t offset) { offsets.push_back(offset); });
    std::sort(offsets.begin(), offsets.end());
    EXPECT_EQ(offsets.size(), 204800U);
    EXPECT_EQ(std::adjacent_find(offsets.begin(), offsets.end()), offsets.end());
    EXPECT_TRUE(layout.HasOverlap());
}

// The stride matters only if there is a second element.
TEST(RunTime, SlicesWhoseStrideExceeds32Bits)
{
    const TensorLayout layout = TensorLayout::Strided(Values({9}), Values({Max32}));
    EXPECT_TRUE(Says(layout.Sliced(0, 0, Unforeseen(2U), 4).Reason(), TensorError::StrideLimit, 0,
                     std::uint64_t{Max32} * 4, Max32));
    EXPECT_EQ(layout.Sliced(0, 8, Unforeseen(1U), 4), TensorLayout::Strided({1}, {Max32}, std::uint64_t{Max32} * 8));
    EXPECT_EQ(layout.Sliced(0, 0, Unforeseen(9U), 1), layout);
}

TEST(RunTime, ReshapedToMoreThan64Bits)
{
    // The product exceeds 64 bits before the last size.
    const TensorLayout layout = TensorLayout::Packed(Values({2, 3}));
    EXPECT_TRUE(
        Says(layout.Reshaped(Values({Max32, Max32, Max32, Max32})).Reason(), TensorError::NotAView, NoAxis, 6, Max64));
    // Also for as many elements as 64 bits can count.
    const TensorLayout most = TensorLayout::Strided(Values({65535, 65537, 641, 6700417}), Values({0, 0, 0, 0}));
    EXPECT_EQ(most.ElementCount(), Max64);
    EXPECT_TRUE(Says(most.Reshaped(Values({Max32, Max32, 2})).Reason(), TensorError::NotAView, NoAxis, Max64, Max64));
}

} // namespace

} // namespace run_time_test
