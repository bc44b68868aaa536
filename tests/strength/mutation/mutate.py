#!/usr/bin/env python3
"""Changes one operator, constant or condition of a header at a time, and reports the changes that no test notices.

Exits with 1 if too many survive. README.md says how to run it.
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

TOP = pathlib.Path(__file__).resolve().parents[3]
TESTS = TOP / "tests" / "unit"
INCLUDE = TOP / "include"
READER = TOP / "examples" / "tools" / "describe_tensor" # reads the descriptions of operator_hazards_test.cpp
UTILS = "dml_tensor_utils.hpp"
COPY = "dml_tensor_copy.hpp"
CONVERT = "dml_tensor_convert.hpp"
COMPARE = "dml_tensor_compare.hpp"
RELATION = "dml_tensor_relation.hpp"
INTEROP = "dml_tensor_interop.hpp"
OPERATOR_SCHEMA = "dml_tensor_operator_schema.hpp"
OPERATORS = "dml_tensor_operators.hpp"
GRAPH = "dml_tensor_graph.hpp"
BINDINGS = "dml_tensor_bindings.hpp"
OUTPUT_SIZES = "dml_tensor_output_sizes.hpp"
OWNED_OPERATOR = "dml_tensor_owned_operator.hpp"
FILES = {name: f"include/{name}" for name in (UTILS, COPY, CONVERT, COMPARE, RELATION, INTEROP,
                                              OUTPUT_SIZES, OPERATOR_SCHEMA, OPERATORS, OWNED_OPERATOR, GRAPH, BINDINGS)}
COMPILER = ["g++", "-std=c++17"]
# The copy tests compile in 32 s of processor time if kernels are functions, and in more than 44 s if they are inlined.
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover", "-Dalways_inline=unused", "-Wno-psabi")
MEMORY = 4 << 30  # bytes that a test may use: a mutant may ask for any number
SECONDS = 20  # of processor time that a test may take, under sanitizers four times as many: a mutant may never end

# --gate: how many mutants are drawn, and how many more if too many of them survive. Ten alone would be a lottery: if one
# change in ten has no visible effect, as in the headers that move data, 7 % of all draws have three survivors or more.
# With the second draw, 1.2 % of such changes fail, but still 58 % of those whose tests miss three mutants in ten.
DRAWS = (10, 20)

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=",
}
OTHERS = {"++": "--", "--": "++", "!": "", "~": "", "true": "false", "false": "true"}
# The comment at code that only decides how long a call takes, and a minimum or maximum, which may take either of two
# equal numbers.
TUNED = re.compile(r"(?P<code>[^\n/]*\S)?[ ]*// Tuned: .*\n(?:[ ]*//.*\n)*")
EXTREME = re.compile(r"(?:(?<=[(\[])|(?<=[=,?:] )|(?<=return ))"
                     r"(?P<a>\w[^?;<>=]*) (?P<operator>[<>]=?) (?P<b>\w[^?;<>=]*) \? (?P=a) : (?P=b)(?=[;,)\]])")
# Code of which a change is seldom seen, and then at once: an initial value, which mostly is written before it is read; the
# room of an array, which may be larger; the last round of a loop over blocks, which may be done twice or one by one; and
# the choice of a code path by the processor.
SELDOM_SEEN = [re.compile(pattern, re.M) for pattern in (
    r"^[ ]*(?!(?:static|constexpr|inline|const|return|using|else)\b)[\w:]+(?:<[^;=]*>)? \w+ = (\w+);",
    r"^[ ]*(?:alignas\([^)]*\) )?(?:(?:static|constexpr|inline|const) )*[\w:]+(?:<[^;=]*>)? \w+((?:\[[^\]]+\])+)(?=;| =|\{)",
    r"\bfor \([^;]*;([^;]*); \w+ \+= ",
    r"^(.*__builtin_cpu_supports.*)$")]
TOKEN = re.compile(r"""
    (?P<skipped> //[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])' | ^[ ]*\#(?:[^\n]*\\\n)*[^\n]*)
    | (?P<number> \b(?:0[xX][0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)
    | (?P<word> [A-Za-z_]\w*)
    | (?P<operator> \.\.\.|<<=|>>=|->|::|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[^\w\s])""", re.X | re.M | re.S)

# The variants of the copying headers that this machine can compile, by the macro that selects each. A line in several
# variants is tested in the first.
VARIANTS = ["", "DML_TENSOR_UTILS_COPY_INTRINSICS", "DML_TENSOR_UTILS_COPY_PORTABLE"]

# The comment that exempts changes of its line, or of the line below, by what they put there.
EQUIVALENT = re.compile(r"^(?P<code>[^\n/]*\S)?[ ]*// Equivalent: (?P<changes>[^\n(]+) \(.*\n", re.M)

VERSION = ".".join(re.findall(r"#define DML_TENSOR_UTILS_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)",
                              (INCLUDE / UTILS).read_text(encoding="utf-8")))

# A test program, the variant and options with which it is compiled, and the tests of it that run.
Suite = collections.namedtuple("Suite", "source variant options filter", defaults=("", ("-O0",), "*"))
QUICK = "*Rejects*:Copy.*:CopyTiles.*:*/2-*Large*:*Random*:*Repeat*:*Conflicting*"
QUICK_LAYOUTS = "*Rejects*:*Random*:*Steps*:*NoCache*:*Kernels*:*/6"
UTILS_TESTS = ["layout", "layout_views", "dimensions", "descriptor", "documented_functions", "validate", "gather",
               "binding", "random", "layout_oracle", "errors", "element_type",
               "vocabulary", "integers"]
FIRST_TEST = {"DirectML vocabulary": "vocabulary", "Errors and messages": "errors", "Element types": "element_type",
              "Integers": "integers", "Dimensions": "dimensions", "Several layouts": "layout_views",
              "Microsoft's documented functions": "documented_functions", "Tensor rules": "descriptor",
              "Descriptor": "descriptor", "Validation": "validate",
              "Bindings: tensors in a buffer": "binding", "Gather": "gather"}

# before, after: the changed lines, joined, without indentation and comments
Mutant = collections.namedtuple("Mutant", "header start end new variant section before after")


def suites_for(mutant):
    if mutant.header == UTILS:
        first = FIRST_TEST.get(mutant.section, UTILS_TESTS[0])
        # The sentences of output sizes are in this header too.
        return [Suite(name) for name in [first] + [name for name in UTILS_TESTS if name != first] + ["output_sizes"]]
    if mutant.header == INTEROP:
        return [Suite("interop"), Suite("interop", options=("-O1",) + SANITIZERS)]
    if mutant.header == COMPARE:
        return [Suite("compare", options=("-O1",)), Suite("compare", options=("-O1",) + SANITIZERS)]
    if mutant.header == RELATION:
        return [Suite("relation", options=("-O1",)), Suite("relation", options=("-O1",) + SANITIZERS)]
    if mutant.header == OUTPUT_SIZES:
        return [Suite("output_sizes"), Suite("operator_verdicts")]
    if mutant.header == OPERATOR_SCHEMA:
        return [Suite("operator_tensors"), Suite("operator_rows"), Suite("operator_verdicts"), Suite("operators")]
    if mutant.header == OPERATORS:
        return [Suite("operators"), Suite("operator_hazards"), Suite("operator_verdicts"), Suite("operator_fixes"),
                Suite("operator_tensors")]
    if mutant.header == OWNED_OPERATOR:
        return [Suite("owned_operator"), Suite("owned_operator", options=("-O1",) + SANITIZERS)]
    if mutant.header == BINDINGS:
        return [Suite("bindings"), Suite("bindings", options=("-O1",) + SANITIZERS)]
    if mutant.header == GRAPH:
        return [Suite("graph"), Suite("graph", options=("-O1",) + SANITIZERS)]
    if mutant.header == CONVERT:
        optimized, sanitized = (Suite("convert_layout", mutant.variant, options)
                                for options in (("-O1",), ("-O1",) + SANITIZERS))
        return [Suite("convert", mutant.variant, ("-O1",)), Suite("convert_channels", mutant.variant),
                Suite("convert_layout", mutant.variant, filter=QUICK_LAYOUTS), optimized,
                Suite("convert", mutant.variant, sanitized.options), sanitized]
    quick, gather = Suite("copy", mutant.variant, filter=QUICK), Suite("gather_copy", mutant.variant)
    # Only sanitizers notice a read outside a buffer.
    slow = [Suite(name, mutant.variant, options) for options in (("-O1",), ("-O1",) + SANITIZERS)
            for name in ("copy", "gather_copy")]
    # Some functions are used only by conversions.
    conversions = [Suite("convert_layout", mutant.variant, filter=QUICK_LAYOUTS)]
    return ([gather, quick] if mutant.section == "Gather" else [quick, gather]) + slow + conversions


def bracket(tokens, i, step):
    """Returns the index of the bracket that matches the one at i, forwards or backwards."""
    depth = 0
    while True:
        depth += (tokens[i].group() in ("(", "[", "{")) - (tokens[i].group() in (")", "]", "}"))
        if depth == 0:
            return i
        i += step


def condition(tokens, i):
    """Returns the indices of the first and last token in the condition of the if, while or ? at i."""
    if tokens[i].group() != "?":
        opening = i + 1 if tokens[i + 1].group() == "(" else i + 2  # if constexpr
        return opening + 1, bracket(tokens, opening, 1) - 1
    first = i
    while tokens[first - 1].group() not in ("(", "[", "{", ",", ";", "?", ":", "return", "=", "+=", "-=", "*=", "|="):
        first = bracket(tokens, first - 1, -1) if tokens[first - 1].group() in (")", "]", "}") else first - 1
    return first, i - 1


def tuned(text, tokens):
    """Returns begin and end of the code that a comment marks as tuned: its line, or the declaration, statement or function
    below it."""
    for comment in TUNED.finditer(text):
        if comment["code"]:
            yield comment.start(), comment.end()
            continue
        i = first = next(i for i, token in enumerate(tokens) if token.start() >= comment.end())
        while tokens[i].group() not in (";", "{"):
            i = bracket(tokens, i, 1) + 1 if tokens[i].group() in ("(", "[") else i + 1
        yield tokens[first].start(), tokens[bracket(tokens, i, 1) if tokens[i].group() == "{" else i].end()


def changes(text):
    """Yields (start, end, new text) of each change that could change a result."""
    tokens = [token for token in TOKEN.finditer(text) if token.lastgroup != "skipped"]
    unseen = [*tuned(text, tokens), *(extreme.span("operator") for extreme in EXTREME.finditer(text)),
              *(found.span(1) for pattern in SELDOM_SEEN for found in pattern.finditer(text))]
    for change in changes_of(text, tokens):
        if not any(first <= change[0] < last for first, last in unseen):
            yield change


def changes_of(text, tokens):
    """Yields (start, end, new text) of each change. clang-format puts spaces around binary operators, but not around the
    brackets of templates or the & and * of types."""
    after = 0
    for i, token in enumerate(tokens):
        word, (start, end) = token.group(), token.span()
        if i < after:
            continue
        if word == "static_assert":
            after = bracket(tokens, i + 1, 1)
        elif token.lastgroup == "number":
            digits = word.rstrip("uUlL")
            value = int(digits, 10 if digits.isdigit() else 0) # the fraction of 6.0206 starts with a 0
            is_hexadecimal = digits[:2] in ("0x", "0X")
            new = "0" if digits == "1" else f"0x{value + 1:X}" if is_hexadecimal else str(value + 1).zfill(len(digits))
            yield start, end, new + word[len(digits):]
        elif word in SWAPS and text[start - 1].isspace() and text[end].isspace():
            yield start, end, SWAPS[word]
        elif word in OTHERS:
            yield start, end, OTHERS[word]
        elif word in ("if", "while", "?"):
            first, last = condition(tokens, i)
            for new in ("true", "false"):
                yield tokens[first].start(), tokens[last].end(), new


def macro(variant):
    return [f"-D{variant}=1"] if variant else []


def compiled_lines(header, variant):
    """Returns the numbers of the lines that the preprocessor keeps."""
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


def one_line(text):
    return " ".join(re.sub(r"//.*", "", text).split())


def mutants_of(header, text):
    kept = [(variant, compiled_lines(header, variant)) for variant in (VARIANTS if header in (COPY, CONVERT) else VARIANTS[:1])]
    banners = [(banner.start(), banner[1]) for banner in re.finditer(r"^// =+\n//   (.*)\n", text, re.M)]
    for start, end, new in changes(text):
        line = text.count("\n", 0, start) + 1
        variant = next((variant for variant, lines in kept if line in lines), None)
        if variant is not None:
            section = [title for place, title in banners if place < start][-1]
            first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            yield Mutant(header, start, end, new, variant, section, one_line(text[first:last]),
                         one_line(text[first:start] + new + text[end:last]))


def git(*arguments):
    """Returns what git prints; "" without git, a repository or the revision, as in a shallow clone."""
    try:
        return subprocess.run(["git", "-C", str(TOP), *arguments], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def base_of_change():
    """Returns the commit where this branch left the remote's main branch; on that branch itself, the commit before."""
    head = git("rev-parse", "HEAD").strip()
    base = git("merge-base", "HEAD", "origin/HEAD").strip() or git("merge-base", "HEAD", "origin/main").strip()
    return base if base and base != head else git("rev-parse", "--verify", "--quiet", "HEAD~1").strip()


def changed_lines(base):
    """Returns for each header the lines that differ from a revision, committed or not."""
    lines, header = collections.defaultdict(set), ""
    for line in git("diff", "--unified=0", "--no-color", "--no-ext-diff", base, "--", *FILES.values()).split("\n"):
        if line.startswith("+++ "):
            header = line.rpartition("/")[2]
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk:
            lines[header].update(range(int(hunk[1]), int(hunk[1]) + int(hunk[2] or 1)))
    return lines


def allowed(drawn):
    """Returns how many of the mutants drawn by --gate may survive: a fifth, but always two."""
    return max(2, drawn // 5)


def shuffled(mutants, seed):
    """Sorts mutants so that an edit of a header does not change the order of the others."""
    seen = collections.Counter()

    def key(mutant):
        name = f"{seed} {mutant.header} {(mutant.before, mutant.after)}"
        seen[name] += 1
        return random.Random(f"{name} {seen[name]}").random()

    return sorted(mutants, key=key)


def equivalents(mutants, texts):
    """Returns the mutants that a comment in their header exempts."""
    found = set()
    for header, text in texts.items():
        for comment in EQUIVALENT.finditer(text):
            first = comment.start() if comment["code"] else comment.end()
            line = range(first, text.find("\n", first))
            for new in comment["changes"].split(", "):
                matches = [mutant for mutant in mutants
                           if mutant.header == header and mutant.start in line and mutant.new == new]
                if not matches:
                    sys.exit(f"{header}: nothing becomes {new} in the line of {comment[0].strip()!r}")
                found.update(matches)
    return found


class Bench:
    """Compiles and runs tests in a temporary folder."""

    def __init__(self, work, texts):
        self.work, self.texts = pathlib.Path(work), texts
        self.lock, self.checked = threading.Lock(), set()
        for option in ("-O0", "-O1"):
            header = self.work / f"precompiled{option}.hpp"
            header.write_text("#include <gtest/gtest.h>\n#include <algorithm>\n#include <cstring>\n#include <map>\n"
                              "#include <numeric>\n#include <set>\n#include <sstream>\n", encoding="utf-8")
            subprocess.run(COMPILER + [option, "-x", "c++-header", str(header)], check=True)

    def write(self, folder, changed):
        for name, text in {**self.texts, **changed}.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")

    def failure(self, suite, folder):
        """Returns what fails with the headers in a folder: "compiler", "tests" or nothing."""
        program = f"{folder}/program"
        if subprocess.run(
                COMPILER + [*suite.options, "-include", f"{self.work}/precompiled{suite.options[0]}.hpp", "-I", folder,
                            "-I", str(TESTS), "-I", str(READER), f'-DDML_TENSOR_UTILS_TEST_DATA="{TESTS / "data"}"',
                            f'-DDML_TENSOR_UTILS_TEST_PROJECT_VERSION="{VERSION}"', *macro(suite.variant),
                            f"{TESTS}/{suite.source}_test.cpp", "-o", program, "-lgtest_main", "-lgtest", "-lpthread"],
                capture_output=True, check=False).returncode:
            return "compiler"

        def limit():
            is_sanitized = SANITIZERS[0] in suite.options  # which reserves far more memory than there is
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * (4 if is_sanitized else 1),) * 2)
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY if is_sanitized else MEMORY,) * 2)

        ran = subprocess.run([program, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={suite.filter}"],
                             cwd=folder, capture_output=True, check=False, preexec_fn=limit)
        return "tests" if ran.returncode else ""

    def check_unchanged(self, suite):
        """Checks that the suites pass without a change; otherwise they would kill every mutant."""
        with self.lock, tempfile.TemporaryDirectory(dir=self.work) as folder:
            if suite not in self.checked:
                self.write(folder, {})
                if self.failure(suite, folder):
                    raise RuntimeError(f"{suite} does not pass with the headers as they are")
                self.checked.add(suite)

    def judge(self, mutant):
        """Returns what kills the mutant, and in which suite; "survived"; or "" if the header does not compile by itself."""
        text = self.texts[mutant.header]
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            self.write(folder, {mutant.header: text[:mutant.start] + mutant.new + text[mutant.end:]})
            if subprocess.run(COMPILER + ["-fsyntax-only", "-x", "c++", "-I", folder, "-"] + macro(mutant.variant),
                              input=f'#include "{mutant.header}"\n'.encode(), capture_output=True,
                              check=False).returncode:
                return "", ""
            for suite in suites_for(mutant):
                failed = self.failure(suite, folder)
                if failed:
                    self.check_unchanged(suite)
                    return failed, suite.source
        return "survived", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="the number of mutants; none of them may survive")
    parser.add_argument("--gate", action="store_true", help="instead, draw {} mutants, and {} more if more than {} survive; "
                        "a fifth of all may survive".format(*DRAWS, allowed(DRAWS[0])))
    parser.add_argument("--seed", type=lambda text: int(text, 0), default=int(git("rev-parse", "HEAD")[:8] or "1", 16),
                        help="the same seed draws the same mutants; default: the commit's first digits")
    parser.add_argument("--base", help="change only lines that differ from this revision; `auto` is the commit where "
                        "the branch left the main branch. If there is no such commit, all lines count and no survivor "
                        "is a failure")
    parser.add_argument("--print-base", action="store_true", help="print the base that `auto` finds, and exit")
    parser.add_argument("--header", choices=list(FILES), help="change only this header")
    parser.add_argument("--jobs", type=int, default=1, help="the number of mutants tested at a time")
    arguments = parser.parse_args()
    if arguments.print_base:
        print(base_of_change())
        return

    texts = {name: (INCLUDE / name).read_text(encoding="utf-8") for name in FILES}
    mutants = [mutant for name in texts for mutant in mutants_of(name, texts[name])]
    exempt = equivalents(mutants, texts)
    base = base_of_change() if arguments.base == "auto" else arguments.base
    lines = changed_lines(base) if base else {}

    def is_wanted(mutant):
        text = texts[mutant.header]
        spanned = range(text.count("\n", 0, mutant.start) + 1, text.count("\n", 0, mutant.end) + 2)
        return arguments.header in (None, mutant.header) and not lines.get(mutant.header, set()).isdisjoint(spanned)

    candidates = [mutant for mutant in mutants if is_wanted(mutant)]
    of = f"the lines that differ from {base}"
    if not base:
        candidates, of = [mutant for mutant in mutants if arguments.header in (None, mutant.header)], "all lines"
    drawn = shuffled(candidates, arguments.seed)
    print(f"{len(drawn)} changes of {of} to draw from, with --seed {arguments.seed:#x}", flush=True)

    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        bench, waiting, running = Bench(work, texts), iter(drawn), {}

        def start(count):
            for mutant in itertools.islice(waiting, count):
                running[pool.submit(lambda m: ("equivalent", "") if m in exempt else bench.judge(m), mutant)] = mutant

        for count in DRAWS if arguments.gate else (arguments.sample,):
            start(count)
            while running:
                for future in concurrent.futures.wait(running, return_when="FIRST_COMPLETED").done:
                    if future.exception():
                        pool.shutdown(cancel_futures=True)
                    mutant, (verdict, suite) = running.pop(future), future.result()
                    if not verdict:
                        start(1)  # what is no program is replaced by the next one
                        continue
                    counts[verdict] += 1
                    line = texts[mutant.header].count("\n", 0, mutant.start) + 1
                    print(f"{verdict} {suite}: {mutant.header}:{line}\n- {mutant.before}\n+ {mutant.after}", flush=True)
            may_survive = allowed(sum(counts.values())) if arguments.gate else 0
            if counts["survived"] <= may_survive:
                break

    print(f"{sum(counts.values())} mutants: {counts['compiler'] + counts['tests']} killed ({counts['compiler']} when "
          f"compiled, {counts['tests']} by tests), {counts['equivalent']} equivalent, {counts['survived']} survived")
    # Without a base all lines count, not only those of the change, so survivors are no failure.
    sys.exit(1 if counts["survived"] > may_survive and (base or not arguments.base) else 0)


if __name__ == "__main__":
    main()
