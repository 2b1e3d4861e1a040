"""A thousand subscribers: an NDJSON file, and the list of its broken lines."""

import base64
import json
import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from samples.attributes import Attributes
from samples.breakages import (
    BREAKAGES,
    broken_base64,
    broken_line,
    broken_message,
    broken_signings,
    broken_text,
)
from samples.finishing import finished
from samples.makes import MAKES
from samples.messages import Message
from samples.outcomes import write_outcomes
from samples.settings import CAPTURES, NOW, SAMPLES, SEED, identifier, seeded

SUBSCRIBERS = CAPTURES / "subscribers-1000.ndjson"
BROKEN_LINES = SAMPLES / "expected-subscribers.tsv"

CITIES = ("Zürich", "東京", "São Paulo", "Montréal", "Kraków", "Αθήνα", "Malmö", "Austin")
RESOURCES = ("news", "sports", "movies", "kids", "music", "documentary", "local", "world")
TV_RATINGS = ("tv-y7", "tv-pg", "tv-14", "tv-ma")
MOVIE_RATINGS = ("g", "pg", "pg-13", "r", "nc-17")


def write_subscribers() -> None:
    """Writes the NDJSON file and the list of its broken lines."""
    broken = []
    with SUBSCRIBERS.open("w", encoding="ascii", newline="\n") as file:
        for number, (line, issuer, kind) in enumerate(subscriber_lines(), start=1):
            file.write(line + "\n")
            if kind:
                broken.append(((str(number), issuer), BREAKAGES[kind].outcome))
    write_outcomes(BROKEN_LINES, ("line", "issuer"), broken)


def subscriber_lines() -> Iterator[tuple[str, str, str]]:
    """Each line of the NDJSON file with its issuer and its breakage ("" when it has none)."""
    chance = random.Random(SEED)
    issuers = [issuer for issuer, make in MAKES.items() for _ in range(make.lines)]
    chance.shuffle(issuers)
    kinds = [kind for kind, breakage in BREAKAGES.items() for _ in range(breakage.lines)]
    broken = dict(zip(chance.sample(range(len(issuers)), len(kinds)), kinds, strict=True))
    start = NOW - timedelta(hours=1)
    offsets = sorted(chance.randrange(3_600_000) for _ in issuers)
    for number, (issuer, offset) in enumerate(zip(issuers, offsets, strict=True)):
        kind = broken.get(number, "")
        moment = start + timedelta(milliseconds=offset)
        yield subscriber_line(issuer, moment, kind, seeded(number)), issuer, kind


def subscriber_line(issuer: str, moment: datetime, kind: str, chance: random.Random) -> str:
    """One JSON object, without its line end."""
    make = MAKES[issuer]
    message = broken_message(subscriber_message(issuer, moment, chance), kind)
    signings = broken_signings(make.signings_at(moment), kind)
    text = broken_text(finished(message, make.style, signings), kind)
    encoded = base64.b64encode(make.style.encode(text)).decode()
    record = {
        "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "host": "sp.auth.adobe.com",
        "SAMLResponse": broken_base64(encoded, kind),
    }
    return broken_line(json.dumps(record, separators=(",", ":")), kind)


def subscriber_message(issuer: str, moment: datetime, chance: random.Random) -> Message:
    """What one subscriber's response says."""
    issued = moment - timedelta(milliseconds=chance.randrange(400, 4000))
    not_before = issued - timedelta(seconds=30)
    attributes = subscriber_attributes(chance)
    return Message(
        issuer=issuer,
        response_id=identifier(chance),
        assertion_id=identifier(chance),
        attributes=attributes,
        name_id=f"{chance.getrandbits(128):032x}",
        in_response_to=identifier(chance),
        issued=issued,
        not_before=not_before,
        not_on_or_after=not_before + timedelta(hours=4),
    )


def subscriber_attributes(chance: random.Random) -> Attributes:
    """Two identifiers, a rating, and a few of the things that only some providers tell."""
    extras: Attributes = (
        ("householdID", (f"HH-{chance.randrange(10**10):010d}",)),
        ("MaxMovieRating", (chance.choice(MOVIE_RATINGS),)),
        ("hba_status", (chance.choice(("true", "false")),)),
        ("zip", (f"{chance.randrange(1000, 99999):05d}",)),
        ("city", (chance.choice(CITIES),)),
        ("authorized_resources", tuple(chance.sample(RESOURCES, chance.randrange(1, 4)))),
    )
    return (
        ("uid", (f"{chance.getrandbits(64):016x}",)),
        ("uniqueId", (f"{chance.getrandbits(128):032x}",)),
        ("MaxTVRating", (chance.choice(TV_RATINGS),)),
        *chance.sample(extras, chance.randrange(2, 4)),
    )
