"""explorer.py CHROMIUM PAGE DESCRIBE_TENSOR

Opens the explorer's page from disk in a headless Chromium. What it shows must be what describe_tensor, compiled for
this machine, prints and draws for the same layout.
"""

import base64
import json
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
    # all that describe_tensor can do
    ("type=UINT8&sizes=20,2&pad-rows=5&slice=H:1:19", "UINT8 20,2 --pad-rows 5 --slice H:1:19"),
    ("type=FLOAT32&sizes=4,6&slice=H:1:2&slice=W:0:3:2&bind=48,44,256",
     "FLOAT32 4,6 --slice H:1:2 --slice W:0:3:2 --bind 48,44,256"),
    ("type=FLOAT16&sizes=1,3,224,224&layout=NHWC&row-pitch-multiple=256",
     "FLOAT16 1,3,224,224 --layout NHWC --row-pitch-multiple 256"),
    ("type=FLOAT32&sizes=2,3&row-pitch=20", "FLOAT32 2,3 --row-pitch 20"),
    ("type=FLOAT64&sizes=2,3,4,5&transpose=0,2,3,1&flags=1", "FLOAT64 2,3,4,5 --transpose 0,2,3,1 --flags 1"),
    ("type=INT8&sizes=3,224,224&order=CHW:HWC&broadcast=C", "INT8 3,224,224 --order CHW:HWC --broadcast C"),
    ("type=FLOAT16&sizes=3&total=6", "FLOAT16 3 --total 6"),
    ("type=FLOAT16&sizes=3&alignment=256&total=512&bind=128,512,1024",
     "FLOAT16 3 --total 512 --alignment 256 --bind 128,512,1024"),
    ("type=FLOAT32&sizes=2,3&broadcast=H&pad-rows=&transpose=1,0&slice=W:1:2&role=output",
     "FLOAT32 2,3 --broadcast H --transpose 1,0 --slice W:1:2 --output"),
    # a fragment that says little, and one in another case
    ("sizes", "FLOAT16 2,3"),
    ("&&type=&order&role=Input", "FLOAT16 2,3"),
]

# A Gather: a fragment, and the arguments.
GATHERS = [
    ("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2",
     "FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,1,1,2"),
    ("input=FLOAT16:1,3,3&indices=UINT64:1,1,2&output=FLOAT16:3,1,2:4,4,2&axis=2&index-dimensions=2",
     "FLOAT16:1,3,3 UINT64:1,1,2 FLOAT16:3,1,2:4,4,2 --axis 2 --index-dimensions 2"),
    ("input=FLOAT32:2,3&indices=INT32:2,2&axis=1&index-dimensions=1",
     "FLOAT32:2,3 INT32:2,2 --axis 1 --index-dimensions 1"),
    ("input=UINT4:3,2&indices=INT32:1,4&axis=0&index-dimensions=1",
     "UINT4:3,2 INT32:1,4 --axis 0 --index-dimensions 1"),
    ("input=FLOAT32:65536,65536&indices=INT32:1,4&axis=0&index-dimensions=1",
     "FLOAT32:65536,65536 INT32:1,4 --axis 0 --index-dimensions 1"),
]

# A link in another case, and the same as a describe_tensor's arguments in capitals.
OTHER_CASE = [
    ("TYPE=float16&Sizes=1,3,4,5&LAYOUT=nhwc&Role=OUTPUT&Pad-Rows=4",
     "FLOAT16 1,3,4,5 --layout nhwc --pad-rows 4 --output"),
    ("type=uint8&sizes=2,3&order=wh&broadcast=h&transpose=w,h", "UINT8 2,3 --order wh --broadcast h --transpose w,h"),
]

