#!/usr/bin/env python3
"""Takes security rules away one at a time and sees whether a test notices.

    Scripts/mutants.py --check            # every text of Tests/Mutants/mutants.toml is found exactly once
    Scripts/mutants.py                    # all of them, in a copy of the package under .build/check/mutants
    Scripts/mutants.py --only REGEX       # those whose area or rule matches

The copy's manifest is cut down to the tests that the table names and what they import, so that a change is built
soon. While the tests of one change run, the next is built. The tests of a row run in its order, up to the first that
notices. A rule is *held* when something fails that did not fail before, and *NOT HELD* when nothing does. Status 1 when
a rule is not held or a change does not compile, 2 when the table does not fit the sources.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import part

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Tests/Mutants/mutants.toml"
BUILD = ["swift", "build", "--build-tests"]
BUNDLE = "swift-samlPackageTests.xctest"
FAILURE = re.compile(r": error: (.*)|^(FAILED: .*)", re.MULTILINE)
# Modules from the top down: what few others import is built soonest.
ORDER = ["conditions", "selection", "trust", "decryption", "verification", "unwrapping", "parsing"]


def problems(mutants: list[dict]) -> list[str]:
    """What in the table does not fit the sources."""
    found = []
    for mutant in mutants:
        path = ROOT / mutant["file"]
        count = path.read_text(encoding="utf-8").count(mutant["text"]) if path.exists() else 0
        if count != 1:
            found.append(f"{mutant['file']}: found {count} times instead of once: {mutant['rule']}")
        if mutant["area"] not in ORDER:
            found.append(f"{mutant['rule']}: no such area: {mutant['area']}")
    return found


class Trial:
    """Builds in one package, and tests what was built beside the next build."""

    def __init__(self, package: Path, log: Path):
        self.package, self.log = package, log
        self.usual: dict[str, set[str]] = {}
        self.tests = ThreadPoolExecutor(1)

    def run(self, command: list[str]) -> tuple[bool, str]:
        done = subprocess.run(
            command, cwd=self.package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, errors="replace"
        )
        with self.log.open("a", encoding="utf-8") as file:
            file.write(done.stdout)
        return done.returncode == 0, done.stdout

    def failures(self, tests: str, build: Path) -> set[str]:
        """What fails, without what differs from run to run."""
        found = FAILURE.findall(self.run(["Scripts/test.py", "--build", str(build), "--only", tests])[1])
        return {re.sub(r"\d+\.\d+", "", first or second) for first, second in found}

    def tested(self, mutant: dict, build: Path) -> str:
        """Whether a test notices; the build goes afterwards."""
        try:
            for tests in mutant["tests"].split("|"):
                if self.failures(tests, build) - self.usual[tests]:
                    return "held"
            return "NOT HELD"
        finally:
            shutil.rmtree(build)

    def verdict(self, mutant: dict) -> Future[str]:
        """Whether a test notices; the source is as before when this returns."""
        path = self.package / mutant["file"]
        original = path.read_bytes()
        path.write_bytes(original.replace(mutant["text"].encode(), mutant["replacement"].encode()))
        try:
            compiled = self.run(BUILD)[0]
        finally:
            path.write_bytes(original)
        if not compiled:
            return self.tests.submit(lambda: "NOT COMPILED")
        build = Path(tempfile.mkdtemp(dir=self.log.resolve().parent))
        shutil.copy2(self.package / ".build/debug" / BUNDLE, build)
        return self.tests.submit(self.tested, mutant, build)


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes security rules away and sees whether a test notices.")
    parser.add_argument("--check", action="store_true", help="only compare the table with the sources")
    parser.add_argument("--only", metavar="REGEX", default="", help="mutants whose area or rule matches")
    parser.add_argument("--scratch", type=Path, default=ROOT / ".build/check/mutants", help="the folder of the copy")
    options = parser.parse_args()
    mutants = tomllib.loads(TABLE.read_text(encoding="utf-8"))["mutant"]
    wrong = problems(mutants)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        sys.exit(2)
    if options.check:
        print(f"mutants: {len(mutants)} rules, each found once")
        return
    chosen = [one for one in mutants if re.search(options.only, f"{one['area']} {one['rule']}")]
    if not chosen:
        sys.exit("mutants: none was selected, which proves nothing")
    chosen.sort(key=lambda one: (ORDER.index(one["area"]), one["file"]))
    options.scratch.mkdir(parents=True, exist_ok=True)
    log = options.scratch / "log"
    log.write_bytes(b"")
    modules = sorted({module for one in chosen for module in re.findall(r"\w+Tests\b", one["tests"])})
    trial = Trial(part.copy(options.scratch, modules), log)
    if not trial.run(BUILD)[0]:
        sys.exit(f"mutants: the unchanged package does not build, see {log}")
    for tests in sorted({tests for one in chosen for tests in one["tests"].split("|")}):
        trial.usual[tests] = trial.failures(tests, Path(".build/debug"))
        if trial.usual[tests]:
            print(f"{tests}: {len(trial.usual[tests])} failures without any change; only new ones count", flush=True)
    failures = 0
    waiting: list[tuple[dict, Future[str]]] = []

    def tell_first() -> int:
        mutant, verdict = waiting.pop(0)
        print(f"{verdict.result():<14} {time.monotonic() - started:5.0f} s  {mutant['area']}: {mutant['rule']}", flush=True)
        return verdict.result() != "held"

    started = time.monotonic()
    for mutant in chosen:
        waiting.append((mutant, trial.verdict(mutant)))
        # One is tested while the next is built.
        if len(waiting) > 2:
            failures += tell_first()
    while waiting:
        failures += tell_first()
    print(f"{len(chosen)} rules, {len(chosen) - failures} held by tests")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
