// Connects the generated file with the pages' examples and the program that runs them.
#pragma once

#undef NDEBUG
#include <cassert>
#if __has_include(<mdspan>) && __cplusplus > 202002L
#include <mdspan>
#endif
#if __has_include(<format>) && __cplusplus >= 202002L
#include <format>
#endif
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif
#include <iostream>

#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_bindings.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_owned_operator.hpp"
#include "dml_tensor_relation.hpp"
#include "dml_tensor_utils.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <vector>

using namespace dml_tensor_utils;

#if !DML_TENSOR_UTILS_NATIVE
// The examples are written for the SDK's structs, which portable mode does not have.
struct DML_ELEMENT_WISE_ADD_OPERATOR_DESC
{
    const DML_TENSOR_DESC* ATensor;
    const DML_TENSOR_DESC* BTensor;
    const DML_TENSOR_DESC* OutputTensor;
};
struct DML_DEPTH_TO_SPACE_OPERATOR_DESC
{
    const DML_TENSOR_DESC* InputTensor;
    const DML_TENSOR_DESC* OutputTensor;
    std::uint32_t BlockSize;
};
struct DML_FILL_VALUE_CONSTANT_OPERATOR_DESC
{
    const DML_TENSOR_DESC* OutputTensor;
    std::uint32_t ValueDataType;
    std::uint64_t Value;
};
struct DML_GEMM_OPERATOR_DESC
{
    const DML_TENSOR_DESC* ATensor;
    const DML_TENSOR_DESC* BTensor;
    const DML_TENSOR_DESC* CTensor;
    const DML_TENSOR_DESC* OutputTensor;
    std::uint32_t TransA;
    std::uint32_t TransB;
    float Alpha;
    float Beta;
    const DML_OPERATOR_DESC* FusedActivation;
};
struct DML_MATRIX_MULTIPLY_INTEGER_TO_FLOAT_OPERATOR_DESC
{
    const DML_TENSOR_DESC* ATensor;
    const DML_TENSOR_DESC* AScaleTensor;
    const DML_TENSOR_DESC* AZeroPointTensor;
    const DML_TENSOR_DESC* BTensor;
    const DML_TENSOR_DESC* BScaleTensor;
    const DML_TENSOR_DESC* BZeroPointTensor;
    const DML_TENSOR_DESC* BiasTensor;
    const DML_TENSOR_DESC* OutputTensor;
};
namespace dml_tensor_utils
{
template <>
inline constexpr DML_OPERATOR_TYPE OperatorTypeOf<DML_ELEMENT_WISE_ADD_OPERATOR_DESC> = DML_OPERATOR_ELEMENT_WISE_ADD;
template <>
inline constexpr DML_OPERATOR_TYPE OperatorTypeOf<DML_DEPTH_TO_SPACE_OPERATOR_DESC> = DML_OPERATOR_DEPTH_TO_SPACE;
template <>
inline constexpr DML_OPERATOR_TYPE OperatorTypeOf<DML_MATRIX_MULTIPLY_INTEGER_TO_FLOAT_OPERATOR_DESC> =
    DML_OPERATOR_MATRIX_MULTIPLY_INTEGER_TO_FLOAT;
} // namespace dml_tensor_utils
#endif

// Compares the reason of an example with `name`, the heading above it, and its sentence with the comment at `place`.
void CheckReason(const char* place, const char* name, const Diagnosis& reason, const char* sentence);

// BeginPrinting captures what is printed to std::cout, with default formats; CheckPrinted compares it with the text
// block at `place`.
void BeginPrinting();
void CheckPrinted(const char* place, const char* text);

// Defined in the generated file.
void RunExamples();
