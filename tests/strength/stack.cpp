// The functions whose chains of calls stack.py measures: those that copy, convert and compare.
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"

#include <cstdint>

using namespace dml_tensor_utils;

Diagnosis Copy(DML_TENSOR_DATA_TYPE type, const Destination& destination, const Source& source)
{
    return CopyTensor(type, destination, source);
}

Diagnosis Gather(const DML_GATHER_OPERATOR_DESC& desc, const void* input, const void* indices, void* output,
                 std::uint64_t bytes)
{
    return GatherTensor(desc, input, bytes, indices, bytes, output, bytes);
}

Diagnosis Convert(DML_TENSOR_DATA_TYPE to, const Destination& destination, DML_TENSOR_DATA_TYPE from,
                  const Source& source, const Conversion& conversion)
{
    return ConvertTensor(to, destination, from, source, conversion);
}

Comparison Compare(DML_TENSOR_DATA_TYPE expectedType, const Source& expected, DML_TENSOR_DATA_TYPE actualType,
                   const Source& actual)
{
    return CompareTensors(expectedType, expected, actualType, actual);
}
