"""The metadata of the five issuers, one file each and all in one."""

from samples.keys import ISSUERS, key
from samples.markup import Element, document
from samples.settings import BINDINGS, METADATA, NAMESPACES, PERSISTENT, TRANSIENT, entity
from samples.style import DECLARED
from samples.xmlsec_tool import key_info


def write_metadata() -> None:
    """Writes one EntityDescriptor an issuer, and all of them in one EntitiesDescriptor."""
    METADATA.mkdir(parents=True, exist_ok=True)
    descriptors = {issuer: entity_descriptor(issuer) for issuer in ISSUERS}
    every = Element("md:EntitiesDescriptor", *descriptors.values())
    for name, element in {**descriptors, "all-idps": every}.items():
        data = DECLARED.encode(document(element, DECLARED))
        (METADATA / f"{name}.xml").write_bytes(data)


def entity_descriptor(issuer: str) -> Element:
    """The metadata of an issuer: identity provider and attribute authority, same keys."""
    protocol = NAMESPACES["samlp"]
    keys = [key_descriptor(name) for name in ISSUERS[issuer]]
    formats = [Element("md:NameIDFormat", name) for name in (PERSISTENT, TRANSIENT)]
    sign_on = Element(
        "md:SingleSignOnService",
        Binding=BINDINGS + "HTTP-Redirect",
        Location=entity(issuer) + "/sso",
    )
    attributes = Element(
        "md:AttributeService",
        Binding=BINDINGS + "SOAP",
        Location=entity(issuer) + "/attributes",
    )
    return Element(
        "md:EntityDescriptor",
        Element(
            "md:IDPSSODescriptor",
            *keys,
            *formats,
            sign_on,
            protocolSupportEnumeration=protocol,
        ),
        Element(
            "md:AttributeAuthorityDescriptor",
            *keys,
            attributes,
            *formats,
            protocolSupportEnumeration=protocol,
        ),
        entityID=entity(issuer),
    )


def key_descriptor(name: str) -> Element:
    """A signing key."""
    return Element("md:KeyDescriptor", key_info(key(name).certificate_base64), use="signing")
