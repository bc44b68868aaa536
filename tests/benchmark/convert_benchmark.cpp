// Measures ConvertTensor beside memcpy of the destination's bytes and a naive loop; also with both buffers 16 bytes (or
// --at) after the start of a cache line, where malloc puts large buffers.

#include "contest.hpp"
#include "contest_memory.hpp"
#include "contest_program.hpp"
#include "convert_contenders.hpp"
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
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
    bool isImage; // with a scale and a bias per channel
    double asked; // the required ratio to memcpy's speed
    Memory memory = Memory::Warm;
    Channels channels = {};
    dtu::CopyHint hint = dtu::CopyHint::Auto;

    std::string Title() const { return name; }
    double Asked() const { return asked; }
};

constexpr dtu::Dimensions Pixels{1, 3, 1080, 1920};
constexpr dtu::Dimensions FourChannels{1, 4, 1080, 1920};
constexpr dtu::Dimensions Features{8, 64, 56, 56};
constexpr Side ByteRows{dtu::DML_TENSOR_DATA_TYPE_UINT8, dtu::Layout::NHWC};
constexpr Side HalfRows{dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Layout::NHWC};
constexpr Side FloatRows{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::Layout::NHWC};
constexpr Side HalfPlanes{dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Layout::NCHW};
constexpr Side FloatPlanes{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::Layout::NCHW};

constexpr dtu::Dimensions SmallPixels{1, 3, 224, 224};
constexpr Side HalfPixels{dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::Layout::NHWC};
constexpr Side FloatPixels{dtu::DML_TENSOR_DATA_TYPE_FLOAT32, dtu::Layout::NHWC};
constexpr dtu::Dimensions Contiguous{4, 256, 128, 128};
constexpr Side PlanesOf(dtu::DML_TENSOR_DATA_TYPE type) { return {type, dtu::Layout::NCHW}; }
constexpr Side UInt16Planes = PlanesOf(dtu::DML_TENSOR_DATA_TYPE_UINT16);
constexpr Side Int16Planes = PlanesOf(dtu::DML_TENSOR_DATA_TYPE_INT16);
constexpr Side BytePlanes = PlanesOf(dtu::DML_TENSOR_DATA_TYPE_UINT8);
constexpr Side UInt4Planes = PlanesOf(static_cast<dtu::DML_TENSOR_DATA_TYPE>(12));
constexpr Side Int4Planes = PlanesOf(static_cast<dtu::DML_TENSOR_DATA_TYPE>(13));
constexpr Channels Bgrx{4, {2, 1, 0}}; // three of four, in the other order
constexpr Channels Green{4, {1}};

