"""Forged signatures: keys and methods that prove nothing, and KeyInfo that offers the attacker's key."""

import base64
import hashlib
import hmac

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from generator.keys import key
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import CUBE, CURVE, DS, DS11, NAME, ONE, SMALL, VALUE, derived
from generator.signing import by_hand, raw_signature

MORE = "http://www.w3.org/2001/04/xmldsig-more#"
METHOD = ("signature.signatureMethodNotAllowed",)
MISMATCH = ("signature.signatureMismatch",)
KIND = ("signature.keyOfOtherKind",)
ECDSA = MORE + "ecdsa-sha256"


def families(trust: Trust) -> list[Family]:
    return [degenerate(), key_info()]


def evil(name: str, **changes) -> Message:
    changes.setdefault("attributes", attribute("uid", VALUE))
    return Message(name, name_id=NAME, **changes)


def degenerate() -> Family:
    family = Family("degenerate-keys")

    def case(name, title, reasons, sign, issuer=ONE, pair="one", options="sso", planted=(NAME, VALUE), **hand):
        message = evil(f"degenerate {name}", issuer=issuer)
        text = by_hand(message.draft(), message.assertion_id, key(pair), sign=sign, **hand)
        family.add(name, title, text, "rejected", "key", reasons, options=options, planted=planted)

    hmac_method = MORE + "hmac-sha256"
    for name, secret, what in (
        ("hmac-pem", key("one").pem, "the provider's certificate in PEM"),
        ("hmac-der", key("one").der, "its certificate in DER"),
        ("hmac-key", key("one").public_der, "its public key"),
        ("hmac-text", key("one").base64.encode(), "the text of its certificate"),
        ("hmac-empty", b"", "nothing"),
    ):
        case(
            name,
            f"An HMAC whose secret is {what}.",
            METHOD,
            lambda data, secret=secret: hmac.new(secret, data, "sha256").digest(),
            method=hmac_method,
        )
    case(
        "hmac-truncated",
        "An HMAC that is cut to no bits at all.",
        ("signature.signatureMethodParameters", *METHOD),
        lambda data: b"",
        method=hmac_method,
        parameters="<ds:HMACOutputLength>0</ds:HMACOutputLength>",
    )
    case(
        "hmac-sha1",
        "An HMAC with SHA-1, under the older identifier.",
        METHOD,
        lambda data: hmac.new(key("one").pem, data, "sha1").digest(),
        method=DS + "hmac-sha1",
        options="sso-legacy",
    )
    case("no-method", "The method of the signature is empty.", METHOD, lambda data: b"", method="")
    case("none", "The method of the signature is called none.", METHOD, lambda data: b"", method="none")
    case("empty-value", "SignatureValue is empty.", (*MISMATCH, "signature.malformedSignature"), lambda data: b"")
    case("zero-value", "SignatureValue is zero.", MISMATCH, lambda data: bytes(256))
    case("one-value", "SignatureValue is one.", MISMATCH, lambda data: bytes(255) + b"\x01")
    modulus = key("one").private.public_key().public_numbers().n
    case(
        "minus-one-value",
        "SignatureValue is the modulus less one.",
        MISMATCH,
        lambda data: (modulus - 1).to_bytes(256, "big"),
    )
    # The signature of another message plus the modulus is the same number to careless arithmetic.
    case(
        "beyond-modulus",
        "SignatureValue is a genuine signature plus the modulus.",
        MISMATCH,
        lambda data: (int.from_bytes(raw_signature(key("one"), data), "big") + modulus).to_bytes(257, "big"),
        planted=(),
    )
    case(
        "leading-zero",
        "SignatureValue is a genuine signature after a zero byte.",
        MISMATCH,
        lambda data: b"\x00" + raw_signature(key("one"), data),
        planted=(),
    )
    case(
        "trailing-byte",
        "SignatureValue is a genuine signature with a byte after it.",
        MISMATCH,
        lambda data: raw_signature(key("one"), data) + b"\x00",
        planted=(),
    )
    case(
        "cube-root",
        "A cube root of padding with garbage after the digest, for a key with exponent 3.",
        MISMATCH,
        cube_root,
        issuer=CUBE,
        pair="cube",
    )
    case(
        "cube-root-short-padding",
        "A cube root whose padding is one byte long, for a key with exponent 3.",
        MISMATCH,
        lambda data: cube_root(data, 1),
        issuer=CUBE,
        pair="cube",
    )
    case(
        "pss-as-pkcs1",
        "An RSA-PSS signature under the identifier of PKCS#1 v1.5.",
        MISMATCH,
        lambda data: derived("pss", 256),
    )
    case(
        "sha1-as-sha256",
        "A signature with SHA-1 under the identifier of SHA-256.",
        MISMATCH,
        lambda data: key("one").private.sign(data, padding.PKCS1v15(), hashes.SHA1()),
        planted=(),
    )
    case(
        "rsa-sha1",
        "A genuine signature with SHA-1.",
        METHOD,
        lambda data: key("one").private.sign(data, padding.PKCS1v15(), hashes.SHA1()),
        method=DS + "rsa-sha1",
        planted=(),
    )
    case(
        "rsa-md5",
        "A genuine signature with MD5.",
        METHOD,
        lambda data: key("one").private.sign(data, padding.PKCS1v15(), hashes.MD5()),
        method=MORE + "rsa-md5",
        options="sso-legacy",
        planted=(),
    )
    case(
        "small-key",
        "A genuine signature by a key of 1024 bits.",
        ("signature.keyTooSmall",),
        None,
        issuer=SMALL,
        pair="small",
        planted=(),
    )
    case(
        "dsa",
        "The method is DSA, which nobody has a key for.",
        (*METHOD, *KIND),
        lambda data: bytes(40),
        method=DS + "dsa-sha1",
    )
    case(
        "digest-sha1",
        "The digest method is SHA-1.",
        ("signature.digestMethodNotAllowed",),
        None,
        digest_method=DS + "sha1",
        planted=(),
    )
    case(
        "digest-md5",
        "The digest method is MD5.",
        ("signature.digestMethodNotAllowed",),
        None,
        digest_method=MORE + "md5",
        options="sso-legacy",
        planted=(),
    )
    case(
        "curve-zero",
        "An ECDSA signature of two zeros.",
        MISMATCH,
        lambda data: bytes(64),
        issuer=CURVE,
        pair="curve",
        method=ECDSA,
    )
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    case(
        "curve-order",
        "An ECDSA signature of the order of the group, twice.",
        MISMATCH,
        lambda data: order.to_bytes(32, "big") * 2,
        issuer=CURVE,
        pair="curve",
        method=ECDSA,
    )
    case(
        "curve-der",
        "A genuine ECDSA signature in DER, which XML Signature does not use.",
        MISMATCH,
        lambda data: (
            lambda raw: encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        )(raw_signature(key("curve"), data)),
        issuer=CURVE,
        pair="curve",
        method=ECDSA,
        planted=(),
    )
    case(
        "curve-for-rsa",
        "An RSA method for a provider whose key is on a curve.",
        KIND,
        lambda data: bytes(256),
        issuer=CURVE,
        pair="one",
    )
    case(
        "rsa-for-curve", "An ECDSA method for a provider whose key is RSA.", KIND, lambda data: bytes(64), method=ECDSA
    )

    family.control(
        "rollover",
        "A message signed with the provider's second key.",
        Message("degenerate control next", key="one-next").xml(),
    )
    family.control(
        "exponent-3",
        "An honest signature by a key with exponent 3.",
        Message("degenerate control cube", issuer=CUBE, key="cube", tool="signxml").xml(),
    )
    family.control(
        "curve",
        "An honest ECDSA signature.",
        Message("degenerate control curve", issuer=CURVE, key="curve", hand={"method": ECDSA}).xml(),
    )
    return family


