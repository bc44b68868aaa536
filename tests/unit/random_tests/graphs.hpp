// Random tests of graphs. Graphs that DirectML has judged get up to three changes. The verdict is compared with a second
// model of the rules, which works on the graph's text with the simplest algorithms. The sentence must be complete, and a
// sanitizer detects a read beyond what the graph has.
#pragma once

#include "models/graphs.hpp"
#include "test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace random_graphs
{
using namespace graph_facts;
using operator_facts::TensorText;
using test_support::Met;
using test_support::Random;

// ---- the model ------------------------------------------------------------------------------------------------------

// The tensors of a node. Others than operators have none.
struct Tensors
{
    std::vector<TensorText> inputs, outputs;

    explicit Tensors(const NodeText& node)
    {
        if (!IsOperator(node)) { return; }
        for (const std::string& part : node.parts) { inputs.push_back(TensorFrom(part)); }
        const std::size_t inputCount = node.kind == "split" || node.kind == "rng" ? 1
                                       : node.kind == "fill"                      ? 0
                                                                                  : inputs.size() - 1;
        const auto firstOutput = inputs.begin() + static_cast<std::ptrdiff_t>(inputCount);
        outputs.assign(firstOutput, inputs.end());
        inputs.erase(firstOutput, inputs.end());
    }
};

class Model
{
public:
    explicit Model(const GraphText& graph) : m_graph(graph), m_tensors(graph.nodes.begin(), graph.nodes.end()) {}

    // Returns the reason of the rejection; "" if DirectML accepts the graph.
    std::string Reason() const
    {
        if (m_graph.nodes.empty()) { return "NoNodes"; }
        if (m_graph.outputCount == 0 || Outputs().empty()) { return "NoOutputs"; }
        const bool hasEdges = (m_graph.nullArray == "in" && !Inputs().empty())
                              || (m_graph.nullArray == "mid" && !Intermediates().empty());
        if (m_graph.nullArray == "nodes" || m_graph.nullArray == "out" || hasEdges) { return "NullArray"; }
        for (const auto rule : {&Model::OfNodes, &Model::OfEdges, &Model::OfPaths, &Model::OfCounts, &Model::OfTensors,
                                &Model::OfConstants})
        {
            std::string reason = (this->*rule)();
            if (!reason.empty()) { return reason; }
        }
        return "";
    }

private:
    using Edges = std::vector<EdgeText>;

    const Edges& Inputs() const { return m_graph.edges[0]; }
    const Edges& Outputs() const { return m_graph.edges[1]; }
    const Edges& Intermediates() const { return m_graph.edges[2]; }
    bool IsConstant(std::uint32_t node) const { return m_graph.nodes[node].kind == "const"; }

    std::string OfNodes() const
    {
        for (const NodeText& node : m_graph.nodes)
        {
            const bool isNullDesc = node.kind == "nulldesc" || node.kind == "type";
            if (isNullDesc && node.parts[0] != "1" && node.parts[0] != "2") { return "NodeType"; }
            if (isNullDesc) { return "NullNode"; }
            if (node.kind == "nullop" || (node.kind == "const" && node.parts.size() == 2))
            {
                return "NullOperatorOrData";
            }
        }
        return "";
    }

    std::string OfEdges() const
    {
        for (std::uint32_t list = 0; list < 3; ++list)
        {
            for (const EdgeText& edge : m_graph.edges[list])
            {
                std::string reason = edge.type != list + 1 ? "EdgeType"
                                     : edge.isNull         ? "NullEdge"
                                     : list == 0           ? OfInput(edge.numbers)
                                     : list == 1           ? OfOutput(edge.numbers)
                                                           : OfIntermediate(edge.numbers);
                if (!reason.empty()) { return reason; }
            }
        }
        return "";
    }
    std::string OfInput(const std::vector<std::uint32_t>& n) const
    {
        return n[0] >= m_graph.inputCount              ? "GraphInputIndex"
               : n[1] >= m_graph.nodes.size()          ? "ToNodeIndex"
               : IsConstant(n[1])                      ? "Terminates"
               : n[2] >= m_tensors[n[1]].inputs.size() ? "ToNodeInputIndex"
                                                       : "";
    }
    std::string OfOutput(const std::vector<std::uint32_t>& n) const
    {
        return n[2] >= m_graph.outputCount              ? "GraphOutputIndex"
               : n[0] >= m_graph.nodes.size()           ? "FromNodeIndex"
               : IsConstant(n[0])                       ? "Terminates"
               : n[1] >= m_tensors[n[0]].outputs.size() ? "FromNodeOutputIndex"
                                                        : "";
    }
    std::string OfIntermediate(const std::vector<std::uint32_t>& n) const
    {
        return n[0] >= m_graph.nodes.size()             ? "FromNodeIndex"
               : n[2] >= m_graph.nodes.size()           ? "ToNodeIndex"
               : IsConstant(n[0])                       ? ""
               : n[1] >= m_tensors[n[0]].outputs.size() ? "FromNodeOutputIndex"
               : IsConstant(n[2])                       ? "Terminates"
               : n[3] >= m_tensors[n[2]].inputs.size()  ? "ToNodeInputIndex"
                                                        : "";
    }

    std::string OfPaths() const
    {
        const std::size_t count = m_graph.nodes.size();
        std::vector<bool> isReached(count, false);
        for (const EdgeText& edge : Outputs()) { isReached[edge.numbers[0]] = true; }
        for (std::size_t i = 0; i < count; ++i)
        {
            for (const EdgeText& edge : Intermediates())
            {
                if (isReached[edge.numbers[2]]) { isReached[edge.numbers[0]] = true; }
            }
        }
        // A node of which nothing that is left is a predecessor is in no cycle.
        std::vector<bool> isLeft = isReached;
        for (std::size_t i = 0; i < count; ++i)
        {
            for (std::uint32_t node = 0; node < count; ++node)
            {
                const auto leads = [&](const EdgeText& edge)
                { return edge.numbers[2] == node && isLeft[edge.numbers[0]]; };
                if (std::none_of(Intermediates().begin(), Intermediates().end(), leads)) { isLeft[node] = false; }
            }
        }
        if (std::count(isLeft.begin(), isLeft.end(), true) > 0) { return "Cycle"; }
        return std::count(isReached.begin(), isReached.end(), false) > 0 ? "NoPathToOutput" : "";
    }

    // Returns how many edges of a list have two of their numbers.
    static std::size_t Count(const Edges& edges, std::size_t position, std::uint32_t node, std::uint32_t index)
    {
        return static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(),
                                                      [&](const EdgeText& edge) {
                                                          return edge.numbers[position] == node
                                                                 && edge.numbers[position + 1] == index;
                                                      }));
    }
    std::string OfCounts() const
    {
        for (std::uint32_t node = 0; node < m_tensors.size(); ++node)
        {
            for (std::uint32_t i = 0; i < m_tensors[node].inputs.size(); ++i)
            {
                const std::size_t count = Count(Inputs(), 1, node, i) + Count(Intermediates(), 2, node, i);
                if (count != (m_tensors[node].inputs[i].isNull ? 0U : 1U)) { return "EdgeCount"; }
            }
            for (std::uint32_t i = 0; i < m_tensors[node].outputs.size(); ++i)
            {
                const std::size_t count = Count(Outputs(), 0, node, i) + Count(Intermediates(), 0, node, i);
                if (count != 0 && m_tensors[node].outputs[i].isNull) { return "EdgeCount"; }
            }
        }
        return "";
    }

    std::string OfTensors() const
    {
        for (const EdgeText& edge : Intermediates())
        {
            const std::vector<std::uint32_t>& n = edge.numbers;
            if (IsConstant(n[0])) { continue; }
            if (m_tensors[n[0]].outputs[n[1]].total != m_tensors[n[2]].inputs[n[3]].total) { return "TotalsDiffer"; }
        }
        for (const EdgeText& edge : Intermediates())
        {
            const std::vector<std::uint32_t>& n = edge.numbers;
            if (n[3] < m_tensors[n[2]].inputs.size() && m_tensors[n[2]].inputs[n[3]].flags == 1)
            {
                return "OwnedByDml";
            }
        }
        for (const EdgeText& a : Inputs())
        {
            for (const EdgeText& b : Inputs())
            {
                const auto flags = [this](const EdgeText& edge)
                { return m_tensors[edge.numbers[1]].inputs[edge.numbers[2]].flags; };
                if (a.numbers[0] == b.numbers[0] && flags(a) != flags(b)) { return "OwnedByDml"; }
            }
        }
        return "";
    }

    std::string OfConstants() const
    {
        for (const NodeText& node : m_graph.nodes)
        {
            const std::uint64_t size = node.kind == "const" ? verdict_file::Number(node.parts[0]) : 1;
            if (size < 1 || size > 8) { return "Terminates"; }
        }
        for (const EdgeText& edge : Intermediates())
        {
            if (edge.numbers[3] >= m_tensors[edge.numbers[2]].inputs.size()) { return "Terminates"; }
        }
        return "";
    }

    const GraphText& m_graph;
    std::vector<Tensors> m_tensors;
};

