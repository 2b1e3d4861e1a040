#!/usr/bin/env python3
"""The public declarations of every library, as lines that can be compared: Documentation/api.

    Scripts/api.py GRAPHS            # compares them with Documentation/api
    Scripts/api.py GRAPHS --write    # writes them there

GRAPHS is a folder of symbol graphs as `Scripts/documentation.sh FOLDER` leaves them in FOLDER/graphs. What the
compiler writes itself, and what is shown only to our own packages (@_spi), is left out.
"""

import argparse
import difflib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "Documentation" / "api"
# What verifies a message, and what it is made of, is small enough to be known as a whole.
KERNEL = ["XMLCore", "XMLSecurity", "SAML2", "SignatureDiagnostics", "PayloadCoding", "SAMLBindings"]
MOST_IN_KERNEL = 450


def declarations(folder: pathlib.Path) -> list[str]:
    lines = set()
    for path in folder.glob("*.symbols.json"):
        for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
            if symbol.get("spi") or "location" not in symbol:
                continue
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            lines.add(".".join(symbol["pathComponents"]) + "  " + " ".join(text.split()))
    return sorted(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = {folder.name: declarations(folder) for folder in sorted(options.graphs.iterdir())}
    if missing := set(KERNEL) - set(found):
        sys.exit(f"api: no symbol graphs of {', '.join(sorted(missing))}")
    if options.write:
        BASELINE.mkdir(exist_ok=True)
        for old in BASELINE.glob("*.txt"):
            old.unlink()
        for module, lines in found.items():
            if lines:
                (BASELINE / f"{module}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    committed = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in BASELINE.glob("*.txt")}
    differences = []
    for module in sorted({*found, *committed}):
        differences += difflib.unified_diff(
            committed.get(module, []), found.get(module, []), f"Documentation/api/{module}.txt", module, lineterm="", n=0)
    count = sum(len(found[module]) for module in KERNEL)
    if differences:
        print("\n".join(differences))
        sys.exit("api: what is public has changed; if it should, write it: Scripts/api.py GRAPHS --write, and CHANGELOG.md")
    if count > MOST_IN_KERNEL:
        sys.exit(f"api: {count} public declarations in {', '.join(KERNEL)}; expected at most {MOST_IN_KERNEL}")
    print(f"api: {sum(map(len, found.values()))} public declarations, {count} of them in the kernel's libraries")


if __name__ == "__main__":
    main()
