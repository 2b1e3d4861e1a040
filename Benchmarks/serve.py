#!/usr/bin/env python3
"""Measures how many messages a second `samlkit serve` judges, against `samlkit batch --jobs 2` on the same messages.

    Benchmarks/serve.py [--samlkit FILE] [--seconds 60] [--connections 32] [--rounds 3]

Takes the messages of Samples/captures/subscribers-1000.ndjson, once only the accepted ones and once all of them, broken
ones included. Sends each by itself to POST /api/v1/verify with wrk, over connections that stay open. Prints both rates,
their ratio and the resident memory of the server after a fifth of the time and near the end. Exit status 1 where the ratio
is below 0.7, an answer is not 200, or the memory grew by a tenth. Needs wrk, the program of `make build`, and nothing else
running; wrk takes its part of the same processors.
"""

import argparse
import base64
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CAPTURE = ROOT / "Samples/captures/subscribers-1000.ndjson"
OPTIONS = ["--trust", str(ROOT / "Samples/metadata/all-idps.xml"), "--now", "2026-01-15T12:00:00Z"]
WANTED = 0.7
# The messages are read anew by each thread of wrk, and sent in their order from a place of its own.
SCRIPT = """
local bodies, place = {{}}, 0
for line in io.lines("{bodies}") do bodies[#bodies + 1] = line end
local headers = {{["Content-Type"] = "application/json"}}
function init() place = math.random(#bodies) end
function request()
  place = place % #bodies + 1
  return wrk.format("POST", "/api/v1/verify", headers, bodies[place])
end
"""


def messages(samlkit: Path, folder: Path) -> dict[str, list[str]]:
    """The texts of the messages in the capture: the accepted ones, and all."""
    results = folder / "whole.ndjson"
    batch(samlkit, CAPTURE, results)
    records = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    accepted = {record["index"] for record in records if record["outcome"] == "accepted"}
    found: dict[str, list[str]] = {"accepted": [], "all": []}
    for index, line in enumerate(CAPTURE.read_bytes().splitlines()):
        try:
            value = max(json.loads(line, strict=False).values(), key=lambda one: len(str(one)))
        except json.JSONDecodeError:
            continue
        found["all"].append(value)
        if index in accepted:
            found["accepted"].append(value)
    return found


def batch(samlkit: Path, capture: Path, results: Path) -> float:
    """The seconds of one run by the clock."""
    start = time.monotonic()
    status = subprocess.run(
        [samlkit, "batch", capture, *OPTIONS, "--jobs", "2", "--quiet", "--output", results],
        stdout=subprocess.DEVNULL,
        check=False,
    ).returncode
    if status not in (0, 1):
        sys.exit(f"samlkit batch ended with {status}")
    return time.monotonic() - start


def batch_rate(options: argparse.Namespace, texts: list[str], folder: Path) -> float:
    """The messages a second of `samlkit batch`, of as many as take a second or more."""
    count = max(len(texts), 8000 // len(texts) * len(texts))
    capture = folder / "messages.ndjson"
    with capture.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps({"SAMLResponse": texts[number % len(texts)]}) + "\n")
    seconds = [batch(options.samlkit, capture, folder / "results.ndjson") for _ in range(options.rounds)]
    return count / statistics.median(seconds)


def memory(process: subprocess.Popen) -> int:
    """The resident memory of a process, in KiB."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


def serve_rate(options: argparse.Namespace, texts: list[str], folder: Path) -> tuple[float, int, int, bool]:
    """The answers a second, the memory early and late, and whether every answer was one."""
    bodies = folder / "bodies"
    bodies.write_text(
        "".join(json.dumps({"message": base64.b64encode(text.encode()).decode()}) + "\n" for text in texts),
        encoding="ascii",
    )
    script = folder / "verify.lua"
    script.write_text(SCRIPT.format(bodies=bodies), encoding="ascii")
    server = subprocess.Popen(
        [options.samlkit, "serve", "--port", "0", *OPTIONS], stdout=subprocess.PIPE, text=True
    )
    try:
        address = re.search(r"http://[\d.:]+/", server.stdout.readline())[0]
        load = subprocess.Popen(
            ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "-s", script, address],
            stdout=subprocess.PIPE,
            text=True,
        )
        time.sleep(options.seconds / 5)
        early = memory(server)
        time.sleep(options.seconds * 0.75)
        late = memory(server)
        output = load.communicate()[0]
    finally:
        server.terminate()
        server.wait()
    whole = "Non-2xx" not in output and "Socket errors" not in output
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), early, late, whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--samlkit", type=Path, default=ROOT / ".build/release/samlkit")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("   batch   serve   ratio    KiB early    late  messages")
        for row, texts in messages(options.samlkit, folder).items():
            batch_each = batch_rate(options, texts, folder)
            serve_each, early, late, whole = serve_rate(options, texts, folder)
            ratio = serve_each / batch_each
            missed = ratio < WANTED or late > early * 1.1 or not whole
            failures += missed
            print(
                f"{batch_each:8.0f}{serve_each:8.0f}{ratio:8.2f}{early:13}{late:8}  {row}"
                f"{'' if whole else ', some without an answer'}{'  <- missed' if missed else ''}",
                flush=True,
            )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
