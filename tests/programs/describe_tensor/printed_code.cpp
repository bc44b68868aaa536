#include "printed_code.hpp"

#include <algorithm>
#include <cstddef>
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

void CheckVerdict(const char* commandLine, const dml_tensor_utils::Diagnosis& reason, const std::string& printed)
{
    const std::size_t lineEnd = printed.find('\n') + 1;
    const std::string verdict = printed.substr(0, lineEnd);
    const std::string explained = reason.Ok() ? "" : dml_tensor_utils::Explain(reason).c_str() + std::string("\n");
    const std::size_t explainedAt = printed.size() - (std::min)(explained.size(), printed.size());
    const bool isAccepted = verdict.find(" accepts ") != std::string::npos;
    const bool isRejected = verdict.find(" rejects ") != std::string::npos;
    ++checkCount;
    if ((isAccepted && !reason.Accepted()) || (isRejected && reason.Accepted())
        || reason.Ok() != (lineEnd == printed.size()) || printed.substr(explainedAt) != explained)
    {
        ++failureCount;
        std::printf("%s: its C++ says '%s' where it printed\n%s", commandLine, explained.c_str(), printed.c_str());
    }
}

void CheckGather(const char* commandLine, const dml_tensor_utils::BufferTensorDesc& output,
                 const dml_tensor_utils::Dimensions& sizes, const dml_tensor_utils::Dimensions& strides)
{
    ++checkCount;
    if (!output || output.Layout().Sizes() != sizes || output.Layout().Strides() != strides)
    {
        ++failureCount;
        std::printf("gather %s: another output\n", commandLine);
    }
}

int main()
{
    CheckPrintedCode();
    std::printf("%d checks, %d failures\n", checkCount, failureCount);
    return checkCount > 0 && failureCount == 0 ? 0 : 1;
}
