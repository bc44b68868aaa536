#include "dml_tensor_utils.hpp"
#include "tables.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace errors_test
{

namespace
{

using namespace dml_tensor_utils;
using namespace test_support::types;
using test_support::ExpectTwice;
using test_support::Max64;
using test_support::NoAxis;
using test_support::SameText;
using test_support::SentenceOf;
using A = TensorArgument;
using C = TensorCause;
using E = TensorError;
using L = TensorLayout;

static_assert(sizeof(Message) == 1024 + sizeof(std::size_t), "a message has at most 1023 characters and a zero");

constexpr Diagnosis MakeDiagnosis(TensorError error, std::uint32_t axis, std::uint64_t actual, std::uint64_t required,
                                  std::uint32_t tensor = NoAxis)
{
    return {error, axis, actual, required, tensor};
}

constexpr TensorError LastError = TensorError::NoFormula;
constexpr TensorError NextError = static_cast<TensorError>(static_cast<std::uint32_t>(LastError) + 1);

struct SentenceCase
{
    Diagnosis reason;
    const char* sentence; // without the name of the error
};

template <std::size_t N> void ExpectSentences(const SentenceCase (&cases)[N])
{
    for (const SentenceCase& each : cases) { EXPECT_EQ(SentenceOf(each.reason), each.sentence); }
}

Diagnosis Together(const L& a, const L& b) { return CollapsedTogether(std::array<L, 2>{a, b})[0].Reason(); }

// All errors but None.
std::vector<TensorError> AllErrors()
{
    std::vector<TensorError> errors;
    for (std::uint32_t value = 1; value < static_cast<std::uint32_t>(NextError); ++value)
    {
        errors.push_back(static_cast<TensorError>(value));
    }
    return errors;
}

// A name is the enumerator's. Nothing is read after the last one: in a constant expression that does not compile.
constexpr bool NamesHold()
{
    for (const TensorError unknown : {NextError, static_cast<TensorError>(0x80000000), TensorError{0xFFFFFFFF}})
    {
        if (!SameText(ToString(unknown), "?") || !SameText(Explain(MakeDiagnosis(unknown, 1, 2, 3)).c_str(), "?")
            || IsHazard(unknown))
        {
            return false;
        }
    }
    return SameText(ToString(TensorError::None), "None") && SameText(ToString(TensorError::ZeroSize), "ZeroSize")
           && SameText(ToString(LastError), "NoFormula");
}

constexpr bool MessageHasItsLength()
{
    const Message message = Explain(MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1));
    std::size_t length = 0;
    while (message.c_str()[length] != '\0') { ++length; }
    return length > 0 && message.size() == length && message.data() == message.c_str();
}

TEST(Errors, NamesAreThoseOfTheEnumerators)
{
    ExpectTwice<NamesHold>();
    ExpectTwice<MessageHasItsLength>();
}

static_assert(std::is_same_v<std::underlying_type_t<TensorError>, std::uint32_t>);
static_assert(static_cast<std::uint32_t>(TensorError::None) == 0);
static_assert(NoOffset == Max64);
static_assert(Diagnosis::Input == 0 && Diagnosis::Indices == 1 && Diagnosis::Output == 2);
static_assert(Diagnosis::Destination == 3 && Diagnosis::Source == 4);
static_assert(Diagnosis::Expected == 5 && Diagnosis::Actual == 6);
static_assert(Diagnosis::NoTensor == NoAxis && Diagnosis{}.tensor == Diagnosis::NoTensor);
static_assert(std::is_same_v<decltype(Diagnosis::tensor), std::uint32_t>);
static_assert(NoError<TensorError::None>); // other errors do not compile: no_error_of_error.cpp
static_assert(Diagnosis{} == MakeDiagnosis(TensorError::None, NoAxis, 0, 0, NoAxis));
static_assert(Diagnosis{}.Ok() && Diagnosis{}.Accepted());
static_assert(!MakeDiagnosis(LastError, 1, 2, 3).Ok() && !MakeDiagnosis(LastError, 1, 2, 3).Accepted());

// All other members differ from their defaults, but only the error is compared.
constexpr bool ComparesTheErrorAlone()
{
    const Diagnosis diagnosis = MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, 1);
    return diagnosis == TensorError::ZeroSize && TensorError::ZeroSize == diagnosis
           && !(diagnosis != TensorError::ZeroSize) && !(TensorError::ZeroSize != diagnosis)
           && diagnosis != TensorError::None && TensorError::None != diagnosis && !(diagnosis == TensorError::None)
           && !(TensorError::None == diagnosis);
}

// Two Diagnosis objects are equal only if all members are.
constexpr bool ComparesEveryField()
{
    const Diagnosis diagnosis = MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, 1);
    const Diagnosis others[] = {
        MakeDiagnosis(TensorError::Flags, 2, 0, 1, 1),    MakeDiagnosis(TensorError::ZeroSize, 3, 0, 1, 1),
        MakeDiagnosis(TensorError::ZeroSize, 2, 1, 1, 1), MakeDiagnosis(TensorError::ZeroSize, 2, 0, 2, 1),
        MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, 2),
    };
    for (const Diagnosis& other : others)
    {
        if (diagnosis == other || !(diagnosis != other)) { return false; }
    }
    return diagnosis == MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, 1)
           && !(diagnosis != MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, 1));
}

TEST(Errors, DiagnosisComparesWithAnError)
{
    ExpectTwice<ComparesTheErrorAlone>();
    ExpectTwice<ComparesEveryField>();
    EXPECT_EQ(MakeDiagnosis(TensorError::SizeWraps, 0, 1, 2), TensorError::SizeWraps);
    EXPECT_NE(TensorError::Flags, MakeDiagnosis(TensorError::SizeWraps, 0, 1, 2));
}

constexpr bool ExplainsAs(const Diagnosis& diagnosis, const char* sentence)
{
    const auto message = Explain(diagnosis);
    return SameText(message.c_str(), sentence) && SameText(message.data(), sentence);
}
static_assert(ExplainsAs(MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1),
                         "Sizes[2] is 0; every size must be at least 1 [ZeroSize]"));

