#pragma once

// Uses every section of the headers that were included before, in either mode and with any macros. The numbers are the
// documentation's worked examples. The type of a parameter gives the two modes different functions if both are linked
// into one program.

#include "standalone/check.hpp"
#include "standalone/foreign_types.hpp"

#if defined(DML_TENSOR_COPY_HPP)
// Copies pixels of three channels to planes with padded rows, enough pixels for the widest kernels.
inline void CopyPixelsToPlanes(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    constexpr std::uint32_t Height = 7;
    constexpr std::uint32_t Width = 150;
    constexpr std::uint32_t Stride = 160;
    constexpr unsigned char Untouched = 0xEE;
    static unsigned char pixels[Height * Width * 3];
    static unsigned char planes[3 * Height * Stride];
    for (std::uint32_t i = 0; i < sizeof(pixels); ++i) { pixels[i] = static_cast<unsigned char>(i % 199); }
    for (unsigned char& byte : planes) { byte = Untouched; }
    const dtu::TensorLayout source = dtu::TensorLayout::Packed({1, 3, Height, Width}, dtu::Layout::NHWC);
    const dtu::TensorLayout destination = dtu::TensorLayout::Packed({1, 3, Height, Width}).WithStride(2, Stride);
    CHECK(dtu::CopyTensor(dtu::DestinationOf(planes, destination), dtu::SourceOf(pixels, source), hint).Ok());
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < sizeof(planes); ++i)
    {
        const std::uint32_t column = i % Stride;
        const std::uint32_t row = i / Stride % Height;
        const std::uint32_t channel = i / (Stride * Height);
        const unsigned char expected =
            column < Width ? static_cast<unsigned char>(((row * Width + column) * 3 + channel) % 199) : Untouched;
        wrong += planes[i] == expected ? 0U : 1U;
    }
    CHECK(wrong == 0);
}

inline void UseTheCopyApi(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    CopyPixelsToPlanes(hint);

    // Broadcasts one element to the first elements of rows.
    const float one = 1.5F;
    float column[] = {0, 0, 0, 0};
    const dtu::Source ofOne =
        dtu::SourceOf(dtu::DML_TENSOR_DATA_TYPE_FLOAT32, &one, sizeof(one), dtu::TensorLayout::Packed({1}));
    CHECK(dtu::CopyTensor(dtu::DestinationOf(column, dtu::TensorLayout::Strided({2, 1}, {2, 1})), ofOne).Ok());
    CHECK(column[0] == one && column[1] == 0 && column[2] == one && column[3] == 0);

    const dtu::Diagnosis tooSmall = dtu::CopyTensor(dtu::DestinationOf(column, dtu::TensorLayout::Packed({5})), ofOne);
    CHECK(tooSmall == dtu::TensorError::DestinationTooSmall && tooSmall.actual == 16 && tooSmall.required == 20);
    CHECK(dtu::Explain(tooSmall).size() > 0);

    // Gathers rows of a table. The last index is outside: it is reported, and reads the last row.
    const std::uint16_t table[] = {10, 11, 20, 21, 30, 31};
    const std::uint32_t rows[] = {1, 0, 9};
    std::uint16_t gathered[6] = {};
    const dtu::PinnedTensorDesc input(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT16, dtu::TensorLayout::Packed({3, 2})));
    const dtu::PinnedTensorDesc indices(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT32, dtu::TensorLayout::Packed({1, 3})));
    const dtu::PinnedTensorDesc output(
        dtu::BufferTensorDesc(dtu::DML_TENSOR_DATA_TYPE_UINT16, dtu::GatherOutput({3, 2}, {1, 3}, 0, 1)));
    const dtu::DML_GATHER_OPERATOR_DESC gather{input.Get(), indices.Get(), output.Get(), 0, 1};
    const dtu::Diagnosis outside =
        dtu::GatherTensor(gather, table, sizeof(table), rows, sizeof(rows), gathered, sizeof(gathered));
    CHECK(outside == dtu::TensorError::GatherIndexRange && outside.axis == 2 && outside.actual == 9);
    CHECK(outside.Accepted() && outside.required == 3 && outside.tensor == dtu::Diagnosis::Indices);
    CHECK(gathered[0] == 20 && gathered[1] == 21 && gathered[2] == 10 && gathered[3] == 11 && gathered[4] == 30
          && gathered[5] == 31);
}
#endif

