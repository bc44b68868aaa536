"""explorer.py CHROMIUM CHROMEDRIVER PAGE DESCRIBE_TENSOR README

Opens the explorer's page from disk in a headless Chromium. The page must show what describe_tensor prints and draws for
the same layout.
"""

import base64
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

# The fragment of a link, and the same layout as arguments of describe_tensor.
LAYOUTS = [
    ("", "FLOAT16 2,3 --pad-rows 5"),
    ("type=FLOAT16&sizes=1,3,1080,1920&layout=NHWC&pad-rows=64", "FLOAT16 1,3,1080,1920 --layout NHWC --pad-rows 64"),
    ("type=half&sizes=1%203%204%205&layout=NHWC", "half 1,3,4,5 --layout NHWC"),
    ("type=FP16&sizes=1x3x4x5&order=NHWC&broadcast=N", "FP16 1x3x4x5 --order NHWC --broadcast N"),
    ("type=UINT32&sizes=2,3,4&strides=12,1,3&broadcast=D", "UINT32 2,3,4 --strides 12,1,3 --broadcast D"),
    ("type=UINT64&sizes=2,1,3,1,2,1,2&order=GFEDCBA", "UINT64 2,1,3,1,2,1,2 --order GFEDCBA"),
    ("type=FLOAT32&sizes=2,3,4&strides=22,3,1&role=output", "FLOAT32 2,3,4 --strides 22,3,1 --output"),
    ("type=FLOAT16&sizes=3&alignment=256&total=6", "FLOAT16 3 --total 6 --alignment 256"),
    ("type=FLOAT32&sizes=4,6&slice=H:1:2&slice=W:0:3:2&bind=48,44,256",
     "FLOAT32 4,6 --slice H:1:2 --slice W:0:3:2 --bind 48,44,256"),
    ("type=FLOAT32&sizes=4,6&role=output&bind=0,20,20", "FLOAT32 4,6 --output --bind 0,20,20"),
    ("type=INT4&sizes=2,3&row-pitch=20", "INT4 2,3 --row-pitch 20"),
    ("type=FLOAT64&sizes=2,3,4,5&row-pitch-multiple=256&transpose=0,2,3,1&flags=1",
     "FLOAT64 2,3,4,5 --row-pitch-multiple 256 --transpose 0,2,3,1 --flags 1"),
    ("input=FLOAT16:1,3,3&indices=UINT64:1,1,2&output=FLOAT16:3,1,2:4,4,2&axis=2&index-dimensions=2",
     "gather FLOAT16:1,3,3 UINT64:1,1,2 FLOAT16:3,1,2:4,4,2 --axis 2 --index-dimensions 2"),
    ("input=FLOAT32:3,2:total=64&indices=INT32:1,4&axis=0&index-dimensions=1",
     "gather FLOAT32:3,2:total=64 INT32:1,4 --axis 0 --index-dimensions 1"),
    ("input=UINT4:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2",
     "gather UINT4:3,2 INT32:1,4 --axis 0 --index-dimensions 1 --values 0,1,1,2"),
]

# Fragments that describe no layout, and the field that the page marks; without arguments, what it says of the link.
WRONG = [
    ("type=%3Cimg%20src=x%20onerror=alert(1)%3E", "<imgsrc=xonerror=alert(1)> 2,3", "type"),
    ("sizes=2,0,3", "FLOAT16 2,0,3", "sizes"),
    ("layout=NHWC&order=WH", "FLOAT16 2,3 --layout NHWC --order WH", "order"),
    ("sizes=2,3&bind=0,24", "FLOAT16 2,3 --bind 0,24", "bind"),
    ("input=FLOAT7:3,2", "gather FLOAT7:3,2 INT32:1,4 --axis 0 --index-dimensions 1", "input-type"),
    ("pad_rows=5", "", "The link: 'pad_rows' is not one of its names. It can have type, sizes, layout,"),
    ("%E0%A4%A&&&==&sizes", "", "The link: "),
    ("sizes=2,3&sizes=4,5", "", "The link: 'sizes' is given twice."),
    ("%3Cimg%20src=x%20onerror=alert(1)%3E", "", "The link: '<img src' is not one of its names."),
]

