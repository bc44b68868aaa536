// Copies a large tensor from NCHW to NHWC with several threads. Each thread copies a slice of both layouts.

#include "dml_tensor_copy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <future>
#include <thread>
#include <vector>

using namespace dml_tensor_utils;

namespace
{

// Slice along the destination's slowest axis, so that threads write to different cache lines. Slices of 4-bit elements
// must also meet at whole bytes. Returns the first error.
Diagnosis CopyInThreads(const Destination& destination, const Source& source, std::uint32_t axis,
                        std::uint32_t threadCount)
{
    const std::uint32_t size = destination.layout.Sizes()[axis];
    const std::uint32_t sliceCount = (std::min)(threadCount, size);
    std::vector<std::future<Diagnosis>> slices; // they wait for their threads, also if one cannot be started
    for (std::uint32_t i = 0; i < sliceCount; ++i)
    {
        const auto start = static_cast<std::uint32_t>(std::uint64_t{size} * i / sliceCount);
        const auto end = static_cast<std::uint32_t>(std::uint64_t{size} * (i + 1) / sliceCount);
        // A slice is a view of the same buffer, so the pointer and the bytes stay.
        Destination to = destination;
        Source from = source;
        to.layout = destination.layout.Sliced(axis, start, end - start);
        from.layout = source.layout.Sliced(axis, start, end - start);
        slices.push_back(std::async(std::launch::async, [=] { return CopyTensor(to, from); }));
    }
    Diagnosis first;
    for (std::future<Diagnosis>& slice : slices)
    {
        const Diagnosis reason = slice.get();
        if (first.Ok()) { first = reason; }
    }
    return first;
}

} // namespace

int main()
{
    const TensorLayout nchw = TensorLayout::Packed({1, 3, 1080, 1920});
    const TensorLayout nhwc = TensorLayout::Packed(nchw.Sizes(), Layout::NHWC);
    std::vector<float> planes(static_cast<std::size_t>(nchw.ElementCount())), pixels(planes.size()),
        byOne(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i) { planes[i] = static_cast<float>(i); }

    const Source source = SourceOf(planes, nchw);
    const std::uint32_t threadCount = (std::max)(2U, std::thread::hardware_concurrency());
    const Diagnosis reason = CopyInThreads(DestinationOf(pixels, nhwc), source, 2, threadCount);
    std::puts(Explain(reason).c_str());

    const bool isCopied = reason.Ok() && CopyTensor(DestinationOf(byOne, nhwc), source).Ok();
    const bool isEqual = isCopied && pixels == byOne;
    std::puts(isEqual ? "the same as by one thread" : "different from the copy by one thread");
    return isEqual ? 0 : 1;
}
