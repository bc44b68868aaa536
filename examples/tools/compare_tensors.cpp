// compare_tensors compares the tensors in two files: whether they agree, how much they differ, and where.
// ErrorsByPower, PrintDifference and MakeComparable are the parts about tensors.

#include "command_line.hpp"
#include "dml_tensor_relation.hpp"
#include "npy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace
{

namespace dml = dml_tensor_utils;

using namespace command_line;
using parse_text::DataType;

Command CompareTensors()
{
    return {
        "compare_tensors",
        {"TYPE or SIZES"}, // after the FILE of an option
        0,
        {
            {"--expected", "FILE TYPE SIZES", "the tensor that is right"},
            {"--actual", "FILE TYPE SIZES", "the tensor that is compared with it"},
            {"--layout", "NCHW|NHWC",
             "layout of the tensor before it: row-major (the default), or the second axis moved last", true},
            {"--strides", "LIST", "strides of the tensor before it, in elements, such as 150528,1,672,3", true},
            {"--start", "BYTES", "bytes in the file before the tensor before it (default: 0)", true},
            {"--absolute", "NUMBER", "tolerance: |expected - actual| <= NUMBER (default: 0)"},
            {"--relative", "NUMBER", "tolerance: |expected - actual| <= NUMBER * |expected| (default: 0)"},
            {"--ulps", "COUNT", "tolerance: at most COUNT units in the last place, of one type (default: 0)"},
            {"--map", "FILE.svg", "draw the errors beyond the tolerance, of the last two axes at the largest error"},
        },
        "compare_tensors --expected reference.bin FLOAT16 1,3,4,5 --actual readback.bin FLOAT16 1,3,4,5",
        true,
    };
}

std::string Help()
{
    constexpr char Begin[] =
        R"help(Usage: compare_tensors --expected FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST] [--start BYTES]
                       --actual FILE TYPE SIZES [--layout NCHW|NHWC] [--strides LIST] [--start BYTES]
                       [--absolute NUMBER] [--relative NUMBER] [--ulps COUNT] [--map FILE.svg]

Compares two tensors, each from a file with the bytes of its buffer. Prints how many elements differ, the first of
them, statistics of both, and the distribution of the errors. If some differ, it says how similar the tensors are
and what may be the reason, such as another order of memory, reversed rows or a factor.

  FILE    read whole. A .npy file holds its type, sizes and order, so that TYPE and SIZES may be left out
  TYPE    a data type, such as FLOAT16; the two may differ
  SIZES   in logical order, such as 1,3,224,224; the expected tensor is broadcast to the actual one's sizes

)help";
    constexpr char End[] = R"help(  --help                print this

Exit code:
  0  all elements agree
  1  some elements differ, or the sizes differ by more than axes of 1
  2  the input is wrong, a file cannot be read or written, or there is not enough memory (a line on stderr)
A file that is longer than its tensor gives a warning on stderr.
)help";
    return Begin + OptionsText(CompareTensors()) + End;
}

// ---- the command line -----------------------------------------------------------------------------------------------

struct Side
{
    std::string file;
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    dml::TensorLayout layout;
    Bytes bytes;
    bool isNpy = false;
    std::uint64_t start = 0; // where `bytes` begins in the file: --start, after the header of a .npy file

    dml::Source Get() const { return dml::SourceOf(dataType, bytes, layout); }
};

struct CommandLine
{
    Side expected;
    Side actual;
    dml::Tolerance tolerance;
    std::string map;
};

DataType ParseType(const std::string& text)
{
    const DataType dataType = parse_text::ParseDataType(text);
    if (dataType == dml::DML_TENSOR_DATA_TYPE_UNKNOWN) { Reject({"", text}, parse_text::DataTypeProblem(text)); }
    return dataType;
}

dml::Dimensions ParseDimensions(const std::string& text)
{
    const parse_text::List list = parse_text::ParseList(text);
    if (!list.problem.empty()) { Reject({"", text}, list.problem); }
    return list.values;
}

dml::TensorLayout Checked(const std::string& text, const dml::TensorLayout& layout)
{
    if (!layout) { Reject({"", text}, dml::Explain(layout.Reason()).c_str()); }
    return layout;
}

double ParseTolerance(const Argument& argument)
{
    char* rest = nullptr;
    const double number = std::strtod(argument.value.c_str(), &rest);
    std::string fraction = std::to_string(number / 100);
    fraction.resize(fraction.find_last_not_of('0') + 1);
    const std::string hint = *rest == '%' && number > 0 ? "; write " + fraction + " for " + argument.value : "";
    if (*rest != '\0' || !(number >= 0)) { Reject({argument.name, ""}, "needs a number of at least 0" + hint); }
    return number;
}

