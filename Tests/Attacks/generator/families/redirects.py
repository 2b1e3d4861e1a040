"""Signatures over query strings (SAML Bindings, section 3.4.4.1): the HTTP-Redirect binding."""

import base64
import hmac
import urllib.parse
import zlib
from collections.abc import Callable

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

from generator.families.kinds import protocol, subject
from generator.families.transport import deflated
from generator.keys import key
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import (
    ALICE,
    CURVE,
    DS,
    EXCLUSIVE,
    MALLORY,
    NAME,
    ONE,
    OTHER_SP,
    RSA_SHA256,
    SMALL,
    TWO,
    VALUE,
)
from generator.signing import raw_signature

MORE = "http://www.w3.org/2001/04/xmldsig-more#"
RELAY = "https://app.example/a b?c=d"
MISMATCH = ("signature.signatureMismatch",)


def quoted(text: str) -> str:
    """Everything but unreserved characters escaped, a space as %20."""
    return urllib.parse.quote(text, safe="")


def lower(text: str) -> str:
    """The digits of escapes in lower case."""
    first, *others = text.split("%")
    return "%".join([first, *(one[:2].lower() + one[2:] for one in others)])


def rsa(name: str, digest: hashes.HashAlgorithm, scheme: str = "pkcs1") -> Callable[[bytes], bytes]:
    """A signer with an RSA key."""
    return lambda data: key(name).private.sign(data, padding.PKCS1v15(), digest)


class Redirect:
    """A query string as a sender makes it: a message, the way it is encoded, and the signature over it."""

    def __init__(
        self,
        xml: str | bytes,
        *,
        name: str = "SAMLResponse",
        relay: str | None = RELAY,
        algorithm: str = RSA_SHA256,
        sign: Callable[[bytes], bytes] | None = None,
        key_name: str = "one",
        encode: Callable[[str], str] = quoted,
        packed: bytes | None = None,
        order: tuple[str, ...] = ("message", "RelayState", "SigAlg"),
    ):
        data = xml.encode() if isinstance(xml, str) else xml
        self.name = name
        self.data = data
        stream = deflated(self.data) if packed is None else packed
        self.plain = {"message": base64.b64encode(stream).decode(), "RelayState": relay, "SigAlg": algorithm}
        self.values = {part: encode(value) for part, value in self.plain.items() if value is not None}
        self.order = order
        signer = sign or (lambda text: raw_signature(key(key_name), text))
        self.digits = base64.b64encode(signer(self.joined(self.values).encode())).decode()
        self.values["Signature"] = encode(self.digits)

    def joined(self, values: dict[str, str], order: tuple[str, ...] | None = None) -> str:
        """The parameters with these values, in an order."""
        return "&".join(
            f"{self.name if part == 'message' else part}={values[part]}"
            for part in order or self.order
            if part in values
        )

    def query(self, *, order: tuple[str, ...] = ("message", "RelayState", "SigAlg", "Signature"), **changes) -> str:
        """The query string with some values changed, or left out where they are None."""
        values = {part: value for part, value in {**self.values, **changes}.items() if value is not None}
        return self.joined(values, order)

    def url(self, **changes) -> str:
        """The same after an address."""
        return "https://sp.example/saml/consume?" + self.query(**changes)


def families(trust: Trust) -> list[Family]:
    return [signatures(trust), beside_enveloped(trust), query_strings(trust)]


