#!/usr/bin/env python3
"""Measures `samlkit batch` on one capture of equal messages, against lxml parsing the same ones.

Everything is measured in one run, in turns, pinned to one processor unless several jobs are
measured, as CPU time of whole processes (medians). Needs lxml from PyPI, Linux, and a release
build (`make build`).

    Benchmarks/compare/batch.py [--messages 20000] [--sample FILE] [--rounds 5]
"""

import argparse
import base64
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMLKIT = ROOT / ".build/release/samlkit"
SAMPLE = ROOT / "Samples/captures/19-multi-valued-attributes.xml"

LXML = """
import sys, time
import lxml.etree as etree
document = open(sys.argv[1], 'rb').read()
parser = etree.XMLParser(resolve_entities=False, no_network=True)
start = time.process_time()
for _ in range(int(sys.argv[2])):
    etree.fromstring(document, parser)
print((time.process_time() - start) / int(sys.argv[2]) * 1e6)
"""


def write_capture(path: Path, message: bytes, count: int) -> None:
    """Writes an NDJSON capture that holds the message `count` times."""
    payload = base64.b64encode(message).decode()
    line = json.dumps({"SAMLResponse": payload}, separators=(",", ":")) + "\n"
    with path.open("w", encoding="ascii") as file:
        for _ in range(count):
            file.write(line)


def run_batch(capture: Path, output: Path, jobs: int, processors: set[int]) -> tuple:
    """Runs samlkit and gives CPU seconds, wall seconds and peak memory in MiB."""
    command = [SAMLKIT, "batch", capture, "--require", "uid,uniqueId", "--quiet"]
    command += ["--jobs", str(jobs), "--output", output]
    start = time.monotonic()
    process = subprocess.Popen(
        command, preexec_fn=lambda: os.sched_setaffinity(0, processors)
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"samlkit failed with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def lxml_microseconds(sample: Path, processors: set[int]) -> float:
    """The CPU time lxml takes to parse the message once."""
    result = subprocess.run(
        [sys.executable, "-c", LXML, sample, "5000"],
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, processors),
    )
    return float(result.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sample", type=Path, default=SAMPLE)
    options = parser.parse_args()

    message = options.sample.read_bytes()
    available = sorted(os.sched_getaffinity(0))
    one, two = {available[-1]}, set(available[-2:])
    lxml, alone, both, memory = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        capture, output = Path(folder) / "capture.ndjson", Path(folder) / "results.ndjson"
        write_capture(capture, message, options.messages)
        for _ in range(options.rounds):
            lxml.append(lxml_microseconds(options.sample, one))
            cpu, wall, peak = run_batch(capture, output, 1, one)
            alone.append((cpu / options.messages * 1e6, wall))
            memory.append(peak)
            _, wall, peak = run_batch(capture, output, 2, two)
            both.append(wall)
            memory.append(peak)
    per_message = statistics.median(cpu for cpu, _ in alone)
    reference = statistics.median(lxml)
    wall_alone = statistics.median(wall for _, wall in alone)
    wall_both = statistics.median(both)
    print(f"message: {len(message)} bytes, {options.messages} of them, {options.rounds} rounds")
    print(f"lxml, parsing only:   {reference:7.1f} us of CPU per message")
    print(f"samlkit batch:        {per_message:7.1f} us of CPU per message")
    print(f"ratio:                {per_message / reference:7.2f}")
    print(f"--jobs 2 / --jobs 1:  {wall_alone / wall_both:7.2f} times the messages a second")
    print(f"messages a second:    {options.messages / wall_alone:7.0f} with one job")
    print(f"peak memory:          {max(memory):7.1f} MiB")


if __name__ == "__main__":
    main()
