"""Messages of the wrong type in the place of a response, and responses that answer another query."""

from generator.messages import Message, attribute, confirmation
from generator.metadata import Trust, signed_entities
from generator.rows import Family
from generator.settings import (
    ALICE,
    BASIC,
    CONSUMER,
    NAME,
    ONE,
    OTHER_SP,
    PERSISTENT,
    REQUEST,
    SAML,
    SAMLP,
    SP,
    STATUS,
    URI,
    VALUE,
    identifier,
    instant,
)
from generator.signing import place, sign

ROOT = ("saml.unexpectedRoot",)


def families(trust: Trust) -> list[Family]:
    query = protocol("AttributeQuery", "query", SP, "sp", subject(ALICE) + wanted("uid") + wanted("role"), own=REQUEST)
    path = trust.file("query.xml", query)
    usual = {name: trust.usual[name] for name in ("trust", "audience", "recipient", "now")}
    trust.option_set("answer", profile="attribute-query", **usual, query=path)
    trust.option_set(
        "answer-decrypting",
        profile="attribute-query",
        **usual,
        query=path,
        decryptionKey=["keys/sp-encryption.key.pem"],
    )
    return [kinds(query), answers()]


def subject(name: str, attributes: str = f' Format="{PERSISTENT}"') -> str:
    return f"<saml:Subject><saml:NameID{attributes}>{name}</saml:NameID></saml:Subject>"


def wanted(name: str, *values: str, form: str = BASIC) -> str:
    inside = "".join(f"<saml:AttributeValue>{value}</saml:AttributeValue>" for value in values)
    return f'<saml:Attribute Name="{name}" NameFormat="{form}">{inside}</saml:Attribute>'


def protocol(
    kind: str,
    name: str,
    issuer: str,
    signer: str,
    inside: str,
    own: str | None = None,
    extra: str = "",
    tool: str = "xmlsec1",
) -> str:
    """A signed message of the protocol."""
    own = own or identifier(f"kind {name}")
    draft = (
        f'<samlp:{kind} xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="{own}" Version="2.0" IssueInstant="{instant(-5)}"{extra}>'
        f"<saml:Issuer>{issuer}</saml:Issuer>{place(own)}{inside}</samlp:{kind}>"
    )
    return sign(draft, own, signer, tool)