SHOWN = """const byId = (id) => document.getElementById(id);
    const texts = (nodes) => [...nodes].map((node) => node.textContent);
    const svg = byId("picture").shadowRoot?.querySelector("svg");
    const ownText = (node) => [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
        .map((child) => child.data).join("").trim();
    return {
        usable: !byId("rest").hidden && !byId("rest").inert && !byId("drawn").hidden && !byId("drawn").inert,
        note: byId("note").textContent, verdict: byId("verdict").textContent, kind: byId("verdict").dataset.kind,
        axes: [...byId("axes").rows].map((row) => texts(row.cells)), numbers: texts(byId("numbers").children),
        code: byId("code").textContent, text: byId("text").textContent, aboutTheProgram: document.body.innerText.includes("describe_tensor"),
        rules: byId("rules").textContent,
        picture: svg ? [svg, ...svg.querySelectorAll("*")].map((node) => [node.localName,
            Object.fromEntries([...node.attributes].filter(({name}) => name !== "xmlns")
                .map(({name, value}) => [name, value])), ownText(node)]) : null,
        marked: [...document.querySelectorAll("[aria-invalid=true]")].map((field) => field.id),
        problems: texts(document.querySelectorAll(".problem")).filter((text) => text !== ""),
        foreign: document.querySelectorAll("img, body script[src], iframe").length,
        beyond: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    };"""

LIT = """const cells = [...document.getElementById("picture").shadowRoot.querySelectorAll("[data-at]")];
    return [cells.map((cell, index) => cell.classList.contains("lit") ? index : -1).filter((index) => index >= 0),
        document.getElementById("cell").textContent];"""


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: found {found!r}, expected {wanted!r}")


