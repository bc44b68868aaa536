# Tests of the example programs for DirectML: what needs no device, and the programs where their headers are.

add_copy_tests(directml_identity_tests directml_identity_test.cpp)
add_googletests(directml_identity_tests)

if(TARGET directml_identity)
    add_test(NAME directml_identity COMMAND directml_identity)
    set_tests_properties(directml_identity PROPERTIES SKIP_RETURN_CODE 77)
else()
    add_skipped_test(directml_identity "not Windows, or there is no <DirectML.h> of feature level 4_1 or newer")
endif()

# add_policy_test(name target): the policy agrees with DirectMLX's, and gives the pitch that DirectMLX's cannot. The
# program does not print that they agree where anything failed.
function(add_policy_test name target)
    add_test(NAME ${name} COMMAND ${target})
    set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION
        "PitchedRows +strides 256 1 64 3 +928 bytes.*Sizes.2. is 0; .*ChannelsLast agree")
endfunction()

add_executable(directmlx_policy_mock "${PROJECT_SOURCE_DIR}/examples/directmlx_policy.cpp")
target_link_libraries(directmlx_policy_mock PRIVATE dml_tensor_utils_strict interop_mock_header)
add_policy_test(directmlx_policy.mock directmlx_policy_mock)
if(TARGET directmlx_policy)
    add_policy_test(directmlx_policy.real directmlx_policy)
else()
    add_skipped_test(directmlx_policy.real "there is no <DirectMLX.h>, or the compiler does not take it")
endif()
