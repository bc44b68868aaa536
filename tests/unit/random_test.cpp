// The random tests of the main header and of operators, with a few seeds each. Each header describes its test.
#include "random_tests/layouts.hpp"
#include "random_tests/validation.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

namespace random_test
{

using test_support::FirstProblem;

TEST(Random, LayoutsAgreeWithTheListedOffsets)
{
    EXPECT_EQ(FirstProblem(random_layouts::Check, 6000, 1,
                           "overlap; no overlap; padded; not padded; row-major; not row-major; broadcast; "
                           "not broadcast; Transposed; Transposed rejected; BroadcastTo; BroadcastTo rejected; "
                           "PlacedOn; PlacedOn rejected; PromotedTo; PromotedTo rejected; Squeezed; Collapsed; "
                           "Reshaped; Reshaped rejected; Sliced; Sliced rejected; same elements; other elements; "
                           "padding None; padding AxisOutOfRange; padding StrideTooSmall; padding NotAView; "
                           "bytes None; bytes AxisOutOfRange; bytes UnknownDataType; bytes StrideInBytes; "
                           "bytes StrideTooSmall; bytes NotAView; bytes StrideLimit; wide axes; "
                           "wide axes overlap; spread wide; spread wide overlap; any rank, 1; any rank, 2; "
                           "any rank, 3; any rank, 4; any rank, 5; any rank, 6; any rank, 7; any rank, 8; "
                           "any rank, ValueRange; any rank, ZeroSize; any rank, DimensionCount; "
                           "any rank, StrideLimit; any rank, SpanLimit; common sizes; no common sizes; "
                           "together on 1; together on 2; together on 3; together on 4; together on 5; "
                           "together on 6; together on 7; placed, None; placed, Alignment; "
                           "placed, TotalSizeTooSmall; placed, TotalSizeLimit; placed, SpanLimit"),
              "");
}

TEST(Random, VerdictsAgreeWithTheModel)
{
    EXPECT_EQ(FirstProblem(random_validation::Check, 30000, 1,
                           "None; UnknownDataType; Flags; DimensionCount; NullSizes; ZeroSize; "
                           "ZeroSize before the limit; ElementLimit; ElementLimit before a 0; "
                           "TotalSizeTooSmall; TotalSizeTooSmall of a wrapped size; just below the wrap; "
                           "TotalSizeLimit; Alignment; OutputOwnedByDml; OutputOverlap; "
                           "OutputOverlap of a wrapped size; OutputElementsOverlap; SizeWraps; "
                           "SizeWraps of 4 bits; binding None; binding BindingAlignment; "
                           "binding BindingAlignment, guaranteed; binding BindingOutside; "
                           "binding BindingOutside of a wrapped end; binding BindingTooSmall; "
                           "binding BindingWraps; Gather None; Gather NullTensor; Gather NullDesc; "
                           "Gather TensorType; Gather UnknownDataType; Gather Flags; Gather DimensionCount; "
                           "Gather NullSizes; Gather ZeroSize; Gather TotalSizeTooSmall; Gather TotalSizeLimit; "
                           "Gather Alignment; Gather OutputOwnedByDml; Gather OutputOverlap; "
                           "Gather OutputElementsOverlap; Gather SizeWraps; Gather GatherDataType; "
                           "Gather GatherDataType before a fault of tensor 0; "
                           "Gather GatherDataType before a fault of tensor 2; Gather GatherIndicesDataType; "
                           "Gather GatherIndicesDataType before a fault of tensor 1; Gather GatherTypesDiffer; "
                           "Gather GatherTypesDiffer before GatherRanksDiffer; Gather GatherRanksDiffer; "
                           "Gather GatherRanksDiffer before the output; Gather GatherAxis; "
                           "Gather GatherIndexDimensions; Gather GatherBatchAxis; Gather GatherTerminates; "
                           "Gather GatherBatchSize; Gather GatherOutputSize; Gather GatherFeatureLevel; "
                           "Gather GatherDropsDimension; Gather GatherRankLimit; Gather GatherLeadingSize; "
                           "Gather GatherBatch; output inferred; output rejected; output of a hazard"),
              "");
}

} // namespace random_test
