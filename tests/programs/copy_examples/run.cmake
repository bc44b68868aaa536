# Included by the test scripts, which also get FOLDER, for their files, and BYTE_ORDER, the machine's.
include("${CMAKE_CURRENT_LIST_DIR}/../describe_tensor/run.cmake")

file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")

# run_in_folder(command line): as run(), with FOLDER as the current one; without the lines of progress that a slow
# machine gets to see.
macro(run_in_folder commandLine)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    execute_process(COMMAND ${EMULATOR} "${PROGRAM}" ${arguments} WORKING_DIRECTORY "${FOLDER}"
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    string(REPLACE "\r\n" "\n" output "${output}")
    string(REPLACE "\r\n" "\n" errors "${errors}")
    string(REGEX REPLACE "image_to_tensor: [a-z ]+, [0-9]+ %\n" "" errors "${errors}")
endmacro()

# Samples are printable characters, so that CMake can write them; blanks end the parts of a header, since a file that
# CMake writes on Windows has other line ends.
function(write_image name content)
    file(WRITE "${FOLDER}/${name}" "${content}")
endfunction()
