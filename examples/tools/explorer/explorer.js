"use strict";

// The state of the page is its fields. They are the request to the library and the fragment of the URL.

const byId = (id) => document.getElementById(id);
const radios = (name) => [...document.querySelectorAll(`input[name="${name}"]`)];
const chosen = (name) => radios(name).find((radio) => radio.checked).value;
const choose = (name, value) => radios(name).forEach((radio) => { radio.checked = radio.value === value; });
const main = document.querySelector("main");
const element = (name, text = "", properties = {}) =>
    Object.assign(document.createElement(name), {textContent: text, ...properties});
const problemOf = (id) => element("span", "", {id: id + "-problem", className: "problem"});

const tabs = ["tensor", "gather", "operator"];
// The names of the fields, in the order of the library.
const textFields = {
    tensor: ["transpose", "slice", "total", "alignment", "flags", "bind"],
    gather: ["input", "indices", "output", "axis", "index-dimensions", "values"],
};
const paddings = ["pad-rows", "row-pitch-multiple", "row-pitch"];
const known = { // the library has the fields of operators
    tensor: ["type", "sizes", "layout", "order", "strides", "broadcast", ...paddings, ...textFields.tensor, "role"],
    gather: textFields.gather,
    operator: ["operator", "its fields"],
};
const first = {
    tensor: [["type", "FLOAT16"], ["sizes", "2,3"]],
    gather: [["input", "FLOAT32:3,2"], ["indices", "INT32:1,4"], ["axis", "0"], ["index-dimensions", "1"]],
    operator: [["operator", "CONVOLUTION"], ["InputTensor", "FLOAT32:1,2,5,5"], ["FilterTensor", "FLOAT32:3,2,3,3"],
        ["OutputTensor", "FLOAT32:1,3,3,3"]],
};
const opening = "type=FLOAT16&sizes=2,3&pad-rows=5"; // used if the URL has no fragment

const lines = { // fields of one line: the label and a hint
    sizes: ["Sizes", "1 to 8 sizes, such as 1,3,4,5, in logical order: N, C, H, W"],
    axis: ["Axis", "of the input, counted from 0"],
    "index-dimensions": ["IndexDimensions", "how many of the last dimensions of the indices are used"],
    transpose: ["Transpose", "axis i of the result is this axis: 0,2,3,1 or N,H,W,C"],
    slice: ["Slices", "axis, start, count and step: H:1:2 or H:0:2:3; a blank before another"],
    total: ["Total size", "TotalTensorSizeInBytes; the minimum if empty"],
    alignment: ["Alignment", "GuaranteedBaseOffsetAlignment"],
    flags: ["Flags", "1 is OWNED_BY_DML"],
    bind: ["Binding", "offset, size and the buffer's size, in bytes: 0,512,1024"],
    values: ["Values of the indices", "by offset, such as 0,1,1,2 (default: 0,1,2,...)"],
};
const gatherTensors = {input: "Input", indices: "Indices", output: "Output"};

let library;
let types; // the names of the data types
let operators; // for each its name, and all names by which it is found
let operatorName; // the chosen one
let answer; // the last one with a drawing
let handled = null; // the field of the last input event
let lightAt = null; // the cell that the arrow keys have selected
let broadcast = ""; // the chosen axes, also those that do not exist while the user types sizes

// ---- the library ----------------------------------------------------------------------------------------------------

function parts(pointer)
{
    const memory = new Uint8Array(library.memory.buffer, pointer);
    const text = new TextDecoder().decode(memory.subarray(0, memory.indexOf(0)));
    return Object.fromEntries(text.split("\x1E").slice(0, -1).map((part) => part.split(/\n(.*)/s)));
}

function describe(fields)
{
    const bytes = new TextEncoder().encode(fields.map(([name, value]) => `${name}=${value}\n`).join(""));
    const pointer = library.Fields(bytes.length);
    new Uint8Array(library.memory.buffer, pointer, bytes.length).set(bytes);
    return parts(library.Describe());
}

// Returns what the library says of the fields of an operator.
function fieldsOf({fields = ""})
{
    return fields.split("\n").slice(0, -1).map((line) =>
    {
        const [name, input, flags, hint, byDefault, example, choices] = line.split("\t");
        return {name, input, flags, hint, byDefault, example, choices: choices === "" ? [] : choices.split(" ")};
    });
}

