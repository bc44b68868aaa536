#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operators.hpp"

#include "standalone/interop_units_view.hpp"

int main()
{
    const InteropUnit here = RunUnit<dml_tensor_utils::Dimensions>();
    const InteropUnit other = RunOtherUnit();
    const InteropUnit native = RunNativeUnit();
    CHECK(here.function == other.function && here.instance == other.instance && here.table == other.table);
    CHECK(here.judge == other.judge && here.rows == other.rows);
    // One definition for both modes would be a violation of the one-definition rule that no linker reports.
    CHECK(here.function != native.function && here.instance != native.instance && here.table != native.table);
    CHECK(here.judge != native.judge && here.rows != native.rows);
    return failures;
}
