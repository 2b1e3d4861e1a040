#!/usr/bin/env python3
"""Compares the program of README with samlkit, on every sample that is XML.

    Scripts/front-door.py VERIFY-RESPONSE SAMLKIT

Both must accept the same responses, show the same values, and reject the others for the same reasons.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
METADATA, AUDIENCE, NOW = "Samples/metadata/all-idps.xml", "https://saml.sp.auth.adobe.com", "2026-01-15T12:00:00Z"


def expected(samlkit: str) -> list[dict]:
    """The records of all samples."""
    command = [samlkit, "batch", "Samples/captures", "--trust", METADATA, "--audience", AUDIENCE, "--now", NOW]
    done = subprocess.run([*command, "--quiet", "--output", "-"], cwd=ROOT, capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def fault(program: str, record: dict) -> str | None:
    """How the program differs from the record."""
    done = subprocess.run(
        [program, METADATA, AUDIENCE, record["source"]["file"], NOW], cwd=ROOT, capture_output=True, check=False
    )
    codes = done.stderr.decode().splitlines()
    wanted = [reason["code"] for reason in record["reasons"]]
    if record["outcome"] != "accepted":
        return None if (done.returncode, codes) == (1, wanted) else f"{done.returncode} {codes}, expected {wanted}"
    # Values of several lines and values that are XML are compared by the first line.
    values = [
        f"{name}={value}".splitlines()[0]
        for name, values in record["attributes"].items() for value in values if value and not value.startswith("<")
    ]
    shown = done.stdout.decode().splitlines()
    missing = [line for line in values if line not in shown]
    return None if done.returncode == 0 and not missing else f"{done.returncode} {codes}, without {missing}"


def main() -> None:
    program, samlkit = sys.argv[1:]
    # Lines of a file are no files, and what is packed has a code of its own.
    records = [
        one
        for one in expected(samlkit)
        if one["outcome"] != "notJudged" and not one["envelope"] and one["source"]["file"].endswith(".xml")
        and not any(reason["code"].startswith("envelope.") for reason in one["reasons"])
    ]
    accepted = sum(one["outcome"] == "accepted" for one in records)
    if accepted < 15 or len(records) - accepted < 15:
        sys.exit(f"front-door: {len(records)} samples, {accepted} of them accepted, prove too little")
    faults = [f"{one['source']['file']}: {found}" for one in records if (found := fault(program, one))]
    if faults:
        sys.exit("\n".join(faults))
    print(f"front-door: {len(records)} samples, {accepted} of them accepted, as samlkit judges them")


if __name__ == "__main__":
    main()
