// compare_tensors compares the tensors in two files: whether they agree, how much they differ, and where.
// Pair::Compare and ForEachError are the parts about tensors.

#include "describe_tensor/parse_text.hpp"
#include "dml_tensor_compare.hpp"
#include "write_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

constexpr int ExitEqual = 0;
constexpr int ExitDifferent = 1;
constexpr int ExitBadInput = 2;

constexpr char Help[] =
    "Usage: compare_tensors --expected FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST]\n"
    "                       --actual FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST]\n"
    "                       [--absolute NUMBER] [--relative NUMBER] [--ulps COUNT] [--map FILE.svg]\n"
    "\n"
    "Compares two tensors of the same type, each from a file with the bytes of its buffer. Prints how many elements\n"
    "differ, the first of them, and the distribution of the errors.\n"
    "\n"
    "  FILE    read whole\n"
    "  TYPE    a data type, such as FLOAT16\n"
    "  SIZES   in logical order, such as 1,3,224,224; the expected tensor is broadcast to the actual one's sizes\n"
    "\n"
    "  --layout NCHW|NHWC   layout of the tensor before it: row-major (the default), or the second axis moved last\n"
    "  --strides LIST       strides of the tensor before it, in elements, such as 150528,1,672,3\n"
    "  --absolute NUMBER    tolerance: |expected - actual| <= NUMBER (default: 0)\n"
    "  --relative NUMBER    tolerance: |expected - actual| <= NUMBER * |expected| (default: 0)\n"
    "  --ulps COUNT         tolerance: at most COUNT units in the last place (default: 0)\n"
    "  --map FILE.svg       draw the errors of the last two axes, at the position of the largest error\n"
    "  --help               print this\n"
    "\n"
    "Exit code:\n"
    "  0  all elements agree\n"
    "  1  some elements differ\n"
    "  2  the input is wrong, a file cannot be read or written, or there is not enough memory (a line on stderr)\n"
    "A file that is longer than its tensor gives a warning on stderr.\n";

// The text is the one line that is written to stderr.
struct Failure : std::runtime_error
{
    explicit Failure(const std::string& text) : std::runtime_error("compare_tensors: " + text) {}
};

[[noreturn]] void Reject(const std::string& argument, const std::string& problem)
{
    throw Failure((argument.empty() ? "''" : parse_text::Printable(argument)) + ": " + problem);
}

//----------------------------------------------------------------------------------------------------------------------
// The command line
//----------------------------------------------------------------------------------------------------------------------

struct Side
{
    std::string file;
    dml::DML_TENSOR_DATA_TYPE dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    dml::TensorLayout layout;
    std::vector<unsigned char> bytes;

    dml::Source Get() const { return {bytes.data(), bytes.size(), layout}; }
};

struct CommandLine
{
    Side expected;
    Side actual;
    dml::Tolerance tolerance;
    std::string map;
};

dml::DML_TENSOR_DATA_TYPE ParseType(const std::string& text)
{
    const dml::DML_TENSOR_DATA_TYPE dataType = parse_text::ParseDataType(text);
    if (dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN) { Reject(text, parse_text::DataTypeProblem(text)); }
    return dataType;
}

dml::Dimensions ParseDimensions(const std::string& text)
{
    const parse_text::List list = parse_text::ParseList(text);
    if (!list.problem.empty()) { Reject(text, list.problem); }
    return list.values;
}

dml::TensorLayout Checked(const std::string& text, const dml::TensorLayout& layout)
{
    if (!layout) { Reject(text, dml::Explain(layout.Reason()).c_str()); }
    return layout;
}

double ParseTolerance(const std::string& option, const std::string& text)
{
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    if (text.empty() || *rest != '\0' || !(number >= 0)) { Reject(option, "needs a number of at least 0"); }
    return number;
}

