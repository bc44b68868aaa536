// Copies and conversions by several threads at the same time, each of a slice of one tensor. With -fsanitize=thread, a
// byte that one thread writes and another one accesses is an error.
#include "dml_tensor_convert.hpp"
#include "models/copies.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace copy_threads_test
{

namespace
{

using namespace copy_support;

// Calls run(thread) in `count` threads, which start at the same time.
template <class Run> void InThreads(std::uint32_t count, Run run)
{
    std::atomic<std::uint32_t> waiting{count};
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        threads.emplace_back(
            [&waiting, &run, i]
            {
                --waiting;
                while (waiting != 0) { std::this_thread::yield(); }
                run(i);
            });
    }
    for (std::thread& thread : threads) { thread.join(); }
}

struct Split
{
    DML_TENSOR_DATA_TYPE type;
    TensorLayout destination;
    TensorLayout source;
    std::uint32_t axis;
    std::uint32_t threads;
    bool isInterleaved; // a thread has every n-th position instead of a block
};

TensorLayout Part(const Split& split, const TensorLayout& layout, std::uint32_t thread)
{
    const std::uint32_t size = layout.Sizes()[split.axis];
    const std::uint32_t share = size / split.threads;
    return split.isInterleaved ? layout.Sliced(split.axis, thread, share, split.threads)
                               : layout.Sliced(split.axis, thread * share, share);
}

// Copies the parts of all threads one after the other, and then all at once.
void ExpectAsWhole(const Split& split, std::uint32_t repetitions, const Variants& variants = {})
{
    ASSERT_EQ(split.destination.Sizes()[split.axis] % split.threads, 0U);
    const Buffer source(split.source.EndInBytes(split.type), 4, Room::Guards, 1);
    Buffer whole(split.destination.EndInBytes(split.type), 8, Room::Guards, 2);
    Buffer together(split.destination.EndInBytes(split.type), 8, Room::Guards, 2);
    const std::vector<unsigned char> before = whole.Whole();
    ForEachCoordinate(split.destination.Sizes(),
                      [&](const Coordinates& at)
                      {
                          MoveElement(ElementSizeInBits(split.type), whole.Data(),
                                      ElementAt(split.destination, at, split.destination.Rank()), source.Data(),
                                      ElementAt(split.source, at, split.destination.Rank()));
                      });
    const std::vector<unsigned char> expected = whole.Whole();
    ForEachPath(variants,
                [&](CopyPath path)
                {
                    for (const CopyHint hint : {CopyHint::Auto, CopyHint::Cached, CopyHint::Streaming})
                    {
                        for (std::uint32_t repetition = 0; repetition < repetitions; ++repetition)
                        {
                            together.SetWhole(before);
                            std::vector<Diagnosis> found(split.threads);
                            InThreads(split.threads,
                                      [&](std::uint32_t thread)
                                      {
                                          found[thread] = detail::CopyTensorBy(
                                              detail::KernelsOf(path),
                                              DestinationOf(split.type, together.Data(), together.Size(),
                                                            Part(split, split.destination, thread)),
                                              SourceOf(split.type, source.Data(), source.Size(),
                                                       Part(split, split.source, thread)),
                                              hint);
                                      });
                            for (const Diagnosis& each : found) { ASSERT_EQ(each, Diagnosis{}); }
                            ASSERT_TRUE(together.IsWhole(expected)) << Name(path) << ' ' << Name(hint);
                        }
                    }
                });
}

// The first calls of a program may come from several threads; the first one detects the instruction set.
TEST(CopyThreads, FirstCallsOfAProgramMayBeSimultaneous)
{
    const TensorLayout planar = TensorLayout::Packed({1, 3, 16, 16});
    const TensorLayout pixels = TensorLayout::Packed({1, 3, 16, 16}, Layout::NHWC);
    const Buffer source(768, 0, Room::Guards, 1);
    std::vector<std::vector<unsigned char>> copies(4, std::vector<unsigned char>(768));
    std::vector<Diagnosis> found(copies.size());
    InThreads(static_cast<std::uint32_t>(copies.size()),
              [&](std::uint32_t thread)
              {
                  found[thread] = CopyTensor(DestinationOf(copies[thread], pixels),
                                             SourceOf(UInt8, source.Data(), source.Size(), planar));
              });
    std::vector<unsigned char> expected(768);
    ForEachCoordinate(
        planar.Sizes(), [&](const Coordinates& at)
        { MoveElement(8, expected.data(), ElementAt(pixels, at, 4), source.Data(), ElementAt(planar, at, 4)); });
    for (std::size_t i = 0; i < copies.size(); ++i)
    {
        EXPECT_TRUE(found[i].Ok());
        EXPECT_EQ(copies[i], expected);
    }
}

// Slices of 4-bit elements that start and end at whole bytes, although the rows inside them do not.
TEST(CopyThreads, NibblesThatMeetAtWholeBytesMayBeWrittenAtOnce)
{
    const TensorLayout rows = TensorLayout::Packed({8, 7});
    ExpectAsWhole({UInt4, rows, rows, 0, 2, false}, 3);
    ExpectAsWhole({UInt4, rows, TensorLayout::Strided({8, 7}, {1, 9}, 1), 0, 2, false}, 3);
    // An image with an even number of elements, and channels with an odd number.
    const Dimensions images{4, 2, 5, 7};
    const TensorLayout planar = TensorLayout::Packed(images);
    const TensorLayout pixels = TensorLayout::Packed(images, Layout::NHWC);
    ExpectAsWhole({UInt4, pixels, planar, 0, 2, false}, 3);
    ExpectAsWhole({UInt4, planar, pixels, 0, 4, false}, 3);
    // Every second pair of rows.
    ExpectAsWhole({UInt4, rows.Reshaped({4, 2, 7}), rows.Reshaped({4, 2, 7}), 0, 2, true}, 3);
    const TensorLayout wide = TensorLayout::Strided({2, 300}, {302, 1}, 2);
    ExpectAsWhole({UInt4, wide, TensorLayout::Packed({2, 300}), 0, 2, false}, 3);
    ExpectAsWhole({UInt4, wide, TensorLayout::Packed({2, 1}), 0, 2, false}, 3);
}

// The bytes between the elements of a thread belong to another one, so they may not be written even with their old
// value.
TEST(CopyThreads, InterleavedElementsAreWrittenByTheirThread)
{
    const Dimensions image{1, 4, 9, 65};
    const TensorLayout planar = TensorLayout::Packed(image);
    const TensorLayout pixels = TensorLayout::Packed(image, Layout::NHWC);
    for (const std::uint32_t bits : {8U, 16U, 32U, 64U})
    {
        const DML_TENSOR_DATA_TYPE type = TypeOfBits(bits);
        ExpectAsWhole({type, pixels, planar, 1, 4, false}, 1);
        ExpectAsWhole({type, pixels, planar, 1, 2, false}, 1);
        ExpectAsWhole({type, pixels, planar, 1, 2, true}, 1);
        ExpectAsWhole({type, pixels, TensorLayout::Packed({1, 4, 1, 1}), 1, 4, false}, 1);
        ExpectAsWhole({type, planar, pixels, 3, 5, true}, 1);
        ExpectAsWhole({type, planar, pixels, 2, 3, true}, 1);
        ExpectAsWhole({type, planar, planar, 3, 5, false}, 1);
    }
}

// Two Gathers that write the even and the odd columns of one output.
TEST(CopyThreads, InterleavedGathersWriteOnlyTheirElements)
{
    const PinnedTensorDesc input(BufferTensorDesc(UInt8, TensorLayout::Packed({40, 9})));
    const PinnedTensorDesc indices(BufferTensorDesc(DML_TENSOR_DATA_TYPE_INT32, TensorLayout::Packed({1, 60})));
    const PinnedTensorDesc output(BufferTensorDesc(UInt8, TensorLayout::Strided({60, 9}, {18, 2})));
    const DML_GATHER_OPERATOR_DESC desc{input.Get(), indices.Get(), output.Get(), 0, 1};
    Random random(3);
    const Buffer from(360, 0, Room::Guards, 1);
    Buffer picked(240, 0, Room::Guards, 2);
    PutRandomIndices(random, picked, BufferDesc(desc.IndicesTensor), 40);
    Buffer expected(1080, 0, Room::Guards, 3);
    Buffer together(1080, 0, Room::Guards, 3);
    for (std::size_t i = 0; i < 2; ++i) { GatherByFormula(desc, from.Data(), picked.Data(), expected.Data() + i); }
    for (int repetition = 0; repetition < 10; ++repetition)
    {
        std::vector<Diagnosis> found(2);
        InThreads(2,
                  [&](std::uint32_t thread)
                  {
                      found[thread] = GatherTensor(desc, from.Data(), from.Size(), picked.Data(), picked.Size(),
                                                   together.Data() + thread, together.Size() - thread);
                  });
        EXPECT_EQ(found[0], Diagnosis{});
        EXPECT_EQ(found[1], Diagnosis{});
        ASSERT_TRUE(together.IsWhole(expected.Whole()));
    }
}

// Two conversions of every second position along an axis. Other tests check the values.
TEST(CopyThreads, InterleavedConversionsWriteOnlyTheirElements)
{
    const Dimensions image{1, 4, 9, 66};
    const TensorLayout planar = TensorLayout::Packed(image);
    const TensorLayout pixels = TensorLayout::Packed(image, Layout::NHWC);
    const std::vector<float> scales{1, 2, 0.5F, -1};
    const Buffer from(planar.EndInBytes(UInt8), 0, Room::Guards, 1);
    for (const DML_TENSOR_DATA_TYPE type : {Float32, DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_DATA_TYPE_INT8})
    {
        for (const std::uint32_t axis : {1U, 2U, 3U})
        {
            for (const bool toPlanar : {false, true})
            {
                const TensorLayout& to = toPlanar ? planar : pixels;
                const TensorLayout& source = toPlanar ? pixels : planar;
                const auto convert = [&](Buffer& buffer, std::uint32_t start, std::uint32_t step, CopyHint hint)
                {
                    const std::uint32_t count = (image[axis] - start + step - 1) / step;
                    std::vector<float> scalesOfSlice;
                    for (std::uint32_t i = axis == 1 ? start : 0; i < 4; i += axis == 1 ? step : 1)
                    {
                        scalesOfSlice.push_back(scales[i]);
                    }
                    Conversion conversion;
                    conversion.bias = -3;
                    conversion.scales = scalesOfSlice;
                    return ConvertTensor({type, buffer.Data(), buffer.Size(), to.Sliced(axis, start, count, step)},
                                         {UInt8, from.Data(), from.Size(), source.Sliced(axis, start, count, step)},
                                         conversion, hint);
                };
                Buffer whole(to.EndInBytes(type), 8, Room::Guards, 2);
                ASSERT_EQ(convert(whole, 0, 1, CopyHint::Cached), Diagnosis{});
                for (const CopyHint hint : {CopyHint::Auto, CopyHint::Streaming})
                {
                    Buffer together(to.EndInBytes(type), 8, Room::Guards, 2);
                    std::vector<Diagnosis> found(2);
                    InThreads(2, [&](std::uint32_t thread) { found[thread] = convert(together, thread, 2, hint); });
                    EXPECT_EQ(found[0], Diagnosis{});
                    EXPECT_EQ(found[1], Diagnosis{});
                    ASSERT_TRUE(together.IsWhole(whole.Whole())) << ToString(type) << ' ' << axis << ' ' << Name(hint);
                }
            }
        }
    }
}

TEST(CopyThreads, LargeCopiesInSlicesAreWhole)
{
    constexpr Variants best{false, true};
    const Dimensions sizes{4, 48, 60, 64};
    const TensorLayout planar = TensorLayout::Packed(sizes);
    const TensorLayout pixels = TensorLayout::Packed(sizes, Layout::NHWC);
    ExpectAsWhole({Float32, pixels, planar, 0, 4, false}, 1, best);
    ExpectAsWhole({Float32, pixels, planar, 2, 3, false}, 1, best);
    ExpectAsWhole({Float32, pixels, planar, 1, 2, false}, 1, best);
    ExpectAsWhole({UInt8, planar, pixels, 1, 4, false}, 1, best);
    const Dimensions image{1, 3, 600, 1000};
    ExpectAsWhole({UInt8, TensorLayout::Packed(image), TensorLayout::Packed(image, Layout::NHWC), 2, 3, false}, 1,
                  best);
    ExpectAsWhole({UInt8, TensorLayout::Packed(image, Layout::NHWC), TensorLayout::Packed(image), 2, 4, false}, 1,
                  best);
}

} // namespace

} // namespace copy_threads_test
