// Calls each operation of described.hpp once. costs.py runs this program under callgrind, which counts the
// instructions, and reads the assembly of the functions below.

#include "described.hpp"

// With sizes that are known at compile time, only the result may remain.
extern "C" std::uint64_t FoldedSize()
{
    using namespace described;
    return dtu::BufferTensorDesc(Type, dtu::TensorLayout::Packed({1, 3, 224, 224}, dtu::Layout::NHWC))
        .TotalTensorSizeInBytes();
}

extern "C" std::uint64_t FoldedDocumentedSize()
{
    using namespace described;
    const std::uint32_t sizes[] = {1, 3, 224, 224};
    return dtu::DMLCalcBufferTensorSize(Type, 4, sizes, nullptr);
}

extern "C" std::uint64_t FoldedDocumentedNhwcSize()
{
    using namespace described;
    const Sizes sizes = {1, 3, 224, 224};
    const Sizes strides = dtu::CalculateStrides(dtu::Layout::NHWC, sizes, {});
    return dtu::DMLCalcBufferTensorSize(Type, 4, sizes.data(), strides.data());
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
    Sizes strides{};
    const bool sized = ListingSize(sizes) != 0 && SizePacked(Type, sizes) != 0
                       && SizeStrided(Type, sizes, {151200, 1, 675, 3}) != 0
                       && StridesAndSize(Type, sizes, strides) != 0 && PackedInOrder(sizes, {0, 2, 3, 1})
                       && PackedInConstantOrder(sizes);
    const bool good = sized && packed && nhwc && broadcast && view && UncheckedOffset(sizes, {1, 2, 3, 4}) != 0
                      && Offset(packed.Layout(), {1, 2, 3, 4}) != 0 && IsValidPacked(packed.Desc())
                      && IsValidStrided(nhwc.Desc()) && ValidatePacked(packed.Desc()).Ok()
                      && ValidateStrided(nhwc.Desc()).Ok() && ValidateOutput(nhwc.Desc()).Ok();
    const dtu::PinnedTensorDesc tensor(packed);
    const RightConvolution right;
    const bool judged =
        ValidateAdd({{tensor.Get(), tensor.Get(), tensor.Get()}}).Ok() && ValidateConvolution(right.desc).Ok();
    return good && judged ? 0 : 1;
}