std::uint64_t ParseCount(const Argument& argument, std::uint64_t limit)
{
    const parse_text::Number number = parse_text::Parse(argument.value, limit);
    if (!number.problem.empty()) { Reject({argument.name, ""}, number.problem); }
    return number.value;
}

void Skip(Side& side, std::uint64_t bytes)
{
    side.start += bytes;
    side.bytes.erase(side.bytes.begin(), side.bytes.begin() + static_cast<std::ptrdiff_t>(bytes));
}

// Takes the type and the layout from the header of a .npy file, and leaves only its elements, in the machine's order.
void ReadNpy(Side& side)
{
    const npy::Header header = npy::Read(side.bytes);
    if (!header.problem.empty()) { Reject({"", side.file}, header.problem); }
    side.isNpy = true;
    side.dataType = header.type;
    side.layout = header.layout;
    Skip(side, header.bytes);
    if (header.isSwapped) { npy::SwapBytes(side.bytes, dml::ElementSizeInBits(header.type) / 8); }
}

void Read(Side& side)
{
    side.bytes = ReadFile(side.file);
    if (side.bytes.empty()) { Reject({"", side.file}, "is empty"); }
    constexpr unsigned char Archive[] = {'P', 'K', 3, 4};
    const bool isArchive =
        side.bytes.size() >= sizeof(Archive) && std::equal(std::begin(Archive), std::end(Archive), side.bytes.begin());
    if (isArchive) { Reject({"", side.file}, "is a .npz archive; save one of its arrays with numpy.save"); }
    if (npy::IsNpy(side.bytes)) { ReadNpy(side); }
}

// Sets the type and the sizes that were given. Those of a .npy file must be the same, except that its bytes may hold
// elements of 4 bits, which NumPy does not have.
void SetTensor(Side& side, const std::string& type, const std::string& sizes)
{
    const DataType dataType = ParseType(type);
    const dml::TensorLayout layout = Checked(sizes, dml::TensorLayout::Packed(ParseDimensions(sizes)));
    const bool hasNibbles = dml::ElementSizeInBits(dataType) == 4 && dml::ElementSizeInBits(side.dataType) == 8;
    if (side.isNpy && !hasNibbles)
    {
        if (dataType == side.dataType && layout.Sizes() == side.layout.Sizes()) { return; }
        const auto tensor = [](DataType ofType, const dml::Dimensions& tensorSizes)
        { return std::string(dml::ToString(ofType)) + " {" + parse_text::Join(tensorSizes, ", ") + "}"; };
        Reject({"", side.file}, "holds " + tensor(side.dataType, side.layout.Sizes()) + ", but "
                                    + tensor(dataType, layout.Sizes()) + " is given");
    }
    side.dataType = dataType;
    side.layout = layout;
}

// Sets the type and the sizes of a tensor. The user may exchange the two arguments, and omit them for a .npy file.
void ParseTensor(const Argument& option, Words words, Side& side)
{
    side.file = option.value;
    Read(side);
    if (side.isNpy && words.empty()) { return; }
    if (words.size() < 2) { Reject({option.name, ""}, "needs FILE TYPE SIZES"); }
    if (parse_text::ParseDataType(words[1]) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN) { std::swap(words[0], words[1]); }
    SetTensor(side, words[0], words[1]);
}

// Reads --layout, --strides or --start.
void ParseView(const Argument& option, Side* side)
{
    if (side == nullptr) { Reject({option.name, ""}, "must follow --expected or --actual, whose tensor it describes"); }
    const dml::Dimensions sizes = side->layout.Sizes();
    if (option.name == "--layout")
    {
        const auto layout = parse_text::ParseLayout(option.value);
        if (!layout) { Reject(option, parse_text::LayoutProblem(option.value)); }
        side->layout = Checked(option.value, dml::TensorLayout::Packed(sizes, *layout));
    }
    else if (option.name == "--strides")
    {
        side->layout = Checked(option.value, dml::TensorLayout::Strided(sizes, ParseDimensions(option.value)));
    }
    else { Skip(*side, ParseCount(option, side->bytes.size())); }
}

