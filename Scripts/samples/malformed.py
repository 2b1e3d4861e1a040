"""The files of Samples/captures/malformed, most of them made from a good response."""

import base64
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from samples.catalogue import CATALOGUE
from samples.settings import MALFORMED, SEED

INTERNAL_DOCTYPE = '<!DOCTYPE samlp:Response [<!ENTITY plan "basic">]>\n'
UTF_7 = '<?xml version="1.0" encoding="UTF-7"?>\n'
HTML_PAGE = """\
<html xmlns="http://www.w3.org/1999/xhtml">
  <head><title>Sign in</title></head>
  <body><p>Your session has ended. Please sign in again.</p></body>
</html>
"""


@dataclass(frozen=True)
class Malformed:
    """One file of Samples/captures/malformed."""

    name: str
    about: str
    reason: str
    make: Callable[[str], bytes]

    @property
    def path(self) -> Path:
        return MALFORMED / self.name


def truncated(text: str) -> bytes:
    return text[: text.index("<ds:X509Certificate>") + 400].encode()


def with_doctype(text: str) -> bytes:
    return (INTERNAL_DOCTYPE + text.replace(">tv-14<", ">&plan;<")).encode()


def with_undeclared_prefix(text: str) -> bytes:
    return text.replace("<samlp:Status>", "<ext:Hint/>\n  <samlp:Status>").encode()


def with_doubled_assertion(text: str) -> bytes:
    return re.sub(r"( *<saml:Assertion.*</saml:Assertion>\n)", r"\1\1", text, flags=re.S).encode()


def html_page(_: str) -> bytes:
    return HTML_PAGE.encode()


def with_foreign_characters(text: str) -> bytes:
    encoded = base64.b64encode(text.encode())
    return encoded[:1200] + b"*!~" + encoded[1200:]


def empty(_: str) -> bytes:
    return b""


def random_bytes(_: str) -> bytes:
    return random.Random(SEED).randbytes(256)


def two_roots(text: str) -> bytes:
    return (text + "<more/>\n").encode()


def with_nul(text: str) -> bytes:
    return text.encode() + b"\0\n"


def in_utf_7(text: str) -> bytes:
    return (UTF_7 + text).encode("utf-7")


MALFORMED_LIST = (
    Malformed("truncated.xml", "cut off in the middle of the certificate", "truncated", truncated),
    Malformed("doctype.xml", "a DOCTYPE with a harmless internal entity", "doctype", with_doctype),
    Malformed(
        "undeclared-prefix.xml",
        "an element with an undeclared prefix",
        "prefix",
        with_undeclared_prefix,
    ),
    Malformed(
        "duplicate-ids.xml",
        "the assertion twice, under one ID",
        "duplicate",
        with_doubled_assertion,
    ),
    Malformed("html-page.xml", "a sign-in page instead of a message", "root", html_page),
    Malformed(
        "invalid-base64.b64",
        "characters foreign to Base64 in the middle",
        "base64",
        with_foreign_characters,
    ),
    Malformed("empty.xml", "no bytes at all", "empty", empty),
    Malformed("random-bytes.bin", "256 random bytes", "binary", random_bytes),
    Malformed("two-roots.xml", "another element after the message", "roots", two_roots),
    Malformed("nul-after-root.xml", "a NUL byte after the root element", "nul", with_nul),
    Malformed("utf-7.xml", "declared to be, and encoded as, UTF-7", "encoding", in_utf_7),
)


def write_malformed() -> None:
    """Writes the files no SAML message can be read from."""
    MALFORMED.mkdir(parents=True, exist_ok=True)
    good = CATALOGUE[0].path.read_text(encoding="utf-8")
    for item in MALFORMED_LIST:
        item.path.write_bytes(item.make(good))
