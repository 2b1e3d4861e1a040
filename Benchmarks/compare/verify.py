#!/usr/bin/env python3
"""Measures verified extractions: `samlkit batch --trust` against what others need to verify.

All contenders get the same messages, 1,200 different ones of three issuers, and each issuer's key.
They run in turns, pinned to one processor, for several rounds, and only CPU time (user and system)
counts:

- samlkit batch, the whole program with one job: reading the capture, unpacking, parsing, verifying,
  reading again what was signed, checking conditions, selecting, encoding, writing records. Its
  start-up is what a run over few messages and one over many do not differ by.
- a C program on libxmlsec1 and OpenSSL (xmlsec/verify.c) that parses and verifies messages it holds
  in memory, and reads nothing: as the library's documentation has it, and tuned.
- lxml, which parses; signxml and python-xmlsec, which parse and verify, also in memory.

Needs Linux, a C compiler, pkg-config and libxmlsec1-dev from Debian, and a release build
(`make build`). What comes from PyPI goes into Benchmarks/.build.

    Benchmarks/compare/verify.py [--rounds 7] [--messages 12000] [--results Benchmarks/results]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import BUILD, ROOT, SAMLKIT, pinned, processor_name
from workloads import DIFFERENT, KEY_ARGUMENTS, Workload, workloads, write_capture

PYTHON = BUILD / "venv/bin/python"
CONTENDERS = Path(__file__).parent / "contenders.py"
NOW = "2026-01-15T12:00:00Z"
AUDIENCE = "https://saml.sp.auth.adobe.com"
METADATA = ROOT / "Samples/metadata/all-idps.xml"
OPTIONS = [
    "--now", NOW, "--audience", AUDIENCE, "--require", "uid,uniqueId", "--trust", METADATA,
    "--jobs", "1", "--quiet",
]  # fmt: skip
LIBRARY = "libxmlsec1, "


def prepare(library_alone: bool) -> list[str]:
    """Builds the C program and the virtual environment; gives the Python contenders there are."""
    folder = Path(__file__).parent / "xmlsec"
    subprocess.run(["make", "-s", "-C", folder, f"BUILD={BUILD}"], check=True)
    if library_alone:
        return []
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", BUILD / "venv"], check=True)
        install = [PYTHON, "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "lxml", "signxml"], check=True)
        # It is for some systems only, and does without others.
        subprocess.run([*install, "--only-binary", ":all:", "xmlsec"], check=False)
    output = subprocess.run([PYTHON, CONTENDERS], check=True, capture_output=True, text=True)
    return output.stdout.split()


def measure(
    workload: Workload, folder: Path, python: list[str], options: argparse.Namespace
) -> None:
    """Lets everybody run in turns."""
    files = []
    for number, message in enumerate(workload.messages):
        files.append(folder / f"{number}.xml")
        files[-1].write_bytes(message)
    # As many bytes of each workload.
    many = max(DIFFERENT, options.messages * 8300 // max(workload.data, 4000))
    few = many // 10
    captures = {count: folder / f"{count}.ndjson" for count in (few, many)}
    for count, path in captures.items():
        write_capture(path, workload, count)
    for _ in range(options.rounds):
        seconds = {}
        for count, path in captures.items():
            command = [options.samlkit, "batch", path, *OPTIONS, "--output", folder / "out.ndjson"]
            _, seconds[count] = pinned(command, options.processor)
        each = (seconds[many] - seconds[few]) / (many - few)
        workload.note("samlkit batch", each * 1e6)
        workload.startup.append((seconds[few] - few * each) * 1e3)
        commands = {
            LIBRARY + mode: [BUILD / "verify", mode, str(options.seconds), *KEY_ARGUMENTS, "--", *files]
            for mode in ("parse", "usual", "tuned")
        }
        commands |= {
            name: [PYTHON, CONTENDERS, name, str(options.seconds), *KEY_ARGUMENTS, "--", *files]
            for name in python
        }
        for name, command in commands.items():
            output, _ = pinned(command, options.processor)
            result = json.loads(output)
            workload.note(name, result["seconds"] / result["messages"] * 1e6)


def table(workload: Workload) -> list[str]:
    """The workload's figures in Markdown."""
    ours = statistics.median(workload.microseconds["samlkit batch"])
    explanations = {
        "samlkit batch": "everything, to the written record",
        LIBRARY + "parse": "libxml2's tree in C, nothing verified",
        LIBRARY + "usual": "parse and verify in C; copied key, XPointer",
        LIBRARY + "tuned": "parse and verify in C; shared key, no XPointer",
        "lxml": "parse in Python, nothing verified",
        "signxml": "parse and verify in Python",
        "python-xmlsec": "parse and verify, libxmlsec1 from Python",
    }
    lines = [
        f"**{workload.title}**: {len(workload.messages)} different, {workload.data} bytes",
        "",
        "| | What it does | CPU per message | Lowest to highest | Messages per second | samlkit is |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, values in workload.microseconds.items():
        median = statistics.median(values)
        lines.append(
            f"| {name} | {explanations[name]} | {median:.1f} us "
            f"| {min(values):.1f} to {max(values):.1f} us | {1e6 / median:,.0f} "
            f"| {median / ours:.2f}× as fast |"
        )
    startup = statistics.median(workload.startup)
    return [*lines, "", f"samlkit's start-up, once a run: {startup:.0f} ms.", ""]


def versions(python: list[str]) -> dict[str, str]:
    """What was compared."""
    found = {}
    if python:
        output = subprocess.run([PYTHON, CONTENDERS, "versions"], check=True, capture_output=True)
        found = json.loads(output.stdout)
    for name, package in (("libxmlsec1", "xmlsec1-openssl"), ("libxml2", "libxml-2.0")):
        result = subprocess.run(
            ["pkg-config", "--modversion", package], check=True, capture_output=True, text=True
        )
        found[f"{name} (C)"] = result.stdout.strip()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--messages", type=int, default=12_000)
    parser.add_argument("--only", default="", help="a part of the titles of the workloads")
    parser.add_argument("--library", action="store_true", help="libxmlsec1 alone, nothing from PyPI")
    parser.add_argument("--samlkit", type=Path, default=SAMLKIT)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU of each other contender")
    parser.add_argument("--processor", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--results", type=Path, help="a folder for verify.md and verify.json")
    options = parser.parse_args()
    if not options.samlkit.exists():
        sys.exit("no release build; run: make build")

    python = prepare(options.library)
    measured = [workload for workload in workloads() if options.only in workload.title]
    for workload in measured:
        with tempfile.TemporaryDirectory() as folder:
            measure(workload, Path(folder), python, options)
    found = versions(python)
    lines = [line for workload in measured for line in table(workload)]
    lines.append(
        f"One core of {processor_name()}, {options.rounds} rounds, medians of CPU time; "
        + ", ".join(f"{name} {version}" for name, version in found.items())
        + "."
    )
    print("\n".join(lines))
    if options.results:
        options.results.mkdir(parents=True, exist_ok=True)
        command = "    Benchmarks/compare/verify.py --results Benchmarks/results"
        head = ["# Verified extractions per second", "", command, ""]
        (options.results / "verify.md").write_text("\n".join(head + lines) + "\n")
        document = {
            "processor": processor_name(),
            "versions": found,
            "rounds": options.rounds,
            "workloads": [
                {
                    "title": workload.title,
                    "different": len(workload.messages),
                    "bytes": workload.data,
                    "microseconds": {
                        name: [round(value, 2) for value in values]
                        for name, values in workload.microseconds.items()
                    },
                    "startupMilliseconds": [round(value, 1) for value in workload.startup],
                }
                for workload in measured
            ],
        }
        (options.results / "verify.json").write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main()
