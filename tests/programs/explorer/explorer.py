"""explorer.py CHROMIUM PAGE DESCRIBE_TENSOR

Opens the explorer's page from disk in a headless Chromium. What it shows must be what describe_tensor, compiled for
this machine, prints and draws for the same layout.
"""

import base64
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from browser import Browser

# A fragment, and the same layout as arguments of describe_tensor.
LAYOUTS = [
    ("", "FLOAT16 2,3"),
    ("type=FLOAT32&sizes=2,3&order=WH", "FLOAT32 2,3 --order WH"),
    ("type=FLOAT16&sizes=2,3&pad-rows=5", "FLOAT16 2,3 --pad-rows 5"),
    ("type=FLOAT32&sizes=2,3&broadcast=H", "FLOAT32 2,3 --broadcast H"),
    ("type=UINT8&sizes=2,2,3", "UINT8 2,2,3"),
    ("type=INT16&sizes=1,1,3,5&layout=NHWC", "INT16 1,1,3,5 --layout NHWC"),
    ("type=FLOAT16&sizes=1,3,1080,1920&layout=NHWC&pad-rows=64",
     "FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64"),
    ("type=INT8&sizes=2,3,4&order=WHD&role=output", "INT8 2,3,4 --order WHD --output"),
    ("type=INT32&sizes=2,3,4,5&layout=NHWC&broadcast=C,W", "INT32 2,3,4,5 --layout NHWC --broadcast C,W"),
    ("type=FLOAT32&sizes=1,3&broadcast=H", "FLOAT32 1,3 --broadcast H"),
    ("type=UINT32&sizes=2,3,4&strides=12,1,3&broadcast=D", "UINT32 2,3,4 --strides 12,1,3 --broadcast D"),
    ("type=UINT4&sizes=3,3", "UINT4 3,3"),
    ("type=INT4&sizes=9", "INT4 9"),
    ("type=INT4&sizes=2,3&strides=3,8", "INT4 2,3 --strides 3,8"),
    ("type=UINT16&sizes=7,3&layout=NHWC", "UINT16 7,3 --layout NHWC"),
    ("type=FLOAT16&sizes=2,3,4,5,6&layout=NHWC", "FLOAT16 2,3,4,5,6 --layout NHWC"),
    ("type=UINT64&sizes=2,1,3,1,2,1,2&order=GFEDCBA", "UINT64 2,1,3,1,2,1,2 --order GFEDCBA"),
    ("type=UINT8&sizes=2,1,2,1,2,1,2,3&broadcast=A,H", "UINT8 2,1,2,1,2,1,2,3 --broadcast A,H"),
    ("type=INT64&sizes=8,8&strides=1,1", "INT64 8,8 --strides 1,1"),
    ("type=FLOAT64&sizes=4294967295&strides=4294967295", "FLOAT64 4294967295 --strides 4294967295"),
    # hazards and refusals
    ("type=FLOAT32&sizes=2,3,4&strides=22,3,1&role=output", "FLOAT32 2,3,4 --strides 22,3,1 --output"),
    ("type=FLOAT32&sizes=2,3&broadcast=H&role=output", "FLOAT32 2,3 --broadcast H --output"),
    ("type=FLOAT32&sizes=65536,65536", "FLOAT32 65536,65536"),
    ("type=UINT8&sizes=4294967293", "UINT8 4294967293"),
    ("type=FLOAT64&sizes=1073741825&strides=2147483648", "FLOAT64 1073741825 --strides 2147483648"),
    # what a fragment does not say, or says wrongly, is as in an empty one
    ("%E0%A4%A&&&==&sizes", "FLOAT16 2,3"),
    ("type=FLOAT17&order&layout=CHWN&role=both&broadcast=7,%00&pad-rows=", "FLOAT16 2,3"),
    ("type=%3Cimg%20src=x%20onerror=alert(1)%3E&broadcast=%3Cscript%3E", "FLOAT16 2,3"),
]

