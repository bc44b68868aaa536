// A carried error keeps the name that it had where it arose. Every public function that returns or carries a Diagnosis,
// sizes or a layout gets arguments that carry "Sizes[1] is 0", most of them as the strides of a layout.
#include "dlpack_structs.hpp"
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
#include "dml_tensor_utils.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace carried_errors_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using dlpack_structs::OwnTensor;
using test_support::SentenceOf;
using L = TensorLayout;

constexpr std::uint32_t Empty[] = {2, 0};

struct Carried
{
    const char* function;
    Diagnosis reason;
    std::string before = {}; // the tensor's name
};

void ExpectEachToBeOfSizes(const std::vector<Carried>& calls)
{
    for (const Carried& call : calls)
    {
        EXPECT_EQ(call.reason.error, TensorError::ZeroSize) << call.function;
        const std::string start = call.before + "Sizes[1] is 0; ";
        EXPECT_EQ(SentenceOf(call.reason).substr(0, start.size()), start) << call.function;
    }
}

// A mapping of {2, 0} with the members of std::layout_stride::mapping that LayoutOfMapping uses.
struct EmptyMapping
{
    struct Extents
    {
        static constexpr std::size_t rank() noexcept { return 2; }
        constexpr std::size_t extent(std::size_t axis) const noexcept { return Empty[axis]; }
    };
    constexpr Extents extents() const noexcept { return {}; }
    constexpr std::size_t stride(std::size_t) const noexcept { return 1; }
};

constexpr L Zero = L::Packed(Empty);
constexpr L Image = L::Packed({2, 3});

TEST(CarriedErrors, OfLayoutsKeepTheName)
{
    const Dimensions zero = Zero.Strides();
    const std::int64_t wide[] = {2, 0, 3};
    const DML_BUFFER_TENSOR_DESC desc{Float32, DML_TENSOR_FLAG_NONE, 2, Empty, nullptr, 4, 0};
    const DML_BUFFER_TENSOR_DESC strided{Float32, DML_TENSOR_FLAG_NONE, 2, Empty, Empty, 4, 0};
    ExpectEachToBeOfSizes({
        {"Packed", Zero.Reason()},
        {"Packed, NHWC", L::Packed(Empty, Layout::NHWC).Reason()},
        {"Packed, sizes", L::Packed(zero).Reason()},
        {"Packed, sizes, with an order", L::Packed(zero, {0, 1}).Reason()},
        {"Packed, axisOrder", L::Packed({2, 3}, zero).Reason()},
        {"Strided", L::Strided({2, 0}, {3, 1}).Reason()},
        {"Strided, sizes", L::Strided(zero, {3, 1}).Reason()},
        {"Strided, strides", L::Strided({2, 3}, zero).Reason()},
        {"Strided, both", L::Strided(zero, zero).Reason()},
        {"Of", L::Of(desc).Reason()},
        {"Of, with strides", L::Of(strided).Reason()},
        {"OfAnyRank", L::OfAnyRank(wide, nullptr, 3).Reason()},
        {"OfAnyRank, with strides", L::OfAnyRank(wide, wide, 3).Reason()},
        {"Sizes", Zero.Sizes().Reason()},
        {"Strides", zero.Reason()},
        {"Coordinates", Zero.Coordinates(0).Reason()},
        {"Transposed", Zero.Transposed({1, 0}).Reason()},
        {"Transposed, axes", Image.Transposed(zero).Reason()},
        {"BroadcastTo", Zero.BroadcastTo({2, 3}).Reason()},
        {"BroadcastTo, sizes", L::Packed({1}).BroadcastTo(zero).Reason()},
        {"BroadcastTo, an empty size", L::Packed({1}).BroadcastTo({2, 0}).Reason()},
        {"PromotedTo", Zero.PromotedTo(4).Reason()},
        {"PlacedOn", Zero.PlacedOn(4, {1, 2}).Reason()},
        {"PlacedOn, axes", Image.PlacedOn(4, zero).Reason()},
        {"Squeezed", Zero.Squeezed().Reason()},
        {"Collapsed", Zero.Collapsed().Reason()},
        {"Reshaped", Zero.Reshaped({6}).Reason()},
        {"Reshaped, sizes", Image.Reshaped(zero).Reason()},
        {"Reshaped, an empty size", Image.Reshaped({2, 0}).Reason()},
        {"Sliced", Zero.Sliced(0, 0, 1).Reason()},
        {"WithStride", Zero.WithStride(0, 1).Reason()},
        {"WithStrideMultiple", Zero.WithStrideMultiple(0, 0).Reason()},
        {"WithStrideInBytes", Zero.WithStrideInBytes(0, 5, Float32).Reason()},
        {"WithStrideMultipleInBytes", Zero.WithStrideMultipleInBytes(0, 0, Float32).Reason()},
        {"BroadcastSizes, a", BroadcastSizes(zero, {3}).Reason()},
        {"BroadcastSizes, b", BroadcastSizes({3}, zero).Reason()},
        {"BroadcastSizes, as strides", L::Strided({2}, BroadcastSizes({3}, zero)).Reason()},
        {"CollapsedTogether", CollapsedTogether(std::array<L, 2>{Image, L::Strided({2, 3}, zero)})[0].Reason()},
        {"LayoutOfMapping", LayoutOfMapping(EmptyMapping()).Reason()},
    });
}

