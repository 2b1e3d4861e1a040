"""A case of the corpus, the families that collect cases, and the file that stores them."""

import base64
import gzip
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from generator.messages import ORIGINALS, Message
from generator.settings import CONSUMER, CORPUS, REQUEST, SP, instant
from generator.tools import Missing, Tool

OPTIONS = {
    "trust": ["trust/idps.xml"],
    "audience": SP,
    "recipient": CONSUMER,
    "inResponseTo": REQUEST,
    "now": instant(0),
}
SIGNERS = {"xmlsec1": "xmlsec1 1.2.37", "signxml": "signxml 5.2.0"}


@cache
def original(name: str) -> bytes:
    """The undamaged message of that name."""
    return ORIGINALS[name].xml()


@dataclass(frozen=True)
class Case:
    """A message, the one it was made from, and the options to judge it with."""

    id: str
    family: str
    message: bytes
    original: str
    options: dict
    producer: str
    # False if the committed bytes were taken because the producer is missing.
    made: bool = True

    def line(self) -> str:
        """The case as it is stored."""
        fields = {
            "id": self.id,
            "family": self.family,
            "message": base64.b64encode(self.message).decode(),
            "original": self.original,
            "options": self.options,
            "producer": self.producer,
        }
        return json.dumps(fields, separators=(",", ":")) + "\n"


@cache
def committed() -> dict[str, dict]:
    """The stored cases by their identifiers."""
    if not CORPUS.exists():
        return {}
    rows = map(json.loads, gzip.decompress(CORPUS.read_bytes()).splitlines())
    return {row["id"]: row for row in rows}


class Family:
    """The cases of one family, in the order they were added."""

    def __init__(self, name: str):
        self.name, self.cases = name, []

    def add(self, case: str, start: str, message: bytes, producer: str, **options) -> None:
        """Adds a message that is made here; `options` replace the usual ones, and None removes one."""
        merged = {name: value for name, value in (OPTIONS | options).items() if value is not None}
        self.cases.append(Case(case, self.name, message, start, merged, producer))

    def honest(self, case: str, start: str, message: Message, **options) -> None:
        """Adds a message as its issuer signed it."""
        data = original(start) if message == ORIGINALS[start] else message.xml()
        self.add(case, start, data, SIGNERS[message.tool], **options)

    def by_hand(self, case: str, start: str, change: Callable[[str], str | bytes], after: str, **options) -> None:
        """Adds what `change` makes of the original's text; `after` names the program it imitates."""
        changed = change(original(start).decode())
        data = changed.encode() if isinstance(changed, str) else changed
        if data == original(start):
            raise RuntimeError(f"{case}: nothing changed")
        self.add(case, start, data, f"made by hand after {after}", **options)

    def by_tool(self, case: str, start: str, tool: Tool, before: Callable[[bytes], bytes] = bytes, **options) -> None:
        """Adds what the tool makes of the original, or the committed bytes where that tool is missing or another."""
        try:
            self.add(case, start, tool.run(before(original(start))), tool.label(), **options)
        except Missing:
            row = committed().get(case)
            if row is None:
                raise
            kept = base64.b64decode(row["message"])
            self.cases.append(Case(case, self.name, kept, start, row["options"], row["producer"], made=False))


def compressed(lines: list[str]) -> bytes:
    """gzip without a name or a time, the same bytes in every run."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write("".join(lines).encode())
    return buffer.getvalue()
