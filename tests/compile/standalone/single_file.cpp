// Uses every header. The includes are replaced by the one file of the target single_file.
#include "dml_tensor_bindings.hpp"
#include "dml_tensor_compare.hpp"
#include "dml_tensor_convert.hpp"
#include "dml_tensor_copy.hpp"
#include "dml_tensor_graph.hpp"
#include "dml_tensor_interop.hpp"
#include "dml_tensor_operator_schema.hpp"
#include "dml_tensor_operators.hpp"
#include "dml_tensor_output_sizes.hpp"
#include "dml_tensor_owned_operator.hpp"
#include "dml_tensor_relation.hpp"
#include "dml_tensor_utils.hpp"

#include <cstdint>
#include <cstdio>

using namespace dml_tensor_utils;

int main()
{
    constexpr TensorLayout rows = TensorLayout::Packed({2, 3});
    constexpr TensorLayout columns = TensorLayout::Packed({2, 3}, {1, 0});
    static_assert(ToText(Dimensions{1, 3}).size() == 6);
    static_assert(GemmOutput({2, 3}, {3, 5}).Sizes() == Dimensions{2, 5});
    const std::uint8_t from[] = {1, 2, 3, 4, 5, 6};
    std::uint8_t to[6] = {};
    const Diagnosis reason = CopyTensor(DestinationOf(to, columns), SourceOf(from, rows));
    float wide[6] = {};
    const Diagnosis converted = ConvertTensor(DestinationOf(wide, rows), SourceOf(to, columns), {0.5F, 10});
    const Comparison compared = CompareTensors(SourceOf(from, rows), SourceOf(to, columns));
    const OperatorDiagnosis noOperator = ValidateOperator({DML_OPERATOR_GEMM, nullptr});
    const OwnedOperatorDesc empty(DML_OPERATOR_DESC{DML_OPERATOR_GEMM, nullptr});
    const GraphDiagnosis noGraph = ValidateGraph(DML_GRAPH_DESC(), nullptr);
    std::printf("%s: %s, then %d %d; %s, %g; %s; %s, %s; %s\n", ToText(columns).c_str(), Explain(reason).c_str(), to[0],
                to[1], Explain(converted).c_str(), static_cast<double>(wide[4]), Explain(compared).c_str(),
                ToString(noOperator.error), ToString(empty.Desc().Type), ToString(noGraph.error));
    return 0;
}
