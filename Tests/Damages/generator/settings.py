"""Places, names and instants that every case shares."""

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
KEYS = FOLDER / "keys"
TRUST = FOLDER / "trust"
CORPUS = FOLDER / "corpus.ndjson.gz"
CLASSES = FOLDER / "classes.tsv"
PROGRAMS = FOLDER / "generator" / "programs"

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
SP = "https://sp.example/saml"
CONSUMER = "https://sp.example/saml/consume"
ONE, TWO, THREE = (f"https://idp-{name}.example/saml" for name in ("one", "two", "three"))

SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
MD = "urn:oasis:names:tc:SAML:2.0:metadata"
DS = "http://www.w3.org/2000/09/xmldsig#"
XS = "http://www.w3.org/2001/XMLSchema"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256"


def instant(seconds: float) -> str:
    """So many seconds after the time of receipt."""
    return (NOW + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def identifier(purpose: str) -> str:
    """A message identifier, the same in every run."""
    return "_" + hashlib.shake_256(f"swift-saml damages {purpose}".encode()).digest(12).hex()


REQUEST = identifier("request")
