// Parses numbers, lists, data types and tensors that a user typed, or copied from what this library, a framework or
// C++ prints. A problem is returned as a sentence, because some programs that use this file are compiled without exceptions.

#pragma once

#include "dml_tensor_utils.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace parse_text
{

namespace dml = dml_tensor_utils;

using DataType = dml::DML_TENSOR_DATA_TYPE;

constexpr std::uint64_t Limit32 = 0xFFFFFFFF;
constexpr std::uint64_t Limit64 = 0xFFFFFFFFFFFFFFFF;

struct Number
{
    std::uint64_t value;
    std::string problem; // empty: no problem
};

// An argument of a program, or a field of the explorer's page.
struct Argument
{
    std::string name; // "--layout"; for an argument without an option its place, such as "TYPE"
    std::string value;
};

using Arguments = std::vector<Argument>;

inline const Argument* Find(const Arguments& arguments, const std::string& name)
{
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const Argument& argument) { return argument.name == name; });
    return found == arguments.end() ? nullptr : &*found;
}

// Returns the text without control characters and at most this long, for a message on one line.
inline std::string Printable(const std::string& text, std::size_t maxLength = 60)
{
    std::string printable = text.substr(0, maxLength);
    const auto isUnprintable = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; };
    std::replace_if(printable.begin(), printable.end(), isUnprintable, '?');
    return text.size() > maxLength ? printable + "..." : printable;
}

// Returns the texts of the items with the separator between them.
template <class Items, class ToText>
std::string Join(const Items& items, const std::string& separator, const ToText& toText)
{
    std::string text;
    bool isFirst = true;
    for (const auto& item : items)
    {
        text += (isFirst ? "" : separator) + toText(item);
        isFirst = false;
    }
    return text;
}

// Returns texts or numbers with the separator between them.
template <class Items> std::string Join(const Items& items, const std::string& separator)
{
    const auto toText = [](const auto& item)
    {
        if constexpr (std::is_integral_v<std::decay_t<decltype(item)>>) { return std::to_string(item); }
        else { return std::string(item); }
    };
    return Join(items, separator, toText);
}

inline std::string LibraryVersion()
{
    constexpr int Numbers[] = {DML_TENSOR_UTILS_VERSION_MAJOR, DML_TENSOR_UTILS_VERSION_MINOR,
                               DML_TENSOR_UTILS_VERSION_PATCH};
    return Join(Numbers, ".");
}

