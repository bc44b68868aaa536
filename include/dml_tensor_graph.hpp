// =====================================================================================================================
//   dml_tensor_graph.hpp: validates graphs for DirectML and names what is wrong
//
//   SPDX-License-Identifier: MIT
//   Version: the same as dml_tensor_utils.hpp, which it includes
// =====================================================================================================================
//
//   C++17. Needs dml_tensor_operator_schema.hpp, dml_tensor_utils.hpp and the standard library. ValidateGraph, and
//   Explain if a node has no path to an output, allocate memory in which they mark nodes, edges and tensors. No
//   function throws or touches tensor memory.
//
//   Synopsis
//
//     ValidateGraph         returns whether DirectML's CompileGraph accepts a graph, and why not
//     GraphDiagnosis        a GraphError with its node, edge and numbers; Explain makes a sentence of it
//     DML_GRAPH_DESC ...    in portable mode, the structs and enumerators of graphs
//
//     const GraphDiagnosis reason = ValidateGraph(graph, operators);
//     if (!reason.Ok()) { puts(Explain(reason, graph, operators).c_str()); }
//     // IntermediateEdges[0] from node 0 (ACTIVATION_RELU) to node 1 (ACTIVATION_RELU): OutputTensor FLOAT32
//     // {1, 8, 2, 2}, 128 bytes but InputTensor FLOAT32 {1, 8, 2, 3}, 192 bytes; the sizes must match, and
//     // TotalTensorSizeInBytes must be equal [TotalsDiffer]
//
// =====================================================================================================================

#ifndef DML_TENSOR_GRAPH_HPP
#define DML_TENSOR_GRAPH_HPP

#include "dml_tensor_operator_schema.hpp"

#if DML_TENSOR_UTILS_VERSION != 10000
#error "dml_tensor_graph.hpp 1.0.0 found another version of dml_tensor_utils.hpp: copy both from one release"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{

// =====================================================================================================================
//   DirectML vocabulary
// =====================================================================================================================

// The SDK's header hides graphs if DML_TARGET_VERSION is below 0x2100, and constants if it is below 0x6200. The structs
// and enumerators below replace what it hides.
#if DML_TENSOR_UTILS_NATIVE && defined(DML_TARGET_VERSION) && DML_TARGET_VERSION >= 0x2100

using ::DML_GRAPH_DESC, ::DML_GRAPH_EDGE_DESC, ::DML_GRAPH_EDGE_TYPE, ::DML_GRAPH_NODE_DESC, ::DML_GRAPH_NODE_TYPE,
    ::DML_INPUT_GRAPH_EDGE_DESC, ::DML_INTERMEDIATE_GRAPH_EDGE_DESC, ::DML_OPERATOR_GRAPH_NODE_DESC,
    ::DML_OUTPUT_GRAPH_EDGE_DESC;
using ::DML_GRAPH_EDGE_TYPE_INPUT, ::DML_GRAPH_EDGE_TYPE_INTERMEDIATE, ::DML_GRAPH_EDGE_TYPE_INVALID,
    ::DML_GRAPH_EDGE_TYPE_OUTPUT;
using ::DML_GRAPH_NODE_TYPE_INVALID, ::DML_GRAPH_NODE_TYPE_OPERATOR;

#else

inline namespace directml
{
/// The type of the description to which DML_GRAPH_EDGE_DESC::Desc points.
enum DML_GRAPH_EDGE_TYPE : std::uint32_t
{
    DML_GRAPH_EDGE_TYPE_INVALID = 0,      ///< no description
    DML_GRAPH_EDGE_TYPE_INPUT = 1,        ///< a DML_INPUT_GRAPH_EDGE_DESC
    DML_GRAPH_EDGE_TYPE_OUTPUT = 2,       ///< a DML_OUTPUT_GRAPH_EDGE_DESC
    DML_GRAPH_EDGE_TYPE_INTERMEDIATE = 3, ///< a DML_INTERMEDIATE_GRAPH_EDGE_DESC
};

/// The type of the description to which DML_GRAPH_NODE_DESC::Desc points.
enum DML_GRAPH_NODE_TYPE : std::uint32_t
{
    DML_GRAPH_NODE_TYPE_INVALID = 0,  ///< no description
    DML_GRAPH_NODE_TYPE_OPERATOR = 1, ///< a DML_OPERATOR_GRAPH_NODE_DESC
    DML_GRAPH_NODE_TYPE_CONSTANT = 2, ///< a DML_CONSTANT_DATA_GRAPH_NODE_DESC
};

/// An edge of any type.
struct DML_GRAPH_EDGE_DESC
{
    DML_GRAPH_EDGE_TYPE Type; ///< the type of the description
    const void* Desc;         ///< the description
};

/// An edge from a graph input to an input of a node.
struct DML_INPUT_GRAPH_EDGE_DESC
{
    std::uint32_t GraphInputIndex;  ///< below DML_GRAPH_DESC::InputCount
    std::uint32_t ToNodeIndex;      ///< below DML_GRAPH_DESC::NodeCount
    std::uint32_t ToNodeInputIndex; ///< the index of the operator's input; optional inputs that are null count
    const char* Name;               ///< may be null
};

/// An edge from an output of a node to a graph output.
struct DML_OUTPUT_GRAPH_EDGE_DESC
{
    std::uint32_t FromNodeIndex;       ///< below DML_GRAPH_DESC::NodeCount
    std::uint32_t FromNodeOutputIndex; ///< the index of the operator's output; optional outputs that are null count
    std::uint32_t GraphOutputIndex;    ///< below DML_GRAPH_DESC::OutputCount
    const char* Name;                  ///< may be null
};

/// An edge from an output of a node to an input of a node.
struct DML_INTERMEDIATE_GRAPH_EDGE_DESC
{
    std::uint32_t FromNodeIndex;       ///< below DML_GRAPH_DESC::NodeCount
    std::uint32_t FromNodeOutputIndex; ///< the index of the operator's output; optional outputs that are null count
    std::uint32_t ToNodeIndex;         ///< below DML_GRAPH_DESC::NodeCount
    std::uint32_t ToNodeInputIndex;    ///< the index of the operator's input; optional inputs that are null count
    const char* Name;                  ///< may be null
};

/// A node of any type.
struct DML_GRAPH_NODE_DESC
{
    DML_GRAPH_NODE_TYPE Type; ///< the type of the description
    const void* Desc;         ///< the description
};

/// A node that runs an operator.
struct DML_OPERATOR_GRAPH_NODE_DESC
{
    const void* Operator; ///< an IDMLOperator*, which is only compared with null
    const char* Name;     ///< may be null
};

/// A graph of operators and constants.
struct DML_GRAPH_DESC
{
    std::uint32_t InputCount;                     ///< the number of graph inputs
    std::uint32_t OutputCount;                    ///< the number of graph outputs, at least 1
    std::uint32_t NodeCount;                      ///< the length of Nodes, at least 1
    const DML_GRAPH_NODE_DESC* Nodes;             ///< the operators and constants
    std::uint32_t InputEdgeCount;                 ///< the length of InputEdges, any number
    const DML_GRAPH_EDGE_DESC* InputEdges;        ///< edges of the type DML_GRAPH_EDGE_TYPE_INPUT
    std::uint32_t OutputEdgeCount;                ///< the length of OutputEdges, at least 1
    const DML_GRAPH_EDGE_DESC* OutputEdges;       ///< edges of the type DML_GRAPH_EDGE_TYPE_OUTPUT
    std::uint32_t IntermediateEdgeCount;          ///< the length of IntermediateEdges, any number
    const DML_GRAPH_EDGE_DESC* IntermediateEdges; ///< edges of the type DML_GRAPH_EDGE_TYPE_INTERMEDIATE
};
} // namespace directml

#endif

#if DML_TENSOR_UTILS_NATIVE && defined(DML_TARGET_VERSION) && DML_TARGET_VERSION >= 0x6200

using ::DML_CONSTANT_DATA_GRAPH_NODE_DESC, ::DML_GRAPH_NODE_TYPE_CONSTANT;

#else

inline namespace directml
{
/// A node that is a constant.
struct DML_CONSTANT_DATA_GRAPH_NODE_DESC
{
    const void* Data;     ///< the bytes
    std::size_t DataSize; ///< in bytes, 1 to 8
    const char* Name;     ///< may be null
};
} // namespace directml

#endif

