"""Runs compare_tensors and image_to_tensor on files that this script writes, and checks which relation or problem they
name: compare_tensors_test.py PROGRAMS suffix=SUFFIX FOLDER [EMULATOR...]. Everything that the programs should find was
done to the elements here, without the library."""

import itertools
import math
import pathlib
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
import unittest

PROGRAMS, SUFFIX, FOLDER, *EMULATOR = sys.argv[1:]
PROGRAMS, SUFFIX = pathlib.Path(PROGRAMS).resolve(), SUFFIX.partition("=")[2] # an empty argument could get lost
FOLDER = pathlib.Path(FOLDER)
SIZES = BATCH, CHANNELS, HEIGHT, WIDTH = 2, 3, 6, 10
GIVEN = "FLOAT32 2,3,6,10"
MEAN, DEVIATION = (.485, .456, .406), (.229, .224, .225)


def packed(values, letter="f", order="<"):
    return struct.pack(f"{order}{len(values)}{letter}", *values)


def npy(descr, shape, data, fortran=False, version=1):
    header = f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {tuple(shape)}, }}".encode()
    prefix = 10 if version == 1 else 12
    header += b" " * (63 - (prefix + len(header)) % 64) + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header + data


def positions(order=(0, 1, 2, 3)):
    """Yields the coordinates in the order of memory; the last axis of `order` is the fastest."""
    for place in itertools.product(*(range(SIZES[axis]) for axis in order)):
        yield tuple(place[order.index(axis)] for axis in range(4))


def run(program, arguments):
    """Returns the exit code, and the text of standard output and standard error."""
    done = subprocess.run([*EMULATOR, str(PROGRAMS / (program + SUFFIX)), *shlex.split(arguments)], cwd=FOLDER,
                          capture_output=True, check=False, timeout=600)
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace").replace("\r\n", "\n")


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        source = random.Random(1)
        # Values that FLOAT16 holds exactly.
        cls.values = {place: source.randrange(-2047, 2048) / 1024 for place in positions()}
        cls.elements = packed(list(cls.values.values()))
        cls.write("expected.bin", cls.elements)

    @staticmethod
    def write(name, data):
        (FOLDER / name).write_bytes(data)

    def compare(self, actual, code=1, given=GIVEN, expected=f"expected.bin {GIVEN}"):
        """Writes the actual tensor, and returns what compare_tensors prints."""
        self.write("actual", actual)
        found, text = run("compare_tensors", f"--expected {expected} --actual actual {given}")
        self.assertEqual(found, code, text)
        return text


