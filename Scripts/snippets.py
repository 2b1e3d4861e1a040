#!/usr/bin/env python3
"""Puts files into the pages that show them, so that what is shown is what is compiled.

    Scripts/snippets.py            # writes the pages
    Scripts/snippets.py --check    # status 1 and one line for each page that shows something else
    Scripts/snippets.py CATALOG    # writes the files of code that the tutorials of a copied catalog show

A snippet is a fenced block after a line `<!-- snippet: PATH -->`; PATH is relative to the package. In a tutorial,
`@Comment { snippet: PATH before "TEXT" }` stands before a `@Code`, whose file is the program up to the first line that
begins with TEXT; without `before` it is the whole program. These files are made for the documentation and not kept.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SNIPPET = re.compile(r"^(<!-- snippet: (\S+) -->\n\n```\w*\n)(.*?)^```$", re.DOTALL | re.MULTILINE)

STAGE = re.compile(
    r'@Comment \{ snippet: (\S+)(?: before "([^"]+)")? \}\s*@Code\(name: "[^"]+", file: "([^"]+)"')
CODE = re.compile(r'@Code\(name: "[^"]+", file: "([^"]+\.swift)"')


def filled(page: str) -> str:
    """The page with every snippet as its file is now."""
    return SNIPPET.sub(lambda match: f"{match[1]}{(ROOT / match[2]).read_text(encoding='utf-8')}```", page)


def stages(tutorial: Path) -> dict[Path, str]:
    """The files of code that a tutorial shows, as its programs are now."""
    found = {}
    text = tutorial.read_text(encoding="utf-8")
    for program, end, name in STAGE.findall(text):
        code = (ROOT / program).read_text(encoding="utf-8")
        if end:
            at = ("\n" + code).find("\n" + end)
            if at < 0:
                sys.exit(f"{tutorial.name}: no line of {program} begins with {end!r}")
            code = code[:at].rstrip("\n") + "\n"
        found[tutorial.parent / "Resources" / name] = code
    for name in CODE.findall(text):
        if tutorial.parent / "Resources" / name not in found:
            sys.exit(f"{tutorial.name}: no snippet fills {name}")
    return found


def main() -> None:
    if sys.argv[1:] and sys.argv[1] != "--check":
        for tutorial in Path(sys.argv[1]).glob("*.tutorial"):
            for path, code in stages(tutorial).items():
                path.write_text(code, encoding="utf-8")
        return
    pages = [ROOT / "README.md"]
    pages += sorted(ROOT.glob("Documentation/**/*.md")) + sorted(ROOT.glob("Sources/*/*.docc/*.md"))
    found = 0
    for path in pages:
        page = path.read_text(encoding="utf-8")
        found += len(SNIPPET.findall(page))
        if filled(page) == page:
            continue
        if "--check" in sys.argv[1:]:
            sys.exit(f"{path.relative_to(ROOT)}: a snippet differs from its file; run Scripts/snippets.py")
        path.write_text(filled(page), encoding="utf-8")
    for tutorial in sorted(ROOT.glob("Sources/*/*.docc/*.tutorial")):
        found += len(stages(tutorial))
    if found == 0:
        sys.exit("snippets: no page has any, which proves nothing")
    print(f"snippets: {found}, each as its file is")


if __name__ == "__main__":
    main()
