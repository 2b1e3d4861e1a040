#!/usr/bin/env python3
"""Compiles programs that confuse what was verified with what is claimed, and their honest twins.

    Scripts/trust-programs.py [FOLDER]     # the scratch folder of a build, .build/checked unless given

Each `NAME.fails.swift` of Tests/TrustPrograms must give exactly one error, the one that its first line names, and
`NAME.swift` none. Nothing is built: `swiftc -typecheck` reads the modules of the build.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "Tests/TrustPrograms"


def errors(program: Path, build: Path) -> list[str]:
    """The errors that the compiler gives for a program."""
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "Program"]
    command += ["-I", str(build / "Modules"), str(program)]
    # C modules below ours, whose maps lie beside their headers or were made by the build.
    headers = [path.parent for path in ROOT.glob("Sources/*/include/*.h")]
    headers += [path.parent for path in ROOT.glob("Sources/*/module.modulemap")]
    headers += [path.parent for path in build.parent.glob("checkouts/*/Sources/*/include/module.modulemap")]
    for folder in sorted(set(headers)):
        command += ["-Xcc", "-I", "-Xcc", str(folder)]
    for made in sorted(build.glob("*.build/module.modulemap")):
        command += ["-Xcc", f"-fmodule-map-file={made}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.findall(r"^[^\n]*?: error: ([^\n]*)$", done.stderr, re.MULTILINE)
    return found or ([done.stderr.strip() or "no message"] if done.returncode else [])


def fault(program: Path, build: Path) -> str | None:
    """What is wrong with a program, if anything is."""
    found = errors(program, build)
    if not program.name.endswith(".fails.swift"):
        return f"{program.name}: it should compile: {found[0]}" if found else None
    expected = re.match(r"// error: (.+)", program.read_text(encoding="utf-8"))
    if expected is None:
        return f"{program.name}: its first line names no error"
    if len(found) == 1 and expected[1] in found[0]:
        return None
    return f"{program.name}: expected one error, {expected[1]!r}; found {found}"


def main() -> None:
    build = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".build/checked") / "debug"
    programs = sorted(PROGRAMS.glob("*.swift"))
    failing = [one for one in programs if one.name.endswith(".fails.swift")]
    twins = [one.with_name(one.name.replace(".fails.swift", ".swift")) for one in failing]
    if len(failing) < 5 or set(programs) != {*failing, *twins}:
        sys.exit("trust-programs: each program that fails needs an honest twin, and there must be at least 5")
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        faults = [one for one in pool.map(lambda program: fault(program, build), programs) if one]
    if faults:
        sys.exit("\n".join(faults))
    print(f"trust-programs: {len(failing)} do not compile, as they should not, and their twins do")


if __name__ == "__main__":
    main()
