#include "standalone/two_units.hpp"

UnitView ViewOfOtherUnit() noexcept
{
    return {&dml_tensor_utils::NoOffset, &dml_tensor_utils::ToString, &dml_tensor_utils::DMLCalcBufferTensorSize<>};
}
