# The copy by slices gives what one copy gives, whichever axis is sliced.
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# check(command line, threads): both rates, and the comparison
function(check commandLine threads)
    run_in_folder("${commandLine}")
    set(rate "[0-9]+[.][0-9][0-9] GB/s")
    if(NOT exitCode STREQUAL "0" OR NOT errors STREQUAL ""
       OR NOT output MATCHES "^threads  1  ${rate}\nthreads +${threads}  ${rate}\nthe results agree\n$")
        message(SEND_ERROR "split_over_threads ${commandLine}: exit code ${exitCode}\n${output}${errors}")
    endif()
endfunction()

check("--sizes 4,64,28,28 --threads 2" 2)  # images
check("--sizes 7,3,5,9 --threads 3" 3)     # images, not the same number for each
check("--threads 3 --sizes 1,16,32,33" 3)  # rows
check("--sizes 2,5,7,3 --threads 5" 5)     # rows of both images
check("--sizes 1,3,4,5 --threads 64" 64)   # fewer rows than threads
check("--sizes 1,1,1,1 --threads 1" 1)
check("--sizes 3,4,5,6" "[0-9]+")

# check_bad(command line, exit code, regular expression of the line without "split_over_threads: ")
function(check_bad commandLine expectedCode line)
    run_in_folder("${commandLine}")
    if(NOT exitCode STREQUAL "${expectedCode}" OR NOT output STREQUAL ""
       OR NOT errors MATCHES "^split_over_threads: ${line}\n$" OR errors MATCHES "\n.")
        message(SEND_ERROR "split_over_threads ${commandLine}: exit code ${exitCode}, stdout '${output}',\n"
            "stderr '${errors}'\nexpected '${line}'")
    endif()
endfunction()

foreach(value IN ITEMS 2,3,4 2,3,4,5,6 2,0,4,5 2,-3,4,5 2,,4,5 2,3,4,5, 2,3,4,x5 2,3,4,4294967296)
    check_bad("--sizes ${value}" 2 "'${value}' is wrong; 4 numbers from 1 to 4294967295 must stand there")
endforeach()
foreach(value IN ITEMS 0 65 two 1,2 18446744073709551617)
    check_bad("--threads ${value}" 2 "'${value}' is wrong; 1 number from 1 to 64 must stand there")
endforeach()
check_bad("--sizes" 2 "'' is wrong; 4 numbers .*")
check_bad("--threads 2 --size 1,2,3,4" 2 "'--size' is unknown; split_over_threads --help lists the options")
check_bad("--sizes 65536,65536,65536,65536" 1 "Strides.1. would be 4294967296; a stride must be at most 4294967295")
check_bad("--sizes 65535,65535,2,2" 1 "[^\n]*17179344900[^\n]*4294967295[^\n]*")

run_in_folder("--threads --help")
if(NOT exitCode STREQUAL "0" OR NOT errors STREQUAL "" OR NOT output MATCHES "^Usage: split_over_threads ")
    message(SEND_ERROR "--help: exit code ${exitCode}\n${output}${errors}")
endif()
