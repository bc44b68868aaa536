// =====================================================================================================================
//   dml_tensor_utils.hpp: describes and checks tensors for DirectML
//
//   SPDX-License-Identifier: MIT
//   Version 1.0.0
// =====================================================================================================================
//
//   This header is C++17 and needs only the standard library. Everything is constexpr and noexcept. No function
//   allocates, throws or touches tensor memory. Sizes, strides, offsets and counts are in elements, or in bytes where a
//   name says so.
//
//   Synopsis
//
//     Dimensions            0 to 8 sizes, strides, coordinates or axes, from a list, an array or a pointer and a count
//       AxisOrder           AxisOrder("NCHW", "NHWC") == {0, 2, 3, 1}
//     TensorLayout          sizes, strides and the position of the first element
//       makers              Packed  Strided  Of  OfAnyRank
//       numbers             Rank  ElementCount  ElementSpan  SizeInBytes  EndInBytes  ElementOffset  Coordinates
//                           ForEach
//       questions           IsPacked  IsRowMajor  IsBroadcast  IsPadded  HasOverlap  SameElements
//       views               Transposed  BroadcastTo  PromotedTo  PlacedOn  Squeezed  Collapsed  Reshaped  Sliced
//       padding             WithStride  WithStrideMultiple  WithStrideInBytes  WithStrideMultipleInBytes
//     BroadcastSizes        the sizes to which two tensors can be broadcast
//     CollapsedTogether     the tensors of one operator with the fewest axes
//     BufferTensorDesc      owns a DML_BUFFER_TENSOR_DESC: Desc()  OfView  WithTotalSize  WithAlignment
//     PinnedTensorDesc      a DML_TENSOR_DESC to which an operator description can point: Get()  (or AsTensorDesc)
//     ToText                "{1, 3, 224, 224}", "{2, 3}/{5, 1} from 4", "FLOAT16 {2, 3}/{5, 1}, 16 bytes"; streams
//                           write these texts too
//     Validate              why DirectML rejects a tensor, as input or output (TensorRole), or a Gather
//     ValidateGather        why DirectML rejects a Gather of these descriptors; GatherOutput is its output layout
//     GatherFromOnnx        the sizes and attributes with which a Gather computes what ONNX's Gather computes
//     ValidateBinding       why DirectML rejects a binding; BufferPlacement places several tensors in one buffer
//     Diagnosis             a TensorError with its axis and numbers; Explain makes a sentence of it:
//                           "Sizes[2] is 0; every size must be at least 1 [ZeroSize]"
//     NoError               static_assert(NoError<layout.Error()>) names the error in the compiler's message
//
//     DMLCalcBufferTensorSize  CalculateStrides      Microsoft's documented helper functions, without their overflows
//     ElementSizeInBits  DataTypeOf  ToString        element types
//
//   Errors
//
//     A value that could not be built carries its error. It tests false, every operation on it returns it unchanged,
//     and Reason() says why. So you check a chain of operations once, at its end:
//
//       constexpr auto layout = TensorLayout::Packed({1, 3, 224, 224}, Layout::NHWC);
//       constexpr BufferTensorDesc input(DML_TENSOR_DATA_TYPE_FLOAT16, layout);
//       static_assert(input);
//
//   A list "Errors, in order" has one line for each error: when the function finds it, and what the numbers of the
//   Diagnosis are. If the line does not say it, `actual` is the value that the line is about, and `required` is the
//   limit of that value. The lists leave out the errors that come before all others: an error that the object carries,
//   and then an error that an argument carries.
//
//   The other headers of this library build on this one: dml_tensor_copy.hpp copies tensors, dml_tensor_convert.hpp
//   converts their elements, dml_tensor_compare.hpp compares them, and dml_tensor_relation.hpp says why they differ.
//   dml_tensor_output_sizes.hpp computes the output sizes of operators. dml_tensor_operator_schema.hpp lists the fields
//   of operators. dml_tensor_operators.hpp validates operators, dml_tensor_graph.hpp validates graphs of operators, and
//   dml_tensor_bindings.hpp validates bindings. dml_tensor_owned_operator.hpp copies an operator's description.
//   dml_tensor_device.hpp wraps a device, which then explains its errors. dml_tensor_interop.hpp translates from and to
//   DLPack, ONNX, mdspan and std::format.
//
// =====================================================================================================================

#ifndef DML_TENSOR_UTILS_HPP
#define DML_TENSOR_UTILS_HPP

// =====================================================================================================================
//   Version
// =====================================================================================================================

/// This number grows with a change that can break programs.
#define DML_TENSOR_UTILS_VERSION_MAJOR 1
/// This number grows with an addition.
#define DML_TENSOR_UTILS_VERSION_MINOR 0
/// This number grows with a correction.
#define DML_TENSOR_UTILS_VERSION_PATCH 0
/// This is the version as one number: 1.2.3 is 10203. The other headers require the same number.
#define DML_TENSOR_UTILS_VERSION                                                                                       \
    (DML_TENSOR_UTILS_VERSION_MAJOR * 10000 + DML_TENSOR_UTILS_VERSION_MINOR * 100 + DML_TENSOR_UTILS_VERSION_PATCH)

// =====================================================================================================================
//   Configuration
//
//   DML_TENSOR_UTILS_USE_DIRECTML_H   1: the SDK's own types (native mode). 0: an ABI-identical mirror of them inside
//                                     the namespace (portable mode). Undefined: native if DirectML.h was included
//                                     before, or on Windows if it can be included; otherwise portable.
//   DML_TENSOR_UTILS_GLOBAL_NAMES     defined: Microsoft's documented names (DMLCalcBufferTensorSize, CalculateStrides,
//                                     Layout), and in portable mode the DML_ names, are visible at global scope.
//
//   The first DirectML.h in a translation unit decides which types exist in all of it. If your program defines
//   DML_TARGET_VERSION_USE_LATEST or has its own DirectML.h, include DirectML.h before these headers.
//
//   DML_TENSOR_UTILS_NATIVE is the mode that was chosen, 1 for native and 0 for portable. This macro stays defined, and
//   so do DML_TENSOR_UTILS_NAMESPACE and its two helpers, because the other headers use them.
//
//   X11's headers define a macro None. Include these headers first, or put #pragma push_macro("None") and #undef None
//   before them and #pragma pop_macro("None") after them. While the macro is defined, call Ok() instead of comparing
//   with TensorError::None.
// =====================================================================================================================

// Without /Zc:__cplusplus, MSVC leaves __cplusplus at 199711L. _MSVC_LANG has the real version of C++.
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

// A program may link translation units of both modes, or of different minor versions. Types of the same name then
// differ, so an inline namespace such as v1_0_portable keeps them apart.
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
#if defined(__MINGW32__)
#include <windows.h> // must be first, because the headers of mingw-w64 do not include each other in every order

#include <sal.h>
#if !defined(_Maybenull_) // DirectML.h uses this annotation, which <sal.h> of mingw-w64 10 lacks
#define _Maybenull_
#include <DirectML.h>
#undef _Maybenull_
#endif
#endif
#include <DirectML.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

// This macro marks a function whose result points into its object, and a parameter into which the result points. The
// compiler then warns if the object or the argument is a temporary. The other headers use the macro too.
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

// If DMLCalcBufferTensorSize or CalculateStrides is called with literal sizes, g++ -O2 computes the result at compile
// time, but only if it unrolls the loops of these functions.
#if defined(__GNUC__) && !defined(__clang__)
#define DTU_UNROLL _Pragma("GCC unroll 8")
#else
#define DTU_UNROLL
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

// With an older DML_TARGET_VERSION, the SDK's header does not declare these names, so no using-declaration may name
// them. The enumerators DML_FEATURE_LEVEL_... stay at global scope.
#if defined(DML_TARGET_VERSION)
#if DML_TARGET_VERSION >= 0x2000
using ::DML_FEATURE_LEVEL;
#endif
#if DML_TARGET_VERSION >= 0x3000
using ::DML_TENSOR_DIMENSION_COUNT_MAX1;
#endif
#if DML_TARGET_VERSION >= 0x6300
using ::DML_TENSOR_DATA_TYPE_INT4, ::DML_TENSOR_DATA_TYPE_UINT4;
#endif
#endif

// This header relies on these values and on this layout of the structs. The sizes and offsets hold for 64-bit targets.
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

// These names have a namespace of their own, so that DML_TENSOR_UTILS_GLOBAL_NAMES can make them global.
inline namespace directml
{
/// The type of a tensor's elements. The fixed underlying type lets constant expressions cast any value to it.
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

/// The type of the description to which DML_TENSOR_DESC::Desc points.
enum DML_TENSOR_TYPE : std::uint32_t
{
    DML_TENSOR_TYPE_INVALID = 0, ///< no description
    DML_TENSOR_TYPE_BUFFER = 1,  ///< a DML_BUFFER_TENSOR_DESC
};

/// Whether the program or DirectML owns the tensor's contents after the operator was initialised.
enum DML_TENSOR_FLAGS : std::uint32_t
{
    DML_TENSOR_FLAG_NONE = 0x0,         ///< the program owns them
    DML_TENSOR_FLAG_OWNED_BY_DML = 0x1, ///< the program hands them to DirectML when the operator is initialised
};

/// The type of an operator. Other operators have other values.
enum DML_OPERATOR_TYPE : std::uint32_t
{
    DML_OPERATOR_INVALID = 0, ///< no operator
    DML_OPERATOR_GATHER = 67, ///< described by a DML_GATHER_OPERATOR_DESC
};

/// A tensor in a Direct3D 12 buffer.
struct DML_BUFFER_TENSOR_DESC
{
    DML_TENSOR_DATA_TYPE DataType;               ///< the type of every element
    DML_TENSOR_FLAGS Flags;                      ///< who owns the contents
    std::uint32_t DimensionCount;                ///< the number of sizes and strides, 1 to 8
    const std::uint32_t* Sizes;                  ///< the sizes in elements, each at least 1
    const std::uint32_t* Strides;                ///< the strides in elements; null means row-major and packed
    std::uint64_t TotalTensorSizeInBytes;        ///< the bytes of the buffer, at least TensorLayout::SizeInBytes
    std::uint32_t GuaranteedBaseOffsetAlignment; ///< the alignment of the offset in bytes; 0 means 16
};

/// A tensor of any type; Desc points to a DML_BUFFER_TENSOR_DESC.
struct DML_TENSOR_DESC
{
    DML_TENSOR_TYPE Type; ///< the type of the description
    const void* Desc;     ///< the description, which must outlive this struct
};

/// An operator of any type.
struct DML_OPERATOR_DESC
{
    DML_OPERATOR_TYPE Type; ///< the type of the description
    const void* Desc;       ///< the description, such as a DML_GATHER_OPERATOR_DESC
};

/// Gathers elements of the input along Axis by their indices.
struct DML_GATHER_OPERATOR_DESC
{
    const DML_TENSOR_DESC* InputTensor;   ///< the elements
    const DML_TENSOR_DESC* IndicesTensor; ///< positions along Axis; negative ones count from its end
    const DML_TENSOR_DESC* OutputTensor;  ///< the gathered elements, of the input's type; see GatherOutput
    std::uint32_t Axis;                   ///< the axis of the input that the indices replace
    std::uint32_t IndexDimensions;        ///< how many of the last dimensions of the indices replace Axis
};

// The alignments are those of a binding's offset, in bytes.
inline constexpr std::uint32_t DML_TENSOR_DIMENSION_COUNT_MAX = 5;       ///< the largest rank before feature level 3_0
inline constexpr std::uint32_t DML_TENSOR_DIMENSION_COUNT_MAX1 = 8;      ///< the largest rank since feature level 3_0
inline constexpr std::uint32_t DML_TEMPORARY_BUFFER_ALIGNMENT = 256;     ///< for a temporary resource
inline constexpr std::uint32_t DML_PERSISTENT_BUFFER_ALIGNMENT = 256;    ///< for a persistent resource
inline constexpr std::uint32_t DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT = 16; ///< for a tensor
} // namespace directml

#endif

#if !DML_TENSOR_UTILS_NATIVE || !defined(DML_TARGET_VERSION) || DML_TARGET_VERSION < 0x2000
inline namespace directml
{
/// A set of features, with the first version of DirectML that is documented to have it. Native mode uses this
/// enumeration only if DML_TARGET_VERSION hides the SDK's own.
/// Source: "DirectML version history".
enum DML_FEATURE_LEVEL : std::uint32_t
{
    DML_FEATURE_LEVEL_1_0 = 0x1000, ///< DirectML 1.0.0
    DML_FEATURE_LEVEL_2_0 = 0x2000, ///< DirectML 1.1.0
    DML_FEATURE_LEVEL_2_1 = 0x2100, ///< not documented
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

/// A function that returns an offset returns this value if there is none.
inline constexpr std::uint64_t NoOffset = 0xFFFFFFFFFFFFFFFF;

namespace detail
{
inline constexpr std::uint32_t MaxRank = 8;
inline constexpr std::uint32_t None32 = 0xFFFFFFFF; // no axis, no tensor
inline constexpr std::uint64_t Max32 = 0xFFFFFFFF;
inline constexpr std::uint64_t Max64 = 0xFFFFFFFFFFFFFFFF;
inline constexpr std::uint32_t MinAlignment = DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT;
// A Diagnosis has integers only. Its `actual` is this number if a tolerance, deviation or scale is NaN.
inline constexpr std::uint64_t ActualNan = std::uint64_t{1} << 63;
// The number of characters for which a Message has room. The longest sentence about an operator has 418 characters; it
// is about the order of the axes of a 5-D convolution. A sentence about a graph may be longer, because it may list two
// tensors of 8 axes.
inline constexpr std::size_t MessageCapacity = 1024;

template <std::size_t Capacity> struct TextWriter;
} // namespace detail

// =====================================================================================================================
//   Errors and messages
// =====================================================================================================================

namespace detail
{
// What an error says about DirectML or about this library. The kind decides whether a sentence needs a tensor's name.
enum class ErrorKind : std::uint8_t
{
    None,      // no error
    Rejection, // DirectML rejects a description or a call, or removes its device, or crashes
    Hazard,    // DirectML accepts this silently
    Attribute, // DirectML rejects an operator's attribute, so the sentence needs no tensor's name
    Misuse,    // this library cannot do what was asked of it
    Copy,      // this library cannot copy, convert or compare; the sentence says "source" or "destination" itself
    Unknown,   // it is not known whether DirectML accepts this
};

// A sentence of an error, with placeholders in braces. The sentence is for diagnoses to which the cause applies.
template <class Error, class Cause> struct ErrorSentence
{
    Error error;
    Cause cause;
    const char* text;
};

// These return the error's name and kind in the tables of all errors. A value that does not exist has the name "?". The
// names are a table of their own, so that a program without sentences does not contain them.
template <std::size_t Count, class Error>
constexpr const char* NameIn(const char* const (&names)[Count], Error error) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(error);
    return value < Count ? names[value] : "?";
}
template <std::size_t Count, class Error>
constexpr ErrorKind KindIn(const ErrorKind (&kinds)[Count], Error error) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(error);
    return value < Count ? kinds[value] : ErrorKind::Unknown;
}

// Returns whether the sentence with this cause fits the diagnosis. This overload is for tables whose causes are
// functions.
template <class Found> constexpr bool Applies(bool (*cause)(const Found&) noexcept, const Found& found) noexcept
{
    return cause(found);
}

// Returns the text of an error. An error may have several sentences, each for one cause. Returns the first sentence
// whose cause applies, or "?" if none does. Placeholders are not replaced.
template <class Error, class Cause, std::size_t Count, class Found>
constexpr const char* SentenceIn(const ErrorSentence<Error, Cause> (&sentences)[Count], Error error,
                                 const Found& found) noexcept
{
    for (const ErrorSentence<Error, Cause>& each : sentences)
    {
        if (each.error == error && Applies(each.cause, found)) { return each.text; }
    }
    return "?";
}

// Returns whether every diagnosis has a sentence: the last sentence of each error, and no other, has the cause that
// always applies. A static_assert calls it, or a test if the causes are functions, because g++ with
// -fsanitize=undefined does not compare addresses of functions in constant expressions.
template <class Error, class Cause, std::size_t Count>
constexpr bool EndWith(Cause always, const ErrorSentence<Error, Cause> (&sentences)[Count]) noexcept
{
    for (std::size_t i = 0; i < Count; ++i)
    {
        const bool isLast = i + 1 == Count || sentences[i + 1].error != sentences[i].error;
        if ((sentences[i].cause == always) != isLast) { return false; }
    }
    return true;
}
} // namespace detail

// A table of errors is a macro with a line ENTRY(name, kind, cause, sentence) for each error, and with a line
// ALSO(name, cause, sentence) for each further sentence of that error. Explain uses the first sentence whose cause
// applies. The macros below make an enumeration, names and sentences from such a table. The other headers use them too.
#define DTU_ERROR_ENUMERATOR(name, kind, cause, sentence) name,
#define DTU_ERROR_NAME(name, kind, cause, sentence) #name,
#define DTU_ERROR_KIND(name, kind, cause, sentence) ErrorKind::kind,
#define DTU_ERROR_SENTENCE(name, kind, cause, sentence) {E::name, cause, sentence},
#define DTU_ERROR_ALSO(name, cause, sentence) {E::name, cause, sentence},
#define DTU_ERROR_NOTHING(name, cause, sentence)

