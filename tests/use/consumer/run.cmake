cmake_minimum_required(VERSION 3.20)

# Builds a program that uses the library in the way KIND, in WORK_DIR, and runs it.
include("${CMAKE_CURRENT_LIST_DIR}/../../work_dir.cmake")
set(project "${WORK_DIR}/project")
file(MAKE_DIRECTORY "${project}")
separate_arguments(flagList UNIX_COMMAND "${FLAGS} ${LINKER_FLAGS}")

# The files of a clone, without a build folder in it.
function(copy_library destination)
    foreach(entry IN ITEMS CMakeLists.txt LICENSE include examples tests docs)
        file(COPY "${SOURCE_DIR}/${entry}" DESTINATION "${destination}")
    endforeach()
endfunction()

function(configure source binary)
    set(toolchain "")
    if(TOOLCHAIN_FILE)
        set(toolchain "-DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN_FILE}")
    endif()
    run("${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G "${GENERATOR}" ${toolchain}
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS}"
        ${ARGN})
endfunction()

function(build_and_run_project)
    file(COPY "${SOURCE_DIR}/tests/use/consumer/${KIND}/CMakeLists.txt" "${SOURCE_DIR}/tests/use/consumer/main.cpp"
        "${SOURCE_DIR}/tests/use/consumer/assert_clean.cmake" DESTINATION "${project}")
    configure("${project}" "${WORK_DIR}/build" "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$<1:${WORK_DIR}/bin>" ${ARGN})
    run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
    run(${EMULATOR} "${WORK_DIR}/bin/program${SUFFIX}")

    run("${CMAKE_COMMAND}" --install "${WORK_DIR}/build" --prefix "${WORK_DIR}/installed_by_consumer")
    file(GLOB_RECURSE installed "${WORK_DIR}/installed_by_consumer/*")
    if(installed)
        message(FATAL_ERROR "the consumer's install has files of the library: ${installed}")
    endif()
endfunction()

# A toolchain file may restrict find_package to certain folders.
function(build_and_run_project_with prefix)
    build_and_run_project("-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_FIND_ROOT_PATH=${prefix}")
endfunction()

function(compile_and_run)
    run("${COMPILER}" ${flagList} -std=c++17 ${ARGN} "${project}/main.cpp" -o "${project}/program${SUFFIX}")
    run(${EMULATOR} "${project}/program${SUFFIX}")
endfunction()

function(build_library)
    configure("${SOURCE_DIR}" "${WORK_DIR}/library_build"
        -DDML_TENSOR_UTILS_BUILD_TESTS=OFF -DDML_TENSOR_UTILS_BUILD_EXAMPLES=OFF ${ARGN})
    run("${CMAKE_COMMAND}" --build "${WORK_DIR}/library_build")
endfunction()

# Exactly these files are installed, and none contains the path of the build.
function(check_installed prefix)
    file(GLOB_RECURSE installed RELATIVE "${prefix}" "${prefix}/*")
    set(expected
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
        share/cmake/dml_tensor_utils/dml_tensor_utils.natvis
        share/cmake/dml_tensor_utils/dml_tensor_utilsConfig.cmake
        share/cmake/dml_tensor_utils/dml_tensor_utilsConfigVersion.cmake
        share/doc/dml_tensor_utils/LICENSE
        share/pkgconfig/dml_tensor_utils.pc)
    list(SORT installed)
    if(NOT installed STREQUAL expected)
        message(FATAL_ERROR "installed:\n${installed}\nexpected:\n${expected}")
    endif()
    foreach(file IN LISTS installed)
        file(READ "${prefix}/${file}" content)
        foreach(path IN ITEMS "${WORK_DIR}" "${SOURCE_DIR}/")
            string(FIND "${content}" "${path}" position)
            if(NOT position EQUAL -1)
                message(FATAL_ERROR "${file} holds the path ${path}")
            endif()
        endforeach()
    endforeach()
endfunction()

