// =====================================================================================================================
//   dml_tensor_utils.hpp: describe and check tensors for DirectML
//
//   SPDX-License-Identifier: MIT
//   Version 1.2.0
// =====================================================================================================================
//
//   One header, C++17, nothing but the standard library. Everything is constexpr and noexcept; nothing allocates,
//   throws or touches tensor memory. Sizes, strides, offsets and counts are in elements, unless a name says bytes.
//
//   Synopsis
//
//     Dimensions            0 to 8 sizes, strides, coordinates or axes: {1, 3, 224, 224}, an array, a pointer and count
//       AxisOrder           AxisOrder("NCHW", "NHWC") == {0, 2, 3, 1}
//     TensorLayout          sizes, strides and the position of the first element
//       made by             Packed  Strided  Of  OfAnyRank
//       numbers             Rank  ElementCount  ElementSpan  SizeInBytes  EndInBytes  ElementOffset  Coordinates
//       questions           IsPacked  IsRowMajor  IsBroadcast  IsPadded  HasOverlap  SameElements
//       views               Transposed  BroadcastTo  PromotedTo  PlacedOn  Squeezed  Collapsed  Reshaped  Sliced
//       padding             WithStride  WithStrideMultiple  WithStrideInBytes  WithStrideMultipleInBytes
//     BroadcastSizes        the sizes that two tensors can be broadcast to
//     CollapsedTogether     the tensors of one operator with the fewest axes
//     BufferTensorDesc      owns what a DML_BUFFER_TENSOR_DESC points to: Desc()
//     PinnedTensorDesc      a DML_TENSOR_DESC that an operator description can point to: Get()
//     Validate              what DirectML will say of a tensor or a Gather, and why
//     GatherOutput          the output's layout of a Gather
//     ValidateBinding       what DirectML will do with a binding of a tensor
//     BufferPlacement       several tensors in one buffer: Place()
//     Explain               the reason as a sentence: "Sizes[2] is 0; every size must be at least 1 [ZeroSize]"
//     Explained             static_assert(Explained<layout.Reason()>) names the reason, in C++17 of layout.Error()
//
//     DMLCalcBufferTensorSize  CalculateStrides      Microsoft's documented helper functions, without their overflows
//     ElementSizeInBits  DataTypeOf  ToString        element types
//
//   Beside this file, dml_tensor_copy.hpp moves the tensors that are described here, dml_tensor_convert.hpp converts
//   their elements on the way, dml_tensor_compare.hpp compares them, dml_tensor_operators.hpp says why an operator is
//   refused, and dml_tensor_interop.hpp translates to and from other vocabularies.
//
//   Errors
//
//     A value that could not be built carries its error, as a NaN does: it tests false, every operation on it returns
//     it unchanged, and Reason() tells why. A chain of operations is checked once, at its end:
//
//       constexpr auto layout = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC);
//       constexpr BufferTensorDesc input(DML_TENSOR_DATA_TYPE_FLOAT16, layout);
//       static_assert(input);
//
// =====================================================================================================================

#ifndef DML_TENSOR_UTILS_HPP
#define DML_TENSOR_UTILS_HPP

// =====================================================================================================================
//   Version
// =====================================================================================================================

/// Raised where programs may have to change.
#define DML_TENSOR_UTILS_VERSION_MAJOR 1
/// Raised by what is added.
#define DML_TENSOR_UTILS_VERSION_MINOR 2
/// Raised by corrections.
#define DML_TENSOR_UTILS_VERSION_PATCH 0

// =====================================================================================================================
//   Configuration
//
//   DML_TENSOR_UTILS_USE_DIRECTML_H   1: the SDK's own types (native mode). 0: an ABI-identical mirror of them inside
//                                     the namespace (portable mode). Undefined: native where DirectML.h was included
//                                     before, or on Windows where it can be included; else portable.
//   DML_TENSOR_UTILS_GLOBAL_NAMES     defined: Microsoft's documented names (DMLCalcBufferTensorSize, CalculateStrides,
//                                     Layout), and in portable mode the DML_ names, are visible at global scope.
//
//   DML_TENSOR_UTILS_NATIVE is what was chosen, 1 in native mode and 0 in portable mode, and stays defined; so does
//   DML_TENSOR_UTILS_NAMESPACE with its helpers, since dml_tensor_copy.hpp needs it.
//
//   X11's headers define a macro None. Include these headers before them, or else with #pragma push_macro("None") and
//   #undef None in front and #pragma pop_macro("None") behind. Where the macro is defined, ask Ok(), not whether an
//   error is TensorError::None.
// =====================================================================================================================

// MSVC keeps __cplusplus at 199711L without /Zc:__cplusplus; _MSVC_LANG tells the truth.
#if defined(_MSVC_LANG)
#if _MSVC_LANG < 201703L
#error "dml_tensor_utils.hpp needs C++17: compile with /std:c++17 or newer"
#endif
#elif __cplusplus < 201703L
#error "dml_tensor_utils.hpp needs C++17: compile with -std=c++17 or newer"
#endif

#if defined(DML_TENSOR_UTILS_USE_DIRECTML_H)
#if DML_TENSOR_UTILS_USE_DIRECTML_H
#define DML_TENSOR_UTILS_NATIVE 1
#else
#define DML_TENSOR_UTILS_NATIVE 0
#endif
#elif defined(DIRECTML_H)
#define DML_TENSOR_UTILS_NATIVE 1
#elif defined(_WIN32) && __has_include(<DirectML.h>)
#define DML_TENSOR_UTILS_NATIVE 1
#else
#define DML_TENSOR_UTILS_NATIVE 0
#endif

// The modes use different types under the same names, and so may versions: the name of an inline namespace, such as
// v1_2_portable, keeps them apart where translation units of both are linked into one program.
#define DML_TENSOR_UTILS_NAMESPACE_PASTE(major, minor, mode) v##major##_##minor##_##mode
#define DML_TENSOR_UTILS_NAMESPACE_OF(major, minor, mode) DML_TENSOR_UTILS_NAMESPACE_PASTE(major, minor, mode)
#if DML_TENSOR_UTILS_NATIVE
#define DML_TENSOR_UTILS_NAMESPACE                                                                                     \
    DML_TENSOR_UTILS_NAMESPACE_OF(DML_TENSOR_UTILS_VERSION_MAJOR, DML_TENSOR_UTILS_VERSION_MINOR, directml)
#else
#define DML_TENSOR_UTILS_NAMESPACE                                                                                     \
    DML_TENSOR_UTILS_NAMESPACE_OF(DML_TENSOR_UTILS_VERSION_MAJOR, DML_TENSOR_UTILS_VERSION_MINOR, portable)
#endif

#if DML_TENSOR_UTILS_NATIVE && !defined(DIRECTML_H)
#include <DirectML.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

// Marks of functions, short because most signatures have one, and undefined at the end.
//
// g++ compiles an inline function that nobody calls, but only reads a template: with this in front of the larger ones,
// including the header takes 1.64 times the instructions of its standard headers instead of 1.82. clang compiles such a
// template as soon as another one names it, and is faster without (1.79 instead of 1.94): there only a leaf is a
// template, which no other function of the header names.
#define DTU_LEAF template <typename = void>
#if defined(__GNUC__) && !defined(__clang__)
#define DTU_LAZY DTU_LEAF
#else
#define DTU_LAZY
#endif

// Behind a lambda's parameters, or in front of a function: descriptors are built on hot paths, and g++ -O2 keeps a
// Dimensions in memory between two calls that are not inlined, where narrow stores followed by wide loads stall for
// longer than the arithmetic takes. Without it a packed descriptor takes 292 instructions under g++ and 408 under clang
// instead of 119 and 106, and in Validate 142 and 164 instead of 121 and 119.
#if defined(__GNUC__) || defined(__clang__)
#define DTU_INLINE __attribute__((always_inline))
#else
#define DTU_INLINE
#endif

// Behind a function whose result points into the object that it is called on: the compiler warns where that is a
// temporary.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define DTU_LIFETIMEBOUND [[clang::lifetimebound]]
#elif __has_cpp_attribute(msvc::lifetimebound)
#define DTU_LIFETIMEBOUND [[msvc::lifetimebound]]
#endif
#endif
#if !defined(DTU_LIFETIMEBOUND)
#define DTU_LIFETIMEBOUND
#endif

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   DirectML vocabulary
// =====================================================================================================================

#if DML_TENSOR_UTILS_NATIVE

using ::DML_BUFFER_TENSOR_DESC, ::DML_GATHER_OPERATOR_DESC, ::DML_OPERATOR_DESC, ::DML_OPERATOR_TYPE,
    ::DML_TENSOR_DATA_TYPE, ::DML_TENSOR_DESC, ::DML_TENSOR_FLAGS, ::DML_TENSOR_TYPE;
using ::DML_OPERATOR_GATHER, ::DML_OPERATOR_INVALID;
using ::DML_TENSOR_DATA_TYPE_FLOAT16, ::DML_TENSOR_DATA_TYPE_FLOAT32, ::DML_TENSOR_DATA_TYPE_FLOAT64,
    ::DML_TENSOR_DATA_TYPE_INT16, ::DML_TENSOR_DATA_TYPE_INT32, ::DML_TENSOR_DATA_TYPE_INT64,
    ::DML_TENSOR_DATA_TYPE_INT8, ::DML_TENSOR_DATA_TYPE_UINT16, ::DML_TENSOR_DATA_TYPE_UINT32,
    ::DML_TENSOR_DATA_TYPE_UINT64, ::DML_TENSOR_DATA_TYPE_UINT8, ::DML_TENSOR_DATA_TYPE_UNKNOWN;
using ::DML_TENSOR_FLAG_NONE, ::DML_TENSOR_FLAG_OWNED_BY_DML;
using ::DML_TENSOR_TYPE_BUFFER, ::DML_TENSOR_TYPE_INVALID;
using ::DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT, ::DML_PERSISTENT_BUFFER_ALIGNMENT, ::DML_TEMPORARY_BUFFER_ALIGNMENT,
    ::DML_TENSOR_DIMENSION_COUNT_MAX;

// An older DML_TARGET_VERSION hides the newer names; what the header offers follows it. The levels themselves are the
// SDK's alone, at global scope.
#if defined(DML_TARGET_VERSION)
#if DML_TARGET_VERSION >= 0x2000
#define DML_TENSOR_UTILS_HAS_FEATURE_LEVEL 1
using ::DML_FEATURE_LEVEL;
#endif
#if DML_TARGET_VERSION >= 0x3000
using ::DML_TENSOR_DIMENSION_COUNT_MAX1;
#endif
#if DML_TARGET_VERSION >= 0x6300
using ::DML_TENSOR_DATA_TYPE_INT4, ::DML_TENSOR_DATA_TYPE_UINT4;
#endif
#endif

// The header relies on these values, and passes DirectML structs of this layout. Sizes and offsets hold for 64 bits.
static_assert(DML_TENSOR_DATA_TYPE_UNKNOWN == 0 && DML_TENSOR_DATA_TYPE_FLOAT32 == 1
              && DML_TENSOR_DATA_TYPE_FLOAT16 == 2 && DML_TENSOR_DATA_TYPE_UINT32 == 3
              && DML_TENSOR_DATA_TYPE_UINT16 == 4 && DML_TENSOR_DATA_TYPE_UINT8 == 5 && DML_TENSOR_DATA_TYPE_INT32 == 6
              && DML_TENSOR_DATA_TYPE_INT16 == 7 && DML_TENSOR_DATA_TYPE_INT8 == 8 && DML_TENSOR_DATA_TYPE_FLOAT64 == 9
              && DML_TENSOR_DATA_TYPE_UINT64 == 10 && DML_TENSOR_DATA_TYPE_INT64 == 11);
static_assert(DML_TENSOR_TYPE_INVALID == 0 && DML_TENSOR_TYPE_BUFFER == 1 && DML_TENSOR_FLAG_NONE == 0
              && DML_TENSOR_FLAG_OWNED_BY_DML == 1 && DML_OPERATOR_INVALID == 0 && DML_OPERATOR_GATHER == 67);
static_assert(sizeof(DML_TENSOR_DATA_TYPE) == 4 && sizeof(DML_TENSOR_FLAGS) == 4 && sizeof(DML_TENSOR_TYPE) == 4);
static_assert(sizeof(void*) != 8
              || (sizeof(DML_BUFFER_TENSOR_DESC) == 48 && offsetof(DML_BUFFER_TENSOR_DESC, Flags) == 4
                  && offsetof(DML_BUFFER_TENSOR_DESC, DimensionCount) == 8
                  && offsetof(DML_BUFFER_TENSOR_DESC, Sizes) == 16 && offsetof(DML_BUFFER_TENSOR_DESC, Strides) == 24
                  && offsetof(DML_BUFFER_TENSOR_DESC, TotalTensorSizeInBytes) == 32
                  && offsetof(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment) == 40
                  && sizeof(DML_TENSOR_DESC) == 16 && offsetof(DML_TENSOR_DESC, Desc) == 8
                  && sizeof(DML_OPERATOR_DESC) == 16 && offsetof(DML_OPERATOR_DESC, Desc) == 8
                  && sizeof(DML_GATHER_OPERATOR_DESC) == 32 && offsetof(DML_GATHER_OPERATOR_DESC, IndicesTensor) == 8
                  && offsetof(DML_GATHER_OPERATOR_DESC, OutputTensor) == 16
                  && offsetof(DML_GATHER_OPERATOR_DESC, Axis) == 24
                  && offsetof(DML_GATHER_OPERATOR_DESC, IndexDimensions) == 28));

#else // portable mode

// A namespace of their own, which DML_TENSOR_UTILS_GLOBAL_NAMES opens at global scope.
inline namespace directml
{
/// The type of a tensor's elements. A fixed underlying type lets any value be cast to it in a constant expression.
enum DML_TENSOR_DATA_TYPE : std::uint32_t
{
    DML_TENSOR_DATA_TYPE_UNKNOWN = 0, ///< no element type
    DML_TENSOR_DATA_TYPE_FLOAT32 = 1, ///< IEEE 754 single precision
    DML_TENSOR_DATA_TYPE_FLOAT16 = 2, ///< IEEE 754 half precision
    DML_TENSOR_DATA_TYPE_UINT32 = 3,  ///< 0 to 2^32-1
    DML_TENSOR_DATA_TYPE_UINT16 = 4,  ///< 0 to 65535
    DML_TENSOR_DATA_TYPE_UINT8 = 5,   ///< 0 to 255
    DML_TENSOR_DATA_TYPE_INT32 = 6,   ///< -2^31 to 2^31-1
    DML_TENSOR_DATA_TYPE_INT16 = 7,   ///< -32768 to 32767
    DML_TENSOR_DATA_TYPE_INT8 = 8,    ///< -128 to 127
    DML_TENSOR_DATA_TYPE_FLOAT64 = 9, ///< IEEE 754 double precision
    DML_TENSOR_DATA_TYPE_UINT64 = 10, ///< 0 to 2^64-1
    DML_TENSOR_DATA_TYPE_INT64 = 11,  ///< -2^63 to 2^63-1
    DML_TENSOR_DATA_TYPE_UINT4 = 12,  ///< 0 to 15, two to a byte
    DML_TENSOR_DATA_TYPE_INT4 = 13,   ///< -8 to 7, two to a byte
};

/// What DML_TENSOR_DESC::Desc points to.
enum DML_TENSOR_TYPE : std::uint32_t
{
    DML_TENSOR_TYPE_INVALID = 0, ///< nothing
    DML_TENSOR_TYPE_BUFFER = 1,  ///< a DML_BUFFER_TENSOR_DESC
};

/// Who has the tensor's contents once the operator is initialised: the program, or with OWNED_BY_DML DirectML.
enum DML_TENSOR_FLAGS : std::uint32_t
{
    DML_TENSOR_FLAG_NONE = 0x0,         ///< they stay with the program
    DML_TENSOR_FLAG_OWNED_BY_DML = 0x1, ///< they are handed to DirectML when the operator is initialised
};

/// The operators that this header knows.
enum DML_OPERATOR_TYPE : std::uint32_t
{
    DML_OPERATOR_INVALID = 0, ///< no operator
    DML_OPERATOR_GATHER = 67, ///< described by a DML_GATHER_OPERATOR_DESC
};

/// A tensor in a Direct3D 12 buffer.
struct DML_BUFFER_TENSOR_DESC
{
    DML_TENSOR_DATA_TYPE DataType;               ///< of every element
    DML_TENSOR_FLAGS Flags;                      ///< who has the contents
    std::uint32_t DimensionCount;                ///< 1 to 8: how many sizes, and strides where there are some
    const std::uint32_t* Sizes;                  ///< in elements, each at least 1
    const std::uint32_t* Strides;                ///< in elements; null: row-major and packed
    std::uint64_t TotalTensorSizeInBytes;        ///< at least SizeInBytes of the layout
    std::uint32_t GuaranteedBaseOffsetAlignment; ///< in bytes; 0: nothing is promised beyond the minimum of 16
};

/// A tensor of any type; Desc points to a DML_BUFFER_TENSOR_DESC.
struct DML_TENSOR_DESC
{
    DML_TENSOR_TYPE Type; ///< what Desc points to
    const void* Desc;     ///< the description; must outlive this one
};

/// An operator of any type; Desc points to its own description.
struct DML_OPERATOR_DESC
{
    DML_OPERATOR_TYPE Type; ///< what Desc points to
    const void* Desc;       ///< the description, such as a DML_GATHER_OPERATOR_DESC
};

/// Picks elements of the input along Axis by the indices.
struct DML_GATHER_OPERATOR_DESC
{
    const DML_TENSOR_DESC* InputTensor;   ///< what is picked from
    const DML_TENSOR_DESC* IndicesTensor; ///< positions along Axis; below 0 they count from its end
    const DML_TENSOR_DESC* OutputTensor;  ///< of the input's type, its sizes as GatherOutput has them
    std::uint32_t Axis;                   ///< of the input
    std::uint32_t IndexDimensions;        ///< how many of the last dimensions of the indices replace Axis
};

inline constexpr std::uint32_t DML_TENSOR_DIMENSION_COUNT_MAX = 5;    ///< before feature level 3_0
inline constexpr std::uint32_t DML_TENSOR_DIMENSION_COUNT_MAX1 = 8;   ///< from feature level 3_0 on
inline constexpr std::uint32_t DML_TEMPORARY_BUFFER_ALIGNMENT = 256;  ///< of a temporary resource's binding, in bytes
inline constexpr std::uint32_t DML_PERSISTENT_BUFFER_ALIGNMENT = 256; ///< of a persistent resource's, in bytes
inline constexpr std::uint32_t DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT = 16; ///< of every tensor's binding, in bytes
} // namespace directml

#endif

#if !defined(DML_TENSOR_UTILS_HAS_FEATURE_LEVEL)
inline namespace directml
{
/// What a version of DirectML supports; beside each level the first version that is listed with it. In native mode this
/// stands in where the SDK's target version hides its own.
/// Source: "DirectML version history".
enum DML_FEATURE_LEVEL : std::uint32_t
{
    DML_FEATURE_LEVEL_1_0 = 0x1000, ///< DirectML 1.0.0
    DML_FEATURE_LEVEL_2_0 = 0x2000, ///< DirectML 1.1.0
    DML_FEATURE_LEVEL_2_1 = 0x2100, ///< no release that is listed
    DML_FEATURE_LEVEL_3_0 = 0x3000, ///< DirectML 1.4.0
    DML_FEATURE_LEVEL_3_1 = 0x3100, ///< DirectML 1.5.0
    DML_FEATURE_LEVEL_4_0 = 0x4000, ///< DirectML 1.6.0
    DML_FEATURE_LEVEL_4_1 = 0x4100, ///< DirectML 1.7.0
    DML_FEATURE_LEVEL_5_0 = 0x5000, ///< DirectML 1.8.0
    DML_FEATURE_LEVEL_5_1 = 0x5100, ///< DirectML 1.9.0
    DML_FEATURE_LEVEL_5_2 = 0x5200, ///< DirectML 1.10.0
    DML_FEATURE_LEVEL_6_0 = 0x6000, ///< DirectML 1.11.0
    DML_FEATURE_LEVEL_6_1 = 0x6100, ///< DirectML 1.12.0
    DML_FEATURE_LEVEL_6_2 = 0x6200, ///< DirectML 1.13.0
    DML_FEATURE_LEVEL_6_3 = 0x6300, ///< DirectML 1.15.0
    DML_FEATURE_LEVEL_6_4 = 0x6400, ///< DirectML 1.15.0
};
} // namespace directml
#endif

// =====================================================================================================================
//   Limits
// =====================================================================================================================

/// No such offset.
inline constexpr std::uint64_t NoOffset = 0xFFFFFFFFFFFFFFFF;

