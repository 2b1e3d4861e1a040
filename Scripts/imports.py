#!/usr/bin/env python3
"""Checks that each target imports only what Package.swift lets it, as modules, one by one.

The package manager has an option for that, but Swift 6.3's builds with it whatever a target imports, once the module
is there.

    Scripts/imports.py [--prove]    # first finds imports planted for it
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What comes with the toolchain and the systems.
PLATFORM = {
    "Android", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    "Musl", "Security", "Synchronization", "XCTest",
}  # fmt: skip
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)",
    re.MULTILINE,
)

LITERAL = re.compile(r'"""\n.*?"""', re.DOTALL)


def manifest() -> dict:
    output = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "package", "dump-package"], check=True, capture_output=True, text=True,
        cwd=ROOT)
    return json.loads(output.stdout)


def folder(target: dict) -> Path:
    kind = "Tests" if target["type"] == "test" else "Sources"
    return Path(target.get("path") or f"{kind}/{target['name']}")


def declared(target: dict) -> set[str]:
    """The modules of a target's dependencies: products are called as their modules are."""
    return {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}


def imported(text: str) -> list[tuple[int, str]]:
    """The modules that a source imports, with their lines."""
    # Programs in other languages stand in some literals.
    text = LITERAL.sub(lambda match: "\n" * match[0].count("\n"), text)
    return [(text.count("\n", 0, match.start(1)) + 1, match[1]) for match in IMPORT.finditer(text)]


def violations(package: dict, root: Path) -> tuple[list[str], int]:
    """The imports that are not declared, and how many there are in all."""
    found, count = [], 0
    for target in package["targets"]:
        allowed = declared(target) | PLATFORM
        for source in sorted((root / folder(target)).rglob("*.swift")):
            for line, module in imported(source.read_text(encoding="utf-8")):
                count += 1
                if module not in allowed:
                    found.append(
                        f"{source.relative_to(root)}:{line}: {target['name']} imports {module}; Package.swift lets it "
                        f"import {', '.join(sorted(declared(target))) or 'nothing'}")
    return found, count


def prove() -> None:
    package = {"targets": [
        {"name": "A", "type": "regular", "dependencies": [{"byName": ["B", None]}]},
        {"name": "ATests", "type": "test", "dependencies": [{"target": ["A", None]}, {"product": ["P", "p", None]}]},
    ]}  # fmt: skip
    planted = {
        "Sources/A/a.swift": "import B\npublic import struct C.S\n// import D\n",
        "Tests/ATests/a.swift": "import XCTest\n@testable import A\n@_spi(X) package import B\nimport P\nlet a = \"\"\"\n import sys\n \"\"\"\nimport C\n",
    }
    with tempfile.TemporaryDirectory() as name:
        for path, text in planted.items():
            (Path(name) / path).parent.mkdir(parents=True)
            (Path(name) / path).write_text(text, encoding="utf-8")
        found, _ = violations(package, Path(name))
    places = [line.split(": ")[0] for line in found]
    if places != ["Sources/A/a.swift:2", "Tests/ATests/a.swift:3", "Tests/ATests/a.swift:8"]:
        sys.exit(f"imports: of those planted, these were found: {places}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks that each target imports only what Package.swift lets it.")
    parser.add_argument("--prove", action="store_true", help="first find imports planted for it")
    if parser.parse_args().prove:
        prove()
    found, count = violations(manifest(), ROOT)
    for line in found:
        print(line)
    if found or count == 0:
        sys.exit(f"imports: {len(found)} of {count} are not declared")
    print(f"imports: {count}, all declared")


if __name__ == "__main__":
    main()
