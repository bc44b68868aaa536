// =====================================================================================================================
//   dml_tensor_interop.hpp: translates tensors from and to DLPack, ONNX, mdspan and std::format
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   This header is C++17 and needs dml_tensor_utils.hpp and the standard library. No function allocates, throws or
//   touches tensor memory. It includes no header of DLPack, ONNX or mdspan, because the functions are templates that
//   use the members of their types.
//
//   Synopsis
//
//     DataTypeOfDlpack      the element type of a DLDataType
//     OfDlpack              a BufferTensorDesc of a DLTensor
//     DataTypeOfOnnx        the element type of a TensorProto.DataType or ONNXTensorElementDataType
//     OnnxTypeOf            the reverse
//     LayoutOfMapping       a TensorLayout of the mapping of a std::mdspan or Kokkos::mdspan
//     AsMdspan              a std::mdspan of a layout, if <mdspan> was included before
//     std::formatter        formats ToText and Explain for std::format, if <format> was included before
//
//     const BufferTensorDesc input = OfDlpack(managed->dl_tensor);
//     std::cout << input << '\n'; // FLOAT16 {1, 3, 4, 5}/{60, 20, 5, 1}, 120 bytes
//
// =====================================================================================================================

#ifndef DML_TENSOR_INTEROP_HPP
#define DML_TENSOR_INTEROP_HPP

#include "dml_tensor_utils.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_interop.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <array>
#include <cstddef>
#include <cstdint>
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

// Returns DLPack's code for a kind of number.
constexpr std::uint32_t DlpackCodeOf(NumberKind kind) noexcept
{
    return kind == NumberKind::Signed ? DlpackSigned : kind == NumberKind::Unsigned ? DlpackUnsigned : DlpackFloat;
}

} // namespace detail

/// Returns the element type of a DLPack DLDataType, {code, bits, lanes}. It is UINT8 for bool, as in DirectML. It is
/// UNKNOWN if DirectML has no such type: bfloat, complex, floats of 8 or fewer bits, lanes other than 1.
/// Source: DLPack, dlpack.h.
template <class DlDataType> constexpr DML_TENSOR_DATA_TYPE DataTypeOfDlpack(const DlDataType& type) noexcept
{
    const std::uint64_t code = static_cast<std::uint64_t>(type.code);
    const std::uint64_t bits = static_cast<std::uint64_t>(type.bits);
    if (type.lanes != 1) { return DML_TENSOR_DATA_TYPE_UNKNOWN; }
    if (code == detail::DlpackBool) { return bits == 8 ? DML_TENSOR_DATA_TYPE_UINT8 : DML_TENSOR_DATA_TYPE_UNKNOWN; }
    return detail::FindDataType(
        [&](DML_TENSOR_DATA_TYPE found)
        { return ElementSizeInBits(found) == bits && detail::DlpackCodeOf(detail::ElementRowOf(found).kind) == code; });
}

/// Returns the element type of an ONNX TensorProto.DataType, or of ONNX Runtime's ONNXTensorElementDataType, which has
/// the same numbers. It is UINT8 for BOOL, as in DirectML. It is UNKNOWN if DirectML has no such type: strings,
/// complex, BFLOAT16, floats of 8 or fewer bits.
/// Source: ONNX, onnx.proto.
constexpr DML_TENSOR_DATA_TYPE DataTypeOfOnnx(std::int32_t elementType) noexcept
{
    if (elementType == detail::OnnxBool) { return DML_TENSOR_DATA_TYPE_UINT8; }
    return detail::FindDataType([&](DML_TENSOR_DATA_TYPE found)
                                { return detail::ElementRowOf(found).onnx == elementType; });
}

/// Returns ONNX's number for an element type: DataTypeOfOnnx(OnnxTypeOf(type)) == type. It is 0 (UNDEFINED) for UNKNOWN
/// and for a type that does not exist.
/// Source: ONNX, onnx.proto.
constexpr std::int32_t OnnxTypeOf(DML_TENSOR_DATA_TYPE type) noexcept { return detail::ElementRowOf(type).onnx; }

