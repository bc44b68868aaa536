// Tests the portable types, also on Windows. tests/compile/interop makes the same checks with the SDK's types.
#define DML_TENSOR_UTILS_USE_DIRECTML_H 0
#include "dml_tensor_utils.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <string>

#include "vocabulary_asserts.hpp"

namespace vocabulary_test
{

namespace
{

using namespace dml_tensor_utils;

// The limits and feature levels of DirectML.h. Every level is named after its number.
static_assert(DML_TENSOR_DIMENSION_COUNT_MAX == 5 && DML_TENSOR_DIMENSION_COUNT_MAX1 == 8);
static_assert(DML_TEMPORARY_BUFFER_ALIGNMENT == 256 && DML_PERSISTENT_BUFFER_ALIGNMENT == 256);
static_assert(DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT == 16);

constexpr bool IsLevel(DML_FEATURE_LEVEL level, std::uint32_t major, std::uint32_t minor)
{
    return static_cast<std::uint32_t>(level) == major * 0x1000 + minor * 0x100;
}
static_assert(IsLevel(DML_FEATURE_LEVEL_1_0, 1, 0));
static_assert(IsLevel(DML_FEATURE_LEVEL_2_0, 2, 0) && IsLevel(DML_FEATURE_LEVEL_2_1, 2, 1));
static_assert(IsLevel(DML_FEATURE_LEVEL_3_0, 3, 0) && IsLevel(DML_FEATURE_LEVEL_3_1, 3, 1));
static_assert(IsLevel(DML_FEATURE_LEVEL_4_0, 4, 0) && IsLevel(DML_FEATURE_LEVEL_4_1, 4, 1));
static_assert(IsLevel(DML_FEATURE_LEVEL_5_0, 5, 0) && IsLevel(DML_FEATURE_LEVEL_5_1, 5, 1));
static_assert(IsLevel(DML_FEATURE_LEVEL_5_2, 5, 2));
static_assert(IsLevel(DML_FEATURE_LEVEL_6_0, 6, 0) && IsLevel(DML_FEATURE_LEVEL_6_1, 6, 1));
static_assert(IsLevel(DML_FEATURE_LEVEL_6_2, 6, 2) && IsLevel(DML_FEATURE_LEVEL_6_3, 6, 3));
static_assert(IsLevel(DML_FEATURE_LEVEL_6_4, 6, 4));

// Values with and without an enumerator, because a program can receive any value.
constexpr std::array<std::uint32_t, 9> AnyValues{0, 1, 13, 14, 99, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};

template <class Enum> constexpr bool SurvivesCast(std::uint32_t value)
{
    return static_cast<std::uint32_t>(static_cast<Enum>(value)) == value;
}

constexpr bool IsFaithful(std::uint32_t value)
{
    const auto dataType = static_cast<DML_TENSOR_DATA_TYPE>(value);
    const bool exists = value >= 1 && value <= 13;
    return SurvivesCast<DML_TENSOR_DATA_TYPE>(value) && SurvivesCast<DML_TENSOR_TYPE>(value)
           && SurvivesCast<DML_TENSOR_FLAGS>(value) && (ElementSizeInBits(dataType) != 0) == exists;
}

constexpr bool AllAreFaithful()
{
    for (const std::uint32_t value : AnyValues)
    {
        if (!IsFaithful(value)) { return false; }
    }
    return true;
}

TEST(Vocabulary, AnyValueCanBeCastToTheEnums) { test_support::ExpectTwice<AllAreFaithful>(); }

TEST(Vocabulary, CMakeReadsTheVersionFromTheHeader)
{
    const std::string version = std::to_string(DML_TENSOR_UTILS_VERSION_MAJOR) + "."
                                + std::to_string(DML_TENSOR_UTILS_VERSION_MINOR) + "."
                                + std::to_string(DML_TENSOR_UTILS_VERSION_PATCH);
    EXPECT_EQ(version, DML_TENSOR_UTILS_TEST_PROJECT_VERSION);
    static_assert(DML_TENSOR_UTILS_VERSION_MAJOR >= 1);

    // The first comment contains it too, for readers of a copied file.
    std::ifstream header(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/../../../include/dml_tensor_utils.hpp");
    bool isInBanner = false;
    std::string line;
    for (int i = 0; i < 10 && std::getline(header, line); ++i)
    {
        isInBanner = isInBanner || line.find("Version " + version) != std::string::npos;
    }
    EXPECT_TRUE(isInBanner);
}

} // namespace

} // namespace vocabulary_test
