"""What is signed with what: the description of a signature, and its place in a message."""

from dataclasses import dataclass

from samples.markup import Markup
from samples.settings import NAMESPACES

DSIG, XMLENC = NAMESPACES["ds"], NAMESPACES["xenc"]
DSIG_MORE = "http://www.w3.org/2001/04/xmldsig-more#"
ENVELOPED = DSIG + "enveloped-signature"
EXCLUSIVE = NAMESPACES["ec"]
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
RSA_PSS = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"

# Signature algorithm -> identifiers of the signature method and of the digest method.
ALGORITHMS = {
    "rsa-sha1": (DSIG + "rsa-sha1", DSIG + "sha1"),
    "rsa-sha256": (DSIG_MORE + "rsa-sha256", XMLENC + "sha256"),
    "rsa-sha512": (DSIG_MORE + "rsa-sha512", XMLENC + "sha512"),
    "rsa-pss": (RSA_PSS, XMLENC + "sha256"),
    "ecdsa-sha256": (DSIG_MORE + "ecdsa-sha256", XMLENC + "sha256"),
}


@dataclass(frozen=True)
class Signing:
    """Which element is signed, with what, by which tool."""

    scope: str
    key: str
    algorithm: str = "rsa-sha256"
    tool: str = "xmlsec1"
    canonicalization: str = EXCLUSIVE
    prefix_list: str = ""

    @property
    def signature_method(self) -> str:
        return ALGORITHMS[self.algorithm][0]

    @property
    def digest_method(self) -> str:
        return ALGORITHMS[self.algorithm][1]


def placeholder(identifier: str) -> Markup:
    """Marks where the signature of the element with this ID goes."""
    return Markup(f"<?signature {identifier}?>")