// =====================================================================================================================
//   Layouts
// =====================================================================================================================

namespace detail
{
// Returns the layout of another library's sizes and strides. TensorLayout::Strided makes it for 1 to 8 axes, and
// TensorLayout::OfAnyRank for any other number. Null strides mean row-major. The stride of an axis of size 1 never
// matters, so it becomes 1 if it is negative or exceeds 32 bits.
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
        const bool fits = AnyInteger(strides[i]).Bits() <= Max32;
        stridesHeld[i] = fits || sizesHeld[i] != 1 ? strides[i] : Integer{1};
    }
    return TensorLayout::Strided(sizesHeld, Dimensions(stridesHeld.data(), count), firstElement);
}
} // namespace detail

/// Returns the descriptor of a DLPack DLTensor. Null strides mean row-major. A tensor without dimensions becomes {1}.
/// If there are more than 8 dimensions, TensorLayout::OfAnyRank coalesces them. byte_offset becomes FirstElement, so
/// the buffer starts at `data`, and BindingOffsetInBytes() is byte_offset. 4-bit elements must be two to a byte. With
/// DLPack's flag IS_SUBBYTE_TYPE_PADDED they are one to a byte: describe such a tensor as UINT8 or INT8 yourself.
/// Errors, in order:
///   - those of TensorLayout::Strided for shape and strides, or those of OfAnyRank for more than 8 axes.
///   - UnknownDataType: DirectML has no such type. actual: the code in 8 bits, the bits in 8, the lanes in 16.
///     required: 0.
///   - ValueRange: byte_offset exceeds 2^63-1.
///   - StrideInBytes: byte_offset is not a whole number of elements. required: the bytes of an element.
///   - SpanLimit: the last position exceeds 64 bits.
///   - those of BufferTensorDesc::OfView.
/// Source: DLPack, dlpack.h.
template <class DlTensor> constexpr BufferTensorDesc OfDlpack(const DlTensor& tensor) noexcept
{
    const DML_TENSOR_DATA_TYPE type = DataTypeOfDlpack(tensor.dtype);
    const std::uint32_t bits = ElementSizeInBits(type);
    constexpr TensorArgument ByteOffset = TensorArgument::ByteOffset;
    const std::uint64_t offset = AnyInteger(tensor.byte_offset).Bits();
    const std::uint64_t given = (static_cast<std::uint64_t>(tensor.dtype.code) & 0xFF) << 24
                                | (static_cast<std::uint64_t>(tensor.dtype.bits) & 0xFF) << 16
                                | (static_cast<std::uint64_t>(tensor.dtype.lanes) & 0xFFFF);
    Diagnosis reason; // what is wrong with the type and the offset; an error of the layout comes before it
    if (bits == 0)
    {
        const Diagnosis unknown = {TensorError::UnknownDataType, detail::None32, given, 0};
        reason = detail::WithCause(unknown, TensorCause::DlpackType);
    }
    else { reason = detail::CheckRange(tensor.byte_offset, detail::Max64 / 2, ByteOffset); }
    if (reason.Ok()) { reason = detail::CheckByteMultiple(offset, type, detail::None32, ByteOffset); }
    const std::uint64_t first = reason.Ok() ? detail::ElementsIn(offset, bits) : 0;
    const TensorLayout layout = detail::LayoutOfForeign(tensor.shape, tensor.strides, tensor.ndim, first);
    if (layout && !reason.Ok()) { return detail::MakeError<BufferTensorDesc>(reason); }
    return BufferTensorDesc::OfView(type, layout);
}

/// Returns the layout of a mapping: that of a std::mdspan or Kokkos::mdspan, or any object with stride(axis) and with
/// extents() that have extent(axis) and a static rank(). The layout starts at element 0. A mapping without dimensions
/// becomes {1}. If there are more than 8 dimensions, TensorLayout::OfAnyRank coalesces them.
/// Errors: those of TensorLayout::Strided, or those of TensorLayout::OfAnyRank for more than 8 dimensions.
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

