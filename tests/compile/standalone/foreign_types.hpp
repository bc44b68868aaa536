#pragma once

#include <cstddef>
#include <cstdint>

// The members of DLPack's structs and of a mapping that the library reads.
struct ForeignType
{
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
};

struct ForeignTensor
{
    int ndim;
    ForeignType dtype;
    const std::int64_t* shape;
    const std::int64_t* strides;
    std::uint64_t byte_offset;
};

struct ForeignExtents
{
    static constexpr std::size_t rank() { return 2; }
    constexpr int extent(std::size_t axis) const { return axis == 0 ? 2 : 3; }
};

struct ForeignMapping
{
    constexpr ForeignExtents extents() const { return {}; }
    constexpr int stride(std::size_t axis) const { return axis == 0 ? 5 : 1; }
};
