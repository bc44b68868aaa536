#define DML_TENSOR_UTILS_USE_DIRECTML_H 1
#include "interop/directml_header.hpp"

#include "dml_tensor_interop.hpp"
#include "dml_tensor_operators.hpp"

#include "standalone/interop_units_view.hpp"

InteropUnit RunNativeUnit() { return RunUnit<dml_tensor_utils::Dimensions>(); }
