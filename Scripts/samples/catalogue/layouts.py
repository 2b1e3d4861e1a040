"""Captures that differ in how their XML is written and wrapped."""

from dataclasses import replace
from datetime import timedelta

from samples.capture import Capture
from samples.envelopes import doubly_percent_encoded, form_body, percent_encoded, wrapped_base64
from samples.settings import NOW, TRANSIENT
from samples.signing import Signing
from samples.style import CRLF, DEFAULT_NAMESPACES, PRETTY, SAML2, SINGLE_LINE, TABS

LAYOUTS = (
    Capture(
        name="01-pretty-lf-assertion-signed-rsa-sha256.xml",
        about="pretty-printed, LF, assertion signed",
    ),
    Capture(
        name="02-single-line-assertion-signed-rsa-sha256.xml",
        about="one line, no line end; transient NameID",
        signings=(Signing("Assertion", "idp-one", tool="signxml"),),
        style=SINGLE_LINE,
        changes={"name_format": TRANSIENT, "name_id": "_t9b74c9897bac770ffc029102a200c5de"},
    ),
    Capture(
        name="03-pretty-crlf-assertion-signed-rsa-sha256.xml",
        about="pretty-printed, CRLF on disk; the signature is over what a parser makes of it (LF)",
        style=CRLF,
    ),
    Capture(
        name="04-tab-indented-assertion-signed-rsa-sha256.xml",
        about="indented with tabs",
        signings=(Signing("Assertion", "idp-five", tool="signxml"),),
        style=TABS,
        issuer="idp-five",
    ),
    Capture(
        name="05-saml2-prefixes-response-signed-rsa-sha256.xml",
        about="prefixes saml2p and saml2, response signed, AuthnStatement, milliseconds",
        signings=(Signing("Response", "idp-two-current"),),
        style=SAML2,
        issuer="idp-two",
        changes={"authenticated_at": NOW - timedelta(minutes=42)},
    ),
    Capture(
        name="06-default-namespaces-assertion-signed-rsa-sha256.xml",
        about="no prefixes on SAML and signature elements, CRLF, seven fraction digits",
        signings=(Signing("Assertion", "idp-four"),),
        style=DEFAULT_NAMESPACES,
        issuer="idp-four",
    ),
    Capture(
        name="28-newlines-between-attributes.xml",
        about="only a line end between the attributes of a start tag; deleting it breaks the XML",
        style=replace(PRETTY, attribute_separator="\n"),
    ),
    Capture(
        name="30-utf-16-byte-order-mark.xml",
        about="UTF-16, little-endian, byte-order mark",
        style=replace(
            PRETTY,
            declaration='<?xml version="1.0" encoding="UTF-16"?>\n',
            encoding="utf-16-le",
            byte_order_mark=b"\xff\xfe",
        ),
    ),
    Capture(
        name="31-utf-8-byte-order-mark.xml",
        about="UTF-8 with byte-order mark",
        style=replace(PRETTY, byte_order_mark=b"\xef\xbb\xbf"),
    ),
    Capture(
        name="32-base64-76-columns.b64",
        about="Base64 in lines of 76 columns",
        envelope=wrapped_base64,
    ),
    Capture(
        name="33-base64-percent-encoded.txt",
        about="Base64, percent-encoded once",
        envelope=percent_encoded,
    ),
    Capture(
        name="34-base64-doubly-percent-encoded.txt",
        about="Base64, percent-encoded twice",
        envelope=doubly_percent_encoded,
    ),
    Capture(
        name="35-form-body.form",
        about="form body: SAMLResponse=…&RelayState=…",
        envelope=form_body,
    ),
)
