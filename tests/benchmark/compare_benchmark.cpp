// Measures CompareTensors with FLOAT32, beside memcpy of the bytes of one side and a naive loop; also with both buffers
// 16 bytes (or --at) after the start of a cache line.

#include "contest.hpp"
#include "contest_memory.hpp"
#include "contest_program.hpp"
#include "dml_tensor_compare.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
    dtu::Dimensions sizes;
    dtu::Layout expected;
    dtu::Layout actual;
    std::size_t every;      // one of this many elements has another last bit; 0: none
    dtu::Tolerance allowed; // the tolerance
    double asked;           // the required ratio to memcpy's speed

    std::string Title() const { return name; }
    double Asked() const { return asked; }
};

constexpr dtu::Dimensions Flat{1, 16, 1024, 1024}; // 64 MiB
constexpr dtu::Dimensions Features{8, 64, 56, 56};
constexpr dtu::Layout Planes = dtu::Layout::NCHW;
constexpr dtu::Layout Pixels = dtu::Layout::NHWC;
constexpr dtu::Tolerance Exact{};
constexpr dtu::Tolerance Near{0, 0x1p-20};
constexpr Row Rows[] = {
    {"64 MiB, equal", Flat, Planes, Planes, 0, Exact, 0.60},
    {"{8,64,56,56} NCHW, NHWC expected, equal", Features, Pixels, Planes, 0, Exact, 0.25},
    {"{8,64,56,56} NHWC, NCHW expected, equal", Features, Planes, Pixels, 0, Exact, 0.25},
    {"64 MiB, one of 1000 differs", Flat, Planes, Planes, 1000, Exact, 0},
    {"64 MiB, each near", Flat, Planes, Planes, 1, Near, 0},
    {"{8,64,56,56} NCHW, NHWC expected, each near", Features, Pixels, Planes, 1, Near, 0},
};

enum Contender : std::size_t
{
    Baseline, // memcpy of the actual tensor's bytes
    Ours,
    Moved, // the same, elsewhere in a cache line
    Naive,
    ContenderCount
};

constexpr dtu::DML_TENSOR_DATA_TYPE Type = dtu::DML_TENSOR_DATA_TYPE_FLOAT32;

float FloatAt(const unsigned char* from, std::size_t element)
{
    float value = 0;
    std::memcpy(&value, from + element * sizeof value, sizeof value);
    return value;
}

// Counts the differences as a program without a library does.
std::uint64_t CountNaively(const std::vector<Loop>& loops, std::size_t level, const unsigned char* actual,
                           const unsigned char* expected, const dtu::Tolerance& allowed)
{
    const Loop& loop = loops[level];
    std::uint64_t different = 0;
    for (std::size_t i = 0; i < loop.size; ++i)
    {
        const unsigned char* const a = actual + i * loop.destinationStride * sizeof(float);
        const unsigned char* const e = expected + i * loop.sourceStride * sizeof(float);
        if (level + 1 < loops.size())
        {
            different += CountNaively(loops, level + 1, a, e, allowed);
            continue;
        }
        const float value = FloatAt(e, 0);
        const float error = std::fabs(value - FloatAt(a, 0));
        different += static_cast<double>(error) <= allowed.relative * static_cast<double>(std::fabs(value)) ? 0U : 1U;
    }
    return different;
}

// ---- checking and timing --------------------------------------------------------------------------------------------

Times<ContenderCount> Run(const Row& row, Pages pages, const Options& options)
{
    const dtu::TensorLayout expected = dtu::TensorLayout::Packed(row.sizes, row.expected);
    const dtu::TensorLayout actual = dtu::TensorLayout::Packed(row.sizes, row.actual);
    const auto bytes = static_cast<std::size_t>(actual.EndInBytes(Type));
    const std::size_t elements = bytes / sizeof(float);
    // Floats of either sign from 2^-7 to below 2.
    const Fill floats{0x83FFFFFF83FFFFFF, 0x3C0000003C000000};
    const std::size_t most = bytes + dtu::detail::CacheLineBytes; // to start anywhere in a line
    BufferPair buffers(most, most, pages, floats);
    BufferPair moved(most, most, pages, floats);
    Buffer copied(most, pages);
    std::memcpy(moved.source.Data() + options.at, buffers.source.Data(), bytes);
    const Slot moves[] = {{buffers.destination.Data(), buffers.source.Data()},
                          {moved.destination.Data() + options.at, moved.source.Data() + options.at}};
    for (const Slot& slot : moves)
    {
        ThrowUnlessOk(dtu::CopyTensor(Type, dtu::Destination{slot.destination, bytes, actual},
                                      dtu::Source{slot.source, bytes, expected}));
        for (std::size_t i = 0; row.every != 0 && i < elements; i += row.every)
        {
            slot.destination[i * sizeof(float)] ^= 1U; // changes a low bit of the mantissa (little-endian)
        }
    }

    const std::uint64_t wanted =
        row.every == 0 || row.allowed.relative > 0 ? 0 : (elements + row.every - 1) / row.every;
    const auto require = [&](std::uint64_t different)
    {
        if (different != wanted) { throw std::runtime_error("finds " + std::to_string(different) + " that differ"); }
    };
    const auto compare = [&](const Slot& slot)
    {
        const dtu::Comparison found =
            dtu::detail::CompareTensorsBy(options.path, Type, dtu::Source{slot.source, bytes, expected},
                                          dtu::Source{slot.destination, bytes, actual}, row.allowed);
        ThrowUnlessOk(found.reason);
        require(found.different);
    };
    const std::vector<Loop> loops = LoopsOf(actual, expected);
    std::array<Move, ContenderCount> contenders;
    contenders[Baseline] = [&](const Slot& slot) { std::memcpy(copied.Data(), slot.destination, bytes); };
    contenders[Ours] = compare;
    contenders[Moved] = [&](const Slot&) { compare(moves[1]); };
    contenders[Naive] = [&](const Slot& slot)
    { require(CountNaively(loops, 0, slot.destination, slot.source, row.allowed)); };
    return TimeRounds(contenders, Memory::Warm, {moves[0], bytes, 1}, options.effort);
}

void Main(const std::vector<Row>& rows, const Options& options)
{
    const std::vector<Column> columns = {
        {"memcpy=1", Ours, Baseline}, {"at", Moved, Baseline}, {"naive", Naive, Baseline}};
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
