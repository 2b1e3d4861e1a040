"""The key pairs of Tests/Attacks/keys. They were made for tests, are published, and protect nothing."""

import base64
from datetime import UTC, datetime
from functools import cache, cached_property

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from generator.settings import KEYS

# The size of an RSA key, or the exponent and the size, or a curve.
KINDS = {
    "one": 2048, "one-next": 2048, "two": 2048, "mallory": 2048, "eve": 2048, "sp": 2048, "other-sp": 2048,
    "sp-encryption": 2048, "federation": 2048, "authority": 2048, "decisions": 2048, "old": 2048,
    "small": 1024, "cube": (3, 2048), "curve": ec.SECP256R1(), "root": 2048, "intermediate": 2048, "leaf": 2048,
}  # fmt: skip
# Who issued a certificate that is not self-signed.
ISSUERS = {"intermediate": "root", "leaf": "intermediate"}
AUTHORITIES = {"root", "intermediate"}
KEY_MARK = b"# KEY OF A TEST - published, made for the attack corpus, never use it to protect anything\n"
CERTIFICATE_MARK = b"# CERTIFICATE OF A TEST - its private key is published, never trust it\n"


class Key:
    """One key pair, with its certificate."""

    def __init__(self, name: str):
        self.name = name
        self.private_path = KEYS / f"{name}.key.pem"
        self.certificate_path = KEYS / f"{name}.cert.pem"

    @cached_property
    def private(self):
        return serialization.load_pem_private_key(self.private_path.read_bytes(), None)

    @cached_property
    def certificate(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.certificate_path.read_bytes())

    @cached_property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @cached_property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @cached_property
    def public_der(self) -> bytes:
        return self.certificate.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    @property
    def base64(self) -> str:
        return base64.b64encode(self.der).decode()


@cache
def key(name: str) -> Key:
    """The key of that name."""
    return Key(name)


def subject(name: str) -> x509.Name:
    """The name of whoever has a key."""
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"{name}.example")])


def make_missing_keys() -> None:
    """Makes the pairs that are not there; a pair that is there is never touched."""
    KEYS.mkdir(parents=True, exist_ok=True)
    for serial, (name, kind) in enumerate(KINDS.items(), start=1):
        pair = key(name)
        if pair.private_path.exists() and pair.certificate_path.exists():
            continue
        if isinstance(kind, ec.EllipticCurve):
            private = ec.generate_private_key(kind)
        else:
            exponent, size = kind if isinstance(kind, tuple) else (65537, kind)
            private = rsa.generate_private_key(exponent, size)
        pem = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        issuer = ISSUERS.get(name, name)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject(name))
            .issuer_name(subject(issuer))
            .serial_number(serial)
            .not_valid_before(datetime(2025, 1, 1, tzinfo=UTC))
            .not_valid_after(datetime(2045, 1, 1, tzinfo=UTC))
            .public_key(private.public_key())
        )
        if name in AUTHORITIES:
            builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        certificate = builder.sign(private if issuer == name else key(issuer).private, hashes.SHA256())
        pair.private_path.write_bytes(KEY_MARK + pem)
        pair.certificate_path.write_bytes(CERTIFICATE_MARK + certificate.public_bytes(serialization.Encoding.PEM))
