#include "page_examples.hpp"

#include <cstdio>
#include <ios>
#include <sstream>
#include <string>

namespace
{

int failureCount = 0;
std::ostringstream printed; // what the examples print to std::cout
int recipeCount = 0;
std::uint32_t lastReason = 0; // the page lists every reason in the order of the enumeration

void Fail(const char* name, const std::string& problem)
{
    ++failureCount;
    std::printf("%s: %s\n", name, problem.c_str());
}

} // namespace

void CheckReason(const char* place, const char* name, const Diagnosis& reason, const char* sentence)
{
    const auto number = static_cast<std::uint32_t>(reason.error);
    if (std::string(ToString(reason.error)) != name)
    {
        Fail(place, std::string("the example of ") + name + " is " + ToString(reason.error));
    }
    const std::string expected = std::string(sentence) + " [" + name + "]", found = Explain(reason).c_str();
    if (found != expected) { Fail(place, "the page has\n" + expected + "\nbut the sentence is\n" + found); }
    if (number != lastReason && number != lastReason + 1)
    {
        Fail(place, std::string(name) + " stands after " + ToString(static_cast<TensorError>(lastReason)));
    }
    lastReason = number;
}

void BeginPrinting()
{
    printed.str("");
    std::cout.copyfmt(std::ios(nullptr));
}

void CheckPrinted(const char* place, const char* text)
{
    ++recipeCount;
    if (printed.str() != text) { Fail(place, "it prints\n" + printed.str()); }
}

int main()
{
    std::streambuf* const terminal = std::cout.rdbuf(printed.rdbuf());
    RunExamples();
    std::cout.rdbuf(terminal);
    if (ToString(static_cast<TensorError>(lastReason + 1)) != std::string("?"))
    {
        Fail(ToString(static_cast<TensorError>(lastReason + 1)), "is not on the page");
    }
    std::printf("%u reasons, %d recipes, %d failures\n", lastReason, recipeCount, failureCount);
    return lastReason > 0 && recipeCount > 0 && failureCount == 0 ? 0 : 1;
}
