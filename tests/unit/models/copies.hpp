// Shared by the tests and fuzz targets of dml_tensor_copy.hpp and dml_tensor_convert.hpp: buffers with known bytes, an
// oracle that moves one element at a time, the faults of a call, and a function that repeats a call on every path
// with every hint. After a call, all bytes allocated for the destination are compared: its elements, the bytes between
// them, and the guards around them.
#pragma once

#include "dml_tensor_copy.hpp"
#include "models/layouts.hpp"
#include "models/tensors.hpp"
#include "random_tests/descriptors.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace copy_support
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using detail::CopyPath;
using layout_oracle::RandomOrder;
using test_support::NoAxis;
using test_support::Random;
using test_support::Text;

// One type of each width. Given by number, because older target versions of the SDK hide the names of 4-bit types.
constexpr DML_TENSOR_DATA_TYPE TypeOfBits(std::uint32_t bits)
{
    return static_cast<DML_TENSOR_DATA_TYPE>(bits == 4 ? 12 : bits == 8 ? 5 : bits == 16 ? 2 : bits == 32 ? 1 : 9);
}

inline constexpr std::uint32_t AllBits[] = {4, 8, 16, 32, 64};

// ---- buffers --------------------------------------------------------------------------------------------------------

// The memory allocated around a buffer. Guards reveal a write outside the buffer. Without guards, a sanitizer reports a
// read outside.
enum class Room : std::uint32_t
{
    Guards,      // before and after the elements
    EndsExactly, // only before them
    Exactly      // neither; the buffer is aligned
};

// A buffer of pseudorandom bytes, `misalignment` (0 to 63) bytes after a multiple of 64.
class Buffer
{
public:
    Buffer(std::uint64_t bytes, std::uint32_t misalignment, Room room, std::uint64_t seed)
        : m_start(room == Room::Exactly ? 0 : Guard + misalignment % Guard), m_size(static_cast<std::size_t>(bytes)),
          m_wholeSize(m_start + m_size + (room == Room::Guards ? Guard : 0)),
          m_memory(static_cast<unsigned char*>(::operator new[](m_wholeSize, std::align_val_t{Guard})))
    {
        Random random(seed);
        std::size_t i = 0;
        for (; i + sizeof(std::uint64_t) <= m_wholeSize; i += sizeof(std::uint64_t))
        {
            const std::uint64_t bits = random.Next();
            std::memcpy(m_memory.get() + i, &bits, sizeof(bits));
        }
        for (; i < m_wholeSize; ++i) { m_memory[i] = static_cast<unsigned char>(random.Below(256)); }
    }

    unsigned char* Data() { return m_memory.get() + m_start; }
    const unsigned char* Data() const { return m_memory.get() + m_start; }
    std::size_t Size() const { return m_size; }

    // The bytes including the guards.
    std::vector<unsigned char> Whole() const { return {m_memory.get(), m_memory.get() + m_wholeSize}; }
    void SetWhole(const std::vector<unsigned char>& bytes) { std::memcpy(m_memory.get(), bytes.data(), bytes.size()); }
    bool IsWhole(const std::vector<unsigned char>& bytes) const
    {
        return std::memcmp(m_memory.get(), bytes.data(), m_wholeSize) == 0;
    }
    unsigned char At(std::size_t whole) const { return m_memory[whole]; }
    std::size_t Start() const { return m_start; }

private:
    static constexpr std::size_t Guard = 64;

    struct Delete
    {
        void operator()(unsigned char* memory) const noexcept { ::operator delete[](memory, std::align_val_t{Guard}); }
    };

    std::size_t m_start;
    std::size_t m_size;
    std::size_t m_wholeSize;
    std::unique_ptr<unsigned char[], Delete> m_memory;
};

// ---- the oracle -----------------------------------------------------------------------------------------------------

using Coordinates = std::array<std::uint32_t, 8>;

// Calls visit(coordinates) for all coordinates in row-major order.
template <class Visit> void ForEachCoordinate(const Dimensions& sizes, Visit visit)
{
    Coordinates at{};
    for (bool isInside = true; isInside;)
    {
        visit(at);
        isInside = false;
        for (std::size_t axis = sizes.size(); axis-- > 0 && !isInside;)
        {
            isInside = ++at[axis] < sizes[axis];
            at[axis] = isInside ? at[axis] : 0;
        }
    }
}

// Returns the offset of an element. A layout with fewer axes uses the last coordinates. An axis of size 1 is repeated.
inline std::uint64_t ElementAt(const TensorLayout& layout, const Coordinates& at, std::uint32_t rank)
{
    const std::uint32_t missing = rank - layout.Rank();
    std::uint64_t element = layout.FirstElement();
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        element += layout.Sizes()[i] == 1 ? 0 : std::uint64_t{at[missing + i]} * layout.Strides()[i];
    }
    return element;
}

inline void MoveElement(std::uint32_t bits, unsigned char* dst, std::uint64_t dstElement, const unsigned char* src,
                        std::uint64_t srcElement)
{
    if (bits >= 8)
    {
        const std::size_t bytes = bits / 8;
        std::memcpy(dst + static_cast<std::size_t>(dstElement) * bytes,
                    src + static_cast<std::size_t>(srcElement) * bytes, bytes);
        return;
    }
    for (std::uint32_t i = 0; i < bits; ++i)
    {
        const auto dstBit = static_cast<std::size_t>(dstElement * bits + i);
        const auto srcBit = static_cast<std::size_t>(srcElement * bits + i);
        const unsigned bit = (static_cast<unsigned>(src[srcBit / 8]) >> srcBit % 8) & 1U;
        const unsigned others = dst[dstBit / 8] & ~(1U << dstBit % 8);
        dst[dstBit / 8] = static_cast<unsigned char>(others | bit << dstBit % 8);
    }
}

inline bool IsSigned(DML_TENSOR_DATA_TYPE type)
{
    return type == DML_TENSOR_DATA_TYPE_INT32 || type == DML_TENSOR_DATA_TYPE_INT64;
}

inline std::int64_t AsSigned(std::uint64_t value)
{
    std::int64_t asSigned = 0;
    std::memcpy(&asSigned, &value, sizeof(value));
    return asSigned;
}

