#pragma once

// What one translation unit sees of the headers that move, free of the header's types so that both modes share it: the
// addresses of its functions and of the kernels that this machine runs.
struct CopyUnit
{
    const void* copy;
    const void* gather;
    const void* convert;
    const void* kernels;
    const void* conversions;
};

// Each copies, gathers and converts, and counts what is wrong in `failures`.
CopyUnit RunOtherUnit();
CopyUnit RunNativeUnit();