# What is no layout, with the field that is marked.
WRONG = [
    ("sizes=2,0,3", "FLOAT16 2,0,3", "sizes"),
    ("sizes=2,x", "FLOAT16 2,x", "sizes"),
    ("sizes=%3Cimg%20src=x%20onerror=alert(1)%3E", "FLOAT16 <imgsrc=xonerror=alert(1)>", "sizes"),
    ("sizes=2,", "FLOAT16 2,", "sizes"),
    ("sizes=1,1,1,1,1,1,1,1,1", "FLOAT16 1,1,1,1,1,1,1,1,1", "sizes"),
    ("sizes=4294967296", "FLOAT16 4294967296", "sizes"),
    ("sizes=65536,65536,65536", "FLOAT16 65536,65536,65536", "sizes"),
    ("sizes=2,3&strides=5", "FLOAT16 2,3 --strides 5", "strides"),
    ("sizes=2,3&order=HH", "FLOAT16 2,3 --order HH", "order"),
    ("sizes=2,3&pad-rows=0", "FLOAT16 2,3 --pad-rows 0", "pad-rows"),
    ("sizes=5&pad-rows=8", "FLOAT16 5 --pad-rows 8", "pad-rows"),
    ("sizes=2,3&broadcast=H&pad-rows=8", "FLOAT16 2,3 --broadcast H --pad-rows 8", "pad-rows"),
]

# The page has asked the library for the first time.
READY = "document.getElementById('verdict')?.textContent"

SHOWN = """(() =>
{
    const byId = (id) => document.getElementById(id);
    const texts = (nodes) => [...nodes].map((node) => node.textContent);
    const svg = byId("picture").shadowRoot?.querySelector("svg");
    const ownText = (node) => [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
        .map((child) => child.data).join("").trim();
    return {
        hash: location.hash,
        usable: !byId("shown").hidden && !byId("shown").inert,
        verdict: byId("verdict").textContent,
        axes: [...byId("axes").rows].map((row) => texts(row.cells)),
        numbers: texts(byId("numbers").children),
        code: byId("code").textContent,
        text: byId("text").textContent,
        command: byId("command").textContent,
        picture: svg ? [svg, ...svg.querySelectorAll("*")].map((node) => [node.localName,
            Object.fromEntries([...node.attributes].filter(({name}) => name !== "xmlns")
                .map(({name, value}) => [name, value])), ownText(node)]) : null,
        marked: [...document.querySelectorAll("[aria-invalid=true]")].map((field) => field.id),
        problems: texts(document.querySelectorAll(".problem")).filter((text) => text !== ""),
        foreign: document.querySelectorAll("img, body script[src], iframe").length,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
})()"""

FOCUS = """(() =>
{
    const focused = document.activeElement;
    const style = getComputedStyle(focused);
    const name = focused.id || (focused.name ? focused.name + "=" + focused.value
        : focused.type === "checkbox" ? focused.value : focused.textContent);
    return [name, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
})()"""


class Failure(Exception):
    pass


def expect(what, found, wanted):
    if found != wanted:
        raise Failure(f"{what}: found {found!r}, expected {wanted!r}")


