#!/usr/bin/env python3
"""Counts the allocations of `samlkit batch --trust` for each message, by who asks for them.

Two runs, over few and over many messages, differ by those of the messages in between. What libxml2 and
BoringSSL ask for is told apart from the rest, which is ours. Needs Linux, a C compiler, binutils and a
release build with symbols; the messages are those of verify.py.

    Benchmarks/compare/allocations.py [--samlkit PATH] [--top 40]

With --library it counts those of the library alone, from bytes to an accepted response:

    swift build -c release --package-path Benchmarks --product AcceptanceRunner
    Benchmarks/compare/allocations.py --library Benchmarks/.build/release/AcceptanceRunner
"""

import argparse
import base64
import bisect
import os
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from machine import BUILD, SAMLKIT
from verify import AUDIENCE, METADATA, NOW, OPTIONS
from workloads import Workload, in_base64, several, write_capture

FEW, MANY = 1200, 3600
# Mangled names of the standard library's own functions, specialized or not.
STANDARD = re.compile(r"^\$s(s|S[a-zA-Z]|ST|SK|Sl|Sm)|Tg[5q]?m?_?$|TG5")


def symbols(program: Path) -> tuple[list[int], list[str]]:
    """The functions of a program, by their addresses."""
    text = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout
    fields = [line.split() for line in text.splitlines()]
    found = sorted(
        (int(place), name) for place, kind, name in
        ((int(f[0], 16), f[1], f[2]) for f in fields if len(f) == 3) if kind in "tT"
    )  # fmt: skip
    return [place for place, _ in found], [name for _, name in found]


def counted(command: list, library: Path, folder: Path) -> dict[tuple, int]:
    """The allocations of one run, by module and addresses."""
    output = folder / "allocations"
    environment = os.environ | {"LD_PRELOAD": str(library), "ALLOCATIONS": str(output)}
    subprocess.run(command, check=True, env=environment)
    result = {}
    for line in output.read_text().splitlines():
        count, module, *chain = line.split()
        result[module, *(int(place, 16) for place in chain)] = int(count)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samlkit", type=Path, default=SAMLKIT)
    parser.add_argument("--library", type=Path, help="count those of AcceptanceRunner instead")
    parser.add_argument("--top", type=int, default=40)
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    library = BUILD / "count.so"
    source = Path(__file__).parent / "allocations/count.c"
    flags = ["-O2", "-fno-omit-frame-pointer", "-fno-builtin-malloc", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", library, source, "-ldl"], check=True)
    workload = Workload("8.3 KB", several(8300)[:1200], in_base64)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = []
        messages = folder / "messages.txt"
        messages.write_bytes(b"".join(base64.b64encode(m) + b"\n" for m in workload.messages))
        for count in (FEW, MANY):
            if options.library:
                command = [options.library, messages, METADATA, NOW, AUDIENCE, str(count)]
            else:
                write_capture(folder / f"{count}.ndjson", workload, count)
                command = [options.samlkit, "batch", folder / f"{count}.ndjson", *OPTIONS]
                command += ["--output", folder / "out.ndjson"]
            runs.append(counted(command, library, folder))
    places, names = symbols(options.library or options.samlkit)
    shares: Counter[str] = Counter()
    for key in runs[1]:
        module, *chain = key
        name = Path(module).name
        if module == "program":
            called = [names[bisect.bisect_right(places, place) - 1] for place in chain]
            # What is specialized from the standard library says little.
            own = [name for name in called if not STANDARD.search(name)]
            name = (own or called)[0]
        shares[name] += (runs[1][key] - runs[0].get(key, 0)) / (MANY - FEW)
    text = "\n".join(shares)
    shown = subprocess.run(
        ["swift", "demangle", "--simplified"], check=True, input=text, capture_output=True, text=True
    ).stdout.splitlines()
    libraries = {
        "libxml2": sum(n for name, n in shares.items() if name.startswith("libxml2")),
        "BoringSSL": sum(n for name, n in shares.items() if "BoringSSL" in name),
    }
    ours = shares.total() - sum(libraries.values())
    print(f"ours {ours:.1f} a message, " + ", ".join(f"{k} {v:.1f}" for k, v in libraries.items()))
    for name, (_, count) in sorted(zip(shown, shares.items(), strict=True), key=lambda x: -x[1][1])[
        : options.top
    ]:
        print(f"{count:8.2f} {name[:140]}")


if __name__ == "__main__":
    main()
