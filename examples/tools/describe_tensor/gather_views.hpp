// Shows a Gather as text, as a drawing and in C++: DirectML's verdict, the sizes of the output, and the input element
// of each output element. Also compiled without exceptions.

#pragma once

#include "dml_tensor_utils.hpp"
#include "layout_picture.hpp"
#include "layout_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gather_views
{

namespace dml = dml_tensor_utils;
using namespace layout_views;
using namespace tensor_request;
using namespace parse_text;

// ---- the request ----------------------------------------------------------------------------------------------------

struct Tensor
{
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    DescribedLayout described;
    std::optional<std::uint64_t> total = {}; // TotalTensorSizeInBytes; empty: the minimum
    dml::DML_TENSOR_FLAGS flags = dml::DML_TENSOR_FLAG_NONE;

    const dml::TensorLayout& Layout() const { return described.layout; }

    dml::BufferTensorDesc Desc() const
    {
        const dml::BufferTensorDesc desc(dataType, Layout(), flags);
        return total ? desc.WithTotalSize(*total) : desc;
    }
};

struct Gather
{
    Tensor input;
    Tensor indices;
    Tensor output; // carries an error if none was given and none can be computed
    bool isOutputGiven = false;
    std::uint32_t axis = 0;
    std::uint32_t indexDimensions = 0;
    std::vector<std::uint64_t> values; // of the indices, by offset, in two's complement; empty: 0, 1, 2, ...
};

// Reads a Gather. Requires INPUT, INDICES, --axis and --index-dimensions to be present; OUTPUT and --values are
// optional.
class GatherReader : public Reader
{
public:
    using Reader::Reader;

    bool Read(Gather& gather)
    {
        const Argument& axis = *Find("--axis");
        const Argument& indexDimensions = *Find("--index-dimensions");
        const Argument* const output = Find("OUTPUT");
        const Argument* const values = Find("--values");
        gather.isOutputGiven = output != nullptr;
        const bool isRead = ReadTensor(*Find("INPUT"), gather.input, "InputTensor")
                            && ReadTensor(*Find("INDICES"), gather.indices, "IndicesTensor")
                            && (output == nullptr || ReadTensor(*output, gather.output, "OutputTensor"))
                            && Reader::Read(axis, axis.value, gather.axis)
                            && Reader::Read(indexDimensions, indexDimensions.value, gather.indexDimensions)
                            && (values == nullptr || ReadValues(*values, gather));
        if (!isRead) { return false; }
        if (output == nullptr)
        {
            const dml::TensorLayout layout = dml::GatherOutput(
                gather.input.Layout().Sizes(), gather.indices.Layout().Sizes(), gather.axis, gather.indexDimensions);
            gather.output.dataType = gather.input.dataType;
            gather.output.described.layout = layout;
            gather.output.described.axisNames = DefaultAxisNames(layout.Rank());
        }
        return true;
    }

private:
    using Reader::Read;

    bool ReadTensor(const Argument& argument, Tensor& tensor, const char* name)
    {
        TensorText text;
        if (!Read(argument, argument.value, text, {name})) { return false; }
        const std::string names = DefaultAxisNames(text.sizes.size());
        tensor.dataType = text.dataType;
        tensor.described =
            text.strides.empty() ? MakePacked(text.sizes, {}, names) : MakeStrided(text.sizes, text.strides, names);
        tensor.total = text.total;
        tensor.flags = text.flags;
        return true;
    }

    bool ReadValues(const Argument& argument, Gather& gather)
    {
        const bool isSigned = dml::detail::IsSigned(gather.indices.dataType);
        const std::uint32_t bits = dml::ElementSizeInBits(gather.indices.dataType);
        const std::uint64_t limit = Limit64 >> (64 - bits + (isSigned ? 1 : 0));
        for (const std::string& text : Items(argument.value))
        {
            const bool isNegative = isSigned && text.size() > 1 && text[0] == '-';
            std::uint64_t value = 0;
            if (!Read(argument, isNegative ? text.substr(1) : text, value, limit)) { return false; }
            gather.values.push_back(isNegative ? 0 - value : value);
        }
        const std::uint64_t span = gather.indices.Layout().ElementSpan();
        return gather.values.size() == span
               || Reject(argument, std::to_string(gather.values.size()) + " values were given; the indices span "
                                       + std::to_string(span) + " elements, and one for each is needed");
    }
};

// ---- the Gather -----------------------------------------------------------------------------------------------------

// Returns DirectML's verdict. DirectML does not see the values of the indices.
inline dml::Diagnosis VerdictWithoutValues(const Gather& gather)
{
    return dml::ValidateGather(gather.input.Desc(), gather.indices.Desc(), gather.output.Desc(), gather.axis,
                               gather.indexDimensions);
}

inline std::uint32_t LeadingOnes(const dml::Dimensions& sizes)
{
    const auto* const end = std::find_if(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size != 1; });
    return static_cast<std::uint32_t>(end - sizes.begin());
}

