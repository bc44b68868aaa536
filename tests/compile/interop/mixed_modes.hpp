#pragma once

// A program's view of the header from one translation unit, free of the header's types so that both modes share it.
struct UnitReport
{
    const void* desc;     // the unit's own DML_BUFFER_TENSOR_DESC of a FLOAT16 {2,3}/{5,1}
    const void* function; // the addresses of a function and of a variable that involve none of the SDK's types
    const void* variable;
    unsigned long long totalSize;
    bool ok;
};

UnitReport ReportOfPortableUnit();
UnitReport ReportOfNativeUnit();

// The TotalTensorSizeInBytes, or 0 unless the other unit's description reads as that of a FLOAT16 {2,3}/{5,1}.
unsigned long long ReadInPortableUnit(const void* desc);
unsigned long long ReadInNativeUnit(const void* desc);
