#!/usr/bin/env python3
"""Draws the output of a command as a terminal window in SVG.

    samlkit inspect FILE | Scripts/terminal-picture.py 'samlkit inspect FILE' > picture.svg
"""

import sys
from xml.sax.saxutils import escape

COLUMN, LINE, MARGIN, BAR = 7.85, 18, 16, 30
LONGEST = 104
HIGHLIGHTS = {
    "accepted": "#3fb950",
    "rejected": "#f85149",
    "malformed": "#f85149",
    "NOT VERIFIED": "#d29922",
    "BREAKS": "#d29922",
    "missing": "#f85149",
}


def spans(line: str) -> str:
    """The line as text spans, with the words that matter coloured."""
    if line.startswith("$ "):
        return f'<tspan fill="#8b949e">$ </tspan>{escape(line[2:])}'
    for word, colour in HIGHLIGHTS.items():
        if word in line:
            before, after = line.split(word, 1)
            return f'{escape(before)}<tspan fill="{colour}">{word}</tspan>{escape(after)}'
    return escape(line)


def main() -> None:
    lines = ["$ " + sys.argv[1], *sys.stdin.read().splitlines()]
    lines = [line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines]
    width = round(MARGIN * 2 + COLUMN * max(len(line) for line in lines))
    height = BAR + MARGIN * 2 + LINE * len(lines)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
          f'width="{width}" height="{height}" role="img">')
    print(f"<title>{escape(sys.argv[1])}</title>")
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>')
    for number, colour in enumerate(("#f85149", "#d29922", "#3fb950")):
        print(f'<circle cx="{MARGIN + 6 + 18 * number}" cy="{BAR / 2 + 3}" r="5" fill="{colour}"/>')
    print('<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" '
          'font-size="13" fill="#e6edf3">')
    for number, line in enumerate(lines):
        y = BAR + MARGIN + LINE * number + 9
        # Browsers collapse the white space of a group, not that of a text.
        print(f'<text xml:space="preserve" x="{MARGIN}" y="{y}">{spans(line)}</text>')
    print("</g></svg>")


if __name__ == "__main__":
    main()