#if defined(DML_TENSOR_CONVERT_HPP)
inline void UseTheConvertApi(dml_tensor_utils::CopyHint hint)
{
    namespace dtu = dml_tensor_utils;
    // Converts pixels of three channels to planes of FLOAT16 and back, with a scale and a bias for each channel. There
    // are enough pixels for the widest kernels.
    constexpr std::uint32_t Height = 7;
    constexpr std::uint32_t Width = 150;
    constexpr std::uint32_t Plane = Height * Width;
    constexpr std::uint32_t Count = 3 * Plane;
    static unsigned char pixels[Count];
    static unsigned char back[Count];
    static std::uint16_t planes[Count];
    for (std::uint32_t i = 0; i < Count; ++i) { pixels[i] = static_cast<unsigned char>(i % 199); }
    const dtu::TensorLayout interleaved = dtu::TensorLayout::Packed({1, 3, Height, Width}, dtu::Layout::NHWC);
    const dtu::TensorLayout planar = dtu::TensorLayout::Packed({1, 3, Height, Width});
    const float scales[] = {0.5F, 2, 1};
    const float biases[] = {-4, 0, 1024};
    dtu::Conversion there;
    there.scales = scales;
    there.biases = biases;
    CHECK(dtu::ConvertTensor(dtu::DestinationOf(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, planes, planar),
                             dtu::SourceOf(pixels, interleaved), there, hint)
              .Ok());
    // The first pixel is 0, 1 and 2: -4, 2 and 1026.
    CHECK(planes[0] == 0xC400 && planes[Plane] == 0x4000 && planes[Count - Plane] == 0x6402);

    const float backScales[] = {2, 0.5F, 1};
    const float backBiases[] = {8, 0, -1024};
    const dtu::Conversion andBack = {1, 0, backScales, backBiases, 1};
    CHECK(dtu::ConvertTensor(dtu::DestinationOf(back, interleaved),
                             dtu::SourceOf(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, planes, planar), andBack, hint)
              .Ok());
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < Count; ++i) { wrong += back[i] == pixels[i] ? 0U : 1U; }
    CHECK(wrong == 0);

    const dtu::Diagnosis rejected =
        dtu::ConvertTensor(dtu::DestinationOf(dtu::DML_TENSOR_DATA_TYPE_UNKNOWN, planes, planar),
                           dtu::SourceOf(dtu::DML_TENSOR_DATA_TYPE_INT8, pixels, interleaved));
    CHECK(rejected == dtu::TensorError::ConversionTypes && rejected.actual == dtu::DML_TENSOR_DATA_TYPE_INT8
          && rejected.required == dtu::DML_TENSOR_DATA_TYPE_UNKNOWN);
    CHECK(dtu::Explain(rejected).size() > 0);
}
#endif

#if defined(DML_TENSOR_COMPARE_HPP)
inline void UseTheCompareApi()
{
    namespace dtu = dml_tensor_utils;
    // Compares planes of FLOAT16 with pixels, enough for several tiles.
    constexpr std::uint32_t Pixels = 2500;
    constexpr std::uint32_t Channels = 40;
    static std::uint16_t planes[Channels * Pixels];
    static std::uint16_t pixels[Channels * Pixels];
    for (std::uint32_t i = 0; i < Channels * Pixels; ++i)
    {
        planes[i] = static_cast<std::uint16_t>(i % 30000);
        pixels[i % Pixels * Channels + i / Pixels] = planes[i];
    }
    const dtu::Dimensions sizes = {1, Channels, 50, 50};
    dtu::Source expected = dtu::SourceOf(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, planes, dtu::TensorLayout::Packed(sizes));
    const dtu::Source actual =
        dtu::SourceOf(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, pixels, dtu::TensorLayout::Packed(sizes, dtu::Layout::NHWC));
    const dtu::Comparison equal = dtu::CompareTensors(expected, actual);
    CHECK(equal && equal.compared == Channels * Pixels);
    pixels[Channels + 1] = 0x7C00; // infinite
    const dtu::Comparison found = dtu::CompareTensors(expected, actual, {1, 1, 1});
    CHECK(!found && found.compared == Channels * Pixels && found.different == 1);
    CHECK((found.firstDifferent == dtu::Dimensions{0, 1, 0, 1}) && found.largestErrorAt.empty());
    CHECK(dtu::Explain(found).size() > 0);
    expected.type = dtu::DML_TENSOR_DATA_TYPE_FLOAT32;
    const dtu::Comparison rejected = dtu::CompareTensors(expected, actual);
    CHECK(rejected.reason == dtu::TensorError::SourceTooSmall && rejected.reason.tensor == dtu::Diagnosis::Expected);
}
#endif

