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
};

// A byte becomes (byte / 255 - mean) / deviation, the input of models that were trained with ImageNet; and back.
Task TaskOf(const Row& row)
{
    constexpr std::array<double, 4> Means{0.485, 0.456, 0.406, 0.5};
    constexpr std::array<double, 4> Deviations{0.229, 0.224, 0.225, 0.25};
    Task task{row.sizes, row.destination, row.source, {}, {}};
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
    default: return {0x83FFFFFF83FFFFFF, 0x3C0000003C000000};
    }
}

// ---- checking and timing --------------------------------------------------------------------------------------------

// The naive loop must agree, except for what the rounding of a product can change.
void Check(const Contest& contest, const Slot& slot, const Task& task)
{
    const dtu::DML_TENSOR_DATA_TYPE type = task.destination.type;
    const double tolerance = type == dtu::DML_TENSOR_DATA_TYPE_UINT8 ? 1 : 0.002;
    const auto row = dtu::TensorLayout::Packed({task.Elements()});
    std::vector<unsigned char> expected(contest.destinationBytes);
    contest.moves[Naive]({expected.data(), slot.source});
    std::memset(slot.destination, 0xA5, contest.destinationBytes);
    contest.moves[Ours](slot);
    const dtu::Comparison found = dtu::CompareTensors(type, {expected.data(), expected.size(), row},
                                                      {slot.destination, expected.size(), row}, {tolerance, 0.002});
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
