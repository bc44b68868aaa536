"""Reads the pictures that describe_tensor --svg draws, and compares them with offsets that are enumerated here.

Usage: picture.py program [emulator...]
"""

import collections
import itertools
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 60 * 1024

# The command line, the sizes and strides it means, the first element, and how many positions the strip shows.
WHOLE = [
    ("FLOAT32 2,3", (2, 3), (3, 1), 0, 6),
    ("FLOAT32 2,3 --order WH", (2, 3), (1, 2), 0, 6),
    ("FLOAT32 2,2,3", (2, 2, 3), (6, 3, 1), 0, 12),
    ("FLOAT32 2,3 --broadcast H", (2, 3), (0, 1), 0, 3),
    ("FLOAT16 2,3 --pad-rows 5", (2, 3), (5, 1), 0, 10),
    ("FLOAT32 1,1,3,5", (1, 1, 3, 5), (15, 15, 5, 1), 0, 15),
    ("FLOAT32 1,1,3,5 --layout NHWC", (1, 1, 3, 5), (15, 1, 5, 1), 0, 15),
    ("FLOAT16 1,3,2,2 --layout NHWC", (1, 3, 2, 2), (12, 1, 6, 3), 0, 12),
    ("UINT8 3,3 --strides 1,1", (3, 3), (1, 1), 0, 5),
    ("UINT8 2,2,2 --strides 7,3,0", (2, 2, 2), (7, 3, 0), 0, 14),
    ("UINT4 2,3 --pad-rows 4", (2, 3), (4, 1), 0, 8),
    ("FLOAT64 7", (7,), (1,), 0, 7),
    ("UINT8 2,1,3,2", (2, 1, 3, 2), (6, 6, 2, 1), 0, 12),
    ("FLOAT16 1,3,4,5 --layout NHWC", (1, 3, 4, 5), (60, 1, 15, 3), 0, 60),
]

# Slices, likewise, with the sizes and strides of the whole: packed; padded; of elements that share memory and leave out
# offsets 1 and 9.
SLICES = [
    ("UINT8 4,6 --slice H:1:3 --slice W:1:2:3", (3, 2), (6, 3), 7, 16, (4, 6), (6, 1)),
    ("UINT8 4,3 --pad-rows 5 --transpose 1,0 --slice H:1:2:2", (3, 2), (1, 10), 5, 13, (4, 3), (5, 1)),
    ("UINT8 3,3 --strides 3,2 --slice W:0:2:2", (3, 2), (3, 4), 0, 11, (3, 3), (3, 2)),
]

# Of the rest the picture shows a part: the elements of the logical view, by coordinates, and the strip's positions.
PARTIAL = [
    ("FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64", (1, 3, 1080, 1920), (6220800, 1, 5760, 3), (1, 3, 3, 4), 16),
    ("FLOAT32 1,3,1080,1920", (1, 3, 1080, 1920), (6220800, 2073600, 1920, 1), (1, 3, 3, 4), 16),
    ("INT64 2,2,40,17 --strides 1000003,0,63,20", (2, 2, 40, 17), (1000003, 0, 63, 20), (1, 2, 3, 4), 64),
    ("UINT8 10,10 --order WH", (10, 10), (1, 10), (4, 8), 64),
    ("INT8 2,2,2,1,2,2,2,2", (2, 2, 2, 1, 2, 2, 2, 2), (64, 32, 16, 16, 8, 4, 2, 1), (1, 1, 1, 1, 1, 2, 2, 2), 16),
    ("FLOAT32 2,2,2,6 --layout NHWC --pad-rows 16", (2, 2, 2, 6), (32, 1, 16, 2), (1, 2, 2, 6), 64),
    ("FLOAT32 8,64,112,112 --broadcast 0,2,3", (8, 64, 112, 112), (0, 1, 0, 0), (1, 4, 3, 4), 8),
]

