#pragma once

// Included by every translation unit of the program, after dml_tensor_convert.hpp in portable or in native mode.

#include "standalone/copy_units.hpp"
#include "standalone/use_the_convert_api.hpp"
#include "standalone/use_the_copy_api.hpp"

// Hint is the unit's own CopyHint: it keeps the instances of the two modes apart.
template <class Hint> CopyUnit RunUnit()
{
    namespace dtu = dml_tensor_utils;
    UseTheCopyApi(Hint::Auto);
    UseTheConvertApi(Hint::Auto);
    dtu::Diagnosis (*const copy)(dtu::DML_TENSOR_DATA_TYPE, const dtu::Destination&, const dtu::Source&,
                                 Hint) noexcept = dtu::CopyTensor;
    return {reinterpret_cast<const void*>(copy), reinterpret_cast<const void*>(&dtu::GatherTensor<>),
            reinterpret_cast<const void*>(&dtu::ConvertTensor<>), dtu::detail::KernelsOf(dtu::detail::BestCopyPath()),
            dtu::detail::ConvertKernelsOf(dtu::detail::BestConvertPath())};
}