namespace detail
{
inline constexpr std::uint32_t MaxRank = 8;
inline constexpr std::uint32_t None32 = 0xFFFFFFFF; // no axis, no tensor
inline constexpr std::uint64_t Max32 = 0xFFFFFFFF;
inline constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;
inline constexpr std::uint32_t MinAlignment = DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT;

// How many values HasOverlap may try before it gives up and answers true.
inline constexpr std::uint32_t OverlapSearchNodes = 20000;

template <class> struct MessageWriter;
} // namespace detail

// =====================================================================================================================
//   Errors and messages
// =====================================================================================================================

/// Why a value could not be built, why DirectML refuses a description, or what it takes silently (hazards).
enum class [[nodiscard]] TensorError : std::uint32_t{
    None = 0, ///< nothing is wrong

    // What DirectML refuses of one tensor, in the order of its checks.
    NullTensor,        ///< the DML_TENSOR_DESC* is null
    NullDesc,          ///< DML_TENSOR_DESC::Desc is null
    TensorType,        ///< Type is not DML_TENSOR_TYPE_BUFFER
    UnknownDataType,   ///< DataType is no element type
    Flags,             ///< a bit other than DML_TENSOR_FLAG_OWNED_BY_DML
    DimensionCount,    ///< not 1 to 8
    NullSizes,         ///< Sizes is null
    ZeroSize,          ///< a size is 0
    ElementLimit,      ///< the product of the sizes exceeds 2^32-1
    TotalSizeTooSmall, ///< TotalTensorSizeInBytes is below the minimum
    TotalSizeLimit,    ///< TotalTensorSizeInBytes is above that of 2^32-1 elements
    Alignment,         ///< neither 0 nor a power of two of at least 16
    OutputOwnedByDml,  ///< an output with DML_TENSOR_FLAG_OWNED_BY_DML
    OutputOverlap,     ///< an output whose elements share memory, as far as DirectML looks

    // What DirectML refuses of a Gather, in the order of its checks.
    GatherDataType,        ///< a type that Gather does not move
    GatherIndicesDataType, ///< indices that are not 32- or 64-bit integers
    GatherTypesDiffer,     ///< input and output types differ
    GatherRanksDiffer,     ///< the three dimension counts differ
    GatherAxis,            ///< Axis is no axis of the input
    GatherIndexDimensions, ///< IndexDimensions exceeds the dimension count
    GatherBatchAxis,       ///< Axis is one of the batch's own axes
    GatherTerminates,      ///< DirectML ends the process: the input has fewer dimensions than the batch
    GatherBatchSize,       ///< the batch sizes of indices and input differ
    GatherOutputSize,      ///< the output's sizes are not those that the Gather yields
    GatherFeatureLevel,    ///< type or rank needs a newer feature level

    // What DirectML refuses of a binding, by removing its device.
    BindingAlignment, ///< the offset is no multiple of 16 or of the guaranteed alignment
    BindingOutside,   ///< the bytes end outside the buffer
    BindingTooSmall,  ///< fewer bytes than the tensor's total size

    // Hazards: DirectML takes them without a word, though they hardly mean what their author meant.
    OutputElementsOverlap, ///< elements of an output overwrite each other
    SizeWraps,             ///< the size in bits exceeds 64 bits and DirectML's own sum wraps
    BindingOffset,         ///< a binding offset that is no multiple of 16 or of the guaranteed alignment
    BindingWraps,          ///< a binding whose end exceeds 64 bits and wraps into the buffer
    GatherDropsDimension,  ///< the output lacks a leading dimension that is not 1
    GatherRankLimit,       ///< the Gather would need more than 8 dimensions, and yields other elements
    GatherLeadingSize,     ///< the output has a leading dimension that is not 1 and that nothing fills
    GatherBatch,           ///< batched indices, on which drivers disagree
    GatherIndexRange,      ///< an index outside the axis, for which what is read is unspecified

    // What dimensions, a layout or a view cannot be.
    ValueRange,       ///< a value below 0 or above what is possible
    NullPointer,      ///< values or memory are read through a null pointer
    RankDiffers,      ///< another number of axes is needed
    AxisOutOfRange,   ///< no such axis
    AxisOrder,        ///< not a permutation of the axes
    BroadcastSizes,   ///< a size that is neither 1 nor the wanted one
    SliceRange,       ///< a slice that is empty or ends outside the axis
    StrideTooSmall,   ///< a stride below the span of the faster axes
    StrideLimit,      ///< a stride beyond 32 bits
    SpanLimit,        ///< a count, span or position beyond 64 bits
    StrideInBytes,    ///< bytes that are no whole number of elements
    NotAView,         ///< elements would have to move
    FirstElement,     ///< a descriptor cannot start at another element than 0
    StartsInsideByte, ///< a view of 4-bit elements starts at an odd element

    // What a copy refuses.
    ConversionTypes,     ///< types that are not converted into one another
    SizesDiffer,         ///< source and destination sizes differ
    SourceTooSmall,      ///< the source buffer ends before its last element
    DestinationTooSmall, ///< the destination buffer ends before its last element
    DestinationOverlaps, ///< elements of the destination share memory
    BuffersOverlap,      ///< source and destination share memory
};

/// DirectML takes it without a word, but it hardly means what its author meant.
constexpr bool IsHazard(TensorError error) noexcept
{
    return error >= TensorError::OutputElementsOverlap && error <= TensorError::GatherIndexRange;
}

/// What was found wrong, where, and what was needed.
struct [[nodiscard]] Diagnosis
{
    TensorError error = TensorError::None; ///< the reason
    std::uint32_t axis = detail::None32;   ///< 0xFFFFFFFF where no axis is meant
    std::uint64_t actual = 0;              ///< what was found
    std::uint64_t required = 0;            ///< what was needed
    std::uint32_t tensor = detail::None32; ///< of a Gather: 0 input, 1 indices, 2 output; of a copy: 3 destination,
                                           ///< 4 source; else 0xFFFFFFFF

    constexpr bool Ok() const noexcept { return error == TensorError::None; }

    /// DirectML's CreateOperator takes it: Ok, or only a hazard.
    constexpr bool Accepted() const noexcept { return Ok() || IsHazard(error); }

    friend constexpr bool operator==(const Diagnosis& left, const Diagnosis& right) noexcept
    {
        return left.error == right.error && left.axis == right.axis && left.actual == right.actual
               && left.required == right.required && left.tensor == right.tensor;
    }
    friend constexpr bool operator!=(const Diagnosis& a, const Diagnosis& b) noexcept { return !(a == b); }

    /// The error alone.
    friend constexpr bool operator==(const Diagnosis& left, TensorError right) noexcept { return left.error == right; }
    friend constexpr bool operator!=(const Diagnosis& left, TensorError right) noexcept { return left.error != right; }
    friend constexpr bool operator==(TensorError left, const Diagnosis& right) noexcept { return left == right.error; }
    friend constexpr bool operator!=(TensorError left, const Diagnosis& right) noexcept { return left != right.error; }
};

constexpr const char* ToString(DML_TENSOR_DATA_TYPE type) noexcept;
constexpr const char* ToString(TensorError error) noexcept;

/// A sentence held inline, so that it needs no memory of its own and can be a constant.
class Message
{
public:
    constexpr Message() noexcept = default;

    /// Ends with a zero; valid while the message lives.
    constexpr const char* c_str() const noexcept DTU_LIFETIMEBOUND { return m_text; }
    constexpr const char* data() const noexcept DTU_LIFETIMEBOUND { return m_text; }
    /// Characters, without the zero.
    constexpr std::size_t size() const noexcept { return m_size; }

private:
    template <class> friend struct detail::MessageWriter;

    char m_text[288] = {};
    std::size_t m_size = 0;
};

namespace detail
{
inline constexpr Diagnosis SpanLimit = {TensorError::SpanLimit, None32, Max64, Max64};

// The reason, unless this holds.
constexpr Diagnosis Require(bool holds, const Diagnosis& reason) noexcept { return holds ? Diagnosis{} : reason; }

constexpr Diagnosis WrongRank(std::uint64_t rank, std::uint32_t maxRank = MaxRank) noexcept
{
    return {TensorError::DimensionCount, None32, rank, maxRank};
}

// The first of two that has something to say.
constexpr Diagnosis FirstOf(const Diagnosis& a, const Diagnosis& b) noexcept { return a.Ok() ? b : a; }

// Placeholders of a sentence: {tensor}, and {tensor.} in front of one of its fields · {axis} · {actual} and {required},
// as numbers, or with a word behind them: signed and signed32 (two's complement), type (of elements), letter, level (3_1 for 0x3100),
// code, bits and lanes (of a DLDataType, as 8, 8 and 16 bits).
//
// The names, and behind the zero of each its sentence, in the order of the enumeration. Behind that the sentences of an
// error that has several causes: the first counts of whose conditions, a character each (see Holds), all are met.
// clang-format off
#define DTU_TEXT(name, sentences) #name "\0" sentences "\0"
#define DTU_IF(conditions) "\0" conditions "\0"
inline constexpr const char* ErrorTexts[] = {
    DTU_TEXT(None, "no error"),

    DTU_TEXT(NullTensor, "{tensor} is null; point it to a DML_TENSOR_DESC"),
    DTU_TEXT(NullDesc, "{tensor.}Desc is null; point it to a DML_BUFFER_TENSOR_DESC"),
    DTU_TEXT(TensorType, "{tensor.}Type is {actual}; it must be {required} (DML_TENSOR_TYPE_BUFFER)"),
    DTU_TEXT(UnknownDataType, "{tensor.}DataType is {actual}; it must be an element type, 1 (FLOAT32) to {required} "
        "(INT4)"
        DTU_IF("z") "DirectML has no type for DLPack's code {actual code} of {actual bits} bits and {actual lanes} "
        "lanes"
        DTU_IF("0") "{tensor.}DataType is 0 (UNKNOWN), of a type that DirectML does not have; it must be an element "
        "type, 1 (FLOAT32) to {required} (INT4)"),
    DTU_TEXT(Flags, "{tensor.}Flags is {actual}; it must be 0 (NONE) or {required} (OWNED_BY_DML)"),
    DTU_TEXT(DimensionCount, "{tensor.}DimensionCount is {actual signed}; it must be 1 to {required}"),
    DTU_TEXT(NullSizes, "{tensor.}Sizes is null; point it to DimensionCount sizes"),
    DTU_TEXT(ZeroSize, "{tensor.}Sizes[{axis}] is {actual}; every size must be at least {required}"),
    DTU_TEXT(ElementLimit, "the product of {tensor.}Sizes is {actual}; it must be at most {required}"),
    DTU_TEXT(TotalSizeTooSmall, "{tensor.}TotalTensorSizeInBytes is {actual}; it must be at least {required}"),
    DTU_TEXT(TotalSizeLimit, "{tensor.}TotalTensorSizeInBytes is {actual}; for this DataType it must be at most "
        "{required}"),
    DTU_TEXT(Alignment, "the alignment ({tensor.}GuaranteedBaseOffsetAlignment) is {actual}; it must be 0 or a power "
        "of two of at least {required}"),
    DTU_TEXT(OutputOwnedByDml, "{tensor.}Flags is {actual} (OWNED_BY_DML); of an output it must be {required} (NONE)"),
    DTU_TEXT(OutputOverlap, "{tensor.}Strides[{axis}] is {actual}, as {tensor.}Strides[{required}] is; elements of an "
        "output must not share memory"
        DTU_IF("A0") "{tensor.}Strides[{axis}] is {actual} on an axis of more than one element; elements of an "
        "output must not share memory"
        DTU_IF("a<") "{tensor.}Sizes hold {required} elements, but {tensor.}Strides span only {actual}; elements of an "
        "output must not share memory"
        DTU_IF("a") "{tensor.}Strides span {actual} elements, whose bits DirectML counts modulo 2^64: too few for the "
        "{required} that {tensor.}Sizes hold; use smaller strides"),

    DTU_TEXT(GatherDataType, "{tensor.}DataType is {actual type}; Gather moves elements of 8 to 64 bits"),
    DTU_TEXT(GatherIndicesDataType, "{tensor.}DataType is {actual type}; it must be UINT32, INT32, UINT64 or INT64"),
    DTU_TEXT(GatherTypesDiffer, "{tensor.}DataType is {actual type}; it must be {required type}, as the input's is"),
    DTU_TEXT(GatherRanksDiffer, "{tensor.}DimensionCount is {actual}; it must be {required}, as the input's is"),
    DTU_TEXT(GatherAxis, "Axis is {actual signed}; it must be below {required}, the DimensionCount"),
    DTU_TEXT(GatherIndexDimensions, "IndexDimensions is {actual}; it must be at most {required}, the DimensionCount"),
    DTU_TEXT(GatherBatchAxis, "Axis is {actual}; it must be at least {required}, the number of dimensions that the "
        "indices have in front of the last IndexDimensions (a batch)"),
    DTU_TEXT(GatherTerminates, "{tensor} has {actual} dimensions after its leading 1s; the batch in front of the last "
        "IndexDimensions of the indices needs {required}, and DirectML ends the process"),
    DTU_TEXT(GatherBatchSize, "{tensor.}Sizes[{axis}] is {actual}; the batch's size must be {required}, as the input's "
        "is"),
    DTU_TEXT(GatherOutputSize, "{tensor.}Sizes[{axis}] is {actual}; the Gather yields {required}"),
    DTU_TEXT(GatherFeatureLevel, "{tensor.}DataType or DimensionCount needs feature level {required level}; it is "
        "{actual level}"),

    DTU_TEXT(BindingAlignment, "the binding's Offset is {actual}; it must be a multiple of {required}, or DirectML "
        "removes its device"),
    DTU_TEXT(BindingOutside, "the binding ends at byte {actual} (Offset + SizeInBytes); it must end within the "
        "{required} bytes of the buffer, or DirectML removes its device"),
    DTU_TEXT(BindingTooSmall, "the binding's SizeInBytes is {actual}; it must be at least {required}, the tensor's "
        "TotalTensorSizeInBytes, or DirectML removes its device"),

    DTU_TEXT(OutputElementsOverlap, "DirectML takes it, but elements of the output overwrite each other: "
        "{tensor.}Strides[{axis}] is {actual}, below {required}, the span of the faster axes"),
    DTU_TEXT(SizeWraps, "DirectML takes it, but the tensor's size in bits exceeds 64 bits and wraps; use smaller "
        "{tensor.}Strides"),
    DTU_TEXT(BindingOffset, "DirectML takes the description, but the view starts at byte {actual}, no multiple of "
        "{required}: binding it there removes the device"),
    DTU_TEXT(BindingWraps, "DirectML takes it, but the binding's Offset + SizeInBytes exceeds 64 bits and wraps: it "
        "starts outside the {required} bytes of the buffer"),
    DTU_TEXT(GatherDropsDimension, "DirectML takes it, but the output has no room for {tensor.}Sizes[{axis}], which is "
        "{actual}; only leading sizes of {required} may go"),
    DTU_TEXT(GatherRankLimit, "DirectML takes it, but IndexDimensions and the axes behind Axis are {actual} "
        "dimensions; beyond {required} it yields other elements than its formula"),
    DTU_TEXT(GatherLeadingSize, "DirectML takes it, but {tensor.}Sizes[{axis}] is {actual} and the Gather fills only "
        "the first; it must be {required}"),
    DTU_TEXT(GatherBatch, "DirectML takes it, but {tensor} has {actual} dimensions in front of the last "
        "IndexDimensions (a batch), and drivers disagree on what it means; use none"),
    DTU_TEXT(GatherIndexRange, "index {axis} is {actual signed}, outside an axis of {required}: the last element was "
        "read, and DirectML may read another"),

    DTU_TEXT(ValueRange, "entry {axis} of a list is {actual signed}; it must be 0 to {required}, and a size at least "
        "1"
        DTU_IF("a") "a value of {actual signed} was given; it must be 0 to {required}"),
    DTU_TEXT(NullPointer, "a null pointer was given for {required} values; point it to them"
        DTU_IF("T") "a null pointer was given for a buffer of {required} bytes; point it to them"),
    DTU_TEXT(RankDiffers, "{actual} dimensions were given for a tensor of {required}; their number must agree"
        DTU_IF("T") "it has {actual} dimensions and is broadcast to {required}; it may have fewer, not more (see "
        "Reshaped)"),
    DTU_TEXT(AxisOutOfRange, "axis {actual signed} does not exist; it must be below {required}"
        DTU_IF("T") "Conversion::axis is {actual signed32}; it must be below {required}, the number of dimensions"),
    DTU_TEXT(AxisOrder, "entry {axis} of the axis order is {actual}; it must name each of {required} axes once"
        DTU_IF("aR") "the axis order names {actual} axes; it must name each of {required} once"
        DTU_IF("Az") "the letter {actual letter} stands in one of the axis orders alone, or twice; both must name the "
        "same letters, each once"
        DTU_IF("z+") "the layout is {actual}; it must be 0 (NCHW) or 1 (NHWC)"
        DTU_IF("z") "an axis order needs letters, the same distinct ones for both orders"),
    DTU_TEXT(BroadcastSizes, "a size of {actual} cannot be broadcast to Sizes[{axis}], which is {required}; only a "
        "size of 1 can be repeated"),
    DTU_TEXT(SliceRange, "the slice of axis {axis} ends at {actual}; its last element must be below {required}"
        DTU_IF("01") "the slice of axis {axis} has a count or step of {actual}; both must be at least {required}"),
    DTU_TEXT(StrideTooSmall, "a stride of {actual} elements on axis {axis} is too small; it must be at least "
        "{required}, the span of the faster axes"
        DTU_IF("01") "a stride or multiple of {actual} on axis {axis} is too small; it must be at least {required}"),
    DTU_TEXT(StrideLimit, "Strides[{axis}] would be {actual}; a stride must be at most {required}"),
    DTU_TEXT(SpanLimit, "the count, span or last position exceeds 64 bits; use smaller numbers"),
    DTU_TEXT(StrideInBytes, "{actual} bytes are no whole number of elements; a stride or offset must be a multiple of "
        "{required}"),
    DTU_TEXT(NotAView, "axis {axis} cannot be formed without moving elements ({actual} is no multiple of {required}); "
        "copy to a packed layout first"
        DTU_IF("a") "a tensor of {actual} elements cannot be viewed as one of {required}; the products of the sizes "
        "must agree"
        DTU_IF("z0") "axis {axis} is broadcast (its stride is 0) and cannot be padded; copy to a packed layout first"
        DTU_IF("z") "axis {axis} has no ratio to an axis of stride {required}; give that axis the stride of a packed "
        "one first"),
    DTU_TEXT(FirstElement, "the layout starts at element {actual}; a descriptor starts at {required} (use "
        "BufferTensorDesc::OfView and bind it at its offset)"),
    DTU_TEXT(StartsInsideByte, "the view starts at 4-bit element {actual}, inside a byte; the first element must be a "
        "multiple of {required}"),

    DTU_TEXT(ConversionTypes, "elements of {actual type} are not converted to {required type} ones"),
    DTU_TEXT(SizesDiffer, "the destination's Sizes[{axis}] is {actual}; the source's is {required} and cannot be "
        "broadcast"
        DTU_IF("D") "{actual} scales or biases were given for the destination's Sizes[{axis}] of {required}; give one "
        "for each position"
        DTU_IF("TC") "its size is {required} where the actual tensor's Sizes[{axis}] is {actual}, and cannot be "
        "broadcast"
        DTU_IF("ta") "one tensor has {actual} dimensions, another {required}; all sizes must be equal (see "
        "BroadcastSizes)"
        DTU_IF("t") "Sizes[{axis}] is {actual} of one tensor and {required} of another; all sizes must be equal (see "
        "BroadcastSizes)"),
    DTU_TEXT(SourceTooSmall, "the source buffer has {actual} bytes; its layout needs {required}"
        DTU_IF("C") "the buffer has {actual} bytes; its layout needs {required}"),
    DTU_TEXT(DestinationTooSmall, "the destination buffer has {actual} bytes; its layout needs {required}"),
    DTU_TEXT(DestinationOverlaps, "elements of the destination share memory: its Strides[{axis}] is {actual}, below "
        "{required}, the span of the faster axes"),
    DTU_TEXT(BuffersOverlap, "source and destination share memory; use separate buffers"),
};
#undef DTU_TEXT
#undef DTU_IF
// clang-format on

inline constexpr std::uint32_t ErrorCount = sizeof(ErrorTexts) / sizeof(ErrorTexts[0]);

static_assert(static_cast<std::uint32_t>(TensorError::BuffersOverlap) + 1 == ErrorCount, "every error has its text");

// Writes what fits a Message. A template, so that only programs that ask for a text compile it.
template <class> struct MessageWriter
{
    Message message;

    constexpr void Append(char character) noexcept
    {
        if (message.m_size + 1 < sizeof(message.m_text)) { message.m_text[message.m_size++] = character; }
    }

    constexpr void Append(const char* text) noexcept
    {
        for (; *text != '\0'; ++text) { Append(*text); }
    }

    constexpr void AppendNumber(std::uint64_t value) noexcept
    {
        std::uint64_t unit = 1;
        while (value / unit >= 10) { unit *= 10; }
        for (; unit != 0; unit /= 10) { Append(static_cast<char>('0' + value / unit % 10)); }
    }

    constexpr void AppendList(const std::uint32_t* values, std::size_t count) noexcept
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            Append(i == 0 ? "{" : ", ");
            AppendNumber(values[i]);
        }
        Append(count == 0 ? "{}" : "}");
    }

    // Whether what a character of DTU_IF stands for is so.
    static constexpr bool Holds(const Diagnosis& diagnosis, char condition) noexcept
    {
        switch (condition)
        {
        case 'A': return diagnosis.axis != None32;
        case 'a': return diagnosis.axis == None32;
        case 'T': return diagnosis.tensor != None32;
        case 't': return diagnosis.tensor == None32;
        case 'D': return diagnosis.tensor == 3; // the destination
        case 'C': return diagnosis.tensor >= 5; // of a comparison, or none
        case '0': return diagnosis.actual == 0;
        case '+': return diagnosis.actual > 1;
        case '<': return diagnosis.actual < diagnosis.required;
        case 'z': return diagnosis.required == 0;
        case 'R': return diagnosis.required != 0;
        default: return diagnosis.required == 1;
        }
    }

    // Behind the next zero, which it skips from this text on.
    static constexpr const char* Behind(const char* text) noexcept
    {
        while (*text != '\0') { ++text; }
        return text + 1;
    }

    static constexpr const char* Sentence(const Diagnosis& diagnosis) noexcept
    {
        const std::uint32_t value = static_cast<std::uint32_t>(diagnosis.error);
        if (value >= ErrorCount) { return "?"; }
        const char* const sentence = Behind(ErrorTexts[value]);
        for (const char* conditions = Behind(sentence); *conditions != '\0'; conditions = Behind(Behind(conditions)))
        {
            const char* condition = conditions;
            while (*condition != '\0' && Holds(diagnosis, *condition)) { ++condition; }
            if (*condition == '\0') { return condition + 1; }
        }
        return sentence;
    }

    // Moves behind the word where the text begins with it.
    static constexpr bool Skip(const char*& text, const char* word) noexcept
    {
        const char* rest = text;
        for (; *word != '\0'; ++word, ++rest)
        {
            if (*rest != *word) { return false; }
        }
        text = rest;
        return true;
    }

    // As the rest of its placeholder says.
    constexpr void AppendValue(std::uint64_t value, const char*& placeholder) noexcept
    {
        if (Skip(placeholder, " signed}"))
        {
            // Whether it had a sign is not known: what is nearest to 2^64 is more likely to be below 0.
            const bool isNegative = value >> 62 == 3;
            Append(isNegative ? "-" : "");
            AppendNumber(isNegative ? 0 - value : value);
        }
        else if (Skip(placeholder, " signed32}"))
        {
            const char* rest = " signed}";
            AppendValue(value > Max32 / 2 ? value | ~Max32 : value, rest);
        }
        else if (Skip(placeholder, " type}"))
        {
            Append(value < 16 ? ToString(static_cast<DML_TENSOR_DATA_TYPE>(value)) : "?");
        }
        else if (Skip(placeholder, " letter}")) { Append(value > ' ' && value < 127 ? static_cast<char>(value) : '?'); }
        else if (Skip(placeholder, " code}")) { AppendNumber(value >> 24); }
        else if (Skip(placeholder, " bits}")) { AppendNumber(value >> 16 & 255); }
        else if (Skip(placeholder, " lanes}")) { AppendNumber(value & 65535); }
        else if (Skip(placeholder, " level}"))
        {
            AppendNumber(value >> 12);
            Append('_');
            AppendNumber(value >> 8 & 15);
        }
        else if (Skip(placeholder, "}")) { AppendNumber(value); }
    }

    // The sentence with its numbers. Where it has no place for the tensor's name, that stands in front. dml_tensor_operators
    // gives a name of its own.
    constexpr void AppendSentence(const Diagnosis& diagnosis, const char* given = nullptr) noexcept
    {
        constexpr const char* Names[] = {"InputTensor", "IndicesTensor", "OutputTensor", "destination",
                                         "source",      "expected",      "actual"};
        const bool isNamed = given != nullptr || diagnosis.tensor < 7;
        const bool isCopy = given == nullptr && diagnosis.tensor >= 3;
        const bool namesSides = diagnosis.error >= TensorError::SizesDiffer && isCopy && diagnosis.tensor < 5;
        const char* const name = given != nullptr ? given : isNamed ? Names[diagnosis.tensor] : "";
        const char* text = Sentence(diagnosis);
        if (isNamed && !NamesTensor(text) && !namesSides)
        {
            Append(name);
            Append(": ");
        }
        while (*text != '\0')
        {
            if (Skip(text, "{tensor.}"))
            {
                Append(isNamed && isCopy ? "the " : "");
                Append(name);
                Append(!isNamed ? "" : isCopy ? "'s " : ".");
            }
            else if (Skip(text, "{tensor}")) { Append(isNamed ? name : "the DML_TENSOR_DESC pointer"); }
            else if (Skip(text, "{axis}")) { AppendNumber(diagnosis.axis); }
            else if (Skip(text, "{actual")) { AppendValue(diagnosis.actual, text); }
            else if (Skip(text, "{required")) { AppendValue(diagnosis.required, text); }
            else { Append(*text++); }
        }
        if (!diagnosis.Ok() && static_cast<std::uint32_t>(diagnosis.error) < ErrorCount)
        {
            Append(" [");
            Append(ToString(diagnosis.error));
            Append("]");
        }
    }

    static constexpr bool NamesTensor(const char* text) noexcept
    {
        while (*text != '\0')
        {
            if (Skip(text, "{tensor")) { return true; }
            ++text;
        }
        return false;
    }
};

