#pragma once

// What the program says of warnings holds behind the header too: it must leave the compiler's stack of them as it was.
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

// The programs that all headers must pass are built once for each.
#if !defined(DML_TENSOR_UTILS_TEST_HEADER)
#define DML_TENSOR_UTILS_TEST_HEADER "dml_tensor_utils.hpp"
#endif
#include DML_TENSOR_UTILS_TEST_HEADER

#if defined(__GNUC__) || defined(__clang__)
inline void HoldsAnUnusedVariable() { int unused = 0; }
#pragma GCC diagnostic pop
#endif