// Returns an index from memory, in two's complement.
inline std::uint64_t StoredIndex(const unsigned char* indices, std::uint64_t element, DML_TENSOR_DATA_TYPE type)
{
    std::uint64_t value = 0;
    if (ElementSizeInBits(type) == 64)
    {
        std::memcpy(&value, indices + static_cast<std::size_t>(element) * sizeof(value), sizeof(value));
        return value;
    }
    std::uint32_t narrow = 0;
    std::memcpy(&narrow, indices + static_cast<std::size_t>(element) * sizeof(narrow), sizeof(narrow));
    std::int32_t asSigned = 0;
    std::memcpy(&asSigned, &narrow, sizeof(narrow));
    return IsSigned(type) ? static_cast<std::uint64_t>(std::int64_t{asSigned}) : narrow;
}

inline bool IsOutside(std::uint64_t stored, DML_TENSOR_DATA_TYPE type, std::uint32_t axisSize)
{
    const auto size = std::int64_t{axisSize};
    return IsSigned(type) ? AsSigned(stored) < -size || AsSigned(stored) >= size : stored >= axisSize;
}

// Returns the position that an index selects: a negative index counts from the end; one outside selects the last.
inline std::uint64_t SelectedPosition(const unsigned char* indices, std::uint64_t element, DML_TENSOR_DATA_TYPE type,
                                      std::uint32_t axisSize)
{
    const std::uint64_t stored = StoredIndex(indices, element, type);
    if (IsOutside(stored, type, axisSize)) { return axisSize - 1; }
    return IsSigned(type) && AsSigned(stored) < 0 ? static_cast<std::uint64_t>(AsSigned(stored) + axisSize) : stored;
}

inline const DML_BUFFER_TENSOR_DESC& BufferDesc(const DML_TENSOR_DESC* tensor)
{
    return *static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
}

inline std::uint32_t LeadingOnes(const Dimensions& sizes)
{
    const auto* first = std::find_if(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size != 1; });
    return static_cast<std::uint32_t>(first - sizes.begin());
}

// Whether GatherTensor accepts a description for which Validate returned `reason`: GatherBatch only if all
// dimensions of the batch come before Axis.
inline bool IsGather(const DML_GATHER_OPERATOR_DESC& desc, const Diagnosis& reason)
{
    if (reason != TensorError::GatherBatch) { return reason.Ok(); }
    const DML_BUFFER_TENSOR_DESC& input = BufferDesc(desc.InputTensor);
    const DML_BUFFER_TENSOR_DESC& indices = BufferDesc(desc.IndicesTensor);
    const std::uint32_t rank = input.DimensionCount;
    const std::uint32_t batch = rank - LeadingOnes(Dimensions(indices.Sizes, rank)) - desc.IndexDimensions;
    return LeadingOnes(Dimensions(input.Sizes, rank)) + batch <= desc.Axis;
}

// output[p ++ k ++ s] = input[p ++ index ++ s], index = indices[batch ++ k].
inline void GatherByFormula(const DML_GATHER_OPERATOR_DESC& desc, const unsigned char* input,
                            const unsigned char* indices, unsigned char* output)
{
    const TensorLayout from = TensorLayout::Of(BufferDesc(desc.InputTensor));
    const TensorLayout picked = TensorLayout::Of(BufferDesc(desc.IndicesTensor));
    const TensorLayout to = TensorLayout::Of(BufferDesc(desc.OutputTensor));
    const std::uint32_t bits = ElementSizeInBits(BufferDesc(desc.InputTensor).DataType);
    const std::uint32_t rank = from.Rank();
    const std::uint32_t joined = rank - 1 + desc.IndexDimensions;
    const std::uint32_t inputOnes = LeadingOnes(from.Sizes());
    const std::uint32_t used = rank - LeadingOnes(picked.Sizes());
    const std::uint32_t batch = used > desc.IndexDimensions ? used - desc.IndexDimensions : 0;
    ForEachCoordinate(to.Sizes(),
                      [&](const Coordinates& at)
                      {
                          // The coordinates p ++ k ++ s, with leading 1s added or removed.
                          std::array<std::uint32_t, 16> pks{};
                          for (std::uint32_t i = 0; i < joined; ++i)
                          {
                              pks[i] = i + rank >= joined ? at[i + rank - joined] : 0;
                          }
                          Coordinates indexAt{};
                          for (std::uint32_t i = 0; i < desc.IndexDimensions; ++i)
                          {
                              indexAt[rank - desc.IndexDimensions + i] = pks[desc.Axis + i];
                          }
                          // The batch's dimensions come after the input's leading 1s.
                          for (std::uint32_t i = 0; i < batch; ++i)
                          {
                              indexAt[rank - desc.IndexDimensions - batch + i] = pks[inputOnes + i];
                          }
                          Coordinates inputAt{};
                          for (std::uint32_t i = 0; i < rank; ++i)
                          {
                              inputAt[i] = i < desc.Axis ? pks[i]
                                           : i > desc.Axis
                                               ? pks[i - 1 + desc.IndexDimensions]
                                               : static_cast<std::uint32_t>(SelectedPosition(
                                                   indices, ElementAt(picked, indexAt, rank),
                                                   BufferDesc(desc.IndicesTensor).DataType, from.Sizes()[desc.Axis]));
                          }
                          MoveElement(bits, output, ElementAt(to, at, rank), input, ElementAt(from, inputAt, rank));
                      });
}

// ---- the faults of a call -------------------------------------------------------------------------------------------

// All reasons to reject a call; none for a valid one. A rejected call names one of them. Which one comes first is tested
// by the cases named TheFirstReasonInOrder.
using Faults = std::vector<Diagnosis>;

inline bool Agrees(const Diagnosis& found, const Faults& faults)
{
    return faults.empty() ? found == Diagnosis{} : std::find(faults.begin(), faults.end(), found) != faults.end();
}

inline std::string Listed(const Faults& faults)
{
    std::string text;
    for (const Diagnosis& fault : faults) { text += (text.empty() ? "" : " or ") + Text(fault); }
    return faults.empty() ? "no error" : text;
}

// Counts the errors of a call, to show that a random test meets each.
inline void Count(const Faults& faults, const std::string& prefix, test_support::Met& met)
{
    for (const Diagnosis& fault : faults) { ++met[prefix + ToString(fault.error)]; }
    if (faults.empty()) { ++met[prefix + "None"]; }
}

inline void AddLayoutFault(Faults& faults, const TensorLayout& layout, std::uint32_t tensor)
{
    if (layout) { return; }
    faults.push_back(layout.Reason());
    faults.back().tensor = tensor;
}

