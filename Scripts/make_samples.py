"""Builds and checks everything under Samples/.  Run it through make-samples.sh.

All signatures and ciphertexts come from xmlsec1 or signxml.  Keys, instants and random numbers are
fixed, so a second run writes the same bytes, except where the cryptography itself draws random
numbers: RSA-PSS signatures and encrypted assertions.
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from xml.sax.saxutils import escape

import signxml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from lxml import etree
from signxml.verifier import SignatureConfiguration

SAMPLES = Path(__file__).resolve().parent.parent / "Samples"
KEYS = SAMPLES / "keys"
METADATA = SAMPLES / "metadata"
CAPTURES = SAMPLES / "captures"
MALFORMED = CAPTURES / "malformed"
SUBSCRIBERS = CAPTURES / "subscribers-1000.ndjson"
BROKEN_LINES = SAMPLES / "expected-subscribers.tsv"

SEED = 20260115
NOW = datetime(2026, 1, 15, 12, 0, 0, tzinfo=UTC)
SP = "https://saml.sp.auth.adobe.com"
CONSUMER = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
REQUIRED = ("uid", "uniqueId")

NAMESPACES = {
    "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
    "saml": "urn:oasis:names:tc:SAML:2.0:assertion",
    "md": "urn:oasis:names:tc:SAML:2.0:metadata",
    "ds": "http://www.w3.org/2000/09/xmldsig#",
    "ec": "http://www.w3.org/2001/10/xml-exc-c14n#",
    "xenc": "http://www.w3.org/2001/04/xmlenc#",
    "xs": "http://www.w3.org/2001/XMLSchema",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "pkg": "urn:example:packages",
}
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
STATUS = "urn:oasis:names:tc:SAML:2.0:status:"

DSIG, XMLENC = NAMESPACES["ds"], NAMESPACES["xenc"]
ENVELOPED = DSIG + "enveloped-signature"
EXCLUSIVE = NAMESPACES["ec"]
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
# Signature algorithm -> identifiers of the signature method and of the digest method.
ALGORITHMS = {
    "rsa-sha1": (DSIG + "rsa-sha1", DSIG + "sha1"),
    "rsa-sha256": ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", XMLENC + "sha256"),
    "rsa-sha512": ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", XMLENC + "sha512"),
    "rsa-pss": ("http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1", XMLENC + "sha256"),
    "ecdsa-sha256": ("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", XMLENC + "sha256"),
}


# XML as data, and how each make of identity provider writes it


@dataclass(frozen=True)
class Markup:
    """XML that is written as it stands: a comment, or the place of a signature."""

    text: str


@dataclass(frozen=True)
class Element:
    """An element under a conventional prefix, which the style may spell differently."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: tuple[Element | Markup | str, ...] = ()
    declares: tuple[str, ...] = ()


@dataclass(frozen=True)
class Style:
    """How one make of identity provider writes XML."""

    prefixes: dict[str, str] = field(default_factory=dict)
    indent: str | None = "  "
    newline: str = "\n"
    attribute_separator: str = " "
    declaration: str = ""
    encoding: str = "utf-8"
    byte_order_mark: bytes = b""
    fraction_digits: int = 0
    schema_prefixes_on: str = "Assertion"
    name_formats: bool = True

    def prefix(self, conventional: str) -> str:
        """The prefix this make uses; empty for the default namespace."""
        return self.prefixes.get(conventional, conventional)

    def qualified(self, name: str) -> str:
        """The element name as this make writes it."""
        conventional, local = name.split(":")
        return f"{self.prefix(conventional)}:{local}".removeprefix(":")

    def instant(self, moment: datetime) -> str:
        """The instant with as many fraction digits as this make writes."""
        fraction = f".{moment.microsecond:06d}0"[: self.fraction_digits + 1]
        return (
            moment.strftime("%Y-%m-%dT%H:%M:%S") + (fraction if self.fraction_digits else "") + "Z"
        )

    def encode(self, text: str) -> bytes:
        """The octets of a finished document."""
        text = (self.declaration + text).replace("\n", self.newline)
        return self.byte_order_mark + text.encode(self.encoding)


def render(element: Element, style: Style, scope: dict[str, str] | None = None) -> str:
    """Writes an element; `scope` holds the prefixes its ancestors have bound."""
    scope = dict(scope or {})
    attributes = []
    for conventional in (element.name.split(":")[0], *element.declares):
        prefix, uri = style.prefix(conventional), NAMESPACES[conventional]
        if scope.get(prefix) != uri:
            scope[prefix] = uri
            attributes.append((f"xmlns:{prefix}" if prefix else "xmlns", uri))
    attributes += element.attributes.items()

    name = style.qualified(element.name)
    start = style.attribute_separator.join(
        [
            f"<{name}",
            *(f'{key}="{escape(value, {chr(34): "&quot;"})}"' for key, value in attributes),
        ]
    )
    if not element.children:
        return start + "/>"
    parts = [render_child(child, style, scope) for child in element.children]
    if style.indent is None or any(isinstance(child, str) for child in element.children):
        return f"{start}>{''.join(parts)}</{name}>"
    inner = "".join("\n" + indented(part, style.indent) for part in parts)
    return f"{start}>{inner}\n</{name}>"


def render_child(child: Element | Markup | str, style: Style, scope: dict[str, str]) -> str:
    """Writes one child of an element."""
    match child:
        case Element():
            return render(child, style, scope)
        case Markup():
            return child.text
        case _:
            return escape(child)


def indented(text: str, indent: str) -> str:
    """Moves markup one level in.  Lines inside attribute values and text stay where they are,
    because they do not start with markup."""
    return indent + re.sub(r"\n(?=[ \t]*<)", "\n" + indent, text)


def document(element: Element, style: Style) -> str:
    """A whole document, without its XML declaration."""
    return render(element, style) + ("" if style.indent is None else "\n")


# Keys

RSA_2048, RSA_1024, P_256 = "rsa-2048", "rsa-1024", "p-256"
KEY_KINDS = {
    "idp-one": RSA_2048,
    "idp-two-current": RSA_2048,
    "idp-two-next": RSA_2048,
    "idp-three": P_256,
    "idp-four": RSA_2048,
    "idp-four-legacy": RSA_1024,
    "idp-five": RSA_2048,
    "sp-signing": RSA_2048,
    "sp-encryption": RSA_2048,
}
ISSUERS = {
    "idp-one": ("idp-one",),
    "idp-two": ("idp-two-current", "idp-two-next"),
    "idp-three": ("idp-three",),
    "idp-four": ("idp-four", "idp-four-legacy"),
    "idp-five": ("idp-five",),
}
KEY_MARK = b"# SAMPLE KEY - published, never use it to protect anything\n"
CERTIFICATE_MARK = b"# SAMPLE CERTIFICATE - its private key is published, never trust it\n"


class Key:
    """One key pair of Samples/keys, with its self-signed certificate."""

    def __init__(self, name: str):
        self.private_path = KEYS / f"sample-{name}.key.pem"
        self.certificate_path = KEYS / f"sample-{name}.cert.pem"

    @cached_property
    def private(self):
        return serialization.load_pem_private_key(self.private_path.read_bytes(), None)

    @cached_property
    def certificate(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.certificate_path.read_bytes())

    @cached_property
    def certificate_base64(self) -> str:
        der = self.certificate.public_bytes(serialization.Encoding.DER)
        return base64.b64encode(der).decode()


@cache
def key(name: str) -> Key:
    """The key of that name."""
    return Key(name)


def entity(issuer: str) -> str:
    """The entity identifier of an issuer."""
    return f"https://{issuer}.example/saml"


def make_missing_keys() -> None:
    """Generates the pairs that are not there yet; a complete pair is never touched."""
    KEYS.mkdir(parents=True, exist_ok=True)
    for serial, (name, kind) in enumerate(KEY_KINDS.items(), start=1):
        pair = key(name)
        if pair.private_path.exists() and pair.certificate_path.exists():
            continue
        private = generate(kind)
        pair.private_path.write_bytes(
            KEY_MARK
            + private.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        certificate = self_signed(private, name, serial)
        pair.certificate_path.write_bytes(
            CERTIFICATE_MARK + certificate.public_bytes(serialization.Encoding.PEM)
        )


def generate(kind: str):
    """A new private key."""
    if kind == P_256:
        return ec.generate_private_key(ec.SECP256R1())
    return rsa.generate_private_key(65537, int(kind.removeprefix("rsa-")))


def self_signed(private, name: str, serial: int) -> x509.Certificate:
    """A certificate such as identity providers publish: self-signed and long-lived."""
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"{name}.example")])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .serial_number(serial)
        .not_valid_before(datetime(2025, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2045, 1, 1, tzinfo=UTC))
        .public_key(private.public_key())
        .sign(private, hashes.SHA256())
    )


