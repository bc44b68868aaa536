# Runs describe_tensor and writes RESULT, a source file with the C++ that it prints. Next to each piece of C++ stand the
# verdict and the numbers that the program printed with it, and numbers calculated by hand.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/../run.cmake")

set(source "#include \"printed_code.hpp\"\n\nvoid CheckPrintedCode()\n{\n")

# printed(variable name default): sets variable to the number on the line `name`, or to the default without such a line
function(printed variable name default)
    if(output MATCHES "\n  ${name} +([0-9]+)")
        set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    else()
        set(${variable} "${default}" PARENT_SCOPE)
    endif()
endfunction()

function(printed_row variable name)
    if(NOT output MATCHES "(^|\n)  ${name} +([0-9 ]+)\n")
        message(FATAL_ERROR "${commandLine}: no row '${name}' in\n${output}")
    endif()
    string(REGEX REPLACE " +" ", " row "${CMAKE_MATCH_2}")
    set(${variable} "${row}" PARENT_SCOPE)
endfunction()

# print_code(command line, exit code): sets output, and code to the C++ in it and a check of the printed verdict
macro(print_code commandLine wanted)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    run(${arguments})
    if(NOT exitCode EQUAL "${wanted}" OR NOT output MATCHES "\nVerdict\n(.*)\nC\\+\\+\n(.+)$")
        message(FATAL_ERROR "${commandLine}: exit code ${exitCode}, no C++ in\n${output}${errors}")
    endif()
    set(verdict "${CMAKE_MATCH_1}")
    set(code "${CMAKE_MATCH_2}")
    if(code MATCHES "bindingOffset")
        string(APPEND code "  static_cast<void>(bindingOffset);\n")
    endif()
    if(verdict MATCHES "^(.*)\nBinding\n(.*)$")
        set(verdict "${CMAKE_MATCH_1}")
        string(APPEND code "CheckVerdict(\"${commandLine}\", binding, R\"~(${CMAKE_MATCH_2})~\");\n")
    endif()
    string(APPEND code "CheckVerdict(\"${commandLine}\", reason, R\"~(${verdict})~\");\n")
endmacro()

# add(command line, number of the data type, sizes, strides, whether Strides is null, total, alignment, flags, binding
# offset)
function(add commandLine dataType sizes strides nullStrides total alignment flags offset)
    print_code("${commandLine}" 0)
    printed_row(printedSizes size)
    printed_row(printedStrides stride)
    printed(printedBuffer "buffer size" "")
    printed(printedTotal "total size" "${printedBuffer}")
    printed(printedAlignment "alignment" 0)
    printed(printedFlags "flags" 0)
    printed(printedOffset "binding offset" 0)
    set(printedNull false)
    if(output MATCHES "Strides may be null")
        set(printedNull true)
    endif()

    # Unsigned literals, because some are too large for int.
    set(source "${source}{\n${code}Check(\"${commandLine}\", tensor,
        Fields{${dataType}, ${printedFlags}u, {${printedSizes}}, {${printedStrides}}, ${printedNull},
               ${printedTotal}u, ${printedAlignment}u, ${printedOffset}u},
        Fields{${dataType}, ${flags}u, {${sizes}}, {${strides}}, ${nullStrides}, ${total}u, ${alignment}u, ${offset}u});
}\n" PARENT_SCOPE)
endfunction()

# add_gather(command line, sizes and strides of the output)
function(add_gather commandLine sizes strides)
    print_code("gather ${commandLine}" 0)
    set(source "${source}{\n${code}CheckGather(\"${commandLine}\", output, {${sizes}}, {${strides}});\n}\n"
        PARENT_SCOPE)
endfunction()

# add_verdict(exit code, command line): compares only the verdict
function(add_verdict expected commandLine)
    print_code("${commandLine}" "${expected}")
    set(source "${source}{\n${code}}\n" PARENT_SCOPE)
endfunction()

add("FLOAT32 2,3" 1 "2, 3" "3, 1" true 24 0 0 0)
add("FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64" 2 "1, 3, 1080, 1920" "6220800, 1, 5760, 3" false 12441600 0 0 0)
add("FLOAT16 1,3,224,224 --layout NHWC --row-pitch-multiple 256" 2 "1, 3, 224, 224" "172032, 1, 768, 3" false
    343872 0 0 0)
