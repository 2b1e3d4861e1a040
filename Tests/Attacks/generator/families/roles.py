"""Keys that are trusted for something else: other roles, other protocols, every issuer."""

from generator.keys import key
from generator.messages import Message, attribute
from generator.metadata import SAML11, Trust, entities, entity, key_descriptor, role, service
from generator.rows import Family
from generator.settings import AUTHORITY, DECISIONS, MD, NAME, OLD, ONE, OTHER_SP, SAMLP, SP, TWO, VALUE

UNKNOWN = ("signature.noTrustedKey",)
MISMATCH = ("signature.signatureMismatch",)


def families(trust: Trust) -> list[Family]:
    return [roles(trust), universal(trust)]


def evil(name: str, issuer: str, signer: str, **changes) -> Message:
    return Message(name, issuer=issuer, key=signer, name_id=NAME, attributes=attribute("uid", VALUE), **changes)


def roles(trust: Trust) -> Family:
    family = Family("roles")

    def trusted(name: str, descriptor: str, profile: str = "web-sso") -> str:
        return trust.option_set(
            f"roles-{name}",
            profile=profile,
            **trust.usual | {"trust": [trust.file(f"roles-{name}.xml", entities(descriptor, service()))]},
        )

    def case(name, title, issuer, signer, reasons=UNKNOWN, **others):
        changes = {
            "tool": "signxml" if len(family.rows) % 2 else "xmlsec1",
            "signed": others.pop("signed", ("assertion",)),
        }
        family.add(
            name, title, evil(f"role {name}", issuer, signer, **changes).xml(), "rejected", "key", reasons, **others
        )

    case("authority", "A sign-on by an attribute authority.", AUTHORITY, "authority")
    case("decision-point", "A sign-on by a policy decision point.", DECISIONS, "decisions")
    case(
        "decision-point-query",
        "An answer to an attribute query by a policy decision point.",
        DECISIONS,
        "decisions",
        options="query",
    )
    case("saml-1.1", "A sign-on by a provider that supports SAML 1.1 only.", OLD, "old")
    case(
        "saml-1.1-query",
        "An answer to an attribute query by a provider that supports SAML 1.1 only.",
        OLD,
        "old",
        options="query",
    )
    case("service-provider", "A sign-on by another service provider.", OTHER_SP, "other-sp", signed=("response",))
    case(
        "service-provider-query",
        "An answer to an attribute query by another service provider.",
        OTHER_SP,
        "other-sp",
        options="query",
    )
    case("receiver-itself", "A sign-on by the receiver's own request key.", SP, "sp")
    case(
        "request-key-for-provider",
        "A sign-on in the provider's name by a service provider's key.",
        ONE,
        "other-sp",
        MISMATCH,
    )
    case(
        "authn-authority",
        "A sign-on by an authentication authority.",
        TWO,
        "two",
        options=trusted("authn", entity(TWO, role("AuthnAuthorityDescriptor", "two"))),
    )
    case(
        "authn-authority-query",
        "An answer to an attribute query by an authentication authority.",
        TWO,
        "two",
        options=trusted("authn-query", entity(TWO, role("AuthnAuthorityDescriptor", "two")), "attribute-query"),
    )
    two_roles = entity(TWO, role("IDPSSODescriptor", "two") + role("AttributeAuthorityDescriptor", "authority"))
    case(
        "authority-key-of-provider",
        "A sign-on by the key of the provider's attribute authority.",
        TWO,
        "authority",
        MISMATCH,
        options=trusted("two-keys", two_roles),
    )
    mixed = entity(TWO, role("IDPSSODescriptor", "two", protocol=SAML11) + role("AttributeAuthorityDescriptor", "two"))
    case(
        "sign-on-by-1.1-role",
        "The sign-on role of a provider is for SAML 1.1 only, its authority for SAML 2.0.",
        TWO,
        "two",
        options=trusted("mixed", mixed),
    )
    case(
        "encryption-key",
        "A sign-on by a key that is for encryption only.",
        TWO,
        "two",
        options=trusted("encryption", entity(TWO, role("IDPSSODescriptor", "two", use="encryption"))),
    )
    case(
        "no-protocol",
        "A sign-on by a provider whose role names no protocol.",
        TWO,
        "two",
        options=trusted("no-protocol", entity(TWO, role("IDPSSODescriptor", "two", protocol=""))),
    )
    case(
        "look-alike-protocol",
        "The protocol of the provider's role only begins like SAML 2.0.",
        TWO,
        "two",
        options=trusted("look-alike", entity(TWO, role("IDPSSODescriptor", "two", protocol=SAMLP + "x"))),
    )
    unknown_role = (
        f'<md:RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="urn:x" xsi:type="x:IDP" '
        f'protocolSupportEnumeration="{SAMLP}">{key_descriptor("two")}</md:RoleDescriptor>'
    )
    case(
        "role-descriptor",
        "A sign-on by a role of a type nobody knows.",
        TWO,
        "two",
        options=trusted("unknown", entity(TWO, unknown_role)),
    )
    affiliation = (
        f'<md:AffiliationDescriptor affiliationOwnerID="{TWO}"><md:AffiliateMember>{TWO}</md:AffiliateMember>'
        f"{key_descriptor('two')}</md:AffiliationDescriptor>"
    )
    case(
        "affiliation",
        "A sign-on by the key of an affiliation.",
        TWO,
        "two",
        options=trusted("affiliation", entity(TWO, affiliation)),
    )
    foreign = (
        role("IDPSSODescriptor", "two")
        .replace("md:IDPSSODescriptor", "f:IDPSSODescriptor")
        .replace("<f:IDPSSODescriptor", f'<f:IDPSSODescriptor xmlns:f="{MD}:x"', 1)
    )
    case(
        "role-look-alike",
        "The sign-on role stands in a namespace that looks alike.",
        TWO,
        "two",
        options=trusted("foreign", entity(TWO, role("AttributeAuthorityDescriptor", "authority") + foreign)),
    )

    family.control(
        "authority-query",
        "An answer to an attribute query by an attribute authority.",
        Message("role control authority", issuer=AUTHORITY, key="authority").xml(),
        options="query",
    )
    family.control(
        "provider-query",
        "An answer to an attribute query by a provider of sign-ons.",
        Message("role control provider", issuer=TWO, key="two", tool="signxml").xml(),
        options=trusted("sign-on-only", entity(TWO, role("IDPSSODescriptor", "two")), "attribute-query"),
    )
    family.control(
        "two-protocols",
        "A provider that supports SAML 1.1 and 2.0.",
        Message("role control both", issuer=TWO, key="two").xml(),
        options=trusted("both", entity(TWO, role("IDPSSODescriptor", "two", protocol=f"{SAML11} {SAMLP}"))),
    )
    family.control(
        "no-use",
        "A provider whose key does not say what it is for.",
        Message("role control use", issuer=TWO, key="two").xml(),
        options=trusted("no-use", entity(TWO, role("IDPSSODescriptor", "two", use=""))),
    )
    return family


