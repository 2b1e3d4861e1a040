#!/usr/bin/env python3
"""Holds every command of samlkit to a cost that grows with the size of its input and nothing else.

Makes the documents that Tests/Floods/floods.json describes in two sizes, plain and packed (DEFLATE
and Base64, a few hundred bytes that unpack to a flood), gives each to every command, and those of
captures.json, ten times as large, to the commands that search captures. Fails when one takes more CPU
than A + C * n, where n is the number of bytes after unpacking. A and C, and those of commands with a price of their own,
stand in SECURITY.md, with the machine whose seconds they are: on another they are scaled by what expat takes there.
Prints the slowest runs. Needs Linux or macOS, and the release build of `make run`.

    Benchmarks/floods.py [--samlkit FILE] [--only NAME] [--command NAME] [--sizes N,N] [--keep FOLDER]
"""

import argparse
import base64
import concurrent.futures
import functools
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import xml.parsers.expat
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FLOODS = ROOT / "Tests/Floods/floods.json"
CAPTURES = ROOT / "Tests/Floods/captures.json"
TRUST = ["--trust", str(ROOT / "Samples/metadata/all-idps.xml"), "--now", "2026-01-15T12:00:00Z"]
SAMPLE = str(ROOT / "Samples/captures/02-single-line-assertion-signed-rsa-sha256.xml")
# Seconds, and seconds for each byte after unpacking: SECURITY.md.
A, C = 0.25, 0.5e-6
# A second is that of a core on which expat reads SAMPLE this often in one.
RATE = 35_000
# A bundle judges each message again as often as it is tried, and a comparison names every element of two messages.
PRICES = {"bundle": (1, 10e-6), "diff": (0.25, 2e-6)}
COMMANDS = {
    "inspect": ["inspect"],
    "verify": ["verify", *TRUST],
    "verify --explain": ["verify", *TRUST, "--explain"],
    "attributes": ["attributes", "--unverified"],
    "attributes --json": ["attributes", "--unverified", "--json"],
    "query": ["query"],
    "canonicalize": ["canonicalize", "--with-comments"],
    "canonicalize 1.0": ["canonicalize", "--method", "1.0"],
    "encode": ["encode"],
    "decode": ["decode"],
    "verify, with it as metadata": ["verify", SAMPLE, *TRUST[2:], "--trust"],
    "batch": ["batch", "--jobs", "1", "--quiet", "--output", "{results}.ndjson"],
    "batch --trust": ["batch", *TRUST, "--jobs", "1", "--quiet", "--output", "{results}.csv"],
    "bundle": ["bundle", *TRUST, "{file}", "--output", "{results}.zip"],
    "diff": ["diff", "{file}", "{file}"],
    "diff, another": ["diff", "{file}", "{other}"],
    "extract": ["extract", "--output", "{results}.folder"],
    "encode --unwrap": ["encode", "--unwrap"],
    "canonicalize --xpath": ["canonicalize", "--xpath", "//*[@ID]"],
    "audit": ["audit"],
    "report": ["report", "{saved}.ndjson", "--captures", "{file}", "--output", "{results}.html"],
}
# What a command reads beside the flood, made by another one whose cost is its own.
SAVED = ["batch", "--jobs", "1", "--quiet", "--output", "{saved}.ndjson", "{file}"]
SEARCHES = {
    "batch --trust": COMMANDS["batch --trust"],
    "inspect": ["inspect", "--nth", "1000000000"],
}
# What reads a message in any packing.
PACKED = ("inspect", "verify", "verify --explain", "attributes", "batch --trust")


def filled(row: dict, text: str) -> str:
    """A text of a row with what stands for its repetitions replaced."""
    times = range(row.get("times", 0))
    inner = "".join(row.get("inner", "").replace("{i}", str(i)) for i in times)
    return text.replace("{inner}", inner).replace("{closing}", row.get("closing", "") * len(times))


