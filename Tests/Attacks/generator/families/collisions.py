"""Metadata that an attacker wrote or changed: colliding names, wrapped signatures, expiry and nesting."""

import re

from generator.messages import Message, attribute
from generator.metadata import Trust, entities, entity, key_descriptor, provider, role, service, signed, signed_entities
from generator.rows import Family
from generator.settings import MALLORY, MD, NAME, ONE, TWO, VALUE, identifier, instant
from generator.signing import place

UNKNOWN = ("signature.noTrustedKey",)
SIGNER = ["keys/federation.cert.pem"]


def families(trust: Trust) -> list[Family]:
    return [collisions(trust), wrapped(trust), validity(trust)]


def evil(name: str, signer: str = "mallory", issuer: str = ONE) -> str:
    return Message(name, issuer=issuer, key=signer, name_id=NAME, attributes=attribute("uid", VALUE)).xml()


def collisions(trust: Trust) -> Family:
    """Another entity takes the name of a provider, so that its keys would sign in that name."""
    family = Family("entity-collisions")

    def refused(name, title, *files: str):
        paths = [trust.file(f"collision-{name}-{number}.xml", text) for number, text in enumerate(files)]
        chosen = trust.option_set(f"collision-{name}", profile="web-sso", **trust.usual | {"trust": paths})
        family.add(name, title, evil(f"collision {name}"), "usage", "trust", (), options=chosen)

    one, thief = entity(ONE, provider("one")), entity(ONE, provider("mallory"))
    refused("same-aggregate", "Two descriptors of one name in one aggregate.", entities(one, thief))
    refused("thief-first", "The other descriptor of the name comes first.", entities(thief, one))
    refused("two-files", "Two files describe one name.", one, thief)
    refused("nested", "The other descriptor of the name stands in a nested group.", entities(one, entities(thief)))
    refused(
        "trailing-space", "The other name ends with a space.", entities(one, entity(ONE + " ", provider("mallory")))
    )
    refused(
        "leading-line",
        "The other name begins with a line break, written as a reference.",
        entities(one, entity("&#10;" + ONE, provider("mallory"))),
    )
    refused("only-spaced", "One name only, with a tab before it.", entities(entity("&#9;" + ONE, provider("mallory"))))
    refused(
        "other-role",
        "The other descriptor of the name has another role.",
        entities(
            entity(ONE, role("IDPSSODescriptor", "one")), entity(ONE, role("AttributeAuthorityDescriptor", "mallory"))
        ),
    )
    refused(
        "service-provider",
        "A service provider takes the name of the provider.",
        entities(one, entity(ONE, role("SPSSODescriptor", "mallory"))),
    )
    refused(
        "longer-validity",
        "The other descriptor differs only in how long it is valid.",
        entities(entity(ONE, provider("one"), f' validUntil="{instant(60)}"'), one),
    )
    refused("three-files", "A third file repeats the name with another key.", one, entity(TWO, provider("two")), thief)
    refused(
        "no-name",
        "A descriptor has no name.",
        entities(one, f"<md:EntityDescriptor>{provider('mallory')}</md:EntityDescriptor>"),
    )
    refused("empty-name", "A descriptor has an empty name.", entities(one, entity("", provider("mallory"))))

    def judged(
        name, title, outcome_title, *files, issuer=ONE, signer="mallory", reasons=("signature.signatureMismatch",)
    ):
        paths = [trust.file(f"collision-{name}-{number}.xml", text) for number, text in enumerate(files)]
        chosen = trust.option_set(f"collision-{name}", profile="web-sso", **trust.usual | {"trust": paths})
        if outcome_title == "control":
            family.control(name, title, Message(f"collision {name}", tool="signxml").xml(), options=chosen)
        else:
            family.add(
                name, title, evil(f"collision {name}", signer, issuer), "rejected", "key", reasons, options=chosen
            )

    judged(
        "capitals",
        "A descriptor whose name differs in capitals is another entity.",
        "attack",
        entities(one, entity(ONE.replace("one", "ONE"), provider("mallory"))),
    )
    judged(
        "slash",
        "A descriptor whose name ends with a slash is another entity.",
        "attack",
        entities(one, entity(ONE + "/", provider("mallory"))),
    )
    judged(
        "extension",
        "A descriptor of the name inside Extensions describes nothing.",
        "attack",
        entities(entity(ONE, provider("one"), before=f"<md:Extensions>{thief}</md:Extensions>")),
    )
    judged("identical", "The same descriptor in two files.", "control", one, one)
    judged("identical-nested", "The same descriptor twice in one aggregate.", "control", entities(one, entities(one)))
    judged(
        "others",
        "Many entities of different names.",
        "control",
        entities(one, *(entity(f"https://p{i}.example/idp", provider("two")) for i in range(20))),
    )
    return family


