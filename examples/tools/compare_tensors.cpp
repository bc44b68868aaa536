// compare_tensors compares the tensors in two files: whether they agree, how much they differ, and where.
// ErrorsByPower, PrintDifference and MakeComparable are the parts about tensors.

#include "describe_tensor/parse_text.hpp"
#include "dml_tensor_relation.hpp"
#include "npy.hpp"
#include "write_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <new>
#include <numeric>
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
    "Usage: compare_tensors --expected FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST] [--start BYTES]\n"
    "                       --actual FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST] [--start BYTES]\n"
    "                       [--absolute NUMBER] [--relative NUMBER] [--ulps COUNT] [--map FILE.svg]\n"
    "\n"
    "Compares two tensors, each from a file with the bytes of its buffer. Prints how many elements differ, the first "
    "of\n"
    "them, statistics of both, and the distribution of the errors. If some differ, it says how similar the tensors "
    "are\n"
    "and what may be the reason, such as another order of memory, reversed rows or a factor.\n"
    "\n"
    "  FILE    read whole. A .npy file holds its type, sizes and order, so that TYPE and SIZES may be left out\n"
    "  TYPE    a data type, such as FLOAT16; the two may differ\n"
    "  SIZES   in logical order, such as 1,3,224,224; the expected tensor is broadcast to the actual one's sizes\n"
    "\n"
    "  --layout NCHW|NHWC   layout of the tensor before it: row-major (the default), or the second axis moved last\n"
    "  --strides LIST       strides of the tensor before it, in elements, such as 150528,1,672,3\n"
    "  --start BYTES        bytes in the file before the tensor before it (default: 0)\n"
    "  --absolute NUMBER    tolerance: |expected - actual| <= NUMBER (default: 0)\n"
    "  --relative NUMBER    tolerance: |expected - actual| <= NUMBER * |expected| (default: 0)\n"
    "  --ulps COUNT         tolerance: at most COUNT units in the last place, of one type (default: 0)\n"
    "  --map FILE.svg       draw the errors beyond the tolerance, of the last two axes at the largest error\n"
    "  --help               print this\n"
    "\n"
    "Exit code:\n"
    "  0  all elements agree\n"
    "  1  some elements differ, or the sizes differ by more than axes of 1\n"
    "  2  the input is wrong, a file cannot be read or written, or there is not enough memory (a line on stderr)\n"
    "A file that is longer than its tensor gives a warning on stderr.\n";

// The text is the one line that is written to stderr.
struct Failure : std::runtime_error
{
    explicit Failure(const std::string& text) : std::runtime_error("compare_tensors: " + text) {}
};

constexpr char Example[] = "; write for example: compare_tensors --expected reference.bin FLOAT16 1,3,4,5 --actual "
                           "readback.bin FLOAT16 1,3,4,5";

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
    bool isNpy = false;
    std::uint64_t start = 0; // --start

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

std::string Joined(const dml::Dimensions& numbers, const char* separator = ", ")
{
    std::string text;
    for (const std::uint32_t number : numbers) { text += (text.empty() ? "" : separator) + std::to_string(number); }
    return text;
}

double ParseTolerance(const std::string& option, const std::string& text)
{
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    std::string fraction = std::to_string(number / 100);
    fraction.resize(fraction.find_last_not_of('0') + 1);
    const std::string hint = *rest == '%' && number > 0 ? "; write " + fraction + " for " + text : "";
    if (text.empty() || *rest != '\0' || !(number >= 0)) { Reject(option, "needs a number of at least 0" + hint); }
    return number;
}

