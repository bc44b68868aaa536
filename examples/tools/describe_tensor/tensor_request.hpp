// Turns a user's named arguments into a tensor, for the command line and for the explorer's page. It is also compiled
// without exceptions, so a reader keeps the first problem.

#pragma once

#include "dml_tensor_utils.hpp"
#include "layout_views.hpp"
#include "parse_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace tensor_request
{

namespace dml = dml_tensor_utils;
using namespace parse_text;
using namespace layout_views;

// What is wrong with which argument.
struct Problem
{
    Argument argument;
    std::string text;     // a sentence; empty: no problem
    bool isRule = false;  // the input can be read, but DirectML rejects such a tensor
    std::string listedBy; // the words after describe_tensor that list what can be written; empty if there are none
};

// A tensor of an operator or a Gather.
struct TensorText
{
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    dml::Dimensions sizes;
    dml::Dimensions strides;            // empty: packed
    std::optional<std::uint64_t> total; // TotalTensorSizeInBytes; empty: the minimum
    dml::DML_TENSOR_FLAGS flags = dml::DML_TENSOR_FLAG_NONE;

    dml::TensorLayout Layout() const
    {
        return strides.empty() ? dml::TensorLayout::Packed(sizes) : dml::TensorLayout::Strided(sizes, strides);
    }
    std::uint64_t Bytes() const { return total ? *total : Layout().SizeInBytes(dataType); }

    // Returns C++ that makes the description.
    std::string Code() const
    {
        const std::string layout =
            strides.empty() ? MakePacked(sizes, {}, "").code[0] : MakeStrided(sizes, strides, "").code[0];
        return "BufferTensorDesc(" + DescArguments(dataType, layout, flags) + ")"
               + (total ? ".WithTotalSize(" + Literal(*total) + ")" : "");
    }
};

// How a sentence names a tensor that cannot be described.
struct TensorName
{
    std::string name;          // "InputTensors[0]"
    const char* emptyFix = ""; // what to do if one of its sizes is 0, after a semicolon
};

// The base of all readers. Each function returns whether it succeeded; the first problem is kept.
class Reader
{
public:
    explicit Reader(const Arguments& arguments) : m_arguments(arguments) {}

    const Problem& FirstProblem() const { return m_problem; }

protected:
    const Arguments& All() const { return m_arguments; }
    const Argument* Find(const std::string& name) const { return tensor_request::Find(m_arguments, name); }

    bool Reject(const Argument& argument, const std::string& text, bool isRule = false,
                const std::string& listedBy = "")
    {
        if (m_problem.text.empty()) { m_problem = {argument, text, isRule, listedBy}; }
        return false;
    }

    bool Check(const Argument& argument, const dml::Diagnosis& reason, const TensorName& tensor = {})
    {
        if (reason.Ok()) { return true; }
        std::string text = dml::Explain(reason, tensor.name.empty() ? nullptr : tensor.name.c_str()).c_str();
        if (reason == dml::TensorError::ZeroSize) { text.insert(text.rfind(" ["), tensor.emptyFix); }
        return Reject(argument, text, reason.error <= dml::TensorError::OutputOverlap);
    }

    bool Read(const Argument& argument, const std::string& text, std::uint64_t& number, std::uint64_t limit = Limit64)
    {
        const Number parsed = Parse(text, limit);
        number = parsed.value;
        return parsed.problem.empty() || Reject(argument, parsed.problem);
    }

    bool Read(const Argument& argument, const std::string& text, std::uint32_t& number)
    {
        std::uint64_t wide = 0;
        const bool isRead = Read(argument, text, wide, Limit32);
        number = static_cast<std::uint32_t>(wide);
        return isRead;
    }

    bool Read(const Argument& argument, const std::string& text, dml::Dimensions& list)
    {
        const List parsed = ParseList(text);
        list = parsed.values;
        const bool isRule = list.Error() == dml::TensorError::DimensionCount;
        return parsed.problem.empty() || Reject(argument, parsed.problem, isRule);
    }

    bool Read(const Argument& argument, const std::string& text, DataType& dataType)
    {
        dataType = ParseDataType(text);
        return dataType != dml::DML_TENSOR_DATA_TYPE_UNKNOWN || Reject(argument, DataTypeProblem(text));
    }

    // Reads strides. A negative one gets a hint, because a flipped image is usually described by one.
    bool ReadStrides(const Argument& argument, const std::string& text, dml::Dimensions& strides)
    {
        return CheckNotNegative(argument, text) && Read(argument, text, strides);
    }

    // Rejects a negative stride, pitch or step.
    bool CheckNotNegative(const Argument& argument, const std::string& text)
    {
        const std::vector<std::string> items = Items(text);
        const auto found =
            std::find_if(items.begin(), items.end(),
                         [](const std::string& item) { return item[0] == '-' && IsDigits(item.substr(1)); });
        return found == items.end()
               || Reject(argument, Printable(*found)
                                       + " is negative, and strides of a tensor cannot be negative; the cookbook has a "
                                         "recipe for images that are stored bottom to top");
    }

    // Reads TYPE:SIZES[:STRIDES or :NHWC][:total=BYTES][:OWNED_BY_DML], or a tensor as the programs print it.
    bool Read(const Argument& argument, const std::string& text, TensorText& tensor, const TensorName& name = {})
    {
        const std::vector<std::string> parts = TensorParts(text);
        const std::string fix = "; write TYPE:SIZES[:STRIDES][:total=BYTES][:OWNED_BY_DML], such as FLOAT32:2,3";
        if (parts.size() < 2) { return Reject(argument, "not a tensor" + fix); }
        if (!Read(argument, parts[0], tensor.dataType) || !Read(argument, parts[1], tensor.sizes)) { return false; }
        for (std::size_t i = 2; i < parts.size(); ++i)
        {
            const std::string upper = Upper(parts[i]);
            const std::size_t digits = std::min(upper.find_first_not_of("0123456789"), upper.size());
            const bool hasUnit = i + 1 < parts.size() && Upper(parts[i + 1]) == "BYTES"; // "24 bytes"
            bool isRead = true;
            if (upper == "OWNED_BY_DML" || upper == "DML_TENSOR_FLAG_OWNED_BY_DML")
            {
                tensor.flags = dml::DML_TENSOR_FLAG_OWNED_BY_DML;
            }
            else if (upper.compare(0, 6, "TOTAL=") == 0)
            {
                isRead = Read(argument, parts[i].substr(6), tensor.total.emplace());
            }
            else if (hasUnit || upper.substr(digits) == "BYTES")
            {
                isRead = Read(argument, parts[i].substr(0, digits), tensor.total.emplace());
                i += hasUnit ? 1 : 0;
            }
            else if (i == 2 && upper == "NHWC")
            {
                tensor.strides = dml::TensorLayout::Packed(tensor.sizes, dml::Layout::NHWC).Strides();
            }
            else if (i == 2 && !IsName(parts[i])) { isRead = ReadStrides(argument, parts[i], tensor.strides); }
            else
            {
                isRead = Reject(argument, "'" + Printable(parts[i]) + "' is not a part of a tensor"
                                              + Suggestion(upper, {"OWNED_BY_DML", "NHWC"}) + fix);
            }
            if (!isRead) { return false; }
        }
        return Check(argument, tensor.Layout().Reason(), name);
    }

private:
    const Arguments& m_arguments;
    Problem m_problem;
};

struct TensorRequest
{
    DataType dataType = dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    DescribedLayout described;
    TensorOptions options;
};

// Reads describe_tensor's arguments for one tensor. Requires TYPE and SIZES to be present.
class TensorReader : public Reader
{
public:
    using Reader::Reader;

    bool Read(TensorRequest& request)
    {
        const Argument& type = *Find("TYPE");
        return Reader::Read(type, type.value, request.dataType) && ReadLayout(request.dataType, request.described)
               && ReadOptions(request);
    }

private:
    using Reader::Read;

    // Finds the argument with one of these names. Rejects a second one.
    bool FindOneOf(std::initializer_list<const char*> names, const Argument*& only)
    {
        for (const char* name : names)
        {
            const Argument* given = Find(name);
            const bool isSecond = given != nullptr && only != nullptr;
            if (isSecond) { return Reject(*given, "contradicts " + only->name + "; give only one of the two"); }
            only = given != nullptr ? given : only;
        }
        return true;
    }

    // Reads an axis, given by its letter or number.
    bool ReadAxis(const Argument& argument, const std::string& text, const std::string& names, std::uint32_t& axis)
    {
        for (const std::string& name : {text, Upper(text)})
        {
            axis = static_cast<std::uint32_t>(names.find(name));
            if (name.size() == 1 && axis < names.size()) { return true; }
        }
        const std::uint64_t most = names.size() - 1;
        const Number number = Parse(text, most);
        axis = static_cast<std::uint32_t>(number.value);
        return number.problem.empty()
               || Reject(argument, "unknown axis '" + Printable(text) + "'; use a letter of " + names
                                       + " or a number from 0 to " + std::to_string(most));
    }

    bool ReadAxes(const Argument& argument, const std::string& names, dml::Dimensions& axes)
    {
        std::vector<std::uint32_t> read;
        std::string list = argument.value;
        const auto toText = [](char letter) { return std::string(1, letter); };
        if (OrderProblem(names, Upper(list)).empty()) { list = Join(list, ",", toText); } // NHWC
        for (const std::string& part : Items(list))
        {
            read.push_back(0);
            if (!ReadAxis(argument, part, names, read.back())) { return false; }
        }
        axes = dml::Dimensions(read.data(), read.size());
        return Check(argument, axes.Reason());
    }

    // Reads --order PHYSICAL, or --order LOGICAL:PHYSICAL, which also names the axes.
    bool ReadOrder(const Argument& argument, std::string& names, Packing& packing)
    {
        const std::vector<std::string> parts = Split(argument.value, ':');
        const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
        if (parts.size() == 1) { packing.physical = Upper(Without(",", parts[0])); }
        else if (parts.size() != 2 || parts[0].size() != names.size()
                 || !std::all_of(parts[0].begin(), parts[0].end(), isLetter))
        {
            return Reject(argument, "its axes do not fit; write LOGICAL:PHYSICAL, with one letter for each of the "
                                        + std::to_string(names.size()) + " sizes on either side");
        }
        else
        {
            names = parts[0];
            packing.physical = parts[1];
        }
        const std::string problem = OrderProblem(names, packing.physical);
        return problem.empty() || Reject(argument, problem);
    }

    bool ReadPacking(const Argument& argument, std::string& names, Packing& packing)
    {
        if (argument.name == "--order") { return ReadOrder(argument, names, packing); }
        if (argument.name == "--layout")
        {
            packing.layout = ParseLayout(argument.value);
            if (!packing.layout) { return Reject(argument, LayoutProblem(argument.value)); }
            names = NamesByLayout(names.size());
        }
        return true;
    }

    // Makes the layout with the strides of --strides, or a packed one; stride 0 on the axes of --broadcast.
    DescribedLayout MakeLayout(const dml::Dimensions& sizes, const Packing& packing, const dml::Dimensions& strides,
                               const dml::Dimensions& broadcast, const std::string& names)
    {
        if (strides.empty() && broadcast.empty()) { return MakePacked(sizes, packing, names); }
        if (strides.empty()) { return MakeBroadcast(sizes, packing, broadcast, names); }
        return MakeStrided(sizes, Replaced(strides, broadcast, 0), names);
    }

    bool ReadLayout(DataType dataType, DescribedLayout& described)
    {
        const Argument& sizesArgument = *Find("SIZES");
        dml::Dimensions sizes;
        if (!Read(sizesArgument, sizesArgument.value, sizes)) { return false; }
        const dml::Diagnosis reason = dml::TensorLayout::Packed(sizes).Reason();
        if (reason == dml::TensorError::ZeroSize) { return Check(sizesArgument, reason); }

        const Argument* arrangement = nullptr;
        const Argument* padding = nullptr;
        const bool isOne = FindOneOf({"--layout", "--order", "--strides"}, arrangement)
                           && FindOneOf({"--pad-rows", "--row-pitch", "--row-pitch-multiple"}, padding);
        if (!isOne) { return false; }
        const Argument& ofLayout = arrangement != nullptr ? *arrangement : sizesArgument;
        std::string names = DefaultAxisNames(sizes.size());
        Packing packing;
        if (!ReadPacking(ofLayout, names, packing)) { return false; }
        const Argument* const broadcastArgument = Find("--broadcast");
        dml::Dimensions broadcast;
        if (broadcastArgument != nullptr && !ReadAxes(*broadcastArgument, names, broadcast)) { return false; }
        dml::Dimensions strides;
        const bool hasStrides = ofLayout.name == "--strides";
        if (hasStrides && !ReadStrides(ofLayout, ofLayout.value, strides)) { return false; }
        if (hasStrides && !Check(ofLayout, dml::TensorLayout::Strided(sizes, strides).Reason())) { return false; }

        described = MakeLayout(sizes, packing, strides, broadcast, names);
        const Argument& last = broadcastArgument != nullptr ? *broadcastArgument : ofLayout;
        if (!Check(last, described.layout.Reason())) { return false; }
        const std::string one = "for one image give 1," + Join(sizes, ",");
        const bool isImage = packing.layout && sizes.size() == 3;
        if (isImage)
        {
            described.notes += Line("axes", "N, C and W, because a layout calls the second axis C; " + one);
        }
        described.notes += Doubt(dataType, described.layout, packing.layout == dml::Layout::NHWC);
        return ReadSteps(dataType, padding, described);
    }

    // Returns a note if the sizes of an image seem to be in the order of memory, or the strides to be in bytes.
    static std::string Doubt(DataType dataType, const dml::TensorLayout& layout, bool isChannelsLast)
    {
        const dml::Dimensions& sizes = layout.Sizes();
        const std::uint32_t last = isChannelsLast && sizes.size() == 4 ? sizes[3] : 0;
        if ((last == 1 || last == 3 || last == 4) && sizes[1] > last && sizes[2] > last)
        {
            return Line("sizes", "in the order N, C, H, W, whatever the layout; if " + std::to_string(last)
                                     + " is the number of channels, write "
                                     + Join(std::vector{sizes[0], last, sizes[1], sizes[2]}, ","));
        }
        const std::uint32_t bytes = std::max(dml::ElementSizeInBits(dataType) / 8, 1U);
        std::vector<std::uint32_t> elements;
        for (const std::uint32_t stride : layout.Strides())
        {
            elements.push_back(stride % bytes == 0 ? stride / bytes : 0);
        }
        const bool areBytes = !layout.IsPacked() && dml::TensorLayout::Strided(sizes, elements).IsPacked();
        return areBytes ? Line("strides", "in elements, not bytes; if these are bytes, write " + Join(elements, ","))
                        : "";
    }

    bool ReadSteps(DataType dataType, const Argument* padding, DescribedLayout& described)
    {
        if (padding != nullptr && !ReadPadding(*padding, dataType, described)) { return false; }
        if (const Argument* transpose = Find("--transpose"))
        {
            dml::Dimensions axes;
            if (!ReadAxes(*transpose, described.axisNames, axes)) { return false; }
            Transpose(described, axes);
            if (!Check(*transpose, described.layout.Reason())) { return false; }
        }
        return std::all_of(All().begin(), All().end(),
                           [&](const Argument& argument)
                           { return argument.name != "--slice" || ReadSlice(argument, described); });
    }

    bool ReadPadding(const Argument& argument, DataType dataType, DescribedLayout& described)
    {
        const bool isInElements = argument.name == "--pad-rows";
        if (argument.name == "--row-pitch" && !CheckNotNegative(argument, argument.value)) { return false; }
        std::uint64_t number = 0;
        if (!Read(argument, argument.value, number, isInElements ? Limit32 : Limit64)) { return false; }
        const std::string problem = PadRowsProblem(described);
        if (!problem.empty()) { return Reject(argument, problem); }
        const bool isNoMultiple = number == 0 && argument.name != "--row-pitch";
        if (isNoMultiple) { return Reject(argument, "the multiple at which rows start is 0; it must be at least 1"); }
        PadRows(described, argument.name, number, dataType);
        return Check(argument, described.layout.Reason());
    }

    bool ReadSlice(const Argument& argument, DescribedLayout& described)
    {
        std::vector<std::string> parts = Split(argument.value, ':');
        const bool isSlice = parts.size() == 3 || parts.size() == 4;
        if (!isSlice) { return Reject(argument, "not a slice; write AXIS:START:COUNT or AXIS:START:COUNT:STEP"); }
        parts.resize(4, "1");
        std::uint32_t axis = 0, start = 0, count = 0, step = 0;
        const bool isRead = ReadAxis(argument, parts[0], described.axisNames, axis) && Read(argument, parts[1], start)
                            && Read(argument, parts[2], count) && CheckNotNegative(argument, parts[3])
                            && Read(argument, parts[3], step);
        if (!isRead) { return false; }
        Slice(described, axis, start, count, step);
        return Check(argument, described.layout.Reason());
    }

    bool ReadOptions(TensorRequest& request)
    {
        TensorOptions& options = request.options;
        options.role = Find("--output") != nullptr ? dml::TensorRole::Output : dml::TensorRole::Input;
        const Argument* const flags = Find("--flags");
        const Argument* const total = Find("--total");
        const Argument* const alignment = Find("--alignment");
        const Argument* const binding = Find("--bind");
        return (flags == nullptr || ReadFlags(*flags, options.flags.emplace()))
               && (total == nullptr || Read(*total, total->value, options.totalBytes.emplace()))
               && (alignment == nullptr || Read(*alignment, alignment->value, options.alignment.emplace()))
               && (binding == nullptr || ReadBinding(*binding, options.binding.emplace()));
    }

    // Reads a number, or the SDK's name of a flag, with or without its prefix.
    bool ReadFlags(const Argument& argument, std::uint32_t& flags)
    {
        const std::string name = WithoutPrefix(Upper(argument.value), {"DML_TENSOR_FLAG_"});
        flags = name == "OWNED_BY_DML" ? 1 : 0;
        if (name == "OWNED_BY_DML" || name == "NONE") { return true; }
        if (!IsName(name)) { return Read(argument, argument.value, flags); }
        return Reject(argument,
                      "not a flag" + Suggestion(name, {"OWNED_BY_DML"}) + "; write OWNED_BY_DML, NONE or a number");
    }

    bool ReadBinding(const Argument& argument, Binding& binding)
    {
        const std::vector<std::string> parts = Items(argument.value);
        if (parts.size() != 3) { return Reject(argument, "not a binding; write OFFSET,SIZE,BUFFER, all in bytes"); }
        return Read(argument, parts[0], binding.offset) && Read(argument, parts[1], binding.size)
               && Read(argument, parts[2], binding.bufferSize);
    }
};

} // namespace tensor_request
