// The operations whose costs costs.py prints. Without an argument each is called once, for callgrind, which counts the
// instructions; with one, each is timed. costs.py also reads the assembly of the functions whose names begin with Folded.

#include "dml_tensor_operators.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>

// Each operation is a function that is not inlined, with sizes that are unknown at compile time.
#if defined(__clang__)
#define DESCRIBED_OPAQUE __attribute__((noinline))
#else
#define DESCRIBED_OPAQUE __attribute__((noipa))
#endif

namespace described
{
namespace dtu = dml_tensor_utils;

using Sizes = std::array<std::uint32_t, 4>;
using Flags = std::array<bool, 4>;

inline constexpr dtu::DML_TENSOR_DATA_TYPE Type = dtu::DML_TENSOR_DATA_TYPE_FLOAT32;

// The documented arithmetic for 4-byte elements, unchecked and in 32 bits: the baseline.
struct Listing
{
    Sizes sizes;
    Sizes strides;
    dtu::DML_BUFFER_TENSOR_DESC desc;
};

inline void FillListing(Listing& result, const Sizes& sizes, bool useStrides)
{
    result.sizes = sizes;
    std::uint64_t bytes = 4;
    if (useStrides)
    {
        std::uint32_t last = 0;
        for (std::size_t i = 0; i < 4; ++i) { last += (sizes[i] - 1) * result.strides[i]; }
        bytes = (std::uint64_t{last} + 1) * 4;
    }
    else
    {
        for (const std::uint32_t size : sizes) { bytes *= size; }
    }
    result.desc = {
        Type, dtu::DML_TENSOR_FLAG_NONE, 4, result.sizes.data(), useStrides ? result.strides.data() : nullptr, bytes,
        0};
}

inline Sizes ListingStrides(dtu::Layout layout, const Sizes& sizes, const Flags& broadcast)
{
    const std::uint32_t c = broadcast[1] ? 1 : sizes[1];
    const std::uint32_t h = broadcast[2] ? 1 : sizes[2];
    const std::uint32_t w = broadcast[3] ? 1 : sizes[3];
    const Sizes packed = layout == dtu::Layout::NCHW ? Sizes{c * h * w, h * w, w, 1} : Sizes{h * w * c, 1, w * c, c};
    Sizes strides{};
    for (std::size_t i = 0; i < 4; ++i) { strides[i] = broadcast[i] ? 0 : packed[i]; }
    return strides;
}

DESCRIBED_OPAQUE inline void ListingPacked(Listing& result, const Sizes& sizes) { FillListing(result, sizes, false); }

DESCRIBED_OPAQUE inline void ListingNhwc(Listing& result, const Sizes& sizes)
{
    result.strides = ListingStrides(dtu::Layout::NHWC, sizes, {});
    FillListing(result, sizes, true);
}

DESCRIBED_OPAQUE inline void ListingBroadcast(Listing& result, const Sizes& sizes, const Flags& broadcast)
{
    result.strides = ListingStrides(dtu::Layout::NCHW, sizes, broadcast);
    FillListing(result, sizes, true);
}

// The documented arithmetic of DMLCalcBufferTensorSize, without strides.
DESCRIBED_OPAQUE inline std::uint64_t ListingSize(const Sizes& sizes)
{
    std::uint64_t bytes = 4;
    for (const std::uint32_t size : sizes) { bytes *= size; }
    return (bytes + 3) & ~std::uint64_t{3};
}

DESCRIBED_OPAQUE inline std::uint64_t SizePacked(dtu::DML_TENSOR_DATA_TYPE type, const Sizes& sizes)
{
    return dtu::DMLCalcBufferTensorSize(type, 4, sizes.data(), nullptr);
}

DESCRIBED_OPAQUE inline std::uint64_t SizeStrided(dtu::DML_TENSOR_DATA_TYPE type, const Sizes& sizes,
                                                  const Sizes& strides)
{
    return dtu::DMLCalcBufferTensorSize(type, 4, sizes.data(), strides.data());
}

// An NHWC descriptor by the documented functions.
DESCRIBED_OPAQUE inline std::uint64_t StridesAndSize(dtu::DML_TENSOR_DATA_TYPE type, const Sizes& sizes, Sizes& strides)
{
    strides = dtu::CalculateStrides(dtu::Layout::NHWC, sizes, {});
    return dtu::DMLCalcBufferTensorSize(type, 4, sizes.data(), strides.data());
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc PackedInOrder(const Sizes& sizes, const Sizes& axisOrder)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed(sizes, axisOrder));
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc PackedInConstantOrder(const Sizes& sizes)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed(sizes, {0, 2, 3, 1}));
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc Packed(const Sizes& sizes)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed(sizes));
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc Nhwc(const Sizes& sizes)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC));
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc Broadcast(const Sizes& sizes, const Sizes& strides)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Strided(sizes, strides));
}

