// directml_identity converts an image with interleaved channels and a row pitch to planes on the GPU. The operator is
// ELEMENT_WISE_IDENTITY, which copies between two tensors of equal sizes and different strides. The program uses the
// first adapter that has Direct3D 12 and DirectML, hardware before software, and compares the result with the image.
//
// Exit code: 0 equal, 1 different or an error, 77 there is no Direct3D 12 or no DirectML.

#include "directml_identity_device.hpp"
#include "directml_identity_tensors.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

namespace
{

using namespace directml_identity;

constexpr std::uint32_t Height = 4;
constexpr std::uint32_t Width = 5;
constexpr int CannotRun = 77; // ctest reports it as skipped

Owner<IDMLCompiledOperator> CompileIdentity(IDMLDevice& device, const Tensors& tensors)
{
    const dtu::PinnedTensorDesc input(tensors.image);
    const dtu::PinnedTensorDesc output(tensors.planes);
    const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identity = {input.Get(), output.Get(), nullptr};
    const DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identity};
    const auto made = Make<IDMLOperator>(IidOperator, "DirectML does not create ELEMENT_WISE_IDENTITY",
                                         [&](auto... out) { return device.CreateOperator(&desc, out...); });
    return Make<IDMLCompiledOperator>(IidCompiledOperator, "DirectML does not compile ELEMENT_WISE_IDENTITY",
                                      [&](auto... out)
                                      { return device.CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, out...); });
}

// The binding of a whole buffer.
class Binding
{
public:
    Binding(ID3D12Resource* resource, std::uint64_t bytes) : m_buffer{resource, 0, bytes} {}
    Binding(const Binding&) = delete; // m_desc points into it
    Binding& operator=(const Binding&) = delete;

    const DML_BINDING_DESC* Get() const { return &m_desc; }

private:
    DML_BUFFER_BINDING m_buffer;
    DML_BINDING_DESC m_desc = {DML_BINDING_TYPE_BUFFER, &m_buffer};
};

