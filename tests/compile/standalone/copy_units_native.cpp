#define DML_TENSOR_UTILS_USE_DIRECTML_H 1
#include "interop/directml_header.hpp"

#include "dml_tensor_convert.hpp"

#include "standalone/copy_units_view.hpp"

CopyUnit RunNativeUnit() { return RunUnit<dml_tensor_utils::CopyHint>(); }
