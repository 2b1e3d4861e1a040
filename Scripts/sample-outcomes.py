#!/usr/bin/env python3
"""Compares the records of the sample captures with the tables beside them.

    samlkit batch Samples/captures … --output results.ndjson
    Scripts/sample-outcomes.py results.ndjson

The options are those of `make run`: with them a record has the outcome of the column “checked”.
"""

import csv
import json
import pathlib
import sys

SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "Samples"
SUBSCRIBERS = "captures/subscribers-1000.ndjson"


def rows(table):
    with open(SAMPLES / table, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def expected():
    outcomes = {(row["path"], None): row["checked"] for row in rows("expected.tsv")}
    outcomes.update({(SUBSCRIBERS, line): "accepted" for line in range(1, 1001)})
    outcomes.update(
        {(SUBSCRIBERS, int(row["line"])): row["checked"] for row in rows("expected-subscribers.tsv")})
    return outcomes


def main():
    wanted, seen, wrong = expected(), set(), []
    with open(sys.argv[1], encoding="utf-8") as file:
        for record in map(json.loads, file):
            source = record["source"]
            path = "captures/" + source["file"].split("captures/", 1)[-1]
            key = (path, source.get("line") if path == SUBSCRIBERS else None)
            if key in seen:
                wrong.append("%s %s: twice" % key)
            elif wanted.get(key) != record["outcome"]:
                wrong.append("%s %s: %s, not %s" % (*key, record["outcome"], wanted.get(key)))
            seen.add(key)
    wrong += ["%s %s: no record" % key for key in wanted.keys() - seen]
    for line in sorted(wrong):
        print("sample-outcomes: " + line, file=sys.stderr)
    print("sample-outcomes: %d records, %d differ" % (len(seen), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