CommandLine ParseCommandLine(const std::vector<std::string>& words)
{
    CommandLine commandLine;
    Side* side = nullptr;
    std::size_t next = 0;
    const auto take = [&](const std::string& option, const char* what) -> const std::string&
    {
        if (next == words.size()) { Reject(option, std::string("needs ") + what); }
        return words[next++];
    };
    const auto layoutOf = [&](const std::string& option) -> dml::TensorLayout&
    {
        if (side == nullptr) { Reject(option, "must follow --expected or --actual, whose tensor it describes"); }
        return side->layout;
    };
    while (next < words.size())
    {
        const std::string& word = words[next++];
        if (word == "--expected" || word == "--actual")
        {
            side = word == "--actual" ? &commandLine.actual : &commandLine.expected;
            side->file = take(word, "FILE TYPE SIZES");
            side->dataType = ParseType(take(word, "FILE TYPE SIZES"));
            const std::string& sizes = take(word, "FILE TYPE SIZES");
            side->layout = Checked(sizes, dml::TensorLayout::Packed(ParseDimensions(sizes)));
        }
        else if (word == "--layout")
        {
            dml::TensorLayout& layout = layoutOf(word);
            const std::string name = parse_text::Upper(take(word, "NCHW or NHWC"));
            if (name != "NCHW" && name != "NHWC") { Reject(name, "is not a layout; use NCHW or NHWC"); }
            layout = Checked(name, dml::TensorLayout::Packed(layout.Sizes(),
                                                             name == "NHWC" ? dml::Layout::NHWC : dml::Layout::NCHW));
        }
        else if (word == "--strides")
        {
            dml::TensorLayout& layout = layoutOf(word);
            const std::string& strides = take(word, "a list of strides");
            layout = Checked(strides, dml::TensorLayout::Strided(layout.Sizes(), ParseDimensions(strides)));
        }
        else if (word == "--absolute")
        {
            commandLine.tolerance.absolute = ParseTolerance(word, take(word, "a number"));
        }
        else if (word == "--relative")
        {
            commandLine.tolerance.relative = ParseTolerance(word, take(word, "a number"));
        }
        else if (word == "--ulps")
        {
            const parse_text::Number number = parse_text::Parse(take(word, "a count"), parse_text::Limit64);
            if (!number.problem.empty()) { Reject(word, number.problem); }
            commandLine.tolerance.ulps = number.value;
        }
        else if (word == "--map")
        {
            commandLine.map = take(word, "a file to write");
            if (commandLine.map.empty()) { Reject(word, "needs a file to write"); }
        }
        else { Reject(word, "is not an option; see --help"); }
    }
    const Side& expected = commandLine.expected;
    const Side& actual = commandLine.actual;
    if (!expected.layout || !actual.layout)
    {
        throw Failure("two tensors are needed; write for example: compare_tensors --expected reference.bin FLOAT16 "
                      "1,3,4,5 --actual readback.bin FLOAT16 1,3,4,5");
    }
    if (expected.dataType != actual.dataType)
    {
        throw Failure("the types differ: " + parse_text::Printable(expected.file) + " is "
                      + dml::ToString(expected.dataType) + ", " + parse_text::Printable(actual.file) + " is "
                      + dml::ToString(actual.dataType) + "; convert one of the tensors first");
    }
    std::error_code error; // a name that has one, such as a loop of links, cannot be written either
    if (!commandLine.map.empty() && std::filesystem::is_directory(commandLine.map, error))
    {
        Reject(commandLine.map, "is a folder; name a file for the map");
    }
    for (const Side* input : {&expected, &actual})
    {
        if (!commandLine.map.empty() && std::filesystem::equivalent(commandLine.map, input->file, error))
        {
            Reject(commandLine.map, "is an input; name another file for the map");
        }
    }
    return commandLine;
}

void Read(Side& side)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(side.file, error); // fails for folders and devices
    std::ifstream file;
    if (!error) { file.open(side.file, std::ios::binary); }
    if (!file.is_open()) { Reject(side.file, "cannot be read; name a readable file"); }
    side.bytes.resize(static_cast<std::size_t>(bytes));
    if (bytes != 0 && !file.read(reinterpret_cast<char*>(side.bytes.data()), static_cast<std::streamsize>(bytes)))
    {
        Reject(side.file, "cannot be read to its end; it may have been changed meanwhile");
    }
    if (bytes == 0) { Reject(side.file, "is empty"); }
}

//----------------------------------------------------------------------------------------------------------------------
// Errors
//----------------------------------------------------------------------------------------------------------------------

// Two tensors of equal sizes.
struct Pair
{
    dml::DML_TENSOR_DATA_TYPE dataType;
    dml::Source expected;
    dml::Source actual;

    dml::Comparison Compare(const dml::Tolerance& tolerance = {}) const
    {
        return dml::CompareTensors(dataType, expected, actual, tolerance);
    }

