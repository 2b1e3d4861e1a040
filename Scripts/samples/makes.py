"""The five issuers of the thousand subscribers: how each writes and signs."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from samples.capture import ASSERTION_ONE
from samples.settings import NOW
from samples.signing import INCLUSIVE, Signing
from samples.style import DEFAULT_NAMESPACES, PRETTY, SAML2, SINGLE_LINE, TABS, Style

ROLLOVER = NOW - timedelta(minutes=30)


@dataclass(frozen=True)
class Make:
    """How one issuer writes and signs, and how many lines are its own."""

    lines: int
    about: str
    style: Style
    signings: tuple[Signing, ...]
    # The key it signs with from the rollover on, if it has another.
    next_key: str = ""

    def signings_at(self, moment: datetime) -> tuple[Signing, ...]:
        """What it signs at a given time."""
        if not self.next_key or moment < ROLLOVER:
            return self.signings
        return tuple(replace(signing, key=self.next_key) for signing in self.signings)


MAKES = {
    "idp-one": Make(
        300, "pretty, LF; assertion signed, RSA-SHA256; xmlsec1", PRETTY, ASSERTION_ONE
    ),
    "idp-two": Make(
        250,
        "one line, `saml2p:`; response signed, RSA-SHA256, PrefixList `xs`; xmlsec1;"
        " second key from 11:30",
        SAML2,
        (Signing("Response", "idp-two-current", prefix_list="xs"),),
        next_key="idp-two-next",
    ),
    "idp-three": Make(
        200,
        "CRLF, default namespaces; both signed, ECDSA-SHA256; signxml",
        DEFAULT_NAMESPACES,
        (
            Signing("Assertion", "idp-three", "ecdsa-sha256", "signxml"),
            Signing("Response", "idp-three", "ecdsa-sha256", "signxml"),
        ),
    ),
    "idp-four": Make(
        150,
        "one line; assertion signed, RSA-SHA256; signxml",
        SINGLE_LINE,
        (Signing("Assertion", "idp-four", tool="signxml"),),
    ),
    "idp-five": Make(
        100,
        "tabs; response signed, RSA-SHA512, inclusive C14N; signxml",
        TABS,
        (Signing("Response", "idp-five", "rsa-sha512", "signxml", INCLUSIVE),),
    ),
}