@functools.lru_cache(maxsize=8)
def document(floods: Path, index: int, size: int) -> bytes:
    """A flood of about this size, as Tests/TestSupport/Flood.swift makes it, too."""
    table = json.loads(floods.read_text())
    row = table["floods"][index]
    opening, closing = table["wraps"][row["wrap"]]
    unit = filled(row, row["unit"])
    parts = [(opening + filled(row, row.get("before", ""))).encode()]
    total = len(parts[0])
    for number in range(size):
        if total >= size:
            break
        if "{n}" not in unit:
            piece = unit.encode()
            parts.append(piece * -(-(size - total) // len(piece)))
            break
        parts.append(unit.replace("{n}", str(number)).encode())
        total += len(parts[-1])
    return b"".join([*parts, (filled(row, row.get("after", "")) + closing).encode()])


@functools.lru_cache(maxsize=8)
def packed(data: bytes) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeeze.compress(data) + squeeze.flush())


def payload(data: bytes) -> bytes:
    """What `samlkit decode` undoes."""
    text = base64.b64encode(data).decode()
    return text.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D").encode()


def cpu_seconds(samlkit: Path, arguments: list, most: float) -> tuple:
    """The CPU time of a run of samlkit and its exit status; a run that takes far too long is ended."""
    process = subprocess.Popen(
        [samlkit, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    watch = threading.Timer(20 * most + 20, process.kill)
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    watch.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


def runs(options, folder: Path):
    """Every run: what it is called, the document, how it is packed, its file, and the arguments."""
    number = 0
    for floods, commands, factor in ((FLOODS, COMMANDS, 1), (CAPTURES, SEARCHES, 10)):
        for index, row in enumerate(json.loads(floods.read_text())["floods"]):
            if options.only not in row["name"]:
                continue
            for size, packing, command in itertools.product(options.sizes, (None, packed), commands):
                if options.command not in command or (
                    packing and (floods == CAPTURES or command not in PACKED)
                ):
                    continue
                number += 1
                # The name must not tell the format.
                file = folder / (f"{number}.xml" if floods == FLOODS else f"{number}.capture")
                title = f"{command}: {row['name']}" + (", packed" if packing else "")
                arguments = commands[command]
                if "{file}" not in arguments:
                    arguments = [*arguments, "{file}"]
                yield (
                    title, (floods, index, size * factor),
                    payload if command == "decode" else packing, file, arguments,
                )


def slowness() -> float:
    """How much slower than that machine this one is, from the quickest of five runs of something that is not samlkit."""
    message = Path(SAMPLE).read_bytes()
    seconds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(RATE // 10):
            xml.parsers.expat.ParserCreate(namespace_separator=" ").Parse(message, True)
        seconds.append(10 * (time.process_time() - start))
    return min(seconds)


def measure(samlkit: Path, keep: bool, scale: float, run: tuple) -> tuple:
    title, which, packing, file, arguments = run
    a, c = (scale * price for price in PRICES.get(arguments[0], (A, C)))
    data = document(*which)
    content = packing(data) if packing else data
    file.write_bytes(content)
    count = len(data)
    stem = file.parent / file.stem
    names = {"{file}": file, "{other}": f"{stem}.other", "{results}": stem, "{saved}": f"{stem}.saved"}

    def named(arguments: list) -> list:
        for mark, name in names.items():
            arguments = [argument.replace(mark, str(name)) for argument in arguments]
        return arguments

    if "{other}" in arguments:
        Path(names["{other}"]).write_bytes(content.replace(b"1", b"2"))
    if any("{saved}" in argument for argument in arguments):
        cpu_seconds(samlkit, named(SAVED), a + c * count)
    arguments = named(arguments)
    most = a + c * count
    seconds, status = cpu_seconds(samlkit, arguments, most)
    # Another process can make a run dear and none can make it cheap: the cheapest of three is the run's own cost.
    for _ in range(2):
        if seconds > most:
            seconds, status = min((seconds, status), cpu_seconds(samlkit, arguments, most))
    if not keep:
        for left in file.parent.glob(f"{file.stem}.*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    return seconds / most, seconds, count, len(content), title, status


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samlkit", type=Path, default=ROOT / ".build/run/release/samlkit")
    parser.add_argument("--only", default="", help="floods with this in their names")
    parser.add_argument("--command", default="", help="commands with this in their names")
    parser.add_argument(
        "--sizes", default="200000,800000", help="bytes of the documents",
        type=lambda text: [int(part) for part in text.split(",")],
    )
    parser.add_argument("--keep", type=Path, help="a folder to keep the documents in")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(exist_ok=True)
        scale = slowness()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
            rows = sorted(
                workers.map(
                    lambda run: measure(options.samlkit, options.keep is not None, scale, run),
                    runs(options, folder),
                ),
                reverse=True,
            )
    if not rows:
        sys.exit("no flood has that name")
    prices = {"": (A, C)} | PRICES
    text = ", ".join(f"{name} {a} s + {c * 1e6:g} s".strip() for name, (a, c) in prices.items())
    print(f"a second of the bounds is {scale:.2f} s here")
    print(f"{len(rows)} runs; the slowest against {text} for each million bytes:")
    print(" of bound  seconds     bytes     given")
    for share, seconds, count, given, title, status in rows[:25]:
        print(f"{share:9.2f}{seconds:9.3f}{count:10}{given:10}  {title} (exit {status})")
    ended = [row for row in rows if row[5] not in (0, 1, 2, 3)]
    slow = [row for row in rows if row[0] > 1]
    for row in ended:
        print(f"ended by {row[5]}: {row[4]}, {row[2]} bytes")
    if slow or ended:
        sys.exit(f"{len(slow)} runs cost more than the bound, {len(ended)} did not end by themselves")


if __name__ == "__main__":
    main()
