// Stands in for DirectMLX.h, which is a download of 570 ms: what matters is its global, non-template function.
#pragma once

#include <DirectML.h>

inline UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, UINT dimensionCount, const UINT* sizes,
                                      const UINT* strides)
{
    UINT64 lastElement = 0;
    for (UINT axis = 0; axis < dimensionCount; ++axis)
    {
        lastElement += UINT64{sizes[axis] - 1} * strides[axis];
    }
    const UINT64 elementSize = dataType == DML_TENSOR_DATA_TYPE_FLOAT16 ? 2 : 4;
    return ((lastElement + 1) * elementSize + 3) / 4 * 4;
}
