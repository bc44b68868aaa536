// Compares ValidateGraph with DirectML's recorded verdicts, and tests its sentences, its hazards and large graphs.
#include "graph_facts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

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

TEST(GraphVerdicts, EveryRowAgrees)
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
        ++compared;
    }
    EXPECT_EQ(compared, 2115U);
}
} // namespace
} // namespace graph_test
