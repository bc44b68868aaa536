#include "dml_tensor_bindings.hpp"
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_operators.hpp"

#include <iostream>
#include <utility>
#include <vector>

using namespace dml_tensor_utils;

std::vector<float> Scales();

// Each mistake, beside the correct form.
void Use(const BufferTensorDesc& owner, const TensorLayout& layout, PinnedTensorDesc& pinned, void* memory,
         const std::vector<float>& held, const DML_GATHER_OPERATOR_DESC& gather, const Comparison& comparison,
         const DML_GRAPH_DESC& graph)
{
    const DML_BUFFER_TENSOR_DESC desc = owner.Desc();
    const DML_TENSOR_DATA_TYPE type = owner.DataType();
    const PinnedTensorDesc other(owner);
    const Destination to{type, memory, 4, layout};
    const Source from{type, memory, 4, layout};
    Conversion conversion;
    const DML_TENSOR_DESC* tensor = pinned.Get();
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    static_cast<void>(BufferTensorDesc(owner).Desc());  // error: (use of|call to) deleted .*Desc
    static_cast<void>(AsTensorDesc(owner.Desc()).Desc); // error: (use of|call to) deleted .*AsTensorDesc
    static_cast<void>(PinnedTensorDesc(owner).Get());   // error: (use of|call to) deleted .*Get
    const PinnedTensorDesc copy(pinned);                // says: CreateItWhereItStays
    const PinnedTensorDesc moved(std::move(pinned));    // error: (use of|call to) deleted .*PinnedTensorDesc
    pinned = other;           // error: (use of deleted function|overload resolution selected deleted operator)
    const int value = layout; // error: (cannot convert|no viable conversion)
    static_assert(TensorLayout::Packed({2, 0, 4}).Squeezed()); // error: (static assertion failed|static_assert failed)
    static_cast<void>(Validate(desc));                         // error: (use of|call to) deleted .*Validate
    static_cast<void>(Validate(owner));                        // error: (use of|call to) deleted .*Validate
    static_cast<void>(Validate(pinned, TensorRole::Input));    // says: write Validate.tensor.Tensor.., role
    if (Validate(desc, TensorRole::Output)) { return; }        // says: write Ok.., or Accepted
    static_cast<void>(Validate(AsTensorDesc(desc)));           // error: (use of|call to) deleted .*Validate
    static_cast<void>(BufferTensorDesc(type, {1, 3, 4, 4}));   // error: (use of|call to) deleted .*BufferTensorDesc
    static_cast<void>(TensorLayout::Packed(1, 3, 4, 4));       // error: (use of|call to) deleted .*Packed
    const PinnedTensorDesc listed(type, {1, 3, 4, 4});         // error: (use of|call to) deleted .*PinnedTensorDesc
    static_cast<void>(&PinnedTensorDesc(owner).Tensor());      // error: (use of|call to) deleted .*Tensor
    static_cast<void>(CopyTensor(from, to));                   // error: no matching function for call to .*CopyTensor
    tensor = pinned;                                           // says: operator const DML_TENSOR_DESC.*write Get
    static_cast<void>(ValidateBinding(pinned, 0, 24, 64));     // says: ValidateBinding.*give tensor.Tensor
    static_cast<void>(Normalization({0}, {1}));                // says: give the largest sample
    static_cast<void>(ConvertTensor(to, from, 1.0F / 255));    // says: ConvertTensor.*set Conversion::scale
    conversion.scales = Scales();                              // error: deleted function
    conversion.biases = {0.5F, 1};                             // error: deleted (function|constructor)
    conversion = Normalization({0}, {1}, 255).ToTensor();      // error: (use of|call to) deleted .*ToTensor
    conversion = Normalization({0}, {1}, 255).ToImage();       // error: (use of|call to) deleted .*ToImage
    static_cast<void>(ValidateOperator(&gather));              // says: GiveTheStructAndNotItsAddress
    static_cast<void>(ValidateOperator(desc));                 // says: NoOperatorStructOrItsHeaderCameLater
    static_cast<void>(TensorLayout::Packed({1.5F, 2}));        // says: GiveAnInteger
    static_cast<void>(Dimensions(held));                       // says: GiveIntegers
    static_cast<void>(comparison.Equal());                     // says: WriteIfComparison
    std::cout << ValidateGraph(graph, nullptr);                // says: operator<<.*write Explain.diagnosis, graph, op
    static_cast<void>(Explain(ValidateGraph(graph, nullptr))); // says: GraphMessage.*write Explain.diagnosis, graph, op
    static_cast<void>(ValidateGraph(graph, nullptr) ? 1 : 0);  // error: deleted function
    if (ValidateDispatch({})) { return; }                      // error: deleted function
    CalculateStrides(Layout::NCHW, {1, 2, 3}, std::array<bool, 3>{}); // error in header: has 4 or 5 dimensions
#else
    static_cast<void>(AsTensorDesc(desc).Desc);
    static_cast<void>(tensor == other.Get());
    if (pinned && !other) { return; }
    static_cast<void>(layout ? 1 : 0);
    static_assert(TensorLayout::Packed({2, 1, 4}).Squeezed());
    static_cast<void>(Validate(desc, TensorRole::Output));
    static_cast<void>(Validate(owner, TensorRole::Output));
    static_cast<void>(Validate(pinned.Tensor(), TensorRole::Input));
    if (Validate(desc, TensorRole::Output).Ok()) { return; }
    static_cast<void>(BufferTensorDesc(type, TensorLayout::Packed({1, 3, 4, 4})));
    const PinnedTensorDesc listed(type, TensorLayout::Packed({1, 3, 4, 4}));
    static_cast<void>(&listed.Tensor());
    static_cast<void>(CopyTensor(to, from));
    static_cast<void>(ValidateOperator(gather));
    static_cast<void>(ValidateOperator({DML_OPERATOR_GATHER, &gather}));
    static_cast<void>(comparison ? 1 : 0);
    std::cout << Explain(ValidateGraph(graph, nullptr), graph, nullptr) << ValidateDispatch({});
    if (ValidateGraph(graph, nullptr).Ok() && ValidateDispatch({}).Ok()) { return; }
    static_cast<void>(ValidateBinding(pinned.Tensor(), 0, 24, 64));
    static_cast<void>(ConvertTensor(to, from, {}) == ConvertTensor(to, from, {1.0F / 255}));
    conversion.scales = held;
    const Normalization normalization({0}, {1}, 255);
    conversion = normalization.ToTensor();
    conversion = normalization.ToImage();
    static_cast<void>(CalculateStrides(Layout::NCHW, std::array<std::uint32_t, 5>{}, std::array<bool, 5>{}));
#endif
}
