# Checks the bytes of the files that image_to_tensor writes.
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")

# Samples are printable characters, so that CMake can write them. The parts of a header end with a blank, because CMake
# writes \r\n instead of \n on Windows.
function(write_image name content)
    file(WRITE "${FOLDER}/${name}" "${content}")
endfunction()

# convert(image, options, bytes): compares the tensor with bytes in hexadecimal
function(convert image options bytes)
    file(REMOVE "${FOLDER}/tensor.bin")
    separate_arguments(words UNIX_COMMAND "${options}")
    run(${image} tensor.bin ${words})
    set(tensor "")
    if(EXISTS "${FOLDER}/tensor.bin")
        file(READ "${FOLDER}/tensor.bin" tensor HEX)
    endif()
    string(TOLOWER "${bytes}" bytes)
    if(NOT tensor STREQUAL bytes OR NOT exitCode STREQUAL "0")
        string(SUBSTRING "${tensor}" 0 2000 tensor)
        string(SUBSTRING "${bytes}" 0 2000 bytes)
        message(SEND_ERROR "${image} ${options}: exit code ${exitCode}, ${errors}the tensor is\n${tensor}\n"
            "expected\n${bytes}")
    endif()
endfunction()

# ---- known bytes ----------------------------------------------------------------------------------------------------
# Two rows of two pixels: ABC DEF, then GHI JKL.
write_image(colour.ppm "P6 2 2 255 ABCDEFGHIJKL")
convert(colour.ppm "" 4144474A4245484B4346494C)
convert(colour.ppm "--layout NCHW" 4144474A4245484B4346494C)
convert(colour.ppm "--layout NHWC" 4142434445464748494A4B4C)

# After the last row there are only the zeros that make the size a multiple of 4 bytes.
convert(colour.ppm "--pad-rows 3" 414400474A00424500484B00434600494C000000)
convert(colour.ppm "--layout NHWC --pad-rows 4" 41424344454600004748494A4B4C0000)
# Rows of 6 elements that need no padding stay where they are.
convert(colour.ppm "--pad-rows 3 --layout NHWC" 4142434445464748494A4B4C)

# Another order of channels, in both layouts and with 16 bits.
convert(colour.ppm "--channels rgb" 4144474A4245484B4346494C)
convert(colour.ppm "--channels bgr" 4346494C4245484B4144474A)
convert(colour.ppm "--channels gbr" 4245484B4346494C4144474A)
convert(colour.ppm "--channels bgr --layout NHWC" 4342414645444948474C4B4A)
convert(colour.ppm "--layout NHWC --pad-rows 4 --channels brg" 43414246444500004947484C4A4B0000)

# An opaque alpha channel anywhere: maxval.
write_image(dark.ppm "P6 2 1 120 ABCDEF")
convert(dark.ppm "--channels bgra" 4346424541447878)
convert(dark.ppm "--channels rgba --layout NHWC" 4142437844454678)
convert(dark.ppm "--channels rabg" 4144787843464245)

# Rows that start a number of bytes apart, which need not be a multiple of anything.
convert(colour.ppm "--row-pitch 3" 414400474A00424500484B00434600494C000000)
convert(colour.ppm "--row-pitch 2" 4144474A4245484B4346494C)
convert(colour.ppm "--channels bgra --layout NHWC --row-pitch 11"
    434241FF464544FF000000494847FF4C4B4AFF00)

# With one channel both layouts are the same.
write_image(grey.pgm "P5 3 2 200 abcdef")
convert(grey.pgm "" 6162636465660000)
convert(grey.pgm "--layout NHWC" 6162636465660000)
convert(grey.pgm "--pad-rows 4" 6162630064656600)

# 16 bits: the capital letter is the upper byte.
write_image(colour16.ppm "P6 1 2 65535 AaBbCcDdEeFf")
write_image(grey16.pgm "P5 2 1 256 AaBb")
write_image(grey8.pgm "P5 2 1 255 AaBb")
convert(colour16.ppm "" 614164446242654563436646)
convert(colour16.ppm "--pad-rows 2" 614100006444000062420000654500006343000066460000)
convert(grey16.pgm "" 61416242)
convert(colour16.ppm "--channels bgr" 634366466242654561416444)
convert(colour16.ppm "--channels abgr --layout NHWC" FFFF634362426141FFFF664665456444)
convert(colour16.ppm "--row-pitch 4" 614100006444000062420000654500006343000066460000)
# Bytes after the image are not read.
convert(grey8.pgm "" 41610000)

# FLOAT16 and FLOAT32, as their bits.
function(convert_to_floats image options bits)
    if(options MATCHES "FLOAT16")
        string(REGEX REPLACE "(..)(..)" "\\2\\1" bits "${bits}")
    else()
        string(REGEX REPLACE "(..)(..)(..)(..)" "\\4\\3\\2\\1" bits "${bits}")
    endif()
    convert(${image} "${options}" ${bits})