class Explorer:
    def __init__(self, driver, page, program, drawing):
        self.driver = driver
        self.page = pathlib.Path(page).resolve().as_uri()
        self.program = program
        self.drawing = drawing

    def run(self, arguments, *more):
        done = subprocess.run([self.program, *arguments.split(), *more], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def open(self, fragment):
        self.driver.get("about:blank")
        self.driver.get(self.page + "#" + fragment)
        self.shown()

    def follow(self, fragment):
        """Changes the fragment of the open page, as a link in it does."""
        self.driver.execute_async_script("""const [fragment, done] = arguments;
            addEventListener("hashchange", () => setTimeout(done), {once: true});
            if (location.hash.substring(1) === fragment) { done(); }
            location.hash = fragment;""", fragment)

    def shown(self):
        """Returns what the page shows, when it has called the library for the first time."""
        self.driver.execute_async_script("""const [done] = arguments;
            const look = () => document.getElementById("verdict")?.textContent ? done() : setTimeout(look, 5);
            look();""")
        return self.driver.execute_script(SHOWN)

    def set_width(self, width):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})

    def type(self, field, text):
        self.driver.find_element(By.ID, field).send_keys(Keys.CONTROL, "a", Keys.NULL, text)

    def point_at(self, index):
        """Points at a cell of the drawing. Returns the numbers of the cells that are lit, and the text about them."""
        cell = self.driver.find_element(By.ID, "picture").shadow_root.find_elements(By.CSS_SELECTOR, "[data-at]")[index]
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)
        webdriver.ActionChains(self.driver, duration=0).move_to_element(cell).perform()
        return self.driver.execute_script(LIT)

    def drawn(self, arguments, code):
        """Returns the elements of the drawing that the program makes, or None."""
        if self.run(arguments, "--svg", str(self.drawing))[0] != code:
            return None
        return [[re.sub("{.*}", "", node.tag), dict(node.attrib),
                 ((node.text or "") + "".join(child.tail or "" for child in node)).strip()]
                for node in xml.etree.ElementTree.parse(self.drawing).getroot().iter()]

    def expect_layout(self, arguments):
        """Compares the page with what describe_tensor prints and draws."""
        code, printed, errors = self.run(arguments)
        expect(f"describe_tensor {arguments}", (code in (0, 1), errors), (True, ""))
        axes, numbers = [part.split("\n") for part in printed.split("\n\n")[:2]]
        verdict, _, cpp = printed.partition("\nVerdict\n")[2].partition("\n\nC++\n")
        shown = self.shown()
        expect("usable", (shown["usable"], shown["marked"], shown["problems"], shown["note"]), (True, [], [], ""))
        expect("text", (shown["text"], shown["aboutTheProgram"]), (printed, False))
        # A value may be empty; it ends in the column in which the name of its axis ends.
        names = list(re.finditer(r"\w+", axes[0]))
        ends = [9 if names[0][0] == "tensor" else 17] + [name.end() for name in names[1:]]
        expect("axes", shown["axes"],
               [[line[begin:end].strip() for begin, end in zip([0] + ends, ends)] for line in axes])
        expect("numbers", shown["numbers"], [part.strip() for line in numbers for part in (line[:18], line[18:])])
        tensor, _, binding = verdict.partition("\n\nBinding\n")
        lines = [tensor.replace(" it ", " the tensor "), binding] if "DirectML rejects" in binding else [binding, tensor]
        expect("verdict", shown["verdict"],
               "\n".join(line.strip() for part in reversed(lines) for line in part.split("\n") if line != ""))
        expect("C++", shown["code"], "\n".join(line[2:] for line in cpp.rstrip().split("\n")))
        expect("drawing", shown["picture"], self.drawn(arguments, code))
        expect("elements from elsewhere, pixels beyond the window", (shown["foreign"], shown["beyond"]), (0, 0))

    def expect_problem(self, arguments, field):
        shown = self.shown()
        expect("elements from elsewhere, pixels beyond the window", (shown["foreign"], shown["beyond"]), (0, 0))
        if not arguments:
            expect("what is said of the link", (shown["usable"], shown["verdict"][:len(field)]), (False, field))
            return
        code, _, errors = self.run(arguments)
        expect(f"describe_tensor {arguments}", code in (1, 2), True)
        expect("usable", (shown["usable"], shown["marked"], len(shown["problems"])), (False, [field], 1))
        expect("the page names the program", shown["aboutTheProgram"], False)
        problem = shown["problems"][0]
        value = shown["verdict"].removeprefix("No layout: ").removesuffix(": " + problem)
        expect("the field and its value in the verdict", value.split(" ", 1)[-1] in arguments, True)
        expect("describe_tensor's sentence", errors.rstrip().endswith(": " + problem), True)

    def expect_operator(self, arguments, kind, marked=()):
        code, printed, errors = self.run("operator " + arguments)
        expect(f"describe_tensor operator {arguments}", (code, errors), (int(kind == "rejected"), ""))
        printed = re.sub("  Its fields and rules: .*\n", "", printed)
        verdict = printed.partition("\nVerdict\n")[2].partition("\n\n")[0]
        cpp = printed.partition("\n\nC++:\n")[2]
        shown = self.shown()
        expect("text", (shown["text"], shown["aboutTheProgram"]), (printed, False))
        expect("verdict", (shown["verdict"], shown["kind"]),
               ("\n".join(line.strip() for line in verdict.split("\n")), kind))
        expect("C++", shown["code"], cpp.rstrip())
        expect("drawing", shown["picture"], self.drawn("operator " + arguments, code))
        expect("marked, pixels beyond the window", (shown["marked"], shown["beyond"]), (list(marked), 0))


def check_size(page):
    wasm = base64.b64decode(re.search(r'id="wasm">([^<]*)<', pathlib.Path(page).read_text(encoding="utf-8"))[1])
    print(f"{len(wasm)} bytes of WebAssembly")
    expect("WebAssembly below 380,000 bytes", (wasm[:4], len(wasm) < 380000), (b"\0asm", True))


def check_layouts(explorer):
    explorer.open(WRONG[0][0])
    explorer.expect_problem(*WRONG[0][1:])
    for width in (1200, 400):
        explorer.set_width(width)
        explorer.open(LAYOUTS[0][0])
        for fragment, arguments in LAYOUTS:
            explorer.follow(fragment)
            explorer.expect_layout(arguments)
    for fragment, arguments, field in WRONG:
        explorer.follow(fragment)
        explorer.expect_problem(arguments, field)


