"""explorer.py CHROMIUM PAGE DESCRIBE_TENSOR

Opens the explorer's page from disk in a headless Chromium. The page must show what describe_tensor prints and draws for
the same layout.
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

# The fragment of a link, and the same layout as arguments of describe_tensor.
LAYOUTS = [
    ("", "FLOAT16 2,3 --pad-rows 5"),
    ("&&type=&order&role=Input", "FLOAT16 2,3"),
    ("type=FLOAT16&sizes=1,3,1080,1920&layout=NHWC&pad-rows=64",
     "FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64"),
    ("type=INT8&sizes=2,3,4&order=WHD&role=output", "INT8 2,3,4 --order WHD --output"),
    ("type=UINT32&sizes=2,3,4&strides=12,1,3&broadcast=D", "UINT32 2,3,4 --strides 12,1,3 --broadcast D"),
    ("type=INT4&sizes=2,3&strides=3,8", "INT4 2,3 --strides 3,8"),
    ("type=UINT64&sizes=2,1,3,1,2,1,2&order=GFEDCBA", "UINT64 2,1,3,1,2,1,2 --order GFEDCBA"),
    ("type=FLOAT64&sizes=4294967295&strides=4294967295", "FLOAT64 4294967295 --strides 4294967295"),
    # a hazard, and rejections
    ("type=FLOAT32&sizes=2,3,4&strides=22,3,1&role=output", "FLOAT32 2,3,4 --strides 22,3,1 --output"),
    ("type=FLOAT32&sizes=65536,65536", "FLOAT32 65536,65536"),
    ("type=FLOAT16&sizes=3&total=6", "FLOAT16 3 --total 6"),
    # each field of the page
    ("type=FLOAT32&sizes=4,6&slice=H:1:2&slice=W:0:3:2&bind=48,44,256",
     "FLOAT32 4,6 --slice H:1:2 --slice W:0:3:2 --bind 48,44,256"),
    ("type=FLOAT32&sizes=2,3&row-pitch=20", "FLOAT32 2,3 --row-pitch 20"),
    ("type=FLOAT16&sizes=2,3&row-pitch-multiple=256", "FLOAT16 2,3 --row-pitch-multiple 256"),
    ("type=FLOAT64&sizes=2,3,4,5&transpose=0,2,3,1&flags=1", "FLOAT64 2,3,4,5 --transpose 0,2,3,1 --flags 1"),
    ("type=FLOAT16&sizes=3&alignment=256&total=512", "FLOAT16 3 --total 512 --alignment 256"),
    ("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2",
     "gather FLOAT32:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,1,1,2"),
    ("input=FLOAT16:1,3,3&indices=UINT64:1,1,2&output=FLOAT16:3,1,2:4,4,2&axis=2&index-dimensions=2",
     "gather FLOAT16:1,3,3 UINT64:1,1,2 FLOAT16:3,1,2:4,4,2 --axis 2 --index-dimensions 2"),
    ("input=UINT4:3,2&indices=INT32:1,4&axis=0&index-dimensions=1",
     "gather UINT4:3,2 INT32:1,4 --axis 0 --index-dimensions 1"),
]

# The fragment of a link, and what the page says about it.
WRONG_LINKS = [
    ("pad_rows=5", "The link: 'pad_rows' is not one of its names. It can have type, sizes, layout,"),
    ("%E0%A4%A&&&==&sizes", "The link: "),
    ("sizes=2,3&sizes=4,5", "The link: 'sizes' is given twice."),
    ("%3Cimg%20src=x%20onerror=alert(1)%3E", "The link: '<img src' is not one of its names."),
]

# Fragments that describe no layout, and the field that the page marks.
WRONG = [
    ("type=FLOAT17&sizes=1,3", "FLOAT17 1,3", "type"),
    ("type=%3Cimg%20src=x%20onerror=alert(1)%3E", "<imgsrc=xonerror=alert(1)> 2,3", "type"),
    ("sizes=2,0,3", "FLOAT16 2,0,3", "sizes"),
    ("layout=NHWC&order=WH", "FLOAT16 2,3 --layout NHWC --order WH", "order"),
    ("broadcast=%3Cscript%3E", "FLOAT16 2,3 --broadcast <script>", "broadcast"),
    ("sizes=2,3&row-pitch=5", "FLOAT16 2,3 --row-pitch 5", "pad"),
    ("sizes=2,3&bind=0,24", "FLOAT16 2,3 --bind 0,24", "bind"),
    ("input=FLOAT:3,2", "gather FLOAT:3,2 INT32:1,4 --axis 0 --index-dimensions 1", "input"),
]

# True when the page has called the library for the first time.
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
        self.picture = folder / "drawing.svg"
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
        """Changes the fragment of the open page, as a link in it does: four times as fast as opening the page again."""
        self.fragment = fragment
        url = json.dumps(self.page + "#" + fragment)
        self.browser.evaluate(f"""new Promise((done) =>
        {{
            addEventListener("hashchange", () => setTimeout(done), {{once: true}});
            if (location.href === {url}) {{ done(); }}
            location.href = {url};
        }})""")

    def expect_layout(self, arguments):
        """Compares the page with what describe_tensor prints and draws."""
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
        # A value may be empty; it ends in the column in which the name of its axis ends.
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
        expect(f"describe_tensor {arguments}", code in (1, 2), True)
        shown = self.browser.evaluate(SHOWN)
        expect("usable", (shown["usable"], shown["marked"], len(shown["problems"])), (False, [field], 1))
        problem = shown["problems"][0]
        value = shown["verdict"].removeprefix("No layout: ").removesuffix(": " + problem)
        expect("the field and its value in the verdict", value.split(" ", 1)[-1] in arguments.replace(" --slice", ""),
               True)
        expect("describe_tensor's sentence", errors.rstrip().endswith(": " + problem), True)
        expect("elements from elsewhere", shown["foreign"], 0)
        expect("pixels beyond the window", max(0, shown["overflow"]), 0)


def set_width(browser, width):
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)


def check_size(page):
    wasm = base64.b64decode(re.search(r'id="wasm">([^<]*)<', pathlib.Path(page).read_text(encoding="utf-8"))[1])
    expect("the first bytes of the WebAssembly", wasm[:4], b"\0asm")
    print(f"{len(wasm)} bytes of WebAssembly")
    expect("the WebAssembly is below 260,000 bytes", len(wasm) < 260000, True)


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
    for fragment, arguments, field in WRONG:
        explorer.follow(fragment)
        explorer.expect_problem(arguments, field)
    for fragment, said in WRONG_LINKS:
        explorer.follow(fragment)
        shown = explorer.browser.evaluate(SHOWN)
        expect("what is said of the link", (shown["usable"], shown["verdict"][:len(said)]), (False, said))
        expect("elements from elsewhere", shown["foreign"], 0)
    print(f"{len(LAYOUTS)} layouts, {len(WRONG) + len(WRONG_LINKS)} wrong inputs")


def check_light(explorer):
    """Checks that pointing at a cell lights it and its counterparts in the other parts of the page."""
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
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return browser.evaluate(lit)

    set_width(browser, 1200)
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    expect("the element at {1, 0} and its place", point_at(3), [[3, 11], "H 1, W 0: offset 5, byte 10"])
    expect("the same from memory", point_at(11), [[3, 11], "H 1, W 0: offset 5, byte 10"])
    expect("padding", point_at(9), [[9], "offset 3, byte 6: padding"])
    explorer.open("type=FLOAT32&sizes=2,4&pad-rows=6&slice=W:0:2:2")
    expect("an element left out", point_at(5), [[5], "offset 1, byte 4: element of the whole"])
    expect("padding of the whole", point_at(8), [[8], "offset 4, byte 16: padding"])
    explorer.open("type=UINT4&sizes=2,3&broadcast=H")
    expect("two elements in one place", point_at(7),
           [[1, 4, 7], "H 0, W 1: offset 1, byte 0, high nibble; 2 of the shown elements are there"])
    explorer.open("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2")
    # 6 elements of the input, 4 indices, 8 elements of the output
    expect("an input element and where it goes", point_at(2), [[2, 12, 14], "H 1, W 0: offset 2, byte 8"])
    expect("an index and what it picks", point_at(8)[0], [2, 3, 8, 14, 15])
    # The line goes from the top of cell 8 to the bottom of cell 3, the nearest cell in its row.
    pick = """[...document.getElementById("picture").shadowRoot.querySelectorAll(".pick")]
        .map((line) => [...line.getAttribute("d").matchAll(/[0-9]+/g)].slice(0, 4).map(Number))"""
    ends = browser.evaluate("""(() =>
    {
        const cells = document.getElementById("picture").shadowRoot.querySelectorAll("[data-at]");
        const at = (index, below) => [cells[index].x.baseVal.value + 19, cells[index].y.baseVal.value + below];
        return [...at(8, 0), ...at(3, 38)];
    })()""")
    expect("the line of the index", browser.evaluate(pick), [ends])
    expect("an element of the output", point_at(14),
           [[2, 8, 12, 14], "H 2, W 0: offset 4, byte 16, from the input's offset 2, byte 8, by the index at offset 2"])
    expect("no line without an index", browser.evaluate(pick), [])


def check_seen(explorer):
    """Checks in a window of 1280 x 900 that the lit cells and the text about them are visible, and that nothing is empty."""
    browser = explorer.browser
    set_width(browser, 1280)
    # The centre of each cell reacts to the pointer. If the drawing is taller than the window, the line stays in the
    # window.
    explorer.open("type=UINT8&sizes=6,8,8")
    seen = browser.evaluate("""(() =>
    {
        const byId = (id) => document.getElementById(id);
        const root = byId("picture").shadowRoot;
        const missed = [...root.querySelectorAll("[data-at]")].filter((cell) =>
        {
            cell.scrollIntoView({block: "center", inline: "center"});
            const box = cell.getBoundingClientRect();
            return root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== cell;
        });
        scrollTo(0, 0);
        const line = byId("cell").getBoundingClientRect();
        return [root.querySelectorAll("[data-at]").length > 50, missed.length,
            byId("picture").getBoundingClientRect().bottom > 900, line.top > 0, line.bottom <= 900];
    })()""")
    expect("many cells, each with the pointer; a tall picture, the line in the window", seen, [True, 0] + 3 * [True])

    explorer.open("type=FLOAT17&sizes=1,3,4,5&broadcast=C")
    seen = browser.evaluate("""[document.getElementById("type").value,
        [...document.querySelectorAll("#broadcast input")].map((box) => box.value + box.checked).join(" "),
        document.getElementById("picture").shadowRoot.querySelectorAll("[data-at]").length > 0,
        document.getElementById("rest").checkVisibility()]""")
    expect("after a bad link", seen, ["FLOAT17", "Nfalse Ctrue Hfalse Wfalse", True, True])

    state = """(() =>
    {
        const byId = (id) => document.getElementById(id);
        const style = getComputedStyle(byId("save"));
        return [byId("verdict").dataset.kind, byId("no-picture").checkVisibility(), byId("cell").checkVisibility(),
            byId("save").disabled, Number(style.opacity) < 1, style.cursor];
    })()"""
    gather = "input=FLOAT32:3,2&indices=INT32:1,2&index-dimensions=1&values=2,3&axis="
    explorer.follow(gather + "2")
    expect("a Gather without a picture", browser.evaluate(state), ["rejected", True, False, True, True, "not-allowed"])
    explorer.follow(gather + "0")
    expect("an index outside", browser.evaluate(state), ["hazard", False, True, False, False, "pointer"])


def check_fragments(explorer):
    """Checks that a changed fragment changes the page, and that a reload shows the same."""
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


def check_typing(explorer):
    """Checks that typing changes the drawing and the link."""
    explorer.open("type=FLOAT16&sizes=2,3")
    explorer.browser.evaluate("document.getElementById('sizes').select(); document.getElementById('sizes').focus()")
    explorer.browser.type("4,0")
    expect("note", explorer.browser.evaluate(SHOWN)["note"],
           "Showing the previous result: Sizes[1] is 0; every size must be at least 1 [ZeroSize]")
    explorer.browser.press("Backspace")
    explorer.browser.type("5")
    expect("fragment", explorer.expect_layout("FLOAT16 4,5")["hash"], "#type=FLOAT16&sizes=4,5")


def check_operators(explorer):
    """Chooses an operator and fills in its fields; the page must show what describe_tensor prints."""
    browser = explorer.browser
    shown = """(() =>
    {
        const byId = (id) => document.getElementById(id);
        return {verdict: byId("verdict").textContent, kind: byId("verdict").dataset.kind,
            sizes: [...byId("numbers").children].map((node) => node.textContent), text: byId("text").textContent,
            code: byId("code").textContent, command: byId("command").textContent,
            byDefault: byId("field-strides")?.placeholder, hash: location.hash,
            marked: [...document.querySelectorAll("[aria-invalid=true]")].map((field) => field.id),
            overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth};
    })()"""

    def fill(name, text):
        browser.evaluate(f"""document.getElementById("field-{name}").select();
            document.getElementById("field-{name}").focus()""")
        browser.type(text)

    def expect_operator(arguments, kind, sizes):
        code, printed, errors = explorer.native("operator", *arguments.split())
        expect(f"describe_tensor operator {arguments}", (code, errors), (int(kind == "rejected"), ""))
        verdict, _, cpp = printed.partition("\nVerdict\n")[2].partition("\n\nC++:\n")
        found = browser.evaluate(shown)
        expect("command", found["command"], "describe_tensor operator " + arguments)
        expect("text", found["text"], printed)
        expect("verdict", (found["verdict"], found["kind"]),
               ("\n".join(line.strip() for line in verdict.split("\n") if "All rules:" not in line), kind))
        expect("C++", found["code"], cpp.rstrip())
        expect("sizes", found["sizes"], ["Sizes given", sizes[0], "Sizes expected", sizes[1]])
        expect("marked, pixels beyond the window", (found["marked"], max(0, found["overflow"])), ([], 0))
        return found

    explorer.open("")
    browser.evaluate("""document.getElementById("tab-operator").click();
        document.getElementById("operator").value = "MAX_POOLING";
        document.getElementById("operator").dispatchEvent(new Event("input", {bubbles: true}))""")
    expect("an operator is chosen with an example", browser.evaluate(shown)["kind"], "accepted")
    browser.evaluate("""document.getElementById("operator").value = "CONVOLUTION";
        document.getElementById("operator").dispatchEvent(new Event("input", {bubbles: true}))""")
    expect("the example of CONVOLUTION", browser.evaluate(shown)["kind"], "accepted")
    expect("its rules", "GroupCount is at least 1" in browser.evaluate("""document.getElementById("rules").textContent"""), True)
    fill("inputtensor", "FLOAT32:1,2,5,5")
    fill("filtertensor", "FLOAT32:3,3,3,3")
    fill("outputtensor", "FLOAT32:1,3,3,3")
    tensors = "CONVOLUTION InputTensor=FLOAT32:1,2,5,5 FilterTensor=FLOAT32:3,{},3,3 OutputTensor=FLOAT32:1,3,{}"
    rejected = expect_operator(tensors.format(3, "3,3"), "rejected", ["{1, 3, 3, 3}", "none"])
    expect("the sentence", "FilterTensor.Sizes[1] is 3; it must be 2" in rejected["verdict"], True)
    fill("filtertensor", "FLOAT32:3,2,3,3")
    found = expect_operator(tensors.format(2, "3,3"), "accepted", ["{1, 3, 3, 3}"] * 2)
    expect("the default strides", found["byDefault"], "1,1")
    fill("outputtensor", "FLOAT32:1,3,4,3")
    found = expect_operator(tensors.format(2, "4,3"), "hazard", ["{1, 3, 4, 3}", "{1, 3, 3, 3}"])
    explorer.open(found["hash"][1:])
    expect_operator(tensors.format(2, "4,3"), "hazard", ["{1, 3, 4, 3}", "{1, 3, 3, 3}"])
    for fragment, marked in ((found["hash"][1:] + "&GroupCount=x", "field-groupcount"), ("operator=CONV", "operator"),
                             ("operator=GEMM&InputTensor=FLOAT32:2", "operator")):
        explorer.follow(fragment)
        expect(fragment, browser.evaluate(shown)["marked"], [marked])
    # Another tab has its own example.
    browser.evaluate("""document.getElementById("tab-tensor").click()""")
    explorer.expect_layout("FLOAT16 2,3")


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
            for check in (check_layouts, check_light, check_seen, check_fragments, check_typing, check_operators):
                check(explorer)
            check_console(browser)
        except (Failure, TimeoutError) as failure:
            sys.exit(f"after opening #{explorer.fragment}: {failure}\ncomplaints: {browser.complaints}")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