def universal(trust: Trust) -> Family:
    """Bare keys: the only source of trust, or bound to an issuer; beside metadata they would speak for everybody."""
    family = Family("universal-keys")
    bare, other = "keys/one.cert.pem", "keys/sp.cert.pem"
    metadata = trust.usual["trust"]

    def chosen(name: str, **options) -> str:
        return trust.option_set(f"keys-{name}", profile=options.pop("profile", "web-sso"), **trust.usual | options)

    def refused(name, title, **options):
        family.add(
            name,
            title,
            Message(f"key {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1").xml(),
            "usage",
            "trust",
            (),
            options=chosen(name, **options),
            planted=(),
        )

    refused("beside-metadata", "A bare certificate beside metadata.", trust=[*metadata, other])
    refused("before-metadata", "A bare certificate before metadata.", trust=[other, *metadata])
    refused(
        "beside-metadata-query",
        "A bare certificate beside metadata, for attribute queries.",
        trust=[*metadata, other],
        profile="attribute-query",
    )
    refused("two", "Two bare certificates without an issuer.", trust=[bare, other])
    public = trust.file("one-and-two.pem", (key("one").pem + key("two").pem).decode().strip())
    refused("two-in-a-file", "Two bare certificates in one file, without an issuer.", trust=[public])
    refused(
        "beside-bound",
        "A bare certificate beside a key that is bound to an issuer.",
        trust=[other],
        trustKeys=[f"keys/one.cert.pem={ONE}"],
    )
    refused(
        "issuer-and-metadata",
        "A bare certificate beside metadata, with an issuer expected.",
        trust=[*metadata, other],
        issuer=ONE,
    )

    def judged(name, title, claimed, signer, reasons, **options):
        family.add(
            name,
            title,
            evil(f"key {name}", claimed, signer).xml(),
            "rejected",
            "key",
            reasons,
            options=chosen(name, **options),
        )

    judged(
        "other-issuer",
        "Another issuer's message, signed with the key that is bound to one issuer.",
        TWO,
        "one",
        (*UNKNOWN, "conditions.issuerMismatch"),
        trust=[bare],
        issuer=ONE,
    )
    judged("other-key", "A message by the attacker where one bare key is trusted.", ONE, "eve", MISMATCH, trust=[bare])
    judged(
        "bound-other",
        "A message of one issuer by the key that is bound to another.",
        TWO,
        "one",
        UNKNOWN,
        trust=[],
        trustKeys=[f"{bare}={ONE}"],
    )
    judged(
        "bound-request-key",
        "A sign-on by a key that is bound to an issuer for requests.",
        ONE,
        "one",
        UNKNOWN,
        trust=[],
        trustKeys=[f"{bare}={ONE}:sp"],
    )
    judged(
        "bound-beside-metadata",
        "A message of a provider by a key that is bound to the receiver.",
        ONE,
        "sp",
        MISMATCH,
        trust=metadata,
        trustKeys=[f"{other}={SP}:sp"],
    )

    def honest(name, title, message, **options):
        family.control(name, title, message.xml(), options=chosen(f"control-{name}", **options))

    honest("only", "One bare certificate is all that is trusted.", Message("key control only"), trust=[bare])
    honest(
        "issuer",
        "One bare certificate, bound by the issuer that is expected.",
        Message("key control issuer", tool="signxml"),
        trust=[bare],
        issuer=ONE,
    )
    honest(
        "rollover",
        "Two bare certificates of the issuer that is expected.",
        Message("key control rollover", key="one-next"),
        trust=[bare, "keys/one-next.cert.pem"],
        issuer=ONE,
    )
    honest(
        "bound",
        "A key that is bound to its issuer.",
        Message("key control bound"),
        trust=[],
        trustKeys=[f"{bare}={ONE}"],
    )
    honest(
        "bound-role",
        "A key that is bound to its issuer as a provider.",
        Message("key control role", tool="signxml"),
        trust=[],
        trustKeys=[f"{bare}={ONE}:idp"],
    )
    honest(
        "bound-and-metadata",
        "A key for requests beside metadata.",
        Message("key control both"),
        trustKeys=[f"{other}={SP}:sp"],
    )
    return family
