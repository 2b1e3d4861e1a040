#!/usr/bin/env python3
"""Runs tests that are already built, as many processes at once as there are cores.

    Scripts/test.py                              # every test of .build/checked/debug
    Scripts/test.py --marked SharesState         # the classes that carry a mark of Tests/TestSupport/Marks.swift
    Scripts/test.py --build FOLDER --only REGEX  # the classes of another build whose Module.Class matches
    Scripts/test.py --record                     # also writes the seconds of each class to Tests/seconds.tsv
    Scripts/test.py --prove                      # finds a failure, a crash and a hang planted for it

Tests/seconds.tsv says how long each class took when it was last recorded. The longest start first, each in a process of
its own; those of less than a second share processes by module. A class that crashes or hangs fails alone: what shared
its process runs again, each class by itself. The output of a failure is printed. The end names the failed and the
skipped tests with their reasons, the slowest classes, and the counts. Status 1 if a test failed, or if nothing was
selected: an empty set proves nothing.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import part

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = "swift-samlPackageTests.xctest"
SECONDS = ROOT / "Tests/seconds.tsv"
# A class that the table does not know yet starts early: it may be long.
UNKNOWN = 20.0
# Classes up to this many seconds share a process, of up to so many seconds in all.
SHORT, SHARED = 1.0, 6.0
CASE = re.compile(r"^Test Case '(\S+?)\.(\S+)' (passed|failed|skipped) \((\d+\.\d+) seconds\)", re.MULTILINE)
REASON = re.compile(r": (\S+\.\S+) : Test skipped(?:: [^\n]*?)? - ([^\n]*)")


@dataclass
class Result:
    name: str
    tests: list[str]
    seconds: float = 0
    output: str = ""
    outcomes: dict[str, str] = field(default_factory=dict)
    problem: str = ""

    @property
    def failed(self) -> list[str]:
        """The tests that failed, and those that a crash left without a result."""
        return [test for test in self.tests if self.outcomes.get(test, "failed") == "failed"]

    @property
    def skipped(self) -> list[str]:
        return [test for test in self.tests if self.outcomes.get(test) == "skipped"]


def listed(bundle: Path) -> dict[str, list[str]]:
    """The tests of a build by class, `Module.Class`."""
    listing = subprocess.run([bundle, "--list-tests"], check=True, capture_output=True, text=True, cwd=ROOT)
    classes: dict[str, list[str]] = {}
    for line in listing.stdout.splitlines():
        name, slash, test = line.partition("/")
        if slash:
            classes.setdefault(name, []).append(test)
    return classes


def planned(classes: dict[str, list[str]], seconds: dict[str, float]) -> list[list[str]]:
    """The classes of each process, those that take longest first."""
    plan, shared = [], {}
    for name in sorted(classes, key=lambda name: (-seconds.get(name, UNKNOWN), name)):
        expected = seconds.get(name, UNKNOWN)
        if expected > SHORT:
            plan.append([name])
            continue
        module = name.split(".")[0]
        group, total = shared.get(module, ([], 0.0))
        if not group or total + expected > SHARED:
            group, total = [], 0.0
            plan.append(group)
        group.append(name)
        shared[module] = (group, total + expected)
    return sorted(plan, key=lambda names: -sum(seconds.get(name, UNKNOWN) for name in names))


def run(bundle: Path, names: list[str], classes: dict[str, list[str]], limit: float) -> list[Result]:
    started = time.monotonic()
    process = subprocess.Popen(
        [bundle, ",".join(names)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=ROOT, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"}, start_new_session=True)
    problem = ""
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        problem = f"took longer than {limit:.0f} s"
    text = output.decode(errors="replace")
    results = [Result(name, classes[name], output=text) for name in names]
    by_class = {result.name.split(".")[1]: result for result in results}
    for name, test, outcome, took in CASE.findall(text):
        if name in by_class:
            by_class[name].outcomes[test] = outcome
            by_class[name].seconds += float(took)
    complete = all(len(result.outcomes) == len(result.tests) for result in results)
    failed = any(result.failed for result in results)
    if not problem and process.returncode != 0 and not failed:
        problem = f"ended with status {process.returncode} although no test failed"
    elif not problem and not complete:
        count = sum(len(result.outcomes) for result in results)
        problem = f"ended with status {process.returncode} after {count} of {sum(map(len, map(classes.get, names)))} tests"
    if problem and len(names) > 1:
        return [result for name in names for result in run(bundle, [name], classes, limit)]
    if len(names) == 1:
        results[0].problem, results[0].seconds = problem, time.monotonic() - started
    return results


def recorded() -> dict[str, float]:
    """The seconds that each class took when they were last recorded."""
    if not SECONDS.exists():
        return {}
    rows = [line.split("\t") for line in SECONDS.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {name: float(seconds) for seconds, name in rows}


def record(results: list[Result]) -> None:
    """Writes the seconds of each class; classes that did not run keep theirs."""
    seconds = recorded() | {result.name: max(result.seconds, 0.1) for result in results}
    rows = sorted(seconds.items(), key=lambda row: (-round(row[1], 1), row[0]))
    SECONDS.write_text(
        "# The seconds that each class of tests took; written by Scripts/test.py --record\n"
        + "".join(f"{took:.1f}\t{name}\n" for name, took in rows), encoding="utf-8")


# Stands in for a bundle of tests: two classes in order, one each that fails, crashes and hangs, and one that is quiet.
PLANTED = """#!/bin/sh
[ "$1" = --list-tests ] && exit 0
for name in $(echo "$1" | tr , ' '); do
    name=${name#*.}
    case $name in
    Crashes) kill -9 $$ ;;
    Hangs) sleep 20 ;;
    Quiet) exit 0 ;;
    Fails) echo "Test Case 'Fails.testOne' failed (0.1 seconds)" ;;
    *) echo "Test Case '$name.testOne' passed (0.1 seconds)" ;;
    esac
