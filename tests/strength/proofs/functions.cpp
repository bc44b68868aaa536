// The functions that prove.py proves, each behind one signature: it reads numbers from `in`, writes its results to
// `out`, and takes in `fixed` what a proof fixes (a rank, a type, a number of bits). Compiled to LLVM IR, and to a
// library that the terms are compared with.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

// So that a proof can state what a layout holds: any span, not only those that some sizes have.
#define private public // NOLINT(readability-identifier-naming)
#include "dml_tensor_utils.hpp"
#undef private

using namespace dml_tensor_utils;
using In = const std::uint64_t*;
using Out = std::uint64_t*;

namespace
{
struct Values
{
    std::uint32_t values[8];
};

Values Narrowed(In in, std::uint32_t count)
{
    Values narrowed{};
    for (std::uint32_t i = 0; i < count; ++i)
    {
        narrowed.values[i] = static_cast<std::uint32_t>(in[i]);
    }
    return narrowed;
}

void Described(const TensorLayout& layout, Out out)
{
    out[0] = layout.Error() == TensorError::None;
    out[1] = layout.ElementCount();
    out[2] = layout.ElementSpan();
}

TensorLayout Placed(In in)
{
    TensorLayout layout;
    layout.m_firstElement = in[0];
    layout.m_elementSpan = in[1];
    return layout;
}

template <std::size_t N>
void Strides(In in, Out out, std::uint32_t layout)
{
    std::array<std::uint32_t, N> sizes{};
    std::array<bool, N> broadcast{};
    for (std::size_t i = 0; i < N; ++i)
    {
        sizes[i] = static_cast<std::uint32_t>(in[i]);
        broadcast[i] = in[N + i] != 0;
    }
    const std::array<std::uint32_t, N> strides = CalculateStrides(static_cast<Layout>(layout), sizes, broadcast);
    for (std::size_t i = 0; i < N; ++i)
    {
        out[i] = strides[i];
    }
}

// The type, sizes, strides.
void CalculatedSize(In in, Out out, std::uint32_t rank, bool hasStrides)
{
    const Values sizes = Narrowed(in + 1, rank);
    const Values strides = Narrowed(in + 1 + rank, hasStrides ? rank : 0);
    out[0] = DMLCalcBufferTensorSize(static_cast<DML_TENSOR_DATA_TYPE>(in[0]), rank, sizes.values,
                                     hasStrides ? strides.values : nullptr);
}

// The type, the total size, sizes, strides.
void Validated(In in, Out out, std::uint32_t rank, bool hasStrides)
{
    const Values sizes = Narrowed(in + 2, rank);
    const Values strides = Narrowed(in + 2 + rank, hasStrides ? rank : 0);
    DML_BUFFER_TENSOR_DESC desc{};
    desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(in[0]);
    desc.DimensionCount = rank;
    desc.Sizes = sizes.values;
    desc.Strides = hasStrides ? strides.values : nullptr;
    desc.TotalTensorSizeInBytes = in[1];
    const Diagnosis diagnosis = Validate(desc, TensorRole::Input);
    out[0] = diagnosis.error == TensorError::ZeroSize;
    out[1] = diagnosis.error == TensorError::ElementLimit;
    out[2] = diagnosis.error == TensorError::TotalSizeTooSmall;
    out[3] = diagnosis.actual;
    out[4] = diagnosis.required;
    out[5] = diagnosis.error == TensorError::SizeWraps;
}
} // namespace

