"""Reads dml_tensor_utils.natvis as far as a debugger is not needed for it.

natvis.py check HEADER NATVIS      every type and every member that the file names exists in the header
natvis.py renamed HEADER NATVIS    the check fails for each of these members, once it has another name in the header
natvis.py show NATVIS              C++ that shows objects as the file says, for natvis_shown.cpp
"""

import re
import sys
import xml.etree.ElementTree

MODES = {"portable", "directml"}
SCHEMA = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
# What an expression may hold besides members and numbers, and what C++ calls it.
KEYWORDS = {"unsigned": "unsigned", "int": "int", "__int64": "long long"}
NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:(?:\[\d+\])?\.[A-Za-z_]\w*)*")


class Wrong(Exception):
    pass


class Visualizer:
    """One <Type>: its display strings as (condition, pieces of text and expressions) and the children as (name,
    condition, expression)."""

    def __init__(self, element):
        names = [element.get("Name")] + [other.get("Name") for other in element.findall(SCHEMA + "AlternativeType")]
        parts = [re.fullmatch(r"dml_tensor_utils::v(\d+_\d+)_(\w+)::(\w+)", name) for name in names]
        if None in parts or {part[2] for part in parts} != MODES or len({part.group(1, 3) for part in parts}) != 1:
            raise Wrong(f"{names} are not the names of one class in the namespaces of {sorted(MODES)}")
        self.version, self.name = parts[0].group(1, 3)

        self.displays = [(item.get("Condition"), display_pieces(item.text))
                         for item in element.findall(SCHEMA + "DisplayString")]
        if not self.displays or any(condition is None for condition, _ in self.displays[:-1]) or self.displays[-1][0]:
            raise Wrong(f"{self.name}: the last display string, and no other, has no condition")

        self.items = []
        self.array = None
        for child in element.find(SCHEMA + "Expand"):
            if child.tag == SCHEMA + "Item":
                self.items.append((child.get("Name"), child.get("Condition"), child.text.strip()))
            elif child.tag == SCHEMA + "ArrayItems":
                self.array = (child.find(SCHEMA + "Size").text, child.find(SCHEMA + "ValuePointer").text)
            else:
                raise Wrong(f"{self.name}: {child.tag} is not read here")

    def expressions(self):
        for condition, pieces in self.displays:
            yield from [condition] if condition else []
            yield from (text for is_expression, text in pieces if is_expression)
        for _, condition, text in self.items:
            yield from [condition] if condition else []
            yield text
        yield from self.array or []


def display_pieces(text):
    """The (is expression, text) that a display string consists of; '{{' and '}}' are braces."""
    pieces = []
    end = 0
    for match in re.finditer(r"(\{\{|\}\})|\{([^{},]+)(?:,en)?\}|[^{}]+", text):
        if match.start() != end:
            break
        end = match.end()
        # The format "en" shows an enumerator without its type.
        pieces.append((True, match[2]) if match[2] else (False, match[1][0] if match[1] else match[0]))
    if end != len(text):
        raise Wrong(f"'{text}' has an odd brace or a format that is not read here")
    return pieces


def read(natvis):
    root = xml.etree.ElementTree.parse(natvis).getroot()
    if root.tag != SCHEMA + "AutoVisualizer" or not len(root):
        raise Wrong(f"{natvis} has no visualizer")
    return [Visualizer(element) for element in root]


def class_bodies(header):
    """The text between the braces of every class, by its name."""
    header = re.sub(r"//[^\n]*", "", header)
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


def check(header, visualizers):
    """The (class, member) that the visualizers use; raises Wrong where one does not exist."""
    classes = {name: data_members(body) for name, body in class_bodies(header).items()}
    version = "_".join(re.findall(r"#define DML_TENSOR_UTILS_VERSION_(?:MAJOR|MINOR) +(\d+)", header))
    if "v##major##_##minor##_##mode" not in header or "\ninline namespace DML_TENSOR_UTILS_NAMESPACE\n" not in header:
        raise Wrong("the header no longer names its inline namespaces by version and mode")
    used = set()
    for visualizer in visualizers:
        if visualizer.version != version:
            raise Wrong(f"{visualizer.name} is shown in version {visualizer.version}, the header has {version}")
        if visualizer.name not in classes:
            raise Wrong(f"the header has no class {visualizer.name}")
        for expression in visualizer.expressions():
            for path in NAME.findall(expression):
                owner = visualizer.name
                for member in re.sub(r"\[\d+\]", "", path).split("."):
                    if member in KEYWORDS and owner == visualizer.name:
                        continue
                    if member not in classes.get(owner, {}):
                        raise Wrong(f"{owner} has no member {member}, which '{expression}' of {visualizer.name} names")
                    used.add((owner, member))
                    owner = classes[owner][member]
    return used


def check_renamed(header, visualizers):
    used = sorted(check(header, visualizers))
    for owner, member in used:
        body = class_bodies(header)[owner]
        renamed = re.sub(rf"\b{member}\b", member + "Renamed", re.sub(r"//[^\n]*", "", header))
        if data_members(body).keys() == data_members(class_bodies(renamed)[owner]).keys():
            raise Wrong(f"{owner}::{member} was not renamed")
        try:
            check(renamed, visualizers)
        except Wrong as reason:
            if f" has no member {member}," in str(reason):
                continue
            raise
        raise Wrong(f"{owner}::{member} has another name, and the check does not see it")
    print(f"{len(used)} members renamed, one at a time")


def cpp(expression):
    return re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda name: KEYWORDS.get(name[0], "self." + name[0]), expression)


def show(visualizers):
    for visualizer in visualizers:
        print(f"inline std::string Show(const {visualizer.name}& self);")
    for visualizer in visualizers:
        print(f"\ninline std::string Show(const {visualizer.name}& self)\n{{")
        for condition, pieces in visualizer.displays:
            texts = [f"Show({cpp(text)})" if is_expression else f'std::string("{text}")'
                     for is_expression, text in pieces]
            print(f"    if ({cpp(condition) if condition else 'true'})\n    {{")
            print(f"        return {' + '.join(texts)};\n    }}")
        print("}")
        print(f"\ninline std::string Expand(const {visualizer.name}& self)\n{{\n    std::string text;")
        for name, condition, expression in visualizer.items:
            print(f"    if ({cpp(condition) if condition else 'true'})\n    {{")
            print(f'        text += "{name} " + Show({cpp(expression)}) + "\\n";\n    }}')
        if visualizer.array:
            size, pointer = map(cpp, visualizer.array)
            print(f"    for (std::size_t i = 0; i < {size}; ++i)\n    {{")
            print(f'        text += "[" + std::to_string(i) + "] " + Show(({pointer})[i]) + "\\n";\n    }}')
        print("    return text;\n}")


def main(action, *paths):
    visualizers = read(paths[-1])
    if action == "show":
        show(visualizers)
        return
    with open(paths[0], encoding="utf-8") as file:
        header = file.read()
    if action == "check":
        print(f"{len(check(header, visualizers))} members found")
    elif action == "renamed":
        check_renamed(header, visualizers)
    else:
        raise Wrong(f"unknown action {action}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Wrong, xml.etree.ElementTree.ParseError) as reason:
        sys.exit(f"natvis: {reason}")
