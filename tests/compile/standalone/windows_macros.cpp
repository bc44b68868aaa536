// The standard headers come first, because they do not compile with these macros.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <type_traits>
#include <utility>

#include "standalone/hostile_macros.hpp"

#include "standalone/header_under_test.hpp"

#define STRING_OF(...) #__VA_ARGS__
#define VALUE_OF(...) STRING_OF(__VA_ARGS__)

#if !defined(min) || !defined(max)
#error "the header has undefined min or max"
#endif

#include "standalone/use_the_api.hpp"

int main()
{
#if defined(__cpp_exceptions) || defined(__cpp_rtti)
    CHECK(!"compiled with -fno-exceptions -fno-rtti");
#endif
    constexpr auto same = [](const char* value, const char* expected) { return std::strcmp(value, expected) == 0; };
    // An undefined macro leaves its own name as the value.
    CHECK(same(VALUE_OF(small hyper near far interface), "char long long struct"));
    CHECK(same(VALUE_OF(ERROR IN OUT OPTIONAL OVERFLOW UNDERFLOW DOMAIN DIFFERENCE), "0 3 4 1 11"));
    CHECK(same(VALUE_OF(DELETE STRICT TRUE FALSE), "(0x00010000L) 1 1 0"));
    CHECK(same(VALUE_OF(min(1, 2) max(1, 2)), "(((1) < (2)) ? (1) : (2)) (((1) > (2)) ? (1) : (2))"));

    UseTheApi();
    return failures;
}