// The sizes of `from` cannot be broadcast to those of `to`.
inline void AddSizeFaults(Faults& faults, const TensorLayout& to, const TensorLayout& from, std::uint32_t tensor)
{
    if (from.Rank() > to.Rank())
    {
        faults.push_back({TensorError::RankDiffers, NoAxis, from.Rank(), to.Rank(), tensor});
        return;
    }
    const std::uint32_t missing = to.Rank() - from.Rank();
    for (std::uint32_t i = 0; i < from.Rank(); ++i)
    {
        const std::uint32_t size = from.Sizes()[i], required = to.Sizes()[missing + i];
        if (size != 1 && size != required)
        {
            faults.push_back({TensorError::SizesDiffer, missing + i, required, size, tensor});
        }
    }
}

// The range of bytes that a tensor uses. hasEnd is false if the end exceeds 64 bits.
struct Memory
{
    const void* pointer;
    std::uint64_t bytes;
    std::uint64_t first;
    bool hasEnd;
    std::uint64_t end;
};

inline Memory MemoryOf(const void* pointer, std::uint64_t bytes, const TensorLayout& layout, std::uint32_t bits)
{
    using reference_model::Add;
    using reference_model::Multiply;
    using reference_model::Wide;
    Wide elements = Add({0, layout.FirstElement()}, {0, 1});
    for (std::uint32_t i = 0; i < layout.Rank(); ++i)
    {
        elements = Add(elements, Multiply({0, layout.Sizes()[i] - 1}, layout.Strides()[i]));
    }
    const Wide last = Add(Multiply(elements, bits), {0, 7});
    const Wide first = Multiply({0, layout.FirstElement()}, bits);
    return {pointer, bytes, first.high << 61 | first.low >> 3, last.high < 8, last.high << 61 | last.low >> 3};
}

inline void AddMemoryFaults(Faults& faults, const Memory& memory, TensorError tooSmall, std::uint32_t tensor)
{
    const std::uint64_t end = memory.hasEnd ? memory.end : 0;
    if (memory.pointer == nullptr) { faults.push_back({TensorError::NullPointer, NoAxis, 0, end, tensor}); }
    if (memory.bytes < end) { faults.push_back({tooSmall, NoAxis, memory.bytes, end, tensor}); }
    // No buffer is that large, even if the given size is.
    if (!memory.hasEnd || end > detail::LargestBuffer)
    {
        faults.push_back({TensorError::SpanLimit, NoAxis, test_support::Max64, test_support::Max64, tensor});
    }
}

// Requires: both have no faults.
inline bool Overlap(const Memory& a, const Memory& b)
{
    const std::uint64_t aBase = reinterpret_cast<std::uintptr_t>(a.pointer);
    const std::uint64_t bBase = reinterpret_cast<std::uintptr_t>(b.pointer);
    return aBase + a.first < bBase + b.end && bBase + b.first < aBase + a.end;
}

// Whether two elements have the same offset. Lists all offsets to find out. Trusts HasOverlap if there are too many, or
// if it returns true, as it also does when its search would take too long.
inline bool ElementsOverlap(const TensorLayout& layout)
{
    if (layout.ElementCount() > 0x10000 || layout.HasOverlap()) { return layout.HasOverlap(); }
    std::vector<std::uint64_t> elements;
    ForEachCoordinate(layout.Sizes(),
                      [&](const Coordinates& at) { elements.push_back(ElementAt(layout, at, layout.Rank())); });
    std::sort(elements.begin(), elements.end());
    return std::adjacent_find(elements.begin(), elements.end()) != elements.end();
}

// Elements of the destination overlap: each axis with a stride below the span of the axes with smaller strides, and of
// the lower axes with the same one.
inline void AddOverlapFaults(Faults& faults, const TensorLayout& layout)
{
    if (!ElementsOverlap(layout)) { return; }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> byStride;
    for (std::uint32_t axis = 0; axis < layout.Rank(); ++axis)
    {
        if (layout.Sizes()[axis] > 1) { byStride.emplace_back(layout.Strides()[axis], axis); }
    }
    std::sort(byStride.begin(), byStride.end());
    std::uint64_t span = 1;
    for (const auto& [stride, axis] : byStride)
    {
        if (stride < span)
        {
            faults.push_back({TensorError::DestinationOverlaps, axis, stride, span, Diagnosis::Destination});
        }
        span += (layout.Sizes()[axis] - std::uint64_t{1}) * stride;
    }
}

struct CopyCall
{
    Destination destination;
    Source source;
};

// Requires: the layouts and types have no faults.
inline void AddFaultsOfSides(Faults& faults, const CopyCall& call, std::uint32_t destinationBits,
                             std::uint32_t sourceBits)
{
    const Memory to = MemoryOf(call.destination.data, call.destination.bytes, call.destination.layout, destinationBits);
    const Memory from = MemoryOf(call.source.data, call.source.bytes, call.source.layout, sourceBits);
    AddSizeFaults(faults, call.destination.layout, call.source.layout, Diagnosis::Source);
    AddOverlapFaults(faults, call.destination.layout);
    AddMemoryFaults(faults, to, TensorError::DestinationTooSmall, Diagnosis::Destination);
    AddMemoryFaults(faults, from, TensorError::SourceTooSmall, Diagnosis::Source);
    if (faults.empty() && Overlap(to, from))
    {
        faults.push_back({TensorError::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Destination});
    }
}

inline Faults FaultsOfLayouts(const CopyCall& call)
{
    Faults faults;
    AddLayoutFault(faults, call.destination.layout, Diagnosis::Destination);
    AddLayoutFault(faults, call.source.layout, Diagnosis::Source);
    return faults;
}

inline Faults FaultsOf(const CopyCall& call)
{
    Faults faults = FaultsOfLayouts(call);
    if (!faults.empty()) { return faults; }
    const auto type = static_cast<std::uint32_t>(call.destination.type);
    const auto sourceType = static_cast<std::uint32_t>(call.source.type);
    if (type != sourceType) { return {{TensorError::ConversionTypes, NoAxis, sourceType, type, Diagnosis::Source}}; }
    constexpr std::uint32_t last = reference_model::LastDataType;
    if (type < 1 || type > last) { return {{TensorError::UnknownDataType, NoAxis, type, last, NoAxis}}; }
    AddFaultsOfSides(faults, call, reference_model::BitsOf(type), reference_model::BitsOf(type));
    return faults;
}

struct GatherCall
{
    DML_GATHER_OPERATOR_DESC desc;
    const void* input;
    std::uint64_t inputBytes;
    const void* indices;
    std::uint64_t indicesBytes;
    void* output;
    std::uint64_t outputBytes;
};

