#include "models/copies.hpp"
#include "random_tests/copies.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace copy_test
{

namespace
{

using namespace copy_support;
using test_support::Max64;

constexpr Variants BestPath{false, true};
constexpr Variants BestPathAuto{false, false};
constexpr Variants EveryPathAuto{true, false};

// Whether a call with this order of the two sides compiles.
template <class First, class Second, class = void> inline constexpr bool IsCopy = false;
template <class First, class Second>
inline constexpr bool IsCopy<
    First, Second, std::void_t<decltype(CopyTensor(std::declval<const First&>(), std::declval<const Second&>()))>> =
    true;
static_assert(IsCopy<Destination, Source>);
static_assert(!IsCopy<Source, Destination> && !IsCopy<Destination, Destination> && !IsCopy<Source, Source>);

// Whether the smallest plane of every transpose fits a tile on the stack.
constexpr bool FitsTile(const detail::Kernels& kernels)
{
    bool fits = true;
    for (std::size_t log = 0; log < 4; ++log)
    {
        for (const detail::TransposeKernel& kernel : kernels.transposes[log])
        {
            fits = fits && kernel.minRows << log <= detail::CacheLineBytes
                   && kernel.minColumns << log <= detail::CacheLineBytes / 2;
        }
    }
    return fits;
}
static_assert(FitsTile(detail::ScalarKernels));
#if DTU_ISA != DTU_NO_VECTORS
static_assert(FitsTile(detail::vector128::KernelTable<void>));
#endif
#if DTU_IS_X86
static_assert(FitsTile(detail::vector256::KernelTable<void>));
#endif

// ---- documented examples, written out -------------------------------------------------------------------------------

struct Example
{
    const char* name;
    DML_TENSOR_DATA_TYPE type;
    TensorLayout destination;
    TensorLayout source;
    std::string from;
    std::string before;
    std::string after;
};

// Returns the bytes of a text such as "21 43 05".
std::string Bytes(const std::string& digits)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 3)
    {
        bytes += static_cast<char>(std::strtoul(digits.substr(i, 2).c_str(), nullptr, 16));
    }
    return bytes;
}

TEST(Copy, HasTheWrittenOutResults)
{
    const TensorLayout wide = TensorLayout::Packed({2, 3});
    const Example examples[] = {
        {"column-major WH", UInt8, TensorLayout::Strided({2, 3}, {1, 2}), wide, "ABCDEF", "......", "ADBECF"},
        {"padded rows", UInt8, TensorLayout::Strided({2, 3}, {5, 1}), wide, "ABCDEF", "xxxxxxxxxx", "ABCxxDEFxx"},
        {"row broadcast", UInt8, wide, TensorLayout::Strided({2, 3}, {0, 1}), "ABC", "......", "ABCABC"},
        {"row broadcast by its size", UInt8, wide, TensorLayout::Packed({1, 3}), "ABC", "......", "ABCABC"},
        {"row broadcast by its rank", UInt8, wide, TensorLayout::Packed({3}), "ABC", "......", "ABCABC"},
        {"column broadcast", UInt8, wide, TensorLayout::Packed({2, 1}), "AB", "......", "AAABBB"},
        {"one element for all", UInt8, wide, TensorLayout::Packed({1}), "A", "......", "AAAAAA"},
        {"a transposed view", UInt8, TensorLayout::Packed({3, 2}), wide.Transposed({1, 0}), "ABCDEF", "......",
         "ADBECF"},
        {"a column out of the middle", UInt8, TensorLayout::Packed({2, 1}), wide.Sliced(1, 1, 1), "ABCDEF", "..", "BE"},
        {"a column into the middle", UInt8, wide.Sliced(1, 1, 1), TensorLayout::Packed({2, 1}), "BE", "......",
         ".B..E."},
        {"every other column", UInt8, wide.Sliced(1, 0, 2, 2), TensorLayout::Packed({2, 2}), "ACDF", "......",
         "A.CD.F"},
        {"NCHW to NHWC", UInt8, TensorLayout::Packed({1, 3, 2, 2}, Layout::NHWC), TensorLayout::Packed({1, 3, 2, 2}),
         "RSTUGHIJBCDE", "............", "RGBSHCTIDUJE"},
        {"NHWC to NCHW", UInt8, TensorLayout::Packed({1, 3, 2, 2}), TensorLayout::Packed({1, 3, 2, 2}, Layout::NHWC),
         "RGBSHCTIDUJE", "............", "RSTUGHIJBCDE"},
        {"elements of two bytes", UInt16, TensorLayout::Strided({2, 3}, {1, 2}), wide, "AaBbCcDdEeFf", "............",
         "AaDdBbEeCcFf"},
        {"an element of eight bytes", DML_TENSOR_DATA_TYPE_INT64, TensorLayout::Strided({2}, {1}),
         TensorLayout::Strided({2}, {0}), "ABCDEFGH", "................", "ABCDEFGHABCDEFGH"},
        // The first of two 4-bit elements is the low nibble of its byte: [1, 2, 3, 4, 5] is 21 43 05.
        {"4 bits, the last nibble is kept", UInt4, TensorLayout::Packed({5}), TensorLayout::Packed({5}),
         Bytes("21 43 65"), Bytes("EE EE EE"), Bytes("21 43 E5")},
        {"4 bits, from an odd element", UInt4, TensorLayout::Packed({4}), TensorLayout::Strided({4}, {1}, 1),
         Bytes("21 43 65"), Bytes("EE EE"), Bytes("32 54")},
        {"4 bits, to an odd element", UInt4, TensorLayout::Strided({4}, {1}, 1), TensorLayout::Packed({4}),
         Bytes("21 43"), Bytes("EE EE EE"), Bytes("1E 32 E4")},
        {"4 bits, transposed", UInt4, TensorLayout::Packed({2, 2}), TensorLayout::Strided({2, 2}, {1, 2}),
         Bytes("21 43"), Bytes("EE EE"), Bytes("31 42")},
        {"4 bits, rows that start inside a byte", UInt4, TensorLayout::Strided({2, 3}, {5, 1}), wide, Bytes("21 43 65"),
         Bytes("EE EE EE EE EE"), Bytes("21 E3 4E 65 EE")},
        {"4 bits, every third", UInt4, TensorLayout::Strided({3}, {3}), TensorLayout::Packed({3}), Bytes("21 03"),
         Bytes("EE EE EE EE"), Bytes("E1 2E EE E3")},
        {"4 bits, broadcast", UInt4, TensorLayout::Packed({5}), TensorLayout::Strided({1}, {1}, 1), Bytes("21"),
         Bytes("EE EE EE"), Bytes("22 22 E2")},
    };
    for (const Example& example : examples)
    {
        ForEachPath({},
                    [&](CopyPath path)
                    {
                        for (const CopyHint hint : {CopyHint::Auto, CopyHint::Cached, CopyHint::Streaming})
                        {
                            std::string after = example.before;
                            const Diagnosis found = detail::CopyTensorBy(
                                detail::KernelsOf(path),
                                Destination{example.type, &after[0], after.size(), example.destination},
                                Source{example.type, example.from.data(), example.from.size(), example.source}, hint);
                            const std::string variant = Name(path) + ' ' + Name(hint);
                            EXPECT_EQ(found, Diagnosis{}) << example.name << ' ' << variant;
                            EXPECT_EQ(after, example.after) << example.name << ' ' << variant;
                        }
                    });
        std::string after = example.before;
        EXPECT_EQ(CopyTensor(DestinationOf(example.type, after, example.destination),
                             SourceOf(example.type, example.from, example.source)),
                  Diagnosis{});
        EXPECT_EQ(after, example.after) << example.name;
    }
}