static_assert(sizeof(void*) != 8
              || (sizeof(DML_GRAPH_NODE_DESC) == 16 && sizeof(DML_OPERATOR_GRAPH_NODE_DESC) == 16
                  && sizeof(DML_CONSTANT_DATA_GRAPH_NODE_DESC) == 24
                  && offsetof(DML_CONSTANT_DATA_GRAPH_NODE_DESC, DataSize) == 8 && sizeof(DML_GRAPH_EDGE_DESC) == 16
                  && sizeof(DML_INPUT_GRAPH_EDGE_DESC) == 24 && offsetof(DML_INPUT_GRAPH_EDGE_DESC, Name) == 16
                  && sizeof(DML_OUTPUT_GRAPH_EDGE_DESC) == 24
                  && offsetof(DML_OUTPUT_GRAPH_EDGE_DESC, GraphOutputIndex) == 8
                  && sizeof(DML_INTERMEDIATE_GRAPH_EDGE_DESC) == 24
                  && offsetof(DML_INTERMEDIATE_GRAPH_EDGE_DESC, ToNodeIndex) == 8 && sizeof(DML_GRAPH_DESC) == 72
                  && offsetof(DML_GRAPH_DESC, Nodes) == 16 && offsetof(DML_GRAPH_DESC, InputEdges) == 32
                  && offsetof(DML_GRAPH_DESC, OutputEdges) == 48 && offsetof(DML_GRAPH_DESC, IntermediateEdges) == 64));

// =====================================================================================================================
//   Errors
// =====================================================================================================================

// A table of errors in the form of DTU_TENSOR_ERRORS. Its causes are the functions of the namespace graph_texts below.
// GraphSentence::AppendPlaceholder replaces the words in braces.
// clang-format off
#define DTU_GRAPH_ERRORS(ENTRY, ALSO) \
    ENTRY(None, None, Otherwise, "no error") \
    /* DirectML rejects the graph. The errors are in the order of its checks: each check visits the whole graph. */ \
    ENTRY(NullGraph, Rejection, Otherwise, "the DML_GRAPH_DESC pointer is null; point it to a graph") \
    ENTRY(NoNodes, Rejection, Otherwise, "NodeCount is 0; a graph must have at least 1 node") \
    ENTRY(NoOutputs, Rejection, IsOf<GraphEdges::None>, "OutputCount is 0; a graph must have at least 1 output") \
    ALSO(NoOutputs, Otherwise, "OutputEdgeCount is 0; a graph must have at least 1 output edge") \
    ENTRY(NullArray, Rejection, IsOf<GraphEdges::None>, \
          "Nodes is null, but NodeCount is {required}; point it to as many nodes") \
    ALSO(NullArray, Otherwise, "{list} is null, but its count is {required}; point it to as many edges") \
    ENTRY(NodeType, Rejection, Otherwise, \
          "Nodes[{number}].Type is {actual}; it must be 1 (OPERATOR) or 2 (CONSTANT)") \
    ENTRY(NullNode, Rejection, IsConstant, \
          "Nodes[{number}].Desc is null; point it to a DML_CONSTANT_DATA_GRAPH_NODE_DESC") \
    ALSO(NullNode, Otherwise, "Nodes[{number}].Desc is null; point it to a DML_OPERATOR_GRAPH_NODE_DESC") \
    ENTRY(NullOperatorOrData, Rejection, IsConstant, \
          "{node}: Data is null; point it to the bytes of the constant") \
    ALSO(NullOperatorOrData, Otherwise, "{node}: Operator is null; set it to the IDMLOperator of the node") \
    ENTRY(EdgeType, Rejection, Otherwise, "{list}[{edge number}].Type is {actual}; it must be {required} ({type})") \
    ENTRY(NullEdge, Rejection, Otherwise, \
          "{list}[{edge number}].Desc is null; point it to a DML_{type}_GRAPH_EDGE_DESC") \
    ENTRY(GraphInputIndex, Rejection, NeedsNone, \
          "{list}[{edge number}]: GraphInputIndex is {actual}, but InputCount is 0; set InputCount to the number of " \
          "graph inputs") \
    ALSO(GraphInputIndex, Otherwise, \
         "{list}[{edge number}]: GraphInputIndex is {actual}; it must be below {required}, InputCount{or count}") \
    ENTRY(GraphOutputIndex, Rejection, Otherwise, \
          "{list}[{edge number}]: GraphOutputIndex is {actual}; it must be below {required}, OutputCount{or count}") \
    ENTRY(FromNodeIndex, Rejection, Otherwise, \
          "{list}[{edge number}]: FromNodeIndex is {actual}; it must be below {required}, NodeCount{or count}") \
    ENTRY(ToNodeIndex, Rejection, Otherwise, \
          "{list}[{edge number}]: ToNodeIndex is {actual}; it must be below {required}, NodeCount{or count}") \
    ENTRY(FromNodeOutputIndex, Rejection, MayExchangeFields, \
          "{edge}: FromNodeOutputIndex is {actual}; it must be below {required}, the number of outputs; the fields " \
          "are from node, its output, to node, its input") \
    ALSO(FromNodeOutputIndex, Otherwise, \
         "{edge}: FromNodeOutputIndex is {actual}; it must be below {required}, the number of outputs{or count}") \
    ENTRY(ToNodeInputIndex, Rejection, NeedsNone, "{edge}: the operator has no inputs; remove the edge") \
    ALSO(ToNodeInputIndex, Otherwise, \
         "{edge}: ToNodeInputIndex is {actual}; it must be below {required}, the number of inputs{or count}") \
    ENTRY(Cycle, Rejection, Otherwise, \
          "{edge} closes a cycle; remove an edge of the cycle, because no node can depend on its own output") \
    ENTRY(NoPathToOutput, Rejection, MayExchangeNodes, \
          "{node} has no path to a graph output; if {exchanged} is meant to lead the other way, exchange " \
          "FromNodeIndex and ToNodeIndex; otherwise add an edge that uses its output, or remove the node") \
    ALSO(NoPathToOutput, Otherwise, \
         "{node} has no path to a graph output; add an edge that uses its output, or remove the node") \
    ENTRY(EdgeCount, Rejection, IsOf<GraphEdges::None>, \
          "{node}: {tensor}, input {index}, has no edge; add an input edge or an intermediate edge to it") \
    ALSO(EdgeCount, NeedsNone, \
         "{edge}: {tensor}, {side} {index}, is null in the operator's description; remove the edge, or create the " \
         "operator with {tensor}") \
    ALSO(EdgeCount, Otherwise, \
         "{edge}: {tensor}, input {index}, has {actual} edges; it must have 1, so remove the others or lead them to " \
         "inputs without an edge") \
    ENTRY(TotalsDiffer, Rejection, TypesDiffer, "{edge}: {from} but {to}; use one DataType, or insert a CAST") \
    ALSO(TotalsDiffer, CountsDiffer, \
         "{edge}: {from} but {to}; the sizes must match, and TotalTensorSizeInBytes must be equal") \
    ALSO(TotalsDiffer, Otherwise, "{edge}: {from} but {to}; TotalTensorSizeInBytes must be equal") \
    ENTRY(OwnedByDml, Rejection, IsOf<GraphEdges::Input>, \
          "{edge}: {to name}.Flags is {actual}; it must be {required}, as for {other edge}, because both read one " \
          "graph input") \
    ALSO(OwnedByDml, Otherwise, \
         "{edge}: {to name}.Flags is 1 (OWNED_BY_DML); it must be 0 (NONE), because the data do not come from a " \
         "graph input") \
    ENTRY(Terminates, Rejection, IsOf<GraphEdges::None>, \
          "{node}: DataSize is {actual}, at which DirectML crashes; it must be 1 to {required}; pass more data as a " \
          "graph input") \
    ALSO(Terminates, IsOf<GraphEdges::Output>, \
         "{edge} makes DirectML crash; copy the constant to the output by a node, such as an ELEMENT_WISE_IDENTITY") \
    ALSO(Terminates, IsConstant, "{edge} makes DirectML crash, because that node has no inputs; remove the edge") \
    ALSO(Terminates, NeedsNone, "{edge} makes DirectML crash, because that node has no inputs; remove the edge") \
    ALSO(Terminates, Otherwise, \
         "{edge}: ToNodeInputIndex is {actual}, at which DirectML crashes; it must be below {required}, the number " \
         "of inputs") \
    /* Hazards: DirectML accepts these silently, but the result is almost certainly unintended. */ \
    ENTRY(Reinterpreted, Hazard, NumbersDiffer, \
          "{edge}: {accepts}reads the bytes of {from} as {to}; use one DataType, or insert a CAST") \
    ALSO(Reinterpreted, Otherwise, \
         "{edge}: {accepts}reads {from} as {to}, which are not the same elements in the same " \
         "order; use matching sizes and strides") \
    ENTRY(TotalsOfOneInputDiffer, Hazard, Otherwise, \
          "{source} is read by {other edge} as {other to}, and by {edge} as {to}; lead one of them from another " \
          "{kind of source}, or make TotalTensorSizeInBytes equal if both read the same data, because whether " \
          "DirectML accepts this depends on the order of the edges") \
    ENTRY(ConstantSize, Hazard, IsTooLarge, \
          "{edge}: {accepts}DataSize of the constant is {actual}, and {required} bytes of it are read as {to}, more " \
          "than a constant may have; pass it as a graph input, or use FILL_VALUE_CONSTANT") \
    ALSO(ConstantSize, Otherwise, \
         "{edge}: {accepts}DataSize of the constant is {actual}, and it is read as {to}; DataSize should be " \
         "{required}") \
    ENTRY(RepeatedOutput, Hazard, Otherwise, \
          "{edge}: {other edge} leads to the same graph output, {graph output}, which DirectML may accept or reject; " \
          "use one edge for each graph output") \
    /* The graph is neither accepted nor rejected. */ \
    ENTRY(Unknown, Unknown, Otherwise, "there was not enough memory to check the graph")
