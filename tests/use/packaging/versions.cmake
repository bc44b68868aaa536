cmake_minimum_required(VERSION 3.20)

# The places where the version is written once more, since their readers do not look at the macros of the header.
file(STRINGS "${SOURCE_DIR}/include/dml_tensor_utils.hpp" banner REGEX "^// +Version ")
if(NOT banner MATCHES "^// +Version ([0-9.]+)$" OR NOT CMAKE_MATCH_1 STREQUAL VERSION)
    message(SEND_ERROR "the banner of dml_tensor_utils.hpp says '${banner}', its macros ${VERSION}")
endif()

file(READ "${SOURCE_DIR}/docs/packaging/vcpkg/dml-tensor-utils/vcpkg.json" manifest)
string(JSON version GET "${manifest}" version)
if(NOT version STREQUAL VERSION)
    message(SEND_ERROR "vcpkg.json has version ${version}, the headers ${VERSION}")
endif()
string(JSON description GET "${manifest}" description)
if(NOT description STREQUAL DESCRIPTION)
    message(SEND_ERROR "vcpkg.json is described as '${description}', the project as '${DESCRIPTION}'")
endif()

file(STRINGS "${SOURCE_DIR}/docs/CHANGELOG.md" headings REGEX "^## \\[")
list(POP_FRONT headings newest)
string(FIND "${newest}" "## [${VERSION}] - " position)
if(NOT position EQUAL 0)
    message(SEND_ERROR "docs/CHANGELOG.md starts with '${newest}', the headers have version ${VERSION}")
endif()
