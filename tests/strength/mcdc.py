#!/usr/bin/env python3
"""Reports which conditions the tests have shown to decide their decision (MC/DC), from the output of `llvm-cov export`.

    mcdc.py <JSON>...

Each file covers one header. The exit code is 1 if less than 99 % of a header's conditions are shown, or if mcdc.md does
not list exactly the conditions that are not shown.
"""

import collections
import json
import pathlib
import re
import sys

ASKED = 99  # percent
LISTED = pathlib.Path(__file__).with_name("mcdc.md")


def decisions_of(measured):
    """Returns the decisions of the header, each as one line, with a list: was condition i shown in any instantiation?"""
    text = pathlib.Path(measured["filename"]).read_text(encoding="utf-8").split("\n")
    shown = collections.defaultdict(list)
    for line, column, last_line, last_column, *_, conditions in measured["mcdc_records"]:
        shown[line, column, last_line, last_column].append(conditions)
    for (line, column, last_line, last_column), instances in sorted(shown.items()):
        lines = text[line - 1:last_line]
        lines[-1] = lines[-1][:last_column - 1]
        lines[0] = lines[0][column - 1:]
        yield line, " ".join(part.strip() for part in lines), [any(each) for each in zip(*instances)]


def main(paths):
    listed = {(decision.replace("\\|", "|"), int(number)) for decision, number in
              re.findall(r"^\| `(.*?)` \| (\d+) \|", LISTED.read_text(encoding="utf-8"), re.M)}
    is_enough, missed = True, set()
    for path in paths:
        (measured,) = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["data"][0]["files"]
        conditions = []
        for line, decision, shown in decisions_of(measured):
            conditions += shown
            for number in (index for index, is_shown in enumerate(shown, 1) if not is_shown):
                missed.add((decision, number))
                print(f"line {line}, condition {number} of: {decision}")
        percent = 100 * sum(conditions) / len(conditions)
        is_enough = is_enough and percent >= ASKED
        print(f"{pathlib.Path(measured['filename']).name}: {sum(conditions)} of {len(conditions)} conditions, {percent:.1f} %")
    for decision, number in sorted(missed ^ listed):
        print(f"{LISTED.name} {'does not list' if (decision, number) in missed else 'lists without need'}: "
              f"condition {number} of {decision}")
    return is_enough and missed == listed


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
