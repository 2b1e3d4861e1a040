"""What every sample has in common: places, instants, parties and the identifiers of SAML."""

import random
from datetime import UTC, datetime
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "Samples"
KEYS = SAMPLES / "keys"
METADATA = SAMPLES / "metadata"
CAPTURES = SAMPLES / "captures"
MALFORMED = CAPTURES / "malformed"

NOW = datetime(2026, 1, 15, 12, 0, 0, tzinfo=UTC)
SEED = 20260115

SP = "https://saml.sp.auth.adobe.com"
CONSUMER = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
REQUIRED = ("uid", "uniqueId")

# By the prefix each has by convention.
NAMESPACES = {
    "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
    "saml": "urn:oasis:names:tc:SAML:2.0:assertion",
    "md": "urn:oasis:names:tc:SAML:2.0:metadata",
    "ds": "http://www.w3.org/2000/09/xmldsig#",
    "ec": "http://www.w3.org/2001/10/xml-exc-c14n#",
    "xenc": "http://www.w3.org/2001/04/xmlenc#",
    "xs": "http://www.w3.org/2001/XMLSchema",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "pkg": "urn:example:packages",
}

PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
BINDINGS = "urn:oasis:names:tc:SAML:2.0:bindings:"
PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
STATUS = "urn:oasis:names:tc:SAML:2.0:status:"


def entity(issuer: str) -> str:
    """The entity identifier of an issuer."""
    return f"https://{issuer}.example/saml"


def seeded(purpose: object) -> random.Random:
    """Random numbers for one purpose, the same in every run, whatever else is drawn."""
    return random.Random(f"{SEED}:{purpose}")


def identifier(chance: random.Random) -> str:
    """A message identifier."""
    return f"_{chance.getrandbits(128):032x}"
