#include "printed_code.hpp"

#include <cstdio>

namespace
{

int checkCount = 0;
int failureCount = 0;

void CheckFields(const char* commandLine, const char* source, const dml_tensor_utils::BufferTensorDesc& tensor,
                 const Fields& fields)
{
    const auto check = [&](const char* field, bool same)
    {
        ++checkCount;
        if (!same)
        {
            ++failureCount;
            std::printf("%s: %s is not as %s\n", commandLine, field, source);
        }
    };
    const dml_tensor_utils::DML_BUFFER_TENSOR_DESC desc = tensor.Desc();
    const auto layoutStrides = tensor.Layout().Strides();
    const bool sameRank = desc.DimensionCount == fields.sizes.size() && layoutStrides.size() == fields.strides.size()
                          && fields.sizes.size() == fields.strides.size();
    check("DataType", static_cast<int>(desc.DataType) == fields.dataType);
    check("Flags", static_cast<std::uint32_t>(desc.Flags) == fields.flags);
    check("DimensionCount", sameRank);
    check("Strides being null", (desc.Strides == nullptr) == fields.nullStrides);
    check("TotalTensorSizeInBytes", desc.TotalTensorSizeInBytes == fields.totalBytes);
    check("GuaranteedBaseOffsetAlignment", desc.GuaranteedBaseOffsetAlignment == fields.alignment);
    check("the binding offset", tensor.BindingOffsetInBytes() == fields.bindingOffset);
    for (std::uint32_t axis = 0; sameRank && axis < desc.DimensionCount; ++axis)
    {
        check("Sizes", desc.Sizes[axis] == fields.sizes[axis]);
        check("Strides", (desc.Strides == nullptr ? layoutStrides[axis] : desc.Strides[axis]) == fields.strides[axis]);
    }
}

} // namespace

void Check(const char* commandLine, const dml_tensor_utils::BufferTensorDesc& tensor, const Fields& printed,
           const Fields& expected)
{
    CheckFields(commandLine, "printed", tensor, printed);
    CheckFields(commandLine, "expected", tensor, expected);
}

void CheckBinding(const char* commandLine, const dml_tensor_utils::Diagnosis& binding)
{
    ++checkCount;
    if (!binding.Accepted())
    {
        ++failureCount;
        std::printf("%s: %s\n", commandLine, dml_tensor_utils::Explain(binding).c_str());
    }
}

void CheckGather(const char* commandLine, const dml_tensor_utils::Diagnosis& reason,
                 const dml_tensor_utils::BufferTensorDesc& output, const dml_tensor_utils::Dimensions& sizes,
                 const dml_tensor_utils::Dimensions& strides)
{
    ++checkCount;
    if (!reason.Accepted() || !output || output.Layout().Sizes() != sizes || output.Layout().Strides() != strides)
    {
        ++failureCount;
        std::printf("gather %s: %s, or another output\n", commandLine, dml_tensor_utils::Explain(reason).c_str());
    }
}

int main()
{
    CheckPrintedCode();
    std::printf("%d checks, %d failures\n", checkCount, failureCount);
    return checkCount > 0 && failureCount == 0 ? 0 : 1;
}
