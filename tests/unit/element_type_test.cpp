#include "dml_tensor_utils.hpp"
#include "models/tensors.hpp"
#include "tables.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

namespace element_type_test
{

struct Half
{
    std::uint16_t bits;
};

struct NotAnElement
{
    float value;
};

enum class Enumeration : std::uint8_t
{
    First
};

} // namespace element_type_test

// A program does the same for its own type of half-precision floats.
template <>
inline constexpr dml_tensor_utils::DML_TENSOR_DATA_TYPE dml_tensor_utils::DataTypeOf<element_type_test::Half> =
    dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT16;

namespace element_type_test
{

namespace
{

using namespace dml_tensor_utils;
using test_support::ExpectTwice;
using test_support::SameText;

// A name ends with the number of bits, except for UNKNOWN.
constexpr bool NamesHold()
{
    for (std::uint32_t value = 1; value <= reference_model::LastDataType; ++value)
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
        const char* digits = ToString(type);
        while (*digits != '\0' && (*digits < '0' || *digits > '9')) { ++digits; }
        std::uint32_t bits = 0;
        for (; *digits != '\0'; ++digits) { bits = 10 * bits + static_cast<std::uint32_t>(*digits - '0'); }
        if (ElementSizeInBits(type) != bits) { return false; }
    }
    return SameText(ToString(DML_TENSOR_DATA_TYPE_UNKNOWN), "UNKNOWN")
           && ElementSizeInBits(DML_TENSOR_DATA_TYPE_UNKNOWN) == 0;
}

// Nothing is read after the last type: in a constant expression that does not compile.
constexpr bool OthersHaveNeitherNameNorSize()
{
    for (const std::uint32_t value :
         {reference_model::LastDataType + 1, 16u, 32u, 63u, 64u, 255u, 256u, 0x7FFFFFFFu, 0x80000001u, 0xFFFFFFFFu})
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
        if (ElementSizeInBits(type) != 0 || !SameText(ToString(type), "?")) { return false; }
    }
    return true;
}

TEST(ElementType, HasTheSizeAndNameOfTheSdk)
{
    ExpectTwice<NamesHold>();
    ExpectTwice<OthersHaveNeitherNameNorSize>();
    const std::string prefix = "DML_TENSOR_DATA_TYPE";
    for (const auto& row : verdict_file::Table("enumerators.csv", "enumeration,enumerator,value"))
    {
        if (row[0] != prefix) { continue; }
        EXPECT_EQ(prefix + '_' + ToString(static_cast<DML_TENSOR_DATA_TYPE>(verdict_file::Number32(row[2]))), row[1]);
    }
}

// The C++ type that stores an element has the number of bits and the sign of the type's name. 4-bit ones are bytes.
struct Stored
{
    std::uint32_t bits;
    bool isFloat;
    bool isSigned;
};
constexpr Stored StoredAs(DML_TENSOR_DATA_TYPE type)
{
    return detail::CallWithElement(type,
                                   [](auto element)
                                   {
                                       using Type = decltype(element);
                                       return Stored{static_cast<std::uint32_t>(8 * sizeof(element)),
                                                     !std::is_integral_v<Type>, std::is_signed_v<Type>};
                                   });
}
constexpr bool ElementsAreStoredAsNamed()
{
    for (std::uint32_t value = 1; value <= reference_model::LastDataType; ++value)
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
        const char first = ToString(type)[0];
        const Stored stored = StoredAs(type);
        const std::uint32_t bits = ElementSizeInBits(type);
        if (stored.bits != (bits == 4 ? 8 : bits) || stored.isFloat != (first == 'F')) { return false; }
        if (!stored.isFloat && stored.isSigned != (first == 'I')) { return false; }
        if (detail::IsFloatingPoint(type) != (first == 'F') || detail::IsUnsigned(type) != (first == 'U'))
        {
            return false;
        }
        if (detail::IsSigned(type) != (first == 'I')) { return false; }
    }
    for (const std::uint32_t value : {0u, reference_model::LastDataType + 1, 0xFFFFFFFFu})
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
        if (StoredAs(type).bits != 0) { return false; }
        if (detail::IsFloatingPoint(type) || detail::IsUnsigned(type) || detail::IsSigned(type)) { return false; }
    }
    return true;
}
TEST(ElementType, ElementsAreStoredAsNamed) { ExpectTwice<ElementsAreStoredAsNamed>(); }