inline std::string Upper(std::string text)
{
    for (char& c : text) { c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
    return text;
}

inline std::string Lower(std::string text)
{
    for (char& c : text) { c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
    return text;
}

inline std::vector<std::string> Split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
    {
        if (c == separator) { parts.emplace_back(); }
        else { parts.back() += c; }
    }
    return parts;
}

// Returns the text without some characters.
inline std::string Without(const std::string& characters, std::string text)
{
    const auto isOne = [&](char c) { return characters.find(c) != std::string::npos; };
    text.erase(std::remove_if(text.begin(), text.end(), isOne), text.end());
    return text;
}

// Names of other programs, and what they mean here. Blanks are between names. A colon stands for a blank in what is meant.
struct FrameworkNames
{
    const char* names;
    const char* meant;
};

inline bool IsAny(const std::string&) { return true; }

// Returns what a name means, of the first row in which something of it is known. Returns nothing if there is no such row.
template <std::size_t Count, class IsKnown = decltype(IsAny)*>
std::vector<std::string> MeantBy(const FrameworkNames (&rows)[Count], const std::string& name,
                                 const IsKnown& isKnown = IsAny)
{
    std::vector<std::string> known;
    for (const FrameworkNames& row : rows)
    {
        const std::vector<std::string> names = Split(row.names, ' ');
        const bool isOfRow = known.empty() && std::find(names.begin(), names.end(), name) != names.end();
        for (std::string& meant : Split(isOfRow ? row.meant : "", ' '))
        {
            std::replace(meant.begin(), meant.end(), ':', ' ');
            if (isOfRow && isKnown(meant)) { known.push_back(meant); }
        }
    }
    return known;
}

inline bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsDigits(const std::string& text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// Whether the text begins with a letter or an underscore.
inline bool IsName(const std::string& text)
{
    const char c = text.empty() ? '\0' : text[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

inline std::string Trimmed(std::string text)
{
    while (!text.empty() && IsBlank(text.back())) { text.pop_back(); }
    std::size_t begin = 0;
    while (begin < text.size() && IsBlank(text[begin])) { ++begin; }
    return text.substr(begin);
}

inline bool HasBrackets(const std::string& text)
{
    const std::string open = "{[(", closed = "}])";
    const std::size_t kind = text.size() < 2 ? std::string::npos : open.find(text[0]);
    return kind != std::string::npos && text.back() == closed[kind];
}

// Returns what brackets enclose: "1, 3" of "{1, 3}" or "torch.Size([1, 3])".
inline std::string WithoutBrackets(std::string text)
{
    text = Trimmed(text);
    if (text.compare(0, 10, "torch.Size") == 0) { text.erase(0, 10); }
    while (HasBrackets(text)) { text = Trimmed(text.substr(1, text.size() - 2)); }
    return text;
}

// Returns the items of a list: 1,3,4,5  {1, 3, 4, 5}  [1 3 4 5]  (3,).
inline std::vector<std::string> Items(const std::string& text)
{
    std::string inner = WithoutBrackets(text);
    const bool isBracketed = inner.size() < Trimmed(text).size();
    if (inner.empty() && isBracketed) { return {}; }
    if (isBracketed && !inner.empty() && inner.back() == ',') { inner.pop_back(); }
    std::vector<std::string> items(1);
    const bool hasCommas = inner.find(',') != std::string::npos;
    for (const char c : inner)
    {
        if (hasCommas ? c == ',' : IsBlank(c) && !items.back().empty()) { items.emplace_back(); }
        else if (!IsBlank(c)) { items.back() += c; }
    }
    return items;
}

// Joins the words of a list that the shell has split after its commas.
inline std::vector<std::string> JoinedWords(const std::vector<std::string>& words)
{
    std::vector<std::string> joined;
    for (const std::string& word : words)
    {
        const bool isInList = !joined.empty() && !joined.back().empty() && joined.back().back() == ',';
        if (isInList) { joined.back() += word; }
        else { joined.push_back(word); }
    }
    return joined;
}

// Parses a number. It may have the suffix of an unsigned literal in C++.
inline Number Parse(const std::string& text, std::uint64_t limit)
{
    std::string digits = text;
    while (digits.size() > 1 && std::string("uUlL").find(digits.back()) != std::string::npos) { digits.pop_back(); }
    if (digits.size() > 1 && digits[0] == '-' && IsDigits(digits.substr(1)))
    {
        return {0, Printable(text) + " is negative; use a number from 0 to " + std::to_string(limit)};
    }
    if (!IsDigits(digits)) { return {0, "'" + Printable(text) + "' is not a number; use only the digits 0 to 9"}; }
    std::uint64_t number = 0;
    for (const char c : digits)
    {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        const bool isTooLarge = digit > limit || number > (limit - digit) / 10;
        if (isTooLarge) { return {0, Printable(text) + " is too large; use at most " + std::to_string(limit)}; }
        number = number * 10 + digit;
    }
    return {number, ""};
}

struct List
{
    dml::Dimensions values;
    std::string problem; // empty: no problem
};

// Returns the items of a list of numbers, also of 1x3x224x224.
inline std::vector<std::string> NumberItems(const std::string& text)
{
    const std::string upper = Upper(text);
    const bool hasCrosses =
        upper.find('X') != std::string::npos && upper.find_first_not_of("0123456789X") == std::string::npos;
    return hasCrosses ? Split(upper, 'X') : Items(text);
}

// Parses a list of numbers. Frameworks write -1, None, ? or a name for a size that is not known yet.
inline List ParseList(const std::string& text)
{
    std::vector<std::uint32_t> values;
    for (const std::string& item : NumberItems(text))
    {
        const Number number = Parse(item, Limit32);
        const bool isOpen = item == "-1" || item == "?" || IsName(item);
        const std::string fix = "; for a size of any value, such as a batch, write its number";
        if (isOpen) { return {{}, number.problem.substr(0, number.problem.find(';')) + fix}; }
        if (!number.problem.empty()) { return {{}, number.problem}; }
        values.push_back(static_cast<std::uint32_t>(number.value));
    }
    if (values.empty()) { return {{}, "the list is empty; write numbers, such as 1 for a scalar"}; }
    const dml::Dimensions dimensions(values.data(), values.size());
    const bool isOk = dimensions.Error() == dml::TensorError::None;
    return {dimensions, isOk ? "" : dml::Explain(dimensions.Reason()).c_str()};
}

// Returns the layout of a name in any case; empty if there is none.
inline std::optional<dml::Layout> ParseLayout(const std::string& text)
{
    if (Upper(text) == "NCHW") { return dml::Layout::NCHW; }
    if (Upper(text) == "NHWC") { return dml::Layout::NHWC; }
    return std::nullopt;
}

// Splits a tensor into its parts: FLOAT32:2,3:4,1, or "FLOAT32 {2, 3}/{4, 1}, 28 bytes" as programs print it.
inline std::vector<std::string> TensorParts(const std::string& text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    bool isAfterBlank = false;
    for (const char c : Trimmed(text))
    {
        const bool opens = c == '{' || c == '[' || c == '(', closes = c == '}' || c == ']' || c == ')';
        std::string& part = parts.back();
        const char last = part.empty() ? '\0' : part.back();
        const bool isAfterList = c == ',' && part.find_first_not_of("-0123456789,") != std::string::npos;
        const bool isCall = opens && (Upper(part) == "TENSOR" || part == "torch.Size"); // tensor(float16)
        if (depth > 0) { part += c; }
        else if (IsBlank(c)) { isAfterBlank = last != '\0' && last != ','; }
        else if (c == ':' || c == '/' || isAfterList)
        {
            parts.emplace_back();
            isAfterBlank = false;
        }
        else
        {
            if (last != '\0' && !isCall && (isAfterBlank || (opens && last != ','))) { parts.emplace_back(); }
            parts.back() += c;
            isAfterBlank = false;
        }
        depth += opens ? 1 : closes ? -1 : 0;
    }
    return parts;
}

// Returns every data type except UNKNOWN.
inline std::vector<DataType> DataTypes()
{
    std::vector<DataType> dataTypes;
    for (std::uint32_t type = 1; type <= dml::detail::LastDataType; ++type)
    {
        dataTypes.push_back(static_cast<DataType>(type));
    }
    return dataTypes;
}

inline std::string DataTypeNames()
{
    return Join(DataTypes(), " ", [](auto dataType) { return dml::ToString(dataType); });
}

// Removes the first of the prefixes that the text begins with.
inline std::string WithoutPrefix(const std::string& text, std::initializer_list<const char*> prefixes)
{
    for (const std::string prefix : prefixes)
    {
        if (text.compare(0, prefix.size(), prefix) == 0) { return text.substr(prefix.size()); }
    }
    return text;
}

// Returns the data type of a name in any case; UNKNOWN if there is none. It may be the SDK's enumerator, or a name of
// C++ or of a framework: FP16, half, uint8_t, torch.float16, tensor(float).
inline DataType ParseDataType(const std::string& text)
{
    constexpr FrameworkNames Aliases[] = {
        {"HALF", "FLOAT16"}, {"FLOAT SINGLE", "FLOAT32"}, {"DOUBLE", "FLOAT64"}, {"BYTE BOOL", "UINT8"}};
    std::string name = Upper(Trimmed(text));
    name = WithoutPrefix(name, {"DML_TENSOR_DATA_TYPE_", "ONNX_TENSOR_ELEMENT_DATA_TYPE_", "TENSORPROTO.", "TORCH.",
                                "NUMPY.", "NP.", "STD::", "TENSOR"});
    name = WithoutBrackets(name);
    if (name.size() > 2 && name.compare(name.size() - 2, 2, "_T") == 0) { name.resize(name.size() - 2); }
    for (const std::string& meant : MeantBy(Aliases, name)) { name = meant; }
    // F16, FP16, U8, I8, S8
    const std::size_t letters = name.find_first_of("0123456789");
    const std::string kind = name.substr(0, letters), bits = name.substr(kind.size());
    name = (kind == "F" || kind == "FP"  ? "FLOAT"
            : kind == "U"                ? "UINT"
            : kind == "I" || kind == "S" ? "INT"
                                         : kind)
           + bits;
    for (const DataType dataType : DataTypes())
    {
        if (name == dml::ToString(dataType)) { return dataType; }
    }
    return dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// ---- suggestions ----------------------------------------------------------------------------------------------------

// Returns how many characters must be added, removed or replaced to turn one text into the other.
inline std::size_t EditDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t k = 0; k <= b.size(); ++k) { row[k] = k; }
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k)
        {
            const std::size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
            diagonal = row[k];
            row[k] = std::min({row[k] + 1, row[k - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

// Whether the letters of a name are in the text, in this order, as those of TRANSB are in TRANSPOSEB.
inline bool IsAbbreviation(const std::string& name, const std::string& text)
{
    std::size_t next = 0;
    for (const char letter : text)
    {
        if (next < name.size() && letter == name[next]) { ++next; }
    }
    return next == name.size() && 2 * name.size() > text.size();
}

// Returns the similar name, or else the shortest name that contains the text or its singular, or abbreviates it. Empty if
// there is none.
inline std::string SimilarName(const std::string& text, const std::vector<std::string>& names)
{
    const std::string upper = Upper(text);
    const std::string singular = upper.substr(0, upper.find_last_not_of('S') + 1);
    std::string best, containing;
    std::size_t least = upper.size() / 3 + 1;
    for (const std::string& name : names)
    {
        const std::string other = Upper(name);
        const std::size_t distance = EditDistance(upper, other);
        if (distance < least)
        {
            least = distance;
            best = name;
        }
        const bool isPart = singular.size() > 2 && other.find(singular) != std::string::npos;
        const bool isShorter = containing.empty() || name.size() < containing.size();
        if (isShorter && (isPart || IsAbbreviation(other, upper))) { containing = name; }
    }
    return best.empty() ? containing : best;
}

// Returns "A, B and C" for the last separator " and ".
inline std::string JoinWithLast(std::vector<std::string> items, const std::string& lastSeparator)
{
    const std::string last = items.empty() ? "" : items.back();
    if (!items.empty()) { items.pop_back(); }
    return Join(items, ", ") + (items.empty() ? "" : lastSeparator) + last;
}

// Returns " (did you mean A, B or C?)"; empty if there is no name.
inline std::string DidYouMean(const std::vector<std::string>& names)
{
    return names.empty() ? "" : " (did you mean " + JoinWithLast(names, " or ") + "?)";
}

inline std::string Suggestion(const std::string& text, const std::vector<std::string>& names)
{
    const std::string name = SimilarName(text, names);
    return name.empty() ? "" : DidYouMean({name});
}

// Returns why a text is not a layout.
inline std::string LayoutProblem(const std::string& text)
{
    constexpr FrameworkNames Layouts[] = {{"CHANNELSLAST HWC NDHWC NWC", "NHWC"},
                                          {"CHANNELSFIRST CHW NCDHW NCW", "NCHW"}};
    const std::string name = Upper(Without("_-", text.substr(text.rfind('.') + 1)));
    return "unknown layout" + DidYouMean(MeantBy(Layouts, name)) + "; use NCHW or NHWC";
}

// Returns why a text is not a data type. A name with other digits is another type, not a misspelt one.
inline std::string DataTypeProblem(const std::string& text)
{
    if (Upper(text).find("BF") != std::string::npos)
    {
        return "DirectML has no bfloat16; use UINT16, which has its bytes; the cookbook converts it";
    }
    // Their bits depend on the program, or their digits are bytes.
    constexpr FrameworkNames Types[] = {{"INT INTEGER LONG", "INT32 INT64"},
                                        {"UINT UNSIGNED", "UINT32"},
                                        {"SHORT", "INT16"},
                                        {"CHAR", "INT8 UINT8"},
                                        {"F2", "FLOAT16"},
                                        {"F4", "FLOAT32"}};
    const auto digitsOf = [](const std::string& name)
    { return name.substr((std::min)(name.find_first_of("0123456789"), name.size())); };
    std::vector<std::string> meant = MeantBy(Types, Upper(Without("<>=", text.substr(text.rfind('.') + 1))));
    const std::string similar = SimilarName(text, Split(DataTypeNames(), ' '));
    const bool isMisspelt = meant.empty() && !similar.empty() && digitsOf(similar) == digitsOf(text);
    if (isMisspelt) { meant.push_back(similar); }
    return "unknown data type" + DidYouMean(meant) + "; use one of " + DataTypeNames();
}

} // namespace parse_text