// Returns the letters of the axes in the order of the sizes, also if another field is wrong.
function axisNames(fields)
{
    const plain = [first.tensor[0], ["sizes", (sizesOf(fields).match(/\d+/g) ?? [""]).map(() => "1").join()]];
    const order = fields.filter(([name]) => name === "layout" || name === "order");
    return describe([...plain, ...order]).axisNames ?? describe(plain).axisNames ?? "";
}

// ---- the fields -----------------------------------------------------------------------------------------------------

const sizesOf = (fields) => fields.find(([name]) => name === "sizes")?.[1] ?? "";
// A blank between numbers is a comma. Other blanks and control characters have no meaning.
const withoutBlanks = (text) => text.replace(/(\d)\s+(?=\d)/g, "$1,").replace(/[\s\x00-\x1F]+/g, "");
const typed = (id) => withoutBlanks(byId(id).value);

// ---- the fields of a tensor -----------------------------------------------------------------------------------------

// Splits TYPE:SIZES:STRIDES:..., or FLOAT16{1,3}/{3,1} as programs print it.
function readTensor(text)
{
    const [, type, sizes, rest] = /^([^:{]*):?\{?([^:{}]*)\}?(.*)$/s.exec(text);
    const parts = rest.split(/[:/]|(?<=\}),/).map((part) => part.replace(/^[,{]+|\}$/g, "")).filter((part) => part !== "");
    const isStrides = (part) => /^[\d,]+$/.test(part);
    return {type: type.toUpperCase(), sizes, strides: parts.find(isStrides) ?? "",
        isNhwc: parts.some((part) => part.toUpperCase() === "NHWC"), isOwned: parts.some((part) => /OWNED_BY_DML$/i.test(part)),
        more: parts.filter((part) => !isStrides(part) && !/^NHWC$|OWNED_BY_DML$/i.test(part)).join(":")};
}

// Returns the text of a tensor's fields; empty if its type says that there is none.
function tensorText(box)
{
    const part = (name) => withoutBlanks(byId(`${box.id}-${name}`)?.value ?? "");
    const order = part("order");
    const isOwned = byId(box.id + "-owned")?.checked;
    return part("type") === "" || part("type") === "-" ? part("type")
        : [part("type"), part("sizes"), order === "strides" ? part("strides") : order, part("more"), isOwned ? "OWNED_BY_DML" : ""]
            .filter((text, index) => index < 2 || text !== "").join(":");
}

// Makes the fields of a tensor, as the tab of one tensor has them: its data type, sizes, order in memory and strides.
// none: the text for no tensor, if there may be none; hint: below the fields.
function makeTensor(id, label, value, {choices, none, hint, hasOwned})
{
    const given = readTensor(value === "-" ? "" : value);
    const box = element("div", "", {id, className: "tensor-fields"});
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", label);
    const add = (tag, part, name, properties = {}) =>
    {
        const made = element(tag, "", {id: `${id}-${part}`, ...properties});
        made.setAttribute("aria-label", `${label}: ${name}`);
        made.setAttribute("aria-describedby", id + "-problem");
        return made;
    };
    const type = add("select", "type", "data type");
    const offered = [...none !== undefined ? [""] : [], ...choices, ...choices.includes(given.type) || given.type === "" ? [] : [given.type]];
    type.append(...offered.map((name) => element("option", name || none, {value: name})));
    type.value = given.type || offered[0];
    const line = {maxLength: 200, spellcheck: false};
    const sizes = add("input", "sizes", "sizes", {...line, value: given.sizes, placeholder: "sizes"});
    const order = add("select", "order", "order in memory");
    order.append(...[["", "row-major"], ["NHWC", "channels last"], ["strides", "strides"]].map(([name, text]) =>
        element("option", text, {value: name})));
    order.value = given.isNhwc ? "NHWC" : given.strides !== "" ? "strides" : "";
    const strides = add("input", "strides", "a stride for each size", {...line, value: given.strides, placeholder: "strides"});
    const more = add("input", "more", "TotalTensorSizeInBytes and others", {...line, value: given.more, hidden: given.more === ""});
    const heading = element("div", "", {className: "heading"});
    const owned = element("label", hasOwned ? " OWNED_BY_DML" : "", {className: "hint"});
    if (hasOwned) { owned.prepend(add("input", "owned", "OWNED_BY_DML", {type: "checkbox", checked: given.isOwned})); }
    heading.append(element("span", label), element("span", hint, {className: "hint"}), owned);
    box.append(heading, type, sizes, order, strides, more, problemOf(id));
    return box;
}

