#pragma once

// What the program says of warnings holds behind the header too: it must leave the compiler's stack of them as it was.
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

// The programs that all headers must pass are built once for each.
#if DML_TENSOR_UTILS_TEST_COPY
#include "dml_tensor_copy.hpp"
#elif DML_TENSOR_UTILS_TEST_CONVERT
#include "dml_tensor_convert.hpp"
#elif DML_TENSOR_UTILS_TEST_COMPARE
#include "dml_tensor_compare.hpp"
#elif DML_TENSOR_UTILS_TEST_INTEROP
#include "dml_tensor_interop.hpp"
#elif DML_TENSOR_UTILS_TEST_OPERATORS
#include "dml_tensor_operators.hpp"
#else
#include "dml_tensor_utils.hpp"
#endif

#if defined(__GNUC__) || defined(__clang__)
inline void HoldsAnUnusedVariable() { int unused = 0; }
#pragma GCC diagnostic pop
#endif
