cmake_minimum_required(VERSION 3.20)

# Runs the vcpkg port with replacements for the functions of vcpkg that it calls. They move files as vcpkg does, but
# leave paths inside the files alone. The result is compared file by file.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
set(PORT dml-tensor-utils)
set(CURRENT_PACKAGES_DIR "${WORK_DIR}/package")
set(portDir "${SOURCE_DIR}/docs/packaging/vcpkg/${PORT}")

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR NOT VCPKG_BUILD_TYPE STREQUAL "release")
        message(FATAL_ERROR "no stand-in for this use of vcpkg_cmake_configure")
    endif()
    run("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${WORK_DIR}/build" -G "${GENERATOR}"
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" ${arg_OPTIONS})
    if(errors MATCHES "not used by the project:.*DML_TENSOR_UTILS_")
        message(FATAL_ERROR "the port sets an option that the project does not have:\n${errors}")
    endif()
endfunction()

function(vcpkg_cmake_install)
    run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build" --target install --config Release)
endfunction()

function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
    file(RENAME "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" "${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME}")
    get_filename_component(parent "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" DIRECTORY)
    file(REMOVE_RECURSE "${parent}")
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    file(INSTALL ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()

include("${portDir}/portfile.cmake")

file(GLOB_RECURSE files RELATIVE "${CURRENT_PACKAGES_DIR}" LIST_DIRECTORIES TRUE "${CURRENT_PACKAGES_DIR}/*")
set(expected
    include
    include/dml_tensor_bindings.hpp
    include/dml_tensor_compare.hpp
    include/dml_tensor_convert.hpp
    include/dml_tensor_copy.hpp
    include/dml_tensor_device.hpp
    include/dml_tensor_graph.hpp
    include/dml_tensor_interop.hpp
    include/dml_tensor_operator_schema.hpp
    include/dml_tensor_operators.hpp
    include/dml_tensor_output_sizes.hpp
    include/dml_tensor_owned_operator.hpp
    include/dml_tensor_relation.hpp
    include/dml_tensor_utils.hpp
    share
    share/dml-tensor-utils
    share/dml-tensor-utils/copyright
    share/dml-tensor-utils/usage
    share/dml_tensor_utils
    share/dml_tensor_utils/dml_tensor_utils.natvis
    share/dml_tensor_utils/dml_tensor_utilsConfig.cmake
    share/dml_tensor_utils/dml_tensor_utilsConfigVersion.cmake
    share/pkgconfig
    share/pkgconfig/dml_tensor_utils.pc)
list(SORT files)
if(NOT files STREQUAL expected)
    message(FATAL_ERROR "the port installs:\n${files}\nexpected:\n${expected}")
endif()
