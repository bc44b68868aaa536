// A program's own copy of an older SDK's header, which is the mock with an older target.
#ifndef DIRECTML_H
#define DML_TARGET_VERSION 0x2000
#include "../mock/DirectML.h"
#endif