class Relations(Files):
    def finds(self, actual, *sentences, given=GIVEN, expected=f"expected.bin {GIVEN}"):
        text = self.compare(actual, given=given, expected=expected)
        for sentence in sentences:
            self.assertIn(sentence, text)
        self.assertRegex(text, r"(?m)^expected: \d+ elements")
        self.assertRegex(text, r"(?m)^actual: +\d+ elements")
        used = re.search(r"(?m)^use --actual (.*)$", text)
        if used: # the option does what it promises
            code, text = run("compare_tensors", f"--expected {expected} --actual {used[1]}")
            self.assertEqual(code, 0, text)

    def moved(self, source, order=(0, 1, 2, 3)):
        """Returns the tensor whose element at each place is the expected element at source(place)."""
        return packed([self.values[source(*place)] for place in positions(order)])

    def each(self, change):
        return packed([change(value, place[1]) for place, value in self.values.items()])

    def test_orders(self):
        self.finds(self.moved(lambda *place: place, (0, 2, 3, 1)), "(NHWC)", "--layout NHWC")
        self.finds(self.moved(lambda *place: place, (0, 1, 3, 2)), "in the order {0, 1, 3, 2}", "--strides 180,60,1,6")
        self.finds(self.moved(lambda b, c, y, x: (b, 2 - c, y, x)), "axis 1 is reversed (such as BGR for RGB)")
        self.finds(self.moved(lambda b, c, y, x: (b, c, 5 - y, x)), "axis 2 is reversed (rows from bottom to top)")
        self.finds(self.moved(lambda b, c, y, x: (b, c, y, 9 - x)), "axis 3 is reversed (mirrored)")
        self.finds(self.moved(lambda b, c, y, x: (b, c, 5 - y, 9 - x)), "(turned by 180 degrees)")
        self.finds(self.moved(lambda b, c, y, x: (b, c, y, (x + 4) % 10)), "axis 3 is rolled back by 6 of 10")
        self.finds(self.moved(lambda b, c, y, x: (0, c, y, x)), "repeats the first position")
        shuffled = list(self.values.values())
        random.Random(2).shuffle(shuffled)
        self.finds(packed(shuffled), "the values are equal, in another order")

    def test_places_in_the_buffer(self):
        self.finds(packed([.5, *self.values.values()][:-1]), "starts 1 element later")
        self.finds(bytes(range(120)) + self.elements, "starts at byte 120 (a header?)", "--start 120",
                   "has 120 bytes after")
        rows = [self.elements[at:at + 40] for at in range(0, len(self.elements), 40)]
        self.finds(b"".join(row + bytes(216) for row in rows), "64 elements (256 bytes) apart",
                   "--strides 1152,384,64,1")
        half = len(self.elements) // 2
        self.finds(self.elements[:half] + bytes(half), "the first 180 elements agree, and all others are 0")

    def test_values(self):
        self.finds(self.each(lambda value, _: 255 * value), "actual = 255 * expected")
        self.finds(self.each(lambda value, _: .8 * value), "actual = 0.8 * expected")
        self.finds(self.each(lambda value, _: value - 1), "actual = expected - 1")
        self.finds(self.each(lambda value, _: 2 * value - 1), "actual = 2 * expected - 1")
        self.finds(self.each(lambda value, c: (value - MEAN[c]) / DEVIATION[c]), "each position of axis 1",
                   "4.36681 * expected")
        self.finds(self.each(lambda value, _: max(value, 0)), "negative values became 0")
        for value, name in ((0, "0"), (-1, "-1"), (math.nan, "nan")):
            self.finds(self.each(lambda *_, value=value: value), f"every element of the actual tensor is {name}")
        source = random.Random(3)
        self.finds(self.each(lambda value, _: value * (1 + source.uniform(-4e-4, 4e-4))),
                   "the errors look like rounding")
        self.finds(self.each(lambda value, _: value + source.uniform(-1, 1)), "no relation was found",
                   "cosine similarity")
        self.finds(packed([255 * self.values[b, 2 - c, y, x] for b, c, y, x in positions((0, 2, 3, 1))]), "(NHWC)",
                   "axis 1 is reversed", "actual = 255 * expected")

    def test_names_with_blanks(self):
        self.write("a name", bytes(range(120)) + self.elements)
        _, text = run("compare_tensors", f"--expected expected.bin {GIVEN} --actual 'a name' {GIVEN}")
        self.assertIn('use --actual "a name" FLOAT32 2,3,6,10 --start 120', text)

    def test_options_that_were_given_stay(self):
        pixels = self.moved(lambda *place: place, (0, 2, 3, 1))
        self.finds(bytes(range(120)) + pixels, "--layout NHWC --start 120", given=GIVEN + " --layout NHWC")
        self.finds(bytes(range(120)) + pixels, "starts at byte 100 (a header?); byte 0 is byte 20 of the file",
                   "--layout NHWC --start 120", given=GIVEN + " --layout NHWC --start 20")
        self.finds(bytes(range(120)) + pixels, "--layout NHWC --start 120", given=GIVEN + " --start 120")
        halves = struct.pack("<360e", *struct.unpack("<360f", pixels)) + bytes(720)
        self.finds(halves, "use --actual actual FLOAT16 2,3,6,10 --layout NHWC", # the same layout
                   given=GIVEN + " --strides 180,1,30,3")

    def test_elements(self):
        values = list(self.values.values())
        self.finds(packed(values, order=">"), "(another byte order)")
        self.finds(packed(values, "e") + bytes(720), "are read as FLOAT16", "use --actual actual FLOAT16 2,3,6,10")
        self.write("bytes.bin", bytes(number * 7 % 256 for number in range(360)))
        self.finds(bytes(number * 7 % 256 for number in range(360)), "are read as UINT8", given="INT8 2,3,6,10",
                   expected="bytes.bin UINT8 2,3,6,10")

    def test_sizes(self):
        channels_last = self.moved(lambda *place: place, (0, 2, 3, 1))
        self.finds(channels_last, "in the order {0, 3, 1, 2} they are", "--layout NHWC", given="FLOAT32 2,6,10,3")
        self.finds(self.elements, "agree in the expected tensor's sizes", "use --actual", given="FLOAT32 20,18")
        pixels = [[*map(self.values.get, ((b, c, y, x) for c in range(3))), 1] for b, _, y, x in positions((0, 2, 3, 1))
                  if _ == 0]
        self.finds(packed(sum(pixels, [])), "such as RGB of RGBA", "--strides 240,1,40,4",
                   given="FLOAT32 2,4,6,10 --layout NHWC")
        halves = packed(list(self.values.values()), "e")
        self.assertIn("needs 1440; as FLOAT16 it fits", re.sub(r" \[\w+\]", "", self.compare(halves, 2)))
        for sizes in ("1,2,3,6,10", "2,3,1,6,1,10"):
            self.assertIn("all 360 elements agree", self.compare(self.elements, 0, "FLOAT32 " + sizes))
        self.assertIn("cannot be broadcast", self.compare(channels_last, 2, "FLOAT32 2,3,10,6"))

    def test_errors_of_all_magnitudes(self):
        errors = [0, .25, .3, .5, 1, 3, math.inf, 1e-300]
        self.write("zeros.bin", packed([0] * 8, "d"))
        text = self.compare(packed(errors, "d"), given="FLOAT64 8", expected="zeros.bin FLOAT64 8")
        bins = dict(re.findall(r"(?m)^  (\S.*?) +(\d+) ?#*$", text))
        self.assertEqual(bins, {"0": "1", "below 2^-38": "1", "from 2^-2": "2", "from 2^-1": "1", "from 2^0": "1",
                                "from 2^1": "1", "not finite": "1"})
        self.write("lowest.bin", packed([-1.7e308, 0], "d"))
        text = self.compare(packed([1.7e308, 1], "d"), given="FLOAT64 2", expected="lowest.bin FLOAT64 2")
        self.assertRegex(text, r"not finite +1 ")

    def test_proportions_of_the_map(self):
        for rows, columns, width, height in ((240, 320, 642, 480), (320, 240, 480, 642), (2, 3, 18, 12),
                                             (3, 1000, 750, 6)):
            self.write("dark.bin", bytes(rows * columns))
            self.write("light.bin", bytes([1] * rows * columns))
            tensor = f"UINT8 {rows},{columns}"
            run("compare_tensors", f"--expected dark.bin {tensor} --actual light.bin {tensor} --map map.svg")
            background = r'<rect x="40" y="32" width="([\d.]+)" height="([\d.]+)"'
            drawn = re.search(background, (FOLDER / "map.svg").read_text(encoding="utf-8"))
            self.assertEqual((float(drawn[1]), float(drawn[2])), (width, height))


