// Measures ConvertTensor beside memcpy of the destination's bytes, a hand-written loop for each case, a naive loop, and
// OpenCV if it was found. ConvertTensor and the hand-written loop are also measured with both buffers 16 bytes (or
// --at) after the start of a cache line, where malloc puts large buffers. Each case is measured with ordinary pages
// and, if the system provides them, with large ones.

#include "contest.hpp"
#include "contest_memory.hpp"
#include "contest_program.hpp"
#include "convert_contenders.hpp"
#include "dml_tensor_convert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
using namespace convert_contenders;

// ---- what is measured -----------------------------------------------------------------------------------------------

struct Row
{
    const char* name;
    dtu::Dimensions sizes;
    Side destination;
    Side source;
    bool isPicture; // with a scale and a bias per channel
    double asked;   // the required ratio to memcpy's speed
    convert_peer::Loop peer;
    Memory memory = Memory::Warm;
};

constexpr dtu::Dimensions Pixels{1, 3, 1080, 1920};
constexpr dtu::Dimensions FourChannels{1, 4, 1080, 1920};
constexpr dtu::Dimensions Features{8, 64, 56, 56};
constexpr Side ByteRows{dtu::DML_TENSOR_DATA_TYPE_UINT8, dtu::Layout::NHWC};
constexpr Side HalfRows{dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Layout::NHWC};
constexpr Side FloatRows{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::Layout::NHWC};
constexpr Side HalfPlanes{dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Layout::NCHW};
constexpr Side FloatPlanes{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::Layout::NCHW};

// Returns the hand-written loop of a case, if there is one.
#if CONVERT_BENCHMARK_PEER
#define PEER(...) convert_peer::__VA_ARGS__
#else
#define PEER(...) nullptr
#endif
constexpr Memory Cold = Memory::Cold;
// The destination of a contiguous case has 64 MiB.
constexpr Row Rows[] = {
    {"1080p RGB bytes to planar FLOAT16", Pixels, HalfPlanes, ByteRows, true, 0.50, PEER(PixelsToPlanes<3, 2>)},
    {"1080p RGB bytes to planar FLOAT16, cold", Pixels, HalfPlanes, ByteRows, true, 0.70, PEER(PixelsToPlanes<3, 2>),
     Cold},
    {"1080p RGB bytes to planar FLOAT32", Pixels, FloatPlanes, ByteRows, true, 0.70, PEER(PixelsToPlanes<3, 4>)},
    {"1080p RGB bytes to planar FLOAT32, cold", Pixels, FloatPlanes, ByteRows, true, 0.80, PEER(PixelsToPlanes<3, 4>),
     Cold},
    {"1080p planar FLOAT16 to RGB bytes", Pixels, ByteRows, HalfPlanes, true, 0.20, PEER(PlanesToPixels<3>)},
    {"1080p planar FLOAT16 to RGB bytes, cold", Pixels, ByteRows, HalfPlanes, true, 0.40, PEER(PlanesToPixels<3>),
     Cold},
    {"FLOAT32 to FLOAT16, contiguous", {8, 256, 128, 128}, HalfPlanes, FloatPlanes, false, 0.60, PEER(FloatsToHalves)},
    {"FLOAT16 to FLOAT32, contiguous", {4, 256, 128, 128}, FloatPlanes, HalfPlanes, false, 0.80, PEER(HalvesToFloats)},
    {"{8,64,56,56} FLOAT32 to FLOAT16 NHWC", Features, HalfRows, FloatPlanes, false, 0.45, PEER(PlanesToChannelsLast)},
    {"{8,64,56,56} FLOAT32 to FLOAT16 NHWC, cold", Features, HalfRows, FloatPlanes, false, 0.45,
     PEER(PlanesToChannelsLast), Cold},
    {"1080p RGB bytes to RGB FLOAT32", Pixels, FloatRows, ByteRows, true, 0.70, PEER(PixelsToFloats)},
    {"1080p planar FLOAT16 to RGB FLOAT16", Pixels, HalfRows, HalfPlanes, true, 0.50, PEER(PlanesToPixelsOfHalves)},
    {"1080p RGBA bytes to planar FLOAT16", FourChannels, HalfPlanes, ByteRows, true, 0.50, PEER(PixelsToPlanes<4, 2>)},
    {"1080p planar FLOAT16 to RGBA bytes", FourChannels, ByteRows, HalfPlanes, true, 0.20, PEER(PlanesToPixels<4>)},
    {"2x2 RGB bytes to planar FLOAT16", {1, 3, 2, 2}, HalfPlanes, ByteRows, true, 0.00, PEER(FewPixelsToPlanes)},
};
#undef PEER

