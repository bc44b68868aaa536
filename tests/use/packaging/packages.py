"""packages.py PROJECT VERSION DESCRIPTION WORK_DIR

Packs the NuGet package as `nuget pack` would, and checks its entries and paths, and that the debugger's file names only
members that exist in the header.
"""

import fnmatch
import pathlib
import re
import sys
import xml.etree.ElementTree
import zipfile

ID = "dml_tensor_utils"


def require(holds, text):
    if not holds:
        sys.exit(f"packages: {text}")


def pack(nuspec, version, description, package):
    """Writes the package and returns the paths in it."""
    root = xml.etree.ElementTree.parse(nuspec).getroot()
    name = {"n": root.tag[1:].split("}")[0]}
    metadata = {element.tag.split("}")[1]: element.text for element in root.find("n:metadata", name)}
    require(metadata["id"] == ID and metadata["version"] == version, f"id and version are {metadata}")
    require(metadata["description"] == description, f"the description is {metadata['description']!r}")
    require("native" in metadata["tags"].split(), "the tag 'native' is missing")
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in root.findall("n:files/n:file", name):
            source = nuspec.parent / file.get("src")
            found = [path for path in source.parent.iterdir() if fnmatch.fnmatch(path.name, source.name)]
            require(found, f"there is no {source}")
            for path in found:
                archive.write(path, f"{file.get('target')}/{path.name}")
        return archive.namelist()


def check_targets(archive, entries):
    """Checks that each path in the .targets file is in the package."""
    folder = "build/native/"
    text = archive.read(f"{folder}{ID}.targets").decode()
    xml.etree.ElementTree.fromstring(text.encode())
    paths = re.findall(r"\$\(MSBuildThisFileDirectory\)([^;\"<]+)", text)
    require(len(paths) == 2, f"the .targets has the paths {paths}")
    for path in paths:
        require(any(entry == folder + path or entry.startswith(f"{folder}{path}/") for entry in entries),
                f"{path} is not in the package")


def check_natvis(natvis, header, version):
    """Checks that each class and member in the debugger's file exists in the header."""
    text = natvis.read_text(encoding="utf-8")
    xml.etree.ElementTree.fromstring(text.encode())
    namespace = "v" + "_".join(version.split(".")[:2])
    classes = set(re.findall(rf"dml_tensor_utils::{namespace}_(?:portable|directml)::(\w+)", text))
    require(text.count("dml_tensor_utils::v") == text.count(f"dml_tensor_utils::{namespace}_"),
            "the natvis file names another version")
    for name in classes:
        require(re.search(rf"^(?:class|struct) (?:\[\[nodiscard\]\] )?{name}$", header, re.MULTILINE),
                f"the header has no class {name}")
    members = set(re.findall(r"\bm_\w+", text))
    require(len(classes) >= 4 and len(members) >= 8, f"the natvis file names only {classes} and {members}")
    for member in members:
        require(re.search(rf"^    [\w:]+ {member}\b", header, re.MULTILINE), f"the header has no member {member}")


def main(project, version, description, work_dir):
    project, work_dir = pathlib.Path(project), pathlib.Path(work_dir)
    work_dir.mkdir(parents=True, exist_ok=True)
    package = work_dir / f"{ID}.{version}.nupkg"
    entries = pack(project / f"docs/packaging/nuget/{ID}.nuspec", version, description, package)
    headers = {f"build/native/include/{path.name}" for path in (project / "include").iterdir()}
    others = {f"build/native/{ID}.targets", f"build/native/{ID}.natvis"}
    require(set(entries) == headers | others, f"the package has {sorted(entries)}")
    with zipfile.ZipFile(package) as archive:
        check_targets(archive, entries)
    header = (project / "include/dml_tensor_utils.hpp").read_text(encoding="utf-8")
    check_natvis(project / "docs/packaging/dml_tensor_utils.natvis", header, version)
    print(f"{len(entries)} entries")


if __name__ == "__main__":
    main(*sys.argv[1:])
