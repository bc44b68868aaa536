// describe_tensor says from where a Gather takes each element. These tests compare this with GatherTensor.

#include "dml_tensor_copy.hpp"
#include "gather_views.hpp"
#include "random_tests/descriptors.hpp"
#include "tensor_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gather_origins_test
{

namespace
{

namespace dml = dml_tensor_utils;

using random_descriptors::Random;

// Returns a tensor as describe_tensor reads it, such as "INT32:1,4:4,1".
std::string TextOf(const dml::DML_BUFFER_TENSOR_DESC& desc, const std::string& type)
{
    const dml::TensorLayout layout = dml::TensorLayout::Of(desc);
    std::string text = type;
    for (const dml::Dimensions& values : {layout.Sizes(), layout.Strides()})
    {
        for (std::uint32_t i = 0; i < layout.Rank(); ++i) { text += (i == 0 ? ":" : ",") + std::to_string(values[i]); }
    }
    return text;
}

// Returns indices from one below the smallest valid index to one above the largest.
std::string RandomValues(Random& random, std::uint64_t count, std::uint32_t size)
{
    std::string text;
    for (std::uint64_t i = 0; i < count; ++i)
    {
        const std::int64_t value = std::int64_t{random.Below(2 * size + 2)} - size - 1;
        text += (i == 0 ? "" : ",") + std::to_string(value);
    }
    return text;
}

// Returns a buffer in which each element has its own offset as its value.
std::vector<std::uint32_t> Offsets(std::uint64_t count)
{
    std::vector<std::uint32_t> offsets(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < offsets.size(); ++i) { offsets[i] = static_cast<std::uint32_t>(i); }
    return offsets;
}

template <class Index> std::vector<Index> Stored(const std::vector<std::uint64_t>& values)
{
    std::vector<Index> stored(values.size());
    std::transform(values.begin(), values.end(), stored.begin(),
                   [](std::uint64_t value) { return static_cast<Index>(static_cast<std::int64_t>(value)); });
    return stored;
}

TEST(GatherOrigins, AgreeWithGatherTensor)
{
    int defined = 0;
    int batches = 0;
    int outside = 0;
    Random random(20240613);
    for (int i = 0; i < 4000; ++i)
    {
        const random_descriptors::RandomGather made(random, {0, 0});
        const char* const indexType = random.OneIn(2) ? "INT64" : "INT32";
        tensor_request::Arguments arguments = {{"INPUT", TextOf(made.descs[0], "UINT32")},
                                               {"INDICES", TextOf(made.descs[1], indexType)},
                                               {"--axis", std::to_string(made.axis)},
                                               {"--index-dimensions", std::to_string(made.indexDimensions)}};
        gather_views::Gather gather;
        ASSERT_TRUE(gather_views::GatherReader(arguments).Read(gather));
        const std::uint64_t span = gather.input.Layout().ElementSpan() + gather.indices.Layout().ElementSpan();
        if (span > 2000 || !gather_views::IsDefined(gather)) { continue; }
        arguments.push_back({"--values", RandomValues(random, gather.indices.Layout().ElementSpan(),
                                                      gather.input.Layout().Sizes()[gather.axis])});
        ASSERT_TRUE(gather_views::GatherReader(arguments).Read(gather)) << arguments.back().value;
        ++defined;
        batches += gather_views::BatchDimensions(gather) != 0 ? 1 : 0;

        const std::vector<std::uint32_t> input = Offsets(gather.input.Layout().ElementSpan());
        const std::vector<std::int32_t> narrow = Stored<std::int32_t>(gather.values);
        const std::vector<std::int64_t> wide = Stored<std::int64_t>(gather.values);
        const bool isWide = dml::ElementSizeInBits(gather.indices.dataType) == 64;
        std::vector<std::uint32_t> output(static_cast<std::size_t>(gather.output.Layout().ElementSpan()));
        const dml::PinnedTensorDesc inputDesc(gather.input.Desc());
        const dml::PinnedTensorDesc indicesDesc(gather.indices.Desc());
        const dml::PinnedTensorDesc outputDesc(gather.output.Desc());
        const dml::Diagnosis reason = dml::GatherTensor(
            {inputDesc.Get(), indicesDesc.Get(), outputDesc.Get(), gather.axis, gather.indexDimensions}, input.data(),
            input.size() * 4, isWide ? static_cast<const void*>(wide.data()) : narrow.data(),
            gather.values.size() * (isWide ? 8 : 4), output.data(), output.size() * 4);

        bool isInside = true;
        gather.output.Layout().ForEach(
            [&](const dml::Dimensions& coordinates, std::uint64_t offset)
            {
                const gather_views::Origin origin = gather_views::FindOrigin(gather, coordinates);
                isInside = isInside && origin.inputOffset != dml::NoOffset;
                if (origin.inputOffset != dml::NoOffset)
                {
                    EXPECT_EQ(output[static_cast<std::size_t>(offset)], origin.inputOffset)
                        << gather_views::Text(gather);
                }
            });
        EXPECT_EQ(reason == dml::TensorError::GatherIndexRange, !isInside) << gather_views::Text(gather);
        EXPECT_TRUE(reason.Accepted()) << dml::Explain(reason).c_str();
        if (!isInside) { EXPECT_EQ(gather_views::Verdict(gather), reason) << gather_views::Text(gather); }
        else { EXPECT_NE(gather_views::Verdict(gather), dml::TensorError::GatherIndexRange); }
        outside += isInside ? 0 : 1;
    }
    EXPECT_GT(defined, 500);
    EXPECT_GT(batches, 50);
    EXPECT_GT(outside, 100);
    EXPECT_LT(outside, defined - 100);
}

} // namespace

} // namespace gather_origins_test
