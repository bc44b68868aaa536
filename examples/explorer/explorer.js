"use strict";

// The page's state is its fields. They are what the library is asked, and what stands in the URL's fragment.

const byId = (id) => document.getElementById(id);
const radios = (name) => [...document.querySelectorAll(`input[name="${name}"]`)];
const chosen = (name) => radios(name).find((radio) => radio.checked).value;
const choose = (name, value) => radios(name).forEach((radio) => { radio.checked = radio.value === value; });
const textFields = ["sizes", "order", "strides", "pad-rows"];

let library;
let answer = {rowMajorOrder: "", axes: "\n\n"}; // the last one that had a layout
let broadcast = ""; // the names chosen, also those of axes that are not there while the sizes are being typed

// ---- the library ----------------------------------------------------------------------------------------------------

function parts(pointer)
{
    const memory = new Uint8Array(library.memory.buffer, pointer);
    const text = new TextDecoder().decode(memory.subarray(0, memory.indexOf(0)));
    return Object.fromEntries(text.split("\x1E").slice(0, -1).map((part) =>
    {
        const nameEnd = part.indexOf("\n");
        return [part.slice(0, nameEnd), part.slice(nameEnd + 1)];
    }));
}

function describe(fields)
{
    const bytes = new TextEncoder().encode(fields.map(([name, value]) => `${name}=${value}\n`).join(""));
    const pointer = library.Fields(bytes.length);
    new Uint8Array(library.memory.buffer, pointer, bytes.length).set(bytes);
    return parts(library.Describe());
}

// ---- the fields -----------------------------------------------------------------------------------------------------

function readFields()
{
    const typed = (id) => byId(id).value.replace(/\s+/g, "");
    const arrangement = chosen("arrangement");
    const fields = [["type", byId("type").value], ["sizes", typed("sizes")], ["arrangement", arrangement]];
    if (arrangement !== "")
    {
        fields.push([arrangement, arrangement === "layout" ? "NHWC" : typed(arrangement)]);
    }
    fields.push(["broadcast", broadcast], ["pad-rows", typed("pad-rows")], ["output", chosen("role")]);
    return fields;
}

// What is not there or makes no sense is as in an empty fragment.
function readFragment()
{
    const given = new URLSearchParams(location.hash.slice(1));
    const type = given.get("type");
    byId("type").value = [...byId("type").options].some((option) => option.value === type) ? type : "FLOAT16";
    byId("sizes").value = given.get("sizes") || "2,3";
    for (const id of ["order", "strides", "pad-rows"])
    {
        byId(id).value = given.get(id) ?? "";
    }
    choose("arrangement", given.get("strides") ? "strides" : given.get("order") ? "order"
        : given.get("layout") === "NHWC" ? "layout" : "");
    choose("role", given.get("role") === "output" ? "output" : "");
    broadcast = (given.get("broadcast") ?? "").replace(/[^A-Z]/g, "");
}

function writeFragment(fields)
{
    const fragment = fields.filter(([name, value]) => name !== "arrangement" && value !== "").map(([name, value]) =>
        name === "output" ? "role=output"
            : `${name}=${encodeURIComponent(name === "broadcast" ? [...value].join() : value).replace(/%2C/g, ",")}`);
    history.replaceState(null, "", "#" + fragment.join("&"));
}

// ---- what is shown --------------------------------------------------------------------------------------------------

function element(name, text)
{
    const made = document.createElement(name);
    made.textContent = text;
    return made;
}

function showProblem(field, problem)
{
    for (const id of textFields)
    {
        byId(id).setAttribute("aria-invalid", String(id === field));
        byId(id + "-problem").textContent = id === field ? problem : "";
    }
}

function showVerdict(kind, text)
{
    const verdict = byId("verdict");
    // Said once, not again for each letter typed.
    if (verdict.dataset.kind !== kind || verdict.textContent !== text)
    {
        verdict.dataset.kind = kind;
        verdict.textContent = text;
    }
}