// clang-format on

/// Why DirectML rejects a graph, or which hazard it accepts silently. docs/rules.md has an example of each error.
/// ValidateGraph never returns NullGraph.
enum class [[nodiscard]] GraphError : std::uint32_t{DTU_GRAPH_ERRORS(DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING)};

namespace detail
{
inline constexpr const char* GraphErrorNames[] = {DTU_GRAPH_ERRORS(DTU_ERROR_NAME, DTU_ERROR_NOTHING)};
inline constexpr ErrorKind GraphErrorKinds[] = {DTU_GRAPH_ERRORS(DTU_ERROR_KIND, DTU_ERROR_NOTHING)};
} // namespace detail

/// Returns the enumerator's name, such as "TotalsDiffer". Returns "?" for a value that does not exist.
constexpr const char* ToString(GraphError error) noexcept { return detail::NameIn(detail::GraphErrorNames, error); }

/// Returns whether DirectML accepts this silently although the result is almost certainly unintended.
constexpr bool IsHazard(GraphError error) noexcept
{
    return detail::KindIn(detail::GraphErrorKinds, error) == detail::ErrorKind::Hazard;
}

/// A list of edges of a DML_GRAPH_DESC.
enum class GraphEdges : std::uint32_t
{
    None = 0,     ///< no edge is meant
    Input,        ///< InputEdges
    Output,       ///< OutputEdges
    Intermediate, ///< IntermediateEdges
};

/// An error, where it was found, and its numbers.
struct [[nodiscard]] GraphDiagnosis
{
    GraphError error = GraphError::None;  ///< the reason
    GraphEdges edges = GraphEdges::None;  ///< the list of the edge; NullArray and NoOutputs are about the list itself
    std::uint32_t edge = detail::None32;  ///< the index of the edge in that list; 0xFFFFFFFF if no edge is meant
    std::uint32_t node = detail::None32;  ///< the index of the node; 0xFFFFFFFF if no node is meant
    std::uint32_t index = detail::None32; ///< the index of the node's input or output; if two edges do not agree, the
                                          ///< index of the earlier edge in the list
    std::uint64_t actual = 0;             ///< the value that was found
    std::uint64_t required = 0;           ///< the value that was needed
    /// Whether a program may follow every edge, even if the graph is rejected: nodes and edges have descriptions of
    /// their types, and the nodes of all edges exist.
    bool isReadable = false;

    /// Returns whether there is no error and no hazard.
    constexpr bool Ok() const noexcept { return error == GraphError::None; }
    /// Returns whether CompileGraph accepts the graph: there is no error, or only a hazard.
    constexpr bool Accepted() const noexcept { return Ok() || IsHazard(error); }
    /// Returns whether CompileGraph rejects the graph or crashes. Unknown is neither accepted nor rejected.
    constexpr bool Rejected() const noexcept { return !Accepted() && error != GraphError::Unknown; }
    explicit operator bool() const = delete; ///< write Ok(), or Accepted() if hazards are right
};

// =====================================================================================================================
//   Reading a graph
// =====================================================================================================================

namespace detail
{
// The values of DML_GRAPH_NODE_TYPE. The enumerators are not used, because an older DML_TARGET_VERSION hides the second
// one.
inline constexpr std::uint32_t OperatorNode = 1, ConstantNode = 2;
inline constexpr std::uint64_t MaxConstantSize = 8; // in bytes

// An edge of any list. An edge from a graph input has no fromNode, and an edge to a graph output has no toNode.
struct GraphEdge
{
    GraphEdges list = GraphEdges::None;
    std::uint32_t number = None32; // the index of the edge in the list
    std::uint32_t fromNode = None32;
    std::uint32_t fromIndex = 0; // the index of the node's output, or of the graph input
    std::uint32_t toNode = None32;
    std::uint32_t toIndex = 0;  // the index of the node's input, or of the graph output
    const char* name = nullptr; // may be null
};

// A list of edges of a DML_GRAPH_DESC, with the words for it in a sentence.
struct GraphEdgeList
{
    const DML_GRAPH_EDGE_DESC* edges;
    std::uint32_t count;
    const char* name; // the name of the list in DML_GRAPH_DESC
    const char* type; // the end of the name of the edges' type, DML_GRAPH_EDGE_TYPE_...
};

// A graph with the descriptions of its operators.
struct GraphView
{
    const DML_GRAPH_DESC& graph;
    const DML_OPERATOR_DESC* const* operators;
    std::uint32_t exchanged = None32; // the intermediate edge that is read as if it led the other way

    GraphEdgeList ListOf(GraphEdges list) const noexcept
    {
        if (list == GraphEdges::Input) { return {graph.InputEdges, graph.InputEdgeCount, "InputEdges", "INPUT"}; }
        if (list == GraphEdges::Output) { return {graph.OutputEdges, graph.OutputEdgeCount, "OutputEdges", "OUTPUT"}; }
        return {graph.IntermediateEdges, graph.IntermediateEdgeCount, "IntermediateEdges", "INTERMEDIATE"};
    }

    // Returns edge i of a list as a GraphEdge. Requires: Type and Desc of the edge were checked.
    GraphEdge EdgeAt(GraphEdges list, std::uint32_t i) const noexcept
    {
        const void* const desc = ListOf(list).edges[i].Desc;
        if (list == GraphEdges::Input)
        {
            const auto& edge = *static_cast<const DML_INPUT_GRAPH_EDGE_DESC*>(desc);
            return {list, i, None32, edge.GraphInputIndex, edge.ToNodeIndex, edge.ToNodeInputIndex, edge.Name};
        }
        if (list == GraphEdges::Output)
        {
            const auto& edge = *static_cast<const DML_OUTPUT_GRAPH_EDGE_DESC*>(desc);
            return {list, i, edge.FromNodeIndex, edge.FromNodeOutputIndex, None32, edge.GraphOutputIndex, edge.Name};
        }
        const auto& edge = *static_cast<const DML_INTERMEDIATE_GRAPH_EDGE_DESC*>(desc);
        std::uint32_t from = edge.FromNodeIndex, to = edge.ToNodeIndex;
        if (i == exchanged) { std::swap(from, to); }
        return {list, i, from, edge.FromNodeOutputIndex, to, edge.ToNodeInputIndex, edge.Name};
    }

    // Returns the Name of a node, or "" if Name is null. DirectML does not need names. Requires: Type and Desc of the
    // node were checked.
    const char* NameOf(std::uint32_t node) const noexcept
    {
        const char* const name = TypeOf(node) == ConstantNode
                                     ? ConstantOf(node)->Name
                                     : static_cast<const DML_OPERATOR_GRAPH_NODE_DESC*>(graph.Nodes[node].Desc)->Name;
        return name != nullptr ? name : "";
    }
    std::uint32_t TypeOf(std::uint32_t node) const noexcept
    {
        return static_cast<std::uint32_t>(graph.Nodes[node].Type);
    }
    // Returns the description of a constant, or null if the node is not a constant.
    const DML_CONSTANT_DATA_GRAPH_NODE_DESC* ConstantOf(std::uint32_t node) const noexcept
    {
        const void* const desc = TypeOf(node) == ConstantNode ? graph.Nodes[node].Desc : nullptr;
        return static_cast<const DML_CONSTANT_DATA_GRAPH_NODE_DESC*>(desc);
    }
    // Returns the operator's description, or null if the node is a constant or the caller gave no description for it.
    const DML_OPERATOR_DESC* OperatorOf(std::uint32_t node) const noexcept
    {
        const bool isGiven = operators != nullptr && TypeOf(node) == OperatorNode && operators[node] != nullptr;
        const bool isKnown = isGiven && operators[node]->Desc != nullptr && HasRow(operators[node]->Type);
        return isKnown ? operators[node] : nullptr;
    }
};

// The edges of a list, over which a range-based for loop goes.
struct GraphEdgeRange
{
    struct Iterator
    {
        const GraphView& view;
        GraphEdges list;
        std::uint32_t number;

