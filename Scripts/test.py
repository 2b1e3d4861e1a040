#!/usr/bin/env python3
"""Runs tests that are already built, each class in a process of its own, as many at once as there are cores.

    Scripts/test.py                              # every test of .build/debug
    Scripts/test.py --marked SharesState         # the classes that carry a mark of Tests/TestSupport/Marks.swift
    Scripts/test.py --build FOLDER --only REGEX  # the classes of another build whose Module.Class matches

A class that crashes or hangs fails alone, and its output is printed. The end names the failed and the
skipped tests with their reasons, the slowest classes, and the counts. Status 1 if a test failed, or if
nothing was selected: an empty set proves nothing.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = "swift-samlPackageTests.xctest"
# The modules with the longest tests start first, so that no core waits at the end.
SLOWEST = ["samlkitTests", "AttackTests", "XMLCoreTests", "PayloadCodingTests", "PassSandboxTests"]
CASE = re.compile(r"^Test Case '\S+?\.(\S+)' (passed|failed|skipped)", re.MULTILINE)
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


def marked(mark: str) -> set[str]:
    """The classes whose declaration names a mark, found in the sources."""
    declaration = re.compile(r"\bclass (\w+)\s*:([^{]*)\{")
    found = set()
    for source in sorted((ROOT / "Tests").glob("*Tests/**/*.swift")):
        module = source.relative_to(ROOT / "Tests").parts[0]
        for name, conformances in declaration.findall(source.read_text(encoding="utf-8")):
            if re.search(rf"\b{mark}\b", conformances):
                found.add(f"{module}.{name}")
    return found


def run(bundle: Path, name: str, tests: list[str], limit: float) -> Result:
    started = time.monotonic()
    result = Result(name, tests)
    process = subprocess.Popen(
        [bundle, name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=ROOT, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"}, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        result.problem = f"took longer than {limit:.0f} s"
    result.output = output.decode(errors="replace")
    result.outcomes = dict(CASE.findall(result.output))
    result.seconds = time.monotonic() - started
    if not result.problem and process.returncode != 0 and not result.failed:
        result.problem = f"ended with status {process.returncode} although no test failed"
    elif not result.problem and len(result.outcomes) < len(tests):
        result.problem = f"ended with status {process.returncode} after {len(result.outcomes)} of {len(tests)} tests"
    return result


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
    parser.add_argument("--build", type=Path, default=ROOT / ".build/debug", help="the folder with the test bundle")
    parser.add_argument("--marked", metavar="MARK", help="only the classes that carry this mark")
    parser.add_argument("--only", metavar="REGEX", help="only the classes whose Module.Class matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many classes at once")
    parser.add_argument("--limit", type=float, default=900, help="seconds that a class may take")
    options = parser.parse_args()
    bundle = options.build.resolve() / BUNDLE
    classes = listed(bundle)
    if options.marked:
        names = marked(options.marked)
        absent = sorted(names - classes.keys())
        if absent:
            print(f"not in this build, for want of a trait: {', '.join(absent)}")
        classes = {name: tests for name, tests in classes.items() if name in names}
    if options.only:
        classes = {name: tests for name, tests in classes.items() if re.search(options.only, name)}
    if not classes:
        sys.exit("test: no test was selected, which proves nothing")

    def rank(name: str) -> int:
        module = name.split(".")[0]
        return SLOWEST.index(module) if module in SLOWEST else len(SLOWEST)

    started = time.monotonic()
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        order = sorted(classes, key=rank)
        for result in pool.map(lambda name: run(bundle, name, classes[name], options.limit), order):
            results.append(result)
            good = not result.failed and not result.problem
            print(f"{'ok    ' if good else 'FAILED'} {result.seconds:6.1f} s  {len(result.tests):3d}  {result.name}",
                  flush=True)
            if not good:
                print(result.output, flush=True)
    sys.exit(0 if summarize(results, time.monotonic() - started) else 1)


if __name__ == "__main__":
    main()
