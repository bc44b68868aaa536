// TensorLayout::OfAnyRank: tensors of more axes than DirectML takes.
#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace any_rank_test
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

constexpr std::int64_t Least64 = (std::numeric_limits<std::int64_t>::min)();
constexpr std::int64_t Most64 = (std::numeric_limits<std::int64_t>::max)();

// ---- rule by rule ---------------------------------------------------------------------------------------------------

// The sizes and strides of a framework's tensor: as many strides as sizes, or none.
struct Framework
{
    std::size_t rank;
    std::int64_t sizes[16];
    bool hasStrides;
    std::int64_t strides[16];
    std::uint64_t first;
};

// A copy, because g++ 12 cannot compare a pointer into a temporary table with null at compile time.
constexpr L LayoutOf(Framework tensor)
{
    return L::OfAnyRank(tensor.sizes, tensor.hasStrides ? tensor.strides : nullptr, tensor.rank, tensor.first);
}

struct Case
{
    Framework tensor;
    L expected;
};

constexpr auto Cases()
{
    return std::array{
        Case{{9, {2, 3, 2, 3, 2, 3, 2, 3, 2}, false, {}, 0}, L::Packed({2592})},
        Case{{9, {2, 3, 2, 3, 2, 3, 2, 3, 2}, true, {1944, 648, 324, 108, 54, 18, 9, 3, 1}, 5},
             L::Strided({1296, 2}, {3, 1}, 5)},
        // No axes: one element.
        Case{{0, {}, false, {}, 0}, L::Packed({1})},
        Case{{0, {}, true, {}, 9}, L::Strided({1}, {1}, 9)},
        // Strides of axes of size 1 have no effect.
        Case{{5, {1, 2, 1, 3, 1}, true, {-1, 3, Least64, 1, Most64}, 0}, L::Packed({6})},
        Case{{16, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, true, {-7, 0, Most64, 1, 2, Least64}, 3},
             L::Strided({1}, {1}, 3)},
        // Broadcast axes merge only with each other.
        Case{{4, {2, 3, 4, 5}, true, {0, 0, 5, 1}, 0}, L::Strided({6, 20}, {0, 1})},
        // Eight axes that do not merge, among sixteen.
        Case{{16,
              {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2},
              true,
              {0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128},
              0},
             L::Strided({2, 2, 2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128})},
        // A stride of 2^32 + 2 disappears when its axis is merged.
        Case{{2, {2, 2}, true, {0x100000002, 0x80000001}, 0}, L::Strided({4}, {0x80000001})},
        Case{{3, {2, 65536, 65536}, true, {0, 65536, 1}, 0}, L::Strided({2, 65536, 65536}, {0, 65536, 1})},
        Case{{2, {65537, 65535}, false, {}, 0}, L::Packed({Max32})},
        // 2^34 elements: no size exceeds 32 bits, and the stride of 2^33 disappears.
        Case{{4, {2, 65536, 65536, 2}, false, {}, 0}, L::Packed({131072, 131072})},
        // The last possible position.
        Case{{2, {2, 3}, false, {}, Max64 - 5}, L::Strided({6}, {1}, Max64 - 5)},
    };
}

constexpr bool Holds(const Case& each) { return each.expected && LayoutOf(each.tensor) == each.expected; }

struct Rejection
{
    Framework tensor;
    E error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

constexpr auto Rejections()
{
    const Framework nine{9, {2, 2, 2, 2, 2, 2, 2, 2, 2}, true, {1, 2, 4, 8, 16, 32, 64, 128, 256}, 0};
    Framework nineOfMore = nine;
    nineOfMore.sizes[8] = Max32;
    nineOfMore.strides[8] = Most64;
    Framework zero = nine;
    zero.sizes[3] = 0;
    Framework negative = zero;
    negative.sizes[5] = -2;
    return std::array{
        Rejection{{3, {2, -1, 4}, false, {}, 0}, E::ValueRange, 1, Max64, Max32},
        Rejection{{3, {0x100000000, 3, 4}, false, {}, 0}, E::ValueRange, 0, 0x100000000, Max32},
        Rejection{{12, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -3}, false, {}, 0}, E::ValueRange, 11, Max64 - 2, Max32},
        Rejection{{3, {2, 3, 1}, true, {3, -1, -5}, 0}, E::ValueRange, 1, Max64, Max32},
        Rejection{{2, {0, 3}, true, {3, -1}, 0}, E::ValueRange, 1, Max64, Max32},
        Rejection{{10, {2, 2, 2, 2, 2, 2, 2, 2, 2, 0}, false, {}, 0}, E::ZeroSize, 9, 0, 1},
        Rejection{nine, E::DimensionCount, NoAxis, 9, 8},
        Rejection{{2, {2, 3}, true, {0x100000000, 1}, 0}, E::StrideLimit, 0, 0x100000000, Max32},
        Rejection{{4, {1, 2, 1, 3}, true, {5, 1, 5, Most64}, 0}, E::StrideLimit, 3, 0x7FFFFFFFFFFFFFFF, Max32},
        Rejection{{3, {65537, 65537, 65537}, false, {}, 0}, E::StrideLimit, 0, 4295098369, Max32},
        // 2^64 apart, which in 64 bits is 0.
        Rejection{{5, {2, 65536, 65536, 65536, 65536}, false, {}, 0}, E::StrideLimit, 0, Max64, Max32},
        Rejection{{2, {2, 65535}, true, {4, 4}, Max64 - 3}, E::SpanLimit, NoAxis, Max64, Max64},
        Rejection{{3, {Max32, Max32, Max32}, true, {0, 0, 0}, 0}, E::SpanLimit, NoAxis, Max64, Max64},
        // Two faults: the first one in the order of the checks is reported.
        Rejection{negative, E::ValueRange, 5, Max64 - 1, Max32},
        Rejection{zero, E::ZeroSize, 3, 0, 1},
        Rejection{nineOfMore, E::DimensionCount, NoAxis, 9, 8},
        Rejection{{2, {Max32, Max32}, true, {0x100000000, 0}, Max64}, E::StrideLimit, 0, 0x100000000, Max32},
    };
}

