"""Wrapped lines and margins: terminals, logs and mail, around XML and around Base64."""

import base64
import re

from generator.corpus import Family
from generator.tools import library, program, python


def in_base64(text: str) -> str:
    """The message as it is posted."""
    return base64.b64encode(text.encode()).decode()


def encoded(data: bytes) -> bytes:
    """The message as it is posted, in bytes."""
    return base64.b64encode(data)


def in_lines(text: str, size: int, line_end: str) -> str:
    """The text in lines of that many characters."""
    return line_end.join(text[at : at + size] for at in range(0, len(text), size))


def highlighted(data: bytes) -> bytes:
    """XML in the colours of a terminal."""
    from pygments import highlight
    from pygments.formatters import TerminalFormatter
    from pygments.lexers import XmlLexer

    return highlight(data.decode(), XmlLexer(), TerminalFormatter()).encode()


def logged(text: str) -> str:
    """Each line behind what a system log writes in front of it."""
    lines = text.splitlines()
    return "".join(f"Mar  1 12:00:00 gateway saml[4711]: {line}\n" for line in lines)


def family() -> Family:
    cases = Family("wrapping")
    quoted = "import quopri; data = quopri.encodestring(data)"
    cases.by_tool("terminal-80", "line-xmlsec1", program("fold", "-w", "80"))
    cases.by_tool("terminal-132", "line-signxml", program("fold", "-w", "132"))
    cases.by_tool("terminal-80-pretty", "pretty-xmlsec1", program("fold", "-w", "80"))
    cases.by_tool("words-80", "line-xmlsec1", program("fold", "-s", "-w", "80"))
    cases.by_hand(
        "terminal-80-padded",
        "line-signxml",
        lambda text: "\n".join(text[at : at + 80].ljust(80) for at in range(0, len(text), 80)),
        "a copy of a terminal's screen",
    )
    cases.by_hand(
        "log-1000",
        "line-xmlsec1",
        lambda text: in_lines(text, 1000, "\n    "),
        "a logger that continues lines indented",
    )
    cases.by_tool("quoted-printable", "rich-xmlsec1", python(quoted, "quopri"))
    cases.by_tool("quoted-printable-base64", "line-signxml", python(quoted, "quopri"), encoded)
    cases.by_tool("line-numbers", "pretty-xmlsec1", program("cat", "-n"))
    cases.by_tool("line-numbers-signxml", "rich-signxml", program("nl", "-b", "a"))
    cases.by_tool("mail-quote", "pretty-xmlsec1", program("sed", "s/^/> /"))
    cases.by_tool("patch-plus", "tabs-signxml", program("sed", "s/^/+/"))
    cases.by_hand("log-prefix", "pretty-xmlsec1", logged, "syslog")
    cases.by_hand(
        "log-prefix-base64", "line-signxml", lambda text: logged(in_lines(in_base64(text), 76, "\n")), "syslog"
    )
    cases.by_tool("terminal-colours", "pretty-xmlsec1", library("Pygments", "2.21.0", highlighted, "TerminalFormatter"))
    cases.by_hand(
        "base64-newlines-escaped",
        "line-xmlsec1",
        lambda text: in_lines(in_base64(text), 76, "\\n"),
        "a logger of lines of 76 characters",
    )
    cases.by_hand(
        "base64-returns-escaped",
        "line-signxml",
        lambda text: in_lines(in_base64(text), 64, "\\r\\n"),
        "a logger of lines of 64 characters",
    )
    cases.by_hand(
        "base64-returns-as-references",
        "line-signxml",
        lambda text: in_lines(in_base64(text), 76, "&#13;\n"),
        "a form field in an XML log",
    )
    cases.by_hand(
        "zero-width-spaces",
        "line-xmlsec1",
        lambda text: re.sub("(?<=[/:.])(?=[a-z])", "\u200b", text),
        "a chat program that lets addresses wrap",
    )
    cases.by_hand(
        "soft-hyphens-base64", "line-signxml", lambda text: in_lines(in_base64(text), 70, "\u00ad"), "a word processor"
    )
    cases.by_hand(
        "hyphens-base64", "line-xmlsec1", lambda text: in_lines(in_base64(text), 72, "-\n"), "a typesetting program"
    )
    return cases
