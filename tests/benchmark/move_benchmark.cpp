// Measures CopyTensor and GatherTensor beside memcpy of the same number of bytes, a naive loop, and oneDNN if it was
// found. Each case is measured with ordinary pages and, if the system provides them, with large ones.

#include "contest.hpp"
#include "contest_memory.hpp"
#include "contest_program.hpp"
#include "dml_tensor_copy.hpp"
#include "move_contenders.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{
using namespace move_contenders;

// ---- what is measured -----------------------------------------------------------------------------------------------

// How the sizes of a row become a destination and a source. Most kinds have two directions.
enum class Work
{
    Relayout,       // to NHWC; to NCHW
    FewChannels,    // the same; the height is for 4-byte elements, and smaller elements have more rows
    PixelGap,       // RGB to RGBX; RGBX to RGB, both NHWC
    PlanesOfPixels, // RGBX to planes; planes to RGBX
    PitchedRows,    // rows whose pitch is a multiple of 256 bytes, as in a texture: in the destination; in the source
    Heads,          // [B,S,H,D] to [B,H,S,D]; back
    Filters,        // OIHW to OHWI; HWIO to OIHW
    Bias,           // of the last axis
    Permute,        // the axes in another order
    PadRows,        // of the destination; of the source
    Broadcast,      // of {1,C,1,1} to NHWC; to NCHW
    GatherRows,     // along axis 0
    GatherLastAxis, // along axis 1 of 2
    Contiguous,     // the same layout on both sides
    Slice           // one block of axis 0; every second position of axis 1
};

enum class Goal
{
    Ratio,                 // a minimum ratio to memcpy's speed
    NanosecondsPerElement, // a maximum
    NanosecondsPerCall     // the cost of a call that moves a few bytes; no limit
};

constexpr std::size_t WayCount = 2;
constexpr std::size_t TypeCount = 4;
constexpr std::array<const char*, TypeCount> ElementNames{"4-byte", "2-byte", "1-byte", "4-bit"};
constexpr std::array<dtu::DML_TENSOR_DATA_TYPE, TypeCount> ElementTypes{
    dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::DML_TENSOR_DATA_TYPE_UINT8,
    dtu::DML_TENSOR_DATA_TYPE_UINT4};

struct Row
{
    const char* name;
    Work work;
    dtu::Dimensions sizes;
    double asked[WayCount][TypeCount]; // 0 if there is no such case
    Memory memory = Memory::Warm;
    dtu::CopyHint hint = dtu::CopyHint::Auto;
    Goal goal = Goal::Ratio;
};

constexpr double Timed = -1; // measured, without a required ratio

