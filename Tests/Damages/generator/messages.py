"""Honest responses to attribute queries, in the layouts and with the texts that damages need."""

import re
import unicodedata
from dataclasses import dataclass, field, replace
from html import escape

from generator import signing
from generator.keys import key
from generator.settings import (
    CONSUMER,
    EXCLUSIVE,
    INCLUSIVE,
    ONE,
    REQUEST,
    SAML,
    SAMLP,
    SP,
    TWO,
    XS,
    XSI,
    identifier,
    instant,
)

PLAIN = {
    "uid": "h-0048-1516",
    "email": "Zoe@one.example",
    "zip": "00481",
    "role": "member",
    "kids": "true",
    "updated": "2026-02-27T08:15:00.000Z",
    "contract": "4815162342108481516",
}
RICH = {
    "uid": "h-0048-1516",
    "name": "Zoë Brontë-Škoda",
    "title": "Tom & Jerry's “Best” <Kids> — 5 €",
    "note": 'she said "it\'s fine..." -- twice  over',
    "area": "家族プラン 📺",
    "path": "C:\\new\\tests",
}
# Letters with their marks apart, a ligature and a superscript: normalization forms differ in all of them.
DECOMPOSED = {"uid": "h-0048-1516", "name": unicodedata.normalize("NFD", "Zoë Brontë-Škoda"), "note": "\ufb01rst m²"}
TOKEN = re.compile(r"<[^>]+>|[^<]+")
MARGINS = ("", "   ", "\t", " ", "      ", "\t ", "  ")


def laid_out(text: str, indent: str, line_end: str = "\n") -> str:
    """Each element on a line of its own, unless it only contains text. Without an indent the margins are irregular."""
    lines, depth, after_text = [], 0, False
    for token in TOKEN.findall(text):
        closing, opening = token.startswith("</"), token.startswith("<") and not token.endswith(("/>", "?>"))
        depth -= closing
        if not token.startswith("<") or (closing and after_text):
            lines[-1] += token
        else:
            margin = indent * depth if indent else MARGINS[len(lines) % len(MARGINS)]
            lines.append(margin + token)
        after_text = not closing and (not token.startswith("<") or opening)
        depth += opening and not closing
    return line_end.join(lines)


@dataclass(frozen=True)
class Message:
    """A samlp:Response; its `name` gives it identifiers of its own."""

    name: str
    tool: str = "xmlsec1"
    issuer: str = ONE
    key: str = "one"
    certificate: str | None = None
    signed: str = "Assertion"
    c14n: str = EXCLUSIVE
    prefixes: str = ""
    # None is one line, "" irregular margins.
    indent: str | None = None
    line_end: str = "\n"
    value_break: str = ""
    attributes: dict[str, str] = field(default_factory=lambda: PLAIN)
    name_id: str = "Zoe.Bronte@one.example"
    issued: float = -5
    not_before: float = -30
    not_on_or_after: float = 600
    audience: str = SP
    recipient: str = CONSUMER
    answers: str = REQUEST

    def but(self, **changes) -> "Message":
        """The same message with some parts changed."""
        return replace(self, **changes)

    def place(self, element: str, target: str) -> str:
        """Where the signature of this element goes."""
        if element != self.signed:
            return ""
        if self.tool == "signxml":
            return signing.PLACE
        certificate = key(self.key).base64 if self.certificate is None else self.certificate
        return signing.template(target, self.c14n, self.prefixes, certificate)

    def assertion(self) -> str:
        """The saml:Assertion."""
        own = identifier(f"{self.name} assertion")
        statements = "".join(
            f'<saml:Attribute Name="{name}"><saml:AttributeValue xsi:type="xs:string">{escape(value, quote=False)}'
            "</saml:AttributeValue></saml:Attribute>"
            for name, value in self.attributes.items()
        )
        return (
            f'<saml:Assertion xmlns:xsi="{XSI}" ID="{own}" IssueInstant="{instant(self.issued)}" Version="2.0">'
            f"<saml:Issuer>{self.issuer}</saml:Issuer>{self.place('Assertion', own)}<saml:Subject>"
            f'<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{self.name_id}</saml:NameID>'
            '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData '
            f'InResponseTo="{self.answers}" NotOnOrAfter="{instant(self.not_on_or_after)}" '
            f'Recipient="{self.recipient}"/></saml:SubjectConfirmation></saml:Subject>'
            f'<saml:Conditions NotBefore="{instant(self.not_before)}" NotOnOrAfter="{instant(self.not_on_or_after)}">'
            f"<saml:AudienceRestriction><saml:Audience>{self.audience}</saml:Audience></saml:AudienceRestriction>"
            f"</saml:Conditions><saml:AttributeStatement>{statements}</saml:AttributeStatement></saml:Assertion>"
        )

    def draft(self) -> str:
        """The message before it is signed."""
        own = identifier(f"{self.name} response")
        text = (
            f'<samlp:Response xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" xmlns:xs="{XS}" Destination="{self.recipient}" '
            f'ID="{own}" InResponseTo="{self.answers}" IssueInstant="{instant(self.issued)}" Version="2.0">'
            f"<saml:Issuer>{self.issuer}</saml:Issuer>{self.place('Response', own)}<samlp:Status><samlp:StatusCode "
            f'Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>{self.assertion()}</samlp:Response>'
        )
        return text if self.indent is None else laid_out(text, self.indent, self.line_end)

    def xml(self) -> bytes:
        """The signed message."""
        if self.tool == "xmlsec1":
            return signing.by_xmlsec1(self.draft(), key(self.key), self.value_break).encode()
        target = identifier(f"{self.name} {self.signed.lower()}")
        return signing.by_signxml(self.draft(), target, key(self.key), self.c14n).encode()


ORIGINALS = {
    message.name: message
    for message in (
        Message("line-xmlsec1"),
        Message("line-signxml", tool="signxml"),
        Message("pretty-xmlsec1", indent="  ", value_break="\n"),
        Message("tabs-signxml", tool="signxml", indent="\t"),
        Message("irregular-xmlsec1", indent=""),
        Message("crlf-signxml", tool="signxml", indent="  ", line_end="\r\n"),
        Message("prefix-list-xmlsec1", prefixes="xs"),
        Message("inclusive-xmlsec1", c14n=INCLUSIVE),
        Message("inclusive-signxml", c14n=INCLUSIVE, tool="signxml", indent="    "),
        Message("response-signxml", tool="signxml", signed="Response"),
        Message("rich-xmlsec1", attributes=RICH),
        Message("rich-signxml", attributes=RICH, tool="signxml", indent="  "),
        Message("decomposed-xmlsec1", attributes=DECOMPOSED),
        Message(
            "spaces-signxml", attributes=PLAIN | {"uid": " h-0048-1516 ", "role": "member  of  two"}, tool="signxml"
        ),
        Message("returns-xmlsec1", indent="  ", line_end="&#13;\n", value_break="&#13;\n"),
        Message("two-signxml", tool="signxml", issuer=TWO, key="two"),
        Message("large-xmlsec1", attributes=PLAIN | {f"resource-{at:03}": f"channel-{at:03}" for at in range(220)}),
    )
}
