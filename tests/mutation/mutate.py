#!/usr/bin/env python3
"""Changes one operator, constant or condition of a header at a time, and tells which changes no test notices.

Exits with 1 where a mutant survives that equivalent.txt does not list. README.md says how to run it.
"""

import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading

TESTS = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = TESTS.parent / "include"
UTILS = "dml_tensor_utils.hpp"
COPY = "dml_tensor_copy.hpp"
COMPILER = ["g++", "-std=c++17"]
MEMORY = 4 << 30  # bytes that a test may use: a mutant may ask for any number
SECONDS = 10  # of processor time that a test may take, under sanitizers four times as many: a mutant may never end

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=",
}
OTHERS = {"++": "--", "--": "++", "!": "", "~": "", "true": "false", "false": "true"}
TOKEN = re.compile(r"""
    (?P<skipped> //[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])' | ^[ ]*\#(?:[^\n]*\\\n)*[^\n]*)
    | (?P<number> \b(?:0[xX][0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)
    | (?P<word> [A-Za-z_]\w*)
    | (?P<operator> \.\.\.|<<=|>>=|->|::|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[^\w\s])""", re.X | re.M | re.S)

# How the copy header can be compiled on this machine, by the macro that selects it. What several compile is tested in
# the first.
VARIANTS = ["", "DML_TENSOR_UTILS_COPY_INTRINSICS", "DML_TENSOR_UTILS_COPY_PORTABLE"]

# A test program, compiled for a variant, and which of its tests run.
Suite = collections.namedtuple("Suite", "source variant options filter", defaults=("", ("-O0",), "*"))
SANITIZERS = "-fsanitize=address,undefined"
UTILS_TESTS = ["layout", "layout_views", "dimensions", "descriptor", "documented_functions", "validate", "gather",
               "layout_oracle", "errors", "element_type", "vocabulary"]
FIRST_TEST = {"DirectML vocabulary": "vocabulary", "Errors and messages": "errors", "Element types": "element_type",
              "Dimensions": "dimensions", "Microsoft's documented functions": "documented_functions",
              "Tensor rules": "descriptor", "Descriptor": "descriptor", "Validation": "validate", "Gather": "gather"}
QUICK = "*Refuses*:Copy.*:*/2-*Large*:*Random*:*Repeat*:*Crowded*"

Mutant = collections.namedtuple("Mutant", "header start end new variant section")


def matching(tokens, i):
    """The index of the token that closes the bracket at i."""
    depth = 0
    for k in range(i, len(tokens)):
        depth += (tokens[k].group() in ("(", "[", "{")) - (tokens[k].group() in (")", "]", "}"))
        if depth == 0:
            return k
    raise ValueError("a bracket is not closed")


def condition_start(tokens, i):
    """The index of the first token of the condition in front of the ? at i."""
    depth = 0
    for k in range(i - 1, -1, -1):
        text = tokens[k].group()
        depth += (text in (")", "]", "}")) - (text in ("(", "[", "{"))
        if depth < 0 or (depth == 0 and text in (",", ";", "?", ":", "return", "=", "+=", "-=", "*=", "|=")):
            return k + 1
    return 0


def changes(text):
    """(start, end, new text) of every change. clang-format sets spaces on both sides of a binary operator, and of no
    bracket of a template and no & or * of a type."""
    tokens = [token for token in TOKEN.finditer(text) if token.lastgroup != "skipped"]
    i = -1
    while i + 1 < len(tokens):
        i += 1
        token, word = tokens[i], tokens[i].group()
        start, end = token.span()
        if word == "static_assert":
            i = matching(tokens, i + 1)
        elif token.lastgroup == "number":
            digits = word.rstrip("uUlL")
            value = int(digits, 0)
            new = "0" if value == 1 else f"0x{value + 1:X}" if digits[:2] in ("0x", "0X") else str(value + 1)
            yield start, end, new + word[len(digits):]
        elif word in SWAPS and text[start - 1].isspace() and text[end].isspace():
            yield start, end, SWAPS[word]
        elif word in OTHERS:
            yield start, end, OTHERS[word]
        elif word in ("if", "while", "?"):
            if word == "?":
                first, last = condition_start(tokens, i), i - 1
            else:
                opening = i + 1 if tokens[i + 1].group() == "(" else i + 2  # if constexpr
                first, last = opening + 1, matching(tokens, opening) - 1
            for new in ("true", "false"):
                yield tokens[first].start(), tokens[last].end(), new


