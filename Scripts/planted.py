#!/usr/bin/env python3
"""Plants a fault for each step of the checks, and expects the step to find it.

    Scripts/planted.py --check            # every text of Tests/Mutants/planted.toml is found exactly once
    Scripts/planted.py SCRATCH            # all of them, in a copy of the package under SCRATCH/planted
    Scripts/planted.py SCRATCH --only REGEX

The copy builds where the steps build, so that a fault costs what a change costs. A fault counts as found if the step
fails and prints the text that the row expects; a step that fails for another reason proves nothing.
"""

import argparse
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import part

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Tests/Mutants/planted.toml"


def problems(faults: list[dict]) -> list[str]:
    """What in the table does not fit the files."""
    return [f"{TABLE.name}: {fault['text']!r} is in {fault['file']} {count} times instead of once" for fault in faults
            if (count := (ROOT / fault["file"]).read_text(encoding="utf-8").count(fault["text"])) != 1]


def verdict(fault: dict, package: Path, environment: dict[str, str], log: Path) -> str:
    """What came of a fault; the file is as before afterwards."""
    path = package / fault["file"]
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(fault["text"], fault["replacement"]), encoding="utf-8")
    try:
        done = subprocess.run(["bash", "-c", fault["step"]], cwd=package, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    finally:
        path.write_text(original, encoding="utf-8")
    with log.open("a", encoding="utf-8") as file:
        file.write(f"==== {fault['fault']}: {fault['step']}\n{done.stdout}\n")
    if done.returncode == 0:
        return "NOT FOUND"
    return "found" if re.search(fault["prints"], done.stdout) else "FAILED OTHERWISE"


def main() -> None:
    parser = argparse.ArgumentParser(description="Plants faults that the checks must find.")
    parser.add_argument("scratch", type=Path, nargs="?", help="where Scripts/check.sh builds")
    parser.add_argument("--check", action="store_true", help="only compare the table with the files")
    parser.add_argument("--only", metavar="REGEX", default="", help="faults whose name matches")
    options = parser.parse_args()
    faults = tomllib.loads(TABLE.read_text(encoding="utf-8"))["fault"]
    if wrong := problems(faults):
        print("\n".join(wrong), file=sys.stderr)
        sys.exit(2)
    if options.check:
        print(f"planted: {len(faults)} faults, each with one place")
        return
    chosen = [fault for fault in faults if re.search(options.only, fault["fault"])]
    if not chosen or not options.scratch:
        sys.exit("planted: nothing was selected, which proves nothing")
    scratch = options.scratch.resolve()
    package = part.copy(scratch / "planted")
    # The steps copy what git lists.
    subprocess.run(["git", "init", "-q"], cwd=package, check=True)
    subprocess.run(["git", "add", "-A"], cwd=package, check=True)
    log = scratch / "planted/log"
    log.write_bytes(b"")
    environment = os.environ | {"CHECK_SCRATCH": str(scratch), "SCRATCH": str(scratch), "ROOT": str(ROOT)}
    missed = 0
    for fault in chosen:
        started = time.monotonic()
        outcome = verdict(fault, package, environment, log)
        missed += outcome != "found"
        print(f"{outcome:<16} {time.monotonic() - started:4.0f} s  {fault['fault']}", flush=True)
    print(f"{len(chosen)} faults, {len(chosen) - missed} found")
    if missed:
        sys.exit(f"planted: see {log}")


if __name__ == "__main__":
    main()