    Pair Sliced(std::uint32_t axis, std::uint32_t at) const
    {
        Pair slice = *this;
        slice.expected.layout = expected.layout.Sliced(axis, at, 1);
        slice.actual.layout = actual.layout.Sliced(axis, at, 1);
        return slice;
    }
};

// A pair in which the axes that both tensors repeat by a stride of 0 have size 1.
struct Distinct
{
    Pair pair;
    std::uint64_t repeats = 1; // how many elements of the original each element represents
};

Distinct WithoutRepeats(const Pair& whole)
{
    Distinct distinct = {whole};
    const dml::TensorLayout& expected = whole.expected.layout;
    const dml::TensorLayout& actual = whole.actual.layout;
    for (std::uint32_t axis = 0; axis < actual.Rank(); ++axis)
    {
        if (expected.Strides()[axis] != 0 || actual.Strides()[axis] != 0) { continue; }
        distinct.repeats *= actual.Sizes()[axis];
        distinct.pair = distinct.pair.Sliced(axis, 0);
    }
    return distinct;
}

// Calls visit(coordinates, comparison) for each element that differs, in row-major order. Slices that agree are
// compared by one call.
template <class Visit> void ForEachError(const Pair& pair, dml::Dimensions coordinates, Visit visit)
{
    const dml::Comparison comparison = pair.Compare();
    if (comparison) { return; }
    const auto axis = static_cast<std::uint32_t>(coordinates.size());
    const dml::Dimensions& sizes = pair.actual.layout.Sizes();
    if (axis == sizes.size()) { return visit(coordinates, comparison); }
    for (std::uint32_t at = 0; at < sizes[axis]; ++at)
    {
        std::uint32_t values[8] = {};
        std::copy(coordinates.begin(), coordinates.end(), values);
        values[axis] = at;
        ForEachError(pair.Sliced(axis, at), dml::Dimensions(values, axis + 1), visit);
    }
}

// Whether the error has no finite value: one side is NaN or infinite, or the distance exceeds double.
bool HasNoError(const dml::Comparison& element)
{
    return element.largestErrorAt.empty() || std::isinf(element.largestError);
}

void PrintHistogram(const Pair& pair, std::uint64_t count)
{
    std::map<int, std::uint64_t> powers;
    std::uint64_t others = 0;
    std::uint64_t equal = count;
    const Distinct distinct = WithoutRepeats(pair);
    ForEachError(distinct.pair, {},
                 [&](const dml::Dimensions&, const dml::Comparison& element)
                 {
                     equal -= distinct.repeats;
                     std::uint64_t& number = HasNoError(element) ? others : powers[std::ilogb(element.largestError)];
                     number += distinct.repeats;
                 });
    std::uint64_t most = (std::max)(equal, others);
    for (const auto& each : powers) { most = (std::max)(most, each.second); }
    const auto print = [most](const std::string& name, std::uint64_t number)
    {
        constexpr std::uint64_t Width = 40;
        const auto length = static_cast<std::size_t>(static_cast<double>(Width) * static_cast<double>(number)
                                                     / static_cast<double>(most));
        const std::string bar(number != 0 && length == 0 ? 1 : length, '#');
        std::printf("  %-16s %12llu %s\n", name.c_str(), static_cast<unsigned long long>(number), bar.c_str());
    };
    std::printf("errors by power of two:\n");
    print("0", equal);
    for (const auto& [power, number] : powers) { print("from 2^" + std::to_string(power), number); }
    if (others != 0) { print("not finite", others); }
}

//----------------------------------------------------------------------------------------------------------------------
// The map
//----------------------------------------------------------------------------------------------------------------------

// A map of the errors. Each cell shows the largest error of a rectangle of elements.
struct Map
{
    struct Cell
    {
        double error = 0;
        bool isFinite = true;
    };

    std::string title;
    std::uint32_t rows = 1; // of the slice
    std::uint32_t columns = 1;
    std::uint32_t rowsOfCell = 1;
    std::uint32_t columnsOfCell = 1;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Cell>
        cells;           // by row and column; cells without an error are missing
    double smallest = 0; // of the errors above 0
    double largest = 0;
};

