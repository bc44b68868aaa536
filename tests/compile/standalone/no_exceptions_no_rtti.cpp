#include "standalone/header_under_test.hpp"

#include "standalone/use_the_api.hpp"

int main()
{
#if defined(__cpp_exceptions) || defined(__cpp_rtti)
    CHECK(!"compiled with -fno-exceptions -fno-rtti");
#endif
    UseTheApi();
    return failures;
}