#if defined(DML_TENSOR_RELATION_HPP)
inline void UseTheRelationApi()
{
    namespace dtu = dml_tensor_utils;
    float rows[24], turned[24];
    for (std::uint32_t i = 0; i < 24; ++i)
    {
        rows[i] = static_cast<float>(i * i % 17);
        turned[i / 8 * 8 + (4 + i % 8) % 8] = rows[i];
    }
    const dtu::TensorLayout layout = dtu::TensorLayout::Packed({1, 3, 2, 4});
    const dtu::Source expected = dtu::SourceOf(rows, layout), actual = dtu::SourceOf(turned, layout);
    const dtu::Relation relation = dtu::FindRelation(expected, actual);
    CHECK(relation.kind == dtu::RelationKind::AxesReversed && (relation.axes == dtu::Dimensions{2}));
    CHECK(dtu::Summarize(expected).maximum == 16 && dtu::MeasureSimilarity(expected, actual).compared == 24);
    CHECK(dtu::Explain(relation).size() > 0 && dtu::Explain(dtu::Summarize(expected)).size() > 0);
}
#endif

#if defined(DML_TENSOR_INTEROP_HPP)
template <class Dimensions> void UseTheInteropApi()
{
    namespace dtu = dml_tensor_utils;
    constexpr auto same = [](const char* a, const char* b)
    {
        for (; *a != '\0' && *a == *b; ++a, ++b) {}
        return *a == *b;
    };
    const std::int64_t shape[] = {2, 3};
    const std::int64_t strides[] = {5, 1};
    const dtu::BufferTensorDesc tensor = dtu::OfDlpack(ForeignTensor{2, {2, 16, 1}, shape, strides, 8});
    CHECK(tensor.Layout() == dtu::TensorLayout::Strided({2, 3}, {5, 1}, 4));
    CHECK(same(dtu::ToText(tensor).c_str(), "FLOAT16 {2, 3}/{5, 1} from 4, 16 bytes"));
    CHECK(dtu::OfDlpack(ForeignTensor{2, {2, 16, 1}, nullptr, nullptr, 0}).Error() == dtu::TensorError::NullPointer);
    static_assert(dtu::LayoutOfMapping(ForeignMapping{}) == dtu::TensorLayout::Strided({2, 3}, {5, 1}));
    CHECK(same(dtu::ToText(dtu::LayoutOfMapping(ForeignMapping{})).c_str(), "{2, 3}/{5, 1}"));
    CHECK(same(dtu::ToText(Dimensions{1, 3}).c_str(), "{1, 3}"));
    static_assert(dtu::DataTypeOfOnnx(10) == dtu::DML_TENSOR_DATA_TYPE_FLOAT16);
    CHECK(dtu::OnnxTypeOf(tensor.DataType()) == 10);
}
#endif

#if defined(DML_TENSOR_OUTPUT_SIZES_HPP)
inline void UseTheOutputSizesApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    static_assert(dtu::ConvolutionOutput({1, 3, 9, 9}, {8, 3, 3, 3}, {{2, 2}})
                  == dtu::TensorLayout::Packed({1, 8, 4, 4}));
    static_assert(dtu::JoinOutput({{2, 3}, {4, 3}}, 0) == dtu::TensorLayout::Packed({6, 3}));
    static_assert(dtu::GemmOutput({2, 3}, {4, 5}).Error() == dtu::TensorError::SizesDiffer);
    constexpr dtu::Window Strided{{2, 2}};
    CHECK(dtu::PoolingOutput({1, 1, 4, 4}, {2, 2}, Strided).SizeInBytes(type) != 0);
    CHECK(dtu::PoolingOutput({1, 1, 5, 5}, {2, 2}, Strided, dtu::Rounding::Up).Sizes() == dtu::Dimensions{1, 1, 3, 3});
    constexpr dtu::Window Same = dtu::SamePadding({1, 1, 5, 5}, {4, 3}, Strided, dtu::OddPadding::Start);
    static_assert(Same.startPadding == dtu::Dimensions{2, 1} && Same.endPadding == dtu::Dimensions{1, 1});
    CHECK(dtu::TransposedConvolutionOutput({1, 1, 3, 3}, {1, 1, 3, 3}, Strided, 1, {1, 0}).Sizes()[2] == 8);
    const float scales[] = {2, 0.5F};
    CHECK(dtu::ResampleOutput({3, 5}, scales).Sizes() == dtu::Dimensions{6, 2});
    CHECK(dtu::ResampleOutput({3, 5}, &scales[0], 2, dtu::Rounding::Up).Sizes() == dtu::Dimensions{6, 3});
    static_assert(dtu::ResampleOutput({3, 5}, {2, 0}).Error() == dtu::TensorError::ZeroAttribute);
}
#endif

