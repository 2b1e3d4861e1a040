#!/usr/bin/env python3
"""Measures what a record costs in Spark above `samlkit batch` over the same capture.

Both run in turns on one processor, over messages of 8.3 KB and over a hundred of them, so that neither the start of
a program nor the planning of a query counts. CPU time is that of all processes, also of the JVM's compilers, after
as many queries as --warm-up says: before them the JVM compiles most of what it runs. What Spark and Python take is
told apart from what samlkit takes below them, which varies with the machine by more.

Needs Linux, Java 17 (Debian: openjdk-17-jre-headless) and a release build (`make build`). What comes from PyPI goes
into Benchmarks/.build.

    Benchmarks/compare/spark.py [--messages 60000] [--rounds 9] [--warm-up 8]
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import BUILD, ROOT, SAMLKIT, pinned, processor_name
from verify import OPTIONS
from workloads import workloads, write_capture

FOLDER = BUILD / "spark"
PYTHON = FOLDER / "venv/bin/python"
FEW = 100
QUERY = {
    "trust": str(ROOT / "Samples/metadata/all-idps.xml"),
    "audience": "https://saml.sp.auth.adobe.com",
    "require": '["uid","uniqueId"]',
    "now": "2026-01-15T12:00:00Z",
    "numbering": "none",
    "inputFormat": "ndjson",
    "partitionBytes": str(1 << 40),
}


def prepared(samlkit: Path) -> None:
    """Installs PySpark and the module around the release build, and starts this program with them."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "venv"], check=True)
        needed = ["cryptography", "--requirement", ROOT / "Samples/spark/requirements.txt"]
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *needed], check=True)
    wheel = [ROOT / "Scripts/wheel.py", "--tree", FOLDER / "package", "--binary", samlkit]
    subprocess.run(wheel, check=True)
    environment = {"PYSPARK_PYTHON": str(PYTHON), "PYTHONPATH": str(FOLDER / "package")}
    os.execve(PYTHON, [PYTHON, *sys.argv], os.environ | environment)


def seconds() -> tuple[float, float]:
    """The CPU time of this process and all that descend from it, and that of those that have ended."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found[int(path.parent.name)] = [int(words[1]), *map(int, words[11:15])]
    mine, size = {os.getpid()}, 0
    while len(mine) > size:
        size = len(mine)
        mine |= {process for process, (parent, *_) in found.items() if parent in mine}
    tick = os.sysconf("SC_CLK_TCK")
    return (
        sum(sum(found[process][1:3]) for process in mine) / tick,
        sum(sum(found[process][3:5]) for process in mine) / tick,
    )


def measure(options: argparse.Namespace, folder: Path) -> None:
    """Queries and runs in turns; prints what they took."""
    # PySpark wants Python's module profile, and not the program of that name beside this one.
    sys.path.remove(str(Path(__file__).resolve().parent))
    from pyspark.sql import SparkSession

    os.sched_setaffinity(0, {options.processor})
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.host": "127.0.0.1"}
    spark = SparkSession.builder.master("local[1]").config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")

    def query(capture: Path) -> list[float]:
        start = seconds()
        rows = spark.read.format("samlkit").options(**QUERY).load(str(capture))
        rows.write.format("noop").mode("overwrite").save()
        # Spark keeps its Python; what ends meanwhile is samlkit.
        return [end - begin for begin, end in zip(start, seconds(), strict=True)]

    def batch(capture: Path) -> list[float]:
        command = [options.samlkit, "batch", capture, *OPTIONS, "--output", folder / "records.ndjson"]
        return [pinned(command, options.processor)[1]]

    few, many = folder / "few.ndjson", folder / "many.ndjson"
    for _ in range(options.warm_up):
        query(many)
    took: dict[str, list[float]] = {"Spark and Python": [], "samlkit below": [], "samlkit batch": []}
    for _ in range(options.rounds):
        pairs = [*zip(query(many), query(few), strict=True), *zip(batch(many), batch(few), strict=True)]
        for values, (all_of_them, first) in zip(took.values(), pairs, strict=True):
            values.append((all_of_them - first) / (options.messages - FEW) * 1e6)
    took["above batch"] = [a + b - c for a, b, c in zip(*took.values(), strict=True)]
    for name, values in took.items():
        print(f"{name:17} {statistics.median(values):6.1f} us of CPU a record ({min(values):.1f} to {max(values):.1f})")
    print(f"{options.rounds} rounds in turns, one core of {processor_name()}, PySpark {spark.version}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--messages", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--warm-up", type=int, default=8, help="queries before the first that counts")
    parser.add_argument("--samlkit", type=Path, default=SAMLKIT)
    parser.add_argument("--processor", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    if not options.samlkit.exists():
        sys.exit("no release build; run: make build")
    if Path(sys.prefix) != FOLDER / "venv":
        prepared(options.samlkit)
    with tempfile.TemporaryDirectory() as folder:
        for name, count in (("few", FEW), ("many", options.messages)):
            write_capture(Path(folder) / f"{name}.ndjson", workloads()[0], count)
        measure(options, Path(folder))


if __name__ == "__main__":
    main()