constexpr Memory Cold = Memory::Cold;
// The destination of a contiguous case has 64 MiB.
constexpr Row Rows[] = {
    {"1080p RGB bytes to planar FLOAT16", Pixels, HalfPlanes, ByteRows, true, 0.50},
    {"1080p RGB bytes to planar FLOAT16, cold", Pixels, HalfPlanes, ByteRows, true, 0.70, Cold},
    {"1080p RGB bytes to planar FLOAT32", Pixels, FloatPlanes, ByteRows, true, 0.70},
    {"1080p RGB bytes to planar FLOAT32, cold", Pixels, FloatPlanes, ByteRows, true, 0.80, Cold},
    {"1080p planar FLOAT16 to RGB bytes", Pixels, ByteRows, HalfPlanes, true, 0.20},
    {"1080p planar FLOAT16 to RGB bytes, cold", Pixels, ByteRows, HalfPlanes, true, 0.40, Cold},
    {"FLOAT32 to FLOAT16, contiguous", {8, 256, 128, 128}, HalfPlanes, FloatPlanes, false, 0.60},
    {"FLOAT16 to FLOAT32, contiguous", {4, 256, 128, 128}, FloatPlanes, HalfPlanes, false, 0.80},
    {"{8,64,56,56} FLOAT32 to FLOAT16 NHWC", Features, HalfRows, FloatPlanes, false, 0.45},
    {"{8,64,56,56} FLOAT32 to FLOAT16 NHWC, cold", Features, HalfRows, FloatPlanes, false, 0.45, Cold},
    {"1080p RGB bytes to RGB FLOAT32", Pixels, FloatRows, ByteRows, true, 0.70},
    {"1080p planar FLOAT16 to RGB FLOAT16", Pixels, HalfRows, HalfPlanes, true, 0.50},
    {"1080p RGBA bytes to planar FLOAT16", FourChannels, HalfPlanes, ByteRows, true, 0.50},
    {"1080p planar FLOAT16 to RGBA bytes", FourChannels, ByteRows, HalfPlanes, true, 0.20},
    {"2x2 RGB bytes to planar FLOAT16", {1, 3, 2, 2}, HalfPlanes, ByteRows, true, 0.00},
    {"224x224 RGB bytes to planar FLOAT16", SmallPixels, HalfPlanes, ByteRows, true, 0.00},
    {"224x224 BGRX bytes to planar FLOAT16", SmallPixels, HalfPlanes, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"224x224 RGB bytes to planar FLOAT32", SmallPixels, FloatPlanes, ByteRows, true, 0.00},
    {"224x224 BGRX bytes to planar FLOAT32", SmallPixels, FloatPlanes, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"224x224 RGB bytes to RGB FLOAT16", SmallPixels, HalfPixels, ByteRows, true, 0.00},
    {"224x224 BGRX bytes to RGB FLOAT16", SmallPixels, HalfPixels, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"224x224 RGB bytes to RGB FLOAT32", SmallPixels, FloatPixels, ByteRows, true, 0.00},
    {"224x224 BGRX bytes to RGB FLOAT32", SmallPixels, FloatPixels, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"1080p BGRX bytes to planar FLOAT16", Pixels, HalfPlanes, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"1080p BGRX bytes to planar FLOAT32", Pixels, FloatPlanes, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"1080p RGB bytes to RGB FLOAT16", Pixels, HalfPixels, ByteRows, true, 0.00},
    {"1080p BGRX bytes to RGB FLOAT16", Pixels, HalfPixels, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"1080p BGRX bytes to RGB FLOAT32", Pixels, FloatPixels, ByteRows, true, 0.00, Memory::Warm, Bgrx},
    {"1080p BGRX bytes to planar FLOAT16, Streaming", Pixels, HalfPlanes, ByteRows, true, 0.00, Memory::Warm, Bgrx,
     dtu::CopyHint::Streaming},
    {"1080p BGRX bytes to RGB FLOAT32, Streaming", Pixels, FloatPixels, ByteRows, true, 0.00, Memory::Warm, Bgrx,
     dtu::CopyHint::Streaming},
    {"1080p green of BGRA bytes to FLOAT16", {1, 1, 1080, 1920}, HalfPlanes, ByteRows, true, 0.00, Memory::Warm, Green},
    {"512x512 of 8 channels reversed, bytes to planes",
     {1, 8, 512, 512},
     BytePlanes,
     ByteRows,
     false,
     0.00,
     Memory::Warm,
     {8, {7, 6, 5, 4, 3, 2, 1, 0}}},
    {"UINT8 to FLOAT32, contiguous", Contiguous, FloatPlanes, BytePlanes, false, 0.00},
    {"UINT16 to FLOAT32, contiguous", Contiguous, FloatPlanes, UInt16Planes, false, 0.00},
    {"INT16 to FLOAT16, contiguous", Contiguous, HalfPlanes, Int16Planes, false, 0.00},
    {"FLOAT32 to UINT16, contiguous", Contiguous, UInt16Planes, FloatPlanes, false, 0.00},
    {"UINT4 to UINT8, contiguous", Contiguous, BytePlanes, UInt4Planes, false, 0.00},
    {"UINT4 to FLOAT32, contiguous", Contiguous, FloatPlanes, UInt4Planes, false, 0.00},
    {"INT4 to FLOAT16, contiguous", Contiguous, HalfPlanes, Int4Planes, false, 0.00},
    {"FLOAT16 to INT4, contiguous", Contiguous, Int4Planes, HalfPlanes, false, 0.00},
    {"INT64 to INT32, contiguous", Contiguous, PlanesOf(dtu::DML_TENSOR_DATA_TYPE_INT32),
     PlanesOf(dtu::DML_TENSOR_DATA_TYPE_INT64), false, 0.00},
};

