# Every file *_test.cpp and *_test.py is named by a CMakeLists.txt of tests/; otherwise nothing would run it.

cmake_minimum_required(VERSION 3.15...3.31)

file(GLOB_RECURSE lists "${SOURCE_DIR}/tests/CMakeLists.txt")
set(text "")
foreach(list IN LISTS lists)
    file(READ "${list}" part)
    string(APPEND text "${part}")
endforeach()

file(GLOB_RECURSE tests RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/tests/*_test.cpp" "${SOURCE_DIR}/tests/*_test.py")
list(LENGTH tests count)
if(count LESS 40)
    message(FATAL_ERROR "there are only ${count} test files")
endif()
foreach(test IN LISTS tests)
    get_filename_component(name "${test}" NAME)
    if(NOT text MATCHES "[^a-z_]${name}")
        message(SEND_ERROR "no CMakeLists.txt of tests/ names ${test}")
    endif()
endforeach()