// What a compiler prints of them names the numbers.
template <std::uint32_t> struct Axis;
template <std::uint64_t> struct Found;
template <std::uint64_t> struct Required;

template <TensorError Reason, class... Numbers> struct Explanation
{
    static_assert(Reason == TensorError::None, "the value carries the reason that Explanation< > names");
    static constexpr bool IsNone = true;
};

template <auto Reason> constexpr bool IsExplained() noexcept
{
    if constexpr (std::is_same_v<std::remove_const_t<decltype(Reason)>, TensorError>)
    {
        return Explanation<Reason>::IsNone;
    }
    else
    {
        return Explanation<Reason.error, Axis<Reason.axis>, Found<Reason.actual>, Required<Reason.required>>::IsNone;
    }
}
} // namespace detail

/// The enumerator's name: "ZeroSize". "?" for a value that does not exist.
constexpr const char* ToString(TensorError error) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(error);
    return value < detail::ErrorCount ? detail::ErrorTexts[value] : "?";
}

/// The diagnosis as one sentence, which ends with the reason's name: "Sizes[2] is 0; every size must be at least 1
/// [ZeroSize]". Fields are spelled as DirectML does, and one of several tensors is named: "InputTensor.Sizes[2] is 0",
/// "the destination's Sizes[2] is 0".
template <class Later = void> constexpr Message Explain(const Diagnosis& diagnosis) noexcept
{
    detail::MessageWriter<Later> writer;
    writer.AppendSentence(diagnosis);
    return writer.message;
}

/// A static_assert in whose failure the compiler names the reason: static_assert(Explained<layout.Error()>) the error,
/// and from C++20 on static_assert(Explained<layout.Reason()>) its axis, what was found and what is required as well.
template <auto Reason> inline constexpr bool Explained = detail::IsExplained<Reason>();

// =====================================================================================================================
//   Checked arithmetic
// =====================================================================================================================

namespace detail
{
// product = a * b modulo 2^64; false where it wrapped. In halves, for compilers that have nothing wider than 64 bits.
constexpr bool MultiplyInHalves(std::uint64_t a, std::uint32_t b, std::uint64_t& product) noexcept
{
    const std::uint64_t low = (a & Max32) * b;
    const std::uint64_t high = (a >> 32) * b + (low >> 32);
    product = high << 32 | (low & Max32);
    return high >> 32 == 0;
}

// The same by the compiler's own means, where it has them.
DTU_INLINE constexpr bool Multiply(std::uint64_t a, std::uint32_t b, std::uint64_t& product) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    return !__builtin_mul_overflow(a, std::uint64_t{b}, &product);
#else
    return MultiplyInHalves(a, b, product);
#endif
}

// sum = a + b modulo 2^64; false where it wrapped.
DTU_INLINE constexpr bool Add(std::uint64_t a, std::uint64_t b, std::uint64_t& sum) noexcept
{
    sum = a + b;
    return sum >= b;
}

// Adds how far the last element of an axis is from its first; false where the distance wrapped.
DTU_INLINE constexpr bool AddAxis(std::uint64_t& distance, std::uint32_t size, std::uint32_t stride) noexcept
{
    return Add(distance, std::uint64_t{size - 1} * stride, distance);
}

// The bytes up to the end of element `last`, for bits from 4 to 64; false where they exceed 64 bits, and for 0 bits.
DTU_LAZY constexpr bool BytesThrough(std::uint64_t last, std::uint32_t bits, std::uint64_t& bytes) noexcept
{
    if (bits < 8)
    {
        bytes = last / 2 + 1;
        return bits != 0;
    }
    return Multiply(last, bits / 8, bytes) && Add(bytes, bits / 8, bytes);
}

// ceil(elements * bits / 8), with the same condition.
DTU_LAZY constexpr bool BytesOf(std::uint64_t elements, std::uint32_t bits, std::uint64_t& bytes) noexcept
{
    bytes = 0;
    return elements == 0 || BytesThrough(elements - 1, bits, bytes);
}

// The elements in so many bytes; of 4 bits all ones where 64 bits do not hold the number.
constexpr std::uint64_t ElementsIn(std::uint64_t bytes, std::uint32_t bits) noexcept
{
    return bits >= 8 ? bytes / (bits / 8) : bytes >> 63 == 0 ? 2 * bytes : Max64;
}

// Rounds up to whole DWORDs, modulo 2^64; false where it wrapped.
constexpr bool RoundUpToDword(std::uint64_t bytes, std::uint64_t& rounded) noexcept
{
    rounded = (bytes + 3) & ~std::uint64_t{3};
    return rounded >= bytes;
}

// The bytes up to the end of element `last`, rounded up to whole DWORDs. 0 for 0 bits, and where the number of elements
// or of bytes exceeds 64 bits.
DTU_LAZY constexpr std::uint64_t DwordsThrough(std::uint64_t last, std::uint32_t bits) noexcept
{
    std::uint64_t bytes = 0;
    return last != Max64 && BytesThrough(last, bits, bytes) && RoundUpToDword(bytes, bytes) ? bytes : 0;
}

// step(axis) for every axis below count while it returns true; whether all did. As straight code: g++ keeps arrays in
// memory for a loop that it unrolls late, and a branch that leaves costs less than a flag that is kept.
template <class Step> DTU_INLINE constexpr bool ForAxes(std::uint32_t count, Step step) noexcept
{
    // clang-format off
    return (count <= 0 || step(std::uint32_t{0})) && (count <= 1 || step(std::uint32_t{1}))
        && (count <= 2 || step(std::uint32_t{2})) && (count <= 3 || step(std::uint32_t{3}))
        && (count <= 4 || step(std::uint32_t{4})) && (count <= 5 || step(std::uint32_t{5}))
        && (count <= 6 || step(std::uint32_t{6})) && (count <= 7 || step(std::uint32_t{7}));
    // clang-format on
}

// The same from the last axis to the first.
template <class Step> DTU_INLINE constexpr bool ForAxesFromLast(std::uint32_t count, Step step) noexcept
{
    // clang-format off
    return (count <= 7 || step(std::uint32_t{7})) && (count <= 6 || step(std::uint32_t{6}))
        && (count <= 5 || step(std::uint32_t{5})) && (count <= 4 || step(std::uint32_t{4}))
        && (count <= 3 || step(std::uint32_t{3})) && (count <= 2 || step(std::uint32_t{2}))
        && (count <= 1 || step(std::uint32_t{1})) && (count <= 0 || step(std::uint32_t{0}));
    // clang-format on
}

// =====================================================================================================================
//   Integers
// =====================================================================================================================

// As std::declval, without its header.
template <class T> const T& ValueOf() noexcept;

template <class T, class... Others> inline constexpr bool IsOneOf = (std::is_same_v<T, Others> || ...);

template <class T, bool IsEnum> inline constexpr bool IsPlainEnum = false;
template <class T> inline constexpr bool IsPlainEnum<T, true> = std::is_convertible_v<T, std::underlying_type_t<T>>;

// bool and characters are none, nor is what is wider than 64 bits; an enumerator that converts by itself is one.
template <class T>
inline constexpr bool IsInteger = std::is_integral_v<T> && sizeof(T) <= 8
                                      ? !IsOneOf<T, bool, char, wchar_t, char16_t, char32_t>
                                      : IsPlainEnum<T, std::is_enum_v<T>>;
#if defined(__cpp_char8_t)
template <> inline constexpr bool IsInteger<char8_t> = false;
#endif
} // namespace detail

/// What a parameter takes that is a size, stride, axis, coordinate, count, step or number of bytes: a value of any
/// integer type but bool and the character types. Nothing is truncated: what the parameter cannot hold is an error.
class AnyInteger
{
public:
    template <class Integer, class = std::enable_if_t<detail::IsInteger<Integer>>>
    DTU_INLINE constexpr AnyInteger(Integer value) noexcept
        : m_bits(static_cast<std::uint64_t>(value)), m_isNegative(value < Integer{})
    {
    }

    /// In two's complement.
    constexpr std::uint64_t Bits() const noexcept { return m_bits; }
    constexpr bool IsNegative() const noexcept { return m_isNegative; }

private:
    std::uint64_t m_bits;
    bool m_isNegative;
};

namespace detail
{
// ValueRange unless the value is 0 to the limit.
DTU_LAZY constexpr Diagnosis CheckRange(const AnyInteger& value, std::uint64_t limit) noexcept
{
    return Require(!value.IsNegative() && value.Bits() <= limit,
                   {TensorError::ValueRange, None32, value.Bits(), limit});
}

constexpr std::uint32_t Low32(const AnyInteger& value) noexcept
{
    return static_cast<std::uint32_t>(value.Bits() & Max32);
}

// Makes a value that carries an error.
struct Carrying
{
    template <class T> static constexpr T Of(const Diagnosis& reason) noexcept { return T(reason); }
};

// =====================================================================================================================
//   Element types
// =====================================================================================================================

// By the type's value: an older DML_TARGET_VERSION hides enumerators, so that a switch could not name them all.
inline constexpr std::uint32_t LastDataType = 13; // INT4
inline constexpr std::uint8_t ElementBits[LastDataType + 1] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};

template <class T> constexpr DML_TENSOR_DATA_TYPE DeduceDataType() noexcept
{
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    {
        constexpr bool IsSigned = std::is_signed_v<T>;
        return sizeof(T) == 1   ? (IsSigned ? DML_TENSOR_DATA_TYPE_INT8 : DML_TENSOR_DATA_TYPE_UINT8)
               : sizeof(T) == 2 ? (IsSigned ? DML_TENSOR_DATA_TYPE_INT16 : DML_TENSOR_DATA_TYPE_UINT16)
               : sizeof(T) == 4 ? (IsSigned ? DML_TENSOR_DATA_TYPE_INT32 : DML_TENSOR_DATA_TYPE_UINT32)
               : sizeof(T) == 8 ? (IsSigned ? DML_TENSOR_DATA_TYPE_INT64 : DML_TENSOR_DATA_TYPE_UINT64)
                                : DML_TENSOR_DATA_TYPE_UNKNOWN;
    }
    return std::is_same_v<T, float>    ? DML_TENSOR_DATA_TYPE_FLOAT32
           : std::is_same_v<T, double> ? DML_TENSOR_DATA_TYPE_FLOAT64
                                       : DML_TENSOR_DATA_TYPE_UNKNOWN;
}
} // namespace detail

/// Bits of one element: 4 to 64. 0 for a type that does not exist.
/// Source: "DML_TENSOR_DATA_TYPE enumeration".
DTU_INLINE constexpr std::uint32_t ElementSizeInBits(DML_TENSOR_DATA_TYPE type) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(type);
    return value <= detail::LastDataType ? detail::ElementBits[value] : 0;
}

/// "FLOAT16". "?" for a type that does not exist.
constexpr const char* ToString(DML_TENSOR_DATA_TYPE type) noexcept
{
    constexpr const char* Names[] = {"UNKNOWN", "FLOAT32", "FLOAT16", "UINT32", "UINT16", "UINT8", "INT32",
                                     "INT16",   "INT8",    "FLOAT64", "UINT64", "INT64",  "UINT4", "INT4"};
    const std::uint32_t value = static_cast<std::uint32_t>(type);
    return value <= detail::LastDataType ? Names[value] : "?";
}

/// The element type that a C++ type is stored as: float, double, every integer type but bool; UNKNOWN for the rest.
/// Specialise it for a program's own half type.
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf = detail::DeduceDataType<T>();
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<const T> = DataTypeOf<T>;
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<volatile T> = DataTypeOf<T>;
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<const volatile T> = DataTypeOf<T>;

/// The memory order of a picture. Sizes and strides are in logical order (N, C, [D,] H, W) in both.
/// Source: "DirectML helper functions".
enum class Layout
{
    NCHW, ///< row-major
    NHWC, ///< the channels (axis 1) vary fastest
};

// =====================================================================================================================
//   Dimensions
// =====================================================================================================================

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds" // g++ 12 at -O3 takes steps that the count rules out for reads
#endif

/// 0 to 8 values of 32 bits, held inline: sizes, strides, coordinates or an axis list.
///
/// Errors: DimensionCount (more than 8 values), NullPointer, ValueRange (a value below 0 or above 2^32-1). Dimensions
/// that carry an error are empty, and whatever is built from them carries it on.
class [[nodiscard]] Dimensions
{
    // Templates that a constant expression needs stand before their first use, or clang finds them undefined there.

    // The error of the first value that 32 bits cannot hold.
    template <class Integer> static constexpr Dimensions RangeError(const Integer* values) noexcept
    {
        std::uint32_t i = 0;
        while (AnyInteger(values[i]).Bits() <= detail::Max32) { ++i; }
        return Dimensions(Diagnosis{TensorError::ValueRange, i, AnyInteger(values[i]).Bits(), detail::Max32});
    }

    template <class Integer> DTU_INLINE constexpr void Assign(const Integer* values, std::uint64_t count) noexcept
    {
        if (count > detail::MaxRank)
        {
            *this = Dimensions(detail::WrongRank(count));
            return;
        }
        m_count = static_cast<std::uint32_t>(count);
        std::uint64_t bits = 0;
        detail::ForAxes(m_count,
                        [&](std::uint32_t i) DTU_INLINE
                        {
                            // Conversion to 64 unsigned bits keeps what is in range and makes a negative value huge.
                            const std::uint64_t value = AnyInteger(values[i]).Bits();
                            bits |= value;
                            m_values[i] = static_cast<std::uint32_t>(value & detail::Max32);
                            return true;
                        });
        if (bits > detail::Max32) { *this = RangeError(values); }
    }

public:
    constexpr Dimensions() noexcept = default;

    /// {1, 3, height, width}, constants and variables of any integer types.
    template <class Later = void> DTU_INLINE constexpr Dimensions(std::initializer_list<AnyInteger> values) noexcept
    {
        Assign<std::conditional_t<std::is_void_v<Later>, AnyInteger, Later>>(values.begin(), values.size());
    }

    /// count values. Nothing is read where count exceeds 8.
    template <class Integer, class = std::enable_if_t<detail::IsInteger<Integer>>>
    DTU_INLINE constexpr Dimensions(const Integer* values, AnyInteger count) noexcept
    {
        if (count.Bits() - 1 < detail::MaxRank && values == nullptr)
        {
            *this = Dimensions(Diagnosis{TensorError::NullPointer, detail::None32, 0, count.Bits()});
            return;
        }
        Assign(values, count.Bits());
    }

    // The array constructors do not test for null: under g++ 12 the test of a pointer into a temporary is no constant
    // expression.

    template <class Integer, std::size_t N, class = std::enable_if_t<detail::IsInteger<Integer>>>
    DTU_INLINE constexpr Dimensions(const std::array<Integer, N>& values) noexcept
    {
        Assign(values.data(), N);
    }
    template <class Integer, std::size_t N, class = std::enable_if_t<detail::IsInteger<Integer>>>
    DTU_INLINE constexpr Dimensions(const Integer (&values)[N]) noexcept
    {
        Assign(values, N);
    }

