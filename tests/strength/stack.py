#!/usr/bin/env python3
"""Measures the most stack that a copy, a Gather, a conversion and a comparison can need: stack.py <allowed KiB>

Adds up the stack frames of g++ -O2 along every chain of calls in stack.cpp. A function that nothing calls by name counts
as one that is called through a pointer (a kernel). The only recursive function calls itself once for each axis.
The exit code is 1 if a chain needs more.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
AXES = 8
INDIRECT = "__indirect_call"  # g++'s name for whatever is called through a pointer
VARIANTS = ["", "DML_TENSOR_UTILS_COPY_INTRINSICS", "DML_TENSOR_UTILS_COPY_PORTABLE"]


def graph_of(variant):
    """Returns for each function the bytes of its frame, its name and the functions that it calls."""
    frames, names, calls = {}, {}, collections.defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["g++", "-std=c++17", "-O2", "-w", "-fcallgraph-info=su", *([f"-D{variant}=1"] if variant else []),
                        f"-I{HERE.parents[1] / 'include'}", "-c", str(HERE / "stack.cpp"), "-o", f"{folder}/stack.o"],
                       check=True)
        text = pathlib.Path(folder, "stack.ci").read_text(encoding="utf-8")
    for title, label in re.findall(r'^node: { title: "([^"]+)" label: "([^"]+)"', text, re.M):
        size = re.search(r"\\n(\d+) bytes \((.*)\)$", label)
        if size and size[2] not in ("static", "dynamic,bounded"):
            sys.exit(f"a frame without a bound: {label}")
        frames[title], names[title] = int(size[1]) if size else 0, label.split("\\n")[0]
    for caller, called in re.findall(r'^edge: { sourcename: "([^"]+)" targetname: "([^"]+)"', text, re.M):
        if caller == called:
            frames[caller] *= AXES
        else:
            calls[caller].add(called)
    called = set().union(*calls.values())
    calls[INDIRECT] = {title for title in frames if title not in called and "detail::" in names[title]}
    return frames, names, calls


def deepest(frames, calls, function, found):
    """Returns the most bytes that a function and its callees need, and the functions of that chain. found: earlier results."""
    if function not in found:
        found[function] = None
        below = max((deepest(frames, calls, called, found) for called in calls[function]), default=(0, []))
        found[function] = frames.get(function, 0) + below[0], [function] + below[1]
    if not found[function]:
        sys.exit(f"calls that come back: {function}")
    return found[function]


def main(allowed):
    is_within = True
    for variant in VARIANTS:
        frames, names, calls = graph_of(variant)
        worst = max(deepest(frames, calls, function, {}) for function in frames if "detail::" not in names[function])
        is_within = is_within and worst[0] <= allowed
        print(f"{worst[0]} bytes of {allowed}{' by ' + variant if variant else ''}:")
        print("\n".join(f"    {frames[function]:6} {names[function]}" for function in worst[1] if frames.get(function)))
    return is_within


if __name__ == "__main__":
    sys.exit(0 if main(int(sys.argv[1]) * 1024) else 1)
