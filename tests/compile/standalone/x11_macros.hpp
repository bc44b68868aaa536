#pragma once

// Macros of X11/X.h and X11/Xlib.h.
// NOLINTBEGIN(readability-identifier-naming)
#define None 0L
#define Always 2
#define Bool int
#define Complex 0
#define Convex 2
#define False 0
#define Status int
#define Success 0
#define True 1
#define Unsorted 0
// NOLINTEND(readability-identifier-naming)
