# What doxygen reads of the headers, by sed -E. Line numbers stay, for its messages.

# Inline namespaces would stand in every name.
s/^inline namespace (DML_TENSOR_UTILS_NAMESPACE|directml)$/extern "C++"/

# The rows of the operators, and what is made of them.
/^#define DTU_OPERATORS/,/clang-format on/s/.*//
/^#define DTU_CONSTANT/,/^DTU_OPERATORS/s/.*//

# Lists of enumerators: they and their comments are moved into the enumeration, all in one line.
/^#define DTU_(TENSOR_ERRORS|OPERATOR_ERRORS|ARGUMENTS)[(]/,/clang-format on/{
    s/^#define.*|^ *\/\*.*|^\/\/.*//
    s/[A-Z]+[(]([A-Za-z0-9]+)(, "[^"]*")?[)]/\1,/g
    s|/\* (.*) \*/|/**< \1 */|
    s/ *\\$//
    H
    s/.*//
}
/^ *DTU_(TENSOR_ERRORS|OPERATOR_ERRORS|ARGUMENTS)[(]DTU_ENUMERATOR/{
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
