// The sizes and offsets that dml_tensor_operator_schema.hpp computes from the fields of an operator agree with the SDK's
// structs, and its numbers with the SDK's enumerators.
#include "interop/directml_header.hpp"

#include "dml_tensor_operators.hpp"

#include <cstddef>

namespace dtu = dml_tensor_utils;

template <std::uint32_t Number>
constexpr dtu::OperatorSchema Layout = dtu::SchemaOf(static_cast<dtu::DML_OPERATOR_TYPE>(Number));

template <std::uint32_t Number> constexpr bool IsNameOf(const char* text)
{
    const char* const name = dtu::ToString(static_cast<dtu::DML_OPERATOR_TYPE>(Number));
    return dtu::detail::StartsWith(name, text) && dtu::detail::StartsWith(text, name);
}

// A target can have a struct and hide its enumerator, as for ELEMENT_WISE_ADD1.
#if DML_TARGET_VERSION >= 0x6400
#define OPERATOR_NUMBER(name) ::DML_OPERATOR_##name
#else
#define OPERATOR_NUMBER(name) 0
#endif

#define OPERATOR_STRUCT(name, value)                                                                                   \
    static_assert(OPERATOR_NUMBER(name) == value || OPERATOR_NUMBER(name) == 0, #name);                                \
    static_assert(IsNameOf<value>(#name), #name);                                                                      \
    static_assert(sizeof(::DML_##name##_OPERATOR_DESC) == Layout<value>.structSize, #name);                            \
    static_assert(dtu::OperatorTypeOf<::DML_##name##_OPERATOR_DESC> == value, #name);
#define OPERATOR_FIELD(name, value, index, field)                                                                      \
    static_assert(offsetof(::DML_##name##_OPERATOR_DESC, field) == Layout<value>[index].offset, #name " " #field);
#define OPERATOR_FIELDS(value, fields) static_assert(Layout<value>.count == fields, "all fields");

#include "operator_structs.inc" // written by operator_structs.cmake

#undef OPERATOR_STRUCT
#undef OPERATOR_FIELD
#undef OPERATOR_FIELDS

#if DML_TARGET_VERSION >= 0x2000
static_assert(dtu::MinimumFeatureLevel(DML_OPERATOR_ELEMENT_WISE_ADD1) == DML_FEATURE_LEVEL_2_0);
#endif
#if DML_TARGET_VERSION >= 0x6400
static_assert(dtu::OperatorTypeOf<DML_SCATTER_ELEMENTS_OPERATOR_DESC> == DML_OPERATOR_SCATTER);
static_assert(dtu::MinimumFeatureLevel(DML_OPERATOR_UNFOLD) == DML_FEATURE_LEVEL_6_4);
#endif

// Returns whether the form with the struct and the one with the type have the same verdict on an empty struct.
template <class Struct> bool IsValidatedAlike(std::uint32_t number)
{
    const Struct empty = {};
    const dtu::OperatorDiagnosis typed = dtu::ValidateOperator(empty);
    const dtu::OperatorDiagnosis named = dtu::ValidateOperator({static_cast<DML_OPERATOR_TYPE>(number), &empty});
    return typed.type == number && typed.error == named.error && typed.field == named.field
           && typed.tensor == named.tensor;
}

int Failures()
{
    int failures = 0;
#define OPERATOR_STRUCT(name, value) failures += IsValidatedAlike<::DML_##name##_OPERATOR_DESC>(value) ? 0 : 1;
#define OPERATOR_FIELD(name, value, index, field)
#define OPERATOR_FIELDS(value, fields)
#include "operator_structs.inc"
    return failures;
}

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
    const bool takes = dtu::ValidateOperator(add).Ok();
    const dtu::OperatorDiagnosis rejects = dtu::ValidateOperator(without);
    return takes && rejects.tensor == dtu::TensorError::NullTensor && rejects.field == 1 ? Failures() : 1;
}
