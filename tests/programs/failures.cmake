# Runs PROGRAMS, a list of paths, without enough memory, threads, or disk space for their output. Each must print one
# line to standard error and exit with the documented code. MEMORY is true if the memory of a process can be limited
# here.
cmake_minimum_required(VERSION 3.19)

set(mistakes 0)

# expect(code text shell program arguments...): runs the program in a shell, after the commands in `shell`
function(expect code text shell program)
    if(NOT EXISTS "${program}")
        message(FATAL_ERROR "there is no program ${program}")
    endif()
    execute_process(COMMAND sh -c "${shell}" "${program}" ${ARGN}
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    get_filename_component(name "${program}" NAME)
    if(NOT exitCode EQUAL code OR NOT errors MATCHES "^${name}: ${text}[^\n]*\n$" OR NOT output STREQUAL "")
        message(NOTICE "${name} ${ARGN} after ${shell}: exit code ${exitCode}, stdout:\n${output}stderr:\n${errors}")
        math(EXPR mistakes "${mistakes} + 1")
        set(mistakes ${mistakes} PARENT_SCOPE)
    endif()
endfunction()

set(full "exec \"$0\" \"$@\" > /dev/full")
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/describe_tensor" FLOAT32 2,3)
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/describe_tensor" gather FLOAT32:2 INT32:1
    --axis 0 --index-dimensions 1)
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/describe_tensor" --version)
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/image_to_tensor" --help)
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/split_over_threads" --help)
expect(2 "stdout cannot be written" "${full}" "${PROGRAMS}/split_over_threads" --sizes 1,3,4,5)

# A difference map that cannot be written completely leaves no file; the result of the comparison is still printed.
file(WRITE failures.bin "abcdef")
execute_process(COMMAND "${PROGRAMS}/compare_tensors" --expected failures.bin UINT8 6 --actual failures.bin UINT8 6
        --map /dev/full
    RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT exitCode EQUAL 2 OR NOT output MATCHES "^all 6 elements agree\n"
    OR NOT errors MATCHES "^compare_tensors: /dev/full: cannot be written[^\n]*\n$")
    message(NOTICE "compare_tensors --map /dev/full: exit code ${exitCode}, stdout:\n${output}stderr:\n${errors}")
    math(EXPR mistakes "${mistakes} + 1")
endif()
file(REMOVE failures.bin)

if(MEMORY)
    set(limited "ulimit -v 200000 && exec \"$0\" \"$@\"")
    expect(2 "there is not enough memory" "${limited}" "${PROGRAMS}/image_to_tensor"
        --make-image failures.ppm 16384 16384)
    expect(2 "there is not enough memory" "${limited}" "${PROGRAMS}/split_over_threads" --sizes 16,3,4096,4096)
    expect(2 "a thread cannot be started" "${limited}" "${PROGRAMS}/split_over_threads" --sizes 64,3,8,8 --threads 64)
endif()

if(mistakes GREATER 0)
    message(FATAL_ERROR "${mistakes} failures are not told as documented")
endif()
