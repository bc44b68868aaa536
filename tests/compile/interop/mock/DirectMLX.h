// Replaces DirectMLX.h, which is not in any package here: its global, non-template function, and the types of a tensor
// policy.
#pragma once

#include <DirectML.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

inline UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, UINT dimensionCount, const UINT* sizes,
                                      const UINT* strides)
{
    UINT64 lastElement = 0;
    for (UINT axis = 0; axis < dimensionCount; ++axis) { lastElement += UINT64{sizes[axis] - 1} * strides[axis]; }
    const UINT64 elementSize = dataType == DML_TENSOR_DATA_TYPE_FLOAT16 ? 2 : 4;
    return ((lastElement + 1) * elementSize + 3) / 4 * 4;
}

namespace dml
{

template <class T> class Span
{
public:
    Span(T* data, std::size_t size) : m_data(data), m_size(size) {}
    T* data() const { return m_data; }
    std::size_t size() const { return m_size; }

private:
    T* m_data;
    std::size_t m_size;
};

using TensorStrides = std::vector<UINT>;

struct TensorProperties
{
    std::optional<TensorStrides> strides;
    UINT64 totalTensorSizeInBytes;
    UINT guaranteedBaseOffsetAlignment;
};

class TensorPolicy
{
public:
    using Func = std::function<TensorProperties(DML_TENSOR_DATA_TYPE, DML_TENSOR_FLAGS, Span<const UINT>)>;

    TensorPolicy(Func impl) : m_impl(std::move(impl)) {}

    TensorProperties Get(DML_TENSOR_DATA_TYPE dataType, DML_TENSOR_FLAGS flags, Span<const UINT> sizes) const
    {
        return m_impl(dataType, flags, sizes);
    }

    // Channels vary fastest, then the last axis, and so on.
    static TensorPolicy InterleavedChannel()
    {
        return Func(
            [](DML_TENSOR_DATA_TYPE dataType, DML_TENSOR_FLAGS, Span<const UINT> sizes)
            {
                const std::size_t rank = sizes.size();
                TensorStrides strides(rank, 1);
                UINT stride = rank > 1 ? sizes.data()[1] : 1;
                for (std::size_t axis = rank; axis-- > 2;)
                {
                    strides[axis] = stride;
                    stride *= sizes.data()[axis];
                }
                strides[0] = stride;
                const UINT64 bytes =
                    DMLCalcBufferTensorSize(dataType, static_cast<UINT>(rank), sizes.data(), strides.data());
                return TensorProperties{std::move(strides), bytes, 0};
            });
    }

private:
    Func m_impl;
};

} // namespace dml
