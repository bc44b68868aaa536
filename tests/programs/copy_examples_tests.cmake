# Tests of the example programs of the copy header: what they write, print, refuse and exit with.

# add_copy_example_test(name program): copy_examples/<name>.cmake runs the program, in a folder of its own.
function(add_copy_example_test name program)
    if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
        add_skipped_test(copy_examples.${name} "cross-compiled without CMAKE_CROSSCOMPILING_EMULATOR")
        return()
    endif()
    add_test(NAME copy_examples.${name} COMMAND ${CMAKE_COMMAND}
        "-DPROGRAM=$<TARGET_FILE:${program}>"
        "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
        "-DBYTE_ORDER=${CMAKE_CXX_BYTE_ORDER}"
        "-DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/copy_examples/${name}"
        -P "${CMAKE_CURRENT_SOURCE_DIR}/copy_examples/${name}.cmake")
endfunction()

add_copy_example_test(image_to_tensor image_to_tensor)
add_copy_example_test(image_to_tensor_bad_input image_to_tensor)
add_copy_example_test(split_over_threads split_over_threads)