// Returns the number of dimensions of the indices between the leading 1s and the last IndexDimensions.
inline std::uint32_t BatchDimensions(const Gather& gather)
{
    const dml::Dimensions& sizes = gather.indices.Layout().Sizes();
    const std::uint32_t used = sizes.size() > 0 ? gather.indices.Layout().Rank() - LeadingOnes(sizes) : 0;
    return used > gather.indexDimensions ? used - gather.indexDimensions : 0;
}

// Whether the documentation defines the result. With a batch, this is so only if the whole batch is before the axis.
inline bool IsDefined(const Gather& gather)
{
    const dml::Diagnosis verdict = VerdictWithoutValues(gather);
    return gather.output.Layout()
           && (verdict.Ok()
               || (verdict == dml::TensorError::GatherBatch
                   && LeadingOnes(gather.input.Layout().Sizes()) + BatchDimensions(gather) <= gather.axis));
}

// Returns the index at an offset. Indices that were not given are 0, 1, 2, ... up to the axis' size, repeated.
inline std::uint64_t IndexAt(const Gather& gather, std::uint64_t offset)
{
    return gather.values.empty() ? offset % gather.input.Layout().Sizes()[gather.axis]
                                 : gather.values[static_cast<std::size_t>(offset)];
}

inline bool IsNegative(const Gather& gather, std::uint64_t index)
{
    return dml::detail::IsSigned(gather.indices.dataType) && index >> 63 != 0;
}

// Returns the position on the axis that an index selects; the axis' size or more if it is outside.
inline std::uint64_t PositionOf(const Gather& gather, std::uint64_t index)
{
    return index + (IsNegative(gather, index) ? gather.input.Layout().Sizes()[gather.axis] : 0);
}

// Returns GatherIndexRange for the first index in row-major order that is outside the axis, as GatherTensor does. An
// axis of stride 0 repeats indices, so that its first position is enough.
inline dml::Diagnosis FindOutside(const Gather& gather)
{
    const std::uint64_t size = gather.input.Layout().Sizes()[gather.axis];
    const dml::TensorLayout& indices = gather.indices.Layout();
    const dml::TensorLayout once = WithoutRepeats(indices);
    for (std::uint64_t i = 0; i < once.ElementCount(); ++i)
    {
        const dml::Dimensions coordinates = once.Coordinates(i);
        const std::uint64_t index = gather.values[static_cast<std::size_t>(once.ElementOffset(coordinates))];
        if (PositionOf(gather, index) < size) { continue; }
        std::uint64_t place = 0;
        for (std::uint32_t axis = 0; axis < indices.Rank(); ++axis)
        {
            place = place * indices.Sizes()[axis] + coordinates[axis];
        }
        return {dml::TensorError::GatherIndexRange, static_cast<std::uint32_t>(place), index, size, 1};
    }
    return {};
}

// Returns the verdict, or that a given index is outside the axis.
inline dml::Diagnosis Verdict(const Gather& gather)
{
    const dml::Diagnosis outside = IsDefined(gather) && !gather.values.empty() ? FindOutside(gather) : dml::Diagnosis{};
    return outside.Ok() ? VerdictWithoutValues(gather) : outside;
}

inline bool IsAccepted(const Gather& gather) { return gather.output.Layout() && Verdict(gather).Accepted(); }

inline std::string IndexText(const Gather& gather, std::uint64_t index)
{
    return IsNegative(gather, index) ? "-" + std::to_string(0 - index) : std::to_string(index);
}

// The index and the input element of an output element.
struct Origin
{
    std::uint64_t indexOffset;
    std::uint64_t index;
    std::uint64_t inputOffset; // NoOffset if the index is outside the axis
};

