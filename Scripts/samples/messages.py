"""What a response says, and its elements, before anything is signed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from samples.attributes import Attributes, attribute_statement
from samples.markup import Element, Markup, render
from samples.settings import BEARER, CONSUMER, NOW, PASSWORD, PERSISTENT, SP, STATUS, entity
from samples.signing import placeholder
from samples.style import Style


@dataclass(frozen=True)
class Message:
    """What a response says, however it is written."""

    issuer: str
    response_id: str
    assertion_id: str
    attributes: Attributes
    name_id: str
    in_response_to: str
    issued: datetime = NOW - timedelta(seconds=3)
    not_before: datetime = NOW - timedelta(seconds=30)
    not_on_or_after: datetime = NOW + timedelta(minutes=10)
    name_format: str = PERSISTENT
    audience: str = SP
    authenticated_at: datetime | None = None
    failed: bool = False


def response(message: Message, style: Style, signed: set[str], encrypted: bool = False) -> Element:
    """A samlp:Response, with the places of its signatures marked."""
    schema = ("saml", "xs", "xsi") if style.schema_prefixes_on == "Response" else ("saml",)
    body = () if message.failed else (assertion(message, style, signed, encrypted),)
    signature = (placeholder(message.response_id),) if "Response" in signed else ()
    return Element(
        "samlp:Response",
        Element("saml:Issuer", entity(message.issuer)),
        *signature,
        failure() if message.failed else success(),
        *body,
        # A make that uses default namespaces binds each where it is needed, not on the root.
        declares=tuple(name for name in schema if style.prefix(name)),
        ID=message.response_id,
        Version="2.0",
        IssueInstant=style.instant(message.issued),
        Destination=CONSUMER,
        InResponseTo=message.in_response_to,
    )


def success() -> Element:
    """The samlp:Status of an answer."""
    return Element("samlp:Status", Element("samlp:StatusCode", Value=STATUS + "Success"))


def failure() -> Element:
    """The samlp:Status of an authentication that failed."""
    second = Element("samlp:StatusCode", Value=STATUS + "AuthnFailed")
    return Element(
        "samlp:Status",
        Element("samlp:StatusCode", second, Value=STATUS + "Responder"),
        Element("samlp:StatusMessage", "The subscriber could not be authenticated."),
    )


def assertion(message: Message, style: Style, signed: set[str], encrypted: bool) -> Element:
    """The saml:Assertion; one that is to be encrypted declares every prefix it uses, so that it can
    be read on its own after decryption."""
    signature = (placeholder(message.assertion_id),) if "Assertion" in signed else ()
    statement = () if message.authenticated_at is None else (authn_statement(message, style),)
    on_its_own = encrypted or style.schema_prefixes_on == "Assertion"
    element = Element(
        "saml:Assertion",
        Element("saml:Issuer", entity(message.issuer)),
        *signature,
        subject(message, style),
        conditions(message, style),
        *statement,
        attribute_statement(message.attributes, style),
        declares=("xs", "xsi") if on_its_own else (),
        ID=message.assertion_id,
        Version="2.0",
        IssueInstant=style.instant(message.issued),
    )
    if not encrypted:
        return element
    return Element("saml:EncryptedAssertion", Markup(render(element, style)))


def subject(message: Message, style: Style) -> Element:
    """The saml:Subject with a bearer confirmation."""
    data = Element(
        "saml:SubjectConfirmationData",
        InResponseTo=message.in_response_to,
        NotOnOrAfter=style.instant(message.not_on_or_after),
        Recipient=CONSUMER,
    )
    return Element(
        "saml:Subject",
        name_id(message.name_id, message.name_format),
        Element("saml:SubjectConfirmation", data, Method=BEARER),
    )


def name_id(value: str, name_format: str) -> Element:
    """The saml:NameID."""
    return Element("saml:NameID", value, Format=name_format, SPNameQualifier=SP)


def conditions(message: Message, style: Style) -> Element:
    """The saml:Conditions: from when until when, and for whom."""
    audience = Element("saml:Audience", message.audience)
    return Element(
        "saml:Conditions",
        Element("saml:AudienceRestriction", audience),
        NotBefore=style.instant(message.not_before),
        NotOnOrAfter=style.instant(message.not_on_or_after),
    )


def authn_statement(message: Message, style: Style) -> Element:
    """A statement about the sign-on, which few attribute-query answers carry."""
    return Element(
        "saml:AuthnStatement",
        Element("saml:AuthnContext", Element("saml:AuthnContextClassRef", PASSWORD)),
        AuthnInstant=style.instant(message.authenticated_at),
        SessionIndex=message.assertion_id.replace("_", "_s", 1),
    )