        GraphEdge operator*() const noexcept { return view.EdgeAt(list, number); }
        Iterator& operator++() noexcept
        {
            ++number;
            return *this;
        }
        bool operator!=(const Iterator& other) const noexcept { return number != other.number; }
    };

    const GraphView& view;
    GraphEdges list;

    Iterator begin() const noexcept { return {view, list, 0}; }
    Iterator end() const noexcept { return {view, list, view.ListOf(list).count}; }
};

// Returns an input or an output of an operator, by its index among the inputs or outputs. If the operator has no such
// tensor, `desc` of the result is null.
inline OperatorTensor TensorAt(const DML_OPERATOR_DESC& desc, std::uint32_t index, bool isOutput) noexcept
{
    OperatorTensor found = {};
    std::uint32_t next = 0;
    const auto find = [&](const OperatorTensor& tensor) noexcept
    {
        if (tensor.isOutput == isOutput && next++ == index) { found = tensor; }
    };
    ForEachTensor(desc, find);
    return found;
}

// =====================================================================================================================
//   Validating a graph
// =====================================================================================================================

// An array whose allocation may fail without an exception. Including <memory> would take longer to compile.
template <class T> class GraphArray
{
public:
    GraphArray() noexcept = default;
    GraphArray(const GraphArray&) = delete;
    GraphArray& operator=(const GraphArray&) = delete;
    ~GraphArray() { delete[] m_values; }

    // Makes `count` values T(). Returns whether there was enough memory. Call it once.
    bool Allocate(std::uint64_t count) noexcept
    {
        constexpr std::uint64_t Limit = AllBits / 2 / sizeof(T);
        m_values = count <= Limit ? new (std::nothrow) T[count & AllBits]() : nullptr;
        return m_values != nullptr;
    }
    T& operator[](std::uint64_t i) const noexcept { return m_values[i & AllBits]; }
    T* Data() const noexcept { return m_values; }

private:
    static constexpr std::size_t AllBits = static_cast<std::size_t>(-1); // a mask that converts 64 bits to std::size_t

    T* m_values = nullptr;
};

// Sorts `count` values in place. The number of steps is at most in proportion to count * log(count). std::sort is not
// used, because libstdc++ cannot include <algorithm> beside the macros min and max of Windows.h.
inline void HeapSort(const GraphArray<std::uint64_t>& values, std::uint32_t count) noexcept
{
    // Moves the value at `i` down the heap of the first `end` values, below all larger ones.
    const auto sink = [&](std::uint64_t i, std::uint64_t end)
    {
        for (std::uint64_t child = 2 * i + 1; child < end; child = 2 * i + 1)
        {
            if (child + 1 < end && values[child] < values[child + 1]) { ++child; }
            if (values[child] <= values[i]) { return; }
            std::swap(values[i], values[child]);
            i = child;
        }
    };
    for (std::uint32_t i = count / 2; i > 0; --i) { sink(i - 1, count); }
    for (std::uint32_t end = count; end > 1; --end)
    {
        std::swap(values[0], values[end - 1]);
        sink(0, end - 1);
    }
}

// Returns whether an input that reads the memory of an output reads its elements in their order. The input may repeat
// elements by strides of 0.
inline bool ReadsElementsInOrder(const DML_BUFFER_TENSOR_DESC& output, const DML_BUFFER_TENSOR_DESC& input) noexcept
{
    const TensorLayout written = TensorLayout::Of(output), read = TensorLayout::Of(input);
    std::uint32_t sizes[MaxRank] = {}, strides[MaxRank] = {}, rank = 0;
    for (std::uint32_t axis = 0; axis < read.Rank(); ++axis)
    {
        if (read.Strides()[axis] == 0) { continue; }
        sizes[rank] = read.Sizes()[axis];
        strides[rank++] = read.Strides()[axis];
    }
    return TensorLayout::OfAnyRank(sizes, strides, rank)
           == TensorLayout::OfAnyRank(written.Sizes().data(), written.Strides().data(), written.Rank());
}

// Gets each hazard of a graph that is not rejected.
struct GraphHazardVisitor
{
    virtual void Visit(const GraphDiagnosis& hazard) noexcept = 0;

protected:
    ~GraphHazardVisitor() = default;
};

// Validates one graph. Runs DirectML's passes in their order until one fails.
class GraphValidator
{
    using E = GraphError;

public:
    // visitor: if not null, Validate calls it with each hazard. If null, Validate returns the first hazard.
    explicit GraphValidator(const GraphView& view, GraphHazardVisitor* visitor = nullptr) noexcept
        : m_view(view), m_graph(view.graph), m_visitor(visitor)
    {
    }

    // Returns the first error, or else the first hazard, or else no error.
    GraphDiagnosis Validate() noexcept
    {
        const bool isReadable = CheckCounts() && CheckNodes() && CheckEdges(GraphEdges::Input)
                                && CheckEdges(GraphEdges::Output) && CheckEdges(GraphEdges::Intermediate);
        const bool isAccepted =
            isReadable && CheckPaths() && CheckEdgeCounts() && CheckTotals() && CheckFlags() && CheckConstants();
        // The following functions record the first hazard and stop there.
        static_cast<void>(isAccepted && FindReinterpreted()
                          && CompareWithFirst(E::TotalsOfOneInputDiffer, GraphEdges::Input)
                          && CompareWithFirst(E::TotalsOfOneInputDiffer, GraphEdges::Intermediate)
                          && FindConstantSizes() && CompareWithFirst(E::RepeatedOutput, GraphEdges::Output));
        m_found.isReadable = isReadable;
        return m_found;
    }

    // Returns the intermediate edge from a node with a path to a graph output to a node without one. Returns None32 if
    // there is not exactly one such edge. Requires: Validate returned NoPathToOutput.
    std::uint32_t EdgeAwayFromOutputs() const noexcept
    {
        std::uint32_t found = None32;
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            const bool leadsAway =
                m_nodes[edge.fromNode].search == Search::Done && m_nodes[edge.toNode].search == Search::NotReached;
            if (!leadsAway) { continue; }
            if (found != None32) { return None32; }
            found = edge.number;
        }
        return found;
    }

private:
    // What the search for paths knows about a node. A node is open while the search visits the nodes whose outputs it
    // reads.
    enum class Search : std::uint8_t
    {
        NotReached,
        Open,
        Done
    };
    struct Node
    {
        std::uint64_t firstTensor = 0; // the index in m_tensors of its first input; its outputs follow its inputs
        std::uint32_t inputCount = 0, outputCount = 0;
        std::uint32_t nextEdge = 0; // 1 + the next intermediate edge into the node; 0 if there is none
        Search search = Search::NotReached;
        bool isConstant = false;
        bool isKnown = false; // whether the node is an operator whose description the caller gave
    };
    struct Tensor
    {
        const DML_BUFFER_TENSOR_DESC* desc = nullptr;
        std::uint32_t edgeCount = 0;

        std::uint64_t Total() const noexcept { return desc->TotalTensorSizeInBytes; }
        std::uint32_t Flags() const noexcept { return static_cast<std::uint32_t>(desc->Flags); }
    };

    // ---- errors -----------------------------------------------------------------------------------------------------

    // Returns a diagnosis of the input to which an edge leads.
    static GraphDiagnosis AtInput(E error, const GraphEdge& edge, std::uint64_t actual, std::uint64_t required) noexcept
    {
        return {error, edge.list, edge.number, edge.toNode, edge.toIndex, actual, required};
    }