// The causes are functions of the namespace error_texts below. The placeholders in the sentences are
//
//   {tensor}      the tensor's name
//   {tensor.}     the tensor's name before one of its fields: "InputTensor." or "the source's "; or nothing
//   {argument}    the argument's name, with the index if it is a list: "Sizes[2]"
//   {axis}, {actual}, {required}    the numbers of the diagnosis. A format may follow, as in {actual:type}; see
//                                   AppendFormatted
//
// clang-format off
#define DTU_TENSOR_ERRORS(ENTRY, ALSO) \
    ENTRY(None, None, Otherwise, "no error") \
    /* DirectML rejects a tensor, in the order of its checks. */ \
    ENTRY(NullTensor, Rejection, HasName, "{argument} is null; point it to a DML_TENSOR_DESC") \
    ALSO(NullTensor, Otherwise, "{tensor} is null; point it to a DML_TENSOR_DESC") \
    ENTRY(NullDesc, Rejection, Names<A::OperatorDesc>, "{argument} is null; point it to the operator's struct") \
    ALSO(NullDesc, HasName, "the Desc of {argument} is null; point it to a DML_BUFFER_TENSOR_DESC") \
    ALSO(NullDesc, Otherwise, "{tensor.}Desc is null; point it to a DML_BUFFER_TENSOR_DESC") \
    ENTRY(TensorType, Rejection, HasName, \
          "the Type of {argument} is {actual}; it must be {required} (DML_TENSOR_TYPE_BUFFER)") \
    ALSO(TensorType, Otherwise, \
          "{tensor.}Type is {actual}; it must be {required} (DML_TENSOR_TYPE_BUFFER)") \
    ENTRY(UnknownDataType, Rejection, Because<C::DlpackType>, \
          "the DLPack type with code {actual:code}, {actual:bits} bits and {actual:lanes} lanes has no DirectML " \
          "element type") \
    ALSO(UnknownDataType, (All<Names<A::Type>, IsZero>), \
         "the element type is 0 (UNKNOWN); it must be 1 (FLOAT32) to {required} ({required:type})") \
    ALSO(UnknownDataType, Names<A::Type>, \
         "the element type is {actual}; it must be 1 (FLOAT32) to {required} ({required:type})") \
    ALSO(UnknownDataType, IsZero, \
         "{tensor.}DataType is 0 (UNKNOWN); it must be 1 (FLOAT32) to {required} ({required:type}){remedy}") \
    ALSO(UnknownDataType, Otherwise, \
         "{tensor.}DataType is {actual}; it must be 1 (FLOAT32) to {required} ({required:type})") \
    ENTRY(Flags, Rejection, Otherwise, "{tensor.}Flags is {actual}; it must be 0 (NONE) or {required} (OWNED_BY_DML)") \
    ENTRY(DimensionCount, Rejection, Names<A::Rank>, "the rank is {actual:signed}; it must be 1 to {required}") \
    ALSO(DimensionCount, Names<A::Output>, "the rank of the output would be {actual}; it must be at most {required}") \
    ALSO(DimensionCount, Names<A::Inputs>, "the rank of an input is {actual:signed}; it must be at most {required}") \
    ALSO(DimensionCount, Names<A::Mean>, "the length of {argument} is {actual}; it must be 1 to {required}") \
    ALSO(DimensionCount, NamesList, "the length of {argument} is {actual:signed}; it must be at most {required}") \
    ALSO(DimensionCount, Otherwise, "{tensor.}DimensionCount is {actual:signed}; it must be 1 to {required}") \
    ENTRY(NullSizes, Rejection, Otherwise, "{tensor.}Sizes is null; point it to DimensionCount sizes") \
    ENTRY(ZeroSize, Rejection, Names<A::Inputs>, \
          "an input has size {actual} on axis {axis}; every size must be at least {required}") \
    ALSO(ZeroSize, HasName, "{argument} is {actual}; every size must be at least {required}") \
    ALSO(ZeroSize, Otherwise, "{tensor.}Sizes[{axis}] is {actual}; every size must be at least {required}") \
    ENTRY(ElementLimit, Rejection, Otherwise, \
          "the product of {tensor.}Sizes is {actual}; it must be at most {required}") \
    ENTRY(TotalSizeTooSmall, Rejection, (All<Because<C::StridesInBytes>, MayHaveStridesInBytes>), \
          "{tensor.}TotalTensorSizeInBytes is {actual}; it must be at least {required}{remedy}") \
    ALSO(TotalSizeTooSmall, Otherwise, \
         "{tensor.}TotalTensorSizeInBytes is {actual}; it must be at least {required}") \
    ENTRY(TotalSizeLimit, Rejection, Otherwise, \
          "{tensor.}TotalTensorSizeInBytes is {actual}; for this DataType it must be at most {required}") \
    ENTRY(Alignment, Rejection, HasName, "{argument} is {actual}; it must be 0 or a power of two") \
    ALSO(Alignment, Otherwise, \
         "{tensor.}GuaranteedBaseOffsetAlignment is {actual}; it must be 0 or a power of two of at least {required}") \
    ENTRY(OutputOwnedByDml, Rejection, Otherwise, \
          "{tensor.}Flags is {actual} (OWNED_BY_DML); for an output it must be {required} (NONE)") \
    ENTRY(OutputOverlap, Rejection, Because<C::ZeroStride>, \
          "{tensor.}Strides[{axis}] is {actual} on an axis of more than one element; elements of an output must not " \
          "overlap{remedy}") \
    ALSO(OutputOverlap, Because<C::EqualStrides>, \
         "{tensor.}Strides[{axis}] is {actual}, equal to {tensor.}Strides[{required}]; elements of an output must " \
         "not overlap{remedy}") \
    ALSO(OutputOverlap, Because<C::ShortSpan>, \
         "{tensor.}Sizes have {required} elements, but {tensor.}Strides span only {actual}; elements of an output " \
         "must not overlap{remedy}") \
    ALSO(OutputOverlap, Otherwise, \
         "{tensor.}Strides span {actual} elements, and DirectML counts their bits modulo 2^64, which is less than " \
         "the {required} elements of {tensor.}Sizes need; use smaller strides") \
    /* DirectML rejects a Gather, in the order of its checks. */ \
    ENTRY(GatherDataType, Rejection, Otherwise, \
          "{tensor.}DataType is {actual:type}; Gather needs elements of 8 to 64 bits") \
    ENTRY(GatherIndicesDataType, Rejection, Otherwise, \
          "{tensor.}DataType is {actual:type}; it must be UINT32, INT32, UINT64 or INT64") \
    ENTRY(GatherTypesDiffer, Rejection, Otherwise, \
          "{tensor.}DataType is {actual:type}; it must be {required:type}, the input's") \
    ENTRY(GatherRanksDiffer, Rejection, Otherwise, \
          "{tensor.}DimensionCount is {actual}; it must be {required}, the input's{remedy}") \
    ENTRY(GatherAxis, Attribute, IsNegative, "Axis is {actual:axis}; {axes}") \
    ALSO(GatherAxis, Otherwise, "Axis is {actual:signed}; it must be below {required}, the DimensionCount") \
    ENTRY(GatherIndexDimensions, Attribute, Otherwise, \
          "IndexDimensions is {actual}; it must be at most {required}, the DimensionCount") \
    ENTRY(GatherBatchAxis, Attribute, Otherwise, \
          "Axis is {actual}; it must be at least {required}, the number of batch dimensions: those that the indices " \
          "have before the last IndexDimensions") \
    ENTRY(GatherTerminates, Rejection, Otherwise, \
          "the rank of {tensor} without its leading 1s is {actual}; the batch of the indices needs {required}, and " \
          "DirectML terminates the process") \
    ENTRY(GatherBatchSize, Rejection, Otherwise, \
          "{tensor.}Sizes[{axis}] is {actual}; this batch size must be {required}, the input's") \
    ENTRY(GatherOutputSize, Rejection, Otherwise, \
          "{tensor.}Sizes[{axis}] is {actual}; the Gather produces {required}") \
    ENTRY(GatherFeatureLevel, Rejection, Otherwise, \
          "{tensor.}DataType or DimensionCount needs feature level {required:level}; it is {actual:level}") \
    /* DirectML rejects a binding by removing its device. */ \
    ENTRY(BindingAlignment, Rejection, Otherwise, \
          "the binding's Offset is {actual}; it counts bytes and must be a multiple of {required}, or DirectML " \
          "removes its device") \
    ENTRY(BindingOutside, Rejection, Otherwise, \
          "the binding ends at byte {actual} (Offset + SizeInBytes); it must end within the {required} bytes of the " \
          "buffer, or DirectML removes its device{remedy}") \
    ENTRY(BindingTooSmall, Rejection, Otherwise, \
          "the binding's SizeInBytes is {actual}; it must be at least {required}, the tensor's " \
          "TotalTensorSizeInBytes, or DirectML removes its device") \
    /* Hazards: DirectML accepts these silently, but the result is almost certainly unintended. */ \
    ENTRY(OutputElementsOverlap, Hazard, Otherwise, \
          "DirectML accepts this, but elements of the output overwrite each other: {tensor.}Strides[{axis}] is " \
          "{actual}, below {required}, the span of the faster axes") \
    ENTRY(SizeWraps, Hazard, Otherwise, \
          "DirectML accepts this, but the tensor's size in bits exceeds 64 bits and wraps; use smaller " \
          "{tensor.}Strides") \
    ENTRY(BindingOffset, Hazard, Otherwise, \
          "DirectML accepts the description, but the view starts at byte {actual}, which is not a multiple of " \
          "{required}; binding it there removes the device") \
    ENTRY(BindingWraps, Hazard, Otherwise, \
          "DirectML accepts this, but the binding's Offset + SizeInBytes exceeds 64 bits and wraps, so that it " \
          "starts outside the {required} bytes of the buffer") \
    ENTRY(GatherDropsDimension, Hazard, Otherwise, \
          "DirectML accepts this, but the output has no dimension for {tensor.}Sizes[{axis}], which is {actual}; " \
          "only leading sizes of {required} can be dropped") \
    ENTRY(GatherRankLimit, Hazard, Otherwise, \
          "DirectML accepts this, but IndexDimensions and the axes after Axis are {actual} dimensions; with more " \
          "than {required} it produces other elements than documented") \
    ENTRY(GatherLeadingSize, Hazard, Otherwise, \
          "DirectML accepts this, but {tensor.}Sizes[{axis}] is {actual} and the Gather fills only the first; it " \
          "must be {required}") \
    ENTRY(GatherBatch, Hazard, Otherwise, \
          "DirectML accepts this, but {tensor} has a batch of rank {actual} before the last IndexDimensions, and " \
          "drivers disagree on what that means; use none") \
    ENTRY(GatherIndexRange, Hazard, Otherwise, \
          "index {axis} is {actual:signed}, outside an axis of size {required}; which element it reads is " \
          "unspecified") \
    /* Dimensions, a layout or a view cannot be built. */ \
    ENTRY(ValueRange, Misuse, (All<IsDivisor, Because<C::NotANumber>>), "{argument} is NaN; it must be above 0") \
    ALSO(ValueRange, (All<IsDivisor, Because<C::Negative>>), "{argument} is negative; it must be above 0") \
    ALSO(ValueRange, Names<A::Mean>, \
         "{argument} makes a bias that is infinite or NaN; mean / deviation and mean * largest must be finite " \
         "FLOAT32 values") \
    ALSO(ValueRange, Because<C::Coefficient>, \
         "{argument} makes a scale that is infinite or 0; deviation * largest and its reciprocal must be finite " \
         "FLOAT32 values, not 0") \
    ALSO(ValueRange, Names<A::Largest>, \
         "{argument} is {actual}; it must be the largest sample, such as 255, not a scale such as 1 / 255") \
    ALSO(ValueRange, IsDivisor, "{argument} is {actual}; it must be above 0") \
    ALSO(ValueRange, Because<C::NotANumber>, "{argument} is NaN; it must be at least 0") \
    ALSO(ValueRange, Because<C::Negative>, "{argument} is negative; it must be at least 0") \
    ALSO(ValueRange, Because<C::Cast>, "ConversionRule::DirectMLCast needs scale 1, bias 0, no scales and no biases") \
    ALSO(ValueRange, IsOfTwoTypes, \
         "{argument} is {actual}; it must be {required}, because the data types differ; use relative or " \
         "absolute{remedy}") \
    ALSO(ValueRange, Because<C::Beyond64Bits>, \
         "the output's size on axis {axis} would exceed 64 bits; it must be at most {required}") \
    ALSO(ValueRange, Names<A::Output>, \
         "the output's size on axis {axis} would be {actual}; it must be at most {required}") \
    ALSO(ValueRange, Names<A::Inputs>, "an input has size {actual:signed} on axis {axis}; it must be 1 to {required}") \
    ALSO(ValueRange, IsCountOrLength, "{argument} is {actual:signed}; it must be 1 to {required}") \
    ALSO(ValueRange, MayBeInferred, \
         "{tensor.}{argument} is {actual:signed}; it must be 1 to {required}, because no size is inferred from others") \
    ALSO(ValueRange, StartsAt1, "{tensor.}{argument} is {actual:signed}; it must be 1 to {required}") \
    ALSO(ValueRange, (All<IsNegativeAxis, HasRank>), "{argument} is {actual:signed}; {axes}") \
    ALSO(ValueRange, Names<A::Rounding>, \
         "{argument} is {actual}; for a pooling it must be 0 (Down) or {required} (Up)") \
    ALSO(ValueRange, Because<C::NoMaximum>, "{tensor.}{argument} is {actual:signed}; it must be at least 0") \
    ALSO(ValueRange, (All<Names<A::Strides>, IsNegative>), \
         "{tensor.}{argument} is {actual:signed}; it must be 0 to {required}; to reverse an axis, copy its positions " \
         "one by one") \
    ALSO(ValueRange, Otherwise, "{tensor.}{argument} is {actual:signed}; it must be 0 to {required}") \
    ENTRY(NullPointer, Misuse, HasTensor, "the pointer is null; point it to a buffer of {required} bytes") \
    ALSO(NullPointer, Names<A::Inputs>, "inputs is null or empty; it must have at least one tensor") \
    ALSO(NullPointer, HasName, "{argument} is null; point it to {required} values") \
    ALSO(NullPointer, Otherwise, "the pointer is null; point it to {required} values") \
    ENTRY(RankDiffers, Misuse, Names<A::Channels>, \
          "the rank of {tensor} is {actual}; with Conversion::channels it must be {required}, the destination's") \
    ALSO(RankDiffers, HasTensor, \
         "the rank of {tensor} is {actual}; it cannot be broadcast to a lower one, {required} (see Reshaped)") \
    ALSO(RankDiffers, Names<A::Rank>, "the rank is {actual}; it must be at least {required}, the layout's") \
    ALSO(RankDiffers, Names<A::Sizes>, \
         "the length of {argument} is {actual}; it must be at least {required}, the rank of the layout") \
    ALSO(RankDiffers, (All<IsFirstInput, Because<C::TooManyAxes>>), \
         "the rank of {argument} is {actual}; it must be at most {required}") \
    ALSO(RankDiffers, IsFirstInput, "the rank of {argument} is {actual}; it must be at least {required}") \
    ALSO(RankDiffers, Names<A::Inputs>, "the rank of an input is {actual}; it must be {required}") \
    ALSO(RankDiffers, (Names<A::Filter, A::B, A::Indices>), \
         "the rank of {argument} is {actual}; it must be {required}") \
    ALSO(RankDiffers, Names<A::LastIndicesSize>, \
         "{argument} is {actual}; it must be at most {required}, the dimensions of input after the batch") \
    ALSO(RankDiffers, Names<A::Output>, "the rank of the output would be {actual}; it must be at most {required}") \
    ALSO(RankDiffers, HasName, "the length of {argument} is {actual}; it must be {required}, one for each dimension") \
    ALSO(RankDiffers, Otherwise, "{actual} dimensions were given; {required} are needed") \
    ENTRY(AxisOutOfRange, Misuse, Names<A::Channels>, \
          "{argument} is {actual}; it must be NoChannel or below {required}, the source's size on that axis; " \
          "channels count from 0") \
    ALSO(AxisOutOfRange, Names<A::ImageChannels>, \
         "{argument} is {actual}; it must be NoChannel or below {required}, the number of the tensor's channels, which " \
         "count from 0") \
    ALSO(AxisOutOfRange, Names<A::OnnxAxis>, \
         "{argument} is {actual:signed}; it must be at least -{required} and below {required}, the rank of input") \
    ALSO(AxisOutOfRange, Names<A::OperatorType>, \
         "DirectML 1.15.4 has no operator of this {argument}, so it has no outputs") \
    ALSO(AxisOutOfRange, Names<A::OutputIndex>, \
         "{argument} is {actual:signed}; it must be below {required}, the number of outputs") \
    ALSO(AxisOutOfRange, IsNegativeAxis, "{argument} is {actual:axis}; {axes}") \
    ALSO(AxisOutOfRange, HasName, \
         "{argument} is {actual:axis}; it must be below {required}, the number of dimensions") \
    ALSO(AxisOutOfRange, Otherwise, "axis {actual:signed} does not exist; it must be below {required}") \
    ENTRY(AxisOrder, Misuse, Because<C::Letter>, \
          "the letter {actual:letter} is missing from one axis order or repeated; both must have the same letters, " \
          "each once") \
    ALSO(AxisOrder, Because<C::UnknownLayout>, "the layout is {actual}; it must be 0 (NCHW) or 1 (NHWC)") \
    ALSO(AxisOrder, Because<C::OtherLength>, \
         "the length of {argument} is {actual}; it must be {required}, each axis once") \
    ALSO(AxisOrder, Names<A::ImageChannels>, \
         "channel {actual} of the tensor is missing from {argument} or repeated; the list must have each of the " \
         "tensor's {required} channels once") \
    ALSO(AxisOrder, Names<A::ReducedAxes>, "{argument} is {actual}, an axis that is already in the list") \
    ALSO(AxisOrder, HasAxis, "{argument} is {actual}; the list must name each of the {required} axes once") \
    ALSO(AxisOrder, Otherwise, "an axis order needs letters; both orders must have the same letters, each once") \
    ENTRY(BroadcastSizes, Misuse, Names<A::Sizes>, \
          "a size of {actual} cannot be broadcast to Sizes[{axis}], which is {required}; only a size of 1 can be " \
          "repeated{placement}") \
    ALSO(BroadcastSizes, Otherwise, \
         "the sizes {actual} and {required} of axis {axis} cannot be broadcast together; they must be equal, or one " \
         "of them must be 1") \
    ENTRY(SliceRange, Misuse, Because<C::Zero>, "{argument} is {actual}; it must be at least {required}") \
    ALSO(SliceRange, Names<A::Start>, "start is {actual}; it must be below {required}, the size of axis {axis}") \
    ALSO(SliceRange, Otherwise, \
         "count (a number of elements, not an end) is {actual}; on axis {axis} it must be at most {required}, so " \
         "that start + (count - 1) * step is below the size") \
    ENTRY(StrideTooSmall, Misuse, Names<A::StrideInBytes>, \
          "a stride of {actual} bytes on axis {axis} is too small; it must be at least {required} bytes, the span " \
          "of the faster axes") \
    ALSO(StrideTooSmall, HasName, "{argument} is {actual}; a multiple must be at least {required}") \
    ALSO(StrideTooSmall, Otherwise, \
         "a stride of {actual} on axis {axis} is too small; it must be at least {required}, the span of the faster " \
         "axes") \
    ENTRY(StrideLimit, Misuse, Names<A::StrideInBytes>, \
          "the stride of axis {axis} would be {actual} bytes; it must be at most {required} bytes") \
    ALSO(StrideLimit, Otherwise, "Strides[{axis}] would be {actual}; a stride must be at most {required}") \
    ENTRY(SpanLimit, Misuse, Otherwise, "a count, span or position exceeds 64 bits; use smaller numbers") \
    ENTRY(StrideInBytes, Misuse, Otherwise, \
          "{argument} is {actual}; it must be a multiple of {required}, the bytes of an element") \
    ENTRY(NotAView, Misuse, Because<C::ElementCount>, \
          "the product of the new sizes is {required}; it must be {actual}, the number of elements") \
    ALSO(NotAView, Because<C::Broadcast>, \
         "axis {axis} is broadcast (its stride is 0) and cannot be padded; copy to a packed layout first") \
    ALSO(NotAView, Because<C::NoRatio>, \
         "the padded axis has stride {required}, so axis {axis} has no ratio to it; give the padded axis its packed " \
         "stride first") \
    ALSO(NotAView, Names<A::StrideInBytes>, \
         "axis {axis} cannot be formed without moving elements ({actual} bytes are not a multiple of {required} " \
         "bytes); copy to a packed layout first") \
    ALSO(NotAView, Names<A::Sizes>, \
         "axis {axis} cannot be formed without moving elements ({actual} evenly spaced elements are not a multiple of " \
         "its size, {required}); copy to a packed layout first") \
    ALSO(NotAView, Otherwise, \
         "axis {axis} cannot be formed without moving elements (its stride, {actual}, is not a multiple of " \
         "{required}, that of the padded axis); copy to a packed layout first") \
    ENTRY(FirstElement, Misuse, Otherwise, \
          "the layout starts at element {actual}; a descriptor must start at {required} (use " \
          "BufferTensorDesc::OfView and bind it at its BindingOffsetInBytes)") \
    ENTRY(StartsInsideByte, Misuse, Otherwise, \
          "the view starts at 4-bit element {actual}, inside a byte; the first element must be a multiple of " \
          "{required}; copy it to its own buffer by CopyTensor") \
    /* A copy, conversion or comparison is rejected. DestinationOverlaps is about elements within the destination, */ \
    /* BuffersOverlap about the source's buffer and the destination's. */ \
    ENTRY(ConversionTypes, Misuse, Because<C::ContainerType>, \
          "{tensor.}elements are {actual:type}, but the data type given for them is {required:type}") \
    ALSO(ConversionTypes, Because<C::ContainerFloats>, \
         "{tensor.}elements are floating-point numbers of {actual} bytes, but the data type given for them is " \
         "{required:type}") \
    ALSO(ConversionTypes, HasTensor, \
         "{tensor.}data type is {actual:type}; it must be {required:type}, the destination's (ConvertTensor " \
         "converts)") \
    ALSO(ConversionTypes, Because<C::Cast>, \
         "ConversionRule::DirectMLCast cannot convert {actual:type} to {required:type}; both types must have 8, 16 or " \
         "32 bits") \
    ALSO(ConversionTypes, Otherwise, "{actual:type} elements cannot be converted to {required:type}") \
    ENTRY(SizesDiffer, Copy, Names<A::Channels>, \
          "the length of Conversion::channels is {actual}; it must be {required}, the destination's Sizes[{axis}]; " \
          "if the channels are {channel axis}") \
    ALSO(SizesDiffer, Names<A::Deviation>, \
         "the length of {argument} is {actual}; it must be {required}, that of mean, or mean must have as many " \
         "values") \
    ALSO(SizesDiffer, Names<A::B>, "{argument} is {actual}; it must be {required}, to match a") \
    ALSO(SizesDiffer, Names<A::Inputs>, \
         "an input has size {actual} on axis {axis}; it must be {required}, as in the first input") \
    ALSO(SizesDiffer, (All<Because<C::CoefficientCount>, DifferByAlpha>), \
         "the number of scales or biases is {actual}; it must be {required}, the destination's Sizes[{axis}]. If " \
         "they are those of a Normalization, InOrder must list each channel of the image, such as 2, 1, 0, NoChannel " \
         "for B, G, R, A") \
    ALSO(SizesDiffer, IsOfCoefficients, \
         "the number of scales or biases is {actual}; it must be {required}, the destination's Sizes[{axis}]; if the " \
         "channels are {channel axis}") \
    ALSO(SizesDiffer, IsOfComparison, \
         "its size is {required} where the actual tensor's Sizes[{axis}] is {actual}, and cannot be " \
         "broadcast{remedy}") \
    ALSO(SizesDiffer, (All<HasNoTensor, HasNoAxis>), \
         "the rank of one tensor is {actual}, of another {required}; all sizes must be equal (see BroadcastSizes)") \
    ALSO(SizesDiffer, HasNoTensor, \
         "Sizes[{axis}] is {actual} in one tensor and {required} in another; all sizes must be equal (see " \
         "BroadcastSizes)") \
    ALSO(SizesDiffer, (All<Because<C::None>, IsSourceLarger>), \
         "the destination's Sizes[{axis}] is {actual}; the source's is {required} and cannot be broadcast. To take a " \
         "part of the source, slice it; to take some of its channels, set Conversion::channels of ConvertTensor") \
    ALSO(SizesDiffer, Otherwise, \
         "the destination's Sizes[{axis}] is {actual}; the source's is {required} and cannot be broadcast{remedy}") \
    ENTRY(SourceTooSmall, Copy, IsOfComparison, "the buffer has {actual} bytes; its layout needs {required}{remedy}") \
    ALSO(SourceTooSmall, Otherwise, "the source buffer has {actual} bytes; its layout needs {required}{remedy}") \
    ENTRY(DestinationTooSmall, Copy, Otherwise, \
          "the destination buffer has {actual} bytes; its layout needs {required}{remedy}") \
    ENTRY(DestinationOverlaps, Copy, Otherwise, \
          "elements of the destination overlap: its Strides[{axis}] is {actual}, below {required}, the span of the " \
          "faster axes") \
    ENTRY(BuffersOverlap, Copy, Otherwise, "the source and destination buffers overlap; use separate buffers") \
    /* An output size cannot be computed: see dml_tensor_output_sizes.hpp. */ \
    ENTRY(ZeroAttribute, Misuse, Because<C::NotANumber>, "{argument} is NaN; it must be above {required}") \
    ALSO(ZeroAttribute, Because<C::Negative>, "{argument} is negative; it must be above {required}") \
    ALSO(ZeroAttribute, Names<A::Scales>, "{argument} is {actual}; it must be above {required}") \
    ALSO(ZeroAttribute, Otherwise, "{argument} is {actual}; it must be at least {required}") \
    ENTRY(AttributeCount, Misuse, Otherwise, "the length of {argument} is {actual}; it must be {required}") \
    ENTRY(NotDivisible, Misuse, Names<A::Filter>, \
          "{argument} is {actual}; it must be a multiple of {required}, groupCount") \
    ALSO(NotDivisible, Because<C::SquaredBlockSize>, \
         "{argument} is {actual}; it must be a multiple of {required}, blockSize * blockSize") \
    ALSO(NotDivisible, Otherwise, "{argument} is {actual}; it must be a multiple of {required}, blockSize") \
    ENTRY(WindowTooLarge, Misuse, Otherwise, \
          "on axis {axis} the window covers {actual} elements, more than the padded input's {required}") \
    ENTRY(PaddingTooLarge, Misuse, Otherwise, \
          "on axis {axis} the padding is {actual}; it must be below {required}, the output's size without it") \
    ENTRY(ChannelsDiffer, Misuse, IsAxis0, "filter[0] is {actual}; it must be {required}, the channels of input") \
    ALSO(ChannelsDiffer, Otherwise, \
         "filter[1] * groupCount is {actual}; it must be {required}, the channels of input") \
    ENTRY(NoFormula, Misuse, Otherwise, \
          "the inputs and attributes do not determine the output's sizes; only its own description gives them")
// clang-format on

/// Why a value could not be built, why DirectML rejects a description, or which hazard DirectML accepts silently.
enum class [[nodiscard]] TensorError : std::uint32_t{DTU_TENSOR_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)};

namespace detail
{
inline constexpr const char* TensorErrorNames[] = {DTU_TENSOR_ERRORS(DTU_ERROR_NAME, DTU_ERROR_NOTHING)};
inline constexpr ErrorKind TensorErrorKinds[] = {DTU_TENSOR_ERRORS(DTU_ERROR_KIND, DTU_ERROR_NOTHING)};

constexpr ErrorKind KindOf(TensorError error) noexcept { return KindIn(TensorErrorKinds, error); }
} // namespace detail

/// Returns whether DirectML accepts this silently although the result is almost certainly unintended.
constexpr bool IsHazard(TensorError error) noexcept { return detail::KindOf(error) == detail::ErrorKind::Hazard; }

// clang-format off
// A line is VALUE(enumerator, name) for an argument that is one value, and LIST(enumerator, name) for a list. Explain
// adds the index to the name of a list: "axes[1]". The names are those of the functions' parameters.
#define DTU_ARGUMENTS(VALUE, LIST) \
    VALUE(Unnamed, "") \
    VALUE(List, "") /* Dimensions do not know which argument they are; the function that gets them replaces this */ \
    LIST(Sizes, "Sizes") LIST(Strides, "Strides") LIST(Axes, "axes") LIST(AxisOrder, "axisOrder") \
    LIST(Physical, "physical") LIST(Channels, "Conversion::channels") LIST(ImageChannels, "channels") \
    /* Sizes that the functions of dml_tensor_output_sizes.hpp get. */ \
    LIST(Input, "input") LIST(Filter, "filter") LIST(A, "a") LIST(B, "b") LIST(Inputs, "inputs") \
    LIST(Indices, "indices") \
    /* Attributes that the same functions get. */ \
    LIST(ReducedAxes, "axes") LIST(WindowSize, "windowSize") LIST(WindowStrides, "strides") \
    LIST(Dilations, "dilations") LIST(StartPadding, "startPadding") LIST(EndPadding, "endPadding") \
    LIST(OutputPadding, "outputPadding") LIST(OnnxOutputPadding, "onnxOutputPadding") \
    LIST(SliceSizes, "windowSizes") LIST(SliceStrides, "windowStrides") LIST(PadStart, "start") LIST(PadEnd, "end") \
    LIST(Scales, "scales") LIST(Repeats, "repeats") \
    VALUE(GroupCount, "groupCount") VALUE(Height, "height") VALUE(Width, "width") VALUE(BlockSize, "blockSize") \
    VALUE(Rounding, "rounding") VALUE(BatchDimensions, "batchDimensions") \
    VALUE(LastIndicesSize, "the last size of indices") VALUE(Output, "the output") VALUE(OutputIndex, "index") \
    VALUE(OperatorDesc, "DML_OPERATOR_DESC::Desc") VALUE(OperatorType, "DML_OPERATOR_DESC::Type") \
    /* Arguments of layouts, descriptors and bindings. */ \
    VALUE(Axis, "axis") VALUE(OnnxAxis, "axis") VALUE(FirstElement, "firstElement") VALUE(Rank, "rank") \
    VALUE(Start, "start") VALUE(Count, "count") VALUE(Step, "step") VALUE(Stride, "stride") \
    VALUE(StrideInBytes, "stride") VALUE(Elements, "elements") VALUE(Bytes, "bytes") \
    VALUE(ByteOffset, "byte_offset") VALUE(LinearIndex, "linearIndex") VALUE(Type, "type") \
    VALUE(Alignment, "alignment") VALUE(GuaranteedAlignment, "guaranteedBaseOffsetAlignment") \
    VALUE(IndexDimensions, "indexDimensions") VALUE(Offset, "offset") VALUE(SizeInBytes, "sizeInBytes") \
    VALUE(BufferSizeInBytes, "bufferSizeInBytes") \
    /* Arguments of copies, conversions and comparisons. */ \
    VALUE(BufferSize, "buffer size") VALUE(ConversionAxis, "Conversion::axis") VALUE(Absolute, "absolute") \
    VALUE(Relative, "relative") VALUE(Ulps, "ulps") LIST(Mean, "mean") \
    LIST(Deviation, "deviation") VALUE(Largest, "largest") \
    VALUE(Member, "a member") /* of an operator's struct; the number of the member, from 0, is added to this */
// clang-format on

/// The argument that an error is about. Explain calls it by the name of the function's parameter.
enum class TensorArgument : std::uint16_t
{
#define DTU_ENUMERATOR(enumerator, name) enumerator,
    DTU_ARGUMENTS(DTU_ENUMERATOR, DTU_ENUMERATOR)
#undef DTU_ENUMERATOR
};

/// Tells the causes of one error apart, because Explain words them differently. A comment names the error first.
enum class TensorCause : std::uint16_t
{
    None,             ///< the error has only one cause, or the usual one
    DlpackType,       ///< UnknownDataType: `actual` is a DLPack type; see OfDlpack
    EmptyDesc,        ///< UnknownDataType: the description has no sizes, too, as that of an object with an error
    ZeroStride,       ///< OutputOverlap: an axis of several elements has stride 0
    EqualStrides,     ///< OutputOverlap: the axis `required` has the same stride
    ShortSpan,        ///< OutputOverlap: the strides span fewer positions than there are elements
    NotANumber,       ///< ValueRange, ZeroAttribute: a tolerance, deviation or scale is NaN
    Negative,         ///< ValueRange, ZeroAttribute: a tolerance, deviation or scale is below 0
    TwoTypes,         ///< ValueRange: `ulps` is not 0 although the data types differ
    TwoTypesHalf,     ///< TwoTypes of floating-point numbers, the narrower of which is FLOAT16
    TwoTypesSingle,   ///< TwoTypes of floating-point numbers, the narrower of which is FLOAT32
    NoMaximum,        ///< ValueRange: the value is negative; there is no upper limit
    Beyond64Bits,     ///< ValueRange: the size of an output exceeds 64 bits
    TooManyAxes,      ///< RankDiffers: the rank is above `required`, a maximum
    Letter,           ///< AxisOrder: the letter `actual` is missing or repeated
    UnknownLayout,    ///< AxisOrder: `actual` is not a Layout
    OtherLength,      ///< AxisOrder: `actual` is the length of the list
    Zero,             ///< SliceRange: a count or step is 0
    ElementCount,     ///< NotAView: the new sizes have another number of elements
    Broadcast,        ///< NotAView: the axis to be padded has stride 0 and several elements
    NoRatio,          ///< NotAView: the axis to be padded has stride 0, but another axis needs a ratio to it
    CoefficientCount, ///< SizesDiffer: there are too few or too many scales or biases
    Coefficient,      ///< ValueRange: no finite scale or bias follows from a mean, deviation or `largest`
    Cast,             ///< ValueRange, ConversionTypes: ConversionRule::DirectMLCast has no scales and not all types
    SquaredBlockSize, ///< NotDivisible: `required` is blockSize * blockSize
    OfOperator,       ///< any error: DocumentedOutput found an input or attribute that is missing or invalid
    ContainerType,    ///< ConversionTypes: the elements of a container have another type than was given
    ContainerFloats,  ///< ConversionTypes: a container's floating-point numbers have `actual` bytes, not the type's
    NhwcSizes,        ///< SizesDiffer: one tensor's sizes are the other's in the order N, H, W, C
    HwcSizes,         ///< SizesDiffer: one tensor's sizes are the other's in the order H, W, C
    StridesInBytes,   ///< SourceTooSmall, DestinationTooSmall: with strides in bytes, the buffer would be large enough.
                      ///< TotalSizeTooSmall: there are strides, which may be in bytes
    HalfBytes,        ///< SourceTooSmall, DestinationTooSmall: the buffer has the bytes that elements of 4 bits need
    StartsLater,      ///< SourceTooSmall, DestinationTooSmall: the buffer has the bytes from the first element on
    TotalFits,        ///< BindingOutside: a binding of the tensor's TotalTensorSizeInBytes would end within the buffer
    FitsFromAxis,     ///< BroadcastSizes: the layout fits other axes; this value plus the first of them, 0 to 7
    AxisOfRank = FitsFromAxis + 8, ///< ValueRange: an axis of a tensor; this value plus the tensor's rank, 1 to 8
    ChannelsOnAxis =
        AxisOfRank + 9, ///< SizesDiffer: one other axis has as many positions as there are channels, scales
                        ///< or biases; this value plus that axis, 0 to 7
    Transposed = ChannelsOnAxis + 8, ///< SizesDiffer: Transposed(axes) would have the right sizes; this value plus the
                                     ///< rank, 2 to 4, and then the axes, each as 2 more bits
};

/// An error with the place where it was found and its numbers.
struct [[nodiscard]] Diagnosis
{
    /// The values of `tensor`. The first three are a Gather's, the next two a copy's or conversion's, and the next two
    /// a comparison's. The last means that no tensor is wrong.
    static constexpr std::uint32_t Input = 0, Indices = 1, Output = 2;
    static constexpr std::uint32_t Destination = 3, Source = 4;
    static constexpr std::uint32_t Expected = 5, Actual = 6;
    static constexpr std::uint32_t NoTensor = 0xFFFFFFFF;

    TensorError error = TensorError::None; ///< the reason
    std::uint32_t axis = detail::None32;   ///< the axis, or the index in a list; 0xFFFFFFFF if there is none
    std::uint64_t actual = 0;              ///< the value that was found
    std::uint64_t required = 0;            ///< the value that was needed
    std::uint32_t tensor = NoTensor;       ///< the tensor that is wrong: Input, Destination, Expected and so on
    TensorArgument argument = TensorArgument::Unnamed; ///< the name that Explain uses; == does not compare it
    TensorCause cause = TensorCause::None;             ///< the cause that Explain tells; == does not compare it

    /// Returns whether there is no error and no hazard.
    constexpr bool Ok() const noexcept { return error == TensorError::None; }

    /// Returns whether DirectML accepts the description: there is no error, or only a hazard.
    constexpr bool Accepted() const noexcept { return Ok() || IsHazard(error); }

    /// Returns whether DirectML rejects the description, or whether it could not be built.
    constexpr bool Rejected() const noexcept { return !Accepted(); }
    explicit operator bool() const = delete; ///< write Ok(), or Accepted() if hazards are right

    friend constexpr bool operator==(const Diagnosis& left, const Diagnosis& right) noexcept
    {
        return left.error == right.error && left.axis == right.axis && left.actual == right.actual
               && left.required == right.required && left.tensor == right.tensor;
    }
    friend constexpr bool operator!=(const Diagnosis& a, const Diagnosis& b) noexcept { return !(a == b); }

    /// Compares the error alone.
    friend constexpr bool operator==(const Diagnosis& left, TensorError right) noexcept { return left.error == right; }
    friend constexpr bool operator!=(const Diagnosis& left, TensorError right) noexcept { return left.error != right; }
    friend constexpr bool operator==(TensorError left, const Diagnosis& right) noexcept { return left == right.error; }
    friend constexpr bool operator!=(TensorError left, const Diagnosis& right) noexcept { return left != right.error; }
};

static_assert(sizeof(Diagnosis) == 32);

/// A sentence, held inline so that it needs no allocation and can be a constant. It has room for `Capacity` characters
/// with the zero at the end; a longer sentence is cut.
template <std::size_t Capacity> class BasicMessage
{
public:
    constexpr BasicMessage() noexcept = default;

    /// Returns the text, which ends with a zero and lives as long as the message.
    constexpr const char* c_str() const noexcept DTU_LIFETIMEBOUND { return m_text; }
    constexpr const char* data() const noexcept DTU_LIFETIMEBOUND { return m_text; }
    /// Returns the number of characters, without the zero.
    constexpr std::size_t size() const noexcept { return m_size; }

private:
    friend struct detail::TextWriter<Capacity>;

    char m_text[Capacity] = {};
    std::size_t m_size = 0;
};

/// The sentence that Explain returns.
using Message = BasicMessage<detail::MessageCapacity>;

// =====================================================================================================================
//   Error texts
// =====================================================================================================================

constexpr const char* ToString(DML_TENSOR_DATA_TYPE type) noexcept;

