"""executed_rows.py PROJECT

Checks docs/what_directml_computes.md against tests/unit/data/executed.csv. Each row that the page names must exist. A value
before a row, `VALUE` (`ROW`), must be a part of the row's output data, and the number of cases must be right.
"""

import csv
import pathlib
import re
import sys


def main():
    project = pathlib.Path(sys.argv[1])
    page = " ".join((project / "docs/what_directml_computes.md").read_text(encoding="utf-8").split())
    with open(project / "tests/unit/data/executed.csv", encoding="utf-8", newline="") as file:
        outputs = {row["id"]: row["output data"] for row in csv.DictReader(file)}

    named = re.findall(r"`([a-z][a-z0-9-]*-[0-9]+)`", page)
    mistakes = [f"there is no row {name}" for name in named if name not in outputs]
    values = re.findall(r"`([^`]+)` \(`([a-z0-9-]+)`", page)
    mistakes += [f"the output of {name} is {outputs[name]}, not {value}" for value, name in values
                 if name in outputs and f" {value} " not in f" {outputs[name].replace(';', ' ;')} "]
    if f"{len(outputs)} executed cases" not in page:
        mistakes.append(f"the file has {len(outputs)} cases")
    print("\n".join(mistakes) or f"{len(named)} rows and {len(values)} values hold")
    return 1 if mistakes else 0


sys.exit(main())