class NumPy(Files):
    def test_types_orders_and_versions(self):
        values = list(range(120))
        shapes = (120,), (2, 60), (2, 3, 4, 5), (1,) * 7 + (2, 60)
        for letter, descr, name in (("f", "f4", "FLOAT32"), ("e", "f2", "FLOAT16"), ("d", "f8", "FLOAT64"),
                                    ("B", "u1", "UINT8"), ("H", "u2", "UINT16"), ("I", "u4", "UINT32"),
                                    ("Q", "u8", "UINT64"), ("b", "i1", "INT8"), ("h", "i2", "INT16"),
                                    ("i", "i4", "INT32"), ("q", "i8", "INT64"), ("B", "b1", "UINT8"),
                                    ("B", "?", "UINT8")):
            self.write("plain.bin", packed(values, letter, "<" if sys.byteorder == "little" else ">"))
            for shape, order, fortran, version in itertools.product(shapes, "<>", (False, True), (1, 2, 3)):
                data = values
                if fortran: # place (i, j, ...) of the file's order holds the value of its row-major number
                    strides = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
                    places = itertools.product(*map(range, reversed(shape)))
                    data = [sum(i * stride for i, stride in zip(reversed(place), strides)) for place in places]
                written = "|" if descr in ("u1", "i1", "b1", "?") else order
                file = npy(written + descr, shape, packed(data, letter, order), fortran, version)
                sizes = ",".join(map(str, shape if len(shape) <= 8 else [size for size in shape if size > 1]))
                with self.subTest(descr=descr, shape=shape, order=order, fortran=fortran, version=version):
                    self.compare(file, 0, "", f"plain.bin {name} {sizes}")
                if descr not in ("f4", "i2"):
                    break # the others differ only in the type

    def test_more_than_eight_axes(self):
        for shape, fortran, sizes in (((1,) * 9, False, "1"), ((1,) * 7 + (6, 60), False, "6,1,60"),
                                      ((2, 3, 1, 6, 10, 1, 1, 1, 1), False, "2,3,6,10"),
                                      ((2, 3, 1, 6, 1, 2, 1, 5, 1), False, "2,3,6,2,5"),
                                      ((2, 2, 2, 1, 3, 3, 1, 5), False, "2,2,2,3,3,5"),
                                      ((2, 2, 2, 2, 2, 2, 2, 2, 2), False, "512")):
            count = math.prod(shape)
            self.write("plain.bin", packed(range(count)))
            with self.subTest(shape=shape):
                self.compare(npy("<f4", shape, packed(range(count)), fortran), 0, "", f"plain.bin FLOAT32 {sizes}")

    def test_starts_after_the_header(self):
        text = self.compare(npy("<f4", SIZES, bytes(range(64)) + self.elements), 1, "")
        self.assertIn("starts at byte 64 (a header?); byte 0 is byte 128 of the file", text)

    def test_spellings(self):
        data = packed([5])
        self.write("five.bin", data)
        for header in ("{'descr': '<f4', 'fortran_order': False, 'shape': (), }",
                       '{"shape":(1,),"fortran_order":True,"descr":"<f4"}',
                       "{'shape': (1L, 1L), 'descr': '<f4', 'fortran_order': False}",
                       "{'shape': ( 1 , ) , 'descr': '<f4', 'fortran_order': False }"):
            file = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data
            self.assertIn("all 1 elements agree", self.compare(file, 0, "", "five.bin FLOAT32 1"))

    def test_given_types_and_sizes(self):
        file = npy("<f4", SIZES, self.elements)
        self.compare(file, 0, GIVEN)
        self.assertIn("holds FLOAT32 {2, 3, 6, 10}, but FLOAT16 {2, 3, 6, 10}",
                      self.compare(file, 2, "FLOAT16 2,3,6,10"))
        self.assertIn("but FLOAT32 {360} is given", self.compare(file, 2, "FLOAT32 360"))
        self.assertIn("--actual: given twice", self.compare(file, 2, f"--actual expected.bin {GIVEN}"))
        self.write("nibbles.bin", bytes(range(60)))
        self.compare(npy("|u1", (60,), bytes(range(60))), 0, "UINT4 2,60", "nibbles.bin UINT4 2,60")

    def test_rejected_files(self):
        file = npy("<f4", SIZES, self.elements)
        for actual, sentence in (
                (file[:-40], "its shape needs 1440 bytes, and only 1400 follow"),
                (file[:20], "its header has 118 bytes, and only 10"),
                (file[:7], "is not a .npy file of version 1.0"), (b"PK\x03\x04" + bytes(99), "is a .npz archive"),
                (file[:6] + b"\4" + file[7:], "is not a .npy file of version 1.0"),
                (npy("<c8", SIZES, bytes(2880)), "its type is <c8"),
                (file.replace(b"<f4", b"<\x07\n"), r"its type is <\?\?,"),
                (file.replace(b"<f4", b"\x80\xff\x9b"), r"its type is \?\?\?,"),
                (file.replace(b"<f4", b"|\xff "), r"its type is \|\? ,"),
                (file.replace(b", 10)", b",1\xfc)"), r"'1\?' is not a number"),
                (file.replace(b"(2, 3, 6, 10)", b"(2 3 6 10)   "), "'2 3 6 10' is not a number"),
                (file.replace(b"(2, 3, 6, 10)", b"(2, 3)(6, 10)"), "has no shape"),
                (file.replace(b"(2, 3, 6, 10)", b"(2, 3, , 6)  "), "'' is not a number"),
                (file.replace(b"False,", b"Falsely"), "has no fortran_order"),
                (file.replace(b"False,", b"Truely,"), "has no fortran_order"),
                (npy("<V2", SIZES, bytes(720)), "bfloat16"),
                (npy([("x", "<f4")], (360,), self.elements), "is a structured array"),
                (npy("<f4", (0, 3), b""), "is empty"),
                (npy("<f4", (2 ** 31, 2 ** 31, 2 ** 31), self.elements), "needs more than 2\\^64 bytes"),
                (npy("<f4", (2 ** 31,) * 9, self.elements, True), "needs more than 2\\^64 bytes"),
                (npy("<f4", (2 ** 40,), self.elements), "is too large"),
                (file.replace(b"'shape'", b"'shave'"), "has no shape"),
                (file.replace(b"False", b"Maybe"), "has no fortran_order"),
                (file.replace(b"'descr'", b"'fresh'"), "has no descr"),
                (file.replace(b"(2, 3, 6, 10)", b"(2, 3, 6, -1)"), "is negative")):
            text = self.compare(actual, 2, "")
            self.assertRegex(text, sentence)
            self.assertRegex(text, r"^compare_tensors: actual: [ -~]+\n$")

    def test_mutated_headers(self):
        source = random.Random(4)
        file = npy("<f4", SIZES, self.elements)
        for _ in range(40):
            mutated = bytearray(file[:source.choice((len(file), source.randrange(128)))])
            for _ in range(source.randrange(1, 4)):
                at = source.randrange(min(len(mutated), 90) + 1)
                mutated[at:at + 1] = bytes([source.randrange(256)])
            self.write("actual", mutated)
            code, text = run("compare_tensors", f"--expected expected.bin {GIVEN} --actual actual")
            self.assertIn(code, (0, 1, 2), text)
            if code == 2:
                self.assertRegex(text, r"^compare_tensors: [ -~]+\n$")
            else: # a byte was changed to itself, or the type, the shape or a blank to another one that fits
                self.assertRegex(text, r"(?m)^actual: +\d+ elements? ")