    /// Whatever has data() and size(), such as std::vector and std::span of integers.
    template <class Container, class = std::enable_if_t<!std::is_base_of_v<Dimensions, Container>>,
              class Integer = std::remove_cv_t<std::remove_pointer_t<decltype(detail::ValueOf<Container>().data())>>,
              class = decltype(detail::ValueOf<Container>().size()),
              class = std::enable_if_t<detail::IsInteger<Integer>>>
    DTU_INLINE constexpr Dimensions(const Container& values) noexcept
    {
        *this = Dimensions(static_cast<const Integer*>(values.data()), values.size());
    }

    constexpr TensorError Error() const noexcept { return m_error; }

    /// Error() with the index of the value and the numbers.
    constexpr Diagnosis Reason() const noexcept
    {
        if (!HasError()) { return {}; }
        return {m_error, m_values[0], std::uint64_t{m_values[2]} << 32 | m_values[1],
                std::uint64_t{m_values[4]} << 32 | m_values[3], m_values[5]};
    }

    /// How many values: 0 to 8.
    constexpr std::size_t size() const noexcept { return m_count; }
    /// No values, as with an error.
    constexpr bool empty() const noexcept { return m_count == 0; }
    /// Valid while the dimensions live.
    constexpr const std::uint32_t* data() const noexcept DTU_LIFETIMEBOUND { return m_values; }
    constexpr const std::uint32_t* begin() const noexcept DTU_LIFETIMEBOUND { return m_values; }
    constexpr const std::uint32_t* end() const noexcept DTU_LIFETIMEBOUND { return m_values + m_count; }

    /// 0 beyond the end.
    constexpr std::uint32_t operator[](AnyInteger index) const noexcept
    {
        return index.Bits() < m_count ? m_values[detail::Low32(index)] : 0;
    }

    /// The same values, or the same error with the same numbers.
    friend constexpr bool operator==(const Dimensions& left, const Dimensions& right) noexcept
    {
        bool equal = left.m_count == right.m_count && left.m_error == right.m_error;
        for (std::size_t i = 0; i < detail::MaxRank; ++i) { equal = equal && left.m_values[i] == right.m_values[i]; }
        return equal;
    }
    friend constexpr bool operator!=(const Dimensions& a, const Dimensions& b) noexcept { return !(a == b); }

private:
    friend class TensorLayout;
    friend class BufferTensorDesc;
    friend struct detail::Carrying;

    constexpr bool HasError() const noexcept { return m_error != TensorError::None; }

    // Of an axis list: its own error, or its first entry that is not below the rank (`outside`) or stands there twice
    // (AxisOrder).
    DTU_LAZY constexpr Diagnosis CheckDistinct(std::uint32_t rank, TensorError outside) const noexcept
    {
        std::uint32_t seen = 0;
        for (std::uint32_t i = 0; i < m_count; ++i)
        {
            const std::uint32_t axis = m_values[i];
            if (axis >= rank || (seen >> axis & 1) != 0)
            {
                return {axis >= rank ? outside : TensorError::AxisOrder, i, axis, rank};
            }
            seen |= std::uint32_t{1} << axis;
        }
        return Reason();
    }

    // AxisOrder unless each of some axes stands there once.
    DTU_LAZY static constexpr Diagnosis CheckOrder(Dimensions order, std::uint32_t rank) noexcept
    {
        if (order.HasError() || rank == 0) { return order.Reason(); }
        return order.m_count != rank ? Diagnosis{TensorError::AxisOrder, detail::None32, order.m_count, rank}
                                     : order.CheckDistinct(rank, TensorError::AxisOrder);
    }

    // Empty; the reason is kept in the values that are not there.
    constexpr explicit Dimensions(const Diagnosis& reason) noexcept
        : m_values{reason.axis,
                   static_cast<std::uint32_t>(reason.actual & detail::Max32),
                   static_cast<std::uint32_t>(reason.actual >> 32),
                   static_cast<std::uint32_t>(reason.required & detail::Max32),
                   static_cast<std::uint32_t>(reason.required >> 32),
                   reason.tensor},
          m_error(reason.error)
    {
    }

