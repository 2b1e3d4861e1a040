"""Encrypting and decrypting assertions with xmlsec1, for the service provider's key."""

import re
from tempfile import NamedTemporaryFile

from samples.keys import key
from samples.markup import Element, render
from samples.settings import NAMESPACES
from samples.signing import DSIG, XMLENC
from samples.style import Style
from samples.xmlsec_tool import xmlsec


def encrypt(text: str, cipher: str, style: Style) -> str:
    """Replaces the signed assertion by its ciphertext."""
    with NamedTemporaryFile(suffix=".xml") as plain:
        plain.write(text.encode())
        plain.flush()
        encrypted = xmlsec(
            "--encrypt", "--pubkey-cert-pem", key("sp-encryption").certificate_path,
            "--session-key", cipher.removesuffix("-gcm").replace("aes", "aes-"),
            "--xml-data", plain.name, "--node-name", f"{NAMESPACES['saml']}:Assertion",
            document=render(encryption_template(cipher), style).encode(),
        )  # fmt: skip
    # The style writes the declaration, in its own way.
    return re.sub(r"^<\?xml[^>]*\?>\n", "", encrypted.decode())


def encryption_template(cipher: str) -> Element:
    """An xenc:EncryptedData for xmlsec1 to fill: AES-GCM content, RSA-OAEP key transport."""
    transport = Element(
        "xenc:EncryptionMethod",
        Element("ds:DigestMethod", Algorithm=DSIG + "sha1"),
        Algorithm=XMLENC + "rsa-oaep-mgf1p",
    )
    empty_value = Element("xenc:CipherData", Element("xenc:CipherValue"))
    return Element(
        "xenc:EncryptedData",
        Element("xenc:EncryptionMethod", Algorithm=f"http://www.w3.org/2009/xmlenc11#{cipher}"),
        Element("ds:KeyInfo", Element("xenc:EncryptedKey", transport, empty_value)),
        empty_value,
        Type=XMLENC + "Element",
    )


def decrypt(xml: bytes) -> bytes:
    """The document with its assertion decrypted."""
    return xmlsec("--decrypt", "--privkey-pem", key("sp-encryption").private_path, document=xml)
