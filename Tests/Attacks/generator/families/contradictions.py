"""Messages whose parts contradict each other, and confirmations that hold only taken together."""

from generator.messages import Message, confirmation
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import BEARER, CONSUMER, MALLORY, ONE, REQUEST, SENDER_VOUCHES, SP, TWO, instant

ANY = ("conditions.",)
KEY_HOLDER = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"
OTHER = "https://other-sp.example/consume"


def families(trust: Trust) -> list[Family]:
    usual = {name: trust.usual[name] for name in ("trust", "audience", "now")}
    trust.option_set("open", profile="attribute-query", **usual)
    trust.option_set(
        "open-decrypting", profile="attribute-query", **usual, decryptionKey=["keys/sp-encryption.key.pem"]
    )
    trust.option_set("query-without-recipient", profile="attribute-query", **usual, inResponseTo=REQUEST)
    return [envelope(), confirmations(), conditions()]


def envelope() -> Family:
    """Only the assertion is signed, and what is around it says otherwise; no option asks for any of it."""
    family = Family("envelope-contradiction", "open")

    def message(name: str, **changes) -> Message:
        return Message(f"envelope {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes)

    def case(name, title, built, reasons=ANY, **others):
        family.add(name, title, built.xml(), "rejected", "saml", reasons, planted=(), **others)

    def issuer(name: str) -> str:
        return f"<saml:Issuer>{name}</saml:Issuer>"

    case("issuer", "The response's Issuer is another provider.", message("issuer", response_issuer=issuer(TWO)))
    case(
        "issuer-unknown",
        "The response's Issuer is nobody who is known.",
        message("unknown", response_issuer=issuer("urn:nobody")),
    )
    case(
        "issuer-malicious",
        "The response's Issuer is the malicious provider.",
        message("malicious", response_issuer=issuer(MALLORY)),
    )
    case(
        "issuer-capitals",
        "The response's Issuer differs in capitals.",
        message("capitals", response_issuer=issuer(ONE.upper())),
    )
    case(
        "request",
        "The response answers another request than the signed assertion.",
        message("request", answers="_other"),
    )
    case(
        "request-confirmations",
        "The response answers another request than any of two signed confirmations.",
        message("two", answers="_other", confirmations=confirmation() + confirmation(method=SENDER_VOUCHES)),
    )
    case(
        "request-space",
        "The response answers the request's ID with a space before it.",
        message("space", answers="\u2003" + REQUEST),
    )
    case(
        "destination",
        "The response is for another address than the signed Recipient.",
        message("destination", destination=OTHER),
    )
    case(
        "destination-slash",
        "The response's address ends with a slash, the signed Recipient does not.",
        message("slash", destination=CONSUMER + "/"),
    )
    case(
        "destination-recipients",
        "The response's address is none of two signed Recipients.",
        message(
            "recipients",
            destination=OTHER,
            confirmations=confirmation() + confirmation(recipient="https://third.example/"),
        ),
    )
    case(
        "everything",
        "Issuer, request and address all contradict the assertion.",
        message("all", response_issuer=issuer(TWO), answers="_other", destination=OTHER),
    )
    case(
        "signed-response-request",
        "The whole response is signed, and its request is not that of its confirmation.",
        message("signed request", signed=("response",), answers="_other"),
    )
    case(
        "signed-response-destination",
        "The whole response is signed, and its address is not that of its confirmation.",
        message("signed destination", signed=("response",), destination=OTHER),
    )
    case(
        "both-signed-issuer",
        "Response and assertion are signed by one key under two names.",
        message("both", signed=("response",), assertion_issuer=issuer(TWO)),
        ("signature.absent", *ANY),
    )
    case(
        "encrypted-request",
        "The response answers another request than the encrypted assertion.",
        message("encrypted request", encrypt=True, answers="_other"),
        options="open-decrypting",
    )
    case(
        "encrypted-issuer",
        "The response's Issuer is another provider than that of the encrypted assertion.",
        message("encrypted issuer", encrypt=True, response_issuer=issuer(TWO)),
        options="open-decrypting",
    )
    case(
        "encrypted-destination",
        "The response is for another address than the encrypted assertion.",
        message("encrypted destination", encrypt=True, destination=OTHER),
        options="open-decrypting",
    )

    def honest(name, title, **changes):
        others = {"options": changes.pop("options")} if "options" in changes else {}
        family.control(name, title, message(f"control {name}", **changes).xml(), **others)

    honest("agreeing", "Everything agrees.")
    honest("no-issuer", "The response names no issuer.", response_issuer="")
    honest("no-request", "The response names no request.", answers=None)
    honest("no-destination", "The response names no address.", destination=None)
    honest(
        "no-envelope",
        "The response names neither issuer nor request nor address.",
        response_issuer="",
        answers=None,
        destination=None,
    )
    honest("no-signed-request", "The signed confirmation names no request.", confirmations=confirmation(answers=None))
    honest(
        "no-signed-recipient", "The signed confirmation names no recipient.", confirmations=confirmation(recipient=None)
    )
    honest("no-confirmation", "The assertion has no confirmation.", confirmations="")
    honest("no-data", "The confirmation has no data.", confirmations=f'<saml:SubjectConfirmation Method="{BEARER}"/>')
    honest(
        "second-recipient",
        "The response's address is the second of two signed Recipients.",
        confirmations=confirmation(recipient="https://third.example/") + confirmation(),
    )
    honest(
        "second-request",
        "The response's request is that of the second signed confirmation.",
        confirmations=confirmation(answers=None) + confirmation(),
    )
    honest("issuer-space", "White space stands around the response's Issuer.", response_issuer=issuer(f"\n{ONE}\n"))
    honest(
        "proxied",
        "A proxy answers, and names who authenticated.",
        authn=(
            f'<saml:AuthnStatement AuthnInstant="{instant(-5)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:x'
            f"</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>{TWO}</saml:AuthenticatingAuthority></saml:AuthnContext></saml:AuthnStatement>"
        ),
    )
    honest(
        "proxied-name",
        "A proxy passes on the name that another provider gave.",
        name_attributes=f' NameQualifier="{TWO}" SPNameQualifier="{SP}"',
    )
    honest(
        "proxied-advice",
        "A proxy passes on the other provider's assertion as advice.",
        advice="<saml:Advice>" + Message("advised by two", issuer=TWO, signed=()).assertion() + "</saml:Advice>",
    )
    honest(
        "proxy-restriction",
        "The provider limits to whom the assertion may be passed on.",
        conditions=(f'<saml:ProxyRestriction Count="1"><saml:Audience>{SP}</saml:Audience></saml:ProxyRestriction>'),
    )
    honest("both-signed", "Response and assertion are both signed.", signed=("assertion", "response"))
    honest("response-signed", "The response is signed.", signed=("response",))
    honest("encrypted", "The assertion is encrypted and everything agrees.", encrypt=True, options="open-decrypting")
    honest(
        "encrypted-bare",
        "The assertion is encrypted and the response says nothing.",
        encrypt=True,
        response_issuer="",
        answers=None,
        destination=None,
        options="open-decrypting",
    )
    return family


def confirmations() -> Family:
    """No confirmation holds on its own."""
    family = Family("split-confirmations")

    def message(name: str, *parts: str, **changes) -> Message:
        return Message(
            f"split {name}",
            tool="signxml" if len(family.rows) % 2 else "xmlsec1",
            confirmations="".join(parts),
            **changes,
        )

    def case(name, title, *parts, options="sso", reasons=ANY, **changes):
        family.add(
            name,
            title,
            message(name, *parts, **changes).xml(),
            "rejected",
            "saml",
            reasons,
            planted=(),
            options=options,
        )

    good, late, away, strange = (
        confirmation(),
        confirmation(until=-600),
        confirmation(recipient=OTHER),
        confirmation(answers="_other"),
    )
    silent = confirmation(answers=None)
    case("request-in-late", "The request stands only in a confirmation that is over.", silent, late)
    case("request-in-other-recipient", "The request stands only in a confirmation for another recipient.", silent, away)
    case(
        "request-in-sender-vouches",
        "The request stands only in a confirmation of another method.",
        silent,
        confirmation(method=SENDER_VOUCHES),
    )
    case(
        "request-in-early",
        "The request stands only in a confirmation that has not begun.",
        silent,
        confirmation(since=600),
    )
    case("late-and-strange", "One confirmation is over, the other answers another request.", late, strange)
    case("away-and-late", "One confirmation is for another recipient, the other is over.", away, late)
    case(
        "away-and-strange",
        "One confirmation is for another recipient, the other answers another request.",
        away,
        strange,
    )
    case("three-ways", "Each of three confirmations fails in another way.", late, away, strange)
    case("no-end-and-late", "One bearer has no end, the other is over.", confirmation(until=None), late)
    case(
        "no-recipient-and-away",
        "One bearer has no recipient, the other is for another.",
        confirmation(recipient=None),
        away,
    )
    case(
        "key-holder",
        "Everything holds for the holder of a key; the bearer's recipient is another.",
        confirmation(method=KEY_HOLDER),
        away,
    )
    case(
        "method-look-alike",
        "Everything holds for a method whose name only begins like bearer.",
        confirmation(method=BEARER + "/"),
        late,
    )
    case(
        "no-data-and-good-other",
        "The bearer has no data; another method has all of it.",
        f'<saml:SubjectConfirmation Method="{BEARER}"/>',
        confirmation(method=SENDER_VOUCHES),
    )
    case(
        "response-signed-request-in-late",
        "The signed response names the request; its only valid bearer names another.",
        strange,
        late,
        signed=("response",),
    )
    case(
        "query-request-in-other-recipient",
        "For an attribute query the request stands only where the recipient is another.",
        silent,
        away,
        options="query",
    )
    case(
        "query-request-in-late",
        "For an attribute query the request stands only in a confirmation that is over.",
        silent,
        late,
        options="query",
    )
    case(
        "query-no-recipient-request-in-late",
        "The same where no recipient is asked for.",
        silent,
        late,
        options="query-without-recipient",
    )

    def honest(name, title, *parts, **others):
        family.control(name, title, message(f"control {name}", *parts).xml(), **others)

    honest("one", "One confirmation holds.", good)
    honest("second", "The second of two confirmations holds.", late, good)
    honest("first", "The first of three confirmations holds.", good, away, strange)
    honest(
        "other-method",
        "A confirmation of another method stands before the bearer that holds.",
        confirmation(method=SENDER_VOUCHES),
        good,
    )
    honest(
        "key-information",
        "The confirmation carries key information that nobody asks for.",
        confirmation(
            inside='<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:KeyName>x</ds:KeyName></ds:KeyInfo>'
        ),
    )
    honest("query-second", "For an attribute query the second of two confirmations holds.", away, good, options="query")
    return family


def conditions() -> Family:
    """Genuine messages outside of what they were made for."""
    family = Family("conditions")

    def case(name: str, title: str, reason: str, options: str = "sso", **changes) -> None:
        message = Message(f"condition {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes)
        family.add(name, title, message.xml(), "rejected", "saml", f"conditions.{reason}", planted=(), options=options)

    def sign_on(attributes: str, seconds: float = -5) -> str:
        return (
            f'<saml:AuthnStatement AuthnInstant="{instant(seconds)}"{attributes}><saml:AuthnContext>'
            "<saml:AuthnContextClassRef>urn:x</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
        )

    unknown = (
        '<saml:Condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="urn:x" xsi:type="x:Unknown"/>'
    )
    other = "<saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience></saml:AudienceRestriction>"
    case("over", "The assertion is over.", "expired", not_on_or_after=-120)
    case("over-now", "The assertion ended a minute ago, to the second.", "expired", not_on_or_after=-60)
    case("not-begun", "The assertion has not begun.", "notYetValid", not_before=120)
    case("not-begun-query", "The same where attributes were asked for.", "notYetValid", "query", not_before=61)
    case("audience", "The assertion is for somebody else.", "audienceMismatch", audience="https://sp.example/saml/")
    case("two-restrictions", "A second restriction is for somebody else.", "audienceMismatch", conditions=other)
    case("unknown", "A condition of a type nobody knows.", "unknownCondition", conditions=unknown)
    case("unknown-query", "The same where attributes were asked for.", "unknownCondition", "query", conditions=unknown)
    case("session", "The session has ended.", "sessionEnded", authn=sign_on(f' SessionNotOnOrAfter="{instant(-120)}"'))
    two = sign_on(f' SessionNotOnOrAfter="{instant(600)}"') + sign_on(f' SessionNotOnOrAfter="{instant(-120)}"')
    case("second-session", "The second of two sessions has ended.", "sessionEnded", authn=two)
    case(
        "no-confirmation",
        "Nobody is confirmed as the bearer.",
        "missingBearerConfirmation",
        confirmations="",
        answers=None,
    )
    case(
        "no-recipient",
        "The bearer's confirmation names no recipient.",
        "missingBearerConfirmation",
        confirmations=confirmation(recipient=None),
    )
    case(
        "no-end",
        "The bearer's confirmation has no end.",
        "missingBearerConfirmation",
        confirmations=confirmation(until=None),
    )

    for seconds, name, title in (
        (30 * 86_400 + 1, "month", "The user signs in thirty days and a second from now."),
        (31_536_000, "year", "The user signs in a year from now."),
        (3_153_600_000, "century", "The user signs in a hundred years from now."),
    ):
        for options in ("sso", "query"):
            authn = sign_on("", seconds)
            case(f"sign-in-{name}-{options}", f"{title} ({options})", "notYetValid", options, authn=authn)

    def malformed(name: str, title: str, reason: str, inside: str) -> None:
        message = Message(f"condition {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", conditions=inside)
        family.add(name, title, message.xml(), "malformed", "saml", f"saml.{reason}", planted=())

    once, proxy = "<saml:OneTimeUse/>", "<saml:ProxyRestriction/>"
    malformed("one-time-twice", "The assertion may be used once, twice.", "repeatedElement", once + once)
    malformed("one-time-apart", "The same with another condition between.", "repeatedElement", once + proxy + once)
    malformed("proxy-twice", "Two conditions limit proxies.", "repeatedElement", proxy + proxy)
    for count, name in (("-1", "negative"), ("one", "word"), ("", "empty")):
        counted = f'<saml:ProxyRestriction Count="{count}"/>'
        malformed(f"proxy-{name}", f"The number of proxies is no number from 0 ({name}).", "invalidValue", counted)

    def honest(name: str, title: str, **changes) -> None:
        family.control(name, title, Message(f"condition control {name}", tool="signxml", **changes).xml())

    honest("sign-in", "The user signs in two hours from now, as local time looks.", authn=sign_on("", 7200))
    honest("proxies", "No proxy is allowed.", conditions='<saml:ProxyRestriction Count="0"/>')

    honest("skew", "The assertion ended within the clock skew.", not_on_or_after=-30)
    honest("early", "The assertion begins within the clock skew.", not_before=30)
    honest("one-time", "The assertion may be used once.", conditions="<saml:OneTimeUse/>")
    return family
