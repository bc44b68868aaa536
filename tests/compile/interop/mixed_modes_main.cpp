#include "interop/mixed_modes.hpp"
#include "standalone/check.hpp"

int main()
{
    const UnitReport portable = ReportOfPortableUnit();
    const UnitReport native = ReportOfNativeUnit();
    CHECK(portable.ok && native.ok);
    CHECK(portable.totalSize == 16 && native.totalSize == 16);
    // If both modes shared a definition, it would violate the one-definition rule, which no linker reports.
    CHECK(portable.function != native.function);
    CHECK(portable.variable != native.variable);
    CHECK(ReadInNativeUnit(portable.desc) == 16);
    CHECK(ReadInPortableUnit(native.desc) == 16);
    return failures;
}
