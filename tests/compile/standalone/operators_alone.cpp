// The header about operators as the first and only one, and once more where nothing of it may be read again.
#include "dml_tensor_operators.hpp"

#include "standalone/hostile_macros.hpp"

#include "dml_tensor_operators.hpp"
#include "dml_tensor_utils.hpp"

#if defined(DML_TENSOR_COPY_HPP) || defined(DML_TENSOR_INTEROP_HPP)
#error "the header has included one that it must not"
#endif

#include "standalone/use_the_api.hpp"

int main()
{
    UseTheApi();
    return failures;
}
