// Measures CompareTensors beside memcpy of the bytes of one side, and beside a loop that only counts the elements that
// differ; also with both buffers 16 bytes (or --at) after the start of a cache line.

#include "contest.hpp"
#include "contest_memory.hpp"
#include "contest_program.hpp"
#include "dml_tensor_compare.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
using namespace contest;

// ---- what is measured -----------------------------------------------------------------------------------------------

struct Row
{
    const char* name;
    dtu::DML_TENSOR_DATA_TYPE type;
    dtu::Dimensions sizes;
    dtu::Layout expected;
    dtu::Layout actual;
    std::size_t every;      // one of this many elements has another last bit; 0: none
    dtu::Tolerance allowed; // the tolerance
    double asked;           // the required ratio to memcpy's speed
    bool hasSubnormals;     // one element of 64 is a subnormal that is equal on both sides

    std::string Title() const { return name; }
    double Asked() const { return asked; }
};

constexpr dtu::Dimensions Flat{1, 16, 1024, 1024};
constexpr dtu::Dimensions Features{8, 64, 56, 56};
constexpr dtu::Layout Planes = dtu::Layout::NCHW;
constexpr dtu::Layout Pixels = dtu::Layout::NHWC;
constexpr dtu::Tolerance Exact{};
constexpr dtu::Tolerance Near{0, 0x1p-20};
constexpr dtu::Tolerance NearHalves{0, 0x1p-9};
constexpr dtu::Tolerance Within1{1};
constexpr auto F32 = dtu::DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto F16 = dtu::DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto I8 = dtu::DML_TENSOR_DATA_TYPE_INT8;
constexpr auto I32 = dtu::DML_TENSOR_DATA_TYPE_INT32;
constexpr Row Rows[] = {
    {"64 MiB, equal", F32, Flat, Planes, Planes, 0, Exact, 0.60, false},
    {"{8,64,56,56} NCHW, NHWC expected, equal", F32, Features, Pixels, Planes, 0, Exact, 0.25, false},
    {"{8,64,56,56} NHWC, NCHW expected, equal", F32, Features, Planes, Pixels, 0, Exact, 0.25, false},
    {"64 MiB, one of 1000 differs", F32, Flat, Planes, Planes, 1000, Exact, 0, false},
    {"64 MiB, each near", F32, Flat, Planes, Planes, 1, Near, 0, false},
    {"{8,64,56,56} NCHW, NHWC expected, each near", F32, Features, Pixels, Planes, 1, Near, 0, false},
    {"{8,64,56,56} NHWC, NCHW expected, each near", F32, Features, Planes, Pixels, 1, Near, 0, false},
    {"FLOAT16, 32 MiB, each near", F16, Flat, Planes, Planes, 1, NearHalves, 0, false},
    {"FLOAT16, 32 MiB, each near, with subnormals", F16, Flat, Planes, Planes, 1, NearHalves, 0, true},
    {"INT8, 16 MiB, each near", I8, Flat, Planes, Planes, 1, Within1, 0, false},
    {"INT32, 64 MiB, each near", I32, Flat, Planes, Planes, 1, Within1, 0, false},
};

enum Contender : std::size_t
{
    Baseline, // memcpy of the actual tensor's bytes
    Ours,
    Moved, // the same, elsewhere in a cache line
    Naive,
    ContenderCount
};

float FloatOfHalf(std::uint16_t bits)
{
    const std::uint32_t magnitude = bits & 0x7FFFU;
    float value = static_cast<float>(magnitude) * 0x1p-24F;
    if (magnitude >= 0x0400)
    {
        const std::uint32_t wide = (magnitude << 13) + (112U << 23);
        std::memcpy(&value, &wide, sizeof value);
    }
    return bits >= 0x8000 ? -value : value;
}

// A type with the stored bits of an element, the number that a program without a library makes of it, and its rule.
struct Floats
{
    using Stored = float;
    static bool AreEqual(float e, float a, const dtu::Tolerance& allowed)
    {
        const auto error = static_cast<double>(std::fabs(e - a));
        return error <= allowed.relative * static_cast<double>(std::fabs(e));
    }
};
struct Halves
{
    using Stored = std::uint16_t;
    static bool AreEqual(std::uint16_t e, std::uint16_t a, const dtu::Tolerance& allowed)
    {
        return Floats::AreEqual(FloatOfHalf(e), FloatOfHalf(a), allowed);
    }
};
template <class Integer> struct Integers
{
    using Stored = Integer;
    static bool AreEqual(Integer e, Integer a, const dtu::Tolerance& allowed)
    {
        return std::abs(std::int64_t{e} - std::int64_t{a}) <= static_cast<std::int64_t>(allowed.absolute);
    }
};

// Counts the differences as a program without a library does: in a row without strides if both sides are contiguous.
template <class Elements>
std::uint64_t CountNaively(const std::vector<Loop>& loops, std::size_t level, const unsigned char* actual,
                           const unsigned char* expected, const dtu::Tolerance& allowed)
{
    using Stored = typename Elements::Stored;
    const Loop& loop = loops[level];
    const bool isContiguous = loop.destinationStride == 1 && loop.sourceStride == 1;
    std::uint64_t different = 0;
    if (level + 1 < loops.size())
    {
        for (std::size_t i = 0; i < loop.size; ++i)
        {
            different += CountNaively<Elements>(loops, level + 1, actual + i * loop.destinationStride * sizeof(Stored),
                                                expected + i * loop.sourceStride * sizeof(Stored), allowed);
        }
        return different;
    }
    const auto* const a = reinterpret_cast<const Stored*>(actual);
    const auto* const e = reinterpret_cast<const Stored*>(expected);
    if (isContiguous)
    {
        for (std::size_t i = 0; i < loop.size; ++i) { different += Elements::AreEqual(e[i], a[i], allowed) ? 0U : 1U; }
        return different;
    }
    for (std::size_t i = 0; i < loop.size; ++i)
    {
        const bool areEqual = Elements::AreEqual(e[i * loop.sourceStride], a[i * loop.destinationStride], allowed);
        different += areEqual ? 0U : 1U;
    }
    return different;
}

