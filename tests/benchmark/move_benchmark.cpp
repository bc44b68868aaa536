// Times moving tensors beside memcpy of the same payload, a naive loop, and oneDNN where it was found.
//
// What is compared stays comparable: one process, one thread, the same two buffers for all, rounds that are interleaved
// with the order changed from round to round, and the median of the rounds' ratios. Times would say little about another
// machine; ratios say more, though a faster memcpy alone makes all of them smaller.

#include "dml_tensor_copy.hpp"
#include "move_contenders.hpp"
#include "move_report.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{
using namespace move_contenders;
using move_report::Format;
using move_report::GeometricMean;

// ---- what is measured -----------------------------------------------------------------------------------------------

// How a row's sizes become a destination and a source. Most have two ways.
enum class Work
{
    Relayout,       // to NHWC; to NCHW
    Permute,        // the axes in another order
    PadRows,        // of the destination; of the source
    Broadcast,      // of {1,C,1,1} to NHWC; to NCHW
    GatherRows,     // along axis 0
    GatherLastAxis, // along axis 1 of 2
    Contiguous,     // nothing to rearrange
    Slice           // of axis 0, one block; every second index of axis 1, row by row
};

enum class Memory
{
    Warm, // one pair of buffers again and again
    Cold  // another part of two large buffers each time
};

enum class Goal
{
    Ratio,                 // at least so much of memcpy's speed
    NanosecondsPerElement, // at most
    NanosecondsPerCall     // nothing is asked: what a call costs that moves next to nothing
};

constexpr std::size_t WayCount = 2;
constexpr std::size_t TypeCount = 3;
constexpr std::array<std::size_t, TypeCount> ElementSizes{4, 2, 1};
constexpr std::array<dtu::DML_TENSOR_DATA_TYPE, TypeCount> ElementTypes{
    dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::DML_TENSOR_DATA_TYPE_UINT8};

struct Row
{
    const char* name;
    Work work;
    dtu::Dimensions sizes;
    double asked[WayCount][TypeCount]; // 0 where there is no such case
    Memory memory = Memory::Warm;
    dtu::CopyHint hint = dtu::CopyHint::Auto;
    Goal goal = Goal::Ratio;
};

constexpr double Timed = -1; // though nothing is asked

// clang-format off
constexpr Row Rows[] = {
    {"C=3 224x224", Work::Relayout, {1, 3, 224, 224}, {{0.60, 0.60, 0.60}, {0.60, 0.60, 0.60}}},
    {"C=3 1080p", Work::Relayout, {1, 3, 1080, 1920}, {{0.85, 0.95, 0.95}, {0.90, 0.95, 0.95}}},
    {"C=3 1080p cold", Work::Relayout, {1, 3, 1080, 1920}, {{0.93, 0.93, 0.93}, {0.93, 0.93, 0.93}}, Memory::Cold},
    {"{8,64,56,56}", Work::Relayout, {8, 64, 56, 56}, {{0.80, 0.85, 0.90}, {0.82, 0.90, 0.90}}},
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
    // Its output of single bytes is 1.6 MB, which an L2 cache can hold.
    {"broadcast {8,64,56,56}", Work::Broadcast, {8, 64, 56, 56}, {{0.95, 0.95, 0.85}, {0.95, 0.95, 0.85}}},
    {"broadcast {1,64,56,56}", Work::Broadcast, {1, 64, 56, 56}, {{0.85, 0.85, 0.85}, {0.85, 0.85, 0.85}}},
    {"Gather rows of {50000,768}", Work::GatherRows, {50000, 768}, {{0.95}}},
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
    std::size_t type; // index of ElementSizes and ElementTypes

    dtu::DML_TENSOR_DATA_TYPE DataType() const { return ElementTypes[type]; }
    double AskedFor() const { return row->asked[way][type]; }
};

const char* WayName(Work work, std::size_t way)
{
    switch (work)
    {
    case Work::Relayout:
    case Work::Broadcast: return way == 0 ? ", to NHWC" : ", to NCHW";
    case Work::PadRows: return way == 0 ? ", destination" : ", source";
    case Work::Slice: return way == 0 ? ", axis 0" : ", axis 1";
    default: return "";
    }
}

// What --row is compared with, too.
std::string Title(const Case& one)
{
    const std::string bytes = std::to_string(ElementSizes[one.type]);
    return one.row->name + std::string(WayName(one.row->work, one.way)) + ", " + bytes + "-byte";
}

