# Included by the test scripts that do something in a folder of their own: WORK_DIR, which is empty from here on.
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
set(ENV{WINEDEBUG} -all)

# run(command...): stops the test where the command fails; ${output} and ${errors} are what it printed
macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK_DIR}"
        OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(REPLACE ";" " " command "${ARGN}")
        message(FATAL_ERROR "${command}\n${output}${errors}")
    endif()
endmacro()
