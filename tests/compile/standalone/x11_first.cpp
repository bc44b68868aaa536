// X11's headers come first, with the macros that the header's configuration section recommends.
#include "standalone/x11_macros.hpp"

#pragma push_macro("None")
#undef None
#include "dml_tensor_convert.hpp"
#pragma pop_macro("None")

#include "standalone/x11_use.hpp"

void UseInOtherUnit() { UseBesideX11(); }