def kinds(query: str) -> Family:
    family = Family("message-types")
    success = f'<samlp:Status><samlp:StatusCode Value="{STATUS}Success"/></samlp:Status>'

    def case(name, title, text, outcome="notJudged", reasons=(), **others):
        # What is no response is read, and nobody asked to judge it.
        family.add(name, title, text, outcome, "saml", reasons, **others)

    evil = subject(NAME) + wanted("uid", VALUE)
    case(
        "query",
        "An AttributeQuery signed by another service provider.",
        protocol("AttributeQuery", "query 2", OTHER_SP, "other-sp", evil),
    )
    case(
        "query-by-provider",
        "An AttributeQuery signed by the identity provider.",
        protocol("AttributeQuery", "query 3", ONE, "one", evil, tool="signxml"),
        options="query",
    )
    case(
        "query-answering",
        "An AttributeQuery with the attributes of a response.",
        protocol(
            "AttributeQuery",
            "query 4",
            OTHER_SP,
            "other-sp",
            evil,
            extra=f' InResponseTo="{REQUEST}" Destination="{CONSUMER}"',
        ),
    )
    case("own-query", "The receiver's own query comes back as its answer.", query, options="query")
    case(
        "unsigned-query",
        "An AttributeQuery that nobody signed.",
        protocol("AttributeQuery", "query 5", ONE, "one", evil).split("<ds:Signature")[0]
        + evil
        + "</samlp:AttributeQuery>",
    )
    case(
        "authn-request",
        "An AuthnRequest signed by another service provider.",
        protocol("AuthnRequest", "authn", OTHER_SP, "other-sp", subject(NAME), tool="signxml"),
    )
    case(
        "logout-request",
        "A LogoutRequest signed by the provider.",
        protocol("LogoutRequest", "logout", ONE, "one", f"<saml:NameID>{NAME}</saml:NameID>"),
    )
    case(
        "logout-response",
        "A LogoutResponse signed by the provider.",
        protocol(
            "LogoutResponse", "logged out", ONE, "one", success, extra=f' InResponseTo="{REQUEST}"', tool="signxml"
        ),
    )
    case(
        "artifact-resolve",
        "An ArtifactResolve signed by another service provider.",
        protocol("ArtifactResolve", "resolve", OTHER_SP, "other-sp", "<samlp:Artifact>AAQAAA==</samlp:Artifact>"),
    )
    genuine = Message("kind inside").xml()
    def resolved(name, inside, tool="signxml"):
        """A signed ArtifactResponse."""
        extra = f' InResponseTo="{REQUEST}"'
        return protocol("ArtifactResponse", name, ONE, "one", success + inside, extra=extra, tool=tool)

    def envelope(body, header=""):
        header = f"<s:Header>{header}</s:Header>" if header else ""
        return (
            '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
            f"{header}<s:Body>{body}</s:Body></s:Envelope>"
        )

    forged = Message("kind forged inside", signed=(), name_id=NAME).xml()
    family.control(
        "artifact-response",
        "A signed ArtifactResponse with a genuine response inside.",
        resolved("resolved", genuine),
    )
    family.control("soap", "A genuine response inside a SOAP envelope.", envelope(genuine))
    family.control(
        "soap-artifact-response",
        "A genuine response inside an ArtifactResponse inside a SOAP envelope.",
        envelope(resolved("resolved 2", genuine, tool="xmlsec1")),
    )
    control = resolved("resolved 7", genuine)
    case(
        "artifact-response-by-stranger",
        "A genuine response inside an ArtifactResponse that a stranger signed in the provider's name.",
        protocol("ArtifactResponse", "resolved 8", ONE, "eve", success + genuine),
        "rejected",
        ("signature.signatureMismatch",),
        planted=(),
    )
    case(
        "artifact-response-by-another",
        "A genuine response inside an ArtifactResponse that a service provider signed in its own name.",
        protocol("ArtifactResponse", "resolved 9", OTHER_SP, "other-sp", success + genuine, tool="signxml"),
        "rejected",
        ("signature.noTrustedKey",),
        planted=(),
    )
    case(
        "artifact-response-changed",
        "A genuine response inside an ArtifactResponse that was changed after the provider signed it.",
        control.replace(f'InResponseTo="{REQUEST}"', 'InResponseTo="_other"', 1),
        "rejected",
        ("signature.digestMismatch",),
        planted=(),
    )
    case(
        "soap-artifact-response-changed",
        "The same inside a SOAP envelope.",
        envelope(control.replace(f'InResponseTo="{REQUEST}"', 'InResponseTo="_other"', 1)),
        "rejected",
        ("signature.digestMismatch",),
        planted=(),
    )
    case("empty-artifact-response", "A signed ArtifactResponse without a message.", resolved("resolved 3", ""))
    case(
        "unsigned-in-artifact-response",
        "A forged response that nobody signed inside an ArtifactResponse that the provider signed.",
        resolved("resolved 4", forged),
        "rejected",
        ("signature.absent",),
    )
    signed = resolved("resolved 5", forged)
    signature = signed[signed.index("<ds:Signature") : signed.index("</ds:Signature>") + len("</ds:Signature>")]
    case(
        "signature-of-artifact-response",
        "The signature of an ArtifactResponse moved into the forged response that it carries.",
        signed.replace(signature, "").replace(
            forged, forged.replace("</saml:Issuer>", f"</saml:Issuer>{signature}", 1)
        ),
        "rejected",
        ("signature.referenceElsewhere",),
    )
    case(
        "two-in-artifact-response",
        "A forged and a genuine response inside a signed ArtifactResponse.",
        resolved("resolved 6", forged + genuine),
        "malformed",
        ("saml.severalMessages",),
    )
    case(
        "soap-header",
        "A forged response in a SOAP body, the genuine one in the header.",
        envelope(forged, genuine),
        "malformed",
        ("saml.messageInHeader",),
    )
    case(
        "soap-forged-header",
        "A genuine response in a SOAP body, a forged one deep in the header.",
        envelope(genuine, f"<block>{forged}</block>"),
        "malformed",
        ("saml.messageInHeader",),
    )
    case(
        "soap-same-identifier",
        "The ID of the genuine assertion in the header of the SOAP envelope, too.",
        envelope(genuine, f'<block ID="{identifier("kind inside assertion")}"/>'),
        "malformed",
        ("xml.duplicateIdentifier",),
    )
    case("soap-empty", "A SOAP envelope without a message.", envelope(""), "malformed", ("saml.emptyWrapper",))
    assertion = Message("kind assertion", name_id=NAME)
    case(
        "assertion",
        "A signed assertion without a response.",
        assertion.signature_on(assertion.assertion(), assertion.assertion_id),
    )
    case(
        "metadata",
        "Signed metadata.",
        signed_entities("kind", f'<md:EntityDescriptor entityID="{ONE}"/>', signer="one"),
    )
    case(
        "name-management",
        "A ManageNameIDRequest signed by the provider.",
        protocol(
            "ManageNameIDRequest",
            "manage",
            ONE,
            "one",
            f"<saml:NameID>{NAME}</saml:NameID><samlp:NewID>x</samlp:NewID>",
        ),
        "malformed",
        ROOT,
    )
    case(
        "saml-1.1",
        "A response of SAML 1.1.",
        '<p:Response xmlns:p="urn:oasis:names:tc:SAML:1.0:protocol" ResponseID="_1"/>',
        "malformed",
        ROOT,
    )
    case(
        "lower-case",
        "The root is called response.",
        genuine.replace("samlp:Response", "samlp:response"),
        "malformed",
        ROOT,
    )
    case(
        "version-1",
        "A response whose version is 1.1.",
        Message("kind version", signed=("response",))
        .draft()
        .replace('Version="2.0"', 'Version="1.1"', 1)
        .replace(place(identifier("kind version response")), ""),
        "rejected",
        ("conditions.unsupportedVersion", "signature.absent"),
    )
    signed_version = Message("kind version 2", signed=("response",))
    case(
        "signed-version",
        "A signed response whose version is 2.1.",
        sign(
            signed_version.draft().replace('Version="2.0"', 'Version="2.1"', 1),
            signed_version.response_id,
            "one",
            "xmlsec1",
        ),
        "rejected",
        ("conditions.unsupportedVersion",),
        planted=(),
    )
    statement = Message("kind statement", authn=" ")
    case(
        "no-sign-on",
        "A response of which the assertion tells of no sign-on.",
        statement.xml(),
        "rejected",
        ("conditions.missingAuthnStatement",),
        planted=(),
    )
    family.control("response", "A response.", Message("kind control", tool="signxml").xml())
    family.control(
        "attributes",
        "A response without a sign-on, where attributes were asked for.",
        Message("kind control 2", authn=" ").xml(),
        options="query",
    )
    return family