    std::uint32_t m_values[detail::MaxRank] = {};
    std::uint32_t m_count = 0;
    TensorError m_error = TensorError::None;
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// The axes of `logical` from the slowest to the fastest in memory, as `physical` names them:
/// AxisOrder("NCHW", "NHWC") == {0, 2, 3, 1}. Errors: AxisOrder unless one is a permutation of the other's distinct
/// letters; DimensionCount (more than 8).
DTU_LEAF constexpr Dimensions AxisOrder(const char* logical, const char* physical) noexcept
{
    Diagnosis reason = {TensorError::AxisOrder};
    if (logical == nullptr || physical == nullptr) { return detail::Carrying::Of<Dimensions>(reason); }
    std::uint32_t rank = 0;
    while (logical[rank] != '\0') { ++rank; }
    std::uint32_t order[detail::MaxRank] = {};
    std::uint64_t seen = 0; // a bit for each letter
    std::uint32_t count = 0;
    for (; physical[count] != '\0'; ++count)
    {
        const char letter = physical[count];
        const bool isLetter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        if (!isLetter) { return detail::Carrying::Of<Dimensions>(reason); }
        std::uint32_t axis = 0;
        while (axis < rank && logical[axis] != letter) { ++axis; }
        const std::uint64_t bit = std::uint64_t{1} << (letter - 'A');
        if (axis == rank || (seen & bit) != 0)
        {
            reason = {TensorError::AxisOrder, count, static_cast<std::uint64_t>(letter), 0};
            return detail::Carrying::Of<Dimensions>(reason);
        }
        seen |= bit;
        if (count < detail::MaxRank) { order[count] = axis; }
    }
    if (count == rank && rank <= detail::MaxRank) { return {static_cast<const std::uint32_t*>(order), rank}; }
    reason = count == rank ? detail::WrongRank(rank) : Diagnosis{TensorError::AxisOrder, detail::None32, count, rank};
    return detail::Carrying::Of<Dimensions>(reason);
}

// =====================================================================================================================
//   Layout
// =====================================================================================================================

namespace detail
{
constexpr Diagnosis CheckDataType(DML_TENSOR_DATA_TYPE type) noexcept
{
    return Require(ElementSizeInBits(type) != 0,
                   {TensorError::UnknownDataType, None32, static_cast<std::uint32_t>(type), LastDataType});
}

// The same, and that so many bytes are whole elements.
DTU_LAZY constexpr Diagnosis CheckWhole(std::uint64_t bytes, DML_TENSOR_DATA_TYPE type, std::uint32_t axis) noexcept
{
    const std::uint32_t size = ElementSizeInBits(type) / 8;
    if (size != 0 && bytes % size != 0) { return Diagnosis{TensorError::StrideInBytes, axis, bytes, size}; }
    return CheckDataType(type);
}

constexpr bool IsNhwc(Layout layout) noexcept { return layout == Layout::NHWC; }
constexpr bool IsLayout(Layout layout) noexcept { return IsNhwc(layout) || layout == Layout::NCHW; }

// The n-th axis from the fastest in memory. With NHWC that is axis 1, then the others from the last to the first; any
// other value is taken for NCHW.
DTU_INLINE constexpr std::uint32_t AxisFromFastest(Layout layout, std::uint32_t rank, std::uint32_t n) noexcept
{
    const bool isMoved = IsNhwc(layout) && rank > 1;
    return !isMoved ? rank - 1 - n : n == 0 ? 1 : n + 1 < rank ? rank - n : 0;
}

// Greatest common divisor; gcd(0, b) == b.
DTU_LAZY constexpr std::uint32_t Gcd(std::uint32_t a, std::uint32_t b) noexcept
{
    while (b != 0)
    {
        const std::uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The inverse of a modulo m, for coprime a and m; 0 for m == 1.
DTU_LAZY constexpr std::uint32_t Inverse(std::uint32_t a, std::uint32_t m) noexcept
{
    std::int64_t rest = m;
    std::int64_t next = a % m;
    std::int64_t inverse = 0;
    std::int64_t nextInverse = 1;
    while (next != 0)
    {
        const std::int64_t quotient = rest / next;
        const std::int64_t newRest = rest - quotient * next;
        const std::int64_t newInverse = inverse - quotient * nextInverse;
        rest = next;
        next = newRest;
        inverse = nextInverse;
        nextInverse = newInverse;
    }
    inverse %= m;
    return static_cast<std::uint32_t>(inverse < 0 ? inverse + m : inverse);
}

// The axes of a layout whose span fits 64 bits, sorted by stride.
struct AxesByStride
{
    std::uint32_t axes[MaxRank] = {};       // the fastest first
    std::uint64_t spans[MaxRank + 1] = {1}; // spans[n] is that of the n fastest

    // On a tie the lower axis comes first, or the higher one.
    DTU_LAZY constexpr AxesByStride(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t rank,
                                    bool higherFirst = false) noexcept
    {
        for (std::uint32_t n = 0; n < rank; ++n)
        {
            const std::uint32_t axis = higherFirst ? rank - 1 - n : n;
            std::uint32_t place = n;
            for (; place > 0 && strides[axes[place - 1]] > strides[axis]; --place) { axes[place] = axes[place - 1]; }
            axes[place] = axis;
        }
        for (std::uint32_t n = 0; n < rank; ++n)
        {
            spans[n + 1] = spans[n];
            AddAxis(spans[n + 1], sizes[axes[n]], strides[axes[n]]);
        }
    }
};

// Whether two different elements share an offset: whether there are differences of coordinates d, not all 0, with
// |d[i]| < sizes[i] and dot(d, strides) == 0.
//
// The axes are searched from the largest stride to the smallest. The values of the first ones leave a distance that the
// others must make up: it must be within their reach and a multiple of their greatest common divisor. That leaves few
// values of each d[i], an interval and in it one residue, and decides the last two axes without a search.
class OverlapSearch
{
public:
    // The span of the layout, and so every sum here, fits 64 bits.
    DTU_LAZY constexpr OverlapSearch(const std::uint32_t* sizes, const std::uint32_t* strides,
                                     std::uint32_t rank) noexcept
    {
        const AxesByStride sorted(sizes, strides, rank);
        for (std::uint32_t n = rank; n > 0; --n)
        {
            const std::uint32_t axis = sorted.axes[n - 1];
            if (sizes[axis] > 1)
            {
                m_axes[m_count].size = sizes[axis];
                m_axes[m_count].stride = strides[axis];
                m_axes[m_count].reach = sorted.spans[n] - 1;
                m_nested = m_nested && strides[axis] >= sorted.spans[n - 1];
                ++m_count;
            }
        }
    }

    DTU_LAZY constexpr bool Found() noexcept
    {
        if (m_nested || m_axes[m_count - 1].stride == 0) { return !m_nested; }
        for (std::uint32_t i = m_count; i > 0; --i)
        {
            Axis& axis = m_axes[i - 1];
            const Axis& next = m_axes[i];
            axis.divisor = Gcd(axis.stride, next.divisor);
            if (next.divisor != 0)
            {
                axis.modulus = next.divisor / axis.divisor;
                axis.inverse = Inverse(axis.stride / axis.divisor, axis.modulus);
            }
        }
        // The first axis whose difference is not 0, few axes before many. By symmetry its difference is positive.
        for (std::uint32_t first = m_count - 1; first > 0; --first)
        {
            const Axis& axis = m_axes[first - 1];
            if (FoundAmong(first - 1, 0, axis.modulus, Least(m_axes[first].reach / axis.stride, axis.size - 1)))
            {
                return true;
            }
        }
        return false;
    }

private:
    struct Axis
    {
        std::uint32_t size;
        std::uint32_t stride;
        std::uint64_t reach;   // dot(sizes - 1, strides) of this axis and the faster ones
        std::uint32_t divisor; // of the strides of this axis and the faster ones
        std::uint32_t modulus; // a distance allows this axis one residue
        std::uint32_t inverse; // of stride / divisor, by the modulus
    };

    DTU_LAZY static constexpr std::int64_t Least(std::uint64_t value, std::uint32_t limit) noexcept
    {
        return static_cast<std::int64_t>(value < limit ? value : limit);
    }

    // Whether this axis and the faster ones can make up a distance above 0 that is a multiple of their divisor.
    DTU_LAZY constexpr bool MadeUp(std::uint32_t index, std::uint64_t distance) noexcept
    {
        const Axis& axis = m_axes[index];
        const std::uint64_t rest = m_axes[index + 1].reach;
        const std::int64_t lowest = distance > rest ? static_cast<std::int64_t>((distance - rest - 1) / axis.stride) + 1
                                                    : -Least((rest - distance) / axis.stride, axis.size - 1);
        const std::int64_t highest = Least((distance + rest) / axis.stride, axis.size - 1);
        const std::int64_t residue = static_cast<std::int64_t>(Residue(index, distance));
        const std::int64_t d = lowest + (residue - lowest) % axis.modulus;
        return FoundAmong(index, distance, d < lowest ? d + axis.modulus : d, highest);
    }

    // Whether some d of this axis, from the lowest on in steps of the modulus, leaves a distance that can be made up.
    DTU_LAZY constexpr bool FoundAmong(std::uint32_t index, std::uint64_t distance, std::int64_t lowest,
                                       std::int64_t highest) noexcept
    {
        const Axis& axis = m_axes[index];
        const Axis& next = m_axes[index + 1];
        if (lowest > highest || index + 2 == m_count)
        {
            return lowest <= highest; // one axis left: its reach and divisor have decided
        }
        // The residue that each d leaves to the next axis, from one d to the next by subtraction alone: most leave one
        // that no value of the next axis has.
        const std::uint64_t step = Residue(index + 1, std::uint64_t{axis.modulus} * axis.stride);
        const std::uint64_t first = Residue(index + 1, Left(axis, distance, lowest));
        const bool isBeyond = lowest > 0 && static_cast<std::uint64_t>(lowest) * axis.stride > distance;
        std::uint64_t residue = isBeyond && first != 0 ? next.modulus - first : first;
        for (std::int64_t d = lowest; d <= highest; d += axis.modulus)
        {
            if (residue < next.size || next.modulus - residue < next.size)
            {
                const std::uint64_t left = Left(axis, distance, d);
                if (left == 0 || m_budget < NodeCost) { return true; }
                m_budget -= NodeCost;
                if (MadeUp(index + 1, left)) { return true; }
            }
            else if (m_budget-- == 0) { return true; }
            residue = residue < step ? residue + next.modulus - step : residue - step;
        }
        return false;
    }

    // |distance - d * stride|.
    DTU_LAZY static constexpr std::uint64_t Left(const Axis& axis, std::uint64_t distance, std::int64_t d) noexcept
    {
        const std::uint64_t made = static_cast<std::uint64_t>(d < 0 ? -d : d) * axis.stride;
        return d < 0 ? distance + made : distance > made ? distance - made : made - distance;
    }

    // What d must be, modulo the axis' modulus, to leave a multiple of the faster axes' divisor.
    DTU_LAZY constexpr std::uint64_t Residue(std::uint32_t index, std::uint64_t distance) const noexcept
    {
        const Axis& axis = m_axes[index];
        return distance / axis.divisor % axis.modulus * axis.inverse % axis.modulus;
    }

    // A value that the next axis cannot answer is passed over at an eighth of a node's cost.
    static constexpr std::uint32_t NodeCost = 8;

    Axis m_axes[MaxRank + 1] = {}; // slowest first; the one behind the last stands for "no axis"
    std::uint32_t m_count = 0;
    std::uint32_t m_budget = OverlapSearchNodes * NodeCost;
    bool m_nested = true; // every stride is at least the span of the faster axes
};

// Of elements that share an offset: the fastest axis whose stride is below the span of the faster ones, the lower axis
// on a tie, as a diagnosis of this error. There is one, or no two elements could meet.
DTU_LAZY constexpr Diagnosis FindOverlap(TensorError error, const std::uint32_t* sizes, const std::uint32_t* strides,
                                         std::uint32_t rank) noexcept
{
    const AxesByStride sorted(sizes, strides, rank);
    std::uint32_t n = 0;
    while (n + 1 < rank && (sizes[sorted.axes[n]] == 1 || strides[sorted.axes[n]] >= sorted.spans[n])) { ++n; }
    return {error, sorted.axes[n], strides[sorted.axes[n]], sorted.spans[n]};
}

// Exact where at most OverlapSearchNodes nodes decide it, beyond that true, the safe side.
DTU_LAZY constexpr bool HasOverlap(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t rank,
                                   std::uint64_t count, std::uint64_t span) noexcept
{
    return count > span || OverlapSearch(sizes, strides, rank).Found();
}
// Checks 5 and 6 of the list above "Tensor rules".
DTU_LAZY DTU_INLINE constexpr Diagnosis CheckSizesGiven(const DML_BUFFER_TENSOR_DESC& desc, std::uint32_t minRank = 1,
                                                        std::uint32_t maxRank = MaxRank) noexcept
{
    const std::uint32_t rank = desc.DimensionCount;
    if (rank < minRank || rank > maxRank) { return WrongRank(rank, maxRank); }
    return desc.Sizes == nullptr ? Diagnosis{TensorError::NullSizes} : Diagnosis{};
}
} // namespace detail

/// Sizes, strides and the position of the first element: where in a buffer each element of a tensor is.
///
///     offset of the element at c = FirstElement + dot(c, strides)
///     ElementCount               = product of the sizes
///     ElementSpan                = dot(sizes - 1, strides) + 1
///
/// All in elements. Valid while every stride fits 32 bits and count, span and last position fit 64. The stride of an
/// axis of size 1 never matters; compare with SameElements where only the elements count.
/// Source: "Using strides to express padding and memory layout".
class [[nodiscard]] TensorLayout
{
    // A template that a constant expression needs stands before its first use, or clang finds it undefined there.

    // axisAt(n) is the n-th axis from the fastest, in the array's range whatever it is. A product of a stride and a size
    // fits 64 bits while strides of axes longer than 1 fit 32.
    template <class AxisAt, class IsOrder, class CheckOrder>
    DTU_INLINE static constexpr TensorLayout PackedBy(const Dimensions& sizes, AxisAt axisAt, IsOrder isOrder,
                                                      CheckOrder checkOrder) noexcept
    {
        TensorLayout layout(sizes, 0);
        std::uint64_t stride = 1;
        std::uint32_t wide = 0; // the first axis whose stride is too large
        const auto take = [&](std::uint32_t n) DTU_INLINE
        {
            const std::uint32_t axis = axisAt(n);
            const std::uint32_t size = layout.Size(axis);
            layout.m_strides.m_values[axis] = static_cast<std::uint32_t>(stride & detail::Max32);
            if (stride > detail::Max32)
            {
                layout.m_strides.m_values[axis] = 0xFFFFFFFF;
                if (size > 1)
                {
                    wide = axis;
                    return false;
                }
            }
            stride *= size;
            return true;
        };
        if (!detail::ForAxes(layout.Rank(), take) || !isOrder() || !layout.Finish(stride, stride))
        {
            layout = TensorLayout(Unpacked(sizes, checkOrder(), CheckStrideLimit(wide, stride)));
        }
        return layout;
    }

public:
    /// Carries DimensionCount.
    constexpr TensorLayout() noexcept : TensorLayout(detail::WrongRank(0)) {}

    /// In any axis order, slowest first: {0, 2, 3, 1} or AxisOrder("NCHW", "NHWC"). Sizes stay in logical order.
    /// Errors: of the sizes and the order, DimensionCount, AxisOrder (no permutation), ZeroSize, StrideLimit.
    DTU_LEAF DTU_INLINE static constexpr TensorLayout Packed(const Dimensions& sizes,
                                                             const Dimensions& axisOrder) noexcept
    {
        const std::uint32_t rank = sizes.m_count;
        std::uint64_t seen = 0; // a bit for each axis
        std::uint32_t all = 0;
        const auto axisAt = [&](std::uint32_t n) DTU_INLINE
        {
            const std::uint32_t axis = axisOrder.m_values[rank - 1 - n];
            seen |= std::uint64_t{1} << axis % 64;
            all |= axis;
            return axis % detail::MaxRank;
        };
        const auto isOrder = [&]() DTU_INLINE
        { return axisOrder.m_count == rank && all < detail::MaxRank && seen + 1 == std::uint64_t{1} << rank; };
        return PackedBy(sizes, axisAt, isOrder, [&]() DTU_INLINE { return Dimensions::CheckOrder(axisOrder, rank); });
    }

    /// NCHW: row-major, strides[i] = sizes[i+1] * strides[i+1], the last 1. NHWC: axis 1 varies fastest, at any rank.
    /// Errors: of the sizes, AxisOrder (another layout), DimensionCount, ZeroSize, StrideLimit.
    DTU_LAZY DTU_INLINE static constexpr TensorLayout Packed(const Dimensions& sizes,
                                                             Layout order = Layout::NCHW) noexcept
    {
        const auto axisAt = [&](std::uint32_t n) DTU_INLINE
        { return detail::AxisFromFastest(order, sizes.m_count, n) % detail::MaxRank; };
        const Diagnosis unknown = {TensorError::AxisOrder, detail::None32, static_cast<std::uint64_t>(order), 0};
        return PackedBy(
            sizes, axisAt, [&]() DTU_INLINE { return detail::IsLayout(order); },
            [&]() DTU_INLINE { return detail::Require(detail::IsLayout(order), unknown); });
    }

    /// With any strides, one for each size.
    /// Errors: of the sizes and strides, ValueRange, DimensionCount, RankDiffers, ZeroSize, SpanLimit.
    DTU_LAZY DTU_INLINE static constexpr TensorLayout Strided(const Dimensions& sizes, const Dimensions& strides,
                                                              AnyInteger firstElement = 0) noexcept
    {
        TensorLayout layout(sizes, strides, firstElement.Bits());
        if (sizes.m_count != strides.m_count || firstElement.IsNegative() || !layout.Finish())
        {
            layout = TensorLayout(Unfinished(sizes, strides, firstElement));
        }
        return layout;
    }

    /// The sizes and strides of a description; what else it says is for Validate and BufferTensorDesc::Of to judge.
    /// Errors: ValueRange (of firstElement), DimensionCount, NullSizes, ZeroSize, and as Packed and Strided.
    DTU_LAZY static constexpr TensorLayout Of(const DML_BUFFER_TENSOR_DESC& desc, AnyInteger firstElement = 0) noexcept
    {
        const std::uint32_t rank = desc.DimensionCount;
        const Diagnosis reason =
            detail::FirstOf(detail::CheckRange(firstElement, detail::Max64), detail::CheckSizesGiven(desc));
        if (!reason.Ok()) { return TensorLayout(reason); }
        const Dimensions sizes(desc.Sizes, rank);
        if (desc.Strides != nullptr) { return Strided(sizes, Dimensions(desc.Strides, rank), firstElement); }
        return Strided(sizes, Packed(sizes).m_strides, firstElement); // which carry the error if there is one
    }

    /// Of any number of axes, such as a framework's tensor of ten: the fewest axes that visit the same offsets in the
    /// same order, {1}/{1} of none. Sizes and strides are of one integer type; null strides mean row-major, and those
    /// of axes of size 1 are not looked at.
    /// Errors: ValueRange (of firstElement), DimensionCount (a rank that 32 bits cannot hold), NullPointer, ValueRange,
    /// ZeroSize, DimensionCount (more than 8 axes are left), StrideLimit, SpanLimit.
    template <class Integer>
    static constexpr TensorLayout OfAnyRank(const Integer* sizes,
                                            const std::enable_if_t<detail::IsInteger<Integer>, Integer>* strides,
                                            AnyInteger rank, AnyInteger firstElement = 0) noexcept
    {
        const std::uint64_t count = rank.Bits();
        const Diagnosis isNull = {TensorError::NullPointer, detail::None32, 0, count};
        Diagnosis reason = detail::FirstOf(detail::CheckRange(firstElement, detail::Max64),
                                           detail::Require(count <= detail::Max32, detail::WrongRank(count)));
        reason = detail::FirstOf(reason, detail::Require(sizes != nullptr || count == 0, isNull));
        if (!reason.Ok()) { return TensorLayout(reason); }
        // From the last axis to the first, so that of each kind the first axis' is the reason.
        Diagnosis range = {};
        Diagnosis zero = {};
        Diagnosis limit = {};
        MergedAxes merged = {};
        std::uint64_t packed = 1;
        for (std::uint64_t i = count; i > 0; --i)
        {
            const std::uint32_t axis = detail::Low32(i - 1);
            const std::uint64_t size = AnyInteger(sizes[i - 1]).Bits();
            if (size == 1) { continue; }
            const AnyInteger stride = strides != nullptr ? AnyInteger(strides[i - 1]) : AnyInteger(packed);
            if (size > detail::Max32 || stride.IsNegative())
            {
                range = {TensorError::ValueRange, axis, size > detail::Max32 ? size : stride.Bits(), detail::Max32};
            }
            else if (size == 0) { zero = {TensorError::ZeroSize, axis, 0, 1}; }
            else
            {
                const bool extends = merged.Extends(size, stride.Bits(), detail::Max32);
                if (!extends) { limit = detail::FirstOf(CheckStrideLimit(axis, stride.Bits()), limit); }
                merged.Put(size, stride.Bits(), extends);
                packed = detail::Multiply(packed, detail::Low32(size), packed) ? packed : detail::Max64;
            }
        }
        if (merged.count > detail::MaxRank) { limit = detail::WrongRank(merged.count); }
        reason = detail::FirstOf(range, detail::FirstOf(zero, limit));
        return reason.Ok() ? OfMerged(merged, firstElement.Bits()) : TensorLayout(reason);
    }

    constexpr explicit operator bool() const noexcept { return !m_sizes.HasError(); }
    constexpr TensorError Error() const noexcept { return m_sizes.m_error; }

    /// Error() with its axis and numbers.
    constexpr Diagnosis Reason() const noexcept { return m_sizes.Reason(); }

    /// In elements, in logical order. Empty with an error.
    constexpr const Dimensions& Sizes() const& noexcept DTU_LIFETIMEBOUND { return m_sizes; }
    constexpr Dimensions Sizes() const&& noexcept { return m_sizes; }
    /// In elements: how far apart two neighbours of each axis are. Empty with an error.
    constexpr const Dimensions& Strides() const& noexcept DTU_LIFETIMEBOUND { return m_strides; }
    constexpr Dimensions Strides() const&& noexcept { return m_strides; }
    /// How many axes: 1 to 8, 0 with an error.
    constexpr std::uint32_t Rank() const noexcept { return m_sizes.m_count; }

    /// The offset of the element at {0, 0, ...}.
    constexpr std::uint64_t FirstElement() const noexcept { return m_firstElement; }

    constexpr std::uint64_t ElementCount() const noexcept { return m_elementCount; }

    /// Physical elements, from the first to the last: dot(sizes - 1, strides) + 1, without FirstElement.
    constexpr std::uint64_t ElementSpan() const noexcept { return m_elementSpan; }

    /// Bytes of the span, rounded up to 4 as DirectML needs: DirectML's minimum TotalTensorSizeInBytes. 0 for a type
    /// that does not exist, and where the number exceeds 64 bits.
    DTU_LAZY constexpr std::uint64_t SizeInBytes(DML_TENSOR_DATA_TYPE type) const noexcept
    {
        return detail::DwordsThrough(m_elementSpan - 1, ElementSizeInBits(type));
    }

    /// ceil((FirstElement + ElementSpan) * bits / 8): the bytes that a CPU buffer must have. 0 as for SizeInBytes.
    DTU_LEAF constexpr std::uint64_t EndInBytes(DML_TENSOR_DATA_TYPE type) const noexcept
    {
        std::uint64_t bytes = 0;
        const std::uint64_t last = m_firstElement + (m_elementSpan - 1);
        return *this && detail::BytesThrough(last, ElementSizeInBits(type), bytes) ? bytes : 0;
    }

    /// FirstElement + dot(coordinates, strides). NoOffset for another number of coordinates or one outside its axis.
    DTU_LEAF DTU_INLINE constexpr std::uint64_t ElementOffset(const Dimensions& coordinates) const noexcept
    {
        if (coordinates.m_count != m_sizes.m_count || m_sizes.m_count == 0) { return NoOffset; }
        std::uint64_t offset = m_firstElement;
        const bool isInside = detail::ForAxes(m_sizes.m_count,
                                              [&](std::uint32_t axis) DTU_INLINE
                                              {
                                                  offset += std::uint64_t{coordinates.m_values[axis]} * Stride(axis);
                                                  return coordinates.m_values[axis] < Size(axis);
                                              });
        return isInside ? offset : NoOffset;
    }

    /// The coordinates of the n-th element in row-major logical order. Empty for n >= ElementCount; ValueRange below 0.
    DTU_LEAF constexpr Dimensions Coordinates(AnyInteger linearIndex) const noexcept
    {
        const Diagnosis reason = *this ? detail::CheckRange(linearIndex, detail::Max64) : Reason();
        if (!reason.Ok()) { return Dimensions(reason); }
        std::uint64_t rest = linearIndex.Bits();
        if (rest >= m_elementCount) { return {}; }
        Dimensions coordinates = m_sizes;
        for (std::uint32_t axis = Rank(); axis > 0; --axis)
        {
            coordinates.m_values[axis - 1] = static_cast<std::uint32_t>(rest % Size(axis - 1));
            rest /= Size(axis - 1);
        }
        return coordinates;
    }

    /// ElementSpan == ElementCount and no two elements share an offset, in any axis order.
    DTU_LEAF constexpr bool IsPacked() const noexcept
    {
        return *this && m_elementSpan == m_elementCount && !IsPadded(); // as many positions as elements, and no hole
    }

    /// Packed in row-major order: a descriptor may leave Strides null.
    constexpr bool IsRowMajor() const noexcept { return m_isRowMajor; }

    /// Some axis of size above 1 has stride 0.
    DTU_LEAF constexpr bool IsBroadcast() const noexcept
    {
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (Size(axis) > 1 && Stride(axis) == 0) { return true; }
        }
        return false;
    }

    /// The span holds positions that no element uses.
    DTU_LAZY constexpr bool IsPadded() const noexcept
    {
        // A hole exists exactly where a stride exceeds the span of the faster axes.
        const detail::AxesByStride sorted(m_sizes.m_values, m_strides.m_values, Rank());
        for (std::uint32_t n = 0; n < Rank(); ++n)
        {
            if (Size(sorted.axes[n]) > 1 && Stride(sorted.axes[n]) > sorted.spans[n]) { return true; }
        }
        return false;
    }

    /// Two different elements share an offset. Exact, where at most 20,000 steps of a search decide it; beyond that
    /// true.
    DTU_LEAF constexpr bool HasOverlap() const noexcept
    {
        return detail::HasOverlap(m_sizes.data(), m_strides.data(), Rank(), m_elementCount, m_elementSpan);
    }

    // ---- Views: another way to look at the same buffer. None moves an element. --------------------------------------

    /// Axis i of the result is axis axes[i]: Transposed(a).ElementOffset(c) == ElementOffset(d), d[a[i]] = c[i].
    /// Error AxisOrder where the axes are no permutation.
    DTU_LEAF constexpr TensorLayout Transposed(const Dimensions& axes) const noexcept
    {
        const Diagnosis reason = *this ? Dimensions::CheckOrder(axes, Rank()) : Reason();
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout = *this;
        for (std::uint32_t i = 0; i < Rank(); ++i)
        {
            layout.m_sizes.m_values[i] = Size(axes.m_values[i]);
            layout.m_strides.m_values[i] = Stride(axes.m_values[i]);
        }
        return layout.Finished();
    }

    /// As NumPy does: right-aligned, an axis of size 1 is repeated with stride 0. The element at c is that of this at
    /// the last Rank() coordinates of c, with 0 on its axes of size 1.
    /// Errors: of the sizes, RankDiffers (fewer axes), ZeroSize, BroadcastSizes, SpanLimit.
    DTU_LEAF DTU_INLINE constexpr TensorLayout BroadcastTo(const Dimensions& sizes) const noexcept
    {
        const std::uint32_t missing = sizes.m_count - Rank();
        TensorLayout layout(sizes, m_firstElement);
        const auto repeat = [&](std::uint32_t axis) DTU_INLINE
        {
            const bool isInserted = axis < missing;
            const std::uint32_t size = sizes.m_values[axis];
            const std::uint32_t from = isInserted ? 1 : Size(axis - missing);
            layout.m_strides.m_values[axis] = from != size ? 0
                                              : isInserted ? layout.InsertedStride(axis)
                                                           : Stride(axis - missing);
            return from == size || from == 1;
        };
        if (Rank() == 0 || missing > detail::MaxRank || !detail::ForAxesFromLast(sizes.m_count, repeat)
            || !layout.Finish())
        {
            layout = TensorLayout(BroadcastError(*this, sizes));
        }
        return layout;
    }

    /// Leading axes of size 1, with 0 for their coordinates. Errors: DimensionCount (above 8), RankDiffers (a lower
    /// rank).
    DTU_LEAF constexpr TensorLayout PromotedTo(AnyInteger rank) const noexcept
    {
        const std::uint32_t missing = detail::Low32(rank) - Rank();
        Dimensions axes = m_sizes;
        for (std::uint32_t axis = 0; axis < Rank(); ++axis) { axes.m_values[axis] = missing + axis; }
        return PlacedOn(rank, axes);
    }

    /// Axis i becomes axis axes[i] of the result, the others have size 1: {C} on axis 1 of 4 is {1, C, 1, 1}.
    /// PlacedOn(rank, a).ElementOffset(d) == ElementOffset(c) with d[a[i]] = c[i] and 0 elsewhere.
    /// Errors: of the axes, DimensionCount (a rank above 8), RankDiffers, AxisOutOfRange, AxisOrder (an axis twice).
    DTU_LAZY constexpr TensorLayout PlacedOn(AnyInteger newRank, const Dimensions& axes) const noexcept
    {
        const std::uint32_t rank = detail::Low32(newRank);
        const Diagnosis reason = !*this                             ? Reason()
                                 : axes.HasError()                  ? axes.Reason()
                                 : newRank.Bits() > detail::MaxRank ? detail::WrongRank(newRank.Bits())
                                 : axes.m_count != Rank()
                                     ? Diagnosis{TensorError::RankDiffers, detail::None32, axes.m_count, Rank()}
                                 : rank < Rank() ? Diagnosis{TensorError::RankDiffers, detail::None32, rank, Rank()}
                                                 : axes.CheckDistinct(rank, TensorError::AxisOutOfRange);
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout = *this;
        layout.m_sizes.m_count = rank;
        layout.m_strides.m_count = rank;
        std::uint32_t placed = 0;
        for (std::uint32_t i = 0; i < Rank(); ++i)
        {
            const std::uint32_t axis = axes.m_values[i];
            placed |= std::uint32_t{1} << axis;
            layout.m_sizes.m_values[axis] = Size(i);
            layout.m_strides.m_values[axis] = Stride(i);
        }
        for (std::uint32_t i = rank; i > 0; --i)
        {
            if ((placed >> (i - 1) & 1) == 0)
            {
                layout.m_sizes.m_values[i - 1] = 1;
                layout.m_strides.m_values[i - 1] = layout.InsertedStride(i - 1);
            }
        }
        return layout.Finished();
    }

    /// Without the axes of size 1; {1} where all are. The n-th element stays the n-th, here and in the next two:
    /// Squeezed().ElementOffset(Squeezed().Coordinates(n)) == ElementOffset(Coordinates(n)).
    DTU_LEAF constexpr TensorLayout Squeezed() const noexcept
    {
        MergedAxes axes{};
        for (std::uint32_t axis = Rank(); axis > 0; --axis)
        {
            if (Size(axis - 1) != 1) { axes.Put(Size(axis - 1), Stride(axis - 1), false); }
        }
        return *this ? OfMerged(axes, m_firstElement) : *this;
    }

    /// The fewest axes that visit the same offsets in the same order; {1} where all sizes are 1. Neighbours merge only
    /// where strides[i] == sizes[i+1] * strides[i+1], and while the merged size fits 32 bits.
    DTU_LEAF constexpr TensorLayout Collapsed() const noexcept
    {
        return *this ? OfMerged(Merged(detail::Max32), m_firstElement) : *this;
    }

    /// The same elements in the same order under other sizes, without moving them.
    /// Errors: of the sizes, DimensionCount, ZeroSize, NotAView, StrideLimit.
    DTU_LEAF constexpr TensorLayout Reshaped(const Dimensions& sizes) const noexcept
    {
        const Diagnosis reason = *this ? CheckSizes(sizes) : Reason();
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout(sizes, m_firstElement);
        layout.m_elementCount = detail::Max64; // where 64 bits cannot hold it
        if (!layout.Finish() || layout.m_elementCount != m_elementCount)
        {
            return TensorLayout({TensorError::NotAView, detail::None32, m_elementCount, layout.m_elementCount});
        }
        // Each new axis must lie within one run of axes that merge: it steps evenly, and a run's end breaks the step.
        const MergedAxes merged = Merged(detail::Max64);
        std::uint32_t run = 0;
        std::uint64_t left = merged.sizes[0];
        std::uint64_t stride = merged.strides[0];
        for (std::uint32_t i = sizes.m_count; i > 0; --i)
        {
            const std::uint32_t axis = i - 1;
            const std::uint32_t size = sizes.m_values[axis];
            if (size == 1)
            {
                layout.m_strides.m_values[axis] = layout.InsertedStride(axis);
                continue;
            }
            if (left == 1)
            {
                ++run;
                left = merged.sizes[run];
                stride = merged.strides[run];
            }
            const Diagnosis step =
                detail::FirstOf(detail::Require(left % size == 0, {TensorError::NotAView, axis, left, size}),
                                CheckStrideLimit(axis, stride));
            if (!step.Ok()) { return TensorLayout(step); }
            layout.m_strides.m_values[axis] = static_cast<std::uint32_t>(stride);
            left /= size;
            stride *= left > 1 ? size : 1; // at the end of a run the product might not fit
        }
        return layout.Finished();
    }

    /// count elements of the axis, from start on, every step-th: the element at c is that of this at d, which differs
    /// in d[axis] = start + c[axis] * step.
    /// Errors: ValueRange, AxisOutOfRange, SliceRange (nothing, or beyond the axis), StrideLimit.
    DTU_LEAF constexpr TensorLayout Sliced(AnyInteger axis, AnyInteger start, AnyInteger count,
                                           AnyInteger step = 1) const noexcept
    {
        Diagnosis reason = CheckArguments(axis, detail::Max32, {start, count, step});
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t at = AxisOf(axis);
        const std::uint64_t last = std::uint64_t{detail::Low32(count) - 1} * step.Bits() + start.Bits();
        const std::uint64_t size = Size(at);
        const std::uint64_t stride = Stride(at) * step.Bits();
        const bool isNothing = count.Bits() == 0 || step.Bits() == 0;
        reason = isNothing          ? Diagnosis{TensorError::SliceRange, at, 0, 1}
                 : last >= size     ? Diagnosis{TensorError::SliceRange, at, last, size}
                 : count.Bits() > 1 ? CheckStrideLimit(at, stride)
                                    : Diagnosis{};
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout = *this;
        layout.m_firstElement += start.Bits() * Stride(at);
        layout.m_sizes.m_values[at] = detail::Low32(count);
        layout.m_strides.m_values[at] = Saturated(stride);
        return layout.Finished();
    }

    // ---- Padding: the same sizes with room between rows. ------------------------------------------------------------

    /// Gives the axis a larger stride (in elements) and moves the slower axes apart accordingly: each keeps its ratio
    /// to this one. Slower is a larger stride, on a tie the lower index; axes of size 1 and broadcast ones do not
    /// count.
    /// Errors: ValueRange, AxisOutOfRange, StrideTooSmall (below the span of the faster axes), NotAView (a broadcast
    /// axis, a ratio that is not whole), StrideLimit, SpanLimit.
    DTU_LEAF constexpr TensorLayout WithStride(AnyInteger axis, AnyInteger stride) const noexcept
    {
        const Diagnosis reason = CheckArguments(axis, detail::Max32, {stride});
        return reason.Ok() ? WithStride64(AxisOf(axis), stride.Bits()) : TensorLayout(reason);
    }

    /// WithStride of the axis' stride, rounded up to a multiple of so many elements (not bytes), so that every row
    /// starts at one. A multiple of 0 is StrideTooSmall.
    DTU_LEAF constexpr TensorLayout WithStrideMultiple(AnyInteger axis, AnyInteger elements) const noexcept
    {
        const Diagnosis reason = CheckArguments(axis, detail::Max32, {elements});
        return reason.Ok() ? WithStrideMultiple64(AxisOf(axis), elements.Bits()) : TensorLayout(reason);
    }

    /// WithStride of so many bytes, such as the RowPitch of a texture's footprint.
    /// Errors: as WithStride; before StrideTooSmall, UnknownDataType and StrideInBytes (no whole number of elements).
    DTU_LEAF constexpr TensorLayout WithStrideInBytes(AnyInteger axis, AnyInteger bytes,
                                                      DML_TENSOR_DATA_TYPE type) const noexcept
    {
        Diagnosis reason = CheckArguments(axis, detail::Max64, {bytes});
        reason = detail::FirstOf(reason, detail::CheckWhole(bytes.Bits(), type, AxisOf(axis)));
        return reason.Ok() ? WithStride64(AxisOf(axis), detail::ElementsIn(bytes.Bits(), ElementSizeInBits(type)))
                           : TensorLayout(reason);
    }

    /// WithStride of the least stride from the axis' own on at which every row starts at a multiple of so many bytes:
    /// 256 for a texture copy.
    /// Errors: as WithStrideMultiple; before StrideTooSmall, UnknownDataType.
    DTU_LEAF constexpr TensorLayout WithStrideMultipleInBytes(AnyInteger axis, AnyInteger bytes,
                                                              DML_TENSOR_DATA_TYPE type) const noexcept
    {
        const Diagnosis reason =
            detail::FirstOf(CheckArguments(axis, detail::Max64, {bytes}), detail::CheckDataType(type));
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t size = ElementSizeInBits(type) / 8;
        return WithStrideMultiple64(AxisOf(axis),
                                    size == 0 ? detail::ElementsIn(bytes.Bits(), 4)
                                              : bytes.Bits() / detail::Gcd(size, detail::Low32(bytes.Bits() % size)));
    }

    // -----------------------------------------------------------------------------------------------------------------

    /// visitor(coordinates, elementOffset) for every element in row-major logical order.
    template <class Visitor>
    constexpr void ForEach(Visitor&& visitor) const
        noexcept(noexcept(visitor(detail::ValueOf<Dimensions>(), detail::ValueOf<std::uint64_t>())))
    {
        if (!*this) { return; }
        Dimensions coordinates = m_sizes;
        for (std::uint32_t axis = 0; axis < Rank(); ++axis) { coordinates.m_values[axis] = 0; }
        std::uint64_t offset = m_firstElement;
        for (;;)
        {
            visitor(static_cast<const Dimensions&>(coordinates), static_cast<const std::uint64_t&>(offset));
            std::uint32_t axis = Rank();
            for (; axis > 0; --axis)
            {
                std::uint32_t& coordinate = coordinates.m_values[axis - 1];
                if (++coordinate < Size(axis - 1))
                {
                    offset += Stride(axis - 1);
                    break;
                }
                offset -= std::uint64_t{coordinate - 1} * Stride(axis - 1);
                coordinate = 0;
            }
            if (axis == 0) { return; }
        }
    }

    /// Sizes, strides, first element and error.
    friend constexpr bool operator==(const TensorLayout& left, const TensorLayout& right) noexcept
    {
        return left.m_sizes == right.m_sizes && left.m_strides == right.m_strides
               && left.m_firstElement == right.m_firstElement;
    }
    friend constexpr bool operator!=(const TensorLayout& a, const TensorLayout& b) noexcept { return !(a == b); }

    /// The same sizes and the same offset for every coordinate.
    DTU_LEAF constexpr bool SameElements(const TensorLayout& other) const noexcept
    {
        bool same = *this && m_sizes == other.m_sizes && m_firstElement == other.m_firstElement;
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            same = same && (Size(axis) == 1 || Stride(axis) == other.m_strides.m_values[axis]);
        }
        return same;
    }

private:
    friend class BufferTensorDesc;
    friend struct detail::Carrying;
    template <std::size_t N>
    friend constexpr std::array<TensorLayout, N> CollapsedTogether(const std::array<TensorLayout, N>& layouts) noexcept;

