# What doxygen reads of the headers, by sed -E. Line numbers stay, for its messages.

# Inline namespaces would stand in every name.
s/^inline namespace (DML_TENSOR_UTILS_NAMESPACE|directml)$/extern "C++"/

# The rows of the operators, and what is made of them.
/^#define DTU_OPERATORS/,/clang-format on/s/.*//
/^#define DTU_CONSTANT/,/^DTU_OPERATORS/s/.*//

# Macros that are undefined at the end.
s/^#define DTU_.*//

# Headings of their own.
s|^( *///) Errors(, in order)?: |\1 @errors |
s,^( *///) Source: ,\1 @source ,
