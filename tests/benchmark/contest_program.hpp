// Shared by the benchmark programs: command lines, reports and exit codes.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_PROGRAM_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_PROGRAM_HPP

#include "contest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace contest
{
inline constexpr int ExitRight = 0;
inline constexpr int ExitWrong = 1; // a result was wrong, or could not be computed or written
inline constexpr int ExitBadInput = 2;

// ---- text -----------------------------------------------------------------------------------------------------------

// Returns at most one line; longer texts are truncated.
template <class... Arguments> std::string Format(const char* format, Arguments... arguments)
{
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), format, arguments...);
    return text.data();
}

inline std::string CompilerName()
{
#if defined(__clang__)
    return Format("clang %d.%d.%d", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return Format("g++ %d.%d.%d", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#elif defined(_MSC_FULL_VER)
    return Format("MSVC %d", _MSC_FULL_VER);
#else
    return "unknown compiler";
#endif
}

inline std::string CpuName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
    {
        const std::size_t colon = line.find(": ");
        if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos) { return line.substr(colon + 2); }
    }
    return "unknown CPU";
}

inline double GeometricMean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values) { sum += std::log(value); }
    return values.empty() ? 0 : std::exp(sum / static_cast<double>(values.size()));
}

// A missing contender has none.
inline std::string Ratio(double value) { return value > 0 ? Format("%.3f", value) : "-"; }

// ---- paths ----------------------------------------------------------------------------------------------------------

struct NamedPath
{
    const char* name; // for --path
    const char* title;
    Path path;
};

inline constexpr std::array<NamedPath, 4> Paths{{{"portable", "1 element (portable)", Path::Portable},
                                                 {"sse2", "16 bytes", Path::Vector128},
                                                 {"neon", "16 bytes", Path::Vector128},
                                                 {"avx2", "32 bytes: AVX2", Path::Vector256}}};

inline const char* TitleOf(Path path)
{
    return std::find_if(Paths.begin(), Paths.end(), [&](const NamedPath& one) { return one.path == path; })->title;
}

// Returns the path of --path. It must be one that this machine supports.
inline Path ParsePath(const std::string& text, Path best)
{
    std::string names;
    for (const NamedPath& one : Paths)
    {
        if (one.path > best) { break; }
        if (text == one.name) { return one.path; }
        names += names.empty() ? one.name : std::string(", ") + one.name;
    }
    throw std::invalid_argument("--path " + text + ": this machine has " + names);
}

// ---- the rest of the command line -----------------------------------------------------------------------------------

// Returns the value of the option words[i], and moves i to it.
inline const std::string& TakeValue(const std::vector<std::string>& words, std::size_t& i)
{
    if (i + 1 == words.size()) { throw std::invalid_argument(words[i] + ": its value is missing"); }
    return words[++i];
}

inline std::size_t ParseNumber(const std::string& option, const std::string& text, std::size_t least, std::size_t most)
{
    char* end = nullptr;
    const unsigned long number = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || number < least || number > most)
    {
        throw std::invalid_argument(option + ' ' + text + ": give a number from " + std::to_string(least) + " to "
                                    + std::to_string(most));
    }
    return number;
}

// Whether --row selects the case with this name. Each value is a part of names; without values all cases are selected.
inline bool IsAskedFor(const std::string& name, const std::vector<std::string>& texts)
{
    const auto isInName = [&](const std::string& text) { return name.find(text) != std::string::npos; };
    return texts.empty() || std::any_of(texts.begin(), texts.end(), isInName);
}

inline std::size_t ParseRounds(const std::string& text) { return ParseNumber("--rounds", text, 1, 1000); }

// The settings of --quick: one short round and small cold buffers.
inline constexpr Effort QuickEffort{1, 0, std::size_t{32} << 20};

// Opens an output file before the measurements begin.
inline std::ofstream Opened(const std::string& option, const std::string& name)
{
    std::ofstream file;
    if (!name.empty())
    {
        file.open(name, std::ios::binary);
        if (!file) { throw std::invalid_argument(option + ' ' + name + ": cannot be written"); }
    }
    return file;
}

inline void Write(std::ofstream& file, const std::string& name, const std::string& text)
{
    if (!file.is_open()) { return; }
    file << text << std::flush;
    if (!file) { throw std::runtime_error(name + " could not be written"); }
}

// Handles the arguments, --help and errors.
template <class Program>
int RunProgram(const char* name, const char* usage, int argumentCount, char** arguments, const Program& program)
{
    try
    {
        const std::vector<std::string> words(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount);
        if (std::find(words.begin(), words.end(), "--help") != words.end())
        {
            std::fputs(usage, stdout);
            return ExitRight;
        }
        return program(words);
    }
    catch (const std::invalid_argument& error)
    {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return ExitBadInput;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return ExitWrong;
    }
}
} // namespace contest

#endif
