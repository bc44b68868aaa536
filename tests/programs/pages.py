"""pages.py COMMAND PROJECT [...]: tests the pages, which are Markdown files. It prints each mistake as "page:line: ...".

  examples PROJECT RESULT PAGE...   writes RESULT, C++ with the examples of the pages
  run PROJECT PAGE OPTIONS          runs the commands of a page; --help lists the options
  links PROJECT                     checks the links between all pages, and that the cookbook links each of its headings
  words PROJECT                     finds the words of words.txt in pages and in comments of the headers
  executed PROJECT                  compares docs/what_directml_computes.md and the cookbook with executed.csv
  figures PROJECT                   compares numbers of rows, operators and others with the data and the code
  declarations PROJECT              compares the declarations of the reference with the headers
  api PROJECT FOLDER HAS_EXPLORER   checks the pages of the API that doxygen wrote to FOLDER, and its XML
  count PROJECT                     prints the number of words of each page, without code blocks

A comment in the line above a code block says how the block is tested:

  <!-- from: path -->           it is a file, or its part between the lines with [readme] and [/readme]
  <!-- output of: commands -->  it is their complete output
  <!-- part of: commands -->    it is consecutive lines of their output
  <!-- needs: MACRO -->         an example that is compiled only if the macro is defined
  <!-- declarations: header -->         the block has declarations of this header
  <!-- declarations: header, class -->  it has members of a class of this header

"(exit 1)" before the "-->" gives the exit code of the last command; without it, 0 is expected. Commands may write to
standard output only. " && " separates commands. A command is a program in the folder of --programs with arguments quoted as
for a shell, or it is "printf TEXT > FILE". All run in one folder, which is empty at first.

On the pages of `run`, each cpp, cmake and console block needs such a comment. A drawing of a layout is followed by the
command that makes it, "`describe_tensor ... --svg path`". The page's file is compared with what the command writes.

On the pages of `examples`, each cpp block without "from" and "declarations" is compiled and run. If it writes to std::cout,
a text block follows, which is what it prints. In the chapter "Reasons", below a heading "#### Name", the last statement of a
block is a Diagnosis, and the comment after it is the sentence of Explain without the name. The blocks of this chapter that
have no such heading are put before each of its examples.

A declaration is compared without comments, attributes and blanks. A comment behind a member must be the header's.
"""

import argparse
import collections
import csv
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree

Block = collections.namedtuple("Block", "line language kind origin exit text chapter heading")


class Page:
    """The code blocks of a page, and its other lines with their numbers."""

    def __init__(self, project, name):
        self.name, self.blocks, self.prose = name, [], []
        previous, block, chapter, heading = "", None, "", ""
        for number, line in enumerate((project / name).read_text(encoding="utf-8").splitlines(), 1):
            if block is not None and line.strip() == "```":
                self.blocks.append(Block(*block[:5], "".join(block[5:]), chapter, heading))
                block = None
            elif block is not None:
                block.append(line + "\n")
            elif line.lstrip().startswith("```"):
                mark = re.match(r"<!-- (from|output of|part of|needs|declarations):? ?(.*?) ?"
                                r"(?:\((exit \d+)\) )?-->$", previous)
                block = [number, line.strip()[3:], *(mark.groups() if mark else ("", "", None))]
            else:
                self.prose.append((number, line))
                if line.startswith("#"):
                    heading = line
                    chapter = line[3:] if line.startswith("## ") else chapter
            previous = line

    def text_after(self, block):
        """Returns the block that follows without a heading or other code between, or None."""
        rest = [other for other in self.blocks if other.line > block.line]
        return rest[0] if rest and rest[0].heading == block.heading and rest[0].language == "text" else None


def all_pages(project):
    names = [project / "README.md", *(path for folder in ("docs", "examples", "tests")
                                      for path in sorted(project.glob(folder + "/**/*.md")))]
    return [Page(project, path.relative_to(project).as_posix()) for path in names]