# Where the first padding lies behind what the strip begins with: the positions that follow before the last one, with how
# many elements lie at each.
GAPS = [
    ("FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 256",
     {5758: 1, 5759: 1, 5760: 0, 5761: 0, 5887: 0, 5888: 1, 5889: 1, 6358911: 1}),
    ("UINT8 40,90 --pad-rows 32",
     {88: 1, 89: 1, 90: 0, 91: 0, 92: 0, 93: 0, 94: 0, 95: 0, 96: 1, 97: 1, 3833: 1}),
    # Overlapping rows, repeated three times: positions that 1 and 2 of 1,600 pairs lead to, and two axes to 1,000.
    ("UINT8 2,2,3,40,40 --strides 1000,1000,0,1,1", {77: 6, 78: 3, 79: 0, 80: 0, 999: 0, 1000: 6, 1001: 12, 2078: 3}),
    # The padding begins right behind what is shown.
    ("INT4 2,2,64 --strides 200,67,1", {64: 0, 65: 0, 66: 0, 67: 1, 68: 1, 330: 1}),
]

# A Gather's command line, and the input's offset in each cell of the output.
GATHERS = [
    ("gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,1,1,2", [0, 1, 2, 3, 2, 3, 4, 5]),
    ("gather FLOAT32:1,3,2:9,1,3 UINT32:1,2,2 --axis 1 --index-dimensions 2 --values 0,1,1,2",
     [0, 3, 1, 4, 1, 4, 2, 5]),
    ("gather UINT8:3,2 INT64:1,3 --axis 0 --index-dimensions 1 --values -1,3,0", [4, 5, None, None, 0, 1]),
]

failures = 0


def check(condition, commandLine, what):
    global failures
    if not condition:
        failures += 1
        print(f"describe_tensor {commandLine}: {what}", file=sys.stderr)


class Cell:
    def __init__(self, rect):
        self.x, self.y, self.width, self.height = (int(rect.get(name)) for name in ("x", "y", "width", "height"))
        self.classes = rect.get("class").split()
        self.colour = rect.get("fill")
        self.at = rect.get("data-at")
        self.title = rect.find(SVG + "title").text
        self.texts = {}

    def holds(self, x, y, below=0):
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height + below

    @property
    def centre(self):
        return self.x + self.width // 2


class Picture:
    """The cells of both views with the text in or below them, and the arrows' heads and labels."""

    def __init__(self, text):
        root = ElementTree.fromstring(text)
        self.width, self.height = int(root.get("width")), int(root.get("height"))
        headings = [int(e.get("y")) for e in root.iter(SVG + "text") if e.get("class") == "heading"]
        cells = [Cell(e) for e in root.iter(SVG + "rect") if e.get("class") != "paper"]
        self.logical = [cell for cell in cells if cell.y < headings[1]]
        self.strip = [cell for cell in cells if cell.y > headings[1]]
        texts = list(root.iter(SVG + "text"))
        for element in texts:
            kind, x, y = element.get("class"), int(element.get("x")), int(element.get("y"))
            if kind in ("letter", "number", "shared"):
                below = 14 if kind == "number" and y > headings[1] else 0
                for cell in cells:
                    if cell.holds(x, y, below):
                        cell.texts[kind] = element.text
        self.allInside = all(0 <= int(e.get("x")) <= self.width and 0 <= int(e.get("y")) <= self.height for e in texts)
        notes = [e.text for e in texts if "muted" in e.get("class").split()]
        signs = {"*": "*: ", "padding": "Hatched: ", "whole": "Hatched lightly: ", "again": "Dashed: ",
                 "shared": "\u00d7n: "}
        self.explains = {sign for sign, note in signs.items() if any(n.startswith(note) for n in notes)}
        self.uses = ({kind for cell in cells for kind in cell.classes} & {"padding", "whole", "again"}
                     | {"shared" for cell in cells if "shared" in cell.texts}
                     | {"*" for cell in cells if cell.texts.get("letter") == "*"})
        self.labels = [e.text for e in texts if e.get("class") == "stride"]
        paths = [e.get("d") for e in root.iter(SVG + "path") if e.get("class") == "head"]
        self.heads = [tuple(int(n) for n in re.match(r"M(\d+) (\d+)", path).groups()) for path in paths]


