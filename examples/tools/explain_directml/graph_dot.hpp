// A graph in the language DOT, which Graphviz draws.
#pragma once

#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"

#include <cstdint>
#include <string>

namespace graph_dot
{
namespace dml = dml_tensor_utils;

// Returns the tensor of an operator as text; empty if it is not known.
inline std::string TensorText(const dml::DML_OPERATOR_DESC* desc, std::uint32_t index, bool isOutput)
{
    std::string text;
    std::uint32_t next = 0;
    if (desc == nullptr) { return text; }
    dml::ForEachTensor(*desc,
                       [&](const dml::OperatorTensor& tensor)
                       {
                           if (tensor.isOutput != isOutput || next++ != index || tensor.desc == nullptr) { return; }
                           text = dml::ToText(dml::BufferTensorDesc::Of(*tensor.desc)).c_str();
                       });
    return text;
}

// Returns a name in quotes, as DOT writes them in a label, with at most 60 bytes of the name. Empty if there is no name.
inline std::string Quoted(const char* name)
{
    if (name == nullptr || *name == '\0') { return ""; }
    std::string text = " \\\"";
    for (int i = 0; i < 60 && *name != '\0'; ++i, ++name)
    {
        const bool isControl = static_cast<unsigned char>(*name) < 32;
        if (*name == '"' || *name == '\\') { text += '\\'; }
        text += isControl ? ' ' : *name;
    }
    return text + "\\\"";
}

inline std::string Edge(const std::string& from, const std::string& to, const std::string& label)
{
    return "  " + from + " -> " + to + " [label=\"" + label + "\"];\n";
}

inline const char* NameOf(const dml::DML_GRAPH_NODE_DESC& node)
{
    return node.Type == dml::DML_GRAPH_NODE_TYPE_OPERATOR
               ? static_cast<const dml::DML_OPERATOR_GRAPH_NODE_DESC*>(node.Desc)->Name
               : static_cast<const dml::DML_CONSTANT_DATA_GRAPH_NODE_DESC*>(node.Desc)->Name;
}

// Returns the graph as text. Requires a graph that ValidateGraph accepts; some of its operators may be null.
inline std::string DotOf(const dml::DML_GRAPH_DESC& graph, const dml::DML_OPERATOR_DESC* const* operators,
                         const std::string& name)
{
    const auto node = [](std::uint32_t i) { return "node" + std::to_string(i); };
    const auto desc = [&](std::uint32_t i) { return operators != nullptr ? operators[i] : nullptr; };
    std::string dot = "digraph " + name + " {\n";
    for (std::uint32_t i = 0; i < graph.NodeCount; ++i)
    {
        const bool isOperator = graph.Nodes[i].Type == dml::DML_GRAPH_NODE_TYPE_OPERATOR;
        const char* const type = desc(i) != nullptr ? dml::ToString(desc(i)->Type)
                                 : isOperator       ? "operator"
                                                    : "constant";
        dot += "  " + node(i) + " [shape=box, label=\"" + std::to_string(i) + ' ' + type
               + Quoted(NameOf(graph.Nodes[i])) + "\"];\n";
    }
    for (std::uint32_t i = 0; i < graph.InputEdgeCount; ++i)
    {
        const auto& edge = *static_cast<const dml::DML_INPUT_GRAPH_EDGE_DESC*>(graph.InputEdges[i].Desc);
        dot += Edge("input" + std::to_string(edge.GraphInputIndex), node(edge.ToNodeIndex),
                    TensorText(desc(edge.ToNodeIndex), edge.ToNodeInputIndex, false) + Quoted(edge.Name));
    }
    for (std::uint32_t i = 0; i < graph.IntermediateEdgeCount; ++i)
    {
        const auto& edge = *static_cast<const dml::DML_INTERMEDIATE_GRAPH_EDGE_DESC*>(graph.IntermediateEdges[i].Desc);
        dot += Edge(node(edge.FromNodeIndex), node(edge.ToNodeIndex),
                    TensorText(desc(edge.ToNodeIndex), edge.ToNodeInputIndex, false) + Quoted(edge.Name));
    }
    for (std::uint32_t i = 0; i < graph.OutputEdgeCount; ++i)
    {
        const auto& edge = *static_cast<const dml::DML_OUTPUT_GRAPH_EDGE_DESC*>(graph.OutputEdges[i].Desc);
        dot += Edge(node(edge.FromNodeIndex), "output" + std::to_string(edge.GraphOutputIndex),
                    TensorText(desc(edge.FromNodeIndex), edge.FromNodeOutputIndex, true) + Quoted(edge.Name));
    }
    return dot + "}\n";
}
} // namespace graph_dot
