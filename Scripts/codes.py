#!/usr/bin/env python3
"""Writes the codes that Documentation/reasons.md explains into record.schema.json; with --check it only compares."""

import re
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent / "Documentation"
codes: dict[str, list[str]] = {"code": [], "likelyCause": [], "": []}
member = ""
for line in (PAGES / "reasons.md").read_text(encoding="utf-8").splitlines():
    if line.startswith("## "):
        member = "likelyCause" if line.startswith("## Causes") else "" if line.startswith(("## Warn", "## Words")) else "code"
    elif line.startswith("### "):
        codes[member] += line[4:].split(", ")
before = text = (PAGES / "record.schema.json").read_text(encoding="utf-8")
for member in ("code", "likelyCause"):
    rows = ",\n".join(f'            "{code}"' for code in codes[member])
    text = re.sub(rf'("{member}": {{[^}}]*?"enum": \[\n).*?(\n +\])', lambda found: found[1] + rows + found[2], text, flags=re.S)
if "--check" in sys.argv and text != before:
    sys.exit("codes: record.schema.json lists others than reasons.md; write them: Scripts/codes.py")
(PAGES / "record.schema.json").write_text(text, encoding="utf-8")