def signatures(trust: Trust) -> Family:
    family = Family("redirect-signatures")
    plain = Message("redirect", signed=())
    good = Redirect(plain.xml())
    evil = Redirect(
        Message("redirect forged", signed=(), name_id=NAME, attributes=attribute("uid", VALUE)).xml(), key_name="eve"
    )

    def case(name, title, message, reasons, outcome="rejected", layer="dsig", **others):
        others.setdefault("planted", ())
        family.add(name, title, message, outcome, layer, reasons, **others)

    def bind(name, title, message, **others):
        case(name, title, message, ("envelope.ambiguousParameter",), "malformed", "bind", **others)

    both = {"planted": (NAME, VALUE)}
    bind(
        "message-twice",
        "SAMLResponse twice, the forged one last.",
        good.query() + f"&SAMLResponse={evil.values['message']}",
        **both,
    )
    bind(
        "message-twice-first",
        "SAMLResponse twice, the forged one first.",
        f"SAMLResponse={evil.values['message']}&" + good.query(),
        **both,
    )
    bind(
        "request-too",
        "A SAMLRequest beside the signed SAMLResponse.",
        f"SAMLRequest={evil.values['message']}&" + good.query(),
        **both,
    )
    bind(
        "request-last",
        "A SAMLRequest after the signature.",
        good.query() + f"&SAMLRequest={evil.values['message']}",
        **both,
    )
    bind("sigalg-twice", "SigAlg twice, another one last.", good.query() + "&SigAlg=" + quoted(DS + "rsa-sha1"))
    bind("sigalg-twice-equal", "The same SigAlg twice.", good.query() + "&SigAlg=" + good.values["SigAlg"])
    bind(
        "signature-twice",
        "Signature twice, one of another key first.",
        f"Signature={evil.values['Signature']}&" + good.query(),
    )
    bind(
        "signature-escaped-twice",
        "A second Signature whose name is percent-encoded.",
        good.query() + f"&%53ignature={evil.values['Signature']}",
    )
    bind("relay-twice", "RelayState twice.", good.query() + "&RelayState=https%3A%2F%2Fevil.example%2F")
    bind(
        "message-escaped-twice",
        "A forged message whose parameter's name is percent-encoded, before the signed one.",
        f"%53AMLResponse={evil.values['message']}&" + good.query(),
        **both,
    )
    bind("message-without-value", "SAMLResponse once more, without a value.", good.query() + "&SAMLResponse")

    case("without-sigalg", "A Signature and no SigAlg.", good.query(SigAlg=None), ("signature.queryWithoutSigAlg",))
    case(
        "without-signature",
        "A SigAlg and no Signature.",
        good.query(Signature=None),
        ("signature.queryWithoutSignature",),
    )
    case("stripped", "Neither SigAlg nor Signature.", good.query(SigAlg=None, Signature=None), ("signature.absent",))
    case(
        "sigalg-in-lower-case",
        "Parameters in lower case are others: there is no signature.",
        good.query().replace("SigAlg=", "sigalg=").replace("Signature=", "signature="),
        ("signature.absent",),
    )
    case(
        "all-in-lower-case",
        "Every parameter in lower case: there is no message.",
        good.query()
        .replace("SAMLResponse=", "samlresponse=")
        .replace("SigAlg=", "sigalg=")
        .replace("Signature=", "signature="),
        ("envelope.",),
        "malformed",
        "bind",
    )
    case("empty-signature", "An empty Signature.", good.query(Signature=""), ("signature.malformedSignature",))
    case("empty-sigalg", "An empty SigAlg.", good.query(SigAlg=""), ("signature.signatureMethodNotAllowed",))
    case(
        "signature-url-safe",
        "A Signature in the URL-safe alphabet.",
        good.query(Signature=quoted(base64.urlsafe_b64encode(base64.b64decode(good.digits)).decode().rstrip("="))),
        ("signature.malformedSignature",),
    )
    case(
        "signature-in-hexadecimal",
        "A Signature in hexadecimal digits.",
        good.query(Signature=base64.b64decode(good.digits).hex()),
        (*MISMATCH, "signature.malformedSignature"),
    )
    case(
        "signature-with-plus",
        "A Signature whose plus signs were not escaped.",
        with_plus(plain).query_with_plus,
        ("signature.malformedSignature",),
    )
    case(
        "signature-escaped-twice-over",
        "A Signature that is percent-encoded twice.",
        good.query(Signature=quoted(quoted(good.digits))),
        ("signature.malformedSignature",),
    )
    case(
        "signature-with-rest",
        "Bytes after the padding of the Signature.",
        good.query(Signature=quoted(good.digits + good.digits)),
        ("signature.malformedSignature", *MISMATCH),
    )

    case(
        "other-message",
        "The signature of another message.",
        good.query(message=Redirect(Message("redirect other", signed=()).xml()).values["message"]),
        MISMATCH,
    )
    case("forged", "A message signed by a key that nobody trusts.", evil.query(), MISMATCH, **both)
    case("forged-url", "The same in a URL.", evil.url(), MISMATCH, **both)
    case(
        "other-issuer",
        "A key that is trusted for another issuer.",
        Redirect(plain.xml(), key_name="two").query(),
        MISMATCH,
    )
    case(
        "other-issuer-mallory",
        "A provider signs for another one.",
        Redirect(Message("redirect mallory", signed=(), name_id=NAME).xml(), key_name="mallory").query(),
        MISMATCH,
        **both,
    )
    case(
        "service-provider",
        "A service provider's key signs a response.",
        Redirect(Message("redirect sp", signed=(), issuer=OTHER_SP).xml(), key_name="other-sp").query(),
        ("signature.noTrustedKey",),
    )
    case(
        "unknown-issuer",
        "An issuer that nobody knows.",
        Redirect(Message("redirect unknown", signed=(), issuer="https://unknown.example").xml()).query(),
        ("signature.noTrustedKey",),
    )
    case(
        "assertion-of-other",
        "The response's issuer signs for another one's assertion.",
        Redirect(
            Message("redirect inside", signed=(), issuer=TWO, response_issuer=f"<saml:Issuer>{ONE}</saml:Issuer>").xml()
        ).query(),
        ("signature.absent",),
    )
    case(
        "two-issuers",
        "The response names its signer, its assertion the victim.",
        Redirect(
            Message(
                "redirect victim", signed=(), response_issuer=f"<saml:Issuer>{MALLORY}</saml:Issuer>", name_id=NAME
            ).xml(),
            key_name="mallory",
        ).query(),
        ("signature.absent",),
        **both,
    )

    case(
        "kind-rsa",
        "An algorithm for curves and an RSA key.",
        Redirect(plain.xml(), algorithm=MORE + "ecdsa-sha256").query(),
        ("signature.keyOfOtherKind",),
    )
    case(
        "kind-curve",
        "An algorithm for RSA and a key on a curve.",
        Redirect(Message("redirect curve", signed=(), issuer=CURVE).xml(), key_name="curve").query(),
        ("signature.keyOfOtherKind",),
    )
    case(
        "digest",
        "The algorithm names another digest than was used.",
        Redirect(plain.xml(), algorithm=MORE + "rsa-sha512").query(),
        MISMATCH,
    )
    case(
        "sigalg-changed",
        "The SigAlg was replaced after signing.",
        good.query(SigAlg=quoted(MORE + "rsa-sha384")),
        MISMATCH,
    )
    case(
        "hmac",
        "HMAC with the public key as the secret.",
        Redirect(
            plain.xml(),
            algorithm=MORE + "hmac-sha256",
            sign=lambda data: hmac.digest(key("one").public_der, data, "sha256"),
        ).query(),
        ("signature.signatureMethodNotAllowed",),
    )
    case(
        "hmac-sha1",
        "HMAC with SHA-1, the certificate as the secret.",
        Redirect(
            plain.xml(), algorithm=DS + "hmac-sha1", sign=lambda data: hmac.digest(key("one").pem, data, "sha1")
        ).query(),
        ("signature.signatureMethodNotAllowed",),
    )
    case(
        "sha1",
        "RSA with SHA-1.",
        Redirect(plain.xml(), algorithm=DS + "rsa-sha1", sign=rsa("one", hashes.SHA1())).query(),
        ("signature.signatureMethodNotAllowed",),
    )
    case(
        "md5",
        "RSA with MD5.",
        Redirect(plain.xml(), algorithm=MORE + "rsa-md5").query(),
        ("signature.signatureMethodNotAllowed",),
    )
    case(
        "none",
        "An algorithm that is called none.",
        good.query(SigAlg="none", Signature="AA%3D%3D"),
        ("signature.signatureMethodNotAllowed",),
    )
    case(
        "small-key",
        "An RSA key of 1024 bits.",
        Redirect(Message("redirect small", signed=(), issuer=SMALL).xml(), key_name="small").query(),
        ("signature.keyTooSmall",),
    )
    case(
        "canonicalization",
        "A canonicalization in the place of an algorithm.",
        good.query(SigAlg=quoted(EXCLUSIVE)),
        ("signature.signatureMethodNotAllowed",),
    )

    case(
        "expired",
        "A signed response whose time has passed.",
        Redirect(Message("redirect expired", signed=(), not_on_or_after=-3600, not_before=-7200).xml()).query(),
        ("conditions.expired",),
        layer="saml",
    )
    case(
        "other-request",
        "A signed response to another request.",
        Redirect(Message("redirect request", signed=(), answers="_other").xml()).query(),
        ("conditions.inResponseToMismatch",),
        layer="saml",
    )
    case(
        "other-destination",
        "A signed response for another address.",
        Redirect(Message("redirect destination", signed=(), destination="https://other.example/").xml()).query(),
        ("conditions.recipientMismatch",),
        layer="saml",
    )

    control = family.control
    control("query", "A query string.", good.query())
    control("url", "A whole URL with a fragment.", good.url() + "#SAMLResponse=x&SigAlg=y")
    control("no-relay", "Without RelayState.", Redirect(plain.xml(), relay=None).query())
    control(
        "lower-case",
        "Escapes in lower case, signed as they are.",
        Redirect(plain.xml(), encode=lambda text: lower(quoted(text))).query(),
    )
    control(
        "plus",
        "A RelayState with plus for a space, signed as it is.",
        Redirect(plain.xml(), encode=urllib.parse.quote_plus).query(),
    )
    control(
        "other-order",
        "The parameters in another order, signed in the order of SAML.",
        good.query(order=("Signature", "SigAlg", "RelayState", "message")),
    )
    control(
        "others", "Parameters of other programs between them.", good.query().replace("&", "&utm=1&") + "&samlresponse=x"
    )
    control("next-key", "The provider's next key.", Redirect(plain.xml(), key_name="one-next").query())
    control(
        "sha512",
        "RSA with SHA-512.",
        Redirect(plain.xml(), algorithm=MORE + "rsa-sha512", sign=rsa("one", hashes.SHA512())).query(),
    )
    control(
        "curve",
        "A key on a curve.",
        Redirect(
            Message("redirect control curve", signed=(), issuer=CURVE).xml(),
            key_name="curve",
            algorithm=MORE + "ecdsa-sha256",
        ).query(),
    )
    control(
        "legacy",
        "RSA with SHA-1 where the policy allows it.",
        Redirect(plain.xml(), algorithm=DS + "rsa-sha1", sign=rsa("one", hashes.SHA1())).query(),
        options="sso-legacy",
    )
    control(
        "encrypted",
        "An encrypted assertion, signed by the query string.",
        Redirect(Message("redirect control encrypted", signed=(), encrypt=True).xml()).query(),
        options="sso-decrypting",
    )
    control("query-profile", "An answer to an attribute query.", good.query(), options="query")
    return family