// Returns the map of the last two axes, in the slice that contains the largest error. A tensor of one axis is one row.
Map MapErrors(const Pair& pair, const dml::Comparison& all)
{
    constexpr std::uint32_t MostCells = 128;
    const std::uint32_t rank = pair.actual.layout.Rank();
    const dml::Dimensions place = !all.largestErrorAt.empty()   ? all.largestErrorAt
                                  : !all.firstDifferent.empty() ? all.firstDifferent
                                                                : pair.actual.layout.Coordinates(0);
    Pair slice = pair;
    Map map;
    map.title = "Errors of {";
    for (std::uint32_t axis = 0; axis + 2 < rank; ++axis)
    {
        slice = slice.Sliced(axis, place[axis]);
        map.title += std::to_string(place[axis]) + ", ";
    }
    map.title += rank < 2 ? "column}" : "row, column}";
    const dml::Dimensions& sizes = slice.actual.layout.Sizes();
    map.rows = rank < 2 ? 1 : sizes[rank - 2];
    map.columns = sizes[rank - 1];
    map.rowsOfCell = (map.rows - 1) / MostCells + 1;
    map.columnsOfCell = (map.columns - 1) / MostCells + 1;
    if (map.rowsOfCell * map.columnsOfCell != 1)
    {
        map.title +=
            "; of each " + std::to_string(map.rowsOfCell) + " x " + std::to_string(map.columnsOfCell) + " the largest";
    }
    const Distinct distinct = WithoutRepeats(slice);
    const dml::Dimensions& visited = distinct.pair.actual.layout.Sizes(); // 1 on a repeated axis
    const auto cells = [](std::uint32_t size, std::uint32_t ofCell) { return (size - 1) / ofCell + 1; };
    const std::uint32_t repeatedRows = rank < 2 || visited[rank - 2] == map.rows ? 1 : cells(map.rows, map.rowsOfCell);
    const std::uint32_t repeatedColumns = visited[rank - 1] == map.columns ? 1 : cells(map.columns, map.columnsOfCell);
    ForEachError(distinct.pair, {},
                 [&](const dml::Dimensions& at, const dml::Comparison& element)
                 {
                     const std::uint32_t row = rank < 2 ? 0 : at[rank - 2] / map.rowsOfCell;
                     const std::uint32_t column = at[rank - 1] / map.columnsOfCell;
                     for (std::uint32_t i = 0; i < repeatedRows * repeatedColumns; ++i)
                     {
                         Map::Cell& cell = map.cells[{row + i / repeatedColumns, column + i % repeatedColumns}];
                         if (HasNoError(element)) { cell.isFinite = false; }
                         else { cell.error = (std::max)(cell.error, element.largestError); }
                     }
                 });
    for (const auto& [at, cell] : map.cells)
    {
        map.largest = (std::max)(map.largest, cell.error);
        if (cell.error > 0 && (map.smallest == 0 || cell.error < map.smallest)) { map.smallest = cell.error; }
    }
    return map;
}

// Returns a colour from yellow (the smallest error) to red (the largest), on a logarithmic scale.
std::string ColourOf(const Map& map, double error)
{
    // Logarithms are subtracted, because the quotient of two errors could exceed double.
    const double range = std::log2(map.largest) - std::log2(map.smallest);
    const double share = range > 0 ? (std::log2(error) - std::log2(map.smallest)) / range : 1;
    char colour[8];
    static_cast<void>(std::snprintf(colour, sizeof(colour), "#e0%02x20", static_cast<unsigned>(220 * (1 - share))));
    return colour;
}