    // Each function named Fail... records an error, and returns false so that the caller stops. `index` is the index of
    // the node's input or output.
    bool FailAtTensor(E error, const GraphEdge& edge, std::uint32_t node, std::uint32_t index, std::uint64_t actual,
                      std::uint64_t required) noexcept
    {
        m_found = {error, edge.list, edge.number, node, index, actual, required};
        return false;
    }
    bool FailAtEdge(E error, const GraphEdge& edge, std::uint64_t actual = 0, std::uint64_t required = 0,
                    std::uint32_t node = None32) noexcept
    {
        return FailAtTensor(error, edge, node, None32, actual, required);
    }
    bool FailAtNode(E error, std::uint32_t node, std::uint64_t actual = 0, std::uint64_t required = 0) noexcept
    {
        return FailAtEdge(error, GraphEdge(), actual, required, node);
    }
    bool FailAtGraph(E error, std::uint64_t required = 0) noexcept { return FailAtNode(error, None32, 0, required); }

    // If there is a visitor, visits the hazard and returns true, so that the checks go on. Otherwise keeps the hazard
    // as the result and returns false, which ends the checks.
    bool Note(const GraphDiagnosis& hazard) noexcept
    {
        if (m_visitor != nullptr) { m_visitor->Visit(hazard); }
        else { m_found = hazard; }
        return m_visitor != nullptr;
    }

    // Returns whether an index is below a limit. If not, records the error.
    bool RequireBelow(std::uint32_t limit, E error, const GraphEdge& edge, std::uint32_t index,
                      std::uint32_t node = None32) noexcept
    {
        if (index < limit) { return true; }
        return FailAtEdge(error, edge, index, limit, node);
    }

    // ---- nodes and edges --------------------------------------------------------------------------------------------

    // Requires a node, a graph output and an output edge, and arrays that are not null. Like each function named
    // Check..., records the first error and returns whether there is none.
    bool CheckCounts() noexcept
    {
        if (m_graph.NodeCount == 0) { return FailAtGraph(E::NoNodes, 1); }
        if (m_graph.OutputCount == 0) { return FailAtGraph(E::NoOutputs, 1); }
        if (m_graph.OutputEdgeCount == 0) { return FailAtEdge(E::NoOutputs, {GraphEdges::Output}, 0, 1); }
        if (m_graph.Nodes == nullptr) { return FailAtGraph(E::NullArray, m_graph.NodeCount); }
        for (const GraphEdges list : AllEdges)
        {
            const auto [edges, count, name, type] = m_view.ListOf(list);
            if (edges == nullptr && count != 0) { return FailAtEdge(E::NullArray, {list}, 0, count); }
        }
        return true;
    }

