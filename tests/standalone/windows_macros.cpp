// The standard headers come first, as they do not survive these macros themselves.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define hyper long long
#define near
#define far
#define interface struct
#define ERROR 0
#define IN
#define OUT
#define OPTIONAL
#define OVERFLOW 3
#define UNDERFLOW 4
#define DOMAIN 1
#define DIFFERENCE 11
#define DELETE (0x00010000L)
#define STRICT 1
#define TRUE 1
#define FALSE 0

#include "dml_tensor_utils.hpp"

#define STRING_OF(...) #__VA_ARGS__
#define VALUE_OF(...) STRING_OF(__VA_ARGS__)

#if !defined(min) || !defined(max)
#error "the header has undefined min or max"
#endif

#include "standalone/use_the_api.hpp"

int main()
{
    constexpr auto same = [](const char* value, const char* expected) { return std::strcmp(value, expected) == 0; };
    // An undefined macro leaves its own name as the value.
    CHECK(same(VALUE_OF(small hyper near far interface), "char long long struct"));
    CHECK(same(VALUE_OF(ERROR IN OUT OPTIONAL OVERFLOW UNDERFLOW DOMAIN DIFFERENCE), "0 3 4 1 11"));
    CHECK(same(VALUE_OF(DELETE STRICT TRUE FALSE), "(0x00010000L) 1 1 0"));
    CHECK(same(VALUE_OF(min(1, 2) max(1, 2)), "(((1) < (2)) ? (1) : (2)) (((1) > (2)) ? (1) : (2))"));

    UseTheApi();
    return failures;
}