def cube_root(data: bytes, padding_bytes: int = 8) -> bytes:
    """A number whose cube begins with padding and digest (Bleichenbacher, 2006)."""
    info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(data).digest()
    head = b"\x00\x01" + b"\xff" * padding_bytes + b"\x00" + info
    rest = 8 * (256 - len(head))
    wanted = int.from_bytes(head, "big") << rest
    low, high = 0, 1 << 700
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**3 < wanted else (low, middle)
    if low**3 >> rest != int.from_bytes(head, "big"):
        raise RuntimeError("the cube root does not fit")
    return low.to_bytes(256, "big")


def key_info() -> Family:
    family = Family("key-info")
    stranger, genuine = key("eve"), key("one")

    def certificate(*pairs) -> str:
        return "".join(f"<ds:X509Certificate>{pair.base64}</ds:X509Certificate>" for pair in pairs)

    def case(name, title, inside, reasons=MISMATCH):
        message = evil(f"key-info {name}")
        text = by_hand(
            message.draft(),
            message.assertion_id,
            stranger,
            key_info=f"<ds:KeyInfo>{inside}</ds:KeyInfo>" if inside else "",
        )
        family.add(name, title, text, "rejected", "key", reasons)

    numbers = stranger.private.public_key().public_numbers()
    n = base64.b64encode(numbers.n.to_bytes(256, "big")).decode()
    key_value = f"<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>{n}</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>"
    case("certificate", "The attacker's certificate.", f"<ds:X509Data>{certificate(stranger)}</ds:X509Data>")
    case("key-value", "The attacker's key as KeyValue.", key_value)
    case(
        "genuine-first",
        "The genuine certificate and then the attacker's.",
        f"<ds:X509Data>{certificate(genuine, stranger)}</ds:X509Data>",
    )
    case(
        "attacker-first",
        "The attacker's certificate and then the genuine one.",
        f"<ds:X509Data>{certificate(stranger, genuine)}</ds:X509Data>",
    )
    case(
        "two-data",
        "Each certificate in X509Data of its own.",
        f"<ds:X509Data>{certificate(genuine)}</ds:X509Data><ds:X509Data>{certificate(stranger)}</ds:X509Data>",
    )
    case(
        "genuine-certificate",
        "The genuine certificate beside a signature by the attacker.",
        f"<ds:X509Data>{certificate(genuine)}</ds:X509Data>",
    )
    case(
        "genuine-certificate-attacker-value",
        "The genuine certificate and the attacker's KeyValue.",
        f"<ds:X509Data>{certificate(genuine)}</ds:X509Data>{key_value}",
    )
    case("key-name", "The provider's name as KeyName.", f"<ds:KeyName>{ONE}</ds:KeyName>")
    case(
        "der-key",
        "The attacker's key as DEREncodedKeyValue.",
        f'<x:DEREncodedKeyValue xmlns:x="{DS11}">'
        f"{base64.b64encode(stranger.public_der).decode()}</x:DEREncodedKeyValue>",
    )
    case(
        "retrieval-file",
        "A RetrievalMethod to a file.",
        f'<ds:RetrievalMethod URI="file:///key.der" Type="{DS}rawX509Certificate"/>',
    )
    case(
        "retrieval-web",
        "A RetrievalMethod to a web page.",
        f'<ds:RetrievalMethod URI="https://evil.example/key" Type="{DS}X509Data"/>',
    )
    case(
        "issuer-serial",
        "The genuine certificate's issuer and serial number.",
        "<ds:X509Data><ds:X509IssuerSerial>"
        "<ds:X509IssuerName>CN=one.example</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber>"
        "</ds:X509IssuerSerial></ds:X509Data>",
    )
    case("none", "No KeyInfo at all.", "")
    case(
        "many",
        "A thousand certificates, the genuine one last.",
        "<ds:X509Data>"
        + "<ds:X509Certificate>AAAA</ds:X509Certificate>" * 1000
        + certificate(genuine)
        + "</ds:X509Data>",
    )
    case(
        "no-base64",
        "Text that is no Base64 in the place of the certificate.",
        "<ds:X509Data><ds:X509Certificate>$(id)</ds:X509Certificate></ds:X509Data>",
    )
    case(
        "agreement",
        "An AgreementMethod, from which a secret would be derived.",
        '<xenc:AgreementMethod xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Algorithm="http://www.w3.org/2009/xmlenc11#ECDH-ES"/>',
    )

    def honest(name, title, inside):
        family.control(
            name,
            title,
            Message(f"key-info control {name}", hand={"key_info": f"<ds:KeyInfo>{inside}</ds:KeyInfo>"}).xml(),
        )

    # KeyInfo is not signed: whatever it says, the genuine signature is genuine.
    honest(
        "other-certificate",
        "A genuine signature beside somebody else's certificate.",
        f"<ds:X509Data>{certificate(stranger)}</ds:X509Data>",
    )
    honest("key-name", "A genuine signature with a KeyName.", "<ds:KeyName>signing key</ds:KeyName>")
    family.control(
        "signxml",
        "A genuine signature with the certificate that signxml writes.",
        Message("key-info control signxml", tool="signxml").xml(),
    )
    return family
