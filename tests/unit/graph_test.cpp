// Compares ValidateGraph with DirectML's recorded verdicts, and tests its sentences, its hazards and large graphs.
#include "models/graphs.hpp"
#include "random_tests/graphs.hpp"
#include "test_support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace graph_test
{

// How many more arrays ValidateGraph may allocate; unlimited if negative.
static int arraysLeft = -1;

} // namespace graph_test

// Replaces the allocation that ValidateGraph uses.
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    if (graph_test::arraysLeft == 0) { return nullptr; }
    graph_test::arraysLeft -= graph_test::arraysLeft > 0 ? 1 : 0;
    return ::operator new[](size);
}

namespace graph_test
{

namespace
{

using namespace dml_tensor_utils;
using graph_facts::Graph;

// Returns the library's verdict in the file's terms.
std::string VerdictOf(const GraphDiagnosis& found)
{
    if (found.Accepted()) { return "accepted,"; }
    return found.error == GraphError::Terminates ? "crash," : std::string("refused,") + ToString(found.error);
}

TEST(GraphVerdicts, AreThoseOfDirectML)
{
    const std::vector<graph_facts::VerdictRow> rows = graph_facts::VerdictRows();
    ASSERT_EQ(rows.size(), 2291U);
    std::size_t compared = 0;
    for (const graph_facts::VerdictRow& row : rows)
    {
        const Graph graph(row.graph);
        const GraphDiagnosis found = graph.Verdict();
        if (row.isOfOrder)
        {
            EXPECT_TRUE(found.Accepted() && !found.Ok()) << row.graph << ' ' << graph.Sentence();
            continue;
        }
        EXPECT_EQ(VerdictOf(found), row.verdict + ',' + row.reason) << row.graph << ' ' << graph.Sentence();
        EXPECT_EQ(found.Rejected(), row.verdict != "accepted") << row.graph;
        ++compared;
    }
    EXPECT_EQ(compared, 2115U);
}

TEST(GraphVerdicts, RandomGraphsAgreeWithTheModel)
{
    EXPECT_EQ(test_support::FirstProblem(
                  random_graphs::Check, 4000, 1,
                  "None; NoNodes; NoOutputs; NullArray; NodeType; NullNode; NullOperatorOrData; "
                  "EdgeType; NullEdge; GraphInputIndex; GraphOutputIndex; FromNodeIndex; "
                  "ToNodeIndex; FromNodeOutputIndex; ToNodeInputIndex; Cycle; NoPathToOutput; "
                  "EdgeCount; TotalsDiffer; OwnedByDml; Terminates; Reinterpreted; "
                  "TotalsOfOneInputDiffer; ConstantSize; RepeatedOutput; unknown operators; rejected, but readable"),
              "");
}

// ---- sentences ------------------------------------------------------------------------------------------------------

struct SentenceRow
{
    const char* graph;
    const char* sentence; // with the reason
};

constexpr SentenceRow Sentences[] = {
    {"1 1 N:relu|f2|f2 I:0,0,0 O:0,0,0", "no error"},
    {"1 1 O:0,0,0", "NodeCount is 0; a graph must have at least 1 node [NoNodes]"},
    {"0 0 N:fill|f2 O:0,0,0", "OutputCount is 0; a graph must have at least 1 output [NoOutputs]"},
    {"0 1 N:fill|f2", "OutputEdgeCount is 0; a graph must have at least 1 output edge [NoOutputs]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0 P:nodes",
     "Nodes is null, but NodeCount is 2; point it to as many nodes [NullArray]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0 P:in",
     "InputEdges is null, but its count is 1; point it to as many edges [NullArray]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0 P:out",
     "OutputEdges is null, but its count is 1; point it to as many edges [NullArray]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0 P:mid",
     "IntermediateEdges is null, but its count is 1; point it to as many edges [NullArray]"},
    {"0 1 N:fill|f2 N:type|9 O:0,0,0", "Nodes[1].Type is 9; it must be 1 (OPERATOR) or 2 (CONSTANT) [NodeType]"},
    {"0 1 N:fill|f2 N:nulldesc|1 O:0,0,0",
     "Nodes[1].Desc is null; point it to a DML_OPERATOR_GRAPH_NODE_DESC [NullNode]"},
    {"0 1 N:nulldesc|2 O:0,0,0", "Nodes[0].Desc is null; point it to a DML_CONSTANT_DATA_GRAPH_NODE_DESC [NullNode]"},
    {"0 1 N:nullop O:0,0,0", "node 0: Operator is null; set it to the IDMLOperator of the node [NullOperatorOrData]"},
    {"0 1 N:fill|f2 N:const|8|null O:0,0,0",
     "node 1 (a constant): Data is null; point it to the bytes of the constant [NullOperatorOrData]"},
    {"1 1 N:id|f2|f2 I:0,0,0:3 O:0,0,0", "InputEdges[0].Type is 3; it must be 1 (INPUT) [EdgeType]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0:1", "OutputEdges[0].Type is 1; it must be 2 (OUTPUT) [EdgeType]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0:2",
     "IntermediateEdges[0].Type is 2; it must be 3 (INTERMEDIATE) [EdgeType]"},
    {"1 1 N:id|f2|f2 I:null O:0,0,0", "InputEdges[0].Desc is null; point it to a DML_INPUT_GRAPH_EDGE_DESC [NullEdge]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0 O:null",
     "OutputEdges[1].Desc is null; point it to a DML_OUTPUT_GRAPH_EDGE_DESC [NullEdge]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0 M:null",
     "IntermediateEdges[0].Desc is null; point it to a DML_INTERMEDIATE_GRAPH_EDGE_DESC [NullEdge]"},
    {"1 1 N:id|f2|f2 I:1,0,0 O:0,0,0",
     "InputEdges[0]: GraphInputIndex is 1; it must be below 1, InputCount; or InputCount must be at least 2; indices "
     "count from 0, and 0 is not used [GraphInputIndex]"},
    // Indices that count from 1, and the same with an edge that uses index 0.
    {"2 1 N:add|f2|f2|f2 I:1,0,0 I:2,0,1 O:0,0,0",
     "InputEdges[1]: GraphInputIndex is 2; it must be below 2, InputCount; or InputCount must be at least 3; indices "
     "count from 0, and 0 is not used [GraphInputIndex]"},
    {"2 1 N:add|f2|f2|f2 I:0,0,0 I:2,0,1 O:0,0,0",
     "InputEdges[1]: GraphInputIndex is 2; it must be below 2, InputCount; or InputCount must be at least 3 "
     "[GraphInputIndex]"},
    {"2 1 N:add|f2|f2|f2 I:2,0,1 I:null I:0,0,0 O:0,0,0",
     "InputEdges[0]: GraphInputIndex is 2; it must be below 2, InputCount; or InputCount must be at least 3 "
     "[GraphInputIndex]"},
    {"2 1 N:add|f2|f2|f2 I:2,0,1 I:0,0,0:3 O:0,0,0", // an edge of another type is not read
     "InputEdges[0]: GraphInputIndex is 2; it must be below 2, InputCount; or InputCount must be at least 3; indices "
     "count from 0, and 0 is not used [GraphInputIndex]"},
    {"1 2 N:split|f4|f2|f2 I:0,0,0 O:0,0,1 O:0,1,2",
     "OutputEdges[1]: GraphOutputIndex is 2; it must be below 2, OutputCount; or OutputCount must be at least 3; "
     "indices count from 0, and 0 is not used [GraphOutputIndex]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,1,0 O:2,0,0 M:1,0,2,0", "OutputEdges[0]: FromNodeIndex is 2; it must be below 2, "
                                                            "NodeCount; or NodeCount must be at least 3; indices count "
                                                            "from 0, and 0 is not used [FromNodeIndex]"},
    {"2 1 N:add|f2|f2|f2 I:0,0,1 I:1,0,2 O:0,0,0",
     "InputEdges[1] to node 0 (ELEMENT_WISE_ADD): ToNodeInputIndex is 2; it must be below 2, the number of inputs; "
     "indices count from 0, and 0 is not used [ToNodeInputIndex]"},
    {"1 2 N:split|f4|f2|f2 I:0,0,0 O:0,1,0 O:0,2,1",
     "OutputEdges[1] from node 0 (SPLIT): FromNodeOutputIndex is 2; it must be below 2, the number of outputs; indices "
     "count from 0, and 0 is not used [FromNodeOutputIndex]"},
    {"0 1 N:id|f2|f2 I:0,0,0 O:0,0,0",
     "InputEdges[0]: GraphInputIndex is 0, but InputCount is 0; set InputCount to the number of graph inputs "
     "[GraphInputIndex]"},
    {"1 1 N:id|f2|f2 I:4294967295,0,0 O:0,0,0",
     "InputEdges[0]: GraphInputIndex is 4294967295; it must be below 1, InputCount [GraphInputIndex]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,7",
     "OutputEdges[0]: GraphOutputIndex is 7; it must be below 1, OutputCount; or OutputCount must be at least 8 "
     "[GraphOutputIndex]"},
    {"1 1 N:id|f2|f2 I:0,3,0 O:0,0,0",
     "InputEdges[0]: ToNodeIndex is 3; it must be below 1, NodeCount; or NodeCount must be at least 4 [ToNodeIndex]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:2,0,0",
     "OutputEdges[0]: FromNodeIndex is 2; it must be below 1, NodeCount; or NodeCount must be at least 3 "
     "[FromNodeIndex]"},
    {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0 M:1,0,0,0",
     "IntermediateEdges[0]: FromNodeIndex is 1; it must be below 1, NodeCount; or NodeCount must be at least 2 "
     "[FromNodeIndex]"},
    {"1 1 N:gemm|f1,2|f2,2|none|f1,2 I:0,0,3 O:0,0,0",
     "InputEdges[0] to node 0 (GEMM): ToNodeInputIndex is 3; it must be below 3, the number of inputs; "
     "indices count from 0, and 0 is not used [ToNodeInputIndex]"},
    {"1 1 N:fill|f2 I:0,0,0 O:0,0,0",
     "InputEdges[0] to node 0 (FILL_VALUE_CONSTANT): the operator has no inputs; remove the edge [ToNodeInputIndex]"},
    {"1 2 N:split|f4|f2|f2 I:0,0,0 O:0,0,0 O:0,2,1",
     "OutputEdges[1] from node 0 (SPLIT): FromNodeOutputIndex is 2; it must be below 2, the number of outputs "
     "[FromNodeOutputIndex]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,2,1,0",
     "IntermediateEdges[0] from node 0 (ELEMENT_WISE_IDENTITY) to node 1 (ELEMENT_WISE_IDENTITY): FromNodeOutputIndex "
     "is 2; it must be below 1, the number of outputs [FromNodeOutputIndex]"},
    {"1 1 N:id|f2|f2 N:id|f2|f2 I:0,0,0 O:1,0,0 M:0,1,0,0",
     "IntermediateEdges[0] from node 0 (ELEMENT_WISE_IDENTITY) to node 0 (ELEMENT_WISE_IDENTITY): FromNodeOutputIndex "
     "is 1; it must be below 1, the number of outputs; the fields are from node, its output, to node, its input "
     "[FromNodeOutputIndex]"},
    {"0 1 N:id|f2|f2 N:add|f2|f2|f2 O:1,0,0 M:0,0,1,0 M:0,0,1,1 M:1,0,0,0",
     "IntermediateEdges[2] from node 1 (ELEMENT_WISE_ADD) to node 0 (ELEMENT_WISE_IDENTITY) closes a cycle; remove an "
     "edge of the cycle, because no node can depend on its own output [Cycle]"},
    {"1 1 N:abs|f2|f2 N:relu|f2|f2 I:0,0,0 O:0,0,0 M:0,0,1,0",
     "node 1 (ACTIVATION_RELU) has no path to a graph output; add an edge that uses its output, or remove the node "
     "[NoPathToOutput]"},
    // An edge in the wrong direction, from the node of the output, and from a node in the middle of a chain.
    {"1 1 N:abs|f2|f2 N:relu|f2|f2 I:0,0,0 O:1,0,0 M:1,0,0,0",
     "node 0 (ELEMENT_WISE_ABS) has no path to a graph output; if IntermediateEdges[0] from node 1 (ACTIVATION_RELU) "
     "to "
     "node 0 (ELEMENT_WISE_ABS) is meant to lead the other way, exchange FromNodeIndex and ToNodeIndex; otherwise add "
     "an edge that uses its output, or remove the node [NoPathToOutput]"},
    {"1 1 N:abs|f2|f2 N:relu|f2|f2 N:id|f2|f2 I:0,0,0 O:2,0,0 M:0,0,1,0 M:2,0,1,0",
     "node 0 (ELEMENT_WISE_ABS) has no path to a graph output; if IntermediateEdges[1] from node 2 "
     "(ELEMENT_WISE_IDENTITY) to node 1 (ACTIVATION_RELU) is meant to lead the other way, exchange FromNodeIndex and "
     "ToNodeIndex; otherwise add an edge that uses its output, or remove the node [NoPathToOutput]"},
    // The other way, the node would still lack an edge, or read other bytes, or one of two edges would be wrong.
    {"1 1 N:add|f2|f2|f2 N:relu|f2|f2 I:0,0,0 O:1,0,0 M:1,0,0,0",
     "node 0 (ELEMENT_WISE_ADD) has no path to a graph output; add an edge that uses its output, or remove the node "
     "[NoPathToOutput]"},
    {"1 1 N:abs|f2|f2 N:relu|i2|i2 I:0,0,0 O:1,0,0 M:1,0,0,0",
     "node 0 (ELEMENT_WISE_ABS) has no path to a graph output; add an edge that uses its output, or remove the node "
     "[NoPathToOutput]"},
    {"2 1 N:abs|f2|f2 N:add|f2|f2|f2 N:id|f2|f2 I:0,0,0 I:1,2,0 O:1,0,0 M:1,0,0,0 M:1,0,2,0",
     "node 0 (ELEMENT_WISE_ABS) has no path to a graph output; add an edge that uses its output, or remove the node "
     "[NoPathToOutput]"},
    {"0 1 N:fill|f2 N:const|8 O:0,0,0",
     "node 1 (a constant) has no path to a graph output; add an edge that uses its output, or remove the node "
     "[NoPathToOutput]"},
    {"1 1 N:gemm|f1,2|f2,2|none|f1,2 I:0,0,0 O:0,0,0",
     "node 0 (GEMM): BTensor, input 1, has no edge; add an input edge or an intermediate edge to it [EdgeCount]"},
    {"3 1 N:join|f2|f2|f4 I:0,0,0 I:1,0,1 I:2,0,1 O:0,0,0",
     "InputEdges[1] to node 0 (JOIN): InputTensors[1], input 1, has 2 edges; it must have 1, so remove the others "
     "or lead them to inputs without an edge [EdgeCount]"},
    {"2 1 N:gemm|f1,2|f2,2|none|f1,2 N:fill|f1,2 I:0,0,0 I:1,0,1 O:0,0,0 M:1,0,0,2",
     "IntermediateEdges[0] from node 1 (FILL_VALUE_CONSTANT) to node 0 (GEMM): CTensor, input 2, is null in the "
     "operator's description; remove the edge, or create the operator with CTensor [EdgeCount]"},
    {"1 2 N:rng|u1,1,1,6|u1,1,1,2|none I:0,0,0 O:0,0,0 O:0,1,1",
     "OutputEdges[1] from node 0 (RANDOM_GENERATOR): OutputStateTensor, output 1, is null in the operator's "
     "description; remove the edge, or create the operator with OutputStateTensor [EdgeCount]"},
    {"1 1 N:rng|u1,1,1,6|u1,1,1,2|none N:id|u1,1,1,6|u1,1,1,6 I:0,0,0 O:1,0,0 M:0,1,1,0",
     "IntermediateEdges[0] from node 0 (RANDOM_GENERATOR) to node 1 (ELEMENT_WISE_IDENTITY): OutputStateTensor, output "
     "1, is null in the operator's description; remove the edge, or create the operator with OutputStateTensor "
     "[EdgeCount]"},
    {"1 1 N:relu|f1,8,2,2|f1,8,2,2 N:relu|f1,8,2,3|f1,8,2,3 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32 "
     "{1, 8, 2, 2}, 128 bytes but InputTensor FLOAT32 {1, 8, 2, 3}, 192 bytes; the sizes must match, and "
     "TotalTensorSizeInBytes must be equal [TotalsDiffer]"},
    {"1 1 N:relu|f4|f4 N:relu|1:0:1:2:2:12:0|f2 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32 {4}, 16 "
     "bytes but InputTensor FLOAT32 {2} strides {2}, 12 bytes; TotalTensorSizeInBytes must be equal [TotalsDiffer]"},
    {"1 1 N:relu|f4|f4 N:relu|1:0:1:4:null:20:0|f4 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32 {4}, 16 "
     "bytes but InputTensor FLOAT32 {4}, 20 bytes; TotalTensorSizeInBytes must be equal [TotalsDiffer]"},
    {"1 1 N:split|f4|f2|f2 N:join|1:0:2:1,2:4,2:12:0|f2|f4 I:0,0,0 O:1,0,0 M:0,0,1,1 M:0,1,1,0",
     "IntermediateEdges[1] from node 0 (SPLIT) to node 1 (JOIN): OutputTensors[1] FLOAT32 {2}, 8 bytes but "
     "InputTensors[0] FLOAT32 {1, 2} strides {4, 2}, 12 bytes; TotalTensorSizeInBytes must be equal [TotalsDiffer]"},
    {"1 1 N:relu|f2|f2 N:relu|h2|h2 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32 {2}, 8 "
     "bytes "
     "but InputTensor FLOAT16 {2}, 4 bytes; use one DataType, or insert a CAST [TotalsDiffer]"},
    {"1 1 N:abs|f2|f2 N:abs|F2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ELEMENT_WISE_ABS) to node 1 (ELEMENT_WISE_ABS): InputTensor.Flags is 1 "
     "(OWNED_BY_DML); it must be 0 (NONE), because the data do not come from a graph input [OwnedByDml]"},
    {"1 1 N:add|F2|f2|f2 I:0,0,0 I:0,0,1 O:0,0,0",
     "InputEdges[1] to node 0 (ELEMENT_WISE_ADD): BTensor.Flags is 0; it must be 1, as for InputEdges[0] to node 0 "
     "(ELEMENT_WISE_ADD), because both read one graph input [OwnedByDml]"},
    {"0 1 N:const|9 N:id|f1|f1 O:1,0,0 M:0,0,1,0",
     "node 0 (a constant): DataSize is 9, at which DirectML crashes; it must be 1 to 8; pass more data as a graph "
     "input [Terminates]"},
    {"0 1 N:const|0 N:id|f1|f1 O:1,0,0 M:0,0,1,0",
     "node 0 (a constant): DataSize is 0, at which DirectML crashes; it must be 1 to 8; pass more data as a graph "
     "input [Terminates]"},
    {"0 2 N:const|4 N:id|f1|f1 O:1,0,0 O:0,0,1 M:0,0,1,0",
     "OutputEdges[1] from node 0 (a constant) makes DirectML crash; copy the constant to the output by a node, such as "
     "an ELEMENT_WISE_IDENTITY [Terminates]"},
    {"1 1 N:const|4 N:id|f1|f1 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "InputEdges[0] to node 0 (a constant) makes DirectML crash, because that node has no inputs; remove the edge "
     "[Terminates]"},
    {"0 1 N:const|4 N:id|f1|f1 O:1,0,0 M:0,0,1,0 M:0,0,1,5",
     "IntermediateEdges[1] from node 0 (a constant) to node 1 (ELEMENT_WISE_IDENTITY): ToNodeInputIndex is 5, at which "
     "DirectML crashes; it must be below 1, the number of inputs [Terminates]"},
    {"0 2 N:const|4 N:fill|f1 N:id|f1|f1 O:1,0,0 O:2,0,1 M:0,0,1,0 M:0,0,2,0",
     "IntermediateEdges[0] from node 0 (a constant) to node 1 (FILL_VALUE_CONSTANT) makes DirectML crash, because that "
     "node has no inputs; remove the edge [Terminates]"},
    {"1 1 N:abs|f2|f2 N:abs|i2|i2 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ELEMENT_WISE_ABS) to node 1 (ELEMENT_WISE_ABS): DirectML accepts this, but "
     "reads the bytes of OutputTensor FLOAT32 {2}, 8 bytes as InputTensor INT32 {2}, 8 bytes; use one DataType, or "
     "insert a CAST [Reinterpreted]"},
    {"1 1 N:abs|f2,3|f2,3 N:abs|1:0:2:3,2:1,3:24:0|f3,2 I:0,0,0 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (ELEMENT_WISE_ABS) to node 1 (ELEMENT_WISE_ABS): DirectML accepts this, but "
     "reads OutputTensor FLOAT32 {2, 3}, 24 bytes as InputTensor FLOAT32 {3, 2} strides {1, 3}, 24 bytes, which are "
     "not the same elements in the same order; use matching sizes and strides [Reinterpreted]"},
    {"1 2 N:abs|f2|f2 N:abs|f3|f3 I:0,0,0 I:0,1,0 O:0,0,0 O:1,0,1",
     "graph input 0 is read by InputEdges[0] to node 0 (ELEMENT_WISE_ABS) as InputTensor FLOAT32 {2}, 8 bytes, and by "
     "InputEdges[1] to node 1 (ELEMENT_WISE_ABS) as InputTensor FLOAT32 {3}, 12 bytes; lead one of them from another "
     "graph input, or make TotalTensorSizeInBytes equal if both read the same data, because whether DirectML accepts "
     "this depends on the order of the edges [TotalsOfOneInputDiffer]"},
    {"0 2 N:const|8 N:abs|f2|f2 N:abs|f1|f1 O:1,0,0 O:2,0,1 M:0,0,1,0 M:0,0,2,0",
     "node 0 (a constant) is read by IntermediateEdges[0] from node 0 (a constant) to node 1 (ELEMENT_WISE_ABS) as "
     "InputTensor FLOAT32 {2}, 8 bytes, and by IntermediateEdges[1] from node 0 (a constant) to node 2 "
     "(ELEMENT_WISE_ABS) as InputTensor FLOAT32 {1}, 4 bytes; lead one of them from another constant, or make "
     "TotalTensorSizeInBytes equal if both read the same data, because whether DirectML accepts this depends on the "
     "order of the edges [TotalsOfOneInputDiffer]"},
    {"0 1 N:const|4 N:abs|f2|f2 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (a constant) to node 1 (ELEMENT_WISE_ABS): DirectML accepts this, but DataSize "
     "of the constant is 4, and it is read as InputTensor FLOAT32 {2}, 8 bytes; DataSize should be 8 [ConstantSize]"},
    {"0 1 N:fill|f2 N:fill|f2 O:0,0,0 O:1,0,0",
     "OutputEdges[1] from node 1 (FILL_VALUE_CONSTANT): OutputEdges[0] from node 0 (FILL_VALUE_CONSTANT) leads to the "
     "same graph output, 0, which DirectML may accept or reject; use one edge for each graph output [RepeatedOutput]"},
    {"0 1 N:const|8 N:abs|f6|f6 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (a constant) to node 1 (ELEMENT_WISE_ABS): DirectML accepts this, but DataSize "
     "of the constant is 8, and 24 bytes of it are read as InputTensor FLOAT32 {6}, 24 bytes, more than a constant may "
     "have; pass it as a graph input, or use FILL_VALUE_CONSTANT [ConstantSize]"},
    // A scalar that strides of 0 repeat is one element.
    {"0 1 N:const|4 N:abs|1:0:2:2,3:0,0:4:0|f2,3 O:1,0,0 M:0,0,1,0", "no error"},
    {"0 1 N:const|2 N:abs|1:0:2:2,3:0,0:4:0|f2,3 O:1,0,0 M:0,0,1,0",
     "IntermediateEdges[0] from node 0 (a constant) to node 1 (ELEMENT_WISE_ABS): DirectML accepts this, but DataSize "
     "of the constant is 2, and it is read as InputTensor FLOAT32 {2, 3} strides {0, 0}, 4 bytes; DataSize should be 4 "
     "[ConstantSize]"},
};

// Whether a line of graph_verdicts.csv can have the error.
bool FitsOneLine(GraphError error) { return error != GraphError::NullGraph && error != GraphError::Unknown; }

TEST(GraphSentences, NameNodeAndEdgeOfEveryError)
{
    std::set<std::string> reasons;
    for (const SentenceRow& row : Sentences)
    {
        const Graph graph(row.graph);
        EXPECT_EQ(graph.Sentence(), row.sentence) << row.graph;
        reasons.insert(ToString(graph.Verdict().error));
    }
    for (std::uint32_t error = 0; std::string(ToString(static_cast<GraphError>(error))) != "?"; ++error)
    {
        const std::string name = ToString(static_cast<GraphError>(error));
        EXPECT_TRUE(reasons.count(name) == 1 || !FitsOneLine(static_cast<GraphError>(error)))
            << "add a row with " << name << " to Sentences; if it fits no line, name it in FitsOneLine";
    }
}

// Returns the sentence about a node with an edge to itself, which closes a cycle.
std::string SentenceWithNames(const char* nodeName, const char* edgeName, bool isKnown = true)
{
    const Graph graph("0 1 N:relu|f2|f2 O:0,0,0 M:0,0,0,0");
    DML_OPERATOR_GRAPH_NODE_DESC node = graph_facts::SomeOperator();
    node.Name = nodeName;
    const DML_INTERMEDIATE_GRAPH_EDGE_DESC edge = {0, 0, 0, 0, edgeName};
    const DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
    const DML_GRAPH_EDGE_DESC edges[] = {{DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &edge}};
    DML_GRAPH_DESC desc = graph.Desc();
    desc.Nodes = nodes;
    desc.IntermediateEdges = edges;
    const DML_OPERATOR_DESC* const* const operators = isKnown ? graph.Operators() : nullptr;
    std::string sentence = Explain(ValidateGraph(desc, operators), desc, operators).c_str();
    return sentence.substr(0, sentence.find(" closes a cycle; "));
}

TEST(GraphSentences, HaveTheNamesOfNodesAndEdges)
{
    EXPECT_EQ(SentenceWithNames("dense_2", "x"),
              "IntermediateEdges[0] \"x\" from node 0 (ACTIVATION_RELU, \"dense_2\") to node 0 (ACTIVATION_RELU, "
              "\"dense_2\")");
    EXPECT_EQ(SentenceWithNames("", ""),
              "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 0 (ACTIVATION_RELU)");
    EXPECT_EQ(SentenceWithNames("a", nullptr, false), "IntermediateEdges[0] from node 0 (\"a\") to node 0 (\"a\")");

    const auto quoted = [](const std::string& name) // the edge's name
    {
        const std::string sentence = SentenceWithNames(nullptr, name.c_str(), false);
        return sentence.substr(21,
                               sentence.size() - 43); // between "IntermediateEdges[0] " and " from node 0 to node 0"
    };
    EXPECT_EQ(quoted("a \"b\" \\c"), R"("a \"b\" \\c")");
    EXPECT_EQ(quoted("\x01\n\x1F ~\x7F"), R"("\x01\x0A\x1F ~\x7F")");
    EXPECT_EQ(quoted("\xC3\xA9"), "\"\xC3\xA9\""); // UTF-8 is kept
    EXPECT_EQ(quoted(std::string(60, 'n')), '"' + std::string(60, 'n') + '"');
    EXPECT_EQ(quoted(std::string(61, 'n')), '"' + std::string(60, 'n') + '"');
}

TEST(GraphSentences, HaveTheNamesOfConstants)
{
    const Graph graph("0 1 N:fill|f2 N:const|8 O:0,0,0");
    DML_CONSTANT_DATA_GRAPH_NODE_DESC constant =
        *static_cast<const DML_CONSTANT_DATA_GRAPH_NODE_DESC*>(graph.Desc().Nodes[1].Desc);
    constant.Name = "epsilon";
    const DML_GRAPH_NODE_DESC nodes[] = {graph.Desc().Nodes[0], {graph.Desc().Nodes[1].Type, &constant}};
    DML_GRAPH_DESC desc = graph.Desc();
    desc.Nodes = nodes;
    EXPECT_STREQ(Explain(ValidateGraph(desc, graph.Operators()), desc, graph.Operators()).c_str(),
                 "node 1 (a constant, \"epsilon\") has no path to a graph output; add an edge that uses its output, or "
                 "remove the node [NoPathToOutput]");
}

// ValidateGraph does not return these: it takes a reference, and the tests have memory.
TEST(GraphSentences, AreCompleteForErrorsThatAProgramMakes)
{
    const Graph graph("1 1 N:relu|f2|f2 I:0,0,0 O:0,0,0");
    const auto sentence = [&graph](GraphError error)
    {
        GraphDiagnosis diagnosis;
        diagnosis.error = error;
        const GraphMessage message = Explain(diagnosis, graph.Desc(), graph.Operators());
        EXPECT_EQ(message.size(), std::string(message.data()).size());
        return std::string(message.c_str());
    };
    EXPECT_EQ(sentence(GraphError::NullGraph), "the DML_GRAPH_DESC pointer is null; point it to a graph [NullGraph]");
    EXPECT_EQ(sentence(GraphError::Unknown), "there was not enough memory to check the graph [Unknown]");
    EXPECT_EQ(sentence(static_cast<GraphError>(1000)), "? [?]");
}

TEST(GraphSentences, HaveRoomForTwoTensorsOfEightAxes)
{
    const std::string big = "4294967295", list = big + ',' + big + ',' + big + ',' + big;
    const auto tensor = [&](const char* total)
    { return "1:0:8:" + list + ',' + list + ':' + list + ',' + list + ':' + total + ":0"; };
    const std::string first = tensor("18446744073709551614"), second = tensor("18446744073709551615");
    const Graph graph("1 1 N:fill|" + first + " N:id|" + second + "|" + second + " O:1,0,0 M:0,0,1,0");
    const std::string sentence = graph.Sentence();
    EXPECT_NE(sentence.find("18446744073709551614 bytes but "), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("18446744073709551615 bytes; TotalTensorSizeInBytes must be equal [TotalsDiffer]"),
              std::string::npos)
        << sentence;

    const Graph input("1 2 N:id|" + first + "|" + first + " N:id|" + second + "|" + second
                      + " I:0,0,0 I:0,1,0 O:0,0,0 O:1,0,1");
    EXPECT_NE(input.Sentence().find(" of the edges [TotalsOfOneInputDiffer]"), std::string::npos) << input.Sentence();
}

// No valid graph has so long a sentence.
TEST(GraphSentences, AreCutOffWhereTheyDoNotFit)
{
    const Graph graph("1 1 N:relu|f2|f2 I:0,0,0 O:0,0,0");
    const GraphDiagnosis diagnosis;
    detail::GraphSentence sentence = {diagnosis, {graph.Desc(), graph.Operators()}};
    for (int i = 0; i < 200; ++i) { sentence.Append("ten chars."); }
    EXPECT_EQ(sentence.message.size(), 1023U);
    EXPECT_EQ(std::string(sentence.message.c_str()).size(), 1023U);
}

// ---- docs/rules.md --------------------------------------------------------------------------------------------------

// The chapter lists every reason in DirectML's order, with an example that is a row of the file.
TEST(GraphPage, ExamplesAreDirectMLsOwnVerdicts)
{
    std::map<std::string, graph_facts::VerdictRow> recorded;
    for (const graph_facts::VerdictRow& row : graph_facts::VerdictRows()) { recorded[row.graph] = row; }
    std::ifstream page(std::string(DML_TENSOR_UTILS_TEST_DATA) + "/../../../docs/rules.md");
    std::uint32_t error = 0;
    std::uint32_t examples = 0;
    bool isInChapter = false;
    bool isInBlock = false;
    for (std::string line; std::getline(page, line);)
    {
        line = line.substr(0, line.find('\r'));
        if (line.rfind("## ", 0) == 0) { isInChapter = line == "## A graph"; }
        if (line.rfind("```", 0) == 0)
        {
            isInBlock = !isInBlock;
            continue;
        }
        if (!isInChapter || (!isInBlock && line.rfind("| `", 0) != 0)) { continue; }
        if (!isInBlock)
        {
            const std::string before = ToString(static_cast<GraphError>(error));
            const std::string name = ToString(static_cast<GraphError>(++error));
            ASSERT_EQ(line.substr(3, line.find('`', 3) - 3), name)
                << "docs/rules.md, chapter \"A graph\", has no row " << name << " after " << before;
            continue;
        }
        while (!FitsOneLine(static_cast<GraphError>(++examples))) {}
        const std::string name = ToString(static_cast<GraphError>(examples));
        ASSERT_EQ(line.substr(0, line.find(' ')), name)
            << "docs/rules.md, chapter \"A graph\", has no example of " << name << " at this place";
        const std::string example = line.substr(24);
        ASSERT_EQ(recorded.count(example), 1U) << name << ' ' << example;
        const graph_facts::VerdictRow& row = recorded[example];
        const GraphDiagnosis found = Graph(example).Verdict();
        EXPECT_EQ(ToString(found.error), name) << example;
        if (!IsHazard(found.error)) { EXPECT_EQ(VerdictOf(found), row.verdict + ',' + row.reason) << example; }
        else { EXPECT_TRUE(row.verdict == "accepted" || row.isOfOrder) << example; }
    }
    EXPECT_EQ(examples, error);
    EXPECT_EQ(error, static_cast<std::uint32_t>(GraphError::RepeatedOutput));
}

// ---- numbers of a diagnosis -----------------------------------------------------------------------------------------

constexpr std::uint32_t No = 0xFFFFFFFF;

std::string Numbers(const GraphDiagnosis& found)
{
    const auto text = [](std::uint32_t number) { return number == No ? "-" : std::to_string(number); };
    return std::string(ToString(found.error)) + ' ' + std::to_string(static_cast<std::uint32_t>(found.edges)) + ' '
           + text(found.edge) + ' ' + text(found.node) + ' ' + text(found.index) + ' ' + std::to_string(found.actual)
           + ' ' + std::to_string(found.required);
}

TEST(GraphDiagnosis, HasPlaceAndNumbers)
{
    // The reason, the list (1 input, 2 output, 3 intermediate), the edge, node and index, the values found and needed.
    constexpr SentenceRow Rows[] = {
        {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0", "None 0 - - - 0 0"},
        {"1 1 O:0,0,0", "NoNodes 0 - - - 0 1"},
        {"0 1 N:fill|f2", "NoOutputs 2 - - - 0 1"},
        {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0 P:in", "NullArray 1 - - - 0 1"},
        {"0 1 N:fill|f2 N:type|9 O:0,0,0", "NodeType 0 - 1 - 9 0"},
        {"1 1 N:id|f2|f2 I:0,0,0 O:0,0,0:1", "EdgeType 2 0 - - 1 2"},
        {"1 1 N:id|f2|f2 I:1,0,0 O:0,0,0", "GraphInputIndex 1 0 - - 1 1"},
        {"1 1 N:gemm|f1,2|f2,2|none|f1,2 I:0,0,3 O:0,0,0", "ToNodeInputIndex 1 0 0 - 3 3"},
        {"0 1 N:abs|f2|f2 N:abs|f2|f2 O:1,0,0 M:0,0,1,0 M:1,0,0,0", "Cycle 3 1 1 - 0 0"},
        {"1 1 N:gemm|f1,2|f2,2|none|f1,2 I:0,0,0 O:0,0,0", "EdgeCount 0 - 0 1 0 1"},
        {"3 1 N:join|f2|f2|f4 I:0,0,0 I:1,0,1 I:2,0,1 O:0,0,0", "EdgeCount 1 1 0 1 2 1"},
        {"1 1 N:relu|f4|f4 N:relu|f6|f6 I:0,0,0 O:1,0,0 M:0,0,1,0", "TotalsDiffer 3 0 1 0 24 16"},
        {"1 1 N:add|F2|f2|f2 I:0,0,0 I:0,0,1 O:0,0,0", "OwnedByDml 1 1 0 0 0 1"},
        {"0 1 N:const|9 N:id|f1|f1 O:1,0,0 M:0,0,1,0", "Terminates 0 - 0 - 9 8"},
        {"1 1 N:abs|f2|f2 N:abs|i2|i2 I:0,0,0 O:1,0,0 M:0,0,1,0", "Reinterpreted 3 0 1 0 6 1"},
        {"1 2 N:abs|f2|f2 N:abs|f3|f3 I:0,0,0 I:0,1,0 O:0,0,0 O:1,0,1", "TotalsOfOneInputDiffer 1 1 1 0 12 8"},
        {"0 1 N:const|4 N:abs|f2|f2 O:1,0,0 M:0,0,1,0", "ConstantSize 3 0 1 0 4 8"},
        {"0 1 N:fill|f2 N:fill|f2 O:0,0,0 O:1,0,0", "RepeatedOutput 2 1 1 0 1 0"},
    };
    for (const SentenceRow& row : Rows) { EXPECT_EQ(Numbers(Graph(row.graph).Verdict()), row.sentence) << row.graph; }
}

TEST(GraphDiagnosis, IsAcceptedRejectedOrNeither)
{
    constexpr auto of = [](GraphError error)
    {
        GraphDiagnosis diagnosis;
        diagnosis.error = error;
        return diagnosis;
    };
    static_assert(of(GraphError::None).Ok() && of(GraphError::None).Accepted() && !of(GraphError::None).Rejected());
    static_assert(of(GraphError::NoNodes).Rejected() && of(GraphError::Terminates).Rejected());
    static_assert(!of(GraphError::Terminates).Accepted());
    static_assert(IsHazard(GraphError::Reinterpreted) && IsHazard(GraphError::RepeatedOutput));
    static_assert(!IsHazard(GraphError::Terminates) && !IsHazard(GraphError::Unknown) && !IsHazard(GraphError::None));
    static_assert(of(GraphError::ConstantSize).Accepted() && !of(GraphError::ConstantSize).Ok());
    static_assert(!of(GraphError::Unknown).Accepted() && !of(GraphError::Unknown).Rejected());
    static_assert(!of(GraphError::Unknown).Ok());
    static_assert(ToString(GraphError::TotalsDiffer)[0] == 'T' && ToString(static_cast<GraphError>(1000))[0] == '?');
    EXPECT_STREQ(ToString(GraphError::TotalsOfOneInputDiffer), "TotalsOfOneInputDiffer");
}

// ---- hazards --------------------------------------------------------------------------------------------------------

TEST(GraphHazards, AreFoundAndNotInvented)
{
    constexpr SentenceRow Rows[] = {
        // Reshaped without moving an element, with axes of size 1 and with equal padding.
        {"1 1 N:abs|f2,3|f2,3 N:abs|f3,2|f3,2 I:0,0,0 O:1,0,0 M:0,0,1,0", "None"},
        {"1 1 N:abs|f2,3|f2,3 N:abs|1:0:3:2,1,3:3,9,1:24:0|f2,1,3 I:0,0,0 O:1,0,0 M:0,0,1,0", "None"},
        {"1 1 N:abs|1:0:2:2,3:4,1:28:0|1:0:2:2,3:4,1:28:0 N:abs|1:0:2:2,3:4,1:28:0|f2,3 I:0,0,0 O:1,0,0 M:0,0,1,0",
         "None"},
        {"1 1 N:abs|f1,1|f1,1 N:abs|f1|f1 I:0,0,0 O:1,0,0 M:0,0,1,0", "None"},
        // Broadcast.
        {"1 1 N:abs|f3|f3 N:abs|1:0:2:2,3:0,1:12:0|f2,3 I:0,0,0 O:1,0,0 M:0,0,1,0", "None"},
        {"1 1 N:abs|f1|f1 N:abs|1:0:2:2,3:0,0:4:0|f2,3 I:0,0,0 O:1,0,0 M:0,0,1,0", "None"},
        // Read in another order, in part, and with other padding.
        {"1 1 N:abs|1:0:2:2,3:1,2:24:0|1:0:2:2,3:1,2:24:0 N:abs|f2,3|f2,3 I:0,0,0 O:1,0,0 M:0,0,1,0", "Reinterpreted"},
        {"1 1 N:abs|h3|h3 N:abs|h4|h4 I:0,0,0 O:1,0,0 M:0,0,1,0", "Reinterpreted"},
        {"1 1 N:abs|1:0:2:2,3:4,1:28:0|1:0:2:2,3:4,1:28:0 N:abs|f7|f7 I:0,0,0 O:1,0,0 M:0,0,1,0", "Reinterpreted"},
        {"1 1 N:abs|f2|f2 N:abs|1:0:2:2,2:0,1:8:0|f2,2 N:abs|1:0:2:2,2:1,1:12:0|f2,2 I:0,0,0 O:2,0,0 M:0,0,1,0 "
         "M:1,0,2,0",
         "TotalsDiffer"},
        // The first hazard in the order of the enumeration.
        {"0 1 N:const|4 N:abs|f2|f2 N:abs|i2|i2 O:2,0,0 O:2,0,0 M:0,0,1,0 M:1,0,2,0", "Reinterpreted"},
        {"0 1 N:const|4 N:abs|f2|f2 O:1,0,0 O:1,0,0 M:0,0,1,0", "ConstantSize"},
        {"0 1 N:const|8 N:abs|f2|f2 O:1,0,0 O:1,0,0 M:0,0,1,0", "RepeatedOutput"},
        {"0 1 N:const|8 N:abs|f2|f2 O:1,0,0 M:0,0,1,0", "None"},
        // One graph input as two tensors of one size; graph inputs and outputs without an edge.
        {"1 2 N:abs|f2|f2 N:abs|i2|i2 I:0,0,0 I:0,1,0 O:0,0,0 O:1,0,1", "None"},
        {"9 9 N:abs|f2|f2 N:abs|f3|f3 I:5,0,0 I:2,1,0 O:0,0,8 O:1,0,1", "None"},
        // Indices that are equal modulo the number of edges.
        {"9 9 N:abs|f2|f2 N:abs|f3|f3 I:0,0,0 I:2,1,0 O:0,0,0 O:1,0,2", "None"},
        {"9 9 N:abs|f2|f2 N:abs|f3|f3 N:abs|f2|f2 I:0,0,0 I:3,1,0 I:3,2,0 O:0,0,0 O:1,0,3 O:2,0,6",
         "TotalsOfOneInputDiffer"},
        {"9 9 N:abs|f2|f2 N:abs|f3|f3 N:abs|f2|f2 I:0,0,0 I:3,1,0 I:6,2,0 O:0,0,0 O:1,0,3 O:2,0,3", "RepeatedOutput"},
        // InputCount and OutputCount cost nothing.
        {"4294967295 4294967295 N:abs|f2|f2 I:4294967294,0,0 O:0,0,4294967294", "None"},
    };
    for (const SentenceRow& row : Rows)
    {
        const Graph graph(row.graph);
        EXPECT_STREQ(ToString(graph.Verdict().error), row.sentence) << row.graph << ' ' << graph.Sentence();
    }
}

// Returns the names of the hazards that a validator with a visitor visits, and of the error that it returns.
std::string VisitedHazards(const Graph& graph)
{
    struct Names final : detail::GraphHazardVisitor
    {
        std::string text;
        void Visit(const GraphDiagnosis& hazard) noexcept override
        {
            text += std::string(ToString(hazard.error)) + ' ';
        }
    };
    Names visited;
    const detail::GraphView view = {graph.Desc(), graph.Operators()};
    const GraphDiagnosis found = detail::GraphValidator(view, &visited).Validate();
    return visited.text + ToString(found.error);
}

TEST(GraphHazards, AreAllVisited)
{
    EXPECT_EQ(VisitedHazards(Graph("0 1 N:const|4 N:abs|f2|f2 N:abs|i2|i2 O:2,0,0 O:2,0,0 M:0,0,1,0 M:1,0,2,0")),
              "Reinterpreted ConstantSize RepeatedOutput None");
    EXPECT_EQ(VisitedHazards(Graph("1 3 N:abs|f2|f2 N:abs|f3|f3 N:abs|f4|f4 I:0,0,0 I:0,1,0 I:0,2,0 O:0,0,0 O:1,0,1 "
                                   "O:2,0,2")),
              "TotalsOfOneInputDiffer TotalsOfOneInputDiffer None");
    EXPECT_EQ(VisitedHazards(Graph("1 1 N:relu|f2|f2 I:0,0,0 O:0,0,0")), "None");
    // A graph that is rejected has no hazards.
    EXPECT_EQ(VisitedHazards(Graph("1 1 N:add|F2|f2|f2 I:0,0,0 I:0,0,1 O:0,0,0 O:0,0,0")), "OwnedByDml");
}

// A program that asks why DirectML rejected a graph does not want to read that DirectML accepts the hazard.
TEST(GraphHazards, ThatMayBeTheCauseAreNotCalledAccepted)
{
    const Graph graph("0 1 N:const|4 N:abs|f2|f2 O:1,0,0 M:0,0,1,0");
    const GraphDiagnosis found = graph.Verdict();
    detail::GraphSentence sentence(found, {graph.Desc(), graph.Operators()});
    sentence.isCause = true;
    sentence.AppendSentence();
    EXPECT_STREQ(sentence.message.c_str(),
                 "IntermediateEdges[0] from node 0 (a constant) to node 1 (ELEMENT_WISE_ABS): DataSize of the constant "
                 "is 4, and it is read as InputTensor FLOAT32 {2}, 8 bytes; DataSize should be 8 [ConstantSize]");
}

// ---- operators that are not known -----------------------------------------------------------------------------------

TEST(GraphOperators, ThatAreNotKnownSkipRules)
{
    // With the operators: Totals differ, an index is out of range, an input has no edge.
    constexpr const char* Graphs[] = {"1 1 N:relu|f4|f4 N:relu|f6|f6 I:0,0,0 O:1,0,0 M:0,0,1,0",
                                      "1 1 N:relu|f4|f4 I:0,0,9 O:0,0,0",
                                      "1 1 N:relu|f4|f4 I:0,0,0 O:0,9,0",
                                      "0 1 N:relu|f4|f4 O:0,0,0",
                                      "1 1 N:add|F2|f2|f2 I:0,0,0 I:0,0,1 O:0,0,0",
                                      "0 1 N:const|4 N:abs|f2|f2 O:1,0,0 M:0,0,1,0",
                                      "1 1 N:abs|f2|f2 N:abs|i2|i2 I:0,0,0 O:1,0,0 M:0,0,1,0"};
    for (const char* const text : Graphs)
    {
        const Graph known(text);
        EXPECT_FALSE(known.Verdict().Ok()) << text;
        EXPECT_TRUE(ValidateGraph(known.Desc(), nullptr).Ok()) << text;
        graph_facts::GraphText unknown = graph_facts::GraphFrom(text);
        for (graph_facts::NodeText& node : unknown.nodes) { node.isUnknown = true; }
        EXPECT_TRUE(Graph(unknown).Verdict().Ok()) << text;
    }

    // Either end of an edge can be unknown. Rules that need no operator hold.
    for (const std::size_t which : {0U, 1U})
    {
        graph_facts::GraphText text = graph_facts::GraphFrom(Graphs[0]);
        text.nodes[which].isUnknown = true;
        EXPECT_TRUE(Graph(text).Verdict().Ok()) << which;
        text.edges[2].push_back({{1, 0, 0, 0}, 3, false});
        EXPECT_EQ(Graph(text).Verdict().error, GraphError::Cycle) << which;
    }
    const Graph cycle("0 1 N:relu|f2|f2 O:0,0,0 M:0,0,0,0");
    EXPECT_STREQ(
        Explain(ValidateGraph(cycle.Desc(), nullptr), cycle.Desc(), nullptr).c_str(),
        "IntermediateEdges[0] from node 0 to node 0 closes a cycle; remove an edge of the cycle, because no node "
        "can depend on its own output [Cycle]");

    // A description without a struct, or of an operator that does not exist, is not known either.
    const Graph graph(Graphs[3]);
    for (const DML_OPERATOR_DESC& desc : {DML_OPERATOR_DESC{DML_OPERATOR_GATHER, nullptr},
                                          DML_OPERATOR_DESC{static_cast<DML_OPERATOR_TYPE>(0), graph.Operators()}})
    {
        const DML_OPERATOR_DESC* const operators[] = {&desc};
        EXPECT_TRUE(ValidateGraph(graph.Desc(), operators).Ok());
    }
}

// A list of tensors that is null has none.
TEST(GraphOperators, WithoutAListHaveNoTensors)
{
    const DML_TENSOR_DESC* const output = nullptr;
    const struct
    {
        std::uint32_t inputCount;
        const DML_TENSOR_DESC* inputs;
        const DML_TENSOR_DESC* output;
        std::uint32_t axis;
    } join = {7, nullptr, output, 0};
    const DML_OPERATOR_DESC desc = {static_cast<DML_OPERATOR_TYPE>(63), &join};
    const DML_OPERATOR_DESC* const operators[] = {&desc};
    const Graph graph("1 1 N:join|f2|f2 I:0,0,0 O:0,0,0");
    EXPECT_EQ(ValidateGraph(graph.Desc(), operators).error, GraphError::ToNodeInputIndex);
}

// Tensors that no operator can have: the sentence has no sizes where there are none, or too many.
TEST(GraphOperators, WithInvalidTensorsHaveSentencesWithoutSizes)
{
    const std::vector<std::uint32_t> eight(8, 2);
    const DML_BUFFER_TENSOR_DESC withoutSizes = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, nullptr, nullptr, 4, 0};
    const DML_BUFFER_TENSOR_DESC ofNineAxes = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 9, eight.data(), nullptr, 8, 0};
    const DML_TENSOR_DESC tensors[] = {{DML_TENSOR_TYPE_BUFFER, &withoutSizes}, {DML_TENSOR_TYPE_BUFFER, &ofNineAxes}};
    const DML_TENSOR_DESC* const first[] = {&tensors[0], &tensors[0]};
    const DML_TENSOR_DESC* const second[] = {&tensors[1], &tensors[1]};
    const DML_OPERATOR_DESC relus[] = {{static_cast<DML_OPERATOR_TYPE>(44), first},
                                       {static_cast<DML_OPERATOR_TYPE>(44), second}};
    const DML_OPERATOR_DESC* operators[] = {&relus[0], &relus[1]};
    const Graph graph("1 1 N:relu|f2|f2 N:relu|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0");
    const GraphDiagnosis found = ValidateGraph(graph.Desc(), operators);
    EXPECT_STREQ(
        Explain(found, graph.Desc(), operators).c_str(),
        "IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32 2 "
        "dimensions, 4 "
        "bytes but InputTensor FLOAT32 9 dimensions, 8 bytes; TotalTensorSizeInBytes must be equal [TotalsDiffer]");
    operators[1] = &relus[0];
    EXPECT_TRUE(ValidateGraph(graph.Desc(), operators).Ok());
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Returns the verdict if no more than `arrays` arrays can be allocated.
GraphDiagnosis VerdictWith(int arrays, const Graph& graph)
{
    arraysLeft = arrays;
    const GraphDiagnosis found = graph.Verdict();
    arraysLeft = -1;
    return found;
}

TEST(GraphMemory, IsUnknownWithoutMemory)
{
    const Graph accepted("1 1 N:relu|f2|f2 N:relu|f2|f2 I:0,0,0 O:1,0,0 M:0,0,1,0");
    EXPECT_FALSE(VerdictWith(0, accepted).Accepted() || VerdictWith(0, accepted).Rejected());
    int needed = 0;
    while (VerdictWith(needed, accepted).error == GraphError::Unknown) { ++needed; }
    EXPECT_EQ(needed, 8); // nodes, tensors, two for paths, one for each of the four comparisons with a first edge
    for (int arrays = needed; arrays < needed + 3; ++arrays) { EXPECT_TRUE(VerdictWith(arrays, accepted).Ok()); }
    // The edges are checked after nodes and tensors were read.
    for (int arrays = 0; arrays < needed; ++arrays)
    {
        EXPECT_EQ(VerdictWith(arrays, accepted).isReadable, arrays >= 2) << arrays;
    }

    // An error that needs no memory is found without it.
    EXPECT_EQ(VerdictWith(0, Graph("0 1 N:type|9 O:0,0,0")).error, GraphError::NodeType);
}

TEST(GraphMemory, OfAnImpossibleSizeIsNotAllocated)
{
    EXPECT_FALSE(detail::GraphArray<std::uint64_t>().Allocate(0xFFFFFFFFFFFFFFFF));
    EXPECT_FALSE(detail::GraphArray<std::uint64_t>().Allocate(std::uint64_t{1} << 60));
    EXPECT_TRUE(detail::GraphArray<std::uint64_t>().Allocate(0));
}

// ---- large graphs ---------------------------------------------------------------------------------------------------

// A graph of ACTIVATION_RELU nodes, which share a description.
struct LargeGraph
{
    explicit LargeGraph(std::uint32_t nodeCount) : operators(nodeCount, &relu) {}

    GraphDiagnosis Verdict(std::uint32_t inputCount, std::uint32_t outputCount) const
    {
        const DML_OPERATOR_GRAPH_NODE_DESC node = graph_facts::SomeOperator();
        const std::vector<DML_GRAPH_NODE_DESC> nodes(operators.size(), {DML_GRAPH_NODE_TYPE_OPERATOR, &node});
        const auto edgesOf = [](DML_GRAPH_EDGE_TYPE type, const auto& edges)
        {
            std::vector<DML_GRAPH_EDGE_DESC> descriptions;
            descriptions.reserve(edges.size());
            for (const auto& edge : edges) { descriptions.push_back({type, &edge}); }
            return descriptions;
        };
        const auto in = edgesOf(DML_GRAPH_EDGE_TYPE_INPUT, inputs), out = edgesOf(DML_GRAPH_EDGE_TYPE_OUTPUT, outputs),
                   between = edgesOf(DML_GRAPH_EDGE_TYPE_INTERMEDIATE, intermediates);
        const auto length = [](const auto& values) { return static_cast<std::uint32_t>(values.size()); };
        const DML_GRAPH_DESC graph = {inputCount, outputCount, length(nodes), nodes.data(),    length(in),
                                      in.data(),  length(out), out.data(),    length(between), between.data()};
        return ValidateGraph(graph, operators.data());
    }

    const PinnedTensorDesc tensor{BufferTensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, TensorLayout::Packed({1}))};
    const DML_TENSOR_DESC* const tensors[2] = {tensor.Get(), tensor.Get()}; // the struct of ACTIVATION_RELU
    const DML_OPERATOR_DESC relu = {static_cast<DML_OPERATOR_TYPE>(44), tensors};
    std::vector<const DML_OPERATOR_DESC*> operators;
    std::vector<DML_INPUT_GRAPH_EDGE_DESC> inputs;
    std::vector<DML_OUTPUT_GRAPH_EDGE_DESC> outputs;
    std::vector<DML_INTERMEDIATE_GRAPH_EDGE_DESC> intermediates;
};

constexpr std::uint32_t Many = 100000;

TEST(LargeGraphs, AreValidAsAChain)
{
    LargeGraph graph(Many);
    graph.inputs = {{0, 0, 0, nullptr}};
    graph.outputs = {{Many - 1, 0, 0, nullptr}};
    for (std::uint32_t i = 0; i + 1 < Many; ++i) { graph.intermediates.push_back({i, 0, i + 1, 0, nullptr}); }
    EXPECT_TRUE(graph.Verdict(1, 1).Ok());
    graph.intermediates.push_back({Many - 1, 0, 0, 0, nullptr});
    EXPECT_EQ(graph.Verdict(1, 1).error, GraphError::Cycle);
}

TEST(LargeGraphs, AllIntoOneJoinAreValid)
{
    LargeGraph graph(Many + 1);
    const std::vector<DML_TENSOR_DESC> inputs(Many, *graph.tensor.Get());
    const struct
    {
        std::uint32_t inputCount;
        const DML_TENSOR_DESC* inputs;
        const DML_TENSOR_DESC* output;
        std::uint32_t axis;
    } join = {Many, inputs.data(), graph.tensor.Get(), 0};
    const DML_OPERATOR_DESC desc = {static_cast<DML_OPERATOR_TYPE>(63), &join};
    graph.operators[Many] = &desc;
    graph.outputs = {{Many, 0, 0, nullptr}};
    for (std::uint32_t i = 0; i < Many; ++i)
    {
        graph.inputs.push_back({i, i, 0, nullptr});
        graph.intermediates.push_back({i, 0, Many, i, nullptr});
    }
    EXPECT_TRUE(graph.Verdict(Many, 1).Ok());
    graph.intermediates.back().ToNodeInputIndex = 0;
    const GraphDiagnosis twice = graph.Verdict(Many, 1);
    EXPECT_EQ(Numbers(twice), "EdgeCount 3 0 100000 0 2 1");
}

TEST(LargeGraphs, MayHaveOneInputForManyOutputs)
{
    LargeGraph graph(Many);
    for (std::uint32_t i = 0; i < Many; ++i)
    {
        graph.inputs.push_back({0, i, 0, nullptr});
        graph.outputs.push_back({i, 0, i, nullptr});
    }
    EXPECT_TRUE(graph.Verdict(1, Many).Ok());
    graph.outputs.back().GraphOutputIndex = 0;
    EXPECT_EQ(Numbers(graph.Verdict(1, Many)), "RepeatedOutput 2 99999 99999 0 99999 0");
}

// Indices that are equal modulo the number of edges, modulo the next power of two, and in descending order.
TEST(LargeGraphs, MayHaveGraphInputsWithSpreadIndices)
{
    constexpr std::uint32_t Count = 65000;
    LargeGraph graph(Count);
    for (std::uint32_t i = 0; i < Count; ++i)
    {
        graph.inputs.push_back({0, i, 0, nullptr});
        graph.outputs.push_back({i, 0, i, nullptr});
    }
    for (const std::uint32_t step : {Count, 65536U, 0U - Count})
    {
        for (std::uint32_t i = 0; i < Count; ++i) { graph.inputs[i].GraphInputIndex = step * i; }
        EXPECT_TRUE(graph.Verdict(0xFFFFFFFF, Count).Ok()) << step;
    }
}

// Of several edges that differ from the first edge of their graph output, the one with the lowest number is reported.
TEST(LargeGraphs, TheFirstWrongEdgeIsReported)
{
    LargeGraph graph(6);
    const std::uint32_t outputs[] = {4, 2, 3, 2, 3, 4};
    for (std::uint32_t i = 0; i < 6; ++i)
    {
        graph.inputs.push_back({0, i, 0, nullptr});
        graph.outputs.push_back({i, 0, outputs[i], nullptr});
    }
    EXPECT_EQ(Numbers(graph.Verdict(1, 5)), "RepeatedOutput 2 3 3 1 3 1");
}

TEST(GraphSentences, EachErrorHasASentenceThatAlwaysApplies)
{
    EXPECT_TRUE(detail::EndWith(detail::graph_texts::Otherwise, detail::graph_texts::Sentences));
}

} // namespace

} // namespace graph_test