    // Requires each node to be an operator or a constant whose pointers are not null.
    bool CheckNodes() noexcept
    {
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            const std::uint32_t type = m_view.TypeOf(i);
            const void* const desc = m_graph.Nodes[i].Desc;
            if (type != OperatorNode && type != ConstantNode) { return FailAtNode(E::NodeType, i, type); }
            if (desc == nullptr) { return FailAtNode(E::NullNode, i); }
            const void* const content = type == ConstantNode
                                            ? m_view.ConstantOf(i)->Data
                                            : static_cast<const DML_OPERATOR_GRAPH_NODE_DESC*>(desc)->Operator;
            if (content == nullptr) { return FailAtNode(E::NullOperatorOrData, i); }
        }
        return ReadOperators();
    }

    // Stores the tensors of the known operators in m_tensors, where CheckEdgeCounts counts their edges.
    bool ReadOperators() noexcept
    {
        if (!m_nodes.Allocate(m_graph.NodeCount)) { return FailAtGraph(E::Unknown); }
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            Node& node = m_nodes[i];
            const DML_OPERATOR_DESC* const desc = m_view.OperatorOf(i);
            node.isConstant = m_view.ConstantOf(i) != nullptr;
            node.isKnown = desc != nullptr;
            node.firstTensor = count;
            if (!node.isKnown) { continue; }
            const auto countTensor = [&node](const OperatorTensor& tensor) noexcept
            { ++(tensor.isOutput ? node.outputCount : node.inputCount); };
            ForEachTensor(*desc, countTensor);
            count += std::uint64_t{node.inputCount} + node.outputCount;
        }
        if (!m_tensors.Allocate(count)) { return FailAtGraph(E::Unknown); }
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            if (!m_nodes[i].isKnown) { continue; }
            std::uint64_t input = m_nodes[i].firstTensor, output = input + m_nodes[i].inputCount;
            const auto keepTensor = [&](const OperatorTensor& tensor) noexcept
            { m_tensors[tensor.isOutput ? output++ : input++].desc = tensor.desc; };
            ForEachTensor(*m_view.OperatorOf(i), keepTensor);
        }
        return true;
    }

    // Checks each edge of a list by itself.
    bool CheckEdges(GraphEdges list) noexcept
    {
        for (std::uint32_t i = 0; i < m_view.ListOf(list).count; ++i)
        {
            const DML_GRAPH_EDGE_DESC& desc = m_view.ListOf(list).edges[i];
            const std::uint32_t type = static_cast<std::uint32_t>(desc.Type), needed = static_cast<std::uint32_t>(list);
            if (type != needed) { return FailAtEdge(E::EdgeType, {list, i}, type, needed); }
            if (desc.Desc == nullptr) { return FailAtEdge(E::NullEdge, {list, i}); }
            if (!CheckIndices(m_view.EdgeAt(list, i))) { return false; }
        }
        return true;
    }

    // Checks the indices of an edge. DirectML crashes where it expects an operator and finds a constant. If an edge is
    // from a constant to a node, DirectML does not check the indices of output and input; CheckConstants looks at them.
    bool CheckIndices(const GraphEdge& edge) noexcept
    {
        const bool isFromNode = edge.list != GraphEdges::Input, isToNode = edge.list != GraphEdges::Output;
        const std::uint32_t inputs = m_graph.InputCount, outputs = m_graph.OutputCount, nodes = m_graph.NodeCount;
        if (!isFromNode && !RequireBelow(inputs, E::GraphInputIndex, edge, edge.fromIndex)) { return false; }
        if (!isToNode && !RequireBelow(outputs, E::GraphOutputIndex, edge, edge.toIndex)) { return false; }
        if (isFromNode && !RequireBelow(nodes, E::FromNodeIndex, edge, edge.fromNode)) { return false; }
        if (isToNode && !RequireBelow(nodes, E::ToNodeIndex, edge, edge.toNode)) { return false; }
        const Node* const from = isFromNode ? &m_nodes[edge.fromNode] : nullptr;
        const Node* const to = isToNode ? &m_nodes[edge.toNode] : nullptr;
        const bool isFromConstant = from != nullptr && from->isConstant;
        if (isFromConstant && isToNode) { return true; }
        if (isFromConstant) { return FailAtEdge(E::Terminates, edge, 0, 0, edge.fromNode); }
        const bool isFromRight =
            from == nullptr || !from->isKnown
            || RequireBelow(from->outputCount, E::FromNodeOutputIndex, edge, edge.fromIndex, edge.fromNode);
        if (!isFromRight) { return false; }
        if (to != nullptr && to->isConstant) { return FailAtEdge(E::Terminates, edge, 0, 0, edge.toNode); }
        return to == nullptr || !to->isKnown
               || RequireBelow(to->inputCount, E::ToNodeInputIndex, edge, edge.toIndex, edge.toNode);
    }

    // ---- paths ------------------------------------------------------------------------------------------------------

    // Requires a path from each node to a graph output, and no cycle. A depth-first search goes backwards from each
    // output edge. It has a stack of its own and makes no recursive calls, because chains may be long.
    bool CheckPaths() noexcept
    {
        GraphArray<std::uint32_t> next, stack;
        std::uint32_t depth = 0;
        const bool hasMemory = next.Allocate(m_graph.IntermediateEdgeCount) && stack.Allocate(m_graph.NodeCount);
        if (!hasMemory) { return FailAtGraph(E::Unknown); }
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            next[edge.number] = m_nodes[edge.toNode].nextEdge;
            m_nodes[edge.toNode].nextEdge = edge.number + 1;
        }
        const auto reach = [&](std::uint32_t node)
        {
            if (m_nodes[node].search != Search::NotReached) { return; }
            m_nodes[node].search = Search::Open;
            stack[depth++] = node;
        };
        for (const GraphEdge output : Edges(GraphEdges::Output))
        {
            reach(output.fromNode);
            while (depth > 0)
            {
                Node& node = m_nodes[stack[depth - 1]];
                if (node.nextEdge == 0)
                {
                    node.search = Search::Done;
                    --depth;
                    continue;
                }
                const GraphEdge edge = m_view.EdgeAt(GraphEdges::Intermediate, node.nextEdge - 1);
                node.nextEdge = next[edge.number];
                const bool closesCycle = m_nodes[edge.fromNode].search == Search::Open;
                if (closesCycle) { return FailAtEdge(E::Cycle, edge, 0, 0, edge.fromNode); }
                reach(edge.fromNode);
            }
        }
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            if (m_nodes[i].search == Search::NotReached) { return FailAtNode(E::NoPathToOutput, i); }
        }
        return true;
    }

    // ---- tensors of edges -------------------------------------------------------------------------------------------

    static constexpr GraphEdges AllEdges[] = {GraphEdges::Input, GraphEdges::Output, GraphEdges::Intermediate};

    GraphEdgeRange Edges(GraphEdges list) const noexcept { return {m_view, list}; }

    // From returns the tensor at which an edge starts, and To the tensor at which it ends. Both return null if that
    // node is not a known operator. To also returns null if the node has no such input; a constant has no inputs.
    Tensor* From(const GraphEdge& edge) const noexcept
    {
        if (edge.list == GraphEdges::Input || !m_nodes[edge.fromNode].isKnown) { return nullptr; }
        const Node& node = m_nodes[edge.fromNode];
        return &m_tensors[node.firstTensor + node.inputCount + edge.fromIndex];
    }
    Tensor* To(const GraphEdge& edge) const noexcept
    {
        if (edge.list == GraphEdges::Output || edge.toIndex >= m_nodes[edge.toNode].inputCount) { return nullptr; }
        return &m_tensors[m_nodes[edge.toNode].firstTensor + edge.toIndex];
    }

    // Counts the edges of each tensor.
    void CountEdges() noexcept
    {
        for (const GraphEdges list : AllEdges)
        {
            for (const GraphEdge edge : Edges(list))
            {
                if (Tensor* const from = From(edge)) { ++from->edgeCount; }
                if (Tensor* const to = To(edge)) { ++to->edgeCount; }
            }
        }
    }

    // Requires one edge for each input that is not null, and none for each tensor that is null.
    bool CheckEdgeCounts() noexcept
    {
        CountEdges();
        for (const GraphEdges list : AllEdges)
        {
            for (const GraphEdge edge : Edges(list))
            {
                const Tensor *const from = From(edge), *const to = To(edge);
                if (from != nullptr && from->desc == nullptr)
                {
                    return FailAtTensor(E::EdgeCount, edge, edge.fromNode, edge.fromIndex, from->edgeCount, 0);
                }
                const std::uint32_t required = to != nullptr && to->desc != nullptr ? 1 : 0;
                if (to != nullptr && to->edgeCount != required)
                {
                    return FailAtTensor(E::EdgeCount, edge, edge.toNode, edge.toIndex, to->edgeCount, required);
                }
            }
        }
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            for (std::uint32_t input = 0; input < m_nodes[i].inputCount; ++input)
            {
                const Tensor& tensor = m_tensors[m_nodes[i].firstTensor + input];
                const bool hasNoEdge = tensor.desc != nullptr && tensor.edgeCount == 0;
                if (hasNoEdge) { return FailAtTensor(E::EdgeCount, GraphEdge(), i, input, 0, 1); }
            }
        }
        return true;
    }

    // Requires both ends of an edge to have the same TotalTensorSizeInBytes.
    bool CheckTotals() noexcept
    {
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            const Tensor *const from = From(edge), *const to = To(edge);
            if (from != nullptr && to != nullptr && from->Total() != to->Total())
            {
                return FailAtTensor(E::TotalsDiffer, edge, edge.toNode, edge.toIndex, to->Total(), from->Total());
            }
        }
        return true;
    }

    // Requires that no edge inside the graph leads to a tensor with DML_TENSOR_FLAG_OWNED_BY_DML (the only flag), and
    // that all tensors that read one graph input have equal flags.
    bool CheckFlags() noexcept
    {
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            const Tensor* const to = To(edge);
            if (to != nullptr && to->Flags() != 0)
            {
                return FailAtTensor(E::OwnedByDml, edge, edge.toNode, edge.toIndex, to->Flags(), 0);
            }
        }
        return CompareWithFirst(E::OwnedByDml, GraphEdges::Input);
    }

    // Rejects constants at which DirectML crashes after all its checks. Those are a constant of 0 bytes or of more than
    // 8 bytes, and a constant with an edge to another constant or to an input that does not exist.
    bool CheckConstants() noexcept
    {
        for (std::uint32_t i = 0; i < m_graph.NodeCount; ++i)
        {
            if (!m_nodes[i].isConstant) { continue; }
            const std::uint64_t size = m_view.ConstantOf(i)->DataSize;
            if (size == 0 || size > MaxConstantSize) { return FailAtNode(E::Terminates, i, size, MaxConstantSize); }
        }
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            const Node& to = m_nodes[edge.toNode];
            const bool hasNoInput = to.isConstant || (to.isKnown && edge.toIndex >= to.inputCount);
            if (hasNoInput) { return FailAtEdge(E::Terminates, edge, edge.toIndex, to.inputCount, edge.toNode); }
        }
        return true;
    }

    // Finds edges between tensors of different data types, or with elements in another order.
    bool FindReinterpreted() noexcept
    {
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            if (From(edge) == nullptr || To(edge) == nullptr) { continue; }
            const DML_BUFFER_TENSOR_DESC &from = *From(edge)->desc, &to = *To(edge)->desc;
            if (from.DataType == to.DataType && ReadsElementsInOrder(from, to)) { continue; }
            const auto actual = static_cast<std::uint64_t>(to.DataType),
                       required = static_cast<std::uint64_t>(from.DataType);
            if (!Note(AtInput(E::Reinterpreted, edge, actual, required))) { return false; }
        }
        return true;
    }

    // Finds constants whose DataSize is not the number of bytes that an edge reads. An edge reads from the first
    // element of its tensor to the last in memory. If all strides are 0, that is one element.
    bool FindConstantSizes() noexcept
    {
        for (const GraphEdge edge : Edges(GraphEdges::Intermediate))
        {
            if (!m_nodes[edge.fromNode].isConstant || To(edge) == nullptr) { continue; }
            const DML_BUFFER_TENSOR_DESC& to = *To(edge)->desc;
            const std::uint64_t size = m_view.ConstantOf(edge.fromNode)->DataSize;
            const std::uint64_t read = TensorLayout::Of(to).EndInBytes(to.DataType);
            if (size != read && !Note(AtInput(E::ConstantSize, edge, size, read))) { return false; }
        }
        return true;
    }

    // Returns the number that must be equal for all edges with the same key: the total or the flags of the input. For
    // RepeatedOutput it is the number of the edge, so that every second edge differs from the first.
    std::uint64_t ComparedBy(E error, const GraphEdge& edge) const noexcept
    {
        return error == E::RepeatedOutput ? edge.number
               : error == E::OwnedByDml   ? To(edge)->Flags()
                                          : To(edge)->Total();
    }

    // Returns the key by which CompareWithFirst groups an edge: its graph input, its constant or its graph output.
    static std::uint32_t KeyOf(const GraphEdge& edge) noexcept
    {
        return edge.list == GraphEdges::Output  ? edge.toIndex
               : edge.list == GraphEdges::Input ? edge.fromIndex
                                                : edge.fromNode;
    }

    // Compares each edge with the first edge that has the same key (see KeyOf and ComparedBy). Records the first edge
    // of the list that differs, or visits every hazard. An intermediate edge is compared only if it is from a constant.
    // The edges are sorted by their keys, because a table of keys would need InputCount entries, and InputCount may be
    // any number.
    bool CompareWithFirst(E error, GraphEdges list) noexcept
    {
        GraphArray<std::uint64_t> sorted; // the key of each edge in the upper half, its number in the lower half
        std::uint32_t count = 0;
        if (!sorted.Allocate(m_view.ListOf(list).count)) { return FailAtGraph(E::Unknown); }
        for (const GraphEdge edge : Edges(list))
        {
            if (list == GraphEdges::Intermediate && !m_nodes[edge.fromNode].isConstant) { continue; }
            if (list != GraphEdges::Output && To(edge) == nullptr) { continue; }
            sorted[count++] = std::uint64_t{KeyOf(edge)} << 32 | edge.number;
        }
        HeapSort(sorted, count);
        GraphEdge first, wrong, firstOfWrong;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const GraphEdge edge = m_view.EdgeAt(list, static_cast<std::uint32_t>(sorted[i] & Max32));
            if (i == 0 || KeyOf(edge) != KeyOf(first)) { first = edge; }
            if (ComparedBy(error, edge) == ComparedBy(error, first)) { continue; }
            if (m_visitor != nullptr && IsHazard(error)) { static_cast<void>(Note(Difference(error, edge, first))); }
            else if (edge.number < wrong.number)
            {
                wrong = edge;
                firstOfWrong = first;
            }
        }
        if (wrong.number == None32) { return true; }
        m_found = Difference(error, wrong, firstOfWrong);
        return false;
    }
    // Returns the diagnosis of an edge that differs from the first edge with the same key.
    GraphDiagnosis Difference(E error, const GraphEdge& edge, const GraphEdge& first) const noexcept
    {
        const std::uint32_t node = edge.list == GraphEdges::Output ? edge.fromNode : edge.toNode;
        return {error, edge.list, edge.number, node, first.number, ComparedBy(error, edge), ComparedBy(error, first)};
    }

    const GraphView& m_view;
    const DML_GRAPH_DESC& m_graph;
    GraphDiagnosis m_found;
    GraphHazardVisitor* m_visitor;
    GraphArray<Node> m_nodes;
    GraphArray<Tensor> m_tensors;
};
} // namespace detail