// Shows what belongs to the chosen order and type of each tensor.
function showTensorParts()
{
    for (const box of document.querySelectorAll(".tensor-fields"))
    {
        const part = (name) => byId(`${box.id}-${name}`);
        part("strides").hidden = part("order").value !== "strides";
        part("sizes").disabled = part("order").disabled = part("strides").disabled = part("type").value === "";
    }
}

// Replaces the fields of a Gather's tensor.
function showGatherTensor(name, value)
{
    const box = makeTensor(name, gatherTensors[name], value, {choices: types, hint: "",
        none: name === "output" ? "computed" : undefined, hasOwned: false});
    byId(name).replaceWith(box);
}

// ---- the form -------------------------------------------------------------------------------------------------------

function readFields()
{
    const tab = main.dataset.tab;
    if (tab === "operator")
    {
        const tensorsOf = (row) => [...row.querySelectorAll(".tensor-fields")].map(tensorText);
        const valueOf = (row) => row.querySelector(".tensor-fields") ? tensorsOf(row).join("+")
            : withoutBlanks(row.querySelector("input, select").value);
        const rows = [...byId("operator-fields").children];
        return [["operator", operatorName], ...rows.map((row) => [row.dataset.name, valueOf(row)])];
    }
    const texts = textFields[tab].flatMap((id) => id === "slice"
        ? byId(id).value.trim().split(/\s+/).map((value) => [id, value])
        : [[id, id in gatherTensors ? tensorText(byId(id)) : typed(id)]]);
    if (tab === "gather") { return texts; }
    const arrangement = chosen("arrangement");
    const order = [arrangement, arrangement === "layout" ? "NHWC" : arrangement === "" ? "" : typed(arrangement)];
    return [["type", byId("type").value], ["sizes", typed("sizes")], ...arrangement === "" ? [] : [order],
        ["broadcast", [...broadcast].join()], [byId("padding").value, typed("pad")], ...texts, ["role", chosen("role")]];
}

// Reads the fields from the URL, and reports the problems that the library does not check.
function readFragment(fragment)
{
    const fields = [];
    let problem = "";
    const isOperator = /(^|&)operator=/i.test(fragment);
    for (const part of fragment.split("&").filter((text) => text !== ""))
    {
        const [[name, value]] = [...new URLSearchParams(part), ["", ""]];
        const isUnknown = part.replace(/=.*/, "") === "" || !Object.values(known).flat().includes(name.toLowerCase());
        if (value !== "") { fields.push([name.toLowerCase(), withoutBlanks(value)]); }
        else if (isUnknown && !isOperator) { problem ||= `'${name || part}' is not one of its names`; }
    }
    if (fields.length === 0 && problem === "") { return readFragment(opening); }
    const given = fields.map(([name]) => name);
    const tab = given.includes("operator") ? "operator" : given.some((name) => known.gather.includes(name)) ? "gather" : "tensor";
    const unknown = given.find((name) => tab !== "operator" && !known[tab].includes(name));
    const twice = given.find((name, index) => name !== "slice" && given.indexOf(name) !== index);
    const role = tab === "tensor" ? fields.find(([name]) => name === "role")?.[1] ?? "input" : "input";
    const isRole = ["input", "output"].includes(role.toLowerCase());
    problem ||= unknown !== undefined ? `'${unknown}' is not one of its names`
        : twice !== undefined ? `'${twice}' is given twice`
        : isRole ? "" : `role ${role} is unknown; use input or output`;
    if (problem !== "") { problem = `The link: ${problem}. It can have ${known[tab].join(", ")}.`; }
    // An operator without fields is shown with an example.
    if (tab === "operator" && fields.length === 1) { return {tab, problem, fields: exampleOf(fields[0][1])}; }
    const missing = tab === "operator" ? [] : first[tab].filter(([name]) => !given.includes(name));
    const order = (name) => tab === "operator" ? Number(name !== "operator") : known[tab].indexOf(name);
    return {tab, problem, fields: [...missing, ...fields].sort((a, b) => order(a[0]) - order(b[0]))};
}

// Selects a value of a list, and adds it if it is missing.
function choosePossible(id, value)
{
    const list = byId(id);
    list.querySelector("[hidden]")?.remove();
    const isOffered = [...list.options].some((option) => option.value === value);
    if (!isOffered) { list.append(element("option", value, {hidden: true})); }
    list.value = value;
}

