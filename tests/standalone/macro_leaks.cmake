cmake_minimum_required(VERSION 3.20)

# The macros after including the header must be those of its own standard headers, and the ones named here.
set(allowed "^(DML_TENSOR_UTILS_HPP|DML_TENSOR_UTILS_VERSION_[A-Z]+|DML_TENSOR_UTILS_(USE_DIRECTML_H|GLOBAL_NAMES))$")

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

file(STRINGS "${HEADER}" standardIncludes REGEX "^ *# *include <[a-z_]+>")
list(JOIN standardIncludes "\n" standardIncludes)
file(WRITE "${WORK_DIR}/without.cpp" "${standardIncludes}\n")
file(WRITE "${WORK_DIR}/with.cpp" "${standardIncludes}\n#include \"${HEADER}\"\n")
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
    message(FATAL_ERROR "macros that the header leaves behind: ${leaked}\nmacros that it removes: ${removed}")
endif()