// A list without values, or with too many, carries what it is itself, and a layout without sizes what it is.
TEST(CarriedErrors, OfOtherKindsKeepTheNameToo)
{
    const L nothing, outside = Image.Sliced(0, 2, 1), close = Image.WithStride(0, 2), negative = L::Packed({2, -1});
    const Dimensions apart = BroadcastSizes({2, 3}, {4, 3});
    const std::pair<L, Diagnosis> carried[] = {
        {L::Strided({2, 3}, nothing.Strides()), nothing.Reason()},
        {Image.Transposed(nothing.Strides()), nothing.Reason()},
        {L::Strided({2}, outside.Strides()), outside.Reason()},
        {L::Strided({2}, close.Strides()), close.Reason()},
        {L::Packed({1}).BroadcastTo(apart), apart.Reason()},
        {L::Strided({2, 3}, negative.Strides()), negative.Reason()},
    };
    for (const auto& [layout, reason] : carried) { EXPECT_EQ(SentenceOf(layout.Reason()), SentenceOf(reason)); }
    // A list that is no layout's has the name of the argument.
    const auto sentence = [](const L& layout) { return SentenceOf(layout.Reason()); };
    const Dimensions list = {2, -1};
    EXPECT_EQ(sentence(L::Strided({2, 3}, list)),
              "Strides[1] is -1; it must be 0 to 4294967295; to reverse an axis, copy its positions one by one");
    EXPECT_EQ(sentence(L::Strided({2, 3}, BroadcastSizes(list, {3}))),
              "Strides[1] is -1; it must be 0 to 4294967295; to reverse an axis, copy its positions one by one");
    EXPECT_EQ(sentence(Image.Transposed({0, 1, 2, 3, 4, 5, 6, 7, 8})), "the length of axes is 9; it must be at most 8");
    EXPECT_EQ(sentence(L::Packed({2, 3}, AxisOrder("ABCDEFGHI", "ABCDEFGHI"))),
              "the length of axisOrder is 9; it must be at most 8");
}

