"""Signing and verifying with signxml."""

import signxml
from cryptography.hazmat.primitives.asymmetric import ec
from lxml import etree
from signxml.verifier import SignatureConfiguration

from samples.keys import Key, key
from samples.signing import DSIG, Signing, placeholder
from samples.style import Style


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


def sign(text: str, identifier: str, signing: Signing, style: Style) -> str:
    """Lets signxml build the whole signature element."""
    # signxml has a placeholder of its own: an empty signature with this Id.
    name, declaration = style.qualified("ds:Signature"), style.namespace_attribute("ds")
    mark = f'<{name} {declaration}="{DSIG}" Id="placeholder"/>'
    root = etree.fromstring(text.replace(placeholder(identifier).text, mark).encode())

    signer = signxml.XMLSigner(
        signature_algorithm=signing.signature_method,
        digest_algorithm=signing.digest_method,
        c14n_algorithm=signing.canonicalization,
    )
    signer.namespaces = {style.prefix("ds") or None: DSIG}
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


def verifies(xml: bytes, pair: Key) -> bool:
    """Whether the only signature verifies with this key; one of another kind is an error of its own
    to signxml."""
    try:
        signxml.XMLVerifier().verify(
            xml,
            x509_cert=pair.certificate,
            id_attribute="ID",
            expect_config=SignatureConfiguration(location=".//"),
        )
    except signxml.exceptions.SignXMLException:
        return False
    return True