// Both sides hold a copy of their layout, so that the original may change or end.
TEST(Copy, SourceAndDestinationOwnTheirLayouts)
{
    std::string to = "......";
    auto layout = TensorLayout::Packed({2, 3}, Layout::NHWC);
    const Destination destination{UInt8, &to[0], to.size(), layout};
    layout = TensorLayout::Packed({2, 3}).Transposed({0, 1});
    const Source source{UInt8, "ABCDEF", 6, layout};
    layout = TensorLayout();
    EXPECT_EQ(CopyTensor(destination, source), Diagnosis{});
    EXPECT_EQ(to, "ABCDEF");
    EXPECT_EQ(CopyTensor(Destination{UInt8, &to[0], to.size(), TensorLayout::Packed({3, 2})},
                         Source{UInt8, "ABCDEF", 6, TensorLayout::Packed({2, 3}).Transposed({1, 0})}),
              Diagnosis{});
    EXPECT_EQ(to, "ADBECF");
}

// ---- transposes -----------------------------------------------------------------------------------------------------

// Rows of the destination are columns of the source. Padding is in elements.
Copy Transpose(std::uint32_t bits, std::uint32_t rows, std::uint32_t columns, std::uint32_t toPadding,
               std::uint32_t fromPadding)
{
    return {TypeOfBits(bits), TensorLayout::Strided({rows, columns}, {columns + toPadding, 1}),
            TensorLayout::Strided({rows, columns}, {1, rows + fromPadding})};
}

class CopyOfBits : public testing::TestWithParam<std::uint32_t>
{
protected:
    const DML_TENSOR_DATA_TYPE type = TypeOfBits(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Copy, CopyOfBits, testing::ValuesIn(AllBits));

TEST_P(CopyOfBits, AgreesWithALoopForLayoutsOfEveryKind)
{
    Random random{GetParam()};
    for (int round = 0; round < 1000; ++round)
    {
        ASSERT_EQ(Failures(KindOfCopy(random, type).Make()), "") << "round " << round;
    }
}

// A plan has room for eight axes, but must not read those beyond its rank.
TEST(Copy, PlansReadOnlyTheirOwnAxes)
{
    for (const std::size_t from : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}})
    {
        for (const std::size_t behind : {std::size_t{0}, std::size_t{1}, std::size_t{2}})
        {
            detail::CopyPlan plan;
            for (detail::CopyAxis& axis : plan.axes) { axis = {2, behind, behind, 0}; }
            plan.rank = 0;
            plan.Insert(4, 1, from);
            EXPECT_EQ(detail::ByteMove().FromElements(plan, 4), from == 1) << from << ' ' << behind;
        }
    }
    detail::CopyAxes axes;
    axes.Append({2, 3, 4, 5});
    const detail::CopyAxes& same = axes;
    axes = same;
    EXPECT_EQ(axes.rank, 1U);
    EXPECT_EQ(axes.axes[0].sourceStride, 4U);
}

