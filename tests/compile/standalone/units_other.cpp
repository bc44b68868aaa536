#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "standalone/units.hpp"

Addresses RunOtherUnit() { return RunUnit<dml_tensor_utils::CopyHint, dml_tensor_utils::Dimensions>(); }
