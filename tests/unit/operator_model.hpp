// A second implementation of DirectML's rules for operators: the checks of operator_rules.csv, and the functions that
// operator_rules.md describes. It reads the parts of a description's text, not memory, and ends a check with an
// exception, so that its code resembles the header's as little as possible.
#pragma once

#include "operator_facts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace operator_model
{
using operator_facts::Rule;
using operator_facts::TensorText;
using operator_facts::Value;
using operator_facts::FieldValues;
using operator_facts::Verdict;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using List = std::vector<U32>;

constexpr U64 TwoTo32 = U64{1} << 32;

inline U32 Mod(U64 value) { return static_cast<U32>(value % TwoTo32); }

inline List SizesOf(const TensorText& tensor)
{
    const std::size_t read = std::min<std::size_t>({tensor.rank, tensor.sizes.size(), 8});
    return List(tensor.sizes.begin(), tensor.sizes.begin() + static_cast<std::ptrdiff_t>(read));
}

inline U32 Product(const List& sizes)
{
    U64 product = 1;
    for (const U32 size : sizes) { product = product * size % TwoTo32; }
    return Mod(product);
}

inline U64 LeadingOnes(const List& sizes)
{
    return static_cast<U64>(std::find_if(sizes.begin(), sizes.end(), [](U32 size) { return size != 1; })
                            - sizes.begin());
}

inline List Padded(const List& sizes, std::size_t rank)
{
    List padded(rank > sizes.size() ? rank - sizes.size() : 0, 1);
    padded.insert(padded.end(), sizes.begin(), sizes.end());
    return padded;
}

class Model
{
public:
    Model(const Rule& rule, const FieldValues& values) : m_rule(rule), m_values(values) {}

    Verdict Judge()
    {
        try
        {
            for (const std::string& check : m_rule.checks) { Run(check); }
            RequireLists();
        }
        catch (const Verdict& verdict)
        {
            return verdict;
        }
        return {"1", "None"};
    }

private:
    static void Require(bool holds, const char* reason)
    {
        if (!holds) { throw Verdict{"0", reason}; }
    }
    [[noreturn]] static void Die() { throw Verdict{"died", "Terminates"}; }

    // ---- fields -----------------------------------------------------------------------------------------------------

    bool Has(const std::string& name) const { return m_rule.Find(name) < m_values.size(); }
    const Value& Of(const std::string& name) const { return m_values[m_rule.Find(name)]; }
    U32 Number(const std::string& name) const { return Of(name).words[0]; }
    const TensorText& Tensor(const std::string& name) const { return Of(name).tensors[0]; }
    bool IsNull(const std::string& name) const { return !Has(name) || Tensor(name).isNull; }

    // Returns a list that DirectML reads. If it is null, DirectML crashes.
    const List& Read(const std::string& name) const
    {
        if (Of(name).isNull) { Die(); }
        return Of(name).words;
    }

    // Returns a tensor that DirectML reads, whether it has checked it or not.
    static const TensorText& Described(const TensorText& tensor)
    {
        if (tensor.isNull || !tensor.hasDesc) { Die(); }
        return tensor;
    }
    static List Measured(const TensorText& tensor)
    {
        if (!Described(tensor).hasSizes && tensor.rank != 0) { Die(); }
        return SizesOf(tensor);
    }
    List Sizes(const std::string& name) const { return SizesOf(Tensor(name)); }
    U32 Rank(const std::string& name) const { return Described(Tensor(name)).rank; }

    // ---- one tensor -------------------------------------------------------------------------------------------------

    static void Own(const TensorText& tensor, U32 mask, U32 least, U32 most, bool isOptional, bool isOutput)
    {
        if (tensor.isNull && isOptional) { return; }
        Require(!tensor.isNull, "NullTensor");
        Require(tensor.hasDesc, "NullDesc");
        Require(tensor.kind == 1, "TensorType");
        Require(tensor.type <= 13, "UnknownDataType");
        Require((mask >> tensor.type) % 2 == 1, "DataType");
        Require(tensor.flags <= 1, "Flags");
        Require(tensor.rank >= least && tensor.rank <= most, "DimensionCount");
        Require(tensor.hasSizes, "NullSizes");
        const List sizes = SizesOf(tensor);
        U64 count = 1;
        for (const U32 size : sizes)
        {
            Require(size != 0 || count >= TwoTo32, "ZeroSize");
            if (size == 0) { break; }
            count = std::min(count, TwoTo32) * size; // does not wrap
        }
        Require(count < TwoTo32, "ElementLimit");
        static const U64 bits[] = {0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4};
        const U64 ofType = bits[tensor.type];
        U64 span = count;
        if (tensor.hasStrides)
        {
            span = 1;
            for (std::size_t i = 0; i < sizes.size(); ++i) { span += (sizes[i] - U64{1}) * tensor.strides[i]; }
        }
        Require(tensor.total >= ((span * ofType + 7) / 8 + 3) / 4 * 4, "TotalSizeTooSmall");
        Require(tensor.total <= (TwoTo32 - 1) * ofType / 8, "TotalSizeLimit");
        const U32 a = tensor.alignment;
        Require(a == 0 || (a >= 16 && (a & (a - 1)) == 0), "Alignment");
        if (!isOutput) { return; }
        Require(tensor.flags == 0, "OutputOwnedByDml");
        for (std::size_t i = 0; tensor.hasStrides && i < sizes.size(); ++i)
        {
            Require(sizes[i] == 1 || tensor.strides[i] != 0, "OutputOverlap");
            for (std::size_t j = i + 1; j < sizes.size(); ++j)
            {
                Require(sizes[i] == 1 || sizes[j] == 1 || tensor.strides[i] != tensor.strides[j], "OutputOverlap");
            }
        }
        Require(count * ofType <= span * ofType, "OutputOverlap");
    }

    void Own(const std::string& name, U32 mask, U32 least = 1, U32 most = 8) const
    {
        const operator_facts::Field& field = m_rule.fields[m_rule.Find(name)];
        Own(Tensor(name), mask, least, most, field.isOptional, field.kind == "out");
    }

    // ---- relations --------------------------------------------------------------------------------------------------

    static void TypesEqual(const TensorText& x, const TensorText& y)
    {
        if (!x.isNull && !y.isNull) { Require(Described(x).type == Described(y).type, "TypesDiffer"); }
    }
    static void RanksEqual(const TensorText& x, const TensorText& y, const char* reason = "RanksDiffer")
    {
        if (!x.isNull && !y.isNull) { Require(Described(x).rank == Described(y).rank, reason); }
    }
    static void SizesEqual(const TensorText& x, const TensorText& y)
    {
        if (!x.isNull && !y.isNull) { Require(Measured(x) == Measured(y) && x.rank == y.rank, "SizesDiffer"); }
    }

    void Relate(const std::string& name, const TensorText& x, const TensorText& y) const
    {
        if (name == "type") { TypesEqual(x, y); }
        if (name == "rank") { RanksEqual(x, y); }
        if (name == "rank_or") { RanksEqual(x, y, "BroadcastRanksDiffer"); }
        if (name == "size") { SizesEqual(x, y); }
        if (name != "one_or" || x.isNull || y.isNull) { return; }
        const List ofX = Measured(x), ofY = Measured(y);
        for (std::size_t i = 0; i < ofX.size(); ++i) { Require(ofX[i] == 1 || ofX[i] == ofY[i], "NotOneOrEqual"); }
    }

    // ---- the row ----------------------------------------------------------------------------------------------------

    U64 ValueOf(const std::string& text) const
    {
        if (text.find(':') == std::string::npos) { return verdict_file::Number(text); }
        const std::string what = text.substr(0, text.find(':'));
        std::string name = text.substr(text.find(':') + 1);
        if (what == "rank") { return Rank(name); }
        if (what == "type") { return Tensor(name).type; }
        const std::string axis = name.substr(name.find('[') + 1, name.size() - name.find('[') - 2);
        name = name.substr(0, name.find('['));
        return Sizes(name)[Number(axis)];
    }

    void Axes(const std::string& name, U32 rank) const
    {
        const U32 count = Number(m_rule.fields[m_rule.Find(name)].count);
        for (U32 i = 0; i < count; ++i) { Require(Read(name)[i] < rank, "AxisRange"); }
    }

    void Run(const std::string& check)
    {
        const std::size_t open = check.find('(');
        const std::string name = check.substr(0, open);
        const std::vector<std::string> a = verdict_file::Split(check.substr(open + 1, check.size() - open - 2), ',');
        if (name == "tensor")
        {
            const U32 mask = static_cast<U32>(std::strtoul(a[1].c_str(), nullptr, 16));
            const U32 least = a.size() > 2 ? static_cast<U32>(a[2][0] - '0') : 1;
            const U32 most = a.size() > 2 ? static_cast<U32>(a[2][2] - '0') : 8;
            Own(a[0], mask, least, most);
        }
        else if (name == "axis") { Require(Number(a[0]) < Rank(a[1]), "AxisRange"); }
        else if (name == "axes") { Axes(a[0], Rank(a[1])); }
        else if (name == "range") { Require(Number(a[0]) >= ValueOf(a[1]) && Number(a[0]) <= ValueOf(a[2]), "Range"); }
        else if (name == "enum") { Require(Number(a[0]) < ValueOf(a[1]), "Enumerator"); }
        else if (name == "equal") { Require(Number(a[0]) == ValueOf(a[1]), "NotEqual"); }
        else if (name == "nonzero") { Require(Number(a[0]) != 0, "Zero"); }
        else if (name == "array") { Require(!Of(a[0]).isNull, "NullArray"); }
        else if (name == "count") { Require(Rank(a[1]) == Number(a[0]) + ValueOf(a[2]), "CountIsNotRank"); }
        else if (name == "fn") { Functions().at(a[0])(*this); }
        else { Relate(name, Tensor(a[0]), Tensor(a[1])); }
    }

    // Requires all lists of numbers that no check has read.
    void RequireLists() const
    {
        for (std::size_t i = 0; i < m_rule.fields.size(); ++i)
        {
            const operator_facts::Field& field = m_rule.fields[i];
            const bool isNumbers = field.kind == "uints" || field.kind == "ints" || field.kind == "floats";
            if (isNumbers && m_values[i].isNull && Number(field.count) != 0) { Die(); }
        }
    }

    // ---- functions --------------------------------------------------------------------------------------------------

    static void Computed(const List& sizes, const List& expected, const char* reason = "ComputedSizes")
    {
        Require(sizes == Padded(expected, sizes.size()), reason);
    }
    static void OnesBefore(const List& sizes, U64 last, const char* reason)
    {
        for (std::size_t i = 0; i + last < sizes.size(); ++i) { Require(sizes[i] == 1, reason); }
    }
    void OneElement(const std::string& name, const char* reason) const
    {
        if (!IsNull(name)) { Require(Product(Sizes(name)) == 1, reason); }
    }
    void Replaced(const std::string& name, const std::string& input, U32 size) const
    {
        List expected = Sizes(input);
        expected[Number("Axis")] = size;
        Computed(Sizes(name), expected);
    }

    void Gemm()
    {
        const List a = Sizes("ATensor"), b = Sizes("BTensor"), o = Sizes("OutputTensor");
        const std::size_t n = a.size();
        U32 m = a[n - 2], k = a[n - 1], k2 = b[n - 2], columns = b[n - 1];
        if (Number("TransA") == 1) { std::swap(m, k); }
        if (Number("TransB") == 1) { std::swap(k2, columns); }
        Require(k == k2 && o[n - 2] == m && o[n - 1] == columns, "MatrixSizes");
        for (std::size_t i = 0; i + 2 < n; ++i) { Require(a[i] == b[i] && a[i] == o[i], "MatrixBatch"); }
    }

    // Subtracts OutputPadding from the output, for the following checks.
    void OutputPadding()
    {
        const U32 count = Number("DimensionCount");
        m_output = Sizes("OutputTensor");
        for (U32 j = 0; j < count; ++j)
        {
            U32& size = m_output[m_output.size() - count + j];
            Require(Read("OutputPadding")[j] < size, "OutputPadding");
            size -= Read("OutputPadding")[j];
        }
    }

    void Channels()
    {
        if (m_output.empty()) { m_output = Sizes("OutputTensor"); }
        List i = Sizes("InputTensor"), o = m_output;
        const List f = Sizes("FilterTensor");
        if (Has("Direction") && Number("Direction") == 1) { std::swap(i, o); }
        const U32 groups = Number("GroupCount");
        Require(groups >= 1, "GroupCountZero");
        Require(i[0] == o[0], "BatchSizes");
        Require(f[0] == o[1], "OutputChannels");
        Require(Mod(U64{f[1]} * groups) == i[1], "InputChannels");
        Require(f[0] % groups == 0, "GroupsDivideOutputChannels");
    }

    // Whether Sizes[1] is the number of channels of the output, and all other sizes are 1.
    bool IsPerChannel(const std::string& name) const
    {
        const List sizes = Sizes(name);
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            if (sizes[i] != (i == 1 ? m_output[1] : 1)) { return false; }
        }
        return true;
    }

    void FilterParameter(const std::string& name, const char* reason) const
    {
        if (!IsNull(name)) { Require(Product(Sizes(name)) == 1 || IsPerChannel(name), reason); }
    }

    void MaxPoolingGrad()
    {
        const List input = Sizes("InputTensor"), gradient = Sizes("InputGradientTensor");
        const std::size_t spatial = input.size() - 2;
        const auto entry = [&](const char* name, std::size_t i)
        {
            if (Read(name).empty() || i >= Number("DimensionCount")) { Die(); }
            return Read(name)[i];
        };
        for (const char* const name : {"Strides", "WindowSize", "Dilations"})
        {
            for (std::size_t i = 0; i < spatial; ++i) { Require(entry(name, i) != 0, "Zero"); }
        }
        Require(input[0] == gradient[0] && input[1] == gradient[1], "NotEqual");
        for (std::size_t i = 0; i < spatial; ++i) { entry("StartPadding", i), entry("EndPadding", i); }
        for (std::size_t i = 0; i < spatial; ++i)
        {
            const U32 p = Mod(U64{input[i + 2]} + entry("StartPadding", i) + entry("EndPadding", i));
            const U32 e = Mod(U64{entry("WindowSize", i) - 1} * entry("Dilations", i) + 1);
            Require(gradient[i + 2] == U64{p > e ? (p - e) / entry("Strides", i) : 0} + 1, "NotEqual");
        }
    }

    void ReduceTensors()
    {
        const U32 function = Number("Function");
        const bool isIndex = function == 0 || function == 1;
        U32 mask = 0x0006;
        if (isIndex || function == 7 || function == 8) { mask = 0x0dfe; }
        if (function == 3 || function == 9 || function == 10 || function == 11) { mask = 0x0c4e; }
        Own("InputTensor", mask);
        Own("OutputTensor", isIndex ? 0x0c48 : mask);
        if (!isIndex) { TypesEqual(Tensor("OutputTensor"), Tensor("InputTensor")); }
    }

    void Reduce()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        Axes("Axes", static_cast<U32>(i.size()));
        if (Has("Function"))
        {
            Require(Number("Function") < 12 || Number("Function") >= TwoTo32 / 2, "ReduceFunction");
        }
        const U32 count = Number("AxisCount");
        for (U32 axis = 0; axis < i.size(); ++axis)
        {
            const auto end = Of("Axes").words.begin() + static_cast<std::ptrdiff_t>(count);
            const bool isReduced = count != 0 && std::find(Of("Axes").words.begin(), end, axis) != end;
            if (isReduced) { Require(o[axis] == 1, "ReducedSizeNotOne"); }
            else { Require(o[axis] == i[axis], "KeptSizeDiffers"); }
        }
    }

    void Join()
    {
        const U32 count = Number("InputCount"), axis = Number("Axis");
        Require(count > 0, "NoTensors");
        const TensorText& output = Tensor("OutputTensor");
        Require(axis < Described(output).rank, "AxisRange");
        if (Of("InputTensors").isNull) { Die(); }
        const std::vector<TensorText>& inputs = Of("InputTensors").tensors;
        U64 sum = 0;
        for (U32 n = 0; n < count; ++n)
        {
            const List sizes = Measured(inputs[n]);
            Require(Product(sizes) < TwoTo32 / 2, "JoinElementLimit");
            for (std::size_t i = 0; i < sizes.size(); ++i)
            {
                if (i == axis) { Require((sum += sizes[i]) < TwoTo32, "JoinSumOverflows"); }
                else
                {
                    const List o = Measured(output);
                    Require(i < o.size() && sizes[i] == o[i], "JoinOtherSizes");
                }
            }
        }
        const List o = Measured(output);
        if (axis < o.size()) { Require(sum == o[axis], "JoinSum"); }
        Own("OutputTensor", 0x0ffe);
        for (U32 n = 0; n < count; ++n)
        {
            Own(inputs[n], 0x0ffe, 1, 8, false, false);
            TypesEqual(inputs[n], output);
            RanksEqual(inputs[n], output);
        }
    }

    void Split()
    {
        const U32 count = Number("OutputCount"), axis = Number("Axis");
        Require(count > 0, "NoTensors");
        const TensorText& input = Tensor("InputTensor");
        Require(axis < Described(input).rank, "AxisRange");
        Own("InputTensor", 0x0ffe);
        if (Of("OutputTensors").isNull) { Die(); }
        const std::vector<TensorText> outputs(Of("OutputTensors").tensors.begin(),
                                              Of("OutputTensors").tensors.begin() + static_cast<std::ptrdiff_t>(count));
        for (const TensorText& output : outputs) { Own(output, 0x0ffe, 1, 8, false, true); }
        for (const TensorText& output : outputs) { RanksEqual(output, input); }
        for (const TensorText& output : outputs) { TypesEqual(output, input); }
        for (const TensorText& output : outputs)
        {
            List sizes = SizesOf(output);
            sizes[axis] = input.sizes[axis];
            Require(sizes == SizesOf(input), "SplitOtherSizes");
        }
        U64 sum = 0;
        for (const TensorText& output : outputs)
        {
            sum += output.sizes[axis];
            Require(sum < TwoTo32, "SplitSumOverflows");
        }
        Require(sum == input.sizes[axis], "SplitSum");
    }

    static U64 Magnitude(U32 stride) { return static_cast<U64>(std::llabs(static_cast<std::int32_t>(stride))); }

    void Slice()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        const List sizes(Read("Sizes").begin(), Read("Sizes").begin() + static_cast<std::ptrdiff_t>(i.size()));
        Computed(o, sizes);
        for (std::size_t n = 0; n < i.size(); ++n)
        {
            Require(Read("Strides")[n] != 0, "Condition");
            const U64 end = U64{Read("Offsets")[n]} + Mod((o[n] - 1) * Magnitude(Read("Strides")[n]) + 1);
            Require(end <= i[n], "SliceWindow");
        }
        for (std::size_t n = 0; n < i.size(); ++n) { Require(Read("Strides")[n] < TwoTo32 / 2, "NegativeStride"); }
    }

    void Slice1()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        for (std::size_t n = 0; n < i.size(); ++n)
        {
            const U32 stride = Read("InputWindowStrides")[n], size = Read("InputWindowSizes")[n];
            Require(stride != 0, "Condition");
            Require(Mod((o[n] - 1) * Magnitude(stride) + 1) <= size, "Bound");
            Require(U64{Read("InputWindowOffsets")[n]} + size <= i[n], "SliceWindow");
        }
    }

    void SliceGrad()
    {
        const List i = Sizes("InputGradientTensor"), o = Sizes("OutputGradientTensor");
        for (std::size_t n = 0; n < i.size(); ++n)
        {
            const U32 stride = Read("InputWindowStrides")[n];
            Require(stride != 0, "Condition");
            const U32 used = std::max(Read("InputWindowSizes")[n], Mod((i[n] - 1) * Magnitude(stride) + 1));
            Require(U64{Read("InputWindowOffsets")[n]} + used <= o[n], "SliceWindow");
        }
    }

    void Padding()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        for (std::size_t n = 0; n < i.size(); ++n)
        {
            Require(i[n] < TwoTo32 / 2, "PaddingElementLimit");
            Require(Mod(U64{i[n]} + Read("StartPadding")[n] + Read("EndPadding")[n]) == o[n], "PaddedSizes");
        }
    }

    void Tile()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        Require(Number("RepeatsCount") == i.size(), "CountIsNotRank");
        for (std::size_t n = 0; n < i.size(); ++n)
        {
            Require(Mod(U64{i[n]} * Read("Repeats")[n]) == o[n], "TiledSizes");
        }
    }

    static float FloatOf(U32 bits)
    {
        float value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        return value;
    }

    void Scales()
    {
        const U32 count = Number(m_rule.fields[m_rule.Find("Scales")].count);
        for (U32 i = 0; i < count; ++i)
        {
            Require(FloatOf(Read("Scales")[i]) >= std::ldexp(1.0F, -23), "ScaleNotPositive");
        }
    }

    static bool IsFloat(U32 type) { return type == 1 || type == 2; }

    void Upsample()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        const U64 width = Of("ScaleSize").words[0], height = Of("ScaleSize").words[1];
        const std::size_t n = i.size();
        Require(IsFloat(Tensor("InputTensor").type), "NotFloat");
        for (std::size_t axis = 0; axis + 2 < n; ++axis) { Require(i[axis] == o[axis], "BatchSizes"); }
        Require(i[n - 2] * height < TwoTo32 && i[n - 1] * width < TwoTo32, "UpsampleOverflows");
        Require(o[n - 2] == i[n - 2] * height && o[n - 1] == i[n - 1] * width, "UpsampledSizes");
        Require(Number("InterpolationMode") < 2, "Enumerator");
    }

    void ValueScale()
    {
        Require(IsFloat(Tensor("InputTensor").type), "NotFloat");
        Require(Rank("InputTensor") == 4, "NotRank4");
        const U32 channels = Number("ChannelCount");
        Require(channels == Sizes("InputTensor")[1] && (channels == 1 || channels == 3), "ChannelCount");
    }

    void RoiPooling()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        Require(i.size() == 4, "NotRank4");
        Require(IsFloat(Tensor("InputTensor").type), "NotFloat");
        Require(Sizes("ROITensor") == List({1, 1, o[0], 5}), "RoiSizes");
        Require(o[2] == Of("PooledSize").words[1] && o[3] == Of("PooledSize").words[0], "PooledSizes");
        Require(i[1] == o[1], "RoiChannels");
    }

    void RequireSamples(U32 side)
    {
        const U64 least = Number("MinimumSamplesPerOutput"), most = Number("MaximumSamplesPerOutput");
        Require(least >= 1 && least <= std::min(most, (TwoTo32 - 1) / side), "Range");
        Require(Number("ReductionFunction") == 2 || Number("ReductionFunction") == 7, "Enumerator");
        Require(Number("InterpolationMode") < 2, "Enumerator");
        for (const char* const name : {"SpatialScaleX", "SpatialScaleY"})
        {
            const float scale = FloatOf(Number(name));
            Require(!(scale < 0) && !std::isinf(scale), "NotFinite");
        }
    }

    void RoiAlign()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputTensor");
        RequireSamples(std::max(o[2], o[3]));
        Computed(Sizes("ROITensor"), {o[0], 4});
        Computed(Sizes("BatchIndicesTensor"), {o[0]});
        Require(i[1] == o[1], "ComputedSizes");
    }

    void DepthToSpace()
    {
        const List i = Sizes("InputTensor");
        const U64 b = Number("BlockSize");
        const U32 q = Mod(b * b);
        if (q == 0 && b != 0) { Die(); }
        Require(q != 0 && i[1] % q == 0, "BlockDividesChannels");
        Computed(Sizes("OutputTensor"), {i[0], i[1] / q, Mod(i[2] * b), Mod(i[3] * b)});
    }

    void SpaceToDepth()
    {
        const List i = Sizes("InputTensor");
        const U32 b = Number("BlockSize");
        Require(b != 0 && i[2] % b == 0, "BlockDividesHeight");
        Require(i[3] % b == 0, "BlockDividesWidth");
        Computed(Sizes("OutputTensor"), {i[0], i[1] * b * b, i[2] / b, i[3] / b});
    }

    void Gather()
    {
        const List i = Sizes("InputTensor"), x = Sizes("IndicesTensor");
        const std::size_t n = i.size();
        const U32 axis = Number("Axis"), used = Number("IndexDimensions");
        const List rest(x.begin() + static_cast<std::ptrdiff_t>(LeadingOnes(x)), x.end());
        const std::size_t batch = rest.size() > used ? rest.size() - used : 0;
        Require(axis >= batch, "Bound");
        const List input(i.begin() + static_cast<std::ptrdiff_t>(LeadingOnes(i)), i.end());
        if (batch > input.size()) { Die(); }
        for (std::size_t k = 0; k < batch; ++k) { Require(rest[k] == input[k], "GatherBatchSize"); }
        List c(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(axis));
        c.insert(c.end(), x.end() - static_cast<std::ptrdiff_t>(used), x.end());
        c.insert(c.end(), i.begin() + static_cast<std::ptrdiff_t>(axis) + 1, i.end());
        const List o = Sizes("OutputTensor");
        const std::size_t common = std::min(n, c.size());
        Require(std::equal(o.end() - static_cast<std::ptrdiff_t>(common), o.end(),
                           c.end() - static_cast<std::ptrdiff_t>(common)),
                "ComputedSizes");
    }

    // Checks the sizes of GATHER_ND's output, or of SCATTER_ND's updates.
    void Nd(const std::string& target, U32 batch, bool scatters)
    {
        const List i = Sizes("InputTensor"), x = Sizes("IndicesTensor"), o = Sizes(target);
        const U32 ni = Number("InputDimensionCount"), nx = Number("IndicesDimensionCount");
        Require(ni >= 1 && ni <= i.size() && nx >= 1 && nx <= x.size(), "Range");
        Require(batch < ni && batch < nx, "AxisRange");
        OnesBefore(i, ni, "Bound");
        OnesBefore(x, nx, "Bound");
        const U32 k = x.back();
        if (scatters)
        {
            Require(k <= i.size(), "Range");
            if (k > ni) { Die(); }
        }
        Require(k >= 1 && k <= ni - batch, "Range");
        List w(x.end() - static_cast<std::ptrdiff_t>(nx), x.end() - 1);
        w.insert(w.end(), i.end() - static_cast<std::ptrdiff_t>(ni - batch - k), i.end());
        Require(w.size() <= o.size(), "Range");
        for (std::size_t n = 0; scatters && n < x.size(); ++n)
        {
            const TensorText& indices = Tensor("IndicesTensor");
            Require(x[n] == 1 || !indices.hasStrides || indices.strides[n] != 0, "Condition");
        }
        Computed(o, w);
    }

    void Nonzero()
    {
        const List i = Sizes("InputTensor"), o = Sizes("OutputCoordinatesTensor");
        Require(o[o.size() - 2] == Product(i), "NotEqual");
        OnesBefore(o, 2, "Bound");
        Require(o.back() >= std::max<U64>(1, i.size() - LeadingOnes(i)) && o.back() <= i.size(), "Bound");
        OneElement("OutputCountTensor", "NotEqual");
    }

    void Quantize(U32 ofInput, U32 ofOutput, bool quantizes)
    {
        const U32 type = Number("QuantizationType"), count = Number("QuantizationTensorCount");
        Require(type == 1 || type == 2, "QuantizationType");
        Require(count == type, "QuantizationTensorCount");
        const TensorText& input = Tensor("InputTensor");
        const TensorText& output = Tensor("OutputTensor");
        const List i = Measured(input);
        if (Of("QuantizationTensors").isNull) { Die(); }
        const std::vector<TensorText>& tensors = Of("QuantizationTensors").tensors;
        const List scale = Measured(tensors[0]);
        if (count == 2) { Measured(tensors[1]); }
        for (std::size_t n = 0; n < scale.size(); ++n)
        {
            if (scale[n] == 0 || n >= i.size()) { Die(); }
            Require(i[n] % scale[n] == 0, "BlockSizes");
        }
        Own("InputTensor", ofInput);
        Own("OutputTensor", ofOutput);
        RanksEqual(output, input);
        SizesEqual(output, input);
        Own(tensors[0], 0x0006, 1, 8, false, false);
        TypesEqual(tensors[0], quantizes ? input : output);
        RanksEqual(tensors[0], input);
        if (count == 1) { return; }
        Own(tensors[1], 0x3120, 1, 8, false, false);
        TypesEqual(tensors[1], quantizes ? output : input);
        RanksEqual(tensors[1], tensors[0]);
        SizesEqual(tensors[1], tensors[0]);
    }

    void QuantizeLinear()
    {
        const TensorText& input = Described(Tensor("InputTensor"));
        const TensorText& scale = Described(Tensor("ScaleTensor"));
        if (input.type == 6) { Require(scale.type == 1, "Condition"); }
        else { Require(scale.type == input.type, "ScaleTypeDiffers"); }
        const std::pair<const char*, U32> masks[] = {
            {"InputTensor", 0x0046}, {"ScaleTensor", 0x0006}, {"ZeroPointTensor", 0x0120}, {"OutputTensor", 0x0120}};
        for (const auto& tensor : masks)
        {
            Own(tensor.first, tensor.second);
            if (tensor.first == std::string("OutputTensor"))
            {
                TypesEqual(Tensor("OutputTensor"), Tensor("ZeroPointTensor"));
            }
            RanksEqual(Tensor(tensor.first), input);
            SizesEqual(Tensor(tensor.first), input);
        }
    }

    void MatMulSizes()
    {
        const List a = Padded(Sizes("ATensor"), 4), b = Padded(Sizes("BTensor"), 4),
                   o = Padded(Sizes("OutputTensor"), 4);
        Require(a[3] == b[2] && o[2] == a[2] && o[3] == b[3], "MatrixSizes");
        Require(a[0] == b[0] && a[1] == b[1] && a[0] == o[0] && a[1] == o[1], "MatrixBatch");
    }

    // Requires sizes of 1, or {1, 1, rows, columns}.
    void MatrixParameter(const std::string& name, bool isOfRows, const char* reason) const
    {
        if (IsNull(name)) { return; }
        const List sizes = Padded(Sizes(name), 4);
        const U32 rows = Padded(Sizes("ATensor"), 4)[2], columns = Padded(Sizes("BTensor"), 4)[3];
        Require(sizes == List({1, 1, 1, 1}) || sizes == (isOfRows ? List({1, 1, rows, 1}) : List({1, 1, 1, columns})),
                reason);
    }

    void MatrixZeroPoints() const
    {
        MatrixParameter("AZeroPointTensor", true, "AZeroPointSizes");
        MatrixParameter("BZeroPointTensor", false, "BZeroPointSizes");
    }

    void MatrixScales() const
    {
        MatrixParameter("AScaleTensor", true, "AScaleSizes");
        MatrixParameter("BScaleTensor", false, "BScaleSizes");
    }

    // ---- activations ------------------------------------------------------------------------------------------------

    using Activation = operator_facts::Activation;

    static std::string NameOf(const Activation& activation)
    {
        const auto found = operator_facts::Rules().find(activation.number);
        const std::string prefix = "ACTIVATION_";
        const std::string name = found == operator_facts::Rules().end() ? "" : found->second.name;
        return name.substr(0, prefix.size()) == prefix ? name.substr(prefix.size()) : name;
    }
    static bool IsOneOf(const std::string& name, std::initializer_list<const char*> names)
    {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    static bool IsSimple(const std::string& name)
    {
        return IsOneOf(name, {"ELU", "HARD_SIGMOID", "IDENTITY", "LEAKY_RELU", "LINEAR", "PARAMETRIC_SOFTPLUS", "RELU",
                              "SCALED_ELU", "SIGMOID", "SOFTPLUS", "TANH", "THRESHOLDED_RELU", "SHRINK", "CELU", "GELU",
                              "SWISH", "SOFTSIGN", "HARD_SWISH", "SCALED_TANH"});
    }
    static bool IsSoftmaxFamily(const std::string& name)
    {
        return IsOneOf(name, {"SOFTMAX", "HARDMAX", "LOG_SOFTMAX", "SOFTMAX1", "LOG_SOFTMAX1", "HARDMAX1"});
    }
    static void WithoutTensors(const Activation& activation)
    {
        const bool isBare = activation.members[0].tensors[0].isNull && activation.members[1].tensors[0].isNull;
        Require(isBare, "FusedActivation");
    }
    static void ScaleOrBias(const Activation& clip)
    {
        const Value& given = clip.members[2];
        if (given.isNull) { return; }
        const bool isBoth = FloatOf(given.words[0]) != 1 && FloatOf(given.words[1]) != 0;
        Require(!isBoth, "FusedActivation");
    }

    void FusedKind() const
    {
        if (Of("FusedActivation").isNull) { return; }
        const Activation& activation = Of("FusedActivation").activations[0];
        const std::string name = NameOf(activation);
        Require(IsSimple(name) || IsSoftmaxFamily(name) || name == "ELEMENT_WISE_CLIP" || name == "PARAMETERIZED_RELU",
                "FusedActivation");
        if (!activation.hasDesc || name == "PARAMETERIZED_RELU") { Die(); }
        if (name == "ELEMENT_WISE_CLIP") { ScaleOrBias(activation); }
    }

    void Fused() const
    {
        if (Of("FusedActivation").isNull) { return; }
        const Activation& activation = Of("FusedActivation").activations[0];
        const std::string name = NameOf(activation);
        const bool isGemm = m_rule.name == "GEMM", isConvolution = m_rule.name == "CONVOLUTION";
        const bool isClip = name == "ELEMENT_WISE_CLIP";
        const bool isLookedAt = (isGemm || isConvolution) && (isClip || IsSoftmaxFamily(name));
        Require(IsSimple(name) || isLookedAt, "FusedActivation");
        if (!activation.hasDesc) { Die(); }
        WithoutTensors(activation);
        if (IsSimple(name)) { return; }
        if (isClip) { return ScaleOrBias(activation); }
        const List o = Sizes("OutputTensor");
        if (isGemm && name.back() == '1')
        {
            const U32 count = activation.members[2].words[0];
            for (U32 i = 0; i < count; ++i)
            {
                if (activation.members[3].isNull) { Die(); }
                Require(activation.members[3].words[i] < o.size(), "AxisRange");
            }
        }
        Require(isGemm && IsOneOf(name, {"SOFTMAX", "SOFTMAX1"}), "FusedActivation");
        if (name == "SOFTMAX") { OnesBefore(o, 2, "FusedActivation"); }
    }

    void ScaleBias() const
    {
        const Value& given = Of("ScaleBias");
        const U32 type = Tensor("InputTensor").type;
        if (given.isNull || type < 9 || type > 11) { return; }
        Require(FloatOf(given.words[0]) == 1 && FloatOf(given.words[1]) == 0, "ScaleBias");
    }

    // ---- FOLD, UNFOLD -----------------------------------------------------------------------------------------------

    void FoldOf(const std::string& imageName, const std::string& windowsName) const
    {
        const List image = Sizes(imageName), windows = Sizes(windowsName);
        const U32 n = Number("DimensionCount");
        for (U32 j = 0; j < n; ++j)
        {
            for (const char* const name : {"Strides", "Dilations", "StartPadding", "EndPadding"})
            {
                Require(Read(name)[j] < 65536, "WindowValueLimit");
            }
        }
        U32 positions = 1, window = 1;
        for (U32 j = 0; j < n; ++j)
        {
            if (2 + j >= image.size()) { Die(); }
            const U32 e = Mod(U64{Mod(Read("WindowSizes")[j] + TwoTo32 - 1)} * Read("Dilations")[j] + 1);
            const U32 x = Mod(U64{image[2 + j]} + Read("StartPadding")[j] + Read("EndPadding")[j]);
            Require(e <= x, "WindowTooLarge");
            Require(Read("Strides")[j] != 0, "Zero");
            positions = Mod(positions * (U64{(x - e) / Read("Strides")[j]} + 1));
            window = Mod(U64{window} * Read("WindowSizes")[j]);
        }
        Require(windows == List({image[0], Mod(U64{image[1]} * window), positions}), "ComputedSizes");
    }

    // ---- RNN, GRU, LSTM ---------------------------------------------------------------------------------------------

    void Rnn() const
    {
        std::vector<std::string> given;
        for (const operator_facts::Field& field : m_rule.fields)
        {
            if ((field.kind == "in" || field.kind == "out") && !IsNull(field.name)) { given.push_back(field.name); }
        }
        const auto isOfFloats = [](const std::string& name) { return name != "SequenceLengthsTensor"; };
        for (const std::string& name : given) { Require(Tensor(name).flags == 0, "OwnedByDml"); }
        for (const std::string& name : given) { Require(Tensor(name).rank == 4, "NotRank4"); }
        for (const std::string& name : given) { Require(!isOfFloats(name) || IsFloat(Tensor(name).type), "NotFloat"); }
        for (const std::string& name : given)
        {
            Require(!isOfFloats(name) || Tensor(name).type == Tensor("InputTensor").type, "TypesDiffer");
        }
        const U64 d = Number("Direction") == 2 ? 2 : 1;
        const U64 g = m_rule.name == "RNN" ? 1 : m_rule.name == "GRU" ? 3 : 4;
        const U64 c = m_rule.name == "RNN" ? 1 : m_rule.name == "GRU" ? 2 : 3;
        const List input = Sizes("InputTensor");
        const U64 s = input[1], b = input[2], i = input[3], h = Sizes("RecurrenceTensor")[3];
        const std::map<std::string, std::vector<U64>> expected = {
            {"InputTensor", {1, s, b, i}},           {"WeightTensor", {1, d, g * h, i}},
            {"RecurrenceTensor", {1, d, g * h, h}},  {"BiasTensor", {1, 1, d, 2 * g * h}},
            {"HiddenInitTensor", {1, d, b, h}},      {"CellMemInitTensor", {1, d, b, h}},
            {"SequenceLengthsTensor", {1, 1, 1, b}}, {"PeepholeTensor", {1, 1, d, 3 * h}},
            {"OutputSequenceTensor", {s, d, b, h}},  {"OutputSingleTensor", {1, d, b, h}},
            {"OutputCellSingleTensor", {1, d, b, h}}};
        for (const std::string& name : given) { Equals(name, expected.at(name)); }
        const Value& activations = Of("ActivationDescs");
        Require(Number("ActivationDescCount") == c * d, "ActivationCount");
        if (activations.isNull) { Die(); }
        for (std::size_t n = 0; n < c * d; ++n)
        {
            const Activation& activation = activations.activations[n];
            Require(IsSimple(NameOf(activation)), "FusedActivation");
            if (!activation.hasDesc) { Die(); }
            WithoutTensors(activation);
        }
    }

    // Requires a tensor, if it is given, to have leading 1s and then these sizes, modulo 2^32.
    void Equals(const std::string& name, const std::vector<U64>& expected) const
    {
        if (IsNull(name)) { return; }
        List sizes;
        for (const U64 size : expected) { sizes.push_back(Mod(size)); }
        Require(Padded(Sizes(name), 5) == Padded(sizes, 5), "ComputedSizes");
    }

    // ---- ROI_ALIGN_GRAD ---------------------------------------------------------------------------------------------

    void RoiAlignGrad()
    {
        Require(!IsNull("OutputGradientTensor") || !IsNull("OutputROIGradientTensor"), "NoOutputs");
        const List g = Sizes("InputGradientTensor");
        RequireSamples(std::max(g[2], g[3]));
        Computed(Sizes("ROITensor"), {g[0], 4});
        Computed(Sizes("BatchIndicesTensor"), {g[0]});
        const List i = Sizes(IsNull("OutputGradientTensor") ? "InputTensor" : "OutputGradientTensor");
        Require(i[1] == g[1], "ComputedSizes");
    }

    // ---- MULTIHEAD_ATTENTION, MULTIHEAD_ATTENTION1 ------------------------------------------------------------------

    // Returns the names of the tensors that are given.
    std::vector<std::string> Given(std::initializer_list<const char*> names) const
    {
        std::vector<std::string> given;
        for (const char* const name : names)
        {
            if (!IsNull(std::string(name) + "Tensor")) { given.push_back(std::string(name) + "Tensor"); }
        }
        return given;
    }
    // Returns a size by its number from the end; 1 is the last.
    U64 Last(const std::string& name, std::size_t n) const
    {
        const List sizes = Sizes(name + "Tensor");
        return sizes[sizes.size() - n];
    }

    void Attention() const
    {
        const auto is = [&](const std::string& name) { return !IsNull(name + "Tensor"); };
        const bool isSecond = m_rule.name == "MULTIHEAD_ATTENTION1";
        const U64 h = Number(isSecond ? "QueryHeadCount" : "HeadCount");
        const U64 g = Number(isSecond ? "KeyValueHeadCount" : "HeadCount");
        if (is("StackedQueryKey") || is("StackedQueryKeyValue")) { Require(h == g, "HeadCounts"); }
        if (g == 0) { Die(); }
        Require(h % g == 0, "HeadCounts");
        const std::vector<std::string> queries = Given({"Query", "StackedQueryKey", "StackedQueryKeyValue"});
        const std::vector<std::string> keys =
            Given({"Key", "StackedQueryKey", "StackedKeyValue", "StackedQueryKeyValue"});
        const std::vector<std::string> values = Given({"Value", "StackedKeyValue", "StackedQueryKeyValue"});
        Require(queries.size() < 2, "TwoQueries");
        Require(keys.size() < 2, "TwoKeys");
        Require(values.size() < 2, "TwoValues");
        Require(!queries.empty(), "NoQuery");
        Require(!keys.empty(), "NoKey");
        Require(!values.empty(), "NoValue");
        Require(is("PastKey") == is("PastValue"), "PastKeyAndValue");
        for (const std::string& name : Given({"Query", "Key", "Value", "Output"}))
        {
            OnesBefore(Sizes(name), 3, "Range");
        }
        for (const std::string& name : Given({"Bias"})) { OnesBefore(Sizes(name), 1, "Range"); }
        for (const std::string& name :
             Given({"Mask", "RelativePositionBias", "PastKey", "PastValue", "OutputPresentKey", "OutputPresentValue"}))
        {
            OnesBefore(Sizes(name), 4, "Range");
        }
        if (h == 0) { Die(); }
        const bool isPlain = queries[0] == "QueryTensor";
        const List q = Sizes(queries[0]), k = Sizes(keys[0]);
        const U64 b = isPlain ? Last("Query", 3) : q[0], s = isPlain ? Last("Query", 2) : q[1];
        const U64 hidden = isPlain ? Last("Query", 1) : Mod(h * q[4]), d = hidden / h;
        const U64 l = is("Key") ? Last("Key", 2) : k[1], past = is("PastKey") ? Last("PastKey", 2) : 0;
        U64 dk = d;
        if (is("StackedKeyValue")) { dk = Last("StackedKeyValue", 1); }
        if (is("PastKey")) { dk = Last("PastKey", 1); }
        if (is("Key")) { dk = Last("Key", 1) / g; }
        Require(d == dk, "HeadSizes");
        const std::string ofValue = is("Value")             ? "Value"
                                    : is("StackedKeyValue") ? "StackedKeyValue"
                                    : is("PastValue")       ? "PastValue"
                                                            : "StackedQueryKeyValue";
        const U64 dv = Last(ofValue, 1) / (is("Value") ? g : 1);
        U64 t = Mod(past + l);
        if (is("PastSequenceLengths")) { t = LengthsOf(b, l); }
        Equals("QueryTensor", {b, s, hidden});
        Equals("KeyTensor", {b, l, g * d});
        Equals("ValueTensor", {b, l, g * dv});
        Equals("StackedQueryKeyTensor", {b, s, h, 2, d});
        Equals("StackedKeyValueTensor", {b, l, g, 2, d});
        Equals("StackedQueryKeyValueTensor", {b, s, h, 3, d});
        if (is("StackedKeyValue") || is("StackedQueryKeyValue")) { Require(dv == d, "ComputedSizes"); }
        Equals("BiasTensor", {hidden + g * d + g * dv});
        if (is("Mask"))
        {
            const U32 type = Number("MaskType");
            Require(type != 0, "MaskType");
            Require(Rank("MaskTensor") >= (type == 4 ? 4U : type == 1 || type == 2 ? 2U : 1U), "Range");
            const std::map<U32, std::vector<U64>> byType = {{1, {b}}, {2, {2, b}}, {3, {3 * b + 2}}, {4, {b, h, s, t}}};
            Equals("MaskTensor", byType.count(type) != 0 ? byType.at(type) : std::vector<U64>{1});
        }
        Equals("RelativePositionBiasTensor", {b, h, s, t});
        Equals("PastKeyTensor", {b, g, past, d});
        Equals("PastValueTensor", {b, g, past, dv});
        Equals("OutputTensor", {b, s, h * dv});
        Equals("OutputPresentKeyTensor", {b, g, t, d});
        Equals("OutputPresentValueTensor", {b, g, t, dv});
    }

    // Returns the length of the present tensors if they contain the past.
    U64 LengthsOf(U64 b, U64 l) const
    {
        if (IsNull("OutputPresentKeyTensor")) { Die(); }
        const TensorText& lengths = Tensor("PastSequenceLengthsTensor");
        const List sizes = SizesOf(lengths);
        for (std::size_t i = 0; lengths.hasStrides && i < sizes.size(); ++i)
        {
            const List behind(sizes.begin() + static_cast<std::ptrdiff_t>(i) + 1, sizes.end());
            Require(sizes[i] == 1 || lengths.strides[i] == Product(behind), "PackedLengths");
        }
        Equals("PastSequenceLengthsTensor", {b});
        Require(!IsNull("OutputPresentValueTensor") && IsNull("PastKeyTensor") && IsNull("MaskTensor")
                    && IsNull("RelativePositionBiasTensor"),
                "PastLengths");
        const U64 t = Last("OutputPresentKey", 2);
        Require(l <= t, "PastLengths");
        return t;
    }

    static const std::map<std::string, std::function<void(Model&)>>& Functions()
    {
        static const std::map<std::string, std::function<void(Model&)>> functions = {
            {"TwoDimensional", [](Model& m) { OnesBefore(m.Sizes("InputTensor"), 2, "NotTwoDimensional"); }},
            {"LpP", [](Model& m) { Require(m.Number("P") == 1 || m.Number("P") == 2, "Range"); }},
            {"LpAxis", [](Model& m) { Require(m.Number("Axis") < m.Rank("InputTensor"), "AxisRange"); }},
            {"Gemm", &Model::Gemm},
            {"OutputPadding", &Model::OutputPadding},
            {"Channels", &Model::Channels},
            {"ConvolutionBias",
             [](Model& m) { Require(m.IsNull("BiasTensor") || m.IsPerChannel("BiasTensor"), "BiasSizes"); }},
            {"PoolingBatch",
             [](Model& m)
             {
                 const bool isGradient = m.Has("InputGradientTensor");
                 const List i = m.Sizes(isGradient ? "InputGradientTensor" : "InputTensor");
                 const List o = m.Sizes(isGradient ? "OutputGradientTensor" : "OutputTensor");
                 Require(i[0] == o[0] && i[1] == o[1], "BatchSizes");
             }},
            {"MaxPoolingGrad", &Model::MaxPoolingGrad},
            {"ReduceTensors", &Model::ReduceTensors},
            {"Reduce", &Model::Reduce},
            {"Join", &Model::Join},
            {"Split", &Model::Split},
            {"Slice", &Model::Slice},
            {"Slice1", &Model::Slice1},
            {"SliceGrad", &Model::SliceGrad},
            {"Padding", &Model::Padding},
            {"Tile", &Model::Tile},
            {"Scales", &Model::Scales},
            {"Upsample", &Model::Upsample},
            {"ValueScale", &Model::ValueScale},
            {"RoiPooling", &Model::RoiPooling},
            {"RoiAlign", &Model::RoiAlign},
            {"DepthToSpace", &Model::DepthToSpace},
            {"SpaceToDepth", &Model::SpaceToDepth},
            {"Gather", &Model::Gather},
            {"GatherElements",
             [](Model& m) { m.Replaced("OutputTensor", "InputTensor", m.Sizes("OutputTensor")[m.Number("Axis")]); }},
            {"Scatter",
             [](Model& m)
             {
                 const U32 axis = m.Number("Axis");
                 m.Replaced("IndicesTensor", "InputTensor",
                            std::min(m.Sizes("InputTensor")[axis], m.Sizes("IndicesTensor")[axis]));
             }},
            {"GatherNd", [](Model& m)
             { m.Nd("OutputTensor", m.Has("BatchDimensionCount") ? m.Number("BatchDimensionCount") : 0, false); }},
            {"ScatterNd", [](Model& m) { m.Nd("UpdatesTensor", 0, true); }},
            {"OneHot",
             [](Model& m)
             {
                 m.Replaced("IndicesTensor", "OutputTensor", 1);
                 Require(Product(m.Sizes("ValuesTensor")) >= 2, "OneHotValues");
             }},
            {"TopK", [](Model& m) { m.Replaced("OutputValueTensor", "InputTensor", m.Number("K")); }},
            {"ReverseSubsequences", [](Model& m) { m.Replaced("SequenceLengthsTensor", "InputTensor", 1); }},
            {"Nonzero", &Model::Nonzero},
            {"RandomState", [](Model& m) { Computed(m.Sizes("InputStateTensor"), {6}); }},
            {"AdamStep", [](Model& m) { m.OneElement("TrainingStepTensor", "NotEqual"); }},
            {"ScalarScales",
             [](Model& m)
             {
                 for (const char* const name : {"AScaleTensor", "BScaleTensor", "OutputScaleTensor"})
                 {
                     m.OneElement(name, "Condition");
                 }
             }},
            {"Quantize", [](Model& m) { m.Quantize(0x0006, 0x3120, true); }},
            {"Dequantize", [](Model& m) { m.Quantize(0x3120, 0x0006, false); }},
            {"QuantizeLinear", &Model::QuantizeLinear},
            {"FusedKind", &Model::FusedKind},
            {"Fused", &Model::Fused},
            {"ScaleBias", &Model::ScaleBias},
            {"Fold", [](Model& m) { m.FoldOf("OutputTensor", "InputTensor"); }},
            {"Unfold", [](Model& m) { m.FoldOf("InputTensor", "OutputTensor"); }},
            {"RnnOutputs", [](Model& m)
             { Require(!m.IsNull("OutputSequenceTensor") || !m.IsNull("OutputSingleTensor"), "NoOutputs"); }},
            {"Rnn", &Model::Rnn},
            {"RoiAlignGradInput",
             [](Model& m)
             {
                 const bool isNeeded = m.Number("ReductionFunction") == 7 || !m.IsNull("OutputROIGradientTensor");
                 Require(!isNeeded || !m.IsNull("InputTensor"), "NullTensor");
             }},
            {"RoiAlignGrad", &Model::RoiAlignGrad},
            {"Attention", &Model::Attention},
            {"MatMulSizes", &Model::MatMulSizes},
            {"MatMulZeroPoints", &Model::MatrixZeroPoints},
            {"MatMulScales",
             [](Model& m)
             {
                 m.MatrixScales();
                 m.MatrixParameter("OutputZeroPointTensor", true, "OutputZeroPointSizes");
                 m.MatrixParameter("OutputScaleTensor", true, "OutputScaleSizes");
             }},
            {"MatMulToFloatSizes",
             [](Model& m)
             {
                 m.MatMulSizes();
                 m.MatrixZeroPoints();
                 m.MatrixScales();
             }},
            {"ConvZeroPoints",
             [](Model& m)
             {
                 m.OneElement("InputZeroPointTensor", "InputZeroPointSizes");
                 m.FilterParameter("FilterZeroPointTensor", "FilterZeroPointSizes");
             }},
            {"ConvScales", [](Model& m)
             {
                 m.OneElement("InputZeroPointTensor", "InputZeroPointSizes");
                 m.OneElement("InputScaleTensor", "InputScaleSizes");
                 m.FilterParameter("FilterZeroPointTensor", "FilterZeroPointSizes");
                 m.FilterParameter("FilterScaleTensor", "FilterScaleSizes");
                 m.OneElement("OutputZeroPointTensor", "OutputZeroPointSizes");
                 m.OneElement("OutputScaleTensor", "OutputScaleSizes");
             }}};
        return functions;
    }

    const Rule& m_rule;
    const FieldValues& m_values;
    List m_output; // the output sizes of a convolution, without OutputPadding
};
} // namespace operator_model
