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
    if (command.mayRepeatLastPlace) { return word.compare(0, 2, "--") == 0; }
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

// Reads the option at words[i] and its value. Leaves i at the last word of the value.
inline Argument ParseOption(const Command& command, const Words& words, std::size_t& i)
{
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string name = Lower(word.substr(0, equals));
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& known) { return known.name == name; });
    if (option == command.options.end())
    {
        Words names;
        for (const Option& known : command.options) { names.emplace_back(known.name); }
        Reject({"", word.substr(0, equals)},
               "unknown option" + OptionSuggestion(name, names) + "; " + command.program + " --help lists them");
    }
    Argument argument{name, ""};
    const bool isSwitch = *option->value == '\0', hasEquals = equals != std::string::npos;
    if (isSwitch && hasEquals) { Reject(argument, "it does not accept a value; write " + name + " alone"); }
    if (isSwitch) { return argument; }
    const std::string fix = "; write " + name + " " + option->value;
    if (!hasEquals && i + 1 == words.size()) { Reject(argument, "its value is missing" + fix); }
    argument.value = hasEquals ? word.substr(equals + 1) : words[++i];
    if (argument.value.empty()) { Reject(argument, "its value is empty" + fix); }
    return argument;
}

// Returns the place of an argument without an option. `used` is the number of such arguments before it.
inline std::string PlaceOf(const Command& command, std::size_t used, const std::string& word)
{
    if (used < command.places.size()) { return command.places[used]; }
    if (command.mayRepeatLastPlace) { return command.places.back(); }
    const std::string layout = Upper(word);
    const std::string places = Join(command.places, ", ");
    Reject({"''", word}, "one argument too many"
                             + (ParseLayout(word) ? DidYouMean({"--layout " + layout})
                                                  : "; write " + places + ", then options, and no blanks in a list"));
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
        const Argument argument =
            isOption ? ParseOption(command, words, i) : Argument{PlaceOf(command, placesUsed++, words[i]), words[i]};
        const auto mayRepeat = [&](const Option& option) { return option.mayRepeat && option.name == argument.name; };
        const bool isTwice = isOption && Find(arguments, argument.name) != nullptr
                             && std::none_of(command.options.begin(), command.options.end(), mayRepeat);
        if (isTwice) { Reject({argument.name, ""}, "given twice; give it once"); }
        arguments.push_back(argument);
    }
    if (placesUsed < command.neededPlaces)
    {
        const std::string last = command.places[command.neededPlaces - 1];
        const bool areAll = placesUsed == 0 && command.neededPlaces > 1;
        RejectMissing(areAll ? command.places[0] + (" and " + last + " are") : last + " is", command);
    }
    for (const Argument& argument : arguments)
    {
        const bool isEmptyPlace = argument.value.empty() && argument.name[0] != '-';
        if (isEmptyPlace) { Reject(argument, "it is empty; write for example: " + command.example); }
    }
    return arguments;
}

inline bool AsksForHelp(const Words& words)
{
    const auto isHelp = [&](const std::string& word)
    {
        const std::string text = Lower(word);
        const bool isFirst = &word == &words[0];
        return text == "--help" || text == "-h" || (isFirst && (text == "help" || text == "-help" || text == "/?"));
    };
    return std::any_of(words.begin(), words.end(), isHelp);
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