#if defined(DML_TENSOR_OPERATOR_SCHEMA_HPP)
inline void UseTheOperatorSchemaApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    const dtu::PinnedTensorDesc a(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 3})));
    // A struct that both modes have.
    const dtu::DML_GATHER_OPERATOR_DESC gather{a.Get(), nullptr, a.Get(), 0, 1};
    static_assert(dtu::OperatorTypeOf<dtu::DML_GATHER_OPERATOR_DESC> == dtu::DML_OPERATOR_GATHER);
    static_assert(dtu::MinimumFeatureLevel(dtu::DML_OPERATOR_GATHER) == 0x1000);
    static_assert(dtu::SchemaOf(dtu::DML_OPERATOR_GATHER)[3].offset == offsetof(dtu::DML_GATHER_OPERATOR_DESC, Axis));
    std::uint32_t tensors = 0;
    dtu::ForEachTensor({dtu::DML_OPERATOR_GATHER, &gather},
                       [&tensors](const dtu::OperatorTensor& tensor)
                       {
                           CHECK((tensor.desc == nullptr) == (tensor.name[1] == 'n' && tensor.name[2] == 'd'));
                           CHECK(tensor.field == tensors++ && tensor.isOutput == (tensor.field == 2));
                       });
    CHECK(tensors == 3 && dtu::ToString(dtu::DML_OPERATOR_GATHER)[0] == 'G');
}
#endif

#if defined(DML_TENSOR_OPERATORS_HPP)
inline void UseTheOperatorsApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    const dtu::PinnedTensorDesc a(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 3})));
    const dtu::PinnedTensorDesc b(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 1})));
    // DML_ELEMENT_WISE_ADD_OPERATOR_DESC.
    const dtu::DML_TENSOR_DESC* add[] = {a.Get(), a.Get(), a.Get()};
#if DML_TENSOR_UTILS_NATIVE
    constexpr auto Add = static_cast<dtu::DML_OPERATOR_TYPE>(4);
#else
    constexpr auto Add = dtu::DML_OPERATOR_ELEMENT_WISE_ADD;
    static_assert(Add == 4 && dtu::DML_OPERATOR_GATHER == 67 && dtu::DML_OPERATOR_UNFOLD == 177);
#endif
    CHECK(dtu::ValidateOperator({Add, add}).Ok());
    add[1] = b.Get();
    const dtu::OperatorDiagnosis reason = dtu::ValidateOperator({Add, add});
    CHECK(reason.Rejected() && reason.error == dtu::OperatorError::SizesDiffer && reason.field == 1 && reason.axis == 1
          && reason.actual == 1 && reason.required == 3);
    CHECK(dtu::Explain(reason).size() > 0 && dtu::ToString(reason.error)[0] == 'S' && dtu::ToString(Add)[0] == 'E');
    CHECK(dtu::ValidateOperator({dtu::DML_OPERATOR_INVALID, add}).error == dtu::OperatorError::Unknown);

    // A struct that both modes have.
    const dtu::DML_GATHER_OPERATOR_DESC gather{a.Get(), nullptr, b.Get(), 0, 1};
    CHECK(dtu::ValidateOperator(gather).tensor == dtu::TensorError::NullTensor);
    CHECK(dtu::DocumentedOutput(gather).Error() == dtu::TensorError::NullTensor);
}
#endif

