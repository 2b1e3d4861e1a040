"""Messages that are cheap to send and dear to read: errors by the thousand, and shapes that make work grow faster
than the message. They are as small as shows it, and written as a recipe: pieces, each with its count."""

import base64

from generator.families.transport import deflated
from generator.messages import Message
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import DS, EXCLUSIVE, INCLUSIVE, SAMLP

COUNT = 60_000
# A parser that stops at the first error says one of these.
PARSE = ("xml.",)
ROOT = f'<r xmlns="{SAMLP}">'


def families(trust: Trust) -> list[Family]:
    return [floods(), shapes()]


def floods() -> Family:
    """Every piece is another error."""
    family = Family("floods")

    def case(name, title, *pieces, reasons=PARSE, outcome="malformed", layer="parse"):
        family.add(
            name,
            title,
            [list(piece) if isinstance(piece, tuple) else [piece, 1] for piece in pieces],
            outcome,
            layer,
            reasons,
            planted=(),
        )

    case("dashes", "A comment of dashes.", "<r><!--", ("-", COUNT))
    case("comments", "Comments with two dashes inside.", "<r>", ("<!-- -- -->", COUNT // 10), "</r>")
    case("instructions", "Processing instructions without an end.", "<r>", ("<?x ", COUNT // 4))
    case("cdata-ends", "The end of CDATA again and again.", "<r>", ("]]>", COUNT // 3), "</r>")
    case("characters", "Characters that XML does not have.", "<r>", ("\x01", COUNT), "</r>")
    case("references", "References to characters that XML does not have.", "<r>", ("&#0;", COUNT // 4), "</r>")
    case("entities", "Entities that nobody declared.", "<r>", ("&e;", COUNT // 3), "</r>")
    case("ampersands", "Ampersands alone.", "<r>", ("&", COUNT), "</r>")
    case("prefixes", "Prefixes that nobody declared.", "<r>", ("<p:a/>", COUNT // 6), "</r>")
    case("attributes", "One attribute many times.", "<r ", ('a="" ', COUNT // 5), "/>")
    case(
        "attribute-less-than",
        "A less-than sign in an attribute's value, many times.",
        "<r>",
        ('<a b="<"/>', COUNT // 10),
        "</r>",
    )
    case("unclosed", "Elements that do not end.", ("<a>", COUNT // 3))
    case("ends", "End tags without a beginning.", "<r>", ("</a>", COUNT // 4))
    case("declarations", "Prefixes bound to nothing.", "<r ", ('xmlns:a="" ', COUNT // 11), "/>")
    case("relative-namespaces", "Namespaces that are no URIs.", "<r>", ('<a xmlns="&lt;"/>', COUNT // 17), "</r>")
    case("long-name", "One long name.", "<", ("n", COUNT), "/>")
    case("long-attribute", "One long attribute name without a value.", "<r ", ("n", COUNT), "/>")
    case(
        "xml-declarations",
        "XML declarations inside the document.",
        "<r>",
        ("<?xml version='1.0'?>", COUNT // 21),
        "</r>",
    )
    case("after-root", "Elements after the root.", ("<a/>", COUNT // 4))
    packed = base64.b64encode(deflated(b"<r><!--" + b"-" * COUNT)).decode()
    family.add("packed", "A comment of dashes, packed by DEFLATE.", packed, "malformed", "parse", PARSE, planted=())
    long_comment = "<!--" + "x" * 50_000 + "-->"
    family.control(
        "long-comment",
        "A long comment that is no error.",
        Message("flood control", root_attributes="")
        .xml()
        .replace("<samlp:Status>", long_comment + "<samlp:Status>", 1),
    )
    family.control(
        "many-instructions",
        "Many processing instructions that are no errors.",
        Message("flood control 2", tool="signxml")
        .xml()
        .replace("<samlp:Status>", "<?x y?>" * 2000 + "<samlp:Status>", 1),
    )
    return family


def shapes() -> Family:
    """Well-formed, and work for whoever canonicalizes, looks names up or copies."""
    family = Family("shapes")

    def signature(method: str, prefixes: str = "") -> str:
        listed = f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="{prefixes}"/>' if prefixes else ""
        return (
            f'<ds:Signature xmlns:ds="{DS}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="{method}">{listed}</ds:CanonicalizationMethod>'
            '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#x"><ds:Transforms>'
            f'<ds:Transform Algorithm="{DS}enveloped-signature"/><ds:Transform Algorithm="{method}">{listed}</ds:Transform></ds:Transforms>'
            '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>'
            "</ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>"
        )

    issuer = '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://one.example/idp</saml:Issuer>'

    def response(name: str, declarations: str, inside: str, method: str = INCLUSIVE, prefixes: str = "") -> str:
        return (
            f'<samlp:Response xmlns:samlp="{SAMLP}" ID="x" Version="2.0"{declarations}>{issuer}{signature(method, prefixes)}'
            f"<samlp:Extensions>{inside}</samlp:Extensions></samlp:Response>"
        )

    def case(name, title, text, outcome="rejected", layer="dsig", reasons=("signature.",)):
        family.add(name, title, text, outcome, layer, reasons, planted=())

    many = "".join(f' xmlns:n{i}="urn:{i}"' for i in range(700))
    case(
        "namespaces",
        "Hundreds of namespaces in scope and inclusive canonicalization.",
        response("a", many, "<a xmlns=''/>" * 3000),
        outcome="malformed",
        layer="parse",
        reasons=PARSE,
    )
    few = "".join(f' xmlns:n{i}="urn:{i}"' for i in range(60))
    case(
        "namespaces-within-limits",
        "As many namespaces as are allowed, on thousands of elements.",
        response("b", few, "<a xmlns=''/>" * 3000),
    )
    case(
        "prefix-list",
        "A PrefixList of a thousand prefixes.",
        response("c", few, "<a xmlns=''/>" * 1000, EXCLUSIVE, " ".join(f"n{i}" for i in range(1000))),
    )
    case(
        "attributes",
        "Thousands of attributes on one element.",
        response("d", "", "<a xmlns='' " + " ".join(f'a{i}=""' for i in range(5000)) + "/>"),
        outcome="malformed",
        layer="parse",
        reasons=PARSE,
    )
    case(
        "attributes-sorted",
        "Attributes in an order that makes sorting slow.",
        response("e", "", "<a xmlns='' " + " ".join(f'a{200 - i:03}=""' for i in range(200)) + "/>"),
        reasons=("signature.", "xml."),
        outcome="any",
    )
    case(
        "depth",
        "Thousands of elements inside each other.",
        response("f", "", "<a xmlns=''>" * 3000 + "</a>" * 3000),
        outcome="malformed",
        layer="parse",
        reasons=PARSE,
    )
    case(
        "long-name",
        "An element with a very long name, many times.",
        response("g", "", f"<{'n' * 20000} xmlns=''/>" * 3),
        outcome="malformed",
        layer="parse",
        reasons=PARSE,
    )
    case(
        "many-nodes",
        "Twenty thousand empty elements.",
        response("h", "", "<a xmlns=''/>" * 20000),
        reasons=("signature.", "xml."),
        outcome="any",
    )
    case(
        "many-signatures",
        "A thousand signatures in one response.",
        response("i", "", "").replace("<samlp:Extensions>", signature(EXCLUSIVE) * 1000 + "<samlp:Extensions>"),
        reasons=("signature.severalSignatures",),
    )
    case(
        "many-references",
        "A thousand references in one signature.",
        response("j", "", "").replace("</ds:SignedInfo>", '<ds:Reference URI="#x"/>' * 1000 + "</ds:SignedInfo>"),
        reasons=("signature.severalReferences",),
    )
    case(
        "many-transforms",
        "A thousand transforms in one reference.",
        response("k", "", "").replace(
            "</ds:Transforms>", f'<ds:Transform Algorithm="{INCLUSIVE}"/>' * 1000 + "</ds:Transforms>"
        ),
        reasons=("signature.transformNotAllowed",),
    )
    one = Message("shape assertion")
    case(
        "many-assertions",
        "Three hundred copies of one signed assertion.",
        one.draft().replace(one.assertion(), one.signature_on(one.assertion(), one.assertion_id) * 300),
        "malformed",
        "parse",
        ("xml.duplicateIdentifier",),
    )
    case(
        "values-by-prefix",
        "Thousands of XML values that each use a prefix from far around.",
        response("l", few, "".join(f"<n{i % 60}:v/>" for i in range(4000))),
    )
    for name, title, value in (
        ("dots", "A value of letters between dots.", "a." * 20_000),
        ("hyphens", "A value of letters between hyphens.", "a-" * 20_000),
        ("backslashes", "A value of backslashes.", "\\" * 40_000),
        ("percent-signs", "A value of percent signs in escapes.", "%25" * 14_000),
        ("base64", "A value of Base64.", "QUJD" * 10_000),
        ("two-bytes", "A value of characters of two bytes.", "é" * 20_000),
        ("four-bytes", "A value of characters of four bytes.", "𝄞" * 10_000),
    ):
        case(f"value-{name}", title, response(name, "", f"<a xmlns=''>{value}</a>"))
    deep = "n" * 200
    case(
        "children-of-long-names",
        "A hundred elements with long names inside each other, and thousands of children in the last.",
        response("m", "", f"<{deep} xmlns=''>" * 100 + "<b xmlns=''/>" * 3000 + f"</{deep}>" * 100),
    )
    case(
        "entities-in-values",
        "An entity that would double with each level.",
        "<!DOCTYPE r [" + "".join(f'<!ENTITY e{i + 1} "&e{i};&e{i};">' for i in range(30)) + "]><r>&e30;</r>",
        "malformed",
        "parse",
        ("xml.documentTypeDeclaration",),
    )
    family.control(
        "hundred-values",
        "A hundred values of one attribute.",
        Message(
            "shape control",
            attributes=(
                '<saml:Attribute Name="uid">'
                + "".join(f"<saml:AttributeValue>{i}</saml:AttributeValue>" for i in range(100))
                + "</saml:Attribute>"
            ),
        ).xml(),
        {"uid": [str(i) for i in range(100)]},
    )
    family.control(
        "deep-value",
        "A value that is fifty elements deep.",
        Message(
            "shape control 2",
            tool="signxml",
            attributes=(
                '<saml:Attribute Name="uid"><saml:AttributeValue>alice</saml:AttributeValue></saml:Attribute><saml:Attribute Name="t"><saml:AttributeValue>'
                + "<a xmlns=''>" * 50
                + "</a>" * 50
                + "</saml:AttributeValue></saml:Attribute>"
            ),
        ).xml(),
    )
    return family
