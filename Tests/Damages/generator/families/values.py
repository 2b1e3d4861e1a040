"""Values rewritten on the way: times, numbers, truth values, names, and what must not be logged."""

import re
from datetime import datetime, timedelta

from generator.corpus import Family
from generator.messages import PLAIN, Message

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def times(change):
    """A change of each time in a message."""
    return lambda text: TIME.sub(lambda match: change(match[0]), text)


def local(stamp: str) -> str:
    """The same time with the offset of central Europe."""
    moved = datetime.fromisoformat(stamp) + timedelta(hours=1)
    return moved.strftime("%Y-%m-%dT%H:%M:%S") + ("." + stamp.split(".")[1][:-1] if "." in stamp else "") + "+01:00"


def shifted(stamp: str) -> str:
    """An hour later."""
    return (datetime.fromisoformat(stamp) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


def one_value(old: str, new: str):
    """A change of the one text `old` between tags."""

    def change(text: str) -> str:
        if text.count(f">{old}<") != 1:
            raise RuntimeError(f"{old} occurs {text.count(old)} times")
        return text.replace(f">{old}<", f">{new}<")

    return change


def family() -> Family:
    cases = Family("values")
    cases.by_hand(
        "times-milliseconds-added",
        "line-xmlsec1",
        times(lambda stamp: stamp if "." in stamp else stamp.replace("Z", ".000Z")),
        "JavaScript's toISOString",
    )
    cases.by_hand(
        "times-milliseconds-dropped",
        "line-signxml",
        times(lambda stamp: stamp.replace(".000Z", "Z")),
        "a date library",
    )
    cases.by_hand(
        "times-offset", "pretty-xmlsec1", times(lambda stamp: stamp.replace("Z", "+00:00")), "Python's isoformat"
    )
    cases.by_hand("times-local", "line-signxml", times(local), "a converter to local time")
    cases.by_hand(
        "times-with-a-space",
        "rich-xmlsec1",
        times(lambda stamp: stamp.replace("T", " ").replace("Z", "")),
        "a database's timestamps",
    )
    cases.by_hand("times-hour-later", "rich-signxml", times(shifted), "a converter that forgets the zone")
    cases.by_hand(
        "validity-extended",
        "line-xmlsec1",
        lambda text: text.replace("2026-03-01T12:10:00Z", "2026-03-01T20:00:00Z"),
        "a proxy that extends sessions",
    )
    cases.by_hand("values-trimmed", "spaces-signxml", one_value(" h-0048-1516 ", "h-0048-1516"), "a mapper that trims")
    cases.by_hand(
        "values-folded", "spaces-signxml", one_value("member  of  two", "member of two"), "a mapper that folds spaces"
    )
    cases.by_hand(
        "spaces-added", "line-xmlsec1", one_value("member", " member "), "a template with spaces around values"
    )
    cases.by_hand("zeros-lost", "line-xmlsec1", one_value("00481", "481"), "a spreadsheet")
    cases.by_hand("zeros-lost-signxml", "line-signxml", one_value("00481", "481"), "a mapper to numbers")
    cases.by_hand("number-in-powers", "line-xmlsec1", one_value("4815162342108481516", "4.81516E+18"), "a spreadsheet")
    cases.by_hand(
        "number-rounded",
        "line-signxml",
        one_value("4815162342108481516", "4815162342108482000"),
        "JavaScript's numbers",
    )
    cases.by_hand("truth-capital", "line-xmlsec1", one_value("true", "True"), "Python's str")
    cases.by_hand("truth-number", "line-signxml", one_value("true", "1"), "a mapper to SQL")
    cases.by_hand(
        "name-lower-cased",
        "line-xmlsec1",
        one_value("Zoe.Bronte@one.example", "zoe.bronte@one.example"),
        "a directory that lower-cases addresses",
    )
    cases.by_hand(
        "value-redacted", "pretty-xmlsec1", one_value("Zoe@one.example", "***"), "a logger that hides addresses"
    )
    cases.by_hand(
        "name-redacted",
        "rich-signxml",
        one_value("Zoe.Bronte@one.example", "[REDACTED]"),
        "a logger that hides names",
    )
    cases.by_hand(
        "value-linked",
        "line-signxml",
        one_value("Zoe@one.example", '<a href="mailto:Zoe@one.example">Zoe@one.example</a>'),
        "a mail program that makes links",
    )
    cases.by_hand(
        "value-replaced", "line-xmlsec1", one_value("member", "administrator"), "somebody who edits the message"
    )
    # What looks like a mask was signed.
    beside = Message("line-xmlsec1", attributes=PLAIN | {"account": "XXXX", "factor": "1E+5"}).xml().decode()
    cases.add(
        "value-replaced-beside-a-mask",
        "line-xmlsec1",
        one_value("member", "administrator")(beside).encode(),
        "made by hand after somebody who edits the message",
    )
    cases.by_hand(
        "host-replaced",
        "response-signxml",
        lambda text: text.replace('Destination="https://sp.example', 'Destination="https://sp.internal.example'),
        "a proxy that rewrites its own address",
    )
    return cases