class with_plus:
    """A query string whose Signature has plus signs that are sent as they are."""

    def __init__(self, message: Message):
        for number in range(100):
            redirect = Redirect(message.xml(), relay=f"r{number}")
            if "+" in redirect.digits:
                self.query_with_plus = redirect.query(Signature=redirect.digits.replace("/", "%2F").replace("=", "%3D"))
                return
        raise RuntimeError("no signature with a plus sign")


def beside_enveloped(trust: Trust) -> Family:
    """Signatures of the message itself beside the one over the query string."""
    family = Family("redirect-and-enveloped")

    def tampered(text: str) -> str:
        return text.replace(ALICE, NAME)

    def redirect(name: str, signed: tuple[str, ...], change=lambda text: text, **options) -> Redirect:
        changes = {"encrypt": True} if options.pop("encrypt", False) else {}
        return Redirect(change(Message(f"redirect beside {name}", signed=signed, **changes).xml()), **options)

    def case(name, title, query, reasons=MISMATCH, options="sso"):
        family.add(name, title, query, "rejected", "dsig", reasons, options=options)

    envelope = (
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>',
        "</s:Body></s:Envelope>",
    )
    resolved = protocol("ArtifactResponse", "redirect resolved", ONE, "one", "<x/>").split("<x/>")
    unsigned = resolved[0].split("<ds:Signature")[0], resolved[1]
    for wrapper, (before, after) in (("soap", envelope), ("artifact-response", unsigned)):
        for name, signer in (("bad", "eve"), ("good", "one")):
            wrapped = before + Message(f"redirect {wrapper} {name}", signed=("assertion",)).xml() + after
            family.add(
                f"{wrapper}-query-{name}",
                f"A signed assertion in a wrapper ({wrapper}), and a {name} signature over the query string.",
                Redirect(wrapped, key_name=signer).query(),
                "malformed",
                "saml",
                ("saml.wrapperInSignedQuery",),
                planted=(),
            )

    for part in ("assertion", "response"):
        digest = ("signature.digestMismatch",)
        case(
            f"{part}-good-query-bad",
            f"A good signature on the {part}, one by a stranger over the query string.",
            redirect(f"{part} 1", (part,), key_name="eve").query(),
        )
        case(
            f"{part}-bad-query-good",
            f"A changed {part}, and a good signature over the query string.",
            redirect(f"{part} 2", (part,), tampered).query(),
            digest,
        )
        case(
            f"{part}-bad-query-bad",
            f"A changed {part}, and a stranger's signature over the query string.",
            redirect(f"{part} 3", (part,), tampered, key_name="eve").query(),
            (*MISMATCH, *digest),
        )
        case(
            f"{part}-good-query-cut",
            f"A good signature on the {part}, a SigAlg and no Signature.",
            redirect(f"{part} 4", (part,)).query(Signature=None),
            ("signature.queryWithoutSignature",),
        )
        case(
            f"{part}-good-relay-swapped",
            f"A good signature on the {part}, another RelayState.",
            redirect(f"{part} 5", (part,)).query(RelayState="https%3A%2F%2Fevil.example%2F"),
        )
        family.control(
            f"{part}",
            f"Good signatures on the {part} and over the query string.",
            redirect(f"{part} 6", (part,)).query(),
        )
        family.control(
            f"{part}-alone",
            f"A good signature on the {part} alone, in a query string.",
            redirect(f"{part} 7", (part,)).query(SigAlg=None, Signature=None),
        )
    case(
        "encrypted-bad",
        "An assertion signed by a stranger inside an encrypted one, and a good signature over the query string.",
        Redirect(Message("redirect beside encrypted", encrypt=True, key="eve", name_id=NAME).xml()).query(),
        options="sso-decrypting",
    )
    family.control(
        "encrypted",
        "A signed assertion inside an encrypted one, and the query string signed.",
        Redirect(Message("redirect beside encrypted 2", encrypt=True).xml()).query(),
        options="sso-decrypting",
    )
    family.control(
        "all",
        "Good signatures on assertion, response and query string.",
        redirect("all", ("assertion", "response")).query(),
    )
    return family