class Images(Files):
    def test_npy_files(self):
        image = bytes(range(2 * 3 * 3))
        self.write("image.ppm", b"P6 3 2 255 " + image)
        planes = bytes(image[3 * pixel + channel] for channel in range(3) for pixel in range(6))
        for options, descr, shape, data in (("", "|u1", (1, 3, 2, 3), planes),
                                            ("--layout NHWC", "|u1", (1, 2, 3, 3), image),
                                            ("--type FLOAT16", "<f2", (1, 3, 2, 3), packed(list(planes), "e")),
                                            ("--type FLOAT32", "<f4", (1, 3, 2, 3), packed(list(planes), "f"))):
            code, text = run("image_to_tensor", f"image.ppm tensor.npy {options}")
            self.assertEqual(code, 0, text)
            if sys.byteorder == "little":
                self.assertEqual((FOLDER / "tensor.npy").read_bytes(), npy(descr, shape, data))
        code, text = run("image_to_tensor", "image.ppm tensor.npy --row-pitch 8")
        self.assertEqual(code, 2)
        self.assertEqual(text, "image_to_tensor: tensor.npy: a .npy file has no padding; "
                         "leave out --row-pitch and --pad-rows\n")

    def test_scales_of_another_maxval(self):
        samples = [0, 64, 512, 940, 1023, 100] * 2
        self.write("ten.pgm", b"P5 4 3 1023 " + packed(samples, "H", ">"))
        code, text = run("image_to_tensor", "ten.pgm tensor.bin --type FLOAT32 --scale 0.00392156863")
        self.assertEqual(code, 0, text)
        self.assertIn("warning            --scale is 1/255, but maxval is 1023; use --scale 0.000977517\n", text)
        code, text = run("image_to_tensor", "ten.pgm tensor.bin --type FLOAT32 --scale 0.000977517")
        self.assertNotIn("warning", text)
        self.assertIn("values             0 to 1\n", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
