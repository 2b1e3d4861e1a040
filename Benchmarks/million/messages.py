"""Signed responses of five issuers, written so that what is signed is its own canonical form.

Nothing here canonicalizes: each make writes the signed element as Canonical XML would, so that its
digest is that of its text. What a parser undoes is done afterwards: CRLF line ends, and the layout
outside of what is signed. `generate.py --check N` lets xmlsec1 verify the result.
"""

import base64
import hashlib
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

ROOT = Path(__file__).resolve().parents[2]
KEYS = ROOT / "Samples/keys"
AUDIENCE = "https://saml.sp.auth.adobe.com"
CONSUMER = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion"
DSIG = "http://www.w3.org/2000/09/xmldsig#"
DSIG_MORE = "http://www.w3.org/2001/04/xmldsig-more#"
XMLENC = "http://www.w3.org/2001/04/xmlenc#"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
XS = "http://www.w3.org/2001/XMLSchema"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
STATUS = "urn:oasis:names:tc:SAML:2.0:status:"
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

CITIES = ("Zürich", "東京", "São Paulo", "Montréal", "Kraków", "Αθήνα", "Malmö", "Austin")
RATINGS = ("tv-y7", "tv-pg", "tv-14", "tv-ma")

# Algorithm: signature method, digest method, hash.
ALGORITHMS = {
    "rsa-sha256": (DSIG_MORE + "rsa-sha256", XMLENC + "sha256", hashes.SHA256()),
    "rsa-sha512": (DSIG_MORE + "rsa-sha512", XMLENC + "sha512", hashes.SHA512()),
    "ecdsa-sha256": (DSIG_MORE + "ecdsa-sha256", XMLENC + "sha256", hashes.SHA256()),
}


@dataclass(frozen=True)
class Make:
    """How one issuer writes and signs."""

    issuer: str
    key: str
    # In a hundred messages.
    share: int
    algorithm: str = "rsa-sha256"
    protocol: str = "samlp:"
    assertion: str = "saml:"
    dsig: str = "ds:"
    newline: str = ""
    indent: str = ""
    signs: tuple[str, ...] = ("assertion",)
    canonicalization: str = EXCLUSIVE


MAKES = (
    Make("idp-one", "idp-one", 30, newline="\n", indent="  "),
    Make("idp-two", "idp-two-next", 25, protocol="saml2p:", assertion="saml2:",
         signs=("response",)),
    Make("idp-three", "idp-three", 20, "ecdsa-sha256", "", "", "", "\r\n", "  ",
         ("assertion", "response")),
    Make("idp-four", "idp-four", 15),
    Make("idp-five", "idp-five", 10, "rsa-sha512", newline="\n", indent="\t",
         signs=("response",), canonicalization=INCLUSIVE),
)  # fmt: skip


@dataclass
class Message:
    """What a response says, before it is written."""

    make: Make
    issued: datetime
    attributes: list[tuple[str, list[str]]]
    identifiers: tuple[str, str, str, str]
    audience: str = AUDIENCE
    has_failed: bool = False
    signs: tuple[str, ...] | None = None
    # The key it is signed with instead of the issuer's.
    key: str | None = None