// output[p ++ k ++ s] = input[p ++ indices[batch ++ k] ++ s], where ++ joins coordinates: p are those before the axis,
// s those after it, and the batch is the first of p after the input's leading 1s. If the output has fewer dimensions
// than p ++ k ++ s, the missing leading coordinates are 0.
inline Origin FindOrigin(const Gather& gather, const dml::Dimensions& output)
{
    const std::uint32_t rank = output.size() > 0 ? gather.input.Layout().Rank() : 0;
    const std::uint32_t count = rank - 1 + gather.indexDimensions;
    std::array<std::uint32_t, 8> input{};
    std::array<std::uint32_t, 8> indices{};
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t value = i + rank >= count ? output[i + rank - count] : 0;
        const std::uint32_t afterAxis = i - gather.axis; // wraps before the axis
        if (i < gather.axis) { input[i] = value; }
        else if (afterAxis < gather.indexDimensions) { indices[rank - gather.indexDimensions + afterAxis] = value; }
        else { input[i + 1 - gather.indexDimensions] = value; }
    }
    const std::uint32_t inputOnes = LeadingOnes(gather.input.Layout().Sizes());
    const std::uint32_t indicesOnes = LeadingOnes(gather.indices.Layout().Sizes());
    for (std::uint32_t i = 0; i < BatchDimensions(gather); ++i) { indices[indicesOnes + i] = input[inputOnes + i]; }

    Origin origin{};
    origin.indexOffset = gather.indices.Layout().ElementOffset(dml::Dimensions(indices.data(), rank));
    origin.index = IndexAt(gather, origin.indexOffset);
    const std::uint64_t size = gather.input.Layout().Sizes()[gather.axis];
    input[gather.axis] = static_cast<std::uint32_t>((std::min)(PositionOf(gather, origin.index), size));
    origin.inputOffset = gather.input.Layout().ElementOffset(dml::Dimensions(input.data(), rank));
    return origin;
}

// ---- text -----------------------------------------------------------------------------------------------------------

inline std::string VerdictText(const Gather& gather)
{
    const dml::Diagnosis verdict = Verdict(gather);
    const bool isWithout = !gather.output.Layout() && !verdict.Ok() && verdict.Accepted();
    return isWithout ? "  No output follows from it.\n" + ReasonText(verdict) : AcceptanceText(verdict, "");
}

// Returns a table: the first column is aligned left, the others right.
inline std::string TableText(const std::vector<std::vector<std::string>>& rows)
{
    std::vector<std::size_t> widths(rows[0].size());
    for (const std::vector<std::string>& row : rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i) { widths[i] = (std::max)(widths[i], row[i].size()); }
    }
    std::string text;
    for (const std::vector<std::string>& row : rows)
    {
        text += "  " + LeftAligned(row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i) { text += "  " + RightAligned(row[i], widths[i]); }
        text += "\n";
    }
    return text;
}

inline std::string TensorsText(const Gather& gather)
{
    std::vector<std::vector<std::string>> rows{{"tensor", "type", "sizes", "strides", "bytes"}};
    const auto add = [&](const char* name, const Tensor& tensor)
    {
        const dml::TensorLayout& layout = tensor.Layout();
        if (!layout) { return; }
        const std::uint64_t bytes = tensor.total.value_or(layout.SizeInBytes(tensor.dataType));
        rows.push_back({name, dml::ToString(tensor.dataType), Braces(layout.Sizes()), Braces(layout.Strides()),
                        bytes != 0 ? std::to_string(bytes) : "beyond 64 bits"});
    };
    add("input", gather.input);
    add("indices", gather.indices);
    add("output", gather.output);
    return TableText(rows);
}

inline std::string NumbersText(const Gather& gather)
{
    return Line("Axis", std::to_string(gather.axis)) + Line("IndexDimensions", std::to_string(gather.indexDimensions))
           + Line("index values", gather.values.empty()
                                      ? "none given: taken as 0, 1, 2 and so on, as often as the axis is long"
                                      : "as given, by offset");
}

// Lists the first elements of the output with their input elements.
inline std::string OriginsText(const Gather& gather)
{
    if (!IsDefined(gather)) { return "  No rule defines it.\n"; }
    constexpr std::uint64_t MostRows = 24;
    const dml::TensorLayout& output = gather.output.Layout();
    std::vector<std::vector<std::string>> rows{{"output", "offset", "index at", "index", "input offset"}};
    bool isAnyOutside = false;
    for (std::uint64_t i = 0; i < (std::min)(output.ElementCount(), MostRows); ++i)
    {
        const dml::Dimensions coordinates = output.Coordinates(i);
        const Origin origin = FindOrigin(gather, coordinates);
        const bool isOutside = origin.inputOffset == dml::NoOffset;
        rows.push_back({Braces(coordinates), std::to_string(output.ElementOffset(coordinates)),
                        std::to_string(origin.indexOffset), IndexText(gather, origin.index),
                        isOutside ? "outside" : std::to_string(origin.inputOffset)});
        isAnyOutside = isAnyOutside || isOutside;
    }
    const std::uint64_t more = output.ElementCount() - (std::min)(output.ElementCount(), MostRows);
    constexpr char Outside[] =
        "  outside: the axis has no such position, and what DirectML reads there is unspecified\n";
    return TableText(rows) + (more != 0 ? "  and " + std::to_string(more) + " more\n" : "")
           + (isAnyOutside ? Outside : "");
}