// A byte becomes (byte / 255 - mean) / deviation, the input of models that were trained with ImageNet; and back.
Task TaskOf(const Row& row)
{
    constexpr std::array<double, 4> Means{0.485, 0.456, 0.406, 0.5};
    constexpr std::array<double, 4> Deviations{0.229, 0.224, 0.225, 0.25};
    Task task{row.sizes, row.destination, row.source, row.channels, row.hint, {}, {}};
    for (std::size_t i = 0; row.isImage && i < row.sizes[1]; ++i)
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
    case dtu::DML_TENSOR_DATA_TYPE_FLOAT32: return {0x83FFFFFF83FFFFFF, 0x3C0000003C000000};
    default: return {0xFFFFFFFFFFFFFFFF, 0}; // integers
    }
}

// ---- checking and timing --------------------------------------------------------------------------------------------

// The naive loop, if there is one, must agree, except for what the rounding of a product can change.
void Check(const Contest& contest, const Slot& slot, const Task& task)
{
    if (!contest.moves[Naive]) { return; }
    const dtu::DML_TENSOR_DATA_TYPE type = task.destination.type;
    const double tolerance = type == dtu::DML_TENSOR_DATA_TYPE_UINT8 ? 1 : 0.002;
    const auto row = dtu::TensorLayout::Packed({task.Elements()});
    std::vector<unsigned char> expected(contest.destinationBytes);
    contest.moves[Naive]({expected.data(), slot.source});
    std::memset(slot.destination, 0xA5, contest.destinationBytes);
    contest.moves[Ours](slot);
    const dtu::Comparison found = dtu::CompareTensors(
        dtu::SourceOf(type, expected, row), {type, slot.destination, expected.size(), row}, {tolerance, 0.002});
    if (!found) { throw std::runtime_error(dtu::Explain(found).c_str()); }
}

Times<ContenderCount> Run(const Row& row, Pages pages, const Options& options)
{
    const Effort& effort = options.effort;
    const Task task = TaskOf(row);
    const Contest contest = ContestOf(task, options.path, options.at);
    const std::size_t most = (std::max)(contest.destinationBytes, contest.sourceBytes) + options.at;
    const std::size_t bytes = row.memory == Memory::Cold ? (std::max)(effort.coldBytes, most) : most;
    BufferPair buffers(bytes, bytes, pages, FillOf(row.source.type));
    const Slots slots = SlotsIn(buffers, most, row.memory);
    Check(contest, slots.first, task);
    return TimeRounds(contest.moves, row.memory, slots, effort);
}

void Main(const std::vector<Row>& rows, const Options& options)
{
    const std::vector<Column> columns = {
        {"memcpy=1", Ours, Baseline}, {"at/ours", Moved, Ours}, {"naive", Naive, Baseline}};
    const auto results = RunCases<ContenderCount>(
        rows, options, Ours, columns, [&](const Row& row, Pages pages) { return Run(row, pages, options); });
    WriteTable(options, TableOf(rows, results, columns));
}
} // namespace

int main(int argumentCount, char** arguments)
{
    const std::vector<Row> rows(std::begin(Rows), std::end(Rows));
    return contest::RunProgram("convert_benchmark", argumentCount, arguments, dtu::detail::BestConvertPath(), rows,
                               Main);
}
