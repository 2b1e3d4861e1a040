#!/usr/bin/env python3
"""Compares the numbers and outputs that the pages show with what the commands beside them print.

    Scripts/results.py --check             # status 1 and a message for each difference
    Scripts/results.py                     # writes the pages, where a difference can be written
    Scripts/results.py --samlkit FILE      # another program than .build/checked/debug/samlkit

It builds nothing. Commands run in Bash with the package's files beside them and samlkit on PATH. In a page,
`<!-- from: COMMAND -->` stands

- after a number, which must be the one that COMMAND prints; after "more than NUMBER" it may print up to a quarter more;
- before a fenced block, which must be what COMMAND prints; a line `…` stands for any lines. `its first line`
  takes the command from the block's own `$ COMMAND`;
- before an image in SVG, which must be what COMMAND prints;
- before a block `sql`, as `sqlite3 FILE`: the next block must be the answer. A block `sh` of the page makes FILE.

Checks that need samlkit are skipped, with the reason, where it is not built.
"""

import argparse
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Not one in backquotes, which speaks of marks.
MARK = re.compile(r"(?<!`)<!-- from: (.+?) -->")
BLOCK = re.compile(r"\s*```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMAGE = re.compile(r"\s*!\[[^\]]*\]\(([^)]+\.svg)\)")
NUMBER = re.compile(r"(more than )?\b(\d[\d,]*)\s*$", re.IGNORECASE)
DATABASE = re.compile(r"^```sh\n((?:.*\\\n)*.*--output (\S+\.sqlite))$", re.MULTILINE)


class Skipped(Exception):
    """Why a check was not made."""


class Difference(Exception):
    """What a page shows and a command does not print; `replacement` is what to write there or to `file`."""

    def __init__(self, message: str, start: int = 0, end: int = 0, replacement: str | None = None,
                 file: Path | None = None):
        super().__init__(message)
        self.start, self.end, self.replacement, self.file = start, end, replacement, file