// ---- changes --------------------------------------------------------------------------------------------------------

inline const std::vector<VerdictRow>& Bases()
{
    static const std::vector<VerdictRow> bases = VerdictRows();
    return bases;
}

template <class Value> Value& OneOf(std::vector<Value>& values, Random& random)
{
    return values[random.Below(static_cast<std::uint32_t>(values.size()))];
}

inline NodeText ChangedNode(NodeText node, Random& random)
{
    static const char* const tensors[] = {"f2", "f1,2", "f2,3", "i2", "h4", "h3", "F2", "none", "1:0:2:2,3:1,2:24:0"};
    const std::string number = std::to_string(random.Below(10));
    switch (random.Below(8))
    {
    case 0: return {"type", {number}};
    case 1: return {"nulldesc", {number}};
    case 2: return {"nullop", {}};
    case 3: return {"const", {number, "null"}};
    case 4: return {"const", {number}};
    case 5: node.isUnknown = true; return node;
    default:
        if (IsOperator(node)) { OneOf(node.parts, random) = tensors[random.Below(9)]; }
        return node;
    }
}

inline void ChangeEdges(std::vector<EdgeText>& edges, std::uint32_t list, std::uint32_t number, Random& random)
{
    if (edges.empty()) { return edges.push_back({{0, 0, 0, 0}, list + 1, false}); }
    EdgeText& edge = OneOf(edges, random);
    switch (random.Below(8))
    {
    case 0: edge.type = random.Below(5); break;
    case 1: edge.isNull = true; break;
    case 2: edge = edges.back(), edges.pop_back(); break;
    case 3: edges.emplace_back(edge); break;
    default: edge.numbers[random.Below(list == 2 ? 4 : 3)] = number;
    }
}