inline Faults FaultsOf(const GatherCall& call)
{
    const Diagnosis reason = Validate(call.desc);
    if (!IsGather(call.desc, reason)) { return {reason}; }
    const auto memoryOf = [](const void* pointer, std::uint64_t bytes, const DML_TENSOR_DESC* tensor)
    {
        const DML_BUFFER_TENSOR_DESC& desc = BufferDesc(tensor);
        return MemoryOf(pointer, bytes, TensorLayout::Of(desc),
                        reference_model::BitsOf(static_cast<std::uint32_t>(desc.DataType)));
    };
    const Memory memory[] = {memoryOf(call.input, call.inputBytes, call.desc.InputTensor),
                             memoryOf(call.indices, call.indicesBytes, call.desc.IndicesTensor),
                             memoryOf(call.output, call.outputBytes, call.desc.OutputTensor)};
    Faults faults;
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        AddMemoryFaults(faults, memory[i], i == 2 ? TensorError::DestinationTooSmall : TensorError::SourceTooSmall, i);
    }
    if (!faults.empty()) { return faults; }
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        if (Overlap(memory[2], memory[i])) { faults.push_back({TensorError::BuffersOverlap, NoAxis, 0, 0, i}); }
    }
    return faults;
}

// Returns what a Gather reports after its run: the first index outside the axis in row-major order, if any.
inline Diagnosis ReportOfIndices(const GatherCall& call)
{
    const DML_BUFFER_TENSOR_DESC& desc = BufferDesc(call.desc.IndicesTensor);
    const TensorLayout layout = TensorLayout::Of(desc);
    const std::uint32_t size = BufferDesc(call.desc.InputTensor).Sizes[call.desc.Axis];
    Diagnosis report;
    std::uint32_t place = 0;
    ForEachCoordinate(layout.Sizes(),
                      [&](const Coordinates& at)
                      {
                          const std::uint64_t stored = StoredIndex(static_cast<const unsigned char*>(call.indices),
                                                                   ElementAt(layout, at, layout.Rank()), desc.DataType);
                          if (report.Ok() && IsOutside(stored, desc.DataType, size))
                          {
                              report = {TensorError::GatherIndexRange, place, stored, size, Diagnosis::Indices};
                          }
                          ++place;
                      });
    return report;
}

// ---- one call by every path with every hint -------------------------------------------------------------------------

// Which paths and hints a call is repeated with. Large calls use fewer.
struct Variants
{
    bool everyPath = true;
    bool everyHint = true;
};

inline std::string Name(CopyPath path)
{
    return path == CopyPath::Portable ? "Portable" : "Vector" + std::to_string(64U << static_cast<std::uint32_t>(path));
}

inline const char* Name(CopyHint hint)
{
    return hint == CopyHint::Auto ? "Auto" : hint == CopyHint::Cached ? "Cached" : "Streaming";
}

// Calls make(path) for all paths of this machine, or only for the best.
template <class Make> void ForEachPath(const Variants& variants, Make make, CopyPath bestPath = detail::BestCopyPath())
{
    const auto best = static_cast<std::uint32_t>(bestPath);
    for (std::uint32_t path = variants.everyPath ? 0 : best; path <= best; ++path)
    {
        make(static_cast<CopyPath>(path));
    }
}

// Calls make(name, path, hint) for each path and each hint.
template <class Make>
void ForEachVariant(const Variants& variants, Make make, CopyPath bestPath = detail::BestCopyPath())
{
    const auto makeByPath = [&](CopyPath path)
    {
        for (const CopyHint hint : {CopyHint::Auto, CopyHint::Cached, CopyHint::Streaming})
        {
            if (variants.everyHint || hint == CopyHint::Auto) { make(Name(path) + ' ' + Name(hint), path, hint); }
        }
    };
    ForEachPath(variants, makeByPath, bestPath);
}

// Describes the first unexpected byte, and where it is.
inline std::string Difference(const Buffer& buffer, const std::vector<unsigned char>& expected,
                              const unsigned char* tensor, const TensorLayout& layout, std::uint32_t bits)
{
    std::size_t at = 0;
    while (buffer.At(at) == expected[at]) { ++at; }
    std::string text = " byte " + std::to_string(at) + " of all";
    if (at < buffer.Start() || at >= buffer.Start() + buffer.Size())
    {
        text += at < buffer.Start() ? " (before the buffer)" : " (after the buffer)";
    }
    else if (layout && bits != 0 && tensor != nullptr)
    {
        const std::size_t start = buffer.Start() + static_cast<std::size_t>(tensor - buffer.Data());
        std::string element = " (no element's)";
        ForEachCoordinate(layout.Sizes(),
                          [&](const Coordinates& coordinates)
                          {
                              const std::uint64_t n = ElementAt(layout, coordinates, layout.Rank());
                              if (start + n * bits / 8 <= at && at < start + (n * bits + bits + 7) / 8)
                              {
                                  element = " (element " + std::to_string(n) + " at "
                                            + Text(Dimensions(coordinates.data(), layout.Rank())) + ")";
                              }
                          });
        text += element;
    }
    return text + " is " + std::to_string(buffer.At(at)) + " instead of " + std::to_string(expected[at]);
}

// Repeats a call with different paths and hints. A problem that several of them have is reported once, with all their
// names.
class RepeatedCall
{
public:
    RepeatedCall(Buffer& written, const std::vector<unsigned char>& after, Faults faults)
        : m_written(written), m_before(written.Whole()), m_after(after), m_faults(std::move(faults))
    {
    }

    // tensor, layout and bits are used in messages.
    template <class Call>
    void Run(const std::string& variant, const unsigned char* tensor, const TensorLayout& layout, std::uint32_t bits,
             Call call)
    {
        m_written.SetWhole(m_before);
        const Diagnosis found = call();
        std::string problem = Agrees(found, m_faults) ? "" : " found " + Text(found);
        if (problem.empty() && !found.Ok()) { m_faults = {found}; } // which all others must find too
        if (!m_written.IsWhole(m_after)) { problem += Difference(m_written, m_after, tensor, layout, bits); }
        m_written.SetWhole(m_before);
        if (!problem.empty())
        {
            std::string& variants = VariantsOf(problem);
            variants += (variants.empty() ? "" : ", ") + variant;
        }
    }

