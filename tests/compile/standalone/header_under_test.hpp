#pragma once

// The programs that both headers must pass are built once for each.
#if DML_TENSOR_UTILS_TEST_COPY
#include "dml_tensor_copy.hpp"
#else
#include "dml_tensor_utils.hpp"
#endif
