#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "standalone/units.hpp"

int main()
{
    const Addresses here = RunUnit<dml_tensor_utils::CopyHint, dml_tensor_utils::Dimensions>();
    const Addresses other = RunOtherUnit();
    const Addresses native = RunNativeUnit();
    for (std::size_t i = 0; i < here.size(); ++i)
    {
        CHECK(here[i] == other[i]);
        // If both modes shared a definition, it would violate the one-definition rule, which no linker reports.
        CHECK(here[i] != native[i]);
    }
    return failures;
}
