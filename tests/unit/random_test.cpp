// The random tests of what the library says: some seeds of each, on which a mistake shows when the tests are run. What
// each test does stands in its header.
#include "random_layouts.hpp"
#include "random_validation.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

namespace random_test
{

using test_support::FirstProblem;
using test_support::Met;
using test_support::MetTooRarely;

TEST(Random, LayoutsAgreeWithTheListedOffsets)
{
    Met met;
    EXPECT_EQ(FirstProblem(random_layouts::Check, 20000, met), "");
}

TEST(Random, VerdictsAgreeWithTheModel)
{
    Met met;
    EXPECT_EQ(FirstProblem(random_validation::Check, 100000, met), "");
    EXPECT_EQ(MetTooRarely(met, 5,
                           {"None",
                            "UnknownDataType",
                            "Flags",
                            "DimensionCount",
                            "NullSizes",
                            "ZeroSize",
                            "ZeroSize before the limit",
                            "ElementLimit",
                            "ElementLimit before a 0",
                            "TotalSizeTooSmall",
                            "TotalSizeTooSmall of a wrapped size",
                            "just below the wrap",
                            "TotalSizeLimit",
                            "Alignment",
                            "OutputOwnedByDml",
                            "OutputOverlap",
                            "OutputOverlap of a wrapped size",
                            "OutputElementsOverlap",
                            "SizeWraps",
                            "SizeWraps of 4 bits",
                            "binding None",
                            "binding BindingAlignment",
                            "binding BindingAlignment, guaranteed",
                            "binding BindingOutside",
                            "binding BindingOutside of a wrapped end",
                            "binding BindingTooSmall",
                            "binding BindingWraps",
                            "Gather None",
                            "Gather NullTensor",
                            "Gather NullDesc",
                            "Gather TensorType",
                            "Gather UnknownDataType",
                            "Gather Flags",
                            "Gather DimensionCount",
                            "Gather NullSizes",
                            "Gather ZeroSize",
                            "Gather TotalSizeTooSmall",
                            "Gather TotalSizeLimit",
                            "Gather Alignment",
                            "Gather OutputOwnedByDml",
                            "Gather OutputOverlap",
                            "Gather OutputElementsOverlap",
                            "Gather SizeWraps",
                            "Gather GatherDataType",
                            "Gather GatherDataType before a fault of tensor 0",
                            "Gather GatherDataType before a fault of tensor 2",
                            "Gather GatherIndicesDataType",
                            "Gather GatherIndicesDataType before a fault of tensor 1",
                            "Gather GatherTypesDiffer",
                            "Gather GatherTypesDiffer before GatherRanksDiffer",
                            "Gather GatherRanksDiffer",
                            "Gather GatherRanksDiffer before the output",
                            "Gather GatherAxis",
                            "Gather GatherIndexDimensions",
                            "Gather GatherBatchAxis",
                            "Gather GatherTerminates",
                            "Gather GatherBatchSize",
                            "Gather GatherOutputSize",
                            "Gather GatherFeatureLevel",
                            "Gather GatherDropsDimension",
                            "Gather GatherRankLimit",
                            "Gather GatherLeadingSize",
                            "Gather GatherBatch",
                            "output inferred",
                            "output refused",
                            "output of a hazard"}),
              "");
}

} // namespace random_test
