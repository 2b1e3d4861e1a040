"""Draws throughput by size as an SVG that can be read on light and on dark pages."""

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 860, 520
LEFT, RIGHT, TOP, BOTTOM = 64, 210, 46, 56
LINE_HEIGHT = 17

# One colour for each contender, strong enough on white and on black.
COLOURS = {
    "avx512": "#1f77d0", "avx2": "#17a2a2", "sse4": "#3fa34d", "neon": "#1f77d0",
    "scalar": "#8a9a1f", "swift": "#e08a00", "libbase64": "#c2489b", "chain": "#a0765a",
    "straightforward": "#e4572e", "node": "#8f63d2", "python": "#5f7fb0",
    "foundation": "#d62839", "memcpy": "#888888",
}  # fmt: skip

# The page may be light or dark whatever the system prefers: the grey of the text suits both.
STYLE = """
    text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #737b84; }
    .title { font-size: 15px; font-weight: 600; }
    .axis { stroke: #8c959f; fill: none; }
    .grid { stroke: #8c959f; stroke-opacity: 0.25; }
    .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .memcpy { stroke-dasharray: 6 4; }
    .leader { fill: none; stroke-opacity: 0.5; }
"""


@dataclass
class Series:
    """What one contender reached, in gigabytes a second, for each size."""

    name: str
    title: str
    rates: list[float]


def spread_out(wanted: list[float], distance: float, low: float, high: float) -> list[float]:
    """Places close to those wanted, in their order, at least a distance apart."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + distance if places else low))
    limit = high
    for index in reversed(range(len(places))):
        places[index] = min(places[index], limit)
        limit = places[index] - distance
    return places


def number(rate: float) -> str:
    return f"{rate:g}" if rate >= 0.001 else f"{rate:.4f}"


def throughput_plot(sizes: dict[int, str], series: list[Series]) -> str:
    """The whole picture; sizes are numbers of bytes and how they are called."""
    rates = [rate for one in series for rate in one.rates]
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    places = [math.log(data) for data in sizes]
    width = max(places) - min(places) or 1

    def x(index: int) -> float:
        return LEFT + (right - LEFT) * (places[index] - min(places)) / width

    def y(rate: float) -> float:
        return bottom - (bottom - TOP) * (math.log10(rate) - low) / (high - low)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Throughput of the whole encoding by the size of the message</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="{LEFT}" y="24">Normalize, Base64, percent-encode: '
        "gigabytes of message a second, one core</text>",
    ]
    for power in range(low, high + 1):
        place = y(10**power)
        lines.append(f'<path class="grid" d="M{LEFT} {place:.1f}H{right}"/>')
        lines.append(
            f'<text x="{LEFT - 8}" y="{place + 4:.1f}" text-anchor="end">{number(10**power)}</text>'
        )
    for index, size in enumerate(sizes.values()):
        lines.append(f'<path class="grid" d="M{x(index):.1f} {TOP}V{bottom}"/>')
        lines.append(
            f'<text x="{x(index):.1f}" y="{bottom + 20}" text-anchor="middle">{size}</text>'
        )
    lines.append(f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>')
    lines.append(
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
        "size of the message (both scales are logarithmic)</text>"
    )
    ranked = sorted(series, key=lambda one: -one.rates[-1])
    labels = spread_out(
        [y(one.rates[-1]) for one in ranked], LINE_HEIGHT, TOP, bottom + LINE_HEIGHT
    )
    for one, label in zip(ranked, labels, strict=True):
        colour = COLOURS.get(one.name, "#888888")
        points = " ".join(f"{x(i):.1f},{y(rate):.1f}" for i, rate in enumerate(one.rates))
        kind = "line memcpy" if one.name == "memcpy" else "line"
        lines.append(f'<polyline class="{kind}" stroke="{colour}" points="{points}"/>')
        for index, rate in enumerate(one.rates):
            lines.append(
                f'<circle cx="{x(index):.1f}" cy="{y(rate):.1f}" r="3" fill="{colour}"/>'
            )
        end = y(one.rates[-1])
        lines.append(
            f'<path class="leader" stroke="{colour}" '
            f'd="M{right + 4} {end:.1f}L{right + 18} {label:.1f}"/>'
        )
        lines.append(
            f'<text x="{right + 22}" y="{label + 4:.1f}">'
            f'<tspan fill="{colour}">●</tspan> {escape(one.title)}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"