DESCRIBED_OPAQUE inline dtu::BufferTensorDesc BroadcastChannels(const Sizes& sizes)
{
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, sizes[1], 1, 1}).BroadcastTo(sizes));
}

DESCRIBED_OPAQUE inline std::uint64_t UncheckedOffset(const Sizes& strides, const Sizes& coordinates)
{
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < 4; ++i) { offset += std::uint64_t{coordinates[i]} * strides[i]; }
    return offset;
}

DESCRIBED_OPAQUE inline std::uint64_t Offset(const dtu::TensorLayout& layout, const Sizes& coordinates)
{
    return layout.ElementOffset(coordinates);
}

// The result as bool, which stays in a register.
DESCRIBED_OPAQUE inline bool IsValidPacked(const dtu::DML_BUFFER_TENSOR_DESC& desc)
{
    return dtu::Validate(desc, dtu::TensorRole::Input).Ok();
}

DESCRIBED_OPAQUE inline bool IsValidStrided(const dtu::DML_BUFFER_TENSOR_DESC& desc)
{
    return dtu::Validate(desc, dtu::TensorRole::Input).Ok();
}

// The same, with the Diagnosis stored in memory.
DESCRIBED_OPAQUE inline dtu::Diagnosis ValidatePacked(const dtu::DML_BUFFER_TENSOR_DESC& desc)
{
    return dtu::Validate(desc, dtu::TensorRole::Input);
}

DESCRIBED_OPAQUE inline dtu::Diagnosis ValidateStrided(const dtu::DML_BUFFER_TENSOR_DESC& desc)
{
    return dtu::Validate(desc, dtu::TensorRole::Input);
}

DESCRIBED_OPAQUE inline dtu::Diagnosis ValidateOutput(const dtu::DML_BUFFER_TENSOR_DESC& desc)
{
    return dtu::Validate(desc, dtu::TensorRole::Output);
}

// The members of DML_ELEMENT_WISE_ADD_OPERATOR_DESC and DML_CONVOLUTION_OPERATOR_DESC, for both modes.
struct Add
{
    const dtu::DML_TENSOR_DESC* tensors[3];
};
struct Convolution
{
    const dtu::DML_TENSOR_DESC* tensors[4]; // input, filter, bias, output
    std::uint32_t mode, direction, dimensionCount;
    const std::uint32_t* lists[5]; // strides, dilations, start, end and output padding
    std::uint32_t groupCount;
    const dtu::DML_OPERATOR_DESC* fusedActivation;
};

DESCRIBED_OPAQUE inline dtu::OperatorDiagnosis ValidateAdd(const Add& add)
{
    return dtu::ValidateOperator({static_cast<dtu::DML_OPERATOR_TYPE>(4), &add});
}

DESCRIBED_OPAQUE inline dtu::OperatorDiagnosis ValidateConvolution(const Convolution& convolution)
{
    return dtu::ValidateOperator({static_cast<dtu::DML_OPERATOR_TYPE>(53), &convolution});
}

// A valid convolution with its tensors and lists.
struct RightConvolution
{
    std::uint32_t ones[2] = {1, 1};
    std::uint32_t zeros[2] = {};
    dtu::PinnedTensorDesc input{dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 3, 9, 9}))};
    dtu::PinnedTensorDesc filter{dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({8, 3, 3, 3}))};
    dtu::PinnedTensorDesc output{dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 8, 7, 7}))};
    Convolution desc = {
        {input.Get(), filter.Get(), nullptr, output.Get()}, 1, 0, 2, {ones, ones, zeros, zeros, zeros}, 1, nullptr};
};
} // namespace described

// With sizes that are known at compile time, only the result may remain.
extern "C" std::uint64_t FoldedSize()
{
    using namespace described;
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 3, 224, 224}, dtu::Layout::NHWC))
        .TotalTensorSizeInBytes();
}

extern "C" std::uint64_t FoldedDocumentedSize()
{
    using namespace described;
    const std::uint32_t sizes[] = {1, 3, 224, 224};
    return dtu::DMLCalcBufferTensorSize(Type, 4, sizes, nullptr);
}

