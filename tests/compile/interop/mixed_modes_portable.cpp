#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_utils.hpp"

#include "interop/mixed_modes_unit.hpp"

UnitReport ReportOfPortableUnit() { return ReportOfUnit<dml_tensor_utils::DML_BUFFER_TENSOR_DESC>(); }

unsigned long long ReadInPortableUnit(const void* desc)
{
    return ReadInUnit<dml_tensor_utils::DML_BUFFER_TENSOR_DESC>(desc);
}
