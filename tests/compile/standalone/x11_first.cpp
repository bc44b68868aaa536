// As the header's configuration section says, where X11's headers come first.
#include "standalone/x11_macros.hpp"

#pragma push_macro("None")
#undef None
#include "dml_tensor_convert.hpp"
#pragma pop_macro("None")

#include "standalone/x11_use.hpp"

void UseInOtherUnit() { UseBesideX11(); }
