"""Tests pages.py: each mistake on a page has its message, and a right page has none."""

import pathlib
import re
import shlex
import sys
import tempfile
import types

import pages

# Writes its arguments to standard output; "fail" to standard error, with exit code 2.
PROGRAM = """
import sys
words = sys.argv[1:]
if "--svg" in words:
    with open(words[-1], "w") as file:
        file.write("drawing")
print("\\n".join(words), file=sys.stderr if words == ["fail"] else sys.stdout)
sys.exit(2 if words == ["fail"] else 0)
"""
FILE = "first\n// [readme]\nshown\n// [/readme]\nlast\n"
DRAWING = "![A](strides/a.svg)\n\n"

# The page, and the beginning of each message that is expected, after the name of the page.
RUN = [
    ("```console\n$ echo a\n```", ["1: the line above this console block does not say where it is from",
                                  "1: nothing is shown that could be compared"]),
    ("<!-- from: file -->\n```cpp\nshown\n```", []),
    ("<!-- from: file -->\n```cpp\nlast\n```", ["2: shown is\nlast\nbut it is\nshown"]),
    ("<!-- from: none -->\n```cpp\n```", ["2: there is no file none"]),
    ("<!-- from: file -->\n```cmake\nshown\n```", ["2: no test configures 'file'"]),
    ("<!-- output of: echo a b -->\n```text\na\nb\n```", []),
    ("<!-- output of: echo a b -->\n```text\nb\n```", ["2: shown is\nb\nbut it is\na\nb"]),
    ("<!-- output of: absent -->\n```text\n```", ["absent is not a program in"]),
    ("<!-- part of: echo a b c -->\n```text\nb\nc\n```", []),
    ("<!-- part of: echo a b c -->\n```text\na\nc\n```", ["2: shown is\na\nc\nbut it is\na\nb\nc"]),
    ("<!-- part of: echo a -->\n```text\n\n```", ["2: shown is\n\nbut it is"]),
    ("<!-- output of: echo 'cannot be read (x)' '1.5 GB/s' -->\n```text\ncannot be read (y)\n2.5 GB/s\n```", []),
    ("<!-- output of: echo fail (exit 2) -->\n```text\n```", ["2: echo fail: the exit code is 2"]),
    ("<!-- output of: echo fail && echo a -->\n```text\na\n```", ["2: echo fail: the exit code is 2"]),
    ("<!-- output of: printf a > f && echo a -->\n```text\na\n```", []),
    ("", ["1: nothing is shown that could be compared"]),
    (DRAWING + "`describe_tensor A --svg docs/strides/a.svg`", []),
    (DRAWING + "`describe_tensor A --svg docs/strides/b.svg`", ["3: this is not the command of the drawing above, "
                                                                "docs/strides/a.svg",
                                                                "3: docs/strides/b.svg is not what its command makes"]),
    (DRAWING + DRAWING + "`describe_tensor A --svg docs/strides/a.svg`", ["3: no command stands below docs/strides/a.svg"]),
    ("`describe_tensor A --svg docs/strides/a.svg`\n\n" + DRAWING, ["1: this is not the command",
                                                                    "4: no command stands below"]),
]
LINKS = [
    ("[a](b.md) [b](#a-heading) [c](page.md#a-heading) `[d](none)` [e](https://none)\n## A heading\n", []),
    ("## A\n[a](none.md)\n[b](#none) [c](page.md#b)\n", ["2: there is no docs/none.md", "3: docs/page.md has no heading #none",
                                                        "3: docs/page.md has no heading #b"]),
    ("```\n## A\n[a](none.md)\n```\n[b](#a)\n", ["5: docs/page.md has no heading #a"]),
    ("No link.", ["no links were found"]),
]
HEADINGS = [
    ("[a\nb](#a), [c](#c)\n## A\n## C\n### D\n", []),
    ("[a](#a)\n## A\n[b](#b)\n## B\n", ["4: link this heading at the top of the page"]),
]
WORDS = [
    ("Whole images.\n`picture` [a](picture) \n```\npicture\n```\n<!-- picture -->\n", []),
    ("One\nPictures, mypictures.\n", ["2: 'Pictures'; use: image"]),
    ("## Words\npictures\n## Others\nOf a picture.\n", ["4: 'picture'; use: image", "4: 'Of a'; use: begin"]),
]
HEADER = """
#define DML_TENSOR_UTILS_OPTION 1
namespace dml_tensor_utils
{
inline namespace DML_TENSOR_UTILS_NAMESPACE
{
namespace detail { struct Hidden {}; }
/// Comment.
enum class Color { Red = 1, ///< not green
    Blue, };
class [[nodiscard]] Box : Base
{
public:
    constexpr Box(int size) noexcept : m_size{size}, m_name("}") {}
    Box(Box&&) = delete;
    template <class T, class = std::enable_if_t<(sizeof(T) > 1)>> T& operator()(T a = {}) const& noexcept { return a; }
    bool operator==(const Box& other) const noexcept;
private:
    int m_size;
};
template <class T> inline constexpr int Bits = 8 * sizeof(T);
template <> inline constexpr int Bits<bool> = 1;
constexpr Box Make(const int (&sizes)[2]) noexcept { if (sizes) { return {1}; } return Box(2); }
}
}
int Outside();
"""
ALL = """`DML_TENSOR_UTILS_OPTION`
<!-- declarations: a.hpp -->
```cpp
enum class Color
{
    Red = 1, // not green
    Blue
};
class Box : Base;
template <class T> constexpr int Bits = 8 * sizeof(T);
constexpr Box Make(const int (&sizes)[2]) noexcept;
```
<!-- declarations: a.hpp, Box -->
```cpp
constexpr Box(int size) noexcept;
template <class T, class = std::enable_if_t<(sizeof(T) > 1)>> T& operator()(T a = {}) const& noexcept;
bool operator==(const Box& other) const noexcept;
```
"""
ADD = "add this declaration to a block below <!-- declarations: a.hpp"
DECLARATIONS = [
    (ALL, []),
    (ALL.replace("Blue", "Green"), ["3: a.hpp does not declare enum class Color{Red=1,Green}", ADD + " -->:\nenum class Color"]),
    (ALL.replace("not green", "green?"), ["3: a.hpp has no comment 'green?'"]),
    (ALL.replace("const& noexcept", "const noexcept"), ["14: a.hpp does not declare Box template", ADD + ", Box -->:\ntemplate"]),
    (ALL.replace("a.hpp, Box", "a.hpp"), 3 * ["14: a.hpp does not declare "] + 3 * [ADD + ", Box -->"]),
    (ALL.replace("a.hpp, Box", "b.hpp, Box"), ["14: there is no header 'b.hpp'"] + 3 * [ADD + ", Box -->"]),
    (ALL.replace("`DML_", "`"), ["explain the macro `DML_TENSOR_UTILS_OPTION` of a.hpp"]),
]
EXAMPLES = [
    ("```cpp\nint a;\n```", []),
    ("```cpp\nstd::cout << 1;\n```\n```text\n1\n```\n", []),
    ("```cpp\nstd::cout << 1;\n```\n## Next\n```text\n1\n```\n", ["2: a text block with what the example prints must follow"]),
    ("## Reasons\n#### Error\n```cpp\nF();\n// sentence\n```\n", []),
    ("## Reasons\n#### Error\n```cpp\nF();\n```\n", ["4: the example of Error does not end with a statement"]),
]

