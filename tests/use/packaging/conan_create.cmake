cmake_minimum_required(VERSION 3.20)

# Creates the Conan package in its own cache, without a remote to download from, and builds its test program.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
set(ENV{CONAN_HOME} "${WORK_DIR}/home")
set(ENV{CXX} "${COMPILER}")

foreach(command IN ITEMS
        "profile detect"
        "remote remove *"
        "create ${SOURCE_DIR}/docs/packaging/conan --build=missing -s compiler.cppstd=17 \
-c tools.cmake.cmake_layout:test_folder=${WORK_DIR}/test_package")
    separate_arguments(arguments UNIX_COMMAND "${command}")
    run("${CONAN}" ${arguments})
endforeach()

string(FIND "${output}${errors}" "no error: RrGgBb" position)
if(position EQUAL -1)
    message(FATAL_ERROR "the test program did not run:\n${output}${errors}")
endif()
