"""What is wrong with forty of the thousand lines, and how each step of making a line goes wrong."""

import re
from dataclasses import dataclass, replace
from datetime import timedelta

from samples.attributes import WITHOUT_UID, with_changes
from samples.malformed import INTERNAL_DOCTYPE
from samples.messages import Message
from samples.outcomes import Outcome, malformed, refused, rejected
from samples.signing import Signing


@dataclass(frozen=True)
class Breakage:
    """One kind of breakage, and how many lines have it."""

    lines: int
    about: str
    outcome: Outcome


# By the reason of the outcome, which is also what a kind of breakage is called below.
BREAKAGES = {
    breakage.outcome.reason: breakage
    for breakage in (
        Breakage(5, "rating changed after signing", refused("tampered")),
        Breakage(5, "answer of the day before", rejected("expired")),
        Breakage(4, "no uid", rejected("missing")),
        Breakage(4, "Responder / AuthnFailed, no assertion", rejected("status")),
        Breakage(4, "meant for https://sp.example/saml", rejected("audience")),
        Breakage(4, "no signature", refused("unsigned")),
        Breakage(3, "valid two hours later", rejected("notyet")),
        Breakage(3, "Base64 cut off", malformed("base64")),
        Breakage(3, "XML cut off", malformed("truncated")),
        Breakage(3, "a DOCTYPE before the root", malformed("doctype")),
        Breakage(2, "JSON line cut off", malformed("json")),
    )
}


def broken_message(message: Message, kind: str) -> Message:
    """What is said wrongly."""
    match kind:
        case "expired":
            return shifted(message, timedelta(days=-1))
        case "notyet":
            late = shifted(message, timedelta(hours=2, seconds=30))
            return replace(late, issued=message.issued)
        case "missing":
            return replace(message, attributes=with_changes(message.attributes, WITHOUT_UID))
        case "status":
            return replace(message, failed=True)
        case "audience":
            return replace(message, audience="https://sp.example/saml")
        case _:
            return message


def shifted(message: Message, by: timedelta) -> Message:
    """The message at another time."""
    return replace(
        message,
        issued=message.issued + by,
        not_before=message.not_before + by,
        not_on_or_after=message.not_on_or_after + by,
    )


def broken_signings(signings: tuple[Signing, ...], kind: str) -> tuple[Signing, ...]:
    """What is signed instead: nothing, or the response where there is no assertion."""
    match kind:
        case "unsigned":
            return ()
        case "status":
            return (replace(signings[-1], scope="Response"),)
        case _:
            return signings


def broken_text(text: str, kind: str) -> str:
    """What is done to a finished message."""
    match kind:
        case "tampered":
            return re.sub(r">tv-[^<]*<", ">tv-g<", text)
        case "truncated":
            return text[: len(text) * 3 // 4]
        case "doctype":
            return INTERNAL_DOCTYPE + text
        case _:
            return text


def broken_base64(encoded: str, kind: str) -> str:
    """Cut off one character after a multiple of four: no reading of Base64 forgives that."""
    return encoded[: len(encoded) // 8 * 4 + 1] if kind == "base64" else encoded


def broken_line(line: str, kind: str) -> str:
    """Cut off before the end of the JSON object."""
    return line[: len(line) * 2 // 3] if kind == "json" else line
