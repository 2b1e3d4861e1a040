"""The key pairs of Samples/keys, and who owns them."""

import base64
from datetime import UTC, datetime
from functools import cache, cached_property, partial

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from samples.settings import KEYS

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey

RSA_2048 = partial(rsa.generate_private_key, 65537, 2048)
RSA_1024 = partial(rsa.generate_private_key, 65537, 1024)
P_256 = partial(ec.generate_private_key, ec.SECP256R1())
GENERATORS = {
    "idp-one": RSA_2048,
    "idp-two-current": RSA_2048,
    "idp-two-next": RSA_2048,
    "idp-three": P_256,
    "idp-four": RSA_2048,
    "idp-four-legacy": RSA_1024,
    "idp-five": RSA_2048,
    "sp-signing": RSA_2048,
    "sp-encryption": RSA_2048,
}
ISSUERS = {
    "idp-one": ("idp-one",),
    "idp-two": ("idp-two-current", "idp-two-next"),
    "idp-three": ("idp-three",),
    "idp-four": ("idp-four", "idp-four-legacy"),
    "idp-five": ("idp-five",),
}
KEY_MARK = b"# SAMPLE KEY - published, never use it to protect anything\n"
CERTIFICATE_MARK = b"# SAMPLE CERTIFICATE - its private key is published, never trust it\n"


class Key:
    """One key pair, with its self-signed certificate."""

    def __init__(self, name: str):
        self.private_path = KEYS / f"sample-{name}.key.pem"
        self.certificate_path = KEYS / f"sample-{name}.cert.pem"

    @cached_property
    def private(self) -> PrivateKey:
        return serialization.load_pem_private_key(self.private_path.read_bytes(), None)

    @cached_property
    def certificate(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.certificate_path.read_bytes())

    @cached_property
    def certificate_base64(self) -> str:
        der = self.certificate.public_bytes(serialization.Encoding.DER)
        return base64.b64encode(der).decode()


@cache
def key(name: str) -> Key:
    """The key of that name."""
    return Key(name)


def make_missing_keys() -> None:
    """Generates the pairs that are not there yet; a complete pair is never touched."""
    KEYS.mkdir(parents=True, exist_ok=True)
    for serial, (name, generate) in enumerate(GENERATORS.items(), start=1):
        pair = key(name)
        if pair.private_path.exists() and pair.certificate_path.exists():
            continue
        private = generate()
        private_pem = private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        certificate_pem = self_signed(private, name, serial).public_bytes(
            serialization.Encoding.PEM
        )
        pair.private_path.write_bytes(KEY_MARK + private_pem)
        pair.certificate_path.write_bytes(CERTIFICATE_MARK + certificate_pem)


def self_signed(private: PrivateKey, name: str, serial: int) -> x509.Certificate:
    """A certificate such as identity providers publish: self-signed and long-lived."""
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"{name}.example")])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .serial_number(serial)
        .not_valid_before(datetime(2025, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2045, 1, 1, tzinfo=UTC))
        .public_key(private.public_key())
        .sign(private, hashes.SHA256())
    )