namespace detail
{
using Argument = TensorArgument;
using Cause = TensorCause;

struct ArgumentRow
{
    const char* name; // the name of the function's parameter
    bool isList;      // whether the argument is a list, so that an index follows its name
};

#define DTU_VALUE(enumerator, name) {name, false},
#define DTU_LIST(enumerator, name) {name, true},
inline constexpr ArgumentRow ArgumentRows[] = {DTU_ARGUMENTS(DTU_VALUE, DTU_LIST)};
#undef DTU_LIST
#undef DTU_VALUE
#undef DTU_ARGUMENTS

// Returns the row of an argument: its name, and whether it is a list.
constexpr const ArgumentRow& RowOf(Argument argument) noexcept
{
    return ArgumentRows[static_cast<std::uint32_t>(argument < Argument::Member ? argument : Argument::Member)];
}

// Returns whether the argument has a name. Unnamed has none; it means that the argument is not known.
constexpr bool HasName(Argument argument) noexcept { return RowOf(argument).name[0] != '\0'; }

namespace error_texts
{
using E = TensorError;
using A = TensorArgument;
using C = TensorCause;

// These are the causes in the table of errors: each returns whether its sentence fits the diagnosis. All<...> combines
// several causes.
template <bool (*... Causes)(const Diagnosis&) noexcept> constexpr bool All(const Diagnosis& d) noexcept
{
    return (Causes(d) && ...);
}
template <C Cause> constexpr bool Because(const Diagnosis& d) noexcept { return d.cause == Cause; }
constexpr bool IsOfTwoTypes(const Diagnosis& d) noexcept
{
    return d.cause == C::TwoTypes || d.cause == C::TwoTypesHalf || d.cause == C::TwoTypesSingle;
}
template <A... Arguments> constexpr bool Names(const Diagnosis& d) noexcept
{
    return ((d.argument == Arguments) || ...);
}
constexpr bool Otherwise(const Diagnosis&) noexcept { return true; }
constexpr bool HasName(const Diagnosis& d) noexcept { return detail::HasName(d.argument); }
constexpr bool NamesList(const Diagnosis& d) noexcept
{
    return RowOf(d.argument).isList && !Names<A::Sizes, A::Strides>(d);
}
constexpr bool HasTensor(const Diagnosis& d) noexcept { return d.tensor != Diagnosis::NoTensor; }
constexpr bool HasNoTensor(const Diagnosis& d) noexcept { return !HasTensor(d); }
constexpr bool HasAxis(const Diagnosis& d) noexcept { return d.axis != None32; }
constexpr bool HasNoAxis(const Diagnosis& d) noexcept { return !HasAxis(d); }
constexpr bool IsAxis0(const Diagnosis& d) noexcept { return d.axis == 0; }
constexpr bool IsOfComparison(const Diagnosis& d) noexcept
{
    return d.tensor == Diagnosis::Expected || d.tensor == Diagnosis::Actual;
}
constexpr bool IsZero(const Diagnosis& d) noexcept { return d.actual == 0; }
// Returns whether `actual` is a negative number of 64 or 32 bits. In a field of 32 bits, -1 is 4294967295.
constexpr bool IsNegative(const Diagnosis& d) noexcept
{
    return d.actual >> 31 == Max64 >> 31 || d.actual >> 31 == Max32 >> 31;
}
constexpr bool IsNegativeAxis(const Diagnosis& d) noexcept
{
    return Names<A::Axis, A::Axes, A::AxisOrder, A::ReducedAxes, A::ConversionAxis>(d) && IsNegative(d);
}
constexpr bool HasRank(const Diagnosis& d) noexcept { return d.cause > C::AxisOfRank; }
constexpr bool IsOfCoefficients(const Diagnosis& d) noexcept
{
    return d.cause == C::CoefficientCount || (d.cause >= C::ChannelsOnAxis && d.cause < C::Transposed);
}
constexpr bool IsSourceLarger(const Diagnosis& d) noexcept { return d.required > d.actual; }
// Returns whether an alpha channel explains the numbers: one side has 3 channels, the other 4.
constexpr bool DifferByAlpha(const Diagnosis& d) noexcept
{
    return (d.actual == 3 && d.required == 4) || (d.actual == 4 && d.required == 3);
}
constexpr bool IsDivisor(const Diagnosis& d) noexcept { return Names<A::Deviation, A::Largest>(d); }
constexpr bool IsFirstInput(const Diagnosis& d) noexcept { return Names<A::Input, A::A, A::SliceSizes>(d); }
constexpr bool IsCountOrLength(const Diagnosis& d) noexcept
{
    return Names<A::GroupCount, A::Height, A::Width, A::BlockSize>(d);
}
// Returns whether strides in bytes explain the numbers of TotalSizeTooSmall: `actual` is the size of a packed tensor,
// and `required` is its size with strides that are multiplied by the bytes of an element.
constexpr bool MayHaveStridesInBytes(const Diagnosis& d) noexcept
{
    for (std::uint64_t bytes = 2; bytes <= 8; bytes *= 2) // the sizes of an element
    {
        const std::uint64_t last = d.actual / bytes - 1; // the position of the last element
        const std::uint64_t size = (last * bytes + 1) * bytes;
        if (d.actual > bytes && d.required == (size + 3) / 4 * 4) { return true; }
    }
    return false;
}
// Returns whether a size is -1, for which other libraries compute a size.
constexpr bool MayBeInferred(const Diagnosis& d) noexcept { return Names<A::Sizes>(d) && d.actual == Max64; }
constexpr bool StartsAt1(const Diagnosis& d) noexcept
{
    return Names<A::Sizes, A::Input, A::Filter, A::A, A::B, A::Indices, A::WindowSize, A::WindowStrides, A::Dilations,
                 A::SliceSizes, A::Repeats>(d);
}

inline constexpr ErrorSentence<E, bool (*)(const Diagnosis&) noexcept> Sentences[] = {
    DTU_TENSOR_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
#undef DTU_TENSOR_ERRORS
} // namespace error_texts

// Returns the sentence of the diagnosis, with placeholders.
constexpr const char* SentenceOf(const Diagnosis& diagnosis) noexcept
{
    if (diagnosis.cause == Cause::OfOperator)
    {
        const bool isMissing =
            diagnosis.error == TensorError::NullTensor || diagnosis.error == TensorError::NullPointer;
        return isMissing ? "the output has no size, because {argument} is missing; ValidateOperator says why"
               : diagnosis.axis != None32
                   ? "the output has no size, because Sizes[{axis}] of {argument} is {actual}, which contradicts "
                     "{required}; ValidateOperator says why"
                   : "the output has no size, because {argument} is {actual}, which contradicts {required}; "
                     "ValidateOperator says why";
    }
    return SentenceIn(error_texts::Sentences, diagnosis.error, diagnosis);
}
} // namespace detail

/// Returns the enumerator's name, such as "ZeroSize"; "?" for a value that does not exist.
constexpr const char* ToString(TensorError error) noexcept { return detail::NameIn(detail::TensorErrorNames, error); }

namespace detail
{
// Returns whether the text starts with the word.
constexpr bool StartsWith(const char* text, const char* word) noexcept
{
    while (*word != '\0' && *text == *word)
    {
        ++text;
        ++word;
    }
    return *word == '\0';
}

// Returns whether the text has the word somewhere.
constexpr bool Contains(const char* text, const char* word) noexcept
{
    for (; *text != '\0'; ++text)
    {
        if (StartsWith(text, word)) { return true; }
    }
    return false;
}

// Writes a message and drops the characters for which it has no room.
template <std::size_t Capacity> struct TextWriter
{
    BasicMessage<Capacity> message;

    constexpr bool IsFull() const noexcept { return message.m_size + 1 == Capacity; }

    // Appends all parts, one after the other. A part is a character, a text, a number or a list such as Dimensions:
    // Append("axis ", 2, ' ', sizes) appends "axis 2 {1, 3, 224, 224}".
    template <class... Parts> constexpr void Append(Parts... parts) noexcept { (AppendPart(parts), ...); }

    constexpr void AppendNumber(std::uint64_t value) noexcept
    {
        std::uint64_t power = 1; // after the loop, the largest power of 10 that is not above the value
        while (value / power >= 10) { power *= 10; }
        for (; power != 0; power /= 10) { AppendCharacter(static_cast<char>('0' + value / power % 10)); }
    }

    constexpr void AppendList(const std::uint32_t* values, std::size_t count) noexcept
    {
        Append('{');
        for (std::size_t i = 0; i < count; ++i) { Append(i == 0 ? "" : ", ", values[i]); }
        Append('}');
    }

    // Appends "[2]" for the index 2, and nothing for None32.
    constexpr void AppendIndex(std::uint32_t index) noexcept
    {
        if (index != None32) { Append('[', index, ']'); }
    }

    // Appends a number that may be negative, in two's complement. Values from 2^64 - 2^31 on are written as -2^31 to
    // -1, because no size, axis or count in use is so large. Other values from 2^63 on are written in hexadecimal.
    constexpr void AppendSigned(std::uint64_t value) noexcept
    {
        if (value >> 31 == Max64 >> 31) { return Append('-', 0 - value); }
        if (value >> 63 == 0) { return Append(value); }
        Append("0x");
        for (std::uint32_t shift = 64; shift > 0; shift -= 4) { Append("0123456789ABCDEF"[value >> (shift - 4) & 15]); }
    }

    // Appends a number. format: the end of the placeholder, such as ":signed}" of "{actual:signed}".
    constexpr void AppendFormatted(std::uint64_t value, const char* format) noexcept
    {
        if (StartsWith(format, ":signed}")) { AppendSigned(value); }
        else if (StartsWith(format, ":axis}")) // Conversion::axis has 32 bits, in which -1 is 4294967295
        {
            const bool isNegative32 = value <= Max32 && value >> 31 != 0;
            AppendSigned(isNegative32 ? value | ~Max32 : value);
        }
        else if (StartsWith(format, ":type}"))
        {
            const char* const name = value < 16 ? ToString(static_cast<DML_TENSOR_DATA_TYPE>(value)) : "?";
            if (name[0] != '?') { return Append(name); }
            Append("type ", value, " (unknown)");
        }
        else if (StartsWith(format, ":letter}"))
        {
            Append(value > ' ' && value < 127 ? static_cast<char>(value) : '?');
        }
        // A DLPack type is one number: its code in 8 bits, its bits in the next 8, and its lanes in the lowest 16.
        else if (StartsWith(format, ":code}")) { Append(value >> 24); }
        else if (StartsWith(format, ":bits}")) { Append(value >> 16 & 255); }
        else if (StartsWith(format, ":lanes}")) { Append(value & 65535); }
        // The DML_FEATURE_LEVEL 0x3100 is written 3_1.
        else if (StartsWith(format, ":level}")) { Append(value >> 12, '_', value >> 8 & 15); }
        else { Append(value); }
    }

    // Appends a sentence of a table of errors. Writes the numbers of the diagnosis for {actual} and {required}, and
    // calls appendPlaceholder(text) for every other placeholder. `text` is the sentence from that placeholder on.
    template <class AnyDiagnosis, class Function>
    constexpr void AppendFilled(const char* text, const AnyDiagnosis& diagnosis,
                                const Function& appendPlaceholder) noexcept
    {
        for (; *text != '\0'; ++text)
        {
            if (*text != '{')
            {
                Append(*text);
                continue;
            }
            if (StartsWith(text, "{actual")) { AppendFormatted(diagnosis.actual, text + 7); }
            else if (StartsWith(text, "{required")) { AppendFormatted(diagnosis.required, text + 9); }
            else { appendPlaceholder(text); }
            while (*text != '}') { ++text; }
        }
    }

private:
    template <class Part> constexpr void AppendPart(const Part& part) noexcept
    {
        if constexpr (std::is_same_v<Part, char>) { AppendCharacter(part); }
        else if constexpr (std::is_integral_v<Part>) { AppendNumber(part); }
        else if constexpr (std::is_convertible_v<Part, const char*>)
        {
            for (const char* text = part; *text != '\0'; ++text) { AppendCharacter(*text); }
        }
        else { AppendList(part.data(), part.size()); }
    }

    constexpr void AppendCharacter(char character) noexcept
    {
        if (!IsFull()) { message.m_text[message.m_size++] = character; }
    }
};

using MessageWriter = TextWriter<MessageCapacity>;

// Writes the sentence of a Diagnosis.
struct TensorSentence : MessageWriter
{
    const Diagnosis& diagnosis;
    const char* name = "";  // the tensor's name; empty if the diagnosis is about no tensor
    bool isOperand;         // whether the tensor is one of an operator
    bool hasRemedy = false; // whether the caller appends a remedy for a tensor that DirectML rejects

    // operandName is the name of an operator's tensor, or null.
    constexpr TensorSentence(const Diagnosis& found, const char* operandName) noexcept
        : diagnosis(found), isOperand(operandName != nullptr || found.tensor <= Diagnosis::Output)
    {
        constexpr const char* Names[] = {"InputTensor", "IndicesTensor", "OutputTensor", // a Gather's
                                         "destination", "source",                        // a copy's
                                         "expected",    "actual"};                       // a comparison's
        if (operandName != nullptr) { name = operandName; }
        else if (found.tensor <= Diagnosis::Actual) { name = Names[found.tensor]; }
    }

    constexpr bool IsNamed() const noexcept { return name[0] != '\0'; }

    // Returns whether the tensor's name must be written before the sentence, as in "source: the pointer is null". It
    // must not in three cases: the sentence has a placeholder for the name; it says "destination" or "source" itself;
    // or it is about an attribute, which belongs to no tensor.
    constexpr bool NeedsName() const noexcept
    {
        const bool isSide = diagnosis.tensor == Diagnosis::Destination || diagnosis.tensor == Diagnosis::Source;
        const bool namesSides = KindOf(diagnosis.error) == ErrorKind::Copy && !isOperand && isSide;
        const bool isOfAttribute = KindOf(diagnosis.error) == ErrorKind::Attribute;
        return IsNamed() && !namesSides && !isOfAttribute && !Contains(SentenceOf(diagnosis), "{tensor");
    }

    // Appends the argument's name, with the index if it is a list: "axes[1]".
    constexpr void AppendArgument() noexcept
    {
        if (diagnosis.argument >= Argument::Member)
        {
            const auto first = static_cast<std::uint32_t>(Argument::Member);
            const std::uint32_t member = static_cast<std::uint32_t>(diagnosis.argument) - first;
            return Append("member ", member, " (counted from 0) of the operator's struct");
        }
        const bool hasIndex = diagnosis.axis != None32;
        if (HasName(diagnosis.argument))
        {
            Append(RowOf(diagnosis.argument).name);
            if (RowOf(diagnosis.argument).isList) { AppendIndex(diagnosis.axis); }
        }
        else if (hasIndex) { Append("entry ", diagnosis.axis, " of the list"); }
        else { Append("the value"); }
    }

    // Returns the number that CauseWith added to the cause `first`.
    constexpr std::uint64_t Added(Cause first) const noexcept
    {
        return static_cast<std::uint64_t>(diagnosis.cause) - static_cast<std::uint64_t>(first);
    }

    // Appends ". If the source's axes are in another order, use its layout.Transposed({1, 0})".
    constexpr void AppendTransposed() noexcept
    {
        std::uint64_t code = Added(Cause::Transposed);
        std::uint32_t rank = 4;
        while (rank > 0 && code >> 2 * rank != rank) { --rank; }
        std::uint32_t axes[4] = {};
        for (std::uint32_t axis = rank; axis > 0; code >>= 2) { axes[--axis] = static_cast<std::uint32_t>(code & 3); }
        Append(". If the axes of ", diagnosis.tensor == Diagnosis::Source ? "the source" : name,
               " are in another order, use its layout.Transposed(");
        AppendList(axes, rank);
        Append("); if only its sizes are, correct them");
    }

    // Appends what may help, as a sentence of its own.
    constexpr void AppendRemedy() noexcept
    {
        if (diagnosis.cause >= Cause::Transposed) { return AppendTransposed(); }
        const bool needsOnes =
            diagnosis.error == TensorError::GatherRanksDiffer && diagnosis.actual < diagnosis.required;
        if (needsOnes && !hasRemedy) { return Append("; put sizes of 1 in front of the others"); }
        switch (diagnosis.cause)
        {
        case Cause::ZeroStride:
        case Cause::EqualStrides:
        case Cause::ShortSpan:
            return Append(hasRemedy ? "" : "; if the tensor is packed in the order of its sizes, leave Strides null");
        case Cause::EmptyDesc:
            return Append(". The description is empty or could not be built: look at the Reason() of the object that "
                          "made it");
        case Cause::TwoTypesHalf: return Append(", such as relative = 0x1p-11, the rounding error of FLOAT16");
        case Cause::TwoTypesSingle: return Append(", such as relative = 0x1p-24, the rounding error of FLOAT32");
        case Cause::NhwcSizes:
            return Append(". If the sizes of one tensor are in the order of memory, give them in logical order: "
                          "Packed({N, C, H, W}, Layout::NHWC)");
        case Cause::HwcSizes:
            return Append(". If the sizes of one tensor are in the order of memory, give them in logical order: "
                          "Packed({C, H, W}, AxisOrder(\"CHW\", \"HWC\"))");
        case Cause::StridesInBytes:
            return Append(". If the strides are in bytes, divide them by the bytes of an element: strides count "
                          "elements, not bytes");
        case Cause::TotalFits: return Append(". It fits if SizeInBytes is only the tensor's TotalTensorSizeInBytes");
        case Cause::StartsLater:
            return Append(". The layout does not start at element 0: if the pointer is that of its first element, pass "
                          "the start of the whole buffer and its size instead");
        case Cause::HalfBytes: return Append(". If its elements have 4 bits, give the type UINT4 or INT4");
        default: return;
        }
    }

    // Appends what the placeholder at the start of `text` stands for. AppendFilled replaces the
    // placeholders of numbers.
    constexpr void AppendPlaceholder(const char* text) noexcept
    {
        if (StartsWith(text, "{tensor.}") && IsNamed())
        {
            Append(isOperand ? "" : "the ", name, isOperand ? "." : "'s ");
        }
        else if (StartsWith(text, "{tensor}")) { Append(IsNamed() ? name : "the DML_TENSOR_DESC pointer"); }
        else if (StartsWith(text, "{argument}")) { AppendArgument(); }
        else if (StartsWith(text, "{axis}")) { Append(diagnosis.axis); }
        else if (StartsWith(text, "{axes}"))
        {
            const bool isOfRank = diagnosis.cause > Cause::AxisOfRank;
            const std::uint64_t rank = isOfRank ? Added(Cause::AxisOfRank) : diagnosis.required;
            Append("axes count from 0: the last of ", rank, " is ", rank - 1);
        }
        else if (StartsWith(text, "{remedy}")) { AppendRemedy(); }
        else if (StartsWith(text, "{channel axis}") && diagnosis.cause >= Cause::ChannelsOnAxis)
        {
            const std::uint64_t axis = Added(Cause::ChannelsOnAxis);
            Append("axis ", axis, ", set Conversion::axis to ", axis);
        }
        else if (StartsWith(text, "{channel axis}")) { Append("another axis, set Conversion::axis to it"); }
        else if (StartsWith(text, "{placement}") && diagnosis.cause >= Cause::FitsFromAxis)
        {
            Append(". The layout's axes fit from axis ", Added(Cause::FitsFromAxis),
                   " on: put them there with PlacedOn");
        }
    }

    // Appends the sentence, after the tensor's name if the sentence needs it.
    constexpr void AppendSentence() noexcept
    {
        if (NeedsName()) { Append(name, ": "); }
        AppendFilled(SentenceOf(diagnosis), diagnosis, [this](const char* text) { AppendPlaceholder(text); });
    }

    // Appends " [ZeroSize]", and nothing for None or an unknown error.
    constexpr void AppendReason() noexcept
    {
        if (!diagnosis.Ok() && SentenceOf(diagnosis)[0] != '?') { Append(" [", ToString(diagnosis.error), ']'); }
    }
};

// Returns the sentence. operandName is the name of an operator's tensor, or null.
constexpr Message ExplainTensor(const Diagnosis& diagnosis, const char* operandName) noexcept
{
    TensorSentence sentence(diagnosis, operandName);
    sentence.AppendSentence();
    sentence.AppendReason();
    return sentence.message;
}

// The compiler's message for NoError names these types, and so shows the numbers of the error.
template <std::uint32_t> struct Axis;
template <std::uint64_t> struct Found;
template <std::uint64_t> struct Required;

// Does not compile if Reason is an error. Numbers: Axis, Found and Required of a Diagnosis.
template <TensorError Reason, class... Numbers> struct Explanation
{
    static_assert(Reason == TensorError::None, "the value carries the error that Explanation< > names");
    static constexpr bool IsNone = true;
};

// Returns true if there is no error. If there is an error, the call does not compile: the static_assert of Explanation
// fails, and the compiler's message shows the arguments of Explanation.
template <auto Reason> constexpr bool HasNoError() noexcept
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

/// Returns the diagnosis as one sentence, which ends with the error's name: "Sizes[2] is 0; every size must be at least
/// 1 [ZeroSize]". The sentence spells fields as DirectML does. It names the tensor if the error is about one of
/// several: "InputTensor.Sizes[2] is 0", "the destination's Sizes[2] is 0". For None, the sentence is "no error".
constexpr Message Explain(const Diagnosis& diagnosis) noexcept { return detail::ExplainTensor(diagnosis, nullptr); }

/// Returns the sentence about a tensor of this name: "FilterTensor.Sizes[2] is 0; every size must be at least 1
/// [ZeroSize]". If tensorName is null, returns Explain(diagnosis).
constexpr Message Explain(const Diagnosis& diagnosis, const char* tensorName) noexcept
{
    return detail::ExplainTensor(diagnosis, diagnosis.Ok() ? nullptr : tensorName);
}

/// These write a message, or the sentence of a diagnosis, to a stream of any character type, with its width and fill.
/// Include `<ostream>` yourself. Only types with a traits_type count as streams. GoogleTest's results have none, so
/// `EXPECT_TRUE(...) << reason` calls GoogleTest's own operator, which then calls these.
template <class Stream, std::size_t Capacity, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const BasicMessage<Capacity>& message)
{
    stream << message.c_str();
    return stream;
}
template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream& stream, const Diagnosis& diagnosis)
{
    return stream << Explain(diagnosis);
}

/// NoError<layout.Error()> is true if there is no error. Otherwise it does not compile, and the compiler's message
/// names the error. In C++20, NoError<layout.Reason()> also shows the axis, the value found and the value required.
template <auto Reason> inline constexpr bool NoError = detail::HasNoError<Reason>();

// =====================================================================================================================
//   Checked arithmetic
// =====================================================================================================================

namespace detail
{
// Returns the smaller number. The types may differ, as std::size_t and std::uint64_t do on some targets.
template <class A, class B> constexpr std::common_type_t<A, B> Min(A a, B b) noexcept { return a < b ? a : b; }

// Sets product = a * b modulo 2^64. Returns false if the product wrapped. It multiplies 32-bit halves, because not all
// compilers have integers of more than 64 bits.
constexpr bool MultiplyInHalves(std::uint64_t a, std::uint32_t b, std::uint64_t& product) noexcept
{
    const std::uint64_t low = (a & Max32) * b;
    const std::uint64_t high = (a >> 32) * b + (low >> 32);
    product = high << 32 | (low & Max32);
    return high >> 32 == 0;
}

// Sets product = a * b modulo 2^64. Returns false if the product wrapped. Uses the compiler's built-in function if
// there is one, because it is faster.
constexpr bool Multiply(std::uint64_t a, std::uint32_t b, std::uint64_t& product) noexcept
{
#if defined(__GNUC__) || defined(__clang__)
    return !__builtin_mul_overflow(a, std::uint64_t{b}, &product);
#else
    return MultiplyInHalves(a, b, product);
#endif
}

// Sets sum = a + b modulo 2^64. Returns false if the sum wrapped.
constexpr bool Add(std::uint64_t a, std::uint64_t b, std::uint64_t& sum) noexcept
{
    sum = a + b;
    return sum >= b;
}

// Adds (size - 1) * stride to a distance. Returns false if the sum wrapped. Requires: the size is at least 1.
constexpr bool AddAxis(std::uint64_t& distance, std::uint32_t size, std::uint32_t stride) noexcept
{
    return Add(distance, std::uint64_t{size - 1} * stride, distance);
}

// Sets bytes = ceil((last + 1) * bits / 8), the end of element `last`: element 3 of FLOAT16 ends at byte 8. Returns
// false if that exceeds 64 bits, or if bits is 0. Requires: bits is a result of ElementSizeInBits.
constexpr bool EndInBytes(std::uint64_t last, std::uint32_t bits, std::uint64_t& bytes) noexcept
{
    if (bits < 8) // 4: a byte has two elements; or 0: the type does not exist
    {
        bytes = last / 2 + 1;
        return bits != 0;
    }
    return Multiply(last, bits / 8, bytes) && Add(bytes, bits / 8, bytes);
}

// Sets bytes = ceil(elements * bits / 8). Returns false if that exceeds 64 bits, or if bits is 0 and `elements` is not.
// Requires: bits is a result of ElementSizeInBits.
constexpr bool SizeInBytes(std::uint64_t elements, std::uint32_t bits, std::uint64_t& bytes) noexcept
{
    bytes = 0;
    return elements == 0 || EndInBytes(elements - 1, bits, bytes);
}

// Returns the largest number of elements that fit into a number of bytes, or Max64 if that number exceeds 64 bits. Two
// elements of 4 bits fit into a byte.
constexpr std::uint64_t ElementsIn(std::uint64_t bytes, std::uint32_t bits) noexcept
{
    if (bits >= 8) { return bytes / (bits / 8); }
    return bytes >> 63 == 0 ? 2 * bytes : Max64;
}

// Sets rounded = bytes, rounded up to a multiple of 4, modulo 2^64. Returns false if the result wrapped.
constexpr bool RoundUpToDword(std::uint64_t bytes, std::uint64_t& rounded) noexcept
{
    rounded = (bytes + 3) & ~std::uint64_t{3};
    return rounded >= bytes;
}

// Returns the end of element `last` in bytes, rounded up to a multiple of 4. Returns 0 if the result exceeds 64 bits,
// and if bits is 0.
constexpr std::uint64_t AlignedEndInBytes(std::uint64_t last, std::uint32_t bits) noexcept
{
    std::uint64_t bytes = 0;
    return last != Max64 && EndInBytes(last, bits, bytes) && RoundUpToDword(bytes, bytes) ? bytes : 0;
}

// =====================================================================================================================
//   Integers
// =====================================================================================================================

// Stands in for std::declval, which needs <utility>.
template <class T> const T& ValueOf() noexcept;

template <class T, class... Others> inline constexpr bool IsOneOf = (std::is_same_v<T, Others> || ...);

template <class T, bool IsEnum> inline constexpr bool IsUnscopedEnum = false;
template <class T> inline constexpr bool IsUnscopedEnum<T, true> = std::is_convertible_v<T, std::underlying_type_t<T>>;

// True for an integer type of up to 64 bits that is neither bool nor a character type, and for an unscoped enumeration.
template <class T>
inline constexpr bool IsInteger = std::is_integral_v<T> && sizeof(T) <= sizeof(std::uint64_t)
                                      ? !IsOneOf<T, bool, char, wchar_t, char16_t, char32_t>
                                      : IsUnscopedEnum<T, std::is_enum_v<T>>;
#if defined(__cpp_char8_t)
template <> inline constexpr bool IsInteger<char8_t> = false;
#endif

// Enables a deleted function for a float, bool or character. The name of its template parameter, such as
// GiveAnInteger, says what to write instead, because compilers print it.
template <class T> using IfNoInteger = std::enable_if_t<std::is_arithmetic_v<T> && !IsInteger<T>, std::nullptr_t>;
} // namespace detail

/// The type of a parameter that is a size, stride, axis, coordinate, count, step or number of bytes. It accepts every
/// integer type except bool and the character types. Nothing is truncated: if the function cannot use a value, such as
/// -1 or 2^40 for a stride, its result carries an error.
class AnyInteger
{
public:
    template <class Integer, class = std::enable_if_t<detail::IsInteger<Integer>>>
    constexpr AnyInteger(Integer value) noexcept
        : m_bits(static_cast<std::uint64_t>(value)), m_isNegative(value < Integer{})
    {
    }
    template <class GiveAnInteger, detail::IfNoInteger<GiveAnInteger> = nullptr>
    AnyInteger(GiveAnInteger) = delete; ///< a size, stride or count is no float, bool or character

    /// Returns the value in 64 bits. A negative value is in two's complement: -1 is 0xFFFFFFFFFFFFFFFF.
    constexpr std::uint64_t Bits() const noexcept { return m_bits; }
    constexpr bool IsNegative() const noexcept { return m_isNegative; }

private:
    std::uint64_t m_bits;
    bool m_isNegative;
};

