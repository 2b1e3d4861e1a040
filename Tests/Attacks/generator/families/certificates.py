"""Certificates that are not the key of a signer: authorities in chains, and text inside other elements."""

from itertools import permutations

from generator.keys import key
from generator.messages import Message
from generator.metadata import Trust, entities, entity, provider, service
from generator.rows import Family
from generator.settings import ALICE, ONE, SP, TWO
from generator.signing import by_hand

SIGNATURE = ("signature.",)
ORDINALS = {"root": "the root", "intermediate": "the intermediate authority", "leaf": "the signer"}


def families(trust: Trust) -> list[Family]:
    return [chains(trust), inner_elements(trust)]


def certificate(content: str) -> str:
    """A ds:X509Certificate."""
    return f"<ds:X509Certificate>{content}</ds:X509Certificate>"


def x509_data(*names: str) -> str:
    """A ds:X509Data with the certificates of keys."""
    return f"<ds:X509Data>{''.join(certificate(key(name).base64) for name in names)}</ds:X509Data>"


def described(*data: str) -> str:
    """The metadata of the first provider with one ds:KeyInfo in the place of its keys, beside another provider's."""
    info = f"<ds:KeyInfo>{''.join(data)}</ds:KeyInfo>"
    usual = f"<ds:KeyInfo>{x509_data('one')}</ds:KeyInfo>"
    return entities(entity(ONE, provider("one").replace(usual, info)), entity(TWO, provider("two")), service())


def signed_by(name: str, title: str, *certificates: str) -> str:
    """A message signed by a key, with certificates in its ds:KeyInfo; without any there is no ds:KeyInfo."""
    message = Message(f"certificates {title}")
    info = f"<ds:KeyInfo>{x509_data(*certificates)}</ds:KeyInfo>" if certificates else ""
    return by_hand(message.draft(), message.assertion_id, key(name), key_info=info)


def chains(trust: Trust) -> Family:
    """An X509Data holds the signer with those that vouch for it, in any order; only the signer signs messages."""
    family = Family("certificate-chains")

    def options(name: str, *data: str) -> str:
        file = trust.file(f"chain-{name}.xml", described(*data))
        return trust.option_set(f"chain-{name}", profile="web-sso", **{**trust.usual, "trust": [file]})

    def case(name: str, title: str, signer: str, where: str, *sent: str) -> None:
        family.add(name, title, signed_by(signer, name, *sent), reasons=SIGNATURE, options=where, planted=())

    def control(name: str, title: str, signer: str, where: str, *sent: str) -> None:
        family.control(name, title, signed_by(signer, f"control {name}", *sent), options=where)

    for order in permutations(("leaf", "intermediate", "root")):
        label = "-".join(order)
        where = options(label, x509_data(*order))
        for signer in ("root", "intermediate"):
            case(
                f"{label}-{signer}",
                f"Metadata has a chain in the order {', '.join(order)}; {ORDINALS[signer]} signed the message.",
                signer,
                where,
                signer,
            )
        control(label, f"The signer of a chain in the order {', '.join(order)}.", "leaf", where, *order)
    for order in permutations(("leaf", "intermediate")):
        label = "-".join(order)
        where = options(label, x509_data(*order))
        case(
            label,
            f"Metadata has a signer and its authority in the order {', '.join(order)}; the authority signed.",
            "intermediate",
            where,
            *order,
        )
        case(
            f"{label}-no-key-information",
            f"The same, and the message says nothing of its key ({label}).",
            "intermediate",
            where,
        )
    signer_alone = options("signer-alone", x509_data("leaf"))
    for order in permutations(("leaf", "root")):
        case(
            f"message-{'-'.join(order)}",
            f"Metadata has the signer alone, the message its chain ({', '.join(order)}); the root signed it.",
            "root",
            signer_alone,
            *order,
        )
    with_stranger = options("with-stranger", x509_data("one", "leaf", "intermediate"))
    case(
        "beside-rollover",
        "A chain and a certificate that has nothing to do with it; the authority signed.",
        "intermediate",
        with_stranger,
        "intermediate",
    )
    for signer in ("one", "leaf"):
        control(f"beside-rollover-{signer}", f"The same, signed by the key {signer}.", signer, with_stranger, signer)
    rollover = options("rollover", x509_data("one", "one-next"))
    for signer in ("one", "one-next"):
        control(
            f"rollover-{signer}",
            f"Two certificates that have nothing to do with each other are two keys ({signer}).",
            signer,
            rollover,
            signer,
        )
    alone = options("authority-alone", x509_data("root"))
    control("authority-alone", "A single certificate is a key, also that of an authority.", "root", alone, "root")
    return family


