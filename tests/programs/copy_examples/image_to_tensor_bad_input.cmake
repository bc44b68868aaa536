# Bad input: exit code 2, or 1 where DirectML would refuse the tensor; nothing on stdout, no tensor, and one line on
# stderr that names the file or argument and what is required.
cmake_minimum_required(VERSION 3.20)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# check(command line, exit code, regular expression of the line without "image_to_tensor: ")
function(check commandLine expectedCode line)
    run_in_folder("${commandLine}")
    if(NOT exitCode STREQUAL "${expectedCode}" OR NOT output STREQUAL ""
       OR NOT errors MATCHES "^image_to_tensor: ${line}\n$" OR errors MATCHES "\n." OR EXISTS "${FOLDER}/tensor.bin")
        file(REMOVE "${FOLDER}/tensor.bin")
        message(SEND_ERROR "image_to_tensor ${commandLine}: exit code ${exitCode}, stdout '${output}',\n"
            "stderr '${errors}'\nexpected '${line}'")
    endif()
endfunction()

# ---- the words of the command line ----------------------------------------------------------------------------------
write_image(good.ppm "P6 1 2 255 ABCDEF")
set(twoFiles "two files are needed; write for example: image_to_tensor picture.ppm tensor.bin")
check("" 2 "${twoFiles}")
check("good.ppm" 2 "${twoFiles}")
check("good.ppm tensor.bin more.bin" 2 "${twoFiles}")
check("good.ppm tensor.bin --pad 4" 2 "--pad: not known here; image_to_tensor --help shows the options")
check("good.ppm tensor.bin --layout" 2 "--layout: its value is missing; .*--help.*")
check("good.ppm tensor.bin --pad-rows" 2 "--pad-rows: its value is missing; .*--help.*")
check("good.ppm tensor.bin --layout nchw" 2 "--layout nchw: unknown layout; use NCHW or NHWC")
foreach(value IN ITEMS 0 -1 x 4x 4294967296 18446744073709551617)
    check("good.ppm tensor.bin --pad-rows ${value}" 2 "--pad-rows ${value}: not a number from 1 to 4294967295")
endforeach()
check("--make-picture" 2 "--make-picture: write --make-picture FILE, or --make-picture FILE WIDTH HEIGHT")
check("--make-picture tensor.bin 3" 2 "--make-picture: write --make-picture FILE, .*")
check("--make-picture tensor.bin 3 0" 2 "0: not a number from 1 to 16384")
check("--make-picture tensor.bin 16385 3" 2 "16385: not a number from 1 to 16384")

# ---- files ----------------------------------------------------------------------------------------------------------
file(MAKE_DIRECTORY "${FOLDER}/folder")
check("missing.ppm tensor.bin" 2 "missing.ppm: cannot be read [(].+[)]; name a readable file")
check("folder tensor.bin" 2 "folder: cannot be read [(].+[)]; name a readable file")
check("'bad\nname.ppm' tensor.bin" 2 "bad[?]name.ppm: cannot be read .*")
check("good.ppm folder" 2 "folder: cannot be written; .*")
check("good.ppm missing/tensor.bin" 2 "missing/tensor.bin: cannot be written; .*")
check("--make-picture missing/picture.ppm" 2 "missing/picture.ppm: cannot be written; .*")
check("good.ppm good.ppm" 2 "good.ppm: is the image itself; name another file for the tensor")
check("good.ppm folder/../good.ppm" 2 "folder/../good.ppm: is the image itself; .*")
file(READ "${FOLDER}/good.ppm" content)
if(NOT content STREQUAL "P6 1 2 255 ABCDEF")
    message(SEND_ERROR "the image was overwritten: ${content}")
endif()

# ---- images ---------------------------------------------------------------------------------------------------------
# check_image(content, exit code, regular expression of the line without the file's name)
function(check_image content expectedCode line)
    write_image(bad.ppm "${content}")
    check("bad.ppm tensor.bin" ${expectedCode} "bad.ppm: ${line}")
endfunction()

foreach(content IN ITEMS "" "P" "P6" "P7 1 1 255 ABC" "P3 1 1 255 1 2 3" "p6 1 1 255 ABC" "P62 1 255 ABCDEF"
        " P6 1 1 255 ABC" "GIF89a")
    check_image("${content}" 2 "begins neither with P5 nor with P6; convert it to binary PGM or PPM")
endforeach()

foreach(number IN ITEMS 0 00 -1 "+1" x 1.5 "''" 1x 4294967296 18446744073709551617)
    check_image("P6 ${number} 1 255 ABC" 2 "its width is not a number from 1 to 4294967295")
    check_image("P6 1 ${number} 255 ABC" 2 "its height is not a number from 1 to 4294967295")
    check_image("P6 1 1 ${number} ABC" 2 "its maxval is not a number from 1 to 65535")
endforeach()
check_image("P5 1 1 65536 ABC" 2 "its maxval is not a number from 1 to 65535")
check_image("P6 " 2 "its width is not .*")
check_image("P6 1" 2 "its width is not .*") # it may go on
check_image("P6 1 " 2 "its height is not .*")
check_image("P6 1 1 255" 2 "its maxval is not .*")
check_image("P6 1 1 # 255 ABC" 2 "its maxval is not .*")

# The file is too short for its header's word. The products exceed 64 bits.
check_image("P6 1 2 255 ABCDE" 2 "its 1 x 2 pixels of 3 bytes must follow the header; only 5 bytes do")
check_image("P6 1 1 255 " 2 "its 1 x 1 pixels of 3 bytes must follow the header; only 0 bytes do")
check_image("P5 2 2 256 ABCDEFG" 2 "its 2 x 2 pixels of 2 bytes must follow the header; only 7 bytes do")
check_image("P6 4294967295 4294967295 65535 ABC" 2
    "its 4294967295 x 4294967295 pixels of 6 bytes must follow the header; only 3 bytes do")
check_image("P5 1 4294967295 255 ABC" 2 "its 1 x 4294967295 pixels of 1 bytes must follow the header; only 3 bytes do")
check_image("P6 2147483648 4294967295 256 ABC" 2 "its 2147483648 x 4294967295 pixels of 6 bytes .*")

# ---- tensors that DirectML would refuse: before anything is allocated for them --------------------------------------
set(refused "good.ppm: DirectML would refuse its tensor:")
check("good.ppm tensor.bin --pad-rows 4294967295" 1 "${refused} Strides[^\n]* would be [0-9]+; .*at most 4294967295")
check("good.ppm tensor.bin --layout NHWC --pad-rows 4294967295" 1
    "${refused} TotalTensorSizeInBytes [^\n]*4294967300[^\n]*4294967295[^\n]*")
