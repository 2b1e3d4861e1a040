"""Honest signatures with keys that the receiver does not expect, and metadata that does not fit."""

from generator.corpus import Family
from generator.keys import key
from generator.messages import ORIGINALS
from generator.settings import ONE


def family() -> Family:
    cases = Family("trust")

    def signed(case: str, start: str, changes: dict, **options) -> None:
        """The original, signed in another way."""
        cases.honest(case, start, ORIGINALS[start].but(**changes), **options)

    outdated = {"trust": ["trust/idps-outdated.xml"]}
    signed("older-key", "line-xmlsec1", {"key": "one-older"})
    signed("older-key-signxml", "line-signxml", {"key": "one-older"})
    signed("metadata-outdated", "line-xmlsec1", {}, **outdated)
    signed("metadata-outdated-signxml", "rich-signxml", {}, **outdated)
    signed("encryption-key", "pretty-xmlsec1", {"key": "one-encryption"})
    signed("encryption-key-signxml", "line-signxml", {"key": "one-encryption"})
    signed("other-issuers-key", "line-xmlsec1", {"key": "two"})
    signed("other-issuers-key-signxml", "rich-signxml", {"key": "three"})
    signed("other-issuers-key-unnamed", "line-xmlsec1", {"key": "two", "certificate": ""})
    signed("self-made-key", "line-xmlsec1", {"key": "self-made"})
    signed("self-made-key-signxml", "response-signxml", {"key": "self-made"})
    signed("self-made-key-unnamed", "line-xmlsec1", {"key": "self-made", "certificate": ""})
    signed("certificate-replaced", "line-xmlsec1", {"key": "self-made", "certificate": key("one").base64})
    signed("issuer-unknown", "line-signxml", {}, trust=["trust/idps-others.xml"])
    signed("issuer-slash", "line-xmlsec1", {}, trust=["trust/idps-slash.xml"])
    signed("issuer-http", "line-signxml", {}, trust=["trust/idps-http.xml"])
    signed("issuer-letter-case", "line-xmlsec1", {"issuer": ONE.replace("saml", "SAML")})
    return cases
