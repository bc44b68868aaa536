// Converts all 2^32 FLOAT32 values to FLOAT16 on every path of this machine, and compares with a conversion by integer
// arithmetic: as rows, through a transpose, and as pixels of four channels, which have different kernels. The
// arithmetic of this file is compared with the tests' oracle for a million values. Takes one to two minutes.
//
//   usage: every_float [first last]    blocks of 65536 values, 0 to 65535; all otherwise
#include "dml_tensor_convert.hpp"
#include "models/conversions.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace
{
using namespace convert_support;

constexpr std::uint32_t BlockValues = 65536;
constexpr std::uint32_t Blocks = 65536;

// Rounds to nearest, ties to even, without branches, so that the compiler can vectorize it.
std::uint16_t HalfOf(std::uint32_t bits)
{
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    const std::uint32_t exponent = magnitude >> 23;
    // A normal half: 13 bits are rounded away, and a carry goes to the exponent. 65520 and above become infinite.
    const std::uint32_t normal = (magnitude - (112U << 23) + 0x0FFFU + (magnitude >> 13 & 1U)) >> 13;
    // A subnormal half: `shift` bits of the mantissa, with its leading 1, are rounded away. 25 and more are all of
    // them.
    const std::uint32_t wanted = 126U - exponent;
    const std::uint32_t shift = wanted > 25U ? 25U : wanted;
    const std::uint32_t mantissa = (magnitude & 0x007FFFFFU) | 0x00800000U;
    const std::uint32_t kept = mantissa >> shift;
    const std::uint32_t rest = mantissa - (kept << shift);
    const std::uint32_t tie = (1U << shift) >> 1;
    const std::uint32_t subnormal = kept + (rest > tie || (rest == tie && (kept & 1U) != 0) ? 1U : 0U);
    const std::uint32_t finite = exponent > 112U ? normal : subnormal;
    const std::uint32_t half = magnitude > 0x7F800000U ? 0x7E00U : magnitude >= 0x477FF000U ? 0x7C00U : finite;
    return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | half);
}

// All NaNs count as equal.
bool IsRight(std::uint16_t half, std::uint16_t right)
{
    return half == right || ((half & 0x7FFFU) > 0x7C00U && (right & 0x7FFFU) > 0x7C00U);
}

struct Way
{
    const char* name;
    TensorLayout destination;
    TensorLayout source;
    std::vector<std::uint32_t> places; // where element i of the source is written
};

Way WayOf(const char* name, const TensorLayout& destination, const TensorLayout& source)
{
    Way way{name, destination, source, std::vector<std::uint32_t>(BlockValues)};
    ForEachCoordinate(destination.Sizes(),
                      [&](const Coordinates& at)
                      {
                          const std::uint32_t rank = destination.Rank();
                          way.places[ElementAt(source, at, rank)] =
                              static_cast<std::uint32_t>(ElementAt(destination, at, rank));
                      });
    return way;
}

int Run(std::uint32_t first, std::uint32_t last)
{
    Random random(1);
    for (int i = 0; i < 1000000; ++i)
    {
        const auto bits = static_cast<std::uint32_t>(RandomElement(random, Float32));
        if (!IsRight(HalfOf(bits), static_cast<std::uint16_t>(BitsAs(NumberOf(bits, Float32), Float16))))
        {
            std::printf("every_float: its own arithmetic is wrong for the bits %08x\n", static_cast<unsigned>(bits));
            return 1;
        }
    }
    const Dimensions planes{256, 256};
    const Dimensions pixels{1, 4, 128, 128};
    const Way ways[] = {
        WayOf("rows", TensorLayout::Packed({BlockValues}), TensorLayout::Packed({BlockValues})),
        WayOf("a transpose", TensorLayout::Packed(planes), TensorLayout::Packed(planes, {1, 0})),
        WayOf("pixels of four channels", TensorLayout::Packed(pixels, Layout::NHWC), TensorLayout::Packed(pixels))};
    std::vector<std::uint32_t> values(BlockValues);
    std::vector<std::uint16_t> right(BlockValues);
    std::vector<std::uint16_t> halves(BlockValues);
    int wrong = 0;
    for (std::uint32_t block = first; block <= last && wrong == 0; ++block)
    {
        for (std::uint32_t i = 0; i < BlockValues; ++i) { values[i] = block * BlockValues + i; }
        for (std::uint32_t i = 0; i < BlockValues; ++i) { right[i] = HalfOf(values[i]); }
        for (const Way& way : ways)
        {
            ForEachPath(
                {},
                [&](CopyPath path)
                {
                    const Diagnosis said = ConvertBy(
                        path, Destination{Float16, halves.data(), 2 * BlockValues, way.destination},
                        Source{Float32, values.data(), 4 * BlockValues, way.source}, Conversion{}, CopyHint::Cached);
                    std::uint32_t differ = said.Ok() ? 0 : 1;
                    for (std::uint32_t i = 0; i < BlockValues; ++i)
                    {
                        differ |= IsRight(halves[way.places[i]], right[i]) ? 0U : 1U;
                    }
                    if (differ == 0) { return; }
                    wrong = 1;
                    std::printf("every_float: wrong halves by %s as %s, of the values %08x to %08x\n",
                                Name(path).c_str(), way.name, static_cast<unsigned>(values.front()),
                                static_cast<unsigned>(values.back()));
                },
                detail::BestConvertPath());
        }
    }
    if (wrong == 0)
    {
        std::printf("every_float: FLOAT32 to FLOAT16 is right for %llu values, by every path\n",
                    static_cast<unsigned long long>(last - first + 1) * BlockValues);
    }
    return wrong;
}
} // namespace

int main(int count, char** arguments)
{
    const auto block = [&](int i, std::uint32_t otherwise)
    { return count == 3 ? static_cast<std::uint32_t>(std::strtoul(arguments[i], nullptr, 10)) : otherwise; };
    const std::uint32_t first = block(1, 0);
    const std::uint32_t last = block(2, Blocks - 1);
    if (first > last || last >= Blocks)
    {
        std::printf("every_float: blocks are 0 to %u, the first before the last\n", static_cast<unsigned>(Blocks - 1));
        return 2;
    }
    return Run(first, last);
}
