#!/usr/bin/env python3
"""Measures `samlkit batch` on what generate.py made, and holds its account against what is expected.

    Benchmarks/million/measure.py FOLDER [--samlkit PATH] [--verifier PATH] [--kills 5]

Needs Linux and release builds: of samlkit (`make build`), and of the verifier alone
(`swift build -c release --package-path Benchmarks --product VerifierAlone`). In one run, one after
the other: inflating the capture, and nothing else; the verifier alone, in memory; `samlkit batch`,
with its memory and processor time over time and its report; opening the report in Chromium; the same
batch killed at random moments and resumed, whose results must be the same bytes. What samlkit cannot
do yet (--report, --resume) is passed over and said to be. FOLDER/measured.json has it all. Exit
status 1: the account is not exact, or a resumed run differs.
"""

import argparse
import collections
import filecmp
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
METADATA = ROOT / "Samples/metadata/all-idps.xml"
TICKS = os.sysconf("SC_CLK_TCK")
CORES = len(os.sched_getaffinity(0))
INDEX = re.compile(rb'\{"schema":\d+,"index":(\d+),')
OUTCOME = re.compile(rb'"outcome":"([a-z]+)","reasons":\[(?:\{"code":"([A-Za-z0-9.]+)")?')


def batch(samlkit: Path, folder: Path, expected: dict, output: Path, *more: object) -> list[str]:
    """The command line of the run."""
    return [
        str(samlkit), "batch", str(folder / expected["capture"]), "--trust", str(METADATA),
        "--audience", expected["audience"], "--require", "uid,uniqueId", "--now", expected["now"],
        "--quiet", "--output", str(output), *map(str, more),
    ]  # fmt: skip


def inflation(path: Path) -> dict:
    """What zlib, which samlkit uses, too, needs to inflate the capture and throw it away."""
    start, wall, data = time.process_time(), time.monotonic(), 0
    inflater = zlib.decompressobj(31)
    with path.open("rb", buffering=0) as file:
        while block := file.read(1 << 18):
            data += len(inflater.decompress(block))
    return {
        "processorSeconds": round(time.process_time() - start, 3),
        "seconds": round(time.monotonic() - wall, 3), "bytes": data,
    }  # fmt: skip


