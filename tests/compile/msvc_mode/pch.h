// The precompiled header of a program like Microsoft's samples, for check.sh: <windows.h> without NOMINMAX comes before
// the headers. Its macros are in hostile_macros.hpp; the standard headers come first, because GNU's do not survive them.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "standalone/hostile_macros.hpp"

#include "dml_tensor_bindings.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operator_schema.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
#include "dml_tensor_owned_operator.hpp"
#include "dml_tensor_utils.hpp"
// The other headers are included after it: clang 14 for Windows crashes when it writes any loop pragma to a precompiled
// header. clang 19 does not.