# ---- examples -------------------------------------------------------------------------------------------------------
def examples(project, result, *names):
    mistakes, globals_, functions = [], [], []

    def add(code, block):
        if block.kind == "needs":
            code = f"#if defined({block.origin})\n{code}#endif\n"
        functions.append(f"void Example{len(functions)}()\n{{\n{code}}}\n")

    for page in (Page(project, name) for name in names):
        setup = ""
        for block in page.blocks:
            if block.language != "cpp" or block.kind in ("from", "declarations"):
                continue
            place = f"{page.name}:{block.line + 1}"
            code = f'#line {block.line + 1} "{page.name}"\n{block.text}'
            reason = block.heading[5:] if block.chapter == "Reasons" and block.heading.startswith("#### ") else ""
            if reason:
                last = re.fullmatch(r"(.*;\n|)([^;]+;\n)// ([^\n]+)\n", block.text, re.DOTALL)
                if not last:
                    mistakes.append(f"{place}: the example of {reason} does not end with a statement and its sentence")
                    continue
                sentence = last[3].replace('"', '\\"')
                comment = f"{page.name}:{block.line + block.text.count(chr(10))}"
                add(f'{setup}{{\n#line {block.line + 1} "{page.name}"\n{last[1]}const Diagnosis reason = {last[2]}'
                    f'CheckReason("{comment}", "{reason}", reason, "{sentence}");\n}}\n', block)
            elif block.chapter == "Reasons":
                setup += code
            elif "template <>" in block.text:
                globals_.append(code)
            elif "std::cout" in block.text:
                printed = page.text_after(block)
                if printed is None:
                    mistakes.append(f"{place}: a text block with what the example prints must follow")
                    continue
                add(f'BeginPrinting();\n{code}CheckPrinted("{page.name}:{printed.line + 1}", R"~({printed.text})~");\n',
                    block)
            else:
                add(code, block)
    calls = "".join(f"    Example{number}();\n" for number in range(len(functions)))
    pathlib.Path(result).write_text('#include "page_examples.hpp"\n\n' + "".join(globals_) + "namespace\n{\n"
                                    + "".join(functions) + "}\nvoid RunExamples()\n{\n" + calls + "}\n", encoding="utf-8")
    return mistakes


# ---- run ------------------------------------------------------------------------------------------------------------
def masked(text):
    """Replaces what differs between runs and between systems."""
    return re.sub(r"cannot be read \([^)]+\)", "cannot be read (why)", re.sub(r"\d+\.\d+ GB/s( \(built.*\))?", "# GB/s", text))


class MissingProgram(Exception):
    pass


