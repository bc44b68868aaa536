// Tables of layouts: each row holds if the layout is the expected one, or is rejected with the expected reason.
#pragma once

#include "dml_tensor_utils.hpp"
#include "test_support.hpp"

#include <cstddef>
#include <cstdint>

namespace layout_cases
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::Max32;
using test_support::Max64;
using test_support::NoAxis;

constexpr std::uint64_t Square = 0xFFFFFFFE00000001; // (2^32 - 1) squared

// A view and the layout that it must equal: sizes, strides and first element.
struct View
{
    const char* name;
    TensorLayout view;
    TensorLayout expected;
};

constexpr bool Holds(const View& one) { return one.expected && one.view == one.expected; }

struct Rejection
{
    const char* name;
    TensorLayout layout;
    TensorError error;
    std::uint32_t axis;
    std::uint64_t actual;
    std::uint64_t required;
};

struct CountVisits
{
    std::size_t* count;

    constexpr void operator()(const Dimensions&, std::uint64_t) const noexcept { ++*count; }
};

// A layout with an error is empty: counts are 0, predicates false, and ForEach visits nothing.
constexpr bool IsVoid(const TensorLayout& layout)
{
    std::size_t visits = 0;
    layout.ForEach(CountVisits{&visits});
    return !layout && layout.Error() != TensorError::None && !layout.Reason().Ok() && layout.Reason() == layout.Error()
           && layout.Sizes().empty() && layout.Strides().empty() && layout.Rank() == 0 && layout.FirstElement() == 0
           && layout.ElementCount() == 0 && layout.ElementSpan() == 0 && layout.SizeInBytes(Float32) == 0
           && layout.SizeInBytes(UInt4) == 0 && layout.EndInBytes(Float32) == 0 && layout.EndInBytes(UInt4) == 0
           && layout.ElementOffset({}) == NoOffset && layout.ElementOffset({0, 0}) == NoOffset
           && layout.Coordinates(0).empty() && !layout.IsPacked() && !layout.IsRowMajor() && !layout.IsBroadcast()
           && !layout.IsPadded() && !layout.HasOverlap() && !layout.SameElements(layout) && layout == layout
           && visits == 0;
}

// Every operation keeps the first error with its numbers, whatever its own arguments are.
constexpr bool StaysThroughAChain(const TensorLayout& layout)
{
    const TensorLayout wrong = layout.Transposed({0, -1})
                                   .BroadcastTo({0, -1})
                                   .PromotedTo(-1)
                                   .PlacedOn(-1, {0, -1})
                                   .Squeezed()
                                   .Collapsed()
                                   .Reshaped({0, -1})
                                   .Sliced(-1, -1, -1, -1)
                                   .WithStride(-1, -1)
                                   .WithStrideMultiple(-1, -1)
                                   .WithStrideInBytes(-1, -1, Float32)
                                   .WithStrideMultipleInBytes(-1, -1, Float32);
    const TensorLayout right = layout.Transposed({0}).BroadcastTo({2, 3}).PromotedTo(4).PlacedOn(4, {0}).Reshaped({6});
    return wrong == layout && right == layout && right.Sliced(0, 0, 1).WithStride(0, 1) == layout
           && right.WithStrideMultiple(0, 1) == layout && IsVoid(wrong);
}

constexpr bool Holds(const Rejection& one)
{
    return test_support::Says(one.layout.Reason(), one.error, one.axis, one.actual, one.required) && IsVoid(one.layout)
           && StaysThroughAChain(one.layout);
}

} // namespace layout_cases
