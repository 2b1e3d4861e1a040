"""Places, names and instants that every case shares."""

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
KEYS = FOLDER / "keys"
TRUST = FOLDER / "trust"
CORPUS = FOLDER / "corpus.ndjson.gz"
OPTIONS = FOLDER / "options.json"

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
SP = "https://sp.example/saml"
CONSUMER = "https://sp.example/saml/consume"
REQUEST = "_request-4711"

ONE, TWO = "https://one.example/idp", "https://two.example/idp"
CURVE, CUBE, SMALL = "https://curve.example/idp", "https://cube.example/idp", "https://small.example/idp"
# A provider whose metadata is trusted and whose keys are in the hands of an attacker.
MALLORY = "https://mallory.example/idp"
AUTHORITY, DECISIONS, OLD = "https://authority.example", "https://decisions.example", "https://old.example"
OTHER_SP = "https://other-sp.example/saml"

# What an attacker plants, in every spelling that a case needs.
NAME = "planted-name@evil.example"
VALUE = "planted-value"
# What an honest message says.
ALICE = "alice@one.example"

SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
MD = "urn:oasis:names:tc:SAML:2.0:metadata"
DS = "http://www.w3.org/2000/09/xmldsig#"
DS11 = "http://www.w3.org/2009/xmldsig11#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
XENC11 = "http://www.w3.org/2009/xmlenc11#"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
INCLUSIVE11 = "http://www.w3.org/2006/12/xml-c14n11"
ENVELOPED = DS + "enveloped-signature"
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA256 = XENC + "sha256"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
SENDER_VOUCHES = "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
URI = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri"
STATUS = "urn:oasis:names:tc:SAML:2.0:status:"
PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
NAMES = {"samlp": SAMLP, "saml": SAML, "ds": DS, "xenc": XENC, "md": MD}


def instant(seconds: float) -> str:
    """So many seconds after the time of receipt."""
    return (NOW + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def derived(purpose: str, size: int) -> bytes:
    """Bytes that look random and are the same in every run."""
    return hashlib.shake_256(f"swift-saml attacks {purpose}".encode()).digest(size)


def identifier(purpose: str) -> str:
    """A message identifier."""
    return "_" + derived(purpose, 12).hex()
