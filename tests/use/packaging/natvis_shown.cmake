cmake_minimum_required(VERSION 3.20)

# Makes natvis_shown.hpp from the natvis file, and compiles and runs natvis_shown.cpp with it, once in each mode.
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
separate_arguments(flagList UNIX_COMMAND "${FLAGS}")

# run(command...): stops the test where the command fails; ${output} is what it printed
macro(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(REPLACE ";" " " command "${ARGN}")
        message(FATAL_ERROR "${command}\n${output}${errors}")
    endif()
endmacro()

run("${PYTHON}" -B "${CMAKE_CURRENT_LIST_DIR}/natvis.py" show
    "${SOURCE_DIR}/docs/packaging/dml_tensor_utils.natvis")
file(WRITE "${WORK_DIR}/natvis_shown.hpp" "${output}")
set(program "${WORK_DIR}/natvis_shown.exe") # Windows asks for such a name, others allow it
foreach(native IN ITEMS 0 1)
    run("${COMPILER}" ${flagList} -std=c++17 -w "-DDML_TENSOR_UTILS_USE_DIRECTML_H=${native}"
        -I "${SOURCE_DIR}/include" -I "${SOURCE_DIR}/tests/compile/interop/mock" -I "${WORK_DIR}"
        "${CMAKE_CURRENT_LIST_DIR}/natvis_shown.cpp" -o "${program}")
    run(${EMULATOR} "${program}")
endforeach()
