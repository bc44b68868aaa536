// The sizes and offsets that dml_tensor_operators.hpp computes from the fields of an operator agree with the SDK's
// structs, and its numbers with the SDK's enumerators.
#include "interop/directml_header.hpp"

#include "dml_tensor_operators.hpp"

#include <cstddef>

namespace dtu = dml_tensor_utils;

template <std::uint32_t Number>
constexpr dtu::detail::OperatorFields Layout = dtu::detail::FieldsOf(dtu::detail::OperatorRows[Number - 1]);

template <std::uint32_t Number> constexpr bool IsNameOf(const char* text)
{
    const char* const name = dtu::ToString(static_cast<dtu::DML_OPERATOR_TYPE>(Number));
    return dtu::detail::StartsWith(name, text) && dtu::detail::StartsWith(text, name);
}

// A target can have a struct and hide its enumerator, as for ELEMENT_WISE_ADD1.
#if DML_TARGET_VERSION >= 0x6400
#define OPERATOR_NUMBER(name) ::DML_OPERATOR_##name
static_assert(dtu::detail::OperatorCount == 177);
#else
#define OPERATOR_NUMBER(name) 0
#endif

#define OPERATOR_STRUCT(name, value)                                                                                   \
    static_assert(OPERATOR_NUMBER(name) == value || OPERATOR_NUMBER(name) == 0, #name);                                \
    static_assert(IsNameOf<value>(#name), #name);                                                                      \
    static_assert(sizeof(::DML_##name##_OPERATOR_DESC) == Layout<value>.size, #name);
#define OPERATOR_FIELD(name, value, index, field)                                                                      \
    static_assert(offsetof(::DML_##name##_OPERATOR_DESC, field) == Layout<value>.at[index].offset, #name " " #field);
#define OPERATOR_FIELDS(value, fields) static_assert(Layout<value>.count == fields, "all fields");

#include "operator_structs.inc" // written by operator_structs.cmake

int main()
{
    // Validate the SDK's own structs.
    const UINT sizes[] = {2, 3};
    const DML_BUFFER_TENSOR_DESC buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, sizes, nullptr, 24, 0};
    const DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
    const DML_ELEMENT_WISE_ADD_OPERATOR_DESC add = {&tensor, &tensor, &tensor};
    DML_ELEMENT_WISE_ADD_OPERATOR_DESC without = add;
    without.BTensor = nullptr;
    const bool takes = dtu::ValidateOperator({DML_OPERATOR_ELEMENT_WISE_ADD, &add}).Ok();
    const dtu::OperatorDiagnosis rejects = dtu::ValidateOperator({DML_OPERATOR_ELEMENT_WISE_ADD, &without});
    return takes && rejects.tensor == dtu::TensorError::NullTensor && rejects.field == 1 ? 0 : 1;
}
