#pragma once

// Uses every section of the headers that were included before, in either mode and with any macros. The numbers are the
// documentation's worked examples.

#include "standalone/check.hpp"
#if DML_TENSOR_UTILS_TEST_COPY
#include "standalone/use_the_copy_api.hpp"
#endif
#if DML_TENSOR_UTILS_TEST_CONVERT
#include "standalone/use_the_convert_api.hpp"
#endif
#if DML_TENSOR_UTILS_TEST_COMPARE
#include "standalone/use_the_compare_api.hpp"
#endif
#if DML_TENSOR_UTILS_TEST_INTEROP
#include "standalone/use_the_interop_api.hpp"
#endif
#if DML_TENSOR_UTILS_TEST_OUTPUT_SIZES
#include "standalone/use_the_output_sizes_api.hpp"
#endif
#if DML_TENSOR_UTILS_TEST_OPERATORS
#include "standalone/use_the_operators_api.hpp"
#endif

inline void UseTheApi()
{
    namespace dtu = dml_tensor_utils;

    constexpr dtu::TensorLayout nhwc = dtu::TensorLayout::Packed({1, 1, 3, 5}, dtu::Layout::NHWC);
    static_assert(nhwc && nhwc.Strides() == dtu::Dimensions{15, 1, 5, 1});
    CHECK(nhwc.IsPacked() && !nhwc.IsBroadcast() && !nhwc.IsPadded() && !nhwc.HasOverlap());

    const dtu::TensorLayout depthHeightWidth = dtu::TensorLayout::Packed({2, 2, 3});
    CHECK(depthHeightWidth.ElementOffset({1, 0, 1}) == 7);
    CHECK(depthHeightWidth.Coordinates(7) == dtu::Dimensions{1, 0, 1});
    CHECK(depthHeightWidth.ElementOffset({2, 0, 0}) == dtu::NoOffset);

    const dtu::TensorLayout padded = dtu::TensorLayout::Packed({2, 3}).WithStride(0, 5);
    CHECK(padded.IsPadded() && padded.ElementSpan() == 8 && padded.ElementCount() == 6);
    CHECK(padded.SameElements(dtu::TensorLayout::Strided({2, 3}, {5, 1})));
    std::uint64_t visited = 0;
    padded.ForEach([&visited](const dtu::Dimensions&, std::uint64_t offset) { visited += offset; });
    CHECK(visited == 0 + 1 + 2 + 5 + 6 + 7);

    const dtu::TensorLayout broadcast = dtu::TensorLayout::Packed({3}).BroadcastTo({2, 3});
    CHECK(broadcast.IsBroadcast() && broadcast.HasOverlap() && broadcast.ElementSpan() == 3);
    CHECK(broadcast.PromotedTo(4).Rank() == 4);
    CHECK(broadcast.Sliced(1, 1, 2).FirstElement() == 1);
    CHECK(dtu::TensorLayout::Packed({2, 3, 4}).Collapsed().Rank() == 1);
    CHECK(dtu::TensorLayout::Packed({2, 3, 4}).Reshaped({6, 4}).IsRowMajor());
    CHECK(dtu::TensorLayout::Packed({2}).PlacedOn(4, {1}).Sizes() == dtu::Dimensions{1, 2, 1, 1});
    CHECK(dtu::TensorLayout::Packed({2, 3}).WithStrideInBytes(0, 20, dtu::DML_TENSOR_DATA_TYPE_FLOAT32) == padded);
    CHECK(dtu::TensorLayout::Packed({2, 3}).WithStrideMultipleInBytes(0, 10, dtu::DML_TENSOR_DATA_TYPE_FLOAT16)
          == padded);
    const std::int64_t many[] = {2, 1, 3, 1, 1, 4, 1, 5, 1, 6};
    CHECK(dtu::TensorLayout::OfAnyRank(many, nullptr, 10) == dtu::TensorLayout::Packed({720}));
    CHECK(dtu::BroadcastSizes({2, 1}, {3}) == dtu::Dimensions{2, 3});
    const auto together = dtu::CollapsedTogether(std::array<dtu::TensorLayout, 2>{padded, broadcast});
    CHECK(together[0] == padded && together[1] == broadcast);

    const std::uint32_t sizes[] = {5, 55};
    const std::uint32_t strides[] = {9, 3};
    CHECK(dtu::DMLCalcBufferTensorSize(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, 2, sizes, strides) == 400);
    const auto channelsLast = dtu::CalculateStrides(dtu::Layout::NHWC, {2, 3, 4, 5}, {false, false, false, true});
    CHECK(channelsLast[0] == 12 && channelsLast[1] == 1 && channelsLast[2] == 3 && channelsLast[3] == 0);

    const dtu::BufferTensorDesc descriptor(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, padded);
    const dtu::DML_BUFFER_TENSOR_DESC desc = descriptor.Desc();
    CHECK(descriptor && desc.TotalTensorSizeInBytes == 32 && desc.Strides != nullptr && desc.Strides[0] == 5);
    CHECK(dtu::AsTensorDesc(desc).Desc == &desc);
    const dtu::PinnedTensorDesc pinned(descriptor);
    CHECK(pinned.Get() != nullptr && pinned.Get()->Type == dtu::DML_TENSOR_TYPE_BUFFER);
    CHECK(dtu::Validate(desc, dtu::TensorRole::Input).Ok());

    dtu::BufferPlacement placement;
    CHECK(placement.Place(descriptor) == 0 && placement.Place(descriptor.WithAlignment(64)) == 64);
    CHECK(placement.Place(5, 256) == 256 && placement.SizeInBytes() == 261);
    CHECK(dtu::ValidateBinding(desc, 64, 32, placement.SizeInBytes()).Ok());
    CHECK(dtu::ValidateBinding(desc, 256, 32, placement.SizeInBytes()) == dtu::TensorError::BindingOutside);

    constexpr dtu::Diagnosis reason = dtu::TensorLayout::Packed({2, 3, 0}).Reason();
    static_assert(reason == dtu::TensorError::ZeroSize && reason.axis == 2 && !reason.Accepted());
    CHECK(dtu::Explain(reason).size() > 0);

#if DML_TENSOR_UTILS_TEST_COPY
    UseTheCopyApi(dtu::CopyHint::Auto);
    UseTheCopyApi(dtu::CopyHint::Cached);
    UseTheCopyApi(dtu::CopyHint::Streaming);
#endif
#if DML_TENSOR_UTILS_TEST_COMPARE
    UseTheCompareApi();
#endif
#if DML_TENSOR_UTILS_TEST_CONVERT
    UseTheConvertApi(dtu::CopyHint::Auto);
    UseTheConvertApi(dtu::CopyHint::Streaming);
#endif
#if DML_TENSOR_UTILS_TEST_INTEROP
    UseTheInteropApi<dtu::Dimensions>();
#endif
#if DML_TENSOR_UTILS_TEST_OUTPUT_SIZES
    UseTheOutputSizesApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
#endif
#if DML_TENSOR_UTILS_TEST_OPERATORS
    UseTheOperatorsApi(dtu::DML_TENSOR_DATA_TYPE_FLOAT32);
#endif
}