def wrapped(trust: Trust) -> Family:
    """The publisher's signature, and metadata that he did not write."""
    family = Family("metadata-wrapping")

    def chosen(name: str, text: str) -> str:
        return trust.option_set(
            f"metadata-{name}",
            profile="web-sso",
            **trust.usual | {"trust": [trust.file(f"metadata-{name}.xml", text)], "metadataSigner": SIGNER},
        )

    def refused(name, title, text):
        family.add(name, title, evil(f"metadata {name}"), "usage", "trust", (), options=chosen(name, text))

    def genuine(name: str, **others) -> str:
        return signed_entities(name, entity(ONE, provider("one")), service(), **others)

    thief = entity(ONE, provider("mallory"))
    refused("unsigned", "Metadata that nobody signed.", entities(thief))
    refused("other-signer", "Metadata that a provider signed.", signed_entities("other", thief, signer="mallory"))
    refused("inside", "The signed metadata inside unsigned metadata.", entities(genuine("inside"), thief))
    refused(
        "thief-first",
        "The signed metadata after a forged descriptor in an unsigned group.",
        entities(thief, genuine("first")),
    )
    text = genuine("signature-moved")
    signature = re.search(r"<ds:Signature.*?</ds:Signature>", text, re.DOTALL)[0]
    refused(
        "signature-moved",
        "The signature on a forged group, the signed one inside.",
        entities(
            thief, text.replace(signature, ""), attributes=f' ID="{identifier("metadata moved")}"', before=signature
        ),
    )
    refused(
        "signature-copied",
        "The signature on a forged group, and on the signed one inside.",
        entities(text, thief, attributes=f' ID="{identifier("metadata copied")}"', before=signature),
    )
    refused(
        "in-extensions",
        "The signed metadata in Extensions of a forged descriptor, with its signature.",
        entity(
            ONE,
            provider("mallory"),
            f' ID="{identifier("metadata extensions")}"',
            before=f"{signature}<md:Extensions>{text.replace(signature, '')}</md:Extensions>",
        ),
    )
    refused(
        "in-object",
        "The signed metadata in the Object of its signature.",
        entities(
            thief,
            attributes=f' ID="{identifier("metadata object")}"',
            before=signature.replace(
                "</ds:Signature>", f"<ds:Object>{text.replace(signature, '')}</ds:Object></ds:Signature>"
            ),
        ),
    )
    refused(
        "changed",
        "A key in signed metadata is replaced.",
        genuine("changed").replace(key_descriptor("one"), key_descriptor("mallory")),
    )
    refused(
        "added",
        "A descriptor is added to signed metadata.",
        genuine("added").replace("</md:EntitiesDescriptor>", thief + "</md:EntitiesDescriptor>"),
    )
    refused(
        "descriptor-signed",
        "Only a descriptor inside is signed, and a forged one stands beside it.",
        entities(
            signed(
                entity(
                    ONE,
                    provider("one"),
                    f' ID="{identifier("metadata descriptor")}"',
                    before=place(identifier("metadata descriptor")),
                ),
                identifier("metadata descriptor"),
            ),
            entity(MALLORY, provider("mallory")),
        ),
    )
    refused(
        "same-identifier",
        "A forged group has the ID of the signed one inside it.",
        entities(
            thief,
            text.replace(signature, ""),
            attributes=f' ID="{identifier("signature-moved metadata")}"',
            before=signature,
        ),
    )
    refused(
        "doctype",
        "Signed metadata after a document type declaration.",
        '<!DOCTYPE x [<!ENTITY y "z">]>' + genuine("doctype"),
    )
    refused(
        "bare-key",
        "A bare certificate where signed metadata is demanded.",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    )
    family.control(
        "signed",
        "Metadata that its publisher signed.",
        Message("metadata control").xml(),
        options=chosen("control", genuine("control")),
    )
    own = identifier("metadata single")
    family.control(
        "single",
        "One signed descriptor.",
        Message("metadata control single", tool="signxml").xml(),
        options=chosen("single", signed(entity(ONE, provider("one"), f' ID="{own}"', before=place(own)), own)),
    )
    return family


