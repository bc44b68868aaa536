// Random tests of ConvertTensor with any types, layouts, scales, biases, buffers and arguments. An oracle converts one
// element at a time by integer arithmetic, and a model lists the faults of a call. A rejected call must not write.
#pragma once

#include "dml_tensor_convert.hpp"
#include "models/conversions.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace random_conversions
{

using namespace convert_support;
using test_support::Met;

inline std::string CheckConvert(Random& random)
{
    constexpr std::uint32_t limits[] = {60, 400, 400, 1000, 5000};
    return Failures(RandomConvert(random, limits[random.Below(5)]));
}

inline std::string CheckBrokenConvert(Random& random, Met& met)
{
    const Convert convert = RandomConvert(random, 100);
    const Copy& copy = convert.sides;
    const std::uint64_t end = copy.destination.EndInBytes(copy.type);
    const Buffer other(copy.source.EndInBytes(convert.sourceType), copy.sourceMisalignment, copy.room, 1);
    Buffer buffer(end + other.Size(), copy.destinationMisalignment, copy.room, 2);
    ConvertCall call{{{copy.type, buffer.Data(), end, copy.destination},
                      {convert.sourceType, other.Data(), other.Size(), copy.source}},
                     convert.factors.Get()};
    BreakConversion(random, call);
    for (std::uint32_t faults = random.Below(3); faults > 0; --faults) { BreakCall(random, call.sides, buffer); }
    Count(FaultsOf(call), "", met);
    return Failures(call, buffer, other);
}

inline std::string Check(Random& random, Met& met)
{
    return random.Below(3) < 2 ? CheckConvert(random) : CheckBrokenConvert(random, met);
}

} // namespace random_conversions
