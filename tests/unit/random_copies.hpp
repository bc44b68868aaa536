// CopyTensor and GatherTensor with any layouts, buffers and arguments, beside an oracle that moves one element after the
// other and a model of what is refused. What is refused writes nothing.
#pragma once

#include "copy_support.hpp"
#include "dml_tensor_copy.hpp"
#include "random_descriptors.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace random_copies
{

using namespace copy_support;
using test_support::Met;

inline constexpr std::uint32_t ElementLimit = 1000;

inline std::string CheckCopy(Random& random)
{
    const Copy copy = RandomCopy(random, ElementLimit);
    return Failures(copy);
}

inline std::string CheckBrokenCopy(Random& random)
{
    const Copy copy = RandomCopy(random, ElementLimit / 8);
    const Buffer other(copy.source.EndInBytes(copy.type), copy.sourceMisalignment, copy.room, 1);
    Buffer buffer(copy.destination.EndInBytes(copy.type) + other.Size(), copy.destinationMisalignment, copy.room, 2);
    CopyCall call{copy.type,    buffer.Data(), copy.destination.EndInBytes(copy.type), copy.destination, other.Data(),
                  other.Size(), copy.source};
    for (std::uint32_t faults = random.Between(1, 3); faults > 0; --faults) { BreakCall(random, call, buffer); }
    return Failures(call, buffer, other);
}

// All three tensors in one buffer, or each in its own, with arguments that may be wrong.
inline std::string CheckBrokenGather(Random& random, const DML_GATHER_OPERATOR_DESC& desc)
{
    const Diagnosis reason = Validate(desc);
    const bool isGather = IsGather(desc, reason);
    std::uint64_t ends[] = {16, 16, 16};
    if (isGather)
    {
        const DML_TENSOR_DESC* const tensors[] = {desc.InputTensor, desc.IndicesTensor, desc.OutputTensor};
        for (std::size_t i = 0; i < 3; ++i) { ends[i] = EndOf(BufferDesc(tensors[i])); }
    }
    const Buffer input(ends[0], random.Below(64), Room::EndsExactly, 1);
    Buffer indices(ends[1], random.Below(64), Room::EndsExactly, 2);
    Buffer output(ends[0] + ends[1] + ends[2], random.Below(64), Room::EndsExactly, 3);
    if (isGather)
    {
        PutRandomIndices(random, indices, BufferDesc(desc.IndicesTensor),
                         BufferDesc(desc.InputTensor).Sizes[desc.Axis]);
    }
    GatherCall call{desc, input.Data(), ends[0], indices.Data(), ends[1], output.Data(), ends[2]};
    switch (random.Below(6))
    {
    case 0:
    {
        std::uint64_t& bytes = random.OneIn(3)   ? call.inputBytes
                               : random.OneIn(2) ? call.indicesBytes
                                                 : call.outputBytes;
        bytes -= (std::min)(bytes, std::uint64_t{random.Between(1, 8)});
        break;
    }
    case 1: (random.OneIn(2) ? call.input : call.indices) = nullptr; break;
    case 2: call.output = nullptr; break;
    case 3:
        call.input = output.Data() + static_cast<std::size_t>(random.Next() % (ends[1] + ends[2] + 1));
        call.output = output.Data() + static_cast<std::size_t>(random.Next() % (ends[0] + ends[1] + 1));
        break;
    case 4:
        call.indices = output.Data() + static_cast<std::size_t>(random.Next() % (ends[0] + ends[2] + 1));
        call.output = output.Data() + static_cast<std::size_t>(random.Next() % (ends[0] + ends[1] + 1));
        break;
    default: break;
    }
    return Failures(call, output, input, indices);
}

inline std::string CheckGather(Random& random)
{
    const bool isWhole = random.OneIn(2);
    const random_descriptors::RandomGather gather(random, isWhole ? random_descriptors::MaximumFaults{0, 0}
                                                                  : random_descriptors::MaximumFaults{2, 2});
    const DML_GATHER_OPERATOR_DESC desc = gather.Desc();
    const Diagnosis reason = Validate(desc);
    if (!isWhole || !IsGather(desc, reason)) { return CheckBrokenGather(random, desc); }
    const std::array<std::uint32_t, 3> misalignments{random.Below(64), random.Below(64), random.Below(64)};
    return Failures(desc, random, misalignments, static_cast<Room>(random.Below(3)));
}

inline std::string Check(Random& random, Met&)
{
    switch (random.Below(4))
    {
    case 0:
    case 1: return CheckCopy(random);
    case 2: return CheckBrokenCopy(random);
    default: return CheckGather(random);
    }
}

} // namespace random_copies
