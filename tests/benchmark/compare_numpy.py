#!/usr/bin/env python3
"""Times the cases of compare_benchmark with NumPy: array_equal, and allclose where values are near.

Its figures are speeds beside a copy of one side's bytes by NumPy, which is memcpy, in the same process: medians of
interleaved rounds. Those of compare_benchmark are ratios to memcpy too. NumPy asks for large pages on its own. With
--quick each case is run once and checked, and not timed."""

import statistics
import sys
import time

try:
    import numpy
except ImportError:
    print("compare_numpy: skipped, NumPy is not installed")
    sys.exit(0)

ROUNDS = 11
FLAT = (1, 16, 1024, 1024)
FEATURES = (8, 64, 56, 56)
# name, sizes, whether the expected tensor is NHWC, of how many elements one differs in its last bit, whether that is near
CASES = [
    ("64 MiB, equal", FLAT, False, 0, False),
    ("{8,64,56,56} NCHW, NHWC expected, equal", FEATURES, True, 0, False),
    ("64 MiB, one of 1000 differs", FLAT, False, 1000, False),
    ("64 MiB, each near", FLAT, False, 1, True),
    ("{8,64,56,56} NCHW, NHWC expected, each near", FEATURES, True, 1, True),
]


def seconds(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def run(name, sizes, is_nhwc, every, is_near, quick):
    expected = numpy.random.default_rng(1).uniform(-2, 2, sizes).astype(numpy.float32)
    actual = expected.copy()
    if every:
        actual.reshape(-1).view(numpy.uint32)[::every] ^= 1
    if is_nhwc:
        expected = expected.transpose(0, 2, 3, 1).copy().transpose(0, 3, 1, 2)

    def compare():
        same = numpy.allclose(actual, expected, 2**-20, 0) if is_near else numpy.array_equal(actual, expected)
        assert same == (is_near or not every), name

    compare()
    if quick:
        print(f"{name:44} right")
        return
    copied = numpy.ones_like(actual)
    ratios = [seconds(lambda: numpy.copyto(copied, actual)) / seconds(compare) for _ in range(1 + ROUNDS)]
    print(f"{name:44} {'allclose' if is_near else 'array_equal':11} {statistics.median(ratios[1:]):.3f}", flush=True)


def main():
    quick = "--quick" in sys.argv[1:]
    print(f"NumPy {numpy.__version__}; speed beside a copy of one side's bytes = 1\n")
    for case in CASES:
        run(*case, quick)


if __name__ == "__main__":
    main()
