cmake_minimum_required(VERSION 3.20)

# Makes the Conan package in a cache of its own, without a remote to download from, and builds its test program.
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
set(ENV{CONAN_HOME} "${WORK_DIR}/home")
set(ENV{CXX} "${COMPILER}")

foreach(command IN ITEMS
        "profile detect"
        "remote remove *"
        "create ${SOURCE_DIR}/docs/packaging/conan --build=missing -s compiler.cppstd=17 \
-c tools.cmake.cmake_layout:test_folder=${WORK_DIR}/test_package")
    separate_arguments(arguments UNIX_COMMAND "${command}")
    execute_process(COMMAND "${CONAN}" ${arguments} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "conan ${command}\n${output}")
    endif()
endforeach()

string(FIND "${output}" "no error: RrGgBb" position)
if(position EQUAL -1)
    message(FATAL_ERROR "the test program did not run:\n${output}")
endif()