// Takes the type and the layout from the header of a .npy file, and leaves only its elements, in the machine's order.
void ReadNpy(Side& side)
{
    const npy::Header header = npy::Read(side.bytes);
    if (!header.problem.empty()) { Reject(side.file, header.problem); }
    side.isNpy = true;
    side.dataType = header.type;
    side.layout = header.layout;
    side.bytes.erase(side.bytes.begin(), side.bytes.begin() + static_cast<std::ptrdiff_t>(header.bytes));
    const std::ptrdiff_t elementBytes = dml::ElementSizeInBits(header.type) / 8;
    for (auto at = side.bytes.begin(); header.isSwapped && side.bytes.end() - at >= elementBytes; at += elementBytes)
    {
        std::reverse(at, at + elementBytes);
    }
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
    constexpr unsigned char Archive[] = {'P', 'K', 3, 4};
    if (bytes >= sizeof(Archive) && std::equal(std::begin(Archive), std::end(Archive), side.bytes.begin()))
    {
        Reject(side.file, "is a .npz archive; save one of its arrays with numpy.save");
    }
    if (npy::IsNpy(side.bytes)) { ReadNpy(side); }
}

// Sets the type and the sizes that were given. Those of a .npy file must be the same, except that its bytes may hold
// elements of 4 bits, which NumPy does not have.
void SetTensor(Side& side, const std::string& type, const std::string& sizes)
{
    const dml::DML_TENSOR_DATA_TYPE dataType = ParseType(type);
    const dml::TensorLayout layout = Checked(sizes, dml::TensorLayout::Packed(ParseDimensions(sizes)));
    const bool hasNibbles = dml::ElementSizeInBits(dataType) == 4 && dml::ElementSizeInBits(side.dataType) == 8;
    if (side.isNpy && !hasNibbles)
    {
        if (dataType == side.dataType && layout.Sizes() == side.layout.Sizes()) { return; }
        Reject(side.file, std::string("holds ") + dml::ToString(side.dataType) + " {" + Joined(side.layout.Sizes())
                              + "}, but " + dml::ToString(dataType) + " {" + Joined(layout.Sizes()) + "} is given");
    }
    side.dataType = dataType;
    side.layout = layout;
}

// The words of the command line from the next one on.
struct Words
{
    const std::vector<std::string>& all;
    std::size_t next = 0;

    bool HasValue() const { return next < all.size() && all[next].compare(0, 2, "--") != 0; }

    const std::string& Value(const std::string& option, const char* what)
    {
        if (!HasValue()) { Reject(option, std::string("needs ") + what); }
        return all[next++];
    }
};

void ParseTensor(const std::string& option, Words& words, Side& side)
{
    constexpr char Needed[] = "FILE TYPE SIZES";
    side.file = words.Value(option, Needed);
    Read(side);
    if (side.isNpy && !words.HasValue()) { return; }
    std::string type = words.Value(option, Needed), sizes = words.Value(option, Needed);
    if (parse_text::ParseDataType(sizes) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN) { std::swap(type, sizes); }
    SetTensor(side, type, sizes);
}

// Reads the value of --layout, --strides or --start.
void ParseView(const std::string& option, Words& words, Side* side)
{
    if (side == nullptr) { Reject(option, "must follow --expected or --actual, whose tensor it describes"); }
    const dml::Dimensions sizes = side->layout.Sizes();
    if (option == "--layout")
    {
        const std::string name = parse_text::Upper(words.Value(option, "NCHW or NHWC"));
        if (name != "NCHW" && name != "NHWC") { Reject(name, "is not a layout; use NCHW or NHWC"); }
        const dml::Layout layout = name == "NHWC" ? dml::Layout::NHWC : dml::Layout::NCHW;
        side->layout = Checked(name, dml::TensorLayout::Packed(sizes, layout));
    }
    else if (option == "--strides")
    {
        const std::string& strides = words.Value(option, "a list of strides");
        side->layout = Checked(strides, dml::TensorLayout::Strided(sizes, ParseDimensions(strides)));
    }
    else
    {
        const std::string& text = words.Value(option, "a number of bytes");
        const parse_text::Number number = parse_text::Parse(text, side->bytes.size());
        if (!number.problem.empty()) { Reject(option, number.problem); }
        side->start += number.value;
        side->bytes.erase(side->bytes.begin(), side->bytes.begin() + static_cast<std::ptrdiff_t>(number.value));
    }
}

