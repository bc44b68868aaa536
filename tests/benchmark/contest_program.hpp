// Shared by the benchmark programs: the command line, the report and exit codes.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_PROGRAM_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_CONTEST_PROGRAM_HPP

#include "contest.hpp"
#include "contest_memory.hpp"

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

inline constexpr std::array<NamedPath, 5> Paths{{{"portable", "1 element (portable)", Path::Portable},
                                                 {"sse2", "16 bytes", Path::Vector128},
                                                 {"neon", "16 bytes", Path::Vector128},
                                                 {"avx2", "32 bytes: AVX2", Path::Vector256},
                                                 {"avx512", "64 bytes: AVX-512", Path::Vector512}}};

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

// ---- the command line -----------------------------------------------------------------------------------------------

struct Options
{
    std::vector<std::string> rows; // the values of --row
    std::string table;             // the file of --table
    Effort effort;
    Path path;
    std::size_t at = 16; // bytes after the start of a cache line, for the contenders that are measured there
    bool isList = false;
};

inline constexpr const char* OptionsText = R"(
  --list         print the cases and their required ratios
  --row TEXT     run the cases whose name contains TEXT; may be repeated
  --at N         offset in a cache line of the buffers of the column "at N", 0 to 63 bytes; default 16
  --path NAME    kernels: portable, sse2 or neon, avx2, avx512; default: the best of this machine
  --rounds N     1 to 1000 rounds; default 15
  --quick        one short round and small cold buffers: checks the results, measures nothing
  --table FILE   write a table in Markdown: the cases with ordinary pages
  --help         print this
Each case is measured with ordinary pages and, if the system provides them, with large ones. The exit code is 0 if all
results were right, whatever the speed, otherwise 1.
)";

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

inline Options ParseOptions(const std::vector<std::string>& words, Path best)
{
    Options options;
    options.path = best;
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::string& word = words[i];
        const auto value = [&]() -> const std::string&
        {
            if (i + 1 == words.size()) { throw std::invalid_argument(word + ": its value is missing"); }
            return words[++i];
        };
        if (word == "--list") { options.isList = true; }
        else if (word == "--quick") { options.effort = {1, 0, std::size_t{32} << 20}; }
        else if (word == "--row") { options.rows.push_back(value()); }
        else if (word == "--path") { options.path = ParsePath(value(), best); }
        else if (word == "--at") { options.at = ParseNumber(word, value(), 0, dtu::detail::CacheLineBytes - 1); }
        else if (word == "--rounds") { rounds = ParseNumber(word, value(), 1, 1000); }
        else if (word == "--table") { options.table = value(); }
        else { throw std::invalid_argument(word + ": unknown option; --help lists them"); }
    }
    options.effort.rounds = rounds != 0 ? rounds : options.effort.rounds;
    return options;
}

// ---- the report -----------------------------------------------------------------------------------------------------

// The speed of one contender, with the speed of another one = 1.
struct Column
{
    const char* title;
    std::size_t contender;
    std::size_t other;
};

// The times of a case with ordinary pages and, if there are any, with large ones.
template <std::size_t Count> using TimesOnPages = std::vector<Times<Count>>;

inline void PrintHead(const Options& options, const std::vector<Column>& columns, std::size_t kindsOfPages)
{
    std::printf("%s, %s, vectors of %s, %zu rounds\n", CpuName().c_str(), CompilerName().c_str(), TitleOf(options.path),
                options.effort.rounds);
    std::printf(
        "Medians; < is less than asked. Cold cases rotate through 2 x %zu MiB. at: %zu bytes after the start of a "
        "cache line\n\n%-46s %5s",
        options.effort.coldBytes >> 20, options.at, "case", "asked");
    for (std::size_t pages = 0; pages < kindsOfPages; ++pages)
    {
        std::printf(pages == 0 ? " | ordinary:" : " | large:   ");
        for (const Column& column : columns) { std::printf(" %8s", column.title); }
        std::printf(" %10s", "ours, ns");
    }
    std::printf("\n");
}

// Prints for each column the geometric mean of the cases that have it.
template <std::size_t Count>
void PrintMeans(const std::vector<TimesOnPages<Count>>& results, const std::vector<Column>& columns)
{
    std::printf("\ngeometric means, ordinary pages:");
    for (const Column& column : columns)
    {
        std::vector<double> speeds;
        for (const TimesOnPages<Count>& times : results)
        {
            const double speed = times.front().Speed(column.contender, column.other);
            if (speed > 0) { speeds.push_back(speed); }
        }
        std::printf(" %s %s (%zu)", column.title, Ratio(GeometricMean(speeds)).c_str(), speeds.size());
    }
    std::printf("\n");
}