// Size times stride of the inner axis is 2^32 elements, which a 32-bit size_t takes for the outer axis' stride of 0.
TEST(Copy, StridesThatWrapIn32BitsAreNotCoalesced)
{
    const TensorLayout source = TensorLayout::Strided({4, 2, 16}, {0, 0x80000000, 1});
    const TensorLayout destination = TensorLayout::Packed({4, 2, 16});
    detail::CopyPlan plan;
    plan.InsertAll(destination, source);
    plan.Coalesce();
    EXPECT_EQ(plan.rank, 3U);
    EXPECT_EQ(plan.axes[0].size, 4U);
    EXPECT_EQ(plan.axes[1].size, 2U);

    if (sizeof(std::size_t) > 4) { return; } // the copy needs a GiB of addresses, and no other machine can be wrong
    const auto bytes = static_cast<std::size_t>(source.EndInBytes(UInt4));
    auto* const elements = static_cast<unsigned char*>(std::calloc(bytes, 1)); // only its ends are touched
    ASSERT_NE(elements, nullptr);
    for (std::size_t i = 0; i < 8; ++i)
    {
        elements[i] = static_cast<unsigned char>(0x10 + i);
        elements[bytes - 8 + i] = static_cast<unsigned char>(0x20 + i);
    }
    std::string expected;
    for (int repeat = 0; repeat < 4; ++repeat)
    {
        expected.append(reinterpret_cast<const char*>(elements), 8);
        expected.append(reinterpret_cast<const char*>(elements + bytes - 8), 8);
    }
    std::string copied(64, ' ');
    EXPECT_TRUE(CopyTensor(DestinationOf(UInt4, copied, destination), SourceOf(UInt4, elements, bytes, source)).Ok());
    EXPECT_EQ(copied, expected);
    std::free(elements);
}

// ---- large copies ---------------------------------------------------------------------------------------------------

// The source's rows are prefetched if their stores are non-temporal, as for CopyHint::Streaming.
TEST(Copy, ShortRowsThatAreFarApartAreWhole)
{
    for (const std::uint32_t columns : {64U, 200U, 1024U})
    {
        for (const std::uint32_t rows : {8U, 9U, 40U})
        {
            const TensorLayout source = TensorLayout::Strided({rows, columns}, {4096, 1});
            EXPECT_EQ(Failures({UInt8, TensorLayout::Packed({rows, columns}), source}), "");
        }
    }
}

// Copies large enough to be staged, or to bypass the caches.
TEST(Copy, LargeTransposesAreWhole)
{
    const Dimensions square{1, 64, 160, 112};
    for (const std::uint32_t bits : {8U, 16U, 32U})
    {
        const TensorLayout planar = TensorLayout::Packed(square);
        const TensorLayout pixels = TensorLayout::Packed(square, Layout::NHWC);
        const Variants variants = bits == 32 ? BestPath : BestPathAuto;
        ASSERT_EQ(Failures({TypeOfBits(bits), pixels, planar}, variants), "");
        ASSERT_EQ(Failures({TypeOfBits(bits), planar, pixels}, variants), "");
    }
    // Incomplete cache lines, padded rows, and a destination at any address.
    const Copy odd = Transpose(32, 509, 613, 3, 5);
    ASSERT_EQ(Failures({odd.type, odd.destination, odd.source, 4, 20}, BestPath), "");
    const Copy bytes = Transpose(8, 1027, 1061, 0, 0);
    ASSERT_EQ(Failures({bytes.type, bytes.destination, bytes.source, 1, 3, Room::EndsExactly}, BestPath), "");
    // Rows of whole cache lines that start inside a line: the first strip ends with a line.
    for (Copy copy : {Transpose(32, 250, 1008, 0, 0), Transpose(8, 2000, 320, 0, 0), Transpose(8, 300, 320, 0, 3796)})
    {
        for (const std::uint32_t misalignment : {16U, 48U})
        {
            copy.destinationMisalignment = misalignment;
            ASSERT_EQ(Failures(copy, BestPath), "");
        }
    }
    ASSERT_EQ(Failures(Transpose(16, 1024, 1024, 0, 0), BestPath), "");
    ASSERT_EQ(Failures(Transpose(64, 413, 331, 0, 0), BestPath), "");
    ASSERT_EQ(Failures(Transpose(4, 1023, 1025, 0, 1), BestPathAuto), "");
}

// Filters HWIO to OIHW. The numbers of channels are odd or conflict, and the last tile has fewer planes than the others.
TEST_P(CopyOfBits, LargeFiltersAreCopiedWhole)
{
    constexpr std::uint32_t shapes[][4] = {{256, 128, 3, 3}, {257, 33, 3, 3}, {131, 67, 5, 5}, {100, 31, 1, 7},
                                           {300, 3, 1, 2},   {64, 129, 2, 2}, {75, 2, 6, 6},   {128, 64, 4, 6}};
    for (const auto& [outputs, inputs, height, width] : shapes)
    {
        const TensorLayout source = TensorLayout::Packed({height, width, inputs, outputs}).Transposed({3, 2, 0, 1});
        ASSERT_EQ(Failures({type, TensorLayout::Packed(source.Sizes()), source, 16, 0}, BestPath), "");
    }
}

// Rows whose cache lines conflict, in tensors larger than the L2 cache.
TEST(Copy, LargeTransposesOfConflictingRowsAreWhole)
{
    constexpr std::uint32_t shapes[][4] = {{801, 823, 0, 0}, {801, 823, 1, 0},  {801, 823, 0, 1}, {801, 823, 1, 1},
                                           {67, 9001, 1, 0}, {33, 20001, 1, 0}, {9001, 67, 0, 1}, {16, 30001, 1, 0}};
    Random random(0x52);
    for (const std::uint32_t bits : {8U, 16U, 32U, 64U})
    {
        const std::uint32_t page = 4096 * 8 / bits;
        for (const auto& shape : shapes)
        {
            // About the same number of bytes for each type.
            const std::uint32_t rows = bits > 16 && shape[0] > 100 ? shape[0] / 2 : shape[0];
            const std::uint32_t columns = bits > 16 && shape[1] > 100 ? shape[1] / 2 : shape[1];
            Copy copy =
                Transpose(bits, rows, columns, shape[2] * (page - columns % page), shape[3] * (page - rows % page));
            copy.destinationMisalignment = random.Below(4) * 16;
            ASSERT_EQ(Failures(copy, EveryPathAuto), "");
        }
        // More sets: an eighth, a quarter and half of a page apart.
        for (const std::uint32_t apart : {page / 8, page / 4, page / 2})
        {
            Copy copy = Transpose(bits, 403, 413, apart - 413 % apart, apart - 403 % apart);
            copy.destinationMisalignment = random.Below(4) * 16;
            ASSERT_EQ(Failures(copy, BestPath), "");
        }
    }
}