namespace detail
{
// Returns the reason if the condition is false, or else no error.
constexpr Diagnosis ErrorUnless(bool holds, const Diagnosis& reason) noexcept
{
    if (holds) { return {}; }
    return reason;
}

// Returns the first of two reasons that is an error or a hazard, or else no error.
constexpr Diagnosis FirstError(const Diagnosis& a, const Diagnosis& b) noexcept { return a.Ok() ? b : a; }

// Returns an error whose sentence names the argument, if it has a name. The cause selects one of several sentences.
constexpr Diagnosis ArgumentError(Argument argument, TensorError error, std::uint32_t axis, std::uint64_t actual,
                                  std::uint64_t required, Cause cause = Cause::None) noexcept
{
    return {error, axis, actual, required, Diagnosis::NoTensor, argument, cause};
}

// Returns the argument that is a member of an operator's struct.
constexpr Argument MemberArgument(std::uint32_t member) noexcept
{
    return static_cast<Argument>(static_cast<std::uint32_t>(Argument::Member) + member);
}

// Returns the error that a list carries, with the name of the argument. If the error has a name already, because the
// list came from a layout with an error, it keeps this name: "Sizes[1] is 0" is never said of Strides.
constexpr Diagnosis WithArgument(Diagnosis reason, Argument argument) noexcept
{
    if (reason.argument == Argument::List) { reason.argument = argument; }
    return reason;
}

// Returns the reason with another cause, which selects another sentence.
constexpr Diagnosis WithCause(Diagnosis reason, Cause cause) noexcept
{
    reason.cause = cause;
    return reason;
}

// Returns first + number. A range of causes starts at `first`, which is FitsFromAxis or AxisOfRank, and has one cause
// for each number, such as an axis.
constexpr Cause CauseWith(Cause first, std::uint64_t number) noexcept
{
    return static_cast<Cause>(static_cast<std::uint64_t>(first) + number);
}

// Returns the error that a list of axes carries, with the name of the argument. If an entry does not fit 32 bits, the
// cause also stores the tensor's rank, from which the sentence derives the last axis. An error that the list has from
// another function keeps its argument and cause.
constexpr Diagnosis WithAxes(Diagnosis reason, Argument argument, std::uint64_t rank) noexcept
{
    reason = WithArgument(reason, argument);
    const bool isOfEntry = reason.error == TensorError::ValueRange && reason.argument == argument;
    if (isOfEntry && rank <= MaxRank) { reason.cause = CauseWith(Cause::AxisOfRank, rank); }
    return reason;
}

// Returns the reason with the index of the tensor that is wrong. An index that the reason has already is kept.
constexpr Diagnosis WithTensorIndex(Diagnosis reason, std::uint32_t tensor) noexcept
{
    if (reason.tensor == Diagnosis::NoTensor) { reason.tensor = tensor; }
    return reason;
}

// Returns the error DimensionCount of a rank that is not accepted. Its `required` is the highest accepted rank, also if
// the rank is too low.
constexpr Diagnosis RankError(std::uint64_t rank, std::uint32_t maxRank = MaxRank) noexcept
{
    return {TensorError::DimensionCount, None32, rank, maxRank};
}

inline constexpr Diagnosis SpanLimit = {TensorError::SpanLimit, None32, Max64, Max64};

// Returns ValueRange if the value is negative or above the maximum.
constexpr Diagnosis CheckRange(const AnyInteger& value, std::uint64_t maximum, Argument argument) noexcept
{
    if (!value.IsNegative() && value.Bits() <= maximum) { return {}; }
    return ArgumentError(argument, TensorError::ValueRange, None32, value.Bits(), maximum,
                         maximum == Max64 ? Cause::NoMaximum : Cause::None);
}

// Returns the lower 32 bits, which are the value if CheckRange found no error.
constexpr std::uint32_t Low32(const AnyInteger& value) noexcept
{
    return static_cast<std::uint32_t>(value.Bits() & Max32);
}

// Returns the error if the value is not above 0. A Diagnosis has integers only, so `actual` is 0 for the value 0,
// 2^64-1 for a negative value, and 2^63 for NaN.
constexpr Diagnosis CheckPositive(double value, TensorError error, Argument argument, std::uint32_t index,
                                  std::uint64_t required) noexcept
{
    if (value > 0) { return {}; }
    if (value < 0) { return ArgumentError(argument, error, index, Max64, required, Cause::Negative); }
    if (value >= 0) { return ArgumentError(argument, error, index, 0, required); }
    return ArgumentError(argument, error, index, ActualNan, required, Cause::NotANumber);
}

// Returns a T that carries the error. This function is a friend of each T, whose constructor from a Diagnosis is
// private.
template <class T> constexpr T MakeError(const Diagnosis& reason) noexcept { return T(reason); }

// =====================================================================================================================
//   Element types
// =====================================================================================================================

// clang-format off
// The element types, in the order of DML_TENSOR_DATA_TYPE. ElementType repeats that enumeration, because an older
// DML_TARGET_VERSION hides some of its names. A line is
// ENTRY(enumerator, name, kind of number, bits, ONNX's number, gatherInputLevel, gatherIndicesLevel).
// gatherInputLevel is the first feature level whose documentation has the type for a Gather's input, and
// gatherIndicesLevel for its indices. A level is Never if a rule rejects the type.
// Source: "DML_TENSOR_DATA_TYPE enumeration"; "DML_GATHER_OPERATOR_DESC structure", Tensor support; ONNX, onnx.proto.
#define DTU_ELEMENT_TYPES(ENTRY) \
    ENTRY(Unknown, UNKNOWN, None,     0,  0,  Never,  Never) \
    ENTRY(Float32, FLOAT32, Float,    32, 1,  0x1000, Never) \
    ENTRY(Float16, FLOAT16, Float,    16, 10, 0x1000, Never) \
    ENTRY(UInt32,  UINT32,  Unsigned, 32, 12, 0x2100, 0x1000) \
    ENTRY(UInt16,  UINT16,  Unsigned, 16, 4,  0x2100, Never) \
    ENTRY(UInt8,   UINT8,   Unsigned, 8,  2,  0x2100, Never) \
    ENTRY(Int32,   INT32,   Signed,   32, 6,  0x2100, 0x3000) \
    ENTRY(Int16,   INT16,   Signed,   16, 5,  0x2100, Never) \
    ENTRY(Int8,    INT8,    Signed,   8,  3,  0x2100, Never) \
    ENTRY(Float64, FLOAT64, Float,    64, 11, 0x4100, Never) \
    ENTRY(UInt64,  UINT64,  Unsigned, 64, 13, 0x4100, 0x3000) \
    ENTRY(Int64,   INT64,   Signed,   64, 7,  0x4100, 0x3000) \
    ENTRY(UInt4,   UINT4,   Unsigned, 4,  21, Never,  Never) \
    ENTRY(Int4,    INT4,    Signed,   4,  22, Never,  Never)
// clang-format on

enum class ElementType : std::uint32_t
{
#define DTU_ENUMERATOR(enumerator, name, kind, bits, onnx, inputLevel, indicesLevel) enumerator,
    DTU_ELEMENT_TYPES(DTU_ENUMERATOR)
#undef DTU_ENUMERATOR
};

enum class NumberKind : std::uint8_t
{
    None, // the kind of UNKNOWN
    Float,
    Signed,
    Unsigned
};

struct ElementRow
{
    const char* name;
    NumberKind kind;
    std::uint8_t bits;
    std::uint16_t onnx;
    std::uint16_t gatherInputLevel;
    std::uint16_t gatherIndicesLevel;
};

inline constexpr std::uint16_t Never = 0;
inline constexpr ElementRow ElementRows[] = {
#define DTU_ROW(enumerator, name, kind, bits, onnx, inputLevel, indicesLevel)                                          \
    {#name, NumberKind::kind, bits, onnx, inputLevel, indicesLevel},
    DTU_ELEMENT_TYPES(DTU_ROW)
#undef DTU_ROW
};
inline constexpr auto LastDataType = static_cast<std::uint32_t>(sizeof(ElementRows) / sizeof(ElementRow) - 1);
#undef DTU_ELEMENT_TYPES

// Returns the row of a type. A type that does not exist has the row of UNKNOWN, with 0 bits.
constexpr const ElementRow& ElementRowOf(DML_TENSOR_DATA_TYPE type) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(type);
    return ElementRows[value <= LastDataType ? value : 0];
}
constexpr bool IsFloatingPoint(DML_TENSOR_DATA_TYPE type) noexcept
{
    return ElementRowOf(type).kind == NumberKind::Float;
}
constexpr bool IsUnsigned(DML_TENSOR_DATA_TYPE type) noexcept
{
    return ElementRowOf(type).kind == NumberKind::Unsigned;
}
constexpr bool IsSigned(DML_TENSOR_DATA_TYPE type) noexcept { return ElementRowOf(type).kind == NumberKind::Signed; }

// An element of FLOAT16.
struct Half
{
    std::uint16_t bits;
};

// Calls function(0.0f) for FLOAT32, function(std::int8_t{}) for INT8 and so on, and returns the function's result. The
// function learns the element type from the type of its argument. For 4-bit elements the argument is a byte. For a type
// that does not exist, returns a default-constructed result. The switch has no default case, because compilers then
// warn of a type that is not listed.
template <class Function> constexpr auto CallWithElement(DML_TENSOR_DATA_TYPE type, const Function& function) noexcept
{
    switch (static_cast<ElementType>(type))
    {
    case ElementType::Float64: return function(double{});
    case ElementType::Float32: return function(float{});
    case ElementType::Float16: return function(Half{});
    case ElementType::UInt64: return function(std::uint64_t{});
    case ElementType::Int64: return function(std::int64_t{});
    case ElementType::UInt32: return function(std::uint32_t{});
    case ElementType::Int32: return function(std::int32_t{});
    case ElementType::UInt16: return function(std::uint16_t{});
    case ElementType::Int16: return function(std::int16_t{});
    case ElementType::UInt8:
    case ElementType::UInt4: return function(std::uint8_t{});
    case ElementType::Int8:
    case ElementType::Int4: return function(std::int8_t{});
    case ElementType::Unknown: break;
    }
    return decltype(function(float{}))();
}

// Returns a set of data types as bits. Bit n stands for the type whose value is n: bit 1 for FLOAT32.
template <class... Elements> constexpr std::uint32_t Types(Elements... types) noexcept
{
    return (... | (std::uint32_t{1} << static_cast<std::uint32_t>(types)));
}
inline constexpr std::uint32_t NibbleTypes = Types(ElementType::UInt4, ElementType::Int4);
inline constexpr std::uint32_t AllTypes = (std::uint32_t{2} << LastDataType) - 1 - Types(ElementType::Unknown);
// The types of 8 bits or more. They are listed one by one, because the rules that accept them must not accept a type
// by accident that a later DirectML adds.
inline constexpr std::uint32_t TypesFrom8Bits =
    Types(ElementType::Float32, ElementType::Float16, ElementType::UInt32, ElementType::UInt16, ElementType::UInt8,
          ElementType::Int32, ElementType::Int16, ElementType::Int8, ElementType::Float64, ElementType::UInt64,
          ElementType::Int64);
inline constexpr std::uint32_t IndexTypes =
    Types(ElementType::UInt32, ElementType::Int32, ElementType::UInt64, ElementType::Int64);

// Returns the data type for which the predicate holds, or UNKNOWN if there is none.
template <class Predicate> constexpr DML_TENSOR_DATA_TYPE FindDataType(Predicate holds) noexcept
{
    for (std::uint32_t value = LastDataType; value > 0; --value)
    {
        if (holds(static_cast<DML_TENSOR_DATA_TYPE>(value))) { return static_cast<DML_TENSOR_DATA_TYPE>(value); }
    }
    return DML_TENSOR_DATA_TYPE_UNKNOWN;
}

// Returns the value of DataTypeOf<T>.
template <class T> constexpr DML_TENSOR_DATA_TYPE DeduceDataType() noexcept
{
    constexpr bool IsFloat = IsOneOf<T, float, double>;
    constexpr bool IsNumber = IsFloat || (std::is_integral_v<T> && !std::is_same_v<T, bool>);
    constexpr NumberKind Kind = IsFloat               ? NumberKind::Float
                                : std::is_signed_v<T> ? NumberKind::Signed
                                                      : NumberKind::Unsigned;
    if constexpr (!IsNumber) { return DML_TENSOR_DATA_TYPE_UNKNOWN; }
    else
    {
        return FindDataType([](DML_TENSOR_DATA_TYPE type)
                            { return ElementRowOf(type).kind == Kind && ElementRowOf(type).bits == 8 * sizeof(T); });
    }
}
} // namespace detail

/// Returns the size of one element in bits, 4 to 64, or 0 for a type that does not exist.
/// Source: "DML_TENSOR_DATA_TYPE enumeration".
constexpr std::uint32_t ElementSizeInBits(DML_TENSOR_DATA_TYPE type) noexcept
{
    return detail::ElementRowOf(type).bits;
}

/// Returns the type's name, such as "FLOAT16", or "?" for a type that does not exist.
constexpr const char* ToString(DML_TENSOR_DATA_TYPE type) noexcept
{
    return static_cast<std::uint32_t>(type) <= detail::LastDataType ? detail::ElementRowOf(type).name : "?";
}

/// The element type that stores a C++ type: DataTypeOf<float> is FLOAT32. The value is UNKNOWN for bool, and for every
/// type that is neither float, double nor an integer type. Specialise DataTypeOf for your own half type.
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf = detail::DeduceDataType<T>();
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<const T> = DataTypeOf<T>;
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<volatile T> = DataTypeOf<T>;
template <class T> inline constexpr DML_TENSOR_DATA_TYPE DataTypeOf<const volatile T> = DataTypeOf<T>;

/// The memory order of an image. In both orders, sizes and strides are listed in logical order (N, C, [D,] H, W).
/// Source: "DirectML helper functions".
enum class Layout
{
    NCHW, ///< row-major
    NHWC, ///< channels-last: axis 1 varies fastest
};

// =====================================================================================================================
//   Dimensions
// =====================================================================================================================

/// 0 to 8 values of 32 bits, held inline: sizes, strides, coordinates or a list of axes. Dimensions that carry an error
/// are empty, and whatever is built from them carries the same error.
///
/// Errors, in order:
///   - DimensionCount: there are more than 8 values.
///   - NullPointer: the pointer is null, and the count is 1 to 8. required: the count.
///   - ValueRange: a value is below 0 or above 2^32-1. axis: the index of the first such value.
class [[nodiscard]] Dimensions
{
    using E = TensorError;
    using Argument = TensorArgument;

    // Copies the values, or makes these Dimensions carry DimensionCount or ValueRange. This template stands before the
    // constructors, because clang needs its definition before a constant expression calls it.
    template <class Integer> constexpr void Assign(const Integer* values, std::uint64_t count) noexcept
    {
        if (count > detail::MaxRank)
        {
            *this = Dimensions(
                detail::ArgumentError(Argument::List, E::DimensionCount, detail::None32, count, detail::MaxRank));
            return;
        }
        m_count = static_cast<std::uint32_t>(count);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::uint64_t value = AnyInteger(values[i]).Bits(); // a negative value is huge
            if (value > detail::Max32)
            {
                *this = Dimensions(detail::ArgumentError(Argument::List, E::ValueRange, i, value, detail::Max32));
                return;
            }
            m_values[i] = static_cast<std::uint32_t>(value);
        }
    }

public:
    constexpr Dimensions() noexcept = default;

    /// Makes a list of constants and variables of any integer types, such as {1, 3, height, width}.
    constexpr Dimensions(std::initializer_list<AnyInteger> values) noexcept { Assign(values.begin(), values.size()); }

    /// Makes a list of count values. Reads nothing if count exceeds 8.
    template <class Integer, class = std::enable_if_t<detail::IsInteger<Integer>>>
    constexpr Dimensions(const Integer* values, AnyInteger count) noexcept
    {
        if (values == nullptr && count.Bits() >= 1 && count.Bits() <= detail::MaxRank)
        {
            *this = Dimensions(detail::ArgumentError(Argument::List, E::NullPointer, detail::None32, 0, count.Bits()));
            return;
        }
        Assign(values, count.Bits());
    }

    /// Makes a list of an array's values. (This constructor does not test for null, because g++ 12 rejects that test in
    /// a constant expression if the array is a temporary.)
    template <class Integer, std::size_t N, class = std::enable_if_t<detail::IsInteger<Integer>>>
    constexpr Dimensions(const std::array<Integer, N>& values) noexcept
    {
        Assign(values.data(), N);
    }
    template <class Integer, std::size_t N, class = std::enable_if_t<detail::IsInteger<Integer>>>
    constexpr Dimensions(const Integer (&values)[N]) noexcept
    {
        Assign(values, N);
    }

    /// Makes a list of the values of a container with data() and size(), such as std::vector and std::span.
    template <class Container, class = std::enable_if_t<!std::is_base_of_v<Dimensions, Container>>,
              class Integer = std::remove_cv_t<std::remove_pointer_t<decltype(detail::ValueOf<Container>().data())>>,
              class = decltype(detail::ValueOf<Container>().size()),
              class = std::enable_if_t<detail::IsInteger<Integer>>>
    constexpr Dimensions(const Container& values) noexcept
    {
        *this = Dimensions(static_cast<const Integer*>(values.data()), values.size());
    }

    // Deleted, so that the compiler's message says what the values must be.
    template <class GiveIntegers, detail::IfNoInteger<GiveIntegers> = nullptr>
    Dimensions(const GiveIntegers*, AnyInteger) = delete;
    template <class GiveIntegers, class Value = std::remove_pointer_t<decltype(detail::ValueOf<GiveIntegers>().data())>,
              detail::IfNoInteger<std::remove_cv_t<Value>> = nullptr>
    Dimensions(const GiveIntegers&) = delete;
    template <class GiveIntegers, std::size_t N, detail::IfNoInteger<GiveIntegers> = nullptr>
    Dimensions(const GiveIntegers (&)[N]) = delete;

    constexpr TensorError Error() const noexcept { return m_error; }

    /// Returns the error with the index of the value and the numbers.
    constexpr Diagnosis Reason() const noexcept // the constructor from a Diagnosis stores it in m_values
    {
        if (!HasError()) { return {}; }
        return {m_error,
                m_values[0],
                std::uint64_t{m_values[2]} << 32 | m_values[1],
                std::uint64_t{m_values[4]} << 32 | m_values[3],
                m_values[5],
                static_cast<Argument>(m_values[6]),
                static_cast<TensorCause>(m_values[7])};
    }

    /// Returns the number of values, 0 to 8.
    constexpr std::size_t size() const noexcept { return m_count; }
    /// Returns whether there are no values. Dimensions that carry an error have none.
    constexpr bool empty() const noexcept { return m_count == 0; }
    /// Returns a pointer to the values, which are valid while this object lives.
    constexpr const std::uint32_t* data() const noexcept DTU_LIFETIMEBOUND { return m_values; }
    constexpr const std::uint32_t* begin() const noexcept DTU_LIFETIMEBOUND { return m_values; }
    constexpr const std::uint32_t* end() const noexcept DTU_LIFETIMEBOUND { return m_values + m_count; }

    /// Returns the value at the index, or 0 if there is none.
    constexpr std::uint32_t operator[](AnyInteger index) const noexcept
    {
        return index.Bits() < m_count ? m_values[detail::Low32(index)] : 0;
    }

    /// Compares the values. If both carry an error, compares the reasons.
    friend constexpr bool operator==(const Dimensions& left, const Dimensions& right) noexcept
    {
        if (left.m_count != right.m_count || left.m_error != right.m_error) { return false; }
        for (std::uint32_t i = 0; i < left.m_count; ++i)
        {
            if (left.m_values[i] != right.m_values[i]) { return false; }
        }
        return left.Reason() == right.Reason();
    }
    friend constexpr bool operator!=(const Dimensions& a, const Dimensions& b) noexcept { return !(a == b); }

private:
    friend class TensorLayout;
    friend class BufferTensorDesc;
    template <class T> friend constexpr T detail::MakeError(const Diagnosis& reason) noexcept;

    // Makes an empty list that carries the error. m_values has room for the reason, because there are no values.
    constexpr explicit Dimensions(const Diagnosis& reason) noexcept
        : m_values{reason.axis,
                   static_cast<std::uint32_t>(reason.actual & detail::Max32),
                   static_cast<std::uint32_t>(reason.actual >> 32),
                   static_cast<std::uint32_t>(reason.required & detail::Max32),
                   static_cast<std::uint32_t>(reason.required >> 32),
                   reason.tensor,
                   static_cast<std::uint32_t>(reason.argument),
                   static_cast<std::uint32_t>(reason.cause)},
          m_error(reason.error)
    {
    }

    constexpr bool HasError() const noexcept { return m_error != E::None; }

    // Returns the reason with the name of the argument that these dimensions are.
    constexpr Diagnosis ReasonAs(Argument argument) const noexcept
    {
        return HasError() ? detail::WithArgument(Reason(), argument) : Diagnosis{};
    }

    // Checks a list of axes. Returns the error that the list carries. Otherwise returns an error of the first wrong
    // entry: `outside` if the entry is not below the rank, or AxisOrder if it repeats an axis, as the last entry of
    // {0, 2, 2} does.
    constexpr Diagnosis CheckDistinct(std::uint32_t rank, TensorError outside, Argument argument) const noexcept
    {
        std::uint32_t seen = 0; // a bit for each axis
        for (std::uint32_t i = 0; i < m_count; ++i)
        {
            const std::uint32_t axis = m_values[i];
            if (axis >= rank) { return detail::ArgumentError(argument, outside, i, axis, rank); }
            if ((seen >> axis & 1) != 0) { return detail::ArgumentError(argument, E::AxisOrder, i, axis, rank); }
            seen |= std::uint32_t{1} << axis;
        }
        return detail::WithAxes(Reason(), argument, rank);
    }

    // Returns the error that an order of axes carries, or AxisOrder if the order does not name each axis once.
    constexpr Diagnosis CheckOrder(std::uint32_t rank, Argument argument) const noexcept
    {
        if (!HasError() && m_count != rank)
        {
            return detail::ArgumentError(argument, E::AxisOrder, detail::None32, m_count, rank,
                                         TensorCause::OtherLength);
        }
        return CheckDistinct(rank, E::AxisOrder, argument);
    }

    std::uint32_t m_values[detail::MaxRank] = {};
    std::uint32_t m_count = 0;
    TensorError m_error = E::None;
};

namespace detail
{
// Returns ZeroSize with the first axis whose size is 0.
constexpr Diagnosis CheckNoZero(const Dimensions& sizes, Argument argument = Argument::Unnamed) noexcept
{
    for (std::uint32_t axis = 0; axis < sizes.size(); ++axis)
    {
        if (sizes.data()[axis] == 0) { return ArgumentError(argument, TensorError::ZeroSize, axis, 0, 1); }
    }
    return {};
}
} // namespace detail

/// Returns the axes of a tensor from the slowest to the fastest in memory. `logical` names the axes in the order of the
/// sizes, and `physical` names them in the order of memory: AxisOrder("NCHW", "NHWC") == {0, 2, 3, 1}. The letters are
/// A to Z and a to z; case matters.
/// Errors, in order:
///   - AxisOrder: a pointer is null, a character is not a letter, or `logical` and `physical` do not have the same
///     letters, each once.
///   - DimensionCount: there are more than 8 letters.
constexpr Dimensions AxisOrder(const char* logical, const char* physical) noexcept
{
    using detail::MakeError;
    if (logical == nullptr || physical == nullptr) { return MakeError<Dimensions>({TensorError::AxisOrder}); }
    std::uint32_t rank = 0;
    while (logical[rank] != '\0') { ++rank; }
    std::uint32_t order[detail::MaxRank] = {};
    std::uint64_t seen = 0; // a bit for each letter
    std::uint32_t count = 0;
    for (; physical[count] != '\0'; ++count)
    {
        const char letter = physical[count];
        const bool isLetter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        if (!isLetter) { return MakeError<Dimensions>({TensorError::AxisOrder}); }
        std::uint32_t axis = 0;
        while (axis < rank && logical[axis] != letter) { ++axis; }
        const std::uint64_t bit = std::uint64_t{1} << (letter - 'A');
        if (axis == rank || (seen & bit) != 0)
        {
            return MakeError<Dimensions>(detail::ArgumentError(TensorArgument::Unnamed, TensorError::AxisOrder, count,
                                                               static_cast<std::uint64_t>(letter), 0,
                                                               TensorCause::Letter));
        }
        seen |= bit;
        if (count < detail::MaxRank) { order[count] = axis; }
    }
    if (count != rank) // `physical` is shorter, or `logical` repeats a letter
    {
        return MakeError<Dimensions>(detail::ArgumentError(TensorArgument::Physical, TensorError::AxisOrder,
                                                           detail::None32, count, rank, TensorCause::OtherLength));
    }
    // More than 8 axes are the error DimensionCount. The constructor then does not read `order`, which has room for 8
    // values.
    return {static_cast<const std::uint32_t*>(order), rank};
}

// =====================================================================================================================
//   Overlap
//
//   Let d be the difference between the coordinates of two elements, so that |d[i]| < sizes[i] for each axis i. Two
//   different elements share an offset if some d, not all 0, has dot(d, strides) == 0. For example, sizes {3, 4} with
//   strides {3, 2} overlap: d = {2, -3} gives 6 - 6 = 0.
//
//   If each stride is at least the span of the faster axes, the strides nest, and there is no such d. Otherwise
//   OverlapSearch tries values of d from the slowest axis to the fastest. The values tried so far leave a remainder
//   that the faster axes must produce. This remainder must be within the reach of the faster axes, which is
//   dot(sizes - 1, strides), and a multiple of the greatest common divisor of their strides. Few values of d[i] satisfy
//   both conditions: they lie in an interval and have the same residue modulo a number. For the last two axes, the
//   conditions decide without a search.
// =====================================================================================================================

