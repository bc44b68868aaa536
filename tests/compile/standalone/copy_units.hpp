#pragma once

// What one translation unit sees of the copy header, free of the header's types so that both modes share it: the
// addresses of its functions and of the kernels that this machine runs.
struct CopyUnit
{
    const void* copy;
    const void* gather;
    const void* kernels;
};

// Each copies and gathers, and counts what is wrong in `failures`.
CopyUnit RunOtherUnit();
CopyUnit RunNativeUnit();