#if defined(DML_TENSOR_OWNED_OPERATOR_HPP)
inline void UseTheOwnedOperatorApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    dtu::OwnedOperatorDesc owned;
    {
        const dtu::PinnedTensorDesc a(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2, 3})));
        const dtu::DML_TENSOR_DESC* const add[] = {a.Get(), a.Get(), a.Get()}; // DML_ELEMENT_WISE_ADD_OPERATOR_DESC
        owned = dtu::OwnedOperatorDesc(dtu::DML_OPERATOR_DESC{static_cast<dtu::DML_OPERATOR_TYPE>(4), add});
    }
    const dtu::OwnedOperatorDesc copy = owned; // NOLINT(performance-unnecessary-copy-initialization)
    CHECK(owned && copy && copy.Desc().Desc != owned.Desc().Desc);
    CHECK(dtu::ValidateOperator(copy.Desc()).Ok());
}
#endif

#if defined(DML_TENSOR_BINDINGS_HPP)
// One tensor, bound to nothing, then to a buffer.
inline void UseTheBindingsApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    const dtu::BufferTensorDesc tensor(type, dtu::TensorLayout::Packed({4}));
    const dtu::DML_BUFFER_TENSOR_DESC desc = tensor.Desc();
    const dtu::BindingSlot slot = dtu::SlotOf(dtu::OperatorTensor{"InputTensor", 0, 0xFFFFFFFF, false, &desc});
    const auto bufferOf = [](const void*) { return dtu::BoundBuffer{1024, 1}; };
    static char address = 0;
    dtu::DML_BUFFER_BINDING range = {};
    range.SizeInBytes = 16;
    const dtu::DML_BINDING_DESC binding = {dtu::DML_BINDING_TYPE_BUFFER, &range};
    const dtu::BindingDiagnosis none =
        dtu::ValidateBindings(dtu::BindingCall::Inputs, {&slot, 1}, &binding, 1, bufferOf);
    CHECK(none.Rejected() && none.error == dtu::BindingError::NullBuffer && none.binding == 0);
    CHECK(dtu::Explain(none).size() > 0 && dtu::ToString(none.error)[0] == 'N');
    range.Buffer = static_cast<decltype(range.Buffer)>(static_cast<void*>(&address));
    CHECK(dtu::ValidateBindings(dtu::BindingCall::Inputs, {&slot, 1}, &binding, 1, bufferOf).Ok());
}
#endif