// A byte becomes (byte / 255 - mean) / deviation, the input of models that were trained with ImageNet; and back.
Task TaskOf(const Row& row)
{
    constexpr std::array<double, 4> Means{0.485, 0.456, 0.406, 0.5};
    constexpr std::array<double, 4> Deviations{0.229, 0.224, 0.225, 0.25};
    Task task{row.sizes, row.destination, row.source, {}, {}, row.peer};
    for (std::size_t i = 0; row.isPicture && i < row.sizes[1]; ++i)
    {
        const bool isFromBytes = row.source.type == dtu::DML_TENSOR_DATA_TYPE_UINT8;
        const double scale = isFromBytes ? 1 / (255 * Deviations[i]) : 255 * Deviations[i];
        const double bias = isFromBytes ? -Means[i] / Deviations[i] : 255 * Means[i];
        task.scales.push_back(static_cast<float>(scale));
        task.biases.push_back(static_cast<float>(bias));
    }
    return task;
}

// Any bytes, or floats with either sign from 2^-7 to below 2, which fit a half.
Fill FillOf(dtu::DML_TENSOR_DATA_TYPE type)
{
    switch (type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return {0xFFFFFFFFFFFFFFFF, 0};
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16: return {0x9FFF9FFF9FFF9FFF, 0x2000200020002000};
    default: return {0x83FFFFFF83FFFFFF, 0x3C0000003C000000};
    }
}

// ---- checking and timing --------------------------------------------------------------------------------------------

constexpr int Poison = 0xA5;
using dtu::detail::CacheLineBytes;

double ValueAt(dtu::DML_TENSOR_DATA_TYPE type, const unsigned char* element)
{
    Half half{};
    float value = 0;
    switch (type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return *element;
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16: std::memcpy(&half, element, sizeof half); return ToFloat(half);
    default: std::memcpy(&value, element, sizeof value); return value;
    }
}

// OpenCV's results may differ in the last digits, because it subtracts the mean before it multiplies.
bool IsNear(dtu::DML_TENSOR_DATA_TYPE type, const unsigned char* element, const unsigned char* right)
{
    const double error = std::abs(ValueAt(type, element) - ValueAt(type, right));
    switch (type)
    {
    case dtu::DML_TENSOR_DATA_TYPE_UINT8: return error <= 1;
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT16: return error <= 0x1p-9;
    default: return error <= 0x1p-20;
    }
}

// Each element must be the result of a loop that rounds product and sum once, or of one that rounds twice.
void Check(Contest& contest, const Slot& slot, const Task& task, const std::string& title)
{
    const dtu::DML_TENSOR_DATA_TYPE type = task.destination.type;
    const std::size_t elementSize = BytesOf(type);
    const std::size_t bytes = contest.destinationBytes;
    std::vector<std::vector<unsigned char>> rightOnes;
    for (const Move& move : contest.rightOnes)
    {
        rightOnes.emplace_back(bytes);
        move({rightOnes.back().data(), slot.source});
    }
    for (const Contender contender : {Ours, Peer, Naive, OpenCv})
    {
        if (!contest.moves[contender]) { continue; }
        std::memset(slot.destination, Poison, bytes);
        contest.moves[contender](slot);
        std::size_t at = 0;
        const auto isRight = [&](const std::vector<unsigned char>& right)
        {
            return contender == OpenCv ? IsNear(type, slot.destination + at, right.data() + at)
                                       : std::memcmp(slot.destination + at, right.data() + at, elementSize) == 0;
        };
        while (at < bytes && std::any_of(rightOnes.begin(), rightOnes.end(), isRight)) { at += elementSize; }
        if (at == bytes) { continue; }
        const std::string text = Format("element %zu is %g and should be %g", at / elementSize,
                                        ValueAt(type, slot.destination + at), ValueAt(type, &rightOnes[0][at]));
        if (contender != OpenCv) { throw std::runtime_error((contender == Ours ? "" : "a loop's ") + text); }
        std::fprintf(stderr, "%s: OpenCV is left out, its %s\n", title.c_str(), text.c_str());
        contest.moves[OpenCv] = nullptr;
    }
}

struct Options
{
    std::vector<std::string> rows;
    std::string table;
    Effort effort;
    Path path = dtu::detail::BestConvertPath();
    std::size_t at = 16; // bytes after the start of a cache line, for Moved and MovedPeer
    bool isList = false;
};

// The results of a case with one kind of pages.
struct Result
{
    const Row* row;
    std::size_t destinationBytes;
    Times<ContenderCount> times;

