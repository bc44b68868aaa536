#pragma once

// The real header or the mock, by the include path. Off Windows the real one needs the adapter before it.
#if !defined(_WIN32) && __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>
#endif
#include <DirectML.h>