// Returns the operators that the search finds, those with the shortest matching name first; or the one that the library
// understands, such as CONVOLUTION for nn.Conv2d.
function findOperators(searched)
{
    const length = ({number, names}) => Math.min(...names.map((name) => name.replaceAll("_", ""))
        .filter((name) => searched === String(number) || name.includes(searched)).map((name) => name.length));
    const found = operators.filter((operator) => length(operator) < Infinity);
    const understood = found.length > 0 ? undefined : describe([["operator", byId("search").value.trim()]]).operator;
    return searched === "" ? operators : found.length > 0 ? found.sort((a, b) => length(a) - length(b))
        : operators.filter(({name}) => name === understood);
}

// Offers the operators that the search finds: as a list if there is a search, otherwise all of them.
function showOperators()
{
    const searched = byId("search").value.toUpperCase().replace(/[\s_]/g, "");
    const found = findOperators(searched);
    const list = byId("operator");
    list.replaceChildren(...found.map(({name}) => element("option", name)));
    list.size = searched === "" ? 1 : Math.min(Math.max(found.length, 2), 8);
    if (found.some(({name}) => name === operatorName)) { list.value = operatorName; }
    else if (searched === "") { choosePossible("operator", operatorName); }
    else { list.selectedIndex = -1; }
    byId("search-hint").textContent = searched === "" ? ""
        : `${found.length} of ${operators.length} operators${found.length > 0 ? "; press Enter for the first" : ""}`;
}

// Makes the fields of the operator from the library's description.
function showOperator(fields)
{
    const described = describe(fields);
    operatorName = described.operator ?? fields[0][1].toUpperCase();
    showOperators();
    const made = fieldsOf(described).map((field) =>
    {
        const {name, input, hint, choices} = field;
        const id = "field-" + name.toLowerCase();
        const value = fields.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1] ?? "";
        const row = input !== "" ? makeTensors(id, value, field) : makeField(id, name, value, hint, choices);
        row.dataset.name = name;
        return row;
    });
    byId("operator-fields").replaceChildren(...made);
}

// Makes the field of an attribute.
function makeField(id, name, value, hint, choices)
{
    const isText = choices.length === 0;
    const row = element("p", "", {className: "field", title: isText ? hint : ""});
    const input = element(isText ? "input" : "select", "", isText ? {id, maxLength: 400, spellcheck: false} : {id});
    if (!isText) { input.append(...["", ...choices].map((choice) => element("option", choice))); }
    input.value = value;
    const isUnknown = !isText && input.value !== value; // a number or a name of the SDK
    if (isUnknown) { input.append(element("option", value, {hidden: true, selected: true})); }
    input.setAttribute("aria-describedby", `${id}-hint ${id}-problem`);
    row.append(element("label", name, {htmlFor: id}), input,
        element("span", row.title, {id: id + "-hint", className: "hint"}),
        problemOf(id));
    return row;
}

// Makes the fields of a tensor, or of a list of tensors with buttons that make it longer or shorter.
function makeTensors(id, value, {name, input, flags, hint, choices})
{
    const row = element("div");
    const options = {choices, hint, none: flags.includes("?") ? "null" : undefined, hasOwned: !flags.includes(">")};
    if (input === "tensor")
    {
        row.append(makeTensor(id, name, value, options));
        return row;
    }
    const texts = () => [...row.querySelectorAll(".tensor-fields")].map(tensorText);
    const button = (text, change) =>
    {
        const made = element("button", text, {type: "button"});
        made.addEventListener("click", () =>
        {
            fill(change(texts()));
            changeFields();
        });
        return made;
    };
    const fill = (values) =>
    {
        const fewer = button("Remove the last", (now) => now.slice(0, -1));
        fewer.disabled = values.length === 1;
        row.replaceChildren(...values.map((text, index) => makeTensor(`${id}-${index}`, `${name}[${index}]`, text, options)),
            button("Add a tensor", (now) => [...now, now.at(-1)]), fewer,
            problemOf(id));
    };
    fill(value.split("+"));
    return row;
}

// Returns an operator with the fields of an example that DirectML accepts.
function exampleOf(operator)
{
    const given = fieldsOf(describe([["operator", operator]]));
    return [["operator", operator], ...given.map(({name, example}) => [name, example])];
}

// Shows the defaults of empty fields, and the operator's rules.
function showDefaults()
{
    for (const {name, byDefault} of fieldsOf(answer))
    {
        const field = byId("field-" + name.toLowerCase());
        const isText = field?.localName === "input";
        if (isText) { field.placeholder = byDefault === "null" ? "-" : byDefault.replace(/[{} ]/g, ""); }
        if (field?.localName === "select")
        {
            Object.assign(field.options[0], {textContent: byDefault === "" ? "" : `${byDefault} (default)`, value: ""});
        }
    }
    byId("rules").textContent = answer.rules.replace(/^ +/gm, "").trim();
}