    double RatioOf(std::size_t contender) const { return times.Speed(contender, Baseline); }
    bool Reached() const { return RatioOf(Ours) >= row->asked; }
    // The ratio to the loop at the same address, and the ratio of the time there to that at the start of a line.
    double OfPeer() const { return times.Speed(Ours, Peer); }
    double OfPeerMoved() const { return times.Speed(Moved, MovedPeer); }
    double Longer() const { return times.Speed(Ours, Moved); }
};

Result Run(const Row& row, Pages pages, const Options& options)
{
    const Effort& effort = options.effort;
    const Task task = TaskOf(row);
    Contest contest = ContestOf(task, options.path, options.at);
    const std::size_t most = (std::max)(contest.destinationBytes, contest.sourceBytes) + options.at;
    const std::size_t bytes = row.memory == Memory::Cold ? (std::max)(effort.coldBytes, most) : most;
    BufferPair buffers(bytes, bytes, pages, FillOf(row.source.type));
    const Slots slots = SlotsIn(buffers, most, row.memory);
    Check(contest, slots.first, task, row.name);
    return {&row, contest.destinationBytes, TimeRounds(contest.moves, row.memory, slots, effort)};
}

// ---- the report -----------------------------------------------------------------------------------------------------

// The results of a case with ordinary pages and, if there are any, with large ones.
using Results = std::vector<Result>;

std::string OpenCvName()
{
#if CONVERT_BENCHMARK_OPENCV
    return CV_VERSION ", one thread";
#else
    return "left out: not found when this program was built";
#endif
}

void PrintHead(const Options& options, bool hasLargePages)
{
    const Effort& effort = options.effort;
    std::printf("compiler      %s\n", CompilerName().c_str());
    std::printf("CPU           %s\n", CpuName().c_str());
    std::printf("vectors       of %s\n", TitleOf(options.path));
    std::printf("pages         ordinary, of 4 KiB%s\n", hasLargePages ? "; large, of 2 MiB" : "; no large ones here");
    std::printf("OpenCV        %s\n", OpenCvName().c_str());
    std::printf("cold          goes round 2 x %zu MiB; all else is warm, one pair of buffers\n",
                effort.coldBytes >> 20);
    std::printf("rounds        %zu, each at least %g ms for each contender%s\n\n", effort.rounds,
                effort.roundSeconds * 1e3, effort.roundSeconds > 0 ? "" : ": --quick checks, its numbers say nothing");
    std::printf(
        "Speed beside memcpy = 1 of the destination's bytes; medians; < is less than asked. peer: beside the\n"
        "hand-written loop; moved: the same, with both sides %zu bytes behind the start of a line; longer: how\n"
        "many times as long as at the start ours takes there\n\n",
        options.at);
    std::printf("%-42s %7s %5s | %-53s%s\n", "case", "KiB", "asked", "ordinary pages",
                hasLargePages ? " | large pages" : "");
    std::printf("%-42s %7s %5s", "", "", "");
    for (int i = 0; i < (hasLargePages ? 2 : 1); ++i)
    {
        std::printf(" | %8s %7s %6s %6s %6s %7s %7s", "memcpy", "ours ", "peer", "moved", "longer", "naive", "OpenCV");
    }
    std::printf("\n");
}

