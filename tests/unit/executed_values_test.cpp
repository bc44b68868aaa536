// The functions that do on the CPU what an operator of DirectML does, against what DirectML computed: the rows of
// data/executed.csv for CAST, quantization, IDENTITY and GATHER. documented_output_test.cpp compares output sizes.
#include "dml_tensor_convert.hpp"
#include "models/conversions.hpp"
#include "test_support.hpp"
#include "verdict_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace executed_values_test
{

namespace
{

using namespace convert_support;
using verdict_file::Split;

struct Row
{
    std::string id;
    std::string description;
    std::vector<std::string> inputs;
    std::vector<std::string> output; // numbers, or "_" for an element that was not written
};

std::vector<Row> RowsOf(const std::string& name)
{
    std::vector<Row> rows;
    for (const std::string& line :
         verdict_file::LinesBelow("id,operator,description,input data,output data", "executed.csv"))
    {
        const std::vector<std::string> fields = verdict_file::SplitQuoted(line);
        if (fields[1] != name) { continue; }
        // Outputs after the first one follow a semicolon; the operators here have one.
        rows.push_back({fields[0], fields[2], Split(fields[3], ';'), Split(fields[4], ' ')});
    }
    return rows;
}

// Returns an element of a type, from a number, "nan", "inf", or the bits of a FLOAT32 such as 0x7fa00001.
std::uint64_t ElementOf(const std::string& text, DML_TENSOR_DATA_TYPE type)
{
    if (text.compare(0, 2, "0x") == 0) { return std::strtoull(text.c_str(), nullptr, 16); }
    if (!IsFloat(type)) { return std::strtoull(text.c_str(), nullptr, 10) & MaskOf(type); }
    return BitsAs(Decode(BitsOf(std::strtod(text.c_str(), nullptr)), DoubleFormat), type);
}

// A tensor of a description, such as FLOAT32:2,3:6,1, in memory.
struct Tensor
{
    DML_TENSOR_DATA_TYPE type = DML_TENSOR_DATA_TYPE_UNKNOWN;
    TensorLayout layout;
    std::vector<unsigned char> bytes;

    explicit Tensor(const std::string& text)
    {
        const std::vector<std::string> parts = Split(text, ':');
        for (const DML_TENSOR_DATA_TYPE known : AllTypes)
        {
            if (parts[0] == ToString(known)) { type = known; }
        }
        const Dimensions sizes = ListOf(parts[1]);
        const bool hasStrides = parts.size() > 2 && parts[2] != "OWNED_BY_DML";
        layout = hasStrides ? TensorLayout::Strided(sizes, ListOf(parts[2])) : TensorLayout::Packed(sizes);
        bytes.resize(static_cast<std::size_t>(layout.EndInBytes(type)));
    }

    static Dimensions ListOf(const std::string& text)
    {
        std::vector<std::uint64_t> numbers;
        for (const std::string& number : Split(text, ',')) { numbers.push_back(verdict_file::Number(number)); }
        return {numbers.data(), numbers.size()};
    }

    // Writes the numbers of a row's data, which are in the order of memory.
    void Write(const std::vector<std::string>& numbers)
    {
        for (std::size_t i = 0; i < numbers.size(); ++i)
        {
            WriteElement(bytes.data(), i, type, ElementOf(numbers[i], type));
        }
    }

    Source AsSource() const { return SourceOf(type, bytes, layout); }
    Destination AsDestination() { return DestinationOf(type, bytes, layout); }

    // Returns these elements in row-major order.
    Tensor Packed() const
    {
        Tensor packed = *this;
        packed.layout = TensorLayout::Packed(layout.Sizes());
        packed.bytes.assign(static_cast<std::size_t>(packed.layout.EndInBytes(type)), 0);
        EXPECT_TRUE(CopyTensor(packed.AsDestination(), AsSource()).Ok());
        return packed;
    }
};

// Returns the data of one tensor as numbers; none if the tensor is null ("-").
std::vector<std::string> NumbersOf(const std::string& data)
{
    std::vector<std::string> numbers = Split(data, ' ');
    while (!numbers.empty() && (numbers[0].empty() || numbers[0] == "-")) { numbers.erase(numbers.begin()); }
    return numbers;
}

// Returns the tensors that a description names, with a row's data in the inputs. For example, the description
// "FLOAT32:2 QuantizationTensors=FLOAT32:1+UINT8:1 OutputTensor=UINT8:2" has four.
std::vector<Tensor> TensorsOf(const Row& row)
{
    std::vector<Tensor> tensors;
    for (const std::string& word : Split(row.description, ' '))
    {
        for (const std::string& text : Split(word.substr(word.find('=') + 1), '+'))
        {
            if (text.find(':') != std::string::npos) { tensors.emplace_back(text); }
        }
    }
    std::size_t next = 0;
    for (const std::string& data : row.inputs)
    {
        const std::vector<std::string> numbers = NumbersOf(data);
        if (!numbers.empty()) { tensors[next++].Write(numbers); }
    }
    return tensors;
}

double DoubleOf(std::uint64_t bits, DML_TENSOR_DATA_TYPE type)
{
    const std::uint64_t wide = BitsAs(NumberOf(bits, type), Float64);
    double value = 0;
    std::memcpy(&value, &wide, sizeof(value));
    return value;
}

// Returns the elements of a tensor that differ from a row's output. `tolerance` is relative. Elements that DirectML did
// not write ("_") must be 0, as a Tensor is before anything is written.
std::string Differences(const Tensor& tensor, const Row& row, double tolerance = 0)
{
    std::string differences;
    for (std::size_t i = 0; i < row.output.size(); ++i)
    {
        const std::uint64_t bits = ReadElement(tensor.bytes.data(), i, tensor.type);
        const std::uint64_t wanted = row.output[i] == "_" ? 0 : ElementOf(row.output[i], tensor.type);
        if (bits == wanted || (IsNaN(bits, tensor.type) && IsNaN(wanted, tensor.type))) { continue; }
        const double found = DoubleOf(bits, tensor.type), expected = DoubleOf(wanted, tensor.type);
        if (tolerance != 0 && std::abs(found - expected) <= tolerance * std::abs(expected)) { continue; }
        differences +=
            "element " + std::to_string(i) + " is " + std::to_string(found) + ", not " + row.output[i] + "; ";
    }
    return differences;
}

// ---- CAST -----------------------------------------------------------------------------------------------------------

TEST(ExecutedValues, CastIsDirectMLCast)
{
    // Whether numbers between two FLOAT16 are rounded to nearest, and numbers beyond 65504 become infinite, depends on
    // the device. There, these rows were rounded toward zero.
    const std::vector<std::string> ofOneDevice = {"cast-2", "cast-34", "cast-42", "cast-50", "cast-58"};
    Conversion cast;
    cast.rule = ConversionRule::DirectMLCast;
    std::size_t values = 0;
    std::size_t integers = 0;
    for (const Row& row : RowsOf("CAST"))
    {
        std::vector<Tensor> tensors = TensorsOf(row);
        ASSERT_EQ(tensors.size(), 2U) << row.id;
        ASSERT_TRUE(ConvertTensor(tensors[1].AsDestination(), tensors[0].AsSource(), cast).Ok()) << row.id;
        const std::string found = Differences(tensors[1], row);
        const bool isOfOneDevice = std::find(ofOneDevice.begin(), ofOneDevice.end(), row.id) != ofOneDevice.end();
        if (isOfOneDevice) { EXPECT_NE(found, "") << row.id; }
        else { EXPECT_EQ(found, "") << row.id; }
        values += row.output.size();
        integers += IsFloat(tensors[0].type) || IsFloat(tensors[1].type) ? 0 : row.output.size();
    }
    EXPECT_EQ(values, 704U + 16 + 4 * 36);
    EXPECT_EQ(integers, 292U);
}

// ---- quantization ---------------------------------------------------------------------------------------------------

// Returns the scale or zero point of each element of `data`. A tensor of n scales has one for each n-th part of the
// elements (blocks), unless its layout broadcasts it.
std::vector<float> ForEachElement(const Tensor& tensor, const Tensor& data)
{
    const auto count = static_cast<std::size_t>(data.layout.ElementCount());
    const std::uint64_t given = tensor.layout.ElementCount();
    const bool isBlocks = tensor.layout.Rank() == 1 && given < count;
    std::vector<float> numbers(count);
    const TensorLayout to =
        isBlocks ? TensorLayout::Packed({given, count / given}) : TensorLayout::Packed(data.layout.Sizes());
    const TensorLayout from = isBlocks ? tensor.layout.Reshaped({given, 1}) : tensor.layout;
    const Diagnosis reason = ConvertTensor(DestinationOf(numbers, to), SourceOf(tensor.type, tensor.bytes, from));
    EXPECT_TRUE(reason.Ok()) << Explain(reason).c_str();
    return numbers;
}

// The tensors of a row of quantization. The zero point may be null.
struct Quantization
{
    Tensor input;
    Tensor output;
    std::vector<float> scales;
    std::vector<float> zeroPoints;

    // QUANTIZE and DEQUANTIZE with scales alone have the zero point 128 for UINT8 and 8 for UINT4.
    explicit Quantization(const std::vector<Tensor>& tensors, const std::string& operatorName)
        : input(tensors.front()), output(tensors.back()), scales(ForEachElement(tensors[1], input)),
          zeroPoints(scales.size())
    {
        const DML_TENSOR_DATA_TYPE type = IsFloat(output.type) ? input.type : output.type;
        const bool isElementWise = operatorName.compare(0, 12, "ELEMENT_WISE") == 0;
        const float middle = isElementWise ? 0.0F : type == UInt8 ? 128.0F : type == UInt4 ? 8.0F : 0.0F;
        for (float& zeroPoint : zeroPoints) { zeroPoint = middle; }
        if (tensors.size() == 4) { zeroPoints = ForEachElement(tensors[2], input); }
    }

    // Computes input -> middle -> output, all as one axis, with one scale and one bias for each element in each step.
    void Run(DML_TENSOR_DATA_TYPE middleType, const std::vector<float>& firstScales,
             const std::vector<float>& firstBiases, const std::vector<float>& lastScales,
             const std::vector<float>& lastBiases)
    {
        const TensorLayout row = TensorLayout::Packed({scales.size()});
        const Tensor packed = input.Packed();
        std::vector<unsigned char> middle(4 * scales.size());
        Conversion first, last;
        first.axis = last.axis = 0;
        first.scales = firstScales;
        first.biases = firstBiases;
        last.scales = lastScales;
        last.biases = lastBiases;
        const Source from = SourceOf(packed.type, packed.bytes, row);
        EXPECT_TRUE(ConvertTensor(DestinationOf(middleType, middle, row), from, first).Ok());
        const Source whole = SourceOf(middleType, middle, row);
        EXPECT_TRUE(ConvertTensor(DestinationOf(output.type, output.bytes, row), whole, last).Ok());
    }
};

// round(x / scale) + zero point, limited to the type's range. The zero point is added in a second step, because a sum
// that is rounded once differs for ties: 0.5 + 3 is 4, and round(0.5) + 3 is 3.
TEST(ExecutedValues, QuantizationIsTwoConversions)
{
    std::size_t rows = 0;
    for (const char* const name : {"ELEMENT_WISE_QUANTIZE_LINEAR", "QUANTIZE"})
    {
        for (const Row& row : RowsOf(name))
        {
            Quantization by(TensorsOf(row), name);
            std::vector<float> factors;
            for (const float scale : by.scales)
            {
                factors.push_back(scale == 0 ? std::numeric_limits<float>::infinity() : 1 / scale);
            }
            by.Run(Int32, factors, {}, {}, by.zeroPoints);
            for (std::size_t i = 0; i < row.output.size(); ++i)
            {
                // NaN becomes the lowest value in DirectML, and 0 in ConvertTensor.
                const std::uint64_t lowest =
                    convert_support::IsSigned(by.output.type) ? MaskOf(by.output.type) / 2 + 1 : 0;
                const bool isNaN = IsNaN(ReadElement(by.input.bytes.data(), i, by.input.type), by.input.type);
                if (isNaN) { WriteElement(by.output.bytes.data(), i, by.output.type, lowest); }
                // values2-11 does not record one of its results.
                if (row.output[i] == "_") { WriteElement(by.output.bytes.data(), i, by.output.type, 0); }
            }
            EXPECT_EQ(Differences(by.output, row), "") << row.id;
            ++rows;
        }
    }
    EXPECT_EQ(rows, 12U);
}

// (q - zero point) * scale.
TEST(ExecutedValues, DequantizationIsTwoConversions)
{
    std::size_t rows = 0;
    for (const char* const name : {"ELEMENT_WISE_DEQUANTIZE_LINEAR", "DEQUANTIZE"})
    {
        for (const Row& row : RowsOf(name))
        {
            Quantization by(TensorsOf(row), name);
            for (float& zeroPoint : by.zeroPoints) { zeroPoint = -zeroPoint; }
            by.Run(Float32, {}, by.zeroPoints, by.scales, {});
            EXPECT_EQ(Differences(by.output, row, by.output.type == Float16 ? 1e-3 : 1e-6), "") << row.id;
            ++rows;
        }
    }
    EXPECT_EQ(rows, 14U);
}

// ---- IDENTITY -------------------------------------------------------------------------------------------------------

TEST(ExecutedValues, IdentityIsACopyOrAScaledConversion)
{
    std::size_t rows = 0;
    for (const Row& row : RowsOf("ELEMENT_WISE_IDENTITY"))
    {
        std::vector<Tensor> tensors = TensorsOf(row);
        const std::string scaleBias = row.description.substr(row.description.find("ScaleBias=") + 10);
        Conversion conversion;
        if (scaleBias != "-")
        {
            conversion.scale = std::strtof(Split(scaleBias, ',')[0].c_str(), nullptr);
            conversion.bias = std::strtof(Split(scaleBias, ',')[1].c_str(), nullptr);
        }
        const Diagnosis reason = ConvertTensor(tensors[1].AsDestination(), tensors[0].AsSource(), conversion);
        ++rows;
        if (row.id == "hazards-98")
        {
            // Its elements overlap. DirectML writes the later one, and a copy refuses.
            EXPECT_EQ(reason, TensorError::DestinationOverlaps);
            continue;
        }
        EXPECT_TRUE(reason.Ok()) << row.id;
        // DirectML cuts the fraction of integers, and ConvertTensor rounds: 2 * 0.5 + 0.25 is 1, but 1 * 0.5 + 0.25 is
        // 0 in DirectML.
        const std::string rounded = "element 0 is 1.000000, not 0; element 2 is 2.000000, not 1; ";
        EXPECT_EQ(Differences(tensors[1], row), row.id == "values-18" ? rounded : "") << row.id;
    }
    EXPECT_EQ(rows, 8U);
}

// ---- GATHER ---------------------------------------------------------------------------------------------------------

TEST(ExecutedValues, GatherIsGatherTensor)
{
    std::size_t rows = 0;
    std::size_t unspecified = 0;
    for (const Row& row : RowsOf("GATHER"))
    {
        std::vector<Tensor> tensors = TensorsOf(row);
        ASSERT_EQ(tensors.size(), 3U) << row.id;
        const auto axis = verdict_file::Number32(row.description.substr(row.description.find("Axis=") + 5));
        const PinnedTensorDesc input(tensors[0].type, tensors[0].layout);
        const PinnedTensorDesc indices(tensors[1].type, tensors[1].layout);
        const PinnedTensorDesc output(tensors[2].type, tensors[2].layout);
        const DML_GATHER_OPERATOR_DESC desc = {input.Get(), indices.Get(), output.Get(), axis, 1};
        const Diagnosis reason =
            GatherTensor(desc, tensors[0].bytes.data(), tensors[0].bytes.size(), tensors[1].bytes.data(),
                         tensors[1].bytes.size(), tensors[2].bytes.data(), tensors[2].bytes.size());
        // Which element an index outside the axis reads is unspecified.
        const Dimensions& sizes = tensors[0].layout.Sizes();
        std::size_t inner = 1;
        for (std::uint32_t i = axis + 1; i < sizes.size(); ++i) { inner *= sizes[i]; }
        Row comparable = row;
        bool isInside = true;
        for (std::size_t i = 0; i < row.output.size(); ++i)
        {
            const auto count = static_cast<std::size_t>(tensors[1].layout.ElementCount());
            const std::uint64_t bits = ReadElement(tensors[1].bytes.data(), i / inner % count, tensors[1].type);
            const double index = DoubleOf(bits, tensors[1].type);
            if (index >= -static_cast<double>(sizes[axis]) && index < static_cast<double>(sizes[axis])) { continue; }
            isInside = false;
            ++unspecified;
            WriteElement(tensors[2].bytes.data(), i, tensors[2].type, 0);
            comparable.output[i] = "_";
        }
        EXPECT_EQ(reason, isInside ? TensorError::None : TensorError::GatherIndexRange) << row.id;
        EXPECT_EQ(Differences(tensors[2], comparable), "") << row.id;
        ++rows;
    }
    EXPECT_EQ(rows, 5U);
    EXPECT_EQ(unspecified, 9U);
}

} // namespace

} // namespace executed_values_test