std::uint64_t CountNaively(const Row& row, const std::vector<Loop>& loops, const Slot& slot)
{
    const auto count = [&](auto elements)
    { return CountNaively<decltype(elements)>(loops, 0, slot.destination, slot.source, row.allowed); };
    switch (row.type)
    {
    case F16: return count(Halves{});
    case I8: return count(Integers<std::int8_t>{});
    case I32: return count(Integers<std::int32_t>{});
    default: return count(Floats{});
    }
}

// Returns the pattern of random elements: floats of either sign from 2^-7 to below 2, halves from 2^-2 to below 4, and
// integers whose last bit is 0.
Fill FillOf(dtu::DML_TENSOR_DATA_TYPE type)
{
    if (type == F32) { return {0x83FFFFFF83FFFFFF, 0x3C0000003C000000}; }
    if (type == F16) { return {0x8FFF8FFF8FFF8FFF, 0x3000300030003000}; }
    return {0xFEFEFEFEFEFEFEFE, 0};
}

// ---- checking and timing --------------------------------------------------------------------------------------------

Times<ContenderCount> Run(const Row& row, Pages pages, const Options& options)
{
    const dtu::TensorLayout expected = dtu::TensorLayout::Packed(row.sizes, row.expected);
    const dtu::TensorLayout actual = dtu::TensorLayout::Packed(row.sizes, row.actual);
    const auto bytes = static_cast<std::size_t>(actual.EndInBytes(row.type));
    const std::size_t elementSize = dtu::ElementSizeInBits(row.type) / 8;
    const std::size_t elements = bytes / elementSize;
    const Fill fill = FillOf(row.type);
    const std::size_t most = bytes + dtu::detail::CacheLineBytes; // to start anywhere in a line
    BufferPair buffers(most, most, pages, fill);
    BufferPair moved(most, most, pages, fill);
    Buffer copied(most, pages);
    for (std::size_t i = 0; row.hasSubnormals && i < elements; i += 64)
    {
        const std::uint16_t subnormal = 0x0155;
        std::memcpy(buffers.source.Data() + i * elementSize, &subnormal, sizeof subnormal);
    }
    std::memcpy(moved.source.Data() + options.at, buffers.source.Data(), bytes);
    const Slot moves[] = {{buffers.destination.Data(), buffers.source.Data()},
                          {moved.destination.Data() + options.at, moved.source.Data() + options.at}};
    for (const Slot& slot : moves)
    {
        ThrowUnlessOk(
            dtu::CopyTensor({row.type, slot.destination, bytes, actual}, {row.type, slot.source, bytes, expected}));
        for (std::size_t i = 0; row.every != 0 && i < elements; i += row.every)
        {
            const bool isSubnormal = row.hasSubnormals && i % 64 == 0;
            slot.destination[i * elementSize] ^= isSubnormal ? 0U : 1U; // a low bit (little-endian)
        }
    }

    const std::uint64_t wanted =
        row.every == 0 || row.allowed.relative + row.allowed.absolute > 0 ? 0 : (elements + row.every - 1) / row.every;
    const auto require = [&](std::uint64_t different)
    {
        if (different != wanted) { throw std::runtime_error("finds " + std::to_string(different) + " that differ"); }
    };
    const auto compare = [&](const Slot& slot)
    {
        const dtu::Comparison found =
            dtu::detail::CompareTensorsBy(options.path, {row.type, slot.source, bytes, expected},
                                          {row.type, slot.destination, bytes, actual}, row.allowed);
        ThrowUnlessOk(found.reason);
        require(found.different);
    };
    const std::vector<Loop> loops = LoopsOf(actual, expected);
    std::array<Move, ContenderCount> contenders;
    contenders[Baseline] = [&](const Slot& slot) { std::memcpy(copied.Data(), slot.destination, bytes); };
    contenders[Ours] = compare;
    contenders[Moved] = [&](const Slot&) { compare(moves[1]); };
    contenders[Naive] = [&](const Slot& slot) { require(CountNaively(row, loops, slot)); };
    return TimeRounds(contenders, Memory::Warm, {moves[0], bytes, 1}, options.effort);
}

void Main(const std::vector<Row>& rows, const Options& options)
{
    const std::vector<Column> columns = {
        {"memcpy=1", Ours, Baseline}, {"at", Moved, Baseline}, {"naive", Naive, Baseline}, {"naive=1", Ours, Naive}};
    const auto results = RunCases<ContenderCount>(
        rows, options, Ours, columns, [&](const Row& row, Pages pages) { return Run(row, pages, options); });
    WriteTable(options, TableOf(rows, results, columns));
}
} // namespace

int main(int argumentCount, char** arguments)
{
    const std::vector<Row> rows(std::begin(Rows), std::end(Rows));
    return contest::RunProgram("compare_benchmark", argumentCount, arguments, dtu::detail::BestCopyPath(), rows, Main);
}
