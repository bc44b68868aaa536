cmake_minimum_required(VERSION 3.20)

# With one more element type in the table, a switch over element types must cause a warning in each of these headers.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
set(ENV{LC_ALL} C)
file(COPY "${INCLUDE_DIR}/" DESTINATION "${WORK_DIR}")
file(READ "${WORK_DIR}/dml_tensor_utils.hpp" text)
string(REGEX REPLACE "[)](\n[^\n]*\n\nenum class ElementType )"
    ") \\\\\n    ENTRY(Float8, FLOAT8, Float, 8, 17, Never, Never)\\1" changed "${text}")
if(changed STREQUAL text)
    message(FATAL_ERROR "dml_tensor_utils.hpp has no last row of DTU_ELEMENT_TYPES")
endif()
file(WRITE "${WORK_DIR}/dml_tensor_utils.hpp" "${changed}")

execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only -Werror=switch -x c++ "${WORK_DIR}/dml_tensor_convert.hpp"
    ERROR_VARIABLE output RESULT_VARIABLE result)
foreach(header IN ITEMS utils convert)
    if(result EQUAL 0 OR NOT output MATCHES "dml_tensor_${header}.hpp:[0-9]+:[0-9]+: error: [^\n]*Float8")
        message(SEND_ERROR "no switch of dml_tensor_${header}.hpp misses the new type:\n${output}")
    endif()
endforeach()