// Writes the fields into the form.
function showFields({tab, fields})
{
    showTab(tab);
    byId("search").value = "";
    showOperator(tab === "operator" ? fields : first.operator);
    const shown = [...tab === "tensor" ? fields : first.tensor, ...tab === "gather" ? fields : first.gather];
    const values = (name) => shown.filter((field) => field[0] === name).map((field) => field[1]);
    const value = (name) => values(name)[0] ?? "";
    for (const id of [...textFields.tensor, ...textFields.gather, "sizes", "order", "strides"])
    {
        if (id in gatherTensors) { showGatherTensor(id, value(id)); }
        else { byId(id).value = values(id).join(" "); }
    }
    choosePossible("type", value("type").toUpperCase());
    const padding = paddings.find((name) => value(name) !== "") ?? paddings[0];
    byId("padding").value = padding;
    byId("pad").value = value(padding);
    choose("arrangement", ["strides", "order"].find((name) => value(name) !== "")
        ?? (value("layout").toUpperCase() === "NHWC" ? "layout" : ""));
    choose("role", value("role").toLowerCase() === "output" ? "output" : "");
    byId("more").open ||= textFields.tensor.some((id) => byId(id).value !== "");
    const names = tab === "tensor" ? axisNames(fields) : "";
    broadcast = value("broadcast").split(",").filter((axis) => axis !== "").map((axis) =>
        names[/^[0-9]+$/.test(axis) ? axis : names.toUpperCase().indexOf(axis.toUpperCase())] ?? "").join("");
    showBroadcast(names);
    showTensorParts();
}

function writeFragment(fields)
{
    const fragment = fields.filter(([, value]) => value !== "")
        .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")}`);
    history.replaceState(null, "", "#" + fragment.join("&"));
}

// ---- what is shown --------------------------------------------------------------------------------------------------

function showTab(tab)
{
    main.dataset.tab = tab;
    for (const name of tabs)
    {
        byId("tab-" + name).setAttribute("aria-selected", String(name === tab));
        byId("tab-" + name).tabIndex = name === tab ? 0 : -1;
    }
}

function showProblem(field, problem)
{
    const id = main.dataset.tab === "operator" ? (byId(`field-${field}-problem`) ? "field-" + field : "operator")
        : paddings.includes(field) ? "pad" : field;
    document.querySelectorAll(".problem").forEach((place) => { place.textContent = ""; });
    document.querySelectorAll("[aria-invalid]").forEach((place) => { place.removeAttribute("aria-invalid"); });
    if (field === undefined) { return; }
    byId(id + "-problem").textContent = problem;
    mark(id, 0, /data type|bfloat/.test(problem) ? "type" : "sizes");
    byId("more").open ||= byId("more").contains(byId(id));
}

// Marks a field, or of a tensor its data type or its sizes.
function mark(id, index, part)
{
    const marked = byId(id + "-" + part) ?? byId(`${id}-${index}-${part}`) ?? byId(id);
    marked.setAttribute("aria-invalid", "true");
}

// Marks what the verdict names.
function showFault()
{
    const [field, index, part] = (answer.fault ?? "").split("\t");
    if (field !== "") { mark("field-" + field, index, part); }
}

function showVerdict(kind, text)
{
    const verdict = byId("verdict");
    verdict.dataset.kind = kind;
    if (verdict.textContent !== text) { verdict.textContent = text; } // announced once, not after every letter
}

function showBroadcast(names)
{
    const boxes = byId("broadcast");
    if (names !== "" && boxes.textContent.replace(/\s+/g, "") !== names)
    {
        boxes.replaceChildren(...[...names].map((name) =>
        {
            const label = element("label", " " + name);
            label.prepend(element("input", "", {type: "checkbox", value: name}));
            return label;
        }));
    }
    boxes.querySelectorAll("input").forEach((box) => { box.checked = broadcast.includes(box.value); });
}

function showNumbers()
{
    // A value may be empty or contain blanks, so columns are found by the ends of their names.
    const lines = answer.axes.trimEnd().split("\n");
    const names = [...lines[0].matchAll(/\S+/g)].slice(1);
    const ends = [main.dataset.tab === "tensor" ? 17 : 9, ...names.map((name) => name.index + name[0].length)];
    byId("axes").replaceChildren(...lines.map((line, index) =>
    {
        const row = element("tr");
        const head = element("th", line.slice(0, ends[0]).trim());
        head.scope = "row";
        const values = names.map((_, axis) => line.slice(ends[axis], ends[axis + 1]).trim());
        row.append(head, ...values.map((value) => element(index === 0 ? "th" : "td", value)));
        row.querySelectorAll("th + th, td + th").forEach((column) => { column.scope = "col"; });
        return row;
    }));
    byId("numbers").replaceChildren(...answer.numbers.trimEnd().split("\n").flatMap((line) =>
        [element("dt", line.slice(0, 18).trim()), element("dd", line.slice(18))]));
}

