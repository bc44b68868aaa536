// Builds a layout step by step, and shows it as text: a corner of its elements, the memory strip, DirectML's verdict,
// and the C++ for the same steps. The command line and the explorer share it. The explorer is compiled without
// exceptions and streams, so errors stay in the layouts.

#pragma once

#include "dml_tensor_utils.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace layout_views
{

namespace dml = dml_tensor_utils;
using namespace parse_text;

// ---- the layout, step by step, with the C++ for each step -----------------------------------------------------------

struct DescribedLayout
{
    dml::TensorLayout layout;      // carries the error of the first step that failed
    std::vector<std::string> code; // the call that makes the first layout, then one member call for each step
    std::string axisNames;         // a letter follows its axis through a transposition
    bool isSlice = false;
    std::string notes = {}; // a line for padding without an effect, and for unusual names
};

inline std::string Line(const char* name, const std::string& value)
{
    std::string line = "  " + std::string(name);
    line.resize(18, ' ');
    return line + value + "\n";
}

// The memory order of a packed tensor: row-major unless one of the two is given.
struct Packing
{
    std::optional<dml::Layout> layout;
    std::string physical; // the letters of the axes from the slowest to the fastest
};

inline std::string Braces(const dml::Dimensions& values) { return "{" + Join(values, ", ") + "}"; }

// Returns a C++ literal. Above the largest signed value it needs a suffix.
inline std::string Literal(std::uint64_t value) { return std::to_string(value) + (value >> 63 != 0 ? "u" : ""); }

inline std::string DefaultAxisNames(std::size_t rank)
{
    constexpr std::array<const char*, 9> Names{"", "W", "HW", "DHW", "NCHW", "NCDHW", "ABCDEF", "ABCDEFG", "ABCDEFGH"};
    return Names[rank];
}

// Returns the letters of the axes for Layout::NCHW or NHWC, which call the second axis C at any rank.
inline std::string NamesByLayout(std::size_t rank)
{
    return rank == 2 ? "NC" : rank == 3 ? "NCW" : DefaultAxisNames(rank);
}

inline void AddStep(DescribedLayout& described, const dml::TensorLayout& layout, const std::string& code)
{
    described.layout = layout;
    described.code.push_back(code);
}

inline DescribedLayout MakePacked(const dml::Dimensions& sizes, const Packing& packing, const std::string& axisNames)
{
    const std::string call = "TensorLayout::Packed(" + Braces(sizes);
    if (packing.layout)
    {
        const std::string name = *packing.layout == dml::Layout::NCHW ? "NCHW" : "NHWC";
        return {dml::TensorLayout::Packed(sizes, *packing.layout), {call + ", Layout::" + name + ")"}, axisNames};
    }
    if (packing.physical.empty()) { return {dml::TensorLayout::Packed(sizes), {call + ")"}, axisNames}; }
    return {dml::TensorLayout::Packed(sizes, dml::AxisOrder(axisNames.c_str(), packing.physical.c_str())),
            {call + ", AxisOrder(\"" + axisNames + "\", \"" + packing.physical + "\"))"},
            axisNames};
}

inline DescribedLayout MakeStrided(const dml::Dimensions& sizes, const dml::Dimensions& strides,
                                   const std::string& axisNames)
{
    return {dml::TensorLayout::Strided(sizes, strides),
            {"TensorLayout::Strided(" + Braces(sizes) + ", " + Braces(strides) + ")"},
            axisNames};
}

// Returns the values with another value on each of the axes. Requires the axes to exist.
inline dml::Dimensions Replaced(const dml::Dimensions& values, const dml::Dimensions& axes, std::uint32_t value)
{
    std::vector<std::uint32_t> replaced(values.begin(), values.end());
    for (const std::uint32_t axis : axes) { replaced[axis] = value; }
    return dml::Dimensions(replaced.data(), replaced.size());
}

// Makes a layout with stride 0 on the axes. The other axes are packed as if these had size 1.
inline DescribedLayout MakeBroadcast(const dml::Dimensions& sizes, const Packing& packing, const dml::Dimensions& axes,
                                     const std::string& axisNames)
{
    DescribedLayout described = MakePacked(Replaced(sizes, axes, 1), packing, axisNames);
    if (!described.layout) { return described; }
    const bool repeatsAll = std::all_of(axes.begin(), axes.end(), [&](std::uint32_t axis) { return sizes[axis] > 1; });
    if (!repeatsAll)
    {
        // BroadcastTo would keep the stride of an axis whose size stays 1, but the user asked for 0.
        return MakeStrided(sizes, Replaced(described.layout.Strides(), axes, 0), axisNames);
    }
    AddStep(described, described.layout.BroadcastTo(sizes), "BroadcastTo(" + Braces(sizes) + ")");
    return described;
}

// Returns why the physical order is not a permutation of the logical one; empty if it is.
inline std::string OrderProblem(const std::string& logical, const std::string& physical)
{
    const bool isOrder = dml::AxisOrder(logical.c_str(), physical.c_str()).Error() == dml::TensorError::None;
    return isOrder ? "" : "not an order of the axes " + logical + "; use each of its letters once";
}

// Returns why the rows cannot be padded; empty if they can, or if the library has a sentence for it.
inline std::string PadRowsProblem(const DescribedLayout& described)
{
    const std::uint32_t rank = described.layout.Rank();
    if (rank < 2) { return "a tensor of one axis has no rows; give at least two sizes"; }
    const bool isRepeated = described.layout.Sizes()[rank - 2] > 1 && described.layout.Strides()[rank - 2] == 0;
    if (!isRepeated) { return ""; }
    return std::string("axis ") + described.axisNames[rank - 2]
           + " has stride 0 and its rows lie in one place; leave out the padding or that stride";
}

inline std::string DataTypeCode(DataType type) { return std::string("DML_TENSOR_DATA_TYPE_") + dml::ToString(type); }

// Pads the rows as --pad-rows, --row-pitch or --row-pitch-multiple says. Requires PadRowsProblem to be empty.
inline void PadRows(DescribedLayout& described, const std::string& option, std::uint64_t number, DataType dataType)
{
    const dml::TensorLayout before = described.layout;
    const std::uint32_t axis = before.Rank() - 2;
    const std::string arguments = "(" + std::to_string(axis) + ", " + Literal(number);
    const std::string inBytes = "InBytes" + arguments + ", " + DataTypeCode(dataType) + ")";
    if (option == "--pad-rows")
    {
        const auto multiple = static_cast<std::uint32_t>(number);
        AddStep(described, before.WithStrideMultiple(axis, multiple), "WithStrideMultiple" + arguments + ")");
    }
    else if (option == "--row-pitch")
    {
        AddStep(described, before.WithStrideInBytes(axis, number, dataType), "WithStride" + inBytes);
    }
    else
    {
        AddStep(described, before.WithStrideMultipleInBytes(axis, number, dataType), "WithStrideMultiple" + inBytes);
    }
    if (!described.layout.SameElements(before)) { return; }
    const std::uint32_t stride = before.Strides()[axis];
    const bool isSame = described.layout.Strides()[axis] == stride;
    const std::string apart = "the rows are " + std::to_string(stride) + " elements apart anyway";
    described.notes += Line("padding", "none was added: " + (isSame ? apart : "there is only one row in memory"));
}

inline void Transpose(DescribedLayout& described, const dml::Dimensions& axes)
{
    AddStep(described, described.layout.Transposed(axes), "Transposed(" + Braces(axes) + ")");
    if (described.layout)
    {
        std::string axisNames;
        for (const std::uint32_t axis : axes) { axisNames += described.axisNames[axis]; }
        described.axisNames = axisNames;
    }
}

inline void Slice(DescribedLayout& described, std::uint32_t axis, std::uint32_t start, std::uint32_t count,
                  std::uint32_t step)
{
    std::string code = "Sliced(" + std::to_string(axis) + ", " + std::to_string(start) + ", " + std::to_string(count);
    code += (step == 1 ? "" : ", " + std::to_string(step)) + ")";
    AddStep(described, described.layout.Sliced(axis, start, count, step), code);
    described.isSlice = true;
}

// ---- the descriptor, with the C++ that makes it ---------------------------------------------------------------------

// A part of a buffer, in bytes.
struct Binding
{
    std::uint64_t offset;
    std::uint64_t size;
    std::uint64_t bufferSize;
};

// The options beyond the layout.
struct TensorOptions
{
    dml::TensorRole role = dml::TensorRole::Input;
    std::optional<std::uint32_t> flags;
    std::optional<std::uint64_t> totalBytes;
    std::optional<std::uint32_t> alignment;
    std::optional<Binding> binding;
};

struct DescribedTensor
{
    dml::BufferTensorDesc tensor;
    std::string code;
    std::string fields; // a line for each of the options
    TensorOptions options;
};

inline std::string FlagsCode(std::uint32_t flags)
{
    return flags == static_cast<std::uint32_t>(dml::DML_TENSOR_FLAG_OWNED_BY_DML)
               ? "DML_TENSOR_FLAG_OWNED_BY_DML"
               : "static_cast<DML_TENSOR_FLAGS>(" + std::to_string(flags) + ")";
}

// Returns the arguments of a description in C++, from the code of a layout.
inline std::string DescArguments(DataType dataType, const std::string& layout, std::uint32_t flags)
{
    return DataTypeCode(dataType) + ", " + layout + (flags == 0 ? "" : ", " + FlagsCode(flags));
}

constexpr std::size_t MaxColumns = 99;

// Returns a statement. If it does not fit on one line, each member call gets a line of its own, and a call that is
// still too long is broken after the last comma that fits.
inline std::string Statement(const std::vector<std::string>& calls)
{
    std::size_t length = 2;
    for (const std::string& call : calls) { length += call.size() + 1; }
    std::string code;
    for (std::size_t i = 0; i < calls.size(); ++i)
    {
        const bool startsLine = i > 0 && length > MaxColumns;
        std::string rest = (i == 0       ? "  "
                            : startsLine ? "      ."
                                         : ".")
                           + calls[i] + (i + 1 == calls.size() ? ";" : "");
        code += startsLine ? "\n" : "";
        while (length > MaxColumns && rest.size() > MaxColumns)
        {
            const std::size_t end = rest.rfind(", ", MaxColumns - 1) + 1;
            if (end == 0) { break; } // no comma
            code += rest.substr(0, end) + "\n";
            rest = std::string(10, ' ') + rest.substr(end + 1);
        }
        code += rest;
    }
    return code + "\n";
}

// The first statement, so that the others need not name the namespace.
inline constexpr const char* UsingStatement = "  using namespace dml_tensor_utils;\n";

inline DescribedTensor MakeTensor(DataType dataType, const DescribedLayout& described, const TensorOptions& options)
{
    const std::uint32_t flags = options.flags.value_or(0);
    const auto flagBits = static_cast<dml::DML_TENSOR_FLAGS>(flags);
    const bool isView = described.layout.FirstElement() != 0;
    dml::BufferTensorDesc tensor = isView ? dml::BufferTensorDesc::OfView(dataType, described.layout, flagBits)
                                          : dml::BufferTensorDesc(dataType, described.layout, flagBits);
    const std::string arguments = "(" + DescArguments(dataType, "layout", flags) + ")";
    std::vector<std::string> calls{
        (isView ? "const auto tensor = BufferTensorDesc::OfView" : "const auto tensor = BufferTensorDesc") + arguments};
    std::string fields;
    if (options.flags) { fields += Line("flags", std::to_string(flags) + (flags == 0 ? ", the default" : "")); }
    if (options.totalBytes)
    {
        const std::uint64_t total = *options.totalBytes;
        const bool isLeast = tensor && tensor.TotalTensorSizeInBytes() == total;
        tensor = tensor.WithTotalSize(total);
        fields += Line("total size", std::to_string(total) + " bytes" + (isLeast ? ", the default" : ""));
        calls.push_back("WithTotalSize(" + Literal(total) + ")");
    }
    if (options.alignment)
    {
        const std::uint32_t alignment = *options.alignment;
        tensor = tensor.WithAlignment(alignment);
        fields += Line("alignment", std::to_string(alignment) + " bytes" + (alignment == 0 ? ", the default" : ""));
        calls.push_back("WithAlignment(" + std::to_string(alignment) + ")");
    }
    if (!isView && calls.size() == 1) { calls = {"const BufferTensorDesc tensor" + arguments}; }

    std::vector<std::string> layoutCalls = described.code;
    layoutCalls.front().insert(0, "const auto layout = ");
    std::string code = UsingStatement + Statement(layoutCalls) + Statement(calls);
    if (isView)
    {
        code += "  const std::uint64_t bindingOffset = tensor.BindingOffsetInBytes();\n";
        fields += Line("first element", std::to_string(described.layout.FirstElement()));
        fields += tensor ? Line("binding offset", std::to_string(tensor.BindingOffsetInBytes()) + " bytes") : "";
    }
    code += std::string("  const Diagnosis reason = Validate(tensor, TensorRole::")
            + (options.role == dml::TensorRole::Input ? "Input" : "Output") + ");\n";
    if (options.binding)
    {
        const Binding& binding = *options.binding;
        code += Statement({"const Diagnosis binding = ValidateBinding(tensor, " + Literal(binding.offset) + ", "
                           + Literal(binding.size) + ", " + Literal(binding.bufferSize) + ")"});
    }
    return {tensor, code, fields, options};
}

// Returns the verdict that the printed C++ computes.
inline dml::Diagnosis Verdict(const DescribedTensor& tensor)
{
    return dml::Validate(tensor.tensor, tensor.options.role);
}

// Returns the verdict on the binding; no error if the user gave none.
inline dml::Diagnosis BindingVerdict(const DescribedTensor& described)
{
    if (!described.options.binding) { return {}; }
    const Binding& binding = *described.options.binding;
    return dml::ValidateBinding(described.tensor, binding.offset, binding.size, binding.bufferSize);
}

// ---- text -----------------------------------------------------------------------------------------------------------

inline std::string RightAligned(const std::string& text, std::size_t width)
{
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

inline std::string LeftAligned(const std::string& text, std::size_t width)
{
    return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

// Returns the table of axes. A stride in bytes is blank if 4-bit elements do not fill whole bytes.
inline std::string AxesText(DataType dataType, const DescribedLayout& described)
{
    std::string lines[] = {"  axis           ", "  size           ", "  stride         ", "  stride in bytes"};
    for (std::uint32_t axis = 0; axis < described.layout.Rank(); ++axis)
    {
        const std::uint32_t size = described.layout.Sizes()[axis], stride = described.layout.Strides()[axis];
        const std::uint64_t bits = std::uint64_t{stride} * dml::ElementSizeInBits(dataType);
        const std::string cells[] = {described.axisNames.substr(axis, 1), std::to_string(size), std::to_string(stride),
                                     bits % 8 == 0 ? std::to_string(bits / 8) : ""};
        const std::size_t width = 2 + (std::max)({cells[1].size(), cells[2].size(), cells[3].size()});
        for (std::size_t i = 0; i < 4; ++i) { lines[i] += RightAligned(cells[i], width); }
    }
    lines[3].resize(lines[3].find_last_not_of(' ') + 1);
    return Join(lines, "\n") + "\n";
}

// Returns the layout with one position of each axis of stride 0.
inline dml::TensorLayout WithoutRepeats(dml::TensorLayout layout)
{
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        if (layout.Strides()[axis] == 0) { layout = layout.Sliced(axis, 0, 1); }
    }
    return layout;
}

inline std::string Classification(const dml::TensorLayout& layout)
{
    const char* const packed = layout.IsRowMajor() ? "packed, row-major: Strides may be null" : "packed, not row-major";
    if (layout.IsPacked()) { return packed; }
    std::vector<const char*> classes;
    if (layout.IsPadded()) { classes.push_back("padded"); }
    if (layout.IsBroadcast()) { classes.push_back("broadcast"); }
    if (WithoutRepeats(layout).HasOverlap()) { classes.push_back("overlapping"); }
    return Join(classes, ", ");
}

inline std::string NumbersText(DataType dataType, const DescribedLayout& described)
{
    const dml::TensorLayout& layout = described.layout;
    const std::uint64_t bytes = layout.SizeInBytes(dataType);
    return Line("element count", std::to_string(layout.ElementCount()))
           + Line("element span", std::to_string(layout.ElementSpan()))
           + Line("buffer size", bytes != 0 ? std::to_string(bytes) + " bytes" : "beyond 64 bits")
           + Line("layout", Classification(layout)) + described.notes;
}

// The corner of the tensor that is shown. The last two axes are rows and columns, the others planes.
struct Corner
{
    std::uint64_t allPlanes;
    std::uint32_t allRows;
    std::uint32_t allColumns;
    std::uint64_t planes;
    std::uint32_t rows;
    std::uint32_t columns;
};

struct ShownElement
{
    std::uint64_t offset;
    std::string label;
    std::size_t colour;     // the number of the offset
    std::string title = {}; // of its cell in a drawing; empty: its offset
    std::string link = {};  // the cells of another tensor that belong to it
};

constexpr std::uint32_t WindowSize = 64;

// Returns the label of a number: A to Z, a to w, AA, AB and so on. There is no x, because x is padding.
inline std::string Label(std::size_t number)
{
    constexpr std::size_t Capitals = 26;
    constexpr std::size_t Letters = Capitals + 23;
    const auto letter = [](char first, std::size_t i) { return static_cast<char>(first + static_cast<int>(i)); };
    if (number < Capitals) { return std::string(1, letter('A', number)); }
    if (number < Letters) { return std::string(1, letter('a', number - Capitals)); }
    return {letter('A', (number - Letters) / Capitals), letter('A', (number - Letters) % Capitals)};
}

// Returns the whole tensor if it is small, otherwise a corner with a letter for each element.
inline Corner ChooseCorner(const dml::TensorLayout& layout)
{
    const std::uint32_t rank = layout.Rank();
    const std::uint32_t columns = layout.Sizes()[rank - 1];
    const std::uint32_t rows = rank > 1 ? layout.Sizes()[rank - 2] : 1;
    const std::uint64_t planes = layout.ElementCount() / columns / rows;
    const bool isSmall = layout.ElementCount() <= WindowSize && columns <= 16 && rows <= 8 && planes <= 8;
    if (isSmall) { return {planes, rows, columns, planes, rows, columns}; }
    const std::uint32_t most[] = {4, planes == 1 ? 4U : 3U, planes == 1 ? 8U : 4U};
    return {planes,
            rows,
            columns,
            (std::min)(planes, std::uint64_t{most[0]}),
            (std::min)(rows, most[1]),
            (std::min)(columns, most[2])};
}

// Returns the coordinates of the shown elements in logical order.
inline std::vector<dml::Dimensions> ShownCoordinates(const dml::TensorLayout& layout, const Corner& corner)
{
    std::vector<dml::Dimensions> shown;
    for (std::uint64_t plane = 0; plane < corner.planes; ++plane)
    {
        for (std::uint64_t row = plane * corner.allRows; row < plane * corner.allRows + corner.rows; ++row)
        {
            for (std::uint64_t column = 0; column < corner.columns; ++column)
            {
                shown.push_back(layout.Coordinates(row * corner.allColumns + column));
            }
        }
    }
    return shown;
}

// Returns the first shown element at the offset, or null.
inline const ShownElement* FindElement(const std::vector<ShownElement>& elements, std::uint64_t offset)
{
    const auto found = std::find_if(elements.begin(), elements.end(),
                                    [&](const ShownElement& element) { return element.offset == offset; });
    return found == elements.end() ? nullptr : &*found;
}

// Returns the shown elements with their labels. Elements at the same offset have the same label.
inline std::vector<ShownElement> LetterElements(const dml::TensorLayout& layout, const Corner& corner)
{
    std::vector<ShownElement> elements;
    std::size_t lettersUsed = 0;
    for (const dml::Dimensions& coordinates : ShownCoordinates(layout, corner))
    {
        const std::uint64_t offset = layout.ElementOffset(coordinates);
        const ShownElement* const known = FindElement(elements, offset);
        const std::size_t number = known != nullptr ? known->colour : lettersUsed++;
        elements.push_back({offset, Label(number), number});
    }
    return elements;
}

inline std::string PlaneLabel(const DescribedLayout& described, const dml::Dimensions& coordinates)
{
    std::vector<std::string> labels;
    for (std::uint32_t axis = 0; axis + 2 < described.layout.Rank(); ++axis)
    {
        labels.push_back(described.axisNames.substr(axis, 1) + "=" + std::to_string(coordinates[axis]));
    }
    return Join(labels, " ");
}

// Returns the two drawings of the documentation: the elements as letters in logical order, and beside them their
// offsets.
inline std::string LogicalViewText(const DescribedLayout& described, const Corner& corner,
                                   const std::vector<ShownElement>& elements)
{
    std::size_t offsetWidth = 0, labelWidth = 0;
    for (const ShownElement& element : elements)
    {
        offsetWidth = (std::max)(offsetWidth, std::to_string(element.offset).size());
        labelWidth = (std::max)(labelWidth, element.label.size());
    }
    const std::string title = "Logical view";
    const bool moreColumns = corner.columns < corner.allColumns;
    const std::size_t lettersWidth =
        2 + (std::max)(title.size(), 1 + (1 + labelWidth) * corner.columns + (moreColumns ? 4 : 0));

    std::string text = LeftAligned(title, lettersWidth) + "Element offsets\n";
    auto element = elements.begin();
    for (std::uint64_t plane = 0; plane < corner.planes; ++plane)
    {
        const std::uint64_t first = plane * corner.allRows * corner.allColumns;
        const std::string label = PlaneLabel(described, described.layout.Coordinates(first));
        if (corner.allPlanes > 1) { text += "  " + label + "\n"; }
        for (std::uint32_t row = 0; row < corner.rows; ++row)
        {
            std::string letters = "  ";
            std::string offsets;
            for (std::uint32_t column = 0; column < corner.columns; ++column, ++element)
            {
                letters += (column == 0 ? "" : " ") + RightAligned(element->label, labelWidth);
                offsets += (column == 0 ? "" : "  ") + RightAligned(std::to_string(element->offset), offsetWidth);
            }
            letters += moreColumns ? " ..." : "";
            offsets += moreColumns ? "  ...\n" : "\n";
            text += LeftAligned(letters, lettersWidth) + offsets;
        }
        const std::string dots = RightAligned("...", (std::max)(offsetWidth, std::size_t{3}));
        if (corner.rows < corner.allRows) { text += LeftAligned("  ...", lettersWidth) + dots + "\n"; }
    }
    const std::string more = std::to_string(corner.allPlanes - corner.planes);
    const std::string all = std::to_string(corner.allPlanes);
    if (corner.planes < corner.allPlanes) { text += "  and " + more + " more of " + all + " planes\n"; }
    return text;
}

// Returns how many elements are at each of the first positions of the strip. Strides are never negative, so each axis
// adds to a position only counts of earlier positions.
inline std::vector<std::uint64_t> CountElements(const dml::TensorLayout& layout, std::size_t positions)
{
    std::vector<std::uint64_t> counts(positions);
    counts[0] = 1;
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        const std::uint64_t stride = layout.Strides()[axis], size = layout.Sizes()[axis];
        std::vector<std::uint64_t> sums(positions);
        for (std::size_t position = 0; position < positions; ++position)
        {
            const std::uint64_t steps = stride == 0 ? 0 : (std::min)(size - 1, position / stride);
            for (std::uint64_t step = 0; step <= steps; ++step)
            {
                sums[position] += counts[position - static_cast<std::size_t>(step * stride)];
            }
            sums[position] *= stride == 0 ? size : 1;
        }
        counts = sums;
    }
    return counts;
}

// Returns the length of the strip. As in the documentation, it includes the last row's padding, which a buffer need not
// have. The strip of a slice ends with its last element.
inline std::uint64_t StripLength(const DescribedLayout& described)
{
    const dml::TensorLayout& layout = described.layout;
    const std::uint64_t span = layout.ElementSpan();
    std::uint64_t length = span;
    for (std::uint32_t axis = 0; axis < layout.Rank() && !described.isSlice; ++axis)
    {
        const std::uint64_t size = layout.Sizes()[axis];
        if (size > 1) { length = (std::max)(length, size * layout.Strides()[axis]); }
    }
    return length > WindowSize ? span : length;
}

// Returns a symbol for each of the first positions: the letter of its element, * for an element without a letter, or x.
inline std::vector<std::string> StripSymbols(const DescribedLayout& described,
                                             const std::vector<ShownElement>& elements, std::uint32_t positionsPerLine)
{
    const dml::TensorLayout& layout = described.layout;
    const std::vector<std::uint64_t> counts = CountElements(layout, WindowSize);
    std::vector<std::string> symbols;
    for (std::uint64_t position = 0; position < (std::min)(StripLength(described), std::uint64_t{WindowSize});
         ++position)
    {
        const ShownElement* const element = FindElement(elements, layout.FirstElement() + position);
        const bool isElement = counts[static_cast<std::size_t>(position)] != 0;
        symbols.push_back(element != nullptr ? element->label : isElement ? "*" : "x");
    }
    // Lines at the end that contain only * are dropped. The first position always has a letter.
    std::size_t last = symbols.size() - 1;
    while (symbols[last] == "*") { --last; }
    symbols.resize((std::min)(symbols.size(), (last / positionsPerLine + 1) * positionsPerLine));
    return symbols;
}

inline bool HasSymbol(const std::vector<std::string>& symbols, const char* symbol)
{
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

inline std::string StripText(DataType dataType, const DescribedLayout& described,
                             const std::vector<ShownElement>& elements)
{
    constexpr std::uint32_t PositionsPerLine = 16;
    const dml::TensorLayout& layout = described.layout;
    const std::uint64_t length = StripLength(described);
    const std::vector<std::string> symbols = StripSymbols(described, elements, PositionsPerLine);

    std::vector<const char*> legend;
    if (HasSymbol(symbols, "x")) { legend.push_back(described.isSlice ? "x not in the slice" : "x padding"); }
    if (HasSymbol(symbols, "*")) { legend.push_back("* element without a letter"); }
    if (dml::ElementSizeInBits(dataType) == 4) { legend.push_back("two to a byte"); }

    std::size_t symbolWidth = 0;
    for (const ShownElement& element : elements) { symbolWidth = (std::max)(symbolWidth, element.label.size()); }
    const std::uint64_t lastLine = (symbols.size() - 1) / PositionsPerLine * PositionsPerLine;
    const std::size_t offsetWidth = std::to_string(layout.FirstElement() + lastLine).size();
    std::string text = "Memory strip" + (legend.empty() ? "" : " (" + Join(legend, ", ") + ")") + "\n";
    for (std::size_t start = 0; start < symbols.size(); start += PositionsPerLine)
    {
        const std::size_t end = (std::min)(start + PositionsPerLine, symbols.size());
        text += "  " + RightAligned(std::to_string(layout.FirstElement() + start), offsetWidth) + " ";
        for (std::size_t i = start; i < end; ++i) { text += " " + RightAligned(symbols[i], symbolWidth); }
        text += end == symbols.size() && end < length ? " ...\n" : "\n";
    }
    const std::string last = std::to_string(layout.ElementSpan() - 1);
    const bool isLonger = length > layout.ElementSpan();
    if (isLonger) { text += "  the tensor ends at offset " + last + "; its buffer may end there\n"; }
    return text;
}

// Returns a line with the reason; empty if there is none.
inline std::string ReasonText(const dml::Diagnosis& reason)
{
    return reason.Ok() ? "" : std::string("  ") + dml::Explain(reason).c_str() + "\n";
}

// Returns whether DirectML accepts it, such as " as an input", and the reason.
inline std::string AcceptanceText(const dml::Diagnosis& verdict, const std::string& asRole)
{
    const std::string accepts = verdict.Accepted() ? "accepts it" : "rejects it";
    const bool isHazard = verdict.Accepted() && !verdict.Ok();
    return "  DirectML " + accepts + asRole + (isHazard ? ", with a hazard.\n" : ".\n") + ReasonText(verdict);
}

inline std::string VerdictText(const DescribedTensor& described)
{
    const dml::Diagnosis verdict = Verdict(described);
    // DirectML has no verdict on a tensor that no descriptor can express.
    const bool isInexpressible =
        verdict == dml::TensorError::StartsInsideByte || verdict == dml::TensorError::SpanLimit;
    if (isInexpressible) { return "  No descriptor can express it.\n" + ReasonText(verdict); }
    return AcceptanceText(verdict, described.options.role == dml::TensorRole::Input ? " as an input" : " as an output");
}

// Returns the verdict on the binding as text; empty if the user gave none.
inline std::string BindingText(const DescribedTensor& described)
{
    if (!described.options.binding) { return ""; }
    const Binding& binding = *described.options.binding;
    const dml::Diagnosis verdict = BindingVerdict(described);
    const std::string what = std::to_string(binding.size) + " bytes at offset " + std::to_string(binding.offset)
                             + " of a buffer of " + std::to_string(binding.bufferSize) + " bytes";
    const bool isElsewhere = described.tensor && Verdict(described) == dml::TensorError::BindingOffset;
    const std::string where =
        isElsewhere ? ". The view starts elsewhere, at byte " + std::to_string(described.tensor.BindingOffsetInBytes())
                    : "";
    return "\nBinding\n  "
           + (!described.tensor    ? "There is no description that it could be bound for"
              : verdict.Accepted() ? "DirectML accepts " + what + (verdict.Ok() ? "" : ", with a hazard") + where
                                   : "DirectML rejects " + what)
           + ".\n" + ReasonText(verdict);
}

inline std::string DescriptionText(DataType dataType, const DescribedLayout& described, const DescribedTensor& tensor)
{
    const Corner corner = ChooseCorner(described.layout);
    const std::vector<ShownElement> elements = LetterElements(described.layout, corner);
    return AxesText(dataType, described) + "\n" + NumbersText(dataType, described) + tensor.fields + "\n"
           + LogicalViewText(described, corner, elements) + "\n" + StripText(dataType, described, elements)
           + "\nVerdict\n" + VerdictText(tensor) + BindingText(tensor) + "\nC++\n" + tensor.code;
}

} // namespace layout_views
