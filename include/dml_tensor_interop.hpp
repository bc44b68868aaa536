// =====================================================================================================================
//   dml_tensor_interop.hpp: tensors for DirectML in the words of others: DLPack, ONNX, mdspan, text
//
//   SPDX-License-Identifier: MIT
//   Version: that of dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   One header, C++17, nothing but the standard library and dml_tensor_utils.hpp. Nothing allocates, throws or touches
//   tensor memory. No header of the others is included: what stands here are templates over the members of their types.
//
//   Synopsis
//
//     DataTypeOfDlpack      the element type of a DLDataType
//     OfDlpack              a BufferTensorDesc of a DLTensor
//     DataTypeOfOnnx        the element type of a TensorProto.DataType or ONNXTensorElementDataType
//     OnnxTypeOf            the way back
//     LayoutOfMapping       a TensorLayout of the mapping of a std::mdspan or Kokkos::mdspan
//     AsMdspan              a std::mdspan of a layout, where <mdspan> was included before
//     ToText                "{1, 3, 224, 224}", "{2, 3}/{5, 1} from 4", "FLOAT16 {2, 3}/{5, 1}, 16 bytes"
//     operator<<            to any std::basic_ostream: what ToText gives, and what Explain says of a Diagnosis
//     std::formatter        the same, where <format> was included before
//
//     const BufferTensorDesc input = OfDlpack(managed->dl_tensor);
//     std::cout << input << '\n'; // FLOAT16 {1, 3, 4, 5}/{60, 20, 5, 1}, 120 bytes
//
// =====================================================================================================================

#ifndef DML_TENSOR_INTEROP_HPP
#define DML_TENSOR_INTEROP_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION_MAJOR != 1 || DML_TENSOR_UTILS_VERSION_MINOR != 2
#error "dml_tensor_interop.hpp 1.2 needs dml_tensor_utils.hpp 1.2 and found another: copy both from one release"
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <type_traits>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   Element types
// =====================================================================================================================

namespace detail
{
inline constexpr std::uint32_t DlpackSigned = 0;
inline constexpr std::uint32_t DlpackUnsigned = 1;
inline constexpr std::uint32_t DlpackFloat = 2;
inline constexpr std::uint32_t DlpackBool = 6;
inline constexpr std::int32_t OnnxBool = 9;

// What others call an element type: DLPack by a code, with the bits of an element, ONNX by a number.
struct ForeignType
{
    std::uint32_t dlpackCode;
    std::int32_t onnx;
};

// By the type's value, since an older DML_TARGET_VERSION hides enumerators. No DLPack type has the bits of UNKNOWN.
inline constexpr ForeignType ForeignTypes[LastDataType + 1] = {
    {DlpackFloat, 0},     // UNKNOWN
    {DlpackFloat, 1},     // FLOAT32
    {DlpackFloat, 10},    // FLOAT16
    {DlpackUnsigned, 12}, // UINT32
    {DlpackUnsigned, 4},  // UINT16
    {DlpackUnsigned, 2},  // UINT8
    {DlpackSigned, 6},    // INT32
    {DlpackSigned, 5},    // INT16
    {DlpackSigned, 3},    // INT8
    {DlpackFloat, 11},    // FLOAT64
    {DlpackUnsigned, 13}, // UINT64
    {DlpackSigned, 7},    // INT64
    {DlpackUnsigned, 21}, // UINT4
    {DlpackSigned, 22},   // INT4
};

// The type of which this holds; UNKNOWN where there is none.
template <class Predicate> constexpr DML_TENSOR_DATA_TYPE FindDataType(Predicate holds) noexcept
{
    for (std::uint32_t value = LastDataType; value > 0; --value)
    {
        if (holds(static_cast<DML_TENSOR_DATA_TYPE>(value))) { return static_cast<DML_TENSOR_DATA_TYPE>(value); }
    }
    return DML_TENSOR_DATA_TYPE_UNKNOWN;
}
} // namespace detail

