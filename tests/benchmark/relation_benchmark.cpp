// Measures Summarize and MeasureSimilarity beside memcpy, and FindRelation beside a comparison of tensors of which all
// elements differ. Prints milliseconds of processor time and the ratios, the best of a few rounds.
//
//   usage: relation_benchmark [--quick]    --quick: 4 MiB instead of 64, and one round
#include "dml_tensor_relation.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace
{
using namespace dml_tensor_utils;

int rounds = 5;

// Returns the milliseconds of the fastest round.
template <class Function> double Milliseconds(Function function)
{
    double best = 1e9;
    for (int i = 0; i < rounds; ++i)
    {
        const std::clock_t start = std::clock();
        function();
        const double taken = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        best = taken < best ? taken : best;
    }
    return best;
}

std::vector<float> RandomValues(std::size_t count, std::uint64_t state)
{
    std::vector<float> values(count);
    for (float& value : values)
    {
        state = state * 6364136223846793005U + 1442695040888963407U;
        value = static_cast<float>(state >> 40) / 4096 - 2048;
    }
    return values;
}

// Returns the position of the element before it was put into the order NHWC.
std::size_t FromPixels(std::size_t i, std::size_t channels, std::size_t plane)
{
    return i % channels * plane + i / channels % plane + i / (channels * plane) * (channels * plane);
}

void Measure(std::uint32_t channels, std::uint32_t edge)
{
    const TensorLayout layout = TensorLayout::Packed({1, channels, edge, edge});
    const auto count = static_cast<std::size_t>(layout.ElementCount());
    const std::vector<float> expected = RandomValues(count, 1);
    const std::vector<float> unrelated = RandomValues(count, 2);
    std::vector<float> actual = unrelated; // keeps its memory
    const Source e = SourceOf(expected, layout), a = SourceOf(actual, layout);
    std::uint64_t used = 0;
    const double different = Milliseconds([&] { used += CompareTensors(e, a).different; });
    const double summary = Milliseconds([&] { used += Summarize(e).zero; });
    const double similarity = Milliseconds([&] { used += MeasureSimilarity(e, a).compared; });
    const double copy = Milliseconds([&] { std::memcpy(actual.data(), expected.data(), count * sizeof(float)); });
    std::printf("{1,%u,%u,%u}: memcpy %.2f ms\n", channels, edge, edge, copy);
    std::printf("  Summarize          %7.2f ms, %5.2f of memcpy (asked: 3)\n", summary, summary / copy);
    std::printf("  MeasureSimilarity  %7.2f ms, %5.2f of memcpy (asked: 3.5)\n", similarity, similarity / copy);
    std::printf("  CompareTensors     %7.2f ms, all elements differ (%llu)\n", different,
                static_cast<unsigned long long>(used));
    const auto find = [&](const char* name)
    {
        Relation found;
        const double taken = Milliseconds([&] { found = FindRelation(e, a); });
        std::printf("  FindRelation       %7.2f ms, %5.2f of CompareTensors (asked: 12), %s: %s\n", taken,
                    taken / different, name, Explain(found).c_str());
    };
    const std::size_t plane = std::size_t{edge} * edge;
    actual = unrelated;
    find("unrelated");
    actual.assign(count, 0);
    find("zeros");
    for (std::size_t i = 0; i < count; ++i) { actual[i] = 255 * expected[i]; }
    find("factor");
    for (std::size_t i = 0; i < count; ++i) { actual[i] = expected[i / edge * edge + edge - 1 - i % edge]; }
    find("mirrored");
    for (std::size_t i = 0; i < count; ++i) { actual[i] = expected[FromPixels(i, channels, plane)]; }
    find("NHWC");
    actual = expected;
    for (std::size_t i = count; i > 1; --i) { std::swap(actual[i - 1], actual[(i * 2654435761U + i / 7) % i]); }
    find("shuffled");
    actual = expected;
    for (std::size_t i = 0; i < count; i += 1001) { actual[i] += 1; }
    find("one of 1001 differs");
}
} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = argc > 1 && std::string(argv[1]) == "--quick";
    rounds = isQuick ? 1 : 5;
    Measure(4, isQuick ? 512 : 2048);
    Measure(3, 512);
}
