// Reads a command line as describe_tensor does, and compares what its printed C++ makes with what the program describes.
#pragma once

#include "dml_tensor_copy.hpp" // of what it prints
#include "gather_views.hpp"
#include "layout_views.hpp"
#include "parse_text.hpp"
#include "tensor_request.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

namespace printed_code
{
namespace dml = dml_tensor_utils;

// Reads arguments without an option, named by `places`, and then options with values.
inline tensor_request::Arguments ArgumentsOf(const std::string& commandLine, std::initializer_list<const char*> places)
{
    tensor_request::Arguments arguments;
    const char* const* place = places.begin();
    bool isValue = false;
    for (const std::string& word : parse_text::Split(commandLine, ' '))
    {
        if (isValue) { arguments.back().value = word; }
        else if (word.compare(0, 2, "--") == 0) { arguments.push_back({word, ""}); }
        else { arguments.push_back({*place++, word}); }
        isValue = !isValue && word.compare(0, 2, "--") == 0 && word != "--output";
    }
    return arguments;
}

template <class Reader, class Request>
Request Read(const std::string& commandLine, std::initializer_list<const char*> places)
{
    Request request;
    const tensor_request::Arguments arguments = ArgumentsOf(commandLine, places);
    Reader reader(arguments);
    if (!reader.Read(request))
    {
        std::fprintf(stderr, "%s: %s\n", commandLine.c_str(), reader.FirstProblem().text.c_str());
        std::exit(1);
    }
    return request;
}

inline layout_views::DescribedTensor TensorOf(const std::string& commandLine)
{
    const auto request =
        Read<tensor_request::TensorReader, tensor_request::TensorRequest>(commandLine, {"TYPE", "SIZES"});
    return layout_views::MakeTensor(request.dataType, request.described, request.options);
}

inline gather_views::Gather GatherOf(const std::string& commandLine)
{
    return Read<gather_views::GatherReader, gather_views::Gather>(commandLine, {"INPUT", "INDICES", "OUTPUT"});
}

inline int failureCount = 0;

inline void Check(const char* commandLine, const char* what, bool isSame)
{
    if (isSame) { return; }
    ++failureCount;
    std::printf("%s: its C++ makes another %s\n", commandLine, what);
}

inline void CheckTensor(const char* commandLine, const dml::BufferTensorDesc& tensor, const dml::Diagnosis& reason,
                        const dml::Diagnosis& binding)
{
    const layout_views::DescribedTensor described = TensorOf(commandLine);
    const dml::DML_BUFFER_TENSOR_DESC found = tensor.Desc();
    const dml::DML_BUFFER_TENSOR_DESC expected = described.tensor.Desc();
    Check(commandLine, "layout", tensor.Layout() == described.tensor.Layout());
    Check(commandLine, "data type", found.DataType == expected.DataType);
    Check(commandLine, "set of flags", found.Flags == expected.Flags);
    Check(commandLine, "use of Strides", (found.Strides == nullptr) == (expected.Strides == nullptr));
    Check(commandLine, "total size", found.TotalTensorSizeInBytes == expected.TotalTensorSizeInBytes);
    Check(commandLine, "alignment", found.GuaranteedBaseOffsetAlignment == expected.GuaranteedBaseOffsetAlignment);
    Check(commandLine, "binding offset", tensor.BindingOffsetInBytes() == described.tensor.BindingOffsetInBytes());
    Check(commandLine, "verdict", reason == layout_views::Verdict(described));
    Check(commandLine, "verdict on the binding", binding == layout_views::BindingVerdict(described));
}

inline void CheckGather(const char* commandLine, const dml::BufferTensorDesc& output, const dml::Diagnosis& reason)
{
    const gather_views::Gather gather = GatherOf(commandLine);
    Check(commandLine, "output", output.Layout() == gather.output.Layout());
    Check(commandLine, "verdict", reason == gather_views::Verdict(gather));
}
} // namespace printed_code
