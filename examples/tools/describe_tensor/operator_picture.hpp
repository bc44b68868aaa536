// Draws the tensors of an operator as an SVG document: their sizes, which of them depend on each other, and where DirectML
// rejects the operator.

#pragma once

#include "dml_tensor_operators.hpp"
#include "layout_picture.hpp"
#include "operator_views.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace operator_views
{

// ---- sizes that depend on each other --------------------------------------------------------------------------------

// A size of a tensor. `element` is its place in a list, or NoField.
struct SizePlace
{
    std::uint32_t field;
    std::uint32_t element;
    std::uint32_t axis;

    bool operator==(const SizePlace& other) const
    {
        return field == other.field && element == other.element && axis == other.axis;
    }
};

using SizePlaces = std::vector<SizePlace>;

inline bool Contains(const SizePlaces& places, const SizePlace& place)
{
    return std::find(places.begin(), places.end(), place) != places.end();
}

inline std::size_t IndexOf(std::uint32_t element) { return element == NoField ? 0 : element; }

inline bool IsSize(const Description& description, const SizePlace& place)
{
    if (place.field >= description.given.size()) { return false; }
    const std::vector<TensorText>& tensors = description.given[place.field].tensors;
    const std::size_t index = IndexOf(place.element);
    return index < tensors.size() && place.axis < tensors[index].sizes.size();
}

// Returns the tensor of a size. Requires: IsSize(description, place).
inline const TensorText& TensorOf(const Description& description, const SizePlace& place)
{
    return description.given[place.field].tensors[IndexOf(place.element)];
}

inline std::uint32_t SizeAt(const Description& description, const SizePlace& place)
{
    return TensorOf(description, place).sizes[place.axis];
}

// Gives a tensor another size, and packs it.
inline void SetSize(Description& description, const SizePlace& place, std::uint64_t size)
{
    TensorText& tensor = description.given[place.field].tensors[IndexOf(place.element)];
    tensor.sizes = Replaced(tensor.sizes, {place.axis}, static_cast<std::uint32_t>(size));
    tensor.strides = {};
    tensor.total.reset();
}

// Returns all sizes of the tensors, in their order.
inline SizePlaces AllSizes(const Description& description)
{
    SizePlaces all;
    for (std::uint32_t field = 0; field < description.fields.count; ++field)
    {
        const std::vector<TensorText>& tensors = description.given[field].tensors;
        for (std::uint32_t n = 0; n < tensors.size(); ++n)
        {
            const std::uint32_t element = description.fields[field].IsArray() ? n : NoField;
            for (std::uint32_t axis = 0; axis < tensors[n].sizes.size(); ++axis)
            {
                all.push_back({field, element, axis});
            }
        }
    }
    return all;
}

// Returns the size that a verdict names.
inline SizePlace PlaceOf(const dml::OperatorDiagnosis& found) { return {found.field, found.element, found.axis}; }

// Returns another size that must change if the verdict names one that has changed: one that has the required size, and
// with which the verdict is another one. Returns the named place if there is none.
inline SizePlace OtherThan(const Description& description, const SizePlaces& changed,
                           const dml::OperatorDiagnosis& verdict)
{
    const SizePlace named = PlaceOf(verdict);
    for (const SizePlace& place : AllSizes(description))
    {
        if (Contains(changed, place) || SizeAt(description, place) != verdict.required) { continue; }
        Description tried = description;
        SetSize(tried, place, verdict.actual);
        const dml::OperatorDiagnosis next = Verdict(tried);
        if (next.Accepted() || (!(PlaceOf(next) == named) && !(PlaceOf(next) == place))) { return place; }
    }
    return named;
}

// Doubles a size of an operator that DirectML accepts, and then the sizes that it names until it accepts the operator
// again. Returns all of them; empty if there is no such way.
inline SizePlaces DoubledWith(Description description, const SizePlace& first)
{
    constexpr std::size_t MaxPlaces = 64;
    constexpr std::uint64_t Limit = std::uint64_t{1} << 31;
    SizePlaces doubled = {first};
    std::uint64_t size = std::uint64_t{2} * SizeAt(description, first);
    while (size != 0 && size < Limit && doubled.size() < MaxPlaces)
    {
        SetSize(description, doubled.back(), size);
        const dml::OperatorDiagnosis verdict = Verdict(description);
        if (verdict.Accepted()) { return doubled; }
        const SizePlace named = PlaceOf(verdict);
        const SizePlace other = {verdict.otherField, verdict.otherElement, verdict.otherAxis};
        SizePlace next = Contains(doubled, named) ? other : named;
        const bool isUnnamed = !IsSize(description, next) && IsSize(description, named);
        if (isUnnamed) { next = OtherThan(description, doubled, verdict); }
        if (!IsSize(description, next) || Contains(doubled, next)) { break; }
        size = next == named ? verdict.required : verdict.actual;
        doubled.push_back(next);
    }
    return {};
}

// Returns groups of sizes that depend on each other: if one is doubled alone, DirectML rejects the operator. Of a
// rejected operator they are those of its correction; none if no correction is known.
inline std::vector<SizePlaces> SizeGroups(Description description)
{
    std::vector<SizePlaces> groups;
    if (!Correct(description).isAccepted) { return groups; }
    for (const SizePlace& place : AllSizes(description))
    {
        const bool isKnown =
            std::any_of(groups.begin(), groups.end(), [&](const SizePlaces& group) { return Contains(group, place); });
        if (isKnown) { continue; }
        SizePlaces merged = DoubledWith(description, place);
        const auto mayChangeAlone = [&](const SizePlace& each)
        {
            Description doubled = description;
            SetSize(doubled, each, std::uint64_t{2} * SizeAt(description, each));
            return Verdict(doubled).Accepted();
        };
        merged.erase(std::remove_if(merged.begin(), merged.end(), mayChangeAlone), merged.end());
        if (merged.size() < 2) { continue; }
        for (std::size_t i = groups.size(); i-- > 0;)
        {
            const SizePlaces group = groups[i];
            const auto isMerged = [&](const SizePlace& each) { return Contains(merged, each); };
            if (std::none_of(group.begin(), group.end(), isMerged)) { continue; }
            std::copy_if(group.begin(), group.end(), std::back_inserter(merged),
                         [&](const SizePlace& each) { return !isMerged(each); });
            groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
        }
        groups.push_back(merged);
    }
    return groups;
}

// ---- the drawing ----------------------------------------------------------------------------------------------------

// In addition to the style of each drawing.
inline constexpr const char* OperatorStyle = "<style>.layout-picture .link{fill:none;stroke-width:2;stroke-opacity:.6}"
                                             ".layout-picture .fault{stroke:#d1242f;stroke-width:3}"
                                             ".layout-picture .wrong{fill:#d1242f}"
                                             "@media (prefers-color-scheme:dark){"
                                             ".layout-picture .fault{stroke:#ff7b72}"
                                             ".layout-picture .wrong{fill:#ff7b72}}</style>\n";

constexpr int RowHeight = CellHeight + 30;
constexpr int FirstRow = 58; // the top of the first cells

// The cells of a drawing, and what belongs together.
struct OperatorPicture
{
    const Description& description;
    const dml::OperatorDiagnosis verdict;
    const std::vector<SizePlaces> groups;
    Drawing drawing{OperatorStyle, 0, 0};
    int left = 0; // of the cells

    std::string TensorNameOf(const SizePlace& place) const
    {
        return NameOf(description.fields[place.field])
               + (place.element == NoField ? "" : "[" + std::to_string(place.element) + "]");
    }
    std::string NameOfSize(const SizePlace& place) const
    {
        return TensorNameOf(place) + ".Sizes[" + std::to_string(place.axis) + "]";
    }
    std::size_t GroupOf(const SizePlace& place) const
    {
        std::size_t group = 0;
        while (group < groups.size() && !Contains(groups[group], place)) { ++group; }
        return group;
    }
    bool IsFaulty(const SizePlace& place) const
    {
        return !verdict.Ok() && place.field == verdict.field && place.element == verdict.element;
    }
    std::string ColourOf(std::size_t group) const { return Colour(group, groups.size()); }

    // Draws a line between the nearest cells of two rows.
    void DrawLink(const SizePlace& above, int rowAbove, const SizePlace& below, int rowBelow, std::size_t group)
    {
        // Beside the numbers of the rows between.
        const int within = rowBelow == rowAbove + 1 ? SizeWidth() / 2 : 5;
        const auto middle = [&](const SizePlace& place)
        { return left + static_cast<int>(place.axis) * SizeWidth() + within; };
        const int top = FirstRow + rowAbove * RowHeight + CellHeight;
        const int bottom = FirstRow + rowBelow * RowHeight;
        const int half = (bottom - top) / 2;
        drawing.shapes += "<path" + Attribute("class", "link") + Attribute("stroke", ColourOf(group))
                          + Attribute("d", Path('M', {middle(above), top})
                                               + Path('C', {middle(above), top + half, middle(below), bottom - half,
                                                            middle(below), bottom}))
                          + "/>\n";
    }

    void DrawSize(const SizePlace& place, int row)
    {
        const int x = left + static_cast<int>(place.axis) * SizeWidth(), y = FirstRow + row * RowHeight;
        const std::size_t group = GroupOf(place);
        const bool isGrouped = group < groups.size();
        const std::string size = std::to_string(SizeAt(description, place));
        std::vector<std::string> others; // on which it depends
        for (const SizePlace& each : isGrouped ? groups[group] : SizePlaces())
        {
            if (IsSize(description, each) && !(each == place)) { others.push_back(NameOfSize(each)); }
        }
        const std::string title =
            NameOfSize(place) + " is " + size + (others.empty() ? "" : "; it depends on " + Join(others, ", "));
        const bool isFaulty = IsFaulty(place) && place.axis == verdict.axis;
        const char* const classes = isFaulty ? "cell fault" : isGrouped ? "cell" : "cell other";
        DrawCell(drawing, {x, y, SizeWidth(), isFaulty ? 2 : 0, classes, isGrouped ? ColourOf(group) : "",
                           isGrouped ? "g" + std::to_string(group) : NameOfSize(place), title});
        const int centre = x + SizeWidth() / 2;
        DrawText(drawing, centre, y + 17, "letter", size);
        DrawText(drawing, centre, y + 31, "number", std::to_string(place.axis));
    }

    int SizeWidth() const
    {
        std::size_t characters = 0;
        for (const SizePlace& place : AllSizes(description))
        {
            characters = std::max(characters, std::to_string(SizeAt(description, place)).size() * 3 / 2);
        }
        return CellWidth(characters);
    }
};

// Returns the SVG document; empty for an operator without tensors.
inline std::string Picture(const Description& description)
{
    OperatorPicture picture = {description, Verdict(description), SizeGroups(description)};
    const SizePlaces sizes = AllSizes(description);
    if (sizes.empty()) { return ""; }
    Drawing& drawing = picture.drawing;
    const std::string title = std::string(dml::ToString(description.type)) + ", the sizes of its tensors";
    DrawLine(drawing, 32, "title", title);

    std::vector<int> rows; // of each size
    for (const SizePlace& place : sizes)
    {
        rows.push_back(rows.empty() ? 0 : rows.back() + (place.axis == 0 ? 1 : 0));
        picture.left = std::max(picture.left, Margin + TextWidth(picture.TensorNameOf(place), 14) + 16);
    }
    for (std::size_t group = 0; group < picture.groups.size(); ++group)
    {
        std::size_t last = sizes.size();
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            if (!Contains(picture.groups[group], sizes[i])) { continue; }
            const bool isBelow = last < sizes.size() && rows[last] < rows[i];
            if (isBelow) { picture.DrawLink(sizes[last], rows[last], sizes[i], rows[i], group); }
            last = i;
        }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
    {
        if (sizes[i].axis == 0)
        {
            const TensorText& tensor = TensorOf(description, sizes[i]);
            const int y = FirstRow + rows[i] * RowHeight;
            const bool isFaulty = picture.IsFaulty(sizes[i]) && picture.verdict.axis == NoField;
            DrawText(drawing, Margin, y + 15, isFaulty ? "heading wrong" : "heading", picture.TensorNameOf(sizes[i]));
            DrawText(drawing, Margin, y + 31, "muted",
                     dml::ToString(tensor.dataType)
                         + (tensor.strides.empty() ? "" : ", strides " + Braces(tensor.strides)));
        }
        picture.DrawSize(sizes[i], rows[i]);
    }
    drawing.bottom = FirstRow + rows.back() * RowHeight + CellHeight + 10;
    const auto note = [&](bool applies, const std::string& text)
    {
        if (applies) { DrawLine(drawing, 18, "muted", text); }
    };
    note(!picture.groups.empty(), "Joined: sizes that depend on each other.");
    note(!picture.verdict.Ok() && picture.verdict.field != NoField, "Red: what the verdict names.");
    return Document(drawing, title, dml::Explain(picture.verdict).c_str());
}

} // namespace operator_views
