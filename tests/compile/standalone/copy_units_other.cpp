#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_convert.hpp"

#include "standalone/copy_units_view.hpp"

CopyUnit RunOtherUnit() { return RunUnit<dml_tensor_utils::CopyHint>(); }
