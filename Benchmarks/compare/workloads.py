"""What verify.py measures with: messages of several issuers, as Benchmarks/million writes them.

Needs cryptography, as Debian's python3-cryptography has it.
"""

import base64
import json
import random
import re
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from machine import ROOT

sys.path.append(str(ROOT / "Benchmarks/million"))
from messages import KEYS, MAKES, Make, Message, message, signed  # noqa: E402

NOW = datetime(2026, 1, 15, 12, 0, 0, tzinfo=UTC)
# With the one algorithm that all contenders have in common.
ISSUERS = [make for make in MAKES if make.algorithm == "rsa-sha256"]
KEY_ARGUMENTS = [
    f"https://{make.issuer}.example/saml={KEYS / f'sample-{make.key}.cert.pem'}" for make in ISSUERS
]
DIFFERENT = 1200


@dataclass
class Workload:
    """Messages, and what each contender needed for one of them."""

    title: str
    messages: list[bytes]
    # What a line of the capture has for a message.
    member: Callable[[bytes], dict[str, str]]
    microseconds: dict[str, list[float]] = field(default_factory=dict)
    startup: list[float] = field(default_factory=list)

    def note(self, contender: str, value: float) -> None:
        self.microseconds.setdefault(contender, []).append(value)

    @property
    def data(self) -> int:
        return round(statistics.mean(map(len, self.messages)))


def in_base64(data: bytes) -> dict[str, str]:
    return {"SAMLResponse": base64.b64encode(data).decode()}


def in_string(data: bytes) -> dict[str, str]:
    return {"samlAttributeQueryResponse": data.decode()}


def small(given: Message) -> bytes:
    """Two attributes, and no certificate, which nobody has to send."""
    text = signed(replace(given, attributes=given.attributes[:2]))
    return re.sub(rb"<(\w+:)?KeyInfo>.*?</(\w+:)?KeyInfo>", b"", text)


def with_namespaces(given: Message) -> bytes:
    """Sixty declarations around the signed assertion, which its exclusive form does not see."""
    declarations = "".join(f' xmlns:ns{n}="urn:example:module:{n}"' for n in range(60))
    start, end = signed(given).split(b"Response ", 1)
    return start + b"Response" + declarations.encode() + b" " + end


def several(
    size: int, data: Callable[[Message], bytes] = signed, makes: list[Make] = ISSUERS
) -> list[bytes]:
    """Different messages of about so many bytes, the issuers in turns."""
    chance = random.Random(size)
    result = []
    for number in range(DIFFERENT):
        issued = NOW - timedelta(milliseconds=chance.randrange(60_000, 3 * 3_600_000))
        make = makes[number % len(makes)]
        result.append(data(message(make, issued, size, chance)))
    return result


def workloads() -> list[Workload]:
    usual = several(8300)
    # Only a signature over the assertion leaves what is around it to others.
    bearing = [make for make in ISSUERS if make.signs == ("assertion",)]
    return [
        Workload("8.3 KB, Base64 in NDJSON", usual, in_base64),
        Workload("8.3 KB, XML in a JSON string", usual, in_string),
        Workload("3 KB", several(2000, small), in_base64),
        Workload("60 KB", several(60_000), in_base64),
        Workload("many namespaces", several(8300, with_namespaces, bearing), in_base64),
    ]


def write_capture(path: Path, workload: Workload, count: int) -> None:
    """Writes an NDJSON capture of `count` messages."""
    members = map(workload.member, workload.messages)
    lines = [json.dumps(member, separators=(",", ":")) + "\n" for member in members]
    with path.open("w", encoding="ascii") as file:
        for number in range(count):
            file.write(lines[number % len(lines)])
