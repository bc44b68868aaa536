#pragma once

// What one translation unit uses of the header, without the header's types, so that both modes share it.
struct UnitReport
{
    const void* desc;     // the unit's own DML_BUFFER_TENSOR_DESC of a FLOAT16 {2,3}/{5,1}
    const void* function; // addresses of a function and a variable without SDK types
    const void* variable;
    unsigned long long totalSize;
    bool ok;
};

UnitReport ReportOfPortableUnit();
UnitReport ReportOfNativeUnit();

// Reads the other unit's description. Returns its TotalTensorSizeInBytes, or 0 unless it is a FLOAT16 {2,3}/{5,1}.
unsigned long long ReadInPortableUnit(const void* desc);
unsigned long long ReadInNativeUnit(const void* desc);
