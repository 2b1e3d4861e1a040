"""Two providers that are both trusted, one of them malicious; and issuers whose names look alike."""

from generator.encrypting import encrypted
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import MALLORY, NAME, ONE, VALUE
from generator.signing import sign

MISMATCH = ("signature.signatureMismatch",)
ISSUER = ("conditions.issuerMismatch", "conditions.issuerContradiction")
ABSENT = ("signature.absent",)
UNKNOWN = ("signature.noTrustedKey",)


def families(trust: Trust) -> list[Family]:
    trust.option_set("sso-issuer", profile="web-sso", **trust.usual, issuer=ONE)
    trust.option_set("query-issuer", profile="attribute-query", **trust.usual, issuer=ONE)
    return [two_providers(), names()]


def two_providers() -> Family:
    family = Family("two-providers")

    def evil(name: str, **changes) -> Message:
        """What the malicious provider says; its key is trusted for its own name."""
        changes.setdefault("attributes", attribute("uid", VALUE))
        changes.setdefault("issuer", MALLORY)
        tool = "signxml" if len(family.rows) % 2 else "xmlsec1"
        return Message(f"two {name}", key="mallory", tool=tool, name_id=NAME, **changes)

    def case(name, title, text, reasons, outcome="rejected", layer="dsig", **others):
        family.add(name, title, text, outcome, layer, reasons, **others)

    honest = Message("two honest")
    genuine = honest.signature_on(honest.assertion(), honest.assertion_id)
    own = f"<saml:Issuer>{MALLORY}</saml:Issuer>"
    name_of_one = f"<saml:Issuer>{ONE}</saml:Issuer>"
    case(
        "other-name",
        "It signs an assertion in the name of the other provider.",
        evil("other", issuer=ONE).xml(),
        MISMATCH,
    )
    case(
        "other-name-on-response",
        "It signs a response in the name of the other provider.",
        evil("other response", issuer=ONE, signed=("response",)).xml(),
        MISMATCH,
    )
    case(
        "unsigned-inside",
        "Its signed response holds an unsigned assertion in the other's name.",
        evil("unsigned inside", signed=("response",), assertion_issuer=name_of_one).xml(),
        ABSENT,
    )
    case(
        "around-its-own",
        "An unsigned response in the other's name holds its signed assertion.",
        evil("around", response_issuer=name_of_one).xml(),
        ISSUER,
        layer="saml",
        planted=(),
    )
    message = evil("around genuine", signed=("response",))
    case(
        "around-genuine",
        "Its signed response holds the other's genuine assertion.",
        sign(message.draft().replace(message.assertion(), genuine), message.response_id, "mallory", message.tool),
        ISSUER,
        layer="saml",
    )
    case(
        "beside-genuine",
        "Its signed assertion beside the other's genuine one in an unsigned response.",
        evil("beside", after=genuine).xml(),
        (*ISSUER, "conditions.severalAssertions"),
        layer="saml",
        planted=(),
    )
    case(
        "genuine-first",
        "The other's genuine assertion before its own.",
        evil("genuine first", before=genuine).xml(),
        (*ISSUER, "conditions.severalAssertions"),
        layer="saml",
        planted=(),
    )
    case(
        "no-response-issuer",
        "It signs a response without Issuer around an unsigned assertion in the other's name.",
        evil("no issuer", response_issuer="", signed=("response",), assertion_issuer=name_of_one).xml(),
        MISMATCH,
    )
    case(
        "no-assertion-issuer",
        "Its signed response holds an assertion without any Issuer.",
        evil("no assertion issuer", signed=("response",), assertion_issuer="").xml(),
        ("conditions.missingIssuer",),
        layer="saml",
        planted=(),
    )
    case(
        "no-issuers",
        "It signs a response in which nobody is named.",
        evil("no issuers", signed=("response",), response_issuer="", assertion_issuer="").xml(),
        UNKNOWN,
        layer="key",
    )
    case(
        "two-issuers",
        "A response with two Issuers, its own first.",
        evil(
            "two issuers", signed=("response",), response_issuer=own + name_of_one, assertion_issuer=name_of_one
        ).xml(),
        ("saml.repeatedElement", "saml.unexpectedElement"),
        "malformed",
        "saml",
    )
    case(
        "issuer-in-assertion-twice",
        "An assertion with two Issuers, the other's first.",
        evil("issuer twice", assertion_issuer=name_of_one + own).xml(),
        ("saml.repeatedElement", "saml.unexpectedElement", *MISMATCH),
        "malformed",
        "saml",
    )
    case(
        "issuer-list",
        "Both names in one Issuer, with a space between them.",
        evil("list", issuer=f"{ONE} {MALLORY}").xml(),
        UNKNOWN,
        layer="key",
    )
    decrypting = {"options": "sso-decrypting"}
    case(
        "encrypted-other",
        "Its signed response holds an encrypted, unsigned assertion in the other's name.",
        evil("encrypted other", signed=("response",), encrypt=True, assertion_issuer=name_of_one).xml(),
        ABSENT,
        **decrypting,
    )
    case(
        "encrypted-own",
        "A response in the other's name holds its signed assertion, encrypted.",
        evil("encrypted own", encrypt=True, response_issuer=name_of_one).xml(),
        ISSUER,
        layer="saml",
        planted=(),
        **decrypting,
    )
    message = evil("encrypted beside", response_issuer=name_of_one)
    mine = encrypted(
        "Assertion", message.signature_on(message.assertion(), message.assertion_id), "two encrypted beside"
    )
    case(
        "encrypted-beside-genuine",
        "Its encrypted assertion after the other's genuine one.",
        message.draft().replace(message.assertion(), genuine + mine),
        (*ISSUER, "conditions.severalAssertions"),
        layer="saml",
        planted=(),
        **decrypting,
    )
    case(
        "encrypted-before-genuine",
        "Its encrypted assertion before the other's genuine one.",
        message.draft().replace(message.assertion(), mine + genuine),
        (*ISSUER, "conditions.severalAssertions"),
        layer="saml",
        planted=(),
        **decrypting,
    )
    # The name that chooses the keys is read before anything is decrypted; nobody may be named otherwise after that.
    nameless = encrypted(
        "Assertion",
        Message(
            "two nameless", signed=(), assertion_issuer="", name_id=NAME, attributes=attribute("uid", VALUE)
        ).assertion(),
        "two nameless",
    )
    case(
        "nameless-encrypted-first",
        "Its signed response without Issuer: an encrypted assertion of nobody, then its own.",
        evil("nameless first", signed=("response",), response_issuer="", before=nameless).xml(),
        ABSENT,
        **decrypting,
    )
    theirs = encrypted(
        "Assertion",
        Message("two theirs", signed=(), name_id=NAME, attributes=attribute("uid", VALUE)).assertion(),
        "two theirs",
    )
    case(
        "other-encrypted-first",
        "Its signed response without Issuer: an encrypted assertion in the other's name, then its own.",
        evil("other first", signed=("response",), response_issuer="", before=theirs).xml(),
        ABSENT,
        **decrypting,
    )
    case(
        "not-expected",
        "Its honest message where the other provider is expected.",
        evil("not expected").xml(),
        ISSUER,
        layer="saml",
        options="sso-issuer",
        planted=(),
    )
    case(
        "not-expected-query",
        "The same where attributes were asked for.",
        evil("not expected query").xml(),
        ISSUER,
        layer="saml",
        options="query-issuer",
        planted=(),
    )

    family.control("own", "The malicious provider speaks for itself.", evil("own").xml(), {"uid": [VALUE]}, NAME)
    family.control(
        "expected",
        "An honest message where its provider is expected.",
        Message("two expected", tool="signxml").xml(),
        options="sso-issuer",
    )
    family.control(
        "proxied",
        "A proxy names the provider that authenticated the user.",
        Message(
            "two proxied",
            authn=Message("x")
            .assertion()
            .split("</saml:Conditions>")[1]
            .split("<saml:AttributeStatement>")[0]
            .replace(
                "</saml:AuthnContextClassRef>",
                f"</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>{MALLORY}</saml:AuthenticatingAuthority>",
            ),
        ).xml(),
    )
    family.control(
        "encrypted",
        "An honest signed assertion, encrypted.",
        Message("two encrypted", encrypt=True).xml(),
        options="sso-decrypting",
    )
    family.control(
        "advice",
        "The other's assertion as advice in its own.",
        evil("advice", advice=f"<saml:Advice>{genuine}</saml:Advice>").xml(),
        {"uid": [VALUE]},
        NAME,
    )
    return family