def check_light(explorer):
    """Checks that pointing at a cell lights it and its counterparts in the other parts of the page."""
    explorer.set_width(1280)
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    expect("the element at {1, 0} and its place", explorer.point_at(3), [[3, 11], "H 1, W 0: offset 5, byte 10"])
    expect("padding", explorer.point_at(9), [[9], "offset 3, byte 6: padding"])
    explorer.open("type=UINT4&sizes=2,3&broadcast=H")
    expect("two elements in one place", explorer.point_at(7),
           [[1, 4, 7], "H 0, W 1: offset 1, byte 0, high nibble; 2 of the shown elements are there"])
    explorer.open("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1&values=0,1,1,2")
    # 6 elements of the input, 4 indices, 8 elements of the output
    expect("an index and what it picks", explorer.point_at(8)[0], [2, 3, 8, 14, 15])
    expect("an element of the output", explorer.point_at(14),
           [[2, 8, 12, 14], "H 2, W 0: offset 4, byte 16, from the input's offset 2, byte 8, by the index at offset 2"])


def check_typing(explorer):
    """Checks that typing changes the drawing and the link, which shows the same in a reloaded page."""
    explorer.open("type=FLOAT16&sizes=2,3")
    explorer.type("sizes", "4,0")
    expect("note", explorer.shown()["note"],
           "Showing the previous result: Sizes[1] is 0; every size must be at least 1 [ZeroSize]")
    explorer.type("sizes", "4,5")
    explorer.expect_layout("FLOAT16 4,5")
    expect("link", explorer.driver.current_url, explorer.page + "#type=FLOAT16&sizes=4,5")
    explorer.driver.refresh()
    explorer.expect_layout("FLOAT16 4,5")


def check_operators(explorer):
    """Chooses an operator and fills in its fields."""
    driver = explorer.driver
    explorer.open("")
    driver.find_element(By.ID, "tab-operator").click()
    for name in ("MAX_POOLING", "CONVOLUTION"):
        Select(driver.find_element(By.ID, "operator")).select_by_visible_text(name)
        expect(f"the example of {name}", explorer.shown()["kind"], "accepted")
    expect("its rules", "GroupCount is at least 1" in explorer.shown()["rules"], True)
    expect("the default strides", driver.find_element(By.ID, "field-strides").get_attribute("placeholder"), "1,1")
    explorer.type("field-inputtensor-sizes", "1,2,5,5")
    explorer.type("field-filtertensor-sizes", "3,3,3,3")
    explorer.type("field-outputtensor-sizes", "1,3,3,3")
    tensors = "CONVOLUTION InputTensor=FLOAT32:1,2,5,5 FilterTensor=FLOAT32:3,{},3,3 OutputTensor=FLOAT32:1,3,{}"
    explorer.expect_operator(tensors.format(3, "3,3"), "rejected", ["field-filtertensor-sizes"])
    driver.find_element(By.ID, "correct").click()
    explorer.expect_operator(tensors.format(2, "3,3"), "accepted")
    expect("its button", driver.find_element(By.ID, "correct").is_displayed(), False)
    explorer.type("field-outputtensor-sizes", "1,3,6,3")
    output = ["field-outputtensor-sizes"]
    explorer.expect_operator(tensors.format(2, "6,3"), "hazard", output)
    fragment = driver.current_url.partition("#")[2]
    explorer.open(fragment)
    explorer.expect_operator(tensors.format(2, "6,3"), "hazard", output)
    for wrong, marked in ((fragment + "&GroupCount=x", "field-groupcount"), ("operator=BMM", "operator"),
                          (fragment + "&BiasTensor=FLOAT7:3", "field-biastensor-type"),
                          ("operator=GEMM&InputTensor=FLOAT32:2", "operator")):
        explorer.follow(wrong)
        shown = explorer.shown()
        expect(wrong, (shown["marked"], shown["aboutTheProgram"]), ([marked], False))
    driver.find_element(By.ID, "tab-tensor").click()
    explorer.expect_layout("FLOAT16 2,3")