// With a name, every sentence is about that tensor.
constexpr bool ExplainsNames()
{
    const auto explains = [](const Diagnosis& diagnosis, const char* name, const char* sentence)
    { return SameText(Explain(diagnosis, name).c_str(), sentence); };
    const Diagnosis zero = MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1);
    return explains(zero, "weights", "weights.Sizes[2] is 0; every size must be at least 1 [ZeroSize]")
           && explains(zero, nullptr, "Sizes[2] is 0; every size must be at least 1 [ZeroSize]")
           && explains(MakeDiagnosis(TensorError::ZeroSize, 2, 0, 1, Diagnosis::Source), "weights",
                       "weights.Sizes[2] is 0; every size must be at least 1 [ZeroSize]")
           && explains(MakeDiagnosis(TensorError::SpanLimit, 2, 0, 1), "weights",
                       "weights: a count, span or position exceeds 64 bits; use smaller numbers [SpanLimit]")
           && explains(Diagnosis(), "weights", "no error");
}
static_assert(ExplainsNames());
TEST(Errors, SentencesNameATensor) { ExpectTwice<ExplainsNames>(); }

// Strides of a packed tensor in bytes, as NumPy has them, are a guess that the sentence adds to the sizes.
TEST(Errors, GuessStridesInBytes)
{
    struct Case
    {
        DML_TENSOR_DATA_TYPE type;
        Dimensions sizes, strides;
        std::uint64_t total;
        bool isGuessed;
    };
    const Case cases[] = {
        {Float32, {2, 3}, {12, 4}, 24, true},  {Float16, {2, 3}, {6, 2}, 12, true},
        {Float64, {2, 3}, {24, 8}, 48, true},  {Float32, {2, 3}, {4, 8}, 24, true},
        {UInt8, {2, 3}, {8, 1}, 8, false},     {Float32, {2, 3}, {5, 1}, 24, false},
        {Float32, {2, 3}, {12, 1}, 24, false}, {Float32, {1, 1}, {8, 8}, 0, false},
        {Float32, {2, 3}, {6, 2}, 24, false},
    };
    for (const Case& each : cases)
    {
        const DML_BUFFER_TENSOR_DESC desc = {each.type,           DML_TENSOR_FLAG_NONE, 2, each.sizes.data(),
                                             each.strides.data(), each.total,           0};
        const Diagnosis reason = Validate(desc, TensorRole::Input);
        const std::string sentence = SentenceOf(reason);
        const std::string guess = "If the strides are in bytes, divide them by the bytes of an element: strides count "
                                  "elements, not bytes";
        EXPECT_EQ(reason.error, E::TotalSizeTooSmall);
        EXPECT_EQ(sentence.find(guess) != std::string::npos, each.isGuessed) << each.strides << sentence;
    }
    // A packed tensor of 4 elements, whose total is that of strides in bytes of 2 bytes by chance.
    EXPECT_EQ(SentenceOf(BufferTensorDesc(Float32, TensorLayout::Packed({4})).WithTotalSize(8).Reason()),
              "TotalTensorSizeInBytes is 8; it must be at least 16");
    const std::uint32_t four = 4;
    const DML_BUFFER_TENSOR_DESC packed = {Float32, DML_TENSOR_FLAG_NONE, 1, &four, nullptr, 8, 0};
    EXPECT_EQ(SentenceOf(Validate(packed, TensorRole::Input)), "TotalTensorSizeInBytes is 8; it must be at least 16");
}

// The hint at Reason() is for the description of an object with an error, which is all zero, and for no other.
TEST(Errors, OnlyAnEmptyDescriptionRefersToTheObjectThatMadeIt)
{
    const std::string sentence = "DataType is 0 (UNKNOWN); it must be 1 (FLOAT32) to 13 (INT4)";
    const std::string hint =
        ". The description is empty or could not be built: look at the Reason() of the object that made it";
    const BufferTensorDesc none, failed(Float32, TensorLayout::Packed({2, 0}));
    EXPECT_EQ(SentenceOf(none.Reason()), sentence + hint);
    EXPECT_EQ(SentenceOf(Validate(failed.Desc(), TensorRole::Input)), sentence + hint);
    const std::uint32_t two = 2;
    DML_BUFFER_TENSOR_DESC desc = {DML_TENSOR_DATA_TYPE_UNKNOWN, DML_TENSOR_FLAG_NONE, 1, &two, nullptr, 8, 0};
    EXPECT_EQ(SentenceOf(Validate(desc, TensorRole::Input)), sentence);
    desc.DimensionCount = 0;
    EXPECT_EQ(SentenceOf(Validate(desc, TensorRole::Input)), sentence);
    desc.DimensionCount = 1;
    desc.Sizes = nullptr;
    EXPECT_EQ(SentenceOf(Validate(desc, TensorRole::Input)), sentence);
}

// For the shortest and longest numbers, all tensors and arguments, a sentence contains no placeholder, and ends with the error's name: it is not
// truncated.
TEST(Errors, NoPlaceholderIsLeft)
{
    for (const TensorError error : AllErrors())
    {
        for (std::uint32_t argument = 0; argument <= static_cast<std::uint32_t>(TensorArgument::Relative); ++argument)
        {
            for (const std::uint64_t number : {std::uint64_t{0}, Max64})
            {
                for (const std::uint64_t required : {std::uint64_t{1}, Max64})
                {
                    for (const std::uint32_t tensor : {Diagnosis::NoTensor, Diagnosis::Input, Diagnosis::Destination,
                                                       Diagnosis::Expected, Diagnosis::Actual})
                    {
                        for (const std::uint32_t axis : {0xFFFFFFFEu, NoAxis})
                        {
                            const Diagnosis diagnosis{error,    axis,   number,
                                                      required, tensor, static_cast<TensorArgument>(argument)};
                            const std::string text = Explain(diagnosis).c_str();
                            ASSERT_EQ(text.find_first_of("{}"), std::string::npos) << text;
                            ASSERT_EQ(text.find("  "), std::string::npos) << text;
                            ASSERT_NE(text.find(ToString(error) + std::string("]")), std::string::npos) << text;
                        }
                    }
                }
            }
        }
    }
}

