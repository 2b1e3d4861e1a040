"""The wrappings a message travels in."""

import base64
import urllib.parse
import zlib


def wrapped_base64(octets: bytes) -> bytes:
    """Base64 in lines of 76 columns."""
    return base64.encodebytes(octets)


def percent_encoded(octets: bytes) -> bytes:
    """Base64, percent-encoded once."""
    return urllib.parse.quote(base64.b64encode(octets), safe="").encode()


def doubly_percent_encoded(octets: bytes) -> bytes:
    """Base64, percent-encoded by two layers that did not know of each other."""
    return urllib.parse.quote(percent_encoded(octets), safe="").encode()


def form_body(octets: bytes) -> bytes:
    """The body of an HTTP-POST binding."""
    return b"SAMLResponse=" + percent_encoded(octets) + b"&RelayState=ss%3Amem%3A4f6a2c"


def redirect_query(octets: bytes) -> bytes:
    """DEFLATE, Base64 and percent-encoding, as the HTTP-Redirect binding packs a request."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"SAMLRequest=" + percent_encoded(deflater.compress(octets) + deflater.flush())