// Allows line breaks between tokens, but not inside one, and not inside short braces.
function showCode()
{
    const pieces = answer.code.replace(/^ {2}/gm, "").trimEnd().split(/(\{[^{}]{0,32}\})/);
    byId("code").replaceChildren(...pieces.flatMap((piece, index) => index % 2 === 1
        ? [element("span", piece, {className: "nowrap"})]
        : piece.replace(/(::|[(,.])/g, "$1\0").split("\0").flatMap((token) => [token, element("wbr")]).slice(0, -1)));
}

// Shows the drawing in a shadow tree, because its style is made for a separate document. There it has the page's
// background.
function showPicture()
{
    const picture = byId("picture");
    const style = element("style", // it overrides the drawing's own
        `.layout-picture .paper { fill: none }
        .layout-picture .lit { stroke: var(--text); stroke-width: 3; stroke-dasharray: none; fill-opacity: 0.85 }`);
    const svg = new DOMParser().parseFromString(answer.picture, "image/svg+xml").documentElement;
    picture.shadowRoot.replaceChildren(...answer.picture === "" ? [] : [document.importNode(svg, true)], style);
    picture.hidden = byId("save").disabled = answer.picture === "";
    byId("no-picture").hidden = answer.picture !== "";
    light(lightAt = null);
}

// Marks content that can scroll to the right.
function markScrolls()
{
    const isMore = (place) => place.scrollWidth - place.clientWidth - place.scrollLeft > 1;
    document.querySelectorAll(".scrolls").forEach((place) => place.toggleAttribute("data-more", isMore(place)));
}

function showAnswer()
{
    showNumbers();
    showPicture();
    showCode();
    byId("text").textContent = answer.text;
    byId("copied").textContent = byId("link-copied").textContent = "";
    byId("drawn").hidden = byId("rest").hidden = false;
    markScrolls();
}

// `typing`: the user is still typing in a field, so a problem may disappear with the next letter.
function update(fields, {linkProblem = "", typing = null} = {})
{
    const asked = fields.map(([name, value]) => name === "role"
        ? ["output", value.toLowerCase() === "output" ? "output" : ""] : [name, value]);
    const next = describe(asked);
    const problem = linkProblem || next.problem;
    const isQuiet = problem !== undefined && typing !== null && answer !== undefined;
    const isListOpen = isQuiet && /[,:]$|^$/.test(typing.value.trim());
    byId("note").textContent = problem === undefined ? ""
        : !isQuiet ? "Showing the previous result; this input is invalid."
        : isListOpen ? "Showing the previous result; the input is incomplete." : "Showing the previous result: " + problem;
    if (isQuiet) { return showProblem(); }
    byId("drawn").inert = byId("rest").inert = problem !== undefined;
    byId("correct").hidden = true;
    showProblem(linkProblem ? undefined : next.field, problem);
    if (problem !== undefined)
    {
        const isOperator = main.dataset.tab === "operator";
        if (answer === undefined || (answer.fields === undefined) === isOperator)
        {
            answer = describe(first[main.dataset.tab]);
            showAnswer();
        }
        const value = fields.filter(([name]) => name.toLowerCase() === next.field).map((field) => field[1]).join(" ");
        const place = !isOperator ? next.field
            : [...byId("operator-fields").children].find((row) => row.dataset.name.toLowerCase() === next.field)?.dataset.name ?? "";
        const named = [place, value].filter((text) => text !== "").join(" ");
        showVerdict("problem", linkProblem
            || `${isOperator ? "Not validated" : "No layout"}: ${value === "" ? "" : named + ": "}${problem}`);
        return;
    }
    answer = next;
    showVerdict(answer.class, answer.verdict.trim().replace(/\n+ */g, "\n"));
    byId("correct").hidden = answer.correction === undefined;
    showFault();
    if (main.dataset.tab === "tensor") { showBroadcast(axisNames(fields)); }
    if (main.dataset.tab === "operator") { showDefaults(); }
    showAnswer();
}

function updateFromFragment()
{
    const fragment = readFragment(location.hash.slice(1));
    showFields(fragment);
    update(fragment.fields, {linkProblem: fragment.problem});
}

// ---- what the user does ---------------------------------------------------------------------------------------------

function changed(event)
{
    const field = event.target;
    const isText = field.localName === "input" && !["radio", "checkbox"].includes(field.type);
    const wasHandled = event.type === "change" && !isText && handled === field; // by the input event, if there was one
    handled = event.type === "input" ? field : null;
    if (wasHandled) { return; }
    if (field.id === "search") { return showOperators(); }
    if (field.id === "operator") { showOperator(exampleOf(field.value)); }
    else if (field.id === "order" || field.id === "strides") { choose("arrangement", field.id); }
    else if (field.name === "arrangement" && byId(field.value)?.value === "")
    {
        // Start with the current state.
        const plain = describe([["type", byId("type").value], ["sizes", typed("sizes")]]);
        const rank = plain.axisNames?.length ?? 0;
        byId(field.value).value = field.value === "order" ? plain.axisNames ?? ""
            : answer.axes.split("\n")[2].trim().split(/ +/).slice(1, rank + 1).join();
    }
    else if (byId("broadcast").contains(field))
    {
        broadcast = field.checked ? broadcast + field.value : broadcast.replaceAll(field.value, "");
    }
    changeFields(isText && event.type === "input" ? field : null);
}

function changeFields(typing = null)
{
    showTensorParts();
    // Axes that disappear while the user types sizes come back with their size.
    const names = main.dataset.tab === "tensor" ? axisNames(readFields()) : "";
    const fields = readFields().map(([name, value]) =>
        [name, name === "broadcast" && names !== "" ? value.split(",").filter((axis) => names.includes(axis)).join()
            : value]);
    update(fields, {typing});
    writeFragment(fields);
}

// Ends the search when an operator is chosen from its list.
function endSearch()
{
    if (byId("operator").value === "") { return; }
    byId("search").value = "";
    showOperators();
}

// Enter in the search chooses the first operator.
function chooseFirst(event)
{
    const found = byId("operator").options[0];
    if (event.key !== "Enter" || found === undefined || byId("search").value === "") { return; }
    showOperator(exampleOf(found.value));
    endSearch();
    changeFields();
}

function applyCorrection()
{
    const corrected = answer.correction.trimEnd().split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2));
    const fields = readFields().map(([name, value]) => [name, corrected.find(([field]) => field === name)?.[1] ?? value]);
    showOperator(fields);
    changeFields();
}

