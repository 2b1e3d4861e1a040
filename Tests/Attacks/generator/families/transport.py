"""What messages come packed in: forms, query strings, Base64, percent-encoding, compression and hexadecimal."""

import base64
import gzip
import urllib.parse
import zlib

from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import NAME, VALUE

AMBIGUOUS = ("envelope.ambiguousParameter",)
BROKEN = ("envelope.invalidBase64", "envelope.invalidDeflate", "envelope.notXML")


def deflated(data: bytes, level: int = 9) -> bytes:
    """A raw DEFLATE stream."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def quoted(data: bytes) -> str:
    """Base64 for a form."""
    return urllib.parse.quote(base64.b64encode(data).decode(), safe="")


def families(trust: Trust) -> list[Family]:
    family = Family("envelopes")
    genuine = Message("transport").xml().encode()
    other = Message("transport forged", signed=(), name_id=NAME, attributes=attribute("uid", VALUE)).xml().encode()
    second = Message("transport second", name_id="bob@one.example").xml().encode()
    good, evil = quoted(genuine), quoted(other)

    def case(name, title, message, reasons, outcome="malformed", layer="bind", **others):
        family.add(name, title, message, outcome, layer, reasons, **others)

    case("twice", "SAMLResponse twice, the forged one first.", f"SAMLResponse={evil}&SAMLResponse={good}", AMBIGUOUS)
    case(
        "twice-last", "SAMLResponse twice, the forged one last.", f"SAMLResponse={good}&SAMLResponse={evil}", AMBIGUOUS
    )
    case(
        "twice-genuine",
        "Two genuine responses in one form.",
        f"SAMLResponse={good}&SAMLResponse={quoted(second)}",
        AMBIGUOUS,
        planted=(),
    )
    case(
        "with-request",
        "SAMLRequest and SAMLResponse in one form.",
        f"SAMLRequest={evil}&SAMLResponse={good}",
        AMBIGUOUS,
    )
    case(
        "escaped-name",
        "The second parameter's name is percent-encoded.",
        f"SAMLResponse={good}&SAML%52esponse={evil}",
        AMBIGUOUS,
        "any",
    )
    case(
        "escaped-first",
        "The first parameter's name is percent-encoded.",
        f"%53AMLResponse={evil}&SAMLResponse={good}",
        AMBIGUOUS,
        "any",
    )
    case(
        "relay-between",
        "A RelayState stands between two responses.",
        f"SAMLResponse={good}&RelayState=x&SAMLResponse={evil}",
        AMBIGUOUS,
    )
    case("empty-and-full", "An empty SAMLResponse before a full one.", f"SAMLResponse=&SAMLResponse={evil}", AMBIGUOUS)
    case(
        "four-times-escaped",
        "Percent-encoding four times over.",
        urllib.parse.quote(urllib.parse.quote(urllib.parse.quote(good))),
        ("envelope.invalidPercentEncoding", *BROKEN),
    )
    case(
        "bad-escape",
        "A percent sign without two digits.",
        f"SAMLResponse={good}%4&RelayState=%zz",
        ("envelope.invalidPercentEncoding",),
    )
    case(
        "base64-twice",
        "Base64 of Base64, as from an app that encodes what was encoded.",
        base64.b64encode(base64.b64encode(genuine)),
        (),
        "accepted",
    )
    case(
        "base64-three-times",
        "Base64 of Base64 of Base64.",
        base64.b64encode(base64.b64encode(base64.b64encode(genuine))),
        BROKEN,
    )
    case(
        "base64-rest",
        "Base64 after the padding.",
        base64.b64encode(genuine + b" ") + base64.b64encode(other),
        (*BROKEN, "xml.notWellFormed"),
    )
    case(
        "base64-foreign",
        "Characters in Base64 that some readers skip.",
        base64.b64encode(genuine).replace(b"A", b"A\x07", 3),
        BROKEN,
    )
    case(
        "base64-bits",
        "Base64 whose last character has bits to spare.",
        base64.b64encode(genuine.rstrip() + b" " * (-(len(genuine) + 1) % 3 + 1))[:-2] + b"f=",
        BROKEN + ("xml.notWellFormed",),
    )
    case(
        "deflate-truncated", "A DEFLATE stream that ends too early.", base64.b64encode(deflated(genuine)[:-10]), BROKEN
    )
    case("deflate-twice", "DEFLATE of DEFLATE.", base64.b64encode(deflated(deflated(genuine))), BROKEN)
    case(
        "deflate-rest",
        "A second DEFLATE stream after the first.",
        base64.b64encode(deflated(genuine) + deflated(other)),
        BROKEN,
    )
    case(
        "deflate-bomb",
        "A DEFLATE stream that unpacks to a thousand times its size.",
        base64.b64encode(deflated(b"<r>" + b" " * (9 << 20) + b"</r>")),
        ("envelope.inflationLimit",),
    )
    case(
        "deflate-bomb-form",
        "The same in a form.",
        "SAMLResponse=" + quoted(deflated(b"<r a='" + b"a" * (9 << 20))),
        ("envelope.inflationLimit",),
    )
    packed = gzip.compress(genuine, mtime=0)
    bomb = b"<r>" + b" " * (9 << 20) + b"</r>"
    case("gzip-twice", "gzip of gzip.", base64.b64encode(gzip.compress(packed, mtime=0)), BROKEN)
    case("gzip-truncated", "A gzip file that ends before its checksum.", base64.b64encode(packed[:-8]), BROKEN)
    case(
        "gzip-checksum",
        "A gzip file with another checksum.",
        base64.b64encode(packed[:-8] + bytes(4) + packed[-4:]),
        BROKEN,
    )
    case(
        "gzip-members",
        "A second gzip file after the first.",
        base64.b64encode(packed + gzip.compress(other, mtime=0)),
        BROKEN,
    )
    case(
        "gzip-bomb",
        "A gzip file that unpacks to a thousand times its size.",
        base64.b64encode(gzip.compress(bomb, mtime=0)),
        ("envelope.inflationLimit",),
    )
    case(
        "zlib-bomb",
        "The same in the format of zlib.",
        base64.b64encode(zlib.compress(bomb, 9)),
        ("envelope.inflationLimit",),
    )
    case("zlib-rest", "Bytes after the end of zlib's format.", base64.b64encode(zlib.compress(genuine) + other), BROKEN)
    case(
        "hexadecimal-forged",
        "A forged message in hexadecimal.",
        other.hex(" "),
        ("signature.absent",),
        "rejected",
        "dsig",
    )
    case(
        "hexadecimal-repeated",
        "A listing that repeats a line to a far offset.",
        "00000000: 3c72 3e20 2020 2020 2020 2020 2020 2020  <r>\n*\n7fffffff\n",
        BROKEN,
    )
    case(
        "literal-behind",
        "A forged message in a second literal behind a genuine one.",
        f"{genuine!r} {other!r}",
        ("xml.notWellFormed",),
        layer="parse",
    )
    case("empty", "A form whose SAMLResponse is empty.", "SAMLResponse=&RelayState=x", ("envelope.empty",))
    case("spaces", "White space only.", " \r\n\t ", ("envelope.empty", "capture."))
    case(
        "artifact",
        "An artifact in the place of a response.",
        "SAMLart=AAQAAMFbLinlXaCM%2BFIxiDwGOLAy2T71gbpO7ZhNzAgEANlB90ECfpNEVLg%3D",
        ("envelope.artifact",),
    )
    family.control(
        "form",
        "A form with a RelayState.",
        f"SAMLResponse={good}&RelayState=https%3A%2F%2Fapp.example%2F%3FSAMLResponse%3Dx",
    )
    family.control("thrice-escaped", "Percent-encoding three times over.", urllib.parse.quote(urllib.parse.quote(good)))
    family.control("base64", "Base64.", base64.b64encode(genuine))
    family.control("base64-lines", "Base64 in lines of 76.", base64.encodebytes(genuine))
    family.control("deflate", "DEFLATE in Base64.", base64.b64encode(deflated(genuine)))
    family.control("gzip", "A gzip file in Base64.", base64.b64encode(packed))
    family.control("zlib", "zlib's format in Base64.", base64.b64encode(zlib.compress(genuine)))
    family.control("hexadecimal", "Hexadecimal with spaces.", genuine.hex(" "))
    family.control("literal", "Python's literal of bytes.", repr(genuine))
    family.control(
        "other-case",
        "A form with a parameter whose name differs in capitals, which is another one.",
        f"samlresponse={evil}&SAMLResponse={good}",
    )
    family.control(
        "plus",
        "A form that writes plus as it is.",
        "SAMLResponse=" + base64.b64encode(genuine).decode().replace("=", "%3D"),
    )
    return [family]