add("FLOAT32 1,3,4,5 --row-pitch 64 --bind 256,724,980" 1 "1, 3, 4, 5" "192, 64, 16, 1" false 724 0 0 0)
add("UINT4 2,3 --row-pitch 3 --bind 18446744073709551600,16,8" 12 "2, 3" "6, 1" false 8 0 0 0)
add("FLOAT32 2,3 --pad-rows 5" 1 "2, 3" "5, 1" false 32 0 0 0)
add("UINT8 2,3,4 --order WHD" 5 "2, 3, 4" "1, 2, 6" false 24 0 0 0)
add("INT32 2,3,4,5 --layout NHWC --broadcast W" 6 "2, 3, 4, 5" "12, 1, 3, 0" false 96 0 0 0)
add("FLOAT16 5,55 --strides 9,3 --alignment 256 --total 512" 2 "5, 55" "9, 3" false 512 256 0 0)
add("UINT4 9" 12 "9" "1" true 8 0 0 0)
# The tensor starts at element 6 and spans 6 + 4 + 1 elements. Its offset of 24 bytes is only a hazard.
add("FLOAT32 4,6 --slice H:1:2 --slice W:0:3:2" 1 "2, 3" "6, 2" false 44 0 0 24)
add("FLOAT64 2,3,4,5 --transpose 0,2,3,1 --flags 1" 9 "2, 4, 5, 3" "60, 5, 1, 20" false 960 0 1 0)
add("INT64 1,2,2,2,2,3 --order FEDCBA --alignment 4096" 11 "1, 2, 2, 2, 2, 3" "1, 1, 2, 4, 8, 16" false 384 4096 0 0)
add("INT8 1,3 --broadcast H,W" 8 "1, 3" "0, 0" false 4 0 0 0)
# The most elements that DirectML accepts.
add("FLOAT32 65535,65537" 1 "65535, 65537" "65537, 1" true 17179869180 0 0 0)
# All options at once: the first element is 2 * 16 + 1.
set(everything "INT16 2,3,4,5 --layout NHWC --broadcast N --pad-rows 16 --transpose N,H,W,C")
string(APPEND everything " --slice H:2:2 --slice 3:1:2 --flags 0 --alignment 16")
add("${everything}" 7 "2, 2, 5, 2" "0, 16, 3, 1" false 60 16 0 66)

# Lists that are so long that the line is broken.
add("INT8 2,1,1,1,1,1,1,3 --strides 4294967280,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,1" 8
    "2, 1, 1, 1, 1, 1, 1, 3"
    "4294967280, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 1" false 4294967284 0 0 0)

add_gather("FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1" "4, 2" "2, 1")
add_gather("FLOAT16:1,3,3 UINT64:1,1,2 FLOAT16:3,1,2:4,4,2 --axis 2 --index-dimensions 2" "3, 1, 2" "4, 4, 2")
# Indices outside the axis: a negative one, one that counts from the end, and one that no signed type has. The first in
# row-major order is reported; its offset is 3.
add_gather("FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,-3,-4,7" "4, 2" "2, 1")
add_gather("UINT8:2,3 UINT64:1,2 --axis 1 --index-dimensions 1 --values 18446744073709551615,0" "2, 2" "2, 1")
add_gather("UINT8:1,5 INT64:2,2:1,3 --axis 1 --index-dimensions 2 --values 4,5,6,-6,0" "2, 2" "2, 1")

# Descriptions that DirectML rejects, that it accepts with a hazard, and that never reach it.
add_verdict(0 "FLOAT32 2,3,4 --strides 22,3,1 --output")
add_verdict(1 "FLOAT32 65536,65536")
add_verdict(1 "FLOAT64 1073741825 --strides 2147483648 --bind 0,16,16")
add_verdict(1 "FLOAT16 3 --total 6 --bind 0,8,8")
add_verdict(1 "FLOAT16 3 --alignment 24 --flags 2")
add_verdict(1 "FLOAT16 3 --flags 1 --output")
add_verdict(1 "FLOAT32 2,3 --broadcast H --output --bind 0,12,12")
add_verdict(1 "UINT4 9 --slice W:1:4 --bind 0,4,4")
add_verdict(1 "FLOAT32 4 --bind 8,16,24")
add_verdict(1 "FLOAT32 4 --total 64 --bind 0,16,64")
add_verdict(1 "gather FLOAT32:3,2 INT32:1,4 --axis 2 --index-dimensions 1")
add_verdict(1 "gather FLOAT32:65536,65536 INT32:1,4 --axis 0 --index-dimensions 1")
add_verdict(1 "gather UINT4:3,2 INT32:1,4 --axis 0 --index-dimensions 1")
add_verdict(1 "gather FLOAT32:3,2 FLOAT32:1,4 --axis 0 --index-dimensions 1")
add_verdict(1 "gather FLOAT32:3,2 INT32:1,4 FLOAT32:4,2:2,2 --axis 0 --index-dimensions 1")
add_verdict(1 "gather FLOAT32:2,3 INT32:2,2 --axis 0 --index-dimensions 2")

file(WRITE "${RESULT}" "${source}}\n")
