// Draws a layout as an SVG document: its elements in logical order and along memory, each with one colour in both
// views, and its strides as arrows. The document needs no other file.

#pragma once

#include "dml_tensor_utils.hpp"
#include "layout_views.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace layout_views
{

// ---- the model of a drawing -----------------------------------------------------------------------------------------

// The drawing shows rows and columns, and the last axis before them whose size is above 1 as planes side by side. On
// all axes before it, it shows coordinate 0.
struct PictureModel
{
    Corner corner;
    std::vector<ShownElement> elements;
    std::size_t colours = 0; // of the elements
    std::string planeName;   // the axis of the planes; empty if there is one plane
    std::string zeroAxes;    // "N = 0": the axes that are not drawn
    std::uint32_t elementBits = 0;
    int cellWidth = 0;                 // of the strip
    std::uint32_t positionsPerRow = 0; // of the strip
    std::vector<std::string> symbols;  // of the strip
    std::vector<std::uint64_t> counts; // of elements at the first positions of the strip
};

constexpr int MinCellWidth = 38;

inline int CellWidth(std::size_t characters) { return (std::max)(MinCellWidth, static_cast<int>(characters) * 6 + 8); }

// Returns the width of a cell that says how many elements share it.
inline int SharedWidth(std::uint64_t count) { return CellWidth(count > 1 ? std::to_string(count).size() + 1 : 0); }

inline PictureModel MakePictureModel(DataType dataType, const DescribedLayout& described)
{
    const dml::TensorLayout& layout = described.layout;
    PictureModel model;
    model.corner = ChooseCorner(layout);
    model.elementBits = dml::ElementSizeInBits(dataType);
    model.counts = CountElements(layout, WindowSize);
    model.corner.allPlanes = 1;
    for (std::uint32_t axis = layout.Rank() > 2 ? layout.Rank() - 2 : 0; axis-- > 0;)
    {
        const std::string name = described.axisNames.substr(axis, 1);
        if (layout.Sizes()[axis] == 1) { continue; }
        if (model.planeName.empty())
        {
            model.planeName = name;
            model.corner.allPlanes = layout.Sizes()[axis];
        }
        else { model.zeroAxes = name + " = 0" + (model.zeroAxes.empty() ? "" : ", ") + model.zeroAxes; }
    }
    model.corner.planes = (std::min)(model.corner.planes, model.corner.allPlanes);
    model.elements = LetterElements(layout, model.corner);
    for (const ShownElement& each : model.elements) { model.colours = (std::max)(model.colours, each.colour + 1); }

    // Long offsets need wide cells, and then a row has fewer of them.
    const std::uint64_t most = *std::max_element(model.counts.begin(), model.counts.end());
    const std::uint64_t last = layout.FirstElement() + (std::min)(layout.ElementSpan(), std::uint64_t{WindowSize});
    model.cellWidth = (std::max)(CellWidth(std::to_string(last).size()), SharedWidth(most));
    model.positionsPerRow = model.cellWidth > MinCellWidth + 10 ? 8 : 16;
    model.symbols = StripSymbols(described, model.elements, model.positionsPerRow);
    model.counts.resize(model.symbols.size());
    return model;
}

// An arrow for a stride. Axes of equal strides share one, and axes of size 1 have none. Arrows are sorted by stride.
struct StrideArrow
{
    std::uint32_t stride;
    std::string axes;
};

inline std::vector<StrideArrow> StrideArrows(const DescribedLayout& described)
{
    std::vector<StrideArrow> arrows;
    for (std::uint32_t axis = 0; axis < described.layout.Rank(); ++axis)
    {
        const std::uint32_t stride = described.layout.Strides()[axis];
        const std::string name = described.axisNames.substr(axis, 1);
        if (described.layout.Sizes()[axis] == 1) { continue; }
        const auto isLess = [](const StrideArrow& arrow, std::uint32_t other) { return arrow.stride < other; };
        const auto at = std::lower_bound(arrows.begin(), arrows.end(), stride, isLess);
        if (at != arrows.end() && at->stride == stride) { at->axes += ", " + name; }
        else { arrows.insert(at, {stride, name}); }
    }
    return arrows;
}

// Returns the text below an element's label.
inline std::string NumberBelow(const ShownElement& element)
{
    return element.offset == dml::NoOffset ? "" : std::to_string(element.offset);
}

// Whether an earlier element has the same offset.
inline bool IsRepeated(const std::vector<ShownElement>& elements, const ShownElement& element)
{
    return FindElement(elements, element.offset) != &element;
}

// ---- shapes and text ------------------------------------------------------------------------------------------------

// The rules have a prefix, because in a page they would apply to the whole page.
inline constexpr const char* PictureStyle =
    ".layout-picture{font-family:system-ui,sans-serif;font-size:12px}"
    ".layout-picture .paper{fill:#fff}"
    ".layout-picture text{fill:#1f2328;pointer-events:none}"
    ".layout-picture .title{font-size:15px;font-weight:600}"
    ".layout-picture .heading{font-size:13px;font-weight:600}"
    ".layout-picture .muted{fill:#59636e}"
    ".layout-picture .mid{text-anchor:middle}"
    ".layout-picture .letter{font:600 15px ui-monospace,monospace;text-anchor:middle}"
    ".layout-picture .number{font:10px ui-monospace,monospace;text-anchor:middle}"
    ".layout-picture .shared{font:600 10px ui-monospace,monospace;text-anchor:middle}"
    ".layout-picture .cell{fill-opacity:.34;stroke:#59636e}"
    ".layout-picture .again{stroke-dasharray:5 3;stroke-width:2}"
    ".layout-picture .other{fill:#818b98;fill-opacity:.14}"
    ".layout-picture .padding{fill:url(#layout-picture-hatch);stroke:#818b98}"
    ".layout-picture .beyond{stroke-dasharray:2 3}"
    ".layout-picture .hatch{stroke:#818b98}"
    ".layout-picture .line{fill:none;stroke:#0969da;stroke-width:2}"
    ".layout-picture .head{fill:#0969da}"
    ".layout-picture .stride{font:600 12px ui-monospace,monospace;fill:#0969da}"
    ".layout-picture .byte{stroke:#818b98;fill:none}"
    "@media (prefers-color-scheme:dark){"
    ".layout-picture .paper{fill:#0d1117}"
    ".layout-picture text{fill:#f0f6fc}"
    ".layout-picture .muted{fill:#a0aab4}"
    ".layout-picture .cell{fill-opacity:.42;stroke:#a0aab4}"
    ".layout-picture .other{fill-opacity:.2}"
    ".layout-picture .line{stroke:#58a6ff}"
    ".layout-picture .head,.layout-picture .stride{fill:#58a6ff}}";

inline constexpr const char* Ellipsis = "&#8230;";
inline constexpr const char* VerticalEllipsis = "&#8942;";
inline constexpr const char* Times = "&#215;";

// Returns the approximate width of a line in any font. An entity is one character.
inline int TextWidth(const std::string& text, int fontSize)
{
    int characters = 0;
    bool inEntity = false;
    for (const char c : text)
    {
        inEntity = c == '&' || (inEntity && c != ';');
        characters += inEntity ? 0 : 1;
    }
    return characters * fontSize * 3 / 5;
}

constexpr int Margin = 20;
constexpr int CellHeight = 38;
constexpr int LaneHeight = 22;

struct Drawing
{
    std::string shapes;
    int right = 0;
    int bottom = 0;
};

inline std::string Attribute(const char* name, const std::string& value)
{
    return std::string(" ") + name + "='" + value + "'";
}

inline std::string Position(int x, int y)
{
    return Attribute("x", std::to_string(x)) + Attribute("y", std::to_string(y));
}

inline void DrawText(Drawing& drawing, int x, int y, const std::string& classes, const std::string& text)
{
    drawing.shapes += "<text" + Attribute("class", classes) + Position(x, y) + ">" + text + "</text>\n";
}

// Draws a line of text this far below drawing.bottom, moves that, and widens the drawing if necessary.
inline void DrawLine(Drawing& drawing, int below, const std::string& classes, const std::string& text)
{
    const int fontSize = classes == "title" ? 15 : classes == "heading" ? 13 : 12; // as in PictureStyle
    drawing.bottom += below;
    DrawText(drawing, Margin, drawing.bottom, classes, text);
    drawing.right = (std::max)(drawing.right, Margin + TextWidth(text, fontSize));
}

inline void DrawPath(Drawing& drawing, const std::string& classes, const std::string& path)
{
    drawing.shapes += "<path" + Attribute("class", classes) + Attribute("d", path) + "/>\n";
}

// Returns a path command with its numbers, such as "C1 2 3 4".
inline std::string Path(char command, const std::vector<int>& numbers) { return command + Join(numbers, " "); }

constexpr std::size_t NoColour = 0xFFFF;

// Returns the colour of a number. Neighbouring numbers have similar colours, and the last differs from the first.
inline std::string Colour(std::size_t colour, std::size_t colours)
{
    return "hsl(" + std::to_string((210 + colour * 320 / colours) % 360) + ",90%,50%)";
}

// Returns "offset 5, byte 10", without the byte if it may exceed 64 bits.
inline std::string OffsetText(std::uint64_t offset, std::uint32_t elementBits)
{
    std::string text = "offset " + std::to_string(offset);
    if (offset > 0xFFFFFFFFFFFFFFFF / 64) { return text; }
    text += ", byte " + std::to_string(offset * elementBits / 8);
    return elementBits == 4 ? text + (offset % 2 == 0 ? ", low nibble" : ", high nibble") : text;
}

// Returns "N 0, C 2".
inline std::string CoordinatesText(const std::string& axisNames, const dml::Dimensions& coordinates)
{
    std::string text;
    for (std::uint32_t axis = 0; axis < coordinates.size(); ++axis)
    {
        text += (axis == 0 ? "" : ", ") + axisNames.substr(axis, 1) + " " + std::to_string(coordinates[axis]);
    }
    return text;
}

struct Cell
{
    int x;
    int y;
    int width;
    int inset; // keeps dashes away from the borders of neighbours
    const char* classes;
    std::string fill;
    std::string at;    // equal for cells of several views that belong together
    std::string title; // shown at the mouse pointer
};

inline void DrawCell(Drawing& drawing, const Cell& cell)
{
    drawing.shapes += "<rect" + Attribute("class", cell.classes) + Position(cell.x + cell.inset, cell.y + cell.inset)
                      + Attribute("width", std::to_string(cell.width - 2 * cell.inset))
                      + Attribute("height", std::to_string(CellHeight - 2 * cell.inset))
                      + (cell.fill.empty() ? "" : Attribute("fill", cell.fill)) + Attribute("data-at", cell.at)
                      + "><title>" + cell.title + "</title></rect>\n";
    drawing.right = (std::max)(drawing.right, cell.x + cell.width);
}

// ---- the two views --------------------------------------------------------------------------------------------------

// Draws the logical view below drawing.bottom, and moves drawing.bottom to the end of the view.
inline void DrawLogicalView(Drawing& drawing, const DescribedLayout& described, const PictureModel& model)
{
    constexpr int MaxRight = 700; // further planes are drawn below
    const std::vector<ShownElement>& elements = model.elements;
    const Corner& corner = model.corner;
    std::size_t characters = 0;
    for (const ShownElement& element : elements)
    {
        characters = (std::max)({characters, NumberBelow(element).size(), element.label.size() * 3 / 2});
    }
    const int cellWidth = CellWidth(characters);
    const std::vector<dml::Dimensions> coordinates = ShownCoordinates(described.layout, corner);
    const std::uint32_t rank = described.layout.Rank();
    const std::string columnName = described.axisNames.substr(rank - 1, 1);
    const std::string rowName = rank > 1 ? described.axisNames.substr(rank - 2, 1) : "";
    const int columns = static_cast<int>(corner.columns), rows = static_cast<int>(corner.rows);
    const bool moreColumns = corner.columns < corner.allColumns, moreRows = corner.rows < corner.allRows;
    const int planeWidth = columns * cellWidth + (moreColumns ? 24 : 0);
    const int headerHeight = model.planeName.empty() ? 20 : 38;
    const int planeHeight = headerHeight + rows * CellHeight + (moreRows ? 20 : 0);
    const auto drawIf = [&](bool applies, int x, int y, const char* classes, const std::string& text)
    {
        if (applies) { DrawText(drawing, x, y, classes, text); }
    };

    const int firstLeft = Margin + (rowName.empty() ? 0 : 30);
    int left = firstLeft, top = drawing.bottom + 6;
    for (std::uint32_t plane = 0; plane < corner.planes; ++plane)
    {
        if (plane > 0 && left + planeWidth > MaxRight)
        {
            left = firstLeft;
            top += planeHeight + 16;
        }
        const int gridTop = top + headerHeight, centre = left + columns * cellWidth / 2;
        drawIf(!model.planeName.empty(), left, top + 14, "plane", model.planeName + " = " + std::to_string(plane));
        DrawText(drawing, centre, gridTop - 6, "mid muted", columnName + " &#8594;");
        drawIf(!rowName.empty() && left == firstLeft, left - 16, gridTop + rows * CellHeight / 2 + 4, "mid muted",
               rowName + " &#8595;");
        for (int cell = 0; cell < rows * columns; ++cell)
        {
            const std::size_t index = plane * static_cast<std::size_t>(rows * columns) + static_cast<std::size_t>(cell);
            const ShownElement& element = elements[index];
            const int x = left + cell % columns * cellWidth, y = gridTop + cell / columns * CellHeight;
            const bool isColoured = element.colour != NoColour;
            const bool again = isColoured && IsRepeated(elements, element);
            const char* const classes = again ? "cell again" : isColoured ? "cell" : "cell other";
            const std::string place =
                element.title.empty() ? OffsetText(element.offset, model.elementBits) : element.title;
            DrawCell(drawing,
                     {x, y, cellWidth, again ? 2 : 0, classes, isColoured ? Colour(element.colour, model.colours) : "",
                      element.link.empty() ? NumberBelow(element) : element.link,
                      CoordinatesText(described.axisNames, coordinates[index]) + ": " + place});
            DrawText(drawing, x + cellWidth / 2, y + 19, "letter", element.label);
            DrawText(drawing, x + cellWidth / 2, y + 32, "number", NumberBelow(element));
            const bool isLast = (cell + 1) % columns == 0;
            drawIf(moreColumns && isLast, x + cellWidth + 12, y + 22, "mid muted", Ellipsis);
        }
        drawIf(moreRows, centre, gridTop + rows * CellHeight + 16, "mid muted", VerticalEllipsis);
        drawing.right = (std::max)(drawing.right, left + planeWidth);
        left += planeWidth + 24;
    }
    if (corner.planes < corner.allPlanes)
    {
        const std::string more =
            std::string(Ellipsis) + " " + std::to_string(corner.allPlanes - corner.planes) + " more";
        DrawText(drawing, left - 8, top + headerHeight + rows * CellHeight / 2 + 4, "muted", more);
        drawing.right = (std::max)(drawing.right, left - 8 + TextWidth(more, 12));
    }
    drawing.bottom = top + planeHeight;
}

inline void DrawArrowHead(Drawing& drawing, int x, int y, bool down)
{
    const std::string shape = down ? Path('l', {-4, -8}) + Path('h', {8}) : Path('l', {-8, -4}) + Path('v', {8});
    DrawPath(drawing, "head", Path('M', {x, y}) + shape + "z");
}

// Draws the memory strip below drawing.bottom, and moves drawing.bottom to the end of the strip.
inline void DrawStrip(Drawing& drawing, DataType dataType, const DescribedLayout& described, const PictureModel& model)
{
    constexpr int RowGap = 12;
    const dml::TensorLayout& layout = described.layout;
    const std::uint64_t length = StripLength(described);
    const std::uint64_t lastOffset = layout.FirstElement() + length - 1;
    const std::vector<std::string>& symbols = model.symbols;
    const int cellWidth = model.cellWidth;
    const std::uint32_t perRow = model.positionsPerRow;
    const auto shown = static_cast<std::uint32_t>(symbols.size());
    const bool isFourBit = dml::ElementSizeInBits(dataType) == 4;

    std::vector<StrideArrow> arrows = StrideArrows(described);
    int left = Margin;
    std::string loop;
    if (!arrows.empty() && arrows.front().stride == 0)
    {
        loop = arrows.front().axes + ": 0";
        arrows.erase(arrows.begin());
        left += TextWidth(loop, 12) + 36;
    }

    // All arrows start in the first cell. The longest is leftmost and topmost, so that no two cross.
    const int lanes = static_cast<int>(arrows.size());
    const int inFirstRow = static_cast<int>((std::min)(perRow, shown));
    int top = drawing.bottom + 6 + lanes * LaneHeight + (lanes > 0 ? 14 : 6);
    const int firstTop = top;
    for (int lane = 0; lane < lanes; ++lane)
    {
        const StrideArrow& arrow = arrows[static_cast<std::size_t>(lane)];
        const std::string label = arrow.axes + ": " + std::to_string(arrow.stride);
        const int start = left + cellWidth / 2 + (lanes - 1 - 2 * lane) * 2;
        const int y = firstTop - 12 - lane * LaneHeight;
        const bool leaves = arrow.stride >= static_cast<std::uint32_t>(inFirstRow);
        const int end = leaves ? left + inFirstRow * cellWidth + 14
                               : left + static_cast<int>(arrow.stride) * cellWidth + cellWidth / 2;
        const std::string across =
            Path('M', {start, firstTop - 2}) + Path('V', {y + 6}) + Path('q', {0, -6, 6, -6}) + Path('H', {end - 6});
        const std::string down = Path('q', {6, 0, 6, 6}) + Path('V', {firstTop - 8});
        DrawPath(drawing, "line", leaves ? across : across + down);
        DrawArrowHead(drawing, end, leaves ? y : firstTop - 1, !leaves);
        const int labelWidth = TextWidth(label, 12);
        const int labelLeft = (std::max)(start + 6, (start + end - labelWidth) / 2);
        DrawText(drawing, labelLeft, y - 5, "stride", label);
        drawing.right = (std::max)({drawing.right, labelLeft + labelWidth, end});
    }
    if (!loop.empty())
    {
        DrawPath(drawing, "line", Path('M', {left - 2, top + 10}) + Path('c', {-30, -14, -30, 32, -8, 19}));
        DrawArrowHead(drawing, left - 1, top + 27, false);
        DrawText(drawing, Margin, top + 23, "stride", loop);
    }

    const auto drawCell = [&](int x, int width, std::uint64_t offset, const std::string& symbol, std::uint64_t count)
    {
        const ShownElement* const element = FindElement(model.elements, offset);
        const bool isBeyond = offset >= layout.FirstElement() + layout.ElementSpan();
        const bool isHatched = symbol == "x";
        const char* const hatched = isBeyond ? "padding beyond" : "padding";
        const char* const classes = isHatched ? hatched : element != nullptr ? "cell" : "cell other";
        const std::string reason = described.isSlice ? ": not in the slice" : ": padding";
        DrawCell(drawing, {x, top, width, 0, classes, element != nullptr ? Colour(element->colour, model.colours) : "",
                           std::to_string(offset), OffsetText(offset, model.elementBits) + (isHatched ? reason : "")});
        if (!isHatched) { DrawText(drawing, x + width / 2, top + (count > 1 ? 19 : 24), "letter", symbol); }
        if (count > 1) { DrawText(drawing, x + width / 2, top + 32, "shared", Times + std::to_string(count)); }
        DrawText(drawing, x + width / 2, top + CellHeight + 12, "number", std::to_string(offset));
    };

    int right = left;
    for (std::uint32_t start = 0; start < shown; start += perRow)
    {
        if (start > 0)
        {
            top += CellHeight + 16 + RowGap + (isFourBit ? 20 : 0);
            const auto endsHere = [&](const StrideArrow& arrow)
            { return arrow.stride >= start && arrow.stride < start + perRow; };
            top += std::any_of(arrows.begin(), arrows.end(), endsHere) ? 16 : 0;
        }
        const std::uint32_t end = (std::min)(start + perRow, shown);
        right = left + static_cast<int>(end - start) * cellWidth;
        for (std::uint32_t position = start; position < end; ++position)
        {
            const int x = left + static_cast<int>(position - start) * cellWidth;
            const std::uint64_t offset = layout.FirstElement() + position;
            drawCell(x, cellWidth, offset, symbols[position], model.counts[position]);
            for (const StrideArrow& arrow : arrows)
            {
                if (start == 0 || arrow.stride != position) { continue; }
                DrawPath(drawing, "line", Path('M', {x + cellWidth / 2, top - 14}) + Path('v', {7}));
                DrawArrowHead(drawing, x + cellWidth / 2, top - 1, true);
                DrawText(drawing, x + cellWidth / 2 + 8, top - 5, "stride", arrow.axes);
            }
            if (isFourBit && (offset % 2 == 0 || position == start))
            {
                const int cells = offset % 2 == 0 && position + 1 < end ? 2 : 1;
                const int y = top + CellHeight + 17;
                const std::string bracket = Path('v', {4}) + Path('h', {cells * cellWidth - 8}) + Path('v', {-4});
                const std::string name = (cells == 2 ? "byte " : "") + std::to_string(offset / 2);
                DrawPath(drawing, "byte", Path('M', {x + 4, y}) + bracket);
                DrawText(drawing, x + cells * cellWidth / 2, y + 15, "number", name);
            }
        }
    }
    // Dots stand for omitted positions. As many elements share the last position as the first: those along axes of
    // stride 0.
    if (length > shown)
    {
        const ShownElement* const last = FindElement(model.elements, lastOffset);
        const std::uint64_t sharers = model.counts[0];
        const int wide = (std::max)(CellWidth(std::to_string(lastOffset).size()), SharedWidth(sharers));
        if (length > shown + 1) { DrawText(drawing, right + 14, top + 24, "mid muted", Ellipsis); }
        right += length > shown + 1 ? 28 : 0;
        drawCell(right, wide, lastOffset, last != nullptr ? last->label : "*", sharers);
    }
    drawing.bottom = top + CellHeight + 16 + (isFourBit ? 20 : 0);
}

// ---- the document ---------------------------------------------------------------------------------------------------

inline std::string Document(const Drawing& drawing, const std::string& title, const std::string& description)
{
    const std::string width = std::to_string(drawing.right + Margin);
    const std::string height = std::to_string(drawing.bottom + Margin);
    return "<svg xmlns='http://www.w3.org/2000/svg' class='layout-picture' role='img' viewBox='0 0 " + width + " "
           + height + "'" + Attribute("width", width) + Attribute("height", height) + ">\n<title>" + title
           + "</title>\n<desc>" + description + "</desc>\n<style>" + PictureStyle
           + "</style>\n<defs><pattern id='layout-picture-hatch' width='8' height='8' patternUnits='userSpaceOnUse'>"
             "<path class='hatch' d='M-2 2L2 -2M0 8L8 0M6 10L10 6'/></pattern></defs>\n"
             "<rect class='paper' width='100%' height='100%' rx='8'/>\n"
           + drawing.shapes + "</svg>\n";
}

inline std::vector<std::string> PictureNotes(const DescribedLayout& described, const PictureModel& model)
{
    const dml::TensorLayout& layout = described.layout;
    std::vector<std::string> notes;
    const auto note = [&](bool applies, const std::string& text)
    {
        if (applies) { notes.push_back(text); }
    };
    note(HasSymbol(model.symbols, "x"), described.isSlice ? "Hatched: positions that are not in the slice."
                                                          : "Hatched: padding, positions that hold no element.");
    note(StripLength(described) > layout.ElementSpan(),
         "The tensor ends at offset " + std::to_string(layout.ElementSpan() - 1) + "; its buffer may end there.");
    note(std::any_of(model.elements.begin(), model.elements.end(),
                     [&](const ShownElement& element) { return IsRepeated(model.elements, element); }),
         "Dashed: an element at the same position as one before it.");
    note(*std::max_element(model.counts.begin(), model.counts.end()) > 1,
         std::string(Times) + "n: n elements share the position.");
    const std::uint64_t lastOffset = layout.FirstElement() + StripLength(described) - 1;
    const bool endsWithStar =
        StripLength(described) > model.symbols.size() && FindElement(model.elements, lastOffset) == nullptr;
    note(HasSymbol(model.symbols, "*") || endsWithStar, "*: an element that the logical view leaves out.");
    std::vector<std::string> single;
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        if (layout.Sizes()[axis] == 1) { single.push_back(described.axisNames.substr(axis, 1)); }
    }
    note(!single.empty(), "Of size 1, so the stride does not matter: " + Join(single, ", ") + ".");
    note(!model.zeroAxes.empty(), "The logical view shows only " + model.zeroAxes + ".");
    return notes;
}

