"""The table of classes, and its agreement with the corpus."""

import csv
import re

from generator.settings import CLASSES

NAMES = ("proved", "measured", "described", "control")
COLUMNS = ["id", "class", "cause", "wider", "sentence", "why"]


def rows() -> list[dict[str, str]]:
    """The rows of classes.tsv."""
    with CLASSES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def check(cases: list) -> None:
    """One complete row for each case, in the order of the corpus."""
    table = rows()
    if [row["id"] for row in table] != [case.id for case in cases]:
        known, made = {row["id"] for row in table}, {case.id for case in cases}
        raise SystemExit(
            f"classes.tsv: missing {sorted(made - known)}, unknown {sorted(known - made)}, or another order"
        )
    for row in table:
        control = row["class"] == "control"
        if list(row) != COLUMNS or row["class"] not in NAMES or not row["sentence"] or not row["why"]:
            raise SystemExit(f"classes.tsv: {row['id']}: incomplete")
        if not control and not re.fullmatch("[a-z][A-Za-z0-9]+([+][a-z][A-Za-z0-9]+)?", row["cause"]):
            raise SystemExit(f"classes.tsv: {row['id']}: {row['cause']} is no name of a cause")
