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
- memcpy of as many octets as the message has, and of as many as the payload has.
- libbase64 alone, which gives Base64 of the message as it is: no payload, but an upper bound.

Needs Linux, clang and make; node if it is to be compared. What comes from PyPI goes into
Benchmarks/.build.

    Benchmarks/compare/encode.py [--rounds 5] [--results Benchmarks/results]
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from plot import Series, throughput_plot
from verify import BUILD, ROOT, SAMPLES, pinned, processor_name

FOLDER = Path(__file__).parent / "encoding"
SWIFT = ROOT / "Benchmarks/.build/release/EncodingContenders"
C = BUILD / "encoding-contender"
SIZES = [1 << 10, 1 << 13, 1 << 16, 1 << 20, 1 << 26]
# What is no encoding, and is not compared with the payload.
COPIES = ("memcpy", "libbase64-alone")
COMMAND = "Benchmarks/compare/encode.py --results Benchmarks/results"

TITLES = {
    "avx512": "swift-saml, AVX-512",
    "avx2": "swift-saml, AVX2",
    "sse4": "swift-saml, SSE4.2",
    "neon": "swift-saml, NEON",
    "scalar": "swift-saml, portable C",
    "swift": "swift-saml, plain Swift",
    "libbase64": "libbase64 in a plain chain",
    "chain": "plain chain in C",
    "straightforward": "straightforward Swift",
    "node": "node",
    "python": "Python",
    "foundation": "Foundation snippet",
    "memcpy": "memcpy",
    "libbase64-alone": "libbase64 alone",
}


@dataclass
class Contender:
    """A program, and the name by which it knows what to do."""

    program: list
    name: str

    @property
    def is_from_c(self) -> bool:
        return self.name.startswith("kernel ")


@dataclass
class Measured:
    """What each contender needed for one message, in seconds."""

    octets: int
    payload: int
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def rate(self, name: str) -> float:
        """Gigabytes of message a second."""
        return self.octets / self.median(name) / 1e9


def sized(count: int) -> str:
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count} octets"


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


def message(octets: int) -> bytes:
    """A sample with many attributes, again and again."""
    sample = (SAMPLES / "captures/19-multi-valued-attributes.xml").read_bytes()
    return (sample * (octets // len(sample) + 1))[:octets]


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
    for octets in options.sizes:
        file = folder / f"{octets}.xml"
        file.write_bytes(message(octets))
        measured = Measured(octets, check(contenders, file))
        for number in range(options.rounds):
            for contender in contenders:
                times = measured.seconds.setdefault(contender.name, [])
                # Once is enough of what takes seconds.
                if times and times[0] > 2:
                    continue
                command = [*contender.program, "time", contender.name, file, str(options.seconds)]
                output, _ = pinned(command, options.processor)
                times.append(json.loads(output)["seconds"])
            print(f"{sized(octets)}, round {number + 1}", file=sys.stderr)
        results.append(measured)
    return results


def ordered(results: list[Measured]) -> list[str]:
    """The contenders with a title, the fastest at 8 KB first; memcpy and the like at the end."""
    usual = min(results, key=lambda result: abs(result.octets - 8192))
    names = [name for name in TITLES if name in usual.seconds]
    return sorted(names, key=lambda name: (name in COPIES, usual.median(name)))


def table(results: list[Measured]) -> list[str]:
    """Throughput by size, and what an 8 KB message takes."""
    usual = min(results, key=lambda result: abs(result.octets - 8192))
    sizes = " | ".join(sized(result.octets) for result in results)
    lines = [
        f"| GB/s of message | {sizes} | {sized(usual.octets)} takes | of memcpy | times Foundation |",
        "| --- |" + " ---: |" * (len(results) + 3),
    ]
    for name in ordered(results):
        cells = [f"{result.rate(name):.4g}" for result in results]
        microseconds = usual.median(name) * 1e6
        cells.append(f"{microseconds:.3f} us" if microseconds < 10 else f"{microseconds:,.0f} us")
        cells.append(f"{usual.median('memcpy') / usual.median(name):.4f}")
        times = usual.median("foundation") / usual.median(name)
        cells.append(f"{times:,.0f}" if times >= 100 else f"{times:.1f}")
        lines.append(f"| {TITLES[name]} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def comparisons(results: list[Measured]) -> list[str]:
    """The ratios that are aimed at, in words."""
    lines = []
    for result in results:
        of_memcpy = {
            name: result.median("memcpy") / result.median(name)
            for name in ("avx512", "avx2", "neon")
            if name in result.seconds
        }
        text = ", ".join(f"{TITLES[name]} {ratio:.3f}" for name, ratio in of_memcpy.items())
        lines.append(f"- {sized(result.octets)}, whole path of memcpy: {text}")
    usual = min(results, key=lambda result: abs(result.octets - 8192))
    for name in ("avx512", "avx2", "sse4", "neon", "scalar"):
        if name not in usual.seconds:
            continue
        own = usual.median(name)
        others = {"foundation": "Foundation", "libbase64": "libbase64 in a plain chain"}
        times = [
            f"{usual.median(other) / own:,.1f} times {title}"
            for other, title in others.items()
            if other in usual.seconds
        ]
        around = own / usual.median(f"kernel {name}") - 1
        lines.append(
            f"- {sized(usual.octets)}, {TITLES[name]}: {', '.join(times)}; "
            f"Swift around the kernel {around * 100:+.1f} % of calling it from C"
        )
    return [*lines, ""]


def document(results: list[Measured], versions: dict[str, str], rounds: int) -> dict:
    """Everything that was measured."""
    return {
        "command": COMMAND,
        "processor": processor_name(),
        "versions": versions,
        "rounds": rounds,
        "sizes": [
            {
                "octets": result.octets,
                "payloadOctets": result.payload,
                "nanoseconds": {
                    name: [round(value * 1e9, 2) for value in values]
                    for name, values in result.seconds.items()
                },
            }
            for result in results
        ],
    }


def measured(found: dict) -> list[Measured]:
    """What a document says was measured."""
    return [
        Measured(
            size["octets"],
            size["payloadOctets"],
            {name: [v / 1e9 for v in values] for name, values in size["nanoseconds"].items()},
        )
        for size in found["sizes"]
    ]


def report(found: dict) -> list[str]:
    """The tables and what they are about, in Markdown."""
    results = measured(found)
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    note = [
        f"One core of {found['processor']}, {found['rounds']} rounds, medians of CPU time; {versions}.",
        "",
        "memcpy copies the octets of the message and then as many as the payload has: it reads as much",
        "as it writes, and so moves about twice what encoding moves. That shows where nothing stays in",
        "a cache. libbase64 alone gives Base64 of the message as it is, and no payload.",
    ]
    return table(results) + comparisons(results) + note


def write(found: dict, folder: Path) -> None:
    """Writes the results in three forms."""
    results = measured(found)
    folder.mkdir(parents=True, exist_ok=True)
    head = ["# The cookbook's encoding", "", f"    {COMMAND}", "", "![](encode.svg)", ""]
    (folder / "encode.md").write_text("\n".join(head + report(found)) + "\n")
    series = [
        Series(name, TITLES[name], [result.rate(name) for result in results])
        for name in ordered(results)
        if name != "libbase64-alone"
    ]
    sizes = {result.octets: sized(result.octets) for result in results}
    (folder / "encode.svg").write_text(throughput_plot(sizes, series))
    (folder / "encode.json").write_text(json.dumps(found, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU of each turn, about")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="octets of a message")
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
