// The headers of X11 come before those of the library.
#include "standalone/x11.hpp"

void UseInOtherUnit() { UseBesideX11(); }