constexpr bool Holds(const Rejection& each)
{
    const L layout = LayoutOf(each.tensor);
    return !layout && layout.Error() == each.error
           && Says(layout.Reason(), each.error, each.axis, each.actual, each.required);
}

TEST(AnyRank, RuleByRule)
{
    ExpectTwice<Cases>();
    ExpectTwice<Rejections>();
}

// ---- what the arguments may be --------------------------------------------------------------------------------------

constexpr bool NullSizesAndRanks()
{
    const std::uint32_t* const none = nullptr;
    const std::uint32_t sizes[] = {2, 3};
    return Says(L::OfAnyRank(none, nullptr, 3).Reason(), E::NullPointer, NoAxis, 0, 3)
           && Says(L::OfAnyRank(none, sizes, 2).Reason(), E::NullPointer, NoAxis, 0, 2)
           && L::OfAnyRank(none, nullptr, 0) == L::Packed({1}) && L::OfAnyRank(none, none, 0, 4).FirstElement() == 4
           && L::OfAnyRank(sizes, none, 2) == L::Packed({6})
           && L::OfAnyRank(sizes, nullptr, 2) == L::Packed({6})
           // Nothing is read if there are so many axes.
           && Says(L::OfAnyRank(sizes, nullptr, -1).Reason(), E::DimensionCount, NoAxis, Max64, 8)
           && Says(L::OfAnyRank(sizes, nullptr, std::int64_t{-7}).Reason(), E::DimensionCount, NoAxis, Max64 - 6, 8);
}

// Characters, bools and floats are not sizes.
template <class Value, class = void> constexpr bool IsTaken = false;
template <class Value>
constexpr bool IsTaken<Value, std::void_t<decltype(L::OfAnyRank(std::declval<const Value*>(), nullptr, 2))>> = true;
static_assert(IsTaken<int> && IsTaken<unsigned char> && IsTaken<signed char>);
static_assert(
    !IsTaken<
        bool> && !IsTaken<char> && !IsTaken<wchar_t> && !IsTaken<char16_t> && !IsTaken<char32_t> && !IsTaken<float>);

TEST(AnyRank, NullSizesAndRanks) { ExpectTwice<NullSizesAndRanks>(); }

// ---- examples that were tried on DirectML ---------------------------------------------------------------------------

TEST(AnyRank, AgreesWithTheExamples)
{
    const auto rows = verdict_file::Table("rank_examples.csv",
                                          "name,dimension_count,sizes,strides,total_float32,collapsed_axes,collapsed_"
                                          "sizes,collapsed_strides,directml_original,directml_collapsed");
    ASSERT_EQ(rows.size(), 33u);
    int valid = 0;
    for (const std::vector<std::string>& row : rows)
    {
        SCOPED_TRACE(row[0]);
        const std::vector<std::uint64_t> sizes = verdict_file::Numbers(row[2]);
        const std::vector<std::uint64_t> strides = verdict_file::Numbers(row[3]);
        const std::uint64_t axes = verdict_file::Number(row[5]);
        ASSERT_EQ(sizes.size(), verdict_file::Number(row[1]));
        ASSERT_EQ(strides.size(), sizes.size());
        ASSERT_EQ(row[9], axes <= 8 ? "1" : "0"); // DirectML's verdict about the collapsed tensor
        const TensorLayout layout = TensorLayout::OfAnyRank(sizes.data(), strides.data(), sizes.size());
        if (axes > 8)
        {
            EXPECT_TRUE(Says(layout.Reason(), E::DimensionCount, NoAxis, axes, 8)) << ::testing::PrintToString(layout);
            continue;
        }
        ++valid;
        EXPECT_EQ(layout, TensorLayout::Strided(Dimensions(verdict_file::Numbers(row[6])),
                                                Dimensions(verdict_file::Numbers(row[7]))));
        EXPECT_EQ(layout.Rank(), axes);
        const BufferTensorDesc desc(DML_TENSOR_DATA_TYPE_FLOAT32, layout);
        EXPECT_TRUE(Validate(desc, TensorRole::Input).Ok());
        EXPECT_EQ(desc.TotalTensorSizeInBytes(), verdict_file::Number(row[4]));
    }
    EXPECT_EQ(valid, 23);
}

} // namespace

} // namespace any_rank_test