def compiled_lines(header, variant):
    """The lines of a header that the preprocessor keeps."""
    output = subprocess.run(COMPILER + ["-E", "-I", str(INCLUDE), "-x", "c++", "-"] + macro(variant), check=True,
                            input=f'#include "{header}"\n', capture_output=True, text=True).stdout
    kept, number, is_inside = set(), 0, False
    for line in output.splitlines():
        marker = re.match(r'# (\d+) "(.*)"', line)
        if marker:
            number, is_inside = int(marker[1]), marker[2].endswith("/" + header)
            continue
        if is_inside and line.strip():
            kept.add(number)
        number += 1
    return kept


def macro(variant):
    return [f"-D{variant}=1"] if variant else []


def mutants_of(header, text):
    kept = [(variant, compiled_lines(header, variant)) for variant in (VARIANTS if header == COPY else VARIANTS[:1])]
    banners = [(m.start(), m[1]) for m in re.finditer(r"^// =+\n//   (.*)\n", text, re.M)]
    for start, end, new in changes(text):
        line = text.count("\n", 0, start) + 1
        variant = next((variant for variant, lines in kept if line in lines), None)
        if variant is not None:
            section = [title for place, title in banners if place < start][-1]
            yield Mutant(header, start, end, new, variant, section)


def shown(mutant, texts):
    """The lines that a mutant touches, before and after, without line breaks and indentation; and where they start."""
    text = texts[mutant.header]
    first = text.rfind("\n", 0, mutant.start) + 1
    last = text.find("\n", mutant.end)
    before = text[first:last]
    after = text[first:mutant.start] + mutant.new + text[mutant.end:last]
    return " ".join(before.split()), " ".join(after.split()), first


def shuffled(mutants, seed, texts):
    """In an order that an edit of a header does not change for what it leaves alone."""
    seen = collections.Counter()

    def place(mutant):
        name = f"{seed} {mutant.header} {shown(mutant, texts)[:2]}"
        seen[name] += 1
        return random.Random(f"{name} {seen[name]}").random()

    return sorted(mutants, key=place)


def read_equivalents(path, mutants, texts):
    """{mutant: reason}. Every entry must fit one place of a header, and each of its changes a mutant there."""
    found = {}
    by_line = collections.defaultdict(list)
    for mutant in mutants:
        before, after, first = shown(mutant, texts)
        by_line[mutant.header, before].append((first, after, mutant))
    for entry in re.split(r"\n\n+", path.read_text(encoding="utf-8").strip()):
        lines = [line for line in entry.split("\n") if line and not line.startswith("#")]
        if not lines:
            continue
        header, _, reason = lines[0].partition(": ")
        context = [line[2:] for line in lines[1:] if line.startswith("  ")]
        before = [line[2:] for line in lines if line.startswith("- ")]
        wanted = [line[2:] for line in lines if line.startswith("+ ")]
        if len(before) != 1 or not wanted or not reason:
            sys.exit(f"{path.name}: no reason, line or change in:\n{entry}")
        places = {}
        for first, after, mutant in by_line[header, before[0]]:
            above = texts[header][:first].split("\n")[:-1][-len(context):] if context else []
            if [" ".join(line.split()) for line in above] == context:
                places.setdefault(first, []).append((after, mutant))
        if len(places) != 1:
            sys.exit(f"{path.name}: fits {len(places)} places of {header}:\n{entry}")
        there = places.popitem()[1]
        for change in wanted:
            matches = [mutant for after, mutant in there if change in ("*", after)]
            if not matches:
                sys.exit(f"{path.name}: no mutant does this:\n- {before[0]}\n+ {change}")
            found.update((mutant, reason) for mutant in matches)
    return found


