# The target directml_header has the headers of the compiler's SDK, or of DML_TENSOR_UTILS_DIRECTX_HEADERS. Two variables
# say what can be compiled with them: DML_TENSOR_UTILS_HAS_DIRECTML_H (only on Windows, because a device needs its other
# headers) and DML_TENSOR_UTILS_HAS_DIRECTMLX_H. An SDK does not contain DirectMLX.h; put it beside DirectML.h. g++ 12
# cannot compile it.
add_library(directml_header INTERFACE IMPORTED) # the checks below use only the properties of imported targets
target_compile_definitions(directml_header INTERFACE DML_TARGET_VERSION_USE_LATEST)
if(DML_TENSOR_UTILS_DIRECTX_HEADERS)
    target_include_directories(directml_header INTERFACE "${DML_TENSOR_UTILS_DIRECTX_HEADERS}/directx")
    if(NOT WIN32)
        target_include_directories(directml_header INTERFACE
            "${DML_TENSOR_UTILS_DIRECTX_HEADERS}" "${DML_TENSOR_UTILS_DIRECTX_HEADERS}/wsl/stubs")
    endif()
endif()
if(MINGW)
    target_compile_definitions(directml_header INTERFACE _Maybenull_=) # an annotation that mingw-w64 lacks
endif()

# The results below are cached for these headers.
if(NOT "${DML_TENSOR_UTILS_DIRECTX_HEADERS}" STREQUAL "${DML_TENSOR_UTILS_CHECKED_HEADERS}")
    unset(DML_TENSOR_UTILS_HAS_DIRECTML_H CACHE)
    unset(DML_TENSOR_UTILS_HAS_DIRECTMLX_H CACHE)
    set(DML_TENSOR_UTILS_CHECKED_HEADERS "${DML_TENSOR_UTILS_DIRECTX_HEADERS}" CACHE INTERNAL "")
endif()

include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES directml_header)
if(WIN32)
    check_cxx_source_compiles("
        #include <windows.h>
        #include <d3d12.h>
        #include <DirectML.h>
        int main() { return DML_OPERATOR_FILL_VALUE_CONSTANT + DML_FEATURE_LEVEL_4_1 == 0; }"
        DML_TENSOR_UTILS_HAS_DIRECTML_H)
endif()
if(WIN32 OR DML_TENSOR_UTILS_DIRECTX_HEADERS)
    set(CMAKE_REQUIRED_FLAGS "${CMAKE_CXX17_STANDARD_COMPILE_OPTION}")
    check_cxx_source_compiles("
        #if !defined(_WIN32)
        #include <wsl/winadapter.h>
        #endif
        #include <DirectML.h>
        #include <DirectMLX.h>
        int main() { dml::TensorPolicy::InterleavedChannel(); }"
        DML_TENSOR_UTILS_HAS_DIRECTMLX_H)
    unset(CMAKE_REQUIRED_FLAGS)
endif()
unset(CMAKE_REQUIRED_LIBRARIES)