TEST(Copy, LargeImagesAreCopiedWhole)
{
    const Dimensions image{1, 3, 721, 1001};
    const TensorLayout planar = TensorLayout::Packed(image);
    const TensorLayout pixels = TensorLayout::Packed(image, Layout::NHWC);
    for (const std::uint32_t bits : {8U, 16U, 32U})
    {
        const Variants variants = bits == 16 ? BestPathAuto : BestPath;
        ASSERT_EQ(Failures({TypeOfBits(bits), pixels, planar, bits / 8, 0}, variants), "");
        ASSERT_EQ(Failures({TypeOfBits(bits), planar, pixels, 0, bits / 8}, variants), "");
        ASSERT_EQ(Failures({TypeOfBits(bits), planar, pixels, 1, 0}, variants), "");
    }
    ASSERT_EQ(Failures({UInt8, planar.WithStride(2, 1024), pixels.WithStride(2, 3072)}, BestPath), "");
    ASSERT_EQ(Failures({UInt8, pixels.WithStride(2, 3072), planar.WithStride(2, 1024)}, BestPath), "");
}

TEST(Copy, LargeRowsAndFillsAreCopiedWhole)
{
    const TensorLayout packed = TensorLayout::Packed({5, 300001});
    ASSERT_EQ(Failures({Float32, packed, packed, 4, 8}, BestPath), "");
    ASSERT_EQ(Failures({UInt8, packed, packed, 1, 2, Room::EndsExactly}, BestPath), "");
    ASSERT_EQ(Failures({UInt8, packed.WithStride(0, 300010), packed, 7, 0}, BestPath), "");
    ASSERT_EQ(Failures({UInt8, packed, TensorLayout::Packed({300001}), 5, 1}, BestPath), "");
    ASSERT_EQ(Failures({UInt16, packed, TensorLayout::Packed({5, 1}), 2, 2}, BestPath), "");
    ASSERT_EQ(Failures({UInt4, packed, TensorLayout::Strided({5, 300001}, {300002, 1}, 1), 5, 1}, BestPath), "");
    const Dimensions sizes{2, 64, 56, 56};
    const TensorLayout perChannel = TensorLayout::Packed({1, 64, 1, 1});
    ASSERT_EQ(Failures({Float32, TensorLayout::Packed(sizes), perChannel}, BestPath), "");
    ASSERT_EQ(Failures({Float32, TensorLayout::Packed(sizes, Layout::NHWC), perChannel}, BestPath), "");
    ASSERT_EQ(Failures({UInt8, TensorLayout::Packed(sizes, Layout::NHWC), perChannel}, BestPath), "");
}

// Upsampling: each element several times along two axes. Up to 8 repetitions are interleaved, more are fills.
TEST(Copy, RepeatedElementsAreWrittenToEachPosition)
{
    for (const std::uint32_t bits : {8U, 16U, 32U, 64U})
    {
        for (std::uint32_t times = 2; times <= 9; ++times)
        {
            for (const std::uint32_t width : {5U, 40U, 130U})
            {
                const TensorLayout source = TensorLayout::Packed({2, 3, 1, width, 1});
                ASSERT_EQ(Failures({TypeOfBits(bits), TensorLayout::Packed({2, 3, 2, width, times}), source}), "");
            }
        }
    }
}

// 40 MB: much larger than the caches of one core.
TEST(Copy, CopiesLargerThanTheCachesAreWhole)
{
    const Dimensions sizes{5, 32, 251, 249};
    ASSERT_EQ(Failures({Float32, TensorLayout::Packed(sizes, Layout::NHWC), TensorLayout::Packed(sizes)}, BestPathAuto),
              "");
    // Heads of attention, 18 MB, which have short rows.
    const TensorLayout heads = TensorLayout::Packed({1100, 64, 64}).Transposed({1, 0, 2});
    ASSERT_EQ(Failures({Float32, TensorLayout::Packed({64, 1100, 64}), heads, 16, 16}, BestPathAuto), "");
}

