// A header that moves as the first and only one, and once more where nothing of it may be read again.
#if DML_TENSOR_UTILS_TEST_CONVERT
#define HEADER "dml_tensor_convert.hpp"
#elif DML_TENSOR_UTILS_TEST_COMPARE
#define HEADER "dml_tensor_compare.hpp"
#else
#define HEADER "dml_tensor_copy.hpp"
#endif
#include HEADER

// The vector types of GCC and Clang need no header of intrinsics, which would nearly double the time to compile this.
#if (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) && defined(__x86_64__) && !defined(_WIN32)
#if defined(__IMMINTRIN_H) || defined(_IMMINTRIN_H_INCLUDED)
#error "the header has included <immintrin.h>"
#endif
#endif

#include "standalone/hostile_macros.hpp"

#include HEADER
#include "dml_tensor_utils.hpp"

#include "standalone/use_the_api.hpp"

int main()
{
    UseTheApi();
    return failures;
}
