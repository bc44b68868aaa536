# What doxygen reads of the headers, by sed -E. Line numbers stay, for its messages.

# Inline namespaces would stand in every name.
s/^inline namespace (DML_TENSOR_UTILS_NAMESPACE|directml)$/extern "C++"/

# The rows of the operators and of the fixes, and what is made of them.
/^#define DTU_(SPACE_TO_DEPTH|OPERATORS|FIELD_NAMES|FIX_OFFERS)/,/clang-format on/s/.*//
/^#define DTU_CONSTANT/,/^DTU_OPERATORS/s/.*//

# Tables of errors: the names are moved into the enumeration, all in one line. Sentences and comments are left out.
/^#define DTU_[A-Z]+_ERRORS[(]/,/clang-format on/{
    s/^ *ENTRY[(]([A-Za-z0-9]+),.*/\1,/
    /^[A-Za-z0-9]+,$/!s/.*//
    H
    s/.*//
}
/DTU_[A-Z]+_ERRORS[(]DTU_ERROR_ENUMERATOR/{
    G
    s/DTU_[A-Z]+_ERRORS[(]DTU_ERROR_ENUMERATOR, DTU_ERROR_NOTHING[)]([^\n]*)\n(.*)$/\2\1/
    s/\n/ /g
    x
    s/.*//
    x
}

# The list of arguments: the enumerators and their comments are moved into the enumeration, all in one line.
/^#define DTU_ARGUMENTS[(]/,/clang-format on/{
    s/^#define.*|^ *\/\*.*|^\/\/.*//
    s/[A-Z]+[(]([A-Za-z0-9]+)(, "[^"]*")?[)]/\1,/g
    s|/\* (.*) \*/|/**< \1 */|
    s/ *\\$//
    H
    s/.*//
}
/^ *DTU_ARGUMENTS[(]DTU_ENUMERATOR/{
    x
    s/\n/ /g
    x
    s/.*//
    x
}

# Macros that are undefined at the end.
s/^#define DTU_.*//

# Headings of their own.
s|^( *///) Errors(, in order)?: |\1 @errors |
s,^( *///) Source: ,\1 @source ,
