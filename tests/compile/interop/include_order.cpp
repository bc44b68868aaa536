// The first DirectML.h in a source file decides for that file. OLDER_FIRST 1: the program includes its own, older copy
// before the library, which would find the newer one. 0: the library comes first, so the program's include has no
// effect.
#if OLDER_FIRST
#include "older_sdk/DirectML.h"
#endif
#define DML_TENSOR_UTILS_USE_DIRECTML_H 1
#include "dml_tensor_utils.hpp"
#if !OLDER_FIRST
#include "older_sdk/DirectML.h"
#endif

#include "standalone/check.hpp"

namespace dtu = dml_tensor_utils;

// The DML_TARGET_VERSION of the header that was read.
constexpr int Target = OLDER_FIRST ? 0x2000 : 0x6400;
static_assert(DML_TARGET_VERSION == Target);

// The library's rules are the same with both.
static_assert(dtu::ElementSizeInBits(static_cast<dtu::DML_TENSOR_DATA_TYPE>(12)) == 4);

int main()
{
    const dtu::BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT16, dtu::TensorLayout::Packed({1, 3, 2, 2}));
    const ::DML_BUFFER_TENSOR_DESC desc = tensor.Desc();
    CHECK(dtu::Validate(desc, dtu::TensorRole::Input).Ok());
    CHECK(desc.TotalTensorSizeInBytes == 24);
    return failures;
}
