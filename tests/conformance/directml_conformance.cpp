// Creates operators with the real DirectML, on the software adapter (WARP) if there is one, and compares each HRESULT with
// ValidateOperator: the rows of operator_verdicts.csv, then random changes of them:
// directml_conformance [<cases> [<first case>]]. See docs/CONTRIBUTING.md.
#include "directml_identity_device.hpp"

#include "conformance.hpp"

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
    return types;
}

Result CreateOperator(IDMLDevice& device, const DML_OPERATOR_DESC& desc)
{
    void* made = nullptr;
    const HRESULT result = device.CreateOperator(&desc, devices::IidOperator, &made);
    const devices::Owner<IDMLOperator> owner(static_cast<IDMLOperator*>(made));
    return static_cast<Result>(result);
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

    // If DirectML crashes, the program ends at once. Windows shows no window that waits for somebody.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
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
    // The first feature level with all ranks and most types.
    if (NewestFeatureLevel(device) < 0x4100)
    {
        return CannotRunBecause("DirectML.dll is older than feature level 4_1");
    }

    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(GetModuleHandleW(L"DirectML.dll"), path, MAX_PATH - 1);
    std::printf("%ls\n", path);
    const auto createOperator = [&](const Question& question)
    { return CreateOperator(device, question.description.Desc()); };
    const std::vector<VerdictRow> rows = operator_facts::VerdictRows();
    Conformance<decltype(createOperator)> conformance(rows, SupportedTypes(device), createOperator);
    conformance.AskRows();
    conformance.AskCases(cases);
    return conformance.Report();
}
