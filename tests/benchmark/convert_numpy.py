#!/usr/bin/env python3
"""Times the cases of convert_benchmark with NumPy: what programs write with transpose and astype.

Its figures are speeds beside a copy of the destination's bytes by NumPy, which is memcpy, in the same process: medians
of interleaved rounds. Those of convert_benchmark are ratios to memcpy too. NumPy asks for large pages on its own. With
--quick each case is run once and checked, and not timed."""

import statistics
import sys
import time

try:
    import numpy
except ImportError:
    print("convert_numpy: skipped, NumPy is not installed")
    sys.exit(0)

ROUNDS = 11
COLD_BYTES = 768 << 20
MEANS = numpy.array([0.485, 0.456, 0.406], numpy.float32)
DEVIATIONS = numpy.array([0.229, 0.224, 0.225], numpy.float32)

# name, destination's type, source's type, shape of the source, whether memory is cold
PIXELS = (1, 1080, 1920, 3)
PLANES = (1, 3, 1080, 1920)
CASES = [
    ("1080p RGB bytes to planar FLOAT16", "float16", "uint8", PIXELS, False),
    ("1080p RGB bytes to planar FLOAT16, cold", "float16", "uint8", PIXELS, True),
    ("1080p RGB bytes to planar FLOAT32", "float32", "uint8", PIXELS, False),
    ("1080p RGB bytes to planar FLOAT32, cold", "float32", "uint8", PIXELS, True),
    ("1080p planar FLOAT16 to RGB bytes", "uint8", "float16", PLANES, False),
    ("1080p planar FLOAT16 to RGB bytes, cold", "uint8", "float16", PLANES, True),
    ("FLOAT32 to FLOAT16, contiguous", "float16", "float32", (8, 256, 128, 128), False),
    ("FLOAT16 to FLOAT32, contiguous", "float32", "float16", (4, 256, 128, 128), False),
    ("{8,64,56,56} FLOAT32 to FLOAT16 NHWC", "float16", "float32", (8, 64, 56, 56), False),
]


def converted(source, destination_type):
    """A new array of the destination's type, with its elements in the destination's order."""
    if source.dtype == numpy.uint8:
        scales = (1 / (255 * DEVIATIONS)).reshape(1, 3, 1, 1)
        biases = (-MEANS / DEVIATIONS).reshape(1, 3, 1, 1)
        planes = source.transpose(0, 3, 1, 2).astype(numpy.float32, order="C") * scales + biases
        return planes.astype(destination_type, copy=False)
    if destination_type == "uint8":
        pixels = source.transpose(0, 2, 3, 1).astype(numpy.float32, order="C") * (255 * DEVIATIONS) + 255 * MEANS
        return numpy.rint(pixels).clip(0, 255).astype(numpy.uint8)
    if source.shape == (8, 64, 56, 56):
        return source.transpose(0, 2, 3, 1).astype(destination_type, order="C")
    return source.astype(destination_type)


def check(source, destination, name):
    """One element of each of three channels, worked out by itself."""
    assert destination.flags.c_contiguous, name
    for channel in range(3):
        mean, deviation = float(MEANS[channel]), float(DEVIATIONS[channel])
        planar, interleaved = (0, channel, 7, 9), (0, 7, 9, channel)
        if source.dtype == numpy.uint8:
            right, found = (float(source[interleaved]) / 255 - mean) / deviation, destination[planar]
        elif destination.dtype == numpy.uint8:
            right = min(max((float(source[planar]) * deviation + mean) * 255, 0), 255)
            found = destination[interleaved]
        else:
            right = float(source[planar])
            found = destination[planar if destination.shape == source.shape else interleaved]
        assert abs(float(found) - right) <= (1 if destination.dtype == numpy.uint8 else 2e-3), name


def timed(function, arrays):
    """Seconds of one call, of as many as there are arrays."""
    start = time.perf_counter()
    for array in arrays:
        function(array)
    return (time.perf_counter() - start) / len(arrays)


def run(name, destination_type, source_type, shape, is_cold, quick):
    random = numpy.random.default_rng(1)
    if source_type == "uint8":
        source = random.integers(0, 256, shape, numpy.uint8)
    else:
        source = random.uniform(-2, 2, shape).astype(source_type)
    destination = converted(source, destination_type)
    check(source, destination, name)
    if quick:
        print(f"{name:41} right")
        return
    count = max(1, COLD_BYTES // max(source.nbytes, destination.nbytes)) if is_cold else 1
    sources = [source.copy() for _ in range(count)]
    payloads = [numpy.ones(destination.nbytes, numpy.uint8) for _ in range(count)]
    target = numpy.empty(destination.nbytes, numpy.uint8)
    targets = [numpy.ones(destination.nbytes, numpy.uint8) for _ in range(count)] if is_cold else [target]
    pairs = list(zip(targets, payloads))
    ratios = []
    for _ in range(1 + (3 if is_cold else ROUNDS)):
        plain = timed(lambda pair: numpy.copyto(*pair), pairs)
        ratios.append(plain / timed(lambda array: converted(array, destination_type), sources))
    print(f"{name:41} {statistics.median(ratios[1:]):.3f}", flush=True)


def main():
    quick = "--quick" in sys.argv[1:]
    print(f"NumPy {numpy.__version__}; speed beside a copy of the destination's bytes = 1\n")
    for case in CASES:
        run(*case, quick)


if __name__ == "__main__":
    main()
