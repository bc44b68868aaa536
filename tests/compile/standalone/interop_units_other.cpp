#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operators.hpp"

#include "standalone/interop_units_view.hpp"

InteropUnit RunOtherUnit() { return RunUnit<dml_tensor_utils::Dimensions>(); }
