#!/usr/bin/env bash
# check.sh [<clang++>]: parses the headers as clang does for Windows with MSVC's rules, without a warning. It stands in
# for clang-cl, with GNU's library instead of Microsoft's. Nothing is linked or run.
#
# If DML_TENSOR_UTILS_DIRECTX_HEADERS names the folder of the SDK's directx/DirectML.h, it also parses the headers in native
# mode and the drop-in DirectML.dll, after the Windows headers of mingw-w64.
set -euo pipefail

compiler=${1:-clang++}
folder=$(cd "$(dirname "$0")" && pwd)
top=$folder/../../..
stubs=$(mktemp -d)
trap 'rm -rf "$stubs"' EXIT

# For a target other than Linux, glibc's headers include lists of stubs for x32 or 32 bits. These are in other packages
# and may be empty.
mkdir "$stubs/gnu"
touch "$stubs/gnu/stubs-x32.h" "$stubs/gnu/stubs-32.h"
machine=/usr/include/x86_64-linux-gnu
version=$(g++ -dumpversion)
flags=(-fsyntax-only -fms-extensions -fms-compatibility -D__ILP32__
    -nostdinc++ -isystem "/usr/include/c++/$version" -isystem "$machine/c++/$version"
    -isystem "$stubs" -isystem /usr/include -isystem "$machine"
    -Wno-pointer-to-int-cast -Wno-void-pointer-to-int-cast) # of GNU's headers
strict=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Werror '-Wno-#warnings'
    "-I$top/include" "-I$top/tests/compile")

# parse <target> <standard> <source> [options]
parse()
{
    "$compiler" "--target=$1-pc-windows-msvc" "-std=c++$2" "${flags[@]}" "${strict[@]}" "${@:4}" "$folder/../$3" 2>&1
}

# must_find <words> <command>...: the check itself must find a planted mistake, with these words.
must_find()
{
    if output=$("${@:2}"); then
        echo "this planted mistake is not found: $1"
        exit 1
    fi
    grep -qF "$1" <<<"$output" || { echo "instead of the planted mistake:"; echo "$output"; exit 1; }
}

# includes <source> <header>
includes()
{
    grep -qF "\"$2\"" "$folder/$1" || { echo "$1 does not include $2"; exit 1; }
}
for header in "$top"/include/*.hpp; do
    includes native_headers.cpp "${header##*/}"
    [[ $header == *device.hpp ]] || includes all_headers.cpp "${header##*/}"
done

for target in x86_64 i686 aarch64; do
    for standard in 17 20; do
        echo "$target-pc-windows-msvc, C++$standard"
        for variant in -UDEFAULT -DDML_TENSOR_UTILS_GLOBAL_NAMES -DDML_TENSOR_UTILS_COPY_PORTABLE=1; do
            parse $target $standard msvc_mode/all_headers.cpp $variant
        done

        must_find "planted error" parse $target $standard msvc_mode/all_headers.cpp -DPLANTED_ERROR
        must_find "implicit conversion loses integer precision" \
            parse $target $standard msvc_mode/all_headers.cpp -DPLANTED_WARNING
    done

    # The options of Microsoft's samples: C++17 without /permissive-, <windows.h> with its macros first, and everything
    # after a precompiled header.
    echo "$target-pc-windows-msvc, C++17, without /permissive-, after a precompiled header"
    samples=(-fdelayed-template-parsing -fno-operator-names)
    "$compiler" "--target=$target-pc-windows-msvc" -std=c++17 "${flags[@]/-fsyntax-only/-xc++-header}" "${strict[@]}" \
        "${samples[@]}" "$folder/pch.h" -o "$stubs/pch.h.pch"
    parse $target 17 msvc_mode/all_headers.cpp "${samples[@]}" -include-pch "$stubs/pch.h.pch"
done

# ---- native mode ----------------------------------------------------------------------------------------------------
sdk=${DML_TENSOR_UTILS_DIRECTX_HEADERS-}
mingw=x86_64-w64-mingw32
gnu=$($mingw-g++-posix -print-file-name=include/c++ || true)
if [ ! -e "$sdk/directx/DirectML.h" ] || [ ! -e "$gnu/$mingw" ]; then
    echo "no errors, no warnings; native mode is left out, because the SDK's DirectML.h or mingw-w64 is missing"
    exit
fi

# mingw-w64's headers know clang by the version of GCC that it stands for, and look for a macro __declspec.
native=(-fsyntax-only -fms-extensions -fms-compatibility -fgnuc-version=12 -D__declspec=__declspec -D_Maybenull_=
    -nostdinc++ -isystem "$gnu" -isystem "$gnu/$mingw" -isystem "/usr/$mingw/include" -isystem "$sdk/directx")

# parse_native <target> <standard> <source> [options]
parse_native()
{
    "$compiler" "--target=$1-pc-windows-msvc" "-std=gnu++$2" "${native[@]}" "${strict[@]}" "${@:4}" "$top/$3" 2>&1
}

headers=tests/compile/msvc_mode/native_headers.cpp
latest=-DDML_TARGET_VERSION_USE_LATEST
oldest=-DNTDDI_VERSION=0x0A000007 # Windows 10 1903, the first with DirectML
for target in x86_64 i686 aarch64; do
    machine=-UDEFAULT
    [ $target != i686 ] || machine=-D_X86_
    for standard in 17 20; do
        echo "$target-pc-windows-msvc, C++$standard, native mode"
        for version in $latest $oldest; do
            parse_native $target $standard $headers $machine $version
        done
        must_find "exception specification of overriding function is more lax" \
            parse_native $target $standard $headers $machine $latest -DPLANTED_WARNING
    done
done
for tool in directml_identity explain_network explain_directml; do
    echo "$tool.cpp"
    parse_native x86_64 17 "examples/tools/${tool/network/directml}/$tool.cpp" $oldest
done
echo "no errors, no warnings; every planted one is found"
