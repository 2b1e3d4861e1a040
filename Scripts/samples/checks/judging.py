"""What a reader at the reference instant makes of a file, judged from its bytes alone."""

import re
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from lxml import etree

from samples.checks.reading import Unreadable, parsed, tag, unwrapped
from samples.checks.signatures import refusal
from samples.outcomes import ACCEPTED, Outcome, malformed, refused, rejected
from samples.settings import NOW, REQUIRED, SP, STATUS


class Check(NamedTuple):
    """One line of the report."""

    name: str
    label: str
    good: bool


def found_outcome(data: bytes) -> Outcome:
    """What these checks make of a file; the reason is left out where nothing can be read."""
    try:
        xml = unwrapped(data)
        root = parsed(xml)
    except Unreadable:
        return malformed("")
    if reason := rejection(root):
        outcome = rejected(reason)
    elif reason := refusal(xml, root):
        outcome = refused(reason)
    else:
        outcome = ACCEPTED
    if is_query(root):
        # A query is judged only when somebody asks; what is wrong with one shows in its reason.
        return replace(outcome, kind="attributeQuery", unchecked="notJudged", checked="notJudged")
    return outcome


def same(found: Outcome, expected: Outcome) -> bool:
    """Whether an outcome is the expected one; these checks do not name reasons for malformed."""
    if expected.unchecked == "malformed":
        found = replace(found, reason=expected.reason)
    return found == expected


def rejection(root: etree._Element) -> str:
    """Why a message is rejected whatever its signature; empty when it is not."""
    if is_query(root):
        return ""
    if root.find(".//{*}StatusCode").get("Value") != STATUS + "Success":
        return "status"
    if root.find(tag("saml:EncryptedAssertion")) is not None:
        return "encrypted"
    conditions = root.find(".//" + tag("saml:Conditions"))
    if moment(conditions.get("NotOnOrAfter")) <= NOW:
        return "expired"
    if moment(conditions.get("NotBefore")) > NOW:
        return "notyet"
    if [element.text for element in conditions.iter(tag("saml:Audience"))] != [SP]:
        return "audience"
    present = {element.get("Name") for element in root.iter(tag("saml:Attribute"))}
    return "" if present.issuperset(REQUIRED) else "missing"


def is_query(root: etree._Element) -> bool:
    """Whether this is the request, not an answer."""
    return root.tag == tag("samlp:AttributeQuery")


def moment(text: str) -> datetime:
    """An instant; Python knows six fraction digits, some makes write seven."""
    return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text))