namespace detail
{
// Tuned: after this number of nodes, a search gives up and reports an overlap. A node is one value of d[i], the
// distance of two elements along axis i, that the search tries.
// With this limit, a search also fits into a constant expression (see SearchAxis).
inline constexpr std::uint32_t OverlapSearchNodes = 20000;

// Returns the greatest common divisor of a and b. If a is 0, returns b.
constexpr std::uint32_t Gcd(std::uint32_t a, std::uint32_t b) noexcept
{
    while (b != 0)
    {
        const std::uint32_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a;
}

// Returns the inverse of a modulo m by the extended Euclidean algorithm, or 0 if m is 1. Inverse(3, 7) is 5, because
// 3 * 5 = 15 = 2 * 7 + 1. Requires: a and m are coprime.
constexpr std::uint32_t Inverse(std::uint32_t a, std::uint32_t m) noexcept
{
    std::int64_t remainder = m;
    std::int64_t nextRemainder = a % m;
    std::int64_t inverse = 0;
    std::int64_t nextInverse = 1;
    while (nextRemainder != 0)
    {
        const std::int64_t quotient = remainder / nextRemainder;
        const std::int64_t newRemainder = remainder - quotient * nextRemainder;
        const std::int64_t newInverse = inverse - quotient * nextInverse;
        remainder = nextRemainder;
        nextRemainder = newRemainder;
        inverse = nextInverse;
        nextInverse = newInverse;
    }
    inverse %= m;
    return static_cast<std::uint32_t>(inverse < 0 ? inverse + m : inverse);
}

// The axes of a layout, sorted by stride. Requires: the layout's span fits 64 bits.
struct AxesByStride
{
    std::uint32_t axes[MaxRank] = {};       // the axes, the fastest first
    std::uint64_t spans[MaxRank + 1] = {1}; // spans[n] is the span of the n fastest axes

    // Sorts the axes from the fastest. Axes with equal strides are in this order: size 1 first, then the higher axis.
    constexpr AxesByStride(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t rank) noexcept
    {
        for (std::uint32_t n = 0; n < rank; ++n) // insertion sort
        {
            const std::uint32_t axis = rank - 1 - n;
            std::uint32_t i = n;
            for (; i > 0 && IsFaster(sizes, strides, axis, axes[i - 1]); --i) { axes[i] = axes[i - 1]; }
            axes[i] = axis;
        }
        for (std::uint32_t n = 0; n < rank; ++n)
        {
            spans[n + 1] = spans[n];
            AddAxis(spans[n + 1], sizes[axes[n]], strides[axes[n]]);
        }
    }

private:
    // Returns whether the axis varies faster in memory than `higher`, an axis with a higher number.
    static constexpr bool IsFaster(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t axis,
                                   std::uint32_t higher) noexcept
    {
        if (strides[axis] != strides[higher]) { return strides[axis] < strides[higher]; }
        return sizes[axis] == 1 && sizes[higher] > 1;
    }
};

// Searches a layout for two elements that share an offset, as the comment at the top of this section says.
class OverlapSearch
{
public:
    // Requires: the layout's span fits 64 bits. Then every sum in this class fits 64 bits too.
    constexpr OverlapSearch(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t rank) noexcept
    {
        const AxesByStride sorted(sizes, strides, rank);
        for (std::uint32_t n = rank; n > 0; --n)
        {
            const std::uint32_t axis = sorted.axes[n - 1];
            if (sizes[axis] > 1)
            {
                m_axes[m_count].size = sizes[axis];
                m_axes[m_count].stride = strides[axis];
                m_axes[m_count].fasterReach = sorted.spans[n - 1] - 1;
                m_isNested = m_isNested && strides[axis] >= sorted.spans[n - 1];
                ++m_count;
            }
        }
    }

    // Returns whether two elements overlap. Also returns true if the search gave up.
    constexpr bool FindsOverlap() noexcept
    {
        if (m_isNested) { return false; }
        if (m_axes[m_count - 1].stride == 0) { return true; }
        ComputeDivisors();
        // Tries each axis as the slowest axis whose d is not 0, except the fastest axis: its d alone moves the offset.
        // If d is a solution, -d is too, so the search starts above 0. The remainder is 0, so d is a multiple of the
        // modulus.
        for (std::uint32_t i = m_count - 1; i > 0; --i)
        {
            const Axis& slowest = m_axes[i - 1];
            const std::uint64_t highest = Min(slowest.fasterReach / slowest.stride, slowest.size - 1);
            if (SearchAxis(i - 1, 0, slowest.modulus, static_cast<std::int64_t>(highest))) { return true; }
        }
        return false;
    }

private:
    struct Axis
    {
        std::uint32_t size;
        std::uint32_t stride;
        std::uint64_t fasterReach; // dot(sizes - 1, strides) of the faster axes
        std::uint32_t divisor;     // the greatest common divisor of the strides of this axis and the faster axes
        std::uint32_t modulus;     // for each remainder, d of this axis has one residue modulo this number
        std::uint32_t inverse;     // the inverse of stride / divisor modulo `modulus`
    };

    // Computes the divisor, modulus and inverse of each axis, from the fastest axis to the slowest.
    constexpr void ComputeDivisors() noexcept
    {
        std::uint32_t fasterDivisor = 0; // there is no axis that is faster than the fastest
        for (std::uint32_t i = m_count; i > 0; --i)
        {
            Axis& axis = m_axes[i - 1];
            axis.divisor = Gcd(axis.stride, fasterDivisor);
            if (fasterDivisor != 0)
            {
                axis.modulus = fasterDivisor / axis.divisor;
                axis.inverse = Inverse(axis.stride / axis.divisor, axis.modulus);
            }
            fasterDivisor = axis.divisor;
        }
    }

    // Returns whether this axis and the faster axes can produce the remainder. The faster axes must produce remainder -
    // d * stride, which their reach limits. So d is from ceil((remainder - reach) / stride) to
    // floor((remainder + reach) / stride), and from 1 - size to size - 1, and it has the residue that Residue returns.
    // Requires: the remainder is above 0 and a multiple of the axis' divisor.
    constexpr bool HasSolution(std::uint32_t index, std::uint64_t remainder) noexcept
    {
        const Axis& axis = m_axes[index];
        const std::uint64_t reach = axis.fasterReach;
        const auto highest = static_cast<std::int64_t>(Min((remainder + reach) / axis.stride, axis.size - 1));
        const std::int64_t lowest =
            remainder > reach ? static_cast<std::int64_t>((remainder - reach - 1) / axis.stride) + 1
                              : -static_cast<std::int64_t>(Min((reach - remainder) / axis.stride, axis.size - 1));
        const auto residue = static_cast<std::int64_t>(Residue(index, remainder));
        std::int64_t first = lowest + (residue - lowest) % axis.modulus; // has the residue; % can be negative
        if (first < lowest) { first += axis.modulus; }
        return SearchAxis(index, remainder, first, highest);
    }

    // Returns whether some d from `lowest` to `highest`, in steps of the modulus, leaves a remainder that the faster
    // axes can produce. Returns true also if the budget is used up, because an overlap is then assumed.
    constexpr bool SearchAxis(std::uint32_t index, std::uint64_t remainder, std::int64_t lowest,
                              std::int64_t highest) noexcept
    {
        if (lowest > highest) { return false; }
        // If one axis is left, any d with the bounds and the residue is a solution.
        if (index + 2 == m_count) { return true; }

        // Most values of d leave a residue that the next axis cannot have. The loop rejects these values without a
        // division, because the residue falls by `step` from each d to the next.
        // Measured: a search that gives up takes 847,000 of the 1,048,576 steps that clang allows in a constant
        // expression. If a function lowered and tested the budget, it would take 1,288,000 steps.
        const Axis& axis = m_axes[index];
        const Axis& faster = m_axes[index + 1];
        const std::uint64_t step = Residue(index + 1, std::uint64_t{axis.modulus} * axis.stride);
        std::uint64_t residue = ResidueAfter(index, remainder, lowest);
        for (std::int64_t d = lowest; d <= highest; d += axis.modulus)
        {
            if (residue < faster.size || faster.modulus - residue < faster.size) // the next axis can have it
            {
                const std::uint64_t left = Remainder(axis, remainder, d);
                if (left == 0 || m_budget < NodeCost) { return true; }
                m_budget -= NodeCost;
                if (HasSolution(index + 1, left)) { return true; }
            }
            else if (m_budget-- == 0) { return true; }
            residue = residue < step ? residue + faster.modulus - step : residue - step;
        }
        return false;
    }

    // Returns the residue that the next axis must have after d. It is the residue of remainder - d * stride, a number
    // that can be negative.
    constexpr std::uint64_t ResidueAfter(std::uint32_t index, std::uint64_t remainder, std::int64_t d) const noexcept
    {
        const Axis& axis = m_axes[index];
        const std::uint64_t residue = Residue(index + 1, Remainder(axis, remainder, d)); // that of the magnitude
        const bool isNegative = d > 0 && static_cast<std::uint64_t>(d) * axis.stride > remainder;
        return isNegative && residue != 0 ? m_axes[index + 1].modulus - residue : residue;
    }

    // Returns |remainder - d * stride|.
    static constexpr std::uint64_t Remainder(const Axis& axis, std::uint64_t remainder, std::int64_t d) noexcept
    {
        const std::uint64_t distance = static_cast<std::uint64_t>(d < 0 ? -d : d) * axis.stride;
        if (d < 0) { return remainder + distance; }
        return remainder > distance ? remainder - distance : distance - remainder;
    }

    // Returns the residue that d must have modulo the axis' modulus. Only a d with this residue leaves a remainder that
    // is a multiple of the faster axes' divisor.
    constexpr std::uint64_t Residue(std::uint32_t index, std::uint64_t remainder) const noexcept
    {
        const Axis& axis = m_axes[index];
        return remainder / axis.divisor % axis.modulus * axis.inverse % axis.modulus;
    }

    // Tuned: a node takes 8 from the budget, because rejecting a value by its residue takes 1.
    static constexpr std::uint32_t NodeCost = 8;

    Axis m_axes[MaxRank] = {}; // the axes of size above 1, the slowest first
    std::uint32_t m_count = 0; // the number of these axes
    std::uint32_t m_budget = OverlapSearchNodes * NodeCost;
    bool m_isNested = true; // whether each stride is at least the span of the faster axes
};

// Returns whether two elements share an offset. Also returns true if the search gives up after
// OverlapSearchNodes nodes.
constexpr bool HasOverlap(const std::uint32_t* sizes, const std::uint32_t* strides, std::uint32_t rank,
                          std::uint64_t count, std::uint64_t span) noexcept
{
    return count > span || OverlapSearch(sizes, strides, rank).FindsOverlap();
}

// Returns the error with the fastest axis whose stride is below the span of the faster axes. actual: the stride.
// required: the span. Axes of size 1 do not count. If two axes have equal strides, the lower axis is the faster axis:
// sizes {3, 4} with strides {1, 1} give axis 1, stride 1 and span 3. Requires: elements overlap, because then there is
// such an axis.
constexpr Diagnosis DescribeOverlap(TensorError error, const std::uint32_t* sizes, const std::uint32_t* strides,
                                    std::uint32_t rank) noexcept
{
    Diagnosis found = {error, None32, Max64, 0};
    for (std::uint32_t axis = 0; axis < rank; ++axis)
    {
        if (sizes[axis] == 1) { continue; }
        std::uint64_t span = 1;
        for (std::uint32_t other = 0; other < rank; ++other)
        {
            const bool isFaster = strides[other] < strides[axis] || (strides[other] == strides[axis] && other < axis);
            if (isFaster) { AddAxis(span, sizes[other], strides[other]); }
        }
        if (strides[axis] < span && strides[axis] < found.actual) { found = {error, axis, strides[axis], span}; }
    }
    return found;
}

// =====================================================================================================================
//   Layout
// =====================================================================================================================

// Returns UnknownDataType if the type does not exist.
constexpr Diagnosis CheckDataType(DML_TENSOR_DATA_TYPE type, Argument argument = Argument::Unnamed) noexcept
{
    return ErrorUnless(ElementSizeInBits(type) != 0, ArgumentError(argument, TensorError::UnknownDataType, None32,
                                                                   static_cast<std::uint32_t>(type), LastDataType));
}

// Returns UnknownDataType if the type does not exist, or StrideInBytes if the bytes are not a whole number of elements.
constexpr Diagnosis CheckByteMultiple(std::uint64_t bytes, DML_TENSOR_DATA_TYPE type, std::uint32_t axis,
                                      Argument argument) noexcept
{
    const std::uint32_t size = ElementSizeInBits(type) / 8; // 0 for 4-bit elements, of which a byte always holds two
    if (size != 0 && bytes % size != 0)
    {
        return ArgumentError(argument, TensorError::StrideInBytes, axis, bytes, size);
    }
    return CheckDataType(type, Argument::Type);
}

// Returns whether the value is an enumerator. A cast can make other values.
constexpr bool IsLayout(Layout layout) noexcept { return layout == Layout::NCHW || layout == Layout::NHWC; }

// Returns the n-th fastest axis; n is 0 for the fastest. For NHWC and rank 4, they are 1, 3, 2 and 0.
constexpr std::uint32_t AxisFromFastest(Layout layout, std::uint32_t rank, std::uint32_t n) noexcept
{
    if (layout != Layout::NHWC || rank == 1) { return rank - 1 - n; }
    if (n == 0) { return 1; }
    return n + 1 < rank ? rank - n : 0;
}

// Returns the stride, or 0xFFFFFFFF if it exceeds 32 bits.
constexpr std::uint32_t SaturateTo32(std::uint64_t stride) noexcept
{
    return static_cast<std::uint32_t>(Min(stride, Max32));
}

// Returns StrideLimit if the stride of an axis exceeds 32 bits.
constexpr Diagnosis CheckStrideLimit(std::uint32_t axis, std::uint64_t stride) noexcept
{
    return ErrorUnless(stride <= Max32, {TensorError::StrideLimit, axis, stride, Max32});
}

// Returns DimensionCount if the rank is not from minRank to maxRank, or else NullSizes if Sizes is null.
constexpr Diagnosis CheckRankAndPointer(const DML_BUFFER_TENSOR_DESC& desc, std::uint32_t minRank = 1,
                                        std::uint32_t maxRank = MaxRank) noexcept
{
    const std::uint32_t rank = desc.DimensionCount;
    if (rank < minRank || rank > maxRank) { return RankError(rank, maxRank); }
    return ErrorUnless(desc.Sizes != nullptr, {TensorError::NullSizes});
}

// The axes of a layout, coalesced into runs. A run has neighbouring axes whose elements are evenly spaced, so that it
// acts as one axis. Axes of size 1 belong to no run. Sizes {2, 1, 3, 4} with strides {30, 9, 4, 1} give two runs: 12
// elements with stride 1, and 2 elements with stride 30.
struct AxisRuns
{
    // The fastest run is the first. More than MaxRank runs are an error, which needs only the number of runs and the
    // last run. So there are MaxRank + 1 places, and each further run replaces the run in the last place.
    std::uint64_t sizes[MaxRank + 1];
    std::uint64_t strides[MaxRank + 1];
    std::uint64_t count;

    // Returns the index of the last run. Requires: there is a run.
    constexpr std::uint64_t Last() const noexcept { return Min(count - 1, MaxRank); }

    // Returns whether the next slower axis continues the last run: its stride is the run's size times the run's stride,
    // and the new size of the run is at most the limit.
    constexpr bool CanCoalesce(std::uint64_t size, std::uint64_t stride, std::uint64_t sizeLimit) const noexcept
    {
        if (count == 0 || sizes[Last()] > sizeLimit / size) { return false; }
        const std::uint64_t runStride = strides[Last()];
        if (runStride == 0) { return stride == 0; }
        return stride % runStride == 0 && stride / runStride == sizes[Last()]; // a product could exceed 64 bits
    }

    // Adds the next slower axis to the last run. Requires: CanCoalesce.
    constexpr void Extend(std::uint64_t size) noexcept { sizes[Last()] *= size; }

    // Adds the next slower axis as a new run.
    constexpr void Append(std::uint64_t size, std::uint64_t stride) noexcept
    {
        ++count;
        sizes[Last()] = size;
        strides[Last()] = stride;
    }
};
} // namespace detail

/// Sizes, strides and the position of the first element: where in a buffer each element of a tensor is.
///
///     offset of the element at c = FirstElement + dot(c, strides)
///     ElementCount               = product of the sizes
///     ElementSpan                = dot(sizes - 1, strides) + 1
///
/// All these numbers count elements. In a layout without an error, every stride fits 32 bits; ElementCount, ElementSpan
/// and the last position fit 64 bits. The stride of an axis of size 1 has no effect on offsets. SameElements ignores
/// this stride, but == compares it.
/// Source: "Using strides to express padding and memory layout".
class [[nodiscard]] TensorLayout
{
    using E = TensorError;
    using Argument = TensorArgument;
    static constexpr std::uint32_t None32 = detail::None32;
    static constexpr std::uint64_t Max32 = detail::Max32;
    static constexpr std::uint64_t Max64 = detail::Max64;

public:
    // ---- Making a layout --------------------------------------------------------------------------------------------

    /// Makes a layout that carries DimensionCount.
    constexpr TensorLayout() noexcept : TensorLayout(detail::RankError(0)) {}

    /// Returns the packed layout whose axes have this order in memory. The order has the slowest axis first, such as
    /// {0, 2, 3, 1} or AxisOrder("NCHW", "NHWC"). Sizes stay in logical order.
    /// Errors, in order:
    ///   - DimensionCount: there are no sizes.
    ///   - AxisOrder: the order does not name each axis once.
    ///   - ZeroSize: a size is 0.
    ///   - StrideLimit: a stride exceeds 32 bits.
    static constexpr TensorLayout Packed(const Dimensions& sizes, const Dimensions& axisOrder) noexcept
    {
        if (sizes.HasError()) { return TensorLayout(sizes.ReasonAs(Argument::Sizes)); }
        if (axisOrder.HasError())
        {
            return TensorLayout(detail::WithAxes(axisOrder.Reason(), Argument::AxisOrder, sizes.m_count));
        }
        if (sizes.empty()) { return TensorLayout(); } // DimensionCount
        const Diagnosis reason = axisOrder.CheckOrder(sizes.m_count, Argument::AxisOrder);
        if (!reason.Ok()) { return TensorLayout(reason); }
        return PackedInOrder(sizes, axisOrder.m_values);
    }

    template <class Letter, class = std::enable_if_t<!detail::IsInteger<Letter>>>
    static TensorLayout Packed(const Dimensions&, const Letter*) = delete; ///< write AxisOrder("NCHW", "NHWC")
    template <class A, class B, class... More, class = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>>>
    static TensorLayout Packed(A, B, More...) = delete; ///< put the sizes in braces: Packed({1, 3, 4, 4})

    /// Returns the packed layout. With NCHW it is row-major: the last stride is 1, and strides[i] is
    /// sizes[i+1] * strides[i+1]. With NHWC, axis 1 varies fastest, and the other axes keep the order of NCHW. For the
    /// ranks 1 and 2 both layouts are the same.
    /// Errors, in order:
    ///   - AxisOrder: `layout` is not an enumerator.
    ///   - DimensionCount, ZeroSize and StrideLimit: as with an axis order.
    static constexpr TensorLayout Packed(const Dimensions& sizes, Layout layout = Layout::NCHW) noexcept
    {
        if (sizes.HasError()) { return TensorLayout(sizes.ReasonAs(Argument::Sizes)); }
        if (!detail::IsLayout(layout))
        {
            return TensorLayout(detail::WithCause({E::AxisOrder, None32, static_cast<std::uint64_t>(layout)},
                                                  TensorCause::UnknownLayout));
        }
        if (sizes.empty()) { return TensorLayout(); } // DimensionCount
        std::uint32_t axisOrder[detail::MaxRank] = {};
        for (std::uint32_t n = 0; n < sizes.m_count; ++n)
        {
            axisOrder[sizes.m_count - 1 - n] = detail::AxisFromFastest(layout, sizes.m_count, n);
        }
        return PackedInOrder(sizes, axisOrder);
    }

    /// Returns the layout with the given strides, one for each size.
    /// Errors, in order:
    ///   - ValueRange: firstElement is negative.
    ///   - DimensionCount: there are no sizes.
    ///   - RankDiffers: there is another number of strides. required: the number of sizes.
    ///   - ZeroSize: a size is 0.
    ///   - SpanLimit: the number of elements, the span or the last position exceeds 64 bits.
    static constexpr TensorLayout Strided(const Dimensions& sizes, const Dimensions& strides,
                                          AnyInteger firstElement = 0) noexcept
    {
        if (sizes.HasError()) { return TensorLayout(sizes.ReasonAs(Argument::Sizes)); }
        if (strides.HasError()) { return TensorLayout(strides.ReasonAs(Argument::Strides)); }
        const Diagnosis reason = detail::CheckRange(firstElement, Max64, Argument::FirstElement);
        if (!reason.Ok()) { return TensorLayout(reason); }
        if (sizes.empty()) { return TensorLayout(); } // DimensionCount
        if (strides.m_count != sizes.m_count)
        {
            return TensorLayout(
                detail::ArgumentError(Argument::Strides, E::RankDiffers, None32, strides.m_count, sizes.m_count));
        }
        TensorLayout layout(sizes, strides, firstElement.Bits());
        layout.ComputeTotals();
        return layout;
    }

    /// Returns the layout of a description's sizes and strides. The other members are not checked; Validate and
    /// BufferTensorDesc::Of check them.
    /// Errors, in order:
    ///   - ValueRange: firstElement is negative.
    ///   - DimensionCount: DimensionCount is not 1 to 8.
    ///   - NullSizes: Sizes is null.
    ///   - ZeroSize: a size is 0.
    ///   - StrideLimit: Strides is null, and a row-major stride exceeds 32 bits.
    ///   - SpanLimit: as for Strided.
    static constexpr TensorLayout Of(const DML_BUFFER_TENSOR_DESC& desc, AnyInteger firstElement = 0) noexcept
    {
        Diagnosis reason = detail::CheckRange(firstElement, Max64, Argument::FirstElement);
        if (reason.Ok()) { reason = detail::CheckRankAndPointer(desc); }
        if (!reason.Ok()) { return TensorLayout(reason); }
        const Dimensions sizes(desc.Sizes, desc.DimensionCount);
        if (desc.Strides != nullptr)
        {
            return Strided(sizes, Dimensions(desc.Strides, desc.DimensionCount), firstElement);
        }
        return Strided(sizes, Packed(sizes).m_strides, firstElement); // the strides carry the error of Packed
    }

    /// Returns the layout of a tensor with any number of axes, such as a framework's tensor of ten axes. The layout has
    /// the fewest axes that visit the same offsets in the same order: sizes {2, 3, 4} with strides {12, 4, 1} become
    /// sizes {24} with strides {1}. A tensor without axes becomes sizes {1} with strides {1}. Null strides mean
    /// row-major. The strides of axes of size 1 are ignored.
    /// Errors, in order:
    ///   - ValueRange: firstElement is negative.
    ///   - DimensionCount: the rank is negative or exceeds 32 bits.
    ///   - NullPointer: `sizes` is null, and the rank is not 0. required: the rank.
    ///   - ValueRange: a size or stride is negative, or a size exceeds 32 bits.
    ///   - ZeroSize: a size is 0.
    ///   - DimensionCount: more than 8 axes are left.
    ///   - StrideLimit: the stride of an axis that is left exceeds 32 bits.
    ///   - SpanLimit: as for Strided.
    template <class Integer>
    static constexpr TensorLayout OfAnyRank(const Integer* sizes,
                                            const std::enable_if_t<detail::IsInteger<Integer>, Integer>* strides,
                                            AnyInteger rank, AnyInteger firstElement = 0) noexcept
    {
        Diagnosis reason = detail::CheckRange(firstElement, Max64, Argument::FirstElement);
        if (reason.Ok()) { reason = CheckAnyRank(sizes, strides, rank.Bits()); }
        if (!reason.Ok()) { return TensorLayout(reason); }
        detail::AxisRuns runs = {};
        std::uint64_t packedStride = 1;
        for (std::uint64_t i = rank.Bits(); i > 0; --i)
        {
            const std::uint32_t axis = detail::Low32(i - 1);
            const std::uint32_t size = detail::Low32(sizes[axis]);
            const std::uint64_t stride = strides != nullptr ? AnyInteger(strides[axis]).Bits() : packedStride;
            if (size == 1) { continue; }
            if (runs.CanCoalesce(size, stride, Max32)) { runs.Extend(size); }
            else
            {
                reason = detail::FirstError(detail::CheckStrideLimit(axis, stride), reason); // of the first such axis
                runs.Append(size, stride);
            }
            if (!detail::Multiply(packedStride, size, packedStride)) { packedStride = Max64; }
        }
        if (runs.count > detail::MaxRank) { reason = detail::RankError(runs.count); }
        return reason.Ok() ? FromRuns(runs, firstElement.Bits()) : TensorLayout(reason);
    }

    // ---- Numbers ----------------------------------------------------------------------------------------------------

    constexpr explicit operator bool() const noexcept { return !m_sizes.HasError(); }
    constexpr TensorError Error() const noexcept { return m_sizes.m_error; }

    /// Returns the error with its axis and numbers.
    constexpr Diagnosis Reason() const noexcept { return m_sizes.Reason(); }

    /// Returns the sizes in logical order. If the layout carries an error, they are empty.
    constexpr const Dimensions& Sizes() const& noexcept DTU_LIFETIMEBOUND { return m_sizes; }
    constexpr Dimensions Sizes() const&& noexcept { return m_sizes; }
    /// Returns the strides in elements: the distances between neighbours along each axis. If the layout carries an
    /// error, they are empty.
    constexpr const Dimensions& Strides() const& noexcept DTU_LIFETIMEBOUND { return m_strides; }
    constexpr Dimensions Strides() const&& noexcept { return m_strides; }
    /// Returns the number of axes, 1 to 8, or 0 with an error.
    constexpr std::uint32_t Rank() const noexcept { return m_sizes.m_count; }

    /// Returns the offset of the element at {0, 0, ...}, in elements.
    constexpr std::uint64_t FirstElement() const noexcept { return m_firstElement; }

    /// Returns the number of elements, which is the product of the sizes. Returns 0 if the layout carries an error.
    constexpr std::uint64_t ElementCount() const noexcept { return m_elementCount; }

    /// Returns the number of positions from the first element to the last, dot(sizes - 1, strides) + 1, or 0 with an
    /// error. The positions before the first element do not count.
    constexpr std::uint64_t ElementSpan() const noexcept { return m_elementSpan; }

    /// Returns the bytes of the span, rounded up to a multiple of 4: DirectML's minimum of TotalTensorSizeInBytes.
    /// Returns 0 if the layout carries an error, if the type does not exist, or if the result exceeds 64 bits.
    constexpr std::uint64_t SizeInBytes(DML_TENSOR_DATA_TYPE type) const noexcept
    {
        return detail::AlignedEndInBytes(m_elementSpan - 1, ElementSizeInBits(type)); // 0 for a span of 0
    }

    /// Returns ceil((FirstElement + ElementSpan) * bits / 8), the bytes that a CPU buffer needs. Returns 0 if the
    /// layout carries an error, if the type does not exist, or if the result exceeds 64 bits.
    constexpr std::uint64_t EndInBytes(DML_TENSOR_DATA_TYPE type) const noexcept
    {
        std::uint64_t bytes = 0;
        const std::uint64_t last = m_firstElement + (m_elementSpan - 1);
        return *this && detail::EndInBytes(last, ElementSizeInBits(type), bytes) ? bytes : 0;
    }

    /// Returns FirstElement + dot(coordinates, strides). Returns NoOffset if the number of coordinates is not the rank,
    /// or if a coordinate is not below the size of its axis.
    constexpr std::uint64_t ElementOffset(const Dimensions& coordinates) const noexcept
    {
        if (coordinates.m_count != Rank() || Rank() == 0) { return NoOffset; }
        std::uint64_t offset = m_firstElement;
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (coordinates.m_values[axis] >= Size(axis)) { return NoOffset; }
            offset += std::uint64_t{coordinates.m_values[axis]} * Stride(axis);
        }
        return offset;
    }

    /// Returns the coordinates of the element with this index in row-major logical order. The index counts from 0:
    /// element 5 of sizes {2, 3} is at {1, 2}. Returns no coordinates if the index is not below ElementCount.
    /// Errors:
    ///   - ValueRange: the index is negative.
    constexpr Dimensions Coordinates(AnyInteger linearIndex) const noexcept
    {
        const Diagnosis range = detail::CheckRange(linearIndex, Max64, Argument::LinearIndex);
        const Diagnosis reason = detail::FirstError(Reason(), range);
        if (!reason.Ok()) { return Dimensions(reason); }
        std::uint64_t remainder = linearIndex.Bits();
        if (remainder >= m_elementCount) { return {}; }
        Dimensions coordinates = m_sizes;
        for (std::uint32_t axis = Rank(); axis > 0; --axis)
        {
            coordinates.m_values[axis - 1] = static_cast<std::uint32_t>(remainder % Size(axis - 1));
            remainder /= Size(axis - 1);
        }
        return coordinates;
    }

    /// Calls visitor(coordinates, elementOffset) for every element in row-major order. Noexcept if the visitor is
    /// noexcept.
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

    // ---- Questions --------------------------------------------------------------------------------------------------

    /// Returns whether ElementSpan == ElementCount and no two elements share an offset, for any order of the axes.
    constexpr bool IsPacked() const noexcept
    {
        // If there are as many positions as elements and each position is used, no two elements share a position.
        return *this && m_elementSpan == m_elementCount && !IsPadded();
    }

    /// Returns whether the layout is packed in row-major order, so that a descriptor may leave Strides null.
    constexpr bool IsRowMajor() const noexcept { return m_isRowMajor; }

