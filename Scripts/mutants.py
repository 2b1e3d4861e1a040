#!/usr/bin/env python3
"""Takes security rules away one at a time and sees whether a test notices.

    Scripts/mutants.py --check            # every text of Tests/Mutants/mutants.toml is found exactly once
    Scripts/mutants.py                    # all of them, in a copy of the package under .build/check/mutants
    Scripts/mutants.py --only REGEX       # those whose area or rule matches
    Scripts/mutants.py --in-place         # in this very package, whose build folder is warm; it must be committed

Each one is built (debug, all traits, the flags of `make test`) and its tests are run. A rule is *held* when a test
fails or the build refuses the change, and *not held* when all pass. The tests are run unchanged first: what fails
anyway proves nothing. Status 1 when a rule is not held, 2 when the table does not fit the sources.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Tests/Mutants/mutants.toml"
BUILD = ["swift", "build", "--build-tests", "--enable-all-traits", "--explicit-target-dependency-import-check", "error"]
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


def copied(folder: Path) -> Path:
    """A copy of the package without what is built; files that did not change keep their times."""
    package = folder / "package"
    package.mkdir(parents=True, exist_ok=True)
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    names = {name.decode() for name in listing.split(b"\0") if name}
    for name in names:
        source, target = ROOT / name, package / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copy2(source, target)
    for path in package.rglob("*"):
        name = path.relative_to(package).as_posix()
        if path.is_file() and not name.startswith(".build/") and name not in names and name != "Package.resolved":
            path.unlink()
    return package


class Trial:
    """Builds and tests in one package."""

    def __init__(self, package: Path, log: Path):
        self.package, self.log = package, log

    def run(self, command: list[str]) -> bool:
        with self.log.open("ab") as file:
            return subprocess.run(command, cwd=self.package, stdout=file, stderr=file, check=False).returncode == 0

    def builds(self) -> bool:
        return self.run(BUILD)

    def passes(self, tests: str) -> bool:
        return self.run(["Scripts/test.py", "--only", tests])

    def verdict(self, mutant: dict) -> str:
        """`held` or `NOT HELD`, and by what; the source is as before afterwards."""
        path = self.package / mutant["file"]
        original = path.read_bytes()
        path.write_bytes(original.replace(mutant["text"].encode(), mutant["replacement"].encode()))
        try:
            if not self.builds():
                return "DOES NOT BUILD"
            return "NOT HELD" if self.passes(mutant["tests"]) else "held"
        finally:
            path.write_bytes(original)


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes security rules away and sees whether a test notices.")
    parser.add_argument("--check", action="store_true", help="only compare the table with the sources")
    parser.add_argument("--only", metavar="REGEX", default="", help="mutants whose area or rule matches")
    parser.add_argument("--in-place", action="store_true", help="change this very package and put it back")
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
    if options.in_place:
        changed = subprocess.run(["git", "status", "--porcelain", "Sources"], cwd=ROOT, check=True, capture_output=True)
        if changed.stdout:
            sys.exit("mutants: Sources has changes that are not committed")
        trial = Trial(ROOT, log)
    else:
        trial = Trial(copied(options.scratch), log)
    if not trial.builds():
        sys.exit(f"mutants: the unchanged package does not build, see {log}")
    for tests in sorted({one["tests"] for one in chosen}):
        if not trial.passes(tests):
            sys.exit(f"mutants: {tests} fails without any change, see {log}")
    failures = 0
    for number, mutant in enumerate(chosen, 1):
        started = time.monotonic()
        verdict = trial.verdict(mutant)
        failures += verdict != "held"
        seconds = time.monotonic() - started
        print(f"{number:3d}/{len(chosen)} {verdict:<14} {seconds:4.0f} s  {mutant['area']}: {mutant['rule']}", flush=True)
    print(f"{len(chosen)} rules, {len(chosen) - failures} held by tests")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