inline void Change(GraphText& graph, Random& random)
{
    static const char* const arrays[] = {"nodes", "in", "out", "mid"};
    const std::uint32_t number = random.OneIn(8) ? 0xFFFFFFFE : random.Below(6), list = random.Below(3);
    switch (random.Below(16))
    {
    case 0: graph.inputCount = number; break;
    case 1: graph.outputCount = number; break;
    case 2: graph.nullArray = arrays[random.Below(4)]; break;
    case 3: graph.hasOperators = false; break;
    case 4:
        if (!graph.nodes.empty()) { graph.nodes.pop_back(); }
        break;
    case 5:
    case 6:
    case 7:
        if (!graph.nodes.empty())
        {
            NodeText& node = OneOf(graph.nodes, random);
            node = ChangedNode(node, random);
        }
        break;
    default: ChangeEdges(graph.edges[list], list, number, random);
    }
}

// ---- the test -------------------------------------------------------------------------------------------------------

// Returns what is wrong with the sentence, or "".
inline std::string SentenceProblem(const Graph& graph, const dml::GraphDiagnosis& found)
{
    const std::string sentence = graph.Sentence();
    if (found.Ok()) { return sentence == "no error" ? "" : sentence; }
    const std::string ending = std::string(" [") + ToString(found.error) + "]";
    const bool isComplete = sentence.size() > ending.size()
                            && sentence.compare(sentence.size() - ending.size(), ending.size(), ending) == 0
                            && sentence.find('?') == std::string::npos && sentence.find("  ") == std::string::npos
                            && sentence.find("4294967295") == std::string::npos;
    return isComplete ? "" : "sentence: " + sentence;
}

// Whether all nodes and edges can be read: none is null or of another type, and edges have nodes.
inline bool IsReadable(const GraphText& graph)
{
    const auto isNode = [](const NodeText& node)
    { return IsOperator(node) || (node.kind == "const" && node.parts.size() == 1); };
    bool isReadable = graph.nullArray != "nodes" && std::all_of(graph.nodes.begin(), graph.nodes.end(), isNode);
    for (std::uint32_t list = 0; list < 3; ++list)
    {
        const char* const arrays[] = {"in", "out", "mid"};
        isReadable = isReadable && (graph.nullArray != arrays[list] || graph.edges[list].empty());
        for (const EdgeText& edge : graph.edges[list])
        {
            const std::size_t count = graph.nodes.size();
            const std::uint32_t from = edge.numbers[0], to = edge.numbers[list == 0 ? 1 : 2];
            isReadable = isReadable && !edge.isNull && edge.type == list + 1 && (list == 0 || from < count)
                         && (list == 1 || to < count);
        }
    }
    return isReadable;
}

// Returns what is wrong with the verdict on one graph, or "".
inline std::string Check(Random& random, Met& met)
{
    const VerdictRow& base = Bases()[random.Below(static_cast<std::uint32_t>(Bases().size()))];
    GraphText text = GraphFrom(base.graph);
    const std::uint32_t changes = random.Below(4);
    for (std::uint32_t i = 0; i < changes; ++i) { Change(text, random); }
    const auto isUnknown = [](const NodeText& node) { return node.isUnknown; };
    const bool isKnown = text.hasOperators && std::none_of(text.nodes.begin(), text.nodes.end(), isUnknown);

    const Graph graph(text);
    const dml::GraphDiagnosis found = graph.Verdict();
    ++met[ToString(found.error)];
    std::string problem = SentenceProblem(graph, found);
    if (found.isReadable && !IsReadable(text)) { problem += "cannot be read"; }
    if (found.Accepted() && !found.isReadable) { problem += "is accepted, but not readable"; }
    met["rejected, but readable"] += found.Rejected() && found.isReadable ? 1U : 0U;
    if (isKnown)
    {
        const std::string reason = found.Accepted() ? "" : ToString(found.error), expected = Model(text).Reason();
        if (reason != expected) { problem += "the reason is " + reason + ", the model's is " + expected; }
    }
    else { ++met["unknown operators"]; }
    return problem.empty() ? "" : base.graph + ", changed: " + problem + "; " + graph.Sentence();
}
} // namespace random_graphs
