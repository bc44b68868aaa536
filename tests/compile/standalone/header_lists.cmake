# Every header is named by each file that lists the headers. The files of `portable` leave out dml_tensor_device.hpp, which
# needs the SDK.

cmake_minimum_required(VERSION 3.15...3.31)

set(all CMakeLists.txt README.md docs/api/main_page.dox include/dml_tensor_utils.hpp
    tests/use/consumer/run.cmake tests/use/packaging/vcpkg_portfile.cmake)
set(portable tests/compile/msvc_mode/all_headers.cpp tests/compile/standalone/single_file.cpp
    tests/strength/mutation/mutate.py)

file(GLOB headers RELATIVE "${SOURCE_DIR}/include" "${SOURCE_DIR}/include/*.hpp")
list(LENGTH headers count)
if(count LESS 12)
    message(FATAL_ERROR "there are only ${count} headers")
endif()
set(missing "")
foreach(list IN LISTS all portable)
    file(READ "${SOURCE_DIR}/${list}" text)
    foreach(header IN LISTS headers)
        string(FIND "${text}" "${header}" position)
        if(position EQUAL -1 AND NOT (header STREQUAL "dml_tensor_device.hpp" AND list IN_LIST portable))
            string(APPEND missing "\n${list} does not name ${header}")
        endif()
    endforeach()
endforeach()
# Here the headers have short names.
file(READ "${SOURCE_DIR}/tests/compile/standalone/CMakeLists.txt" text)
string(REGEX MATCH "IN ITEMS utils [a-z_ \n]*" names "${text}")
string(REGEX MATCHALL "[a-z_]+" names "${names}")
foreach(header IN LISTS headers)
    string(REGEX REPLACE "dml_tensor_(.*)\\.hpp" "\\1" name "${header}")
    if(NOT name STREQUAL "device" AND NOT name IN_LIST names)
        string(APPEND missing "\ntests/compile/standalone/CMakeLists.txt does not name ${name}")
    endif()
endforeach()
if(missing)
    message(FATAL_ERROR "${missing}")
endif()