/// The element type of a DLPack DLDataType, {code, bits, lanes}. bool is UINT8, as DirectML has it. UNKNOWN where
/// DirectML has no such type: bfloat, complex, floats of 8 bits and fewer, other lanes than 1.
/// Source: DLPack, dlpack.h.
template <class DlDataType> constexpr DML_TENSOR_DATA_TYPE DataTypeOfDlpack(const DlDataType& type) noexcept
{
    const std::uint64_t code = static_cast<std::uint64_t>(type.code);
    const std::uint64_t bits = static_cast<std::uint64_t>(type.bits);
    if (type.lanes != 1) { return DML_TENSOR_DATA_TYPE_UNKNOWN; }
    if (code == detail::DlpackBool) { return bits == 8 ? DML_TENSOR_DATA_TYPE_UINT8 : DML_TENSOR_DATA_TYPE_UNKNOWN; }
    return detail::FindDataType(
        [&](DML_TENSOR_DATA_TYPE found)
        { return ElementSizeInBits(found) == bits && detail::ForeignTypes[found].dlpackCode == code; });
}

/// The element type of an ONNX TensorProto.DataType, or of an ONNXTensorElementDataType of ONNX Runtime, which has the
/// same numbers. BOOL is UINT8, as DirectML has it. UNKNOWN where DirectML has no such type: strings, complex,
/// BFLOAT16, floats of 8 bits and fewer.
/// Source: ONNX, onnx.proto.
constexpr DML_TENSOR_DATA_TYPE DataTypeOfOnnx(std::int32_t elementType) noexcept
{
    if (elementType == detail::OnnxBool) { return DML_TENSOR_DATA_TYPE_UINT8; }
    return detail::FindDataType([&](DML_TENSOR_DATA_TYPE found)
                                { return detail::ForeignTypes[found].onnx == elementType; });
}

/// The number that ONNX has for an element type: DataTypeOfOnnx(OnnxTypeOf(type)) == type. 0 (UNDEFINED) for UNKNOWN
/// and for a type that does not exist.
/// Source: ONNX, onnx.proto.
constexpr std::int32_t OnnxTypeOf(DML_TENSOR_DATA_TYPE type) noexcept
{
    const std::uint32_t value = static_cast<std::uint32_t>(type);
    return value <= detail::LastDataType ? detail::ForeignTypes[value].onnx : 0;
}

// =====================================================================================================================
//   Layouts
// =====================================================================================================================

namespace detail
{
// As TensorLayout::Strided where 8 axes are enough for it, as TensorLayout::OfAnyRank elsewhere. Null strides:
// row-major. The stride of an axis of size 1 never matters: one that 32 bits do not hold becomes 1.
template <class Integer>
constexpr TensorLayout LayoutOfForeign(const Integer* sizes, const Integer* strides, AnyInteger rank,
                                       std::uint64_t firstElement) noexcept
{
    const std::uint64_t count = rank.Bits();
    if (count < 1 || count > MaxRank) { return TensorLayout::OfAnyRank(sizes, strides, rank, firstElement); }
    const Dimensions sizesHeld(sizes, count);
    if (strides == nullptr || sizesHeld.Error() != TensorError::None)
    {
        return TensorLayout::Strided(sizesHeld, TensorLayout::Packed(sizesHeld).Strides(), firstElement);
    }
    std::array<Integer, MaxRank> stridesHeld = {};
    for (std::size_t i = 0; i < count; ++i)
    {
        const bool isHeld = AnyInteger(strides[i]).Bits() <= Max32;
        stridesHeld[i] = isHeld || sizesHeld[i] != 1 ? strides[i] : Integer{1};
    }
    return TensorLayout::Strided(sizesHeld, Dimensions(stridesHeld.data(), count), firstElement);
}
} // namespace detail