/// Returns the verdict of DirectML 1.15.4 on a graph: the first error in the order of DirectML's checks, or else the
/// first hazard, or else None.
///
/// graph: the description. Each array must have as many elements as its count says.
/// operators: null, or an array with a pointer for each node. The pointer is to the description with which the node's
/// operator was created; ValidateOperator must accept it. The pointer is null for a constant, and for an operator whose
/// description you do not have. Rules that need a missing description are skipped.
///
/// Allocates about 30 bytes for each node and 16 bytes for each edge and each tensor, and frees them before it returns.
/// The time is in proportion to the size of the graph, except that edges of graph inputs and outputs are sorted. The
/// use of the stack does not depend on the graph.
///
/// Errors: GraphError lists them in order, and docs/rules.md has an example of each. Unknown means that there was not
/// enough memory.
/// Source: recorded results of IDMLDevice1::CompileGraph of DirectML 1.15.4.
inline GraphDiagnosis ValidateGraph(const DML_GRAPH_DESC& graph, const DML_OPERATOR_DESC* const* operators) noexcept
{
    const detail::GraphView view = {graph, operators};
    return detail::GraphValidator(view).Validate();
}

// =====================================================================================================================
//   Sentences
// =====================================================================================================================

/// The sentence that Explain returns. It has room for two tensors of 8 axes.
using GraphMessage = Message;

namespace detail
{
// Appends "FLOAT32 {1, 8} strides {0, 1}, 32 bytes". Appends "9 dimensions" instead of sizes that cannot be listed.
template <class Writer> void AppendDescription(Writer& writer, const DML_BUFFER_TENSOR_DESC& desc) noexcept
{
    const std::uint32_t rank = desc.DimensionCount;
    const bool isListed = desc.Sizes != nullptr && rank <= MaxRank;
    writer.Append(ToString(desc.DataType), ' ');
    if (!isListed) { writer.Append(rank, " dimensions"); }
    if (isListed) { writer.Append(Dimensions(desc.Sizes, rank)); }
    if (isListed && desc.Strides != nullptr) { writer.Append(" strides ", Dimensions(desc.Strides, rank)); }
    writer.Append(", ", desc.TotalTensorSizeInBytes, " bytes");
}

// Appends a name in quotes. A name may have any bytes and any length; at most 60 bytes are written.
template <class Writer> void AppendQuoted(Writer& writer, const char* name) noexcept
{
    constexpr std::uint32_t MaxLength = 60;
    writer.Append('"');
    for (std::uint32_t i = 0; i < MaxLength && name[i] != '\0'; ++i)
    {
        const auto byte = static_cast<unsigned char>(name[i]);
        constexpr const char* Digits = "0123456789ABCDEF";
        if (byte < 32 || byte == 127) { writer.Append("\\x", Digits[byte >> 4], Digits[byte & 15]); }
        else { writer.Append(name[i] == '"' || name[i] == '\\' ? "\\" : "", name[i]); }
    }
    writer.Append('"');
}

// Writes the sentence of a diagnosis. Requires: ValidateGraph returned the diagnosis for the graph of `view`.
struct GraphSentence : MessageWriter
{
    const GraphDiagnosis& diagnosis;
    GraphView view;
    bool isCause = false; // whether the hazard may be the cause of a failure; then "DirectML accepts this" is left out
    std::uint32_t exchanged = None32; // for NoPathToOutput, the intermediate edge that may lead the wrong way

    GraphSentence(const GraphDiagnosis& found, const GraphView& graph) noexcept : diagnosis(found), view(graph)
    {
        if (found.error == GraphError::NoPathToOutput) { exchanged = ExchangedEdge(); }
    }

    // ---- parts of a sentence ----------------------------------------------------------------------------------------

    // Appends `before`, and then "node 3 (GEMM, "dense_2")".
    void AppendNode(const char* before, std::uint32_t node) noexcept
    {
        const DML_OPERATOR_DESC* const desc = view.OperatorOf(node);
        const char* const type = desc != nullptr                     ? ToString(desc->Type)
                                 : view.TypeOf(node) == ConstantNode ? "a constant"
                                                                     : "";
        const char* const name = view.NameOf(node);
        Append(before, "node ", node);
        if (type[0] == '\0' && name[0] == '\0') { return; }
        Append(" (", type);
        if (name[0] != '\0')
        {
            Append(type[0] != '\0' ? ", " : "");
            AppendQuoted(*this, name);
        }
        Append(')');
    }

    // Appends "IntermediateEdges[2] "x" from node 0 (ACTIVATION_RELU) to node 1 (GEMM)".
    void AppendEdge(const GraphEdge& edge) noexcept
    {
        Append(view.ListOf(edge.list).name, "[", edge.number, "]");
        if (edge.name != nullptr && edge.name[0] != '\0')
        {
            Append(' ');
            AppendQuoted(*this, edge.name);
        }
        if (edge.list != GraphEdges::Input) { AppendNode(" from ", edge.fromNode); }
        if (edge.list != GraphEdges::Output) { AppendNode(" to ", edge.toNode); }
    }

    // Returns an input or an output of a node. Requires: the node's operator is known.
    OperatorTensor TensorOf(std::uint32_t node, std::uint32_t index, bool isOutput) const noexcept
    {
        return TensorAt(*view.OperatorOf(node), index, isOutput);
    }

    // Appends "InputTensors[2]".
    void AppendTensorName(const OperatorTensor& tensor) noexcept
    {
        Append(tensor.name);
        AppendIndex(tensor.element);
    }

    // Appends "InputTensor FLOAT32 {1, 8} strides {0, 1}, 32 bytes".
    void AppendTensor(std::uint32_t node, std::uint32_t index, bool isOutput) noexcept
    {
        const OperatorTensor tensor = TensorOf(node, index, isOutput);
        AppendTensorName(tensor);
        Append(' ');
        AppendDescription(*this, *tensor.desc);
    }

    // ---- sentences --------------------------------------------------------------------------------------------------

    // Edge returns the edge of the diagnosis, and OtherEdge the earlier edge that contradicts it.
    GraphEdge Edge() const noexcept { return view.EdgeAt(diagnosis.edges, diagnosis.edge); }
    GraphEdge OtherEdge() const noexcept { return view.EdgeAt(diagnosis.edges, diagnosis.index); }
    // From returns the tensor at which the edge starts, and To the tensor to which it leads.
    const DML_BUFFER_TENSOR_DESC& From() const noexcept
    {
        return *TensorOf(Edge().fromNode, Edge().fromIndex, true).desc;
    }
    const DML_BUFFER_TENSOR_DESC& To() const noexcept { return *TensorOf(Edge().toNode, Edge().toIndex, false).desc; }
    bool IsOf(GraphEdges list) const noexcept { return diagnosis.edges == list; }
    // Returns whether `index` of the diagnosis counts outputs of the node, not inputs.
    bool IsOutput() const noexcept
    {
        return IsOf(GraphEdges::Output) || (IsOf(GraphEdges::Intermediate) && Edge().fromNode == diagnosis.node);
    }

    // Returns the intermediate edge that, if it led the other way, would leave no error and no hazard. Returns None32
    // if there is none. Requires: the error is NoPathToOutput.
    std::uint32_t ExchangedEdge() const noexcept
    {
        GraphValidator validator(view);
        const bool isFound = validator.Validate().error == GraphError::NoPathToOutput;
        const GraphView other = {view.graph, view.operators, isFound ? validator.EdgeAwayFromOutputs() : None32};
        return other.exchanged != None32 && GraphValidator(other).Validate().Ok() ? other.exchanged : None32;
    }