done
"""


def prove() -> None:
    """Finds planted faults in processes that several classes share."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder, "bundle")
        bundle.write_text(PLANTED, encoding="utf-8")
        bundle.chmod(0o755)
        classes = {f"M.{name}": ["testOne"] for name in ("Passes", "Fails", "Crashes", "Hangs", "Quiet", "PassesToo")}
        plan = planned(classes, dict.fromkeys(classes, 0.1))
        results = [result for names in plan for result in run(bundle, names, classes, 1)]
    bad = sorted(result.name for result in results if result.failed or result.problem)
    if len(plan) != 1 or bad != ["M.Crashes", "M.Fails", "M.Hangs", "M.Quiet"] or len(results) != len(classes):
        sys.exit(f"test: of those planted, these were found in {len(plan)} processes: {bad}")
    longest = planned({"M.A": [], "M.B": [], "M.C": [], "N.D": []}, {"M.A": 0.5, "M.B": 3, "N.D": 0.2})
    if longest != [["M.C"], ["M.B"], ["M.A"], ["N.D"]]:
        sys.exit(f"test: the longest should start first: {longest}")
    print("test: a failure, a crash, a hang and a class that says nothing were found")


def summarize(results: list[Result], seconds: float) -> bool:
    """Prints what happened; returns whether everything passed."""
    reasons = {}
    for result in results:
        for test, reason in REASON.findall(result.output):
            reasons[test.split(".")[-1]] = reason
    print("\nslowest classes:")
    for result in sorted(results, key=lambda result: -result.seconds)[:8]:
        print(f"  {result.seconds:7.1f} s  {result.name}")
    skipped = [(result, test) for result in results for test in result.skipped]
    unexplained = 0
    for result, test in skipped:
        reason = reasons.get(test)
        unexplained += reason is None
        print(f"skipped: {result.name}.{test}: {reason or 'NO REASON GIVEN'}")
    for result in results:
        for test in result.failed:
            print(f"FAILED: {result.name}.{test}")
        if result.problem:
            print(f"FAILED: {result.name} {result.problem}")
    count = sum(len(result.tests) for result in results)
    failed = sum(len(result.failed) for result in results)
    print(f"{len(results)} classes in {seconds:.0f} s")
    print(f"{count - failed - len(skipped)} passed, {failed} failed, {len(skipped)} skipped", flush=True)
    return failed == 0 and unexplained == 0 and not any(result.problem for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs tests that are already built.")
    parser.add_argument("--build", type=Path, default=ROOT / ".build/checked/debug", help="the folder with the test bundle")
    parser.add_argument("--marked", metavar="MARK", help="only the classes that carry this mark")
    parser.add_argument("--only", metavar="REGEX", help="only the classes whose Module.Class matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many classes at once")
    parser.add_argument("--limit", type=float, default=900, help="seconds that a process may take")
    parser.add_argument("--record", action="store_true", help="write Tests/seconds.tsv")
    parser.add_argument("--prove", action="store_true", help="only find faults planted for it")
    options = parser.parse_args()
    if options.prove:
        prove()
        return
    bundle = options.build.resolve() / BUNDLE
    classes = listed(bundle)
    if options.marked:
        names = part.marked(options.marked)
        absent = sorted(names - classes.keys())
        if absent:
            print(f"not in this build, for want of a trait: {', '.join(absent)}")
        classes = {name: tests for name, tests in classes.items() if name in names}
    if options.only:
        classes = {name: tests for name, tests in classes.items() if re.search(options.only, name)}
    if not classes:
        sys.exit("test: no test was selected, which proves nothing")

    started = time.monotonic()
    results = []
    plan = planned(classes, recorded())
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in pool.map(lambda names: run(bundle, names, classes, options.limit), plan):
            results += done
            for result in done:
                good = not result.failed and not result.problem
                print(f"{'ok    ' if good else 'FAILED'} {result.seconds:6.1f} s  {len(result.tests):3d}  {result.name}",
                      flush=True)
                if not good:
                    print(result.output, flush=True)
    if options.record:
        record(results)
    sys.exit(0 if summarize(results, time.monotonic() - started) else 1)


if __name__ == "__main__":
    main()