/// A DLPack DLTensor, without its memory. Null strides, which a contiguous array may have, mean row-major; a tensor
/// without dimensions has one of size 1; more than 8 are merged as TensorLayout::OfAnyRank does. byte_offset becomes
/// FirstElement, so that `data` is the buffer's start and BindingOffsetInBytes() is byte_offset. Of 4-bit types two
/// elements are a byte: DLPack allows a byte each as well, by a flag beside the tensor (IS_SUBBYTE_TYPE_PADDED), which
/// is not for here.
///
/// Errors, the first of: those of TensorLayout::Strided, or of TensorLayout::OfAnyRank, for shape and strides:
/// DimensionCount (also of a negative ndim), NullPointer, ValueRange, ZeroSize ... · StrideInBytes (byte_offset is no
/// whole number of elements: the bytes, the bytes of one element) · UnknownDataType (actual: code, bits and lanes, in 8, 8
/// and 16 bits; required 0) · SpanLimit · those of BufferTensorDesc::OfView.
/// Source: DLPack, dlpack.h.
template <class DlTensor> constexpr BufferTensorDesc OfDlpack(const DlTensor& tensor) noexcept
{
    const DML_TENSOR_DATA_TYPE type = DataTypeOfDlpack(tensor.dtype);
    const std::uint32_t bits = ElementSizeInBits(type);
    const std::uint64_t offset = tensor.byte_offset;
    const std::uint64_t given = (static_cast<std::uint64_t>(tensor.dtype.code) & 0xFF) << 24
                                | (static_cast<std::uint64_t>(tensor.dtype.bits) & 0xFF) << 16
                                | (static_cast<std::uint64_t>(tensor.dtype.lanes) & 0xFFFF);
    Diagnosis reason = detail::Require(bits != 0, {TensorError::UnknownDataType, detail::None32, given, 0});
    reason = detail::FirstOf(reason, detail::CheckWhole(offset, type, detail::None32));
    reason = detail::FirstOf(reason, detail::Require(bits != 4 || offset <= detail::Max64 / 2, detail::SpanLimit));
    const std::uint64_t first = reason.Ok() ? detail::ElementsIn(offset, bits) : 0;
    const TensorLayout layout = detail::LayoutOfForeign(tensor.shape, tensor.strides, tensor.ndim, first);
    if (layout && !reason.Ok()) { return detail::Carrying::Of<BufferTensorDesc>(reason); }
    return BufferTensorDesc::OfView(type, layout);
}

/// The layout of the mapping of a std::mdspan or Kokkos::mdspan, or of another type with extents().extent(axis),
/// stride(axis) and a static rank() of its extents. It starts at element 0. No dimensions are one of size 1; more than
/// 8 are merged as TensorLayout::OfAnyRank does.
/// Errors: those of TensorLayout::Strided, of more than 8 dimensions those of TensorLayout::OfAnyRank.
template <class Mapping> constexpr TensorLayout LayoutOfMapping(const Mapping& mapping) noexcept
{
    using Extents = std::remove_cv_t<std::remove_reference_t<decltype(mapping.extents())>>;
    constexpr std::size_t Rank = Extents::rank();
    if constexpr (Rank == 0) { return TensorLayout::Packed({1}); }
    else
    {
        using Integer =
            std::common_type_t<decltype(mapping.extents().extent(Rank)), decltype(mapping.stride(Rank)), std::int64_t>;
        std::array<Integer, Rank> sizes = {};
        std::array<Integer, Rank> strides = {};
        for (std::size_t axis = 0; axis < Rank; ++axis)
        {
            sizes[axis] = static_cast<Integer>(mapping.extents().extent(axis));
            strides[axis] = static_cast<Integer>(mapping.stride(axis));
        }
        return detail::LayoutOfForeign(sizes.data(), strides.data(), Rank, 0);
    }
}

