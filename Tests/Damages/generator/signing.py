"""Signatures by xmlsec1 and by signxml."""

import subprocess

import signxml
from lxml import etree

from generator.keys import Key
from generator.settings import DS, EXCLUSIVE, RSA_SHA256, SAML, SAMLP, SHA256

PLACE = "<?signature?>"
DIGEST, VALUE = "<ds:DigestValue></ds:DigestValue>", "<ds:SignatureValue></ds:SignatureValue>"


def template(target: str, c14n: str, prefixes: str, certificate: str) -> str:
    """A ds:Signature without digest and value."""
    included = f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="{prefixes}"/>' if prefixes else ""
    transform = f'"{c14n}">{included}</ds:Transform>' if included else f'"{c14n}"/>'
    info = (
        f"<ds:KeyInfo><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
        if certificate
        else ""
    )
    return (
        f'<ds:Signature xmlns:ds="{DS}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="{c14n}"/>'
        f'<ds:SignatureMethod Algorithm="{RSA_SHA256}"/><ds:Reference URI="#{target}"><ds:Transforms>'
        f'<ds:Transform Algorithm="{DS}enveloped-signature"/><ds:Transform Algorithm={transform}</ds:Transforms>'
        f'<ds:DigestMethod Algorithm="{SHA256}"/>{DIGEST}</ds:Reference></ds:SignedInfo>{VALUE}{info}</ds:Signature>'
    )


def by_xmlsec1(text: str, pair: Key, value_break: str = "") -> str:
    """Fills in the digest and the value that xmlsec1 makes; `value_break` ends each line of 64 characters."""
    command = ["xmlsec1", "--sign", "--privkey-pem", str(pair.private_path)]
    command += ["--id-attr:ID", f"{SAML}:Assertion", "--id-attr:ID", f"{SAMLP}:Response", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    signed = etree.fromstring(done.stdout)
    digest = signed.findtext(".//{*}DigestValue").strip()
    value = "".join(signed.findtext(".//{*}SignatureValue").split())
    if value_break:
        value = value_break.join(value[at : at + 64] for at in range(0, len(value), 64))
    return text.replace(DIGEST, DIGEST.replace("><", f">{digest}<")).replace(VALUE, VALUE.replace("><", f">{value}<"))


def by_signxml(text: str, target: str, pair: Key, c14n: str) -> str:
    """Lets signxml build the whole signature element, and puts it into our own text."""
    mark = f'<ds:Signature xmlns:ds="{DS}" Id="placeholder"/>'
    signer = signxml.XMLSigner(signature_algorithm=RSA_SHA256, digest_algorithm=SHA256, c14n_algorithm=c14n)
    signer.namespaces = {"ds": DS}
    signed = signer.sign(
        etree.fromstring(text.replace(PLACE, mark).encode()),
        key=pair.private,
        cert=[pair.certificate],
        reference_uri=f"#{target}",
        id_attribute="ID",
    )
    (element,) = signed.iter(f"{{{DS}}}Signature")
    alone = etree.fromstring(etree.tostring(element, with_tail=False))
    etree.cleanup_namespaces(alone)
    return text.replace(PLACE, etree.tostring(alone, encoding="unicode"))
