// A header as the first and only one, then again, which must have no effect.
#include "standalone/header_under_test.hpp"

// With the vector types of GCC and Clang, no header of intrinsics may be included: it would nearly double compile time.
#if (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) && defined(__x86_64__) && !defined(_WIN32)
#if defined(__IMMINTRIN_H) || defined(_IMMINTRIN_H_INCLUDED)
#error "the header has included <immintrin.h>"
#endif
#endif

#include "standalone/hostile_macros.hpp"

#include DML_TENSOR_UTILS_TEST_HEADER
#include "dml_tensor_utils.hpp"

#if (DML_TENSOR_UTILS_TEST_INTEROP || DML_TENSOR_UTILS_TEST_OPERATORS || DML_TENSOR_UTILS_TEST_OWNED_OPERATOR)         \
    && defined(DML_TENSOR_COPY_HPP)
#error "the header has included one that it must not"
#endif
#if defined(DLPACK_DLPACK_H_) || (DML_TENSOR_UTILS_TEST_OPERATORS && defined(DML_TENSOR_INTEROP_HPP))
#error "the header has included one that it must not"
#endif
#if DML_TENSOR_UTILS_TEST_OPERATORS && defined(DML_TENSOR_OWNED_OPERATOR_HPP)
#error "the header, which allocates nothing, has included one that allocates"
#endif

#include "standalone/use_the_api.hpp"

int main()
{
    UseTheApi();
    return failures;
}
