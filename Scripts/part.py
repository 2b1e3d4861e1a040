#!/usr/bin/env python3
"""Copies the package, cut down to some test modules and what they import.

    Scripts/part.py FOLDER                           # all of it in FOLDER/package, whose path is printed
    Scripts/part.py FOLDER MODULE...
    Scripts/part.py FOLDER --marked MARK MODULE...   # without the files of tests that do not carry the mark

Files that did not change keep their times, so that a build in the copy compiles only what changed. The executable is
left out unless a module called samlkitTests is named.
"""

import argparse
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = """
var kept: Set<String> = [%s]
if !kept.contains("samlkitTests") {
    for target in package.targets { target.dependencies.removeAll { "\\($0)".contains("samlkit") } }
}
var grows = true
while grows {
    let count = kept.count
    for target in package.targets where kept.contains(target.name) {
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): kept.insert(name)
            default: break
            }
        }
    }
    grows = kept.count > count
}
package.targets.removeAll { !kept.contains($0.name) }
package.products.removeAll { !kept.contains($0.name) }
"""
CLASS = re.compile(r"^(?:@\w+ )?(?:final )?class (\w+)\s*:([^{]*)\{", re.MULTILINE)
SHARED = re.compile(r"^(?:(?:public|package|internal) )?(?:struct|enum|func|let|var|protocol|actor|extension|typealias)\b", re.MULTILINE)


def marked(mark: str, folder: Path = ROOT / "Tests") -> set[str]:
    """The classes of tests whose declaration names a mark, as `Module.Class`."""
    found = set()
    for source in sorted(folder.glob("*Tests/**/*.swift")):
        module = source.relative_to(folder).parts[0]
        for name, conformances in CLASS.findall(source.read_text(encoding="utf-8")):
            if re.search(rf"\b{mark}\b", conformances):
                found.add(f"{module}.{name}")
    return found


def holds_only_unmarked_tests(text: str, mark: str) -> bool:
    """True if a file holds classes of tests, none with the mark, and nothing that another file may use."""
    classes = CLASS.findall(text)
    if not classes or SHARED.search(text):
        return False
    return all("XCTestCase" in one and not re.search(rf"\b{mark}\b", one) for _, one in classes)


def without_mark(names: set[str], mark: str) -> set[str]:
    """The files of tests that hold only unmarked classes, and that no other file needs."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8")
             for name in names if re.match(r"Tests/\w+Tests/.*\.swift$", name) and (ROOT / name).is_file()}
    dropped = {name for name, text in texts.items() if holds_only_unmarked_tests(text, mark)}
    while True:
        rest = "\n".join(text for name, text in texts.items() if name not in dropped)
        needed = {name for name in dropped
                  if any(re.search(rf"\b{one}\b", rest) for one, _ in CLASS.findall(texts[name]))}
        if not needed:
            return dropped
        dropped -= needed


def copy(folder: Path, modules: list[str] | None = None, mark: str = "") -> Path:
    package = folder / "package"
    package.mkdir(parents=True, exist_ok=True)
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True).stdout
    names = {name.decode() for name in listing.split(b"\0") if name}
    kept = set()
    for name in names - (without_mark(names, mark) if mark else set()):
        source, target = ROOT / name, package / name
        if not source.is_file():
            continue
        content = source.read_bytes()
        if name == "Package.swift" and modules:
            content += (MANIFEST % ", ".join(f'"{module}"' for module in modules)).encode()
        kept.add(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
            shutil.copymode(source, target)
    for top in {Path(name).parts[0] for name in names if "/" in name}:
        for path in (package / top).rglob("*"):
            name = path.relative_to(package)
            if path.is_file() and name.as_posix() not in kept and ".build" not in name.parts:
                path.unlink()
    return package


def main() -> None:
    parser = argparse.ArgumentParser(description="Copies the package, cut down to some test modules.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--marked", metavar="MARK", default="", help="leave out files of tests without this mark")
    options = parser.parse_intermixed_args()
    print(copy(options.folder, options.modules, options.marked))


if __name__ == "__main__":
    main()