# Installs into one folder and moves it to another.
function(install_and_move prefix)
    set(first "${WORK_DIR}/first_prefix")
    build_library("-DCMAKE_INSTALL_PREFIX=${first}")
    run("${CMAKE_COMMAND}" --install "${WORK_DIR}/library_build")
    check_installed("${first}")
    get_filename_component(parent "${prefix}" DIRECTORY)
    file(MAKE_DIRECTORY "${parent}")
    file(RENAME "${first}" "${prefix}")
endfunction()

if(KIND STREQUAL "add_subdirectory")
    copy_library("${project}/external/dml_tensor_utils")
    build_and_run_project()

elseif(KIND STREQUAL "fetch_content")
    set(repository "${WORK_DIR}/repository")
    copy_library("${repository}")
    set(git "${GIT}" -C "${repository}" -c user.name=test -c user.email=test@localhost
        -c commit.gpgsign=false -c tag.gpgsign=false -c core.autocrlf=false -c advice.detachedHead=false)
    run(${git} init --quiet --initial-branch=main)
    run(${git} add --all)
    run(${git} commit --quiet -m "the tree under test")
    build_and_run_project("-DDML_TENSOR_UTILS_REPOSITORY=${repository}")

elseif(KIND STREQUAL "find_package")
    install_and_move("${WORK_DIR}/moved/prefix")
    build_and_run_project_with("${WORK_DIR}/moved/prefix")

elseif(KIND STREQUAL "pkg_config")
    install_and_move("${WORK_DIR}/moved/prefix")
    set(ENV{PKG_CONFIG_PATH} "${WORK_DIR}/moved/prefix/share/pkgconfig")
    run("${PKG_CONFIG}" --modversion dml_tensor_utils)
    if(NOT output STREQUAL "${VERSION}\n")
        message(FATAL_ERROR "the .pc file's version is ${output}, not ${VERSION}")
    endif()
    run("${PKG_CONFIG}" --cflags dml_tensor_utils)
    separate_arguments(cflags UNIX_COMMAND "${output}")
    file(COPY "${SOURCE_DIR}/tests/use/consumer/main.cpp" DESTINATION "${project}")
    compile_and_run(${cflags})

elseif(KIND STREQUAL "zip")
    # CPack gets its own build folder; in the folder of the tests it would build them all first.
    build_library()
    run("${CPACK}" --config "${WORK_DIR}/library_build/CPackConfig.cmake" -C Release -B "${WORK_DIR}/packages")
    file(GLOB packages RELATIVE "${WORK_DIR}/packages" "${WORK_DIR}/packages/*.*")
    set(name "dml_tensor_utils-${VERSION}")
    if(NOT packages STREQUAL "${name}.zip")
        message(FATAL_ERROR "CPack makes '${packages}', not ${name}.zip")
    endif()
    file(ARCHIVE_EXTRACT INPUT "${WORK_DIR}/packages/${name}.zip" DESTINATION "${WORK_DIR}/unpacked")
    file(GLOB folders RELATIVE "${WORK_DIR}/unpacked" "${WORK_DIR}/unpacked/*")
    if(NOT folders STREQUAL name)
        message(FATAL_ERROR "${name}.zip holds '${folders}', not the one folder ${name}")
    endif()
    check_installed("${WORK_DIR}/unpacked/${name}")
    build_and_run_project_with("${WORK_DIR}/unpacked/${name}")

elseif(KIND STREQUAL "copied_files")
    # First only the main header, then all headers.
    file(COPY "${SOURCE_DIR}/include/dml_tensor_utils.hpp" "${SOURCE_DIR}/tests/use/consumer/main.cpp"
        DESTINATION "${project}")
    compile_and_run(-DFIRST_HEADER_ALONE)
    file(GLOB headers "${SOURCE_DIR}/include/*.hpp")
    file(COPY ${headers} DESTINATION "${project}")
    compile_and_run()

else()
    message(FATAL_ERROR "unknown kind ${KIND}")
endif()
