#!/usr/bin/env python3
"""Compares the output that the tutorials show with what their programs print.

    Scripts/tutorials.py FOLDER...            # folders with the built programs and samlkit; status 1 if one differs
    Scripts/tutorials.py --write FOLDER...    # writes the files

A file `Sources/*/*.docc/Resources/*.txt` begins with the command, `$ swift run PROGRAM ARGUMENTS`; the output follows.
Commands run in Samples/embedding/tutorials. A command that names http://127.0.0.1:8765 gets a strict sandbox of its
own, and must break no rule of it.
It builds nothing.
"""

import difflib
import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Samples/embedding/tutorials"
SANDBOX = "http://127.0.0.1:8765"
COMMAND = re.compile(r"\$ ((?:.*\\\n)*.*)\n")
LIMIT = 120  # seconds


def program(name: str, folders: list[str]) -> Path:
    """The first program of this name."""
    for folder in folders:
        if (path := Path(folder).resolve() / name).exists():
            return path
    sys.exit(f"tutorials: {name} is not built")


def output(command: str, folders: list[str]) -> str:
    """What a command prints."""
    words = shlex.split(command.replace("\\\n", " "))
    if words[:2] != ["swift", "run"]:
        sys.exit(f"tutorials: a command begins with swift run, not with {words[0]}")
    words = [str(program(words[2], folders)), *words[3:]]
    if SANDBOX not in words:
        return run(words)
    server = [str(program("samlkit", folders)), "sandbox", "--strict", "--port", "0", "--quiet"]
    with subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as sandbox:
        try:
            address = sandbox.stdout.readline().strip()
            output = run([address if word == SANDBOX else word for word in words])
            with urllib.request.urlopen(f"{address}/review", timeout=LIMIT) as review:
                if b"Nothing: no request" not in review.read():
                    sys.exit(f"{shlex.join(words)}: breaks a rule of the strict sandbox; see its /review")
            return output
        finally:
            sandbox.terminate()


def run(words: list[str]) -> str:
    done = subprocess.run(
        words, cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT, check=False)
    return done.stdout


def main() -> None:
    folders = [word for word in sys.argv[1:] if word != "--write"]
    files = sorted(ROOT.glob("Sources/*/*.docc/Resources/*.txt"))
    if not files or not folders:
        sys.exit("tutorials: no output to compare" if folders else __doc__)
    problems = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        command = COMMAND.match(text)
        if not command:
            sys.exit(f"{path.relative_to(ROOT)}: does not begin with a command")
        expected = command[0] + output(command[1], folders)
        if expected == text:
            continue
        if "--write" in sys.argv[1:]:
            path.write_text(expected, encoding="utf-8")
            print(f"tutorials: wrote {path.relative_to(ROOT)}")
            continue
        problems.append(f"{path.relative_to(ROOT)}: its program prints something else")
        problems += difflib.unified_diff(text.splitlines(), expected.splitlines(), "shown", "printed", lineterm="")
    if problems:
        sys.exit("\n".join(problems))
    print(f"tutorials: {len(files)} outputs as the programs print them")


if __name__ == "__main__":
    main()
