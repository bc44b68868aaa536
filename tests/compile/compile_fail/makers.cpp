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
         std::vector<std::uint8_t>& bytes, std::vector<std::uint16_t>& halves,
         const std::vector<std::uint16_t>& moreHalves, std::uint16_t (&arrayOfHalves)[4], std::vector<Nibbles>& nibbles,
         std::vector<std::string>& texts, std::vector<bool>& bools, bool (&flags)[4], float* pointer, const float* read,
         std::vector<long double>& longDoubles, const BufferTensorDesc& tensor, const DML_BUFFER_TENSOR_DESC& desc)
{
    constexpr auto Float16 = DML_TENSOR_DATA_TYPE_FLOAT16;
    constexpr auto Float32 = DML_TENSOR_DATA_TYPE_FLOAT32;
#ifdef DML_TENSOR_UTILS_COMPILE_FAIL
    static_cast<void>(DestinationOf(std::vector<int>(4), layout));          // says: this container is a temporary
    static_cast<void>(DestinationOf(Float16, std::string(4, ' '), layout)); // says: this container is a temporary
    static_cast<void>(DestinationOf(std::array<float, 4>{}, layout));       // says: this container is a temporary
    static_cast<void>(DestinationOf(others, layout));              // says: elements of this container are const
    static_cast<void>(DestinationOf(Float16, moreHalves, layout)); // says: elements of this container are const
    static_cast<void>(DestinationOf(halves, layout));              // says: may hold UINT16 or FLOAT16
    static_cast<void>(SourceOf(moreHalves, layout));               // says: may hold UINT16 or FLOAT16
    static_cast<void>(SourceOf(arrayOfHalves, layout));            // says: may hold UINT16 or FLOAT16
    static_cast<void>(SourceOf(flags, layout));                    // says: DataTypeOf of these elements is UNKNOWN
    static_cast<void>(SourceOf(longDoubles, layout));              // says: DataTypeOf of these elements is UNKNOWN
    static_cast<void>(SourceOf(nibbles, layout));                  // says: is not one element of its data type
    static_cast<void>(SourceOf(Float16, texts, layout));           // says: not numbers that can be copied
    static_cast<void>(SourceOf(bools, layout));              // says: Source SourceOf.*a pointer needs type and bytes
    static_cast<void>(SourceOf(pointer, layout));            // error: (use of|call to) deleted .*SourceOf
    static_cast<void>(SourceOf(Float32, pointer, layout));   // says: SourceOf.*a pointer needs its bytes
    static_cast<void>(SourceOf(tensor, floats));             // says: SourceOf.*write .tensor, values.data.., bytes.
    static_cast<void>(SourceOf(desc, others, 16));           // error: (use of|call to) deleted .*SourceOf
    static_cast<void>(DestinationOf(bools, layout));         // says: DestinationOf.*a pointer needs type and bytes
    static_cast<void>(DestinationOf(pointer, layout));       // error: (use of|call to) deleted .*DestinationOf
    static_cast<void>(DestinationOf(Float32, read, layout)); // says: DestinationOf.*a pointer needs its bytes
    static_cast<void>(DestinationOf(tensor, floats));   // says: DestinationOf.*write .tensor, values.data.., bytes.
    static_cast<void>(DestinationOf(desc, floats, 16)); // error: (use of|call to) deleted .*DestinationOf
    static_cast<void>(SourceOf(Float32, pointer, 4.0, layout)); // says: GiveAnInteger
    static_cast<void>(
        DestinationOf(Float32, read, 16, layout)); // says: no matching function for call to .*DestinationOf
    static_cast<void>(
        CopyTensor(floats, layout, others, layout)); // error: no matching function for call to .*CopyTensor
#else
    static_cast<void>(SourceOf(others, layout));
    static_cast<void>(DestinationOf(floats, layout));
    static_cast<void>(CopyTensor(DestinationOf(floats, layout), SourceOf(std::vector<float>(4), layout)));
    static_cast<void>(CopyTensor(DestinationOf(Float16, halves, layout), SourceOf(Float16, moreHalves, layout)));
    static_cast<void>(ConvertTensor(DestinationOf(Float16, arrayOfHalves, layout), SourceOf(floats, layout)));
    static_cast<void>(SourceOf(DML_TENSOR_DATA_TYPE_UINT8, flags, layout));
    static_cast<void>(SourceOf(DataTypeOf<Nibbles>, nibbles, layout));
    static_cast<void>(ConvertTensor(DestinationOf(floats, layout), SourceOf(bytes, layout)));
    static_cast<void>(SourceOf(Float32, read, 16, layout));
    static_cast<void>(SourceOf(tensor, arrayOfHalves, 8));
    static_cast<void>(DestinationOf(desc, arrayOfHalves, 8));
    static_cast<void>(DestinationOf(Float32, pointer, 16, layout));
    static_cast<void>(texts.size() + bools.size() + longDoubles.size());
#endif
}
