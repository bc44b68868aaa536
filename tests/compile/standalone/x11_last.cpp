#include "dml_tensor_convert.hpp"

#include "standalone/x11_macros.hpp"

#include "standalone/x11_use.hpp"

int main()
{
    UseBesideX11();
    UseInOtherUnit();
    return failures;
}