    std::string Problems() const
    {
        std::string text;
        for (const auto& problem : m_problems) { text += "\n  " + problem.second + ':' + problem.first; }
        return text;
    }

private:
    std::string& VariantsOf(const std::string& problem)
    {
        for (auto& known : m_problems)
        {
            if (known.first == problem) { return known.second; }
        }
        m_problems.emplace_back(problem, "");
        return m_problems.back().second;
    }

    Buffer& m_written;
    std::vector<unsigned char> m_before;
    const std::vector<unsigned char>& m_after;
    Faults m_faults;
    std::vector<std::pair<std::string, std::string>> m_problems;
};

inline std::string Text(const CopyCall& call)
{
    const auto number = [](DML_TENSOR_DATA_TYPE type) { return std::to_string(static_cast<std::uint32_t>(type)); };
    return "type " + number(call.source.type) + " to type " + number(call.destination.type) + ", to "
           + Text(call.destination.layout) + " in " + std::to_string(call.destination.bytes) + " bytes, from "
           + Text(call.source.layout) + " in " + std::to_string(call.source.bytes) + " bytes, addresses modulo 64: "
           + std::to_string(reinterpret_cast<std::uintptr_t>(call.destination.data) % 64) + " and "
           + std::to_string(reinterpret_cast<std::uintptr_t>(call.source.data) % 64);
}

// Moves each element of a call to `to`, which stands for the start of the destination.
inline void MoveElements(const CopyCall& call, unsigned char* to)
{
    const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(call.destination.type));
    const auto* const from = static_cast<const unsigned char*>(call.source.data);
    const std::uint32_t rank = call.destination.layout.Rank();
    ForEachCoordinate(call.destination.layout.Sizes(),
                      [&](const Coordinates& at)
                      {
                          MoveElement(bits, to, ElementAt(call.destination.layout, at, rank), from,
                                      ElementAt(call.source.layout, at, rank));
                      });
}

// Returns what is wrong with a call, or "". The destination is in `written`; the source is in either buffer.
inline std::string Failures(const CopyCall& call, Buffer& written, const Buffer& read, const Variants& variants = {})
{
    const Faults faults = FaultsOf(call);
    const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(call.destination.type));
    const auto* const destination = static_cast<const unsigned char*>(call.destination.data);
    const std::vector<unsigned char> readBefore = read.Whole();
    std::vector<unsigned char> after = written.Whole();
    if (faults.empty()) { MoveElements(call, after.data() + written.Start() + (destination - written.Data())); }

    RepeatedCall repeated(written, after, faults);
    const auto make = [&](const std::string& variant, auto run)
    { repeated.Run(variant, destination, call.destination.layout, bits, run); };
    ForEachVariant(
        variants,
        [&](const std::string& variant, CopyPath path, CopyHint hint) {
            make(variant,
                 [&] { return detail::CopyTensorBy(detail::KernelsOf(path), call.destination, call.source, hint); });
        });
    make("CopyTensor", [&] { return CopyTensor(call.destination, call.source); });
    const std::string problems =
        repeated.Problems() + (read.IsWhole(readBefore) ? "" : "\n  the source was written to");
    return problems.empty() ? "" : Text(call) + "; expected " + Listed(faults) + problems;
}

inline std::string Text(const GatherCall& call)
{
    return random_descriptors::Text(call.desc) + " in " + std::to_string(call.inputBytes) + ", "
           + std::to_string(call.indicesBytes) + " and " + std::to_string(call.outputBytes)
           + " bytes, addresses modulo 64: " + std::to_string(reinterpret_cast<std::uintptr_t>(call.input) % 64) + ", "
           + std::to_string(reinterpret_cast<std::uintptr_t>(call.indices) % 64) + " and "
           + std::to_string(reinterpret_cast<std::uintptr_t>(call.output) % 64);
}

inline std::string Failures(const GatherCall& call, Buffer& written, const Buffer& input, const Buffer& indices)
{
    Faults faults = FaultsOf(call);
    const std::vector<unsigned char> inputBefore = input.Whole();
    const std::vector<unsigned char> indicesBefore = indices.Whole();
    std::vector<unsigned char> after = written.Whole();
    const auto* const output = static_cast<const unsigned char*>(call.output);
    TensorLayout layout;
    std::uint32_t bits = 0;
    if (faults.empty())
    {
        layout = TensorLayout::Of(BufferDesc(call.desc.OutputTensor));
        bits = reference_model::BitsOf(static_cast<std::uint32_t>(BufferDesc(call.desc.OutputTensor).DataType));
        GatherByFormula(call.desc, static_cast<const unsigned char*>(call.input),
                        static_cast<const unsigned char*>(call.indices),
                        after.data() + written.Start() + (output - written.Data()));
        if (const Diagnosis report = ReportOfIndices(call); !report.Ok()) { faults = {report}; }
    }

    RepeatedCall repeated(written, after, faults);
    repeated.Run("GatherTensor", output, layout, bits,
                 [&]
                 {
                     return GatherTensor(call.desc, call.input, call.inputBytes, call.indices, call.indicesBytes,
                                         call.output, call.outputBytes);
                 });
    const bool isRead = input.IsWhole(inputBefore) && indices.IsWhole(indicesBefore);
    const std::string problems = repeated.Problems() + (isRead ? "" : "\n  the input or the indices were written to");
    return problems.empty() ? "" : Text(call) + "; expected " + Listed(faults) + problems;
}

// ---- copies that are not rejected -----------------------------------------------------------------------------------

struct Copy
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout destination;
    TensorLayout source;
    std::uint32_t destinationMisalignment = 0;
    std::uint32_t sourceMisalignment = 0;
    Room room = Room::Guards;
};

// The same for a copy between two buffers of the required sizes.
inline std::string Failures(const Copy& copy, const Variants& variants = {})
{
    const std::uint32_t bits = reference_model::BitsOf(static_cast<std::uint32_t>(copy.type));
    Buffer destination(MemoryOf(nullptr, 0, copy.destination, bits).end, copy.destinationMisalignment, copy.room, 1);
    const Buffer source(MemoryOf(nullptr, 0, copy.source, bits).end, copy.sourceMisalignment, copy.room, 2);
    const CopyCall call{{copy.type, destination.Data(), destination.Size(), copy.destination},
                        {copy.type, source.Data(), source.Size(), copy.source}};
    const Faults faults = FaultsOf(call);
    return faults.empty() ? Failures(call, destination, source, variants)
                          : Text(call) + " is no copy: " + Listed(faults);
}

// ---- Gathers that are not rejected ----------------------------------------------------------------------------------

