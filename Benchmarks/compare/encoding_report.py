"""What encode.py measured, as a table, as a plot and as JSON."""

import json
import statistics
from dataclasses import dataclass, field
from pathlib import Path

from machine import processor_name
from plot import Series, throughput_plot

# What is no encoding, and is not compared with the payload.
COPIES = ("memcpy", "libbase64-alone")
COMMAND = "Benchmarks/compare/encode.py --results Benchmarks/results"

TITLES = {
    "avx512": "swift-saml, AVX-512",
    "avx2": "swift-saml, AVX2",
    "sse4": "swift-saml, SSE4.2",
    "neon": "swift-saml, NEON",
    "scalar": "swift-saml, portable C",
    "swift": "swift-saml, plain Swift",
    "libbase64": "libbase64 in a plain chain",
    "chain": "plain chain in C",
    "straightforward": "straightforward Swift",
    "node": "node",
    "python": "Python",
    "foundation": "Foundation snippet",
    "memcpy": "memcpy",
    "libbase64-alone": "libbase64 alone",
}


@dataclass
class Measured:
    """What each contender needed for one message, in seconds."""

    data: int
    payload: int
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def rate(self, name: str) -> float:
        """Gigabytes of message a second."""
        return self.data / self.median(name) / 1e9


def sized(count: int) -> str:
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def ordered(results: list[Measured]) -> list[str]:
    """The contenders with a title, the fastest at 8 KB first; memcpy and the like at the end."""
    usual = min(results, key=lambda result: abs(result.data - 8192))
    names = [name for name in TITLES if name in usual.seconds]
    return sorted(names, key=lambda name: (name in COPIES, usual.median(name)))


def table(results: list[Measured]) -> list[str]:
    """Throughput by size, and what an 8 KB message takes."""
    usual = min(results, key=lambda result: abs(result.data - 8192))
    sizes = " | ".join(sized(result.data) for result in results)
    lines = [
        f"| GB/s of message | {sizes} | {sized(usual.data)} takes | of memcpy | times Foundation |",
        "| --- |" + " ---: |" * (len(results) + 3),
    ]
    for name in ordered(results):
        cells = [f"{result.rate(name):.4g}" for result in results]
        microseconds = usual.median(name) * 1e6
        cells.append(f"{microseconds:.3f} us" if microseconds < 10 else f"{microseconds:,.0f} us")
        cells.append(f"{usual.median('memcpy') / usual.median(name):.4f}")
        times = usual.median("foundation") / usual.median(name)
        cells.append(f"{times:,.0f}" if times >= 100 else f"{times:.1f}")
        lines.append(f"| {TITLES[name]} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def comparisons(results: list[Measured]) -> list[str]:
    """The ratios that are aimed at, in words."""
    lines = []
    for result in results:
        of_memcpy = {
            name: result.median("memcpy") / result.median(name)
            for name in ("avx512", "avx2", "neon")
            if name in result.seconds
        }
        text = ", ".join(f"{TITLES[name]} {ratio:.3f}" for name, ratio in of_memcpy.items())
        lines.append(f"- {sized(result.data)}, whole path of memcpy: {text}")
    usual = min(results, key=lambda result: abs(result.data - 8192))
    for name in ("avx512", "avx2", "sse4", "neon", "scalar"):
        if name not in usual.seconds:
            continue
        own = usual.median(name)
        others = {"foundation": "Foundation", "libbase64": "libbase64 in a plain chain"}
        times = [
            f"{usual.median(other) / own:,.1f} times {title}"
            for other, title in others.items()
            if other in usual.seconds
        ]
        around = own / usual.median(f"kernel {name}") - 1
        lines.append(
            f"- {sized(usual.data)}, {TITLES[name]}: {', '.join(times)}; "
            f"Swift around the kernel {around * 100:+.1f} % of calling it from C"
        )
    return [*lines, ""]


def document(results: list[Measured], versions: dict[str, str], rounds: int) -> dict:
    """Everything that was measured."""
    return {
        "command": COMMAND,
        "processor": processor_name(),
        "versions": versions,
        "rounds": rounds,
        "sizes": [
            {
                "bytes": result.data,
                "payloadBytes": result.payload,
                "nanoseconds": {
                    name: [round(value * 1e9, 2) for value in values]
                    for name, values in result.seconds.items()
                },
            }
            for result in results
        ],
    }


def measured(found: dict) -> list[Measured]:
    """What a document says was measured."""
    return [
        Measured(
            size["bytes"],
            size["payloadBytes"],
            {name: [v / 1e9 for v in values] for name, values in size["nanoseconds"].items()},
        )
        for size in found["sizes"]
    ]


def report(found: dict) -> list[str]:
    """The tables and what they are about, in Markdown."""
    results = measured(found)
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    note = [
        f"One core of {found['processor']}, {found['rounds']} rounds, medians of CPU time; {versions}.",
        "",
        "memcpy copies the bytes of the message and then as many as the payload has: it reads as much",
        "as it writes, and so moves about twice what encoding moves. That shows where nothing stays in",
        "a cache. libbase64 alone gives Base64 of the message as it is, and no payload.",
    ]
    return table(results) + comparisons(results) + note


def write(found: dict, folder: Path) -> None:
    """Writes the results in three forms."""
    results = measured(found)
    folder.mkdir(parents=True, exist_ok=True)
    head = ["# The cookbook's encoding", "", f"    {COMMAND}", "", "![](encode.svg)", ""]
    (folder / "encode.md").write_text("\n".join(head + report(found)) + "\n")
    series = [
        Series(name, TITLES[name], [result.rate(name) for result in results])
        for name in ordered(results)
        if name != "libbase64-alone"
    ]
    sizes = {result.data: sized(result.data) for result in results}
    (folder / "encode.svg").write_text(throughput_plot(sizes, series))
    (folder / "encode.json").write_text(json.dumps(found, indent=2) + "\n")
