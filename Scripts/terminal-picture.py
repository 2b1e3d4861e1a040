#!/usr/bin/env python3
"""Draws the output of a command, with its own colours, as a terminal window in SVG.

    samlkit inspect FILE --color always | Scripts/terminal-picture.py 'samlkit inspect FILE' > picture.svg
"""

import re
import sys
from xml.sax.saxutils import escape

COLUMN, LINE, MARGIN, BAR = 7.85, 18, 16, 30
LONGEST = 104
INK, PAPER = "#e6edf3", "#0d1117"
# What a terminal makes of the codes that Sources/samlkit/Terminal/ScreenColours.swift has.
COLOURS = {"1": "#ffffff", "2": "#8b949e", "31": "#ff7b72", "32": "#3fb950", "33": "#e3b341"}
CODES = re.compile(r"\x1b\[([0-9;]*)m")


def spans(line: str) -> list[tuple[str, frozenset[str]]]:
    """The texts of a line, each with its codes, and no more of them than a window has room for."""
    found: list[tuple[str, frozenset[str]]] = []
    codes: frozenset[str] = frozenset()
    left = LONGEST
    parts = CODES.split(line)
    is_cut = sum(map(len, parts[::2])) > LONGEST
    for place, part in enumerate(parts):
        if place % 2:
            codes = frozenset(part.split(";")) - {"0", ""}
        elif part and left > 0:
            text = part[:left]
            left -= len(text)
            found.append((text[:-1] + "…" if is_cut and left == 0 else text, codes))
    return found


def drawn(text: str, codes: frozenset[str], x: float, y: int) -> str:
    """A text, on a ground of its own where its colours are exchanged."""
    unknown = codes - COLOURS.keys() - {"7"}
    if unknown:
        sys.exit(f"terminal-picture: no colour for {sorted(unknown)}")
    colour = next((COLOURS[code] for code in sorted(codes - {"7"}, reverse=True)), INK)
    weight = ' font-weight="bold"' if "1" in codes else ""
    ground = ""
    if "7" in codes:
        ground = (f'<rect x="{x:g}" y="{y - 13}" width="{COLUMN * len(text):g}" height="{LINE}" '
                  f'fill="{colour}"/>\n')
        colour = PAPER
    fill = f' fill="{colour}"' if colour != INK else ""
    # Browsers collapse the white space of a group, not that of a text.
    return (f'{ground}<text xml:space="preserve" x="{x:g}" y="{y}" '
            f'textLength="{COLUMN * len(text):g}"{fill}{weight}>{escape(text)}</text>')


def main() -> None:
    prompt = [("$ ", frozenset({"2"})), (sys.argv[1], frozenset())]
    lines = [prompt, *map(spans, sys.stdin.read().splitlines())]
    width = round(MARGIN * 2 + COLUMN * max(sum(len(text) for text, _ in line) for line in lines))
    height = BAR + MARGIN * 2 + LINE * len(lines)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
          f'width="{width}" height="{height}" role="img">')
    print(f"<title>{escape(sys.argv[1])}</title>")
    print(f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>')
    for number, colour in enumerate(("#f85149", "#d29922", "#3fb950")):
        print(f'<circle cx="{MARGIN + 6 + 18 * number}" cy="{BAR / 2 + 3}" r="5" fill="{colour}"/>')
    print('<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" '
          f'font-size="13" fill="{INK}">')
    for number, line in enumerate(lines):
        x: float = MARGIN
        for text, codes in line:
            if text.strip():
                print(drawn(text, codes, x, BAR + MARGIN + LINE * number + 9))
            x += COLUMN * len(text)
    print("</g></svg>")


if __name__ == "__main__":
    main()
