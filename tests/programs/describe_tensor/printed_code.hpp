// Connects the generated file with the C++ of describe_tensor and the program that checks it.
#pragma once

#include "dml_tensor_copy.hpp"

#include <cstdint>
#include <string>
#include <vector>

struct Fields
{
    int dataType;
    std::uint32_t flags;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> strides;
    bool nullStrides; // of the DML_BUFFER_TENSOR_DESC
    std::uint64_t totalBytes;
    std::uint32_t alignment;
    std::uint64_t bindingOffset;
};

// Compares the description with the numbers that the program printed, and with numbers calculated by hand.
void Check(const char* commandLine, const dml_tensor_utils::BufferTensorDesc& tensor, const Fields& printed,
           const Fields& expected);

// Compares the verdict with the one printed and, if there is a reason, with the line below it.
void CheckVerdict(const char* commandLine, const dml_tensor_utils::Diagnosis& reason, const std::string& printed);

// Compares the layout of the Gather's output.
void CheckGather(const char* commandLine, const dml_tensor_utils::BufferTensorDesc& output,
                 const dml_tensor_utils::Dimensions& sizes, const dml_tensor_utils::Dimensions& strides);

// Defined in the generated file.
void CheckPrintedCode();
