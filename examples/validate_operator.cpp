// Asks why DirectML rejects an operator, corrects it, and lists what to bind. It needs no device: on a build server it
// can check each operator of a model.

#if !defined(_WIN32)
#include <wsl/winadapter.h>
#endif
#include <DirectML.h>

#include "dml_tensor_operators.hpp"

#include <cstdio>

using namespace dml_tensor_utils;

int main()
{
    // output = input * weights, as in PyTorch's Linear: 16 rows of 256 features become 16 rows of 10.
    constexpr DML_TENSOR_DATA_TYPE type = DML_TENSOR_DATA_TYPE_FLOAT16;
    const PinnedTensorDesc input(type, TensorLayout::Packed({16, 256}));
    const PinnedTensorDesc weights(type, TensorLayout::Packed({10, 256}));
    const PinnedTensorDesc output(type, TensorLayout::Packed({16, 10}));
    // [readme]
    DML_GEMM_OPERATOR_DESC gemm = {};
    gemm.ATensor = input.Get();
    gemm.BTensor = weights.Get();
    gemm.OutputTensor = output.Get();
    gemm.Alpha = 1;

    // CreateOperator would return E_INVALIDARG, without a reason.
    std::puts(Explain(ValidateOperator(gemm)).c_str());
    // [/readme]

    gemm.TransB = DML_MATRIX_TRANSFORM_TRANSPOSE; // PyTorch stores the weights transposed
    const OperatorDiagnosis verdict = ValidateOperator(gemm);
    std::puts(Explain(verdict).c_str());
    if (!verdict.Ok()) { return 1; } // Ok: accepted, and without a hazard

    ForEachTensor({DML_OPERATOR_GEMM, &gemm},
                  [](const OperatorTensor& slot) // in the order of BindInputs, then of BindOutputs
                  {
                      const auto bytes = slot.desc == nullptr ? 0 : slot.desc->TotalTensorSizeInBytes;
                      if (bytes == 0) { std::printf("%s: bind NONE\n", slot.name); }
                      else { std::printf("%s: bind %u bytes\n", slot.name, static_cast<unsigned>(bytes)); }
                  });
    return 0;
}