def draw(command, commandLine):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command + commandLine.split() + ["--svg", "picture.svg"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "picture.svg"), "rb") as file:
            text = file.read()
    check(len(text) < MOST_BYTES, commandLine, f"{len(text)} bytes")
    check(not re.search(rb"<(script|image|use)|href=|@import|url\((?!#)", text), commandLine, "does not stand alone")
    check(not re.search(rb" (x|y|width|height|d)='[^']*[.]", text), commandLine, "a coordinate is no integer")
    return Picture(text)


def offsets(sizes, strides, first=0):
    return [first + sum(c * s for c, s in zip(coordinates, strides))
            for coordinates in itertools.product(*(range(size) for size in sizes))]


def check_logical_view(picture, commandLine, expected):
    shown = [int(cell.texts["number"]) for cell in picture.logical]
    check(shown == expected, commandLine, f"the logical view shows {shown}")
    seen = set()
    for cell in picture.logical:
        check(("again" in cell.classes) == (cell.texts["number"] in seen), commandLine,
              f"offset {cell.texts['number']}: wrong border")
        seen.add(cell.texts["number"])


def check_colours(picture, commandLine):
    """A colour, a letter and an offset go together, in both views."""
    cells = [cell for cell in picture.logical + picture.strip if cell.colour]
    together = {(cell.texts["letter"], cell.texts["number"], cell.colour) for cell in cells}
    for part in range(3):
        check(len({one[part] for one in together}) == len(together), commandLine, "two elements look alike")
    inStrip = {cell.texts["number"] for cell in picture.strip if cell.colour}
    stripOffsets = {cell.texts["number"] for cell in picture.strip}
    for cell in picture.logical:
        number = cell.texts["number"]
        check(number in inStrip or number not in stripOffsets, commandLine, f"offset {number}: no colour in the strip")


def check_titles(picture, commandLine, bits, whole=()):
    """What a viewer says of a cell: its offset and byte, in both views."""
    for cell in picture.logical + picture.strip:
        offset = int(cell.texts["number"])
        byte = f"offset {offset}, byte {offset * bits // 8}" + (["", ", low half", ", high half"][
            1 + offset % 2 if bits == 4 else 0])
        hatch = ["whole", ": element of the whole"] if offset in whole else ["padding", ": padding"]
        expected = byte + (hatch[1] if hatch[0] in cell.classes else "")
        check(cell.at == str(offset), commandLine, f"offset {offset} is found at {cell.at}")
        check(cell.title.split(": ", cell in picture.logical)[-1] == expected, commandLine,
              f"{cell.title}, not {expected}")


def check_page(picture, commandLine):
    check(picture.allInside, commandLine, "text outside")
    check(picture.explains == picture.uses, commandLine, f"explains {picture.explains}, not {picture.uses}")


def check_strip(picture, commandLine, positions, used):
    """`used`: how many elements lie at each offset."""
    strip = picture.strip[:len(positions)]
    check([int(cell.texts["number"]) for cell in strip] == positions, commandLine, "the strip's offsets")
    hatched = [int(cell.texts["number"]) for cell in strip if {"padding", "whole"} & set(cell.classes)]
    check(hatched == [position for position in positions if position not in used], commandLine, f"hatched: {hatched}")
    for cell in strip:
        count = used[int(cell.texts["number"])]
        check(cell.texts.get("shared") == ("\u00d7" + str(count) if count > 1 else None), commandLine,
              f"offset {cell.texts['number']} is said to be shared by {cell.texts.get('shared')}, not {count}")


def check_arrows(picture, commandLine, sizes, strides):
    expected = {stride for size, stride in zip(sizes, strides) if size > 1}
    labelled = {int(label.split(": ")[1]) for label in picture.labels if ": " in label}
    check(labelled == expected, commandLine, f"arrows: {sorted(labelled)}, not {sorted(expected)}")
    first = int(picture.strip[0].texts["number"])
    for cell in picture.strip:
        targets = [x for x, y in picture.heads if x == cell.centre and 0 < cell.y - y < 4]
        stride = int(cell.texts["number"]) - first
        isShown = len(picture.strip) > stride and picture.strip[stride] is cell
        check(len(targets) == (1 if isShown and stride > 0 and stride in expected else 0), commandLine,
              f"{len(targets)} arrows lead to offset {cell.texts['number']}")