// Auto writes short rows by ordinary stores, however large the copy is: thin rows of a transpose, and rows below 512 bytes
// that begin or end inside cache lines. Nothing is copied here.
TEST(Copy, ShortRowsOfLargeCopiesAreWhole)
{
    struct Case
    {
        const char* name;
        TensorLayout destination;
        TensorLayout source; // of bytes
        std::size_t address;
        bool isShort;
    };
    const auto heads = [](std::uint32_t bytes) {
        return TensorLayout::Packed({9000, 16, bytes}).Transposed({1, 0, 2});
    };
    const auto rows = [](std::uint32_t bytes) { return TensorLayout::Packed({16, 9000, bytes}); };
    const TensorLayout padded = TensorLayout::Packed({9000, 256}).WithStride(0, 276);
    const TensorLayout repeated = TensorLayout::Packed({1, 200}).BroadcastTo({99999, 200});
    const Case cases[] = {
        {"heads of 256 bytes inside lines", rows(256), heads(256), 16, true},
        {"heads of 256 bytes", rows(256), heads(256), 0, false},
        {"heads of 200 bytes", rows(200), heads(200), 0, true},
        {"heads of 512 bytes inside lines", rows(512), heads(512), 16, false},
        {"rows of 256 bytes, 276 bytes apart", padded, TensorLayout::Packed({9000, 256}), 0, true},
        {"repeated elements", TensorLayout::Packed({9000, 256}), TensorLayout::Packed({9000, 1}), 16, false},
        {"a repeated row", TensorLayout::Packed({99999, 200}), repeated, 16, false},
        {"one row", TensorLayout::Packed({9999999}), TensorLayout::Packed({9999999}), 16, false},
        {"a transpose to rows of 64 bytes", TensorLayout::Packed({99999, 64}),
         TensorLayout::Packed({64, 99999}).Transposed({1, 0}), 0, true},
        {"a transpose to rows of 65 bytes", TensorLayout::Packed({99999, 65}),
         TensorLayout::Packed({65, 99999}).Transposed({1, 0}), 16, false},
        {"a transpose to pixels of 4 bytes", TensorLayout::Packed({99999, 4}),
         TensorLayout::Packed({4, 99999}).Transposed({1, 0}), 0, false},
        {"every second byte", TensorLayout::Strided({99999, 33}, {99, 2}), TensorLayout::Packed({99999, 33}), 0, false},
    };
    alignas(64) static unsigned char memory[64];
    for (const Case& one : cases)
    {
        detail::CopyPlan plan;
        plan.destination = memory + one.address;
        plan.InsertAll(one.destination, one.source);
        detail::ByteMove move;
        ASSERT_TRUE(move.FromElements(plan, 8)) << one.name;
        EXPECT_EQ(detail::HasShortRows(move), one.isShort) << one.name;
    }
}

// The words for a way, such as "transpose, the destination staged, non-temporal".
std::string WayText(const detail::Copier& run, const detail::ByteMove& move)
{
    const detail::CopyWay way = run.WayOf(move);
    const std::string inner = std::to_string(move.Inner().size);
    const std::string rows = std::to_string(way.rows == detail::None32 ? 1 : move.axes[way.rows].size);
    const auto text = [&]() -> std::string
    {
        switch (way.method)
        {
        case detail::CopyMethod::Rows: return rows + " rows";
        case detail::CopyMethod::RepeatedRow: return "repeated row";
        case detail::CopyMethod::Fill: return "fill";
        case detail::CopyMethod::Interleave: return "interleave " + inner;
        case detail::CopyMethod::Deinterleave: return "deinterleave " + rows;
        case detail::CopyMethod::Elements: return "elements";
        case detail::CopyMethod::Transpose: break;
        }
        switch (way.transposition.staging)
        {
        case detail::Staging::Destination: return "transpose, the destination staged";
        case detail::Staging::Source: return "transpose, the source staged";
        case detail::Staging::SideBySide: return "transpose, planes side by side";
        case detail::Staging::None: break;
        }
        return way.transposition.isOneStrip ? "transpose, whole planes" : "transpose, strips";
    }();
    return text + (run.isNonTemporal ? ", non-temporal" : "");
}