def check_search(explorer):
    """Finds operators by a part of their name, a framework's name and their number."""
    driver = explorer.driver
    explorer.open("operator=TILE")
    search, options = driver.find_element(By.ID, "search"), Select(driver.find_element(By.ID, "operator"))
    count = len(explorer.run("operator --list")[1].splitlines())
    expect("all operators", len(options.options), count)
    for text, found in (("softmax", ["ACTIVATION_SOFTMAX1", "ACTIVATION_SOFTMAX", "ACTIVATION_LOG_SOFTMAX",
                                     "ACTIVATION_LOG_SOFTMAX1"]), ("54", ["GEMM"]), ("nosuchoperator", []),
                        ("nn.Conv2d", ["CONVOLUTION"])):
        explorer.type("search", text)
        expect(text, [option.text for option in options.options], found)
    explorer.type("search", "MatMul")
    expect("a framework's name", options.options[0].text, "GEMM")
    expect("the operator before", driver.current_url.endswith("#operator=TILE"), True)
    search.send_keys(Keys.ENTER)
    expect("the first one", (options.first_selected_option.text, len(options.options)), ("GEMM", count))
    expect("its example", explorer.shown()["kind"], "accepted")


def check_tensors(explorer):
    """Fills in the fields of an operator's tensors."""
    driver = explorer.driver
    explorer.open("operator=JOIN&InputTensors=FLOAT32:2,3%2BFLOAT32:2,4&OutputTensor=FLOAT32:2,7&Axis=1")
    driver.find_element(By.XPATH, "//button[text()='Add a tensor']").click()
    explorer.type("field-outputtensor-sizes", "2,11")
    explorer.expect_operator("JOIN InputTensors=FLOAT32:2,3+FLOAT32:2,4+FLOAT32:2,4 OutputTensor=FLOAT32:2,11 Axis=1",
                             "accepted")
    explorer.type("field-inputtensors-1-sizes", "3,4")
    explorer.expect_operator("JOIN InputTensors=FLOAT32:2,3+FLOAT32:3,4+FLOAT32:2,4 OutputTensor=FLOAT32:2,11 Axis=1",
                             "rejected", ["field-inputtensors-1-sizes"])
    explorer.open("operator=ELEMENT_WISE_ADD&ATensor=FLOAT32:1,2,2,3&BTensor=FLOAT32%20{1,2,2,3}/{12,6,3,1},48%20bytes"
                  "&OutputTensor=FLOAT32:1,2,2,3:NHWC")
    Select(driver.find_element(By.ID, "field-btensor-order")).select_by_visible_text("channels last")
    link = urllib.parse.unquote(driver.execute_script("return location.hash;"))
    expect("the link", link, "#operator=ELEMENT_WISE_ADD&ATensor=FLOAT32:1,2,2,3&BTensor=FLOAT32:1,2,2,3:NHWC:48bytes"
           "&OutputTensor=FLOAT32:1,2,2,3:NHWC")
    Select(driver.find_element(By.ID, "field-atensor-type")).select_by_visible_text("INT32")
    expect("another type", (explorer.shown()["kind"], explorer.shown()["marked"]), ("rejected", ["field-atensor-type"]))
    explorer.open("input=FLOAT32:3,2&indices=INT32:1,4&axis=0&index-dimensions=1")
    Select(driver.find_element(By.ID, "output-type")).select_by_visible_text("FLOAT32")
    explorer.type("output-sizes", "4,2")
    explorer.expect_layout("gather FLOAT32:3,2 INT32:1,4 FLOAT32:4,2 --axis 0 --index-dimensions 1")
    code = driver.find_element(By.ID, "code")
    explorer.set_width(400)
    broken = driver.execute_script("""return [...arguments[0].querySelectorAll(".nowrap")]
        .filter((braces) => braces.getClientRects().length !== 1).length;""", code)
    expect("braces that are broken over lines", broken, 0)


