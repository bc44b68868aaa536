# conformance_standin agrees with Validate, and finds every wrong verdict that is planted.
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

set(wrong "case [0-9]+: CreateOperator returned [^\n]+, Validate says [^\n]+\n  [A-Z_]+ [^\n]+\n")
set(reasons "Validate said:\n( +[A-Za-z]+ +[0-9]+\n)+")
check(0 "[1-9][0-9]* agreements, 0 disagreements, [0-9]+ not asked\n${reasons}" 20000)
check(1 "${wrong}${wrong}${wrong}[1-9][0-9]* agreements, 3 disagreements, [0-9]+ not asked\n${reasons}" 1000 1 300)
check(1 "${wrong}0 agreements, 1 disagreements, 0 not asked\n${reasons}" 1 1 1)
# Only the first case.
check(0 "1 agreements, 0 disagreements, 0 not asked\n${reasons}" 1)
# These cases are not asked: a Dequantize without sizes, and a Quantize by a scale with a size of 0.
check(1 "0 agreements, 0 disagreements, 1 not asked\nValidate said:\n" 1 153)
check(1 "0 agreements, 0 disagreements, 1 not asked\nValidate said:\n" 1 31)
check(2 "" 0)
check(2 "" many)

# Three kinds of wrong results: a rejection, an acceptance, and an unexpected code.
run(20000 1 100)
foreach(kind IN ITEMS "S_OK, Validate says [A-Z][A-Za-z]+" "E_INVALIDARG, Validate says None" "0x8007000E, ")
    if(NOT output MATCHES "returned ${kind}")
        message(SEND_ERROR "conformance_standin 20000 1 100 reports no '${kind}'")
    endif()
endforeach()
foreach(operator IN ITEMS ELEMENT_WISE_IDENTITY FILL_VALUE_CONSTANT DEQUANTIZE QUANTIZE GATHER)
    if(NOT output MATCHES "\n  ${operator} ")
        message(SEND_ERROR "conformance_standin 20000 1 100 reports nothing of ${operator}")
    endif()
endforeach()

# Each reason occurs, except the one that would terminate the process.
run(20000)
foreach(reason IN ITEMS None NullTensor NullDesc TensorType UnknownDataType Flags DimensionCount NullSizes ZeroSize
        ElementLimit TotalSizeTooSmall TotalSizeLimit Alignment OutputOwnedByDml OutputOverlap GatherDataType
        GatherIndicesDataType GatherTypesDiffer GatherRanksDiffer GatherAxis GatherIndexDimensions GatherBatchAxis
        GatherBatchSize GatherOutputSize OutputElementsOverlap SizeWraps GatherDropsDimension GatherRankLimit
        GatherLeadingSize GatherBatch)
    if(NOT output MATCHES "\n +${reason} +[1-9]")
        message(SEND_ERROR "conformance_standin 20000 never meets ${reason}:\n${output}")
    endif()
endforeach()
if(output MATCHES "GatherTerminates")
    message(SEND_ERROR "conformance_standin 20000 asks for a Gather that ends the process:\n${output}")
endif()