// Rejects options that contradict each other.
void Check(const CommandLine& commandLine)
{
    const Side& expected = commandLine.expected;
    const Side& actual = commandLine.actual;
    const std::string needed = "two tensors are needed; write for example: " + CompareTensors().example;
    if (!expected.layout || !actual.layout) { throw Failure(needed); }
    if (expected.dataType != actual.dataType && commandLine.tolerance.ulps != 0)
    {
        Reject({"--ulps", ""}, "counts units of one type, but the types differ; use --absolute or --relative");
    }
    if (commandLine.map.empty()) { return; }
    std::error_code error; // a name that has one, such as a loop of links, cannot be written either
    const Argument map = {"", commandLine.map};
    if (std::filesystem::is_directory(map.value, error)) { Reject(map, "is a folder; name a file for the map"); }
    const bool isInput = std::filesystem::equivalent(map.value, expected.file, error)
                         || std::filesystem::equivalent(map.value, actual.file, error);
    if (isInput) { Reject(map, "is an input; name another file for the map"); }
}

CommandLine ParseCommandLine(const Words& words)
{
    CommandLine commandLine;
    Side* side = nullptr;
    const Arguments arguments = Parse(CompareTensors(), words);
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        const Argument& argument = arguments[i];
        const std::string& name = argument.name;
        if (name == "--expected" || name == "--actual")
        {
            Words described;
            while (described.size() < 2 && i + 1 < arguments.size() && arguments[i + 1].name[0] != '-')
            {
                described.push_back(arguments[++i].value);
            }
            side = name == "--actual" ? &commandLine.actual : &commandLine.expected;
            ParseTensor(argument, described, *side);
        }
        else if (name == "--layout" || name == "--strides" || name == "--start") { ParseView(argument, side); }
        else if (name == "--absolute") { commandLine.tolerance.absolute = ParseTolerance(argument); }
        else if (name == "--relative") { commandLine.tolerance.relative = ParseTolerance(argument); }
        else if (name == "--ulps") { commandLine.tolerance.ulps = ParseCount(argument, parse_text::Limit64); }
        else if (name == "--map") { commandLine.map = argument.value; }
        else { RejectTooMany(CompareTensors(), arguments, static_cast<std::ptrdiff_t>(i)); }
    }
    Check(commandLine);
    return commandLine;
}

// ---- errors ---------------------------------------------------------------------------------------------------------

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

using Bin = std::pair<std::string, std::uint64_t>; // a name, and the number of elements

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
    if (exact.notFinite + counted != 0) { bins.emplace_back("not finite", exact.notFinite + counted); }
    const std::uint64_t finite = exact.different - exact.notFinite;
    int power = hasInfinite ? std::numeric_limits<double>::max_exponent - 1 : std::ilogb(exact.largestError);
    for (int pass = 0; counted < finite && pass < MaxPasses; ++pass, --power)
    {
        const std::uint64_t count = countFrom(std::ldexp(1, power));
        if (count != counted) { bins.emplace_back("from 2^" + std::to_string(power), count - counted); }
        counted = count;
    }
    if (counted != finite) { bins.emplace_back("below 2^" + std::to_string(power + 1), finite - counted); }
    bins.emplace_back("0", exact.compared - exact.different);
    std::reverse(bins.begin(), bins.end());
    return bins;
}

void PrintHistogram(const Pair& pair)
{
    const std::vector<Bin> bins = ErrorsByPower(pair);
    const auto hasLess = [](const Bin& a, const Bin& b) { return a.second < b.second; };
    const std::uint64_t most = std::max_element(bins.begin(), bins.end(), hasLess)->second;
    std::printf("errors by power of two:\n");
    for (const auto& [name, count] : bins)
    {
        constexpr double Width = 40;
        const auto length = static_cast<std::size_t>(Width * static_cast<double>(count) / static_cast<double>(most));
        const std::string bar(count != 0 && length == 0 ? 1 : length, '#');
        std::printf("  %-16s %12llu %s\n", name.c_str(), static_cast<unsigned long long>(count), bar.c_str());
    }
}

// ---- the map --------------------------------------------------------------------------------------------------------