def check_keys(explorer):
    """Goes through the cells of a drawing and through the tabs by arrow keys, which must not scroll the page."""
    driver = explorer.driver
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": 1200, "height": 400, "deviceScaleFactor": 1, "mobile": False})
    explorer.open("type=FLOAT16&sizes=2,3&pad-rows=5")
    explorer.shown()
    picture = driver.find_element(By.ID, "picture")
    driver.execute_script("arguments[0].focus()", picture)
    # 6 elements in 2 rows, then 10 positions of memory in one row
    for key, cells in ((Keys.ARROW_DOWN, [0, 6]), (Keys.ARROW_RIGHT, [1, 7]), (Keys.ARROW_DOWN, [4, 12]),
                       (Keys.ARROW_DOWN, [2, 8]), (Keys.ARROW_DOWN, [2, 8]), (Keys.ARROW_UP, [4, 12]),
                       (Keys.ARROW_UP, [1, 7]), (Keys.ARROW_UP, [1, 7]), (Keys.END, [15]), (Keys.HOME, [0, 6])):
        picture.send_keys(key)
        expect(f"cells after {key!r}", driver.execute_script(LIT)[0], cells)
    for key, tab in ((Keys.ARROW_DOWN, "gather"), (Keys.ARROW_RIGHT, "operator"), (Keys.ARROW_RIGHT, "tensor"),
                     (Keys.ARROW_UP, "operator"), (Keys.HOME, "tensor"), (Keys.END, "operator")):
        chosen = driver.find_element(By.CSS_SELECTOR, "[aria-selected=true]")
        driver.execute_script("arguments[0].focus({preventScroll: true}); scrollTo(0, 60);", chosen)
        chosen.send_keys(key)
        expect(f"tab after {key!r}", driver.execute_script("return document.activeElement.id;"), "tab-" + tab)
        expect(f"scrolled by {key!r}", driver.execute_script("return scrollY;"), 60)


def check_heights(explorer):
    """Checks that the form of an operator fits on a screen, and that nothing on it is said twice."""
    for width in (900, 1280):
        explorer.set_width(width)
        explorer.open("operator=CONVOLUTION")
        explorer.shown()
        bottom = explorer.driver.execute_script(
            "return document.getElementById('operator-fields').getBoundingClientRect().bottom;")
        expect(f"the last field at {bottom}, below 900 pixels", bottom < 900, True)
        text = explorer.driver.execute_script("""document.querySelectorAll(".field > .hint").forEach((tip) => tip.remove());
            return document.body.innerText;""")
        lines = [line for line in text.split("\n") if len(line) > 24]
        expect("sentences that are there twice", [line for line in set(lines) if lines.count(line) > 1], [])
    explorer.set_width(400)
    explorer.open("operator=LSTM")
    expect("pixels of LSTM beyond the window", explorer.shown()["beyond"], 0)


def check_links(explorer, readme):
    """Opens the links that the README shows."""
    links = re.findall(r"layout_explorer[.]html#([^`)\s]+)", pathlib.Path(readme).read_text(encoding="utf-8"))
    expect("links", len(links) >= 3, True)
    for link in links:
        explorer.open(link)
        shown = explorer.shown()
        expect(link, (shown["usable"], shown["problems"], shown["kind"]), (True, [], "accepted"))


def check_console(driver):
    expect("complaints of the console", driver.get_log("browser"), [])
    driver.execute_script("console.error('one')")
    expect("complaints that are noticed", len(driver.get_log("browser")), 1)


def main():
    chromium, chromedriver, page, program, readme = sys.argv[1:]
    check_size(page)
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=webdriver.chrome.service.Service(chromedriver), options=options)
    try:
        with tempfile.TemporaryDirectory() as folder:
            explorer = Explorer(driver, page, program, pathlib.Path(folder) / "drawing.svg")
            for check in (check_layouts, check_light, check_typing, check_operators, check_search, check_tensors,
                          check_keys, check_heights):
                check(explorer)
            check_links(explorer, readme)
        check_console(driver)
    finally:
        driver.quit()
    print(f"{len(LAYOUTS)} layouts, {len(WRONG)} wrong inputs")


if __name__ == "__main__":
    main()