    // Returns whether an index that is too large may count from 1: it is the number of indices, and index 0 is not
    // used. Edges after that of the diagnosis may have no description.
    bool MayCountFrom1() const noexcept
    {
        const auto has0 = [this](const GraphEdge& edge) noexcept
        {
            switch (diagnosis.error)
            {
            case GraphError::GraphInputIndex: return edge.list == GraphEdges::Input && edge.fromIndex == 0;
            case GraphError::GraphOutputIndex: return edge.list == GraphEdges::Output && edge.toIndex == 0;
            case GraphError::FromNodeOutputIndex: return edge.fromNode == diagnosis.node && edge.fromIndex == 0;
            case GraphError::ToNodeInputIndex: return edge.toNode == diagnosis.node && edge.toIndex == 0;
            default: return edge.fromNode == 0 || edge.toNode == 0;
            }
        };
        if (diagnosis.actual != diagnosis.required) { return false; }
        for (const GraphEdges list : {GraphEdges::Input, GraphEdges::Output, GraphEdges::Intermediate})
        {
            for (std::uint32_t i = 0; i < view.ListOf(list).count; ++i)
            {
                const DML_GRAPH_EDGE_DESC& desc = view.ListOf(list).edges[i];
                const bool isReadable =
                    static_cast<std::uint32_t>(desc.Type) == static_cast<std::uint32_t>(list) && desc.Desc != nullptr;
                if (isReadable && has0(view.EdgeAt(list, i))) { return false; }
            }
        }
        return true;
    }

    // Appends the count that may be too small, and how an index may be wrong.
    void AppendOrCount() noexcept
    {
        const GraphError error = diagnosis.error;
        const bool isOfNodes = error == GraphError::FromNodeIndex || error == GraphError::ToNodeIndex;
        const char* const count = error == GraphError::GraphInputIndex    ? "InputCount"
                                  : error == GraphError::GraphOutputIndex ? "OutputCount"
                                  : isOfNodes                             ? "NodeCount"
                                                                          : nullptr;
        const bool isNegative = diagnosis.actual > Max32 / 2; // written as -1, for example
        if (count != nullptr && !isNegative) { Append("; or ", count, " must be at least ", diagnosis.actual + 1); }
        if (MayCountFrom1()) { Append("; indices count from 0, and 0 is not used"); }
    }

    // Returns the sentence of the error, with placeholders.
    const char* Text() const noexcept;

    // Appends what a placeholder stands for.
    void AppendPlaceholder(const char* text) noexcept
    {
        const std::uint32_t node = diagnosis.node;
        const GraphEdgeList list = view.ListOf(diagnosis.edges);
        if (StartsWith(text, "{index}")) { Append(diagnosis.index); }
        else if (StartsWith(text, "{accepts}")) { Append(isCause ? "" : "DirectML accepts this, but "); }
        else if (StartsWith(text, "{number}")) { Append(node); }
        else if (StartsWith(text, "{node}")) { AppendNode("", node); }
        else if (StartsWith(text, "{list}")) { Append(list.name); }
        else if (StartsWith(text, "{edge number}")) { Append(diagnosis.edge); }
        else if (StartsWith(text, "{type}")) { Append(list.type); }
        else if (StartsWith(text, "{or count}")) { AppendOrCount(); }
        else if (StartsWith(text, "{exchanged}")) { AppendEdge(view.EdgeAt(GraphEdges::Intermediate, exchanged)); }
        else if (StartsWith(text, "{edge}")) { AppendEdge(Edge()); }
        else if (StartsWith(text, "{other edge}")) { AppendEdge(OtherEdge()); }
        else if (StartsWith(text, "{tensor}")) { AppendTensorName(TensorOf(node, diagnosis.index, IsOutput())); }
        else if (StartsWith(text, "{side}")) { Append(IsOutput() ? "output" : "input"); }
        else if (StartsWith(text, "{from}")) { AppendTensor(Edge().fromNode, Edge().fromIndex, true); }
        else if (StartsWith(text, "{to}")) { AppendTensor(node, Edge().toIndex, false); }
        else if (StartsWith(text, "{to name}")) { AppendTensorName(TensorOf(node, Edge().toIndex, false)); }
        else if (StartsWith(text, "{other to}")) { AppendTensor(OtherEdge().toNode, OtherEdge().toIndex, false); }
        else if (StartsWith(text, "{graph output}")) { Append(Edge().toIndex); }
        else if (StartsWith(text, "{kind of source}")) { Append(IsOf(GraphEdges::Input) ? "graph input" : "constant"); }
        else if (IsOf(GraphEdges::Input)) { Append("graph input ", Edge().fromIndex); } // {source}
        else { AppendNode("", Edge().fromNode); }
    }

    // Appends the sentence with its placeholders replaced, and the error's name in brackets.
    void AppendSentence() noexcept
    {
        AppendFilled(Text(), diagnosis, [this](const char* text) { AppendPlaceholder(text); });
        if (!diagnosis.Ok()) { Append(" [", ToString(diagnosis.error), ']'); }
    }
};

namespace graph_texts
{
using E = GraphError;

// The causes in DTU_GRAPH_ERRORS: functions of the sentence. The first sentence whose cause returns true is used.
template <GraphEdges List> bool IsOf(const GraphSentence& s) noexcept { return s.IsOf(List); }
inline bool IsConstant(const GraphSentence& s) noexcept { return s.view.TypeOf(s.diagnosis.node) == ConstantNode; }
inline bool IsTooLarge(const GraphSentence& s) noexcept { return s.diagnosis.required > MaxConstantSize; }
inline bool MayExchangeNodes(const GraphSentence& s) noexcept { return s.exchanged != None32; }
inline bool NeedsNone(const GraphSentence& s) noexcept { return s.diagnosis.required == 0; }
inline bool NumbersDiffer(const GraphSentence& s) noexcept { return s.diagnosis.actual != s.diagnosis.required; }
// Returns whether FromNodeOutputIndex may be meant as the node to which the edge leads, as in {0, 1, 0, 0} from node 0
// to node 1.
inline bool MayExchangeFields(const GraphSentence& s) noexcept
{
    return s.IsOf(GraphEdges::Intermediate) && s.diagnosis.actual < s.view.graph.NodeCount;
}
// TypesDiffer and CountsDiffer require an edge between two known operators.
inline bool TypesDiffer(const GraphSentence& s) noexcept { return s.From().DataType != s.To().DataType; }
// Returns whether the tensors have different numbers of elements. An input with strides may read a part of an output.
inline bool CountsDiffer(const GraphSentence& s) noexcept
{
    return s.To().Strides == nullptr
           && TensorLayout::Of(s.From()).ElementCount() != TensorLayout::Of(s.To()).ElementCount();
}
inline bool Otherwise(const GraphSentence&) noexcept { return true; }

inline constexpr ErrorSentence<E, bool (*)(const GraphSentence&) noexcept> Sentences[] = {
    DTU_GRAPH_ERRORS(DTU_ERROR_SENTENCE, DTU_ERROR_ALSO)};
#undef DTU_GRAPH_ERRORS
} // namespace graph_texts

inline const char* GraphSentence::Text() const noexcept
{
    return SentenceIn(graph_texts::Sentences, diagnosis.error, *this);
}
} // namespace detail

/// Returns the diagnosis as a sentence. It names the node, its operator and the tensors, and ends with the reason:
/// "node 2 (GEMM): BTensor, input 1, has no edge; add an input edge or an intermediate edge to it [EdgeCount]". Returns
/// "no error" for None.
///
/// diagnosis: the result of ValidateGraph for the same graph and operators. Explain reads both again.
inline GraphMessage Explain(const GraphDiagnosis& diagnosis, const DML_GRAPH_DESC& graph,
                            const DML_OPERATOR_DESC* const* operators) noexcept
{
    detail::GraphSentence sentence(diagnosis, {graph, operators});
    sentence.AppendSentence();
    return sentence.message;
}
GraphMessage Explain(const GraphDiagnosis&) = delete; ///< write Explain(diagnosis, graph, operators)

template <class Stream, class = typename Stream::traits_type>
Stream& operator<<(Stream&, const GraphDiagnosis&) = delete; ///< write Explain(diagnosis, graph, operators)

} // namespace DML_TENSOR_UTILS_NAMESPACE
} // namespace dml_tensor_utils

#endif // DML_TENSOR_GRAPH_HPP