// A map of the errors beyond the tolerance. Each cell shows the largest error of a rectangle of elements.
struct Map
{
    std::string title;
    std::uint32_t rows = 1, columns = 1; // of the slice
    std::uint32_t rowsOfCell = 1, columnsOfCell = 1;
    // By row and column; infinite if an element is not finite. Cells in which all elements agree are missing.
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> errors;
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
    const std::string ofEach = std::to_string(map.rowsOfCell) + " x " + std::to_string(map.columnsOfCell);
    if (ofEach != "1 x 1") { map.title += "; of each " + ofEach + " the largest"; }
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
            const double error = cell.notFinite == 0 ? cell.largestError : std::numeric_limits<double>::infinity();
            map.errors[{row / map.rowsOfCell, column / map.columnsOfCell}] = error;
            if (std::isinf(error)) { continue; }
            map.largest = (std::max)(map.largest, error);
            map.smallest = map.smallest == 0 ? error : (std::min)(map.smallest, error);
        }
    }
    if (tolerance.absolute > 0) { map.smallest = (std::min)(map.smallest, tolerance.absolute); }
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
    constexpr std::uint32_t Left = 40, Top = 32;
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
    for (const auto& [at, error] : map.errors)
    {
        fill(Left + at.second * cellWidth, Top + at.first * cellHeight, cellWidth, cellHeight,
             std::isinf(error) ? NotFinite : ColourOf(map, error));
    }
    fill(Left, bottom + 10, 10, 10, Agree);
    write(Left + 14, bottom + 19, "agree");
    fill(Left + 60, bottom + 10, 10, 10, NotFinite);
    write(Left + 74, bottom + 19, "not finite");
    if (map.largest > 0)
    {
        constexpr std::uint32_t Steps = 8;
        const double step = (std::log2(map.largest) - std::log2(map.smallest)) / (Steps - 1); // in powers of two
        write(Left, bottom + 39, NumberText(map.smallest));
        for (std::uint32_t i = 0; i < Steps; ++i)
        {
            const double error = i + 1 < Steps ? std::exp2(std::log2(map.smallest) + step * i) : map.largest;
            fill(Left + 80 + i * 10, bottom + 30, 10, 10, ColourOf(map, error));
        }
        write(Left + 86 + Steps * 10, bottom + 39, NumberText(map.largest));
    }
    file << "</svg>\n";
    return file.str();
}

// ---- tensors that disagree ------------------------------------------------------------------------------------------

// Returns the words that describe a tensor in a file with another layout.
std::string TensorWords(const Side& side, DataType type, const dml::TensorLayout& layout, std::uint64_t start)
{
    const dml::Dimensions& sizes = layout.Sizes();
    const std::string quote = side.file.find(' ') == std::string::npos ? "" : "\"";
    std::string words = quote + side.file + quote + " " + dml::ToString(type) + " " + parse_text::Join(sizes, ",");
    const bool isPacked = layout == dml::TensorLayout::Packed(sizes);
    const bool isChannelsLast = layout == dml::TensorLayout::Packed(sizes, dml::Layout::NHWC);
    const std::string strides = " --strides " + parse_text::Join(layout.Strides(), ",");
    if (!isPacked) { words += isChannelsLast ? " --layout NHWC" : strides; }
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
    const bool isExpected = relation.tensor == dml::Diagnosis::Expected;
    const Side& side = isExpected ? commandLine.expected : commandLine.actual;
    const bool isInRest = relation.kind == dml::RelationKind::StartOffset && side.start != 0;
    const std::string origin = isInRest ? "; byte 0 is byte " + std::to_string(side.start) + " of the file" : "";
    Print(dml::Explain(relation).c_str() + origin + "\n");
    const std::string options = OptionsFor(relation, side);
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
                "the actual tensor's axes are transposed: in the order {" + parse_text::Join(order, ", ")
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
    for (const DataType type : parse_text::DataTypes())
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
        const std::string problem = dml::Explain(comparison).c_str() + FittingType(comparison, side);
        if (view.name.empty()) { Reject({"", side.file}, problem); }
        pair = view.pair;
        comparison = pair.Compare(commandLine.tolerance);
    }
    WarnOfMoreBytes(commandLine.expected);
    WarnOfMoreBytes(commandLine.actual);
    if (!view.name.empty()) { std::printf("the sizes differ: %s\n", view.name.c_str()); }
    const Side& given = commandLine.actual;
    const std::string words = TensorWords(given, given.dataType, pair.actual.layout, given.start);
    if (view.isUnexpected && !given.isNpy) { Print("use --actual " + words + "\n"); }
    std::printf("%s\nexpected: %s\nactual:   %s\n", dml::Explain(comparison).c_str(),
                dml::Explain(dml::Summarize(pair.expected)).c_str(), dml::Explain(dml::Summarize(pair.actual)).c_str());
    if (comparison.largestError != 0) { std::printf("mean error %.6g\n", comparison.meanError); }
    if (!comparison) { PrintDifference(commandLine, pair); }
    PrintHistogram(pair);
    pair.expected.layout = pair.expected.layout.BroadcastTo(pair.actual.layout.Sizes());
    const std::string& map = commandLine.map;
    if (!map.empty()) { WriteFile({"", map}, Drawing(MapErrors(pair, comparison, commandLine.tolerance))); }
    return comparison && !view.isUnexpected ? ExitYes : ExitNo;
}

int Run(const Words& words)
{
    if (!AsksForHelp(words)) { return Compare(ParseCommandLine(words)); }
    Print(Help());
    return ExitYes;
}

} // namespace

int main(int argumentCount, char** arguments) { return RunProgram("compare_tensors", argumentCount, arguments, Run); }