struct Gather
{
    BufferTensorDesc input;
    BufferTensorDesc indices;
    BufferTensorDesc output;
    std::uint32_t axis;
    std::uint32_t indexDimensions;
    std::array<std::uint32_t, 3> misalignments{};
    Room room = Room::Guards;
};

// Returns an index of an axis: one inside, counted from either end, or one slightly or far outside. A 32-bit type uses
// its low half.
inline std::uint64_t RandomIndex(Random& random, std::uint32_t axisSize)
{
    const std::uint64_t inside = random.Below(axisSize);
    const std::uint64_t high = std::uint64_t{1} << 32;
    const std::uint64_t top = std::uint64_t{1} << 63;
    switch (random.Below(16))
    {
    case 0: return axisSize;
    case 1: return axisSize + inside;
    case 2: return 0 - std::uint64_t{axisSize};
    case 3: return 0 - std::uint64_t{axisSize} - 1;
    case 4: return 0 - (axisSize + inside);
    case 5: return random.OneIn(2) ? high : high + inside;
    case 6: return 0 - high + inside;
    case 7: return random.OneIn(2) ? top : top + inside;
    case 8: return random.OneIn(2) ? top - 1 : high - 1;
    case 9: return random.OneIn(2) ? high / 2 : high / 2 - 1;
    case 10: return random.Next();
    case 11:
    case 12: return 0 - inside - 1;
    default: return inside;
    }
}

inline void PutIndex(unsigned char* indices, std::uint64_t element, DML_TENSOR_DATA_TYPE type, std::uint64_t value)
{
    if (ElementSizeInBits(type) == 32)
    {
        const auto narrow = static_cast<std::uint32_t>(value);
        std::memcpy(indices + static_cast<std::size_t>(element) * sizeof(narrow), &narrow, sizeof(narrow));
        return;
    }
    std::memcpy(indices + static_cast<std::size_t>(element) * sizeof(value), &value, sizeof(value));
}

// Fills in random indices. None, few or most of them are outside the axis.
inline void PutRandomIndices(Random& random, Buffer& buffer, const DML_BUFFER_TENSOR_DESC& desc, std::uint32_t axisSize)
{
    const TensorLayout layout = TensorLayout::Of(desc);
    const std::uint32_t share = random.Below(3);
    ForEachCoordinate(layout.Sizes(),
                      [&](const Coordinates& at)
                      {
                          const bool isAny = share == 2 || (share == 1 && random.OneIn(30));
                          const std::uint64_t inside = random.Below(axisSize);
                          PutIndex(buffer.Data(), ElementAt(layout, at, layout.Rank()), desc.DataType,
                                   isAny                                        ? RandomIndex(random, axisSize)
                                   : IsSigned(desc.DataType) && random.OneIn(2) ? inside - axisSize
                                                                                : inside);
                      });
}

inline std::uint64_t EndOf(const DML_BUFFER_TENSOR_DESC& desc)
{
    return MemoryOf(nullptr, 0, TensorLayout::Of(desc),
                    reference_model::BitsOf(static_cast<std::uint32_t>(desc.DataType)))
        .end;
}

// The same for a Gather that Validate accepts, with random indices and buffers of the required sizes.
inline std::string Failures(const DML_GATHER_OPERATOR_DESC& desc, Random& random,
                            const std::array<std::uint32_t, 3>& misalignments, Room room)
{
    const DML_BUFFER_TENSOR_DESC& indicesDesc = BufferDesc(desc.IndicesTensor);
    const Buffer input(EndOf(BufferDesc(desc.InputTensor)), misalignments[0], room, 1);
    Buffer indices(EndOf(indicesDesc), misalignments[1], room, 2);
    Buffer output(EndOf(BufferDesc(desc.OutputTensor)), misalignments[2], room, 3);
    PutRandomIndices(random, indices, indicesDesc, BufferDesc(desc.InputTensor).Sizes[desc.Axis]);
    return Failures(
        GatherCall{desc, input.Data(), input.Size(), indices.Data(), indices.Size(), output.Data(), output.Size()},
        output, input, indices);
}

inline std::string Failures(const Gather& gather, std::uint64_t seed)
{
    const DML_BUFFER_TENSOR_DESC descs[] = {gather.input.Desc(), gather.indices.Desc(), gather.output.Desc()};
    const DML_TENSOR_DESC tensors[] = {AsTensorDesc(descs[0]), AsTensorDesc(descs[1]), AsTensorDesc(descs[2])};
    const DML_GATHER_OPERATOR_DESC desc{&tensors[0], &tensors[1], &tensors[2], gather.axis, gather.indexDimensions};
    const Diagnosis reason = Validate(desc);
    if (!IsGather(desc, reason)) { return random_descriptors::Text(desc) + " is no Gather: " + Text(reason); }
    Random random(seed);
    return Failures(desc, random, gather.misalignments, gather.room);
}

// ---- random copies --------------------------------------------------------------------------------------------------

using Values = std::vector<std::uint32_t>;

inline Dimensions ToDimensions(const Values& values) { return Dimensions(values.data(), values.size()); }

// Returns strides without overlap. `order` lists the axes, fastest first. The fastest axis has the stride `step`; each
// axis adds up to `padding` unused elements.
inline Values NestedStrides(Random& random, const Values& sizes, const Values& order, std::uint32_t step,
                            std::uint32_t padding)
{
    Values strides(sizes.size());
    std::uint32_t next = step;
    for (const std::uint32_t axis : order)
    {
        next += padding > 0 && random.OneIn(2) ? random.Below(padding + 1) : 0;
        // The stride of an axis of size 1 has no effect.
        strides[axis] = sizes[axis] == 1 && random.OneIn(3) ? random.Between(0, 0xFFFFFFFF) : next;
        next *= sizes[axis];
    }
    return strides;
}

