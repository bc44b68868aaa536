# conformance_standin agrees with ValidateOperator, finds every wrong answer that is planted, prints each description before
# it asks, and never asks what crashes DirectML.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/../programs/run.cmake")

# run_standin(arguments...): also sets rest, the output without the lines of questions
macro(run_standin)
    run(${ARGN})
    string(REGEX REPLACE "(trial|row|case) [0-9]+: [A-Z_0-9]+,[01],[A-Za-z0-9]+,[^\n]+\n" "" rest "${output}")
endmacro()

# count_questions(variable kind): how many lines of the output ask a "trial", a "row" or a "case"
function(count_questions variable kind)
    string(REGEX MATCHALL "(^|\n)${kind} [0-9]+: [A-Z_0-9]+," questions "${output}")
    list(LENGTH questions count)
    set(${variable} ${count} PARENT_SCOPE)
endfunction()

# check(exit code, regular expression, arguments...): the expression must match all lines that are not questions. Sets
# output and rest.
function(check expectedCode expected)
    run_standin(${ARGN})
    if(NOT exitCode STREQUAL "${expectedCode}" OR NOT rest MATCHES "^${expected}$")
        message(SEND_ERROR "conformance_standin ${ARGN}: exit code ${exitCode}, expected ${expectedCode} and "
            "'${expected}' in\n${rest}${errors}")
    endif()
    set(output "${output}" PARENT_SCOPE)
    set(rest "${rest}" PARENT_SCOPE)
endfunction()

string(CONCAT wrong "case [0-9]+: CreateOperator returned [^\n]+, ValidateOperator says [^\n]+\n"
    "  [A-Z_0-9]+,(1,None|0,[?]|[?],[?]),[^\n]+\n")
set(three "${wrong}${wrong}${wrong}")
set(reasons "Reasons of ValidateOperator:\n( +[A-Za-z0-9]+ +[0-9]+\n)+")
# Half of the rejections are E_UNEXPECTED.
check(0 "[1-9][0-9]* agreements, 0 disagreements, [0-9]+ not asked\n${reasons}" 20000)
# Reasons of every kind occur, except a crash, which is not asked.
foreach(reason IN ITEMS None NullTensor NullDesc TensorType UnknownDataType DataType Flags DimensionCount NullSizes ZeroSize
        ElementLimit TotalSizeTooSmall TotalSizeLimit Alignment OutputOwnedByDml OutputOverlap RanksDiffer SizesDiffer
        ComputedSizes Range FusedActivation)
    if(NOT rest MATCHES "\n +${reason} +[1-9]")
        message(SEND_ERROR "conformance_standin 20000 never meets ${reason}:\n${rest}")
    endif()
endforeach()
if(rest MATCHES "Terminates")
    message(SEND_ERROR "conformance_standin 20000 asks what crashes DirectML:\n${rest}")
endif()

# A disagreement is printed at once, and again at the end.
check(1 "${three}[1-9][0-9]* agreements, 3 disagreements, [0-9]+ not asked\n${three}${reasons}" 1000 1 300)
check(1 "${wrong}0 agreements, 1 disagreements, 0 not asked\n${wrong}${reasons}" 1 1 1)
# Only the first case.
check(0 "1 agreements, 0 disagreements, 0 not asked\n${reasons}" 1)
check(2 "" 0)
check(2 "" many)
check(2 "" rows 1)
check(2 "" 1000 1 300 crush)

# The rows: all are asked, except those where DirectML crashes. The first of every 100 accepted rows stands for a crash that
# ValidateOperator does not know.
file(READ "${DATA}/operator_verdicts.csv" file)
string(REGEX MATCHALL "\n[A-Z_0-9]+," rows "${file}")
string(REGEX MATCHALL ",died,Terminates," crashes "${file}")
string(REGEX MATCHALL ",1,None," accepted "${file}")
foreach(list IN ITEMS rows crashes accepted)
    list(LENGTH ${list} ${list})
endforeach()
math(EXPR notAsked "${crashes} + (${accepted} + 99) / 100")
math(EXPR asked "${rows} - ${notAsked}")
check(0 "${asked} agreements, 0 disagreements, ${notAsked} not asked\n${reasons}" rows)
count_questions(questions row)
if(NOT questions EQUAL asked OR crashes EQUAL 0)
    message(SEND_ERROR "conformance_standin rows: ${questions} descriptions are printed, ${asked} are asked; "
        "DirectML crashes at ${crashes} rows")
endif()

# A crash: the description that crashes, the 300th, is the last line, and asks the same when it is repeated.
run_standin(1000 1 300 crash)
count_questions(questions case)
if(NOT exitCode EQUAL 3 OR NOT questions EQUAL 300 OR NOT rest STREQUAL ""
    OR NOT output MATCHES "\ncase ([0-9]+): ([^\n]+)\n$")
    message(SEND_ERROR "conformance_standin 1000 1 300 crash: exit code ${exitCode}, ${questions} cases\n${rest}")
endif()
set(case "${CMAKE_MATCH_1}")
set(row "${CMAKE_MATCH_2}")
run_standin(1 ${case})
string(FIND "${output}" "\ncase ${case}: ${row}\n1 agreements" found)
if(found EQUAL -1)
    message(SEND_ERROR "conformance_standin 1 ${case} does not repeat '${row}':\n${output}")
endif()

# The kinds of wrong results: a rejection with either code, an acceptance, and a code of neither kind.
run(5000 1 99)
foreach(kind IN ITEMS "S_OK, ValidateOperator says [A-Z][A-Za-z]+" "E_INVALIDARG, ValidateOperator says None"
        "E_UNEXPECTED, ValidateOperator says None" "0x8007000E, ")
    if(NOT output MATCHES "returned ${kind}")
        message(SEND_ERROR "conformance_standin 5000 1 99 reports no '${kind}'")
    endif()
endforeach()