// Rejects options that contradict each other.
void Check(const CommandLine& commandLine)
{
    const Side& expected = commandLine.expected;
    const Side& actual = commandLine.actual;
    if (!expected.layout || !actual.layout) { throw Failure(std::string("two tensors are needed") + Example); }
    if (expected.dataType != actual.dataType && commandLine.tolerance.ulps != 0)
    {
        Reject("--ulps", "counts units of one type, but the types differ; use --absolute or --relative");
    }
    if (commandLine.map.empty()) { return; }
    std::error_code error; // a name that has one, such as a loop of links, cannot be written either
    if (std::filesystem::is_directory(commandLine.map, error))
    {
        Reject(commandLine.map, "is a folder; name a file for the map");
    }
    for (const Side* input : {&expected, &actual})
    {
        if (!std::filesystem::equivalent(commandLine.map, input->file, error)) { continue; }
        Reject(commandLine.map, "is an input; name another file for the map");
    }
}

CommandLine ParseCommandLine(const std::vector<std::string>& all)
{
    CommandLine commandLine;
    dml::Tolerance& tolerance = commandLine.tolerance;
    Side* side = nullptr;
    Words words = {all};
    while (words.next < all.size())
    {
        const std::string& word = all[words.next++];
        const auto at = all.begin() + static_cast<std::ptrdiff_t>(words.next - 1);
        const bool isView = word == "--layout" || word == "--strides" || word == "--start";
        if (!isView && std::find(all.begin(), at, word) != at && word.compare(0, 2, "--") == 0)
        {
            Reject(word, "given twice; give it once");
        }
        if (word == "--expected" || word == "--actual")
        {
            side = word == "--actual" ? &commandLine.actual : &commandLine.expected;
            ParseTensor(word, words, *side);
        }
        else if (isView) { ParseView(word, words, side); }
        else if (word == "--absolute") { tolerance.absolute = ParseTolerance(word, words.Value(word, "a number")); }
        else if (word == "--relative") { tolerance.relative = ParseTolerance(word, words.Value(word, "a number")); }
        else if (word == "--ulps")
        {
            const parse_text::Number number = parse_text::Parse(words.Value(word, "a count"), parse_text::Limit64);
            if (!number.problem.empty()) { Reject(word, number.problem); }
            tolerance.ulps = number.value;
        }
        else if (word == "--map")
        {
            commandLine.map = words.Value(word, "a file to write");
            if (commandLine.map.empty()) { Reject(word, "needs a file to write"); }
        }
        else if (word.compare(0, 1, "-") != 0)
        {
            Reject(word, std::string("is one argument too many; write no blanks in a list, and options before files")
                             + Example);
        }
        else
        {
            Reject(word,
                   "is not an option"
                       + parse_text::OptionSuggestion(word, {"--expected", "--actual", "--layout", "--strides",
                                                             "--start", "--absolute", "--relative", "--ulps", "--map"})
                       + "; see --help");
        }
    }
    Check(commandLine);
    return commandLine;
}

//----------------------------------------------------------------------------------------------------------------------
// Errors
//----------------------------------------------------------------------------------------------------------------------

// Two tensors, of which the expected one can be broadcast to the sizes of the other.
struct Pair
{
    dml::Source expected;
    dml::Source actual;

    dml::Comparison Compare(const dml::Tolerance& tolerance = {}) const
    {
        return dml::CompareTensors(expected, actual, tolerance);
    }

    // Requires: equal sizes.
    Pair Sliced(std::uint32_t axis, std::uint32_t at, std::uint32_t count = 1) const
    {
        Pair slice = *this;
        slice.expected.layout = expected.layout.Sliced(axis, at, count);
        slice.actual.layout = actual.layout.Sliced(axis, at, count);
        return slice;
    }
};

struct Bin
{
    std::string name;
    std::uint64_t count;
};

