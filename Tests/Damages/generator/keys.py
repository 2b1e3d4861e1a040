"""The key pairs of Tests/Damages/keys. They were made for tests, are published, and protect nothing."""

import base64
from datetime import UTC, datetime
from functools import cache, cached_property

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from generator.settings import KEYS

# The subject of the certificate, and the years in which it is valid.
KINDS = {
    "one": ("idp-one.example", 2025, 2045),
    "one-older": ("idp-one.example", 2020, 2026),
    "one-encryption": ("idp-one.example", 2025, 2045),
    "two": ("idp-two.example", 2025, 2045),
    "three": ("idp-three.example", 2025, 2045),
    # Made by somebody else, with the subject of the first provider.
    "self-made": ("idp-one.example", 2026, 2036),
    "one-authority": ("authority.example", 2025, 2045),
    "one-issued": ("idp-one.example", 2025, 2045),
}
# Who issued a certificate that is not self-signed.
ISSUERS = {"one-issued": "one-authority"}
KEY_MARK = b"# KEY OF A TEST - published, made for the corpus of damages, never use it to protect anything\n"
CERTIFICATE_MARK = b"# CERTIFICATE OF A TEST - its private key is published, never trust it\n"


class Key:
    """One key pair, with its certificate."""

    def __init__(self, name: str):
        self.private_path = KEYS / f"{name}.key.pem"
        self.certificate_path = KEYS / f"{name}.cert.pem"

    @cached_property
    def private(self):
        return serialization.load_pem_private_key(self.private_path.read_bytes(), None)

    @cached_property
    def certificate(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.certificate_path.read_bytes())

    @property
    def base64(self) -> str:
        return base64.b64encode(self.certificate.public_bytes(serialization.Encoding.DER)).decode()


@cache
def key(name: str) -> Key:
    """The key of that name."""
    return Key(name)


def make_missing_keys() -> None:
    """Makes the pairs that are missing; an existing pair is never touched."""
    KEYS.mkdir(parents=True, exist_ok=True)
    for serial, (name, (subject, first, last)) in enumerate(KINDS.items(), start=1):
        pair = key(name)
        if pair.private_path.exists() and pair.certificate_path.exists():
            continue
        private = rsa.generate_private_key(65537, 2048)
        pem = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        issuer = ISSUERS.get(name)
        known_as = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(known_as)
            .issuer_name(key(issuer).certificate.subject if issuer else known_as)
            .serial_number(serial)
            .not_valid_before(datetime(first, 1, 1, tzinfo=UTC))
            .not_valid_after(datetime(last, 1, 1, tzinfo=UTC))
            .public_key(private.public_key())
            .sign(key(issuer).private if issuer else private, hashes.SHA256())
        )
        pair.private_path.write_bytes(KEY_MARK + pem)
        pair.certificate_path.write_bytes(CERTIFICATE_MARK + certificate.public_bytes(serialization.Encoding.PEM))
