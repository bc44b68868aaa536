// The functions that prove.py is about: each one and, with Fits after its name, whether it reports that the result fits
// 64 bits. Compiled to LLVM IR, and to a library for comparison.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

// Gives a layout any span, not only one that sizes can have.
#define private public // NOLINT(readability-identifier-naming)
#include "dml_tensor_utils.hpp"
#undef private

using namespace dml_tensor_utils;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

namespace
{
template <std::uint32_t Type> U64 SizeInBytes(U64 span)
{
    TensorLayout layout;
    layout.m_elementSpan = span;
    return layout.SizeInBytes(static_cast<DML_TENSOR_DATA_TYPE>(Type));
}

Diagnosis Bound(U64 total, U32 guaranteed, U64 offset, U64 size, U64 buffer)
{
    DML_BUFFER_TENSOR_DESC desc{};
    desc.TotalTensorSizeInBytes = total;
    desc.GuaranteedBaseOffsetAlignment = guaranteed;
    return ValidateBinding(desc, offset, size, buffer);
}

// 0: no error, 1 to 3: rejected, 4: a hazard, 5: no tensor.
U64 NumberOf(TensorError error)
{
    return error == TensorError::None                ? 0
           : error == TensorError::TotalSizeTooSmall ? 5
           : error == TensorError::BindingWraps
               ? 4
               : U64{1} + static_cast<U32>(error) - static_cast<U32>(TensorError::BindingAlignment);
}

// Places a tensor after a number of bytes, with a power of two as alignment. Returns whether it fits.
template <std::uint32_t Exponent> bool PlaceBehind(U64 size, U64 bytes, U64& offset)
{
    BufferPlacement placement;
    placement.m_size = size;
    offset = placement.Place(bytes, U64{1} << Exponent);
    return placement && placement.SizeInBytes() == offset + bytes;
}
} // namespace

#define PROVED(Name, Parameters, Call)                                                                                 \
    U64 Name Parameters                                                                                                \
    {                                                                                                                  \
        U64 result = 0;                                                                                                \
        static_cast<void>(Call);                                                                                       \
        return result;                                                                                                 \
    }                                                                                                                  \
    bool Name##Fits Parameters                                                                                         \
    {                                                                                                                  \
        U64 result = 0;                                                                                                \
        return Call;                                                                                                   \
    }

#define PLACED(Exponent) PROVED(Placed##Exponent, (U64 size, U64 bytes), PlaceBehind<Exponent>(size, bytes, result))

extern "C"
{
    PROVED(Multiply, (U64 a, U32 b), detail::Multiply(a, b, result))
    PROVED(MultiplyInHalves, (U64 a, U32 b), detail::MultiplyInHalves(a, b, result))
    PROVED(Add, (U64 a, U64 b), detail::Add(a, b, result))
    PROVED(RoundUpToDword, (U64 bytes), detail::RoundUpToDword(bytes, result))
    PROVED(EndInBytes4, (U64 last), detail::EndInBytes(last, 4, result))
    PROVED(EndInBytes8, (U64 last), detail::EndInBytes(last, 8, result))
    PROVED(EndInBytes16, (U64 last), detail::EndInBytes(last, 16, result))
    PROVED(EndInBytes32, (U64 last), detail::EndInBytes(last, 32, result))
    PROVED(EndInBytes64, (U64 last), detail::EndInBytes(last, 64, result))
    PROVED(SizeInBytes4, (U64 elements), detail::SizeInBytes(elements, 4, result))
    PROVED(SizeInBytes8, (U64 elements), detail::SizeInBytes(elements, 8, result))
    PROVED(SizeInBytes16, (U64 elements), detail::SizeInBytes(elements, 16, result))
    PROVED(SizeInBytes32, (U64 elements), detail::SizeInBytes(elements, 32, result))
    PROVED(SizeInBytes64, (U64 elements), detail::SizeInBytes(elements, 64, result))
    PROVED(ElementsIn4, (U64 bytes), (result = detail::ElementsIn(bytes, 4)) != detail::Max64)
    PROVED(Size4, (U64 span), (result = SizeInBytes<12>(span)) != 0 || span == 0)
    PROVED(Size8, (U64 span), (result = SizeInBytes<5>(span)) != 0 || span == 0)
    PROVED(Size16, (U64 span), (result = SizeInBytes<2>(span)) != 0 || span == 0)
    PROVED(Size32, (U64 span), (result = SizeInBytes<1>(span)) != 0 || span == 0)
    PROVED(Size64, (U64 span), (result = SizeInBytes<9>(span)) != 0 || span == 0)
    PROVED(BoundReason, (U64 total, U32 guaranteed, U64 offset, U64 size, U64 buffer),
           (result = NumberOf(Bound(total, guaranteed, offset, size, buffer).error), true))
    PROVED(BoundActual, (U64 total, U32 guaranteed, U64 offset, U64 size, U64 buffer),
           (result = Bound(total, guaranteed, offset, size, buffer).actual, true))
    PROVED(BoundRequired, (U64 total, U32 guaranteed, U64 offset, U64 size, U64 buffer),
           (result = Bound(total, guaranteed, offset, size, buffer).required, true))
    // clang-format off
    PLACED(0) PLACED(1) PLACED(2) PLACED(3) PLACED(4) PLACED(5) PLACED(6) PLACED(7)
    PLACED(8) PLACED(9) PLACED(10) PLACED(11) PLACED(12) PLACED(13) PLACED(14) PLACED(15)
    PLACED(16) PLACED(17) PLACED(18) PLACED(19) PLACED(20) PLACED(21) PLACED(22) PLACED(23)
    PLACED(24) PLACED(25) PLACED(26) PLACED(27) PLACED(28) PLACED(29) PLACED(30) PLACED(31)
    PLACED(32) PLACED(33) PLACED(34) PLACED(35) PLACED(36) PLACED(37) PLACED(38) PLACED(39)
    PLACED(40) PLACED(41) PLACED(42) PLACED(43) PLACED(44) PLACED(45) PLACED(46) PLACED(47)
    PLACED(48) PLACED(49) PLACED(50) PLACED(51) PLACED(52) PLACED(53) PLACED(54) PLACED(55)
    PLACED(56) PLACED(57) PLACED(58) PLACED(59) PLACED(60) PLACED(61) PLACED(62) PLACED(63)
    // clang-format on
}