    /// Returns whether an axis of size above 1 has stride 0.
    constexpr bool IsBroadcast() const noexcept
    {
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (Size(axis) > 1 && Stride(axis) == 0) { return true; }
        }
        return false;
    }

    /// Returns whether the span has positions that no element uses.
    constexpr bool IsPadded() const noexcept
    {
        // There is an unused position exactly if a stride exceeds the span of the faster axes.
        const detail::AxesByStride sorted(m_sizes.m_values, m_strides.m_values, Rank());
        for (std::uint32_t n = 0; n < Rank(); ++n)
        {
            if (Size(sorted.axes[n]) > 1 && Stride(sorted.axes[n]) > sorted.spans[n]) { return true; }
        }
        return false;
    }

    /// Returns whether two different elements share an offset. Also returns true if a search of 20,000
    /// nodes ends without an answer.
    constexpr bool HasOverlap() const noexcept
    {
        return detail::HasOverlap(m_sizes.data(), m_strides.data(), Rank(), m_elementCount, m_elementSpan);
    }

    /// Returns whether both layouts have the same sizes, and the same offset for all coordinates. Returns false if
    /// either layout carries an error.
    constexpr bool SameElements(const TensorLayout& other) const noexcept
    {
        if (!*this || m_sizes != other.m_sizes || m_firstElement != other.m_firstElement) { return false; }
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (Size(axis) != 1 && Stride(axis) != other.Stride(axis)) { return false; }
        }
        return true;
    }

    /// Compares sizes, strides, first element and error.
    friend constexpr bool operator==(const TensorLayout& left, const TensorLayout& right) noexcept
    {
        return left.m_sizes == right.m_sizes && left.m_strides == right.m_strides
               && left.m_firstElement == right.m_firstElement;
    }
    friend constexpr bool operator!=(const TensorLayout& a, const TensorLayout& b) noexcept { return !(a == b); }

    // ---- Views: other sizes and strides for the same buffer. No view moves an element. ------------------------------

    /// Returns the layout whose axis i is axis axes[i] of this layout: Transposed(a).ElementOffset(c) ==
    /// ElementOffset(d) with d[a[i]] = c[i]. Sizes {2, 3, 4} transposed by {2, 0, 1} are {4, 2, 3}.
    /// Errors:
    ///   - AxisOrder: the list does not name each axis once.
    constexpr TensorLayout Transposed(const Dimensions& axes) const noexcept
    {
        if (!*this) { return *this; }
        const Diagnosis reason = axes.CheckOrder(Rank(), Argument::Axes);
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout = *this;
        for (std::uint32_t i = 0; i < Rank(); ++i)
        {
            layout.m_sizes.m_values[i] = Size(axes.m_values[i]);
            layout.m_strides.m_values[i] = Stride(axes.m_values[i]);
        }
        layout.ComputeTotals();
        return layout;
    }

    /// Returns this layout broadcast to the sizes by NumPy's rule: the last axes are aligned, and an axis of size 1 is
    /// repeated with stride 0. The element of the result at c is the element of this layout at d. Here d is the last
    /// Rank() coordinates of c, with 0 on each axis whose size in this layout is 1.
    /// Errors, in order:
    ///   - RankDiffers: there are fewer sizes than axes. required: the layout's rank.
    ///   - ZeroSize: a size is 0.
    ///   - BroadcastSizes: a size of the layout is neither 1 nor the new size (required).
    ///   - SpanLimit: the number of elements exceeds 64 bits.
    constexpr TensorLayout BroadcastTo(const Dimensions& sizes) const noexcept
    {
        if (!*this) { return *this; }
        if (sizes.HasError()) { return TensorLayout(sizes.ReasonAs(Argument::Sizes)); }
        if (sizes.m_count < Rank())
        {
            return TensorLayout(detail::ArgumentError(Argument::Sizes, E::RankDiffers, None32, sizes.m_count, Rank()));
        }
        const Diagnosis reason = detail::CheckNoZero(sizes);
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t added = sizes.m_count - Rank();
        for (std::uint32_t axis = added; axis < sizes.m_count; ++axis)
        {
            const std::uint32_t size = Size(axis - added);
            if (size != 1 && size != sizes.m_values[axis])
            {
                const Diagnosis broadcast =
                    detail::ArgumentError(Argument::Sizes, E::BroadcastSizes, axis, size, sizes.m_values[axis]);
                return TensorLayout(WithPlacement(broadcast, sizes));
            }
        }
        TensorLayout layout(sizes, m_firstElement);
        for (std::uint32_t i = sizes.m_count; i > 0; --i)
        {
            const std::uint32_t axis = i - 1;
            const bool isAdded = axis < added;
            const bool isRepeated = sizes.m_values[axis] != (isAdded ? 1 : Size(axis - added));
            if (!isRepeated)
            {
                layout.m_strides.m_values[axis] = isAdded ? layout.PackedStride(axis) : Stride(axis - added);
            }
        }
        layout.ComputeTotals();
        return layout;
    }

    /// Returns the layout with leading axes of size 1 added up to the rank: {3, 4} promoted to rank 4 is {1, 1, 3, 4}.
    /// Errors, in order:
    ///   - DimensionCount: the rank is negative or above 8.
    ///   - RankDiffers: the rank is below the layout's. required: the layout's rank.
    constexpr TensorLayout PromotedTo(AnyInteger rank) const noexcept
    {
        const std::uint32_t added = detail::Low32(rank) - Rank();
        Dimensions lastAxes = m_sizes; // the right number of entries; the loop replaces them
        for (std::uint32_t axis = 0; axis < Rank(); ++axis) { lastAxes.m_values[axis] = added + axis; }
        return PlacedOn(rank, lastAxes); // PlacedOn checks the rank before it reads lastAxes
    }

    /// Returns a layout of this rank. Its axis axes[i] is axis i of this layout, and its other axes have size 1. A bias
    /// of sizes {64}, placed on axis {1} of rank 4, is {1, 64, 1, 1}.
    /// PlacedOn(rank, a).ElementOffset(d) == ElementOffset(c) with d[a[i]] = c[i], and d is 0 on the other axes.
    /// Errors, in order:
    ///   - DimensionCount: the rank is negative or above 8.
    ///   - RankDiffers: the rank is below the layout's, or the number of axes is not the layout's rank. required: the
    ///     layout's rank.
    ///   - AxisOutOfRange: an axis of the list is not below the rank.
    ///   - AxisOrder: an axis is in the list twice.
    constexpr TensorLayout PlacedOn(AnyInteger rank, const Dimensions& axes) const noexcept
    {
        const Diagnosis reason = CheckPlacement(rank, axes);
        if (!reason.Ok()) { return TensorLayout(reason); }
        TensorLayout layout = *this;
        layout.m_sizes.m_count = detail::Low32(rank);
        layout.m_strides.m_count = detail::Low32(rank);
        std::uint32_t placed = 0; // bit n is 1 if axis n of the result is an axis of this layout
        for (std::uint32_t i = 0; i < Rank(); ++i)
        {
            const std::uint32_t axis = axes.m_values[i];
            placed |= std::uint32_t{1} << axis;
            layout.m_sizes.m_values[axis] = Size(i);
            layout.m_strides.m_values[axis] = Stride(i);
        }
        for (std::uint32_t i = layout.Rank(); i > 0; --i)
        {
            if ((placed >> (i - 1) & 1) == 0)
            {
                layout.m_sizes.m_values[i - 1] = 1;
                layout.m_strides.m_values[i - 1] = layout.PackedStride(i - 1);
            }
        }
        layout.ComputeTotals();
        return layout;
    }

    /// Returns the layout without its axes of size 1. If all sizes are 1, the sizes of the result are {1}. The n-th
    /// element stays the n-th: Squeezed().ElementOffset(Squeezed().Coordinates(n)) == ElementOffset(Coordinates(n)).
    /// The same is true of Collapsed and Reshaped.
    constexpr TensorLayout Squeezed() const noexcept
    {
        if (!*this) { return *this; }
        detail::AxisRuns runs = {};
        for (std::uint32_t axis = Rank(); axis > 0; --axis)
        {
            if (Size(axis - 1) != 1) { runs.Append(Size(axis - 1), Stride(axis - 1)); }
        }
        return FromRuns(runs, m_firstElement);
    }

    /// Returns the layout with the fewest axes that visit the same offsets in the same order. If all sizes are 1, the
    /// sizes of the result are {1}. Axes i and i + 1 coalesce if strides[i] == sizes[i+1] * strides[i+1] and the new
    /// size fits 32 bits.
    constexpr TensorLayout Collapsed() const noexcept
    {
        return *this ? FromRuns(Coalesced(Max32), m_firstElement) : *this;
    }

    /// Returns the layout that shows the same elements in the same order with other sizes, without moving them.
    /// Errors, in order:
    ///   - DimensionCount: there are no sizes.
    ///   - ZeroSize: a size is 0.
    ///   - NotAView: the number of elements differs. required: the new number.
    ///   - NotAView: a new axis would span elements that are not evenly spaced. required: the size of the axis. actual:
    ///     the number of evenly spaced elements, divided by the sizes of the faster new axes that span them.
    ///   - StrideLimit: a stride exceeds 32 bits.
    constexpr TensorLayout Reshaped(const Dimensions& sizes) const noexcept
    {
        if (!*this) { return *this; }
        const Diagnosis reason = CheckSizes(sizes);
        if (!reason.Ok()) { return TensorLayout(reason); }
        std::uint64_t count = 1;
        bool fits = true;
        for (const std::uint32_t size : sizes) { fits = fits && detail::Multiply(count, size, count); }
        if (!fits || count != m_elementCount)
        {
            return TensorLayout(detail::WithCause({E::NotAView, None32, m_elementCount, fits ? count : Max64},
                                                  TensorCause::ElementCount));
        }
        // Each new axis must lie within one run of coalesced axes, because elements are evenly spaced only there.
        TensorLayout layout(sizes, m_firstElement);
        const detail::AxisRuns runs = Coalesced(Max64);
        std::uint32_t run = 0;
        std::uint64_t left = runs.sizes[0]; // the run's size, divided by the sizes of the new axes that lie in this run
        std::uint64_t stride = runs.strides[0];
        for (std::uint32_t i = sizes.m_count; i > 0; --i)
        {
            const std::uint32_t axis = i - 1;
            const std::uint32_t size = sizes.m_values[axis];
            if (size == 1)
            {
                layout.m_strides.m_values[axis] = layout.PackedStride(axis);
                continue;
            }
            if (left == 1)
            {
                ++run;
                left = runs.sizes[run];
                stride = runs.strides[run];
            }
            if (left % size != 0)
            {
                return TensorLayout(detail::ArgumentError(Argument::Sizes, E::NotAView, axis, left, size));
            }
            const Diagnosis limit = detail::CheckStrideLimit(axis, stride);
            if (!limit.Ok()) { return TensorLayout(limit); }
            layout.m_strides.m_values[axis] = static_cast<std::uint32_t>(stride);
            left /= size;
            if (left > 1) { stride *= size; } // at the end of a run, the product could exceed 64 bits
        }
        layout.ComputeTotals();
        return layout;
    }

    /// Returns the layout of `count` positions of the axis, from `start` in steps of `step`: Sliced(1, 2, 3, 4) keeps
    /// the positions 2, 6 and 10 of axis 1. The element of the result at c is the element of this layout at d, where d
    /// is c except that d[axis] = start + c[axis] * step.
    /// Errors, in order:
    ///   - ValueRange: start, count or step is negative or exceeds 32 bits.
    ///   - AxisOutOfRange: the axis is not below the rank.
    ///   - SliceRange: count or step is 0. required: 1.
    ///   - SliceRange: start is not below the size. required: the size.
    ///   - SliceRange: count is too large. required: the largest count that fits.
    ///   - StrideLimit: the stride exceeds 32 bits.
    constexpr TensorLayout Sliced(AnyInteger axis, AnyInteger start, AnyInteger count,
                                  AnyInteger step = 1) const noexcept
    {
        const Diagnosis reason = CheckSlice(axis, start, count, step);
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t sliced = detail::Low32(axis);
        TensorLayout layout = *this;
        layout.m_firstElement += start.Bits() * Stride(sliced);
        layout.m_sizes.m_values[sliced] = detail::Low32(count);
        layout.m_strides.m_values[sliced] = detail::SaturateTo32(Stride(sliced) * step.Bits());
        layout.ComputeTotals();
        return layout;
    }

    // ---- Padding: the same sizes with room between rows -------------------------------------------------------------

    /// Returns the layout with another stride of the axis, in elements. The strides of the slower axes grow by the same
    /// factor: strides {20, 5, 1} with stride 8 on axis 1 become {32, 8, 1}.
    /// An axis is slower if its stride is larger. Among axes with equal strides, an axis of size 1 is the fastest, and
    /// after it the axis with the higher number. Broadcast axes are neither slower nor faster, nor are axes of size 1,
    /// except the given axis itself.
    /// Errors, in order:
    ///   - ValueRange: the stride is negative or exceeds 32 bits.
    ///   - AxisOutOfRange: the axis is not below the rank.
    ///   - StrideTooSmall: the stride is below the span of the faster axes. required: that span.
    ///   - NotAView: the axis is broadcast, or the stride of a slower axis is not a multiple of the axis' stride.
    ///     actual: the slower axis' stride. required: the axis' stride.
    ///   - StrideLimit: a stride exceeds 32 bits.
    ///   - SpanLimit: the span or the last position exceeds 64 bits.
    constexpr TensorLayout WithStride(AnyInteger axis, AnyInteger stride) const noexcept
    {
        const Diagnosis reason = CheckPadding(axis, stride, Max32, Argument::Stride);
        return reason.Ok() ? Padded(detail::Low32(axis), stride.Bits()) : TensorLayout(reason);
    }

    /// Returns WithStride(axis, s), where s is the axis' stride, rounded up to a multiple of `elements`. Every row of
    /// the result starts at a multiple of `elements`.
    /// Errors: those of WithStride. StrideTooSmall also means that `elements` is 0.
    constexpr TensorLayout WithStrideMultiple(AnyInteger axis, AnyInteger elements) const noexcept
    {
        const Diagnosis reason = CheckPadding(axis, elements, Max32, Argument::Elements);
        return reason.Ok() ? PaddedToMultiple(detail::Low32(axis), elements.Bits(), Argument::Elements)
                           : TensorLayout(reason);
    }

    /// Returns WithStride for a stride in bytes, such as the RowPitch of a texture's footprint, which is the stride of
    /// axis 2 (H) of an image {N, C, H, W} in both layouts.
    /// Errors: those of WithStride, with numbers in bytes. ValueRange only means a negative stride. These two errors
    /// come after AxisOutOfRange:
    ///   - StrideInBytes: the stride is not a whole number of elements. required: the bytes of an element.
    ///   - UnknownDataType: the type does not exist.
    constexpr TensorLayout WithStrideInBytes(AnyInteger axis, AnyInteger bytes,
                                             DML_TENSOR_DATA_TYPE type) const noexcept
    {
        Diagnosis reason = CheckPadding(axis, bytes, Max64, Argument::Bytes);
        if (reason.Ok())
        {
            reason = detail::CheckByteMultiple(bytes.Bits(), type, detail::Low32(axis), Argument::Bytes);
        }
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t bits = ElementSizeInBits(type);
        return Padded(detail::Low32(axis), detail::ElementsIn(bytes.Bits(), bits)).InBytes(bits, bytes.Bits());
    }

    /// Returns WithStride(axis, s), where s is the smallest stride with two properties: it is not below the axis'
    /// stride, and every row starts at a multiple of `bytes`. A texture copy needs multiples of 256.
    /// Errors: those of WithStrideMultiple, with numbers in bytes. This error comes after AxisOutOfRange:
    ///   - UnknownDataType: the type does not exist.
    constexpr TensorLayout WithStrideMultipleInBytes(AnyInteger axis, AnyInteger bytes,
                                                     DML_TENSOR_DATA_TYPE type) const noexcept
    {
        Diagnosis reason = CheckPadding(axis, bytes, Max64, Argument::Bytes);
        if (reason.Ok()) { reason = detail::CheckDataType(type, Argument::Type); }
        if (!reason.Ok()) { return TensorLayout(reason); }
        const std::uint32_t bits = ElementSizeInBits(type);
        const std::uint32_t size = bits / 8;
        // The smallest number of elements that fills a multiple of `bytes` is bytes / gcd(size, bytes). A size of 0
        // bytes means 4 bits.
        const std::uint64_t elements = size == 0 ? detail::ElementsIn(bytes.Bits(), 4)
                                                 : bytes.Bits() / detail::Gcd(size, detail::Low32(bytes.Bits() % size));
        return PaddedToMultiple(detail::Low32(axis), elements, Argument::Bytes).InBytes(bits, bytes.Bits());
    }

private:
    friend class BufferTensorDesc;
    template <class T> friend constexpr T detail::MakeError(const Diagnosis& reason) noexcept;
    template <std::size_t N>
    friend constexpr std::array<TensorLayout, N> CollapsedTogether(const std::array<TensorLayout, N>& layouts) noexcept;

    constexpr explicit TensorLayout(const Diagnosis& reason) noexcept : m_sizes(reason), m_strides(m_sizes) {}

    // Makes a layout whose strides are all 0. The caller sets the strides and then calls ComputeTotals.
    constexpr TensorLayout(const Dimensions& sizes, std::uint64_t firstElement) noexcept
        : m_sizes(sizes), m_firstElement(firstElement)
    {
        m_strides.m_count = sizes.m_count;
    }
    constexpr TensorLayout(const Dimensions& sizes, const Dimensions& strides, std::uint64_t firstElement) noexcept
        : m_sizes(sizes), m_strides(strides), m_firstElement(firstElement)
    {
    }

    constexpr std::uint32_t Size(std::uint32_t axis) const noexcept { return m_sizes.m_values[axis]; }
    constexpr std::uint32_t Stride(std::uint32_t axis) const noexcept { return m_strides.m_values[axis]; }

    // Returns the stride that an axis of size 1 has in a packed tensor: the next axis' size times its stride.
    constexpr std::uint32_t PackedStride(std::uint32_t axis) const noexcept
    {
        return axis + 1 < Rank() ? detail::SaturateTo32(std::uint64_t{Size(axis + 1)} * Stride(axis + 1)) : 1;
    }

    // ---- Totals -----------------------------------------------------------------------------------------------------

    // Computes the count, the span and whether the layout is row-major. If that fails, makes the layout carry ZeroSize
    // or SpanLimit. Every function that makes a layout ends with this call. Requires: 1 to 8 sizes, and as many
    // strides.
    constexpr void ComputeTotals() noexcept
    {
        std::uint64_t count = 1;
        std::uint64_t distance = 0; // from the first element to the last
        std::uint64_t span = 0;
        std::uint64_t last = 0;
        bool fits64Bits = true;
        bool isRowMajor = true;
        for (std::uint32_t i = Rank(); i > 0; --i)
        {
            const std::uint32_t size = Size(i - 1);
            const std::uint32_t stride = Stride(i - 1);
            if (size != 1 && stride != count) { isRowMajor = false; }
            fits64Bits = detail::Multiply(count, size, count) && detail::AddAxis(distance, size, stride) && fits64Bits;
        }
        fits64Bits = fits64Bits && detail::Add(distance, 1, span) && detail::Add(m_firstElement, distance, last);
        if (count == 0 || !fits64Bits)
        {
            *this = TensorLayout(detail::FirstError(detail::CheckNoZero(m_sizes), detail::SpanLimit));
            return;
        }
        m_elementCount = count;
        m_elementSpan = span;
        m_isRowMajor = isRowMajor;
    }

    // Returns the packed layout of an axis order. Requires: 1 to 8 sizes, and an order that names each axis once.
    static constexpr TensorLayout PackedInOrder(const Dimensions& sizes, const std::uint32_t* axisOrder) noexcept
    {
        TensorLayout layout(sizes, 0);
        std::uint64_t stride = 1;
        for (std::uint32_t n = sizes.m_count; n > 0; --n)
        {
            const std::uint32_t axis = axisOrder[n - 1];
            const std::uint32_t size = sizes.m_values[axis];
            if (stride > Max32 && size > 1)
            {
                return TensorLayout(
                    detail::FirstError(detail::CheckNoZero(sizes), detail::CheckStrideLimit(axis, stride)));
            }
            layout.m_strides.m_values[axis] = detail::SaturateTo32(stride);
            stride *= size; // the product fits 64 bits: the stride fits 32 bits, or the size is 0 or 1
        }
        layout.ComputeTotals();
        return layout;
    }

    // ---- Padding ----------------------------------------------------------------------------------------------------

    // Does what WithStrideMultiple documents. If `elements` is 0, the error names `argument`. Requires: an axis below
    // Rank().
    constexpr TensorLayout PaddedToMultiple(std::uint32_t axis, std::uint64_t elements,
                                            Argument argument) const noexcept
    {
        if (elements == 0) { return TensorLayout(detail::ArgumentError(argument, E::StrideTooSmall, axis, 0, 1)); }
        const std::uint64_t stride = Stride(axis);
        return Padded(axis, stride == 0 ? 0 : ((stride - 1) / elements + 1) * elements);
    }

    // Does what WithStride documents. NotAView and StrideLimit name this axis if it causes the error. Otherwise
    // NotAView names the slower axis with the lowest number, and StrideLimit the slower axis with the smallest stride.
    // Requires: the axis exists.
    constexpr TensorLayout Padded(std::uint32_t axis, std::uint64_t stride) const noexcept
    {
        const detail::AxesByStride sorted(m_sizes.m_values, m_strides.m_values, Rank());
        std::uint32_t position = 0;
        while (sorted.axes[position] != axis) { ++position; }
        const std::uint64_t span = sorted.spans[position];
        const std::uint32_t oldStride = Stride(axis);
        if (stride < span) { return TensorLayout({E::StrideTooSmall, axis, stride, span}); }
        if (Size(axis) > 1 && oldStride == 0)
        {
            return TensorLayout(detail::WithCause({E::NotAView, axis}, TensorCause::Broadcast));
        }
        TensorLayout layout = *this;
        layout.m_strides.m_values[axis] = detail::SaturateTo32(stride);
        Diagnosis limit = detail::CheckStrideLimit(axis, stride);
        std::uint32_t uneven = None32; // the slower axis with the lowest number whose ratio is not a whole number
        std::uint32_t faster = axis;   // the axis before `slower` in the order of strides; broadcast axes do not count
        for (std::uint32_t n = position + 1; n < Rank(); ++n)
        {
            const std::uint32_t slower = sorted.axes[n];
            std::uint64_t newStride = std::uint64_t{Size(faster)} * layout.Stride(faster); // of an axis of size 1
            if (Size(slower) > 1)
            {
                if (Stride(slower) == 0) { continue; } // a broadcast axis stays broadcast
                if (oldStride == 0 || Stride(slower) % oldStride != 0)
                {
                    uneven = detail::Min(slower, uneven);
                    continue;
                }
                newStride = Stride(slower) / oldStride * stride; // wraps only if the limit is exceeded already
                limit = detail::FirstError(limit, detail::CheckStrideLimit(slower, newStride));
            }
            layout.m_strides.m_values[slower] = detail::SaturateTo32(newStride);
            faster = slower;
        }
        if (uneven != None32)
        {
            const TensorCause cause = oldStride == 0 ? TensorCause::NoRatio : TensorCause::None;
            return TensorLayout(detail::WithCause({E::NotAView, uneven, Stride(uneven), oldStride}, cause));
        }
        if (!limit.Ok()) { return TensorLayout(limit); }
        layout.ComputeTotals();
        return layout;
    }

    // Returns this layout, a result of Padded. If it carries an error, returns the error with numbers in bytes instead
    // of elements. bytes: the stride that the caller gave. If 64 bits cannot count the 4-bit elements of that stride,
    // `actual` is Max64, and `bytes` replaces it.
    constexpr TensorLayout InBytes(std::uint32_t bits, std::uint64_t bytes) const noexcept
    {
        Diagnosis reason = Reason();
        const bool isOfStrides = reason == E::StrideTooSmall || reason == E::StrideLimit || reason == E::NotAView;
        const bool hasHalfBytes = bits == 4 && reason == E::NotAView && (reason.actual | reason.required) % 2 != 0;
        if (!isOfStrides || hasHalfBytes || reason.argument != Argument::Unnamed) { return *this; }
        reason.argument = Argument::StrideInBytes;
        reason.actual = reason.actual == Max64 ? bytes : BytesOf(reason.actual, bits);
        // The number of StrideLimit is the largest stride, so it is rounded down to whole bytes. BytesOf rounds up.
        reason.required = reason == E::StrideLimit && bits == 4 ? Max32 / 2 : BytesOf(reason.required, bits);
        return TensorLayout(reason);
    }

    // Returns the bytes of some elements, rounded up to whole bytes, or Max64 if the number of bytes exceeds 64 bits.
    static constexpr std::uint64_t BytesOf(std::uint64_t elements, std::uint32_t bits) noexcept
    {
        std::uint64_t bytes = 0;
        return detail::SizeInBytes(elements, bits, bytes) ? bytes : Max64;
    }

    // ---- Coalescing -------------------------------------------------------------------------------------------------

    // Returns the layout whose axes are the runs. The first run is the last axis. If there is no run, the sizes are {1}
    // and the strides {1}. Requires: at most 8 runs.
    static constexpr TensorLayout FromRuns(detail::AxisRuns runs, std::uint64_t firstElement) noexcept
    {
        if (runs.count == 0) { runs.Append(1, 1); }
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

    // Coalesces the axes of `count` layouts of the same sizes. An axis continues a run only if it can do so in each
    // layout. The order from the fastest axis to the slowest gives the fewest runs.
    static constexpr void CoalesceTogether(const TensorLayout* layouts, detail::AxisRuns* runs, std::size_t count,
                                           std::uint64_t sizeLimit) noexcept
    {
        for (std::uint32_t i = layouts->Rank(); i > 0; --i)
        {
            const std::uint32_t size = layouts->Size(i - 1);
            if (size == 1) { continue; }
            bool coalesces = true;
            for (std::size_t n = 0; n < count; ++n)
            {
                coalesces = coalesces && runs[n].CanCoalesce(size, layouts[n].Stride(i - 1), sizeLimit);
            }
            for (std::size_t n = 0; n < count; ++n)
            {
                if (coalesces) { runs[n].Extend(size); }
                else { runs[n].Append(size, layouts[n].Stride(i - 1)); }
            }
        }
    }

    // Returns the axes of this layout after coalescing, the fastest first. Each of them is called a run. No run of
    // several axes has more than sizeLimit positions.
    constexpr detail::AxisRuns Coalesced(std::uint64_t sizeLimit) const noexcept
    {
        detail::AxisRuns runs = {};
        CoalesceTogether(this, &runs, 1, sizeLimit);
        return runs;
    }

    // ---- Diagnosis --------------------------------------------------------------------------------------------------

    // Returns the error that the sizes carry, DimensionCount if there are no sizes, or ZeroSize.
    static constexpr Diagnosis CheckSizes(const Dimensions& sizes) noexcept
    {
        if (sizes.HasError()) { return sizes.ReasonAs(Argument::Sizes); }
        return sizes.empty() ? detail::RankError(0) : detail::CheckNoZero(sizes);
    }

    // Returns the error BroadcastSizes with one addition: if this layout's axes would fit other, adjacent axes of the
    // sizes, the error's cause says the first of these axes.
    constexpr Diagnosis WithPlacement(const Diagnosis& reason, const Dimensions& sizes) const noexcept
    {
        const std::uint32_t last = sizes.m_count - Rank();
        for (std::uint32_t first = 0; first < last; ++first)
        {
            bool fits = true;
            for (std::uint32_t i = 0; i < Rank(); ++i)
            {
                fits = fits && (Size(i) == 1 || Size(i) == sizes.m_values[first + i]);
            }
            if (fits) { return detail::WithCause(reason, detail::CauseWith(TensorCause::FitsFromAxis, first)); }
        }
        return reason;
    }

    // Returns AxisOutOfRange if the axis is not below the rank.
    constexpr Diagnosis CheckAxis(const AnyInteger& axis) const noexcept
    {
        return detail::ErrorUnless(axis.Bits() < Rank(), detail::ArgumentError(Argument::Axis, E::AxisOutOfRange,
                                                                               None32, axis.Bits(), Rank()));
    }

    // Returns the first error before padding: the error that the layout carries, ValueRange or AxisOutOfRange.
    constexpr Diagnosis CheckPadding(const AnyInteger& axis, const AnyInteger& value, std::uint64_t maximum,
                                     Argument argument) const noexcept
    {
        const Diagnosis reason = detail::FirstError(Reason(), detail::CheckRange(value, maximum, argument));
        return detail::FirstError(reason, CheckAxis(axis));
    }

    // Returns the first error of OfAnyRank's arguments, from DimensionCount to ZeroSize.
    template <class Integer>
    static constexpr Diagnosis CheckAnyRank(const Integer* sizes, const Integer* strides, std::uint64_t rank) noexcept
    {
        if (rank > Max32) { return detail::RankError(rank); }
        if (sizes == nullptr && rank != 0)
        {
            return detail::ArgumentError(Argument::Sizes, E::NullPointer, None32, 0, rank);
        }
        Diagnosis zero; // every ValueRange comes before ZeroSize
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            const std::uint64_t size = AnyInteger(sizes[axis]).Bits(); // a negative size is huge
            if (size > Max32) { return detail::ArgumentError(Argument::Sizes, E::ValueRange, axis, size, Max32); }
            if (strides != nullptr && size != 1 && AnyInteger(strides[axis]).IsNegative())
            {
                const std::uint64_t stride = AnyInteger(strides[axis]).Bits();
                return detail::ArgumentError(Argument::Strides, E::ValueRange, axis, stride, Max32);
            }
            if (size == 0) { zero = detail::FirstError(zero, {E::ZeroSize, axis, 0, 1}); }
        }
        return zero;
    }

    // Returns the first error of Sliced's arguments.
    constexpr Diagnosis CheckSlice(const AnyInteger& axis, const AnyInteger& start, const AnyInteger& count,
                                   const AnyInteger& step) const noexcept
    {
        using detail::CheckRange, detail::FirstError, detail::ArgumentError;
        const Diagnosis ranges =
            FirstError(FirstError(Reason(), CheckRange(start, Max32, Argument::Start)),
                       FirstError(CheckRange(count, Max32, Argument::Count), CheckRange(step, Max32, Argument::Step)));
        const Diagnosis reason = FirstError(ranges, CheckAxis(axis));
        if (!reason.Ok()) { return reason; }
        const std::uint32_t sliced = detail::Low32(axis);
        const std::uint32_t size = Size(sliced);
        if (count.Bits() == 0 || step.Bits() == 0)
        {
            const Argument zero = count.Bits() == 0 ? Argument::Count : Argument::Step;
            return ArgumentError(zero, E::SliceRange, sliced, 0, 1, TensorCause::Zero);
        }
        if (start.Bits() >= size) { return ArgumentError(Argument::Start, E::SliceRange, sliced, start.Bits(), size); }
        const std::uint64_t largest = (size - 1 - start.Bits()) / step.Bits() + 1; // the largest count
        if (count.Bits() > largest)
        {
            return ArgumentError(Argument::Count, E::SliceRange, sliced, count.Bits(), largest);
        }
        return count.Bits() > 1 ? detail::CheckStrideLimit(sliced, Stride(sliced) * step.Bits()) : Diagnosis{};
    }

    // Returns the first error of PlacedOn's arguments.
    constexpr Diagnosis CheckPlacement(const AnyInteger& rank, const Dimensions& axes) const noexcept
    {
        if (!*this) { return Reason(); }
        if (axes.HasError()) { return detail::WithAxes(axes.Reason(), Argument::Axes, rank.Bits()); }
        if (rank.Bits() > detail::MaxRank)
        {
            return detail::ArgumentError(Argument::Rank, E::DimensionCount, None32, rank.Bits(), detail::MaxRank);
        }
        if (rank.Bits() < Rank())
        {
            return detail::ArgumentError(Argument::Rank, E::RankDiffers, None32, rank.Bits(), Rank());
        }
        if (axes.m_count != Rank())
        {
            return detail::ArgumentError(Argument::Axes, E::RankDiffers, None32, axes.m_count, Rank());
        }
        return axes.CheckDistinct(detail::Low32(rank), E::AxisOutOfRange, Argument::Axes);
    }

    // Returns SizesDiffer with the first axis whose size differs, or without an axis if the ranks differ.
    constexpr Diagnosis CheckSameSizes(const TensorLayout& other) const noexcept
    {
        if (Rank() != other.Rank()) { return {E::SizesDiffer, None32, Rank(), other.Rank()}; }
        for (std::uint32_t axis = 0; axis < Rank(); ++axis)
        {
            if (Size(axis) != other.Size(axis)) { return {E::SizesDiffer, axis, Size(axis), other.Size(axis)}; }
        }
        return {};
    }

    // -----------------------------------------------------------------------------------------------------------------

    Dimensions m_sizes; // the sizes, or the layout's error
    Dimensions m_strides;
    std::uint64_t m_firstElement = 0;
    std::uint64_t m_elementCount = 0;
    std::uint64_t m_elementSpan = 0;
    bool m_isRowMajor = false;
};