// How copies are done, at the start of a cache line. Nothing is copied here.
TEST(Copy, HasTheWayOfItsLayouts)
{
    struct Case
    {
        const char* name;
        DML_TENSOR_DATA_TYPE type;
        TensorLayout destination;
        TensorLayout source;
        const char* vector256; // with AVX2
        const char* portable;
        CopyHint hint = CopyHint::Auto;
    };
    const auto planes = [](const Dimensions& sizes) { return TensorLayout::Packed(sizes); };
    const auto pixels = [](const Dimensions& sizes) { return TensorLayout::Packed(sizes, Layout::NHWC); };
    const auto rgbx = [&](std::uint32_t height, std::uint32_t width) {
        return pixels({1, 4, height, width}).Sliced(1, 0, 3);
    };
    const auto turned = [](std::uint32_t rows, std::uint32_t columns) {
        return TensorLayout::Packed({columns, rows}).Transposed({1, 0});
    };
    const Dimensions image{1, 3, 224, 224};
    const Dimensions resnet{8, 64, 56, 56};
    const Dimensions wide{1, 256, 64, 64};
    const Dimensions large{8, 64, 128, 128}; // 32 MiB of FLOAT32
    const Dimensions thin{1, 5, 1024, 1024}; // 20 MiB of FLOAT32, in rows of 20 bytes
    const Dimensions upsampled{64, 56, 2, 56, 2};
    const Dimensions repeated{64, 56, 1, 56, 9};
    const auto int64Type = TypeOfBits(64);
    const Case cases[] = {
        {"one element", Float32, planes({1}), planes({1}), "1 rows", "1 rows"},
        {"the same layout", Float32, planes(resnet), planes(resnet), "1 rows", "1 rows"},
        {"a part of a batch", Float32, planes({4, 64, 56, 56}), planes(resnet).Sliced(0, 2, 4), "1 rows", "1 rows"},
        {"every second channel", Float32, planes({8, 32, 56, 56}), planes(resnet).Sliced(1, 0, 32, 2), "256 rows",
         "256 rows"},
        {"RGB to RGBX", UInt8, rgbx(224, 224), pixels(image), "50176 rows", "50176 rows"},
        {"heads, along the longest axis", UInt8, planes({2, 512, 12, 64}),
         planes({2, 12, 512, 64}).Transposed({0, 2, 1, 3}), "512 rows", "512 rows"},
        {"a value for each of 3 channels, to NHWC", UInt8, pixels(image), planes({1, 3, 1, 1}), "repeated row",
         "repeated row"},
        {"a bias, which is long", Float32, planes({512, 3072}), planes({3072}), "512 rows", "512 rows"},
        {"a value for each channel, to NCHW", Float32, planes(resnet), planes({1, 64, 1, 1}), "fill", "fill"},
        {"twice each element", UInt16, planes(upsampled), planes({64, 56, 1, 56, 1}), "interleave 2", "elements"},
        {"nine times each element", UInt16, planes(repeated), planes({64, 56, 1, 56, 1}), "fill", "fill"},
        {"RGB to NHWC", UInt8, pixels(image), planes(image), "interleave 3", "elements"},
        {"RGB to NCHW", Float32, planes(image), pixels(image), "deinterleave 3", "elements"},
        {"planes to RGBX of bytes", UInt8, rgbx(224, 224), planes(image), "interleave 3", "elements"},
        {"planes to RGBX of 4 bytes", Float32, rgbx(224, 224), planes(image), "transpose, whole planes", "elements"},
        {"RGBX to planes", UInt16, planes(image), rgbx(224, 224), "deinterleave 3", "elements"},
        {"{8,64,56,56} to NHWC", Float32, pixels(resnet), planes(resnet), "transpose, whole planes", "elements"},
        {"{8,64,56,56} to NCHW", Float32, planes(resnet), pixels(resnet), "transpose, whole planes", "elements"},
        {"planes 16 KiB apart", Float32, planes(wide), pixels(wide), "transpose, the destination staged", "elements"},
        {"columns 8 KiB apart", Float32, planes({2048, 512}), turned(2048, 512), "transpose, the source staged",
         "elements"},
        {"filters HWIO to OIHW, whose rows conflict", Float32, planes({256, 128, 3, 3}),
         planes({3, 3, 128, 256}).Transposed({3, 2, 0, 1}), "transpose, planes side by side", "elements"},
        {"filters HWIO to OIHW with short rows", UInt8, planes({96, 64, 1, 3}),
         planes({1, 3, 64, 96}).Transposed({3, 2, 0, 1}), "transpose, planes side by side", "elements"},
        {"pairs of bytes, which no single plane can move", UInt16, planes({100, 9, 1, 2}),
         planes({1, 2, 9, 100}).Transposed({3, 2, 0, 1}), "transpose, planes side by side", "elements"},
        {"filters with longer rows that do not conflict", Float32, planes({130, 60, 2, 4}),
         planes({2, 4, 60, 130}).Transposed({3, 2, 0, 1}), "transpose, whole planes", "elements"},
        {"filters with few output channels", UInt8, planes({63, 64, 3, 3}),
         planes({3, 3, 64, 63}).Transposed({3, 2, 0, 1}), "transpose, whole planes", "elements"},
        {"filters to an upload heap", Float32, planes({256, 128, 3, 3}),
         planes({3, 3, 128, 256}).Transposed({3, 2, 0, 1}), "transpose, the source staged, non-temporal", "elements",
         CopyHint::Streaming},
        {"3 x 3 bytes", UInt8, planes({3, 3}), turned(3, 3), "elements", "elements"},
        {"pairs of 8 bytes", int64Type, planes({50, 60, 2}), planes({60, 50, 2}).Transposed({1, 0, 2}), "elements",
         "elements"},
        {"every second column", UInt8, planes({9, 99}).Sliced(1, 0, 50, 2), planes({9, 50}), "elements", "elements"},
        {"larger than the caches", Float32, pixels(large), planes(large),
         "transpose, the destination staged, non-temporal", "elements"},
        {"larger, but read soon", Float32, pixels(large), planes(large), "transpose, strips", "elements",
         CopyHint::Cached},
        {"larger, but with short rows", Float32, pixels(thin), planes(thin), "transpose, whole planes", "elements"},
        {"an upload heap", UInt8, pixels(image), planes(image), "interleave 3, non-temporal", "elements",
         CopyHint::Streaming},
    };
    alignas(64) static unsigned char memory[64];
    const auto expectWay = [&](const Case& one, CopyPath path, const char* expected)
    {
        detail::CopyPlan plan;
        plan.destination = memory;
        plan.InsertAll(one.destination, one.source);
        detail::ByteMove move;
        ASSERT_TRUE(move.FromElements(plan, ElementSizeInBits(one.type))) << one.name;
        const detail::Copier run =
            detail::CopierOf(detail::KernelsOf(path), one.hint, detail::PrefersNonTemporal(move));
        EXPECT_EQ(WayText(run, move), expected) << one.name;
    };
    for (const Case& one : cases)
    {
        expectWay(one, CopyPath::Portable, one.portable);
        if (detail::BestCopyPath() >= CopyPath::Vector256) { expectWay(one, CopyPath::Vector256, one.vector256); }
    }
}

// ---- random copies and Gathers --------------------------------------------------------------------------------------

// A few seeds of the random test, which is described in its header.
TEST(Copy, RandomCopiesAndGathersAgreeWithALoop)
{
    EXPECT_EQ(
        test_support::FirstProblem(random_copies::Check, 10000, 10,
                                   "moves bytes; moves nibbles; copy None; copy UnknownDataType; copy ZeroSize; "
                                   "copy ConversionTypes; "
                                   "copy DimensionCount; copy RankDiffers; copy SizesDiffer; copy DestinationOverlaps; "
                                   "copy SpanLimit; copy NullPointer; copy DestinationTooSmall; copy SourceTooSmall; "
                                   "copy BuffersOverlap; Gather; Gather of a batch; Gather NullTensor; "
                                   "Gather GatherDropsDimension; Gather GatherLeadingSize; Gather GatherRankLimit; "
                                   "Gather GatherBatch; Gather NullPointer; Gather SourceTooSmall; "
                                   "Gather DestinationTooSmall; Gather BuffersOverlap"),
        "");
}