    constexpr std::uint32_t Size(std::uint32_t axis) const noexcept { return m_sizes.m_values[axis]; }
    constexpr std::uint32_t Stride(std::uint32_t axis) const noexcept { return m_strides.m_values[axis]; }

    constexpr explicit TensorLayout(const Diagnosis& reason) noexcept : m_sizes(reason), m_strides(reason) {}

    // Strides of the same rank follow.
    DTU_INLINE constexpr TensorLayout(const Dimensions& sizes, std::uint64_t firstElement) noexcept
        : m_sizes(sizes), m_firstElement(firstElement)
    {
        m_strides.m_count = sizes.m_count;
    }
    DTU_INLINE constexpr TensorLayout(const Dimensions& sizes, const Dimensions& strides,
                                      std::uint64_t firstElement) noexcept
        : m_sizes(sizes), m_strides(strides), m_firstElement(firstElement)
    {
    }

    // Of an axis that was checked. In the array's range whatever it is, or g++ 12 at -O3 warns.
    static constexpr std::uint32_t AxisOf(const AnyInteger& axis) noexcept { return axis.Bits() % detail::MaxRank; }

    // ---- Packing. ---------------------------------------------------------------------------------------------------

    // The one place where sizes and strides become a layout: count, span and row-major order. False where one of these
    // or the last position exceeds 64 bits, and for no sizes or a size of 0; Unfinished tells which.
    DTU_LAZY DTU_INLINE constexpr bool Finish() noexcept
    {
        std::uint64_t count = 1;
        std::uint64_t distance = 0;
        const auto add = [&](std::uint32_t axis) DTU_INLINE
        {
            const std::uint32_t size = Size(axis);
            return detail::Multiply(count, size, count) && detail::AddAxis(distance, size, Stride(axis));
        };
        std::uint64_t last = 0;
        if (!detail::ForAxesFromLast(m_sizes.m_count, add) || distance == detail::Max64
            || !detail::Add(m_firstElement, distance, last))
        {
            return false;
        }
        return Finish(count, distance + 1);
    }

    // Of a count and a span that are known. In one pass for all layouts, packed ones take 151 to 198 instructions under
    // g++ instead of 111 to 133, and 130 to 208 under clang instead of 100 to 150.
    DTU_LAZY DTU_INLINE constexpr bool Finish(std::uint64_t count, std::uint64_t span) noexcept
    {
        m_elementCount = count;
        m_elementSpan = span;
        std::uint64_t packed = 1;
        const auto isPacked = [&](std::uint32_t axis) DTU_INLINE
        {
            const bool fits = Size(axis) == 1 || Stride(axis) == packed;
            packed *= Size(axis);
            return fits;
        };
        m_isRowMajor = detail::ForAxesFromLast(m_sizes.m_count, isPacked);
        return count != 0 && m_sizes.m_count != 0;
    }

    // A view whose sizes and strides are set.
    DTU_LAZY constexpr TensorLayout Finished() const noexcept
    {
        TensorLayout layout = *this;
        return layout.Finish() ? layout : TensorLayout(Unfinished(m_sizes, m_strides, m_firstElement));
    }

    static constexpr std::uint32_t Saturated(std::uint64_t stride) noexcept
    {
        return static_cast<std::uint32_t>(stride < detail::Max32 ? stride : detail::Max32);
    }

    // What a packed tensor would have on an axis of size 1.
    DTU_LAZY constexpr std::uint32_t InsertedStride(std::uint32_t axis) const noexcept
    {
        return axis + 1 < Rank() ? Saturated(std::uint64_t{Size(axis + 1)} * Stride(axis + 1)) : 1;
    }

    // ---- Padding. ---------------------------------------------------------------------------------------------------

    DTU_LAZY constexpr TensorLayout WithStrideMultiple64(std::uint32_t axis, std::uint64_t elements) const noexcept
    {
        if (elements == 0) { return TensorLayout({TensorError::StrideTooSmall, axis, 0, 1}); }
        const std::uint64_t stride = Stride(axis);
        return WithStride64(axis, stride == 0 ? 0 : ((stride - 1) / elements + 1) * elements);
    }

    // StrideTooSmall, NotAView (of this axis, then of the lowest slower one), StrideLimit (likewise), SpanLimit.
    DTU_LAZY constexpr TensorLayout WithStride64(std::uint32_t axis, std::uint64_t stride) const noexcept
    {
        const detail::AxesByStride sorted(m_sizes.m_values, m_strides.m_values, Rank(), true);
        std::uint32_t place = 0;
        while (sorted.axes[place] != axis) { ++place; }
        const std::uint64_t span = sorted.spans[place];
        const std::uint32_t padded = Stride(axis);
        if (stride < span) { return TensorLayout({TensorError::StrideTooSmall, axis, stride, span}); }
        if (Size(axis) > 1 && padded == 0) { return TensorLayout({TensorError::NotAView, axis, 0, 0}); }
        Diagnosis limit = CheckStrideLimit(axis, stride);
        TensorLayout layout = *this;
        layout.m_strides.m_values[axis] = Saturated(stride);
        std::uint32_t uneven = detail::None32;
        std::uint32_t behind = axis; // the next faster axis
        for (std::uint32_t n = place + 1; n < Rank(); ++n)
        {
            const std::uint32_t next = sorted.axes[n];
            const std::uint32_t other = Stride(next);
            if (Size(next) > 1 && other == 0) { continue; }
            std::uint64_t moved = std::uint64_t{Size(behind)} * layout.m_strides.m_values[behind];
            if (Size(next) > 1 && (padded == 0 || other % padded != 0)) { uneven = next < uneven ? next : uneven; }
            else if (Size(next) > 1)
            {
                moved = other / padded * stride; // wraps only where the limit is exceeded already
                limit = detail::FirstOf(limit, CheckStrideLimit(next, moved));
            }
            layout.m_strides.m_values[next] = Saturated(moved);
            behind = next;
        }
        if (uneven != detail::None32) { limit = {TensorError::NotAView, uneven, Stride(uneven), padded}; }
        return limit.Ok() ? layout.Finished() : TensorLayout(limit);
    }

    // ---- Merging. ---------------------------------------------------------------------------------------------------

    // Runs of axes that step evenly, the fastest first, without axes of size 1. Of more than 8, only the last is kept.
    struct MergedAxes
    {
        std::uint64_t sizes[detail::MaxRank + 1];
        std::uint64_t strides[detail::MaxRank + 1];
        std::uint64_t count;

        constexpr std::uint64_t Last() const noexcept { return count <= detail::MaxRank ? count - 1 : detail::MaxRank; }

        // Whether an axis in front steps on where the last run ends, whose size may grow to the limit.
        DTU_LAZY constexpr bool Extends(std::uint64_t size, std::uint64_t stride, std::uint64_t limit) const noexcept
        {
            if (count == 0 || sizes[Last()] > limit / size) { return false; }
            const std::uint64_t run = strides[Last()];
            return run == 0 ? stride == 0 : stride % run == 0 && stride / run == sizes[Last()];
        }

        DTU_LAZY constexpr void Put(std::uint64_t size, std::uint64_t stride, bool extends) noexcept
        {
            count += extends ? 0 : 1;
            sizes[Last()] = extends ? sizes[Last()] * size : size;
            strides[Last()] = extends ? strides[Last()] : stride;
        }
    };

    // The runs as axes, {1}/{1} where there are none.
    DTU_LAZY static constexpr TensorLayout OfMerged(MergedAxes runs, std::uint64_t firstElement) noexcept
    {
        if (runs.count == 0) { runs.Put(1, 1, false); }
        Dimensions sizes;
        Dimensions strides;
        sizes.m_count = static_cast<std::uint32_t>(runs.count);
        strides.m_count = sizes.m_count;
        for (std::uint32_t i = 0; i < sizes.m_count; ++i)
        {
            sizes.m_values[i] = static_cast<std::uint32_t>(runs.sizes[runs.Last() - i]);
            strides.m_values[i] = static_cast<std::uint32_t>(runs.strides[runs.Last() - i]);
        }
        return Strided(sizes, strides, firstElement);
    }

    // Of layouts of the same sizes: an axis continues a run where it does so in each, while the run's size stays within
    // the limit. From the fast end on, this makes the fewest runs.
    DTU_LAZY static constexpr void Merge(const TensorLayout* layouts, MergedAxes* merged, std::size_t count,
                                         std::uint64_t sizeLimit) noexcept
    {
        for (std::uint32_t i = layouts->Rank(); i > 0; --i)
        {
            const std::uint32_t size = layouts->Size(i - 1);
            if (size == 1) { continue; }
            bool extends = true;
            for (std::size_t n = 0; n < count; ++n)
            {
                extends = extends && merged[n].Extends(size, layouts[n].Stride(i - 1), sizeLimit);
            }
            for (std::size_t n = 0; n < count; ++n) { merged[n].Put(size, layouts[n].Stride(i - 1), extends); }
        }
    }
    DTU_LAZY constexpr MergedAxes Merged(std::uint64_t sizeLimit) const noexcept
    {
        MergedAxes merged{};
        Merge(this, &merged, 1, sizeLimit);
        return merged;
    }

    // ---- Errors. ----------------------------------------------------------------------------------------------------

    DTU_LAZY static constexpr Diagnosis CheckStrideLimit(std::uint32_t axis, std::uint64_t stride) noexcept
    {
        return detail::Require(stride <= detail::Max32, {TensorError::StrideLimit, axis, stride, detail::Max32});
    }

    // The layout's own error, ValueRange of an argument that is not 0 to the limit, or that there is no such axis.
    DTU_LAZY constexpr Diagnosis CheckArguments(const AnyInteger& axis, std::uint64_t limit,
                                                std::initializer_list<AnyInteger> others) const noexcept
    {
        Diagnosis reason = Reason();
        for (const AnyInteger& other : others) { reason = detail::FirstOf(reason, detail::CheckRange(other, limit)); }
        if (axis.Bits() < Rank()) { return reason; }
        return detail::FirstOf(reason, {TensorError::AxisOutOfRange, detail::None32, axis.Bits(), Rank()});
    }

    // Their error, DimensionCount or ZeroSize.
    DTU_LAZY static constexpr Diagnosis CheckSizes(const Dimensions& sizes) noexcept
    {
        if (!sizes.HasError() && sizes.m_count == 0) { return detail::WrongRank(0); }
        for (std::uint32_t axis = 0; axis < sizes.m_count; ++axis)
        {
            if (sizes.m_values[axis] == 0) { return {TensorError::ZeroSize, axis, 0, 1}; }
        }
        return sizes.Reason();
    }

    // Why sizes cannot be packed: ofStride where nothing else is wrong.
    DTU_LAZY static constexpr Diagnosis Unpacked(Dimensions sizes, Diagnosis ofOrder, Diagnosis ofStride) noexcept
    {
        const Diagnosis reason = detail::FirstOf(sizes.Reason(), ofOrder);
        return detail::FirstOf(detail::FirstOf(reason, CheckSizes(sizes)), ofStride);
    }

    // Why sizes and strides make no layout.
    DTU_LAZY static constexpr Diagnosis Unfinished(Dimensions sizes, Dimensions strides,
                                                   const AnyInteger& firstElement) noexcept
    {
        Diagnosis reason = detail::FirstOf(sizes.Reason(), strides.Reason());
        reason = detail::FirstOf(reason, detail::CheckRange(firstElement, detail::Max64));
        if (sizes.m_count != strides.m_count && sizes.m_count != 0)
        {
            reason =
                detail::FirstOf(reason, {TensorError::RankDiffers, detail::None32, strides.m_count, sizes.m_count});
        }
        return detail::FirstOf(detail::FirstOf(reason, CheckSizes(sizes)), detail::SpanLimit);
    }

    DTU_LAZY static constexpr Diagnosis BroadcastError(TensorLayout from, Dimensions sizes) noexcept
    {
        if (!from) { return from.Reason(); }
        if (!sizes.HasError() && sizes.m_count < from.Rank())
        {
            return {TensorError::RankDiffers, detail::None32, sizes.m_count, from.Rank()};
        }
        const Diagnosis reason = CheckSizes(sizes);
        const std::uint32_t missing = sizes.m_count - from.Rank();
        for (std::uint32_t axis = missing; axis < sizes.m_count && reason.Ok(); ++axis)
        {
            const std::uint32_t size = from.Size(axis - missing);
            if (size != 1 && size != sizes.m_values[axis])
            {
                return {TensorError::BroadcastSizes, axis, size, sizes.m_values[axis]};
            }
        }
        return detail::FirstOf(reason, detail::SpanLimit);
    }

    // SizesDiffer, with an axis where the ranks are equal.
    DTU_LAZY constexpr Diagnosis CheckSameSizes(const TensorLayout& other) const noexcept
    {
        if (Rank() != other.Rank()) { return {TensorError::SizesDiffer, detail::None32, Rank(), other.Rank()}; }
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (Size(axis) != other.Size(axis))
            {
                return {TensorError::SizesDiffer, axis, Size(axis), other.Size(axis)};
            }
        }
        return {};
    }

    // -----------------------------------------------------------------------------------------------------------------

    Dimensions m_sizes; // of a layout with an error: the reason
    Dimensions m_strides;
    std::uint64_t m_firstElement = 0;
    std::uint64_t m_elementCount = 0;
    std::uint64_t m_elementSpan = 0;
    bool m_isRowMajor = false;
};

// =====================================================================================================================
//   Several layouts
// =====================================================================================================================

/// NumPy's rule: the sizes that both can be broadcast to, right-aligned. DirectML broadcasts nothing by itself:
/// TensorLayout::Packed(bias).BroadcastTo(BroadcastSizes(bias, input)).
/// Errors: those of a and of b; BroadcastSizes, with the last axis of the result that does not fit, a's size and b's.
DTU_LEAF constexpr Dimensions BroadcastSizes(const Dimensions& a, const Dimensions& b) noexcept
{
    const Diagnosis reason = a.Reason();
    if (!reason.Ok() || !b.Reason().Ok()) { return reason.Ok() ? b : a; }
    std::uint32_t sizes[detail::MaxRank] = {};
    const std::size_t rank = a.size() > b.size() ? a.size() : b.size();
    for (std::size_t axis = rank; axis > 0; --axis)
    {
        const std::size_t fromEnd = rank - axis + 1;
        const std::uint32_t ofA = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
        const std::uint32_t ofB = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
        if (ofA != ofB && ofA != 1 && ofB != 1)
        {
            return detail::Carrying::Of<Dimensions>({TensorError::BroadcastSizes, detail::Low32(axis - 1), ofA, ofB});
        }
        sizes[axis - 1] = ofA != 1 ? ofA : ofB;
    }
    return Dimensions(static_cast<const std::uint32_t*>(sizes), rank);
}

/// The tensors of one element-wise operator, of equal sizes, with the fewest axes that visit the same offsets of each
/// in the same order: two axes merge where they do in each.
/// Errors: all carry the first that one of them carries, else SizesDiffer (with the axis, its size in one that differs
/// from the first and its size in the first; without an axis, their ranks).
template <std::size_t N>
constexpr std::array<TensorLayout, N> CollapsedTogether(const std::array<TensorLayout, N>& layouts) noexcept
{
    std::array<TensorLayout, N> collapsed{};
    if constexpr (N > 0)
    {
        Diagnosis reason{};
        for (std::size_t n = 0; n < N && reason.Ok(); ++n) { reason = layouts[n].Reason(); }
        for (std::size_t n = 1; n < N && reason.Ok(); ++n) { reason = layouts[n].CheckSameSizes(layouts[0]); }
        TensorLayout::MergedAxes merged[N] = {};
        TensorLayout::Merge(layouts.data(), merged, N, detail::Max32);
        for (std::size_t n = 0; n < N; ++n)
        {
            collapsed[n] = reason.Ok() ? TensorLayout::OfMerged(merged[n], layouts[n].m_firstElement)
                                       : detail::Carrying::Of<TensorLayout>(reason);
        }
    }
    return collapsed;
}

// =====================================================================================================================
//   Microsoft's documented functions
// =====================================================================================================================

/// The bytes that a buffer tensor needs at least: DirectML's minimum TotalTensorSizeInBytes.
///
///     roundup((dot(sizes - 1, strides) + 1) * bits / 8, 4), or of the product of the sizes where strides is null
///
/// 0 for an unknown type, and for what cannot be a tensor: no dimensions or more than 8, null sizes, a size of 0, a
/// number of elements or bytes beyond 64 bits. A template, so that it can stand beside DirectMLX.h's function of the same name.
/// Source: "DirectML helper functions".
DTU_LEAF DTU_INLINE constexpr std::uint64_t DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType,
                                                                    std::uint32_t dimensionCount,
                                                                    const std::uint32_t* sizes,
                                                                    const std::uint32_t* strides) noexcept
{
    if (dimensionCount - 1 >= detail::MaxRank || sizes == nullptr) { return 0; }
    std::uint64_t count = 1;
    std::uint64_t last = 0;
    const auto multiply = [&](std::uint32_t axis) DTU_INLINE { return detail::Multiply(count, sizes[axis], count); };
    const auto add = [&](std::uint32_t axis) DTU_INLINE
    { return sizes[axis] != 0 && detail::AddAxis(last, sizes[axis], strides[axis]); };
    if (strides == nullptr)
    {
        if (!detail::ForAxes(dimensionCount, multiply)) { return 0; }
        last = count - 1; // of no elements all ones, which has no bytes
    }
    else if (!detail::ForAxes(dimensionCount, add)) { return 0; }
    return detail::DwordsThrough(last, ElementSizeInBits(dataType));
}

namespace detail
{
template <std::size_t N>
DTU_INLINE constexpr std::array<std::uint32_t, N> CalculateStrides(Layout layout,
                                                                   const std::array<std::uint32_t, N>& sizes,
                                                                   const std::array<bool, N>& broadcast) noexcept
{
    std::array<std::uint32_t, N> strides{};
    const bool isKnown = IsLayout(layout);
    std::uint64_t stride = 1; // Max32 stands for all that exceeds it, too
    ForAxes(N,
            [&](std::uint32_t n) DTU_INLINE
            {
                const std::uint32_t axis = AxisFromFastest(layout, N, n);
                if (!broadcast[axis])
                {
                    strides[axis] = static_cast<std::uint32_t>(isKnown ? stride : Max32);
                    stride *= sizes[axis];
                    stride = stride < Max32 ? stride : Max32;
                }
                return true;
            });
    return strides;
}
} // namespace detail

