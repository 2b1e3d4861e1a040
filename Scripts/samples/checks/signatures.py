"""Whether the signatures of a message are acceptable."""

from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import etree

from samples import signxml_tool, xmlsec_tool
from samples.checks.reading import tag
from samples.keys import GENERATORS, ISSUERS, Key, key
from samples.settings import SP, entity
from samples.signing import RSA_PSS


def refusal(xml: bytes, root: etree._Element) -> str:
    """Why the signatures are refused: each must verify with a key of the issuer, and neither SHA-1
    nor a short key may be involved.  Empty when they are fine."""
    signatures = root.findall(".//" + tag("ds:Signature"))
    if not signatures:
        return "unsigned"
    keys = trusted(root.findtext(tag("saml:Issuer")))
    reasons = [signature_refusal(xml, signature, keys) for signature in signatures]
    return next(filter(None, reasons), "")


def trusted(issuer: str) -> list[Key]:
    """The keys an issuer may sign with."""
    if issuer == SP:
        return [key("sp-signing")]
    names = {entity(name): keys for name, keys in ISSUERS.items()}
    return [key(name) for name in names[issuer]]


def signature_refusal(xml: bytes, signature: etree._Element, keys: list[Key]) -> str:
    """Why one signature is refused."""
    method = signature.find(".//" + tag("ds:SignatureMethod")).get("Algorithm")
    reference = signature.find(".//" + tag("ds:Reference")).get("URI").removeprefix("#")
    signer = next((pair for pair in keys if verifies(xml, reference, method, pair)), None)
    if signer is None:
        genuine = any(verifies(xml, reference, method, key(name)) for name in GENERATORS)
        return "untrusted" if genuine else "tampered"
    if method.endswith("sha1"):
        return "sha1"
    public = signer.certificate.public_key()
    return "weakkey" if isinstance(public, rsa.RSAPublicKey) and public.key_size < 2048 else ""


def verifies(xml: bytes, reference: str, method: str, pair: Key) -> bool:
    """Whether the signature over this ID verifies: by xmlsec1, or by signxml for RSA-PSS, which
    xmlsec1 1.2 does not know."""
    if method == RSA_PSS:
        return signxml_tool.verifies(xml, pair)
    return xmlsec_tool.verifies(xml, reference, pair)
