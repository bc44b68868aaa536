# Builds for 64-bit Windows with mingw-w64, and runs the programs under Wine if it is installed.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
# Debian has two variants; GoogleTest needs the one with POSIX threads, and a C compiler.
find_program(CMAKE_C_COMPILER NAMES x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc REQUIRED)
find_program(CMAKE_CXX_COMPILER NAMES x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++ REQUIRED)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # the program finds no library of the compiler's where it runs

list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

find_program(DML_TENSOR_UTILS_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(DML_TENSOR_UTILS_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${DML_TENSOR_UTILS_WINE}")
endif()