// Runs the cases with run(one, pages), and prints a line for each. Case has Title() and Asked(), which is the required
// ratio of the first column, or 0. `ours` is the contender whose time is printed.
template <std::size_t Count, class Case, class Run>
std::vector<TimesOnPages<Count>> RunCases(const std::vector<Case>& cases, const Options& options, std::size_t ours,
                                          const std::vector<Column>& columns, const Run& run)
{
    const bool hasLargePages = HasLargePages();
    PrintHead(options, columns, hasLargePages ? 2 : 1);
    std::vector<TimesOnPages<Count>> results;
    std::size_t wrongCount = 0;
    for (const Case& one : cases)
    {
        try
        {
            results.push_back(RunOnPages(one.Title(), hasLargePages, [&](Pages pages) { return run(one, pages); }));
            std::printf("%-46s %5s", one.Title().c_str(), one.Asked() > 0 ? Format("%.2f", one.Asked()).c_str() : "-");
            for (const Times<Count>& times : results.back())
            {
                std::printf(" |         %s",
                            times.Speed(columns[0].contender, columns[0].other) < one.Asked() ? "<" : " ");
                for (const Column& column : columns)
                {
                    std::printf(" %8s", Ratio(times.Speed(column.contender, column.other)).c_str());
                }
                std::printf(" %10.1f", times.MedianOf(ours) * 1e9);
            }
            std::printf("\n");
            std::fflush(stdout);
        }
        catch (const std::exception& error)
        {
            std::printf("%-46s WRONG: %s\n", one.Title().c_str(), error.what());
            ++wrongCount;
        }
    }
    if (wrongCount != 0) { throw std::runtime_error(std::to_string(wrongCount) + " cases are WRONG"); }
    PrintMeans(results, columns);
    return results;
}

// Returns a table in Markdown with a row for each case. The first column is bold.
template <std::size_t Count, class Case>
std::string TableOf(const std::vector<Case>& cases, const std::vector<TimesOnPages<Count>>& results,
                    const std::vector<Column>& columns)
{
    std::string table = "| case |";
    for (const Column& column : columns) { table += Format(" %s |", column.title); }
    table += "\n|---|";
    for (std::size_t i = 0; i < columns.size(); ++i) { table += "---|"; }
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        table += "\n| " + cases[i].Title() + " |";
        for (const Column& column : columns)
        {
            const double speed = results[i].front().Speed(column.contender, column.other);
            table += speed > 0 ? Format(&column == columns.data() ? " **%.2f** |" : " %.2f |", speed) : "  |";
        }
    }
    return table + '\n';
}

// Writes the table if options.table names a file.
inline void WriteTable(const Options& options, const std::string& table)
{
    if (options.table.empty()) { return; }
    std::ofstream file(options.table, std::ios::binary);
    file << table << std::flush;
    if (!file) { throw std::runtime_error(options.table + ": cannot be written"); }
}

// Handles the command line and errors. program(cases, options) gets those of all cases that --row selects.
template <class Case, class Program>
int RunProgram(const char* name, int argumentCount, char** arguments, Path best, const std::vector<Case>& all,
               const Program& program)
{
    try
    {
        const std::vector<std::string> words(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount);
        if (std::find(words.begin(), words.end(), "--help") != words.end())
        {
            std::printf("usage: %s [options]%s", name, OptionsText);
            return ExitRight;
        }
        const Options options = ParseOptions(words, best);
        std::vector<Case> cases;
        for (const Case& one : all)
        {
            const std::string title = one.Title();
            const auto isInTitle = [&](const std::string& text) { return title.find(text) != std::string::npos; };
            const bool isSelected =
                options.rows.empty() || std::any_of(options.rows.begin(), options.rows.end(), isInTitle);
            if (isSelected) { cases.push_back(one); }
        }
        if (cases.empty()) { throw std::invalid_argument("no case contains the text of --row; --list names them"); }
        if (!options.isList)
        {
            program(cases, options);
            return ExitRight;
        }
        for (const Case& one : cases)
        {
            std::printf("%-46s %.2f\n", one.Title().c_str(), (std::max)(one.Asked(), 0.0));
        }
        return ExitRight;
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