def answers() -> Family:
    """Responses to the query of Tests/Attacks/trust/query.xml."""
    family = Family("answers", "answer")

    def case(name, title, reasons, text=None, **changes):
        others = {"options": changes.pop("options")} if "options" in changes else {}
        built = Message(f"answer {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes)
        family.add(name, title, text or built.xml(), "rejected", "saml", reasons, planted=(), **others)

    SUBJECT, REQUESTS = ("conditions.subjectMismatch",), ("conditions.inResponseToMismatch", "conditions.")
    usual = f' Format="{PERSISTENT}"'
    case("other-subject", "The answer is about another subject.", SUBJECT, name_id="bob@one.example")
    case("capitals", "The answer's subject differs in capitals.", SUBJECT, name_id="Alice@one.example")
    case("other-format", "The answer's subject has another format.", SUBJECT, name_attributes=' Format="urn:other"')
    case("no-format", "The answer's subject has no format.", SUBJECT, name_attributes="")
    case(
        "qualifier",
        "The answer's subject is qualified by another provider.",
        SUBJECT,
        name_attributes=usual + ' NameQualifier="urn:q"',
    )
    case(
        "sp-qualifier",
        "The answer's subject is qualified by another service.",
        SUBJECT,
        name_attributes=usual + ' SPNameQualifier="urn:q"',
    )
    case("space", "The answer's subject ends with a space.", SUBJECT, name_id=ALICE + " ")
    case(
        "decomposed",
        "The answer's subject is the same letters with a zero-width space.",
        SUBJECT,
        name_id="al\u200bice@one.example",
    )
    case("no-subject", "The answer has no subject.", (*SUBJECT, "conditions."), subject="")
    case(
        "unasked",
        "The answer holds an attribute nobody asked for.",
        ("conditions.unrequestedAttribute",),
        attributes=attribute("uid", "alice") + attribute("admin", "true"),
    )
    case(
        "unasked-statement",
        "An attribute nobody asked for stands in a second statement.",
        ("conditions.unrequestedAttribute",),
        statements=(
            f"<saml:AttributeStatement>{attribute('uid', 'alice')}</saml:AttributeStatement>"
            f"<saml:AttributeStatement>{attribute('admin', 'true')}</saml:AttributeStatement>"
        ),
    )
    case(
        "other-name-format",
        "An attribute that was asked for has another NameFormat.",
        ("conditions.unrequestedAttribute", "conditions.requestedAttributesMissing"),
        attributes=attribute("uid", "alice", form=URI),
    )
    case(
        "friendly-only",
        "Another attribute has the name that was asked for as FriendlyName.",
        ("conditions.unrequestedAttribute", "conditions.requestedAttributesMissing"),
        attributes=attribute("urn:x", "v", friendly="uid"),
    )
    case(
        "nothing",
        "The answer holds none of the attributes.",
        ("conditions.requestedAttributesMissing", "conditions."),
        statements="",
    )
    case(
        "other-request",
        "The answer is to another query.",
        REQUESTS,
        answers="_other",
        confirmations=confirmation(answers="_other"),
    )
    case(
        "other-request-inside",
        "Only the unsigned envelope names the query.",
        REQUESTS,
        confirmations=confirmation(answers="_other"),
    )
    case(
        "request-outside", "No signed confirmation names the query.", REQUESTS, confirmations=confirmation(answers=None)
    )
    case("no-request", "The answer names no query.", REQUESTS, answers=None, confirmations=confirmation(answers=None))
    case(
        "two-assertions",
        "A second assertion about the same subject.",
        ("conditions.severalAssertions",),
        text=Message("answer two", signed=("response",), after=Message("answer second", signed=()).assertion()).xml(),
    )
    case("other-receiver", "The answer is for another audience.", ("conditions.audienceMismatch",), audience=OTHER_SP)
    family.control("answer", "The answer.", Message("answer control").xml())
    family.control(
        "part",
        "The answer holds one of two attributes.",
        Message("answer control part", tool="signxml", attributes=attribute("uid", "alice")).xml(),
    )
    family.control(
        "encrypted",
        "The answer, encrypted.",
        Message("answer control encrypted", encrypt=True).xml(),
        options="answer-decrypting",
    )
    return family