// Other headers define __cpp_lib_mdspan as well: the guard of <mdspan> itself, of each library, tells whether it was
// included.
#if defined(__cpp_lib_mdspan) && (defined(_LIBCPP_MDSPAN) || defined(_GLIBCXX_MDSPAN) || defined(_MDSPAN_))
namespace detail
{
// Whether a step along one axis of an array is at least as far as another axis reaches with all of its steps.
constexpr bool StepsOver(std::uint64_t stride, std::uint64_t otherSize, std::uint64_t otherStride) noexcept
{
    return stride >= otherSize * otherStride;
}
} // namespace detail

/// The elements of a layout in memory of its own type, from FirstElement on. Empty, at null, for a null pointer, for a
/// layout that carries an error, has another rank or elements that share an offset, and for strides that
/// std::layout_stride does not allow: sorted, each must be at least the next smaller one times the size of its axis.
template <class T, std::size_t Rank> constexpr auto AsMdspan(T* pointer, const TensorLayout& layout) noexcept
{
    static_assert(Rank >= 1 && Rank <= detail::MaxRank, "a tensor has 1 to 8 dimensions");
    using Extents = std::dextents<std::size_t, Rank>;
    using Mapping = std::layout_stride::mapping<Extents>;
    using Span = std::mdspan<T, Extents, std::layout_stride>;
    std::array<std::size_t, Rank> sizes = {};
    std::array<std::size_t, Rank> strides = {};
    // The end is 0 where 64 bits do not hold it, and with an error.
    bool isAllowed = pointer != nullptr && layout.Rank() == Rank
                     && layout.EndInBytes(DML_TENSOR_DATA_TYPE_UINT8) - 1 < static_cast<std::size_t>(-1);
    for (std::uint32_t axis = 0; axis < Rank && isAllowed; ++axis)
    {
        sizes[axis] = layout.Sizes()[axis];
        strides[axis] = sizes[axis] == 1 ? 1 : layout.Strides()[axis]; // of size 1 any stride will do, and 1 fits
        isAllowed = strides[axis] != 0;
        for (std::uint32_t i = 0; i < axis; ++i)
        {
            isAllowed = isAllowed
                        && (detail::StepsOver(strides[axis], sizes[i], strides[i])
                            || detail::StepsOver(strides[i], sizes[axis], strides[axis]));
        }
    }
    return isAllowed ? Span(pointer + layout.FirstElement(), Mapping(Extents(sizes), strides))
                     : Span(nullptr, Mapping());
}
#endif

// =====================================================================================================================
//   Text
// =====================================================================================================================

namespace detail
{
template <class Later> constexpr void AppendText(MessageWriter<Later>& writer, const Dimensions& dimensions) noexcept
{
    writer.AppendList(dimensions.data(), dimensions.size());
}

template <class Later> constexpr void AppendText(MessageWriter<Later>& writer, const TensorLayout& layout) noexcept
{
    AppendText(writer, layout.Sizes());
    writer.Append('/');
    AppendText(writer, layout.Strides());
    if (layout.FirstElement() != 0)
    {
        writer.Append(" from ");
        writer.AppendNumber(layout.FirstElement());
    }
}

template <class Later> constexpr void AppendText(MessageWriter<Later>& writer, const BufferTensorDesc& tensor) noexcept
{
    writer.Append(ToString(tensor.DataType()));
    writer.Append(' ');
    AppendText(writer, tensor.Layout());
    writer.Append(", ");
    writer.AppendNumber(tensor.TotalTensorSizeInBytes());
    writer.Append(" bytes");
}

template <class T> inline constexpr bool HasText = IsOneOf<T, Dimensions, TensorLayout, BufferTensorDesc, Diagnosis>;

// What the value is, or the reason that it carries.
template <class T> constexpr Message TextOf(const T& value) noexcept
{
    if constexpr (std::is_same_v<T, Diagnosis>) { return Explain(value); }
    else
    {
        if (value.Error() != TensorError::None) { return Explain(value.Reason()); }
        MessageWriter<void> writer;
        AppendText(writer, value);
        return writer.message;
    }
}
} // namespace detail