// Returns how many elements have an error of each power of two, the smallest first. Errors of at least 2^k are those
// that differ with the largest tolerance below 2^k, so that CompareTensors counts them.
std::vector<Bin> ErrorsByPower(const Pair& pair)
{
    constexpr int MaxPasses = 40; // FLOAT32 rarely needs more than 30
    const dml::Comparison exact = pair.Compare();
    const auto countFrom = [&](double error)
    {
        dml::Tolerance below;
        below.absolute = std::nextafter(error, 0.0);
        return pair.Compare(below).different - exact.notFinite;
    };
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    const bool hasInfinite = exact.largestError == Infinity; // the distance of two doubles may exceed double
    std::uint64_t counted = hasInfinite ? countFrom(Infinity) : 0;
    std::vector<Bin> bins;
    if (exact.notFinite + counted != 0) { bins.push_back({"not finite", exact.notFinite + counted}); }
    const std::uint64_t finite = exact.different - exact.notFinite;
    int power = hasInfinite ? std::numeric_limits<double>::max_exponent - 1 : std::ilogb(exact.largestError);
    for (int pass = 0; counted < finite && pass < MaxPasses; ++pass, --power)
    {
        const std::uint64_t count = countFrom(std::ldexp(1, power));
        if (count != counted) { bins.push_back({"from 2^" + std::to_string(power), count - counted}); }
        counted = count;
    }
    if (counted != finite) { bins.push_back({"below 2^" + std::to_string(power + 1), finite - counted}); }
    bins.push_back({"0", exact.compared - exact.different});
    std::reverse(bins.begin(), bins.end());
    return bins;
}

