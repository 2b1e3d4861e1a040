"""The query an app passes on as the verification token; the numbered captures answer it."""

import base64
from datetime import timedelta

from samples.attributes import SUBSCRIBER
from samples.envelopes import redirect_query
from samples.finishing import sign
from samples.markup import Element, document
from samples.messages import name_id
from samples.outcomes import Outcome
from samples.settings import BASIC, CAPTURES, NOW, PERSISTENT, SP, identifier, seeded
from samples.signing import Signing, placeholder
from samples.style import DECLARED

QUERY_ID = identifier(seeded("query"))
NAME_ID = "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"
REQUESTED = (*dict(SUBSCRIBER), "packages", "note", "language", "avatar")

QUERY_FILES = {
    "verification-token.xml": "signed AttributeQuery, the request the numbered captures answer",
    "verification-token.b64": "the same, Base64",
    "verification-token.redirect": "the same, `SAMLRequest=`, DEFLATE, Base64, percent-encoded",
}
QUERY_OUTCOME = Outcome("attributeQuery", "notJudged", "notJudged")


def attribute_query() -> Element:
    """The samlp:AttributeQuery, with the place of its signature marked."""
    wanted = (Element("saml:Attribute", Name=name, NameFormat=BASIC) for name in REQUESTED)
    return Element(
        "samlp:AttributeQuery",
        Element("saml:Issuer", SP),
        placeholder(QUERY_ID),
        Element("saml:Subject", name_id(NAME_ID, PERSISTENT)),
        *wanted,
        declares=("saml",),
        ID=QUERY_ID,
        Version="2.0",
        IssueInstant=DECLARED.instant(NOW - timedelta(seconds=10)),
    )


def write_query() -> None:
    """Writes the query, plain and in two wrappings."""
    CAPTURES.mkdir(parents=True, exist_ok=True)
    text = document(attribute_query(), DECLARED)
    signed = sign(text, QUERY_ID, Signing("AttributeQuery", "sp-signing"), DECLARED)
    data = DECLARED.encode(signed)
    envelopes = (bytes, base64.b64encode, redirect_query)
    for name, envelope in zip(QUERY_FILES, envelopes, strict=True):
        (CAPTURES / name).write_bytes(envelope(data))