class Explorer:
    def __init__(self, browser, page, program, folder):
        self.browser = browser
        self.page = pathlib.Path(page).resolve().as_uri()
        self.program = program
        self.picture = folder / "picture.svg"
        self.fragment = ""

    def native(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def open(self, fragment):
        self.fragment = fragment
        self.browser.load("about:blank")
        self.browser.load(self.page + "#" + fragment)
        self.browser.wait_for(READY)

    def expect_layout(self, arguments):
        """The page shows what describe_tensor prints, and draws."""
        code, printed, errors = self.native(*arguments.split(), "--svg", str(self.picture))
        expect(f"describe_tensor {arguments}", (code in (0, 1), errors), (True, ""))
        printed = self.native(*arguments.split())[1]
        axes, numbers = [part.split("\n") for part in printed.split("\n\n")[:2]]
        verdict, _, cpp = printed.partition("\nVerdict\n")[2].partition("\n\nC++\n")
        shown = self.browser.evaluate(SHOWN)
        expect("usable", (shown["usable"], shown["marked"], shown["problems"]), (True, [], []))
        expect("command", shown["command"], "describe_tensor " + arguments)
        expect("text", shown["text"], printed)
        # A value ends where its axis' name does, and may be blank.
        ends = [17] + [name.end() for name in re.finditer(r"\w", axes[0][17:])]
        ends[1:] = [17 + end for end in ends[1:]]
        expect("axes", shown["axes"],
               [[line[begin:end].strip() for begin, end in zip([0] + ends, ends)] for line in axes])
        expect("numbers", shown["numbers"], [part.strip() for line in numbers for part in (line[:18], line[18:])])
        expect("verdict", shown["verdict"], "\n".join(line.strip() for line in verdict.split("\n")))
        expect("C++", shown["code"], "\n".join(line[2:] for line in cpp.rstrip().split("\n")))
        drawn = xml.etree.ElementTree.parse(self.picture).getroot()
        expect("picture", shown["picture"],
               [[re.sub("{.*}", "", node.tag), dict(node.attrib),
                 ((node.text or "") + "".join(child.tail or "" for child in node)).strip()] for node in drawn.iter()])
        expect("elements from elsewhere", shown["foreign"], 0)
        expect("pixels beyond the window", max(0, shown["overflow"]), 0)
        return shown

    def expect_problem(self, arguments, field):
        code, _, errors = self.native(*arguments.split())
        expect(f"describe_tensor {arguments}", code, 2)
        shown = self.browser.evaluate(SHOWN)
        expect("usable", (shown["usable"], shown["marked"], len(shown["problems"])), (False, [field], 1))
        problem = shown["problems"][0]
        expect("verdict", shown["verdict"], "No layout: " + problem)
        expect("describe_tensor's sentence", errors.rstrip().endswith(": " + problem), True)
        expect("elements from elsewhere", shown["foreign"], 0)
        expect("pixels beyond the window", max(0, shown["overflow"]), 0)

    def tab(self, wanted):
        self.browser.press("Tab")
        expect("focus, and whether it is visible", self.browser.evaluate(FOCUS), [wanted, True])


def set_width(browser, width):
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)


def check_size(page):
    wasm = base64.b64decode(re.search(r'id="wasm">([^<]*)<', pathlib.Path(page).read_text(encoding="utf-8"))[1])
    expect("the first bytes of the WebAssembly", wasm[:4], b"\0asm")
    print(f"{len(wasm)} bytes of WebAssembly")
    expect("the WebAssembly is below 100 KB", len(wasm) < 100000, True)


def check_layouts(explorer):
    for fragment, arguments in LAYOUTS:
        for width in (1200, 400):
            set_width(explorer.browser, width)
            if width == 1200:
                explorer.open(fragment)
            explorer.expect_layout(arguments)
    for fragment, arguments, field in WRONG:
        explorer.open(fragment)
        explorer.expect_problem(arguments, field)
    print(f"{len(LAYOUTS)} layouts, {len(WRONG)} wrong inputs")


def check_legible(explorer):
    """At 400 pixels: no text of the page is small, and what does not fit can be scrolled by itself."""
    set_width(explorer.browser, 400)
    explorer.open("type=FLOAT16&sizes=1,3,1080,1920&layout=NHWC&pad-rows=64")
    explorer.browser.evaluate("document.querySelector('details').open = true")
    smallest = explorer.browser.evaluate("""Math.min(...[...document.querySelectorAll("main *")]
        .filter((node) => node.checkVisibility() && node.textContent.trim() !== "")
        .map((node) => parseFloat(getComputedStyle(node).fontSize)))""")
    expect("the smallest letters have 14 pixels", smallest >= 14, True)
    outside = explorer.browser.evaluate("""[...document.querySelectorAll("body *")]
        .filter((node) => node.checkVisibility() && !node.closest(".scrolls > *") && node.scrollWidth > 0
            && node.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((node) => node.outerHTML.slice(0, 80))""")
    expect("elements beyond the window", outside, [])
    scrolls = explorer.browser.evaluate("""[...document.querySelectorAll(".scrolls")]
        .map((node) => getComputedStyle(node).overflowX === "auto" && node.tabIndex === 0)""")
    expect("wide elements that scroll, and can be focused", scrolls, [True, True])