// ---- rejections -----------------------------------------------------------------------------------------------------

// Every path with every hint rejects the call with these numbers and writes nothing.
void ExpectRejected(const CopyCall& call, Buffer& written, const Buffer& read, const Diagnosis& expected)
{
    EXPECT_EQ(Failures(call, written, read), "");
    const Destination& to = call.destination;
    const Source& from = call.source;
    const Diagnosis found = CopyTensor(to, from);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(CopyTensor(DestinationOf(to.type, to.data, to.bytes, to.layout),
                         SourceOf(from.type, from.data, from.bytes, from.layout)),
              found);
    EXPECT_NE(Explain(found).size(), 0U);
}

class CopyRejects : public testing::Test
{
protected:
    CopyRejects() : destinationBuffer(24, 0, Room::Guards, 1), sourceBuffer(24, 0, Room::Guards, 2) {}

    CopyCall Good()
    {
        const TensorLayout packed = TensorLayout::Packed({2, 3});
        return {{Float32, destinationBuffer.Data(), destinationBuffer.Size(), packed},
                {Float32, sourceBuffer.Data(), sourceBuffer.Size(), packed}};
    }

    void Expect(const CopyCall& call, const Diagnosis& expected)
    {
        ExpectRejected(call, destinationBuffer, sourceBuffer, expected);
        // The error comes before those of the buffers, so no buffers are needed.
        const bool isOfBuffers =
            expected.error == TensorError::NullPointer || expected.error == TensorError::DestinationTooSmall
            || expected.error == TensorError::SourceTooSmall || expected.error == TensorError::BuffersOverlap;
        if (!isOfBuffers)
        {
            const CopyCall without{{call.destination.type, nullptr, 0, call.destination.layout},
                                   {call.source.type, nullptr, 0, call.source.layout}};
            ExpectRejected(without, destinationBuffer, sourceBuffer, expected);
        }
    }

    Buffer destinationBuffer;
    Buffer sourceBuffer;
};

// All other arguments are wrong as well, but for the destination's layout, whose error would come before the source's
// count. integers_test.cpp tests the types that AnyInteger accepts.
TEST_F(CopyRejects, NegativeByteCounts)
{
    const auto copy = [](AnyInteger destinationBytes, AnyInteger sourceBytes)
    {
        const auto unknown = static_cast<DML_TENSOR_DATA_TYPE>(99);
        return CopyTensor(DestinationOf(unknown, nullptr, destinationBytes, TensorLayout::Packed({1})),
                          SourceOf(Float32, nullptr, sourceBytes, TensorLayout()));
    };
    const auto belowZero = [](std::int64_t bytes, std::uint32_t tensor) {
        return Diagnosis{TensorError::ValueRange, NoAxis, static_cast<std::uint64_t>(bytes), Max64, tensor};
    };
    constexpr std::int64_t Lowest = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(copy(-1, 6), belowZero(-1, Diagnosis::Destination));
    EXPECT_EQ(copy(6, -1), belowZero(-1, Diagnosis::Source));
    EXPECT_EQ(copy(-2, -1), belowZero(-2, Diagnosis::Destination));
    EXPECT_EQ(copy(Lowest, Max64), belowZero(Lowest, Diagnosis::Destination));
    EXPECT_EQ(copy(Max64, std::int8_t{-128}), belowZero(-128, Diagnosis::Source));
    EXPECT_STREQ(Explain(copy(6, -6)).c_str(), "the source's buffer size is -6; it must be at least 0 [ValueRange]");
    EXPECT_EQ(copy(0, Max64), TensorError::DimensionCount); // other numbers are checked later

    const TensorLayout layout = TensorLayout::Packed({2, 3});
    for (const int bytes : {-24, -1})
    {
        const std::vector<unsigned char> before = destinationBuffer.Whole();
        EXPECT_EQ(CopyTensor(DestinationOf(Float32, destinationBuffer.Data(), bytes, layout),
                             SourceOf(Float32, sourceBuffer.Data(), 24, layout)),
                  belowZero(bytes, Diagnosis::Destination));
        EXPECT_EQ(CopyTensor(DestinationOf(Float32, destinationBuffer.Data(), 24, layout),
                             SourceOf(Float32, sourceBuffer.Data(), bytes, layout)),
                  belowZero(bytes, Diagnosis::Source));
        EXPECT_TRUE(destinationBuffer.IsWhole(before));
    }
}

