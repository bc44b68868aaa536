# Included by the test scripts, which get PROGRAM and, where the program is not for this machine, EMULATOR.

# Wine's own remarks on stderr are not the program's.
set(ENV{WINEDEBUG} -all)

# run(arguments...): sets exitCode, output and errors, whose line ends are \n on every system.
macro(run)
    execute_process(COMMAND ${EMULATOR} "${PROGRAM}" ${ARGN}
        RESULT_VARIABLE exitCode OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    string(REPLACE "\r\n" "\n" output "${output}")
    string(REPLACE "\r\n" "\n" errors "${errors}")
endmacro()