class Bench:
    """Compiles and runs tests in a temporary folder."""

    def __init__(self, work, texts):
        self.work = pathlib.Path(work)
        self.texts = texts
        self.lock = threading.Lock()
        self.checked = set()
        for optimize in ("-O0", "-O1"):
            header = self.work / f"precompiled{optimize}.hpp"
            header.write_text("".join(f"#include <{name}>\n" for name in (
                "gtest/gtest.h", "algorithm", "array", "cstring", "functional", "map", "memory", "numeric", "set",
                "sstream", "string", "utility", "vector")), encoding="utf-8")
            subprocess.run(COMPILER + [optimize, "-x", "c++-header", str(header)], check=True)

    def run(self, suite, include):
        """"" where the suite passes, else what failed."""
        program = include / "program"
        compiled = subprocess.run(
            COMPILER + [*suite.options, "-include", str(self.work / f"precompiled{suite.options[0]}.hpp"), "-I",
                        str(include), "-I", str(TESTS), f'-DDML_TENSOR_UTILS_TEST_DATA="{TESTS / "data"}"',
                        '-DDML_TENSOR_UTILS_TEST_PROJECT_VERSION="1.0.0"'] + macro(suite.variant)
            + [str(TESTS / f"{suite.source}_test.cpp"), "-o", str(program), "-lgtest_main", "-lgtest", "-lpthread"],
            capture_output=True, check=False)
        if compiled.returncode != 0:
            return "compiler"
        ran = subprocess.run([str(program), "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={suite.filter}"],
                             cwd=include, capture_output=True, check=False, preexec_fn=lambda: limit(suite))
        return "tests" if ran.returncode != 0 else ""

    def write(self, folder, texts):
        include = pathlib.Path(folder)
        for name, text in texts.items():
            (include / name).write_text(text, encoding="utf-8")
        return include

    def check_unchanged(self, suite):
        """A suite that fails with the headers as they are would kill every mutant."""
        with self.lock:
            if suite not in self.checked:
                with tempfile.TemporaryDirectory(dir=self.work) as folder:
                    if self.run(suite, self.write(folder, self.texts)) != "":
                        raise RuntimeError(f"{suite} does not pass with the headers as they are")
                self.checked.add(suite)

    def judge(self, mutant):
        """What kills the mutant, "" where nothing does, None where it is no program: the suite and what failed."""
        text = self.texts[mutant.header]
        changed = {**self.texts, mutant.header: text[:mutant.start] + mutant.new + text[mutant.end:]}
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            include = self.write(folder, changed)
            if subprocess.run(COMPILER + ["-fsyntax-only", "-x", "c++", "-I", folder, "-"] + macro(mutant.variant),
                              input=f'#include "{mutant.header}"\n'.encode(), capture_output=True,
                              check=False).returncode != 0:
                return None
            for suite in suites_for(mutant):
                self.check_unchanged(suite)
                failed = self.run(suite, include)
                if failed:
                    return suite.source, failed
        return ""


def limit(suite):
    sanitized = SANITIZERS in suite.options
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * (4 if sanitized else 1),) * 2)
    if not sanitized:  # which reserve far more memory than there is
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def suites_for(mutant):
    if mutant.header == UTILS:
        first = FIRST_TEST.get(mutant.section, UTILS_TESTS[0])
        return [Suite(name) for name in [first] + [name for name in UTILS_TESTS if name != first]]
    quick = Suite("copy", mutant.variant, filter=QUICK)
    gather = Suite("gather_copy", mutant.variant)
    # What reads outside of a buffer shows under sanitizers alone.
    slow = [Suite(name, mutant.variant, options) for options in (("-O1",), ("-O1", SANITIZERS, "-fno-sanitize-recover"))
            for name in ("copy", "gather_copy")]
    return ([gather, quick] if mutant.section == "Gather" else [quick, gather]) + slow


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same mutants")
    parser.add_argument("--header", choices=[UTILS, COPY], help="of this header alone")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time")
    arguments = parser.parse_args()

    texts = {name: (INCLUDE / name).read_text(encoding="utf-8") for name in (UTILS, COPY)}
    mutants = [mutant for name in texts for mutant in mutants_of(name, texts[name])]
    equivalents = read_equivalents(pathlib.Path(__file__).with_name("equivalent.txt"), mutants, texts)
    drawn = shuffled([mutant for mutant in mutants if arguments.header in (None, mutant.header)], arguments.seed, texts)
    print(f"{len(drawn)} changes to draw from", flush=True)

    # What is no program is replaced by the next one of the shuffled list.
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        bench = Bench(work, texts)
        waiting = iter(drawn)
        running = {}

        def start(count):
            for mutant in itertools.islice(waiting, count):
                running[pool.submit(lambda m: equivalents.get(m) or bench.judge(m), mutant)] = mutant

        start(arguments.sample)
        while running:
            for future in concurrent.futures.wait(running, return_when="FIRST_COMPLETED").done:
                mutant = running.pop(future)
                if future.exception():
                    pool.shutdown(cancel_futures=True)
                verdict = future.result()
                if verdict is None:
                    start(1)
                    continue
                kind = "equivalent" if mutant in equivalents else verdict[1] if verdict else "survived"
                counts[kind] += 1
                before, after, _ = shown(mutant, texts)
                line = texts[mutant.header].count("\n", 0, mutant.start) + 1
                print(f"{kind} {verdict[0] if kind in ('compiler', 'tests') else ''}: {mutant.header}:{line}\n"
                      f"- {before}\n+ {after}", flush=True)

    killed = counts["compiler"] + counts["tests"]
    print(f"{sum(counts.values())} mutants: {killed} killed ({counts['compiler']} when compiled, {counts['tests']} by "
          f"tests), {counts['equivalent']} equivalent, {counts['survived']} survived")
    sys.exit(1 if counts["survived"] else 0)


if __name__ == "__main__":
    main()
