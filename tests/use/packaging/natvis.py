"""natvis.py HEADER NATVIS

Every type and every member that the debugger's file names exists in the header, and once a member has another name there,
this is noticed.
"""

import re
import sys
import xml.etree.ElementTree

SCHEMA = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
KEYWORDS = {"unsigned", "int", "__int64"}
NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:(?:\[\d+\])?\.[A-Za-z_]\w*)*")


class Wrong(Exception):
    pass


def visualizers(natvis):
    """Of each <Type> the version and name of its class, which it names in both modes, and its expressions."""
    for element in xml.etree.ElementTree.parse(natvis).getroot():
        names = [element.get("Name")] + [other.get("Name") for other in element.findall(SCHEMA + "AlternativeType")]
        parts = [re.fullmatch(r"dml_tensor_utils::v(\d+_\d+)_(\w+)::(\w+)", name) for name in names]
        if None in parts or {part[2] for part in parts} != {"portable", "directml"} or len(
                {part.group(1, 3) for part in parts}) != 1:
            raise Wrong(f"{names} are not the names of one class in the namespaces of both modes")
        expressions = []
        for node in element.iter():
            expressions += [node.get("Condition")] if node.get("Condition") else []
            if node.tag == SCHEMA + "DisplayString":
                text = re.sub(r"\{\{|\}\}", "", node.text)
                expressions += re.findall(r"\{([^{},]+)(?:,en)?\}", text)
                if re.search("[{}]", re.sub(r"\{[^{},]+(?:,en)?\}", "", text)):
                    raise Wrong(f"'{node.text}' has an odd brace or a format that is not read here")
            elif node.tag in (SCHEMA + "Item", SCHEMA + "Size", SCHEMA + "ValuePointer"):
                expressions.append(node.text.strip())
        yield *parts[0].group(1, 3), expressions


def class_bodies(header):
    """The text between the braces of every class, by its name."""
    bodies = {}
    for match in re.finditer(r"^(?:class|struct) (?:\[\[nodiscard\]\] )?(\w+)\n\{", header, re.MULTILINE):
        depth = 1
        end = match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(header[end], 0)
            end += 1
        bodies[match[1]] = header[match.end():end - 1]
    return bodies


def data_members(body):
    """The types of the data members, by name."""
    flat = ""
    depth = 0
    for character in body:
        depth -= character == "}"
        if depth == 0:
            flat += ";" if character == "}" else "" if character == "{" else character
        depth += character == "{"
    members = {}
    for statement in flat.split(";"):
        statement = re.sub(r"\b(?:public|private):", "", statement).strip()
        match = re.fullmatch(
            r"(?!class|struct|enum|using|friend)([\w:]+)\s+(\w+)(?:\[[^\]]*\])?(?:\s*=[^(]*)?", statement)
        if match:
            members[match[2]] = match[1]
    return members


def check(header, shown):
    """The (class, member) that are used; raises Wrong where one does not exist."""
    classes = {name: data_members(body) for name, body in class_bodies(header).items()}
    version = "_".join(re.findall(r"#define DML_TENSOR_UTILS_VERSION_(?:MAJOR|MINOR) +(\d+)", header))
    if "v##major##_##minor##_##mode" not in header or "\ninline namespace DML_TENSOR_UTILS_NAMESPACE\n" not in header:
        raise Wrong("the header no longer names its inline namespaces by version and mode")
    used = set()
    for shown_version, name, expressions in shown:
        if shown_version != version or name not in classes:
            raise Wrong(f"{name} of version {shown_version} is no class of the header, which has {version}")
        for expression in expressions:
            for path in NAME.findall(expression):
                owner = name
                for member in re.sub(r"\[\d+\]", "", path).split("."):
                    if member in KEYWORDS and owner == name:
                        continue
                    if member not in classes.get(owner, {}):
                        raise Wrong(f"{owner} has no member {member}, which '{expression}' of {name} names")
                    used.add((owner, member))
                    owner = classes[owner][member]
    return used


def main(header, natvis):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    shown = list(visualizers(natvis))
    used = sorted(check(text, shown))
    for _, member in used:
        try:
            check(re.sub(rf"\b{member}\b", member + "Renamed", text), shown)
        except Wrong:
            continue
        raise Wrong(f"{member} has another name, and the check does not see it")
    if len(used) < 12:
        raise Wrong(f"only {len(used)} members are named")
    print(f"{len(used)} members found")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Wrong, xml.etree.ElementTree.ParseError) as reason:
        sys.exit(f"natvis: {reason}")
