"""Signing and verifying with xmlsec1."""

import re
import subprocess
from pathlib import Path

from lxml import etree

from samples.keys import Key, key
from samples.markup import Element, indented, render
from samples.settings import NAMESPACES
from samples.signing import ENVELOPED, Signing, placeholder
from samples.style import Style

# xmlsec1 reads no schema here, so it must be told which attributes are identifiers.
ID_ARGUMENTS = (
    "--id-attr:ID", f"{NAMESPACES['samlp']}:Response",
    "--id-attr:ID", f"{NAMESPACES['samlp']}:AttributeQuery",
    "--id-attr:ID", f"{NAMESPACES['saml']}:Assertion",
)  # fmt: skip


def xmlsec(*arguments: str | Path, document: bytes = b"") -> bytes:
    """What xmlsec1 makes of a document; it must succeed."""
    command = ["xmlsec1", *arguments] + (["-"] if document else [])
    result = subprocess.run(command, input=document, capture_output=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{command}: {result.stderr.decode()}")
    return result.stdout


def sign(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Lets xmlsec1 compute digest and signature, and writes them into our own text: what xmlsec1
    writes has lost line ends and the layout of start tags, which some samples are about."""
    pair = key(signing.key)
    place = re.compile(rf"([ \t]*){re.escape(placeholder(identifier).text)}")

    def with_signature(digest: str, value: str, certificate: str) -> str:
        element = signature_element(identifier, signing, digest, value, certificate)
        return place.sub(lambda found: indented(render(element, style), found[1]), text, count=1)

    signed = xmlsec(
        "--sign", "--privkey-pem", pair.private_path,
        *ID_ARGUMENTS, "--node-xpath", signature_path(identifier),
        document=with_signature("", "", "").encode(),
    )  # fmt: skip
    (signature,) = etree.fromstring(signed).xpath(signature_path(identifier))
    value = signature.findtext(".//{*}SignatureValue").strip()
    if style.indent is None:
        value = "".join(value.split())
    return with_signature(signature.findtext(".//{*}DigestValue"), value, pair.certificate_base64)


def signature_path(identifier: str) -> str:
    """XPath of the signature whose reference is to this ID."""
    return (
        "//*[local-name()='Signature' and *[local-name()='SignedInfo']"
        f"/*[local-name()='Reference' and @URI='#{identifier}']]"
    )


def signature_element(
    identifier: str, signing: Signing, digest: str, value: str, certificate: str
) -> Element:
    """A ds:Signature; what is left empty is for xmlsec1 to compute."""
    prefixes = ()
    if signing.prefix_list:
        prefixes = (Element("ec:InclusiveNamespaces", PrefixList=signing.prefix_list),)
    transforms = Element(
        "ds:Transforms",
        Element("ds:Transform", Algorithm=ENVELOPED),
        Element("ds:Transform", *prefixes, Algorithm=signing.canonicalization),
    )
    reference = Element(
        "ds:Reference",
        transforms,
        Element("ds:DigestMethod", Algorithm=signing.digest_method),
        Element("ds:DigestValue", digest),
        URI=f"#{identifier}",
    )
    signed_info = Element(
        "ds:SignedInfo",
        Element("ds:CanonicalizationMethod", Algorithm=signing.canonicalization),
        Element("ds:SignatureMethod", Algorithm=signing.signature_method),
        reference,
    )
    return Element(
        "ds:Signature", signed_info, Element("ds:SignatureValue", value), key_info(certificate)
    )


def key_info(certificate: str) -> Element:
    """A ds:KeyInfo with one certificate."""
    return Element("ds:KeyInfo", Element("ds:X509Data", Element("ds:X509Certificate", certificate)))


def verifies(xml: bytes, identifier: str, pair: Key) -> bool:
    """Whether the signature over this ID verifies with this key."""
    try:
        xmlsec(
            # The certificate in KeyInfo must not take part: anybody can put one there.
            "--verify", "--enabled-key-data", "raw-x509-cert",
            "--pubkey-cert-pem", pair.certificate_path,
            *ID_ARGUMENTS, "--node-xpath", signature_path(identifier),
            document=xml,
        )  # fmt: skip
    except RuntimeError:
        return False
    return True
