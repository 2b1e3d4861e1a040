"""Where programs are, and how they are run and named: what all comparisons share."""

import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "Benchmarks/.build/compare"
SAMLKIT = ROOT / ".build/release/samlkit"
SAMPLES = ROOT / "Samples"


def pinned(command: list, processor: int) -> tuple[str, float]:
    """Runs a program that must succeed; gives its output and its CPU seconds."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {processor}),
    )
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return output, usage.ru_utime + usage.ru_stime


def processor_name() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