function showBroadcast()
{
    const boxes = byId("broadcast");
    if (boxes.textContent.replace(/\s+/g, "") !== answer.axisNames)
    {
        boxes.replaceChildren(...[...answer.axisNames].map((name) =>
        {
            const label = element("label", " " + name);
            const box = document.createElement("input");
            box.type = "checkbox";
            box.value = name;
            label.prepend(box);
            return label;
        }));
    }
    boxes.querySelectorAll("input").forEach((box) => { box.checked = answer.broadcast.includes(box.value); });
}

function showNumbers()
{
    // A value may be blank: it stands right-aligned below its axis' name.
    const lines = answer.axes.trimEnd().split("\n");
    const names = [...lines[0].matchAll(/\S+/g)].slice(1);
    const ends = [17, ...names.map((name) => name.index + name[0].length)];
    byId("axes").replaceChildren(...lines.map((line, index) =>
    {
        const row = document.createElement("tr");
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

// In a tree of its own, since its style is meant for a document of its own.
function showPicture()
{
    const picture = byId("picture");
    const svg = new DOMParser().parseFromString(answer.picture, "image/svg+xml").documentElement;
    (picture.shadowRoot ?? picture.attachShadow({mode: "open"})).replaceChildren(document.importNode(svg, true));
}

function update()
{
    const fields = readFields();
    const next = describe(fields);
    byId("shown").inert = next.problem !== undefined;
    showProblem(next.field, next.problem);
    if (next.problem !== undefined)
    {
        showVerdict("problem", "No layout: " + next.problem);
        return fields;
    }
    answer = next;
    showVerdict(answer.class, answer.verdict.trim().replace(/\n +/g, "\n"));
    showBroadcast();
    showNumbers();
    showPicture();
    byId("code").textContent = answer.code.replace(/^ {2}/gm, "").trimEnd();
    byId("text").textContent = answer.text;
    byId("command").textContent = answer.command;
    byId("copied").textContent = "";
    byId("shown").hidden = false;
    return fields;
}

// ---- what the user does ---------------------------------------------------------------------------------------------

function changed(event)
{
    const field = event.target;
    if (field.id === "order" || field.id === "strides")
    {
        choose("arrangement", field.id);
    }
    else if (field.name === "arrangement" && textFields.includes(field.value) && byId(field.value).value === "")
    {
        // Begins with what is there.
        byId(field.value).value = field.value === "order" ? answer.rowMajorOrder
            : answer.axes.split("\n")[2].trim().split(/ +/).slice(1).join();
    }
    else if (field.type === "checkbox")
    {
        broadcast = field.checked ? broadcast + field.value : broadcast.replaceAll(field.value, "");
    }
    writeFragment(update());
}

async function copyCode()
{
    const code = byId("code");
    getSelection().selectAllChildren(code);
    let copied = true;
    try
    {
        await navigator.clipboard.writeText(code.textContent);
    }
    catch
    {
        copied = document.execCommand("copy");
    }
    byId("copied").textContent = copied ? "Copied" : "Selected; press Ctrl+C";
}

async function start()
{
    const bytes = Uint8Array.from(atob(byId("wasm").textContent), (character) => character.charCodeAt(0));
    library = (await WebAssembly.instantiate(bytes)).instance.exports;
    library._initialize();
    const about = parts(library.About());
    byId("version").textContent = about.version;
    byId("type").replaceChildren(...about.types.split(" ").map((type) => element("option", type)));
    readFragment();
    update();
    byId("fields").addEventListener("input", changed);
    byId("fields").addEventListener("submit", (event) => event.preventDefault());
    byId("copy").addEventListener("click", copyCode);
    addEventListener("hashchange", () =>
    {
        readFragment();
        update();
    });
}

start().catch((error) =>
{
    showVerdict("problem", "This browser cannot run the page: " + error.message);
    throw error;
});
