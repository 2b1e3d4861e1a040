"""Captures that are not to be accepted, for what they say or for how they are signed."""

from datetime import timedelta

from samples.attributes import WITHOUT_UID
from samples.capture import Capture
from samples.outcomes import refused, rejected
from samples.settings import NOW
from samples.signing import Signing

REJECTIONS = (
    Capture(
        name="23-status-responder-authn-failed.xml",
        about="status Responder / AuthnFailed with StatusMessage, no assertion, response signed",
        signings=(Signing("Response", "idp-one"),),
        changes={"failed": True},
        outcome=rejected("status"),
    ),
    Capture(
        name="24-required-attribute-missing.xml",
        about="no uid",
        attributes=WITHOUT_UID,
        outcome=rejected("missing"),
    ),
    Capture(
        name="25-expired.xml",
        about="valid on 2026-01-14 from 11:59:30Z to 12:10:00Z",
        changes={
            "issued": NOW - timedelta(days=1, seconds=3),
            "not_before": NOW - timedelta(days=1, seconds=30),
            "not_on_or_after": NOW - timedelta(days=1) + timedelta(minutes=10),
        },
        outcome=rejected("expired"),
    ),
    Capture(
        name="26-wrong-audience.xml",
        about="meant for https://sp.example/saml",
        changes={"audience": "https://sp.example/saml"},
        outcome=rejected("audience"),
    ),
    Capture(
        name="39-not-yet-valid.xml",
        about="valid from 13:00:00Z",
        changes={
            "not_before": NOW + timedelta(hours=1),
            "not_on_or_after": NOW + timedelta(hours=2),
        },
        outcome=rejected("notyet"),
    ),
    Capture(
        name="36-unsigned.xml",
        about="no signature at all",
        signings=(),
        outcome=refused("unsigned"),
    ),
    Capture(
        name="37-tampered-attribute.xml",
        about="MaxTVRating changed from tv-14 to tv-ma after signing",
        spoil=lambda text: text.replace(">tv-14<", ">tv-ma<"),
        outcome=refused("tampered"),
    ),
    Capture(
        name="38-signed-with-another-issuers-key.xml",
        about="issuer idp-one, but signed with the key of idp-five",
        signings=(Signing("Assertion", "idp-five"),),
        outcome=refused("untrusted"),
    ),
)
