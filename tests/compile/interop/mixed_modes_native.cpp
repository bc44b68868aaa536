#define DML_TENSOR_UTILS_USE_DIRECTML_H 1
#include "interop/directml_header.hpp"

#include "dml_tensor_utils.hpp"

#include "interop/mixed_modes_unit.hpp"

UnitReport ReportOfNativeUnit() { return ReportOfUnit<dml_tensor_utils::DML_BUFFER_TENSOR_DESC>(); }

unsigned long long ReadInNativeUnit(const void* desc)
{
    return ReadInUnit<dml_tensor_utils::DML_BUFFER_TENSOR_DESC>(desc);
}
