#!/usr/bin/env python3
"""Says which steps of Scripts/check.sh the changes since they last passed whole can affect.

    Scripts/touched.py STEP...            # a line for each: `run STEP`, or `skip STEP: ` and why
    Scripts/touched.py --whole STEP...    # the same for `make check-all`, whose `traits` reads more
    Scripts/touched.py --record STEP      # a step of `make check-all` has passed: writes HEAD to its line in .ci/checked
    Scripts/touched.py --prove            # Scripts/steps.py: compares the table with the scripts and sources

A step is skipped if no file that it reads differs between the commit of its line in .ci/checked and the work tree. What it
reads is listed in Scripts/steps.toml. In doubt a step runs, and the reason is printed. The toolchain, libraries of the
system, Package.resolved and vectors beside the package are in no commit: if one changes, delete .ci/checked.
"""

import argparse
import functools
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
import imports

ROOT = Path(__file__).resolve().parent.parent
RECORD = ".ci/checked"
# Only rules that are committed hide a file.
NEW = ["ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"]


class RunAll(Exception):
    """Why a step runs, whatever it reads."""


def git(root: Path, *words: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(["git", *words], cwd=root, env=environment, check=True, capture_output=True)
    return os.fsdecode(done.stdout)


def recorded(root: Path) -> dict[str, str]:
    """The commit at which each step of `make check-all` last passed."""
    if not (root / RECORD).is_file():
        return {}
    lines = (root / RECORD).read_text(encoding="utf-8", errors="replace").splitlines()
    return {step: commit for commit, _, step in (line.partition(" ") for line in lines)}


def changed(root: Path, commit: str | None) -> list[str]:
    """The files of the work tree that differ from a commit."""
    if not commit:
        raise RunAll(f"{RECORD} knows no commit at which it passed in `make check-all`")
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", commit):
        raise RunAll(f"{RECORD} holds no full commit hash")
    try:
        git(root, "merge-base", "--is-ancestor", commit, "HEAD")
        names = git(root, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", commit, "--")
        names += git(root, *NEW)
    except (OSError, subprocess.CalledProcessError):
        raise RunAll(f"{commit[:7]} of {RECORD} is no ancestor of HEAD, or unknown to git") from None
    return sorted({*names.split("\0")} - {"", RECORD})


@functools.cache
def pattern(*paths: str) -> re.Pattern:
    """Fits these files, all below these folders, and * and **/ as a shell does."""
    parts = [re.escape(path).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*") for path in paths]
    return re.compile(f"(?:{'|'.join(parts) or '(?!)'})(?:/.*)?", re.DOTALL)


class Steps:
    """The table of steps, with the manifest and the files that it speaks of."""

    def __init__(self, are_whole: bool = False) -> None:
        self.are_whole = are_whole
        self.table = tomllib.loads((ROOT / "Scripts/steps.toml").read_text(encoding="utf-8"))
        package = imports.manifest()
        # The folder of each target, and what it depends on.
        self.targets = {target["name"]: imports.folder(target).as_posix() for target in package["targets"]}
        self.needs = {target["name"]: imports.declared(target) for target in package["targets"]}
        self.products = {product["name"]: product["targets"] for product in package["products"]}
        names = {*(git(ROOT, "ls-files", "-z") + git(ROOT, *NEW)).split("\0")} - {""}
        self.files = [name for name in sorted(names) if os.path.lexists(ROOT / name)]
        self.links = {name: os.path.relpath(os.path.realpath(ROOT / name), ROOT)
                      for name in self.files if os.path.islink(ROOT / name)}

    def closure(self, step: str) -> set[str]:
        """The targets of Package.swift that a step builds or runs, and what they depend on."""
        entry, found = self.table["steps"][step], set()
        named = entry.get("whole" if self.are_whole and "whole" in entry else "targets", [])
        waiting = [*self.targets] if named == ["*"] else [*named]
        if wrong := {*waiting} - {*self.targets}:
            raise RunAll(f"Scripts/steps.toml names {', '.join(sorted(wrong))}, which is no target")
        for folder in entry.get("packages", []):
            # However its manifest names a product of ours.
            words = re.findall(r'"(\w+)"', (ROOT / folder / "Package.swift").read_text(encoding="utf-8"))
            waiting += [target for word in words for target in self.products.get(word, [])]
        while waiting:
            name = waiting.pop()
            if name in self.targets and name not in found and name not in entry.get("without", []):
                found.add(name)
                waiting += self.needs[name]
        return found

    def reads(self, step: str) -> re.Pattern:
        """The files that affect a step."""
        entry, closure = self.table["steps"][step], sorted(self.closure(step))
        paths = [self.targets[name] for name in closure]
        paths += [path for name in closure for path in self.table["reads"].get(name, [])]
        paths += entry.get("packages", []) + entry.get("paths", [])
        fits = pattern(*paths)
        return pattern(*paths, *(end for link, end in self.links.items() if fits.fullmatch(link)))

    def affected(self, files: list[str]) -> set[str]:
        """The steps that a change of files affects."""
        everything, ignored = pattern(*self.table["everything"]), pattern(*self.table["ignored"])
        reads = {step: self.reads(step) for step in self.table["steps"]}
        for path in files:
            if everything.fullmatch(path):
                raise RunAll(f"{path} changed, which affects every step")
            if not ignored.fullmatch(path) and not any(fits.fullmatch(path) for fits in reads.values()):
                raise RunAll(f"{path} changed, which Scripts/steps.toml does not know")
        return {step for step, fits in reads.items() if any(map(fits.fullmatch, files))}


def record(step: str) -> None:
    """Writes that a step passed at HEAD."""
    if git(ROOT, "status", "--porcelain", "--untracked-files=all", "--", ".", f":!{RECORD}"):
        sys.exit("touched: files differ from HEAD, so nothing is recorded; commit them and check again")
    commits = recorded(ROOT) | {step: git(ROOT, "rev-parse", "HEAD").strip()}
    (ROOT / RECORD).write_text("".join(f"{commits[name]} {name}\n" for name in sorted(commits)), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Says which steps of Scripts/check.sh changes can affect.")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="a step of Scripts/check.sh")
    parser.add_argument("--whole", action="store_true", help="as the whole tier runs them")
    parser.add_argument("--record", metavar="STEP", help="write HEAD to the step's line in .ci/checked")
    parser.add_argument("--prove", action="store_true", help="compare the table with the scripts and sources")
    options = parser.parse_args()
    if options.prove:
        sys.exit(subprocess.run([sys.executable, ROOT / "Scripts/steps.py"], check=False).returncode)
    if options.record:
        record(options.record)
    commits, reasons = recorded(ROOT), {}
    steps = Steps(options.whole) if options.steps else None
    affected = functools.cache(lambda commit: steps.affected(changed(ROOT, commit)))
    for step in options.steps:
        commit = commits.get(step)
        try:
            if step not in steps.table["always"] and step not in affected(commit):
                print(f"skip {step}: nothing that it reads changed since {commit[:7]}")
                continue
        except RunAll as reason:
            reasons.setdefault(str(reason), []).append(step)
        print(f"run {step}")
    for reason, names in reasons.items():
        print(f"touched: {', '.join(names)} run: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