// Returns C++ that validates the Gather. It does not see the values of the indices.
inline std::string CodeText(const Gather& gather)
{
    const auto tensor = [](const std::string& name, const Tensor& described, const std::string& layout)
    {
        const std::string made = "(" + DescArguments(described.dataType, layout, described.flags) + ")";
        const std::string size = described.total ? Literal(*described.total) : "";
        const std::string total =
            described.total ? " = BufferTensorDesc" + made + ".WithTotalSize(" + size + ")" : made;
        return Statement({"const BufferTensorDesc " + name + total});
    };
    const std::string numbers = std::to_string(gather.axis) + ", " + std::to_string(gather.indexDimensions);
    const std::string output = gather.isOutputGiven
                                   ? gather.output.described.code[0]
                                   : "GatherOutput(" + Braces(gather.input.Layout().Sizes()) + ", "
                                         + Braces(gather.indices.Layout().Sizes()) + ", " + numbers + ")";
    return UsingStatement + tensor("input", gather.input, gather.input.described.code[0])
           + tensor("indices", gather.indices, gather.indices.described.code[0])
           + tensor("output", gather.output, output)
           + Statement({"const Diagnosis reason = ValidateGather(input, indices, output, " + numbers + ")"});
}

inline std::string Text(const Gather& gather)
{
    return TensorsText(gather) + "\n" + NumbersText(gather) + "\nWhere the output's elements come from\n"
           + OriginsText(gather) + "\nVerdict\n" + VerdictText(gather) + "\nC++\n" + CodeText(gather);
}

// ---- the drawing ----------------------------------------------------------------------------------------------------

// Returns an SVG of the three tensors in logical order: letters in the input, values in the indices, and in the output
// the letters of its input elements. Empty if the documentation does not define the result.
inline std::string Picture(const Gather& gather)
{
    if (!IsDefined(gather)) { return ""; }
    const auto model = [](const Tensor& tensor) { return MakePictureModel(tensor.dataType, tensor.described); };
    const PictureModel input = model(gather.input);

    PictureModel indices = model(gather.indices);
    for (ShownElement& element : indices.elements)
    {
        const std::string index = IndexText(gather, IndexAt(gather, element.offset));
        element = {element.offset, index, NoColour, "", "i" + std::to_string(element.offset)};
    }

    PictureModel output = model(gather.output);
    std::size_t next = 0;
    for (const dml::Dimensions& coordinates : ShownCoordinates(gather.output.Layout(), output.corner))
    {
        const Origin origin = FindOrigin(gather, coordinates);
        const ShownElement* const source = FindElement(input.elements, origin.inputOffset);
        const bool isOutside = origin.inputOffset == dml::NoOffset;
        output.elements[next++] = {
            origin.inputOffset,
            isOutside           ? "?"
            : source != nullptr ? source->label
                                : "*",
            source != nullptr ? source->colour : NoColour,
            OffsetText(gather.output.Layout().ElementOffset(coordinates), output.elementBits) + ", from "
                + (isOutside ? "outside the axis" : "the input's " + OffsetText(origin.inputOffset, output.elementBits))
                + ", by the index at offset " + std::to_string(origin.indexOffset),
            (isOutside ? "outside" : std::to_string(origin.inputOffset)) + " i" + std::to_string(origin.indexOffset)};
    }
    output.colours = input.colours;

    const std::string title = "Gather " + Braces(gather.input.Layout().Sizes()) + " by "
                              + Braces(gather.indices.Layout().Sizes()) + " to "
                              + Braces(gather.output.Layout().Sizes());
    const std::string numbers =
        "Axis " + std::to_string(gather.axis) + ", IndexDimensions " + std::to_string(gather.indexDimensions);
    Drawing drawing;
    DrawLine(drawing, 32, "title", title);
    DrawLine(drawing, 20, "muted", numbers);
    const auto draw = [&](const char* heading, const Tensor& tensor, const PictureModel& views)
    {
        DrawLine(drawing, 32, "heading", heading);
        DrawLogicalView(drawing, tensor.described, views);
    };
    draw("Input: letters and offsets", gather.input, input);
    draw("Indices: values and offsets", gather.indices, indices);
    draw("Output: elements of the input", gather.output, output);
    return Document(drawing, title, numbers + ". Where the output's elements come from.");
}

} // namespace gather_views
