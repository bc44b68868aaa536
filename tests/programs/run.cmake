# Included by the test scripts. They are called with PROGRAM and, if it was compiled for another machine, EMULATOR.
# FOLDER, if set, is the folder in which the program runs.

# Otherwise Wine would write messages of its own to stderr.
set(ENV{WINEDEBUG} -all)

# run(arguments...): runs PROGRAM and sets exitCode, output and errors. Their lines end with \n on every system, and the
# lines of progress, which only slow machines see, are removed.
macro(run)
    set(inFolder "")
    if(FOLDER)
        set(inFolder WORKING_DIRECTORY "${FOLDER}")
    endif()
    execute_process(COMMAND ${EMULATOR} "${PROGRAM}" ${ARGN} ${inFolder}
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    string(REPLACE "\r\n" "\n" output "${output}")
    string(REPLACE "\r\n" "\n" errors "${errors}")
    string(REGEX REPLACE "image_to_tensor: [a-z ]+, [0-9]+ %\n" "" errors "${errors}")
endmacro()

# run_command(command): the same for a command as page.cmake describes it
function(run_command command)
    set(exitCode 0)
    set(output "")
    set(errors "")
    string(REPLACE "$'" "'" command "${command}") # a shell's quotes for text with escapes
    string(REPLACE "\\n" "\n" command "${command}")
    separate_arguments(words UNIX_COMMAND "${command}")
    list(POP_FRONT words program)
    if(command MATCHES "^printf '(.*)' > (.+)$")
        file(WRITE "${FOLDER}/${CMAKE_MATCH_2}" "${CMAKE_MATCH_1}")
    elseif(command MATCHES "^mkdir (.+)$")
        file(MAKE_DIRECTORY "${FOLDER}/${CMAKE_MATCH_1}")
    elseif(command MATCHES "^cat (.+)$")
        file(READ "${FOLDER}/${CMAKE_MATCH_1}" output)
    elseif(command STREQUAL "ls")
        file(GLOB output RELATIVE "${FOLDER}" "${FOLDER}/*")
        string(REPLACE ";" "\n" output "${output};")
    elseif(EXISTS "${PROGRAMS}/${program}${SUFFIX}")
        set(PROGRAM "${PROGRAMS}/${program}${SUFFIX}")
        run(${words})
    else()
        message(FATAL_ERROR "${program} is no program in ${PROGRAMS}")
    endif()
    foreach(result IN ITEMS exitCode output errors)
        set(${result} "${${result}}" PARENT_SCOPE)
    endforeach()
endfunction()

# mask(text): replaces in a variable what differs between runs and between systems
function(mask text)
    string(REGEX REPLACE "[0-9]+[.][0-9]+ GB/s" "# GB/s" masked "${${text}}")
    string(REGEX REPLACE "cannot be read [(][^)]+[)]" "cannot be read (why)" masked "${masked}")
    set(${text} "${masked}" PARENT_SCOPE)
endfunction()
