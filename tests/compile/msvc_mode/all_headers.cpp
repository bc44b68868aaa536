// Parsed by check.sh, never run.
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_bindings.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operator_schema.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
#include "dml_tensor_owned_operator.hpp"
#include "dml_tensor_relation.hpp"
#include "dml_tensor_utils.hpp"

#if !defined(_MSC_VER) || !defined(_WIN32) || defined(__GNUC__)
#error "this is not clang in MSVC mode"
#endif

#include "standalone/use_the_api.hpp"

#if defined(PLANTED_ERROR)
static_assert(dml_tensor_utils::TensorLayout::Packed({2, 0}).Rank() == 2, "planted error");
#elif defined(PLANTED_WARNING)
template <class T> std::uint32_t PlantedWarning(T size) { return size; }
const std::uint32_t Narrowed = PlantedWarning(dml_tensor_utils::TensorLayout::Packed({2, 3}).ElementCount());
#endif

int main()
{
    UseTheApi();
    return failures;
}