// Some error has another sentence with the cause than without it, and no sentence is cut off.
bool HasSentenceOfItsOwn(TensorCause cause)
{
    for (const TensorError error : AllErrors())
    {
        for (const TensorArgument argument : {TensorArgument::Unnamed, TensorArgument::Input})
        {
            Diagnosis diagnosis{error, 1, 2, 3, NoAxis, argument};
            const std::string without = Explain(diagnosis).c_str();
            diagnosis.cause = cause;
            const std::string with = Explain(diagnosis).c_str();
            EXPECT_EQ(with.find_first_of("{}"), std::string::npos) << with;
            if (with != without) { return true; }
        }
    }
    return false;
}

TEST(Errors, EachCauseHasASentence)
{
    EXPECT_FALSE(HasSentenceOfItsOwn(TensorCause::None));
    for (std::uint16_t cause = 1; cause <= static_cast<std::uint16_t>(TensorCause::SquaredBlockSize); ++cause)
    {
        EXPECT_TRUE(HasSentenceOfItsOwn(static_cast<TensorCause>(cause))) << cause;
    }
}

// Neither the name nor the cause is compared.
constexpr bool ComparesNoName()
{
    const Diagnosis diagnosis{TensorError::ValueRange, 1, 2, 3, NoAxis, TensorArgument::Sizes, TensorCause::NoMaximum};
    return diagnosis == MakeDiagnosis(TensorError::ValueRange, 1, 2, 3)
           && !(diagnosis != MakeDiagnosis(TensorError::ValueRange, 1, 2, 3));
}

TEST(Errors, DiagnosisComparesNoName) { ExpectTwice<ComparesNoName>(); }

