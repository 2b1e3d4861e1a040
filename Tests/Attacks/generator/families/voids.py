"""Void canonicalization: canonical forms that are empty or cut short because making them fails, with signatures
over nothing; such signatures can be had where a signer fails in the same way."""

import base64
import hashlib

from lxml import etree

from generator.keys import key
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import ENVELOPED, EXCLUSIVE, INCLUSIVE, INCLUSIVE11, NAME, VALUE
from generator.signing import by_hand, canonical, place, raw_signature

FAILED = ("signature.canonicalizationFailed",)
EITHER = (*FAILED, "signature.digestMismatch")
MISMATCH = (*FAILED, "signature.signatureMismatch")
EMPTY = base64.b64encode(hashlib.sha256(b"").digest()).decode()


def families(trust: Trust) -> list[Family]:
    family = Family("void-canonicalization")

    def planted(name: str, **changes) -> Message:
        changes.setdefault("attributes", attribute("uid", VALUE))
        return Message(f"void {name}", name_id=NAME, **changes)

    def case(name, title, message, reasons=EITHER, outcome="rejected", layer="dsig", digest=EMPTY, **hand):
        text = by_hand(message.draft(), message.assertion_id, key("one"), digest=digest, **hand)
        family.add(name, title, text, outcome, layer, reasons)

    value = '<x xmlns="{}">v</x>'
    for name, uri, what in (
        ("relative-word", "relative", "a word"),
        ("relative-path", "../up", "a path"),
        ("relative-number", "1", "a number"),
        ("relative-fragment", "#here", "a fragment"),
        ("relative-query", "?q", "a query"),
        ("network-path", "//host/x", "a network path"),
    ):
        case(
            name,
            f"The digest of nothing; a value whose namespace is {what}.",
            planted(name, attributes=attribute("uid", VALUE, value.format(uri))),
        )
    case(
        "unused-prefix",
        "The digest of nothing; an unused prefix with a relative namespace.",
        planted("unused-prefix", assertion_attributes=' xmlns:u="relative"'),
    )
    case(
        "on-response",
        "The digest of nothing by Canonical XML 1.0; the relative namespace is declared on the response.",
        planted("on-response", root_attributes=' xmlns:u="relative"'),
        c14n=INCLUSIVE,
        info_c14n=EXCLUSIVE,
    )
    case(
        "canonical-11",
        "The digest of nothing by Canonical XML 1.1, with a relative namespace.",
        planted("canonical-11", attributes=attribute("uid", VALUE, value.format("rel"))),
        c14n=INCLUSIVE11,
        info_c14n=EXCLUSIVE,
    )
    listed = (
        f'<ds:Transforms><ds:Transform Algorithm="{ENVELOPED}"/><ds:Transform Algorithm="{EXCLUSIVE}">'
        f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="u"/></ds:Transform></ds:Transforms>'
    )
    case(
        "prefix-list",
        "The digest of nothing; a PrefixList names the prefix of a relative namespace.",
        planted("prefix-list", root_attributes=' xmlns:u="relative"'),
        transforms=listed,
    )
    case(
        "honest-digest-of-rest",
        "The digest of what is written before canonicalization fails.",
        *cut_short(planted("cut", attributes=attribute("uid", VALUE, value.format("rel")))),
    )

    def void_info(name, title, reasons, root="", draft_change=lambda text: text, **hand):
        """The signature value is over nothing, and everything else is the attacker's to write."""
        message = planted(name, root_attributes=root)
        text = by_hand(
            message.draft(), message.assertion_id, key("one"), sign=lambda _: raw_signature(key("one"), b""), **hand
        )
        family.add(name, title, draft_change(text), "rejected", "dsig", reasons)

    void_info("signed-nothing", "A signature over no bytes, on an ordinary SignedInfo.", MISMATCH)
    void_info(
        "info-relative",
        "A signature over no bytes; SignedInfo uses a relative namespace.",
        (*MISMATCH, "signature.malformedSignature"),
        draft_change=lambda t: t.replace("<ds:SignedInfo>", '<ds:SignedInfo xmlns:u="relative" u:a="b">'),
    )
    void_info(
        "info-inclusive",
        "A signature over no bytes; Canonical XML 1.0 of SignedInfo sees a relative namespace.",
        MISMATCH,
        root=' xmlns:u="relative"',
        info_c14n=INCLUSIVE,
    )
    void_info(
        "info-unknown",
        "A signature over no bytes; SignedInfo is made canonical by a method that does not exist.",
        ("signature.transformNotAllowed",),
        info_c14n="http://www.w3.org/2006/12/xml-c14n12",
    )

    message = planted("digest-empty")
    family.add(
        "digest-empty",
        "The digest of nothing on an ordinary assertion.",
        by_hand(message.draft(), message.assertion_id, key("one"), digest=EMPTY),
        "rejected",
        "dsig",
        ("signature.digestMismatch",),
    )
    message = planted("digest-absent")
    family.add(
        "digest-absent",
        "DigestValue is empty.",
        by_hand(message.draft(), message.assertion_id, key("one"), digest=""),
        "rejected",
        "dsig",
        ("signature.digestMismatch", "signature.malformedSignature"),
    )
    for name, uri in (("urn", "urn:example:x"), ("odd-scheme", "x-odd+1.0:anything"), ("query", "http://example/?a#b")):
        honest = Message(
            f"void control {name}",
            tool="signxml" if name == "urn" else "xmlsec1",
            attributes=attribute("uid", "alice") + attribute("tree", value.format(uri)),
        )
        family.control(name, f"A value in an absolute namespace ({name}).", honest.xml())
    return [family]


def cut_short(message: Message):
    """The message, and as its digest that of its canonical form up to the value that cannot be made canonical."""
    text = message.draft().replace(place(message.assertion_id), "")
    whole = etree.fromstring(text.replace('xmlns="rel"', 'xmlns="urn:rel"').encode())
    form = canonical(whole.find("{urn:oasis:names:tc:SAML:2.0:assertion}Assertion"))
    before = form[: form.index(b"<x xmlns")]
    return message, EITHER, "rejected", "dsig", base64.b64encode(hashlib.sha256(before).digest()).decode()
