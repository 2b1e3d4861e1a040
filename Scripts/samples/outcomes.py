"""What readers make of files, and the tables that say so."""

import csv
from dataclasses import astuple, dataclass
from pathlib import Path

COLUMNS = ("kind", "unchecked", "checked", "reason")


@dataclass(frozen=True)
class Outcome:
    """What a reader at the reference instant makes of a file."""

    kind: str = "response"
    unchecked: str = "unverified"
    checked: str = "accepted"
    reason: str = "valid"


ACCEPTED = Outcome()


def refused(reason: str) -> Outcome:
    """Readable and acceptable, until its signature is looked at."""
    return Outcome(checked="rejected", reason=reason)


def rejected(reason: str) -> Outcome:
    """Readable, but not acceptable."""
    return Outcome(unchecked="rejected", checked="rejected", reason=reason)


def malformed(reason: str) -> Outcome:
    """Not readable as a SAML message."""
    return Outcome("none", "malformed", "malformed", reason)


def write_outcomes(
    path: Path, heads: tuple[str, ...], rows: list[tuple[tuple[str, ...], Outcome]]
) -> None:
    """Writes tab-separated values: the given columns, then those of the outcome."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow((*heads, *COLUMNS))
        writer.writerows((*cells, *astuple(outcome)) for cells, outcome in rows)


def read_outcomes(path: Path) -> list[tuple[dict[str, str], Outcome]]:
    """Reads them back: the other columns by name, and the outcome."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [(row, Outcome(*(row[name] for name in COLUMNS))) for row in rows]