# What the link has, and what the page says of it.
WRONG_LINKS = [
    ("pad_rows=5", "The link: 'pad_rows' is none of its names. It can have type, sizes, layout,"),
    ("type=FLOAT16&siezs=1,3", "The link: 'siezs' is none of its names."),
    ("%E0%A4%A&&&==&sizes", "The link: "),
    ("role=both", "The link: role both is unknown; use input or output."),
    ("sizes=2,3&sizes=4,5", "The link: 'sizes' is given twice."),
    ("type=FLOAT16&axis=0", "The link: 'type' is none of its names. It can have input, indices, output, axis,"),
    ("%3Cimg%20src=x%20onerror=alert(1)%3E", "The link: '<img src' is none of its names."),
]

# What is no layout, with the field that is marked.
WRONG = [
    ("type=FLOAT17&sizes=1,3", "FLOAT17 1,3", "type"),
    ("type=%3Cimg%20src=x%20onerror=alert(1)%3E", "<imgsrc=xonerror=alert(1)> 2,3", "type"),
    ("layout=CHWN&sizes=1,3,4,5", "FLOAT16 1,3,4,5 --layout CHWN", "layout"),
    ("layout=NHWC&order=WH", "FLOAT16 2,3 --layout NHWC --order WH", "order"),
    ("broadcast=7", "FLOAT16 2,3 --broadcast 7", "broadcast"),
    ("broadcast=Q", "FLOAT16 2,3 --broadcast Q", "broadcast"),
    ("broadcast=%3Cscript%3E", "FLOAT16 2,3 --broadcast <script>", "broadcast"),
    ("sizes=2,3&row-pitch=5", "FLOAT16 2,3 --row-pitch 5", "pad"),
    ("sizes=2,3&transpose=0,0", "FLOAT16 2,3 --transpose 0,0", "transpose"),
    ("sizes=2,3&slice=H:0", "FLOAT16 2,3 --slice H:0", "slice"),
    ("sizes=2,3&bind=0,24", "FLOAT16 2,3 --bind 0,24", "bind"),
    ("input=FLOAT:3,2", "gather FLOAT:3,2 INT32:1,4 --axis 0 --index-dimensions 1", "input"),
    ("indices=INT32:1,4&values=1,2", "gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 1,2",
     "values"),
    ("sizes=2,0,3", "FLOAT16 2,0,3", "sizes"),
    ("sizes=2,x", "FLOAT16 2,x", "sizes"),
    ("sizes=%3Cimg%20src=x%20onerror=alert(1)%3E", "FLOAT16 <imgsrc=xonerror=alert(1)>", "sizes"),
    ("sizes=2,", "FLOAT16 2,", "sizes"),
    ("sizes=1,1,1,1,1,1,1,1,1", "FLOAT16 1,1,1,1,1,1,1,1,1", "sizes"),
    ("sizes=4294967296", "FLOAT16 4294967296", "sizes"),
    ("sizes=65536,65536,65536", "FLOAT16 65536,65536,65536", "sizes"),
    ("sizes=2,3&strides=5", "FLOAT16 2,3 --strides 5", "strides"),
    ("sizes=2,3&order=HH", "FLOAT16 2,3 --order HH", "order"),
    ("sizes=2,3&pad-rows=0", "FLOAT16 2,3 --pad-rows 0", "pad"),
    ("sizes=5&pad-rows=8", "FLOAT16 5 --pad-rows 8", "pad"),
    ("sizes=2,3&broadcast=H&pad-rows=8", "FLOAT16 2,3 --broadcast H --pad-rows 8", "pad"),
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
        usable: !byId("rest").hidden && !byId("rest").inert && !byId("drawn").hidden && !byId("drawn").inert,
        note: byId("note").textContent,
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
    const name = focused.localName === "summary" ? focused.textContent
        : focused.type !== "radio" && focused.id || (focused.name ? focused.name + "=" + focused.value
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

    def follow(self, fragment):
        """As a link to a fragment does in a page that is open, which takes a quarter of the time that opening takes."""
        self.fragment = fragment
        url = json.dumps(self.page + "#" + fragment)
        self.browser.evaluate(f"""new Promise((done) =>
        {{
            addEventListener("hashchange", () => setTimeout(done), {{once: true}});
            if (location.href === {url}) {{ done(); }}
            location.href = {url};
        }})""")

    def expect_layout(self, arguments):
        """The page shows what describe_tensor prints, and draws."""
        code, printed, errors = self.native(*arguments.split())
        expect(f"describe_tensor {arguments}", (code in (0, 1), errors), (True, ""))
        isDrawn = self.native(*arguments.split(), "--svg", str(self.picture))[0] == code
        axes, numbers = [part.split("\n") for part in printed.split("\n\n")[:2]]
        verdict, _, cpp = printed.partition("\nVerdict\n")[2].partition("\n\nC++\n")
        verdict = verdict.replace("\n\n", "\n")
        shown = self.browser.evaluate(SHOWN)
        expect("usable", (shown["usable"], shown["marked"], shown["problems"]), (True, [], []))
        expect("command", shown["command"], "describe_tensor " + arguments)
        expect("text", shown["text"], printed)
        # A value ends where its axis' name does, and may be blank.
        names = list(re.finditer(r"\w+", axes[0]))
        ends = [9 if names[0][0] == "tensor" else 17] + [name.end() for name in names[1:]]
        expect("axes", shown["axes"],
               [[line[begin:end].strip() for begin, end in zip([0] + ends, ends)] for line in axes])
        expect("numbers", shown["numbers"], [part.strip() for line in numbers for part in (line[:18], line[18:])])
        expect("verdict", shown["verdict"], "\n".join(line.strip() for line in verdict.split("\n")))
        expect("C++", shown["code"], "\n".join(line[2:] for line in cpp.rstrip().split("\n")))
        expect("note", shown["note"], "")
        if not isDrawn:
            expect("picture", shown["picture"], None)
            return shown
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
        value = shown["verdict"].removeprefix("No layout: ").removesuffix(": " + problem)
        expect("the field and its value in the verdict", value.split(" ", 1)[-1] in arguments.replace(" --slice", ""),
               True)
        expect("describe_tensor's sentence", errors.rstrip().endswith(": " + problem), True)
        expect("elements from elsewhere", shown["foreign"], 0)
        expect("pixels beyond the window", max(0, shown["overflow"]), 0)

    def expect_note(self, note, arguments):
        """While something is being typed the last picture stays, with a quiet note."""
        shown = self.browser.evaluate(SHOWN)
        expect("usable, nothing marked", (shown["usable"], shown["marked"], shown["problems"]), (True, [], []))
        expect("note", shown["note"], "Still the last picture: " + note)
        expect("command", shown["command"], "describe_tensor " + arguments)

    def paste(self):
        self.browser.evaluate("""document.body.append(Object.assign(document.createElement("textarea"),
            {id: "pasted"}))""")
        self.browser.evaluate("document.getElementById('pasted').focus()")
        self.browser.press("v", modifiers=2, commands=["paste"])
        return self.browser.evaluate("document.getElementById('pasted').value")

    def tab(self, wanted):
        self.browser.press("Tab")
        expect("focus, and whether it is visible", self.browser.evaluate(FOCUS), [wanted, True])


def set_width(browser, width):
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)


def check_size(page):
    wasm = base64.b64decode(re.search(r'id="wasm">([^<]*)<', pathlib.Path(page).read_text(encoding="utf-8"))[1])
    expect("the first bytes of the WebAssembly", wasm[:4], b"\0asm")
    print(f"{len(wasm)} bytes of WebAssembly")
    expect("the WebAssembly is below 110 KB", len(wasm) < 110000, True)


def check_layouts(explorer):
    explorer.open(WRONG[0][0])
    explorer.expect_problem(*WRONG[0][1:])
    explorer.open(LAYOUTS[0][0])
    for fragment, arguments in LAYOUTS:
        for width in (1200, 400):
            set_width(explorer.browser, width)
            if width == 1200:
                explorer.follow(fragment)
            explorer.expect_layout(arguments)
    set_width(explorer.browser, 1200)
    for fragment, arguments in GATHERS:
        explorer.follow(fragment)
        explorer.expect_layout("gather " + arguments)
    for fragment, arguments in OTHER_CASE:
        explorer.follow(fragment)
        code, printed, _ = explorer.native(*arguments.split())
        expect(f"describe_tensor {arguments}", code in (0, 1), True)
        expect("text", explorer.browser.evaluate(SHOWN)["text"], printed)
    for fragment, arguments, field in WRONG:
        explorer.follow(fragment)
        explorer.expect_problem(arguments, field)
    for fragment, said in WRONG_LINKS:
        explorer.follow(fragment)
        shown = explorer.browser.evaluate(SHOWN)
        expect("what is said of the link", (shown["usable"], shown["verdict"][:len(said)]), (False, said))
        expect("elements from elsewhere", shown["foreign"], 0)
    print(f"{len(LAYOUTS)} layouts, {len(GATHERS)} Gathers, {len(WRONG) + len(WRONG_LINKS)} wrong inputs")


def check_legible(explorer):
    """At 400 pixels: no text of the page is small, and what does not fit can be scrolled by itself."""
    set_width(explorer.browser, 400)
    explorer.open("type=FLOAT16&sizes=1,3,1080,1920&layout=NHWC&pad-rows=64")
    explorer.browser.evaluate("document.querySelector('#rest details').open = true")
    explorer.browser.wait_for("document.getElementById('text').hasAttribute('data-more')")
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
    expect("wide elements that scroll, and can be focused", scrolls, [True, True, True])
    hints = explorer.browser.evaluate("""[...document.querySelectorAll(".scrolls")].map((node) =>
        [node.scrollWidth > node.clientWidth, node.nextElementSibling.checkVisibility()])""")
    expect("what goes on to the right says so", [wide == said for wide, said in hints], [True, True, True])
    expect("the picture goes on to the right", hints[0], [True, True])
    order = explorer.browser.evaluate("""["first", "verdict", "picture", "second", "axes", "code"].map((id) =>
        document.getElementById(id).getBoundingClientRect().top)""")
    expect("the picture before the second half of the fields", order, sorted(order))
    broken = explorer.browser.evaluate("""(() =>
    {
        const code = document.getElementById("code");
        const bad = [];
        for (const token of code.childNodes)
        {
            if (token.nodeType !== Node.TEXT_NODE) { continue; }
            for (const word of token.data.matchAll(/\\S+/g))
            {
                const range = document.createRange();
                range.setStart(token, word.index);
                range.setEnd(token, word.index + word[0].length);
                if (range.getClientRects().length !== 1) { bad.push(word[0]); }
            }
        }
        return [bad, code.scrollWidth > code.clientWidth, code.getClientRects()[0].height > 100];
    })()""")
    expect("tokens broken, code beyond its place, several lines", broken, [[], False, True])


def check_light(explorer):
    """A cell below the pointer, or that the arrow keys have come to, and what belongs to it elsewhere."""
    lit = """(() =>
    {
        const cells = [...document.getElementById("picture").shadowRoot.querySelectorAll("[data-at]")];
        return [cells.map((cell, index) => cell.classList.contains("lit") ? index : -1).filter((index) => index >= 0),
            document.getElementById("cell").textContent];
    })()"""
    browser = explorer.browser

    def point_at(index):
        x, y = browser.evaluate(f"""(() =>
        {{
            const cells = document.getElementById("picture").shadowRoot.querySelectorAll("[data-at]");
            cells[{index}].scrollIntoView();
            const box = cells[{index}].getBoundingClientRect();
            return [box.x + 3, box.y + 3];
        }})()""")
        browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return browser.evaluate(lit)

    set_width(browser, 1200)
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    expect("the element at {1, 0} and its place", point_at(3), [[3, 11], "H 1, W 0: offset 5, byte 10"])
    expect("the same from memory", point_at(11), [[3, 11], "H 1, W 0: offset 5, byte 10"])
    expect("padding", point_at(9), [[9], "offset 3, byte 6: padding"])
    explorer.open("type=UINT4&sizes=2,3&broadcast=H")
    expect("two elements in one place", point_at(7),
           [[1, 4, 7], "H 0, W 1: offset 1, byte 0, high half; so many elements are shown there: 2"])
    explorer.open("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2")
    # 6 of the input, 4 indices, 8 of the output
    expect("an input element and where it goes", point_at(2), [[2, 12, 14], "H 1, W 0: offset 2, byte 8"])
    expect("an index and what it picks", point_at(8)[0], [8, 14, 15])
    expect("an element of the output", point_at(14),
           [[2, 8, 12, 14], "H 2, W 0: offset 4, byte 16, from the input's offset 2, byte 8, by the index at offset 2"])
    browser.evaluate("document.getElementById('picture').focus()")
    for key, cell in (("ArrowRight", 0), ("ArrowRight", 1), ("End", 17), ("ArrowRight", 17), ("Home", 0)):
        browser.press(key)
        expect(f"{key} comes to cell {cell}", cell in browser.evaluate(lit)[0], True)
    browser.press("Tab")
    expect("nothing is lit without the focus", browser.evaluate(lit), [[], ""])


def check_buttons(explorer, folder):
    browser = explorer.browser
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.evaluate("document.getElementById('save').click()")
    saved = folder / "tensor.svg"
    for _ in range(200):
        if saved.exists() and saved.stat().st_size > 0:
            break
        browser.evaluate("new Promise((done) => setTimeout(done, 20))")
    explorer.native("FLOAT16", "2,3", "--pad-rows", "5", "--svg", str(explorer.picture))
    expect("the picture saved", saved.read_bytes(), explorer.picture.read_bytes())
    browser.evaluate("document.getElementById('copy-link').focus()")
    browser.press("Enter")
    browser.wait_for("document.getElementById('link-copied').textContent")
    expect("the link copied", explorer.paste(), explorer.page + "#type=FLOAT16&sizes=2,3&pad-rows=5")


def check_examples(explorer):
    """Small ones are shown whole, and the large one shows its padding."""
    links = explorer.browser.evaluate(
        "[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))")
    for link in links:
        explorer.follow(link[1:])
        shown = explorer.browser.evaluate(SHOWN)
        expect("usable", shown["usable"], True)
        if "1080" in link:
            expect("padding", "x padding" in shown["text"] and any(
                node[1].get("class") == "padding" for node in shown["picture"]), True)
        else:
            expect("shown whole", re.search(r"more|\.\.\.|element without", shown["text"]), None)


def check_dark(explorer):
    explorer.browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    paper = explorer.browser.evaluate("""getComputedStyle(document.getElementById("picture").shadowRoot
        .querySelector(".paper")).fill""")
    expect("the picture has the card's colour", paper, "none")
    explorer.browser.send("Emulation.setEmulatedMedia", features=[])


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
    links = browser.evaluate("[...document.querySelectorAll('ul.tensor a')].map((link) => link.textContent)")
    for name in ["tab-tensor", "tab-gather", "type", "sizes", "arrangement=", "order", "strides", "H", "W", "padding",
                 "pad", "role=", "Views, descriptor, binding", *links, "copy-link", "save", "picture", "table", "copy",
                 "As text"]:
        explorer.tab(name)

    explorer.open("type=FLOAT16&sizes=2,3")
    for name in ["tab-tensor", "tab-gather", "type"]:
        explorer.tab(name)
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 2,3")
    explorer.tab("sizes")
    browser.type("4,")
    explorer.expect_note("more is to be typed.", "UINT32 4")
    browser.type("0")
    explorer.expect_note("Sizes[1] is 0; every size must be at least 1", "UINT32 4")
    explorer.tab("arrangement=")
    explorer.expect_problem("UINT32 4,0", "sizes")
    browser.press("Tab", modifiers=8)
    browser.type("4,5")
    shown = explorer.expect_layout("UINT32 4,5")
    expect("fragment", shown["hash"], "#type=UINT32&sizes=4,5")
    explorer.tab("arrangement=")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 4,5 --layout NHWC")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 4,5 --order HW")
    explorer.tab("order")
    browser.type("W")
    explorer.expect_note("not an order of the axes HW; use each of its letters once", "UINT32 4,5 --order HW")
    browser.type("H")
    explorer.expect_layout("UINT32 4,5 --order WH")
    explorer.tab("strides")
    browser.type("9,1")
    explorer.expect_layout("UINT32 4,5 --strides 9,1")
    explorer.tab("H")
    explorer.tab("W")
    browser.press(" ")
    explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W")
    explorer.tab("padding")
    explorer.tab("pad")
    browser.type("4")
    explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4")
    explorer.tab("role=")
    browser.press("ArrowDown")
    explorer.expect_layout("UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4 --output")
    explorer.tab("Views, descriptor, binding")
    browser.press("Enter")
    for name, text in (("transpose", "W,H"), ("slice", "H:1:2 W:0:3"), ("total", "512"), ("alignment", "32"),
                       ("flags", "0"), ("bind", "0,512,512")):
        explorer.tab(name)
        browser.type(text)
    everything = ("UINT32 4,5 --strides 9,1 --broadcast W --pad-rows 4 --transpose W,H --slice H:1:2 --slice W:0:3 "
                  "--total 512 --alignment 32 --flags 0 --output --bind 0,512,512")
    fields = everything.replace(" --output", "") + " --output"
    shown = explorer.expect_layout(fields)
    explorer.open(shown["hash"][1:])
    expect("fragment", explorer.expect_layout(fields)["hash"], shown["hash"])

    # Axes that are gone while other sizes are typed come back with them.
    explorer.open("type=UINT8&sizes=2,3,4&broadcast=D")
    browser.evaluate("document.getElementById('sizes').select(); document.getElementById('sizes').focus()")
    browser.type("5,6")
    explorer.expect_layout("UINT8 5,6")
    browser.type(",7")
    explorer.expect_layout("UINT8 5,6,7 --broadcast D")

    browser.evaluate("document.getElementById('tab-gather').focus()")
    browser.press("Enter")
    explorer.expect_layout("gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1")
    for name in ("input", "indices", "axis", "index-dimensions", "values"):
        explorer.tab(name)
    browser.type("0,1,1,")
    explorer.expect_note("more is to be typed.",
                         "gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1")
    browser.type("2")
    shown = explorer.expect_layout("gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,1,1,2")
    expect("fragment", shown["hash"], "#" + GATHERS[0][0])

    explorer.open("type=FLOAT16&sizes=2,3")
    browser.evaluate("document.querySelector('#more summary').focus()")
    explorer.tab(links[0])
    browser.press("Enter")
    browser.wait_for("document.getElementById('pad').value === '5'")
    shown = explorer.expect_layout("FLOAT16 2,3 --pad-rows 5")
    for name in [*links[1:], "copy-link", "save", "picture", "table", "copy"]:
        explorer.tab(name)
    browser.press("Enter")
    browser.wait_for("document.getElementById('copied').textContent")
    expect("what the page says of the copy", browser.evaluate("document.getElementById('copied').textContent"),
           "Copied")
    expect("what was copied", explorer.paste(), shown["code"])


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
            for check in (check_layouts, check_legible, check_light, check_examples, check_dark, check_fragments,
                          check_keyboard):
                check(explorer)
            check_buttons(explorer, pathlib.Path(folder))
            check_console(browser)
        except (Failure, TimeoutError) as failure:
            sys.exit(f"after opening #{explorer.fragment}: {failure}\ncomplaints: {browser.complaints}")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
