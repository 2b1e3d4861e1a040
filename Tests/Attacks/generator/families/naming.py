"""Attributes under names that look like others: FriendlyName, the pseudo-name NameID, and names with tricks."""

from generator.encrypting import encrypted
from generator.messages import Message, attribute, confirmation
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import ALICE, SAML, URI, VALUE

MISSING = ("attributes.missing", "attributes.ambiguous")
OID = "urn:oid:0.9.2342.19200300.100.1.1"


def families(trust: Trust) -> list[Family]:
    trust.option_set("sso-uid", profile="web-sso", **trust.usual, require=["uid"])
    trust.option_set("sso-name", profile="web-sso", **trust.usual, require=["NameID"])
    trust.option_set("query-name", profile="attribute-query", **trust.usual, require=["NameID", "uid"])
    family = Family("attribute-names", "sso-uid")

    def message(name: str, *attributes: str, **changes) -> str:
        tool = "signxml" if len(family.rows) % 2 else "xmlsec1"
        return Message(f"naming {name}", tool=tool, attributes="".join(attributes), **changes).xml()

    def reads(name, title, text, values, name_id=ALICE, **others):
        family.add(name, title, text, "accepted", "saml", (), values=values, name_id=name_id, **others)

    def case(name, title, text, reasons=MISSING, **others):
        family.add(name, title, text, others.pop("outcome", "rejected"), "saml", reasons, **others)

    uid = attribute("uid", "alice")
    reads(
        "friendly-beside-name",
        "Another attribute's FriendlyName is the required name.",
        message("friendly", uid, attribute("urn:evil", VALUE, friendly="uid")),
        {"uid": ["alice"]},
    )
    reads(
        "friendly-before-name",
        "The same with the other attribute first.",
        message("friendly first", attribute("urn:evil", VALUE, friendly="uid"), uid),
        {"uid": ["alice"]},
    )
    family.add(
        "two-friendly",
        "Two attributes of different names have the required FriendlyName; they are never one.",
        message(
            "two friendly",
            attribute(OID, "alice", form=URI, friendly="uid"),
            attribute("urn:evil", VALUE, friendly="uid"),
        ),
        "any",
        "saml",
        MISSING,
    )
    family.add(
        "three-friendly",
        "The same across two statements.",
        Message(
            "naming three",
            statements=(
                f"<saml:AttributeStatement>{attribute(OID, 'alice', form=URI, friendly='uid')}</saml:AttributeStatement>"
                f"<saml:AttributeStatement>{attribute('urn:evil', VALUE, friendly='uid')}</saml:AttributeStatement>"
            ),
        ).xml(),
        "any",
        "saml",
        MISSING,
    )
    reads(
        "name-id-attribute",
        "An attribute is called NameID.",
        message("nameid", attribute("NameID", VALUE), uid),
        {"NameID": [ALICE]},
        options="sso-name",
    )
    reads(
        "name-id-friendly",
        "An attribute's FriendlyName is NameID.",
        message("nameid friendly", attribute("urn:evil", VALUE, friendly="NameID"), uid),
        {"NameID": [ALICE]},
        options="sso-name",
    )
    reads(
        "name-id-both",
        "Name and FriendlyName of an attribute are NameID.",
        message("nameid both", attribute("NameID", VALUE, friendly="NameID"), uid),
        {"NameID": [ALICE], "uid": ["alice"]},
        options="query-name",
    )
    no_name = f"<saml:Subject>{confirmation()}</saml:Subject>"
    case(
        "name-id-without-subject",
        "An attribute is called NameID and the subject has none.",
        message("no subject", attribute("NameID", VALUE), uid, subject=no_name),
        options="sso-name",
    )
    hidden = f"<saml:Subject>{encrypted('ID', f'<saml:NameID xmlns:saml={chr(34)}{SAML}{chr(34)}>x</saml:NameID>', 'naming hidden')}{confirmation()}</saml:Subject>"
    case(
        "name-id-with-encrypted-subject",
        "An attribute is called NameID and the subject's is encrypted.",
        message("encrypted", attribute("NameID", VALUE), uid, subject=hidden),
        ("encryption.noDecryptionKey", *MISSING),
        options="sso-name",
    )
    for name, spelling, what in (
        ("trailing-space", "uid ", "a space after it"),
        ("capitals", "UID", "capitals"),
        ("zero-width", "ui\u200bd", "a zero-width space"),
        ("cyrillic", "u\u0456d", "a Cyrillic letter"),
        ("reference", "uid&#9;", "a tab"),
        ("combining", "ui\u0307d", "a combining dot"),
    ):
        case(
            name,
            f"The only attribute has the required name with {what}.",
            message(name, attribute(spelling, VALUE)),
            planted=(),
        )
    case(
        "in-advice",
        "The required attribute stands in the advice only.",
        message(
            "advice",
            attribute("role", "member"),
            advice=(
                "<saml:Advice>"
                + Message("naming advised", signed=(), attributes=attribute("uid", VALUE)).assertion()
                + "</saml:Advice>"
            ),
        ),
    )
    case(
        "in-extension",
        "The required name stands in an extension attribute of another.",
        message(
            "extension",
            (
                '<saml:Attribute Name="role" xmlns:x="urn:x" x:Name="uid"><saml:AttributeValue>'
                + VALUE
                + "</saml:AttributeValue></saml:Attribute>"
            ),
        ),
    )
    case(
        "nested",
        "The required attribute stands inside a value of another.",
        message(
            "nested",
            attribute(
                "role", '<saml:Attribute Name="uid"><saml:AttributeValue>x</saml:AttributeValue></saml:Attribute>'
            ),
        ),
        planted=(),
    )
    case(
        "no-name",
        "An attribute has a FriendlyName and no Name.",
        message(
            "no name",
            (f'<saml:Attribute FriendlyName="uid"><saml:AttributeValue>{VALUE}</saml:AttributeValue></saml:Attribute>'),
        ),
        ("saml.missingAttribute",),
        outcome="malformed",
    )
    family.control("name", "The required attribute under its name.", message("control", uid))
    family.control(
        "friendly",
        "The required attribute under its FriendlyName.",
        message("control friendly", attribute(OID, "alice", form=URI, friendly="uid")),
    )
    family.control(
        "two-statements",
        "One name in two statements: its values belong together.",
        Message(
            "naming control two",
            statements=(
                f"<saml:AttributeStatement>{uid}</saml:AttributeStatement><saml:AttributeStatement>{attribute('uid', 'alice2')}</saml:AttributeStatement>"
            ),
        ).xml(),
        {"uid": ["alice", "alice2"]},
    )
    family.control(
        "name-id",
        "The subject's identifier by its pseudo-name.",
        message("control name id", uid),
        {"NameID": [ALICE]},
        options="sso-name",
    )
    return [family]
