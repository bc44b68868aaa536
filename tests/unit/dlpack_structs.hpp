// DLPack's structs without its header.
#pragma once

#include <cstdint>

namespace dlpack_structs
{
// The members of DLPack's structs that the header reads. Pointers to const allow constants.
struct OwnDataType
{
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
};

struct OwnTensor
{
    std::int32_t ndim;
    OwnDataType dtype;
    const std::int64_t* shape;
    const std::int64_t* strides;
    std::uint64_t byte_offset;
};
} // namespace dlpack_structs
