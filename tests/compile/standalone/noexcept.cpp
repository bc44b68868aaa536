// Every public function of the contract, by name. A function that is missing or may throw does not compile.
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_utils.hpp"
#include "standalone/foreign_types.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace noexcept_check
{

using namespace dml_tensor_utils;

#define ASSERT_NOEXCEPT(...) static_assert(noexcept(__VA_ARGS__), #__VA_ARGS__ " may throw")

// Lvalues of all types. They are never evaluated, so they need no definition.
template <class T> const T& Value() noexcept;
const TensorLayout& SomeLayout() noexcept;
const Dimensions& SomeDimensions() noexcept;
const BufferTensorDesc& SomeDescriptor() noexcept;
const PinnedTensorDesc& SomePinned() noexcept;
const Diagnosis& SomeReason() noexcept;
const DML_BUFFER_TENSOR_DESC& SomeDesc() noexcept;
const DML_TENSOR_DESC& SomeTensorDesc() noexcept;
const DML_GATHER_OPERATOR_DESC& SomeGather() noexcept;
DML_TENSOR_DATA_TYPE SomeDataType() noexcept;
std::uint32_t SomeNumber() noexcept;
std::uint64_t SomeWideNumber() noexcept;
const std::uint32_t* SomeNumbers() noexcept;
void* SomeBuffer() noexcept;

// errors
ASSERT_NOEXCEPT(ToString(TensorError::None));
ASSERT_NOEXCEPT(IsHazard(TensorError::None));
ASSERT_NOEXCEPT(SomeReason().Ok());
ASSERT_NOEXCEPT(SomeReason().Accepted());
ASSERT_NOEXCEPT(SomeReason() == TensorError::None);
ASSERT_NOEXCEPT(SomeReason() != TensorError::None);
ASSERT_NOEXCEPT(Explain(SomeReason()));
ASSERT_NOEXCEPT(Explain(SomeReason()).c_str());
ASSERT_NOEXCEPT(Explain(SomeReason()).data());
ASSERT_NOEXCEPT(Explain(SomeReason()).size());

// element types
ASSERT_NOEXCEPT(ElementSizeInBits(SomeDataType()));
ASSERT_NOEXCEPT(ToString(SomeDataType()));

// dimensions
static_assert(std::is_nothrow_default_constructible_v<Dimensions>);
static_assert(std::is_nothrow_copy_constructible_v<Dimensions> && std::is_nothrow_copy_assignable_v<Dimensions>);
static_assert(std::is_nothrow_destructible_v<Dimensions>);
ASSERT_NOEXCEPT(Dimensions{1, 2, 3});
ASSERT_NOEXCEPT(Dimensions(SomeNumbers(), std::size_t{3}));
ASSERT_NOEXCEPT(Dimensions(Value<std::array<std::int64_t, 3>>()));
ASSERT_NOEXCEPT(Dimensions(Value<int[3]>()));
ASSERT_NOEXCEPT(SomeDimensions().Error());
ASSERT_NOEXCEPT(SomeDimensions().Reason());
ASSERT_NOEXCEPT(SomeDimensions().size());
ASSERT_NOEXCEPT(SomeDimensions().empty());
ASSERT_NOEXCEPT(SomeDimensions().data());
ASSERT_NOEXCEPT(SomeDimensions().begin());
ASSERT_NOEXCEPT(SomeDimensions().end());
ASSERT_NOEXCEPT(SomeDimensions()[0]);
ASSERT_NOEXCEPT(SomeDimensions() == SomeDimensions());
ASSERT_NOEXCEPT(SomeDimensions() != SomeDimensions());
ASSERT_NOEXCEPT(AxisOrder("NCHW", "NHWC"));

// layouts
static_assert(std::is_nothrow_default_constructible_v<TensorLayout>);
static_assert(std::is_nothrow_copy_constructible_v<TensorLayout> && std::is_nothrow_copy_assignable_v<TensorLayout>);
static_assert(std::is_nothrow_destructible_v<TensorLayout>);
ASSERT_NOEXCEPT(TensorLayout::Packed(SomeDimensions()));
ASSERT_NOEXCEPT(TensorLayout::Packed(SomeDimensions(), SomeDimensions()));
ASSERT_NOEXCEPT(TensorLayout::Packed(SomeDimensions(), Layout::NHWC));
ASSERT_NOEXCEPT(TensorLayout::Strided(SomeDimensions(), SomeDimensions()));
ASSERT_NOEXCEPT(TensorLayout::Strided(SomeDimensions(), SomeDimensions(), SomeWideNumber()));
ASSERT_NOEXCEPT(TensorLayout::Of(SomeDesc()));
ASSERT_NOEXCEPT(TensorLayout::Of(SomeDesc(), SomeWideNumber()));
ASSERT_NOEXCEPT(TensorLayout::OfAnyRank(SomeNumbers(), SomeNumbers(), SomeWideNumber()));
ASSERT_NOEXCEPT(TensorLayout::OfAnyRank(SomeNumbers(), nullptr, SomeWideNumber(), SomeWideNumber()));
ASSERT_NOEXCEPT(static_cast<bool>(SomeLayout()));
ASSERT_NOEXCEPT(SomeLayout().Error());
ASSERT_NOEXCEPT(SomeLayout().Reason());
ASSERT_NOEXCEPT(SomeLayout().Sizes());
ASSERT_NOEXCEPT(SomeLayout().Strides());
ASSERT_NOEXCEPT(SomeLayout().Rank());
ASSERT_NOEXCEPT(SomeLayout().FirstElement());
ASSERT_NOEXCEPT(SomeLayout().ElementCount());
ASSERT_NOEXCEPT(SomeLayout().ElementSpan());
ASSERT_NOEXCEPT(SomeLayout().SizeInBytes(SomeDataType()));
ASSERT_NOEXCEPT(SomeLayout().EndInBytes(SomeDataType()));
ASSERT_NOEXCEPT(SomeLayout().ElementOffset(SomeDimensions()));
ASSERT_NOEXCEPT(SomeLayout().Coordinates(SomeWideNumber()));
ASSERT_NOEXCEPT(SomeLayout().IsPacked());
ASSERT_NOEXCEPT(SomeLayout().IsRowMajor());
ASSERT_NOEXCEPT(SomeLayout().IsBroadcast());
ASSERT_NOEXCEPT(SomeLayout().IsPadded());
ASSERT_NOEXCEPT(SomeLayout().HasOverlap());
ASSERT_NOEXCEPT(SomeLayout().Transposed(SomeDimensions()));
ASSERT_NOEXCEPT(SomeLayout().BroadcastTo(SomeDimensions()));
ASSERT_NOEXCEPT(SomeLayout().PromotedTo(SomeNumber()));
ASSERT_NOEXCEPT(SomeLayout().PlacedOn(SomeNumber(), SomeDimensions()));
ASSERT_NOEXCEPT(SomeLayout().Squeezed());
ASSERT_NOEXCEPT(SomeLayout().Collapsed());
ASSERT_NOEXCEPT(SomeLayout().Reshaped(SomeDimensions()));
ASSERT_NOEXCEPT(SomeLayout().Sliced(SomeNumber(), SomeNumber(), SomeNumber()));
ASSERT_NOEXCEPT(SomeLayout().Sliced(SomeNumber(), SomeNumber(), SomeNumber(), SomeNumber()));
ASSERT_NOEXCEPT(SomeLayout().WithStride(SomeNumber(), SomeNumber()));
ASSERT_NOEXCEPT(SomeLayout().WithStrideMultiple(SomeNumber(), SomeNumber()));
ASSERT_NOEXCEPT(SomeLayout().WithStrideInBytes(SomeNumber(), SomeWideNumber(), SomeDataType()));
ASSERT_NOEXCEPT(SomeLayout().WithStrideMultipleInBytes(SomeNumber(), SomeWideNumber(), SomeDataType()));
ASSERT_NOEXCEPT(SomeLayout() == SomeLayout());
ASSERT_NOEXCEPT(SomeLayout() != SomeLayout());
ASSERT_NOEXCEPT(SomeLayout().SameElements(SomeLayout()));

// ForEach is noexcept exactly if its visitor is.
struct QuietVisitor
{
    constexpr void operator()(const Dimensions&, std::uint64_t) const noexcept {}
};
struct ThrowingVisitor
{
    constexpr void operator()(const Dimensions&, std::uint64_t) const {}
};
ASSERT_NOEXCEPT(SomeLayout().ForEach(QuietVisitor{}));
static_assert(!noexcept(SomeLayout().ForEach(ThrowingVisitor{})));

// several layouts
ASSERT_NOEXCEPT(BroadcastSizes(SomeDimensions(), SomeDimensions()));
ASSERT_NOEXCEPT(CollapsedTogether(Value<std::array<TensorLayout, 3>>()));

// Microsoft's documented functions
ASSERT_NOEXCEPT(DMLCalcBufferTensorSize(SomeDataType(), SomeNumber(), SomeNumbers(), SomeNumbers()));
ASSERT_NOEXCEPT(CalculateStrides(Layout::NCHW, {1, 2, 3, 4}, {false, false, false, false}));
ASSERT_NOEXCEPT(CalculateStrides(Layout::NCHW, Value<std::array<std::uint32_t, 5>>(), Value<std::array<bool, 5>>()));

// descriptors
static_assert(std::is_nothrow_default_constructible_v<BufferTensorDesc>);
static_assert(
    std::is_nothrow_copy_constructible_v<BufferTensorDesc> && std::is_nothrow_copy_assignable_v<BufferTensorDesc>);
static_assert(std::is_nothrow_destructible_v<BufferTensorDesc> && std::is_nothrow_destructible_v<PinnedTensorDesc>);
ASSERT_NOEXCEPT(BufferTensorDesc(SomeDataType(), SomeLayout()));
ASSERT_NOEXCEPT(BufferTensorDesc(SomeDataType(), SomeLayout(), DML_TENSOR_FLAG_OWNED_BY_DML));
ASSERT_NOEXCEPT(BufferTensorDesc::OfView(SomeDataType(), SomeLayout()));
ASSERT_NOEXCEPT(BufferTensorDesc::OfView(SomeDataType(), SomeLayout(), DML_TENSOR_FLAG_OWNED_BY_DML));
ASSERT_NOEXCEPT(BufferTensorDesc::Of(SomeDesc()));
ASSERT_NOEXCEPT(SomeDescriptor().WithTotalSize(SomeWideNumber()));
ASSERT_NOEXCEPT(SomeDescriptor().WithAlignment(SomeNumber()));
ASSERT_NOEXCEPT(static_cast<bool>(SomeDescriptor()));
ASSERT_NOEXCEPT(SomeDescriptor().Error());
ASSERT_NOEXCEPT(SomeDescriptor().Reason());
ASSERT_NOEXCEPT(SomeDescriptor().DataType());
ASSERT_NOEXCEPT(SomeDescriptor().Layout());
ASSERT_NOEXCEPT(SomeDescriptor().Flags());
ASSERT_NOEXCEPT(SomeDescriptor().Alignment());
ASSERT_NOEXCEPT(SomeDescriptor().TotalTensorSizeInBytes());
ASSERT_NOEXCEPT(SomeDescriptor().BindingOffsetInBytes());
ASSERT_NOEXCEPT(SomeDescriptor().Desc());
ASSERT_NOEXCEPT(SomeDescriptor() == SomeDescriptor());
ASSERT_NOEXCEPT(SomeDescriptor() != SomeDescriptor());
ASSERT_NOEXCEPT(AsTensorDesc(SomeDesc()));
ASSERT_NOEXCEPT(PinnedTensorDesc(SomeDescriptor()));
ASSERT_NOEXCEPT(SomePinned().Get());

// validation
ASSERT_NOEXCEPT(Validate(SomeDesc(), TensorRole::Input));
ASSERT_NOEXCEPT(Validate(SomeTensorDesc(), TensorRole::Input));
ASSERT_NOEXCEPT(Validate(SomeDescriptor(), TensorRole::Output));
ASSERT_NOEXCEPT(Validate(SomeGather()));
ASSERT_NOEXCEPT(ValidateGather(SomeDesc(), SomeDesc(), SomeDesc(), SomeNumber(), SomeNumber()));

// bindings
ASSERT_NOEXCEPT(ValidateBinding(SomeDesc(), SomeWideNumber(), SomeWideNumber(), SomeWideNumber()));
static_assert(std::is_nothrow_default_constructible_v<BufferPlacement>);
ASSERT_NOEXCEPT(Value<BufferPlacement&>().Place(SomeDescriptor()));
ASSERT_NOEXCEPT(Value<BufferPlacement&>().Place(SomeWideNumber(), SomeWideNumber()));
ASSERT_NOEXCEPT(Value<BufferPlacement>().SizeInBytes());
ASSERT_NOEXCEPT(static_cast<bool>(Value<BufferPlacement>()));
ASSERT_NOEXCEPT(Value<BufferPlacement>().Error());
ASSERT_NOEXCEPT(Value<BufferPlacement>().Reason());

// gather
ASSERT_NOEXCEPT(GatherOutput(SomeDimensions(), SomeDimensions(), SomeNumber(), SomeNumber()));

// copying
ASSERT_NOEXCEPT(CopyTensor(SomeDataType(), SomeBuffer(), SomeWideNumber(), SomeLayout(), SomeBuffer(), SomeWideNumber(),
                           SomeLayout()));
ASSERT_NOEXCEPT(CopyTensor(SomeDataType(), SomeBuffer(), SomeWideNumber(), SomeLayout(), SomeBuffer(), SomeWideNumber(),
                           SomeLayout(), CopyHint::Streaming));
ASSERT_NOEXCEPT(CopyTensor(SomeDataType(), Value<Destination>(), Value<Source>()));
ASSERT_NOEXCEPT(CopyTensor(SomeDataType(), Value<Destination>(), Value<Source>(), CopyHint::Streaming));
ASSERT_NOEXCEPT(ConvertTensor(SomeDataType(), Value<Destination>(), SomeDataType(), Value<Source>()));
ASSERT_NOEXCEPT(ConvertTensor(SomeDataType(), Value<Destination>(), SomeDataType(), Value<Source>(),
                              Value<Conversion>(), CopyHint::Streaming));
ASSERT_NOEXCEPT(CompareTensors(SomeDataType(), Value<Source>(), Value<Source>()));
ASSERT_NOEXCEPT(CompareTensors(SomeDataType(), Value<Source>(), Value<Source>(), Value<Tolerance>()));
ASSERT_NOEXCEPT(Explain(Value<Comparison>()));
ASSERT_NOEXCEPT(static_cast<bool>(Value<Comparison>()));
ASSERT_NOEXCEPT(GatherTensor(SomeGather(), SomeBuffer(), SomeWideNumber(), SomeBuffer(), SomeWideNumber(), SomeBuffer(),
                             SomeWideNumber()));

// other vocabularies
ASSERT_NOEXCEPT(DataTypeOfDlpack(Value<ForeignTensor>().dtype));
ASSERT_NOEXCEPT(OfDlpack(Value<ForeignTensor>()));
ASSERT_NOEXCEPT(DataTypeOfOnnx(1));
ASSERT_NOEXCEPT(OnnxTypeOf(SomeDataType()));
ASSERT_NOEXCEPT(LayoutOfMapping(Value<ForeignMapping>()));
ASSERT_NOEXCEPT(ToText(SomeDimensions()));
ASSERT_NOEXCEPT(ToText(SomeLayout()));
ASSERT_NOEXCEPT(ToText(SomeDescriptor()));

} // namespace noexcept_check

int main() {}
