# Included by test scripts that need a folder of their own. Empties the folder WORK_DIR.
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
set(ENV{WINEDEBUG} -all)

# run(command...): stops the test if the command fails. Sets output and errors.
macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK_DIR}"
        OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(REPLACE ";" " " command "${ARGN}")
        message(FATAL_ERROR "${command}\n${output}${errors}")
    endif()
endmacro()
