"""Markup that a program reads and writes again in another form: prefixes, declarations, types, cuts."""

import re

from lxml import etree

from generator.corpus import Family
from generator.settings import DS, SAML, XS
from generator.tools import library, program, python

ELEMENT_TREE = "from xml.etree import ElementTree; data = ElementTree.tostring(ElementTree.fromstring(data), 'utf-8')"
DECLARED_XS = f' xmlns:xs="{XS}"'


def renamed(text: str, **prefixes: str) -> str:
    """The message with other prefixes; an empty one makes the namespace the default."""
    for old, new in prefixes.items():
        start = f"{new}:" if new else ""
        text = re.sub(f"(</?){old}:", lambda match: match[1] + start, text)
        text = text.replace(f"xmlns:{old}=", f"xmlns:{new}=" if new else "xmlns=")
    return text


def cleaned(data: bytes) -> bytes:
    """The message without the declarations that no name uses."""
    root = etree.fromstring(data)
    etree.cleanup_namespaces(root)
    return etree.tostring(root, encoding="UTF-8")


def cut_out(text: str) -> str:
    """The characters of the assertion alone."""
    return re.search("<saml:Assertion.*</saml:Assertion>", text, re.DOTALL)[0]


def declared_cut_out(text: str) -> str:
    """The characters of the assertion, with the declaration of its own prefix."""
    return cut_out(text).replace("<saml:Assertion", f'<saml:Assertion xmlns:saml="{SAML}"', 1)


def in_envelope(text: str) -> str:
    """The message in a SOAP envelope that declares more namespaces."""
    soap = "http://schemas.xmlsoap.org/soap/envelope/"
    return f'<S:Envelope xmlns:S="{soap}" xmlns:w="urn:example:wrapper"><S:Body>{text}</S:Body></S:Envelope>'


def without_signature(text: str) -> str:
    """The message without its signature."""
    return re.sub("<ds:Signature .*</ds:Signature>", "", text, flags=re.DOTALL)


def sorted_attributes(text: str) -> str:
    """The message with its attributes in the order of their names."""
    found = re.findall("<saml:Attribute .*?</saml:Attribute>", text)
    return text.replace("".join(found), "".join(sorted(found)))


def family() -> Family:
    cases = Family("structure")
    for start in ("line-xmlsec1", "rich-signxml"):
        cases.by_tool(f"prefixes-numbered-{start}", start, python(ELEMENT_TREE, "xml.etree.ElementTree"))
    cases.by_hand(
        "prefixes-saml2",
        "line-signxml",
        lambda text: renamed(text, samlp="saml2p", saml="saml2"),
        "a gateway that writes the prefixes of OpenSAML",
    )
    cases.by_hand(
        "prefixes-default-signature", "pretty-xmlsec1", lambda text: renamed(text, ds=""), "a gateway without ds:"
    )
    cases.by_hand(
        "prefixes-default-assertion", "line-xmlsec1", lambda text: renamed(text, saml=""), "a mapper without saml:"
    )
    cases.by_hand(
        "types-dropped",
        "line-xmlsec1",
        lambda text: text.replace(' xsi:type="xs:string"', ""),
        "a mapper that keeps no xsi:type",
    )
    cases.by_hand(
        "types-dropped-signxml",
        "rich-signxml",
        lambda text: text.replace(' xsi:type="xs:string"', ""),
        "a mapper that keeps no xsi:type",
    )
    cases.by_hand(
        "types-prefixed-xsd",
        "line-signxml",
        lambda text: text.replace('"xs:string"', '"xsd:string"').replace("xmlns:xs=", "xmlns:xsd="),
        "a mapper that writes xsd:",
    )
    cases.by_tool(
        "unused-namespaces-dropped", "inclusive-xmlsec1", library("lxml", "6.1.3", cleaned, "cleanup_namespaces")
    )
    cases.by_hand(
        "listed-namespace-dropped", "prefix-list-xmlsec1", lambda text: text.replace(DECLARED_XS, ""), "a serializer"
    )
    cases.by_tool("exclusive-form", "inclusive-signxml", program("xmllint", "--exc-c14n", "-"))
    cases.by_hand(
        "declaration-added",
        "inclusive-xmlsec1",
        lambda text: text.replace("<saml:Assertion", f'<saml:Assertion xmlns:ns2="{DS}"', 1),
        "a binding that declares all namespaces",
    )
    cases.by_hand("enveloped", "inclusive-signxml", in_envelope, "a SOAP gateway")
    cases.by_hand(
        "assertion-cut-out-inclusive", "inclusive-xmlsec1", declared_cut_out, "a program that forwards assertions"
    )
    cases.by_hand("assertion-cut-out", "line-signxml", declared_cut_out, "a program that forwards assertions")
    cases.by_hand("assertion-cut-out-undeclared", "line-xmlsec1", cut_out, "a search for text")
    cases.by_hand(
        "assertion-cut-out-unsigned", "response-signxml", declared_cut_out, "a program that forwards assertions"
    )
    cases.by_hand(
        "response-tag-damaged",
        "line-signxml",
        lambda text: text.replace(assertion := cut_out(text), declared_cut_out(assertion))[1:],
        "a copy that misses the first character",
    )
    cases.by_hand("signature-removed", "pretty-xmlsec1", without_signature, "a program that strips signatures")
    cases.by_hand("attributes-sorted", "line-xmlsec1", sorted_attributes, "a gateway that sorts attributes by name")
    cases.by_hand(
        "name-format-added",
        "line-signxml",
        lambda text: text.replace(
            "<saml:Attribute ",
            '<saml:Attribute NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified" ',
        ),
        "a validating reader that adds defaults",
    )
    cases.by_hand("lower-cased", "line-xmlsec1", str.lower, "a program that lower-cases what it logs")
    cases.by_hand(
        "doctype-added",
        "response-signxml",
        lambda text: text.replace("<saml:Assertion", "<!DOCTYPE Response><saml:Assertion"),
        "a template that adds a document type in the wrong place",
    )
    cases.by_hand(
        "declaration-inside",
        "line-signxml",
        lambda text: '<?xml version="1.0"?>\n<log>' + '<?xml version="1.0"?>' + text + "</log>",
        "a log that embeds whole documents",
    )
    cases.by_hand(
        "response-emptied",
        "line-xmlsec1",
        lambda text: re.sub(
            "<saml:AttributeStatement>.*</saml:AttributeStatement>", "<saml:AttributeStatement/>", text
        ),
        "a filter that releases no attributes",
    )
    return cases