// Returns the SVG document; empty for a layout with an error.
inline std::string LayoutPicture(DataType dataType, const DescribedLayout& described)
{
    const dml::TensorLayout& layout = described.layout;
    if (!layout) { return ""; }
    const PictureModel model = MakePictureModel(dataType, described);
    const std::string title = std::string(dml::ToString(dataType)) + ", " + described.axisNames + " "
                              + Braces(layout.Sizes()) + ", strides " + Braces(layout.Strides());
    const std::uint64_t bytes = layout.SizeInBytes(dataType);
    const std::string numbers =
        std::to_string(layout.ElementCount()) + " elements, span " + std::to_string(layout.ElementSpan()) + ", "
        + (bytes != 0 ? std::to_string(bytes) + " bytes" : "beyond 64 bits") + "; " + Classification(layout);

    Drawing drawing;
    DrawLine(drawing, 32, "title", title);
    DrawLine(drawing, 20, "muted", numbers);
    DrawLine(drawing, 32, "heading", "Logical view");
    DrawLogicalView(drawing, described, model);
    DrawLine(drawing, 36, "heading", "Memory, by offsets in elements");
    DrawStrip(drawing, dataType, described, model);
    const std::vector<std::string> notes = PictureNotes(described, model);
    drawing.bottom += notes.empty() ? -4 : 10;
    for (const std::string& note : notes) { DrawLine(drawing, 18, "muted", note); }

    const std::string symbols = Join(model.symbols, model.elements.back().label.size() == 1 ? "" : " ");
    return Document(drawing, title, numbers + ". In memory: " + symbols + ".");
}

} // namespace layout_views