// Returns the map as an SVG.
std::string Drawing(const Map& map)
{
    constexpr std::uint32_t CellSide = 6;
    constexpr std::uint32_t Left = 40;
    constexpr std::uint32_t Top = 32;
    constexpr char Equal[] = "#eef2f5";
    constexpr char NotFinite[] = "#000000";
    const std::uint32_t width = ((map.columns - 1) / map.columnsOfCell + 1) * CellSide;
    const std::uint32_t height = ((map.rows - 1) / map.rowsOfCell + 1) * CellSide;
    const std::uint32_t bottom = Top + height;
    std::ostringstream file;
    const auto write = [&file](std::uint32_t x, std::uint32_t y, const std::string& text)
    { file << "<text x=\"" << x << "\" y=\"" << y << "\">" << text << "</text>\n"; };
    const auto fill =
        [&file](std::uint32_t x, std::uint32_t y, std::uint32_t w, std::uint32_t h, const std::string& colour)
    {
        file << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << w << "\" height=\"" << h << "\" fill=\""
             << colour << "\"/>\n";
    };
    file << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 )" << Left + (std::max)(width, 320U) + 8 << ' '
         << bottom + 48 << "\" font-family=\"sans-serif\" font-size=\"10\">\n<title>" << map.title << "</title>\n";
    write(4, 12, map.title);
    write(Left, Top - 4, "0");
    write(4, Top + 8, "0");
    if (width > 40) { write(Left + width - 16, Top - 4, std::to_string(map.columns - 1)); }
    if (height > 16) { write(4, bottom, std::to_string(map.rows - 1)); }
    fill(Left, Top, width, height, Equal);
    for (const auto& [at, cell] : map.cells)
    {
        fill(Left + at.second * CellSide, Top + at.first * CellSide, CellSide, CellSide,
             cell.isFinite ? ColourOf(map, cell.error) : NotFinite);
    }
    fill(Left, bottom + 10, 10, 10, Equal);
    write(Left + 14, bottom + 19, "equal");
    fill(Left + 60, bottom + 10, 10, 10, NotFinite);
    write(Left + 74, bottom + 19, "not finite");
    if (map.largest > 0)
    {
        constexpr std::uint32_t Steps = 8;
        const double step = (std::log2(map.largest) - std::log2(map.smallest)) / (Steps - 1); // in powers of two
        char text[2][32];
        static_cast<void>(std::snprintf(text[0], sizeof(text[0]), "%.6g", map.smallest));
        static_cast<void>(std::snprintf(text[1], sizeof(text[1]), "%.6g", map.largest));
        write(Left, bottom + 39, text[0]);
        for (std::uint32_t i = 0; i < Steps; ++i)
        {
            const double error = i + 1 < Steps ? std::exp2(std::log2(map.smallest) + step * i) : map.largest;
            fill(Left + 80 + i * 10, bottom + 30, 10, 10, ColourOf(map, error));
        }
        write(Left + 86 + Steps * 10, bottom + 39, text[1]);
    }
    file << "</svg>\n";
    return file.str();
}

int Compare(CommandLine& commandLine)
{
    Read(commandLine.expected);
    Read(commandLine.actual);
    Pair pair{commandLine.actual.dataType, commandLine.expected.Get(), commandLine.actual.Get()};
    const dml::Comparison comparison = pair.Compare(commandLine.tolerance);
    if (!comparison.reason.Ok())
    {
        const Side& side =
            comparison.reason.tensor == dml::Diagnosis::Expected ? commandLine.expected : commandLine.actual;
        Reject(side.file, dml::Explain(comparison).c_str());
    }
    for (const Side* side : {&commandLine.expected, &commandLine.actual})
    {
        const std::uint64_t needed = side->layout.EndInBytes(side->dataType);
        if (side->bytes.size() == needed) { continue; }
        static_cast<void>(
            std::fprintf(stderr, "compare_tensors: %s: has %llu bytes, and the tensor ends at byte %llu\n",
                         parse_text::Printable(side->file).c_str(), static_cast<unsigned long long>(side->bytes.size()),
                         static_cast<unsigned long long>(needed)));
    }
    pair.expected.layout = pair.expected.layout.BroadcastTo(pair.actual.layout.Sizes());
    std::printf("%s\n", dml::Explain(comparison).c_str());
    PrintHistogram(pair, comparison.compared);
    if (!commandLine.map.empty() && !write_file::Write(commandLine.map, Drawing(MapErrors(pair, comparison))))
    {
        Reject(commandLine.map, write_file::CannotBeWritten);
    }
    return comparison ? ExitEqual : ExitDifferent;
}

int Run(const std::vector<std::string>& words)
{
    int exitCode = ExitEqual;
    if (std::find(words.begin(), words.end(), "--help") != words.end()) { std::printf("%s", Help); }
    else
    {
        CommandLine commandLine = ParseCommandLine(parse_text::JoinedWords(words));
        exitCode = Compare(commandLine);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    {
        throw Failure("stdout cannot be written; is its disk full?");
    }
    return exitCode;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    try
    {
        return Run(std::vector<std::string>(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount));
    }
    catch (const std::bad_alloc&)
    {
        static_cast<void>(std::fputs("compare_tensors: there is not enough memory; use smaller tensors\n", stderr));
    }
    catch (const std::exception& exception)
    {
        static_cast<void>(std::fprintf(stderr, "%s\n", exception.what()));
    }
    return ExitBadInput;
}
