"""Namespaces: names that look alike, prefixes that are bound anew, and declarations that contradict each other."""

from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import ALICE, DS, NAME, SAML, SAMLP, VALUE

PARSE = ("xml.notNamespaceWellFormed", "xml.notWellFormed")
DIGEST = ("signature.digestMismatch",)


def families(trust: Trust) -> list[Family]:
    family = Family("namespaces")

    def text(name: str, **changes) -> str:
        return Message(f"namespace {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes).xml()

    def forged(name: str, namespace: str) -> str:
        """A forged, unsigned assertion in a namespace that looks like SAML's."""
        return (
            Message(f"namespace {name} forged", signed=(), name_id=NAME, attributes=attribute("uid", VALUE))
            .assertion()
            .replace(f'xmlns:saml="{SAML}"', f'xmlns:saml="{namespace}"')
        )

    def beside(name, title, namespace):
        genuine = text(name)
        changed = genuine.replace("<saml:Assertion ", forged(name, namespace) + "<saml:Assertion ", 1)
        family.add(name, title, changed, "malformed", "saml", ("saml.unexpectedElement", *PARSE))

    beside("slash", "A forged assertion whose namespace ends with a slash.", SAML + "/")
    beside("capitals", "A forged assertion whose namespace is in capitals.", SAML.upper())
    beside("saml-1", "A forged assertion in the namespace of SAML 1.1.", "urn:oasis:names:tc:SAML:1.0:assertion")
    beside("space", "A forged assertion whose namespace ends with a space.", SAML + " ")
    beside("protocol", "A forged assertion in the namespace of the protocol.", SAMLP)
    beside(
        "zero-width", "A forged assertion whose namespace has a zero-width space in it.", SAML.replace("tc", "tc\u200b")
    )

    def case(name, title, changed, reasons, outcome="rejected", layer="dsig", **others):
        family.add(name, title, changed, outcome, layer, reasons, **others)

    case(
        "no-namespace",
        "A forged assertion in no namespace at all.",
        text("none").replace(
            "<saml:Assertion ",
            forged("none", "urn:x").replace("saml:Assertion", "Assertion").replace("<saml:", "<saml:")
            + "<saml:Assertion ",
            1,
        ),
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
    )
    case(
        "signature-look-alike",
        "The Signature is in a namespace without the final hash.",
        text("dsig").replace(f'xmlns:ds="{DS}"', f'xmlns:ds="{DS[:-1]}"'),
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
    )
    case(
        "prefix-rebound",
        "The prefix saml means something else on one element of the signed assertion.",
        text("rebound").replace("<saml:AttributeStatement>", '<saml:AttributeStatement xmlns:saml="urn:evil">', 1),
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
    )
    case(
        "default-on-subject",
        "Another default namespace is declared on the signed Subject and used there.",
        text("default").replace("<saml:Subject>", '<saml:Subject xmlns="urn:evil"><Name/>', 1),
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
    )
    case(
        "default-in-value",
        "Another default namespace is declared in a signed value and used there.",
        text("value").replace(">alice<", '>alice<n xmlns="urn:evil"/><', 1),
        DIGEST,
    )
    case(
        "undeclared",
        "A prefix that nobody declares.",
        text("undeclared").replace("<saml:Subject>", "<sam:Subject>").replace("</saml:Subject>", "</sam:Subject>"),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "emptied",
        "A declaration takes the meaning of a prefix away.",
        text("emptied").replace("<saml:Subject>", '<saml:Subject xmlns:saml="">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "xml-prefix",
        "The prefix xml is bound to another namespace.",
        text("xml").replace("<samlp:Status>", '<samlp:Status xmlns:xml="urn:evil">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "xmlns-prefix",
        "The prefix xmlns is declared.",
        text("xmlns").replace("<samlp:Status>", '<samlp:Status xmlns:xmlns="urn:evil">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "xml-namespace",
        "Another prefix is bound to the namespace of xml.",
        text("xml2").replace("<samlp:Status>", '<samlp:Status xmlns:e="http://www.w3.org/XML/1998/namespace">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "same-attribute",
        "One attribute twice, under two prefixes of one namespace.",
        text("same").replace("<samlp:Status>", '<samlp:Status xmlns:a="urn:e" xmlns:b="urn:e" a:x="1" b:x="2">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "colons",
        "A name with two colons.",
        text("colons").replace("<samlp:Status>", '<samlp:Status xmlns:a="urn:e" a:b:c="1">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "repeated-declaration",
        "One prefix declared twice on one element.",
        text("repeated").replace("<samlp:Status>", '<samlp:Status xmlns:a="urn:e" xmlns:a="urn:f">', 1),
        PARSE,
        "malformed",
        "parse",
    )
    case(
        "qualified-name",
        "A forged saml:Name attribute beside the genuine Name.",
        text("qualified").replace('<saml:Attribute Name="role"', '<saml:Attribute saml:Name="uid" Name="role"', 1),
        DIGEST,
    )
    case(
        "signed-look-alike",
        "A trusted provider signs an assertion with a statement in a namespace that looks alike.",
        text(
            "signed-look-alike",
            assertion_extra=f'<x:AttributeStatement xmlns:x="{SAML}/"><x:Attribute Name="uid"/></x:AttributeStatement>',
        ),
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
        planted=(),
    )
    # Exclusive canonicalization signs no prefix that only values use: what a value's type means can be changed.
    family.add(
        "type-rebound",
        "The prefix xs, which only xsi:type uses, is bound anew; values stay what they are.",
        text(
            "type",
            attributes=attribute("uid", "alice").replace(
                "<saml:AttributeValue>", '<saml:AttributeValue xsi:type="xs:string">'
            ),
        ).replace('xmlns:xs="http://www.w3.org/2001/XMLSchema"', 'xmlns:xs="urn:evil"'),
        "accepted",
        "saml",
        (),
        values={"uid": ["alice"]},
        name_id=ALICE,
    )
    family.control(
        "other-prefixes",
        "The provider uses other prefixes.",
        Message("namespace control", hand={}).draft_with({"saml": "a", "samlp": "b"}),
    )
    family.control(
        "default",
        "The provider uses default namespaces inside the assertion.",
        Message(
            "namespace control 2",
            attributes=attribute("uid", "alice")
            + f'<Attribute xmlns="{SAML}" Name="x"><AttributeValue>y</AttributeValue></Attribute>',
        ).xml(),
        {"uid": ["alice"], "x": ["y"]},
    )
    family.control(
        "unused",
        "A dozen unused namespaces are declared on the response.",
        text("unused", root_attributes="".join(f' xmlns:n{i}="urn:n{i}"' for i in range(12))),
    )
    return [family]
