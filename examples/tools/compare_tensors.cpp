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
    "Compares two tensors, each from a file with the bytes of its buffer. Prints how many elements differ, the first "
    "of\n"
    "them, the mean error, and the distribution of the errors. If some differ, it tries other layouts and the sorted\n"
    "values.\n"
    "\n"
    "  FILE    read whole\n"
    "  TYPE    a data type, such as FLOAT16; the two may differ\n"
    "  SIZES   in logical order, such as 1,3,224,224; the expected tensor is broadcast to the actual one's sizes\n"
    "\n"
    "  --layout NCHW|NHWC   layout of the tensor before it: row-major (the default), or the second axis moved last\n"
    "  --strides LIST       strides of the tensor before it, in elements, such as 150528,1,672,3\n"
    "  --absolute NUMBER    tolerance: |expected - actual| <= NUMBER (default: 0)\n"
    "  --relative NUMBER    tolerance: |expected - actual| <= NUMBER * |expected| (default: 0)\n"
    "  --ulps COUNT         tolerance: at most COUNT units in the last place, of one type (default: 0)\n"
    "  --map FILE.svg       draw the errors beyond the tolerance, of the last two axes at the largest error\n"
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

    dml::Source Get() const { return dml::SourceOf(dataType, bytes, layout); }
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
        if (next == words.size() || words[next].compare(0, 2, "--") == 0)
        {
            Reject(option, std::string("needs ") + what);
        }
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
    if (expected.dataType != actual.dataType && commandLine.tolerance.ulps != 0)
    {
        Reject("--ulps", "counts units of one type, but the types differ; use --absolute or --relative");
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
    dml::Source expected;
    dml::Source actual;

    dml::Comparison Compare(const dml::Tolerance& tolerance = {}) const
    {
        return dml::CompareTensors(expected, actual, tolerance);
    }

    Pair Sliced(std::uint32_t axis, std::uint32_t at, std::uint32_t count = 1) const
    {
        Pair slice = *this;
        slice.expected.layout = expected.layout.Sliced(axis, at, count);
        slice.actual.layout = actual.layout.Sliced(axis, at, count);
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

// Calls visit(comparison) for each element that differs, in row-major order, until it returns false. Slices that agree
// are compared by one call. Returns false if visit did.
template <class Visit> bool ForEachError(const Pair& pair, std::uint32_t axis, const Visit& visit)
{
    const dml::Comparison comparison = pair.Compare();
    if (comparison) { return true; }
    const dml::Dimensions& sizes = pair.actual.layout.Sizes();
    if (axis == sizes.size()) { return visit(comparison); }
    for (std::uint32_t at = 0; at < sizes[axis]; ++at)
    {
        if (!ForEachError(pair.Sliced(axis, at), axis + 1, visit)) { return false; }
    }
    return true;
}

// Whether the error has no finite value: one side is NaN or infinite, or the distance exceeds double.
bool HasNoError(const dml::Comparison& element)
{
    return element.largestErrorAt.empty() || std::isinf(element.largestError);
}

// Prints how many errors there are of each power of two. Visits a limited number of errors, because an element costs a
// microsecond, and tensors with strides of 0 may have more elements than a machine can visit.
void PrintHistogram(const Pair& pair, const dml::Comparison& all)
{
    constexpr std::uint64_t MostErrors = 1000000;
    const Distinct distinct = WithoutRepeats(pair);
    std::map<int, std::uint64_t> powers;
    std::uint64_t others = 0;
    std::uint64_t visited = 0;
    const bool isComplete =
        ForEachError(distinct.pair, 0,
                     [&](const dml::Comparison& element)
                     {
                         if (visited == MostErrors) { return false; }
                         ++visited;
                         ++(HasNoError(element) ? others : powers[std::ilogb(element.largestError)]);
                         return true;
                     });
    others *= distinct.repeats;
    for (auto& each : powers) { each.second *= distinct.repeats; }
    const std::uint64_t equal = isComplete ? all.compared - visited * distinct.repeats : 0;
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
    std::printf(isComplete ? "errors by power of two:\n" : "the first %llu errors by power of two:\n",
                static_cast<unsigned long long>(visited));
    if (isComplete) { print("0", equal); }
    for (const auto& [power, number] : powers) { print("from 2^" + std::to_string(power), number); }
    if (others != 0) { print("not finite", others); }
}

//----------------------------------------------------------------------------------------------------------------------
// The map
//----------------------------------------------------------------------------------------------------------------------

// A map of the errors beyond the tolerance. Each cell shows the largest error of a rectangle of elements.
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
        cells;           // by row and column; cells in which all elements agree are missing
    double smallest = 0; // where the colours start: the absolute tolerance, or the smallest error of a cell
    double largest = 0;
};

// Returns the map of the last two axes, in the slice that contains the largest error. A tensor of one axis is one row.
Map MapErrors(const Pair& pair, const dml::Comparison& all, const dml::Tolerance& tolerance)
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
    for (std::uint32_t row = 0; row < map.rows; row += map.rowsOfCell)
    {
        const std::uint32_t rowCount = (std::min)(map.rowsOfCell, map.rows - row);
        const Pair rows = rank < 2 ? slice : slice.Sliced(rank - 2, row, rowCount);
        if (rows.Compare(tolerance)) { continue; }
        for (std::uint32_t column = 0; column < map.columns; column += map.columnsOfCell)
        {
            const std::uint32_t columnCount = (std::min)(map.columnsOfCell, map.columns - column);
            const dml::Comparison cell = rows.Sliced(rank - 1, column, columnCount).Compare(tolerance);
            if (cell) { continue; }
            const bool isFinite = cell.notFinite == 0 && !std::isinf(cell.largestError);
            map.cells[{row / map.rowsOfCell, column / map.columnsOfCell}] = {cell.largestError, isFinite};
            if (!isFinite) { continue; }
            map.largest = (std::max)(map.largest, cell.largestError);
            map.smallest = map.smallest == 0 ? cell.largestError : (std::min)(map.smallest, cell.largestError);
        }
    }
    const bool startsAtTolerance = tolerance.absolute > 0 && tolerance.absolute < map.smallest;
    map.smallest = startsAtTolerance ? tolerance.absolute : map.smallest;
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
    constexpr char Agree[] = "#eef2f5";
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
    fill(Left, Top, width, height, Agree);
    for (const auto& [at, cell] : map.cells)
    {
        fill(Left + at.second * CellSide, Top + at.first * CellSide, CellSide, CellSide,
             cell.isFinite ? ColourOf(map, cell.error) : NotFinite);
    }
    fill(Left, bottom + 10, 10, 10, Agree);
    write(Left + 14, bottom + 19, "agree");
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

//----------------------------------------------------------------------------------------------------------------------
// Tensors that disagree
//----------------------------------------------------------------------------------------------------------------------

// Returns which layout of one tensor would make both agree, or "".
std::string LayoutThatAgrees(const Pair& pair, const dml::Tolerance& tolerance)
{
    const dml::Layout layouts[] = {dml::Layout::NCHW, dml::Layout::NHWC};
    for (const bool isActual : {true, false})
    {
        for (const dml::Layout layout : layouts)
        {
            Pair other = pair;
            dml::Source& side = isActual ? other.actual : other.expected;
            const dml::TensorLayout before = side.layout;
            side.layout = dml::TensorLayout::Packed(before.Sizes(), layout);
            if (side.layout && side.layout != before && other.Compare(tolerance))
            {
                return std::string("the values agree if the ") + (isActual ? "actual" : "expected")
                       + " tensor is read as " + (layout == dml::Layout::NCHW ? "NCHW" : "NHWC");
            }
        }
    }
    return "";
}

// Returns the elements of a side, sorted by value. The sorted numbers are unsigned: flips of bits make their order that of
// the values.
template <class Bits> std::vector<Bits> Sorted(const dml::Source& side)
{
    std::vector<Bits> elements(static_cast<std::size_t>(side.layout.ElementCount()));
    const dml::TensorLayout packed = dml::TensorLayout::Packed(side.layout.Sizes());
    if (!dml::CopyTensor(dml::DestinationOf(side.type, elements, packed), side).Ok()) { return {}; }
    const std::string name = dml::ToString(side.type);
    const bool isFloat = name[0] == 'F', isSigned = name[0] == 'I';
    constexpr Bits Sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    const auto flipped = [=](Bits bits, bool isNegative) {
        return static_cast<Bits>(isFloat && isNegative ? ~bits : isFloat || isSigned ? bits ^ Sign : bits);
    };
    for (Bits& bits : elements) { bits = flipped(bits, bits >= Sign); }
    std::sort(elements.begin(), elements.end());
    for (Bits& bits : elements) { bits = flipped(bits, bits < Sign); }
    return elements;
}

// Whether the sorted values agree. Requires: one type.
template <class Bits> bool SortedValuesAgree(const Pair& pair, const dml::Tolerance& tolerance)
{
    const std::vector<Bits> expected = Sorted<Bits>(pair.expected);
    const std::vector<Bits> actual = Sorted<Bits>(pair.actual);
    if (expected.empty() || expected.size() != actual.size()) { return false; }
    const auto layout = dml::TensorLayout::Packed({expected.size()});
    return static_cast<bool>(dml::CompareTensors(dml::SourceOf(pair.expected.type, expected, layout),
                                                 dml::SourceOf(pair.actual.type, actual, layout), tolerance));
}

bool IsPermutation(const Pair& pair, const dml::Tolerance& tolerance)
{
    constexpr std::uint64_t MostElements = std::uint64_t{1} << 24; // which take seconds to sort
    if (pair.expected.type != pair.actual.type || pair.actual.layout.ElementCount() > MostElements) { return false; }
    switch (dml::ElementSizeInBits(pair.actual.type))
    {
    case 8: return SortedValuesAgree<std::uint8_t>(pair, tolerance);
    case 16: return SortedValuesAgree<std::uint16_t>(pair, tolerance);
    case 32: return SortedValuesAgree<std::uint32_t>(pair, tolerance);
    case 64: return SortedValuesAgree<std::uint64_t>(pair, tolerance);
    default: return false;
    }
}

// Prints what may be the reason for a disagreement.
void PrintHint(const Pair& pair, const dml::Tolerance& tolerance)
{
    const std::string layout = LayoutThatAgrees(pair, tolerance);
    if (!layout.empty()) { std::printf("%s\n", layout.c_str()); }
    else if (IsPermutation(pair, tolerance))
    {
        std::printf("the sorted values agree: the elements are in another order\n");
    }
}

int Compare(CommandLine& commandLine)
{
    Read(commandLine.expected);
    Read(commandLine.actual);
    Pair pair{commandLine.expected.Get(), commandLine.actual.Get()};
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
    if (comparison.largestError != 0) { std::printf("mean error %.6g\n", comparison.meanError); }
    if (!comparison) { PrintHint(pair, commandLine.tolerance); }
    PrintHistogram(pair, comparison);
    if (!commandLine.map.empty()
        && !write_file::Write(commandLine.map, Drawing(MapErrors(pair, comparison, commandLine.tolerance))))
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
