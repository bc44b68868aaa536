# conformance_standin agrees with ValidateOperator, and finds every wrong answer that is planted.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/../programs/run.cmake")

# check(exit code, regular expression, arguments...): the expression must match the whole output
function(check expectedCode expected)
    run(${ARGN})
    if(NOT exitCode STREQUAL "${expectedCode}" OR NOT output MATCHES "^${expected}$")
        message(SEND_ERROR "conformance_standin ${ARGN}: exit code ${exitCode}, expected ${expectedCode} and "
            "'${expected}' in\n${output}${errors}")
    endif()
endfunction()

set(wrong "case [0-9]+: CreateOperator returned [^\n]+, ValidateOperator says [^\n]+\n  [A-Z_0-9]+ [^\n]+\n")
set(reasons "Reasons of ValidateOperator:\n( +[A-Za-z0-9]+ +[0-9]+\n)+")
check(0 "[1-9][0-9]* agreements, 0 disagreements, [0-9]+ not asked\n${reasons}" 20000)
check(1 "${wrong}${wrong}${wrong}[1-9][0-9]* agreements, 3 disagreements, [0-9]+ not asked\n${reasons}" 1000 1 300)
check(1 "${wrong}0 agreements, 1 disagreements, 0 not asked\n${reasons}" 1 1 1)
# Only the first case.
check(0 "1 agreements, 0 disagreements, 0 not asked\n${reasons}" 1)
check(2 "" 0)
check(2 "" many)

# Three kinds of wrong results: a rejection, an acceptance, and an unexpected code.
run(20000 1 100)
foreach(kind IN ITEMS "S_OK, ValidateOperator says [A-Z][A-Za-z]+" "E_INVALIDARG, ValidateOperator says None"
        "0x8007000E, ")
    if(NOT output MATCHES "returned ${kind}")
        message(SEND_ERROR "conformance_standin 20000 1 100 reports no '${kind}'")
    endif()
endforeach()

# Reasons of every kind occur, except a crash, for which the stand-in would end.
run(20000)
foreach(reason IN ITEMS None NullTensor NullDesc TensorType UnknownDataType DataType Flags DimensionCount NullSizes ZeroSize
        ElementLimit TotalSizeTooSmall TotalSizeLimit Alignment OutputOwnedByDml OutputOverlap RanksDiffer SizesDiffer
        ComputedSizes Range FusedActivation)
    if(NOT output MATCHES "\n +${reason} +[1-9]")
        message(SEND_ERROR "conformance_standin 20000 never meets ${reason}:\n${output}")
    endif()
endforeach()
if(output MATCHES "Terminates")
    message(SEND_ERROR "conformance_standin 20000 asks for what ends the process:\n${output}")
endif()
