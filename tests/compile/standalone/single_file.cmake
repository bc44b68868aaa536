cmake_minimum_required(VERSION 3.20)

# Builds the target single_file in BUILD_DIR, replaces the includes of PROGRAM by SINGLE_FILE, and compiles and runs the
# result in an empty folder.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
set(config "")
if(CONFIG)
    set(config --config "${CONFIG}")
endif()
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")

run("${CMAKE_COMMAND}" --build "${BUILD_DIR}" ${config} --target single_file)
file(READ "${SINGLE_FILE}" headers)
if(headers MATCHES "#include \"")
    message(FATAL_ERROR "${SINGLE_FILE} includes a file")
endif()
file(READ "${PROGRAM}" program)
string(REGEX REPLACE "#include \"[^\n]*\n" "" program "${program}")
file(WRITE "${WORK_DIR}/program.cpp" "${headers}${program}")
set(executable "${WORK_DIR}/program.exe") # Windows requires the extension
run("${COMPILER}" ${FLAGS} -Wall -Wextra -Werror program.cpp -o "${executable}")
run(${EMULATOR} "${executable}")
if(NOT output MATCHES "^{2, 3}/{1, 2}: no error, then 1 4; no error, 12.5; all 6 elements agree; NullDescription, INVALID; NoNodes\r?\n$")
    message(FATAL_ERROR "the program prints:\n${output}")
endif()