endfunction()
# 65 68 71 74, 66 69 72 75, 67 70 73 76
convert_to_floats(colour.ppm "--type FLOAT16" 54105440547054A054205450548054B054305460549054C0)
# .25 1 1.75 2.5, 0 .375 .75 1.125, -1 2 5 8
convert_to_floats(colour.ppm "--type FLOAT32 --scale 0.5 --mean 32,33,34 --std 2,4,.5"
    3E8000003F8000003FE0000040200000000000003EC000003F4000003F900000BF8000004000000040A0000041000000)
# Mean and scale are given in the order of the tensor's channels, blue first: -1 2 5 8, 0 .375 .75 1.125, .25 1 1.75 2.5
convert_to_floats(colour.ppm "--type FLOAT32 --channels bgr --scale 0.5 --mean 34,33,32 --std .5,4,2"
    BF8000004000000040A0000041000000000000003EC000003F4000003F9000003E8000003F8000003FE0000040200000)
# 49/32 to 54/32, two elements of padding, 55/32 to 60/32
convert_to_floats(colour.ppm "--layout NHWC --pad-rows 4 --mean 16 --type FLOAT16 --std 32"
    3E203E403E603E803EA03EC0000000003EE03F003F203F403F603F80)
# The alpha channel is 255 * scale, whatever mean and deviation are: -1 2 5 8, 0 .375 .75 1.125, .25 1 1.75 2.5, 127.5
convert_to_floats(colour.ppm "--type FLOAT32 --channels bgra --scale 0.5 --mean 34,33,32 --std .5,4,2"
    BF8000004000000040A0000041000000000000003EC000003F4000003F9000003E8000003F8000003FE000004020000042FF000042FF000042FF000042FF0000)
# Samples of 16 bits, 0x4161 0x4464 and so on: (16737 - 16384) / 32, ...; halves are rounded to 11 bits.
convert_to_floats(colour16.ppm "--type FLOAT32 --mean 16384 --std 32"
    41308000420C800041988000422CA00041D8C000424CC000)
convert_to_floats(grey16.pgm "--type FLOAT16" 74167426)
# -2 0 2 4 6 8
convert_to_floats(grey.pgm "--type FLOAT16 --scale 25e-2 --mean +24.5 --std .125" C00000004000440046004800)

# Comments and any white space in the header.
write_image(comments.ppm "P6# one\n # 2 two\n\t2#three\n#\n  002 #255\n255#four\nABCDEFGHIJKL")
convert(comments.ppm "" 4144474A4245484B4346494C)
# A sample that looks like the start of a comment.
write_image(sharp.pgm "P5 2 2 255 #\tb#")
convert(sharp.pgm "" 23096223)

# ---- the image that the program makes, and a large one --------------------------------------------------------------
# draw(arguments, width, height): makes an image and sets raster to its samples in hexadecimal
function(draw arguments width height)
    separate_arguments(words UNIX_COMMAND "${arguments}")
    run(--make-image drawn.ppm ${words})
    if(NOT exitCode STREQUAL "0")
        message(SEND_ERROR "--make-image drawn.ppm ${arguments}: exit code ${exitCode}\n${output}${errors}")
    endif()
    file(READ "${FOLDER}/drawn.ppm" content HEX)
    string(HEX "P6\n# drawn by image_to_tensor\n${width} ${height}\n255\n" header)
    string(LENGTH "${header}" headerLength)
    string(SUBSTRING "${content}" 0 ${headerLength} begin)
    string(SUBSTRING "${content}" ${headerLength} -1 samples)
    string(LENGTH "${samples}" length)
    math(EXPR expectedLength "${width} * ${height} * 6")
    string(SUBSTRING "${samples}" 0 6 first)
    math(EXPR last "${expectedLength} - 6")
    string(SUBSTRING "${samples}" ${last} 6 last)
    if(NOT begin STREQUAL header OR NOT length EQUAL expectedLength OR first STREQUAL last)
        message(SEND_ERROR "--make-image drawn.ppm ${arguments}: ${length} digits, beginning with ${begin}, "
            "the first pixel ${first}, the last ${last}")
    endif()
    set(raster "${samples}" PARENT_SCOPE)
endfunction()

# Packed NHWC has the same bytes as the raster.
draw("" 320 240)
convert(drawn.ppm "--layout NHWC" ${raster})
# More than 1 MiB, the block in which the program reads and writes; its pattern does not repeat at the ends of blocks.
string(REPEAT "ABCDEFGHIJKLMNOPQRSTUVWXYZ." 40000 letters)
write_image(large.pgm "P5 1350 800 255 ${letters}")
string(HEX "${letters}" raster)
convert(large.pgm "" ${raster})