// __cpp_lib_mdspan does not show that <mdspan> was included, because <version> defines it too. The include guard of
// <mdspan> does; each standard library has another one.
#if defined(__cpp_lib_mdspan) && (defined(_LIBCPP_MDSPAN) || defined(_GLIBCXX_MDSPAN) || defined(_MDSPAN_))
namespace detail
{
// Returns whether the stride of one axis is at least the size of another axis times the stride of the other axis.
constexpr bool StepsOver(std::uint64_t stride, std::uint64_t otherSize, std::uint64_t otherStride) noexcept
{
    return stride >= otherSize * otherStride;
}
} // namespace detail

/// Returns the elements of a layout as a std::mdspan, whose data handle is pointer + FirstElement(). The pointer must
/// point to at least FirstElement() + ElementSpan() elements.
/// The result is empty, with a null data handle, if the pointer is null, or if the layout carries an error, has another
/// rank or has overlapping elements. It is also empty for strides that std::layout_stride does not allow: of any two
/// axes, the stride of one must be at least the size of the other times the stride of the other.
template <class T, std::size_t Rank> constexpr auto AsMdspan(T* pointer, const TensorLayout& layout) noexcept
{
    static_assert(Rank >= 1 && Rank <= detail::MaxRank, "a tensor has 1 to 8 dimensions");
    using Extents = std::dextents<std::size_t, Rank>;
    using Mapping = std::layout_stride::mapping<Extents>;
    using Span = std::mdspan<T, Extents, std::layout_stride>;
    std::array<std::size_t, Rank> sizes = {};
    std::array<std::size_t, Rank> strides = {};
    // EndInBytes is 0 for an error and for an end beyond 64 bits. Subtracting 1 makes such an end too large.
    bool isAllowed = pointer != nullptr && layout.Rank() == Rank
                     && layout.EndInBytes(DML_TENSOR_DATA_TYPE_UINT8) - 1 < static_cast<std::size_t>(-1);
    for (std::uint32_t axis = 0; axis < Rank && isAllowed; ++axis)
    {
        sizes[axis] = layout.Sizes()[axis];
        strides[axis] = sizes[axis] == 1 ? 1 : layout.Strides()[axis]; // an axis of size 1 may have any stride
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
//   std::format
// =====================================================================================================================

// As for <mdspan>, only the include guard of <format> shows that it was included.
#if defined(__cpp_lib_format) && (defined(_LIBCPP_FORMAT) || defined(_GLIBCXX_FORMAT) || defined(_FORMAT_))
#define DML_TENSOR_UTILS_HAS_FORMATTER 1

namespace detail
{
constexpr Message TextOf(const Diagnosis& reason) noexcept { return Explain(reason); }
template <class T> constexpr Message TextOf(const T& value) noexcept { return ToText(value); }

// A formatter of TextOf that accepts the format of a string: fill, alignment, width and precision. It is not derived
// from the string's formatter, whose set_debug_format would put quotes around each text of a formatted range.
template <class T, class Character> class TextFormatter
{
public:
    template <class Context> constexpr auto parse(Context& context) { return m_string.parse(context); }

    template <class Context> auto format(const T& value, Context& context) const
    {
        const Message text = TextOf(value);
        Character characters[sizeof(Message)] = {}; // has room for the text and the zero at its end
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

// Each type has a formatter of its own. Since C++23, one formatter for all four types, with a constraint, would be
// ambiguous with the standard library's formatter of ranges, because Dimensions are a range.
#define DTU_FORMATTER(Type)                                                                                            \
    template <class Character>                                                                                         \
    struct std::formatter<dml_tensor_utils::Type, Character>                                                           \
        : dml_tensor_utils::detail::TextFormatter<dml_tensor_utils::Type, Character>                                   \
    {                                                                                                                  \
    };
DTU_FORMATTER(Dimensions)
DTU_FORMATTER(TensorLayout)
DTU_FORMATTER(BufferTensorDesc)
DTU_FORMATTER(Diagnosis)
#undef DTU_FORMATTER

#undef DML_TENSOR_UTILS_HAS_FORMATTER
#endif

#endif // DML_TENSOR_INTEROP_HPP