function changeTab(tab)
{
    showTab(tab);
    const fields = readFields();
    update(fields);
    writeFragment(fields);
}

const cells = () => [...byId("picture").shadowRoot.querySelectorAll("[data-at]")];
const titleOf = (cell) => cell.querySelector("title").textContent;

// Highlights a cell and all cells that show the same element, in all views.
function light(cell)
{
    // A cell of a Gather's output has two links: its input element and its index. Other cells have one.
    const parts = (of) => of.dataset.at.split(" ");
    const belong = (one, other) => parts(one)[0] === parts(other)[0] || parts(one)[1] === parts(other)[0]
        || parts(one)[0] === parts(other)[1];
    const lit = cell ? cells().filter((other) => belong(cell, other)) : [];
    const picked = !cell?.dataset.at.startsWith("i") ? []
        : cells().filter((other) => other !== cell && lit.some((output) => parts(output)[0] === other.dataset.at));
    lit.push(...picked);
    cells().forEach((other) => { other.classList.toggle("lit", lit.includes(other)); });
    // A cell of the memory strip has no coordinates, so take them from the logical view, which comes first.
    const isInMemory = cell && titleOf(cell).startsWith("offset");
    const elements = isInMemory ? lit.filter((other) => !titleOf(other).startsWith("offset")) : [];
    byId("cell").textContent = !cell ? ""
        : (elements.length > 0 ? titleOf(elements[0]) : titleOf(cell))
            + (elements.length > 1 ? `; ${elements.length} of the shown elements are there` : "");
}

// Returns the nearest cell of the next row above or below; the cell itself if there is none.
function cellBeside(cell, isAbove)
{
    const row = (of) => Math.round(of.y.baseVal.value / 10); // cells with an inset begin 2 pixels lower
    const middle = (of) => of.x.baseVal.value + of.width.baseVal.value / 2;
    const distance = (other) => Math.abs(row(other) - row(cell)) * 1e4 + Math.abs(middle(other) - middle(cell));
    const beyond = cells().filter((other) => isAbove ? row(other) < row(cell) : row(other) > row(cell));
    return beyond.reduce((best, other) => distance(other) < distance(best) ? other : best, beyond[0] ?? cell);
}