def inner_elements(trust: Trust) -> Family:
    """Values of simple types with an element inside, of which readers disagree what the value is."""
    family = Family("inner-elements")
    good = key("one").base64
    other = key("eve").base64
    half = len(good) // 2

    def options(name: str, content: str) -> str:
        data = f"<ds:X509Data>{certificate(content)}</ds:X509Data>"
        file = trust.file(f"inner-{name}.xml", described(data))
        return trust.option_set(f"inner-{name}", profile="web-sso", **{**trust.usual, "trust": [file]})

    inner = '<x xmlns="urn:x">{}</x>'
    for name, title, content in (
        ("around", "A certificate of metadata stands in an element of its own.", inner.format(good)),
        ("before", "An empty element stands before the certificate of metadata.", inner.format("") + good),
        ("after", "An empty element stands after the certificate of metadata.", good + inner.format("")),
        ("half", "Half of a certificate of metadata stands in an element.", good[:half] + inner.format(good[half:])),
        ("same", "The element inside has the name of the one around it.", certificate(good)),
        ("two", "Beside the certificate of metadata stands another one in an element.", good + inner.format(other)),
    ):  # fmt: skip
        signer = "eve" if name == "two" else "one"
        family.add(
            f"metadata-{name}", title, signed_by(signer, f"inner {name}", signer), reasons=SIGNATURE,
            options=options(name, content), planted=(),
        )  # fmt: skip
    commented = options("comment", f"<!-- one -->{good[:half]}<!-- two -->{good[half:]}")
    family.control(
        "metadata-comments", "Comments stand in the certificate of metadata.",
        signed_by("one", "inner comments", "one"), options=commented,
    )  # fmt: skip

    def message(name: str, title: str, where: str = "assertion", **changes) -> None:
        family.add(
            f"message-{name}", title, Message(f"inner message {name}", signed=(where,), **changes).xml(), "malformed",
            "saml", ("saml.unexpectedElement",), planted=(),
        )  # fmt: skip

    split = f"{ALICE[:5]}{inner.format('')}{ALICE[5:]}"
    message("name", "An element stands in a signed NameID.", name_id=split)
    message("name-around", "A signed NameID stands in an element.", name_id=inner.format(ALICE))
    message("audience", "An element stands in a signed Audience.", audience=SP + inner.format(""))
    message("audience-around", "A signed Audience stands in an element.", audience=inner.format(SP))
    message(
        "issuer", "An element stands in a signed Issuer.",
        assertion_issuer=f"<saml:Issuer>{ONE}{inner.format('')}</saml:Issuer>",
    )  # fmt: skip
    for name, part in (("digest", "DigestValue"), ("signature", "SignatureValue")):
        for place, start, end in (("around", '<x xmlns="urn:x">', "</x>"), ("before", '<x xmlns="urn:x"/>', "")):
            text = signed_by("one", f"inner {name} {place}", "one")
            changed = text.replace(f"<ds:{part}>", f"<ds:{part}>{start}").replace(f"</ds:{part}>", f"{end}</ds:{part}>")
            family.add(
                f"{name}-{place}", f"The {part} has an element inside ({place}).", changed,
                reasons=("signature.malformedSignature",), planted=(),
            )  # fmt: skip
    hint = signed_by("one", "inner hint", "one").replace(good, inner.format(good))
    family.control("message-certificate", "The certificate of the message, which nobody needs, has an element.", hint)
    return family
