#include "dml_tensor_utils.hpp"
#include "dml_tensor_utils.hpp"
#include "standalone/check.hpp"
#include "standalone/two_units.hpp"

int main()
{
    const UnitView here{&dml_tensor_utils::NoOffset, &dml_tensor_utils::ToString,
                        &dml_tensor_utils::DMLCalcBufferTensorSize<>};
    const UnitView other = ViewOfOtherUnit();
    CHECK(here.variable == other.variable);
    CHECK(here.function == other.function);
    CHECK(here.instance == other.instance);
    return failures;
}
