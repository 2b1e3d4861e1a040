"""An honest message, with a place for whatever an attacker adds to it."""

from dataclasses import dataclass, field, replace

from generator.encrypting import encrypted
from generator.settings import (
    ALICE,
    BASIC,
    BEARER,
    CONSUMER,
    ONE,
    PASSWORD,
    PERSISTENT,
    REQUEST,
    SAML,
    SAMLP,
    SP,
    STATUS,
    identifier,
    instant,
)
from generator.signing import by_hand, place, sign
from generator.keys import key

XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'


def attribute(name: str, *values: str, form: str = BASIC, friendly: str = "") -> str:
    """A saml:Attribute; values are markup."""
    known = f' FriendlyName="{friendly}"' if friendly else ""
    shape = f' NameFormat="{form}"' if form else ""
    inside = "".join(f"<saml:AttributeValue>{value}</saml:AttributeValue>" for value in values)
    return f'<saml:Attribute Name="{name}"{shape}{known}>{inside}</saml:Attribute>'


def confirmation(
    *,
    method: str = BEARER,
    recipient: str | None = CONSUMER,
    answers: str | None = REQUEST,
    until: float | None = 600,
    since: float | None = None,
    inside: str = "",
) -> str:
    """A saml:SubjectConfirmation."""
    data = ""
    if answers is not None:
        data += f' InResponseTo="{answers}"'
    if since is not None:
        data += f' NotBefore="{instant(since)}"'
    if until is not None:
        data += f' NotOnOrAfter="{instant(until)}"'
    if recipient is not None:
        data += f' Recipient="{recipient}"'
    return (
        f'<saml:SubjectConfirmation Method="{method}">'
        f"<saml:SubjectConfirmationData{data}>{inside}</saml:SubjectConfirmationData></saml:SubjectConfirmation>"
    )


@dataclass(frozen=True)
class Message:
    """A samlp:Response; its `name` gives it identifiers of its own. Strings are markup unless said otherwise."""

    name: str
    issuer: str = ONE
    key: str = "one"
    tool: str = "xmlsec1"
    signed: tuple[str, ...] = ("assertion",)
    c14n: str = "http://www.w3.org/2001/10/xml-exc-c14n#"
    name_id: str = ALICE
    name_attributes: str = f' Format="{PERSISTENT}"'
    attributes: str = field(default_factory=lambda: attribute("uid", "alice") + attribute("role", "member"))
    confirmations: str = field(default_factory=confirmation)
    audience: str = SP
    conditions: str = ""
    not_before: float = -30
    not_on_or_after: float = 600
    answers: str | None = REQUEST
    destination: str | None = CONSUMER
    status: str = f'<samlp:StatusCode Value="{STATUS}Success"/>'
    response_issuer: str | None = None
    extensions: str = ""
    advice: str = ""
    assertion_extra: str = ""
    after: str = ""
    before: str = ""
    root_attributes: str = ""
    assertion_attributes: str = ""
    subject: str | None = None
    authn: str = ""
    statements: str | None = None
    assertion_issuer: str | None = None
    encrypt: bool = False
    hand: dict | None = None

    @property
    def response_id(self) -> str:
        return identifier(f"{self.name} response")

    @property
    def assertion_id(self) -> str:
        return identifier(f"{self.name} assertion")

    def but(self, **changes) -> "Message":
        """The same message with some parts changed."""
        return replace(self, **changes)

    def assertion(self, *, with_place: bool = True) -> str:
        """The saml:Assertion, with the place of its signature marked."""
        mark = place(self.assertion_id) if with_place and "assertion" in self.signed else ""
        issuer = self.assertion_issuer
        if issuer is None:
            issuer = f"<saml:Issuer>{self.issuer}</saml:Issuer>"
        subject = self.subject
        if subject is None:
            subject = (
                f"<saml:Subject><saml:NameID{self.name_attributes}>{self.name_id}</saml:NameID>"
                f"{self.confirmations}</saml:Subject>"
            )
        authn = self.authn or (
            f'<saml:AuthnStatement AuthnInstant="{instant(-5)}" SessionIndex="s1"><saml:AuthnContext>'
            f"<saml:AuthnContextClassRef>{PASSWORD}</saml:AuthnContextClassRef></saml:AuthnContext>"
            "</saml:AuthnStatement>"
        )
        statements = self.statements
        if statements is None:
            statements = f"<saml:AttributeStatement>{self.attributes}</saml:AttributeStatement>"
        return (
            f'<saml:Assertion xmlns:saml="{SAML}" {XS} ID="{self.assertion_id}" Version="2.0" '
            f'IssueInstant="{instant(-5)}"{self.assertion_attributes}>{issuer}{mark}{subject}'
            f'<saml:Conditions NotBefore="{instant(self.not_before)}" NotOnOrAfter="{instant(self.not_on_or_after)}">'
            f"<saml:AudienceRestriction><saml:Audience>{self.audience}</saml:Audience></saml:AudienceRestriction>"
            f"{self.conditions}</saml:Conditions>{self.advice}{authn}{statements}{self.assertion_extra}"
            "</saml:Assertion>"
        )

    def draft(self) -> str:
        """The message with the places of its signatures marked."""
        issuer = self.response_issuer
        if issuer is None:
            issuer = f"<saml:Issuer>{self.issuer}</saml:Issuer>"
        mark = place(self.response_id) if "response" in self.signed else ""
        answers = "" if self.answers is None else f' InResponseTo="{self.answers}"'
        destination = "" if self.destination is None else f' Destination="{self.destination}"'
        assertion = self.assertion()
        if self.encrypt:
            inner = assertion
            if "assertion" in self.signed:
                inner = self.signature_on(assertion, self.assertion_id)
            assertion = encrypted("Assertion", inner, self.name)
        return (
            f'<samlp:Response xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="{self.response_id}" Version="2.0" '
            f'IssueInstant="{instant(-4)}"{destination}{answers}{self.root_attributes}>{issuer}{mark}'
            f"{self.extensions}<samlp:Status>{self.status}</samlp:Status>{self.before}{assertion}{self.after}"
            "</samlp:Response>"
        )

    def signature_on(self, text: str, target: str) -> str:
        """The text with one signature in its place."""
        if self.hand is not None:
            return by_hand(text, target, key(self.key), **self.hand)
        return sign(text, target, self.key, self.tool, self.c14n)

    def xml(self) -> str:
        """The signed message: the assertion first, as what is around it covers its signature."""
        text = self.draft()
        if "assertion" in self.signed and not self.encrypt:
            text = self.signature_on(text, self.assertion_id)
        if "response" in self.signed:
            text = self.signature_on(text, self.response_id)
        return text

    def draft_with(self, prefixes: dict[str, str]) -> str:
        """The signed message with other prefixes in the place of ours."""
        text = self.draft()
        for ours, theirs in prefixes.items():
            for old, new in (
                (f"<{ours}:", f"<{theirs}:"),
                (f"</{ours}:", f"</{theirs}:"),
                (f"xmlns:{ours}=", f"xmlns:{theirs}="),
            ):
                text = text.replace(old, new)
        return self.signature_on(text, self.assertion_id)
