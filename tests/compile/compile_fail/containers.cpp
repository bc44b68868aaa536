#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"

#include <array>
#include <string>
#include <vector>

using namespace dml_tensor_utils;

struct Nibbles // two UINT4 in a byte
{
    std::uint8_t bits;
};
template <>
inline constexpr DML_TENSOR_DATA_TYPE dml_tensor_utils::DataTypeOf<Nibbles> = static_cast<DML_TENSOR_DATA_TYPE>(12);

// Each mistake, beside the correct form. A compiler reports a mistake once for each type, so no two lines share one.
void Use(const TensorLayout& layout, std::vector<float>& floats, const std::vector<float>& others,
         const std::vector<int>& integers, std::vector<std::uint8_t>& bytes, std::vector<std::uint16_t>& halves,
         const std::vector<std::uint16_t>& moreHalves, std::uint16_t (&arrayOfHalves)[4], std::vector<Nibbles>& nibbles,
         std::vector<std::string>& texts, std::vector<bool>& bools, bool (&flags)[4], float* pointer)
{
    constexpr auto Float16 = DML_TENSOR_DATA_TYPE_FLOAT16;
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    static_cast<void>(SourceOf(std::vector<float>(4), layout));        // says: this container is a temporary
    static_cast<void>(SourceOf(std::array<float, 4>{}, layout));       // says: this container is a temporary
    static_cast<void>(SourceOf(std::array<const float, 2>{}, layout)); // says: this container is a temporary
    static_cast<void>(SourceOf(Dimensions{1, 3}, layout));             // says: this container is a temporary
    static_cast<void>(DestinationOf(std::vector<int>(4), layout));     // says: this container is a temporary
    static_cast<void>(CopyTensor(std::vector<double>(4), layout, floats, layout)); // says: container is a temporary
    static_cast<void>(DestinationOf(others, layout));                     // says: elements of this container are const
    static_cast<void>(CopyTensor(integers, layout, integers, layout));    // says: elements of this container are const
    static_cast<void>(CopyTensor(halves, layout, halves, layout));        // says: may hold UINT16 or FLOAT16
    static_cast<void>(ConvertTensor(floats, layout, moreHalves, layout)); // says: may hold UINT16 or FLOAT16
    static_cast<void>(CompareTensors(arrayOfHalves, layout, floats, layout)); // says: may hold UINT16 or FLOAT16
    static_cast<void>(CopyTensor(flags, layout, flags, layout));     // says: DataTypeOf of these elements is UNKNOWN
    static_cast<void>(CopyTensor(nibbles, layout, nibbles, layout)); // says: is not one element of its data type
    static_cast<void>(CopyTensor(floats, layout, bytes, layout));    // says: different data types: call ConvertTensor
    static_cast<void>(CopyTensor(Float16, texts, layout, texts, layout)); // says: not numbers that can be copied
    static_cast<void>(
        CopyTensor(bools, layout, floats, layout)); // error: no matching function for call to .*CopyTensor
    static_cast<void>(
        CopyTensor(pointer, layout, floats, layout)); // error: no matching function for call to .*CopyTensor
#else
    static_cast<void>(SourceOf(others, layout));
    static_cast<void>(DestinationOf(floats, layout));
    static_cast<void>(CopyTensor(floats, layout, std::vector<float>(4), layout));
    static_cast<void>(CopyTensor(Float16, halves, layout, moreHalves, layout));
    static_cast<void>(ConvertTensor(Float16, arrayOfHalves, layout, DML_TENSOR_DATA_TYPE_FLOAT32, floats, layout));
    static_cast<void>(CompareTensors(Float16, halves, layout, arrayOfHalves, layout));
    static_cast<void>(CopyTensor(DML_TENSOR_DATA_TYPE_UINT8, flags, layout, flags, layout));
    static_cast<void>(CopyTensor(DataTypeOf<Nibbles>, nibbles, layout, nibbles, layout));
    static_cast<void>(ConvertTensor(floats, layout, bytes, layout));
    static_cast<void>(ConvertTensor(floats, layout, integers, layout));
    static_cast<void>(texts.size() + bools.size());
    static_cast<void>(pointer);
#endif
}
