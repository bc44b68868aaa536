// describe_tensor says from where a Gather takes each element. These tests compare this with GatherTensor.

#include "dml_tensor_copy.hpp"
#include "gather_views.hpp"
#include "tensor_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace gather_origins_test
{

namespace
{

namespace dml = dml_tensor_utils;

class RandomGather
{
public:
    explicit RandomGather(std::uint32_t seed) : m_random(seed) {}

    // Few and short axes, so that many random Gathers are valid.
    tensor_request::Arguments Make()
    {
        const std::uint32_t rank = Number(1, 4);
        const std::uint32_t leadingOnes = Number(0, rank);
        std::vector<std::uint32_t> input(rank);
        std::vector<std::uint32_t> indices(rank);
        for (std::uint32_t axis = 0; axis < rank; ++axis)
        {
            input[axis] = Number(1, 3);
            // Often the size of the input's axis, which batch dimensions need.
            indices[axis] = axis < leadingOnes ? 1 : Number(0, 1) == 0 ? input[axis] : Number(1, 3);
        }
        return {{"INPUT", "UINT32:" + List(input) + Strides(rank)},
                {"INDICES", (Number(0, 1) == 0 ? "INT64:" : "INT32:") + List(indices) + Strides(rank)},
                {"--axis", std::to_string(Number(0, rank - 1))},
                {"--index-dimensions", std::to_string(Number(0, rank))}};
    }

    // From one below the smallest valid index to one above the largest.
    std::string Values(std::uint64_t count, std::uint32_t size)
    {
        std::string text;
        for (std::uint64_t i = 0; i < count; ++i)
        {
            const auto value = static_cast<std::int64_t>(Number(0, 2 * size + 1)) - static_cast<std::int64_t>(size) - 1;
            text += (i == 0 ? "" : ",") + std::to_string(value);
        }
        return text;
    }

private:
    std::uint32_t Number(std::uint32_t least, std::uint32_t most)
    {
        return least + static_cast<std::uint32_t>(m_random() % (most - least + 1));
    }

    static std::string List(const std::vector<std::uint32_t>& values)
    {
        std::string text;
        for (const std::uint32_t value : values) { text += (text.empty() ? "" : ",") + std::to_string(value); }
        return text;
    }

    std::string Strides(std::uint32_t rank)
    {
        std::vector<std::uint32_t> strides(rank);
        for (std::uint32_t& stride : strides) { stride = Number(0, 7); }
        return Number(0, 1) == 0 ? "" : ":" + List(strides);
    }

    std::mt19937 m_random;
};

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
    RandomGather random(20240613);
    for (int i = 0; i < 4000; ++i)
    {
        tensor_request::Arguments arguments = random.Make();
        gather_views::Gather gather;
        ASSERT_TRUE(gather_views::GatherReader(arguments).Read(gather));
        if (!gather_views::IsDefined(gather)) { continue; }
        arguments.push_back({"--values", random.Values(gather.indices.Layout().ElementSpan(),
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
