// split_over_threads divides one copy between two layouts over threads, by slicing both layouts alike.

#include "tools/describe_tensor/parse_text.hpp"
#include "dml_tensor_copy.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace dml_tensor_utils;

namespace
{

constexpr char Help[] =
    "Usage: split_over_threads [--sizes N,C,H,W] [--threads COUNT]\n"
    "\n"
    "Copies a tensor of floats from NCHW to NHWC, first by one thread, then divided over several (at most one for\n"
    "each image, or for each row if there are fewer images than threads), and compares the results.\n"
    "\n"
    "Exit code:\n"
    "  0  the results agree\n"
    "  1  they differ, or the copy is rejected\n"
    "  2  the input is wrong, the output cannot be written, or memory or threads are missing (a line on stderr)\n";

struct Tensor
{
    TensorLayout layout;
    std::vector<float> elements;

    std::size_t Bytes() const { return elements.size() * sizeof(float); }
};

Diagnosis CopySlice(Tensor& destination, const Tensor& source, std::uint32_t axis, std::uint32_t start,
                    std::uint32_t count)
{
    // A slice is a view of the whole buffer, with another first element and one smaller size.
    return CopyTensor(
        DataTypeOf<float>,
        Destination{destination.elements.data(), destination.Bytes(), destination.layout.Sliced(axis, start, count)},
        Source{source.elements.data(), source.Bytes(), source.layout.Sliced(axis, start, count)});
}

// Threads that are joined at the end, also if one of them cannot be started.
class Threads
{
public:
    explicit Threads(std::size_t most) { m_threads.reserve(most); }
    ~Threads() { Join(); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    template <class Work> void Start(const Work& work) { m_threads.emplace_back(work); }

    void Join()
    {
        for (std::thread& thread : m_threads) { thread.join(); }
        m_threads.clear();
    }

private:
    std::vector<std::thread> m_threads;
};

// Copies by several threads. Slices share no element, so the threads need no lock. (4-bit slices must not share a byte
// either, because copying one element rewrites the other in its byte: slices must meet at even offsets of the
// destination.)
Diagnosis CopyByThreads(Tensor& destination, const Tensor& source, std::uint32_t threadCount)
{
    // A thread gets whole images if there are enough, otherwise rows. N and H are the destination's slowest axes, so
    // each thread writes long runs of memory. Slices of C or W would make threads write to the same cache lines.
    const Dimensions& sizes = source.layout.Sizes();
    const std::uint32_t axis = sizes[0] >= threadCount ? 0 : 2;
    const std::uint32_t sliceCount = (std::min)(threadCount, sizes[axis]);
    const auto sliceStart = [&](std::uint32_t slice)
    { return static_cast<std::uint32_t>(std::uint64_t{sizes[axis]} * slice / sliceCount); };

    std::vector<Diagnosis> reasons(sliceCount);
    Threads threads(sliceCount);
    for (std::uint32_t slice = 0; slice < sliceCount; ++slice)
    {
        const std::uint32_t start = sliceStart(slice);
        const std::uint32_t count = sliceStart(slice + 1) - start;
        threads.Start([&destination, &source, &reason = reasons[slice], axis, start, count]
                      { reason = CopySlice(destination, source, axis, start, count); });
    }
    threads.Join();
    const auto rejected =
        std::find_if(reasons.begin(), reasons.end(), [](const Diagnosis& reason) { return !reason.Ok(); });
    return rejected == reasons.end() ? Diagnosis{} : *rejected;
}

// Returns the median speed of a few runs, in 10^9 bytes of elements per second. It includes starting the threads.
template <class Copy> double GigabytesPerSecond(const Tensor& source, const Copy& copy)
{
    constexpr std::size_t Runs = 7;
    std::vector<double> seconds;
    while (seconds.size() < Runs)
    {
        const auto start = std::chrono::steady_clock::now();
        const Diagnosis reason = copy();
        const auto end = std::chrono::steady_clock::now();
        if (!reason.Ok()) { throw std::runtime_error(Explain(reason).c_str()); }
        seconds.push_back((std::max)(std::chrono::duration<double>(end - start).count(), 1e-9));
    }
    std::sort(seconds.begin(), seconds.end());
    return static_cast<double>(source.Bytes()) / seconds[Runs / 2] / 1e9;
}

Dimensions ParseNumbers(const std::string& text, std::size_t count, std::uint32_t limit)
{
    const Dimensions numbers = parse_text::ParseList(text).values;
    const bool isInRange = std::all_of(numbers.begin(), numbers.end(),
                                       [&](std::uint32_t number) { return number >= 1 && number <= limit; });
    if (numbers.size() != count || !isInRange)
    {
        throw std::invalid_argument("'" + text + "' is wrong; write " + std::to_string(count)
                                    + (count == 1 ? " number" : " numbers") + " from 1 to " + std::to_string(limit));
    }
    return numbers;
}

int Run(const std::vector<std::string>& words)
{
    Dimensions sizes{8, 64, 112, 112};
    std::uint32_t threadCount = (std::max)(2U, (std::min)(64U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        const std::string value = i + 1 < words.size() ? words[i + 1] : "";
        if (words[i] == "--sizes") { sizes = ParseNumbers(value, 4, 0xFFFFFFFF); }
        else if (words[i] == "--threads") { threadCount = ParseNumbers(value, 1, 64)[0]; }
        else
        {
            throw std::invalid_argument("'" + words[i] + "' is unknown; split_over_threads --help lists the options");
        }
    }

    const BufferTensorDesc desc(DataTypeOf<float>, TensorLayout::Packed(sizes));
    if (!desc) { throw std::runtime_error(Explain(desc.Reason()).c_str()); }
    const auto count = static_cast<std::size_t>(desc.Layout().ElementCount());
    Tensor source{desc.Layout(), std::vector<float>(count)};
    for (std::size_t i = 0; i < count; ++i)
    {
        source.elements[i] = static_cast<float>(i % 0x1000000); // FLOAT32 holds these integers exactly
    }
    Tensor byOne{TensorLayout::Packed(sizes, Layout::NHWC), std::vector<float>(count, -1.0F)};
    Tensor byThreads = byOne;

    const double rateOfOne = GigabytesPerSecond(source, [&] { return CopySlice(byOne, source, 0, 0, sizes[0]); });
    const double rate = GigabytesPerSecond(source, [&] { return CopyByThreads(byThreads, source, threadCount); });
    std::printf("threads  1  %.2f GB/s\n", rateOfOne);
    std::printf("threads %2u  %.2f GB/s\n", threadCount, rate);
    const bool agree = byOne.elements == byThreads.elements;
    std::printf("the results %s\n", agree ? "agree" : "differ");
    return agree ? 0 : 1;
}

// Returns whether everything was printed; a disk can be full.
bool Flush() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

int Fail(const char* what, int exitCode)
{
    static_cast<void>(std::fprintf(stderr, "split_over_threads: %s\n", what));
    return exitCode;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    try
    {
        const std::vector<std::string> words(arguments + (argumentCount > 0 ? 1 : 0), arguments + argumentCount);
        const bool isHelp = std::find(words.begin(), words.end(), "--help") != words.end();
        if (isHelp) { std::printf("%s", Help); }
        const int exitCode = isHelp ? 0 : Run(parse_text::JoinedWords(words));
        return Flush() ? exitCode : Fail("stdout cannot be written; is its disk full?", 2);
    }
    catch (const std::invalid_argument& badInput)
    {
        return Fail(badInput.what(), 2);
    }
    catch (const std::bad_alloc&)
    {
        return Fail("there is not enough memory; use smaller sizes", 2);
    }
    catch (const std::system_error&)
    {
        return Fail("a thread cannot be started; use fewer", 2);
    }
    catch (const std::exception& rejected)
    {
        return Fail(rejected.what(), 1);
    }
}
