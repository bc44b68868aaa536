# What doxygen reads of the headers, by sed -E. Line numbers stay, for its messages.

# Inline namespaces would stand in every name.
s/^inline namespace (DML_TENSOR_UTILS_NAMESPACE|directml)$/extern "C++"/

# Macros that are undefined at the end.
s/^#define (DML_TENSOR_UTILS_(COPY_|CONVERT_)|DTU_).*//

# Headings of their own.
s,^( *///) Errors: ,\1 @errors ,
s,^( *///) Source: ,\1 @source ,
