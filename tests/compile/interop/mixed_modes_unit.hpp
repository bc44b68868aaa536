#pragma once

// Included by two translation units of one program, after dml_tensor_utils.hpp in portable and in native mode.

#include <cstring>

#include "interop/mixed_modes.hpp"

// Desc is the unit's own DML_BUFFER_TENSOR_DESC, so the two units have different instances of these templates.
template <class Desc> UnitReport ReportOfUnit()
{
    namespace dtu = dml_tensor_utils;
    static const dtu::BufferTensorDesc owner(dtu::DML_TENSOR_DATA_TYPE_FLOAT16,
                                             dtu::TensorLayout::Strided({2, 3}, {5, 1}));
    static const Desc desc = owner.Desc();
    return {&desc, reinterpret_cast<const void*>(&dtu::AxisOrder), &dtu::NoOffset, desc.TotalTensorSizeInBytes,
            static_cast<bool>(owner)};
}

template <class Desc> unsigned long long ReadInUnit(const void* desc)
{
    namespace dtu = dml_tensor_utils;
    Desc copy;
    std::memcpy(&copy, desc, sizeof copy);
    const dtu::BufferTensorDesc expected(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, dtu::TensorLayout::Strided({2, 3}, {5, 1}));
    return dtu::BufferTensorDesc::Of(copy) == expected ? copy.TotalTensorSizeInBytes : 0;
}
