// Measures CopyTensor and GatherTensor beside memcpy of the same number of bytes, a naive loop, and oneDNN if it was
// found; also with a destination 16 bytes (or --at) after the start of a cache line, and with CopyHint::Cached.

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
    Upsampling,     // of {C,H,2,W,2}: each element twice along both axes
    Permute,        // the axes in another order
    PadRows,        // of the destination; of the source
    Broadcast,      // of {1,C,1,1} to NHWC; to NCHW
    GatherRows,     // along axis 0
    GatherLastAxis, // along axis 1 of 2
    Contiguous,     // the same layout on both sides
    Slice           // one block of axis 0; every second position of axis 1
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
    {"everyday filters {64,64,3,3}", Work::Filters, {64, 64, 3, 3}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {512,512,3,3}", Work::Filters, {512, 512, 3, 3}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {64,32,5,5}", Work::Filters, {64, 32, 5, 5}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {64,3,7,7}", Work::Filters, {64, 3, 7, 7}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {96,40,3,3}", Work::Filters, {96, 40, 3, 3}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {130,60,2,4}", Work::Filters, {130, 60, 2, 4}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {512,256,2,4}", Work::Filters, {512, 256, 2, 4}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {256,64,4,4}", Work::Filters, {256, 64, 4, 4}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {64,16,3,3}", Work::Filters, {64, 16, 3, 3}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
    {"everyday filters {1000,512,3,3}", Work::Filters, {1000, 512, 3, 3}, {{Timed, Timed, Timed}, {Timed, Timed, Timed}}},
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
    {"everyday upsampling to {64,112,112}", Work::Upsampling, {64, 56, 2, 56, 2}, {{Timed, Timed, Timed}}},
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
    {"Gather rows of {50000,512}", Work::GatherRows, {50000, 512}, {{Timed}}},
    {"Gather rows of {50000,1024}", Work::GatherRows, {50000, 1024}, {{Timed}}},
    {"Gather rows of {20000,2048}", Work::GatherRows, {20000, 2048}, {{Timed}}},
    {"Gather rows of {500,768}", Work::GatherRows, {500, 768}, {{Timed}}},
    {"Gather rows of {100,768}", Work::GatherRows, {100, 768}, {{Timed}}},
    {"Gather rows of {8000,4096}", Work::GatherRows, {8000, 4096}, {{Timed}}},
    {"Gather rows of {2000,16384}", Work::GatherRows, {2000, 16384}, {{Timed}}},
    {"Gather last axis of {64,4096}", Work::GatherLastAxis, {64, 4096}, {{0.27}}},
    {"Gather bytes of {64,4096}", Work::GatherLastAxis, {64, 4096}, {{0, 0, Timed}}},
    {"contiguous 64 KiB", Work::Contiguous, {1, 4, 64, 64}, {{0.98}}},
    {"contiguous 1 MiB", Work::Contiguous, {1, 64, 64, 64}, {{0.98}}},
    {"contiguous 32 MiB", Work::Contiguous, {8, 256, 64, 64}, {{0.98}}},
    {"slice of {8,64,56,56}", Work::Slice, {8, 64, 56, 56}, {{0.98}, {0.98}}},
    {"small {1,3,8,8}", Work::Relayout, {1, 3, 8, 8}, {{Timed, Timed, Timed}}},
    {"small contiguous 64 bytes", Work::Contiguous, {1, 1, 4, 4}, {{Timed}}},
};
// clang-format on

constexpr std::uint32_t GatheredRows = 4096;
constexpr std::uint32_t GatheredColumns = 1024;
constexpr std::uint32_t PaddedRow = 256; // elements

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

struct Case
{
    const Row* row;
    std::size_t way;
    std::size_t type; // index of ElementNames and ElementTypes

    std::string Title() const { return row->name + std::string(WayName(row->work, way)) + ", " + ElementNames[type]; }
    dtu::DML_TENSOR_DATA_TYPE DataType() const { return ElementTypes[type]; }
    double Asked() const { return row->asked[way][type]; }
};

