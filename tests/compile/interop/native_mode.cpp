// DirectML.h was included first, so native mode is selected automatically.
#include "interop/directml_header.hpp"

#include "dml_tensor_bindings.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_utils.hpp"

#include <type_traits>

#include "standalone/use_the_api.hpp"
#include "vocabulary_asserts.hpp"

namespace dtu = dml_tensor_utils;

static_assert(std::is_same_v<dtu::DML_TENSOR_DATA_TYPE, ::DML_TENSOR_DATA_TYPE>);
static_assert(std::is_same_v<dtu::DML_TENSOR_TYPE, ::DML_TENSOR_TYPE>);
static_assert(std::is_same_v<dtu::DML_TENSOR_FLAGS, ::DML_TENSOR_FLAGS>);
static_assert(std::is_same_v<dtu::DML_BUFFER_TENSOR_DESC, ::DML_BUFFER_TENSOR_DESC>);
static_assert(std::is_same_v<dtu::DML_TENSOR_DESC, ::DML_TENSOR_DESC>);
static_assert(std::is_same_v<decltype(dtu::BufferTensorDesc().DataType()), ::DML_TENSOR_DATA_TYPE>);

static_assert(std::is_same_v<dtu::DML_BINDING_DESC, ::DML_BINDING_DESC>);
static_assert(std::is_same_v<dtu::DML_BUFFER_BINDING, ::DML_BUFFER_BINDING>);
static_assert(std::is_same_v<dtu::DML_BUFFER_ARRAY_BINDING, ::DML_BUFFER_ARRAY_BINDING>);

// The graph's structs are the SDK's from the target version on that has them.
#if DML_TARGET_VERSION >= 0x2100
static_assert(std::is_same_v<dtu::DML_GRAPH_DESC, ::DML_GRAPH_DESC>);
static_assert(std::is_same_v<dtu::DML_GRAPH_NODE_DESC, ::DML_GRAPH_NODE_DESC>);
static_assert(std::is_same_v<dtu::DML_OPERATOR_GRAPH_NODE_DESC, ::DML_OPERATOR_GRAPH_NODE_DESC>);
static_assert(std::is_same_v<dtu::DML_GRAPH_EDGE_DESC, ::DML_GRAPH_EDGE_DESC>);
static_assert(std::is_same_v<dtu::DML_INPUT_GRAPH_EDGE_DESC, ::DML_INPUT_GRAPH_EDGE_DESC>);
static_assert(std::is_same_v<dtu::DML_OUTPUT_GRAPH_EDGE_DESC, ::DML_OUTPUT_GRAPH_EDGE_DESC>);
static_assert(std::is_same_v<dtu::DML_INTERMEDIATE_GRAPH_EDGE_DESC, ::DML_INTERMEDIATE_GRAPH_EDGE_DESC>);
static_assert(DML_GRAPH_NODE_TYPE_OPERATOR == dtu::detail::OperatorNode);
static_assert(DML_GRAPH_EDGE_TYPE_INPUT == static_cast<int>(dtu::GraphEdges::Input)
              && DML_GRAPH_EDGE_TYPE_OUTPUT == static_cast<int>(dtu::GraphEdges::Output)
              && DML_GRAPH_EDGE_TYPE_INTERMEDIATE == static_cast<int>(dtu::GraphEdges::Intermediate));
#endif
#if DML_TARGET_VERSION >= 0x6200
static_assert(std::is_same_v<dtu::DML_CONSTANT_DATA_GRAPH_NODE_DESC, ::DML_CONSTANT_DATA_GRAPH_NODE_DESC>);
static_assert(DML_GRAPH_NODE_TYPE_CONSTANT == dtu::detail::ConstantNode);
#endif

// The 4-bit types by value, because most targets have no names for them.
constexpr auto UInt4 = static_cast<::DML_TENSOR_DATA_TYPE>(12);
constexpr auto Int4 = static_cast<::DML_TENSOR_DATA_TYPE>(13);
static_assert(dtu::ElementSizeInBits(UInt4) == 4 && dtu::ElementSizeInBits(Int4) == 4);
static_assert(dtu::BufferTensorDesc(UInt4, dtu::TensorLayout::Packed({9})).TotalTensorSizeInBytes() == 8);

int main()
{
    UseTheApi();

    // The library's types are the SDK's, so no casts are needed.
    const dtu::BufferTensorDesc owner(DML_TENSOR_DATA_TYPE_FLOAT16, dtu::TensorLayout::Packed({1, 3, 2, 2}));
    const ::DML_BUFFER_TENSOR_DESC desc = owner.Desc();
    CHECK(desc.DataType == DML_TENSOR_DATA_TYPE_FLOAT16 && desc.TotalTensorSizeInBytes == 24);
    const ::DML_TENSOR_DESC tensor = dtu::AsTensorDesc(desc);
    CHECK(tensor.Type == DML_TENSOR_TYPE_BUFFER && tensor.Desc == &desc);
    const UINT sizes[] = {2, 3};
    const UINT strides[] = {5, 1};
    CHECK(dtu::DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_UINT8, 2, sizes, strides) == 8);
    CHECK(dtu::BufferTensorDesc::Of(desc) == owner);
    return failures;
}