class Runner:
    """Runs the commands of a page in a folder."""

    def __init__(self, arguments):
        self.programs, self.suffix = pathlib.Path(arguments.programs), arguments.suffix
        self.emulator = shlex.split(arguments.emulator)
        self.folder = pathlib.Path(arguments.folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def command(self, text):
        """Returns the exit code, and what the command writes to standard output and to standard error."""
        name, *words = shlex.split(text)
        if name == "printf":
            (self.folder / words[2]).write_bytes(words[0].encode())
        else:
            program = self.programs / (name + self.suffix)
            if not program.exists():
                raise MissingProgram(f"{name} is not a program in {self.programs}; build the target page_tests first")
            # Otherwise Wine would write messages of its own.
            done = subprocess.run([*self.emulator, program, *words], cwd=self.folder, capture_output=True, check=False,
                                  env={**os.environ, "WINEDEBUG": "-all"})
            output, errors = (stream.decode("utf-8", "replace").replace("\r\n", "\n")
                              for stream in (done.stdout, done.stderr))
            return done.returncode, output, errors
        return 0, "", ""

    def output(self, commands, expected, mistake):
        """Returns what the commands write; `expected` is like "exit 2", or None."""
        *first, last = commands.split(" && ")
        result = ""
        for command, needed in [*((command, "exit 0") for command in first), (last, expected or "exit 0")]:
            code, output, errors = self.command(command)
            if code != int(re.search(r"\d+", needed)[0]) or errors:
                mistake(f"{command}: the exit code is {code}, expected is {needed}; standard output:\n{output}"
                        f"standard error:\n{errors}")
            result += output
        return result


def compare(shown, actual, is_part, mistake):
    shown, actual = masked(shown), masked(actual)
    if shown != actual and not (is_part and shown.strip() and f"\n{shown}" in f"\n{actual}"):
        mistake(f"shown is\n{shown}but it is\n{actual}")


def from_file(path):
    text = path.read_text(encoding="utf-8")
    part = re.search(r"\[readme\].*\n((?:.*\n)*?).*\[/readme\]", text)
    return part[1] if part else text


def run_page(project, page, runner):
    try:
        return compare_page(project, page, runner)
    except MissingProgram as missing:
        return [f"{page.name}: {missing}"]


def compare_page(project, page, runner):
    mistakes, compared = [], 0

    def mistake_at(line):
        return lambda text: mistakes.append(f"{page.name}:{line}: {text}")

    for block in page.blocks:
        mistake = mistake_at(block.line)
        is_part = block.kind.startswith("part")
        if block.kind:
            compared += 1
        elif block.language in ("cpp", "cmake", "console"):
            mistake(f"the line above this {block.language} block does not say where it is from")
        if block.language == "cmake" and not re.fullmatch(r"tests/use/consumer/[a-z_]+/CMakeLists\.txt", block.origin):
            mistake(f"no test configures '{block.origin}'")
        if block.kind == "from":
            if (project / block.origin).exists():
                compare(block.text, from_file(project / block.origin), False, mistake)
            else:
                mistake(f"there is no file {block.origin}")
        elif block.kind in ("output of", "part of"):
            compare(block.text, runner.output(block.origin, block.exit, mistake), is_part, mistake)

    drawing = None # the path of the last one, until the line with its command
    for number, line in page.prose:
        image = re.match(r"!.*\(([a-z./]*strides/[a-z_]+\.svg)\)$", line)
        command = re.match(r"`(describe_tensor .+) --svg (.+)`$", line)
        if image and drawing:
            mistake_at(number)(f"no command stands below {drawing}")
        if image:
            drawing = os.path.normpath(pathlib.PurePath(page.name).parent / image[1]).replace(os.sep, "/")
        elif command:
            if drawing != command[2]:
                mistake_at(number)(f"this is not the command of the drawing above, {drawing}")
            drawing = None
            runner.output(command[1] + " --svg drawing.svg", None, mistake_at(number))
            made = runner.folder / "drawing.svg"
            if not made.exists() or made.read_text(encoding="utf-8") != (project / command[2]).read_text(encoding="utf-8"):
                mistake_at(number)(f"{command[2]} is not what its command makes")
            compared += 1
    if drawing:
        mistake_at(page.prose[-1][0])(f"no command stands below {drawing}")
    if compared == 0:
        mistake_at(1)("nothing is shown that could be compared")
    return mistakes


def run(project, name, *options):
    parser = argparse.ArgumentParser(prog="pages.py run PROJECT PAGE")
    parser.add_argument("--programs", required=True, help="the folder of the programs")
    parser.add_argument("--suffix", default="", help="of the programs' names")
    parser.add_argument("--emulator", default="", help="a command that runs a program")
    parser.add_argument("--folder", required=True, help="where the commands run; it is emptied")
    return run_page(project, Page(project, name), Runner(parser.parse_args(options)))


# ---- links ----------------------------------------------------------------------------------------------------------
def anchor(heading):
    return re.sub(r"[^a-z0-9 _-]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def wrong_links(project, pages):
    """Each file that a link names must exist, and its heading too. Links to other sites are not followed."""
    anchors = {page.name: {anchor(line) for _, line in page.prose if line.startswith("#")} for page in pages}
    mistakes, count = [], 0
    for page in pages:
        for number, line in page.prose:
            for path, heading in re.findall(r"\]\(([^()#]*)#?([^()]*)\)", re.sub(r"`[^`]*`", "", line)):
                if re.match("https?:", path):
                    continue
                count += 1
                folder = pathlib.PurePath(page.name).parent
                target = os.path.normpath(folder / path).replace(os.sep, "/") if path else page.name
                if not (project / target).exists():
                    mistakes.append(f"{page.name}:{number}: there is no {target}")
                elif heading and heading not in anchors.get(target, ()):
                    mistakes.append(f"{page.name}:{number}: {target} has no heading #{heading}")
    return mistakes if count else ["no links were found"]


def unlinked_headings(page):
    """Each heading must be linked above the first one."""
    headings = [(number, line) for number, line in page.prose if line.startswith("## ")]
    linked = {link for number, line in page.prose if number < headings[0][0] for link in re.findall(r"\]\(#([^()]+)\)", line)}
    return [f"{page.name}:{number}: link this heading at the top of the page" for number, line in headings
            if anchor(line) not in linked]


def links(project):
    return wrong_links(project, all_pages(project)) + unlinked_headings(Page(project, "docs/cookbook.md"))


# ---- words ----------------------------------------------------------------------------------------------------------
def without_code(line):
    """A line of prose without code spans and the targets of links; nothing of a comment or a drawing."""
    return "" if line.startswith(("<!--", "![")) else re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def wrong_words(patterns, name, lines):
    """Finds the words in numbered lines. The chapter "Words" may name them."""
    mistakes, chapter = [], ""
    for number, line in lines:
        chapter = line if line.startswith("## ") else chapter
        for pattern, better in patterns:
            found = pattern.search(without_code(line))
            if found and chapter != "## Words":
                mistakes.append(f"{name}:{number}: '{found[0]}'; use: {better}")
    return mistakes


def read_patterns(text):
    """Reads lines "expression => better words". An expression is a whole word in any case, or it starts with ^."""
    rows = (map(str.strip, line.split("=>")) for line in text.splitlines() if line and not line.startswith("#"))
    return [(re.compile(pattern) if pattern.startswith("^") else re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE),
             better) for pattern, better in rows]


def words(project):
    patterns = read_patterns(pathlib.Path(__file__).with_name("words.txt").read_text(encoding="utf-8"))
    mistakes = []
    for page in all_pages(project):
        mistakes += wrong_words(patterns, page.name, page.prose)
    for header in sorted(project.glob("include/*.hpp")):
        comments = ((number, re.search(r"(?:^|\s)///?<? (.*)", line))
                    for number, line in enumerate(header.read_text(encoding="utf-8").splitlines(), 1))
        mistakes += wrong_words(patterns, header.relative_to(project).as_posix(),
                                [(number, comment[1]) for number, comment in comments if comment])
    return mistakes


def count(project):
    counts = {page.name: sum(len(line.split()) for _, line in page.prose) for page in all_pages(project)}
    for name, number in [*counts.items(), ("all pages", sum(counts.values()))]:
        print(f"{number:6} {name}")
    return []


# ---- declarations ---------------------------------------------------------------------------------------------------
REFERENCE = ["docs/reference.md", "docs/reference_data.md"]
# Comments and directives are dropped, except the name of an unused parameter, /*name*/. Brackets in literals would disturb
# the search for the end of a body.
TOKENS = re.compile(r"""/\*(?P<name>\w+)\*/|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*
                        |(?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')""", re.DOTALL | re.MULTILINE | re.VERBOSE)
NOT_PUBLIC = re.compile(r"static_assert|friend (?:class|struct)\b|using (?:namespace|::)|.*= delete$", re.DOTALL)


def end_of(text, start, brackets="({[]})"):
    """Returns the position after the bracket that closes the one at `start`."""
    depth, half = 0, len(brackets) // 2
    for position in range(start, len(text)):
        depth += (text[position] in brackets[:half]) - (text[position] in brackets[half:])
        if depth == 0:
            return position + 1
    raise ValueError(f"nothing closes {text[start:start + 100]}")


def without_template(head):
    while re.match(r"template\s*<", head):
        head = head[end_of(head, head.index("<"), "<>"):].lstrip()
    return head


def signature(declaration):
    """Returns the declaration as it is compared: without marks for compilers, and with few blanks."""
    text = re.sub(r"\bDTU_\w+(?:\([^()]*\))?|\binline\b|\[\[\w+\]\]|template\s*<(?:typename|class Dependent) = void>", " ",
                  declaration)
    return re.sub(r" ?([^\w ]) ?", r"\1", " ".join(text.split()))


def public(text, scope):
    """Yields class and text of each public declaration. The scope of a header's text is None outside of the namespace."""
    start = position = 0
    is_public = True
    while position < len(text):
        character, end = text[position], position + 1
        if character in "([":
            position = end_of(text, position)
            continue
        if character not in ":;{":
            position = end
            continue
        head = text[start:position].strip()
        rest = without_template(head) if character != ":" else ""
        if character == ":" and head in ("public", "private", "protected"):
            is_public = head == "public"
        elif character == ";":
            is_specialization = re.match(r"[^=(]*>\s*=", rest)
            if is_public and scope is not None and head and not NOT_PUBLIC.match(head) and not is_specialization:
                yield scope, head
        elif character == "{":
            end = end_of(text, position)
            body = text[position + 1:end - 1]
            namespace = re.match(r"(?:inline )?namespace (dml_tensor_utils|DML_TENSOR_UTILS_NAMESPACE|\w+)", head)
            kind = re.match(r"(class|struct|enum class|enum)\s(?:\[\[\w+\]\] )?(\w+)[^()]*$", rest)
            function = re.search("[=(]", re.sub(r"operator[^\w\s(]+", "operator", rest))
            if namespace:
                if namespace[1] in ("dml_tensor_utils", "DML_TENSOR_UTILS_NAMESPACE"):
                    yield from public(body, "" if namespace[1] == "DML_TENSOR_UTILS_NAMESPACE" else scope)
            elif kind and is_public and scope is not None:
                if kind[1].startswith("enum"):
                    yield scope, f"{head}\n{{\n    {body.strip().rstrip(',')}\n}}"
                else:
                    yield scope, head
                    yield from public(("private:" if kind[1] == "class" else "public:") + body, kind[2])
            elif not kind and (function is None or function[0] == "=" or re.match(r"\w", text[position - 1])): # a value
                position = end
                continue
            elif is_public and scope is not None and not kind:
                yield scope, re.split(r"\s:\s(?!:)", head)[0] # without the constructor's initializers
            if kind:
                end = text.index(";", end) + 1
        else: # the ":" of an enumeration's type, of an initializer or of a scope
            position = end
            continue
        position = start = end


def declarations_of(text, scope):
    """Returns the public declarations by class and signature."""
    text = TOKENS.sub(lambda match: re.sub("[][{}();]", "?", match["literal"] or match["name"] or " "), text)
    return {(name, signature(declaration)): declaration for name, declaration in public(text, scope)}


def wrong_declarations(headers, pages):
    """Compares {name: text} of headers with the blocks of the pages, and looks for the macros of the headers."""
    mistakes, shown, prose = [], {name: set() for name in headers}, ""
    known = {name: declarations_of(text, None) for name, text in headers.items()}
    comments = " ".join(re.findall(r"///?<? ?(.*)", "\n".join(headers.values())))
    for page in pages:
        prose += "".join(line for _, line in page.prose)
        for block in (block for block in page.blocks if block.kind == "declarations"):
            header, _, scope = block.origin.partition(", ")
            if header not in headers:
                mistakes.append(f"{page.name}:{block.line}: there is no header '{header}'")
                continue
            found = declarations_of(block.text, scope)
            shown[header].update(found)
            mistakes += [f"{page.name}:{block.line}: {header} does not declare {' '.join(filter(None, key))};"
                         " write it as the header does" for key in found if key not in known[header]]
            mistakes += [f"{page.name}:{block.line}: {header} has no comment '{comment}'; copy the header's"
                         for comment in re.findall(r"// (.*)", block.text) if comment not in comments]
    for header, text in headers.items():
        place = next((page.name for page in pages for block in page.blocks
                      if block.kind == "declarations" and block.origin.startswith(header)), pages[0].name)
        for key, declaration in known[header].items():
            if key not in shown[header]:
                origin = ", ".join(filter(None, (header, key[0])))
                mistakes.append(f"{place}: add this declaration to a block below <!-- declarations: {origin} -->:\n"
                                f"{declaration};")
        removed = set(re.findall(r"#undef (\w+)", text))
        for macro in sorted(set(re.findall(r"^#(?:if|elif|define).*\b(DML_TENSOR_UTILS_\w+)", text, re.MULTILINE))):
            if macro not in removed and not macro.endswith("_HPP") and f"`{macro}`" not in prose:
                mistakes.append(f"{place}: explain the macro `{macro}` of {header}")
    return mistakes


def declarations(project):
    headers = {path.name: path.read_text(encoding="utf-8") for path in sorted(project.glob("include/*.hpp"))}
    return wrong_declarations(headers, [Page(project, name) for name in REFERENCE])


# ---- DirectML's values ----------------------------------------------------------------------------------------------
def wrong_planes(rows, prose):
    """Compares the rows in the cookbook's table of ways to normalise pixels with the planes and values that it names. All
    were executed with the pixels of one row: B, G, R and A of 3 x 4 pixels, rows 20 bytes apart."""
    pixels = [float(number) for number in rows["recipe-matmul-3"]["input data"].split(";")[3].split()]
    pairs = {"R": (2, 0.485, 0.229), "G": (1, 0.456, 0.224), "B": (0, 0.406, 0.225)} # the byte, the mean, the deviation
    scales = {"0 to 255": (1, False), "0 to 1": (255, False)}
    for line in prose:
        found = re.match(r"\| ([RGB]), ([RGB]), ([RGB]) \| (.*?) \|.*`(recipe-[a-z0-9-]+)` \|$", line)
        if not found:
            continue
        largest, is_normalised = scales.get(found[4], (255, True))
        allowed = 0.009 if found[4] == "within 0.009" else 3e-7
        planes = []
        for byte, mean, deviation in (pairs[channel] for channel in found.groups()[:3]):
            samples = [pixels[20 * y + 4 * x + byte] / largest for y in range(3) for x in range(4)]
            planes += [(sample - mean) / deviation if is_normalised else sample for sample in samples]
        outputs = [float(number) for number in rows[found[5]]["output data"].split()]
        if len(outputs) != 36 or any(abs(one - other) > allowed for one, other in zip(planes, outputs)):
            yield f"{found[5]} does not have the planes {found[1]}, {found[2]}, {found[3]}, {found[4]}"


def executed(project):
    """Each row that a page names must exist. A value before a row, `VALUE` (`ROW`), must be a part of its output. A hazard
    after a row, `ROW`, hazard `HAZARD`, must be one of those in its column. In a table, the last operator before a row,
    `OPERATOR` ...: `ROW`, must be the row's."""
    with open(project / "tests/unit/data/executed.csv", encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    mistakes = []
    for name in ("docs/what_directml_computes.md", "docs/cookbook.md"):
        prose = Page(project, name).prose
        page = " ".join(" ".join(line for _, line in prose).split())
        mistakes += [f"{name}: there is no row {row}" for row in re.findall(r"`([a-z][a-z0-9-]*-[0-9]+)`", page)
                     if row not in rows]
        mistakes += [f"{name}: the output of {row} is {rows[row]['output data']}, not {value}"
                     for value, row in re.findall(r"`([^`]+)` \(`([a-z0-9-]+)`", page)
                     if row in rows and f" {value} " not in f" {rows[row]['output data'].replace(';', ' ;')} "]
        mistakes += [f"{name}: the hazard of {row} is {rows[row]['hazard'] or 'none'}, not {hazard}"
                     for row, hazard in re.findall(r"`([a-z0-9-]+)`, hazard `(\w+)`", page)
                     if row in rows and hazard not in rows[row]["hazard"].split("|")]
        mistakes += [f"{name}: {row} is of {rows[row]['operator']}, not of {operator}"
                     for _, line in prose for operator, row in re.findall(r"`([A-Z0-9_]+)`[^`]*: `([a-z0-9-]+)` \|", line)
                     if row in rows and operator != rows[row]["operator"]]
        mistakes += [f"{name}: {mistake}" for mistake in wrong_planes(rows, (line for _, line in prose))]
    return mistakes


# ---- figures ---------------------------------------------------------------------------------------------------------
def speeds(page):
    """Yields the figures (CopyTensor, loops, oneDNN) of each element size, 4, 2 and 1, of docs/performance.md's first table.
    A row without oneDNN has two figures."""
    table = next(block.text for block in page.blocks if "oneDNN" in block.text)
    rows = [line.split()[-9:] for line in table.splitlines()[2:]]
    for size in range(3):
        yield [[float(figure) for figure in row[size::3] if figure != "-"] for row in rows if row[size] != "-"]


def mean_ratio(pairs):
    logarithms = [math.log(first / second) for first, second in pairs]
    return f"{math.exp(sum(logarithms) / len(logarithms)):#.2g}".rstrip(".")


def true_figures(project):
    """Yields a regular expression whose groups are figures, their values, and where these come from."""
    def text(name):
        return (project / name).read_text(encoding="utf-8")

    data = {}
    for path in sorted(project.glob("tests/unit/data/*.csv")):
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        data[path.name] = sum(not line.startswith("#") for line in lines)
        yield rf"\| `{path.name}` \| ([\d,]+) ", [data[path.name]], path.name
    verdicts = sum(count for name, count in data.items()
                   if name.endswith("_verdicts.csv") or name in ("binding_roles.csv", "device_calls.csv"))
    graphs = text("tests/unit/data/graph_verdicts.csv")
    yield r"([\d,]+) executed cases", [data["executed.csv"]], "executed.csv"
    yield r"([\d,]+) recorded answers", [verdicts // 1000 * 1000], "tests/unit/data, in thousands"
    yield r"Of the graphs, ([\d,]+) ", [len(re.findall(";order$", graphs, re.MULTILINE))], "graph_verdicts.csv"

    schema, main = text("include/dml_tensor_operator_schema.hpp"), text("include/dml_tensor_utils.hpp")
    operators = re.findall(r"\(\d+, 0x\d+, [A-Z]", schema)
    types = re.findall(r"ENTRY\(\w+, +[A-Z]+\d+,", main)
    yield r"(?i)\b(?:all|the|of the) (\d+) operators", [len(operators)], "DTU_OPERATORS"
    yield r"DirectML [\d.]+ has (\d+)", [len(types)], "DTU_ELEMENT_TYPES"
    newest = re.search(r"DirectML (\d+\.\d+\.\d+)", schema)[1]
    yield r"(?:DirectML|after|to) (?!1\.14\.1)(\d+\.\d+\.\d+)", [newest], "dml_tensor_operator_schema.hpp"
    yield r"visits at most ([\d,]+) nodes", re.findall(r"OverlapSearchNodes = (\d+)", main), "OverlapSearchNodes"
    yield r"(\d+) KiB of stack", re.findall(r"stack\.py (\d+)", text(".ci/stages.mk")), ".ci/stages.mk"

    performance = Page(project, "docs/performance.md")
    planes = next(line.split() for block in performance.blocks for line in block.text.splitlines()
                  if line.startswith("1080p RGB bytes to planar FLOAT16 "))
    yield (r"planes in (\S+) ms on one thread[.] That is faster than a `memcpy` of the planes, which takes (\S+) times",
           [f"{float(planes[-1]) / 1000:.1f}", f"{float(planes[-4]):.1f}"], "docs/performance.md")
    sizes = list(speeds(performance))
    peers = [[(row[0], row[2]) for row in rows if len(row) == 3] for rows in sizes]
    slower = sum(own < peer for pairs in peers for own, peer in pairs)
    yield (r"loops is (\S+), (\S+) and (\S+) for elements of 4, 2 and 1 bytes, and (\S+), (\S+) and (\S+) relative to "
           r"oneDNN. oneDNN is faster in (\d+) of (\d+) cases",
           [*(mean_ratio(row[:2] for row in rows) for rows in sizes), *map(mean_ratio, peers), slower,
            sum(map(len, peers))], "the table")


def figures(project):
    """Each figure that a page shows must be that of the code or the data, and each must stand on a page."""
    mistakes, pages = [], {page.name: " ".join(" ".join(line for _, line in page.prose).split())
                           for page in all_pages(project)}
    for pattern, expected, source in true_figures(project):
        found = [(name, match) for name, text in pages.items() for match in re.finditer(pattern, text)]
        mistakes += [f"{name}: '{match[0]}': {source} has {', '.join(map(str, expected))}" for name, match in found
                     if [figure.replace(",", "") for figure in match.groups()] != list(map(str, expected))]
        if not found and "csv" not in pattern:
            mistakes.append(f"no page has '{pattern}'; {source} has {expected}")
    return mistakes


# ---- the pages of the API -------------------------------------------------------------------------------------------
CLASSES = ["Dimensions", "TensorLayout", "BufferTensorDesc", "PinnedTensorDesc", "BasicMessage"]
IN_INDEX = [*CLASSES[:4], "Diagnosis", "Validate", "ValidateBinding", "BufferPlacement", "CopyTensor", "GatherTensor",
            "ConvertTensor", "Conversion", "CompareTensors", "Comparison", "Tolerance", "OfDlpack", "LayoutOfMapping", "ToText",
            "ValidateOperator", "ConvolutionOutput", "OwnedOperatorDesc", "ForEachTensor", "SchemaOf"]


def api(_, folder, has_explorer):
    """The XML shows that every public function is noexcept, and that those of the headers that describe are constexpr."""
    html = pathlib.Path(folder, "html")
    index = (html / "index.html").read_text(encoding="utf-8")
    targets = [link for link in re.findall('(?:href|src)="([^"#]+)', index) if not re.match("[a-z]+:", link)]
    mistakes = [f"index.html has no link to {name}" for name in IN_INDEX if f">{name}</a>" not in index]
    mistakes += [f"{name} has no page, or one under another name" for name in CLASSES
                 if not (html / f"classdml__tensor__utils_1_1{name}.html").exists()]
    mistakes += [f"index.html links to {link}, which does not exist" for link in targets if not (html / link).exists()]
    mistakes += [f"index.html does not link to {page}" for page in ("cookbook.md", "strides.md", "reference.md")
                 if not any(link.endswith("/docs/" + page) for link in targets)]
    if ("layout_explorer.html" in index) != (has_explorer == "1"):
        mistakes.append(f"there is an explorer: {has_explorer}; index.html links to it: {'layout_explorer.html' in index}")

    # Text that must not appear as part of a name, and files that a page must not load
    wrong = re.compile(r"""v\d+_\d+_(?:portable|directml)|utils::directml
                           |(?:src="|<link[^>]*href="|@import\ |url\(["']?)(?:https?:)?//[^"')\ ]*""", re.VERBOSE)
    for file in [*html.glob("*.html"), *html.glob("*.css")]:
        found = wrong.search(file.read_text(encoding="utf-8", errors="replace"))
        if found and file.name != "layout_explorer.html":
            mistakes.append(f"{file.name} has '{found[0]}'")

    functions = [member for file in pathlib.Path(folder, "xml").glob("*.xml")
                 for member in xml.etree.ElementTree.parse(file).iter("memberdef")
                 if member.get("kind") == "function" and not member.findtext("argsstring").endswith("=delete")
                 and member.findtext("name") != "operator<<"] # writes to a stream
    mistakes += [f"{member.findtext('definition')} is not noexcept" for member in functions
                 if member.get("noexcept") != "yes"]
    mistakes += [f"{member.findtext('definition')} is not constexpr" for member in functions
                 if member.find("location").get("file").endswith(("dml_tensor_utils.hpp", "dml_tensor_output_sizes.hpp"))
                 and member.get("constexpr") != "yes"]
    return mistakes if len(functions) >= 150 else [*mistakes, f"the XML has only {len(functions)} public functions"]


def main():
    commands = {command.__name__: command for command in (examples, run, links, words, declarations, executed, figures, api,
                                                          count)}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    mistakes = commands[sys.argv[1]](pathlib.Path(sys.argv[2]), *sys.argv[3:])
    for mistake in mistakes:
        print(mistake)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
