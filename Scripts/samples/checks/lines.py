"""Checks of the thousand subscribers."""

import base64
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from samples.breakages import BREAKAGES
from samples.checks.judging import Check, found_outcome, same
from samples.outcomes import ACCEPTED, Outcome, malformed, read_outcomes
from samples.subscribers import BROKEN_LINES, SUBSCRIBERS


def check_subscribers() -> Iterator[Check]:
    """Every line of the NDJSON file has the expected outcome."""
    name = SUBSCRIBERS.name
    text = SUBSCRIBERS.read_text(encoding="ascii")
    lines = text.splitlines()
    expected = {int(row["line"]): outcome for row, outcome in read_outcomes(BROKEN_LINES)}

    tally = Counter()
    # Threads, because nearly all of the time goes into waiting for xmlsec1.
    with ThreadPoolExecutor(2) as pool:
        for number, found in enumerate(pool.map(line_outcome, lines), start=1):
            wanted = expected.get(number, ACCEPTED)
            tally[wanted.reason, same(found, wanted)] += 1
    for reason in ("valid", *BREAKAGES):
        good, bad = tally[reason, True], tally[reason, False]
        yield Check(name, f"{reason}: {good} of {good + bad}", bad == 0 and good > 0)

    size = len(text)
    yield Check(name, f"{size:,} bytes", size < 8_000_000 and text.endswith("\n"))
    listed = Counter(outcome.reason for outcome in expected.values())
    planned = {kind: breakage.lines for kind, breakage in BREAKAGES.items()}
    yield Check(name, f"{len(lines)} lines", len(lines) == 1000 and listed == planned)


def line_outcome(line: str) -> Outcome:
    """What these checks make of a line."""
    try:
        data = base64.b64decode(json.loads(line)["SAMLResponse"], validate=True)
    except ValueError:
        return malformed("")
    return found_outcome(data)
