# Included by the test scripts, which get PROGRAM and, where the program is not for this machine, EMULATOR. Where
# FOLDER is set, it is the program's current one.

# Wine's own remarks on stderr are not the program's.
set(ENV{WINEDEBUG} -all)

# run(arguments...): sets exitCode, output and errors, whose line ends are \n on every system, without the lines of
# progress that a slow machine gets to see.
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