/// The packed strides of sizes in the order N, C, H, W, where a broadcast axis has stride 0 and counts as one element.
/// A stride that exceeds 32 bits, and every one of an unknown layout, is 0xFFFFFFFF. A template, as above.
/// Source: "DirectML helper functions".
template <std::size_t N = 4>
DTU_INLINE constexpr std::array<std::uint32_t, 4> CalculateStrides(Layout layout, std::array<std::uint32_t, 4> sizes,
                                                                   std::array<bool, 4> broadcast) noexcept
{
    return detail::CalculateStrides<N>(layout, sizes, broadcast);
}

/// The same for five dimensions: N, C, D, H, W. A template, so that a braced list always means four.
template <std::size_t N>
constexpr std::array<std::uint32_t, N> CalculateStrides(Layout layout, const std::array<std::uint32_t, N>& sizes,
                                                        const std::array<bool, N>& broadcast) noexcept
{
    static_assert(N == 5, "CalculateStrides takes 4 or 5 dimensions; for others use TensorLayout::Packed");
    return detail::CalculateStrides(layout, sizes, broadcast);
}

// =====================================================================================================================
//   Tensor rules
//
//   What DirectML checks of one tensor, in its order: the first check that fails is the reason. Resolve has the first
//   two, CheckTensor the others.
//
//      1  NullTensor, NullDesc     the DML_TENSOR_DESC* or its Desc is null
//      2  TensorType               Type is not BUFFER
//      3  UnknownDataType          DataType is 0 or above 13, or none that the operator takes (its own reason)
//      4  Flags                    a bit other than OWNED_BY_DML
//      5  DimensionCount           not 1 to 8, or none that the operator takes
//      6  NullSizes                Sizes is null
//      7  ZeroSize                 a size is 0. The sizes are walked once for this and the next check:
//      8  ElementLimit             the product of the sizes up to here exceeds 2^32-1
//      9  TotalSizeTooSmall        below roundup4((span * bits + 7) / 8), the bits counted modulo 2^64
//     10  TotalSizeLimit           above (2^32-1) * bits / 8
//     11  Alignment                neither 0 nor a power of two of at least 16
//     12  OutputOwnedByDml         of an output: OWNED_BY_DML
//     13  OutputOverlap            of an output: an axis longer than 1 with stride 0, two with one stride, or more
//                                  elements than the span has, both counted in bits modulo 2^64
//
//   Source: "DML_BUFFER_TENSOR_DESC structure", and the verdicts of DirectML itself.
// =====================================================================================================================

/// Whether an operator reads the tensor or writes it: DirectML checks more of an output.
enum class TensorRole
{
    Input,
    Output,
};

namespace detail
{
// What an operator takes as one of its tensors. A type that exists and is none of `types` is refused with `refusal`.
struct TensorRule
{
    std::uint32_t types = 0x3FFE; // bit n: the type of value n
    TensorError refusal = TensorError::UnknownDataType;
    std::uint32_t takes = LastDataType; // one of the types, which the refusal names
    std::uint32_t minRank = 1;
    std::uint32_t maxRank = MaxRank;
};
inline constexpr TensorRule AnyTensor = {};

// DirectML's minimum of TotalTensorSizeInBytes, for which it counts the bits modulo 2^64.
DTU_INLINE constexpr std::uint64_t MinimumTotal(std::uint64_t span, std::uint32_t bits) noexcept
{
    std::uint64_t bytes = (span * bits + 7) / 8;
    RoundUpToDword(bytes, bytes);
    return bytes;
}

// What an offset has to be a multiple of, in bytes.
constexpr std::uint64_t OffsetStep(std::uint64_t given) noexcept { return given > MinAlignment ? given : MinAlignment; }

// What a tensor's sizes and strides come to. Whether it has strides is told, not asked of the pointer: under g++ 12 a null
// test of a pointer into a temporary is no constant expression.
struct Extent
{
    bool isKnown; // of a layout, for which checks 5 to 7 have passed
    bool hasStrides;
    std::uint64_t count; // 1 while it is not known, as the span
    std::uint64_t span;
};

constexpr Extent ExtentOf(const TensorLayout& layout) noexcept
{
    return {true, !layout.IsRowMajor(), layout.ElementCount(), layout.ElementSpan()};
}

// The count is 0 or above 32 bits where the sizes fail check 7 or 8; the span is right where they do not.
DTU_LAZY DTU_INLINE constexpr void CountElements(const DML_BUFFER_TENSOR_DESC& desc, Extent& extent) noexcept
{
    std::uint64_t products = 0; // while none exceeds 32 bits, none has wrapped
    const auto multiply = [&](std::uint32_t axis) DTU_INLINE
    {
        extent.count *= desc.Sizes[axis];
        products |= extent.count;
        return true;
    };
    const auto add = [&](std::uint32_t axis) DTU_INLINE
    {
        AddAxis(extent.span, desc.Sizes[axis], desc.Strides[axis]); // the sum of sizes - 1 fits 32 bits
        return true;
    };
    ForAxes(desc.DimensionCount, multiply);
    extent.count = products > Max32 ? products : extent.count;
    if (extent.hasStrides) { ForAxes(desc.DimensionCount, add); }
    else { extent.span = extent.count; }
}

// Of sizes that fail check 7 or 8.
DTU_LAZY constexpr Diagnosis WrongSizes(const std::uint32_t* sizes, std::uint32_t rank) noexcept
{
    std::uint64_t product = 1;
    std::uint32_t axis = 0;
    for (; axis < rank && sizes[axis] != 0; ++axis)
    {
        product = Multiply(product, sizes[axis], product) ? product : Max64;
    }
    return product <= Max32 ? Diagnosis{TensorError::ZeroSize, axis, 0, 1}
                            : Diagnosis{TensorError::ElementLimit, None32, product, Max32};
}

// Checks 12 and 13, then whether elements share memory all the same.
DTU_LAZY constexpr Diagnosis CheckOutput(const DML_BUFFER_TENSOR_DESC& desc, bool hasStrides, std::uint64_t count,
                                         std::uint64_t span, std::uint32_t bits) noexcept
{
    const std::uint32_t* const sizes = desc.Sizes;
    const std::uint32_t* const strides = desc.Strides;
    const std::uint32_t owned = static_cast<std::uint32_t>(desc.Flags);
    if (owned != 0) { return {TensorError::OutputOwnedByDml, None32, owned, DML_TENSOR_FLAG_NONE}; }
    if (!hasStrides) { return {}; }
    for (std::uint32_t i = 0; i < desc.DimensionCount; ++i)
    {
        if (sizes[i] > 1 && strides[i] == 0) { return {TensorError::OutputOverlap, i, 0, 1}; }
        for (std::uint32_t j = 0; j < i; ++j)
        {
            if (sizes[i] > 1 && sizes[j] > 1 && strides[i] == strides[j])
            {
                return {TensorError::OutputOverlap, i, strides[i], j};
            }
        }
    }
    const Diagnosis fewer = {TensorError::OutputOverlap, None32, span, count};
    if (count * bits > span * bits) { return fewer; }
    return HasOverlap(sizes, strides, desc.DimensionCount, count, span)
               ? FindOverlap(TensorError::OutputElementsOverlap, sizes, strides, desc.DimensionCount)
               : Diagnosis{};
}

// Checks 3 to 13, then what DirectML takes without a word.
DTU_LAZY DTU_INLINE constexpr Diagnosis CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, Extent extent, TensorRole role,
                                                    const TensorRule& rule) noexcept
{
    const std::uint32_t type = static_cast<std::uint32_t>(desc.DataType);
    const std::uint32_t bits = ElementSizeInBits(desc.DataType);
    if (bits == 0) { return CheckDataType(desc.DataType); }
    if ((rule.types >> type & 1) == 0) { return {rule.refusal, None32, type, rule.takes}; }
    const std::uint32_t flags = static_cast<std::uint32_t>(desc.Flags);
    if (flags >> 1 != 0) { return {TensorError::Flags, None32, flags, DML_TENSOR_FLAG_OWNED_BY_DML}; }
    if (!extent.isKnown)
    {
        const Diagnosis reason = CheckSizesGiven(desc, rule.minRank, rule.maxRank);
        if (!reason.Ok()) { return reason; }
        CountElements(desc, extent);
    }
    if (extent.count - 1 >= Max32) { return WrongSizes(desc.Sizes, desc.DimensionCount); }
    const std::uint64_t minimum = MinimumTotal(extent.span, bits);
    const std::uint64_t limit = Max32 * bits / 8;
    const std::uint64_t total = desc.TotalTensorSizeInBytes;
    if (total < minimum) { return {TensorError::TotalSizeTooSmall, None32, total, minimum}; }
    if (total > limit) { return {TensorError::TotalSizeLimit, None32, total, limit}; }
    const std::uint32_t alignment = desc.GuaranteedBaseOffsetAlignment;
    if ((alignment & (alignment - 1)) != 0 || alignment - 1 < MinAlignment - 1)
    {
        return {TensorError::Alignment, None32, alignment, MinAlignment};
    }
    const Diagnosis ofOutput = role == TensorRole::Output
                                   ? CheckOutput(desc, extent.hasStrides, extent.count, extent.span, bits)
                                   : Diagnosis{};
    if (!ofOutput.Ok()) { return ofOutput; }
    if (extent.span > (Max64 - 7) / bits) { return {TensorError::SizeWraps, None32, total, Max64}; }
    return {};
}

// Checks 1 and 2: the description behind DirectML's pointers, or why there is none. In C++17 a constant expression only
// in that case: Desc is a void pointer.
DTU_LAZY constexpr Diagnosis Resolve(const DML_TENSOR_DESC* tensor, const DML_BUFFER_TENSOR_DESC*& desc) noexcept
{
    if (tensor == nullptr || tensor->Desc == nullptr)
    {
        return {tensor == nullptr ? TensorError::NullTensor : TensorError::NullDesc};
    }
    if (tensor->Type != DML_TENSOR_TYPE_BUFFER)
    {
        return {TensorError::TensorType, None32, static_cast<std::uint32_t>(tensor->Type), DML_TENSOR_TYPE_BUFFER};
    }
    desc = static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
    return {};
}

// Checks 3 to 13 of a description from outside, whose counts and pointers may be anything.
DTU_LAZY constexpr Diagnosis CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role,
                                         const TensorRule& rule = AnyTensor) noexcept
{
    return CheckTensor(desc, {false, desc.Strides != nullptr, 1, 1}, role, rule);
}
} // namespace detail

// =====================================================================================================================
//   Descriptor
// =====================================================================================================================

/// Owns what a DML_BUFFER_TENSOR_DESC points to. It tests true exactly where DirectML accepts it as an input.
///
/// Errors, the first of: the layout's; FirstElement, StartsInsideByte or SpanLimit (where the tensor starts); the first
/// reason for which DirectML would refuse it.
class [[nodiscard]] BufferTensorDesc
{
public:
    /// Carries UnknownDataType.
    constexpr BufferTensorDesc() noexcept
        : m_layout(Diagnosis{TensorError::UnknownDataType, detail::None32, 0, detail::LastDataType})
    {
    }

    /// A layout that starts at element 0; its total size is the minimum that DirectML accepts.
    DTU_LAZY
    DTU_INLINE constexpr BufferTensorDesc(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout,
                                          DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE) noexcept
        : BufferTensorDesc(type, layout, flags, layout.m_firstElement != 0)
    {
    }

    /// A layout that may start anywhere: bind the buffer at BindingOffsetInBytes().
    DTU_LEAF static constexpr BufferTensorDesc OfView(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout,
                                                      DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE) noexcept
    {
        const std::uint32_t bits = ElementSizeInBits(type);
        std::uint64_t bytes = 0;
        const std::uint64_t first = layout.m_firstElement; // 0 of a layout with an error
        const Diagnosis reason = detail::FirstOf(
            detail::Require(bits != 4 || first % 2 == 0, {TensorError::StartsInsideByte, detail::None32, first, 2}),
            detail::Require(bits == 0 || detail::BytesOf(first, bits, bytes), detail::SpanLimit));
        return reason.Ok() ? BufferTensorDesc(type, layout, flags, false) : BufferTensorDesc(reason);
    }

    /// Copies a description with its sizes and strides, and judges it first.
    DTU_LEAF static constexpr BufferTensorDesc Of(const DML_BUFFER_TENSOR_DESC& desc) noexcept
    {
        const Diagnosis reason = detail::CheckTensor(desc, TensorRole::Input);
        if (!reason.Accepted()) { return BufferTensorDesc(reason); }
        BufferTensorDesc result;
        result.m_layout = TensorLayout::Of(desc);
        result.m_dataType = desc.DataType;
        result.m_flags = desc.Flags;
        result.m_totalSize = desc.TotalTensorSizeInBytes;
        result.m_alignment = desc.GuaranteedBaseOffsetAlignment;
        return result;
    }

    /// Another total size; more than the minimum lets DirectML skip bounds checks.
    DTU_LEAF constexpr BufferTensorDesc WithTotalSize(AnyInteger bytes) const noexcept
    {
        return WithTotalAndAlignment(bytes, m_alignment);
    }

    /// What the binding's offset is promised to be a multiple of, in bytes: 0, or a power of two of at least 16.
    DTU_LEAF constexpr BufferTensorDesc WithAlignment(AnyInteger guaranteedBaseOffsetAlignment) const noexcept
    {
        return WithTotalAndAlignment(m_totalSize, guaranteedBaseOffsetAlignment);
    }

    constexpr explicit operator bool() const noexcept { return static_cast<bool>(m_layout); }
    constexpr TensorError Error() const noexcept { return m_layout.Error(); }
    /// Error() with its axis and numbers.
    constexpr Diagnosis Reason() const noexcept { return m_layout.Reason(); }

    /// UNKNOWN with an error.
    constexpr DML_TENSOR_DATA_TYPE DataType() const noexcept { return m_dataType; }
    /// With an error: one that carries it.
    constexpr const TensorLayout& Layout() const& noexcept DTU_LIFETIMEBOUND { return m_layout; }
    constexpr TensorLayout Layout() const&& noexcept { return m_layout; }
    /// NONE with an error.
    constexpr DML_TENSOR_FLAGS Flags() const noexcept { return m_flags; }
    /// GuaranteedBaseOffsetAlignment, in bytes.
    constexpr std::uint32_t Alignment() const noexcept { return m_alignment; }
    /// The minimum, unless Of or WithTotalSize gave another. 0 with an error.
    constexpr std::uint64_t TotalTensorSizeInBytes() const noexcept { return m_totalSize; }

    /// Where FirstElement is, in bytes: the Offset of the DML_BUFFER_BINDING.
    DTU_LAZY constexpr std::uint64_t BindingOffsetInBytes() const noexcept
    {
        std::uint64_t bytes = 0;
        return detail::BytesOf(m_layout.m_firstElement, ElementSizeInBits(m_dataType), bytes) ? bytes : 0;
    }

    /// The SDK's struct. Points into *this: valid while it lives and is not assigned to. All zero with an error.
    /// Strides is null exactly where the layout is row-major.
    DTU_INLINE constexpr DML_BUFFER_TENSOR_DESC Desc() const& noexcept
    {
        if (!*this) { return {}; }
        return {m_dataType,
                m_flags,
                m_layout.m_sizes.m_count,
                m_layout.m_sizes.m_values,
                m_layout.m_isRowMajor ? nullptr : m_layout.m_strides.m_values,
                m_totalSize,
                m_alignment};
    }
    DML_BUFFER_TENSOR_DESC Desc() const&& = delete; ///< of a temporary it would point to nothing: give it a name first

    /// Everything: type, layout, flags, total size, alignment and error.
    friend constexpr bool operator==(const BufferTensorDesc& left, const BufferTensorDesc& right) noexcept
    {
        return left.m_layout == right.m_layout && left.m_dataType == right.m_dataType && left.m_flags == right.m_flags
               && left.m_totalSize == right.m_totalSize && left.m_alignment == right.m_alignment;
    }
    friend constexpr bool operator!=(const BufferTensorDesc& a, const BufferTensorDesc& b) noexcept
    {
        return !(a == b);
    }

private:
    friend struct detail::Carrying;

    constexpr explicit BufferTensorDesc(const Diagnosis& reason) noexcept : m_layout(reason) {}
    DTU_LAZY
    DTU_INLINE constexpr BufferTensorDesc(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout, DML_TENSOR_FLAGS flags,
                                          bool startsElsewhere) noexcept
        : m_layout(layout), m_totalSize(detail::MinimumTotal(layout.m_elementSpan, ElementSizeInBits(type))),
          m_dataType(type), m_flags(flags)
    {
        // SizeInBytes alone takes 10 instructions more, and 155 of the 150 for an axis order under clang.
        if (layout.m_elementSpan > detail::Max32)
        {
            const std::uint64_t bytes = layout.SizeInBytes(type);
            m_totalSize = bytes != 0 ? bytes : detail::Max64; // which is beyond DirectML's limit
        }
        if (!layout || startsElsewhere)
        {
            *this = BufferTensorDesc(detail::FirstOf(
                layout.Reason(), {TensorError::FirstElement, detail::None32, layout.m_firstElement, 0}));
            return;
        }
        const Diagnosis reason =
            detail::CheckTensor(Desc(), detail::ExtentOf(layout), TensorRole::Input, detail::AnyTensor);
        if (!reason.Accepted()) { *this = BufferTensorDesc(reason); }
    }

    DTU_LAZY constexpr BufferTensorDesc WithTotalAndAlignment(const AnyInteger& bytes,
                                                              const AnyInteger& alignment) const noexcept
    {
        Diagnosis reason = detail::FirstOf(Reason(), detail::CheckRange(bytes, detail::Max64));
        reason = detail::FirstOf(reason, detail::CheckRange(alignment, detail::Max32));
        if (!reason.Ok()) { return BufferTensorDesc(reason); }
        BufferTensorDesc result = *this;
        result.m_totalSize = bytes.Bits();
        result.m_alignment = detail::Low32(alignment);
        reason = detail::CheckTensor(result.Desc(), detail::ExtentOf(m_layout), TensorRole::Input, detail::AnyTensor);
        return reason.Accepted() ? result : BufferTensorDesc(reason);
    }

    TensorLayout m_layout; // with an error: the reason
    std::uint64_t m_totalSize = 0;
    DML_TENSOR_DATA_TYPE m_dataType = DML_TENSOR_DATA_TYPE_UNKNOWN;
    DML_TENSOR_FLAGS m_flags = DML_TENSOR_FLAG_NONE;
    std::uint32_t m_alignment = 0;
};

/// {DML_TENSOR_TYPE_BUFFER, &desc}; valid while desc lives.
constexpr DML_TENSOR_DESC AsTensorDesc(const DML_BUFFER_TENSOR_DESC& desc) noexcept
{
    return {DML_TENSOR_TYPE_BUFFER, &desc};
}
DML_TENSOR_DESC AsTensorDesc(const DML_BUFFER_TENSOR_DESC&& desc) = delete; ///< it would point to a temporary: name it

/// A descriptor with everything that an operator description points to, in one name that stays where it is:
///
///     DML_GATHER_OPERATOR_DESC gather{input.Get(), indices.Get(), output.Get(), axis, indexDimensions};
class PinnedTensorDesc
{
public:
    /// Copies the descriptor, and points to the copy.
    constexpr explicit PinnedTensorDesc(const BufferTensorDesc& tensor) noexcept
        : m_owner(tensor), m_buffer(m_owner.Desc()), m_tensor(AsTensorDesc(m_buffer))
    {
    }
    /// A copy would point to what it was copied from.
    PinnedTensorDesc(const PinnedTensorDesc&) = delete;
    PinnedTensorDesc& operator=(const PinnedTensorDesc&) = delete;

    /// Null where the descriptor carries an error.
    constexpr const DML_TENSOR_DESC* Get() const& noexcept DTU_LIFETIMEBOUND { return m_owner ? &m_tensor : nullptr; }
    const DML_TENSOR_DESC* Get() const&& = delete; ///< of a temporary it would point to nothing: give it a name first

private:
    BufferTensorDesc m_owner;
    DML_BUFFER_TENSOR_DESC m_buffer;
    DML_TENSOR_DESC m_tensor;
};

// =====================================================================================================================
//   Validation
//
//   A rejection is what DirectML itself refuses (or dies of). A hazard is what it takes without a word, though it does
//   not mean what its author meant. The first reason in DirectML's own order of checks is the one reported; a hazard
//   only where nothing is rejected.
// =====================================================================================================================

/// What DirectML will say of one tensor.
DTU_LEAF constexpr Diagnosis Validate(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role) noexcept
{
    return detail::CheckTensor(desc, role);
}

