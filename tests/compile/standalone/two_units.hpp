#pragma once

#include "dml_tensor_utils.hpp"

// What one translation unit sees of the header: the addresses of an inline variable, of a function and of an instance.
struct UnitView
{
    const std::uint64_t* variable;
    const char* (*function)(dml_tensor_utils::TensorError) noexcept;
    std::uint64_t (*instance)(dml_tensor_utils::DML_TENSOR_DATA_TYPE, std::uint32_t, const std::uint32_t*,
                              const std::uint32_t*) noexcept;
};

UnitView ViewOfOtherUnit() noexcept;
