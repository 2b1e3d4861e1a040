"""The wrappings a message travels in."""

import base64
import urllib.parse
import zlib


def wrapped_base64(data: bytes) -> bytes:
    """Base64 in lines of 76 columns."""
    return base64.encodebytes(data)


def percent_encoded(data: bytes) -> bytes:
    """Base64, percent-encoded once."""
    return urllib.parse.quote(base64.b64encode(data), safe="").encode()


def doubly_percent_encoded(data: bytes) -> bytes:
    """Base64, percent-encoded by two layers that did not know of each other."""
    return urllib.parse.quote(percent_encoded(data), safe="").encode()


def form_body(data: bytes) -> bytes:
    """The body of an HTTP-POST binding."""
    return b"SAMLResponse=" + percent_encoded(data) + b"&RelayState=ss%3Amem%3A4f6a2c"


def redirect_query(data: bytes) -> bytes:
    """DEFLATE, Base64 and percent-encoding, as the HTTP-Redirect binding packs a request."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"SAMLRequest=" + percent_encoded(deflater.compress(data) + deflater.flush())