#if defined(DML_TENSOR_GRAPH_HPP)
// Two operators, of which the second needs a larger tensor than the first produces.
inline void UseTheGraphApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type)
{
    namespace dtu = dml_tensor_utils;
    const dtu::PinnedTensorDesc two(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({2})));
    const dtu::PinnedTensorDesc three(dtu::BufferTensorDesc(type, dtu::TensorLayout::Packed({3})));
    const dtu::DML_TENSOR_DESC* const first[] = {two.Get(), two.Get()}; // DML_ACTIVATION_RELU_OPERATOR_DESC
    const dtu::DML_TENSOR_DESC* second[] = {three.Get(), three.Get()};
    constexpr auto Relu = static_cast<dtu::DML_OPERATOR_TYPE>(44);
    const dtu::DML_OPERATOR_DESC relus[] = {{Relu, first}, {Relu, second}};
    const dtu::DML_OPERATOR_DESC* const operators[] = {&relus[0], &relus[1]};

    static char address = 0; // of the operators, which ValidateGraph does not use
    dtu::DML_OPERATOR_GRAPH_NODE_DESC node = {};
    node.Operator = static_cast<decltype(node.Operator)>(static_cast<void*>(&address));
    const dtu::DML_GRAPH_NODE_DESC nodes[] = {{dtu::DML_GRAPH_NODE_TYPE_OPERATOR, &node},
                                              {dtu::DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
    const dtu::DML_INPUT_GRAPH_EDGE_DESC input = {0, 0, 0, nullptr};
    const dtu::DML_INTERMEDIATE_GRAPH_EDGE_DESC intermediate = {0, 0, 1, 0, nullptr};
    const dtu::DML_OUTPUT_GRAPH_EDGE_DESC output = {1, 0, 0, nullptr};
    const dtu::DML_GRAPH_EDGE_DESC inputs[] = {{dtu::DML_GRAPH_EDGE_TYPE_INPUT, &input}};
    const dtu::DML_GRAPH_EDGE_DESC intermediates[] = {{dtu::DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &intermediate}};
    const dtu::DML_GRAPH_EDGE_DESC outputs[] = {{dtu::DML_GRAPH_EDGE_TYPE_OUTPUT, &output}};
    const dtu::DML_GRAPH_DESC graph = {1, 1, 2, nodes, 1, inputs, 1, outputs, 1, intermediates};

    const dtu::GraphDiagnosis reason = dtu::ValidateGraph(graph, operators);
    CHECK(reason.Rejected() && reason.error == dtu::GraphError::TotalsDiffer && reason.node == 1);
    CHECK(reason.edges == dtu::GraphEdges::Intermediate && reason.edge == 0);
    CHECK(reason.actual == 12 && reason.required == 8);
    CHECK(dtu::Explain(reason, graph, operators).size() > 0 && dtu::ToString(reason.error)[0] == 'T');
    CHECK(dtu::ValidateGraph(graph, nullptr).Ok());
    second[0] = two.Get();
    CHECK(dtu::ValidateGraph(graph, operators).Ok());
}
#endif

inline void UseTheApi(dml_tensor_utils::DML_TENSOR_DATA_TYPE type = dml_tensor_utils::DML_TENSOR_DATA_TYPE_FLOAT32)
{
    namespace dtu = dml_tensor_utils;

    constexpr dtu::TensorLayout nhwc = dtu::TensorLayout::Packed({1, 1, 3, 5}, dtu::Layout::NHWC);
    static_assert(nhwc && nhwc.Strides() == dtu::Dimensions{15, 1, 5, 1});
    CHECK(nhwc.IsPacked() && !nhwc.IsBroadcast() && !nhwc.IsPadded() && !nhwc.HasOverlap());

    const dtu::TensorLayout depthHeightWidth = dtu::TensorLayout::Packed({2, 2, 3});
    CHECK(depthHeightWidth.ElementOffset({1, 0, 1}) == 7);
    CHECK(depthHeightWidth.Coordinates(7) == dtu::Dimensions{1, 0, 1});
    CHECK(depthHeightWidth.ElementOffset({2, 0, 0}) == dtu::NoOffset);

    const dtu::TensorLayout padded = dtu::TensorLayout::Packed({2, 3}).WithStride(0, 5);
    CHECK(padded.IsPadded() && padded.ElementSpan() == 8 && padded.ElementCount() == 6);
    CHECK(padded.SameElements(dtu::TensorLayout::Strided({2, 3}, {5, 1})));
    std::uint64_t visited = 0;
    padded.ForEach([&visited](const dtu::Dimensions&, std::uint64_t offset) { visited += offset; });
    CHECK(visited == 0 + 1 + 2 + 5 + 6 + 7);

    const dtu::TensorLayout broadcast = dtu::TensorLayout::Packed({3}).BroadcastTo({2, 3});
    CHECK(broadcast.IsBroadcast() && broadcast.HasOverlap() && broadcast.ElementSpan() == 3);
    CHECK(broadcast.PromotedTo(4).Rank() == 4);
    CHECK(broadcast.Sliced(1, 1, 2).FirstElement() == 1);
    CHECK(dtu::TensorLayout::Packed({2, 3, 4}).Collapsed().Rank() == 1);
    CHECK(dtu::TensorLayout::Packed({2, 3, 4}).Reshaped({6, 4}).IsRowMajor());
    CHECK(dtu::TensorLayout::Packed({2}).PlacedOn(4, {1}).Sizes() == dtu::Dimensions{1, 2, 1, 1});
    CHECK(dtu::TensorLayout::Packed({2, 3}).WithStrideInBytes(0, 20, dtu::DML_TENSOR_DATA_TYPE_FLOAT32) == padded);
    CHECK(dtu::TensorLayout::Packed({2, 3}).WithStrideMultipleInBytes(0, 10, dtu::DML_TENSOR_DATA_TYPE_FLOAT16)
          == padded);
    const std::int64_t many[] = {2, 1, 3, 1, 1, 4, 1, 5, 1, 6};
    CHECK(dtu::TensorLayout::OfAnyRank(many, nullptr, 10) == dtu::TensorLayout::Packed({720}));
    CHECK(dtu::BroadcastSizes({2, 1}, {3}) == dtu::Dimensions{2, 3});
    const auto together = dtu::CollapsedTogether(std::array<dtu::TensorLayout, 2>{padded, broadcast});
    CHECK(together[0] == padded && together[1] == broadcast);

    const std::uint32_t sizes[] = {5, 55};
    const std::uint32_t strides[] = {9, 3};
    CHECK(dtu::DMLCalcBufferTensorSize(dtu::DML_TENSOR_DATA_TYPE_FLOAT16, 2, sizes, strides) == 400);
    const auto channelsLast = dtu::CalculateStrides(dtu::Layout::NHWC, {2, 3, 4, 5}, {false, false, false, true});
    CHECK(channelsLast[0] == 12 && channelsLast[1] == 1 && channelsLast[2] == 3 && channelsLast[3] == 0);

    const dtu::BufferTensorDesc descriptor(type, padded);
    const dtu::DML_BUFFER_TENSOR_DESC desc = descriptor.Desc();
    CHECK(descriptor && desc.TotalTensorSizeInBytes == 32 && desc.Strides != nullptr && desc.Strides[0] == 5);
    CHECK(dtu::AsTensorDesc(desc).Desc == &desc);
    const dtu::PinnedTensorDesc pinned(descriptor);
    CHECK(pinned.Get() != nullptr && pinned.Get()->Type == dtu::DML_TENSOR_TYPE_BUFFER);
    CHECK(dtu::Validate(desc, dtu::TensorRole::Input).Ok());

    dtu::BufferPlacement placement;
    CHECK(placement.Place(descriptor) == 0 && placement.Place(descriptor.WithAlignment(64)) == 64);
    CHECK(placement.Place(5, 256) == 256 && placement.SizeInBytes() == 261);
    CHECK(dtu::ValidateBinding(desc, 64, 32, placement.SizeInBytes()).Ok());
    CHECK(dtu::ValidateBinding(desc, 256, 32, placement.SizeInBytes()) == dtu::TensorError::BindingOutside);

    constexpr dtu::OnnxGather gather = dtu::GatherFromOnnx({5, 3}, {2, 4}, -1);
    static_assert(gather && gather.output == dtu::Dimensions{5, 2, 4} && gather.axis == 2);
    CHECK(dtu::GatherOutput(gather.input, gather.indices, gather.axis, gather.indexDimensions).Sizes()
          == gather.output);

    constexpr dtu::Diagnosis reason = dtu::TensorLayout::Packed({2, 3, 0}).Reason();
    static_assert(reason == dtu::TensorError::ZeroSize && reason.axis == 2 && !reason.Accepted());
    CHECK(dtu::Explain(reason).size() > 0);

#if defined(DML_TENSOR_COPY_HPP)
    UseTheCopyApi(dtu::CopyHint::Auto);
    UseTheCopyApi(dtu::CopyHint::Cached);
    UseTheCopyApi(dtu::CopyHint::Streaming);
#endif
#if defined(DML_TENSOR_COMPARE_HPP)
    UseTheCompareApi();
#endif
#if defined(DML_TENSOR_RELATION_HPP)
    UseTheRelationApi();
#endif
#if defined(DML_TENSOR_CONVERT_HPP)
    UseTheConvertApi(dtu::CopyHint::Auto);
    UseTheConvertApi(dtu::CopyHint::Streaming);
#endif
#if defined(DML_TENSOR_INTEROP_HPP)
    UseTheInteropApi<dtu::Dimensions>();
#endif
#if defined(DML_TENSOR_OUTPUT_SIZES_HPP)
    UseTheOutputSizesApi(type);
#endif
#if defined(DML_TENSOR_OPERATOR_SCHEMA_HPP)
    UseTheOperatorSchemaApi(type);
#endif
#if defined(DML_TENSOR_OPERATORS_HPP)
    UseTheOperatorsApi(type);
#endif
#if defined(DML_TENSOR_OWNED_OPERATOR_HPP)
    UseTheOwnedOperatorApi(type);
#endif
#if defined(DML_TENSOR_GRAPH_HPP)
    UseTheGraphApi(type);
#endif
#if defined(DML_TENSOR_BINDINGS_HPP)
    UseTheBindingsApi(type);
#endif
}