/// "{1, 3, 224, 224}", "{}" for none; for what carries an error, Explain's sentence.
template <class Later = void> constexpr Message ToText(const Dimensions& dimensions) noexcept
{
    return detail::TextOf(dimensions);
}

/// Sizes and strides, "{2, 3}/{5, 1}", and where it is not 0 the first element, "{2, 3}/{5, 1} from 4", in elements;
/// for what carries an error, Explain's sentence.
template <class Later = void> constexpr Message ToText(const TensorLayout& layout) noexcept
{
    return detail::TextOf(layout);
}

/// Type, layout and TotalTensorSizeInBytes, "FLOAT16 {2, 3}/{5, 1}, 16 bytes"; for what carries an error, Explain's
/// sentence.
template <class Later = void> constexpr Message ToText(const BufferTensorDesc& tensor) noexcept
{
    return detail::TextOf(tensor);
}

/// ToText of Dimensions, a TensorLayout or a BufferTensorDesc, Explain of a Diagnosis; with the stream's width and
/// fill. `<ostream>` is for the program to include. Of these types alone, and not of what converts to them.
template <class Character, class Traits, class T, class = std::enable_if_t<detail::HasText<T>>>
std::basic_ostream<Character, Traits>& operator<<(std::basic_ostream<Character, Traits>& stream, const T& value)
{
    return stream << detail::TextOf(value).c_str();
}

// As with <mdspan>, the guard of <format> itself tells whether it was included.
#if defined(__cpp_lib_format) && (defined(_LIBCPP_FORMAT) || defined(_GLIBCXX_FORMAT) || defined(_FORMAT_))
#define DML_TENSOR_UTILS_HAS_FORMATTER 1

namespace detail
{
// Takes what the format of a string takes: fill, alignment, width and precision. Not derived from that formatter: its
// set_debug_format would put the texts of a formatted range in quotes.
template <class T, class Character> class TextFormatter
{
public:
    template <class Context> constexpr auto parse(Context& context) { return m_string.parse(context); }

    template <class Context> auto format(const T& value, Context& context) const
    {
        const Message text = TextOf(value);
        Character characters[sizeof(Message)] = {}; // ends with a zero, as the text does
        for (std::size_t i = 0; i < text.size(); ++i) { characters[i] = static_cast<Character>(text.data()[i]); }
        return m_string.format(characters, context);
    }

private:
    std::formatter<const Character*, Character> m_string;
};
} // namespace detail
#endif
} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#if defined(DML_TENSOR_UTILS_HAS_FORMATTER)

// One for each type: a constrained one for all four would be ambiguous from C++23 on, beside that of the standard
// library for ranges, which Dimensions are.

/// ToText.
template <class Character>
struct std::formatter<dml_tensor_utils::Dimensions, Character>
    : dml_tensor_utils::detail::TextFormatter<dml_tensor_utils::Dimensions, Character>
{
};

/// ToText.
template <class Character>
struct std::formatter<dml_tensor_utils::TensorLayout, Character>
    : dml_tensor_utils::detail::TextFormatter<dml_tensor_utils::TensorLayout, Character>
{
};

/// ToText.
template <class Character>
struct std::formatter<dml_tensor_utils::BufferTensorDesc, Character>
    : dml_tensor_utils::detail::TextFormatter<dml_tensor_utils::BufferTensorDesc, Character>
{
};

/// Explain.
template <class Character>
struct std::formatter<dml_tensor_utils::Diagnosis, Character>
    : dml_tensor_utils::detail::TextFormatter<dml_tensor_utils::Diagnosis, Character>
{
};

#undef DML_TENSOR_UTILS_HAS_FORMATTER
#endif

#endif // DML_TENSOR_INTEROP_HPP
