#!/usr/bin/env python3
"""Compares Scripts/steps.toml, by which Scripts/touched.py skips steps, with the scripts and sources.

    Scripts/steps.py    # status 1 and a line for each difference, or for a planted one that was not found

- Scripts/check.sh and the table have the same steps, and every path of the table exists.
- What the function of a step builds, and the paths that it and the scripts it calls name, are in the step's entry.
- What the sources of a step import, and the files that literals of its tests name, are in the entry, too.
- Every file of the repository is known to an entry or to one of the lists.
"""

import copy
import functools
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.dont_write_bytecode = True
import imports
import part
import results
from touched import RECORD, ROOT, RunAll, Steps, changed, git, pattern, recorded

FUNCTION = re.compile(r"^(\w+)\(\) \{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
LIST = re.compile(r"^(\w+)=\((.*?)\)", re.DOTALL | re.MULTILINE)
# Comments of scripts, and the docstrings of Python.
REMARK = re.compile(r'^ *#[^\n]*|^ *""".*?"""', re.DOTALL | re.MULTILINE)
# A word of a script that may be a path, and what stands before one.
TOKEN = re.compile(r"(?<![\w.*/\\+-])[\w.*]+[\w.*-]*(?:/[\w.*-]+)*")
BEFORE = re.compile(r'\$\{?\w+\}?"?/|-I')
# A literal of Swift up to its first interpolation, after what stands before paths.
LITERAL = re.compile(
    r'((?:\b(?:path|in|of):|\bsample(?:Path)?\()\s*)?"((?:[^"\\\n]|\\[^(\n])*)'
    r'(\\\((?:[^()\n]|\([^()\n]*\))*\)[^"\n]*)?"?')


@functools.cache
def script(path: str) -> str:
    """A script without remarks, or the commands of a page that Scripts/results.py runs."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".md"):
        return REMARK.sub("", text)
    blocks = [(mark[1], results.BLOCK.match(text, mark.end())) for mark in results.MARK.finditer(text)]
    commands = "\n".join(block[2] if command == "its first line" else command for command, block in blocks)
    return re.sub(r"(\S+) --include='?([^' ]+)'?", r"\1/**/\2", commands)


@functools.cache
def swift(path: str) -> tuple[str, set[str], set[str]]:
    """A source, the modules that it imports, and the paths that literals of a test may be."""
    text, paths = (ROOT / path).read_text(encoding="utf-8"), set()
    for is_path, literal, rest in [] if path.startswith("Sources/") else LITERAL.findall(text):
        literal = literal.rpartition("/")[0] if rest else literal
        if ("/" in literal or is_path) and re.match(r"[\w./-]*\w", literal):
            # The folder of samples is used in other literals, which are looked at.
            paths |= {literal, f"Samples/{literal}"} - {"Samples"}
    return text, {module for _, module in imports.imported(text)}, paths


class Table(Steps):
    """The table, and what the scripts and sources say."""

    def __init__(self) -> None:
        super().__init__()
        self.names = {*self.files}
        self.folders = {parent.as_posix() for name in self.files for parent in Path(name).parents} - {"."}
        self.packages = {name.removesuffix("/Package.swift") for name in self.files if name.endswith("/Package.swift")}
        check = (ROOT / "Scripts/check.sh").read_text(encoding="utf-8")
        self.functions = {name: REMARK.sub("", body) for name, body in FUNCTION.findall(check)}
        self.lists = dict(LIST.findall(check))

    @functools.cache
    def resolved(self, path: str) -> list[str]:
        """The files that a path, a folder or a pattern names."""
        path = os.path.normpath(path)
        if path not in self.folders and "*" not in path:
            return [path] if path in self.names else []
        start, fits = path.partition("*")[0], pattern(path)
        return [name for name in self.files if name.startswith(start) and fits.fullmatch(name)]

    @functools.cache
    def named(self, place: str, text: str) -> dict[str, list[str]]:
        """The paths that a script names, from the package or from its own folder, and their files."""
        found, text = {}, re.sub(r'"\s*/\s*"', "/", BEFORE.sub(" ", text))
        for token in filter(re.compile(r"\w").search, {*TOKEN.findall(text)}):
            # In Python, README.md and the like are seldom those of the package.
            if not place.endswith(".py") or "/" in token or token not in self.names:
                found[token] = self.resolved(token)
            if "." in token or "/" in token:
                beside = os.path.normpath(f"{os.path.dirname(place)}/{token}")
                found[beside] = self.resolved(beside)
        return {path: files for path, files in found.items() if files}

    def scripts(self, step: str) -> Iterator[tuple[str, str]]:
        """The function of a step with the functions and lists that it uses, and the scripts that these call."""
        texts, names = {}, [f"check_{step}"]
        while names:
            name = names.pop()
            if name not in texts and (text := self.functions.get(name) or self.lists.get(name)):
                texts[name] = text
                names += re.findall(r"\w+", text)
        skipped = pattern(*self.table["everything"], *self.table["steps"][step].get("unread", []))
        waiting, seen = [("check.sh", "\n".join(texts.values()))], set()
        while waiting:
            place, text = waiting.pop()
            yield place, text
            kinds = r".*\.(py|sh|md)" if place == "Scripts/results.py" else r".*(\.py|\.sh|\.tutorial|/Makefile)"
            for path, files in self.named(place, text).items():
                called = files if path in self.names or "*" in path else [f"{path}/Makefile"]
                for name in {*called} & self.names - seen:
                    if re.fullmatch(kinds, name) and not skipped.fullmatch(name):
                        seen.add(name)
                        waiting.append((name, script(name)))

    def problems(self, step: str) -> list[str]:
        """What in the entry of a step does not fit the scripts and sources."""
        if step not in self.table["steps"]:
            return [] if step in self.table["always"] else [f"{step}: Scripts/steps.toml lacks it"]
        entry = self.table["steps"][step]
        packages, unread = entry.get("packages", []), entry.get("unread", [])
        paths = [*entry.get("paths", []), *unread, *(f"{folder}/Package.swift" for folder in packages)]
        absent = [] if f"check_{step}" in self.functions else [f"check_{step} in Scripts/check.sh"]
        if absent := absent + [path for path in paths if not self.resolved(path)]:
            return [f"{step}: there is no {path}" for path in absent]
        try:
            closure, reads = self.closure(step), self.reads(step)
        except RunAll as why:
            return [f"{step}: {why}"]
        excused, found = pattern(*self.table["everything"], *unread), set()

        def need(place: str, files: list[str], targets: set[str], folders: set[str]) -> None:
            lacking = [name for name in files if not reads.fullmatch(name) and not excused.fullmatch(name)][:1]
            lacking += sorted(targets & {*self.targets} - closure) + sorted(folders & self.packages - {*packages})
            if lacking:
                found.add(f"{step}: {place} needs {', '.join(lacking)}, which the entry lacks")

        for kind in re.findall(r"build_(\w+) --build-tests", self.functions[f"check_{step}"]):
            modules = self.targets if kind == "checked" else self.lists[f"{kind}_modules"].split()
            need(f"build_{kind}", [], {*modules}, set())
        mark = None
        for place, text in self.scripts(step):
            mark = mark or re.search(r"part\.py\b[^\n]*--marked (\w+)", text)
            need(place, [], {*re.findall(r"--product (\w+)", text)}, set())
            for path, files in self.named(place, text).items():
                manifests = {name.removesuffix("/Package.swift") for name in files if path.endswith("Package.swift")}
                need(place, files, set(), {path} | manifests if place.endswith(".sh") else set())
        built = pattern(*(self.targets[name] for name in closure), *packages)
        for source in (name for name in self.files if name.endswith(".swift") and built.fullmatch(name)):
            text, modules, paths = swift(source)
            # Scripts/part.py leaves out files of tests without the mark.
            if not (mark and re.match(r"Tests/\w+Tests/", source) and part.holds_only_unmarked_tests(text, mark[1])):
                need(source, [name for path in paths for name in self.resolved(path)], modules, set())
        return sorted(found)

    def all_problems(self) -> list[str]:
        """What in the table does not fit."""
        table, steps = self.table, {name.removeprefix("check_") for name in self.functions if name.startswith("check_")}
        found = [line for step in sorted({*table["steps"], *table["always"]} | steps) for line in self.problems(step)]
        paths = table["everything"] + [path for paths in table["reads"].values() for path in paths]
        found += [f"there is no {path}" for path in paths if not self.resolved(path)]
        found += [f"[reads] names {name}, which is no target" for name in table["reads"] if name not in self.targets]
        if not found:
            known = [pattern(*table["everything"], *table["ignored"]), *map(self.reads, table["steps"])]
            found = [f"no entry knows {name}" for name in self.files if not any(fits.fullmatch(name) for fits in known)]
        return found


# A changed file, steps that it affects, and steps that it does not.
PLANTED = [
    ("Sources/XMLCore/New.swift", "asan tsan documentation records fuzz benchmarks linkage traits", "kernels secrets"),
    ("Sources/PassSandbox/New.swift", "tsan documentation records leaks", "asan fuzz linkage benchmarks"),
    ("Sources/CSecretBytes/new.c", "secrets asan fuzz", "kernels ubsan"),
    ("CLibXML2/module.modulemap", "ubsan asan records", "kernels secrets"),
    ("Tests/XMLCoreTests/New.swift", "asan tsan records", "fuzz damages linkage"),
    ("Tests/Captures/new.har", "asan spark", "tsan fuzz damages"),
    ("Documentation/batch.md", "records", "asan tsan documentation fuzz"),
    ("Documentation/api/XMLCore.txt", "documentation", "asan tsan"),
    ("Samples/embedding/tutorials/Sources/sign-on/main.swift", "linkage front_door documentation", "asan damages"),
    ("Fuzzing/Corpus/parse/new.xml", "fuzz ubsan", "asan benchmarks"),
    ("Tests/Damages/score.py", "damages", "asan records"),
    (".github/workflows/new.yml", "", "asan records documentation"),
]
# Each affects every step, or is known to none.
PLANTED_FOR_ALL = ["Package.swift", "Scripts/check.sh", "Scripts/steps.toml", ".ci/run", "new", "Sources/New/New.swift",
                   "Tests/New/new.json"]
# What is taken out of an entry, or put into it.
FAULTS = [
    ("kernels", "paths", "Tests/NoSuchFolder"), ("secrets", "targets", "NoSuchTarget"), ("fuzz", "packages", "Fuzzing"),
    ("damages", "paths", "Tests/Damages"), ("damages", "targets", "samlkit"), ("ubsan", "targets", "CXMLShims"),
    ("asan", "targets", "CapturesTests"), ("records", "paths", "Tests/Mutants"),
]


def reason(attempt: Callable[[], object]) -> str:
    """Why every step runs, if it does."""
    try:
        attempt()
    except RunAll as why:
        return str(why)
    return ""


def prove(steps: Table) -> list[str]:
    """Plants changes and faults of the table; returns what was not found."""
    wrong = []
    for path, affected, others in PLANTED:
        found = steps.affected([path])
        if {*affected.split()} - found or {*others.split()} & found:
            wrong.append(f"{path} affects {' '.join(sorted(found))}")
    for path in PLANTED_FOR_ALL:
        if not reason(lambda path=path: steps.affected(["CHANGELOG.md", path])):
            wrong.append(f"{path} does not affect every step")
    table = steps.table
    for step, key, name in FAULTS:
        steps.table = copy.deepcopy(table)
        steps.table["steps"][step][key] = sorted({*table["steps"][step][key]} ^ {name})
        if not steps.problems(step):
            wrong.append(f"not found: {name} in {key} of {step}")
    steps.table = table | {"steps": {"new": {}, "asan": table["steps"]["asan"]}, "reads": {}}
    wrong += [f"not found: {step}" for step in ("new", "fuzz", "asan") if not steps.problems(step)]
    steps.table = table
    return wrong


def prove_record() -> list[str]:
    """Plants records in a repository of its own; returns what was not found."""
    wrong, commits = [], []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / RECORD).parent.mkdir()
        git(root, "init", "--quiet")
        for setting in ("user.name x", "user.email x@x.invalid", "commit.gpgSign false", "core.hooksPath no"):
            git(root, "config", *setting.split())
        for text in ("one", "two", "three"):
            (root / text).write_text(text, encoding="utf-8")
            git(root, "add", "--all")
            git(root, "commit", "--quiet", "--message", text)
            commits.append(git(root, "rev-parse", "HEAD").strip())
        git(root, "reset", "--quiet", "--hard", commits[1])
        for record in (None, "", "HEAD asan", f"{commits[0][:9]} asan", f"{'0' * 40} asan", f"{commits[2]} asan",
                       f"{commits[0]} tsan", commits[0]):
            if record is not None:
                (root / RECORD).write_text(record, encoding="utf-8")
            if not reason(lambda: changed(root, recorded(root).get("asan"))):
                wrong.append(f"not found: the record {record!r}")
        (root / RECORD).write_text(f"{commits[1]} tsan\n{commits[0]} asan\n", encoding="utf-8")
        (root / "one").unlink()
        (root / "new").touch()
        if (found := changed(root, recorded(root).get("asan"))) != ["new", "one", "two"]:
            wrong.append(f"wrongly found: {found}")
    return wrong


def main() -> None:
    table = Table()
    if problems := table.all_problems() + prove(table) + prove_record():
        sys.exit("\n".join(f"steps: {line}" for line in problems))
    print(f"steps: {len(table.table['steps'])} entries fit the scripts and sources, and what was planted was found")


if __name__ == "__main__":
    main()
