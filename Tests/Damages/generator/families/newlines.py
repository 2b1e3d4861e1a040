"""Line ends: doubled, removed, replaced, escaped."""

import re

from generator.corpus import Family
from generator.tools import chromium, program, python

TEXT_MODE = """
import io
file = io.BytesIO()
writer = io.TextIOWrapper(file, "utf-8", newline="\\r\\n")
writer.write(data.decode())
writer.flush()
data = file.getvalue()
"""


def family() -> Family:
    cases = Family("newlines")
    cases.by_tool("cr-cr-lf", "crlf-signxml", python(TEXT_MODE, "io.TextIOWrapper with CR LF"))
    cases.by_hand(
        "cr-cr-lf-xmlsec1", "pretty-xmlsec1", lambda text: text.replace("\n", "\r\r\n"), "two conversions to CR LF"
    )
    cases.by_tool("blank-lines", "pretty-xmlsec1", program("sed", "G"))
    cases.by_tool("newlines-removed", "pretty-xmlsec1", program("tr", "-d", r"\n"))
    cases.by_tool("newlines-removed-crlf", "crlf-signxml", program("tr", "-d", r"\r\n"))
    cases.by_tool("newlines-removed-input", "tabs-signxml", chromium("input value"))
    cases.by_tool("newlines-removed-irregular", "irregular-xmlsec1", program("tr", "-d", r"\n"))
    cases.by_tool("newlines-to-spaces", "pretty-xmlsec1", program("tr", r"\n", " "))
    cases.by_tool("newlines-to-spaces-signxml", "rich-signxml", program("tr", r"\n", " "))
    cases.by_hand(
        "newlines-to-nel", "pretty-xmlsec1", lambda text: text.replace("\n", "\x85"), "a transfer from a mainframe"
    )
    cases.by_hand(
        "newlines-to-line-separators",
        "tabs-signxml",
        lambda text: text.replace("\n", "\u2028"),
        "a rich-text editor (U+2028)",
    )
    cases.by_hand("newlines-escaped", "pretty-xmlsec1", lambda text: text.replace("\n", "\\n"), "a log formatter")
    cases.by_hand(
        "newlines-escaped-crlf", "crlf-signxml", lambda text: text.replace("\r\n", "\\r\\n"), "a log formatter"
    )
    cases.by_hand(
        "returns-escaped", "pretty-xmlsec1", lambda text: text.replace("\n", "&#13;\n"), "Java's serializer, on CR LF"
    )
    cases.by_hand(
        "returns-excel", "crlf-signxml", lambda text: text.replace("\r", "_x000D_"), "SpreadsheetML's escape for CR"
    )
    minidom = "from xml.dom import minidom; data = minidom.parseString(data).toxml().encode()"
    cases.by_tool("returns-lost-minidom", "returns-xmlsec1", python(minidom, "xml.dom.minidom toxml"))
    cases.by_hand(
        "returns-lost", "returns-xmlsec1", lambda text: text.replace("&#13;", ""), "a filter for control codes"
    )
    cases.by_hand("collapsed", "pretty-xmlsec1", lambda text: re.sub(r"\s+", " ", text), "a rule for white space")
    cases.by_tool("collapsed-inner-text", "tabs-signxml", chromium("innerText"))
    cases.by_hand(
        "indentation-lost",
        "pretty-xmlsec1",
        lambda text: "\n".join(line.strip() for line in text.splitlines()),
        "a reader that trims lines",
    )
    cases.by_hand(
        "indentation-lost-irregular",
        "irregular-xmlsec1",
        lambda text: "\n".join(line.strip() for line in text.splitlines()),
        "a reader that trims lines",
    )
    cases.by_tool("tabs-expanded", "tabs-signxml", program("expand", "-t", "4"))
    return cases
