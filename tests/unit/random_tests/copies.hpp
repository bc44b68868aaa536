// Random tests of CopyTensor and GatherTensor with any layouts, buffers and arguments. An oracle moves one element at a
// time, and a model lists the faults of a call. A rejected call must not write.
#pragma once

#include "dml_tensor_copy.hpp"
#include "models/copies.hpp"
#include "random_tests/descriptors.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace random_copies
{

using namespace copy_support;
using test_support::Met;

// A copy to any layout and back must give the same tensor.
inline std::string CheckThereAndBack(const Copy& copy)
{
    const TensorLayout packed = TensorLayout::Packed(copy.destination.Sizes());
    const Buffer first(packed.EndInBytes(copy.type), 0, Room::Exactly, 1);
    Buffer there(copy.destination.EndInBytes(copy.type), copy.destinationMisalignment, copy.room, 2);
    Buffer back(packed.EndInBytes(copy.type), copy.sourceMisalignment, copy.room, 1);
    // An odd number of 4-bit elements leaves half a byte that is not copied.
    std::memset(back.Data(), 0, back.Size());
    if (ElementSizeInBits(copy.type) == 4 && packed.ElementCount() % 2 == 1)
    {
        back.Data()[back.Size() - 1] = first.Data()[first.Size() - 1] & 0xF0U;
    }
    const Diagnosis wentThere = CopyTensor(DestinationOf(copy.type, there.Data(), there.Size(), copy.destination),
                                           SourceOf(copy.type, first.Data(), first.Size(), packed));
    const Diagnosis cameBack = CopyTensor(DestinationOf(copy.type, back.Data(), back.Size(), packed),
                                          SourceOf(copy.type, there.Data(), there.Size(), copy.destination));
    return wentThere.Ok() && cameBack.Ok() && std::memcmp(back.Data(), first.Data(), first.Size()) == 0
               ? ""
               : "not there and back: " + Text(copy.destination);
}

// A plan must have as many elements as the copy, and a byte move as many bytes, whatever axes are coalesced.
inline std::string CheckPlan(const Copy& copy, Met& met)
{
    const std::uint32_t bits = ElementSizeInBits(copy.type);
    detail::CopyPlan plan;
    plan.InsertAll(copy.destination, copy.source);
    detail::ByteMove move;
    const bool isLowered = move.FromElements(plan, bits);
    ++met[isLowered ? "moves bytes" : "moves nibbles"];
    return plan.Count() == copy.destination.ElementCount() && (!isLowered || move.Bytes() * 8 == plan.Count() * bits)
               ? ""
               : "plan: " + std::to_string(plan.Count()) + " elements, " + std::to_string(move.Bytes()) + " bytes";
}

inline std::string CheckCopy(Random& random, Met& met)
{
    constexpr std::uint32_t limits[] = {60, 200, 200, 1000, 1000, 5000}; // elements
    const auto type = static_cast<DML_TENSOR_DATA_TYPE>(random.Between(1, reference_model::LastDataType));
    const Copy copy = random.OneIn(3) ? KindOfCopy(random, type).Make() : RandomCopy(random, limits[random.Below(6)]);
    const std::string plan = CheckPlan(copy, met);
    return !plan.empty() ? plan : random.OneIn(8) ? CheckThereAndBack(copy) : Failures(copy);
}

// Checks a copy whose arguments may be wrong.
inline std::string CheckBrokenCopy(Random& random, Met& met)
{
    const Copy copy = RandomCopy(random, 100);
    const Buffer other(copy.source.EndInBytes(copy.type), copy.sourceMisalignment, copy.room, 1);
    Buffer buffer(copy.destination.EndInBytes(copy.type) + other.Size(), copy.destinationMisalignment, copy.room, 2);
    CopyCall call{{copy.type, buffer.Data(), copy.destination.EndInBytes(copy.type), copy.destination},
                  {copy.type, other.Data(), other.Size(), copy.source}};
    for (std::uint32_t faults = random.Between(1, 3); faults > 0; --faults) { BreakCall(random, call, buffer); }
    Count(FaultsOf(call), "copy ", met);
    return Failures(call, buffer, other);
}

// Checks a Gather whose arguments may be wrong, with its tensors in one buffer or in three.
inline std::string CheckBrokenGather(Random& random, const DML_GATHER_OPERATOR_DESC& desc, Met& met)
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
    Count(FaultsOf(call), "Gather ", met);
    return Failures(call, output, input, indices);
}

inline std::string CheckGather(Random& random, Met& met)
{
    const bool isWhole = random.OneIn(2);
    const random_descriptors::RandomGather gather(random, isWhole ? random_descriptors::MaximumFaults{0, 0}
                                                                  : random_descriptors::MaximumFaults{2, 2});
    const DML_GATHER_OPERATOR_DESC desc = gather.Desc();
    const Diagnosis reason = Validate(desc);
    if (!isWhole || !IsGather(desc, reason)) { return CheckBrokenGather(random, desc, met); }
    ++met[reason.Ok() ? "Gather" : "Gather of a batch"];
    std::array<std::uint32_t, 3> misalignments{};
    for (std::uint32_t& misalignment : misalignments) { misalignment = random.OneIn(2) ? 0 : random.Below(64); }
    return Failures(desc, random, misalignments, static_cast<Room>(random.Below(3)));
}

inline std::string Check(Random& random, Met& met)
{
    switch (random.Below(4))
    {
    case 0:
    case 1: return CheckCopy(random, met);
    case 2: return CheckBrokenCopy(random, met);
    default: return CheckGather(random, met);
    }
}

} // namespace random_copies