/// The same with Type and Desc. In C++17 a constant expression only where one of them is wrong: Desc is a void pointer.
DTU_LEAF constexpr Diagnosis Validate(const DML_TENSOR_DESC& desc, TensorRole role) noexcept
{
    const DML_BUFFER_TENSOR_DESC* buffer = nullptr;
    const Diagnosis reason = detail::Resolve(&desc, buffer);
    return reason.Ok() ? Validate(*buffer, role) : reason;
}

/// The reason that the descriptor carries, or what DirectML will say of it, or BindingOffset. Test the descriptor
/// first: the reason that one carries from GatherOutput can be a hazard, which Accepted() passes.
DTU_LEAF constexpr Diagnosis Validate(const BufferTensorDesc& tensor, TensorRole role) noexcept
{
    if (!tensor) { return tensor.Reason(); }
    const std::uint64_t offset = tensor.BindingOffsetInBytes();
    const std::uint64_t multiple = detail::OffsetStep(tensor.Alignment());
    return detail::FirstOf(
        detail::CheckTensor(tensor.Desc(), detail::ExtentOf(tensor.Layout()), role, detail::AnyTensor),
        detail::Require(offset % multiple == 0, {TensorError::BindingOffset, detail::None32, offset, multiple}));
}

// =====================================================================================================================
//   Bindings: tensors in a buffer
// =====================================================================================================================

/// What IDMLBindingTable will do with bytes [offset, offset + sizeInBytes) of a buffer of bufferSizeInBytes that are
/// bound for this tensor. A refusal removes DirectML's device, without a word. The description itself is for Validate
/// to judge, but for a total size of 0, which no tensor has (TotalSizeTooSmall, before all else); that no two bindings
/// overlap is for the program: BufferPlacement.
/// Source: "DML_BUFFER_BINDING structure", and the verdicts of DirectML itself.
DTU_LEAF constexpr Diagnosis ValidateBinding(const DML_BUFFER_TENSOR_DESC& desc, std::uint64_t offset,
                                             std::uint64_t sizeInBytes, std::uint64_t bufferSizeInBytes) noexcept
{
    std::uint64_t end = 0;
    const bool wraps = !detail::Add(offset, sizeInBytes, end);
    const std::uint64_t guaranteed = desc.GuaranteedBaseOffsetAlignment;
    const bool isMisplaced = guaranteed != 0 && offset % guaranteed != 0;
    return desc.TotalTensorSizeInBytes == 0 ? Diagnosis{TensorError::TotalSizeTooSmall, detail::None32, 0, 4}
           : offset % detail::MinAlignment != 0
               ? Diagnosis{TensorError::BindingAlignment, detail::None32, offset, detail::MinAlignment}
           : end > bufferSizeInBytes
               ? Diagnosis{TensorError::BindingOutside, detail::None32, wraps ? detail::Max64 : end, bufferSizeInBytes}
           : sizeInBytes < desc.TotalTensorSizeInBytes
               ? Diagnosis{TensorError::BindingTooSmall, detail::None32, sizeInBytes, desc.TotalTensorSizeInBytes}
           : isMisplaced ? Diagnosis{TensorError::BindingAlignment, detail::None32, offset, guaranteed}
           : wraps       ? Diagnosis{TensorError::BindingWraps, detail::None32, detail::Max64, bufferSizeInBytes}
                         : Diagnosis{};
}

/// The reason that the descriptor carries, or the same of its description.
DTU_LEAF constexpr Diagnosis ValidateBinding(const BufferTensorDesc& tensor, std::uint64_t offset,
                                             std::uint64_t sizeInBytes, std::uint64_t bufferSizeInBytes) noexcept
{
    return tensor ? ValidateBinding(tensor.Desc(), offset, sizeInBytes, bufferSizeInBytes) : tensor.Reason();
}

/// Several tensors in one buffer, one behind the other, none overlapping. It carries the first error of what was
/// placed; Place then returns NoOffset. Empty it is valid, and has 0 bytes.
class [[nodiscard]] BufferPlacement
{
public:
    /// The tensor's Offset in bytes: the next multiple of 16 and of its guaranteed alignment. It takes its total size.
    /// Where a view's first element is in that, is for the caller to know. Errors: the tensor's, SpanLimit.
    DTU_LEAF constexpr std::uint64_t Place(const BufferTensorDesc& tensor) noexcept
    {
        m_reason = detail::FirstOf(m_reason, tensor.Reason());
        return Place(tensor.TotalTensorSizeInBytes(), tensor.Alignment());
    }

    /// The offset of anything else, at a multiple of the alignment, both in bytes: 256 for a temporary or persistent
    /// resource. Below 16 the alignment means 16.
    /// Errors: ValueRange (below 0), Alignment (neither 0 nor a power of two), SpanLimit (beyond 64 bits).
    DTU_LAZY constexpr std::uint64_t Place(AnyInteger bytes, AnyInteger alignment) noexcept
    {
        const std::uint64_t given = alignment.Bits();
        const Diagnosis ofAlignment = {TensorError::Alignment, detail::None32, given, detail::MinAlignment};
        const std::uint64_t multiple = detail::OffsetStep(given);
        const std::uint64_t padding = (multiple - m_size % multiple) % multiple;
        std::uint64_t offset = 0;
        std::uint64_t end = 0;
        Diagnosis reason = detail::FirstOf(m_reason, detail::CheckRange(bytes, detail::Max64));
        reason = detail::FirstOf(reason, detail::CheckRange(alignment, detail::Max64));
        reason = detail::FirstOf(reason, detail::Require((given & (given - 1)) == 0, ofAlignment));
        const bool fits = detail::Add(m_size, padding, offset) && detail::Add(offset, bytes.Bits(), end);
        m_reason = detail::FirstOf(reason, detail::Require(fits, detail::SpanLimit));
        m_size = end;
        return *this ? offset : NoOffset;
    }

    /// What the buffer must have, up to the end of the last tensor. 0 with an error.
    constexpr std::uint64_t SizeInBytes() const noexcept { return *this ? m_size : 0; }

    constexpr explicit operator bool() const noexcept { return m_reason.Ok(); }
    constexpr TensorError Error() const noexcept { return m_reason.error; }
    /// Error() with its numbers.
    constexpr Diagnosis Reason() const noexcept { return m_reason; }

private:
    std::uint64_t m_size = 0;
    Diagnosis m_reason;
};

// =====================================================================================================================
//   Gather
// =====================================================================================================================

namespace detail
{
constexpr Diagnosis OfTensor(Diagnosis diagnosis, std::uint32_t tensor) noexcept
{
    diagnosis.tensor = tensor;
    return diagnosis;
}

DTU_LAZY constexpr std::uint32_t LeadingOnes(const std::uint32_t* sizes, std::uint32_t rank) noexcept
{
    std::uint32_t ones = 0;
    while (ones < rank && sizes[ones] == 1) { ++ones; }
    return ones;
}

// The sizes that a Gather yields, before they are fitted to the rank:
// input[0 .. axis) ++ indices[rank - indexDimensions .. rank) ++ input(axis .. rank), rank - 1 + indexDimensions of
// them.
struct GatherSizes
{
    const std::uint32_t* input;
    const std::uint32_t* indices;
    std::uint32_t rank;
    std::uint64_t axis;
    std::uint32_t indexDimensions;

    // The tensor (0 input, 1 indices) and the axis in it that size i comes from.
    DTU_LAZY constexpr Diagnosis Source(std::uint32_t i) const noexcept
    {
        const std::uint32_t behind = i - Low32(axis);
        const bool fromIndices = behind < indexDimensions;
        const std::uint32_t from = i < axis      ? i
                                   : fromIndices ? rank - indexDimensions + behind
                                                 : i - indexDimensions + 1;
        return {TensorError::None, from, fromIndices ? indices[from] : input[from], 1, fromIndices ? 1U : 0U};
    }

    constexpr std::uint32_t Count() const noexcept { return rank - 1 + indexDimensions; }

    // The size of axis i of the output, to which 1s were added in front, or sizes cropped.
    DTU_LAZY constexpr std::uint32_t Output(std::uint32_t i) const noexcept
    {
        const std::uint32_t fromEnd = rank - i;
        return fromEnd <= Count() ? static_cast<std::uint32_t>(Source(Count() - fromEnd).actual) : 1;
    }

    // Axis, index dimensions and batch, which decide whether the sizes make a Gather.
    DTU_LAZY constexpr Diagnosis Check() const noexcept
    {
        if (axis >= rank) { return {TensorError::GatherAxis, None32, axis, rank}; }
        if (indexDimensions > rank) { return {TensorError::GatherIndexDimensions, None32, indexDimensions, rank}; }
        const std::uint32_t batch = BatchDimensions();
        if (axis < batch) { return {TensorError::GatherBatchAxis, None32, axis, batch}; }
        const std::uint32_t inputOnes = LeadingOnes(input, rank);
        const std::uint32_t indicesOnes = LeadingOnes(indices, rank);
        if (batch > rank - inputOnes) { return {TensorError::GatherTerminates, None32, rank - inputOnes, batch, 0}; }
        for (std::uint32_t i = 0; i < batch; ++i)
        {
            if (indices[indicesOnes + i] != input[inputOnes + i])
            {
                return {TensorError::GatherBatchSize, indicesOnes + i, indices[indicesOnes + i], input[inputOnes + i],
                        1};
            }
        }
        return {};
    }

    // The indices' dimensions between the leading 1s and the last IndexDimensions.
    DTU_LAZY constexpr std::uint32_t BatchDimensions() const noexcept
    {
        const std::uint32_t used = rank - LeadingOnes(indices, rank);
        return used > indexDimensions ? used - indexDimensions : 0;
    }

    // GatherDropsDimension where the output has no room for a leading size that is not 1, or GatherRankLimit.
    DTU_LAZY constexpr Diagnosis FindHazard() const noexcept
    {
        for (std::uint32_t i = 0; i + rank < Count(); ++i)
        {
            Diagnosis dropped = Source(i);
            if (dropped.actual != 1)
            {
                dropped.error = TensorError::GatherDropsDimension;
                return dropped;
            }
        }
        const std::uint32_t behind = indexDimensions + rank - 1 - Low32(axis);
        return Require(behind <= MaxRank, {TensorError::GatherRankLimit, None32, behind, MaxRank});
    }
};

// By a type's value: the feature level from which Gather takes it, as input and as indices.
// Source: "DML_GATHER_OPERATOR_DESC structure", Tensor support.
inline constexpr std::uint16_t GatherInputLevels[LastDataType + 1] = {
    0, 0x1000, 0x1000, 0x2100, 0x2100, 0x2100, 0x2100, 0x2100, 0x2100, 0x4100, 0x4100, 0x4100, 0, 0};
inline constexpr std::uint16_t GatherIndicesLevels[LastDataType + 1] = {0, 0, 0, 0x1000, 0,      0, 0x3000,
                                                                        0, 0, 0, 0x3000, 0x3000, 0, 0};

// Whole bytes, and integers of 32 or 64 bits.
inline constexpr TensorRule GatherRule = {0x0FFE, TensorError::GatherDataType, DML_TENSOR_DATA_TYPE_INT64};
inline constexpr TensorRule GatherIndicesRule = {0x0C48, TensorError::GatherIndicesDataType,
                                                 DML_TENSOR_DATA_TYPE_UINT32};

DTU_LAZY constexpr Diagnosis CheckGatherFeatureLevel(DML_TENSOR_DATA_TYPE type, DML_TENSOR_DATA_TYPE indicesType,
                                                     std::uint32_t rank, std::uint32_t level) noexcept
{
    const std::uint32_t ofType = GatherInputLevels[static_cast<std::uint32_t>(type)];
    const std::uint32_t ofRank = rank == 4 ? 0x1000 : 0x3000;
    const std::uint32_t ofInput = ofType > ofRank ? ofType : ofRank;
    const std::uint32_t ofIndices = GatherIndicesLevels[static_cast<std::uint32_t>(indicesType)];
    return level == 0          ? Diagnosis{}
           : level < ofInput   ? Diagnosis{TensorError::GatherFeatureLevel, None32, level, ofInput, 0}
           : level < ofIndices ? Diagnosis{TensorError::GatherFeatureLevel, None32, level, ofIndices, 1}
                               : Diagnosis{};
}

// Input, indices and output, or why one cannot be reached.
struct GatherTensors
{
    const DML_BUFFER_TENSOR_DESC* desc[3];
    Diagnosis unreachable[3];
};

// The tensors one by one and what binds them, then the Gather itself, in DirectML's order.
DTU_LAZY constexpr Diagnosis ValidateGather(const GatherTensors& tensors, std::uint32_t axis,
                                            std::uint32_t indexDimensions, std::uint32_t level) noexcept
{
    Diagnosis hazard{}; // the first that one of the tensors has
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        const DML_BUFFER_TENSOR_DESC* const* const desc = tensors.desc;
        const TensorRole role = i == 2 ? TensorRole::Output : TensorRole::Input;
        const TensorRule& rule = i == 1 ? GatherIndicesRule : GatherRule;
        Diagnosis found = tensors.unreachable[i].Ok() ? CheckTensor(*desc[i], role, rule) : tensors.unreachable[i];
        if (found.Accepted() && i == 2 && desc[i]->DataType != desc[0]->DataType)
        {
            found = {TensorError::GatherTypesDiffer, None32, static_cast<std::uint32_t>(desc[i]->DataType),
                     static_cast<std::uint32_t>(desc[0]->DataType)};
        }
        else if (found.Accepted() && desc[i]->DimensionCount != desc[0]->DimensionCount)
        {
            found = {TensorError::GatherRanksDiffer, None32, desc[i]->DimensionCount, desc[0]->DimensionCount};
        }
        if (!found.Accepted()) { return OfTensor(found, i); }
        if (!found.Ok() && hazard.Ok()) { hazard = OfTensor(found, i); }
    }
    const DML_BUFFER_TENSOR_DESC& input = *tensors.desc[0];
    const DML_BUFFER_TENSOR_DESC& output = *tensors.desc[2];
    const std::uint32_t rank = input.DimensionCount;
    const GatherSizes sizes{input.Sizes, tensors.desc[1]->Sizes, rank, axis, indexDimensions};
    Diagnosis reason = sizes.Check();
    for (std::uint32_t i = 0; i < rank && reason.Ok(); ++i)
    {
        // Where the Gather yields fewer sizes, DirectML does not look at the output's leading one.
        if (rank - i <= sizes.Count() && output.Sizes[i] != sizes.Output(i))
        {
            reason = {TensorError::GatherOutputSize, i, output.Sizes[i], sizes.Output(i), 2};
        }
    }
    reason = reason.Ok() ? CheckGatherFeatureLevel(input.DataType, tensors.desc[1]->DataType, rank, level) : reason;
    reason = reason.Ok() ? hazard : reason;
    reason = reason.Ok() ? sizes.FindHazard() : reason;
    if (reason.Ok() && sizes.Count() < rank && output.Sizes[0] != 1)
    {
        return {TensorError::GatherLeadingSize, 0, output.Sizes[0], 1, 2};
    }
    if (reason.Ok() && sizes.BatchDimensions() > 0)
    {
        return {TensorError::GatherBatch, None32, sizes.BatchDimensions(), 0, 1};
    }
    return reason;
}
} // namespace detail

/// What DirectML will say of a Gather: its three tensors first (input, indices, output), then the operator's own rules.
/// The diagnosis names the tensor: 0 input, 1 indices, 2 output. A feature level of {} is the newest known.
DTU_LEAF constexpr Diagnosis ValidateGather(const DML_BUFFER_TENSOR_DESC& input, const DML_BUFFER_TENSOR_DESC& indices,
                                            const DML_BUFFER_TENSOR_DESC& output, std::uint32_t axis,
                                            std::uint32_t indexDimensions, DML_FEATURE_LEVEL level = {}) noexcept
{
    return detail::ValidateGather({{&input, &indices, &output}, {}}, axis, indexDimensions,
                                  static_cast<std::uint32_t>(level));
}

/// The reason that the first of the descriptors carries which carries one, with its tensor (that of GatherOutput may be
/// another), or the same of their descriptions.
DTU_LEAF constexpr Diagnosis ValidateGather(const BufferTensorDesc& input, const BufferTensorDesc& indices,
                                            const BufferTensorDesc& output, std::uint32_t axis,
                                            std::uint32_t indexDimensions, DML_FEATURE_LEVEL level = {}) noexcept
{
    const auto carriedBy = [](const BufferTensorDesc& desc, std::uint32_t tensor)
    {
        const Diagnosis reason = desc.Reason();
        return reason.tensor == detail::None32 ? detail::OfTensor(reason, tensor) : reason;
    };
    Diagnosis reason = detail::FirstOf(carriedBy(input, 0), carriedBy(indices, 1));
    reason = detail::FirstOf(reason, carriedBy(output, 2));
    return reason.Ok() ? ValidateGather(input.Desc(), indices.Desc(), output.Desc(), axis, indexDimensions, level)
                       : reason;
}

/// The same behind DirectML's pointers. In C++17 a constant expression only for null pointers and wrong types.
DTU_LEAF constexpr Diagnosis Validate(const DML_GATHER_OPERATOR_DESC& desc, DML_FEATURE_LEVEL level = {}) noexcept
{
    const DML_TENSOR_DESC* const given[] = {desc.InputTensor, desc.IndicesTensor, desc.OutputTensor};
    detail::GatherTensors tensors{};
    for (std::uint32_t i = 0; i < 3; ++i) { tensors.unreachable[i] = detail::Resolve(given[i], tensors.desc[i]); }
    return detail::ValidateGather(tensors, desc.Axis, desc.IndexDimensions, static_cast<std::uint32_t>(level));
}

/// The packed layout of a Gather's output: the last `rank` of
/// input[0 .. axis) ++ indices[rank - indexDimensions .. rank) ++ input(axis .. rank), with 1s in front where they are
/// fewer.
/// Errors: of the sizes, ValueRange (of indexDimensions), DimensionCount, ZeroSize, GatherRanksDiffer, GatherAxis,
/// GatherIndexDimensions, of a batch, and GatherDropsDimension and GatherRankLimit, which DirectML itself would take.
/// Source: "DML_GATHER_OPERATOR_DESC structure".
DTU_LEAF constexpr TensorLayout GatherOutput(const Dimensions& inputSizes, const Dimensions& indicesSizes,
                                             AnyInteger axis, AnyInteger indexDimensions) noexcept
{
    const TensorLayout input = TensorLayout::Packed(inputSizes);
    const TensorLayout indices = TensorLayout::Packed(indicesSizes);
    Diagnosis reason =
        detail::FirstOf(detail::OfTensor(inputSizes.Reason(), 0), detail::OfTensor(indicesSizes.Reason(), 1));
    reason = detail::FirstOf(reason, detail::CheckRange(indexDimensions, detail::Max32));
    reason = detail::FirstOf(
        reason, detail::FirstOf(detail::OfTensor(input.Reason(), 0), detail::OfTensor(indices.Reason(), 1)));
    reason = detail::FirstOf(
        reason, detail::Require(indices.Rank() == input.Rank(),
                                {TensorError::GatherRanksDiffer, detail::None32, indices.Rank(), input.Rank(), 1}));
    const detail::GatherSizes sizes{inputSizes.data(), indicesSizes.data(), input.Rank(), axis.Bits(),
                                    detail::Low32(indexDimensions)};
    reason = reason.Ok() ? sizes.Check() : reason;
    reason = reason.Ok() ? sizes.FindHazard() : reason;
    if (!reason.Ok()) { return detail::Carrying::Of<TensorLayout>(reason); }
    std::uint32_t output[detail::MaxRank] = {};
    for (std::uint32_t i = 0; i < input.Rank(); ++i) { output[i] = sizes.Output(i); }
    const TensorLayout packed =
        TensorLayout::Packed(Dimensions(static_cast<const std::uint32_t*>(output), input.Rank()));
    return packed ? packed : detail::Carrying::Of<TensorLayout>(detail::OfTensor(packed.Reason(), 2));
}
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

// =====================================================================================================================
//   Global names
// =====================================================================================================================

#if defined(DML_TENSOR_UTILS_GLOBAL_NAMES)

using dml_tensor_utils::CalculateStrides;
using dml_tensor_utils::DMLCalcBufferTensorSize;
using dml_tensor_utils::Layout;

#if !DML_TENSOR_UTILS_NATIVE
using namespace dml_tensor_utils::directml;
#endif
#endif

#undef DML_TENSOR_UTILS_HAS_FEATURE_LEVEL
#undef DTU_INLINE
#undef DTU_LAZY
#undef DTU_LEAF
#undef DTU_LIFETIMEBOUND

#endif // DML_TENSOR_UTILS_HPP

// =====================================================================================================================
//   MIT License
//
//   Copyright (c) 2026 the dml_tensor_utils authors
//
//   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
//   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
//   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
//   permit persons to whom the Software is furnished to do so, subject to the following conditions:
//
//   The above copyright notice and this permission notice shall be included in all copies or substantial portions of
//   the Software.
//
//   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
//   THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
//   AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
//   TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
//   SOFTWARE.
// =====================================================================================================================