// =====================================================================================================================
//   Several layouts
// =====================================================================================================================

/// Returns the sizes to which tensors of both sizes can be broadcast by NumPy's rule, which aligns the last axes: {3,
/// 1} and {2, 1, 4} give {2, 3, 4}. DirectML broadcasts nothing by itself, so broadcast each tensor:
/// TensorLayout::Packed(bias).BroadcastTo(BroadcastSizes(bias, input)).
/// Errors:
///   - BroadcastSizes: the two sizes of an axis differ, and neither is 1. axis: the last such axis of the result.
///     actual: the size in a. required: the size in b.
constexpr Dimensions BroadcastSizes(const Dimensions& a, const Dimensions& b) noexcept
{
    if (a.Error() != TensorError::None) { return a; }
    if (b.Error() != TensorError::None) { return b; }
    std::uint32_t sizes[detail::MaxRank] = {};
    const std::size_t rank = a.size() > b.size() ? a.size() : b.size();
    for (std::size_t axis = rank; axis > 0; --axis)
    {
        const std::size_t fromEnd = rank - axis + 1;
        const std::uint32_t sizeOfA = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
        const std::uint32_t sizeOfB = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
        if (sizeOfA != sizeOfB && sizeOfA != 1 && sizeOfB != 1)
        {
            return detail::MakeError<Dimensions>(
                {TensorError::BroadcastSizes, detail::Low32(axis - 1), sizeOfA, sizeOfB});
        }
        sizes[axis - 1] = sizeOfA != 1 ? sizeOfA : sizeOfB;
    }
    return Dimensions(static_cast<const std::uint32_t*>(sizes), rank);
}

/// Returns the layouts of the tensors of one element-wise operator with as few axes as possible. Each result visits the
/// same offsets in the same order as its tensor. The tensors must have equal sizes. Two axes coalesce only if they can
/// do so in each tensor. If a layout carries an error, all results carry the first such error. Otherwise, all results
/// carry this error:
///   - SizesDiffer: the sizes of a layout differ from those of the first layout. axis: the first axis that differs.
///     actual: the size. required: the size of the first layout.
///   - SizesDiffer without an axis: the ranks differ. actual: the rank. required: the rank of the first layout.
template <std::size_t N>
constexpr std::array<TensorLayout, N> CollapsedTogether(const std::array<TensorLayout, N>& layouts) noexcept
{
    std::array<TensorLayout, N> collapsed{};
    if constexpr (N > 0)
    {
        Diagnosis reason;
        for (std::size_t n = 0; n < N && reason.Ok(); ++n) { reason = layouts[n].Reason(); }
        for (std::size_t n = 1; n < N && reason.Ok(); ++n) { reason = layouts[n].CheckSameSizes(layouts[0]); }
        detail::AxisRuns runs[N] = {};
        if (reason.Ok()) { TensorLayout::CoalesceTogether(layouts.data(), runs, N, detail::Max32); }
        for (std::size_t n = 0; n < N; ++n)
        {
            collapsed[n] = reason.Ok() ? TensorLayout::FromRuns(runs[n], layouts[n].m_firstElement)
                                       : detail::MakeError<TensorLayout>(reason);
        }
    }
    return collapsed;
}

// =====================================================================================================================
//   Microsoft's documented functions
// =====================================================================================================================

/// Returns the bytes that a buffer tensor needs, DirectML's minimum TotalTensorSizeInBytes:
///
///     span = dot(sizes - 1, strides) + 1, or the product of the sizes if `strides` is null
///     bytes = roundup(span * bits / 8, 4)
///
/// Returns 0 for an unknown type, no dimensions or more than 8, null sizes, a size of 0, and if the elements or bytes
/// exceed 64 bits. It is a template, so that calls are not ambiguous if DirectMLX.h's function of the same name is
/// included, too.
/// Source: "DirectML helper functions".
template <typename = void>
constexpr std::uint64_t DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, std::uint32_t dimensionCount,
                                                const std::uint32_t* sizes, const std::uint32_t* strides) noexcept
{
    if (dimensionCount == 0 || dimensionCount > detail::MaxRank || sizes == nullptr) { return 0; }
    std::uint64_t last = 0;
    if (strides == nullptr)
    {
        std::uint64_t count = 1;
        for (std::uint32_t axis = 0; axis < dimensionCount; ++axis)
        {
            if (!detail::Multiply(count, sizes[axis], count)) { return 0; }
        }
        last = count - 1; // Max64 if a size is 0; AlignedEndInBytes then returns 0
    }
    else
    {
        DTU_UNROLL
        for (std::uint32_t axis = 0; axis < dimensionCount; ++axis)
        {
            if (sizes[axis] == 0 || !detail::AddAxis(last, sizes[axis], strides[axis])) { return 0; }
        }
    }
    return detail::AlignedEndInBytes(last, ElementSizeInBits(dataType));
}

namespace detail
{
// Does what the public functions of this name document.
template <std::size_t N>
constexpr std::array<std::uint32_t, N> CalculateStrides(Layout layout, const std::array<std::uint32_t, N>& sizes,
                                                        const std::array<bool, N>& broadcast) noexcept
{
    std::array<std::uint32_t, N> strides{};
    std::uint64_t stride = 1; // at most Max32
    DTU_UNROLL
    for (std::uint32_t n = 0; n < N; ++n)
    {
        const std::uint32_t axis = AxisFromFastest(layout, N, n);
        const std::uint32_t size = broadcast[axis] ? 1 : sizes[axis];
        strides[axis] = broadcast[axis] ? 0 : static_cast<std::uint32_t>(IsLayout(layout) ? stride : Max32);
        stride = Min(stride * size, Max32);
    }
    return strides;
}
} // namespace detail

/// Returns the packed strides of sizes in the order N, C, H, W. A broadcast axis has stride 0, and the other strides
/// are computed as if its size were 1. A stride is 0xFFFFFFFF if it exceeds 32 bits, or if the layout is not an
/// enumerator.
/// Source: "DirectML helper functions".
constexpr std::array<std::uint32_t, 4> CalculateStrides(Layout layout, std::array<std::uint32_t, 4> sizes,
                                                        std::array<bool, 4> broadcast) noexcept
{
    return detail::CalculateStrides<4>(layout, sizes, broadcast);
}

/// Returns the packed strides of sizes in the order N, C, D, H, W. This function is a template, so that a braced list
/// always calls the function for four sizes.
template <std::size_t N>
constexpr std::array<std::uint32_t, N> CalculateStrides(Layout layout, const std::array<std::uint32_t, N>& sizes,
                                                        const std::array<bool, N>& broadcast) noexcept
{
    static_assert(N == 5, "CalculateStrides has 4 or 5 dimensions; for others use TensorLayout::Packed");
    return detail::CalculateStrides(layout, sizes, broadcast);
}

// =====================================================================================================================
//   Tensor rules
//
//   DirectML checks a tensor in the order of the errors NullTensor to OutputOverlap. The first check that fails gives
//   the error. docs/rules.md has the formula of each check, and an example.
//
//   Source: "DML_BUFFER_TENSOR_DESC structure", and the recorded verdicts of DirectML.
// =====================================================================================================================

/// Whether an operator reads the tensor or writes it. DirectML has more rules for an output than for an input.
enum class TensorRole
{
    Input,
    Output,
};

namespace detail
{
// What an operator accepts for one of its tensors.
struct TensorRule
{
    std::uint32_t types = AllTypes;                       // a set of accepted data types, made by Types()
    TensorError rejection = TensorError::UnknownDataType; // the error of a data type that is not in the set
    std::uint32_t exampleType = LastDataType;             // the error's `required`: a data type in the set
    std::uint32_t minRank = 1;
    std::uint32_t maxRank = MaxRank;
};
inline constexpr TensorRule AnyTensor = {};

// The totals of a description's sizes and strides. `hasStrides` says whether Strides is not null. It is a member
// because g++ 12 rejects a null test in a constant expression if the pointer points into a temporary.
struct TensorTotals
{
    bool hasStrides;
    std::uint64_t count;
    std::uint64_t span;
};

// Returns DirectML's minimum of TotalTensorSizeInBytes. DirectML counts the bits modulo 2^64.
constexpr std::uint64_t MinimumTotalSize(std::uint64_t span, std::uint32_t bits) noexcept
{
    std::uint64_t bytes = (span * bits + 7) / 8;
    RoundUpToDword(bytes, bytes); // ignores whether it wrapped
    return bytes;
}

// Returns the alignment that a binding's offset needs, in bytes.
constexpr std::uint64_t RequiredAlignment(std::uint64_t guaranteed) noexcept
{
    return guaranteed > MinAlignment ? guaranteed : MinAlignment;
}

// Sets `desc` to the description of the tensor. If there is none, returns an error from NullTensor to TensorType. In
// C++17 only calls that return an error are constant expressions, because Desc is a void pointer.
constexpr Diagnosis FindDescription(const DML_TENSOR_DESC* tensor, const DML_BUFFER_TENSOR_DESC*& desc) noexcept
{
    if (tensor == nullptr) { return {TensorError::NullTensor}; }
    if (tensor->Desc == nullptr) { return {TensorError::NullDesc}; }
    if (tensor->Type != DML_TENSOR_TYPE_BUFFER)
    {
        return {TensorError::TensorType, None32, static_cast<std::uint32_t>(tensor->Type), DML_TENSOR_TYPE_BUFFER};
    }
    desc = static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
    return {};
}

// Checks UnknownDataType and Flags.
constexpr Diagnosis CheckTypeAndFlags(const DML_BUFFER_TENSOR_DESC& desc, const TensorRule& rule) noexcept
{
    const std::uint32_t type = static_cast<std::uint32_t>(desc.DataType);
    const std::uint32_t flags = static_cast<std::uint32_t>(desc.Flags);
    const Diagnosis unknown = CheckDataType(desc.DataType);
    const bool isEmpty = desc.DimensionCount == 0 && desc.Sizes == nullptr;
    if (!unknown.Ok()) { return isEmpty ? WithCause(unknown, Cause::EmptyDesc) : unknown; }
    if ((rule.types >> type & 1) == 0) { return {rule.rejection, None32, type, rule.exampleType}; }
    return ErrorUnless(flags >> 1 == 0, {TensorError::Flags, None32, flags, DML_TENSOR_FLAG_OWNED_BY_DML});
}

// Checks ZeroSize and ElementLimit. Sets `product` to the product of the sizes before the first 0.
constexpr Diagnosis CheckSizes(const std::uint32_t* sizes, std::uint32_t rank, std::uint64_t& product) noexcept
{
    product = 1;
    std::uint32_t axis = 0;
    for (; axis < rank && sizes[axis] != 0; ++axis)
    {
        if (!Multiply(product, sizes[axis], product)) { product = Max64; }
    }
    if (product > Max32) { return {TensorError::ElementLimit, None32, product, Max32}; }
    return ErrorUnless(axis == rank, {TensorError::ZeroSize, axis, 0, 1});
}

// Checks OutputOwnedByDml and OutputOverlap, then the hazard OutputElementsOverlap.
constexpr Diagnosis CheckOutput(const DML_BUFFER_TENSOR_DESC& desc, const TensorTotals& totals) noexcept
{
    const std::uint32_t* const sizes = desc.Sizes;
    const std::uint32_t* const strides = desc.Strides;
    const std::uint32_t bits = ElementSizeInBits(desc.DataType);
    const std::uint32_t flags = static_cast<std::uint32_t>(desc.Flags);
    if (flags != 0) { return {TensorError::OutputOwnedByDml, None32, flags, DML_TENSOR_FLAG_NONE}; }
    if (!totals.hasStrides) { return {}; }
    for (std::uint32_t i = 0; i < desc.DimensionCount; ++i)
    {
        if (sizes[i] == 1) { continue; }
        if (strides[i] == 0) { return WithCause({TensorError::OutputOverlap, i, 0, 1}, Cause::ZeroStride); }
        for (std::uint32_t j = 0; j < i; ++j)
        {
            if (sizes[j] > 1 && strides[i] == strides[j])
            {
                return WithCause({TensorError::OutputOverlap, i, strides[i], j}, Cause::EqualStrides);
            }
        }
    }
    if (totals.count * bits > totals.span * bits) // both are modulo 2^64, as in DirectML
    {
        return WithCause({TensorError::OutputOverlap, None32, totals.span, totals.count},
                         totals.span < totals.count ? Cause::ShortSpan : Cause::None);
    }
    return HasOverlap(sizes, strides, desc.DimensionCount, totals.count, totals.span)
               ? DescribeOverlap(TensorError::OutputElementsOverlap, sizes, strides, desc.DimensionCount)
               : Diagnosis{};
}

// Checks TotalSizeTooSmall to OutputOverlap, then the hazards. Requires: the checks up to ElementLimit have passed.
constexpr Diagnosis CheckTotals(const DML_BUFFER_TENSOR_DESC& desc, const TensorTotals& totals,
                                TensorRole role) noexcept
{
    const std::uint32_t bits = ElementSizeInBits(desc.DataType);
    const std::uint64_t minimum = MinimumTotalSize(totals.span, bits);
    const std::uint64_t limit = Max32 * bits / 8;
    const std::uint64_t total = desc.TotalTensorSizeInBytes;
    if (total < minimum)
    {
        return WithCause({TensorError::TotalSizeTooSmall, None32, total, minimum},
                         totals.hasStrides ? Cause::StridesInBytes : Cause::None);
    }
    if (total > limit) { return {TensorError::TotalSizeLimit, None32, total, limit}; }
    const std::uint32_t alignment = desc.GuaranteedBaseOffsetAlignment;
    if ((alignment & (alignment - 1)) != 0 || (alignment != 0 && alignment < MinAlignment))
    {
        return {TensorError::Alignment, None32, alignment, MinAlignment};
    }
    const Diagnosis ofOutput = role == TensorRole::Output ? CheckOutput(desc, totals) : Diagnosis{};
    if (!ofOutput.Ok()) { return ofOutput; }
    return ErrorUnless(totals.span <= (Max64 - 7) / bits, {TensorError::SizeWraps, None32, total, Max64});
}

// Checks UnknownDataType to OutputOverlap and the hazards. The description may have any counts and pointers.
constexpr Diagnosis CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role,
                                const TensorRule& rule = AnyTensor) noexcept
{
    TensorTotals totals = {desc.Strides != nullptr, 1, 1};
    Diagnosis reason = CheckTypeAndFlags(desc, rule);
    if (reason.Ok()) { reason = CheckRankAndPointer(desc, rule.minRank, rule.maxRank); }
    if (reason.Ok()) { reason = CheckSizes(desc.Sizes, desc.DimensionCount, totals.count); }
    if (!reason.Ok()) { return reason; }
    if (!totals.hasStrides) { totals.span = totals.count; }
    for (std::uint32_t axis = 0; totals.hasStrides && axis < desc.DimensionCount; ++axis)
    {
        // The sum fits 64 bits, because the product of the sizes fits 32 bits.
        AddAxis(totals.span, desc.Sizes[axis], desc.Strides[axis]);
    }
    return CheckTotals(desc, totals, role);
}

// Checks the description of a layout without an error. The constructor of the layout has checked DimensionCount to
// ZeroSize, so this function checks only the other errors from UnknownDataType to OutputOverlap, and the hazards.
constexpr Diagnosis CheckTensor(const DML_BUFFER_TENSOR_DESC& desc, const TensorLayout& layout,
                                TensorRole role) noexcept
{
    const Diagnosis reason = CheckTypeAndFlags(desc, AnyTensor);
    if (!reason.Ok()) { return reason; }
    const std::uint64_t count = layout.ElementCount();
    if (count > Max32) { return {TensorError::ElementLimit, None32, count, Max32}; }
    const bool hasStrides = !layout.IsRowMajor();
    return CheckTotals(desc, {hasStrides, count, layout.ElementSpan()}, role);
}
} // namespace detail

// =====================================================================================================================
//   Descriptor
// =====================================================================================================================

/// Owns the sizes and strides to which a DML_BUFFER_TENSOR_DESC points. It tests true exactly if DirectML accepts the
/// description as an input.
///
/// Errors, in order:
///   - FirstElement: the layout given to the constructor does not start at element 0.
///   - StartsInsideByte: the layout given to OfView has 4-bit elements and starts at an odd element.
///   - SpanLimit: the layout given to OfView starts beyond 2^64-1 bytes.
///   - An error from UnknownDataType to Alignment: DirectML rejects the description with this error first.
class [[nodiscard]] BufferTensorDesc
{
    using E = TensorError;
    using Argument = TensorArgument;
    static constexpr std::uint32_t None32 = detail::None32;

public:
    /// Makes a descriptor that carries UnknownDataType.
    constexpr BufferTensorDesc() noexcept
        : m_layout(detail::WithCause({E::UnknownDataType, None32, 0, detail::LastDataType}, TensorCause::EmptyDesc))
    {
    }
    BufferTensorDesc(DML_TENSOR_DATA_TYPE, std::initializer_list<AnyInteger>) = delete; ///< use TensorLayout::Packed

    /// Makes a descriptor of a layout that starts at element 0. Its total size is the minimum that DirectML accepts.
    constexpr BufferTensorDesc(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout,
                               DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE) noexcept
        : BufferTensorDesc(
            type, layout, flags,
            detail::ErrorUnless(layout.m_firstElement == 0, {E::FirstElement, None32, layout.m_firstElement, 0}))
    {
    }

    /// Returns a descriptor of a layout that may start at any element. Bind the buffer at BindingOffsetInBytes().
    static constexpr BufferTensorDesc OfView(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout,
                                             DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE) noexcept
    {
        const std::uint32_t bits = ElementSizeInBits(type);
        const std::uint64_t first = layout.m_firstElement; // 0 with an error
        std::uint64_t bytes = 0;
        Diagnosis reason;
        if (bits == 4 && first % 2 != 0) { reason = {E::StartsInsideByte, None32, first, 2}; }
        else if (bits != 0 && !detail::SizeInBytes(first, bits, bytes)) { reason = detail::SpanLimit; }
        return BufferTensorDesc(type, layout, flags, reason);
    }

    /// Returns a copy of a description with its sizes and strides. If DirectML rejects the description, the copy
    /// carries the error.
    static constexpr BufferTensorDesc Of(const DML_BUFFER_TENSOR_DESC& desc) noexcept
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

    /// Returns the descriptor with another total size in bytes. More than the minimum lets DirectML skip bounds checks.
    /// Errors, in order:
    ///   - ValueRange: the size is negative.
    ///   - TotalSizeTooSmall: the size is below the minimum. required: the minimum.
    ///   - TotalSizeLimit: the size exceeds 2^32-1 elements. required: the bytes of 2^32-1 elements.
    constexpr BufferTensorDesc WithTotalSize(AnyInteger bytes) const noexcept
    {
        return Changed(detail::CheckRange(bytes, detail::Max64, Argument::Bytes), bytes.Bits(), m_alignment);
    }

    /// Returns the descriptor with the alignment that you guarantee for the binding's offset, in bytes: 0, or a power
    /// of two of at least 16.
    /// Errors, in order:
    ///   - ValueRange: the alignment is negative or exceeds 32 bits.
    ///   - Alignment: the alignment is neither 0 nor a power of two of at least 16. required: 16.
    constexpr BufferTensorDesc WithAlignment(AnyInteger guaranteedBaseOffsetAlignment) const noexcept
    {
        const Diagnosis range =
            detail::CheckRange(guaranteedBaseOffsetAlignment, detail::Max32, Argument::GuaranteedAlignment);
        return Changed(range, m_totalSize, detail::Low32(guaranteedBaseOffsetAlignment));
    }

    constexpr explicit operator bool() const noexcept { return static_cast<bool>(m_layout); }
    constexpr TensorError Error() const noexcept { return m_layout.Error(); }
    /// Returns the error with its axis and numbers.
    constexpr Diagnosis Reason() const noexcept { return m_layout.Reason(); }

    /// Returns the element type, or UNKNOWN with an error.
    constexpr DML_TENSOR_DATA_TYPE DataType() const noexcept { return m_dataType; }
    /// Returns the layout, which carries the descriptor's error if there is one.
    constexpr const TensorLayout& Layout() const& noexcept DTU_LIFETIMEBOUND { return m_layout; }
    constexpr TensorLayout Layout() const&& noexcept { return m_layout; }
    /// Returns the flags, or NONE with an error.
    constexpr DML_TENSOR_FLAGS Flags() const noexcept { return m_flags; }
    /// Returns GuaranteedBaseOffsetAlignment in bytes, or 0 with an error.
    constexpr std::uint32_t Alignment() const noexcept { return m_alignment; }
    /// Returns the total size in bytes, or 0 with an error. The size is the minimum if neither Of nor WithTotalSize set
    /// another size.
    constexpr std::uint64_t TotalTensorSizeInBytes() const noexcept { return m_totalSize; }

    /// Returns the position of FirstElement in bytes, or 0 with an error. It is the Offset of the DML_BUFFER_BINDING.
    constexpr std::uint64_t BindingOffsetInBytes() const noexcept
    {
        std::uint64_t bytes = 0;
        return detail::SizeInBytes(m_layout.m_firstElement, ElementSizeInBits(m_dataType), bytes) ? bytes : 0;
    }

    /// Returns the SDK's struct. The struct points into this object, so use it only while the object lives and is not
    /// assigned to. If the descriptor carries an error, all members are 0. Strides is null exactly if the layout is
    /// row-major.
    constexpr DML_BUFFER_TENSOR_DESC Desc() const& noexcept
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
    DML_BUFFER_TENSOR_DESC Desc() const&& = delete; ///< it would point into a temporary: give the descriptor a name

    /// Compares type, layout, flags, total size, alignment and error.
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
    template <class T> friend constexpr T detail::MakeError(const Diagnosis& reason) noexcept;

    constexpr explicit BufferTensorDesc(const Diagnosis& reason) noexcept : m_layout(reason) {}

    // Makes a descriptor. `startError` says why no descriptor can start at the layout's first element; it is Ok() if
    // one can.
    constexpr BufferTensorDesc(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout, DML_TENSOR_FLAGS flags,
                               const Diagnosis& startError) noexcept
        : m_layout(layout), m_totalSize(layout.SizeInBytes(type)), m_dataType(type), m_flags(flags)
    {
        if (!layout || !startError.Ok())
        {
            *this = BufferTensorDesc(detail::FirstError(layout.Reason(), startError));
            return;
        }
        if (m_totalSize == 0) { m_totalSize = detail::Max64; } // 0 means above 64 bits, which exceeds DirectML's limit
        Check();
    }

    // Returns the descriptor with another total size and alignment. `range` is the error of the caller's argument.
    constexpr BufferTensorDesc Changed(const Diagnosis& range, std::uint64_t totalSize,
                                       std::uint32_t alignment) const noexcept
    {
        const Diagnosis reason = detail::FirstError(Reason(), range);
        if (!reason.Ok()) { return BufferTensorDesc(reason); }
        BufferTensorDesc result = *this;
        result.m_totalSize = totalSize;
        result.m_alignment = alignment;
        result.Check();
        return result;
    }

    // Makes this descriptor carry the error if DirectML rejects the description as an input. The rules of an output are
    // stricter, and Validate checks them.
    constexpr void Check() noexcept
    {
        Diagnosis reason = detail::CheckTensor(Desc(), m_layout, TensorRole::Input);
        if (reason.Accepted()) { return; }
        if (reason == E::UnknownDataType) { reason.argument = Argument::Type; } // the caller gave no description
        *this = BufferTensorDesc(reason);
    }

    TensorLayout m_layout; // the layout, or the descriptor's error
    std::uint64_t m_totalSize = 0;
    DML_TENSOR_DATA_TYPE m_dataType = DML_TENSOR_DATA_TYPE_UNKNOWN;
    DML_TENSOR_FLAGS m_flags = DML_TENSOR_FLAG_NONE;
    std::uint32_t m_alignment = 0;
};

/// Returns {DML_TENSOR_TYPE_BUFFER, &desc}, which is valid while `desc` lives.
constexpr DML_TENSOR_DESC AsTensorDesc(const DML_BUFFER_TENSOR_DESC& desc) noexcept
{
    return {DML_TENSOR_TYPE_BUFFER, &desc};
}
DML_TENSOR_DESC AsTensorDesc(const DML_BUFFER_TENSOR_DESC&& desc) = delete; ///< it would point to a temporary: name it

/// A descriptor and the structs to which an operator description must point, in one object. The object is neither
/// copied nor moved, so the pointers stay valid:
///
///     DML_GATHER_OPERATOR_DESC gather{input.Get(), indices.Get(), output.Get(), axis, indexDimensions};
class PinnedTensorDesc
{
public:
    /// Copies the descriptor. Get() points to the copy.
    constexpr explicit PinnedTensorDesc(const BufferTensorDesc& tensor) noexcept
        : m_owner(tensor), m_buffer(m_owner.Desc()), m_tensor(AsTensorDesc(m_buffer))
    {
    }
    /// Makes the descriptor from a type and a layout. Errors: those of BufferTensorDesc.
    constexpr explicit PinnedTensorDesc(DML_TENSOR_DATA_TYPE type, const TensorLayout& layout,
                                        DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE) noexcept
        : PinnedTensorDesc(BufferTensorDesc(type, layout, flags))
    {
    }
    PinnedTensorDesc(DML_TENSOR_DATA_TYPE, std::initializer_list<AnyInteger>) = delete; ///< use TensorLayout::Packed

private:
    struct CreateItWhereItStays
    {
    };

public:
    PinnedTensorDesc(const PinnedTensorDesc&, CreateItWhereItStays = {}) = delete; ///< the copy would point to this one
    PinnedTensorDesc& operator=(const PinnedTensorDesc&) = delete;

    /// Returns the description, never null. If the descriptor carries an error, all members are 0, and DirectML rejects
    /// the description. A null pointer would mean "no tensor" to an operator, so that an optional tensor with an error
    /// would silently be left out.
    constexpr const DML_TENSOR_DESC* Get() const& noexcept DTU_LIFETIMEBOUND { return &m_tensor; }
    const DML_TENSOR_DESC* Get() const&& = delete;    ///< it would point into a temporary: give the object a name
    operator const DML_TENSOR_DESC*() const = delete; ///< write Get()

    /// Returns whether the descriptor has no error.
    constexpr explicit operator bool() const noexcept { return static_cast<bool>(m_owner); }
    constexpr TensorError Error() const noexcept { return m_owner.Error(); }
    constexpr Diagnosis Reason() const noexcept { return m_owner.Reason(); }

    /// Returns the descriptor.
    constexpr const BufferTensorDesc& Tensor() const& noexcept DTU_LIFETIMEBOUND { return m_owner; }
    const BufferTensorDesc& Tensor() const&& = delete; ///< it would refer into a temporary: give the object a name

private:
    BufferTensorDesc m_owner;
    DML_BUFFER_TENSOR_DESC m_buffer;
    DML_TENSOR_DESC m_tensor;
};

// =====================================================================================================================
//   Text
// =====================================================================================================================

/// Returns the values, such as "{1, 3, 224, 224}", or Explain's sentence if they carry an error. Without values, the
/// text is "{}".
constexpr Message ToText(const Dimensions& dimensions) noexcept
{
    if (dimensions.Error() != TensorError::None) { return Explain(dimensions.Reason()); }
    detail::MessageWriter writer;
    writer.Append(dimensions);
    return writer.message;
}

/// Returns sizes and strides in elements, such as "{2, 3}/{5, 1}", or Explain's sentence if the layout carries an
/// error. A first element that is not 0 follows: "{2, 3}/{5, 1} from 4".
constexpr Message ToText(const TensorLayout& layout) noexcept
{
    if (!layout) { return Explain(layout.Reason()); }
    detail::MessageWriter writer;
    writer.Append(layout.Sizes(), '/', layout.Strides());
    if (layout.FirstElement() != 0) { writer.Append(" from ", layout.FirstElement()); }
    return writer.message;
}

/// Returns type, layout and TotalTensorSizeInBytes, such as "FLOAT16 {2, 3}/{5, 1}, 16 bytes", or Explain's sentence if
/// the descriptor carries an error.
constexpr Message ToText(const BufferTensorDesc& tensor) noexcept
{
    if (!tensor) { return Explain(tensor.Reason()); }
    detail::MessageWriter writer;
    writer.Append(ToString(tensor.DataType()), ' ', ToText(tensor.Layout()).c_str());
    writer.Append(", ", tensor.TotalTensorSizeInBytes(), " bytes");
    return writer.message;
}

/// Writes ToText of Dimensions, a TensorLayout or a BufferTensorDesc to a stream of any character type. Include
/// `<ostream>` yourself. Types that convert to one of these are not accepted.
template <class Stream, class T, class = typename Stream::traits_type,
          class = std::enable_if_t<detail::IsOneOf<T, Dimensions, TensorLayout, BufferTensorDesc>>>
Stream& operator<<(Stream& stream, const T& value)
{
    return stream << ToText(value);
}

