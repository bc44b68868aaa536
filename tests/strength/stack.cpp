// The functions whose chains of calls stack.py measures: those that copy, convert and compare.
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"

#include <cstdint>

using namespace dml_tensor_utils;

Diagnosis Copy(const Destination& destination, const Source& source) { return CopyTensor(destination, source); }

Diagnosis Gather(const DML_GATHER_OPERATOR_DESC& desc, const void* input, const void* indices, void* output,
                 std::uint64_t bytes)
{
    return GatherTensor(desc, input, bytes, indices, bytes, output, bytes);
}

Diagnosis Convert(const Destination& destination, const Source& source, const Conversion& conversion)
{
    return ConvertTensor(destination, source, conversion);
}

Comparison Compare(const Source& expected, const Source& actual) { return CompareTensors(expected, actual); }