def query_strings(trust: Trust) -> Family:
    """What happens to query strings on their way, and what is packed in them."""
    family = Family("redirect-strings")
    plain = Message("redirect string", signed=()).xml()
    good = Redirect(plain)
    bare = Redirect(plain, relay=None)

    def case(name, title, message, reasons=MISMATCH, outcome="rejected", layer="dsig", planted=()):
        family.add(name, title, message, outcome, layer, reasons, planted=planted)

    case("relay-swapped", "Another RelayState.", good.query(RelayState="https%3A%2F%2Fevil.example%2F"))
    case(
        "relay-added",
        "A RelayState that was not signed.",
        bare.query(RelayState="x", order=("message", "RelayState", "SigAlg", "Signature")),
    )
    case("relay-added-empty", "An empty RelayState that was not signed.", bare.query(RelayState=""))
    case("relay-removed", "The RelayState is gone.", good.query(RelayState=None))
    case("relay-emptied", "The RelayState is empty.", good.query(RelayState=""))
    case(
        "relay-of-other",
        "The RelayState of another message of the same provider.",
        good.query(
            RelayState=Redirect(Message("redirect string 2", signed=()).xml(), relay="other").values["RelayState"]
        ),
    )
    for name, title, encode in (
        ("lower-case", "Escapes became lower case.", lambda text: lower(quoted(text))),
        ("plus", "Spaces became plus.", urllib.parse.quote_plus),
        ("slashes", "Slashes are not escaped any more.", lambda text: urllib.parse.quote(text, safe="/")),
        ("all-escaped", "Letters are escaped, too.", lambda text: quoted(text).replace("m", "%6D")),
        ("plain", "Nothing but what must be is escaped.", lambda text: urllib.parse.quote(text, safe="/:?=")),
    ):
        changes = {part: encode(value) for part, value in good.plain.items()}
        case(f"reencoded-{name}", title, good.query(**changes))
        only = {"RelayState": encode(RELAY)}
        if only["RelayState"] != good.values["RelayState"]:
            case(f"reencoded-relay-{name}", f"{title} In RelayState alone.", good.query(**only))
    case(
        "reencoded-plus-unescaped",
        "The message's plus signs are not escaped any more.",
        good.query(message=good.plain["message"].replace("=", "%3D")),
        ("signature.queryNotDeflated",),
    )
    case(
        "escaped-twice",
        "Every value is percent-encoded once more.",
        good.query(**{part: quoted(value) for part, value in good.values.items()}),
        ("signature.",),
    )
    case(
        "decoded",
        "The signature is over the decoded values.",
        Signed(good, lambda one: one.joined({part: value for part, value in one.plain.items()})).query,
    )
    case(
        "signed-order",
        "The signature is over another order.",
        Redirect(plain, order=("SigAlg", "RelayState", "message")).query(),
    )
    case(
        "signed-url",
        "The signature is over the whole URL.",
        Signed(
            good,
            lambda one: (
                "https://sp.example/saml/consume?" + one.joined(one.values, ("message", "RelayState", "SigAlg"))
            ),
        ).query,
    )
    case("signed-xml", "The signature is over the XML.", Signed(good, lambda one: one.data.decode()).query)
    case(
        "signed-as-request",
        "The signature is over SAMLRequest with the same value.",
        Signed(
            good,
            lambda one: one.joined({part: one.values[part] for part in ("message", "RelayState", "SigAlg")}).replace(
                "SAMLResponse=", "SAMLRequest="
            ),
        ).query,
    )
    case(
        "signed-message-only",
        "The signature is over the message's parameter alone.",
        Signed(good, lambda one: one.joined(one.values, ("message",))).query,
    )
    case(
        "escaped-name",
        "The name of the message's parameter is percent-encoded.",
        good.query().replace("SAMLResponse", "%53AMLResponse"),
        ("signature.queryNameEscaped",),
    )
    case(
        "escaped-name-signed",
        "The same, and signed like that.",
        Escaped(plain).query(),
        ("signature.queryNameEscaped",),
    )
    case(
        "escaped-sigalg",
        "The name of SigAlg is percent-encoded.",
        good.query().replace("SigAlg", "Sig%41lg"),
        ("signature.queryNameEscaped",),
    )
    case("renamed", "The signed response comes as a request.", good.query().replace("SAMLResponse", "SAMLRequest"))

    stream = deflated(good.data)
    forged = deflated(Message("redirect string forged", signed=(), name_id=NAME).xml().encode())
    BROKEN = ("envelope.invalidDeflate", "envelope.invalidBase64")

    def packed(name, title, data, reasons=BROKEN, outcome="malformed", layer="bind"):
        case(name, title, Redirect(plain, packed=data).query(), reasons, outcome, layer, (NAME,))

    packed("stream-rest", "A signed stream with bytes after its end.", stream + b"rest")
    packed("stream-twice", "A signed stream with another one after its end.", stream + forged)
    packed("stream-cut", "A signed stream that ends too early.", stream[:-5])
    packed(
        "stream-zlib",
        "A signed stream with the header of zlib.",
        zlib.compress(good.data, 9),
        ("signature.queryNotDeflated",),
        "rejected",
        "dsig",
    )
    packed(
        "stream-with-rest-inside",
        "A signed stream with another document after the first.",
        deflated(good.data + b"<more/>"),
        ("xml.notWellFormed",),
        "malformed",
        "parse",
    )
    packed(
        "not-deflated",
        "A signed message that is not compressed.",
        good.data,
        ("signature.queryNotDeflated",),
        "rejected",
        "dsig",
    )
    case(
        "stream-appended",
        "Bytes added to the stream after signing.",
        good.query(message=quoted(base64.b64encode(stream + forged).decode())),
        BROKEN,
        "malformed",
        "bind",
        (NAME,),
    )
    case(
        "stream-recompressed",
        "The same XML, compressed in another way.",
        good.query(message=quoted(base64.b64encode(deflated(good.data, 1)).decode())),
    )

    query = protocol("AttributeQuery", "redirect query", OTHER_SP, "other-sp", subject(NAME))
    unsigned = without_signature(query)
    family.add(
        "query",
        "A signed query in a query string, where responses are judged.",
        Redirect(unsigned, name="SAMLRequest", key_name="other-sp").query(),
        "notJudged",
        "saml",
        (),
        planted=(NAME,),
    )
    family.control("utf-16", "A response in UTF-16.", Redirect(plain_utf16(plain)).query())
    family.control(
        "stored", "A stream that does not compress.", Redirect(plain, packed=deflated(plain.encode(), 0)).query()
    )
    return family


def without_signature(text: str) -> str:
    """A message without its own signature."""
    return text.split("<ds:Signature")[0] + text.split("</ds:Signature>")[1]


def plain_utf16(text: str) -> bytes:
    """The text in UTF-16 with a byte order mark."""
    return text.encode("utf-16")


class Signed:
    """A query string whose signature is over something else."""

    def __init__(self, redirect: Redirect, text: Callable[[Redirect], str]):
        signature = raw_signature(key("one"), text(redirect).encode())
        self.query = redirect.query(Signature=quoted(base64.b64encode(signature).decode()))


class Escaped(Redirect):
    """A query string with an escape in the message parameter's name, signed with it."""

    def __init__(self, xml: str):
        super().__init__(xml, name="%53AMLResponse")
