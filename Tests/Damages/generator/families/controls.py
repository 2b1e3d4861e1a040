"""Honest messages, and changes that no signature sees. No cause must be named for them."""

import base64
import codecs
import json
import re
from urllib.parse import quote

from lxml import etree

from generator.corpus import Family
from generator.families.structure import DECLARED_XS
from generator.messages import ORIGINALS
from generator.settings import instant
from generator.tools import chromium, library, program


def reordered(text: str) -> str:
    """The attributes of each tag the other way round."""

    def turned(match: re.Match) -> str:
        return match[1] + "".join(reversed(re.findall(r' [\w:]+="[^"]*"', match[2]))) + match[3]

    return re.sub(r'(<[\w:]+)((?: [\w:]+="[^"]*")+)(/?>)', turned, text)


def family() -> Family:
    cases = Family("controls")
    for name in ORIGINALS:
        cases.honest(name, name, ORIGINALS[name])
    cases.by_tool(
        "control-ascii-references",
        "rich-xmlsec1",
        library("lxml", "6.1.3", lambda data: etree.tostring(etree.fromstring(data)), "tostring"),
    )
    cases.by_tool("control-inclusive-form", "rich-signxml", program("xmllint", "--c14n", "-"))
    cases.by_tool("control-xmlserializer", "pretty-xmlsec1", chromium("XMLSerializer"))
    cases.by_tool(
        "control-utf16",
        "line-signxml",
        library("lxml", "6.1.3", lambda data: etree.tostring(etree.fromstring(data), encoding="UTF-16"), "UTF-16"),
    )
    cases.by_hand("control-attributes-reordered", "line-xmlsec1", reordered, "an XML library with its own order")
    cases.by_hand("control-single-quotes", "line-signxml", lambda text: text.replace('"', "'"), "an XML library")
    cases.by_hand(
        "control-empty-elements",
        "line-xmlsec1",
        lambda text: re.sub(r"<([\w:]+)([^<>]*)/>", r"<\1\2></\1>", text),
        "an XML library",
    )
    cases.by_hand("control-mark", "line-signxml", lambda text: codecs.BOM_UTF8 + text.encode(), "an editor on Windows")
    cases.by_hand("control-crlf", "pretty-xmlsec1", lambda text: text.replace("\n", "\r\n"), "a transfer to Windows")
    cases.by_hand(
        "control-unused-namespace-dropped", "line-xmlsec1", lambda text: text.replace(DECLARED_XS, ""), "an XML library"
    )
    cases.by_hand("control-base64-76", "line-xmlsec1", lambda text: base64.encodebytes(text.encode()), "a mail program")
    cases.by_hand(
        "control-form",
        "rich-signxml",
        lambda text: "SAMLResponse=" + quote(base64.b64encode(text.encode()), safe=""),
        "a browser",
    )
    cases.by_hand("control-json", "rich-xmlsec1", lambda text: json.dumps({"message": text}) + "\n", "a log in JSON")
    cases.honest("control-clock-40-s-fast", "two-signxml", ORIGINALS["two-signxml"], now=instant(-40))
    return cases