extern "C"
{
    void Multiply(In in, Out out, std::uint32_t)
    {
        out[1] = detail::Multiply(in[0], static_cast<std::uint32_t>(in[1]), out[0]);
    }

    void Add(In in, Out out, std::uint32_t)
    {
        out[1] = detail::Add(in[0], in[1], out[0]);
    }

    void RoundUpToDword(In in, Out out, std::uint32_t)
    {
        out[1] = detail::RoundUpToDword(in[0], out[0]);
    }

    void TotalMultiply(In in, Out out, std::uint32_t)
    {
        detail::ElementTotal total{in[0], static_cast<std::uint32_t>(in[1])};
        out[2] = total.Multiply(static_cast<std::uint32_t>(in[2]));
        out[0] = total.half;
        out[1] = total.odd;
    }

    void TotalAdd(In in, Out out, std::uint32_t)
    {
        detail::ElementTotal total{in[0], static_cast<std::uint32_t>(in[1])};
        out[2] = total.Add(in[2]);
        out[0] = total.half;
        out[1] = total.odd;
    }

    void TotalBytes(In in, Out out, std::uint32_t bits)
    {
        const detail::ElementTotal total{in[0], static_cast<std::uint32_t>(in[1])};
        out[1] = total.Bytes(bits, out[0]);
    }

    void BytesOf(In in, Out out, std::uint32_t bits)
    {
        out[1] = detail::BytesOf(in[0], bits, out[0]);
    }

    void CountElements(In in, Out out, std::uint32_t rank)
    {
        const Values sizes = Narrowed(in, rank);
        std::uint64_t count = 0;
        const Diagnosis diagnosis = detail::CountElements(sizes.values, rank, count);
        out[0] = diagnosis.error == TensorError::ZeroSize;
        out[1] = diagnosis.error == TensorError::SpanLimit;
        out[2] = count;
    }

    // Sizes, strides, first element.
    void Strided(In in, Out out, std::uint32_t rank)
    {
        const Values sizes = Narrowed(in, rank);
        const Values strides = Narrowed(in + rank, rank);
        Described(
            TensorLayout::Strided(Dimensions(sizes.values, rank), Dimensions(strides.values, rank), in[rank + rank]),
            out);
    }

    void Packed(In in, Out out, std::uint32_t rank)
    {
        const Values sizes = Narrowed(in, rank);
        const TensorLayout layout = TensorLayout::Packed(Dimensions(sizes.values, rank));
        Described(layout, out);
        for (std::uint32_t i = 0; i < rank; ++i)
        {
            out[3 + i] = layout.m_strides.m_values[i];
        }
    }

    // Sizes, strides, coordinates, first element.
    void ElementOffset(In in, Out out, std::uint32_t rank)
    {
        const Values sizes = Narrowed(in, rank);
        const Values strides = Narrowed(in + rank, rank);
        const Values coordinates = Narrowed(in + rank + rank, rank);
        TensorLayout layout;
        layout.m_sizes = Dimensions(sizes.values, rank);
        layout.m_strides = Dimensions(strides.values, rank);
        layout.m_firstElement = in[rank + rank + rank];
        out[0] = layout.ElementOffset(Dimensions(coordinates.values, rank));
    }

    void SizeInBytes(In in, Out out, std::uint32_t type)
    {
        out[0] = Placed(in).SizeInBytes(static_cast<DML_TENSOR_DATA_TYPE>(type));
    }

    void EndInBytes(In in, Out out, std::uint32_t type)
    {
        out[0] = Placed(in).EndInBytes(static_cast<DML_TENSOR_DATA_TYPE>(type));
    }

    void PackedSize(In in, Out out, std::uint32_t rank)
    {
        CalculatedSize(in, out, rank, false);
    }

    void StridedSize(In in, Out out, std::uint32_t rank)
    {
        CalculatedSize(in, out, rank, true);
    }

    void ValidatePacked(In in, Out out, std::uint32_t rank)
    {
        Validated(in, out, rank, false);
    }

    void ValidateStrided(In in, Out out, std::uint32_t rank)
    {
        Validated(in, out, rank, true);
    }

    void Strides4(In in, Out out, std::uint32_t layout)
    {
        Strides<4>(in, out, layout);
    }

    void Strides5(In in, Out out, std::uint32_t layout)
    {
        Strides<5>(in, out, layout);
    }
}
