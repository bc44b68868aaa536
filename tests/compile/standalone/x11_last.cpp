// The headers of X11 come after those of the library.
#include "dml_tensor_convert.hpp"

#include "standalone/x11.hpp"

int main()
{
    UseBesideX11();
    UseInOtherUnit();
    return failures;
}