def check_fragments(explorer):
    """A changed fragment changes the page, and what the page makes of it lives through a reload."""
    explorer.open("type=FLOAT32&sizes=2,3&pad-rows=5")
    explorer.expect_layout("FLOAT32 2,3 --pad-rows 5")
    explorer.browser.evaluate("""new Promise((done) =>
    {
        addEventListener("hashchange", () => setTimeout(done), {once: true});
        location.hash = "#type=INT8&sizes=3,4,5&strides=40,10,2&broadcast=D&role=output";
    })""")
    shown = explorer.expect_layout("INT8 3,4,5 --strides 40,10,2 --broadcast D --output")
    loads = explorer.browser.loads
    explorer.browser.send("Page.reload")
    explorer.browser.wait_for_load(loads)
    explorer.browser.wait_for(READY)
    expect("fragment after the reload", explorer.expect_layout(
        "INT8 3,4,5 --strides 40,10,2 --broadcast D --output")["hash"], shown["hash"])


def check_keyboard(explorer):
    browser = explorer.browser
    set_width(browser, 1200)
    explorer.open("type=FLOAT16&sizes=2,3")
    links = browser.evaluate("[...document.querySelectorAll('nav a')].map((link) => link.textContent)")
    for name in ["type", "sizes", "arrangement=", "order", "strides", "H", "W", "pad-rows", "role=", *links, "picture",
                 "copy", "As text"]:
        explorer.tab(name)

    explorer.open("type=FLOAT16&sizes=2,3")
    explorer.tab("type")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 2,3")
    explorer.tab("sizes")
    browser.type("4,")
    explorer.expect_problem("UINT32 4,", "sizes")
    browser.type("5")
    shown = explorer.expect_layout("UINT32 4,5")
    expect("fragment", shown["hash"], "#type=UINT32&sizes=4,5")
    explorer.tab("arrangement=")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 4,5 --layout NHWC")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 4,5 --order HW")
    explorer.tab("order")
    browser.type("WH")
    explorer.expect_layout("UINT32 4,5 --order WH")
    explorer.tab("strides")
    browser.type("9,1")
    explorer.expect_layout("UINT32 4,5 --strides 9,1")
    explorer.tab("H")
    explorer.tab("W")
    browser.press(" ")
    explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W")
    explorer.tab("pad-rows")
    browser.type("4")
    explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4")
    explorer.tab("role=")
    browser.press("ArrowDown")
    shown = explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4 --output")
    explorer.open(shown["hash"][1:])
    expect("fragment", explorer.expect_layout(
        "UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4 --output")["hash"], shown["hash"])

    browser.evaluate("document.querySelector('[value=output]').focus()")
    explorer.tab(links[0])
    browser.press("Enter")
    browser.wait_for("document.getElementById('pad-rows').value === '5'")
    shown = explorer.expect_layout("FLOAT16 2,3 --pad-rows 5")
    for name in [*links[1:], "picture", "copy"]:
        explorer.tab(name)
    browser.press("Enter")
    browser.wait_for("document.getElementById('copied').textContent")
    expect("what the page says of the copy", browser.evaluate("document.getElementById('copied').textContent"),
           "Copied")
    browser.evaluate("""document.body.append(Object.assign(document.createElement("textarea"), {id: "pasted"}))""")
    browser.evaluate("document.getElementById('pasted').focus()")
    browser.press("v", modifiers=2, commands=["paste"])
    expect("what was copied", browser.evaluate("document.getElementById('pasted').value"), shown["code"])


def check_console(browser):
    expect("complaints of the console", browser.complaints, [])
    browser.evaluate("console.error('one'); setTimeout(() => { throw new Error('two'); });")
    browser.evaluate("new Promise((done) => setTimeout(done, 10))")
    expect("complaints that are noticed", len(browser.complaints), 2)


def main():
    program, page, describe_tensor = sys.argv[1:]
    check_size(page)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            explorer = Explorer(browser, page, describe_tensor, pathlib.Path(folder))
            for check in (check_layouts, check_legible, check_fragments, check_keyboard):
                check(explorer)
            check_console(browser)
        except (Failure, TimeoutError) as failure:
            sys.exit(f"after opening #{explorer.fragment}: {failure}\ncomplaints: {browser.complaints}")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
