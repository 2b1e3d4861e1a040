"""Pretty-printers and serializers: they add or change the white space between tags."""

import re

from lxml import etree

from generator.corpus import Family
from generator.settings import DS, SAML, SAMLP, XS, XSI
from generator.tools import Tool, dotnet, java, library, program, python

PHP = (
    "$d = new DOMDocument(); $d->preserveWhiteSpace = false; $d->formatOutput = true; "
    "$d->loadXML(stream_get_contents(STDIN)); echo $d->saveXML();"
)
MINIDOM = "from xml.dom import minidom; data = minidom.parseString(data).toprettyxml(indent={!r}).encode()"
ELEMENT_TREE = f"""
import io
from xml.etree import ElementTree
for prefix, uri in {dict(samlp=SAMLP, saml=SAML, ds=DS, xs=XS, xsi=XSI)}.items():
    ElementTree.register_namespace(prefix, uri)
root = ElementTree.fromstring(data)
ElementTree.indent(root)
data = ElementTree.tostring(root, "utf-8")
"""


def lxml_pretty() -> Tool:
    """lxml's pretty_print, on a tree without blank text."""

    def run(data: bytes) -> bytes:
        root = etree.fromstring(data, etree.XMLParser(remove_blank_text=True))
        return etree.tostring(root, pretty_print=True, encoding="UTF-8")

    return library("lxml", "6.1.3", run, "pretty_print")


def irregular(text: str) -> str:
    """Line ends and margins between some tags only, as after editing by hand."""
    margins = iter(("\n", "\n   ", " ", "\n\t", "\n\n  ", "", "\n      ") * 20)
    return re.sub("><", lambda _: f">{next(margins)}<", text)


def family() -> Family:
    cases = Family("pretty")
    tools = {
        "xmllint": program("xmllint", "--format", "-"),
        "minidom": python(MINIDOM.format("\t"), "xml.dom.minidom toprettyxml"),
        "elementtree": python(ELEMENT_TREE, "xml.etree.ElementTree indent"),
        "lxml": lxml_pretty(),
        "tidy": program("tidy", "-q", "-xml", "-i", "-w", "0"),
        "tidy-wrapping": program("tidy", "-q", "-xml", "-i"),
        "java": java("Transformer"),
        "dotnet-xmldocument": dotnet("XmlDocument.Save"),
        "dotnet-xdocument": dotnet("XDocument.Save"),
        "php": program("php", "-r", PHP),
        "xmlstarlet-tabs": program("xmlstarlet", "fo", "-t"),
    }
    for at, (name, tool) in enumerate(tools.items()):
        cases.by_tool(f"pretty-{name}", "line-signxml" if at % 2 else "line-xmlsec1", tool)
    cases.by_tool("reindented-xmllint", "tabs-signxml", tools["xmllint"])
    cases.by_tool("reindented-php", "rich-signxml", program("php", "-r", PHP))
    cases.by_tool("reindented-xmlstarlet", "pretty-xmlsec1", program("xmlstarlet", "fo", "-s", "4"))
    cases.by_tool("reindented-irregular", "irregular-xmlsec1", tools["xmllint"])
    cases.by_tool("pretty-twice-minidom", "pretty-xmlsec1", tools["minidom"])
    cases.by_tool("pretty-twice-java", "crlf-signxml", tools["java"])
    cases.by_tool("pretty-response-lxml", "response-signxml", tools["lxml"])
    cases.by_tool("pretty-inclusive-xmllint", "inclusive-xmlsec1", tools["xmllint"])
    cases.by_tool("pretty-rich-xmldocument", "rich-xmlsec1", tools["dotnet-xmldocument"])
    cases.by_hand("pretty-irregular", "line-signxml", irregular, "an editor")
    return cases