// Arrow keys, Home and End go from cell to cell, and never scroll the page.
function moveLight(event)
{
    const all = cells();
    const current = all.indexOf(lightAt);
    const isVertical = event.key === "ArrowUp" || event.key === "ArrowDown";
    const next = isVertical ? (current < 0 ? 0 : all.indexOf(cellBeside(lightAt, event.key === "ArrowUp")))
        : {ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: all.length - 1}[event.key];
    if (next === undefined || all.length === 0) { return; }
    event.preventDefault();
    lightAt = all[Math.min(Math.max(next, 0), all.length - 1)];
    lightAt.scrollIntoView({block: "nearest", inline: "nearest"});
    light(lightAt);
}

// Arrow keys, Home and End go from tab to tab, and never scroll the page.
function moveTab(event)
{
    const current = tabs.indexOf(event.target.id.replace("tab-", ""));
    const next = {ArrowRight: current + 1, ArrowDown: current + 1, ArrowLeft: current - 1, ArrowUp: current - 1,
        Home: 0, End: tabs.length - 1}[event.key];
    if (next === undefined) { return; }
    event.preventDefault();
    const tab = byId("tab-" + tabs[(next + tabs.length) % tabs.length]);
    tab.focus();
    tab.click();
}

async function copy(text, selected, said)
{
    getSelection().selectAllChildren(selected);
    let copied = true;
    try
    {
        await navigator.clipboard.writeText(text);
    }
    catch
    {
        copied = selected.textContent === text && document.execCommand("copy");
    }
    said.textContent = copied ? "Copied" : "Copy it by hand";
}

function savePicture()
{
    const href = URL.createObjectURL(new Blob([answer.picture], {type: "image/svg+xml"}));
    element("a", "", {href, download: main.dataset.tab + ".svg"}).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// On a narrow page the drawing is between the two halves of the fields.
function arrange(narrow)
{
    const second = byId("second");
    if (narrow.matches) { byId("top").after(second); }
    else { byId("fields").append(second); }
    markScrolls();
}

async function start()
{
    const bytes = Uint8Array.from(atob(byId("wasm").textContent), (character) => character.charCodeAt(0));
    library = (await WebAssembly.instantiate(bytes)).instance.exports;
    library._initialize();
    const about = parts(library.About());
    byId("version").textContent = about.version;
    types = about.types.split(" ");
    byId("type").replaceChildren(...types.map((type) => element("option", type)));
    operators = about.operators.split("\n").map((line, index) =>
        ({number: index + 1, name: line.split(" ")[0], names: line.split(" ")}));
    for (const place of document.querySelectorAll("[data-fields]"))
    {
        place.append(...place.dataset.fields.split(" ").map((id) => makeField(id, lines[id][0], "", lines[id][1], [])));
    }
    const picture = byId("picture");
    picture.attachShadow({mode: "open"});
    const narrow = matchMedia("(max-width: 56rem)");
    arrange(narrow);
    updateFromFragment();
    narrow.addEventListener("change", arrange);
    main.addEventListener("input", changed);
    main.addEventListener("change", changed);
    main.addEventListener("scroll", markScrolls, {capture: true});
    main.addEventListener("toggle", markScrolls, {capture: true});
    addEventListener("resize", markScrolls);
    byId("fields").addEventListener("submit", (event) => event.preventDefault());
    document.querySelector("[role=tablist]").addEventListener("keydown", moveTab);
    tabs.forEach((tab) => byId("tab-" + tab).addEventListener("click", () => changeTab(tab)));
    byId("copy").addEventListener("click", () => copy(byId("code").textContent, byId("code"), byId("copied")));
    byId("copy-link").addEventListener("click", () => copy(location.href, byId("link-copied"), byId("link-copied")));
    byId("save").addEventListener("click", savePicture);
    byId("correct").addEventListener("click", applyCorrection);
    byId("search").addEventListener("keydown", chooseFirst);
    byId("operator").addEventListener("click", endSearch);
    picture.shadowRoot.addEventListener("pointermove", (event) => light(event.target.closest("[data-at]")));
    picture.addEventListener("pointerleave", () => light(lightAt));
    picture.addEventListener("keydown", moveLight);
    picture.addEventListener("blur", () => { light(lightAt = null); });
    addEventListener("hashchange", updateFromFragment);
}

start().catch((error) =>
{
    showVerdict("problem", "This browser cannot run the page: " + error.message);
    throw error;
});
