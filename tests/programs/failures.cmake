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

# A file that cannot be written completely stays as it was, and leaves nothing beside it. The limit of 512 bytes stands
# for a full disk, and each file below is larger.
set(limited "trap '' XFSZ && ulimit -f 1 && exec \"$0\" \"$@\"")
set(noRoom "cannot be written; name a file in a folder that can be written and has room")
set(here "${CMAKE_CURRENT_BINARY_DIR}/failures")
file(REMOVE_RECURSE "${here}")
file(MAKE_DIRECTORY "${here}")
string(REPEAT "abcdef" 200 elements)
file(WRITE "${here}/elements.bin" "${elements}")
file(CREATE_LINK kept.svg "${here}/link.svg" SYMBOLIC)
file(CREATE_LINK loop.svg "${here}/loop.svg" SYMBOLIC)
string(REPEAT "x" 252 long)
foreach(name IN ITEMS kept.svg link.svg loop.svg missing/map.svg ${long}.svg /dev/full)
    cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY "${here}" OUTPUT_VARIABLE path)
    string(SUBSTRING "${path}" 0 60 printed)
    file(WRITE "${here}/kept.svg" "kept")
    expect(2 "--svg [^\n]*: ${noRoom}" "${limited}" "${PROGRAMS}/describe_tensor" FLOAT32 2,3 --svg "${path}")
    execute_process(
        COMMAND sh -c "${limited}" "${PROGRAMS}/compare_tensors" --expected "${here}/elements.bin" UINT8 1200
            --actual "${here}/elements.bin" UINT8 1200 --map "${path}"
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    if(NOT exitCode EQUAL 2 OR NOT output MATCHES "^all 1200 elements agree\n"
        OR NOT errors MATCHES "^compare_tensors: ${printed}[^\n]*: ${noRoom}\n$")
        message(NOTICE "compare_tensors --map ${path}: exit code ${exitCode}, stdout:\n${output}stderr:\n${errors}")
        math(EXPR mistakes "${mistakes} + 1")
    endif()
    file(READ "${here}/kept.svg" kept)
    file(GLOB left RELATIVE "${here}" "${here}/*")
    if(NOT kept STREQUAL "kept" OR NOT left STREQUAL "elements.bin;kept.svg;link.svg;loop.svg")
        message(NOTICE "${name}: left are ${left}, and the file is '${kept}'")
        math(EXPR mistakes "${mistakes} + 1")
    endif()
endforeach()

# A tensor and a drawn image that cannot be written completely leave what was there.
file(WRITE "${here}/kept.svg" "kept")
file(WRITE "${here}/image.pgm" "P5 30 40 255 ${elements}")
expect(2 "${here}/kept.svg: ${noRoom}" "${limited}" "${PROGRAMS}/image_to_tensor" "${here}/image.pgm" "${here}/kept.svg")
expect(2 "${here}/kept.svg: ${noRoom}" "${limited}" "${PROGRAMS}/image_to_tensor" --make-image "${here}/kept.svg")
file(READ "${here}/kept.svg" kept)
file(GLOB left RELATIVE "${here}" "${here}/*")
if(NOT kept STREQUAL "kept" OR NOT left STREQUAL "elements.bin;image.pgm;kept.svg;link.svg;loop.svg")
    message(NOTICE "image_to_tensor: left are ${left}, and the file is '${kept}'")
    math(EXPR mistakes "${mistakes} + 1")
endif()

# A program that is interrupted, here by a signal because its file is too large, leaves a file that tells whose it is.
execute_process(COMMAND sh -c "ulimit -c 0 && ulimit -f 1 && exec \"$0\" \"$@\"" "${PROGRAMS}/describe_tensor" FLOAT32 2,3
    --svg "${here}/kept.svg" OUTPUT_QUIET ERROR_QUIET)
file(READ "${here}/kept.svg" kept)
file(GLOB left RELATIVE "${here}" "${here}/*unfinished*")
if(NOT kept STREQUAL "kept" OR NOT left MATCHES "^kept\\.svg\\.unfinished[0-9]+$")
    message(NOTICE "interrupted: left are ${left}, and the file is '${kept}'")
    math(EXPR mistakes "${mistakes} + 1")
endif()

# A pipe gets the tensor, and nothing is read back from it.
execute_process(
    COMMAND sh -c "mkfifo pipe && { timeout 20 cat pipe >piped.bin & } && \"$0\" image.pgm pipe && wait && wc -c <piped.bin"
        "${PROGRAMS}/image_to_tensor"
    WORKING_DIRECTORY "${here}" RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT exitCode EQUAL 0 OR NOT output MATCHES "\n  not read back, but equal to the image\n.*\n1200\n$")
    message(NOTICE "into a pipe: exit code ${exitCode}, stdout:\n${output}stderr:\n${errors}")
    math(EXPR mistakes "${mistakes} + 1")
endif()

# Two tensors of 1200 bytes have 1,200,000 errors if each row is compared with each column. All are counted.
execute_process(
    COMMAND "${PROGRAMS}/compare_tensors" --expected "${here}/elements.bin" UINT8 1200,1200 --strides 0,1
        --actual "${here}/elements.bin" UINT8 1200,1200 --strides 1,0
    RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT exitCode EQUAL 1 OR NOT output MATCHES "^1200000 of 1440000 .*\n  from 2.1  +560000 ")
    message(NOTICE "many errors: exit code ${exitCode}, stdout:\n${output}stderr:\n${errors}")
    math(EXPR mistakes "${mistakes} + 1")
endif()

# With enough room, the file behind a link is replaced, and keeps its permissions.
file(CHMOD "${here}/kept.svg" PERMISSIONS OWNER_READ OWNER_WRITE)
execute_process(COMMAND "${PROGRAMS}/describe_tensor" FLOAT32 2,3 --svg "${here}/link.svg" OUTPUT_QUIET)
execute_process(COMMAND ls -l "${here}/kept.svg" OUTPUT_VARIABLE permissions)
file(READ "${here}/kept.svg" replaced)
if(NOT IS_SYMLINK "${here}/link.svg" OR NOT replaced MATCHES "^<svg" OR NOT permissions MATCHES "^-rw-------")
    message(NOTICE "through a link: ${replaced}, ${permissions}")
    math(EXPR mistakes "${mistakes} + 1")
endif()

if(MEMORY)
    set(limited "ulimit -v 200000 && exec \"$0\" \"$@\"")
    expect(2 "there is not enough memory" "${limited}" "${PROGRAMS}/image_to_tensor"
        --make-image failures.ppm 16384 16384)
endif()

if(mistakes GREATER 0)
    message(FATAL_ERROR "${mistakes} failures are not told as documented")
endif()
