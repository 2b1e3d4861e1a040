"""Captures that differ in how they are signed and encrypted."""

from datetime import timedelta

from samples.capture import Capture
from samples.outcomes import refused, rejected
from samples.settings import NOW, TRANSIENT
from samples.signing import INCLUSIVE, Signing
from samples.style import DEFAULT_NAMESPACES, DEFAULT_PROTOCOL, SAML2, TABS

SIGNATURES = (
    Capture(
        name="07-response-and-assertion-signed-rollover-key.xml",
        about="both signed, with the second of the issuer's two keys; AuthnStatement",
        signings=(Signing("Assertion", "idp-two-next"), Signing("Response", "idp-two-next")),
        style=SAML2,
        issuer="idp-two",
        changes={"authenticated_at": NOW - timedelta(minutes=5)},
    ),
    Capture(
        name="08-response-signed-rsa-sha512.xml",
        about="response signed, RSA-SHA512",
        signings=(Signing("Response", "idp-five", "rsa-sha512"),),
        issuer="idp-five",
    ),
    Capture(
        name="09-assertion-signed-rsa-sha1.xml",
        about="RSA-SHA1 with a 2048-bit key",
        signings=(Signing("Assertion", "idp-four", "rsa-sha1"),),
        issuer="idp-four",
        outcome=refused("sha1"),
    ),
    Capture(
        name="10-assertion-signed-rsa-sha1-1024-bit-key.xml",
        about="RSA-SHA1 with a 1024-bit key",
        signings=(Signing("Assertion", "idp-four-legacy", "rsa-sha1"),),
        issuer="idp-four",
        outcome=refused("sha1"),
    ),
    Capture(
        name="11-assertion-signed-rsa-sha256-1024-bit-key.xml",
        about="RSA-SHA256 with a 1024-bit key",
        signings=(Signing("Assertion", "idp-four-legacy"),),
        issuer="idp-four",
        outcome=refused("weakkey"),
    ),
    Capture(
        name="12-assertion-signed-rsa-pss-sha256.xml",
        about="RSASSA-PSS with SHA-256 and MGF1",
        signings=(Signing("Assertion", "idp-five", "rsa-pss", "signxml"),),
        style=TABS,
        issuer="idp-five",
    ),
    Capture(
        name="13-assertion-signed-ecdsa-p256-sha256.xml",
        about="ECDSA on P-256",
        signings=(Signing("Assertion", "idp-three", "ecdsa-sha256", "signxml"),),
        style=DEFAULT_NAMESPACES,
        issuer="idp-three",
        changes={"name_format": TRANSIENT, "name_id": "_t1679091c5a880faf6fb5e6087eb1b2dc"},
    ),
    Capture(
        name="14-encrypted-assertion-aes256-gcm-rsa-oaep.xml",
        about="assertion signed, then encrypted for sample-sp-encryption",
        cipher="aes256-gcm",
        outcome=rejected("encrypted"),
    ),
    Capture(
        name="15-encrypted-assertion-aes128-gcm-response-signed.xml",
        about="assertion signed, encrypted, then response signed",
        signings=(Signing("Assertion", "idp-two-current"), Signing("Response", "idp-two-current")),
        style=SAML2,
        issuer="idp-two",
        cipher="aes128-gcm",
        outcome=rejected("encrypted"),
    ),
    Capture(
        name="16-exclusive-c14n-prefix-list-xs.xml",
        about='exclusive C14N, InclusiveNamespaces PrefixList="xs"; xs is bound on the response',
        signings=(Signing("Assertion", "idp-two-current", prefix_list="xs"),),
        style=SAML2,
        issuer="idp-two",
    ),
    Capture(
        name="17-exclusive-c14n-prefix-list-default-xs.xml",
        about='exclusive C14N, PrefixList="#default xs"; the default namespace is the protocol\'s',
        signings=(Signing("Assertion", "idp-two-next", prefix_list="#default xs"),),
        style=DEFAULT_PROTOCOL,
        issuer="idp-two",
    ),
    Capture(
        name="18-inclusive-c14n10-assertion-signed.xml",
        about="inclusive C14N 1.0; the assertion inherits namespaces from the response",
        signings=(Signing("Assertion", "idp-five", canonicalization=INCLUSIVE),),
        style=TABS,
        issuer="idp-five",
    ),
)