// All cases, or those whose title holds one of the texts.
std::vector<Case> CasesThatHold(const std::vector<std::string>& texts)
{
    std::vector<Case> cases;
    for (const Row& row : Rows)
    {
        for (std::size_t i = 0; i < WayCount * TypeCount; ++i)
        {
            const Case one{&row, i / TypeCount, i % TypeCount};
            const std::string title = Title(one);
            const auto isInTitle = [&](const std::string& text) { return title.find(text) != std::string::npos; };
            if (one.AskedFor() != 0 && (texts.empty() || std::any_of(texts.begin(), texts.end(), isInTitle)))
            {
                cases.push_back(one);
            }
        }
    }
    return cases;
}

// The destination and the source.
std::pair<dtu::TensorLayout, dtu::TensorLayout> LayoutsOf(const Case& one)
{
    const dtu::Dimensions& sizes = one.row->sizes;
    const dtu::TensorLayout packed = dtu::TensorLayout::Packed(sizes);
    const dtu::TensorLayout channelsLast = dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC);
    const bool isFirstWay = one.way == 0;
    switch (one.row->work)
    {
    case Work::Relayout: return isFirstWay ? std::pair(channelsLast, packed) : std::pair(packed, channelsLast);
    case Work::Broadcast:
        return {isFirstWay ? channelsLast : packed, dtu::TensorLayout::Packed({1, sizes[1], 1, 1}).BroadcastTo(sizes)};
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

Contest ContestOf(const Case& one)
{
    switch (one.row->work)
    {
    case Work::GatherRows: return GatherContest(one.DataType(), one.row->sizes, 0, GatheredRows);
    case Work::GatherLastAxis: return GatherContest(one.DataType(), one.row->sizes, 1, GatheredColumns);
    default:
        const auto [destination, source] = LayoutsOf(one);
        return CopyContest(one.DataType(), destination, source, one.row->hint);
    }
}

// ---- buffers --------------------------------------------------------------------------------------------------------

constexpr std::size_t PageBytes = 4096;
constexpr int Poison = 0xA5; // no element holds it

struct alignas(PageBytes) Page
{
    unsigned char bytes[PageBytes];
};

// Starts at a page, so that no contender is helped or hindered by where the allocator happens to put it. Every page is
// touched.
class Buffer
{
public:
    explicit Buffer(std::size_t bytes) : m_pages((bytes + PageBytes - 1) / PageBytes) {}

    unsigned char* Data() { return m_pages.front().bytes; }
    std::size_t Size() const { return m_pages.size() * PageBytes; }

private:
    std::vector<Page> m_pages;
};

struct BufferPair
{
    BufferPair(std::size_t destinationBytes, std::size_t sourceBytes)
        : destination(destinationBytes), source(sourceBytes)
    {
        // Elements that differ, of which each is a normal number as a float of any size: oneDNN converts, and must not
        // meet a NaN or a slow denormal.
        std::uint64_t state = 0;
        for (std::size_t i = 0; i < source.Size(); i += sizeof state)
        {
            state += 0x9E3779B97F4A7C15;
            std::uint64_t bits = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9;
            bits = ((bits ^ (bits >> 32)) & 0x1F1F1F1F1F1F1F1F) | 0x2020202020202020;
            std::memcpy(source.Data() + i, &bits, sizeof bits);
        }
    }

    Buffer destination;
    Buffer source;
};

// The pairs that a case goes round: one where memory is warm.
struct Slots
{
    Slot first;
    std::size_t slotBytes;
    std::size_t count;
    std::size_t current = 0;

    Slot Next()
    {
        current = current + 1 == count ? 0 : current + 1;
        return {first.destination + current * slotBytes, first.source + current * slotBytes};
    }
};

// ---- checking and timing --------------------------------------------------------------------------------------------

struct Effort
{
    std::size_t rounds = 15;
    double roundSeconds = 0.002;                    // at least, for each contender
    std::size_t coldBytes = std::size_t{768} << 20; // of each of the two buffers
};

struct Result
{
    Case one;
    std::size_t payloadBytes;
    std::array<double, ContenderCount> seconds{}; // of one move, the median; 0 where it cannot do it
    std::array<double, ContenderCount> ratios{};  // to the baseline, the median of the rounds
    double toOneDnn = 0;                          // ours to oneDNN's, likewise
    double nanosecondsPerElement = 0;

    bool Reached() const
    {
        const double asked = one.AskedFor();
        return one.row->goal == Goal::Ratio ? ratios[Ours] >= asked : nanosecondsPerElement <= asked;
    }
};

double Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// How much slower one is than the other, the median of the rounds.
double MedianRatio(const std::vector<double>& seconds, const std::vector<double>& ofOther)
{
    std::vector<double> ratios(seconds.size());
    std::transform(seconds.begin(), seconds.end(), ofOther.begin(), ratios.begin(), std::divides<>());
    return Median(std::move(ratios));
}

double SecondsOf(const Move& move, Slots& slots, std::size_t repetitions)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < repetitions; ++i) { move(slots.Next()); }
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Every byte of the destination has to be as after the naive loop, those between the elements too.
void Check(Contest& contest, const Slot& slot, const std::string& title)
{
    Buffer expected(contest.destinationBytes);
    std::memset(expected.Data(), Poison, contest.destinationBytes);
    contest.moves[Naive]({expected.Data(), slot.source});
    for (const Contender contender : {Ours, OneDnn})
    {
        if (contest.moves[contender])
        {
            std::memset(slot.destination, Poison, contest.destinationBytes);
            contest.moves[contender](slot);
            const bool isRight = std::memcmp(slot.destination, expected.Data(), contest.destinationBytes) == 0;
            if (!isRight && contender == Ours)
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
}

Result Time(const Case& one, const Contest& contest, Slots slots, const Effort& effort)
{
    std::array<std::size_t, ContenderCount> repetitions{};
    std::vector<std::size_t> order;
    for (std::size_t contender = 0; contender < ContenderCount; ++contender)
    {
        if (contest.moves[contender])
        {
            order.push_back(contender);
            std::size_t& count = repetitions[contender];
            count = 1;
            while (SecondsOf(contest.moves[contender], slots, count) < effort.roundSeconds) { count *= 2; }
        }
    }

    std::array<std::vector<double>, ContenderCount> seconds;
    for (std::size_t round = 0; round < effort.rounds; ++round)
    {
        for (const std::size_t contender : order)
        {
            // What the contender before left in the caches, and has not written back yet, is not this one's to pay: it
            // leads in with a move of its own, or where memory is cold with as many as are timed.
            const Move& move = contest.moves[contender];
            const std::size_t count = repetitions[contender];
            SecondsOf(move, slots, one.row->memory == Memory::Cold ? count : 1);
            seconds[contender].push_back(SecondsOf(move, slots, count) / static_cast<double>(count));
        }
        // Each is once first, and the neighbours change.
        std::rotate(order.begin(), order.begin() + 1, order.end());
        if (round % order.size() == order.size() - 1) { std::reverse(order.begin(), order.end()); }
    }

    Result result{one, contest.payloadBytes};
    for (const std::size_t contender : order)
    {
        result.seconds[contender] = Median(seconds[contender]);
        result.ratios[contender] = MedianRatio(seconds[Baseline], seconds[contender]);
    }
    result.toOneDnn = contest.moves[OneDnn] ? MedianRatio(seconds[OneDnn], seconds[Ours]) : 0;
    result.nanosecondsPerElement = result.seconds[Ours] * 1e9 / static_cast<double>(contest.elements);
    return result;
}

// The large buffers of the cold cases are made by the first of them.
Result Run(const Case& one, std::unique_ptr<BufferPair>& coldBuffers, const Effort& effort)
{
    Contest contest = ContestOf(one);
    const std::size_t slotPages =
        ((std::max)(contest.destinationBytes, contest.sourceBytes) + PageBytes - 1) / PageBytes;

    const bool isCold = one.row->memory == Memory::Cold;
    std::unique_ptr<BufferPair> warmBuffers;
    std::unique_ptr<BufferPair>& buffers = isCold ? coldBuffers : warmBuffers;
    if (!buffers)
    {
        buffers = isCold ? std::make_unique<BufferPair>(effort.coldBytes, effort.coldBytes)
                         : std::make_unique<BufferPair>(contest.destinationBytes, contest.sourceBytes);
    }
    const Slots slots{{buffers->destination.Data(), buffers->source.Data()},
                      slotPages * PageBytes,
                      isCold ? effort.coldBytes / (slotPages * PageBytes) : 1};
    Check(contest, slots.first, Title(one));
    return Time(one, contest, slots, effort);
}

// ---- the report -----------------------------------------------------------------------------------------------------

const char* InstructionSet()
{
    switch (dtu::detail::BestCopyPath())
    {
    case dtu::detail::CopyPath::Vector256: return "Vector256 (AVX2)";
    case dtu::detail::CopyPath::Vector512: return "Vector512 (AVX-512)";
    case dtu::detail::CopyPath::Vector128: return "Vector128 (SSE2 or NEON)";
    default: return "Portable (no vectors)";
    }
}

std::string OneDnnName()
{
#if MOVE_BENCHMARK_ONEDNN
    const dnnl::version_t& version = *dnnl::version();
    return Format("%d.%d.%d, one thread", version.major, version.minor, version.patch);
#else
    return "left out: not found when this program was built";
#endif
}

std::string Ratio(double value) { return value > 0 ? Format("%.3f", value) : "-"; }

std::string AskedText(const Case& one)
{
    switch (one.row->goal)
    {
    case Goal::Ratio: return Format("%.2f", one.AskedFor());
    case Goal::NanosecondsPerElement: return Format("%.2f ns", one.AskedFor());
    default: return "-";
    }
}

void PrintHead(const Effort& effort)
{
    std::printf("compiler      %s\n", move_report::CompilerName().c_str());
    std::printf("CPU           %s\n", move_report::CpuName().c_str());
    std::printf("instructions  %s\n", InstructionSet());
    std::printf("oneDNN        %s\n", OneDnnName().c_str());
    std::printf("hint          Auto, where a case does not say Streaming\n");
    std::printf("cold          goes round 2 x %zu MiB; all else is warm, one pair of buffers\n",
                effort.coldBytes >> 20);
    std::printf("rounds        %zu, each at least %g ms for each contender%s\n\n", effort.rounds,
                effort.roundSeconds * 1e3, effort.roundSeconds > 0 ? "" : ": --quick checks, its numbers say nothing");
    std::printf("Speed beside memcpy = 1 of the same payload, for broadcasts memset; medians\n\n");
    std::printf("%-46s %7s %7s %6s %7s %-8s %6s %6s %10s\n", "case", "payload", "memcpy", "ours", "asked", "", "naive",
                "oneDNN", "ours");
    std::printf("%-46s %7s %7s %47s\n", "", "KiB", "GB/s", "ns/element");
}

void PrintResult(const Result& result)
{
    const double gigabytesPerSecond = static_cast<double>(result.payloadBytes) / result.seconds[Baseline] / 1e9;
    std::printf("%-46s %7zu %7.1f %6s %7s %-8s %6s %6s %10.3f\n", Title(result.one).c_str(), result.payloadBytes >> 10,
                gigabytesPerSecond, Ratio(result.ratios[Ours]).c_str(), AskedText(result.one).c_str(),
                result.Reached() ? "reached" : "missed", Ratio(result.ratios[Naive]).c_str(),
                Ratio(result.ratios[OneDnn]).c_str(), result.nanosecondsPerElement);
    std::fflush(stdout);
}

void PrintSummary(const std::vector<Result>& results)
{
    std::vector<double> ratios;
    std::vector<double> toOneDnn;
    std::size_t reached = 0;
    for (const Result& result : results)
    {
        ratios.push_back(result.ratios[Ours]);
        reached += result.Reached() ? std::size_t{1} : 0;
        if (result.toOneDnn > 0) { toOneDnn.push_back(result.toOneDnn); }
    }
    std::printf("\n%zu of %zu cases reached what is asked\n", reached, results.size());
    std::printf("geometric mean  %.3f of memcpy (aim 0.80)\n", GeometricMean(ratios));
    if (!toOneDnn.empty())
    {
        std::printf("                %.3f of oneDNN (aim 2), over the %zu cases that it can do\n",
                    GeometricMean(toOneDnn), toOneDnn.size());
    }
}

void PrintSmall(const std::vector<Result>& results)
{
    std::printf("\n%-46s %7s %7s %7s %7s\n", "ns a call", "memcpy", "ours", "naive", "oneDNN");
    for (const Result& result : results)
    {
        std::printf("%-46s", Title(result.one).c_str());
        for (const double seconds : result.seconds)
        {
            std::printf(" %7s", seconds > 0 ? Format("%.1f", seconds * 1e9).c_str() : "-");
        }
        std::printf("\n");
    }
}

std::string ChartOf(const std::vector<Result>& results)
{
    std::vector<move_report::ChartRow> rows;
    for (const Result& result : results)
    {
        if (rows.empty() || rows.back().name != result.one.row->name) { rows.push_back({result.one.row->name, {}}); }
        for (const Contender contender : {Ours, Naive, OneDnn})
        {
            if (result.ratios[contender] > 0)
            {
                rows.back().ratios[contender - Ours].push_back(result.ratios[contender]);
            }
        }
    }
    return move_report::Chart(rows,
                              move_report::CpuName() + ", " + move_report::CompilerName() + ", " + InstructionSet());
}

// ---- the command line -----------------------------------------------------------------------------------------------

constexpr int ExitRight = 0;
constexpr int ExitWrong = 1; // something was moved wrongly, or could not be moved or written
constexpr int ExitBadInput = 2;

constexpr const char* Usage = R"(usage: move_benchmark [options]
  --list         print the cases and what is asked of them
  --row TEXT     run the cases whose name holds TEXT; may be given several times
  --rounds N     1 to 1000 rounds; 15 otherwise
  --quick        one short round and small cold buffers: whether it runs and moves rightly, not how fast
  --svg FILE     write a chart of the rows
  --help         print this
The exit code is 0 where everything was moved rightly, however fast, and 1 where not.
)";

struct Options
{
    std::vector<std::string> rows;
    std::string svg;
    Effort effort;
    bool isList = false;
};

std::size_t ParseRounds(const std::string& text)
{
    char* end = nullptr;
    const unsigned long rounds = std::strtoul(text.c_str(), &end, 10);
    if (*end != '\0' || rounds < 1 || rounds > 1000)
    {
        throw std::invalid_argument("--rounds " + text + ": give a number from 1 to 1000");
    }
    return rounds;
}

Options ParseOptions(const std::vector<std::string>& words)
{
    Options options;
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        const auto value = [&]() -> const std::string&
        {
            if (i + 1 == words.size()) { throw std::invalid_argument(word + ": its value is missing"); }
            return words[++i];
        };
        if (word == "--list") { options.isList = true; }
        else if (word == "--quick") { options.effort = {1, 0, std::size_t{32} << 20}; }
        else if (word == "--row") { options.rows.push_back(value()); }
        else if (word == "--rounds") { rounds = ParseRounds(value()); }
        else if (word == "--svg") { options.svg = value(); }
        else { throw std::invalid_argument(word + ": unknown option; move_benchmark --help lists them"); }
    }
    options.effort.rounds = rounds != 0 ? rounds : options.effort.rounds;
    return options;
}