# An example fails with the place of the text that it is compared with.
PLACES = [
    ("```cpp\nstd::cout << 1;\n```\n```text\n1\n```\n", ["5"]),
    ("## Reasons\n#### Error\n```cpp\nF();\n// sentence\n```\n", ["5"]),
    ("## Reasons\n```cpp\nSetup();\n```\n#### Error\n```cpp\nF(\n1);\n// sentence\n```\n", ["9"]),
]


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        project = pathlib.Path(name)
        for path, text in (("echo.py", PROGRAM), ("describe_tensor.py", PROGRAM), ("file", FILE), ("docs/b.md", ""),
                           ("docs/strides/a.svg", "drawing"), ("docs/strides/b.svg", "other")):
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(text, encoding="utf-8")
        patterns = pages.read_patterns("pictures? => image\n^Of a => begin")
        arguments = types.SimpleNamespace(programs=project, suffix=".py", emulator=shlex.quote(sys.executable),
                                          folder=project / "run")
        tests = {
            "run": (RUN, lambda page: pages.run_page(project, page, pages.Runner(arguments))),
            "links": (LINKS, lambda page: pages.wrong_links(project, [page, pages.Page(project, "docs/b.md")])),
            "headings": (HEADINGS, pages.unlinked_headings),
            "words": (WORDS, lambda page: pages.wrong_words(patterns, page.name, page.prose)),
            "declarations": (DECLARATIONS, lambda page: pages.wrong_declarations({"a.hpp": HEADER}, [page])),
            "examples": (EXAMPLES, lambda page: pages.examples(project, project / "result.cpp", page.name)),
            "places": (PLACES, lambda page: pages.examples(project, project / "result.cpp", page.name)
                       or re.findall(r'Check\w+\("([^"]+)"', (project / "result.cpp").read_text(encoding="utf-8"))),
        }
        for test, (cases, check) in tests.items():
            for text, expected in cases:
                (project / "docs/page.md").write_text(text, encoding="utf-8")
                actual = [re.sub("^docs/page.md: ?", "", mistake) for mistake in check(pages.Page(project, "docs/page.md"))]
                if len(actual) != len(expected) or not all(map(str.startswith, actual, expected)):
                    failures += 1
                    print(f"{test} of {text!r} finds {actual}, not {expected}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
