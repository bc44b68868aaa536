#define DML_TENSOR_UTILS_USE_DIRECTML_H 1
#include "interop/directml_header.hpp"

#include "standalone/units.hpp"

Addresses RunNativeUnit() { return RunUnit<dml_tensor_utils::CopyHint, dml_tensor_utils::Dimensions>(); }
