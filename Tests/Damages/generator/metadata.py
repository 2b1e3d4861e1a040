"""The metadata of the providers: complete, outdated, and with small differences."""

from generator.keys import key
from generator.settings import DS, MD, ONE, SAMLP, THREE, TRUST, TWO


def key_descriptor(*names: str, use: str = "signing") -> str:
    """A md:KeyDescriptor with the certificates of keys in one ds:X509Data."""
    certificates = "".join(f"<ds:X509Certificate>{key(name).base64}</ds:X509Certificate>" for name in names)
    return (
        f'<md:KeyDescriptor use="{use}"><ds:KeyInfo><ds:X509Data>{certificates}</ds:X509Data></ds:KeyInfo>'
        "</md:KeyDescriptor>"
    )


def provider(name: str, *keys: str) -> str:
    """A md:EntityDescriptor of a provider that answers attribute queries."""
    roles = "".join(
        f'<md:{role} protocolSupportEnumeration="{SAMLP}">{"".join(keys)}<md:{service} '
        f'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="{name}/{place}"/></md:{role}>'
        for role, service, place in (
            ("IDPSSODescriptor", "SingleSignOnService", "sso"),
            ("AttributeAuthorityDescriptor", "AttributeService", "attributes"),
        )
    )
    return f'<md:EntityDescriptor entityID="{name}">{roles}</md:EntityDescriptor>'


def providers(*descriptors: str) -> str:
    """A md:EntitiesDescriptor."""
    return f'<md:EntitiesDescriptor xmlns:md="{MD}" xmlns:ds="{DS}">{"".join(descriptors)}</md:EntitiesDescriptor>\n'


def files() -> dict[str, str]:
    """The files of trust/."""
    one, two, three = key_descriptor("one"), key_descriptor("two"), key_descriptor("three")
    both = (one, key_descriptor("one-encryption", use="encryption"))
    others = (provider(TWO, two), provider(THREE, three))
    return {
        "idps.xml": providers(provider(ONE, *both), *others),
        "idps-outdated.xml": providers(provider(ONE, key_descriptor("one-older")), *others),
        "idps-others.xml": providers(*others),
        "idps-chain.xml": providers(provider(ONE, key_descriptor("one-issued", "one-authority")), *others),
        "idps-chain-reversed.xml": providers(provider(ONE, key_descriptor("one-authority", "one-issued")), *others),
        "idps-rollover.xml": providers(provider(ONE, key_descriptor("one", "one-older")), *others),
        "idps-slash.xml": providers(provider(f"{ONE}/", *both), *others),
        "idps-http.xml": providers(provider(ONE.replace("https", "http"), *both), *others),
    }


def write() -> None:
    """Writes trust/."""
    TRUST.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (TRUST / name).write_text(text, encoding="utf-8")
