"""Signatures: honest ones by xmlsec1 and signxml, and odd ones that neither tool would write."""

import base64
import hashlib
import re
import subprocess
from collections.abc import Callable

import signxml
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from lxml import etree

from generator.keys import Key, key
from generator.settings import DS, ENVELOPED, EXCLUSIVE, NAMES, RSA_SHA256, SAML, SAMLP, SHA256

SIGNED_ELEMENTS = [
    (SAMLP, name)
    for name in (
        "Response",
        "AttributeQuery",
        "AuthnRequest",
        "LogoutRequest",
        "LogoutResponse",
        "ArtifactResponse",
        "ArtifactResolve",
        "ManageNameIDRequest",
        "NameIDMappingResponse",
        "AuthnQuery",
    )
] + [(SAML, "Assertion"), (NAMES["md"], "EntityDescriptor"), (NAMES["md"], "EntitiesDescriptor")]
PLACE = re.compile(r"<\?sig ([^?]*)\?>")


def place(identifier: str) -> str:
    """Marks where the signature of the element with this ID goes."""
    return f"<?sig {identifier}?>"


def signature(
    uri: str,
    *,
    digest: str = "",
    value: str = "",
    certificate: str = "",
    c14n: str = EXCLUSIVE,
    method: str = RSA_SHA256,
    digest_method: str = SHA256,
    transforms: str | None = None,
    references: str | None = None,
    key_info: str | None = None,
    objects: str = "",
    info_c14n: str | None = None,
    parameters: str = "",
) -> str:
    """A ds:Signature as text; every part can be replaced by another text."""
    if transforms is None:
        transforms = (
            f'<ds:Transforms><ds:Transform Algorithm="{ENVELOPED}"/><ds:Transform Algorithm="{c14n}"/></ds:Transforms>'
        )
    if references is None:
        references = (
            f'<ds:Reference URI="{uri}">{transforms}<ds:DigestMethod Algorithm="{digest_method}"/>'
            f"<ds:DigestValue>{digest}</ds:DigestValue></ds:Reference>"
        )
    if key_info is None:
        key_info = (
            f"<ds:KeyInfo><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate>"
            "</ds:X509Data></ds:KeyInfo>"
        )
    return (
        f'<ds:Signature xmlns:ds="{DS}"><ds:SignedInfo>'
        f'<ds:CanonicalizationMethod Algorithm="{info_c14n or c14n}"/>'
        f'<ds:SignatureMethod Algorithm="{method}">{parameters}</ds:SignatureMethod>{references}</ds:SignedInfo>'
        f"<ds:SignatureValue>{value}</ds:SignatureValue>{key_info}{objects}</ds:Signature>"
    )


def by_xmlsec1(text: str, identifier: str, pair: Key, c14n: str = EXCLUSIVE) -> str:
    """Lets xmlsec1 compute digest and signature, and writes them into our own text."""
    command = ["xmlsec1", "--sign", "--privkey-pem", str(pair.private_path)]
    for namespace, name in SIGNED_ELEMENTS:
        command += ["--id-attr:ID", f"{namespace}:{name}"]
    path = (
        "//*[local-name()='Signature' and *[local-name()='SignedInfo']"
        f"/*[local-name()='Reference' and @URI='#{identifier}']]"
    )
    empty = signature(f"#{identifier}", c14n=c14n)
    document = text.replace(place(identifier), empty)
    result = subprocess.run(
        [*command, "--node-xpath", path, "-"], input=PLACE.sub("", document).encode(), capture_output=True, check=False
    )
    if result.returncode:
        raise RuntimeError(result.stderr.decode())
    (signed,) = etree.fromstring(result.stdout).xpath(path)
    value = "".join(signed.findtext("{*}SignatureValue").split())
    digest = signed.findtext(".//{*}DigestValue").strip()
    return text.replace(
        place(identifier), signature(f"#{identifier}", digest=digest, value=value, certificate=pair.base64, c14n=c14n)
    )


def by_signxml(text: str, identifier: str, pair: Key, c14n: str = EXCLUSIVE) -> str:
    """Lets signxml build the whole signature element, and puts it into our own text."""
    mark = f'<ds:Signature xmlns:ds="{DS}" Id="placeholder"/>'
    # Where another signature goes later, nothing must stand now.
    root = etree.fromstring(PLACE.sub("", text.replace(place(identifier), mark)).encode())
    signer = signxml.XMLSigner(signature_algorithm=RSA_SHA256, digest_algorithm=SHA256, c14n_algorithm=c14n)
    signer.namespaces = {"ds": DS}
    signed = signer.sign(
        root, key=pair.private, cert=[pair.certificate], reference_uri=f"#{identifier}", id_attribute="ID"
    )
    for element in signed.iter(f"{{{DS}}}Signature"):
        if element.find(f"{{{DS}}}SignedInfo/{{{DS}}}Reference").get("URI") == f"#{identifier}":
            alone = etree.fromstring(etree.tostring(element, with_tail=False))
            etree.cleanup_namespaces(alone)
            return text.replace(place(identifier), etree.tostring(alone, encoding="unicode"))
    raise RuntimeError("signxml wrote no such signature")


def raw_signature(pair: Key, data: bytes) -> bytes:
    """A signature with SHA-256: RSA PKCS#1 v1.5, or ECDSA without random numbers (RFC 6979), as two numbers."""
    private = pair.private
    if isinstance(private, ec.EllipticCurvePrivateKey):
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        der = private.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
        r, s = decode_dss_signature(der)
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return private.sign(data, padding.PKCS1v15(), hashes.SHA256())


def canonical(element: etree._Element) -> bytes:
    """The exclusive canonical form of an element where it stands, without comments."""
    # Written out alone it keeps the namespaces around it; the unused ones, some of which libxml2 would refuse to
    # make canonical, are no part of an exclusive form.
    alone = etree.fromstring(etree.tostring(element, with_tail=False))
    etree.cleanup_namespaces(alone)
    return etree.tostring(alone, method="c14n", exclusive=True, with_comments=False)


def by_hand(
    text: str,
    identifier: str,
    pair: Key,
    *,
    uri: str | None = None,
    sign: Callable[[bytes], bytes] | None = None,
    digest: str | None = None,
    **parts: str,
) -> str:
    """A signature with exclusive canonicalization whose parts are ours to choose; `sign` makes the value from
    the canonical SignedInfo."""
    uri = f"#{identifier}" if uri is None else uri
    if digest is None:
        bare = etree.fromstring(PLACE.sub("", text).encode())
        (target,) = bare.xpath("//*[@ID=$name]", name=identifier)
        digest = base64.b64encode(hashlib.sha256(canonical(target)).digest()).decode()
    parts.setdefault("certificate", pair.base64)
    for name in ("references", "key_info", "objects"):
        if parts.get(name):
            parts[name] = parts[name].replace("{digest}", digest)
    draft = PLACE.sub("", text.replace(place(identifier), signature(uri, digest=digest, value="*", **parts)))
    (info,) = etree.fromstring(draft.encode()).xpath(
        "//ds:Signature[ds:SignatureValue='*']/ds:SignedInfo", namespaces=NAMES
    )
    made = (sign or (lambda data: raw_signature(pair, data)))(canonical(info))
    value = base64.b64encode(made).decode()
    return text.replace(place(identifier), signature(uri, digest=digest, value=value, **parts))


TOOLS = {"xmlsec1": by_xmlsec1, "signxml": by_signxml}


def sign(text: str, identifier: str, key_name: str, tool: str, c14n: str = EXCLUSIVE) -> str:
    """An honest signature."""
    return TOOLS[tool](text, identifier, key(key_name), c14n)
