# Tests of the example program describe_tensor: what it prints, refuses and exits with, and that its C++ compiles.

if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    foreach(name IN ITEMS documented_output bad_input verdict picture printed_code)
        add_skipped_test(describe_tensor.${name} "cross-compiled without CMAKE_CROSSCOMPILING_EMULATOR")
    endforeach()
    return()
endif()

set(describe_tensor_dir "${CMAKE_CURRENT_LIST_DIR}/describe_tensor")

foreach(name IN ITEMS documented_output bad_input verdict)
    add_test(NAME describe_tensor.${name} COMMAND ${CMAKE_COMMAND}
        "-DPROGRAM=$<TARGET_FILE:describe_tensor>"
        "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
        -P "${describe_tensor_dir}/${name}.cmake")
endforeach()

find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
    add_test(NAME describe_tensor.picture COMMAND "${Python3_EXECUTABLE}" "${describe_tensor_dir}/picture.py"
        "$<TARGET_FILE:describe_tensor>" ${CMAKE_CROSSCOMPILING_EMULATOR})
else()
    add_skipped_test(describe_tensor.picture "python3 is not installed")
endif()

set(describe_tensor_code "${CMAKE_CURRENT_BINARY_DIR}/describe_tensor_printed_code.cpp")
add_custom_command(
    OUTPUT "${describe_tensor_code}"
    COMMAND ${CMAKE_COMMAND}
        "-DPROGRAM=$<TARGET_FILE:describe_tensor>"
        "-DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
        "-DRESULT=${describe_tensor_code}"
        -P "${describe_tensor_dir}/printed_code.cmake"
    DEPENDS describe_tensor "${describe_tensor_dir}/printed_code.cmake" "${describe_tensor_dir}/run.cmake"
    COMMENT "Collecting the C++ that describe_tensor prints"
    VERBATIM)
add_program_test(describe_tensor.printed_code "${describe_tensor_dir}/printed_code.cpp" "${describe_tensor_code}")
target_include_directories(describe_tensor_printed_code PRIVATE "${describe_tensor_dir}")
