"""words.py PROJECT

Finds the words of words.txt in the pages and in the comments of the headers, and prints file, line and a better word for
each. Code blocks, code spans, the targets of links and the exceptions in words.txt are not searched.
"""

import pathlib
import re
import sys

TABLE = "the table of these words"


def read_words(path):
    """Returns the patterns with their better words, and the exceptions of each file."""
    words, exceptions = [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("except "):
            file, text = line[len("except "):].split(" #")[0].split(": ", 1)
            exceptions.setdefault(file, []).append(text.strip())
        elif line and not line.startswith("#"):
            pattern, better = line.split("=>")
            pattern = pattern.strip()
            whole = pattern if pattern.startswith("^") else rf"\b(?:{pattern})\b"
            words.append((re.compile(whole, 0 if pattern.startswith("^") else re.IGNORECASE), better.strip()))
    return words, exceptions


def prose_lines(text):
    """Yields number and text of each line that is not in a code block."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and not line.startswith("<!--") and not line.startswith("!["):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def comment_lines(text):
    """Yields line number and text of each comment."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.search(r"(?:^|\s)///?<? (.*)", line)
        if comment:
            yield number, re.sub(r"`[^`]*`", "", comment[1])


def main(project):
    project = pathlib.Path(project)
    words, exceptions = read_words(pathlib.Path(__file__).with_name("words.txt"))
    pages = [project / "README.md", *sorted(project.glob("examples/**/*.md")), *sorted(project.glob("docs/**/*.md")),
             *sorted(project.glob("include/*.hpp"))]
    mistakes = 0
    for page in pages:
        name = page.relative_to(project).as_posix()
        allowed = exceptions.get(name, [])
        in_table = False
        lines_of = comment_lines if page.suffix == ".hpp" else prose_lines
        for number, line in lines_of(page.read_text(encoding="utf-8")):
            if line.startswith("## "):
                in_table = TABLE in allowed and line == "## Words"
            for text in allowed:
                line = line.replace(text, "")
            for pattern, better in words:
                found = pattern.search(line)
                if found and not in_table:
                    print(f"{name}:{number}: '{found[0]}'; use: {better}")
                    mistakes += 1
    if len(pages) < 15:
        sys.exit(f"only {len(pages)} pages were found")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main(sys.argv[1])
