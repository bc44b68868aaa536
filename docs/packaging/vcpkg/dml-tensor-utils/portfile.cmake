# As an overlay port, this installs the checkout that contains it. A copy elsewhere must fetch the sources of a release
# instead of the next line; docs/packaging/README.md shows how.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # headers are the same in a debug build

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DDML_TENSOR_UTILS_BUILD_TESTS=OFF
        -DDML_TENSOR_UTILS_BUILD_EXAMPLES=OFF
        -DDML_TENSOR_UTILS_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME dml_tensor_utils CONFIG_PATH share/cmake/dml_tensor_utils)
vcpkg_fixup_pkgconfig()

# Install the licence where vcpkg expects it.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