// Returns a random copy of at most `limit` elements, sometimes broadcast from fewer.
inline Copy RandomCopy(Random& random, std::uint32_t limit)
{
    const std::uint32_t rank = random.Between(1, 8);
    Values sizes(rank, 1);
    std::uint32_t left = limit;
    for (const std::uint32_t axis : RandomOrder(random, rank))
    {
        const std::uint32_t largest = (std::min)(left, random.OneIn(3) ? 70U : 5U);
        sizes[axis] = random.OneIn(4) ? 1 : random.Between(1, largest);
        left /= sizes[axis];
    }
    // One random number per statement, because compilers evaluate arguments in different orders.
    const auto strides = [&random](const Values& ofSizes, const Values& order)
    {
        const std::uint32_t step = random.OneIn(4) ? random.Between(1, 3) : 1;
        const std::uint32_t padding = random.OneIn(2) ? random.Below(5) : 0;
        return NestedStrides(random, ofSizes, order, step, padding);
    };
    const Values order = RandomOrder(random, rank);
    const Values toStrides = strides(sizes, order);

    Values fromSizes = sizes;
    const Values fromOrder = random.OneIn(3) ? order : RandomOrder(random, rank);
    if (random.OneIn(3))
    {
        for (std::uint32_t& size : fromSizes) { size = random.OneIn(3) ? 1 : size; }
    }
    Values fromStrides = strides(fromSizes, fromOrder);
    switch (random.Below(6))
    {
    case 0:
        for (std::uint32_t& stride : fromStrides) { stride = random.Below(20); }
        break;
    case 1: fromStrides[random.Below(rank)] = 0; break;
    case 2:
    {
        const auto dropped = static_cast<std::ptrdiff_t>(random.Below(rank));
        fromSizes.erase(fromSizes.begin(), fromSizes.begin() + dropped);
        fromStrides.erase(fromStrides.begin(), fromStrides.begin() + dropped);
        break;
    }
    default: break;
    }

    Copy copy{static_cast<DML_TENSOR_DATA_TYPE>(random.Between(1, reference_model::LastDataType)), {}, {}};
    copy.destination =
        TensorLayout::Strided(ToDimensions(sizes), ToDimensions(toStrides), random.OneIn(2) ? 0 : random.Below(20));
    copy.source = TensorLayout::Strided(ToDimensions(fromSizes), ToDimensions(fromStrides),
                                        random.OneIn(2) ? 0 : random.Below(20));
    copy.destinationMisalignment = random.OneIn(2) ? 0 : random.Below(64);
    copy.sourceMisalignment = random.OneIn(2) ? 0 : random.Below(64);
    copy.room = static_cast<Room>(random.Below(3));
    return copy;
}

// Sizes close to those of the blocks and vectors of a copy.
inline constexpr std::uint32_t BlockSizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};

// Makes copies of the kinds that have their own kernels or strategies, with sizes close to those where these change.
class KindOfCopy
{
public:
    KindOfCopy(Random& random, DML_TENSOR_DATA_TYPE type) : m_random(random), m_type(type) {}

    Copy Make()
    {
        switch (m_random.Below(7))
        {
        case 0: Transpose(); break;
        case 1: Channels(); break;
        case 6: SideBySide(); break;
        case 2: Rows(); break;
        case 3: RepeatedRows(); break;
        case 4: Permutation(); break;
        default: Broadcast(); break;
        }
        Copy copy{m_type, m_destination, m_source};
        copy.destinationMisalignment = Misalignment();
        copy.sourceMisalignment = Misalignment();
        copy.room = static_cast<Room>(m_random.Below(3));
        return copy;
    }

private:
    std::uint32_t BlockSize() { return BlockSizes[m_random.Below(sizeof(BlockSizes) / sizeof(BlockSizes[0]))]; }
    std::uint32_t Padding() { return m_random.OneIn(2) ? m_random.Below(10) : 0; }
    std::uint32_t Misalignment() { return m_random.OneIn(2) ? m_random.Below(4) * 16 : m_random.Below(64); }

    void SwapSometimes()
    {
        if (m_random.OneIn(2)) { std::swap(m_destination, m_source); }
    }

    // Sometimes a stride at which cache lines conflict.
    std::uint32_t Stride(std::uint32_t size)
    {
        const std::uint32_t page = 4096 * 8 / reference_model::BitsOf(static_cast<std::uint32_t>(m_type));
        const std::uint32_t multiple = m_random.OneIn(6) ? page : m_random.OneIn(4) ? 128 : 1;
        return (size + Padding() + multiple - 1) / multiple * multiple;
    }

    void Transpose()
    {
        std::uint32_t rows = BlockSize(), columns = BlockSize();
        if (m_random.OneIn(8)) { (m_random.OneIn(2) ? rows : columns) = m_random.Between(66, 1100); }
        if (rows * columns > 30000) { columns = 17; }
        const std::uint32_t batch = m_random.Between(1, 3), rowStride = Stride(columns), columnStride = Stride(rows);
        const Dimensions sizes{batch, rows, columns};
        m_destination = TensorLayout::Strided(sizes, {rows * rowStride + Padding(), rowStride, 1});
        m_source = TensorLayout::Strided(sizes, {columns * columnStride + Padding(), 1, columnStride});
    }

    // Planes and pixels of a few channels, with padded rows, or with pixels that have room for other channels. Often
    // three of four, which have kernels of their own.
    void Channels()
    {
        const std::uint32_t channels = m_random.OneIn(3) ? 3 : m_random.Between(2, 9), images = m_random.Between(1, 2);
        const std::uint32_t width = m_random.OneIn(6) ? m_random.Between(300, 3400) : m_random.Between(1, 260);
        const std::uint32_t height = width > 260 ? 1 : m_random.Between(1, 3);
        const Dimensions sizes{images, channels, height, width};
        m_source = TensorLayout::Packed(sizes);
        m_destination = TensorLayout::Packed(sizes, Layout::NHWC);
        if (height > 1)
        {
            m_source = m_source.WithStride(2, width + Padding());
            m_destination = m_destination.WithStride(2, width * channels + Padding());
        }
        const std::uint32_t gap = m_random.OneIn(2) ? 1 : m_random.Between(1, 3);
        const TensorLayout gapped = TensorLayout::Packed({images, channels + gap, height, width}, Layout::NHWC)
                                        .Sliced(1, m_random.Below(gap + 1), channels);
        if (m_random.OneIn(4)) { m_source = gapped; }
        else if (m_random.OneIn(3)) { m_destination = gapped; }
        SwapSometimes();
    }

    // Planes whose rows follow each other in the destination, as in filters HWIO to OIHW, mostly of more than 16 KiB.
    void SideBySide()
    {
        const std::uint32_t rows = m_random.Between(5, 300), columns = m_random.Between(2, 40);
        const std::uint32_t planes = m_random.Between(2, (std::max)(30000 / (rows * columns), 3U));
        const Dimensions sizes{rows, planes, columns};
        m_destination = TensorLayout::Packed(sizes).WithStride(0, Stride(planes * columns));
        const std::uint32_t planeStride = rows + Padding(), columnStride = planes * planeStride + Padding();
        m_source = TensorLayout::Strided(sizes, {1, planeStride, columnStride});
        if (m_random.OneIn(4)) { m_source = TensorLayout::Packed({planes, columns, rows}).Transposed({2, 0, 1}); }
    }

