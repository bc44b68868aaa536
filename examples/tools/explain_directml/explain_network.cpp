// explain_network builds a network whose last layer is wrong. DirectML only returns E_INVALIDARG; the wrapped device
// writes the reason to stderr.
//
// Exit code: 0 the layer failed as it must, 1 an error, 77 there is no Direct3D 12 or no DirectML.

#include "../directml_identity/directml_identity_device.hpp"
#include "explain_network.hpp"

#include <cstdio>
#include <exception>

int main()
{
    using namespace directml_identity;
    try
    {
        Devices devices = OpenDevices(First::Hardware);
        // [readme]
        // The rest of the program does not change.
        devices.dml.reset(dml_tensor_utils::ExplainErrors(devices.dml.release()));
        // [/readme]
        try
        {
            static_cast<void>(explain_network::Build(*devices.dml));
        }
        catch (const std::runtime_error& error)
        {
            std::printf("the program knows only this: %s\n", error.what());
            return 0;
        }
        return 1;
    }
    catch (const NotHere& reason)
    {
        std::printf("%s\n", reason.what());
        return 77;
    }
    catch (const std::exception& error)
    {
        std::printf("%s\n", error.what());
        return 1;
    }
}