class Shell:
    """Runs each command once, in a folder that holds links to the package's files."""

    def __init__(self, folder: Path, samlkit: Path):
        self.folder, self.samlkit, self.outputs = folder, samlkit, {}
        for entry in ROOT.iterdir():
            if not entry.name.startswith("."):
                (folder / entry.name).symlink_to(entry)

    def output(self, command: str) -> str:
        command = command.replace("\\\n", " ")
        key = " ".join(command.split())
        if key not in self.outputs:
            if re.search(r"\bsamlkit ", command) and not self.samlkit.exists():
                raise Skipped(f"{self.samlkit} is not built")
            environment = os.environ | {
                "PATH": f"{self.samlkit.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
            done = subprocess.run(
                ["bash", "-c", command], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
            # Status 1 of samlkit: some messages were rejected.
            if done.returncode > 1:
                if "--traits" in done.stderr:
                    raise Skipped(f"{self.samlkit} lacks a trait: {done.stderr.strip()}")
                raise Difference(f"`{command}` exits with {done.returncode}: {done.stderr.strip()[:200]}")
            self.outputs[key] = done.stdout
        return self.outputs[key]


def shows(block: list[str], output: list[str]) -> str | None:
    """The first line of a block that an output does not have; a line `…` stands for any lines."""
    at, free = 0, False
    for line in block:
        if line == "…":
            free = True
            continue
        found = [number for number in range(at, len(output)) if output[number] == line]
        if not found or (not free and found[0] != at):
            return line
        at, free = found[0] + 1, False
    return None if free or at == len(output) else "(the end, where more is printed)"


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def check_number(page: str, mark: re.Match, shell: Shell) -> None:
    shown = NUMBER.search(page, 0, mark.start())
    if not shown:
        raise Difference("no number and no block stands beside the mark")
    output = shell.output(mark[1])
    printed = re.findall(r"\d[\d,]*", output)
    if len(printed) != 1:
        raise Difference(f"`{mark[1]}` prints {output.strip()[:80]!r}, expected one number")
    expected, found = int(shown[2].replace(",", "")), int(printed[0].replace(",", ""))
    if found == expected if not shown[1] else expected < found <= expected * 1.25:
        return
    replacement = None if shown[1] else f"{found:,}"
    raise Difference(f"shows {shown[0].strip()}, `{mark[1]}` prints {found:,}", *shown.span(2), replacement)


def check_block(mark: re.Match, block: re.Match, shell: Shell) -> None:
    text, command, head = block[2], mark[1], ""
    if command == "its first line":
        head = re.match(r"\$ (?:.*\\\n)*.*\n", text)[0]
        command, text = head[2:].rstrip("\n"), text[len(head):]
    output = shell.output(command)
    if (missing := shows(lines(text), lines(output))) is not None:
        replacement = None if "…" in lines(text) else head + "\n".join(lines(output)) + "\n"
        raise Difference(f"shows {missing!r}, which `{command}` does not print there", *block.span(2), replacement)


def check_answer(page: str, mark: re.Match, block: re.Match, shell: Shell) -> None:
    """The answer of a database, as words: how wide columns are is the sqlite3 shell's business."""
    if sqlite3.sqlite_version_info < (3, 38):
        raise Skipped(f"SQLite {sqlite3.sqlite_version} is too old; the questions need 3.38")
    file = shlex.split(mark[1])[1]
    made = {name: command for command, name in DATABASE.findall(page)}
    if file not in made:
        raise Difference(f"no block `sh` of the page makes {file}")
    shell.output(made[file])
    answer = BLOCK.match(page, block.end())
    if not answer:
        raise Difference("no answer follows the question")
    connection = sqlite3.connect(shell.folder / file)
    cursor = connection.execute(block[2])
    rows = [[column[0] for column in cursor.description], *cursor]
    connection.close()
    found = [" ".join("" if value is None else str(value) for value in row).split() for row in rows]
    shown = [line.split() for line in lines(answer[2]) if line.strip("- ")]
    if shown != found:
        first = next(row for row in [*found, ["(no more)"]] if row not in shown)
        raise Difference(f"{file} answers {' '.join(first)!r}: {block[2].splitlines()[0]}", *answer.span(2), table(rows))


def table(rows: list[tuple]) -> str:
    """The rows as `sqlite3 -header -column` shows them."""
    texts = [["" if value is None else str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts)]
    texts.insert(1, ["-" * width for width in widths])
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in texts)


def check(path: Path, page: str, mark: re.Match, shell: Shell) -> None:
    block = BLOCK.match(page, mark.end())
    if image := IMAGE.match(page, mark.end()):
        if (path.parent / image[1]).read_text(encoding="utf-8") != shell.output(mark[1]):
            raise Difference(f"{image[1]} is not what its command prints", file=path.parent / image[1],
                             replacement=shell.output(mark[1]))
    elif not block:
        check_number(page, mark, shell)
    elif block[1] == "sql":
        check_answer(page, mark, block, shell)
    else:
        check_block(mark, block, shell)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares the pages with what the commands in them print.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--samlkit", type=Path, default=ROOT / ".build/checked/debug/samlkit", help="the program to run")
    options = parser.parse_args()
    problems, skipped, found = [], [], 0
    pages = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("Documentation/**/*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder), options.samlkit.resolve())
        for path in pages:
            page = path.read_text(encoding="utf-8")
            changed = page
            # From the end, so that earlier positions stay true.
            for mark in reversed(list(MARK.finditer(page))):
                found += 1
                place = f"{path.relative_to(ROOT)}:{page.count(chr(10), 0, mark.start()) + 1}"
                try:
                    check(path, page, mark, shell)
                except Skipped as reason:
                    skipped.append(f"{place}: {reason}")
                except Difference as difference:
                    if options.check or difference.replacement is None:
                        problems.append(f"{place}: {difference}")
                    elif difference.file:
                        difference.file.write_text(difference.replacement, encoding="utf-8")
                        print(f"results: wrote {difference.file.relative_to(ROOT)}")
                    else:
                        changed = changed[:difference.start] + difference.replacement + changed[difference.end:]
            if changed != page:
                path.write_text(changed, encoding="utf-8")
                print(f"results: wrote {path.relative_to(ROOT)}")
    if skipped:
        print(f"results: skipped {len(skipped)} of {found}: {skipped[0]}")
    if found == 0:
        sys.exit("results: no page has a mark, which proves nothing")
    if problems:
        sys.exit("\n".join(f"results: {problem}" for problem in sorted(problems)))
    print(f"results: {found - len(skipped)} of {found} as the commands print them")


if __name__ == "__main__":
    main()