def verifier_alone(program: Path, folder: Path, expected: dict, seconds: float) -> dict:
    """Messages a second of the ladders of VerifierAlone, and processor time of each message."""
    text = subprocess.run(
        [program, folder / "messages.b64", METADATA, expected["now"], expected["audience"],
         str(CORES), str(seconds)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found = {}
    for part in json.loads(text)["measurements"]:
        if part["good"] != part["messages"]:
            sys.exit(f"VerifierAlone refuses messages: {part}")
        found[f"{part['ladder']}, {part['threads']} threads"] = {
            "perSecond": round(part["messages"] / part["seconds"]),
            "processorMicroseconds": round(part["processorSeconds"] / part["messages"] * 1e6, 1),
        }
    return found


def watched(command: list[str]) -> dict:
    """Runs to the end: seconds, processor time, and memory as time goes by."""
    start = time.monotonic()
    process = subprocess.Popen(command)
    samples = []
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        try:
            resident = Path(f"/proc/{process.pid}/statm").read_text().split()[1]
            times = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        except (OSError, IndexError):
            continue
        megabytes = int(resident) * os.sysconf("SC_PAGE_SIZE") / 1e6
        busy = sum(map(int, times)) / TICKS
        samples.append((time.monotonic() - start, megabytes, busy))
        time.sleep(0.2)
    wall = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"samlkit ended with {code}")
    quarters = [[m for at, m, _ in samples if q <= at / wall * 4 < q + 1] for q in range(4)]
    return {
        "seconds": round(wall, 2),
        "processorSeconds": round(usage.ru_utime + usage.ru_stime, 2),
        "coresBusy": round((usage.ru_utime + usage.ru_stime) / wall, 2),
        "coresBusyByQuarter": busy_by_quarter(samples, wall),
        "peakMegabytes": round(usage.ru_maxrss * 1024 / 1e6, 1),
        "mostMegabytesByQuarter": [round(max(part), 1) if part else None for part in quarters],
    }


def busy_by_quarter(samples: list[tuple[float, float, float]], wall: float) -> list[float | None]:
    """How many processors were busy in each quarter of the run."""
    result = []
    for quarter in range(4):
        part = [s for s in samples if quarter <= s[0] / wall * 4 < quarter + 1]
        enough = len(part) > 1 and part[-1][0] > part[0][0]
        busy = (part[-1][2] - part[0][2]) / (part[-1][0] - part[0][0]) if enough else None
        result.append(None if busy is None else round(busy, 2))
    return result


def account(results: Path, expected: dict) -> dict:
    """Counts what was written; every index must be there, once and in order."""
    outcomes: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    disorder = number = 0
    with results.open("rb") as file:
        for number, line in enumerate(file, start=1):
            place = INDEX.match(line)
            disorder += place is None or int(place[1]) != number - 1
            outcome, reason = OUTCOME.search(line).groups()
            outcomes[outcome.decode()] += 1
            reasons[reason.decode() if reason else "none"] += 1
    is_exact = (
        number == expected["messages"] and disorder == 0
        and dict(outcomes) == expected["outcomes"] and dict(reasons) == expected["firstReasons"]
    )  # fmt: skip
    return {
        "exact": is_exact, "records": number, "outOfPlace": disorder,
        "outcomes": dict(sorted(outcomes.items())), "firstReasons": dict(sorted(reasons.items())),
    }  # fmt: skip


def opened(report: Path, folder: Path) -> dict:
    """How long Chromium takes from its start to the whole page, and for an empty one."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        return {"bytes": report.stat().st_size, "passedOver": "there is no chromium"}

    def seconds(address: str, *more: str) -> float:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as profile:
            subprocess.run(
                [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 f"--user-data-dir={profile}", *more, address],
                check=True, capture_output=True, timeout=120,
            )  # fmt: skip
        return round(time.monotonic() - start, 2)

    # The first start of a browser reads it from the disk.
    seconds("about:blank", "--dump-dom")
    address = report.resolve().as_uri()
    found = {
        "bytes": report.stat().st_size,
        "seconds": min(seconds(address, "--dump-dom") for _ in range(3)),
        "emptyPageSeconds": min(seconds("about:blank", "--dump-dom") for _ in range(3)),
    }
    seconds(address, f"--screenshot={folder / 'report.png'}", "--window-size=1400,4000")
    return found


def killed(command: list[str], seconds: float, kills: int, results: Path, whole: Path) -> dict:
    """Kills the run at random moments, resumes it, and compares the results."""
    for leftover in results.parent.glob(results.name + "*"):
        leftover.unlink()
    seed = random.randrange(2**32)
    print(f"kills: seed {seed}", flush=True)
    chance = random.Random(seed)
    done = 0
    for _ in range(kills):
        more = [] if done == 0 else ["--resume"]
        process = subprocess.Popen(command + more)
        try:
            process.wait(chance.uniform(0.05, 1.5) * seconds / (kills + 1))
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            done += 1
    if not results.exists():
        status = subprocess.run(command + ["--resume"], check=False).returncode
        if status not in (0, 1):
            return {"kills": done, "same": False, "status": status}
    return {"kills": done, "same": filecmp.cmp(results, whole, shallow=False)}


def closed_pipe(command: list[str]) -> dict:
    """The exit status when whoever reads has had enough."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    lines = [process.stdout.readline() for _ in range(100)]
    process.stdout.close()
    return {"whole": all(line.endswith(b"}\n") for line in lines), "status": process.wait(120)}


def share(measured: dict) -> dict:
    """The rate of the batch without inflation, as a share of the verifier's."""
    run, count = measured["batch"], measured["account"]["records"]
    inflated = measured["inflation"]["processorSeconds"] if "inflation" in measured else 0.0
    # The processors share it, as they share everything else.
    net = count / (run["seconds"] - inflated / CORES)
    each = (run["processorSeconds"] - inflated) / count * 1e6
    found = {"perSecondWithoutInflation": round(net), "processorMicroseconds": round(each, 1)}
    for ladder in ("verify", "process"):
        alone = measured.get("verifierAlone", {}).get(f"{ladder}, {CORES} threads")
        if alone:
            found[f"rateTo_{ladder}"] = round(net / alone["perSecond"], 3)
            found[f"processorTimeOf_{ladder}_toOwn"] = round(
                alone["processorMicroseconds"] / each, 3
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samlkit", type=Path, default=ROOT / ".build/release/samlkit")
    parser.add_argument(
        "--verifier", type=Path, default=ROOT / "Benchmarks/.build/release/VerifierAlone"
    )
    parser.add_argument("--seconds", type=float, default=10, help="for each verifier ladder")
    parser.add_argument("--kills", type=int, default=5)
    options = parser.parse_args()
    folder = options.folder
    expected = json.loads((folder / "expected.json").read_text())
    offers = subprocess.run([options.samlkit, "batch", "--help"], capture_output=True, text=True)
    results, report = folder / "results.ndjson", folder / "report.html"
    measured: dict = {"cores": CORES, "expected": expected}

    def note(name: str, value: dict) -> None:
        measured[name] = value
        print(f"{name}: {json.dumps(value)}", flush=True)

    if expected["capture"].endswith(".gz"):
        note("inflation", inflation(folder / expected["capture"]))
    if options.verifier.exists():
        note("verifierAlone", verifier_alone(options.verifier, folder, expected, options.seconds))
    else:
        print(f"verifierAlone: passed over, there is no {options.verifier}")
    results.unlink(missing_ok=True)
    reporting = ["--report", report] if "--report" in offers.stdout else []
    run = watched(batch(options.samlkit, folder, expected, results, *reporting))
    run["perSecond"] = round(expected["messages"] / run["seconds"])
    note("batch", run)
    note("account", account(results, expected))
    note("share", share(measured))
    if reporting:
        note("report", opened(report, folder))
    else:
        print("report: passed over, samlkit has no --report")
    note("closedPipe", closed_pipe(batch(options.samlkit, folder, expected, Path("-"))))
    if "--resume" in offers.stdout:
        again = folder / "killed.ndjson"
        command = batch(options.samlkit, folder, expected, again)
        note("killed", killed(command, run["seconds"], options.kills, again, results))
    else:
        print("killed: passed over, samlkit has no --resume")
    (folder / "measured.json").write_text(json.dumps(measured, indent=2) + "\n")
    if not measured["account"]["exact"] or not measured.get("killed", {"same": True})["same"]:
        sys.exit("measure: the account is not exact, or a resumed run differs")


if __name__ == "__main__":
    main()
