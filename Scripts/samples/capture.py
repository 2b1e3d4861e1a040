"""One numbered file of Samples/captures, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from samples.attributes import SUBSCRIBER, Attributes, with_changes
from samples.finishing import finished
from samples.messages import Message
from samples.outcomes import ACCEPTED, Outcome
from samples.query import NAME_ID, QUERY_ID
from samples.settings import CAPTURES, identifier, seeded
from samples.signing import Signing
from samples.style import PRETTY, Style

ASSERTION_ONE = (Signing("Assertion", "idp-one"),)


@dataclass(frozen=True, kw_only=True)
class Capture:
    """One numbered file of Samples/captures."""

    name: str
    about: str
    signings: tuple[Signing, ...] = ASSERTION_ONE
    style: Style = PRETTY
    issuer: str = "idp-one"
    # What differs from the subscriber, and what from the usual message.
    attributes: Attributes = ()
    changes: dict[str, object] = field(default_factory=dict)
    cipher: str = ""
    # What is done to the signed text, and what to its bytes: nothing, unless said otherwise.
    spoil: Callable[[str], str] = str
    envelope: Callable[[bytes], bytes] = bytes
    outcome: Outcome = ACCEPTED

    @property
    def path(self) -> Path:
        return CAPTURES / self.name

    @property
    def made_by(self) -> str:
        """The tools that signed and encrypted it."""
        tools = ", ".join(sorted({signing.tool for signing in self.signings}))
        return (tools or "–") + (" (also encrypted)" if self.cipher else "")

    def data(self) -> bytes:
        """What is written to the file."""
        chance = seeded(self.name)
        message = Message(
            issuer=self.issuer,
            response_id=identifier(chance),
            assertion_id=identifier(chance),
            attributes=with_changes(SUBSCRIBER, self.attributes),
            name_id=NAME_ID,
            in_response_to=QUERY_ID,
        )
        message = replace(message, **self.changes)
        text = finished(message, self.style, self.signings, self.cipher)
        return self.envelope(self.style.encode(self.spoil(text)))
