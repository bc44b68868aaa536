cmake_minimum_required(VERSION 3.20)

# Makes natvis_shown.hpp from the natvis file, and compiles and runs natvis_shown.cpp with it, once in each mode.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
separate_arguments(flagList UNIX_COMMAND "${FLAGS}")

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
