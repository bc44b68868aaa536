#pragma once

// What one translation unit sees of the interop header, free of the header's types so that both modes share it: the
// addresses of a function, of an instance and of a table. Of the header about operators: of its judge and of its rows.
struct InteropUnit
{
    const void* function;
    const void* instance;
    const void* table;
    const void* judge;
    const void* rows;
};

// Each uses the header, and counts what is wrong in `failures`.
InteropUnit RunOtherUnit();
InteropUnit RunNativeUnit();
