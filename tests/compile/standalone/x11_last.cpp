#include "dml_tensor_copy.hpp"

#include "standalone/x11_macros.hpp"

#include "standalone/x11_use.hpp"

int main()
{
    UseBesideX11();
    UseInOtherUnit();
    return failures;
}
