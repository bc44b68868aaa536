// A program as in Microsoft's documentation: global names and its own UINT and UINT64, without the library's namespace.
#if DML_TENSOR_UTILS_TEST_NATIVE
#include "interop/directml_header.hpp"
#else
#include <cstdint>
using UINT = std::uint32_t;
using UINT64 = std::uint64_t;
#endif

#define DML_TENSOR_UTILS_GLOBAL_NAMES
#include "dml_tensor_utils.hpp"

#include <array>

#include "standalone/check.hpp"

namespace
{

struct Tensor
{
    std::array<UINT, 4> sizes;
    std::array<UINT, 4> strides;
    DML_BUFFER_TENSOR_DESC buffer = {};
    DML_TENSOR_DESC desc = {};

    Tensor(DML_TENSOR_DATA_TYPE dataType, std::array<UINT, 4> logicalSizes, Layout layout,
           std::array<bool, 4> broadcast)
        : sizes(logicalSizes), strides(CalculateStrides(layout, logicalSizes, broadcast))
    {
        buffer.DataType = dataType;
        buffer.Flags = DML_TENSOR_FLAG_NONE;
        buffer.DimensionCount = static_cast<UINT>(sizes.size());
        buffer.Sizes = sizes.data();
        buffer.Strides = strides.data();
        buffer.TotalTensorSizeInBytes =
            DMLCalcBufferTensorSize(buffer.DataType, buffer.DimensionCount, buffer.Sizes, buffer.Strides);
        buffer.GuaranteedBaseOffsetAlignment = 0;
        desc.Type = DML_TENSOR_TYPE_BUFFER;
        desc.Desc = &buffer;
    }

    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;
};

} // namespace

int main()
{
    const Tensor packed(DML_TENSOR_DATA_TYPE_FLOAT16, {2, 3, 4, 5}, Layout::NCHW, {false, false, false, false});
    CHECK(packed.strides == std::array<UINT, 4>{60, 20, 5, 1});
    CHECK(packed.buffer.TotalTensorSizeInBytes == 240);

    const Tensor channelsLast(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 3, 5}, ::Layout::NHWC, {});
    CHECK(channelsLast.strides == std::array<UINT, 4>{15, 1, 5, 1});
    CHECK(static_cast<const DML_BUFFER_TENSOR_DESC*>(channelsLast.desc.Desc)->TotalTensorSizeInBytes == 60);

    const Tensor broadcast(DML_TENSOR_DATA_TYPE_UINT8, {2, 3, 4, 5}, Layout::NHWC, {false, false, false, true});
    CHECK(broadcast.strides == std::array<UINT, 4>{12, 1, 3, 0});
    CHECK(broadcast.buffer.TotalTensorSizeInBytes == 24);

    // A braced list selects the documented function of four dimensions. Unlike the original, it can be a constant
    // expression.
    constexpr auto strides = ::CalculateStrides(Layout::NHWC, {2, 3, 4, 5}, {false, true, false, false});
    static_assert(strides[0] == 20 && strides[1] == 0 && strides[2] == 5 && strides[3] == 1);

    const UINT sizes[] = {2, 3};
    const UINT strided[] = {5, 1};
    const UINT64 size = ::DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 2, sizes, strided);
    CHECK(size == 32);
    CHECK(::DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_UNKNOWN, 2, sizes, strided) == 0);
    return failures;
}
