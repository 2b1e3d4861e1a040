#!/usr/bin/env python3
"""Measures the cookbook's encoding: our kernels against everything that could take their place.

All contenders get the same messages, from 1 KB to 64 MB, and give the same payloads, which is checked
before anything is measured. Each runs in a process of its own, pinned to one processor, all of them in
turns for several rounds; only CPU time counts, and each process tells the median of many runs.

- PayloadEncoder.encode(_:into:) with each kernel this processor has, called from Swift.
- the same kernels called from C, which tells what the Swift around them costs.
- the published Swift snippet, with Foundation; a straightforward Swift version, a loop for each step.
- a plain chain in C: normalize, Base64, percent-encode, one pass each; and the same chain with
  aklomp's libbase64 for its middle, in C, compiled from the sources in PyPI's pybase64.
- Python's re, base64 and urllib.parse.quote; node's RegExp, Buffer and encodeURIComponent.
- memcpy of as many bytes as the message has, and of as many as the payload has.
- libbase64 alone, which gives Base64 of the message as it is: no payload, but an upper bound.

Needs Linux, clang and make; node if it is to be compared. What comes from PyPI goes into
Benchmarks/.build.

    Benchmarks/compare/encode.py [--rounds 5] [--results Benchmarks/results]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from encoding_report import COPIES, Measured, document, report, sized, write
from machine import BUILD, ROOT, SAMPLES, pinned

FOLDER = Path(__file__).parent / "encoding"
SWIFT = ROOT / "Benchmarks/.build/release/EncodingContenders"
C = BUILD / "encoding-contender"
SIZES = [1 << 10, 1 << 13, 1 << 16, 1 << 20, 1 << 26]


@dataclass
class Contender:
    """A program, and the name by which it knows what to do."""

    program: list
    name: str


def libbase64() -> Path | None:
    """Builds aklomp's base64 from the sources that PyPI has; None where that does not work."""
    found = list(BUILD.glob("pybase64-*/base64"))
    if not found:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        download += ["--no-binary", ":all:", "--dest", BUILD, "pybase64"]
        if subprocess.run(download, check=False).returncode != 0:
            return None
        for archive in BUILD.glob("pybase64-*.tar.gz"):
            with tarfile.open(archive) as file:
                file.extractall(BUILD, filter="data")
        found = list(BUILD.glob("pybase64-*/base64"))
    flags = [
        "AVX512_CFLAGS=-mavx512vl -mavx512vbmi", "AVX2_CFLAGS=-mavx2", "AVX_CFLAGS=-mavx",
        "SSE42_CFLAGS=-msse4.2", "SSE41_CFLAGS=-msse4.1", "SSSE3_CFLAGS=-mssse3",
    ]  # fmt: skip
    if os.uname().machine != "x86_64":
        flags = ["NEON64_CFLAGS="]
    make = ["make", "-s", "-C", found[0], "CC=clang", *flags, "lib/libbase64.o"]
    return found[0] if subprocess.run(make, check=False).returncode == 0 else None


def prepare() -> tuple[list[Contender], dict[str, str]]:
    """Builds everything; gives the contenders there are, and what they are made of."""
    BUILD.mkdir(parents=True, exist_ok=True)
    versions = {"Python": sys.version.split()[0]}
    base64 = libbase64()
    make = ["make", "-s", "-B", "-C", FOLDER, f"BUILD={BUILD}"]
    if base64:
        make.append(f"LIBBASE64={base64}")
        versions["pybase64"] = base64.parent.name.partition("-")[2]
    else:
        print("without libbase64, which could not be built", file=sys.stderr)
    subprocess.run(make, check=True)
    build = ["swift", "build", "-c", "release", "--package-path", ROOT / "Benchmarks"]
    output = subprocess.run(
        [*build, "--product", SWIFT.name], check=False, capture_output=True, text=True
    )
    if output.returncode != 0:
        sys.exit(output.stdout + output.stderr)
    programs = [[C], [SWIFT], [sys.executable, FOLDER / "contender.py"]]
    if node := shutil.which("node"):
        programs.append([node, FOLDER / "contender.js"])
        versions |= json.loads(subprocess.check_output([*programs[-1], "versions"]))
    else:
        print("without node, which is not there", file=sys.stderr)
    swift = subprocess.check_output(["swift", "--version"], text=True, stderr=subprocess.DEVNULL)
    versions["Swift"] = swift.partition("version ")[2].split()[0]
    contenders = [
        Contender(program, name)
        for program in programs
        for name in subprocess.check_output(program, text=True).splitlines()
    ]
    return contenders, versions


def message(data: int) -> bytes:
    """A sample with many attributes, again and again."""
    sample = (SAMPLES / "captures/19-multi-valued-attributes.xml").read_bytes()
    return (sample * (data // len(sample) + 1))[:data]


def check(contenders: list[Contender], file: Path) -> int:
    """Ends the program if payloads differ; gives how long they are."""
    expected = None
    for contender in contenders:
        if contender.name in COPIES:
            continue
        command = [*contender.program, "write", contender.name, file]
        payload = subprocess.run(command, check=True, capture_output=True).stdout
        expected = expected or payload
        if payload != expected:
            sys.exit(f"{contender.name} gives another payload than {contenders[0].name}")
    return len(expected)


def measure(contenders: list[Contender], folder: Path, options: argparse.Namespace) -> list:
    """Lets everybody run in turns, for each size."""
    results = []
    for data in options.sizes:
        file = folder / f"{data}.xml"
        file.write_bytes(message(data))
        measured = Measured(data, check(contenders, file))
        for number in range(options.rounds):
            for contender in contenders:
                times = measured.seconds.setdefault(contender.name, [])
                # Once is enough of what takes seconds.
                if times and times[0] > 2:
                    continue
                command = [*contender.program, "time", contender.name, file, str(options.seconds)]
                output, _ = pinned(command, options.processor)
                times.append(json.loads(output)["seconds"])
            print(f"{sized(data)}, round {number + 1}", file=sys.stderr)
        results.append(measured)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU of each turn, about")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="bytes of a message")
    parser.add_argument("--processor", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--results", type=Path, help="a folder for encode.json, .md and .svg")
    parser.add_argument(
        "--redraw", action="store_true", help="write encode.md and .svg from encode.json again"
    )
    options = parser.parse_args()
    if options.redraw:
        if not options.results:
            sys.exit("--redraw needs --results")
        return write(json.loads((options.results / "encode.json").read_text()), options.results)

    contenders, versions = prepare()
    with tempfile.TemporaryDirectory() as folder:
        results = measure(contenders, Path(folder), options)
    found = document(results, versions, options.rounds)
    print("\n".join(report(found)))
    if options.results:
        write(found, options.results)


if __name__ == "__main__":
    main()
