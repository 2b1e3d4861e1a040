"""Metadata: what the receiver trusts, honest and forged."""

from generator.keys import key
from generator.settings import (
    AUTHORITY,
    CUBE,
    CURVE,
    DECISIONS,
    DS,
    MALLORY,
    MD,
    OLD,
    ONE,
    OTHER_SP,
    SAMLP,
    SMALL,
    SP,
    TRUST,
    TWO,
    identifier,
)
from generator.signing import by_hand, place

SAML11 = "urn:oasis:names:tc:SAML:1.1:protocol"
HEAD = f'xmlns:md="{MD}" xmlns:ds="{DS}"'


def key_descriptor(name: str, use: str = "signing") -> str:
    """A md:KeyDescriptor; without a use it is for signing and encryption."""
    purpose = f' use="{use}"' if use else ""
    return (
        f"<md:KeyDescriptor{purpose}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>{key(name).base64}"
        "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
    )


def role(name: str, *keys: str, protocol: str = SAMLP, attributes: str = "", use: str = "signing") -> str:
    """A role descriptor with its keys and an endpoint."""
    endpoint = {
        "IDPSSODescriptor": "SingleSignOnService",
        "AttributeAuthorityDescriptor": "AttributeService",
        "PDPDescriptor": "AuthzService",
        "AuthnAuthorityDescriptor": "AuthnQueryService",
        "SPSSODescriptor": "AssertionConsumerService",
    }[name]
    index = ' index="0"' if name == "SPSSODescriptor" else ""
    return (
        f'<md:{name} protocolSupportEnumeration="{protocol}"{attributes}>'
        f"{''.join(key_descriptor(one, use) for one in keys)}"
        f'<md:{endpoint} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://x.example/"{index}/>'
        f"</md:{name}>"
    )


def provider(*keys: str, attributes: str = "") -> str:
    """The roles of an identity provider that also answers attribute queries."""
    return role("IDPSSODescriptor", *keys, attributes=attributes) + role(
        "AttributeAuthorityDescriptor", *keys, attributes=attributes
    )


def entity(name: str, roles: str, attributes: str = "", before: str = "", head: str = HEAD) -> str:
    """A md:EntityDescriptor."""
    return f'<md:EntityDescriptor {head} entityID="{name}"{attributes}>{before}{roles}</md:EntityDescriptor>'


def entities(*descriptors: str, attributes: str = "", before: str = "") -> str:
    """A md:EntitiesDescriptor."""
    return f"<md:EntitiesDescriptor {HEAD}{attributes}>{before}{''.join(descriptors)}</md:EntitiesDescriptor>"


def signed(draft: str, identifier: str, signer: str = "federation", **parts) -> str:
    """Signed metadata."""
    return by_hand(draft, identifier, key(signer), **parts)


def signed_entities(name: str, *descriptors: str, attributes: str = "", signer: str = "federation", **parts) -> str:
    """A signed md:EntitiesDescriptor."""
    own = identifier(f"{name} metadata")
    draft = entities(*descriptors, attributes=f' ID="{own}"{attributes}', before=place(own))
    return signed(draft, own, signer, **parts)


def service() -> str:
    """The metadata of the receiver itself."""
    return entity(SP, role("SPSSODescriptor", "sp"))


class Trust:
    """The files and the option sets that families add."""

    def __init__(self):
        self.files: dict[str, str] = {}
        self.sets: dict[str, dict] = {}

    def file(self, name: str, text: str) -> str:
        """Adds a file of trust; gives its path relative to Tests/Attacks."""
        self.files[name] = text
        return f"trust/{name}"

    def option_set(self, name: str, **options) -> str:
        """Adds an option set that differs from the usual ones in what is given."""
        self.sets[name] = options
        return name

    def write(self) -> None:
        TRUST.mkdir(parents=True, exist_ok=True)
        for stale in TRUST.iterdir():
            if stale.name not in self.files:
                stale.unlink()
        for name, text in self.files.items():
            (TRUST / name).write_text(text + "\n", encoding="utf-8")


def providers() -> str:
    """The metadata that most cases trust."""
    return entities(
        entity(ONE, provider("one", "one-next")),
        entity(TWO, provider("two")),
        entity(CURVE, provider("curve")),
        entity(CUBE, provider("cube")),
        entity(SMALL, provider("small")),
        entity(MALLORY, provider("mallory")),
        entity(AUTHORITY, role("AttributeAuthorityDescriptor", "authority")),
        entity(DECISIONS, role("PDPDescriptor", "decisions")),
        entity(OLD, role("IDPSSODescriptor", "old", protocol=SAML11)),
        service(),
        entity(OTHER_SP, role("SPSSODescriptor", "other-sp")),
    )