def validity(trust: Trust) -> Family:
    family = Family("metadata-validity")

    def chosen(name: str, text: str) -> str:
        return trust.option_set(
            f"validity-{name}", profile="web-sso", **trust.usual | {"trust": [trust.file(f"validity-{name}.xml", text)]}
        )

    def case(name, title, text, reasons=UNKNOWN, signer="one"):
        tool = "signxml" if len(family.rows) % 2 else "xmlsec1"
        family.add(
            name,
            title,
            Message(f"validity {name}", key=signer, tool=tool, name_id=NAME).xml(),
            "rejected",
            "key",
            reasons,
            options=chosen(name, text),
        )

    past, future = f' validUntil="{instant(-60)}"', f' validUntil="{instant(3600)}"'
    one, other = entity(ONE, provider("one")), entity(TWO, provider("two"))
    case("descriptor", "The descriptor has expired.", entities(entity(ONE, provider("one"), past), other))
    case("group", "The group around it has expired.", entities(one, attributes=past))
    case("outer-group", "The group around the group has expired.", entities(entities(one), attributes=past))
    case(
        "inner-longer",
        "The group has expired; the descriptor says that it is valid longer.",
        entities(entity(ONE, provider("one"), future), attributes=past),
    )
    case("role", "The role has expired.", entities(entity(ONE, provider("one", attributes=past)), other))
    case(
        "role-longer",
        "The descriptor has expired; its roles say that they are valid longer.",
        entities(entity(ONE, provider("one", attributes=future), past), other),
    )
    case(
        "now",
        "The descriptor ends at the time of receipt.",
        entities(entity(ONE, provider("one"), f' validUntil="{instant(0)}"'), other),
    )
    case(
        "fraction",
        "The descriptor ended a thousandth of a second ago.",
        entities(entity(ONE, provider("one"), f' validUntil="{instant(-1)[:-1]}.999Z"'), other),
    )
    case(
        "zone",
        "The descriptor ended; its end is written in another zone.",
        entities(entity(ONE, provider("one"), ' validUntil="2026-03-01T13:00:00+02:00"'), other),
    )
    case(
        "foreign-descriptor",
        "The descriptor stands inside an element nobody knows.",
        entities(f'<x:Group xmlns:x="urn:x">{one}</x:Group>', other),
    )
    case(
        "deep",
        "The descriptor is the 20th group deep, and the 10th has expired.",
        entities(nested(one, 10), attributes=past),
    )
    case(
        "empty-keys",
        "The provider's role has no key, another one's has.",
        entities(entity(ONE, role("IDPSSODescriptor")), other),
    )
    family.add(
        "unreadable",
        "The end of the descriptor is no time.",
        evil("validity unreadable"),
        "usage",
        "trust",
        (),
        options=chosen("unreadable", entities(entity(ONE, provider("mallory"), ' validUntil="never"'))),
    )
    family.add(
        "all-expired-empty",
        "An aggregate without any entity.",
        evil("validity empty"),
        "usage",
        "trust",
        (),
        options=chosen("empty", entities()),
    )
    family.control(
        "future",
        "The descriptor is still valid.",
        Message("validity control").xml(),
        options=chosen("control", entities(entity(ONE, provider("one"), future), attributes=future)),
    )
    family.control(
        "nested",
        "The descriptor is ten groups deep.",
        Message("validity control nested", tool="signxml").xml(),
        options=chosen("control-nested", nested(one, 10)),
    )
    return family


def nested(text: str, depth: int) -> str:
    """The descriptor inside so many groups."""
    for _ in range(depth):
        text = f'<md:EntitiesDescriptor xmlns:md="{MD}">{text}</md:EntitiesDescriptor>'
    return text
