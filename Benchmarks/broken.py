#!/usr/bin/env python3
"""Measures what messages that a program broke cost `samlkit batch`, against the same messages whole.

    Benchmarks/broken.py [--samlkit FILE] [--rounds 3] [--only NAME]

Takes the accepted messages of Samples/captures/subscribers-1000.ndjson, has each changed by one program (Python's minidom
and ElementTree, sed, Unicode's NFD, an edited value), repeats them up to the number of messages, and runs `samlkit batch
--jobs 1` over whole and broken ones in turns. Prints the CPU time of a broken message as a multiple of a whole one, the
largest that is wanted, and how many have a likely cause. Exit status 1 where a row costs more or names fewer. Needs the
release build of `make run`, GNU sed, and nothing else running.
"""

import argparse
import base64
import json
import os
import statistics
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree
from pathlib import Path
from xml.dom import minidom

ROOT = Path(__file__).resolve().parents[1]
CAPTURE = ROOT / "Samples/captures/subscribers-1000.ndjson"
OPTIONS = ["--trust", str(ROOT / "Samples/metadata/all-idps.xml"), "--now", "2026-01-15T12:00:00Z"]


def by_minidom(text: str) -> str:
    return minidom.parseString(text.encode()).toprettyxml()


def by_element_tree(text: str) -> str:
    return xml.etree.ElementTree.tostring(xml.etree.ElementTree.fromstring(text), encoding="unicode")


def by_sed(text: str) -> str:
    return subprocess.run(
        ["sed", r"s/></>\n</g"], input=text.encode(), stdout=subprocess.PIPE, check=True
    ).stdout.decode()


def by_nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def by_hand(text: str) -> str:
    """One value is another one, which nothing explains."""
    end = text.index("AttributeValue>", text.index("AttributeValue") + 1)
    start = text.rindex("</", 0, end)
    return text[:start] + "q7" + text[start:]


# What breaks them, how many messages, the largest multiple, and the smallest share with a cause.
ROWS = {
    "minidom": (by_minidom, 1500, 2.5, 1.0),
    "sed": (by_sed, 1500, 2.5, 1.0),
    "ElementTree": (by_element_tree, 1500, 2.5, 1.0),
    "NFD": (by_nfd, 1500, 2.5, 1.0),
    "one value": (by_hand, 1500, 10, 0.0),
    "one value, 20,000 messages": (by_hand, 20_000, 6, 0.0),
}


def accepted(samlkit: Path, folder: Path) -> list[str]:
    """The texts of the accepted messages of the capture."""
    results = folder / "whole.ndjson"
    run(samlkit, CAPTURE, results)
    lines = results.read_text(encoding="utf-8").splitlines()
    indexes = {record["index"] for record in map(json.loads, lines) if record["outcome"] == "accepted"}
    texts = []
    for index, line in enumerate(CAPTURE.read_bytes().splitlines()):
        if index in indexes:
            value = max(json.loads(line, strict=False).values(), key=lambda one: len(str(one)))
            text = value if value.lstrip().startswith("<") else base64.b64decode(value).decode()
            texts.append(text)
    return texts


def run(samlkit: Path, capture: Path, results: Path) -> float:
    """The CPU time of one run, in seconds."""
    process = subprocess.Popen(
        [samlkit, "batch", capture, *OPTIONS, "--jobs", "1", "--quiet", "--output", results],
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"samlkit batch ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def write(texts: list[str], count: int, capture: Path) -> None:
    with capture.open("w", encoding="ascii") as file:
        for number in range(count):
            text = texts[number % len(texts)]
            file.write(json.dumps({"SAMLResponse": base64.b64encode(text.encode()).decode()}) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--samlkit", type=Path, default=ROOT / ".build/run/release/samlkit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="rows with this in their names")
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = accepted(options.samlkit, folder)
        if not whole:
            sys.exit("no message of the capture was accepted")
        print(f"{len(whole)} messages of {sum(map(len, whole)) / len(whole):.0f} characters")
        print("  times  wanted   named  messages that were broken by")
        for row, (breaks, count, most, fewest) in ROWS.items():
            if options.only not in row:
                continue
            changed = [(text, breaks(text)) for text in whole]
            # What a program leaves as it was is not broken.
            pairs = [pair for pair in changed if pair[0] != pair[1]]
            write([text for text, _ in pairs], count, folder / "good.ndjson")
            write([text for _, text in pairs], count, folder / "broken.ndjson")
            ratios = []
            for _ in range(options.rounds):
                good = run(options.samlkit, folder / "good.ndjson", folder / "results.ndjson")
                ratios.append(run(options.samlkit, folder / "broken.ndjson", folder / "results.ndjson") / good)
            records = [json.loads(line) for line in (folder / "results.ndjson").read_text(encoding="utf-8").splitlines()]
            named = sum(any("likelyCause" in reason for reason in one["reasons"]) for one in records) / len(records)
            ratio = statistics.median(ratios)
            failed = ratio > most or named < fewest
            failures += failed
            print(f"{ratio:7.1f}{most:8g}{named:8.0%}  {row}{'  <- missed' if failed else ''}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
