// Streaming copies and conversions by the intrinsics that MSVC compiles, after Windows.h with all its macros. One of them,
// StoreFence, stands for a function, so a function of that name would call itself.
#include <windows.h>

#include "dml_tensor_convert.hpp"

#include "standalone/check.hpp"

namespace dtu = dml_tensor_utils;

int main()
{
#if defined(_WIN64) && !defined(StoreFence) // the 32-bit headers have no such macro
#error "Windows.h does not define StoreFence"
#endif
    constexpr std::uint32_t Count = 100000;
    static std::uint8_t source[Count];
    static std::uint8_t copied[Count];
    static float converted[Count];
    for (std::uint32_t i = 0; i < Count; ++i) { source[i] = static_cast<std::uint8_t>(i % 251); }

    const dtu::TensorLayout layout = dtu::TensorLayout::Packed({Count});
    const dtu::Source given = dtu::SourceOf(source, layout);
    CHECK(dtu::CopyTensor(dtu::DestinationOf(copied, layout), given, dtu::CopyHint::Streaming).Ok());
    CHECK(dtu::ConvertTensor(dtu::DestinationOf(converted, layout), given, {}, dtu::CopyHint::Streaming).Ok());
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < Count; ++i)
    {
        wrong += copied[i] == i % 251 && converted[i] == static_cast<float>(i % 251) ? 0U : 1U;
    }
    CHECK(wrong == 0);
    return failures;
}
