// Reads the graphs of data/graph_verdicts.csv and lays them out in memory as a program would pass them to DirectML. Each
// array has exactly as many elements as its count says, so that a sanitizer detects a read beyond its end.
//
// A graph is its InputCount, its OutputCount, and words:
//
//   N:operator|tensor|...     a node; also const|bytes, const|bytes|null, nullop, nulldesc|type and type|number
//   I:graph input,node,input  an input edge
//   O:node,output,graph output
//   M:from,output,to,input    an intermediate edge
//   P:nodes P:in P:out P:mid  this array is null
//
// An edge may end with :type, or be I:null, O:null or M:null. The tensor f2,3 is FLOAT32 {2,3}; F is the same with
// OWNED_BY_DML, h FLOAT16, i INT32, u UINT32, b UINT8. Another tensor is type:flags:rank:sizes:strides:total:alignment.
#pragma once

#include "dml_tensor_graph.hpp"
#include "models/operators.hpp"
#include "verdict_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace graph_facts
{
namespace dml = dml_tensor_utils;

struct NodeText
{
    std::string kind;               // the operator, or const, nullop, nulldesc, type
    std::vector<std::string> parts; // what follows it
    bool isUnknown = false;         // the validator does not get the operator's description
};

struct EdgeText
{
    std::vector<std::uint32_t> numbers; // in the order of the SDK's struct
    std::uint32_t type = 0;
    bool isNull = false;
};

struct GraphText
{
    std::uint32_t inputCount = 0;
    std::uint32_t outputCount = 0;
    std::vector<NodeText> nodes;
    std::vector<EdgeText> edges[3]; // input, output, intermediate
    std::string nullArray;          // nodes, in, out, mid or ""
    bool hasOperators = true;       // false: no operator is known
};

inline std::uint32_t ListOf(char letter) { return letter == 'I' ? 0 : letter == 'O' ? 1 : 2; }

inline EdgeText EdgeFrom(char letter, const std::string& text)
{
    EdgeText edge;
    const std::vector<std::string> parts = verdict_file::Split(text, ':');
    edge.isNull = parts[0] == "null";
    edge.type = parts.size() > 1 ? verdict_file::Number32(parts[1]) : ListOf(letter) + 1;
    for (const std::string& number : verdict_file::Split(parts[0], ','))
    {
        edge.numbers.push_back(verdict_file::Number32(number));
    }
    edge.numbers.resize(4);
    return edge;
}

inline GraphText GraphFrom(const std::string& text)
{
    const std::vector<std::string> words = verdict_file::Split(text, ' ');
    GraphText graph;
    graph.inputCount = verdict_file::Number32(words.at(0));
    graph.outputCount = verdict_file::Number32(words.at(1));
    for (std::size_t i = 2; i < words.size(); ++i)
    {
        const std::string rest = words[i].substr(2);
        if (words[i][0] == 'N')
        {
            std::vector<std::string> parts = verdict_file::Split(rest, '|');
            const std::string kind = parts[0];
            parts.erase(parts.begin());
            graph.nodes.push_back({kind, parts});
        }
        else if (words[i][0] == 'P') { graph.nullArray = rest; }
        else { graph.edges[ListOf(words[i][0])].push_back(EdgeFrom(words[i][0], rest)); }
    }
    return graph;
}

// Reads f2,3 or 1:0:2:2,3:null:24:0 or none.
inline operator_facts::TensorText TensorFrom(const std::string& text)
{
    operator_facts::TensorText tensor;
    if (text == "none") { return tensor; }
    const auto numbers = [](const std::string& list)
    {
        std::vector<std::uint32_t> values;
        for (const std::string& value : verdict_file::Split(list, ','))
        {
            values.push_back(verdict_file::Number32(value));
        }
        return values;
    };
    tensor.isNull = false;
    tensor.hasDesc = true;
    tensor.hasSizes = true;
    const std::vector<std::string> parts = verdict_file::Split(text, ':');
    if (parts.size() == 1)
    {
        const std::string letters = "fhuxbi"; // in the order of DML_TENSOR_DATA_TYPE, x for a type that the file lacks
        tensor.type = text[0] == 'F' ? 1 : static_cast<std::uint32_t>(letters.find(text[0])) + 1;
        tensor.flags = text[0] == 'F' ? 1 : 0;
        tensor.sizes = numbers(text.substr(1));
        tensor.rank = static_cast<std::uint32_t>(tensor.sizes.size());
        tensor.total = operator_facts::MinTotal(tensor.type, tensor.sizes, {}, false);
        return tensor;
    }
    tensor.type = verdict_file::Number32(parts[0]);
    tensor.flags = verdict_file::Number32(parts[1]);
    tensor.rank = verdict_file::Number32(parts[2]);
    tensor.sizes = numbers(parts[3]);
    tensor.hasStrides = parts[4] != "null";
    if (tensor.hasStrides) { tensor.strides = numbers(parts[4]); }
    tensor.total = verdict_file::Number(parts[5]);
    tensor.alignment = verdict_file::Number32(parts[6]);
    return tensor;
}

// Returns the operator's name in the library.
inline std::string OperatorName(const std::string& kind)
{
    static const std::map<std::string, std::string> names = {{"id", "ELEMENT_WISE_IDENTITY"},
                                                             {"abs", "ELEMENT_WISE_ABS"},
                                                             {"add", "ELEMENT_WISE_ADD"},
                                                             {"rng", "RANDOM_GENERATOR"},
                                                             {"gemm", "GEMM"},
                                                             {"split", "SPLIT"},
                                                             {"fill", "FILL_VALUE_CONSTANT"},
                                                             {"join", "JOIN"},
                                                             {"relu", "ACTIVATION_RELU"},
                                                             {"gather", "GATHER"}};
    const auto found = names.find(kind);
    return found == names.end() ? "" : found->second;
}

inline bool IsOperator(const NodeText& node) { return !OperatorName(node.kind).empty(); }

// A description of the operator with these tensors; its other members are 0, null or empty.
inline std::unique_ptr<operator_facts::Description> DescriptionOf(const NodeText& node)
{
    const operator_facts::Rule& rule = *operator_facts::RuleOf(OperatorName(node.kind));
    operator_facts::FieldValues values = operator_facts::ActivationFrom(std::to_string(rule.number)).members;
    std::size_t next = 0;
    for (std::size_t i = 0; i < rule.fields.size(); ++i)
    {
        const operator_facts::Field& field = rule.fields[i];
        const bool isList = field.kind == "ins" || field.kind == "outs";
        if (!isList && field.kind != "in" && field.kind != "out") { continue; }
        // JOIN's list is followed by one tensor, SPLIT's by none.
        const std::size_t after = field.kind == "ins" ? 1 : 0;
        const std::size_t count = isList ? node.parts.size() - next - after : 1;
        values[i].tensors.clear();
        values[i].isNull = false;
        for (std::size_t j = 0; j < count; ++j) { values[i].tensors.push_back(TensorFrom(node.parts.at(next++))); }
        if (isList) { values[rule.Find(field.count)].words[0] = static_cast<std::uint32_t>(count); }
    }
    return std::make_unique<operator_facts::Description>(rule, values);
}

// A node with an address of an operator, which is only compared with null.
inline dml::DML_OPERATOR_GRAPH_NODE_DESC SomeOperator()
{
    static char address = 0;
    dml::DML_OPERATOR_GRAPH_NODE_DESC node = {};
    node.Operator = static_cast<decltype(node.Operator)>(static_cast<void*>(&address));
    return node;
}

// A graph in memory.
class Graph
{
public:
    explicit Graph(const GraphText& text) : m_hasOperators(text.hasOperators)
    {
        const std::size_t count = text.nodes.size();
        m_nodes = std::make_unique<dml::DML_GRAPH_NODE_DESC[]>(count);
        m_operators.reset(new const dml::DML_OPERATOR_DESC*[count]);
        for (std::size_t i = 0; i < count; ++i) { AddNode(text.nodes[i], i); }
        for (std::uint32_t list = 0; list < 3; ++list)
        {
            m_edges[list] = std::make_unique<dml::DML_GRAPH_EDGE_DESC[]>(text.edges[list].size());
            for (std::size_t i = 0; i < text.edges[list].size(); ++i) { AddEdge(text.edges[list][i], list, i); }
        }
        const auto length = [](const auto& values) { return static_cast<std::uint32_t>(values.size()); };
        m_desc.InputCount = text.inputCount;
        m_desc.OutputCount = text.outputCount;
        m_desc.NodeCount = length(text.nodes);
        m_desc.Nodes = text.nullArray == "nodes" ? nullptr : m_nodes.get();
        m_desc.InputEdgeCount = length(text.edges[0]);
        m_desc.InputEdges = text.nullArray == "in" ? nullptr : m_edges[0].get();
        m_desc.OutputEdgeCount = length(text.edges[1]);
        m_desc.OutputEdges = text.nullArray == "out" ? nullptr : m_edges[1].get();
        m_desc.IntermediateEdgeCount = length(text.edges[2]);
        m_desc.IntermediateEdges = text.nullArray == "mid" ? nullptr : m_edges[2].get();
    }
    explicit Graph(const std::string& text) : Graph(GraphFrom(text)) {}

    const dml::DML_GRAPH_DESC& Desc() const { return m_desc; }
    const dml::DML_OPERATOR_DESC* const* Operators() const { return m_hasOperators ? m_operators.get() : nullptr; }

    dml::GraphDiagnosis Verdict() const { return dml::ValidateGraph(m_desc, Operators()); }
    std::string Sentence() const { return dml::Explain(Verdict(), m_desc, Operators()).c_str(); }

private:
    // Makes a value that lives as long as the graph.
    template <class Value> const Value* Keep(const Value& value)
    {
        m_kept.push_back(std::make_shared<Value>(value));
        return static_cast<const Value*>(m_kept.back().get());
    }

    void AddNode(const NodeText& text, std::size_t i)
    {
        dml::DML_GRAPH_NODE_DESC& node = m_nodes[i];
        node = {static_cast<dml::DML_GRAPH_NODE_TYPE>(1), nullptr};
        m_operators[i] = nullptr;
        if (text.kind == "nulldesc" || text.kind == "type")
        {
            node.Type = static_cast<dml::DML_GRAPH_NODE_TYPE>(verdict_file::Number32(text.parts.at(0)));
        }
        else if (text.kind == "const")
        {
            dml::DML_CONSTANT_DATA_GRAPH_NODE_DESC constant = {};
            constant.Data = text.parts.size() > 1 ? nullptr : "constant"; // never read
            constant.DataSize = verdict_file::Number32(text.parts.at(0));
            node = {static_cast<dml::DML_GRAPH_NODE_TYPE>(2), Keep(constant)};
        }
        else
        {
            node.Desc = Keep(IsOperator(text) ? SomeOperator() : dml::DML_OPERATOR_GRAPH_NODE_DESC());
            if (!IsOperator(text) || text.isUnknown) { return; }
            m_descriptions.push_back(DescriptionOf(text));
            m_operators[i] = Keep(m_descriptions.back()->Desc());
        }
    }

    void AddEdge(const EdgeText& text, std::uint32_t list, std::size_t i)
    {
        const std::vector<std::uint32_t>& n = text.numbers;
        const void* desc = nullptr;
        if (text.isNull) {}
        else if (list == 0) { desc = Keep(dml::DML_INPUT_GRAPH_EDGE_DESC{n[0], n[1], n[2], nullptr}); }
        else if (list == 1) { desc = Keep(dml::DML_OUTPUT_GRAPH_EDGE_DESC{n[0], n[1], n[2], nullptr}); }
        else { desc = Keep(dml::DML_INTERMEDIATE_GRAPH_EDGE_DESC{n[0], n[1], n[2], n[3], nullptr}); }
        m_edges[list][i] = {static_cast<dml::DML_GRAPH_EDGE_TYPE>(text.type), desc};
    }

    bool m_hasOperators;
    std::unique_ptr<dml::DML_GRAPH_NODE_DESC[]> m_nodes;
    std::unique_ptr<const dml::DML_OPERATOR_DESC*[]> m_operators;
    std::unique_ptr<dml::DML_GRAPH_EDGE_DESC[]> m_edges[3];
    std::vector<std::unique_ptr<operator_facts::Description>> m_descriptions;
    std::vector<std::shared_ptr<void>> m_kept;
    dml::DML_GRAPH_DESC m_desc = {};
};

// A row of graph_verdicts.csv.
struct VerdictRow
{
    std::string graph;
    std::string verdict; // accepted, refused or crash
    std::string reason;
    bool isOfOrder; // the verdict depends on the order of the edges
};

inline std::vector<VerdictRow> VerdictRows()
{
    std::vector<VerdictRow> rows;
    for (const std::string& line : verdict_file::LinesBelow("# InputCount OutputCount", "graph_verdicts.csv"))
    {
        const std::vector<std::string> parts = verdict_file::Split(line, ';');
        rows.push_back({parts.at(0), parts.at(1), parts.at(2), parts.at(3) == "order"});
    }
    return rows;
}
} // namespace graph_facts