// Overlaps that DirectML does not detect.
TEST_F(CopyRejects, ADestinationWhoseElementsOverlap)
{
    CopyCall call = Good();
    call.destination.layout = TensorLayout::Strided({2, 3, 4}, {22, 3, 1});
    call.source.layout = TensorLayout::Packed({1});
    Expect(call, {TensorError::DestinationOverlaps, 1, 3, 4, Diagnosis::Destination});

    // The first axis by stride whose stride is below the span of those before it. Of equal strides, the lower axis is
    // first, so the higher one is named; with strides of 0, the lowest is below the span of no axes.
    call.destination.layout = TensorLayout::Strided({2, 3, 4, 5}, {61, 5, 5, 1});
    Expect(call, {TensorError::DestinationOverlaps, 2, 5, 15, Diagnosis::Destination});
    call.destination.layout = TensorLayout::Packed({3, 1, 1}).BroadcastTo({4, 3, 5, 6});
    Expect(call, {TensorError::DestinationOverlaps, 0, 0, 1, Diagnosis::Destination});
    call.destination.layout = TensorLayout::Strided({1, 2, 3, 1, 4}, {0, 2, 0, 3, 1}); // axes of size 1 do not count
    Expect(call, {TensorError::DestinationOverlaps, 2, 0, 1, Diagnosis::Destination});
    call.destination.layout = TensorLayout::Strided({2, 3, 4}, {2, 3, 1}); // axis 1 is below the span as well
    Expect(call, {TensorError::DestinationOverlaps, 0, 2, 4, Diagnosis::Destination});
}

// Each fault together with all faults that are checked later.
TEST_F(CopyRejects, TheFirstReasonInOrder)
{
    const std::uint64_t far = std::uint64_t{1} << 62;
    const TensorLayout zero = TensorLayout::Packed({2, 0});
    const TensorLayout overlapping = TensorLayout::Strided({2, 3}, {0, 1}, far);
    constexpr auto Unknown = static_cast<DML_TENSOR_DATA_TYPE>(99);
    CopyCall call{{Unknown, nullptr, 0, zero}, {Float32, nullptr, 0, TensorLayout()}};
    Expect(call, {TensorError::ZeroSize, 1, 0, 1, Diagnosis::Destination});
    call.destination.layout = overlapping;
    Expect(call, {TensorError::DimensionCount, NoAxis, 0, 8, Diagnosis::Source});
    call.source.layout = TensorLayout::Strided({2, 2, 4}, {1, 1, 1}, far);
    Expect(call, {TensorError::ConversionTypes, NoAxis, DML_TENSOR_DATA_TYPE_FLOAT32, 99, Diagnosis::Source});
    call.source.type = Unknown;
    Expect(call, {TensorError::UnknownDataType, NoAxis, 99, LastType, NoAxis});
    call.destination.type = Float32;
    call.source.type = Float32;
    Expect(call, {TensorError::RankDiffers, NoAxis, 3, 2, Diagnosis::Source});
    call.source.layout = TensorLayout::Strided({2, 4}, {1, 1}, far);
    Expect(call, {TensorError::SizesDiffer, 1, 3, 4, Diagnosis::Source});
    call.source.layout = TensorLayout::Strided({2, 3}, {1, 1}, far);
    Expect(call, {TensorError::DestinationOverlaps, 0, 0, 1, Diagnosis::Destination});
    call.destination.layout = TensorLayout::Strided({2, 3}, {3, 1}, far);
    Expect(call, {TensorError::SpanLimit, NoAxis, Max64, Max64, Diagnosis::Destination});
    call.destination.layout = TensorLayout::Packed({2, 3});
    Expect(call, {TensorError::SpanLimit, NoAxis, Max64, Max64, Diagnosis::Source});
    call.source.layout = TensorLayout::Packed({2, 3});
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 24, Diagnosis::Destination});
    call.destination.data = destinationBuffer.Data();
    Expect(call, {TensorError::NullPointer, NoAxis, 0, 24, Diagnosis::Source});
    call.source.data = destinationBuffer.Data();
    Expect(call, {TensorError::DestinationTooSmall, NoAxis, 0, 24, Diagnosis::Destination});
    call.destination.bytes = 24;
    Expect(call, {TensorError::SourceTooSmall, NoAxis, 0, 24, Diagnosis::Source});
    call.source.bytes = 24;
    Expect(call, {TensorError::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Destination});
    call.source.data = sourceBuffer.Data();
    EXPECT_TRUE(FaultsOf(call).empty());
    EXPECT_EQ(Failures(call, destinationBuffer, sourceBuffer), "");
}

// The first tile is as long as the room allows, and the next one starts at a cache line.
TEST(CopyTiles, TheFirstTileEndsAtACacheLine)
{
    static_assert(detail::FirstTile(3, 16, 64) == 51);
    static_assert(detail::FirstTile(0, 16, 64) == 0);
    for (const std::size_t line : {8U, 16U, 32U, 64U})
    {
        for (std::size_t toLine = 1; toLine < line; ++toLine)
        {
            for (std::size_t room = line; room < 4 * line; ++room)
            {
                const std::size_t first = detail::FirstTile(toLine, line, room);
                EXPECT_EQ(first % line, toLine);
                EXPECT_LE(first, room);
                EXPECT_GT(first + line, room);
            }
        }
    }
}

// Each axis has a shorter first tile, full tiles and a shorter last one.
TEST(CopyTiles, WithOneShapeIdHaveEqualCounts)
{
    detail::CopyAxes axes;
    axes.Append({14, 100, 1, 0});
    axes.Append({9, 1, 100, 0});
    const detail::Tiling tilings[] = {{5, 1, 2}, {4, 1, 3}};
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> countsOf;
    std::size_t elements = 0;
    detail::TileIterator tile(axes, tilings);
    do {
        const auto counts = std::make_pair(tile.Count(0), tile.Count(1));
        elements += counts.first * counts.second;
        EXPECT_EQ(countsOf.emplace(tile.ShapeId(), counts).first->second, counts);
        EXPECT_EQ(tile.ShapeId() == 0, counts == std::make_pair(std::size_t{5}, std::size_t{4}));
    } while (tile.Next());
    EXPECT_EQ(elements, 14U * 9U);
    EXPECT_EQ(countsOf.size(), 9U);
}

} // namespace

} // namespace copy_test
