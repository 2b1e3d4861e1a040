"""Judges what samlkit says about the damaged messages against classes.tsv.

    python3 Tests/Damages/score.py PROGRAM [--jobs N] [--only TEXT] [--without FAMILY] [--require PERCENT]

Each message is given to `PROGRAM verify --explain --json` with its options. The causes named are the values of every
`likelyCause`, `cause`, `furtherCause` and `causes` member of the answer. Reason codes are verdicts, no causes.

    true    the cause of the table is named, and no other than it and wider ones;
            described: the same, or a wider cause; control: none is named, and the message is accepted
    vague   no cause is named, or only wider ones
    wrong   another cause is named; control: any, or a refusal
    read    the signature and the conditions are valid after all: the reader undid the damage

`vague` is right for a cause that can only be described. Each line ends with the table's cause, what was named, and
the reason codes; the last lines count by class. With --require it fails unless that share of the causes is named, none
is wrong, and every control is accepted.
"""

import argparse
import base64
import csv
import gzip
import json
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
FLAGS = {"audience": "--audience", "recipient": "--recipient", "inResponseTo": "--in-response-to", "now": "--now"}
CLASSES = ("proved", "measured", "described", "control")
VERDICTS = ("true", "vague", "wrong", "read")


def answer(program: str, case: dict) -> list[dict]:
    """What the program says: one object per message, or none."""
    command = [program, "verify", "--explain", "--json"]
    for path in case["options"]["trust"]:
        command += ["--trust", str(FOLDER / path)]
    for name, flag in FLAGS.items():
        if name in case["options"]:
            command += [flag, case["options"][name]]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "message")
        file.write_bytes(base64.b64decode(case["message"]))
        done = subprocess.run([*command, str(file)], capture_output=True, check=False, timeout=300)
    lines = done.stdout.decode(errors="replace").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def named(value: object) -> set[str]:
    """The causes in an answer."""
    if isinstance(value, list):
        return set().union(*map(named, value))
    if not isinstance(value, dict):
        return set()
    found = set()
    for key, inner in value.items():
        texts = inner if key == "causes" and isinstance(inner, list) else [inner]
        if key in ("likelyCause", "cause", "furtherCause", "causes"):
            found |= {text for text in texts if isinstance(text, str)}
        found |= named(inner)
    return found


def verdict(row: dict, causes: set[str], accepted: bool) -> str:
    """true, vague, wrong or read."""
    if row["class"] == "control":
        return "true" if accepted and not causes else "wrong"
    if accepted and not causes:
        return "read"
    wider = set(row["wider"].split(",")) - {""}
    true = set(row["cause"].split("+"))
    if causes - wider - true:
        return "wrong"
    if true <= causes or (causes and row["class"] == "described"):
        return "true"
    return "vague"


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge what samlkit says about the damaged messages.")
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only cases whose identifier or family contains this text")
    parser.add_argument("--without", action="append", default=[], help="leave out a family")
    parser.add_argument("--require", type=float, help="fail below this percentage, or with anything wrong")
    arguments = parser.parse_args()
    with (FOLDER / "classes.tsv").open(encoding="utf-8", newline="") as file:
        table = {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    cases = map(json.loads, gzip.decompress((FOLDER / "corpus.ndjson.gz").read_bytes()).splitlines())
    cases = [
        case
        for case in cases
        if arguments.only in f"{case['family']}/{case['id']}" and case["family"] not in arguments.without
    ]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        answers = list(pool.map(lambda case: answer(arguments.program, case), cases))
    counts = Counter()
    for case, messages in zip(cases, answers):
        row, causes = table[case["id"]], named(messages)
        accepted = bool(messages) and all(message["outcome"] == "accepted" for message in messages)
        codes = {reason["code"] for message in messages for reason in message.get("reasons", [])}
        judged = verdict(row, causes, accepted)
        counts[row["class"], judged] += 1
        said = ", ".join(sorted(causes)) or "-"
        print(f"{judged:6}{row['class']:10}{case['id']:38}{row['cause']:26}{said:34}{', '.join(sorted(codes)) or '-'}")
    print()
    print(f"{'':10}" + "".join(f"{name:>8}" for name in VERDICTS) + f"{'all':>8}")
    for name in CLASSES:
        row = [counts[name, judged] for judged in VERDICTS]
        print(f"{name:10}" + "".join(f"{count:8}" for count in (*row, sum(row))))
    failing = {judged: sum(counts[name, judged] for name in CLASSES[:2]) for judged in VERDICTS[:3]}
    share = failing["true"] / max(1, sum(failing.values()))
    print(f"\ncause named for {share:.0%} of the proved and measured cases that are not read")
    wrong = sum(counts[name, "wrong"] for name in CLASSES)
    if arguments.require is not None and (share * 100 < arguments.require or wrong):
        sys.exit(f"required: {arguments.require:.0f} % named and none wrong; found: {share:.1%}, {wrong} wrong")


if __name__ == "__main__":
    main()
