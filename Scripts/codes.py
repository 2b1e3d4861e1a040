#!/usr/bin/env python3
"""Writes the codes that Documentation/reasons.md explains into record.schema.json; with --check it only compares."""

import re
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent / "Documentation"
codes: dict[str, list[str]] = {"reason/code": [], "reason/likelyCause": [], "note/code": [], "": []}
sections = {"## Causes": "reason/likelyCause", "## Warn": "", "## Words": "", "## Notes": "note/code"}
member = ""
for line in (PAGES / "reasons.md").read_text(encoding="utf-8").splitlines():
    if line.startswith("## "):
        member = next((place for title, place in sections.items() if line.startswith(title)), "reason/code")
    elif line.startswith("### "):
        codes[member] += line[4:].split(", ")
before = text = (PAGES / "record.schema.json").read_text(encoding="utf-8")
for place in filter(None, codes):
    owner, member = place.split("/")
    rows = ",\n".join(f'            "{code}"' for code in codes[place])
    pattern = rf'(    "{owner}": {{.*?"{member}": {{[^}}]*?"enum": \[\n).*?(\n +\])'
    text = re.sub(pattern, lambda found: found[1] + rows + found[2], text, count=1, flags=re.S)
if "--check" in sys.argv and text != before:
    sys.exit("codes: record.schema.json lists others than reasons.md; write them: Scripts/codes.py")
(PAGES / "record.schema.json").write_text(text, encoding="utf-8")
