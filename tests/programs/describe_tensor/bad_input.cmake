# Bad input: exit code 2, nothing on stdout, and one line on stderr that names the argument and the fix.
cmake_minimum_required(VERSION 3.15)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# check(command line, regular expression of the line without "describe_tensor: ")
function(check commandLine line)
    separate_arguments(arguments UNIX_COMMAND "${commandLine}")
    run(${arguments})
    if(NOT exitCode STREQUAL "2" OR NOT output STREQUAL "" OR NOT errors MATCHES "^describe_tensor: ${line}\n$"
       OR errors MATCHES "\n.")
        message(SEND_ERROR "describe_tensor ${commandLine}: exit code ${exitCode}, stdout '${output}',\n"
            "stderr '${errors}'\nexpected '${line}'")
    endif()
endfunction()

# The words of the command line.
check("" "TYPE and SIZES are missing; write for example: describe_tensor FLOAT32 2,3")
check("FLOAT32" "SIZES is missing; write for example: describe_tensor FLOAT32 2,3")
check("FLOAT32 2 3" "3: one argument too many; .*no blanks in a list")
check("FLOAT32 2,3 --pad 4" "--pad: unknown option; describe_tensor --help lists them")
check("FLOAT32 2,3 --layout=NHWC" "--layout=NHWC: unknown option; .*--help.*")
check("FLOAT32 2,3 --layout" "--layout: its value is missing; write --layout NCHW.NHWC")
check("FLOAT32 2,3 --pad-rows 4 --pad-rows 8" "--pad-rows: given twice; give it once")

# The data type and the sizes.
check("FLOAT23 2,3" "FLOAT23: unknown data type; use one of FLOAT32 FLOAT16 .* UINT4 INT4")
check("UNKNOWN 2,3" "UNKNOWN: unknown data type; use one of FLOAT32 .*")
check("FLOAT32 2,x" "2,x: 'x' is not a number; use the digits 0 to 9 alone")
check("FLOAT32 2,,3" "2,,3: '' is not a number; .*")
check("FLOAT32 2,+3" "2,.3: '.3' is not a number; .*")
check("FLOAT32 -2,3" "-2,3: '-2' is not a number; .*")
check("FLOAT32 2,4294967296" "2,4294967296: 4294967296 is too large; use at most 4294967295")
check("FLOAT32 2,18446744073709551618"
    "2,18446744073709551618: 18446744073709551618 is too large; use at most 4294967295")
check("FLOAT32 1,0,3" "1,0,3: Sizes.1. is 0; every size must be at least 1")
check("FLOAT32 1,2,3,4,5,6,7,8,9" "1,2,3,4,5,6,7,8,9: DimensionCount is 9; it must be 1 to 8")
check("FLOAT32 65536,65536,65536" "65536,65536,65536: Strides.0. would be 4294967296; .*at most 4294967295")

# The layout.
check("FLOAT32 1,3,4,5 --layout NHCW" "--layout NHCW: unknown layout; use NCHW or NHWC")
check("FLOAT32 1,3,4,5 --layout NHWC --order NHWC" "--order NHWC: contradicts --layout; give only one of the two")
check("FLOAT32 2,3 --strides 3,1 --order WH" "--strides 3,1: contradicts --order; give only one of the two")
check("FLOAT32 2,3 --order HX" "--order HX: not an order of the axes HW; use each of its letters once")
check("FLOAT32 2,3,4 --order HC:CH" "--order HC:CH: its axes do not fit; write LOGICAL:PHYSICAL, .* 3 sizes .*")
check("FLOAT32 2,3 --strides 1" "--strides 1: 1 .*tensor of 2; their number must agree")
check("FLOAT32 2,3 --strides 3,-1" "--strides 3,-1: '-1' is not a number; .*")
check("FLOAT32 4294967295,4294967295,4294967295 --strides 4294967295,4294967295,4294967295"
    "--strides 4294967295,.*: .*64 bits; use smaller sizes or strides")
check("FLOAT32 2,3 --broadcast C" "--broadcast C: no axis 'C'; use a letter of HW or a number from 0 to 1")
check("FLOAT32 2,3 --broadcast 2" "--broadcast 2: axis 2 does not exist; use a number from 0 to 1")

# The steps after it.
check("FLOAT32 3 --pad-rows 4" "--pad-rows 4: a tensor of one axis has no rows; give at least two sizes")
check("FLOAT32 2,3 --pad-rows 0" "--pad-rows 0: .*at least 1.*")
check("FLOAT32 2,3 --pad-rows 4k" "--pad-rows 4k: '4k' is not a number; .*")
check("FLOAT32 2,3 --broadcast H --pad-rows 4"
    "--pad-rows 4: axis H has stride 0 .*; leave out --pad-rows or that stride")
check("FLOAT32 2,3 --transpose 0,2" "--transpose 0,2: entry 1 of the axis order is 2; it must name each of 2 axes once")
check("FLOAT32 2,3 --transpose 1,1" "--transpose 1,1: entry 1 of the axis order is 1; it must name each of 2 axes once")
check("FLOAT32 2,3 --transpose W" "--transpose W: the axis order names 1 axes; it must name each of 2 once")
check("FLOAT32 2,3 --slice W" "--slice W: not a slice; write AXIS:START:COUNT or AXIS:START:COUNT:STEP")
check("FLOAT32 2,3 --slice W:2:2" "--slice W:2:2: the slice of axis 1 ends at 3; .*must be below 3")
check("FLOAT32 2,3 --slice W:0:0" "--slice W:0:0: .*at least 1.*")
check("FLOAT32 2,3 --slice 5:0:1" "--slice 5:0:1: axis 5 does not exist; it must be below 2")

# The descriptor.
check("FLOAT32 2,3 --total 18446744073709551616" "--total 18446744073709551616: .*use at most 18446744073709551615")
check("FLOAT32 2,3 --alignment 16B" "--alignment 16B: '16B' is not a number; .*")
check("FLOAT32 2,3 --flags OWNED" "--flags OWNED: 'OWNED' is not a number; .*")

# The picture.
check("FLOAT32 2,3 --svg" "--svg: its value is missing; write --svg FILE")
check("FLOAT32 2,3 --svg no_such_folder/picture.svg"
    "--svg no_such_folder/picture.svg: the file cannot be written; does its folder exist, .*")

# What would break the line, and what is long, stays out of it.
check("FLOAT32 2,3 --layout 'NH\nWC'" "--layout NH[?]WC: unknown layout; use NCHW or NHWC")
string(REPEAT "123456789," 100 longList)
check("FLOAT32 ${longList}1" "(123456789,)+[.][.][.]: DimensionCount is 101; it must be 1 to 8")