def names() -> Family:
    """An attacker who registered a name that looks like the provider's; his own keys are trusted for none of them."""
    family = Family("issuer-names")
    spellings = {
        "cyrillic": (ONE.replace("one", "\u043ene"), "a Cyrillic o"),
        "fullwidth": (ONE.replace("one", "\uff4fne"), "a fullwidth o"),
        "zero-width": (ONE.replace("one", "o\u200bne"), "a zero-width space"),
        "joiner": (ONE.replace("one", "o\u200dne"), "a zero-width joiner"),
        "bidi": (ONE.replace("one", "\u202eeno\u202c"), "bidirectional overrides"),
        "soft-hyphen": (ONE.replace("one", "o\u00adne"), "a soft hyphen"),
        "combining": (ONE.replace("one", "o\u034fne"), "a combining grapheme joiner"),
        "no-break-space": (ONE + "\u00a0", "a no-break space at the end"),
        "mark": ("\ufeff" + ONE, "a byte order mark at the start"),
        "capitals": (ONE.replace("one", "ONE"), "capitals"),
        "slash": (ONE + "/", "a slash at the end"),
        "port": (ONE.replace(".example", ".example:443"), "the usual port"),
        "escaped": (ONE.replace("one", "%6Fne"), "a percent-encoded letter"),
        "dot": (ONE.replace(".example", ".example."), "a dot after the host"),
        "dot-segment": (ONE.replace("/idp", "/./idp"), "a dot segment"),
        "fragment": (ONE + "#", "an empty fragment"),
        "user": (ONE.replace("https://", "https://one.example@"), "a user name"),
        "line-separator": (ONE + "\u2028", "a line separator at the end"),
    }  # fmt: skip
    for index, (name, (issuer, what)) in enumerate(spellings.items()):
        tool = "signxml" if index % 2 else "xmlsec1"
        scope = ("response",) if index % 3 == 0 else ("assertion",)
        # The provider's own key, which shows that names are compared and not only keys.
        family.add(
            name,
            f"The issuer's name with {what}.",
            Message(f"name {name}", issuer=issuer, tool=tool, signed=scope, name_id=NAME).xml(),
            "rejected",
            "key",
            UNKNOWN,
        )
    family.add(
        "response-only",
        "Only the unsigned response's Issuer looks alike.",
        Message(
            "name response", response_issuer=f"<saml:Issuer>{ONE.replace('one', chr(0x43E) + 'ne')}</saml:Issuer>"
        ).xml(),
        "rejected",
        "saml",
        ISSUER,
        planted=(),
    )
    family.add(
        "composed",
        "The issuer's name has a composed letter where the expected one is decomposed.",
        Message("name composed", issuer="https://on\u00e9.example/idp").xml(),
        "rejected",
        "key",
        UNKNOWN,
        planted=(),
    )
    family.control(
        "space",
        "White space stands around the issuer's name, which URIs are compared without.",
        Message("name space", issuer=f"\n  {ONE}\n").xml(),
    )
    family.control(
        "format",
        "The Issuer says that it is an entity.",
        Message(
            "name format",
            tool="signxml",
            assertion_issuer=(
                f'<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">{ONE}</saml:Issuer>'
            ),
        ).xml(),
    )
    return family
