// ConvertTensor with any types, layouts, factors, buffers and arguments, beside an oracle that converts one element
// after the other by integer arithmetic and a model of what is refused. What is refused writes nothing.
#include "fuzz_target.hpp"

#include "convert_support.hpp"
#include "dml_tensor_convert.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace
{

using namespace convert_support;

std::string CheckConvert(ByteSource& source)
{
    const Convert convert = RandomConvert(source, 400);
    return Failures(convert);
}

std::string CheckBrokenConvert(ByteSource& source)
{
    static const float factors[200] = {};
    const Convert convert = RandomConvert(source, 100);
    const Copy& copy = convert.sides;
    const std::uint64_t end = copy.destination.EndInBytes(copy.type);
    const Buffer other(copy.source.EndInBytes(convert.sourceType), copy.sourceMisalignment, copy.room, 1);
    Buffer buffer(end + other.Size(), copy.destinationMisalignment, copy.room, 2);
    ConvertCall call{{copy.type, buffer.Data(), end, copy.destination, other.Data(), other.Size(), copy.source},
                     convert.sourceType,
                     convert.factors.Get()};
    BreakConversion(source, call, factors);
    for (std::uint32_t faults = source.Below(3); faults > 0; --faults) { BreakCall(source, call.sides, buffer); }
    return Failures(call, buffer, other);
}

std::string Check(ByteSource& source)
{
    return source.Below(3) < 2 ? CheckConvert(source) : CheckBrokenConvert(source);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return FuzzOneInput(data, size, Check);
}
