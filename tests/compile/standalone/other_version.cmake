cmake_minimum_required(VERSION 3.20)

# HEADER must compile beside the first header of its own VERSION, and beside one of another must give an error that
# names both and the version that it wants.
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
set(ENV{LC_ALL} C)
file(REMOVE_RECURSE "${WORK_DIR}")
file(COPY "${INCLUDE_DIR}/dml_tensor_utils.hpp" "${INCLUDE_DIR}/dml_tensor_copy.hpp" "${INCLUDE_DIR}/${HEADER}"
    DESTINATION "${WORK_DIR}")
file(WRITE "${WORK_DIR}/program.cpp" "#include \"${HEADER}\"\nint main() {}\n")
file(READ "${WORK_DIR}/dml_tensor_utils.hpp" utils)

# compile(result): beside the first header with this major and minor number
function(compile result major minor)
    string(REGEX REPLACE "#define DML_TENSOR_UTILS_VERSION_MAJOR [0-9]+"
        "#define DML_TENSOR_UTILS_VERSION_MAJOR ${major}" text "${utils}")
    string(REGEX REPLACE "#define DML_TENSOR_UTILS_VERSION_MINOR [0-9]+"
        "#define DML_TENSOR_UTILS_VERSION_MINOR ${minor}" text "${text}")
    file(WRITE "${WORK_DIR}/dml_tensor_utils.hpp" "${text}")
    execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only "${WORK_DIR}/program.cpp"
        ERROR_VARIABLE errors RESULT_VARIABLE failed)
    set(${result} "${failed}" PARENT_SCOPE)
    set(errors "${errors}" PARENT_SCOPE)
endfunction()

string(REPLACE "." ";" numbers "${VERSION}")
list(GET numbers 0 major)
list(GET numbers 1 minor)
compile(failed ${major} ${minor})
if(failed)
    message(FATAL_ERROR "${HEADER} does not compile beside its own version:\n${errors}")
endif()
math(EXPR otherMajor "${major} + 1")
math(EXPR laterMinor "${minor} + 1")
math(EXPR earlierMinor "${minor} - 1")
foreach(other IN ITEMS "${major};${laterMinor}" "${major};${earlierMinor}" "${otherMajor};${minor}")
    compile(failed ${other})
    if(NOT failed OR NOT errors MATCHES
            "error:?[^\n]*${HEADER} ${VERSION} needs dml_tensor_utils[.]hpp ${VERSION} and found another")
        message(SEND_ERROR "beside version ${other}: ${failed}\n${errors}")
    endif()
endforeach()