void PrintResults(const Results& results)
{
    const Result& first = results.front();
    std::printf("%-42s %7zu %5.2f", first.row->name, first.destinationBytes >> 10, first.row->asked);
    for (const Result& result : results)
    {
        const double bytesPerSecond = static_cast<double>(result.destinationBytes) / result.times.MedianOf(Baseline);
        std::printf(" | %8s %6s%s %6s %6s %6s %7s %7s", Format("%.1f GB", bytesPerSecond / 1e9).c_str(),
                    Ratio(result.RatioOf(Ours)).c_str(), result.Reached() ? " " : "<", Ratio(result.OfPeer()).c_str(),
                    Ratio(result.OfPeerMoved()).c_str(), Ratio(result.Longer()).c_str(),
                    Ratio(result.RatioOf(Naive)).c_str(), Ratio(result.RatioOf(OpenCv)).c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
}

void PrintSummary(const std::vector<Results>& all, std::size_t kind)
{
    std::vector<double> ratios;
    std::vector<double> ofPeer;
    double longest = 0;
    std::size_t reached = 0;
    for (const Results& results : all)
    {
        if (kind >= results.size()) { continue; }
        const Result& result = results[kind];
        ratios.push_back(result.RatioOf(Ours));
        if (result.OfPeer() > 0) { ofPeer.push_back(result.OfPeer()); }
        longest = (std::max)(longest, result.Longer());
        reached += result.Reached() ? std::size_t{1} : 0;
    }
    if (ratios.empty()) { return; }
    std::printf("%s pages: %zu of %zu cases reached what is asked; geometric means %.3f of memcpy, %.3f of the\n"
                "hand-written loops; elsewhere in a line at most %.2f times as long\n",
                kind == 0 ? "\nordinary" : "large", reached, ratios.size(), GeometricMean(ratios),
                GeometricMean(ofPeer), longest);
}

// Writes a table in Markdown with one row per case.
std::string TableOf(const std::vector<Results>& all)
{
    std::string table = "| case | ConvertTensor | of the loop | moved | longer | naive | OpenCV |\n"
                        "|---|---|---|---|---|---|---|\n";
    for (const Results& results : all)
    {
        const auto column = [&](const auto& valueOf)
        {
            std::string text;
            for (const Result& result : results)
            {
                const double value = valueOf(result);
                text += (text.empty() ? "" : " ") + (value > 0 ? Format("%.2f", value) : std::string("-"));
            }
            return text;
        };
        const auto ratioOf = [](Contender contender)
        { return [=](const Result& result) { return result.RatioOf(contender); }; };
        table += Format("| %s | **", results.front().row->name);
        table += column(ratioOf(Ours)) + "** | " + column([](const Result& result) { return result.OfPeer(); }) + " | "
                 + column([](const Result& result) { return result.OfPeerMoved(); }) + " | "
                 + column([](const Result& result) { return result.Longer(); }) + " | " + column(ratioOf(Naive)) + " | "
                 + column(ratioOf(OpenCv)) + " |\n";
    }
    return table;
}

// ---- the command line -----------------------------------------------------------------------------------------------

constexpr const char* Usage = R"(usage: convert_benchmark [options]
  --list         print the cases and their required ratios
  --row TEXT     run the cases whose name contains TEXT; may be repeated
  --at N         offset of the moved buffers in a cache line, 0 to 63 bytes; default 16
  --path NAME    kernels: portable, sse2 or neon, avx2; default: the best of this machine
  --rounds N     1 to 1000 rounds; default 15
  --quick        one short round and small cold buffers: checks the results, measures nothing
  --table FILE   write a table of the cases in Markdown, each with ordinary and with large pages
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
        else if (word == "--path") { options.path = ParsePath(value(), dtu::detail::BestConvertPath()); }
        else if (word == "--at") { options.at = ParseNumber(word, value(), 0, CacheLineBytes - 1); }
        else if (word == "--rounds") { rounds = ParseRounds(value()); }
        else if (word == "--table") { options.table = value(); }
        else { throw std::invalid_argument(word + ": unknown option; convert_benchmark --help lists them"); }
    }
    options.effort.rounds = rounds != 0 ? rounds : options.effort.rounds;
    return options;
}

// Returns all cases, or those whose names contain one of the texts.
std::vector<const Row*> RowsThatHold(const std::vector<std::string>& texts)
{
    std::vector<const Row*> rows;
    for (const Row& row : Rows)
    {
        if (IsAskedFor(row.name, texts)) { rows.push_back(&row); }
    }
    return rows;
}

int RunAll(const std::vector<const Row*>& rows, const Options& options)
{
    std::ofstream table = Opened("--table", options.table);
    const bool hasLargePages = HasLargePages();
    PrintHead(options, hasLargePages);
    std::vector<Results> all;
    std::size_t wrongCount = 0;
    for (const Row* const row : rows)
    {
        try
        {
            const Results results =
                RunOnPages(row->name, hasLargePages, [&](Pages pages) { return Run(*row, pages, options); });
            PrintResults(results);
            all.push_back(results);
        }
        catch (const std::exception& error)
        {
            std::printf("%-42s WRONG: %s\n", row->name, error.what());
            ++wrongCount;
        }
    }
    if (!all.empty())
    {
        for (std::size_t kind = 0; kind < 2; ++kind) { PrintSummary(all, kind); }
    }
    Write(table, options.table, TableOf(all));
    if (wrongCount != 0) { throw std::runtime_error(std::to_string(wrongCount) + " cases are WRONG"); }
    return ExitRight;
}

int Main(const std::vector<std::string>& words)
{
    const Options options = ParseOptions(words);
    const std::vector<const Row*> rows = RowsThatHold(options.rows);
    if (rows.empty())
    {
        throw std::invalid_argument("no case holds the text of --row; convert_benchmark --list names them");
    }
    if (options.isList)
    {
        for (const Row* const row : rows) { std::printf("%-42s %5.2f\n", row->name, row->asked); }
        return ExitRight;
    }
#if CONVERT_BENCHMARK_OPENCV
    cv::setNumThreads(1);
#endif
    return RunAll(rows, options);
}
} // namespace

int main(int argumentCount, char** arguments)
{
    return contest::RunProgram("convert_benchmark", Usage, argumentCount, arguments, Main);
}