TEST(CarriedErrors, OfDescriptorsKeepTheName)
{
    const BufferTensorDesc zero(Float32, L::Strided({2, 3}, Zero.Strides()));
    const BufferTensorDesc image(Float32, Image);
    const DML_BUFFER_TENSOR_DESC desc{Float32, DML_TENSOR_FLAG_NONE, 2, Empty, nullptr, 4, 0};
    const DML_TENSOR_DESC tensor = AsTensorDesc(desc);
    const std::int64_t shape[] = {1, 0, 128};
    const std::int64_t strides[] = {128, 128, 1};
    const std::int64_t longShape[] = {1, 0, 1, 1, 1, 1, 1, 1, 1, 2};
    BufferPlacement placement;
    EXPECT_EQ(placement.Place(zero), NoOffset);
    ExpectEachToBeOfSizes({
        {"BufferTensorDesc", zero.Reason()},
        {"Layout", zero.Layout().Reason()},
        {"OfView", BufferTensorDesc::OfView(Float32, Zero).Reason()},
        {"BufferTensorDesc::Of", BufferTensorDesc::Of(desc).Reason()},
        {"WithTotalSize", zero.WithTotalSize(4).Reason()},
        {"WithAlignment", zero.WithAlignment(16).Reason()},
        {"Validate", Validate(desc, TensorRole::Input)},
        {"Validate, of a pointer", Validate(tensor, TensorRole::Output)},
        {"Validate, of a descriptor", Validate(zero, TensorRole::Output)},
        {"ValidateBinding", ValidateBinding(zero, 0, 4, 4)},
        {"BufferPlacement", placement.Reason()},
        {"OfDlpack", OfDlpack(OwnTensor{3, {2, 32, 1}, shape, nullptr, 0}).Reason()},
        {"OfDlpack, with strides", OfDlpack(OwnTensor{3, {2, 32, 1}, shape, strides, 0}).Reason()},
        {"OfDlpack, of 10 axes", OfDlpack(OwnTensor{10, {2, 32, 1}, longShape, nullptr, 0}).Reason()},
        {"ValidateGather, input", ValidateGather(zero, image, image, 0, 1), "InputTensor."},
        {"ValidateGather, indices", ValidateGather(image, zero, image, 0, 1), "IndicesTensor."},
        {"ValidateGather, output", ValidateGather(image, image, zero, 0, 1), "OutputTensor."},
        {"ValidateGather, descriptions", ValidateGather(desc, image.Desc(), image.Desc(), 0, 1), "InputTensor."},
        {"GatherOutput, input", GatherOutput({2, 0}, {1, 2}, 0, 1).Reason(), "InputTensor."},
        {"GatherOutput, input, carried", GatherOutput(Zero.Strides(), {1, 2}, 0, 1).Reason(), "InputTensor."},
        {"GatherOutput, indices, carried", GatherOutput({2, 3}, Zero.Strides(), 0, 1).Reason(), "IndicesTensor."},
    });
    const std::string sentence = Explain(Zero.Reason()).c_str();
    EXPECT_EQ(ToText(zero).c_str(), sentence);
    EXPECT_EQ(ToText(zero.Layout()).c_str(), sentence);
    EXPECT_EQ(ToText(Zero.Strides()).c_str(), sentence);
}

TEST(CarriedErrors, OfOutputSizesKeepTheName)
{
    const Dimensions zero = Zero.Strides();
    const Dimensions four = {1, 2, 3, 4};
    std::vector<Carried> calls = {
        {"ConvolutionOutput, input", ConvolutionOutput(zero, four).Reason()},
        {"ConvolutionOutput, filter", ConvolutionOutput(four, zero).Reason()},
        {"TransposedConvolutionOutput, input", TransposedConvolutionOutput(zero, four).Reason()},
        {"TransposedConvolutionOutput, filter", TransposedConvolutionOutput(four, zero).Reason()},
        {"PoolingOutput, input", PoolingOutput(zero, {2, 2}).Reason()},
        {"PoolingOutput, windowSize", PoolingOutput(four, zero).Reason()},
        {"GemmOutput, a", GemmOutput(zero, four).Reason()},
        {"GemmOutput, b", GemmOutput(four, zero).Reason()},
        {"ReduceOutput, input", ReduceOutput(zero, {0}).Reason()},
        {"ReduceOutput, axes", ReduceOutput(four, zero).Reason()},
        {"JoinOutput, the first", JoinOutput({zero, four}, 0).Reason()},
        {"JoinOutput, the second", JoinOutput({four, zero}, 0).Reason()},
        {"SliceOutput, windowSizes", SliceOutput(zero, {1, 1}).Reason()},
        {"SliceOutput, windowStrides", SliceOutput({1, 1}, zero).Reason()},
        {"PaddingOutput, input", PaddingOutput(zero, {1, 1}, {1, 1}).Reason()},
        {"PaddingOutput, start", PaddingOutput({1, 1}, zero, {1, 1}).Reason()},
        {"PaddingOutput, end", PaddingOutput({1, 1}, {1, 1}, zero).Reason()},
        {"TileOutput, input", TileOutput(zero, {1, 1}).Reason()},
        {"TileOutput, repeats", TileOutput({1, 1}, zero).Reason()},
        {"UpsampleOutput", UpsampleOutput(zero, 1, 1).Reason()},
        {"DepthToSpaceOutput", DepthToSpaceOutput(zero, 1).Reason()},
        {"SpaceToDepthOutput", SpaceToDepthOutput(zero, 1).Reason()},
        {"GatherNdOutput, input", GatherNdOutput(zero, {1, 1}).Reason()},
        {"GatherNdOutput, indices", GatherNdOutput({1, 1}, zero).Reason()},
    };
    for (Dimensions Window::*const list :
         {&Window::strides, &Window::dilations, &Window::startPadding, &Window::endPadding, &Window::outputPadding})
    {
        Window window;
        window.*list = zero;
        calls.push_back({"ConvolutionOutput, window", ConvolutionOutput(four, four, window).Reason()});
        calls.push_back(
            {"TransposedConvolutionOutput, window", TransposedConvolutionOutput(four, four, window).Reason()});
        calls.push_back({"PoolingOutput, window", PoolingOutput(four, {2, 2}, window).Reason()});
    }
    ExpectEachToBeOfSizes(calls);

    // An output size that is too large for the list of another function.
    const L tooLarge = L::Strided({2, 3}, TileOutput({65536, 65536}, {65536, 1}).Strides());
    EXPECT_EQ(SentenceOf(tooLarge.Reason()), SentenceOf(TileOutput({65536, 65536}, {65536, 1}).Reason()));
}

