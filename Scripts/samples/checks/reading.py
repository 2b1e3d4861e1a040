"""Reading a message from the bytes of a file."""

import base64
import re
import urllib.parse
import zlib
from collections import Counter

from lxml import etree

from samples.settings import NAMESPACES


class Unreadable(Exception):
    """No SAML message can be read from this."""


def unwrapped(data: bytes) -> bytes:
    """Undoes form body, percent-encoding, Base64 and DEFLATE."""
    if data.startswith((b"<", b"\xef\xbb\xbf", b"\xff\xfe")):
        return data
    try:
        text = data.decode("ascii").strip()
        deflated = text.startswith("SAMLRequest=")
        text = re.sub(r"^SAML(?:Request|Response)=([^&]*).*$", r"\1", text, flags=re.S)
        while "%" in text:
            text = urllib.parse.unquote(text)
        decoded = base64.b64decode("".join(text.split()), validate=True)
        return zlib.decompress(decoded, -15) if deflated else decoded
    except (ValueError, zlib.error) as error:
        raise Unreadable(str(error)) from error


def parsed(xml: bytes) -> etree._Element:
    """The root of a SAML message."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(str(error)) from error
    information = root.getroottree().docinfo
    if information.doctype:
        raise Unreadable("DOCTYPE")
    if (information.encoding or "UTF-8").upper() not in ("UTF-8", "UTF-16", "UTF-16LE"):
        raise Unreadable("encoding")
    if root.tag not in (tag("samlp:Response"), tag("samlp:AttributeQuery")):
        raise Unreadable("root")
    if any(count > 1 for count in Counter(root.xpath("//@ID")).values()):
        raise Unreadable("duplicate ID")
    return root


def tag(name: str) -> str:
    """An element name as lxml writes it."""
    prefix, local = name.split(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"
