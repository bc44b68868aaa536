#!/usr/bin/env python3
"""Measures what the headers cost: instructions (by callgrind) and time, sizes folded at compile time, and compiling.

    tests/benchmark/costs.py [--check] [compiler ...]

Prints each figure beside its limit. With --check the exit code is 1 if an instruction count exceeds its limit or a size
is not folded; times are never checked. Needs valgrind and the compilers.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "include")
FLAGS = ["-std=c++17", "-O2", "-I" + INCLUDE]

# The limits of instructions for the operations of describe_costs.cpp, with either compiler. None: only printed.
# For comparison, DirectMLX needs 483 for a checked packed descriptor.
DESCRIPTOR, BROADCAST_DESCRIPTOR, VALIDATE = 480, 750, 300
OPERATIONS = {
    "ListingPacked": None,
    "Packed": DESCRIPTOR,
    "ListingNhwc": None,
    "Nhwc": DESCRIPTOR,
    "PackedInOrder": DESCRIPTOR,
    "PackedInConstantOrder": DESCRIPTOR,
    "ListingBroadcast": None,
    "Broadcast": BROADCAST_DESCRIPTOR,
    "BroadcastChannels": BROADCAST_DESCRIPTOR,
    "UncheckedOffset": None,
    "Offset": 80,
    "IsValidPacked": VALIDATE,
    "IsValidStrided": VALIDATE,
    "ValidatePacked": VALIDATE,
    "ValidateStrided": VALIDATE,
    "ValidateOutput": None,
    "ListingSize": None,
    "SizePacked": 75,
    "SizeStrided": 75,
    "StridesAndSize": 90,
    "ValidateAdd": None,
    "ValidateConvolution": None,
}

# Functions of describe_costs.cpp that must compile to a constant and a return. clang does not inline all
# functions of a descriptor, so that it folds the sizes only in a constant expression.
FOLDED_BY_EACH = ["FoldedDocumentedSize", "FoldedDocumentedNhwcSize"]
FOLDED = {"g++": ["FoldedSize"] + FOLDED_BY_EACH, "clang++": FOLDED_BY_EACH}


def operation_costs(compiler, folder):
    """Returns the instructions and the nanoseconds of each operation."""
    program = os.path.join(folder, "program")
    profile = os.path.join(folder, "profile")
    subprocess.run([compiler, *FLAGS, "-g", os.path.join(HERE, "describe_costs.cpp"), "-o", program], check=True)
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + profile, program], check=True, capture_output=True)
    names, counts, function = {}, {}, None

    def name_of(text):
        number, _, name = text.partition(" ")
        return names.setdefault(number, name)

    with open(profile, encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line.startswith("fn="):
                function = name_of(line[3:])
            elif line.startswith("cfn="):
                name_of(line[4:])
            elif re.match(r"[+*\d-]", line) and function:
                counts[function] = counts.get(function, 0) + int(line.split()[-1])
    plain = {}
    for function, count in counts.items():
        plain[re.sub(r"\(.*", "", function).replace("described::", "")] = count
    timed = subprocess.run([program, "time"], check=True, capture_output=True, encoding="utf-8").stdout
    return plain, dict(line.split() for line in timed.splitlines())


def folded(compiler, folder):
    """Returns the functions that must fold, their code, and whether it is a constant and a return."""
    assembly = os.path.join(folder, "program.s")
    subprocess.run([compiler, *FLAGS, "-S", os.path.join(HERE, "describe_costs.cpp"), "-o", assembly], check=True)
    with open(assembly, encoding="utf-8") as file:
        text = file.read()
    for name in FOLDED["clang++" if "clang" in compiler else "g++"]:
        body = re.search(rf"^{name}:(.*?)\.cfi_endproc", text, re.S | re.M).group(1)
        code = [line.split("#")[0].strip() for line in body.splitlines() if re.match(r"\s+[a-z]", line)]
        yield name, code, (len(code) == 2 and code[0].startswith("mov") and "$602112" in code[0]
                           and code[1].startswith("ret"))


# The compiled file, the file that it is compared with, how often, and the ratios required of clang and g++.
STANDARD_HEADERS = "#include <array>\n#include <cstddef>\n#include <cstdint>\n"
ONE_CALL = """#include "dml_tensor_copy.hpp"
using namespace dml_tensor_utils;
bool Copy(const Destination& destination, const Source& source) { return CopyTensor(destination, source).Ok(); }
"""
COPY_HEADER = '#include "dml_tensor_copy.hpp"\n'
MAIN_HEADER = '#include "dml_tensor_utils.hpp"\n'
ONE_VALIDATION = """#include "dml_tensor_operators.hpp"
using namespace dml_tensor_utils;
bool IsAccepted(const DML_OPERATOR_DESC& desc) { return ValidateOperator(desc).Accepted(); }
"""
NAMES = {STANDARD_HEADERS: "three standard headers", COPY_HEADER: "the copy header", MAIN_HEADER: "the main header"}
COMPILED = [
    ("including dml_tensor_utils.hpp", '#include "dml_tensor_utils.hpp"\n', STANDARD_HEADERS, 15, 1.7, 2.0),
    ("including dml_tensor_copy.hpp", COPY_HEADER, STANDARD_HEADERS, 15, 2.2, 2.7),
    ("including dml_tensor_convert.hpp", '#include "dml_tensor_convert.hpp"\n', COPY_HEADER, 15, 1.15, 1.15),
    ("including dml_tensor_compare.hpp", '#include "dml_tensor_compare.hpp"\n', COPY_HEADER, 15, 1.15, 1.15),
    ("including dml_tensor_operators.hpp", '#include "dml_tensor_operators.hpp"\n', MAIN_HEADER, 15, 1.5, 1.5),
    ("one call of CopyTensor", ONE_CALL, STANDARD_HEADERS, 5, 20, 40),
]

# The limit of g++ for a file with one call of ValidateOperator: code, data, unwinding tables and the table of operators.
VALIDATION_BYTES = 112 * 1024


def compile_cost(compiler, folder, text, beside, rounds):
    """Returns the CPU seconds to compile a file, and the ratio to another file, compiled in turn."""
    times = ([], [])
    for _ in range(rounds):
        for source, measured in zip((text, beside), times):
            name = os.path.join(folder, "compiled.cpp")
            with open(name, "w", encoding="utf-8") as file:
                file.write(source)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([compiler, *FLAGS, "-c", name, "-o", os.path.join(folder, "o")], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            measured.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times[0]), statistics.median(ours / other for ours, other in zip(*times))


def object_bytes(compiler, folder, text):
    """Returns the bytes of a compiled file with this text."""
    name, result = os.path.join(folder, "compiled.cpp"), os.path.join(folder, "o")
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run([compiler, *FLAGS, "-c", name, "-o", result], check=True)
    listed = subprocess.run(["size", result], check=True, capture_output=True, encoding="utf-8").stdout
    return int(listed.splitlines()[1].split()[3])


def main(arguments):
    check = "--check" in arguments
    compilers = [argument for argument in arguments if argument != "--check"] or ["g++", "clang++"]
    missed = []
    for compiler in compilers:
        is_clang = "clang" in compiler
        with tempfile.TemporaryDirectory() as folder:
            counts, times = operation_costs(compiler, folder)
            print(f"{compiler} -O2: instructions and nanoseconds of one call, 4D, sizes known at run time")
            for operation, asked in OPERATIONS.items():
                count = counts[operation]
                if asked is not None and count > asked:
                    missed.append(f"{compiler}: {operation} takes {count} instructions, asked are {asked}")
                print(f"  {operation:21} {count:5} {times[operation]:>7} ns   asked {asked or '-'}")
            for name, code, is_folded in folded(compiler, folder):
                if not is_folded:
                    missed.append(f"{compiler}: literal sizes do not fold in {name}: {code}")
                print(f"  {name}: {'; '.join(code)}")
            for name, text, beside, rounds, of_clang, of_gcc in COMPILED:
                seconds, ratio = compile_cost(compiler, folder, text, beside, 1 if check else rounds)
                print(f"  {name}: {seconds * 1000:.0f} ms, {ratio:.2f} of {NAMES[beside]}"
                      f"   asked {of_clang if is_clang else of_gcc}")
            size = object_bytes(compiler, folder, ONE_VALIDATION)
            if size > VALIDATION_BYTES and not is_clang:
                missed.append(f"{compiler}: one call of ValidateOperator has {size} bytes, asked are {VALIDATION_BYTES}")
            print(f"  one call of ValidateOperator: {size} bytes   asked {'-' if is_clang else VALIDATION_BYTES}")
            print()
    for miss in missed:
        print(miss)
    return 1 if check and missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
