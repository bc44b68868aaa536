#pragma once

// Checks the DirectML types in both modes. Include it after dml_tensor_utils.hpp and, in native mode, DirectML.h.

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace vocabulary_asserts
{

using namespace dml_tensor_utils;

template <class Enum> constexpr std::uint32_t ValueOf(Enum enumerator)
{
    return static_cast<std::uint32_t>(enumerator);
}

static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UNKNOWN) == 0);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_FLOAT32) == 1);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_FLOAT16) == 2);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UINT32) == 3);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UINT16) == 4);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UINT8) == 5);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_INT32) == 6);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_INT16) == 7);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_INT8) == 8);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_FLOAT64) == 9);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UINT64) == 10);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_INT64) == 11);
#if !defined(DIRECTML_H) || DML_TARGET_VERSION >= 0x6300
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_UINT4) == 12);
static_assert(ValueOf(DML_TENSOR_DATA_TYPE_INT4) == 13);
#endif

static_assert(ValueOf(DML_TENSOR_TYPE_INVALID) == 0);
static_assert(ValueOf(DML_TENSOR_TYPE_BUFFER) == 1);
static_assert(ValueOf(DML_TENSOR_FLAG_NONE) == 0);
static_assert(ValueOf(DML_TENSOR_FLAG_OWNED_BY_DML) == 1);
static_assert(ValueOf(DML_OPERATOR_INVALID) == 0 && ValueOf(DML_OPERATOR_GATHER) == 67);

static_assert(sizeof(DML_TENSOR_DATA_TYPE) == 4 && sizeof(DML_TENSOR_TYPE) == 4 && sizeof(DML_TENSOR_FLAGS) == 4);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::DataType), DML_TENSOR_DATA_TYPE>);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::Flags), DML_TENSOR_FLAGS>);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::DimensionCount), std::uint32_t>);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::Sizes), const std::uint32_t*>);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::Strides), const std::uint32_t*>);
static_assert(std::is_same_v<decltype(DML_BUFFER_TENSOR_DESC::GuaranteedBaseOffsetAlignment), std::uint32_t>);
static_assert(sizeof(DML_BUFFER_TENSOR_DESC::TotalTensorSizeInBytes) == 8);
static_assert(std::is_same_v<decltype(DML_TENSOR_DESC::Type), DML_TENSOR_TYPE>);
static_assert(std::is_same_v<decltype(DML_TENSOR_DESC::Desc), const void*>);

// The sizes below are those of 64-bit machines, on which DirectML runs. There the portable structs must equal the
// SDK's.
constexpr bool Is64Bit = sizeof(void*) == 8;
static_assert(!Is64Bit || sizeof(DML_BUFFER_TENSOR_DESC) == 48);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, DataType) == 0);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, Flags) == 4);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, DimensionCount) == 8);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, Sizes) == 16);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, Strides) == 24);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, TotalTensorSizeInBytes) == 32);
static_assert(!Is64Bit || offsetof(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment) == 40);
static_assert(!Is64Bit || sizeof(DML_TENSOR_DESC) == 16);
static_assert(!Is64Bit || offsetof(DML_TENSOR_DESC, Type) == 0);
static_assert(!Is64Bit || offsetof(DML_TENSOR_DESC, Desc) == 8);

static_assert(
    std::is_trivially_copyable_v<DML_BUFFER_TENSOR_DESC> && std::is_standard_layout_v<DML_BUFFER_TENSOR_DESC>);
static_assert(std::is_aggregate_v<DML_BUFFER_TENSOR_DESC> && std::is_aggregate_v<DML_TENSOR_DESC>);

} // namespace vocabulary_asserts
