// Compares what a GPU computed with a reference: the same values in another layout, in FLOAT16 instead of FLOAT32.

#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"

#include <cstdint>
#include <cstdio>

using namespace dml_tensor_utils;

int main()
{
    // The reference: planes of FLOAT32, computed on the CPU.
    constexpr auto planes = TensorLayout::Packed({1, 2, 2, 2});
    const float reference[] = {0.1F, 0.2F, 0.3F, 0.4F, 1, 2, 3, 4};

    // What the operator wrote: FLOAT16, channels last, each row padded to 8 elements. The bytes come from Map; here the
    // reference is converted, and one element is changed.
    constexpr BufferTensorDesc output(DML_TENSOR_DATA_TYPE_FLOAT16,
                                      TensorLayout::Packed({1, 2, 2, 2}, Layout::NHWC).WithStride(2, 8));
    static_assert(NoError<output.Error()> && output.TotalTensorSizeInBytes() == 24);
    std::uint16_t readback[12] = {};
    const Diagnosis reason =
        ConvertTensor(DestinationOf(output, readback, sizeof(readback)), SourceOf(reference, planes));
    if (!reason.Ok()) { return 1; }
    readback[9] += 2; // {0, 1, 1, 0}: 3 becomes 3.0039

    // A FLOAT16 that is rounded correctly differs by at most 2^-11 of its value from the FLOAT32.
    Tolerance tolerance;
    tolerance.relative = 1.0 / 2048;
    const Comparison comparison =
        CompareTensors(SourceOf(reference, planes), SourceOf(output, readback, sizeof(readback)), tolerance);
    std::puts(Explain(comparison).c_str());
    return comparison ? 0 : 1; // true if it could be compared and nothing differs
}