TEST(CarriedErrors, OfWhatMovesKeepTheName)
{
    unsigned char bytes[48] = {};
    const Destination toZero{Float32, bytes, 24, L::Strided({2, 3}, Zero.Strides())};
    const Destination destination{Float32, bytes, 24, Image};
    const Source ofZero{Float32, bytes + 24, 24, Zero};
    const Source source{Float32, bytes + 24, 24, Image};
    const L ofGather = GatherOutput({2, 3}, Zero.Strides(), 0, 1);
    Conversion swapped;
    swapped.channels = Zero.Strides();
    const DML_BUFFER_TENSOR_DESC desc{Float32, DML_TENSOR_FLAG_NONE, 2, Empty, nullptr, 4, 0};
    const DML_TENSOR_DESC tensor = AsTensorDesc(desc);
    const DML_GATHER_OPERATOR_DESC gather{&tensor, &tensor, &tensor, 0, 1};
    ExpectEachToBeOfSizes({
        {"CopyTensor, destination", CopyTensor(toZero, source), "the destination's "},
        {"CopyTensor, source", CopyTensor(destination, ofZero), "the source's "},
        {"CopyTensor, a layout of GatherOutput", CopyTensor({Float32, bytes, 24, ofGather}, source), "IndicesTensor."},
        {"ConvertTensor, destination", ConvertTensor(toZero, source), "the destination's "},
        {"ConvertTensor, source", ConvertTensor(destination, ofZero), "the source's "},
        {"ConvertTensor, channels", ConvertTensor(destination, source, swapped)},
        {"CompareTensors, expected", CompareTensors(ofZero, source).reason, "the expected's "},
        {"CompareTensors, actual", CompareTensors(source, ofZero).reason, "the actual's "},
        {"CompareTensors, a layout of GatherOutput", CompareTensors({Float32, bytes, 24, ofGather}, source).reason,
         "IndicesTensor."},
        {"Validate, of a Gather", Validate(gather), "InputTensor."},
        {"GatherTensor", GatherTensor(gather, bytes, 4, bytes, 4, bytes, 4), "InputTensor."},
    });
    const DML_OPERATOR_DESC operation{DML_OPERATOR_GATHER, &gather};
    EXPECT_NE(std::string(Explain(ValidateOperator(operation)).c_str()).find("InputTensor.Sizes[1] is 0"),
              std::string::npos);
}

} // namespace

} // namespace carried_errors_test