// clang-format off
constexpr Row Rows[] = {
    {"everyday RGB, RGBX 224x224", Work::PixelGap, {1, 3, 224, 224}, {{0.60, 0.60, 0.50}, {0.60, 0.60, 0.50}}},
    {"everyday RGB, RGBX 1080p", Work::PixelGap, {1, 3, 1080, 1920}, {{0.60, 0.60, 0.50}, {0.60, 0.60, 0.50}}},
    {"everyday RGBX, planes 224x224", Work::PlanesOfPixels, {1, 3, 224, 224}, {{0.50, 0.50, 0.50}, {Timed, Timed, Timed}}},
    {"everyday RGBX, planes 1080p", Work::PlanesOfPixels, {1, 3, 1080, 1920}, {{0.50, 0.50, 0.50}, {Timed, Timed, Timed}}},
    {"everyday row pitch of 256 bytes, 224x224", Work::PitchedRows, {1, 3, 224, 224}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday row pitch of 256 bytes, 1080p", Work::PitchedRows, {1, 3, 1080, 1904}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {256,128,3,3}", Work::Filters, {256, 128, 3, 3}, {{0.40, 0.40, 0.40}, {0.25, 0.25, 0.25}}},
    {"everyday heads {2,512,12,64}", Work::Heads, {2, 512, 12, 64}, {{0.85, 0.85, 0.85}, {0.85, 0.85, 0.85}}},
    {"everyday 2 channels 16 MiB", Work::FewChannels, {1, 2, 2048, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 5 channels 20 MiB", Work::FewChannels, {1, 5, 1024, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 6 channels 24 MiB", Work::FewChannels, {1, 6, 1024, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 8 channels 16 MiB", Work::FewChannels, {1, 8, 512, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 12 channels 24 MiB", Work::FewChannels, {1, 12, 512, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 16 channels 16 MiB", Work::FewChannels, {1, 16, 256, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 24 channels 24 MiB", Work::FewChannels, {1, 24, 256, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 32 channels 16 MiB", Work::FewChannels, {1, 32, 128, 1024}, {{0.55, 0.55, 0.55}, {0.60, 0.60, 0.60}}},
    {"everyday 2 channels 1 MiB", Work::Relayout, {1, 2, 256, 512}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday 5 channels 1 MiB", Work::Relayout, {1, 5, 256, 256}, {{0.50, 0.40, 0.30}, {0.50, 0.40, 0.30}}},
    {"everyday 6 channels 1 MiB", Work::Relayout, {1, 6, 256, 256}, {{Timed, 0.40, 0.30}, {Timed, 0.40, 0.30}}},
    {"everyday 8 channels 1 MiB", Work::Relayout, {1, 8, 128, 256}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday 12 channels 1 MiB", Work::Relayout, {1, 12, 128, 192}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday 16 channels 1 MiB", Work::Relayout, {1, 16, 128, 128}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday 24 channels 1 MiB", Work::Relayout, {1, 24, 96, 128}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday 32 channels 1 MiB", Work::Relayout, {1, 32, 64, 128}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday bias {512,3072}", Work::Bias, {1, 1, 512, 3072}, {{Timed, Timed, Timed}}},
    {"everyday slice of a batch {8,64,56,56}", Work::Slice, {8, 64, 56, 56}, {{0.98, 0.98, 0.98}}},
    {"C=3 224x224", Work::Relayout, {1, 3, 224, 224}, {{0.60, 0.60, 0.60}, {0.60, 0.60, 0.60}}},
    {"C=3 1080p", Work::Relayout, {1, 3, 1080, 1920}, {{0.85, 0.95, 0.95}, {0.90, 0.95, 0.95}}},
    {"C=3 1080p cold", Work::Relayout, {1, 3, 1080, 1920}, {{0.93, 0.93, 0.93}, {0.93, 0.93, 0.93}}, Memory::Cold},
    {"{8,64,56,56}", Work::Relayout, {8, 64, 56, 56}, {{0.80, 0.85, 0.90}, {0.82, 0.90, 0.90}}},
    {"{8,64,56,56} nibbles", Work::Relayout, {8, 64, 56, 56}, {{0, 0, 0, 0.15}, {0, 0, 0, 0.15}}},
    {"{8,64,56,56} cold", Work::Relayout, {8, 64, 56, 56}, {{0.80, 0.80, 0.80}, {0.80, 0.80, 0.80}}, Memory::Cold},
    {"{8,64,56,56} cold, Streaming", Work::Relayout, {8, 64, 56, 56}, {{1.15, 1.15, 1.15}, {0.95, 0.95, 0.95}},
     Memory::Cold, dtu::CopyHint::Streaming},
    {"{1,256,64,64}", Work::Relayout, {1, 256, 64, 64}, {{0.80, 0.65, 0.38}, {0.62, 0.57, 0.28}}},
    {"{32,512,7,7}", Work::Relayout, {32, 512, 7, 7}, {{0.84, 0.75, 0.46}, {0.80, 0.75, 0.46}}},
    {"{1,64,32,32}", Work::Relayout, {1, 64, 32, 32}, {{0.55, 0.50, 0.45}, {0.38, 0.45, 0.43}}},
    {"5D {2,32,16,56,56}", Work::Relayout, {2, 32, 16, 56, 56}, {{0.85, 0.85, 0.85}}},
    {"5D {1,16,16,28,28}", Work::Relayout, {1, 16, 16, 28, 28}, {{0.55, 0.50, 0.45}}},
    {"8D {4,6,8,5,7,4,6,8}", Work::Permute, {4, 6, 8, 5, 7, 4, 6, 8}, {{0.65, 0.45, 0.22}}},
    {"padded rows {1,3,224,224}", Work::PadRows, {1, 3, 224, 224}, {{0.84}, {0.84}}},
    {"padded rows {8,3,224,224}", Work::PadRows, {8, 3, 224, 224}, {{0.92}, {0.92}}},
    // Its output of bytes has 1.6 MB, which fits an L2 cache.
    {"broadcast {8,64,56,56}", Work::Broadcast, {8, 64, 56, 56}, {{0.95, 0.95, 0.85}, {0.95, 0.95, 0.85}}},
    {"broadcast {1,64,56,56}", Work::Broadcast, {1, 64, 56, 56}, {{0.85, 0.85, 0.85}, {0.85, 0.85, 0.85}}},
    {"Gather rows of {50000,768}", Work::GatherRows, {50000, 768}, {{0.85}}},
    {"Gather rows of {50000,16}", Work::GatherRows, {50000, 16}, {{Timed}}},
    {"Gather rows of {50000,64}", Work::GatherRows, {50000, 64}, {{Timed}}},
    {"Gather rows of {8000,4096}", Work::GatherRows, {8000, 4096}, {{Timed}}},
    {"Gather rows of {2000,16384}", Work::GatherRows, {2000, 16384}, {{Timed}}},
    {"Gather last axis of {64,4096}", Work::GatherLastAxis, {64, 4096}, {{0.27}}},
    {"Gather bytes of {64,4096}", Work::GatherLastAxis, {64, 4096}, {{0, 0, 0.25}}, Memory::Warm, dtu::CopyHint::Auto,
     Goal::NanosecondsPerElement},
    {"contiguous 64 KiB", Work::Contiguous, {1, 4, 64, 64}, {{0.98}}},
    {"contiguous 1 MiB", Work::Contiguous, {1, 64, 64, 64}, {{0.98}}},
    {"contiguous 32 MiB", Work::Contiguous, {8, 256, 64, 64}, {{0.98}}},
    {"slice of {8,64,56,56}", Work::Slice, {8, 64, 56, 56}, {{0.98}, {0.98}}},
    {"small {1,3,8,8}", Work::Relayout, {1, 3, 8, 8}, {{Timed, Timed, Timed}}, Memory::Warm, dtu::CopyHint::Auto,
     Goal::NanosecondsPerCall},
    {"small contiguous 64 bytes", Work::Contiguous, {1, 1, 4, 4}, {{Timed}}, Memory::Warm, dtu::CopyHint::Auto,
     Goal::NanosecondsPerCall},
};
// clang-format on

constexpr std::uint32_t GatheredRows = 4096;
constexpr std::uint32_t GatheredColumns = 1024;
constexpr std::uint32_t PaddedRow = 256; // elements

struct Case
{
    const Row* row;
    std::size_t way;
    std::size_t type; // index of ElementNames and ElementTypes

    dtu::DML_TENSOR_DATA_TYPE DataType() const { return ElementTypes[type]; }
    double AskedFor() const { return row->asked[way][type]; }
};

const char* WayName(Work work, std::size_t way)
{
    switch (work)
    {
    case Work::Relayout:
    case Work::FewChannels:
    case Work::Broadcast: return way == 0 ? ", to NHWC" : ", to NCHW";
    case Work::PixelGap: return way == 0 ? ", to RGBX" : ", to RGB";
    case Work::PlanesOfPixels: return way == 0 ? ", to planes" : ", to RGBX";
    case Work::Heads: return way == 0 ? ", to [B,H,S,D]" : ", to [B,S,H,D]";
    case Work::Filters: return way == 0 ? ", OIHW to OHWI" : ", HWIO to OIHW";
    case Work::PitchedRows:
    case Work::PadRows: return way == 0 ? ", destination" : ", source";
    case Work::Slice: return way == 0 ? ", axis 0" : ", axis 1";
    default: return "";
    }
}

// The title, which --row also selects by.
std::string Title(const Case& one)
{
    return one.row->name + std::string(WayName(one.row->work, one.way)) + ", " + ElementNames[one.type];
}

// Returns all cases, or those whose titles contain one of the texts.
std::vector<Case> CasesThatHold(const std::vector<std::string>& texts)
{
    std::vector<Case> cases;
    for (const Row& row : Rows)
    {
        for (std::size_t i = 0; i < WayCount * TypeCount; ++i)
        {
            const Case one{&row, i / TypeCount, i % TypeCount};
            if (one.AskedFor() != 0 && IsAskedFor(Title(one), texts)) { cases.push_back(one); }
        }
    }
    return cases;
}

// The destination and the source.
std::pair<dtu::TensorLayout, dtu::TensorLayout> LayoutsOf(const Case& one)
{
    const dtu::Dimensions& given = one.row->sizes;
    const dtu::Dimensions sizes = one.row->work == Work::FewChannels
                                      ? dtu::Dimensions{given[0], given[1], given[2] << one.type, given[3]}
                                      : given;
    const std::uint32_t elementBytes = dtu::ElementSizeInBits(one.DataType()) / 8;
    const dtu::TensorLayout packed = dtu::TensorLayout::Packed(sizes);
    const dtu::TensorLayout channelsLast = dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC);
    const bool isFirstWay = one.way == 0;
    switch (one.row->work)
    {
    case Work::Relayout:
    case Work::FewChannels: return isFirstWay ? std::pair(channelsLast, packed) : std::pair(packed, channelsLast);
    case Work::Broadcast:
        return {isFirstWay ? channelsLast : packed, dtu::TensorLayout::Packed({1, sizes[1], 1, 1}).BroadcastTo(sizes)};
    case Work::PixelGap:
    case Work::PlanesOfPixels:
    {
        const dtu::TensorLayout pixels =
            dtu::TensorLayout::Packed({sizes[0], 4, sizes[2], sizes[3]}, dtu::Layout::NHWC).Sliced(1, 0, 3);
        const dtu::TensorLayout other = one.row->work == Work::PixelGap ? channelsLast : packed;
        return isFirstWay == (one.row->work == Work::PixelGap) ? std::pair(pixels, other) : std::pair(other, pixels);
    }
    case Work::PitchedRows:
    {
        const dtu::TensorLayout pitched =
            packed.WithStride(2, (sizes[3] * elementBytes + 255) / 256 * 256 / elementBytes);
        return isFirstWay ? std::pair(pitched, packed) : std::pair(packed, pitched);
    }
    case Work::Heads:
    {
        const dtu::Dimensions swapped = isFirstWay ? sizes : dtu::Dimensions{sizes[0], sizes[2], sizes[1], sizes[3]};
        const dtu::TensorLayout heads = dtu::TensorLayout::Packed(swapped).Transposed({0, 2, 1, 3});
        return {dtu::TensorLayout::Packed(heads.Sizes()), heads};
    }
    case Work::Filters:
    {
        const dtu::TensorLayout filters =
            isFirstWay ? packed.Transposed({0, 2, 3, 1})
                       : dtu::TensorLayout::Packed({sizes[2], sizes[3], sizes[1], sizes[0]}).Transposed({3, 2, 0, 1});
        return {dtu::TensorLayout::Packed(filters.Sizes()), filters};
    }
    case Work::Bias: return {packed, dtu::TensorLayout::Packed({1, 1, 1, sizes[3]}).BroadcastTo(sizes)};
    case Work::Permute:
    {
        const dtu::TensorLayout permuted = packed.Transposed({3, 7, 0, 5, 2, 6, 1, 4});
        return {dtu::TensorLayout::Packed(permuted.Sizes()), permuted};
    }
    case Work::PadRows:
    {
        const dtu::TensorLayout padded = packed.WithStride(packed.Rank() - 2, PaddedRow);
        return isFirstWay ? std::pair(padded, packed) : std::pair(packed, padded);
    }
    case Work::Slice:
    {
        const dtu::TensorLayout slice =
            isFirstWay ? packed.Sliced(0, sizes[0] / 4, sizes[0] / 2) : packed.Sliced(1, 1, sizes[1] / 2, 2);
        return {dtu::TensorLayout::Packed(slice.Sizes()), slice};
    }
    default: return {packed, packed};
    }
}

Contest ContestOf(const Case& one, Path path)
{
    switch (one.row->work)
    {
    case Work::GatherRows: return GatherContest(one.DataType(), one.row->sizes, 0, GatheredRows);
    case Work::GatherLastAxis: return GatherContest(one.DataType(), one.row->sizes, 1, GatheredColumns);
    default:
        const auto [destination, source] = LayoutsOf(one);
        return CopyContest(one.DataType(), destination, source, one.row->hint, path);
    }
}

// ---- checking and timing --------------------------------------------------------------------------------------------

constexpr int Poison = 0xA5; // no element has this byte

// The results of a case with one kind of pages.
struct Result
{
    Case one;
    Pages pages;
    std::size_t payloadBytes;
    std::array<double, ContenderCount> seconds{}; // the median for one move; 0 if not supported
    std::array<double, ContenderCount> ratios{};  // the median ratio to the baseline
    double toOneDnn = 0;                          // the median ratio of our speed to oneDNN's
    double within = 0;                            // the ratio of the speed inside a cache line to that at its start
    double toCached = 0;                          // the ratio of the speed with the hint Auto to that with Cached
    double nanosecondsPerElement = 0;

    bool IsAsked() const { return one.AskedFor() > 0; }

    bool Reached() const
    {
        const double asked = one.AskedFor();
        return one.row->goal == Goal::Ratio ? ratios[Ours] >= asked : nanosecondsPerElement <= asked;
    }
};

// Every byte of the destination must be that of the naive loop, including the bytes between elements.
void Check(Contest& contest, const Slot& slot, std::size_t within, const std::string& title)
{
    const std::size_t bytes = contest.destinationBytes - within;
    Buffer expected(bytes, Pages::Ordinary);
    std::memset(expected.Data(), Poison, bytes);
    contest.moves[Naive]({expected.Data(), slot.source});
    for (const Contender contender : {Ours, OneDnn, OursWithin, OursCached})
    {
        if (!contest.moves[contender]) { continue; }
        std::memset(slot.destination, Poison, contest.destinationBytes);
        contest.moves[contender](slot);
        const unsigned char* const moved = slot.destination + (contender == OursWithin ? within : 0);
        const bool isRight = std::memcmp(moved, expected.Data(), bytes) == 0;
        if (!isRight && contender != OneDnn)
        {
            throw std::runtime_error("what was moved differs from the naive loop's");
        }
        if (!isRight)
        {
            std::fprintf(stderr, "%s: oneDNN is left out, its result differs\n", title.c_str());
            contest.moves[OneDnn] = nullptr;
        }
    }
}

Result Time(const Case& one, Pages pages, const Contest& contest, const Slots& slots, const Effort& effort)
{
    const Times<ContenderCount> times = TimeRounds(contest.moves, one.row->memory, slots, effort);
    Result result{one, pages, contest.payloadBytes};
    for (std::size_t contender = 0; contender < ContenderCount; ++contender)
    {
        result.seconds[contender] = times.MedianOf(contender);
        result.ratios[contender] = times.Speed(contender, Baseline);
    }
    result.toOneDnn = times.Speed(Ours, OneDnn);
    result.within = times.Speed(OursWithin, Ours);
    result.toCached = times.Speed(Ours, OursCached);
    result.nanosecondsPerElement = result.seconds[Ours] * 1e9 / static_cast<double>(contest.elements);
    return result;
}

struct Options
{
    std::vector<std::string> rows;
    std::string table;
    Effort effort;
    Path path = dtu::detail::BestCopyPath();
    std::size_t within = 16;
    bool isList = false;
};

// The buffers of the cold cases, for each kind of pages. The first case makes them.
using ColdBuffers = std::array<std::unique_ptr<BufferPair>, 2>;

Result Run(const Case& one, Pages pages, const Options& options, ColdBuffers& coldBuffers)
{
    const Effort& effort = options.effort;
    Contest contest = ContestOf(one, options.path);
    AddWithin(contest, options.within);
    const bool isCold = one.row->memory == Memory::Cold;
    std::unique_ptr<BufferPair> warmBuffers;
    std::unique_ptr<BufferPair>& buffers = isCold ? coldBuffers[static_cast<std::size_t>(pages)] : warmBuffers;
    if (!buffers)
    {
        buffers = isCold ? std::make_unique<BufferPair>(effort.coldBytes, effort.coldBytes, pages)
                         : std::make_unique<BufferPair>(contest.destinationBytes, contest.sourceBytes, pages);
    }
    const Slots slots = SlotsIn(*buffers, (std::max)(contest.destinationBytes, contest.sourceBytes), one.row->memory);
    Check(contest, slots.first, options.within, Title(one));
    return Time(one, pages, contest, slots, effort);
}

// ---- the report -----------------------------------------------------------------------------------------------------

// The results of a case with ordinary pages and, if there are any, with large ones.
using Results = std::vector<Result>;

std::string OneDnnName()
{
#if MOVE_BENCHMARK_ONEDNN
    const dnnl::version_t& version = *dnnl::version();
    return Format("%d.%d.%d, one thread", version.major, version.minor, version.patch);
#else
    return "left out: not found when this program was built";
#endif
}

std::string AskedText(const Case& one)
{
    if (one.AskedFor() < 0) { return "-"; }
    return one.row->goal == Goal::Ratio ? Format("%.2f", one.AskedFor()) : Format("%.2f ns", one.AskedFor());
}

void PrintHead(const Effort& effort, Path path, bool hasLargePages)
{
    std::printf("compiler      %s\n", CompilerName().c_str());
    std::printf("CPU           %s\n", CpuName().c_str());
    std::printf("vectors       of %s\n", TitleOf(path));
    std::printf("pages         ordinary, of 4 KiB%s\n", hasLargePages ? "; large, of 2 MiB" : "; no large ones here");
    std::printf("oneDNN        %s\n", OneDnnName().c_str());
    std::printf("hint          Auto, where a case does not say Streaming\n");
    std::printf("cold          goes round 2 x %zu MiB; all else is warm, one pair of buffers\n",
                effort.coldBytes >> 20);
    std::printf("rounds        %zu, each at least %g ms for each contender%s\n\n", effort.rounds,
                effort.roundSeconds * 1e3, effort.roundSeconds > 0 ? "" : ": --quick checks, its numbers say nothing");
    std::printf(
        "Speed beside memcpy = 1 of the same payload, for broadcasts memset; medians; < is less than asked.\n"
        "within: the speed at an address within a cache line, at its start = 1. /Cached: of Auto, of Cached = 1.\n\n");
    std::printf("%-45s %7s %7s | %-47s%s\n", "case", "payload", "asked", "ordinary pages",
                hasLargePages ? " | large pages" : "");
    std::printf("%-45s %7s %7s", "", "KiB", "");
    for (int i = 0; i < (hasLargePages ? 2 : 1); ++i)
    {
        std::printf(" | %7s %7s %7s %7s %7s %7s", "memcpy", "ours ", "within", "/Cached", "naive", "oneDNN");
    }
    std::printf("\n");
}

void PrintResults(const Results& results)
{
    const Result& first = results.front();
    std::printf("%-45s %7zu %7s", Title(first.one).c_str(), first.payloadBytes >> 10, AskedText(first.one).c_str());
    for (const Result& result : results)
    {
        const double gigabytesPerSecond = static_cast<double>(result.payloadBytes) / result.seconds[Baseline] / 1e9;
        std::printf(" | %7s %6s%s %7s %7s %7s %7s", Format("%.1f GB", gigabytesPerSecond).c_str(),
                    result.one.row->goal == Goal::Ratio ? Ratio(result.ratios[Ours]).c_str()
                                                        : Format("%.2fns", result.nanosecondsPerElement).c_str(),
                    result.Reached() ? " " : "<", Ratio(result.within).c_str(), Ratio(result.toCached).c_str(),
                    Ratio(result.ratios[Naive]).c_str(), Ratio(result.ratios[OneDnn]).c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
}

void PrintSummary(const std::vector<Results>& all, std::size_t kind)
{
    std::vector<double> ratios;
    std::vector<double> toOneDnn;
    std::size_t reached = 0;
    for (const Results& results : all)
    {
        if (kind >= results.size() || !results[kind].IsAsked()) { continue; }
        const Result& result = results[kind];
        ratios.push_back(result.ratios[Ours]);
        reached += result.Reached() ? std::size_t{1} : 0;
        if (result.toOneDnn > 0) { toOneDnn.push_back(result.toOneDnn); }
    }
    if (ratios.empty()) { return; }
    std::printf("\n%s pages: %zu of %zu cases reached what is asked\n", kind == 0 ? "ordinary" : "large", reached,
                ratios.size());
    std::printf("    geometric mean %.3f of memcpy, the least %.3f\n", GeometricMean(ratios),
                *std::min_element(ratios.begin(), ratios.end()));
    if (!toOneDnn.empty())
    {
        std::printf("    %.3f of oneDNN, over the %zu cases that it can do\n", GeometricMean(toOneDnn),
                    toOneDnn.size());
    }
}

void PrintSmall(const std::vector<Results>& all)
{
    std::printf("\n%-45s %7s %7s %7s %7s\n", "ns a call", "memcpy", "ours", "naive", "oneDNN");
    for (const Results& results : all)
    {
        std::printf("%-45s", Title(results.front().one).c_str());
        for (const Contender contender : {Baseline, Ours, Naive, OneDnn})
        {
            const double seconds = results.front().seconds[contender];
            std::printf(" %7s", seconds > 0 ? Format("%.1f", seconds * 1e9).c_str() : "-");
        }
        std::printf("\n");
    }
}

// Writes a table in Markdown: one line per row and direction, one column per element type.
std::string TableOf(const std::vector<Results>& all)
{
    std::string table = "| case |";
    for (const char* name : ElementNames) { table += std::string(" ") + name + " |"; }
    table += "\n|---|---|---|---|---|\n";
    for (auto at = all.begin(); at != all.end();)
    {
        const Case& first = at->front().one;
        table += std::string("| ") + first.row->name + WayName(first.row->work, first.way) + " |";
        for (std::size_t type = 0; type < TypeCount; ++type)
        {
            const bool isCase = at != all.end() && at->front().one.row == first.row && at->front().one.way == first.way
                                && at->front().one.type == type;
            if (isCase)
            {
                table += " **" + Format("%.2f", at->front().ratios[Ours])
                         + (at->size() > 1 ? Format(" %.2f", at->back().ratios[Ours]) : std::string()) + "**";
                for (const Contender contender : {Naive, OneDnn})
                {
                    const double ratio = at->front().ratios[contender];
                    table += ratio > 0 ? Format(" / %.2f", ratio) : std::string();
                }
                ++at;
            }
            table += isCase ? " |" : "  |";
        }
        table += '\n';
    }
    return table;
}

// ---- the command line -----------------------------------------------------------------------------------------------

constexpr const char* Usage = R"(usage: move_benchmark [options]
  --list         print the cases and their required ratios
  --row TEXT     run the cases whose name contains TEXT; may be repeated
  --path NAME    kernels: portable, sse2 or neon, avx2; default: the best of this machine; Gathers have none
  --rounds N     1 to 1000 rounds; default 15
  --within N     offset of the second destination in a cache line, 0 to 63 bytes; default 16
  --quick        one short round and small cold buffers: checks the results, measures nothing
  --table FILE   write a table of the cases in Markdown: ours with ordinary and large pages / naive / oneDNN
  --help         print this
The exit code is 0 if all results were right, whatever the speed, otherwise 1.
)";

Options ParseOptions(const std::vector<std::string>& words)
{
    Options options;
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        const auto value = [&]() -> const std::string& { return TakeValue(words, i); };
        if (word == "--list") { options.isList = true; }
        else if (word == "--quick") { options.effort = QuickEffort; }
        else if (word == "--row") { options.rows.push_back(value()); }
        else if (word == "--path") { options.path = ParsePath(value(), dtu::detail::BestCopyPath()); }
        else if (word == "--rounds") { rounds = ParseRounds(value()); }
        else if (word == "--within")
        {
            options.within = ParseNumber(word, value(), 0, dtu::detail::CacheLineBytes - 1);
        }
        else if (word == "--table") { options.table = value(); }
        else { throw std::invalid_argument(word + ": unknown option; move_benchmark --help lists them"); }
    }
    options.effort.rounds = rounds != 0 ? rounds : options.effort.rounds;
    return options;
}

int RunAll(const std::vector<Case>& cases, const Options& options)
{
    std::ofstream table = Opened("--table", options.table);
    const bool hasLargePages = HasLargePages();
    PrintHead(options.effort, options.path, hasLargePages);
    ColdBuffers coldBuffers;
    std::vector<Results> all;
    std::vector<Results> small;
    std::size_t wrongCount = 0;
    for (const Case& one : cases)
    {
        try
        {
            const Results results = RunOnPages(Title(one), hasLargePages,
                                               [&](Pages pages) { return Run(one, pages, options, coldBuffers); });
            const bool isSmall = one.row->goal == Goal::NanosecondsPerCall;
            (isSmall ? small : all).push_back(results);
            if (!isSmall) { PrintResults(results); }
        }
        catch (const std::exception& error)
        {
            std::printf("%-45s WRONG: %s\n", Title(one).c_str(), error.what());
            ++wrongCount;
        }
    }
    if (!all.empty())
    {
        for (std::size_t kind = 0; kind < 2; ++kind) { PrintSummary(all, kind); }
    }
    if (!small.empty()) { PrintSmall(small); }
    Write(table, options.table, TableOf(all));
    if (wrongCount != 0) { throw std::runtime_error(std::to_string(wrongCount) + " cases are WRONG"); }
    return ExitRight;
}

int Main(const std::vector<std::string>& words)
{
    const Options options = ParseOptions(words);
    const std::vector<Case> cases = CasesThatHold(options.rows);
    if (cases.empty())
    {
        throw std::invalid_argument("no case holds the text of --row; move_benchmark --list names them");
    }
    if (options.isList)
    {
        for (const Case& one : cases) { std::printf("%-46s %7s\n", Title(one).c_str(), AskedText(one).c_str()); }
        return ExitRight;
    }
#if MOVE_BENCHMARK_ONEDNN
    omp_set_num_threads(1);
#endif
    return RunAll(cases, options);
}
} // namespace

int main(int argumentCount, char** arguments)
{
    return contest::RunProgram("move_benchmark", Usage, argumentCount, arguments, Main);
}
