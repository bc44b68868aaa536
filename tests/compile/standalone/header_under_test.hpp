#pragma once

// The header must restore the compiler's warning state, so the program's setting still applies after it.
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

// The programs for all headers are built once for each header.
#if !defined(DML_TENSOR_UTILS_TEST_HEADER)
#define DML_TENSOR_UTILS_TEST_HEADER "dml_tensor_utils.hpp"
#endif
#include DML_TENSOR_UTILS_TEST_HEADER

#if defined(__GNUC__) || defined(__clang__)
inline void HoldsAnUnusedVariable() { int unused = 0; }
#pragma GCC diagnostic pop
#endif