    // Rows of any length, contiguous or with a larger stride on either side.
    void Rows()
    {
        const std::uint32_t length = m_random.OneIn(8) ? m_random.Between(300, 17000) : m_random.Between(1, 300);
        const std::uint32_t count = length > 300 ? m_random.Between(1, 2) : m_random.Between(1, 4);
        const auto rows = [&]
        {
            const std::uint32_t step = m_random.OneIn(3) ? m_random.Between(1, 5) : 1;
            return TensorLayout::Strided({count, length}, {length * step + Padding(), step}, m_random.Below(3));
        };
        m_destination = rows();
        m_source = rows();
    }

    // One row, or one element, many times.
    void RepeatedRows()
    {
        const std::uint32_t length = m_random.OneIn(4) ? m_random.Between(66, 1100) : BlockSize();
        const std::uint32_t count = m_random.Between(1, (std::min)(30000 / length, m_random.OneIn(4) ? 4100U : 300U));
        const Dimensions sizes{2, count, length};
        const std::uint32_t stride = length + (m_random.OneIn(3) ? Padding() : 0);
        m_destination = TensorLayout::Strided(sizes, {count * stride + Padding(), stride, 1}, m_random.Below(2));
        const TensorLayout sources[] = {TensorLayout::Packed({length}), TensorLayout::Packed({2, 1, length}),
                                        TensorLayout::Packed({2, count, 1}), TensorLayout::Strided({1}, {1}, 1)};
        m_source = sources[m_random.Below(4)];
    }

    void Permutation()
    {
        const std::uint32_t rank = m_random.Between(3, 8);
        Values sizes(rank);
        for (std::uint32_t& size : sizes) { size = m_random.Between(2, rank > 6 ? 3 : rank > 4 ? 4 : 9); }
        sizes[m_random.Below(rank)] = m_random.Between(2, 17);
        const Dimensions shape = ToDimensions(sizes);
        const auto ordered = [&]
        {
            const Values order = RandomOrder(m_random, rank);
            const TensorLayout packed = TensorLayout::Packed(shape, ToDimensions(order));
            return m_random.OneIn(2) ? packed : packed.WithStrideMultiple(order[rank - 2], m_random.Between(2, 9));
        };
        m_destination = ordered();
        m_source = ordered();
    }

    // Any axes may have size 1 or stride 0.
    void Broadcast()
    {
        Permutation();
        Values sizes(m_destination.Sizes().begin(), m_destination.Sizes().end());
        for (std::uint32_t& size : sizes) { size = m_random.OneIn(2) ? 1 : size; }
        m_source = TensorLayout::Packed(ToDimensions(sizes));
        if (m_random.OneIn(2)) { m_source = m_source.BroadcastTo(m_destination.Sizes()); }
    }

    Random& m_random;
    DML_TENSOR_DATA_TYPE m_type;
    TensorLayout m_destination;
    TensorLayout m_source;
};

// ---- random calls with something wrong ------------------------------------------------------------------------------

inline TensorLayout WithValue(const TensorLayout& layout, bool isStride, std::uint32_t axis, std::uint32_t value)
{
    Values sizes(layout.Sizes().begin(), layout.Sizes().end());
    Values strides(layout.Strides().begin(), layout.Strides().end());
    (isStride ? strides : sizes)[axis] = value;
    return TensorLayout::Strided(ToDimensions(sizes), ToDimensions(strides), layout.FirstElement());
}

// Changes one argument at random; the call may then be rejected. The destination's buffer has room for the source too.
inline void BreakCall(Random& random, CopyCall& call, Buffer& buffer)
{
    switch (random.Below(13))
    {
    case 0: call.destination.bytes -= (std::min)(call.destination.bytes, std::uint64_t{random.Between(1, 9)}); break;
    case 1: call.source.bytes -= (std::min)(call.source.bytes, std::uint64_t{random.Between(1, 9)}); break;
    case 2: call.destination.data = nullptr; break;
    case 3: call.source.data = nullptr; break;
    case 4:
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(random.OneIn(2)   ? 0
                                                            : random.OneIn(2) ? reference_model::LastDataType + 1
                                                                              : random.Between(0, 0xFFFFFFFF));
        if (!random.OneIn(3)) { call.destination.type = type; }
        if (!random.OneIn(3)) { call.source.type = type; }
        break;
    }
    case 5:
    case 6:
    {
        TensorLayout& layout = random.OneIn(2) ? call.destination.layout : call.source.layout;
        layout = random.OneIn(2) && layout ? WithValue(layout, false, random.Below(layout.Rank()), 0)
                                           : layout.PromotedTo(random.Below(12));
        break;
    }
    case 7:
        if (call.source.layout)
        {
            const std::uint32_t axis = random.Below(call.source.layout.Rank());
            call.source.layout =
                WithValue(call.source.layout, false, axis, call.source.layout.Sizes()[axis] + random.Between(1, 2));
        }
        break;
    case 8:
        if (call.destination.layout)
        {
            const std::uint32_t axis = random.Below(call.destination.layout.Rank());
            call.destination.layout = WithValue(call.destination.layout, true, axis, random.Below(4));
        }
        break;
    case 9:
    {
        TensorLayout& layout = random.OneIn(2) ? call.destination.layout : call.source.layout;
        if (layout)
        {
            std::uint64_t first = random.Next() | std::uint64_t{1} << 63;
            first >>= random.Below(6);
            layout = TensorLayout::Strided(layout.Sizes(), layout.Strides(), first);
        }
        break;
    }
    case 10:
    case 11:
    {
        // Both tensors in one buffer, one before the other or overlapping.
        const std::uint64_t free = buffer.Size() - (std::min)(std::uint64_t{buffer.Size()}, call.destination.bytes);
        const std::uint64_t room = buffer.Size() - (std::min)(std::uint64_t{buffer.Size()}, call.source.bytes);
        const auto to = static_cast<std::size_t>(random.OneIn(3) ? 0 : random.Next() % (free + 1));
        const auto from = static_cast<std::size_t>(random.OneIn(3) ? room : random.Next() % (room + 1));
        call.destination.data = buffer.Data() + to;
        call.source.data = buffer.Data() + from;
        break;
    }
    default: break;
    }
}

} // namespace copy_support