// =====================================================================================================================
//   Validation
//
//   A rejection is an error with which DirectML rejects a description or crashes. A hazard is an error that DirectML
//   accepts silently although the result is almost certainly unintended. The verdict is the first rejection in
//   DirectML's order of checks, or else the first hazard.
// =====================================================================================================================

/// Returns DirectML's verdict on one tensor: the first of DirectML's rules that the description breaks (docs/rules.md
/// lists them), or else a hazard, or else no error.
constexpr Diagnosis Validate(const DML_BUFFER_TENSOR_DESC& desc, TensorRole role) noexcept
{
    return detail::CheckTensor(desc, role);
}

Diagnosis Validate(const DML_BUFFER_TENSOR_DESC& desc) = delete; ///< say which role: TensorRole::Input or Output

/// Returns DirectML's verdict on a DML_TENSOR_DESC: first on Type and Desc, then on the description to which Desc
/// points. In C++17, only calls that return an error of Type or Desc are constant expressions: Desc is a void pointer.
constexpr Diagnosis Validate(const DML_TENSOR_DESC& desc, TensorRole role) noexcept
{
    const DML_BUFFER_TENSOR_DESC* buffer = nullptr;
    const Diagnosis reason = detail::FindDescription(&desc, buffer);
    return reason.Ok() ? detail::CheckTensor(*buffer, role) : reason;
}

Diagnosis Validate(const DML_TENSOR_DESC& desc) = delete; ///< say which role: TensorRole::Input or Output

/// Returns the error that the descriptor carries, or else DirectML's verdict on its description, or else the hazard
/// BindingOffset: the view's offset in bytes is not a multiple of its alignment. Check `if (tensor)` too, and not
/// only Accepted(): a descriptor made from GatherOutput may carry a hazard, for which Accepted() returns true.
constexpr Diagnosis Validate(const BufferTensorDesc& tensor, TensorRole role) noexcept
{
    if (!tensor) { return tensor.Reason(); }
    const Diagnosis reason = detail::CheckTensor(tensor.Desc(), tensor.Layout(), role);
    if (!reason.Ok()) { return reason; }
    const std::uint64_t offset = tensor.BindingOffsetInBytes();
    const std::uint64_t alignment = detail::RequiredAlignment(tensor.Alignment());
    return detail::ErrorUnless(offset % alignment == 0,
                               {TensorError::BindingOffset, detail::None32, offset, alignment});
}
Diagnosis Validate(const BufferTensorDesc& tensor) = delete; ///< say which role: TensorRole::Input or Output
template <class T, class... Role, class = std::enable_if_t<std::is_same_v<T, PinnedTensorDesc>>>
Diagnosis Validate(const T& tensor, Role...) = delete; ///< write Validate(tensor.Tensor(), role)

// =====================================================================================================================
//   Bindings: tensors in a buffer
// =====================================================================================================================

/// Returns DirectML's verdict on a binding: the bytes [offset, offset + sizeInBytes) of a buffer of bufferSizeInBytes,
/// which a program binds for this tensor. If DirectML rejects a binding, IDMLBindingTable removes DirectML's device
/// without any message. The description is not checked; Validate does that. Overlapping bindings are not found;
/// BufferPlacement prevents them.
/// Errors, in order:
///   - ValueRange: a number is negative.
///   - TotalSizeTooSmall: the description's total size is 0.
///   - BindingAlignment: the offset is not a multiple of 16.
///   - BindingOutside: the binding ends after the buffer. actual: offset + sizeInBytes, or 2^64-1 if that
///     exceeds 64 bits.
///   - BindingTooSmall: sizeInBytes is below the description's total size.
///   - BindingAlignment: the offset is not a multiple of the guaranteed alignment.
///   - BindingWraps, a hazard: offset + sizeInBytes exceeds 64 bits.
/// Source: "DML_BUFFER_BINDING structure", and the recorded verdicts of DirectML.
constexpr Diagnosis ValidateBinding(const DML_BUFFER_TENSOR_DESC& desc, AnyInteger offset, AnyInteger sizeInBytes,
                                    AnyInteger bufferSizeInBytes) noexcept
{
    using E = TensorError;
    using detail::None32, detail::MinAlignment, detail::Max64, detail::CheckRange, detail::FirstError;
    const Diagnosis negative =
        FirstError(CheckRange(offset, Max64, TensorArgument::Offset),
                   FirstError(CheckRange(sizeInBytes, Max64, TensorArgument::SizeInBytes),
                              CheckRange(bufferSizeInBytes, Max64, TensorArgument::BufferSizeInBytes)));
    if (!negative.Ok()) { return negative; }
    const std::uint64_t first = offset.Bits(), size = sizeInBytes.Bits(), bufferSize = bufferSizeInBytes.Bits();
    const std::uint64_t total = desc.TotalTensorSizeInBytes;
    const std::uint64_t guaranteed = desc.GuaranteedBaseOffsetAlignment;
    std::uint64_t end = 0; // modulo 2^64, as DirectML computes it
    const bool wraps = !detail::Add(first, size, end);
    if (total == 0) { return {E::TotalSizeTooSmall, None32, 0, 4}; }
    if (first % MinAlignment != 0) { return {E::BindingAlignment, None32, first, MinAlignment}; }
    if (end > bufferSize)
    {
        const bool fits = first <= bufferSize && total <= bufferSize - first;
        return detail::WithCause({E::BindingOutside, None32, wraps ? Max64 : end, bufferSize},
                                 fits ? TensorCause::TotalFits : TensorCause::None);
    }
    if (size < total) { return {E::BindingTooSmall, None32, size, total}; }
    if (guaranteed != 0 && first % guaranteed != 0) { return {E::BindingAlignment, None32, first, guaranteed}; }
    return detail::ErrorUnless(!wraps, {E::BindingWraps, None32, Max64, bufferSize});
}

/// Returns the error that the descriptor carries, or else DirectML's verdict on a binding for its description.
constexpr Diagnosis ValidateBinding(const BufferTensorDesc& tensor, AnyInteger offset, AnyInteger sizeInBytes,
                                    AnyInteger bufferSizeInBytes) noexcept
{
    return tensor ? ValidateBinding(tensor.Desc(), offset, sizeInBytes, bufferSizeInBytes) : tensor.Reason();
}
template <class T, class = std::enable_if_t<std::is_same_v<T, PinnedTensorDesc>>>
Diagnosis ValidateBinding(const T& tensor, AnyInteger, AnyInteger, AnyInteger) = delete; ///< give tensor.Tensor()

/// Places several tensors in one buffer, one after the other, without overlap. The placement carries the first error
/// that Place found. An empty placement is valid and has 0 bytes.
class [[nodiscard]] BufferPlacement
{
    using Argument = TensorArgument;

public:
    /// Places a tensor, which gets the bytes of its total size. Returns the tensor's Offset in bytes: the next multiple
    /// of 16 and of its guaranteed alignment. Returns NoOffset with an error. For a view, add BindingOffsetInBytes() to
    /// the Offset.
    /// Errors:
    ///   - SpanLimit: the end of the tensor exceeds 64 bits.
    constexpr std::uint64_t Place(const BufferTensorDesc& tensor) noexcept
    {
        m_reason = detail::FirstError(m_reason, tensor.Reason());
        return Place(tensor.TotalTensorSizeInBytes(), tensor.Alignment());
    }

    /// Places a number of bytes, such as a temporary or persistent resource, whose alignment is 256. Returns their
    /// offset in bytes, a multiple of the alignment, or NoOffset with an error. An alignment below 16 means 16.
    /// Errors, in order:
    ///   - ValueRange: a number is negative.
    ///   - Alignment: the alignment is neither 0 nor a power of two. required: 16.
    ///   - SpanLimit: the end of the bytes exceeds 64 bits.
    constexpr std::uint64_t Place(AnyInteger bytes, AnyInteger alignment) noexcept
    {
        if (m_reason.Ok()) { m_reason = CheckArguments(bytes, alignment); }
        if (!m_reason.Ok()) { return NoOffset; }
        const std::uint64_t multiple = detail::RequiredAlignment(alignment.Bits());
        const std::uint64_t padding = (multiple - m_size % multiple) % multiple;
        std::uint64_t offset = 0;
        std::uint64_t end = 0;
        if (!detail::Add(m_size, padding, offset) || !detail::Add(offset, bytes.Bits(), end))
        {
            m_reason = detail::SpanLimit;
            return NoOffset;
        }
        m_size = end;
        return offset;
    }

    /// Returns the size in bytes that the buffer needs, or 0 with an error.
    constexpr std::uint64_t SizeInBytes() const noexcept { return *this ? m_size : 0; }

    constexpr explicit operator bool() const noexcept { return m_reason.Ok(); }
    constexpr TensorError Error() const noexcept { return m_reason.error; }
    /// Returns the error with its numbers.
    constexpr Diagnosis Reason() const noexcept { return m_reason; }

private:
    // Returns ValueRange, or Alignment if the alignment is neither 0 nor a power of two.
    static constexpr Diagnosis CheckArguments(const AnyInteger& bytes, const AnyInteger& alignment) noexcept
    {
        Diagnosis reason = detail::CheckRange(bytes, detail::Max64, Argument::Bytes);
        if (reason.Ok()) { reason = detail::CheckRange(alignment, detail::Max64, Argument::Alignment); }
        const std::uint64_t power = alignment.Bits();
        if (!reason.Ok() || (power & (power - 1)) == 0) { return reason; }
        return detail::ArgumentError(Argument::Alignment, TensorError::Alignment, detail::None32, power,
                                     detail::MinAlignment);
    }

    std::uint64_t m_size = 0;
    Diagnosis m_reason;
};

// =====================================================================================================================
//   Gather
//
//   All three tensors have n dimensions. A Gather makes these sizes:
//
//       input[0 .. Axis) ++ indices[n - IndexDimensions .. n) ++ input(Axis .. n)
//
//   The output's sizes are the last n of these sizes. If there are fewer than n, 1s are put before them. After their
//   leading 1s, the indices may have more dimensions than IndexDimensions. The additional dimensions are a batch, which
//   is not documented: their sizes must equal the input's first sizes after its leading 1s.
//
//   Source: "DML_GATHER_OPERATOR_DESC structure", and the recorded verdicts of DirectML.
// =====================================================================================================================

namespace detail
{
// Returns the number of sizes of 1 before the first other size.
constexpr std::uint32_t LeadingOnes(const std::uint32_t* sizes, std::uint32_t rank) noexcept
{
    std::uint32_t ones = 0;
    while (ones < rank && sizes[ones] == 1) { ++ones; }
    return ones;
}

// The sizes and attributes of a Gather, and the sizes that the formula above computes from them.
struct GatherSizes
{
    const std::uint32_t* input;
    const std::uint32_t* indices;
    std::uint32_t rank;
    std::uint64_t axis;
    std::uint32_t indexDimensions;

    // A size that the formula computes, and the tensor and axis that it comes from.
    struct Origin
    {
        std::uint32_t tensor; // Diagnosis::Input or Indices
        std::uint32_t axis;
        std::uint32_t size;
    };

    // Returns the origin of size i of the formula, before leading sizes are added or dropped.
    constexpr Origin OriginOf(std::uint32_t i) const noexcept
    {
        if (i < axis) { return {Diagnosis::Input, i, input[i]}; }
        const std::uint32_t afterAxis = i - Low32(axis);
        if (afterAxis < indexDimensions)
        {
            const std::uint32_t from = rank - indexDimensions + afterAxis;
            return {Diagnosis::Indices, from, indices[from]};
        }
        const std::uint32_t from = i - indexDimensions + 1;
        return {Diagnosis::Input, from, input[from]};
    }

    // Returns the number of sizes that the formula computes.
    constexpr std::uint32_t Count() const noexcept { return rank - 1 + indexDimensions; }

    // Returns the size of axis i of the output. The output's axes include leading 1s that were added, and exclude
    // leading sizes that were dropped.
    constexpr std::uint32_t OutputSize(std::uint32_t i) const noexcept
    {
        const std::uint32_t fromEnd = rank - i;
        return fromEnd <= Count() ? OriginOf(Count() - fromEnd).size : 1;
    }

    // Returns the number of dimensions of the indices between the leading 1s and the last IndexDimensions.
    constexpr std::uint32_t BatchDimensions() const noexcept
    {
        const std::uint32_t used = rank - LeadingOnes(indices, rank);
        return used > indexDimensions ? used - indexDimensions : 0;
    }

    // Checks Axis, IndexDimensions and the batch, in DirectML's order.
    constexpr Diagnosis Check() const noexcept
    {
        if (axis >= rank) { return {TensorError::GatherAxis, None32, axis, rank}; }
        if (indexDimensions > rank) { return {TensorError::GatherIndexDimensions, None32, indexDimensions, rank}; }
        const std::uint32_t batch = BatchDimensions();
        if (axis < batch) { return {TensorError::GatherBatchAxis, None32, axis, batch}; }
        const std::uint32_t inputOnes = LeadingOnes(input, rank);
        const std::uint32_t indicesOnes = LeadingOnes(indices, rank);
        if (batch > rank - inputOnes)
        {
            return {TensorError::GatherTerminates, None32, rank - inputOnes, batch, Diagnosis::Input};
        }
        for (std::uint32_t i = 0; i < batch; ++i)
        {
            const std::uint32_t size = indices[indicesOnes + i];
            const std::uint32_t inputSize = input[inputOnes + i];
            if (size != inputSize)
            {
                return {TensorError::GatherBatchSize, indicesOnes + i, size, inputSize, Diagnosis::Indices};
            }
        }
        return {};
    }

    // Returns GatherDropsDimension if the output has no dimension for a leading size that is not 1. Otherwise returns
    // GatherRankLimit if IndexDimensions and the axes after Axis are more than 8 dimensions.
    constexpr Diagnosis FindHazard() const noexcept
    {
        for (std::uint32_t i = 0; i + rank < Count(); ++i)
        {
            const Origin dropped = OriginOf(i);
            if (dropped.size != 1)
            {
                return {TensorError::GatherDropsDimension, dropped.axis, dropped.size, 1, dropped.tensor};
            }
        }
        const std::uint32_t afterAxis = indexDimensions + rank - 1 - Low32(axis);
        return ErrorUnless(afterAxis <= MaxRank, {TensorError::GatherRankLimit, None32, afterAxis, MaxRank});
    }
};

inline constexpr TensorRule GatherRule = {TypesFrom8Bits, TensorError::GatherDataType, DML_TENSOR_DATA_TYPE_INT64};
inline constexpr TensorRule GatherIndicesRule = {IndexTypes, TensorError::GatherIndicesDataType,
                                                 DML_TENSOR_DATA_TYPE_UINT32};

// Returns GatherFeatureLevel if the documentation of the feature level does not have the types or the rank: rank 4
// since 1_0, and other ranks since 3_0. Level 0 means the newest level.
constexpr Diagnosis CheckGatherFeatureLevel(DML_TENSOR_DATA_TYPE type, DML_TENSOR_DATA_TYPE indicesType,
                                            std::uint32_t rank, std::uint32_t level) noexcept
{
    const std::uint32_t ofType = ElementRowOf(type).gatherInputLevel;
    const std::uint32_t ofRank = rank == 4 ? 0x1000 : 0x3000;
    const std::uint32_t ofInput = ofType > ofRank ? ofType : ofRank;
    const std::uint32_t ofIndices = ElementRowOf(indicesType).gatherIndicesLevel;
    if (level == 0) { return {}; }
    if (level < ofInput) { return {TensorError::GatherFeatureLevel, None32, level, ofInput, Diagnosis::Input}; }
    return ErrorUnless(level >= ofIndices,
                       {TensorError::GatherFeatureLevel, None32, level, ofIndices, Diagnosis::Indices});
}

// The descriptions of input, indices and output, indexed by Diagnosis::tensor. If one is missing, `missing` says why.
struct GatherTensors
{
    const DML_BUFFER_TENSOR_DESC* desc[3];
    Diagnosis missing[3];
};

// Checks one tensor: its own rules, then those that relate it to the input.
constexpr Diagnosis CheckGatherTensor(const GatherTensors& tensors, std::uint32_t index) noexcept
{
    if (!tensors.missing[index].Ok()) { return tensors.missing[index]; }
    const DML_BUFFER_TENSOR_DESC& desc = *tensors.desc[index];
    const DML_BUFFER_TENSOR_DESC& input = *tensors.desc[Diagnosis::Input];
    const bool isOutput = index == Diagnosis::Output;
    const Diagnosis reason = CheckTensor(desc, isOutput ? TensorRole::Output : TensorRole::Input,
                                         index == Diagnosis::Indices ? GatherIndicesRule : GatherRule);
    if (!reason.Accepted()) { return reason; }
    if (isOutput && desc.DataType != input.DataType)
    {
        return {TensorError::GatherTypesDiffer, None32, static_cast<std::uint32_t>(desc.DataType),
                static_cast<std::uint32_t>(input.DataType)};
    }
    if (desc.DimensionCount != input.DimensionCount)
    {
        return {TensorError::GatherRanksDiffer, None32, desc.DimensionCount, input.DimensionCount};
    }
    return reason; // no error, or a hazard
}

// Checks the tensors one by one, then the Gather itself, then the hazards.
constexpr Diagnosis ValidateGather(const GatherTensors& tensors, std::uint32_t axis, std::uint32_t indexDimensions,
                                   std::uint32_t level) noexcept
{
    Diagnosis tensorHazard; // the first hazard of a tensor
    for (const std::uint32_t tensor : {Diagnosis::Input, Diagnosis::Indices, Diagnosis::Output})
    {
        const Diagnosis reason = WithTensorIndex(CheckGatherTensor(tensors, tensor), tensor);
        if (!reason.Accepted()) { return reason; }
        if (!reason.Ok() && tensorHazard.Ok()) { tensorHazard = reason; }
    }
    const DML_BUFFER_TENSOR_DESC& input = *tensors.desc[Diagnosis::Input];
    const DML_BUFFER_TENSOR_DESC& indices = *tensors.desc[Diagnosis::Indices];
    const DML_BUFFER_TENSOR_DESC& output = *tensors.desc[Diagnosis::Output];
    const std::uint32_t rank = input.DimensionCount;
    const GatherSizes sizes{input.Sizes, indices.Sizes, rank, axis, indexDimensions};
    Diagnosis reason = sizes.Check();
    for (std::uint32_t i = 0; i < rank && reason.Ok(); ++i)
    {
        // DirectML does not compare the output's leading sizes for which the formula gives no size.
        if (rank - i <= sizes.Count() && output.Sizes[i] != sizes.OutputSize(i))
        {
            reason = {TensorError::GatherOutputSize, i, output.Sizes[i], sizes.OutputSize(i), Diagnosis::Output};
        }
    }
    if (reason.Ok()) { reason = CheckGatherFeatureLevel(input.DataType, indices.DataType, rank, level); }
    if (reason.Ok()) { reason = tensorHazard; }
    if (reason.Ok()) { reason = sizes.FindHazard(); }
    if (reason.Ok() && sizes.Count() < rank && output.Sizes[0] != 1)
    {
        return {TensorError::GatherLeadingSize, 0, output.Sizes[0], 1, Diagnosis::Output};
    }
    if (reason.Ok() && sizes.BatchDimensions() > 0)
    {
        return {TensorError::GatherBatch, None32, sizes.BatchDimensions(), 0, Diagnosis::Indices};
    }
    return reason;
}
} // namespace detail

/// Returns DirectML's verdict on a Gather. The checks are in this order: the input, the indices, the output, the rules
/// of the operator, hazards. Diagnosis::tensor is Input, Indices or Output. The level {} is the newest.
constexpr Diagnosis ValidateGather(const DML_BUFFER_TENSOR_DESC& input, const DML_BUFFER_TENSOR_DESC& indices,
                                   const DML_BUFFER_TENSOR_DESC& output, std::uint32_t axis,
                                   std::uint32_t indexDimensions, DML_FEATURE_LEVEL level = {}) noexcept
{
    return detail::ValidateGather({{&input, &indices, &output}, {}}, axis, indexDimensions,
                                  static_cast<std::uint32_t>(level));
}

/// Returns the first error that input, indices or output carries, or else DirectML's verdict on their descriptions.
/// Diagnosis::tensor is the tensor that carries the error. An error that GatherOutput has stored in `output` keeps its
/// own tensor, Input or Indices.
constexpr Diagnosis ValidateGather(const BufferTensorDesc& input, const BufferTensorDesc& indices,
                                   const BufferTensorDesc& output, std::uint32_t axis, std::uint32_t indexDimensions,
                                   DML_FEATURE_LEVEL level = {}) noexcept
{
    Diagnosis carried;
    std::uint32_t tensor = Diagnosis::Input;
    for (const BufferTensorDesc* desc : {&input, &indices, &output})
    {
        const Diagnosis reason = desc->Reason();
        if (carried.Ok()) { carried = detail::WithTensorIndex(reason, tensor); }
        ++tensor;
    }
    if (!carried.Ok()) { return carried; }
    return ValidateGather(input.Desc(), indices.Desc(), output.Desc(), axis, indexDimensions, level);
}

/// Returns DirectML's verdict on the operator's struct, after checking the three DML_TENSOR_DESC. In C++17 only the
/// errors of null pointers and of other tensor types are constant expressions.
constexpr Diagnosis Validate(const DML_GATHER_OPERATOR_DESC& desc, DML_FEATURE_LEVEL level = {}) noexcept
{
    const DML_TENSOR_DESC* const given[] = {desc.InputTensor, desc.IndicesTensor, desc.OutputTensor};
    detail::GatherTensors tensors{};
    for (std::uint32_t i = 0; i < 3; ++i) { tensors.missing[i] = detail::FindDescription(given[i], tensors.desc[i]); }
    return detail::ValidateGather(tensors, desc.Axis, desc.IndexDimensions, static_cast<std::uint32_t>(level));
}

/// Returns the packed layout of a Gather's output. The formula stands at the top of this section.
/// Errors, in order:
///   - ValueRange: indexDimensions is negative or exceeds 32 bits.
///   - DimensionCount, ZeroSize, StrideLimit: one of the two tensors has no packed layout.
///   - GatherRanksDiffer: the ranks differ. actual: the rank of the indices. required: the rank of the input.
///   - GatherAxis: the axis is not below the rank.
///   - GatherIndexDimensions: indexDimensions is above the rank.
///   - GatherBatchAxis: the axis is below the number of batch dimensions.
///   - GatherTerminates: the input has fewer dimensions after its leading 1s than the batch. DirectML would crash.
///   - GatherBatchSize: a batch size of the indices is not the input's.
///   - GatherDropsDimension, which DirectML itself accepts: a leading size that is dropped is not 1.
///   - GatherRankLimit, which DirectML itself accepts: indexDimensions and the axes after the axis are more than 8.
///   - StrideLimit: a stride of the output exceeds 32 bits.
/// Source: "DML_GATHER_OPERATOR_DESC structure".
constexpr TensorLayout GatherOutput(const Dimensions& inputSizes, const Dimensions& indicesSizes, AnyInteger axis,
                                    AnyInteger indexDimensions) noexcept
{
    using detail::MakeError, detail::FirstError, detail::WithTensorIndex;
    const TensorLayout input = TensorLayout::Packed(inputSizes);
    const TensorLayout indices = TensorLayout::Packed(indicesSizes);
    const Diagnosis ofInput = WithTensorIndex(input.Reason(), Diagnosis::Input);
    const Diagnosis ofIndices = WithTensorIndex(indices.Reason(), Diagnosis::Indices);
    Diagnosis reason;
    if (inputSizes.Error() != TensorError::None) { reason = ofInput; }
    else if (indicesSizes.Error() != TensorError::None) { reason = ofIndices; }
    else { reason = detail::CheckRange(indexDimensions, detail::Max32, TensorArgument::IndexDimensions); }
    reason = FirstError(reason, FirstError(ofInput, ofIndices));
    if (reason.Ok() && indices.Rank() != input.Rank())
    {
        reason = {TensorError::GatherRanksDiffer, detail::None32, indices.Rank(), input.Rank(), Diagnosis::Indices};
    }
    const detail::GatherSizes sizes{inputSizes.data(), indicesSizes.data(), input.Rank(), axis.Bits(),
                                    detail::Low32(indexDimensions)};
    if (reason.Ok()) { reason = sizes.Check(); }
    if (reason.Ok()) { reason = sizes.FindHazard(); }
    if (!reason.Ok()) { return MakeError<TensorLayout>(reason); }
    std::uint32_t output[detail::MaxRank] = {};
    for (std::uint32_t i = 0; i < input.Rank(); ++i) { output[i] = sizes.OutputSize(i); }
    const TensorLayout packed =
        TensorLayout::Packed(Dimensions(static_cast<const std::uint32_t*>(output), input.Rank()));
    return packed ? packed : MakeError<TensorLayout>(WithTensorIndex(packed.Reason(), Diagnosis::Output));
}

/// The sizes and attributes of a Gather of DirectML that computes what a Gather of ONNX computes: the result of
/// GatherFromOnnx. With an error, all three lists carry it.
struct [[nodiscard]] OnnxGather
{
    Dimensions input = {};             ///< the sizes of InputTensor
    Dimensions indices = {};           ///< the sizes of IndicesTensor
    Dimensions output = {};            ///< the sizes of OutputTensor
    std::uint32_t axis = 0;            ///< Axis
    std::uint32_t indexDimensions = 0; ///< IndexDimensions

    /// Returns whether there is no error.
    constexpr explicit operator bool() const noexcept { return Error() == TensorError::None; }
    constexpr TensorError Error() const noexcept { return output.Error(); }
    constexpr Diagnosis Reason() const noexcept { return output.Reason(); }
};

namespace detail
{
// Returns the first error of GatherFromOnnx's arguments.
constexpr Diagnosis CheckOnnxGather(const Dimensions& input, const Dimensions& indices, const AnyInteger& axis) noexcept
{
    const Diagnosis reason =
        FirstError(WithArgument(input.Reason(), Argument::Input), WithArgument(indices.Reason(), Argument::Indices));
    if (!reason.Ok()) { return reason; }
    if (input.empty()) { return ArgumentError(Argument::Input, TensorError::RankDiffers, None32, 0, 1); }
    const Diagnosis zero = FirstError(CheckNoZero(input, Argument::Input), CheckNoZero(indices, Argument::Indices));
    if (!zero.Ok()) { return zero; }
    const std::uint64_t fromStart = axis.IsNegative() ? axis.Bits() + input.size() : axis.Bits();
    if (fromStart >= input.size())
    {
        return ArgumentError(Argument::OnnxAxis, TensorError::AxisOutOfRange, None32, axis.Bits(), input.size());
    }
    const std::uint64_t outputRank = input.size() + indices.size() - 1;
    return ErrorUnless(outputRank <= MaxRank,
                       ArgumentError(Argument::Output, TensorError::DimensionCount, None32, outputRank, MaxRank));
}
} // namespace detail

/// Returns the sizes and attributes with which DirectML's Gather computes what ONNX's Gather does. In ONNX, the input
/// has rank r, the indices rank q, and the output rank r + q - 1. In DirectML, all three have the largest of these
/// ranks. For that, the lists get leading 1s, which change no element's position, and `axis` grows by the number of 1s
/// that the input gets. `indexDimensions` is q. Scalar indices become one index, and the output keeps an axis of size 1
/// in place of `axis`. The arguments `input` and `indices` are the sizes in ONNX, {} for scalar indices. The argument
/// `axis` is -r to r - 1.
/// Errors, in order:
///   - RankDiffers: the input has no axes. required: 1.
///   - ZeroSize: a size is 0.
///   - AxisOutOfRange: the axis is not -r to r - 1. required: r.
///   - DimensionCount: the output would have more than 8 axes.
///   - StrideLimit: a packed layout of the sizes has a stride that exceeds 32 bits.
/// Source: ONNX, Gather; "DML_GATHER_OPERATOR_DESC structure".
constexpr OnnxGather GatherFromOnnx(const Dimensions& input, const Dimensions& indices, AnyInteger axis) noexcept
{
    const Diagnosis reason = detail::CheckOnnxGather(input, indices, axis);
    if (!reason.Ok())
    {
        const Dimensions failed = detail::MakeError<Dimensions>(reason);
        return {failed, failed, failed};
    }
    const Dimensions listed = indices.empty() ? Dimensions{1} : indices;
    const std::uint64_t rank =
        input.size() + listed.size() - 1; // the largest of the three, because both lists have an entry
    const std::uint64_t inputAxis = axis.IsNegative() ? axis.Bits() + input.size() : axis.Bits();
    OnnxGather gather;
    gather.input = TensorLayout::Packed(input).PromotedTo(rank).Sizes();
    gather.indices = TensorLayout::Packed(listed).PromotedTo(rank).Sizes();
    gather.axis = static_cast<std::uint32_t>(inputAxis + rank - input.size());
    gather.indexDimensions = static_cast<std::uint32_t>(listed.size());
    gather.output = GatherOutput(gather.input, gather.indices, gather.axis, gather.indexDimensions).Sizes();
    return gather ? gather : OnnxGather{gather.output, gather.output, gather.output};
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

#undef DTU_UNROLL

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