def main():
    program, emulator = sys.argv[1], sys.argv[2:]
    command = emulator + [program]
    for commandLine, sizes, strides, first, length, *whole in WHOLE + SLICES:
        picture = draw(command, commandLine)
        elements = offsets(sizes, strides, first)
        span = 1 + max(elements) - first
        check_logical_view(picture, commandLine, elements)
        check_colours(picture, commandLine)
        check(len(picture.strip) == length >= span, commandLine, f"{len(picture.strip)} positions")
        check_strip(picture, commandLine, list(range(first, first + length)), collections.Counter(elements))
        check_arrows(picture, commandLine, sizes, strides)
        check_page(picture, commandLine)
        check_titles(picture, commandLine, int(re.search("[0-9]+", commandLine)[0]), offsets(*whole) if whole else ())

    for commandLine, sizes, strides, corner, length in PARTIAL:
        picture = draw(command, commandLine)
        check_logical_view(picture, commandLine, offsets(corner, strides))
        check_colours(picture, commandLine)
        # The first positions hold no element further along an axis than the strip is long.
        near = [1 if stride == 0 else min(size, -(-64 // stride)) for size, stride in zip(sizes, strides)]
        repeats = 1
        for size, stride in zip(sizes, strides):
            repeats *= size if stride == 0 else 1
        used = collections.Counter({offset: count * repeats
                                    for offset, count in collections.Counter(offsets(near, strides)).items()})
        check_strip(picture, commandLine, list(range(length)), used)
        last = sum((size - 1) * stride for size, stride in zip(sizes, strides))
        ends = [int(cell.texts["number"]) for cell in picture.strip[length:]]
        check(ends == ([last] if last >= length else []), commandLine, f"the strip ends with {ends}")
        for cell in picture.strip[length:]:
            check(cell.texts.get("shared") == ("\u00d7" + str(repeats) if repeats > 1 else None), commandLine,
                  f"the last position is said to be shared by {cell.texts.get('shared')}, not {repeats}")
        check_arrows(picture, commandLine, sizes, strides)
        check_page(picture, commandLine)

    for commandLine, behind in GAPS:
        picture = draw(command, commandLine)
        check_colours(picture, commandLine)
        check_page(picture, commandLine)
        check_titles(picture, commandLine, int(re.search("[0-9]+", commandLine)[0]))
        cells = picture.strip[-len(behind):]
        shown = {int(cell.texts["number"]): cell for cell in cells}
        check(list(shown) == list(behind), commandLine, f"the strip goes on with {list(shown)}")
        for offset, count in behind.items():
            cell = shown.get(offset, cells[0])
            check(("padding" in cell.classes) == (count == 0), commandLine, f"offset {offset} is {cell.classes}")
            check(cell.texts.get("shared") == ("\u00d7" + str(count) if count > 1 else None), commandLine,
                  f"offset {offset} is said to be shared by {cell.texts.get('shared')}, not {count}")

    for commandLine, origins in GATHERS:
        picture = draw(command, commandLine)
        output = [cell for cell in picture.strip if ", from " in cell.title]
        numbers = [cell.texts.get("number") for cell in output]
        check([int(number) if number else None for number in numbers] == origins, commandLine, "the output")
        colours = {cell.texts["number"]: (cell.texts["letter"], cell.colour) for cell in picture.logical}
        for cell in output:
            number = cell.texts.get("number")
            check((cell.texts["letter"], cell.colour) == (("?", None) if number is None else colours[number]),
                  commandLine, f"{number} looks different in the output")

    # What DirectML refuses is drawn too.
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(command + ["FLOAT32", "2,3", "--total", "4", "--svg", "picture.svg"], cwd=folder,
                                stdout=subprocess.DEVNULL)
        check(result.returncode == 1 and os.path.exists(os.path.join(folder, "picture.svg")), "2,3 --total 4",
              f"exit code {result.returncode}")

    print(f"{len(WHOLE) + len(SLICES) + len(PARTIAL) + len(GAPS) + len(GATHERS)} pictures read, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