# Signing and encrypting, done by xmlsec1 and signxml


@dataclass(frozen=True)
class Signing:
    """Which element is signed, with what, by which tool."""

    scope: str
    key: str
    algorithm: str = "rsa-sha256"
    tool: str = "xmlsec1"
    canonicalization: str = EXCLUSIVE
    prefix_list: str = ""


def placeholder(identifier: str) -> Markup:
    """Marks where the signature of the element with this ID goes."""
    return Markup(f"<?signature {identifier}?>")


def sign(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Puts a signature in the place marked for it."""
    signer = sign_with_signxml if signing.tool == "signxml" else sign_with_xmlsec
    return signer(text, identifier, signing, style)


def xmlsec(*arguments: str | Path) -> subprocess.CompletedProcess:
    """Runs xmlsec1."""
    return subprocess.run(["xmlsec1", *map(str, arguments)], capture_output=True, check=False)


def xmlsec_or_raise(*arguments: str | Path) -> None:
    """Runs xmlsec1, which must succeed."""
    result = xmlsec(*arguments)
    if result.returncode:
        raise RuntimeError(f"xmlsec1 {arguments}: {result.stderr.decode()}")


def id_arguments() -> list[str]:
    """Tells xmlsec1, which reads no schema here, which attributes are identifiers."""
    names = [
        f"{NAMESPACES['samlp']}:Response",
        f"{NAMESPACES['samlp']}:AttributeQuery",
        f"{NAMESPACES['saml']}:Assertion",
    ]
    return [argument for name in names for argument in ("--id-attr:ID", name)]


def signature_path(identifier: str) -> str:
    """XPath of the signature whose reference is to this ID."""
    return (
        "//*[local-name()='Signature' and *[local-name()='SignedInfo']"
        f"/*[local-name()='Reference' and @URI='#{identifier}']]"
    )


def sign_with_xmlsec(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Lets xmlsec1 compute digest and signature, and writes them into our own text: what xmlsec1
    writes has lost line ends and the layout of start tags, which some samples are about."""
    digest, value, certificate = "@digest@", "@value@", "@certificate@"
    template = render(signature_template(identifier, signing, digest, value, certificate), style)
    place = re.escape(placeholder(identifier).text)
    text = re.sub(
        rf"([ \t]*){place}", lambda found: indented(template, found.group(1)), text, count=1
    )
    with tempfile.TemporaryDirectory() as directory:
        unsigned, signed = Path(directory, "unsigned.xml"), Path(directory, "signed.xml")
        blank = text.replace(digest, "").replace(value, "").replace(certificate, "")
        unsigned.write_text(blank, encoding="utf-8")
        xmlsec_or_raise(
            "--sign", "--privkey-pem", key(signing.key).private_path, *id_arguments(),
            "--node-xpath", signature_path(identifier), "--output", signed, unsigned,
        )  # fmt: skip
        (signature,) = etree.parse(signed).xpath(signature_path(identifier))
    computed = signature.findtext(".//{*}SignatureValue").strip()
    if style.indent is None:
        computed = "".join(computed.split())
    return (
        text.replace(digest, signature.findtext(".//{*}DigestValue"))
        .replace(value, computed)
        .replace(certificate, key(signing.key).certificate_base64)
    )


def signature_template(
    identifier: str, signing: Signing, digest: str, value: str, certificate: str
) -> Element:
    """A ds:Signature with tokens for what is computed."""
    signature_method, digest_method = ALGORITHMS[signing.algorithm]
    inclusive = ()
    if signing.prefix_list:
        inclusive = (Element("ec:InclusiveNamespaces", {"PrefixList": signing.prefix_list}),)
    canonical = {"Algorithm": signing.canonicalization}
    transforms = (
        Element("ds:Transform", {"Algorithm": ENVELOPED}),
        Element("ds:Transform", canonical, inclusive),
    )
    reference = (
        Element("ds:Transforms", {}, transforms),
        Element("ds:DigestMethod", {"Algorithm": digest_method}),
        Element("ds:DigestValue", {}, (digest,)),
    )
    signed_info = (
        Element("ds:CanonicalizationMethod", canonical),
        Element("ds:SignatureMethod", {"Algorithm": signature_method}),
        Element("ds:Reference", {"URI": f"#{identifier}"}, reference),
    )
    data = Element("ds:X509Data", {}, (Element("ds:X509Certificate", {}, (certificate,)),))
    return Element("ds:Signature", {}, (
        Element("ds:SignedInfo", {}, signed_info),
        Element("ds:SignatureValue", {}, (value,)),
        Element("ds:KeyInfo", {}, (data,)),
    ))  # fmt: skip


class RepeatableECKey:
    """An ECDSA key that draws no random numbers (RFC 6979), so that a second run gives the same
    signatures.  It has what signxml asks of a key."""

    def __init__(self, private: ec.EllipticCurvePrivateKey):
        self._private = private
        self.key_size = private.key_size

    def sign(self, data: bytes, signature_algorithm: ec.ECDSA) -> bytes:
        """A DER signature."""
        repeatable = ec.ECDSA(signature_algorithm.algorithm, deterministic_signing=True)
        return self._private.sign(data, repeatable)


def sign_with_signxml(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Lets signxml build the whole signature element."""
    prefix = style.prefix("ds")
    name = style.qualified("ds:Signature")
    declaration = f"xmlns:{prefix}" if prefix else "xmlns"
    mark = f'<{name} {declaration}="{DSIG}" Id="placeholder"/>'
    root = etree.fromstring(text.replace(placeholder(identifier).text, mark).encode())

    signature_method, digest_method = ALGORITHMS[signing.algorithm]
    signer = signxml.XMLSigner(
        signature_algorithm=signature_method,
        digest_algorithm=digest_method,
        c14n_algorithm=signing.canonicalization,
    )
    signer.namespaces = {prefix or None: DSIG}
    pair = key(signing.key)
    private = pair.private
    if isinstance(private, ec.EllipticCurvePrivateKey):
        private = RepeatableECKey(private)
    signed = signer.sign(
        root,
        key=private,
        cert=[pair.certificate],
        reference_uri=f"#{identifier}",
        id_attribute="ID",
    )
    return etree.tostring(signed, encoding="unicode") + ("\n" if text.endswith("\n") else "")


def encrypt(text: str, cipher: str, style: Style) -> str:
    """Lets xmlsec1 replace the signed assertion by its ciphertext."""
    template = render(encryption_template(cipher), style)
    with tempfile.TemporaryDirectory() as directory:
        paths = [Path(directory, name) for name in ("plain.xml", "template.xml", "encrypted.xml")]
        plain, form, encrypted = paths
        plain.write_text(text, encoding="utf-8")
        form.write_text(template, encoding="utf-8")
        xmlsec_or_raise(
            "--encrypt", "--pubkey-cert-pem", key("sp-encryption").certificate_path,
            "--session-key", cipher.removesuffix("-gcm").replace("aes", "aes-"),
            "--xml-data", plain, "--node-name", f"{NAMESPACES['saml']}:Assertion",
            "--output", encrypted, form,
        )  # fmt: skip
        return re.sub(r"^<\?xml[^>]*\?>\n", "", encrypted.read_text(encoding="utf-8"))


def encryption_template(cipher: str) -> Element:
    """An xenc:EncryptedData for xmlsec1 to fill: AES-GCM content, RSA-OAEP key transport."""

    def empty_value() -> Element:
        return Element("xenc:CipherData", {}, (Element("xenc:CipherValue"),))

    digest = Element("ds:DigestMethod", {"Algorithm": DSIG + "sha1"})
    transport = {"Algorithm": XMLENC + "rsa-oaep-mgf1p"}
    encrypted_key = (Element("xenc:EncryptionMethod", transport, (digest,)), empty_value())
    content = {"Algorithm": f"http://www.w3.org/2009/xmlenc11#{cipher}"}
    return Element("xenc:EncryptedData", {"Type": XMLENC + "Element"}, (
        Element("xenc:EncryptionMethod", content),
        Element("ds:KeyInfo", {}, (Element("xenc:EncryptedKey", {}, encrypted_key),)),
        empty_value(),
    ))  # fmt: skip


# Messages

Value = str | Element | tuple | None
Attributes = tuple[tuple[str, tuple[Value, ...]], ...]


@dataclass(frozen=True)
class Message:
    """What a response says, however it is written."""

    issuer: str
    response_id: str
    assertion_id: str
    attributes: Attributes
    name_id: str
    in_response_to: str
    issued: datetime = NOW - timedelta(seconds=3)
    not_before: datetime = NOW - timedelta(seconds=30)
    not_on_or_after: datetime = NOW + timedelta(minutes=10)
    name_format: str = PERSISTENT
    audience: str = SP
    authenticated_at: datetime | None = None
    failed: bool = False


def response(message: Message, style: Style, signed: set[str], encrypted: bool = False) -> Element:
    """A samlp:Response, with the places of its signatures marked."""
    schema = ("saml", "xs", "xsi") if style.schema_prefixes_on == "Response" else ("saml",)
    body = () if message.failed else (assertion(message, style, signed, encrypted),)
    attributes = {
        "ID": message.response_id,
        "Version": "2.0",
        "IssueInstant": style.instant(message.issued),
        "Destination": CONSUMER,
        "InResponseTo": message.in_response_to,
    }
    signature = (placeholder(message.response_id),) if "Response" in signed else ()
    issuer = Element("saml:Issuer", {}, (entity(message.issuer),))
    children = (issuer, *signature, status(message.failed), *body)
    # A make that uses default namespaces binds each where it is needed, not on the root.
    declares = tuple(name for name in schema if style.prefix(name))
    return Element("samlp:Response", attributes, children, declares)


def status(failed: bool) -> Element:
    """Success, or an authentication that failed."""
    if not failed:
        return Element(
            "samlp:Status", {}, (Element("samlp:StatusCode", {"Value": STATUS + "Success"}),)
        )
    second = Element("samlp:StatusCode", {"Value": STATUS + "AuthnFailed"})
    return Element("samlp:Status", {}, (
        Element("samlp:StatusCode", {"Value": STATUS + "Responder"}, (second,)),
        Element("samlp:StatusMessage", {}, ("The subscriber could not be authenticated.",)),
    ))  # fmt: skip


def assertion(
    message: Message, style: Style, signed: set[str], encrypted: bool
) -> Element | Markup:
    """The saml:Assertion; one that is to be encrypted declares every prefix it uses, so that it can
    be read on its own after decryption."""
    attributes = {
        "ID": message.assertion_id,
        "Version": "2.0",
        "IssueInstant": style.instant(message.issued),
    }
    signature = (placeholder(message.assertion_id),) if "Assertion" in signed else ()
    until = style.instant(message.not_on_or_after)
    children = (
        Element("saml:Issuer", {}, (entity(message.issuer),)),
        *signature,
        subject(message, until),
        Element(
            "saml:Conditions",
            {"NotBefore": style.instant(message.not_before), "NotOnOrAfter": until},
            (
                Element(
                    "saml:AudienceRestriction",
                    {},
                    (Element("saml:Audience", {}, (message.audience,)),),
                ),
            ),
        ),
        *authn_statement(message, style),
        Element("saml:AttributeStatement", {}, attribute_elements(message, style)),
    )
    on_its_own = encrypted or style.schema_prefixes_on == "Assertion"
    declares = ("xs", "xsi") if on_its_own else ()
    element = Element("saml:Assertion", attributes, children, declares)
    if not encrypted:
        return element
    return Element("saml:EncryptedAssertion", {}, (Markup(render(element, style)),))


def subject(message: Message, until: str) -> Element:
    """The saml:Subject with a bearer confirmation."""
    confirmation = {
        "InResponseTo": message.in_response_to,
        "NotOnOrAfter": until,
        "Recipient": CONSUMER,
    }
    data = Element("saml:SubjectConfirmationData", confirmation)
    return Element("saml:Subject", {}, (
        name_id(message.name_id, message.name_format),
        Element("saml:SubjectConfirmation", {"Method": BEARER}, (data,)),
    ))  # fmt: skip


def name_id(value: str, name_format: str) -> Element:
    """The saml:NameID."""
    return Element("saml:NameID", {"Format": name_format, "SPNameQualifier": SP}, (value,))


def authn_statement(message: Message, style: Style) -> tuple[Element, ...]:
    """A statement about the sign-on, which few attribute-query answers carry."""
    if message.authenticated_at is None:
        return ()
    attributes = {
        "AuthnInstant": style.instant(message.authenticated_at),
        "SessionIndex": message.assertion_id.replace("_", "_s", 1),
    }
    reference = Element("saml:AuthnContextClassRef", {}, (PASSWORD,))
    context = Element("saml:AuthnContext", {}, (reference,))
    return (Element("saml:AuthnStatement", attributes, (context,)),)


def attribute_elements(message: Message, style: Style) -> tuple[Element, ...]:
    """The saml:Attribute elements."""
    name_format = {"NameFormat": BASIC} if style.name_formats else {}
    return tuple(
        Element("saml:Attribute", {"Name": name} | name_format, tuple(map(attribute_value, values)))
        for name, values in message.attributes
    )


def attribute_value(value: Value) -> Element:
    """A saml:AttributeValue: a string, nested XML, mixed content, or nil."""
    if value is None:
        return Element("saml:AttributeValue", {"xsi:nil": "true"})
    if isinstance(value, Element):
        return Element("saml:AttributeValue", {}, (value,))
    children = value if isinstance(value, tuple) else (value,) if value else ()
    return Element("saml:AttributeValue", {"xsi:type": "xs:string"}, children)


def attribute_query(identifier: str, names: tuple[str, ...], style: Style) -> Element:
    """The samlp:AttributeQuery an app passes on as the verification token."""
    attributes = {
        "ID": identifier,
        "Version": "2.0",
        "IssueInstant": style.instant(NOW - timedelta(seconds=10)),
    }
    wanted = [Element("saml:Attribute", {"Name": name, "NameFormat": BASIC}) for name in names]
    return Element(
        "samlp:AttributeQuery",
        attributes,
        (
            Element("saml:Issuer", {}, (SP,)),
            placeholder(identifier),
            Element("saml:Subject", {}, (name_id(NAME_ID, PERSISTENT),)),
            *wanted,
        ),
        ("saml",),
    )


def written(message: Message, style: Style, signings: tuple[Signing, ...], cipher: str = "") -> str:
    """The text of a message: signed assertion first, then encrypted, then signed response."""
    scopes = {signing.scope for signing in signings}
    text = document(response(message, style, scopes, bool(cipher)), style)
    for signing in (signing for signing in signings if signing.scope == "Assertion"):
        text = sign(text, message.assertion_id, signing, style)
    if cipher:
        text = encrypt(text, cipher, style)
    for signing in (signing for signing in signings if signing.scope == "Response"):
        text = sign(text, message.response_id, signing, style)
    return text


# How each of the five issuers writes

XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
PRETTY = Style()
SINGLE_LINE = Style(indent=None, name_formats=False)
CRLF = Style(newline="\r\n", declaration=XML_DECLARATION + "\n")
TABS = Style(indent="\t", name_formats=False)
SAML2 = Style(
    {"samlp": "saml2p", "saml": "saml2"},
    indent=None,
    declaration=XML_DECLARATION,
    fraction_digits=3,
    schema_prefixes_on="Response",
)
DEFAULT_NAMESPACES = Style(
    {"samlp": "", "saml": "", "ds": ""},
    newline="\r\n",
    fraction_digits=7,
    name_formats=False,
)
DEFAULT_PROTOCOL = Style({"samlp": ""}, indent=None, schema_prefixes_on="Response")


# Captures


@dataclass(frozen=True)
class Outcome:
    """What a reader at the reference instant makes of a file."""

    kind: str = "response"
    unchecked: str = "accepted"
    checked: str = "accepted"
    reason: str = "valid"


def refused(reason: str) -> Outcome:
    """Readable and acceptable, until its signature is looked at."""
    return Outcome(checked="rejected", reason=reason)


def rejected(reason: str) -> Outcome:
    """Readable, but not acceptable."""
    return Outcome(unchecked="rejected", checked="rejected", reason=reason)


def malformed(reason: str) -> Outcome:
    """Not readable as a SAML message."""
    return Outcome("none", "malformed", "malformed", reason)


@dataclass(frozen=True)
class Capture:
    """One file of Samples/captures."""

    name: str
    about: str
    signings: tuple[Signing, ...]
    style: Style = PRETTY
    issuer: str = "idp-one"
    attributes: Attributes = ()
    changes: dict = field(default_factory=dict)
    cipher: str = ""
    spoil: Callable[[str], str] = str
    envelope: Callable[[bytes], bytes] = bytes
    outcome: Outcome = Outcome()

    @property
    def path(self) -> Path:
        return CAPTURES / self.name

    @property
    def made_by(self) -> str:
        """The tools that signed and encrypted it."""
        tools = sorted({signing.tool for signing in self.signings})
        return ", ".join(tools) + (" (also encrypted)" if self.cipher else "") if tools else "–"

    def octets(self) -> bytes:
        """What is written to the file."""
        chance = random.Random(f"{SEED}:{self.name}")
        message = Message(
            issuer=self.issuer,
            response_id=identifier(chance),
            assertion_id=identifier(chance),
            attributes=with_changes(SUBSCRIBER, self.attributes),
            name_id=NAME_ID,
            in_response_to=QUERY_ID,
        )
        text = written(replace(message, **self.changes), self.style, self.signings, self.cipher)
        return self.envelope(self.style.encode(self.spoil(text)))


def identifier(chance: random.Random) -> str:
    """A message identifier."""
    return f"_{chance.getrandbits(128):032x}"


def with_changes(base: Attributes, changes: Attributes) -> Attributes:
    """Attributes replaced, added, or (where no values are given) left out."""
    merged = dict(base) | dict(changes)
    return tuple((name, values) for name, values in merged.items() if values != ())


QUERY_ID = identifier(random.Random(f"{SEED}:query"))
NAME_ID = "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"
SUBSCRIBER: Attributes = (
    ("uid", ("7c9e6679f7425a8b",)),
    ("uniqueId", ("e4da3b7fbbce2345d7772b0674a318d5",)),
    ("householdID", ("HH-0048151623",)),
    ("MaxTVRating", ("tv-14",)),
    ("MaxMovieRating", ("pg-13",)),
    ("hba_status", ("false",)),
    ("zip", ("8001",)),
    ("city", ("Zürich",)),
    ("authorized_resources", ("news", "sports")),
)
REQUESTED = (*(name for name, _ in SUBSCRIBER), "packages", "note", "language", "avatar")
NOTE = (
    "Channels are listed  as sold;  regional variants\nare shown under one name.\n\n"
    "  Blackouts apply to live sports  and may differ\nfrom one household  to the next."
)
PACKAGES = Element("pkg:packages", {}, (
    Element("pkg:package", {"code": "base"}, (Element("pkg:title", {}, ("Base & News",)),)),
    Element("pkg:package", {"code": "sports"}),
))  # fmt: skip

ASSERTION_ONE = (Signing("Assertion", "idp-one"),)
NO_LINE_ENDS = replace(PRETTY, indent=None)


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


CAPTURE_LIST = (
    Capture(
        "01-pretty-lf-assertion-signed-rsa-sha256.xml",
        "pretty-printed, LF, assertion signed",
        ASSERTION_ONE,
    ),
    Capture(
        "02-single-line-assertion-signed-rsa-sha256.xml",
        "one line, no line end; transient NameID",
        (Signing("Assertion", "idp-one", tool="signxml"),),
        SINGLE_LINE,
        changes={"name_format": TRANSIENT, "name_id": "_t9b74c9897bac770ffc029102a200c5de"},
    ),
    Capture(
        "03-pretty-crlf-assertion-signed-rsa-sha256.xml",
        "pretty-printed, CRLF on disk; the signature is over what a parser makes of it (LF)",
        ASSERTION_ONE,
        CRLF,
    ),
    Capture(
        "04-tab-indented-assertion-signed-rsa-sha256.xml",
        "indented with tabs",
        (Signing("Assertion", "idp-five", tool="signxml"),),
        TABS,
        "idp-five",
    ),
    Capture(
        "05-saml2-prefixes-response-signed-rsa-sha256.xml",
        "prefixes saml2p and saml2, response signed, AuthnStatement, milliseconds",
        (Signing("Response", "idp-two-current"),),
        SAML2,
        "idp-two",
        changes={"authenticated_at": NOW - timedelta(minutes=42)},
    ),
    Capture(
        "06-default-namespaces-assertion-signed-rsa-sha256.xml",
        "no prefixes on SAML and signature elements, CRLF, seven fraction digits",
        (Signing("Assertion", "idp-four"),),
        DEFAULT_NAMESPACES,
        "idp-four",
    ),
    Capture(
        "07-response-and-assertion-signed-rollover-key.xml",
        "both signed, with the second of the issuer's two keys; AuthnStatement",
        (Signing("Assertion", "idp-two-next"), Signing("Response", "idp-two-next")),
        SAML2,
        "idp-two",
        changes={"authenticated_at": NOW - timedelta(minutes=5)},
    ),
    Capture(
        "08-response-signed-rsa-sha512.xml",
        "response signed, RSA-SHA512",
        (Signing("Response", "idp-five", "rsa-sha512"),),
        issuer="idp-five",
    ),
    Capture(
        "09-assertion-signed-rsa-sha1.xml",
        "RSA-SHA1 with a 2048-bit key",
        (Signing("Assertion", "idp-four", "rsa-sha1"),),
        issuer="idp-four",
        outcome=refused("sha1"),
    ),
    Capture(
        "10-assertion-signed-rsa-sha1-1024-bit-key.xml",
        "RSA-SHA1 with a 1024-bit key",
        (Signing("Assertion", "idp-four-legacy", "rsa-sha1"),),
        issuer="idp-four",
        outcome=refused("sha1"),
    ),
    Capture(
        "11-assertion-signed-rsa-sha256-1024-bit-key.xml",
        "RSA-SHA256 with a 1024-bit key",
        (Signing("Assertion", "idp-four-legacy"),),
        issuer="idp-four",
        outcome=refused("weakkey"),
    ),
    Capture(
        "12-assertion-signed-rsa-pss-sha256.xml",
        "RSASSA-PSS with SHA-256 and MGF1",
        (Signing("Assertion", "idp-five", "rsa-pss", "signxml"),),
        TABS,
        "idp-five",
    ),
    Capture(
        "13-assertion-signed-ecdsa-p256-sha256.xml",
        "ECDSA on P-256",
        (Signing("Assertion", "idp-three", "ecdsa-sha256", "signxml"),),
        DEFAULT_NAMESPACES,
        "idp-three",
        changes={"name_format": TRANSIENT, "name_id": "_t1679091c5a880faf6fb5e6087eb1b2dc"},
    ),
    Capture(
        "14-encrypted-assertion-aes256-gcm-rsa-oaep.xml",
        "assertion signed, then encrypted for sample-sp-encryption",
        ASSERTION_ONE,
        cipher="aes256-gcm",
        outcome=rejected("encrypted"),
    ),
    Capture(
        "15-encrypted-assertion-aes128-gcm-response-signed.xml",
        "assertion signed, encrypted, then response signed",
        (Signing("Assertion", "idp-two-current"), Signing("Response", "idp-two-current")),
        SAML2,
        "idp-two",
        cipher="aes128-gcm",
        outcome=rejected("encrypted"),
    ),
    Capture(
        "16-exclusive-c14n-prefix-list-xs.xml",
        'exclusive C14N, InclusiveNamespaces PrefixList="xs"; xs is bound on the response',
        (Signing("Assertion", "idp-two-current", prefix_list="xs"),),
        SAML2,
        "idp-two",
    ),
    Capture(
        "17-exclusive-c14n-prefix-list-default-xs.xml",
        'exclusive C14N, PrefixList="#default xs"; the default namespace is the protocol\'s',
        (Signing("Assertion", "idp-two-next", prefix_list="#default xs"),),
        DEFAULT_PROTOCOL,
        "idp-two",
    ),
    Capture(
        "18-inclusive-c14n10-assertion-signed.xml",
        "inclusive C14N 1.0; the assertion inherits namespaces from the response",
        (Signing("Assertion", "idp-five", canonicalization=INCLUSIVE),),
        TABS,
        "idp-five",
    ),
    Capture(
        "19-multi-valued-attributes.xml",
        "authorized_resources with twelve values, language with three",
        ASSERTION_ONE,
        attributes=(
            ("authorized_resources", tuple(f"channel-{number:02d}" for number in range(1, 13))),
            ("language", ("de", "fr", "it")),
        ),
    ),
    Capture(
        "20-non-ascii-attribute-values.xml",
        "Latin-1, CJK, combining, astral and right-to-left characters",
        (Signing("Assertion", "idp-one", tool="signxml"),),
        attributes=(
            ("city", ("Zürich", "東京", "São Paulo", "Łódź", "القاهرة")),
            ("avatar", ("📺👨‍👩‍👧‍👦🇨🇭", "e\u0301te\u0301")),
        ),
    ),
    Capture(
        "21-nil-empty-nested-attribute-values.xml",
        "xsi:nil, empty and nested XML attribute values",
        ASSERTION_ONE,
        attributes=(("zip", (None,)), ("city", ("",)), ("packages", (PACKAGES,))),
    ),
    Capture(
        "22-authn-statement.xml",
        "with AuthnStatement; transient NameID",
        (Signing("Assertion", "idp-five", tool="signxml"),),
        TABS,
        "idp-five",
        changes={
            "authenticated_at": NOW - timedelta(hours=3),
            "name_format": TRANSIENT,
            "name_id": "_t8f14e45fceea167a5a36dedd4bea2543",
        },
    ),
    Capture(
        "23-status-responder-authn-failed.xml",
        "status Responder / AuthnFailed with StatusMessage, no assertion, response signed",
        (Signing("Response", "idp-one"),),
        changes={"failed": True},
        outcome=rejected("status"),
    ),
    Capture(
        "24-required-attribute-missing.xml",
        "no uid",
        ASSERTION_ONE,
        attributes=(("uid", ()),),
        outcome=rejected("missing"),
    ),
    Capture(
        "25-expired.xml",
        "valid on 2026-01-14 from 11:59:30Z to 12:10:00Z",
        ASSERTION_ONE,
        changes={
            "issued": NOW - timedelta(days=1, seconds=3),
            "not_before": NOW - timedelta(days=1, seconds=30),
            "not_on_or_after": NOW - timedelta(days=1) + timedelta(minutes=10),
        },
        outcome=rejected("expired"),
    ),
    Capture(
        "26-wrong-audience.xml",
        "meant for https://sp.example/saml",
        ASSERTION_ONE,
        changes={"audience": "https://sp.example/saml"},
        outcome=rejected("audience"),
    ),
    Capture(
        "27-whitespace-in-signed-text.xml",
        "a long value with doubled spaces and line ends; collapsing them breaks the signature",
        ASSERTION_ONE,
        NO_LINE_ENDS,
        attributes=(("note", (NOTE,)),),
    ),
    Capture(
        "28-newlines-between-attributes.xml",
        "only a line end between the attributes of a start tag; deleting it breaks the XML",
        ASSERTION_ONE,
        replace(PRETTY, attribute_separator="\n"),
    ),
    Capture(
        "29-comment-in-attribute-value.xml",
        "a comment inside householdID; the value is HH-0048151623 all the same",
        ASSERTION_ONE,
        attributes=(("householdID", (("HH-0048", Markup("<!-- moved -->"), "151623"),)),),
    ),
    Capture(
        "30-utf-16-byte-order-mark.xml",
        "UTF-16, little-endian, byte-order mark",
        ASSERTION_ONE,
        replace(
            PRETTY,
            declaration='<?xml version="1.0" encoding="UTF-16"?>\n',
            encoding="utf-16-le",
            byte_order_mark=b"\xff\xfe",
        ),
    ),
    Capture(
        "31-utf-8-byte-order-mark.xml",
        "UTF-8 with byte-order mark",
        ASSERTION_ONE,
        replace(PRETTY, byte_order_mark=b"\xef\xbb\xbf"),
    ),
    Capture(
        "32-base64-76-columns.b64",
        "Base64 in lines of 76 columns",
        ASSERTION_ONE,
        envelope=wrapped_base64,
    ),
    Capture(
        "33-base64-percent-encoded.txt",
        "Base64, percent-encoded once",
        ASSERTION_ONE,
        envelope=percent_encoded,
    ),
    Capture(
        "34-base64-doubly-percent-encoded.txt",
        "Base64, percent-encoded twice",
        ASSERTION_ONE,
        envelope=doubly_percent_encoded,
    ),
    Capture(
        "35-form-body.form",
        "form body: SAMLResponse=…&RelayState=…",
        ASSERTION_ONE,
        envelope=form_body,
    ),
    Capture("36-unsigned.xml", "no signature at all", (), outcome=refused("unsigned")),
    Capture(
        "37-tampered-attribute.xml",
        "MaxTVRating changed from tv-14 to tv-ma after signing",
        ASSERTION_ONE,
        spoil=lambda text: text.replace(">tv-14<", ">tv-ma<"),
        outcome=refused("tampered"),
    ),
    Capture(
        "38-signed-with-another-issuers-key.xml",
        "issuer idp-one, but signed with the key of idp-five",
        (Signing("Assertion", "idp-five"),),
        outcome=refused("untrusted"),
    ),
    Capture(
        "39-not-yet-valid.xml",
        "valid from 13:00:00Z",
        ASSERTION_ONE,
        changes={
            "not_before": NOW + timedelta(hours=1),
            "not_on_or_after": NOW + timedelta(hours=2),
        },
        outcome=rejected("notyet"),
    ),
)


def write_captures() -> None:
    """Writes the captured responses and the query they answer."""
    CAPTURES.mkdir(parents=True, exist_ok=True)
    for capture in CAPTURE_LIST:
        capture.path.write_bytes(capture.octets())
    token = document(attribute_query(QUERY_ID, REQUESTED, PRETTY), PRETTY)
    token = (
        XML_DECLARATION
        + "\n"
        + sign(token, QUERY_ID, Signing("AttributeQuery", "sp-signing"), PRETTY)
    )
    octets = token.encode()
    (CAPTURES / "verification-token.xml").write_bytes(octets)
    (CAPTURES / "verification-token.b64").write_bytes(base64.b64encode(octets))
    (CAPTURES / "verification-token.redirect").write_bytes(redirect_query(octets))


# Malformed captures

INTERNAL_DOCTYPE = '<!DOCTYPE samlp:Response [<!ENTITY plan "basic">]>\n'
HTML_PAGE = """\
<html xmlns="http://www.w3.org/1999/xhtml">
  <head><title>Sign in</title></head>
  <body><p>Your session has ended. Please sign in again.</p></body>
</html>
"""


@dataclass(frozen=True)
class Malformed:
    """One file of Samples/captures/malformed, made from a good response."""

    name: str
    about: str
    reason: str
    make: Callable[[str], bytes]

    @property
    def path(self) -> Path:
        return MALFORMED / self.name


def with_doubled_assertion(text: str) -> bytes:
    """The assertion twice, so that its ID occurs twice."""
    return re.sub(r"( *<saml:Assertion.*</saml:Assertion>\n)", r"\1\1", text, flags=re.S).encode()


def with_undeclared_prefix(text: str) -> bytes:
    """An element whose prefix nobody has bound."""
    return text.replace("<samlp:Status>", "<ext:Hint/>\n  <samlp:Status>").encode()


def with_foreign_characters(text: str) -> bytes:
    """Base64 with characters in its middle that no Base64 alphabet has."""
    encoded = base64.b64encode(text.encode())
    return encoded[:1200] + b"*!~" + encoded[1200:]


MALFORMED_LIST = (
    Malformed(
        "truncated.xml", "cut off in the middle of the certificate", "truncated",
        lambda text: text[: text.index("<ds:X509Certificate>") + 400].encode(),
    ),
    Malformed(
        "doctype.xml", "a DOCTYPE with a harmless internal entity", "doctype",
        lambda text: (INTERNAL_DOCTYPE + text.replace(">tv-14<", ">&plan;<")).encode(),
    ),
    Malformed(
        "undeclared-prefix.xml", "an element with an undeclared prefix", "prefix",
        with_undeclared_prefix,
    ),
    Malformed(
        "duplicate-ids.xml", "the assertion twice, under one ID", "duplicate",
        with_doubled_assertion,
    ),
    Malformed(
        "html-page.xml", "a sign-in page instead of a message", "root",
        lambda _: HTML_PAGE.encode(),
    ),
    Malformed(
        "invalid-base64.b64", "characters foreign to Base64 in the middle", "base64",
        with_foreign_characters,
    ),
    Malformed("empty.xml", "no bytes at all", "empty", lambda _: b""),
    Malformed(
        "random-bytes.bin", "256 random bytes", "binary",
        lambda _: random.Random(SEED).randbytes(256),
    ),
    Malformed(
        "two-roots.xml", "two messages, one after the other", "roots",
        lambda text: (text + text).encode(),
    ),
    Malformed(
        "nul-after-root.xml", "a NUL byte after the root element", "nul",
        lambda text: text.encode() + b"\0\n",
    ),
    Malformed(
        "utf-7.xml", "declared to be, and encoded as, UTF-7", "encoding",
        lambda text: ('<?xml version="1.0" encoding="UTF-7"?>\n' + text).encode("utf-7"),
    ),
)  # fmt: skip


def write_malformed() -> None:
    """Writes the files no SAML message can be read from."""
    MALFORMED.mkdir(parents=True, exist_ok=True)
    good = CAPTURE_LIST[0].path.read_text(encoding="utf-8")
    for item in MALFORMED_LIST:
        item.path.write_bytes(item.make(good))


# A thousand subscribers

SUBSCRIBER_COUNTS = {
    "idp-one": 300, "idp-two": 250, "idp-three": 200, "idp-four": 150, "idp-five": 100,
}  # fmt: skip
BREAKAGES = {
    "tampered": 5, "expired": 5, "missing": 4, "status": 4, "audience": 4, "unsigned": 4,
    "notyet": 3, "base64": 3, "truncated": 3, "doctype": 3, "json": 2,
}  # fmt: skip
BREAKAGE_OUTCOMES = {
    **{reason: refused(reason) for reason in ("tampered", "unsigned")},
    **{
        reason: rejected(reason)
        for reason in ("expired", "missing", "status", "audience", "notyet")
    },
    **{reason: malformed(reason) for reason in ("base64", "truncated", "doctype", "json")},
}
BREAKAGE_TEXTS = {
    "tampered": "rating changed after signing",
    "expired": "answer of the day before",
    "missing": "no uid",
    "status": "Responder / AuthnFailed, no assertion",
    "audience": "meant for https://sp.example/saml",
    "unsigned": "no signature",
    "notyet": "valid two hours later",
    "base64": "Base64 cut off",
    "truncated": "XML cut off",
    "doctype": "a DOCTYPE before the root",
    "json": "JSON line cut off",
}
MAKES = {
    "idp-one": "pretty, LF; assertion signed, RSA-SHA256; xmlsec1",
    "idp-two": "one line, `saml2p:`; response signed, RSA-SHA256, PrefixList `xs`; xmlsec1;"
    " second key from 11:30",
    "idp-three": "CRLF, default namespaces; both signed, ECDSA-SHA256; signxml",
    "idp-four": "one line; assertion signed, RSA-SHA256; signxml",
    "idp-five": "tabs; response signed, RSA-SHA512, inclusive C14N; signxml",
}
CITIES = ("Zürich", "東京", "São Paulo", "Montréal", "Kraków", "Αθήνα", "Malmö", "Austin")
RESOURCES = ("news", "sports", "movies", "kids", "music", "documentary", "local", "world")
TV_RATINGS = ("tv-y7", "tv-pg", "tv-14", "tv-ma")
MOVIE_RATINGS = ("g", "pg", "pg-13", "r", "nc-17")
ROLLOVER = NOW - timedelta(minutes=30)


def subscriber_lines() -> Iterator[tuple[str, str, str]]:
    """Each line of the NDJSON file with its issuer and its breakage ("" when it has none)."""
    chance = random.Random(SEED)
    issuers = [issuer for issuer, count in SUBSCRIBER_COUNTS.items() for _ in range(count)]
    chance.shuffle(issuers)
    kinds = [kind for kind, count in BREAKAGES.items() for _ in range(count)]
    broken = dict(zip(chance.sample(range(len(issuers)), len(kinds)), kinds, strict=True))
    instants = sorted(chance.randrange(3_600_000) for _ in issuers)
    for number, (issuer, instant) in enumerate(zip(issuers, instants, strict=True)):
        kind = broken.get(number, "")
        moment = NOW - timedelta(milliseconds=3_600_000 - instant)
        line = subscriber_line(issuer, moment, kind, random.Random(f"{SEED}:{number}"))
        yield line, issuer, kind


def subscriber_line(issuer: str, moment: datetime, kind: str, chance: random.Random) -> str:
    """One JSON object, without its line end."""
    style, signings = make_of(issuer, moment)
    message = subscriber_message(issuer, moment, kind, chance)
    if kind == "status":
        signings = (replace(signings[-1], scope="Response"),)
    if kind == "unsigned":
        signings = ()
    text = broken_text(written(message, style, signings), kind)
    encoded = base64.b64encode(style.encode(text)).decode()
    if kind == "base64":
        # One character more than a multiple of four: no reading of Base64 forgives that.
        encoded = encoded[: len(encoded) // 8 * 4 + 1]
    time = moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
    record = {"time": time, "host": "sp.auth.adobe.com", "SAMLResponse": encoded}
    line = json.dumps(record, separators=(",", ":"))
    return line[: len(line) * 2 // 3] if kind == "json" else line


def make_of(issuer: str, moment: datetime) -> tuple[Style, tuple[Signing, ...]]:
    """How an issuer writes and signs at a given time."""
    match issuer:
        case "idp-one":
            return PRETTY, ASSERTION_ONE
        case "idp-two":
            name = "idp-two-current" if moment < ROLLOVER else "idp-two-next"
            return SAML2, (Signing("Response", name, prefix_list="xs"),)
        case "idp-three":
            signing = Signing("Assertion", "idp-three", "ecdsa-sha256", "signxml")
            return DEFAULT_NAMESPACES, (signing, replace(signing, scope="Response"))
        case "idp-four":
            return SINGLE_LINE, (Signing("Assertion", "idp-four", tool="signxml"),)
        case _:
            signing = Signing("Response", "idp-five", "rsa-sha512", "signxml", INCLUSIVE)
            return TABS, (signing,)


def subscriber_message(issuer: str, moment: datetime, kind: str, chance: random.Random) -> Message:
    """What one subscriber's response says."""
    issued = moment - timedelta(milliseconds=chance.randrange(400, 4000))
    if kind == "expired":
        issued -= timedelta(days=1)
    not_before = issued - timedelta(seconds=30)
    if kind == "notyet":
        not_before = issued + timedelta(hours=2)
    attributes = subscriber_attributes(chance)
    if kind == "missing":
        attributes = with_changes(attributes, (("uid", ()),))
    return Message(
        issuer=issuer,
        response_id=identifier(chance),
        assertion_id=identifier(chance),
        attributes=attributes,
        name_id=f"{chance.getrandbits(128):032x}",
        in_response_to=identifier(chance),
        issued=issued,
        not_before=not_before,
        not_on_or_after=not_before + timedelta(hours=4),
        audience="https://sp.example/saml" if kind == "audience" else SP,
        failed=kind == "status",
    )


def subscriber_attributes(chance: random.Random) -> Attributes:
    """Two identifiers, a rating, and a few of the things that only some providers tell."""
    extras: Attributes = (
        ("householdID", (f"HH-{chance.randrange(10**10):010d}",)),
        ("MaxMovieRating", (chance.choice(MOVIE_RATINGS),)),
        ("hba_status", (chance.choice(("true", "false")),)),
        ("zip", (f"{chance.randrange(1000, 99999):05d}",)),
        ("city", (chance.choice(CITIES),)),
        ("authorized_resources", tuple(chance.sample(RESOURCES, chance.randrange(1, 4)))),
    )
    return (
        ("uid", (f"{chance.getrandbits(64):016x}",)),
        ("uniqueId", (f"{chance.getrandbits(128):032x}",)),
        ("MaxTVRating", (chance.choice(TV_RATINGS),)),
        *chance.sample(extras, chance.randrange(2, 4)),
    )


def broken_text(text: str, kind: str) -> str:
    """The breakages that are done to a finished message."""
    match kind:
        case "tampered":
            return re.sub(r">tv-[^<]*<", ">tv-g<", text)
        case "truncated":
            return text[: len(text) * 3 // 4]
        case "doctype":
            return INTERNAL_DOCTYPE + text
        case _:
            return text


def write_subscribers() -> None:
    """Writes the NDJSON file and the list of its broken lines."""
    rows = [("line", "issuer", "kind", "unchecked", "checked", "reason")]
    with SUBSCRIBERS.open("w", encoding="ascii", newline="\n") as file:
        for number, (line, issuer, kind) in enumerate(subscriber_lines(), start=1):
            file.write(line + "\n")
            if kind:
                outcome = BREAKAGE_OUTCOMES[kind]
                rows.append((str(number), issuer, *outcome_fields(outcome)))
    write_table(BROKEN_LINES, rows)


def broken_lines() -> list[dict[str, str]]:
    """The list of broken lines, read back."""
    with BROKEN_LINES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


# Metadata


def write_metadata() -> None:
    """Writes one EntityDescriptor an issuer, and all of them in one EntitiesDescriptor."""
    METADATA.mkdir(parents=True, exist_ok=True)
    style = replace(PRETTY, declaration=XML_DECLARATION + "\n")
    for issuer in ISSUERS:
        octets = style.encode(document(entity_descriptor(issuer), style))
        (METADATA / f"{issuer}.xml").write_bytes(octets)
    every = Element("md:EntitiesDescriptor", {}, tuple(map(entity_descriptor, ISSUERS)))
    (METADATA / "all-idps.xml").write_bytes(style.encode(document(every, style)))


def entity_descriptor(issuer: str) -> Element:
    """The metadata of an issuer: identity provider and attribute authority, same keys."""
    protocol = {"protocolSupportEnumeration": NAMESPACES["samlp"]}
    keys = tuple(key_descriptor(name) for name in ISSUERS[issuer])
    formats = tuple(Element("md:NameIDFormat", {}, (name,)) for name in (PERSISTENT, TRANSIENT))
    bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"
    sign_on = {"Binding": bindings + "HTTP-Redirect", "Location": entity(issuer) + "/sso"}
    attributes = {"Binding": bindings + "SOAP", "Location": entity(issuer) + "/attributes"}
    return Element("md:EntityDescriptor", {"entityID": entity(issuer)}, (
        Element("md:IDPSSODescriptor", protocol, (
            *keys, *formats, Element("md:SingleSignOnService", sign_on),
        )),
        Element("md:AttributeAuthorityDescriptor", protocol, (
            *keys, Element("md:AttributeService", attributes), *formats,
        )),
    ))  # fmt: skip


def key_descriptor(name: str) -> Element:
    """A signing key."""
    certificate = Element("ds:X509Certificate", {}, (key(name).certificate_base64,))
    info = Element("ds:KeyInfo", {}, (Element("ds:X509Data", {}, (certificate,)),))
    return Element("md:KeyDescriptor", {"use": "signing"}, (info,))


# Tables

QUERY_FILES = {
    "verification-token.xml": "signed AttributeQuery, the request the numbered captures answer",
    "verification-token.b64": "the same, Base64",
    "verification-token.redirect": "the same, `SAMLRequest=`, DEFLATE, Base64, percent-encoded",
}
QUERY_OUTCOME = Outcome("attributeQuery")


def expectations() -> dict[str, Outcome]:
    """What is expected of every file, by its path below Samples."""
    expected = {f"captures/{capture.name}": capture.outcome for capture in CAPTURE_LIST}
    expected |= {f"captures/{name}": QUERY_OUTCOME for name in QUERY_FILES}
    expected |= {
        f"captures/malformed/{item.name}": malformed(item.reason) for item in MALFORMED_LIST
    }
    return expected


def outcome_fields(outcome: Outcome) -> tuple[str, str, str, str]:
    """An outcome as table cells."""
    return outcome.kind, outcome.unchecked, outcome.checked, outcome.reason


def write_table(path: Path, rows: list[tuple[str, ...]]) -> None:
    """Writes tab-separated values."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)


def write_tables() -> None:
    """Writes expected.tsv and the tables inside README.md."""
    rows = [("path", "kind", "unchecked", "checked", "reason")]
    rows += [(path, *outcome_fields(outcome)) for path, outcome in expectations().items()]
    write_table(SAMPLES / "expected.tsv", rows)

    captures = [
        (f"`{item.name}`", item.about, item.made_by, *outcome_fields(item.outcome)[1:])
        for item in CAPTURE_LIST
    ]
    captures += [
        (f"`{name}`", about, "xmlsec1", *outcome_fields(QUERY_OUTCOME)[1:])
        for name, about in QUERY_FILES.items()
    ]
    broken = [(f"`{item.name}`", item.about, item.reason) for item in MALFORMED_LIST]
    readme = SAMPLES / "README.md"
    text = readme.read_text(encoding="utf-8")
    heads = ("File", "What it is", "Made by", "Unchecked", "Checked", "Reason")
    text = with_section(text, "captures", markdown(heads, captures))
    text = with_section(text, "malformed", markdown(("File", "What it is", "Reason"), broken))
    text = with_section(text, "subscribers", subscriber_tables())
    text = with_section(text, "tools", f"Made with {tool_versions()}.")
    readme.write_text(text, encoding="utf-8")


def subscriber_tables() -> str:
    """Two tables about the NDJSON file: lines by issuer, and broken lines by kind."""
    rows = broken_lines()
    by_issuer = Counter(row["issuer"] for row in rows)
    issuers = [
        (f"`{entity(name)}`", MAKES[name], str(count), str(by_issuer[name]))
        for name, count in SUBSCRIBER_COUNTS.items()
    ]
    kinds = [
        (kind, BREAKAGE_TEXTS[kind], str(count), *outcome_fields(BREAKAGE_OUTCOMES[kind])[1:3])
        for kind, count in BREAKAGES.items()
    ]
    return "\n\n".join(
        (
            markdown(("Issuer", "Make", "Lines", "Broken"), issuers),
            markdown(("Reason", "What is broken", "Lines", "Unchecked", "Checked"), kinds),
        )
    )


def markdown(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def with_section(text: str, name: str, content: str) -> str:
    """The text with what stands between two marker comments replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    head, rest = text.split(begin)
    return head + begin + content + "\n" + end + rest.split(end)[1]


def tool_versions() -> str:
    """The tools and their versions."""
    xmlsec1 = xmlsec("--version").stdout.decode().split()[1]
    return (
        f"xmlsec1 {xmlsec1}, signxml {version('signxml')}, lxml {version('lxml')} and"
        f" cryptography {version('cryptography')}"
    )


# Checks: read back what is on disk, knowing nothing of how it was made


class Unreadable(Exception):
    """No SAML message can be read from this."""


def unwrapped(octets: bytes) -> bytes:
    """Undoes form body, percent-encoding, Base64 and DEFLATE."""
    if octets.startswith((b"<", b"\xef\xbb\xbf", b"\xff\xfe")):
        return octets
    try:
        text = octets.decode("ascii").strip()
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
    tree = root.getroottree()
    if tree.docinfo.doctype:
        raise Unreadable("DOCTYPE")
    if (tree.docinfo.encoding or "UTF-8").upper() not in ("UTF-8", "UTF-16", "UTF-16LE"):
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


def moment(text: str) -> datetime:
    """An instant; Python knows six fraction digits, some makes write seven."""
    return datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text))


def rejection(root: etree._Element) -> str:
    """Why a message is rejected whatever its signature; empty when it is not."""
    if root.tag == tag("samlp:AttributeQuery"):
        return ""
    if root.find(".//{*}StatusCode").get("Value") != STATUS + "Success":
        return "status"
    if root.find(tag("saml:EncryptedAssertion")) is not None:
        return "encrypted"
    conditions = root.find(".//" + tag("saml:Conditions"))
    if moment(conditions.get("NotOnOrAfter")) <= NOW:
        return "expired"
    if moment(conditions.get("NotBefore")) > NOW:
        return "notyet"
    if [element.text for element in conditions.iter(tag("saml:Audience"))] != [SP]:
        return "audience"
    present = {element.get("Name") for element in root.iter(tag("saml:Attribute"))}
    return "" if present.issuperset(REQUIRED) else "missing"


def trusted(issuer: str) -> list[Path]:
    """The certificates an issuer may sign with."""
    if issuer == SP:
        return [key("sp-signing").certificate_path]
    name = next(name for name in ISSUERS if entity(name) == issuer)
    return [key(pair).certificate_path for pair in ISSUERS[name]]


def refusal(xml: bytes, root: etree._Element) -> str:
    """Why the signatures are refused: each must verify with a key of the issuer, and neither SHA-1
    nor a short key may be involved.  Empty when they are fine."""
    signatures = root.findall(".//" + tag("ds:Signature"))
    if not signatures:
        return "unsigned"
    certificates = trusted(root.findtext(tag("saml:Issuer")))
    reasons = [signature_refusal(xml, signature, certificates) for signature in signatures]
    return next(filter(None, reasons), "")


def signature_refusal(xml: bytes, signature: etree._Element, certificates: list[Path]) -> str:
    """Why one signature is refused."""
    method = signature.find(".//" + tag("ds:SignatureMethod")).get("Algorithm")
    reference = signature.find(".//" + tag("ds:Reference")).get("URI").removeprefix("#")
    signer = next((path for path in certificates if verifies(xml, reference, method, path)), None)
    if signer is None:
        every = [key(name).certificate_path for name in KEY_KINDS]
        genuine = any(verifies(xml, reference, method, path) for path in every)
        return "untrusted" if genuine else "tampered"
    if method.endswith("sha1"):
        return "sha1"
    public = x509.load_pem_x509_certificate(signer.read_bytes()).public_key()
    return "weakkey" if isinstance(public, rsa.RSAPublicKey) and public.key_size < 2048 else ""


def verifies(xml: bytes, reference: str, method: str, certificate: Path) -> bool:
    """Whether the signature over this ID verifies: by xmlsec1, or by signxml for RSA-PSS, which
    xmlsec1 1.2 does not know."""
    if method == ALGORITHMS["rsa-pss"][0]:
        return verifies_with_signxml(xml, certificate)
    with tempfile.NamedTemporaryFile(suffix=".xml") as file:
        file.write(xml)
        file.flush()
        result = xmlsec(
            # The certificate in KeyInfo must not take part: anybody can put one there.
            "--verify", "--enabled-key-data", "raw-x509-cert", "--pubkey-cert-pem", certificate,
            *id_arguments(), "--node-xpath", signature_path(reference), file.name,
        )  # fmt: skip
    return result.returncode == 0


def verifies_with_signxml(xml: bytes, certificate: Path) -> bool:
    """Whether signxml accepts the only signature."""
    try:
        signxml.XMLVerifier().verify(
            xml,
            x509_cert=x509.load_pem_x509_certificate(certificate.read_bytes()),
            id_attribute="ID",
            expect_config=SignatureConfiguration(location=".//"),
        )
    except signxml.exceptions.InvalidSignature:
        return False
    return True


def found_outcome(octets: bytes) -> Outcome:
    """What these checks make of a file; the reason is left out where nothing can be read."""
    try:
        xml = unwrapped(octets)
        root = parsed(xml)
    except Unreadable:
        return malformed("")
    kind = "attributeQuery" if root.tag == tag("samlp:AttributeQuery") else "response"
    reason = rejection(root)
    if reason:
        return replace(rejected(reason), kind=kind)
    reason = refusal(xml, root)
    return replace(refused(reason) if reason else Outcome(), kind=kind)


def same(found: Outcome, expected: Outcome) -> bool:
    """Whether an outcome is the expected one; these checks do not name reasons for malformed."""
    if expected.unchecked == "malformed":
        found = replace(found, reason=expected.reason)
    return found == expected


def decrypted(xml: bytes) -> bytes:
    """What xmlsec1 decrypts with the service provider's key."""
    with tempfile.TemporaryDirectory() as directory:
        encrypted, plain = Path(directory, "encrypted.xml"), Path(directory, "plain.xml")
        encrypted.write_bytes(xml)
        xmlsec_or_raise(
            "--decrypt", "--privkey-pem", key("sp-encryption").private_path,
            "--output", plain, encrypted,
        )  # fmt: skip
        return plain.read_bytes()


def cookbook(xml: bytes) -> bytes:
    """The white-space normalization of Adobe's Apple SSO cookbook."""
    collapsed = re.sub(r"[ \t]+", " ", xml.decode())
    return re.sub("[\n\v\f\r\x85\u2028\u2029]", "", collapsed).strip().encode()


Check = tuple[str, str, bool]


def check_files() -> Iterator[Check]:
    """Every capture has the expected outcome."""
    for path, expected in expectations().items():
        found = found_outcome((SAMPLES / path).read_bytes())
        label = f"{found.unchecked}/{found.checked} {found.reason}".strip()
        yield path, label, same(found, expected)


def check_encrypted() -> Iterator[Check]:
    """Encrypted captures decrypt, and what comes out is signed and acceptable; the response's own
    signature verifies before decryption (afterwards it cannot)."""
    for capture in (capture for capture in CAPTURE_LIST if capture.cipher):
        xml = capture.path.read_bytes()
        root = parsed(xml)
        outer = root.findall(tag("ds:Signature"))
        certificates = trusted(entity(capture.issuer))
        if outer:
            good = not signature_refusal(xml, outer[0], certificates)
            yield capture.name, "response signature verifies", good
        plain = decrypted(xml)
        root = parsed(plain)
        wrapper = root.find(tag("saml:EncryptedAssertion"))
        inner = wrapper.find(f"{tag('saml:Assertion')}/{tag('ds:Signature')}")
        good = not signature_refusal(plain, inner, certificates)
        yield capture.name, "decrypts, assertion signature verifies", good
        root.replace(wrapper, wrapper[0])
        yield capture.name, "acceptable once decrypted", not rejection(root)


def check_others() -> Iterator[Check]:
    """What some samples are about, beyond their outcome."""
    error = next(capture for capture in CAPTURE_LIST if capture.outcome.reason == "status")
    xml = error.path.read_bytes()
    yield error.name, "signature verifies", not refusal(xml, parsed(xml))
    for capture in CAPTURE_LIST:
        if capture.outcome.reason in ("missing", "expired", "audience", "notyet"):
            xml = capture.path.read_bytes()
            yield capture.name, "signature verifies", not refusal(xml, parsed(xml))
    crlf = (CAPTURES / "03-pretty-crlf-assertion-signed-rsa-sha256.xml").read_bytes()
    yield "03-…", "every line ends in CRLF", crlf.count(b"\r\n") == crlf.count(b"\n") > 20
    spaced = cookbook((CAPTURES / "27-whitespace-in-signed-text.xml").read_bytes())
    yield "27-…", "cookbook form breaks the signature", found_outcome(spaced) == refused("tampered")
    fused = cookbook((CAPTURES / "28-newlines-between-attributes.xml").read_bytes())
    yield "28-…", "cookbook form breaks the XML", found_outcome(fused) == malformed("")
    for path in sorted(METADATA.glob("*.xml")):
        certificates = etree.parse(path).findall(".//" + tag("ds:X509Certificate"))
        yield f"metadata/{path.name}", f"{len(certificates)} certificates", len(certificates) >= 2


def check_subscribers() -> Iterator[Check]:
    """Every line of the NDJSON file has the expected outcome."""
    text = SUBSCRIBERS.read_text(encoding="ascii")
    lines = text.splitlines()
    rows = broken_lines()
    expected = {
        int(row["line"]): Outcome(row["kind"], row["unchecked"], row["checked"], row["reason"])
        for row in rows
    }
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(line_outcome, lines))
    tally = Counter()
    for number, found in enumerate(outcomes, start=1):
        wanted = expected.get(number, Outcome())
        tally[wanted.reason, same(found, wanted)] += 1
    for reason in ("valid", *BREAKAGES):
        good, bad = tally[reason, True], tally[reason, False]
        yield SUBSCRIBERS.name, f"{reason}: {good} of {good + bad}", bad == 0 and good > 0
    size = len(text)
    yield SUBSCRIBERS.name, f"{size:,} bytes", size < 8_000_000 and text.endswith("\n")
    counts = Counter(row["reason"] for row in rows)
    yield SUBSCRIBERS.name, f"{len(lines)} lines", len(lines) == 1000 and counts == BREAKAGES


def line_outcome(line: str) -> Outcome:
    """What these checks make of a line."""
    try:
        octets = base64.b64decode(json.loads(line)["SAMLResponse"], validate=True)
    except ValueError:
        return malformed("")
    return found_outcome(octets)


def checks() -> bool:
    """Prints a table of every check; false when one failed."""
    failures = total = 0
    for group in (check_files, check_encrypted, check_others, check_subscribers):
        for name, label, good in group():
            print(f"{'ok  ' if good else 'FAIL'}  {name:66}  {label}", flush=True)
            total += 1
            failures += not good
    print(f"{total} checks, {failures} failed")
    return failures == 0


def main() -> int:
    """Builds unless only a check is asked for, then checks."""
    parser = argparse.ArgumentParser(description="Builds and checks everything under Samples/.")
    parser.add_argument("--check", action="store_true", help="only check what is there")
    if not parser.parse_args().check:
        make_missing_keys()
        write_metadata()
        write_captures()
        write_malformed()
        write_subscribers()
        write_tables()
    return 0 if checks() else 1


if __name__ == "__main__":
    sys.exit(main())
