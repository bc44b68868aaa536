#pragma once

// The real header or the mock, whichever is on the include path. Off Windows, the real one needs winadapter.h before
// it.
#if !defined(_WIN32) && __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>
#endif
#include <DirectML.h>
