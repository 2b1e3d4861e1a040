"""Encryption to the service provider: AES-128-GCM, its key by RSA-OAEP with SHA-256 for digest and mask.

Keys, nonces and the seed of the padding come from the name of the case, so that a second run gives the same
bytes; nobody may do this outside of tests.
"""

import base64
import hashlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from generator.keys import key
from generator.settings import DS, SHA256, XENC, XENC11, derived


def mask(seed: bytes, size: int) -> bytes:
    """MGF1 with SHA-256 (RFC 8017, section B.2.1)."""
    blocks = (hashlib.sha256(seed + counter.to_bytes(4, "big")).digest() for counter in range(size // 32 + 1))
    return b"".join(blocks)[:size]


def wrapped(content_key: bytes, name: str, receiver: str = "sp-encryption") -> bytes:
    """RSA-OAEP (RFC 8017, section 7.1.1) with a seed that is derived from a name."""
    pair = key(receiver)
    numbers = pair.private.public_key().public_numbers()
    size = (numbers.n.bit_length() + 7) // 8
    data = hashlib.sha256(b"").digest() + bytes(size - len(content_key) - 66) + b"\x01" + content_key
    seed = derived(f"{name} seed", 32)
    masked = bytes(a ^ b for a, b in zip(data, mask(seed, len(data)), strict=True))
    masked_seed = bytes(a ^ b for a, b in zip(seed, mask(masked, 32), strict=True))
    value = pow(int.from_bytes(b"\x00" + masked_seed + masked, "big"), numbers.e, numbers.n).to_bytes(size, "big")
    oaep = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
    if pair.private.decrypt(value, oaep) != content_key:
        raise RuntimeError("the padding is wrong")
    return value


def encrypted_key(content_key: bytes, name: str, receiver: str = "sp-encryption") -> str:
    """An xenc:EncryptedKey."""
    value = base64.b64encode(wrapped(content_key, name, receiver)).decode()
    return (
        f'<xenc:EncryptedKey xmlns:xenc="{XENC}"><xenc:EncryptionMethod Algorithm="{XENC11}rsa-oaep">'
        f'<ds:DigestMethod xmlns:ds="{DS}" Algorithm="{SHA256}"/>'
        f'<xenc11:MGF xmlns:xenc11="{XENC11}" Algorithm="{XENC11}mgf1sha256"/></xenc:EncryptionMethod>'
        f"<xenc:CipherData><xenc:CipherValue>{value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>"
    )


def encrypted_data(
    plaintext: str | bytes,
    name: str,
    *,
    receiver: str = "sp-encryption",
    change=lambda value: value,
    method: str = XENC11 + "aes128-gcm",
    kind: str = XENC + "Element",
    key_info: str | None = None,
) -> str:
    """An xenc:EncryptedData; `change` tampers with the cipher text."""
    data = plaintext.encode() if isinstance(plaintext, str) else plaintext
    content_key, nonce = derived(f"{name} key", 16), derived(f"{name} nonce", 12)
    value = base64.b64encode(change(nonce + AESGCM(content_key).encrypt(nonce, data, None))).decode()
    if key_info is None:
        key_info = encrypted_key(content_key, name, receiver)
    return (
        f'<xenc:EncryptedData xmlns:xenc="{XENC}" Type="{kind}"><xenc:EncryptionMethod Algorithm="{method}"/>'
        f'<ds:KeyInfo xmlns:ds="{DS}">{key_info}</ds:KeyInfo>'
        f"<xenc:CipherData><xenc:CipherValue>{value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>"
    )


def encrypted(kind: str, plaintext: str | bytes, name: str, **options) -> str:
    """A saml:EncryptedAssertion, saml:EncryptedID or saml:EncryptedAttribute."""
    return f"<saml:Encrypted{kind}>{encrypted_data(plaintext, f'{name} {kind}', **options)}</saml:Encrypted{kind}>"
