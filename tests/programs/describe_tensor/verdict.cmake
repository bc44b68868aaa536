# The exit code and the sentence say whether DirectML takes the tensor.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# check(command line, exit code, regular expression of the verdict)
function(check commandLine expectedCode verdict)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    run(${arguments})
    if(NOT exitCode STREQUAL "${expectedCode}" OR NOT errors STREQUAL ""
       OR NOT output MATCHES "\nVerdict\n  ${verdict}\n\nC[+][+]\n  const .*;\n$")
        message(SEND_ERROR "describe_tensor ${commandLine}: exit code ${exitCode}, expected ${expectedCode} and "
            "'${verdict}' in\n${output}${errors}")
    endif()
endfunction()

check("FLOAT32 2,3" 0 "DirectML accepts it as an input[.]")
check("FLOAT32 2,3 --output" 0 "DirectML accepts it as an output[.]")
check("FLOAT32 2,3 --total 100" 0 "DirectML accepts it as an input[.]")

# Hazards: accepted, with a warning.
check("FLOAT32 2,3,4 --strides 22,3,1 --output" 0
    "DirectML accepts it as an output, with a hazard[.]\n  OutputElementsOverlap: [^\n]+")
check("FLOAT32 4,4 --slice W:1:2" 0
    "DirectML accepts it as an input, with a hazard[.]\n  BindingOffset: [^\n]*4[^\n]*16[^\n]*")
check("FLOAT32 4,4 --slice H:1:2" 0 "DirectML accepts it as an input[.]")

# Refusals.
check("FLOAT32 65536,65536" 1
    "DirectML refuses it as an input[.]\n  ElementLimit: [^\n]*4294967296[^\n]*4294967295[^\n]*")
check("UINT8 4294967293" 1
    "DirectML refuses it as an input[.]\n  TotalSizeLimit: [^\n]*4294967296[^\n]*4294967295[^\n]*")
check("FLOAT64 1073741825 --strides 2147483648" 1 "DirectML refuses it as an input[.]\n  TotalSizeLimit: [^\n]+")
check("FLOAT16 3 --total 6" 1 "DirectML refuses it as an input[.]\n  TotalSizeTooSmall: [^\n]*6[^\n]*8[^\n]*")
check("FLOAT16 3 --alignment 24" 1 "DirectML refuses it as an input[.]\n  Alignment: [^\n]*24[^\n]*16[^\n]*")
check("FLOAT16 3 --flags 2" 1 "DirectML refuses it as an input[.]\n  Flags: [^\n]*2[^\n]*")
check("FLOAT16 3 --flags 1" 0 "DirectML accepts it as an input[.]")
check("FLOAT16 3 --flags 1 --output" 1 "DirectML refuses it as an output[.]\n  OutputOwnedByDml: [^\n]+")
check("FLOAT32 2,3 --broadcast H" 0 "DirectML accepts it as an input[.]")
check("FLOAT32 2,3 --broadcast H --output" 1 "DirectML refuses it as an output[.]\n  OutputOverlap: [^\n]+")
check("UINT4 9 --slice W:1:4" 1 "No descriptor can express it[.]\n  StartsInsideByte: [^\n]+")
check("UINT4 9 --slice W:2:4" 0 "DirectML accepts it as an input, with a hazard[.]\n  BindingOffset: [^\n]+")

# --help answers whatever else is there, and knows every option.
run(--layout --help)
if(NOT exitCode STREQUAL "0" OR NOT errors STREQUAL "")
    message(SEND_ERROR "--help: exit code ${exitCode}, stderr '${errors}'")
endif()
foreach(option IN ITEMS layout order strides broadcast pad-rows transpose slice total alignment flags output svg help)
    if(NOT output MATCHES "\n  --${option} ")
        message(SEND_ERROR "--help does not mention --${option}")
    endif()
endforeach()
