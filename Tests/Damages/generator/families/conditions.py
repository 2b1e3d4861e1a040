"""Valid signatures on messages that the receiver must refuse: clocks, audiences, recipients, requests."""

from generator.corpus import Family
from generator.messages import ORIGINALS
from generator.settings import CONSUMER, REQUEST, SP, identifier, instant

DAY, HOUR = 86_400, 3_600


def family() -> Family:
    cases = Family("conditions")

    def received(case: str, start: str, **options) -> None:
        """The original, judged with other expectations."""
        cases.honest(case, start, ORIGINALS[start], **options)

    def sent(case: str, start: str, **changes) -> None:
        """The original with other contents, judged with the usual expectations."""
        cases.honest(case, start, ORIGINALS[start].but(**changes))

    def clock(case: str, start: str, seconds: float) -> None:
        """The original from an issuer whose clock is that many seconds fast; it sends no earlier NotBefore."""
        sent(case, start, issued=seconds, not_before=seconds, not_on_or_after=seconds + 300)

    clock("clock-3-min-12-s-fast", "line-xmlsec1", 3 * 60 + 12)
    clock("clock-3-min-12-s-fast-signxml", "line-signxml", 3 * 60 + 12)
    clock("clock-of-another-issuer-fast", "two-signxml", 94)
    clock("clock-of-another-issuer-slow", "two-signxml", -7 * 60)
    clock("clock-an-hour-fast", "pretty-xmlsec1", HOUR)
    clock("clock-five-and-a-half-hours-fast", "rich-signxml", 5.5 * HOUR)
    clock("clock-a-year-slow", "line-xmlsec1", -365 * DAY)
    received("expired-by-3-min-12-s", "line-xmlsec1", now=instant(600 + 192))
    received("expired-by-an-hour", "rich-signxml", now=instant(600 + HOUR))
    received("expired-by-days", "line-signxml", now=instant(600 + 6 * DAY))
    sent("never-valid", "line-xmlsec1", not_before=600, not_on_or_after=300)
    spellings = {
        "slash": f"{SP}/",
        "letter-case": SP.replace("saml", "SAML"),
        "host-letter-case": SP.replace("sp", "SP", 1),
        "http": SP.replace("https", "http"),
        "space": f"{SP} ",
        "percent-encoded": SP.replace(":", "%3A").replace("/", "%2F"),
        "port": SP.replace(".example", ".example:443"),
        "www": SP.replace("sp.", "www.sp."),
        "other": "https://staging.sp.example/saml",
    }
    for at, (name, value) in enumerate(spellings.items()):
        received(f"audience-{name}", "line-signxml" if at % 2 else "line-xmlsec1", audience=value)
    sent("audience-line-breaks", "rich-xmlsec1", audience=f"\n      {SP}\n    ")
    sent("audience-of-another", "line-signxml", audience="https://other-sp.example/saml")
    received("recipient-slash", "line-xmlsec1", recipient=f"{CONSUMER}/")
    received("recipient-http", "rich-signxml", recipient=CONSUMER.replace("https", "http"))
    received("recipient-port", "line-signxml", recipient=CONSUMER.replace(".example", ".example:443"))
    received("recipient-host", "line-xmlsec1", recipient=CONSUMER.replace("sp.", "staging.sp."))
    received("request-of-another-query", "line-xmlsec1", inResponseTo=identifier("another request"))
    received("request-of-another-query-signxml", "pretty-xmlsec1", inResponseTo=identifier("a later request"))
    received("request-letter-case", "line-signxml", inResponseTo=REQUEST.upper())
    received("request-without-underscore", "rich-signxml", inResponseTo=REQUEST[1:])
    return cases
