"""Captures that differ in what they say."""

from datetime import timedelta

from samples.capture import Capture
from samples.markup import Element, Markup
from samples.settings import NOW, TRANSIENT
from samples.signing import Signing
from samples.style import TABS, Style

NOTE = (
    "Channels are listed  as sold;  regional variants\nare shown under one name.\n\n"
    "  Blackouts apply to live sports  and may differ\nfrom one household  to the next."
)
PACKAGES = Element(
    "pkg:packages",
    Element("pkg:package", Element("pkg:title", "Base & News"), code="base"),
    Element("pkg:package", code="sports"),
)

CONTENTS = (
    Capture(
        name="19-multi-valued-attributes.xml",
        about="authorized_resources with twelve values, language with three",
        attributes=(
            ("authorized_resources", tuple(f"channel-{number:02d}" for number in range(1, 13))),
            ("language", ("de", "fr", "it")),
        ),
    ),
    Capture(
        name="20-non-ascii-attribute-values.xml",
        about="Latin-1, CJK, combining, astral and right-to-left characters",
        signings=(Signing("Assertion", "idp-one", tool="signxml"),),
        attributes=(
            ("city", ("Zürich", "東京", "São Paulo", "Łódź", "القاهرة")),
            ("avatar", ("📺👨‍👩‍👧‍👦🇨🇭", "e\u0301te\u0301")),
        ),
    ),
    Capture(
        name="21-nil-empty-nested-attribute-values.xml",
        about="xsi:nil, empty and nested XML attribute values",
        attributes=(("zip", (None,)), ("city", ("",)), ("packages", (PACKAGES,))),
    ),
    Capture(
        name="22-authn-statement.xml",
        about="with AuthnStatement; transient NameID",
        signings=(Signing("Assertion", "idp-five", tool="signxml"),),
        style=TABS,
        issuer="idp-five",
        changes={
            "authenticated_at": NOW - timedelta(hours=3),
            "name_format": TRANSIENT,
            "name_id": "_t8f14e45fceea167a5a36dedd4bea2543",
        },
    ),
    Capture(
        name="27-whitespace-in-signed-text.xml",
        about="a long value with doubled spaces and line ends;"
        " collapsing them breaks the signature",
        style=Style(indent=None),
        attributes=(("note", (NOTE,)),),
    ),
    Capture(
        name="29-comment-in-attribute-value.xml",
        about="a comment inside householdID; the value is HH-0048151623 all the same",
        attributes=(("householdID", (("HH-0048", Markup("<!-- moved -->"), "151623"),)),),
    ),
)
