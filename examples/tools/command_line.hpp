// The command line and the files of a tool. One table of options gives parsing, the text of --help, and suggestions. A failure is one
// line on stderr.

#pragma once

#include "describe_tensor/parse_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <ios>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace command_line
{

using namespace parse_text;

using Words = std::vector<std::string>;

constexpr int ExitYes = 0;
constexpr int ExitNo = 1;
constexpr int ExitBadInput = 2;

struct Option
{
    const char* name;
    const char* value; // as --help shows it; empty for a switch
    const char* help;
    bool mayRepeat = false;
};

struct Command
{
    std::string program;
    std::vector<const char*> places; // the arguments without an option
    std::size_t neededPlaces;
    std::vector<Option> options;
    std::string example;
    bool mayRepeatLastPlace = false; // then -FLT_MAX and so on are values, and options begin with two dashes
};

// The text is the line that is written to stderr, without the program's name.
struct Failure : std::runtime_error
{
    explicit Failure(const std::string& text, int code = ExitBadInput) : std::runtime_error(text), exitCode(code) {}
    int exitCode;
};

// Throws a failure. An argument without an option is named by its value, or by its place if the value is empty.
[[noreturn]] inline void Reject(const Argument& argument, const std::string& problem, int exitCode = ExitBadInput)
{
    constexpr std::size_t MaxLength = 300;
    const bool isOption = argument.name.compare(0, 1, "-") == 0;
    std::string named = isOption || argument.value.empty() ? argument.name : "";
    if (!argument.value.empty()) { named += (isOption ? " " : "") + Printable(argument.value, MaxLength); }
    throw Failure(named + ": " + problem, exitCode);
}

// "-2,3" is a number with a sign, and "-" is null.
inline bool IsOption(const Command& command, const std::string& word)
{
    const bool isLong = word.compare(0, 2, "--") == 0, isLetter = word.size() == 2 && IsName(word.substr(1));
    if (command.mayRepeatLastPlace) { return word[0] == '-' && (isLong || isLetter); }
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

inline const Option* FindOption(const Command& command, const std::string& name)
{
    const auto isNamed = [&](const Option& option) { return option.name == name; };
    const auto option = std::find_if(command.options.begin(), command.options.end(), isNamed);
    return option == command.options.end() ? nullptr : &*option;
}

// clang-format off
// Options of other programs. The first row counts that means an option or a place of this program.
inline constexpr FrameworkNames RelatedOptions[] = {
    {"-o --out --output", "TENSOR OUTPUT --map --svg"},
    {"--draw --diff --heatmap --picture --plot --svg", "--map --svg"},
    {"--dtype --data-type --element-type --type", "--type TYPE"}, {"--dims --shape --sizes", "SIZES"},
    {"--size", "--total SIZES"}, {"--bytes --nbytes --buffer-size --size-in-bytes", "--total"},
    {"--image --in", "IMAGE"}, {"--channels-last --nhwc", "--layout:NHWC"},
    {"--channels-first --nchw", "--layout:NCHW"}, {"--data-format --format --memory-format", "--layout"},
    {"--axes --perm --permutation --permute", "--transpose"},
    {"--axes --perm --permutation --permute --transpose", "--layout"}, {"--order", "--layout --channels"},
    {"--dim-order", "--order --layout"}, {"--offset --start --skip", "--start --slice:for:elements --bind:for:bytes"},
    {"--header --header-size --seek", "--start"}, {"--crop --narrow --select", "--slice"}, {"--expand", "--broadcast"},
    {"--padding", "--pad-rows"}, {"--owned --owned-by-dml --managed", "--flags:OWNED_BY_DML"}, {"--dim", "--axis"},
    {"--line-stride --pitch --row-stride --stride-bytes", "--row-pitch"},
    {"--line-stride --pad-rows --padding --pitch --row-pitch --row-pitch-multiple --row-stride", "--strides"},
    {"--alpha --rgba", "--channels:rgba"}, {"--bgr --swap-rb", "--channels:bgr"}, {"--bgra", "--channels:bgra"},
    {"--color --colour --colors", "--channels"}, {"--float16 --fp16 --half", "--type:FLOAT16"},
    {"--float --float32 --fp32", "--type:FLOAT32"}, {"--row-alignment", "--row-pitch-multiple --pad-rows"},
    {"--norm --normalise --normalize", "--mean:and:--std"}, {"--denominator --div --divide --rescale", "--scale:1/255"},
    {"--deviation --sigma", "--std"}, {"-e --desired --golden --ref --reference --target --truth", "--expected"},
    {"--candidate --found --got --result --test", "--actual"}, {"--a --b", "--expected --actual"},
    {"--atol --absolute-tolerance", "--absolute"}, {"--rtol --relative-tolerance", "--relative"},
    {"--eps --epsilon --threshold --tol --tolerance", "--absolute --relative"}, {"--max-ulp --max-ulps", "--ulps"},
};
// clang-format on

// Returns what a word that is not an option of the program may mean.
inline std::string OptionSuggestion(const Command& command, const std::string& word)
{
    Words known = Split(Join(command.places, " "), ' ');
    for (const Option& option : command.options) { known.emplace_back(option.name); }
    const auto isKnown = [&](const std::string& meant)
    { return std::find(known.begin(), known.end(), meant.substr(0, meant.find(' '))) != known.end(); };
    std::string name = Lower(word);
    std::replace(name.begin(), name.end(), '_', '-');
    Words meant = MeantBy(RelatedOptions, name, isKnown);
    const std::string similar = meant.empty() ? SimilarName(name, known) : "";
    if (!similar.empty()) { meant.push_back(similar); }
    const bool isField = meant.empty() && word != "--" && command.places.back() == std::string("FIELD");
    if (isField) { meant.push_back(WithoutPrefix(word, {"--", "-"}) + "=VALUE"); }
    const std::string place = " without an option, as in " + command.example;
    for (std::string& one : meant) { one += isKnown(one) && one[0] != '-' ? place : ""; }
    return DidYouMean(meant);
}

// Reads the option at words[i] and its value. Leaves i at the last word of the value.
inline Argument ParseOption(const Command& command, const Words& words, std::size_t& i)
{
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string name = Lower(word.substr(0, equals));
    const Option* const option = FindOption(command, name);
    if (option == nullptr)
    {
        const std::string written = word.substr(0, equals), list = "; " + command.program + " --help lists them";
        Reject({"", written}, "unknown option" + OptionSuggestion(command, written) + list);
    }
    Argument argument{name, ""};
    const bool isSwitch = *option->value == '\0', hasEquals = equals != std::string::npos;
    if (isSwitch && hasEquals) { Reject(argument, "it does not accept a value; write " + name + " alone"); }
    if (isSwitch) { return argument; }
    const std::string fix = "; write " + name + " " + option->value;
    if (!hasEquals && i + 1 == words.size()) { Reject(argument, "its value is missing" + fix); }
    argument.value = hasEquals ? word.substr(equals + 1) : words[++i];
    if (argument.value.empty()) { Reject(argument, "its value is empty" + fix); }
    const std::string extension = Lower(std::filesystem::path(argument.value).extension().string());
    const bool isSvg = option->value != std::string("FILE.svg") || extension.empty() || extension == ".svg";
    if (!isSvg) { Reject(argument, "the drawing is an SVG; give a name that ends in .svg"); }
    return argument;
}

// Rejects arguments[i], for which there is no place.
[[noreturn]] inline void RejectTooMany(const Command& command, const Arguments& arguments, std::ptrdiff_t i)
{
    const auto isNumber = [](const Argument& each)
    {
        const bool hasDigit = std::any_of(each.value.begin(), each.value.end(), IsDigit);
        return hasDigit && each.value.find_first_not_of("+-.0123456789,") == std::string::npos;
    };
    const auto argument = arguments.begin() + i;
    const std::string& word = argument->value;
    const Argument before = i == 0 ? Argument() : argument[-1];
    const Option* const option = command.mayRepeatLastPlace ? nullptr : FindOption(command, before.name);
    const std::string value = option == nullptr ? "" : *option->value == '\0' ? "alone" : option->value;
    std::string fix = "; write " + (option == nullptr ? "for example: " + command.example : before.name + " " + value);
    if (isNumber(before) && isNumber(*argument))
    {
        auto first = argument - 1;
        while (first->name[0] != '-' && first != arguments.begin() && isNumber(first[-1])) { --first; }
        const Arguments list(first, std::find_if_not(argument, arguments.end(), isNumber));
        fix = "; a list has no blanks: " + Join(list, ",", [](const Argument& each) { return each.value; });
    }
    const bool isSvg = Lower(std::filesystem::path(word).extension().string()) == ".svg";
    const bool isType = ParseDataType(word) != dml::DML_TENSOR_DATA_TYPE_UNKNOWN;
    const std::string drawing = FindOption(command, "--map") ? "--map " : "--svg ";
    // "--layout NHWC", or "--strides=3,1" of strides=3,1
    const std::string meant = (ParseLayout(word) ? "--layout " : isType ? "--type " : isSvg ? drawing : "--") + word;
    const bool isMeant = FindOption(command, Lower(meant.substr(0, meant.find_first_of(" ="))));
    Reject({"''", word}, "one argument too many" + (isMeant ? DidYouMean({meant}) : fix));
}

[[noreturn]] inline void RejectMissing(const std::string& what, const Command& command)
{
    throw Failure(what + " missing; write for example: " + command.example);
}

// Returns the arguments in their order. An option may be in any case, and written --name=value.
inline Arguments Parse(const Command& command, const Words& words)
{
    Arguments arguments;
    std::size_t placesUsed = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const bool isOption = IsOption(command, words[i]);
        const bool hasPlace = placesUsed < command.places.size() || command.mayRepeatLastPlace;
        const std::string place = hasPlace ? command.places[std::min(placesUsed, command.places.size() - 1)] : "";
        const Argument argument = isOption ? ParseOption(command, words, i) : Argument{place, words[i]};
        placesUsed += isOption ? 0 : 1;
        const bool isEmpty = argument.value.empty() && !isOption && hasPlace;
        if (isEmpty) { Reject(argument, "it is empty; write for example: " + command.example); }
        const bool isTwice =
            isOption && Find(arguments, argument.name) != nullptr && !FindOption(command, argument.name)->mayRepeat;
        if (isTwice) { Reject({argument.name, ""}, "given twice; give it once"); }
        arguments.push_back(argument);
    }
    if (const Argument* more = Find(arguments, "")) { RejectTooMany(command, arguments, more - arguments.data()); }
    if (placesUsed < command.neededPlaces)
    {
        const std::string last = command.places[command.neededPlaces - 1];
        const bool areAll = placesUsed == 0 && command.neededPlaces > 1;
        RejectMissing(areAll ? command.places[0] + (" and " + last + " are") : last + " is", command);
    }
    return arguments;
}

inline bool AsksForHelp(const Words& words)
{
    const std::string first = words.empty() ? "" : Lower(words[0]);
    const auto isHelp = [](const std::string& word) { return Lower(word) == "--help" || Lower(word) == "-h"; };
    return first == "help" || first == "-help" || first == "/?" || std::any_of(words.begin(), words.end(), isHelp);
}

// Returns a line of --help for each option, or more if its help has several.
inline std::string OptionsText(const Command& command)
{
    constexpr std::size_t Column = 24;
    const std::string newLine = "\n" + std::string(Column, ' ');
    std::string text;
    for (const Option& option : command.options)
    {
        std::string name = "  " + std::string(option.name) + " " + option.value;
        if (name.size() < Column) { name.resize(Column, ' '); }
        else { name += newLine; }
        text += name + Join(Split(option.help, '\n'), newLine) + "\n";
    }
    return text;
}

// Returns a number with at most 6 digits.
inline std::string NumberText(double value)
{
    char digits[32];
    static_cast<void>(std::snprintf(digits, sizeof(digits), "%.6g", value));
    return digits;
}

inline void Print(const std::string& text) { static_cast<void>(std::fputs(text.c_str(), stdout)); }

// ---- files ----------------------------------------------------------------------------------------------------------

using Bytes = std::vector<unsigned char>;

// Reads a whole file.
inline Bytes ReadFile(const std::string& name)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(name, error); // fails for folders and devices
    std::ifstream file;
    if (!error) { file.open(name, std::ios::binary); }
    const std::string reason = error ? error.message() : "opening failed";
    if (!file.is_open()) { Reject({"", name}, "cannot be read (" + reason + "); name a readable file"); }
    Bytes bytes(static_cast<std::size_t>(size));
    if (size != 0 && !file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    {
        Reject({"", name}, "cannot be read to its end; it may have been changed meanwhile");
    }
    return bytes;
}

constexpr char CannotBeWritten[] = "cannot be written; name a file in a folder that can be written and has room";

// Writes beside the named file, under a name of its own, and replaces the named file at the end. A target that
// is not a regular file, such as a pipe, is written directly.
class OutputFile
{
public:
    explicit OutputFile(const std::string& name) : m_target(name)
    {
        constexpr int MaxLinks = 40; // more are a loop
        std::error_code error;
        std::filesystem::file_status status = std::filesystem::symlink_status(m_target, error);
        for (int i = 0; i < MaxLinks && std::filesystem::is_symlink(status); ++i)
        {
            m_target = m_target.parent_path() / std::filesystem::read_symlink(m_target, error);
            status = std::filesystem::symlink_status(m_target, error);
        }
        if (!std::filesystem::exists(status)) { OpenBeside(); }
        else if (!std::filesystem::is_regular_file(status)) { m_stream.open(m_target, std::ios::binary); }
        else if (std::ofstream(m_target, std::ios::binary | std::ios::in)) // a protected file is not replaced
        {
            OpenBeside();
            std::filesystem::permissions(m_written, status.permissions(), error);
        }
        m_isGood = m_stream.is_open();
    }

    ~OutputFile()
    {
        m_stream.close();
        std::error_code ignored;
        if (!m_written.empty()) { std::filesystem::remove(m_written, ignored); }
    }

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Returns whether everything could be written so far.
    bool Write(const void* data, std::size_t bytes)
    {
        m_isGood = m_isGood && m_stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
        return m_isGood;
    }

    // Ends the file. Returns whether it is complete.
    bool Finish()
    {
        m_stream.close();
        std::error_code error;
        if (m_isGood && m_stream && !m_written.empty()) { std::filesystem::rename(m_written, m_target, error); }
        m_isGood = m_isGood && m_stream && !error;
        if (m_isGood) { m_written.clear(); }
        return m_isGood;
    }

private:
    // The name begins as the target's does, such as map.svg.unfinished123, because a program that is interrupted leaves
    // this file. The beginning of a long name leaves room for the rest, because systems limit the length of names.
    void OpenBeside()
    {
        constexpr std::size_t MaxLength = 100;
        std::filesystem::path::string_type beginning = m_target.filename().native();
        if (beginning.size() > MaxLength) { beginning.resize(MaxLength); }
        m_written = m_target.parent_path() / beginning;
        m_written += ".unfinished" + std::to_string(std::random_device()());
        m_stream.open(m_written, std::ios::binary);
    }

    std::filesystem::path m_target;
    std::filesystem::path m_written; // empty if the target itself is written, or the file is finished
    std::ofstream m_stream;
    bool m_isGood = false;
};

// Writes a file that is complete, or leaves what was there. The argument's value is its name.
inline void WriteFile(const Argument& argument, const void* data, std::size_t bytes, const std::string& header = "")
{
    OutputFile file(argument.value);
    const bool isGood = file.Write(header.data(), header.size()) && file.Write(data, bytes) && file.Finish();
    if (!isGood) { Reject(argument, CannotBeWritten); }
}

inline void WriteFile(const Argument& argument, const std::string& text)
{
    WriteFile(argument, text.data(), text.size());
}

// ---- the program ----------------------------------------------------------------------------------------------------

// Calls run(words), and returns its exit code.
template <class Run> int RunProgram(const char* program, int argumentCount, char** arguments, const Run& run)
{
    const auto fail = [&](const char* text, int exitCode)
    {
        static_cast<void>(std::fprintf(stderr, "%s: %s\n", program, text));
        return exitCode;
    };
    try
    {
        const int exitCode = run(JoinedWords({arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount}));
        const bool isWritten = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
        return isWritten ? exitCode : fail("stdout cannot be written; is its disk full?", ExitBadInput);
    }
    catch (const Failure& failure)
    {
        return fail(failure.what(), failure.exitCode);
    }
    catch (const std::bad_alloc&)
    {
        return fail("there is not enough memory; use a smaller input", ExitBadInput);
    }
    catch (const std::exception& exception)
    {
        return fail(exception.what(), ExitBadInput);
    }
}

} // namespace command_line
