#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

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

struct TypeCase
{
    DML_TENSOR_DATA_TYPE type;
    std::uint32_t value;
    std::uint32_t bits;
    const char* name;
};

constexpr TypeCase Types[] = {
    {DML_TENSOR_DATA_TYPE_UNKNOWN, 0, 0, "UNKNOWN"},
    {DML_TENSOR_DATA_TYPE_FLOAT32, 1, 32, "FLOAT32"},
    {DML_TENSOR_DATA_TYPE_FLOAT16, 2, 16, "FLOAT16"},
    {DML_TENSOR_DATA_TYPE_UINT32, 3, 32, "UINT32"},
    {DML_TENSOR_DATA_TYPE_UINT16, 4, 16, "UINT16"},
    {DML_TENSOR_DATA_TYPE_UINT8, 5, 8, "UINT8"},
    {DML_TENSOR_DATA_TYPE_INT32, 6, 32, "INT32"},
    {DML_TENSOR_DATA_TYPE_INT16, 7, 16, "INT16"},
    {DML_TENSOR_DATA_TYPE_INT8, 8, 8, "INT8"},
    {DML_TENSOR_DATA_TYPE_FLOAT64, 9, 64, "FLOAT64"},
    {DML_TENSOR_DATA_TYPE_UINT64, 10, 64, "UINT64"},
    {DML_TENSOR_DATA_TYPE_INT64, 11, 64, "INT64"},
    {static_cast<DML_TENSOR_DATA_TYPE>(12), 12, 4, "UINT4"},
    {static_cast<DML_TENSOR_DATA_TYPE>(13), 13, 4, "INT4"},
};

constexpr bool Holds(const TypeCase& expected)
{
    return static_cast<std::uint32_t>(expected.type) == expected.value
           && ElementSizeInBits(expected.type) == expected.bits && SameText(ToString(expected.type), expected.name);
}

// The number after the last type. In a constant expression, reading beyond the end of a table does not compile.
static_assert(SameText(ToString(static_cast<DML_TENSOR_DATA_TYPE>(14)), "?"));

TEST(ElementType, SizesAndNames) { ExpectTwice<Types>(); }

TEST(ElementType, TypesThatDoNotExist)
{
    std::set<std::string> names;
    for (const TypeCase& known : Types) { names.insert(known.name); }
    ASSERT_EQ(names.size(), 14u);
    for (const std::uint32_t value : {14u, 15u, 16u, 32u, 63u, 64u, 255u, 256u, 0x7FFFFFFFu, 0x80000001u, 0xFFFFFFFFu})
    {
        const auto type = static_cast<DML_TENSOR_DATA_TYPE>(value);
        EXPECT_EQ(ElementSizeInBits(type), 0u) << value;
        EXPECT_EQ(names.count(ToString(type)), 0u) << value;
    }
}

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

TEST(ElementType, DataTypeOfCppTypes)
{
    ExpectTwice<FixedWidthTypesHold>();
    ExpectTwice<IntegerTypesHold>();
    ExpectTwice<OtherTypesHold>();
    EXPECT_TRUE(HasType<element_type_test::Half>(DML_TENSOR_DATA_TYPE_FLOAT16));
}

} // namespace

} // namespace element_type_test