extern "C" std::uint64_t FoldedDocumentedNhwcSize()
{
    using namespace described;
    const Sizes sizes = {1, 3, 224, 224};
    const Sizes strides = dtu::CalculateStrides(dtu::Layout::NHWC, sizes, {});
    return dtu::DMLCalcBufferTensorSize(Type, 4, sizes.data(), strides.data());
}

// Calls an operation once, or prints the nanoseconds of a call: the median of 9 rounds. Returns whether its result is right.
template <class Call> bool Run(bool isTimed, const char* name, Call call)
{
    constexpr int Calls = 100000;
    bool isRight = call();
    if (!isTimed) { return isRight; }
    std::array<double, 9> rounds{};
    for (double& round : rounds)
    {
        const std::clock_t start = std::clock(); // time of the processor
        for (int i = 0; i < Calls; ++i) { isRight = call() && isRight; }
        round = 1e9 / CLOCKS_PER_SEC / Calls * static_cast<double>(std::clock() - start);
    }
    std::sort(rounds.begin(), rounds.end());
    std::printf("%s %.1f\n", name, rounds[4]);
    return isRight;
}

int main(int argumentCount, char**)
{
    using namespace described;
    const bool isTimed = argumentCount > 1;
    const Sizes sizes{2, 3, 224, 225};
    const Sizes nhwcStrides{151200, 1, 675, 3};
    const dtu::BufferTensorDesc packed(Type, dtu::TensorLayout::Packed(sizes));
    const dtu::BufferTensorDesc nhwc(Type, dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC));
    const dtu::DML_BUFFER_TENSOR_DESC packedDesc = packed.Desc(), nhwcDesc = nhwc.Desc();
    const dtu::PinnedTensorDesc tensor(packed);
    const Add add{{tensor.Get(), tensor.Get(), tensor.Get()}};
    const RightConvolution right;
    Listing listing{};
    Sizes strides{};
    const auto listed = [&](auto list)
    {
        list();
        return listing.desc.TotalTensorSizeInBytes != 0;
    };
    bool isRight = true;
    const auto run = [&](const char* name, auto call) { isRight = Run(isTimed, name, call) && isRight; };
    run("ListingPacked", [&] { return listed([&] { ListingPacked(listing, sizes); }); });
    run("Packed", [&] { return bool(Packed(sizes)); });
    run("ListingNhwc", [&] { return listed([&] { ListingNhwc(listing, sizes); }); });
    run("Nhwc", [&] { return bool(Nhwc(sizes)); });
    run("PackedInOrder", [&] { return bool(PackedInOrder(sizes, {0, 2, 3, 1})); });
    run("PackedInConstantOrder", [&] { return bool(PackedInConstantOrder(sizes)); });
    run("ListingBroadcast",
        [&] {
            return listed([&] { ListingBroadcast(listing, sizes, {true, false, true, true}); });
        });
    run("Broadcast", [&] { return bool(Broadcast(sizes, {0, 1, 0, 0})); });
    run("BroadcastChannels", [&] { return bool(BroadcastChannels(sizes)); });
    run("UncheckedOffset", [&] { return UncheckedOffset(sizes, {1, 2, 3, 4}) != 0; });
    run("Offset", [&] { return Offset(packed.Layout(), {1, 2, 3, 4}) != 0; });
    run("IsValidPacked", [&] { return IsValidPacked(packedDesc); });
    run("IsValidStrided", [&] { return IsValidStrided(nhwcDesc); });
    run("ValidatePacked", [&] { return ValidatePacked(packedDesc).Ok(); });
    run("ValidateStrided", [&] { return ValidateStrided(nhwcDesc).Ok(); });
    run("ValidateOutput", [&] { return ValidateOutput(nhwcDesc).Ok(); });
    run("ListingSize", [&] { return ListingSize(sizes) != 0; });
    run("SizePacked", [&] { return SizePacked(Type, sizes) != 0; });
    run("SizeStrided", [&] { return SizeStrided(Type, sizes, nhwcStrides) != 0; });
    run("StridesAndSize", [&] { return StridesAndSize(Type, sizes, strides) != 0; });
    run("ValidateAdd", [&] { return ValidateAdd(add).Ok(); });
    run("ValidateConvolution", [&] { return ValidateConvolution(right.desc).Ok(); });
    return isRight ? 0 : 1;
}
