#!/usr/bin/env bash
# check.sh [<clang++>]: parses the headers as clang does for Windows with MSVC's rules, without a warning. It stands in
# for clang-cl, with GNU's library instead of Microsoft's. Nothing is linked or run.
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
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Werror
    '-Wno-#warnings' -Wno-pointer-to-int-cast -Wno-void-pointer-to-int-cast # of GNU's headers
    "-I$top/include" "-I$top/tests/compile")

# parse <target> <standard> <source> [options]
parse()
{
    "$compiler" "--target=$1-pc-windows-msvc" "-std=c++$2" "${flags[@]}" "${@:4}" "$folder/../$3" 2>&1
}

for target in x86_64 i686 aarch64; do
    for standard in 17 20; do
        echo "$target-pc-windows-msvc, C++$standard"
        for variant in -UDEFAULT -DDML_TENSOR_UTILS_GLOBAL_NAMES -DDML_TENSOR_UTILS_COPY_PORTABLE=1; do
            parse $target $standard msvc_mode/all_headers.cpp $variant
        done

        # The check itself must find a mistake.
        for planted in "ERROR:planted error" "WARNING:implicit conversion loses integer precision"; do
            if output=$(parse $target $standard msvc_mode/all_headers.cpp "-DPLANTED_${planted%%:*}"); then
                echo "a planted ${planted%%:*} is not found"
                exit 1
            fi
            grep -qF "${planted#*:}" <<<"$output" || { echo "instead of the planted error:"; echo "$output"; exit 1; }
        done
    done

    # The options of Microsoft's samples: C++17 without /permissive-, <windows.h> with its macros first, and everything
    # after a precompiled header.
    echo "$target-pc-windows-msvc, C++17, without /permissive-, after a precompiled header"
    samples=(-fdelayed-template-parsing -fno-operator-names)
    "$compiler" "--target=$target-pc-windows-msvc" -std=c++17 "${flags[@]/-fsyntax-only/-xc++-header}" "${samples[@]}" \
        "$folder/pch.h" -o "$stubs/pch.h.pch"
    parse $target 17 msvc_mode/all_headers.cpp "${samples[@]}" -include-pch "$stubs/pch.h.pch"
done
echo "no errors, no warnings; every planted one is found"