std::vector<Case> AllCases()
{
    std::vector<Case> cases;
    for (const Row& row : Rows)
    {
        for (std::size_t i = 0; i < WayCount * TypeCount; ++i)
        {
            const Case one{&row, i / TypeCount, i % TypeCount};
            if (one.Asked() != 0) { cases.push_back(one); }
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
    case Work::Upsampling:
        return {packed, dtu::TensorLayout::Packed({sizes[0], sizes[1], 1, sizes[3], 1}).BroadcastTo(sizes)};
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

// The buffers of the cold cases, for each kind of pages. The first case makes them.
using ColdBuffers = std::array<std::unique_ptr<BufferPair>, 2>;

Times<ContenderCount> Run(const Case& one, Pages pages, const Options& options, ColdBuffers& coldBuffers)
{
    const Effort& effort = options.effort;
    Contest contest = ContestOf(one, options.path);
    AddWithin(contest, options.at);
    const bool isCold = one.row->memory == Memory::Cold;
    std::unique_ptr<BufferPair> warmBuffers;
    std::unique_ptr<BufferPair>& buffers = isCold ? coldBuffers[static_cast<std::size_t>(pages)] : warmBuffers;
    if (!buffers)
    {
        buffers = isCold ? std::make_unique<BufferPair>(effort.coldBytes, effort.coldBytes, pages)
                         : std::make_unique<BufferPair>(contest.destinationBytes, contest.sourceBytes, pages);
    }
    const Slots slots = SlotsIn(*buffers, (std::max)(contest.destinationBytes, contest.sourceBytes), one.row->memory);
    Check(contest, slots.first, options.at, one.Title());
    return TimeRounds(contest.moves, one.row->memory, slots, effort);
}

// ---- the report -----------------------------------------------------------------------------------------------------

// Returns a table in Markdown with a row for each direction of each row, and a column for each element type.
std::string TableByType(const std::vector<Case>& cases, const std::vector<TimesOnPages<ContenderCount>>& results)
{
    std::string table = "| case |";
    for (const char* name : ElementNames) { table += std::string(" ") + name + " |"; }
    table += "\n|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < cases.size();)
    {
        const Case& first = cases[i];
        table += std::string("| ") + first.row->name + WayName(first.row->work, first.way) + " |";
        for (std::size_t type = 0; type < TypeCount; ++type)
        {
            const bool isCase =
                i < cases.size() && cases[i].row == first.row && cases[i].way == first.way && cases[i].type == type;
            if (isCase)
            {
                const Times<ContenderCount>& times = results[i].front();
                table += Format(" **%.2f**", times.Speed(Ours, Baseline));
                for (const Contender contender : {Naive, OneDnn})
                {
                    const double speed = times.Speed(contender, Baseline);
                    table += speed > 0 ? Format(" %.2f", speed) : std::string();
                }
                ++i;
            }
            table += isCase ? " |" : "  |";
        }
        table += '\n';
    }
    return table;
}

void Main(const std::vector<Case>& cases, const Options& options)
{
#if MOVE_BENCHMARK_ONEDNN
    omp_set_num_threads(1);
#endif
    const std::vector<Column> columns = {{"memcpy=1", Ours, Baseline},   {"at/ours", OursWithin, Ours},
                                         {"Cached=1", Ours, OursCached}, {"naive", Naive, Baseline},
                                         {"oneDNN", OneDnn, Baseline},   {"oneDNN=1", Ours, OneDnn}};
    ColdBuffers coldBuffers;
    const auto results =
        RunCases<ContenderCount>(cases, options, Ours, columns,
                                 [&](const Case& one, Pages pages) { return Run(one, pages, options, coldBuffers); });
    WriteTable(options, TableByType(cases, results));
}
} // namespace

int main(int argumentCount, char** arguments)
{
    return contest::RunProgram("move_benchmark", argumentCount, arguments, dtu::detail::BestCopyPath(), AllCases(),
                               Main);
}
