"""Escapes of HTML, JSON, CSV and spreadsheets, applied once too often or taken away once too often."""

import base64
import csv
import html
import io
import json
import re
from urllib.parse import quote, unquote_plus

from generator.corpus import Family
from generator.tools import chromium, library, program, python

TEXT = re.compile(r"(?<=>)[^<]+(?=<)")
PHP = "echo {}(stream_get_contents(STDIN), ENT_QUOTES | ENT_HTML401);"


def in_texts(text: str, change) -> str:
    """The text with each text between tags changed."""
    return TEXT.sub(lambda match: change(match[0]), text)


def csv_field(text: str) -> str:
    """The field of a row, with its quotes."""
    row = io.StringIO()
    csv.writer(row).writerow(["2026-03-01", text, "denied"])
    return row.getvalue()[11:-9]


def in_workbook(data: bytes) -> bytes:
    """The text as a workbook stores it."""
    from openpyxl.utils.escape import escape

    return escape(data.decode()).encode()


def in_json(text: str) -> str:
    """The inside of a JSON string in a JSON string, four deep."""
    for _ in range(4):
        text = json.dumps(text)[1:-1]
    return text


def family() -> Family:
    cases = Family("escaping")
    cases.by_tool("html", "line-xmlsec1", program("php", "-r", PHP.format("htmlspecialchars")))
    cases.by_hand("html-twice", "line-signxml", lambda text: html.escape(html.escape(text)), "two templates")
    cases.by_hand("html-rich", "rich-signxml", html.escape, "a page that shows the message")
    cases.by_hand(
        "ampersands-twice", "rich-xmlsec1", lambda text: in_texts(text, html.escape), "a template that escapes again"
    )
    cases.by_hand(
        "ampersands-twice-signxml",
        "rich-signxml",
        lambda text: text.replace("&", "&amp;"),
        "a template that escapes again",
    )
    cases.by_hand("entities-decoded", "rich-xmlsec1", html.unescape, "a template that decodes entities")
    cases.by_hand(
        "ampersand-decoded", "rich-signxml", lambda text: text.replace("&amp;", "&"), "a template that decodes entities"
    )
    entities = "$t = stream_get_contents(STDIN); echo preg_replace_callback('/>[^<]+</', {}, $t);"
    function = "fn($m) => '>' . htmlentities(htmlspecialchars_decode(substr($m[0], 1, -1))) . '<'"
    cases.by_tool("named-entities", "rich-xmlsec1", program("php", "-r", entities.format(function)))
    cases.by_tool("parsed-as-html", "line-xmlsec1", chromium("innerHTML"))
    cases.by_tool("parsed-as-html-pretty", "pretty-xmlsec1", chromium("innerHTML"))
    cases.by_hand("json", "pretty-xmlsec1", lambda text: json.dumps(text)[1:-1], "a JSON log without its quotes")
    cases.by_tool("json-jq-twice", "line-signxml", program("jq", "-Rs", "tojson | tojson"))
    cases.by_hand("json-four-times", "pretty-xmlsec1", in_json, "four loggers, one around the other")
    cases.by_hand(
        "json-php",
        "rich-signxml",
        lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
        "PHP's json_encode without its quotes",
    )
    cases.by_hand(
        "json-html-safe",
        "line-signxml",
        lambda text: json.dumps(text)[1:-1].translate({60: "\\u003c", 62: "\\u003e", 38: "\\u0026"}),
        "Go's encoding/json without its quotes",
    )
    cases.by_hand(
        "backslashes-interpreted",
        "rich-xmlsec1",
        lambda text: text.replace("\\n", "\n").replace("\\t", "\t"),
        "a shell's echo -e",
    )
    cases.by_hand("csv-quotes", "line-xmlsec1", csv_field, "a spreadsheet's CSV, the field cut out with its quotes")
    cases.by_hand(
        "csv-quotes-doubled",
        "rich-signxml",
        lambda text: csv_field(text)[1:-1],
        "a spreadsheet's CSV, without outer quotes",
    )
    cases.by_hand(
        "quotes-backslashed", "line-signxml", lambda text: text.replace('"', '\\"'), "a database's string literal"
    )
    cases.by_hand(
        "excel-apostrophe",
        "line-xmlsec1",
        lambda text: "'" + base64.b64encode(text.encode()).decode(),
        "a spreadsheet's mark for text, in Base64",
    )
    cases.by_tool("excel-controls", "crlf-signxml", library("openpyxl", "3.1.5", in_workbook, "escape"))
    plus = "from urllib.parse import unquote_plus; data = unquote_plus(data.decode()).encode()"
    cases.by_tool("plus-to-space", "line-xmlsec1", python(plus, "urllib.parse.unquote_plus"))
    cases.by_hand("plus-to-space-signxml", "tabs-signxml", unquote_plus, "a form decoder, on XML that was no form")
    cases.by_hand(
        "texts-percent-encoded",
        "rich-xmlsec1",
        lambda text: in_texts(text, lambda value: quote(value, safe="/:=+ &;@,'\"()!*")),
        "a template that encodes values for an address",
    )
    return cases
