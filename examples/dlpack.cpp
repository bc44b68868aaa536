// Copies a DLPack tensor, which NumPy, PyTorch and others export by __dlpack__, into the buffer of a DirectML tensor.

#include <dlpack/dlpack.h>

#include "dml_tensor_copy.hpp"
#include "dml_tensor_interop.hpp"

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace dml_tensor_utils;

namespace
{

// Returns the tensor's elements in row-major order; empty if DirectML has no such tensor.
std::vector<std::uint8_t> CopyFrom(const DLTensor& array)
{
    // The description of the array as it lies in memory. It fails for bfloat16, complex numbers and negative strides.
    const BufferTensorDesc view = OfDlpack(array);
    std::puts(ToText(view).c_str());
    if (!view) { return {}; }

    const BufferTensorDesc packed(view.DataType(), TensorLayout::Packed(view.Layout().Sizes()));
    std::vector<std::uint8_t> buffer(static_cast<std::size_t>(packed.TotalTensorSizeInBytes()));
    // A DLTensor does not say how many bytes the array has, so the array is taken to end with its last element.
    const Source source = SourceOf(view, array.data, view.Layout().EndInBytes(view.DataType()));
    const Diagnosis reason = CopyTensor(DestinationOf(packed, buffer.data(), buffer.size()), source);
    if (!reason.Ok()) { std::puts(Explain(reason).c_str()); }
    return reason.Ok() ? buffer : std::vector<std::uint8_t>();
}

} // namespace

int main()
{
    // numpy.arange(6, dtype=numpy.int16).reshape(3, 2).T, as __dlpack__ describes it. Its strides count elements.
    std::int16_t elements[] = {0, 1, 2, 3, 4, 5};
    std::int64_t shape[] = {2, 3}, strides[] = {1, 2};
    DLTensor array = {};
    array.data = elements;
    array.ndim = 2;
    array.dtype = {kDLInt, 16, 1};
    array.shape = shape;
    array.strides = strides;

    const std::vector<std::uint8_t> buffer = CopyFrom(array);
    for (std::size_t i = 0; i < buffer.size(); i += 2) { std::printf(" %d", buffer[i]); } // the low bytes
    std::puts("");

    strides[1] = -2; // numpy's array[:, ::-1]
    return buffer.size() == sizeof(elements) && CopyFrom(array).empty() ? 0 : 1;
}
