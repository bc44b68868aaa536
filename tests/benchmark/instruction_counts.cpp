// Calls each operation of described.hpp once. costs.py runs it under callgrind, which counts their instructions, and reads
// the assembly of FoldedSize.

#include "described.hpp"

// Sizes that are known when the program is compiled must leave nothing but their result.
extern "C" std::uint64_t FoldedSize()
{
    using namespace described;
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 3, 224, 224}, dtu::Layout::NHWC))
        .TotalTensorSizeInBytes();
}

int main()
{
    using namespace described;
    const Sizes sizes{2, 3, 224, 225};
    Listing listing{};
    ListingPacked(listing, sizes);
    ListingNhwc(listing, sizes);
    ListingBroadcast(listing, sizes, {true, false, true, true});
    const dtu::BufferTensorDesc packed = Packed(sizes);
    const dtu::BufferTensorDesc nhwc = Nhwc(sizes);
    const dtu::BufferTensorDesc broadcast = Broadcast(sizes, {0, 1, 0, 0});
    const dtu::BufferTensorDesc view = BroadcastChannels(sizes);
    const bool good = packed && nhwc && broadcast && view && UncheckedOffset(sizes, {1, 2, 3, 4}) != 0
                      && Offset(packed.Layout(), {1, 2, 3, 4}) != 0 && IsValidPacked(packed.Desc())
                      && IsValidStrided(nhwc.Desc()) && ValidatePacked(packed.Desc()).Ok()
                      && ValidateStrided(nhwc.Desc()).Ok() && ValidateOutput(nhwc.Desc()).Ok();
    return good ? 0 : 1;
}
