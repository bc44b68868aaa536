cmake_minimum_required(VERSION 3.20)

# After including HEADER, the defined macros must be those of the standard headers that it includes, directly or through
# the library's other headers, and the ones named here.
set(allowed
    "DML_TENSOR_(UTILS|COPY|CONVERT|COMPARE|RELATION|INTEROP|OUTPUT_SIZES|OPERATORS|OPERATOR_SCHEMA|OWNED_OPERATOR|GRAPH|BINDINGS)_HPP")
string(APPEND allowed "|DML_TENSOR_UTILS_(NATIVE|NAMESPACE[A-Z_]*|USE_DIRECTML_H|GLOBAL_NAMES|VERSION|VERSION_[A-Z]+)")
# The other headers have tables of errors, too. The convert header also chooses its kernels by these.
string(APPEND allowed "|DTU_ERROR_[A-Z]+")
string(APPEND allowed "|DTU_(LIFETIMEBOUND|ISA|IS_ARM64|IS_X86|NO_VECTORS|GNU_VECTORS|X86_INTRINSICS|NEON_INTRINSICS|KERNEL_STEP|KERNEL|KERNEL_UNROLL)")
set(allowed "^(${allowed})$")

separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
file(MAKE_DIRECTORY "${WORK_DIR}")

# list_macros(names file): the names that are defined at the end of the file
function(list_macros names file)
    execute_process(COMMAND "${COMPILER}" ${FLAGS} -dM -E -x c++ "${file}"
        OUTPUT_VARIABLE output ERROR_VARIABLE output_of_failure RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${file} does not preprocess:\n${output_of_failure}")
    endif()
    string(REGEX MATCHALL "#define [A-Za-z0-9_]+" defined "${output}")
    list(TRANSFORM defined REPLACE "#define " "")
    set(${names} "${defined}" PARENT_SCOPE)
endfunction()

set(standardIncludes "")
set(pending "${HEADER}")
set(known "")
while(pending)
    list(POP_FRONT pending header)
    if(NOT header IN_LIST known)
        list(APPEND known "${header}")
        file(STRINGS "${INCLUDE_DIR}/${header}" includes REGEX "^ *# *include <[a-z_]+>")
        list(APPEND standardIncludes ${includes})
        file(STRINGS "${INCLUDE_DIR}/${header}" includes REGEX "^ *# *include \"")
        list(TRANSFORM includes REPLACE ".*\"(.*)\".*" "\\1")
        list(APPEND pending ${includes})
    endif()
endwhile()
# The copy, convert and compare headers use the compiler's vector types, except on ARM64 and if the test asks for intrinsics.
list(APPEND standardIncludes
    "#if defined(__aarch64__)" "#include <arm_neon.h>"
    "#elif defined(DML_TENSOR_UTILS_COPY_INTRINSICS) && defined(__SSE2__)" "#include <immintrin.h>" "#endif")
list(JOIN standardIncludes "\n" standardIncludes)
file(WRITE "${WORK_DIR}/without.cpp" "${standardIncludes}\n")
file(WRITE "${WORK_DIR}/with.cpp" "${standardIncludes}\n#include \"${INCLUDE_DIR}/${HEADER}\"\n")

set(commonFlags ${FLAGS})
foreach(vectors IN ITEMS "" -DDML_TENSOR_UTILS_COPY_INTRINSICS=1 -DDML_TENSOR_UTILS_COPY_PORTABLE=1)
    set(FLAGS ${commonFlags} ${vectors})
    list_macros(without "${WORK_DIR}/without.cpp")
    list_macros(with "${WORK_DIR}/with.cpp")

    if(NOT "DML_TENSOR_UTILS_VERSION_MAJOR" IN_LIST with OR "DML_TENSOR_UTILS_VERSION_MAJOR" IN_LIST without)
        message(FATAL_ERROR "the two lists of macros do not tell the header's own apart")
    endif()

    set(leaked "${with}")
    list(REMOVE_ITEM leaked ${without})
    list(FILTER leaked EXCLUDE REGEX "${allowed}")
    set(removed "${without}")
    list(REMOVE_ITEM removed ${with})
    if(leaked OR removed)
        message(FATAL_ERROR
            "${vectors} macros that the header leaves behind: ${leaked}\nmacros that it removes: ${removed}")
    endif()
endforeach()
