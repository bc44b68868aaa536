# Included by the test scripts. They are called with PROGRAM and, if it was compiled for another machine, EMULATOR.
# FOLDER, if set, is the folder in which the program runs.

# Otherwise Wine would write messages of its own to stderr.
set(ENV{WINEDEBUG} -all)

# run(arguments...): runs PROGRAM and sets exitCode, output and errors. Their lines end with \n on every system.
macro(run)
    set(inFolder "")
    if(FOLDER)
        set(inFolder WORKING_DIRECTORY "${FOLDER}")
    endif()
    execute_process(COMMAND ${EMULATOR} "${PROGRAM}" ${ARGN} ${inFolder}
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    string(REPLACE "\r\n" "\n" output "${output}")
    string(REPLACE "\r\n" "\n" errors "${errors}")
endmacro()
