#include "dml_tensor_copy.hpp"

#include <array>

using namespace dml_tensor_utils;

// Functions that return a pointer into their object or argument are marked lifetimebound, so clang warns about temporaries.
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
const std::uint32_t* FirstOfLocal(int height)
{
    const Dimensions sizes{height, 3};
    return sizes.data(); // error: address of stack memory .*-Wreturn-stack-address
}

const std::uint32_t* BeginOfTemporary(int height)
{
    return Dimensions{height, 3}.begin(); // error: returning address .*-Wreturn-stack-address
}

const char* SentenceOfTemporary(const TensorLayout& layout)
{
    return Explain(layout.Reason()).c_str(); // error: returning address .*-Wreturn-stack-address
}

Source SourceOfLocal(const TensorLayout& layout)
{
    const std::array<float, 4> values{};
    return SourceOf(values, layout); // error: address of stack memory .*-Wreturn-stack-address
}
#endif

std::uint32_t Use(const Dimensions& sizes, const TensorLayout& layout, const BufferTensorDesc& tensor,
                  const Destination& destination)
{
    // Correct: nothing dangles, and there is no warning.
    std::uint32_t sum = 0;
    for (const std::uint32_t stride : TensorLayout::Packed(sizes).Strides()) { sum += stride; }
    for (const std::uint32_t size : BufferTensorDesc(tensor).Layout().Sizes()) { sum += size; }
    const Dimensions& kept = TensorLayout::Packed(sizes).Sizes();
    const std::uint32_t* values = kept.data();
    const std::uint32_t* strides = layout.Strides().data();
    const Message message = Explain(layout.Reason());
    const char* sentence = message.c_str();
    const Diagnosis copied = CopyTensor(destination, SourceOf(std::array<float, 4>{}, layout));

#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    values = nullptr;
    const Source source = SourceOf(std::array<float, 4>{}, layout); // error: temporary .*-Wdangling
    const Source bytes =
        SourceOf(DML_TENSOR_DATA_TYPE_FLOAT32, std::array<int, 4>{}, layout);   // error: temporary .*-Wdangling
    const std::uint32_t* data = TensorLayout::Packed(sizes).Sizes().data();     // error: temporary .*-Wdangling
    const std::uint32_t* begin = TensorLayout::Packed(sizes).Sizes().begin();   // error: temporary .*-Wdangling
    const std::uint32_t* end = TensorLayout::Packed(sizes).Strides().end();     // error: temporary .*-Wdangling
    const std::uint32_t* first = Dimensions{1, 3}.data();                       // error: temporary .*-Wdangling
    const std::uint32_t* ofTensor = BufferTensorDesc().Layout().Sizes().data(); // error: temporary .*-Wdangling
    const char* text = Explain(layout.Reason()).c_str();                        // error: temporary .*-Wdangling
    const char* textData = Explain(layout.Reason()).data();                     // error: temporary .*-Wdangling
    return *data + *begin + *end + *first + *ofTensor + static_cast<std::uint32_t>(*text + *textData)
           + static_cast<std::uint32_t>(source.bytes + bytes.bytes);
#else
    return sum + *values + *strides + static_cast<std::uint32_t>(*sentence) + (copied.Ok() ? 1 : 0);
#endif
}