int RunAll(const std::vector<Case>& cases, const Options& options)
{
    std::ofstream svg;
    if (!options.svg.empty())
    {
        svg.open(options.svg, std::ios::binary);
        if (!svg) { throw std::invalid_argument("--svg " + options.svg + ": cannot be written"); }
    }
    PrintHead(options.effort);
    std::unique_ptr<BufferPair> coldBuffers;
    std::vector<Result> results;
    std::vector<Result> smallResults;
    std::size_t wrongCount = 0;
    for (const Case& one : cases)
    {
        try
        {
            const Result result = Run(one, coldBuffers, options.effort);
            const bool isSmall = one.row->goal == Goal::NanosecondsPerCall;
            (isSmall ? smallResults : results).push_back(result);
            if (!isSmall) { PrintResult(result); }
        }
        catch (const std::exception& error)
        {
            std::printf("%-46s WRONG: %s\n", Title(one).c_str(), error.what());
            ++wrongCount;
        }
    }
    if (!results.empty()) { PrintSummary(results); }
    if (!smallResults.empty()) { PrintSmall(smallResults); }
    if (svg.is_open())
    {
        svg << ChartOf(results) << std::flush;
        if (!svg) { throw std::runtime_error(options.svg + " could not be written"); }
    }
    if (wrongCount != 0) { throw std::runtime_error(std::to_string(wrongCount) + " cases are WRONG"); }
    return ExitRight;
}

int Main(const std::vector<std::string>& words)
{
    if (std::find(words.begin(), words.end(), "--help") != words.end())
    {
        std::fputs(Usage, stdout);
        return ExitRight;
    }
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
    try
    {
        return Main(std::vector<std::string>(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount));
    }
    catch (const std::invalid_argument& error)
    {
        std::fprintf(stderr, "move_benchmark: %s\n", error.what());
        return ExitBadInput;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "move_benchmark: %s\n", error.what());
        return ExitWrong;
    }
}
