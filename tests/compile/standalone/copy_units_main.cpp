#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_convert.hpp"

#include "standalone/copy_units_view.hpp"

int main()
{
    const CopyUnit here = RunUnit<dml_tensor_utils::CopyHint>();
    const CopyUnit other = RunOtherUnit();
    const CopyUnit native = RunNativeUnit();
    CHECK(here.copy == other.copy && here.gather == other.gather && here.kernels == other.kernels);
    CHECK(here.convert == other.convert && here.conversions == other.conversions);
    // One definition for both modes would be a violation of the one-definition rule that no linker reports.
    CHECK(here.copy != native.copy && here.gather != native.gather && here.kernels != native.kernels);
    CHECK(here.convert != native.convert && here.conversions != native.conversions);
    return failures;
}