void PrintHistogram(const Pair& pair)
{
    const std::vector<Bin> bins = ErrorsByPower(pair);
    std::uint64_t most = 0;
    for (const Bin& bin : bins) { most = (std::max)(most, bin.count); }
    std::printf("errors by power of two:\n");
    for (const Bin& bin : bins)
    {
        constexpr double Width = 40;
        const double share = static_cast<double>(bin.count) / static_cast<double>(most);
        const auto length = static_cast<std::size_t>(Width * share);
        const std::string bar(bin.count != 0 && length == 0 ? 1 : length, '#');
        std::printf("  %-16s %12llu %s\n", bin.name.c_str(), static_cast<unsigned long long>(bin.count), bar.c_str());
    }
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
    constexpr double CellSide = 6;
    constexpr double MinCellSide = 2; // which limits the proportions of long and thin tensors
    constexpr std::uint32_t Left = 40;
    constexpr std::uint32_t Top = 32;
    constexpr char Agree[] = "#eef2f5";
    constexpr char NotFinite[] = "#000000";
    // The cells of 3 columns and 2 rows are 6 wide and 4 high, so that the map has the proportions of the image.
    const double elementSide = CellSide / (std::max)(map.columnsOfCell, map.rowsOfCell);
    const double cellWidth = (std::max)(elementSide * map.columnsOfCell, MinCellSide);
    const double cellHeight = (std::max)(elementSide * map.rowsOfCell, MinCellSide);
    const std::uint64_t columns = (map.columns - 1) / map.columnsOfCell + 1, rows = (map.rows - 1) / map.rowsOfCell + 1;
    const double width = static_cast<double>(columns) * cellWidth;
    const double height = static_cast<double>(rows) * cellHeight;
    const double bottom = Top + height;
    std::ostringstream file;
    const auto write = [&file](double x, double y, const std::string& text)
    { file << "<text x=\"" << x << "\" y=\"" << y << "\">" << text << "</text>\n"; };
    const auto fill = [&file](double x, double y, double w, double h, const std::string& colour)
    {
        file << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << w << "\" height=\"" << h << "\" fill=\""
             << colour << "\"/>\n";
    };
    file << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 )" << Left + (std::max)(width, 320.0) + 8 << ' '
         << bottom + 48 << "\" font-family=\"sans-serif\" font-size=\"10\">\n<title>" << map.title << "</title>\n";
    write(4, 12, map.title);
    write(Left, Top - 4, "0");
    write(4, Top + 8, "0");
    if (width > 40) { write(Left + width - 16, Top - 4, std::to_string(map.columns - 1)); }
    if (height > 16) { write(4, bottom, std::to_string(map.rows - 1)); }
    fill(Left, Top, width, height, Agree);
    for (const auto& [at, cell] : map.cells)
    {
        fill(Left + at.second * cellWidth, Top + at.first * cellHeight, cellWidth, cellHeight,
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

// Returns the words that describe a tensor in a file with another layout.
std::string TensorWords(const Side& side, dml::DML_TENSOR_DATA_TYPE type, const dml::TensorLayout& layout,
                        std::uint64_t start)
{
    const dml::Dimensions& sizes = layout.Sizes();
    std::string words = side.file + " " + dml::ToString(type) + " " + Joined(sizes, ",");
    const bool isPacked = layout == dml::TensorLayout::Packed(sizes);
    const bool isChannelsLast = layout == dml::TensorLayout::Packed(sizes, dml::Layout::NHWC);
    if (!isPacked) { words += isChannelsLast ? " --layout NHWC" : " --strides " + Joined(layout.Strides(), ","); }
    return start == 0 ? words : words + " --start " + std::to_string(start);
}

// Returns the words that describe a tensor with another type, layout or start, with which the tensors agree, or "".
std::string OptionsFor(const dml::Relation& relation, const Side& side)
{
    const dml::Dimensions& sizes = side.layout.Sizes();
    const bool isMore = relation.factor[0] != 1 || !relation.reversed.empty(); // which no option can express
    if (isMore || side.isNpy || relation.layout.Sizes() != sizes) { return ""; }
    dml::TensorLayout layout = side.layout;
    std::uint64_t start = side.start;
    switch (relation.kind)
    {
    case dml::RelationKind::MemoryOrder:
    case dml::RelationKind::RowPitch: layout = relation.layout; break;
    case dml::RelationKind::StartOffset: start += static_cast<std::uint64_t>(relation.startInBytes); break;
    case dml::RelationKind::ElementType: break;
    default: return "";
    }
    return TensorWords(side, relation.type, layout, start);
}

void PrintDifference(const CommandLine& commandLine, const Pair& pair)
{
    const dml::Similarity similarity = dml::MeasureSimilarity(pair.expected, pair.actual);
    if (similarity.compared != 0) { std::printf("%s\n", dml::Explain(similarity).c_str()); }
    const dml::Relation relation = dml::FindRelation(pair.expected, pair.actual, commandLine.tolerance);
    std::printf("%s\n", dml::Explain(relation).c_str());
    const bool isExpected = relation.tensor == dml::Diagnosis::Expected;
    const std::string options = OptionsFor(relation, isExpected ? commandLine.expected : commandLine.actual);
    if (!options.empty()) { std::printf("use %s %s\n", isExpected ? "--expected" : "--actual", options.c_str()); }
}

// A view in which tensors of other sizes can be compared.
struct View
{
    Pair pair;
    std::string name;          // empty: there is none
    bool isUnexpected = false; // whether the actual tensor would have to be another one
};

// Returns a view of two tensors whose sizes differ. Sizes that differ only by axes of 1 can be compared. Otherwise the
// tensors must agree in the view, because the elements of unrelated sizes have no partners.
View ComparableView(const Pair& pair, const dml::Tolerance& tolerance)
{
    Pair view = pair;
    if (pair.actual.layout.ElementCount() != pair.expected.layout.ElementCount())
    {
        // A readback may have a fourth channel.
        const dml::Dimensions& wanted = pair.expected.layout.Sizes();
        const dml::Dimensions& given = pair.actual.layout.Sizes();
        if (given.size() != wanted.size()) { return {}; }
        std::uint32_t axis = 0;
        while (given[axis] == wanted[axis]) { ++axis; }
        if (given[axis] != 4 || wanted[axis] != 3) { return {}; }
        view.actual.layout = pair.actual.layout.Sliced(axis, 0, wanted[axis]);
        if (view.actual.layout.Sizes() != wanted || !view.Compare(tolerance)) { return {}; }
        return {view,
                "the first 3 of 4 positions of the actual tensor's axis " + std::to_string(axis)
                    + " are the expected tensor's (such as RGB of RGBA)",
                true};
    }
    view.expected.layout = pair.expected.layout.Squeezed();
    view.actual.layout = pair.actual.layout.Squeezed();
    if (view.Compare().reason.Ok()) { return {view, "axes of size 1 are left out", false}; }
    if (pair.actual.layout.Rank() == pair.expected.layout.Rank()) { view = pair; }
    const dml::TensorLayout actual = view.actual.layout;
    const dml::Dimensions sizes = view.expected.layout.Sizes();
    std::vector<std::uint32_t> order(actual.Rank());
    std::iota(order.begin(), order.end(), 0);
    while (std::next_permutation(order.begin(), order.end()))
    {
        view.actual.layout = actual.Transposed(order);
        if (view.actual.layout.Sizes() != sizes || !view.Compare(tolerance)) { continue; }
        return {view,
                "the actual tensor's axes are transposed: in the order {" + Joined(order)
                    + "} they are the expected tensor's",
                true};
    }
    view = pair;
    view.actual.layout = pair.actual.layout.Reshaped(pair.expected.layout.Sizes());
    if (!view.Compare(tolerance)) { return {}; }
    return {view, "the actual tensor's elements agree in the expected tensor's sizes", true};
}

void WarnOfMoreBytes(const Side& side)
{
    const std::uint64_t end = side.layout.EndInBytes(side.dataType);
    if (side.bytes.size() <= end) { return; } // the first 3 of 4 channels can be in a shorter file
    const std::uint64_t more = side.bytes.size() - end;
    static_cast<void>(std::fprintf(stderr, "compare_tensors: %s: has %llu bytes after the end of the tensor\n",
                                   parse_text::Printable(side.file).c_str(), static_cast<unsigned long long>(more)));
}

// Returns "; as FLOAT16 it fits" if a file is too small, but has the bytes of elements of another type.
std::string FittingType(const dml::Comparison& comparison, const Side& side)
{
    if (comparison.reason != dml::TensorError::SourceTooSmall) { return ""; }
    for (const dml::DML_TENSOR_DATA_TYPE type : parse_text::DataTypes())
    {
        const bool isFitting = side.layout.EndInBytes(type) == side.bytes.size();
        if (isFitting) { return std::string("; as ") + dml::ToString(type) + " it fits"; }
    }
    return "";
}

int Compare(const CommandLine& commandLine)
{
    Pair pair{commandLine.expected.Get(), commandLine.actual.Get()};
    dml::Comparison comparison = pair.Compare(commandLine.tolerance);
    View view;
    if (!comparison.reason.Ok())
    {
        view = ComparableView(pair, commandLine.tolerance);
        const bool isExpected = comparison.reason.tensor == dml::Diagnosis::Expected;
        const Side& side = isExpected ? commandLine.expected : commandLine.actual;
        if (view.name.empty()) { Reject(side.file, dml::Explain(comparison).c_str() + FittingType(comparison, side)); }
        pair = view.pair;
        comparison = pair.Compare(commandLine.tolerance);
    }
    WarnOfMoreBytes(commandLine.expected);
    WarnOfMoreBytes(commandLine.actual);
    if (!view.name.empty()) { std::printf("the sizes differ: %s\n", view.name.c_str()); }
    const Side& given = commandLine.actual;
    if (view.isUnexpected && !given.isNpy)
    {
        std::printf("use --actual %s\n", TensorWords(given, given.dataType, pair.actual.layout, given.start).c_str());
    }
    std::printf("%s\n", dml::Explain(comparison).c_str());
    std::printf("expected: %s\n", dml::Explain(dml::Summarize(pair.expected)).c_str());
    std::printf("actual:   %s\n", dml::Explain(dml::Summarize(pair.actual)).c_str());
    if (comparison.largestError != 0) { std::printf("mean error %.6g\n", comparison.meanError); }
    if (!comparison) { PrintDifference(commandLine, pair); }
    PrintHistogram(pair);
    pair.expected.layout = pair.expected.layout.BroadcastTo(pair.actual.layout.Sizes());
    if (!commandLine.map.empty()
        && !write_file::Write(commandLine.map, Drawing(MapErrors(pair, comparison, commandLine.tolerance))))
    {
        Reject(commandLine.map, write_file::CannotBeWritten);
    }
    return comparison && !view.isUnexpected ? ExitEqual : ExitDifferent;
}

int Run(const std::vector<std::string>& words)
{
    int exitCode = ExitEqual;
    if (std::find(words.begin(), words.end(), "--help") != words.end()) { std::printf("%s", Help); }
    else { exitCode = Compare(ParseCommandLine(parse_text::OptionWords(words))); }
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
