// Creates random operators with the real DirectML, on the software adapter (WARP) if there is one, and compares each
// HRESULT with Validate: directml_conformance [<cases> [<first case>]]. Then does the same with the rows of
// operator_verdicts.csv, which are the verdicts of ValidateOperator. See docs/conformance.md.
#include "directml_identity_device.hpp"

#include "conformance.hpp"
#include "operator_facts.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using namespace conformance;

namespace devices = directml_identity;

std::uint32_t NewestFeatureLevel(IDMLDevice& device)
{
    const DML_FEATURE_LEVEL levels[] = {DML_FEATURE_LEVEL_1_0, DML_FEATURE_LEVEL_2_0, DML_FEATURE_LEVEL_2_1,
                                        DML_FEATURE_LEVEL_3_0, DML_FEATURE_LEVEL_3_1, DML_FEATURE_LEVEL_4_0,
                                        DML_FEATURE_LEVEL_4_1};
    const DML_FEATURE_QUERY_FEATURE_LEVELS query = {static_cast<UINT>(std::size(levels)), levels};
    DML_FEATURE_DATA_FEATURE_LEVELS data = {};
    const HRESULT result =
        device.CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query, &query, sizeof data, &data);
    return SUCCEEDED(result) ? static_cast<std::uint32_t>(data.MaxSupportedFeatureLevel) : 0;
}

std::uint32_t SupportedTypes(IDMLDevice& device)
{
    std::uint32_t types = 0;
    for (std::uint32_t type = 1; type < 14; ++type)
    {
        const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {static_cast<DML_TENSOR_DATA_TYPE>(type)};
        DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {};
        const HRESULT result =
            device.CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, sizeof query, &query, sizeof data, &data);
        types |= SUCCEEDED(result) && data.IsSupported != FALSE ? std::uint32_t{1} << type : 0;
    }
    return types & DocumentedTypes;
}

Result Create(IDMLDevice& device, const DML_OPERATOR_DESC& desc)
{
    void* made = nullptr;
    const HRESULT result = device.CreateOperator(&desc, devices::IidOperator, &made);
    const devices::Owner<IDMLOperator> owner(static_cast<IDMLOperator*>(made));
    return static_cast<Result>(result);
}

Result CreateOperator(IDMLDevice& device, const Request& request)
{
    switch (request.kind)
    {
    case Operator::Identity:
    {
        const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {request.desc.InputTensor, request.desc.OutputTensor,
                                                              nullptr};
        return Create(device, {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc});
    }
    case Operator::FillValueConstant:
    {
        const DML_TENSOR_DESC* output = request.desc.OutputTensor;
        DML_FILL_VALUE_CONSTANT_OPERATOR_DESC desc = {};
        desc.OutputTensor = output;
        desc.ValueDataType = output != nullptr && output->Desc != nullptr
                                 ? static_cast<const DML_BUFFER_TENSOR_DESC*>(output->Desc)->DataType
                                 : DML_TENSOR_DATA_TYPE_FLOAT32;
        return Create(device, {DML_OPERATOR_FILL_VALUE_CONSTANT, &desc});
    }
#if DML_TARGET_VERSION >= 0x6300
    case Operator::Dequantize:
    {
        const DML_DEQUANTIZE_OPERATOR_DESC desc = {request.desc.InputTensor, DML_QUANTIZATION_TYPE_SCALE, 1,
                                                   request.scale, request.desc.OutputTensor};
        return Create(device, {DML_OPERATOR_DEQUANTIZE, &desc});
    }
    case Operator::Quantize:
    {
        const DML_QUANTIZE_OPERATOR_DESC desc = {request.desc.InputTensor, DML_QUANTIZATION_TYPE_SCALE, 1,
                                                 request.scale, request.desc.OutputTensor};
        return Create(device, {DML_OPERATOR_QUANTIZE, &desc});
    }
#endif
    case Operator::Gather: return Create(device, {DML_OPERATOR_GATHER, &request.desc});
    default: return Rejected; // the SDK does not have the operator
    }
}

bool IsSupported(const operator_facts::FieldValues& values, std::uint32_t types)
{
    for (const operator_facts::Value& value : values)
    {
        for (const operator_facts::TensorText& tensor : value.tensors)
        {
            if (!tensor.isNull && tensor.type < 14 && (types >> tensor.type & 1) == 0) { return false; }
        }
    }
    return true;
}

// Compares the rows with which DirectML does not crash. A version that accepts no row of an operator does not have it.
int AskRows(IDMLDevice& device, std::uint32_t types)
{
    std::size_t asked = 0, different = 0;
    std::string name;
    std::size_t ofOperator = 0, taken = 0, wrong = 0;
    std::string listed;
    const auto finish = [&]
    {
        if (taken == 0 && ofOperator != 0) { std::printf("%s is not asked: DirectML takes none\n", name.c_str()); }
        else { std::printf("%s", listed.c_str()); }
        asked += taken == 0 ? 0 : ofOperator;
        different += taken == 0 ? 0 : wrong;
        ofOperator = taken = wrong = 0;
        listed.clear();
    };
    for (const std::vector<std::string>& row : verdict_file::Read("operator_verdicts.csv"))
    {
        const operator_facts::Rule* const rule = operator_facts::RuleOf(row[0]);
        if (rule == nullptr || row[1] == "died") { continue; }
        if (row[0] != name) { finish(); }
        name = row[0];
        const operator_facts::FieldValues values = operator_facts::ValuesFrom(*rule, row[3]);
        if (row[1] == "1" && !IsSupported(values, types)) { continue; }
        const operator_facts::Description description(*rule, values);
        const bool isTaken = Create(device, description.Desc()) == Taken;
        ++ofOperator;
        taken += isTaken ? 1 : 0;
        if (isTaken != (row[1] == "1"))
        {
            ++wrong;
            listed += row[0] + ' ' + row[3]
                      + (isTaken ? ": taken, but rejected by the file\n" : ": rejected, but taken by the file\n");
        }
    }
    finish();
    std::printf("operators: %zu rows asked, %zu differ\n", asked, different);
    return different == 0 ? 0 : 1;
}

int CannotRunBecause(const char* reason)
{
    std::printf("Skipped: %s\n", reason);
    return CannotRun;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    Cases cases = {100000, 1};
    if (argumentCount > 3 || (argumentCount > 1 && !Parse(arguments[1], cases.count))
        || (argumentCount > 2 && !Parse(arguments[2], cases.first)) || cases.count == 0)
    {
        std::fputs("usage: directml_conformance [<cases> [<first case>]]\n", stderr);
        return WrongArguments;
    }

    devices::Devices opened;
    try
    {
        opened = devices::OpenDevices(devices::First::Software);
    }
    catch (const std::runtime_error& reason)
    {
        return CannotRunBecause(reason.what());
    }
    IDMLDevice& device = *opened.dml;
    // The first feature level with all types and ranks of the operators without 4-bit types.
    if (NewestFeatureLevel(device) < 0x4100)
    {
        return CannotRunBecause("DirectML.dll is older than feature level 4_1");
    }

    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(GetModuleHandleW(L"DirectML.dll"), path, MAX_PATH - 1);
    std::printf("%ls\n", path);
    const auto createOperator = [&](const Request& request) { return CreateOperator(device, request); };
    const std::uint32_t types = SupportedTypes(device) | SupportedFourBitTypes(createOperator);
    const int ofCases = Run(cases, types, createOperator);
    const int ofRows = AskRows(device, types);
    return ofCases != 0 ? ofCases : ofRows;
}
