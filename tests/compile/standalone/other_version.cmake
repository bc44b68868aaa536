cmake_minimum_required(VERSION 3.20)

# HEADER must compile with the dml_tensor_utils.hpp of its own VERSION. With one of another version, the compiler's error
# must name dml_tensor_utils.hpp, a header that includes it, and the version of that one.
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
set(ENV{LC_ALL} C)
file(REMOVE_RECURSE "${WORK_DIR}")
file(GLOB headers "${INCLUDE_DIR}/*.hpp")
file(COPY ${headers} DESTINATION "${WORK_DIR}")
file(WRITE "${WORK_DIR}/program.cpp" "#include \"${HEADER}\"\nint main() {}\n")
file(READ "${WORK_DIR}/dml_tensor_utils.hpp" utils)

# compile(result): compiles with a dml_tensor_utils.hpp of this version
function(compile result major minor patch)
    set(text "${utils}")
    foreach(part IN ITEMS major minor patch)
        string(TOUPPER ${part} name)
        string(REGEX REPLACE "#define DML_TENSOR_UTILS_VERSION_${name} [0-9]+"
            "#define DML_TENSOR_UTILS_VERSION_${name} ${${part}}" text "${text}")
    endforeach()
    file(WRITE "${WORK_DIR}/dml_tensor_utils.hpp" "${text}")
    execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only "${WORK_DIR}/program.cpp"
        ERROR_VARIABLE errors RESULT_VARIABLE failed)
    set(${result} "${failed}" PARENT_SCOPE)
    set(errors "${errors}" PARENT_SCOPE)
endfunction()

string(REPLACE "." ";" numbers "${VERSION}")
compile(failed ${numbers})
if(failed)
    message(FATAL_ERROR "${HEADER} does not compile with its own version:\n${errors}")
endif()
list(GET numbers 0 major)
list(GET numbers 1 minor)
list(GET numbers 2 patch)
math(EXPR otherMajor "${major} + 1")
math(EXPR otherMinor "${minor} + 1")
math(EXPR otherPatch "${patch} + 1")
foreach(other IN ITEMS "${otherMajor};${minor};${patch}" "${major};${otherMinor};${patch}" "${major};${minor};${otherPatch}")
    compile(failed ${other})
    if(NOT failed OR NOT errors MATCHES
            "error:?[^\n]*dml_tensor_[a-z_]*[.]hpp ${VERSION} found another version of dml_tensor_utils[.]hpp")
        message(SEND_ERROR "with version ${other}: ${failed}\n${errors}")
    endif()
endforeach()
