// Parsed by check.sh, never run: every header with the SDK's DirectML.h, after Windows' headers with their macros.
#include <windows.h>

#include <d3d12.h>

#include <DirectML.h>

#include "dml_tensor_bindings.hpp"
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_device.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operator_schema.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
#include "dml_tensor_owned_operator.hpp"
#include "dml_tensor_relation.hpp"
#include "dml_tensor_utils.hpp"

#if !defined(_MSC_VER) || !defined(_WIN32) || !DML_TENSOR_UTILS_NATIVE || (defined(_M_X64) && !defined(StoreFence))
#error "this is not clang in MSVC mode with the headers of Windows and of DirectML"
#endif

#include "standalone/use_the_api.hpp"

#if defined(PLANTED_WARNING)
// The methods of DirectML's interfaces throw nothing.
struct PlantedWarning : IDMLDeviceChild
{
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID, void**) override;
};
#endif

int main()
{
    UseTheApi();
    return dml_tensor_utils::ExplainErrors(static_cast<IDMLDevice*>(nullptr)) == nullptr ? failures : 1;
}
