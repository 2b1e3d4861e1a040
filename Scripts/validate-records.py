#!/usr/bin/env python3
"""Checks the records that samlkit batch or inspect --json wrote against their JSON Schema.

    Scripts/validate-records.py RECORDS.ndjson...

Needs jsonschema 4.20 or later from PyPI. Exits with 1 when a record does not fit.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMA = Path(__file__).resolve().parent.parent / "Documentation" / "record.schema.json"
MOST_PROBLEMS_SHOWN = 20


def unique_members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, unless it has a name twice, which Python would pass over in silence."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object has a name twice")
    return members


def problems_of_line(validator: Draft202012Validator, line: bytes) -> list[str]:
    """What is wrong with one record."""
    try:
        record = json.loads(line, object_pairs_hook=unique_members)
    except ValueError as error:
        return [str(error)]
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(record)]


def main(paths: list[str]) -> int:
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    schema = json.loads(SCHEMA.read_bytes())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    records = 0
    problems: list[str] = []
    for path in paths:
        with open(path, "rb") as file:
            for number, line in enumerate(file, start=1):
                records += 1
                problems += [
                    f"{path}:{number}: {problem}" for problem in problems_of_line(validator, line)
                ]
    for problem in problems[:MOST_PROBLEMS_SHOWN]:
        print(problem, file=sys.stderr)
    print(f"{records} records, {len(problems)} problems")
    # A file without records shows nothing.
    return 1 if problems or records == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
