#!/usr/bin/env python3
"""Writes the rows of OperatorRows in dml_tensor_operators.hpp from the facts, data/operator_rules.csv.

operator_rows.py               prints them
operator_rows.py --check FILE  fails unless FILE, the header, has them as they are printed

The header explains the notation. It says nothing that the facts do not say: fields of one kind stand together, a mask
stands behind its tensor's name instead of in the check, and so do relations of one tensor to another, by their letters.
"""
import csv
import itertools
import pathlib
import re
import sys

RULES = pathlib.Path(__file__).parent / "data" / "operator_rules.csv"
WIDTH = 120
LETTERS = {"type": "t", "rank": "r", "size": "s", "one_or": "o", "rank_or": "b"}


def short(name):
    """The name without what its kind says: InputTensor, a tensor, is Input."""
    return re.sub(r"Tensors?$", "", name)


def compact_checks(checks, tensors, own):
    """The checks with relations put together; the masks go to `own`."""
    tokens = []
    for check in checks.split():
        name, arguments = re.fullmatch(r"(\w+)\((.*)\)", check).groups()
        arguments = [short(a) if a in tensors else a for a in arguments.split(",")]
        if name == "tensor":
            own[arguments[0]] = "(" + ",".join([arguments[1][2:]] + arguments[2:]) + ")"
            tokens.append([arguments[0], "=", "", None])
        elif name in LETTERS:
            subject, other = arguments
            if tokens and tokens[-1][0] == subject and tokens[-1][3] in (None, other):
                tokens[-1][2:] = [tokens[-1][2] + LETTERS[name], other]
            else:
                tokens.append([subject, "~", LETTERS[name], other])
        elif name == "fn":
            tokens.append([arguments[0] + "()", "", "", None])
        else:
            text = name + "(" + ",".join(arguments) + ")"
            tokens.append([re.sub(r":(\w+?)Tensor\b", r":\1", text), "", "", None])
    return " ".join(t[0] + (t[1] + t[2] + ":" + t[3] if t[3] else "") for t in tokens)


def compact_fields(fields, own):
    """The fields in groups of one kind; a mask stands where it is not that of the tensor before."""
    mask = None
    groups = []
    for kind, members in itertools.groupby((field.split(":") for field in fields.split()), lambda field: field[0]):
        names = []
        for _, name in members:
            name = name.split("[")[0]
            if kind.rstrip("?") in ("in", "out", "ins", "outs"):
                name = short(name)
            if name in own and own[name] != mask:
                mask = own[name]
                name += mask
            names.append(name)
        groups.append(kind + ":" + ",".join(names))
    return " ".join(groups)


def row(line):
    name, number, target, fields, checks = line[:5]
    tensors = {field.split(":")[1] for field in fields.split() if re.match(r"(in|out)\??:", field)}
    own = {}
    checks = compact_checks(checks, tensors, own)
    lines = ['    {%s, %s, "%s",' % (number, target, name)]
    for text, end in ((compact_fields(fields, own), ","), (checks, "},")):
        words = re.findall(r"[^\s,(]+(?:\([^)]*\))?[,\s]?", text) or [""]
        rest = len(text)
        literal = ' "'
        for word in words:
            room = WIDTH - len(lines[-1]) - len(literal) - 1 - (len(end) if rest == len(word) else 0)
            if len(word) > room:
                if literal != ' "':
                    lines[-1] += literal + '"'
                lines.append("    ")
                literal = ' "'
            literal += word
            rest -= len(word)
        lines[-1] += literal + '"' + end
    return "\n".join(lines)


def rows():
    with open(RULES, newline="", encoding="utf-8") as file:
        return "\n".join(row(line) for line in list(csv.reader(file))[1:]) + "\n"


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        if rows() not in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"):
            sys.exit("the rows of OperatorRows are not those of " + str(RULES))
    else:
        sys.stdout.write(rows())


if __name__ == "__main__":
    main()
