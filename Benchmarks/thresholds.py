#!/usr/bin/env python3
"""Compares what each stage of encoding costs with what it cost when the thresholds were written.

There is a file for each toolchain in Benchmarks/thresholds. It has two kinds of figures:

- Instructions for a kilobyte of message, counted by callgrind, of every kernel that runs under it.
  They repeat to a fraction of a percent on any machine, so that little is allowed. valgrind hides
  AVX-512 from what it runs: of that kernel there are times only.
- Megabytes of message a second of the fastest kernel, from the performance tests. They say something
  on the processor they were taken on only, and are not compared on another; of what else runs there
  they depend so much that a lot is allowed.

    Benchmarks/thresholds.py                 # compares; status 1 where something got worse
    Benchmarks/thresholds.py --update        # writes the file of this toolchain
    Benchmarks/thresholds.py --only instructions|times
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER / "compare"))

from machine import processor_name  # noqa: E402

ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
SIZES = [1 << 10, 1 << 13, 1 << 16]
# How much worse is a regression.
ALLOWED = {"instructions": 0.02, "times": 0.35}
UNITS = {"instructions": "instructions/KB", "times": "MB/s"}


def swift(*arguments: object) -> str:
    """Runs a command of the toolchain on this package; ends the program where it fails."""
    command = ["swift", arguments[0], "-c", "release", "--package-path", FOLDER, *arguments[1:]]
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(result.stdout + result.stderr)
    return result.stdout


def toolchain() -> str:
    output = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True)
    version = re.search(r"Swift version (\S+)", output.stdout)
    return f"swift-{version[1] if version else 'unknown'}-{sys.platform}-{platform.machine()}"


def collected(command: list) -> int:
    """The instructions of a program that must succeed."""
    with tempfile.NamedTemporaryFile() as file:
        callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file.name}"]
        result = subprocess.run(
            [*callgrind, *command], env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not found:
        sys.exit(f"callgrind failed: {' '.join(map(str, command))}\n{result.stderr}")
    return int(found[1])


def instructions() -> dict[str, float]:
    """Instructions per kilobyte of message, by stage, kernel and size."""
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not there (Debian: valgrind); --only times does without")
    # valgrind 3.19 reads DWARF up to version 4.
    scratch = FOLDER / ".build/counting"
    build = ["--product", "StageRunner", "--scratch-path", scratch]
    swift("build", *build, "-Xswiftc", "-dwarf-version=4", "-Xcc", "-gdwarf-4")
    runner = scratch / "release/StageRunner"
    listing = subprocess.run(
        ["valgrind", "-q", runner], env=ENVIRONMENT, check=True, capture_output=True, text=True
    )
    stages, kernels = (line.split() for line in listing.stdout.splitlines())
    found = {}
    for stage in stages:
        for kernel in kernels:
            for size in SIZES:
                few = max(2, (1 << 16) // size)
                short, long = (
                    collected([runner, stage, kernel, str(size), str(count)])
                    for count in (few, 3 * few)
                )
                each = (long - short) / (2 * few)
                found[f"{stage} {kernel} {size}"] = round(each / size * 1024, 1)
            print(f"counted {stage} {kernel}", file=sys.stderr)
    return found


def times() -> dict[str, float]:
    """Megabytes of message a second, by stage, kernel and size: the best of three processes.

    Where a process has its memory decides about a third of the speed of small messages.
    """
    found: dict[str, float] = {}
    for _ in range(3):
        output = swift("test", "--filter", "PayloadBenchmarks")
        for stage, kernel, size, rate in re.findall(
            r"^benchmark (\S+) (\S+) (\d+) bytes: (\d+) MB/s$", output, re.MULTILINE
        ):
            name = f"{stage} {kernel} {size}"
            found[name] = max(float(rate), found.get(name, 0))
    if not found:
        sys.exit("the performance tests printed no figures")
    return found


def compare(kind: str, known: dict[str, float], found: dict[str, float]) -> int:
    """Prints a table; gives how many figures got worse."""
    worse = 0
    width = max(map(len, found))
    print(f"\n{'stage, kernel, bytes':{width}} {'known':>10} {'now':>10} {'change':>8}  {UNITS[kind]}")
    for name in sorted(found, key=lambda name: (name.split()[:2], int(name.split()[2]))):
        value = found[name]
        if name not in known:
            print(f"{name:{width}} {'':>10} {value:>10,.0f} {'':>8}  not known")
            continue
        change = value / known[name] - 1
        # More instructions are worse, and fewer megabytes.
        is_worse = (change if kind == "instructions" else -change) > ALLOWED[kind]
        worse += is_worse
        verdict = "WORSE" if is_worse else ""
        print(f"{name:{width}} {known[name]:>10,.0f} {value:>10,.0f} {change:>+8.1%}  {verdict}")
    for name in known.keys() - found.keys():
        print(f"{name:{width}} is not measured here")
    return worse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help="write instead of comparing")
    parser.add_argument("--only", choices=["instructions", "times"])
    options = parser.parse_args()
    file = FOLDER / "thresholds" / f"{toolchain()}.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    if not known and not options.update:
        sys.exit(f"there is no {file.name}; write it with --update")
    kinds = {"instructions": instructions, "times": times}
    if options.only:
        kinds = {options.only: kinds[options.only]}
    worse = 0
    for kind, measure in kinds.items():
        found = measure()
        is_comparable = kind != "times" or known.get("processor") == processor_name()
        if not is_comparable and not options.update:
            print(f"\ntimes are of {known.get('processor')}, and are not compared:")
        worse += compare(kind, known.get(kind, {}) if is_comparable else {}, found)
        known[kind] = found
        if kind == "times" and options.update:
            known["processor"] = processor_name()
    if options.update:
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(known, indent=2) + "\n")
        print(f"\nwritten: {file.relative_to(FOLDER.parent)}")
    elif worse:
        sys.exit(f"\n{worse} figures got worse than is allowed ({ALLOWED})")
    else:
        print("\nnothing got worse")


if __name__ == "__main__":
    main()