// Returns whether the planes that DirectML computes have the values of the pixels.
bool ComputesPlanes(const Devices& devices, const Tensors& tensors, const std::vector<float>& pixels)
{
    ID3D12Device& d3d12 = *devices.d3d12;
    IDMLDevice& dml = *devices.dml;
    Commands commands(d3d12);

    const auto identity = CompileIdentity(dml, tensors);
    IDMLCompiledOperator* const operators[] = {identity.get()};
    const auto initializer =
        Make<IDMLOperatorInitializer>(IidInitializer, "DirectML makes no operator initializer",
                                      [&](auto... out) { return dml.CreateOperatorInitializer(1, operators, out...); });
    const auto recorder = Make<IDMLCommandRecorder>(IidCommandRecorder, "DirectML makes no command recorder",
                                                    [&](auto... out) { return dml.CreateCommandRecorder(out...); });

    // The initializer runs before the operator is dispatched, so both share a descriptor heap and a temporary buffer.
    const DML_BINDING_PROPERTIES toInitialize = BindingProperties(*initializer);
    const DML_BINDING_PROPERTIES toExecute = BindingProperties(*identity);
    D3D12_DESCRIPTOR_HEAP_DESC heapDesc = {};
    heapDesc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
    heapDesc.NumDescriptors = (std::max)({1U, toInitialize.RequiredDescriptorCount, toExecute.RequiredDescriptorCount});
    heapDesc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
    const auto descriptors =
        Make<ID3D12DescriptorHeap>(IidDescriptorHeap, "Direct3D 12 makes no descriptor heap",
                                   [&](auto... out) { return d3d12.CreateDescriptorHeap(&heapDesc, out...); });

    const std::uint64_t scratchBytes = (std::max)(toInitialize.TemporaryResourceSize, toExecute.TemporaryResourceSize);
    const std::uint64_t persistentBytes = toExecute.PersistentResourceSize; // the initializer's output
    const auto makeIfAny = [&](std::uint64_t bytes)
    { return bytes == 0 ? nullptr : MakeBuffer(d3d12, D3D12_HEAP_TYPE_DEFAULT, bytes); };
    const Owner<ID3D12Resource> scratch = makeIfAny(scratchBytes);
    const Owner<ID3D12Resource> persistent = makeIfAny(persistentBytes);
    const Binding scratchBinding(scratch.get(), scratchBytes);
    const Binding persistentBinding(persistent.get(), persistentBytes);

    const auto makeTable = [&](IDMLDispatchable& dispatchable, const DML_BINDING_PROPERTIES& properties)
    {
        const auto desc = DescribeTable(dispatchable, *descriptors, heapDesc.NumDescriptors);
        auto table = Make<IDMLBindingTable>(IidBindingTable, "DirectML makes no binding table",
                                            [&](auto... out) { return dml.CreateBindingTable(&desc, out...); });
        if (properties.TemporaryResourceSize != 0) { table->BindTemporaryResource(scratchBinding.Get()); }
        return table;
    };
    const auto dispatch = [&](IDMLDispatchable& dispatchable, IDMLBindingTable& table)
    {
        ID3D12DescriptorHeap* const heaps[] = {descriptors.get()};
        commands.List().SetDescriptorHeaps(1, heaps);
        recorder->RecordDispatch(&commands.List(), &dispatchable, &table);
        // The methods that bind return nothing. If DirectML rejects a binding, it removes its device.
        Check(dml.GetDeviceRemovedReason(), "DirectML rejects a binding or the dispatch");
    };

    const auto initializerTable = makeTable(*initializer, toInitialize);
    if (persistent) { initializerTable->BindOutputs(1, persistentBinding.Get()); }
    dispatch(*initializer, *initializerTable);
    commands.ExecuteAndWait();

    // Upload the image, run the operator, and read the planes back.
    const std::uint64_t imageBytes = tensors.image.TotalTensorSizeInBytes();
    const std::uint64_t planesBytes = tensors.planes.TotalTensorSizeInBytes();
    const auto upload = MakeBuffer(d3d12, D3D12_HEAP_TYPE_UPLOAD, imageBytes);
    const auto image = MakeBuffer(d3d12, D3D12_HEAP_TYPE_DEFAULT, imageBytes);
    const auto planes = MakeBuffer(d3d12, D3D12_HEAP_TYPE_DEFAULT, planesBytes);
    const auto readback = MakeBuffer(d3d12, D3D12_HEAP_TYPE_READBACK, planesBytes);

    const auto operatorTable = makeTable(*identity, toExecute);
    RequireBindings(tensors, imageBytes, planesBytes);
    const Binding imageBinding(image.get(), imageBytes);
    const Binding planesBinding(planes.get(), planesBytes);
    operatorTable->BindInputs(1, imageBinding.Get());
    operatorTable->BindOutputs(1, planesBinding.Get());
    if (persistent) { operatorTable->BindPersistentResource(persistentBinding.Get()); }

    const D3D12_RANGE nothing = {0, 0};
    void* mapped = nullptr;
    Check(upload->Map(0, &nothing, &mapped), "the upload heap cannot be mapped");
    CopyIntoUploadHeap(mapped, imageBytes, tensors.image, pixels);
    upload->Unmap(0, nullptr);

    ID3D12GraphicsCommandList& list = commands.List();
    list.CopyBufferRegion(image.get(), 0, upload.get(), 0, imageBytes);
    Transition(list, *image, D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
    dispatch(*identity, *operatorTable);
    Transition(list, *planes, D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
    list.CopyBufferRegion(readback.get(), 0, planes.get(), 0, planesBytes);
    commands.ExecuteAndWait();

    const D3D12_RANGE everything = {0, static_cast<SIZE_T>(planesBytes)};
    Check(readback->Map(0, &everything, &mapped), "the readback heap cannot be mapped");
    const bool areEqual = AreEqual(mapped, planesBytes, tensors.planes, pixels);
    readback->Unmap(0, &nothing);
    return areEqual;
}

int Run()
{
    const Tensors tensors = DescribeTensors(Height, Width);
    ValidateAndPrint(tensors);

    const bool areEqual = ComputesPlanes(OpenDevices(First::Hardware), tensors, MakePixels(Height, Width));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) { throw std::runtime_error("stdout cannot be written"); }
    return areEqual ? 0 : 1;
}

} // namespace

int main()
{
    try
    {
        return Run();
    }
    catch (const NotHere& reason)
    {
        std::printf("Skipped: %s\n", reason.what());
        return CannotRun;
    }
    catch (const std::exception& failed)
    {
        static_cast<void>(std::fprintf(stderr, "directml_identity: %s\n", failed.what()));
        return 1;
    }
}
