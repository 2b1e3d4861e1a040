#!/usr/bin/env python3
"""Looks at the style sheets and scripts in Sources/CPages/Pages, as Sources/CPages joins and embeds them.

    Scripts/pages.py            # status 1 and one line for each finding
    Scripts/pages.py --prove    # plants faults in copies of the files and expects each to be found

It needs what Python/requirements.txt names: oxlint for scripts, tinycss2 for style sheets, and Pygments, which knows CSS's
properties.

- What tinycss2 or oxlint cannot read, names in a script that nothing defines, and what oxlint calls incorrect.
- Properties that CSS does not have, and `var(…)` of one that the style sheet does not define.
- `<` and `&`, which a page, as HTML and as XML, would not take as they are.
- Files in Pages that are not embedded.
"""

import argparse
import functools
import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import tinycss2
from pygments.lexers.css import CssLexer
from pygments.token import Keyword

ROOT = Path(__file__).resolve().parent.parent
ARRAY = re.compile(r"\b(\w+)\[\] = \{\n(.*?)\n\};", re.DOTALL)
FILE = re.compile(r'^#embed "Pages/([^"]+)"', re.MULTILINE)
RULES = {
    "env": {"browser": True, "es2022": True},
    "categories": {"correctness": "error"},
    "rules": {
        "no-undef": "error",
        # Characters that nobody sees are looked for.
        "no-control-regex": "off",
    },
}  # fmt: skip


def joined() -> dict[str, list[str]]:
    """The files of each array of Sources/CPages/pages.c."""
    arrays = ARRAY.findall((ROOT / "Sources/CPages/pages.c").read_text(encoding="utf-8"))
    return {name: files for name, body in arrays if (files := FILE.findall(body))}


@functools.cache
def is_property(name: str) -> bool:
    """Whether CSS has a property; those with a prefix are a browser's own."""
    tokens = [token for token, _ in CssLexer().get_tokens(f"a{{{name}:0}}")]
    return name.startswith("-") or tokens[2] in Keyword


def declared(style: str) -> Iterator[tuple[str, str, int]]:
    """The name, value and line of each declaration; without a name, the value says what is wrong."""
    waiting = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    while waiting:
        node = waiting.pop()
        if node.type == "error":
            yield "", node.message, node.source_line
        elif node.type == "declaration":
            yield node.name, tinycss2.serialize(node.value), node.source_line
        elif node.type == "qualified-rule" or node.content and node.lower_at_keyword == "media":
            parse = tinycss2.parse_rule_list if node.type == "at-rule" else tinycss2.parse_blocks_contents
            waiting += parse(node.content, skip_comments=True, skip_whitespace=True)
            if any(token.type == "error" or token == ";" for token in node.prelude):
                yield "", "not a selector", node.source_line
        else:
            yield "", f"@{node.lower_at_keyword} is not looked at", node.source_line


def in_style(style: str) -> list[str]:
    found, declarations = [], [*declared(style)]
    custom = {name for name, _, _ in declarations if name.startswith("--")}
    for name, value, line in declarations:
        if not name:
            found.append(f"{line}: {value}")
        elif name not in custom and not is_property(name):
            found.append(f"{line}: CSS has no property {name}")
        elif not value.strip():
            found.append(f"{line}: {name} has no value")
        used = {*re.findall(r"var\((--[\w-]+)", value)}
        found += [f"{line}: {variable} is not defined" for variable in sorted(used - custom)]
    return found


def in_script(script: str) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.js").write_text(script, encoding="utf-8")
        (folder / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
        done = subprocess.run(
            [Path(sysconfig.get_path("scripts")) / "oxlint", "-c", "rules.json", "--format", "unix", "page.js"],
            cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    lines = re.findall(r"^\S*page\.js:(\d+):\d+: (.*)$", done.stdout, re.MULTILINE)
    return [f"{line}: {text}" for line, text in lines] or [f"1: {done.stdout}{done.stderr}"]


def findings(files: dict[str, str], arrays: dict[str, list[str]]) -> list[str]:
    """What is wrong with files, a line each."""
    embedded = {*sum(arrays.values(), [])}
    found = {f"{name}: no array of Sources/CPages/pages.c embeds it" for name in files.keys() - embedded}
    for names in arrays.values():
        if missing := {*names} - files.keys():
            found.add(f"{', '.join(sorted(missing))}: embedded and absent")
            continue
        lines = [(name, number) for name in names for number, _ in enumerate(files[name].splitlines(), 1)]
        text = "".join(files[name] for name in names)
        for line in (in_style if names[0].endswith(".css") else in_script)(text):
            number, _, problem = line.partition(": ")
            name, number = lines[min(int(number), len(lines)) - 1]
            found.add(f"{name}:{number}: {problem}")
    for name, text in files.items():
        found |= {f"{name}:{number}: a page would not take {sign} as it is" for sign in "<&"
                  for number, line in enumerate(text.splitlines(), 1) if sign in line}
        if not text.endswith("\n"):
            found.add(f"{name}: does not end with a line break")
    return sorted(found)


def prove(files: dict[str, str], arrays: dict[str, list[str]]) -> list[str]:
    """Plants faults; returns those that were not found where they are."""
    planted = [
        ("report.css", "h3{", "h3", "a rule without a brace"),
        ("report.css", "font-size:34px", "font-sise:34px", "a property that CSS does not have"),
        ("audit.css", "color:var(--pass)", "color:var(--past)", "a custom property that is not defined"),
        ("sandbox.css", "margin:0;background", "margin;background", "a declaration without a value"),
        ("page.css", "*{box", "<!--*{box", "a sign that no page takes"),
        ("panel.js", "const why = [];", "const why = [;", "a script that cannot be parsed"),
        ("messages.js", "body.replaceChildren(", "boddy.replaceChildren(", "a name that nothing defines"),
        ("nodes.js", "const list =", "const lists =", "a name that another file uses"),
    ]
    problems = []
    for name, text, replacement, fault in planted:
        if files[name].count(text) < 1:
            problems.append(f"{name} does not have {text!r} to plant {fault} in")
        elif not findings(files | {name: files[name].replace(text, replacement, 1)}, arrays):
            problems.append(f"not found: {fault} in {name}")
    if not findings(files | {"new.css": "a{color:red}\n"}, arrays):
        problems.append("not found: a file that is not embedded")
    if not findings({name: files[name] for name in files if name != "page.css"}, arrays):
        problems.append("not found: a file that is embedded and absent")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description="Looks at the style sheets and scripts in Pages.")
    parser.add_argument("--prove", action="store_true", help="plant faults and expect them to be found")
    options = parser.parse_args()
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "Sources/CPages/Pages").iterdir())}
    problems = (prove if options.prove else findings)(files, joined())
    for problem in problems:
        print(f"pages: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