// The arguments of the headers that convert and compare.
TEST(Errors, SentencesNameTheArgumentsOfConversionsAndComparisons)
{
    // clang-format off
    const SentenceCase cases[] = {
        {{E::ValueRange, NoAxis, 7, 4, NoAxis, A::Relative, C::NotANumber}, "relative is NaN; it must be at least 0"},
        {{E::ValueRange, NoAxis, 7, 4, NoAxis, A::Absolute, C::Negative},
         "absolute is negative; it must be at least 0"},
        {{E::AxisOutOfRange, NoAxis, 4, 4, Diagnosis::Destination, A::ConversionAxis},
         "destination: Conversion::axis is 4; it must be below 4, the number of dimensions"},
        {{E::AxisOutOfRange, NoAxis, 0xFFFFFFFF, 4, Diagnosis::Destination, A::ConversionAxis},
         "destination: Conversion::axis is -1; axes count from 0: the last of 4 is 3"},
        {{E::AxisOutOfRange, NoAxis, Max64, 4, NoAxis, A::Axis},
         "axis is -1; axes count from 0: the last of 4 is 3"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// The sentences of errors with one cause are in docs/rules.md, which the test page.examples checks.
TEST(Errors, SentencesOfLayoutsNameTheCause)
{
    // clang-format off
    const SentenceCase cases[] = {
        {L::Packed({2, 3}).Reshaped({7}).Reason(),
         "the product of the new sizes is 7; it must be 6, the number of elements"},
        {L::Strided({4, 3}, {0, 1}).WithStride(0, 5).Reason(),
         "axis 0 is broadcast (its stride is 0) and cannot be padded; copy to a packed layout first"},
        {L::Strided({4, 1, 3}, {3, 0, 1}).WithStride(1, 5).Reason(),
         "the padded axis has stride 0, so axis 0 has no ratio to it; give the padded axis its packed stride first"},
        {L::Strided({2, 3}, {4, 1}).Reshaped({6}).Reason(),
         "axis 0 cannot be formed without moving elements (3 evenly spaced elements are not a multiple of its size, 6); "
         "copy to a packed layout first"},
        {L::Strided({2, 2, 2}, {5, 2, 1}).WithStride(1, 4).Reason(),
         "axis 0 cannot be formed without moving elements (its stride, 5, is not a multiple of 2, that of the padded "
         "axis); copy to a packed layout first"},
        {L::Packed({2, 3}, static_cast<Layout>(7)).Reason(), "the layout is 7; it must be 0 (NCHW) or 1 (NHWC)"},
        {L::Packed({2, 3}).WithStride(0, 2).Reason(),
         "a stride of 2 on axis 0 is too small; it must be at least 3, the span of the faster axes"},
        {L::Packed({2, 3}).WithStrideMultiple(1, 0).Reason(), "elements is 0; a multiple must be at least 1"},
        {L::Packed({2, 3}).WithStrideMultipleInBytes(1, 0, DML_TENSOR_DATA_TYPE_FLOAT16).Reason(),
         "bytes is 0; a multiple must be at least 1"},
        {L::Packed({1, 64}).Sliced(1, 60, 64).Reason(),
         "count (a number of elements, not an end) is 64; on axis 1 it must be at most 4, so that start + (count - "
         "1) * step is below the size"},
        {L::Packed({2, 1}).Sliced(1, 3, 1).Reason(), "start is 3; it must be below 1, the size of axis 1"},
        {L::Packed({2, 3}).Sliced(1, 0, 0).Reason(), "count is 0; it must be at least 1"},
        {L::Packed({2, 3}).Sliced(1, 0, 1, 0).Reason(), "step is 0; it must be at least 1"},
        {L::Packed({2, 3}).WithStrideInBytes(0, 18, Float32).Reason(),
         "bytes is 18; it must be a multiple of 4, the bytes of an element"},
        {Together(L::Packed({2, 3}), L::Packed({2, 4})),
         "Sizes[1] is 4 in one tensor and 3 in another; all sizes must be equal (see BroadcastSizes)"},
        {Together(L::Packed({2, 3}), L::Packed({3})),
         "the rank of one tensor is 1, of another 2; all sizes must be equal (see BroadcastSizes)"},
        {BroadcastSizes({2, 3}, {4, 3}).Reason(),
         "the sizes 2 and 4 of axis 0 cannot be broadcast together; they must be equal, or one of them must be 1"},
        {L::Packed({2, 3}).BroadcastTo({4, 3}).Reason(),
         "a size of 2 cannot be broadcast to Sizes[0], which is 4; only a size of 1 can be repeated"},
        // The channels of an image, and rows of a matrix, on other axes than the last.
        {L::Packed({3}).BroadcastTo({8, 3, 4, 5}).Reason(),
         "a size of 3 cannot be broadcast to Sizes[3], which is 5; only a size of 1 can be repeated. The layout's axes "
         "fit from axis 1 on: put them there with PlacedOn"},
        {L::Packed({3, 1}).BroadcastTo({3, 4, 5}).Reason(),
         "a size of 3 cannot be broadcast to Sizes[1], which is 4; only a size of 1 can be repeated. The layout's axes "
         "fit from axis 0 on: put them there with PlacedOn"},
        {L::Packed({7}).BroadcastTo({8, 3, 4, 5}).Reason(),
         "a size of 7 cannot be broadcast to Sizes[3], which is 5; only a size of 1 can be repeated"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// People count axes from the end, as in NumPy.
TEST(Errors, SentencesOfNegativeAxesSayWhereToCountFrom)
{
    const L layout = L::Packed({2, 3, 4, 5});
    // clang-format off
    const SentenceCase cases[] = {
        {layout.Sliced(-1, 0, 3).Reason(), "axis is -1; axes count from 0: the last of 4 is 3"},
        {layout.WithStrideMultiple(-2, 8).Reason(), "axis is -2; axes count from 0: the last of 4 is 3"},
        {layout.Transposed({0, -1}).Reason(), "axes[1] is -1; axes count from 0: the last of 4 is 3"},
        {layout.PlacedOn(6, {0, 1, 2, -1}).Reason(), "axes[3] is -1; axes count from 0: the last of 6 is 5"},
        {L::Packed({2, 3}, {-1, 0}).Reason(), "axisOrder[0] is -1; axes count from 0: the last of 2 is 1"},
        {layout.Transposed({0, 1, 2, std::int64_t{1} << 33}).Reason(),
         "axes[3] is 8589934592; it must be 0 to 4294967295"},
        {layout.Transposed({0, 1, 2, 4}).Reason(), "axes[3] is 4; the list must name each of the 4 axes once"},
    };
    // clang-format on
    ExpectSentences(cases);
}

TEST(Errors, SentencesNameWhatIsWrongWithAnAxisOrder)
{
    const char* const noLetters = "an axis order needs letters; both orders must have the same letters, each once";
    const char* const noX =
        "the letter X is missing from one axis order or repeated; both must have the same letters, each once";
    // clang-format off
    const SentenceCase cases[] = {
        {L::Packed({2, 3}, AxisOrder(nullptr, "HW")).Reason(), noLetters},
        {L::Packed({2, 3}, AxisOrder("H1", "H1")).Reason(), noLetters},
        {L::Packed({2, 3}, AxisOrder("HW", "HX")).Reason(), noX},
        {L::Packed({2, 3}, AxisOrder("HW", "XHW")).Reason(), noX},
        {L::Packed({2, 3}, AxisOrder("HW", "HWX")).Reason(), noX},
        {L::Packed({2, 3}, AxisOrder("HW", "WW")).Reason(),
         "the letter W is missing from one axis order or repeated; both must have the same letters, each once"},
        {AxisOrder("NCHW", "NCH").Reason(), "the length of physical is 3; it must be 4, each axis once"},
        {L::Packed({2, 3, 4}).Transposed({0, 2, 2}).Reason(),
         "axes[2] is 2; the list must name each of the 3 axes once"},
        {L::Packed({2, 3, 4}, {0, 3, 1}).Reason(), "axisOrder[1] is 3; the list must name each of the 3 axes once"},
        {L::Packed({2, 3}).PlacedOn(4, {1, 4}).Reason(), "axes[1] is 4; it must be below 4, the number of dimensions"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// Arguments have the names of the function's signature; lists of sizes or strides have DirectML's names.
TEST(Errors, SentencesNameTheArgument)
{
    // A number that the compiler does not know: it would evaluate a table of constants.
    const volatile std::uint32_t two = 2;
    const L layout = L::Packed({two, 3});
    const std::int64_t wide[] = {2, 0x100000000};
    const std::int64_t narrow[] = {2, 3};
    const std::int64_t backwards[] = {3, -1};
    const BufferTensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT32, layout);
    BufferPlacement placement;
    EXPECT_EQ(placement.Place(100, 99), NoOffset);
    BufferPlacement negative;
    EXPECT_EQ(negative.Place(-100, 16), NoOffset);
    const std::uint32_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const DML_BUFFER_TENSOR_DESC nine{DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 9, ones, nullptr, 4, 0};
    // clang-format off
    const SentenceCase cases[] = {
        {Dimensions{1, 3, -1}.Reason(), "entry 2 of the list is -1; it must be 0 to 4294967295"},
        {L::Packed({1, 3, -1, 224}).Reason(),
         "Sizes[2] is -1; it must be 1 to 4294967295, because no size is inferred from others"},
        {L::Packed({2, 6}).Reshaped({1, -1}).Reason(),
         "Sizes[1] is -1; it must be 1 to 4294967295, because no size is inferred from others"},
        {L::Packed({1, 0x100000000}).Reason(), "Sizes[1] is 4294967296; it must be 1 to 4294967295"},
        {L::Strided({2, 3}, {-3, 1}).Reason(), "Strides[0] is -3; it must be 0 to 4294967295; to reverse an axis, copy its positions one by one"},
        {L::Strided({2, 3}, {3, 1}, -4).Reason(), "firstElement is -4; it must be at least 0"},
        {L::Strided({two, 3, 4}, {12, 4}).Reason(), "the length of Strides is 2; it must be 3, one for each dimension"},
        {L::Packed({2, 3}, {0, -1}).Reason(), "axisOrder[1] is -1; axes count from 0: the last of 2 is 1"},
        {L::Packed({2, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8}).Reason(), "the length of axisOrder is 9; it must be at most 8"},
        {layout.Transposed({-1, 0}).Reason(), "axes[0] is -1; axes count from 0: the last of 2 is 1"},
        {layout.Transposed({0}).Reason(), "the length of axes is 1; it must be 2, each axis once"},
        {layout.PromotedTo(9).Reason(), "the rank is 9; it must be 1 to 8"},
        {layout.PromotedTo(-1).Reason(), "the rank is -1; it must be 1 to 8"},
        {layout.PromotedTo(1).Reason(), "the rank is 1; it must be at least 2, the layout's"},
        {layout.PlacedOn(4, {1}).Reason(), "the length of axes is 1; it must be 2, one for each dimension"},
        {layout.BroadcastTo({3}).Reason(), "the length of Sizes is 1; it must be at least 2, the rank of the layout"},
        {layout.Sliced(2, 0, 1).Reason(), "axis is 2; it must be below 2, the number of dimensions"},
        {layout.Sliced(0, -1, 1).Reason(), "start is -1; it must be 0 to 4294967295"},
        {layout.Sliced(0, 0, -1).Reason(), "count is -1; it must be 0 to 4294967295"},
        {layout.Sliced(0, 0, 1, 0x100000000).Reason(), "step is 4294967296; it must be 0 to 4294967295"},
        {layout.WithStride(0, -5).Reason(), "stride is -5; it must be 0 to 4294967295"},
        {layout.WithStrideMultiple(0, -1).Reason(), "elements is -1; it must be 0 to 4294967295"},
        {layout.WithStrideInBytes(0, -20, Float32).Reason(), "bytes is -20; it must be at least 0"},
        {layout.WithStrideInBytes(0, 20, DML_TENSOR_DATA_TYPE_UNKNOWN).Reason(),
         "the element type is 0 (UNKNOWN); it must be 1 (FLOAT32) to 13 (INT4)"},
        {layout.Coordinates(-2).Reason(), "linearIndex is -2; it must be at least 0"},
        {L::OfAnyRank(wide, nullptr, 2).Reason(), "Sizes[1] is 4294967296; it must be 1 to 4294967295"},
        {L::OfAnyRank(narrow, backwards, 2).Reason(), "Strides[1] is -1; it must be 0 to 4294967295; to reverse an axis, copy its positions one by one"},
        {BufferTensorDesc(DML_TENSOR_DATA_TYPE_UNKNOWN, layout).Reason(),
         "the element type is 0 (UNKNOWN); it must be 1 (FLOAT32) to 13 (INT4)"},
        {BufferTensorDesc(Float32, L::Packed({2, -3})).Reason(), "Sizes[1] is -3; it must be 1 to 4294967295"},
        {tensor.WithTotalSize(-1).Reason(), "bytes is -1; it must be at least 0"},
        {tensor.WithAlignment(-16).Reason(), "guaranteedBaseOffsetAlignment is -16; it must be 0 to 4294967295"},
        {tensor.WithAlignment(8).Reason(),
         "GuaranteedBaseOffsetAlignment is 8; it must be 0 or a power of two of at least 16"},
        {placement.Reason(), "alignment is 99; it must be 0 or a power of two"},
        {negative.Reason(), "bytes is -100; it must be at least 0"},
        {Validate(nine, TensorRole::Input), "DimensionCount is 9; it must be 1 to 8"},
        {GatherOutput({4, -6}, {1, 2}, 0, 1).Reason(), "InputTensor.Sizes[1] is -6; it must be 1 to 4294967295"},
        {GatherOutput({4, 6}, {1, 2}, 0, -1).Reason(), "indexDimensions is -1; it must be 0 to 4294967295"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// WithStrideInBytes and WithStrideMultipleInBytes count bytes in all sentences.
TEST(Errors, SentencesOfPaddingInBytesCountBytes)
{
    // clang-format off
    const SentenceCase cases[] = {
        {L::Packed({1, 4, 1080, 1920}, Layout::NHWC).WithStrideInBytes(2, 7680, Float32).Reason(),
         "a stride of 7680 bytes on axis 2 is too small; it must be at least 30720 bytes, the span of the faster axes"},
        {L::Packed({2, 9}).WithStrideInBytes(0, 4, UInt4).Reason(),
         "a stride of 4 bytes on axis 0 is too small; it must be at least 5 bytes, the span of the faster axes"},
        {L::Strided({2, 3}, {2, 1}).WithStrideMultipleInBytes(0, 8, Float32).Reason(),
         "a stride of 8 bytes on axis 0 is too small; it must be at least 12 bytes, the span of the faster axes"},
        {L::Packed({2, 3}).WithStrideInBytes(0, 0x400000000, Float32).Reason(),
         "the stride of axis 0 would be 17179869184 bytes; it must be at most 17179869180 bytes"},
        {L::Packed({2, 65535, 65537}).WithStrideMultipleInBytes(1, 262152, Float32).Reason(),
         "the stride of axis 0 would be 17180131320 bytes; it must be at most 17179869180 bytes"},
        {L::Strided({2, 2, 2}, {5, 2, 1}).WithStrideInBytes(1, 16, Float32).Reason(),
         "axis 0 cannot be formed without moving elements (20 bytes are not a multiple of 8 bytes); copy to a "
         "packed layout first"},
        {L::Strided({2, 2, 2}, {5, 2, 1}).WithStrideMultipleInBytes(1, 16, Float32).Reason(),
         "axis 0 cannot be formed without moving elements (20 bytes are not a multiple of 8 bytes); copy to a "
         "packed layout first"},
        {L::Strided({4, 3}, {0, 1}).WithStrideInBytes(0, 20, Float32).Reason(),
         "axis 0 is broadcast (its stride is 0) and cannot be padded; copy to a packed layout first"},
    };
    // clang-format on
    ExpectSentences(cases);
    // What a layout carries is not counted again.
    const L carried = L::Packed({2, 3}).WithStride(0, 2);
    EXPECT_EQ(carried.WithStrideInBytes(0, 20, Float32).Reason(), carried.Reason());
    EXPECT_EQ(carried.WithStrideMultipleInBytes(0, 20, Float32).Reason(), carried.Reason());
}

// A Diagnosis has no type, so the sign is unknown: only values close to 2^64 are written as negative.
TEST(Errors, ValuesOfUnknownSignAreNegativeNear2To64)
{
    // clang-format off
    const SentenceCase cases[] = {
        {{E::ValueRange, 0, std::uint64_t{1} << 63, 4}, "entry 0 of the list is 0x8000000000000000; it must be 0 to 4"},
        {{E::ValueRange, 0, 0xC000000000000000, 4}, "entry 0 of the list is 0xC000000000000000; it must be 0 to 4"},
        {{E::ValueRange, 0, 0xFFFFFFFF7FFFFFFF, 4}, "entry 0 of the list is 0xFFFFFFFF7FFFFFFF; it must be 0 to 4"},
        {{E::ValueRange, 0, 0xFFFFFFFF80000000, 4}, "entry 0 of the list is -2147483648; it must be 0 to 4"},
        {{E::ValueRange, 0, Max64 >> 1, 4}, "entry 0 of the list is 9223372036854775807; it must be 0 to 4"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// Hazards and their consequences, at compile time as well.
struct HazardCase
{
    Diagnosis diagnosis;
    const char* sentence;
};

// clang-format off
constexpr HazardCase HazardCases[] = {
    {{TensorError::SizeWraps, NoAxis, 8, Max64},
     "DirectML accepts this, but the tensor's size in bits exceeds 64 bits and wraps; use smaller Strides [SizeWraps]"},
    {{TensorError::SizeWraps, NoAxis, 8, Max64, Diagnosis::Indices},
     "DirectML accepts this, but the tensor's size in bits exceeds 64 bits and wraps; use smaller "
     "IndicesTensor.Strides [SizeWraps]"},
    {{TensorError::BindingOffset, NoAxis, 4, 16},
     "DirectML accepts the description, but the view starts at byte 4, which is not a multiple of 16; binding it "
     "there removes the device [BindingOffset]"},
    {{TensorError::BindingWraps, NoAxis, Max64, 64},
     "DirectML accepts this, but the binding's Offset + SizeInBytes exceeds 64 bits and wraps, so that it starts "
     "outside the 64 bytes of the buffer [BindingWraps]"},
    {{TensorError::GatherRankLimit, NoAxis, 9, 8},
     "DirectML accepts this, but IndexDimensions and the axes after Axis are 9 dimensions; with more than 8 it "
     "produces other elements than documented [GatherRankLimit]"},
    {{TensorError::GatherBatch, NoAxis, 1, 0, Diagnosis::Indices},
     "DirectML accepts this, but IndicesTensor has a batch of rank 1 before the last IndexDimensions, and drivers "
     "disagree on what that means; use none [GatherBatch]"},
    {{TensorError::GatherIndexRange, 0xFFFFFFFE, 4, 4, Diagnosis::Indices},
     "IndicesTensor: index 4294967294 is 4, outside an axis of size 4; which element it reads is unspecified "
     "[GatherIndexRange]"},
};
// clang-format on

constexpr bool Holds(const HazardCase& expected)
{
    const Message sentence = Explain(expected.diagnosis);
    return SameText(sentence.c_str(), expected.sentence) && expected.diagnosis.Accepted() && !expected.diagnosis.Ok();
}

TEST(Errors, SentencesOfHazardsSayThatDirectMLAccepts) { ExpectTwice<HazardCases>(); }

// The sentences in docs/rules.md.
TEST(Errors, SentencesOfDescriptionsNameTheCause)
{
    for (const std::uint64_t letter : {0U, 32U, 127U, 300U})
    {
        const Diagnosis reason{E::AxisOrder, 0, letter, 0, NoAxis, A::Unnamed, C::Letter};
        EXPECT_EQ(SentenceOf(reason).substr(0, 23), "the letter ? is missing");
    }
    // The name that dml_tensor_operators gives.
    for (const std::uint32_t tensor : {Diagnosis::NoTensor, Diagnosis::Input, Diagnosis::Destination})
    {
        const Diagnosis reason = MakeDiagnosis(TensorError::ZeroSize, 1, 0, 1, tensor);
        EXPECT_STREQ(Explain(reason, "FilterTensor").c_str(),
                     "FilterTensor.Sizes[1] is 0; every size must be at least 1 [ZeroSize]");
    }
    // clang-format off
    const SentenceCase cases[] = {
        {{E::OutputOverlap, 0, 0, 1, NoAxis, A::Unnamed, C::ZeroStride},
         "Strides[0] is 0 on an axis of more than one element; elements of an output must not overlap; if the tensor is packed in the order of its sizes, leave Strides null"},
        {{E::OutputOverlap, 1, 1, 0, NoAxis, A::Unnamed, C::EqualStrides},
         "Strides[1] is 1, equal to Strides[0]; elements of an output must not overlap; if the tensor is packed in the order of its sizes, leave Strides null"},
        {{E::OutputOverlap, NoAxis, 8, 12, NoAxis, A::Unnamed, C::ShortSpan},
         "Sizes have 12 elements, but Strides span only 8; elements of an output must not overlap; if the tensor is packed in the order of its sizes, leave Strides null"},
        {{E::NullDesc, NoAxis, 0, 0, NoAxis}, "Desc is null; point it to a DML_BUFFER_TENSOR_DESC"},
        {{E::NullTensor, NoAxis, 0, 0, NoAxis, A::Unnamed, C::OfOperator},
         "the output has no size, because the value is missing; ValidateOperator says why"},
        {{E::NullTensor, NoAxis, 0, 0, NoAxis}, "the DML_TENSOR_DESC pointer is null; point it to a DML_TENSOR_DESC"},
        {{E::NullTensor, NoAxis, 0, 0, Diagnosis::Input}, "InputTensor is null; point it to a DML_TENSOR_DESC"},
        {{E::NullPointer, NoAxis, 0, 4, NoAxis}, "the pointer is null; point it to 4 values"},
        {{E::NullPointer, NoAxis, 0, 24, Diagnosis::Destination},
         "destination: the pointer is null; point it to a buffer of 24 bytes"},
        {{E::RankDiffers, NoAxis, 3, 2, Diagnosis::Source},
         "the rank of source is 3; it cannot be broadcast to a lower one, 2 (see Reshaped)"},
        {{E::SourceTooSmall, NoAxis, 3, 4, Diagnosis::Expected},
         "expected: the buffer has 3 bytes; its layout needs 4"},
        {{E::SizesDiffer, 1, 4, 3, Diagnosis::Expected},
         "expected: its size is 3 where the actual tensor's Sizes[1] is 4, and cannot be broadcast"},
        {{E::UnknownDataType, NoAxis, 4 << 24 | 16 << 16 | 1, 0, NoAxis, A::Unnamed, C::DlpackType},
         "the DLPack type with code 4, 16 bits and 1 lanes has no DirectML element type"},
        {{E::UnknownDataType, NoAxis, 0, 13, NoAxis}, "DataType is 0 (UNKNOWN); it must be 1 (FLOAT32) to 13 (INT4)"},
        {{E::UnknownDataType, NoAxis, 0, 13, NoAxis, A::Unnamed, C::EmptyDesc},
         "DataType is 0 (UNKNOWN); it must be 1 (FLOAT32) to 13 (INT4). The description is empty or could not be "
         "built: look at the Reason() of the object that made it"},
        {{E::AxisOutOfRange, NoAxis, std::uint64_t{1} << 63, 4, NoAxis},
         "axis 0x8000000000000000 does not exist; it must be below 4"},
        {{E::OutputElementsOverlap, 1, 3, 4, Diagnosis::Output},
         "DirectML accepts this, but elements of the output overwrite each other: OutputTensor.Strides[1] is 3, "
         "below 4, the span of the faster axes"},
        {{E::DestinationOverlaps, 1, 3, 4, Diagnosis::Destination},
         "elements of the destination overlap: its Strides[1] is 3, below 4, the span of the faster axes"},
        {{E::ZeroSize, 1, 0, 1, Diagnosis::Destination},
         "the destination's Sizes[1] is 0; every size must be at least 1"},
        {{E::StrideLimit, 1, 0x100000000, 0xFFFFFFFF, Diagnosis::Source},
         "source: Strides[1] would be 4294967296; a stride must be at most 4294967295"},
        {{E::SourceTooSmall, NoAxis, 3, 4, Diagnosis::Source}, "the source buffer has 3 bytes; its layout needs 4"},
        {{E::DestinationTooSmall, NoAxis, 3, 4, Diagnosis::Destination},
         "the destination buffer has 3 bytes; its layout needs 4"},
        {{E::BuffersOverlap, NoAxis, 0, 0, Diagnosis::Destination},
         "the source and destination buffers overlap; use separate buffers"},
        {{E::SizesDiffer, 0, 2, 3, Diagnosis::Source, A::Unnamed, detail::CauseWith(C::Transposed, 0x24)},
         "the destination's Sizes[0] is 2; the source's is 3 and cannot be broadcast. If the axes of the source are in "
         "another order, use its layout.Transposed({1, 0}); if only its sizes are, correct them"},
        {{E::SizesDiffer, 0, 2, 3, Diagnosis::Source, A::Unnamed, detail::CauseWith(C::Transposed, 1)}, // no order
         "the destination's Sizes[0] is 2; the source's is 3 and cannot be broadcast. If the axes of the source are in "
         "another order, use its layout.Transposed({}); if only its sizes are, correct them"},
        {{E::ValueRange, NoAxis, 3, 0, NoAxis, A::Ulps, C::TwoTypes},
         "ulps is 3; it must be 0, because the data types differ; use relative or absolute"},
        {{E::ValueRange, NoAxis, 3, 0, NoAxis, A::Ulps, C::TwoTypesHalf},
         "ulps is 3; it must be 0, because the data types differ; use relative or absolute, such as relative = 0x1p-11, "
         "the rounding error of FLOAT16"},
        {{E::ValueRange, NoAxis, 3, 0, NoAxis, A::Ulps, C::TwoTypesSingle},
         "ulps is 3; it must be 0, because the data types differ; use relative or absolute, such as relative = 0x1p-24, "
         "the rounding error of FLOAT32"},
        {{E::SizesDiffer, 1, 3, 2, Diagnosis::Source},
         "the destination's Sizes[1] is 3; the source's is 2 and cannot be broadcast"},
        {{E::SizesDiffer, 1, 3, 4, Diagnosis::Source},
         "the destination's Sizes[1] is 3; the source's is 4 and cannot be broadcast. To take a part of the source, "
         "slice it; to take some of its channels, set Conversion::channels of ConvertTensor"},
        {{E::SizesDiffer, 1, 3, 4, Diagnosis::Destination, A::Unnamed, C::CoefficientCount},
         "the number of scales or biases is 3; it must be 4, the destination's Sizes[1]. If they are those of a "
         "Normalization, InOrder must list each channel of the image, such as 2, 1, 0, NoChannel for B, G, R, A"},
        {{E::SizesDiffer, 1, 3, 5, Diagnosis::Destination, A::Unnamed, C::CoefficientCount},
         "the number of scales or biases is 3; it must be 5, the destination's Sizes[1]; if the channels are another "
         "axis, set Conversion::axis to it"},
        {{E::SizesDiffer, 1, 3, 4, Diagnosis::Destination, A::Unnamed, C::ChannelsOnAxis},
         "the number of scales or biases is 3; it must be 4, the destination's Sizes[1]; if the channels are axis 0, "
         "set Conversion::axis to 0"},
        {{E::SizesDiffer, 1, 4, 2, Diagnosis::Destination, A::Unnamed, C::CoefficientCount},
         "the number of scales or biases is 4; it must be 2, the destination's Sizes[1]; if the channels are another "
         "axis, set Conversion::axis to it"},
        {{E::SourceTooSmall, NoAxis, 3, 4, Diagnosis::Indices},
         "IndicesTensor: the source buffer has 3 bytes; its layout needs 4"},
        {{E::GatherIndexRange, 2, Max64, 4, Diagnosis::Indices},
         "IndicesTensor: index 2 is -1, outside an axis of size 4; which element it reads is unspecified"},
        {{E::OutputOverlap, NoAxis, 12, 8, NoAxis},
         "Strides span 12 elements, and DirectML counts their bits modulo 2^64, which is less than the 8 elements "
         "of Sizes need; use smaller strides"},
        {{E::GatherTypesDiffer, NoAxis, 2, 1, Diagnosis::Output},
         "OutputTensor.DataType is FLOAT16; it must be FLOAT32, the input's"},
        {{E::GatherDataType, NoAxis, 12, 11, Diagnosis::Input},
         "InputTensor.DataType is UINT4; Gather needs elements of 8 to 64 bits"},
        {{E::GatherDataType, NoAxis, (std::uint64_t{1} << 32) + 1, 11, Diagnosis::Input},
         "InputTensor.DataType is type 4294967297 (unknown); Gather needs elements of 8 to 64 bits"},
        {{E::GatherTerminates, NoAxis, 0, 1, Diagnosis::Input},
         "the rank of InputTensor without its leading 1s is 0; the batch of the indices needs 1, and DirectML "
         "terminates the process"},
        {{E::GatherFeatureLevel, NoAxis, 0x2100, 0x3000, Diagnosis::Input},
         "InputTensor.DataType or DimensionCount needs feature level 3_0; it is 2_1"},
        {{E::GatherFeatureLevel, NoAxis, 0x1000, 0x4100, Diagnosis::Indices},
         "IndicesTensor.DataType or DimensionCount needs feature level 4_1; it is 1_0"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// Of Normalization, whose own tests are those of conversions.
TEST(Errors, SentencesOfDivisorsSayWhyTheyAreWrong)
{
    // clang-format off
    const SentenceCase cases[] = {
        {{E::ValueRange, 1, 0, 0, NoAxis, A::Deviation, C::NotANumber}, "deviation[1] is NaN; it must be above 0"},
        {{E::ValueRange, 1, 0, 0, NoAxis, A::Deviation, C::Negative}, "deviation[1] is negative; it must be above 0"},
        {{E::ValueRange, 1, 0, 0, NoAxis, A::Deviation, C::None}, "deviation[1] is 0; it must be above 0"},
        {{E::ValueRange, 1, 0, 0, NoAxis, A::Deviation, C::Coefficient},
         "deviation[1] makes a scale that is infinite or 0; deviation * largest and its reciprocal must be finite "
         "FLOAT32 values, not 0"},
        {{E::ValueRange, 1, 0, 0, NoAxis, A::Mean, C::Coefficient},
         "mean[1] makes a bias that is infinite or NaN; mean / deviation and mean * largest must be finite FLOAT32 "
         "values"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// DocumentedOutput has these errors, whose own tests are those of operators.
TEST(Errors, SentencesOfOperatorsSayWhyTheOutputHasNoSize)
{
    // clang-format off
    const SentenceCase cases[] = {
        {{E::NullPointer, NoAxis, 0, 0, NoAxis, A::Repeats, C::OfOperator},
         "the output has no size, because repeats is missing; ValidateOperator says why"},
        {{E::SizesDiffer, 1, 3, 4, NoAxis, A::Member, C::OfOperator},
         "the output has no size, because Sizes[1] of member 0 (counted from 0) of the operator's struct is 3, which "
         "contradicts 4; ValidateOperator says why"},
        {{E::SizesDiffer, NoAxis, 3, 4, NoAxis, A::Repeats, C::OfOperator},
         "the output has no size, because repeats is 3, which contradicts 4; ValidateOperator says why"},
    };
    // clang-format on
    ExpectSentences(cases);
}

// Only the entry of a list of axes gets the rank, of which the sentence names the last axis.
TEST(Errors, OfAnEntryThatIsAnAxisHaveTheRank)
{
    const auto causeOf = [](E error, A argument, std::uint64_t rank) {
        return detail::WithAxes({error, 0, Max64, 0, NoAxis, argument}, A::Axes, rank).cause;
    };
    EXPECT_EQ(causeOf(E::ValueRange, A::Axes, 8), detail::CauseWith(C::AxisOfRank, 8));
    EXPECT_EQ(causeOf(E::ValueRange, A::Axes, 9), C::None);
    EXPECT_EQ(causeOf(E::ValueRange, A::Repeats, 4), C::None);
    EXPECT_EQ(causeOf(E::NullPointer, A::Axes, 4), C::None);
}

// One side has an alpha channel, and the other has none.
TEST(Errors, OfThreeAndFourChannelsNameTheAlphaChannel)
{
    const auto differByAlpha = [](std::uint64_t actual, std::uint64_t required) {
        return detail::error_texts::DifferByAlpha({E::SizesDiffer, 1, actual, required});
    };
    EXPECT_TRUE(differByAlpha(3, 4) && differByAlpha(4, 3));
    EXPECT_FALSE(differByAlpha(3, 3) || differByAlpha(4, 4) || differByAlpha(5, 3) || differByAlpha(3, 5));
}

// ---- tables of errors -----------------------------------------------------------------------------------------------

// In these tables 0 is the cause that always applies.
enum class Letter
{
    First,
    Second
};
using Row = detail::ErrorSentence<Letter, int>;
constexpr Row EachEnds[] = {{Letter::First, 1, ""}, {Letter::First, 0, ""}, {Letter::Second, 0, ""}};
constexpr Row FirstDoesNotEnd[] = {{Letter::First, 1, ""}, {Letter::Second, 0, ""}};
constexpr Row LastDoesNotEnd[] = {{Letter::First, 0, ""}, {Letter::Second, 1, ""}};
constexpr Row EndsTooEarly[] = {{Letter::First, 0, ""}, {Letter::First, 0, ""}};

TEST(ErrorTables, EndEachErrorWithASentenceThatAlwaysApplies)
{
    EXPECT_TRUE(detail::EndWith(0, EachEnds));
    EXPECT_FALSE(detail::EndWith(0, FirstDoesNotEnd));
    EXPECT_FALSE(detail::EndWith(0, LastDoesNotEnd));
    EXPECT_FALSE(detail::EndWith(0, EndsTooEarly));
    EXPECT_TRUE(detail::EndWith(detail::error_texts::Otherwise, detail::error_texts::Sentences));
}

// ---- streams --------------------------------------------------------------------------------------------------------

constexpr const char* Sentence = "Sizes[1] is 0; every size must be at least 1 [ZeroSize]";
constexpr Diagnosis Reason = TensorLayout::Packed({2, 0, 4}).Reason();

TEST(Streams, WriteTheSentenceOfADiagnosis)
{
    std::ostringstream stream;
    stream << Reason << '|' << Explain(Reason) << '|' << Diagnosis() << '|' << std::setw(10) << std::setfill('.')
           << Explain(Diagnosis());
    EXPECT_EQ(stream.str(), std::string(Sentence) + '|' + Sentence + "|no error|..no error");
    std::wostringstream wide;
    wide << Reason << L'|' << Explain(Diagnosis());
    EXPECT_EQ(wide.str(), L"Sizes[1] is 0; every size must be at least 1 [ZeroSize]|no error");
}

TEST(Streams, OfGoogleTestShowTheSentence)
{
    EXPECT_STREQ((::testing::AssertionFailure() << Reason << '|' << Explain(Diagnosis())).message(),
                 (std::string(Sentence) + "|no error").c_str());
    EXPECT_EQ((::testing::Message() << Reason).GetString(), Sentence);
    EXPECT_EQ(::testing::PrintToString(Explain(Reason)), Sentence);
}

} // namespace

} // namespace errors_test