def message(make: Make, issued: datetime, size: int, chance: random.Random) -> Message:
    """One subscriber's response of about so many bytes."""
    values = [
        ("uid", [f"{chance.getrandbits(64):016x}"]),
        ("uniqueId", [f"{chance.getrandbits(128):032x}"]),
        ("householdID", [f"HH-{chance.randrange(10**10):010d}"]),
        ("MaxTVRating", [chance.choice(RATINGS)]),
        ("zip", [f"{chance.randrange(1000, 99999):05d}"]),
        ("city", [chance.choice(CITIES)]),
        ("hba_status", [chance.choice(("true", "false"))]),
        ("authorized_resources", []),
    ]
    identifiers = tuple(f"_{chance.getrandbits(128):032x}" for _ in range(4))
    result = Message(make, issued, values, identifiers)
    # Resources, until it is as long as it should be.
    resources = values[-1][1]
    room = size - len(unsigned(result).encode()) - 1950 * len(make.signs)
    one = len(attribute_value(make, "channel-000000", 3))
    for _ in range(max(1, room // one)):
        resources.append(f"channel-{chance.randrange(10**6):06d}")
    return result


def instant(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def lines(make: Make, depth: int, *parts: str) -> str:
    """Elements at a depth, one a line where the make writes lines."""
    if not make.newline:
        return "".join(parts)
    return "".join(f"\n{make.indent * depth}{part}" for part in parts if part)


def element(make: Make, depth: int, start: str, name: str, *children: str) -> str:
    """An element with elements in it."""
    end = f"\n{make.indent * depth}" if make.newline else ""
    return f"{start}{lines(make, depth + 1, *children)}{end}</{name}>"


def attribute_value(make: Make, value: str, depth: int) -> str:
    # Exclusive canonical form binds a prefix where it is first seen; inclusive form at the root.
    here = f' xmlns:xsi="{XSI}"' if make.canonicalization == EXCLUSIVE else ""
    name = f"{make.assertion}AttributeValue"
    return f'<{name}{here} xsi:type="xs:string">{escape(value)}</{name}>'


def bound(prefix: str, namespace: str) -> str:
    """A namespace declaration, for a prefix that ends with its colon."""
    return f' xmlns:{prefix[:-1]}="{namespace}"' if prefix else f' xmlns="{namespace}"'


def assertion_text(message: Message, signature: str) -> str:
    """The assertion, which is its own exclusive canonical form."""
    make, name = message.make, message.make.assertion
    _, identifier, request, subject = message.identifiers
    until = instant(message.issued + timedelta(hours=4))
    audience = f"<{name}Audience>{escape(message.audience)}</{name}Audience>"
    data = (
        f'<{name}SubjectConfirmationData InResponseTo="{request}" NotOnOrAfter="{until}"'
        f' Recipient="{CONSUMER}"></{name}SubjectConfirmationData>'
    )
    attributes = [
        element(
            make, 3, f'<{name}Attribute Name="{key}">', f"{name}Attribute",
            *(attribute_value(make, value, 4) for value in values),
        )
        for key, values in message.attributes
    ]  # fmt: skip
    # Inclusive canonical form keeps what is bound above, so that nothing is bound twice.
    binding = bound(name, ASSERTION) if make.canonicalization == EXCLUSIVE else ""
    return element(
        make, 1,
        f'<{name}Assertion{binding} ID="{identifier}" IssueInstant="{instant(message.issued)}"'
        ' Version="2.0">',
        f"{name}Assertion",
        f"<{name}Issuer>https://{make.issuer}.example/saml</{name}Issuer>",
        signature,
        element(
            make, 2, f"<{name}Subject>", f"{name}Subject",
            f'<{name}NameID Format="{PERSISTENT}" SPNameQualifier="{AUDIENCE}">{subject[1:]}'
            f"</{name}NameID>",
            element(make, 3, f'<{name}SubjectConfirmation Method="{BEARER}">',
                    f"{name}SubjectConfirmation", data),
        ),
        element(
            make, 2,
            f'<{name}Conditions NotBefore="{instant(message.issued - timedelta(seconds=30))}"'
            f' NotOnOrAfter="{until}">',
            f"{name}Conditions",
            element(make, 3, f"<{name}AudienceRestriction>", f"{name}AudienceRestriction",
                    audience),
        ),
        element(make, 2, f"<{name}AttributeStatement>", f"{name}AttributeStatement", *attributes),
    )  # fmt: skip


def response_text(message: Message, signature: str, assertion: str) -> str:
    """The response around an assertion; where it is signed, its own canonical form."""
    make, name = message.make, message.make.protocol
    code = "Responder" if message.has_failed else "Success"
    # An issuer in another default namespace binds it for itself, as does the assertion.
    everything = make.canonicalization == INCLUSIVE
    issuer_binding = "" if everything else bound(make.assertion, ASSERTION)
    # xs stands in values only: exclusive canonical form would not keep its binding where it is
    # signed, and nothing that reads these messages looks it up.
    prefixes = bound("saml:", ASSERTION) + bound("samlp:", PROTOCOL)
    inclusive = f'{prefixes} xmlns:xs="{XS}" xmlns:xsi="{XSI}"'
    binding = inclusive if everything else bound(name, PROTOCOL)
    return element(
        make, 0,
        f'<{name}Response{binding} Destination="{CONSUMER}" ID="{message.identifiers[0]}"'
        f' InResponseTo="{message.identifiers[2]}" IssueInstant="{instant(message.issued)}"'
        ' Version="2.0">',
        f"{name}Response",
        f"<{make.assertion}Issuer{issuer_binding}>https://{make.issuer}.example/saml"
        f"</{make.assertion}Issuer>",
        signature,
        element(make, 1, f"<{name}Status>", f"{name}Status",
                f'<{name}StatusCode Value="{STATUS}{code}"></{name}StatusCode>'),
        assertion,
    )  # fmt: skip


def signature_text(message: Message, identifier: str, data: bytes, depth: int) -> str:
    """The signature over an element whose text without it is given."""
    make = message.make
    name, key_name = make.dsig, message.key or make.key
    method, digest_method, algorithm = ALGORITHMS[make.algorithm]
    if isinstance(private_key(key_name), rsa.RSAPrivateKey) != make.algorithm.startswith("rsa"):
        raise ValueError(f"{key_name} cannot sign with {make.algorithm}")
    digest = hashlib.new(algorithm.name, data).digest()

    def empty(tag: str, attribute: str) -> str:
        return f'<{name}{tag} Algorithm="{attribute}"></{name}{tag}>'

    def signed_info(binding: str) -> str:
        return (
            f"<{name}SignedInfo{binding}>"
            f"{empty('CanonicalizationMethod', make.canonicalization)}"
            f"{empty('SignatureMethod', method)}"
            f'<{name}Reference URI="#{identifier}"><{name}Transforms>'
            f"{empty('Transform', DSIG + 'enveloped-signature')}"
            f"{empty('Transform', make.canonicalization)}</{name}Transforms>"
            f"{empty('DigestMethod', digest_method)}"
            f"<{name}DigestValue>{base64.b64encode(digest).decode()}</{name}DigestValue>"
            f"</{name}Reference></{name}SignedInfo>"
        )

    own = bound(name, DSIG)
    if make.canonicalization == INCLUSIVE:
        # By prefix, as canonical form sorts them.
        own = (
            f'{bound("ds:", DSIG)}{bound("saml:", ASSERTION)}{bound("samlp:", PROTOCOL)}'
            f' xmlns:xs="{XS}" xmlns:xsi="{XSI}"'
        )
    value = sign(private_key(key_name), signed_info(own).encode(), algorithm)
    return (
        f"<{name}Signature{bound(name, DSIG)}>{signed_info('')}"
        f"<{name}SignatureValue>{base64.b64encode(value).decode()}</{name}SignatureValue>"
        f"<{name}KeyInfo><{name}X509Data><{name}X509Certificate>{certificate(key_name)}"
        f"</{name}X509Certificate></{name}X509Data></{name}KeyInfo></{name}Signature>"
    )


def sign(key: object, data: bytes, algorithm: hashes.HashAlgorithm) -> bytes:
    """A signature value as XML has it."""
    if isinstance(key, ec.EllipticCurvePrivateKey):
        r, s = decode_dss_signature(key.sign(data, ec.ECDSA(algorithm, True)))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return key.sign(data, padding.PKCS1v15(), algorithm)


def unsigned(message: Message) -> str:
    return response_text(message, "", assertion_text(message, ""))


def signed(message: Message) -> bytes:
    """The bytes of the message, with its signatures."""
    make = message.make
    signs = make.signs if message.signs is None else message.signs
    # A signature that is taken out leaves the white space around it: it stands in the place of
    # nothing, so that what it covers is made with an empty line there.
    gap = "\0"
    assertion = ""
    if not message.has_failed:
        assertion = assertion_text(message, gap if "assertion" in signs else "")
        if "assertion" in signs:
            data = assertion.replace(gap, "").encode()
            signature = signature_text(message, message.identifiers[1], data, 2)
            assertion = assertion.replace(gap, signature)
    text = response_text(message, gap if "response" in signs else "", assertion)
    if "response" in signs:
        data = text.replace(gap, "").encode()
        text = text.replace(gap, signature_text(message, message.identifiers[0], data, 1))
    if make.newline:
        text = text.replace("\n", make.newline) + make.newline
    return text.encode()


@cache
def private_key(name: str) -> object:
    data = (KEYS / f"sample-{name}.key.pem").read_bytes()
    return serialization.load_pem_private_key(data, None)


@cache
def certificate(name: str) -> str:
    found = x509.load_pem_x509_certificate((KEYS / f"sample-{name}.cert.pem").read_bytes())
    return base64.b64encode(found.public_bytes(serialization.Encoding.DER)).decode()


def issuer_sequence(count: int, chance: random.Random) -> list[Make]:
    """Issuers in their shares, mixed."""
    return chance.choices(MAKES, weights=[make.share for make in MAKES], k=count)


