cmake_minimum_required(VERSION 3.20)

# The quick start with a height of 0 must not compile, and the compiler's message must be the one in README, in the line
# that begins with the compiler's name. README writes "..." for the namespaces.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
set(ENV{LC_ALL} C)

file(READ "${SOURCE_DIR}/examples/quick_start.cpp" right)
string(REPLACE "{1, 3, 224, 224}" "{1, 3, 0, 224}" wrong "${right}")
if(wrong STREQUAL right)
    message(FATAL_ERROR "the quick start has no height to set to 0")
endif()
file(WRITE "${WORK_DIR}/wrong.cpp" "${wrong}")
execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only "-I${SOURCE_DIR}/include" "${WORK_DIR}/wrong.cpp"
    ERROR_VARIABLE said RESULT_VARIABLE result)
if(result EQUAL 0)
    message(FATAL_ERROR "a height of 0 compiles")
endif()
string(REGEX REPLACE "(dml_tensor_utils|v[0-9]+_[0-9]+_[a-z]+|detail)::" "" said "${said}")

set(name "g[+][+]")
if(COMPILER_ID MATCHES "Clang")
    set(name "clang")
endif()
file(READ "${SOURCE_DIR}/README.md" readme)
if(NOT readme MATCHES "\n${name}: +([^\n]+)\n")
    message(FATAL_ERROR "README has no line that begins with ${name}:")
endif()
string(REPLACE "...::" "" shown "${CMAKE_MATCH_1}")
string(FIND "${said}" "${shown}" place)
if(place EQUAL -1)
    message(FATAL_ERROR "README shows\n${shown}\nand the compiler says\n${said}")
endif()