// Types are recognized by width and sign, whatever their names.
template <class T> constexpr DML_TENSOR_DATA_TYPE Expected()
{
    constexpr bool IsSigned = static_cast<T>(-1) < static_cast<T>(0);
    switch (sizeof(T))
    {
    case 1: return IsSigned ? DML_TENSOR_DATA_TYPE_INT8 : DML_TENSOR_DATA_TYPE_UINT8;
    case 2: return IsSigned ? DML_TENSOR_DATA_TYPE_INT16 : DML_TENSOR_DATA_TYPE_UINT16;
    case 4: return IsSigned ? DML_TENSOR_DATA_TYPE_INT32 : DML_TENSOR_DATA_TYPE_UINT32;
    default: return IsSigned ? DML_TENSOR_DATA_TYPE_INT64 : DML_TENSOR_DATA_TYPE_UINT64;
    }
}

template <class T> constexpr bool HasType(DML_TENSOR_DATA_TYPE type)
{
    return DataTypeOf<T> == type && DataTypeOf<const T> == type && DataTypeOf<volatile T> == type
           && DataTypeOf<const volatile T> == type;
}

template <class... T> constexpr bool HaveTheirTypes() { return (HasType<T>(Expected<T>()) && ...); }

template <class... T> constexpr bool HaveNoType() { return (HasType<T>(DML_TENSOR_DATA_TYPE_UNKNOWN) && ...); }

constexpr bool FixedWidthTypesHold()
{
    return HasType<float>(DML_TENSOR_DATA_TYPE_FLOAT32) && HasType<double>(DML_TENSOR_DATA_TYPE_FLOAT64)
           && HasType<std::uint8_t>(DML_TENSOR_DATA_TYPE_UINT8) && HasType<std::int8_t>(DML_TENSOR_DATA_TYPE_INT8)
           && HasType<std::uint16_t>(DML_TENSOR_DATA_TYPE_UINT16) && HasType<std::int16_t>(DML_TENSOR_DATA_TYPE_INT16)
           && HasType<std::uint32_t>(DML_TENSOR_DATA_TYPE_UINT32) && HasType<std::int32_t>(DML_TENSOR_DATA_TYPE_INT32)
           && HasType<std::uint64_t>(DML_TENSOR_DATA_TYPE_UINT64) && HasType<std::int64_t>(DML_TENSOR_DATA_TYPE_INT64);
}
constexpr bool IntegerTypesHold()
{
    return HaveTheirTypes<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                          long long, unsigned long long, wchar_t, char16_t, char32_t>();
}
constexpr bool OtherTypesHold()
{
    return HaveNoType<bool, long double, float*, void*, std::uint16_t[2], element_type_test::Enumeration,
                      element_type_test::NotAnElement, DML_TENSOR_DATA_TYPE>()
           && DataTypeOf<void> == DML_TENSOR_DATA_TYPE_UNKNOWN && DataTypeOf<float&> == DML_TENSOR_DATA_TYPE_UNKNOWN
           && DataTypeOf<void()> == DML_TENSOR_DATA_TYPE_UNKNOWN;
}
static_assert(HasType<element_type_test::Half>(DML_TENSOR_DATA_TYPE_FLOAT16));
#if defined(__cpp_char8_t)
static_assert(HasType<char8_t>(DML_TENSOR_DATA_TYPE_UINT8));
#endif

TEST(ElementType, CppTypesHaveTheirDataType)
{
    ExpectTwice<FixedWidthTypesHold>();
    ExpectTwice<IntegerTypesHold>();
    ExpectTwice<OtherTypesHold>();
    EXPECT_TRUE(HasType<element_type_test::Half>(DML_TENSOR_DATA_TYPE_FLOAT16));
}

} // namespace

} // namespace element_type_test
